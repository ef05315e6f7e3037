! Routines without loads, for decks whose own library is not public.
subroutine gfosub(id, time, par, npar, dflag, iflag, r)
  integer :: id, npar, dflag, iflag
  double precision :: time, par(*), r(6)
  r = 0
end subroutine

subroutine vfosub(id, time, par, npar, dflag, iflag, r)
  integer :: id, npar, dflag, iflag
  double precision :: time, par(*), r(3)
  r = 0
end subroutine

subroutine sfosub(id, time, par, npar, dflag, iflag, r)
  integer :: id, npar, dflag, iflag
  double precision :: time, par(*), r
  r = 0
end subroutine

subroutine varsub(id, time, par, npar, dflag, iflag, r)
  integer :: id, npar, dflag, iflag
  double precision :: time, par(*), r
  r = 0
end subroutine

subroutine reqsub(id, time, par, npar, iflag, r)
  integer :: id, npar, iflag
  double precision :: time, par(*), r(8)
  r = id
end subroutine

subroutine gse_output(id, time, par, npar, dflag, iflag, no, y)
  integer :: id, npar, dflag, iflag, no
  double precision :: time, par(*), y(no)
  y = 0
end subroutine

subroutine gse_update(id, time, par, npar, dflag, iflag, nd, x)
  integer :: id, npar, dflag, iflag, nd
  double precision :: time, par(*), x(nd)
  x = 0
end subroutine

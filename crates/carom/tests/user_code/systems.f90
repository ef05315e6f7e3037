! The same as GSESUB, which gets states and inputs as arguments, and with the routines of its derivatives.
subroutine gsesub(id, time, par, npar, dflag, iflag, ns, x, ni, u, no, xdot, y)
  implicit none
  integer :: id, npar, ns, ni, no, k
  double precision :: time, par(*), x(*), u(*), xdot(*), y(*)
  logical :: dflag, iflag
  if (iflag) return
  y(1) = u(1)
  do k = 1, 10
     xdot(2*k-1) = k*x(2*k)
     xdot(2*k) = -k*x(2*k-1)
     y(1) = y(1) + x(2*k-1)
  end do
end subroutine

subroutine gsexx(id, time, par, npar, iflag, ns, x, ni, u, no, d)
  implicit none
  integer :: id, npar, ns, ni, no, k
  double precision :: time, par(*), x(*), u(*), d(ns, ns)
  logical :: iflag
  d = 0
  do k = 1, 10
     d(2*k-1, 2*k) = k
     d(2*k, 2*k-1) = -k
  end do
end subroutine

subroutine gsexu(id, time, par, npar, iflag, ns, x, ni, u, no, d)
  implicit none
  integer :: id, npar, ns, ni, no
  double precision :: time, par(*), x(*), u(*), d(ns, ni)
  logical :: iflag
  d = 0
end subroutine

subroutine gseyx(id, time, par, npar, iflag, ns, x, ni, u, no, d)
  implicit none
  integer :: id, npar, ns, ni, no
  double precision :: time, par(*), x(*), u(*), d(no, ns)
  logical :: iflag
  d = 0
  d(1, 1:ns:2) = 1
end subroutine

subroutine gseyu(id, time, par, npar, iflag, ns, x, ni, u, no, d)
  implicit none
  integer :: id, npar, ns, ni, no
  double precision :: time, par(*), x(*), u(*), d(no, ni)
  logical :: iflag
  d = 1
end subroutine

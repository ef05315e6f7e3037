! The force of a table on a ball: USER(i, j, x1, k, e, c, d). The same source serves Adams and MotionSolve.
subroutine sfosub(id, time, par, npar, dflag, iflag, value)
  implicit none
  integer :: id, npar, ids(4)
  double precision :: time, par(*), value, z, v, force(3)
  logical :: dflag, iflag, failed
  ids = [nint(par(1)), nint(par(2)), nint(par(2)), nint(par(2))]
  call sysfnc('DZ', ids, 3, z, failed)
  call errmes(failed, 'no DZ', id, 'STOP')
  call sysfnc('VZ', ids, 4, v, failed)
  call errmes(failed, 'no VZ', id, 'STOP')
  call impact(z, v, par(3), par(4), par(5), par(6), par(7), 0, force, failed)
  call errmes(failed, 'IMPACT cannot be computed', id, 'STOP')
  value = force(1)
end subroutine

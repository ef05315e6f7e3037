! The same springs in Fortran.
subroutine sfosub(id, time, par, npar, dflag, iflag, value)
  implicit none
  integer id, npar, ids(2)
  double precision time, par(npar), value, x, v
  logical dflag, iflag, flag
  ids(1) = nint(par(1))
  ids(2) = nint(par(2))
  call sysfnc('DX', ids, 2, x, flag)
  call errmes(flag, 'no DX', id, 'STOP')
  call sysfnc('VX', ids, 2, v, flag)
  call errmes(flag, 'no VX', id, 'STOP')
  value = -par(3)*x - par(4)*v
end subroutine

subroutine gfosub(id, time, par, npar, dflag, iflag, r)
  implicit none
  integer id, npar, ids(2), n, k
  double precision time, par(npar), r(6), x(6), v(6)
  logical dflag, iflag, flag
  ids(1) = nint(par(1))
  ids(2) = nint(par(2))
  call sysary('DISP', ids, 2, x, n, flag)
  call sysary('VEL', ids, 2, v, n, flag)
  do k = 1, 3
    r(k) = -par(3)*x(k) - par(4)*v(k)
    r(3+k) = -par(4)*v(3+k)
  end do
end subroutine

subroutine motsub(id, time, par, npar, iord, iflag, value)
  implicit none
  integer id, npar, iord
  double precision time, par(npar), value
  logical iflag
  if (iord == 0) value = par(1)*sin(par(2)*time)
  if (iord == 1) value = par(1)*par(2)*cos(par(2)*time)
  if (iord == 2) value = -par(1)*par(2)**2*sin(par(2)*time)
end subroutine

! A routine of the days before dependencies: on its first call it returns at once.
subroutine silent(id, time, par, npar, dflag, iflag, value)
  implicit none
  integer id, npar, ids(2)
  double precision time, par(npar), value, x, v
  logical dflag, iflag, flag
  if (iflag) return
  ids(1) = nint(par(1))
  ids(2) = nint(par(2))
  call sysfnc('DX', ids, 2, x, flag)
  call sysfnc('VX', ids, 2, v, flag)
  value = -par(3)*x - par(4)*v
end subroutine

! IMPACT of a ball on a table.
subroutine ball(id, time, par, npar, dflag, iflag, value)
  implicit none
  integer id, npar, ids(3)
  double precision time, par(npar), value, x, v, f(3)
  logical dflag, iflag, flag
  ids(1) = nint(par(1))
  ids(2) = nint(par(2))
  ids(3) = nint(par(2))
  call sysfnc('DZ', ids, 3, x, flag)
  call sysfnc('VZ', ids, 3, v, flag)
  call impact(x, v, par(3), par(4), par(5), par(6), par(7), 0, f, flag)
  value = f(1)
end subroutine

! A spring below a height, whose corner is declared.
subroutine declares(id, time, par, npar, dflag, iflag, value)
  integer :: id, npar, carom_switch
  double precision :: time, par(npar), value, x
  logical :: dflag, iflag, flag
  external :: carom_switch
  call sysfnc('DZ', [nint(par(1)), nint(par(2))], 2, x, flag)
  value = 0
  if (carom_switch(x - par(3)) == 0) value = -par(4)*(x - par(3))
end subroutine

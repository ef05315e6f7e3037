! The same coupler: q2 = c*q1**2, with its derivatives by their names.
subroutine cousub(id, time, par, npar, q, n, iflag, phi)
  implicit none
  integer :: id, npar, n
  double precision :: time, par(*), q(n), phi
  logical :: iflag
  phi = q(2) - par(1)*q(1)**2
end subroutine

subroutine couxx(id, time, par, npar, q, n, iflag, d)
  implicit none
  integer :: id, npar, n
  double precision :: time, par(*), q(n), d(n)
  logical :: iflag
  d = [-2*par(1)*q(1), 1d0]
end subroutine

subroutine couxx2(id, time, par, npar, q, n, iflag, d)
  implicit none
  integer :: id, npar, n
  double precision :: time, par(*), q(n), d(n, n)
  logical :: iflag
  d = 0
  d(1, 1) = -2*par(1)
end subroutine

! A circle about the origin in the plane y = 0.
subroutine cursub(id, par, npar, alpha, iord, iflag, v)
  implicit none
  integer :: id, npar, iord
  double precision :: par(*), alpha, v(3)
  logical :: iflag
  v = [par(1)*sin(alpha), 0d0, -par(1)*cos(alpha)]
end subroutine

! Reads rows of x and y.
subroutine spline_read(id, file, block, ierr)
  implicit none
  integer :: id, ierr, n, m, k
  character(*) :: file, block
  double precision :: x(50), y(50)
  logical :: failed
  open(77, file=file, status='old', iostat=ierr)
  if (ierr /= 0 .or. block /= 'one') then
    ierr = 1
    return
  end if
  read(77, *) n, m
  do k = 1, n
    read(77, *) x(k), y(k)
  end do
  close(77)
  call put_spline(id, n, m, x, y, [0d0], failed)
  if (failed) ierr = 1
end subroutine

! A pendulum's rod: the distance of two markers stays what it is: USER(i, j, r).
subroutine gcosub(id, time, par, npar, dflag, iflag, value)
  implicit none
  integer :: id, npar, n, ids(2)
  double precision :: time, par(*), value, x(3)
  logical :: dflag, iflag, failed
  ids = nint(par(1:2))
  call sysary('TDISP', ids, 2, x, n, failed)
  call errmes(failed, 'no TDISP', id, 'STOP')
  value = dot_product(x, x) - par(3)**2
end subroutine

! A skate: no velocity across, USER(marker).
subroutine skate(id, time, par, npar, dflag, iflag, value)
  implicit none
  integer :: id, npar, ids(4)
  double precision :: time, par(*), value
  logical :: dflag, iflag, failed
  ids = [nint(par(1)), 0, nint(par(1)), 0]
  call sysfnc('VY', ids, 3, value, failed)
  call errmes(failed, 'no VY', id, 'STOP')
end subroutine

! USER(part, l): the centre of mass stays at the distance l from the origin.
subroutine ucosub(id, time, q, par, npar, idrsel, iflag, scalar, array, xmatrx)
    implicit none
    integer :: id, npar, idrsel(3), parts(3), codes(3)
    double precision :: time, q(*), par(*), scalar, array(*), xmatrx(30, 30)
    logical :: iflag
    if (iflag) then
        parts = nint(par(1))
        codes = (/11, 12, 13/)
        call ucovar(id, 3, parts, 3, codes)
        return
    end if
    scalar = q(1)**2 + q(2)**2 + q(3)**2 - par(2)**2
    array(1:3) = 2*q(1:3)
    xmatrx(1, 1) = 2
    xmatrx(2, 2) = 2
    xmatrx(3, 3) = 2
end subroutine ucosub

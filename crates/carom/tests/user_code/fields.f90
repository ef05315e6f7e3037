subroutine fiesub(id, time, par, npar, disp, velo, dflag, iflag, field, dfddis, dfdvel)
  implicit none
  integer :: id, npar, i
  double precision :: time, par(*), disp(6), velo(6), field(6), dfddis(6, 6), dfdvel(6, 6)
  logical :: dflag, iflag
  do i = 1, 6
     field(i) = -par(1)*disp(i)*disp(i)*disp(i) - par(2)*velo(i)
  end do
  field(2) = field(2) - 0.5d0*par(2)*velo(1)
  if (dflag) then
     dfddis = 0
     dfdvel = 0
     do i = 1, 6
        dfddis(i, i) = -3*par(1)*disp(i)**2
        dfdvel(i, i) = -par(2)
     end do
     dfdvel(2, 1) = -0.5d0*par(2)
  end if
end subroutine

! The laws of Carom from Fortran: values and derivatives.
!
!   cargo build --release -p carom-c
!   gfortran examples/fortran/impact.f90 -o impact target/release/libcarom.a -lpthread -ldl
!   ./impact
!
! Each line is a name and the numbers that belong to it.
program impact_example
   implicit none
   integer, parameter :: dp = kind(1.0d0)
   external :: impact, bistop, hunt_crossley, step, step5, havsin, shf, poly, cheby, forcos, forsin
   real(dp) :: v(3), a(3) = [0.5_dp, -1.0_dp, 2.0_dp]
   integer :: iord
   logical :: errflg, failed = .false.

   do iord = 0, 2
      ! A ball of radius 1, 5 cm deep in a table and closing at 2.
      call impact(0.95_dp, -2.0_dp, 1.0_dp, 100.0_dp, 1.5_dp, 25.0_dp, 0.1_dp, iord, v, errflg)
      call show('impact', 3)
      ! At the upper one of two stops.
      call bistop(2.15_dp, 2.0_dp, 1.0_dp, 2.0_dp, 100.0_dp, 1.5_dp, 25.0_dp, 0.1_dp, iord, v, errflg)
      call show('bistop', 3)
      call hunt_crossley(0.75_dp, -0.5_dp, 1.0_dp, 1000.0_dp, 1.5_dp, 0.2_dp, iord, v, errflg)
      call show('hunt_crossley', 3)

      call step(0.3_dp, 0.0_dp, 1.0_dp, 2.0_dp, 5.0_dp, iord, v, errflg)
      call show('step', 1)
      call step5(0.3_dp, 0.0_dp, 1.0_dp, 2.0_dp, 5.0_dp, iord, v, errflg)
      call show('step5', 1)
      call havsin(0.3_dp, 0.0_dp, 1.0_dp, 2.0_dp, 5.0_dp, iord, v, errflg)
      call show('havsin', 1)
      call shf(0.3_dp, 0.1_dp, 2.0_dp, 3.0_dp, 0.25_dp, 7.0_dp, iord, v, errflg)
      call show('shf', 1)

      call poly(0.3_dp, 0.1_dp, a, 3, iord, v, errflg)
      call show('poly', 1)
      call cheby(0.3_dp, 0.1_dp, a, 3, iord, v, errflg)
      call show('cheby', 1)
      call forcos(0.3_dp, 0.1_dp, 4.0_dp, a, 3, iord, v, errflg)
      call show('forcos', 1)
      call forsin(0.3_dp, 0.1_dp, 4.0_dp, a, 3, iord, v, errflg)
      call show('forsin', 1)
   end do

   ! The flag says that a stiffness must not be negative.
   call impact(0.95_dp, -2.0_dp, 1.0_dp, -100.0_dp, 1.5_dp, 25.0_dp, 0.1_dp, 0, v, errflg)
   print '(a, 1x, i0)', 'refused', merge(1, 0, errflg)
   if (failed) error stop 1

contains

   ! Prints the numbers of one call; a raised error flag makes the program fail.
   subroutine show(name, n)
      character(*), intent(in) :: name
      integer, intent(in) :: n
      print '(a, ".", i0, 3(1x, es24.16e3))', name, iord, v(:n)
      failed = failed .or. errflg
   end subroutine

end program

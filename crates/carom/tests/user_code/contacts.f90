! The law of IMPACT as a normal force.
subroutine cnfsub(id, time, par, npar, loci, ni, locj, nj, gap, gapdot, gapdotdot, area, dflag, iflag, force)
  implicit none
  integer :: id, npar
  double precision :: time, par(*), loci(3), ni(3), locj(3), nj(3), gap, gapdot, gapdotdot, area, force(3), law(3)
  logical :: dflag, iflag, failed
  force = 0
  if (iflag) return
  call impact(gap, gapdot, 0d0, par(1), par(2), par(3), par(4), 0, law, failed)
  call errmes(failed, 'IMPACT', id, 'STOP')
  force(1) = law(1)
end subroutine

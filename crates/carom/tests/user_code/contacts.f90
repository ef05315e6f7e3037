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

! The law of Coulomb friction by two STEPs.
subroutine cffsub(id, time, par, npar, loci, locj, x, xdot, nforce, area, dflag, iflag, force)
  implicit none
  integer :: id, npar
  double precision :: time, par(*), loci(3), locj(3), x(3), xdot(3), nforce, area, force(3), way, mu
  logical :: dflag, iflag, failed
  force = 0
  if (iflag) return
  call step(xdot(1), -par(3), -1d0, par(3), 1d0, 0, way, failed)
  call errmes(failed, 'STEP', id, 'STOP')
  call step(xdot(1), par(3), par(1), par(4), par(2), 0, mu, failed)
  call errmes(failed, 'STEP', id, 'STOP')
  force(1) = -nforce*way*mu
end subroutine

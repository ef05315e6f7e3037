! Three motions of a part on a spring, of a half second each.
subroutine consub(par, npar)
  integer :: npar, status, k, n
  double precision :: par(npar), t, six(6)
  logical :: flag
  t = 0
  do k = 1, 3
    call analys('DYNAMICS', 'STEP', t, t + 0.5d0, k == 1, status)
    call errmes(status /= 0, 'the analysis failed', k, 'STOP')
    t = t + 0.5d0
    call datout(status)
  end do
  call sysary('DISP', [20, 10], 2, six, n, flag)
  call errmes(flag, 'DISP', n, 'STOP')
  call errmes(abs(six(3) - 0.1d0*cos(sqrt(par(1)/2)*t)) > 1d-6, 'another place', 1, 'STOP')
end subroutine

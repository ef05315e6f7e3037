/* carom.h: the laws of Carom for C and Fortran. Link with libcarom (-lcarom).
 *
 * The calling sequences are those of the utility subroutines of Adams Solver, so that a user subroutine
 * written for it compiles against Carom.
 *
 * iord    0, 1 or 2: the value, the first or the second derivatives.
 * errflg  set to 0, or to 1 when a pointer is null, iord is another number, an argument is not finite
 *         or out of its range, or the result is not finite. The result is then zero. (Fortran: a LOGICAL of 4 bytes.)
 *
 * Dimensions: F force, L length, T time. All functions may be called from several threads at once.
 *
 * Fortran calls the second group by reference, as CALL IMPACT(x, xdot, ..., errflg); compilers that
 * append one underscore to lower-case names (gfortran, ifx on Linux) find them without options.
 */
#ifndef CAROM_H
#define CAROM_H

#ifdef __cplusplus
extern "C" {
#endif

/* IMPACT: one-sided spring and damper, pushes below the free length x1, never pulls.
 *
 *   F = max(0, k (x1-x)^e - STEP(x, x1-d, cmax, x1, 0) xdot)  for x < x1,  else 0
 *
 *   x distance (L), xdot its rate (L/T), x1 free length (L, any), k stiffness (F/L^e, >= 0),
 *   e exponent (> 0), cmax full damping (F T/L, >= 0), d penetration of full damping (L, > 0)
 *
 *   vec[3]   iord 0: F, 0, 0    iord 1: dF/dx, dF/dxdot, 0    iord 2: d2F/dx2, d2F/dx dxdot, d2F/dxdot2
 */
void c_impact(double x, double xdot, double x1, double k, double e, double cmax, double d, int iord, double *vec, int *errflg);

/* BISTOP: two mirrored IMPACT stops with a free range x1 <= x <= x2 between them (x1 < x2).
 * The upper one pushes down: F <= 0. Vector as for c_impact. */
void c_bistop(double x, double xdot, double x1, double x2, double k, double e, double cmax, double d, int iord, double *vec, int *errflg);

/* HUNT_CROSSLEY: a spring whose damping grows with its force.
 *
 *   F = max(0, k (x1-x)^e (1 - c xdot))  for x < x1,  else 0
 *
 *   c damping for a speed (T/L, >= 0); the others, and the vector, as for c_impact. No subroutine of either solver. */
void c_hunt_crossley(double x, double xdot, double x1, double k, double e, double c, int iord, double *vec, int *errflg);

/* STEP, STEP5, HAVSIN: from h0 at x0 to h1 at x1 by a cubic, a quintic, a half wave of the sine;
 * constant outside. x0 and x1 differ; x0 > x1 gives the mirrored rise. Derivatives with respect to x. */
void c_step(double x, double x0, double h0, double x1, double h1, int iord, double *value, int *errflg);
void c_step5(double x, double x0, double h0, double x1, double h1, int iord, double *value, int *errflg);
void c_havsin(double x, double x0, double h0, double x1, double h1, int iord, double *value, int *errflg);

/* SHF: a sin(w (x-x0) - phi) + b. w in radians per unit of x, phi in radians. */
void c_shf(double x, double x0, double a, double w, double phi, double b, int iord, double *value, int *errflg);

/* POLY: sum of par[j] (x-x0)^j. CHEBY: sum of par[j] T_j(x-x0), Chebyshev polynomials. 1 <= npar <= 31. */
void c_poly(double x, double x0, const double *par, int npar, int iord, double *value, int *errflg);
void c_cheby(double x, double x0, const double *par, int npar, int iord, double *value, int *errflg);

/* FORCOS, FORSIN: par[0] + sum of par[j] cos(j w (x-x0)), or sin. 1 <= npar <= 31. */
void c_forcos(double x, double x0, double w, const double *par, int npar, int iord, double *value, int *errflg);
void c_forsin(double x, double x0, double w, const double *par, int npar, int iord, double *value, int *errflg);

/* The same for Fortran, all arguments by reference. */
void impact_(const double *x, const double *xdot, const double *x1, const double *k, const double *e, const double *cmax, const double *d, const int *iord, double *vec, int *errflg);
void bistop_(const double *x, const double *xdot, const double *x1, const double *x2, const double *k, const double *e, const double *cmax, const double *d, const int *iord, double *vec, int *errflg);
void hunt_crossley_(const double *x, const double *xdot, const double *x1, const double *k, const double *e, const double *c, const int *iord, double *vec, int *errflg);
void step_(const double *x, const double *x0, const double *h0, const double *x1, const double *h1, const int *iord, double *value, int *errflg);
void step5_(const double *x, const double *x0, const double *h0, const double *x1, const double *h1, const int *iord, double *value, int *errflg);
void havsin_(const double *x, const double *x0, const double *h0, const double *x1, const double *h1, const int *iord, double *value, int *errflg);
void shf_(const double *x, const double *x0, const double *a, const double *w, const double *phi, const double *b, const int *iord, double *value, int *errflg);
void poly_(const double *x, const double *x0, const double *par, const int *npar, const int *iord, double *value, int *errflg);
void cheby_(const double *x, const double *x0, const double *par, const int *npar, const int *iord, double *value, int *errflg);
void forcos_(const double *x, const double *x0, const double *w, const double *par, const int *npar, const int *iord, double *value, int *errflg);
void forsin_(const double *x, const double *x0, const double *w, const double *par, const int *npar, const int *iord, double *value, int *errflg);

#ifdef __cplusplus
}
#endif

#endif

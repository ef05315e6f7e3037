/* Couplers that are no straight lines, and curves. */
#include "carom_adams.h"
#include <math.h>
#include <stdio.h>

/* q2 = c*q1**2: phi = q2 - c*q1**2 */
adams_c_Cousub Cousub, Round;
void Cousub(const struct sAdamsCoupler *c, double time, const double *q, int iflag, double *phi)
{
    *phi = q[1] - c->PAR[0] * q[0] * q[0];
}

adams_c_Couxx Couxx, Firsts;
void Firsts(const struct sAdamsCoupler *c, double time, const double *q, int iflag, double *d)
{
    d[0] = -2 * c->PAR[0] * q[0];
    d[1] = 1;
}

adams_c_Couxx2 Couxx2, Seconds;
void Seconds(const struct sAdamsCoupler *c, double time, const double *q, int iflag, double *d)
{
    d[0] = -2 * c->PAR[0];
    d[1] = d[2] = d[3] = 0;
}

/* Ends the run where it is told something else than the deck says. */
adams_c_Cousub Telling;
void Telling(const struct sAdamsCoupler *c, double time, const double *q, int iflag, double *phi)
{
    int right = c->ID == 5 && c->NJOINT == 2 && c->JOINTS[0] == 1 && c->JOINTS[1] == 2 && c->TYPE[0] == 'T' && c->TYPE[1] == 'T' && c->NPAR == 2;
    *phi = q[1] - q[0];
    if (!iflag && time > 0.01)
        c_errmes(1, right ? "all is right" : "something is wrong", c->ID, "STOP");
}

/* USER(r): a circle about the origin in the plane y = 0, from the lowest point on. */
adams_c_Cursub Cursub;
void Cursub(const struct sAdamsCurve *c, double alpha, int iord, int iflag, double *v)
{
    v[0] = c->PAR[0] * sin(alpha);
    v[1] = 0;
    v[2] = -c->PAR[0] * cos(alpha);
}

/* Corners: no smooth curve. */
adams_c_Cursub Square;
void Square(const struct sAdamsCurve *c, double alpha, int iord, int iflag, double *v)
{
    v[0] = alpha;
    v[1] = 0;
    v[2] = fabs(alpha);
}

/* A table with a line of heads, then rows of x and y at each z: its first number says how many rows, the second how many z. */
adams_c_Spline_read Spline_read;
void Spline_read(const struct sAdamsSpline *s, int *flag)
{
    double x[50], y[200], z[4] = {0};
    int n, m, k, i, failed = 0;
    FILE *f = fopen(s->FILENAME, "r");
    *flag = 1;
    if (!f)
        return;
    failed = fscanf(f, "%d %d", &n, &m) != 2;
    if (m > 1)
        for (i = 0; i < m; ++i)
            failed |= fscanf(f, "%lf", &z[i]) != 1;
    for (k = 0; k < n; ++k) {
        failed |= fscanf(f, "%lf", &x[k]) != 1;
        for (i = 0; i < m; ++i)
            failed |= fscanf(f, "%lf", &y[i * n + k]) != 1;
    }
    fclose(f);
    c_put_spline(s->ID, n, m, x, y, z, flag);
    *flag |= failed;
}

/* The force is a curve's: USER(curve): the x of CURVE at alpha = TIME/2. */
adams_c_Varsub Along;
void Along(const struct sAdamsVariable *v, double time, int dflag, int iflag, double *value)
{
    double p[3];
    int status;
    c_gtcurv((int)v->PAR[0], 0.5 * time, (int)v->PAR[1], p, &status);
    c_errmes(status, "GTCURV", v->ID, "STOP");
    *value = p[0];
}

/* USER(part, ...): UCOSUB has no structure of its element. The velocity has the slope of the second constant: vy = par[1]*vx. */
void Slope(int *id, double *time, double *q, double *par, int *npar, int *idrsel, int *iflag, double *value, double *first, double *second)
{
    int parts[2] = {(int)par[0], (int)par[0]}, codes[2] = {21, 22};
    if (*iflag) {
        c_ucovar(*id, 2, parts, 2, codes);
        return;
    }
    *value = q[1] - par[1] * q[0];
}

/* The axis z of a body keeps its height: its component along z of ground is the second constant. */
void Ucosub(int *id, double *time, double *q, double *par, int *npar, int *idrsel, int *iflag, double *value, double *first, double *second)
{
    int part = (int)par[0], code = (int)par[2];
    if (*iflag)
        c_ucovar(*id, 1, &part, 1, &code);
    else
        *value = q[0] - par[1];
}

/* Names nothing. */
void Silent(int *id, double *time, double *q, double *par, int *npar, int *idrsel, int *iflag, double *value, double *first, double *second)
{
    *value = 0;
}

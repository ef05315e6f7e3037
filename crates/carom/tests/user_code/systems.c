/* General systems of equations: ten oscillators x' = k·y, y' = -k·x, k = 1 ... 10, with the output Σx + u; a filter that is sampled. */
#include "slv_c_utils.h"

adams_c_Gsederiv Gse_deriv, Coupled, Wrong_slopes;
adams_c_Gseoutput Gse_output;
adams_c_Gseupdate Gse_update;
adams_c_Gsesample Gse_samp;

static void rates(const double *x, double *f)
{
    for (int k = 1; k <= 10; k++) {
        f[2 * k - 2] = k * x[2 * k - 1];
        f[2 * k - 1] = -k * x[2 * k - 2];
    }
}

void Gse_deriv(const struct sAdamsGSE *gse, double time, int dflag, int iflag, int ns, double *xdot)
{
    double x[20], a[400] = {0};
    int n, flag, needed;
    c_sysary("ARRAY", &gse->X, 1, x, &n, &flag);
    c_errmes(flag || n != 20 || ns != 20 || c_gse_ns() != 20, "states", gse->ID, "STOP");
    rates(x, xdot);
    c_adams_needs_partials(&needed);
    if (needed) {
        for (int k = 0; k < 10; k++) {
            a[2 * k + 20 * (2 * k + 1)] = k + 1;
            a[2 * k + 1 + 20 * (2 * k)] = -(k + 1);
        }
        c_gsepar_x(a, 400);
    }
}

void Gse_output(const struct sAdamsGSE *gse, double time, int dflag, int iflag, int no, double *y)
{
    double x[20] = {0}, u[2];
    int flag, n;
    y[0] = 0;
    if (gse->NS) {
        c_gse_x(x, 20);
        for (int k = 0; k < 20; k += 2)
            y[0] += x[k];
    } else {
        c_sysary("ARRAY", &gse->XD, 1, x, &n, &flag);
        y[0] = x[0];
    }
    if (gse->NI) {
        c_gse_u(u, gse->NI);
        y[0] += u[0];
    }
}

/* Residuals: rows k and k+1 added, so that each equation has two rates. */
void Coupled(const struct sAdamsGSE *gse, double time, int dflag, int iflag, int ns, double *residual)
{
    double x[20], xdot[20], f[20];
    c_gse_x(x, 20);
    c_gse_xdot(xdot, 20);
    rates(x, f);
    for (int k = 0; k < 20; k++)
        residual[k] = 2 * (xdot[k] - f[k]) + (k < 19 ? xdot[k + 1] - f[k + 1] : 0);
}

/* x+ = x/2 + t */
void Gse_update(const struct sAdamsGSE *gse, double time, int dflag, int iflag, int nd, double *next)
{
    double x;
    int n, flag;
    c_sysary("ARRAY", &gse->XD, 1, &x, &n, &flag);
    next[0] = 0.5 * x + time;
}

void Gse_samp(const struct sAdamsGSE *gse, double time, int iflag, double *next)
{
    *next = gse->PAR[0];
}

/* Springs and dampers by all routines, as the tests write them as expressions. */
#include "carom_adams.h"

/* USER(i, j, k, c): -k*DX(i,j) - c*VX(i,j) */
void Sfosub(const struct sAdamsSforce* e, double time, int dflag, int iflag, double* value)
{
    int ids[2] = {(int)e->PAR[0], (int)e->PAR[1]};
    double x, v;
    int flag;
    c_sysfnc("DX", ids, 2, &x, &flag);
    c_errmes(flag, "no DX", e->ID, "STOP");
    c_sysfnc("VX", ids, 2, &v, &flag);
    c_errmes(flag, "no VX", e->ID, "STOP");
    *value = -e->PAR[2] * x - e->PAR[3] * v;
}

/* USER(i, j, k, c) */
void Vfosub(const struct sAdamsVforce* e, double time, int dflag, int iflag, double* r)
{
    int ids[2] = {(int)e->PAR[0], (int)e->PAR[1]};
    double x[3], v[3];
    int n, flag, k;
    c_sysary("TDISP", ids, 2, x, &n, &flag);
    c_errmes(flag || n != 3, "no TDISP", e->ID, "STOP");
    c_sysary("TVEL", ids, 2, v, &n, &flag);
    c_errmes(flag || n != 3, "no TVEL", e->ID, "STOP");
    for (k = 0; k < 3; ++k) r[k] = -e->PAR[2] * x[k] - e->PAR[3] * v[k];
}

/* USER(i, j, c) */
void Vtosub(const struct sAdamsVtorque* e, double time, int dflag, int iflag, double* r)
{
    int ids[2] = {(int)e->PAR[0], (int)e->PAR[1]};
    double w[3];
    int n, flag, k;
    c_sysary("RVEL ", ids, 2, w, &n, &flag);
    for (k = 0; k < 3; ++k) r[k] = -e->PAR[2] * w[k];
}

/* USER(i, j, k, c): on the force as Vfosub, on the torque as Vtosub */
void Gfosub(const struct sAdamsGforce* e, double time, int dflag, int iflag, double* r)
{
    int ids[2] = {(int)e->PAR[0], (int)e->PAR[1]};
    double x[6], v[6];
    int n, flag, k;
    c_sysary("disp", ids, 2, x, &n, &flag);
    c_sysary("vel", ids, 2, v, &n, &flag);
    for (k = 0; k < 3; ++k) {
        r[k] = -e->PAR[2] * x[k] - e->PAR[3] * v[k];
        r[3 + k] = -e->PAR[3] * v[3 + k];
    }
}

/* USER(i, j, w): w*DX(i,j) + STEP(TIME,-1,0,3,1) */
void Varsub(const struct sAdamsVariable* e, double time, int dflag, int iflag, double* value)
{
    int ids[2] = {(int)e->PAR[0], (int)e->PAR[1]};
    double x, s;
    int flag;
    c_sysfnc("DX", ids, 2, &x, &flag);
    c_step(time, -1.0, 0.0, 3.0, 1.0, 0, &s, &flag);
    *value = e->PAR[2] * x + s;
}

/* USER(id, a, variable): -a*DIF(id) + VARVAL(variable) */
void Difsub(const struct sAdamsDiff* e, double time, int dflag, int iflag, double* value)
{
    int id = (int)e->PAR[0], variable = (int)e->PAR[2];
    double x, u;
    int flag;
    c_sysfnc("DIF", &id, 1, &x, &flag);
    c_sysfnc("VARVAL", &variable, 1, &u, &flag);
    *value = -e->PAR[1] * x + u;
    if (e->IMPLICIT) {
        double rate;
        c_sysfnc("DIF1", &id, 1, &rate, &flag);
        *value -= rate;
    }
}

/* USER(a, w): a*sin(w*time) and its derivatives */
#include <math.h>
void Motsub(const struct sAdamsMotion* e, double time, int iord, int iflag, double* value)
{
    double a = e->PAR[0], w = e->PAR[1];
    if (iord == 0) *value = a * sin(w * time);
    if (iord == 1) *value = a * w * cos(w * time);
    if (iord == 2) *value = -a * w * w * sin(w * time);
}

/* USER(i, j): DX, VX, ACCX and their squares */
void Reqsub(const struct sAdamsRequest* e, double time, int iflag, double* r)
{
    int ids[2] = {(int)e->PAR[0], (int)e->PAR[1]};
    double x;
    int flag;
    c_sysfnc("DX", ids, 2, &x, &flag);
    r[1] = x;
    r[5] = x * x;
    c_sysfnc("VX", ids, 2, &x, &flag);
    r[2] = x;
    c_sysfnc("ACCX", ids, 2, &x, &flag);
    r[3] = x;
    r[7] = time;
}

/* USER(i, j): DX */
void Sensub(const struct sAdamsSensor* e, double time, int iflag, double* value)
{
    int ids[2] = {(int)e->PAR[0], (int)e->PAR[1]}, flag;
    c_sysfnc("DX", ids, 2, value, &flag);
}

/* What is registered with an element: written by name, so that a wrong offset is seen. */
void Records(const struct sAdamsSforce* e, double time, int dflag, int iflag, double* value)
{
    *value = 1e6 * e->ID + 1e4 * e->I + 1e2 * e->J + 10 * e->ACTION_ONLY + (e->Type[0] == 'T') + 0.1 * e->NPAR;
}

/* IMPACT in z: what is read goes to the utility as it is. */
adams_c_Sfosub Ball, Computed, Declares, Cubic;
void Ball(const struct sAdamsSforce *e, double time, int dflag, int iflag, double *value)
{
    int ids[3] = {(int)e->PAR[0], (int)e->PAR[1], (int)e->PAR[1]}, flag;
    double x, v, three[3];
    c_sysfnc("DZ", ids, 3, &x, &flag);
    c_sysfnc("VZ", ids, 3, &v, &flag);
    c_impact(x, v, e->PAR[2], e->PAR[3], e->PAR[4], e->PAR[5], e->PAR[6], 0, three, &flag);
    *value = three[0];
}

/* The same with a gap that the routine computes. */
void Computed(const struct sAdamsSforce *e, double time, int dflag, int iflag, double *value)
{
    int ids[3] = {(int)e->PAR[0], (int)e->PAR[1], (int)e->PAR[1]}, flag;
    double x, v, three[3];
    c_sysfnc("DZ", ids, 3, &x, &flag);
    c_sysfnc("VZ", ids, 3, &v, &flag);
    c_impact(x - e->PAR[2], v, 0, e->PAR[3], e->PAR[4], e->PAR[5], e->PAR[6], 0, three, &flag);
    *value = three[0];
}

/* A spring below a height, whose corner is declared. */
void Declares(const struct sAdamsSforce *e, double time, int dflag, int iflag, double *value)
{
    int ids[2] = {(int)e->PAR[0], (int)e->PAR[1]}, flag;
    double x;
    c_sysfnc("DZ", ids, 2, &x, &flag);
    *value = c_carom_switch(x - e->PAR[2]) ? 0 : -e->PAR[3] * (x - e->PAR[2]);
}

void Cubic(const struct sAdamsSforce *e, double time, int dflag, int iflag, double *value)
{
    int ids[2] = {(int)e->PAR[0], (int)e->PAR[1]}, flag;
    double x;
    c_sysfnc("DZ", ids, 2, &x, &flag);
    *value = -e->PAR[2] * x * x * x;
}

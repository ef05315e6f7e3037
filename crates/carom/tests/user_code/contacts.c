/* Normal forces of contacts. */
#include "slv_c_utils.h"

adams_c_Cnfsub Cnfsub, Leaning, Telling;

/* The law of IMPACT; no force while the routine says what it reads. */
void Cnfsub(const struct sAdamsContactFriction *c, double time, const double *loci, const double *ni, const double *locj,
            const double *nj, double gap, double gapdot, double gapdotdot, double area, int dflag, int iflag, double *force)
{
    int flag;
    force[0] = force[1] = force[2] = 0;
    if (iflag)
        return;
    c_impact(gap, gapdot, 0, c->PAR[0], c->PAR[1], c->PAR[2], c->PAR[3], 0, force, &flag);
    c_errmes(flag, "IMPACT", c->contact.ID, "STOP");
}

/* A spring whose stiffness grows with a variable of the model and with x of the place. */
void Leaning(const struct sAdamsContactFriction *c, double time, const double *loci, const double *ni, const double *locj,
             const double *nj, double gap, double gapdot, double gapdotdot, double area, int dflag, int iflag, double *force)
{
    int id = (int)c->PAR[1], flag;
    double v;
    c_sysfnc("VARVAL", &id, 1, &v, &flag);
    force[0] = -c->PAR[0] * (1 + v + loci[0]) * gap;
}

/* Ends the run with what it is told, as soon as solids overlap. */
void Telling(const struct sAdamsContactFriction *c, double time, const double *loci, const double *ni, const double *locj,
             const double *nj, double gap, double gapdot, double gapdotdot, double area, int dflag, int iflag, double *force)
{
    int right = c->contact.ID == 1 && c->contact.nIGEOM == 1 && c->contact.nJGEOM == 1 && c->contact.IGEOM[0] == 2 && c->contact.JGEOM[0] == 1 && c->NPAR == 2 &&
                !c->contact.IFLIP[0] && ni[2] == 1 && nj[2] == -1 && loci[0] == locj[0] && gapdot < 0;
    force[0] = 0;
    if (!iflag && gapdot < -0.1)
        c_errmes(1, right ? "all is right" : "something is wrong", c->contact.ID, "STOP");
}

/* The law of Coulomb friction by two STEPs: USER(mu_static, mu_dynamic, v_static, v_dynamic). */
adams_c_Cffsub Cffsub;
void Cffsub(const struct sAdamsContactFriction *c, double time, const double *loci, const double *locj, const double *x, const double *xdot,
            double nforce, double area, int dflag, int iflag, double *force)
{
    double sign, size;
    int flag;
    force[0] = force[1] = force[2] = 0;
    if (iflag)
        return;
    c_step(xdot[0], -c->PAR[2], -1, c->PAR[2], 1, 0, &sign, &flag);
    c_errmes(flag, "STEP", c->contact.ID, "STOP");
    c_step(xdot[0], c->PAR[2], c->PAR[0], c->PAR[3], c->PAR[1], 0, &size, &flag);
    c_errmes(flag, "STEP", c->contact.ID, "STOP");
    force[0] = -nforce * sign * size;
}

/* Friction in the speed: -k*v, and then some across. */
adams_c_Cffsub Across;
void Across(const struct sAdamsContactFriction *c, double time, const double *loci, const double *locj, const double *x, const double *xdot,
            double nforce, double area, int dflag, int iflag, double *force)
{
    force[0] = -c->PAR[0] * xdot[0];
    force[1] = 1;
}

/* Runs of a part on a spring: two equilibria with another mass between them, then a motion without gravity. */
#include <math.h>
#include "slv_c_utils.h"

adams_c_Consub Consub, Fails, Ignores, Unknown;

static double z(void)
{
    int ids[2] = {20, 10}, flag;
    double value = 0;
    c_sysfnc("DZ", ids, 2, &value, &flag);
    c_errmes(flag, "no DZ", 1, "STOP");
    return value;
}

static void check(double is, double shall, double tolerance, int id)
{
    c_errmes(!(fabs(is - shall) <= tolerance), "another value than the closed form", id, "STOP");
}

void Consub(const struct sAdamsControl *c)
{
    double k = c->PAR[0], m = c->PAR[1], g = c->PAR[2], start, omega, six[6];
    int status, count, ids[1] = {20}, flag;
    c_errmes(c->NPAR != 3, "three constants", c->NPAR, "STOP");
    c_analys("STATIC", "first", 0.0, 0.0, 1, &status);
    c_errmes(status, "first", status, "STOP");
    c_datout(&status);
    check(z(), -m * g / k, 1e-9, 2);
    c_modify("PART/2, MASS = 4", &status);
    c_errmes(status, "MODIFY", status, "STOP");
    c_analys("STATIC", "second", 0.0, 0.0, 0, &status);
    c_errmes(status, "second", status, "STOP");
    c_datout(&status);
    start = -4 * g / k;
    check(z(), start, 1e-9, 3);
    c_modify("ACCGRAV/KGRAV = 0", &status);
    c_errmes(status, "MODIFY of ACCGRAV", status, "STOP");
    c_analys("DYNAMICS", "third", 0.0, 0.5, 0, &status);
    c_errmes(status, "third", status, "STOP");
    c_datout(&status);
    omega = sqrt(k / 4);
    check(z(), start * cos(0.5 * omega), 1e-6, 4);
    c_sysary("VEL", ids, 1, six, &count, &flag);
    c_errmes(flag || count != 6, "VEL", count, "STOP");
    check(six[2], -start * omega * sin(0.5 * omega), 1e-5, 5);
    c_sysary("TACC", ids, 1, six, &count, &flag);
    check(six[2], -omega * omega * start * cos(0.5 * omega), 1e-4, 6);
}

/* Asks for what there is not, and ends the run with the status. */
void Fails(const struct sAdamsControl *c)
{
    int status;
    c_analys("MAGIC", "first", 0.0, 1.0, 1, &status);
    c_errmes(status, "the analysis failed", status, "STOP");
}

/* Goes on after an analysis that begins where the run does not stand. */
void Ignores(const struct sAdamsControl *c)
{
    int status;
    c_analys("DYNAMICS", "first", 3.0, 4.0, 1, &status);
    c_datout(&status);
    c_analys("DYNAMICS", "second", 3.0, 4.0, 1, &status);
}

/* A command that does not exist. */
void Unknown(const struct sAdamsControl *c)
{
    int status;
    c_modify("PARTY/2, MASS = 4", &status);
    c_errmes(status, "the command failed", status, "STOP");
}

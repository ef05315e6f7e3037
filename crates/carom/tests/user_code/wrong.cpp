// Ways in which users' code goes wrong.
#include "carom_adams.h"
#include <cstdlib>
#include <limits>
#include <stdexcept>

extern "C" {
typedef const struct sAdamsSforce* Element;

static bool late(double time, int iflag) { return iflag == 0 && time > 0.05; }

void Crash(Element, double time, int, int iflag, double* value) { *value = 0; if (late(time, iflag)) *(volatile int*)8 = 1; }
void Leave(Element, double time, int, int iflag, double* value) { *value = 0; if (late(time, iflag)) std::exit(0); }
void Hang(Element, double time, int, int iflag, double* value) { *value = 0; volatile int on = 1; while (late(time, iflag) && on) {} }
void Throw(Element, double time, int, int iflag, double* value) { *value = 0; if (late(time, iflag)) throw std::runtime_error("no"); }
void Nan(Element, double time, int, int iflag, double* value) { *value = late(time, iflag) ? std::numeric_limits<double>::quiet_NaN() : 0; }
void Stop(Element e, double time, int, int iflag, double* value) { *value = 0; c_errmes(late(time, iflag), "the rope is broken", e->ID, "STOP"); }
void Counts(Element, double, int, int, double* value) { static int n = 0; *value = 1e-9 * ++n; }
void Rare(Element, double, int, int iflag, double* value) { extern void c_datout(int*); int status; *value = 0; if (!iflag) c_datout(&status); }
void Unnamed(Element, double, int, int, double* value)
{
    int id[1] = {2}, flag;
    c_sysfnc("AW", id, 1, value, &flag);
    c_errmes(flag, "there is no AW", 7, "STOP");
}
// Declares nothing, and reads the velocity on one side only.
void Branches(Element e, double, int, int iflag, double* value)
{
    int ids[2] = {(int)e->PAR[0], (int)e->PAR[1]}, flag;
    double x, v = 0;
    *value = 0;
    if (iflag) return;
    c_sysfnc("DZ", ids, 2, &x, &flag);
    if (x < 0) {
        c_sysfnc("VZ", ids, 2, &v, &flag);
        *value = -900 * x - 2 * v;
    }
}
// Reads something else when it is in motion.
void Changes(Element e, double time, int, int iflag, double* value)
{
    int ids[2] = {20, 10}, flag;
    c_sysfnc(late(time, iflag) ? "DY" : "DX", ids, 2, value, &flag);
}
}

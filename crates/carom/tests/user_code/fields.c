/* Forces between two markers with their derivatives: cubes of displacements, and a damper with one coupling. */
#include "slv_c_utils.h"

adams_c_Fiesub Fiesub;

void Fiesub(const struct sAdamsField *e, double time, double *disp, double *velo, int dflag, int iflag, double *field,
            double *by_disp, double *by_velo)
{
    double k = e->PAR[0], c = e->PAR[1];
    for (int i = 0; i < 6; i++)
        field[i] = -k * disp[i] * disp[i] * disp[i] - c * velo[i];
    field[1] -= 0.5 * c * velo[0];
    if (dflag) {
        for (int i = 0; i < 6; i++) {
            by_disp[6 * i + i] = -3 * k * disp[i] * disp[i];
            by_velo[6 * i + i] = -c;
        }
        by_velo[6 * 0 + 1] = -0.5 * c;
    }
    c_errmes(e->I != 20 || e->J != 10, "markers", e->ID, "STOP");
}

/* A forced oscillator against a rigid stop, many times: x'' + 0.2 x' + x = cos(w t), x <= 0, v -> -e v.
 *
 * Written by hand for this one problem: the classical method of Runge and Kutta of order 4 with a fixed step; the time of
 * an impact is found by Newton's method on the length of the step, so that it has the accuracy of the method. Impacts that
 * accumulate end at rest on the stop until the forcing pulls the mass away.
 *
 *   cc -O2 -o stop stop.c -lm
 *   ./stop STEP PERIODS N_OMEGA N_E > rows.csv
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double rate(double w, double t, double x, double v) { return cos(w * t) - 0.2 * v - x; }

static void step(double w, double t, double h, const double y[2], double out[2]) {
    double x = y[0], v = y[1];
    double k1 = v, l1 = rate(w, t, x, v);
    double k2 = v + 0.5 * h * l1, l2 = rate(w, t + 0.5 * h, x + 0.5 * h * k1, v + 0.5 * h * l1);
    double k3 = v + 0.5 * h * l2, l3 = rate(w, t + 0.5 * h, x + 0.5 * h * k2, v + 0.5 * h * l2);
    double k4 = v + h * l3, l4 = rate(w, t + h, x + h * k3, v + h * l3);
    out[0] = x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    out[1] = v + h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
}

int main(int argc, char **argv) {
    if (argc != 5) return 2;
    double h = atof(argv[1]), periods = atof(argv[2]);
    int n_w = atoi(argv[3]), n_e = atoi(argv[4]);
    printf("omega,e,impacts,speed,x,v\n");
    for (int i = 0; i < n_w; i++) {
        for (int j = 0; j < n_e; j++) {
            double w = n_w > 1 ? 2.0 + 2.5 * i / (n_w - 1) : 2.0;
            double e = n_e > 1 ? 0.4 + 0.5 * j / (n_e - 1) : 0.4;
            double period = 2 * M_PI / w, end = periods * period, half = 0.5 * end;
            double t = 0, y[2] = {-1, 0}, next[2], sum = 0;
            int rests = 0;
            long impacts = 0;
            while (t < end) {
                double length = fmin(h, end - t);
                if (rests) {
                    /* Held while the forcing pushes: cos(w t) > 0 at x = v = 0. It lets go where it falls through zero. */
                    double phase = fmod(w * t + 0.5 * M_PI, 2 * M_PI);
                    t = fmin(end, t + (M_PI - phase) / w);
                    rests = 0;
                    y[0] = y[1] = 0;
                    continue;
                }
                step(w, t, length, y, next);
                if (next[0] > 0 && y[0] <= 0) {
                    /* From the straight line between the ends, Newton; kept within the step. */
                    double s = length * (-y[0]) / (next[0] - y[0]), low = 0, high = length;
                    for (int k = 0; k < 50; k++) {
                        step(w, t, s, y, next);
                        if (next[0] > 0) high = s; else low = s;
                        double d = next[0] / next[1], to = s - d;
                        if (!(to > low && to < high)) to = 0.5 * (low + high);
                        if (fabs(to - s) < 1e-15 * (1 + fabs(t))) break;
                        s = to;
                    }
                    t += s;
                    if (t > half) {
                        impacts++;
                        sum += next[1];
                    }
                    y[0] = 0;
                    y[1] = -e * next[1];
                    if (fabs(y[1]) < 1e-7 && cos(w * t) > 0) rests = 1;
                } else {
                    t += length;
                    y[0] = next[0];
                    y[1] = next[1];
                }
            }
            printf("%.17g,%.17g,%ld,%.17g,%.17g,%.17g\n", w, e, impacts, impacts ? -sum / impacts : NAN, y[0], y[1]);
        }
    }
    return 0;
}

/* The laws of Carom from C: values and derivatives.
 *
 *   cargo build --release -p carom-c
 *   cc -I crates/carom-c/include examples/c/impact.c -o impact target/release/libcarom.a -lm -lpthread -ldl
 *   ./impact
 *
 * Each line is a name and the numbers that belong to it.
 */
#include "carom.h"
#include <stdio.h>

static int failed = 0;

/* Prints the numbers of one call; a raised error flag makes the program fail. */
static void show(const char *name, const double *v, int n, int errflg)
{
    int i;
    printf("%s", name);
    for (i = 0; i < n; i++)
        printf(" %.17g", v[i]);
    printf("\n");
    failed |= errflg;
}

int main(void)
{
    const double a[3] = {0.5, -1.0, 2.0};
    double v[3];
    int iord, errflg;
    char name[32];

    for (iord = 0; iord <= 2; iord++) {
        /* A ball of radius 1, 5 cm deep in a table and closing at 2. */
        c_impact(0.95, -2.0, 1.0, 100.0, 1.5, 25.0, 0.1, iord, v, &errflg);
        sprintf(name, "impact.%d", iord);
        show(name, v, 3, errflg);

        /* At the upper one of two stops. */
        c_bistop(2.15, 2.0, 1.0, 2.0, 100.0, 1.5, 25.0, 0.1, iord, v, &errflg);
        sprintf(name, "bistop.%d", iord);
        show(name, v, 3, errflg);

        /* A spring whose damping grows with its force. */
        c_hunt_crossley(0.75, -0.5, 1.0, 1000.0, 1.5, 0.2, iord, v, &errflg);
        sprintf(name, "hunt_crossley.%d", iord);
        show(name, v, 3, errflg);

        c_step(0.3, 0.0, 1.0, 2.0, 5.0, iord, v, &errflg);
        sprintf(name, "step.%d", iord);
        show(name, v, 1, errflg);
        c_step5(0.3, 0.0, 1.0, 2.0, 5.0, iord, v, &errflg);
        sprintf(name, "step5.%d", iord);
        show(name, v, 1, errflg);
        c_havsin(0.3, 0.0, 1.0, 2.0, 5.0, iord, v, &errflg);
        sprintf(name, "havsin.%d", iord);
        show(name, v, 1, errflg);
        c_shf(0.3, 0.1, 2.0, 3.0, 0.25, 7.0, iord, v, &errflg);
        sprintf(name, "shf.%d", iord);
        show(name, v, 1, errflg);

        c_poly(0.3, 0.1, a, 3, iord, v, &errflg);
        sprintf(name, "poly.%d", iord);
        show(name, v, 1, errflg);
        c_cheby(0.3, 0.1, a, 3, iord, v, &errflg);
        sprintf(name, "cheby.%d", iord);
        show(name, v, 1, errflg);
        c_forcos(0.3, 0.1, 4.0, a, 3, iord, v, &errflg);
        sprintf(name, "forcos.%d", iord);
        show(name, v, 1, errflg);
        c_forsin(0.3, 0.1, 4.0, a, 3, iord, v, &errflg);
        sprintf(name, "forsin.%d", iord);
        show(name, v, 1, errflg);
    }

    /* The flag says that a stiffness must not be negative. */
    c_impact(0.95, -2.0, 1.0, -100.0, 1.5, 25.0, 0.1, 0, v, &errflg);
    printf("refused %d\n", errflg);
    return failed;
}

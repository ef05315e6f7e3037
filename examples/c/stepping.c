/* Steps a ball that falls on a table, pushes it, and prints its events.
 *
 *   cargo build --release -p carom-c
 *   cc -I crates/carom-c/include examples/c/stepping.c -o stepping target/release/libcarom.a -lm -lpthread -ldl
 *   ./stepping examples/bouncing_ball/ball.adm
 *
 * Each line is a word and what belongs to it. The number of stops changes no bit of what is printed.
 */
#include "carom_solver.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failed(const char *what)
{
    fprintf(stderr, "%s: %s\n", what, carom_last_error());
    return 1;
}

/* Prints the events since the last call. */
static void tell(carom_simulation *sim)
{
    carom_event e;
    while (carom_next_event(sim, &e) == 1)
        printf("event %.17g %s %s %.17g\n", e.time, e.kind, e.element, e.force);
}

int main(int argc, char **argv)
{
    carom_options options;
    carom_check_result check;
    carom_model *model;
    carom_simulation *sim;
    unsigned char *saved;
    double *state, z = 0, before = 0;
    size_t n, size;
    int k, reached = CAROM_TIME;

    if (argc < 2)
        return 2;
    if (strcmp(carom_version(), CAROM_VERSION) != 0)
        return failed("the header is of another version than the library");
    model = carom_open(argv[1], NULL);
    if (!model)
        return failed("open");
    if (carom_check(model, &check) < 0)
        return failed("check");
    printf("freedoms %d\n", check.degrees_of_freedom);

    memset(&options, 0, sizeof options);
    options.end = 1.0;
    sim = carom_start(model, &options, NULL, 0);
    if (!sim)
        return failed("start");
    for (k = 1; reached == CAROM_TIME; k++) {
        reached = carom_run_until(sim, k * 1e-3);
        if (reached < 0)
            return failed("run");
        tell(sim);
    }
    if (carom_output(sim, "PART/2.z", &z) < 0)
        return failed("output");
    printf("height %.17g %.17g\n", carom_time(sim), z);
    carom_end(sim);

    /* Without an end; a state is set, saved and restored. */
    options.end = 0;
    sim = carom_start(model, &options, NULL, 0);
    if (!sim)
        return failed("start");
    n = carom_state_size(sim);
    state = malloc(n * sizeof *state);
    if (carom_get_state(sim, state, n) < 0)
        return failed("state");
    state[2] = 0.5;
    if (carom_set_state(sim, state, n) < 0)
        return failed("state");
    size = carom_save(sim, NULL, 0);
    saved = malloc(size);
    if (carom_save(sim, saved, size) != size)
        return failed("save");
    for (k = 0; k < 2; k++) {
        if (carom_restore(sim, saved, size) < 0)
            return failed("restore");
        if (carom_advance_to_event(sim, 2.0) != CAROM_EVENT)
            return failed("event");
        before = z;
        z = carom_time(sim);
    }
    printf("touch %.17g %.17g\n", before, z);

    /* What is wrong is said, and nothing breaks. */
    if (carom_output(sim, "PART/2.height", &z) != CAROM_REFUSED)
        return failed("a wrong name");
    printf("refused %s\n", carom_last_error());
    if (carom_step(sim, -1.0) >= 0 || carom_step(NULL, 1.0) != CAROM_REFUSED || carom_open("none.adm", NULL))
        return failed("a wrong argument");
    if (carom_set_input(sim, "SFORCE/1", 1.0) != CAROM_REFUSED || carom_restore(sim, saved, 3) != CAROM_REFUSED)
        return failed("a wrong argument");
    carom_end(sim);
    carom_end(NULL);
    carom_close(model);
    free(state);
    free(saved);
    return 0;
}

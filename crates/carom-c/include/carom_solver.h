/* carom_solver.h: the solver of Carom for C and C++. Link with libcarom (-lcarom).
 *
 *   carom_model *model = carom_open("ball.adm", NULL);
 *   carom_simulation *sim = carom_start(model, NULL, NULL, 0);
 *   while (carom_step(sim, 1e-3) == CAROM_TIME && carom_time(sim) < 1.0) { ... }
 *   carom_end(sim);
 *   carom_close(model);
 *
 * Numbers are in the units of the model, angles in radians. Texts are UTF-8 and end with a zero; those that are handed out belong to their handle and
 * last until it is given back (of events: until the next event). Functions that give an int give a negative number where something is wrong:
 * CAROM_FAILED, CAROM_REFUSED or CAROM_BUG, and pointers are then NULL; carom_last_error says what, with file, line and column for models.
 * A handle belongs to one thread at a time; different handles may be used at once. No function ends the program, whatever it is given but
 * pointers that are neither NULL nor valid.
 */
#ifndef CAROM_SOLVER_H
#define CAROM_SOLVER_H

#include <stddef.h>

#define CAROM_VERSION_MAJOR 0
#define CAROM_VERSION_MINOR 1
#define CAROM_VERSION_PATCH 0
#define CAROM_VERSION "0.1.0"

#ifdef __cplusplus
extern "C" {
#endif

/* Where a simulation has come to, and what went wrong. */
enum {
    CAROM_TIME = 0,     /* the time asked for */
    CAROM_EVENT = 1,    /* an event: the state is the one behind it */
    CAROM_END = 2,      /* the end of the analysis */
    CAROM_HALTED = 3,   /* a sensor has ended it */
    CAROM_FAILED = -1,  /* the run has ended early, or the simulation cannot go on */
    CAROM_REFUSED = -2, /* an input is refused: a model, an option, a name, a number, a null pointer */
    CAROM_BUG = -3      /* a bug of Carom */
};

typedef struct carom_model carom_model;
typedef struct carom_simulation carom_simulation;

/* What the caller asks for; what is zero (or NULL) is as the model says. */
typedef struct carom_options {
    double end;             /* end of the run, T */
    double dt;              /* time between outputs, T */
    double error;           /* tolerance */
    double hmax;            /* largest step, T */
    const char *integrator; /* by name */
    double restitution;     /* of rigid contacts, 0 to 1 */
    int rigid;              /* contacts as impacts and unilateral constraints */
} carom_options;

typedef struct carom_check_result {
    int accepted;              /* whether a run would be accepted */
    int degrees_of_freedom;    /* -1 if the model cannot be assembled */
    int redundant_constraints; /* how many */
} carom_check_result;

typedef struct carom_event {
    double time;
    const char *kind;    /* "contact-begin", "impact", "sensor", ... */
    const char *element; /* "SFORCE/3" */
    double gap;          /* negative in contact; not a number where there is none */
    double rate_before;
    double rate_after;
    double impulse;
    double force;
} carom_event;

/* The version of the library; CAROM_VERSION is that of the header. */
const char *carom_version(void);

/* What went wrong in the last call of this thread; empty if nothing did. Lasts until the next call. */
const char *carom_last_error(void);

/* Reads a model: .adm, .acf, MotionSolve .xml or .carom.toml; commands from a command file, or NULL. */
carom_model *carom_open(const char *path, const char *commands);
void carom_close(carom_model *model);

/* Notes and warnings of the reader, one after the other. */
const char *carom_diagnostics(carom_model *model);

/* Assembles the model and counts. 0, or what is wrong. */
int carom_check(carom_model *model, carom_check_result *result);

/* Carries out the commands of the model, with results in a folder (NULL: <model>.carom), which is replaced. 0, or what is wrong. */
int carom_run(carom_model *model, const carom_options *options, const char *folder);

/* A dynamic analysis that goes on when it is asked to. The commands of the model before its first analysis are carried out. With an end in the options
 * states and events have the bits of a run to it. inputs: elements whose functions the program sets, such as "SFORCE/1" or "VARIABLE/2"; zero at first.
 * The model may be closed before the simulation ends. */
carom_simulation *carom_start(carom_model *model, const carom_options *options, const char *const *inputs, size_t count);
void carom_end(carom_simulation *simulation);

/* Goes on by dt, to a time, or to the state behind the next event (but not beyond limit). CAROM_TIME, CAROM_EVENT, CAROM_END or CAROM_HALTED, or what is wrong.
 * Stops change nothing: states and events have the same bits however often a run stops. An event at the very time asked for is still to come. */
int carom_step(carom_simulation *simulation, double dt);
int carom_run_until(carom_simulation *simulation, double time);
int carom_advance_to_event(carom_simulation *simulation, double limit);

/* The current time; not a number if the handle is NULL. */
double carom_time(carom_simulation *simulation);

/* The state: of each moving part x y z (centre of mass), q0 q1 q2 q3 (part frame in ground, scalar first), vx vy vz, wx wy wz on ground axes; then states of
 * differential equations. What is set is put on the constraints by the smallest change. */
size_t carom_state_size(carom_simulation *simulation);
const char *carom_state_name(carom_simulation *simulation, size_t number);
int carom_get_state(carom_simulation *simulation, double *state, size_t size);
int carom_set_state(carom_simulation *simulation, const double *state, size_t size);

/* Everything that decides how the run goes on. carom_save writes it if it fits, and gives its size (0: carom_last_error says why). The method starts anew here, in
 * the run that is saved as in the one that is restored, and both go on to the same bits. */
size_t carom_save(carom_simulation *simulation, unsigned char *bytes, size_t size);
int carom_restore(carom_simulation *simulation, const unsigned char *bytes, size_t size);

/* Sets an input, from the current time on. */
int carom_set_input(carom_simulation *simulation, const char *name, double value);

/* A result at the current time: "PART/2.x", "REQUEST/1.f2", "SFORCE/3.fz", "JOINT/1.tx", "VARIABLE/4", "DIFF/1". */
int carom_output(carom_simulation *simulation, const char *name, double *value);

/* The events in the order of time: 1 and the next one, or 0 if there is none yet. */
int carom_next_event(carom_simulation *simulation, carom_event *event);

#ifdef __cplusplus
}
#endif
#endif

/* Interface of user-written subroutines, for C and C++. Part of Carom; MIT OR Apache-2.0.
 *
 * A routine is called with a structure that describes its element, the time, flags, and room for its results.
 *   dflag  the result is wanted for a derivative: do not update memory
 *   iflag  0: give the result; 1: set up; 3: make the calls of c_sysary and c_sysfnc that the result depends on, which
 *          give zeros here, and whose result is not used; 5: put memory away
 * Utilities write 0 to their flag if all is well. c_errmes with "STOP" ends the run when the routine has returned.
 */
#ifndef CAROM_ADAMS_H
#define CAROM_ADAMS_H

#ifdef __cplusplus
extern "C" {
#endif

/* Types of routines: "adams_c_Sfosub MySub;" declares one, in C++ with extern "C" before it. In C the arguments are checked where
 * CAROM_CHECK_ROUTINES is defined before the header is included: sources are in use whose routine of CONTROL has other ones. */
#if defined(__cplusplus) || defined(CAROM_CHECK_ROUTINES) || __STDC_VERSION__ >= 202000L
#define CAROM_ROUTINE(type, arguments) typedef void type arguments
#else
#define CAROM_ROUTINE(type, arguments) typedef void type()
#endif

struct sAdamsSforce   { int ID; int NPAR; const double* PAR; int I; int J; int ACTION_ONLY; const char* Type; };
struct sAdamsVforce   { int ID; int NPAR; const double* PAR; int I; int JFLOAT; int RM; };
struct sAdamsVtorque  { int ID; int NPAR; const double* PAR; int I; int JFLOAT; int RM; };
struct sAdamsGforce   { int ID; int NPAR; const double* PAR; int I; int RM; int JFLOAT; };
struct sAdamsVariable { int ID; int NPAR; const double* PAR; double IC; };
struct sAdamsDiff     { int ID; int NPAR; const double* PAR; int STATIC_HOLD; int IMPLICIT; double IC[2]; };
struct sAdamsMotion   { int ID; int NPAR; const double* PAR; int JOINT; const char* Type; int I; int J; char Which[2];
                        const char* DVA; };
struct sAdamsRequest  { int ID; int NPAR; const double* PAR; const char* COMMENT; const char* TITLE[8]; };
struct sAdamsSensor   { int ID; int NPAR; const double* PAR; double VALUE; double Error; char Logic[2]; };

/* Of a contact the gap, its rate, the place and the normal are told, on ground axes; gapdotdot and area are 0. */
struct sAdamsContact  { int ID; int nIGEOM; int nJGEOM; const int* IGEOM; const int* JGEOM; const int* IFLIP;
                        const int* JFLIP; };
struct sAdamsContactFriction { struct sAdamsContact contact; int NPAR; const double* PAR; };
/* STATICS_ONLY is 0. c_gse_x(values, count) and the like give the arrays of the element that is being called. */
struct sAdamsGSE      { int ID; int NPAR; const double* PAR; int NI; int NO; int U; int Y; int NS; int X; int IC;
                        int STATIC_HOLD; int IMPLICIT; int STATICS_ONLY; int ND; int XD; int ICD; double SAMPLE_OFFSET; };
struct sAdamsField    { int ID; int NPAR; const double* PAR; int I; int J; };

/* A routine may declare a switch: where the number passes through zero the routine jumps or has a corner. Returns 1 on the positive side (also
 * at zero), else 0, and stays with it within a step, whose end is put on the zero. The routine has to take the side from it, and declares the
 * same switches in the same order at each call. In Fortran: integer function c_carom_switch by the name carom_switch(number). */
int c_carom_switch(double number);

/* The routine of CONTROL: c_analys, c_modify and c_datout are for it alone. c_analys writes no rows of results, c_datout writes one. */
struct sAdamsControl  { int NPAR; const double* PAR; };
CAROM_ROUTINE(adams_c_Consub, (const struct sAdamsControl*));

/* Declared, so that sources compile that have them: surfaces and flexible bodies are not supported. */

struct sAdamsCurve    { int ID; int NPAR; const double* PAR; int CLOSED; int ORDER; double MINPAR; double MAXPAR; };
struct sAdamsSurface  { int ID; int NPAR; const double* PAR; int ORDER[2]; int CLOSED[2]; double MINPAR[2];
                        double MAXPAR[2]; };
struct sAdamsCoupler  { int ID; int NPAR; const double* PAR; int NJOINT; int JOINTS[3]; char TYPE[3]; };
struct sAdamsMforce   { int FLEX_BODY; int ID; int NPAR; const double* PAR; int JFLOAT; };
struct sAdamsSpline   { int ID; const char* FILENAME; const char* BLOCKNAME; };
struct sAdamsCbksub   { int ID; int NPAR; const double* PAR; const void* reserved; };

CAROM_ROUTINE(adams_c_Cnfsub, (const struct sAdamsContactFriction*, double time, const double* loci, const double* ni,
                            const double* locj, const double* nj, double gap, double gapdot, double gapdotdot, double area, int dflag, int iflag,
                            double* three));
CAROM_ROUTINE(adams_c_Cffsub, (const struct sAdamsContactFriction*, double time, const double* loci,
                            const double* locj, const double* x, const double* xdot, double nforce, double area, int dflag, int iflag, double* three));
CAROM_ROUTINE(adams_c_Cursub, (const struct sAdamsCurve*, double alpha, int iord, int iflag, double* three));
CAROM_ROUTINE(adams_c_Sursub, (const struct sAdamsSurface*, double alpha, double beta, int iord, int iflag, double* values,
                            int* flag));
CAROM_ROUTINE(adams_c_Fiesub, (const struct sAdamsField*, double time, double* disp, double* velo, int dflag, int iflag,
                            double* six, double* by_disp, double* by_velo));
CAROM_ROUTINE(adams_c_Gsederiv, (const struct sAdamsGSE*, double time, int dflag, int iflag, int ns, double* rates));
CAROM_ROUTINE(adams_c_Gseoutput, (const struct sAdamsGSE*, double time, int dflag, int iflag, int no, double* y));
CAROM_ROUTINE(adams_c_Gseupdate, (const struct sAdamsGSE*, double time, int dflag, int iflag, int nd, double* states));
CAROM_ROUTINE(adams_c_Gsesample, (const struct sAdamsGSE*, double time, int iflag, double* next));
CAROM_ROUTINE(adams_c_Spline_read, (const struct sAdamsSpline*, int* flag));
struct sAdamsCratio   { int FLEX_BODY; int NPAR; const double* PAR; };
CAROM_ROUTINE(adams_c_Dmpsub, (const struct sAdamsCratio*, double time, const double* frequencies, int nmode, double step,
                            double* ratios));
CAROM_ROUTINE(adams_c_Mfosub, (const struct sAdamsMforce*, double time, int dflag, int iflag, const double* loads, int nmodes,
                            int ncases, double* scale, int* lcase, double* vector));
CAROM_ROUTINE(adams_c_Cousub, (const struct sAdamsCoupler*, double time, const double* disp, int iflag, double* values));
CAROM_ROUTINE(adams_c_Couxx, (const struct sAdamsCoupler*, double time, const double* disp, int iflag, double* first));
CAROM_ROUTINE(adams_c_Couxx2, (const struct sAdamsCoupler*, double time, const double* disp, int iflag, double* second));
CAROM_ROUTINE(adams_c_Callback, (const struct sAdamsCbksub*, double time, int event, int* data));

int c_gse_ns(void);
int c_gse_nd(void);
int c_gse_ni(void);
int c_gse_no(void);
void c_gse_x(double* values, int count);
void c_gse_xd(double* values, int count);
void c_gse_xdot(double* values, int count);
void c_gse_u(double* values, int count);
void c_gsepar_x(const double* by_columns, int count);
void c_gsepar_xdot(const double* by_columns, int count);
void c_gsepar_u(const double* by_columns, int count);

void c_analys(const char* type, const char* name, double begin, double end, int init, int* status);
void c_modify(const char* command, int* status);
void c_datout(int* status);
void c_ucovar(int id, int parts, const int* labels, int variables, const int* codes);
void c_put_spline(int id, int nx, int nz, const double* x, const double* y, const double* z, int* flag);
void c_modinf(int id, int* modes, double* frequencies, int* flag);

CAROM_ROUTINE(adams_c_Sfosub, (const struct sAdamsSforce*, double time, int dflag, int iflag, double* value));
CAROM_ROUTINE(adams_c_Vfosub, (const struct sAdamsVforce*, double time, int dflag, int iflag, double* three));
CAROM_ROUTINE(adams_c_Vtosub, (const struct sAdamsVtorque*, double time, int dflag, int iflag, double* three));
CAROM_ROUTINE(adams_c_Gfosub, (const struct sAdamsGforce*, double time, int dflag, int iflag, double* six));
CAROM_ROUTINE(adams_c_Varsub, (const struct sAdamsVariable*, double time, int dflag, int iflag, double* value));
CAROM_ROUTINE(adams_c_Difsub, (const struct sAdamsDiff*, double time, int dflag, int iflag, double* value));
CAROM_ROUTINE(adams_c_Motsub, (const struct sAdamsMotion*, double time, int iord, int iflag, double* value));
CAROM_ROUTINE(adams_c_Reqsub, (const struct sAdamsRequest*, double time, int iflag, double* eight));
CAROM_ROUTINE(adams_c_Sensub, (const struct sAdamsSensor*, double time, int iflag, double* value));
CAROM_ROUTINE(adams_c_Sevsub, (const struct sAdamsSensor*, double time, int iflag, double* value));

/* The state: ids are labels of markers and elements, 0 for ground. */
void c_sysfnc(const char* function, const int* ids, int count, double* value, int* flag);
void c_sysary(const char* function, const int* ids, int count, double* values, int* number, int* flag);
void c_syspar(const char* function, const int* ids, int count, const double* partials, int number, int* flag);
void c_adams_needs_partials(int* wanted);
void c_timget(double* time);
void c_getmod(int* mode);
void c_anlmod(int* mode);

/* Laws; iord 0 the value, 1 first, 2 second derivatives. */
void c_impact(double x, double v, double x1, double k, double e, double c, double d, int iord, double* three, int* flag);
void c_bistop(double x, double v, double x1, double x2, double k, double e, double c, double d, int iord, double* three,
              int* flag);
void c_step(double x, double x0, double h0, double x1, double h1, int iord, double* value, int* flag);
void c_step5(double x, double x0, double h0, double x1, double h1, int iord, double* value, int* flag);
void c_havsin(double x, double x0, double h0, double x1, double h1, int iord, double* value, int* flag);
void c_poly(double x, double x0, const double* par, int npar, int iord, double* value, int* flag);
void c_cheby(double x, double x0, const double* par, int npar, int iord, double* value, int* flag);
void c_forcos(double x, double x0, double w, const double* par, int npar, int iord, double* value, int* flag);
void c_forsin(double x, double x0, double w, const double* par, int npar, int iord, double* value, int* flag);
void c_shf(double x, double x0, double a, double w, double phi, double b, int iord, double* value, int* flag);
void c_akispl(double x, double z, int id, int iord, double* values, int* flag);
void c_cubspl(double x, double z, int id, int iord, double* values, int* flag);

/* The model. */
void c_gtaray(int id, double* values, int* number, int* status);
void c_gtstrg(int id, char* text, int* number, int* status);
void c_gtunts(int* exist, double* sizes, char* names);
void c_get_gravity(double* x, double* y, double* z);

void c_naninf(const double* values, const int* count, int* outcome, int* index);
void c_getstm(double* time);
void c_getcpu(double* time);
void c_getinm(int* interactive);
void c_getver(char* text);
void c_getslv(char* text);
void c_getint(char* text);
void c_gtcurv(int id, double alpha, int iord, double* three, int* status);
void c_get_thread_index(int* index);
void c_get_nthread(int* count);
void c_adams_smp_group(int group);
void c_set_partial_method(int method);
void c_gsemap_x(int row, int column);
void c_gsemap_xdot(int row, int column);
void c_gsemap_u(int row, int column);
void c_set_dgse_type(int id, int type);

/* Not available: these raise their flag, and the run goes on. */
void c_nmodes(int id, int* count, int* flag);
void c_gtcmat(int count, const int* markers, int dimension, double* matrix, int* status);
void c_tcnvrt(const char* from, const double* a, const char* to, double* b, int* status);
void c_get_matrix_info(int id, int* type, int* rows, int* columns, int* size, int* flag);
void c_get_full_matrix_data(int id, double* values, int size, int* flag);
void c_get_sparse_matrix_data(int id, int* rows, int* columns, double* values, int size, int* flag);
void c_get_n_contact_incidents(int id, int* count, int* flag);
void c_setvelic(int id, int type, double* vm, double* wm, double* orientation, int count, double* values, int* which, int* exact, int* flag);
void c_tirary(int id, const char* name, double* values, int* count, int* flag);
void c_realtime(const char* name, int part, double* values, int* count, int* flag);
void c_sysfn2(const void* beam, const char* name, const int* ids, int count, int* index, int* flag);
void c_set_gse_state_tolerance(int id, int index, double tolerance, int* flag);

/* Not available, and without a flag: a call ends the run and names the utility. */
void c_system_kinetic_energy(double* energy);
void c_system_momentum(int* about, double* linear, double* angular);
void c_body_mass_property(char* type, int* id, double* cm, double* mass, double* inertia);
void c_simsta(int* status);
void c_ucovar(int id, int nparts, const int* parts, int nvars, const int* variables);

/* Rotations, texts, messages. */
void c_rcnvrt(const char* from, const double* a, const char* to, double* b, int* status);
void c_istrng(int number, char* text, int* length, int* status);
void c_rstrng(double number, char* text, int* length, int* status);
void c_errmes(int raised, const char* text, int id, const char* end);
void c_usrmes(int raised, const char* text, int id, const char* kind);
void c_adams_declare_threadsafe(void);

#ifdef __cplusplus
}
#endif
#endif

/* Words of older sources in C, whose routines have the Fortran interface and its names: VOID_FUNCTION SFOSUB(int* id, REAL* time, ...).
 * Part of Carom; MIT OR Apache-2.0. */
#ifndef CAROM_PORT_NAMES_H
#define CAROM_PORT_NAMES_H

#include <string.h>

typedef int BOOL;
typedef double REAL;
#define VOID_FUNCTION void
#define SFOSUB sfosub_
#define VFOSUB vfosub_
#define VTOSUB vtosub_
#define GFOSUB gfosub_
#define VARSUB varsub_
#define DIFSUB difsub_
#define MOTSUB motsub_
#define REQSUB reqsub_
#define SENSUB sensub_
#define SEVSUB sevsub_
#define FIESUB fiesub_
#define CNFSUB cnfsub_
#define CFFSUB cffsub_
#define COUSUB cousub_
#define UCOSUB ucosub_
#define CONSUB consub_
#define GSESUB gsesub_
#define strcpy_s(to, size, from) strcpy(to, from)

#endif

# Routines in the form of MotionSolve.
import math

calls = 0


def SFOSUB(id, time, par, npar, dflag, iflag):
    global calls
    calls += 1
    i, j = par[0], par[1]
    [x, err] = py_sysfnc("DX", [i, j])
    [v, err] = py_sysfnc("VX", [i, j])
    return -par[2] * x - par[3] * v


def BALL(id, time, par, npar, dflag, iflag, unused=None):
    [z, err] = py_sysfnc("DZ", [par[0], par[1], par[1]])
    [v, err] = py_sysfnc("VZ", [par[0], par[1], par[1]])
    [force, err] = py_impact(z, v, *par[2:], 0)
    return force[0]


def GFOSUB(id, time, par, npar, dflag, iflag):
    [vel, err] = py_sysary("VEL", [par[0], par[1], par[1]])
    [place, err] = py_sysary("TDISP", [par[0], par[1], par[1]])
    return [-par[2] * x for x in place] + [-par[3] * w for w in vel[3:]]


def REQSUB(id, time, par, npar, iflag):
    [x, err] = py_sysfnc("DX", [par[0], par[1]])
    return [0, x, math.sin(time), npar, 0, 0, 0, id]


def CONSUB(par, npar):
    for k in range(3):
        status = py_analys("DYNAMICS", "step", 0.5 * k, 0.5 * (k + 1), k == 0)
        py_errmes(status, "the analysis failed", k, "STOP")
        py_datout()


def RAISES(id, time, par, npar, dflag, iflag):
    if time > 0.05 and not iflag:
        return 1 / 0
    return 0.0


def LEAVES(id, time, par, npar, dflag, iflag):
    if time > 0.05 and not iflag:
        import os

        os._exit(3)
    return 0.0


def NOTHING(id, time, par, npar, dflag, iflag):
    pass


def UCOSUB(id, time, q, par, npar, idrsel, iflag):
    if iflag:
        py_ucovar(id, [par[0]] * 3, [11, 12, 13])
    return [q[0] ** 2 + q[1] ** 2 + q[2] ** 2 - par[1] ** 2, [2 * x for x in q[:3]], [0.0] * 9]


def SPLINE_READ(id, file, block):
    with open(file) as f:
        rows = [[float(x) for x in line.split()] for line in f.readlines()[1:]]
    py_put_spline(id, [r[0] for r in rows], [r[1] for r in rows])

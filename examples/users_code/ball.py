"""The force of a table on a ball, as MotionSolve calls it: USER(i, j, x1, k, e, c, d)."""


def SFOSUB(id, time, par, npar, dflag, iflag):
    i, j = int(par[0]), int(par[1])
    [z, err] = py_sysfnc("DZ", [i, j, j])
    [v, err] = py_sysfnc("VZ", [i, j, j, j])
    [force, err] = py_impact(z, v, par[2], par[3], par[4], par[5], par[6], 0)
    py_errmes(err, "IMPACT cannot be computed", id, "STOP")
    return force[0]

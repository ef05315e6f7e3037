"""Runs routines of users' scripts for Carom: calls come by one pipe, what the routines ask and give goes by another.

A frame is its length (4 bytes, little end first) and its values, each with a letter before it: i an integer, d a number, D a list of numbers, s a text.
"""
import importlib.util
import os
import struct
import sys
import threading
import time
import traceback

# What scripts print goes where messages go: the pipe is for answers alone.
_answers = os.fdopen(os.dup(1), "wb", 0)
_calls = os.fdopen(os.dup(0), "rb")
os.dup2(2, 1)
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)


def _pack(values):
    out = [b""]
    for v in values:
        if isinstance(v, str):
            text = v.encode("utf-8", "replace")
            out.append(b"s" + struct.pack("<I", len(text)) + text)
        elif isinstance(v, (bool, int)):
            out.append(b"i" + struct.pack("<i", max(-(2**31), min(2**31 - 1, int(v)))))
        elif hasattr(v, "__len__"):
            out.append(b"D" + struct.pack("<I%dd" % len(v), len(v), *[float(x) for x in v]))
        else:
            out.append(b"d" + struct.pack("<d", float(v)))
    body = b"".join(out)
    return struct.pack("<I", len(body)) + body


def _read():
    head = _calls.read(4)
    if len(head) < 4:
        os._exit(0)
    (length,) = struct.unpack("<I", head)
    body = _calls.read(length)
    values, at = [], 0
    while at < length:
        kind, at = body[at : at + 1], at + 1
        if kind == b"i":
            values.append(struct.unpack_from("<i", body, at)[0])
            at += 4
        elif kind == b"d":
            values.append(struct.unpack_from("<d", body, at)[0])
            at += 8
        else:
            (n,) = struct.unpack_from("<I", body, at)
            at += 4
            if kind == b"s":
                values.append(body[at : at + n].decode("utf-8", "replace"))
                at += n
            else:
                values.append(list(struct.unpack_from("<%dd" % n, body, at)))
                at += 8 * n
    return values


def _ask(name, *arguments):
    _answers.write(_pack(["ask", name, *arguments]))
    while True:
        what, *values = frame = _read()
        if what == "answer":
            return values
        # An analysis that this routine runs calls others.
        _answers.write(_pack(_serve(frame)))


def _ids(ids):
    return [float(round(x)) for x in (ids if hasattr(ids, "__len__") else [ids])]


def _law(name, count):
    def call(*arguments):
        iord = arguments[count] if len(arguments) > count else 0
        values, flag = _ask(name, [float(x) for x in arguments[:count]], int(iord))
        return [values if name in ("impact", "bistop") else values[0], flag]

    return call


def _series(name, count):
    def call(*arguments):
        par = [float(x) for x in arguments[count]]
        rest = list(arguments[count + 1 :])
        # The count of coefficients may stand before the order.
        iord = rest[-1] if rest else 0
        values, flag = _ask(name, [float(x) for x in arguments[:count]], par, int(iord))
        return [values[0], flag]

    return call


def _spline(name):
    def call(x, z, ident, iord=0):
        return _ask(name, float(x), float(z), int(ident), int(iord))

    return call


UTILITIES = {
    "py_sysfnc": lambda name, ids, *_: _ask("sysfnc", name, _ids(ids)),
    "py_sysary": lambda name, ids, *_: _ask("sysary", name, _ids(ids)),
    "py_syspar": lambda name, ids, partials, *_: _ask(
        "syspar", name, _ids(ids), [float(x) for x in partials]
    )[0],
    "py_needs_partials": lambda: _ask("needs_partials")[0],
    "py_timget": lambda: _ask("timget")[0],
    "py_getmod": lambda: _ask("getmod")[0],
    "py_gtaray": lambda ident: _ask("gtaray", int(ident)),
    "py_gtstrg": lambda ident: _ask("gtstrg", int(ident)),
    "py_gtunts": lambda: _ask("gtunts"),
    "py_get_gravity": lambda: _ask("get_gravity")[0],
    "py_rcnvrt": lambda a, values, b: _ask("rcnvrt", a, [float(x) for x in values], b),
    "py_errmes": lambda flag, text, ident=0, end=" ": _ask(
        "errmes", int(bool(flag)), str(text), int(ident), str(end)
    )
    and None,
    "py_usrmes": lambda flag, text, ident=0, kind="INFO": _ask(
        "usrmes", int(bool(flag)), str(text), int(ident), str(kind)
    )
    and None,
    "py_analys": lambda kind, name, begin, end, init=1: _ask(
        "analys", kind, float(begin), float(end)
    )[0],
    "py_modify": lambda text: _ask("modify", text)[0],
    "py_datout": lambda *_: _ask("datout")[0],
    "py_impact": _law("impact", 7),
    "py_bistop": _law("bistop", 8),
    "py_step": _law("step", 5),
    "py_step5": _law("step5", 5),
    "py_havsin": _law("havsin", 5),
    "py_shf": _law("shf", 6),
    "py_poly": _series("poly", 2),
    "py_cheby": _series("cheby", 2),
    "py_forcos": _series("forcos", 3),
    "py_forsin": _series("forsin", 3),
    "py_akispl": _spline("akispl"),
    "py_cubspl": _spline("cubspl"),
    "py_gtcurv": lambda ident, parameter, iord=0: _ask("gtcurv", int(ident), float(parameter), int(iord)),
    "py_put_spline": lambda ident, x, y, z=(): _ask(
        "put_spline", int(ident), [float(v) for v in x], _flat(y, []), [float(v) for v in z]
    )[0],
    "py_ucovar": lambda ident, parts, codes: _ask("ucovar", int(ident), _ids(parts), _ids(codes)) and None,
    "py_carom_switch": lambda number: _ask("carom_switch", float(number))[0],
}



def _watch(parent):
    """Ends with the process that is served, also in the middle of a call."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(0)


threading.Thread(target=_watch, args=(os.getppid(),), daemon=True).start()
_modules = {}


def _module(path):
    if path not in _modules:
        folder = os.path.dirname(path)
        if folder not in sys.path:
            sys.path.insert(0, folder)
        name = os.path.splitext(os.path.basename(path))[0]
        spec = importlib.util.spec_from_file_location(name, path)
        module = importlib.util.module_from_spec(spec)
        vars(module).update(UTILITIES)
        spec.loader.exec_module(module)
        _modules[path] = module
    return _modules[path]


def _flat(value, out):
    if value is None:
        raise TypeError("it returns nothing")
    if isinstance(value, str) or not hasattr(value, "__len__"):
        out.append(float(value))
    else:
        for v in value:
            _flat(v, out)
    return out


def _serve(frame):
    what, path, *rest = frame
    try:
        module = _module(path)
        if what == "load":
            names = [k for k, v in vars(module).items() if callable(v) and k not in UTILITIES]
            return ["names", *names]
        name, controls, *arguments = rest
        value = getattr(module, name)(*arguments)
        return ["done", [] if controls else _flat(value, [])]
    except SystemExit as e:
        return ["failed", "it left the program (%s)" % e]
    except BaseException as e:  # whatever it is, the run is to say so
        where = traceback.extract_tb(e.__traceback__)
        at = [f for f in where if f.filename == path]
        line = ", line %d" % at[-1].lineno if at else ""
        return ["failed", "%s: %s%s" % (type(e).__name__, e, line)]


while True:
    _answers.write(_pack(_serve(_read())))

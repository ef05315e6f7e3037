"""The sample subroutines in C that come with Adams, each in a deck beside the same law as an expression.

    python validation/independent/adams_samples.py FOLDER [CAROM]

FOLDER has the samples (sfosub.c, gfosub.c, ...), which are not ours to ship; CAROM is the program (default: carom). Prints for each sample and
integrator the largest difference of six measures over two seconds, and ends with 1 if one is above what its line allows.
"""

from __future__ import annotations

import csv
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

UNITS = "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND\n"
BODY = """PART/1, GROUND
MARKER/10, PART=1
MARKER/30, PART=1, FLOATING
PART/2, MASS=2, CM=20, IP=1,2,3, QG=0.3,-0.1,0.2, VX=0.5, VY=0.1, WX=1.0, WY=0.2
MARKER/20, PART=2
"""
SPRING = "SFORCE/99, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION=-40*DZ(20,10)\n"
ON_Z = "SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION="
RAIL = """PART/3, MASS=1, CM=40, IP=1,1,1, QG=0,0,0.5
MARKER/40, PART=3
MARKER/41, PART=3
MARKER/11, PART=1, QP=0,0,0.5
JOINT/1, TRANSLATIONAL, I=41, J=11
SFORCE/99, TRANSLATION, I=20, J=40, FUNCTION=-40*(DM(20,40)-0.2)
"""
SYSTEM = """VARIABLE/1, FUNCTION=DX(20,10)
VARIABLE/2, FUNCTION=VZ(20,10)
ARRAY/1, X, SIZE=2
ARRAY/2, U, VARIABLES=1,2
ARRAY/3, Y, SIZE=1
ARRAY/4, IC, NUMBERS=0,0
"""
BALL = """GRAPHICS/1, ELLIPSOID, CM=20, XSCALE=0.2, YSCALE=0.2, ZSCALE=0.2
GRAPHICS/2, BOX, CORNER=12, X=20, Y=20, Z=2
MARKER/12, PART=1, QP=-10,-10,-2
ACCGRAV/KGRAV=-9.81
"""
# FIESUB: three rows of six constants, the first two of cubes of displacements, the third of displacements.
FIELD = [3, 1, 2, 0.5, 0.4, 0.3, 1, 2, 3, 0.1, 0.2, 0.3, 0.3, 0.2, 0.1, 0.5, 0.6, 0.7]
MEASURES = ["DX(20,10,10)", "DY(20,10,10)", "DZ(20,10,10)", "AX(20,10)", "AY(20,10)", "AZ(20,10)"]


def field_row(first: int, power: str) -> str:
    return "\n,".join(f"-{c}*({m}){power}" for c, m in zip(FIELD[first : first + 6], MEASURES))


# Libraries; deck without the law; the law by routines; the law as an expression; what differs may be this. Where routine and expression do the same
# operations in the same order there are the same bits by dop853; rounding of the others comes to 1e-13; contacts end in events, to the tolerance.
CASES: list[tuple[str, str, str, str, float]] = [
    (
        "sfosub",
        SPRING,
        ON_Z + "USER(20,10,10,0.1,1e3,1.5,10,0.001)\\, ROUTINE=sfosub::Sfosub",
        ON_Z + "IMPACT(DZ(20,10,10),VZ(20,10,10),0.1,1e3,1.5,10,0.001)",
        1e-12,
    ),
    (
        "gfosub",
        SPRING,
        "GFORCE/1, I=20, JFLOAT=30, RM=20, FUNCTION=USER(0.5,0.2,20,10)\\, ROUTINE=gfosub::Gfosub",
        "GFORCE/1, I=20, JFLOAT=30, RM=20, FX=-0.5*VX(20,10,20)\\FY=-0.5*VY(20,10,20)\\FZ=-0.5*VZ(20,10,20)\\"
        "TX=-0.5*WX(20,10,20)\\TY=-0.5*WY(20,10,20)\\TZ=-0.5*WZ(20,10,20)",
        1e-12,
    ),
    # The samples write component 3 twice and never component 2.
    (
        "vfosub",
        SPRING,
        "VFORCE/1, I=20, JFLOAT=30, RM=20, FUNCTION=USER(0.5,20,10)\\, ROUTINE=vfosub::Vfosub",
        "VFORCE/1, I=20, JFLOAT=30, RM=20, FX=-0.5*VX(20,10,20)\\FY=0\\FZ=-0.5*VZ(20,10,20)",
        1e-12,
    ),
    (
        "vtosub",
        SPRING,
        "VTORQUE/1, I=20, JFLOAT=30, RM=20, FUNCTION=USER(0.5,20,10)\\, ROUTINE=vtosub::Vtosub",
        "VTORQUE/1, I=20, JFLOAT=30, RM=20, TX=-0.5*WX(20,10,20)\\TY=0\\TZ=-0.5*WZ(20,10,20)",
        1e-12,
    ),
    (
        "varsub",
        SPRING + ON_Z + "-10*VARVAL(1)\nMARKER/21, PART=2, QP=0.1,0.2,0.3\n",
        "VARIABLE/1, FUNCTION=USER(20,10,21,10,10,20,10,10)\\, ROUTINE=varsub::Varsub",
        "VARIABLE/1, FUNCTION=DZ(20,10)-DZ(21,10,10)+DX(21,10)+ACCZ(20,10,10)",
        1e-12,
    ),
    (
        "difsub",
        SPRING + ON_Z + "-10*DIF(1)\n",
        "DIFF/1, IC=1, IMPLICIT, FUNCTION=USER(0.7)\\, ROUTINE=difsub::Difsub",
        "DIFF/1, IC=1, IMPLICIT, FUNCTION=DIF(1)-0.7*DIF1(1)",
        1e-11,
    ),
    (
        "motsub",
        RAIL,
        "MOTION/1, TRANSLATIONAL, JOINT=1, FUNCTION=USER(0.1,2,0.1,0.2,0.05)\\, ROUTINE=motsub::Motsub",
        "MOTION/1, TRANSLATIONAL, JOINT=1, FUNCTION=FORCOS(TIME,0.1,2,0.1,0.2,0.05)",
        1e-12,
    ),
    (
        "fiesub",
        SPRING,
        "FIELD/1, I=20, J=10, FUNCTION=USER(" + "\n,".join(map(str, FIELD)) + ")\\, ROUTINE=fiesub::Fiesub",
        f"GFORCE/1, I=20, JFLOAT=30, RM=10, FX={field_row(0, '**3')}\n,\\FY=0\\FZ={field_row(6, '**3')}\n"
        f",\\TX=0\\TY={field_row(12, '')}\n,\\TZ=0",
        1e-11,
    ),
    (
        "gse_deriv gse_output",
        SPRING + ON_Z + "-2*ARYVAL(3,1)\n" + SYSTEM,
        "GSE/1, X=1, U=2, Y=3, IC=4, FUNCTION=USER(1,2)\\, ROUTINE=gse_deriv::Gse_deriv, gse_output::Gse_output",
        "MATRIX/1, FULL=CORDER, ROWS=2, COLUMNS=2, VALUES=-1e3,0,-2e4,-1e3\n"
        "MATRIX/2, FULL=CORDER, ROWS=2, COLUMNS=2, VALUES=0,1,-1,0\nMATRIX/3, FULL=CORDER, ROWS=1, COLUMNS=2, VALUES=1e3,0\n"
        "LSE/1, X=1, U=2, Y=3, IC=4, A=1, B=2, C=3",
        1e-12,
    ),
    (
        "reqsub",
        SPRING + "DIFF/1, IC=1, FUNCTION=-DIF(1)+DX(20,10)\n",
        "REQUEST/5, FUNCTION=USER(1)\\, ROUTINE=reqsub::Reqsub",
        "REQUEST/5, F2=DIF(1)\\F3=DIF1(1)",
        1e-12,
    ),
    (
        "cnfsub cffsub",
        SPRING + BALL,
        "CONTACT/1, IGEOM=1, JGEOM=2, NORMAL_FUNCTION=USER(1e5,1.5,50,0.001)\\, NORMAL_ROUTINE=cnfsub::Cnfsub\n"
        ", FRICTION_FUNCTION=USER(0.3,0.2,0.1,1.0)\\, FRICTION_ROUTINE=cffsub::Cffsub",
        "CONTACT/1, IGEOM=1, JGEOM=2, IMPACT, STIFFNESS=1e5, EXPONENT=1.5, DAMPING=50, DMAX=0.001, COULOMB_FRICTION=ON\n"
        ", MU_STATIC=0.3, MU_DYNAMIC=0.2, STICTION_TRANSITION_VELOCITY=0.1, FRICTION_TRANSITION_VELOCITY=1.0",
        1e-8,
    ),
]
REQUEST = "REQUEST/9, F2=DX(20,10)\\F3=DY(20,10)\\F4=DZ(20,10)\\F6=VX(20,10)\\F7=VY(20,10)\\F8=WX(20,10)\nEND\n"


def rows(carom: str, folder: Path, name: str, deck: str, integrator: str) -> list[float]:
    (folder / f"{name}.adm").write_text("a sample\n" + UNITS + BODY + deck + "\n" + REQUEST)
    options = ["--end", "2", "--steps", "40", "--error", "1e-8", "--integrator", integrator, "--format", "csv"]
    command = [carom, "run", f"{name}.adm", "--allow-user-code", "--overwrite", "--quiet", *options]
    subprocess.run(command, cwd=folder, check=True)
    with open(folder / f"{name}.carom/requests.csv") as table:
        return [float(x) for row in list(csv.reader(table))[1:] for x in row if x]


def main() -> int:
    samples, carom = Path(sys.argv[1]).resolve(), shutil.which((sys.argv + ["carom"])[2]) or "carom"
    carom = str(Path(carom).resolve()) if "/" in carom else carom
    failed = 0
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for names, deck, routine, expression, allowed in CASES:
            for name in names.split():
                command = [carom, "build-user", str(samples / f"{name}.c"), "-o", str(folder / f"{name}.so")]
                subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            for integrator in ("dop853", "radau5", "gstiff"):
                a = rows(carom, folder, "routine", deck + routine, integrator)
                b = rows(carom, folder, "expression", deck + expression, integrator)
                off = max(abs(x - y) for x, y in zip(a, b, strict=True))
                verdict = "same bits" if a == b else "" if off <= allowed else "TOO MUCH"
                failed += verdict == "TOO MUCH"
                print(f"{names:22} {integrator:8} {off:.1e} {verdict}")
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())

"""The two mechanisms as plain numbers, planar, in SI units, and what is known of their motion.

The peers build their models from here; Carom reads its decks, whose numbers are the same. A body is mass, inertia about z,
centre of mass in its frame, and its frame at the start (x, y, angle). A hinge joins a point of one body to a point of another;
body None is ground.
"""

import json
from dataclasses import dataclass
from math import cos, sin, pi
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Body:
    mass: float
    inertia: float
    com: tuple
    frame: tuple

    def point(self, p):
        """Where the point p of the body is at the start."""
        x, y, a = self.frame
        return (x + cos(a) * p[0] - sin(a) * p[1], y + sin(a) * p[0] + cos(a) * p[1])


class Andrews:
    """Andrews' squeezing mechanism (Schiehlen, Multibody Systems Handbook, 1990; Hairer and Wanner II, VII.7)."""

    deck = ROOT / "examples/andrews/andrews.adm"
    end = 0.03
    torque = 0.033  # N·m on K1
    stiffness, free_length = 4530.0, 0.07785
    spring = (2, (0.02, -0.018)), (None, (0.014, 0.072))

    def __init__(self):
        values = json.loads((ROOT / "validation/values/andrews.json").read_text())
        q = [float(s) for s in values["initial"]["angles(beta,Theta,gamma,Phi,delta,Omega,epsilon)"]]
        self.start = q
        self.reference = [float(s) for s in values["carom_reference_t0.03"]["angles"]]
        beta, theta, gamma, phi, delta, omega, epsilon = q
        O, A, B = (0.0, 0.0), (-0.06934, -0.00227), (-0.03635, 0.03273)
        k1 = Body(0.04325, 2.194e-6, (0.00092, 0), (*O, beta))
        k2 = Body(0.00365, 4.41e-7, (-0.0115, 0), (*k1.point((0.007, 0)), beta + theta))
        k3 = Body(0.02373, 5.255e-6, (0.01043, -0.01874), (*B, gamma))
        k5 = Body(0.0705, 1.169e-5, (0.02308, 0.00916), (*A, delta))
        k4 = Body(0.00706, 5.667e-7, (0, -0.00579), (*k5.point((0.04, 0)), phi + delta))
        k7 = Body(0.05498, 1.912e-5, (-0.00449, -0.01228), (*A, epsilon))
        k6 = Body(0.00706, 5.667e-7, (0.00579, 0), (*k7.point((0, -0.04)), omega + epsilon))
        self.bodies = [k1, k2, k3, k4, k5, k6, k7]
        # A tree whose seven angles are those of the reference, in this order of bodies: parent, point of the parent.
        self.tree = {0: (None, O), 1: (0, (0.007, 0)), 2: (None, B), 4: (None, A), 3: (4, (0.04, 0)), 6: (None, A), 5: (6, (0, -0.04))}
        # Three hinges close it: at F, K2 meets K3, K4 and K6.
        F = (1, (-0.028, 0))
        self.loops = [(F, (2, (0, -0.035))), (F, (3, (0, -0.02))), (F, (5, (0.02, 0)))]

    def angles(self, phi):
        """The seven reference angles from the absolute angles of the bodies."""
        return [phi[0], phi[1] - phi[0], phi[2], phi[3] - phi[4], phi[4], phi[5] - phi[6], phi[6]]

    def error(self, angles):
        """The largest error of the seven angles, rad."""
        return max(abs(a - r) for a, r in zip(angles, self.reference))


class FourBars:
    """IFToMM A02: 40 four-bar linkages in a row. It is singular whenever its links lie on one line, ten times in 10 s."""

    deck = ROOT / "validation/decks/iftomm/a02_four_bar_40.adm"
    loops_number = 40
    end = 10.0
    gravity = 9.81

    def __init__(self):
        values = json.loads((ROOT / "validation/values/iftomm.json").read_text())
        self.reference = [float(s) for s in values["A02"]["N40"]["x_y_vx_vy"]["10"][:2]]
        n = self.loops_number
        # Uniform links of 1 m and 1 kg, the frame at the lower or left end; verticals 0..n, then the horizontals.
        vertical = [Body(1.0, 1 / 12, (0.5, 0), (float(i), 0.0, pi / 2)) for i in range(n + 1)]
        horizontal = [Body(1.0, 1 / 12, (0.5, 0), (float(i), 1.0, 0.0)) for i in range(n)]
        self.bodies = vertical + horizontal
        self.tree = {i: (None, (float(i), 0.0)) for i in range(n + 1)}
        self.tree |= {n + 1 + i: (i, (1.0, 0.0)) for i in range(n)}
        self.loops = [((n + 1 + i, (1.0, 0.0)), (i + 1, (1.0, 0.0))) for i in range(n)]
        # The ends of the verticals start with 1 m/s to the right: rates of the tree's angles.
        self.rates = [-1.0] * (n + 1) + [1.0] * n

    def error(self, xy):
        """The larger error of the coordinates of the first vertical's end, m."""
        return max(abs(a - r) for a, r in zip(xy, self.reference))


PROBLEMS = {"andrews": Andrews, "four-bars": FourBars}

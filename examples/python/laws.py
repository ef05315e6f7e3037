"""Contact laws over arrays: the force of a stop by depth and speed, its stiffness, and its work over a cycle."""

import numpy as np

import carom


X1, K, E, CMAX, D = 0.0, 1e5, 1.5, 50.0, 1e-3
"""Free length, stiffness, exponent, full damping and its depth."""


def main() -> None:
    depth = np.linspace(0.0, 2e-3, 5)
    speed = np.array([-1.0, 0.0, 1.0])

    # one row per speed, one column per depth
    force = carom.impact(-depth, speed[:, None], X1, K, E, CMAX, D)
    print("force, N:")
    print(np.array2string(force, precision=3))

    # exact derivatives: the tangent stiffness and the damping of the linearized stop
    dx, dv = carom.impact(-depth, 0.0, X1, K, E, CMAX, D, order=1)
    print("stiffness, N/m:", -dx)
    print("damping, N s/m:", -dv)

    # what the damper takes out of one oscillation into the stop
    t = np.linspace(0.0, 2.0 * np.pi, 20_001)
    x, v = -2e-3 * np.sin(t), -2e-3 * np.cos(t)
    power = carom.impact(x, v, X1, K, E, CMAX, D) * v
    print(f"work on the mass: {np.sum((power[1:] + power[:-1]) * np.diff(t)) / 2:.6e} J")

    # the same law in the words of a deck
    value = carom.evaluate("IMPACT(x, v, 0, 1e5, 1.5, 50, 1e-3)", x=-1e-3, v=-1.0)
    print(f"IMPACT at 1 mm: {value:.3f} N")


if __name__ == "__main__":
    main()

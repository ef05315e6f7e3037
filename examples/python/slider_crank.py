"""Builds a slider crank that knocks a block against a stop, runs it, and looks at joint forces and events by name."""

import math

import numpy as np

import carom

CRANK, ROD = 0.1, 0.3
"""Lengths, m."""


def model() -> carom.Model:
    m = carom.Model("Slider crank with a stop", gravity=(0.0, 0.0, -9.80665))

    # the plane of the mechanism is xz; at the start the crank points along x
    m.part("crank", mass=1.0, inertia=1e-3, at=(CRANK / 2, 0.0, 0.0))
    m.part("rod", mass=0.5, inertia=4e-3, at=(CRANK + ROD / 2, 0.0, 0.0))
    m.part("slider", mass=2.0, inertia=1e-2, at=(CRANK + ROD, 0.0, 0.0))
    m.part("block", mass=0.2, inertia=1e-4, at=(CRANK + ROD + 0.05, 0.0, 0.0))

    y, x = (0.0, 1.0, 0.0), (1.0, 0.0, 0.0)
    m.joint("shaft", "revolute", "crank", "ground", at=(0.0, 0.0, 0.0), z=y)
    m.joint("pin", "spherical", "rod", "crank", at=(CRANK, 0.0, 0.0))
    m.joint("wrist", "cylindrical", "rod", "slider", at=(CRANK + ROD, 0.0, 0.0), z=y)
    m.joint("guide", "translational", "slider", "ground", at=(CRANK + ROD, 0.0, 0.0), z=x)
    m.joint("rail", "translational", "block", "ground", at=(CRANK + ROD + 0.05, 0.0, 0.0), z=x)
    m.motion("drive", "20*TIME", joint="shaft")

    # slider and block meet when their centres are 4 cm apart; a spring pushes the block back
    m.force(
        "knock",
        "block",
        "slider",
        "IMPACT(DX(block, slider), VX(block, slider), 0.04, 1e6, 1.5, 200, 1e-4)",
    )
    m.spring("return", "block", "ground", stiffness=200.0, damping=1.0, length=CRANK + ROD + 0.04)
    m.request("gap", "DX(block, slider) - 0.04", "VX(block, slider)")
    return m


def main() -> None:
    m = model()
    check = m.check()
    print(f"{check.degrees_of_freedom} degree of freedom, {len(check.redundant_constraints)} redundant constraints")
    turn = 2.0 * math.pi / 20.0
    result = m.simulate(end=2.0 * turn, steps=400)

    knocks = result.events.where(element="knock", kind="contact-begin")
    print("the block is hit at", np.array2string(knocks["time"], precision=4), "s")
    shaft = result.joints.where(joint="shaft")
    force = np.hypot(shaft["fx"], shaft["fz"])
    print(f"largest force in the shaft: {force.max():.1f} N at {shaft['time'][force.argmax()]:.4f} s")
    gap = result.requests.where(request="gap")["f1"]
    print(f"the gap is between {gap.min():.6f} and {gap.max():.6f} m")


if __name__ == "__main__":
    main()

"""Writes the solids of the Geneva drive and of the gear pair: outlines in the xy plane, drawn out along z, as closed triangle meshes (OBJ).

    python outlines.py

Python alone is enough.
"""

from math import acos, atan2, cos, hypot, pi, radians, sin, sqrt, tan


def arc(radius, start, end, n, centre=(0.0, 0.0)):
    """n + 1 points of a circle."""
    angles = (start + (end - start) * k / n for k in range(n + 1))
    return [(centre[0] + radius * cos(a), centre[1] + radius * sin(a)) for a in angles]


def turned(points, angle):
    c, s = cos(angle), sin(angle)
    return [(c * x - s * y, s * x + c * y) for x, y in points]


def cross(o, a, b):
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def triangles(outline):
    """Ears of a simple polygon, counterclockwise, one after the other, the best-shaped first."""

    def inside(p, a, b, c):
        return cross(a, b, p) >= 0 and cross(b, c, p) >= 0 and cross(c, a, p) >= 0

    def quality(a, b, c):
        sides = [hypot(p[0] - q[0], p[1] - q[1]) for p, q in ((a, b), (b, c), (c, a))]
        return cross(a, b, c) / max(sides) ** 2

    left, found = list(range(len(outline))), []
    while len(left) > 3:
        best = None
        for k, i in enumerate(left):
            h, j = left[k - 1], left[(k + 1) % len(left)]
            a, b, c = outline[h], outline[i], outline[j]
            shape = quality(a, b, c)
            if shape <= 1e-9 or (best and shape <= best[0]):
                continue
            if not any(inside(outline[p], a, b, c) for p in left if p not in (h, i, j)):
                best = (shape, k, (h, i, j))
        _, k, ear = best
        found.append(ear)
        del left[k]
    return [*found, tuple(left)]


def write(name, outline, low, high):
    """The prism over a counterclockwise outline between two heights."""
    area = sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(outline, outline[1:] + outline[:1]))
    assert area > 0, name
    n, caps = len(outline), triangles(outline)
    with open(name, "w", newline="\n") as file:
        file.write("# written by outlines.py\n")
        for z in (low, high):
            file.writelines(f"v {x:.9g} {y:.9g} {z:g}\n" for x, y in outline)
        for a, b, c in caps:
            file.write(f"f {a + 1} {c + 1} {b + 1}\nf {a + n + 1} {b + n + 1} {c + n + 1}\n")
        for k in range(n):
            j = (k + 1) % n
            file.write(f"f {k + 1} {j + 1} {j + n + 1}\nf {k + 1} {j + n + 1} {k + n + 1}\n")


def geneva():
    """Four slots; the axes are 100 mm apart, the crank is 100/√2 mm long, its pin a ball of 6 mm."""
    centre, pin, play, lock = 100.0, 6.0, 0.1, 55.0
    crank = wheel = centre / sqrt(2)
    width, bottom = pin + play, centre - crank - pin - 0.5
    # A quarter of the wheel, from the middle of one slot to that of the next: the wall of the slot, the rim, the arc in which the lock turns.
    radius = lock + play
    middle = (centre * cos(pi / 4), centre * sin(pi / 4))
    # where the arc meets the rim, as seen from the wheel
    half = acos((centre**2 + wheel**2 - radius**2) / (2 * centre * wheel))
    reach = acos((centre**2 + radius**2 - wheel**2) / (2 * centre * radius))
    back = pi + pi / 4
    quarter = [(bottom, width)]
    quarter += [(sqrt(wheel**2 - width**2), width)]
    start = atan2(width, sqrt(wheel**2 - width**2))
    quarter += arc(wheel, start, pi / 4 - half, 4)[1:]
    quarter += arc(radius, back + reach, back - reach, 24, middle)[1:]
    quarter += arc(wheel, pi / 4 + half, pi / 2 - start, 4)[1:]
    quarter += [(width, bottom)]
    outline = [p for k in range(4) for p in turned(quarter, k * pi / 2)]
    write("geneva_wheel.obj", outline, -5.0, 5.0)
    # The lock: a disc, hollow towards the pin (along x) so that the tips of the wheel pass.
    room = wheel + 1.0
    edge = acos((lock**2 + centre**2 - room**2) / (2 * lock * centre))
    there = acos((room**2 + centre**2 - lock**2) / (2 * room * centre))
    outline = arc(lock, edge, 2 * pi - edge, 120)
    outline += arc(room, pi + there, pi - there, 30, (centre, 0.0))[1:-1]
    write("geneva_lock.obj", outline, -4.0, 4.0)


def involute_gear(name, teeth, module, pressure, backlash, low, high):
    """A spur gear without undercut; a tooth on the x axis. The gap of both flanks is thinned by the backlash along the pitch circle."""
    pitch = module * teeth / 2
    base, tip, root = pitch * cos(pressure), pitch + module, pitch - 1.25 * module
    # half the angle of a tooth at the pitch circle, and at the base circle
    half = pi / (2 * teeth) - backlash / (4 * pitch)
    at_base = half + tan(pressure) - pressure
    end = sqrt((tip / base) ** 2 - 1)
    begin = sqrt(max((root / base) ** 2 - 1, 0.0))
    flank = []
    for k in range(13):
        u = begin + (end - begin) * k / 12
        r, angle = base * sqrt(1 + u * u), at_base - (u - atan2(u, 1))
        flank.append((r, angle))
    tooth = []
    if root < base:
        tooth.append((root, -at_base))
    tooth += [(r, -a) for r, a in flank]
    tooth.append((tip, 0.0))
    tooth += [(r, a) for r, a in reversed(flank)]
    if root < base:
        tooth.append((root, at_base))
    outline = []
    for k in range(teeth):
        shift = 2 * pi * k / teeth
        outline += [(r * cos(a + shift), r * sin(a + shift)) for r, a in tooth]
    write(name, outline, low, high)


if __name__ == "__main__":
    geneva()
    involute_gear("pinion.obj", 18, 4.0, radians(20), 0.1, -10.0, 10.0)
    involute_gear("gear.obj", 27, 4.0, radians(20), 0.1, -9.0, 9.0)

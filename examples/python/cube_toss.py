"""Ten tosses of a wooden cube onto a table as they were measured, beside the same tosses computed with rigid contact.

Data: S. Pfrommer, M. Halm and M. Posa, ContactNets (CoRL 2020), a sample with its licence in `examples/published`. Each toss starts from the measured place,
attitude and speeds; nothing is fitted here: mass, friction and restitution are those that its owners published.
"""

import csv
import math
import tempfile
from pathlib import Path

import carom

FOLDER = Path(__file__).parents[1] / "published"
DECK = (FOLDER / "cube.adm").read_text()


def angles(q: list[float]) -> tuple[float, float, float]:
    """Euler angles about z, x', z'' of an attitude, as REULER takes them."""
    w, x, y, z = q
    across = 2 * math.hypot(x * z + w * y, y * z - w * x)
    return (
        math.atan2(x * z + w * y, -(y * z - w * x)),
        math.atan2(across, 1 - 2 * (x * x + y * y)),
        math.atan2(x * z - w * y, y * z + w * x),
    )


def started(row: dict[str, str]) -> str:
    """The deck with the start of a toss in the place of its own."""
    number = {key: float(value) for key, value in row.items()}
    euler = angles([number[f"q{k}"] for k in range(4)])
    start = [
        "QG=" + ", ".join(str(number[c]) for c in "xyz"),
        "REULER=" + ", ".join(str(a) for a in euler),
        *(f"V{c.upper()}={number['v' + c]}, W{c.upper()}={number['w' + c]}" for c in "xyz"),
    ]
    head, rest = DECK.split(", QG=", 1)
    tail = rest[rest.index("MARKER/20") :]
    return head + "\n, " + "\n, ".join(start) + "\n" + tail


def main() -> None:
    with open(FOLDER / "cube_tosses.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    print("toss  way of the centre, m  largest distance, mm  at the end, mm")
    for toss in sorted({row["toss"] for row in rows}, key=int):
        measured = [row for row in rows if row["toss"] == toss]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "toss.adm"
            path.write_text(started(measured[0]))
            model = carom.read(path)
        end = float(measured[-1]["time"])
        result = model.simulate(end=end, steps=round(end * 148), contact="rigid", restitution=0.125)
        cube = result.bodies.where(part=2)
        places = list(zip(cube["x"], cube["y"], cube["z"], strict=True))
        seen = [(round(float(r["time"]) * 148), [float(r[c]) for c in "xyz"]) for r in measured]
        distances = [1e3 * math.dist(places[k], place) for k, place in seen]
        way = math.dist(seen[0][1], seen[-1][1])
        print(f"{toss:>4}  {way:20.3f}  {max(distances):20.1f}  {distances[-1]:14.1f}")


if __name__ == "__main__":
    main()

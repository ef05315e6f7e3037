"""Drops a ball on a table, prints its events, and draws its height if matplotlib is installed."""

from pathlib import Path

import carom

DECK = Path(__file__).parents[1] / "bouncing_ball" / "ball.adm"


def main() -> None:
    model = carom.read(DECK)
    result = model.simulate(end=2.0, steps=400, error=1e-10)

    events = result.events
    for time, kind in zip(events["time"], events["kind"], strict=True):
        print(f"{kind:14} {time:.15f} {result.units['time']}")

    try:
        from matplotlib import pyplot
    except ImportError:
        return
    ball = result.bodies.where(part=2)
    pyplot.plot(ball["time"], ball["z"])
    for time in events.where(kind="contact-begin")["time"]:
        pyplot.axvline(time, linewidth=0.5)
    pyplot.xlabel(f"time, {result.units['time']}")
    pyplot.ylabel(f"height, {result.units['length']}")
    pyplot.savefig("ball.png")


if __name__ == "__main__":
    main()

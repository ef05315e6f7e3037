"""Carries out a study of the bouncing ball on all processors and prints how deep it sinks, by stiffness and height."""

import tempfile
from pathlib import Path

import carom

STUDY = Path(__file__).parents[1] / "studies" / "ball.toml"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        rows = carom.sweep(STUDY, out=Path(folder) / "ball.sweep").to_polars()
    depths = rows.pivot("z0", index="k", values="depth")
    print(depths)


if __name__ == "__main__":
    main()

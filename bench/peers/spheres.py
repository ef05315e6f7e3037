"""The balls of examples/spheres, for the peers: the same places, masses and box; what is asked of a result."""

import importlib.util
import time
from pathlib import Path

import numpy as np

_FILE = Path(__file__).resolve().parents[2] / "examples" / "spheres" / "spheres.py"
_SPEC = importlib.util.spec_from_file_location("deck_of_spheres", _FILE)
_DECK = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(_DECK)

RADIUS, SPACING, HEIGHT = _DECK.RADIUS, _DECK.SPACING, _DECK.HEIGHT
MASS = _DECK.DENSITY * 4 / 3 * np.pi * RADIUS**3
GRAVITY = 9.80665
FRICTION = 0.2
SLOW = 0.05  # m/s: below this speed of slip friction grows with it
places, half_width, deck = _DECK.places, _DECK.half_width, _DECK.deck


def timed(action):
    """Processor time of a call in this process, which runs one thread."""
    start = time.process_time()
    action()
    return time.process_time() - start


def deepest(centres):
    """The largest penetration of two balls, m."""
    centres = np.asarray(centres)
    cells = {}
    for k, cell in enumerate(map(tuple, np.floor(centres / (2 * RADIUS)).astype(int))):
        cells.setdefault(cell, []).append(k)
    least = 2 * RADIUS
    for (x, y, z), inside in cells.items():
        around = [k for i in (-1, 0, 1) for j in (-1, 0, 1) for l in (-1, 0, 1) for k in cells.get((x + i, y + j, z + l), ())]
        apart = np.linalg.norm(centres[inside][:, None] - centres[around][None], axis=2)
        apart[apart == 0.0] = np.inf
        least = min(least, apart.min())
    return float(2 * RADIUS - least)

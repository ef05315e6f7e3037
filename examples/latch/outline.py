"""Writes the hook of the latch as a closed triangle mesh (OBJ), for latch.xml.

    python outline.py

Python alone is enough.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "mechanisms"))

from outlines import write  # noqa: E402

HOOK = [(5, 3), (3, 5), (-6, 6), (-14, 6), (-15, 5), (-15, 3), (-14, 1), (-12, 1), (-12, 3), (-5, 3), (4, 2)]

if __name__ == "__main__":
    write("hook.obj", HOOK, -0.5, 0.5)

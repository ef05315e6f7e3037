"""Contact geometry of two solids."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from . import _carom

Vector = npt.NDArray[np.float64]
Rule = Literal["adams", "smooth", "potential"]


@dataclass(frozen=True)
class ContactForce:
    """How a rule directs the force of a volume."""

    rule: Rule
    direction: Vector | None
    """Unit direction of the force on A, shape (3,); None where there is none."""
    depth: float | None
    """Depth that the force law takes, L; None for ``potential``."""
    point: Vector | None
    """Where both solids feel it, shape (3,); None for ``potential``."""


@dataclass(frozen=True)
class Volume:
    """One connected volume of intersection. Places and directions in the world, shape (3,)."""

    volume: float
    """L**3"""
    centroid: Vector
    nearest_on_a: Vector
    """The point of the surface of A nearest to the centroid."""
    nearest_on_b: Vector
    nearest_distance: float
    """Distance of the two, L."""
    nearest_unique: bool
    """Whether both are the only nearest ones."""
    force_direction_on_a: Vector | None
    """Unit direction of the force on A along the nearest points."""
    vector_area_a: Vector
    """Integral of the normal over the part of the surface of A in B, L**2."""
    moment_a: Vector
    """Its first moment about the origin, L**3."""
    mean_thickness: float
    """L"""
    chord_along_vector_area: float
    """Length of the volume along the vector area, L."""
    distance_centroid_to_a: float
    distance_centroid_to_b: float
    flags: tuple[str, ...]
    """What is special about it."""
    force: ContactForce | None
    """What the rule makes of it; None without a rule."""


@dataclass(frozen=True)
class Overlap:
    """All volumes of intersection of two solids, ordered by x, y, z of their centroids."""

    volumes: tuple[Volume, ...]
    min_distance: float | None
    """Smallest distance of two bounded solids that do not meet, L; None for others."""


def _vector(x: list[float] | None) -> Vector | None:
    return None if x is None else np.array(x, dtype=np.float64)


def _plain(x: Any) -> Any:
    """NumPy's numbers and arrays as JSON has them."""
    if isinstance(x, np.ndarray | np.generic):
        return x.tolist()
    if isinstance(x, os.PathLike):
        return os.fspath(x)
    raise TypeError(f"{type(x).__name__} is nothing that describes a solid")


def overlap(
    a: Mapping[str, Any],
    b: Mapping[str, Any],
    *,
    rule: Rule | None = None,
    folder: str | os.PathLike[str] = ".",
) -> Overlap:
    """Intersects two solids.

    A solid is a mapping with its ``type``, its dimensions and its place in the world, as in the files of ``carom overlap``:

    =============================== ======================================= =======================
    halfspace                                                               normal (out of it), offset along it
    sphere, spherical_cavity        radius                                  center
    box                             extents                                 center, rotation (three rows)
    ellipsoid                       semi_axes                               center, rotation
    cylinder, capsule               radius, length                          center, axis
    frustum                         bottom_radius, top_radius, length       bottom_center, axis
    cone                            half_angle_deg, height                  apex, axis
    torus                           major, minor                            center, axis
    vgroove, edge                   normals (two, out of the solid)         edge_point
    mesh                            vertices and triangles, or file         center, rotation
    icosphere                       radius, subdivisions                    center, rotation
    =============================== ======================================= =======================

    Arrays of NumPy may stand for lists. Files of a mesh (STL, OBJ, PLY) or a solid (STEP, Parasolid text) are looked for in `folder`; of a
    solid ``element`` names the body, ``resolution`` is the smallest side of its box by the distance of facets from faces, ``unit`` the length
    unit of the case. `rule` asks for the direction of the force on A as well: along the nearest points (``adams``), along the vector area (``smooth``), or the gradient of the volume (``potential``).

    `ValueError` names the place in the description that is wrong, such as ``A/radius``.

    >>> ball = {"type": "sphere", "radius": 1.0, "center": [0, 0, 0.9]}
    >>> table = {"type": "halfspace", "normal": [0, 0, 1], "offset": 0.0}
    >>> round(overlap(ball, table).volumes[0].volume, 9)
    0.030368729
    """
    case = json.dumps({"A": dict(a), "B": dict(b)}, default=_plain)
    (answer,) = json.loads(_carom.overlap(case, rule, Path(folder)))
    volumes = tuple(_volume(c) for c in answer["components"])
    return Overlap(volumes, answer.get("min_distance"))


def _volume(c: dict[str, Any]) -> Volume:
    told = c.get("rule")
    force = None
    if told is not None:
        force = ContactForce(
            rule=told["name"],
            direction=_vector(told["direction"]),
            depth=told["depth"],
            point=_vector(told["point"]),
        )
    return Volume(
        volume=c["volume"],
        centroid=np.array(c["centroid"]),
        nearest_on_a=np.array(c["nearest_on_A"]),
        nearest_on_b=np.array(c["nearest_on_B"]),
        nearest_distance=c["nearest_distance"],
        nearest_unique=c["nearest_unique"],
        force_direction_on_a=_vector(c["force_dir_on_A"]),
        vector_area_a=np.array(c["vector_area_A"]),
        moment_a=np.array(c["moment_A"]),
        mean_thickness=c["mean_thickness"],
        chord_along_vector_area=c["chord_along_vector_area"],
        distance_centroid_to_a=c["distance_centroid_to_A"],
        distance_centroid_to_b=c["distance_centroid_to_B"],
        flags=tuple(c["flags"]),
        force=force,
    )


for _class in (ContactForce, Volume, Overlap):
    _class.__module__ = "carom"

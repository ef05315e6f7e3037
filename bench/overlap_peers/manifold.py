"""The same pair of icospheres by Manifold (pip install manifold3d): mesh of the intersection and its volume, median in microseconds."""

import time

import manifold3d
import numpy as np


def icosphere(n):
    t = (1 + 5**0.5) / 2
    points = [[-1, t, 0], [1, t, 0], [-1, -t, 0], [1, -t, 0], [0, -1, t], [0, 1, t], [0, -1, -t], [0, 1, -t], [t, 0, -1], [t, 0, 1], [-t, 0, -1], [-t, 0, 1]]
    points = [np.array(p) / np.linalg.norm(p) for p in points]
    faces = [[0, 11, 5], [0, 5, 1], [0, 1, 7], [0, 7, 10], [0, 10, 11], [1, 5, 9], [5, 11, 4], [11, 10, 2], [10, 7, 6], [7, 1, 8]]
    faces += [[3, 9, 4], [3, 4, 2], [3, 2, 6], [3, 6, 8], [3, 8, 9], [4, 9, 5], [2, 4, 11], [6, 2, 10], [8, 6, 7], [9, 8, 1]]
    for _ in range(n):
        middles, finer = {}, []

        def middle(i, j):
            key = (min(i, j), max(i, j))
            if key not in middles:
                m = points[i] + points[j]
                points.append(m / np.linalg.norm(m))
                middles[key] = len(points) - 1
            return middles[key]

        for a, b, c in faces:
            ab, bc, ca = middle(a, b), middle(b, c), middle(c, a)
            finer += [[a, ab, ca], [b, bc, ab], [c, ca, bc], [ab, bc, ca]]
        faces = finer
    return np.array(points), np.array(faces)


def main():
    random = np.random.default_rng(1)
    for n in (3, 4, 5):
        points, faces = icosphere(n)
        first = manifold3d.Manifold(manifold3d.Mesh64(vert_properties=points, tri_verts=faces.astype(np.uint64)))
        times = []
        for _ in range(20):
            place = random.normal(size=3)
            place *= 1.99 / np.linalg.norm(place)
            turn, _ = np.linalg.qr(random.normal(size=(3, 3)))
            turn[:, 0] *= np.sign(np.linalg.det(turn))
            second = first.transform(np.hstack([turn, place[:, None]]))
            second.num_tri()
            best = np.inf
            for _ in range(5):
                start = time.perf_counter()
                (first ^ second).volume()
                best = min(best, time.perf_counter() - start)
            times.append(best)
        print(f"{len(faces):9} {np.median(times) * 1e6:9.0f}")


if __name__ == "__main__":
    main()

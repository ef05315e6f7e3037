"""A Gymnasium environment: a cart with a pole on it, on a rail that ends at a wall.

The model is a mechanism like any other: the pole falls by its weight, the wall is an IMPACT, hit at its exact time. The agent pushes the cart.
"""

from __future__ import annotations

import math
from typing import Any

import carom
import gymnasium
import numpy as np
from gymnasium import spaces

PERIOD = 0.02  # time between two actions, s
WALL = 1.5  # place of the wall, m
TRACK = 2.4  # the episode ends beyond, m
TILT = math.radians(24.0)  # and here


def cart_pole() -> carom.Model:
    """A cart of 1 kg on a rail along x, a pole of 0.1 kg and 1 m that stands on it, and a wall."""
    model = carom.Model("Cart and pole with a wall", gravity=(0, 0, -9.81))
    model.part("cart", mass=1.0, inertia=0.01)
    model.part("pole", mass=0.1, inertia=(0.1 / 12, 0.1 / 12, 1e-5), at=(0, 0, 0.5))
    model.joint("rail", "translational", "cart", "ground", at=(0, 0, 0), z=(1, 0, 0))
    model.joint("hinge", "revolute", "pole", "cart", at=(0, 0, 0), z=(0, 1, 0))
    model.force("push", "rail.i", "rail.j", 0.0, action_only=True)
    # a free length: the gap is that between the cart and the wall
    gap = f"IMPACT({WALL}-DX(cart, ground), -VX(cart, ground), 0.2, 2e4, 1.5, 50, 1e-3)"
    model.force("wall", "rail.i", "rail.j", f"-{gap}", action_only=True)
    return model


class CartPole(gymnasium.Env[np.ndarray[Any, Any], np.ndarray[Any, Any]]):
    """Observation: x, x', the angle of the pole from upright, its rate. Action: the push in parts of 10 N, from -1 to 1."""

    metadata = {"render_modes": [], "render_fps": round(1 / PERIOD)}

    def __init__(self, steps: int = 500) -> None:
        high = np.array([2 * TRACK, 50.0, math.pi, 50.0], dtype=np.float32)
        self.observation_space = spaces.Box(-high, high, dtype=np.float32)
        self.action_space = spaces.Box(-1.0, 1.0, shape=(1,), dtype=np.float32)
        self.simulation = cart_pole().simulation(inputs=["push"], error=1e-5)
        self._start = self.simulation.save()
        self._upright = self.simulation.state
        self._steps, self._left = steps, steps

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray[Any, Any], dict[str, Any]]:
        super().reset(seed=seed)
        sim = self.simulation
        sim.restore(self._start)
        x, tilt = self.np_random.uniform(-0.05, 0.05, size=2)
        state = dict(zip(sim.state_names, self._upright, strict=True))
        state["cart.x"] = x
        state["pole.x"], state["pole.z"] = x + 0.5 * math.sin(tilt), 0.5 * math.cos(tilt)
        state["pole.q0"], state["pole.q2"] = math.cos(tilt / 2), math.sin(tilt / 2)
        sim.state = np.array(list(state.values()))
        self._left = self._steps
        return self._observe(), {}

    def step(
        self, action: np.ndarray[Any, Any]
    ) -> tuple[np.ndarray[Any, Any], float, bool, bool, dict[str, Any]]:
        sim = self.simulation
        sim.inputs["push"] = 10.0 * float(np.clip(action[0], -1.0, 1.0))
        sim.step(PERIOD)
        hits = [event.time for event in sim.events() if event.kind == "contact-begin"]
        observed = self._observe()
        fallen = abs(float(observed[0])) > TRACK or abs(float(observed[2])) > TILT
        self._left -= 1
        return observed, 0.0 if fallen else 1.0, fallen, self._left <= 0, {"hits": hits}

    def _observe(self) -> np.ndarray[Any, Any]:
        state = self.simulation.state
        cart, pole = state[:13], state[13:]
        # the pole turns about y alone: its quaternion is cos, 0, sin, 0 of half the angle
        tilt = 2 * math.atan2(pole[5], pole[3])
        tilt = math.remainder(tilt, 2 * math.pi)
        return np.array([cart[0], cart[7], tilt, pole[11]], dtype=np.float32)


def main() -> None:
    env = CartPole()
    observed, _ = env.reset(seed=1)
    total, hits = 0.0, 0
    over = False
    while not over:
        # a controller in place of an agent
        x, v, tilt, rate = (float(k) for k in observed)
        push = 0.05 * x + 0.1 * v + 4.0 * tilt + 0.8 * rate
        observed, reward, fallen, late, info = env.step(np.array([push], dtype=np.float32))
        total += reward
        hits += len(info["hits"])
        over = fallen or late
    print(f"{total:.0f} steps upright, {hits} times at the wall; the cart is at {observed[0]:.3f} m")


if __name__ == "__main__":
    main()

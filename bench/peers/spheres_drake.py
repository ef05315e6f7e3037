"""Drake: the balls of examples/spheres as free bodies, floor and walls as half-spaces, one thread.

Point contact with the discrete solver SAP, which takes the springs implicitly: a step may be longer than an impact, which it then does not resolve. STIFFNESS of a pair (two of twice as much in
series) is that of Exudyn's; the dissipation time is that of its damper.
`python spheres_drake.py END SAMPLES 1e-3 ...`: the end, at how many times the penetration is looked at, and steps.
"""

import sys

import numpy as np
from pydrake.geometry import AddContactMaterial, HalfSpace, ProximityProperties, Sphere
from pydrake.math import RigidTransform
from pydrake.multibody.plant import AddMultibodyPlant, CoulombFriction, MultibodyPlantConfig
from pydrake.multibody.tree import SpatialInertia, UnitInertia
from pydrake.systems.analysis import Simulator
from pydrake.systems.framework import DiagramBuilder

import spheres

STIFFNESS = 4e5  # of one ball, N/m
DAMPING = 3.0  # of a pair, N·s/m


def model(step, layers=10, across=10):
    builder = DiagramBuilder()
    config = MultibodyPlantConfig(time_step=step, discrete_contact_approximation="sap", contact_model="point")
    plant, scene = AddMultibodyPlant(config, builder)
    plant.mutable_gravity_field().set_gravity_vector([0, 0, -spheres.GRAVITY])
    material = ProximityProperties()
    friction = CoulombFriction(spheres.FRICTION, spheres.FRICTION)
    AddContactMaterial(dissipation=0.0, point_stiffness=STIFFNESS, friction=friction, properties=material)
    material.AddProperty("material", "relaxation_time", 2 * DAMPING / STIFFNESS)
    half = spheres.half_width(across)
    walls = [([0, 0, 1], [0, 0, 0]), ([1, 0, 0], [-half, 0, 0]), ([-1, 0, 0], [half, 0, 0]), ([0, 1, 0], [0, -half, 0]), ([0, -1, 0], [0, half, 0])]
    for k, (normal, point) in enumerate(walls):
        pose = HalfSpace.MakePose(np.array(normal, float), np.array(point, float))
        plant.RegisterCollisionGeometry(plant.world_body(), pose, HalfSpace(), f"wall{k}", material)
    inertia = SpatialInertia(spheres.MASS, np.zeros(3), UnitInertia.SolidSphere(spheres.RADIUS))
    bodies = []
    for k, _ in enumerate(spheres.places(layers, across)):
        body = plant.AddRigidBody(f"ball{k}", inertia)
        plant.RegisterCollisionGeometry(body, RigidTransform(), Sphere(spheres.RADIUS), f"ball{k}", material)
        bodies.append(body)
    plant.Finalize()
    diagram = builder.Build()
    simulator = Simulator(diagram)
    context = plant.GetMyMutableContextFromRoot(simulator.get_mutable_context())
    for body, place in zip(bodies, spheres.places(layers, across)):
        plant.SetFreeBodyPose(context, body, RigidTransform(np.array(place, float)))
    simulator.Initialize()
    return plant, simulator, context, bodies


def simulate(step, end, samples=1, size=(10, 10)):
    """Processor time, places at the end and the largest penetration of two balls at `samples` times."""
    plant, simulator, context, bodies = model(step, *size)
    seconds, deepest = 0.0, 0.0
    for k in range(samples):
        seconds += spheres.timed(lambda: simulator.AdvanceTo(end * (k + 1) / samples))
        places = np.array([plant.EvalBodyPoseInWorld(context, b).translation() for b in bodies])
        deepest = max(deepest, spheres.deepest(places))
    return seconds, places, deepest


if __name__ == "__main__":
    end, samples = float(sys.argv[1]), int(sys.argv[2])
    for step in map(float, sys.argv[3:]):
        seconds, places, deepest = simulate(step, end, samples)
        print(step, f"{seconds:.3f} s", f"deepest {deepest:.3e}", f"lowest {places[:, 2].min():.5f} mean {places[:, 2].mean():.6f}", flush=True)

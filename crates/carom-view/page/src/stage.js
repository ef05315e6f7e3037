// The scene in three dimensions.
import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { mergeVertices, toCreasedNormals } from "three/addons/utils/BufferGeometryUtils.js";
import { frame } from "./data.js";

// Colours of parts, apart from each other for all kinds of colour vision (Okabe, Ito 2008, and two of their darker kin).
const COLOURS = [0x0072b2, 0xe69f00, 0x009e73, 0xcc79a7, 0x56b4e9, 0xd55e00, 0x8c6bb1, 0x7f8c3d];
const GROUND = 0x9a9fa6;
const FORCE = 0xd62728;
const REACTION = 0x1a7f37;
const CONTACT = 0xe6550d;
// Shapes that are alike are drawn at one go from this number on.
const MANY = 50;

export class Stage {
  constructor(canvas, data) {
    this.data = data;
    this.canvas = canvas;
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.scene = new THREE.Scene();
    this.up = new THREE.Vector3(...data.up);
    this.size = data.size;
    this.centre = new THREE.Vector3(...data.centre);
    this.camera = new THREE.PerspectiveCamera(32, 1, this.size / 500, this.size * 200);
    this.camera.up.copy(this.up);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.addEventListener("change", () => (this.dirty = true));
    this.scale = 1;
    this.follow = -1;
    this.layers = {};
    this.materials = {};
    this.arrowheads = {};
    this.light();
    this.grid();
    this.parts();
    this.glyphs();
    this.arrows();
    this.view("default");
    this.dirty = true;
  }

  layer(name, parent) {
    const group = new THREE.Group();
    (parent || this.scene).add(group);
    (this.layers[name] ||= []).push(group);
    return group;
  }

  show(name, on) {
    if (name === "markers" && on && !this.layers.markers) this.markers();
    for (const g of this.layers[name] || []) g.visible = on;
    this.dirty = true;
  }

  light() {
    this.scene.add(new THREE.HemisphereLight(0xffffff, 0x8d8d99, 1.9));
    this.sun = new THREE.DirectionalLight(0xffffff, 1.9);
    this.scene.add(this.sun);
    this.scene.add(this.sun.target);
  }

  // Two directions of the ground plane.
  axes() {
    const up = this.up;
    const [x, y, z] = [Math.abs(up.x), Math.abs(up.y), Math.abs(up.z)];
    const side = x <= y && x <= z ? new THREE.Vector3(1, 0, 0) : y <= z ? new THREE.Vector3(0, 1, 0) : new THREE.Vector3(0, 0, 1);
    const right = side.sub(up.clone().multiplyScalar(side.dot(up))).normalize();
    return [right, new THREE.Vector3().crossVectors(up, right)];
  }

  grid() {
    const layer = this.layer("grid");
    const step = 10 ** Math.floor(Math.log10(this.size / 2));
    const cells = Math.min(Math.ceil((2 * this.size) / step), 60);
    this.helper = new THREE.GridHelper(2 * cells * step, 2 * cells, 0x888888, 0x888888);
    this.helper.material.transparent = true;
    this.helper.material.opacity = 0.22;
    this.helper.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), this.up);
    const below = this.data.floor - this.size * 1e-3;
    const [right, back] = this.axes();
    const snap = (v) => Math.round(this.centre.dot(v) / step) * step;
    this.helper.position.copy(this.up).multiplyScalar(below).addScaledVector(right, snap(right)).addScaledVector(back, snap(back));
    layer.add(this.helper);
    const origin = this.layer("origin");
    origin.add(this.triad(0.14 * this.size));
  }

  triad(length) {
    const axes = new THREE.AxesHelper(length);
    axes.material.depthTest = false;
    axes.material.transparent = true;
    axes.renderOrder = 2;
    return axes;
  }

  geometry(mesh) {
    if (!mesh.geometry) {
      const g = new THREE.BufferGeometry();
      g.setAttribute("position", new THREE.BufferAttribute(mesh.vertices, 3));
      g.setIndex(new THREE.BufferAttribute(mesh.triangles, 1));
      // Normals of exact faces where they are known, else those of triangles that bend little.
      if (mesh.normals.length) g.setAttribute("normal", new THREE.BufferAttribute(mesh.normals, 3));
      mesh.geometry = mesh.normals.length ? g : toCreasedNormals(g, 0.6);
    }
    return mesh.geometry;
  }

  edges(mesh) {
    if (!mesh.edges && mesh.lines.length) {
      mesh.edges = new THREE.BufferGeometry();
      mesh.edges.setAttribute("position", new THREE.BufferAttribute(mesh.lines, 3));
    }
    return (mesh.edges ||= new THREE.EdgesGeometry(this.geometry(mesh), 35));
  }

  material(colour, more) {
    const make = () => new THREE.MeshStandardMaterial({ color: colour, roughness: 0.55, metalness: 0.08, side: THREE.DoubleSide, ...more });
    return (this.materials[`${colour} ${JSON.stringify(more)}`] ||= make());
  }

  parts() {
    const { data } = this;
    for (const s of data.shapes) data.meshes[s.mesh].count = (data.meshes[s.mesh].count || 0) + 1;
    let n = 0;
    this.groups = data.parts.map((p) => {
      const group = new THREE.Group();
      p.colour = p.ground ? GROUND : COLOURS[n++ % COLOURS.length];
      place(group, p.position, p.orientation);
      this.scene.add(group);
      return group;
    });
    const shaped = new Set();
    const line = new THREE.LineBasicMaterial({ color: 0x000000, transparent: true, opacity: 0.35 });
    const alike = new Map();
    for (const s of data.shapes) {
      const part = data.parts[s.part];
      const sheet = s.sheet;
      const mesh = data.meshes[s.mesh];
      const solid = !sheet && !s.cavity && !part.ground;
      if (!sheet) shaped.add(s.part);
      if (solid && mesh.count >= MANY && !this.edges(mesh).attributes.position.count) {
        if (!alike.has(mesh)) alike.set(mesh, []);
        alike.get(mesh).push(s);
        continue;
      }
      const look = sheet ? { transparent: true, opacity: 0.35, depthWrite: false } : solid ? {} : { transparent: true, opacity: 0.55 };
      const body = new THREE.Mesh(this.geometry(mesh), this.material(part.colour, look));
      place(body, s.position, s.orientation);
      const layer = this.layer("shapes", this.groups[s.part]);
      layer.add(body);
      if (!sheet) {
        const edges = new THREE.LineSegments(this.edges(mesh), line);
        place(edges, s.position, s.orientation);
        layer.add(edges);
      }
    }
    this.crowds = [...alike].map(([mesh, shapes]) => this.crowd(mesh, shapes));
    data.parts.forEach((p, k) => {
      if (!p.ground && !shaped.has(k)) this.skeleton(p, k);
    });
  }

  // Shapes with one surface on many parts.
  crowd(mesh, shapes) {
    const white = this.material(0xffffff);
    const bodies = new THREE.InstancedMesh(mergeVertices(this.geometry(mesh)), white, shapes.length);
    bodies.frustumCulled = false;
    const colour = new THREE.Color();
    const own = new THREE.Object3D();
    const places = shapes.map((s, n) => {
      bodies.setColorAt(n, colour.set(this.data.parts[s.part].colour));
      place(own, s.position, s.orientation);
      own.updateMatrix();
      return { part: s.part, own: own.matrix.clone() };
    });
    this.layer("shapes").add(bodies);
    return { bodies, places };
  }

  // Puts the shapes of crowds where their parts are; those of hidden parts shrink to nothing.
  gather() {
    const at = new THREE.Matrix4();
    const nothing = new THREE.Matrix4().makeScale(0, 0, 0);
    for (const { bodies, places } of this.crowds) {
      places.forEach(({ part, own }, n) => {
        const group = this.groups[part];
        bodies.setMatrixAt(n, group.visible ? at.multiplyMatrices(group.matrixWorld, own) : nothing);
      });
      bodies.instanceMatrix.needsUpdate = true;
    }
    this.dirty = true;
  }

  showPart(k, on) {
    this.groups[k].visible = on;
    this.gather();
  }

  // A part without shapes: rods between the places where others hold it, and a box at its centre of mass.
  skeleton(p, k) {
    const { data } = this;
    const layer = this.layer("shapes", this.groups[k]);
    const material = this.material(p.colour);
    const used = new Set();
    for (const l of [...data.joints, ...data.forces]) {
      for (const m of [l.i, l.j]) if (m !== null && data.markers[m].part === k) used.add(m);
    }
    const points = [];
    for (const m of used) {
      const v = new THREE.Vector3(...data.markers[m].position);
      if (points.every((q) => q.distanceTo(v) > 1e-6 * this.size)) points.push(v);
    }
    const radius = 0.011 * this.size;
    const rod = (a, b, share = 1) => {
      const d = b.clone().sub(a);
      if (d.length() < 1e-6 * this.size) return;
      const mesh = new THREE.Mesh(new THREE.CapsuleGeometry(share * radius, d.length(), 6, 16), material);
      mesh.position.copy(a).addScaledVector(d, 0.5);
      mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), d.clone().normalize());
      layer.add(mesh);
    };
    const centre = new THREE.Vector3();
    if (points.length > 4) for (const q of points) rod(centre, q);
    else for (let a = 0; a < points.length; a++) for (let b = a + 1; b < points.length; b++) rod(points[a], points[b]);
    const inside = (e) => e > 0.004 * this.size && e < 0.6 * this.size;
    const own = p.edges.every(inside) ? p.edges : [1, 1, 1].map(() => 0.045 * this.size);
    const small = points.length > 1 ? Math.min(1, (0.035 * this.size) / Math.max(...own)) : 1;
    const box = new THREE.Mesh(new THREE.BoxGeometry(...own.map((e) => e * small)), material);
    layer.add(box);
    if (points.length <= 4) for (const q of points) rod(centre, q, points.length > 1 ? 0.4 : 1);
  }

  // Half of a joint's symbol: small enough to leave most of a part between two of its joints in sight.
  jointSize(usual) {
    const places = this.data.parts.map(() => []);
    for (const j of this.data.joints) {
      for (const m of [j.i, j.j]) {
        if (m === null) continue;
        const { part, position } = this.data.markers[m];
        places[part].push(new THREE.Vector3(...position));
      }
    }
    let near = Infinity;
    for (const all of places) {
      const list = all.slice(0, 200);
      for (let a = 0; a < list.length; a++) {
        for (let b = a + 1; b < list.length; b++) {
          const d = list[a].distanceTo(list[b]);
          if (d > 1e-6 * this.size) near = Math.min(near, d);
        }
      }
    }
    return Math.max(Math.min(usual, 0.14 * near), 0.25 * usual);
  }

  glyphs() {
    const { data } = this;
    const s = 0.02 * this.size;
    const joint = this.jointSize(s);
    const dark = new THREE.MeshStandardMaterial({ color: 0x55585e, roughness: 0.4, metalness: 0.3 });
    const turned = (g) => g.rotateX(Math.PI / 2); // cylinders of three.js stand along y, joints turn about z
    const shapes = {
      revolute: () => turned(new THREE.CylinderGeometry(0.8 * joint, 0.8 * joint, 2.4 * joint, 24)),
      cylindrical: () => turned(new THREE.CylinderGeometry(0.7 * joint, 0.7 * joint, 4.5 * joint, 24)),
      screw: () => turned(new THREE.CylinderGeometry(0.7 * joint, 0.7 * joint, 4.5 * joint, 6)),
      translational: () => new THREE.BoxGeometry(1.6 * joint, 1.6 * joint, 4.5 * joint),
      spherical: () => new THREE.SphereGeometry(1.1 * joint, 24, 16),
      atpoint: () => new THREE.SphereGeometry(1.1 * joint, 24, 16),
      universal: () => new THREE.TorusGeometry(1.1 * joint, 0.35 * joint, 12, 24),
      hooke: () => new THREE.TorusGeometry(1.1 * joint, 0.35 * joint, 12, 24),
      fixed: () => new THREE.BoxGeometry(1.3 * joint, 1.3 * joint, 1.3 * joint),
      planar: () => new THREE.BoxGeometry(3.6 * joint, 3.6 * joint, 0.3 * joint),
    };
    for (const j of data.joints) {
      const make = shapes[j.kind];
      if (!make) continue;
      const m = data.markers[j.i];
      const mesh = new THREE.Mesh(make(), dark);
      place(mesh, m.position, m.orientation);
      this.layer("joints", this.groups[m.part]).add(mesh);
    }
    // Springs and dampers, beams and forces along a line: a line between their markers.
    this.lines = [];
    const layer = this.layer("joints");
    for (const f of data.forces) {
      if (f.j === null || !["spring", "line", "beam"].includes(f.kind)) continue;
      const turns = f.kind === "spring" ? 12 : 0;
      const points = turns ? 14 * turns + 3 : 2;
      const g = new THREE.BufferGeometry();
      g.setAttribute("position", new THREE.BufferAttribute(new Float32Array(3 * points), 3));
      const line = new THREE.Line(g, new THREE.LineBasicMaterial({ color: 0x2f8f4e }));
      line.frustumCulled = false;
      layer.add(line);
      this.lines.push({ f, line, points, turns, radius: 0.7 * s });
    }
  }

  // Axes at all markers: made when they are asked for.
  markers() {
    const first = this.triad(0.032 * this.size);
    for (const m of this.data.markers) {
      const axes = new THREE.LineSegments(first.geometry, first.material);
      axes.renderOrder = first.renderOrder;
      place(axes, m.position, m.orientation);
      this.layer("markers", this.groups[m.part]).add(axes);
    }
  }

  marker(k, out) {
    const m = this.data.markers[k];
    return this.groups[m.part].localToWorld(out.set(...m.position));
  }

  // The two surfaces of arrows of a thickness, each made once.
  arrowhead(r) {
    const make = () => [new THREE.CylinderGeometry(r, r, 1, 12).translate(0, 0.5, 0), new THREE.ConeGeometry(2.6 * r, 7 * r, 16).translate(0, -3.5 * r, 0)];
    return (this.arrowheads[r] ||= make());
  }

  arrow(layer, colour, r = 0.0055 * this.size) {
    const group = new THREE.Group();
    const [long, tip] = this.arrowhead(r);
    // Forces at contacts act inside of bodies: arrows are seen through them.
    const material = this.material(colour, { roughness: 0.5, metalness: 0, side: THREE.FrontSide, emissive: colour, emissiveIntensity: 0.25, transparent: true, depthTest: false });
    const shaft = new THREE.Mesh(long, material);
    const head = new THREE.Mesh(tip, material);
    shaft.renderOrder = head.renderOrder = 3;
    group.add(shaft, head);
    group.visible = false;
    layer.add(group);
    return { group, shaft, head, short: 7 * r };
  }

  point(a, at, force, unit) {
    const length = force.length() * unit * this.scale;
    a.group.visible = length > 0.004 * this.size;
    if (!a.group.visible) return;
    a.group.position.copy(at);
    a.group.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), force.clone().normalize());
    a.shaft.scale.y = Math.max(length - a.short, 1e-6);
    a.head.position.y = length;
    const fit = Math.min(1, length / a.short);
    a.head.scale.setScalar(fit);
  }

  arrows() {
    const { data } = this;
    const forces = this.layer("forces");
    const reactions = this.layer("reactions");
    reactions.visible = false;
    this.loads = data.loads.map((l) => {
      const arrow = this.arrow(l.reaction ? reactions : forces, l.reaction ? REACTION : FORCE);
      return { ...l, arrow };
    });
    const layer = this.layer("contacts");
    let most = 0;
    const { starts } = data.contacts;
    for (let k = 0; k + 1 < starts.length; k++) most = Math.max(most, starts[k + 1] - starts[k]);
    this.pool = [];
    // Many are small, so that there is something to see behind them.
    const many = most >= MANY;
    const sphere = many ? new THREE.SphereGeometry(1, 10, 7) : new THREE.SphereGeometry(1, 20, 14);
    const thickness = (many ? 0.0018 : 0.0055) * this.size;
    this.dot = (many ? 0.002 : 0.006) * this.size;
    const material = new THREE.MeshBasicMaterial({ color: CONTACT, transparent: true, opacity: 0.55, depthTest: false });
    for (let k = 0; k < most; k++) {
      const ball = new THREE.Mesh(sphere, material);
      ball.renderOrder = 1;
      layer.add(ball);
      this.pool.push({ ball, arrow: this.arrow(layer, CONTACT, thickness) });
    }
  }

  seek(t) {
    const { data } = this;
    const [k, share] = frame(data.times, t);
    const bodies = data.bodies.length;
    const next = Math.min(k + 1, data.times.length - 1);
    const a = new THREE.Quaternion();
    const b = new THREE.Quaternion();
    const old = this.follow >= 0 ? this.groups[this.follow].position.clone() : null;
    if (data.times.length) {
      data.bodies.forEach((part, n) => {
        const [p, q] = [7 * (k * bodies + n), 7 * (next * bodies + n)];
        const d = data.poses;
        const mix = (c) => d[p + c] + share * (d[q + c] - d[p + c]);
        this.groups[part].position.set(mix(0), mix(1), mix(2));
        a.set(d[p + 4], d[p + 5], d[p + 6], d[p + 3]);
        b.set(d[q + 4], d[q + 5], d[q + 6], d[q + 3]);
        this.groups[part].quaternion.copy(a.slerp(b, share)).normalize();
      });
    }
    for (const g of this.groups) g.updateMatrixWorld(true);
    this.gather();
    if (old) {
      const moved = this.groups[this.follow].position.clone().sub(old);
      this.camera.position.add(moved);
      this.controls.target.add(moved);
    }
    const at = new THREE.Vector3();
    const force = new THREE.Vector3();
    for (const l of this.loads) {
      const mix = (c) => l.values[3 * k + c] + share * (l.values[3 * next + c] - l.values[3 * k + c]);
      this.marker(l.marker, at);
      this.point(l.arrow, at, force.set(mix(0), mix(1), mix(2)), data.unit);
    }
    const nearest = share > 0.5 ? next : k;
    const { starts, rows } = data.contacts;
    const from = starts[nearest] || 0;
    const count = (starts[nearest + 1] || 0) - from;
    this.pool.forEach((p, n) => {
      const on = n < count;
      p.ball.visible = on;
      p.arrow.group.visible = false;
      if (!on) return;
      const r = rows.subarray(10 * (from + n), 10 * (from + n + 1));
      p.ball.position.set(r[0], r[1], r[2]);
      p.ball.scale.setScalar(Math.max(Math.cbrt((3 * r[9]) / (4 * Math.PI)), this.dot));
      this.point(p.arrow, at.set(r[3], r[4], r[5]), force.set(r[6], r[7], r[8]), data.unit);
    });
    const from3 = new THREE.Vector3();
    const to3 = new THREE.Vector3();
    for (const l of this.lines) {
      this.marker(l.f.i, from3);
      this.marker(l.f.j, to3);
      coil(l, from3, to3);
    }
    this.dirty = true;
  }

  view(name) {
    const [right, back] = this.axes();
    const up = this.up;
    const mix = (r, b, u) => right.clone().multiplyScalar(r).addScaledVector(back, b).addScaledVector(up, u).normalize();
    const flat = new THREE.Vector3(...(this.data.normal || [0, 0, 0]));
    const planar = flat.lengthSq() > 0.5;
    const directions = {
      front: mix(0, -1, 0),
      back: mix(0, 1, 0),
      right: mix(1, 0, 0),
      left: mix(-1, 0, 0),
      top: mix(1e-4, -1e-3, 1),
      iso: mix(0.75, -1, 0.6),
    };
    const start = planar ? flat.clone().addScaledVector(right, 0.12).addScaledVector(up, 0.12).normalize() : directions.iso;
    const direction = directions[name] || start;
    // the narrower side of the picture decides
    const half = (this.camera.fov * Math.PI) / 360;
    const narrow = Math.min(1, this.camera.aspect);
    const distance = (0.62 * this.size) / (Math.sin(half) * narrow);
    this.controls.target.copy(this.centre);
    this.camera.position.copy(this.centre).addScaledVector(direction, distance);
    this.camera.lookAt(this.centre);
    this.controls.update();
    this.dirty = true;
  }

  background(colour) {
    this.scene.background = new THREE.Color(colour);
    this.dirty = true;
  }

  render() {
    const { clientWidth: w, clientHeight: h } = this.canvas;
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    if (this.canvas.width !== Math.floor(w * ratio) || this.canvas.height !== Math.floor(h * ratio)) {
      this.renderer.setPixelRatio(ratio);
      this.renderer.setSize(w, h, false);
      this.camera.aspect = w / Math.max(h, 1);
      this.camera.updateProjectionMatrix();
      if (!this.sized) this.view("default");
      this.sized = true;
      this.dirty = true;
    }
    if (!this.dirty) return;
    this.dirty = false;
    // light from behind the shoulder
    this.sun.position.copy(this.camera.position).addScaledVector(this.up, 0.8 * this.size);
    this.sun.target.position.copy(this.controls.target);
    this.renderer.render(this.scene, this.camera);
  }
}

function place(object, position, orientation) {
  object.position.set(...position);
  const [w, x, y, z] = orientation;
  object.quaternion.set(x, y, z, w);
}

// A straight line, or one that winds like a spring.
function coil({ line, points, turns, radius }, a, b) {
  const p = line.geometry.attributes.position;
  const d = b.clone().sub(a);
  const along = d.clone().normalize();
  const side = Math.abs(along.x) < 0.9 ? new THREE.Vector3(1, 0, 0) : new THREE.Vector3(0, 1, 0);
  const u = side.sub(along.clone().multiplyScalar(side.dot(along))).normalize();
  const v = new THREE.Vector3().crossVectors(along, u);
  for (let k = 0; k < points; k++) {
    const share = k / (points - 1);
    const q = a.clone().addScaledVector(d, share);
    if (turns && k > 0 && k < points - 1) {
      const angle = share * turns * 2 * Math.PI;
      q.addScaledVector(u, radius * Math.cos(angle)).addScaledVector(v, radius * Math.sin(angle));
    }
    p.setXYZ(k, q.x, q.y, q.z);
  }
  p.needsUpdate = true;
}

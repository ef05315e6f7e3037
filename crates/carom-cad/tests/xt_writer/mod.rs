//! Writes bodies as Parasolid XT text of schema 13006, for tests of the reader.
//!
//! What is written need not please the modeller; it has all that the format says: the header, lines of 80 characters that break
//! numbers and words, `?` for what is unset, pointers as indices.

use carom_base::Vec3;
use carom_cad::brep::{Body, Loop};
use carom_cad::curve::Curve;
use carom_cad::nurbs::{NurbsCurve, NurbsSurface};
use carom_cad::surface::{Frame, Surface};
use std::collections::HashMap;
use std::fmt::Write;

/// One value of a field.
#[derive(Clone, Debug)]
pub enum F {
    /// A whole number or a pointer.
    I(usize),
    /// A real.
    R(f64),
    /// A vector.
    V(Vec3),
    /// A character.
    C(char),
    /// A logical.
    L(bool),
    /// Unset.
    Unset,
    /// Characters as they stand, with their escapes.
    T(&'static str),
}

use F::{C, I, L, R, T, Unset, V};

/// Nodes as they are made.
#[derive(Default)]
pub struct Writer {
    stream: String,
    next: usize,
    curves: HashMap<usize, usize>,
    surfaces: HashMap<usize, usize>,
}

impl Writer {
    pub fn index(&mut self) -> usize {
        self.next += 1;
        self.next
    }

    /// Writes a node; `length` for types whose last field has any number of values.
    pub fn node(&mut self, kind: usize, length: Option<usize>, index: usize, fields: &[F]) {
        let s = &mut self.stream;
        let _ = write!(s, "{kind} ");
        if let Some(length) = length {
            let _ = write!(s, "{length} ");
        }
        let _ = write!(s, "{index} ");
        for field in fields {
            let _ = match field {
                I(n) => write!(s, "{n} "),
                R(x) => write!(s, "{x:e} "),
                V(v) => write!(s, "{:e} {:e} {:e} ", v.x, v.y, v.z),
                C(c) => write!(s, "{c}"),
                L(true) => write!(s, "T"),
                L(false) => write!(s, "F"),
                Unset => write!(s, "?"),
                T(text) => write!(s, "{text}"),
            };
        }
    }

    /// The file, in lines of 80 characters that begin with the blank where one would end with it.
    pub fn file(&self, key: &str) -> String {
        let version = ": TRANSMIT FILE created by modeller version 1300000";
        let stream = format!(
            "T{} {version}{} {key}0 {}1 0 ",
            version.len(),
            key.len(),
            self.stream
        );
        let mut lines = vec![String::new()];
        for c in stream.chars() {
            let line = lines.last_mut().unwrap();
            if line.len() >= 80 || (c == ' ' && line.len() >= 79) {
                lines.push(String::new());
            }
            lines.last_mut().unwrap().push(c);
        }
        format!(
            "**ABC**\n**PART1;\n**PART2;\nSCH={key};\nUSFLD_SIZE=1;\n**PART3;\n**END_OF_HEADER****\n{}\n",
            lines.join("\n")
        )
    }

    /// An attribute of characters; gives its node.
    pub fn text_attribute(
        &mut self,
        name: &'static str,
        text: &'static str,
        length: usize,
        next: usize,
    ) -> usize {
        let [attribute, definition, identifier, values] = [(); 4].map(|()| self.index());
        self.node(
            81,
            Some(1),
            attribute,
            &[
                I(1),
                I(definition),
                I(1),
                I(next),
                I(0),
                I(0),
                I(0),
                I(values),
            ],
        );
        let mut fields = vec![I(0), I(identifier), I(9000)];
        fields.extend(std::iter::repeat_n(I(0), 9));
        fields.push(T("FFTFFFFFFFFFFF"));
        fields.push(I(3));
        self.node(80, Some(1), definition, &fields);
        self.node(79, Some(name.len()), identifier, &[T(name)]);
        self.node(84, Some(length), values, &[T(text)]);
        attribute
    }

    /// A body at the index; lengths are those of the body.
    pub fn body(&mut self, index: usize, body: &Body, attributes: usize) {
        let [void, region, shell] = [(); 3].map(|()| self.index());
        let faces: Vec<usize> = body.faces.iter().map(|_| self.index()).collect();
        let edges: Vec<usize> = body.edges.iter().map(|_| self.index()).collect();
        let vertices: Vec<usize> = body.vertices.iter().map(|_| self.index()).collect();
        let mut fields = vec![
            I(1),
            I(attributes),
            I(0),
            I(0),
            I(0),
            I(0),
            I(0),
            R(1e3),
            R(1e-8),
            I(0),
            I(0),
            I(0),
            I(1),
            I(0),
            I(1),
            I(1),
        ];
        fields.extend([
            I(0),
            I(0),
            I(0),
            I(0),
            I(void),
            I(edges.first().copied().unwrap_or(0)),
            I(0),
        ]);
        self.node(12, None, index, &fields);
        self.node(
            19,
            None,
            void,
            &[I(1), I(0), I(index), I(region), I(0), I(0), C('V')],
        );
        self.node(
            19,
            None,
            region,
            &[I(2), I(0), I(index), I(0), I(void), I(shell), C('S')],
        );
        self.node(
            13,
            None,
            shell,
            &[
                I(3),
                I(0),
                I(0),
                I(0),
                I(faces[0]),
                I(0),
                I(0),
                I(region),
                I(0),
            ],
        );
        // fins of each edge: with it, against it
        let mut fins = vec![[0, 0]; edges.len()];
        let mut all = Vec::new();
        for (k, face) in body.faces.iter().enumerate() {
            let loops: Vec<usize> = face.loops.iter().map(|_| self.index()).collect();
            let surface = self.surface(&face.surface);
            let next = faces.get(k + 1).copied().unwrap_or(0);
            let sense = if face.reversed { '-' } else { '+' };
            let first = loops.first().copied().unwrap_or(0);
            self.node(
                14,
                None,
                faces[k],
                &[
                    I(4),
                    I(0),
                    Unset,
                    I(next),
                    I(0),
                    I(first),
                    I(shell),
                    I(surface),
                    C(sense),
                    I(0),
                    I(0),
                    I(0),
                    I(0),
                    I(0),
                ],
            );
            for (n, one) in face.loops.iter().enumerate() {
                let next = loops.get(n + 1).copied().unwrap_or(0);
                let fin = match one {
                    Loop::Vertex(vertex) => {
                        let fin = self.index();
                        self.node(
                            17,
                            None,
                            fin,
                            &[
                                I(0),
                                I(loops[n]),
                                I(fin),
                                I(fin),
                                I(vertices[*vertex]),
                                I(0),
                                I(0),
                                I(0),
                                I(0),
                                C('?'),
                            ],
                        );
                        fin
                    }
                    Loop::Fins(list) => {
                        let own: Vec<usize> = list.iter().map(|_| self.index()).collect();
                        for (m, fin) in list.iter().enumerate() {
                            fins[fin.edge][usize::from(fin.reversed)] = own[m];
                            let forward = own[(m + 1) % own.len()];
                            let backward = own[(m + own.len() - 1) % own.len()];
                            all.push((own[m], loops[n], forward, backward, fin.edge, fin.reversed));
                        }
                        own[0]
                    }
                };
                self.node(
                    15,
                    None,
                    loops[n],
                    &[I(5), I(0), I(fin), I(faces[k]), I(next)],
                );
            }
        }
        // fins without a loop take the place of those of missing faces
        for (edge, pair) in fins.iter_mut().enumerate() {
            for (side, fin) in pair.iter_mut().enumerate() {
                if *fin == 0 {
                    *fin = self.index();
                    all.push((*fin, 0, 0, 0, edge, side == 1));
                }
            }
        }
        for (fin, of, forward, backward, edge, reversed) in all {
            let to = body.edges[edge]
                .ends
                .map_or(0, |ends| vertices[ends[usize::from(!reversed)]]);
            let other = fins[edge][usize::from(!reversed)];
            let sense = if reversed { '-' } else { '+' };
            self.node(
                17,
                None,
                fin,
                &[
                    I(0),
                    I(of),
                    I(forward),
                    I(backward),
                    I(to),
                    I(other),
                    I(edges[edge]),
                    I(0),
                    I(0),
                    C(sense),
                ],
            );
        }
        for (k, edge) in body.edges.iter().enumerate() {
            let curve = edge
                .curve
                .as_ref()
                .map_or(0, |c| self.curve(c, edge.reversed));
            self.node(
                16,
                None,
                edges[k],
                &[
                    I(6),
                    I(0),
                    Unset,
                    I(fins[k][0]),
                    I(0),
                    I(0),
                    I(curve),
                    I(0),
                    I(0),
                    I(index),
                ],
            );
        }
        for (k, vertex) in body.vertices.iter().enumerate() {
            let point = self.index();
            self.node(
                18,
                None,
                vertices[k],
                &[I(7), I(0), I(0), I(0), I(0), I(point), Unset, I(index)],
            );
            self.node(
                29,
                None,
                point,
                &[I(8), I(0), I(vertices[k]), I(0), I(0), V(vertex.point)],
            );
        }
    }

    /// What all curves and surfaces begin with.
    fn geometry(sense: char) -> Vec<F> {
        vec![I(9), I(0), I(0), I(0), I(0), I(0), C(sense)]
    }

    fn put(&mut self, kind: usize, index: usize, sense: char, fields: &[F]) {
        let all = [Self::geometry(sense), fields.to_vec()].concat();
        self.node(kind, None, index, &all);
    }

    fn surface(&mut self, surface: &std::sync::Arc<Surface>) -> usize {
        let key = std::sync::Arc::as_ptr(surface) as usize;
        if let Some(known) = self.surfaces.get(&key) {
            return *known;
        }
        let n = self.index();
        self.surfaces.insert(key, n);
        let [o, z, x] = match &**surface {
            Surface::Plane(f) => axes(f),
            Surface::Cylinder { frame, .. }
            | Surface::Cone { frame, .. }
            | Surface::Sphere { frame, .. }
            | Surface::Torus { frame, .. } => axes(frame),
            _ => [Vec3::zeros(); 3],
        };
        match &**surface {
            Surface::Plane(_) => self.put(50, n, '+', &[V(o), V(z), V(x)]),
            Surface::Cylinder { radius, .. } => {
                self.put(51, n, '+', &[V(o), V(z), R(*radius), V(x)])
            }
            Surface::Cone { radius, slope, .. } => {
                let angle = slope.atan();
                self.put(
                    52,
                    n,
                    '+',
                    &[V(o), V(z), R(*radius), R(angle.sin()), R(angle.cos()), V(x)],
                );
            }
            Surface::Sphere { radius, .. } => self.put(53, n, '+', &[V(o), R(*radius), V(z), V(x)]),
            Surface::Torus { major, minor, .. } => {
                self.put(54, n, '+', &[V(o), V(z), R(*major), R(*minor), V(x)])
            }
            Surface::Nurbs(nurbs) => {
                let values = self.index();
                self.put(124, n, '+', &[I(values), I(0)]);
                self.nurbs_surface(values, nurbs);
            }
            Surface::Swept { section, direction } => {
                let section = self.curve(section, false);
                self.put(67, n, '+', &[I(section), V(*direction), R(1.0)]);
            }
            Surface::Spun {
                profile,
                origin,
                axis,
                ..
            } => {
                let profile = self.curve(profile, false);
                self.put(
                    68,
                    n,
                    '+',
                    &[
                        I(profile),
                        V(*origin),
                        V(*axis),
                        Unset,
                        Unset,
                        Unset,
                        Unset,
                        Unset,
                        R(1.0),
                    ],
                );
            }
            other => panic!("{} is not written", other.kind()),
        }
        n
    }

    fn curve(&mut self, curve: &std::sync::Arc<Curve>, reversed: bool) -> usize {
        let key = std::sync::Arc::as_ptr(curve) as usize * 2 + usize::from(reversed);
        if let Some(known) = self.curves.get(&key) {
            return *known;
        }
        let n = self.index();
        self.curves.insert(key, n);
        let sense = if reversed { '-' } else { '+' };
        match &**curve {
            Curve::Line { origin, direction } => {
                self.put(30, n, sense, &[V(*origin), V(*direction)])
            }
            Curve::Circle { frame, radius } => {
                let [o, z, x] = axes(frame);
                self.put(31, n, sense, &[V(o), V(z), V(x), R(*radius)]);
            }
            Curve::Ellipse { frame, radii } => {
                let [o, z, x] = axes(frame);
                self.put(32, n, sense, &[V(o), V(z), V(x), R(radii[0]), R(radii[1])]);
            }
            Curve::Nurbs(nurbs) => {
                let values = self.index();
                self.put(134, n, sense, &[I(values), I(0)]);
                self.nurbs_curve(values, nurbs);
            }
            other => panic!("{other:?} is not written"),
        }
        n
    }

    fn points(&mut self, points: &[Vec3], weights: &[f64]) -> usize {
        let n = self.index();
        let mut values = Vec::new();
        for (k, p) in points.iter().enumerate() {
            let w = weights.get(k).copied().unwrap_or(1.0);
            values.extend([p.x * w, p.y * w, p.z * w].map(R));
            if !weights.is_empty() {
                values.push(R(w));
            }
        }
        self.node(45, Some(values.len()), n, &values);
        n
    }

    /// Distinct knots and their repetitions: count and nodes.
    fn knots(&mut self, knots: &[f64]) -> [usize; 3] {
        let [mult, set] = [(); 2].map(|()| self.index());
        let groups: Vec<&[f64]> = knots.chunk_by(|a, b| a == b).collect();
        let times: Vec<F> = groups.iter().map(|g| I(g.len())).collect();
        let values: Vec<F> = groups.iter().map(|g| R(g[0])).collect();
        self.node(127, Some(times.len()), mult, &times);
        self.node(128, Some(values.len()), set, &values);
        [groups.len(), mult, set]
    }

    fn nurbs_curve(&mut self, n: usize, c: &NurbsCurve) {
        let points = self.points(&c.points, &c.weights);
        let [count, mult, set] = self.knots(&c.knots);
        let rational = !c.weights.is_empty();
        let dimension = 3 + usize::from(rational);
        self.node(
            136,
            None,
            n,
            &[
                I(c.degree),
                I(c.points.len()),
                I(dimension),
                I(count),
                I(0),
                L(false),
                L(false),
                L(rational),
                I(0),
                I(points),
                I(mult),
                I(set),
            ],
        );
    }

    fn nurbs_surface(&mut self, n: usize, s: &NurbsSurface) {
        let points = self.points(&s.points, &s.weights);
        let [[nu, mu, su], [nv, mv, sv]] = [0, 1].map(|k| self.knots(&s.knots[k]));
        let rational = !s.weights.is_empty();
        let dimension = 3 + usize::from(rational);
        let [du, dv] = s.degree;
        let [cu, cv] = s.count;
        let first = [
            L(false),
            L(false),
            I(du),
            I(dv),
            I(cu),
            I(cv),
            I(0),
            I(0),
            I(nu),
            I(nv),
            L(rational),
            L(false),
            L(false),
            I(0),
            I(dimension),
        ];
        let last = [I(points), I(mu), I(mv), I(su), I(sv)];
        self.node(126, None, n, &[&first[..], &last[..]].concat());
    }
}

fn axes(f: &Frame) -> [Vec3; 3] {
    [f.origin, f.z, f.x]
}

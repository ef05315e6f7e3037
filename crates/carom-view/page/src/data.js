// What the page was made from: JSON in the page, arrays as base64 in it.

function bytes(text) {
  const raw = atob(text);
  const out = new Uint8Array(raw.length);
  for (let k = 0; k < raw.length; k++) out[k] = raw.charCodeAt(k);
  return out.buffer;
}

export const floats = (text) => new Float32Array(bytes(text));
export const doubles = (text) => new Float64Array(bytes(text));
export const words = (text) => new Uint32Array(bytes(text));

export function read() {
  const data = JSON.parse(document.getElementById("data").textContent);
  data.times = doubles(data.times);
  data.poses = floats(data.poses);
  for (const m of data.meshes) {
    m.vertices = floats(m.vertices);
    m.triangles = words(m.triangles);
    m.normals = floats(m.normals);
    m.lines = floats(m.lines);
  }
  for (const l of data.loads) l.values = floats(l.values);
  data.contacts.starts = words(data.contacts.starts);
  data.contacts.rows = floats(data.contacts.rows);
  for (const p of data.panels) {
    p.times = doubles(p.times);
    for (const c of p.curves) c.values = floats(c.values);
  }
  data.first = data.times.length ? data.times[0] : 0;
  data.last = data.times.length ? data.times[data.times.length - 1] : 0;
  return data;
}

// The last output at or before a time, and how far the time is on the way to the next.
export function frame(times, t) {
  let low = 0;
  let high = times.length - 1;
  if (high < 0) return [0, 0];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle - 1;
  }
  const next = Math.min(low + 1, times.length - 1);
  const span = times[next] - times[low];
  const share = span > 0 ? (t - times[low]) / span : 0;
  return [low, Math.min(Math.max(share, 0), 1)];
}

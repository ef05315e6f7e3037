// One curve over another: a phase plot, with a dot at the present moment.

const INK = { light: { text: "#333", line: "#e4e7ea", curve: "#0072b2", dot: "#d55e00" }, dark: { text: "#c9cdd3", line: "#2c3037", curve: "#56b4e9", dot: "#e69f00" } };
const HEIGHT = 240;
const MARGIN = { left: 58, right: 10, top: 8, bottom: 34 };

// The value of a curve at a time, on the straight line between its points; null where it breaks.
function at(curve, t) {
  const { times, values } = curve;
  let low = -1;
  let high = times.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle;
  }
  while (low >= 0 && values[low] === undefined) low--;
  while (high < times.length && values[high] === undefined) high++;
  if (low < 0) return null;
  const before = values[low];
  if (times[low] === t) return before;
  const after = high < times.length ? values[high] : undefined;
  if (before === null || (after ?? null) === null) return null;
  return before + ((t - times[low]) / (times[high] - times[low])) * (after - before);
}

// Times at which one of two curves has a point of its own, in their order.
function together(a, b) {
  const own = (c) => Array.from(c.times).filter((_, k) => c.values[k] !== undefined);
  if (a === b || a.times === b.times) return own(a);
  return [...new Set([...own(a), ...own(b)])].sort((p, q) => p - q);
}

// Round numbers over a range, some five of them.
export function ticks(low, high) {
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((m) => m * power >= rough * (1 - 1e-9));
  const list = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) list.push(Number((k * step).toPrecision(12)));
  return list;
}

const word = (v) => (v !== 0 && (Math.abs(v) >= 1e5 || Math.abs(v) < 1e-3) ? v.toExponential(1).replace("e+", "e") : String(Number(v.toPrecision(6))));

function range(values) {
  let [low, high] = [Infinity, -Infinity];
  for (const v of values) {
    if (v === null) continue;
    low = Math.min(low, v);
    high = Math.max(high, v);
  }
  if (!(low <= high)) return [-1, 1];
  const room = 0.05 * (high - low) || 0.05 * Math.abs(high) || 1;
  return [low - room, high + room];
}

export class Phase {
  // `box` opens and closes; `x` and `y` choose among all curves.
  constructor(box, data) {
    this.box = box;
    this.list = data.panels.flatMap((p) => p.curves.map((c) => ({ name: p.curves.length > 1 && c.name !== p.title ? `${p.title}: ${c.name}` : p.title, times: p.times, values: c.values })));
    box.hidden = this.list.length < 2;
    this.name = "light";
    this.canvas = box.querySelector("canvas");
    this.choices = ["x", "y"].map((axis, k) => {
      const select = box.querySelector(`[data-axis=${axis}]`);
      this.list.forEach((c, n) => {
        const option = document.createElement("option");
        option.value = n;
        option.textContent = c.name;
        option.selected = n === k;
        select.append(option);
      });
      select.addEventListener("change", () => this.choose());
      return select;
    });
    box.addEventListener("toggle", () => this.choose());
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    this.choose();
  }

  theme(name) {
    this.name = name;
    this.draw();
  }

  // The points of the two curves that are chosen: time, x, y.
  choose() {
    if (!this.box.open) return;
    const [x, y] = this.choices.map((c) => this.list[c.value]);
    this.points = together(x, y).map((t) => [t, at(x, t), at(y, t)]);
    this.curves = [x, y];
    this.draw();
  }

  // Only points between two times; all of them for none.
  zoom(stretch) {
    this.stretch = stretch;
    this.draw();
  }

  cursor(t) {
    this.time = t;
    this.draw();
  }

  draw() {
    if (!this.box.open || !this.points) return;
    const [low, high] = this.stretch ?? [-Infinity, Infinity];
    const shown = this.points.filter(([t]) => t >= low && t <= high);
    const ratio = window.devicePixelRatio || 1;
    const width = this.canvas.clientWidth;
    this.canvas.width = width * ratio;
    this.canvas.height = HEIGHT * ratio;
    const pen = this.canvas.getContext("2d");
    pen.scale(ratio, ratio);
    const ranges = [1, 2].map((k) => range(shown.map((p) => (p[1] === null || p[2] === null ? null : p[k]))));
    const [w, h] = [width - MARGIN.left - MARGIN.right, HEIGHT - MARGIN.top - MARGIN.bottom];
    this.place = (x, y) => [MARGIN.left + ((x - ranges[0][0]) / (ranges[0][1] - ranges[0][0])) * w, MARGIN.top + h - ((y - ranges[1][0]) / (ranges[1][1] - ranges[1][0])) * h];
    const ink = INK[this.name];
    this.axes(pen, ranges, [w, h], ink);
    pen.strokeStyle = ink.curve;
    pen.lineWidth = 1.3;
    pen.beginPath();
    let open = false;
    for (const [, x, y] of shown) {
      const there = x !== null && y !== null;
      if (there) pen[open ? "lineTo" : "moveTo"](...this.place(x, y));
      open = there;
    }
    pen.stroke();
    const [x, y] = this.curves.map((c) => at(c, this.time ?? 0));
    this.now = x === null || y === null ? null : this.place(x, y);
    if (!this.now) return;
    pen.fillStyle = ink.dot;
    pen.beginPath();
    pen.arc(...this.now, 4, 0, 2 * Math.PI);
    pen.fill();
  }

  axes(pen, ranges, [w, h], ink) {
    pen.font = "11px system-ui, sans-serif";
    pen.lineWidth = 1;
    pen.strokeStyle = ink.line;
    pen.fillStyle = ink.text;
    pen.beginPath();
    pen.textAlign = "center";
    pen.textBaseline = "top";
    for (const v of ticks(...ranges[0])) {
      const [x] = this.place(v, 0);
      pen.moveTo(x, MARGIN.top);
      pen.lineTo(x, MARGIN.top + h);
      pen.fillText(word(v), x, MARGIN.top + h + 4);
    }
    pen.fillText(this.curves[0].name, MARGIN.left + w / 2, MARGIN.top + h + 19, w);
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    for (const v of ticks(...ranges[1])) {
      const [, y] = this.place(0, v);
      pen.moveTo(MARGIN.left, y);
      pen.lineTo(MARGIN.left + w, y);
      pen.fillText(word(v), MARGIN.left - 5, y);
    }
    pen.stroke();
    pen.save();
    pen.translate(9, MARGIN.top + h / 2);
    pen.rotate(-Math.PI / 2);
    pen.textAlign = "center";
    pen.fillText(this.curves[1].name, 0, 0, h);
    pen.restore();
  }
}

// Curves beside the scene, over one time axis for all, with a line at the present moment. A click goes there.
import uPlot from "uplot";

const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#888888"];

// Where a curve breaks the library takes null, and undefined at times that belong to other curves alone, over which the line goes on. Numbers that are
// not finite would leave the whole panel blank.
const cleared = (values) => Array.from(values, (v) => (Number.isFinite(v) ? v : Number.isNaN(v) ? null : undefined));

// Values with nothing on either side: no line shows them, so they are drawn as points.
function alone(values) {
  const own = [...values.keys()].filter((k) => values[k] !== undefined);
  const open = (n) => (values[own[n]] ?? null) === null;
  return own.filter((k, n) => values[k] !== null && open(n - 1) && open(n + 1));
}

// The last output of a panel that is not after a time.
function before(times, t) {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle - 1;
  }
  return low;
}

const digits = (v) => ((v ?? null) === null ? "" : String(Number(v.toPrecision(6))));

export class Curves {
  constructor(parent, data, seek) {
    this.data = data;
    this.seek = seek;
    this.parent = parent;
    this.plots = [];
    this.name = "light";
    this.wanted = "";
    // panels at one width, at which a pointer shows all values of a moment
    this.sync = uPlot.sync("moment");
    for (const panel of data.panels) {
      for (const c of panel.curves) {
        c.values = cleared(c.values);
        c.alone = alone(c.values);
        c.on = true;
      }
    }
    new ResizeObserver(() => this.resize()).observe(parent);
  }

  theme(name) {
    this.name = name;
    const range = this.range;
    for (const p of this.plots) p.plot.destroy();
    this.parent.replaceChildren();
    this.plots = this.data.panels.map((panel) => this.make(panel));
    this.find(this.wanted);
    if (range) this.zoom(...range);
    // the library settles sizes and scales a moment later
    requestAnimationFrame(() => this.cursor(this.time));
  }

  width() {
    return Math.max(this.parent.clientWidth - 4, 160);
  }

  make(panel) {
    const ink = this.name === "dark" ? "#c9cdd3" : "#333";
    const grid = this.name === "dark" ? "#2c3037" : "#e4e7ea";
    const box = document.createElement("div");
    box.className = "panel";
    const head = document.createElement("h3");
    head.append(document.createTextNode(panel.title));
    box.append(head);
    this.parent.append(box);
    const axis = { stroke: ink, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 }, font: "11px system-ui, sans-serif" };
    const series = panel.curves.map((c, k) => ({
      // uPlot writes labels as markup: they stay out of it and go into the legend below as text
      label: "",
      show: c.on,
      stroke: COLOURS[k % COLOURS.length],
      width: 1.4,
      dash: k >= COLOURS.length ? [5, 3] : undefined,
      points: { show: () => c.alone.length > 0, filter: () => c.alone, size: 4, fill: COLOURS[k % COLOURS.length] },
      // between pixels: smooth where outputs are close
      pxAlign: 0,
    }));
    const entries = [];
    const plot = new uPlot(
      {
        width: this.width(),
        height: 150,
        legend: { show: false },
        scales: { x: { time: false } },
        cursor: { drag: { x: true, y: false }, points: { size: 5 }, sync: { key: this.sync.key, setSeries: false } },
        axes: [{ ...axis, size: 28 }, { ...axis, size: 54 }],
        series: [{}, ...series],
        hooks: {
          setScale: [(u, key) => key === "x" && this.zoomed(u)],
          setCursor: [() => this.values()],
        },
      },
      [panel.times, ...panel.curves.map((c) => c.values)],
      box,
    );
    const line = document.createElement("div");
    line.className = "moment";
    plot.over.append(line);
    plot.over.addEventListener("click", () => {
      if (plot.cursor.left >= 0) this.seek(plot.posToVal(plot.cursor.left, "x"));
    });
    // the whole run again, in all panels
    plot.over.addEventListener("dblclick", () => this.zoom(this.data.first, this.data.last));
    const legend = document.createElement("div");
    legend.className = "legend";
    panel.curves.forEach((c, k) => {
      const value = document.createElement("output");
      if (panel.curves.length === 1) {
        head.append(value);
        entries.push({ entry: head, value });
        return;
      }
      const entry = document.createElement("button");
      const sample = document.createElement("i");
      sample.style.background = COLOURS[k % COLOURS.length];
      entry.append(sample, document.createTextNode(c.name), value);
      entry.classList.toggle("off", !c.on);
      entry.addEventListener("click", () => {
        c.on = !c.on;
        plot.setSeries(k + 1, { show: c.on });
        entry.classList.toggle("off", !c.on);
      });
      legend.append(entry);
      entries.push({ entry, value });
    });
    if (panel.curves.length > 1) box.append(legend);
    return { panel, plot, line, box, entries };
  }

  // All panels show the stretch of time that one of them was brought to.
  zoomed(from) {
    const { min, max } = from.scales.x;
    if (this.zooming || min === null || max === null || min === undefined) return;
    this.zoom(min, max, from);
  }

  zoom(min, max, but) {
    this.range = min <= this.data.first && max >= this.data.last ? undefined : [min, max];
    this.onzoom?.(this.range);
    this.zooming = true;
    for (const { plot } of this.plots) {
      const { x } = plot.scales;
      if (plot !== but && (x.min !== min || x.max !== max)) plot.setScale("x", { min, max });
    }
    // scales are set when the browser comes to it
    queueMicrotask(() => (this.zooming = false));
    requestAnimationFrame(() => this.cursor(this.time));
  }

  // Panels and curves with these letters in their names; all of them for none.
  find(text) {
    this.wanted = text;
    const letters = text.trim().toLowerCase();
    const has = (name) => name.toLowerCase().includes(letters);
    for (const { panel, box, entries } of this.plots) {
      const all = has(panel.title);
      let some = all;
      panel.curves.forEach((c, k) => {
        const shown = all || has(c.name);
        some ||= shown;
        entries[k].entry.hidden = !shown;
      });
      box.hidden = !some;
    }
  }

  // Beside each name: the value under the pointer, else at the present moment.
  values() {
    for (const { panel, plot, entries } of this.plots) {
      const k = plot.cursor.idx ?? before(panel.times, this.time ?? 0);
      panel.curves.forEach((c, n) => {
        let at = k;
        while (at > 0 && c.values[at] === undefined) at--;
        entries[n].value.textContent = digits(c.values[at]);
      });
    }
  }

  cursor(t) {
    this.time = t;
    for (const { plot, line } of this.plots) {
      const x = plot.valToPos(t, "x");
      line.style.transform = `translateX(${x}px)`;
      line.hidden = !(x >= 0 && x <= plot.over.clientWidth);
    }
    this.values();
  }

  resize() {
    for (const { plot } of this.plots) plot.setSize({ width: this.width(), height: 150 });
    if (this.time !== undefined) requestAnimationFrame(() => this.cursor(this.time));
  }
}

// Curves beside the scene, with a line at the present moment. A click goes there.
import uPlot from "uplot";

const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#888888"];

export class Curves {
  constructor(parent, data, seek) {
    this.data = data;
    this.seek = seek;
    this.parent = parent;
    this.plots = [];
    this.name = "light";
    new ResizeObserver(() => this.resize()).observe(parent);
  }

  theme(name) {
    this.name = name;
    for (const p of this.plots) p.plot.destroy();
    this.parent.replaceChildren();
    this.plots = this.data.panels.map((panel) => this.make(panel));
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
    head.textContent = panel.title;
    box.append(head);
    this.parent.append(box);
    const axis = { stroke: ink, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 }, font: "11px system-ui, sans-serif" };
    const series = panel.curves.map((c, k) => ({
      // uPlot writes labels as markup: they stay out of it and go into the legend below as text
      label: "",
      stroke: COLOURS[k % COLOURS.length],
      width: 1.4,
      dash: k >= COLOURS.length ? [5, 3] : undefined,
      points: { show: false },
      // between pixels: smooth where outputs are close
      pxAlign: 0,
    }));
    const plot = new uPlot(
      {
        width: this.width(),
        height: 150,
        legend: { show: false },
        scales: { x: { time: false } },
        cursor: { drag: { x: true, y: false }, points: { size: 5 } },
        axes: [{ ...axis, size: 28 }, { ...axis, size: 54 }],
        series: [{}, ...series],
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
    if (panel.curves.length > 1) {
      const legend = document.createElement("div");
      legend.className = "legend";
      panel.curves.forEach((c, k) => {
        const entry = document.createElement("button");
        const sample = document.createElement("i");
        sample.style.background = COLOURS[k % COLOURS.length];
        entry.append(sample, document.createTextNode(c.name));
        entry.addEventListener("click", () => {
          const on = !plot.series[k + 1].show;
          plot.setSeries(k + 1, { show: on });
          entry.classList.toggle("off", !on);
        });
        legend.append(entry);
      });
      box.append(legend);
    }
    return { plot, line };
  }

  cursor(t) {
    this.time = t;
    for (const { plot, line } of this.plots) {
      const x = plot.valToPos(t, "x");
      line.style.transform = `translateX(${x}px)`;
      line.hidden = !(x >= 0 && x <= plot.over.clientWidth);
    }
  }

  resize() {
    for (const { plot } of this.plots) plot.setSize({ width: this.width(), height: 150 });
    if (this.time !== undefined) requestAnimationFrame(() => this.cursor(this.time));
  }
}

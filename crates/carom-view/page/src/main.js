// The page of a run. Everything that comes from the model goes into the page as text, never as markup.
import { read, frame } from "./data.js";
import { Stage } from "./stage.js";
import { Curves } from "./curves.js";
import { Phase } from "./phase.js";
import * as save from "./save.js";

const get = (id) => document.getElementById(id);

function make(tag, parent, text, classes) {
  const e = document.createElement(tag);
  if (text !== undefined) e.textContent = text;
  if (classes) e.className = classes;
  if (parent) parent.append(e);
  return e;
}

function start() {
  const data = read();
  document.title = `${data.title || "Run"} - Carom`;
  get("title").textContent = data.title;
  get("subtitle").textContent = data.subtitle;
  const stage = new Stage(get("stage"), data);
  const { first, last } = data;
  const state = { time: first, playing: false, speed: data.speed, first, last };
  const curves = new Curves(get("curves"), data, (t) => seek(t));
  const phase = new Phase(get("phase"), data);
  curves.onzoom = (stretch) => phase.zoom(stretch);
  const slider = get("time");

  function seek(t) {
    state.time = Math.min(Math.max(t, first), last);
    stage.seek(state.time);
    curves.cursor(state.time);
    phase.cursor(state.time);
    slider.value = last > first ? ((state.time - first) / (last - first)) * 1e6 : 0;
    slider.setAttribute("aria-valuetext", String(state.time));
    get("now").textContent = `${state.time.toFixed(data.digits)} ${data.units.time}`;
    mark();
  }

  function play(on) {
    state.playing = on;
    if (on && state.time >= last) state.time = first;
    get("play").textContent = on ? "❚❚" : "▶";
    get("play").setAttribute("aria-label", on ? "pause" : "play");
  }

  let before = 0;
  function tick(now) {
    if (state.playing) {
      const t = state.time + Math.min((now - before) / 1000, 0.1) * state.speed;
      if (t >= last && get("loop").checked) seek(first);
      else {
        seek(t);
        if (t >= last) {
          play(false);
          stage.render();
          record(false);
        }
      }
    }
    before = now;
    stage.render();
    requestAnimationFrame(tick);
  }

  // A film from the beginning to the end, at the speed that is chosen.
  let recording;
  function record(on) {
    if (!on) recording?.stop();
    else if (!recording) {
      get("loop").checked = false;
      seek(first);
      recording = save.film(get("stage"), data.name);
      recording.done.then(() => (recording = undefined)).then(() => get("film").classList.remove("on"));
      play(true);
    }
    if (on) get("film").classList.add("on");
    return recording?.done;
  }
  get("film").hidden = !save.makesFilms();
  get("film").addEventListener("click", () => {
    const on = !recording;
    record(on);
    if (!on) play(false);
  });
  const picture = () => {
    stage.dirty = true;
    stage.render();
    return save.picture(get("stage"), data.name);
  };
  get("picture").addEventListener("click", picture);

  // Steps from output to output.
  function step(n) {
    play(false);
    const [k, share] = frame(data.times, state.time);
    const next = n < 0 && share > 0 ? k : k + n;
    seek(data.times[Math.min(Math.max(next, 0), data.times.length - 1)]);
  }

  function jump(n) {
    play(false);
    const eps = (last - first) * 1e-12;
    const times = data.events.map((e) => e.time);
    const found = n > 0 ? times.find((t) => t > state.time + eps) : times.findLast((t) => t < state.time - eps);
    if (found !== undefined) seek(found);
  }

  // The list of events; the last one that has happened is marked.
  const rows = [];
  const list = get("events");
  data.events.forEach((e, k) => {
    if (k >= 3000) return;
    const row = make("button", list, undefined, "event");
    row.dataset.time = e.time;
    make("i", row).style.background = e.colour;
    make("span", row, e.time.toPrecision(8), "number");
    make("span", row, e.kind);
    make("span", row, e.element, "quiet");
    row.addEventListener("click", () => {
      play(false);
      seek(e.time);
    });
    rows.push(row);
  });
  if (data.events.length > rows.length) make("p", list, `and ${data.events.length - rows.length} more`, "quiet");
  if (!rows.length) make("p", list, "none", "quiet");
  list.classList.toggle("none", !rows.length);
  let marked = -1;
  function mark() {
    let low = -1;
    let high = rows.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (data.events[middle].time <= state.time) low = middle;
      else high = middle - 1;
    }
    if (low === marked) return;
    rows[marked]?.classList.remove("on");
    rows[low]?.classList.add("on");
    if (low >= 0 && !list.matches(":hover")) list.scrollTop = rows[low].offsetTop - list.clientHeight / 2;
    marked = low;
  }

  // Ticks of events over the slider.
  const ticks = get("ticks");
  const seen = new Set();
  for (const e of data.events) {
    const at = last > first ? (e.time - first) / (last - first) : 0;
    const key = `${Math.round(at * 1000)} ${e.colour}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const t = make("i", ticks);
    t.style.left = `${100 * at}%`;
    t.style.background = e.colour;
  }

  get("find-curve").addEventListener("input", (e) => curves.find(e.target.value));
  get("find-curve").hidden = data.panels.length < 2;

  // Parts: visible or not, each with its colour.
  const partRows = [];
  get("find-part").hidden = data.parts.length < 8;
  get("find-part").addEventListener("input", (e) => {
    const letters = e.target.value.trim().toLowerCase();
    data.parts.forEach((p, k) => (partRows[k].hidden = !`${p.name} ${p.element}`.toLowerCase().includes(letters)));
  });
  data.parts.forEach((p, k) => {
    const row = make("label", get("parts"), undefined, "part");
    partRows.push(row);
    const box = make("input", row);
    box.type = "checkbox";
    box.checked = true;
    box.addEventListener("change", () => stage.showPart(k, box.checked));
    make("i", row).style.background = `#${p.colour.toString(16).padStart(6, "0")}`;
    make("span", row, p.name);
    if (p.name !== p.element) make("span", row, p.element, "quiet");
    if (!p.ground) {
      const follow = make("button", row, "◎", "follow");
      follow.title = "let the camera follow";
      follow.addEventListener("click", (event) => {
        event.preventDefault();
        stage.follow = stage.follow === k ? -1 : k;
        for (const b of document.querySelectorAll(".follow")) b.classList.remove("on");
        follow.classList.toggle("on", stage.follow === k);
      });
    }
  });
  for (const box of document.querySelectorAll("[data-layer]")) {
    stage.show(box.dataset.layer, box.checked);
    box.addEventListener("change", () => stage.show(box.dataset.layer, box.checked));
  }
  get("scale").addEventListener("input", (e) => {
    stage.scale = 10 ** Number(e.target.value);
    seek(state.time);
  });
  for (const b of document.querySelectorAll("[data-view]")) b.addEventListener("click", () => stage.view(b.dataset.view));

  slider.addEventListener("input", () => {
    play(false);
    seek(first + (slider.value / 1e6) * (last - first));
  });
  get("play").addEventListener("click", () => play(!state.playing));
  get("back").addEventListener("click", () => jump(-1));
  get("next").addEventListener("click", () => jump(1));
  const speed = get("speed");
  for (let k = -3; k <= 3; k++) {
    for (const m of [1, 2, 5]) {
      const v = m * 10 ** k * 10 ** Math.round(Math.log10(data.speed));
      const o = make("option", speed, `× ${Number(v.toPrecision(3))}`);
      o.value = v;
      if (Math.abs(v / data.speed - 1) < 1e-6) o.selected = true;
    }
  }
  speed.addEventListener("change", () => (state.speed = Number(speed.value)));

  function theme(name) {
    document.documentElement.dataset.theme = name;
    stage.background(name === "dark" ? 0x16181c : 0xf4f6f8);
    curves.theme(name);
    curves.cursor(state.time);
    phase.theme(name);
  }
  const dark = () => document.documentElement.dataset.theme === "dark";
  get("theme").addEventListener("click", () => theme(dark() ? "light" : "dark"));
  get("help").addEventListener("click", () => get("keys").toggleAttribute("open"));

  const keys = {
    " ": () => play(!state.playing),
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
    ArrowDown: () => jump(1),
    ArrowUp: () => jump(-1),
    Home: () => seek(first),
    End: () => seek(last),
    f: () => stage.view("default"),
    1: () => stage.view("iso"),
    2: () => stage.view("front"),
    3: () => stage.view("right"),
    4: () => stage.view("top"),
    d: () => theme(dark() ? "light" : "dark"),
    p: () => document.body.classList.toggle("wide"),
    x: () => get("phase").toggleAttribute("open"),
    s: picture,
    "?": () => get("keys").toggleAttribute("open"),
  };
  window.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.target.tagName === "SELECT" || e.target.type === "search") return;
    const act = keys[e.key];
    if (!act) return;
    e.preventDefault();
    if (e.target.tagName === "BUTTON") e.target.blur();
    act();
  });
  theme(window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  seek(first);
  requestAnimationFrame(tick);
  // For tests and for those who look under the bonnet.
  window.carom = { data, state, stage, curves, phase, seek, play, step, jump, theme, picture, record };
  document.body.dataset.ready = "yes";
}

try {
  start();
} catch (e) {
  const p = make("p", document.body, `This page could not be shown: ${e.message}`, "failure");
  p.setAttribute("role", "alert");
  throw e;
}

"use strict";

// Shows a replay, given all that the page shows of it.
function showReplay(data) {
  const { $, make, draw, hue, signed } = gosu;
  const END = data.decisions.length;
  let step = 0, view = 0, timer = null;

  // A text is the same for every viewer, or a list with one for each.
  const told = (text) => (Array.isArray(text) ? text[view] : text);

  // ---------------------------------------------------------------------------------------------- the table

  // data.frames[view] holds, for every position, the places that vanish and those that come.
  const frames = data.frames.map((changes) => {
    let now = new Set();
    return changes.map(([gone, come]) => {
      now = new Set(now);
      gone.forEach((place) => now.delete(place));
      come.forEach((place) => now.add(place));
      return now;
    });
  });
  const picture = new gosu.Picture($("table"), data.fonts, data.size, data.regions[data.view]);
  const markup = (part) => data.parts[part].map((line) => data.lines[line]).join("\n");

  function showTable(before) {
    picture.divide(data.regions[view]);
    picture.show([...frames[view][step]].map((place) => data.places[place]), markup, before !== null);
    picture.spot(picture.readable());
  }

  // ---------------------------------------------------------------------------------------------- the decision

  function options(decision) {
    const chances = decision.chances;
    const order = decision.options.map((_, i) => i);
    if (chances) order.sort((a, b) => chances[b] - chances[a] || a - b);
    const list = make("ul", { class: chances ? "options" : "options plain" });
    for (const i of order) {
      const item = make("li", i === decision.chosen ? { class: "chosen" } : {});
      const bar = make("span", { title: decision.options[i] });
      if (chances) bar.append(make("i", { style: `width:${(100 * chances[i]).toFixed(1)}%` }));
      bar.append(make("em", {}, decision.options[i]));
      item.append(bar);
      if (chances) item.append(make("output", {}, `${(100 * chances[i]).toFixed(chances[i] < 0.0995 ? 1 : 0)} %`));
      list.append(item);
    }
    return list;
  }

  function gauge(value) {
    const width = Math.min(Math.abs(value), 1) * 50;
    return make("div", { class: "gauge" }, make("i", { style: `width:${width}%;left:${value < 0 ? 50 - width : 50}%` }));
  }

  function showDecision() {
    const panel = $("decision");
    panel.replaceChildren();
    panel.scrollTop = 0;
    if (step === END) {
      panel.style.setProperty("--seat", "var(--gold)");
      panel.append(make("h2", {}, data.outcome[0]), make("p", {}, data.outcome[1]));
      if (data.returns) {
        for (const [seat, value] of data.returns.entries()) {
          const line = make("p", {}, make("b", { style: `color:${hue(seat)}` }, `seat ${seat}`));
          line.append(` ${data.agents[seat]}: ${signed(value)}`);
          panel.append(line);
        }
      }
      return;
    }
    const decision = data.decisions[step];
    panel.style.setProperty("--seat", hue(decision.seat));
    panel.append(
      make("h2", {}, `Seat ${decision.seat} · ${data.agents[decision.seat]}`),
      make("p", { class: "soft" }, `round ${decision.round} · decision ${step} of ${END}`),
      make("p", {}, `${decision.question[0].toUpperCase()}${decision.question.slice(1)}.`),
      make("p", {}, make("b", {}, told(decision.told))),
    );
    if (view > 0 && data.views[view] !== decision.seat) {
      panel.append(make("p", { class: "soft" }, "Its choices are not for this seat to see."));
      return;
    }
    if (decision.note) panel.append(make("p", { class: "note" }, decision.note));
    if (decision.value !== null) {
      panel.append(make("p", { class: "soft" }, `expects a return of ${signed(decision.value)}`), gauge(decision.value));
    }
    panel.append(options(decision));
  }

  // ---------------------------------------------------------------------------------------------- the log

  const rows = [];

  function writeLog() {
    const log = $("log");
    log.replaceChildren();
    rows.length = 0;
    let round = -1;
    data.decisions.forEach((decision, number) => {
      const item = make("li", decision.turn ? { class: "turn" } : {});
      if (decision.round !== round) {
        round = decision.round;
        log.append(make("h3", {}, round ? `Round ${round}` : "Before the first round"));
      }
      const who = make("b", { style: `--seat:${hue(decision.seat)}` });
      const before = data.decisions[number - 1];
      if (decision.turn || !before || before.seat !== decision.seat) who.append(`seat ${decision.seat}`);
      const row = make("button", { type: "button" }, make("span", {}, `${number}`), who, make("span", {}, told(decision.told)));
      row.addEventListener("click", () => go(number));
      item.append(row, ...decision.sequel.map((line) => make("p", {}, told(line))));
      log.append(item);
      rows.push(item);
    });
    const end = make("button", { type: "button" }, make("span", {}, `${END}`), make("b"), make("span", {}, data.outcome[0]));
    end.addEventListener("click", () => go(END));
    const last = make("li", { class: "turn" }, end);
    log.append(last);
    rows.push(last);
  }

  function showLog() {
    rows.forEach((row, number) => {
      row.classList.toggle("ahead", number > step);
      const button = row.querySelector("button");
      if (number === step) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    const log = $("log"), row = rows[step];
    const top = row.offsetTop - log.offsetTop;
    if (top < log.scrollTop + 40 || top > log.scrollTop + log.clientHeight - 60) log.scrollTop = top - log.clientHeight / 2;
  }

  // ---------------------------------------------------------------------------------------------- the curves

  // A chart has a line for every seat: a number at every position, or null where nothing is known.
  const charts = data.charts.map(({ title, lines, high, ticks }, number) => {
    const top = Math.max(high, ...lines.flat());
    const low = Math.min(0, ...lines.flat());
    return {
      id: `chart${number}`, title, lines, low, high: top > low ? top : low + 1, stepped: true,
      ticks: ticks.length ? ticks : [0, 0.5, 1].map((share) => Math.round(low + (top - low) * share)),
    };
  });
  for (const { id, title } of charts) {
    const figure = make("figure", { class: "panel" }, make("figcaption", {}, `${title} `, make("span", { id: `${id}-now` })));
    draw("svg", { id }, figure);
    $("value").closest("figure").before(figure);
  }
  charts.push({ id: "value", lines: data.value, low: -1, high: 1, ticks: [-1, 0, 1], secret: true });
  for (const chart of charts) {
    if (chart.lines.every((line) => line.every((value) => value === null))) $(chart.id).closest("figure").remove();
  }
  const alive = charts.filter((chart) => $(chart.id));
  const LEFT = 22, RIGHT = 6, TOP = 8, BOTTOM = 16;

  // What a seat expects is for that seat alone.
  const hidden = (chart, seat) => chart.secret && view > 0 && data.views[view] !== seat;

  function drawChart(chart) {
    const svg = $(chart.id), width = svg.clientWidth, height = svg.clientHeight;
    svg.replaceChildren();
    chart.x = (position) => LEFT + (position / Math.max(END, 1)) * (width - LEFT - RIGHT);
    chart.y = (value) => TOP + (1 - (value - chart.low) / (chart.high - chart.low)) * (height - TOP - BOTTOM);
    let start = 0;
    const rounds = data.decisions.map((decision) => decision.round).concat(-1);
    rounds.forEach((round, position) => {
      if (position === 0 || round === rounds[position - 1]) return;
      const [a, b] = [chart.x(start), chart.x(position)];
      if (rounds[start] % 2 === 1) {
        draw("rect", { x: a, y: TOP, width: b - a, height: height - TOP - BOTTOM, fill: "var(--band)" }, svg);
      }
      if (b - a > 12 && rounds[start] > 0) {
        const label = b - a > 50 ? `round ${rounds[start]}` : `${rounds[start]}`;
        draw("text", { x: (a + b) / 2, y: height - 4, "text-anchor": "middle" }, svg).textContent = label;
      }
      start = position;
    });
    for (const tick of chart.ticks) {
      draw("line", { x1: LEFT, x2: width - RIGHT, y1: chart.y(tick), y2: chart.y(tick), stroke: "var(--edge)" }, svg);
      draw("text", { x: LEFT - 5, y: chart.y(tick) + 3.5, "text-anchor": "end" }, svg).textContent = `${tick}`.replace("-", "−");
    }
    chart.lines.forEach((line, seat) => {
      if (hidden(chart, seat)) return;
      const lift = chart.stepped ? (seat - (chart.lines.length - 1) / 2) * 2 : 0;  // lines that meet stay apart
      let path = "", dots = "";
      line.forEach((value, position) => {
        if (value === null) return;
        const x = chart.x(position).toFixed(1), y = (chart.y(value) + lift).toFixed(1);
        path += !path ? `M${x} ${y}` : chart.stepped ? `H${x}V${y}` : `L${x} ${y}`;
        if (!chart.stepped) dots += `M${x} ${y}h0`;
      });
      draw("path", { d: path, fill: "none", stroke: hue(seat), "stroke-width": 2, "stroke-linejoin": "round" }, svg);
      if (dots) draw("path", { d: dots, stroke: hue(seat), "stroke-width": 5, "stroke-linecap": "round" }, svg);
    });
    chart.cursor = draw("g", {}, svg);
    showCursor(chart);
  }

  function showCursor(chart) {
    const svg = $(chart.id), x = chart.x(step), bottom = svg.clientHeight - BOTTOM;
    chart.cursor.replaceChildren();
    draw("line", { x1: x, x2: x, y1: TOP - 4, y2: bottom, stroke: "var(--glow)", "stroke-width": 2 }, chart.cursor);
    const now = $(`${chart.id}-now`);
    now.replaceChildren();
    chart.lines.forEach((line, seat) => {
      let at = step;
      while (at > 0 && line[at] === null) at -= 1;
      if (line[at] === null || hidden(chart, seat)) return;
      now.append(make("b", { style: `color:${hue(seat)}` }, chart.stepped ? `${line[at]}` : signed(line[at])));
    });
  }

  for (const chart of alive) {
    const svg = $(chart.id);
    const point = (event) => {
      const x = event.clientX - svg.getBoundingClientRect().left;
      go(Math.round(((x - LEFT) / (svg.clientWidth - LEFT - RIGHT)) * END));
    };
    svg.addEventListener("pointerdown", (event) => { svg.setPointerCapture(event.pointerId); point(event); });
    svg.addEventListener("pointermove", (event) => { if (event.buttons) point(event); });
    new ResizeObserver(() => drawChart(chart)).observe(svg);
  }

  // ---------------------------------------------------------------------------------------------- moving

  function show(before) {
    showTable(before);
    showDecision();
    showLog();
    alive.forEach((chart) => chart.cursor && showCursor(chart));
    $("slider").value = step;
    $("counter").value = `${step} / ${END}`;
    history.replaceState(null, "", `#${step}`);
    if (step === END) pause();
  }

  function go(position) {
    const wanted = Math.min(Math.max(position, 0), END);
    if (wanted === step) return;
    const before = wanted === step + 1 ? step : null;
    step = wanted;
    show(before);
  }

  function turn(direction) {
    let position = step + direction;
    while (position > 0 && position < END && !data.decisions[position].turn) position += direction;
    go(position);
  }

  function pause() {
    clearInterval(timer);
    timer = null;
    $("play").classList.remove("playing");
    $("play").setAttribute("aria-label", "Play");
  }

  function play() {
    if (step === END) go(0);
    clearInterval(timer);
    timer = setInterval(() => go(step + 1), Number($("speed").value));
    $("play").classList.add("playing");
    $("play").setAttribute("aria-label", "Pause");
  }

  const toggle = () => (timer === null ? play() : pause());
  const buttons = {
    first: () => go(0), last: () => go(END), back: () => go(step - 1), on: () => go(step + 1),
    "back-turn": () => turn(-1), "on-turn": () => turn(1), play: toggle,
  };
  for (const [id, act] of Object.entries(buttons)) $(id).addEventListener("click", act);
  $("slider").max = END;
  $("slider").addEventListener("input", () => go(Number($("slider").value)));
  $("speed").addEventListener("change", () => { if (timer !== null) play(); });
  $("view").addEventListener("change", () => {
    view = Number($("view").value);
    writeLog();
    alive.forEach(drawChart);
    show(null);
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "SELECT") return;
    const keys = {
      ArrowLeft: () => (event.shiftKey ? turn(-1) : go(step - 1)),
      ArrowRight: () => (event.shiftKey ? turn(1) : go(step + 1)),
      Home: () => go(0),
      End: () => go(END),
      " ": toggle,
    };
    if (!(event.key in keys) || (event.key === " " && event.target.closest(".buttons"))) return;
    event.preventDefault();
    keys[event.key]();
  });
  window.addEventListener("hashchange", () => go(Number(location.hash.slice(1)) || 0));

  // ---------------------------------------------------------------------------------------------- the beginning

  data.agents.forEach((agent, seat) => {
    const item = make("li", { style: `--seat:${hue(seat)}` }, make("b", {}, `seat ${seat}`), ` ${agent}`);
    if (data.winners.includes(seat)) item.className = "won";
    $("players").append(item);
  });
  $("facts").textContent = data.facts;
  data.views.forEach((seat, number) => {
    $("view").append(make("option", { value: number }, seat === null ? "all: hands open" : `seat ${seat}`));
  });
  view = data.view;
  $("view").value = view;
  step = Math.min(Math.max(Number(location.hash.slice(1)) || 0, 0), END);
  writeLog();
  show(null);
}

if (document.getElementById("data")) showReplay(JSON.parse(document.getElementById("data").textContent));

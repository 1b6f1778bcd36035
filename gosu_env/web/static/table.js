"use strict";
(() => {
  const { $, make, hue, signed } = gosu;
  const name = location.pathname.split("/").pop(), token = location.hash.slice(1);
  let socket = null, waits = 500, picture = null, state = null, people = [], chosen = null, hint = null, coaching = false;
  const parts = new Map(), ONLOOKER = -1;
  let watch = null, straying = false;

  // ---------------------------------------------------------------------------------------------- the line

  function connect() {
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
    socket.onopen = () => say({ type: "sit", table: name, token });
    socket.onmessage = (event) => hear(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (state === null && event.code === 1000) return;
      problem("Not connected; trying again …");
      setTimeout(connect, waits);
      waits = Math.min(waits * 1.7, 8000);
    };
  }

  let ready = () => {};

  function patient(otherwise = "") {
    ready();
    ready = gosu.wait($("patience"), otherwise, 2500);
  }

  const say = (message) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message));

  function problem(text) {
    $("problem").textContent = text;
    $("problem").hidden = !text;
  }

  const hearers = {
    table: showTable, people: showPeople, station: showStation, hint: showHint, review: showReview,
    refused: ({ text, seated }) => {
      problem(text);
      if (!seated) socket.onclose = () => {};
      else if (state) showDecision();
    },
    trouble: ({ text }) => problem(text),
    gone: ({ text }) => {
      socket.onclose = () => {};
      problem(text);
      $("decision").replaceChildren(make("a", { href: "/" }, "All tables"));
    },
  };

  function hear(message) {
    if (!["people", "station"].includes(message.type)) ready();
    if (message.type === "table" && !message.decision && !message.over) patient();
    const handle = hearers[message.type];
    if (handle) handle(message);
  }

  // ---------------------------------------------------------------------------------------------- the table

  // Cards that are turned over or lost by force, by what the rules tell.
  function verbs(events) {
    const of = (motion) => new Set(events.filter((event) => event.card && event.motion === motion).map(({ card }) => card));
    return { turned: of("turned"), struck: of("struck") };
  }

  function showTable(told) {
    waits = 500;
    problem("");
    if (told.anew) parts.clear();
    const moving = Boolean(!told.anew && state && state.seat === told.seat && told.number === state.number + 1);
    for (const [number, markup] of Object.entries(told.parts)) parts.set(Number(number), markup);
    if (!picture) {
      picture = new gosu.Picture($("table"), told.fonts, told.size, told.regions);
      picture.onPoint = point;
    }
    picture.divide(told.regions);
    const again = state && state.number === told.number && state.seat === told.seat;
    state = told;
    if (!again) {
      chosen = null;
      hint = null;
    }
    Object.assign(document.body.dataset, { number: told.number, deciding: told.decision ? "me" : told.over ? "over" : "other" });
    document.title = `${told.decision ? "● " : ""}${told.title}`;
    $("title").firstChild.textContent = told.title;
    $("top").textContent = told.top;
    picture.lit = new Set();
    picture.show(told.places, (part) => parts.get(part), moving, verbs(told.events));
    picture.spot(told.spots);
    writeLog(told.log, moving);
    showDeal(told.deal);
    if (moving) for (const { seat, aloud } of told.events) if (aloud) announce(`${aloud}: seat ${seat}`);
    showPeople({});
    if (told.over) $("pace").hidden = true;
    showDecision(true);
    if (coaching && told.decision) askCoach();
  }

  // Nobody can know the deal in advance, and everybody can check it afterwards.
  function showDeal(deal) {
    $("deal").hidden = !deal;
    if (!deal) return;
    const words = deal.secret
      ? `The secret was ${deal.secret}; with the number ${deal.wish} it gives the seed ${deal.seed}.`
      : `From a secret of the server, shown after the game, and the number ${deal.wish}.`;
    $("deal").querySelector("p").textContent = `${words} SHA-256 of the secret: ${deal.commitment}.`;
  }

  function showPeople(told) {
    if (told.people) {
      people = told.people;
      if (state && !state.decision && !state.over) showDecision();  // it names who is waited for
    }
    if (told.pace !== undefined) {
      const speeds = [...$("speed").options].map((option) => Number(option.value));
      $("speed").value = `${speeds.reduce((a, b) => (Math.abs(b - told.pace) < Math.abs(a - told.pace) ? b : a))}`;
      $("pause").textContent = told.paused ? "Go on" : "Pause";
      $("pause").setAttribute("aria-pressed", told.paused);
      const looksOn = Boolean(state && state.seat === ONLOOKER);
      $("pace").hidden = looksOn || !people.some((person) => person.agent) || Boolean(state && state.over);
      const watching = people.every((person) => person.agent);
      $("eyes-label").hidden = !watching;
      $("coach").hidden = watching || looksOn;
      watch = watching ? null : told.watch;
      $("invite").hidden = !watch;
      $("onlookers").textContent = told.onlookers ? `${told.onlookers} look${told.onlookers === 1 ? "s" : ""} on` : "";
      if (watching && $("eyes").length === 0) {
        $("eyes").append(make("option", { value: "" }, "all: hands open"));
        people.forEach((person, seat) => $("eyes").append(make("option", { value: seat }, `seat ${seat}`)));
      }
    }
    $("people").replaceChildren(...people.map((person, seat) => {
      const item = make("li", { style: `--seat:${hue(seat)}` }, make("b", {}, `seat ${seat}`), ` ${person.name}`);
      if (state && seat === state.seat) item.append(make("small", {}, " · you"));
      if (state && state.over && state.over.winners.includes(seat)) item.append(" ★");
      if (state && state.deciding === seat) item.classList.add("turn");
      if (state && state.deciding === seat) item.append(make("small", {}, person.agent ? " · thinks" : " · decides"));
      if (!person.here) {
        item.classList.add("away");
        item.append(make("small", {}, " · away"));
      }
      if (state) item.title = state.scores[seat];
      return item;
    }));
  }

  // ---------------------------------------------------------------------------------------------- choosing

  // What remains of the choices: those that aim at the place that was pointed at.
  function offered() {
    const all = state.decision ? state.decision.choices : [];
    return chosen === null ? all : all.filter((choice) => choice.place === chosen);
  }

  function point(place, note, event) {
    if (!state.decision || place === null || !picture.lit.has(place)) return;
    if (chosen === place && offered().length === 1) {
      choose(offered()[0]);
      return;
    }
    chosen = place;
    showDecision();
    if (event && event.key) focusChoice();
  }

  function focusChoice() {
    const first = $("choices") && $("choices").querySelector("button");
    if (first) first.focus();
  }

  function choose(choice) {
    gosu.unread();
    say({ type: "act", number: state.number, action: choice.action });
    for (const button of $("decision").querySelectorAll("button")) button.disabled = true;
  }

  // What was picked is let go; then the last decision of an unfinished choice is taken back. Esc that closes
  // the text of a card that was come to by keyboard does no more.
  function back(event) {
    const closed = event.defaultPrevented && document.activeElement.matches(".spot:focus-visible");
    if (chosen !== null) {
      chosen = null;
      showDecision();
      focusChoice();
    } else if (state && (state.back || straying) && !closed) {
      say({ type: "back", number: state.number });
    }
  }

  function bar() {
    const found = [];
    if (chosen !== null) {
      const undo = make("button", { type: "button", id: "undo" }, "‹ Back to all choices (Esc)");
      undo.addEventListener("click", back);
      found.push(undo);
    } else if (state.back) {
      const undo = make("button", { type: "button", id: "take-back" }, "‹ Take back (Esc)");
      undo.addEventListener("click", back);
      found.push(undo);
    }
    if (chosen === null && !coaching) {
      const ask = make("button", { type: "button", id: "hint" }, "Hint (h)");
      ask.addEventListener("click", askCoach);
      found.push(ask);
    }
    return make("div", { class: "bar" }, ...found);
  }

  function askCoach() {
    say({ type: "hint" });
    patient("The coach thinks …");
  }

  function choiceButton(choice, key) {
    const words = make("span", { class: "words" }, choice.text[0].toUpperCase() + choice.text.slice(1));
    const side = make("span", {});
    if (choice.price) side.append(make("span", { class: "cost" }, `pay ${choice.price}`));
    const button = make("button", { type: "button", "data-action": choice.action }, make("kbd", {}, key < 10 ? `${(key + 1) % 10}` : ""), words, side);
    if (hint) {
      const chance = hint.chances[choice.action], promise = hint.promises[choice.action];
      if (chance !== undefined) button.prepend(make("i", { style: `width:${(100 * chance).toFixed(1)}%` }));
      if (chance !== undefined) side.append(make("output", {}, ` ${(100 * chance).toFixed(0)} %`));
      else if (promise !== undefined) side.append(make("output", { title: "the return that the coach expects" }, ` ${signed(promise)}`));
      if (choice.action === hint.action) button.classList.add("advised");
    }
    button.addEventListener("click", () => choose(choice));
    const read = () => {
      picture.light(picture.lit, choice.place);
      gosu.read(choice.note, button.getBoundingClientRect());
    };
    button.addEventListener("pointerenter", (event) => { if (event.pointerType === "mouse") read(); });
    button.addEventListener("pointerleave", gosu.unread);
    button.addEventListener("focus", () => { if (button.matches(":focus-visible")) read(); });
    button.addEventListener("blur", gosu.unread);
    return button;
  }

  function showDecision(fresh = false) {
    const panel = $("decision"), decision = state.decision;
    panel.replaceChildren();
    if (fresh) panel.scrollTop = 0;
    panel.style.setProperty("--seat", state.over ? "var(--gold)" : hue(state.deciding));
    if (state.over) {
      showEnd(panel);
      return;
    }
    if (!decision) {
      const person = people[state.deciding];
      const who = `seat ${state.deciding}${person ? `, ${person.name},` : ""}`;
      panel.append(make("h2", {}, `Waiting for ${who} to decide …`));
      picture.light(new Set(), null);
      return;
    }
    panel.append(make("h2", {}, decision.question));
    if (decision.looked) panel.append(make("p", {}, decision.looked));
    if (decision.source) panel.append(make("p", { class: "source" }, decision.source));
    const places = decision.choices.map((choice) => choice.place).filter((place) => place !== null);
    if (chosen === null && new Set(places).size) {
      panel.append(make("p", { class: "soft" }, "Pick a lit card on the table, or a choice below."));
    }
    if (hint) {
      const value = hint.value === null ? "" : ` and expects a return of ${signed(hint.value)}`;
      const would = decision.choices.find((choice) => choice.action === hint.action);
      if (would) panel.append(make("p", { class: "soft", id: "advice" }, `The coach, ${hint.coach}, would ${would.text}${value}.`));
    }
    panel.append(bar());
    const list = make("ol", { id: "choices" });
    offered().forEach((choice, key) => list.append(make("li", {}, choiceButton(choice, key))));
    panel.append(list);
    picture.light(new Set(places), chosen);
  }

  function showEnd(panel) {
    const { over } = state;
    const won = state.seat !== null && over.winners.includes(state.seat);
    panel.append(make("h2", {}, won ? "You win!" : over.title), make("p", {}, over.how));
    people.forEach((person, seat) => {
      const line = make("p", {}, make("b", { style: `color:${hue(seat)}` }, `seat ${seat}`), ` ${person.name}: ${state.scores[seat]}`);
      panel.append(line);
    });
    const look = make("button", { type: "button", id: "look-back" }, "Your costliest decisions");
    look.addEventListener("click", () => {
      look.disabled = true;
      look.textContent = "The coach looks at your game …";
      say({ type: "review" });
      patient();
    });
    const step = make("button", { type: "button", id: "step" }, "Step through it");
    step.addEventListener("click", () => { location.href = `/replay#${name}.${token}`; });
    const file = make("button", { type: "button", id: "save" }, "Save the replay");
    file.addEventListener("click", () => save("replay.gosu"));
    const page = make("button", { type: "button", id: "save-page" }, "Save as one HTML page");
    page.addEventListener("click", () => save("replay.html"));
    panel.append(make("div", { class: "bar" }, ...(state.seat === null || state.seat === ONLOOKER ? [] : [look]), step, file, page));
    panel.append(make("a", { href: "/", class: "soft" }, "All tables"));
    picture.light(new Set(), null);
  }

  async function save(what) {
    const answer = await fetch(`/api/tables/${name}/${what}`, { method: "POST", body: JSON.stringify({ token }) });
    if (!answer.ok) {
      problem((await answer.json()).error);
      return;
    }
    const url = URL.createObjectURL(await answer.blob());
    make("a", { href: url, download: `${name}.${what.split(".").pop()}` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }

  // ---------------------------------------------------------------------------------------------- coach and course

  function showHint(told) {
    if (!state.decision || told.number !== state.number) return;
    hint = told;
    showDecision();
  }

  function showReview({ coach, costliest }) {
    const panel = $("review");
    panel.hidden = false;
    panel.replaceChildren(make("h2", {}, `What ${coach} would have done`));
    if (!costliest.length) {
      panel.append(make("p", {}, "Nothing that you did cost you much, as far as the coach can tell."));
      return;
    }
    const list = make("ol");
    for (const each of costliest) {
      const item = make("li", {}, `Round ${each.round}: you chose “${each.chosen}” (${signed(each.promised)}). `);
      item.append(`Better: “${each.better}” (${signed(each.possible)}). `, make("b", {}, `Cost ${each.cost.toFixed(2)}.`));
      list.append(item);
    }
    panel.append(list, make("p", { class: "soft" }, "Returns go from −1, lost, to +1, won; they are what the coach’s network expects of what you knew then."));
    const look = $("look-back");
    if (look) look.remove();
  }

  function showStation(told) {
    const panel = $("station");
    straying = Boolean(told.astray);
    panel.hidden = false;
    panel.classList.toggle("reached", told.reached);
    const steps = `${told.number + 1} of ${told.total}`;
    panel.replaceChildren(make("h2", {}, told.title), make("p", {}, told.text));
    const again = make("button", { type: "button", id: "again" }, "Try again");
    again.addEventListener("click", () => goTo(told.number));
    const row = make("div", { class: "bar" });
    if (told.reached && told.number + 1 < told.total) {
      const next = make("button", { type: "button", class: "main", id: "next" }, `Next (${told.number + 2} of ${told.total})`);
      next.addEventListener("click", () => goTo(told.number + 1));
      row.append(next);
    } else if (told.reached) {
      row.append(make("a", { href: "/", id: "next" }, "Play a whole game"));
    } else {
      row.append(make("span", { class: "soft" }, steps));
    }
    if (told.astray) {
      panel.append(make("p", { id: "astray", role: "alert" }, `“${told.astray[0].toUpperCase()}${told.astray.slice(1)}” is not what this step asks for.`));
      const take = make("button", { type: "button", class: "main", id: "astray-back" }, "Take it back");
      take.addEventListener("click", () => say({ type: "back", number: state.number }));
      const on = make("button", { type: "button", id: "astray-on" }, "Go on");
      on.addEventListener("click", () => say({ type: "on", number: state.number }));
      row.replaceChildren(take, on);  // another choice takes it back, too
    }
    row.append(again);
    panel.append(row);
  }

  async function goTo(station) {
    patient("Getting ready …");
    const answer = await fetch("/api/courses", { method: "POST", body: JSON.stringify({ game: state.game, station }) });
    const opened = await answer.json();
    ready();
    if (!answer.ok) {
      problem(opened.error);
      return;
    }
    location.replace(`/table/${opened.table}#${opened.seats[0].token}`);
  }

  // ---------------------------------------------------------------------------------------------- the log

  function writeLog({ from, lines }, aloud) {
    const list = $("log");
    while (list.children.length > from) list.lastChild.remove();
    for (const [words, seat, heading] of lines) {
      const item = make("li", seat === null ? {} : { style: `--seat:${hue(seat)}` }, words);
      if (heading) item.className = "head";
      else if (seat === null) item.className = "remark";
      if (aloud && seat === null && !heading) announce(words);
      list.append(item);
    }
    list.scrollTop = list.scrollHeight;
  }

  new ResizeObserver(() => { $("log").scrollTop = $("log").scrollHeight; }).observe($("log"));

  function announce(words) {
    const line = make("p", {}, words);
    $("banner").append(line);
    setTimeout(() => line.remove(), 3200);
  }

  // ---------------------------------------------------------------------------------------------- keys and buttons

  async function showRules() {
    const dialog = $("rules");
    if (!dialog.childElementCount && state) {
      const { rules, signs } = await (await fetch(`/api/help/${state.game}`)).json();
      const list = (rows) => make("dl", {}, ...rows.flatMap(([word, said]) => [make("dt", {}, word), make("dd", {}, said)]));
      const close = make("button", { type: "button", class: "main" }, "Back to the table");
      close.addEventListener("click", () => dialog.close());
      dialog.append(make("h2", { id: "rules-title" }, state.title), list(rules), make("h2", {}, "Signs"), list(signs));
      dialog.append(make("h2", {}, "Keys"), list([
        ["1 … 9, 0", "choose from the list"], ["Tab", "between the table and the choices"], ["arrows", "from card to card"],
        ["Enter", "what can be done with a card; once more does it, if it is one thing"], ["Esc, Backspace", "back to all choices; then takes an unfinished choice back, step by step"],
        ["h", "a hint"], ["?", "this page"],
      ]), close);
    }
    dialog.showModal();
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || $("rules").open) return;
    if (["SELECT", "INPUT"].includes(event.target.tagName)) return;
    const list = $("choices"), buttons = list ? [...list.querySelectorAll("button")] : [];
    if (/^[0-9]$/.test(event.key)) {
      const button = buttons[(Number(event.key) + 9) % 10];
      if (button && !button.disabled) button.click();
    } else if (["Escape", "Backspace"].includes(event.key)) {
      back(event);
    } else if (event.key === "h" && state && state.decision) {
      askCoach();
    } else if (event.key === "?") {
      showRules();
    } else if (["ArrowDown", "ArrowUp"].includes(event.key) && buttons.length) {
      const at = buttons.indexOf(document.activeElement), way = event.key === "ArrowDown" ? 1 : -1;
      buttons[at < 0 ? 0 : (at + way + buttons.length) % buttons.length].focus();
      event.preventDefault();
    }
  });

  $("coach").addEventListener("click", () => {
    coaching = !coaching;
    $("coach").setAttribute("aria-pressed", coaching);
    if (coaching && state && state.decision && !hint) askCoach();
    else if (state) showDecision();
  });
  $("help").addEventListener("click", showRules);
  $("invite").addEventListener("click", async () => {
    const url = `${location.origin}/table/${name}#${watch}`;
    try {
      await navigator.clipboard.writeText(url);
      announce("The link is copied. Whoever opens it sees what everybody at the table knows, and no hands.");
    } catch {
      prompt("Whoever opens this link sees what everybody at the table knows, and no hands:", url);
    }
  });
  const sayPace = (paused) => say({ type: "pace", pace: Number($("speed").value), paused });
  $("speed").addEventListener("change", () => sayPace($("pause").getAttribute("aria-pressed") === "true"));
  $("pause").addEventListener("click", () => sayPace($("pause").getAttribute("aria-pressed") !== "true"));
  $("eyes").addEventListener("change", () => {
    say({ type: "look", seat: $("eyes").value === "" ? null : Number($("eyes").value) });
  });
  window.addEventListener("hashchange", () => location.reload());
  gosu.theme($("theme"));
  connect();
})();

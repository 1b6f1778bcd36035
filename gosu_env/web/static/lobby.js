"use strict";
(() => {
  const { $, make, hue } = gosu;
  let games = [], game = null, chairs = [];

  function problem(text) {
    $("problem").textContent = text;
    $("problem").hidden = !text;
    if (text) $("problem").scrollIntoView({ block: "nearest" });
  }

  async function ask(path, body) {
    problem("");
    const ready = gosu.wait($("patience"), "Getting ready …");
    document.querySelector("main").inert = Boolean(body);  // one thing at a time
    try {
      const answer = await fetch(path, body && { method: "POST", body: JSON.stringify(body) });
      const told = await answer.json();
      if (!answer.ok) throw new Error(told.error || answer.statusText);
      return told;
    } catch (error) {
      problem(error.message === "Failed to fetch" ? "The server does not answer." : error.message);
      return null;
    } finally {
      ready();
      document.querySelector("main").inert = false;
    }
  }

  // ---------------------------------------------------------------------------------------------- what is asked for

  const plain = (name) => name.replaceAll("_", " ");
  const agentsHere = () => game.agents[chairs.length] || [];

  function chooseGame(wanted) {
    game = wanted;
    chairs = [null, agentsOf(game.players[0])[0]];
    while (chairs.length < game.players[0]) chairs.push(chairs[1]);
    for (const button of $("games").children) button.setAttribute("aria-checked", button.dataset.name === game.name);
    $("options").replaceChildren(
      ...game.options.map((name) => make("label", {}, make("input", { type: "checkbox", name }), plain(name))),
      ...Object.entries(game.numbers).map(([name, usual]) => {
        return make("label", {}, make("input", { type: "number", name, min: 0, placeholder: usual }), plain(name));
      }),
      ...Object.entries(game.lists).map(([name, words]) => {
        const boxes = words.map((word) => make("label", {}, make("input", { type: "checkbox", name, value: word }), word));
        return make("fieldset", {}, make("legend", {}, `${plain(name)}: as usual, if none is chosen`), ...boxes);
      }),
    );
    $("cards").value = "";
    showSeats();
  }

  const agentsOf = (players) => game.agents[players] || [];

  function showSeats() {
    const most = Math.max(...game.players), fewest = Math.min(...game.players);
    $("seats").replaceChildren(...chairs.map((chair, seat) => {
      const select = make("select", { "aria-label": `Who sits at seat ${seat}`, id: `seat-${seat}` });
      select.append(make("option", { value: "" }, seat === 0 ? "you" : "a person"));
      for (const agent of agentsHere()) select.append(make("option", { value: agent }, agent));
      if (chair && !agentsHere().includes(chair)) chairs[seat] = agentsHere()[0];
      select.value = chairs[seat] || "";
      select.addEventListener("change", () => { chairs[seat] = select.value || null; });
      const row = make("div", { class: "seat", style: `--seat:${hue(seat)}` }, make("b", {}, `Seat ${seat}`), select);
      if (seat === chairs.length - 1 && chairs.length > fewest) {
        const less = make("button", { type: "button", "aria-label": "One seat less", title: "One seat less" }, "−");
        less.addEventListener("click", () => { chairs.pop(); showSeats(); });
        row.append(less);
      }
      return row;
    }));
    if (chairs.length < most) {
      const more = make("button", { type: "button", class: "button", id: "more-seats" }, "+ one more seat");
      more.addEventListener("click", () => {
        chairs.push(agentsOf(chairs.length + 1)[0] || null);
        showSeats();
      });
      $("seats").append(more);
    }
  }

  async function wish(who) {
    const options = {};
    for (const box of $("options").querySelectorAll("input")) {
      if (box.validity.badInput) return problem(`${plain(box.name)} must be a whole number`);
      if (box.type === "number" && box.value !== "") options[box.name] = Number(box.value);
      else if (box.checked && box.closest("fieldset")) (options[box.name] ||= []).push(box.value);
      else if (box.checked) options[box.name] = true;
    }
    const seats = who.map((agent, seat) => (agent ? { agent } : seat === 0 && $("name").value ? { name: $("name").value } : {}));
    const asked = { game: game.name, seats, options };
    if ($("cards").files[0]) asked.cards = await $("cards").files[0].text();
    if ($("seed").value.trim()) asked.seed = $("seed").value.trim();
    return asked;
  }

  // A new table; null if it was refused, here or there.
  async function openTable(who) {
    const asked = await wish(who);
    return asked ? ask("/api/tables", asked) : null;
  }

  // ---------------------------------------------------------------------------------------------- tables

  const link = (table, token) => `${location.origin}/table/${table}#${token}`;

  // Links to one's own seats stay in this browser.
  function remember(table, token, owner, words) {
    const kept = recent();
    kept.unshift({ table, token, owner, words, at: Date.now() });
    keep(kept);
  }

  const keep = (kept) => localStorage.setItem("tables", JSON.stringify(kept.slice(0, 40)));

  function recent() {
    try {
      return JSON.parse(localStorage.getItem("tables")) || [];
    } catch {
      return [];
    }
  }

  // Tables that the server does not have any more are forgotten.
  async function showRecent() {
    let kept = recent();
    if (!kept.length) return;
    const told = await ask("/api/mine", { tables: kept.map(({ table, token }) => ({ table, token })) });
    if (!told) return;
    const there = new Map(told.tables.map((each) => [each.table, each]));
    kept = kept.filter(({ table }) => there.has(table));
    keep(kept);
    $("recent").hidden = !kept.length;
    $("recent-list").replaceChildren(...kept.map(({ table, token, owner, words, at }) => {
      const { over, decisions } = there.get(table);
      const when = new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
      const stands = over ? "over" : decisions ? `${decisions} decisions so far` : "not begun";
      const item = make("li", {}, make("a", { href: link(table, token) }, words), make("small", {}, `${stands} · ${when}`));
      if (owner) item.append(remover(table, owner, words));
      return item;
    }));
  }

  function remover(table, owner, words) {
    const button = make("button", { type: "button", class: "button", "aria-label": `Remove ${words}` }, "Remove");
    button.addEventListener("click", async () => {
      if (button.textContent === "Remove") {
        button.textContent = "For good?";
        return;
      }
      if (await ask(`/api/tables/${table}/remove`, { owner })) showRecent();
    });
    button.addEventListener("blur", () => { button.textContent = "Remove"; });
    return button;
  }

  function arrive(opened, words) {
    const people = opened.seats.filter((seat) => seat.token);
    const own = people[0];
    remember(opened.table, own ? own.token : opened.watch, opened.owner, words);
    if (people.length <= 1) {
      location.href = link(opened.table, own ? own.token : opened.watch);
      return;
    }
    $("link-list").replaceChildren(...people.map(({ seat, name, token }) => {
      const url = link(opened.table, token);
      const field = make("input", { value: url, readonly: "", "aria-label": `Link of seat ${seat}` });
      const copy = make("button", { type: "button", class: "button" }, "Copy");
      copy.addEventListener("click", async () => {
        field.select();
        try {
          await navigator.clipboard.writeText(url);
        } catch {
          document.execCommand("copy");
        }
        copy.textContent = "Copied";
      });
      const open = make("a", { class: "button", href: url, id: `open-${seat}` }, "Open");
      return make("li", {}, make("b", { style: `color:${hue(seat)}` }, `Seat ${seat}`), ` ${name}`, make("div", { class: "link" }, field, copy, open));
    }));
    const looking = link(opened.table, opened.watch);
    $("watch-link").value = looking;
    $("watch-open").href = looking;
    $("links").hidden = false;
    $("links").scrollIntoView({ behavior: "smooth", block: "start" });
    showRecent();
  }

  $("begin").addEventListener("click", async () => {
    const opened = await openTable(chairs);
    if (opened) arrive(opened, `${game.title}: ${opened.seats.map((seat) => seat.name).join(" – ")}`);
  });

  $("watch").addEventListener("click", async () => {
    const who = chairs.map((chair) => chair || agentsHere()[0]);
    const opened = await openTable(who);
    if (opened) arrive(opened, `${game.title}, watched: ${opened.seats.map((seat) => seat.name).join(" – ")}`);
  });

  async function learn(wanted) {
    const opened = await ask("/api/courses", { game: wanted.name, station: 0 });
    if (opened) location.href = link(opened.table, opened.seats[0].token);
  }

  // ---------------------------------------------------------------------------------------------- the beginning

  gosu.theme($("theme"));
  ask("/api/offer").then((offer) => {
    if (!offer) return;
    games = offer.games;
    for (const each of games) {
      const button = make("button", { type: "button", role: "radio", "data-name": each.name }, each.title);
      button.addEventListener("click", () => chooseGame(each));
      $("games").append(button);
      if (each.course) {
        const course = make("button", { type: "button", id: `learn-${each.name}` }, `Learn ${each.title}`);
        course.addEventListener("click", () => learn(each));
        $("courses").append(course);
      }
    }
    chooseGame(games[0]);
    showRecent();
  });
})();

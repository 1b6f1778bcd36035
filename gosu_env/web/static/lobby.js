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
    const patience = setTimeout(() => { $("patience").hidden = false; }, 1500);
    try {
      const answer = await fetch(path, body && { method: "POST", body: JSON.stringify(body) });
      const told = await answer.json();
      if (!answer.ok) throw new Error(told.error || answer.statusText);
      return told;
    } catch (error) {
      problem(error.message === "Failed to fetch" ? "The server does not answer." : error.message);
      return null;
    } finally {
      clearTimeout(patience);
      $("patience").hidden = true;
    }
  }

  // ---------------------------------------------------------------------------------------------- what is asked for

  const agentsHere = () => game.agents[chairs.length] || [];

  function chooseGame(wanted) {
    game = wanted;
    chairs = [null, agentsOf(game.players[0])[0]];
    while (chairs.length < game.players[0]) chairs.push(chairs[1]);
    for (const button of $("games").children) button.setAttribute("aria-checked", button.dataset.name === game.name);
    $("options").replaceChildren(...game.options.map((name) => {
      const box = make("input", { type: "checkbox", name });
      return make("label", {}, box, name.replaceAll("_", " "));
    }));
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

  function wish(who) {
    const options = {};
    for (const box of $("options").querySelectorAll("input")) if (box.checked) options[box.name] = true;
    const seats = who.map((agent, seat) => (agent ? { agent } : seat === 0 && $("name").value ? { name: $("name").value } : {}));
    const asked = { game: game.name, seats, options };
    if ($("seed").value.trim()) asked.seed = Number($("seed").value);
    return asked;
  }

  // ---------------------------------------------------------------------------------------------- tables

  const link = (table, token) => `${location.origin}/table/${table}#${token}`;

  // Links to one's own seats stay in this browser.
  function remember(table, token, words) {
    const kept = recent();
    kept.unshift({ table, token, words, at: Date.now() });
    localStorage.setItem("tables", JSON.stringify(kept.slice(0, 8)));
  }

  function recent() {
    try {
      return JSON.parse(localStorage.getItem("tables")) || [];
    } catch {
      return [];
    }
  }

  function showRecent() {
    const kept = recent();
    $("recent").hidden = !kept.length;
    $("recent-list").replaceChildren(...kept.map(({ table, token, words, at }) => {
      const when = new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
      return make("li", {}, make("a", { href: link(table, token) }, words), ` · ${when}`);
    }));
  }

  function arrive(opened, words) {
    const people = opened.seats.filter((seat) => seat.token);
    const own = people[0];
    remember(opened.table, own ? own.token : opened.watch, words);
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
    const opened = await ask("/api/tables", wish(chairs));
    if (opened) arrive(opened, `${game.title}: ${opened.seats.map((seat) => seat.name).join(" – ")}`);
  });

  $("watch").addEventListener("click", async () => {
    const who = chairs.map((chair) => chair || agentsHere()[0]);
    const opened = await ask("/api/tables", wish(who));
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

"use strict";

// What the replay page and the served pages share: elements, and the text of a card, large.
const gosu = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const $ = (id) => document.getElementById(id);
  const hue = (seat) => `var(--seat${seat})`;
  const signed = (value) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value).toFixed(2)}`;

  // Attributes, and then styles one by one: pages may forbid styles that are written as text.
  function dress(element, attributes) {
    for (const [name, value] of Object.entries(attributes)) {
      if (name !== "style") {
        element.setAttribute(name, value);
        continue;
      }
      for (const rule of value.split(";").filter(Boolean)) {
        const colon = rule.indexOf(":");
        element.style.setProperty(rule.slice(0, colon).trim(), rule.slice(colon + 1).trim());
      }
    }
    return element;
  }

  function make(tag, attributes = {}, ...children) {
    const element = dress(document.createElement(tag), attributes);
    element.append(...children);
    return element;
  }

  function draw(tag, attributes, parent) {
    const element = dress(document.createElementNS(SVG, tag), attributes);
    parent.append(element);
    return element;
  }

  // ---------------------------------------------------------------------------------------------- the reader

  let reader = null;

  // The first line of a note is what it is, the rest what it says.
  function paragraphs(note) {
    const [head, ...rest] = note.split("\n");
    const [name, ...facts] = head.includes(" · ") ? head.split(" · ") : head.split(/: (.*)/s).filter(Boolean);
    const found = [make("h4", {}, name)];
    if (facts.length) found.push(make("p", { class: "soft" }, facts.join(" · ")));
    const said = rest.join("\n").replace(/\. (?=[A-Z][\w’ ]*( \([^)]*\))?:)/g, ".\n");
    if (said.trim()) found.push(make("p", {}, said));
    return found;
  }

  function read(note, box, zoom = null) {
    if (!note) return;
    if (!reader) {
      reader = make("div", { id: "reader", class: "panel", role: "status" });
      document.body.append(reader);
    }
    reader.replaceChildren(...(zoom ? [zoom] : []), make("div", {}, ...paragraphs(note)));
    reader.hidden = false;
    reader.classList.toggle("docked", innerWidth <= 700);
    if (innerWidth <= 700) {  // on top, where it hides neither the choices nor the hand
      reader.style.left = "8px";
      reader.style.top = "8px";
      return;
    }
    const { width, height } = reader.getBoundingClientRect();
    const right = box.right + 10, left = box.left - width - 10;
    const beside = right + width < innerWidth ? right : left > 0 ? left : Math.max(12, (innerWidth - width) / 2);
    const over = beside !== right && beside !== left;
    let top = over ? box.top - height - 12 : Math.min(Math.max(box.top, 12), innerHeight - height - 12);
    if (over && top < 8) top = Math.min(box.bottom + 12, innerHeight - height - 8);
    reader.style.left = `${beside}px`;
    reader.style.top = `${Math.max(top, 8)}px`;
  }

  function unread() {
    if (reader) reader.hidden = true;
  }

  // A button that goes from light to dark and back; what was chosen is kept in this browser.
  function theme(button) {
    const root = document.documentElement;
    const kept = localStorage.getItem("theme");
    if (kept) root.style.colorScheme = kept;
    button.addEventListener("click", () => {
      const dark = (root.style.colorScheme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
      root.style.colorScheme = dark ? "light" : "dark";
      localStorage.setItem("theme", root.style.colorScheme);
    });
  }

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !reader || reader.hidden) return;
    unread();
    event.preventDefault();
  });
  document.addEventListener("scroll", () => { if (reader && !reader.classList.contains("docked")) unread(); }, { passive: true });
  document.addEventListener("pointerdown", (event) => { if (!event.target.closest(".spot")) unread(); });

  return { $, SVG, make, draw, dress, hue, signed, read, unread, theme };
})();

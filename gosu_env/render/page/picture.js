"use strict";

// A drawn table: parts at their places, in layers; spots that can be read and pointed at; how things move.
gosu.Picture = class {
  constructor(host, fonts, size, regions) {
    Object.assign(this, { host, fonts, size, regions });
    this.placed = [];
    this.spots = [];
    this.markup = null;
    this.lit = new Set();
    this.chosen = null;
    this.onPoint = () => {};
    this.narrow = matchMedia("(max-width: 700px)");
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    this.narrow.addEventListener("change", () => this.build());
    this.build();
  }

  // One picture of everything; on a narrow screen, one below the other for every region.
  build() {
    const whole = [0, 0, this.size[0], this.size[1]];
    const boxes = this.narrow.matches && this.regions.length ? this.regions : [whole];
    this.host.replaceChildren();
    this.views = boxes.map((box, number) => {
      const frame = gosu.make("div", { class: "region" });
      this.host.append(frame);
      const svg = gosu.draw("svg", { viewBox: box.join(" "), "font-family": this.fonts }, frame);
      if (boxes.length > 1) {
        frame.style.flex = box[2] > 400 ? "1 1 100%" : "1 1 45%";
        svg.style.minWidth = `${Math.round(Math.min(box[2], 620) * 0.62)}px`;
        svg.style.maxWidth = `${Math.round(box[2] * 1.2)}px`;
      }
      const layers = ["ground table-colours", "rings table-colours", "things table-colours", "cards", "marks", "spots"]
        .map((name) => gosu.draw("g", { class: name }, svg));
      layers.slice(0, 4).forEach((layer, depth) => { layer.id = `layer-${number}-${depth}`; });
      const edge = gosu.draw("clipPath", { id: `edge-${number}` }, svg);
      gosu.draw("rect", { x: box[0], y: box[1], width: box[2], height: box[3], rx: boxes.length > 1 ? 10 : 18 }, edge);
      layers[0].setAttribute("clip-path", `url(#edge-${number})`);
      return { svg, box, number, layers, marks: layers[4], overlay: layers[5], shown: new Map() };
    });
    if (this.markup) {
      this.show(this.placed, this.markup, false);
      this.spot(this.spots);
    }
  }

  // Other regions, where the table lies differently for another viewer.
  divide(regions) {
    const changed = `${regions}` !== `${this.regions}`;
    this.regions = regions;
    if (changed && this.narrow.matches) this.build();
  }

  inside(view, x, y, depth = 2) {
    if (this.views.length === 1 || depth < 2) return true;
    const [left, top, width, height] = view.box;
    return x >= left - 1 && y >= top - 1 && x < left + width && y < top + height;
  }

  // Places are [x, y, part, layer]. With ``moving``, cards that changed their places go there, and new ones are set off.
  show(placed, markup, moving, verbs = {}) {
    const wanted = new Map(placed.map((place) => [place.join(" "), place]));
    for (const view of this.views) {
      const gone = [], come = [];
      view.marks.replaceChildren();
      for (const [name, element] of view.shown) {
        if (wanted.has(name)) continue;
        view.shown.delete(name);
        if (moving && element.depth === 3) gone.push(element);
        else element.remove();
      }
      for (const [name, [x, y, part, depth]] of wanted) {
        if (view.shown.has(name) || !this.inside(view, x, y, depth)) continue;
        const element = gosu.draw("g", { transform: `translate(${x} ${y})` }, view.layers[depth]);
        element.innerHTML = markup(part);
        const title = element.querySelector("title");
        const card = title ? title.textContent.split(/[\n:,·]/)[0].trim() : `part ${part}`;
        Object.assign(element, { depth, card, at: [x, y] });
        view.shown.set(name, element);
        if (moving && depth === 3) come.push(element);
      }
      for (const element of come) this.bring(view, element, gone, verbs);
      for (const element of gone) this.vanish(element, verbs);
    }
    this.placed = placed;
    this.markup = markup;
  }

  // A card that is there now: it comes from where it was, is turned over, or drops in.
  bring(view, element, gone, verbs) {
    const [x, y] = element.at, box = element.getBBox();
    const here = gone.find((old) => old.card === element.card && `${old.at}` === `${element.at}`);
    const was = here || gone.find((old) => old.card === element.card);
    const known = was && (!element.querySelector("title") || box.width < was.getBBox().width * 1.2);
    if (!known) {
      const rect = { x: x + 1, y: y + 1, width: box.width - 1, height: box.height - 1, rx: 7 };
      gosu.draw("rect", { class: "new", ...rect }, view.marks);
    }
    if (was) {
      gone.splice(gone.indexOf(was), 1);
      was.remove();
    }
    if (this.still.matches) return;
    const end = `translate(${x}px, ${y}px)`;
    const [ax, ay] = was ? was.at : [x, y];
    if (verbs.turned && verbs.turned.has(element.card)) {
      const edge = `translate(${ax + box.width / 2}px, ${ay}px) scaleX(0)`;
      element.animate([{ transform: edge }, { transform: end }], { duration: 450, easing: "ease-out" });
    } else if (was && !here) {
      element.animate([{ transform: `translate(${ax}px, ${ay}px)` }, { transform: end }], { duration: 420, easing: "ease-in-out" });
    } else if (!here) {
      const above = `translate(${x}px, ${y - 26}px)`;
      element.animate([{ transform: above, opacity: 0 }, { transform: end, opacity: 1 }], { duration: 380, easing: "ease-out" });
    }
  }

  // A card that is gone fades; one that was lost by force falls.
  vanish(element, verbs) {
    if (this.still.matches) {
      element.remove();
      return;
    }
    const [x, y] = element.at, struck = verbs.struck && verbs.struck.has(element.card);
    const end = struck
      ? `translate(${x}px, ${y + 30}px) rotate(14deg) scale(0.7)`
      : `translate(${x}px, ${y + 12}px) scale(0.92)`;
    element.animate(
      [{ transform: `translate(${x}px, ${y}px)`, opacity: 1 }, { transform: end, opacity: 0 }],
      { duration: struck ? 650 : 300, easing: "ease-in", fill: "forwards" },
    ).onfinish = () => element.remove();
  }

  // ---------------------------------------------------------------------------------------------- spots

  // What has a text in the drawing itself: the spots of a page that is not told any.
  readable() {
    const found = new Map(), most = this.size[0] * this.size[1] * 0.12;
    for (const { svg, layers } of this.views) {
      const back = svg.getScreenCTM();
      if (!back) continue;
      for (const title of [...layers[2].querySelectorAll("title"), ...layers[3].querySelectorAll("title")]) {
        const matrix = back.inverse().multiply(title.parentNode.getScreenCTM()), box = title.parentNode.getBBox();
        const place = [matrix.e + box.x, matrix.f + box.y, box.width, box.height].map((each) => Math.round(each));
        if (box.width * box.height < most) found.set(place.join(), [...place, null, title.textContent]);
      }
    }
    return [...found.values()];
  }

  // Spots are [x, y, width, height, place, note].
  spot(spots) {
    const focused = this.focused();
    this.spots = spots;
    const sorted = [...spots].sort((a, b) => b[2] * b[3] - a[2] * a[3]);
    for (const view of this.views) {
      view.overlay.replaceChildren();
      for (const spot of sorted) {
        const [x, y, width, height, place, note] = spot;
        if (!this.inside(view, x, y) || !(note || place)) continue;
        const name = note ? note.split("\n")[0] : "player";
        const element = gosu.draw("g", { class: "spot", tabindex: -1, role: "button", "aria-label": name }, view.overlay);
        gosu.draw("rect", { x: x + 1.5, y: y + 1.5, width: width - 3, height: height - 3, rx: 7 }, element);
        Object.assign(element, { spot, view });
        element.addEventListener("pointerenter", (event) => { if (event.pointerType === "mouse") this.read(element); });
        element.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") gosu.unread(); });
        element.addEventListener("focus", () => { if (element.matches(":focus-visible")) this.read(element); this.rove(element); });
        element.addEventListener("blur", gosu.unread);
        element.addEventListener("click", (event) => { this.point(element, event); });
        element.addEventListener("keydown", (event) => this.key(event, element));
      }
    }
    this.light(this.lit, this.chosen);
    const again = focused && this.elements().find((each) => `${each.spot.slice(0, 2)}` === focused);
    if (again) again.focus({ preventScroll: true });
  }

  elements() {
    return this.views.flatMap((view) => [...view.overlay.children]);
  }

  focused() {
    const now = document.activeElement;
    return now && now.spot && this.host.contains(now) ? `${now.spot.slice(0, 2)}` : null;
  }

  // Set off what can be chosen; one spot can be reached by Tab, the arrows go to the others.
  light(lit, chosen) {
    this.lit = lit;
    this.chosen = chosen;
    const all = this.elements();
    let first = null;
    for (const element of all) {
      const place = element.spot[4];
      element.classList.toggle("lit", place !== null && lit.has(place));
      element.classList.toggle("chosen", place !== null && place === chosen);
      if (!first && place !== null && lit.has(place)) first = element;
    }
    if (!all.some((element) => element === document.activeElement)) this.rove(first || all[0]);
  }

  rove(wanted) {
    for (const element of this.elements()) element.setAttribute("tabindex", element === wanted ? 0 : -1);
  }

  point(element, event) {
    this.read(element);
    this.onPoint(element.spot[4], element.spot[5], event);
  }

  key(event, element) {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.point(element, event);
      return;
    }
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (!(event.key in ways)) return;
    event.preventDefault();
    event.stopPropagation();
    const [dx, dy] = ways[event.key];
    const middle = ({ spot: [x, y, width, height] }) => [x + width / 2, y + height / 2];
    const [x, y] = middle(element);
    let best = null, least = Infinity;
    for (const other of this.elements()) {
      const [ox, oy] = middle(other);
      const along = (ox - x) * dx + (oy - y) * dy, aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      if (along > 4 && along + 2.5 * aside < least) {
        least = along + 2.5 * aside;
        best = other;
      }
    }
    if (best) best.focus();
  }

  // The card, large, and what it says.
  read(element) {
    const [x, y, width, height, , note] = element.spot;
    const { number } = element.view;
    const zoom = document.createElementNS(gosu.SVG, "svg");
    gosu.dress(zoom, { viewBox: `${x} ${y} ${width} ${height}`, "font-family": this.fonts, "aria-hidden": "true" });
    zoom.style.aspectRatio = `${width} / ${height}`;
    for (const depth of [2, 3]) gosu.draw("use", { href: `#layer-${number}-${depth}` }, zoom);
    gosu.read(note, element.getBoundingClientRect(), height > 30 ? zoom : null);
  }
};

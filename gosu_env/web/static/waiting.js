"use strict";

// Words for those who wait: what the server compiles, how far it is, for how long.
gosu.wait = (element, otherwise, after = 1500) => {
  let timer = setTimeout(look, after);

  async function look() {
    timer = setTimeout(look, 1000);
    let compiling = null;
    try {
      ({ compiling } = await (await fetch("/api/progress")).json());
    } catch {
      return;
    }
    if (timer === null) return;
    element.textContent = compiling
      ? `The rules are being compiled for this machine, which happens once and takes a minute or two: ${compiling}.`
      : otherwise;
    element.hidden = !element.textContent;
  }

  return () => {
    clearTimeout(timer);
    timer = null;
    element.hidden = true;
  };
};

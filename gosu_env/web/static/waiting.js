"use strict";

// Show a text to somebody who has waited for a while. Returns a function that ends the wait.
gosu.wait = (element, text, after = 1500) => {
  const timer = setTimeout(() => {
    element.textContent = text;
    element.hidden = !text;
  }, after);

  return () => {
    clearTimeout(timer);
    element.hidden = true;
  };
};

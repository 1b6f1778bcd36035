"use strict";
(() => {
  const { $ } = gosu;
  let content = null;

  function problem(text) {
    $("problem").textContent = text;
    $("problem").hidden = !text;
  }

  async function show(path, body) {
    problem("");
    const answer = await fetch(path, { method: "POST", body });
    const told = await answer.json();
    if (!answer.ok) {
      problem(told.error);
      return;
    }
    history.replaceState(null, "", "#0");
    $("chooser").hidden = true;
    $("viewer").hidden = false;
    showReplay(told);
  }

  async function save(path, body) {
    const answer = await fetch(path, { method: "POST", body });
    if (!answer.ok) {
      problem((await answer.json()).error);
      return;
    }
    const url = URL.createObjectURL(await answer.blob());
    gosu.make("a", { href: url, download: "replay.html" }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }

  async function open(file) {
    content = await file.arrayBuffer();
    $("save").onclick = () => save("/api/replay.html", content);
    await show("/api/replay", content);
  }

  $("file").addEventListener("change", () => { if ($("file").files[0]) open($("file").files[0]); });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files[0]) open(event.dataTransfer.files[0]);
  });
  gosu.theme($("theme"));
  const [table, token] = location.hash.slice(1).split(".");
  if (table && token) {
    const body = JSON.stringify({ token });
    $("save").onclick = () => save(`/api/tables/${table}/replay.html`, body);
    show(`/api/tables/${table}/replay.json`, body);
  }
})();

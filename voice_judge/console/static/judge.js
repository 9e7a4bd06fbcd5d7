// The judge's page: what the game tells is drawn, what is tapped is sent. Nothing secret is in the document unless the
// judge holds the panel, and nothing that is entered in secret changes what is drawn otherwise.

import { GameTime, untilNext } from "./game_time.js";
import { bar, head } from "./judge_frame.js";
import { heard, journal } from "./judge_log.js";
import { pad } from "./judge_pads.js";
import { panel } from "./judge_secret.js";
import { Outbox } from "./outbox.js";
import { Stream } from "./stream.js";
import { html, render } from "./vendor/lit-html.js";

const LINES = 60; // of the log
const SECRET_PADS = new Set(["roles", "shot", "don", "sheriff"]);

const root = document.getElementById("page");
const polite = document.getElementById("polite");

/** All that the page knows. */
const page = {
  view: null,
  log: [],
  time: new GameTime(),
  connected: null,
  waiting: 0, // commands on their way
  held: false, // the secrets are being looked at
  mode: "", // what a tapped seat means; "" is what the stage asks for
  note: "", // an answer by day
  secretNote: "", // an answer that only who holds the panel sees
  shooter: 0, // 0: all of them
  roles: new Map(), // seat -> role, not yet sent
  roleSeat: 1,
  voters: new Set(),
  moves: [], // the best move, not yet sent
};

const outbox = new Outbox(
  document.querySelector("meta[name=csrf]").content,
  () => {
    page.waiting = outbox.length;
    draw();
  },
  leave,
);

const hands = {
  /** Sends a command; what comes of it is told by day, and kept under the panel otherwise. */
  async send(text, secret = isSecret()) {
    page.note = "";
    const answer = await outbox.send(text, page.view?.turn ?? "");
    const told = answer.accepted ? answer.message : `не принято: ${answer.message}`;
    if (secret) page.secretNote = answer.message ? told : "";
    else page.note = answer.accepted ? "" : told;
    draw();
    return answer;
  },
  /** Notes something for whoever holds the panel. */
  whisper(text) {
    page.secretNote = text;
    draw();
  },
  change(changes) {
    Object.assign(page, changes);
    draw();
  },
};

const stream = new Stream(
  "/api/events",
  {
    state({ view, log, time }) {
      page.time.hear(time);
      page.log = log.slice(-LINES);
      look(view);
    },
    view: look,
    log(line) {
      page.log = [...page.log, line].slice(-LINES);
      if (!line.secret && ["heard", "refused", "prompt"].includes(line.kind)) tell(line.text);
      draw();
    },
    time(time) {
      page.time.hear(time);
      draw();
    },
  },
  (connected) => {
    page.connected = connected;
    if (connected) outbox.hurry();
    draw();
  },
  isPaired,
);

function isSecret() {
  return SECRET_PADS.has(page.view?.pad) || Boolean(page.view?.dark);
}

/** Takes a JudgeView; another stage's half-made entry is dropped. */
function look(view) {
  if (view && page.view && (view.pad !== page.view.pad || view.turn !== page.view.turn)) {
    page.voters = new Set();
    if (view.pad !== page.view.pad) Object.assign(page, { mode: "", moves: [], shooter: 0 });
    if (view.phase !== page.view.phase) Object.assign(page, { note: "", secretNote: "" });
  }
  page.view = view;
  draw();
}

/** For a screen reader. */
function tell(text) {
  const line = document.createElement("p");
  line.textContent = text;
  polite.append(line);
  while (polite.children.length > 20) polite.firstChild.remove();
}

/** Whether this phone is still the judge's. If not, nothing of the game stays on it. */
async function isPaired() {
  try {
    if ((await fetch("/api/session", { cache: "no-store" })).status !== 401) return true;
  } catch {
    return true; // nobody there to say so
  }
  leave();
  return false;
}

function leave() {
  Object.assign(page, { view: null, log: [], held: false, secretNote: "", roles: new Map() });
  stream.close();
  root.hidden = true;
  polite.replaceChildren();
  location.replace("/");
}

// --- drawing -----------------------------------------------------------------------------------------------------

let asked = false;
let timer = 0;
root.replaceChildren(); // the words that were there before this script

function draw() {
  if (asked) return;
  asked = true;
  requestAnimationFrame(() => {
    asked = false;
    document.body.classList.toggle("night", Boolean(page.view?.dark));
    render(page.view ? game() : waiting(), root);
    clearTimeout(timer);
    const left = page.time.left(page.view);
    if (left && page.view.clock.runs && page.time.live) timer = setTimeout(draw, untilNext(left));
  });
}

function game() {
  return html`
    ${head(page)}
    <main>${pad(page, hands)} ${panel(page, hands)} ${heard(page, hands)} ${journal(page, hands)}</main>
    ${bar(page, hands)}
  `;
}

function waiting() {
  const words = page.connected === false ? "Нет связи с ноутбуком. Соединяемся снова…" : "Соединяемся с игрой…";
  return html`<main class="waiting"><h1>Страница судьи</h1><p role="status">${words}</p></main>`;
}

// --- the panel of secrets is held, not switched ---------------------------------------------------------------------

function cover() {
  if (page.held) hands.change({ held: false });
}

for (const name of ["pointerup", "pointercancel", "blur", "pagehide"]) addEventListener(name, cover);
document.addEventListener("visibilitychange", cover);
addEventListener("contextmenu", (event) => {
  if (event.target.closest("button")) event.preventDefault(); // a long press is a look, not a menu
});
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload(); // out of the browser's memory: who knows how long ago
});

draw();

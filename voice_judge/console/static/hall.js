// The hall's screen, and with `?overlay` the same for a stream: what everyone at the table may know.

import { GameTime, untilNext } from "./game_time.js";
import { focus, night, seatCards, side } from "./hall_parts.js";
import { Stream } from "./stream.js";
import { html, nothing, render } from "./vendor/lit-html.js";

const root = document.getElementById("page");
const overlay = document.documentElement.classList.contains("overlay");

const page = { view: null, time: new GameTime(), connected: null };

function look(view) {
  page.view = view;
  draw();
}

new Stream(
  "/api/events",
  {
    view: look,
    time(time) {
      page.time.hear(time);
      draw();
    },
  },
  (connected) => {
    page.connected = connected;
    draw();
  },
);

let asked = false;
let timer = 0;

function draw() {
  if (asked) return;
  asked = true;
  requestAnimationFrame(() => {
    asked = false;
    const { view, time } = page;
    document.body.classList.toggle("night", Boolean(view?.dark));
    render(view ? picture(view) : waiting(), root);
    clearTimeout(timer);
    const left = time.left(view);
    if (left && view.clock.runs && time.live) timer = setTimeout(draw, untilNext(left));
  });
}

function picture(view) {
  if (view.dark) return html`<main class="dark">${night(view)} ${link()}</main>`;
  return html`
    <main class="table ${view.phase}">
      <header>
        <p class="title">${view.title}</p>
        ${view.paused ? html`<p class="paused"><span aria-hidden="true">❚❚</span> Пауза</p>` : nothing}
        ${link()}
      </header>
      <div class="centre">${focus(view, page.time)} ${side(view)}</div>
      ${seatCards(view)}
    </main>
  `;
}

/** Calm words; what was shown last stays. */
function link() {
  const lost = page.connected === false;
  if (!lost && page.time.live) return html`<p class="link" role="status"></p>`;
  if (overlay) return nothing;
  return html`<p class="link" role="status">
    <span aria-hidden="true">○</span> ${lost ? "нет связи" : page.connected ? "игра не отвечает" : ""}
  </p>`;
}

function waiting() {
  if (overlay) return nothing;
  return html`<main class="dark"><h1>Игра скоро начнётся</h1>${link()}</main>`;
}

draw();

// What is always there: who speaks and how long, the state of things, and the three keys under the thumb.

import { minutes } from "./game_time.js";
import { html, nothing } from "./vendor/lit-html.js";

const RUNNING_OUT = 10; // seconds

const MICROPHONE = {
  on: "слушает",
  speaking: "говорит судья",
  night: "ночью выключен",
  lost: "микрофон пропал",
  none: "без микрофона",
};

export function head({ view, time, connected, waiting, note }) {
  const left = time.left(view);
  const late = left !== null && left <= RUNNING_OUT;
  return html`
    <header>
      <p class="line">
        <span class="title">${view.title}</span>
        ${link(connected, time.live, view.dark ? 0 : waiting)}
      </p>
      <div class="now">
        <h1>${view.moment}</h1>
        <p class="countdown ${late ? "late" : ""} ${view.clock && !view.clock.runs ? "stands" : ""}" role="timer">
          ${left === null ? html`<span aria-hidden="true"></span>` : minutes(left)}
        </p>
      </div>
      <p class="nominees">${nominees(view)}</p>
      <p class="line small">
        <span>${view.paused ? "❚❚ ПАУЗА · " : ""}Микрофон: ${MICROPHONE[view.listening] ?? view.listening}</span>
        <span>${view.music ? "♪ музыка " : ""}${view.recording ? "● запись" : ""}</span>
      </p>
      <p class="trouble" role="alert">${view.trouble ? `⚠ ${view.trouble}` : nothing}</p>
      <p class="notice" role="status">${view.dark ? nothing : note || view.notice || nothing}</p>
    </header>
  `;
}

function link(connected, live, waiting) {
  const [mark, words] = connected ? (live ? ["●", "на связи"] : ["○", "игра не отвечает"]) : ["○", "нет связи"];
  const unsent = waiting && !connected ? `, ждут: ${waiting}` : "";
  return html`<span class="link ${connected && live ? "" : "lost"}" role="status">
    <span aria-hidden="true">${mark}</span> ${words}${unsent}
  </span>`;
}

function nominees(view) {
  if (view.vote) return html`<span class="what">Голоса</span> ${votes(view.vote)}`;
  if (view.nominees.length) return html`<span class="what">Выставлены</span> ${view.nominees.join(" → ")}`;
  return ["day", "vote", "last_word"].includes(view.phase) ? "Никто не выставлен" : "\u00a0";
}

function votes(vote) {
  const counted = new Map(vote.tallies.map((tally) => [tally.seat, tally.votes]));
  const text = (seat) => counted.get(seat) ?? (seat === vote.called ? "…" : "–");
  return vote.candidates.map(
    (seat) => html`<span class="tally ${seat === vote.called ? "called" : ""}">${seat}: ${text(seat)}</span> `,
  );
}

export function bar({ view }, hands) {
  return html`
    <nav class="bar" aria-label="Ход игры">
      <button class="undo" @click=${() => hands.send("/undo")}><span aria-hidden="true">↶</span> Отменить</button>
      <button class="pause" ?disabled=${view.paused} @click=${() => hands.send("/pause")}>
        <span aria-hidden="true">❚❚</span> Пауза
      </button>
      <button class="next" @click=${() => hands.send(view.paused ? "/resume" : "/next")}>
        <span class="big">Дальше <span aria-hidden="true">▶</span></span>
        <span class="step">${view.next_step}</span>
      </button>
    </nav>
  `;
}

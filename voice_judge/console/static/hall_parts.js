// The pieces of the hall's screen.

import { minutes } from "./game_time.js";
import { html, nothing } from "./vendor/lit-html.js";

const RUNNING_OUT = 10; // seconds

const OF_SPEAKER = {
  speech: "Слово",
  tie_speech: "Ничья · слово",
  last_word: "Последнее слово",
  candidate: "Кто за уход",
  last_candidate: "Кто за уход · остальные голоса",
};

/** Night tells nothing: it looks the same from its first second to the last. */
export function night(view) {
  return html`<img class="moon" src="/static/moon.svg" alt="" width="800" height="400" />
    <h1>Ночь</h1>
    <p class="title">${view.game === null ? nothing : `Игра ${view.game}`}</p>`;
}

/** Who speaks and how long, or what goes on. */
export function focus(view, time) {
  const seat = view.seats.find(({ seat: number }) => number === view.speaker);
  if (!seat) return html`<section class="focus still"><h1>${view.moment}</h1></section>`;
  return html`
    <section class="focus">
      <h1>
        <span class="kicker">${OF_SPEAKER[view.stage] ?? view.moment}</span>
        <span class="who"><span class="number">${seat.seat}</span> <span class="name ${size(seat.name)}">${seat.name}</span></span>
      </h1>
      ${clock(view, time)}
    </section>
  `;
}

function clock(view, time) {
  const left = time.left(view);
  if (left === null) return nothing;
  const late = left <= RUNNING_OUT;
  const share = Math.round((1000 * Math.ceil(left - 1e-6)) / view.clock.length) / 10;
  return html`
    <p class="countdown ${late ? "late" : ""} ${view.clock.runs ? "" : "stands"}" role="timer">${minutes(left)}</p>
    <svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect class="all" width="100" height="1"></rect>
      <rect class="left ${late ? "late" : ""}" width=${share} height="1"></rect>
    </svg>
  `;
}

/** The nominees in the order of the vote, or the hands counted. */
export function side(view) {
  if (view.vote) return votes(view);
  if (view.phase !== "day" && view.phase !== "last_word" && view.phase !== "vote") return nothing;
  return html`
    <section class="side" aria-label="Выставлены">
      <h2>Выставлены</h2>
      ${view.nominees.length
        ? html`<ol class="nominees ${view.nominees.length > 4 ? "many" : ""}">
            ${view.nominees.map((seat) => html`<li>${seat}</li>`)}
          </ol>`
        : html`<p class="nobody">пока никто</p>`}
    </section>
  `;
}

function votes({ vote, seats, stage }) {
  const counted = new Map(vote.tallies.map((tally) => [tally.seat, tally.votes]));
  const name = (seat) => seats.find((one) => one.seat === seat)?.name ?? "";
  return html`
    <section class="side" aria-label="Голосование">
      <h2>${vote.round > 1 ? `Голосование · тур ${vote.round}` : "Голосование"}</h2>
      <ol class="votes ${vote.candidates.length > 4 ? "many" : ""}">
        ${vote.candidates.map((seat) => {
          const called = seat === vote.called && stage !== "lift";
          const count = counted.get(seat) ?? (called ? "…" : "–");
          return html`<li class=${called ? "called" : ""}>
            <span class="number">${seat}</span> <span class="name">${name(seat)}</span> <span class="count">${count}</span>
          </li>`;
        })}
      </ol>
    </section>
  `;
}

/** The ten seats. */
export function seatCards(view) {
  return html`<ol class="seats" aria-label="Игроки">
    ${view.seats.map((seat) => card(seat))}
  </ol>`;
}

function card({ seat, name, presence, speaks, place, fouls, technical, silenced, note }) {
  const gone = presence === "out";
  return html`
    <li class="card ${presence} ${speaks ? "speaks" : ""}">
      <span class="badge">${place && !gone ? html`<span class="unseen">выставлен, </span>${place}-й` : nothing}</span>
      <span class="number">${seat}</span>
      <span class="name ${size(name)}">${name}</span>
      <span class="note">
        ${gone || presence === "leaving"
          ? html`<span class="unseen">выбыл: </span>${note}`
          : html`${fouls ? html`<span class="fouls"><span class="unseen">фолов ${fouls}</span><span aria-hidden="true">${"!".repeat(fouls)}</span></span>` : nothing}
            ${technical ? html`<span class="fouls"><span class="unseen">технических ${technical}</span><span aria-hidden="true">${"т".repeat(technical)}</span></span>` : nothing}
            ${silenced ? "молчит" : nothing}`}
      </span>
    </li>
  `;
}

/** How large a name can be written. */
function size(name) {
  if (name.length <= 6) return "short";
  return name.length <= 9 ? "medium" : "long";
}

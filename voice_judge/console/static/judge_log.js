// What was heard, said and done, the newest first, with the number that was heard wrong set right in one tap.

import { html, nothing } from "./vendor/lit-html.js";

const KINDS = {
  heard: "слышно",
  talk: "речь",
  retracted: "не сказано",
  said: "судья",
  event: "•",
  refused: "✕",
  prompt: "?",
  input: "ввод",
};

/** The last phrase with a number, and every other number it may have been. */
export function heard({ view }, hands) {
  const correction = view.dark ? null : view.correction;
  if (view.dark) return nothing;
  return html`
    <section class="heard" aria-label="Услышано">
      <p><span class="what">Слышно</span> ${view.heard || "—"}</p>
      ${correction ? chips(correction, view, hands) : nothing}
    </section>
  `;
}

function chips({ number, words }, view, hands) {
  const votes = view.phase === "vote";
  const numbers = votes ? [...Array(view.seats.length + 1).keys()] : view.seats.map(({ seat }) => seat);
  return html`
    <p id="was" class="was">Записано: ${words}. А было?</p>
    <div class="chips" role="group" aria-labelledby="was">
      ${numbers.map(
        (other) => html`<button
          ?disabled=${other === number}
          aria-label=${`Было ${other}`}
          @click=${() => hands.send(`/correct ${other}`, false)}
        >
          ${other}
        </button>`,
      )}
    </div>
  `;
}

/** The log. Its secret lines are there only while the panel is held. */
export function journal({ log, held, view }, hands) {
  const lines = log.filter((line) => held || !line.secret).slice(-40);
  return html`
    <section class="log" aria-label="Журнал">
      <h2>Журнал</h2>
      <ol reversed>
        ${lines.reverse().map(
          ({ t, kind, text }) => html`<li class=${kind}>
            <time>${clock(t)}</time> <span class="kind">${KINDS[kind]}</span> <span class="text">${text}</span>
          </li>`,
        )}
      </ol>
    </section>
    <section class="more" aria-label="Ещё">
      <h2>Ещё</h2>
      <div class="spoken" role="group" aria-label="Сказать вслух">
        ${[
          ["/time", "Сколько осталось"],
          ["/who", "Чьё слово"],
          ["/asked", "Кто выставлен"],
          ["/repeat", "Повторить"],
        ].map(([text, words]) => html`<button ?disabled=${view.dark} @click=${() => hands.send(text)}>${words}</button>`)}
      </div>
      ${line(view, hands)}
    </section>
  `;
}

/** Anything else as text, as at the laptop; dots instead of letters where it may be secret. */
function line(view, hands) {
  const send = (event) => {
    event.preventDefault();
    const field = event.target.elements.text;
    if (field.value.trim()) hands.send(field.value.trim());
    field.value = "";
  };
  return html`
    <form class="typed" autocomplete="off" @submit=${send}>
      <label for="typed">Другая команда</label>
      <p id="typed-how" class="hint">
        ${view.hint ? `Здесь: ${view.hint}. ` : ""}Итог игры: /end red причина, /teamloss black причина
      </p>
      <input
        id="typed"
        name="text"
        type=${view.dark || view.pad === "roles" ? "password" : "text"}
        maxlength="200"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        aria-describedby="typed-how"
      />
      <button type="submit">Ввести</button>
    </form>
  `;
}

function clock(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

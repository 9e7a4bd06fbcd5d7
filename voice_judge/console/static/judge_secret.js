// The panel that shows secrets while it is held: the check's big answer, shots, roles, what came of an entry.
// Otherwise it looks the same whatever has been entered, and the document has nothing to tell.

import { html, nothing } from "./vendor/lit-html.js";

const LOOK_SECONDS = 4; // for hands that cannot hold: a screen reader's click
const WHO = { don: "дон проверил", sheriff: "шериф проверил" };
const FOUND = { don: ["НЕТ", "не шериф", "ДА", "шериф"], sheriff: ["НЕТ", "красный", "ДА", "чёрный"] };

export function panel(page, hands) {
  const { view, held } = page;
  return html`
    <section class="secret ${held ? "held" : ""}" aria-label="Тайное">
      <button
        class="hold"
        aria-pressed=${held ? "true" : "false"}
        aria-describedby="secret"
        @pointerdown=${() => hands.change({ held: true })}
        @keydown=${(event) => key(event, () => hands.change({ held: true }))}
        @keyup=${(event) => key(event, () => hands.change({ held: false }))}
        @click=${(event) => clicked(event, hands)}
      >
        ${held ? open(page) : html`<span class="mask" aria-hidden="true">• • • • • •</span>
              <span class="how">Тайное: держите, чтобы видеть</span>`}
      </button>
      <p id="secret" class="unseen">
        ${view.dark ? "Ответ на проверку, выстрелы и роли видны, пока панель нажата." : "Роли видны, пока панель нажата."}
      </p>
    </section>
  `;
}

/** Space and Enter hold like a finger. */
function key(event, act) {
  if (event.key !== " " && event.key !== "Enter") return;
  event.preventDefault();
  if (!event.repeat) act();
}

/** A click that no pointer made. */
function clicked(event, hands) {
  if (event.detail > 0) return;
  hands.change({ held: true });
  setTimeout(() => hands.change({ held: false }), LOOK_SECONDS * 1000);
}

function open(page) {
  const { view, secretNote } = page;
  const { secret } = view;
  const answer = view.pad === "don" || view.pad === "sheriff" ? check(secret, view.pad) : nothing;
  const shots = view.pad === "shot" ? html`<span class="fact">${shotsText(secret)}</span>` : nothing;
  return html`
    ${answer} ${shots}
    ${view.pad === "roles" && page.roles.size ? html`<span class="fact">${picked(page)}</span>` : nothing}
    <span class="fact">${rolesText(secret)}</span>
    ${[secretNote || (answer === nothing ? secret.entered : ""), view.dark ? view.notice : "", secret.decided ? `решено: ${secret.decided}` : ""]
      .filter(Boolean)
      .map((line) => html`<span class="fact said">${line}</span>`)}
  `;
}

function check(secret, checker) {
  const made = secret.checks.find((one) => one.checker === checker);
  if (!made) return html`<span class="answer none">проверки ещё нет</span>`;
  const [no, isNot, yes, is] = FOUND[checker];
  return html`
    <span class="answer">${made.found ? yes : no}</span>
    <span class="fact">${WHO[checker]} ${made.seat}: ${made.found ? is : isNot}</span>
  `;
}

function shotsText(secret) {
  if (!secret.roles) return "роли не введены";
  const shot = new Map(secret.shots.map(({ shooter, target }) => [shooter, target ?? "мимо"]));
  return secret.black.map((seat) => `${seat}→${shot.get(seat) ?? "…"}`).join("  ");
}

function picked({ roles, view }) {
  return view.seats.map(({ seat }) => roles.get(seat)?.[0].toUpperCase() ?? "·").join(" ");
}

function rolesText({ roles, agreed }) {
  if (!roles) return "роли не введены";
  const order = agreed.length ? ` · договор ${agreed.join("-")}` : "";
  return `дон ${roles.don} · мафия ${roles.mafia.join(" ")} · шериф ${roles.sheriff}${order}`;
}

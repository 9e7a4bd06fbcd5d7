// What is entered by tapping, stage by stage. A secret pad looks the same before and after every entry.

import { html, nothing } from "./vendor/lit-html.js";

const OTHERS = [
  ["foul", "Фол"],
  ["tech", "Техфол"],
  ["remove", "Удалить"],
];
const MODES = {
  speech: [["", "Выставить"], ["withdraw", "Отозвать"], ["best", "Лучший ход"], ...OTHERS],
  votes: [["", "Сколько рук"], ["voters", "Чьи руки"], ...OTHERS],
  roles: [["", "Роли"], ...OTHERS],
  shot: [["", "Выстрел"], ...OTHERS],
  don: [["", "Дон"], ...OTHERS],
  sheriff: [["", "Шериф"], ...OTHERS],
};
const TEXTS = {
  nominate: (seat) => `/nominate ${seat}`,
  withdraw: (seat) => `/withdraw ${seat}`,
  foul: (seat) => `/foul ${seat}`,
  tech: (seat) => `/techfoul ${seat}`,
  remove: (seat) => `/remove ${seat}`,
};
const LABELS = {
  nominate: "Кого выставляет говорящий",
  withdraw: "Кого отзывает говорящий",
  foul: "Кому фол",
  tech: "Кому технический фол",
  remove: "Кого удалить",
};

export function pad(page, hands) {
  const { view, mode } = page;
  const modes = MODES[view.pad];
  if (!modes) return html`<section class="pad empty" aria-label="Ввод"></section>`;
  return html`
    <section class="pad" aria-label="Ввод">
      ${chosen("modes", "Что вводим", modes, mode, (name) => hands.change({ mode: name, moves: [], voters: new Set() }))}
      ${TEXTS[mode] ? one(mode, page, hands) : entry(page, hands)}
    </section>
  `;
}

/** One of several is chosen. */
function chosen(name, label, items, value, choose) {
  return html`<div class=${name} role="group" aria-label=${label}>
    ${items.map(
      ([key, words]) => html`<button aria-pressed=${key === value ? "true" : "false"} @click=${() => choose(key)}>
        ${words}
      </button>`,
    )}
  </div>`;
}

function entry(page, hands) {
  switch (page.mode || page.view.pad) {
    case "roles":
      return roles(page, hands);
    case "shot":
      return shots(page, hands);
    case "don":
      return seats(page.view, "Кого проверяет дон", (seat) => hands.send(`/check don ${seat}`, true));
    case "sheriff":
      return seats(page.view, "Кого проверяет шериф", (seat) => hands.send(`/check sheriff ${seat}`, true));
    case "votes":
      return counts(page.view, hands);
    case "voters":
      return voters(page, hands);
    case "best":
      return bestMove(page, hands);
    default:
      return one("nominate", page, hands);
  }
}

/** A tap on a seat is a command, and the next tap means again what the stage asks for. */
function one(name, { view }, hands) {
  return seats(
    view,
    LABELS[name],
    (seat) => {
      hands.send(TEXTS[name](seat), false);
      hands.change({ mode: "" });
    },
    { disabled: (seat) => seat.presence === "out" },
  );
}

/** Ten buttons. By night and for secrets they tell no more than the table knows. */
function seats(view, label, tap, { pressed = null, disabled = () => false } = {}) {
  return html`
    <p class="asks" id="asks">${label}</p>
    <div class="seats" role="group" aria-labelledby="asks">
      ${view.seats.map(
        (seat) => html`<button
          class="seat ${seat.presence} ${seat.speaks ? "speaks" : ""}"
          aria-label=${spoken(seat)}
          aria-pressed=${pressed ? String(pressed(seat.seat)) : nothing}
          ?disabled=${disabled(seat)}
          @click=${() => tap(seat.seat)}
        >
          <span class="number">${seat.speaks ? "▸" : ""}${seat.seat}</span>
          <span class="name">${seat.presence === "out" ? "выбыл" : seat.name}</span>
          <span class="marks">${marks(seat)}</span>
        </button>`,
      )}
    </div>
  `;
}

function marks({ fouls, technical, silenced, place, presence }) {
  if (presence === "out") return "";
  return [place ? `№${place}` : "", "!".repeat(fouls), "т".repeat(technical), silenced ? "молчит" : ""]
    .filter(Boolean)
    .join(" ");
}

function spoken({ seat, name, presence, speaks, place, fouls, technical, silenced, note }) {
  return [
    `Игрок ${seat}`,
    name,
    speaks ? "говорит" : "",
    { in: "", leaving: "уходит", out: `выбыл: ${note}` }[presence],
    place ? `выставлен, ${place}-й в голосовании` : "",
    fouls ? `фолов ${fouls}` : "",
    technical ? `технических фолов ${technical}` : "",
    silenced ? "лишён слова" : "",
  ]
    .filter(Boolean)
    .join(", ");
}

// --- votes ---------------------------------------------------------------------------------------------------------

function counts(view, hands) {
  const alive = view.seats.filter(({ presence }) => presence !== "out").length;
  const most = view.stage === "lift" || !view.vote ? alive : Math.min(alive, view.vote.left);
  const question = view.stage === "lift" ? "Сколько рук за уход всех" : "Сколько рук против кандидата";
  const called = view.vote?.called && view.stage !== "lift" ? ` ${view.vote.called}` : "";
  return html`
    <p class="asks" id="asks">${question}${called}</p>
    <div class="counts" role="group" aria-labelledby="asks">
      ${[...Array(view.seats.length + 1).keys()].map(
        (count) => html`<button
          aria-label=${`Голосов: ${count}`}
          ?disabled=${count > most}
          @click=${() => hands.send(`/votes ${count}`, false)}
        >
          ${count}
        </button>`,
      )}
    </div>
  `;
}

function voters({ view, voters: raised }, hands) {
  const toggle = (seat) => {
    const changed = new Set(raised);
    if (!changed.delete(seat)) changed.add(seat);
    hands.change({ voters: changed });
  };
  const list = [...raised].sort((a, b) => a - b);
  return html`
    ${seats(view, "Чьи руки подняты", toggle, {
      pressed: (seat) => raised.has(seat),
      disabled: (seat) => seat.presence === "out",
    })}
    <button
      class="done"
      @click=${() => {
        hands.send(list.length ? `/votes ${list.join(",")},` : "/votes 0", false);
        hands.change({ voters: new Set() });
      }}
    >
      Записать рук: ${list.length}
    </button>
  `;
}

function bestMove({ view, moves }, hands) {
  const toggle = (seat) => hands.change({ moves: moves.includes(seat) ? moves.filter((m) => m !== seat) : [...moves, seat] });
  return html`
    ${seats(view, "Лучший ход: кого назвал", toggle, { pressed: (seat) => moves.includes(seat) })}
    <button
      class="done"
      ?disabled=${!moves.length}
      @click=${() => {
        hands.send(`/bestmove ${moves.join(",")}`, false);
        hands.change({ mode: "", moves: [] });
      }}
    >
      Записать лучший ход: ${moves.join(", ") || "—"}
    </button>
  `;
}

// --- secrets ---------------------------------------------------------------------------------------------------------

const SHOOTERS = [
  [0, "Все"],
  [1, "1-й"],
  [2, "2-й"],
  [3, "3-й"],
];

/** One shot for each of the black team still alive; who they are is seen only while the panel is held. */
function shots({ view, shooter, held }, hands) {
  const { black } = view.secret;
  const tabs = held ? SHOOTERS.map(([key, words]) => [key, key ? `${black[key - 1] ?? "нет"}` : words]) : SHOOTERS;
  const shoot = (target) => {
    const wanted = shooter ? black.slice(shooter - 1, shooter) : black;
    if (!wanted.length) return hands.whisper(view.secret.roles ? "такого стрелка нет" : "сначала роли");
    for (const seat of wanted) hands.send(`/shot ${seat} ${target}`, true);
  };
  return html`
    ${chosen("shooters", "Кто стреляет", tabs, shooter, (key) => hands.change({ shooter: key }))}
    ${seats(view, "В кого", shoot)}
    <button class="done" @click=${() => shoot("-")}>Мимо</button>
  `;
}

const ROLES = [
  ["мирный", "Мирный"],
  ["мафия", "Мафия"],
  ["дон", "Дон"],
  ["шериф", "Шериф"],
];

/** Ten taps, one for each seat in order; a tap on a seat goes back to it. */
function roles({ view, roles: picked, roleSeat }, hands) {
  const last = view.seats.length;
  const pick = (role) => {
    const changed = new Map(picked).set(roleSeat, role);
    hands.change({ roles: changed, roleSeat: Math.min(last, roleSeat + 1) });
  };
  return html`
    <p class="asks" id="asks">Какую карту взял игрок <b>${roleSeat}</b></p>
    <div class="strip" role="group" aria-label="Какой игрок">
      ${view.seats.map(
        ({ seat }) => html`<button
          aria-label=${`Игрок ${seat}`}
          aria-pressed=${seat === roleSeat ? "true" : "false"}
          @click=${() => hands.change({ roleSeat: seat })}
        >
          ${seat}
        </button>`,
      )}
    </div>
    <div class="cards" role="group" aria-labelledby="asks">
      ${ROLES.map(([role, words]) => html`<button @click=${() => pick(role)}>${words}</button>`)}
    </div>
    <button class="done" @click=${() => enter(picked, hands)}>Записать роли</button>
  `;
}

async function enter(picked, hands) {
  const having = (role) => [...picked].filter(([, taken]) => taken === role).map(([seat]) => seat);
  const [don, mafia, sheriff] = [having("дон"), having("мафия"), having("шериф")];
  if (don.length !== 1 || mafia.length !== 2 || sheriff.length !== 1) {
    const has = `донов ${don.length}, мафии ${mafia.length}, шерифов ${sheriff.length}`;
    return hands.whisper(`не записано: нужны дон, две мафии и шериф, а введено: ${has}`);
  }
  const answer = await hands.send(`/roles don=${don} mafia=${mafia} sheriff=${sheriff}`, true);
  if (answer.accepted) hands.change({ roles: new Map(), roleSeat: 1 });
}

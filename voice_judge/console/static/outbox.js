// The judge's commands on their way: in order, one at a time, each sent again with the same id until it is answered.

const PATIENCE = 5000; // milliseconds for one answer
const AGAIN = 1000;
const KEPT = 120000; // so long a secret or a count may be late
const HASTY = 15000; // what means "now" is not wanted later
const NOW = /^\/(next|undo|pause|resume|confirm|stop|time|who|repeat|asked)\b/;

export const UNSENT = "Связи не было, это не записано. Посмотрите, что идёт сейчас, и повторите.";

export class Outbox {
  #csrf;
  #changed;
  #cutOff;
  #waiting = [];
  #busy = false;
  #wake = () => {};

  /** `csrf`: the page's token; `changed()`: the number of waiting commands is another; `cutOff()`: no longer paired. */
  constructor(csrf, changed, cutOff) {
    this.#csrf = csrf;
    this.#changed = changed;
    this.#cutOff = cutOff;
  }

  /** How many are on their way. */
  get length() {
    return this.#waiting.length;
  }

  /** Sends `text`; resolves to a CommandOut, also if it never arrived. */
  send(text, turn) {
    const until = performance.now() + (NOW.test(text) ? HASTY : KEPT);
    return new Promise((answer) => {
      this.#waiting.push({ body: JSON.stringify({ id: identity(), text, turn }), until, answer });
      this.#changed();
      this.#pump();
    });
  }

  /** The connection is back: do not wait any longer. */
  hurry() {
    this.#wake();
  }

  async #pump() {
    if (this.#busy) return;
    this.#busy = true;
    while (this.#waiting.length) {
      const [first] = this.#waiting;
      const answer = await this.#deliver(first);
      this.#waiting.shift();
      this.#changed();
      first.answer(answer);
    }
    this.#busy = false;
  }

  async #deliver(command) {
    while (performance.now() < command.until) {
      const answer = await this.#attempt(command.body);
      if (answer) return answer;
      await new Promise((go) => {
        this.#wake = go;
        setTimeout(go, AGAIN);
      });
    }
    return { accepted: false, message: UNSENT, check: null };
  }

  /** The answer; null if it is worth another try. */
  async #attempt(body) {
    let response;
    try {
      response = await fetch("/api/commands", {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRF-Token": this.#csrf },
        body,
        signal: AbortSignal.timeout(PATIENCE),
      });
      if (response.ok) return await response.json();
    } catch {
      return null; // no connection, or no answer in time
    }
    if (response.status === 401 || response.status === 403) {
      this.#cutOff(); // the page begins again, with a new token if it is still paired
      return { accepted: false, message: UNSENT, check: null };
    }
    if (response.status >= 500 || response.status === 429) return null;
    const problem = await response.json().catch(() => ({}));
    return { accepted: false, message: problem.detail ?? "Не принято.", check: null };
  }
}

/** A new name for a command. (`crypto.randomUUID` asks for https.) */
function identity() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

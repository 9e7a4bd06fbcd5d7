// The game's audio clock on this page: told every few seconds, kept running in between by the browser's steady clock.

export class GameTime {
  #told = 0;
  #heard = performance.now();
  live = false;

  /** Takes a TimeOut: `now` in seconds, `live`: the game is there and goes on. */
  hear({ now, live }) {
    this.#told = now;
    this.#heard = performance.now();
    this.live = live;
  }

  /** Seconds of the game's clock now; it stands while the game is away. */
  get now() {
    return this.#told + (this.live ? (performance.now() - this.#heard) / 1000 : 0);
  }

  /** Seconds left of the speech of this view (HallView), or null where nobody's clock is shown. */
  left(view) {
    const clock = view?.clock;
    if (!clock) return null;
    return clock.runs ? Math.max(0, clock.left - Math.max(0, this.now - view.at)) : clock.left;
  }
}

/** 0:59; a second is shown until it is over. */
export function minutes(left) {
  const seconds = Math.ceil(left - 1e-6);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Milliseconds until `minutes` shows another text: nothing is drawn in vain. */
export function untilNext(left) {
  return Math.max(20, (left - Math.ceil(left - 1e-6) + 1) * 1000 + 5);
}

// A stream of server-sent events that comes back by itself.
//
// The browser's EventSource reconnects with Last-Event-ID, so nothing is missed. What it does not see is a Wi-Fi that
// went away without a word, and after a refusal it gives up: both are seen to here, and the stream then begins anew
// with everything at once.

const SILENCE = 9000; // milliseconds: the time is told every five seconds
const ANSWER = 4000; // so long a new connection may take
const AGAIN = [1000, 2000, 4000, 8000];

export class Stream {
  #url;
  #events;
  #told;
  #refused;
  #source = null;
  #last = 0; // when something came
  #opened = 0; // when this connection was begun
  #failures = 0;
  #timer = 0;
  #connected = null;

  /**
   * `events`: a function for each event's name; `told(connected)`: whenever that changes;
   * `refused()`: the server does not want to answer; resolves to false if it is of no use to go on.
   */
  constructor(url, events, told, refused = async () => true) {
    this.#url = url;
    this.#events = events;
    this.#told = told;
    this.#refused = refused;
    this.open();
    setInterval(() => this.#watch(), 1000);
    addEventListener("online", () => this.open());
    addEventListener("offline", () => this.#state(false));
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && performance.now() - this.#last > SILENCE / 2) this.open();
    });
  }

  /** Connects anew, now. */
  open() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#opened = performance.now();
    const source = new EventSource(this.#url);
    this.#source = source;
    for (const [name, take] of Object.entries(this.#events)) {
      source.addEventListener(name, (event) => {
        this.#last = performance.now();
        this.#failures = 0;
        take(JSON.parse(event.data));
        this.#state(true);
      });
    }
    source.onerror = () => this.#failed(source);
  }

  close() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }

  async #failed(source) {
    if (source !== this.#source) return;
    this.#state(false);
    if (source.readyState !== EventSource.CLOSED) return; // it goes on by itself
    if (!(await this.#refused())) return this.close();
    if (source !== this.#source) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.open(), AGAIN[Math.min(this.#failures++, AGAIN.length - 1)]);
  }

  #watch() {
    const now = performance.now();
    if (!this.#source || this.#source.readyState === EventSource.CLOSED) return;
    if (now - this.#last > SILENCE && now - this.#opened > SILENCE) this.open();
    else if (this.#last < this.#opened && now - this.#opened > ANSWER) this.#state(false);
  }

  #state(connected) {
    if (connected === this.#connected) return;
    this.#connected = connected;
    this.#told(connected);
  }
}

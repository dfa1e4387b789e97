// The clock of the replay, and the loop of frames that it drives. Both take their time and their frames from outside.

/** The speeds that one chooses from, as multiples of the speed driven. */
export const REPLAY_SPEEDS = [1, 2, 5, 10, 20, 50, 100];
/** Further ones for long drives. */
const GREAT_SPEEDS = [200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000];
/** Any drive plays in so many milliseconds at one of the speeds. */
const WHOLE_DRIVE = 60_000;
/** A pause is skipped where it would take longer than this, in milliseconds of the replay. */
const LONGEST_PAUSE = 1500;

/** How many milliseconds a frame may come too early and still be drawn: screens do not tick evenly. */
const EARLINESS = 2;

/** The speeds of a drive that takes so many milliseconds, and the one at which it plays at first. */
export function speedsOf(span, wanted) {
  const all = [...REPLAY_SPEEDS, ...GREAT_SPEEDS];
  const whole = all.find((speed) => span / speed <= WHOLE_DRIVE) ?? all.at(-1);
  const greatest = Math.max(REPLAY_SPEEDS.at(-1), whole);
  return { speeds: all.filter((speed) => speed <= greatest), speed: Math.max(wanted, whole) };
}

/**
 * Where the replay stands: a time between the begin and the end of a drive.
 *
 * While it plays, the time is that of the last change plus what `now()` has run since then, times the speed. At its end
 * it pauses; to play there begins again. `onChange` is called after each change but not while time passes.
 */
export class ReplayClock {
  #time;
  #since = null;
  #speed;

  /**
   * Times in milliseconds; `now` tells the milliseconds of any clock that never goes back. `pauses` are
   * `{ begin, end }` in the order of time; a playing clock skips them unless `skips` is false, and calls
   * `onSkip(milliseconds)`.
   */
  constructor({ begin, end, speed = 10, speeds = REPLAY_SPEEDS, pauses = [], now = () => performance.now(),
    onChange = () => {}, onSkip = () => {} }) {
    this.onSkip = onSkip;
    this.speeds = speeds;
    this.pauses = pauses;
    this.skips = true;
    this.begin = begin;
    this.end = end;
    this.now = now;
    this.onChange = onChange;
    this.#time = begin;
    this.#speed = speed;
  }

  get playing() {
    return this.#since !== null;
  }

  get speed() {
    return this.#speed;
  }

  set speed(speed) {
    this.#settle();
    this.#speed = speed;
    this.onChange();
  }

  /** Where the replay stands now. */
  get time() {
    const passed = this.playing ? (this.now() - this.#since) * this.#speed : 0;
    return Math.min(this.end, this.#time + passed);
  }

  play() {
    if (this.playing || this.end <= this.begin) return;
    if (this.#time >= this.end) this.#time = this.begin;
    this.#since = this.now();
    this.onChange();
  }

  pause() {
    if (!this.playing) return;
    this.#settle();
    this.#since = null;
    this.onChange();
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Goes to a time, which is kept between begin and end; a playing clock plays on from there. */
  seek(time) {
    this.#time = Math.max(this.begin, Math.min(this.end, time));
    if (this.playing) this.#since = this.now();
    this.onChange();
  }

  /** The next speed up (1) or down (−1) of those to choose from. */
  stepSpeed(direction) {
    const others = this.speeds.filter((speed) => (speed - this.#speed) * direction > 0);
    if (others.length > 0) this.speed = direction > 0 ? others[0] : others.at(-1);
  }

  /** The time of a frame; pauses at the end. */
  tick() {
    const time = this.time;
    const pause = this.playing && this.skips ? this.#pauseAt(time) : undefined;
    if (pause) {
      this.onSkip(pause.end - time);
      this.seek(pause.end);
    }
    if (this.playing && time >= this.end) this.pause();
    return pause ? this.time : time;
  }

  #pauseAt(time) {
    return this.pauses.find(({ begin, end }) => begin < time && end - time > LONGEST_PAUSE * this.#speed);
  }

  #settle() {
    this.#time = this.time;
    if (this.playing) this.#since = this.now();
  }
}

/**
 * Calls `draw` for each frame, at most `rate` times a second, from `start` to `stop`.
 *
 * A screen that is faster than the rate has frames left out. Nothing is asked of the screen while the loop stands.
 */
export class FrameLoop {
  #handle = null;
  #due = 0;

  constructor({ draw, rate = 60, request = (f) => requestAnimationFrame(f), cancel = (h) => cancelAnimationFrame(h) }) {
    this.draw = draw;
    this.rate = rate;
    this.request = request;
    this.cancel = cancel;
  }

  start() {
    if (this.#handle !== null) return;
    this.#due = 0;
    this.#ask();
  }

  stop() {
    if (this.#handle !== null) this.cancel(this.#handle);
    this.#handle = null;
  }

  #ask() {
    this.#handle = this.request((now) => this.#frame(now));
  }

  #frame(now) {
    this.#ask();
    if (now < this.#due - EARLINESS) return;
    const period = 1000 / this.rate;
    this.#due = this.#due > now - period ? this.#due + period : now + period;
    this.draw();
  }
}

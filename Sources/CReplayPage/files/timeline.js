// The timeline: the curve of the speed, what happened when, and where the replay stands. A slider that one drags.
import { create } from './dom.js';
import { GAP } from './track.js';
import { speedText, wordsOf } from './format.js';

/** Heights in pixels of the CSS: marks of events above, the curve, the bands, and the hours below if there is room. */
const MARKS_HEIGHT = 14;
const BANDS_HEIGHT = 6;
const AXIS_HEIGHT = 15;
/** Below this height the axis is left out. */
const ROOM_FOR_AXIS = 56;
/** Pixels within which the pointer is at a mark. */
const REACH = 6;
/** Pixels that the head of a mark needs. */
const MARK_WIDTH = 6;
/** The curve reaches its top at this speed at least, in m/s, so that a walk does not look like a race. */
const LEAST_TOP_SPEED = 8;
/** Steps of the axis in seconds. */
const AXIS_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800,
  604800];
/** Pixels that a label of the axis needs. */
const LABEL_WIDTH = 76;
/** While it plays, the words for screen readers change this often, in milliseconds. */
const WORDS_PERIOD = 1000;

/** Colours of the bands and marks: names of custom properties. */
const BAND_COLOURS = { gap: '--gap', off_road: '--off-road', stop: '--stop', wrong_way: '--bad', deviation: '--warn' };
const BAND_KINDS = [null, 'off_road', 'gap'];

/** A stretch of time of one kind: `{ kind, begin, end, words }`, times in milliseconds. */
function eventBands(drive, moments) {
  const events = drive.table('events');
  const deviations = drive.table('deviations');
  return [
    ...spansOf(events, moments, (row) => events.value('type', row), (row) => events.value('detail', row)),
    ...spansOf(deviations, moments, () => 'deviation', (row) => deviations.value('cause', row)),
  ].filter(({ kind }) => kind in BAND_COLOURS);
}

function spansOf(table, moments, kindOf, detailOf) {
  const begins = moments.times(table.name);
  const ends = moments.ends(table.name);
  return Array.from({ length: table.rows }, (_, row) => {
    const kind = kindOf(row) ?? 'event';
    const words = [kind, detailOf(row)].filter(Boolean).map(wordsOf).join(': ');
    return { table: table.name, row, kind, begin: begins[row], end: ends[row], words };
  }).filter(({ begin }) => !Number.isNaN(begin));
}

/** Everything that has a mark: `{ table, row, kind, begin, end, words }`, by time. */
function marksOf(drive, moments) {
  const [events, milestones, violations, waypoints] =
    ['events', 'milestones', 'violations', 'waypoints'].map((name) => drive.table(name));
  return [
    ...spansOf(events, moments, (row) => events.value('type', row) ?? events.value('kind', row),
      (row) => events.value('detail', row) ?? events.value('description', row)),
    ...spansOf(milestones, moments, () => 'milestone', (row) => milestones.value('name', row)),
    ...spansOf(violations, moments, () => 'violation', (row) => violations.value('code', row)),
    ...spansOf(waypoints, moments, () => 'waypoint', (row) => waypoints.value('name', row)),
  ].sort((a, b) => a.begin - b.begin);
}

export class Timeline {
  #canvas = create('canvas', { 'aria-hidden': 'true' });
  #passed = create('div', { class: 'passed' });
  #playhead = create('div', { class: 'playhead' });
  #tip = create('div', { class: 'tip', hidden: '' });
  #wordsAt = -Infinity;
  #colours = new Map();

  /** `onSeek(ms)` is called while the pointer drags, and for keys. */
  constructor(element, { drive, track, moments, times, onSeek }) {
    Object.assign(this, { element, track, times, onSeek });
    this.marks = marksOf(drive, moments);
    this.bands = eventBands(drive, moments);
    this.time = track.begin;
    element.append(this.#canvas, this.#passed, this.#playhead, this.#tip);
    element.setAttribute('aria-valuemin', '0');
    element.setAttribute('aria-valuemax', String(Math.round((track.end - track.begin) / 1000)));
    this.#listen();
  }

  /** Draws anew, after a change of size or theme. */
  draw() {
    const { width, height } = this.#fitCanvas();
    if (width === 0 || this.#span === 0) return;
    this.#colours.clear();
    const context = this.#canvas.getContext('2d');
    const axis = height >= ROOM_FOR_AXIS ? AXIS_HEIGHT : 0;
    const bottom = height - axis - BANDS_HEIGHT - 2;
    context.clearRect(0, 0, width, height);
    this.#drawCurve(context, width, MARKS_HEIGHT, bottom);
    this.#drawBands(context, width, bottom + 1);
    this.#drawMarks(context, width);
    if (axis > 0) this.#drawAxis(context, width, height);
    this.setTime(this.time);
  }

  /** Moves the playhead; `settled` says that the replay stands, so that the words for screen readers are due. */
  setTime(time, settled = true) {
    this.time = time;
    const share = this.#span > 0 ? (time - this.track.begin) / this.#span : 0;
    this.#playhead.style.transform = `translateX(${share * this.element.clientWidth}px)`;
    this.#passed.style.transform = `scaleX(${share})`;
    const now = performance.now();
    if (!settled && now - this.#wordsAt < WORDS_PERIOD) return;
    this.#wordsAt = now;
    this.element.setAttribute('aria-valuenow', String(Math.round((time - this.track.begin) / 1000)));
    this.element.setAttribute('aria-valuetext', this.#wordsOfTime(time));
  }

  get #span() {
    return this.track.end - this.track.begin;
  }

  #wordsOfTime(time) {
    const place = this.track.timeKind === 'none' ? null : this.track.at(time);
    return this.times.moment(time) + (place ? ' · ' + speedText(place.speed) : '');
  }

  #fitCanvas() {
    const { clientWidth: width, clientHeight: height } = this.element;
    const ratio = devicePixelRatio;
    this.#canvas.width = Math.round(width * ratio);
    this.#canvas.height = Math.round(height * ratio);
    this.#canvas.getContext('2d').setTransform(ratio, 0, 0, ratio, 0, 0);
    return { width, height };
  }

  #xOf(time, width) {
    return ((time - this.track.begin) / this.#span) * width;
  }

  /** The speed as an area; across gaps it may be out of all proportion, and is cut. */
  #drawCurve(context, width, top, bottom) {
    const samples = this.track.speedSamples;
    const driven = samples.filter(({ kind }) => kind !== GAP).map(({ speed }) => speed);
    const fastest = driven.reduce((most, speed) => Math.max(most, speed), LEAST_TOP_SPEED);
    context.beginPath();
    context.moveTo(0, bottom);
    for (const { t, speed } of samples) {
      context.lineTo(this.#xOf(t, width), bottom - Math.min(1, speed / fastest) * (bottom - top));
    }
    context.lineTo(width, bottom);
    context.fillStyle = this.#colour('--accent');
    context.globalAlpha = 0.3;
    context.fill();
    context.globalAlpha = 1;
    context.fillStyle = this.#colour('--line');
    context.fillRect(0, bottom, width, 1);
  }

  #drawBands(context, width, top) {
    const step = width / this.track.speedSamples.length;
    for (const { t, kind } of this.track.speedSamples) {
      if (kind > 0) this.#drawBand(context, this.#xOf(t, width) - step / 2, step + 0.5, top, BAND_KINDS[kind]);
    }
    for (const { kind, begin, end } of this.bands) {
      const x = this.#xOf(begin, width);
      this.#drawBand(context, x, Math.max(2, this.#xOf(end, width) - x), top, kind);
    }
  }

  #drawBand(context, x, width, top, kind) {
    context.fillStyle = this.#colour(BAND_COLOURS[kind]);
    context.fillRect(x, top, width, BANDS_HEIGHT);
  }

  /** Events as drops, milestones and waypoints as flags; thin strokes where there are too many. */
  #drawMarks(context, width) {
    const crowded = this.marks.length * MARK_WIDTH > width;
    for (const { kind, begin } of this.marks) {
      const x = Math.max(5, Math.min(width - 5, this.#xOf(begin, width)));
      const flag = kind === 'milestone' || kind === 'waypoint';
      context.fillStyle = this.#colour(flag ? '--good' : BAND_COLOURS[kind] ?? '--warn');
      context.fillRect(x - 0.75, 2, crowded ? 1 : 1.5, crowded ? MARKS_HEIGHT - 6 : MARKS_HEIGHT + 4);
      if (crowded) continue;
      context.beginPath();
      if (flag) context.rect(x, 2, 7, 6);
      else context.arc(x, 5, 4, 0, 2 * Math.PI);
      context.fill();
    }
  }

  #drawAxis(context, width, height) {
    const steps = AXIS_STEPS.filter((step) => (this.#span / 1000 / step) * LABEL_WIDTH <= width);
    const step = (steps[0] ?? AXIS_STEPS.at(-1)) * 1000;
    const shift = this.times.offset * 60_000;
    context.fillStyle = this.#colour('--quiet');
    context.font = '11px system-ui, sans-serif';
    context.textAlign = 'center';
    for (let t = Math.ceil((this.track.begin + shift) / step) * step - shift; t <= this.track.end; t += step) {
      const x = this.#xOf(t, width);
      context.fillRect(x, height - AXIS_HEIGHT - 1, 1, 3);
      const label = this.times.mark(t, step < 60_000);
      const half = context.measureText(label).width / 2;
      context.fillText(label, Math.max(half, Math.min(width - half, x)), height - 2);
    }
  }

  /** The colour that a custom property has in the theme of this drawing. */
  #colour(name) {
    if (!this.#colours.has(name)) {
      this.#tip.style.borderColor = `var(${name})`;
      this.#colours.set(name, getComputedStyle(this.#tip).borderTopColor);
    }
    return this.#colours.get(name);
  }

  #listen() {
    const { element } = this;
    element.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      this.onSeek(this.#timeAt(event));
    });
    element.addEventListener('pointermove', (event) => {
      if (element.hasPointerCapture(event.pointerId)) this.onSeek(this.#timeAt(event));
      this.#showTip(event);
    });
    element.addEventListener('pointerleave', () => (this.#tip.hidden = true));
    element.addEventListener('keydown', (event) => this.#onKey(event));
  }

  #timeAt(event) {
    const box = this.element.getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (event.clientX - box.left) / box.width));
    return this.track.begin + share * this.#span;
  }

  #showTip(event) {
    const time = this.#timeAt(event);
    const words = this.#happeningAt(time);
    this.#tip.textContent = this.#wordsOfTime(time) + (words ? ' · ' + words : '');
    this.#tip.hidden = false;
    const width = this.element.clientWidth;
    const x = event.clientX - this.element.getBoundingClientRect().left - this.#tip.offsetWidth / 2;
    this.#tip.style.transform = `translateX(${Math.max(0, Math.min(width - this.#tip.offsetWidth, x))}px)`;
  }

  /** The words of the mark nearest to a time, or else of the band there. */
  #happeningAt(time) {
    const reach = (REACH / this.element.clientWidth) * this.#span;
    const near = this.marks.filter(({ begin }) => Math.abs(begin - time) <= reach)
      .sort((a, b) => Math.abs(a.begin - time) - Math.abs(b.begin - time));
    const band = this.bands.find(({ begin, end }) => begin <= time && time <= end);
    if (near.length > 0 || band) return (near[0] ?? band).words;
    return wordsOf(BAND_KINDS[this.track.at(time)?.kind ?? 0] ?? '');
  }

  #onKey(event) {
    const hundredth = this.#span / 100;
    const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 };
    const ends = { Home: this.track.begin, End: this.track.end };
    const time = event.key in steps ? this.time + steps[event.key] * hundredth : ends[event.key];
    if (time === undefined) return;
    event.preventDefault();
    this.onSeek(time);
  }
}

// The timeline: the curve of the speed, what happened when, and where the replay stands. A slider that one drags.
import { create } from './dom.js';
import { GAP } from './track.js';
import { speedText, wordsOf } from './format.js';
import { eventColour, isMilestoneEvent } from './markers.js';
import { isDoubtful } from './outcome.js';
import { clauseText } from './sentences.js';
import { word } from './words.js';

/** Heights in pixels of the CSS: marks of events above, the curve, the bands, and the hours below if there is room. */
const MARKS_HEIGHT = 14;
const BANDS_HEIGHT = 6;
const AXIS_HEIGHT = 15;
/** Below this height the axis is left out. */
const ROOM_FOR_AXIS = 56;
/** Pixels within which the pointer is at a mark. */
const REACH = 6;
/** More marks than these have small heads. */
const MOST_LARGE_MARKS = 15;
/** Pixels that a small head needs; with less room there is none. */
const MARK_WIDTH = 6;
/** The curve reaches its top at this speed at least, in m/s, so that a walk does not look like a race. */
const LEAST_TOP_SPEED = 8;
/** Steps of the axis in seconds. */
const AXIS_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800,
  604800];
/** Pixels that a label of the axis needs. */
const LABEL_WIDTH = 76;
/** Pixels between two labels. */
const LABEL_GAP = 8;
/** The least that is in view, in milliseconds, and the zoom of a wheel turned by one CSS pixel. */
const LEAST_VIEW = 10_000;
const WHEEL_STEP = 1 / 300;
/** While it plays, the words for screen readers change this often, in milliseconds. */
const WORDS_PERIOD = 1000;

/** What lasts is a band: events by type, in the order in which they are drawn. */
const BANDS = ['stop', 'gap', 'off_road', 'deviation', 'speeding', 'wrong_way'];
const TRACK_BANDS = [null, 'off_road', 'gap'];

/** Stretches of time of one kind: `{ kind, colour, begin, end, words }`, times in milliseconds. */
function bandsOf(drive, moments) {
  const deviations = drive.table('deviations');
  const causes = spansOf(deviations, moments, () => 'deviation', (row) => deviations.value('cause', row));
  return [...eventSpans(drive, moments), ...causes].filter(({ kind }) => BANDS.includes(kind))
    .sort((a, b) => BANDS.indexOf(a.kind) - BANDS.indexOf(b.kind));
}

/** The events; those that say what a milestone says as well are left to it. */
function eventSpans(drive, moments) {
  const events = drive.table('events');
  const typeOf = (row) => events.value('type', row);
  const detailOf = (row) => clauseText(events.value('detail', row) ?? events.value('description', row));
  const twice = (kind) => drive.table('milestones').rows > 0 && isMilestoneEvent(kind);
  const colourOf = (row) => (isDoubtful(drive, row) ? 'quiet' : eventColour(typeOf(row) ?? ''));
  return spansOf(events, moments, typeOf, detailOf, colourOf).filter(({ kind }) => !twice(kind));
}

export function spansOf(table, moments, kindOf, detailOf, colourOf = (row) => eventColour(kindOf(row) ?? '')) {
  const begins = moments.times(table.name);
  const ends = moments.ends(table.name);
  return Array.from({ length: table.rows }, (_, row) => {
    const kind = kindOf(row) ?? 'event';
    const words = [kind, detailOf(row)].filter(Boolean).map(wordsOf).join(word(': '));
    return { table: table.name, row, kind, colour: colourOf(row), begin: begins[row], end: ends[row], words };
  }).filter(({ begin }) => !Number.isNaN(begin));
}

/** What else makes marks, of a drive and its moments. */
export const MARKS = [];

/** Everything that has a mark: `{ table, row, kind, colour, begin, end, words }`, the gravest last. */
export function marksOf(drive, moments) {
  const [milestones, violations, waypoints] =
    ['milestones', 'violations', 'waypoints'].map((name) => drive.table(name));
  const nameOf = (table) => (row) => table.value('name', row);
  const statusOf = (row) => milestones.value('status', row) ?? 'reached';
  const marks = [
    ...eventSpans(drive, moments),
    ...spansOf(milestones, moments, () => 'milestone', nameOf(milestones), statusOf),
    ...spansOf(violations, moments, () => 'violation', (row) => violations.value('code', row), () => 'alarm'),
    ...spansOf(waypoints, moments, () => 'waypoint', nameOf(waypoints), () => 'waypoint'),
    ...MARKS.flatMap((make) => make(drive, moments)),
  ];
  return marks.sort((a, b) => (a.colour === 'alarm') - (b.colour === 'alarm') || a.begin - b.begin);
}

export class Timeline {
  #canvas = create('canvas', { 'aria-hidden': 'true' });
  #passed = create('div', { class: 'passed' });
  #playhead = create('div', { class: 'playhead' });
  #tip = create('div', { class: 'tip', hidden: '' });
  #wordsAt = -Infinity;
  #colours = new Map();

  /**
   * `silences` are spans of time in which nothing was measured. `palette()` is that of the map by its present theme;
   * `onSeek(ms)` is called while the pointer drags, and for keys.
   */
  constructor(element, { drive, track, moments, times, silences, palette, onSeek }) {
    Object.assign(this, { element, track, times, silences, palette, onSeek });
    this.marks = marksOf(drive, moments);
    this.bands = bandsOf(drive, moments);
    this.time = track.begin;
    this.view = { begin: track.begin, end: track.end };
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
    this.#keepInView(time);
    const share = this.#span > 0 ? Math.max(0, Math.min(1, (time - this.view.begin) / this.#span)) : 0;
    this.#playhead.style.transform = `translateX(${share * this.element.clientWidth}px)`;
    this.#passed.style.transform = `scaleX(${share})`;
    const now = performance.now();
    if (!settled && now - this.#wordsAt < WORDS_PERIOD) return;
    this.#wordsAt = now;
    this.element.setAttribute('aria-valuenow', String(Math.round((time - this.track.begin) / 1000)));
    this.element.setAttribute('aria-valuetext', this.#wordsOfTime(time));
  }

  /** Milliseconds in view. */
  get #span() {
    return this.view.end - this.view.begin;
  }

  /** Shows a part of the drive, `factor` times as long, around a time that stays where it is. */
  zoom(factor, around) {
    const { begin, end } = this.track;
    const span = Math.min(end - begin, Math.max(LEAST_VIEW, this.#span * factor));
    if (!(this.#span > 0) || span === this.#span) return;
    const share = (around - this.view.begin) / this.#span;
    this.#show(around - share * span, span);
  }

  #show(from, span) {
    const begin = Math.max(this.track.begin, Math.min(this.track.end - span, from));
    this.view = { begin, end: begin + span };
    this.draw();
  }

  /** A part of the drive in view moves on with the replay. */
  #keepInView(time) {
    const { begin, end } = this.view;
    if (time >= begin && time <= end) return;
    const span = end - begin;
    if (span < this.track.end - this.track.begin) this.#show(time - 0.1 * span, span);
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
    return ((time - this.view.begin) / this.#span) * width;
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
    this.#paleSilences(context, width, top, bottom);
    context.globalAlpha = 1;
    context.fillStyle = this.#colour('--line');
    context.fillRect(0, bottom, width, 1);
  }

  /** What nobody measured is pale. */
  #paleSilences(context, width, top, bottom) {
    context.fillStyle = this.#colour('--surface');
    context.globalAlpha = 0.65;
    for (const { begin, end } of this.silences) {
      const x = this.#xOf(begin, width);
      context.fillRect(x, top, this.#xOf(end, width) - x, bottom - top);
    }
  }

  #drawBands(context, width, top) {
    const palette = this.palette();
    const step = (width / this.track.speedSamples.length) * ((this.track.end - this.track.begin) / this.#span);
    for (const { t, kind } of this.track.speedSamples) {
      if (kind === 0) continue;
      context.fillStyle = palette[TRACK_BANDS[kind]];
      context.fillRect(this.#xOf(t, width) - step / 2, top, step + 0.5, BANDS_HEIGHT);
    }
    for (const { colour, begin, end } of this.bands) {
      const x = this.#xOf(begin, width);
      context.fillStyle = palette[colour];
      context.fillRect(x, top, Math.max(2, this.#xOf(end, width) - x), BANDS_HEIGHT);
    }
  }

  /** Events as drops, milestones and waypoints as flags; smaller, and at last without heads, where there are many. */
  #drawMarks(context, width) {
    const palette = this.palette();
    const small = this.marks.length > MOST_LARGE_MARKS;
    const headless = this.marks.length * MARK_WIDTH > width;
    const [stem, radius] = small ? [1, 2.5] : [1.5, 4];
    const bottom = small ? MARKS_HEIGHT - 2 : MARKS_HEIGHT + 6;
    for (const { kind, colour, begin } of this.marks) {
      if (begin < this.view.begin || begin > this.view.end) continue;
      const x = Math.max(5, Math.min(width - 5, this.#xOf(begin, width)));
      context.fillStyle = palette[colour];
      context.fillRect(x - stem / 2, 2, stem, bottom - 2);
      if (headless) continue;
      context.beginPath();
      if (['milestone', 'waypoint', 'arrival'].includes(kind)) context.rect(x, 2, 1.75 * radius, 1.5 * radius);
      else context.arc(x, radius + 1, radius, 0, 2 * Math.PI);
      context.fill();
    }
  }

  #drawAxis(context, width, height) {
    context.fillStyle = this.#colour('--quiet');
    context.font = '11px system-ui, sans-serif';
    context.textAlign = 'center';
    let free = -LABEL_GAP;
    for (const { t, label } of this.#ticks(width)) {
      const x = this.#xOf(t, width);
      const half = context.measureText(label).width / 2;
      const middle = Math.max(half, Math.min(width - half, x));
      context.fillRect(x, height - AXIS_HEIGHT - 1, 1, 3);
      if (middle - half < free + LABEL_GAP) continue;
      context.fillText(label, middle, height - 2);
      free = middle + half;
    }
  }

  /** The marks of the axis, at round times of the day. */
  #ticks(width) {
    const steps = AXIS_STEPS.filter((step) => (this.#span / 1000 / step) * LABEL_WIDTH <= width);
    const step = (steps[0] ?? AXIS_STEPS.at(-1)) * 1000;
    const shift = this.times.offset * 60_000;
    const ticks = [];
    for (let t = Math.ceil((this.view.begin + shift) / step) * step - shift; t <= this.view.end; t += step) {
      ticks.push({ t, label: this.times.mark(t, step < 60_000) });
    }
    return ticks;
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
    element.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.zoom(2 ** (event.deltaY * WHEEL_STEP), this.#timeAt(event));
    }, { passive: false });
    element.addEventListener('pointerleave', () => (this.#tip.hidden = true));
    element.addEventListener('keydown', (event) => this.#onKey(event));
  }

  #timeAt(event) {
    const box = this.element.getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (event.clientX - box.left) / box.width));
    return this.view.begin + share * this.#span;
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
    const band = this.bands.findLast(({ begin, end }) => begin <= time && time <= end);
    if (near.length > 0 || band) return (near[0] ?? band).words;
    return wordsOf(TRACK_BANDS[this.track.at(time)?.kind ?? 0] ?? '');
  }

  #onKey(event) {
    const hundredth = this.#span / 100;
    const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 };
    if (['+', '-'].includes(event.key)) {
      event.preventDefault();
      event.stopPropagation();
      this.zoom(event.key === '+' ? 0.5 : 2, this.time);
    }
    const ends = { Home: this.track.begin, End: this.track.end };
    const time = event.key in steps ? this.time + steps[event.key] * hundredth : ends[event.key];
    if (time === undefined) return;
    event.preventDefault();
    this.onSeek(time);
  }
}

// The day of the fleet: a row for each vehicle with its drives, stands, gaps and events, and its stops by lateness.
import { create } from './dom.js';
import { drawMark, lookOf, EVENT_LOOKS } from './nightmap.js';
import { latenessOf } from './nightselection.js';
import { language, word } from './words.js';

const NAME_WIDTH = 110;
const AXIS_HEIGHT = 26;
const ROW = 22;
/** With the stops of plans below the drives. */
const ROW_WITH_STOPS = 34;
const BAR = 11;
/** Steps of the axis in seconds: the first that leaves room for its marks. */
const AXIS_STEPS = [300, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800];
const LEAST_STEP_PIXELS = 56;
/** Drawn on the bars: no mere stands, which are gaps in the colour. */
const MARKED = new Set(['wrong_way', 'closed_road', 'forbidden_turn', 'no_access', 'vehicle_limit', 'off_road']);

/** Colours of the grades of lateness; each has a shape of its own, too. */
export const GRADE_LOOKS = {
  early: { shape: 'triangle', day: '#2166ac', night: '#6fb1f2' },
  punctual: { shape: 'circle', day: '#6b7280', night: '#9aa3b0' },
  delayed: { shape: 'square', day: '#b35f00', night: '#ffb04d' },
  late: { shape: 'diamond', day: '#8f3b00', night: '#ff8a3c' },
  unplanned: { shape: 'circle', day: '#6b7280', night: '#9aa3b0' },
  missed: EVENT_LOOKS.missed,
  open: { shape: 'circle', day: '#a3a8b1', night: '#5a6370' },
};
const PALETTES = {
  day: { ink: '#1a2130', quiet: '#566176', line: '#dbe0e9', drive: '#4d7fc4', flagged: '#c06a14', unlit: '#d5dae3',
    stand: '#ffffff', surface: '#ffffff', brush: '#1859c922' },
  night: { ink: '#e9edf4', quiet: '#a3aec1', line: '#303a4b', drive: '#5d8fd6', flagged: '#e58a45', unlit: '#333d4d',
    stand: '#171c25', surface: '#171c25', brush: '#7db0ff33' },
};

/** The rows of vehicles; a drag over the axis selects hours, a click on a drive its trip. */
export class FleetDay {
  #drag = null;

  constructor(night, selection, times, actions) {
    Object.assign(this, { night, selection, times, actions, theme: 'day' });
    this.canvas = create('canvas');
    this.spacer = create('div', { class: 'spacer' }, [this.canvas]);
    this.element = create('div', { class: 'day', tabindex: '0', role: 'img',
      'aria-label': word('Drives of each vehicle over the day') }, [this.spacer]);
    this.rows = rowsOf(night);
    this.rowHeight = night.stops ? ROW_WITH_STOPS : ROW;
    [this.begin, this.end] = this.#span();
    this.element.addEventListener('scroll', () => this.draw(), { passive: true });
    this.canvas.addEventListener('pointerdown', (event) => this.#down(event));
    this.canvas.addEventListener('pointermove', (event) => this.#move(event));
    this.canvas.addEventListener('pointerup', (event) => this.#up(event));
    this.spacer.style.height = AXIS_HEIGHT + this.rows.length * this.rowHeight + 6 + 'px';
  }

  #span() {
    const { begin, duration } = this.night.trips;
    let [low, high] = [Infinity, -Infinity];
    begin.forEach((time, i) => {
      if (time === null) return;
      low = Math.min(low, time);
      high = Math.max(high, time + (duration[i] ?? 0));
    });
    const pad = Math.max(60, (high - low) * 0.01);
    return [low - pad, high + pad];
  }

  resize() {
    const ratio = devicePixelRatio || 1;
    const { clientWidth: width, clientHeight: height } = this.element;
    Object.assign(this, { width, height });
    Object.assign(this.canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
    Object.assign(this.canvas.style, { width: width + 'px', height: height + 'px' });
    this.draw();
  }

  x(time) {
    return NAME_WIDTH + ((time - this.begin) / (this.end - this.begin)) * (this.width - NAME_WIDTH - 8);
  }

  time(x) {
    return this.begin + ((x - NAME_WIDTH) / (this.width - NAME_WIDTH - 8)) * (this.end - this.begin);
  }

  draw() {
    if (!this.width) return;
    const ratio = devicePixelRatio || 1;
    const context = this.canvas.getContext('2d');
    const palette = PALETTES[this.theme];
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = palette.surface;
    context.fillRect(0, 0, this.width, this.height);
    this.mask = this.selection.trips();
    const { scrollTop } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / this.rowHeight));
    const last = Math.min(this.rows.length - 1, Math.ceil((scrollTop + this.height) / this.rowHeight));
    this.#drawGrid(context, palette);
    for (let row = first; row <= last; row += 1) this.#drawRow(context, palette, row, AXIS_HEIGHT + row * this.rowHeight - scrollTop);
    this.#drawAxis(context, palette);
  }

  #marks() {
    const step = AXIS_STEPS.find((seconds) => (seconds / (this.end - this.begin)) * (this.width - NAME_WIDTH) >= LEAST_STEP_PIXELS)
      ?? AXIS_STEPS.at(-1);
    const offset = this.night.offset_minutes * 60;
    const marks = [];
    for (let time = Math.ceil((this.begin + offset) / step) * step - offset; time < this.end; time += step) marks.push(time);
    return { marks, step };
  }

  #drawGrid(context, palette) {
    context.fillStyle = palette.line;
    for (const time of this.#marks().marks) context.fillRect(Math.round(this.x(time)), AXIS_HEIGHT, 1, this.height);
  }

  #drawAxis(context, palette) {
    context.fillStyle = palette.surface;
    context.fillRect(0, 0, this.width, AXIS_HEIGHT);
    context.fillStyle = palette.quiet;
    context.font = '11px system-ui, "Noto Sans", sans-serif';
    context.textAlign = 'center';
    const { marks, step } = this.#marks();
    for (const time of marks) context.fillText(step >= 86_400 ? this.times.shortDay(time * 1000) : this.times.shortClock(time * 1000), this.x(time), 16);
    context.textAlign = 'left';
    context.fillText(this.times.zone, 8, 16);
    const hours = this.#drag ? [this.#drag.from, this.#drag.to].sort((a, b) => a - b) : this.selection.get('hours');
    if (hours) {
      context.fillStyle = palette.brush;
      context.fillRect(this.x(hours[0]), 0, Math.max(2, this.x(hours[1]) - this.x(hours[0])), this.height);
    }
  }

  #drawRow(context, palette, row, top) {
    const { name, trips, stops } = this.rows[row];
    const middle = top + 4 + BAR / 2;
    context.font = '12px system-ui, "Noto Sans", sans-serif';
    context.textAlign = 'right';
    context.fillStyle = this.selection.get('vehicle') === name ? palette.flagged : palette.ink;
    context.fillText(shortened(context, name, NAME_WIDTH - 16), NAME_WIDTH - 8, middle + 4);
    for (const trip of trips) this.#drawTrip(context, palette, trip, top + 4);
    for (const stop of stops) {
      if (!this.mask[this.night.stops.trip[stop]]) continue;
      const { planned, arrived } = this.night.stops;
      const time = planned[stop] ?? arrived[stop];
      const look = GRADE_LOOKS[latenessOf(this.night.stops, stop)];
      if (time !== null) drawMark(context, this.x(time), top + 4 + BAR + 9, look.shape, look[this.theme], palette.surface, 4);
    }
  }

  #drawTrip(context, palette, trip, top) {
    const { begin, duration, score } = this.night.trips;
    const [from, to] = [this.x(begin[trip]), this.x(begin[trip] + (duration[trip] ?? 0))];
    const isIn = this.mask[trip];
    context.fillStyle = !isIn ? palette.unlit : score[trip] > 0 ? palette.flagged : palette.drive;
    context.fillRect(from, top, Math.max(2, to - from), BAR);
    if (!isIn) return;
    for (const event of this.night.eventsOfTrip?.[trip] ?? []) this.#drawEvent(context, palette, event, top);
  }

  #drawEvent(context, palette, event, top) {
    const { type, begin, duration } = this.night.events;
    if (begin[event] === null) return;
    const [from, to] = [this.x(begin[event]), this.x(begin[event] + (duration[event] ?? 0))];
    if (type[event] === 'stop') {
      context.fillStyle = palette.stand;
      context.fillRect(from, top + 3, to - from, BAR - 6);
    } else if (type[event] === 'gap') {
      hatch(context, from, top, Math.max(2, to - from), BAR, palette);
    } else if (MARKED.has(type[event])) {
      const look = lookOf(type[event]);
      drawMark(context, from, top + BAR / 2, look.shape, look[this.theme], palette.surface, 4);
    }
  }

  // The pointer.

  #place(event) {
    const { left, top } = this.canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  #down(event) {
    const { x, y } = this.#place(event);
    if (y > AXIS_HEIGHT || x < NAME_WIDTH) return;
    this.canvas.setPointerCapture(event.pointerId);
    this.#drag = { from: this.time(x), to: this.time(x) };
  }

  #move(event) {
    const { x, y } = this.#place(event);
    if (this.#drag) {
      this.#drag.to = this.time(x);
      this.draw();
    } else {
      this.canvas.style.cursor = y <= AXIS_HEIGHT && x > NAME_WIDTH ? 'col-resize' : this.#rowAt(y) ? 'pointer' : '';
      this.canvas.title = this.#wordsAt(x, y);
    }
  }

  #up(event) {
    const { x, y } = this.#place(event);
    if (this.#drag) {
      const [from, to] = [this.#drag.from, this.#drag.to].sort((a, b) => a - b);
      const isClick = this.x(to) - this.x(from) < 4;
      this.#drag = null;
      const hour = Math.floor((from + this.night.offset_minutes * 60) / 3600) * 3600 - this.night.offset_minutes * 60;
      const had = this.selection.get('hours');
      this.selection.set('hours', !isClick ? [from, to] : had ? undefined : [hour, hour + 3600]);
      return;
    }
    const row = this.#rowAt(y);
    if (!row) return;
    const trip = x < NAME_WIDTH ? null : this.#tripAt(row, x);
    if (trip !== null && trip !== undefined) this.actions.openTrip(trip);
    else if (row.isVehicle) this.selection.toggle('vehicle', row.name);
  }

  #rowAt(y) {
    return y <= AXIS_HEIGHT ? undefined : this.rows[Math.floor((y - AXIS_HEIGHT + this.element.scrollTop) / this.rowHeight)];
  }

  #tripAt(row, x) {
    const { begin, duration } = this.night.trips;
    return row.trips.find((trip) => x >= this.x(begin[trip]) - 2 && x <= this.x(begin[trip] + (duration[trip] ?? 0)) + 2);
  }

  #wordsAt(x, y) {
    const row = this.#rowAt(y);
    const trip = row && x > NAME_WIDTH ? this.#tripAt(row, x) : undefined;
    if (trip === undefined) return '';
    const why = this.night.whyOfTrip.get(trip);
    return this.night.trips.id[trip] + (why ? ': ' + why : '');
  }
}

/** Rows in the order of names; trips without a vehicle share as many rows as they overlap. */
function rowsOf({ trips, stops }) {
  const byVehicle = new Map();
  const alone = [];
  for (let trip = 0; trip < trips.count; trip += 1) {
    if (trips.begin[trip] === null) continue;
    const name = trips.vehicle[trip];
    if (!name) alone.push(trip);
    else if (byVehicle.has(name)) byVehicle.get(name).push(trip);
    else byVehicle.set(name, [trip]);
  }
  const names = [...byVehicle.keys()].sort(new Intl.Collator(language(), { numeric: true }).compare);
  const rows = [...names.map((name) => ({ name, isVehicle: true, trips: byVehicle.get(name) })), ...lanesOf(trips, alone)];
  const rowOfTrip = new Map(rows.flatMap((row) => row.trips.map((trip) => [trip, row])));
  for (const row of rows) row.stops = [];
  stops?.trip.forEach((trip, stop) => rowOfTrip.get(trip)?.stops.push(stop));
  return rows;
}

function lanesOf({ begin, duration }, alone) {
  const lanes = [];
  for (const trip of alone.sort((a, b) => begin[a] - begin[b])) {
    let lane = lanes.find(({ end }) => end <= begin[trip]);
    if (!lane) lanes.push((lane = { name: '', isVehicle: false, trips: [], end: 0 }));
    lane.trips.push(trip);
    lane.end = begin[trip] + (duration[trip] ?? 0);
  }
  return lanes;
}

function shortened(context, text, width) {
  if (context.measureText(text).width <= width) return text;
  let rest = text;
  while (rest && context.measureText(rest + '…').width > width) rest = rest.slice(0, -1);
  return rest + '…';
}

/** Slanting lines: nobody knows what was there. */
function hatch(context, x, y, width, height, palette) {
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.fillStyle = palette.surface;
  context.fillRect(x, y, width, height);
  context.strokeStyle = palette.quiet;
  context.lineWidth = 1;
  context.beginPath();
  for (let at = x - height; at < x + width; at += 4) {
    context.moveTo(at, y + height);
    context.lineTo(at + height, y);
  }
  context.stroke();
  context.restore();
}

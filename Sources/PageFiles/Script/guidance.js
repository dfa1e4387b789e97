// What a navigation device would show: the next maneuver, its lanes, the road, and how far it is.
import { create } from './dom.js';
import { aheadText, delayText, lengthText, roughDurationText, speedNumber, speedText, wordsOf } from './format.js';
import { isAssumedLimit } from './outcome.js';
import { laneArrows, maneuverAngle, maneuverArrow } from './arrows.js';
import { word } from './words.js';

/** Lanes of junctions that are passed without a maneuver are shown this many metres ahead. */
const LANES_AHEAD = 400;
/** A maneuver counts as ahead until this long after it, in milliseconds, so that seeking to it shows it. */
const AT_ONCE = 20;
/** Below this speed, in m/s, the vehicle stands. */
const STANDING = 0.3;
/** A speed is shown as too fast beyond the limit by this share and 3 km/h, as speedometers err. */
const TOLERATED = 1.05;
/** What is said of a limit that only the class of the road suggests. */
const ASSUMED = word('Assumed: the map has no limit here. It is what roads of this class usually have.');
/** A delay of less than this, in seconds, is none to worry about. */
const PUNCTUAL = 30;
/** Between fixes farther apart than this, in milliseconds, nobody measured the speed. */
const SILENCE = 30_000;
/** Classes of roads that need a noun. */
const ADJECTIVES = new Set(['trunk', 'primary', 'secondary', 'tertiary', 'residential', 'unclassified',
  'service']);

/**
 * What is said at a moment.
 *
 * `at(time)` is `{ here, maneuver, ahead, lanes }`: the place on the track, the row of `maneuvers` or −1, metres to it,
 * and the lanes of the next junction as `{ arrows, valid, best, destination }` from left to right, or null.
 */
export class Guidance {
  #lastOnPlan = null;

  constructor(drive, track, moments) {
    Object.assign(this, { drive, track, moments });
    this.maneuvers = drive.table('maneuvers');
    this.lanes = drive.table('lanes');
  }

  at(time) {
    const here = this.track.at(time);
    const maneuver = this.moments.rowFrom('maneuvers', time - AT_ONCE);
    const ahead = maneuver < 0 ? 0 : this.#metresTo(this.moments.times('maneuvers')[maneuver], here);
    return { here, maneuver, ahead, lanes: this.#lanesAt(time, here, maneuver) };
  }

  /** Whether a moment lies in a long silence between two fixes; fixes left out for drawing are none. */
  isSilent(time) {
    const fixes = this.moments.times('points');
    const row = this.moments.rowAt('points', time);
    if (row < 0 || row + 1 >= fixes.length) return false;
    const [index, next] = [row, row + 1].map((at) => this.drive.table('points').value('index', at));
    return next === index + 1 && fixes[row + 1] - fixes[row] > SILENCE;
  }

  /**
   * How far a trip has come on its plan at the last fix that says so: `{ share, left, seconds, arrival, late, onPlan }`
   * in metres, seconds and milliseconds. Null without a plan.
   */
  planAt(time) {
    const points = this.drive.table('points');
    if (!points.has('to_destination_m')) return null;
    this.#lastOnPlan ??= lastKnown(points.numbers('to_destination_m'));
    const row = this.#lastOnPlan[this.moments.rowAt('points', time)] ?? -1;
    if (row < 0) return null;
    return {
      share: points.value('plan_share', row) ?? 0,
      left: points.value('to_destination_m', row),
      seconds: points.value('to_destination_s', row),
      arrival: points.value('expected_arrival', row),
      late: points.value('late_s', row),
      onPlan: points.value('on_plan', row),
    };
  }

  #metresTo(time, here) {
    return Math.max(0, this.track.at(time).s - here.s);
  }

  /** Lanes of a junction passed before the maneuver, if it is near, else those of the maneuver. */
  #lanesAt(time, here, maneuver) {
    const row = this.moments.rowFrom('lanes', time);
    const earlier = row >= 0 && this.lanes.value('maneuver_seq', row) === null;
    const near = earlier && this.#metresTo(this.moments.times('lanes')[row], here) <= LANES_AHEAD;
    if (near) return this.#lanesOfJunction(row);
    return maneuver < 0 ? null : readLanes(this.maneuvers.value('lanes', maneuver));
  }

  #lanesOfJunction(first) {
    const count = this.lanes.value('lanes', first) - this.lanes.value('lane', first) + 1;
    return Array.from({ length: count }, (_, i) => ({
      arrows: this.lanes.value('arrows', first + i),
      valid: this.lanes.value('valid', first + i),
      best: this.lanes.value('best', first + i),
      destination: this.lanes.value('destination', first + i),
      angle: 0,
    }));
  }
}

/** For each row the last one up to it that has a number, or −1. */
function lastKnown(numbers) {
  let last = -1;
  return Int32Array.from(numbers, (number, row) => (last = Number.isNaN(number) ? last : row));
}

/** Reads the column `lanes`: `left|through*|through;right+`. Null without lanes. */
export function readLanes(text) {
  if (!text) return null;
  return text.split('|').map((lane) => ({
    arrows: lane.replace(/[+*]$/, ''),
    valid: /[+*]$/.test(lane),
    best: lane.endsWith('*'),
    destination: null,
  }));
}

/** Reads the column `shields`: `[{ name: 'US-I-95', direction: 'north' }]`. */
export function readShields(text) {
  return (text ?? '').split(/[; ]+/).filter(Boolean).map((code) => {
    const [name, direction = ''] = code.split(':');
    return { name, direction };
  });
}

/** The panel over the map. */
export class GuidancePanel {
  #shown = '';

  constructor(element, { drive, track, moments, times }) {
    Object.assign(this, { element, drive, track, times });
    this.guidance = new Guidance(drive, track, moments);
    this.moments = moments;
    this.pieces = moments.pieceTable;
    this.#build();
  }

  /** Shows what is said at a time. Only what has changed is written. */
  setTime(time) {
    if (this.track.length === 0) return;
    const state = this.guidance.at(time);
    this.#showManeuver(state);
    this.#showTravel(time, state.here);
  }

  #build() {
    const parts = {
      maneuver: create('div', { class: 'maneuver' }),
      lanes: create('ul', { class: 'lanes', 'aria-label': word('Lanes') }),
      ahead: create('div', { class: 'ahead' }),
      distance: create('span'),
      instruction: create('p', { class: 'instruction' }),
      sign: create('p', { class: 'sign' }),
      road: create('div', { class: 'road' }),
      speed: create('span'),
      limit: create('span', { class: 'limit' }),
      progress: create('progress', { max: '1', value: '0' }),
      rest: create('span', { class: 'left' }),
      delay: create('span'),
      arrival: create('span', { class: 'arrival' }),
    };
    this.parts = parts;
    const travel = create('div', { class: 'travel' }, [parts.road,
      create('div', { class: 'speeds' }, [parts.speed, parts.limit]), parts.progress,
      create('div', { class: 'rest' }, [parts.rest, parts.delay, parts.arrival])]);
    const content = this.track.length > 0 ? [parts.maneuver, parts.lanes, travel] : [this.#nothing()];
    this.element.replaceChildren(...content);
  }

  /** Why there is nothing to replay. */
  #nothing() {
    const table = this.drive.table(this.drive.kind === 'route' ? 'routes' : 'trips');
    const reason = table.value('message', 0) ?? wordsOf(table.value('reason', 0) ?? '');
    const text = reason ? word('There is nothing to replay: {reason}', { reason }) : word('There is nothing to replay.');
    return create('p', { class: 'nothing', text });
  }

  #showManeuver({ maneuver, ahead, lanes }) {
    const { parts } = this;
    parts.maneuver.hidden = maneuver < 0;
    write(parts.distance, aheadText(ahead));
    const key = maneuver + ' ' + JSON.stringify(lanes);
    if (key === this.#shown) return;
    this.#shown = key;
    const row = maneuver < 0 ? {} : this.guidance.maneuvers.row(maneuver);
    if (maneuver >= 0) this.#fillManeuver(row);
    this.#fillLanes(lanes, maneuverAngle(row));
  }

  #fillManeuver(row) {
    const { parts } = this;
    const shields = readShields(row.shields).flatMap((shield) => this.#shield(shield));
    parts.ahead.replaceChildren(parts.distance, ...shields);
    parts.instruction.textContent = row.instruction ?? row.short ?? '';
    const { exit, places } = signOf(row);
    parts.sign.replaceChildren(...(exit ? [create('b', { text: exit })] : []), places);
    parts.sign.hidden = !exit && !places;
    parts.maneuver.replaceChildren(maneuverArrow(row, this.#keepsLeft(row)),
      create('div', { class: 'said' }, [parts.ahead, parts.instruction, parts.sign]));
  }

  #shield({ name, direction }) {
    const drawing = this.drive.shields?.[name];
    if (!drawing) return [];
    const source = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(drawing);
    const image = create('img', { src: source, alt: name.replace(/^X-/, '').replaceAll('_', ' ') });
    return direction ? [image, create('span', { class: 'heading', text: wordsOf(direction) })] : [image];
  }

  #keepsLeft(row) {
    const piece = row.edge_seq ?? row.element ?? -1;
    return piece >= 0 && String(this.pieces.value('flags', piece) ?? '').includes('drives_on_left');
  }

  #fillLanes(lanes, angle) {
    this.parts.lanes.hidden = !lanes;
    this.parts.lanes.replaceChildren(...(lanes ?? []).map((lane) => create('li',
      { class: [lane.valid && 'valid', lane.best && 'best'].filter(Boolean).join(' '), 'aria-label': laneWords(lane) },
      [laneArrows(lane.arrows, lane.valid, lane.angle ?? angle), lane.destination ?? ''])));
  }

  #showTravel(time, here) {
    write(this.parts.road, this.#roadAt(here));
    this.#showSpeed(here, time);
    const plan = this.guidance.planAt(time);
    if (plan) this.#showRestOfPlan(plan);
    else this.#showRestOfTrack(time, here);
    this.#showDelay(plan);
  }

  #showRestOfTrack(time, here) {
    const { parts, track } = this;
    this.#showProgress(word('Progress'), here.s / track.length);
    const seconds = (track.end - time) / 1000;
    const duration = track.timeKind === 'none' ? '' : ' · ' + roughDurationText(seconds);
    write(parts.rest, lengthText(track.length - here.s) + duration);
    write(parts.arrival, track.timeKind === 'clock' ? word('Arrival {time}', { time: this.times.arrival(track.end) }) : '');
  }

  /** Bar, rest and arrival are all those of the plan, which the trip may leave, end early or outlast. */
  #showRestOfPlan({ share, left, seconds, arrival }) {
    const { parts } = this;
    this.#showProgress(word('Progress on the plan'), share);
    const duration = seconds === null ? '' : ' · ' + roughDurationText(seconds);
    write(parts.rest, word('Plan: {rest}', { rest: left > 0 ? lengthText(left) + duration : word('done') }));
    const timed = this.track.timeKind === 'clock' && arrival !== null;
    write(parts.arrival, timed ? word('ETA {time}', { time: this.times.arrival(arrival) }) : '');
  }

  #showProgress(label, share) {
    const { progress } = this.parts;
    progress.value = share;
    if (progress.getAttribute('aria-label') === label) return;
    progress.setAttribute('aria-label', label);
    progress.title = label;
  }

  #showSpeed(here, time) {
    const { speed, limit } = this.parts;
    const allowed = here.edge < 0 ? null : this.pieces.value('speed_limit_kmh', here.edge);
    const timed = this.track.timeKind !== 'none';
    const measured = speedText(here.speed < STANDING ? 0 : here.speed);
    write(speed, !timed ? '' : this.guidance.isSilent(time) ? '≈ ' + measured : measured);
    const assumed = isAssumedLimit(this.pieces, here.edge);
    const over = timed && !assumed && allowed !== null && here.speed * 3.6 > allowed * TOLERATED + 3;
    speed.className = over ? 'over' : '';
    write(limit, allowed === null ? '' : assumed ? word('{limit} assumed', { limit: speedNumber(allowed) }) : speedNumber(allowed));
    limit.hidden = allowed === null;
    limit.className = assumed ? 'limit assumed' : 'limit';
    const words = allowed === null ? ''
      : word(assumed ? 'Assumed limit {speed}' : 'Limit {speed}', { speed: speedText(allowed / 3.6) });
    limit.title = assumed ? ASSUMED : words;
    limit.setAttribute('aria-label', words);
  }

  #roadAt({ edge, kind }) {
    if (kind === 1) return word('Off the road');
    if (kind === 2) return word('Unknown way');
    return roadText(this.pieces, edge);
  }

  #showDelay(plan) {
    const { delay } = this.parts;
    const off = plan?.onPlan === false;
    const late = plan?.late ?? null;
    write(delay, off ? word('off the plan') : late === null ? '' : delayText(Math.round(late)));
    delay.className = off ? 'off-plan' : Math.abs(late ?? 0) < PUNCTUAL ? 'punctual' : late > 0 ? 'late' : 'early';
  }
}

/** Name and number of the road of a row, or its class if it has neither. */
export function roadText(table, row) {
  if (row < 0) return '';
  const name = table.value('name', row);
  const number = table.value('ref', row);
  if (name && number && name !== number) return `${name} (${number})`;
  return name || number || classText(table.value('class', row) ?? '');
}

/** A road without name and number: `tertiary road`, `motorway link`. */
function classText(roadClass) {
  const road = wordsOf(roadClass);
  return ADJECTIVES.has(roadClass) ? word('{class} road', { class: road }) : road;
}

/** What the sign says: `{ exit: 'Exit 15', places: 'Harbour · Farside' }`, empty where it says nothing. */
export function signOf({ type, exit, exit_name: exitName, destinations }) {
  const places = [exitName, ...(destinations ?? '').split(';')];
  return { exit: exit && type !== 'roundabout' ? word('Exit {number}', { number: exit }) : '', places: places.filter(Boolean).join(' · ') };
}

function laneWords({ arrows, valid, best }) {
  const words = arrows ? arrows.split(';').map(wordsOf).join(word(' or ')) : word('no arrow');
  return words + (best ? word(', best lane') : valid ? word(', leads there') : '');
}

/** Writes a text only if it has changed: this runs for each frame. */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

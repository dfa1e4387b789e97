// What of a night is selected: one choice of each kind, and the trips that meet all of them.
import { word } from './words.js';

/**
 * Kinds of choices: `vehicle`, `status`, `type` of an event, `late` of a stop, `cause` of a deviation, `road`, `look` for
 * trips that need a look, and `hours`, a stretch of time.
 */
export class NightSelection {
  #choices = new Map();
  #masks = new Map();
  #listeners = [];

  /** @param {object} facets by kind, a function of a choice that returns a Uint8Array with 1 for its trips */
  constructor(count, facets) {
    Object.assign(this, { count, facets });
  }

  onChange(listener) {
    this.#listeners.push(listener);
  }

  /** The choice of a kind; undefined for none. */
  get(kind) {
    return this.#choices.get(kind);
  }

  get isEmpty() {
    return this.#choices.size === 0;
  }

  /** All choices: [kind, choice]. */
  get choices() {
    return [...this.#choices];
  }

  /** Chooses, or takes the choice back if it is the same as before. */
  toggle(kind, choice) {
    this.set(kind, this.#choices.get(kind) === choice ? undefined : choice);
  }

  set(kind, choice) {
    if (choice === undefined || choice === null) {
      this.#choices.delete(kind);
      this.#masks.delete(kind);
    } else {
      this.#choices.set(kind, choice);
      this.#masks.set(kind, this.facets[kind](choice));
    }
    this.#tell();
  }

  clear() {
    this.#choices.clear();
    this.#masks.clear();
    this.#tell();
  }

  #tell() {
    for (const listener of this.#listeners) listener(this);
  }

  /** 1 for each trip that meets all choices, but for those of the kind `except`: a list of types counts all types. */
  trips(except = '') {
    const mask = new Uint8Array(this.count).fill(1);
    for (const [kind, own] of this.#masks) {
      if (kind === except) continue;
      for (let i = 0; i < mask.length; i += 1) mask[i] &= own[i];
    }
    return mask;
  }
}

/** The functions behind the choices of a night. */
export function facetsOf(night) {
  const { trips, events, stops, deviations, paths } = night;
  const where = (holds) => Uint8Array.from({ length: trips.count }, (_, i) => (holds(i) ? 1 : 0));
  const ofRows = (rows, holds) => {
    const mask = new Uint8Array(trips.count);
    rows?.trip.forEach((trip, row) => {
      if (trip !== null && holds(row)) mask[trip] = 1;
    });
    return mask;
  };
  return {
    vehicle: (name) => where((i) => trips.vehicle[i] === name),
    status: (status) => where((i) => trips.status[i] === status),
    look: () => where((i) => trips.score[i] > 0),
    trip: (trip) => where((i) => i === trip),
    hours: ([from, to]) => where((i) => trips.begin[i] !== null && trips.begin[i] < to
      && trips.begin[i] + (trips.duration[i] ?? 0) >= from),
    type: (type) => ofRows(events, (row) => events.type[row] === type),
    late: (grade) => ofRows(stops, (row) => latenessOf(stops, row) === grade),
    cause: (cause) => ofRows(deviations, (row) => deviations.cause[row] === cause),
    road: (road) => where((i) => paths.roads.subarray(paths.starts[i], paths.starts[i + 1]).includes(road)),
  };
}

/** Grades of stops in order, with the seconds up to which they are late. */
export const LATENESS = [
  { grade: 'early', words: word('more than 5 min early'), below: -300 },
  { grade: 'punctual', words: word('5 min early to 1 min late'), below: 60 },
  { grade: 'delayed', words: word('1 to 10 min late'), below: 600 },
  { grade: 'late', words: word('more than 10 min late'), below: Infinity },
  { grade: 'unplanned', words: word('reached, without a planned time') },
  { grade: 'missed', words: word('missed') },
  { grade: 'open', words: word('not known') },
];

/** The grade of a stop. */
export function latenessOf(stops, row) {
  if (stops.state[row] !== 'reached') return stops.state[row];
  const late = stops.late[row];
  return late === null ? 'unplanned' : LATENESS.find(({ below }) => late < below).grade;
}

/** How often each value of the rows of selected trips occurs, the most frequent first: [value, count]. */
export function countsOf(values, trips, mask) {
  const counts = new Map();
  values.forEach((value, row) => {
    if (trips[row] !== null && mask[trips[row]]) counts.set(value, (counts.get(value) ?? 0) + 1);
  });
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

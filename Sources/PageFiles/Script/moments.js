// When each row of each table happened, on the clock of the track.

/** Columns that say when a row happened or began, the first that has a value. */
const TIME_COLUMNS = ['time', 'begin_time', 'enter_time'];
const END_COLUMNS = ['end_time', 'exit_time'];
/** Columns that name the edge or element where a row begins, and where it ends. */
const FIRST_PIECE = ['edge_seq', 'first_edge_seq', 'element', 'first_element'];
const LAST_PIECE = ['last_edge_seq', 'last_element'];
/** Tables whose rows one steps through with the keys N and P. */
const STEPS = ['jobs', 'maneuvers', 'events', 'milestones', 'deviations', 'violations'];

/**
 * The times of all rows of a drive, found in this order: the row's own times, the fix that it names, the edge or
 * element that it names, its distance from the start. Rows of other alternatives than the best have none.
 *
 * Times are milliseconds on the clock of the track, `NaN` where nothing tells them.
 */
export class Moments {
  #drive;
  #track;
  #times = new Map();
  #ends = new Map();
  #sorted = new Map();
  #pieces = null;
  #fixes = null;

  constructor(drive, track) {
    this.#drive = drive;
    this.#track = track;
  }

  /** The table of the pieces of road: `edges` of a trip, `elements` of a route. */
  get pieceTable() {
    return this.#drive.table(this.#drive.kind === 'route' ? 'elements' : 'edges');
  }

  /** When the rows of a table happened or began: a number for each row. */
  times(name) {
    if (!this.#times.has(name)) this.#times.set(name, this.#timesOf(this.#drive.table(name)));
    return this.#times.get(name);
  }

  /** When the rows of a table ended; the same as `times` where they took no time. */
  ends(name) {
    if (!this.#ends.has(name)) this.#ends.set(name, this.#endsOf(this.#drive.table(name)));
    return this.#ends.get(name);
  }

  /** The last row that happened at `time` or before it, or −1. O(log n). */
  rowAt(name, time) {
    if (name === 'jobs') return latestUpTo(this.times(name), time);
    return lastUpTo(this.#ascending(name), time);
  }

  /** The first row at `time` or behind it, or −1. O(log n). */
  rowFrom(name, time) {
    const sorted = this.#ascending(name);
    const row = lastBelow(sorted, time) + 1;
    return row < sorted.length ? row : -1;
  }

  /** The row of `points` of the fix with this index, or −1; thinned tables leave out fixes. O(log n). */
  rowOfFix(index) {
    const indices = this.#drive.table('points').numbers('index');
    const row = lastUpTo(indices, index);
    return row >= 0 && indices[row] === index ? row : -1;
  }

  /** The time of the fix `count` fixes behind (or, negative, before) the one at `time`. */
  stepFixes(time, count) {
    const sorted = this.#ascending('points');
    if (sorted.length === 0) return time + count * 1000;
    const from = count > 0 ? lastUpTo(sorted, time) : lastBelow(sorted, time) + 1;
    const row = Math.max(0, Math.min(sorted.length - 1, from + count));
    return Number.isFinite(sorted[row]) ? sorted[row] : time;
  }

  /** The next maneuver, event or milestone after (1) or before (−1) `time` as `{ table, row, time }`, or null. */
  step(time, direction) {
    let best = null;
    for (const table of STEPS) {
      this.times(table).forEach((moment, row) => {
        const ahead = (moment - time) * direction;
        if (ahead > 1 && (best === null || ahead < (best.time - time) * direction)) best = { table, row, time: moment };
      });
    }
    return best;
  }

  /** Jobs are arrived at in any order; those that other trips have done have no time here. */
  #timesOf(table) {
    if (table.name === 'jobs') {
      const trip = this.#drive.title;
      return table.numbers('arrival').map((time, row) => (table.value('trip_id', row) === trip ? time : NaN));
    }
    const own = firstNumbers(table, TIME_COLUMNS);
    const route = this.#drive.kind === 'route';
    return Float64Array.from({ length: table.rows }, (_, row) => {
      if (route && table.value('alternative', row) > 0) return NaN;
      const time = route ? NaN : own(row);
      return Number.isNaN(time) ? this.#inferred(table, row) : time;
    });
  }

  #endsOf(table) {
    const own = firstNumbers(table, table.name === 'jobs' ? ['departure'] : END_COLUMNS);
    const last = firstNumbers(table, LAST_PIECE);
    const lastFix = table.numbers('last_fix');
    return this.times(table.name).map((begin, row) => {
      const known = [own(row), this.#fixTime(lastFix[row]), this.#pieceEnd(table, row, last(row))];
      return known.find((time) => time >= begin) ?? begin;
    });
  }

  #inferred(table, row) {
    if (table.name === 'points') return this.#timelessFixes()[row];
    const fix = this.#fixTime(table.value('fix', row) ?? table.value('first_fix', row) ?? NaN);
    if (!Number.isNaN(fix)) return fix;
    const { begins, ends } = this.#pieceTimes();
    if (table === this.pieceTable) return begins[row];
    if (table.name === 'waypoints') return this.#waypointTime(table.value('seq', row));
    const piece = FIRST_PIECE.map((column) => table.value(column, row)).find((value) => value !== null);
    if (piece !== undefined) return happensAtEnd(table, row) ? ends[piece] : begins[piece];
    const distance = table.value('distance_m', row);
    return distance === null ? NaN : this.#track.timeAt(distance * this.#stretch());
  }

  /** How much longer the line of the track is than the length of the roads: a few tenths of a per cent. */
  #stretch() {
    const length = this.#drive.table(this.#drive.kind === 'route' ? 'routes' : 'trips').value('length_m', 0);
    return length > 0 ? this.#track.length / length : 1;
  }

  #fixTime(index) {
    const row = Number.isNaN(index) ? -1 : this.rowOfFix(index);
    return row < 0 ? NaN : this.times('points')[row];
  }

  #pieceEnd(table, row, piece) {
    if (table === this.pieceTable) return this.#pieceTimes().ends[row];
    return Number.isNaN(piece) ? NaN : this.#pieceTimes().ends[piece];
  }

  /** A waypoint is passed where the leg that leads to it ends; the first where the drive begins. */
  #waypointTime(seq) {
    const legs = this.#drive.table('legs');
    for (let row = 0; row < legs.rows; row += 1) {
      const best = !(legs.value('alternative', row) > 0);
      if (!best || legs.value('to_waypoint', row) !== seq) continue;
      return this.#pieceTimes().ends[legs.value('last_element', row)];
    }
    return seq === 0 ? this.#track.begin : NaN;
  }

  /** When the track enters and leaves each row of `edges` or `elements`. */
  #pieceTimes() {
    this.#pieces ??= pieceTimesOf(this.#track, this.pieceTable.rows);
    return this.#pieces;
  }

  #timelessFixes() {
    this.#fixes ??= timelessFixes(this.#drive, this.#pieceTimes());
    return this.#fixes;
  }

  /** The times of a table, rising: a row without a time has that of the row before it. */
  #ascending(name) {
    if (!this.#sorted.has(name)) {
      let last = -Infinity;
      this.#sorted.set(name, this.times(name).map((time) => (last = time > last ? time : last)));
    }
    return this.#sorted.get(name);
  }
}

/** Types of events during which there is nothing to see. */
const PAUSES = new Set(['stop', 'gap']);
/** A vehicle that comes less far than this, in metres, in so many milliseconds between two vertices stands. */
const STANDS = { metres: 10, milliseconds: 20_000 };

/** When the vehicle stands or nothing is known of it: `{ begin, end }` in ms, in the order of time. */
export function pausesOf(drive, moments, track) {
  const events = drive.table('events');
  const [begins, ends] = [moments.times('events'), moments.ends('events')];
  const spans = Array.from(begins, (begin, row) => ({ begin, end: ends[row] }))
    .filter((_, row) => PAUSES.has(events.value('type', row)));
  const { count, t, s } = track.vertices;
  for (let i = 1; i < count; i += 1) {
    if (t[i] - t[i - 1] < STANDS.milliseconds || s[i] - s[i - 1] > STANDS.metres) continue;
    spans.push({ begin: t[i - 1], end: t[i] });
  }
  return spans.sort((a, b) => a.begin - b.begin);
}

/** For a row, the first of the columns that has a number, else NaN. */
function firstNumbers(table, names) {
  const columns = names.filter((name) => table.has(name)).map((name) => table.numbers(name));
  return (row) => columns.map((numbers) => numbers[row]).find((number) => !Number.isNaN(number)) ?? NaN;
}

/** The maneuver of arrival is at the end of the piece that it names, and so are the lanes before a junction. */
function happensAtEnd(table, row) {
  return table.name === 'lanes' || (table.name === 'maneuvers' && table.value('type', row) === 'arrive');
}

function pieceTimesOf(track, rows) {
  const begins = new Float64Array(rows).fill(NaN);
  const ends = new Float64Array(rows).fill(NaN);
  const { count, edge, t } = track.vertices;
  for (let i = 0; i < count; i += 1) {
    if (edge[i] < 0) continue;
    if (Number.isNaN(begins[edge[i]])) begins[edge[i]] = t[i];
    ends[edge[i]] = t[Math.min(i + 1, count - 1)];
  }
  return { begins, ends };
}

/** Fixes without times: in proportion along the edge that they lie on; others when the one before them was passed. */
function timelessFixes(drive, { begins, ends }) {
  const points = drive.table('points');
  const edges = drive.table('edges');
  const [edge, offset] = ['edge', 'offset_m'].map((name) => points.numbers(name));
  const [driven, first, last] = ['edge', 'begin_offset_m', 'end_offset_m'].map((name) => edges.numbers(name));
  let row = 0;
  let time = begins[0] ?? NaN;
  return Float64Array.from({ length: points.rows }, (_, i) => {
    const found = driven.indexOf(edge[i], row);
    if (found >= 0) {
      row = found;
      const share = last[row] > first[row] ? (offset[i] - first[row]) / (last[row] - first[row]) : 0;
      time = begins[row] + (ends[row] - begins[row]) * Math.max(0, Math.min(1, share));
    }
    return time;
  });
}

/** Last index of rising numbers whose value is at most `value`, or −1. */
function lastUpTo(numbers, value) {
  return lastWhere(numbers, (number) => number <= value);
}

/** Index of the greatest of some numbers up to `value`, or −1. */
function latestUpTo(numbers, value) {
  return numbers.reduce((best, number, row) => (number <= value && !(number <= numbers[best]) ? row : best), -1);
}

/** Last index of rising numbers whose value is less than `value`, or −1. */
function lastBelow(numbers, value) {
  return lastWhere(numbers, (number) => number < value);
}

function lastWhere(numbers, holds) {
  let low = -1;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (holds(numbers[middle])) low = middle;
    else high = middle - 1;
  }
  return low;
}

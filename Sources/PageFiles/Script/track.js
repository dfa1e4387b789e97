import { metresBetween, headingOf, latOfY, lonOfX } from './projection.js';

/** What a stretch of the track is. */
export const ON_ROAD = 0;
export const OFF_ROAD = 1;
export const GAP = 2;

/** Speed at which a trace without times is replayed, in m/s: a calm drive through a town. */
const TIMELESS_SPEED = 10;
/** The heading is that of the chord this many metres before and behind the place, so that the arrow turns smoothly. */
const HEADING_REACH = 8;
/** A fix that lies this many metres behind the one before it on the same edge belongs to the next drive over it. */
const STEP_BACK = 30;
/** Times of tables are rounded to a millisecond. */
const ROUNDING_MS = 1;
/** Most samples of the speed curve: more than a wide screen has pixels. */
const MOST_SAMPLES = 2000;

/** Vertices that grow; columns of numbers, since a month's drive has a million of them. */
class Vertices {
  count = 0;
  #capacity = 1024;
  x = new Float64Array(this.#capacity);
  y = new Float64Array(this.#capacity);
  t = new Float64Array(this.#capacity);
  s = new Float64Array(this.#capacity);
  edge = new Int32Array(this.#capacity);
  kind = new Uint8Array(this.#capacity);

  /** Adds a place with its time (NaN if unknown) and what begins there; a repeated place without news is not added. */
  push(x, y, t, edge, kind) {
    const last = this.count - 1;
    const step = last < 0 ? 0 : metresBetween(this.x[last], this.y[last], x, y);
    if (last >= 0 && step === 0 && (Number.isNaN(t) || Number.isNaN(this.t[last]) || t <= this.t[last])) {
      if (Number.isNaN(this.t[last])) this.t[last] = t;
      this.edge[last] = edge;
      this.kind[last] = kind;
      return;
    }
    if (this.count === this.#capacity) this.#grow();
    this.x[this.count] = x;
    this.y[this.count] = y;
    this.t[this.count] = t;
    this.s[this.count] = last < 0 ? 0 : this.s[last] + step;
    this.edge[this.count] = edge;
    this.kind[this.count] = kind;
    this.count += 1;
  }

  /** Says of the last vertex what begins there. */
  mark(edge, kind) {
    if (this.count === 0) return;
    this.edge[this.count - 1] = edge;
    this.kind[this.count - 1] = kind;
  }

  #grow() {
    this.#capacity *= 2;
    this.#resize(this.#capacity);
  }

  /** Gives back the room that was not needed. */
  trim() {
    this.#resize(this.count);
  }

  #resize(size) {
    for (const name of ['x', 'y', 't', 's', 'edge', 'kind']) {
      const bigger = new this[name].constructor(size);
      bigger.set(this[name].length > size ? this[name].subarray(0, size) : this[name]);
      this[name] = bigger;
    }
  }
}

/** The line of an edge with the metres from its start to each vertex, or null if it is not known. */
function measuredLine(roads, edge) {
  const line = roads?.edgeLine(edge);
  if (!line) return null;
  const metres = [0];
  for (let i = 2; i < line.length; i += 2) {
    metres.push(metres.at(-1) + metresBetween(line[i - 2], line[i - 1], line[i], line[i + 1]));
  }
  return { line, metres };
}

/** The place at `offset` metres along a measured line; `from` is a vertex at or before it. */
function placeAlong({ line, metres }, offset, from) {
  let i = Math.min(from, metres.length - 2);
  while (i < metres.length - 2 && metres[i + 1] < offset) i += 1;
  const span = metres[i + 1] - metres[i];
  const share = span > 0 ? Math.min(1, Math.max(0, (offset - metres[i]) / span)) : 0;
  const [x1, y1, x2, y2] = line.slice(2 * i, 2 * i + 4);
  return { x: x1 + (x2 - x1) * share, y: y1 + (y2 - y1) * share, i };
}

/** The part of an edge between two offsets in metres as [x, y, …], or null if its road is not known. */
export function edgePart(roads, edge, beginOffset, endOffset) {
  const measured = measuredLine(roads, edge);
  if (!measured) return null;
  const part = [];
  walkEdge(measured, [{ offset: beginOffset, t: NaN }, { offset: endOffset, t: NaN }], (x, y) => part.push(x, y));
  return part;
}

/**
 * Calls `visit(x, y, t)` for each keyframe and for each vertex between them, in order.
 * Offsets of keyframes do not decrease.
 */
function walkEdge(measured, keyframes, visit) {
  let vertex = 0;
  keyframes.forEach(({ offset, t }, k) => {
    while (k > 0 && vertex < measured.metres.length && measured.metres[vertex] < offset) {
      if (measured.metres[vertex] > keyframes[k - 1].offset) {
        visit(measured.line[2 * vertex], measured.line[2 * vertex + 1], NaN);
      }
      vertex += 1;
    }
    const place = placeAlong(measured, offset, Math.max(0, vertex - 1));
    visit(place.x, place.y, t);
    if (k === 0) vertex = place.i;
  });
}

/** Finds for fixes in order the row of `edges` on which each lies, also where an edge is driven several times. */
class RowFinder {
  #rowsOfEdge = new Map();
  #row = 0;
  #offset = -Infinity;

  constructor(edges) {
    this.enter = edges.numbers('enter_time');
    this.exit = edges.numbers('exit_time');
    edges.numbers('edge').forEach((edge, row) => {
      if (!this.#rowsOfEdge.has(edge)) this.#rowsOfEdge.set(edge, { rows: [], next: 0 });
      this.#rowsOfEdge.get(edge).rows.push(row);
    });
  }

  /** @returns {number} row, or −1 if the edge is not driven then */
  find(edge, offset, time) {
    const drives = this.#rowsOfEdge.get(edge);
    if (!drives) return -1;
    while (drives.next < drives.rows.length && this.#isOver(drives.rows[drives.next], offset, time)) drives.next += 1;
    const row = drives.rows[drives.next] ?? -1;
    if (row < 0 || time < this.enter[row] - ROUNDING_MS) return -1;
    this.#offset = row === this.#row ? Math.max(this.#offset, offset) : offset;
    this.#row = row;
    return row;
  }

  #isOver(row, offset, time) {
    if (row < this.#row) return true;
    if (time > this.exit[row] + ROUNDING_MS) return true;
    const timeless = Number.isNaN(time) || Number.isNaN(this.exit[row]);
    return timeless && row === this.#row && offset < this.#offset - STEP_BACK;
  }
}

/** The fixes of the trip that matter for the track, by row of `edges` and, off the road, by the row before them. */
function sortFixes(edges, points, originX) {
  const [edge, offset, time] = ['edge', 'offset_m', 'time'].map((name) => points.numbers(name));
  const status = points.column('status');
  const matched = points.places('matched_lat', 'matched_lon', originX);
  const read = points.places('lat', 'lon', originX);
  const finder = new RowFinder(edges);
  const onRow = new Map();
  const offAfter = new Map();
  let last = -1;
  for (let i = 0; i < points.rows; i += 1) {
    const t = time[i];
    const outcome = status.at(i);
    if (outcome === 'matched') {
      const row = finder.find(edge[i], offset[i], t);
      if (row < 0) continue;
      last = row;
      append(onRow, row, { offset: offset[i], t, x: matched.x[i], y: matched.y[i] });
    } else if (outcome === 'off_road') {
      while (finder.exit[last + 1] <= t) last += 1;
      append(offAfter, last, { t, x: read.x[i], y: read.y[i] });
    }
  }
  return { onRow, offAfter };
}

function append(lists, key, value) {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Keyframes of a row of `edges`: its begin, its fixes, its end; offsets never go back, as vehicles do not. */
function keyframesOf(row, columns, fixes) {
  const begin = columns.begin_offset_m[row] || 0;
  const end = Math.max(begin, columns.end_offset_m[row]) || begin + (columns.length_m[row] || 0);
  const keyframes = [{ offset: begin, t: columns.enter_time[row] }];
  let offset = begin;
  for (const fix of fixes) {
    offset = Math.min(end, Math.max(offset, fix.offset));
    keyframes.push({ offset, t: fix.t });
  }
  keyframes.push({ offset: end, t: columns.exit_time[row] });
  return keyframes;
}

function pushOffRoad(vertices, fixes) {
  if (fixes.length > 0) vertices.mark(-1, OFF_ROAD);
  for (const { x, y, t } of fixes) vertices.push(x, y, t, -1, OFF_ROAD);
}

/** One row of `edges`: along its line, or from fix to fix where its line is not known. */
function pushRow(vertices, row, roads, columns, fixes) {
  const measured = measuredLine(roads, columns.edge[row]);
  if (measured) {
    walkEdge(measured, keyframesOf(row, columns, fixes), (x, y, t) => vertices.push(x, y, t, row, ON_ROAD));
  } else {
    for (const { x, y, t } of fixes) vertices.push(x, y, t, row, ON_ROAD);
  }
}

const EDGE_COLUMNS = ['edge', 'begin_offset_m', 'end_offset_m', 'length_m', 'enter_time', 'exit_time', 'leg'];

function tripVertices(drive) {
  const edges = drive.table('edges');
  const points = drive.table('points');
  const columns = Object.fromEntries(EDGE_COLUMNS.map((name) => [name, edges.numbers(name)]));
  const { onRow, offAfter } = sortFixes(edges, points, drive.originX);
  const vertices = new Vertices();
  pushOffRoad(vertices, offAfter.get(-1) ?? []);
  for (let row = 0; row < edges.rows; row += 1) {
    pushRow(vertices, row, drive.roads, columns, onRow.get(row) ?? []);
    const off = offAfter.get(row) ?? [];
    if (off.length > 0) pushOffRoad(vertices, off);
    else if (row + 1 < edges.rows && columns.leg[row + 1] !== columns.leg[row]) vertices.mark(-1, GAP);
  }
  if (vertices.count === 0) pushFixesAsRead(vertices, points, drive.originX);
  return vertices;
}

/** A trip of which nothing is matched: through the fixes that were not refused. */
function pushFixesAsRead(vertices, points, originX) {
  const { x, y } = points.places('lat', 'lon', originX);
  const times = points.numbers('time');
  const status = points.column('status');
  for (let i = 0; i < points.rows; i += 1) {
    const refused = status.at(i) === 'rejected' || status.at(i) === 'dropped';
    if (!refused && !Number.isNaN(x[i])) vertices.push(x[i], y[i], times[i], -1, OFF_ROAD);
  }
}

/** The best route, timed by the durations of its elements. */
function routeVertices(drive) {
  const elements = drive.table('elements');
  const columns = Object.fromEntries(
    ['alternative', 'edge', 'begin_offset_m', 'end_offset_m', 'duration_s', 'duration_in_traffic_s'].map((name) => [
      name,
      elements.numbers(name),
    ]),
  );
  const vertices = new Vertices();
  let t = drive.table('routes').value('departure', 0) ?? 0;
  for (let row = 0; row < elements.rows; row += 1) {
    if (columns.alternative[row] > 0) continue;
    const measured = measuredLine(drive.roads, columns.edge[row]);
    const inTraffic = columns.duration_in_traffic_s[row];
    const exit = t + 1000 * ((Number.isNaN(inTraffic) ? columns.duration_s[row] : inTraffic) || 0);
    const keyframes = [
      { offset: columns.begin_offset_m[row], t },
      { offset: columns.end_offset_m[row], t: exit },
    ];
    if (measured) walkEdge(measured, keyframes, (x, y, time) => vertices.push(x, y, time, row, ON_ROAD));
    t = exit;
  }
  if (vertices.count === 0) pushManeuvers(vertices, drive);
  return vertices;
}

/** A route without its roads: straight from maneuver to maneuver. */
function pushManeuvers(vertices, drive) {
  const maneuvers = drive.table('maneuvers');
  const { x, y } = maneuvers.places('lat', 'lon', drive.originX);
  const departure = drive.table('routes').value('departure', 0) ?? 0;
  for (let row = 0; row < maneuvers.rows; row += 1) {
    if (maneuvers.value('alternative', row) > 0) continue;
    vertices.push(x[row], y[row], departure + 1000 * maneuvers.value('duration_s', row), -1, GAP);
  }
}

/** Fills unknown times from their neighbours by metres, and lets none go back; returns whether any is known. */
function fillTimes({ count, t, s }) {
  let known = -1;
  for (let i = 0; i < count; i += 1) {
    if (Number.isNaN(t[i])) continue;
    if (known >= 0) t[i] = Math.max(t[i], t[known]);
    const rate = known >= 0 && s[i] > s[known] ? (t[i] - t[known]) / (s[i] - s[known]) : 0;
    for (let k = known + 1; k < i; k += 1) t[k] = known < 0 ? t[i] : t[known] + (s[k] - s[known]) * rate;
    known = i;
  }
  for (let k = known + 1; k < count; k += 1) t[k] = known < 0 ? (s[k] / TIMELESS_SPEED) * 1000 : t[known];
  return known >= 0;
}

function timeKindOf(drive, known) {
  if (!known) return 'none';
  return drive.kind === 'route' && drive.table('routes').value('departure', 0) === null ? 'relative' : 'clock';
}

/** Last index of ascending numbers whose value is at most `value`, at least 0. */
export function lastAtMost(numbers, count, value) {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (numbers[middle] <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Where the vehicle was at any time. Empty tracks have begin = end = 0, no vertices, and null places. */
class Track {
  constructor(vertices, timeKind) {
    this.vertices = vertices;
    this.timeKind = timeKind;
    this.begin = vertices.count > 0 ? vertices.t[0] : 0;
    this.end = vertices.count > 0 ? vertices.t[vertices.count - 1] : 0;
    this.length = vertices.count > 0 ? vertices.s[vertices.count - 1] : 0;
  }

  /** @param {number} ms time; before the begin and behind the end the vehicle stands there */
  at(ms) {
    const { count, t, s, x, y, edge, kind } = this.vertices;
    if (count === 0) return null;
    const time = Math.min(this.end, Math.max(this.begin, ms));
    const index = lastAtMost(t, count, time);
    const next = Math.min(index + 1, count - 1);
    const span = t[next] - t[index];
    const share = span > 0 ? (time - t[index]) / span : 0;
    const place = { x: x[index] + (x[next] - x[index]) * share, y: y[index] + (y[next] - y[index]) * share };
    const metres = s[index] + (s[next] - s[index]) * share;
    return {
      ...place,
      lat: latOfY(place.y),
      lon: lonOfX(place.x),
      heading: this.headingAt(metres),
      speed: span > 0 ? ((s[next] - s[index]) / span) * 1000 : 0,
      s: metres,
      edge: edge[index],
      kind: kind[index],
      index,
    };
  }

  /** @returns {{x: number, y: number}} the place `metres` from the start */
  placeAt(metres) {
    const { count, s, x, y } = this.vertices;
    const index = lastAtMost(s, count, metres);
    const next = Math.min(index + 1, count - 1);
    const span = s[next] - s[index];
    const share = span > 0 ? Math.min(1, Math.max(0, (metres - s[index]) / span)) : 0;
    return { x: x[index] + (x[next] - x[index]) * share, y: y[index] + (y[next] - y[index]) * share };
  }

  /** Direction of travel in degrees; it depends on the place only, so it stays while the vehicle stands. */
  headingAt(metres) {
    const behind = this.placeAt(Math.max(0, metres - HEADING_REACH));
    const ahead = this.placeAt(Math.min(this.length, metres + HEADING_REACH));
    return headingOf(behind.x, behind.y, ahead.x, ahead.y);
  }

  /** Time at which the vehicle first was `metres` from the start. */
  timeAt(metres) {
    const { count, t, s } = this.vertices;
    if (count === 0) return 0;
    const index = lastAtMost(s, count, metres);
    let first = index;
    while (first > 0 && s[first - 1] === s[index]) first -= 1;
    if (s[index] >= metres || index === count - 1) return t[first];
    return t[index] + ((metres - s[index]) / (s[index + 1] - s[index])) * (t[index + 1] - t[index]);
  }

  /** Mean speeds of equal spans of time, for a curve: [{ t (ms, middle), speed (m/s), kind }]. */
  get speedSamples() {
    this.samples ??= this.#sampleSpeeds();
    return this.samples;
  }

  #sampleSpeeds() {
    const seconds = (this.end - this.begin) / 1000;
    const count = Math.min(MOST_SAMPLES, Math.ceil(seconds));
    const step = (this.end - this.begin) / count;
    const samples = [];
    let before = this.at(this.begin);
    for (let i = 0; i < count; i += 1) {
      const middle = this.at(this.begin + (i + 0.5) * step);
      const after = this.at(this.begin + (i + 1) * step);
      const speed = ((after.s - before.s) / step) * 1000;
      samples.push({ t: this.begin + (i + 0.5) * step, speed, kind: middle.kind });
      before = after;
    }
    return samples;
  }
}

/** The timed track of a drive: along its edges for roads, through its fixes off them. */
export function buildTrack(drive) {
  const vertices = drive.kind === 'route' ? routeVertices(drive) : tripVertices(drive);
  vertices.trim();
  return new Track(vertices, timeKindOf(drive, fillTimes(vertices)));
}

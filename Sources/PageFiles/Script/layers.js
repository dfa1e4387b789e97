import { xOfLon, yOfLat, nearX, metresPerWorld } from './projection.js';
import { BoxIndex } from './culling.js';
import { edgePart } from './track.js';
import { inWords } from './markers.js';
import { spanLabel, strokeLine } from './path.js';
import { numberText } from './format.js';

/** Fixes nearer than this many CSS pixels to each other are drawn as one, with more room seen from afar. */
const FIX_SPACING = 9;
const FIX_SPACING_PER_ZOOM = 4;
const STREET_ZOOM = 15;
/** Circles of accuracy and ties are drawn for at most so many fixes at once; more would only be a blot. */
const MOST_CIRCLES = 2500;
const MOST_TIES = 6000;
/** Fixes per path: drawn in about a millisecond. */
const FIXES_PER_PATH = 800;
/** Fixes looked at in about a millisecond. */
const FIXES_PER_STEP = 20000;
/** Fixes that lie well are drawn from this zoom; from afar they would only hide the path. */
const MATCHED_FROM = 16.8;
const STATUSES = ['matched', 'off_road', 'unmatched', 'dropped', 'rejected'];
/** Classes of the confidence of a fix end below these. */
const FIX_CONFIDENCES = [0.5, 0.8, 0.95];

/** The fixes of a trip on the map, as read and on the road. */
export class Fixes {
  constructor(drive) {
    this.points = drive.table('points');
    this.read = this.points.places('lat', 'lon', drive.originX);
    this.matched = this.points.places('matched_lat', 'matched_lon', drive.originX);
    this.grid = BoxIndex.ofPoints(this.read);
    this.accuracy = this.points.numbers(this.points.has('accuracy_m') ? 'accuracy_m' : 'distance_m');
    this.colourBy('status');
  }

  /** @param {'status'|'confidence'} mode */
  colourBy(mode) {
    this.mode = mode;
    const { points } = this;
    this.keys = new Uint8Array(points.rows);
    const status = points.column('status');
    const confidence = points.numbers('confidence');
    for (let row = 0; row < points.rows; row += 1) {
      const byStatus = Math.max(0, STATUSES.indexOf(status.at(row)));
      if (mode === 'status' || byStatus > 0) this.keys[row] = byStatus;
      else this.keys[row] = STATUSES.length + FIX_CONFIDENCES.filter((limit) => confidence[row] >= limit).length;
    }
  }

  #colours(palette) {
    const { confidence_low: low, confidence_middle: middle, confidence_high: high } = palette;
    return [...STATUSES.map((status) => palette[`fix_${status}`]), low, middle, middle, high];
  }

  /** What the colours mean: [{colour, label}], of those present. */
  legend(palette) {
    const spans = FIX_CONFIDENCES.concat(1).map((_, i) => spanLabel(FIX_CONFIDENCES.map((limit) => numberText(limit)), i));
    const labels = [...STATUSES.map(inWords), ...spans];
    const present = new Set(this.keys);
    const entries = this.#colours(palette).map((colour, key) => ({ colour, label: labels[key], key }));
    return entries.filter(({ key }) => present.has(key)).map(({ colour, label }) => ({ colour, label }));
  }

  /** Rows of fixes in a view, thinned so that none cover each other unless they differ in colour. */
  *#visible(view) {
    const spacing = FIX_SPACING + FIX_SPACING_PER_ZOOM * Math.max(0, STREET_ZOOM - view.zoom);
    const across = Math.ceil(view.width / spacing);
    const taken = new Uint8Array(across * Math.ceil(view.height / spacing));
    const found = this.grid.find(view.box);
    let count = 0;
    for (let i = 0; i < found.length; i += 1) {
      const row = found[i];
      const column = Math.floor(view.px(this.read.x[row]) / spacing);
      const cell = Math.floor(view.py(this.read.y[row]) / spacing) * across + column;
      const bit = 1 << Math.min(7, this.keys[row]);
      if ((taken[cell] & bit) === 0) found[count++] = row;
      taken[cell] |= bit;
      if (i % FIXES_PER_STEP === 0) yield;
    }
    return found.subarray(0, count);
  }

  /** Draws what the shown layers have of the fixes, bit by bit. */
  *paint(context, view, palette, layers) {
    if (!['accuracy', 'ties', 'places', 'fixes'].some((layer) => layers.has(layer))) return;
    const rows = yield* this.#visible(view);
    if (layers.has('accuracy')) yield* this.#paintCircles(context, view, palette, rows);
    if (layers.has('ties')) yield* this.#paintTies(context, view, palette, rows);
    if (layers.has('places')) yield* this.#paintPlaces(context, view, palette, rows);
    if (layers.has('fixes')) yield* this.#paintFixes(context, view, palette, rows);
  }

  *#paintCircles(context, view, palette, rows) {
    const pixels = view.scale / metresPerWorld(this.read.y[rows[0]] ?? 0.5).east;
    for (const row of thinned(rows, MOST_CIRCLES)) {
      const radius = this.accuracy[row] * pixels;
      if (!(radius > 2)) continue;
      context.beginPath();
      context.arc(view.px(this.read.x[row]), view.py(this.read.y[row]), radius, 0, 2 * Math.PI);
      context.globalAlpha = 0.08;
      context.fillStyle = palette.accuracy;
      context.fill();
      context.globalAlpha = 0.5;
      context.strokeStyle = palette.accuracy;
      context.lineWidth = 1;
      context.stroke();
      if (row % 64 === 0) yield;
    }
    context.globalAlpha = 1;
  }

  *#paintTies(context, view, palette, rows) {
    const path = new Path2D();
    for (const row of thinned(rows, MOST_TIES)) {
      if (Number.isNaN(this.matched.x[row])) continue;
      path.moveTo(view.px(this.read.x[row]), view.py(this.read.y[row]));
      path.lineTo(view.px(this.matched.x[row]), view.py(this.matched.y[row]));
    }
    yield;
    context.strokeStyle = palette.tie;
    context.lineWidth = 1.2;
    context.stroke(path);
  }

  *#paintPlaces(context, view, palette, rows) {
    const matched = rows.filter((row) => !Number.isNaN(this.matched.x[row]));
    const look = { fill: palette.place, outline: palette.place_outline, radius: fixRadius(view.zoom) * 0.8 };
    yield* paintPoints(context, view, this.matched, matched, look);
  }

  *#paintFixes(context, view, palette, rows) {
    const colours = this.#colours(palette);
    for (let key = this.#leastKey(view.zoom); key < colours.length; key += 1) {
      const own = rows.filter((row) => this.keys[row] === key);
      const look = { fill: colours[key], outline: palette.fix_outline, radius: fixRadius(view.zoom) };
      yield* paintPoints(context, view, this.read, own, look);
    }
  }

  /** The first class of fixes that is drawn at a zoom. */
  #leastKey(zoom) {
    return this.mode === 'status' && zoom < MATCHED_FROM ? 1 : 0;
  }

  /** The fix nearest to a place within `reach`, both in the world, of those drawn. @returns {{row, distance}|null} */
  nearest({ x, y }, reach, zoom) {
    let best = null;
    const least = this.#leastKey(zoom);
    for (const row of this.grid.find({ minX: x - reach, maxX: x + reach, minY: y - reach, maxY: y + reach })) {
      const distance = Math.hypot(this.read.x[row] - x, this.read.y[row] - y);
      if (this.keys[row] < least || distance > reach) continue;
      if (best === null || distance < best.distance) best = { row, distance };
    }
    return best;
  }
}

/** At most so many of the rows, spread evenly. */
function thinned(rows, most) {
  const step = Math.ceil(rows.length / most);
  return step <= 1 ? rows : rows.filter((_, i) => i % step === 0);
}

/** CSS pixels. */
function fixRadius(zoom) {
  return Math.min(4.5, Math.max(1.3, 1.3 + (zoom - 13) * 0.3));
}

/** Radius in CSS pixels from which a disc has an outline. */
const LEAST_OUTLINED = 2.6;

/** Discs with an outline; from afar, where they are too small for it, without. */
function* paintPoints(context, view, { x, y }, rows, { fill, outline, radius }) {
  context.fillStyle = fill;
  context.strokeStyle = outline;
  context.lineWidth = 1;
  for (let begin = 0; begin < rows.length; begin += FIXES_PER_PATH) {
    const path = new Path2D();
    for (const row of rows.subarray(begin, begin + FIXES_PER_PATH)) {
      const [px, py] = [view.px(x[row]), view.py(y[row])];
      path.moveTo(px + radius, py);
      path.arc(px, py, radius, 0, 2 * Math.PI);
    }
    context.fill(path);
    if (radius > LEAST_OUTLINED) context.stroke(path);
    yield;
  }
}

/** Lines of a drive beside its path, by layer: [x, y, …] in the world. */
export class SideLines {
  #lines = new Map();

  constructor(drive) {
    this.drive = drive;
  }

  /** Lines of a layer, made when they are first asked for. */
  of(layer) {
    if (!this.#lines.has(layer)) this.#lines.set(layer, this.#make(layer));
    return this.#lines.get(layer);
  }

  #make(layer) {
    const { drive } = this;
    switch (layer) {
      case 'plan':
        return linesOfTable(drive.table('plans'));
      case 'better_routes':
        return linesOfTable(drive.table('better_routes'));
      case 'violations':
        return linesOfTable(drive.table('violations'));
      case 'off_road':
        return straightLines(drive.table('off_road'), drive.originX);
      case 'alternatives':
        return [...edgeParts(drive, 'alternatives'), ...edgeParts(drive, 'elements')];
      case 'runner_ups':
        return runnerUpLines(drive);
      default:
        return [];
    }
  }

  /** Draws the lines of a layer; `look` is {colour, width, dash, alpha}. */
  paint(context, view, layer, look) {
    const path = new Path2D();
    for (const line of this.of(layer)) traceLine(path, line, view);
    context.globalAlpha = look.alpha ?? 1;
    strokeLine(context, path, look);
    context.globalAlpha = 1;
  }
}

/** Adds [x, y, …] of the world to a path on a view, or on the screen of a camera. */
export function traceLine(path, line, view) {
  for (let i = 0; i < line.length; i += 2) {
    if (i === 0) path.moveTo(view.px(line[0]), view.py(line[1]));
    else path.lineTo(view.px(line[i]), view.py(line[i + 1]));
  }
}

export function linesOfTable(table) {
  const { lines } = table;
  if (!lines) return [];
  return Array.from({ length: lines.count }, (_, row) => {
    const line = [];
    for (let i = lines.starts[row]; i < lines.starts[row + 1]; i += 1) line.push(lines.x[i], lines.y[i]);
    return line;
  });
}

/** Straight lines of the best route; the way back along one is not drawn again. */
function straightLines(table, originX) {
  const lines = new Map();
  for (let row = 0; row < table.rows; row += 1) {
    const { alternative, begin_lat: lat1, begin_lon: lon1, end_lat: lat2, end_lon: lon2 } = table.row(row);
    const key = [`${lat1} ${lon1}`, `${lat2} ${lon2}`].sort().join(' ');
    if (alternative > 0 || lines.has(key)) continue;
    lines.set(key, [nearX(xOfLon(lon1), originX), yOfLat(lat1), nearX(xOfLon(lon2), originX), yOfLat(lat2)]);
  }
  return [...lines.values()];
}

/** Parts of edges of alternatives, which count from 1; 0 is the best route itself. */
function edgeParts({ roads, table }, name) {
  const rows = table(name);
  if (!roads) return [];
  const alternative = rows.numbers('alternative');
  const lines = [];
  for (let row = 0; row < rows.rows; row += 1) {
    const part = alternative[row] > 0 ? partOfRow(roads, rows, row) : null;
    if (part) lines.push(part);
  }
  return lines;
}

/** The part of an edge that a row of edges, elements or alternatives is about, as [x, y, …], or null. */
export function partOfRow(roads, rows, row) {
  const [edge, begin, end] = ['edge', 'begin_offset_m', 'end_offset_m'].map((column) => rows.value(column, row));
  return edge === null ? null : edgePart(roads, edge, begin ?? 0, end ?? Infinity);
}

function runnerUpLines({ roads, table }) {
  if (!roads) return [];
  const edges = new Set(table('points').numbers('runner_up_edge').filter((edge) => !Number.isNaN(edge)));
  return [...edges].map((edge) => roads.edgeLine(edge)).filter((line) => line !== null);
}

import { xOfLon, yOfLat, nearX, metresPerWorld } from './projection.js';
import { BoxIndex } from './culling.js';
import { edgePart } from './track.js';
import { inWords, paintDot } from './markers.js';
import { strokeLine } from './path.js';

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
    const spans = ['below 0.5', '0.5 to 0.8', '0.8 to 0.95', '0.95 and more'];
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
    for (let key = 0; key < colours.length; key += 1) {
      const own = rows.filter((row) => this.keys[row] === key);
      const look = { fill: colours[key], outline: palette.fix_outline, radius: fixRadius(view.zoom) };
      yield* paintPoints(context, view, this.read, own, look);
    }
  }

  /** The fix nearest to a place within `reach`, both in the world. @returns {{row, distance}|null} */
  nearest({ x, y }, reach) {
    let best = null;
    for (const row of this.grid.find({ minX: x - reach, maxX: x + reach, minY: y - reach, maxY: y + reach })) {
      const distance = Math.hypot(this.read.x[row] - x, this.read.y[row] - y);
      if (distance <= reach && (best === null || distance < best.distance)) best = { row, distance };
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

  /** Draws the lines of a layer; `look` is {colour, width, dash}. */
  paint(context, view, layer, look) {
    const path = new Path2D();
    for (const line of this.of(layer)) traceLine(path, line, view);
    strokeLine(context, path, look);
  }
}

/** Adds [x, y, …] of the world to a path on a view, or on the screen of a camera. */
export function traceLine(path, line, view) {
  for (let i = 0; i < line.length; i += 2) {
    if (i === 0) path.moveTo(view.px(line[0]), view.py(line[1]));
    else path.lineTo(view.px(line[i]), view.py(line[i + 1]));
  }
}

function linesOfTable(table) {
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
    if (!(alternative[row] > 0)) continue;
    const [edge, begin, end] = ['edge', 'begin_offset_m', 'end_offset_m'].map((column) => rows.value(column, row));
    const part = edgePart(roads, edge, begin, end);
    if (part) lines.push(part);
  }
  return lines;
}

function runnerUpLines({ roads, table }) {
  if (!roads) return [];
  const edges = new Set(table('points').numbers('runner_up_edge').filter((edge) => !Number.isNaN(edge)));
  return [...edges].map((edge) => roads.edgeLine(edge)).filter((line) => line !== null);
}

/** What is selected, as it is drawn above the map: a place, a line, and what speaks for and against a fix's edge. */
export class Selection {
  /** @param {{table: string, row: number}} hit @param {PathPainter} path */
  constructor(drive, path, fixes, hit) {
    this.hit = hit;
    this.drive = drive;
    this.table = drive.table(hit.table);
    this.fix = hit.table === 'points' ? this.#fix(fixes, hit.row) : null;
    this.line = this.#isEdge(path) ? path.lineOfRow(hit.row) : null;
    this.place = this.fix?.read ?? (this.line ? null : this.#place());
  }

  #isEdge(path) {
    return this.table === path.rows;
  }

  #project(lat, lon) {
    return lat === null || lon === null ? null : { x: nearX(xOfLon(lon), this.drive.originX), y: yOfLat(lat) };
  }

  #place() {
    const value = (name) => this.table.value(name, this.hit.row);
    return this.#project(value('lat') ?? value('begin_lat'), value('lon') ?? value('begin_lon'));
  }

  #fix(fixes, row) {
    const { points } = fixes;
    const place = ({ x, y }) => (Number.isNaN(x[row]) ? null : { x: x[row], y: y[row] });
    const runnerUp = points.value('runner_up_edge', row);
    return {
      read: place(fixes.read),
      matched: place(fixes.matched),
      accuracy: fixes.accuracy[row],
      runnerUp: runnerUp === null ? null : (this.drive.roads?.edgeLine(runnerUp) ?? null),
      candidates: this.#candidates(points.value('index', row)),
    };
  }

  /** Candidates of the fix with this index, likeliest last, so that it is drawn above the others. */
  #candidates(index) {
    const table = this.drive.table('candidates');
    const indexes = table.numbers('index');
    const found = [];
    for (let row = indexes.indexOf(index); row >= 0 && indexes[row] === index; row += 1) {
      const { lat, lon, edge, posterior, chosen } = table.row(row);
      const place = this.#project(lat, lon);
      if (!place) continue;
      found.push({ ...place, posterior, chosen, line: this.drive.roads?.edgeLine(edge) ?? null });
    }
    return found.reverse();
  }

  /** Draws it on the overlay; `view` has px(x) and py(y) on the screen. */
  paint(context, view, palette, pathWidth) {
    if (this.line) this.#paintLine(context, view, this.line, { colour: palette.selected, width: pathWidth + 5 }, 0.75);
    if (this.fix) this.#paintFix(context, view, palette);
    if (this.place) paintRing(context, view.px(this.place.x), view.py(this.place.y), palette);
    if (this.fix) paintPosteriors(context, view, this.fix.candidates, palette);
  }

  #paintLine(context, view, line, look, alpha = 1) {
    const path = new Path2D();
    traceLine(path, line, view);
    context.globalAlpha = alpha;
    strokeLine(context, path, look);
    context.globalAlpha = 1;
  }

  #paintFix(context, view, palette) {
    const { read, matched, accuracy, runnerUp, candidates } = this.fix;
    if (!read) return;
    if (runnerUp) this.#paintLine(context, view, runnerUp, { colour: palette.runner_up, width: 5 }, 0.7);
    for (const { line, posterior } of candidates) {
      const alpha = 0.15 + 0.55 * (posterior ?? 0);
      if (line) this.#paintLine(context, view, line, { colour: palette.candidate, width: 4 }, alpha);
    }
    this.#paintAccuracy(context, view, palette, accuracy);
    const tieTo = (place, look) => this.#paintLine(context, view, [read.x, read.y, place.x, place.y], look);
    for (const place of candidates) tieTo(place, { colour: palette.tie, width: 1.2, dash: [3, 3] });
    if (matched) tieTo(matched, { colour: palette.tie, width: 2 });
    for (const candidate of candidates) paintCandidate(context, view, candidate, palette);
    if (matched && candidates.length === 0) {
      paintDot(context, view.px(matched.x), view.py(matched.y), 4, palette.place, palette.place_outline);
    }
  }

  #paintAccuracy(context, view, palette, accuracy) {
    const { x, y } = this.fix.read;
    const radius = (accuracy / metresPerWorld(y).east) * view.scale;
    if (!(radius > 3)) return;
    context.beginPath();
    context.arc(view.px(x), view.py(y), radius, 0, 2 * Math.PI);
    context.fillStyle = palette.accuracy;
    context.globalAlpha = 0.12;
    context.fill();
    context.globalAlpha = 1;
  }
}

function paintRing(context, x, y, palette) {
  for (const [colour, width] of [[palette.marker_icon, 6], [palette.selected, 3]]) {
    context.beginPath();
    context.arc(x, y, 13, 0, 2 * Math.PI);
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke();
  }
}

/** A candidate: a larger dot is likelier. */
function paintCandidate(context, view, { x, y, posterior, chosen }, palette) {
  const radius = 4 + 3 * Math.sqrt(posterior ?? 0);
  paintDot(context, view.px(x), view.py(y), radius, chosen ? palette.chosen : palette.candidate, palette.place_outline);
}

/** The probabilities of candidates beside their dots, the likeliest first, where there is room. */
function paintPosteriors(context, view, candidates, palette) {
  const texts = [];
  context.font = '600 11px "Inter", "Noto Sans", "Helvetica Neue", Arial, sans-serif';
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  for (const { x, y, posterior, chosen } of candidates.toReversed()) {
    const [px, py] = [view.px(x) + 18, view.py(y)];
    if (posterior === null || texts.some((text) => Math.hypot(text.px - px, text.py - py) < 22)) continue;
    texts.push({ px, py });
    const words = posteriorText(posterior);
    context.beginPath();
    context.roundRect(px - 4, py - 8, context.measureText(words).width + 8, 16, 4);
    context.fillStyle = chosen ? palette.chosen : palette.candidate;
    context.fill();
    context.fillStyle = palette.marker_icon;
    context.fillText(words, px, py + 0.5);
  }
}

function posteriorText(share) {
  if (share >= 0.9995) return '100 %';
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
}

import { xOfLon, yOfLat, nearX, metresPerWorld } from './projection.js';
import { paintDot } from './markers.js';
import { strokeLine } from './path.js';
import { linesOfTable, partOfRow, traceLine } from './layers.js';

const EDGE_TABLES = ['edges', 'elements', 'alternatives'];
/** Tables whose rows have an extent along the drive. */
const STRETCHED = ['events', 'deviations', 'violations', 'better_routes', 'routes'];
/** A leg of more edges is not marked: it is the drive. */
const MOST_EDGES = 3000;

function rowsOf(table) {
  return Array.from({ length: table.rows }, (_, row) => row);
}

/** What is selected, as it is drawn above the map: a place, a line, and what speaks for and against a fix's edge. */
export class Selection {
  /**
   * @param {{table: string, row: number}} hit @param {PathPainter} path @param {Fixes} fixes
   * @param {{begin: number, end: number}} [span] when it was, in ms
   */
  constructor(drive, path, fixes, hit, span) {
    this.drive = drive;
    this.table = drive.table(hit.table);
    this.row = hit.row;
    this.fix = hit.table === 'points' ? this.#fix(fixes, hit.row) : null;
    this.stretch = STRETCHED.includes(hit.table) ? this.#stretch(path, span) : [];
    this.lines = this.stretch.length > 0 ? this.stretch : this.#lines(path);
    this.place = this.fix?.read ?? (this.lines.length > 0 ? null : this.#place());
  }

  /** Where it begins, in the world; null if it is nowhere. */
  get begin() {
    const [line] = this.lines;
    return this.place ?? (line ? { x: line[0], y: line[1] } : null);
  }

  /** What of the path was driven meanwhile, or the lines of the row itself. */
  #stretch(path, span) {
    const own = this.#lines(path);
    if (own.length > 0) return own;
    const driven = span?.end > span?.begin ? path.lineBetween(span.begin, span.end) : [];
    return driven.length > 2 ? [driven] : [];
  }

  /** Lines of the edges that the row is about. */
  #lines(path) {
    if (this.table.lines) return [linesOfTable(this.table)[this.row]];
    const { rows, table } = this.#edgeRows();
    if (rows.length === 0 || rows.length > MOST_EDGES) return [];
    if (!this.drive.roads) return table === path.rows ? rows.map((row) => path.lineOfRow(row)) : [];
    return rows.map((row) => partOfRow(this.drive.roads, table, row)).filter((line) => line !== null);
  }

  /** Rows of the edges that the row is about: itself, those of its leg or section, or none. */
  #edgeRows() {
    const { drive, table } = this;
    const value = (name) => table.value(name, this.row);
    if (EDGE_TABLES.includes(table.name)) return { table, rows: [this.row] };
    if (table.name === 'routes') {
      const elements = drive.table('elements');
      const alternative = elements.numbers('alternative');
      return { table: elements, rows: rowsOf(elements).filter((row) => alternative[row] === value('alternative')) };
    }
    if (table.has('first_element')) {
      const elements = drive.table('elements');
      const [seq, alternative] = ['seq', 'alternative'].map((name) => elements.numbers(name));
      const isWithin = (row) => seq[row] >= value('first_element') && seq[row] <= value('last_element');
      const rows = rowsOf(elements).filter((row) => alternative[row] === value('alternative') && isWithin(row));
      return { table: elements, rows };
    }
    if (table.has('first_edge_seq')) {
      const first = value('first_edge_seq');
      return { table: drive.table('edges'), rows: Array.from({ length: value('edges') }, (_, i) => first + i) };
    }
    return { table, rows: [] };
  }

  #project(lat, lon) {
    return lat === null || lon === null ? null : { x: nearX(xOfLon(lon), this.drive.originX), y: yOfLat(lat) };
  }

  #place() {
    const value = (name) => this.table.value(name, this.row);
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
    context.save();
    view.turn(context);
    if (this.lines.length > 0) this.#paintOutline(context, view, palette, pathWidth + 5);
    if (this.fix) this.#paintFix(context, view, palette);
    if (this.place) paintRing(context, view.px(this.place.x), view.py(this.place.y), palette);
    context.restore();
    if (this.fix) paintPosteriors(context, view, this.fix.candidates, palette);
  }

  /** Both sides of the lines, so that the path between them keeps its colours. */
  #paintOutline(context, view, palette, width) {
    this.#paintLines(context, view, this.lines, { colour: palette.path_casing, width: width + 10 }, 0.9);
    this.#paintLines(context, view, this.lines, { colour: palette.selected, width: width + 7 }, 1);
    context.globalCompositeOperation = 'destination-out';
    this.#paintLines(context, view, this.lines, { colour: '#000000', width }, 1);
    context.globalCompositeOperation = 'source-over';
  }

  #paintLine(context, view, line, look, alpha = 1) {
    this.#paintLines(context, view, [line], look, alpha);
  }

  #paintLines(context, view, lines, look, alpha) {
    const path = new Path2D();
    for (const line of lines) traceLine(path, line, view);
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
    const [left, py] = view.at(x, y);
    const px = left + 18;
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

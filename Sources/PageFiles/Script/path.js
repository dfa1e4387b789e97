import { BoxIndex, boxesOfLines, vertexLevels, distanceToSegment } from './culling.js';
import { mixColours } from './roads.js';
import { speedText } from './format.js';
import { metresPerWorld } from './projection.js';
import { ON_ROAD, OFF_ROAD, lastAtMost } from './track.js';
import { word, wordOfCode } from './words.js';

/** Vertices of the track that are culled together. */
const CHUNK = 128;
/** Chunks per path: stroked in a few milliseconds, after which a frame may be due. */
const CHUNKS_PER_PATH = 12;
/** With more chunks in view than these, streets are driven so often that a line is drawn only once. */
const CROWDED_CHUNKS = 300;
/** What a stretch is drawn as, beside the classes of its colouring, which count from 0. */
const NOTHING = -1;
const UNSEEN_KEY = 251;
const WRONG_WAY_KEY = 252;
const GAP_KEY = 253;
const OFF_ROAD_KEY = 254;
/** Classes of confidence end below these, those of speed in km/h as well. */
const CONFIDENCES = [0.5, 0.8, 0.95];
const SPEEDS = [10, 30, 50, 70, 100, 130];
/** A speed is the mean over so many ms before and behind, so that single fixes do not make it flicker. */
const SPEED_REACH = 4000;
/** The path has the width of its style from this zoom; from afar it narrows by a factor per zoom, to a least share. */
const FULL_WIDTH_ZOOM = 16;
const NARROWING = 0.86;
const LEAST_WIDTH = 0.45;
/** So many metres behind the vehicle are drawn as travelled even where they will be driven again. */
const TRAIL = 300;
/** CSS pixels of casing on both sides of the path together, and of the edge around it. */
const CASING = 3;
const EDGE = 1.6;
/** The path is inferred between fixes farther apart than this, in milliseconds, and than so many steps of the trace. */
const LONGEST_SEEN = 30_000;
const SILENT_STEPS = 3;
/** An inferred path is hollow: this share of its width is as its casing. */
const HOLLOW = 0.5;
/** Chevrons are drawn on a path of this width in CSS pixels, so many of them apart at least. */
const CHEVRONS_FROM = 4;
const CHEVRON_SPACING = 80;

/** The driven path, or the route, on the map: coloured by progress or by what is known of each edge. */
export class PathPainter {
  /** @param {object} drive @param {Track} track @param {object} style complete style */
  constructor(drive, track, style) {
    this.drive = drive;
    this.track = track;
    this.style = style;
    const { count, x, y } = track.vertices;
    this.starts = Uint32Array.from({ length: Math.ceil(count / CHUNK) + 1 }, (_, i) => Math.min(count, i * CHUNK));
    this.levels = vertexLevels({ x, y, starts: this.starts });
    this.grid = new BoxIndex(this.#chunkBoxes());
    this.rows = drive.table(drive.kind === 'route' ? 'elements' : 'edges');
    const [against, inferred] = [rowFlags(this.rows, 'wrong_way', [true]),
      rowFlags(this.rows, 'evidence', ['inferred', 'detour'])];
    this.silences = silencesOf(drive.table('points'));
    this.wrongWay = this.#flags((row) => against[row] === 1);
    this.unseen = this.#flags((row, i) => inferred[row] === 1 || this.silences.has(track.vertices.t[i]));
    this.segments = this.rows.numbers('edge').map((edge) => Math.floor(edge / 2));
    this.again = drivenAgain(this.rows, this.segments);
    this.colourBy(style.path.colour_by);
  }

  /** 1 for vertices at which a stretch begins that is so, or null where none is. */
  #flags(isSo) {
    const { count, edge, kind } = this.track.vertices;
    const flags = Uint8Array.from({ length: count }, (_, i) => (kind[i] === ON_ROAD && isSo(edge[i], i) ? 1 : 0));
    return flags.includes(1) ? flags : null;
  }

  /** Boxes around chunks and the first vertex behind each, to which its last stretch leads. */
  #chunkBoxes() {
    const { count, x, y } = this.track.vertices;
    const boxes = boxesOfLines({ x, y, starts: this.starts });
    for (let chunk = 0; chunk + 1 < this.starts.length; chunk += 1) {
      const next = Math.min(this.starts[chunk + 1], count - 1);
      boxes.minX[chunk] = Math.min(boxes.minX[chunk], x[next]);
      boxes.maxX[chunk] = Math.max(boxes.maxX[chunk], x[next]);
      boxes.minY[chunk] = Math.min(boxes.minY[chunk], y[next]);
      boxes.maxY[chunk] = Math.max(boxes.maxY[chunk], y[next]);
    }
    return boxes;
  }

  /** @param {'progress'|'evidence'|'confidence'|'speed'} mode */
  colourBy(mode) {
    this.mode = mode;
    const { count, edge, kind } = this.track.vertices;
    const classOf = this.#classifier();
    this.keys = new Uint8Array(count);
    for (let i = 0; i < count; i += 1) {
      if (kind[i] === ON_ROAD) this.keys[i] = classOf(edge[i], i);
      else this.keys[i] = kind[i] === OFF_ROAD ? OFF_ROAD_KEY : GAP_KEY;
    }
  }

  #classifier() {
    if (this.mode === 'evidence') {
      const evidence = this.rows.column('evidence');
      return (row) => Math.max(0, ['observed', 'inferred', 'detour'].indexOf(row < 0 ? null : evidence.at(row)));
    }
    if (this.mode === 'confidence') {
      const confidence = this.rows.numbers('confidence');
      return (row) => classAmong(CONFIDENCES, row < 0 ? 0 : confidence[row]);
    }
    if (this.mode === 'speed') return this.#speedClassifier();
    return () => 0;
  }

  #speedClassifier() {
    const { count, t, s } = this.track.vertices;
    let before = 0;
    let after = 0;
    return (_, i) => {
      while (before < i && t[before] < t[i] - SPEED_REACH) before += 1;
      while (after < count - 1 && (t[after] < t[i] + SPEED_REACH || after <= i)) after += 1;
      const from = before < i && t[before] < t[i] ? before : i;
      return classAmong(SPEEDS, ((s[after] - s[from]) / Math.max(1, t[after] - t[from])) * 3600);
    };
  }

  /** Colours of the classes, in order, with their meaning. */
  #classes(palette) {
    switch (this.mode) {
      case 'evidence':
        return ['observed', 'inferred', 'detour'].map((name) => ({ colour: palette[name], label: wordOfCode(name) ?? name }));
      case 'confidence':
        return ramp(palette, 'confidence', CONFIDENCES, numberText);
      case 'speed':
        return ramp(palette, 'speed', SPEEDS, (limit) => speedText(limit / 3.6));
      default:
        return [['travelled', word('travelled')], ['ahead', word('ahead')]].map(([name, label]) => ({ colour: palette[name], label }));
    }
  }

  /** What the colours on the map mean: [{colour, label}]. */
  legend(palette) {
    const present = new Set(this.keys);
    const classes = this.#classes(palette).filter((_, i) => this.mode === 'progress' || present.has(i));
    if (this.wrongWay) classes.push({ colour: palette.wrong_way, label: word('the wrong way') });
    if (this.unseen) classes.push({ colour: palette.ahead, label: word('inferred, not measured') });
    if (present.has(OFF_ROAD_KEY)) classes.push({ colour: palette.off_road, label: word('off the road') });
    if (present.has(GAP_KEY)) classes.push({ colour: palette.gap, label: word('gap') });
    return classes;
  }

  /** Width of the path in CSS pixels. */
  width(zoom) {
    return this.style.path.width * Math.max(LEAST_WIDTH, Math.min(1, NARROWING ** (FULL_WIDTH_ZOOM - zoom)));
  }

  /**
   * Draws what of the path lies in a box of the world, bit by bit.
   * @param {object} now place of the vehicle, as of Track.at, which parts what is travelled from what lies ahead
   */
  *paint(context, view, palette, box, now) {
    const classes = this.#classes(palette);
    const paths = yield* this.#trace(view, box, now);
    const width = this.width(view.zoom);
    const stroke = function* stroke(key, colour, lineWidth, dash) {
      for (const path of paths.get(key) ?? []) {
        strokeLine(context, path, { colour, width: lineWidth, dash });
        yield;
      }
    };
    yield* stroke(GAP_KEY, palette.gap, Math.max(1.5, width * 0.4), [2, 6]);
    yield* stroke(OFF_ROAD_KEY, palette.off_road, Math.max(1.8, width * 0.4), [7, 5]);
    for (const [colour, more] of [[palette.path_edge, CASING + EDGE], [palette.path_casing, CASING]]) {
      for (let key = 0; key < classes.length; key += 1) yield* stroke(key, colour, width + more);
    }
    for (let key = 0; key < classes.length; key += 1) yield* stroke(key, classes[key].colour, width);
    if (this.mode === 'progress' && now) {
      strokeLine(context, this.#traceTrail(view, now), { colour: classes[0].colour, width });
    }
    yield* stroke(WRONG_WAY_KEY, palette.wrong_way, width);
    yield* stroke(UNSEEN_KEY, palette.path_casing, width * HOLLOW);
    if (width >= CHEVRONS_FROM) yield* this.#paintChevrons(context, view, palette, box, width);
  }

  /** Which way was driven: chevrons at fixed places of the path, so that they stand while the map moves. */
  *#paintChevrons(context, view, palette, box, width) {
    const { count, s, kind } = this.track.vertices;
    const metres = metresPerWorld(view.box.minY).east / view.scale;
    const spacing = 2 ** Math.ceil(Math.log2(CHEVRON_SPACING * metres));
    const chunks = this.grid.find(box);
    if (chunks.length > CROWDED_CHUNKS) return;
    const path = new Path2D();
    for (const chunk of chunks) {
      const end = s[Math.min(this.starts[chunk + 1], count - 1)];
      for (let at = (Math.floor(s[this.starts[chunk]] / spacing) + 0.5) * spacing; at < end; at += spacing) {
        const i = lastAtMost(s, count, at);
        if (kind[i] !== ON_ROAD || this.unseen?.[i]) continue;
        const { x, y } = this.track.placeAt(at);
        traceChevron(path, view.px(x), view.py(y), (this.track.headingAt(at) * Math.PI) / 180, width * 0.36);
      }
    }
    yield;
    strokeLine(context, path, { colour: palette.path_casing, width: Math.max(1.2, width * 0.22) });
  }

  /** Takes the room of the path on the map, beside which names are written; `room` has takePath(x1, y1, x2, y2). */
  *cover(view, room) {
    const { x, y } = this.track.vertices;
    const reach = (this.width(view.zoom) + CASING) / 2;
    const end = { px: NaN, py: NaN };
    let seen = 0;
    for (const chunk of this.grid.find(view.box)) {
      const last = Math.min(this.starts[chunk + 1], x.length - 1);
      for (let i = this.starts[chunk]; i <= last; i += 1) {
        if (i > this.starts[chunk] && i < last && this.levels[i] > view.zoom) continue;
        const [px, py] = [view.px(x[i]), view.py(y[i])];
        if (i > this.starts[chunk]) room.takeLine(end.px, end.py, px, py, reach);
        Object.assign(end, { px, py });
      }
      seen += 1;
      if (seen % CHUNKS_PER_PATH === 0) yield;
    }
  }

  /** Paths of the visible stretches by key; in progress mode 0 is travelled and 1 lies ahead. */
  *#trace(view, box, now) {
    const paths = new Map();
    const split = this.mode === 'progress' && now ? now.index : this.track.vertices.count;
    const chunks = this.grid.find(box);
    const drawn = chunks.length > CROWDED_CHUNKS ? Array.from({ length: GAP_KEY + 2 }, () => new Set()) : null;
    let traced = 0;
    for (const chunk of chunks) {
      if (traced % CHUNKS_PER_PATH === 0) yield;
      this.#traceChunk(chunk, { view, box, split, now, drawn }, (key) => pathAmong(paths, key, traced));
      traced += 1;
    }
    return paths;
  }

  /** What lies just behind the vehicle and is driven again, but not soon: it is drawn on top of the line ahead. */
  #traceTrail(view, now) {
    const { x, y, s, edge } = this.track.vertices;
    const soon = this.#segmentsAhead(now);
    const path = new Path2D();
    for (let i = now.index; i >= 0 && s[i] > now.s - TRAIL; i -= 1) {
      if (!this.#isAgain(i) || soon.has(this.segments[edge[i]])) continue;
      const end = i === now.index ? now : { x: x[i + 1], y: y[i + 1] };
      path.moveTo(view.px(x[i]), view.py(y[i]));
      path.lineTo(view.px(end.x), view.py(end.y));
    }
    return path;
  }

  /** Segments on which the vehicle is soon, beside the one on which it is. */
  #segmentsAhead(now) {
    const { count, s, edge } = this.track.vertices;
    const segments = new Set();
    for (let i = now.index; i < count && s[i] < now.s + TRAIL; i += 1) {
      if (edge[i] >= 0 && edge[i] !== now.edge) segments.add(this.segments[edge[i]]);
    }
    return segments;
  }

  /** Whether the road of a stretch is driven again later. */
  #isAgain(vertex) {
    const row = this.track.vertices.edge[vertex];
    return row >= 0 && this.again[row] === 1;
  }

  /** The first vertex where the path looks different when the vehicle is at one of two places and not at the other. */
  firstChanged(one, other) {
    const sooner = one.s < other.s ? one : other;
    const { count, s } = this.track.vertices;
    let first = lastAtMost(s, count, sooner.s - TRAIL);
    while (first < sooner.index && !this.#isAgain(first)) first += 1;
    return first;
  }

  /** Adds the stretches of a chunk that touch the box to the paths of their keys. */
  #traceChunk(chunk, { view, box, split, now, drawn }, pathOf) {
    const { count, x, y } = this.track.vertices;
    const last = Math.min(this.starts[chunk + 1], count - 1);
    let key = NOTHING;
    let path = null;
    let end = 0;
    const begin = (newKey, px, py) => {
      key = newKey;
      path = pathOf(key);
      path.moveTo(px, py);
      end = pixelNumber(px, py);
    };
    const line = (px, py) => {
      const from = end;
      end = pixelNumber(px, py);
      if (drawn && isDrawn(drawn[key], from, end)) path.moveTo(px, py);
      else path.lineTo(px, py);
    };
    for (let i = this.starts[chunk]; i < last; i += 1) {
      if (!touches(box, x[i], y[i], x[i + 1], y[i + 1])) {
        if (key !== NOTHING) line(view.px(x[i]), view.py(y[i]));
        key = NOTHING;
        continue;
      }
      const own = this.keys[i] === 0 && i > split ? 1 : this.keys[i];
      if (own !== key) begin(own, view.px(x[i]), view.py(y[i]));
      if (i === split && own === 0) {
        line(view.px(now.x), view.py(now.y));
        begin(1, view.px(now.x), view.py(now.y));
      }
      const next = i + 1;
      if (next === last || next === split || this.levels[next] <= view.zoom || this.keys[next] !== this.keys[i]) {
        line(view.px(x[next]), view.py(y[next]));
      }
    }
    this.#traceFlagged(this.wrongWay, this.starts[chunk], last, view, () => pathOf(WRONG_WAY_KEY));
    this.#traceFlagged(this.unseen, this.starts[chunk], last, view, () => pathOf(UNSEEN_KEY));
  }

  /** What was driven the wrong way, or is inferred, has a line of its own above the path. */
  #traceFlagged(flags, first, last, view, pathOf) {
    if (!flags) return;
    const { x, y } = this.track.vertices;
    for (let i = first; i < last; i += 1) {
      if (flags[i] === 0) continue;
      const path = pathOf();
      if (i === first || flags[i - 1] === 0) path.moveTo(view.px(x[i]), view.py(y[i]));
      path.lineTo(view.px(x[i + 1]), view.py(y[i + 1]));
    }
  }

  /** Calls `visit(vertex, x1, y1, x2, y2)` for all stretches in chunks that touch a box. */
  eachStretch(box, visit) {
    const { count, x, y } = this.track.vertices;
    for (const chunk of this.grid.find(box)) {
      const last = Math.min(this.starts[chunk + 1], count - 1);
      for (let i = this.starts[chunk]; i < last; i += 1) visit(i, x[i], y[i], x[i + 1], y[i + 1]);
    }
  }

  /** The box of the world around the stretches between two vertices, or null where there are none. */
  boxBetween(first, last) {
    const { count, x, y } = this.track.vertices;
    if (count === 0) return null;
    const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
    for (let i = first; i <= Math.min(last + 1, count - 1); i += 1) {
      box.minX = Math.min(box.minX, x[i]);
      box.maxX = Math.max(box.maxX, x[i]);
      box.minY = Math.min(box.minY, y[i]);
      box.maxY = Math.max(box.maxY, y[i]);
    }
    return box;
  }

  /** The driven edge nearest to a place, within `reach`; of equal ones, the drive over it nearest to vertex `now`. */
  nearestRow({ x, y }, reach, now) {
    const { edge } = this.track.vertices;
    let best = null;
    this.eachStretch({ minX: x - reach, maxX: x + reach, minY: y - reach, maxY: y + reach }, (i, x1, y1, x2, y2) => {
      if (edge[i] < 0) return;
      const distance = distanceToSegment(x, y, x1, y1, x2, y2);
      if (distance > reach) return;
      const nearer = best === null || distance < best.distance * 0.98;
      const sooner = best !== null && distance <= best.distance * 1.02 && Math.abs(i - now) < Math.abs(best.i - now);
      if (nearer || sooner) best = { i, distance };
    });
    return best && { row: edge[best.i], distance: best.distance };
  }

  /** The line [x, y, …] of what was driven between two times in ms. */
  lineBetween(begin, end) {
    const { count, t, x, y } = this.track.vertices;
    const [from, to] = [begin, end].map((time) => this.track.at(time));
    if (count === 0) return [];
    const line = [from.x, from.y];
    for (let i = from.index + 1; i < count && t[i] < end; i += 1) line.push(x[i], y[i]);
    return [...line, to.x, to.y];
  }

  /** The line [x, y, …] of a row of the driven edges. */
  lineOfRow(row) {
    const { count, x, y, edge } = this.track.vertices;
    const line = [];
    for (let i = 0; i + 1 < count; i += 1) {
      if (edge[i] !== row) continue;
      if (line.length === 0) line.push(x[i], y[i]);
      line.push(x[i + 1], y[i + 1]);
    }
    return line;
  }
}

/** 1 for rows with one of the values in a column. */
function rowFlags(rows, name, values) {
  const column = rows.column(name);
  return Uint8Array.from({ length: rows.rows }, (_, row) => (values.includes(column.at(row)) ? 1 : 0));
}

/** The times between two fixes that are far apart: `has(ms)` and `spans`. Fixes left out for drawing are no silence. */
function silencesOf(points) {
  const [index, time] = ['index', 'time'].map((name) => points.numbers(name));
  const steps = time.map((ms, row) => ms - time[row - 1]).filter((step) => step > 0).sort();
  const longest = Math.max(LONGEST_SEEN, SILENT_STEPS * (steps[steps.length >> 1] ?? 0));
  const [begins, ends] = [[], []];
  for (let row = 1; row < points.rows; row += 1) {
    if (index[row] !== index[row - 1] + 1 || !(time[row] - time[row - 1] > longest)) continue;
    begins.push(time[row - 1]);
    ends.push(time[row]);
  }
  const has = (ms) => {
    const at = lastAtMost(begins, begins.length, ms);
    return begins[at] <= ms && ms < ends[at];
  };
  return { has: begins.length > 0 ? has : () => false, spans: begins.map((begin, i) => ({ begin, end: ends[i] })) };
}

function traceChevron(path, x, y, heading, size) {
  const [ahead, across] = [[Math.sin(heading), -Math.cos(heading)], [Math.cos(heading), Math.sin(heading)]];
  const at = (along, aside) => [x + size * (ahead[0] * along + across[0] * aside),
    y + size * (ahead[1] * along + across[1] * aside)];
  path.moveTo(...at(-0.6, -1));
  path.lineTo(...at(0.6, 0));
  path.lineTo(...at(-0.6, 1));
}

/** 1 for rows whose segment is driven again later; alternatives are never driven. */
function drivenAgain(rows, segments) {
  const flags = new Uint8Array(rows.rows);
  const alternative = rows.name === 'elements' ? rows.numbers('alternative') : null;
  const later = new Set();
  for (let row = rows.rows - 1; row >= 0; row -= 1) {
    if (alternative?.[row] > 0) continue;
    if (later.has(segments[row])) flags[row] = 1;
    later.add(segments[row]);
  }
  return flags;
}

function classAmong(limits, value) {
  const found = limits.findIndex((limit) => value < limit);
  return found < 0 ? limits.length : found;
}

/** Colours of the classes between limits, from low over middle to high, with their labels. */
function ramp(palette, name, limits, text) {
  const [low, middle, high] = ['low', 'middle', 'high'].map((part) => palette[`${name}_${part}`]);
  return Array.from({ length: limits.length + 1 }, (_, i) => {
    const share = (2 * i) / limits.length;
    const colour = share < 1 ? mixColours(low, middle, share) : mixColours(middle, high, share - 1);
    return { colour, label: spanLabel(limits.map(text), i) };
  });
}

export function spanLabel(limits, i) {
  if (i === 0) return word('below {limit}', { limit: limits[0] });
  if (i === limits.length) return word('{limit} and more', { limit: limits[i - 1] });
  return word('{from} to {to}', { from: limits[i - 1].split(' ')[0], to: limits[i] });
}

/** A number of 24 bits for each pixel of a picture; none is wider than 4096. */
function pixelNumber(px, py) {
  return (Math.round(py) & 0xfff) * 0x1000 + (Math.round(px) & 0xfff);
}

/** Notes a line between two pixels; true where it was noted before, in whichever direction. */
function isDrawn(lines, from, to) {
  const line = Math.min(from, to) * 0x1000000 + Math.max(from, to);
  const known = lines.has(line);
  lines.add(line);
  return known;
}

function touches({ minX, minY, maxX, maxY }, x1, y1, x2, y2) {
  const beside = (x1 < minX && x2 < minX) || (x1 > maxX && x2 > maxX);
  return !beside && !((y1 < minY && y2 < minY) || (y1 > maxY && y2 > maxY));
}

/** The path of a key that the chunk numbered `traced` belongs to. */
function pathAmong(paths, key, traced) {
  if (!paths.has(key)) paths.set(key, []);
  const list = paths.get(key);
  const batch = Math.floor(traced / CHUNKS_PER_PATH);
  if (list.batch !== batch) {
    list.batch = batch;
    list.push(new Path2D());
  }
  return list.at(-1);
}

/** Strokes a path or a Path2D in one go; `dash` in CSS pixels. */
export function strokeLine(context, path, { colour, width, dash = [] }) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.lineJoin = 'round';
  context.lineCap = dash.length > 0 ? 'butt' : 'round';
  context.setLineDash(dash);
  context.stroke(path);
  context.setLineDash([]);
}

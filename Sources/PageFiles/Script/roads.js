import { BoxIndex, boxesOfLines, vertexLevels } from './culling.js';
import { FADE_STEPS, fadesOf } from './fading.js';
import { ROAD_LOOK } from './roadlook.js';

/** Bits of roads.flags. */
const ONEWAY_FORWARD = 1;
const ONEWAY_BACKWARD = 2;
const TUNNEL = 4;
const BRIDGE = 8;

const { stops: STOPS, kinds: KINDS } = ROAD_LOOK;

/** Roads of these kinds and ferries are in the page from farther away. */
const LEAST_GREAT = KINDS.findIndex(({ name }) => name === 'tertiary');

/** Streets and lesser kinds are pale from afar, as there are many of them. */
const STREET = KINDS.findIndex(({ name }) => name === 'street');

/** Roads per path: so many are drawn in about two milliseconds, after which a frame may be due. */
const ROADS_PER_PATH = 100;
/** Oneway arrows: the zoom from which they are drawn, and the CSS pixels from one to the next. */
const ONEWAY_FROM = 16;
const ONEWAY_SPACING = 130;

/** Rank of the kind of an OSM class in KINDS, and whether it is a link. */
export function kindOfClass(name) {
  const link = name.endsWith('_link');
  const kind = link ? name.slice(0, -5) : (ROAD_LOOK.kind_of_class[name] ?? name);
  return { rank: Math.max(0, KINDS.findIndex((entry) => entry.name === kind)), link };
}

/** Width of the fill of a kind of road in CSS pixels. */
export function roadWidth(rank, link, zoom) {
  const { widths } = KINDS[rank];
  const next = STOPS.findIndex((stop) => stop > zoom);
  const i = next < 0 ? STOPS.length - 2 : Math.max(0, next - 1);
  const share = (zoom - STOPS[i]) / (STOPS[i + 1] - STOPS[i]);
  return widths[i] * (widths[i + 1] / widths[i]) ** Math.max(0, share) * (link ? ROAD_LOOK.link_width : 1);
}

/** A colour between two of the form #rrggbb. */
export function mixColours(from, to, share) {
  const channel = (colour, i) => parseInt(colour.slice(1 + 2 * i, 3 + 2 * i), 16);
  const mixed = [0, 1, 2].map((i) => Math.round(channel(from, i) + (channel(to, i) - channel(from, i)) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** The roads as a base map: casing and fill by kind; tunnels below, bridges above. */
export class RoadPainter {
  /** @param {DriveDistance|null} distance from which roads fade; null if all roads of the drive are there */
  constructor(roads, distance = null) {
    this.roads = roads;
    this.levels = vertexLevels(roads);
    this.grid = new BoxIndex(boxesOfLines(roads));
    this.kinds = roads.classes.map(kindOfClass);
    const isGreat = (road) => {
      const { rank } = this.kinds[roads.classAt[road]];
      return rank >= LEAST_GREAT || KINDS[rank].name === 'ferry';
    };
    this.fades = distance ? fadesOf(roads, distance, isGreat) : new Uint8Array(roads.x.length);
  }

  /** Whether a part of a road has faded. */
  #hasFaded(road) {
    for (let i = this.roads.starts[road]; i < this.roads.starts[road + 1]; i += 1) if (this.fades[i] > 0) return true;
    return false;
  }

  /** The roads with names and numbers only where they are drawn in full. */
  get named() {
    const only = (texts) => texts.map((text, road) => (text > 0 && this.#hasFaded(road) ? 0 : text));
    return { ...this.roads, nameAt: only(this.roads.nameAt), refAt: only(this.roads.refAt) };
  }

  /** Least zoom at which a road is drawn. */
  #from(road) {
    const { rank, link } = this.kinds[this.roads.classAt[road]];
    return KINDS[rank].from + (link ? ROAD_LOOK.link_lag : 0);
  }

  /** Roads drawn in a box, ascending. */
  visible(box, zoom) {
    return this.grid.find(box).filter((road) => this.#from(road) <= zoom);
  }

  /**
   * Draws the roads of `view` bit by bit; each step of the generator takes a few milliseconds at most.
   * @param {CanvasRenderingContext2D} context
   * @param {View} view what is drawn; see picture.js
   * @param {object} palette colours of the style
   * @param {Room} room where names are written and oneway arrows are left out
   */
  *paint(context, view, palette, room) {
    const batches = yield* this.#batches(view);
    context.lineJoin = 'round';
    for (const level of [TUNNEL, 0, BRIDGE]) {
      const onLevel = batches.filter((batch) => batch.level === level);
      for (const casing of [true, false]) {
        for (const batch of onLevel) {
          for (const path of batch.paths) {
            if (!strokeRoads(context, path, batch, casing, view.zoom, palette)) break;
            yield;
          }
        }
      }
    }
    context.setLineDash([]);
    context.globalAlpha = 1;
    if (view.zoom >= ONEWAY_FROM) yield* this.#paintOneways(context, view, palette, room);
  }

  /** Paths of the visible roads by level, kind and link, the least important kind first. */
  *#batches(view) {
    const batches = new Map();
    let drawn = 0;
    for (const road of this.visible(view.box, view.zoom)) {
      const kind = this.kinds[this.roads.classAt[road]];
      const level = this.roads.flags[road] & TUNNEL || this.roads.flags[road] & BRIDGE;
      const key = ((level * KINDS.length + kind.rank) * 2 + (kind.link ? 0 : 1)) * FADE_STEPS;
      this.#trace(road, view, (fade) => pathOf(batches, { key: key + fade, level, ...kind, fade }));
      drawn += 1;
      if (drawn % ROADS_PER_PATH === 0) yield;
    }
    return [...batches.values()].sort((a, b) => a.key - b.key);
  }

  /** Adds a road to the path of each fade that its parts have; what has faded wholly is left out. */
  #trace(road, view, pathWith) {
    const { x, y, starts } = this.roads;
    const last = starts[road + 1] - 1;
    let before = starts[road];
    let [path, fadeBefore] = [null, -1];
    for (let i = before + 1; i <= last; i += 1) {
      if (this.levels[i] > view.zoom && i !== last) continue;
      const fade = Math.max(this.fades[before], this.fades[i]);
      if (fade !== fadeBefore) {
        path = fade < FADE_STEPS ? pathWith(fade) : null;
        path?.moveTo(view.px(x[before]), view.py(y[before]));
      }
      path?.lineTo(view.px(x[i]), view.py(y[i]));
      [before, fadeBefore] = [i, fade];
    }
  }

  *#paintOneways(context, view, palette, room) {
    const path = new Path2D();
    for (const road of this.visible(view.box, view.zoom)) {
      const direction = this.roads.flags[road] & (ONEWAY_FORWARD | ONEWAY_BACKWARD);
      if ((direction === ONEWAY_FORWARD || direction === ONEWAY_BACKWARD) && !this.#hasFaded(road)) {
        this.#traceOneway(path, road, view, direction === ONEWAY_FORWARD, room);
      }
    }
    yield;
    context.strokeStyle = palette.oneway;
    context.lineWidth = 1.3;
    context.lineCap = 'round';
    context.stroke(path);
  }

  /** Arrows on a road, spread evenly; a road too short for one has none. */
  #traceOneway(path, road, view, forward, room) {
    const line = this.roads.edgeLine(2 * this.roads.segments[road] + (forward ? 0 : 1));
    for (let i = 0; i < line.length; i += 2) {
      line[i] = view.px(line[i]);
      line[i + 1] = view.py(line[i + 1]);
    }
    for (const { x, y, angle } of spreadAlong(line, ONEWAY_SPACING)) {
      const [px, py] = view.onPicture(x, y);
      if (room.isFree(px - 6, py - 6, px + 6, py + 6)) traceArrow(path, x, y, angle);
    }
  }
}

/** The path to which the next road of a batch is added. */
function pathOf(batches, look) {
  if (!batches.has(look.key)) batches.set(look.key, { ...look, paths: [], roads: 0 });
  const batch = batches.get(look.key);
  if (batch.roads % ROADS_PER_PATH === 0) batch.paths.push(new Path2D());
  batch.roads += 1;
  return batch.paths.at(-1);
}

/** Places along [x, y, x, y, …] at equal distances of about `spacing`, the first half of one from its start. */
export function spreadAlong(line, spacing) {
  let length = 0;
  for (let i = 2; i < line.length; i += 2) length += Math.hypot(line[i] - line[i - 2], line[i + 1] - line[i - 1]);
  const count = Math.max(length > spacing * 0.4 ? 1 : 0, Math.round(length / spacing));
  const places = [];
  let next = length / count / 2;
  let passed = 0;
  for (let i = 2; i < line.length && places.length < count; i += 2) {
    const [dx, dy] = [line[i] - line[i - 2], line[i + 1] - line[i - 1]];
    const step = Math.hypot(dx, dy);
    for (; places.length < count && next <= passed + step; next += length / count) {
      const share = (next - passed) / step;
      places.push({ x: line[i - 2] + dx * share, y: line[i - 1] + dy * share, angle: Math.atan2(dy, dx) });
    }
    passed += step;
  }
  return places;
}

function traceArrow(path, x, y, angle) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const at = (along, across) => [x + c * along - s * across, y + s * along + c * across];
  path.moveTo(...at(-5, 0));
  path.lineTo(...at(5, 0));
  path.moveTo(...at(2, -2.6));
  path.lineTo(...at(5, 0));
  path.lineTo(...at(2, 2.6));
}

/** Strokes a path of roads as casing or as fill. @returns {boolean} false where this kind has no such stroke */
function strokeRoads(context, path, { level, rank, link, fade }, casing, zoom, palette) {
  const { name, dash } = KINDS[rank];
  const width = roadWidth(rank, link, zoom);
  const cased = !dash && width >= ROAD_LOOK.least_cased_width;
  if (casing && !cased) return false;
  const colour = palette[casing || (!cased && !dash) ? `${name}_casing` : name];
  const tunnel = level === TUNNEL;
  const fades = !cased && !dash && rank <= STREET;
  context.setLineDash(dash ?? (tunnel && casing ? [4, 3] : []));
  context.lineCap = dash || fade > 0 || (casing && level !== 0) ? 'butt' : 'round';
  context.globalAlpha = 1 - fade / FADE_STEPS;
  context.lineWidth = casing ? width + casingWidth(level, zoom) : width;
  context.strokeStyle = casing && level === BRIDGE ? palette.bridge_casing : colour;
  if (tunnel) context.strokeStyle = mixColours(colour, palette.background, casing ? 0.2 : 0.55);
  if (fades) context.strokeStyle = mixColours(colour, palette.background, 0.35);
  context.stroke(path);
  return true;
}

/** CSS pixels of both casings together. */
function casingWidth(level, zoom) {
  const width = zoom < 14 ? 1.4 : Math.min(3, 2 + (zoom - 14) / 4);
  return level === BRIDGE ? width + 1 : width;
}

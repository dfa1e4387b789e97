// The ground under the roads: water, woods, towns, railways, borders, and the names of places.
//
// It comes in tiles of web maps at two zooms: far ones show what is great, near ones all of it.

import { GROUND_LOOK } from './groundlook.js';

/** Units along the side of a tile. */
const TILE_UNITS = 4096;
const FIRST_LINE = 32;
const FIRST_PLACE = 64;
const SEA = 0;
/** The sea ends in a straight line of so many units where the page has no more of it. */
const LEAST_CUT = 60;
/** So many units from its side a tile still ends there. */
const AT_SIDE = 32;
/** The sea fades there over so many CSS pixels, or over this share of what there is of it. */
const SEA_FADE = 110;
const MOST_SEA_FADE = 0.4;

const { near_from: NEAR_FROM, near_tiles: NEAR_TILES } = GROUND_LOOK;
const GROUND_KINDS = new Map(GROUND_LOOK.kinds.map((look) => [look.kind, look]));
const PLACE_KINDS = new Map(GROUND_LOOK.places.map((look) => [look.kind, look]));

const PLACE_FONT = '"Inter", "Noto Sans", "Helvetica Neue", Arial, sans-serif';

/** Reads numbers of seven bits a byte, the lowest first. */
class GroundBytes {
  constructor(bytes, begin, end) {
    Object.assign(this, { bytes, at: begin, end });
  }

  get isAtEnd() {
    return this.at >= this.end;
  }

  packed() {
    let value = 0;
    for (let factor = 1; this.at < this.end; factor *= 128) {
      const byte = this.bytes[this.at];
      this.at += 1;
      value += (byte & 127) * factor;
      if (byte < 128) break;
    }
    return value;
  }

  signed() {
    const value = this.packed();
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }

  text() {
    const length = this.packed();
    const text = new TextDecoder().decode(this.bytes.subarray(this.at, Math.min(this.end, this.at + length)));
    this.at += length;
    return text;
  }
}

/** Where the sea ends in a straight line at a side of a tile: 'x' or 'y', whether it lies below that, and units along it. */
function straightEnds(rings) {
  const ends = [];
  for (const axis of [0, 1]) {
    for (const isLast of [false, true]) {
      const edge = rings.flat().reduce((end, value, i) =>
        (i % 2 !== axis ? end : isLast ? Math.max(end, value) : Math.min(end, value)), isLast ? -Infinity : Infinity);
      let straight = 0;
      for (const ring of rings) {
        for (let i = 0; i < ring.length; i += 2) {
          const next = (i + 2) % ring.length;
          if (ring[i + axis] !== edge || ring[next + axis] !== edge) continue;
          straight = Math.max(straight, Math.abs(ring[i + 1 - axis] - ring[next + 1 - axis]));
        }
      }
      if (straight >= LEAST_CUT) ends.push({ axis, isLast, edge });
    }
  }
  return ends;
}

/**
 * Where the sea of a page ends although there is more of it: at the edge of the extract, or of the last tile.
 * @returns {{axis, isLast, at, from, to, span}[]} places of the world; `span` is how far the sea reaches along the axis
 */
function endsOfSea(tiles) {
  const far = tiles.filter((tile) => !tile.isNear && tile.lines.has(SEA));
  const keys = new Set(tiles.filter(({ isNear }) => !isNear).map(({ column, row }) => `${column} ${row}`));
  const ends = far.flatMap((tile) => straightEnds(tile.lines.get(SEA)).flatMap(({ axis, isLast, edge }) => {
    const isAtSide = Math.abs(edge - (isLast ? TILE_UNITS : 0)) <= AT_SIDE;
    const step = isLast ? 1 : -1;
    if (isAtSide && keys.has(axis === 0 ? `${tile.column + step} ${tile.row}` : `${tile.column} ${tile.row + step}`)) return [];
    const [begin, across] = axis === 0 ? [tile.minX, tile.minY] : [tile.minY, tile.minX];
    const [from, to] = isAtSide ? [across, across + tile.side] : [-Infinity, Infinity];
    return [{ axis, isLast, at: begin + (edge / TILE_UNITS) * tile.side, from, to }];
  }));
  return ends.map((end) => ({ ...end, span: Math.max(...far.flatMap((tile) => tile.lines.get(SEA).flatMap((ring) =>
    ring.filter((_, i) => i % 2 === end.axis).map((value) =>
      Math.abs((end.axis === 0 ? tile.minX : tile.minY) + (value / TILE_UNITS) * tile.side - end.at))))) }));
}

/** One tile: lines and rings by kind, each [x, y, x, y, …] in units of the tile; and named places. */
class GroundTile {
  #paths = new Map();

  constructor(zoom, column, row, bytes) {
    this.isNear = zoom === NEAR_TILES;
    Object.assign(this, { column, row });
    this.side = 1 / 2 ** zoom;
    this.minX = column * this.side;
    this.minY = row * this.side;
    this.lines = new Map();
    this.places = [];
    while (!bytes.isAtEnd) this.#read(bytes);
  }

  #read(bytes) {
    const kind = bytes.packed();
    const count = bytes.packed();
    const lines = [];
    let [x, y] = [0, 0];
    for (let i = 0; i < count && !bytes.isAtEnd; i += 1) {
      const points = kind < FIRST_PLACE ? bytes.packed() : 1;
      const line = [];
      for (let j = 0; j < points && !bytes.isAtEnd; j += 1) {
        x += bytes.signed();
        y += bytes.signed();
        line.push(x, y);
      }
      if (kind < FIRST_PLACE) lines.push(line);
      else this.places.push({ kind, ...this.#world(x, y), weight: bytes.packed(), text: bytes.text() });
    }
    if (kind < FIRST_PLACE) this.lines.set(kind, lines);
  }

  #world(x, y) {
    return { x: this.minX + (x / TILE_UNITS) * this.side, y: this.minY + (y / TILE_UNITS) * this.side };
  }

  /** A path of all lines or rings of a kind in units of the tile; null if it has none. */
  path(kind) {
    if (!this.lines.has(kind)) return null;
    let path = this.#paths.get(kind);
    if (!path) {
      path = new Path2D();
      for (const line of this.lines.get(kind)) {
        path.moveTo(line[0], line[1]);
        for (let i = 2; i < line.length; i += 2) path.lineTo(line[i], line[i + 1]);
        if (kind < FIRST_LINE) path.closePath();
      }
      this.#paths.set(kind, path);
    }
    return path;
  }

  touches({ minX, minY, maxX, maxY }) {
    return this.minX <= maxX && this.minX + this.side >= minX && this.minY <= maxY && this.minY + this.side >= minY;
  }

  has({ x, y }) {
    return x >= this.minX && x < this.minX + this.side && y >= this.minY && y < this.minY + this.side;
  }
}

/**
 * The ground of a page.
 * @param {{tiles: number[], bytes: string}|null} packed zoom, column, row and number of bytes of each tile, and the bytes of all
 *   in Base64
 * @param {number} originX the x near which tiles are to lie
 * @returns {GroundTile[]} none without a ground
 */
export function unpackGround(packed, originX = 0.5) {
  if (!packed) return [];
  const text = atob(packed.bytes);
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const tiles = [];
  let begin = 0;
  for (let i = 0; i + 3 < packed.tiles.length; i += 4) {
    const [zoom, column, row, size] = packed.tiles.slice(i, i + 4);
    const tile = new GroundTile(zoom, column, row, new GroundBytes(bytes, begin, begin + size));
    const shift = Math.round(originX - (tile.minX + tile.side / 2));
    tile.minX += shift;
    for (const place of tile.places) place.x += shift;
    tiles.push(tile);
    begin += size;
  }
  const ends = endsOfSea(tiles);
  for (const tile of tiles) if (tile.lines.has(SEA)) tile.seaEnds = ends;
  return tiles;
}

/**
 * Draws the ground of `view` bit by bit.
 * @param {CanvasRenderingContext2D} context
 * @param {View} view see picture.js
 * @param {GroundTile[]} ground from unpackGround()
 * @param {object} palette colours of the style
 */
export function* paintGround(context, view, ground, palette) {
  const inView = ground.filter((tile) => tile.touches(view.box));
  const near = view.zoom >= NEAR_FROM ? inView.filter(({ isNear }) => isNear) : [];
  yield* paintTiles(context, view, inView.filter(({ isNear }) => !isNear), palette);
  context.fillStyle = palette.background;
  for (const tile of near) {
    const [x, y] = [view.px(tile.minX), view.py(tile.minY)];
    const side = tile.side * view.scale;
    context.fillRect(x - 0.5, y - 0.5, side + 1, side + 1);
  }
  yield* paintTiles(context, view, near, palette);
}

/** The same at once. */
export function drawGround(context, view, ground, palette) {
  for (const step of paintGround(context, view, ground, palette)) void step;
}

function* paintTiles(context, view, tiles, palette) {
  if (tiles.length === 0) return;
  for (const [kind, look] of GROUND_KINDS) {
    if (view.zoom < (look.from ?? 0)) continue;
    for (const tile of tiles) {
      const path = tile.path(kind);
      if (!path) continue;
      paintPart(context, view, tile, path, look, palette);
      yield;
    }
  }
}

function paintPart(context, view, tile, path, look, palette) {
  const scale = (tile.side * view.scale) / TILE_UNITS;
  context.save();
  context.translate(view.px(tile.minX), view.py(tile.minY));
  context.scale(scale, scale);
  if (look.widths) {
    strokePart(context, path, look, palette, scale, view.zoom);
  } else {
    context.fillStyle = palette[look.name];
    context.fill(path);
    if (look.kind === SEA) fadeSea(context, view, tile, path);
    if (look.edge && view.zoom >= look.edge_from) {
      context.strokeStyle = palette[look.edge];
      context.lineWidth = 1 / scale;
      context.stroke(path);
    }
  }
  context.restore();
}

/** Where the sea would end in a straight line it fades into the background. */
function fadeSea(context, view, tile, path) {
  const unit = TILE_UNITS / tile.side;
  const pixel = unit / view.scale;
  context.globalCompositeOperation = 'destination-out';
  for (const { axis, isLast, at, from, to, span } of tile.seaEnds) {
    const [begin, across] = axis === 0 ? [tile.minX, tile.minY] : [tile.minY, tile.minX];
    const width = Math.min(SEA_FADE / view.scale, MOST_SEA_FADE * span) * unit;
    const edge = (at - begin) * unit;
    const inner = isLast ? edge - width : edge + width;
    if (across + tile.side <= from || across >= to || Math.max(edge, inner) < 0 || Math.min(edge, inner) > TILE_UNITS) continue;
    const ends = axis === 0 ? [inner, 0, edge, 0] : [0, inner, 0, edge];
    const fade = context.createLinearGradient(...ends);
    fade.addColorStop(0, '#0000');
    fade.addColorStop(1, '#000');
    context.fillStyle = fade;
    context.save();
    context.clip(path);
    fillBand(context, axis, Math.min(edge, inner), Math.max(edge, inner));
    context.restore();
    // Half covered pixels at the edge would be left as a fine line.
    fillBand(context, axis, edge - pixel, edge + pixel);
  }
}

/** A band across a tile and what reaches beyond its sides. */
function fillBand(context, axis, from, to) {
  const across = [-AT_SIDE, TILE_UNITS + 2 * AT_SIDE];
  if (axis === 0) context.fillRect(from, across[0], to - from, across[1]);
  else context.fillRect(across[0], from, across[1], to - from);
}

function strokePart(context, path, { name, widths, dash, ties }, palette, scale, zoom) {
  const width = groundWidth(widths, zoom);
  context.strokeStyle = palette[name];
  context.lineWidth = width / scale;
  context.lineJoin = 'round';
  context.lineCap = dash || ties || name === 'runway' ? 'butt' : 'round';
  context.setLineDash((dash ?? []).map((length) => (length * Math.max(1, width / 1.5)) / scale));
  context.stroke(path);
  if (!ties || zoom < ties) return;
  // A railway is dark with light pieces in it.
  context.strokeStyle = palette.railway_gap;
  context.lineWidth = (width * 0.5) / scale;
  context.setLineDash([7 / scale, 7 / scale]);
  context.stroke(path);
}

/** CSS pixels at a zoom: widths grow evenly in proportion between the zooms 8, 12, 16 and 20. */
export function groundWidth(widths, zoom) {
  const place = Math.min(widths.length - 1, Math.max(0, (zoom - 8) / 4));
  const i = Math.min(widths.length - 2, Math.floor(place));
  return widths[i] * (widths[i + 1] / widths[i]) ** (place - i);
}

/** Places whose names stand at a zoom in a box, the most important first. */
export function placesIn(ground, box, zoom) {
  const near = zoom >= NEAR_FROM ? ground.filter(({ isNear }) => isNear) : [];
  const far = ground.filter(({ isNear }) => !isNear);
  const found = near.flatMap(({ places }) => places);
  found.push(...far.flatMap(({ places }) => places).filter((place) => !near.some((tile) => tile.has(place))));
  return found
    .filter(({ kind, x, y }) => {
      const look = PLACE_KINDS.get(kind);
      if (!look || zoom < look.from || zoom > look.to) return false;
      return x >= box.minX && x <= box.maxX && y >= box.minY && y <= box.maxY;
    })
    .sort((a, b) => a.kind - b.kind || b.weight - a.weight || (a.text < b.text ? -1 : 1));
}

/**
 * Writes the names of places where there is room, and takes the room.
 * @param {Room} room see labels.js; names keep off the path where it knows one
 * @param {function(object): boolean} isWanted of a place, for some of them only
 */
export function* paintPlaces(context, view, ground, palette, room, isWanted = () => true) {
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  context.lineJoin = 'round';
  for (const place of placesIn(ground, view.box, view.zoom).filter(isWanted)) {
    writePlace(context, ...view.at(place.x, place.y), place, palette, room);
    yield;
  }
}

function writePlace(context, x, y, { kind, text, weight: metres }, palette, room) {
  const { size, weight, is_peak: isPeak } = PLACE_KINDS.get(kind);
  const lines = isPeak ? ['▲', text, ...(metres > 0 ? [`${metres} m`] : [])] : [text];
  context.font = `${weight} ${size}px ${PLACE_FONT}`;
  const half = Math.max(...lines.map((line) => context.measureText(line).width)) / 2 + 3;
  const height = size * 1.25;
  const [middle, top] = freeSpot(x, y - height / 2, half, lines.length * height, isPeak, room);
  if (middle === null) return;
  context.lineWidth = 3.5;
  context.strokeStyle = palette.label_halo;
  context.fillStyle = isPeak ? palette.peak : palette.place_name;
  lines.forEach((line, i) => {
    context.strokeText(line, middle, top + (i + 0.5) * height);
    context.fillText(line, middle, top + (i + 0.5) * height);
  });
}

/** Where a name stands: on its place, or beside it; a peak stays where it is. @returns {[number|null, number]} */
function freeSpot(x, y, half, height, stays, room) {
  const aside = half + 14;
  const spots = [[0, 0], [0, -1.3 * height], [0, 1.3 * height], [aside, 0], [-aside, 0]];
  for (const [dx, dy] of stays ? spots.slice(0, 1) : spots) {
    const box = [x + dx - half, y + dy - 1, x + dx + half, y + dy + height + 1];
    if (!room.isFree(...box) || room.hasPath?.(...box)) continue;
    room.take(...box);
    return [x + dx, y + dy];
  }
  return [null, 0];
}

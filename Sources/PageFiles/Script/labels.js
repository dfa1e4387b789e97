import { BoxIndex, boxesOfLines } from './culling.js';
import { ROAD_LOOK } from './roadlook.js';
import { kindOfClass, roadWidth } from './roads.js';

/** CSS pixels between two names of a road, and from one plate to the next. */
const NAME_SPACING = 260;
const PLATE_SPACING = 280;
/** Longer texts are no numbers of roads. */
const LONGEST_REF = 10;
/** A name turns by at most this much from letter to letter, in radians. */
const MOST_BEND = 0.34;
/** Beside a bend letters have more or less room than their width; by more than this share they look torn or squeezed. */
const MOST_STRETCHED = 0.3;
/** A name whose line strays less than this from straight, in CSS pixels, is written in one go. */
const STRAIGHT = 1.6;
/** Side of the cells in which room for names is kept, in CSS pixels. */
const CELL = 6;
/** The same name or number is not written again within so many CSS pixels, as on the other carriageway. */
const REPEAT_DISTANCE = 150;
/** Places tried for a name on its share of the road, from the middle outward, as shares of the spacing. */
const ATTEMPTS = [0, -0.16, 0.16, -0.3, 0.3];
/** Writing that cannot be set letter by letter: marks and joined letters. */
const JOINED = /[\p{M}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Thai}\p{Script=Syriac}]/u;

/** Room on the map: what is taken is not written over. */
export class Room {
  constructor(width, height) {
    this.across = Math.ceil(width / CELL);
    this.down = Math.ceil(height / CELL);
    this.taken = new Uint8Array(this.across * this.down);
    this.path = new Uint8Array(this.across * this.down);
  }

  /** Takes what a line of the path covers, `reach` CSS pixels on both sides; names keep off it. */
  takeLine(x1, y1, x2, y2, reach) {
    const steps = Math.min(1e4, Math.max(1, Math.ceil(Math.hypot(x2 - x1, y2 - y1) / CELL)));
    for (let step = 0; step <= steps; step += 1) {
      const [x, y] = [x1 + ((x2 - x1) * step) / steps, y1 + ((y2 - y1) * step) / steps];
      this.#every(x - reach, y - reach, x + reach, y + reach, (cell) => (this.path[cell] = 1));
    }
  }

  /** Whether the path is within a box. */
  hasPath(x1, y1, x2, y2) {
    return !this.#every(x1, y1, x2, y2, (cell) => this.path[cell] === 0);
  }

  /** Whether nothing is within a box in CSS pixels, all of it inside the picture. */
  isFree(x1, y1, x2, y2) {
    if (x1 < 0 || y1 < 0 || x2 >= this.across * CELL || y2 >= this.down * CELL) return false;
    return this.#every(x1, y1, x2, y2, (cell) => this.taken[cell] === 0);
  }

  take(x1, y1, x2, y2) {
    this.#every(x1, y1, x2, y2, (cell) => {
      this.taken[cell] = 1;
      return true;
    });
  }

  #every(x1, y1, x2, y2, test) {
    const east = Math.min(this.across - 1, Math.floor(x2 / CELL));
    const south = Math.min(this.down - 1, Math.floor(y2 / CELL));
    for (let row = Math.max(0, Math.floor(y1 / CELL)); row <= south; row += 1) {
      for (let column = Math.max(0, Math.floor(x1 / CELL)); column <= east; column += 1) {
        if (!test(row * this.across + column)) return false;
      }
    }
    return true;
  }
}

/**
 * Roads of the same text joined end to end, so that a name may run over junctions.
 * @param {Uint32Array} textAt text of each road, 0 for none
 * @returns {{x, y: Float64Array, starts: Uint32Array, text, rank, link: Array}} a line per chain
 */
function joinRoads(roads, textAt) {
  const ends = roadEnds(roads, textAt);
  const used = new Uint8Array(roads.count);
  const chains = [];
  for (let road = 0; road < roads.count; road += 1) {
    if (textAt[road] === 0 || used[road]) continue;
    used[road] = 1;
    const back = follow(ends, ends.first[road], used).reverse();
    const onward = follow(ends, ends.last[road], used);
    chains.push({ road, parts: [...back.map(turned), { road, reversed: false }, ...onward] });
  }
  return chainLines(roads, chains, textAt, roads.classes.map(kindOfClass));
}

/**
 * A number for each place where roads of one text end: `first` and `last` have those of each road, and `roadsAt` the
 * roads of each number.
 */
function roadEnds(roads, textAt) {
  const numbers = new Map();
  const roadsAt = [];
  const endAt = (road, vertex) => {
    const key = `${textAt[road]} ${roads.x[vertex]} ${roads.y[vertex]}`;
    let number = numbers.get(key);
    if (number === undefined) {
      number = roadsAt.length;
      numbers.set(key, number);
      roadsAt.push([]);
    }
    roadsAt[number].push(road);
    return number;
  };
  const first = new Uint32Array(roads.count);
  const last = new Uint32Array(roads.count);
  for (let road = 0; road < roads.count; road += 1) {
    if (textAt[road] === 0) continue;
    first[road] = endAt(road, roads.starts[road]);
    last[road] = endAt(road, roads.starts[road + 1] - 1);
  }
  return { first, last, roadsAt };
}

const turned = ({ road, reversed }) => ({ road, reversed: !reversed });

/** Roads that go on from an end, as long as there is one that was not used. */
function follow({ first, last, roadsAt }, end, used) {
  const parts = [];
  for (;;) {
    const road = roadsAt[end].find((candidate) => !used[candidate]);
    if (road === undefined) return parts;
    used[road] = 1;
    const reversed = first[road] !== end;
    parts.push({ road, reversed });
    end = reversed ? first[road] : last[road];
  }
}

function chainLines(roads, chains, textAt, kinds) {
  const x = [];
  const y = [];
  const starts = [0];
  for (const { parts } of chains) {
    for (const { road, reversed } of parts) {
      const [first, end] = [roads.starts[road], roads.starts[road + 1]];
      const vertices = Array.from({ length: end - first }, (_, i) => first + i);
      if (reversed) vertices.reverse();
      if (x.length > starts.at(-1)) vertices.shift();
      for (const vertex of vertices) {
        x.push(roads.x[vertex]);
        y.push(roads.y[vertex]);
      }
    }
    starts.push(x.length);
  }
  return {
    x: Float64Array.from(x),
    y: Float64Array.from(y),
    starts: Uint32Array.from(starts),
    text: chains.map(({ road }) => roads.words[textAt[road]]),
    rank: chains.map(({ road }) => kinds[roads.classAt[road]].rank),
    link: chains.map(({ road }) => kinds[roads.classAt[road]].link),
  };
}

/** A line on the picture in CSS pixels, with the way to each vertex. */
class PixelLine {
  constructor(chains, chain, view) {
    this.points = [];
    this.way = [];
    let passed = 0;
    for (let i = chains.starts[chain]; i < chains.starts[chain + 1]; i += 1) {
      const point = view.at(chains.x[i], chains.y[i]);
      const last = this.points.at(-1);
      const step = last ? Math.hypot(point[0] - last[0], point[1] - last[1]) : 0;
      if (last && step < 0.5) continue;
      passed += step;
      this.points.push(point);
      this.way.push(passed);
    }
    this.length = passed;
  }

  /** Place and direction in radians at so many pixels from the start. */
  at(way) {
    let low = 0;
    let high = this.way.length - 2;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.way[middle] <= way) low = middle;
      else high = middle - 1;
    }
    const [x1, y1] = this.points[low];
    const [x2, y2] = this.points[low + 1];
    const share = (way - this.way[low]) / (this.way[low + 1] - this.way[low]);
    return { x: x1 + (x2 - x1) * share, y: y1 + (y2 - y1) * share, angle: Math.atan2(y2 - y1, x2 - x1) };
  }
}

/** Where a name or number is tried: on its road, then left and right of it, as shares of the width of the path. */
const NAME_SIDES = [0, 1, -1];

/** Writes names along roads and sets plates with their numbers. */
export class LabelPainter {
  #advances = new Map();
  #written = new Map();

  /** @param {RoadShields|null} shields of numbers that have one; the others are on plates */
  constructor(roads, shields = null) {
    this.shields = shields;
    this.names = joinRoads(roads, roads.nameAt);
    this.refs = joinRoads(roads, roads.refAt);
    this.nameGrid = new BoxIndex(boxesOfLines(this.names));
    this.refGrid = new BoxIndex(boxesOfLines(this.refs));
  }

  /**
   * Draws plates, then names, the most important first, where room is left; bit by bit.
   * @param {number} aside CSS pixels from the middle of the path to its edge
   */
  *paint(context, view, palette, room, aside) {
    this.aside = aside;
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    this.#written.clear();
    yield* this.#paintPlates(context, view, palette, room);
    yield* this.#paintNames(context, view, palette, room);
  }

  #visible(chains, grid, view, what) {
    const visible = [...grid.find(view.box)].filter(
      (chain) => view.zoom >= ROAD_LOOK.kinds[chains.rank[chain]][what]);
    return visible.sort((a, b) => chains.rank[b] - chains.rank[a] || a - b);
  }

  *#paintPlates(context, view, palette, room) {
    context.font = `600 ${PLATE_SIZE}px ${FONT}`;
    context.textAlign = 'center';
    for (const chain of this.#visible(this.refs, this.refGrid, view, 'numbers')) {
      if (this.refs.link[chain]) continue;
      const line = new PixelLine(this.refs, chain, view);
      const text = this.refs.text[chain].split(';')[0].trim();
      const count = line.length < 40 ? 0 : Math.max(1, Math.round(line.length / PLATE_SPACING));
      for (let i = 0; i < count && text.length <= LONGEST_REF; i += 1) {
        this.#paintPlate(context, text, line.at(((i + 0.5) / count) * line.length), palette, room);
      }
      yield;
    }
  }

  /** A road number on a small plate, where there is room. */
  #paintPlate(context, text, middle, palette, room) {
    const shield = this.shields?.of(text);
    const halfWidth = shield ? shield.width / 2 : context.measureText(text).width / 2 + 4;
    const halfHeight = shield ? shield.height / 2 : PLATE_SIZE / 2 + 3;
    const across = Math.abs(Math.sin(middle.angle)) * halfWidth + Math.abs(Math.cos(middle.angle)) * halfHeight;
    const boxes = NAME_SIDES.map((side) => shifted(middle, side * (this.aside + across + 4)))
      .map(({ x, y }) => [x - halfWidth - 3, y - halfHeight - 3, x + halfWidth + 3, y + halfHeight + 3]);
    const box = boxes.find((one) => room.isFree(...one) && !room.hasPath(...one));
    if (!box || this.#isRepeated(`plate ${text}`, { middle })) return;
    room.take(...box);
    const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
    if (shield) return context.drawImage(shield.image, x - halfWidth, y - halfHeight, shield.width, shield.height);
    context.beginPath();
    context.roundRect(x - halfWidth, y - halfHeight, 2 * halfWidth, 2 * halfHeight, 3);
    context.fillStyle = palette.plate;
    context.fill();
    context.strokeStyle = palette.plate_border;
    context.lineWidth = 1;
    context.stroke();
    context.fillStyle = palette.plate_text;
    context.fillText(text, x, y + 0.5);
  }

  *#paintNames(context, view, palette, room) {
    context.textAlign = 'left';
    context.strokeStyle = palette.label_halo;
    context.fillStyle = palette.label;
    for (const chain of this.#visible(this.names, this.nameGrid, view, 'names')) {
      const rank = this.names.rank[chain];
      const size = nameSize(rank, roadWidth(rank, this.names.link[chain], view.zoom));
      context.font = `${rank >= 7 ? 600 : 500} ${size}px ${FONT}`;
      context.lineWidth = 4;
      const line = new PixelLine(this.names, chain, view);
      const advances = this.#advancesOf(context, this.names.text[chain]);
      if (line.length < advances.width) continue;
      const count = Math.max(1, Math.round(line.length / (NAME_SPACING + advances.width)));
      for (let i = 0; i < count; i += 1) {
        const middle = ((i + 0.5) / count) * line.length;
        if (!inPicture(line.at(middle), room)) continue;
        this.#paintName(context, line, { middle, share: line.length / count, advances, size, room });
      }
      yield;
    }
  }

  /** Notes where a text is written; true where it stands nearby already. */
  #isRepeated(text, { middle }) {
    if (!this.#written.has(text)) this.#written.set(text, []);
    const places = this.#written.get(text);
    if (places.some(({ x, y }) => Math.hypot(x - middle.x, y - middle.y) < REPEAT_DISTANCE)) return true;
    places.push(middle);
    return false;
  }

  /** Letters of a text and how far from its start each begins; the last entry is the whole width. */
  #advancesOf(context, text) {
    const key = `${context.font} ${text}`;
    let advances = this.#advances.get(key);
    if (!advances) {
      const letters = JOINED.test(text) ? [text] : [...text];
      let before = '';
      const begins = letters.map((letter) => {
        const begin = context.measureText(before).width;
        before += letter;
        return begin;
      });
      advances = { text, letters, begins, width: context.measureText(text).width };
      this.#advances.set(key, advances);
    }
    return advances;
  }

  /** A name on its road, or beside the path where that runs on it; null where there is no room. */
  #placeBeside(line, begin, advances, size, room) {
    for (const side of NAME_SIDES) {
      const placed = placeName(line, begin, advances, size, side * (this.aside + size * 0.75));
      if (!placed) return null;
      if (placed.boxes.every((box) => room.isFree(...box) && !room.hasPath(...box))) return placed;
    }
    return null;
  }

  #paintName(context, line, { middle, share, advances, size, room }) {
    for (const attempt of ATTEMPTS) {
      const begin = middle + attempt * share - advances.width / 2;
      if (begin < 0 || begin + advances.width > line.length) continue;
      const placed = this.#placeBeside(line, begin, advances, size, room);
      if (!placed || this.#isRepeated(advances.text, placed)) continue;
      for (const box of placed.boxes) room.take(...box);
      for (const write of ['strokeText', 'fillText']) {
        for (const { text, x, y, angle } of placed.texts) writeTurned(context, write, text, x, y, angle);
      }
      return;
    }
  }
}

const FONT = '"Inter", "Noto Sans", "Helvetica Neue", Arial, sans-serif';
const PLATE_SIZE = 10.5;

/** Size of the letters of a name in CSS pixels: wide roads have room for larger ones. */
function nameSize(rank, width) {
  return Math.round(Math.min(15, Math.max(rank >= 7 ? 12 : 11, width * 0.62)));
}

function inPicture({ x, y }, room) {
  return x >= 0 && y >= 0 && x < room.across * CELL && y < room.down * CELL;
}

/** A place so many CSS pixels to the right of a line that runs through it. */
function shifted(place, pixels) {
  if (pixels === 0) return place;
  return { ...place, x: place.x - Math.sin(place.angle) * pixels, y: place.y + Math.cos(place.angle) * pixels };
}

/**
 * A name on its line or beside it, upright: whole where that is straight, else letter by letter; null where it turns
 * sharply.
 */
function placeName(line, begin, { text, letters, begins, width }, size, beside) {
  const head = line.at(begin);
  const tail = line.at(begin + width);
  const upsideDown = tail.x < head.x;
  const at = (along) => {
    const place = shifted(line.at(begin + (upsideDown ? width - along : along)), beside);
    return upsideDown ? { ...place, angle: place.angle + Math.PI } : place;
  };
  const boxes = boxesAlong(at, width, size);
  const chord = Math.atan2(at(width).y - at(0).y, at(width).x - at(0).x);
  const middle = at(width / 2);
  if (strayFrom(at, width) < STRAIGHT) return { boxes, middle, texts: [{ text, ...at(0), angle: chord }] };
  if (letters.length === 1) return null;
  const texts = letters.map((letter, i) => {
    const end = begins[i + 1] ?? width;
    const [from, to] = [at(begins[i]), at(end)];
    const room = Math.hypot(to.x - from.x, to.y - from.y) / (end - begins[i]);
    return { text: letter, x: from.x, y: from.y, angle: Math.atan2(to.y - from.y, to.x - from.x), room };
  });
  if (texts.some(({ room }) => Math.abs(room - 1) > MOST_STRETCHED)) return null;
  for (let i = 1; i < texts.length; i += 1) {
    if (Math.abs(turnBetween(texts[i - 1].angle, texts[i].angle)) > MOST_BEND) return null;
  }
  return { boxes, middle, texts };
}

/** How far the line strays from the straight line between the ends of a name. */
function strayFrom(at, width) {
  const [from, to] = [at(0), at(width)];
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  let most = 0;
  for (let along = 0; along <= width; along += 8) {
    const { x, y } = at(along);
    most = Math.max(most, Math.abs((x - from.x) * (to.y - from.y) - (y - from.y) * (to.x - from.x)) / length);
  }
  return most;
}

function turnBetween(from, to) {
  return Math.atan2(Math.sin(to - from), Math.cos(to - from));
}

/** Squares along a name that cover it. */
function boxesAlong(at, width, size) {
  const boxes = [];
  const half = size * 0.62;
  for (let along = 0; along < width + half; along += size) {
    const { x, y } = at(Math.min(along, width));
    boxes.push([x - half, y - half, x + half, y + half]);
  }
  return boxes;
}

function writeTurned(context, write, text, x, y, angle) {
  context.save();
  context.translate(x, y);
  context.rotate(angle);
  context[write](text, 0, 0);
  context.restore();
}

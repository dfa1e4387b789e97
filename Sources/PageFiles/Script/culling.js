// Finds what lies in a box among many lines or points, and says which vertices of lines matter at which zoom.

import { WORLD_PIXELS } from './camera.js';

/** Items per cell for which building and asking are about equally cheap. */
const ITEMS_PER_CELL = 4;
const MOST_CELLS_ACROSS = 512;

/** Boxes of items in cells of equal size; each cell lists its items, one list behind the other. */
export class BoxIndex {
  /** @param {{minX, minY, maxX, maxY: Float64Array}} boxes a box per item; items whose box is NaN are nowhere */
  constructor(boxes) {
    this.boxes = boxes;
    this.count = boxes.minX.length;
    this.#measure();
    this.#fill();
    this.stamps = new Uint32Array(this.count);
    this.stamp = 0;
  }

  /** A grid of points: boxes without extent. */
  static ofPoints({ x, y }) {
    return new BoxIndex({ minX: x, minY: y, maxX: x, maxY: y });
  }

  #measure() {
    const { minX, minY, maxX, maxY } = this.boxes;
    const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
    for (let i = 0; i < this.count; i += 1) {
      if (Number.isNaN(minX[i])) continue;
      box.minX = Math.min(box.minX, minX[i]);
      box.minY = Math.min(box.minY, minY[i]);
      box.maxX = Math.max(box.maxX, maxX[i]);
      box.maxY = Math.max(box.maxY, maxY[i]);
    }
    this.box = box;
    this.across = Math.max(1, Math.min(MOST_CELLS_ACROSS, Math.round(Math.sqrt(this.count / ITEMS_PER_CELL))));
    this.cellWidth = (box.maxX - box.minX) / this.across || 1;
    this.cellHeight = (box.maxY - box.minY) / this.across || 1;
  }

  #fill() {
    const counts = new Uint32Array(this.across * this.across + 1);
    for (let i = 0; i < this.count; i += 1) this.#eachCell(this.#boxOf(i), (cell) => (counts[cell + 1] += 1));
    for (let cell = 1; cell < counts.length; cell += 1) counts[cell] += counts[cell - 1];
    this.starts = counts.slice();
    this.items = new Uint32Array(counts.at(-1));
    for (let i = 0; i < this.count; i += 1) {
      this.#eachCell(this.#boxOf(i), (cell) => {
        this.items[counts[cell]] = i;
        counts[cell] += 1;
      });
    }
  }

  #boxOf(item) {
    const { minX, minY, maxX, maxY } = this.boxes;
    return { minX: minX[item], minY: minY[item], maxX: maxX[item], maxY: maxY[item] };
  }

  #eachCell({ minX, minY, maxX, maxY }, visit) {
    const last = this.across - 1;
    const west = Math.max(0, Math.floor((minX - this.box.minX) / this.cellWidth));
    const east = Math.min(last, Math.floor((maxX - this.box.minX) / this.cellWidth));
    const north = Math.max(0, Math.floor((minY - this.box.minY) / this.cellHeight));
    const south = Math.min(last, Math.floor((maxY - this.box.minY) / this.cellHeight));
    for (let row = Math.min(north, last); row <= south; row += 1) {
      for (let column = Math.min(west, last); column <= east; column += 1) visit(row * this.across + column);
    }
  }

  /** Items whose boxes touch `box`, each once; in an order that is the same each time. */
  find(box) {
    this.stamp += 1;
    let listed = 0;
    this.#eachCell(box, (cell) => (listed += this.starts[cell + 1] - this.starts[cell]));
    const found = new Uint32Array(Math.min(listed, this.count));
    let count = 0;
    this.#eachCell(box, (cell) => {
      for (let i = this.starts[cell]; i < this.starts[cell + 1]; i += 1) {
        const item = this.items[i];
        if (this.stamps[item] === this.stamp) continue;
        this.stamps[item] = this.stamp;
        if (this.#touches(item, box)) found[count++] = item;
      }
    });
    return found.subarray(0, count);
  }

  #touches(item, box) {
    const { minX, minY, maxX, maxY } = this.boxes;
    return maxX[item] >= box.minX && minX[item] <= box.maxX && maxY[item] >= box.minY && minY[item] <= box.maxY;
  }
}

const SIDES = ['minX', 'minY', 'maxX', 'maxY'];

/** Boxes around lines: line i has the vertices starts[i] ..< starts[i + 1]. */
export function boxesOfLines({ x, y, starts }) {
  const count = starts.length - 1;
  const boxes = Object.fromEntries(SIDES.map((side) => [side, new Float64Array(count)]));
  for (let line = 0; line < count; line += 1) {
    const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
    for (let i = starts[line]; i < starts[line + 1]; i += 1) {
      if (x[i] < box.minX) box.minX = x[i];
      if (x[i] > box.maxX) box.maxX = x[i];
      if (y[i] < box.minY) box.minY = y[i];
      if (y[i] > box.maxY) box.maxY = y[i];
    }
    for (const side of SIDES) boxes[side][line] = box[side];
  }
  return boxes;
}

/** A bend of so many CSS pixels is not seen. */
const UNSEEN_PIXELS = 0.4;

/**
 * The least zoom at which each vertex of lines matters, by Douglas and Peucker; ends of lines matter at all.
 * @returns {Uint8Array}
 */
export function vertexLevels({ x, y, starts }) {
  const levels = new Uint8Array(x.length);
  const stack = [];
  for (let line = 0; line + 1 < starts.length; line += 1) {
    stack.push(starts[line], starts[line + 1] - 1, 0);
    while (stack.length > 0) {
      const parent = stack.pop();
      const last = stack.pop();
      const first = stack.pop();
      if (last - first < 2) continue;
      const { index, distance } = farthestFrom(x, y, first, last);
      const level = Math.ceil(Math.log2(UNSEEN_PIXELS / (distance * WORLD_PIXELS)));
      levels[index] = Math.min(30, Math.max(parent, level));
      stack.push(first, index, levels[index], index, last, levels[index]);
    }
  }
  return levels;
}

function farthestFrom(x, y, first, last) {
  let index = first + 1;
  let distance = -1;
  for (let i = first + 1; i < last; i += 1) {
    const d = distanceToSegment(x[i], y[i], x[first], y[first], x[last], y[last]);
    if (d > distance) {
      distance = d;
      index = i;
    }
  }
  return { index, distance };
}

/** Distance of a point from a straight line between two others, in their unit. */
export function distanceToSegment(px, py, x1, y1, x2, y2) {
  const dx = x2 - x1;
  const dy = y2 - y1;
  const square = dx * dx + dy * dy;
  const share = square > 0 ? Math.min(1, Math.max(0, ((px - x1) * dx + (py - y1) * dy) / square)) : 0;
  return Math.hypot(px - x1 - dx * share, py - y1 - dy * share);
}

/** The box around [x, y, x, y, …]. */
export function boxOfLine(line) {
  const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (let i = 0; i < line.length; i += 2) {
    box.minX = Math.min(box.minX, line[i]);
    box.maxX = Math.max(box.maxX, line[i]);
    box.minY = Math.min(box.minY, line[i + 1]);
    box.maxY = Math.max(box.maxY, line[i + 1]);
  }
  return box;
}

/** The box around two boxes. */
export function union(a, b) {
  return {
    minX: Math.min(a.minX, b.minX),
    minY: Math.min(a.minY, b.minY),
    maxX: Math.max(a.maxX, b.maxX),
    maxY: Math.max(a.maxY, b.maxY),
  };
}

/** What two boxes have in common. */
export function intersection(a, b) {
  return {
    minX: Math.max(a.minX, b.minX),
    minY: Math.max(a.minY, b.minY),
    maxX: Math.min(a.maxX, b.maxX),
    maxY: Math.min(a.maxY, b.maxY),
  };
}

// Roads fade where the cut-out of the map ends, instead of ending in nothing.

import { metresPerWorld } from './projection.js';

/** Steps from a road that is drawn in full to one that is not drawn. */
export const FADE_STEPS = 6;
/** Shares of the distance up to which all roads are in the page, between which they fade. */
const FULL_UNTIL = 0.65;
const GONE_FROM = 1.05;
/** Cells across the distance of lesser roads. */
const CELLS = 4;

/** How far places are from a drive, up to a distance, in cells of a grid. */
export class DriveDistance {
  #sources = new Map();

  /**
   * @param {number[][]} lines [x, y, x, y, …] along the drive
   * @param {number} near metres up to which lesser roads are in the page
   * @param {number} far metres for greater ones
   */
  constructor(lines, near, far) {
    this.near = near;
    this.far = far;
    const first = lines.find((line) => line.length > 0);
    this.metres = first ? metresPerWorld(first[1]).east : 1;
    this.cell = near / CELLS / this.metres;
    this.#spread(lines, Math.ceil((far * GONE_FROM) / this.metres / this.cell));
  }

  #key(column, row) {
    return column * 67108864 + row;
  }

  /** Marks the cells of the lines, and those around them with the nearest of these; cell by cell outwards. */
  #spread(lines, reach) {
    let front = [];
    for (const line of lines) this.#mark(line, front);
    while (front.length > 0) {
      const next = [];
      for (const [column, row, from, to] of front) {
        for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [1, -1], [-1, 1], [-1, -1]]) {
          const [x, y] = [column + dx, row + dy];
          if (Math.hypot(x - from, y - to) > reach) continue;
          const key = this.#key(x, y);
          const known = this.#sources.get(key);
          if (known && Math.hypot(x - known[0], y - known[1]) <= Math.hypot(x - from, y - to)) continue;
          this.#sources.set(key, [from, to]);
          next.push([x, y, from, to]);
        }
      }
      front = next;
    }
  }

  #mark(line, front) {
    for (let i = 0; i < line.length; i += 2) {
      const [x, y] = [line[i], line[i + 1]];
      const [lastX, lastY] = i > 0 ? [line[i - 2], line[i - 1]] : [x, y];
      const steps = Math.max(1, Math.ceil(Math.hypot(x - lastX, y - lastY) / this.cell));
      for (let step = 1; step <= steps; step += 1) {
        const column = Math.floor((lastX + ((x - lastX) * step) / steps) / this.cell);
        const row = Math.floor((lastY + ((y - lastY) * step) / steps) / this.cell);
        const key = this.#key(column, row);
        if (this.#sources.has(key)) continue;
        this.#sources.set(key, [column, row]);
        front.push([column, row, column, row]);
      }
    }
  }

  /** Metres from the drive, to about a cell. */
  of(x, y) {
    const [column, row] = [Math.floor(x / this.cell), Math.floor(y / this.cell)];
    const source = this.#sources.get(this.#key(column, row));
    return source ? Math.hypot(column - source[0], row - source[1]) * this.cell * this.metres : Infinity;
  }

  /** 0 for a place where roads are drawn in full, FADE_STEPS where they are not drawn. */
  fade(x, y, isGreat) {
    const share = this.of(x, y) / (isGreat ? this.far : this.near);
    return Math.round(FADE_STEPS * Math.min(1, Math.max(0, (share - FULL_UNTIL) / (GONE_FROM - FULL_UNTIL))));
  }
}

/**
 * How much each vertex of roads has faded.
 * @param {function(number): boolean} isGreat whether a road is a greater one
 * @returns {Uint8Array} by vertex, 0 … FADE_STEPS
 */
export function fadesOf({ x, y, starts }, distance, isGreat) {
  const fades = new Uint8Array(x.length);
  for (let road = 0; road + 1 < starts.length; road += 1) {
    const great = isGreat(road);
    for (let i = starts[road]; i < starts[road + 1]; i += 1) fades[i] = distance.fade(x[i], y[i], great);
  }
  return fades;
}

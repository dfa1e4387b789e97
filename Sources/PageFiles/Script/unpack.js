import { xOfLon, yOfLat, nearX } from './projection.js';

/** Coordinates of lines are whole numbers of this many to the degree. */
const PER_DEGREE = 1e6;

/** Running sums of numbers written as differences; null becomes NaN and does not count. */
function sums(deltas, scale) {
  const values = new Float64Array(deltas.length);
  let sum = 0;
  for (let i = 0; i < deltas.length; i += 1) {
    if (deltas[i] === null) {
      values[i] = NaN;
    } else {
      sum += deltas[i];
      values[i] = sum / scale;
    }
  }
  return values;
}

/** Where each run of `counts` begins; one entry more than counts. */
function startsOf(counts) {
  const starts = new Uint32Array(counts.length + 1);
  for (let i = 0; i < counts.length; i += 1) starts[i + 1] = starts[i] + counts[i];
  return starts;
}

/** Lines in Mercator: line i has the vertices starts[i] ..< starts[i + 1] of x and y. */
function unpackLines(packed) {
  const starts = startsOf(packed.counts);
  const x = sums(packed.lon, PER_DEGREE);
  const y = sums(packed.lat, PER_DEGREE);
  for (let i = 0; i < x.length; i += 1) {
    x[i] = xOfLon(x[i]);
    y[i] = yOfLat(y[i]);
  }
  return { count: packed.counts.length, starts, x, y };
}

/** The lines in another order; the same without one. */
function reorderedLines(lines, order) {
  if (!order) return lines;
  const { starts, x, y } = lines;
  const rows = order.flatMap((row) => Array.from({ length: starts[row + 1] - starts[row] }, (_, i) => starts[row] + i));
  const counts = order.map((row) => starts[row + 1] - starts[row]);
  return { count: lines.count, starts: startsOf(counts), x: Float64Array.from(rows, (i) => x[i]),
    y: Float64Array.from(rows, (i) => y[i]) };
}

/** A column that is asked for: `at(row)` is a number, text, boolean or null; times are ms since 1970. */
function unpackColumn(packed) {
  if ('words' in packed) {
    const { words, at } = packed;
    return { words, codes: at, at: (row) => (at[row] === null ? null : words[at[row]]) };
  }
  if ('flags' in packed) {
    const { flags } = packed;
    return { at: (row) => (flags[row] === null ? null : flags[row] === 1) };
  }
  if ('all' in packed) return { all: packed.all, at: () => packed.all };
  const numbers = sums(packed.deltas ?? packed.times, 10 ** (packed.places ?? 0));
  return { numbers, at: (row) => (Number.isNaN(numbers[row]) ? null : numbers[row]) };
}

/** A table of the drive. A column that is not there is null in every row. */
export class Table {
  #packed;
  #columns = new Map();
  #lines = null;
  #places = new Map();
  #order = null;

  /**
   * @param {string} name @param {object} [packed] absent tables have no rows
   * @param {number} chosen the alternative that takes the place of the best route, and that one its number
   */
  constructor(name, packed = { rows: 0, columns: {} }, chosen = 0) {
    this.name = name;
    this.rows = packed.rows;
    this.#packed = packed;
    if (chosen > 0 && this.has('alternative')) this.#choose(chosen);
  }

  /** Puts the rows of an alternative before all others. */
  #choose(chosen) {
    const numbers = Array.from(this.numbers('alternative'));
    const all = numbers.map((_, row) => row);
    const isFirst = (row) => numbers[row] === chosen;
    const order = [...all.filter(isFirst), ...all.filter((row) => !isFirst(row))];
    const exchanged = order.map((row) => ({ 0: chosen, [chosen]: 0 })[numbers[row]] ?? numbers[row]);
    this.#order = order;
    this.#columns = new Map([['alternative', { at: (row) => exchanged[row] }]]);
  }

  /** Names of the columns, in order. */
  get names() {
    return Object.keys(this.#packed.columns);
  }

  has(column) {
    return Object.hasOwn(this.#packed.columns, column);
  }

  /** @returns {{at: function(number): (number|string|boolean|null)}} */
  column(name) {
    let column = this.#columns.get(name);
    if (!column) {
      column = unpackColumn(this.has(name) ? this.#packed.columns[name] : { all: null });
      const order = this.#order;
      if (order) {
        const { at } = column;
        column = { at: (row) => at(order[row]) };
      }
      this.#columns.set(name, column);
    }
    return column;
  }

  /** Number, text, boolean or null. */
  value(name, row) {
    return this.column(name).at(row);
  }

  /** @returns {Float64Array} a number per row, NaN where it is null */
  numbers(name) {
    const column = this.column(name);
    column.numbers ??= Float64Array.from({ length: this.rows }, (_, row) => {
      const value = column.at(row);
      return typeof value === 'number' ? value : NaN;
    });
    return column.numbers;
  }

  /** All values of a row by the names of their columns. */
  row(row) {
    return Object.fromEntries(this.names.map((name) => [name, this.value(name, row)]));
  }

  /** The lines of the rows in Mercator, or null if the table has none. */
  get lines() {
    if (!this.#packed.lines) return null;
    this.#lines ??= reorderedLines(unpackLines(this.#packed.lines), this.#order);
    return this.#lines;
  }

  /**
   * Places of the rows in Mercator, x lying nearest to `reference`; NaN where they have none.
   * @returns {{x: Float64Array, y: Float64Array}}
   */
  places(latColumn, lonColumn, reference) {
    const key = `${latColumn} ${lonColumn} ${reference}`;
    let places = this.#places.get(key);
    if (!places) {
      places = {
        x: this.numbers(lonColumn).map((lon) => nearX(xOfLon(lon), reference)),
        y: this.numbers(latColumn).map(yOfLat),
      };
      this.#places.set(key, places);
    }
    return places;
  }
}

/** The roads around the drive; road i has segment number segments[i], ascending, and its line in forward direction. */
export class Roads {
  constructor(fields) {
    Object.assign(this, fields);
  }

  static unpacked(packed) {
    const { classes, near, far, plates, words } = packed;
    return new Roads({
      ...unpackLines(packed), classes, near, far, plates, words,
      segments: sums(packed.segments, 1),
      classAt: Uint8Array.from(packed.class),
      flags: Uint8Array.from(packed.flags),
      nameAt: Uint32Array.from(packed.name),
      refAt: Uint32Array.from(packed.ref),
    });
  }

  /**
   * The roads of several parts of a map, each once; distances are those of the first part.
   * @param {Roads[]} parts @param {number} originX the x near which they are to lie
   */
  static joined(parts, originX) {
    const all = parts.flatMap((part) => Array.from(part.segments, (segment, road) => ({ part, road, segment })));
    all.sort((one, other) => one.segment - other.segment);
    const kept = all.filter(({ segment }, i) => i === 0 || segment !== all[i - 1].segment);
    const { classes, near, far } = parts[0];
    return new Roads({
      classes, near, far,
      plates: Object.assign({}, ...parts.map(({ plates }) => plates)),
      segments: Float64Array.from(kept, ({ segment }) => segment),
      classAt: Uint8Array.from(kept, ({ part, road }) => part.classAt[road]),
      flags: Uint8Array.from(kept, ({ part, road }) => part.flags[road]),
      ...joinedWords(kept), ...joinedLines(kept, originX),
    });
  }

  name(road) {
    return this.words[this.nameAt[road]];
  }

  ref(road) {
    return this.words[this.refAt[road]];
  }

  /** @returns {number} the road of a segment, or −1 */
  find(segment) {
    let low = 0;
    let high = this.count - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (this.segments[middle] === segment) return middle;
      if (this.segments[middle] < segment) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** Vertices of an edge in its direction, [x, y, x, y, …], or null if its road is not here. */
  edgeLine(edge) {
    const road = this.find(Math.floor(edge / 2));
    if (road < 0) return null;
    const line = [];
    for (let i = this.starts[road]; i < this.starts[road + 1]; i += 1) line.push([this.x[i], this.y[i]]);
    if (edge % 2 === 1) line.reverse();
    return line.flat();
  }
}

function joinedWords(kept) {
  const numbers = new Map([['', 0]]);
  const numberOf = (word) => {
    if (!numbers.has(word)) numbers.set(word, numbers.size);
    return numbers.get(word);
  };
  const nameAt = Uint32Array.from(kept, ({ part, road }) => numberOf(part.name(road)));
  const refAt = Uint32Array.from(kept, ({ part, road }) => numberOf(part.ref(road)));
  return { nameAt, refAt, words: [...numbers.keys()] };
}

function joinedLines(kept, originX) {
  const starts = startsOf(kept.map(({ part, road }) => part.starts[road + 1] - part.starts[road]));
  const [x, y] = [new Float64Array(starts.at(-1)), new Float64Array(starts.at(-1))];
  kept.forEach(({ part, road }, i) => {
    for (let from = part.starts[road], to = starts[i]; to < starts[i + 1]; from += 1, to += 1) {
      x[to] = nearX(part.x[from], originX);
      y[to] = part.y[from];
    }
  });
  return { count: kept.length, starts, x, y };
}

/** Where longitudes of the drive lie: x of the first vertex of the roads, else of the first place of the points. */
function originOf(roads, tables) {
  if (roads && roads.x.length > 0) return roads.x[0];
  for (const [name, column] of [['points', 'lon'], ['waypoints', 'lon']]) {
    const lon = tables[name]?.numbers(column).find((value) => !Number.isNaN(value));
    if (lon !== undefined) return xOfLon(lon);
  }
  return 0.5;
}

/**
 * The drive with its tables and roads ready for use.
 *
 *     drive.tables       { points: Table, … } as they are in the file
 *     drive.table(name)  the table, without rows if the file has none
 *     drive.roads        Roads or null
 *     drive.originX      Mercator x near which all places of the drive are drawn
 *     drive.chosen       the alternative that is shown in the place of the best route; 0 for that one itself
 */
export function unpack(packed, wanted = 0) {
  const { routes } = packed.tables;
  const chosen = routes && new Table('routes', routes).numbers('alternative').includes(wanted) ? wanted : 0;
  const named = Object.entries(packed.tables).map(([name, table]) => [name, new Table(name, table, chosen)]);
  const tables = Object.fromEntries(named);
  const roads = packed.roads ? Roads.unpacked(packed.roads) : null;
  const absent = new Map();
  const table = (name) => {
    if (tables[name]) return tables[name];
    if (!absent.has(name)) absent.set(name, new Table(name));
    return absent.get(name);
  };
  return { ...packed, chosen, tables, roads, table, originX: originOf(roads, tables) };
}

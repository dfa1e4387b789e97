// Drives for tests: tables packed as the program packs them, and roads near 0° where a degree is easily counted.

/** Metres per degree along the equator, and a degree of longitude for so many metres there. */
const METRES_PER_DEGREE = 111319.4908;
export const degrees = (metres) => metres / METRES_PER_DEGREE;

export const time = (text) => Date.parse(text);
/** Milliseconds of second `s` of the test drives. */
export const second = (s) => time('2026-05-04T07:30:00Z') + 1000 * s;

function deltas(values, scale = 1) {
  let last = 0;
  return values.map((value) => {
    if (value === null || value === undefined) return null;
    const rounded = Math.round(value * scale);
    const delta = rounded - last;
    last = rounded;
    return delta;
  });
}

const TIME = /time$|^(planned_arrival|arrival|departure|earliest|latest|eta|begin|end)$/;

function packColumn(name, values) {
  if (values.every((value) => value === values[0])) return { all: values[0] ?? null };
  if (values.some((value) => typeof value === 'boolean')) return { flags: values.map((v) => (v === null ? null : +v)) };
  if (TIME.test(name)) return { times: deltas(values) };
  if (values.some((value) => typeof value === 'number')) return { places: 8, deltas: deltas(values, 1e8) };
  const words = [...new Set(values.filter((value) => value !== null))];
  return { words, at: values.map((value) => (value === null ? null : words.indexOf(value))) };
}

/** @param {object[]} rows objects with the columns of the table */
export function packTable(rows) {
  const names = [...new Set(rows.flatMap(Object.keys))];
  const columns = names.map((name) => [name, packColumn(name, rows.map((row) => row[name] ?? null))]);
  return { rows: rows.length, columns: Object.fromEntries(columns) };
}

function packLines(lines) {
  return {
    counts: lines.map((line) => line.length),
    lat: deltas(lines.flat().map(([lat]) => lat), 1e6),
    lon: deltas(lines.flat().map(([, lon]) => lon), 1e6),
  };
}

/** @param {Object<number, number[][]>} lines [lat, lon] of each segment by its number */
export function packRoads(lines) {
  const segments = Object.keys(lines).map(Number);
  const zeros = segments.map(() => 0);
  return {
    segments: deltas(segments),
    classes: ['residential'],
    class: zeros,
    flags: zeros,
    words: ['', 'Orchard Road'],
    name: segments.map(() => 1),
    ref: zeros,
    ...packLines(Object.values(lines)),
  };
}

/** A road of `metres` eastward along the equator from `from` metres. */
export const eastward = (from, metres) => [[0, degrees(from)], [0, degrees(from + metres)]];

export function packDrive(tables, roads = null, kind = 'trip') {
  const packed = Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, packTable(rows)]));
  return { schema: 'tracemill/replay/1', kind, tables: packed, roads: roads && packRoads(roads), notes: [] };
}

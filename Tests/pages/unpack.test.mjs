import test from 'node:test';
import assert from 'node:assert/strict';
import { unpack, Table } from '../../Sources/PageFiles/Script/unpack.js';
import { packDrive, packTable, eastward } from './drives.mjs';

test('every kind of column gives its values and its nulls', () => {
  const table = new Table('points', {
    rows: 3,
    columns: {
      lat: { places: 2, deltas: [150, null, -25] },
      time: { times: [1000, 500, null] },
      wrong_way: { flags: [1, null, 0] },
      status: { words: ['', 'matched'], at: [1, null, 0] },
      way: { all: 7 },
    },
  });
  assert.deepEqual(table.row(0), { lat: 1.5, time: 1000, wrong_way: true, status: 'matched', way: 7 });
  assert.deepEqual(table.row(1), { lat: null, time: 1500, wrong_way: null, status: null, way: 7 });
  assert.deepEqual(table.row(2), { lat: 1.25, time: null, wrong_way: false, status: '', way: 7 });
});

test('a missing column is null in every row, and a missing table has no rows', () => {
  const drive = unpack(packDrive({ points: [{ lat: 1 }, { lat: 2 }] }));
  assert.equal(drive.table('points').value('speed_mps', 1), null);
  assert.deepEqual([...drive.table('points').numbers('speed_mps')], [NaN, NaN]);
  assert.equal(drive.table('events').rows, 0);
  assert.equal(drive.table('events').has('type'), false);
});

test('a column of one value gives it as a number too', () => {
  const table = new Table('t', packTable([{ a: 4 }, { a: 4 }]));
  assert.deepEqual([...table.numbers('a')], [4, 4]);
});

test('a number that words of the language share a name with is no column', () => {
  assert.equal(new Table('t', packTable([{ a: 1 }])).value('constructor', 0), null);
});

test('roads are found by segment, and edges run in their direction', () => {
  const { roads } = unpack(packDrive({}, { 3: eastward(0, 100), 8: eastward(100, 100) }));
  assert.equal(roads.find(8), 1);
  assert.equal(roads.find(5), -1);
  const forward = roads.edgeLine(16);
  const backward = roads.edgeLine(17);
  assert.deepEqual(backward, [forward[2], forward[3], forward[0], forward[1]]);
  assert.equal(roads.edgeLine(2), null);
  assert.equal(roads.name(0), 'Orchard Road');
  assert.equal(roads.ref(0), '');
});

test('places lie in the world of the roads across the antimeridian', () => {
  const points = [{ lat: 0, lon: -179.9 }, { lat: 0, lon: 179.9 }];
  const drive = unpack(packDrive({ points }, { 1: [[0, 179], [0, 181]] }));
  const { x } = drive.table('points').places('lat', 'lon', drive.originX);
  assert.ok(Math.abs(x[0] - (180.1 / 360 + 0.5)) < 1e-9);
  assert.ok(Math.abs(x[1] - (179.9 / 360 + 0.5)) < 1e-9);
});

test('An alternative that is chosen takes the place of the best route, and that one its number', () => {
  const routes = [{ alternative: 0, duration_s: 60 }, { alternative: 1, duration_s: 70 }, { alternative: 2, duration_s: 80 }];
  const elements = [0, 0, 1, 2, 2].map((alternative, edge) => ({ alternative, edge }));
  const values = (drive, table, column) => Array.from(drive.table(table).numbers(column));
  const chosen = unpack(packDrive({ routes, elements }, null, 'route'), 2);
  assert.deepEqual([chosen.chosen, values(chosen, 'routes', 'duration_s')], [2, [80, 60, 70]]);
  assert.deepEqual(values(chosen, 'elements', 'edge'), [3, 4, 0, 1, 2]);
  assert.deepEqual(values(chosen, 'elements', 'alternative'), [0, 0, 2, 2, 1]);
  const best = unpack(packDrive({ routes, elements }, null, 'route'), 7);
  assert.deepEqual([best.chosen, values(best, 'elements', 'edge')], [0, [0, 1, 2, 3, 4]]);
});

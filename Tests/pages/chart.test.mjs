import test from 'node:test';
import assert from 'node:assert/strict';
import { altitudeParts, climbOf } from '../../Sources/PageFiles/Script/chart.js';
import { Table } from '../../Sources/PageFiles/Script/unpack.js';
import { packTable } from './drives.mjs';

/** A track of so many metres at 1 m/s. */
const trackOf = (length) => ({ length, at: (ms) => ({ s: ms / 1000 }) });

function partsOf(altitudes, metresApart = 50, status = () => 'matched') {
  const points = new Table('points', packTable(altitudes.map((altitude_m, i) => ({ altitude_m, status: status(i) }))));
  const times = altitudes.map((_, i) => i * metresApart * 1000);
  return altitudeParts(trackOf(altitudes.length * metresApart), points, times);
}

test('altitudes are one line, with gaps where none is known', () => {
  const parts = partsOf([400, 410, null, null, 430, 440, 441]);
  assert.deepEqual(parts.map((part) => part.map(({ altitude }) => altitude)), [[400, 410], [430, 440, 441]]);
  assert.deepEqual(parts[1].map(({ at }) => at), [200, 250, 300]);
});

test('a long way between two fixes is a gap, and fixes that were dropped say nothing', () => {
  assert.equal(partsOf([400, 410, 420, 430], 400).length, 0);
  const parts = partsOf([400, 9000, 410], 50, (i) => (i === 1 ? 'dropped' : 'matched'));
  assert.deepEqual(parts[0].map(({ altitude }) => altitude), [400, 410]);
});

test('rises and falls are added up, without what receivers swing by', () => {
  assert.deepEqual(climbOf(partsOf([400, 403, 398, 402, 400])), { up: 0, down: 0 });
  assert.deepEqual(climbOf(partsOf([400, 406, 414, 412, 404])), { up: 14, down: 10 });
});

test('many fixes are thinned out', () => {
  const parts = partsOf(Array.from({ length: 50000 }, (_, i) => 400 + (i % 7)), 1);
  assert.ok(parts[0].length <= 800);
});

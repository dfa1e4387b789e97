import test from 'node:test';
import assert from 'node:assert/strict';
import { unpack } from '../../Sources/PageFiles/Script/unpack.js';
import { titleOfDrive } from '../../Sources/PageFiles/Script/header.js';
import { eastward, packDrive } from './drives.mjs';

function titleOf(names, file = null) {
  const waypoints = names.map((name, seq) => ({ alternative: 0, seq, name, lat: 47.21084, lon: 9.529 }));
  const tables = { routes: [{ alternative: 0, file, line: null }], waypoints };
  return titleOfDrive(unpack({ ...packDrive(tables, { 1: eastward(0, 100) }, 'route'), title: '1' }));
}

test('A route of the command line is called by its waypoints', () => {
  assert.equal(titleOf(['Depot', null, 'Harbour']), 'Depot → 47.2108, 9.5290 → Harbour');
  assert.equal(titleOf(['A', 'B', 'C', 'D', 'E']), 'A → 3 more → E');
});

test('A route of a file of requests has its own name', () => {
  assert.equal(titleOf(['Depot', 'Harbour'], 'requests.ndjson'), '1');
});

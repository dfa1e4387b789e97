import test from 'node:test';
import assert from 'node:assert/strict';
import { Roads } from '../../Sources/PageFiles/Script/unpack.js';
import { namesOfTiles } from '../../Sources/PageFiles/Script/surroundings.js';
import { packRoads } from './drives.mjs';

test('tiles are named after the map, the level, the column and the row', () => {
  const around = { sheet: '0123abcd', tiles: [12, 3, 4, 14, 16383, 0], ground: true };
  assert.deepEqual(namesOfTiles(around), ['0123abcd-12-3-4', '0123abcd-14-16383-0']);
  assert.deepEqual(namesOfTiles(null), []);
});

test('roads of several tiles are in the order of their numbers, each once, with their names and lines', () => {
  const one = packRoads({ 4: [[0, 0], [0, 1]], 9: [[1, 0], [1, 1], [1, 2]] });
  const other = { ...packRoads({ 2: [[2, 0], [2, 1]], 9: [[1, 0], [1, 1], [1, 2]] }), words: ['Pear Street', '', 'A 1'] };
  Object.assign(other, { name: [0, 0], ref: [1, 2], plates: { 'A 1': '<svg/>' }, near: 600 });
  const roads = Roads.joined([one, other].map((packed) => Roads.unpacked(packed)), 0.5);
  assert.deepEqual([...roads.segments], [2, 4, 9]);
  assert.deepEqual([roads.name(0), roads.name(1), roads.ref(0)], ['Pear Street', 'Orchard Road', '']);
  assert.equal(roads.name(2), 'Orchard Road', 'the first part has it');
  assert.equal(roads.edgeLine(18).length, 6);
  assert.deepEqual(roads.plates, { 'A 1': '<svg/>' });
  assert.equal(roads.find(9), 2);
  assert.equal(roads.near, undefined, 'distances are those of the drive');
});

test('roads of a tile beyond the antimeridian lie beside the drive', () => {
  const drive = Roads.unpacked(packRoads({ 1: [[0, 179.9], [0, 179.95]] }));
  const tile = Roads.unpacked(packRoads({ 2: [[0, -179.9], [0, -179.8]] }));
  const roads = Roads.joined([drive, tile], drive.x[0]);
  assert.ok(roads.x.every((x) => Math.abs(x - drive.x[0]) < 0.01));
});

import test from 'node:test';
import assert from 'node:assert/strict';
import { BoxIndex, boxesOfLines, distanceToSegment, vertexLevels } from '../../Sources/PageFiles/Script/culling.js';

/** Numbers between 0 and 1 that are the same each time. */
function chance(seed) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

test('a box finds what a look at every line finds', () => {
  const next = chance(5);
  const count = 500;
  const x = Float64Array.from({ length: 2 * count }, next);
  const y = Float64Array.from({ length: 2 * count }, next);
  const starts = Uint32Array.from({ length: count + 1 }, (_, i) => 2 * i);
  for (let i = 0; i < count; i += 2) x[2 * i + 1] = x[2 * i] + 0.01;
  const boxes = boxesOfLines({ x, y, starts });
  const index = new BoxIndex(boxes);
  for (let i = 0; i < 50; i += 1) {
    const box = { minX: next() - 0.1, minY: next() - 0.1 };
    Object.assign(box, { maxX: box.minX + next() / 4, maxY: box.minY + next() / 4 });
    const expected = Array.from({ length: count }, (_, line) => line).filter((line) => (
      boxes.maxX[line] >= box.minX && boxes.minX[line] <= box.maxX
      && boxes.maxY[line] >= box.minY && boxes.minY[line] <= box.maxY
    ));
    assert.deepEqual([...index.find(box)].sort((a, b) => a - b), expected);
  }
});

test('points without a place are nowhere, and an index of nothing finds nothing', () => {
  const everywhere = { minX: -9, minY: -9, maxX: 9, maxY: 9 };
  const points = BoxIndex.ofPoints({ x: Float64Array.of(0.5, NaN), y: Float64Array.of(0.5, NaN) });
  assert.deepEqual([...points.find(everywhere)], [0]);
  const none = BoxIndex.ofPoints({ x: new Float64Array(0), y: new Float64Array(0) });
  assert.deepEqual([...none.find(everywhere)], []);
});

test('slight bends matter from near only, and ends of lines always', () => {
  const pixel = 1 / (256 * 2 ** 10);
  const levels = vertexLevels({
    x: Float64Array.of(0, 100 * pixel, 200 * pixel, 300 * pixel, 400 * pixel),
    y: Float64Array.of(0, 0, 100 * pixel, 0.1 * pixel, 0),
    starts: Uint32Array.of(0, 5),
  });
  assert.equal(levels[0], 0);
  assert.equal(levels[4], 0);
  assert.ok(levels[2] < 10);
  assert.ok(levels[2] <= levels[1] && levels[1] <= 10);
});

test('the distance from a stretch is that from its nearest point', () => {
  assert.equal(distanceToSegment(5, 3, 0, 0, 10, 0), 3);
  assert.equal(distanceToSegment(13, 4, 0, 0, 10, 0), 5);
  assert.equal(distanceToSegment(3, 4, 0, 0, 0, 0), 5);
});

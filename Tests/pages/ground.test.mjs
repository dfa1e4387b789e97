import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { groundWidth, placesIn, unpackGround } from '../../Sources/PageFiles/Script/ground.js';
import { GROUND_LOOK } from '../../Sources/PageFiles/Script/groundlook.js';

/** A number in seven bits a byte, as the program writes it. */
function packed(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
  return [...bytes, value];
}

const signed = (value) => packed(value < 0 ? -2 * value - 1 : 2 * value);
const text = (word) => [...packed(Buffer.byteLength(word)), ...Buffer.from(word)];
const place = (x, y, weight, name) => [...signed(x), ...signed(y), ...packed(weight), ...text(name)];

function groundOf(...tiles) {
  return unpackGround({
    tiles: tiles.flatMap(({ zoom, column, row, bytes }) => [zoom, column, row, bytes.length]),
    bytes: Buffer.from(tiles.flatMap(({ bytes }) => bytes)).toString('base64'),
  }, 0.5);
}

test('a tile has its rings and its places', () => {
  const bytes = [11, 1, 3, ...signed(-32), ...signed(0), ...signed(4160), ...signed(0), ...signed(0), ...signed(300),
    65, 1, ...place(2048, 1024, 5000, '東京')];
  const [tile] = groundOf({ zoom: 14, column: 8192, row: 5000, bytes });
  assert.deepEqual(tile.lines.get(11), [[-32, 0, 4128, 0, 4128, 300]]);
  assert.equal(tile.places[0].text, '東京');
  assert.equal(tile.places[0].weight, 5000);
  assert.ok(Math.abs(tile.places[0].x - (8192.5 / 16384)) < 1e-12);
  assert.ok(Math.abs(tile.places[0].y - (5000.25 / 16384)) < 1e-12);
});

test('forged bytes end, whatever they are', () => {
  for (let seed = 0; seed < 200; seed += 1) {
    const bytes = Array.from({ length: 60 }, (_, i) => (seed * 7919 + i * i * 104729) % 256);
    groundOf({ zoom: 14, column: 0, row: 0, bytes });
  }
  assert.deepEqual(unpackGround(null), []);
});

test('places come in order of importance, and those of near tiles replace those of far ones', () => {
  const box = { minX: 0, minY: 0, maxX: 1, maxY: 1 };
  const ground = groundOf(
    { zoom: 10, column: 512, row: 300, bytes: [65, 2, ...place(10, 10, 9, 'A'), ...place(3000, 3000, 900, 'B')] },
    { zoom: 14, column: 8192, row: 4800, bytes: [65, 1, ...place(160, 160, 9, 'A'), 68, 1, ...place(0, 0, 0, 'C')] });
  assert.deepEqual(placesIn(ground, box, 9).map((entry) => entry.text), ['B', 'A']);
  assert.deepEqual(placesIn(ground, box, 13).map((entry) => entry.text), ['B', 'A', 'C']);
});

test('widths of lines grow with the zoom', () => {
  assert.equal(groundWidth([1, 2, 4, 8], 6), 1);
  assert.equal(groundWidth([1, 2, 4, 8], 14), 2 * Math.sqrt(2));
  assert.equal(groundWidth([1, 2, 4, 8], 24), 8);
});

const style = JSON.parse(readFileSync(new URL('../../Sources/PageFiles/Style/style.json', import.meta.url)));

function luminance(colour) {
  const channels = [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16) / 255)
    .map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2];
}

/** @see https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio */
function contrast(a, b) {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const areas = GROUND_LOOK.kinds.filter(({ widths }) => !widths).map(({ name }) => name);

test('names of places and roads are read on every ground: contrast of 4.5 and more', () => {
  for (const theme of ['day', 'night']) {
    for (const area of [...areas, 'background']) {
      for (const name of ['label', 'place_name']) {
        const ratio = contrast(style[theme][name], style[theme][area]);
        assert.ok(ratio >= 4.5, `${theme} ${name} on ${area}: ${ratio.toFixed(2)}`);
      }
    }
  }
});

test('the path and the colours of what happened stand out from every ground: contrast of 3 and more', () => {
  for (const theme of ['day', 'night']) {
    for (const area of areas.filter((name) => name !== 'building')) {
      for (const name of ['ahead', 'travelled', 'wrong_way', 'alarm', 'reached']) {
        const ratio = contrast(style[theme][name], style[theme][area]);
        assert.ok(ratio >= 3, `${theme} ${name} on ${area}: ${ratio.toFixed(2)}`);
      }
    }
  }
});

test('the ground is quieter than any road that lies on it', () => {
  for (const theme of ['day', 'night']) {
    for (const area of areas.filter((name) => name !== 'sea' && name !== 'water')) {
      const ground = contrast(style[theme][area], style[theme].background);
      assert.ok(ground < 1.35, `${theme} ${area}: ${ground.toFixed(2)}`);
    }
  }
});

test('the sea fades where the extract or the last tile ends, and not at a neighbour or the coast', () => {
  const ring = (...points) => [0, 1, points.length / 2, ...points.flatMap((value, i) => signed(value - (points[i - 2] ?? 0)))];
  const west = ring(3000, -32, 4128, -32, 4128, 2000, 2500, 2000);
  const east = ring(-32, -32, 1000, -32, 1000, 2000, -32, 2000);
  const [tile] = groundOf({ zoom: 10, column: 512, row: 300, bytes: west }, { zoom: 10, column: 513, row: 300, bytes: east },
    { zoom: 10, column: 512, row: 299, bytes: [11, 0] }, { zoom: 10, column: 513, row: 299, bytes: [11, 0] });
  const ends = tile.seaEnds.map(({ axis, isLast, at }) => [axis, isLast, Math.round(at * 1024 * 4096)]);
  assert.deepEqual(ends, [[1, true, 300 * 4096 + 2000], [0, true, 513 * 4096 + 1000], [1, true, 300 * 4096 + 2000]]);
});

import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const style = JSON.parse(readFileSync(new URL('../../Sources/PageFiles/Style/style.json', import.meta.url)));
const KINDS = ['motorway', 'trunk', 'primary', 'secondary', 'tertiary', 'street', 'service'];
const PATH = ['travelled', 'ahead', 'wrong_way'];
const RAMPS = ['confidence', 'speed'].flatMap((name) => ['low', 'middle', 'high'].map((part) => `${name}_${part}`));

/** Relative luminance and contrast of WCAG 2.2. */
function luminance(colour) {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

for (const theme of ['day', 'night']) {
  const palette = style[theme];
  test(`By ${theme} the path stands out from every road, with a contrast of 3 : 1 at least`, () => {
    for (const kind of [...KINDS, 'background']) {
      for (const name of [...PATH, 'path_edge']) {
        assert.ok(contrast(palette[name], palette[kind]) >= 3, `${name} on ${kind}`);
      }
    }
    for (const name of PATH) assert.ok(contrast(palette[name], palette.path_casing) >= 3, `${name} on its casing`);
  });

  test(`By ${theme} colours of a ramp stand out from the edge or the casing of the path`, () => {
    for (const name of RAMPS) {
      const most = Math.max(contrast(palette[name], palette.path_edge), contrast(palette[name], palette.path_casing));
      assert.ok(most >= 3, name);
    }
  });
}

test('Ramps go from blue to yellow, which those who see no red or green tell apart', () => {
  for (const palette of [style.day, style.night]) {
    for (const name of ['confidence', 'speed']) {
      const ends = ['low', 'high'].map((part) => parseInt(palette[`${name}_${part}`].slice(5), 16));
      assert.ok(Math.abs(ends[0] - ends[1]) > 80, 'blue differs');
      assert.ok(contrast(palette[`${name}_low`], palette[`${name}_high`]) > 1.5, 'lightness differs');
    }
  }
});

import test from 'node:test';
import assert from 'node:assert/strict';
import { readLink, writeLink } from '../../Sources/PageFiles/Script/link.js';

const begin = Date.parse('2026-05-04T07:30:00Z');

test('A link gives a time as ISO 8601 or as seconds from the begin', () => {
  assert.deepEqual(readLink('#t=2026-05-04T07:31:02Z', begin), { time: begin + 62_000 });
  assert.deepEqual(readLink('#t=62.5', begin), { time: begin + 62_500 });
});

test('A link holds zoom, place and row too', () => {
  assert.deepEqual(readLink('#t=0&z=15.5&c=54.7,2.83&row=maneuvers:3', begin), {
    time: begin, zoom: 15.5, center: { lat: 54.7, lon: 2.83 }, row: { table: 'maneuvers', row: 3 },
  });
});

test('What cannot be read is left out', () => {
  for (const hash of ['', '#', '#t=', '#t=yesterday', '#z=99', '#z=', '#c=54.7', '#c=95,2', '#row=maneuvers',
    '#row=A B:1', '#t=-5', '#<script>']) {
    assert.deepEqual(readLink(hash, begin), {}, hash);
  }
});

test('What is written is read again', () => {
  const row = { table: 'points', row: 12 };
  const link = { time: begin + 62_250, zoom: 15.5, center: { lat: 54.7, lon: 2.83 }, row };
  for (const kind of ['clock', 'relative', 'none']) {
    assert.deepEqual(readLink(writeLink(link, kind, begin), begin), link);
  }
});

test('A link is short', () => {
  assert.equal(writeLink({ time: begin + 62_000, zoom: 16 }, 'clock', begin), '#t=2026-05-04T07:31:02Z&z=16');
  assert.equal(writeLink({ time: begin + 62_000 }, 'relative', begin), '#t=62');
});

import test from 'node:test';
import assert from 'node:assert/strict';
import { unpack } from '../../Sources/PageFiles/Script/unpack.js';
import { buildTrack } from '../../Sources/PageFiles/Script/track.js';
import { Moments, pausesOf } from '../../Sources/PageFiles/Script/moments.js';
import { lengthText, speedText, useMiles } from '../../Sources/PageFiles/Script/format.js';
import { clauseText, sentenceOf } from '../../Sources/PageFiles/Script/sentences.js';
import { packDrive, second } from './drives.mjs';

function partsOf(tables) {
  const drive = unpack(packDrive(tables));
  return { drive, moments: new Moments(drive, buildTrack(drive)) };
}

test('Clauses have no codes, and their lengths and times are in units that fit', () => {
  const clauses = [
    ['off_road: the vehicle was off the road in between, 330 s', 'the vehicle was off the road in between, 5 min 30 s'],
    ['silence: the trace is silent on a known path, 31 s', 'the trace is silent on a known path, 31 s'],
    ['no_road_near: no road is near; not_on_road: roads are near', 'no road is near; roads are near'],
    ['turned_off, at most 316 m away; 2690 m longer', 'turned off, at most 316 m away; 2.69 km longer'],
    ['up to 84 km/h, on average 71 km/h, where 40 km/h are allowed on Elm Street, for 28 s; by position',
      'up to 84 km/h where 40 km/h are allowed on Elm Street'],
    ['closed to a car on Elm Street; way 1301', 'closed to a car on Elm Street; way 1301'],
  ];
  for (const [clause, text] of clauses) assert.equal(clauseText(clause), text);
});

test('An event is its type, its extent and why; a stand does not say its duration twice', () => {
  const events = [
    { type: 'wrong_way', begin_time: second(0), end_time: second(42), length_m: 476.5, detail: 'against the direction' },
    { type: 'stop', begin_time: second(50), end_time: second(201), length_m: 0, detail: 'stood for 151 s at Depot' },
  ];
  const parts = partsOf({ events });
  assert.deepEqual(sentenceOf(parts, 'events', 0),
    { title: 'Wrong way', extent: '477 m · 42 s', clause: 'against the direction' });
  assert.deepEqual(sentenceOf(parts, 'events', 1), { title: 'Stop', extent: '2 min 31 s', clause: 'at Depot' });
});

test('A deviation says what it cost', () => {
  const deviations = [{ begin_time: second(0), end_time: second(250), cause: 'turned_off', length_m: 2049,
    extra_length_m: 2690, extra_duration_s: 303, greatest_distance_m: 316, returned: false }];
  assert.deepEqual(sentenceOf(partsOf({ deviations }), 'deviations', 0), {
    title: 'Turned off', extent: '2.05 km · 4 min 10 s',
    clause: '2.69 km longer, 5 min 03 s slower, never back, up to 316 m from the plan',
  });
});

test('Where one drives in miles, lengths are in feet and miles and speeds in miles per hour', () => {
  useMiles(true);
  try {
    assert.deepEqual([30, 160, 1609.344, 160934].map(lengthText), ['98 ft', '525 ft', '1 mi', '100 mi']);
    assert.equal(speedText(13.4112), '30 mph');
    assert.equal(clauseText('up to 80 km/h'), 'up to 50 mph');
  } finally {
    useMiles(false);
  }
  assert.equal(lengthText(1609.344), '1.61 km');
});

test('Stands and gaps are pauses of the replay', () => {
  const events = [{ type: 'speeding', begin_time: second(0), end_time: second(9) },
    { type: 'stop', begin_time: second(10), end_time: second(70) }];
  const { drive, moments } = partsOf({ events });
  assert.deepEqual(pausesOf(drive, moments, buildTrack(drive)), [{ begin: second(10), end: second(70) }]);
});

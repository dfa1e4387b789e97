import test from 'node:test';
import assert from 'node:assert/strict';
import {
  TimeFormat, aheadText, columnLabel, columnText, delayText, durationText, isoText, lengthText, numberText,
  offsetMinutes, percentText, roughDurationText, speedText, wordsOf,
} from '../../Sources/PageFiles/Script/format.js';

const halfPastSeven = Date.parse('2026-05-04T07:30:05Z');
const texts = (write, cases) => {
  for (const [value, text] of cases) assert.equal(write(value), text, `of ${value}`);
};

test('Numbers lose zeros at the end and group thousands', () => {
  texts((value) => numberText(value), [[0, '0'], [1.5, '1.5'], [-2, '−2'], [-0.001, '0'],
    [1234567.891, '1\u202f234\u202f567.89']]);
});

test('Lengths are metres, then kilometres', () => {
  texts(lengthText, [[0, '0 m'], [4.26, '4.3 m'], [239.6, '240 m'], [999.6, '1 km'], [1234, '1.23 km'],
    [56_780, '56.8 km'], [312_400, '312 km']]);
});

test('Distances ahead are rounded as drivers hear them', () => {
  texts(aheadText, [[3, 'now'], [43, '40 m'], [338, '350 m'], [980, '1 km'], [1240, '1.2 km'], [23_400, '23 km']]);
});

test('Durations', () => {
  texts(durationText, [[0, '0 s'], [59.6, '1 min 00 s'], [200, '3 min 20 s'], [3899, '1 h 05 min'], 
    [86_400 * 2 + 7200, '2 d 2 h'], [-75, '−1 min 15 s'], [3599.7, '1 h 00 min'], [86_399, '1 d 0 h']]);
});

test('What is left of a way is told in whole minutes', () => {
  texts(roughDurationText, [[0, '0 s'], [59.4, '59 s'], [59.6, '1 min'], [200, '3 min'], [3569, '59 min'], [3571, '1 h 00 min'],
    [3899, '1 h 05 min']]);
});

test('Delays', () => {
  texts(delayText, [[0.2, 'on time'], [130, '2 min 10 s late'], [-15, '15 s early']]);
});

test('Shares keep what sets them apart from none and all', () => {
  texts(percentText, [[0, '0 %'], [1, '100 %'], [0.974, '97 %'], [0.9996, '99.96 %'], [0.0004, '0.04 %']]);
});

test('Speeds are in km/h', () => texts(speedText, [[13.9, '50 km/h']]));

test('Codes and columns read as words', () => {
  assert.equal(wordsOf('wrong_way'), 'wrong way');
  texts(columnLabel, [['begin_offset_m', 'begin offset'], ['speed_limit_kmh', 'speed limit'],
    ['edge_seq', 'edge seq']]);
});

test('Times are written in UTC, or in the offset of the drive', () => {
  const times = new TimeFormat('clock');
  assert.equal(times.full(halfPastSeven), '4 May 2026, 07:30:05 UTC');
  assert.equal(times.shortClock(halfPastSeven), '07:30');
  assert.equal(new TimeFormat('clock', -330).full(halfPastSeven), '4 May 2026, 02:00:05 UTC−05:30');
});

test('Drives of several days have the day with each moment, and at midnight on the axis', () => {
  const days = new TimeFormat('clock', 60, 3 * 86_400_000);
  assert.equal(days.moment(halfPastSeven), '4 May 08:30:05');
  assert.equal(days.mark(Date.parse('2026-05-04T23:00:00Z'), false), '5 May');
  assert.equal(days.mark(halfPastSeven, false), '08:30');
  assert.equal(new TimeFormat('clock').moment(halfPastSeven), '07:30:05');
});

test('Drives without times have the time since their begin', () => {
  const times = new TimeFormat('none');
  assert.equal(times.clock(62_000), '01:02');
  assert.equal(times.full(3_662_000), '1:01:02');
  assert.equal(times.day(0), '');
});

test('Offsets and ISO 8601', () => {
  texts(offsetMinutes, [['+01:00', 60], ['-05:30', -330], [null, 0], ['Z', 0]]);
  assert.equal(isoText(halfPastSeven), '2026-05-04T07:30:05Z');
  assert.equal(isoText(halfPastSeven + 250), '2026-05-04T07:30:05.250Z');
});

test('The name of a column tells how its values are written', () => {
  const times = new TimeFormat('clock');
  for (const [name, value, text] of [
    ['matched_lat', 54.6983381, '54.698338°'],
    ['confidence', 0.996, '99.6 %'],
    ['length_m', 238.53, '238.53 m'],
    ['length_m', 3118.42, '3.12 km'],
    ['next_s', 62.006, '1 min 02 s'],
    ['mean_speed_mps', 8.23, '30 km/h (8.23 m/s)'],
    ['bearing_deg', 94.1, '94.1°'],
    ['enter_time', halfPastSeven, '4 May 2026, 07:30:05 UTC'],
    ['wrong_way', false, 'no'],
    ['edge', 12345, '12345'],
    ['reason', null, '–'],
    ['name', '<script>', '<script>'],
  ]) assert.equal(columnText(name, value, times), text, name);
});

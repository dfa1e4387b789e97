import test from 'node:test';
import assert from 'node:assert/strict';
import { unpack } from '../../Sources/PageFiles/Script/unpack.js';
import { buildTrack } from '../../Sources/PageFiles/Script/track.js';
import { Moments } from '../../Sources/PageFiles/Script/moments.js';
import { eastward, packDrive, second } from './drives.mjs';

/** Two roads of 100 m, one behind the other. */
const ROADS = { 1: eastward(0, 100), 2: eastward(100, 100) };
/** Times on the track are right to this many milliseconds: lines are rounded to a tenth of a metre. */
const CLOSE = 30;

function momentsOf(tables, kind = 'trip') {
  const drive = unpack(packDrive(tables, ROADS, kind));
  return new Moments(drive, buildTrack(drive));
}

const edge = (seq, number, enter, exit) => ({
  seq, edge: number, begin_offset_m: 0, end_offset_m: 100, leg: 0, enter_time: enter, exit_time: exit,
});
const timed = {
  edges: [edge(0, 2, second(0), second(10)), edge(1, 4, second(10), second(30))],
  points: [[0, second(0)], [1, null], [4, second(20)], [5, second(30)]]
    .map(([index, time]) => ({ index, time, status: 'dropped' })),
  maneuvers: [{ type: 'depart', time: second(0), edge_seq: 0 }, { type: 'arrive', time: second(30), edge_seq: 1 }],
  events: [{ begin_time: second(12), end_time: second(18), type: 'stop' }],
  milestones: [{ time: null, status: 'missed', fix: null }, { time: null, fix: 4, status: 'reached' }],
};

test('Rows have their own times, and events an end', () => {
  const moments = momentsOf(timed);
  assert.deepEqual([...moments.times('maneuvers')], [second(0), second(30)]);
  assert.deepEqual([...moments.times('events')], [second(12)]);
  assert.deepEqual([...moments.ends('events')], [second(18)]);
  assert.deepEqual([...moments.ends('maneuvers')], [second(0), second(30)]);
});

test('A row that names a fix has the time of the fix', () => {
  assert.deepEqual([...momentsOf(timed).times('milestones')], [NaN, second(20)]);
});

test('Fixes are found by their index also in a thinned table', () => {
  const moments = momentsOf(timed);
  assert.equal(moments.rowOfFix(4), 2);
  assert.equal(moments.rowOfFix(2), -1);
});

test('Rows are found by time, those without a time with the one before', () => {
  const moments = momentsOf(timed);
  assert.equal(moments.rowAt('points', second(-1)), -1);
  assert.equal(moments.rowAt('points', second(5)), 1);
  assert.equal(moments.rowAt('points', second(20)), 2);
  assert.equal(moments.rowFrom('maneuvers', second(0)), 0);
  assert.equal(moments.rowFrom('maneuvers', second(1)), 1);
  assert.equal(moments.rowFrom('maneuvers', second(31)), -1);
});

test('One steps from fix to fix, and stays at the ends', () => {
  const moments = momentsOf(timed);
  assert.equal(moments.stepFixes(second(20), 1), second(30));
  assert.equal(moments.stepFixes(second(25), -1), second(20));
  assert.equal(moments.stepFixes(second(30), 10), second(30));
  assert.equal(moments.stepFixes(second(0), -10), second(0));
});

test('One steps to the nearest maneuver, event or milestone', () => {
  const moments = momentsOf(timed);
  assert.deepEqual(moments.step(second(0), 1), { table: 'events', row: 0, time: second(12) });
  assert.deepEqual(moments.step(second(30), -1), { table: 'milestones', row: 1, time: second(20) });
  assert.equal(moments.step(second(30), 1), null);
});

test('Without times rows have the time at which the track passes their edge', () => {
  const moments = momentsOf({
    edges: [edge(0, 2, null, null), edge(1, 4, null, null)],
    points: [2, 4].map((number, index) => ({ index, status: 'matched', edge: number, offset_m: 50 })),
    maneuvers: [{ type: 'depart', edge_seq: 0 }, { type: 'turn', edge_seq: 1 }, { type: 'arrive', edge_seq: 1 }],
  });
  const close = (times, expected) => expected.forEach((time, row) =>
    assert.ok(Math.abs(times[row] - time) < CLOSE, `${times}`));
  close(moments.times('maneuvers'), [0, 10_000, 20_000]);
  close(moments.times('points'), [5000, 15_000]);
});

test('Rows of routes have the times of their elements; those of other alternatives have none', () => {
  const element = (alternative, seq, number) => ({
    alternative, seq, edge: number, begin_offset_m: 0, end_offset_m: 100, duration_s: 20,
  });
  const moments = momentsOf({
    routes: [200, 100].map((length, alternative) => ({ alternative, length_m: length, departure: second(0) })),
    elements: [element(0, 0, 2), element(0, 1, 4), element(1, 0, 2)],
    maneuvers: [{ alternative: 0, type: 'depart', element: 0 }, { alternative: 0, type: 'arrive', element: 1 },
      { alternative: 1, type: 'depart', element: 0 }],
    events: [{ alternative: 0, begin: second(-3600), first_element: 1, last_element: 1 }],
    legs: [{ alternative: 0, seq: 0, to_waypoint: 1, first_element: 0, last_element: 1 }],
    waypoints: [{ alternative: 0, seq: 0 }, { alternative: 0, seq: 1 }],
  }, 'route');
  assert.deepEqual([...moments.times('maneuvers')], [second(0), second(40), NaN]);
  assert.deepEqual([...moments.times('events')], [second(20)]);
  assert.deepEqual([...moments.ends('events')], [second(40)]);
  assert.deepEqual([...moments.times('waypoints')], [second(0), second(40)]);
});

import test from 'node:test';
import assert from 'node:assert/strict';
import { unpack } from '../../Sources/PageFiles/Script/unpack.js';
import { buildTrack } from '../../Sources/PageFiles/Script/track.js';
import { Moments } from '../../Sources/PageFiles/Script/moments.js';
import { Guidance, readLanes, readShields, signOf } from '../../Sources/PageFiles/Script/guidance.js';
import { maneuverAngle } from '../../Sources/PageFiles/Script/arrows.js';
import { KEY_TABLE, actionOf } from '../../Sources/PageFiles/Script/keyboard.js';
import { eastward, packDrive, second } from './drives.mjs';

/** What is said on a road of 100 m with these rows of `points`. */
function guidanceOf(points) {
  const times = { enter_time: second(0), exit_time: second(100) };
  const edges = [{ seq: 0, edge: 2, begin_offset_m: 0, end_offset_m: 100, leg: 0, ...times }];
  const drive = unpack(packDrive({ edges, points }, { 1: eastward(0, 100) }, 'trip'));
  const track = buildTrack(drive);
  return new Guidance(drive, track, new Moments(drive, track));
}
const fix = (index, s, more = {}) => ({ index, time: second(s), status: 'dropped', ...more });

test('Lanes are read from left to right with what leads there and what is best', () => {
  assert.deepEqual(readLanes('left|through*|through;right+').map(({ arrows, valid, best }) => [arrows, valid, best]),
    [['left', false, false], ['through', true, true], ['through;right', true, false]]);
  assert.deepEqual(readLanes('|+').map(({ arrows, valid }) => [arrows, valid]), [['', false], ['', true]]);
  assert.equal(readLanes(null), null);
});

test('Shields are read with their directions', () => {
  assert.deepEqual(readShields('US-I-95:north;US-US-1'),
    [{ name: 'US-I-95', direction: 'north' }, { name: 'US-US-1', direction: '' }]);
  assert.deepEqual(readShields(null), []);
});

test('A sign has the exit, its name and the destinations; the exit of a roundabout is no sign', () => {
  assert.deepEqual(signOf({ type: 'ramp', exit: '15', exit_name: 'Harbour', destinations: 'Port;Farside' }),
    { exit: 'Exit 15', places: 'Harbour · Port · Farside' });
  const ring = { type: 'roundabout', exit: '2', exit_name: null, destinations: null };
  assert.deepEqual(signOf(ring), { exit: '', places: '' });
});

test('The modifier tells the angle of an arrow, else the angle of the turn', () => {
  assert.equal(maneuverAngle({ modifier: 'sharp_left', angle_deg: -128 }), -135);
  assert.equal(maneuverAngle({ modifier: null, angle_deg: 12 }), 12);
  assert.equal(maneuverAngle({}), 0);
});

test('Each key does one thing', () => {
  const keys = KEY_TABLE.flatMap((entry) => entry.keys);
  assert.equal(new Set(keys).size, keys.length);
  assert.deepEqual(actionOf({ key: 'ArrowRight', shiftKey: true }), { action: 'nextFix', shift: true });
  assert.deepEqual(actionOf({ key: 'N', shiftKey: false }), { action: 'nextMoment', shift: false });
  assert.equal(actionOf({ key: 'c', ctrlKey: true }), null);
  assert.equal(actionOf({ key: 'x' }), null);
});

test('Elements that use a key themselves keep it', () => {
  const within = (selector) => ({ closest: (wanted) => wanted.includes(selector) || null });
  assert.equal(actionOf({ key: 'ArrowUp', target: within('[role="grid"]') }), null);
  assert.equal(actionOf({ key: 'n', target: within('input') }), null);
  assert.equal(actionOf({ key: ' ', target: within('button') }), null);
  assert.equal(actionOf({ key: 'n', target: within('button') }).action, 'nextMoment');
  assert.equal(actionOf({ key: 'Escape', target: within('input') }).action, 'close');
});

test('The plan is that of the last fix that says how far it is', () => {
  const known = { to_destination_m: 250, to_destination_s: 30, plan_share: 0.75, expected_arrival: second(130),
    late_s: -4, on_plan: true };
  const unknown = Object.fromEntries(Object.keys(known).map((name) => [name, null]));
  const guidance = guidanceOf([fix(0, 0, unknown), fix(1, 10, known), fix(2, 20, unknown)]);
  assert.equal(guidance.planAt(second(5)), null);
  const plan = { share: 0.75, left: 250, seconds: 30, arrival: second(130), late: -4, onPlan: true };
  assert.deepEqual(guidance.planAt(second(10)), plan);
  assert.deepEqual(guidance.planAt(second(25)), plan);
  assert.equal(guidanceOf([fix(0, 0)]).planAt(second(5)), null);
});

test('Nobody measured the speed in a long silence, but fixes left out for drawing are none', () => {
  const guidance = guidanceOf([fix(0, 0), fix(1, 10), fix(2, 50), fix(7, 100)]);
  assert.deepEqual([-1, 5, 15, 49, 60, 100].map((s) => guidance.isSilent(second(s))),
    [false, false, true, true, false, false]);
});

import test from 'node:test';
import assert from 'node:assert/strict';
import { readLanes, readShields, signOf } from '../../Sources/CReplayPage/files/guidance.js';
import { maneuverAngle } from '../../Sources/CReplayPage/files/arrows.js';
import { KEY_TABLE, actionOf } from '../../Sources/CReplayPage/files/keyboard.js';

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

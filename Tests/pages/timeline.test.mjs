import test from 'node:test';
import assert from 'node:assert/strict';
import { unpack } from '../../Sources/PageFiles/Script/unpack.js';
import { buildTrack } from '../../Sources/PageFiles/Script/track.js';
import { Moments } from '../../Sources/PageFiles/Script/moments.js';
import { marksOf } from '../../Sources/PageFiles/Script/timeline.js';
import { eastward, packDrive, second } from './drives.mjs';

test('Milestones are marked once, and the gravest events last', () => {
  const times = { enter_time: second(0), exit_time: second(100) };
  const edges = [{ seq: 0, edge: 2, begin_offset_m: 0, end_offset_m: 100, leg: 0, ...times }];
  const events = [['wrong_way', 5], ['milestone_reached', 20], ['speeding', 30]]
    .map(([type, s]) => ({ type, begin_time: second(s), end_time: second(s + 4) }));
  const milestones = [{ time: second(20), name: 'Harbour', status: 'missed' }];
  const drive = unpack(packDrive({ edges, events, milestones }, { 1: eastward(0, 100) }, 'trip'));
  const marks = marksOf(drive, new Moments(drive, buildTrack(drive)));
  assert.deepEqual(marks.map(({ kind, colour, words }) => [kind, colour, words]), [
    ['milestone', 'missed', 'milestone: Harbour'], ['speeding', 'warning', 'speeding'],
    ['wrong_way', 'alarm', 'wrong way']]);
});

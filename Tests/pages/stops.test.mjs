import test from 'node:test';
import assert from 'node:assert/strict';
import { unpack } from '../../Sources/PageFiles/Script/unpack.js';
import { buildTrack } from '../../Sources/PageFiles/Script/track.js';
import { Moments } from '../../Sources/PageFiles/Script/moments.js';
import { marksOf } from '../../Sources/PageFiles/Script/timeline.js';
import { MARKERS } from '../../Sources/PageFiles/Script/markers.js';
import { stopOf, tourText } from '../../Sources/PageFiles/Script/stops.js';
import { eastward, packDrive, second } from './drives.mjs';

const job = (id, seq, state, fields = {}) => ({
  trip_id: 'trip-1', job: id, type: 'job', name: null, asset: 'van-1', done_by: null, planned_seq: seq, state,
  state_said: null, claim: null, arrival: null, departure: null, late_s: null, window_violated: null,
  lat: 0, lon: seq / 1e4, ...fields,
});
const done = (s, fields = {}) => ({ done_by: 'van-1', arrival: second(s), departure: second(s + 10), ...fields });

const JOBS = [
  job('1', 1, 'finished', done(40, { late_s: 61, name: 'Baker' })),
  job('2', 2, 'missed'),
  job('3', 3, 'finished', done(20, { late_s: -5, window_violated: true, claim: 'confirmed' })),
  job('4', 4, 'cancelled'),
  job('5', 5, 'finished', done(30, { done_by: 'van-2', trip_id: 'trip-2', lon: 5e-3 })),
  job('6', 6, 'not_reached', { claim: 'contradicted' }),
  job('7', 1, 'finished', done(70, { asset: 'van-3', lon: 7e-3, state_said: 'rejected' })),
];

function tour(jobs = JOBS, events = []) {
  const times = { enter_time: second(0), exit_time: second(100) };
  const edges = [{ seq: 0, edge: 2, begin_offset_m: 0, end_offset_m: 100, leg: 0, ...times }];
  const trips = [{ begin_time: second(0), end_time: second(100), length_m: 100 }];
  const tours = [{ asset: 'van-1', jobs: 6, done: 3, done_by_others: 1, late: 1, violated: 1, missed: 1, not_reached: 1,
    out_of_order: 1, driven_m: 18_200, planned_m: 17_000, idle_s: 240 }];
  const tables = { trips, edges, jobs, tours, job_events: events };
  const drive = unpack({ ...packDrive(tables, { 1: eastward(0, 100) }), title: 'trip-1' });
  return { drive, moments: new Moments(drive, buildTrack(drive)) };
}

test('Stops are done, open or ended, and say what is wrong with them', () => {
  const { drive } = tour();
  const stops = JOBS.map((_, row) => stopOf(drive, row));
  assert.deepEqual(stops.map(({ number, name, kind, colour }) => `${number} ${name} ${kind} ${colour}`), [
    '1 Baker done warning', '2 job 2 open missed', '3 job 3 done warning', '4 job 4 ended quiet',
    '5 job 5 done reached', '6 job 6 open notice', '+ job 7 done reached']);
  assert.deepEqual(stops.map(({ isLate, isViolated, isMissed, isContradicted }) =>
    [isLate, isViolated, isMissed, isContradicted].map(Number).join('')),
  ['1000', '0010', '0100', '0000', '0000', '0001', '0000']);
  assert.deepEqual(stops.map(({ by, of }) => [by, of]).slice(4), [['van-2', null], [null, null], [null, 'van-3']]);
});

test('A late arrival is more than a minute after the planned one', () => {
  const { drive } = tour([60, 60.5].map((late, row) => job(`${row}`, row + 1, 'finished', done(40, { late_s: late }))));
  assert.deepEqual([0, 1].map((row) => stopOf(drive, row).isLate), [false, true]);
});

test('The tour is summed up, without what there is none of', () => {
  const { drive } = tour();
  assert.equal(tourText(drive), '3 of 6 done · 1 by others · 1 of others · 1 late · 1 after the window · 1 missed · '
    + '1 not reached · 1 out of order · 1 claim contradicted · 18.2 km driven, 17 km planned · idle 4 min 00 s');
  const { drive: quiet } = tour(JOBS.slice(0, 1));
  quiet.table('tours').row = () => ({ asset: 'van-1', late: 0, driven_m: null, idle_s: null });
  assert.equal(tourText(quiet), '1 of 1 done');
});

test('Stops have the time of their arrival in this trip, in whatever order, and the one passed last is found', () => {
  const { moments } = tour();
  const times = [...moments.times('jobs')];
  const at = (s) => moments.rowAt('jobs', second(s));
  assert.deepEqual(times, [second(40), NaN, second(20), NaN, NaN, NaN, second(70)]);
  assert.deepEqual([10, 20, 39, 40, 69, 70, 99].map(at), [-1, 2, 2, 0, 0, 6, 6]);
  assert.equal(moments.ends('jobs')[0], second(50));
  assert.deepEqual(moments.step(second(15), 1), { table: 'jobs', row: 2, time: second(20) });
});

test('Markers bear the numbers of the plan; of several stops at one place the first open one', () => {
  const { drive } = tour([...JOBS, job('8', 8, 'assigned', { lat: 0, lon: 1e-4 })]);
  const markers = MARKERS.flatMap((make) => make(drive)).filter(({ table }) => table === 'jobs');
  assert.ok(markers.every(({ open, colour, rank }) => rank === (open && colour !== 'quiet' ? -4 : -3)));
  assert.deepEqual(markers.map(({ text, open, colour, row }) => [text, open, colour, row]), [
    ['8', true, 'notice', 7], ['2', true, 'missed', 1], ['3', false, 'warning', 2], ['4', true, 'quiet', 3],
    ['5', false, 'reached', 4], ['6', true, 'notice', 5], ['+', false, 'reached', 6]]);
  assert.equal(markers[0].title, '1 Baker: finished\n8 job 8: assigned');
  assert.equal(markers[4].title, '5 job 5: finished by van-2');
  assert.equal(markers[6].title, '+ job 7: finished, job of van-3, though rejected');
});

test('The timeline marks arrivals, and what happened to jobs within the record', () => {
  const event = (kind, s, id) => ({ time: second(s), event: kind, job: id, type: 'job' });
  const { drive, moments } = tour(JOBS, [event('cancelled', -500, '4'), event('started', 5, '1'),
    event('claim_contradicted', 60, '6'), event('missed', 80, '2'), event('missed', 4000, '6')]);
  const marks = marksOf(drive, moments).map(({ kind, colour, begin, words }) => [kind, colour, begin, words]);
  assert.deepEqual(marks, [
    ['arrival', 'warning', second(20), 'arrival: 3 job 3'], ['arrival', 'warning', second(40), 'arrival: 1 Baker'],
    ['arrival', 'reached', second(70), 'arrival: + job 7'], ['missed', 'missed', second(80), 'missed: 2'],
    ['claim_contradicted', 'alarm', second(60), 'claim contradicted: 6']]);
});

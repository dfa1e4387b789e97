import test from 'node:test';
import assert from 'node:assert/strict';
import { unpack } from '../../Sources/PageFiles/Script/unpack.js';
import { doubtOf, isAssumedLimit, outcomeOf } from '../../Sources/PageFiles/Script/outcome.js';
import { packDrive, second } from './drives.mjs';

const trip = (more = {}) => ({ trips: [{ status: 'ok', coverage: 1, fixes: 7531, matched: 7531 }], ...more });
const words = (tables) => outcomeOf(unpack(packDrive(tables))).map(({ words }) => words);
const event = (type, length, more = {}) => ({ type, length_m: length, confidence: 1, edge_seq: 0, ...more });
const edges = (source) => [{ seq: 0, speed_limit_kmh: 50, speed_limit_source: source }];

test('A drive of which there is nothing to say says so, also where one fix of thousands was passed over', () => {
  assert.deepEqual(words(trip()), ['nothing to note']);
  const partial = [{ status: 'partial', reason: 'no_path', coverage: 0.9999, fixes: 7531, matched: 7530 }];
  assert.deepEqual(words(trip({ trips: partial })), ['nothing to note']);
});

test('What stands first is the gravest: a missed stop, then the wrong way, then what cost time', () => {
  const jobs = ['finished', 'finished', 'missed'].map((state) => ({ asset: 'van', state, late_s: 0 }));
  const events = [event('speeding', 100), event('wrong_way', 200), event('wrong_way', 276)];
  const deviations = [{ begin_time: second(0), end_time: second(345), returned: true }];
  const tables = trip({ tours: [{ asset: 'van' }], jobs, events, deviations, edges: edges('tag') });
  const found = outcomeOf(unpack(packDrive(tables)));
  assert.deepEqual(found.map((part) => part.words),
    ['1 of 3 stops missed', '476 m the wrong way', 'once too fast', 'off the plan 5 min 45 s']);
  assert.deepEqual(found.map(({ table, row }) => [table, row]),
    [['jobs', 2], ['events', 2], ['events', 0], ['deviations', 0]]);
});

test('A plan that is never rejoined is grave', () => {
  const deviations = [{ begin_time: second(0), end_time: second(60), returned: false }];
  const [first] = outcomeOf(unpack(packDrive(trip({ deviations }))));
  assert.equal(first.words, 'off the plan 1 min 00 s, never back');
  assert.equal(first.grade, 'bad');
});

test('An assumed limit, a doubtful rule and an unlikely event blame no driver', () => {
  assert.deepEqual(words(trip({ events: [event('speeding', 100)], edges: edges('default') })), ['nothing to note']);
  assert.deepEqual(words(trip({ events: [event('wrong_way', 100, { rule_doubtful: true })] })), ['nothing to note']);
  assert.deepEqual(words(trip({ events: [event('no_access', 100, { confidence: 0.3 })] })), ['nothing to note']);
  const doubtful = unpack(packDrive({ events: [event('speeding', 100)], edges: edges('default') }));
  assert.equal(doubtOf(doubtful, 0), 'the limit is assumed');
  assert.equal(isAssumedLimit(unpack(packDrive({ edges: edges('default') })).table('edges'), 0), true);
  assert.equal(isAssumedLimit(unpack(packDrive({ edges: edges('tag') })).table('edges'), 0), false);
});

test('A trip that is mostly on no road, and one of which nothing came, say why', () => {
  const trips = (row) => words({ trips: [row] });
  assert.deepEqual(trips({ status: 'partial', coverage: 0.5, fixes: 40, matched: 20 }), ['20 of 40 fixes on roads']);
  assert.deepEqual(trips({ status: 'failed', reason: 'no_roads_nearby' }), ['failed: no roads nearby']);
});

import test from 'node:test';
import assert from 'node:assert/strict';
import { unpack } from '../../Sources/PageFiles/Script/unpack.js';
import { candidateRoad, candidatesOf, whyChosen } from '../../Sources/PageFiles/Script/why.js';
import { packDrive } from './drives.mjs';

const candidate = (name, more) => ({
  edge: 2, way: null, name, ref: null, distance_m: 3, emission: -2, transition: -1, posterior: 0.5, chosen: false,
  ...more,
});

test('The only candidate', () => {
  assert.equal(whyChosen([candidate('Mill Street', { chosen: true, distance_m: 12.3 })]),
    'Mill Street, 12 m away, is the only candidate.');
});

test('The nearest one, and what spoke against the next likeliest', () => {
  const sentence = whyChosen([
    candidate('Mill Street', { chosen: true, distance_m: 2, emission: -1.5, posterior: 0.97 }),
    candidate('Quay', { distance_m: 9, emission: -4, transition: -1, posterior: 0.03 }),
  ]);
  assert.equal(sentence, 'Mill Street, 2 m away, is the nearest candidate, with a probability of 97 %. '
    + 'Quay, 9 m away, comes next, but the fix itself is 12 times less likely (e^−2.5) there: 3 %.');
});

test('A nearer one to which no likely way leads', () => {
  const sentence = whyChosen([
    candidate('Mill Street', { chosen: true, distance_m: 8, posterior: 0.99 }),
    candidate('Quay', { distance_m: 4, transition: null, posterior: 0 }),
  ]);
  assert.equal(sentence, 'Mill Street, 8 m away, was chosen, with a probability of 99 %. '
    + 'Quay, 4 m away, is nearer, but no likely way leads there from the fix before: 0 %.');
});

test('A nearer one with an unlikely way there', () => {
  const sentence = whyChosen([
    candidate('Mill Street', { chosen: true, distance_m: 8, emission: -3, transition: -1, posterior: 0.99 }),
    candidate('Quay', { distance_m: 4, emission: -2, transition: -8, posterior: 0.01 }),
  ]);
  assert.match(sentence, /Quay, 4 m away, is nearer, but the way there from the fix before is/);
  assert.match(sentence, /1\u202f100 times less likely \(e\^−7\): 1 %\./);
});

test('A way that is as good as impossible', () => {
  const sentence = whyChosen([
    candidate('Mill Street', { chosen: true, distance_m: 8, emission: -3, transition: -1 }),
    candidate('Quay', { distance_m: 4, emission: -4, transition: -41 }),
  ]);
  assert.match(sentence, /before is practically impossible \(e\^−40\), and the fix itself is 2\.7 times less likely/);
});

test('A rival that fits fix and way better: the rest of the drive decides', () => {
  const sentence = whyChosen([
    candidate('Mill Street', { chosen: true, distance_m: 8, emission: -3, transition: -1, posterior: 0.9 }),
    candidate('Quay', { distance_m: 4, emission: -1, transition: -1, posterior: 0.1 }),
  ]);
  assert.match(sentence, /nearer, but the rest of the drive decides, as fix and way alone are/);
  assert.match(sentence, /7\.4 times likelier \(e\^2\) there: 10 %\./);
});

test('At the start of a chain no way is compared', () => {
  const sentence = whyChosen([
    candidate('Mill Street', { chosen: true, distance_m: 2, emission: -1, transition: null }),
    candidate('Quay', { distance_m: 4, emission: -2, transition: null, posterior: 0.2 }),
  ]);
  assert.doesNotMatch(sentence, /the way|likely way/);
});

test('The other direction of the road chosen is not nearer', () => {
  const sentence = whyChosen([
    candidate('Mill Street', { chosen: true, distance_m: 3, heading_deg: 2, emission: -1, posterior: 0.98 }),
    candidate('Mill Street', { distance_m: 3.01, heading_deg: 182, emission: -6, posterior: 0.02 }),
  ]);
  assert.equal(sentence, 'Mill Street, heading north, 3 m away, is the nearest candidate, with a probability of 98 %. '
    + 'Mill Street, heading south, 3 m away, comes next, '
    + 'but the fix itself is 150 times less likely (e^−5) there: 2 %.');
});

test('Off the road', () => {
  const sentence = whyChosen([
    candidate('Mill Street', { chosen: true, distance_m: 3, posterior: 0.98 }),
    candidate(null, { edge: null, distance_m: null, emission: -3, transition: -1, posterior: 0.02 }),
  ]);
  assert.match(sentence, /To be off the road comes next, but the fix itself is 2\.7 times less likely/);
});

test('None chosen', () => assert.equal(whyChosen([candidate('Quay', {})]), 'None of the candidates was chosen.'));

test('A road is called by name and number, else by its way, else by its edge', () => {
  assert.equal(candidateRoad({ edge: 2, name: 'Quay', ref: 'B 7' }), 'Quay (B 7)');
  assert.equal(candidateRoad({ edge: 2, name: null, ref: null, way: '12' }), 'way 12');
  assert.equal(candidateRoad({ edge: 2 }), 'edge 2');
  assert.equal(candidateRoad({ edge: null }), 'off the road');
});

test('Candidates of a fix are found by its index and sorted by rank', () => {
  const rows = [[0, 1], [0, 0], [3, 0], [3, 1], [7, 0]].map(([index, rank]) => ({ index, rank, edge: rank }));
  const table = unpack(packDrive({ candidates: rows })).table('candidates');
  assert.deepEqual(candidatesOf(table, 0).map(({ row }) => row), [1, 0]);
  assert.deepEqual(candidatesOf(table, 3).map(({ row }) => row), [2, 3]);
  assert.deepEqual(candidatesOf(table, 5), []);
  assert.deepEqual(candidatesOf(unpack(packDrive({})).table('candidates'), 0), []);
});

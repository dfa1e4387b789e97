import assert from 'node:assert/strict';
import test from 'node:test';
import { decoded, pathsOf, summed } from '../../Sources/PageFiles/Script/nightdata.js';
import { NightSelection, countsOf, facetsOf, latenessOf } from '../../Sources/PageFiles/Script/nightselection.js';

test('differences pass over what is not there', () => {
  assert.deepEqual(summed([5, null, 2, -1]), [5, null, 7, 6]);
});

test('paths are read as the program writes them', () => {
  const { roads, starts } = pathsOf({ first: [0, 0, 5, -1], paths: ['AA', 'AB', '-be;A!c;', ''],
    followers: { 0: [1], 1: [1, 2], 30: [-25], 5: [] } });
  assert.deepEqual([...roads], [0, 1, 2, 0, 1, 3, 5, -1, 30, 5, 2]);
  assert.deepEqual([...starts], [0, 3, 6, 11, 11]);
});

/** Three trips of two vehicles; the second one the wrong way. */
const night = {
  trips: { count: 3, id: ['a', 'b', 'c'], vehicle: ['v', 'v', 'w'], status: ['ok', 'partial', 'ok'], score: [0, 40, 0],
    begin: [100, 200, null], duration: [50, 50, null] },
  events: { trip: [0, 1, 1], type: ['stop', 'wrong_way', 'stop'] },
  stops: { trip: [0, 1, null], state: ['reached', 'missed', 'open'], late: [700, null, null] },
  deviations: { trip: [2], cause: ['gap'] },
  paths: { roads: Int32Array.from([7, 8, 8, -1, 9]), starts: [0, 2, 5, 5] },
};

const picked = (mask) => [...mask].flatMap((isIn, i) => (isIn ? [i] : []));

test('each choice selects its trips', () => {
  const facets = facetsOf(night);
  assert.deepEqual(picked(facets.vehicle('v')), [0, 1]);
  assert.deepEqual(picked(facets.type('stop')), [0, 1]);
  assert.deepEqual(picked(facets.look(true)), [1]);
  assert.deepEqual(picked(facets.hours([160, 210])), [1]);
  assert.deepEqual(picked(facets.hours([150, 200])), [0]);
  assert.deepEqual(picked(facets.late('late')), [0]);
  assert.deepEqual(picked(facets.late('missed')), [1]);
  assert.deepEqual(picked(facets.cause('gap')), [2]);
  assert.deepEqual(picked(facets.road(8)), [0, 1]);
  assert.deepEqual(picked(facets.road(9)), [1]);
});

test('choices of several kinds meet; a list leaves its own out', () => {
  const selection = new NightSelection(3, facetsOf(night));
  selection.set('vehicle', 'v');
  selection.set('type', 'wrong_way');
  assert.deepEqual(picked(selection.trips()), [1]);
  assert.deepEqual(picked(selection.trips('type')), [0, 1]);
  selection.toggle('type', 'wrong_way');
  assert.deepEqual(picked(selection.trips()), [0, 1]);
  assert.deepEqual(countsOf(night.events.type, night.events.trip, selection.trips()), [['stop', 2], ['wrong_way', 1]]);
});

test('stops have grades', () => {
  const stops = { state: ['reached', 'reached', 'reached', 'reached', 'reached', 'missed'], late: [-301, -300, 59, 60, null, null] };
  assert.deepEqual(stops.state.map((_, row) => latenessOf(stops, row)),
    ['early', 'punctual', 'punctual', 'delayed', 'unplanned', 'missed']);
});

test('a night without roads has none', () => {
  const column = [];
  const empty = decoded({ words: [''], trips: { id: column, vehicle: column, status: column, page: column, begin: column } });
  assert.equal(empty.trips.count, 0);
  assert.equal(empty.roads, undefined);
});

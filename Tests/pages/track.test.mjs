import test from 'node:test';
import assert from 'node:assert/strict';
import { unpack } from '../../Sources/PageFiles/Script/unpack.js';
import { buildTrack, edgePart, ON_ROAD, OFF_ROAD, GAP } from '../../Sources/PageFiles/Script/track.js';
import { degrees, eastward, packDrive, second } from './drives.mjs';

/** Coordinates of lines are rounded to 1e-6°, a tenth of a metre. */
const ROUNDING = 0.15;

const track = (...parts) => buildTrack(unpack(packDrive(...parts)));
const edge = (number, begin, end, enter, exit, more = {}) => ({
  edge: number,
  begin_offset_m: begin,
  end_offset_m: end,
  enter_time: enter === null ? null : second(enter),
  exit_time: exit === null ? null : second(exit),
  leg: 0,
  ...more,
});
const matched = (s, number, offset, more = {}) => ({
  status: 'matched', time: s === null ? null : second(s), edge: number, offset_m: offset, ...more,
});
const offRoad = (s, metresEast, metresNorth = 0) => ({
  status: 'off_road', time: second(s), lat: degrees(metresNorth), lon: degrees(metresEast),
});

/** Metres east of 0° at second s. */
function eastAt(drive, s) {
  return drive.at(second(s)).lon / degrees(1);
}

function near(actual, expected, tolerance = ROUNDING) {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);
}

test('between fixes the vehicle moves evenly along the road', () => {
  const drive = track(
    {
      edges: [edge(2, 20, 100, 0, 10), edge(4, 0, 50, 10, 15)],
      points: [matched(0, 2, 20), matched(4, 2, 30), matched(12, 4, 10), matched(15, 4, 50)],
    },
    { 1: eastward(0, 100), 2: eastward(100, 50) },
  );
  assert.equal(drive.timeKind, 'clock');
  assert.equal(drive.begin, second(0));
  assert.equal(drive.end, second(15));
  near(drive.length, 130);
  const driven = [[-5, 20], [0, 20], [2, 25], [4, 30], [7, 65], [10, 100], [11, 105], [12, 110], [15, 150], [99, 150]];
  for (const [s, metres] of driven) near(eastAt(drive, s), metres);
  near(drive.at(second(2)).speed, 2.5, 0.05);
  near(drive.at(second(2)).heading, 90, 1e-6);
  assert.equal(drive.at(second(2)).edge, 0);
  assert.equal(drive.at(second(12)).edge, 1);
  assert.equal(drive.at(second(12)).kind, ON_ROAD);
});

test('an edge driven backward runs from the end of its road', () => {
  const drive = track({ edges: [edge(3, 0, 100, 0, 10)], points: [] }, { 1: eastward(0, 100) });
  near(eastAt(drive, 4), 60);
  near(drive.at(second(4)).heading, 270, 1e-6);
});

test('the vehicle follows the bends of the road', () => {
  const bend = [[0, 0], [0, degrees(60)], [degrees(40), degrees(60)]];
  const drive = track({ edges: [edge(2, 0, 100, 0, 10)], points: [] }, { 1: bend });
  const place = drive.at(second(8));
  near(place.lon / degrees(1), 60);
  near(place.lat / degrees(1), 20, 0.3);
  near(drive.at(second(2)).heading, 90, 0.1);
  near(drive.at(second(9)).heading, 0, 0.1);
  near(drive.at(second(6)).heading, 45, 2);
});

test('while the vehicle stands, place and heading stay and the speed is 0', () => {
  const drive = track(
    {
      edges: [edge(2, 0, 100, 0, 40)],
      points: [matched(0, 2, 0), matched(5, 2, 50), matched(10, 2, 50), matched(30, 2, 48), matched(40, 2, 100)],
    },
    { 1: eastward(0, 100) },
  );
  for (const s of [5, 7, 10, 20, 29]) {
    near(eastAt(drive, s), 50);
    near(drive.at(second(s)).heading, 90, 1e-6);
  }
  assert.equal(drive.at(second(20)).speed, 0);
  near(eastAt(drive, 35), 75);
});

test('fixes of an edge driven twice belong each to its own drive', () => {
  const square = { 1: eastward(0, 100), 2: [[0, degrees(100)], [degrees(50), degrees(50)], [0, 0]] };
  const drive = track(
    {
      edges: [edge(2, 0, 100, 0, 10), edge(4, 0, 141, 10, 30), edge(2, 0, 100, 30, 40), edge(4, 0, 10, 40, 41)],
      points: [matched(2, 2, 40), matched(32, 2, 10), matched(38, 2, 20)],
    },
    square,
  );
  near(eastAt(drive, 2), 40);
  near(eastAt(drive, 32), 10);
  near(eastAt(drive, 38), 20);
  assert.deepEqual([1, 20, 35].map((s) => drive.at(second(s)).edge), [0, 1, 2]);
});

test('without times a step far back on an edge is the next drive over it', () => {
  const drive = track(
    {
      edges: [edge(2, 0, 100, null, null), edge(3, 0, 100, null, null), edge(2, 0, 100, null, null)],
      points: [matched(null, 2, 90), matched(null, 2, 85), matched(null, 2, 40)],
    },
    { 1: eastward(0, 100) },
  );
  near(drive.length, 300);
});

test('without times the drive runs at 10 m/s from 0', () => {
  const drive = track(
    { edges: [edge(2, 0, 100, null, null)], points: [matched(null, 2, 0), matched(null, 2, 90)] },
    { 1: eastward(0, 100) },
  );
  assert.equal(drive.timeKind, 'none');
  assert.equal(drive.begin, 0);
  near(drive.end, 10000, 15);
  near(drive.at(4000).lon / degrees(1), 40);
});

test('a break between legs is a straight gap', () => {
  const drive = track(
    { edges: [edge(2, 0, 50, 0, 5), edge(4, 20, 100, 25, 35, { leg: 1 })], points: [] },
    { 1: eastward(0, 100), 2: eastward(200, 100) },
  );
  near(eastAt(drive, 15), 135);
  assert.equal(drive.at(second(15)).kind, GAP);
  assert.equal(drive.at(second(15)).edge, -1);
  assert.equal(drive.at(second(26)).kind, ON_ROAD);
  assert.equal(drive.at(second(26)).edge, 1);
});

test('off the road the track runs through the fixes as read', () => {
  const drive = track(
    {
      edges: [edge(2, 0, 50, 10, 15), edge(4, 0, 100, 30, 40, { leg: 1 })],
      points: [
        offRoad(0, -100), matched(10, 2, 0), matched(15, 2, 50),
        offRoad(20, 100, 40), matched(30, 4, 0), offRoad(50, 400),
      ],
    },
    { 1: eastward(0, 100), 2: eastward(200, 100) },
  );
  near(eastAt(drive, 5), -50);
  near(eastAt(drive, 20), 100);
  near(drive.at(second(20)).lat / degrees(1), 40, 0.3);
  near(eastAt(drive, 45), 350);
  assert.deepEqual([5, 12, 17, 25, 35, 45].map((s) => drive.at(second(s)).kind), [
    OFF_ROAD, ON_ROAD, OFF_ROAD, OFF_ROAD, ON_ROAD, OFF_ROAD,
  ]);
});

test('without roads the track goes through the matched places', () => {
  const place = (metres) => ({ matched_lat: 0, matched_lon: degrees(metres) });
  const drive = track({
    edges: [edge(2, 0, 100, 0, 10)],
    points: [matched(0, 2, 0, place(0)), matched(6, 2, 30, place(30)), matched(10, 2, 100, place(100))],
  });
  near(eastAt(drive, 3), 15);
  near(eastAt(drive, 8), 65);
  assert.equal(drive.at(second(3)).edge, 0);
});

test('a trip of which nothing is matched goes through the fixes that were not refused', () => {
  const read = (s, metres, status) => ({ status, time: second(s), lat: 0, lon: degrees(metres) });
  const drive = track({ points: [read(0, 0, 'unmatched'), read(1, 9000, 'dropped'), read(2, 20, 'unmatched')] });
  near(eastAt(drive, 1), 10);
  assert.equal(drive.at(second(1)).kind, OFF_ROAD);
});

test('a drive across the antimeridian goes on eastward', () => {
  const lines = { 1: [[0, 179.999], [0, 180.001]] };
  const beyond = { ...offRoad(20, 0), lon: -179.998 };
  const drive = track({ edges: [edge(2, 0, 222.6, 0, 10)], points: [beyond] }, lines);
  near(drive.at(second(2.5)).lon, 179.9995, 1e-5);
  near(drive.at(second(7.5)).lon, -179.9995, 1e-5);
  near(drive.at(second(15)).lon, -179.9985, 1e-5);
  near(drive.at(second(15)).heading, 90, 0.01);
  near(drive.length, 334, 1);
});

test('a route without a departure runs from 0 by its durations', () => {
  const element = (number, length, duration, traffic, alternative = 0) => ({
    alternative, edge: number, begin_offset_m: 0, end_offset_m: length,
    duration_s: duration, duration_in_traffic_s: traffic,
  });
  const tables = {
    routes: [{ departure: null }],
    elements: [element(2, 100, 10, null), element(4, 50, 5, 20), element(2, 100, 10, null, 1)],
  };
  const roads = { 1: eastward(0, 100), 2: eastward(100, 50) };
  const route = track(tables, roads, 'route');
  assert.equal(route.timeKind, 'relative');
  assert.deepEqual([route.begin, route.end], [0, 30000]);
  near(route.at(5000).lon / degrees(1), 50);
  near(route.at(20000).lon / degrees(1), 125);
  tables.routes = [{ departure: second(0) }];
  const timed = track(tables, roads, 'route');
  assert.equal(timed.timeKind, 'clock');
  near(eastAt(timed, 20), 125);
});

test('a route without its roads goes straight from maneuver to maneuver', () => {
  const maneuver = (metres, s) => ({ alternative: 0, lat: 0, lon: degrees(metres), duration_s: s });
  const route = track({ routes: [{ departure: null }], maneuvers: [maneuver(0, 0), maneuver(100, 20)] }, null, 'route');
  near(route.at(5000).lon / degrees(1), 25);
  assert.equal(route.at(5000).kind, GAP);
});

test('an empty drive has an empty track', () => {
  const drive = track({ points: [] });
  assert.deepEqual([drive.begin, drive.end, drive.length, drive.at(0)], [0, 0, 0, null]);
  assert.deepEqual(drive.speedSamples, []);
});

test('metres and times of the track agree, and the first time of standing counts', () => {
  const drive = track(
    { edges: [edge(2, 0, 100, 0, 20)], points: [matched(5, 2, 50), matched(15, 2, 50)] },
    { 1: eastward(0, 100) },
  );
  near(drive.timeAt(25), second(2.5), 20);
  assert.equal(drive.timeAt(drive.at(second(10)).s), second(5));
  near(drive.timeAt(1e9), second(20), 0);
});

test('speed samples are means of equal spans', () => {
  const drive = track({ edges: [edge(2, 0, 100, 0, 10)], points: [matched(5, 2, 20)] }, { 1: eastward(0, 100) });
  assert.equal(drive.speedSamples.length, 10);
  near(drive.speedSamples[0].speed, 4, 0.05);
  near(drive.speedSamples[9].speed, 16, 0.05);
});

test('parts of edges are cut at their offsets', () => {
  const { roads } = unpack(packDrive({}, { 1: eastward(0, 100) }));
  const [x1, , x2] = edgePart(roads, 3, 10, 30);
  near((x1 - 0.5) * 360 / degrees(1), 90);
  near((x2 - 0.5) * 360 / degrees(1), 70);
  assert.equal(edgePart(roads, 8, 0, 1), null);
});

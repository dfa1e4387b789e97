// Reads the data of a night.
import { xOfLon, yOfLat } from './projection.js';

/** Places are in these parts of a degree. */
const PARTS_OF_DEGREE = 1e5;
/** The first letter of a rank, and of a place in base 26. */
const [RANK, DIGIT] = ['A'.charCodeAt(0), 'a'.charCodeAt(0)];
const BREAK = '-';

/** The night in its data: tables of columns, roads as lines of the world, and the roads of each trip. */
export function decoded(data) {
  const words = (places) => places.map((place) => data.words[place]);
  const night = { ...data, trips: tripsOf(data.trips, words), events: null, stops: null };
  const begins = night.trips.begin;
  if (data.events) night.events = eventsOf(data.events, words, begins);
  if (data.stops?.lat.length) night.stops = stopsOf(data.stops, words);
  if (data.deviations) {
    night.deviations = { ...data.deviations, trip: summed(data.deviations.trip), cause: words(data.deviations.cause) };
  }
  if (data.refusals) {
    night.refusals = { ...data.refusals, reason: words(data.refusals.reason), file: words(data.refusals.file) };
  }
  if (data.doubts) night.doubts = doubtsOf(data.doubts, words);
  if (data.roads) {
    night.roads = { ...data.roads, ...linesOf(data.roads), name: words(data.roads.name) };
    night.paths = pathsOf(data.roads);
    night.around = { ...data.around, ...linesOf(data.around) };
  }
  return night;
}

function tripsOf(trips, words) {
  return { ...trips, count: trips.id.length, id: words(trips.id), vehicle: words(trips.vehicle),
    status: words(trips.status), page: words(trips.page), begin: summed(trips.begin) };
}

function eventsOf(events, words, begins) {
  const trip = summed(events.trip);
  const begin = events.begin.map((since, i) => (since === null ? null : (begins[trip[i]] ?? 0) + since));
  return { ...events, ...pointsOf(events), trip, begin, type: words(events.type) };
}

function stopsOf(stops, words) {
  const planned = summed(stops.planned);
  const arrived = stops.arrived.map((since, i) => (since === null ? null : (planned[i] ?? 0) + since));
  return { ...stops, ...pointsOf(stops), trip: summed(stops.trip), planned, arrived, name: words(stops.name),
    state: words(stops.state) };
}

function doubtsOf(doubts, words) {
  const texts = ['type', 'way', 'road', 'detail'].map((name) => [name, words(doubts[name])]);
  return { ...doubts, ...pointsOf(doubts), ...Object.fromEntries(texts) };
}

/** Differences as values; what is not there stays so and is passed over. */
export function summed(differences) {
  let last = 0;
  return differences.map((difference) => (difference === null ? null : (last += difference)));
}

/** Places of the world, and their degrees. */
export function pointsOf({ lat, lon }) {
  const [lats, lons] = [summed(lat), summed(lon)];
  return {
    lat: lats.map((value) => value / PARTS_OF_DEGREE),
    lon: lons.map((value) => value / PARTS_OF_DEGREE),
    x: Float64Array.from(lons, (value) => xOfLon(value / PARTS_OF_DEGREE)),
    y: Float64Array.from(lats, (value) => yOfLat(value / PARTS_OF_DEGREE)),
  };
}

export function linesOf(lines) {
  const starts = new Uint32Array(lines.counts.length + 1);
  lines.counts.forEach((count, i) => (starts[i + 1] = starts[i] + count));
  const { x, y } = pointsOf(lines);
  return { x, y, starts, count: lines.counts.length };
}

/**
 * The roads of all trips, one trip behind the other: trip i has `roads[starts[i]] ..< roads[starts[i + 1]]`. Where a leg
 * ends there is −1.
 */
export function pathsOf({ first, paths, followers }) {
  const roads = [];
  const starts = new Uint32Array(first.length + 1);
  first.forEach((road, trip) => {
    if (road >= 0) {
      roads.push(road);
      addSteps(roads, road, paths[trip], followers);
    }
    starts[trip + 1] = roads.length;
  });
  return { roads: Int32Array.from(roads), starts };
}

function addSteps(roads, first, letters, followers) {
  let road = first;
  for (let i = 0; i < letters.length; i += 1) {
    const rank = letters.charCodeAt(i) - RANK;
    if (rank >= 0 && rank < 26) {
      road += followers[road][rank];
    } else {
      const end = letters.indexOf(';', i);
      if (letters[i] === BREAK) roads.push(-1);
      road = placeOf(letters, i + 1, end);
      i = end;
    }
    roads.push(road);
  }
}

function placeOf(letters, begin, end) {
  let place = 0;
  for (let i = begin; i < end; i += 1) place = place * 26 + letters.charCodeAt(i) - DIGIT;
  return place;
}

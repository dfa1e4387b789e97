// Reads the data of a month.
import { linesOf, pointsOf, summed } from './nightdata.js';
import { headingOf } from './projection.js';
import { language, word } from './words.js';

/** In tenths of km/h. */
const BASE = 1000;
const COMPASS = [word('north'), word('northeast'), word('east'), word('southeast'), word('south'), word('southwest'), word('west'),
  word('northwest')];
const WEEKDAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
/** A Monday. */
const MONDAY = Date.UTC(2026, 4, 4);
const DAY_MS = 86_400_000;

/**
 * The month in its data. Road i has the pieces 2 i, forward, and 2 i + 1, backward; a piece whose speed is known has a
 * percentage of free flow for each class of hours, or of 100 km/h where free flow is not known.
 */
export function decodedMonth(data) {
  const words = (places) => places.map((place) => data.words[place]);
  const named = (table, names) => ({ ...table, ...pointsOf(table),
    ...Object.fromEntries(names.map((name) => [name, words(table[name])])) });
  const month = { ...data, turns: null, changes: null, doubts: null };
  month.roads = { ...data.roads, ...linesOf(data.roads), name: words(data.roads.name) };
  month.around = { ...data.around, ...linesOf(data.around) };
  month.shares = sharesOf(data.roads, data.hours.begin.length);
  month.totalTrips = pairs(data.roads.trips, (a, b) => a + b);
  if (data.turns) month.turns = named(data.turns, ['from', 'onto', 'worst']);
  if (data.changes) month.changes = named(data.changes, ['kind', 'day', 'name']);
  if (data.doubts) month.doubts = named(data.doubts, ['type', 'object', 'road', 'detail']);
  return month;
}

/** By piece, the percentages by class of hours, null where nothing is known; null for a piece without any. */
export function sharesOf({ known, shares }, count) {
  const values = summed(shares);
  let at = 0;
  return known.map((isKnown) => (!isKnown ? null : values.slice(at, (at += count))));
}

/** One value for each two neighbours. */
function pairs(values, join) {
  return Array.from({ length: values.length / 2 }, (_, i) => join(values[2 * i], values[2 * i + 1]));
}

/** The expected speed on a piece in km/h; null where nothing is known. */
export function expectedSpeed(month, piece, hour) {
  const share = month.shares[piece]?.[hour] ?? null;
  return share === null ? null : (share * (month.roads.free[piece] ?? BASE)) / 1000;
}

/** The same in per cent of free flow; null where either is not known. */
export function shareOfFree({ shares, roads }, piece, hour) {
  return roads.free[piece] === null ? null : shares[piece]?.[hour] ?? null;
}

/**
 * What the colours of roads stand on in a class of hours: of two directions, the one in which traffic is worse.
 *
 * @returns {{free: (number|null)[], speed: (number|null)[], limit: (number|null)[]}} by road; shares in per cent, km/h
 */
export function gradesOf(month, hour) {
  const { limit } = month.roads;
  const least = (values) => values.reduce((a, b) => (a === null ? b : b === null ? a : Math.min(a, b)), null);
  const byRoad = (value) => month.totalTrips.map((_, road) => least([value(2 * road), value(2 * road + 1)]));
  const ofLimit = (piece) => {
    const speed = limit[piece] ? expectedSpeed(month, piece, hour) : null;
    return speed === null ? null : (speed / limit[piece]) * 100;
  };
  return { free: byRoad((piece) => shareOfFree(month, piece, hour)), limit: byRoad(ofLimit),
    speed: byRoad((piece) => expectedSpeed(month, piece, hour)) };
}

/** The directions of a road that were driven or have a speed: [piece, `east`]. */
export function directionsOf({ roads, shares }, road) {
  const [first, last] = [roads.starts[road], roads.starts[road + 1] - 1];
  const heading = headingOf(roads.x[first], roads.y[first], roads.x[last], roads.y[last]);
  return [[2 * road, heading], [2 * road + 1, heading + 180]]
    .filter(([piece]) => roads.trips[piece] > 0 || shares[piece])
    .map(([piece, degrees]) => [piece, COMPASS[Math.round(degrees / 45) % 8]]);
}

/** A class of hours in words: `Mo–Fr 08:00–09:00`. */
export function hourText({ days, set, begin, end }, hour) {
  const clock = (value) => `${String(value).padStart(2, '0')}:00`;
  return `${daysText(days[set[hour]])} ${clock(begin[hour])}–${clock(end[hour])}`;
}

/** A day as `8 June`. */
export function dayText(date) {
  return new Intl.DateTimeFormat(language() === 'en' ? 'en-GB' : language(), { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(date + 'T00:00Z'));
}

/** Weekdays, or hours of the week, as the language writes them: `Mo–Fr`. */
export function daysText(text) {
  const weekday = new Intl.DateTimeFormat(language(), { weekday: 'short', timeZone: 'UTC' });
  const named = (day) => (language() === 'en' ? day : weekday.format(MONDAY + WEEKDAYS.indexOf(day) * DAY_MS));
  return text.replace(/[A-Z][a-z]/g, named).replaceAll('-', '–');
}

// What the header says of the drive.
import { byId, create, osmLink } from './dom.js';
import { durationText, lengthText, numberText, percentText, wordsOf } from './format.js';
import { several, translated, word } from './words.js';

/** The header has room for so many words on the outcome; the tables have the others. */
const MOST_OUTCOMES = 3;

/** A title names as many waypoints. */
const MOST_WAYPOINTS = 4;

/** Writes title, outcome, facts and attribution; `onSelect(outcome)` is called for a click on what has a place. */
export function showHeader(drive, track, times, outcome, onSelect) {
  const title = titleOfDrive(drive);
  byId('title').textContent = document.title = title;
  byId('title').title = title;
  const table = drive.table(drive.kind === 'route' ? 'routes' : 'trips');
  byId('outcome').append(...outcome.slice(0, MOST_OUTCOMES).map((part) => outcomeItem(part, onSelect)));
  byId('outcome').title = table.value('message', 0) ?? outcome.map(({ words }) => words).join('\n');
  const facts = factsOf(drive, track, times);
  const file = table.value('file', 0);
  const shown = facts.map((text) => create('li', { text: text === file ? lastPart(file) : text }));
  byId('facts').append(...shown);
  byId('facts').title = facts.join('\n');
  const sources = [drive.attribution, drive.tiles?.attribution, drive.program];
  byId('attribution').replaceChildren(...credits(sources.filter(Boolean).join(' · ')));
}

/** The sources with a link to the licence of OpenStreetMap, as that asks for. */
function credits(text) {
  const name = '© OpenStreetMap contributors';
  const at = text.indexOf(name);
  if (at < 0) return [text];
  const link = osmLink('copyright', '');
  link.textContent = word('© OpenStreetMap contributors');
  return [text.slice(0, at), link, text.slice(at + name.length)];
}

/** What those who do not see the map should know of it. */
export function describeMap(drive, track, outcome) {
  const rows = (name) => drive.table(name).rows;
  const counts = [[rows('jobs') || rows('milestones'), '{n} stop', '{n} stops'], [rows('events'), '{n} event', '{n} events']]
    .filter(([count]) => count > 0).map(([count, one, other]) => several(count, one, other, { n: numberText(count, 0) }));
  const text = [word(drive.kind === 'route' ? 'A route of {length}' : 'A drive of {length}', { length: lengthText(track.length) }), ...counts,
    ...outcome.map(({ words }) => words)].join(', ');
  byId('map').setAttribute('aria-description', word('{text}. The tables say the same in words.', { text }));
}

/** The last part of the path of a file. */
function lastPart(path) {
  return path.split('/').filter(Boolean).at(-1) ?? path;
}

/**
 * The name of a drive; a route asked for on the command line has none, and is called by its waypoints.
 *
 * Waypoints without names are called by their coordinates; of more than four, those in between are counted.
 */
export function titleOfDrive(drive) {
  const [routes, waypoints] = ['routes', 'waypoints'].map((name) => drive.table(name));
  const isNamed = drive.kind !== 'route' || ['file', 'line'].some((name) => routes.value(name, 0) !== null);
  if (isNamed) return translated(drive.title);
  const rows = Array.from({ length: waypoints.rows }, (_, row) => waypoints.row(row));
  const names = rows.filter(({ alternative }) => !(alternative > 0)).map(waypointName);
  if (names.length < 2) return drive.title;
  const between = names.length > MOST_WAYPOINTS ? [word('{n} more', { n: names.length - 2 })] : names.slice(1, -1);
  return [names[0], ...between, names.at(-1)].join(' → ');
}

function waypointName({ name, lat, lon }) {
  return name || (lat === null || lat === undefined ? word('waypoint') : `${lat.toFixed(4)}, ${lon.toFixed(4)}`);
}

function outcomeItem(part, onSelect) {
  const isPlaced = part.row !== undefined;
  const chip = create(isPlaced ? 'button' : 'span', { class: `outcome ${part.grade}`, text: part.words,
    type: isPlaced && 'button' });
  if (isPlaced) chip.addEventListener('click', () => onSelect(part));
  return create('li', {}, [chip]);
}

/** The facts of a drive in a few words each, the most important first. */
export function factsOf(drive, track, times) {
  const route = drive.kind === 'route';
  const table = drive.table(route ? 'routes' : 'trips');
  const value = (name) => table.value(name, 0);
  const begin = value('begin_time') ?? value('departure');
  const duration = value('duration_in_traffic_s') ?? value('duration_s');
  return [
    begin !== null && times.full(begin),
    duration !== null && durationText(duration),
    value('length_m') !== null && lengthText(value('length_m')),
    wordsOf(value('mode') ?? ''),
    wordsOf(value('optimisation') ?? ''),
    route && table.rows > 1 && several(table.rows - 1, '{n} alternative', '{n} alternatives'),
    value('coverage') !== null && word('coverage {share}', { share: percentText(value('coverage')) }),
    value('confidence') !== null && word('confidence {share}', { share: percentText(value('confidence')) }),
    ...(drive.notes ?? []).map(translated),
    value('file'),
  ].filter(Boolean);
}

// What the header says of the drive.
import { byId, create } from './dom.js';
import { durationText, lengthText, numberText, percentText, wordsOf } from './format.js';

/** How good each status is. */
const GRADES = { ok: 'good', partial: 'warn', violating: 'warn', skipped: 'warn' };

/** A title names as many waypoints. */
const MOST_WAYPOINTS = 4;

/** Writes title, status, facts and attribution. */
export function showHeader(drive, track, times) {
  const title = titleOfDrive(drive);
  byId('title').textContent = document.title = title;
  byId('title').title = title;
  const table = drive.table(drive.kind === 'route' ? 'routes' : 'trips');
  showStatus(table);
  const facts = factsOf(drive, track, times);
  const file = table.value('file', 0);
  const shown = facts.map((text) => create('li', { text: text === file ? lastPart(file) : text }));
  byId('facts').append(...shown);
  byId('facts').title = facts.join('\n');
  const sources = [drive.attribution, drive.tiles?.attribution, drive.program];
  byId('attribution').textContent = sources.filter(Boolean).join(' · ');
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
  if (isNamed) return drive.title;
  const rows = Array.from({ length: waypoints.rows }, (_, row) => waypoints.row(row));
  const names = rows.filter(({ alternative }) => !(alternative > 0)).map(waypointName);
  if (names.length < 2) return drive.title;
  const between = names.length > MOST_WAYPOINTS ? [`${names.length - 2} more`] : names.slice(1, -1);
  return [names[0], ...between, names.at(-1)].join(' → ');
}

function waypointName({ name, lat, lon }) {
  return name || (lat === null || lat === undefined ? 'waypoint' : `${lat.toFixed(4)}, ${lon.toFixed(4)}`);
}

function showStatus(table) {
  const status = table.value('status', 0);
  const reason = table.value('reason', 0);
  const element = byId('status');
  element.hidden = !status;
  element.classList.add(GRADES[status] ?? 'bad');
  element.replaceChildren(wordsOf(status ?? ''));
  if (reason) element.append(create('span', { class: 'reason', text: ': ' + wordsOf(reason) }));
  element.title = table.value('message', 0) ?? element.textContent;
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
    value('mode'),
    value('optimisation'),
    route && table.rows > 1 && numberText(table.rows - 1, 0) + (table.rows > 2 ? ' alternatives' : ' alternative'),
    value('coverage') !== null && `coverage ${percentText(value('coverage'))}`,
    value('confidence') !== null && `confidence ${percentText(value('confidence'))}`,
    ...(drive.notes ?? []),
    value('file'),
  ].filter(Boolean);
}

// What the header says of the drive.
import { byId, create } from './dom.js';
import { durationText, lengthText, percentText, wordsOf } from './format.js';

/** How good each status is. */
const GRADES = { ok: 'good', partial: 'warn', violating: 'warn', skipped: 'warn' };

/** Writes title, status, facts and attribution. */
export function showHeader(drive, track, times) {
  byId('title').textContent = drive.title;
  byId('title').title = drive.title;
  const table = drive.table(drive.kind === 'route' ? 'routes' : 'trips');
  showStatus(table);
  const facts = factsOf(drive, track, times);
  byId('facts').append(...facts.map((text) => create('li', { text })));
  byId('facts').title = facts.join('\n');
  const sources = [drive.attribution, drive.tiles?.attribution, drive.program];
  byId('attribution').textContent = sources.filter(Boolean).join(' · ');
}

function showStatus(table) {
  const status = table.value('status', 0);
  const reason = table.value('reason', 0);
  const element = byId('status');
  element.hidden = !status;
  element.classList.add(GRADES[status] ?? 'bad');
  element.textContent = [status, reason].filter(Boolean).map(wordsOf).join(': ');
  element.title = table.value('message', 0) ?? '';
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
    value('coverage') !== null && `coverage ${percentText(value('coverage'))}`,
    value('confidence') !== null && `confidence ${percentText(value('confidence'))}`,
    ...(drive.notes ?? []),
    value('file'),
  ].filter(Boolean);
}

// The link to a moment: `#t=2026-05-04T07:31:02Z&z=16.5&row=maneuvers:3`.
import { isoText } from './format.js';

/**
 * Reads a link. Returns `{ time, zoom, center, row, alternative }` with what it holds; what cannot be read is left out.
 *
 * `time` is in milliseconds; a link may give it as ISO 8601 or as seconds from `begin`. `center` is `{ lat, lon }` of a
 * camera that does not follow. `row` is `{ table, row }`. `alternative` is that of a route which is replayed.
 */
export function readLink(hash, begin) {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  const link = {};
  keep(link, 'time', readTime(values.get('t'), begin));
  keep(link, 'zoom', readNumber(values.get('z'), 0, 24));
  keep(link, 'center', readCenter(values.get('c')));
  keep(link, 'row', readRow(values.get('row')));
  keep(link, 'alternative', readNumber(values.get('a'), 1, 99));
  return link;
}

/** Writes a link with what is given of the same; the time as ISO 8601 if `timeKind` is 'clock'. */
export function writeLink({ time, zoom, center, row, alternative }, timeKind, begin) {
  const parts = [];
  const timeText = () => (timeKind === 'clock' ? isoText(Math.round(time)) : secondsText(time - begin));
  if (time !== undefined) parts.push('t=' + timeText());
  if (zoom !== undefined) parts.push('z=' + Number(zoom.toFixed(2)));
  if (center) parts.push(`c=${center.lat.toFixed(6)},${center.lon.toFixed(6)}`);
  if (alternative > 0) parts.push(`a=${alternative}`);
  if (row) parts.push(`row=${row.table}:${row.row}`);
  return '#' + parts.join('&');
}

function keep(link, name, value) {
  if (value !== null) link[name] = value;
}

function secondsText(ms) {
  return String(Number((ms / 1000).toFixed(3)));
}

function readTime(text, begin) {
  if (text === null || text === '') return null;
  if (/^\d+(\.\d+)?$/.test(text)) return begin + Number(text) * 1000;
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? null : time;
}

function readNumber(text, least, most) {
  const number = text === null || text === '' ? NaN : Number(text);
  return number >= least && number <= most ? number : null;
}

function readCenter(text) {
  const [lat, lon] = (text ?? '').split(',').map((part) => readNumber(part, -540, 540));
  return typeof lat === 'number' && typeof lon === 'number' && Math.abs(lat) <= 90 ? { lat, lon } : null;
}

function readRow(text) {
  const parts = /^([a-z_]+):(\d+)$/.exec(text ?? '');
  return parts ? { table: parts[1], row: Number(parts[2]) } : null;
}

// The drive on paper: facts, and all rows of maneuvers and events. They are made when the page is printed.
import { byId, create } from './dom.js';
import { columnLabel, durationText, lengthText, wordsOf } from './format.js';
import { clauseText, titleText } from './sentences.js';
import { word } from './words.js';

/** Tables on paper, with their columns; `time` is when the row happened. */
export const PRINTED = {
  jobs: [],
  maneuvers: ['time', 'distance_m', 'instruction'],
  events: ['time', 'type', 'length_m', 'duration', 'detail', 'description'],
  deviations: ['time', 'cause', 'length_m', 'extra_length_m', 'returned'],
};

/** What else makes the text of a column. */
export const PRINTED_TEXT = {};

/** The picture of the map on paper, in CSS pixels, and its pixels for each of them; browsers do not print canvases. */
const PAPER = { width: 720, height: 450, ratio: 2 };

/** Fills the part of the page that only paper shows, and empties it when the printer has it. */
export function preparePrint({ drive, map, moments, times, facts }) {
  addEventListener('beforeprint', () => {
    const sections = Object.keys(PRINTED).flatMap((name) => section(drive, moments, times, name));
    byId('print').replaceChildren(mapPicture(map), factList(facts), ...sections);
  });
  addEventListener('afterprint', () => byId('print').replaceChildren());
}

function mapPicture(map) {
  const { width, height, ratio } = PAPER;
  const picture = create('img', { width, height, alt: word('Map of the drive'), decoding: 'sync' });
  picture.src = map.still(width, height, ratio);
  return create('figure', {}, [picture, create('figcaption', { text: byId('attribution').textContent })]);
}

function factList(facts) {
  return create('p', { text: facts.join(' · ') });
}

function section(drive, moments, times, name) {
  const table = drive.table(name);
  if (table.rows === 0) return [];
  const columns = PRINTED[name].filter((column) =>
    column === 'time' || column === 'duration' || name in PRINTED_TEXT || table.has(column));
  const all = Array.from({ length: table.rows }, (_, row) => row);
  const rows = all.filter((row) => !(table.value('alternative', row) > 0));
  return [
    create('h2', { text: name === 'jobs' ? word('Stops') : titleText(name) }),
    create('table', {}, [
      create('thead', {}, [create('tr', {}, columns.map((column) => create('th', { text: columnLabel(column) })))]),
      create('tbody', {}, rows.map((row) => create('tr', {}, columns.map((column) =>
        create('td', { text: (PRINTED_TEXT[name] ?? printedText)({ drive, table, moments, times }, column, row) }))))),
    ]),
  ];
}

function printedText({ table, moments, times }, column, row) {
  const begin = moments.times(table.name)[row];
  if (column === 'time') return Number.isNaN(begin) ? '' : times.moment(begin);
  if (column === 'duration') return durationBetween(begin, moments.ends(table.name)[row]);
  const value = table.value(column, row);
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? word('yes') : word('no');
  return typeof value === 'number' ? lengthText(value) : column === 'instruction' ? value : wordsOf(clauseText(value));
}

function durationBetween(begin, end) {
  return end > begin ? durationText((end - begin) / 1000) : '';
}

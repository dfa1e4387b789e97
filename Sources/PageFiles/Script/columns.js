// Which columns of each table are shown, and how their values are written in it.
import { columnLabel, durationText, lengthText, numberText, percentText, speedText, wordsOf } from './format.js';
import { create, createSVG } from './dom.js';
import { maneuverArrow } from './arrows.js';
import { eventIcon } from './markers.js';
import { isDoubtful } from './outcome.js';
import { sentenceOf } from './sentences.js';
import { roadText } from './guidance.js';
import { word } from './words.js';

/** Columns shown of each table; `*` takes the room that is left. `road`, `arrow` and `outcome` are made of several. */
const SHOWN = {
  maneuvers: ['arrow', 'time', 'distance_m', 'instruction*'],
  events: ['symbol', 'time', 'sentence*'],
  edges: ['time', 'road*', 'length_m', 'evidence', 'confidence'],
  elements: ['seq', 'road*', 'length_m', 'duration_s', 'speed_limit_kmh'],
  points: ['index', 'time', 'outcome*', 'distance_m', 'confidence'],
  milestones: ['waypoint', 'name*', 'status', 'time', 'late_s'],
  deviations: ['symbol', 'time', 'sentence*'],
  better_routes: ['time', 'finding*', 'eta_difference_s', 'distance_difference_m'],
  waypoints: ['seq', 'name*', 'type', 'distance_m'],
  sections: ['seq', 'from_waypoint', 'to_waypoint', 'length_m', 'duration_s'],
  legs: ['seq', 'time', 'length_m', 'duration_s', 'mean_speed_mps'],
  violations: ['code*', 'length_m', 'leg'],
  off_road: ['waypoint', 'length_m'],
  visits: ['time', 'place', 'name*', 'duration_s'],
  crossings: ['time', 'type', 'road*', 'stopped'],
  alternatives: ['alternative', 'road*', 'length_m', 'relative_probability'],
  lanes: ['time', 'lane', 'lanes', 'arrows*', 'valid', 'best'],
  notifications: ['time', 'type', 'text*'],
  spans: ['distance_m', 'road*', 'class', 'length_m', 'speed_limit_kmh'],
  segments: ['seq', 'edge_seq', 'from_node', 'to_node'],
  positions: ['seq', 'time', 'speed_mps', 'driven_m', 'estimated'],
  differences: ['distance_m', 'length_m', 'route_length_m', 'greatest_distance_m'],
};
const LABELS = { index: word('no.'), outcome: word('status'), seq: word('no.'), waypoint: word('no.'), arrow: '', symbol: '',
  sentence: word('what'), speed_limit_kmh: word('limit'),
  greatest_distance_m: word('distance'), relative_probability: word('probability'), eta_difference_s: word('arrival'),
  distance_difference_m: word('distance'), extra_length_m: word('longer') };
const WIDTHS = { arrow: '24px', symbol: '24px', index: '52px', seq: '36px', time: '60px', type: '104px', status: '64px',
  evidence: '62px', place: '70px', confidence: '72px', duration_s: '88px', class: '90px' };
/** Columns that are set to the right. */
const NUMBERS = /_(m|s|mps|kmh)$|^(index|confidence|relative_probability)$/;
/** Columns of sentences, which have two lines. */
const SENTENCES = new Set(['instruction', 'detail', 'description', 'text', 'sentence']);
/** How many columns are shown of tables that SHOWN does not know. */
const OTHERS_SHOWN = 5;
/** Columns whose values are codes, which are shown as words. */
export const CODES = new Set(['type', 'status', 'reason', 'evidence', 'cause', 'finding', 'code', 'class']);

/** The text of a value in a table, shorter than in the details. */
function cellText(name, value) {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? word('yes') : word('no');
  if (typeof value === 'string') return CODES.has(name) ? wordsOf(value) : value;
  if (name.endsWith('_m')) return lengthText(value);
  if (name.endsWith('_s')) return durationText(value);
  if (name.endsWith('_mps')) return speedText(value);
  if (name.endsWith('_kmh')) return speedText(value / 3.6);
  if (name === 'confidence' || name === 'relative_probability') return percentText(value);
  return numberText(value, 2);
}

/** What became of a fix, and why. */
function outcomeText(table, row) {
  return [table.value('status', row), table.value('reason', row)].filter(Boolean).map(wordsOf).join(word(': '));
}

/** Title and extent on one line, the clause below. */
function sentenceCell({ title, extent, clause }) {
  return create('div', { class: 'stop-lines', title: [title, extent, clause].filter(Boolean).join('\n') }, [
    create('span', {}, [create('b', { text: title }), extent && ` · ${extent}`]),
    create('span', { class: 'quiet', text: clause })]);
}

/** The icon of a type of event, as on the map. */
function eventSymbol(type, doubtful = false) {
  const { path, colour } = eventIcon(type, doubtful);
  return createSVG('svg', { class: `symbol ${colour}`, viewBox: '0 0 16 16', 'aria-hidden': 'true' },
    [createSVG('path', { d: path })]);
}

/** What makes the columns of a table that has its own. */
export const COLUMNS = {};

/** The columns of a table for VirtualTable; others than those of SHOWN begin with the first ones of the table. */
export function columnsOf(parts, name) {
  if (COLUMNS[name]) return COLUMNS[name](parts);
  const { drive, moments, times } = parts;
  const table = drive.table(name);
  const begins = moments.times(name);
  const cells = {
    arrow: (row) => maneuverArrow(table.row(row), false, 'mini'),
    symbol: (row) => (name === 'deviations' ? eventSymbol('deviation')
      : eventSymbol(table.value('type', row) ?? '', isDoubtful(drive, row))),
    seq: (row) => String(table.value('seq', row) + (name === 'waypoints' ? 1 : 0)),
    sentence: (row) => sentenceCell(sentenceOf(parts, name, row)),
    road: (row) => roadText(table, row),
    outcome: (row) => outcomeText(table, row),
    time: (row) => (Number.isNaN(begins[row]) ? '' : times.moment(begins[row])),
  };
  const isThere = (column) => (column === 'time' ? begins.some((time) => !Number.isNaN(time))
    : column in cells || table.has(column));
  const wanted = (SHOWN[name] ?? table.names.slice(0, OTHERS_SHOWN)).map((column) => column.split('*'));
  return wanted.filter(([column]) => isThere(column)).map(([column, wide]) => ({
    ...lookOf(column, wide === '', times.severalDays),
    cell: cells[column] ?? ((row) => cellText(column, table.value(column, row))),
  }));
}

/** Label, width, side and lines of a column; times with their days are wider. */
function lookOf(column, wide, withDays) {
  const number = NUMBERS.test(column);
  const narrow = column === 'time' && withDays ? '104px' : WIDTHS[column] ?? (number ? '66px' : '80px');
  const width = wide ? 'minmax(110px,1fr)' : narrow;
  return { label: LABELS[column] ?? columnLabel(column), width, number, wraps: SENTENCES.has(column) };
}

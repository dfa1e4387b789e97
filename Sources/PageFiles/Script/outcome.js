// What became of a drive, in a few words each, the gravest first.
import { durationText, lengthText, numberText, wordsOf } from './format.js';
import { several, word } from './words.js';

/** Seconds after a planned time from which a stop counts as late, as in the table of tours. */
const LATE = 60;
/** A stretch off the road is worth a word from so many metres. */
const FAR_OFF_ROAD = 300;
/** A share of matched fixes below this is worth a word. */
const WELL_COVERED = 0.9;
/** Events less certain than this do not stand in the header. */
const LIKELY = 0.5;

/** What is said of the events of a type: `words(length, count)`, the gravest type first. */
const ACCUSATIONS = {
  wrong_way: { grade: 'bad', words: (length) => word('{length} the wrong way', { length }) },
  closed_road: { grade: 'bad', words: (length) => word('{length} on a closed road', { length }) },
  forbidden_turn: { grade: 'bad', words: (_, count) => counted(count, '{n} forbidden turn', '{n} forbidden turns') },
  no_access: { grade: 'bad', words: (length) => word('{length} without access', { length }) },
  barrier_passed: { grade: 'bad', words: (_, count) => counted(count, '{n} barrier passed', '{n} barriers passed') },
  vehicle_limit: { grade: 'bad', words: (_, count) =>
    counted(count, '{n} road not for this vehicle', '{n} roads not for this vehicle') },
  speeding: { grade: 'warn', words: (length, count) => several(count, 'once too fast', '{n} times too fast') },
};

/** `1 forbidden turn`, `3 forbidden turns`. */
function counted(count, one, other) {
  return several(count, one, other, { n: numberText(count, 0) });
}

function rowsWhere(table, isSo) {
  return Array.from({ length: table.rows }, (_, row) => row).filter(isSo);
}

const sum = (numbers) => numbers.reduce((total, number) => total + (number || 0), 0);

/** Whether the limit of a row of `edges` or `elements` is a guess from the class of the road, not a sign. */
export function isAssumedLimit(pieces, row) {
  return row >= 0 && pieces.value('speed_limit_source', row) === 'default';
}

/** Why an event blames no driver, in words: an error of the map, a guessed limit; empty if it may. */
export function doubtOf(drive, row) {
  const events = drive.table('events');
  if (events.value('rule_doubtful', row) === true) return word('perhaps an error of the map');
  const isSpeed = events.value('type', row) === 'speeding';
  if (isSpeed && isAssumedLimit(drive.table('edges'), events.value('edge_seq', row) ?? -1)) return word('the limit is assumed');
  return (events.value('confidence', row) ?? 1) < LIKELY ? word('not likely') : '';
}

export function isDoubtful(drive, row) {
  return doubtOf(drive, row) !== '';
}

/**
 * What a reader should know first: `[{ words, grade, table, row }]`, the gravest first; `row` is where to look, if
 * anywhere. A drive of which nothing is to be said has one of the grade 'good', or says why nothing came of it.
 */
export function outcomeOf(drive) {
  const found = [missedOf, accusationsOf, deviationsOf, lateOf, offRoadOf].flatMap((find) => find(drive));
  const all = [...found.filter(({ grade }) => grade === 'bad'), ...found.filter(({ grade }) => grade !== 'bad'),
    ...statusOf(drive)];
  return all.length > 0 ? all : [{ words: nothingToNote(drive), grade: 'good' }];
}

function nothingToNote({ kind, chosen }) {
  if (kind !== 'route') return word('nothing to note');
  return chosen > 0 ? word('alternative {n}', { n: chosen }) : word('found');
}

/** Stops of a tour and waypoints of a plan that nobody came to. */
function missedOf(drive) {
  const [jobs, milestones] = [drive.table('jobs'), drive.table('milestones')];
  const asset = drive.table('tours').value('asset', 0);
  const own = rowsWhere(jobs, (row) => jobs.value('asset', row) === asset);
  const stops = rowsWhere(milestones, () => true);
  return [
    ...share(jobs, own, (row) => jobs.value('state', row) === 'missed', ['{n} of {all} stop missed', '{n} of {all} stops missed'], 'bad'),
    ...share(jobs, own, (row) => jobs.value('state', row) === 'not_reached',
      ['{n} of {all} stop not reached', '{n} of {all} stops not reached'], 'warn'),
    ...share(milestones, stops, (row) => milestones.value('status', row) === 'missed', ['{n} of {all} stop missed', '{n} of {all} stops missed'], 'bad'),
  ];
}

/** `1 of 6 stops missed`, where there is one. */
function share(table, rows, isSo, words, grade) {
  const found = rows.filter(isSo);
  if (found.length === 0) return [];
  const text = several(rows.length, ...words, { n: found.length, all: numberText(rows.length, 0) });
  return [{ words: text, grade, table: table.name, row: found[0] }];
}

/** Events by type; it points at the longest of them. */
function accusationsOf(drive) {
  const events = drive.table('events');
  const lengths = events.numbers('length_m');
  return Object.entries(ACCUSATIONS).flatMap(([type, { grade, words }]) => {
    const rows = rowsWhere(events, (row) => events.value('type', row) === type && !isDoubtful(drive, row));
    if (rows.length === 0) return [];
    const longest = rows.reduce((best, row) => (lengths[row] > lengths[best] ? row : best));
    const text = words(lengthText(sum(rows.map((row) => lengths[row]))), rows.length);
    return [{ words: text, grade, table: 'events', row: longest }];
  });
}

function deviationsOf(drive) {
  const table = drive.table('deviations');
  if (table.rows === 0) return [];
  const [begins, ends] = ['begin_time', 'end_time'].map((name) => table.numbers(name));
  const spans = Array.from(begins, (begin, row) => ends[row] - begin);
  const lost = rowsWhere(table, (row) => table.value('returned', row) === false);
  const seconds = sum(spans) / 1000;
  const off = seconds > 0 ? word('off the plan {time}', { time: durationText(seconds) }) : word('off the plan');
  const words = off + (lost.length > 0 ? word(', never back') : '');
  const row = lost[0] ?? spans.indexOf(Math.max(...spans));
  return [{ words, grade: lost.length > 0 ? 'bad' : 'warn', table: 'deviations', row: Math.max(0, row) }];
}

function lateOf(drive) {
  return ['jobs', 'milestones'].flatMap((name) => {
    const table = drive.table(name);
    const late = table.numbers('late_s');
    const rows = rowsWhere(table, (row) => late[row] > LATE);
    if (rows.length === 0) return [];
    const latest = rows.reduce((best, row) => (late[row] > late[best] ? row : best));
    const words = several(rows.length, '{n} stop late, by up to {time}', '{n} stops late, by up to {time}',
      { time: durationText(late[latest]) });
    return [{ words, grade: 'warn', table: name, row: latest }];
  });
}

function offRoadOf(drive) {
  const events = drive.table('events');
  const lengths = events.numbers('length_m');
  const rows = rowsWhere(events, (row) => events.value('type', row) === 'off_road' && lengths[row] >= FAR_OFF_ROAD);
  if (rows.length === 0) return [];
  const longest = rows.reduce((best, row) => (lengths[row] > lengths[best] ? row : best));
  const words = word('{length} off the road', { length: lengthText(sum(rows.map((row) => lengths[row]))) });
  return [{ words, grade: 'warn', table: 'events', row: longest }];
}

/** Why nothing came of it, or that many fixes are on no road. A single fix that was passed over is neither. */
function statusOf(drive) {
  const table = drive.table(drive.kind === 'route' ? 'routes' : 'trips');
  const [status, reason, coverage, fixes, matched] =
    ['status', 'reason', 'coverage', 'fixes', 'matched'].map((name) => table.value(name, 0));
  if (coverage !== null && coverage < WELL_COVERED && matched < fixes) {
    return [{ words: several(fixes, '{n} of {all} fix on roads', '{n} of {all} fixes on roads',
      { n: numberText(matched, 0), all: numberText(fixes, 0) }), grade: 'warn' }];
  }
  if (table.rows === 0) return [{ words: word('nothing came of the input'), grade: 'bad' }];
  if (!status || ['ok', 'partial'].includes(status)) return [];
  const words = [status, reason].filter(Boolean).map(wordsOf).join(word(': '));
  return [{ words, grade: status === 'violating' ? 'warn' : 'bad' }];
}

// The stops of a tour: what was ordered of the vehicle, ticked off. Only pages of tours have this module.
import { create } from './dom.js';
import { delayText, durationText, lengthText, roughDurationText, wordsOf } from './format.js';
import { COLUMNS } from './columns.js';
import { HEADS, TITLE_OF } from './tables.js';
import { LAYERS } from './mapview.js';
import { MARKERS } from './markers.js';
import { MARKS, spansOf } from './timeline.js';
import { PRINTED, PRINTED_TEXT } from './print.js';
import { several, word } from './words.js';

/** An arrival is late from this many seconds after the planned one, as in the table of tours. */
const LATE_AFTER = 60;
/** States that the office put an end to. */
const ENDED = new Set(['rejected', 'cancelled', 'replaced']);
/** What is before the state of a stop that is done, open or ended. */
const TICKS = { done: '✓', open: '○', ended: '✕' };
/** Events of jobs that have a mark on the timeline, and its colour in the palette; arrivals are marked as stops. */
const MARKED_EVENTS = { rejected: 'quiet', cancelled: 'quiet', replaced: 'quiet', missed: 'missed',
  claim_contradicted: 'alarm' };

/** The asset whose tour it is. */
function assetOf(drive) {
  return drive.table('tours').value('asset', 0);
}

/** How a job is called: its name, else its type and id. */
function jobName({ name, type, job }) {
  return name || `${wordsOf(type ?? 'job')} ${job}`;
}

/**
 * What a row of `jobs` is as a stop of the tour.
 *
 * `number` is its place in the plan, `+` for a job of others. `kind` is done, open or ended; `isLate`, `isViolated` and
 * `isMissed` are what is wrong, and `colour` is that of the palette. `by` is the asset that did it, if it is another.
 */
export function stopOf(drive, row) {
  const job = drive.table('jobs').row(row);
  const asset = assetOf(drive);
  const kind = job.done_by ? 'done' : ENDED.has(job.state) ? 'ended' : 'open';
  const isLate = job.late_s > LATE_AFTER;
  const [isViolated, isMissed] = [job.window_violated === true, job.state === 'missed'];
  const by = job.done_by && job.done_by !== asset ? job.done_by : null;
  const number = job.asset === asset ? String(job.planned_seq ?? row + 1) : '+';
  const colours = { done: isViolated || isLate ? 'warning' : 'reached', open: isMissed ? 'missed' : 'notice' };
  const isContradicted = job.claim === 'contradicted';
  const of = job.asset === asset ? null : job.asset ?? word('nobody');
  const colour = colours[kind] ?? 'quiet';
  return { job, name: jobName(job), number, kind, isLate, isViolated, isMissed, isContradicted, by, of, colour };
}

/** The state in words: `finished`, `finished by van-5`, `finished, of van-2`. */
function stateText({ job, by, of }) {
  const said = job.state_said && ENDED.has(job.state_said) && job.state_said !== job.state
    ? word(', though {state}', { state: wordsOf(job.state_said) }) : '';
  return wordsOf(job.state ?? '') + (by ? word(' by {asset}', { asset: by }) : '') + (of ? word(', job of {asset}', { asset: of }) : '') + said;
}

/** A window of time: `09:00–10:00`, `from 09:00`, `until 10:00`; empty without one. */
function windowText({ earliest, latest }, times) {
  if (earliest && latest) return `${times.arrival(earliest)}–${times.arrival(latest)}`;
  if (earliest) return word('from {time}', { time: times.arrival(earliest) });
  return latest ? word('until {time}', { time: times.arrival(latest) }) : '';
}

const momentText = (time, times) => (time ? times.arrival(time) : '');

/** How late it was, in minutes from the first one on: `22 min late`, `40 s early`. */
function lateText({ job: { late_s: late } }) {
  if (typeof late !== 'number') return '';
  if (Math.abs(late) < 60) return delayText(late);
  return word(late > 0 ? '{time} late' : '{time} early', { time: roughDurationText(Math.abs(late)) });
}

/** Two lines of a cell: `[text, class]` each. */
function lines(...texts) {
  return create('div', { class: 'stop-lines' }, texts.map(([text, kind]) =>
    create('span', { class: kind, text, title: text })));
}

/** What is said of a stop whose claim is contradicted: beside its service, or where it has no arrival. */
function contradiction() {
  const title = word('It was said to be finished, and the drive says otherwise.');
  return create('span', { class: 'bad', text: word('contradicted'), title });
}

function stopColumns({ drive, times }) {
  const withDays = times.severalDays;
  const column = (label, width, cell) => ({ label, width, wraps: true, cell: (row) => cell(stopOf(drive, row)) });
  return [
    column('', '26px', ({ number, kind, colour }) =>
      create('span', { class: `stop-badge ${kind} ${colour}`, text: number })),
    column(word('stop'), 'minmax(110px,1fr)', (at) => {
      const state = create('span', { class: `stop-state ${at.colour}` }, [
        create('b', { text: `${TICKS[at.kind]} ${stateText(at)}` })]);
      if (at.isContradicted && at.job.arrival) state.append(' · ', contradiction());
      if (typeof at.job.service_s === 'number') state.append(' · ' + word('{time} service', { time: roughDurationText(at.job.service_s) }));
      state.title = state.textContent;
      return create('div', { class: 'stop-lines' }, [create('span', { text: at.name, title: at.name }), state]);
    }),
    column(word('planned'), withDays ? '140px' : '94px', ({ job, isViolated }) => lines(
      [momentText(job.planned_arrival, times) || '–'],
      [(isViolated ? '! ' : '') + windowText(job, times), isViolated ? 'quiet bad' : 'quiet'])),
    column(word('arrival'), withDays ? '120px' : '98px', (at) => {
      const look = at.isLate ? 'quiet warn' : 'quiet';
      const cell = lines([momentText(at.job.arrival, times) || '–'], [lateText(at), look]);
      if (at.isContradicted && !at.job.arrival) cell.lastChild.replaceWith(contradiction());
      return cell;
    }),
  ];
}

/** What the tour comes to: `5 of 7 done · 2 late · 18.2 km driven, 17 km planned`. */
export function tourText(drive) {
  const tour = drive.table('tours').row(0);
  const stops = Array.from({ length: drive.table('jobs').rows }, (_, row) => stopOf(drive, row));
  const own = stops.filter(({ number }) => number !== '+');
  const contradicted = stops.filter(({ isContradicted }) => isContradicted).length;
  const counted = (count, text) => (count > 0 ? several(count, text, text) : null);
  const kilometres = [[tour.driven_m, word('{length} driven')], [tour.planned_m, word('{length} planned')]]
    .filter(([metres]) => typeof metres === 'number').map(([metres, words]) => words.replace('{length}', lengthText(metres)));
  return [
    word('{n} of {all} done', { n: own.filter(({ kind }) => kind === 'done').length, all: own.length }),
    counted(tour.done_by_others, '{n} by others'), counted(stops.length - own.length, '{n} of others'),
    counted(tour.late, '{n} late'), counted(tour.violated, '{n} after the window'), counted(tour.missed, '{n} missed'),
    counted(tour.not_reached, '{n} not reached'), counted(tour.out_of_order, '{n} out of order'),
    contradicted > 0 ? several(contradicted, '{n} claim contradicted', '{n} claims contradicted') : null,
    kilometres.join(', ') || null, tour.idle_s > 0 ? word('idle {time}', { time: durationText(tour.idle_s) }) : null,
  ].filter(Boolean).join(' · ');
}

/** Rows of `jobs` by type and id, as their events name them. */
function rowsByJob(jobs) {
  return new Map(Array.from({ length: jobs.rows }, (_, row) =>
    [`${jobs.value('type', row)} ${jobs.value('job', row)}`, row]));
}

/** What an event of a job says besides its kind. */
function eventDetail(event, asset, times) {
  const early = event.event === 'claim_contradicted' && event.seconds < 0;
  return [
    event.eta && word('arrival {time}', { time: times.arrival(event.eta) }),
    typeof event.remaining_m === 'number' && word('{length} left', { length: lengthText(event.remaining_m) }),
    early && word('{time} before the arrival', { time: durationText(-event.seconds) }),
    event.event === 'claim_contradicted' && typeof event.distance_m === 'number'
      && word('{length} away', { length: lengthText(event.distance_m) }),
    event.asset && event.asset !== asset && word('by {asset}', { asset: event.asset }),
    event.content,
  ].filter(Boolean).join(' · ');
}

function jobEventColumns({ drive, times }) {
  const [events, jobs, asset] = [drive.table('job_events'), drive.table('jobs'), assetOf(drive)];
  const rows = rowsByJob(jobs);
  const nameOf = (event) => {
    const row = rows.get(`${event.type} ${event.job}`);
    return row === undefined ? event.job ?? '' : jobName(jobs.row(row));
  };
  const column = (label, width, cell) => ({ label, width, wraps: true, cell: (row) => cell(events.row(row)) });
  return [
    column(word('time'), times.severalDays ? '104px' : '60px', ({ time }) => (time ? times.moment(time) : '')),
    column(word('event'), '92px', ({ event }) => wordsOf(event ?? '')),
    column(word('stop'), '96px', nameOf),
    column(word('detail'), 'minmax(110px,1fr)', (event) => eventDetail(event, asset, times)),
  ];
}

/** One marker for the stops at a place, with the number of the first. */
function stopMarkers(drive) {
  const places = new Map();
  for (let row = 0; row < drive.table('jobs').rows; row += 1) {
    const stop = stopOf(drive, row);
    const key = `${stop.job.lat} ${stop.job.lon}`;
    if (places.has(key)) places.get(key).push({ row, stop });
    else places.set(key, [{ row, stop }]);
  }
  return [...places.values()].map((stops) => {
    const { row, stop } = stops.find((other) => other.stop.kind === 'open') ?? stops[0];
    const title = stops.map((other) => `${other.stop.number} ${other.stop.name}: ${stateText(other.stop)}`).join('\n');
    const rank = stop.kind === 'open' ? -4 : -3;
    const note = [stop.name, stop.isMissed ? word('missed') : stop.isLate ? lateText(stop) : ''].filter(Boolean).join(', ');
    const look = { text: stop.number, colour: stop.colour, open: stop.kind !== 'done', rank, note };
    return { layer: 'stops', table: 'jobs', row, lat: stop.job.lat, lon: stop.job.lon, ...look, title };
  });
}

/** Arrivals, and what else happened to jobs while the drive was recorded. */
function stopMarks(drive, moments) {
  const [jobs, events, trips] = ['jobs', 'job_events', 'trips'].map((name) => drive.table(name));
  const at = (row) => stopOf(drive, row);
  const [begin, end] = ['begin_time', 'end_time'].map((name) => trips.value(name, 0));
  const arrivals = spansOf(jobs, moments, () => 'arrival', (row) => `${at(row).number} ${at(row).name}`,
    (row) => at(row).colour);
  const kind = (row) => events.value('event', row);
  const others = spansOf(events, moments, kind, (row) => events.value('job', row), (row) => MARKED_EVENTS[kind(row)]);
  return [...arrivals, ...others.filter((mark) => mark.colour && mark.begin >= begin && mark.begin <= end)];
}

function printedStop({ drive, times }, column, row) {
  const stop = stopOf(drive, row);
  const { job } = stop;
  return {
    'no.': () => stop.number,
    stop: () => stop.name,
    state: () => `${TICKS[stop.kind]} ${stateText(stop)}${stop.isContradicted ? word(', claim contradicted') : ''}`,
    planned: () => momentText(job.planned_arrival, times),
    window: () => windowText(job, times) + (stop.isViolated ? word(' (violated)') : ''),
    arrival: () => momentText(job.arrival, times),
    late: () => lateText(stop),
    service: () => (typeof job.service_s === 'number' ? durationText(job.service_s) : ''),
  }[column]();
}

COLUMNS.jobs = stopColumns;
COLUMNS.job_events = jobEventColumns;
TITLE_OF.jobs = (drive, row) => word('Stop {number}: {name}', stopOf(drive, row));
HEADS.jobs = ({ drive }) => create('p', { class: 'tour', text: tourText(drive), title: tourText(drive) });
LAYERS.push({ name: 'stops', label: word('Stops'), on: true });
MARKERS.push(stopMarkers);
MARKS.push(stopMarks);
PRINTED.jobs = ['no.', 'stop', 'state', 'planned', 'window', 'arrival', 'late', 'service'];
PRINTED_TEXT.jobs = printedStop;

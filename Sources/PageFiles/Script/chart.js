// The speed over the distance, with the limits as steps, and the altitude below it.
import { create, createSVG } from './dom.js';
import { heightNumber, heightText, lengthText, numberText, speedText } from './format.js';
import { isAssumedLimit, limitOf } from './outcome.js';
import { GAP } from './track.js';
import { word } from './words.js';

/** The drawing in its own units, which the page stretches to the width of the panel. */
const CHART = { width: 400, height: 130, left: 34, bottom: 16, top: 6 };
/** Samples along the drive: one for each two units. */
const CHART_SAMPLES = 200;
/** A speed is the mean over at least so many milliseconds. */
const CHART_REACH = 6000;
/** In m/s: the least top of the axis, and its steps. */
const CHART_STEPS = [5, 10, 20].map((step) => step / 3.6);
/** Altitudes are drawn at so many places at most, on an axis of at least so many metres, with these steps. */
const MOST_ALTITUDES = 800;
const LEAST_HEIGHT = 30;
const HEIGHT_STEPS = [5, 10, 20, 50, 100, 200, 500, 1000];
/** A line joins fixes no farther apart than this in metres, or than this share of the drive. */
const JOINED_WITHIN = 300;
const JOINED_SHARE = 0.04;
/** A rise or a fall counts from so many metres, since altitudes of receivers swing by some. */
const LEAST_CLIMB = 5;

/** Mean speeds and limits (m/s, NaN where none is known) at equal distances: `[{ at, speed, limit, assumed }]`. */
export function speedsByDistance(drive, track, pieces) {
  const { count, t, s, edge, kind } = track.vertices;
  if (count < 2 || track.length === 0 || track.timeKind === 'none') return [];
  const samples = [];
  let i = 0;
  for (let k = 0; k <= CHART_SAMPLES; k += 1) {
    const at = (track.length * k) / CHART_SAMPLES;
    while (i + 2 < count && s[i + 1] <= at) i += 1;
    const time = track.timeAt(at);
    const [before, after] = [time - CHART_REACH / 2, time + CHART_REACH / 2].map((ms) => track.at(ms));
    const span = Math.min(track.end, time + CHART_REACH / 2) - Math.max(track.begin, time - CHART_REACH / 2);
    const row = kind[i] === GAP ? -1 : edge[i];
    const limit = limitOf(drive, pieces, row);
    samples.push({ at, speed: span > 0 ? ((after.s - before.s) / span) * 1000 : 0,
      limit: limit === null ? NaN : limit / 3.6, assumed: isAssumedLimit(pieces, row) });
  }
  return samples;
}

/** The chart as an element, or nothing where no times are known; `onSeek(ms)` is called for a click. */
export function speedChart(drive, track, pieces, onSeek) {
  const samples = speedsByDistance(drive, track, pieces);
  if (samples.length === 0) return [];
  const { width, height, left, bottom, top } = CHART;
  const known = samples.flatMap(({ speed, limit }) => (Number.isNaN(limit) ? [speed] : [speed, limit]));
  const most = Math.max(20 / 3.6, ...known) * 1.08;
  const x = (at) => left + ((width - left) * at) / track.length;
  const y = (speed) => height - bottom - (Math.min(speed, most) / most) * (height - bottom - top);
  const widest = CHART_STEPS.at(-1);
  const step = CHART_STEPS.find((one) => most / one < 8) ?? widest * Math.ceil(most / widest / 8);
  const lines = Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step).filter((_, i) => i % 2 === 0);
  const area = samples.map(({ at, speed }) => `${x(at).toFixed(1)},${y(speed).toFixed(1)}`).join('L');
  const drawing = createSVG('svg', { class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img',
    'aria-label': word('Speed over distance, with the limits as steps') }, [
    ...lines.map((speed) => createSVG('path', { class: 'grid', d: `M${left},${y(speed)}H${width}` })),
    ...lines.map((speed) => chartText(left - 4, y(speed) + 3, speedText(speed).split(' ')[0], 'end')),
    createSVG('path', { class: 'area', d: `M${x(0)},${y(0)}L${area}L${x(track.length)},${y(0)}Z` }),
    createSVG('path', { class: 'limits', d: limitSteps(samples, x, y, false) }),
    createSVG('path', { class: 'limits guessed', d: limitSteps(samples, x, y, true) }),
    chartText(left, height - 3, '0', 'start'), chartText(width, height - 3, lengthText(track.length), 'end'),
    chartText(left + 4, top + 8, speedText(0).split(' ')[1], 'start'),
  ]);
  const guessed = samples.some(({ assumed }) => assumed) ? word(', dotted where it is assumed') : '';
  const limited = samples.some(({ limit }) => !Number.isNaN(limit)) ? word('; the line is the limit') + guessed : '';
  return [chartFigure(drawing, word('Speed over distance') + limited + '.', track, onSeek)];
}

/** A drawing with words below it; a click on it seeks the time at that distance. */
function chartFigure(drawing, words, track, onSeek) {
  const { width, left } = CHART;
  drawing.addEventListener('click', (event) => {
    const box = drawing.getBoundingClientRect();
    const share = (((event.clientX - box.left) / box.width) * width - left) / (width - left);
    onSeek(track.timeAt(Math.max(0, Math.min(1, share)) * track.length));
  });
  return create('figure', { class: 'speeds-chart' }, [drawing, create('figcaption', { text: words })]);
}

/**
 * Altitudes in metres along the drive: parts [{ at, altitude }, …], one for each stretch without a gap.
 * @param {Table} points @param {Float64Array} times of its rows in ms
 */
export function altitudeParts(track, points, times) {
  const [altitudes, status] = [points.numbers('altitude_m'), points.column('status')];
  const joined = Math.max(JOINED_WITHIN, JOINED_SHARE * track.length);
  const step = Math.ceil(points.rows / MOST_ALTITUDES);
  const parts = [];
  let part = null;
  for (let row = 0; row < points.rows; row += step) {
    if (['dropped', 'rejected'].includes(status.at(row)) || Number.isNaN(times[row])) continue;
    const [at, altitude] = [track.at(times[row]).s, altitudes[row]];
    if (!part || Number.isNaN(altitude) || at - part.at(-1).at > joined) part = null;
    if (Number.isNaN(altitude)) continue;
    if (!part) parts.push((part = []));
    part.push({ at, altitude });
  }
  return parts.filter(({ length }) => length > 1);
}

/** Metres up and down along the parts, and at least across their gaps; what is less than a climb does not count. */
export function climbOf(parts) {
  let [up, down] = [0, 0];
  let reference = parts[0]?.[0].altitude;
  for (const { altitude } of parts.flat()) {
    if (Math.abs(altitude - reference) < LEAST_CLIMB) continue;
    if (altitude > reference) up += altitude - reference;
    else down += reference - altitude;
    reference = altitude;
  }
  return { up, down };
}

/** The chart of the altitude on the axis of the speeds, or nothing where none is known. */
export function altitudeChart(track, points, times, onSeek) {
  const parts = points.has('altitude_m') && track.length > 0 ? altitudeParts(track, points, times) : [];
  if (parts.length === 0) return [];
  const { width, height, left, bottom, top } = CHART;
  const all = parts.flat().map(({ altitude }) => altitude);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const spread = Math.max(LEAST_HEIGHT, most - least) * 1.1;
  const low = (least + most - spread) / 2;
  const x = (at) => (left + ((width - left) * Math.min(at, track.length)) / track.length).toFixed(1);
  const y = (altitude) => (height - bottom - ((altitude - low) / spread) * (height - bottom - top)).toFixed(1);
  const unit = heightNumber(1);
  const step = HEIGHT_STEPS.find((one) => (spread * unit) / one < 5) ?? HEIGHT_STEPS.at(-1);
  const first = Math.ceil((low * unit) / step);
  const lines = Array.from({ length: Math.floor(((low + spread) * unit) / step) - first + 1 }, (_, i) => (first + i) * step);
  const line = (part) => part.map(({ at, altitude }) => `${x(at)},${y(altitude)}`).join('L');
  const base = height - bottom;
  const area = parts.map((part) => `M${x(part[0].at)},${base}L${line(part)}V${base}Z`).join('');
  const { up, down } = climbOf(parts);
  const words = word('Altitude over distance: {up} up, {down} down, {least} to {most}.',
    { up: heightText(up), down: heightText(down), least: heightText(least), most: heightText(most) });
  const drawing = createSVG('svg', { class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': words }, [
    ...lines.map((value) => createSVG('path', { class: 'grid', d: `M${left},${y(value / unit)}H${width}` })),
    ...lines.map((value) => chartText(left - 4, Number(y(value / unit)) + 3, numberText(value, 0), 'end')),
    createSVG('path', { class: 'area ground', d: area }),
    createSVG('path', { class: 'height', d: parts.map((part) => `M${line(part)}`).join('') }),
    chartText(left, height - 3, '0', 'start'), chartText(width, height - 3, lengthText(track.length), 'end'),
    chartText(left + 4, top + 8, heightText(0).split(' ')[1], 'start'),
  ]);
  return [chartFigure(drawing, words, track, onSeek)];
}

function chartText(x, y, text, anchor) {
  return createSVG('text', { x, y, 'text-anchor': anchor, text });
}

/** Limits that are tagged, or those that are assumed, as steps. */
function limitSteps(samples, x, y, assumed) {
  let path = '';
  for (let i = 0; i + 1 < samples.length; i += 1) {
    const { at, limit } = samples[i];
    if (Number.isNaN(limit) || samples[i].assumed !== assumed) continue;
    const before = samples[i - 1];
    const goesOn = before && before.assumed === assumed && !Number.isNaN(before.limit);
    path += `${goesOn ? 'V' : `M${x(at).toFixed(1)},`}${y(limit).toFixed(1)}H${x(samples[i + 1].at).toFixed(1)}`;
  }
  return path;
}

// The speed over the distance, with the limits as steps.
import { create, createSVG } from './dom.js';
import { lengthText, speedText } from './format.js';
import { isAssumedLimit } from './outcome.js';
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

/** Mean speeds and limits (m/s, NaN where none is known) at equal distances: `[{ at, speed, limit, assumed }]`. */
export function speedsByDistance(track, pieces) {
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
    const limit = row < 0 ? null : pieces.value('speed_limit_kmh', row);
    samples.push({ at, speed: span > 0 ? ((after.s - before.s) / span) * 1000 : 0,
      limit: limit === null ? NaN : limit / 3.6, assumed: isAssumedLimit(pieces, row) });
  }
  return samples;
}

/** The chart as an element, or nothing where no times are known; `onSeek(ms)` is called for a click. */
export function speedChart(track, pieces, onSeek) {
  const samples = speedsByDistance(track, pieces);
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
  drawing.addEventListener('click', (event) => {
    const box = drawing.getBoundingClientRect();
    const share = (((event.clientX - box.left) / box.width) * width - left) / (width - left);
    onSeek(track.timeAt(Math.max(0, Math.min(1, share)) * track.length));
  });
  const guessed = samples.some(({ assumed }) => assumed) ? word(', dotted where it is assumed') : '';
  const limited = samples.some(({ limit }) => !Number.isNaN(limit)) ? word('; the line is the limit') + guessed : '';
  return [create('figure', { class: 'speeds-chart' }, [drawing, create('figcaption', { text: word('Speed over distance') + limited + '.' })])];
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

// Curves of the nights: one small chart for each figure, with the median; a night can be chosen.
import { create, createSVG } from './dom.js';
import { lengthText, numberText, percentText } from './format.js';
import { dayText } from './monthdata.js';
import { word } from './words.js';

const CURVE = { width: 220, height: 58, side: 6, top: 8, bottom: 6 };

/** What of the sums has a chart: words, the value of a night, and its text. */
const CURVES = [
  { words: word('trips'), value: ({ trips }) => trips, text: (value) => numberText(value, 0) },
  { words: word('vehicles'), value: ({ vehicles }) => vehicles, text: (value) => numberText(value, 0) },
  { words: word('length'), value: ({ length_m: length }) => length, text: lengthText },
  { words: word('hours driven'), value: ({ duration_s: duration }) => duration, text: (value) => `${numberText(value / 3600, 1)} h` },
  { words: word('fixes matched'), value: ({ matched, fixes }) => (fixes ? matched / fixes : null), text: percentText, isShare: true },
  { words: word('records refused'), value: ({ refused }) => refused, text: (value) => numberText(value, 0) },
  { words: word('need a look'), value: ({ flagged }) => flagged, text: (value) => numberText(value, 0) },
];

/** The lower one of the two in the middle; null without values. */
export function medianOf(values) {
  const known = values.filter((value) => value !== null).sort((a, b) => a - b);
  return known.length ? known[Math.floor((known.length - 1) / 2)] : null;
}

export class NightsView {
  /** @param actions setNight(date or null): a night was chosen */
  constructor({ nights }, actions) {
    Object.assign(this, { dates: nights.dates, actions, night: -1, theme: 'day' });
    const sums = nights.values.map((values) => Object.fromEntries(nights.names.map((name, i) => [name, values[i]])));
    this.curves = CURVES.map((curve) => ({ ...curve, values: sums.map(curve.value) }))
      .filter(({ values }) => values.some((value) => value !== null && value !== 0));
    this.element = create('div', { class: 'nights', tabindex: '0', role: 'listbox', 'aria-label': word('Nights: arrow keys choose one') });
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
  }

  /** Chooses a night by its place; the same one again takes it back. */
  choose(night) {
    this.night = night === this.night ? -1 : night;
    this.actions.setNight(this.dates[this.night] ?? null);
    this.draw();
  }

  chooseDate(date) {
    const night = this.dates.indexOf(date);
    if (night >= 0 && night !== this.night) this.choose(night);
  }

  /** The figures of a night: [words, text, text of the median]. */
  figures(night) {
    return this.curves.map(({ words, values, text }) => [words, values[night] === null ? '–' : text(values[night]), text(medianOf(values))]);
  }

  resize() {}

  draw() {
    this.element.replaceChildren(...this.curves.map((curve) => this.#figure(curve)));
  }

  #figure({ words, values, text, isShare }) {
    const median = medianOf(values);
    const shown = this.night >= 0 && values[this.night] !== null ? text(values[this.night]) : text(median);
    const figure = create('figure', {}, [create('figcaption', {}, [create('b', { text: shown }), ` ${words}`,
      create('small', { text: this.night >= 0 ? word('{day} · median {value}', { day: dayText(this.dates[this.night]), value: text(median) }) : word('median of the nights') })]), this.#picture(values, median, isShare)]);
    figure.addEventListener('click', (event) => {
      const box = figure.querySelector('svg').getBoundingClientRect();
      const share = ((event.clientX - box.left) / box.width * CURVE.width - CURVE.side) / (CURVE.width - 2 * CURVE.side);
      this.choose(Math.min(values.length - 1, Math.max(0, Math.round(share * (values.length - 1)))));
    });
    return figure;
  }

  #picture(values, median, isShare) {
    const known = values.filter((value) => value !== null);
    // Counts begin at nought; shares near one would be a flat line, and are drawn from twice their spread.
    const [least, high] = [Math.min(...known), Math.max(1e-9, ...known)];
    const low = isShare ? Math.max(0, Math.min(high - 0.01, 2 * least - high)) : 0;
    const x = (i) => CURVE.side + (i / Math.max(1, values.length - 1)) * (CURVE.width - 2 * CURVE.side);
    const y = (value) => CURVE.top + (1 - (value - low) / (high - low)) * (CURVE.height - CURVE.top - CURVE.bottom);
    const points = values.map((value, i) => (value === null ? null : `${x(i).toFixed(1)} ${y(value).toFixed(1)}`));
    const line = points.map((point, i) => point && (i > 0 && points[i - 1] ? 'L' : 'M') + point).filter(Boolean).join('');
    return createSVG('svg', { viewBox: `0 0 ${CURVE.width} ${CURVE.height}`, 'aria-hidden': 'true' }, [
      createSVG('path', { class: 'median', d: `M${CURVE.side} ${y(median).toFixed(1)}H${CURVE.width - CURVE.side}` }),
      createSVG('path', { class: 'curve', d: line }),
      ...points.flatMap((point, i) => (point && (i === this.night || values.length <= 31)
        ? [createSVG('circle', { cx: x(i), cy: y(values[i]), r: i === this.night ? 4.5 : 2, class: i === this.night && 'chosen' },
          [createSVG('title', { text: this.dates[i] })])] : []))]);
  }

  #onKey(event) {
    const last = this.dates.length - 1;
    const from = this.night < 0 ? { ArrowLeft: last + 1, ArrowRight: -1 }[event.key] ?? 0 : this.night;
    const next = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    if (next >= 0 && next <= last && next !== this.night) this.choose(next);
  }
}

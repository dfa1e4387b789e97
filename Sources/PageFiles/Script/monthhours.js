// The hours of the week: how much time is lost in each, which one the map shows, and the day of a chosen road.
import { create, createSVG } from './dom.js';
import { numberText } from './format.js';
import { daysText, directionsOf, expectedSpeed, hourText } from './monthdata.js';
import { word } from './words.js';

/** The chart of a road, in CSS pixels. */
const CHART = { width: 330, height: 150, left: 30, bottom: 18, top: 8 };
/** Bars are as high as the greatest share of lost time, or as this one. */
const LEAST_LOST = 0.1;

export class HoursView {
  /** @param actions setHour(hour): the map shows it */
  constructor(month, actions) {
    Object.assign(this, { month, actions, hour: month.hours.slowest, road: -1, theme: 'day' });
    this.days = create('div', { class: 'days', role: 'group', 'aria-label': word('Days') });
    this.bars = create('div', { class: 'hours', role: 'group', 'aria-label': word('Hours') });
    this.words = create('p', { class: 'hour', 'aria-live': 'polite' });
    this.chart = create('figure', { class: 'road' });
    this.element = create('div', { class: 'week' }, [create('div', { class: 'clock' }, [this.days, this.words, this.bars]), this.chart]);
    this.bars.addEventListener('keydown', (event) => this.#onKey(event));
  }

  /** Classes of hours of the chosen days. */
  get #shown() {
    const { set } = this.month.hours;
    return [...set.keys()].filter((hour) => set[hour] === set[this.hour]);
  }

  choose(hour) {
    this.hour = hour;
    this.actions.setHour(hour);
    this.draw();
  }

  showRoad(road) {
    this.road = road;
    this.draw();
  }

  resize() {}

  draw() {
    this.#drawDays();
    this.#drawBars();
    this.#drawRoad();
  }

  #drawDays() {
    const { days, set, begin } = this.month.hours;
    this.days.replaceChildren(...days.flatMap((name, number) => {
      const own = [...set.keys()].filter((hour) => set[hour] === number);
      if (own.length === 0) return [];
      const button = create('button', { type: 'button', 'aria-pressed': String(set[this.hour] === number), text: daysText(name) });
      const distance = (hour) => Math.abs(begin[hour] - begin[this.hour]);
      button.addEventListener('click', () => this.choose(own.reduce((a, b) => (distance(b) < distance(a) ? b : a))));
      return [button];
    }));
  }

  #drawBars() {
    const { hours } = this.month;
    const most = Math.max(LEAST_LOST, ...hours.lost.map((lost) => (lost ?? 0) / 1000));
    const hadFocus = this.bars.contains(document.activeElement);
    this.bars.replaceChildren(...this.#shown.map((hour) => {
      const bar = create('i');
      bar.style.height = `${Math.max(3, ((hours.lost[hour] ?? 0) / 1000 / most) * 100)}%`;
      const button = create('button', { type: 'button', 'aria-pressed': String(hour === this.hour),
        tabindex: hour === this.hour ? '0' : '-1', 'aria-label': hourText(hours, hour) + this.#lostText(hour) },
      [create('span', {}, [bar]), create('small', { text: hours.begin[hour] })]);
      button.style.gridColumn = `${hours.begin[hour] + 1} / ${hours.end[hour] + 1}`;
      button.addEventListener('click', () => this.choose(hour));
      return button;
    }));
    if (hadFocus) this.bars.querySelector('[tabindex="0"]').focus();
    this.words.replaceChildren(create('b', { text: hourText(hours, this.hour) }), this.#lostText(this.hour));
  }

  #lostText(hour) {
    const lost = this.month.hours.lost[hour];
    return lost === null ? '' : ' · ' + word('{share} % of the time is lost against free flow', { share: numberText(lost / 10, 0) });
  }

  #onKey(event) {
    const shown = this.#shown;
    const at = shown.indexOf(this.hour);
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: shown.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    if (shown[next] !== undefined) this.choose(shown[next]);
  }

  /** Expected speeds of the chosen road by the hour, one line for each direction. */
  #drawRoad() {
    const { month, road } = this;
    if (road < 0) {
      this.chart.replaceChildren(create('p', { class: 'quiet', text: word('A click on a road shows its speeds by the hour.') }));
      return;
    }
    const pieces = directionsOf(month, road).filter(([piece]) => month.shares[piece]);
    const { name, limit, free } = month.roads;
    const top = Math.max(30, ...pieces.flatMap(([piece]) => [limit[piece] ?? 0, (free[piece] ?? 0) / 10, ...this.#shown.map((hour) => expectedSpeed(month, piece, hour) ?? 0)])) * 1.05;
    const y = (speed) => CHART.top + (1 - speed / top) * (CHART.height - CHART.bottom - CHART.top);
    const svg = createSVG('svg', { viewBox: `0 0 ${CHART.width} ${CHART.height}`, role: 'img', 'aria-label': word('Expected speed by the hour') }, [
      ...this.#axes(top, y), ...pieces.flatMap(([piece], number) => this.#lines(piece, number, y))]);
    const words = pieces.map(([piece, direction], number) => create('span', { class: `line-${number}`,
      text: this.#wordsOf(piece, direction) }));
    this.chart.replaceChildren(create('figcaption', {}, [create('b', { text: name[road] || word('road without a name') }), ...words]), ...(pieces.length
      ? [svg] : [create('p', { class: 'quiet', text: word('Its speed is not known.') })]));
  }

  /** Free flow and the limit of a piece. */
  #wordsOf(piece, direction) {
    const { free, limit } = this.month.roads;
    const speed = free[piece] ? word('free flow {speed} km/h', { speed: numberText(free[piece] / 10, 0) }) : word('free flow is not known');
    return `${direction}: ${speed}` + (limit[piece] ? ', ' + word('limit {limit}', { limit: limit[piece] }) : '');
  }

  #x(hour) {
    return CHART.left + (hour / 24) * (CHART.width - CHART.left - 8);
  }

  #axes(top, y) {
    const speeds = [0, 20, 40, 60, 80, 100, 120].filter((speed) => speed <= top && (top < 70 || speed % 40 === 0));
    const { begin, end } = this.month.hours;
    const now = createSVG('rect', { class: 'now', x: this.#x(begin[this.hour]), width: this.#x(end[this.hour]) - this.#x(begin[this.hour]),
      y: CHART.top, height: CHART.height - CHART.bottom - CHART.top });
    const label = (x, at, text, anchor) => createSVG('text', { x, y: at, 'text-anchor': anchor, text });
    return [now, ...speeds.flatMap((speed) => [createSVG('path', { class: 'grid-line', d: `M${CHART.left} ${y(speed)}H${CHART.width - 8}` }),
      label(CHART.left - 5, y(speed) + 4, String(speed), 'end')]),
    ...[0, 6, 12, 18, 24].map((hour) => label(this.#x(hour), CHART.height - 4, String(hour), 'middle'))];
  }

  /** The steps of the hours, the limit dotted, and free flow dashed. */
  #lines(piece, number, y) {
    const { month } = this;
    const { begin, end } = month.hours;
    let [path, last] = ['', -1];
    for (const hour of this.#shown) {
      const speed = expectedSpeed(month, piece, hour);
      if (speed === null) continue;
      path += `${begin[hour] === last ? 'L' : 'M'}${this.#x(begin[hour]).toFixed(1)} ${y(speed).toFixed(1)}H${this.#x(end[hour]).toFixed(1)}`;
      last = end[hour];
    }
    const across = (speed, kind) => createSVG('path', { class: `${kind} line-${number}`, d: `M${CHART.left} ${y(speed).toFixed(1)}H${CHART.width - 8}` });
    const limit = month.roads.limit[piece];
    const free = month.roads.free[piece];
    return [...(free ? [across(free / 10, 'free')] : []), ...(limit ? [across(limit, 'limit')] : []),
      createSVG('path', { class: `expected line-${number}`, d: path })];
  }
}

// Plan against drive: the stops by lateness, and where drives left their plans.
import { create } from './dom.js';
import { delayText, durationText, lengthText, numberText, wordsOf } from './format.js';
import { LATENESS, countsOf, latenessOf } from './nightselection.js';
import { GRADE_LOOKS } from './nightday.js';
import { VirtualTable } from './virtualtable.js';
import { several, word } from './words.js';

/** Limits of the bars of lateness in minutes. */
const BINS = [-30, -10, -5, -1, 1, 5, 10, 30, 60];

/** The view of the plan; `actions.openTrip(trip)` for clicks on stops. */
export class PlanView {
  constructor(night, selection, times, actions) {
    Object.assign(this, { night, selection, times, actions, theme: 'day' });
    this.element = create('div', { class: 'plan' });
    this.summary = create('div', { class: 'summary' });
    this.table = new VirtualTable({ label: word('Stops'), columns: this.#columns(), rowHeight: 28,
      onSelect: (row) => this.#open(row), onOpen: (row) => this.#open(row) });
    this.table.element.id = 'stops';
    this.element.append(this.summary, this.table.element);
  }

  #columns() {
    const { times, night: { trips, stops } } = this;
    const clock = (time) => (time === null ? '' : times.moment(time * 1000));
    const [moment, late] = [times.severalDays ? '118px' : '92px', Math.max(132, 80 + 8 * word('{time} early', { time: '' }).length)];
    const text = (value, write) => (value === null ? '' : write(value));
    return [
      { label: word('stop'), width: 'minmax(90px,1.4fr)', cell: (row) => stops.name[row] },
      { label: word('trip'), width: 'minmax(80px,1fr)', cell: (row) => (stops.trip[row] === null ? '' : trips.id[stops.trip[row]]) },
      { label: word('vehicle'), width: 'minmax(80px,1fr)', cell: (row) => (stops.trip[row] === null ? '' : trips.vehicle[stops.trip[row]]) },
      { label: word('planned'), width: moment, number: true, cell: (row) => clock(stops.planned[row]) },
      { label: word('arrived'), width: moment, number: true, cell: (row) => clock(stops.arrived[row]) },
      { label: word('lateness'), width: `${late}px`, cell: (row) => this.#lateness(row) },
      { label: word('stood'), width: '92px', number: true, cell: (row) => text(stops.dwell[row], durationText) },
    ];
  }

  #lateness(row) {
    const { stops } = this.night;
    const grade = latenessOf(stops, row);
    const words = stops.state[row] !== 'reached' ? (grade === 'missed' ? word('missed') : word('not known'))
      : stops.late[row] === null ? word('reached') : delayText(stops.late[row]);
    const element = create('span', { class: 'grade', text: words });
    element.style.setProperty('--grade', GRADE_LOOKS[grade][this.theme]);
    return element;
  }

  #open(row) {
    if (this.night.stops.trip[row] !== null) this.actions.openTrip(this.night.stops.trip[row]);
  }

  resize() {
    this.table.draw();
  }

  draw() {
    const { stops } = this.night;
    const mask = this.selection.trips();
    const isIn = (row) => stops.trip[row] === null ? this.selection.isEmpty : mask[stops.trip[row]];
    const grade = this.selection.get('late');
    const rows = [...stops.trip.keys()].filter((row) => isIn(row) && (!grade || latenessOf(stops, row) === grade));
    const order = (row) => (stops.state[row] === 'missed' ? -1e9 : -(stops.late[row] ?? -1e8));
    rows.sort((a, b) => order(a) - order(b) || a - b);
    this.table.setRows(rows.length, rows);
    this.summary.replaceChildren(this.#grades(), this.#histogram(rows), ...this.#deviations(mask));
  }

  #grades() {
    const { stops } = this.night;
    const mask = this.selection.trips('late');
    const counts = new Map();
    stops.trip.forEach((trip, row) => {
      if (trip !== null && !mask[trip]) return;
      const grade = latenessOf(stops, row);
      counts.set(grade, (counts.get(grade) ?? 0) + 1);
    });
    const chosen = this.selection.get('late');
    return create('div', { class: 'grades' }, LATENESS.filter(({ grade }) => counts.has(grade)).map(({ grade, words }) => {
      const button = create('button', { type: 'button', 'aria-pressed': String(chosen === grade) }, [
        create('b', { text: numberText(counts.get(grade), 0) }), ' ' + words]);
      button.style.setProperty('--grade', GRADE_LOOKS[grade][this.theme]);
      button.addEventListener('click', () => this.selection.toggle('late', grade));
      return button;
    }));
  }

  /** How many stops are how late, in minutes. */
  #histogram(rows) {
    const { stops } = this.night;
    const counts = new Array(BINS.length + 1).fill(0);
    for (const row of rows) {
      if (stops.state[row] !== 'reached' || stops.late[row] === null) continue;
      counts[BINS.findLastIndex((minutes) => stops.late[row] >= minutes * 60) + 1] += 1;
    }
    const most = Math.max(1, ...counts);
    const label = (i) => (i === 0 ? '<' + BINS[0] : i === BINS.length ? '>' + BINS.at(-1) : String(BINS[i - 1]));
    return create('figure', { class: 'histogram wide' }, [create('figcaption', { text: word('minutes late') }),
      create('div', {}, counts.map((count, i) => {
        const bar = create('i');
        bar.style.height = count ? Math.max(2, (count / most) * 52) + 'px' : '0';
        bar.style.background = GRADE_LOOKS[i <= 3 ? 'early' : i <= 4 ? 'punctual' : i <= 6 ? 'delayed' : 'late'][this.theme];
        return create('span', { title: several(count, '{n} stop', '{n} stops') }, [create('b', { text: count || '' }), bar, create('small', { text: label(i).replace('-', '−') })]);
      }))]);
  }

  /** Causes of deviations with the length and the time that they added. */
  #deviations() {
    const { deviations } = this.night;
    if (!deviations?.trip.length) return [];
    const mask = this.selection.trips('cause');
    const chosen = this.selection.get('cause');
    const rows = countsOf(deviations.cause, deviations.trip, mask).map(([cause, count]) => {
      const sum = (column) => deviations[column].reduce((total, value, i) =>
        total + (deviations.cause[i] === cause && mask[deviations.trip[i]] ? value ?? 0 : 0), 0);
      const name = create('button', { type: 'button', class: 'trip', 'aria-pressed': String(chosen === cause), text: wordsOf(cause) });
      name.addEventListener('click', () => this.selection.toggle('cause', cause));
      return create('tr', {}, [create('td', {}, [name]), create('td', { class: 'number', text: numberText(count, 0) }),
        create('td', { class: 'number', text: lengthText(sum('length')) }),
        create('td', { class: 'number', text: durationText(sum('duration')) })]);
    });
    return [create('table', { class: 'deviations' }, [create('caption', { text: word('Deviations from the plan') }),
      create('tr', {}, [word('cause'), word('times'), word('extra length'), word('extra time')].map((text, i) => create('th', { class: i > 0 && 'number', text }))), ...rows])];
  }
}

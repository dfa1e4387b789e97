// The trips of a night as a table, and the worst of them as small pictures.
import { create } from './dom.js';
import { durationText, lengthText, numberText, wordsOf } from './format.js';
import { pageLink } from './nightpanels.js';
import { VirtualTable } from './virtualtable.js';
import { language, several, word } from './words.js';

/** Small pictures: how many, and their size in CSS pixels. */
const MOST_PICTURES = 24;
const PICTURE = { width: 168, height: 112, margin: 10 };

/** Columns: label, width, value by which they are sorted, text. */
function columnsOf({ trips, whyOfTrip }, times) {
  const percent = (value) => (value === null ? '' : numberText(value, 0) + ' %');
  const text = (value, write) => (value === null ? '' : write(value));
  return {
    trip: { label: word('trip'), width: 'minmax(90px,1fr)', value: (i) => trips.id[i] },
    vehicle: { label: word('vehicle'), width: 'minmax(80px,1fr)', value: (i) => trips.vehicle[i] },
    begin: { label: word('begin'), width: times.severalDays ? '118px' : '108px', number: true, value: (i) => trips.begin[i], text: (value) => text(value, (time) => times.moment(time * 1000)) },
    duration: { label: word('duration'), width: '104px', number: true, value: (i) => trips.duration[i], text: (value) => text(value, durationText) },
    length: { label: word('length'), width: '78px', number: true, value: (i) => trips.length[i], text: lengthText },
    coverage: { label: word('coverage'), width: '80px', number: true, value: (i) => trips.coverage[i], text: percent },
    confidence: { label: word('confidence'), width: '88px', number: true, value: (i) => trips.confidence[i], text: percent },
    result: { label: word('result'), width: 'minmax(90px,1fr)', value: (i) => wordsOf(trips.status[i]) },
    concern: { label: word('concern'), width: '76px', number: true, value: (i) => trips.score[i] / 100, text: (value) => (value ? numberText(value, 1) : '') },
    why: { label: word('why'), width: 'minmax(140px,2.4fr)', value: (i) => whyOfTrip.get(i) ?? '' },
  };
}

export class TripTable {
  #sortedBy = 'concern';
  #descending = true;

  constructor(night, selection, times, actions) {
    Object.assign(this, { night, selection, columns: columnsOf(night, times) });
    const names = Object.keys(this.columns);
    this.table = new VirtualTable({
      label: word('Trips'), rowHeight: 28, onSelect: (row) => actions.openTrip(row), onOpen: (row) => this.#open(row),
      columns: names.map((name) => ({ label: this.columns[name].label, width: this.columns[name].width, number: this.columns[name].number,
        cell: (row) => this.#cell(name, row) })),
    });
    this.table.element.id = 'trips';
    names.forEach((name, i) => this.#makeSortable(this.table.head.children[i], name));
    this.sums = create('p', { class: 'sums' });
    const save = create('button', { type: 'button', text: word('Save as CSV') });
    save.addEventListener('click', () => this.#save());
    this.element = create('div', { class: 'trips' }, [create('div', { class: 'bar' }, [this.sums, save]), this.table.element]);
  }

  #cell(name, row) {
    const { value, text } = this.columns[name];
    if (name === 'trip') return pageLink(this.night, row) ? this.#linked(row) : this.night.trips.id[row];
    return text ? text(value(row)) : value(row);
  }

  #linked(row) {
    return create('a', { href: this.night.trips.page[row], tabindex: '-1', text: this.night.trips.id[row] });
  }

  #makeSortable(heading, name) {
    const button = create('button', { type: 'button', text: this.columns[name].label });
    button.addEventListener('click', () => {
      this.#descending = this.#sortedBy === name ? !this.#descending : Boolean(this.columns[name].number);
      this.#sortedBy = name;
      this.draw();
    });
    heading.replaceChildren(button);
    heading.dataset.column = name;
  }

  resize() {
    this.table.draw();
  }

  /** Rows of the selected trips in order. */
  rows() {
    const mask = this.selection.trips();
    const { value } = this.columns[this.#sortedBy];
    const byName = new Intl.Collator(language(), { numeric: true });
    const sign = this.#descending ? -1 : 1;
    const compare = (a, b) => {
      const [x, y] = [value(a), value(b)];
      if (x === null || y === null) return (x === null) - (y === null) || a - b;
      return sign * (typeof x === 'number' ? x - y : byName.compare(x, y)) || a - b;
    };
    return [...this.night.trips.id.keys()].filter((trip) => mask[trip]).sort(compare);
  }

  draw() {
    const rows = this.rows();
    this.table.setRows(rows.length, rows);
    for (const heading of this.table.head.children) {
      if (heading.dataset.column !== this.#sortedBy) heading.removeAttribute('aria-sort');
      else heading.setAttribute('aria-sort', this.#descending ? 'descending' : 'ascending');
    }
    const { trips } = this.night;
    const sum = (column) => rows.reduce((total, row) => total + (trips[column][row] ?? 0), 0);
    this.sums.textContent = [several(rows.length, '{n} trip', '{n} trips', { n: numberText(rows.length, 0) }), lengthText(sum('length')), durationText(sum('duration'))].join(' · ');
  }

  #open(row) {
    if (this.night.trips.page[row]) location.href = this.night.trips.page[row];
  }

  #save() {
    const names = Object.keys(this.columns);
    const field = (value) => {
      const text = String(value ?? '');
      // A spreadsheet must not take a name for a formula.
      const safe = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? "'" + text : text;
      return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
    };
    const units = { duration: 'duration_s', length: 'length_m', coverage: 'coverage_percent', confidence: 'confidence_percent', begin: 'begin_time' };
    const written = (name, row) => {
      const value = this.columns[name].value(row);
      return field(name === 'begin' && value !== null ? new Date(value * 1000).toISOString() : value);
    };
    const lines = [names.map((name) => units[name] ?? name), ...this.rows().map((row) => names.map((name) => written(name, row)))];
    const link = create('a', { download: `trips-${this.night.date || 'all'}.csv`,
      href: URL.createObjectURL(new Blob([lines.map((line) => line.join(',') + '\n').join('')], { type: 'text/csv' })) });
    link.click();
    URL.revokeObjectURL(link.href);
  }
}

/** The gravest selected trips, each with its roads. */
export class WorstDrives {
  constructor(night, selection, actions) {
    Object.assign(this, { night, selection, actions, theme: 'day' });
    this.element = create('div', { class: 'worst' });
  }

  resize() {}

  draw() {
    const mask = this.selection.trips();
    const worst = [...this.night.trips.flagged.keys()].filter((row) => mask[this.night.trips.flagged[row]]).slice(0, MOST_PICTURES);
    this.element.replaceChildren(...worst.map((row) => this.#picture(row)));
    if (worst.length === 0) this.element.append(create('p', { class: 'quiet', text: word('None of the selected trips needs a look.') }));
  }

  #picture(row) {
    const { trips } = this.night;
    const trip = trips.flagged[row];
    const canvas = create('canvas', { 'aria-hidden': 'true' });
    const ratio = devicePixelRatio || 1;
    Object.assign(canvas, { width: PICTURE.width * ratio, height: PICTURE.height * ratio });
    const context = canvas.getContext('2d');
    context.scale(ratio, ratio);
    this.#drawTrip(context, trip);
    const button = create('button', { type: 'button', class: 'small' }, [canvas, create('b', { text: trips.id[trip] }),
      create('span', { text: trips.why[row] })]);
    button.addEventListener('click', () => this.actions.openTrip(trip));
    return button;
  }

  #drawTrip(context, trip) {
    const { paths, roads, events, eventsOfTrip } = this.night;
    if (!paths) return;
    const lines = [...new Set(paths.roads.subarray(paths.starts[trip], paths.starts[trip + 1]))].filter((road) => road >= 0);
    const places = lines.flatMap((road) => range(roads.starts[road], roads.starts[road + 1]));
    if (places.length === 0) return;
    const side = (axis) => [Math.min(...places.map((i) => roads[axis][i])), Math.max(...places.map((i) => roads[axis][i]))];
    const [[minX, maxX], [minY, maxY]] = [side('x'), side('y')];
    const scale = Math.min((PICTURE.width - 2 * PICTURE.margin) / (maxX - minX || 1e-9), (PICTURE.height - 2 * PICTURE.margin) / (maxY - minY || 1e-9));
    const at = (x, y) => [PICTURE.width / 2 + (x - (minX + maxX) / 2) * scale, PICTURE.height / 2 + (y - (minY + maxY) / 2) * scale];
    context.beginPath();
    for (const road of lines) {
      for (let i = roads.starts[road]; i < roads.starts[road + 1]; i += 1) {
        const [x, y] = at(roads.x[i], roads.y[i]);
        if (i === roads.starts[road]) context.moveTo(x, y);
        else context.lineTo(x, y);
      }
    }
    context.strokeStyle = this.theme === 'day' ? '#3c51a0' : '#74acc8';
    context.lineWidth = 2;
    context.lineJoin = context.lineCap = 'round';
    context.stroke();
    for (const event of eventsOfTrip[trip] ?? []) this.actions.mark(context, ...at(events.x[event], events.y[event]), events.type[event], this.theme);
  }
}

function range(from, to) {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

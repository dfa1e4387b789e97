// A table of which only the rows in sight are elements of the page, so that half a million rows scroll smoothly.
import { create } from './dom.js';

/** Heights of a row in pixels, with one line of text and with two. Browsers hold 600,000 rows in one element. */
const ROW_HEIGHT = 30;
const TALL_ROW_HEIGHT = 40;
/** Rows kept ready above and below those in sight. */
const SPARE_ROWS = 8;
const HEAD_HEIGHT = 28;
/** Pixels between columns, and those at the two ends of a row. */
const COLUMN_GAP = 10;
const EDGES = 15;

/**
 * Rows of one table, some of them by a filter, one selected, and one marked as that of the present moment.
 *
 * `columns` are `{ label, width, number, wraps, cell(row) }`: `width` a track of CSS grids, `number` whether it is set
 * to the right, `wraps` whether it has two lines, and `cell` the text or element of a row. `onSelect(row)` is called for clicks and arrow keys, `onOpen(row)`
 * for the key Enter and for double clicks.
 */
export class VirtualTable {
  #rows = null;
  #count = 0;
  #shown = new Map();
  #selected = -1;
  #current = -1;

  constructor({ label, columns, onSelect, onOpen = () => {}, rowHeight }) {
    Object.assign(this, { columns, onSelect, onOpen });
    this.rowHeight = rowHeight ?? (columns.some(({ wraps }) => wraps) ? TALL_ROW_HEIGHT : ROW_HEIGHT);
    this.template = columns.map(({ width }) => width).join(' ');
    const least = columns.reduce((sum, { width }) => sum + Number(/(\d+)px/.exec(width)[1]) + COLUMN_GAP, EDGES);
    this.head = create('div', { class: 'grid-head row', role: 'row', 'aria-rowindex': '1' }, columns.map((column) =>
      create('span', { role: 'columnheader', class: column.number && 'number', text: column.label })));
    this.head.style.gridTemplateColumns = this.template;
    this.body = create('div', { class: 'grid-body', role: 'rowgroup' });
    this.head.style.minWidth = this.body.style.minWidth = least + 'px';
    const role = { role: 'grid', tabindex: '0', 'aria-label': label };
    this.element = create('div', { class: 'grid', ...role }, [this.head, this.body]);
    this.element.addEventListener('scroll', () => this.draw(), { passive: true });
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
    this.body.addEventListener('click', (event) => this.#onClick(event, this.onSelect));
    this.body.addEventListener('dblclick', (event) => this.#onClick(event, this.onOpen));
  }

  /** Shows `count` rows of the table, or, with `rows`, those row numbers in that order. */
  setRows(count, rows = null) {
    this.#rows = rows;
    this.#count = rows ? rows.length : count;
    this.body.style.height = this.#count * this.rowHeight + 'px';
    this.element.setAttribute('aria-rowcount', String(this.#count + 1));
    this.clear();
    this.draw();
  }

  /** Forgets the elements of the rows, so that they are made anew. */
  clear() {
    this.body.replaceChildren();
    this.#shown.clear();
  }

  /** Selects a row of the table (−1 for none) and brings it into sight. */
  select(row) {
    this.#selected = row;
    this.#restate();
    if (row >= 0) this.reveal(row);
  }

  /** Marks a row as that of the present moment, −1 for none; returns whether it is another than before. */
  markCurrent(row) {
    if (row === this.#current) return false;
    this.#current = row;
    this.#restate();
    return true;
  }

  /** Brings a row into sight, to the edge that is nearer; with 'amid' so that those before and behind it are seen. */
  reveal(row, where = 'nearest') {
    const position = this.#positionOf(row);
    if (position < 0) return;
    const top = position * this.rowHeight;
    const { scrollTop, clientHeight } = this.element;
    const lowest = top + this.rowHeight + HEAD_HEIGHT - clientHeight;
    if (top < scrollTop || lowest > scrollTop) {
      const nearest = top < scrollTop ? top : lowest;
      this.element.scrollTop = where === 'amid' ? (top + lowest) / 2 : nearest;
    }
    this.draw();
  }

  /** Makes the elements of the rows in sight, and removes the others. */
  draw() {
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / this.rowHeight) - SPARE_ROWS);
    const last = Math.min(this.#count - 1, Math.ceil((scrollTop + clientHeight) / this.rowHeight) + SPARE_ROWS);
    for (const [position, element] of this.#shown) {
      if (position >= first && position <= last) continue;
      element.remove();
      this.#shown.delete(position);
    }
    for (let position = first; position <= last; position += 1) {
      if (!this.#shown.has(position)) this.#add(position);
    }
  }

  #rowAt(position) {
    return this.#rows ? this.#rows[position] : position;
  }

  #positionOf(row) {
    if (row < 0) return -1;
    return this.#rows ? this.#rows.indexOf(row) : row < this.#count ? row : -1;
  }

  #add(position) {
    const row = this.#rowAt(position);
    const cells = this.columns.map(({ number, wraps, cell }) => {
      const content = cell(row);
      const look = number ? 'number' : wraps && 'wraps';
      const holder = create('span', { role: 'gridcell', class: look }, [content]);
      if (typeof content === 'string' && !number) holder.title = content;
      return holder;
    });
    const element = create('div', { class: 'row', role: 'row', id: `${this.element.id}-${row}`,
      'aria-rowindex': String(position + 2) }, cells);
    element.style.gridTemplateColumns = this.template;
    element.style.height = this.rowHeight + 'px';
    element.style.transform = `translateY(${position * this.rowHeight}px)`;
    this.#state(element, row);
    this.#shown.set(position, element);
    this.body.append(element);
  }

  #restate() {
    for (const [position, element] of this.#shown) this.#state(element, this.#rowAt(position));
    const active = this.#selected >= 0 ? `${this.element.id}-${this.#selected}` : '';
    this.element.setAttribute('aria-activedescendant', active);
  }

  #state(element, row) {
    element.setAttribute('aria-selected', String(row === this.#selected));
    element.classList.toggle('current', row === this.#current);
  }

  #onClick(event, tell) {
    const element = event.target.closest('.row');
    for (const [position, shown] of this.#shown) {
      if (shown === element) tell(this.#rowAt(position));
    }
  }

  #onKey(event) {
    if (event.key === 'Enter' && this.#selected >= 0) this.onOpen(this.#selected);
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.rowHeight) - 1);
    const steps = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page, Home: -this.#count, End: this.#count };
    if (!(event.key in steps) || this.#count === 0) return;
    event.preventDefault();
    const position = this.#positionOf(this.#selected);
    const from = position < 0 && steps[event.key] > 0 ? -1 : Math.max(0, position);
    this.onSelect(this.#rowAt(Math.max(0, Math.min(this.#count - 1, from + steps[event.key]))));
  }
}

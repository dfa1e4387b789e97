// The panel beside the map: facts of the drive, its tables, and all columns of the row selected.
import { byId, create, icon, osmLink, valueList } from './dom.js';
import { columnLabel, columnText, numberText, wordsOf } from './format.js';
import { speedChart } from './chart.js';
import { differenceText } from './markers.js';
import { CODES, columnsOf } from './columns.js';
import { sentenceOf, titleText } from './sentences.js';
import { VirtualTable } from './virtualtable.js';
import { whySection } from './why.js';
import { translated, word } from './words.js';

/** The tables that have a tab, in this order, with the word for one row. */
const TABS = {
  jobs: word('Job'), job_events: word('Event of a job'), maneuvers: word('Maneuver'), events: word('Event'),
  edges: word('Edge'), elements: word('Element'), points: word('Fix'), milestones: word('Milestone'),
  deviations: word('Deviation'), better_routes: word('Better route'), waypoints: word('Waypoint'),
  sections: word('Section'), legs: word('Leg'), violations: word('Violation'),
  off_road: word('Stretch off the road'), visits: word('Visit'), crossings: word('Crossing'),
  alternatives: word('Edge of an alternative'), lanes: word('Lane'), notifications: word('Notification'),
  spans: word('Span'), segments: word('Segment'), positions: word('Position'), differences: word('Difference'),
};
/** Tables that have a tab although they are empty: that there are none is news. */
const ALWAYS = ['maneuvers', 'events'];
/** Titles of tabs that are not the name of the table in words. */
const TITLES = { jobs: word('Stops'), points: word('Fixes'), better_routes: word('Better routes'), off_road: word('Off road') };
/** Tables of one row that stand in the overview, with their titles. */
const OVERVIEW = { tours: word('Tour'), trips: word('Trip'), routes: word('Route'), plans: word('Plan'), returns: word('Return'),
  imports: word('Import') };
/** What makes the elements above a table, and the title of a row. */
export const HEADS = {};
export const TITLE_OF = {};
/** Tables whose rows are sentences. */
const SAID = new Set(['events', 'deviations']);
/** Columns that only lead from table to table; they are listed last, with those without a value. */
const INNER = new Set(['seq', 'edge', 'edge_seq', 'first_fix', 'last_fix', 'first_edge_seq', 'trip_id', 'type',
  'detail', 'description', 'cause', 'rule_id']);
/** Tables whose rows are numbered from 0 in files, and from 1 on the map. */
const COUNTED_FROM_0 = new Set(['waypoints']);
/** Columns that name something of OpenStreetMap. */
const OSM_KINDS = { way: 'way', from_node: 'node', to_node: 'node', node: 'node', via_node: 'node' };
/** Filters search through the text of each row, so tables with more rows have none. */
const MOST_FILTERED = 50_000;
const LEAST_FILTERED = 12;
/** After the reader has scrolled, the table does not move by itself for this long, in milliseconds. */
const REST_AFTER_SCROLL = 4000;
/** A row that took no time counts as the present one for this long, in milliseconds of the drive. */
const MOMENT = 5000;
/** A maneuver counts as ahead until this long after it, in milliseconds, so that seeking to it marks it. */
const JUST_PASSED = 20;

/** Tables whose rows follow one another without a break. */
const UNBROKEN = new Set(['edges', 'elements', 'points', 'positions', 'legs', 'sections', 'spans', 'segments']);

/** Title of the tab of a table. */
function titleOf(name) {
  const title = TITLES[name] ?? wordsOf(name);
  return title[0].toUpperCase() + title.slice(1);
}

export class TablesPanel {
  #grids = new Map();
  #tabs = new Map();
  #shown = 'overview';
  #selected = null;
  #scrolledAt = -Infinity;
  #time = -Infinity;

  /**
   * `onSelect({ table, row } | null)` is called when the reader selects a row here, `onSeek(ms)` for a moment,
   * `onChoose(number)` for an alternative to be replayed.
   */
  constructor({ drive, track, moments, times, onSelect, onSeek, onChoose }) {
    Object.assign(this, { drive, track, moments, times, onSelect, onSeek, onChoose });
    this.names = ['overview', ...Object.keys(TABS).filter((name) =>
      drive.table(name).rows > 0 || (ALWAYS.includes(name) && name in drive.tables))];
    byId('tabs').append(...this.names.map((name) => this.#makeTab(name)));
    byId('tabs').addEventListener('keydown', (event) => this.#onTabKey(event));
    this.show(['jobs', 'maneuvers'].find((name) => drive.table(name).rows > 0) ?? 'overview');
  }

  /** The table or 'overview' that is shown. */
  get shown() {
    return this.#shown;
  }

  show(name) {
    this.#shown = name;
    for (const [other, tab] of this.#tabs) {
      tab.setAttribute('aria-selected', String(other === name));
      tab.tabIndex = other === name ? 0 : -1;
    }
    this.#tabs.get(name).scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const panel = byId('tab-panel');
    panel.setAttribute('aria-labelledby', 'tab-' + name);
    panel.replaceChildren(...(name === 'overview' ? [this.#overview()] : this.#tableParts(name)));
    this.resize();
    this.setTime(this.#time);
    this.#grids.get(name)?.grid.reveal(this.#nearestRow(name, this.#time), 'amid');
  }

  /** After a change of size: the rows that have come into sight are made. */
  resize() {
    this.#grids.get(this.#shown)?.grid.draw();
  }

  /** Selects a row (or null), brings it into sight in its table, and shows all its columns. */
  select(selection, details = 'with details') {
    const before = this.#selected;
    this.#selected = selection;
    if (before && before.table !== selection?.table) this.#grids.get(before.table)?.grid.select(-1);
    this.#showDetails(details === 'with details' ? selection : null);
    if (!selection || !this.#tabs.has(selection.table)) return;
    if (this.#shown !== selection.table) this.show(selection.table);
    this.#grids.get(selection.table).grid.select(selection.row);
  }

  /** Marks the row of the present moment, and keeps it, or the one passed last, in sight unless the reader scrolls. */
  setTime(time) {
    this.#time = time;
    const entry = this.#grids.get(this.#shown);
    if (!entry) return;
    const row = this.#nearestRow(this.#shown, time);
    entry.grid.markCurrent(this.#lasts(this.#shown, row, time) ? row : -1);
    if (row === entry.nearest) return;
    entry.nearest = row;
    if (row >= 0 && performance.now() - this.#scrolledAt > REST_AFTER_SCROLL) entry.grid.reveal(row, 'amid');
  }

  /** The maneuver ahead, else the row passed last; −1 if there is none. */
  #nearestRow(name, time) {
    const { moments } = this;
    return name === 'maneuvers' ? moments.rowFrom(name, time - JUST_PASSED) : moments.rowAt(name, time);
  }

  #lasts(name, row, time) {
    if (name === 'maneuvers' || UNBROKEN.has(name)) return true;
    return row >= 0 && time <= this.moments.ends(name)[row] + MOMENT;
  }

  #makeTab(name) {
    const title = name === 'overview' ? (this.drive.kind === 'route' ? word('Route') : word('Trip')) : titleOf(name);
    const role = { role: 'tab', id: 'tab-' + name, 'aria-controls': 'tab-panel' };
    const tab = create('button', { type: 'button', ...role, text: title });
    if (name !== 'overview') {
      const count = this.#rowsOf(name)?.length ?? this.drive.table(name).rows;
      tab.append(create('span', { class: 'count', text: numberText(count, 0) }));
    }
    tab.addEventListener('click', () => this.show(name));
    this.#tabs.set(name, tab);
    return tab;
  }

  /** Rows of the best route; null where these are all. */
  #rowsOf(name) {
    const table = this.drive.table(name);
    if (this.drive.kind !== 'route' || !table.has('alternative')) return null;
    const all = Array.from({ length: table.rows }, (_, row) => row);
    const best = all.filter((row) => !(table.value('alternative', row) > 0));
    return best.length < table.rows ? best : null;
  }

  #onTabKey(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (this.names.indexOf(this.#shown) + step + this.names.length) % this.names.length;
    this.show(this.names[next]);
    this.#tabs.get(this.names[next]).focus();
  }

  #overview() {
    const parts = speedChart(this.track, this.moments.pieceTable, this.onSeek);
    if (this.drive.notes?.length > 0) {
      parts.push(create('h2', { text: word('Notes') }),
        create('ul', { class: 'notes' }, this.drive.notes.map((text) => create('li', { text: translated(text) }))));
    }
    for (const name of Object.keys(OVERVIEW).filter((table) => this.drive.table(table).rows > 0)) {
      const table = this.drive.table(name);
      for (let row = 0; row < table.rows; row += 1) {
        parts.push(create('h2', { text: name === 'routes' ? routeTitle(this.drive, table, row) : OVERVIEW[name] }),
          this.#values(table, row, table.names.filter((column) => (table.value(column, row) ?? '') !== '')));
      }
    }
    return create('div', { class: 'overview', tabindex: '0' }, parts);
  }

  /** Some columns of a row with their values. */
  #values(table, row, names) {
    return valueList(names.map((name) => {
      const value = table.value(name, row);
      const text = CODES.has(name) && value ? wordsOf(value) : columnText(name, value, this.times);
      const kind = OSM_KINDS[name];
      return [columnLabel(name), kind && value ? osmLink(kind, value) : text, value === null ? 'null' : ''];
    }));
  }

  #tableParts(name) {
    if (!this.#grids.has(name)) this.#grids.set(name, this.#makeGrid(name));
    const { parts, grid } = this.#grids.get(name);
    if (this.#selected?.table === name) grid.select(this.#selected.row);
    return parts;
  }

  #makeGrid(name) {
    const table = this.drive.table(name);
    const rows = this.#rowsOf(name);
    const grid = new VirtualTable({ label: titleOf(name), columns: columnsOf(this, name),
      onSelect: (row) => this.onSelect({ table: name, row }) });
    grid.element.id = 'grid-' + name;
    for (const kind of ['wheel', 'pointerdown']) {
      grid.element.addEventListener(kind, () => (this.#scrolledAt = performance.now()), { passive: true });
    }
    grid.setRows(table.rows, rows);
    if (table.rows === 0) return { grid, parts: [create('p', { class: 'empty', text: word('There are none.') })] };
    const filtered = table.rows >= LEAST_FILTERED && table.rows <= MOST_FILTERED;
    const above = [HEADS[name]?.(this), filtered && this.#makeFilter(grid, table, rows)].filter(Boolean);
    return { grid, parts: [...above, grid.element] };
  }

  #makeFilter(grid, table, rows) {
    const input = create('input', { type: 'search', placeholder: word('Filter'), 'aria-label': word('Filter rows by text') });
    const count = create('output');
    const all = rows ?? Array.from({ length: table.rows }, (_, row) => row);
    input.addEventListener('input', () => {
      const wanted = input.value.trim().toLowerCase();
      const found = wanted ? all.filter((row) => rowText(grid, row).includes(wanted)) : all;
      count.textContent = wanted ? word('{n} of {all}', { n: numberText(found.length, 0), all: numberText(all.length, 0) }) : '';
      grid.setRows(found.length, found);
    });
    return create('div', { class: 'filter' }, [input, count]);
  }

  #showDetails(selection) {
    const details = byId('details');
    details.hidden = !selection;
    if (selection) this.#fillDetails(details, selection);
    else details.replaceChildren();
    this.resize();
  }

  #fillDetails(details, { table: name, row }) {
    const table = this.drive.table(name);
    const words = { 'aria-label': word('Close the details'), title: word('Close (Esc)') };
    const close = create('button', { type: 'button', ...words }, [icon('close')]);
    close.addEventListener('click', () => this.onSelect(null));
    const { title, sentence } = this.#titleOf(table, row);
    const head = create('div', { class: 'details-head buttons' }, [create('h2', { text: title }), close]);
    const why = name === 'points' ? [whySection(this.drive, row)] : [];
    const said = sentence ? [create('p', { class: 'sentence', text: sentence })] : [];
    const known = table.names.filter((column) => !INNER.has(column) && (table.value(column, row) ?? '') !== '');
    const all = create('details', {}, [create('summary', { text: word('All columns') }),
      this.#values(table, row, table.names)]);
    if (name === 'routes') said.push(this.#chooser(table.value('alternative', row)));
    details.replaceChildren(head, ...said, ...why, this.#values(table, row, known), all);
    details.scrollTop = 0;
  }

  /** Replays an alternative; the number of the one that is replayed now is that of the best route. */
  #chooser(number) {
    const button = create('button', { type: 'button', class: 'choose', text: word('Replay this route') });
    button.addEventListener('click', () => this.onChoose(number === this.drive.chosen ? 0 : number));
    return button;
  }

  /** What a row is called, `Stop 2: Baker` or `Fix 17`, and what happened in a sentence. */
  #titleOf(table, row) {
    const { name } = table;
    if (SAID.has(name)) {
      const { title, extent, clause } = sentenceOf(this, name, row);
      return { title: [title, extent].filter(Boolean).join(' · '), sentence: clause && titleText(clause) + '.' };
    }
    const title = name === 'routes' ? routeTitle(this.drive, table, row) : TITLE_OF[name]?.(this.drive, row);
    if (title) return { title };
    const ids = ['index', 'seq', 'waypoint', 'job'].map((column) => table.value(column, row));
    const number = ids.find((id) => id !== null) ?? row;
    const from = COUNTED_FROM_0.has(name) ? 1 : 0;
    return { title: `${TABS[name] ?? wordsOf(name)} ${typeof number === 'number' ? number + from : number}` };
  }
}

/** `Route`, or `Alternative 2: +1 min 20 s, −520 m` against the one that is replayed. */
function routeTitle({ chosen }, table, row) {
  const number = table.value('alternative', row);
  if (!(number > 0)) return chosen > 0 ? word('Alternative {n}', { n: chosen }) : word('Route');
  const name = number === chosen ? word('Best route') : word('Alternative {n}', { n: number });
  return [name, differenceText(table, row)].filter(Boolean).join(': ');
}

/** What a filter searches of a row. */
function rowText(grid, row) {
  return grid.columns.map(({ cell }) => cell(row)).map((text) => text.textContent ?? text).join(' ').toLowerCase();
}

// The page that lists the drives of a folder: totals, filters, sorting, and a link to each page.
import { byId, create, createSVG } from './dom.js';
import { TimeFormat, durationText, lengthText, numberText, offsetMinutes, percentText, wordsOf } from './format.js';
import { VirtualTable } from './virtualtable.js';
import { language, several, word } from './words.js';

/** Height of a row in pixels; the style sheet has the same. */
const INDEX_ROW_HEIGHT = 44;
/** Width and height of the sketch of a drive, and the space around it. */
const SKETCH = { width: 56, height: 38, margin: 4 };
const LISTED_GRADES = { ok: 'good', partial: 'warn', violating: 'warn', skipped: 'warn' };
/** A share of the drive on roads below this is worth a word. */
const LISTED_COVERAGE = 0.9;
/** Narrow windows show these columns only. */
const NARROW_COLUMNS = ['line', 'id', 'status', 'length_m'];

/** Van 2 comes before van 10. */
const byName = new Intl.Collator(language(), { numeric: true });

/** Day and minute of the begin by the clocks of the place, with their offset; in UTC if they are not known. */
function beginOf({ begin, utc_offset: offset }) {
  if (!begin) return '';
  const [time, times] = [Date.parse(begin), new TimeFormat('clock', offsetMinutes(offset))];
  return `${times.day(time)}, ${times.shortClock(time)}` + (offset ? ' ' + offset : '');
}

/** Columns in order: label, width, and how a value is written; `number` sets it to the right. */
const INDEX_COLUMNS = {
  line: { label: '', width: '56px', cell: ({ line }) => sketchOf(line ?? []) },
  id: { label: word('drive'), width: 'minmax(96px,1.2fr)', cell: linkOf },
  status: { label: word('status'), width: 'minmax(144px,1fr)', cell: statusOf },
  begin: { label: word('begin (UTC)'), width: '164px', cell: beginOf },
  duration_s: { label: word('duration'), width: '96px', number: true, cell: (row) => written(row.duration_s, durationText) },
  length_m: { label: word('length'), width: '80px', number: true, cell: (row) => written(row.length_m, lengthText) },
  coverage: { label: word('coverage'), width: '76px', number: true, cell: (row) => written(row.coverage, percentText) },
  confidence: { label: word('confidence'), width: '84px', number: true, cell: (row) => written(row.confidence, percentText) },
  events: countColumn('events', word('events'), 60),
  wrong_way_m: { label: word('wrong way'), width: fitting(word('wrong way'), 80), number: true, cell: wrongWayOf },
  jobs: countColumn('jobs', word('jobs')),
  done: countColumn('done', word('done')),
  late: countColumn('late', word('late')),
  missed: countColumn('missed', word('missed'), 60),
  file: { label: word('file'), width: 'minmax(110px,1fr)', cell: ({ file }) => file ?? '' },
};

/** A width in pixels, or what a longer label needs. */
function fitting(label, width) {
  return `${Math.max(width, Math.ceil(6.4 * label.length) + 4)}px`;
}

/** A column of numbers of things. */
function countColumn(name, label, width = 48) {
  return { label, width: fitting(label, width), number: true, cell: (row) => written(row[name], (count) => numberText(count, 0)) };
}

function written(value, write) {
  return value === null || value === undefined ? '' : write(value);
}

function wrongWayOf({ wrong_way_m: length }) {
  return length > 0 ? lengthText(length) : '';
}

/** The name of a drive, as a link if it has a page. */
function linkOf({ id, page }) {
  return page ? create('a', { href: page, text: id, tabindex: '-1' }) : create('span', { text: id });
}

/** What became of a drive, as its page says it: the gravest; its status only if there is nothing else. */
function statusOf(row) {
  const [words, grade] = gravestOf(row) ?? [[row.status, row.reason].filter(Boolean).map(wordsOf).join(word(': ')),
    LISTED_GRADES[row.status]];
  return create('span', { class: 'status ' + (grade ?? ''), text: words, title: words });
}

function gravestOf({ missed, wrong_way_m: wrongWay, left_plan: left, late, coverage, status }) {
  if (missed > 0) return [several(missed, '{n} missed', '{n} missed'), 'bad'];
  if (wrongWay > 0) return [wrongWayText(wrongWay), 'bad'];
  if (left) return [word('left the plan and did not return'), 'bad'];
  if (late > 0) return [several(late, '{n} late', '{n} late'), 'warn'];
  if (coverage < LISTED_COVERAGE && status !== 'failed') return [word('{share} on roads', { share: percentText(coverage) }), 'warn'];
  return status === 'partial' ? [wordsOf('ok'), 'good'] : null;
}

const wrongWayText = (metres) => word('{length} wrong way', { length: lengthText(metres) });

/** A small picture of a line of [lat, lon], north up, with a dot at its end. */
function sketchOf(line) {
  const viewBox = `0 0 ${SKETCH.width} ${SKETCH.height}`;
  const picture = createSVG('svg', { class: 'sketch', viewBox, 'aria-hidden': 'true' });
  if (line.length === 0) return picture;
  const places = fitted(line);
  picture.append(
    createSVG('path', { d: 'M' + places.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L') }),
    createSVG('circle', { cx: places.at(-1)[0].toFixed(1), cy: places.at(-1)[1].toFixed(1), r: 2.6 }));
  return picture;
}

/** The places of a line in the box of the sketch, as large as it can be without being stretched. */
function fitted(line) {
  const narrowing = Math.cos((line[0][0] * Math.PI) / 180);
  const flat = line.map(([lat, lon]) => [nearLongitude(lon, line[0][1]) * narrowing, -lat]);
  const [minX, maxX] = rangeOf(flat.map(([x]) => x));
  const [minY, maxY] = rangeOf(flat.map(([, y]) => y));
  const [width, height] = [SKETCH.width - 2 * SKETCH.margin, SKETCH.height - 2 * SKETCH.margin];
  const scale = Math.min(width / (maxX - minX || 1e-9), height / (maxY - minY || 1e-9));
  return flat.map(([x, y]) => [SKETCH.width / 2 + (x - (minX + maxX) / 2) * scale,
    SKETCH.height / 2 + (y - (minY + maxY) / 2) * scale]);
}

/** A longitude within 180° of another, also across the antimeridian. */
function nearLongitude(lon, other) {
  return lon + 360 * Math.round((other - lon) / 360);
}

function rangeOf(numbers) {
  return [Math.min(...numbers), Math.max(...numbers)];
}

/** Smaller values first; what is not there comes last whichever way one sorts. */
function compare(a, b, descending) {
  const [noA, noB] = [a, b].map((value) => value === null || value === undefined || value === '');
  if (noA || noB) return noA - noB;
  const order = typeof a === 'number' ? a - b : byName.compare(a, b);
  return descending ? -order : order;
}

/** What the filter searches of a row: all its texts. */
function searchedText(row) {
  return Object.values(row).filter((value) => typeof value === 'string').join(' ').toLowerCase();
}

/** The list of drives. `trips` is the data of the page. */
class IndexPage {
  #sortedBy = null;
  #descending = false;

  constructor(trips) {
    this.rows = trips.rows;
    this.searched = this.rows.map(searchedText);
    byId('title').textContent = trips.title;
    byId('program').textContent = trips.program;
    this.#buildStatuses();
    byId('filter').addEventListener('input', () => this.#show());
    byId('status').addEventListener('change', () => this.#show());
    this.narrow = matchMedia('(max-width: 800px)');
    this.narrow.addEventListener('change', () => this.#buildTable());
    addEventListener('resize', () => this.table.draw());
    this.#buildTable();
  }

  #buildStatuses() {
    const counts = new Map();
    for (const { status } of this.rows) counts.set(status, (counts.get(status) ?? 0) + 1);
    const options = [...counts].sort().map(([status, count]) =>
      create('option', { value: status, text: `${wordsOf(status)} (${numberText(count, 0)})` }));
    byId('status').append(create('option', { value: '', text: word('all statuses') }), ...options);
  }

  #buildTable() {
    const present = Object.entries(INDEX_COLUMNS).filter(([name]) => this.rows.some((row) => row[name] !== undefined));
    const shown = present.filter(([name]) => !this.narrow.matches || NARROW_COLUMNS.includes(name));
    const columns = shown.map(([name, column]) => ({ ...column, ...this.#adapted(name),
      cell: (row) => column.cell(this.rows[row]) }));
    this.table = new VirtualTable({
      label: word('Drives'),
      columns,
      rowHeight: INDEX_ROW_HEIGHT,
      onSelect: (row) => this.table.select(row),
      onOpen: (row) => this.#open(row),
    });
    this.table.element.id = 'drives';
    shown.forEach(([name], i) => {
      const { label } = columns[i];
      if (label) this.#makeSortable(this.table.head.children[i], name, label);
    });
    byId('rows').replaceChildren(this.table.element);
    this.#show();
  }

  /** Times with an offset need more room and another label. */
  #adapted(name) {
    const isLocal = name === 'begin' && this.rows.some((row) => row.utc_offset);
    return isLocal ? { label: word('begin'), width: '200px' } : {};
  }

  #makeSortable(heading, name, label) {
    const button = create('button', { type: 'button', text: label });
    button.addEventListener('click', () => this.#sortBy(name));
    heading.replaceChildren(button);
    heading.dataset.column = name;
  }

  /** Sorts by a column, or the other way round if it is sorted by it. */
  #sortBy(name) {
    this.#descending = this.#sortedBy === name && !this.#descending;
    this.#sortedBy = name;
    this.#show();
  }

  #show() {
    const wanted = byId('filter').value.trim().toLowerCase();
    const status = byId('status').value;
    const found = [...this.rows.keys()].filter((row) =>
      this.searched[row].includes(wanted) && (status === '' || this.rows[row].status === status));
    const name = this.#sortedBy;
    if (name) found.sort((a, b) => compare(this.rows[a][name], this.rows[b][name], this.#descending) || a - b);
    this.table.setRows(found.length, found);
    this.#showOrder();
    this.#showTotals(found);
  }

  #showOrder() {
    for (const heading of this.table.head.children) {
      if (heading.dataset.column !== this.#sortedBy) heading.removeAttribute('aria-sort');
      else heading.setAttribute('aria-sort', this.#descending ? 'descending' : 'ascending');
    }
  }

  #showTotals(found) {
    const sum = (name) => found.reduce((total, row) => total + (this.rows[row][name] ?? 0), 0);
    const has = (name) => this.rows.some((row) => row[name] !== undefined && row[name] !== null);
    const drives = found.length === this.rows.length ? numberText(found.length, 0)
      : word('{n} of {all}', { n: numberText(found.length, 0), all: numberText(this.rows.length, 0) });
    const totals = [
      [drives, several(this.rows.length, 'drive', 'drives')],
      this.rows.some(({ page }) => !page) && [numberText(found.filter((row) => this.rows[row].page).length, 0), word('with a page')],
      has('length_m') && [lengthText(sum('length_m')), ''],
      has('duration_s') && [durationText(sum('duration_s')), ''],
      has('events') && [numberText(sum('events'), 0), several(sum('events'), 'event', 'events')],
      sum('wrong_way_m') > 0 && [lengthText(sum('wrong_way_m')), word('the wrong way')],
    ];
    byId('totals').replaceChildren(...totals.filter(Boolean).map(([value, words]) =>
      create('li', {}, [create('b', { text: value }), ' ' + words])));
  }

  #open(row) {
    const { page } = this.rows[row];
    if (page) location.href = page;
  }
}

window.index = new IndexPage(JSON.parse(byId('trips').textContent));

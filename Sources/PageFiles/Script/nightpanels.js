// The lists beside the map of a night: what needs a look, events, results, quality, and what the map has wrong.
import { create, createSVG } from './dom.js';
import { lengthText, numberText, percentText, wordsOf } from './format.js';
import { lookOf } from './nightmap.js';
import { countsOf } from './nightselection.js';
import { several, translated, word } from './words.js';

/** How many trips that need a look are listed, and how many ways. */
const MOST_LISTED = 20;
const MOST_WAYS = 8;
/** A way is in doubt if so many trips drove it the wrong way, and so large a share. */
const LEAST_WRONG_TRIPS = 3;
const LEAST_WRONG_SHARE = 0.5;
/** Events off the road are one cluster within a square of so many degrees. */
const CLUSTER_DEGREES = 0.002;
const LEAST_CLUSTER = 3;

/** What a name of sums is called, and how its value is written. */
const FIGURES = {
  trips: { words: (value) => several(value, 'trip', 'trips'), text: (value) => numberText(value, 0) },
  vehicles: { words: (value) => several(value, 'vehicle', 'vehicles'), text: (value) => numberText(value, 0) },
  length_m: { words: () => '', text: (value) => lengthText(value) },
  duration_s: { words: () => word('driven'), text: (value) => numberText(value / 3600, value < 36_000 ? 1 : 0) + ' h' },
  matched: { words: () => word('of the fixes matched'), text: (value, all) => percentText(value / all) },
  refused: { words: () => word('records refused'), text: (value) => numberText(value, 0) },
  flagged: { words: (value) => several(value, 'needs a look', 'need a look'), text: (value) => numberText(value, 0) },
};

/** The head: each figure, and below it the last night and the usual one. */
export function showFigures(element, { names, values, last, usual }) {
  const at = (list, name) => list?.[names.indexOf(name)] ?? null;
  const written = (list, name) => {
    const value = at(list, name);
    if (value === null || (name === 'matched' && !at(list, 'fixes'))) return null;
    return FIGURES[name].text(value, at(list, 'fixes'));
  };
  const items = Object.keys(FIGURES).filter((name) => written(values, name) !== null
    && !(['vehicles', 'refused'].includes(name) && at(values, name) === 0));
  element.replaceChildren(...items.map((name) => {
    const before = last && written(last, name);
    const compared = before && word('last night {before}, usually {usual}', { before, usual: written(usual, name) ?? '–' });
    return create('li', { class: name === 'flagged' && at(values, name) > 0 && 'alarm' }, [
      create('b', { text: written(values, name) }), ' ' + FIGURES[name].words(at(values, name)),
      ...(compared ? [create('small', { text: compared })] : [])]);
  }));
}

/** The panels, which follow the selection. */
export class NightPanels {
  /** @param actions openTrip(trip), goTo(x, y): what a click on a line does */
  constructor(element, night, selection, times, actions) {
    Object.assign(this, { element, night, selection, times, actions });
    this.sections = [this.#look, this.#events, this.#results, this.#quality, this.#errors].map((fill) => {
      const section = create('section');
      element.append(section);
      return { section, fill: fill.bind(this) };
    });
    this.show();
  }

  show() {
    for (const { section, fill } of this.sections) {
      const parts = fill();
      section.hidden = parts === null;
      if (parts) section.replaceChildren(...parts);
    }
  }

  // Needs a look.

  #look() {
    const { trips } = this.night;
    const mask = this.selection.trips('look');
    const rows = [...trips.flagged.keys()].filter((row) => mask[trips.flagged[row]]);
    const chosen = this.selection.get('look');
    const head = create('h2', {}, [word('Needs a look') + ' ', create('button', { type: 'button', class: 'count',
      'aria-pressed': String(Boolean(chosen)), title: word('Select these trips'), text: numberText(rows.length, 0) })]);
    head.lastChild.addEventListener('click', () => this.selection.toggle('look', true));
    if (rows.length === 0) return [head, create('p', { class: 'quiet', text: word('No trip needs a look.') })];
    const list = create('ol', { class: 'look' }, rows.slice(0, MOST_LISTED).map((row) => this.#lookRow(row)));
    const rest = rows.length - MOST_LISTED;
    return [head, list, ...(rest > 0
      ? [create('p', { class: 'quiet', text: word('and {n} more: sort the table of trips by concern', { n: numberText(rest, 0) }) })] : [])];
  }

  #lookRow(row) {
    const { trips } = this.night;
    const trip = trips.flagged[row];
    const name = create('button', { type: 'button', class: 'trip', text: trips.id[trip] });
    name.addEventListener('click', () => this.actions.openTrip(trip));
    const page = pageLink(this.night, trip, trips.look[row]);
    const chosen = this.selection.get('trip') === trip;
    const begin = trips.begin[trip] === null ? '' : this.times.arrival(trips.begin[trip] * 1000);
    return create('li', { class: chosen && 'chosen' }, [name, create('small', { text: begin }),
      create('span', { class: 'why', text: trips.why[row] }), page ?? '']);
  }

  // Counts.

  #events() {
    const { events } = this.night;
    if (!events) return null;
    const counts = countsOf(events.type, events.trip, this.selection.trips('type'));
    return [create('h2', { text: word('Events') }), this.#bars(counts, 'type', (type) => lookOf(type))];
  }

  #results() {
    const { trips } = this.night;
    const counts = countsOf(trips.status, [...trips.id.keys()], this.selection.trips('status'));
    return [create('h2', { text: word('Trips by result') }), this.#bars(counts, 'status')];
  }

  /** A bar for each value, which selects it. */
  #bars(counts, kind, look) {
    const most = Math.max(1, ...counts.map(([, count]) => count));
    const chosen = this.selection.get(kind);
    return create('div', { class: 'bars' }, counts.map(([value, count]) => {
      const bar = create('button', { type: 'button', 'aria-pressed': String(chosen === value) }, [
        ...(look ? [markIcon(look(value))] : []), create('span', { class: 'name', text: wordsOf(value) }),
        create('span', { class: 'bar' }, [create('i')]), create('b', { text: numberText(count, 0) })]);
      bar.querySelector('i').style.width = (count / most) * 100 + '%';
      bar.addEventListener('click', () => this.selection.toggle(kind, value));
      return bar;
    }));
  }

  // Quality of the data.

  #quality() {
    const { trips, refusals } = this.night;
    const mask = this.selection.trips();
    const rows = [...trips.id.keys()].filter((trip) => mask[trip]);
    const parts = [create('h2', { text: word('Quality of the data') }),
      histogram(word('coverage'), rows.map((trip) => trips.coverage[trip])),
      histogram(word('confidence'), rows.map((trip) => trips.confidence[trip])),
      histogram(word('seconds between fixes'), rows.map((trip) => periodOf(trips, trip)), PERIODS)];
    const worst = this.#worstVehicles(rows);
    if (worst) parts.push(worst);
    if (refusals?.count.length > 0) {
      parts.push(create('h3', { text: word('Refused records') }), create('table', {}, refusals.count.slice(0, MOST_WAYS).map((count, row) =>
        create('tr', {}, [create('td', { text: wordsOf(refusals.reason[row]) }), create('td', { text: refusals.file[row] }),
          create('td', { class: 'number', text: numberText(count, 0) })]))));
    }
    return parts;
  }

  /** The vehicles of which the smallest share of fixes is matched. */
  #worstVehicles(rows) {
    const { trips } = this.night;
    const sums = new Map();
    for (const trip of rows) {
      if (!trips.vehicle[trip]) continue;
      const sum = sums.get(trips.vehicle[trip]) ?? { fixes: 0, matched: 0 };
      sums.set(trips.vehicle[trip], { fixes: sum.fixes + trips.fixes[trip], matched: sum.matched + trips.matched[trip] });
    }
    const worst = [...sums].map(([name, { fixes, matched }]) => ({ name, share: fixes ? matched / fixes : 1 }))
      .filter(({ share }) => share < 0.98).sort((a, b) => a.share - b.share).slice(0, 5);
    if (worst.length === 0) return null;
    return create('table', { class: 'vehicles' }, [create('caption', { text: word('Least matched vehicles') }),
      ...worst.map(({ name, share }) => {
        const button = create('button', { type: 'button', class: 'trip', text: name });
        button.addEventListener('click', () => this.selection.toggle('vehicle', name));
        return create('tr', {}, [create('td', {}, [button]), create('td', { class: 'number', text: percentText(share) })]);
      })]);
  }

  // What the map has wrong.

  #errors() {
    const rows = [...this.#doubtRows(), ...this.#wrongWays(), ...this.#clusters()];
    if (rows.length === 0) return null;
    return [create('h2', { text: word('Errors of the map?') }), create('ul', { class: 'errors' }, rows.slice(0, 2 * MOST_WAYS))];
  }

  *#doubtRows() {
    const { doubts } = this.night;
    for (let i = 0; i < Math.min(MOST_WAYS, doubts?.type.length ?? 0); i += 1) {
      yield this.#error(doubts.road[i] || wordsOf(doubts.type[i]), translated(doubts.detail[i]), doubts.way[i], doubts.x[i], doubts.y[i]);
    }
  }

  /** Ways mostly driven the wrong way, unless the table of doubts names them. */
  *#wrongWays() {
    const { roads, doubts } = this.night;
    if (!roads) return;
    const known = new Set(doubts?.way);
    const found = new Map();
    for (let road = 0; road < roads.count; road += 1) {
      const [wrong, trips, way] = [roads.wrong[road], roads.trips[road], roads.way[road]];
      if (wrong < LEAST_WRONG_TRIPS || wrong < LEAST_WRONG_SHARE * trips || known.has(String(way))) continue;
      const before = found.get(way ?? -road);
      if (!before || wrong > before.wrong) found.set(way ?? -road, { road, wrong, trips });
    }
    for (const { road, wrong, trips } of [...found.values()].sort((a, b) => b.wrong - a.wrong).slice(0, MOST_WAYS)) {
      const at = roads.starts[road];
      yield this.#error(roads.name[road] || word('road without a name'),
        several(trips, '{n} of {all} trip the wrong way', '{n} of {all} trips the wrong way', { n: wrong, all: trips }), roads.way[road],
        roads.x[at], roads.y[at]);
    }
  }

  /** Places where several trips left the road. */
  *#clusters() {
    const { events } = this.night;
    const squares = new Map();
    events?.type.forEach((type, i) => {
      if (type !== 'off_road') return;
      const key = `${Math.round(events.lat[i] / CLUSTER_DEGREES)} ${Math.round(events.lon[i] / CLUSTER_DEGREES)}`;
      const square = squares.get(key) ?? { trips: new Set(), i };
      square.trips.add(events.trip[i]);
      squares.set(key, square);
    });
    const found = [...squares.values()].filter(({ trips }) => trips.size >= LEAST_CLUSTER);
    for (const { trips, i } of found.sort((a, b) => b.trips.size - a.trips.size).slice(0, MOST_WAYS)) {
      yield this.#error(word('A road may be missing'),
        several(trips.size, '{n} trip left the road here', '{n} trips left the road here'), null, events.x[i], events.y[i]);
    }
  }

  #error(road, words, way, x, y) {
    const place = create('button', { type: 'button', class: 'trip', text: road });
    place.addEventListener('click', () => this.actions.goTo(x, y));
    const isOSM = way && this.night.attribution;
    return create('li', {}, [place, create('span', { class: 'why', text: words }), ...(isOSM
      ? [create('a', { href: `https://www.openstreetmap.org/way/${way}`, rel: 'noreferrer', text: word('way {id}', { id: way }) })] : [])]);
  }
}

/** A link to the page of a trip at a moment; null if it has none. */
export function pageLink({ trips }, trip, time) {
  if (!trips.page[trip]) return null;
  const moment = time ? '#t=' + new Date(time * 1000).toISOString().replace('.000Z', 'Z') : '';
  return create('a', { class: 'page', href: trips.page[trip] + moment, text: word('replay') });
}

/** The sign of an event beside its name. */
function markIcon({ shape, day }) {
  const paths = { triangle: 'M6 1 11 11H1z', square: 'M2 2h8v8H2z', diamond: 'M6 0 12 6 6 12 0 6z',
    cross: 'M1 3 3 1 6 4 9 1 11 3 8 6 11 9 9 11 6 8 3 11 1 9 4 6z' };
  const mark = paths[shape] ? createSVG('path', { d: paths[shape] }) : createSVG('circle', { cx: 6, cy: 6, r: 4.5 });
  const icon = createSVG('svg', { viewBox: '0 0 12 12', class: 'mark', 'aria-hidden': 'true' }, [mark]);
  icon.style.setProperty('--mark', day);
  return icon;
}

/** Lower limits of the bars of shares in per cent, and of periods in seconds. */
const SHARES_FROM = [0, 50, 80, 90, 95, 98, 100];
const PERIODS = [0, 2, 6, 11, 21, 41, 91];

function periodOf({ duration, fixes }, trip) {
  return duration[trip] === null || fixes[trip] < 2 ? null : duration[trip] / (fixes[trip] - 1);
}

/** Bars of how many trips lie in each range. */
function histogram(name, values, limits = SHARES_FROM) {
  const counts = limits.map(() => 0);
  for (const value of values) {
    if (value !== null) counts[limits.findLastIndex((limit) => value >= limit)] += 1;
  }
  const most = Math.max(1, ...counts);
  const label = (i) => (i + 1 === limits.length ? (limits === PERIODS ? limits[i] + '+' : '100') : limits[i] + '–');
  return create('figure', { class: 'histogram' }, [create('figcaption', { text: name }), create('div', {}, counts.map((count, i) => {
    const bar = create('i');
    bar.style.height = count ? Math.max(2, (count / most) * 36) + 'px' : '0';
    return create('span', { title: several(count, '{n} trip', '{n} trips') }, [create('b', { text: count || '' }), bar, create('small', { text: label(i) })]);
  }))]);
}

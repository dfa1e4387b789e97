// The lists beside the map of a month: worst delays, changes, busiest roads, and what the map may have wrong.
import { create } from './dom.js';
import { durationText, lengthText, numberText, wordsOf } from './format.js';
import { dayText, daysText } from './monthdata.js';
import { markIcon } from './nightpanels.js';
import { several, translated, word } from './words.js';

const MOST_TURNS = 20;
/** So many rows of a list are open from the start. */
const OPEN_ROWS = 7;
const MOST_ROADS = 15;
const NAMELESS = word('road without a name');

/** Marks of the map and the lists. */
export const MONTH_LOOKS = {
  delay: { shape: 'circle', day: '#b34a00', night: '#ff9d3c' },
  closed: { shape: 'cross', day: '#c4162a', night: '#ff6472' },
  opened: { shape: 'diamond', day: '#2f5a94', night: '#7fb0ee' },
  slower: { shape: 'triangle', day: '#7a4a00', night: '#e0a24f' },
  faster: { shape: 'triangle', day: '#2f5a94', night: '#7fb0ee' },
  congestion: { shape: 'square', day: '#7a4a00', night: '#e0a24f' },
  doubt: { shape: 'square', day: '#6a3fb0', night: '#b79bf0' },
};

/** What a change says in numbers. */
function changeWords({ kind, day, length, before, after }, i) {
  const isOfUse = ['closed', 'opened'].includes(kind[i]);
  const tenths = (value) => numberText(value / 10, isOfUse ? 1 : 0);
  const values = { change: wordsOf(kind[i]), day: dayText(day[i]), before: tenths(before[i]), after: tenths(after[i]), length: lengthText(length[i]) };
  return isOfUse ? word('{change} since {day}: {before} → {after} trips a day on {length}', values)
    : word('{change} since {day}: {before} → {after} km/h on {length}', values);
}

/** An object of OpenStreetMap in words: `way 17` for `way/17`. */
function objectText(object) {
  const [kind, id] = object.split('/');
  return { way: word('way {id}', { id }), node: word('node {id}', { id }), relation: word('relation {id}', { id }) }[kind];
}

/** The marks of the map: x, y, look, words, and the row of the list that they belong to. */
export function marksOf({ turns, changes, doubts }) {
  const rows = (table, most, mark) => (table ? Array.from({ length: Math.min(most, table.x.length) }, (_, i) => ({ x: table.x[i], y: table.y[i], ...mark(i) })) : []);
  return [
    ...rows(turns, MOST_TURNS, (i) => ({ look: MONTH_LOOKS.delay, list: 'turns', row: i,
      words: `${turns.from[i] || NAMELESS} → ${turns.onto[i] || NAMELESS} · ${word('{seconds} s of delay', { seconds: numberText(turns.mean[i] / 10, 0) })}` })),
    ...rows(doubts, Infinity, (i) => ({ look: MONTH_LOOKS.doubt, list: 'doubts', row: i, words: `${doubts.road[i] || wordsOf(doubts.type[i])} · ${translated(doubts.detail[i])}` })),
    ...rows(changes, Infinity, (i) => ({ look: MONTH_LOOKS[changes.kind[i]], list: 'changes', row: i,
      words: `${changes.name[i] || NAMELESS} · ${changeWords(changes, i)}` })),
  ];
}

export class MonthPanels {
  /** @param actions goTo(list, row), openRoad(road): what a click on a line does */
  constructor(element, month, actions) {
    Object.assign(this, { month, actions });
    const lists = [['changes', this.#changes()], ['turns', this.#turns()], ['busy', this.#busy()], ['doubts', this.#doubts()]];
    element.replaceChildren(...lists.flatMap(([name, parts]) => (parts ? [create('section', { id: name }, parts)] : [])));
  }

  /** Marks the row that is chosen. */
  show(list, row) {
    for (const item of document.querySelectorAll('#panels li.chosen')) item.classList.remove('chosen');
    if (row >= OPEN_ROWS) document.querySelector(`#${list} .more`)?.click();
    const item = document.querySelector(`#${list} li:nth-child(${row + 1})`);
    item?.classList.add('chosen');
    item?.scrollIntoView({ block: 'nearest' });
  }

  /** A list whose rows lead to their places; of a long one the rest is folded. */
  #rows(list, count, row) {
    const items = Array.from({ length: count }, (_, i) => this.#item(row(i), () => this.actions.goTo(list, i)));
    return this.#folded(items);
  }

  #item({ name, words, look, end }, open) {
    const button = create('button', { type: 'button', class: 'trip', text: name || NAMELESS });
    button.addEventListener('click', open);
    return create('li', {}, [create('span', {}, look ? [markIcon(look)] : []), create('div', {}, [button, create('p', { class: 'why', text: words })]), end ?? '']);
  }

  #folded(items) {
    const list = create('ul', { class: 'places' }, items.slice(0, OPEN_ROWS));
    if (items.length <= OPEN_ROWS) return list;
    const more = create('button', { type: 'button', class: 'more', text: word('and {n} more', { n: items.length - OPEN_ROWS }) });
    more.addEventListener('click', () => list.replaceChildren(...items));
    list.append(create('li', {}, [create('span'), more]));
    return list;
  }

  #changes() {
    const { changes } = this.month;
    if (!changes) return null;
    if (changes.x.length === 0) return [create('h2', { text: word('Changes') }), create('p', { class: 'quiet', text: word('No road is driven differently.') })];
    return [create('h2', { text: word('Changes') }), this.#rows('changes', changes.x.length, (i) => ({ name: changes.name[i], look: MONTH_LOOKS[changes.kind[i]], words: changeWords(changes, i) }))];
  }

  #turns() {
    const { turns, at_least: isPublished } = this.month;
    if (!turns?.x.length) return null;
    const passages = (count) => (isPublished ? word('at least {n} passages', { n: numberText(count, 0) }) : several(count, '{n} passage', '{n} passages', { n: numberText(count, 0) }));
    return [create('h2', { text: word('Worst delays at turns') }), this.#rows('turns', Math.min(MOST_TURNS, turns.x.length), (i) => ({
      name: turns.from[i], look: MONTH_LOOKS.delay,
      words: word('{direction}: {seconds} s a passage, {passages}, {time} in all, most {hours}', {
        direction: turns.onto[i] === turns.from[i] ? word('straight on') : `→ ${turns.onto[i] || NAMELESS}`, seconds: numberText(turns.mean[i] / 10, 0),
        passages: passages(turns.passages[i]), time: durationText(turns.delay[i]), hours: daysText(turns.worst[i]) }) }))];
  }

  /** By name, the length that was driven, and the piece with most trips. */
  get busiest() {
    const { roads, totalTrips } = this.month;
    const byName = new Map();
    totalTrips.forEach((trips, road) => {
      const name = roads.name[road];
      if (!name || !trips) return;
      const sum = byName.get(name) ?? { name, driven: 0, road, trips: 0 };
      sum.driven += (roads.passages[2 * road] + roads.passages[2 * road + 1]) * roads.length[road];
      if (trips > sum.trips) Object.assign(sum, { road, trips });
      byName.set(name, sum);
    });
    return [...byName.values()].sort((a, b) => b.driven - a.driven || (a.name < b.name ? -1 : 1)).slice(0, MOST_ROADS);
  }

  #busy() {
    const rows = this.busiest;
    if (rows.length === 0) return null;
    // Counts of published rows are the least ones of their classes, of which sums say little.
    const words = (driven, trips) => (this.month.at_least ? word('at least {length} driven', { length: lengthText(driven) })
      : word('{length} driven, up to {trips}', { length: lengthText(driven), trips: several(trips, '{n} trip', '{n} trips', { n: numberText(trips, 0) }) }));
    return [create('h2', { text: word('Busiest roads') }), this.#folded(rows.map(({ name, driven, road, trips }) => this.#item(
      { name, words: words(driven, trips) }, () => this.actions.openRoad(road))))];
  }

  #doubts() {
    const { doubts, attribution } = this.month;
    if (!doubts?.x.length) return null;
    const link = (object) => object && attribution
      ? create('a', { href: `https://www.openstreetmap.org/${object}`, rel: 'noreferrer', text: objectText(object) }) : null;
    return [create('h2', { text: word('Errors of the map?') }), this.#rows('doubts', doubts.x.length, (i) => ({
      name: doubts.road[i] || wordsOf(doubts.type[i]), words: translated(doubts.detail[i]), end: link(doubts.object[i]) }))];
  }
}

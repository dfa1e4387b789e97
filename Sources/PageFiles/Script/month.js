// Puts the page of a month together: the map, the hours, the nights, and the lists.
import { byId, create } from './dom.js';
import { numberText } from './format.js';
import { dayText, decodedMonth, directionsOf, expectedSpeed, gradesOf, hourText, shareOfFree } from './monthdata.js';
import { HoursView } from './monthhours.js';
import { NightsView } from './monthnights.js';
import { MonthPanels, marksOf } from './monthpanels.js';
import { MEASURES, NightMap } from './nightmap.js';
import { several, word } from './words.js';

const CLOSER = Math.SQRT2;

/** What roads can be coloured by; all but the trips depend on the hour. */
const OF_MONTH = {
  trips: { ...MEASURES.trips, title: word('Trips on a road, both directions'), value: ({ total }, i) => total[i] || null },
  free: { ...MEASURES.free, title: word('Expected speed by that in free flow, %') },
  speed: { ...MEASURES.speed, label: word('expected speed'), title: word('Expected speed, km/h') },
  limit: { ...MEASURES.limit, title: word('Expected speed by the posted limit, %'), value: ({ limit }, i) => limit[i] },
};

class MonthPage {
  constructor(month) {
    this.month = month;
    this.chosen = null;
    this.night = null;
    byId('title').textContent = month.title;
    byId('figures').setAttribute('aria-label', word('The drives in figures'));
    byId('panels').setAttribute('aria-label', word('Delays, changes, roads and errors of the map'));
    byId('figures').replaceChildren(...month.figures.map(([value, words]) => create('li', {}, [create('b', { text: value }), ` ${words}`])));
    this.hours = new HoursView(month, { setHour: (hour) => this.#setHour(hour) });
    this.nights = new NightsView(month, { setNight: (night) => this.#setNight(night) });
    this.panels = new MonthPanels(byId('panels'), month, { goTo: (list, row) => this.goTo(list, row), openRoad: (road) => this.openRoad(road) });
    this.marks = marksOf(month);
    this.#buildMap();
    this.#buildViews();
    this.#watchTheme();
    addEventListener('keydown', (event) => this.#onKey(event));
  }

  // The map.

  /** The roads with their colours in an hour. */
  #graded(hour) {
    return { ...this.month.roads, ...gradesOf(this.month, hour), total: this.month.totalTrips, trips: this.month.totalTrips };
  }

  #buildMap() {
    const { month } = this;
    this.shown = { ...month, roads: this.#graded(month.hours.slowest), marks: this.marks, wordsOfRoad: (road) => this.wordsOfRoad(road) };
    this.map = new NightMap(byId('map'), this.shown, {
      onRoad: (road) => this.#choose(road < 0 ? null : { roads: [road] }), onTrip: () => {},
      onMark: ({ list, row }) => this.goTo(list, row) }, OF_MONTH);
    const known = Object.keys(OF_MONTH).filter((name) => month.totalTrips.some((_, i) => OF_MONTH[name].value(this.shown.roads, i) !== null));
    byId('measures').replaceChildren(...known.map((name) => {
      const button = create('button', { type: 'button', 'aria-pressed': String(name === 'trips'), text: OF_MONTH[name].label });
      button.dataset.measure = name;
      button.addEventListener('click', () => this.setMeasure(name));
      return button;
    }));
    byId('zoom-in').addEventListener('click', () => this.map.zoomBy(CLOSER));
    byId('zoom-out').addEventListener('click', () => this.map.zoomBy(1 / CLOSER));
    byId('fit').addEventListener('click', () => this.map.fit());
    byId('attribution').replaceChildren(...(month.attribution
      ? [create('a', { href: 'https://www.openstreetmap.org/copyright', rel: 'noreferrer', text: word(month.attribution) }), ' · '] : []),
    [month.map, month.map_data_time.slice(0, 10), month.program].filter(Boolean).join(' · '));
    this.first = ['free', 'speed', 'trips'].find((name) => known.includes(name)) ?? 'trips';
    this.setMeasure(this.first);
  }

  setMeasure(name) {
    this.map.measure = name;
    for (const button of byId('measures').children) button.setAttribute('aria-pressed', String(button.dataset.measure === name));
    this.#showLegend();
  }

  #setHour(hour) {
    this.shown.roads = this.#graded(hour);
    this.setMeasure(this.map.measure === 'trips' ? this.first : this.map.measure);
  }

  #showLegend() {
    const { title } = OF_MONTH[this.map.measure];
    const hour = this.map.measure === 'trips' ? '' : ` · ${hourText(this.month.hours, this.hours.hour)}`;
    byId('legend').replaceChildren(create('span', { text: title + hour }), create('div', {}, this.map.legend.map(([colour, words]) => {
      const step = create('i', {}, [create('small', { text: words })]);
      step.style.background = colour;
      return step;
    })));
  }

  /** What is known of a road, in each direction. */
  wordsOfRoad(road) {
    const { roads } = this.month;
    const least = this.month.at_least ? '≥ ' : '';
    const lines = directionsOf(this.month, road).map(([piece, direction]) => {
      const speed = expectedSpeed(this.month, piece, this.hours.hour);
      const count = (value, one, many) => several(value, one, many, { n: least + numberText(value, 0) });
      const parts = [word('{direction}: {trips} by {vehicles}', { direction, trips: count(roads.trips[piece], '{n} trip', '{n} trips'),
        vehicles: count(roads.vehicles[piece], '{n} vehicle', '{n} vehicles') })];
      const share = shareOfFree(this.month, piece, this.hours.hour);
      if (speed !== null) parts.push(`${numberText(speed, 0)} km/h` + (share === null ? '' : ', ' + word('{share} % of free flow', { share })));
      if (roads.limit[piece]) parts.push(word('limit {limit}', { limit: roads.limit[piece] }));
      return parts.join(', ');
    });
    return [roads.name[road] || word('road without a name'), ...lines].join(' · ');
  }

  // What is chosen.

  /** Goes to a row of a list, and chooses its roads. */
  goTo(list, row) {
    const table = this.month[list];
    this.map.goTo(table.x[row], table.y[row]);
    const roads = list === 'changes' ? table.roads[row] : list === 'turns' && table.road[row] !== null ? [table.road[row]] : [];
    this.#choose({ roads, list, row });
    if (list === 'changes') this.nights.chooseDate(table.day[row]);
  }

  /** Goes to a road, and chooses it. */
  openRoad(road) {
    const { roads } = this.month;
    const middle = Math.floor((roads.starts[road] + roads.starts[road + 1]) / 2);
    this.map.goTo(roads.x[middle], roads.y[middle]);
    this.#choose({ roads: [road] });
  }

  #choose(chosen) {
    this.chosen = chosen;
    this.map.light(null, '', chosen?.roads ?? -1);
    this.hours.showRoad(chosen?.roads[0] ?? -1);
    this.panels.show(chosen?.list ?? 'none', chosen?.row ?? -1);
    this.#showChoices();
  }

  #setNight(night) {
    this.night = night;
    this.#showChoices();
  }

  /** The chosen road with what is known of it, and the chosen night with its figures. */
  #showChoices() {
    const chips = [];
    const chip = (text, undo) => {
      const button = create('button', { type: 'button', title: word('Take back'), text: `${text} ✕` });
      button.addEventListener('click', undo);
      return button;
    };
    if (this.chosen?.roads.length) {
      const road = this.chosen.roads[0];
      const [name, ...lines] = this.wordsOfRoad(road).split(' · ');
      const way = this.month.roads.way[road];
      chips.push(chip(name, () => this.#choose(null)), create('span', { text: lines.join(' · ') }),
        ...(way ? [create('a', { href: `https://www.openstreetmap.org/way/${way}`, rel: 'noreferrer', text: word('way {id}', { id: way }) })] : []));
    }
    if (this.night) {
      chips.push(chip(dayText(this.night), () => this.nights.choose(this.nights.night)),
        create('span', { text: this.nights.figures(this.nights.night).map(([words, text]) => `${text} ${words}`).join(' · ') }));
    }
    byId('choices').replaceChildren(...chips);
  }

  // Views.

  #buildViews() {
    const views = [];
    if (this.month.hours.begin.length) views.push([word('Hours'), this.hours]);
    if (this.month.nights.dates.length > 1) views.push([word('Nights'), this.nights]);
    this.views = views.map(([name, view]) => {
      const tab = create('button', { type: 'button', role: 'tab', text: name });
      tab.addEventListener('click', () => this.#open(view));
      byId('tabs').append(tab);
      return { view, tab };
    });
    byId('drawer').hidden = views.length === 0;
  }

  #open(view) {
    for (const { view: other, tab } of this.views) tab.setAttribute('aria-selected', String(other === view));
    byId('view').replaceChildren(view.element);
    view.draw();
  }

  /** The first picture. */
  start() {
    byId('first').classList.add('replaced');
    byId('page').hidden = false;
    document.documentElement.classList.add('month');
    if (this.views.length) this.#open(this.views[0].view);
    this.map.resize();
    this.map.fit();
    this.map.paint();
    new ResizeObserver(() => this.map.resize()).observe(byId('map'));
    document.documentElement.dataset.ready = 'true';
  }

  #watchTheme() {
    const root = document.documentElement;
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const isNight = () => root.dataset.theme === 'night' || (root.dataset.theme === 'auto' && dark.matches);
    const apply = () => {
      this.map.setTheme(isNight() ? 'night' : 'day');
      this.#showLegend();
    };
    dark.addEventListener('change', apply);
    byId('theme-button').addEventListener('click', () => {
      root.dataset.theme = isNight() ? 'day' : 'night';
      apply();
    });
    apply();
  }

  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') this.#choose(null);
    else if (event.key === '+') this.map.zoomBy(CLOSER);
    else if (event.key === '-') this.map.zoomBy(1 / CLOSER);
    else if (event.key === 'a') this.map.fit();
  }
}

window.month = new MonthPage(decodedMonth(JSON.parse(globalThis.packedData)));
delete globalThis.packedData;
window.month.start();

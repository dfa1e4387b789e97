// Puts the page of a night together: the map, the lists, the day, and the selection that joins them.
import { byId, create } from './dom.js';
import { TimeFormat, wordsOf } from './format.js';
import { decoded } from './nightdata.js';
import { FleetDay } from './nightday.js';
import { MEASURES, NightMap, drawMark, lookOf } from './nightmap.js';
import { NightPanels, showFigures } from './nightpanels.js';
import { PlanView } from './nightplan.js';
import { LATENESS, NightSelection, facetsOf } from './nightselection.js';
import { TripTable, WorstDrives } from './nighttable.js';
import { several, word } from './words.js';

const WORST_MARKS = new Set(['wrong_way', 'closed_road', 'forbidden_turn', 'no_access', 'vehicle_limit', 'off_road']);
const ZOOM = Math.SQRT2;

class NightPage {
  constructor(night) {
    this.night = night;
    this.#index();
    this.times = new TimeFormat('clock', night.offset_minutes, this.#span() * 1000);
    this.selection = new NightSelection(night.trips.count, facetsOf(night));
    byId('title').textContent = night.title;
    showFigures(byId('figures'), night.sums);
    const actions = { openTrip: (trip) => this.openTrip(trip), goTo: (x, y) => this.map?.goTo(x, y),
      mark: (context, x, y, type, theme) => WORST_MARKS.has(type)
        && drawMark(context, x, y, lookOf(type).shape, lookOf(type)[theme], theme === 'day' ? '#ffffff' : '#171c25', 4) };
    if (night.roads) this.#buildMap();
    byId('map').hidden = !night.roads;
    this.panels = new NightPanels(byId('panels'), night, this.selection, this.times, actions);
    this.#buildViews(actions);
    this.selection.onChange(() => this.#show());
    this.#watchTheme();
    addEventListener('keydown', (event) => this.#onKey(event));
  }

  /** Events by trip, and why trips need a look. */
  #index() {
    const { night } = this;
    night.eventsOfTrip = [];
    night.events?.trip.forEach((trip, event) => (night.eventsOfTrip[trip] ??= []).push(event));
    night.whyOfTrip = new Map(night.trips.flagged.map((trip, row) => [trip, night.trips.why[row]]));
    night.lookOfTrip = new Map(night.trips.flagged.map((trip, row) => [trip, night.trips.look[row]]));
  }

  #span() {
    const begins = this.night.trips.begin.filter((time) => time !== null);
    return begins.length ? begins.reduce((a, b) => Math.max(a, b)) - begins.reduce((a, b) => Math.min(a, b)) : 0;
  }

  #buildMap() {
    const { night } = this;
    this.map = new NightMap(byId('map'), night, {
      onRoad: (road) => (road < 0 ? this.selection.set('road') : this.selection.toggle('road', road)),
      onTrip: (trip) => this.openTrip(trip),
    });
    const known = Object.keys(MEASURES).filter((name) => night.roads.trips.some((_, i) => MEASURES[name].value(night.roads, i) !== null));
    byId('measures').replaceChildren(...known.map((name) => {
      const button = create('button', { type: 'button', 'aria-pressed': String(name === 'trips'), text: MEASURES[name].label });
      button.addEventListener('click', () => this.#setMeasure(name));
      button.dataset.measure = name;
      return button;
    }));
    byId('zoom-in').addEventListener('click', () => this.map.zoomBy(ZOOM));
    byId('zoom-out').addEventListener('click', () => this.map.zoomBy(1 / ZOOM));
    byId('fit').addEventListener('click', () => this.map.fit(this.selection.isEmpty ? null : this.selection.trips()));
    byId('attribution').replaceChildren(...(night.attribution
      ? [create('a', { href: 'https://www.openstreetmap.org/copyright', rel: 'noreferrer', text: word(night.attribution) }), ' · '] : []),
      [night.map, night.map_data_time.slice(0, 10), night.program].filter(Boolean).join(' · '));
  }

  #setMeasure(name) {
    this.map.measure = name;
    for (const button of byId('measures').children) button.setAttribute('aria-pressed', String(button.dataset.measure === name));
    this.#showLegend();
  }

  #showLegend() {
    if (!this.map) return;
    const { title } = MEASURES[this.map.measure];
    byId('legend').replaceChildren(create('span', { text: title }), create('div', {}, this.map.legend.map(([colour, words]) => {
      const step = create('i', {}, [create('small', { text: words })]);
      step.style.background = colour;
      return step;
    })));
  }

  #buildViews(actions) {
    const { night, selection, times } = this;
    const views = [[word('Day'), new FleetDay(night, selection, times, actions)]];
    if (night.stops) views.push([word('Plan'), new PlanView(night, selection, times, actions)]);
    if (night.trips.flagged.length && night.roads) views.push([word('Worst drives'), new WorstDrives(night, selection, actions)]);
    views.push([word('Trips'), new TripTable(night, selection, times, actions)]);
    if (night.sums.nights.length > 1) views.push([word('Nights'), new NightCurves(night)]);
    this.views = views.map(([name, view]) => {
      const tab = create('button', { type: 'button', role: 'tab', text: name });
      tab.addEventListener('click', () => this.#open(view));
      byId('tabs').append(tab);
      return { name, view, tab };
    });
    this.view = views[0][1];
  }

  #open(view) {
    this.view = view;
    for (const { view: other, tab } of this.views) tab.setAttribute('aria-selected', String(other === view));
    byId('view').replaceChildren(view.element);
    view.resize?.();
    view.draw();
  }

  /** The first picture. */
  start() {
    byId('first').classList.add('replaced');
    byId('page').hidden = false;
    this.#open(this.view);
    this.map?.resize();
    this.map?.fit();
    this.map?.paint();
    new ResizeObserver(() => this.map?.resize()).observe(byId('map'));
    new ResizeObserver(() => this.view.resize?.()).observe(byId('view'));
    document.documentElement.dataset.ready = 'true';
  }

  /** Selects one trip, and shows it. */
  openTrip(trip) {
    this.selection.toggle('trip', trip);
    if (this.selection.get('trip') === trip) this.map?.fit(this.selection.trips());
  }

  #show() {
    const { selection } = this;
    this.map?.light(selection.isEmpty ? null : selection.trips(), selection.get('type'), selection.get('road'));
    this.panels.show();
    this.view.draw();
    this.#showChoices();
  }

  #showChoices() {
    const chips = this.selection.choices.map(([kind, choice]) => {
      const chip = create('button', { type: 'button', title: word('Take back'), text: this.#wordsOf(kind, choice) + ' ✕' });
      chip.addEventListener('click', () => this.selection.set(kind));
      return chip;
    });
    const trip = this.selection.get('trip');
    const page = trip === undefined ? '' : this.night.trips.page[trip];
    if (page) chips.push(create('a', { href: page, text: word('Replay this drive') }));
    const selected = this.selection.trips().reduce((sum, isIn) => sum + isIn, 0);
    byId('choices').replaceChildren(...(chips.length
      ? [create('span', { text: several(this.night.trips.count, '{n} of {all} trip', '{n} of {all} trips', { n: selected, all: this.night.trips.count }) }), ...chips] : []));
  }

  #wordsOf(kind, choice) {
    const { trips, roads } = this.night;
    const clock = (time) => this.times.arrival(time * 1000);
    return {
      vehicle: () => word('vehicle {name}', { name: choice }), status: () => wordsOf(choice), look: () => word('need a look'), trip: () => word('trip {name}', { name: trips.id[choice] }),
      hours: () => word('{from} to {to}', { from: clock(choice[0]), to: clock(choice[1]) }), type: () => wordsOf(choice), cause: () => word('left the plan: {cause}', { cause: wordsOf(choice) }),
      late: () => LATENESS.find(({ grade }) => grade === choice).words, road: () => roads.name[choice] || word('road without a name'),
    }[kind]();
  }

  // Themes.

  #watchTheme() {
    const root = document.documentElement;
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const apply = () => {
      const shown = root.dataset.theme === 'auto' ? (dark.matches ? 'night' : 'day') : root.dataset.theme;
      this.map?.setTheme(shown);
      for (const { view } of this.views) view.theme = shown;
      this.view.draw();
      this.#showLegend();
    };
    dark.addEventListener('change', apply);
    byId('theme-button').addEventListener('click', () => {
      const isNight = root.dataset.theme === 'night' || (root.dataset.theme === 'auto' && dark.matches);
      root.dataset.theme = isNight ? 'day' : 'night';
      apply();
    });
    apply();
  }

  #onKey(event) {
    if (event.target.matches('input, select') || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') this.selection.clear();
    else if (event.key === '+') this.map?.zoomBy(ZOOM);
    else if (event.key === '-') this.map?.zoomBy(1 / ZOOM);
    else if (event.key === 'a') this.map?.fit(this.selection.isEmpty ? null : this.selection.trips());
  }
}

/** Curves of the sums of all nights. */
class NightCurves {
  constructor({ sums }) {
    this.sums = sums;
    this.element = create('div', { class: 'curves' });
  }

  resize() {}

  draw() {
    const { names, nights } = this.sums;
    this.element.replaceChildren(create('table', {}, [
      create('tr', {}, [word('night'), ...names].map((name, i) => create('th', { class: i > 0 && 'number', text: wordsOf(name) }))),
      ...[...nights].reverse().map(([date, values]) => create('tr', {}, [create('td', { text: date }),
        ...values.map((value) => create('td', { class: 'number', text: value === null ? '' : String(value) }))]))]));
  }
}

window.night = new NightPage(decoded(JSON.parse(globalThis.packedData)));
delete globalThis.packedData;
window.night.start();

// Puts the page together: the drive, its track, the map, the clock, and everything that shows or moves them.
import { unpack } from './unpack.js';
import { buildTrack } from './track.js';
import { MapView } from './mapview.js';
import { byId } from './dom.js';
import { FrameLoop, ReplayClock, speedsOf } from './clock.js';
import { TimeFormat, durationText, offsetMinutes, useMiles } from './format.js';
import { GuidancePanel } from './guidance.js';
import { LayersMenu, PanelFrame, Theme, buildSpeeds, connectButtons } from './controls.js';
import { openHelp, say, showClock, showFollow } from './controls.js';
import { Overview } from './overview.js';
import { Moments, pausesOf } from './moments.js';
import { TablesPanel } from './tables.js';
import { Timeline } from './timeline.js';
import { outcomeOf } from './outcome.js';
import { describeMap, factsOf, showHeader } from './header.js';
import { listenToKeys } from './keyboard.js';
import { preparePrint } from './print.js';
import { loadSurroundings } from './surroundings.js';
import { readLink, writeLink } from './link.js';
import './stops.js';
import { word } from './words.js';

/** The link follows the replay when it has stood for this long, in milliseconds. */
const LINK_DELAY = 250;
/** Factors of the keys and buttons for zoom. */
const ZOOM_STEP = Math.SQRT2;

/** The page of one drive. */
class ReplayPage {
  #selected = null;
  #linkTimer = 0;

  constructor(drive) {
    this.drive = drive;
    useMiles(drive.units === 'imperial');
    this.track = buildTrack(drive);
    const { timeKind, begin, end } = this.track;
    const offset = offsetMinutes(drive.table(drive.kind === 'route' ? 'routes' : 'trips').value('utc_offset', 0));
    this.times = new TimeFormat(timeKind, offset, end - begin);
    this.moments = new Moments(drive, this.track);
    const listeners = { onPick: (hit) => this.select(hit), onFree: () => showFollow(false) };
    this.map = new MapView(byId('map'), drive, listeners, this.track);
    this.#buildParts();
    this.theme = new Theme(drive.style.theme, (shown) => this.#setTheme(shown));
    const { speeds, speed } = speedsOf(end - begin, drive.style.speed);
    buildSpeeds(speeds, (chosen) => (this.clock.speed = chosen));
    const pauses = pausesOf(drive, this.moments, this.track);
    this.clock = new ReplayClock({ begin, end, speed, speeds, pauses, onChange: () => this.#clockChanged(),
      onSkip: (time) => say(word('{time} without movement skipped', { time: durationText(time / 1000) })) });
    this.loop = new FrameLoop({ rate: drive.style.frame_rate, draw: () => this.#showTime(this.clock.tick()) });
  }

  #buildParts() {
    const { drive, track, moments, times } = this;
    const parts = { drive, track, moments, times };
    this.outcome = outcomeOf(drive);
    describeMap(drive, track, this.outcome);
    showHeader(drive, track, times, this.outcome, (part) => this.select(part, 'seek'));
    byId('bar').hidden = track.length === 0;
    this.guidance = new GuidancePanel(byId('guidance'), parts);
    this.timeline = new Timeline(byId('timeline'),
      { ...parts, silences: this.map.path.silences.spans, palette: () => this.map.palette,
        onSeek: (time) => this.clock.seek(time) });
    this.tables = new TablesPanel({ ...parts, onSelect: (row) => this.select(row, 'seek'),
      onSeek: (time) => this.#seek(time), onChoose: (number) => (location.hash = number > 0 ? `#a=${number}` : '') });
    this.layers = new LayersMenu(this.map, drive.style.path.colour_by);
    this.overview = new Overview(this.map, track, drive.style, byId('guidance'));
    this.panel = new PanelFrame(() => this.resize());
  }

  /** Connects what moves the replay, goes where the link points, and shows the first picture. */
  start() {
    const actions = this.#actions();
    connectButtons(actions);
    listenToKeys((action, shift) => actions[action](shift));
    addEventListener('hashchange', () => this.openLink());
    new ResizeObserver(() => this.resize()).observe(byId('map'));
    for (const kind of ['pointerup', 'wheel']) {
      byId('map').addEventListener(kind, () => this.#keepLink(), { passive: true });
    }
    preparePrint({ ...this, facts: factsOf(this.drive, this.track, this.times) });
    this.resize();
    if (!this.openLink()) this.#openAtOutcome();
    showFollow(this.map.follow);
    this.#clockChanged();
    this.map.open();
    document.documentElement.dataset.ready = 'true';
    this.#surround();
  }

  /** Shows the map around the drive once it is loaded, if the page does not have it. */
  async #surround() {
    const surroundings = this.drive.around ? await loadSurroundings(this.drive) : null;
    if (surroundings) this.map.surround(surroundings);
    document.documentElement.dataset.around = 'true';
  }

  /** Without a link a page opens where the gravest happened, or with the whole drive. */
  #openAtOutcome() {
    this.overview.show();
    const gravest = this.outcome.find(({ row, grade }) => row !== undefined && grade === 'bad');
    if (gravest) this.select(gravest);
    if (gravest) this.tables.select(gravest, 'without details');
    if (gravest && this.map.stretch.length > 0) this.#goTo(gravest);
    this.opening = this.clock.time;
  }

  /** Selects a row of a table, `{ table, row }`, or nothing; with 'seek' replay and map go there. */
  select(selection, seek = '') {
    this.#selected = selection && { table: selection.table, row: selection.row };
    this.map.select(selection, selection && this.#spanOf(selection));
    if (selection && seek) this.#goTo(selection);
    else this.#showTime(this.clock.time);
    this.tables.select(selection);
    this.#keepLink();
  }

  #spanOf({ table, row }) {
    return { begin: this.moments.times(table)[row], end: this.moments.ends(table)[row] };
  }

  /**
   * The map shows all of a stretch. Otherwise one that follows the vehicle is there when the replay is, and one that
   * does not moves to what is selected.
   */
  #goTo({ table, row }) {
    const { stretch } = this.map;
    if (stretch.length > 0) this.overview.show(stretch);
    else this.overview.leave();
    const time = this.moments.times(table)[row];
    const beside = table === 'job_events' && (time < this.track.begin || time > this.track.end);
    const timed = !Number.isNaN(time) && !beside;
    if (timed) this.clock.seek(time);
    if (stretch.length === 0 && (!timed || !this.map.follow)) this.map.showSelected();
  }

  /** Goes where the address points; returns whether it points anywhere. */
  openLink() {
    const { alternative = 0, ...link } = readLink(location.hash, this.track.begin);
    const { time, zoom, center, row } = link;
    if (alternative !== linkedAlternative) location.reload();
    if (Object.keys(link).length === 0) return false;
    this.overview.leave(center ? false : undefined);
    if (center) {
      this.map.follow = false;
      showFollow(false);
    }
    const camera = this.map.cameraState();
    this.map.setCamera({ ...camera, ...center, zoom: zoom ?? camera.zoom });
    if (row && row.row < this.drive.table(row.table).rows) this.select(row, time === undefined ? 'seek' : '');
    if (time !== undefined) this.clock.seek(time);
    return true;
  }

  /** After a change of size. */
  resize() {
    const { isShown } = this.overview;
    if (this.map.resize() && isShown) this.overview.show(this.overview.lines);
    this.timeline.draw();
    this.tables.resize();
    this.#showTime(this.clock.time);
  }

  #setTheme(shown) {
    this.map.setTheme(shown);
    this.timeline.draw();
    this.layers.showLegends();
  }

  #clockChanged() {
    const { clock } = this;
    showClock(clock);
    if (clock.playing) {
      this.overview.leave();
      this.loop.start();
    } else {
      this.loop.stop();
    }
    this.#showTime(clock.time);
    if (!clock.playing) this.#keepLink();
  }

  #showTime(time) {
    const { playing } = this.clock;
    this.map.setTime(time);
    this.timeline.setTime(time, !playing);
    this.guidance.setTime(time);
    this.tables.setTime(time);
    this.#writeTime(time);
  }

  #writeTime(time) {
    const [clock, day] = [byId('time-clock'), byId('time-day')];
    const text = this.times.clock(time);
    if (clock.textContent === text) return;
    clock.textContent = text;
    day.textContent = [this.times.day(time), this.times.zone].filter(Boolean).join(' ');
  }

  /** The address of the moment that is shown. */
  get link() {
    const { zoom, lat, lon } = this.map.cameraState();
    const center = this.map.follow ? null : { lat, lon };
    const moment = { time: this.clock.time, zoom, center, row: this.#selected, alternative: this.drive.chosen };
    return writeLink(moment, this.track.timeKind, this.track.begin);
  }

  #keepLink() {
    clearTimeout(this.#linkTimer);
    this.#linkTimer = setTimeout(() => {
      const untouched = this.overview.isShown && this.clock.time === this.opening;
      if (!this.clock.playing && !untouched) history.replaceState(null, '', this.link);
    }, LINK_DELAY);
  }

  async #copyLink() {
    history.replaceState(null, '', this.link);
    try {
      await navigator.clipboard.writeText(location.href);
      say(word('Link copied'));
    } catch {
      say(word('The browser does not let pages copy here; the link is in the address bar.'));
    }
  }

  #step(direction) {
    const next = this.moments.step(this.clock.time, direction);
    if (next) this.select({ table: next.table, row: next.row }, 'seek');
    else this.#seek(direction > 0 ? this.track.end : this.track.begin);
  }

  #seek(time) {
    this.overview.leave();
    this.clock.seek(time);
  }

  #stepFixes(count) {
    this.clock.pause();
    this.#seek(this.moments.stepFixes(this.clock.time, count));
  }

  #zoom(factor) {
    this.map.zoomBy(factor);
    this.#keepLink();
  }

  #close() {
    if (this.layers.open) this.layers.toggle(false);
    else this.select(null);
  }

  #toggleFollow() {
    if (this.overview.isShown) this.overview.leave(true);
    else this.map.follow = !this.map.follow;
    showFollow(this.map.follow);
    this.#showTime(this.clock.time);
  }

  #fit() {
    this.overview.show();
    this.#keepLink();
  }

  /** What keys and buttons do, by the names that keyboard.js and controls.js use. */
  #actions() {
    const { clock, track } = this;
    return {
      toggle: () => clock.toggle(),
      previousFix: (shift) => this.#stepFixes(shift ? -10 : -1),
      nextFix: (shift) => this.#stepFixes(shift ? 10 : 1),
      faster: () => clock.stepSpeed(1),
      slower: () => clock.stepSpeed(-1),
      nextMoment: () => this.#step(1),
      previousMoment: () => this.#step(-1),
      toBegin: () => this.#seek(track.begin),
      toEnd: () => this.#seek(track.end),
      follow: () => this.#toggleFollow(),
      fit: () => this.#fit(),
      zoomIn: () => this.#zoom(ZOOM_STEP),
      zoomOut: () => this.#zoom(1 / ZOOM_STEP),
      layers: () => this.layers.toggle(),
      panel: () => this.panel.toggle(),
      theme: () => this.theme.next(),
      copyLink: () => this.#copyLink(),
      help: () => openHelp(),
      close: () => this.#close(),
    };
  }
}

/** The alternative in the address; the page is made anew for another one. */
const { alternative: linkedAlternative = 0 } = readLink(location.hash, 0);
const page = new ReplayPage(unpack(JSON.parse(globalThis.packedData), linkedAlternative));
delete globalThis.packedData;
window.replay = page;
page.start();

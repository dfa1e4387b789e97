// The map of a night: its roads coloured by a measure, what happened, and what is selected.
import { Camera, Glide } from './camera.js';
import { BoxIndex, boxesOfLines, distanceToSegment } from './culling.js';
import { Gestures } from './gestures.js';
import { drawGround, paintPlaces, unpackGround } from './ground.js';
import { View } from './picture.js';
import { ScaleBar } from './scalebar.js';
import { create } from './dom.js';
import { numberText, wordsOf } from './format.js';
import { several, word } from './words.js';

/** How near a pointer must be to a road or a mark, in CSS pixels. */
const REACH = 8;
const MARK_REACH = 9;
/** More marks than these are small until one is near, so that they do not cover the town. */
const MANY_MARKS = 30;
const NEAR_ZOOM = 14;
/** More marks than these are thinned out to one in so many CSS pixels. */
const MOST_MARKS = 2000;
const CROWDED = 12;
/** CSS pixels around a mark for its edge. */
const SPRITE_MARGIN = 4;
/** Between the roads and the edge of the map, in CSS pixels. */
const MARGIN = 28;
/** The view holds all roads but this share of what was driven on each side, so that one far trip does not shrink a town. */
const LEFT_OUT = 0.004;
/** Lines are drawn in units of which the world has so many, from the first road: single precision suffices. */
const UNITS = 2 ** 30;

/**
 * Ramps of colours, from the lowest to the highest value. All have a contrast of 3 : 1 to the ground of their theme, and
 * differ in lightness, so that those who do not tell red from green tell them apart. The two ends of a ramp with a
 * middle are blue and orange.
 */
const RAMPS = {
  day: {
    amount: ['#4d85b5', '#3f6cab', '#3c51a0', '#3b3590', '#34197a', '#22035c'],
    balance: ['#7a2e00', '#a84a00', '#c06a14', '#6f6f6f', '#3f78b5', '#15539e'],
  },
  night: {
    amount: ['#4f74ad', '#5f8fbf', '#74acc8', '#98c9c2', '#d2e0a0', '#ffeb7a'],
    balance: ['#ff9d3c', '#e58a45', '#c98a5e', '#9aa0a8', '#6fa5df', '#8cc4ff'],
  },
};

const SCENES = {
  day: { ground: '#f3f1ec', around: '#d6d1c6', casing: '#ffffff', unlit: '#b9b4a9', edge: '#ffffff', label: '#3b3a37',
    label_halo: '#fbfaf7', selected: '#d4006a' },
  night: { ground: '#161c26', around: '#2b3441', casing: '#0b1018', unlit: '#414b5a', edge: '#0e131b', label: '#d3dae4',
    label_halo: '#141a23', selected: '#ff5c98' },
};

/** The share by which the ground fades into the background, so that the colours of roads keep their contrast. */
const FADED_GROUND = 0.45;

/** Colours and shapes of events; those without are small grey dots. */
export const EVENT_LOOKS = {
  wrong_way: { shape: 'triangle', day: '#c4162a', night: '#ff6472' },
  closed_road: { shape: 'square', day: '#8a1c5b', night: '#f08ac2' },
  forbidden_turn: { shape: 'diamond', day: '#9c1a80', night: '#e88ad6' },
  no_access: { shape: 'square', day: '#7a4a00', night: '#e0a24f' },
  vehicle_limit: { shape: 'square', day: '#7a4a00', night: '#e0a24f' },
  off_road: { shape: 'circle', day: '#7d4517', night: '#d99a63' },
  speeding: { shape: 'circle', day: '#b34a00', night: '#ff9d3c' },
  deviation: { shape: 'circle', day: '#6a3fb0', night: '#b79bf0' },
  stop: { shape: 'circle', day: '#2f5a94', night: '#7fb0ee' },
  missed: { shape: 'cross', day: '#c4162a', night: '#ff6472' },
};
const OTHER_LOOK = { shape: 'circle', day: '#5d6470', night: '#a3adbb' };
/** Shown before a type is chosen: what speaks of the driver, and no mere stand or silence. */
const SHOWN_TYPES = new Set(['wrong_way', 'closed_road', 'forbidden_turn', 'no_access', 'vehicle_limit', 'off_road']);

export const lookOf = (type) => EVENT_LOOKS[type] ?? OTHER_LOOK;

/** What roads can be coloured by: words, unit, the value of a road, and how values are spread over the ramp. */
export const MEASURES = {
  trips: { label: word('trips'), title: word('Trips on a road'), ramp: 'amount', value: ({ trips }, i) => trips[i], isSpread: true,
    text: (value) => numberText(value, 0) },
  speed: { label: word('mean speed'), title: word('Mean speed, km/h'), ramp: 'balance', value: ({ speed }, i) => speed[i],
    range: [10, 90], text: (value) => numberText(value, 0) },
  limit: { label: word('against the limit'), title: word('Mean speed by the posted limit, %'), ramp: 'balance',
    value: ({ speed, limit }, i) => (speed[i] === null || limit[i] === null ? null : (speed[i] / limit[i]) * 100),
    range: [25, 115], text: (value) => numberText(value, 0) },
  confidence: { label: word('confidence'), title: word('Share expected to be right, %'), ramp: 'balance',
    value: ({ confidence }, i) => confidence[i], range: [70, 100], text: (value) => numberText(value, 0) },
  wrong: { label: word('wrong way'), title: word('Trips the wrong way, %'), ramp: 'amount',
    value: ({ wrong, trips }, i) => (wrong[i] > 0 ? (wrong[i] / trips[i]) * 100 : null), range: [0, 100],
    text: (value) => numberText(value, 0) },
};

export class NightMap {
  #measure = 'trips';
  #lit = null;
  #mask = null;
  #type = '';
  #hovered = null;
  #isAsked = false;
  #glide = new Glide();
  #lastStep = 0;

  /** @param listeners onRoad(road or −1), onTrip(trip): what was clicked */
  constructor(element, night, listeners) {
    Object.assign(this, { element, night, listeners, theme: 'day' });
    this.canvas = create('canvas', { 'aria-hidden': 'true' });
    this.tip = create('div', { class: 'tip', hidden: '' });
    element.append(this.canvas, this.tip);
    this.camera = new Camera();
    this.scale = new ScaleBar(element);
    this.index = new BoxIndex(boxesOfLines(night.roads));
    this.ground = unpackGround(night.ground ?? null, night.roads.x[0]);
    this.groundCanvas = document.createElement('canvas');
    this.origin = { x: night.roads.x[0] ?? 0, y: night.roads.y[0] ?? 0 };
    this.around = this.#pathOf(night.around, [...night.around.class.keys()]);
    this.#grade();
    new Gestures(element, this);
  }

  // What gestures ask for.

  panBy(dx, dy) {
    this.camera.panBy(dx, dy);
    this.draw();
  }

  throwBy(speedX, speedY) {
    this.#glide.throwBy(speedX, speedY);
    this.draw();
  }

  zoomBy(factor, x, y) {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const zoom = this.#glide.targetZoom(this.camera) + Math.log2(factor);
    if (still) this.camera.zoomTo(zoom, x, y);
    else this.#glide.zoomTo(zoom, x ?? this.camera.width / 2, y ?? this.camera.height / 2);
    this.draw();
  }

  pinch(factor, dx, dy, { x, y }) {
    this.camera.panBy(dx, dy);
    this.camera.zoomTo(this.camera.zoom + Math.log2(factor), x, y);
    this.draw();
  }

  hold() {
    this.#glide.stop();
  }

  pick(x, y) {
    const found = this.#found(x, y);
    if (found?.trip >= 0) this.listeners.onTrip(found.trip);
    else if (!found?.words) this.listeners.onRoad(found ? found.road : -1);
  }

  hover(x, y) {
    const found = this.#found(x, y);
    this.element.style.cursor = found ? 'pointer' : 'grab';
    this.#showTip(found, x, y);
    if (found?.road === this.#hovered?.road) return;
    this.#hovered = found;
    this.draw();
  }

  #found(x, y) {
    return this.#markAt(x, y) ?? this.#roadAt(x, y);
  }

  #markAt(x, y) {
    let [best, nearest] = [null, MARK_REACH];
    for (const mark of this.marks ?? []) {
      const distance = Math.hypot(mark.x - x, mark.y - y);
      if (distance < nearest) [best, nearest] = [mark, distance];
    }
    return best && { trip: best.trip, words: this.#wordsOfMark(best) };
  }

  #roadAt(x, y) {
    const { roads } = this.night;
    const place = this.camera.toWorld(x, y);
    const reach = REACH / this.camera.scale;
    const box = { minX: place.x - reach, maxX: place.x + reach, minY: place.y - reach, maxY: place.y + reach };
    let [best, nearest] = [-1, reach];
    for (const road of this.index.find(box)) {
      for (let i = roads.starts[road]; i + 1 < roads.starts[road + 1]; i += 1) {
        const distance = distanceToSegment(place.x, place.y, roads.x[i], roads.y[i], roads.x[i + 1], roads.y[i + 1]);
        if (distance < nearest) [best, nearest] = [road, distance];
      }
    }
    return best < 0 ? null : { road: best };
  }

  #showTip(found, x, y) {
    this.tip.hidden = !found;
    if (!found) return;
    this.tip.textContent = found.words ?? this.#wordsOfRoad(found.road);
    this.tip.style.transform = `translate(${Math.min(x + 14, this.camera.width - 220)}px, ${y + 14}px)`;
  }

  #wordsOfRoad(road) {
    const { name, trips, speed, limit, wrong } = this.night.roads;
    const parts = [name[road] || word('road without a name'), several(trips[road], '{n} trip', '{n} trips')];
    if (speed[road] !== null) parts.push(limit[road] ? word('{speed} km/h of {limit}', { speed: speed[road], limit: limit[road] }) : `${speed[road]} km/h`);
    if (wrong[road]) parts.push(word('{n} the wrong way', { n: wrong[road] }));
    return parts.join(' · ');
  }

  // What is shown.

  set measure(name) {
    this.#measure = name;
    this.#grade();
    this.draw();
  }

  get measure() {
    return this.#measure;
  }

  setTheme(theme) {
    this.theme = theme;
    this.scale.colour(SCENES[theme]);
    this.draw();
  }

  /** Lights the roads of selected trips, or all with null, and shows the events of one type, or the grave ones. */
  light(mask, type, road) {
    const { paths, roads } = this.night;
    Object.assign(this, { chosenRoad: road ?? -1 });
    this.#mask = mask;
    this.#type = type ?? '';
    this.#lit = mask && new Uint8Array(roads.count);
    mask?.forEach((isIn, trip) => {
      if (!isIn) return;
      for (let i = paths.starts[trip]; i < paths.starts[trip + 1]; i += 1) {
        if (paths.roads[i] >= 0) this.#lit[paths.roads[i]] = 1;
      }
    });
    this.#trace();
    this.draw();
  }

  /** Shows the roads of some trips, or nearly all that was driven. */
  fit(mask = null) {
    const box = this.#boxOf(mask);
    if (box) this.camera.fit(box, MARGIN, { top: 44 });
    this.#glide.stop();
    this.draw();
  }

  /** Moves to a place of the world. */
  goTo(x, y) {
    this.camera.zoom = Math.max(this.camera.zoom, 15.5);
    this.camera.centre(x, y);
    this.draw();
  }

  #boxOf(mask) {
    const { roads } = this.night;
    const weights = roads.trips.map((trips, road) => (mask ? this.#lit?.[road] ?? 0 : trips));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    if (total === 0) return null;
    const order = [...weights.keys()].filter((road) => weights[road] > 0);
    const side = (axis) => {
      const sorted = order.map((road) => [roads[axis][roads.starts[road]], weights[road]]).sort((a, b) => a[0] - b[0]);
      const edge = (rows) => {
        let rest = mask ? 0 : total * LEFT_OUT;
        return rows.find(([, weight]) => (rest -= weight) < 0)[0];
      };
      return [edge(sorted), edge(sorted.reverse())];
    };
    const [[minX, maxX], [minY, maxY]] = [side('x'), side('y')];
    return mask ? this.#withStops({ minX, minY, maxX, maxY }, mask) : { minX, minY, maxX, maxY };
  }

  /** A box that also holds the missed stops of selected trips. */
  #withStops(box, mask) {
    const { stops } = this.night;
    const missed = (stops?.trip ?? []).flatMap((trip, i) => (trip !== null && mask[trip] && stops.state[i] === 'missed' ? [i] : []));
    const [xs, ys] = [missed.map((i) => stops.x[i]), missed.map((i) => stops.y[i])];
    return { minX: Math.min(box.minX, ...xs), maxX: Math.max(box.maxX, ...xs), minY: Math.min(box.minY, ...ys), maxY: Math.max(box.maxY, ...ys) };
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.element;
    const ratio = devicePixelRatio || 1;
    Object.assign(this.canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
    Object.assign(this.camera, { width: Math.max(1, width), height: Math.max(1, height) });
    this.draw();
  }

  // Colours.

  /** Sorts the roads into the steps of the ramp. */
  #grade() {
    const measure = MEASURES[this.#measure];
    const { roads } = this.night;
    const values = Array.from({ length: roads.count }, (_, i) => measure.value(roads, i));
    this.limits = measure.isSpread ? spread(values) : evenly(measure.range);
    this.steps = Int8Array.from(values, (value) => (value === null ? -1 : stepOf(value, this.limits)));
    this.#trace();
  }

  /** The lines of each step, once lit and once not. */
  #trace() {
    const groups = [new Map(), new Map()];
    this.steps.forEach((step, road) => {
      const group = groups[this.#lit && !this.#lit[road] ? 1 : 0];
      if (!group.has(step)) group.set(step, []);
      group.get(step).push(road);
    });
    const [lit, unlit] = groups.map((group) => [...group].sort((a, b) => a[0] - b[0])
      .map(([step, roads]) => ({ step, path: this.#pathOf(this.night.roads, roads) })));
    Object.assign(this, { litPaths: lit, unlitPaths: unlit });
  }

  #pathOf({ x, y, starts }, lines) {
    const path = new Path2D();
    for (const line of lines) {
      for (let i = starts[line]; i < starts[line + 1]; i += 1) {
        const [px, py] = [(x[i] - this.origin.x) * UNITS, (y[i] - this.origin.y) * UNITS];
        if (i === starts[line]) path.moveTo(px, py);
        else path.lineTo(px, py);
      }
    }
    return path;
  }

  /** The steps of the legend: [colour, words]. */
  get legend() {
    const measure = MEASURES[this.#measure];
    const colours = RAMPS[this.theme][measure.ramp];
    return colours.map((colour, step) => [colour, step === 0 ? '' : measure.text(this.limits[step - 1])]);
  }

  /** All colours of roads and marks by theme, with the ground beneath them. */
  get colours() {
    const looks = [...Object.values(EVENT_LOOKS), OTHER_LOOK];
    return Object.fromEntries(['day', 'night'].map((theme) => [theme, { ground: SCENES[theme].ground,
      roads: Object.values(RAMPS[theme]).flat(), marks: looks.map((look) => look[theme]) }]));
  }

  // Drawing.

  draw() {
    if (this.#isAsked) return;
    this.#isAsked = true;
    requestAnimationFrame((now) => {
      this.#isAsked = false;
      this.#step(now);
      this.paint();
    });
  }

  #step(now) {
    if (!this.#glide.moving) {
      this.#lastStep = 0;
      return;
    }
    this.#glide.step(this.camera, this.#lastStep ? Math.min(50, now - this.#lastStep) : 16);
    this.#lastStep = now;
    if (this.#glide.moving) this.draw();
  }

  paint() {
    const scene = SCENES[this.theme];
    const ratio = devicePixelRatio || 1;
    const context = this.canvas.getContext('2d');
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = scene.ground;
    context.fillRect(0, 0, this.camera.width, this.camera.height);
    if (this.ground.length > 0) this.#drawGround(context, ratio, scene);
    this.#strokeAll(context, ratio, scene);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (this.ground.length > 0) this.#writePlaces(context);
    this.#markAll(context, scene);
    this.scale.update(this.camera);
  }

  /** The ground is drawn once for each place of the camera. */
  #drawGround(context, ratio, scene) {
    const { camera, groundCanvas } = this;
    const { x, y, zoom, width, height } = camera;
    const key = [x, y, zoom, width, height, ratio, this.theme].join(' ');
    if (key !== this.groundKey) {
      groundCanvas.width = Math.round(width * ratio);
      groundCanvas.height = Math.round(height * ratio);
      const own = groundCanvas.getContext('2d');
      own.setTransform(ratio, 0, 0, ratio, 0, 0);
      drawGround(own, new View(camera, 0), this.ground, this.night.style[this.theme]);
      own.globalAlpha = FADED_GROUND;
      own.fillStyle = scene.ground;
      own.fillRect(0, 0, width, height);
      own.globalAlpha = 1;
      this.groundKey = key;
    }
    context.drawImage(groundCanvas, 0, 0, width, height);
  }

  #writePlaces(context) {
    const view = new View(this.camera, 0);
    for (const step of paintPlaces(context, view, this.ground, this.night.style[this.theme], new NameRoom(view))) void step;
  }

  #strokeAll(context, ratio, scene) {
    const scale = this.camera.scale / UNITS;
    const at = this.camera.toScreen(this.origin.x, this.origin.y);
    context.setTransform(ratio * scale, 0, 0, ratio * scale, ratio * at.x, ratio * at.y);
    context.lineJoin = context.lineCap = 'round';
    const stroke = (path, colour, width) => {
      context.strokeStyle = colour;
      context.lineWidth = width / scale;
      context.stroke(path);
    };
    const thick = Math.min(2.2, Math.max(0.75, 2 ** ((this.camera.zoom - 13) / 3)));
    stroke(this.around, scene.around, Math.min(3, thick));
    const colours = RAMPS[this.theme][MEASURES[this.#measure].ramp];
    for (const { path } of this.unlitPaths) stroke(path, scene.unlit, 1.1 * thick);
    const width = (step) => (this.#measure === 'trips' ? 1.6 + 0.75 * Math.max(0, step) : 2.6) * thick;
    for (const { step, path } of this.litPaths) stroke(path, scene.casing, width(step) + 2);
    for (const { step, path } of this.litPaths) stroke(path, step < 0 ? scene.unlit : colours[step], width(step));
    for (const road of [this.#hovered?.road ?? -1, this.chosenRoad ?? -1]) {
      if (road >= 0) stroke(this.#pathOf(this.night.roads, [road]), scene.selected, 5 * thick);
    }
  }

  #markAll(context, scene) {
    const wanted = this.#marksWanted().map((mark) => ({ ...mark, ...this.camera.toScreen(mark.x, mark.y) }))
      .filter(({ x, y }) => x > -10 && y > -10 && x < this.camera.width + 10 && y < this.camera.height + 10);
    const size = wanted.length > MANY_MARKS && this.camera.zoom < NEAR_ZOOM ? 3 : 5;
    this.marks = apart(wanted, wanted.length > MOST_MARKS ? CROWDED : size);
    for (const { x, y, look } of this.marks) drawMark(context, x, y, look.shape, look[this.theme], scene.edge, size);
  }

  /** The events of selected trips that are shown, and missed stops. */
  #marksWanted() {
    const { events, stops } = this.night;
    const isIn = (trip) => trip === null || !this.#mask || this.#mask[trip];
    const isShown = (type) => (this.#type ? type === this.#type : SHOWN_TYPES.has(type));
    const marks = [];
    for (let i = 0; i < (events?.trip.length ?? 0); i += 1) {
      if (!isShown(events.type[i]) || !isIn(events.trip[i])) continue;
      marks.push({ x: events.x[i], y: events.y[i], trip: events.trip[i], look: lookOf(events.type[i]), event: i });
    }
    for (let i = 0; i < (stops?.trip.length ?? 0) && !this.#type; i += 1) {
      if (stops.state[i] !== 'missed' || !isIn(stops.trip[i])) continue;
      marks.push({ x: stops.x[i], y: stops.y[i], trip: stops.trip[i], look: EVENT_LOOKS.missed, stop: i });
    }
    return marks;
  }

  #wordsOfMark({ trip, event, stop }) {
    const { events, stops, trips } = this.night;
    const name = trip === null ? '' : trips.id[trip] + ': ';
    if (stop !== undefined) return name + word('missed {stop}', { stop: stops.name[stop] });
    return name + wordsOf(events.type[event]) + (events.length[event] ? `, ${events.length[event]} m` : '');
  }
}

/** Marks of which no two of one look are in one square of so many CSS pixels. */
function apart(marks, size) {
  const taken = new Set();
  return marks.filter(({ x, y, look }) => {
    const square = `${look.shape}${look.day} ${Math.round(x / size)} ${Math.round(y / size)}`;
    return !taken.has(square) && Boolean(taken.add(square));
  });
}

/** Boxes of names on a picture, none over another. */
class NameRoom {
  #taken = [];

  constructor({ width, height }) {
    Object.assign(this, { width, height });
  }

  isFree(x1, y1, x2, y2) {
    if (x1 < 0 || y1 < 0 || x2 > this.width || y2 > this.height) return false;
    return !this.#taken.some((box) => x1 < box[2] && box[0] < x2 && y1 < box[3] && box[1] < y2);
  }

  take(...box) {
    this.#taken.push(box);
  }
}

/** Limits between the steps so that a step has about as many roads as the next, but values at least double. */
function spread(values) {
  const most = Math.max(2, ...values.filter((value) => value !== null));
  return [1, 2, 3, 4, 5].map((step) => Math.max(step + 1, Math.round(most ** (step / 6))));
}

function evenly([low, high]) {
  return [1, 2, 3, 4, 5].map((step) => low + ((high - low) * step) / 6);
}

function stepOf(value, limits) {
  let step = 0;
  while (step < limits.length && value >= limits[step]) step += 1;
  return step;
}

/** Marks are drawn once each and then copied: a night has thousands. */
const SPRITES = new Map();

/** A mark with an edge around it. */
export function drawMark(context, x, y, shape, colour, edge, size = 5) {
  const ratio = devicePixelRatio || 1;
  const key = [shape, colour, edge, size, ratio].join();
  if (!SPRITES.has(key)) SPRITES.set(key, spriteOf(shape, colour, edge, size, ratio));
  const side = 2 * (size + SPRITE_MARGIN);
  context.drawImage(SPRITES.get(key), x - side / 2, y - side / 2, side, side);
}

function spriteOf(shape, colour, edge, size, ratio) {
  const half = size + SPRITE_MARGIN;
  const canvas = create('canvas', { width: Math.ceil(2 * half * ratio), height: Math.ceil(2 * half * ratio) });
  const context = canvas.getContext('2d');
  context.scale(ratio, ratio);
  paintMark(context, half, half, shape, colour, edge, size);
  return canvas;
}

function paintMark(context, x, y, shape, colour, edge, size) {
  context.beginPath();
  if (shape === 'triangle') context.moveTo(x, y - size - 1), context.lineTo(x + size + 1, y + size), context.lineTo(x - size - 1, y + size);
  else if (shape === 'square') context.rect(x - size + 0.5, y - size + 0.5, 2 * size - 1, 2 * size - 1);
  else if (shape === 'diamond') context.moveTo(x, y - size - 1), context.lineTo(x + size + 1, y), context.lineTo(x, y + size + 1), context.lineTo(x - size - 1, y);
  else if (shape === 'cross') drawCross(context, x, y, size);
  else context.arc(x, y, size - 0.5, 0, 2 * Math.PI);
  context.closePath();
  context.lineJoin = 'round';
  context.strokeStyle = edge;
  context.lineWidth = size < 4 ? 1.6 : 3;
  context.stroke();
  context.fillStyle = colour;
  context.fill();
}

function drawCross(context, x, y, size) {
  const arm = size / 2.4;
  const corners = [[-size, -size + arm], [-size + arm, -size], [0, -arm], [size - arm, -size], [size, -size + arm],
    [arm, 0], [size, size - arm], [size - arm, size], [0, arm], [-size + arm, size], [-size, size - arm], [-arm, 0]];
  corners.forEach(([dx, dy], i) => (i === 0 ? context.moveTo(x + dx, y + dy) : context.lineTo(x + dx, y + dy)));
}

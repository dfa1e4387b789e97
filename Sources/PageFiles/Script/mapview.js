import { xOfLon, yOfLat, nearX } from './projection.js';
import { buildTrack } from './track.js';
import { Camera, Glide } from './camera.js';
import { RoadPainter } from './roads.js';
import { DriveDistance } from './fading.js';
import { paintGround, paintPlaces, unpackGround } from './ground.js';
import { RoadShields } from './shields.js';
import { LabelPainter, Room } from './labels.js';
import { TileLayer } from './tiles.js';
import { Picture, View, fitCanvas } from './picture.js';
import { Stage } from './stage.js';
import { boxOfLine, intersection, union } from './culling.js';
import { VehicleArrow } from './vehicle.js';
import { ScaleBar } from './scalebar.js';
import { PathPainter } from './path.js';
import { Markers, paintDot } from './markers.js';
import { Fixes, SideLines } from './layers.js';
import { Selection } from './selection.js';
import { Gestures } from './gestures.js';
import { word } from './words.js';

/** The arrow hides the path for this share of its size, so the path need not be redrawn for each step within it. */
const ARROW_COVERS = 0.22;
/** CSS pixels around the drive when all of it is shown, and at most this share of a small map. */
const FIT_PADDING = 48;
const MOST_FIT_PADDING = 0.125;
/** Shares of the map by which a vehicle that is followed stands behind the middle. */
const AHEAD = 0.15;
/** A short stretch is shown with the streets around it. */
const NEAREST_STRETCH = 17;
/** How near a click has to be, in CSS pixels. */
const CLICK_DISTANCE = { maneuver: 9, fix: 9, edge: 10 };
/** Maneuvers are drawn as dots from this zoom. */
const MANEUVERS_FROM = 13.5;

const SIDE_LINES = ['plan', 'off_road', 'better_routes', 'alternatives', 'runner_ups'];

export const LAYERS = [
  { name: 'tiles', label: word('Map tiles'), on: true },
  { name: 'ground', label: word('Ground'), on: true },
  { name: 'roads', label: word('Roads'), on: true },
  { name: 'names', label: word('Names of roads'), on: true },
  { name: 'path', label: word('Path'), on: true },
  { name: 'fixes', label: word('Fixes'), on: true },
  { name: 'places', label: word('Matched places'), on: false },
  { name: 'ties', label: word('Ties of fixes to places'), on: false },
  { name: 'accuracy', label: word('Accuracy of fixes'), on: false },
  { name: 'maneuvers', label: word('Maneuvers'), on: true },
  { name: 'events', label: word('Events'), on: true },
  { name: 'milestones', label: word('Milestones'), on: true },
  { name: 'waypoints', label: word('Waypoints'), on: true },
  { name: 'plan', label: word('Plan'), on: true },
  { name: 'off_road', label: word('Off the road'), on: true },
  { name: 'better_routes', label: word('Better routes'), on: false },
  { name: 'alternatives', label: word('Alternatives'), on: false },
  { name: 'runner_ups', label: word('Runner-up edges'), on: false },
];

/** Whether the reader wants nothing to move by itself. */
const isStill = () => globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches;

/** The map of a drive in an element, which it fills. */
export class MapView {
  roads = null;
  labels = null;
  #now = null;
  #follow = true;
  #selection = null;
  #request = 0;
  #lastFrame = 0;
  #paintedAt = null;
  #overlayBlank = true;

  /**
   * @param {HTMLElement} element its position must not be static
   * @param {object} drive from unpack()
   * @param {{onPick: function, onFree: function}} listeners onPick({table, row} | null) of clicks, onFree() when a hand
   *   takes the camera away from the vehicle
   * @param {Track} track of the same drive
   */
  constructor(element, drive, { onPick = () => {}, onFree = () => {} } = {}, track = buildTrack(drive)) {
    Object.assign(this, { element, drive, track, onPick, onFree });
    this.style = withPlainColours(drive.style);
    this.camera = new Camera();
    this.glide = new Glide();
    this.theme = 'day';
    this.stats = { frames: 0, lastDrawMs: 0, firstPictureMs: null };
    this.#makePainters();
    this.layers = LAYERS.map((layer) => ({ ...layer, available: this.#isAvailable(layer.name) }));
    if (drive.kind === 'route') this.layers.find(({ name }) => name === 'alternatives').on = true;
    this.#shown = this.#shownLayers();
    this.#measure();
    this.#makeElements();
    this.#follow = this.style.camera.follow;
    this.fit();
    if (this.#follow && track.vertices.count > 0) this.camera.zoom = this.style.camera.zoom;
    this.#now = track.at(track.begin);
  }

  #shown = new Set();
  #isOpen = false;

  /** Shows the first picture; until then nothing is drawn, as the page may still choose place and theme. */
  open() {
    this.#isOpen = true;
    this.#frame('at once');
  }

  #makePainters() {
    const { drive, track } = this;
    this.ground = unpackGround(drive.ground, drive.originX);
    this.path = new PathPainter(drive, track, this.style);
    this.fixes = new Fixes(drive);
    this.sideLines = new SideLines(drive);
    if (drive.roads) this.#takeRoads(drive.roads);
    this.markers = new Markers(drive, (lat, lon) => this.#project(lat, lon));
    this.maneuvers = drive.table('maneuvers').places('lat', 'lon', drive.originX);
  }

  #takeRoads(roads) {
    this.roads = new RoadPainter(roads, this.#distance());
    this.labels = new LabelPainter(this.roads.named, new RoadShields(roads.plates, () => this.#repaint()));
  }

  /** Draws the map around the drive, which comes after it: roads with those of the drive, and tiles of the ground. */
  surround({ roads, ground }) {
    this.ground = ground;
    this.#takeRoads(roads);
    this.#repaint();
  }

  /** Where the cut-out of the map ends; null if the page says nothing of it. */
  #distance() {
    const { drive, track } = this;
    const { near, far } = drive.roads;
    const lines = SIDE_LINES.flatMap((layer) => this.sideLines.of(layer));
    const points = drive.table('points').places('lat', 'lon', drive.originX);
    lines.push(...Array.from(points.x, (x, row) => [x, points.y[row]]).filter(([x]) => !Number.isNaN(x)));
    const { x, y } = track.vertices;
    lines.push(Array.from(x).flatMap((value, i) => [value, y[i]]));
    return near ? new DriveDistance(lines, near, far) : null;
  }

  #isAvailable(name) {
    const { drive } = this;
    const rows = (table) => drive.table(table).rows > 0;
    switch (name) {
      case 'tiles': return Boolean(drive.tiles);
      case 'ground': return (this.ground.length > 0 || Boolean(drive.around?.ground)) && !drive.tiles;
      case 'roads': case 'names': return drive.roads !== null;
      case 'path': return this.track.vertices.count > 0;
      case 'fixes': return rows('points');
      case 'places': case 'ties': return drive.table('points').has('matched_lat');
      case 'accuracy': return ['accuracy_m', 'distance_m'].some((column) => drive.table('points').has(column));
      case 'maneuvers': return rows('maneuvers');
      case 'events': case 'milestones': case 'waypoints': case 'stops': return this.markers.has(name);
      default: return this.sideLines.of(name).length > 0;
    }
  }

  #shownLayers() {
    return new Set(this.layers.filter(({ on, available }) => on && available).map(({ name }) => name));
  }

  #makeElements() {
    const { element, drive } = this;
    Object.assign(element.style, { overflow: 'hidden', touchAction: 'none', userSelect: 'none' });
    this.stage = new Stage(element, (picture) => this.#paintPicture(picture));
    this.overlay = this.#addCanvas();
    this.arrow = new VehicleArrow(this.#addCanvas(), this.style.arrow);
    this.scaleBar = new ScaleBar(element);
    this.tileLayer = drive.tiles ? new TileLayer(element, drive.tiles) : null;
    this.gestures = new Gestures(element, this);
    this.setTheme(this.theme);
  }

  #addCanvas() {
    const canvas = document.createElement('canvas');
    Object.assign(canvas.style, { position: 'absolute', left: '0', top: '0', pointerEvents: 'none' });
    this.element.append(canvas);
    return canvas.getContext('2d');
  }

  #project(lat, lon) {
    return { x: nearX(xOfLon(lon), this.drive.originX), y: yOfLat(lat) };
  }

  get palette() {
    return this.style[this.theme];
  }

  // What is shown

  /** To be called when the element may have another size; returns whether it has. */
  resize() {
    const { width, height } = this.camera;
    const { ratio } = this;
    this.#measure();
    if (this.camera.width === width && this.camera.height === height && this.ratio === ratio) return false;
    this.#repaint();
    return true;
  }

  #measure() {
    this.ratio = globalThis.devicePixelRatio || 1;
    this.camera.width = this.element.clientWidth || 1;
    this.camera.height = this.element.clientHeight || 1;
    this.#overlayBlank = false;
  }

  /** Shows the drive at a time in ms; it is drawn in the same call. */
  setTime(ms) {
    this.#now = this.track.at(ms);
    this.#frame();
  }

  /** @param {{table: string, row: number}|null} hit @param {{begin: number, end: number}} [span] when it was, in ms */
  select(hit, span) {
    this.#selection = hit ? new Selection(this.drive, this.path, this.fixes, hit, span) : null;
    this.#wake();
  }

  /** Lines of what is selected, if it has an extent that is worth a look of its own. */
  get stretch() {
    return this.#selection?.stretch ?? [];
  }

  /** Brings what is selected into view, without following the vehicle any more. */
  showSelected() {
    const at = this.#selection?.begin;
    if (!at) return;
    this.free();
    this.camera.centre(at.x, at.y);
    this.#wake();
  }

  setLayer(name, on) {
    this.layers.find((layer) => layer.name === name).on = on;
    this.#shown = this.#shownLayers();
    if (this.tileLayer) this.tileLayer.shown = this.#shown.has('tiles');
    this.#repaint();
  }

  /** @param {'progress'|'evidence'|'confidence'|'speed'} mode */
  colourPathBy(mode) {
    this.path.colourBy(mode);
    this.#repaint();
  }

  /** @param {'status'|'confidence'} mode */
  colourFixesBy(mode) {
    this.fixes.colourBy(mode);
    this.#repaint();
  }

  /** What the colours of the path mean, and those of the fixes where they are shown: [{colour, label}]. */
  get legend() {
    return this.path.legend(this.palette);
  }

  get fixLegend() {
    return this.#shown.has('fixes') ? this.fixes.legend(this.palette) : [];
  }

  /** @param {'day'|'night'} theme */
  setTheme(theme) {
    this.theme = theme;
    this.element.style.background = this.palette.background;
    this.scaleBar.colour(this.palette);
    this.#repaint();
  }

  // The camera

  get follow() {
    return this.#follow;
  }

  set follow(follow) {
    this.#follow = follow;
    this.#wake();
  }

  /** Frees the camera from the vehicle, as a hand does. */
  free() {
    if (!this.#follow) return;
    this.#follow = false;
    this.onFree();
  }

  /**
   * Shows some lines, or the whole drive, within what is covered.
   * @param {object} covered {left, top, right, bottom} in CSS pixels @param {number[][]} lines [x, y, …] in the world
   */
  fit(covered = {}, lines = []) {
    const { width, height } = this.camera;
    const padding = Math.min(FIT_PADDING, MOST_FIT_PADDING * Math.min(width, height));
    const box = lines.length > 0 ? lines.map(boxOfLine).reduce(union) : this.#boxOfDrive();
    if (box) this.camera.fit(box, padding, covered, lines.length > 0 ? NEAREST_STRETCH : undefined);
    this.glide.stop();
    this.#wake();
  }

  #boxOfDrive() {
    const stops = this.markers.all.filter(({ table }) => table === 'jobs').map(({ x, y }) => [x, y]);
    const boxes = [this.path.boxBetween(0, this.track.vertices.count - 1),
      ...[...this.sideLines.of('plan'), ...stops].map(boxOfLine)].filter((box) => box !== null);
    if (boxes.length > 0) return boxes.reduce(union);
    return this.drive.roads?.count > 0 ? this.roads.grid.box : null;
  }

  /** A picture of the whole drive by day, for paper: the address of its data. Sizes in CSS pixels. */
  still(width, height, ratio) {
    const { camera, theme } = this;
    Object.assign(this, { camera: Object.assign(new Camera(), { width, height }), theme: 'day' });
    this.fit();
    const picture = new Picture(document.createElement('div'));
    const view = new View(this.camera, 0);
    picture.begin(view, ratio);
    for (const step of this.#paintPicture(picture, this.track.at(this.track.begin))) void step;
    const { ground: sheet, top: marks } = new Picture(document.createElement('div'));
    for (const context of [sheet, marks]) fitCanvas(context, width, height, ratio);
    this.#selection?.paint(marks, view, this.palette, this.path.width(view.zoom));
    sheet.fillStyle = this.palette.background;
    sheet.fillRect(0, 0, width, height);
    for (const { canvas } of [picture.ground, picture.top, marks]) sheet.drawImage(canvas, 0, 0, width, height);
    Object.assign(this, { camera, theme });
    return sheet.canvas.toDataURL();
  }

  /** Zooms smoothly around a place of the screen, by default the middle. */
  zoomBy(factor, px = this.camera.width / 2, py = this.camera.height / 2) {
    const middle = this.#follow;
    const zoom = this.glide.targetZoom(this.camera) + Math.log2(factor);
    const [x, y] = middle ? [this.camera.width / 2, this.camera.height / 2] : [px, py];
    if (isStill()) this.camera.zoomTo(zoom, x, y);
    else this.glide.zoomTo(zoom, x, y);
    this.#wake();
  }

  /** Moves the map by CSS pixels. */
  panBy(dx, dy) {
    this.free();
    this.camera.panBy(dx, dy);
    this.#wake();
  }

  /** Zooms and moves at once, as two fingers do, around their middle. */
  pinch(factor, dx, dy, { x, y }) {
    if (this.#follow) {
      this.camera.zoomTo(this.camera.zoom + Math.log2(factor));
    } else {
      this.camera.panBy(dx, dy);
      this.camera.zoomTo(this.camera.zoom + Math.log2(factor), x, y);
    }
    this.#wake();
  }

  /** Lets the map run on after a hand has thrown it; CSS pixels per ms. */
  throwBy(speedX, speedY) {
    if (!isStill()) this.glide.throwBy(speedX, speedY);
    this.#wake();
  }

  /** Stops what moves by itself. */
  hold() {
    this.glide.stop();
  }

  cameraState() {
    return this.camera.state;
  }

  setCamera(state) {
    this.camera.state = state;
    this.#wake();
  }

  // Drawing

  /** Everything is outdated. */
  #repaint() {
    this.stage.outdate();
    this.arrow.draw(this.ratio, this.palette.marker_shadow);
    this.#wake();
  }

  #wake() {
    if (this.#isOpen && this.#request === 0) this.#request = requestAnimationFrame(() => this.#frame());
  }

  /** Draws all at once, without leaving anything for later frames. */
  draw() {
    this.#frame('at once');
  }

  #frame(when = 'bit by bit') {
    if (!this.#isOpen) return;
    const begin = performance.now();
    this.#cancelRequest();
    this.#moveCamera(begin);
    if (when === 'at once' || this.stats.firstPictureMs === null) this.stage.complete(this.camera, this.ratio);
    else if (this.#isNewFrame()) this.stage.advance(this.camera, this.ratio, begin);
    this.stats.firstPictureMs ??= performance.now();
    this.#placeAll();
    this.stats.frames += 1;
    this.stats.lastDrawMs = performance.now() - begin;
    if (this.glide.moving || !this.stage.isDone(this.camera)) this.#wake();
  }

  /** Whether nothing was painted in this frame of the browser yet; time may be set and the map wake in the same one. */
  #isNewFrame() {
    const time = document.timeline.currentTime;
    const isNew = time !== this.#paintedAt;
    this.#paintedAt = time;
    return isNew;
  }

  #cancelRequest() {
    if (this.#request !== 0) cancelAnimationFrame(this.#request);
    this.#request = 0;
  }

  #moveCamera(now) {
    const elapsed = Math.min(100, now - this.#lastFrame);
    this.#lastFrame = now;
    this.glide.step(this.camera, elapsed);
    if (this.#follow && this.#now) this.#lookAhead();
  }

  /** The vehicle that is followed has a good part of the map before it. */
  #lookAhead() {
    const { camera } = this;
    const heading = (this.#now.heading * Math.PI) / 180;
    camera.centre(this.#now.x + (Math.sin(heading) * AHEAD * camera.width) / camera.scale,
      this.#now.y - (Math.cos(heading) * AHEAD * camera.height) / camera.scale);
  }

  *#paintPicture(picture, now = this.#now) {
    const { palette } = this;
    const { ground, top, view } = picture;
    picture.now = now;
    const shown = this.#shown;
    const room = new Room(view.width, view.height);
    if (shown.has('maneuvers')) this.#paintManeuvers(top, view, palette);
    yield* this.fixes.paint(top, view, palette, shown);
    const pathWidth = shown.has('path') ? this.path.width(view.zoom) : 0;
    if (shown.has('path')) yield* this.path.cover(view, room);
    this.markers.arrange(view, shown, room);
    yield;
    if (shown.has('ground')) yield* paintPlaces(top, view, this.ground, palette, room);
    if (shown.has('names')) yield* this.labels.paint(top, view, palette, room, pathWidth / 2 + 3);
    yield* this.markers.paint(top, palette);
    if (shown.has('ground')) yield* paintGround(ground, view, this.ground, palette);
    if (shown.has('roads')) yield* this.roads.paint(ground, view, palette, room);
    yield* this.#paintSideLines(ground, view, palette);
    if (shown.has('path')) yield* this.path.paint(ground, view, palette, view.box, now);
  }

  *#paintSideLines(context, view, palette) {
    const width = this.path.width(view.zoom);
    const looks = {
      plan: { colour: palette.plan, width: width + 12, alpha: 0.3 },
      plan_line: { colour: palette.plan, width: 2, dash: [6, 5] },
      better_routes: { colour: palette.better_route, width: width + 4 },
      alternatives: { colour: palette.alternative, width },
      runner_ups: { colour: palette.runner_up, width: width * 0.8, dash: [8, 5] },
      off_road: { colour: palette.off_road, width: Math.max(2, width * 0.55), dash: [7, 6] },
    };
    for (const [layer, look] of Object.entries(looks)) {
      const name = layer === 'plan_line' ? 'plan' : layer;
      if (this.#shown.has(name)) this.sideLines.paint(context, view, name, look);
      yield;
    }
  }

  #paintManeuvers(context, view, palette) {
    const { x, y } = this.maneuvers;
    const type = this.drive.table('maneuvers').column('type');
    for (let row = 0; row < x.length; row += 1) {
      const [px, py] = [view.px(x[row]), view.py(y[row])];
      if (!this.#isManeuverShown(row, view.zoom) || px < 0 || py < 0 || px > view.width || py > view.height) continue;
      const fill = { depart: palette.start, arrive: palette.finish }[type.at(row)];
      if (fill) paintDot(context, px, py, 6, fill, palette.maneuver);
      else paintDot(context, px, py, 4.5, palette.maneuver, palette.maneuver_outline);
    }
  }

  /** Start and finish of the best route or of the trip are seen from afar, other maneuvers from near. */
  #isManeuverShown(row, zoom) {
    const maneuvers = this.drive.table('maneuvers');
    if (maneuvers.value('alternative', row) > 0) return false;
    return zoom >= MANEUVERS_FROM || ['depart', 'arrive'].includes(maneuvers.value('type', row));
  }

  #placeAll() {
    const { camera } = this;
    this.#advancePath(this.stage.front);
    this.stage.front.place(camera, this.ratio);
    this.tileLayer?.update(camera);
    this.arrow.place(camera, this.#now);
    this.#drawOverlay();
    this.scaleBar.update(camera);
  }

  /** Redraws the part of the path between where the vehicle was on the picture and where it is now. */
  #advancePath(front) {
    const { path } = this;
    if (path.mode !== 'progress' || !this.#shown.has('path') || !this.#now || front.now === this.#now) return;
    const before = front.now;
    const moved = Math.hypot(this.#now.x - before.x, this.#now.y - before.y) * front.view.scale;
    if (moved < ARROW_COVERS * this.style.arrow.size) return;
    front.now = this.#now;
    const box = path.boxBetween(path.firstChanged(before, this.#now), Math.max(before.index, this.#now.index));
    const { view, ground } = front;
    const reach = (path.width(view.zoom) + 6) / view.scale;
    const clip = { minX: box.minX - reach, minY: box.minY - reach, maxX: box.maxX + reach, maxY: box.maxY + reach };
    const part = intersection(clip, view.box);
    if (part.minX > part.maxX || part.minY > part.maxY) return;
    const [left, top] = [view.px(part.minX), view.py(part.minY)];
    ground.save();
    ground.beginPath();
    ground.rect(left, top, view.px(part.maxX) - left, view.py(part.maxY) - top);
    ground.clip();
    for (const step of path.paint(ground, view, this.palette, part, this.#now)) void step;
    ground.restore();
  }

  #drawOverlay() {
    if (!this.#selection && this.#overlayBlank) return;
    const { camera } = this;
    fitCanvas(this.overlay, camera.width, camera.height, this.ratio);
    this.#overlayBlank = this.#selection === null;
    this.#selection?.paint(this.overlay, new View(camera, 0), this.palette, this.path.width(camera.zoom));
  }

  // Picking

  /** A click on a place of the screen. */
  pick(px, py) {
    const hit = this.hitAt(px, py);
    this.onPick(hit);
    return hit;
  }

  /** What is at a place of the screen: {table, row} or null. */
  hitAt(px, py) {
    const { camera } = this;
    const marker = this.markers.under(camera, px, py, this.#shown);
    if (marker) return { table: marker.table, row: marker.row };
    const place = camera.toWorld(px, py);
    const reach = (name) => CLICK_DISTANCE[name] / camera.scale;
    const maneuver = this.#shown.has('maneuvers') ? this.#maneuverAt(place, reach('maneuver')) : -1;
    if (maneuver >= 0) return { table: 'maneuvers', row: maneuver };
    const fix = this.#shown.has('fixes') ? this.fixes.nearest(place, reach('fix'), camera.zoom) : null;
    const edge = this.#shown.has('path') ? this.path.nearestRow(place, reach('edge'), this.#now?.index ?? 0) : null;
    const isFix = fix && (!edge || fix.distance <= edge.distance || fix.distance < reach('fix') / 2);
    if (isFix) return { table: 'points', row: fix.row };
    return edge ? { table: this.path.rows.name, row: edge.row } : null;
  }

  #maneuverAt({ x, y }, reach) {
    let best = -1;
    let least = reach;
    this.maneuvers.x.forEach((maneuverX, row) => {
      const distance = Math.hypot(maneuverX - x, this.maneuvers.y[row] - y);
      if (distance > least || !this.#isManeuverShown(row, this.camera.zoom)) return;
      least = distance;
      best = row;
    });
    return best;
  }

  /** The words of the marker at a place of the screen are the title of the map while the pointer is there. */
  hover(px, py) {
    const marker = this.markers.under(this.camera, px, py, this.#shown);
    this.element.title = marker?.title ?? '';
    this.element.style.cursor = marker || this.hitAt(px, py) ? 'pointer' : 'grab';
  }
}

/** The style with its colours as #rrggbb, however they are written, so that they can be mixed. */
function withPlainColours(style) {
  const context = document.createElement('canvas').getContext('2d');
  const plain = (value) => {
    context.fillStyle = value;
    return context.fillStyle;
  };
  const colours = (part) => Object.fromEntries(Object.entries(part).map(([name, value]) => [name, plain(value)]));
  const { arrow, path } = style;
  return {
    ...style,
    arrow: { ...arrow, colour: plain(arrow.colour), outline: plain(arrow.outline) },
    path: { ...path, travelled: plain(path.travelled), ahead: plain(path.ahead) },
    day: colours(style.day),
    night: colours(style.night),
  };
}

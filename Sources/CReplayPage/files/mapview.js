import { xOfLon, yOfLat, nearX, metresPerWorld } from './projection.js';
import { buildTrack } from './track.js';
import { Camera, Glide } from './camera.js';
import { RoadPainter } from './roads.js';
import { LabelPainter, Room } from './labels.js';
import { TileLayer } from './tiles.js';
import { View, Picture, fitCanvas } from './picture.js';
import { PathPainter } from './path.js';
import { Markers, paintDot } from './markers.js';
import { Fixes, SideLines, Selection } from './layers.js';
import { Gestures } from './gestures.js';

/** CSS pixels by which a picture reaches beyond the view, so that it can be moved without being drawn again. */
const MARGIN = 256;
/** A picture is drawn anew when the view comes so near to its edge, and lies ahead of a moving view by at most this much. */
const LEAST_MARGIN = 90;
const MOST_LEAD = 150;
/** Frames for which a picture is to last while the camera moves. */
const LEAD_FRAMES = 40;
/** Time for painting per frame, in ms: it leaves a part of a frame at 60 Hz to the browser; longer where the view is bare. */
const PAINT_TIME = 6;
const HURRIED_PAINT_TIME = 12;
/** A picture is stretched by at most so many zooms, until the zoom has paused for so many ms. */
const MOST_STRETCH = 0.9;
const ZOOM_PAUSE = 90;
/** The arrow hides the path for this share of its size, so the path need not be redrawn for each step within it. */
const ARROW_COVERS = 0.22;
/** CSS pixels around the drive when all of it is shown. */
const FIT_PADDING = 48;
/** How near a click has to be, in CSS pixels. */
const CLICK_DISTANCE = { maneuver: 9, fix: 9, edge: 10 };
/** Maneuvers are drawn as dots from this zoom. */
const MANEUVERS_FROM = 13.5;

const LAYERS = [
  { name: 'tiles', label: 'Map tiles', on: true },
  { name: 'roads', label: 'Roads', on: true },
  { name: 'names', label: 'Names of roads', on: true },
  { name: 'path', label: 'Path', on: true },
  { name: 'fixes', label: 'Fixes', on: true },
  { name: 'places', label: 'Matched places', on: false },
  { name: 'ties', label: 'Ties of fixes to places', on: false },
  { name: 'accuracy', label: 'Accuracy of fixes', on: false },
  { name: 'maneuvers', label: 'Maneuvers', on: true },
  { name: 'events', label: 'Events', on: true },
  { name: 'milestones', label: 'Milestones', on: true },
  { name: 'waypoints', label: 'Waypoints', on: true },
  { name: 'plan', label: 'Plan', on: true },
  { name: 'off_road', label: 'Off the road', on: true },
  { name: 'better_routes', label: 'Better routes', on: false },
  { name: 'alternatives', label: 'Alternatives', on: false },
  { name: 'runner_ups', label: 'Runner-up edges', on: false },
];

/** The map of a drive in an element, which it fills. */
export class MapView {
  #now = null;
  #follow = true;
  #revision = 0;
  #job = null;
  #selection = null;
  #request = 0;
  #lastFrame = 0;
  #lastPlace = null;
  #lead = { x: 0, y: 0 };
  #lastZoom = 0;
  #zoomedAt = 0;
  #pixel = null;
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
    this.style = drive.style;
    this.camera = new Camera();
    this.glide = new Glide();
    this.theme = 'day';
    this.stats = { frames: 0, lastDrawMs: 0, firstPictureMs: null };
    this.#makePainters();
    this.layers = LAYERS.map((layer) => ({ ...layer, available: this.#isAvailable(layer.name) }));
    this.#shown = this.#shownLayers();
    this.#measure();
    this.#makeElements();
    this.#follow = this.style.camera.follow;
    this.fit();
    if (this.#follow && track.vertices.count > 0) this.camera.zoom = this.style.camera.zoom;
    this.setTime(track.begin);
  }

  #shown = new Set();

  #makePainters() {
    const { drive, track } = this;
    this.roads = drive.roads ? new RoadPainter(drive.roads) : null;
    this.labels = drive.roads ? new LabelPainter(drive.roads) : null;
    this.path = new PathPainter(drive, track, this.style);
    this.fixes = new Fixes(drive);
    this.sideLines = new SideLines(drive);
    this.markers = new Markers(drive, (lat, lon) => this.#project(lat, lon));
    this.maneuvers = drive.table('maneuvers').places('lat', 'lon', drive.originX);
  }

  #isAvailable(name) {
    const { drive } = this;
    const rows = (table) => drive.table(table).rows > 0;
    switch (name) {
      case 'tiles': return Boolean(drive.tiles);
      case 'roads': case 'names': return drive.roads !== null;
      case 'path': return this.track.vertices.count > 0;
      case 'fixes': return rows('points');
      case 'places': case 'ties': return drive.table('points').has('matched_lat');
      case 'accuracy': return rows('points') && (drive.table('points').has('accuracy_m') || drive.table('points').has('distance_m'));
      case 'maneuvers': return rows('maneuvers');
      case 'events': case 'milestones': case 'waypoints': return this.markers.has(name);
      default: return this.sideLines.of(name).length > 0;
    }
  }

  #shownLayers() {
    return new Set(this.layers.filter(({ on, available }) => on && available).map(({ name }) => name));
  }

  #makeElements() {
    const { element, drive } = this;
    Object.assign(element.style, { overflow: 'hidden', touchAction: 'none', userSelect: 'none' });
    this.front = new Picture(element);
    this.back = new Picture(element);
    this.overlay = this.#addCanvas();
    this.arrow = this.#addCanvas();
    this.scaleBar = document.createElement('div');
    this.scaleBar.className = 'map-scale';
    element.append(this.scaleBar);
    this.tileLayer = drive.tiles ? new TileLayer(element, drive.tiles) : null;
    this.#pixel = document.createElement('canvas').getContext('2d');
    this.#pixel.canvas.height = 1;
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

  /** To be called when the element has another size. */
  resize() {
    this.#measure();
    this.#repaint();
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

  /** @param {{table: string, row: number}|null} hit */
  select(hit) {
    this.#selection = hit ? new Selection(this.drive, this.path, this.fixes, hit) : null;
    this.#wake();
  }

  /** Brings what is selected into view, without following the vehicle any more. */
  showSelected() {
    const { place, line } = this.#selection ?? {};
    const at = place ?? (line?.length > 0 ? { x: line[0], y: line[1] } : null);
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
    Object.assign(this.scaleBar.style, {
      position: 'absolute', left: '12px', bottom: '12px', paddingBottom: '2px', pointerEvents: 'none', boxSizing: 'border-box',
      border: `1.5px solid ${this.palette.label}`, borderTop: 'none', color: this.palette.label,
      font: '11px/1.1 "Inter", "Noto Sans", "Helvetica Neue", Arial, sans-serif', textAlign: 'center', whiteSpace: 'nowrap',
      textShadow: `0 0 3px ${this.palette.label_halo}`,
    });
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

  /** Shows the whole drive. */
  fit() {
    const boxes = [this.path.boxBetween(0, this.track.vertices.count - 1), ...this.sideLines.of('plan').map(boxOfLine)];
    const known = boxes.filter((box) => box !== null);
    if (known.length > 0) this.camera.fit(known.reduce(union), FIT_PADDING);
    else if (this.drive.roads?.count > 0) this.camera.fit(this.roads.grid.box, FIT_PADDING);
    this.glide.stop();
    this.#wake();
  }

  /** Zooms smoothly around a place of the screen, by default the middle. */
  zoomBy(factor, px = this.camera.width / 2, py = this.camera.height / 2) {
    const middle = this.#follow;
    const zoom = this.glide.targetZoom(this.camera) + Math.log2(factor);
    this.glide.zoomTo(zoom, middle ? this.camera.width / 2 : px, middle ? this.camera.height / 2 : py);
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
    this.glide.throwBy(speedX, speedY);
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
    this.#revision += 1;
    this.#job = null;
    this.#drawArrow();
    this.#wake();
  }

  #wake() {
    if (this.#request === 0) this.#request = requestAnimationFrame(() => this.#frame());
  }

  /** Draws all at once, without leaving anything for later frames. */
  draw() {
    this.#frame('at once');
  }

  /** What is seen now, as one canvas, for paper. */
  image() {
    this.draw();
    const { camera, front, ratio, overlay, arrow } = this;
    const context = document.createElement('canvas').getContext('2d');
    fitCanvas(context, camera.width, camera.height, ratio);
    context.fillStyle = this.palette.background;
    context.fillRect(0, 0, camera.width, camera.height);
    const corner = camera.toScreen(front.view.box.minX, front.view.box.minY);
    for (const { canvas } of [front.ground, front.top]) {
      context.drawImage(canvas, corner.x, corner.y, front.view.width, front.view.height);
    }
    context.drawImage(overlay.canvas, 0, 0, camera.width, camera.height);
    if (this.#now) {
      const { x, y } = camera.toScreen(this.#now.x, this.#now.y);
      const { size } = this.style.arrow;
      context.translate(x, y);
      context.rotate((this.#now.heading * Math.PI) / 180);
      context.drawImage(arrow.canvas, -size, -size, 2 * size, 2 * size);
    }
    return context.canvas;
  }

  #frame(when = 'bit by bit') {
    const begin = performance.now();
    this.#cancelRequest();
    this.#moveCamera(begin);
    this.#advancePicture(when === 'at once', begin);
    this.#placeAll();
    this.stats.frames += 1;
    this.stats.lastDrawMs = performance.now() - begin;
    if (this.#job || this.glide.moving || !this.#serves(this.front, LEAST_MARGIN)) this.#wake();
  }

  #cancelRequest() {
    if (this.#request !== 0) cancelAnimationFrame(this.#request);
    this.#request = 0;
  }

  #moveCamera(now) {
    const elapsed = Math.min(100, now - this.#lastFrame);
    this.#lastFrame = now;
    this.glide.step(this.camera, elapsed);
    if (this.#follow && this.#now) this.camera.centre(this.#now.x, this.#now.y);
    this.#noteLead();
  }

  /** Goes on with the picture that is being painted, or begins one if the one that is seen does not do any more. */
  #advancePicture(atOnce, now) {
    if (!this.#job && this.#isPictureDue(now, atOnce)) this.#beginPicture();
    if (!this.#job) return;
    const atOnceTime = atOnce || this.front.view === null ? Infinity : null;
    this.#paint(now, atOnceTime ?? (this.#serves(this.front, 0) ? PAINT_TIME : HURRIED_PAINT_TIME));
  }

  /** Paints for `time` ms from `begin`, at least one step. */
  #paint(begin, time) {
    const picture = this.back;
    for (;;) {
      const { done } = this.#job.steps.next();
      if (time < Infinity) this.#drawNoted(picture);
      if (done) this.#finishPicture();
      if (done || performance.now() - begin > time) return;
    }
  }

  /**
   * Browsers only note what is drawn, and draw all of it when the canvas is shown or read; by then a frame would be late.
   * A pixel is read so that each step is drawn in its own time. To let go of it at once saves a copy of the whole canvas.
   */
  #drawNoted({ ground, top }) {
    for (const { canvas } of [ground, top]) this.#pixel.drawImage(canvas, 0, 0, 1, 1, 0, 0, 1, 1);
    this.#pixel.canvas.width = 1;
  }

  /** While the zoom changes, the picture is stretched as long as it looks well enough. */
  #isPictureDue(now, atOnce) {
    const { front, camera } = this;
    if (this.#serves(front, LEAST_MARGIN)) return false;
    if (atOnce || front.view === null || front.revision !== this.#revision) return true;
    if (camera.zoom !== this.#lastZoom) this.#zoomedAt = now;
    this.#lastZoom = camera.zoom;
    const stretched = Math.abs(camera.zoom - front.view.zoom) > MOST_STRETCH;
    return stretched || now - this.#zoomedAt > ZOOM_PAUSE || (front.view.zoom === camera.zoom);
  }

  /** Whether a picture shows what the camera sees and `margin` CSS pixels around. */
  #serves(picture, margin) {
    const { view, revision } = picture;
    return view !== null && revision === this.#revision && view.zoom === this.camera.zoom && view.covers(this.camera.box(margin));
  }

  /** Notes by how many CSS pixels the next picture is to lie ahead of the moving camera. */
  #noteLead() {
    const { camera } = this;
    const last = this.#lastPlace ?? camera;
    const limit = (value) => Math.max(-MOST_LEAD, Math.min(MOST_LEAD, value * camera.scale * LEAD_FRAMES));
    this.#lead = { x: limit(camera.x - last.x), y: limit(camera.y - last.y) };
    this.#lastPlace = { x: camera.x, y: camera.y };
  }

  #beginPicture() {
    const view = new View(this.camera, MARGIN, this.#lead);
    this.back.begin(view, this.ratio);
    this.back.now = this.#now;
    this.#job = { steps: this.#paintPicture(this.back, view), revision: this.#revision };
  }

  #finishPicture() {
    [this.front, this.back] = [this.back, this.front];
    this.front.revision = this.#job.revision;
    this.#job = null;
    this.front.shown = true;
    this.back.shown = false;
    this.stats.firstPictureMs ??= performance.now();
  }

  *#paintPicture({ ground, top, now }, view) {
    const { palette } = this;
    const shown = this.#shown;
    const room = new Room(view.width, view.height);
    if (shown.has('maneuvers')) this.#paintManeuvers(top, view, palette);
    yield* this.fixes.paint(top, view, palette, shown);
    this.markers.arrange(view, shown, room);
    yield;
    if (shown.has('names')) yield* this.labels.paint(top, view, palette, room);
    yield* this.markers.paint(top, palette);
    if (shown.has('roads')) yield* this.roads.paint(ground, view, palette, room);
    yield* this.#paintSideLines(ground, view, palette);
    if (shown.has('path')) yield* this.path.paint(ground, view, palette, view.box, now);
  }

  *#paintSideLines(context, view, palette) {
    const width = this.path.width(view.zoom);
    const looks = {
      plan: { colour: palette.plan, width: width + 4 },
      better_routes: { colour: palette.better_route, width: width + 4 },
      alternatives: { colour: palette.alternative, width: width + 1 },
      runner_ups: { colour: palette.runner_up, width: width * 0.8, dash: [8, 5] },
      off_road: { colour: palette.off_road, width: Math.max(2, width * 0.55), dash: [7, 6] },
    };
    for (const [layer, look] of Object.entries(looks)) {
      if (this.#shown.has(layer)) this.sideLines.paint(context, view, layer, look);
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
      paintDot(context, px, py, fill ? 6 : 4.5, fill ?? palette.maneuver, fill ? palette.maneuver : palette.maneuver_outline);
    }
  }

  /** Start and finish of the best route or of the trip are seen from afar, other maneuvers from near. */
  #isManeuverShown(row, zoom) {
    const maneuvers = this.drive.table('maneuvers');
    if (maneuvers.value('alternative', row) > 0) return false;
    return zoom >= MANEUVERS_FROM || ['depart', 'arrive'].includes(maneuvers.value('type', row));
  }

  #placeAll() {
    const { camera, front, ratio } = this;
    if (front.view) {
      this.#advancePath();
      front.place(camera, ratio);
    }
    this.tileLayer?.update(camera);
    this.#placeArrow();
    this.#drawOverlay();
    this.#drawScaleBar();
  }

  /** Redraws the part of the path between where the vehicle was on the picture and where it is now. */
  #advancePath() {
    const { front, path } = this;
    if (path.mode !== 'progress' || !this.#shown.has('path') || !this.#now || front.now === this.#now) return;
    const before = front.now;
    const moved = Math.hypot(this.#now.x - before.x, this.#now.y - before.y) * front.view.scale;
    if (moved < ARROW_COVERS * this.style.arrow.size) return;
    front.now = this.#now;
    const box = path.boxBetween(Math.min(before.index, this.#now.index), Math.max(before.index, this.#now.index));
    const { view, ground } = front;
    const reach = (path.width(view.zoom) + 6) / view.scale;
    const clip = { minX: box.minX - reach, minY: box.minY - reach, maxX: box.maxX + reach, maxY: box.maxY + reach };
    if (clip.maxX < view.box.minX || clip.minX > view.box.maxX || clip.maxY < view.box.minY || clip.minY > view.box.maxY) return;
    ground.save();
    ground.beginPath();
    ground.rect(view.px(clip.minX), view.py(clip.minY), (clip.maxX - clip.minX) * view.scale, (clip.maxY - clip.minY) * view.scale);
    ground.clip();
    for (const step of path.paint(ground, view, this.palette, intersection(clip, view.box), this.#now)) void step;
    ground.restore();
  }

  #drawArrow() {
    const { size, colour, outline } = this.style.arrow;
    const side = size * 2;
    fitCanvas(this.arrow, side, side, this.ratio);
    this.arrow.canvas.style.transformOrigin = '50% 50%';
    const context = this.arrow;
    context.save();
    context.translate(size, size);
    paintHalo(context, size, colour);
    paintArrow(context, size, colour, outline, this.palette.marker_shadow);
    context.restore();
  }

  #placeArrow() {
    const { canvas } = this.arrow;
    canvas.style.display = this.#now ? '' : 'none';
    if (!this.#now) return;
    const { x, y } = this.camera.toScreen(this.#now.x, this.#now.y);
    const { size } = this.style.arrow;
    canvas.style.transform = `translate(${x - size}px, ${y - size}px) rotate(${this.#now.heading}deg)`;
  }

  #drawOverlay() {
    if (!this.#selection && this.#overlayBlank) return;
    const { camera } = this;
    fitCanvas(this.overlay, camera.width, camera.height, this.ratio);
    this.#overlayBlank = this.#selection === null;
    this.#selection?.paint(this.overlay, new View(camera, 0), this.palette, this.path.width(camera.zoom));
  }

  #drawScaleBar() {
    const metresPerPixel = metresPerWorld(this.camera.y).east / this.camera.scale;
    const metres = roundLength(metresPerPixel * Math.min(110, this.camera.width / 5));
    const text = metres >= 1000 ? `${metres / 1000} km` : `${metres} m`;
    if (this.scaleBar.textContent !== text) this.scaleBar.textContent = text;
    this.scaleBar.style.width = `${metres / metresPerPixel}px`;
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
    const fix = this.#shown.has('fixes') ? this.fixes.nearest(place, reach('fix')) : null;
    const edge = this.#shown.has('path') ? this.path.nearestRow(place, reach('edge'), this.#now?.index ?? 0) : null;
    if (fix && (!edge || fix.distance <= edge.distance || fix.distance < reach('fix') / 2)) return { table: 'points', row: fix.row };
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

function boxOfLine(line) {
  const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (let i = 0; i < line.length; i += 2) {
    box.minX = Math.min(box.minX, line[i]);
    box.maxX = Math.max(box.maxX, line[i]);
    box.minY = Math.min(box.minY, line[i + 1]);
    box.maxY = Math.max(box.maxY, line[i + 1]);
  }
  return box;
}

function union(a, b) {
  return {
    minX: Math.min(a.minX, b.minX),
    minY: Math.min(a.minY, b.minY),
    maxX: Math.max(a.maxX, b.maxX),
    maxY: Math.max(a.maxY, b.maxY),
  };
}

function intersection(a, b) {
  return {
    minX: Math.max(a.minX, b.minX),
    minY: Math.max(a.minY, b.minY),
    maxX: Math.min(a.maxX, b.maxX),
    maxY: Math.min(a.maxY, b.maxY),
  };
}

/** The largest of 1, 2, 5, 10, 20 … metres that is at most `metres`. */
function roundLength(metres) {
  const power = 10 ** Math.floor(Math.log10(metres));
  return [5, 2, 1].find((digit) => digit * power <= metres) * power;
}

function paintHalo(context, size, colour) {
  const halo = context.createRadialGradient(0, 0, size * 0.2, 0, 0, size * 0.95);
  halo.addColorStop(0, `${colour}59`);
  halo.addColorStop(1, `${colour}00`);
  context.fillStyle = halo;
  context.fillRect(-size, -size, 2 * size, 2 * size);
}

/** The arrow of the vehicle, pointing north, around the origin. */
function paintArrow(context, size, colour, outline, shadow) {
  const unit = size / 2;
  context.beginPath();
  context.moveTo(0, -unit);
  context.lineTo(unit * 0.72, unit * 0.78);
  context.lineTo(0, unit * 0.38);
  context.lineTo(-unit * 0.72, unit * 0.78);
  context.closePath();
  context.lineJoin = 'round';
  context.shadowColor = shadow;
  context.shadowBlur = 5;
  context.lineWidth = size * 0.16;
  context.strokeStyle = outline;
  context.stroke();
  context.shadowColor = 'transparent';
  context.fillStyle = colour;
  context.fill();
}

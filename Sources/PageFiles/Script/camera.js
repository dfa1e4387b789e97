import { xOfLon, yOfLat, lonOfX, latOfY, rotated } from './projection.js';

/** Side of the world in CSS pixels at zoom 0, as of raster tiles. */
export const WORLD_PIXELS = 256;
const FARTHEST_ZOOM = 1;
const NEAREST_ZOOM = 21;
/** A drive on one place still shows the streets around it. */
const NEAREST_FIT = 18;

/** Which part of the world the map shows: the place at its middle, the zoom, and what is up. */
export class Camera {
  x = 0.5;
  y = 0.5;
  zoom = 2;
  /** The direction that is up, in degrees clockwise from north. */
  bearing = 0;
  /** What will be up when a turn has ended. */
  aim = 0;
  width = 1;
  height = 1;

  /** CSS pixels per unit of the world. */
  get scale() {
    return WORLD_PIXELS * 2 ** this.zoom;
  }

  /** The part of the world in view, `margin` CSS pixels wider on each side; a map that is turned sees less of its corners. */
  box(margin = 0, bearing = this.bearing) {
    const { x: cosine, y: sine } = rotated(1, 0, bearing);
    const [across, down] = [this.width / 2 + margin, this.height / 2 + margin];
    const halfWidth = (across * Math.abs(cosine) + down * Math.abs(sine)) / this.scale;
    const halfHeight = (across * Math.abs(sine) + down * Math.abs(cosine)) / this.scale;
    return { minX: this.x - halfWidth, minY: this.y - halfHeight, maxX: this.x + halfWidth, maxY: this.y + halfHeight };
  }

  toScreen(x, y) {
    const step = rotated((x - this.x) * this.scale, (y - this.y) * this.scale, -this.bearing);
    return { x: this.width / 2 + step.x, y: this.height / 2 + step.y };
  }

  toWorld(px, py) {
    const step = rotated(px - this.width / 2, py - this.height / 2, this.bearing);
    return { x: this.x + step.x / this.scale, y: this.y + step.y / this.scale };
  }

  centre(x, y) {
    this.x = x;
    this.y = Math.min(1, Math.max(0, y));
  }

  /** Moves what is seen by CSS pixels, as a hand moves paper. */
  panBy(dx, dy) {
    const step = rotated(dx, dy, this.bearing);
    this.centre(this.x - step.x / this.scale, this.y - step.y / this.scale);
  }

  /** Zooms so that the place at (px, py), by default the middle, stays where it is. */
  zoomTo(zoom, px = this.width / 2, py = this.height / 2) {
    const fixed = this.toWorld(px, py);
    this.zoom = clampZoom(zoom);
    const moved = this.toWorld(px, py);
    this.centre(this.x + fixed.x - moved.x, this.y + fixed.y - moved.y);
  }

  /** Shows a whole box, north up, with `padding` CSS pixels around it, within the sides that are covered. */
  fit({ minX, minY, maxX, maxY }, padding, { left = 0, top = 0, right = 0, bottom = 0 } = {}, nearest = NEAREST_FIT) {
    const across = Math.max(1, this.width - left - right - 2 * padding) / Math.max(maxX - minX, Number.MIN_VALUE);
    const down = Math.max(1, this.height - top - bottom - 2 * padding) / Math.max(maxY - minY, Number.MIN_VALUE);
    [this.bearing, this.aim] = [0, 0];
    this.zoom = clampZoom(Math.min(nearest, Math.log2(Math.min(across, down) / WORLD_PIXELS)));
    this.centre((minX + maxX) / 2, (minY + maxY) / 2);
    this.panBy((left - right) / 2, (top - bottom) / 2);
  }

  /** @returns {{lat: number, lon: number, zoom: number}} degrees */
  get state() {
    return { lat: latOfY(this.y), lon: lonOfX(this.x), zoom: this.zoom };
  }

  set state({ lat, lon, zoom }) {
    this.zoom = clampZoom(zoom);
    this.centre(xOfLon(lon) + Math.round(this.x - xOfLon(lon)), yOfLat(lat));
  }
}

function clampZoom(zoom) {
  return Math.min(NEAREST_ZOOM, Math.max(FARTHEST_ZOOM, zoom));
}

/** Time in which a glide covers all but a third of its way, in ms: quick, but the eye can follow. */
const GLIDE_TIME = 90;
/** Time in which a thrown map loses two thirds of its speed, in ms. */
const THROW_TIME = 260;
/** Time in which a turn covers all but a third of its way, in ms, and the rest that it leaves out, as a share of a circle. */
const TURN_TIME = 300;
const LEAST_TURN = 0.001;
/** Below these the map stands still: steps of zoom, and CSS pixels per ms. */
const LEAST_ZOOM_STEP = 0.002;
const LEAST_SPEED = 0.02;

/** What a value has become `elapsed` ms later, on its way to another. @param {number} circle where it begins anew */
export function eased(value, target, elapsed, circle = Infinity) {
  const whole = target - value;
  const left = circle < Infinity ? whole - circle * Math.round(whole / circle) : whole;
  const rest = left * Math.exp(-elapsed / TURN_TIME);
  if (Math.abs(rest) < LEAST_TURN * Math.min(circle, 360)) return target;
  return circle < Infinity ? (target - rest + 2 * circle) % circle : target - rest;
}

/** The camera's own movement: gliding to a zoom, and running on after it was thrown. */
export class Glide {
  #zoom = null;
  #speed = null;

  /** Asks for a zoom around the place at (px, py). */
  zoomTo(zoom, px, py) {
    this.#zoom = { zoom: clampZoom(zoom), px, py };
  }

  /** The zoom that it glides to, or that of the camera. */
  targetZoom(camera) {
    return this.#zoom ? this.#zoom.zoom : camera.zoom;
  }

  /** Lets the map run on; CSS pixels per ms. */
  throwBy(speedX, speedY) {
    if (Math.hypot(speedX, speedY) > LEAST_SPEED) this.#speed = { x: speedX, y: speedY };
  }

  stop() {
    this.#zoom = null;
    this.#speed = null;
  }

  get moving() {
    return this.#zoom !== null || this.#speed !== null;
  }

  /** Moves the camera by the time since the last step, in ms. */
  step(camera, elapsed) {
    if (this.#zoom) this.#stepZoom(camera, elapsed);
    if (this.#speed) this.#stepThrow(camera, elapsed);
  }

  #stepZoom(camera, elapsed) {
    const { zoom, px, py } = this.#zoom;
    const left = (zoom - camera.zoom) * Math.exp(-elapsed / GLIDE_TIME);
    const arrived = Math.abs(left) < LEAST_ZOOM_STEP;
    camera.zoomTo(arrived ? zoom : zoom - left, px, py);
    if (arrived) this.#zoom = null;
  }

  #stepThrow(camera, elapsed) {
    const decay = Math.exp(-elapsed / THROW_TIME);
    const way = THROW_TIME * (1 - decay);
    camera.panBy(this.#speed.x * way, this.#speed.y * way);
    this.#speed = { x: this.#speed.x * decay, y: this.#speed.y * decay };
    if (Math.hypot(this.#speed.x, this.#speed.y) < LEAST_SPEED) this.#speed = null;
  }
}

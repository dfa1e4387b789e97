import { rotated } from './projection.js';

/**
 * What a picture shows: a part of the world at one zoom, in CSS pixels.
 *
 * Lines and areas are drawn at `px(x)`, `py(y)` on a sheet with north up, which `turn` turns. What stays upright, as names
 * do, is drawn at the place `at(x, y)` of the picture itself.
 */
export class View {
  /**
   * @param {Camera} camera
   * @param {number} margin CSS pixels that the picture reaches beyond the view on each side
   * @param {{x: number, y: number}} lead CSS pixels by which it lies ahead of the view, less than the margin
   * @param {number} bearing what is up on it
   */
  constructor(camera, margin, lead = { x: 0, y: 0 }, bearing = camera.bearing) {
    this.zoom = camera.zoom;
    this.scale = camera.scale;
    this.width = camera.width + 2 * margin;
    this.height = camera.height + 2 * margin;
    const box = camera.box(margin, bearing);
    const [dx, dy] = [lead.x / this.scale, lead.y / this.scale];
    this.box = { minX: box.minX + dx, maxX: box.maxX + dx, minY: box.minY + dy, maxY: box.maxY + dy };
    this.middle = { x: camera.x + dx, y: camera.y + dy };
    this.bearing = bearing;
    this.right = rotated(1, 0, -this.bearing);
  }

  px(x) {
    return (x - this.box.minX) * this.scale;
  }

  py(y) {
    return (y - this.box.minY) * this.scale;
  }

  /** Where a place of the world is on the picture: [x, y]. */
  at(x, y) {
    return this.onPicture(this.px(x), this.py(y));
  }

  /** Where a place of the sheet is on the picture: [x, y]. */
  onPicture(px, py) {
    if (this.bearing === 0) return [px, py];
    const { x: cosine, y: sine } = this.right;
    const [dx, dy] = [px - this.px(this.middle.x), py - this.py(this.middle.y)];
    return [this.width / 2 + dx * cosine - dy * sine, this.height / 2 + dx * sine + dy * cosine];
  }

  /** Turns a context so that what is drawn on the sheet lies right on the picture. */
  turn(context) {
    if (this.bearing === 0) return;
    context.translate(this.width / 2, this.height / 2);
    context.rotate((-this.bearing * Math.PI) / 180);
    context.translate(-this.px(this.middle.x), -this.py(this.middle.y));
  }

  /** Whether all that a camera sees is in it, and `margin` CSS pixels around that. */
  covers(camera, margin) {
    const [left, top, right, bottom] = [-margin, -margin, camera.width + margin, camera.height + margin];
    return [[left, top], [right, top], [left, bottom], [right, bottom]].every(([px, py]) => {
      const place = camera.toWorld(px, py);
      const [x, y] = this.at(place.x, place.y);
      return x >= 0 && y >= 0 && x <= this.width && y <= this.height;
    });
  }
}

/** A painted view on two canvases, one above the other, that is moved as a whole. */
export class Picture {
  view = null;

  constructor(parent) {
    this.element = document.createElement('div');
    Object.assign(this.element.style, {
      position: 'absolute',
      left: '0',
      top: '0',
      transformOrigin: '0 0',
      visibility: 'hidden',
      willChange: 'transform',
    });
    this.ground = this.#canvas();
    this.top = this.#canvas();
    parent.append(this.element);
  }

  #canvas() {
    const canvas = document.createElement('canvas');
    Object.assign(canvas.style, { position: 'absolute', left: '0', top: '0' });
    this.element.append(canvas);
    return canvas.getContext('2d');
  }

  /** Clears the canvases for a view; `ratio` is pixels of the device per CSS pixel. */
  begin(view, ratio) {
    this.view = view;
    for (const context of [this.ground, this.top]) fitCanvas(context, view.width, view.height, ratio);
    view.turn(this.ground);
  }

  /** Moves, stretches and turns the picture to where its part of the world is seen by the camera. */
  place(camera, ratio) {
    const { view } = this;
    const middle = camera.toScreen(view.middle.x, view.middle.y);
    const [scale, turn] = [camera.scale / view.scale, view.bearing - camera.bearing];
    const corner = rotated((view.width / 2) * scale, (view.height / 2) * scale, turn);
    const snap = (value) => (scale === 1 && turn === 0 ? Math.round(value * ratio) / ratio : value);
    const [x, y] = [snap(middle.x - corner.x), snap(middle.y - corner.y)];
    this.element.style.transform = `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${scale})`;
  }

  set shown(shown) {
    this.element.style.visibility = shown ? 'visible' : 'hidden';
  }
}

/** Gives a canvas its size in CSS pixels and clears it. */
export function fitCanvas(context, width, height, ratio) {
  const { canvas } = context;
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== across || canvas.height !== down) {
    canvas.width = across;
    canvas.height = down;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
}

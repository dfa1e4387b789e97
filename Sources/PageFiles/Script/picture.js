/** What a picture shows: a part of the world at one zoom, in CSS pixels from its own upper left corner. */
export class View {
  /**
   * @param {Camera} camera
   * @param {number} margin CSS pixels that the picture reaches beyond the view on each side
   * @param {{x: number, y: number}} lead CSS pixels by which it lies ahead of the view, less than the margin
   */
  constructor(camera, margin, lead = { x: 0, y: 0 }) {
    this.zoom = camera.zoom;
    this.scale = camera.scale;
    this.width = camera.width + 2 * margin;
    this.height = camera.height + 2 * margin;
    const box = camera.box(margin);
    const [dx, dy] = [lead.x / this.scale, lead.y / this.scale];
    this.box = { minX: box.minX + dx, maxX: box.maxX + dx, minY: box.minY + dy, maxY: box.maxY + dy };
  }

  px(x) {
    return (x - this.box.minX) * this.scale;
  }

  py(y) {
    return (y - this.box.minY) * this.scale;
  }

  /** Whether all of a box of the world is in it. */
  covers({ minX, minY, maxX, maxY }) {
    const { box } = this;
    return minX >= box.minX && minY >= box.minY && maxX <= box.maxX && maxY <= box.maxY;
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
  }

  /** Moves and stretches the picture to where its part of the world is seen by the camera. */
  place(camera, ratio) {
    const { x, y } = camera.toScreen(this.view.box.minX, this.view.box.minY);
    const scale = camera.scale / this.view.scale;
    const snap = (value) => (scale === 1 ? Math.round(value * ratio) / ratio : value);
    this.element.style.transform = `translate(${snap(x)}px, ${snap(y)}px) scale(${scale})`;
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

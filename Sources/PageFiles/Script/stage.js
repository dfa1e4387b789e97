import { Picture, View } from './picture.js';

/** CSS pixels by which a picture reaches beyond the view, so that it can be moved without being drawn again. */
const MARGIN = 256;
/** A picture is drawn anew when the view comes so near to its edge; it leads a moving view by at most so much. */
const LEAST_MARGIN = 90;
const MOST_LEAD = 150;
/** Frames for which a picture is to last while the camera moves. */
const LEAD_FRAMES = 40;
/** Time for painting per frame, in ms: it leaves most of a frame at 60 Hz to others; longer where the view is bad. */
const PAINT_TIME = 6;
const HURRIED_PAINT_TIME = 12;
/** A picture is stretched by at most so many zooms, until the zoom has paused for so many ms. */
const MOST_STRETCH = 0.9;
const ZOOM_PAUSE = 90;
/** A picture is turned by at most so many degrees, as its names turn with it. */
const MOST_TURN = 6;
/** Steps of painting after which it is drawn while the map turns: names are upright sooner, and frames come later. */
const TURNING_STEPS = 24;

/** Two pictures: the one that is seen and moved with the camera, and the one that is painted meanwhile. */
export class Stage {
  #job = null;
  #revision = 0;
  #lead = { x: 0, y: 0 };
  #lastPlace = null;
  #lastZoom = 0;
  #lastBearing = 0;
  #zoomedAt = 0;
  /** Pictures that were painted to their end. */
  painted = 0;

  /** @param {HTMLElement} parent @param {function(Picture): Iterator} paint paints a picture step by step */
  constructor(parent, paint) {
    this.paint = paint;
    this.front = new Picture(parent);
    this.back = new Picture(parent);
    this.pixel = document.createElement('canvas').getContext('2d');
    this.pixel.canvas.height = 1;
  }

  /** What is painted does not hold any more. */
  outdate() {
    this.#revision += 1;
    this.#job = null;
  }

  /** Whether there is nothing left to paint for this camera. */
  isDone(camera) {
    return this.#job === null && this.#serves(camera, LEAST_MARGIN);
  }

  /**
   * Goes on with the picture that is being painted, or begins one if the one that is seen does not do any more.
   * @param {number} now of performance.now() @param {number} ratio pixels of the device per CSS pixel
   */
  advance(camera, ratio, now) {
    this.#noteLead(camera);
    if (!this.#job && this.#isDue(camera, now)) this.#begin(camera, ratio);
    if (!this.#job) return;
    const isAskew = this.#turn(camera) > MOST_TURN;
    const isHurried = isAskew || (!this.#serves(camera, 0) && camera.bearing === 0);
    this.#work(now, isHurried ? HURRIED_PAINT_TIME : PAINT_TIME, isAskew ? TURNING_STEPS : 1);
  }

  /** Paints all that the camera sees, however long it takes. */
  complete(camera, ratio) {
    if (this.isDone(camera)) return;
    this.#lead = { x: 0, y: 0 };
    this.#begin(camera, ratio);
    this.#work(0, Infinity);
    this.#drawNoted(this.front);
  }

  #begin(camera, ratio) {
    this.back.begin(new View(camera, MARGIN, this.#lead, camera.aim), ratio);
    this.#job = { steps: this.paint(this.back), revision: this.#revision };
  }

  /** Paints for `time` ms from `begin`, at least one step; what is noted is drawn after each `group` of steps. */
  #work(begin, time, group = 1) {
    const picture = this.back;
    for (let step = 1; ; step += 1) {
      const { done } = this.#job.steps.next();
      if (time < Infinity && (done || step % group === 0)) this.#drawNoted(picture);
      if (done) this.#swap();
      if (done || performance.now() - begin > time) return;
    }
  }

  /**
   * Browsers only note what is drawn, and draw all of it when the canvas is shown or read; that would make a frame
   * late. So a pixel is read after each step. To let go of it at once saves the browser a copy of the whole canvas.
   */
  #drawNoted({ ground, top }) {
    for (const { canvas } of [ground, top]) this.pixel.drawImage(canvas, 0, 0, 1, 1, 0, 0, 1, 1);
    this.pixel.canvas.width = 1;
  }

  #swap() {
    [this.front, this.back] = [this.back, this.front];
    this.front.revision = this.#job.revision;
    this.#job = null;
    this.painted += 1;
    this.front.shown = true;
    this.back.shown = false;
  }

  /** While the zoom changes or the map turns, the picture is stretched and turned as long as it looks well enough. */
  #isDue(camera, now) {
    const { view, revision } = this.front;
    if (this.#serves(camera, LEAST_MARGIN)) return false;
    if (view === null || revision !== this.#revision) return true;
    if (camera.zoom !== this.#lastZoom || camera.bearing !== this.#lastBearing) this.#zoomedAt = now;
    [this.#lastZoom, this.#lastBearing] = [camera.zoom, camera.bearing];
    const isStretched = Math.abs(camera.zoom - view.zoom) > MOST_STRETCH || this.#turn(camera) > MOST_TURN;
    const isAlike = view.zoom === camera.zoom && view.bearing === camera.bearing;
    return isStretched || isAlike || now - this.#zoomedAt > ZOOM_PAUSE;
  }

  /** How far the picture that is seen will be turned when the camera has turned, in degrees. */
  #turn(camera) {
    return Math.abs(((camera.aim - this.front.view.bearing + 540) % 360) - 180);
  }

  /** Whether the picture that is seen shows what the camera sees and `margin` CSS pixels around. */
  #serves(camera, margin) {
    const { view, revision } = this.front;
    if (view === null || revision !== this.#revision) return false;
    return view.zoom === camera.zoom && view.bearing === camera.bearing && view.covers(camera, margin);
  }

  /** Notes by how many CSS pixels the next picture is to lie ahead of the moving camera. */
  #noteLead(camera) {
    const last = this.#lastPlace ?? camera;
    const limit = (value) => Math.max(-MOST_LEAD, Math.min(MOST_LEAD, value * camera.scale * LEAD_FRAMES));
    this.#lead = { x: limit(camera.x - last.x), y: limit(camera.y - last.y) };
    this.#lastPlace = { x: camera.x, y: camera.y };
  }
}

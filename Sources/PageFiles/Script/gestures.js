/** Zoom of a wheel turned by one CSS pixel, and of a pinch on a trackpad, which comes in finer steps. */
const WHEEL_ZOOM = 1 / 260;
const TRACKPAD_ZOOM = 1 / 90;
/** Lines and pages of wheels in CSS pixels. */
const WHEEL_UNITS = [1, 30, 400];
/** A pointer that moves by less is a click, not a drag; in CSS pixels. */
const CLICK_REACH = 4;
/** Movement of the last so many ms decides how the map runs on. */
const THROW_SPAN = 80;

/** Drag, throw, pinch, wheel, double click and hover on the map. */
export class Gestures {
  #pointers = new Map();
  #trail = [];
  #moved = 0;
  #pinched = false;

  /** @param {MapView} map takes panBy, throwBy, zoomBy, hold, pick, hover */
  constructor(element, map) {
    this.element = element;
    this.map = map;
    element.addEventListener('pointerdown', (event) => this.#down(event));
    element.addEventListener('pointermove', (event) => this.#move(event));
    element.addEventListener('pointerup', (event) => this.#up(event));
    element.addEventListener('pointercancel', (event) => this.#pointers.delete(event.pointerId));
    element.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    element.addEventListener('dblclick', (event) => this.#doubleClick(event));
  }

  #place(event) {
    const { left, top } = this.element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  #down(event) {
    // A captured pointer would take the click from a button or a link that lies on the map.
    if (event.button !== 0 || event.target.closest('button, a')) return;
    this.element.setPointerCapture(event.pointerId);
    this.map.hold();
    if (this.#pointers.size === 0) {
      this.#trail = [];
      this.#moved = 0;
      this.#pinched = false;
    }
    this.#pointers.set(event.pointerId, this.#place(event));
  }

  #move(event) {
    const place = this.#place(event);
    const before = this.#pointers.get(event.pointerId);
    if (!before) {
      this.map.hover(place.x, place.y);
      return;
    }
    this.#moved += Math.hypot(place.x - before.x, place.y - before.y);
    if (this.#pointers.size === 2) this.#pinch(event.pointerId, before, place);
    else if (this.#moved > CLICK_REACH) this.#drag(event, before, place);
    this.#pointers.set(event.pointerId, place);
  }

  #drag(event, before, place) {
    const [dx, dy] = [place.x - before.x, place.y - before.y];
    this.element.style.cursor = 'grabbing';
    this.#trail.push({ time: event.timeStamp, dx, dy });
    this.map.panBy(dx, dy);
  }

  #pinch(id, before, place) {
    const [other] = [...this.#pointers].filter(([key]) => key !== id).map(([, value]) => value);
    const spread = (at) => Math.max(1, Math.hypot(at.x - other.x, at.y - other.y));
    const middle = { x: (place.x + other.x) / 2, y: (place.y + other.y) / 2 };
    this.#pinched = true;
    this.map.pinch(spread(place) / spread(before), (place.x - before.x) / 2, (place.y - before.y) / 2, middle);
  }

  #up(event) {
    if (!this.#pointers.delete(event.pointerId) || this.#pointers.size > 0) return;
    const place = this.#place(event);
    this.element.style.cursor = 'grab';
    if (this.#pinched) return;
    if (this.#moved <= CLICK_REACH) this.map.pick(place.x, place.y);
    else this.#throw(event.timeStamp);
  }

  #throw(now) {
    const recent = this.#trail.filter(({ time }) => now - time < THROW_SPAN);
    if (recent.length < 2) return;
    const span = Math.max(16, now - recent[0].time);
    const sum = (axis) => recent.reduce((total, step) => total + step[axis], 0);
    this.map.throwBy(sum('dx') / span, sum('dy') / span);
  }

  #wheel(event) {
    event.preventDefault();
    const { x, y } = this.#place(event);
    const rate = event.ctrlKey ? TRACKPAD_ZOOM : WHEEL_ZOOM;
    this.map.zoomBy(2 ** (-event.deltaY * WHEEL_UNITS[event.deltaMode] * rate), x, y);
  }

  #doubleClick(event) {
    const { x, y } = this.#place(event);
    this.map.zoomBy(event.shiftKey ? 0.5 : 2, x, y);
  }
}

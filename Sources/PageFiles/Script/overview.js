// Views of a whole: of all of the drive, or of a stretch that is selected, until the replay moves.
import { byId } from './dom.js';
import { showFollow } from './controls.js';

/** So many CSS pixels left of the buttons may be fitted into, as a fit has a margin of its own. */
const BESIDE_BUTTONS = 24;

/** What happened is seen as a whole first; once the replay moves, the camera goes to the vehicle. */
export class Overview {
  #camera = null;
  /** What is shown: lines [x, y, …] in the world, or none for all of the drive. */
  lines = [];

  /** `style` says whether the camera follows then, and how near; `card` is the element over a corner of the map. */
  constructor(map, track, style, card) {
    Object.assign(this, { map, track, style, card });
  }

  /** Whether the camera still is where `show` left it. */
  get isShown() {
    const now = this.map.cameraState();
    return this.#camera !== null && Object.keys(now).every((part) => now[part] === this.#camera[part]);
  }

  show(lines = []) {
    this.lines = lines;
    this.fit();
    this.#camera = this.map.cameraState();
  }

  /** Shows it left of the buttons; if it would lie under the card, beside or below that, whichever is larger. */
  fit() {
    const { map, lines } = this;
    map.follow = false;
    showFollow(false);
    const right = Math.max(0, byId('map').clientWidth - byId('map-buttons').offsetLeft - BESIDE_BUTTONS);
    map.fit({ right }, lines);
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = this.card;
    const [left, top] = [offsetLeft + offsetWidth, offsetTop + offsetHeight];
    const covers = getComputedStyle(this.card).position === 'absolute' && this.#reaches(left, top);
    if (!covers) return;
    map.fit({ left, right }, lines);
    const beside = map.cameraState().zoom;
    map.fit({ top, right }, lines);
    if (map.cameraState().zoom < beside) map.fit({ left, right }, lines);
  }

  /** Whether a vertex of what is shown is left of and above a place of the screen. */
  #reaches(left, top) {
    const corner = this.map.camera.toWorld(left, top);
    const isThere = (x, y) => x < corner.x && y < corner.y;
    const isOnLine = (line) => line.some((x, i) => i % 2 === 0 && isThere(x, line[i + 1]));
    if (this.lines.length > 0) return this.lines.some(isOnLine);
    const { count, x, y } = this.track.vertices;
    for (let i = 0; i < count; i += 1) if (isThere(x[i], y[i])) return true;
    return false;
  }

  /** Goes to the vehicle, if `follow` and unless the reader has moved the map. */
  leave(follow = this.style.camera.follow) {
    const leaves = follow && this.isShown;
    this.#camera = null;
    if (!leaves) return;
    this.map.setCamera({ ...this.map.cameraState(), zoom: this.style.camera.zoom });
    this.map.follow = true;
    showFollow(true);
  }
}

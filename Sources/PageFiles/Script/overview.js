// The first view: all of the drive, until the replay moves.
import { showFollow } from './controls.js';

/** A page answers first what became of the whole drive; once the replay moves, the camera goes to the vehicle. */
export class Overview {
  #camera = null;

  /** `style` says whether the camera follows then, and how near; `card` is the element that covers a corner of the map. */
  constructor(map, track, style, card) {
    Object.assign(this, { map, track, style, card });
  }

  /** Whether the camera still is where `show` left it. */
  get isShown() {
    const now = this.map.cameraState();
    return this.#camera !== null && Object.keys(now).every((part) => now[part] === this.#camera[part]);
  }

  show() {
    this.fit();
    this.#camera = this.map.cameraState();
  }

  /** Shows all of the drive beside or below the card, whichever shows it larger, if it would lie under it. */
  fit() {
    const { map } = this;
    map.follow = false;
    showFollow(false);
    map.fit();
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = this.card;
    const [left, top] = [offsetLeft + offsetWidth, offsetTop + offsetHeight];
    const covers = getComputedStyle(this.card).position === 'absolute' && this.#reaches(left, top);
    if (!covers) return;
    map.fit({ left });
    const beside = map.cameraState().zoom;
    map.fit({ top });
    if (map.cameraState().zoom < beside) map.fit({ left });
  }

  /** Whether a vertex of the track is left of and above a place of the screen. */
  #reaches(left, top) {
    const { count, x, y } = this.track.vertices;
    for (let i = 0; i < count; i += 1) {
      const at = this.map.camera.toScreen(x[i], y[i]);
      if (at.x < left && at.y < top) return true;
    }
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

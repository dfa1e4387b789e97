/** CSS pixels from the top of a shield on the map to its foot. */
const SHIELD_HEIGHT = 20;

/** The drawn shields of roads by their numbers. */
export class RoadShields {
  #images = new Map();

  /**
   * @param {Object<string, string>|undefined} drawings SVG by number
   * @param {function()} onReady called when the last one can be drawn, if there are any
   */
  constructor(drawings = {}, onReady = () => {}) {
    const loading = Object.entries(drawings).map(([ref, svg]) => {
      const image = new Image();
      image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
      return image.decode().then(() => this.#images.set(ref, image), () => {});
    });
    if (loading.length > 0) Promise.all(loading).then(onReady);
  }

  /** The picture of a number and its size in CSS pixels; null if there is none, or not yet. */
  of(ref) {
    const image = this.#images.get(ref);
    if (!image) return null;
    return { image, width: (image.naturalWidth / image.naturalHeight) * SHIELD_HEIGHT, height: SHIELD_HEIGHT };
  }
}

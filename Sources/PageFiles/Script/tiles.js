import { WORLD_PIXELS } from './camera.js';

/** Raster tiles are stated for zooms up to this by most servers. */
const NEAREST_TILES = 19;
/** Tiles kept for going back, beyond those in view. */
const KEPT_TILES = 120;

/** Raster tiles by URL, as images beneath the map; they are asked for only where they are seen. */
export class TileLayer {
  #images = new Map();

  /** @param {HTMLElement} parent @param {{url: string}} tiles */
  constructor(parent, tiles) {
    this.url = tiles.url;
    this.element = document.createElement('div');
    Object.assign(this.element.style, { position: 'absolute', inset: '0', overflow: 'hidden' });
    parent.prepend(this.element);
  }

  set shown(shown) {
    this.element.style.display = shown ? '' : 'none';
  }

  /** Places the tiles of the view. */
  update(camera) {
    const zoom = Math.max(0, Math.min(NEAREST_TILES, Math.round(camera.zoom)));
    const count = 2 ** zoom;
    const box = camera.box();
    const wanted = new Set();
    for (let row = Math.floor(box.minY * count); row <= Math.floor(box.maxY * count); row += 1) {
      if (row < 0 || row >= count) continue;
      for (let column = Math.floor(box.minX * count); column <= Math.floor(box.maxX * count); column += 1) {
        wanted.add(this.#place(zoom, column, row, camera));
      }
    }
    this.#drop(wanted, zoom, camera);
  }

  #place(zoom, column, row, camera) {
    const key = `${zoom}/${column}/${row}`;
    if (!this.#images.has(key)) this.#images.set(key, this.#load(zoom, column, row));
    this.#move(this.#images.get(key), camera);
    return key;
  }

  #load(zoom, column, row) {
    const count = 2 ** zoom;
    const image = new Image();
    image.alt = '';
    image.draggable = false;
    image.src = this.url
      .replace('{z}', zoom)
      .replace('{x}', ((column % count) + count) % count)
      .replace('{y}', row);
    Object.assign(image.style, { position: 'absolute', left: '0', top: '0', transformOrigin: '0 0' });
    this.element.append(image);
    return { image, zoom, column, row };
  }

  #move({ image, zoom, column, row }, camera) {
    const count = 2 ** zoom;
    const { x, y } = camera.toScreen(column / count, row / count);
    const side = camera.scale / count;
    image.style.width = `${WORLD_PIXELS}px`;
    image.style.height = `${WORLD_PIXELS}px`;
    image.style.transform = `translate(${x}px, ${y}px) scale(${side / WORLD_PIXELS})`;
  }

  /** Keeps tiles of the zoom for going back, and others until those wanted are there. */
  #drop(wanted, zoom, camera) {
    const ready = [...wanted].every((key) => this.#images.get(key).image.complete);
    for (const [key, tile] of this.#images) {
      if (wanted.has(key)) continue;
      if ((ready && tile.zoom !== zoom) || this.#images.size > wanted.size + KEPT_TILES) {
        tile.image.remove();
        this.#images.delete(key);
      } else {
        this.#move(tile, camera);
      }
    }
  }
}

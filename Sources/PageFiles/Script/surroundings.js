// Loads the map around the drive, which the pages of a folder share in tiles beside them. A tile is a script, since pages
// of files may load nothing else; it calls tracemillTile() with its name and its packed data.

import { Roads } from './unpack.js';
import { unpackGround } from './ground.js';
import { inflatedText } from './inflate.js';

/** Numbers of the list of tiles for each: level, column and row. */
const NUMBERS_OF_TILE = 3;

/**
 * @param {object} drive from unpack()
 * @returns {Promise<{roads: Roads, ground: GroundTile[]}|null>} with the roads of the page; null if there is no map
 *   around it, or no tile could be read
 */
export async function loadSurroundings(drive) {
  const tiles = (await Promise.all(namesOfTiles(drive.around).map(loadTile))).filter(Boolean);
  if (tiles.length === 0) return null;
  const parts = tiles.filter((tile) => tile.roads).map((tile) => Roads.unpacked(tile.roads));
  const roads = Roads.joined([drive.roads, ...parts], drive.originX);
  return { roads, ground: tiles.flatMap((tile) => unpackGround(tile.ground, drive.originX)) };
}

export function namesOfTiles(around) {
  if (!around) return [];
  const { sheet, tiles } = around;
  return Array.from({ length: tiles.length / NUMBERS_OF_TILE }, (_, i) =>
    `${sheet}-${tiles.slice(i * NUMBERS_OF_TILE, (i + 1) * NUMBERS_OF_TILE).join('-')}`);
}

/** The data of a tile; null if its file is missing or damaged. */
async function loadTile(name) {
  const packed = await packedTile(name);
  try {
    return packed && JSON.parse(await inflatedText(packed));
  } catch {
    return null;
  }
}

const awaitedTiles = new Map();

function packedTile(name) {
  globalThis.tracemillTile = (tile, packed) => awaitedTiles.get(tile)?.(packed);
  return new Promise((resolve) => {
    awaitedTiles.set(name, resolve);
    const script = document.createElement('script');
    script.onload = script.onerror = () => resolve(null);
    script.src = `shared/${name}.js`;
    document.head.append(script);
  });
}

// Web Mercator in units of the world: x runs 0…1 from 180° west to 180° east, y 0…1 from north to south.
// x runs on beyond 0…1 where a drive crosses the antimeridian.

const DEGREES = Math.PI / 180;
/** Semi-major axis of WGS 84 in metres, and the square of its first eccentricity. */
const EARTH_RADIUS = 6378137;
const ECCENTRICITY_2 = 0.00669437999014;

/** @param {number} lon degrees @returns {number} x, 0…1 */
export function xOfLon(lon) {
  return lon / 360 + 0.5;
}

/** @param {number} lat degrees @returns {number} y, 0…1 */
export function yOfLat(lat) {
  return 0.5 - Math.asinh(Math.tan(lat * DEGREES)) / (2 * Math.PI);
}

/** @returns {number} degrees, −180…180 */
export function lonOfX(x) {
  return (x - 0.5 - Math.round(x - 0.5)) * 360;
}

/** @returns {number} degrees */
export function latOfY(y) {
  return Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) / DEGREES;
}

/** x or the same place a world further, whichever lies nearest to `reference`. */
export function nearX(x, reference) {
  return x + Math.round(reference - x);
}

/** Metres on the ellipsoid per unit of the world at y, eastward and northward. */
export function metresPerWorld(y) {
  const sine = Math.tanh((0.5 - y) * 2 * Math.PI);
  const cosine = Math.sqrt(1 - sine * sine);
  const root = Math.sqrt(1 - ECCENTRICITY_2 * sine * sine);
  const parallel = (2 * Math.PI * EARTH_RADIUS * cosine) / root;
  return { east: parallel, north: (parallel * (1 - ECCENTRICITY_2)) / (root * root) };
}

/** Length in metres of a short straight line. */
export function metresBetween(x1, y1, x2, y2) {
  const scale = metresPerWorld((y1 + y2) / 2);
  return Math.hypot((x2 - x1) * scale.east, (y2 - y1) * scale.north);
}

/** A step on the screen, where y runs down, turned clockwise by degrees. */
export function rotated(x, y, degrees) {
  const [cosine, sine] = [Math.cos(degrees * DEGREES), Math.sin(degrees * DEGREES)];
  return { x: x * cosine - y * sine, y: x * sine + y * cosine };
}

/** Direction of a line in degrees clockwise from north, 0…360. */
export function headingOf(x1, y1, x2, y2) {
  return (Math.atan2(x2 - x1, y1 - y2) / DEGREES + 360) % 360;
}

// Pictures of maneuvers and of lanes, drawn as SVG in squares of 64.
import { createSVG } from './dom.js';

const SIZE = 64;
/** Angles of the arrows in degrees, positive to the right, by the modifiers of maneuvers and OSM's words for lanes. */
const MODIFIER_ANGLES = { straight: 0, slight_right: 45, right: 90, sharp_right: 135, u_turn: 180, sharp_left: -135,
  left: -90, slight_left: -45 };
const LANE_ANGLES = { through: 0, none: 0, slight_right: 40, right: 90, sharp_right: 130, reverse: -180,
  sharp_left: -130, left: -90, slight_left: -40, merge_to_left: -30, merge_to_right: 30 };
const STROKE = 7;
const HEAD = 11;

/** Angle of a maneuver in degrees, positive to the right; the modifier tells it, else `angle_deg`. */
export function maneuverAngle({ modifier, angle_deg: angle }) {
  return MODIFIER_ANGLES[modifier] ?? angle ?? 0;
}

/**
 * The picture of a maneuver, a row of the table `maneuvers`.
 *
 * `leftHand` says that traffic keeps left: rings then run clockwise and one turns round to the right.
 */
export function maneuverArrow(maneuver, leftHand = false, className = 'arrow') {
  const draw = DRAWINGS[maneuver.type] ?? drawTurn;
  return createSVG('svg', { viewBox: `0 0 ${SIZE} ${SIZE}`, class: className, 'aria-hidden': 'true' },
    draw(maneuver, leftHand));
}

const DRAWINGS = {
  depart: () => [dot(32, 54), ...pathWithHead('M32 54V18', 32, 12, 0)],
  arrive: drawFlag,
  roundabout: drawRoundabout,
  fork: drawFork,
  ramp: drawRamp,
  merge: drawMerge,
  ferry: drawFerry,
  u_turn: (maneuver, leftHand) => drawUTurn(maneuver.angle_deg > 0 || leftHand ? 1 : -1),
};

function drawTurn(maneuver, leftHand) {
  const angle = maneuverAngle(maneuver);
  if (Math.abs(angle) >= 165) return drawUTurn(angle > 0 || leftHand ? 1 : -1);
  return bentArrow(angle);
}

/** From below to the middle and on at an angle; `foot` is where it stands. */
function bentArrow(angle, foot = 32 - Math.sign(angle) * (Math.abs(angle) > 60 ? 9 : 4)) {
  if (angle === 0) return pathWithHead('M32 58V18', 32, 10, 0);
  const [dx, dy] = direction(angle);
  const bend = Math.abs(angle) > 100 ? 18 : 30;
  const reach = Math.abs(angle) > 100 ? 26 : 22;
  const [x, y] = [foot + dx * reach, bend + dy * reach];
  return pathWithHead(`M${foot} 58V${bend + 10}Q${foot} ${bend} ${foot + dx * 10} ${bend + dy * 10}L${point(x, y)}`,
    x + dx * 6, y + dy * 6, angle);
}

function drawUTurn(side) {
  const [from, to] = [32 - side * 12, 32 + side * 12];
  return pathWithHead(`M${from} 58V26A12 12 0 0 ${side > 0 ? 1 : 0} ${to} 26V40`, to, 50, 180);
}

/** The ring with the way driven, and the number of the exit in the middle. */
function drawRoundabout(maneuver, leftHand) {
  const turn = maneuver.angle_deg ?? maneuverAngle(maneuver);
  const angle = Math.abs(turn) < 165 ? turn : leftHand ? 150 : -150;
  const [dx, dy] = direction(angle);
  const radius = 14;
  const [x, y] = [32 + dx * radius, 30 + dy * radius];
  const [endX, endY] = [32 + dx * 22, 30 + dy * 22];
  const turned = leftHand ? ((angle + 180) % 360 + 360) % 360 : ((180 - angle) % 360 + 360) % 360;
  const arc = `A${radius} ${radius} 0 ${turned > 180 ? 1 : 0} ${leftHand ? 1 : 0} ${point(x, y)}`;
  const way = `M32 60V44${arc}L${point(endX, endY)}`;
  return [
    faint(ring(radius)),
    ...pathWithHead(way, 32 + dx * 28, 30 + dy * 28, angle, 5.5, 9),
    ...(maneuver.exit ? [label(maneuver.exit, 32, 35)] : []),
  ];
}

/** Two or three branches, of which the one taken stands out. */
function drawFork(maneuver) {
  const angle = maneuverAngle(maneuver);
  const side = Math.sign(angle);
  const others = side === 0 ? [-1, 1] : [-side];
  return [...others.map((other) => faint(branch(other, 12))), ...branchWithHead(side)];
}

/** The road goes on, and one leaves it. */
function drawRamp(maneuver) {
  const side = Math.sign(maneuverAngle(maneuver)) || 1;
  return [faint(`M${32 - side * 8} 58V8`), ...branchWithHead(side, 32 - side * 8)];
}

/** One's road joins another. */
function drawMerge(maneuver) {
  const side = Math.sign(maneuverAngle(maneuver)) || -1;
  const from = 32 - side * 16;
  const way = `M${from} 58V50Q${from} 42 ${32 - side * 6} 36Q32 32 32 26V18`;
  return [faint('M32 58V30'), ...pathWithHead(way, 32, 10, 0)];
}

function drawFerry() {
  return [
    createSVG('path', { ...line(4), d: 'M10 40h44l-6 12H16zM18 40V28h28v12M26 28V18h12v10' }),
    createSVG('path', { ...line(3), d: 'M8 58q6-5 12 0t12 0 12 0 12 0' }),
  ];
}

function drawFlag(maneuver) {
  const side = Math.sign(MODIFIER_ANGLES[maneuver.modifier] ?? 0);
  const pole = 26 + side * 8;
  return [
    createSVG('path', { ...line(5), d: `M${pole} 58V10` }),
    createSVG('path', { ...line(3), d: `M${pole} 10h24l-6 9 6 9h-24z`, fill: 'currentColor' }),
    dot(pole, 58),
  ];
}

/**
 * The picture of a lane: OSM's words for its arrows, separated by `;`.
 *
 * Of several arrows the one nearest to `angle`, the way that is driven, stands out if the lane is `valid`.
 */
export function laneArrows(words, valid, angle) {
  const arrows = (words || 'none').split(';').map((word) => LANE_ANGLES[word] ?? 0);
  const taken = valid ? arrows.reduce((best, a) => (Math.abs(a - angle) < Math.abs(best - angle) ? a : best)) : null;
  const order = [...arrows].sort((a, b) => (a === taken ? 1 : 0) - (b === taken ? 1 : 0));
  return createSVG('svg', { viewBox: '0 0 64 64', 'aria-hidden': 'true' }, order.map((arrow) =>
    createSVG('g', { opacity: taken === null || arrow === taken ? 1 : 0.4 },
      Math.abs(arrow) === 180 ? drawUTurn(Math.sign(arrow)) : bentArrow(arrow, 32))));
}

/** Unit vector of an angle in degrees from straight ahead, x to the right and y down. */
function direction(angle) {
  const radians = (angle * Math.PI) / 180;
  return [Math.sin(radians), -Math.cos(radians)];
}

function branch(side, top, foot = 32) {
  return `M${foot} 58V44Q${foot} 36 ${foot + side * 9} 28Q${foot + side * 16} 22 ${foot + side * 16} ${top}`;
}

function branchWithHead(side, foot = 32) {
  if (side === 0) return bentArrow(0);
  return pathWithHead(branch(side, 16, foot), foot + side * 16, 9, 0);
}

/** A circle around (32, 30) as a path. */
function ring(radius) {
  const half = `A${radius} ${radius} 0 0 0`;
  return `M32 ${30 + radius}${half} 32 ${30 - radius}${half} 32 ${30 + radius}`;
}

/** How a line is drawn. */
function line(width) {
  return { fill: 'none', stroke: 'currentColor', 'stroke-width': width, 'stroke-linecap': 'round',
    'stroke-linejoin': 'round' };
}

function faint(d) {
  return createSVG('path', { ...line(5), d, opacity: 0.32 });
}

/** A line that ends in an arrow head whose point is (x, y). */
function pathWithHead(d, x, y, angle, width = STROKE, head = HEAD) {
  return [
    createSVG('path', { ...line(width), d }),
    createSVG('path', { ...line(2), d: `M0 0L${head} ${head * 1.25}H${-head}z`, fill: 'currentColor',
      transform: `translate(${point(x, y, ',')}) rotate(${angle})` }),
  ];
}

function dot(x, y) {
  return createSVG('circle', { cx: x, cy: y, r: 6, fill: 'currentColor' });
}

function label(text, x, y) {
  const look = { 'text-anchor': 'middle', 'font-size': 15, 'font-weight': 700, fill: 'currentColor' };
  return createSVG('text', { ...look, x, y, text });
}

function point(x, y, between = ' ') {
  return x.toFixed(1) + between + y.toFixed(1);
}

import { isDoubtful } from './outcome.js';
import { clauseText } from './sentences.js';
import { durationText, lengthText, roughDurationText, wordsOf } from './format.js';
import { edgePart } from './track.js';
import { word } from './words.js';

/** Seconds after a planned time from which a stop is late. */
const LATE_STOP = 60;
/** Radius of a marker and of the dot that stands for one without room, in CSS pixels. */
const RADIUS = 11;
const DOT = 4;
/** Width of a letter beside a marker, about, in CSS pixels. */
const NOTE_LETTER = 7;
/** Icons are drawn in a square of 16 units around its middle. */
const ICON_SIDE = 16;

const ICONS = {
  alert: 'M8 4v5M8 11.6v.1',
  bar: 'M4 8h8',
  bars: 'M6 5v6M10 5v6',
  cross: 'M5 5l6 6M11 5l-6 6',
  slash: 'M4.6 4.6l6.8 6.8',
  dots: 'M4.2 8h.1M8 8h.1M11.8 8h.1',
  wave: 'M3.5 9c1.5-3 3-3 4.5 0s3 3 4.5 0',
  fork: 'M5 12.5V9l5.5-4.5M7 4.3l3.7 0-.3 3.6',
  turn: 'M5 12V7.5h6M8.8 5l2.6 2.5-2.6 2.5',
  gate: 'M3.5 6.5h9M3.5 9.5h9M5 4.5v7.5M11 4.5v7.5',
  height: 'M8 4v8M5.6 6.2L8 3.8l2.4 2.4M5.6 9.8L8 12.2l2.4-2.4',
  gauge: 'M4 11a4.8 4.8 0 1 1 8 0M8 9.5l2-3',
  flag: 'M5.5 12.5v-9h6l-1.6 2.2 1.6 2.3h-6',
  tick: 'M4.5 8.3l2.5 2.6 4.5-5.4',
  bell: 'M4.5 11h7l-1-1.6V7.2a2.5 2.5 0 0 0-5 0v2.2zM8 12.6v.1',
};

/** Icon and palette colour of each type of event; the first in this list are drawn on top. */
const EVENT_LOOKS = {
  wrong_way: ['bar', 'alarm'],
  forbidden_turn: ['turn', 'alarm'],
  no_access: ['slash', 'alarm'],
  closed_road: ['cross', 'alarm'],
  closure: ['cross', 'alarm'],
  accident: ['alert', 'alarm'],
  barrier_passed: ['gate', 'alarm'],
  vehicle_limit: ['height', 'alarm'],
  speeding: ['gauge', 'warning'],
  deviation: ['fork', 'warning'],
  congestion: ['bars', 'warning'],
  works: ['alert', 'warning'],
  better_route: ['tick', 'reached'],
  off_road: ['wave', 'warning'],
  gap: ['dots', 'quiet'],
  stop: ['bars', 'notice'],
};
const OTHER_EVENT = ['bell', 'notice'];
const MILESTONE_EVENT = /milestone|destination/;

/** The name in the palette of the colour of a type of event. */
export function eventColour(type) {
  return lookOfEvent(type)[1];
}

/** Icon of an event: `{ path, colour }`, a path in a square of 16 units, and a name in the palette; quiet if doubtful. */
export function eventIcon(type, doubtful = false) {
  const [icon, colour] = lookOfEvent(type);
  return { path: ICONS[icon], colour: doubtful ? 'quiet' : colour };
}

function lookOfEvent(type) {
  return EVENT_LOOKS[type] ?? (MILESTONE_EVENT.test(type) ? milestoneLook(type) : OTHER_EVENT);
}

/** Whether an event only says what a milestone of the plan says as well. */
export function isMilestoneEvent(type) {
  return MILESTONE_EVENT.test(type);
}

/** What a code says, in words: `wrong_way` is "wrong way". */
export function inWords(code) {
  return wordsOf(code ?? '');
}

/**
 * What makes markers of a drive: {layer, table, row, lat, lon, icon or text, colour (name in the palette), rank,
 * title}; one that is `open` is a ring.
 */
export const MARKERS = [eventMarkers, milestoneMarkers, waypointMarkers, violationMarkers, alternativeMarkers];

function eventMarkers(drive) {
  const events = drive.table('events');
  const withFlags = drive.table('milestones').rows > 0;
  const order = Object.keys(EVENT_LOOKS);
  const markers = [];
  for (let row = 0; row < events.rows; row += 1) {
    const type = events.value('type', row) ?? '';
    if (withFlags && MILESTONE_EVENT.test(type)) continue;
    const [icon, sure] = lookOfEvent(type);
    const colour = isDoubtful(drive, row) ? 'quiet' : sure;
    const words = clauseText(events.value('detail', row) ?? events.value('description', row));
    const rank = order.includes(type) ? order.indexOf(type) : order.length;
    const [lat, lon, element] = ['lat', 'lon', 'first_element'].map((column) => events.value(column, row));
    const title = markerTitle(inWords(type), words);
    markers.push({ layer: 'events', table: 'events', row, lat, lon, element, icon, colour, rank, title });
  }
  return markers;
}

function milestoneLook(type) {
  return ['flag', type.includes('missed') ? 'missed' : 'reached'];
}

function milestoneMarkers(drive) {
  const table = drive.table('milestones');
  return Array.from({ length: table.rows }, (_, row) => {
    const { lat, lon, name, status, waypoint, late_s } = table.row(row);
    const title = markerTitle(name ?? word('waypoint {n}', { n: waypoint }), inWords(status));
    const late = status === 'missed' ? word('missed')
      : late_s > LATE_STOP ? word('{time} late', { time: roughDurationText(late_s) }) : '';
    const note = [name, late].filter(Boolean).join(', ');
    const colour = late && status !== 'missed' ? 'warning' : status ?? 'notice';
    const look = { text: String(waypoint), colour, open: status === 'missed', rank: -1, note };
    return { layer: 'milestones', table: 'milestones', row, lat, lon, ...look, title };
  });
}

function waypointMarkers(drive) {
  const table = drive.table('waypoints');
  const markers = [];
  for (let row = 0; row < table.rows; row += 1) {
    const { alternative, lat, lon, name, seq, type } = table.row(row);
    if (alternative > 0) continue;
    const title = markerTitle(name ?? word('waypoint {n}', { n: seq }), inWords(type));
    const look = { text: `${seq + 1}`, colour: 'waypoint', rank: -2, note: name };
    markers.push({ layer: 'waypoints', table: 'waypoints', row, lat, lon, ...look, title });
  }
  return markers;
}

function violationMarkers(drive) {
  const table = drive.table('violations');
  const markers = [];
  for (let row = 0; row < table.rows; row += 1) {
    const { alternative, code, begin_lat: lat, begin_lon: lon } = table.row(row);
    if (alternative > 0) continue;
    const look = { icon: 'alert', colour: 'alarm', rank: 0 };
    markers.push({ layer: 'events', table: 'violations', row, lat, lon, ...look, title: inWords(code) });
  }
  return markers;
}

/** What an alternative takes more or less than the best route, halfway along where it leaves that. */
function alternativeMarkers(drive) {
  const [routes, elements] = [drive.table('routes'), drive.table('elements')];
  if (!drive.roads || routes.rows < 2) return [];
  const [alternative, edge] = [elements.numbers('alternative'), elements.numbers('edge')];
  const best = new Set(edge.filter((_, row) => !(alternative[row] > 0)));
  const markers = [];
  for (let row = 0; row < routes.rows; row += 1) {
    const number = routes.value('alternative', row);
    if (!(number > 0)) continue;
    const own = Array.from(edge).filter((one, at) => alternative[at] === number && !best.has(one));
    const line = own.length > 0 ? drive.roads.edgeLine(own[own.length >> 1]) : null;
    if (!line) continue;
    const note = differenceText(routes, row);
    const isBest = number === drive.chosen;
    const look = { text: isBest ? 'B' : `A${number}`, colour: 'quiet', rank: -1, note };
    const title = `${isBest ? word('Best route') : word('Alternative {n}', { n: number })}: ${note}`;
    markers.push({ layer: 'alternatives', table: 'routes', row, x: line[0], y: line[1], ...look, title });
  }
  return markers;
}

/** How a route differs from the best one: `+1 min 20 s, −520 m`. */
export function differenceText(routes, row) {
  const more = (column, text) => {
    const [value, best] = [routes.value(column, row), routes.value(column, 0)];
    return value === null || best === null ? null : (value < best ? '−' : '+') + text(Math.abs(value - best));
  };
  return [more('duration_s', durationText), more('length_m', lengthText)].filter(Boolean).join(', ');
}

function markerTitle(what, words) {
  return words ? what + word(': ') + words : what;
}

/** The markers of a drive with their places, the most important first. */
export class Markers {
  constructor(drive, projectRow) {
    this.all = MARKERS.flatMap((make) => make(drive))
      .map((marker) => (marker.x === undefined ? { ...marker, ...placeOf(marker, drive, projectRow) } : marker))
      .filter(({ x }) => Number.isFinite(x))
      .sort((a, b) => a.rank - b.rank || a.row - b.row);
    this.drawn = [];
  }

  has(layer) {
    return this.all.some((marker) => marker.layer === layer);
  }

  /** Decides which markers of the shown layers have room in a view, and takes the room, before names are written. */
  arrange(view, layers, room) {
    this.drawn = [];
    for (const marker of this.all) {
      const x = view.px(marker.x);
      const y = view.py(marker.y);
      if (!layers.has(marker.layer) || x < 0 || y < 0 || x > view.width || y > view.height) continue;
      const box = [x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS];
      const whole = room.isFree(...box);
      if (whole) room.take(...box);
      this.drawn.push({ marker, x, y, whole, side: 0 });
    }
    for (const drawn of this.drawn) if (drawn.whole && drawn.marker.note) takeNote(drawn, room);
    this.drawn.reverse();
  }

  *paint(context, palette) {
    for (const { marker, x, y, whole, side } of this.drawn) {
      if (side !== 0) paintNote(context, marker, x, y, palette, side);
      if (whole) paintMarker(context, marker, x, y, palette);
      else paintDot(context, x, y, DOT, palette[marker.colour], palette.marker_icon);
      yield;
    }
  }

  /** The marker under a place of the screen, of the layers shown, the uppermost first. */
  under(camera, px, py, layers) {
    return this.all.find((marker) => {
      if (!layers.has(marker.layer)) return false;
      const { x, y } = camera.toScreen(marker.x, marker.y);
      return Math.hypot(x - px, y - py) <= RADIUS + 1;
    });
  }
}

/** Finds room for the name of a stop right or left of its marker; `side` is 1 or −1 then. */
function takeNote(drawn, room) {
  const width = drawn.marker.note.length * NOTE_LETTER;
  for (const side of [1, -1]) {
    const from = drawn.x + side * (RADIUS + 7);
    const box = [Math.min(from, from + side * width), drawn.y - 7, Math.max(from, from + side * width), drawn.y + 7];
    if (!room.isFree(...box) || room.hasPath(...box)) continue;
    room.take(...box);
    drawn.side = side;
    return;
  }
}

function paintNote(context, { note }, x, y, palette, side) {
  context.font = '600 12px "Inter", "Noto Sans", "Helvetica Neue", Arial, sans-serif';
  context.textAlign = side > 0 ? 'left' : 'right';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = 4;
  context.strokeStyle = palette.label_halo;
  context.fillStyle = palette.label;
  context.strokeText(note, x + side * (RADIUS + 4), y);
  context.fillText(note, x + side * (RADIUS + 4), y);
}

function placeOf({ lat, lon, element }, drive, projectRow) {
  if (lat !== null && lat !== undefined) return projectRow(lat, lon);
  if (element === null || element === undefined || !drive.roads) return { x: NaN, y: NaN };
  const elements = drive.table('elements');
  const row = elements.numbers('seq').indexOf(element);
  if (row < 0) return { x: NaN, y: NaN };
  const [edge, begin] = [elements.value('edge', row), elements.value('begin_offset_m', row)];
  const part = edgePart(drive.roads, edge, begin, Infinity);
  return part ? { x: part[0], y: part[1] } : { x: NaN, y: NaN };
}

export function paintDot(context, x, y, radius, fill, outline) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = fill;
  context.fill();
  context.strokeStyle = outline;
  context.lineWidth = 1.5;
  context.stroke();
}

function paintMarker(context, { icon, text, colour, open }, x, y, palette) {
  context.save();
  context.translate(x, y);
  context.shadowColor = palette.marker_shadow;
  context.shadowBlur = 4;
  context.shadowOffsetY = 1;
  const [fill, ink] = open ? [palette.background, palette[colour]] : [palette[colour], palette.marker_icon];
  paintDot(context, 0, 0, RADIUS - 1, fill, ink);
  context.shadowColor = 'transparent';
  if (text) {
    context.font = '700 12px "Inter", "Noto Sans", "Helvetica Neue", Arial, sans-serif';
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillStyle = ink;
    context.fillText(text, 0, 0.5);
  } else {
    context.translate(-ICON_SIDE / 2, -ICON_SIDE / 2);
    context.lineWidth = icon === 'bar' || icon === 'dots' ? 2.6 : 1.8;
    context.lineCap = 'round';
    context.lineJoin = 'round';
    context.strokeStyle = palette.marker_icon;
    context.stroke(new Path2D(ICONS[icon]));
  }
  context.restore();
}

// Times, lengths and speeds as text. Times are milliseconds since 1970; texts are the same on every machine.
import { decimalMark, translated, word, wordOfCode, wordOfColumn } from './words.js';

const MINUTE = 60;
const HOUR = 3600;
/** In milliseconds. */
const DAY = 86_400_000;
const MONTHS = [word('January'), word('February'), word('March'), word('April'), word('May'), word('June'), word('July'),
  word('August'), word('September'), word('October'), word('November'), word('December')];
const SHORT_MONTHS = [word('Jan'), word('Feb'), word('Mar'), word('Apr'), word('May'), word('Jun'), word('Jul'), word('Aug'),
  word('Sep'), word('Oct'), word('Nov'), word('Dec')];

/** `7` as `07`. */
const twoDigits = (number) => String(number).padStart(2, '0');

/** Thousands of a whole number set apart by thin spaces: `12 345`. */
function grouped(whole) {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

/** A number with at most `places` decimals, without zeros at its end. */
export function numberText(value, places = 2) {
  const [whole, decimals] = Math.abs(value).toFixed(places).split('.');
  const rest = (decimals ?? '').replace(/0+$/, '');
  const text = grouped(whole) + (rest ? decimalMark() + rest : '');
  return value < 0 && /[1-9]/.test(text) ? '−' + text : text;
}

const METRES_PER_MILE = 1609.344;
const METRES_PER_FOOT = 0.3048;
/** From so many metres lengths are in miles, nearer ones in feet. */
const MILES_FROM = 0.1 * METRES_PER_MILE;
let inMiles = false;

/** Writes lengths in feet and miles from now on, and speeds in miles per hour, or again in metric units. */
export function useMiles(miles) {
  inMiles = miles;
}

/** A length in metres in feet or miles, to `step` feet: `330 ft`, `1.24 mi`, `12 mi`. */
function milesText(metres, step) {
  if (Math.abs(metres) < MILES_FROM) return numberText(Math.round(metres / METRES_PER_FOOT / step) * step, 0) + ' ft';
  const miles = metres / METRES_PER_MILE;
  const places = (Math.abs(miles) < 9.95 ? 1 : 0) + (step === 1 && Math.abs(miles) < 99.5 ? 1 : 0);
  return numberText(miles, places) + ' mi';
}

/** A length in metres: `240 m`, `1.24 km`, `312 km`. */
export function lengthText(metres) {
  if (inMiles) return milesText(metres, 1);
  const size = Math.abs(metres);
  if (size < 999.5) return numberText(metres, size < 9.95 ? 1 : 0) + ' m';
  return numberText(metres / 1000, size < 9_995 ? 2 : size < 99_950 ? 1 : 0) + ' km';
}

/** How far ahead something is, as a driver is told: `now`, `40 m`, `350 m`, `1.2 km`. */
export function aheadText(metres) {
  if (metres < 5) return word('now');
  if (inMiles) return milesText(metres, 50);
  if (metres < 300) return Math.round(metres / 10) * 10 + ' m';
  if (metres < 975) return Math.round(metres / 50) * 50 + ' m';
  return numberText(metres / 1000, metres < 9_950 ? 1 : 0) + ' km';
}

/** Units of a scale bar, the greatest first, with their metres. */
export function barUnits() {
  if (inMiles) return [{ name: 'mi', metres: METRES_PER_MILE }, { name: 'ft', metres: METRES_PER_FOOT }];
  return [{ name: 'km', metres: 1000 }, { name: 'm', metres: 1 }];
}

/** A speed in metres per second as `48 km/h`. */
export function speedText(metresPerSecond) {
  return `${speedNumber(metresPerSecond * 3.6)} ${inMiles ? 'mph' : 'km/h'}`;
}

/** A speed in km/h as the number on a sign. */
export function speedNumber(kilometresPerHour) {
  return numberText(inMiles ? (kilometresPerHour * 1000) / METRES_PER_MILE : kilometresPerHour, 0);
}

/** A duration in seconds: `45 s`, `3 min 20 s`, `1 h 05 min`, `2 d 3 h`. */
export function durationText(seconds) {
  const size = Math.round(Math.abs(seconds));
  return (seconds < 0 && size > 0 ? '−' : '') + wholeDurationText(size);
}

function wholeDurationText(seconds) {
  if (seconds < MINUTE) return seconds + ' s';
  if (seconds < HOUR) return Math.floor(seconds / MINUTE) + ' min ' + twoDigits(seconds % MINUTE) + ' s';
  const minutes = Math.round(seconds / MINUTE);
  if (minutes < 24 * 60) return Math.floor(minutes / 60) + ' h ' + twoDigits(minutes % 60) + ' min';
  const hours = Math.round(seconds / HOUR);
  return word('{days} d {hours} h', { days: Math.floor(hours / 24), hours: hours % 24 });
}

/** A duration in seconds as drivers are told the rest of a way: `45 s`, `3 min`, `1 h 05 min`. */
export function roughDurationText(seconds) {
  const minutes = Math.round(seconds / MINUTE);
  if (Math.round(seconds) < MINUTE) return durationText(seconds);
  return minutes < 60 ? minutes + ' min' : durationText(minutes * MINUTE);
}

/** How late something is, in seconds: `2 min 10 s late`, `15 s early`, `on time` within half a second. */
export function delayText(seconds) {
  if (Math.abs(seconds) < 0.5) return word('on time');
  const time = durationText(Math.abs(seconds));
  return seconds > 0 ? word('{time} late', { time }) : word('{time} early', { time });
}

/** A share from 0 to 1 as `97 %`; `99.6 %` close to the ends, where a whole per cent would say too much. */
export function percentText(share) {
  const percent = share * 100;
  const places = percent === 0 || percent === 100 || (percent >= 1 && percent <= 99) ? 0 : 2;
  return numberText(percent, places) + ' %';
}

/**
 * Writes the times of one drive.
 *
 * `kind` is that of the track: 'clock' for times of the day, 'relative' and 'none' for seconds from its begin.
 * `offset` is the distance of the local time from UTC in minutes. `span` is how long the drive took, in milliseconds:
 * if it is more than a day, moments are written with their day.
 */
export class TimeFormat {
  constructor(kind, offset = 0, span = 0) {
    this.kind = kind;
    this.offset = offset;
    this.severalDays = kind === 'clock' && span > DAY;
    this.zone = kind !== 'clock' ? '' : offset === 0 ? 'UTC' : 'UTC' + offsetText(offset);
  }

  /** The time of the day, `07:31:02`; for drives without times the time since the begin, `01:02` or `1:01:02`. */
  clock(ms) {
    if (this.kind !== 'clock') return elapsedText(ms / 1000);
    const date = this.#local(ms);
    return [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(twoDigits).join(':');
  }

  /** The time of the day without seconds: `07:31`. */
  shortClock(ms) {
    return this.kind === 'clock' ? this.clock(ms).slice(0, 5) : elapsedText(ms / 1000);
  }

  /** A moment of the drive in short: `07:31:02`, or `4 May 07:31:02` if the drive took days. */
  moment(ms) {
    return this.severalDays ? `${this.shortDay(ms)} ${this.clock(ms)}` : this.clock(ms);
  }

  /** A mark of an axis: the day at midnight, else the time; with seconds if `fine`. */
  mark(ms, fine) {
    if (this.severalDays && (ms + this.offset * 60_000) % DAY === 0) return this.shortDay(ms);
    return fine ? this.clock(ms) : this.shortClock(ms);
  }

  /** The day without the year: `4 May`, `17 Jan`. */
  shortDay(ms) {
    const date = this.#local(ms);
    return word('{day} {month}', { day: date.getUTCDate(), month: SHORT_MONTHS[date.getUTCMonth()] });
  }

  /** When something is over: `07:38`, or `4 May 07:38` if the drive took days. */
  arrival(ms) {
    return (this.severalDays ? this.shortDay(ms) + ' ' : '') + this.shortClock(ms);
  }

  /** The day: `4 May 2026`; empty for drives without times. */
  day(ms) {
    if (this.kind !== 'clock') return '';
    const date = this.#local(ms);
    return word('{day} {month} {year}', { day: date.getUTCDate(), month: MONTHS[date.getUTCMonth()], year: date.getUTCFullYear() });
  }

  /** Day, time and zone: `4 May 2026, 07:31:02 UTC`. */
  full(ms) {
    return this.kind === 'clock' ? `${this.day(ms)}, ${this.clock(ms)} ${this.zone}` : this.clock(ms);
  }

  #local(ms) {
    return new Date(ms + this.offset * 60_000);
  }
}

/** Seconds since the begin: `01:02`, `1:01:02`. */
function elapsedText(seconds) {
  const whole = Math.floor(Math.max(0, seconds));
  const rest = twoDigits(Math.floor(whole / MINUTE) % 60) + ':' + twoDigits(whole % MINUTE);
  return whole < HOUR ? rest : Math.floor(whole / HOUR) + ':' + rest;
}

/** An offset from UTC in minutes as `+01:00`. */
function offsetText(minutes) {
  const size = Math.abs(minutes);
  return (minutes < 0 ? '−' : '+') + twoDigits(Math.floor(size / 60)) + ':' + twoDigits(size % 60);
}

/** `+01:00` as 60; 0 for what is no offset. */
export function offsetMinutes(text) {
  const parts = /^([+-])(\d\d):?(\d\d)/.exec(text ?? '');
  return parts ? (parts[1] === '-' ? -1 : 1) * (Number(parts[2]) * 60 + Number(parts[3])) : 0;
}

/** ISO 8601 in UTC, with milliseconds only where there are any: `2026-05-04T07:31:02Z`. */
export function isoText(ms) {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}

/** A code in words, or several with colons in between: `wrong_way` as `wrong way`. */
export function wordsOf(code) {
  return code.split(': ').map((part) => wordOfCode(part) ?? part.replaceAll('_', ' ')).join(word(': '));
}

/** The name of a column as a label, without its unit, which the values bear: `begin_offset_m` as `begin offset`. */
export function columnLabel(name) {
  const plain = name.replace(/_(m|s|mps|kmh|deg)$/, '');
  return wordOfColumn(name) ?? wordOfColumn(plain) ?? plain.replaceAll('_', ' ');
}

const SHARES = new Set(['confidence', 'runner_up_confidence', 'coverage', 'covered', 'posterior', 'plan_share',
  'relative_probability']);
/** Columns of times: their values are milliseconds. */
const TIME = new RegExp('(^|_)time$|^(departure|begin|end|eta|eta_at_start|earliest|latest|((planned|expected)_)?arrival)$');
const COORDINATE = /(^|_)(lat|lon)$/;

/** Columns of codes, or of several with semicolons in between. */
const CODED = new Set(['direction', 'mode', 'optimisation', 'modifier', 'state', 'state_said', 'claim', 'source', 'flags',
  'speed_limit_source', 'enter_time_source', 'exit_time_source', 'time_source', 'begun_by', 'split_by', 'event',
  'movement', 'setting', 'side', 'result', 'access', 'plan_status', 'plan_reason', 'evidence', 'avoid']);
/** Columns of English clauses. */
const CLAUSES = new Set(['detail', 'description']);
/** A count by its code. */
const ofCode = ([code, count]) => [wordOfCode(code) ?? code, count];

/**
 * The value of a column as text, with its unit, which the name of the column tells.
 *
 * `value` is a number, text, flag, object of counts or null; of columns of times it is milliseconds.
 */
export function columnText(name, value, times) {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? word('yes') : word('no');
  if (typeof value === 'object') return JSON.stringify(Object.fromEntries(Object.entries(value).map(ofCode)));
  if (CLAUSES.has(name)) return translated(value);
  if (typeof value === 'string') return CODED.has(name) ? value.split(';').map((code) => wordOfCode(code) ?? code).join(';') : value;
  if (TIME.test(name)) return times.full(value);
  return quantityText(name, value);
}

function quantityText(name, value) {
  if (COORDINATE.test(name)) return value.toFixed(6) + '°';
  if (SHARES.has(name)) return percentText(value);
  if (name.endsWith('_m')) return value < 1000 && !inMiles ? numberText(value, 2) + ' m' : lengthText(value);
  if (name.endsWith('_s')) return value < 60 ? numberText(value, 1) + ' s' : durationText(value);
  if (name.endsWith('_mps')) return `${speedText(value)} (${numberText(value, 2)} m/s)`;
  if (name.endsWith('_kmh')) return speedText(value / 3.6);
  if (name.endsWith('_deg')) return numberText(value, 1) + '°';
  return Number.isInteger(value) ? String(value) : numberText(value, 4);
}

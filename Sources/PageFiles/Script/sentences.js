// Events and deviations in sentences: what happened, how long it was, and why.
import { durationText, lengthText, speedText, wordsOf } from './format.js';
import { doubtOf } from './outcome.js';
import { translated, word } from './words.js';

/** Words before a colon that are codes of the program, as in `off_road: the vehicle was off the road`. */
const CODE = /(^|; )[a-z]+(?:_[a-z]+)*: (?=[a-z])/g;
/** A clause on speeding, of which the mean, the duration and the source stand elsewhere. */
const SPEEDING = /^up to (.+?), on average .+?, where (.+?) are allowed(.*?), for .*$/;
/** Numbers with a unit, as the tables have them. */
const QUANTITY = /(\d+(?:\.\d+)?) (km\/h|m|s)(?![\w/])/g;
const WRITTEN = {
  'km/h': (number) => speedText(number / 3.6),
  m: lengthText,
  s: durationText,
};

/** The clause of a table as people write it: without codes, with lengths and times in fit units. */
export function clauseText(clause) {
  return translated((clause ?? '').replace(CODE, '$1').replace(SPEEDING, 'up to $1 where $2 are allowed$3'))
    .replace(/\b[a-z]+(?:_[a-z]+)+\b/g, wordsOf)
    .replace(QUANTITY, (_, number, unit) => WRITTEN[unit](Number(number)));
}

/** `wrong_way` as `Wrong way`. */
export function titleText(code) {
  const words = wordsOf(code ?? '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** How long an event was, in metres and time: `477 m · 42 s`; empty for a moment. */
function extentText(metres, milliseconds) {
  return [metres >= 1 && lengthText(metres), milliseconds >= 1000 && durationText(milliseconds / 1000)]
    .filter(Boolean).join(' · ');
}

/** What an event or a deviation was: `{ title, extent, clause }`. */
export function sentenceOf({ drive, moments }, name, row) {
  const table = drive.table(name);
  const value = (column) => table.value(column, row);
  const lasted = moments.ends(name)[row] - moments.times(name)[row];
  if (name === 'deviations') return deviationSentence(value, extentText(value('length_m'), lasted));
  const isStop = value('type') === 'stop';
  const clause = isStop ? clauseText((value('detail') ?? '').replace(/^stood for [^,;]*? s( at )?/, '$1').trim())
    : clauseText(value('detail') ?? value('description'));
  return { title: titleText(value('type')), extent: extentText(value('length_m'), lasted),
    clause: [clause, doubtOf(drive, row)].filter(Boolean).join('; ') };
}

function deviationSentence(value, extent) {
  const longer = (text, amount, words) => typeof amount === 'number' && Math.abs(amount) >= 1
    && words[amount < 0 ? 0 : 1].replace('{amount}', text(Math.abs(amount)));
  const away = value('greatest_distance_m');
  const clause = [
    longer(lengthText, value('extra_length_m'), [word('{amount} shorter'), word('{amount} longer')]),
    longer(durationText, value('extra_duration_s'), [word('{amount} faster'), word('{amount} slower')]),
    value('returned') === false && word('never back'),
    typeof away === 'number' && word('up to {length} from the plan', { length: lengthText(away) }),
  ].filter(Boolean).join(', ');
  return { title: titleText(value('cause') ?? 'deviation'), extent, clause };
}

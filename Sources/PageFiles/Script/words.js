// The words of the page. The texts of the modules are English; in another language they are the keys of its words.

/** A file of Words; English needs none. */
let spoken = { language: 'en', decimal_mark: '.', words: {}, codes: {}, columns: {}, clauses: {} };
let clauses = [];
let plurals = new Intl.PluralRules('en');

/** From now on the page speaks the language of a file. The program calls this before any other module runs. */
export function speak(file) {
  spoken = file;
  plurals = new Intl.PluralRules(file.language);
  clauses = Object.entries(file.clauses).map(([clause, own]) => [patternOf(clause), own]);
}

/** The code of the language: `en`. */
export const language = () => spoken.language;

export const decimalMark = () => spoken.decimal_mark;

/** A text in the language of the page, with values in the place of `{name}`. */
export function word(text, values = {}) {
  const own = spoken.words[text] ?? text;
  return filled(own.other ?? own, values);
}

/** The form of a text that goes with a count, which stands in the place of `{n}`; `values` may have it as written. */
export function several(count, one, other, values = {}) {
  const forms = spoken.words[other] ?? { one, other };
  return filled(forms[plurals.select(count)] ?? forms.other ?? forms, { n: count, ...values });
}

/** What a code says; undefined where the code itself says it. */
export const wordOfCode = (code) => spoken.codes[code];

/** The name of a column; undefined where the column itself says it. */
export const wordOfColumn = (name) => spoken.columns[name];

/** An English clause that the program wrote into a table, part by part; parts that nobody knows stay as they are. */
export function translated(text) {
  return clauses.length === 0 ? text : text.split('; ').map(translatedPart).join('; ');
}

function translatedPart(part) {
  for (const [pattern, own] of clauses) {
    const found = pattern.exec(part);
    if (!found) continue;
    const values = Object.entries(found.groups ?? {}).map(([name, value]) => [name, (IN_OWN[name] ?? String)(value)]);
    return filled(own, Object.fromEntries(values));
  }
  return part;
}

/** What of a clause is put into the language itself: a clause within it, and codes, as `height 4 m, dangerous goods`. */
const IN_OWN = {
  clause: translatedPart,
  prefix: (code) => spoken.codes[code] ?? code,
  code: (codes) => codes.replace(/(^|, )([a-z][a-z_ ]*?)(?= \d|,|$)/g, (whole, before, code) =>
    before + (spoken.codes[code.replaceAll(' ', '_')] ?? code)),
};
/** What stands in the places of a clause, if not any text: numbers, and a code before a colon. */
const NUMBER = '-?[\\d.]+';
const HELD = { n: NUMBER, all: NUMBER, v: NUMBER, w: NUMBER, prefix: '[a-z]+(?:_[a-z]+)*' };

function patternOf(clause) {
  const escaped = clause.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\{(\w+)\}/g, (_, name) => `(?<${name}>${HELD[name] ?? '.+?'})`)}$`);
}

function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

// The words of the pages, found in their sources, and the files of other languages.
import { readFileSync, readdirSync } from 'node:fs';

const SOURCES = new URL('../../Sources/', import.meta.url);
const textsIn = (folder, ending) => readdirSync(new URL(folder, SOURCES)).filter((name) => name.endsWith(ending))
  .map((name) => readFileSync(new URL(folder + name, SOURCES), 'utf8').replaceAll(/^ *(\/\/|\/?\*).*$/gm, ''));

/** Texts in quotes, with what a backslash escapes. */
const quoted = (text) => [...text.matchAll(/'((?:[^'\\\n]|\\.)*)'/g)].map(([, words]) => words.replaceAll("\\'", "'"));

/** The words between the brackets of a call that opens before `from`. */
function argumentsFrom(text, from) {
  let [depth, at, quote] = [1, from, ''];
  const parts = [''];
  for (; depth > 0 && at < text.length; at += 1) {
    const letter = text[at];
    if (quote) quote = letter === quote ? '' : quote;
    else if ("'`".includes(letter)) quote = letter;
    else if ('([{'.includes(letter)) depth += 1;
    else if (')]}'.includes(letter)) depth -= 1;
    if (depth === 1 && letter === ',' && !quote) parts.push('');
    else if (depth > 0) parts[parts.length - 1] += letter;
  }
  return parts;
}

/** The texts of a script: in calls of `word` and `several`, and all with a place for a value. */
function ofScript(text) {
  const calls = [...text.matchAll(/\b(word|several)\(/g)].flatMap(({ 0: { length }, 1: name, index }) => {
    const parts = argumentsFrom(text, index + length);
    return name === 'word' ? quoted(parts[0].replace(/^(?:[^'?]|'[^']*')*\?(?=\s*')/, '')) : quoted(parts[2] ?? '');
  });
  const plurals = quotedPairs(text);
  const singular = new Set(plurals.map(([one]) => one));
  return [...calls, ...plurals.map(([, other]) => other),
    ...quoted(text).filter((words) => isText(words) && !singular.has(words))];
}

/** Whether a text has letters beside the places for values. */
const isText = (words) => /\{[a-z]\w*\}/.test(words) && /\p{L}/u.test(words.replaceAll(/\{\w+\}/g, ''));

/** Two texts in a row with a count: one thing and several. */
function quotedPairs(text) {
  return [...text.matchAll(/'([^'\n]*\{n\}[^'\n]*)',\s*'([^'\n]*\{n\}[^'\n]*)'/g)].map(([, one, other]) => [one, other]);
}

const ofTemplate = (text) => [...text.matchAll(/\[\[(.+?)\]\]/gs)].map(([, words]) => words);
const ofSwift = (text) => [...text.matchAll(/\bwords\(\s*"([^"]+)"/g), ...text.matchAll(/\bwords\(\s*[^",]+,\s*one:\s*"[^"]+",\s*other:\s*"([^"]+)"/g)]
  .map(([, words]) => words);

/** All English texts of the pages. */
export const TEXTS = new Set([
  ...textsIn('PageFiles/Script/', '.js').flatMap(ofScript),
  ...textsIn('PageFiles/Templates/', '.html').flatMap(ofTemplate),
  ...textsIn('PageFiles/Script/', 'opening.js').flatMap(ofTemplate),
  ...textsIn('Replay/Night/', '.swift').flatMap(ofSwift),
  ...textsIn('Replay/', '.swift').flatMap(ofSwift),
]);

/** The files of words: a language and its words each. */
export const LANGUAGES = readdirSync(new URL('PageFiles/Words/', SOURCES))
  .map((name) => JSON.parse(readFileSync(new URL('PageFiles/Words/' + name, SOURCES), 'utf8')));

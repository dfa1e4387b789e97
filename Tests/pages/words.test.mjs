import test from 'node:test';
import assert from 'node:assert/strict';
import { columnLabel, numberText, wordsOf } from '../../Sources/PageFiles/Script/format.js';
import { LANGUAGES, TEXTS } from './words.mjs';
import { several, speak, translated, word } from '../../Sources/PageFiles/Script/words.js';

const english = { language: 'en', decimal_mark: '.', words: {}, codes: {}, columns: {}, clauses: {} };

/** What a function says while the pages speak a language. */
function inLanguage(code, say) {
  speak(LANGUAGES.find(({ language }) => language === code) ?? english);
  try {
    return say();
  } finally {
    speak(english);
  }
}

const forms = (words) => (typeof words === 'string' ? [words] : Object.values(words));
const places = (text) => new Set([...text.matchAll(/\{\w+\}/g)].map(([place]) => place));

test('Each language has each text of the pages, and no other', () => {
  for (const { language, words } of LANGUAGES) {
    assert.deepEqual([...TEXTS].filter((text) => !(text in words)), [], `${language} lacks texts`);
    assert.deepEqual(Object.keys(words).filter((text) => !TEXTS.has(text)), [], `no page has these texts of ${language}`);
  }
});

test('All languages have the same codes, columns and clauses', () => {
  const [first, ...others] = LANGUAGES;
  for (const part of ['codes', 'columns', 'clauses']) {
    for (const other of others) assert.deepEqual(Object.keys(other[part]), Object.keys(first[part]), other.language);
  }
});

test('A text in another language has the same places for values', () => {
  for (const { language, words, clauses } of LANGUAGES) {
    for (const [text, own] of Object.entries({ ...words, ...clauses })) {
      const free = new Set(['{class}', ...(typeof own === 'string' ? [] : ['{n}', '{all}'])]);
      for (const form of forms(own)) {
        assert.deepEqual([...places(form)].filter((place) => !places(text).has(place)), [], `${language}: ${form}`);
        assert.deepEqual([...places(text)].filter((place) => !places(form).has(place) && !free.has(place)), [], `${language}: ${form}`);
      }
    }
  }
});

test('A count has the form of its language', () => {
  const said = () => [...[0, 1, 2].map((count) => several(count, '{n} trip', '{n} trips')), word('{time} late', { time: '5 min' })];
  assert.deepEqual(inLanguage('en', said), ['0 trips', '1 trip', '2 trips', '5 min late']);
  assert.deepEqual(inLanguage('de', said), ['0 Fahrten', '1 Fahrt', '2 Fahrten', '5 min zu spät']);
  assert.deepEqual(inLanguage('fr', said), ['0 trajet', '1 trajet', '2 trajets', '5 min de retard']);
});

test('Numbers, codes and columns follow the language', () => {
  const said = () => [numberText(1.5), wordsOf('partial: off_road'), wordsOf('a_code'), columnLabel('begin_offset_m')];
  assert.deepEqual(inLanguage('en', said), ['1.5', 'partial: off road', 'a code', 'begin offset']);
  assert.deepEqual(inLanguage('de', said), ['1,5', 'teilweise: abseits der Straße', 'a code', 'Versatz am Beginn']);
});

/** What events, gaps, stops and doubts say in tables: Detection writes these. */
const CLAUSES = [
  'closed to a truck at that time on Elm Street; way 17: traffic event A1, A2',
  'closed to a car; way 17', 'closed to a bus on A; way 17: a rule of the policy or of traffic',
  'signs exclude height 4.2 m, dangerous goods on Elm Street; way 5: maxheight=4', 'signs exclude weight 12 t; node 9',
  'turned left from Elm Street onto Oak Street; turn restriction 12 bans it for a car',
  'turned round; turn restriction 12 prescribes another way for a truck, in force Mo-Fr',
  'went straight on from Elm Street; turn restriction 5 bans it for a car',
  'the vehicle was off the road in between, 330 s', 'no path joins the two ends',
  'roads are near, but the fixes do not follow one; no road of this mode lies within the search radius',
  'waypoint 2, Depot; 40 m from it, 12 m off the road', 'passed a barrier that is closed to a car on Elm Street; node 3',
  'arrives 60 s earlier; 300 m longer; the plan leads along a closed road', 'arrives 12 s later than known before',
  'off_road: the vehicle was off the road in between, 330 s', 'up to 84 km/h, on average 71 km/h, where 40 km/h are allowed on Elm Street, for 28 s; by position',
  'turned_off, at most 316 m away; 2690 m longer than the plan; never back', 'stood for 151 s at Depot',
  'up to 84 km/h where 40 km/h by the class of the road are allowed on Elm Street', 'up to 84 km/h where 40 km/h are allowed',
  'against the direction allowed to a car on Elm Street, Oak Street', 'against the direction allowed to a truck',
  '5 trips drove on the same line where the map has no road', 'no trip took it, and 12 took the road beside it',
  '7 of 9 trips were well above the limit of 30 km/h, 3 of 4 vehicles', '7 of 9 trips made the banned turn',
  'The drive is long: only roads within 600 m of it are drawn.',
];

test('Clauses of tables are put into the language, with their names, numbers and codes', () => {
  const kept = /Elm Street|Oak Street|Depot|traffic event|maxheight=4|Mo-Fr|A1, A2/g;
  for (const code of ['de', 'fr']) {
    inLanguage(code, () => {
      for (const clause of CLAUSES) {
        const own = translated(clause);
        for (const part of clause.split('; ')) assert.ok(!own.includes(part), `${code}: ${own}`);
        assert.doesNotMatch(own.replaceAll(kept, ''), /\b(the|of|to|from|onto|at|road|way|for)\b/, `${code}: ${own}`);
      }
    });
  }
  inLanguage('de', () => {
    assert.equal(translated('signs exclude height 4.2 m, dangerous goods on Elm Street; node 9'),
      'Schilder schließen aus: Höhe 4.2 m, Gefahrgut, Elm Street; Knoten 9');
    assert.equal(translated('7 of 9 trips made the banned turn, 3 of 4 vehicles'),
      '7 von 9 Fahrten bogen verboten ab, 3 von 4 Fahrzeugen');
  });
  assert.equal(translated('closed to a car; way 17'), 'closed to a car; way 17');
});

// Why a fix was matched to its road: its candidates, and the numbers that decided.
import { create } from './dom.js';
import { lengthText, numberText, percentText } from './format.js';
import { word } from './words.js';

/** Two logarithms of probabilities that differ by less than this are as good as equal. */
const EVEN = 0.1;
/** Beyond e^14, a million times, the ratio says nothing more. */
const HOPELESS = 14;
/** Candidates whose distances differ by less than this, in metres, are equally near: two directions of one road. */
const EQUALLY_NEAR = 0.05;
const COMPASS = [word('north'), word('northeast'), word('east'), word('southeast'), word('south'), word('southwest'),
  word('west'), word('northwest')];

/**
 * The candidates of a fix, likeliest first, as rows of the table `candidates` by the names of the columns.
 *
 * `index` is that of the fix; rows are in the order of the fixes. O(log n).
 */
export function candidatesOf(table, index) {
  const indices = table.numbers('index');
  let low = 0;
  let high = indices.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (indices[middle] < index) low = middle + 1;
    else high = middle;
  }
  const rows = [];
  for (let row = low; row < indices.length && indices[row] === index; row += 1) rows.push({ row, ...table.row(row) });
  return rows.sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
}

/** The index of the fix with candidates that is nearest to a fix, or null without any. */
export function nearestWeighed(table, index) {
  const distance = (other) => Math.abs(other - index);
  return table.numbers('index').reduce((best, one) =>
    (best === null || distance(one) < distance(best) ? one : best), null);
}

/** Name, number or way of a candidate's road. */
export function candidateRoad(candidate) {
  if (isOffRoad(candidate)) return word('off the road');
  const { name, ref } = candidate;
  if (name && ref && name !== ref) return `${name} (${ref})`;
  return name || ref || (candidate.way ? word('way {id}', { id: candidate.way }) : word('edge {id}', { id: candidate.edge }));
}

/** The same with the direction of travel, since each road has a candidate for each direction. */
function directedRoad(candidate) {
  const { heading_deg: heading } = candidate;
  const direction = isNumber(heading) ? word(', heading {point}', { point: COMPASS[Math.round(heading / 45) % 8] }) : '';
  return candidateRoad(candidate) + direction;
}

function isOffRoad({ edge }) {
  return edge === null || edge === undefined;
}

/**
 * Why the chosen candidate was chosen, in a sentence or two made of the numbers of the candidates only.
 *
 * It is compared with its keenest rival: the nearest candidate if that is another one, else the next likeliest.
 */
export function whyChosen(candidates) {
  const chosen = candidates.find((candidate) => candidate.chosen);
  if (!chosen) return word('None of the candidates was chosen.');
  const others = candidates.filter((candidate) => candidate !== chosen);
  if (others.length === 0) return word('{road} is the only candidate.', { road: opening(chosen) });
  const nearer = nearerThan(chosen, others);
  return `${choiceSentence(chosen, nearer)} ${rivalSentence(chosen, nearer ?? mostLikely(others), nearer !== null)}`;
}

/** The likeliest of those that are nearer than the chosen one, or null. */
function nearerThan(chosen, others) {
  const nearer = others.filter(({ distance_m: distance }) =>
    isNumber(distance) && (!isNumber(chosen.distance_m) || distance < chosen.distance_m - EQUALLY_NEAR));
  return nearer.length > 0 ? mostLikely(nearer) : null;
}

function mostLikely(candidates) {
  return candidates.reduce((best, one) => ((one.posterior ?? 0) > (best.posterior ?? 0) ? one : best));
}

function choiceSentence(chosen, nearer) {
  const share = isNumber(chosen.posterior) ? word(', with a probability of {share}', { share: percentText(chosen.posterior) }) : '';
  return word(nearer ? '{road} was chosen{share}.' : '{road} is the nearest candidate{share}.', { road: opening(chosen), share });
}

function rivalSentence(chosen, rival, nearer) {
  const share = isNumber(rival.posterior) ? word(': ') + percentText(rival.posterior) : '';
  return word(nearer ? '{road} is nearer, but {verdict}.' : '{road} comes next, but {verdict}.',
    { road: opening(rival), verdict: verdict(chosen, rival) + share });
}

/** What speaks against the rival: the way there, the fix itself, both, or neither. */
function verdict(chosen, rival) {
  if (isNumber(chosen.transition) && !isNumber(rival.transition)) {
    return word('no likely way leads there from the fix before');
  }
  const fix = difference(chosen.emission, rival.emission);
  const way = difference(chosen.transition, rival.transition);
  if (fix + way <= EVEN) return word('the rest of the drive decides, as fix and way alone are {likely} there', { likely: howLikely(fix + way) });
  const against = [
    way > EVEN ? word('the way there from the fix before is {likely}', { likely: howLikely(way) }) : '',
    fix > EVEN ? word('the fix itself is {likely} there', { likely: howLikely(fix) }) : '',
  ];
  return against.filter(Boolean).join(word(', and '));
}

/** A difference of logarithms in words: `1100 times less likely (e^−7)`, `as likely`, `7.4 times likelier (e^2)`. */
function howLikely(logarithm) {
  if (Math.abs(logarithm) <= EVEN) return word('as likely');
  if (logarithm > HOPELESS) return word('practically impossible (e^−{power})', { power: numberText(logarithm, 1) });
  const ratio = Number(Math.exp(Math.abs(logarithm)).toPrecision(2));
  const values = { ratio: numberText(ratio, 1), power: numberText(Math.abs(logarithm), 1) };
  return word(logarithm > 0 ? '{ratio} times less likely (e^−{power})' : '{ratio} times likelier (e^{power})', values);
}

function difference(chosen, rival) {
  return isNumber(chosen) && isNumber(rival) ? chosen - rival : 0;
}

/** A candidate at the begin of a sentence. */
function opening(candidate) {
  const { distance_m: distance } = candidate;
  const name = isOffRoad(candidate) ? word('To be off the road') : directedRoad(candidate);
  const place = isNumber(distance) ? word(', {length} away,', { length: lengthText(distance) }) : name.includes(', ') ? ',' : '';
  return name[0].toUpperCase() + name.slice(1) + place;
}

function isNumber(value) {
  return typeof value === 'number' && Number.isFinite(value);
}

const NO_CANDIDATES = word('This fix has no candidates: it was left out, or no road is near.');
const NOT_WEIGHED =
  word('This fix was not weighed itself: it says nothing new beside its neighbours, or was passed over.');

/** The part of the details that answers why for a row of `points`. */
export function whySection(drive, row) {
  const points = drive.table('points');
  const { candidates } = drive.tables;
  const content = candidates ? explained(candidates, points, row) : unexplained(drive, points, row);
  return create('section', { class: 'why' }, [create('h2', { text: word('Why') }), ...content]);
}

/** The candidates of a fix; those of the nearest fix that has any if it was matched along with its neighbours. */
function explained(table, points, row) {
  const index = points.value('index', row);
  const own = candidatesOf(table, index);
  if (own.length > 0) {
    const shares = twoShares(own, points.value('confidence', row));
    return [create('p', { text: whyChosen(own) }), ...shares, candidateTable(own)];
  }
  const other = nearestWeighed(table, index);
  if (points.value('status', row) !== 'matched' || other === null) return [create('p', { text: NO_CANDIDATES })];
  const others = candidatesOf(table, other);
  const sentence = `${NOT_WEIGHED} ${word('Of fix {number}, the nearest that was: {why}', { number: other, why: whyChosen(others) })}`;
  return [create('p', { text: sentence }), candidateTable(others)];
}

/** Why the fix has another confidence than its candidate: that one counts the fixes of its chain alone. */
function twoShares(candidates, confidence) {
  const share = candidates.find(({ chosen }) => chosen)?.posterior;
  if (!isNumber(share) || !isNumber(confidence) || percentText(share) === percentText(confidence)) return [];
  const text = word('The confidence of the fix is {confidence}, not {share}: it also takes into account that the errors of neighbouring fixes are alike.', { confidence: percentText(confidence), share: percentText(share) });
  return [create('p', { text })];
}

/** Without candidates: what `points` say of the road chosen and its runner-up. */
function unexplained(drive, points, row) {
  const parts = [create('p', { text: word('Run again with --table +candidates to see why.') })];
  const confidence = points.value('confidence', row);
  if (confidence === null) return parts;
  const other = points.value('runner_up_edge', row);
  const road = edgeRoad(drive, points.value('edge', row));
  const values = { road, share: percentText(confidence) };
  const sentence = other === null ? word('{road} is likely to {share}; no other edge is likely.', values)
    : word('{road} is likely to {share}; the runner-up, {other}, to {less}.', { ...values, other: edgeRoad(drive, other),
      less: percentText(points.value('runner_up_confidence', row) ?? 0) });
  return [...parts, create('p', { text: sentence })];
}

function edgeRoad(drive, edge) {
  const road = drive.roads?.find(Math.floor(edge / 2)) ?? -1;
  const name = road < 0 ? '' : drive.roads.name(road) || drive.roads.ref(road);
  return name ? word('{name} (edge {id})', { name, id: edge }) : word('Edge {id}', { id: edge });
}

const HEADINGS = [word('road'), word('distance'), word('heading'), word('emission'), word('transition'), word('posterior')];

function candidateTable(candidates) {
  return create('table', {}, [
    create('thead', {}, [create('tr', {}, HEADINGS.map((text) => create('th', { scope: 'col', text })))]),
    create('tbody', {}, candidates.map(candidateRow)),
  ]);
}

function candidateRow(candidate) {
  const { distance_m: distance, heading_deg: heading, emission, transition, posterior } = candidate;
  const bar = create('i');
  bar.style.width = `${100 * (posterior ?? 0)}%`;
  const road = candidateRoad(candidate);
  const share = isNumber(posterior) ? percentText(posterior) : '–';
  return create('tr', { class: candidate.chosen && 'chosen' }, [
    create('td', { text: road, title: directedRoad(candidate) }),
    create('td', { text: isNumber(distance) ? lengthText(distance) : '–' }),
    create('td', { text: isNumber(heading) ? numberText(heading, 0) + '°' : '–' }),
    create('td', { text: isNumber(emission) ? numberText(emission, 2) : '–' }),
    create('td', { text: isNumber(transition) ? numberText(transition, 2) : '–' }),
    create('td', { class: 'share' }, [bar, create('span', { text: share })]),
  ]);
}

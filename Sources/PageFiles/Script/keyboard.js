// The keys of the page, and what each does. The help dialog lists this table.
import { word } from './words.js';

/** `keys` are values of KeyboardEvent.key; `action` is a name that main.js knows; `shown` is what the help prints. */
export const KEY_TABLE = [
  { keys: [' ', 'k'], action: 'toggle', shown: word('Space'), meaning: word('play or pause') },
  { keys: ['ArrowLeft'], action: 'previousFix', shown: '←', meaning: word('one fix back; with Shift ten') },
  { keys: ['ArrowRight'], action: 'nextFix', shown: '→', meaning: word('one fix on; with Shift ten') },
  { keys: ['ArrowUp'], action: 'faster', shown: '↑', meaning: word('faster') },
  { keys: ['ArrowDown'], action: 'slower', shown: '↓', meaning: word('slower') },
  { keys: ['n'], action: 'nextMoment', shown: 'N', meaning: word('next maneuver or event') },
  { keys: ['p'], action: 'previousMoment', shown: 'P', meaning: word('previous maneuver or event') },
  { keys: ['Home'], action: 'toBegin', shown: word('Home'), meaning: word('to the begin') },
  { keys: ['End'], action: 'toEnd', shown: word('End'), meaning: word('to the end') },
  { keys: ['f'], action: 'follow', shown: 'F', meaning: word('follow the vehicle, or let the map go') },
  { keys: ['a'], action: 'fit', shown: 'A', meaning: word('show all of the drive') },
  { keys: ['+', '='], action: 'zoomIn', shown: '+', meaning: word('closer') },
  { keys: ['-', '_'], action: 'zoomOut', shown: '−', meaning: word('farther') },
  { keys: ['l'], action: 'layers', shown: 'L', meaning: word('layers') },
  { keys: ['t'], action: 'panel', shown: 'T', meaning: word('tables') },
  { keys: ['d'], action: 'theme', shown: 'D', meaning: word('day, night or as the system') },
  { keys: ['c'], action: 'copyLink', shown: 'C', meaning: word('copy a link to this moment') },
  { keys: ['?', 'h'], action: 'help', shown: '?', meaning: word('these keys') },
  { keys: ['Escape'], action: 'close', shown: 'Esc', meaning: word('close what is open, select nothing') },
];

/** Elements that use keys of their own: which, by selector. */
const OWN_KEYS = {
  'input, select, textarea': /./,
  '[role="slider"], [role="separator"]': /^(Arrow|Home|End|Page)/,
  '[role="tablist"]': /^(Arrow|Home|End)/,
  '[role="grid"]': /^(Arrow|Home|End|Page|Enter)/,
  'button, summary, a': /^( |Enter)$/,
};

/** The action of a key event, or null: keys with Ctrl, Alt or Meta, and keys that the focused element uses itself. */
export function actionOf(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const entry = KEY_TABLE.find(({ keys }) => keys.includes(event.key) || keys.includes(event.key.toLowerCase()));
  if (!entry) return null;
  if (entry.action !== 'close' && isTaken(event)) return null;
  return { action: entry.action, shift: event.shiftKey };
}

function isTaken({ key, target }) {
  if (!target?.closest) return false;
  return Object.entries(OWN_KEYS).some(([selector, pattern]) => pattern.test(key) && target.closest(selector));
}

/** Listens to the keys of the whole page and calls `perform(action, shift)`. */
export function listenToKeys(perform) {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
    const found = actionOf(event);
    if (!found) return;
    event.preventDefault();
    perform(found.action, found.shift);
  });
}

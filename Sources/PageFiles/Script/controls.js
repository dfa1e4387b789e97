// Buttons, menus and dialogs around the map. What they do is main.js' business: `actions` holds a function by name.
import { byId, create, icon } from './dom.js';
import { KEY_TABLE } from './keyboard.js';
import { word } from './words.js';

/** The themes in the order in which the button goes through them. */
const THEMES = ['auto', 'day', 'night'];
const THEME_WORDS = { auto: word('as the system'), day: word('day'), night: word('night') };
/** Widths and heights of the panel in pixels, and the step of a key. */
const PANEL_LEAST = 220;
const LOW_PANEL_LEAST = 120;
const PANEL_STEP = 24;
/** What the window keeps for the map: so many pixels beside the panel, such a share of its height above it. */
const STAGE_LEAST = 240;
const MAP_SHARE = 0.25;
/** These windows have the tables below the map; the style sheet has the same. */
const NARROW = '(max-width: 559px), (max-width: 800px) and (min-height: 500px)';
/** A message stays this long, in milliseconds. */
const MESSAGE_TIME = 2500;

/** What path and fixes may be coloured by, with the words of the menu. */
const PATH_COLOURS = { progress: word('travelled and ahead'), evidence: word('evidence'), confidence: word('confidence'),
  speed: word('speed') };
const FIX_COLOURS = { status: word('status'), confidence: word('confidence') };

/** Buttons of the page by id, and the action of each. */
const BUTTONS = {
  'layers-button': 'layers', 'theme-button': 'theme', 'link-button': 'copyLink', 'help-button': 'help',
  'panel-button': 'panel', 'zoom-in': 'zoomIn', 'zoom-out': 'zoomOut', 'follow-button': 'follow', 'fit-button': 'fit',
  'previous-button': 'previousMoment', 'play-button': 'toggle', 'next-button': 'nextMoment',
};

/** Connects the buttons of the page with the actions. */
export function connectButtons(actions) {
  for (const [id, action] of Object.entries(BUTTONS)) byId(id).addEventListener('click', () => actions[action](false));
}

/** The list of speeds; `onChange(speed)` is called when the reader chooses one. */
export function buildSpeeds(speeds, onChange) {
  const select = byId('speed');
  select.append(...speeds.map((speed) => create('option', { value: speed, text: '×' + speed })));
  select.addEventListener('change', () => onChange(Number(select.value)));
}

/** Shows whether the clock runs, and how fast; a speed from the style that is not in the list is added to it. */
export function showClock({ playing, speed }) {
  const button = byId('play-button');
  const name = playing ? word('Pause') : word('Play');
  if (button.getAttribute('aria-label') !== name) {
    button.setAttribute('aria-label', name);
    button.title = name + word(' (Space)');
    button.replaceChildren(icon(playing ? 'pause' : 'play'));
  }
  const select = byId('speed');
  if (![...select.options].some((option) => Number(option.value) === speed)) {
    select.append(create('option', { value: speed, text: '×' + speed }));
  }
  select.value = String(speed);
}

/** Whether the map follows the vehicle. */
export function showFollow(follows) {
  byId('follow-button').setAttribute('aria-pressed', String(follows));
}

/** The theme chosen: 'auto', 'day' or 'night'. `onChange('day' | 'night')` is called when the picture has to change. */
export class Theme {
  #system = matchMedia('(prefers-color-scheme: dark)');

  constructor(choice, onChange) {
    this.onChange = onChange;
    this.#system.addEventListener('change', () => this.#apply());
    this.choose(THEMES.includes(choice) ? choice : 'auto');
  }

  /** What is shown now: 'day' or 'night'. */
  get shown() {
    if (this.choice !== 'auto') return this.choice;
    return this.#system.matches ? 'night' : 'day';
  }

  choose(choice) {
    this.choice = choice;
    document.documentElement.dataset.theme = choice;
    const button = byId('theme-button');
    button.replaceChildren(icon(choice));
    button.setAttribute('aria-label', word('Theme: {theme}', { theme: THEME_WORDS[choice] }));
    button.title = word('Theme: {theme} (D)', { theme: THEME_WORDS[choice] });
    this.#apply();
  }

  next() {
    this.choose(THEMES[(THEMES.indexOf(this.choice) + 1) % THEMES.length]);
  }

  #apply() {
    this.onChange(this.shown);
  }
}

/** The menu of layers. `map` is the MapView. */
export class LayersMenu {
  #legends = [];

  constructor(map, pathColour) {
    this.map = map;
    this.menu = byId('layers-menu');
    const layers = map.layers.filter(({ available }) => available);
    this.menu.append(create('h2', { text: word('Layers') }), ...layers.map((layer) => this.#layer(layer)),
      ...this.#colours(word('Colour of the path'), PATH_COLOURS, pathColour, 'colourPathBy', 'legend'),
      ...this.#colours(word('Colour of the fixes'), FIX_COLOURS, 'status', 'colourFixesBy', 'fixLegend'));
    this.showLegends();
  }

  get open() {
    return !this.menu.hidden;
  }

  toggle(open = !this.open) {
    this.menu.hidden = !open;
    byId('layers-button').setAttribute('aria-expanded', String(open));
    if (open) this.menu.querySelector('input')?.focus();
  }

  /** Shows what the colours mean in the present theme. */
  showLegends() {
    for (const { list, legend } of this.#legends) list.replaceChildren(...this.map[legend].map(legendEntry));
  }

  #layer({ name, label, on }) {
    const box = create('input', { type: 'checkbox', name });
    box.checked = on;
    box.addEventListener('change', () => {
      this.map.setLayer(name, box.checked);
      this.showLegends();
    });
    return create('label', {}, [box, label]);
  }

  /** A title, a list to choose from, and the legend of what is chosen; `choose` and `legend` are members of the map. */
  #colours(title, modes, chosen, choose, legend) {
    const options = Object.entries(modes).map(([value, text]) => create('option', { value, text }));
    const select = create('select', { 'aria-label': title }, options);
    select.value = chosen;
    select.addEventListener('change', () => {
      this.map[choose](select.value);
      this.showLegends();
    });
    const list = create('ul', { class: 'legend', 'aria-label': word('Legend') });
    this.#legends.push({ list, legend });
    return [create('h2', { text: title }), select, list];
  }
}

function legendEntry({ colour, label }) {
  const swatch = create('span', { class: 'swatch' });
  swatch.style.background = colour;
  return create('li', {}, [swatch, label]);
}

/** Opens the list of keys. */
export function openHelp() {
  const dialog = byId('help');
  if (dialog.childElementCount === 0) {
    const close = create('button', { type: 'button', 'aria-label': word('Close') }, [icon('close')]);
    close.addEventListener('click', () => dialog.close());
    dialog.append(
      create('div', { class: 'dialog-head buttons' }, [create('h2', { text: word('Keys') }), close]),
      create('div', { class: 'keys' }, KEY_TABLE.flatMap(({ shown, meaning }) =>
        [create('span', {}, [create('kbd', { text: shown })]), create('span', { text: meaning })])));
    dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  }
  dialog.showModal();
}

/** Opens and closes the panel of the tables, and sets its size by its edge; `onResize` is called after a change. */
export class PanelFrame {
  constructor(onResize) {
    this.onResize = onResize;
    this.grip = byId('grip');
    this.grip.addEventListener('pointerdown', (event) => this.grip.setPointerCapture(event.pointerId));
    this.grip.addEventListener('pointermove', (event) => {
      if (this.grip.hasPointerCapture(event.pointerId)) this.#sizeTo(event);
    });
    this.grip.addEventListener('keydown', (event) => this.#onKey(event));
    matchMedia(NARROW).addEventListener('change', () => this.#describe());
    this.#describe();
  }

  toggle(open = document.body.classList.contains('closed')) {
    document.body.classList.toggle('closed', !open);
    byId('panel-button').setAttribute('aria-expanded', String(open));
    this.onResize();
  }

  get #narrow() {
    return matchMedia(NARROW).matches;
  }

  #sizeTo({ clientX, clientY }) {
    this.#setSize(this.#narrow ? innerHeight - clientY : innerWidth - clientX);
  }

  #onKey(event) {
    const steps = this.#narrow ? { ArrowUp: 1, ArrowDown: -1 } : { ArrowLeft: 1, ArrowRight: -1 };
    if (!(event.key in steps)) return;
    event.preventDefault();
    const { offsetWidth, offsetHeight } = byId('panel');
    this.#setSize((this.#narrow ? offsetHeight : offsetWidth) + steps[event.key] * PANEL_STEP);
  }

  #setSize(pixels) {
    const [least, most] = this.#bounds();
    const size = Math.round(Math.max(least, Math.min(most, pixels)));
    document.documentElement.style.setProperty(this.#narrow ? '--panel-height' : '--panel-width', size + 'px');
    this.#describe();
    this.onResize();
  }

  /** The least and the greatest size of the panel, in pixels. */
  #bounds() {
    if (!this.#narrow) return [PANEL_LEAST, innerWidth - STAGE_LEAST];
    const shared = byId('map').clientHeight + byId('panel').offsetHeight;
    return [LOW_PANEL_LEAST, Math.round(shared - innerHeight * MAP_SHARE)];
  }

  #describe() {
    const { offsetWidth, offsetHeight } = byId('panel');
    const [least, most] = this.#bounds();
    this.grip.setAttribute('aria-orientation', this.#narrow ? 'horizontal' : 'vertical');
    this.grip.setAttribute('aria-valuemin', String(least));
    this.grip.setAttribute('aria-valuemax', String(most));
    this.grip.setAttribute('aria-valuenow', String(this.#narrow ? offsetHeight : offsetWidth));
  }
}

let messageTimer = 0;

/** Says something for a moment. */
export function say(text) {
  const message = byId('message');
  message.textContent = text;
  message.classList.add('shown');
  clearTimeout(messageTimer);
  messageTimer = setTimeout(() => message.classList.remove('shown'), MESSAGE_TIME);
}

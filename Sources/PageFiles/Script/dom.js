// Elements made by script. Texts of the drive go in as text only.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * A new element. `properties` are attributes, and `text` is its text; what is null, undefined or false is left out.
 * `children` are elements or texts.
 */
export function create(tag, properties = {}, children = []) {
  return fill(document.createElement(tag), properties, children);
}

/** The same for an element of SVG. */
export function createSVG(tag, properties = {}, children = []) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

/** The element of the page with this id. */
export function byId(id) {
  return document.getElementById(id);
}

/** A picture of the page's symbols. */
export function icon(name) {
  return createSVG('svg', { 'aria-hidden': 'true' }, [createSVG('use', { href: '#icon-' + name })]);
}

/** A list of names and values; `pairs` holds [name, value as text or element, class of the value]. */
export function valueList(pairs) {
  return create('dl', { class: 'values' }, pairs.map(([name, value, kind]) =>
    create('div', {}, [create('dt', { text: name }), create('dd', { class: kind }, [value])])));
}

/** A link to a page of OpenStreetMap; nothing is loaded before somebody follows it. */
export function osmLink(kind, id) {
  return create('a', { href: `https://www.openstreetmap.org/${kind}${id === '' ? '' : `/${id}`}`, target: '_blank',
    rel: 'noopener noreferrer', text: id === '' ? kind : String(id) });
}

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'text') element.textContent = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

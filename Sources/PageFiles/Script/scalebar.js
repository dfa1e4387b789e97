import { barUnits } from './format.js';
import { metresPerWorld } from './projection.js';

/** Width of the bar in CSS pixels, and as a share of a narrow map. */
const WIDEST = 110;
const WIDEST_SHARE = 0.2;

/** A bar of a round length in a corner of the map. */
export class ScaleBar {
  constructor(parent) {
    this.element = document.createElement('div');
    this.element.className = 'map-scale';
    parent.append(this.element);
  }

  colour({ label, label_halo: halo }) {
    Object.assign(this.element.style, {
      position: 'absolute',
      left: '12px',
      bottom: '12px',
      paddingBottom: '2px',
      boxSizing: 'border-box',
      pointerEvents: 'none',
      border: `1.5px solid ${label}`,
      borderTop: 'none',
      color: label,
      font: '11px/1.1 "Inter", "Noto Sans", "Helvetica Neue", Arial, sans-serif',
      textAlign: 'center',
      textShadow: `0 0 3px ${halo}`,
      whiteSpace: 'nowrap',
    });
  }

  update(camera) {
    const metresPerPixel = metresPerWorld(camera.y).east / camera.scale;
    const longest = metresPerPixel * Math.min(WIDEST, camera.width * WIDEST_SHARE);
    const units = barUnits();
    const unit = units.find(({ metres: least }) => longest >= least) ?? units.at(-1);
    const metres = roundLength(longest / unit.metres) * unit.metres;
    const text = `${roundLength(longest / unit.metres)} ${unit.name}`;
    if (this.element.textContent !== text) this.element.textContent = text;
    this.element.style.width = `${metres / metresPerPixel}px`;
  }
}

/** The largest of 1, 2, 5, 10, 20 … metres that is at most `metres`. */
function roundLength(metres) {
  const power = 10 ** Math.floor(Math.log10(metres));
  return [5, 2, 1].find((digit) => digit * power <= metres) * power;
}

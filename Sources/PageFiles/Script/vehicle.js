import { fitCanvas } from './picture.js';

/** The arrow of the vehicle: painted once, then moved and turned by the style of its canvas. */
export class VehicleArrow {
  /**
   * @param {CanvasRenderingContext2D} context of its own canvas
   * @param {{size, colour, outline}} look size in CSS pixels
   */
  constructor(context, look) {
    this.context = context;
    this.look = look;
  }

  draw(ratio, shadow) {
    const { size, colour, outline } = this.look;
    const { context } = this;
    fitCanvas(context, 2 * size, 2 * size, ratio);
    context.save();
    context.translate(size, size);
    paintHalo(context, size, colour);
    paintArrow(context, { size, colour, outline, shadow });
    context.restore();
  }

  /** Moves it to a place of the track, or hides it where there is none. */
  place(camera, now) {
    const { style } = this.context.canvas;
    style.display = now ? '' : 'none';
    if (!now) return;
    const { x, y } = camera.toScreen(now.x, now.y);
    const { size } = this.look;
    style.transform = `translate(${x - size}px, ${y - size}px) rotate(${now.heading - camera.bearing}deg)`;
  }
}

function paintHalo(context, size, colour) {
  const halo = context.createRadialGradient(0, 0, size * 0.2, 0, 0, size * 0.95);
  halo.addColorStop(0, `${colour}59`);
  halo.addColorStop(1, `${colour}00`);
  context.fillStyle = halo;
  context.fillRect(-size, -size, 2 * size, 2 * size);
}

/** The arrow of the vehicle, pointing north, around the origin. */
function paintArrow(context, { size, colour, outline, shadow }) {
  const unit = size / 2;
  context.beginPath();
  context.moveTo(0, -unit);
  context.lineTo(unit * 0.72, unit * 0.78);
  context.lineTo(0, unit * 0.38);
  context.lineTo(-unit * 0.72, unit * 0.78);
  context.closePath();
  context.lineJoin = 'round';
  context.shadowColor = shadow;
  context.shadowBlur = 5;
  context.lineWidth = size * 0.16;
  context.strokeStyle = outline;
  context.stroke();
  context.shadowColor = 'transparent';
  context.fillStyle = colour;
  context.fill();
}

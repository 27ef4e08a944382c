// A drawing context that writes SVG: what the viewer's pictures need of CanvasRenderingContext2D, and no more.
//
//   const context = new VectorContext(800, 300);
//   paint(context, 800, 300, colours);
//   context.toString();                          // '<svg xmlns=...'

const escapeText = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const round = (value) => Number(value.toFixed(2));
const ANCHORS = {left: 'start', center: 'middle', right: 'end', start: 'start', end: 'end'};

export class VectorContext {
  fillStyle = 'black';
  strokeStyle = 'black';
  lineWidth = 1;
  globalAlpha = 1;
  font = '12px sans-serif';
  textAlign = 'left';
  textBaseline = 'middle';
  #parts = [];
  #path = [];
  #dash = [];
  #saved = [];
  #clips = 0;

  constructor(width, height) {
    this.width = width;
    this.height = height;
  }

  fillRect(x, y, width, height) {
    this.#add(
      `<rect x="${round(x)}" y="${round(y)}" width="${round(Math.max(0, width))}" height="${round(Math.max(0, height))}" ${this.#fill()}/>`,
    );
  }
  strokeRect(x, y, width, height) {
    this.#add(`<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" ${this.#stroke()}/>`);
  }
  clearRect() {}
  beginPath() {
    this.#path = [];
  }
  closePath() {
    this.#path.push('Z');
  }
  moveTo(x, y) {
    this.#path.push(`M${round(x)} ${round(y)}`);
  }
  lineTo(x, y) {
    this.#path.push(`L${round(x)} ${round(y)}`);
  }
  rect(x, y, width, height) {
    this.#path.push(`M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}Z`);
  }
  fill() {
    this.#add(`<path d="${this.#path.join('')}" ${this.#fill()}/>`);
  }
  stroke() {
    this.#add(`<path d="${this.#path.join('')}" ${this.#stroke()}/>`);
  }
  setLineDash(dash) {
    this.#dash = dash;
  }
  measureText(text) {
    return {width: text.length * 0.55 * parseFloat(this.font)};
  }

  fillText(text, x, y) {
    const size = /([\d.]+)px/.exec(this.font)?.[1] ?? 12,
      weight = /^(\d+) /.exec(this.font)?.[1] ?? 400;
    this.#add(
      `<text x="${round(x)}" y="${round(y)}" font-size="${size}" font-weight="${weight}" text-anchor="${ANCHORS[this.textAlign]}" ` +
        `dominant-baseline="central" ${this.#fill()}>${escapeText(text)}</text>`,
    );
  }

  save() {
    this.#saved.push([this.fillStyle, this.strokeStyle, this.lineWidth, this.globalAlpha, this.font, this.textAlign, 0]);
  }

  /** All that follows, until restore(). */
  clip() {
    const id = `clip${this.#clips++}`;
    this.#add(`<clipPath id="${id}"><path d="${this.#path.join('')}"/></clipPath><g clip-path="url(#${id})">`);
    if (this.#saved.length > 0) this.#saved.at(-1)[6]++;
  }

  restore() {
    let groups;
    [this.fillStyle, this.strokeStyle, this.lineWidth, this.globalAlpha, this.font, this.textAlign, groups] = this.#saved.pop();
    this.#add('</g>'.repeat(groups));
  }

  toString() {
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" width="${this.width}" height="${this.height}" ` +
      `viewBox="0 0 ${this.width} ${this.height}" font-family="Inter, system-ui, sans-serif">\n${this.#parts.join('\n')}\n</svg>\n`
    );
  }

  #add(part) {
    if (part) this.#parts.push(part);
  }
  #opacity() {
    return this.globalAlpha < 1 ? ` opacity="${round(this.globalAlpha)}"` : '';
  }
  #fill() {
    return `fill="${this.fillStyle}"${this.#opacity()}`;
  }
  #stroke() {
    const dash = this.#dash.length > 0 ? ` stroke-dasharray="${this.#dash.join(' ')}"` : '';
    return `fill="none" stroke="${this.strokeStyle}" stroke-width="${this.lineWidth}"${dash}${this.#opacity()}`;
  }
}

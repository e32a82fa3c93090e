// A drawing in SVG with y up, in meters. Colors are classes of site.css, so that they follow the theme.

export type Point = readonly [number, number];

const namespace = 'http://www.w3.org/2000/svg';

function create(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

export class View {
  readonly element: SVGSVGElement;
  private readonly marks = create('g', {});

  /**
   * @param halfWidth half of the width that is shown, in meters; the height is three quarters of the width
   * @param label what the drawing shows, for readers who do not see it
   */
  constructor(
    readonly halfWidth: number,
    label: string,
  ) {
    const [w, h] = [halfWidth, 0.75 * halfWidth];
    this.element = create('svg', {
      viewBox: `${-w} ${-h} ${2 * w} ${2 * h}`,
      role: 'img',
      'aria-label': label,
    }) as SVGSVGElement;
    const flipped = create('g', { transform: 'scale(1 -1)' });
    flipped.append(this.marks);
    this.element.append(flipped);
  }

  clear(): void {
    this.marks.replaceChildren();
  }

  area(points: readonly Point[], kind: string): SVGElement {
    return this.add('polygon', kind, { points: points.map(([x, y]) => `${x},${y}`).join(' ') });
  }

  line(from: Point, to: Point, kind: string): void {
    this.add('line', kind, { x1: from[0], y1: from[1], x2: to[0], y2: to[1] });
  }

  path(points: readonly Point[], kind: string): void {
    this.add('polyline', kind, { points: points.map(([x, y]) => `${x},${y}`).join(' ') });
  }

  arrow(from: Point, direction: Point, length: number, kind: string): void {
    const [dx, dy] = direction;
    const tip: Point = [from[0] + length * dx, from[1] + length * dy];
    this.line(from, tip, kind);
    const head = 0.04 * this.halfWidth;
    const side = (sign: number): Point => [
      tip[0] - head * (dx - sign * 0.5 * dy),
      tip[1] - head * (dy + sign * 0.5 * dx),
    ];
    this.path([side(1), tip, side(-1)], kind);
  }

  dot([x, y]: Point, kind: string, text = ''): void {
    this.add('circle', kind, { cx: x, cy: y, r: 0.015 * this.halfWidth });
    if (text !== '') this.text([x, y], text, kind);
  }

  text([x, y]: Point, text: string, kind: string): void {
    const size = 0.055 * this.halfWidth;
    const label = this.add('text', kind, {
      x: x + 0.4 * size,
      y: -(y + 0.4 * size),
      'font-size': size,
      transform: 'scale(1 -1)',
    });
    label.textContent = text;
  }

  /** The infinite line through a point with a unit normal. */
  boundary(at: Point, [nx, ny]: Point, kind: string): void {
    const reach = 4 * this.halfWidth;
    this.line([at[0] - reach * ny, at[1] + reach * nx], [at[0] + reach * ny, at[1] - reach * nx], kind);
  }

  /** Calls back with the motion of the pointer in meters while an element is dragged. */
  onDrag(target: SVGElement, move: (dx: number, dy: number) => void): void {
    target.addEventListener('pointerdown', (start) => {
      start.preventDefault();
      let last = start;
      const scale = (2 * this.halfWidth) / this.element.getBoundingClientRect().width;
      const dragged = (event: PointerEvent): void => {
        const [dx, dy] = [event.clientX - last.clientX, event.clientY - last.clientY];
        last = event;
        move(scale * dx, -scale * dy);
      };
      // The element is drawn anew while it is dragged: the page receives the events.
      const end = (): void => {
        removeEventListener('pointermove', dragged);
        removeEventListener('pointerup', end);
        removeEventListener('pointercancel', end);
      };
      addEventListener('pointermove', dragged);
      addEventListener('pointerup', end);
      addEventListener('pointercancel', end);
    });
  }

  private add(name: string, kind: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
    const made = create(name, { ...attributes, class: kind });
    this.marks.append(made);
    return made;
  }
}

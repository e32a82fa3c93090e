// The frame of an explorable: a pair that the reader moves, a drawing of the search, its steps, and what the current step does.
import { PlacedPair, type Placement, type ShapeName, shapeNames } from './pair.ts';
import { View } from './view.ts';

export interface Explorable<Step> {
  readonly start: Placement;
  /** Half of the width of the two drawings, in meters. */
  readonly halfWidths: readonly [number, number];
  /** What the right drawing shows. */
  readonly title: string;
  /** The steps of the query on this pair, by the library. */
  search(pair: PlacedPair): Step[];
  /** Draws into the right view, and more into the left one. */
  draw(step: Step, pair: PlacedPair, view: View, world: View): void;
  /** What the step does, as HTML without input of others, and the numbers below it. */
  describe(
    step: Step,
    pair: PlacedPair,
  ): { readonly text: string; readonly numbers: readonly (readonly [string, string])[] };
}

export const digits = (value: number): string => (Number.isFinite(value) ? value.toFixed(6) : '–');

export function mount<Step>(
  name: string,
  { start, halfWidths, title, search, draw, describe }: Explorable<Step>,
): void {
  const place = document.querySelector<HTMLElement>(`[data-explorable="${name}"]`);
  if (place === null) throw new Error(`the page has no place for ${name}`);
  place.classList.add('explorable');

  let placement = start;
  let at = 0;
  const world = new View(halfWidths[0], 'the bodies A and B; B can be dragged');
  const view = new View(halfWidths[1], title);
  const text = element('p', 'step-text');
  const numbers = element('table', 'step-numbers');
  const slider = range('Step', 1, 1, 1);
  const angle = range('Angle of B', -180, 180, 1);

  const show = (): void => {
    const pair = new PlacedPair(placement);
    const steps = search(pair);
    at = Math.max(0, Math.min(at, steps.length - 1));
    slider.input.max = String(steps.length);
    slider.input.value = String(at + 1);
    slider.output.textContent = `${at + 1} of ${steps.length}`;
    angle.input.value = String(Math.round((placement.angle * 180) / Math.PI));
    angle.output.textContent = `${angle.input.value}°`;
    world.clear();
    view.clear();
    pair.draw(world, (dx, dy) => change({ x: placement.x + dx, y: placement.y + dy }));
    draw(steps[at], pair, view, world);
    const described = describe(steps[at], pair);
    text.innerHTML = described.text;
    numbers.replaceChildren(
      ...described.numbers.map(([what, value]) => {
        const row = element('tr');
        row.append(element('th', '', what), element('td', '', value));
        return row;
      }),
    );
  };
  const change = (part: Partial<Placement>): void => {
    placement = { ...placement, ...part };
    show();
  };
  const go = (step: number): void => {
    at = step;
    show();
  };
  slider.input.addEventListener('input', () => go(Number(slider.input.value) - 1));
  angle.input.addEventListener('input', () => change({ angle: (Number(angle.input.value) * Math.PI) / 180 }));

  const controls = element('div', 'controls');
  controls.append(
    button('Back', () => go(at - 1)),
    button('Next step', () => go(at + 1)),
    slider.label,
    choice('A', start.a, (a) => change({ a })),
    choice('B', start.b, (b) => change({ b })),
    angle.label,
  );
  const drawings = element('div', 'drawings');
  drawings.append(figure(world, 'Drag B.'), figure(view, title));
  const explanation = element('div', 'explanation');
  explanation.setAttribute('aria-live', 'polite');
  explanation.append(text, numbers);
  place.replaceChildren(drawings, controls, explanation);
  show();
}

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  name = '',
  text = '',
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  if (name !== '') made.className = name;
  if (text !== '') made.textContent = text;
  return made;
}

export function figure(view: View, caption: string): HTMLElement {
  const made = element('figure');
  made.append(view.element, element('figcaption', '', caption));
  return made;
}

function button(name: string, press: () => void): HTMLButtonElement {
  const made = element('button', '', name);
  made.type = 'button';
  made.addEventListener('click', press);
  return made;
}

export function range(name: string, min: number, max: number, step: number) {
  const [label, input, output] = [element('label', '', `${name} `), element('input'), element('output')];
  Object.assign(input, { type: 'range', min: String(min), max: String(max), step: String(step) });
  label.append(input, output);
  return { label, input, output };
}

function choice(name: string, chosen: ShapeName, choose: (shape: ShapeName) => void): HTMLElement {
  const [label, select] = [element('label', '', `${name} `), element('select')];
  for (const shape of shapeNames) select.append(new Option(shape, shape, false, shape === chosen));
  select.addEventListener('change', () => choose(select.value as ShapeName));
  label.append(select);
  return label;
}

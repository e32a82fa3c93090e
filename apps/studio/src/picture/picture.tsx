// A picture of marks as SVG. Units of the picture are pixels at its natural size. The style sheet defines the colors.
import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import type { Frame, Mark, Point, Window } from './marks.ts';
import './picture.css';

interface Properties {
  readonly label: string;
  readonly marks: readonly Mark[];
  readonly window: Window;
  readonly frame: Frame;
  /** Called with the position in meters where a drag begins. Returns the function for each motion, or null if nothing is dragged. */
  readonly onDrag?: ((start: Point, isShift: boolean) => ((at: Point) => void) | null) | undefined;
  readonly onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
}

export function Picture({ label, marks, window, frame, onDrag, onKeyDown }: Properties) {
  const svg = useRef<SVGSVGElement>(null);
  const place = placement(window, frame);
  return (
    <svg
      ref={svg}
      class={onDrag ? 'picture draggable' : 'picture'}
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      preserveAspectRatio="xMidYMid meet"
      role="img"
      tabindex={onKeyDown ? 0 : undefined}
      aria-label={label}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => startDrag(event, svg, place, onDrag)}
    >
      {marks.map((mark, k) => (
        <MarkElement key={k} mark={mark} place={place} />
      ))}
    </svg>
  );
}

/** Converts points in meters to units of the picture, and back. */
interface Placement {
  readonly toPicture: (point: Point) => Point;
  readonly toPlane: (point: Point) => Point;
}

function placement({ center: [cx, cy], height }: Window, frame: Frame): Placement {
  const scale = frame.height / height;
  return {
    toPicture: ([x, y]) => [frame.width / 2 + scale * (x - cx), frame.height / 2 - scale * (y - cy)],
    toPlane: ([x, y]) => [cx + (x - frame.width / 2) / scale, cy - (y - frame.height / 2) / scale],
  };
}

function startDrag(
  event: PointerEvent,
  svg: RefObject<SVGSVGElement | null>,
  { toPlane }: Placement,
  onDrag: Properties['onDrag'],
): void {
  const element = svg.current;
  const matrix = element?.getScreenCTM()?.inverse();
  if (!element || !matrix || event.button !== 0) return;
  const at = ({ clientX, clientY }: PointerEvent): Point => {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix);
    return toPlane([x, y]);
  };
  const move = onDrag?.(at(event), event.shiftKey);
  if (!move) return;
  event.preventDefault();
  element.setPointerCapture(event.pointerId);
  const moved = (next: PointerEvent): void => move(at(next));
  const end = (): void => {
    element.removeEventListener('pointermove', moved);
    element.removeEventListener('pointerup', end);
    element.removeEventListener('pointercancel', end);
  };
  element.addEventListener('pointermove', moved);
  element.addEventListener('pointerup', end);
  element.addEventListener('pointercancel', end);
}

const round = (x: number): number => Math.round(10 * x) / 10;
const isPoint = (point: Point): boolean => point.every(Number.isFinite);

function pathOf(points: readonly Point[], isClosed: boolean): string {
  return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}${isClosed ? 'Z' : ''}`;
}

function MarkElement({ mark, place }: { readonly mark: Mark; readonly place: Placement }) {
  const { kind, role, style } = mark;
  if (mark.points.length === 0 || !mark.points.every(isPoint)) return null;
  const points = mark.points.map(place.toPicture);
  const look = `${kind} of-${role} ${style}`;
  const [x, y] = points[0] ?? [0, 0];
  if (kind === 'dot') return <circle class={look} cx={round(x)} cy={round(y)} r={dotRadius(style)} />;
  if (kind === 'text') {
    return (
      <text class={look} x={round(x + mark.shift[0])} y={round(y - mark.shift[1])}>
        {mark.text}
      </text>
    );
  }
  return <path class={look} d={kind === 'arrow' ? arrowPath(points[0], points[1]) : pathOf(points, kind === 'area')} />;
}

function dotRadius(style: string): number {
  if (style.includes('small')) return 3;
  return style.includes('large') ? 7 : 5;
}

/** A shaft with a tip of fixed size; short arrows have a shorter tip. */
function arrowPath([x0, y0]: Point, [x1, y1]: Point): string {
  const size = Math.hypot(x1 - x0, y1 - y0);
  if (size < 0.5) return '';
  const tip = Math.min(10, size);
  const [ux, uy] = [(x1 - x0) / size, (y1 - y0) / size];
  const corner = (side: number): Point => [
    x1 - tip * ux - side * 0.45 * tip * uy,
    y1 - tip * uy + side * 0.45 * tip * ux,
  ];
  const neck: Point = [x1 - 0.8 * tip * ux, y1 - 0.8 * tip * uy];
  return `${pathOf([[x0, y0], neck], false)}${pathOf([corner(1), [x1, y1], corner(-1)], true)}`;
}

// The handle of the panel on narrow screens, where the panel is a sheet at the bottom: a click opens or closes it, dragging sizes it.
import { useEffect, useState } from 'preact/hooks';

/** Heights of the sheet as fractions of the screen. */
const heights = { closed: 0, half: 0.45, full: 0.8 } as const;
type Height = keyof typeof heights;

/** Pixels below which a motion of the pointer is a click. */
const clickDistance = 4;

export function SheetHandle() {
  const [height, setHeight] = useState<Height>('half');
  useEffect(() => show(heights[height]), [height]);
  const drag = (down: PointerEvent): void => {
    const handle = down.currentTarget as HTMLElement;
    handle.setPointerCapture(down.pointerId);
    const at = ({ clientY }: PointerEvent): number => heights[height] + (down.clientY - clientY) / innerHeight;
    const move = (event: PointerEvent): void => show(Math.max(0, Math.min(heights.full, at(event))));
    const end = (event: PointerEvent): void => {
      handle.removeEventListener('pointermove', move);
      const isClick = Math.abs(event.clientY - down.clientY) < clickDistance;
      const next = isClick ? toggled(height) : nearest(at(event));
      show(heights[next]);
      setHeight(next);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', end, { once: true });
  };
  return (
    <button
      type="button"
      class="sheet-handle"
      aria-expanded={height !== 'closed'}
      onPointerDown={drag}
      onClick={(event) => {
        // A click of the pointer has been handled at its end; keys have no count of clicks.
        if (event.detail === 0) setHeight(toggled(height));
      }}
    >
      <span>{height === 'closed' ? 'Show the panel' : 'Hide the panel'}</span>
    </button>
  );
}

const toggled = (height: Height): Height => (height === 'closed' ? 'half' : 'closed');

function nearest(fraction: number): Height {
  const names = Object.keys(heights) as Height[];
  return names.reduce((best, name) =>
    Math.abs(heights[name] - fraction) < Math.abs(heights[best] - fraction) ? name : best,
  );
}

/** The style sheet reads the height; wide screens do not. */
function show(fraction: number): void {
  document.documentElement.style.setProperty('--sheet', `${100 * fraction}dvh`);
}

// The pictures of the start. They move while they are visible. The library is loaded after the first paint.
import { useEffect, useRef, useState } from 'preact/hooks';
import { showError } from '../parts/message.ts';
import { decimals } from '../picture/decimals.ts';
import type { Point } from '../picture/marks.ts';
import { Picture } from '../picture/picture.tsx';

type Live = typeof import('./live.ts');

let loading: Promise<Live> | null = null;

/** The code of the pictures; null until it is loaded. */
function useLive(): Live | null {
  const [live, setLive] = useState<Live | null>(null);
  useEffect(() => {
    loading ??= import('./live.ts');
    loading.then(setLive, (error) => showError('The pictures', error));
  }, []);
  return live;
}

/** Milliseconds between two frames. */
const interval = 1000 / 30;

/** The seconds for which a picture has been visible. They do not advance for readers who prefer reduced motion. */
function useTime(first: number) {
  const place = useRef<HTMLDivElement>(null);
  const [time, setTime] = useState(first);
  useEffect(() => {
    if (!place.current || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let request = 0;
    let [last, shown] = [0, 0];
    const advance = (now: number): void => {
      request = requestAnimationFrame(advance);
      if (now - shown < interval) return;
      // A tab in the background gets no frames: its picture continues where it was.
      const elapsed = Math.min(0.1, (now - last) / 1000);
      last = now;
      shown = now;
      setTime((before) => before + elapsed);
    };
    const observer = new IntersectionObserver(([entry]) => {
      cancelAnimationFrame(request);
      if (entry.isIntersecting) request = requestAnimationFrame(advance);
    });
    observer.observe(place.current);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(request);
    };
  }, []);
  return { place, time };
}

const cardFrame = { width: 400, height: 240 };

export function Figure({ name, label }: { readonly name: keyof Live['livePictures']; readonly label: string }) {
  const live = useLive();
  const { place, time } = useTime(2.5);
  const picture = live?.livePictures[name](time);
  return (
    <div ref={place} class="figure">
      {picture && <Picture label={label} marks={picture.marks} window={picture.window} frame={cardFrame} />}
      <output class="numbers">{picture?.numbers}</output>
    </div>
  );
}

const heroFrame = { width: 640, height: 420 };

/** The first picture: the distance of two bodies with its proof. B can be dragged. */
export function Hero() {
  const live = useLive();
  const { place, time } = useTime(1);
  const [dragged, setDragged] = useState<Point | null>(null);
  if (!live) return <div ref={place} class="figure hero-figure" />;
  const { a, b } = live.heroBodies(time, dragged);
  const { marks, distance, lower, upper, valid } = live.heroAnswer(a, b);
  const drag = (start: Point): ((at: Point) => void) => {
    const from = b.position;
    return (at) => setDragged([from[0] + at[0] - start[0], from[1] + at[1] - start[1]]);
  };
  const rows = [
    [distance < 0 ? 'depth' : 'distance', `${decimals(Math.abs(distance), 6)} m`],
    ['lower bound', decimals(lower, 6)],
    ['upper bound', decimals(upper, 6)],
    ['certificate', valid ? 'valid' : 'INVALID'],
  ];
  return (
    <div ref={place} class="figure hero-figure">
      <Picture
        label="Two shapes that move. A green band between them proves the lower bound of their distance, the segment between their nearest points the upper bound."
        marks={marks}
        window={live.heroWindow}
        frame={heroFrame}
        onDrag={drag}
      />
      <dl class="numbers">
        {rows.map(([name, value]) => (
          <div key={name} data-name={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <small class="hint">Computed in this page, at every frame. Drag B.</small>
    </div>
  );
}

// The stage as a component, created and disposed with it, with labels over the bodies.
import { effect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Vector3 } from 'three';
import { onTheme } from '../parts/theme.ts';
import { Stage } from './stage.ts';

export interface Label {
  readonly text: string;
  readonly at: readonly number[];
}

/** The content that a view puts on a stage. */
export interface Scenery {
  /** Called again whenever a signal that it reads changes. */
  update(): void;
  labels(): readonly Label[];
  dispose(): void;
}

interface Properties {
  readonly label: string;
  readonly make: (stage: Stage) => Scenery;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly children?: ComponentChildren;
}

export let openStage: Stage | null = null;

export function Canvas({ label, make, onKeyDown, children }: Properties) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const labels = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState('');
  const press = (event: KeyboardEvent): void => {
    if (!turnByKey(event)) onKeyDown?.(event);
  };
  useEffect(() => {
    if (!canvas.current) return;
    let stage: Stage;
    try {
      stage = new Stage(canvas.current);
    } catch {
      setProblem('3D drawings need WebGL, which this browser does not provide. Everything else on this page works.');
      return;
    }
    openStage = stage;
    const scenery = make(stage);
    stage.onFrame = () => {
      if (labels.current) placeLabels(stage, labels.current, scenery.labels());
    };
    const stopUpdates = effect(() => scenery.update());
    const stopTheme = onTheme((style) => stage.setGridColor(style.getPropertyValue('--line')));
    return () => {
      openStage = null;
      stopUpdates();
      stopTheme();
      scenery.dispose();
      stage.dispose();
    };
  }, [make]);
  return (
    <div class="stage">
      {problem ? (
        <p class="notice" role="status">
          {problem}
        </p>
      ) : (
        <canvas ref={canvas} tabIndex={0} aria-label={label} onKeyDown={press} />
      )}
      <div ref={labels} class="labels" aria-hidden="true" />
      {children}
    </div>
  );
}

/** W A S D turn the camera, + and − move it; all other keys are the view's. */
function turnByKey(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const turns: Readonly<Record<string, readonly [around: number, over: number, scale: number]>> = {
    a: [-0.1, 0, 1],
    d: [0.1, 0, 1],
    w: [0, -0.1, 1],
    s: [0, 0.1, 1],
    '+': [0, 0, 1 / 1.1],
    '=': [0, 0, 1 / 1.1],
    '-': [0, 0, 1.1],
  };
  const turn = turns[event.key.toLowerCase()];
  if (!turn) return false;
  openStage?.orbit(...turn);
  event.preventDefault();
  return true;
}

function placeLabels(stage: Stage, place: HTMLElement, wanted: readonly Label[]): void {
  while (place.children.length > wanted.length) place.lastChild?.remove();
  wanted.forEach(({ text, at }, k) => {
    const element = (place.children[k] ?? place.appendChild(document.createElement('span'))) as HTMLElement;
    const { x, y, isVisible } = stage.screenOf(new Vector3(at[0], at[1], at[2]));
    if (element.textContent !== text) element.textContent = text;
    element.dataset['label'] = text;
    element.hidden = !isVisible;
    element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
  });
}

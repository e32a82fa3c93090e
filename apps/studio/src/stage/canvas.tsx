// A component that creates and disposes a stage, with labels over the bodies.
import { computed, effect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Vector3 } from 'three';
import { set, viewState } from '../model/document.ts';
import { IconButton } from '../parts/icon.tsx';
import { onTheme } from '../parts/theme.ts';
import { Stage } from './stage.ts';

export interface Label {
  readonly text: string;
  readonly at: readonly number[];
}

/** The content that a view puts on a stage. */
export interface StageContent {
  /** Called again whenever a signal that it reads changes. */
  update(): void;
  /** Moves the camera so that everything is in the picture. */
  frame(): void;
  labels(): readonly Label[];
  dispose(): void;
}

interface Properties {
  readonly label: string;
  readonly make: (stage: Stage) => StageContent;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly children?: ComponentChildren;
}

export let openStage: Stage | null = null;

export function Canvas({ label, make, onKeyDown, children }: Properties) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const labels = useRef<HTMLDivElement>(null);
  const frame = useRef(() => {});
  const [problem, setProblem] = useState('');
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'f' && !event.ctrlKey && !event.metaKey) frame.current();
    else if (!moveCameraByKey(event)) onKeyDown?.(event);
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
    const stopCamera = keepCamera(stage, () => frame.current());
    const stageContent = make(stage);
    frame.current = () => stageContent.frame();
    stage.onFrame = () => {
      if (labels.current) placeLabels(stage, labels.current, stageContent.labels());
    };
    const stopUpdates = effect(() => stageContent.update());
    const stopTheme = onTheme((style) => stage.setTheme(style));
    return () => {
      openStage = null;
      stopCamera();
      stopUpdates();
      stopTheme();
      stageContent.dispose();
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
      {!problem && (
        <fieldset class="handles framing" aria-label="Camera">
          <IconButton icon="frame" label="Show everything" onClick={() => frame.current()} />
        </fieldset>
      )}
    </div>
  );
}

/** Places the camera as the settings of the view say, and writes the user's camera into them, so that links keep it. Returns how to stop. */
function keepCamera(stage: Stage, frame: () => void): () => void {
  const { view } = viewState.peek();
  const stored = computed(() => viewState.value.settings.cameras[view]);
  let known = stored.peek();
  stage.request(known);
  stage.onCamera = (camera) => {
    if (camera.length === 0 && known.length === 0) return;
    known = camera;
    set('cameras', { [view]: camera });
  };
  return effect(() => {
    if (stored.value === known) return;
    known = stored.value;
    if (known.length > 0) stage.place(known);
    else frame();
  });
}

/** W A S D turn the camera about the scene, + and − move it closer and farther. */
function moveCameraByKey(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const motions: Readonly<Record<string, readonly [azimuth: number, polar: number, scale: number]>> = {
    a: [-0.1, 0, 1],
    d: [0.1, 0, 1],
    w: [0, -0.1, 1],
    s: [0, 0.1, 1],
    '+': [0, 0, 1 / 1.1],
    '=': [0, 0, 1 / 1.1],
    '-': [0, 0, 1.1],
  };
  const motion = motions[event.key.toLowerCase()];
  if (!motion) return false;
  openStage?.orbit(...motion);
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

// Playback controls for a sequence of steps.
import { IconButton } from './icon.tsx';

interface Properties {
  readonly label: string;
  readonly count: number;
  /** 0 for the first. */
  readonly place: number;
  readonly isPlaying: boolean;
  readonly onPlace: (place: number) => void;
  readonly onPlay: (isPlaying: boolean) => void;
  /** Called to go forward; by default, `place` increases by one. */
  readonly onForward?: () => void;
  /** The text after the slider; by default the place and the count. */
  readonly text?: string;
}

export function Transport({ label, count, place, isPlaying, onPlace, onPlay, onForward, text }: Properties) {
  const go = (to: number): void => onPlace(Math.max(0, Math.min(count - 1, to)));
  return (
    <fieldset class="transport" aria-label={label}>
      <IconButton icon="first" label="First" isDisabled={place === 0} onClick={() => go(0)} />
      <IconButton icon="back" label="Back" isDisabled={place === 0} onClick={() => go(place - 1)} />
      <IconButton
        icon={isPlaying ? 'pause' : 'play'}
        label={isPlaying ? 'Pause' : 'Play'}
        onClick={() => onPlay(!isPlaying)}
      />
      <IconButton icon="forward" label="Forward" onClick={onForward ?? (() => go(place + 1))} />
      <input
        type="range"
        aria-label={label}
        min={1}
        max={Math.max(1, count)}
        value={place + 1}
        onInput={(event) => go(event.currentTarget.valueAsNumber - 1)}
      />
      <output>{text ?? (count === 0 ? 'no steps' : `${place + 1} of ${count}`)}</output>
    </fieldset>
  );
}

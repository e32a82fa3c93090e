// Playback controls for a sequence of steps.
import { IconButton } from './icon.tsx';

interface Properties {
  readonly label: string;
  readonly count: number;
  /** 0 for the first. */
  readonly index: number;
  readonly isPlaying: boolean;
  readonly onSeek: (index: number) => void;
  readonly onPlay: (isPlaying: boolean) => void;
  /** Called to go forward; by default, `index` increases by one. */
  readonly onForward?: () => void;
  /** The text after the slider; by default the number of the step and the count. */
  readonly text?: string;
}

export function Transport({ label, count, index, isPlaying, onSeek, onPlay, onForward, text }: Properties) {
  const go = (to: number): void => onSeek(Math.max(0, Math.min(count - 1, to)));
  return (
    <fieldset class="transport" aria-label={label}>
      <IconButton icon="first" label="First" isDisabled={index === 0} onClick={() => go(0)} />
      <IconButton icon="back" label="Back" isDisabled={index === 0} onClick={() => go(index - 1)} />
      <IconButton
        icon={isPlaying ? 'pause' : 'play'}
        label={isPlaying ? 'Pause' : 'Play'}
        onClick={() => onPlay(!isPlaying)}
      />
      <IconButton icon="forward" label="Forward" onClick={onForward ?? (() => go(index + 1))} />
      <input
        type="range"
        aria-label={label}
        min={1}
        max={Math.max(1, count)}
        value={index + 1}
        onInput={(event) => go(event.currentTarget.valueAsNumber - 1)}
      />
      <output>{text ?? (count === 0 ? 'no steps' : `${index + 1} of ${count}`)}</output>
    </fieldset>
  );
}

// Icons, drawn in a square of 16 units.
const paths = {
  undo: 'M5 3 2 6l3 3M2 6h7a4 4 0 0 1 0 8H6',
  redo: 'M11 3l3 3-3 3M14 6H7a4 4 0 0 0 0 8h3',
  link: 'M7 9a3 3 0 0 0 4 0l2-2a3 3 0 0 0-4-4L8 4M9 7a3 3 0 0 0-4 0L3 9a3 3 0 0 0 4 4l1-1',
  export: 'M8 2v8M5 7l3 3 3-3M3 13h10',
  import: 'M8 10V2M5 5l3-3 3 3M3 13h10',
  picture: 'M2 4h3l1-1.5h4L11 4h3v9H2zM8 11a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5',
  vectors: 'M3 13C3 6 13 10 13 3M1.5 11.5h3v3h-3zM11.5 1.5h3v3h-3z',
  code: 'M5.5 4 1.5 8l4 4M10.5 4l4 4-4 4',
  help: 'M5 6a3 3 0 1 1 4.2 2.8C8.2 9.3 8 9.8 8 10.8M8 13.6v.2',
  theme: 'M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12',
  first: 'M3 3v10M13 3 6 8l7 5z',
  back: 'M11 3 4 8l7 5z',
  forward: 'M5 3l7 5-7 5z',
  play: 'M4 2l9 6-9 6z',
  pause: 'M5 3v10M11 3v10',
  move: 'M8 2v12M2 8h12M8 2 6 4M8 2l2 2M8 14l-2-2M8 14l2-2M2 8l2-2M2 8l2 2M14 8l-2-2M14 8l-2 2',
  turn: 'M13 8a5 5 0 1 1-2-4M11 1v3H8',
  frame: 'M2 5V2h3M11 2h3v3M14 11v3h-3M5 14H2v-3',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}

interface Properties {
  readonly icon: IconName;
  readonly label: string;
  readonly isPressed?: boolean;
  readonly isDisabled?: boolean;
  /** Whether the label is shown beside the icon, if there is space. */
  readonly hasText?: boolean;
  readonly onClick: () => void;
}

/** A button with an icon; the label is its accessible name. */
export function IconButton({ icon, label, isPressed, isDisabled = false, hasText = false, onClick }: Properties) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon name={icon} />
      <span class={hasText ? 'text' : 'hidden'}>{label}</span>
    </button>
  );
}

// Input fields for numbers and choices.
import { useState } from 'preact/hooks';

interface NumberProperties {
  readonly label: string;
  readonly value: number;
  readonly unit?: string;
  readonly step?: number;
  /** Applies a value. Returns undefined, or if the value is invalid, a message that says why, which the field shows. */
  readonly onChange: (value: number) => string | undefined;
}

/** A number field, which shows why the last input is invalid. */
export function NumberField({ label, value, unit = '', step = 0.1, onChange }: NumberProperties) {
  const [problem, setProblem] = useState('');
  const take = (input: HTMLInputElement): void => {
    const wrong = input.value.trim() === '' ? 'a number is needed' : onChange(input.valueAsNumber);
    setProblem(wrong ?? '');
  };
  const shown = Number(value.toFixed(6));
  return (
    <label class="field">
      <span>
        {label} {unit && <small>{unit}</small>}
      </span>
      <input
        type="number"
        step={step}
        value={shown}
        data-shown={shown}
        aria-invalid={problem !== ''}
        title={problem}
        onChange={(event) => take(event.currentTarget)}
      />
      {problem && <em role="alert">{problem}</em>}
    </label>
  );
}

type Option = readonly [value: string, text: string, group?: string];

interface ChoiceProperties {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Option[];
  readonly onChange: (value: string) => void;
}

export function Choice({ label, value, choices, onChange }: ChoiceProperties) {
  const groups = [...new Set(choices.map(([, , group]) => group))];
  const options = (wanted: string | undefined) =>
    choices
      .filter(([, , group]) => group === wanted)
      .map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ));
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {groups.map((group) =>
          group === undefined ? (
            options(group)
          ) : (
            <optgroup key={group} label={group}>
              {options(group)}
            </optgroup>
          ),
        )}
      </select>
    </label>
  );
}

/** Buttons side by side, of which one is selected: for few choices. */
export function Segments({ label, value, choices, onChange }: ChoiceProperties) {
  return (
    <fieldset class="segments" aria-label={label}>
      {choices.map(([each, text]) => (
        <button key={each} type="button" aria-pressed={each === value} onClick={() => onChange(each)}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}

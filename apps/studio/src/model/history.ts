// Undo and redo: the earlier states, the present one, and the states that were undone.
import { computed, type ReadonlySignal, signal } from '@preact/signals';

/** The largest number of states that can be undone. */
const maxStates = 200;

export class History<State> {
  private readonly past = signal<readonly State[]>([]);
  private readonly future = signal<readonly State[]>([]);
  private readonly present;
  /** The state before the drag in progress. */
  private before: State | null = null;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;

  constructor(initial: State) {
    this.present = signal(initial);
    this.canUndo = computed(() => this.past.value.length > 0);
    this.canRedo = computed(() => this.future.value.length > 0);
  }

  get state(): ReadonlySignal<State> {
    return this.present;
  }

  /** Makes a change, which is undone in one step. */
  commit(next: State): void {
    this.keep(this.before ?? this.present.value);
    this.before = null;
    this.present.value = next;
  }

  /** Makes a change within a drag, which is undone as a whole; `endDrag` ends it. */
  preview(next: State): void {
    this.before ??= this.present.value;
    this.present.value = next;
  }

  endDrag(): void {
    if (this.before !== null) this.commit(this.present.value);
  }

  undo(): void {
    this.endDrag();
    const last = this.past.value.at(-1);
    if (last === undefined) return;
    this.past.value = this.past.value.slice(0, -1);
    this.future.value = [this.present.value, ...this.future.value];
    this.present.value = last;
  }

  redo(): void {
    const [next, ...rest] = this.future.value;
    if (next === undefined) return;
    this.past.value = [...this.past.value, this.present.value];
    this.future.value = rest;
    this.present.value = next;
  }

  private keep(state: State): void {
    this.past.value = [...this.past.value, state].slice(-maxStates);
    this.future.value = [];
  }
}

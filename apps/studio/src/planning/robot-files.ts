// The robot's files, apart from the session, whose code is loaded with the view.
import { signal } from '@preact/signals';
import type { GivenFile } from '../simulation/protocol.ts';

/** Files of the user; none for a built-in robot. They are not part of links. */
export const robotFiles = signal<readonly GivenFile[]>([]);

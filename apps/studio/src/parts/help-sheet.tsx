// The sheet of keys, and the glossary.
import { glossary } from '../model/glossary.ts';
import { Sheet } from './sheet.tsx';

const keys: readonly (readonly [keys: string, effect: string])[] = [
  ['?', 'this sheet'],
  ['Ctrl Z, Ctrl Y', 'undo, redo'],
  ['W A S D', 'turn the camera (on the picture)'],
  ['+ −', 'move the camera closer and farther'],
  ['F', 'show everything'],
  [
    'arrows, page up and down',
    'Query: move the chosen body by 5 cm, with shift rotate it by 5°; Planning: move the chosen gripper or obstacle by 2 cm; Robots: move the hand or the obstacle',
  ],
  ['← →, home, end, space', 'Minkowski, Simulation: step, first, last, play'],
  ['B O C H, T, delete, R', 'Simulation: add a box, ball, capsule or hull, throw a ball, remove a body, restart'],
  ['← →, home, end, space, + −, P', 'Lessons: step, play, change the speed, present'],
  ['home, end, space, enter', 'Planning: first, last, play, plan again'],
];

export function HelpSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Sheet title="Keys and terms" onClose={onClose}>
      <table class="keys">
        <tbody>
          {keys.map(([pressed, effect]) => (
            <tr key={pressed}>
              <th scope="row">{pressed}</th>
              <td>{effect}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="note">
        With the pointer: drag a body to move it, with shift to rotate it; drag the ground to turn the camera; drop
        files to open them. In a simulation, drag a body to push it.
      </p>
      <dl>
        {Object.entries(glossary).map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}

// Poses on the command line: a position, optionally with an orientation.
import { fromEuler } from 'proximal/math';
import { UsageError } from './outcome.ts';
import { readNumbers } from './shape-argument.ts';

const degree = Math.PI / 180;

export const poseHelp = {
  3: 'x,y,z in meters, optionally followed by roll,pitch,yaw in degrees or a quaternion qx,qy,qz,qw',
  2: 'x,y in meters, optionally followed by an angle in degrees',
};

/** A pose in the form that `readProblem` accepts. */
export function readPose(option: string, text: string | undefined, dimension: 2 | 3): object {
  if (text === undefined) return {};
  const numbers = readNumbers(text, `--${option}`);
  const { length } = numbers;
  const position = numbers.slice(0, dimension);
  if (length === dimension) return { position };
  if (dimension === 2 && length === 3) return { position, angle: numbers[2] * degree };
  if (dimension === 3 && length === 7) return { position, rotation: numbers.slice(3) };
  if (dimension === 3 && length === 6) {
    const [roll, pitch, yaw] = numbers.slice(3).map((angle) => angle * degree);
    return fromEuler(roll, pitch, yaw, 'ZYX', position);
  }
  throw new UsageError(`--${option} has ${length} numbers; give ${poseHelp[dimension]}.`);
}

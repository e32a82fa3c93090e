// A slider for each coordinate of a robot.
import type { Coordinate } from '../planning/protocol.ts';

interface Properties<Each extends Omit<Coordinate, 'index'>> {
  readonly coordinates: readonly Each[];
  readonly angleOf: (coordinate: Each) => number;
  /** @param isMoving whether the slider is still held */
  readonly onChange: (coordinate: Each, value: number, isMoving: boolean) => void;
}

export function JointSliders<Each extends Omit<Coordinate, 'index'>>({
  coordinates,
  angleOf,
  onChange,
}: Properties<Each>) {
  return (
    <div class="joints">
      {coordinates.map((coordinate) => {
        const { name, lower, upper, unit } = coordinate;
        const value = angleOf(coordinate);
        return (
          <label key={name} class="joint">
            <span>{name}</span>
            <input
              type="range"
              min={lower}
              max={upper}
              step="any"
              value={value}
              onInput={(event) => onChange(coordinate, event.currentTarget.valueAsNumber, true)}
              onChange={(event) => onChange(coordinate, event.currentTarget.valueAsNumber, false)}
            />
            <output>{unit === 'rad' ? `${((value * 180) / Math.PI).toFixed(0)}°` : `${value.toFixed(2)} m`}</output>
          </label>
        );
      })}
    </div>
  );
}

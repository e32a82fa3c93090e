// TypeScript source for tests written by fuzzers: numbers at full precision, shapes, poses.
import { fieldsOf, type ShapeSpec } from '../random/specs.ts';

/** The shortest decimal that parses to the same double, with the sign of a zero. */
export function numberSource(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

export function listSource(values: Iterable<number>): string {
  return `[${Array.from(values, numberSource).join(', ')}]`;
}

/** A pose as the fuzzer passes it: other forms would be normalized first. */
export function poseSource(pose: readonly number[]): string {
  return `new Float64Array(${listSource(pose)})`;
}

/** The shape by the functions of the library, and `customEllipsoid` for the fuzzer's own custom shapes. */
export function shapeSource(spec: ShapeSpec): string {
  const values = fieldsOf(spec).map(({ name }) => {
    const value = spec[name];
    if (typeof value === 'number') return { name, text: numberSource(value) };
    return { name, text: Array.isArray(value) ? listSource(value) : shapeSource(value as ShapeSpec) };
  });
  const [first, ...others] = values.map(({ text }) => text);
  if (spec.kind === 'custom') return `customEllipsoid(${first})`;
  if (spec.kind === 'transformed') {
    const map = values.slice(1).map(({ name, text }) => `${name}: ${text}`);
    return `transformed(${first}, { ${map.join(', ')} })`;
  }
  return `${spec.kind}(${first === undefined ? '' : [first, ...others].join(', ')})`;
}

/** Every function of the library that `shapeSource` calls. */
export function shapeFunctions(spec: ShapeSpec): string[] {
  const inner = fieldsOf(spec).flatMap(({ name, type }) =>
    type === 'shape' ? shapeFunctions(spec[name] as ShapeSpec) : [],
  );
  return [spec.kind, ...inner];
}

/** The fuzzer's custom shape, operation by operation as `ellipsoidSupport` computes it. */
export const customEllipsoidSource = `const customEllipsoid = ([rx, ry, rz]: number[]): Shape =>
  custom({
    support(dx, dy, dz, out) {
      const [x, y, z] = [rx * dx, ry * dy, rz * dz];
      const length = Math.sqrt(x * x + y * y + z * z);
      const scale = length > 0 ? 1 / length : 0;
      out.set([rx * x * scale, ry * y * scale, rz * z * scale]);
    },
    center: [0, 0, 0],
  });
`;

const width = 120;

/** A constant in readable lines; the formatter would break a long call into very many. */
export function constantSource(name: string, value: string, indent: string): string {
  const short = `${indent}const ${name} = ${value};`;
  if (short.length <= width) return short;
  const lines = [`${indent}// biome-ignore format: many numbers`];
  let line = `${indent}const ${name} =`;
  for (const word of `${value};`.split(' ')) {
    if (line.length + 1 + word.length > width) {
      lines.push(line);
      line = `${indent} `;
    }
    line += ` ${word}`;
  }
  return [...lines, line].join('\n');
}

/** An import with names in the linter's order: without regard to case, except that a name with an upper-case initial comes first. */
export function importSource(names: readonly string[], from: string): string {
  const key = (name: string): string => {
    const bare = name.replace('type ', '');
    const initial = bare[0].toLowerCase();
    return `${initial}${bare[0] === initial ? 1 : 0}${bare.slice(1).toLowerCase()}`;
  };
  const sorted = [...new Set(names)].sort((x, y) => (key(x) < key(y) ? -1 : 1));
  const short = `import { ${sorted.join(', ')} } from '${from}';`;
  if (short.length <= width) return short;
  return `import {\n${sorted.map((name) => `  ${name},\n`).join('')}} from '${from}';`;
}

/** Text as lines of a comment. */
export function commentSource(text: string, indent = ''): string {
  const lines: string[] = [];
  let line = `${indent}//`;
  for (const word of text.split(/\s+/)) {
    if (line.length + 1 + word.length > width && line.length > indent.length + 2) {
      lines.push(line);
      line = `${indent}//`;
    }
    line += ` ${word}`;
  }
  return [...lines, line].join('\n');
}

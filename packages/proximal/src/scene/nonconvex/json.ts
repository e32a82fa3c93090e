// Assemblies from plain data.
import { outOfRange, wrongType } from '../../check/argument.ts';
import type { Assembly, AssemblyJSON } from '../../shapes/assembly.ts';
import { fromJSON } from '../../shapes/json.ts';
import type { Geometry } from '../geometry.ts';
import { type CompoundPart, compound } from './compound.ts';
import { heightField } from './height-field.ts';
import { triangleMesh } from './triangle-mesh.ts';

const makers: Readonly<Record<string, (json: Record<string, unknown>) => Assembly>> = {
  compound: ({ parts }) => compound(Array.isArray(parts) ? parts.map(readPart) : (parts as never)),
  triangleMesh: ({ vertices, triangles }) => triangleMesh(list('vertices', vertices), list('triangles', triangles)),
  heightField: ({ heights, columns, rows, spacing }) =>
    heightField(list('heights', heights), { columns, rows, spacing } as never),
};

/**
 * Makes a compound, triangle mesh or height field from its JSON form. The data is checked.
 * @example
 * ```ts
 * assemblyFromJSON(compound([{ shape: sphere(1) }]).toJSON()).partCount; // 1
 * ```
 */
export function assemblyFromJSON(json: AssemblyJSON): Assembly {
  const where = 'assemblyFromJSON';
  if (typeof json !== 'object' || json === null)
    throw wrongType(where, 'json', json, "give an object like { version: 1, kind: 'compound', parts: … }");
  if (json.version !== 1)
    throw outOfRange(where, 'json.version', json.version, 'this copy of proximal reads version 1');
  if (!isAssemblyKind(json.kind))
    throw outOfRange(where, 'json.kind', json.kind, `give one of ${Object.keys(makers).join(', ')}`);
  return makers[json.kind](json);
}

function isAssemblyKind(kind: unknown): kind is string {
  return typeof kind === 'string' && Object.hasOwn(makers, kind);
}

/** A convex shape or an assembly, by its kind. */
export function geometryFromJSON(json: unknown): Geometry {
  const kind = (json as { kind?: unknown } | null | undefined)?.kind;
  return isAssemblyKind(kind) ? assemblyFromJSON(json as AssemblyJSON) : fromJSON(json as never);
}

function readPart(part: { shape?: unknown; pose?: unknown }, index: number): CompoundPart {
  return { shape: fromJSON(part?.shape as never), pose: list(`parts[${index}].pose`, part?.pose) };
}

/** Accepts arrays and typed arrays only: the `length` of other objects cannot be trusted. */
function list(name: string, value: unknown): ArrayLike<number> {
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return value as unknown as ArrayLike<number>;
  throw wrongType('assemblyFromJSON', `json.${name}`, value, 'give an array of numbers');
}

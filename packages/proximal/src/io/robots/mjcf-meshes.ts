// Meshes of the <asset> section of MJCF.
import { compose, inverse } from '../../math/pose.ts';
import type { Attributes } from './attributes.ts';
import type { LoadedMesh } from './files.ts';
import type { MeshInertia, MeshMass } from './mesh-mass.ts';
import type { Compiler } from './mjcf-compiler.ts';
import type { Defaults } from './mjcf-defaults.ts';
import { reportUnread } from './mjcf-known.ts';
import type { RobotWriter } from './writer.ts';
import type { XmlElement } from './xml.ts';

export interface MeshAsset {
  readonly attributes: Attributes;
  readonly file: string | undefined;
  /** The distribution of the mass; `'convex'`: over the hull. */
  readonly inertia: MeshInertia | 'convex';
  /** Computed for the first geom that uses it, and shared by the others; `mesh` only if it is given by vertices or moved by `refpos` or `refquat`. */
  readonly made: { mesh?: LoadedMesh; mass?: MeshMass };
}

const inertias = ['legacy', 'exact', 'convex', 'shell'] as const;

export function readMeshAssets(
  writer: RobotWriter,
  assets: readonly XmlElement[],
  defaults: Defaults,
  { meshFolder, stripPath }: Compiler,
): Map<string, MeshAsset> {
  const meshes = new Map<string, MeshAsset>();
  for (const element of assets.flatMap(({ children }) => children)) {
    if (element.name !== 'mesh') {
      writer.ignore(element, 'in <asset> is not read');
      continue;
    }
    const attributes = writer.attributes(element, defaults.of(element, undefined));
    const given = attributes.text('file');
    const path = stripPath ? given?.replace(/^.*[/\\]/, '') : given;
    const name = attributes.text('name') ?? path?.replace(/^.*\//, '').replace(/\.[^.]*$/, '');
    if (name === undefined) throw attributes.fail('a mesh needs a name or a file');
    const inertia = inertias.find((each) => each === (attributes.text('inertia') ?? 'legacy'));
    if (inertia === undefined) throw attributes.fail(`inertia is not one of ${inertias.join(', ')}`);
    reportUnread(writer, attributes);
    meshes.set(name, { attributes, file: path === undefined ? undefined : meshFolder + path, inertia, made: {} });
  }
  return meshes;
}

/** The mesh of a geom; null for a mesh file if meshes are to be skipped. */
export async function loadMeshOf(
  writer: RobotWriter,
  geom: Attributes,
  asset: MeshAsset,
  hasMass: boolean,
): Promise<LoadedMesh | null> {
  const { attributes, file, made } = asset;
  const factors = attributes.vector('scale', [1, 1, 1]);
  const isMoved = attributes.has('refpos') || attributes.has('refquat');
  const first = isMoved ? [1, 1, 1] : factors;
  if (attributes.has('vertex')) {
    made.mesh ??= geom.attempt(() => {
      const vertices = attributes.numbers('vertex', 12, 3_000_000) as number[];
      const mesh = writer.files.make(vertices, attributes.numbers('face', 0, 6_000_000) ?? [], first);
      return isMoved ? moved(writer, attributes, mesh, factors) : mesh;
    });
    return made.mesh;
  }
  if (file === undefined) throw attributes.fail('it has neither a file nor vertices');
  const mesh = await writer.mesh(geom.element, file, first, hasMass);
  if (!mesh || !isMoved) return mesh;
  made.mesh ??= geom.attempt(() => moved(writer, attributes, mesh, factors));
  return made.mesh;
}

/** A mesh in the frame of `refpos` and `refquat`, then scaled. */
function moved(
  writer: RobotWriter,
  attributes: Attributes,
  { surface: { vertices, triangles } }: LoadedMesh,
  factors: readonly number[],
): LoadedMesh {
  const [w, x, y, z] = attributes.vector('refquat', [1, 0, 0, 0]);
  const toReference = attributes.attempt(() =>
    inverse(compose({}, { position: attributes.vector('refpos', [0, 0, 0]), rotation: [x, y, z, w] })),
  );
  const points = new Float64Array(vertices.length);
  for (let k = 0; k < vertices.length; k += 3) {
    const pose = compose(toReference, { position: [vertices[k], vertices[k + 1], vertices[k + 2]] });
    points.set(pose.subarray(0, 3), k);
  }
  return writer.files.make(points, triangles, factors);
}

// Meshes of the <asset> section of MJCF.
import { compose, inverse } from '../../math/pose.ts';
import type { Attributes } from './attributes.ts';
import { type LoadedMesh, makeMesh } from './files.ts';
import type { MeshInertia } from './mesh-mass.ts';
import type { Compiler } from './mjcf-compiler.ts';
import type { Defaults } from './mjcf-defaults.ts';
import { reportUnread } from './mjcf-known.ts';
import type { RobotWriter } from './writer.ts';
import type { XmlElement } from './xml.ts';

export interface MeshAsset {
  readonly attributes: Attributes;
  readonly file: string | undefined;
  /** How mass is spread; `'convex'` over the hull. */
  readonly inertia: MeshInertia | 'convex';
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
    if (inertia === undefined) throw attributes.fail(`inertia is none of ${inertias.join(', ')}`);
    reportUnread(writer, attributes);
    meshes.set(name, { attributes, file: path === undefined ? undefined : meshFolder + path, inertia });
  }
  return meshes;
}

/** The mesh of a geom; null if meshes are to be skipped. */
export async function loadMeshOf(
  writer: RobotWriter,
  geom: Attributes,
  { attributes, file }: MeshAsset,
  hasMass: boolean,
): Promise<LoadedMesh | null> {
  const factors = attributes.vector('scale', [1, 1, 1]);
  const isMoved = attributes.has('refpos') || attributes.has('refquat');
  const vertex = attributes.numbers('vertex', 12, 3_000_000);
  if (!vertex && file === undefined) throw attributes.fail('it has neither a file nor vertices');
  const mesh = vertex
    ? geom.attempt(() =>
        makeMesh(vertex, attributes.numbers('face', 0, 6_000_000) ?? [], isMoved ? [1, 1, 1] : factors),
      )
    : await writer.mesh(geom.element, file as string, isMoved ? [1, 1, 1] : factors, hasMass);
  if (!mesh || !isMoved) return mesh;
  const [w, x, y, z] = attributes.vector('refquat', [1, 0, 0, 0]);
  const place = attributes.attempt(() =>
    inverse(compose({}, { position: attributes.vector('refpos', [0, 0, 0]), rotation: [x, y, z, w] })),
  );
  const { vertices, triangles } = mesh.surface;
  const moved = Array.from({ length: vertices.length / 3 }, (_, k) =>
    compose(place, { position: [vertices[3 * k], vertices[3 * k + 1], vertices[3 * k + 2]] }),
  );
  return geom.attempt(() =>
    makeMesh(
      moved.flatMap((pose) => [...pose.subarray(0, 3)]),
      triangles,
      factors,
    ),
  );
}

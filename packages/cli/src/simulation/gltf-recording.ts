// A recorded simulation as binary glTF: a node with a mesh for each body, and one animation.
import { type Buffer, Document, type Mesh, type Node, WebIO } from '@gltf-transform/core';
import type { Triangulation } from 'proximal/draw';
import { Draft } from '../files.ts';
import { type FrameFile, type RecordedBody, surfacesOf } from './frames.ts';

interface Track {
  readonly recorded: RecordedBody;
  readonly translations: number[];
  readonly rotations: number[];
}

export class GltfRecording implements FrameFile {
  private readonly draft: Draft;
  private readonly times: number[] = [];
  private readonly tracks: readonly Track[];

  constructor(
    path: string,
    private readonly bodies: readonly RecordedBody[],
  ) {
    this.draft = new Draft(path);
    this.tracks = bodies
      .filter(({ isStatic }) => !isStatic)
      .map((recorded) => ({ recorded, translations: [], rotations: [] }));
  }

  async write(time: number): Promise<void> {
    this.times.push(time);
    for (const { recorded, translations, rotations } of this.tracks) {
      const [x, y, z, ...quaternion] = recorded.body.pose;
      translations.push(x, y, z);
      // q and −q are the same rotation; viewers interpolate the shorter way only between numbers of one sign.
      const last = rotations.slice(-4);
      const isOpposite = last.reduce((sum, value, k) => sum + value * quaternion[k], 0) < 0;
      rotations.push(...quaternion.map((value) => (isOpposite ? -value : value)));
    }
  }

  async finish(): Promise<void> {
    const document = new Document();
    const buffer = document.createBuffer();
    // glTF has y up.
    const top = document.createNode('simulation').setRotation([-Math.SQRT1_2, 0, 0, Math.SQRT1_2]);
    document.createScene('simulation').addChild(top);
    const nodes = addNodes(document, buffer, top, this.bodies);
    if (this.times.length > 1) this.addAnimation(document, buffer, nodes);
    this.draft.write(await new WebIO().writeBinary(document));
    this.draft.finish();
  }

  discard(): void {
    this.draft.discard();
  }

  private addAnimation(document: Document, buffer: Buffer, nodes: ReadonlyMap<RecordedBody, Node>): void {
    const animation = document.createAnimation('simulation');
    const input = document.createAccessor().setType('SCALAR').setArray(Float32Array.from(this.times)).setBuffer(buffer);
    for (const { recorded, translations, rotations } of this.tracks) {
      const node = nodes.get(recorded) ?? null;
      const add = (path: 'translation' | 'rotation', type: 'VEC3' | 'VEC4', values: readonly number[]): void => {
        const output = document.createAccessor().setType(type).setArray(Float32Array.from(values)).setBuffer(buffer);
        const sampler = document.createAnimationSampler().setInput(input).setOutput(output).setInterpolation('LINEAR');
        const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler);
        animation.addSampler(sampler).addChannel(channel);
      };
      add('translation', 'VEC3', translations);
      add('rotation', 'VEC4', rotations);
    }
  }
}

/** A node for each body at its present pose, below `top`. */
function addNodes(
  document: Document,
  buffer: Buffer,
  top: Node,
  bodies: readonly RecordedBody[],
): ReadonlyMap<RecordedBody, Node> {
  return new Map(
    [...surfacesOf(bodies)].map(([recorded, surface]) => {
      const [x, y, z, qx, qy, qz, qw] = recorded.body.pose;
      const node = document.createNode(recorded.name).setTranslation([x, y, z]).setRotation([qx, qy, qz, qw]);
      // Points and segments have no triangles.
      if (surface.triangles.length > 0) node.setMesh(meshOf(document, buffer, recorded, surface));
      top.addChild(node);
      return [recorded, node];
    }),
  );
}

/** With a vertex for each corner of each triangle, so that viewers draw flat faces. */
function meshOf(
  document: Document,
  buffer: Buffer,
  { name, color }: RecordedBody,
  { vertices, triangles }: Triangulation,
): Mesh {
  const corners = Float32Array.from([...triangles].flatMap((k) => [...vertices.subarray(3 * k, 3 * k + 3)]));
  const position = document.createAccessor().setType('VEC3').setArray(corners).setBuffer(buffer);
  const material = document
    .createMaterial(name)
    .setBaseColorFactor([...color, 1])
    .setMetallicFactor(0)
    .setRoughnessFactor(0.8);
  const primitive = document.createPrimitive().setAttribute('POSITION', position).setMaterial(material);
  return document.createMesh(name).addPrimitive(primitive);
}

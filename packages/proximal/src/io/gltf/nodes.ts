import { hypot } from '../../math/hypot.ts';
import { rotationMatrix } from '../../math/linear/quaternion.ts';
import { identity, type Matrix4, multiply } from '../matrix.ts';
import { beyond } from '../source.ts';
import type { JsonObject } from './json-object.ts';

/** A mesh at its place in the scene. */
export interface PlacedMesh {
  readonly mesh: JsonObject;
  readonly name: string;
  /** The transformation from the mesh to the scene. */
  readonly matrix: Matrix4;
}

/** The meshes of the scene; without scenes, the meshes of all nodes below nodes without a parent; without nodes, all meshes, untransformed. */
export function placeMeshes(document: JsonObject): PlacedMesh[] {
  const count = document.list('nodes').length;
  if (count === 0) {
    return document.list('meshes').map((_, k) => {
      const mesh = document.item('meshes', k);
      return { mesh, name: mesh.text('name'), matrix: identity };
    });
  }
  const placed: PlacedMesh[] = [];
  // The format requires a strict tree: a node reached twice is in a cycle or has two parents.
  const reached = new Uint8Array(count);
  const waiting: { index: number; parent: Matrix4; from: string }[] = rootsOf(document)
    .map((index) => ({ index, parent: identity, from: 'scenes' }))
    .reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { index, parent, from } = next;
    if (reached[index]++) {
      const problem = `node ${index} is reached twice: a cycle, or a node with two parents`;
      throw document.source.failAtPath(from, `${problem}; the nodes must form a tree`);
    }
    const node = document.item('nodes', index);
    const matrix = multiply(parent, localMatrix(node));
    if (node.has('mesh')) placed.push(place(document, node, matrix));
    const children = references(document, node, 'children');
    for (let k = children.length - 1; k >= 0; k--) {
      waiting.push({ index: children[k], parent: matrix, from: `${node.path}.children[${k}]` });
    }
  }
  return placed;
}

function place(document: JsonObject, node: JsonObject, matrix: Matrix4): PlacedMesh {
  const mesh = document.referred('meshes', node, 'mesh');
  if (node.has('extensions') && node.object('extensions').has('EXT_mesh_gpu_instancing')) {
    throw node.fail('extensions', 'EXT_mesh_gpu_instancing is not read; export each copy as a node');
  }
  return { mesh, name: node.text('name') || mesh.text('name'), matrix };
}

/** The indices of the nodes that a list refers to. Throws if one of them is not a node of the file. */
function references(document: JsonObject, holder: JsonObject, key: string): number[] {
  const { length } = document.list('nodes');
  return holder.list(key).map((value, k) => {
    if (Number.isInteger(value) && (value as number) >= 0 && (value as number) < length) return value as number;
    throw holder.fail(`${key}[${k}]`, `is not a node: the file has ${length}, counted from 0; the file is damaged`);
  });
}

function rootsOf(document: JsonObject): number[] {
  if (document.list('scenes').length > 0) {
    const scene = document.has('scene') ? document.referred('scenes', document, 'scene') : document.item('scenes', 0);
    return references(document, scene, 'nodes');
  }
  const { length } = document.list('nodes');
  const isChild = new Uint8Array(length);
  for (let k = 0; k < length; k++) {
    for (const child of references(document, document.item('nodes', k), 'children')) isChild[child] = 1;
  }
  const roots = Array.from(isChild.keys()).filter((k) => !isChild[k]);
  if (roots.length === 0)
    throw document.fail('nodes', 'every node is the child of another; the nodes must form a tree');
  // Nodes on a cycle have no root above them.
  const reached = new Uint8Array(length);
  const waiting = [...roots];
  for (let k = waiting.pop(); k !== undefined; k = waiting.pop()) {
    if (reached[k]) continue;
    reached[k] = 1;
    waiting.push(...references(document, document.item('nodes', k), 'children'));
  }
  if (reached.includes(0)) throw document.fail('nodes', 'some nodes are not below a root; the nodes must form a tree');
  return roots;
}

function localMatrix(node: JsonObject): Matrix4 {
  if (node.has('matrix')) {
    const matrix = node.numbers('matrix', identity);
    if (matrix[3] !== 0 || matrix[7] !== 0 || matrix[11] !== 0 || matrix[15] !== 1) {
      throw node.fail('matrix', 'has a last row other than 0 0 0 1; it must be an affine map, stored by columns');
    }
    return matrix;
  }
  const [tx, ty, tz] = node.numbers('translation', [0, 0, 0]);
  const [sx, sy, sz] = node.numbers('scale', [1, 1, 1]);
  const given = node.numbers('rotation', [0, 0, 0, 1]);
  // Quaternions in files are rounded, often to single precision, so their norm is only nearly 1; they are normalized here.
  const size = hypot(...given);
  if (!(size > 0.5 && size < 2)) throw node.fail('rotation', 'is not a unit quaternion x y z w; the file is damaged');
  const [x, y, z, w] = given.map((value) => value / size);
  const r = rotationMatrix(x, y, z, w, new Float64Array(9));
  return [
    ...[r[0] * sx, r[3] * sx, r[6] * sx, 0],
    ...[r[1] * sy, r[4] * sy, r[7] * sy, 0],
    ...[r[2] * sz, r[5] * sz, r[8] * sz, 0],
    ...[tx, ty, tz, 1],
  ];
}

/** Throws if there are more meshes than the limit. */
export function checkMeshCount(document: JsonObject, count: number): void {
  const { maxMeshes } = document.source;
  if (count > maxMeshes) throw document.fail('nodes', beyond(count, 'meshes', maxMeshes, 'maxMeshes'));
}

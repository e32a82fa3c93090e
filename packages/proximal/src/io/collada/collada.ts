// COLLADA 1.4 and 1.5 (.dae): the geometries of the visual scene, or of the file if it has no scene, in meters and with z up.

import type { XmlElement } from '../../io/robots/xml.ts';
import { cos, sin } from '../../math/elementary.ts';
import { identity, isMirror, type Matrix4, multiply } from '../matrix.ts';
import type { Mesh } from '../mesh.ts';
import { MeshExtractor } from '../mesh-extractor.ts';
import { beyond, cleanName, type FileData, type ReadOptions, reading, Source } from '../source.ts';
import { ColladaDocument, childOf, childrenOf } from './document.ts';
import { type ColladaGeometry, GeometryReader } from './geometry.ts';

/** The largest number of nodes, copies by <instance_node> included. */
const maxNodes = 100_000;
/** The deepest nesting of nodes, which also ends cycles of <instance_node>. */
const deepest = 200;

/**
 * Reads a COLLADA file (.dae): a mesh for each use of a geometry in the scene, with the transforms of its nodes, in meters and with z up. Of a file
 * without a scene, reads all geometries. Polygons are triangulated in their plane. Skins, splines and polygons with holes are not read;
 * `options.onNotice` reports them.
 * @param data the file's text or bytes
 * @throws {@link FileError} with file, line and column, if the file is broken
 * @example
 * ```ts
 * const [stairs] = readCollada(readFileSync('stairs.dae'), { name: 'stairs.dae' });
 * ```
 */
export function readCollada(data: FileData, options?: ReadOptions): Mesh[] {
  return readColladaFrom(new Source('readCollada', 'dae', data, options));
}

/** @internal */
export function readColladaFrom(source: Source): Mesh[] {
  return reading(source, () => new ColladaReader(new ColladaDocument(source)).read());
}

class ColladaReader {
  private readonly meshes: Mesh[] = [];
  private readonly decoded = new Map<XmlElement, ColladaGeometry>();
  private nodeCount = 0;
  private vertexCount = 0;
  private triangleCount = 0;

  constructor(private readonly document: ColladaDocument) {}

  read(): Mesh[] {
    const { document } = this;
    const axes = this.axes();
    const scene = this.scene();
    if (scene) for (const node of childrenOf(scene, 'node')) this.node(node, axes, 0);
    else {
      for (const library of childrenOf(document.root, 'library_geometries'))
        for (const geometry of childrenOf(library, 'geometry')) this.addGeometry(geometry, '', axes);
    }
    if (this.meshes.length > 0) return this.meshes;
    throw document.source.fail('the scene has no triangles; export the model as a mesh of triangles');
  }

  /** From the file's unit and axes to meters and z up. */
  private axes(): Matrix4 {
    const { document } = this;
    const asset = childOf(document.root, 'asset');
    const unit = asset && childOf(asset, 'unit');
    const text = unit?.attributes.get('meter');
    const meter = text === undefined ? 1 : Number(text);
    if (unit && !(meter > 0 && meter < Infinity))
      throw document.fail(unit, `meter of <unit> is ${JSON.stringify(text?.slice(0, 40))}; give a positive number`);
    const up = asset && childOf(asset, 'up_axis');
    const axis = up?.text?.trim() ?? 'Y_UP';
    const m = meter;
    if (axis === 'Z_UP') return [m, 0, 0, 0, 0, m, 0, 0, 0, 0, m, 0, 0, 0, 0, 1];
    // x right, y up, z toward the viewer.
    if (axis === 'Y_UP') return [m, 0, 0, 0, 0, 0, m, 0, 0, -m, 0, 0, 0, 0, 0, 1];
    // x up, y to the left, z toward the viewer.
    if (axis === 'X_UP') return [0, 0, m, 0, -m, 0, 0, 0, 0, -m, 0, 0, 0, 0, 0, 1];
    throw document.fail(
      up as XmlElement,
      `<up_axis> is ${JSON.stringify(axis.slice(0, 40))}; it must be X_UP, Y_UP or Z_UP`,
    );
  }

  /** The scene that the document shows, or its first one. */
  private scene(): XmlElement | undefined {
    const { document } = this;
    const shown = childOf(document.root, 'scene');
    const instance = shown && childOf(shown, 'instance_visual_scene');
    if (instance) return document.referred(instance, 'url', 'visual_scene');
    const library = childOf(document.root, 'library_visual_scenes');
    return library && childOf(library, 'visual_scene');
  }

  private node(node: XmlElement, parent: Matrix4, depth: number): void {
    const { document } = this;
    if (depth > deepest) throw document.fail(node, `nodes are nested deeper than ${deepest}, or in a cycle`);
    if (++this.nodeCount > maxNodes) throw document.fail(node, `the scene has more than ${maxNodes} nodes`);
    let matrix = parent;
    for (const child of node.children) matrix = multiply(matrix, this.transform(child));
    const name = node.attributes.get('name') ?? node.attributes.get('id') ?? '';
    for (const child of node.children) {
      if (child.name === 'instance_geometry')
        this.addGeometry(document.referred(child, 'url', 'geometry'), name, matrix);
      else if (child.name === 'node') this.node(child, matrix, depth + 1);
      else if (child.name === 'instance_node') this.node(document.referred(child, 'url', 'node'), matrix, depth + 1);
      else if (child.name === 'instance_controller')
        document.source.notify(
          `<instance_controller> at line ${child.line}, a skin, is not read; export the model without it`,
        );
    }
  }

  /** The transformation of an element of a node; the identity for elements that are not transformations. */
  private transform(element: XmlElement): Matrix4 {
    const { document } = this;
    switch (element.name) {
      case 'matrix': {
        const rows = document.numbers(element, 16);
        if (rows[12] !== 0 || rows[13] !== 0 || rows[14] !== 0 || rows[15] !== 1)
          throw document.fail(
            element,
            '<matrix> has a last row other than 0 0 0 1; it must be an affine map, stored by rows',
          );
        return Array.from({ length: 16 }, (_, k) => rows[4 * (k % 4) + Math.floor(k / 4)]);
      }
      case 'translate':
        return [...identity.slice(0, 12), ...document.numbers(element, 3), 1];
      case 'scale': {
        const [x, y, z] = document.numbers(element, 3);
        return [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1];
      }
      case 'rotate':
        return this.rotation(element);
      case 'lookat':
      case 'skew':
        throw document.fail(element, `<${element.name}> is not read; export the transform as a matrix`);
      default:
        return identity;
    }
  }

  /** The rotation about an axis x y z by an angle in degrees, by Rodrigues' formula. */
  private rotation(element: XmlElement): Matrix4 {
    const [ax, ay, az, degrees] = this.document.numbers(element, 4);
    const size = Math.sqrt(ax * ax + ay * ay + az * az);
    if (!(size > 0 && size < Infinity)) throw this.document.fail(element, '<rotate> has an axis without direction');
    const [x, y, z] = [ax / size, ay / size, az / size];
    const angle = ((degrees % 360) * Math.PI) / 180;
    const [c, s] = [cos(angle), sin(angle)];
    const d = 1 - c;
    return [
      ...[c + d * x * x, d * x * y + s * z, d * x * z - s * y, 0],
      ...[d * x * y - s * z, c + d * y * y, d * y * z + s * x, 0],
      ...[d * x * z + s * y, d * y * z - s * x, c + d * z * z, 0],
      ...[0, 0, 0, 1],
    ];
  }

  /** Adds a mesh for one use of a geometry. */
  private addGeometry(geometry: XmlElement, name: string, matrix: Matrix4): void {
    const { source } = this.document;
    const decodedGeometry = this.decoded.get(geometry) ?? new GeometryReader(this.document, geometry).read();
    this.decoded.set(geometry, decodedGeometry);
    if (decodedGeometry.triangles.length === 0) return;
    this.vertexCount += decodedGeometry.vertices.length / 3;
    this.triangleCount += decodedGeometry.triangles.length / 3;
    const { maxVertices, maxTriangles, maxMeshes } = source;
    if (this.vertexCount > maxVertices)
      throw source.fail(beyond(this.vertexCount, 'vertices', maxVertices, 'maxVertices'));
    if (this.triangleCount > maxTriangles)
      throw source.fail(beyond(this.triangleCount, 'triangles', maxTriangles, 'maxTriangles'));
    if (this.meshes.length >= maxMeshes) throw source.fail(beyond(maxMeshes + 1, 'meshes', maxMeshes, 'maxMeshes'));
    const mesh = new MeshExtractor(decodedGeometry.vertices).extract(
      cleanName(name || decodedGeometry.name) || source.stem,
      decodedGeometry.triangles,
    );
    this.move(geometry, mesh, matrix);
    this.meshes.push(mesh);
  }

  /** Applies a transformation to a mesh in place, and reverses its triangles if the transformation mirrors. */
  private move(geometry: XmlElement, { vertices, triangles }: Mesh, m: Matrix4): void {
    for (let k = 0; k < vertices.length; k += 3) {
      const [x, y, z] = [vertices[k], vertices[k + 1], vertices[k + 2]];
      for (let axis = 0; axis < 3; axis++) {
        vertices[k + axis] = m[axis] * x + m[4 + axis] * y + m[8 + axis] * z + m[12 + axis];
        if (!Number.isFinite(vertices[k + axis]))
          throw this.document.fail(geometry, 'the transform of a node moves a vertex to infinity; it is damaged');
      }
    }
    if (!isMirror(m)) return;
    for (let k = 0; k < triangles.length; k += 3) {
      const second = triangles[k + 1];
      triangles[k + 1] = triangles[k + 2];
      triangles[k + 2] = second;
    }
  }
}

import { checkOptions, wrongType } from '../check/argument.ts';
import { shade } from '../draw/shading.ts';
import { type TriangulateOptions, triangulate } from '../draw/triangulate.ts';
import type { Body } from '../scene/body.ts';
import type { Geometry } from '../scene/geometry.ts';
import type { DebugLineOptions } from '../sim/world/debug-lines.ts';
import { World } from '../sim/world/world.ts';
import type { Classes, Disposable, Geometry3, ThreeClasses, ThreeObject, ThreeParent } from './classes.ts';
import { DebugObject } from './debug-object.ts';

/** Options of `WorldView`. */
export interface WorldViewOptions extends TriangulateOptions {
  /** The material of a body, which the view does not dispose. Default: a `MeshStandardMaterial` with a color by the body's id; gray if static. */
  readonly material?: (body: Body) => object;
  /** Whether debug lines are drawn, and which: see `World.debugLines`. Default false. */
  readonly debug?: boolean | DebugLineOptions;
}

const optionNames = ['tolerance', 'extent', 'material', 'debug'];
const staticColor = 0x94a3b8;
const colors = [0x3b82f6, 0xf59e0b, 0x10b981, 0xec4899, 0x8b5cf6, 0xef4444, 0x14b8a6, 0x84cc16];

/** A drawn body. */
interface Drawn {
  readonly object: ThreeObject;
  readonly shape: Geometry;
}

/** The triangles of a geometry, shared by the bodies that have it. */
interface Shared {
  readonly geometry: Geometry3;
  users: number;
}

/**
 * A world in a scene of three.js: a mesh for each body and link, at its pose. `sync` adds meshes for new bodies, removes the meshes of
 * removed bodies, replaces the meshes of bodies with a new shape, and moves all meshes.
 * @example
 * ```ts
 * import * as THREE from 'three';
 * const view = new WorldView(THREE, scene, world, { debug: true });
 * renderer.setAnimationLoop(() => {
 *   world.step();
 *   view.sync();
 *   renderer.render(scene, camera);
 * });
 * ```
 */
export class WorldView<Three extends ThreeClasses = ThreeClasses> {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'WorldView';

  /** Contains all objects of the view. */
  readonly group: InstanceType<Three['Group']>;
  /** The debug lines of the last `sync`; null if none are drawn. */
  private readonly lines: DebugObject | null;
  private readonly classes: Classes;
  private readonly drawn = new Map<Body, Drawn>();
  private readonly shared = new Map<Geometry, Shared>();
  private readonly materials = new Map<number, Disposable>();
  private readonly surface: TriangulateOptions;
  private readonly materialOf: (body: Body) => Disposable;

  /**
   * @param three the module: `import * as THREE from 'three'`
   * @param parent a scene or group of three.js
   */
  constructor(
    three: Three,
    private readonly parent: ThreeParent,
    readonly world: World,
    options: WorldViewOptions = {},
  ) {
    const where = 'WorldView';
    if (typeof three?.Mesh !== 'function')
      throw wrongType(where, 'three', three, "give the module: import * as THREE from 'three'");
    if (typeof parent?.add !== 'function')
      throw wrongType(where, 'parent', parent, 'give a scene or group of three.js');
    if (!(world instanceof World)) throw wrongType(where, 'world', world, 'give a World of this copy of proximal');
    checkOptions(where, 'options', options, optionNames);
    const { material, debug = false, ...surface } = options;
    if (material !== undefined && typeof material !== 'function')
      throw wrongType(where, 'options.material', material, 'give a function of a body');
    this.surface = surface;
    this.classes = three as unknown as Classes;
    this.materialOf = material ? (body) => material(body) as Disposable : (body) => this.defaultMaterial(body);
    const group = new this.classes.Group();
    this.group = group as InstanceType<Three['Group']>;
    this.lines = debug === false ? null : new DebugObject(this.classes, debug === true ? {} : debug);
    if (this.lines) group.add(this.lines.object as never);
    parent.add(group as never);
    this.sync();
  }

  /**
   * The mesh of a body; undefined until the first `sync` after the body was added, and from the first `sync` after it was removed.
   */
  objectOf(body: Body): InstanceType<Three['Mesh']> | undefined {
    return this.drawn.get(body)?.object as InstanceType<Three['Mesh']> | undefined;
  }

  /** Adds, removes, replaces and moves objects to match the bodies of the world. */
  sync(): void {
    const { scene } = this.world;
    for (const [body, { shape }] of this.drawn) if (body.scene !== scene || body.shape !== shape) this.discard(body);
    for (const body of scene.bodies) {
      const { object } = this.drawn.get(body) ?? this.draw(body);
      const [x, y, z, qx, qy, qz, qw] = body.current;
      object.position.set(x, y, z);
      object.quaternion.set(qx, qy, qz, qw);
    }
    this.lines?.update(this.world);
  }

  /** Removes all objects from the scene, and frees their memory on the graphics card. */
  dispose(): void {
    for (const body of [...this.drawn.keys()]) this.discard(body);
    for (const material of this.materials.values()) material.dispose();
    this.materials.clear();
    this.lines?.dispose();
    this.parent.remove(this.group as never);
  }

  private draw(body: Body): Drawn {
    const { shape } = body;
    let shared = this.shared.get(shape);
    if (!shared) {
      shared = { geometry: this.geometryOf(shape), users: 0 };
      this.shared.set(shape, shared);
    }
    shared.users++;
    const object = new this.classes.Mesh(shared.geometry, this.materialOf(body));
    object.name = body.name;
    this.groupAsParent.add(object as never);
    const drawn = { object, shape };
    this.drawn.set(body, drawn);
    return drawn;
  }

  private discard(body: Body): void {
    const { object, shape } = this.drawn.get(body) as Drawn;
    this.groupAsParent.remove(object as never);
    this.drawn.delete(body);
    const shared = this.shared.get(shape) as Shared;
    if (--shared.users > 0) return;
    shared.geometry.dispose();
    this.shared.delete(shape);
  }

  private get groupAsParent(): ThreeParent {
    return this.group as unknown as ThreeParent;
  }

  private geometryOf(shape: Geometry): Geometry3 {
    const { BufferGeometry, BufferAttribute } = this.classes;
    const { positions, normals } = shade(triangulate(shape, this.surface));
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(positions, 3));
    geometry.setAttribute('normal', new BufferAttribute(normals, 3));
    return geometry;
  }

  private defaultMaterial(body: Body): Disposable {
    const color = body.static ? staticColor : colors[body.id % colors.length];
    let cached = this.materials.get(color);
    if (!cached) {
      cached = new this.classes.MeshStandardMaterial({ color, roughness: 0.6 });
      this.materials.set(color, cached);
    }
    return cached;
  }
}

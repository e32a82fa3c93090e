// The part of three.js that a view uses. Users pass the module itself, so the library does not depend on it or on its version.

/** An `Object3D` of three.js. */
export interface ThreeObject {
  name: string;
  visible: boolean;
  readonly position: { set(x: number, y: number, z: number): unknown };
  readonly quaternion: { set(x: number, y: number, z: number, w: number): unknown };
}

/**
 * The part of three.js that `WorldView` uses: pass the module itself.
 * @example
 * ```ts
 * import * as THREE from 'three';
 * const classes: ThreeClasses = THREE;
 * ```
 */
export interface ThreeClasses {
  readonly Group: new () => ThreeObject;
  readonly Mesh: new (geometry: never, material: never) => ThreeObject;
  readonly LineSegments: new (geometry: never, material: never) => ThreeObject;
  readonly BufferGeometry: new () => object;
  readonly BufferAttribute: new (array: never, itemSize: number) => object;
  readonly MeshStandardMaterial: new (parameters: never) => object;
  readonly LineBasicMaterial: new (parameters: never) => object;
}

/** A scene or group of three.js, to which a view adds its objects. */
export interface ThreeParent {
  add(object: never): unknown;
  remove(object: never): unknown;
}

/** A material or geometry. */
export interface Disposable {
  dispose(): void;
}

export interface Geometry3 extends Disposable {
  setAttribute(name: string, attribute: Attribute): unknown;
  setDrawRange(start: number, count: number): void;
}

export interface Attribute {
  readonly array: Float32Array;
  needsUpdate: boolean;
}

/** The classes of `ThreeClasses`, with the types of the arguments that the view passes. */
export interface Classes {
  readonly Group: new () => ThreeObject & ThreeParent;
  readonly Mesh: new (geometry: Geometry3, material: Disposable) => ThreeObject;
  readonly LineSegments: new (geometry: Geometry3, material: Disposable) => ThreeObject & { frustumCulled: boolean };
  readonly BufferGeometry: new () => Geometry3;
  readonly BufferAttribute: new (array: Float32Array, itemSize: number) => Attribute;
  readonly MeshStandardMaterial: new (parameters: Readonly<Record<string, unknown>>) => Disposable;
  readonly LineBasicMaterial: new (parameters: Readonly<Record<string, unknown>>) => Disposable;
}

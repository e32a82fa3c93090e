// Messages between the page and the worker that decomposes meshes.

export interface DecomposeCommand {
  readonly vertices: Float64Array;
  readonly triangles: Uint32Array;
  /** In meters. */
  readonly tolerance: number;
  readonly maxParts: number;
}

/** A part as triangles that are small enough to color them by their distances from the solid. */
export interface DrawnPart {
  /** The center of its bounding box. */
  readonly center: readonly [number, number, number];
  /** Nine numbers for each triangle. */
  readonly corners: Float32Array;
  readonly vertexCount: number;
}

export interface FoundParts {
  readonly kind: 'found';
  readonly parts: readonly DrawnPart[];
  /** A proven upper bound of the distance of the parts' points from the solid, in meters. */
  readonly error: number;
  /** An upper bound of the distance of the solid's points from the parts, in meters. */
  readonly uncovered: number;
  /** The sum over the parts, in m³. */
  readonly volume: number;
  /** The sum of the signed volumes inside the shells of the mesh, in m³: cavities count as empty. Null if the mesh is open. */
  readonly solidVolume: number | null;
  readonly seconds: number;
  readonly notices: readonly string[];
}

/** Follows `FoundParts`: the distances take time on large meshes. */
export interface FoundErrors {
  readonly kind: 'errors';
  /** For each part, the distance of each corner from the solid, in meters; 0 inside. */
  readonly errors: readonly Float32Array[];
}

export type DecomposeReport =
  | { readonly kind: 'progress'; readonly fraction: number; readonly parts: number }
  | { readonly kind: 'failed'; readonly message: string }
  | FoundParts
  | FoundErrors;

// The surface of a body: its color, darker lines along its edges, and a pattern of two tones that shows how it spins.
import { FrontSide, MeshStandardMaterial, Vector3, type WebGLProgramParametersWithUniforms } from 'three';

/** `octants` alternate between the tones, for round bodies; `targets` are discs at the centers of a box's faces. */
export type Marking = 'none' | 'octants' | 'targets';

const markings: readonly Marking[] = ['none', 'octants', 'targets'];

const vertexHead = `
attribute vec3 edge;
varying vec3 vEdge;
varying vec3 vBody;`;
const vertexBody = `
vEdge = edge;
vBody = position;`;

/** `vEdge` has the distances to the three sides of the triangle, in meters: large for sides that are no edges. */
const fragmentHead = `
varying vec3 vEdge;
varying vec3 vBody;
uniform vec3 extents;
uniform int marking;
vec3 side(vec3 x) { return clamp(x / max(fwidth(x), 1e-9), -1.0, 1.0); }
float tone() {
  if (marking == 0) return 0.0;
  if (marking == 1) {
    vec3 s = side(vBody);
    return 0.5 + 0.5 * s.x * s.y * s.z;
  }
  vec3 relative = abs(vBody) / extents;
  bool isX = relative.x >= max(relative.y, relative.z);
  bool isY = !isX && relative.y >= relative.z;
  vec2 p = isX ? vBody.yz : isY ? vBody.zx : vBody.xy;
  vec2 size = isX ? extents.yz : isY ? extents.zx : extents.xy;
  float inside = 0.42 * min(size.x, size.y) - length(p);
  float width = max(max(fwidth(p.x), fwidth(p.y)), 1e-9);
  vec2 s = clamp(p / width, -1.0, 1.0);
  return clamp(inside / width + 0.5, 0.0, 1.0) * (0.5 + 0.5 * s.x * s.y);
}
float edgeLine() {
  vec3 pixels = vEdge / max(fwidth(vEdge), 1e-9);
  return 1.0 - smoothstep(0.5, 1.6, min(pixels.x, min(pixels.y, pixels.z)));
}`;
const fragmentBody = `
diffuseColor.rgb *= (1.0 - 0.2 * tone()) * (1.0 - 0.5 * edgeLine());`;

export class BodyMaterial extends MeshStandardMaterial {
  private readonly shape = { marking: { value: 0 }, extents: { value: new Vector3(1, 1, 1) } };

  constructor(color = '#ffffff', opacity = 1) {
    super({ color, opacity, transparent: opacity < 1, roughness: 0.75, side: FrontSide });
  }

  /** @param extents half the size of the body along its axes, in meters */
  mark(marking: Marking, extents: readonly number[]): this {
    this.shape.marking.value = markings.indexOf(marking);
    this.shape.extents.value.fromArray([...extents]);
    return this;
  }

  override copy(source: BodyMaterial): this {
    super.copy(source);
    this.shape.marking.value = source.shape.marking.value;
    this.shape.extents.value.copy(source.shape.extents.value);
    return this;
  }

  override onBeforeCompile(shader: WebGLProgramParametersWithUniforms): void {
    Object.assign(shader.uniforms, this.shape);
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', `#include <common>${vertexHead}`)
      .replace('#include <begin_vertex>', `#include <begin_vertex>${vertexBody}`);
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', `#include <common>${fragmentHead}`)
      .replace('#include <color_fragment>', `#include <color_fragment>${fragmentBody}`);
  }

  override customProgramCacheKey(): string {
    return 'body';
  }
}

// The floor: a grid that fades with the distance, and the shadows on it.
import { Color, Mesh, PlaneGeometry, ShadowMaterial, type WebGLProgramParametersWithUniforms } from 'three';

/** The floor is drawn up to this many times the distance of the camera from its target. */
const reach = 3;
/** About how many squares of the grid lie between the camera and its target. */
const squares = 7;

const vertexHead = `
varying vec3 vFloor;`;
const vertexBody = `
vFloor = (modelMatrix * vec4(position, 1.0)).xyz;`;
const fragmentHead = `
varying vec3 vFloor;
uniform vec3 lineColor;
uniform vec2 middle;
uniform float square;
uniform float fine;
uniform float radius;
float lines(float size) {
  vec2 at = vFloor.xy / size;
  vec2 width = fwidth(at);
  vec2 near = abs(fract(at - 0.5) - 0.5) / max(width, 1e-9);
  float density = clamp(0.25 / max(width.x, width.y) - 0.5, 0.0, 1.0);
  return density * (1.0 - smoothstep(0.0, 1.0, min(near.x, near.y)));
}`;
const fragmentBody = `
float fade = 1.0 - smoothstep(0.1, 1.0, distance(vFloor.xy, middle) / radius);
float line = fade * max(0.9 * lines(10.0 * square), 0.65 * fine * lines(square));
float dark = fade * gl_FragColor.a;
float alpha = dark + (1.0 - dark) * line;
gl_FragColor = vec4(lineColor * (1.0 - dark) * line / max(alpha, 1e-4), alpha);`;

export class Floor {
  readonly mesh: Mesh<PlaneGeometry, ShadowMaterial>;
  private readonly uniforms = {
    lineColor: { value: new Color() },
    middle: { value: [0, 0] },
    square: { value: 1 },
    fine: { value: 1 },
    radius: { value: 1 },
  };

  constructor() {
    const material = new ShadowMaterial({ depthWrite: false });
    material.onBeforeCompile = (shader: WebGLProgramParametersWithUniforms) => {
      Object.assign(shader.uniforms, this.uniforms);
      shader.vertexShader = shader.vertexShader
        .replace('#include <common>', `#include <common>${vertexHead}`)
        .replace('#include <worldpos_vertex>', `#include <worldpos_vertex>${vertexBody}`);
      shader.fragmentShader = shader.fragmentShader
        .replace('#include <common>', `#include <common>${fragmentHead}`)
        .replace('#include <tonemapping_fragment>', `${fragmentBody}\n#include <tonemapping_fragment>`);
    };
    this.mesh = new Mesh(new PlaneGeometry(2, 2), material);
    this.mesh.receiveShadow = true;
    // Behind all other transparent objects.
    this.mesh.renderOrder = -1;
  }

  set height(height: number) {
    this.mesh.position.z = height;
  }

  setColors(line: string, isDark: boolean): void {
    this.uniforms.lineColor.value.set(line);
    this.mesh.material.opacity = isDark ? 0.5 : 0.26;
  }

  /** Places the floor under a camera's target. The squares of the grid are powers of ten, in meters, and change gradually. */
  follow(target: { readonly x: number; readonly y: number }, distance: number): void {
    const level = Math.log10(distance / squares);
    this.uniforms.square.value = 10 ** Math.floor(level);
    this.uniforms.fine.value = 1 - (level - Math.floor(level));
    this.uniforms.middle.value = [target.x, target.y];
    this.uniforms.radius.value = reach * distance;
    this.mesh.position.set(target.x, target.y, this.mesh.position.z);
    this.mesh.scale.set(reach * distance, reach * distance, 1);
    this.mesh.updateMatrixWorld();
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

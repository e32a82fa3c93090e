// A world drawn with three.js, and whether its objects match it. The page posts the outcome.
import { box, halfspace, sphere } from 'proximal';
import { compound } from 'proximal/scene';
import { World } from 'proximal/sim';
import { WorldView } from 'proximal/three';
import * as THREE from 'three';

export interface DrawnWorld {
  /** The names of the meshes after each stage. */
  readonly names: readonly string[][];
  /** Position and quaternion of the mesh of each body at the end, as decimals; 'none' for a body without a mesh. */
  readonly poses: readonly string[];
  /** The number of debug lines. */
  readonly lineCount: number;
  /** Whether debug lines contain a corner of the box. */
  readonly hasLines: boolean;
  /** The colors in the middle of the canvas with and without the box in front of it; null without a canvas or WebGL. */
  readonly pixels: readonly (readonly number[])[] | null;
  /** Whether `dispose` has removed the group from the scene and the meshes from the group. */
  readonly isGone: boolean;
}

/** Stages: a box and a ball above a floor; 30 steps later, with a compound and another ball; another 30 steps later, without the first ball. */
export function drawWorld(canvas: HTMLCanvasElement | null): DrawnWorld {
  const world = new World({ timeStep: 1 / 60, substeps: 4 });
  world.add(halfspace(), { type: 'static', name: 'floor' });
  const crate = world.add(box(0.5, 0.5, 0.5), { name: 'crate', pose: { position: [0, 0, 0.7] } });
  const ball = world.add(sphere(0.3), { name: 'ball', pose: { position: [2, 0, 1] } });
  const scene = new THREE.Scene();
  const view = new WorldView(THREE, scene, world, { debug: true, extent: 5 });
  const meshes = (): THREE.Mesh[] => view.group.children.filter((object) => object instanceof THREE.Mesh);
  const names: string[][] = [];
  const recordNames = (): void => {
    view.sync();
    names.push(meshes().map(({ name }) => name));
  };
  recordNames();
  const pair = compound([{ shape: box(0.1, 0.1, 0.1) }, { shape: sphere(0.1), pose: { position: [0, 0, 0.2] } }]);
  world.add(pair, { type: 'static', name: 'pair', pose: { position: [0, 3, 0.1], rotation: [0, 0, 1, 0] } });
  world.add(sphere(0.3), { name: 'other ball', pose: { position: [-2, 0, 2] } });
  for (let k = 0; k < 30; k++) world.step();
  recordNames();
  ball.remove();
  for (let k = 0; k < 30; k++) world.step();
  recordNames();
  const poses = world.scene.bodies.map((body) => {
    const mesh = view.objectOf(body);
    return mesh ? [...mesh.position.toArray(), ...mesh.quaternion.toArray()].join(' ') : 'none';
  });
  const lines = view.group.children.find((object) => object instanceof THREE.LineSegments) as THREE.LineSegments;
  const positions = lines.geometry.getAttribute('position');
  const { count } = lines.geometry.drawRange;
  const corner = new THREE.Vector3(0.5, 0.5, 0.5).applyMatrix4(matrixOf(view.objectOf(crate.body)));
  const hasLines = Array.from({ length: count }, (_, k) =>
    new THREE.Vector3().fromBufferAttribute(positions, k).distanceTo(corner),
  ).some((distance) => distance < 1e-6);
  const pixels = canvas ? render(canvas, scene, () => crate.remove(), view) : null;
  view.dispose();
  return {
    names,
    poses,
    lineCount: count / 2,
    hasLines,
    pixels,
    isGone: !scene.children.includes(view.group) && view.group.children.length === 1,
  };
}

function matrixOf(mesh: THREE.Mesh | undefined): THREE.Matrix4 {
  mesh?.updateMatrixWorld();
  return mesh?.matrixWorld ?? new THREE.Matrix4();
}

/** The color in the middle of the canvas before and after a change; null without WebGL. */
function render(
  canvas: HTMLCanvasElement,
  scene: THREE.Scene,
  change: () => void,
  view: { sync(): void },
): number[][] | null {
  const context = canvas.getContext('webgl2', { preserveDrawingBuffer: true });
  if (!context) return null;
  const renderer = new THREE.WebGLRenderer({ canvas, context });
  const camera = new THREE.PerspectiveCamera(40, 1, 0.1, 100);
  camera.up.set(0, 0, 1);
  camera.position.set(0, -6, 0.8);
  camera.lookAt(0, 0, 0.8);
  scene.add(new THREE.HemisphereLight(0xffffff, 0x808080, 3));
  const pixel = (): number[] => {
    renderer.render(scene, camera);
    const out = new Uint8Array(4);
    context.readPixels(canvas.width / 2, canvas.height / 2, 1, 1, context.RGBA, context.UNSIGNED_BYTE, out);
    return [...out];
  };
  const before = pixel();
  change();
  view.sync();
  return [before, pixel()];
}

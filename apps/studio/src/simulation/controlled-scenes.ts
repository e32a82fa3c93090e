// The scenes with a controller. Only the worker loads them, since they need more of the library than the page.
import type { Source } from './protocol.ts';
import { type Loaded, load } from './robots.ts';
import { handScene, heldRobot, lineScene, soloScene, swingUpScene, throwScene } from './scenes.ts';

/** The scene or the files of a source. Code of a controller is loaded with its scene, and is not part of the first download. */
export async function loadSource(source: Source, onProgress: (text: string) => void): Promise<Loaded> {
  const { files, scene, roughness, command } = source;
  if (files.length > 0) return load(source);
  const robot = heldRobot(scene);
  if (robot !== null) return (await import('./held.ts')).held(robot, command);
  if (scene === swingUpScene.name) return (await import('./swing-up.ts')).swingUp(swingUpScene.title);
  if (scene === soloScene.name) return (await import('./solo.ts')).solo(soloScene.title, roughness);
  if (scene === throwScene.name) return (await import('./throw.ts')).throwing(throwScene.title, onProgress);
  if (scene === lineScene.name) return (await import('./line.ts')).pushing(lineScene.title);
  if (scene === handScene.name) return (await import('./hand.ts')).turning(handScene.title, onProgress);
  return load(source);
}

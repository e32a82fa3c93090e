// `proximal/three` in real browsers: the objects of a scene of three.js follow a world.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DrawnWorld, drawWorld } from './browser/three.ts';
import { browsers, executableOf, needsBrowser } from './support/browsers.ts';
import { bundleForPages } from './support/bundles.ts';
import { removeFolder } from './support/folders.ts';
import { type PageServer, servePage } from './support/page-server.ts';

const names = [
  ['floor', 'crate', 'ball'],
  ['floor', 'crate', 'ball', 'pair', 'other ball'],
  ['floor', 'crate', 'pair', 'other ball'],
];

let inNode: DrawnWorld;

beforeAll(() => {
  inNode = drawWorld(null);
});

describe('in Node, without a renderer', () => {
  it('adds, moves and removes objects with the bodies of the world', () => {
    expect(inNode.names).toEqual(names);
    expect(inNode.hasLines).toBe(true);
    expect(inNode.isGone).toBe(true);
    // The crate rests on the floor; the compound is turned about z by half a turn.
    const [floor, crate, pair] = inNode.poses.map((pose) => pose.split(' ').map(Number));
    expect(floor).toEqual([0, 0, 0, 0, 0, 0, 1]);
    expect(crate[2]).toBeCloseTo(0.5, 3);
    expect(pair).toEqual([0, 3, 0.1, 0, 0, 1, 0]);
  });
});

describe('on a page', () => {
  let bundles: string;
  let server: PageServer;

  beforeAll(async () => {
    bundles = await bundleForPages('three', { page: 'test/browser/three-page.ts' });
    server = await servePage(bundles, () => undefined);
  });

  afterAll(async () => {
    await server?.close();
    removeFolder(bundles);
  });

  for (const each of browsers) {
    it(`${each.name}: objects match the world, and are drawn`, needsBrowser(each), async () => {
      const browser = await each.launch(executableOf(each));
      try {
        const report = server.report(`browser=${each.name}`);
        await browser.open(`${server.address}/?browser=${each.name}`);
        const { pixels, ...outcome } = (await report) as DrawnWorld & { error?: string };
        expect(outcome.error).toBeUndefined();
        const { pixels: _none, ...expected } = inNode;
        expect(outcome).toEqual(expected);
        // Firefox has no WebGL without a display.
        if (each.name === 'Firefox' && pixels === null) return;
        // The crate is in front of a black background.
        expect(pixels?.[0].slice(0, 3).some((value) => value > 60)).toBe(true);
        expect(pixels?.[1].slice(0, 3)).toEqual([0, 0, 0]);
      } finally {
        await browser.close();
      }
    });
  }
});

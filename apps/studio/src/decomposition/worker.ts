// The worker's task `decomposition`: decomposes a mesh, and computes the distances of its parts' surfaces from the solid.
import { decompose, triangleMesh } from 'proximal/scene';
import { drawnPart } from './drawn-part.ts';
import type { DecomposeCommand, DecomposeReport } from './protocol.ts';
import { SolidProbe } from './solid-probe.ts';

/** Milliseconds between two reports of progress. */
const reportInterval = 80;

function post(report: DecomposeReport): void {
  postMessage(report);
}

/** Posts the parts first, and then their errors. */
function run({ vertices, triangles, tolerance, maxParts }: DecomposeCommand): void {
  const start = performance.now();
  let last = start;
  const found = decompose(
    { vertices, triangles },
    {
      tolerance,
      maxParts,
      onProgress: ({ fraction, parts }) => {
        const now = performance.now();
        if (now - last < reportInterval) return;
        last = now;
        post({ kind: 'progress', fraction, parts });
      },
    },
  );
  const seconds = (performance.now() - start) / 1000;
  const mesh = triangleMesh(vertices, triangles);
  const probe = new SolidProbe(mesh, vertices, triangles);
  const parts = found.parts.map((part) => drawnPart(part, probe.diagonal));
  post({
    kind: 'found',
    parts,
    error: found.error,
    uncovered: found.uncovered,
    volume: found.parts.reduce((sum, { volume }) => sum + volume, 0),
    solidVolume: volumeOf(mesh),
    seconds,
    notices: found.notices,
  });
  post({ kind: 'errors', errors: parts.map(({ corners }) => probe.distances(corners)) });
}

/** The sum of the signed volumes inside the shells of a mesh, in m³; null if the mesh is open. */
function volumeOf(mesh: ReturnType<typeof triangleMesh>): number | null {
  try {
    return mesh.massProperties().volume;
  } catch {
    return null;
  }
}

export function decomposeMessage({ data }: MessageEvent<DecomposeCommand>): void {
  try {
    run(data);
  } catch (error) {
    post({ kind: 'failed', message: error instanceof Error ? error.message.replace(/^\w+: /, '') : String(error) });
  }
}

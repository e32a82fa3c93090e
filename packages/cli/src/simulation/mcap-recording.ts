// A recorded simulation as MCAP, the log format of Foxglove and ROS 2: messages in JSON with Foxglove's schemas.
import { McapWriter } from '@mcap/core';
import type { SimulationPart, Simulator } from 'proximal/sim';
import { Draft } from '../files.ts';
import * as schemas from './foxglove-schemas.ts';
import { type FrameFile, type RecordedBody, surfacesOf } from './frames.ts';
import { contactRows, stateRows } from './recorder.ts';

/** The frame of the world's coordinates. */
const world = 'world';

const channels = {
  transforms: { topic: '/tf', schema: schemas.frameTransforms },
  scene: { topic: '/scene', schema: schemas.sceneUpdate },
  state: { topic: '/state', schema: schemas.state },
  contacts: { topic: '/contacts', schema: schemas.contacts },
} as const;

export class McapRecording implements FrameFile {
  private readonly draft: Draft;
  private readonly writer: McapWriter;
  private readonly ids = new Map<string, number>();
  private readonly states;
  private size = 0n;
  private sequence = 0;

  constructor(
    path: string,
    private readonly simulator: Simulator,
    parts: readonly SimulationPart[],
    private readonly bodies: readonly RecordedBody[],
  ) {
    this.draft = new Draft(path);
    this.states = stateRows(simulator, parts);
    this.writer = new McapWriter({
      writable: {
        position: () => this.size,
        write: async (bytes: Uint8Array) => {
          this.draft.write(bytes);
          this.size += BigInt(bytes.length);
        },
      },
    });
  }

  async write(time: number): Promise<void> {
    if (this.sequence === 0) await this.start(time);
    const timestamp = stamp(time);
    await this.send('transforms', time, {
      transforms: this.bodies.map(({ name, body }) => ({
        timestamp,
        parent_frame_id: world,
        child_frame_id: name,
        ...transform(body.pose),
      })),
    });
    await this.send('state', time, this.states.object());
    const contacts = this.simulator.report().contacts.map((contact) => contactRows.object({ time, contact }));
    await this.send('contacts', time, { contacts });
  }

  async finish(): Promise<void> {
    await this.writer.end();
    this.draft.finish();
  }

  discard(): void {
    this.draft.discard();
  }

  private async start(time: number): Promise<void> {
    await this.writer.start({ profile: '', library: 'proximal' });
    for (const [name, { topic, schema }] of Object.entries(channels)) {
      const data = encode(schema);
      const schemaId = await this.writer.registerSchema({ name: schema.title, encoding: 'jsonschema', data });
      const channel = { schemaId, topic, messageEncoding: 'json', metadata: new Map<string, string>() };
      this.ids.set(name, await this.writer.registerChannel(channel));
    }
    await this.send('scene', time, { deletions: [], entities: this.entities(time) });
  }

  /** The surfaces in the frames of their bodies: transforms move them. */
  private entities(time: number): object[] {
    return [...surfacesOf(this.bodies)].map(([{ name, color }, { vertices, triangles }]) => ({
      timestamp: stamp(time),
      frame_id: name,
      id: name,
      lifetime: { sec: 0, nsec: 0 },
      frame_locked: true,
      metadata: [],
      ...{ arrows: [], cubes: [], spheres: [], cylinders: [], lines: [], texts: [], models: [] },
      triangles: [
        {
          pose: { position: { x: 0, y: 0, z: 0 }, orientation: { x: 0, y: 0, z: 0, w: 1 } },
          points: Array.from({ length: vertices.length / 3 }, (_, k) => point(vertices.subarray(3 * k))),
          color: { r: color[0], g: color[1], b: color[2], a: 1 },
          colors: [],
          indices: [...triangles],
        },
      ],
    }));
  }

  private async send(name: keyof typeof channels, time: number, message: object): Promise<void> {
    const at = BigInt(Math.round(1e9 * time));
    const channelId = this.ids.get(name) ?? 0;
    this.sequence++;
    await this.writer.addMessage({
      channelId,
      sequence: this.sequence,
      logTime: at,
      publishTime: at,
      data: encode(message),
    });
  }
}

const encode = (content: object): Uint8Array => new TextEncoder().encode(JSON.stringify(content));

const point = ([x, y, z]: ArrayLike<number> & Iterable<number>) => ({ x, y, z });

function transform([x, y, z, qx, qy, qz, qw]: Iterable<number> & ArrayLike<number>) {
  return { translation: { x, y, z }, rotation: { x: qx, y: qy, z: qz, w: qw } };
}

function stamp(time: number): { sec: number; nsec: number } {
  const nanoseconds = Math.round(1e9 * time);
  return { sec: Math.floor(nanoseconds / 1e9), nsec: nanoseconds % 1e9 };
}

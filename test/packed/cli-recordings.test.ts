// Recorded simulations as glTF and MCAP, read by other programs than those that wrote them.
import { readFileSync } from 'node:fs';
import jsonSchemas from '@foxglove/schemas/jsonschema.js';
import { McapStreamReader } from '@mcap/core';
import { validateBytes } from 'gltf-validator';
import { makeSimulation, startSimulation } from 'proximal/sim';
import { AnimationMixer, type Object3D, Quaternion, Vector3 } from 'three';
import { type GLTF, GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PackedCommand } from '../support/packed-command.ts';

let command: PackedCommand;
/** The poses of the body of `falling-box` after each step of 1/240 s, by the library. */
const poses: number[][] = [];
let name: string;

beforeAll(() => {
  command = new PackedCommand();
  const words = ['simulate', 'falling-box', '-s', '0.5', '--every', '0', '--gltf', 'run.glb', '--mcap', 'run.mcap'];
  expect(command.run(...words)).toMatchObject({ status: 0, stderr: '' });
  const { simulator, parts } = startSimulation(makeSimulation('falling-box'));
  const moving = parts.find(({ kind }) => kind === 'body') as (typeof parts)[number];
  name = moving.name;
  poses.push([...moving.bodies[0].pose]);
  for (let k = 0; k < 120; k++) {
    simulator.step();
    poses.push([...moving.bodies[0].pose]);
  }
});

afterAll(() => command?.remove());

describe('a simulation as glTF', () => {
  it('is valid for the validator of the format', async () => {
    const { issues } = await validateBytes(new Uint8Array(readFileSync(command.path('run.glb'))));
    expect(issues.messages.filter(({ severity }: { severity: number }) => severity < 2)).toEqual([]);
  });

  it('moves in three.js as in the simulator', async () => {
    const bytes = readFileSync(command.path('run.glb'));
    const data = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
    const { scene, animations } = await new Promise<GLTF>((resolve, reject) =>
      new GLTFLoader().parse(data, '', resolve, reject),
    );
    const mixer = new AnimationMixer(scene);
    mixer.clipAction(animations[0]).play();
    const node = scene.getObjectByName(name.replaceAll(' ', '_')) as Object3D;
    for (const step of [0, 30, 77, 119]) {
      mixer.setTime(step / 240);
      scene.updateMatrixWorld(true);
      const [position, rotation] = [node.getWorldPosition(new Vector3()), node.getWorldQuaternion(new Quaternion())];
      // z up to y up: (x, y, z) is (x, z, −y).
      const [x, y, z, ...quaternion] = poses[step];
      [x, z, -y].forEach((value, k) => {
        expect(position.toArray()[k]).toBeCloseTo(value, 5);
      });
      const turned = new Quaternion(-Math.SQRT1_2, 0, 0, Math.SQRT1_2).multiply(new Quaternion(...quaternion));
      expect(Math.abs(rotation.dot(turned))).toBeCloseTo(1, 5);
    }
  });
});

describe('a simulation as MCAP', () => {
  const messages: { topic: string; schema: string; time: bigint; content: ReturnType<typeof JSON.parse> }[] = [];
  const schemas = new Map<string, ReturnType<typeof JSON.parse>>();

  beforeAll(() => {
    const reader = new McapStreamReader();
    reader.append(readFileSync(command.path('run.mcap')));
    const [topics, names] = [new Map<number, [string, number]>(), new Map<number, string>()];
    const text = (data: Uint8Array): string => new TextDecoder().decode(data);
    for (let record = reader.nextRecord(); record; record = reader.nextRecord()) {
      if (record.type === 'Schema') {
        names.set(record.id, record.name);
        schemas.set(record.name, JSON.parse(text(record.data)));
      } else if (record.type === 'Channel') topics.set(record.id, [record.topic, record.schemaId]);
      else if (record.type === 'Message') {
        const [topic, schemaId] = topics.get(record.channelId) ?? ['', 0];
        const content = JSON.parse(text(record.data));
        messages.push({ topic, schema: names.get(schemaId) ?? '', time: record.logTime, content });
      }
    }
    expect(reader.done()).toBe(true);
  });

  it('has the pose of each step', () => {
    const transforms = messages.filter(({ topic }) => topic === '/tf');
    expect(transforms.length).toBe(121);
    transforms.forEach(({ time, schema, content }, k) => {
      expect(schema).toBe('foxglove.FrameTransforms');
      expect(Number(time)).toBeCloseTo((1e9 * k) / 240, -1);
      const { translation, rotation, parent_frame_id } = content.transforms.find(
        (found: { child_frame_id: string }) => found.child_frame_id === name,
      );
      expect(parent_frame_id).toBe('world');
      expect([...Object.values(translation), ...Object.values(rotation)]).toEqual(poses[k].map((x) => x + 0));
    });
  });

  it('has surfaces, states and contacts', () => {
    const scenes = messages.filter(({ topic }) => topic === '/scene');
    expect(scenes.length).toBe(1);
    const box = scenes[0].content.entities.find(({ id }: { id: string }) => id === name);
    expect([box.triangles[0].points.length, box.triangles[0].indices.length]).toEqual([8, 36]);
    expect(messages.filter(({ topic }) => topic === '/state').length).toBe(121);
    expect(messages.filter(({ topic }) => topic === '/contacts').at(-1)?.content.contacts.length).toBeGreaterThan(0);
  });

  it('has the fields of the schemas of Foxglove', () => {
    const compare = (ours: ReturnType<typeof JSON.parse>, theirs: ReturnType<typeof JSON.parse>): void => {
      expect(ours.type).toBe(theirs.type);
      if (ours.items) compare(ours.items, theirs.items);
      for (const [key, value] of Object.entries(ours.properties ?? {})) {
        expect(Object.keys(theirs.properties)).toContain(key);
        compare(value, theirs.properties[key]);
      }
    };
    compare(schemas.get('foxglove.FrameTransforms'), jsonSchemas.FrameTransforms);
    compare(schemas.get('foxglove.SceneUpdate'), jsonSchemas.SceneUpdate);
    // An entity without a field of the schema would not be drawn.
    const [{ content }] = messages.filter(({ topic }) => topic === '/scene');
    const fields = jsonSchemas.SceneUpdate.properties.entities.items.properties;
    expect(Object.keys(content.entities[0]).sort()).toEqual(Object.keys(fields).sort());
  });
});

describe('options', () => {
  it('name the ending that they need', () => {
    const { status, stderr } = command.run('simulate', 'falling-box', '--gltf', 'run.obj');
    expect([status, stderr]).toEqual([2, expect.stringContaining('ends in .glb')]);
    expect(command.run('simulate', 'falling-box', '--mcap', '-').stderr).toContain('ends in .mcap');
  });
});

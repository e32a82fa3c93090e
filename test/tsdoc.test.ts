// Everything public has a comment with an example.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as proximal from 'proximal';
import * as plane from 'proximal/2d';
import * as derivatives from 'proximal/derivatives';
import * as io from 'proximal/io';
import * as math from 'proximal/math';
import { describe, expect, it } from 'vitest';

const source = fileURLToPath(new URL('../packages/proximal/src', import.meta.url));
const texts = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.includes('embedded'))
  .map((file) => readFileSync(join(source, file), 'utf8'));

/** The comment right above the declaration of an exported name; the last one, where overloads repeat it. */
function commentOf(name: string): string {
  const declaration = new RegExp(
    `/\\*\\*((?:(?!\\*/)[^])*)\\*/\\nexport (?:abstract )?(?:function|class|const) ${name}\\b`,
  );
  return texts.map((text) => declaration.exec(text)?.[1] ?? '').find((comment) => comment !== '') ?? '';
}

describe.each(Object.entries({ proximal, plane, derivatives, math, io }))('%s', (_entry, exports) => {
  it.each(Object.keys(exports))('%s has a comment with an example', (name) => {
    expect(commentOf(name)).toContain('@example');
  });
});

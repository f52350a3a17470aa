import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { run } from '../src/hosts/cli/terminal/terminal.test-support.ts';
import { scenes as chosenScenes } from './extent.ts';
import { type MistakeScene, mistakeScenes } from './mistake-scenes.ts';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-mistakes-'));
afterAll(() => rmSync(folder, { recursive: true }));

const scenes = mistakeScenes();
/** The codes that the scenes with a mistake expect, by mistake. */
const codes = new Map<string, Set<string>>();
for (const { mistake, expected } of scenes)
  codes.set(mistake, new Set([...(codes.get(mistake) ?? []), ...expected.map(({ code }) => code)]));

interface Found {
  readonly code: string;
  readonly severity: string;
  readonly file: string;
  readonly start: { readonly line: number };
}

/** The findings of a review of a scene, in a folder of its own. */
async function findingsIn({ files }: MistakeScene, index: number): Promise<string[]> {
  const root = join(folder, String(index));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { stdout } = await run(['review', '.', '--format', 'json', '--quiet'], { cwd: root });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Found[] };
  return diagnostics.map(({ code, severity, file, start }) => `${file}:${start.line} ${code} ${severity}`);
}

const numbered = scenes.map((scene, index) => ({ ...scene, index }));

describe.each(chosenScenes(numbered, ({ name }) => name, 3))('$name', (scene) => {
  const { expected, mistake, index } = scene;
  test(expected.length > 0 ? 'is found at its line' : 'has no finding', async () => {
    const found = await findingsIn(scene, index);
    const all = expected.map(({ file, line, code, severity }) => `${file}:${line} ${code} ${severity}`);
    if (all.length > 0) expect(found).toEqual(expect.arrayContaining(all));
    else
      expect(found.filter((text) => [...codes.get(mistake)!].some((code) => text.includes(` ${code} `)))).toEqual([]);
  });
});

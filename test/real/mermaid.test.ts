import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../../scripts/browser.ts';
import { mermaidBundle } from '../../scripts/mermaid.ts';
import { renderComment } from '../../src/engine/report/comment/markdown.ts';
import { mermaidName } from '../../src/engine/report/comment/mermaid.ts';
import { fixtures, hostileNames, manyWaves } from '../../src/engine/report/fixtures.test-support.ts';
import { report } from '../../src/engine/report/test-support.ts';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-mermaid-'));
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  page = await openPage(browser);
  writeFileSync(join(folder, 'empty.html'), '<!doctype html><title>empty</title>');
  await page.goto(pathToFileURL(join(folder, 'empty.html')).href);
  await page.addScriptTag({ content: mermaidBundle() });
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

interface Drawn {
  readonly kind: string;
  readonly texts: readonly string[];
  /** Elements and attributes that could run something. */
  readonly active: number;
}

/** Parses and draws a diagram as GitHub does. Throws if Mermaid throws. */
const draw = (text: string): Promise<Drawn> =>
  page.evaluate<Drawn>(`(async (source) => {
    mermaid.initialize({ startOnLoad: false, securityLevel: 'strict' });
    const { diagramType } = await mermaid.parse(source);
    const { svg } = await mermaid.render('diagram', source);
    const holder = document.createElement('div');
    holder.innerHTML = svg;
    return {
      kind: diagramType,
      texts: [...holder.querySelectorAll('text')].map((node) => node.textContent ?? ''),
      active: holder.querySelectorAll('a, script, img, foreignObject a, [onclick], .clickable').length,
    };
  })(${JSON.stringify(text)})`);

const diagrams = (comment: string): string[] =>
  [...comment.matchAll(/^```mermaid\n([\s\S]*?)\n```$/gm)].map(([, text]) => text!);

describe('GitHub can draw each diagram of a comment', () => {
  const drawn = fixtures.flatMap(([name, fixture]) =>
    renderComment(report(fixture()), {}).flatMap((part) => diagrams(part).map((text, i) => [name, i, text] as const)),
  );

  test('names from manifests are in some of them', () => {
    expect(drawn.some(([name]) => name === 'hostile-names')).toBe(true);
  });

  test.each(drawn)('%s, %i', async (_, __, text) => {
    const { kind, texts, active } = await draw(text);
    expect(kind).toBe('gantt');
    expect(texts.length).toBeGreaterThan(2);
    expect(active).toBe(0);
  });
});

test.each([...hostileNames, 'section', 'title', 'done', 'crit', 'dateFormat x', '1. list'])(
  'T28: a NodePool called %j is only a label',
  async (name) => {
    const many = manyWaves();
    const renamed = JSON.parse(JSON.stringify(many.disruption).replaceAll('"api"', () => JSON.stringify(name)));
    const [part] = renderComment(report({ ...many, disruption: renamed }), {});
    const { texts, active } = await draw(diagrams(part!)[0]!);
    expect(texts.map((text) => text.trim())).toContain(mermaidName(name, 20));
    expect(active).toBe(0);
  },
);

test('the golden has the diagram', () => {
  const golden = readFileSync('src/engine/report/__goldens__/many-waves.comment', 'utf8');
  expect(diagrams(golden)).toHaveLength(1);
});

test('GitHub draws the stages in ARCHITECTURE.md', async () => {
  const found = diagrams(readFileSync('ARCHITECTURE.md', 'utf8'));
  expect(found).toHaveLength(1);
  expect((await draw(found[0]!)).kind).toBe('flowchart-v2');
});

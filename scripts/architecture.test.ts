import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bands } from '../src/imports.test-support.ts';

const page = readFileSync('ARCHITECTURE.md', 'utf8');
const [, pipeline = ''] = /## The pipeline\n([\s\S]*?)\n## /.exec(page) ?? [];
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));

/** A path counts from the repository, from `src` or, in "The pipeline", from `src/engine`. A file can also have only its name: `run-apply.ts`. */
const isThere = (path: string): boolean => {
  if (!path.includes('/')) return existsSync(path) || files.some((file) => file.endsWith(`/${path}`));
  const roots = pipeline.includes(path) ? ['.', 'src', 'src/engine'] : ['.', 'src'];
  return roots.some((root) => existsSync(`${root}/${path}`));
};

describe('ARCHITECTURE.md', () => {
  test('names the bands in their order', () => {
    const [, block = ''] = /Ten bands\.[^\n]*\n([\s\S]*?)```/.exec(page) ?? [];
    expect(block.split('\n').flatMap((row) => row.split(' ')[0] || [])).toEqual(Object.keys(bands));
  });

  test('has a row for each dependency, and for nothing else', () => {
    const [, section = ''] = /## What comes from others\n([\s\S]*?)\n## /.exec(page) ?? [];
    const rows = [...section.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, names]) =>
      names!.replaceAll('`', '').split(', '),
    );
    expect(rows.sort()).toEqual(Object.keys(dependencies).sort());
  });

  test('names only files and folders that exist', () => {
    const paths = [...page.matchAll(/`((?:[\w-]+\/)+[\w.-]*|[\w-]+\.(?:ts|md|json))`/g)].map(([, path]) => path!);
    expect(paths.length).toBeGreaterThan(30);
    const isApiVersion = (path: string): boolean => /\/v\d+$/.test(path);
    expect(paths.filter((path) => !isApiVersion(path) && !isThere(path))).toEqual([]);
  });

  test('fits on two pages', () => {
    const words = page.replace(/<!-- stages -->[\s\S]*<!-- \/stages -->/, '');
    expect(words.split(/[\s|]+/).length, 'shorten another paragraph, or move it to docs/adr').toBeLessThan(1950);
  });
});

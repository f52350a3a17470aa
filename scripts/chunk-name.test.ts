import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ChunkNames, ownSources } from './chunk-name.ts';

const sources = [
  'src/a/review.ts',
  'src/b/review.ts',
  'src/b/c/plan.ts',
  'src/bot.ts',
  'src/hosts/bot.ts',
  'src/x/c-plan.ts',
];
const nameOf = (facade: string | null, modules: readonly string[], files = sources): string =>
  new ChunkNames(['bot', 'rules'], files).nameOf({
    facadeModuleId: facade === null ? null : resolve(facade),
    moduleIds: modules.map((path) => (path.startsWith('\0') ? path : resolve(path))),
  });

describe('the name of a chunk', () => {
  test.each([
    ['src/b/c/plan.ts', 'plan'],
    ['src/a/review.ts', 'a-review'],
    ['src/hosts/bot.ts', 'hosts-bot'],
    ['src/x/c-plan.ts', 'x-c-plan'],
    ['node_modules/@aws-sdk/client-eks/dist-es/index.js', 'aws-sdk-client-eks'],
    ['node_modules/@aws-sdk/nested-clients/dist-cjs/submodules/sts/index.js', 'aws-sdk-nested-clients-sts'],
    ['node_modules/undici/index.js', 'undici'],
    ['node_modules/ioredis/built/index.js', 'ioredis'],
    ['node_modules/outer/node_modules/inner/lib/index.js', 'outer-inner'],
    ['\0rolldown/runtime.js', 'rolldown-runtime'],
  ])('%j is %s', (module, name) => expect(nameOf(null, [module])).toBe(name));

  test('comes from the module that it is imported through', () =>
    expect(nameOf('src/b/c/plan.ts', ['src/b/c/plan.ts', 'src/a/review.ts'])).toBe('plan'));

  test('comes from the last module otherwise, so that a new module that it imports changes nothing', () => {
    expect(nameOf(null, ['src/a/review.ts', 'src/b/c/plan.ts'])).toBe('plan');
    expect(nameOf(null, ['src/new.ts', 'src/a/review.ts', 'src/b/c/plan.ts'], [...sources, 'src/new.ts'])).toBe('plan');
  });

  test('says that a chunk only passes on what another one holds', () =>
    expect(nameOf('src/b/c/plan.ts', [])).toBe('plan-exports'));

  test('does not depend on the order of chunks or files', () => {
    const modules = ['src/a/review.ts', 'src/b/review.ts', 'src/b/c/plan.ts'];
    const names = (files: readonly string[], order: readonly string[]) => {
      const chunks = new ChunkNames(['bot'], files);
      return Object.fromEntries(
        order.map((path) => [path, chunks.nameOf({ facadeModuleId: null, moduleIds: [path] })]),
      );
    };
    expect(names(sources.toReversed(), modules.toReversed())).toEqual(names(sources, modules));
  });
});

test('two chunks with one name are refused', () => {
  const chunks = new ChunkNames([], []);
  const name = (path: string) => chunks.nameOf({ facadeModuleId: resolve(path), moduleIds: [resolve(path)] });
  expect(name('node_modules/ioredis/built/index.js')).toBe('ioredis');
  expect(name('node_modules/ioredis/built/index.js')).toBe('ioredis');
  expect(() => name('node_modules/ioredis/lib/index.js')).toThrow(/^Two chunks would be named ioredis\.js/);
  expect(() =>
    new ChunkNames(['undici'], []).nameOf({ facadeModuleId: null, moduleIds: ['node_modules/undici/index.js'] }),
  ).toThrow('undici.js');
});

test('every file of this repository has a name of its own', () => {
  const chunks = new ChunkNames([], ownSources());
  const names = ownSources().map((path) => chunks.nameOf({ facadeModuleId: resolve(path), moduleIds: [path] }));
  expect(new Set(names).size).toBe(ownSources().length);
});

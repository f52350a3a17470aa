import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseArguments } from '../src/hosts/cli/arguments/arguments.ts';
import type { CommandName } from '../src/shared/options.ts';

interface Hook {
  readonly id: string;
  readonly entry: string;
  readonly language: string;
  readonly files: string;
}

const hooks = parse(readFileSync('.pre-commit-hooks.yaml', 'utf8')) as Hook[];

describe.each(hooks.map((hook) => [hook.id, hook] as const))('%s', (_, { entry, language, files }) => {
  const [file, command, ...flags] = entry.split(' ');

  test('runs an existing executable file, without installing anything', () => {
    expect(language).toBe('script');
    expect(existsSync(file!)).toBe(true);
    expect(statSync(file!).mode & 0o111).not.toBe(0);
    expect(readFileSync(file!, 'utf8').startsWith('#!/usr/bin/env node\n')).toBe(true);
  });

  test('uses a valid command line of plumbline', () => {
    expect(parseArguments(command as CommandName, [...flags, 'a.yaml']).positionals).toEqual(['a.yaml']);
  });

  test.each([
    ['karpenter/pool.yaml', true],
    ['pool.yml', true],
    ['pool.json', true],
    ['main.go', false],
  ])('%s: %s', (name, isTaken) => expect(new RegExp(files).test(name)).toBe(isTaken));
});

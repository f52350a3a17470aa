import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { explainedCodes } from '../src/engine/review/codes/explanations.ts';
import { commandNames } from '../src/hosts/cli/arguments/command-help.ts';
import * as library from '../src/index.ts';
import { type ConfigShape, configShape } from '../src/shared/config-shape.ts';
import { exitCode } from '../src/shared/errors.ts';
import { options, outputs } from '../src/shared/options.ts';

/**
 * What docs/upgrading.md promises to keep until the next major version, a line each: commands, options, inputs, outputs, keys of plumbline.yaml,
 * codes, exit codes, functions of the library, and the digests of plans. `npm run record -- promises` writes them to test/promises.txt at a
 * release, and a test compares. docs/review.schema.json promises the fields of the JSON document.
 */
export async function promises(): Promise<string[]> {
  const all = [
    ...Object.entries(exitCode).map(([name, code]) => `exit code ${code}: ${name}`),
    ...commandNames.map((command) => `command ${command}`),
    ...options.flatMap(optionPromises),
    ...outputs.map(({ name }) => `output ${name}`),
    ...configPromises(configShape, 'plumbline.yaml'),
    ...explainedCodes.map((code) => `code ${code}`),
    ...Object.keys(library).map((name) => `library ${name}`),
    ...(await digests()),
  ];
  return [...new Set(all)].sort();
}

function optionPromises({ name, commands, isInput, choices = [], short }: (typeof options)[number]): string[] {
  const places = [...commands.map((command) => `option ${command} --${name}`), ...(isInput ? [`input ${name}`] : [])];
  return places.flatMap((place) => [
    place,
    ...choices.map((choice) => `${place}=${choice}`),
    ...(short === undefined || place.startsWith('input') ? [] : [`${place} = -${short}`]),
  ]);
}

function configPromises(shape: ConfigShape, path: string): string[] {
  return [
    `${path}: ${shape.type}`,
    ...(shape.enum ?? []).map((value) => `${path}: ${value}`),
    ...Object.entries(shape.properties ?? {}).flatMap(([key, inner]) => configPromises(inner, `${path} ${key}`)),
    ...(shape.additionalProperties ? configPromises(shape.additionalProperties, `${path} *`) : []),
    ...(shape.items ? configPromises(shape.items, `${path} []`) : []),
    ...(shape.orMap ? configPromises(shape.orMap, path) : []),
  ];
}

/** The digest of each plan of the examples, for a fixed day and version. */
async function digests(): Promise<string[]> {
  const names = readdirSync('examples').filter((name) => existsSync(join('examples', name, 'base')));
  const lines = await Promise.all(
    names.map(async (name) => {
      const [before, after] = ['base', 'head'].map((side) => filesBelow(join('examples', name, side)));
      const change = { before: before!, after: after! };
      const { review } = await library.reviewFiles(change, {
        today: '2026-11-25',
        region: 'us-east-1',
        karpenterVersion: '1.14',
      });
      return review.plans.map(({ digest }) => `digest examples/${name}: ${digest}`);
    }),
  );
  return lines.flat();
}

const filesBelow = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
  );

if (import.meta.main) {
  const lines = await promises();
  writeFileSync('test/promises.txt', `${lines.join('\n')}\n`);
  console.log(`test/promises.txt has ${lines.length} lines.`);
}

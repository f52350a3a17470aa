import { groupBy } from '../../../text/group-by.ts';
import { compareNames } from '../../../text/name-order.ts';
import { isEnvironmentName } from '../../hints/environment-name.ts';
import type { Body, Expression } from '../syntax/hcl.ts';
import { partsOf } from '../syntax/references.ts';
import { evaluate } from './evaluate.ts';
import type { EvaluatedEnvironment, Module } from './module.ts';

/** Texts that may choose an environment. Other modules are not looked through. */
export const mayChooseEnvironment = (text: string): boolean =>
  /\bterraform\.workspace\b|\bvar\.\w*(?:env|stage)/i.test(text);

/** A root module of more environments than this is evaluated once. */
const maxEnvironments = 30;

/**
 * The environments of a root module, by the keys of the maps from which the workspace or a variable chooses a part: `local.envs[terraform.workspace]`.
 * Terraform fails if a map lacks the key, so an environment is in all of these maps. Sorted; empty if nothing shows several environments.
 */
export function chosenEnvironments(root: Module, withoutDefaults: Module): readonly EvaluatedEnvironment[] {
  const maps = mapsIn(root, withoutDefaults);

  const byReference = [...groupBy(maps, ({ reference }) => reference)].map(([reference, ofReference]) => ({
    reference,
    maps: ofReference,
    names: commonKeys(ofReference),
  }));

  const several = byReference
    .filter(({ reference, names }) => areEnvironments(reference, names))
    .sort((a, b) => b.maps.length - a.maps.length || compareNames(a.reference, b.reference));
  const [most] = several;
  if (most === undefined) return [];

  return most.names.map((name) => ({ reference: most.reference, name }));
}

/** A map from which an environment chooses a part. */
interface ChosenMap {
  readonly reference: string;
  readonly keys: readonly string[];
  /** Without the key, `lookup` returns its default. */
  readonly hasDefault: boolean;
}

function areEnvironments(reference: string, names: readonly string[]): boolean {
  if (names.length < 2 || names.length > maxEnvironments) return false;
  if (reference === 'terraform.workspace') return true;
  return names.every((name) => name.split(/[-_.]/).some(isEnvironmentName));
}

function commonKeys(maps: readonly ChosenMap[]): readonly string[] {
  const indexed = maps.filter(({ hasDefault }) => !hasDefault);
  const all = [...new Set(maps.flatMap(({ keys }) => keys))].sort(compareNames);
  return all.filter((key) => indexed.every(({ keys }) => keys.includes(key)));
}

/** The maps of a module and of the modules that it calls. Variables with defaults can only be seen to choose in the module without them. */
function mapsIn(module: Module, withoutDefaults: Module): readonly ChosenMap[] {
  const expressions = module.blocks.flatMap(({ body }) => expressionsIn(body));
  const maps = expressions.flatMap(choicesIn).flatMap(({ of, key, hasDefault }): ChosenMap[] => {
    const chosen = evaluate(key, withoutDefaults.scope());
    const isReference = chosen.kind === 'unknown' && /^(?:terraform\.workspace|var\.\w+)$/.test(chosen.name);
    if (!isReference || !withoutDefaults.isUnsetAtRoot(chosen.name)) return [];

    const map = evaluate(of, module.scope());
    if (map.kind !== 'object' || map.isPartial) return [];
    return [{ reference: chosen.name, keys: [...map.entries.keys()], hasDefault }];
  });

  const called = module.blocksOf('module').flatMap((block) => {
    const [call] = module.modulesOf(block);
    const [same] = withoutDefaults.modulesOf(block);
    if (call === undefined || same === undefined) return [];
    return mapsIn(call.module, same.module);
  });

  return [...maps, ...called];
}

const expressionsIn = ({ attributes, blocks }: Body): readonly Expression[] => [
  ...[...attributes.values()].map(({ value }) => value),
  ...blocks.flatMap(({ body }) => expressionsIn(body)),
];

/** A part of a map that a key chooses. */
interface Choice {
  readonly of: Expression;
  readonly key: Expression;
  readonly hasDefault: boolean;
}

/** The choices in an expression and in its parts. */
function choicesIn(value: Expression): readonly Choice[] {
  return [...choicesOf(value), ...partsOf(value).flatMap(choicesIn)];
}

function choicesOf(value: Expression): readonly Choice[] {
  switch (value.kind) {
    case 'index':
      return [{ of: value.of, key: value.key, hasDefault: false }, ...choicesOf(value.of)];
    case 'attribute':
    case 'splat':
      return choicesOf(value.of);
    case 'call': {
      const [of, key, fallback] = value.args;
      if (value.name !== 'lookup' || of === undefined || key === undefined) return [];
      return [{ of, key, hasDefault: fallback !== undefined }];
    }
    default:
      return [];
  }
}

import { groupBy } from '../../../text/group-by.ts';
import { compareNames } from '../../../text/name-order.ts';
import { isEnvironmentName } from '../../hints/environment-name.ts';
import type { Body, Expression, TemplatePart } from '../syntax/hcl.ts';
import { partsOf } from '../syntax/references.ts';
import { evaluate } from './evaluate.ts';
import type { EvaluatedEnvironment, Module } from './module.ts';

/** Texts that may choose an environment. Other modules are not looked through. */
export const mayChooseEnvironment = (text: string): boolean =>
  /\bterraform\.workspace\b|\bvar\.\w*(?:env|stage)/i.test(text);

/** A root module of more environments than this is evaluated once. */
const maxEnvironments = 30;

/**
 * The environments of a root module, by the keys of the maps from which the workspace or a variable chooses a part:
 * `local.envs[terraform.workspace]`. Terraform fails if a map lacks the key, so an environment is in all of these maps.
 * Sorted; empty if nothing shows several environments.
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
  /** Terraform does not need the key: `lookup` returns its default, and so does `try`. */
  readonly isOptional: boolean;
}

function areEnvironments(reference: string, names: readonly string[]): boolean {
  if (names.length < 2 || names.length > maxEnvironments) return false;
  if (reference === 'terraform.workspace') return true;
  return names.every((name) => name.split(/[-_.]/).some(isEnvironmentName));
}

function commonKeys(maps: readonly ChosenMap[]): readonly string[] {
  const indexed = maps.filter(({ isOptional }) => !isOptional);
  const all = [...new Set(maps.flatMap(({ keys }) => keys))].sort(compareNames);
  return all.filter((key) => indexed.every(({ keys }) => keys.includes(key)));
}

/** The maps of a module and of the modules that it calls. Variables with defaults can only be seen to choose in the module without them. */
function mapsIn(module: Module, withoutDefaults: Module): readonly ChosenMap[] {
  const choices = module.blocks.flatMap(({ body }) => choicesInBody(body));
  const maps = choices.flatMap(({ of, key, isOptional }): ChosenMap[] => {
    const chosen = evaluate(key, withoutDefaults.scope());
    const isReference = chosen.kind === 'unknown' && /^(?:terraform\.workspace|var\.\w+)$/.test(chosen.name);
    if (!isReference || !withoutDefaults.isUnsetAtRoot(chosen.name)) return [];

    const map = evaluate(of, module.scope());
    if (map.kind !== 'object' || map.isPartial) return [];
    return [{ reference: chosen.name, keys: [...map.entries.keys()], isOptional }];
  });

  const called = module.blocksOf('module').flatMap((block) => {
    const [call] = module.modulesOf(block);
    const [same] = withoutDefaults.modulesOf(block);
    if (call === undefined || same === undefined) return [];

    const mapsOfCall = mapsIn(call.module, same.module);
    const { attributes } = block.body;
    if (!attributes.has('count') && !attributes.has('for_each')) return mapsOfCall;
    return mapsOfCall.map((map) => ({ ...map, isOptional: true }));
  });

  return [...maps, ...called];
}

/** The choices in a body and its blocks. What `count` or `for_each` may leave out needs no key. */
function choicesInBody({ attributes, blocks }: Body): readonly Choice[] {
  const mayBeLeftOut = attributes.has('count') || attributes.has('for_each');

  const ofAttributes = [...attributes.values()].flatMap(({ name, value }) => {
    const choices = choicesIn(value);
    if (mayBeLeftOut && name !== 'count' && name !== 'for_each') return choices.map(optionalChoice);
    return choices;
  });

  const ofBlocks = blocks.flatMap(({ body }) => {
    const choices = choicesInBody(body);
    if (mayBeLeftOut) return choices.map(optionalChoice);
    return choices;
  });

  return [...ofAttributes, ...ofBlocks];
}

const optionalChoice = (choice: Choice): Choice => ({ ...choice, isOptional: true });

/** A part of a map that a key chooses. */
interface Choice {
  readonly of: Expression;
  readonly key: Expression;
  readonly isOptional: boolean;
}

/** The choices in an expression and in its parts. */
function choicesIn(value: Expression): readonly Choice[] {
  const required = requiredPartsOf(value);

  const ofParts = partsOf(value).flatMap((part) => {
    const choices = choicesIn(part);
    if (required.includes(part)) return choices;
    return choices.map(optionalChoice);
  });

  return [...choicesOf(value), ...ofParts];
}

/**
 * The parts of an expression that Terraform always evaluates, and where it fails if they do. `try` and `can` pass over what fails, only one branch of
 * a condition is evaluated, and a loop may have no items.
 *
 * Source: https://developer.hashicorp.com/terraform/language/functions/try
 */
function requiredPartsOf(value: Expression): readonly Expression[] {
  switch (value.kind) {
    case 'call':
      if (value.name === 'try' || value.name === 'can') return [];
      return partsOf(value);
    case 'conditional':
      return [value.condition];
    case 'for':
      return [value.of];
    case 'template':
      return value.parts.flatMap(requiredPartsOfTemplate);
    default:
      return partsOf(value);
  }
}

function requiredPartsOfTemplate(part: TemplatePart): readonly Expression[] {
  switch (part.kind) {
    case 'text':
      return [];
    case 'value':
      return [part.expression];
    case 'if':
      return [part.condition];
    case 'for':
      return [part.of];
  }
}

function choicesOf(value: Expression): readonly Choice[] {
  switch (value.kind) {
    case 'index':
      return [{ of: value.of, key: value.key, isOptional: false }, ...choicesOf(value.of)];
    case 'attribute':
    case 'splat':
      return choicesOf(value.of);
    case 'call': {
      const [of, key, fallback] = value.args;
      if (value.name !== 'lookup' || of === undefined || key === undefined) return [];
      return [{ of, key, isOptional: fallback !== undefined }];
    }
    default:
      return [];
  }
}

/**
 * The environments of a root module after a change, by those before it. Only the code shows them, and an environment
 * stays where it is when the code no longer does: one that showed several before keeps them, and one that showed none
 * has none.
 */
export function keptEnvironments(
  before: readonly EvaluatedEnvironment[] | undefined,
  after: readonly EvaluatedEnvironment[],
): readonly EvaluatedEnvironment[] {
  if (before === undefined) return after;

  const [first] = before;
  if (first === undefined) return [];

  const reference = after[0]?.reference ?? first.reference;
  const names = [...new Set([...before, ...after].map(({ name }) => name))].sort(compareNames);
  if (reference === first.reference) return names.map((name) => ({ reference, name }));

  return names.map((name) => ({ reference, name, formerReference: first.reference }));
}

import type { Expression } from '../syntax/hcl.ts';
import { partsOf, referencedNames } from '../syntax/references.ts';

/** What an expression may refer to, as one module sees it. */
export interface FlagModule {
  /** The place that calls the module; undefined for a root module. */
  readonly calledBy: FlagModule | undefined;
  /** The expression of `local.x`. */
  localNamed(name: string): Expression | undefined;
  /** What the caller passes for `var.x`. */
  inputNamed(name: string): Expression | undefined;
  /** The modules that `module.x` calls, and whose values can be computed. */
  modulesNamed(name: string): readonly FlagModule[];
  outputNamed(name: string): Expression | undefined;
}

/** The number of names that are followed from one condition. */
const maxNames = 200;

/** The variables of the root module on which an expression depends, through locals, modules and their outputs. Sorted by name. */
export function decidingVariables(expression: Expression, module: FlagModule): readonly string[] {
  const flags = new Set<string>();
  const followed = new Map<FlagModule, Set<string>>();
  let count = 0;

  /** Whether a name is followed for the first time. */
  const isNew = (inModule: FlagModule, name: string): boolean => {
    const names = followed.get(inModule) ?? new Set();
    followed.set(inModule, names);
    if (names.has(name) || count >= maxNames) return false;
    names.add(name);
    count += 1;
    return true;
  };

  const visit = (value: Expression | undefined, inModule: FlagModule): void => {
    if (value === undefined) return;
    for (const part of partsOf(value)) visit(part, inModule);

    const [kind, name, output] = referencedNames(value) ?? [];
    if (name === undefined || !isNew(inModule, [kind, name, output].join('.'))) return;
    follow([kind!, name, output], inModule);
  };

  const follow = ([kind, name, output]: readonly [string, string, string | undefined], inModule: FlagModule): void => {
    if (kind === 'local') visit(inModule.localNamed(name), inModule);
    if (kind === 'module' && output !== undefined)
      for (const called of inModule.modulesNamed(name)) visit(called.outputNamed(output), called);

    if (kind !== 'var') return;
    if (inModule.calledBy === undefined) flags.add(name);
    else visit(inModule.inputNamed(name), inModule.calledBy);
  };

  visit(expression, module);

  return [...flags].sort();
}

/** Values of variables that a root module is evaluated with, in place of their defaults. The value is unknown if it is `undefined`. */
export type FlagValues = ReadonlyMap<string, boolean | undefined>;

/** More flags than this are not turned on one by one. */
const maxTried = 8;

/**
 * What to assume so that a condition is true which is false by default, the most likely first: that one flag has the
 * other value, that all flags are on, that the other variables are unknown too, and that all of them are. `defaultOf`
 * is `undefined` for variables that are no flags.
 */
export function assumptionsFor(
  names: readonly string[],
  defaultOf: (name: string) => boolean | undefined,
): readonly FlagValues[] {
  const flags = names.filter((name) => defaultOf(name) !== undefined);
  const off = flags.filter((name) => defaultOf(name) === false);
  const on = off.map((name) => [name, true] as const);
  const others = names.filter((name) => !flags.includes(name)).map((name) => [name, undefined] as const);
  const tried = [...off, ...flags.filter((name) => !off.includes(name))].slice(0, maxTried);

  return [
    ...tried.map((name) => new Map([[name, !defaultOf(name)]])),
    ...(on.length > 1 ? [new Map(on)] : []),
    ...(others.length > 0 ? [new Map<string, boolean | undefined>([...on, ...others])] : []),
    ...(names.length > 0 ? [new Map(names.map((name) => [name, undefined] as const))] : []),
  ];
}

import { addToGroup } from '../../../text/group-by.ts';
import { listIf } from '../../../text/list-if.ts';
import { compareNames } from '../../../text/name-order.ts';
import { folderOf } from '../../../text/source.ts';
import { withoutKeys } from '../syntax/addresses.ts';
import type { Block, Expression, TemplatePart } from '../syntax/hcl.ts';
import { type Moved, movedAddress, movedBy } from '../syntax/moved-block.ts';
import { interpolatedText, knownText, plainOf, sorted, unknown } from '../values/tf-value.ts';
import { evaluate } from './evaluate.ts';
import { withoutFirstIndex } from './instance-keys.ts';
import { Module } from './module.ts';
import { placeOfBlock } from './terraform-files.ts';
import type { TfScope } from './tf-scope.ts';

/** Longer values, and values that lead to each other in longer chains, are not compared. */
const limits = { parts: 2000, depth: 20 };

/** A module, and the names that one of its instances of a block has. */
interface Reading {
  readonly module: Module;
  readonly scope: TfScope;
}

/** A value at its place. */
interface Written extends Reading {
  readonly value: Expression;
}

/** Root modules by name. */
type Modules = ReadonlyMap<string, Module>;

/** Old address → new address, in a root module. */
type Addresses = readonly Moved[];

/** The work that is left for one value. */
interface Budget {
  parts: number;
}

/** Blocks whose values are those of the module, and of no instance. */
const isOfModule = ({ type }: Block): boolean => type !== 'resource' && type !== 'data' && type !== 'module';

/**
 * What the values in the blocks of some root modules become, however they are written: locals, variables, outputs and
 * inputs are what they are set to. What is known is compared by its value. Anything else is compared by its words, and
 * a resource by its address.
 */
export class ResolvedValues {
  readonly #modules: Modules;
  readonly #moves: ReadonlyMap<string, Addresses>;
  #inFolders: ReadonlyMap<string, readonly (readonly [root: string, module: Module])[]> | undefined;
  #byAddress: ReadonlyMap<string, readonly Block[]> | undefined;

  /** The root modules of a side and of the base, by name. For the base, `moves` are what `moved` blocks after the change say of each. */
  constructor(
    modules: Modules,
    { base, moves }: { readonly base: Modules; readonly moves?: ReadonlyMap<string, Addresses> },
  ) {
    this.#modules = new Map([...modules].map(([name, root]) => [name, withOpenVariables(root, base.get(name))]));
    this.#moves = moves ?? new Map();
  }

  /**
   * A text that is equal for equal values of a block, in all of its instances. Undefined if no evaluated module has the
   * block, or if it is too long.
   */
  textOf(block: Block, value: Expression): string | undefined {
    const budget: Budget = { parts: limits.parts };
    const texts = this.#readingsOf(block).map(({ key, moves, reading }) => [
      key,
      new Resolution(moves, budget).textOf({ ...reading, value }, 0),
    ]);

    if (texts.length === 0 || budget.parts < 0) return undefined;
    return JSON.stringify(texts.map((text) => JSON.stringify(text)).sort(compareNames));
  }

  /**
   * What a value of a block is in all of its instances: a text as it is, anything else as JSON. Undefined if it is
   * unknown, or not the same in all of them.
   */
  plainTextOf(block: Block, value: Expression): string | undefined {
    const budget: Budget = { parts: limits.parts };
    const texts = this.#readingsOf(block).map(({ moves, reading }) =>
      plainText(new Resolution(moves, budget).textOf({ ...reading, value }, 0)),
    );
    const [first] = texts;
    if (budget.parts < 0 || texts.some((text) => text !== first)) return undefined;
    return first;
  }

  /** The addresses of a resource or a call after the change, in each root module that has it, without keys. */
  addressesOf(block: Block): readonly string[] {
    if (isOfModule(block) || block.type === 'data') return [];
    return this.#modulesOf(block).map(([root, module]) => this.#blockAddress(root, module, block));
  }

  /** The only block that has all of some addresses; undefined if there is none. */
  blockAt(addresses: readonly string[]): Block | undefined {
    this.#byAddress ??= this.#addresses();
    const blocks = addresses.map((address) => this.#byAddress?.get(address) ?? []);
    const [block] = blocks[0] ?? [];
    const isOne = blocks.every((atAddress) => atAddress.length === 1 && atAddress[0] === block);
    if (isOne) return block;
    return undefined;
  }

  #addresses(): ReadonlyMap<string, readonly Block[]> {
    const byAddress = new Map<string, Block[]>();
    for (const modules of this.#folders.values())
      for (const [root, module] of modules)
        for (const block of module.blocks)
          if (!isOfModule(block) && block.type !== 'data')
            addToGroup(byAddress, this.#blockAddress(root, module, block), block);

    return byAddress;
  }

  #blockAddress(root: string, module: Module, { type, labels }: Block): string {
    const { address } = module.place;
    const steps = [...listIf(address !== '', address), ...listIf(type === 'module', type), ...labels];
    return `${root} ${withoutKeys(movedAddress(steps.join('.'), this.#movesIn(root)))}`;
  }

  get #folders(): ReadonlyMap<string, readonly (readonly [root: string, module: Module])[]> {
    this.#inFolders ??= foldersOf(this.#modules);
    return this.#inFolders;
  }

  #movesIn(root: string): Addresses {
    return this.#moves.get(root) ?? [];
  }

  #modulesOf({ head }: Block): readonly (readonly [root: string, module: Module])[] {
    return this.#folders.get(folderOf(head.file)) ?? [];
  }

  #readingsOf(block: Block): readonly BlockReading[] {
    const place = placeOfBlock(block);

    return this.#modulesOf(block).flatMap(([root, module]) => {
      const moves = this.#movesIn(root);
      const keyOf = (address: string): string => `${root} ${withoutFirstIndex(movedAddress(address, moves))}`;
      if (isOfModule(block))
        return [{ key: keyOf(module.place.address), moves, reading: { module, scope: module.scope() } }];

      const counterpart = module.blocks.find((other) => placeOfBlock(other) === place);
      return (counterpart === undefined ? [] : module.instances(counterpart)).map(
        ({ scope, address, on = module }) => ({
          key: keyOf(address),
          moves,
          reading: { module: on, scope },
        }),
      );
    });
  }
}

/** One instance of a block. */
interface BlockReading {
  /** Its address after the change, with the name of its root module. */
  readonly key: string;
  readonly moves: Addresses;
  readonly reading: Reading;
}

/**
 * A root module in which the variables that no file sets are unknown, if they are there before the change: a command may set them, whatever their
 * default is. A variable that is new has its default.
 */
function withOpenVariables(root: Module, base: Module | undefined): Module {
  const names = (base?.blocksOf('variable') ?? []).map(({ labels }) => labels[0] ?? '');
  const assumed = new Map(names.map((name) => [name, undefined]));
  return new Module({ ...root.place, assumed, partition: partitionOf(root) }, root.terraformFiles);
}

/** The partition of the region that the provider of AWS without an alias names; undefined if it is unknown. */
function partitionOf(root: Module): string | undefined {
  const [provider, ...more] = root.blocksOf('provider', 'aws').filter(({ body }) => !body.attributes.has('alias'));
  const expression = provider?.body.attributes.get('region')?.value;
  const region = expression && more.length === 0 ? knownText(evaluate(expression, root.scope())) : undefined;
  return region && partitionOfRegion(region);
}

/** Source: https://docs.aws.amazon.com/whitepapers/latest/aws-fault-isolation-boundaries/partitions.html. */
function partitionOfRegion(region: string): string | undefined {
  if (/^cn-/.test(region)) return 'aws-cn';
  if (/^us-gov-/.test(region)) return 'aws-us-gov';
  if (
    /^(?:af|ap|ca|eu|il|me|mx|sa|us)-(?:north|south|east|west|central|northeast|northwest|southeast|southwest)-\d$/.test(
      region,
    )
  )
    return 'aws';
  return undefined;
}

/** The modules in each folder, with the names of their root modules. */
function foldersOf(modules: Modules): ReadonlyMap<string, readonly (readonly [root: string, module: Module])[]> {
  const inFolders = new Map<string, (readonly [root: string, module: Module])[]>();
  const add = (root: string, module: Module): void => {
    addToGroup(inFolders, module.place.folder, [root, module] as const);
    for (const block of module.blocksOf('module'))
      for (const { module: called } of module.modulesOf(block)) add(root, called);
  };
  for (const [root, module] of modules) add(root, module);

  return inFolders;
}

/** What the `moved` blocks of each root module and of the modules in it say, by the name of the root. */
export function movesOf(modules: Modules): ReadonlyMap<string, Addresses> {
  const moves = new Map<string, Moved[]>();
  const add = (root: string, module: Module): void => {
    const { address } = module.place;
    const prefix = address === '' ? '' : `${address}.`;

    for (const block of module.blocksOf('moved')) {
      const moved = movedBy(block);
      if (moved !== undefined) addToGroup(moves, root, { from: `${prefix}${moved.from}`, to: `${prefix}${moved.to}` });
    }
  };

  for (const inFolder of foldersOf(modules).values()) for (const [root, module] of inFolder) add(root, module);
  return moves;
}

/** Writes one value out. */
class Resolution {
  readonly #moves: Addresses;
  readonly #budget: Budget;

  constructor(moves: Addresses, budget: Budget) {
    this.#moves = moves;
    this.#budget = budget;
  }

  textOf(written: Written, depth: number): unknown {
    const { module, scope, value } = written;
    this.#budget.parts -= 1;
    if (this.#budget.parts < 0 || depth > limits.depth) return this.#tooLong();

    const plain = plainOf(evaluate(value, scope));
    if (plain !== undefined) return { known: sorted(plain) };
    if (value.kind === 'template') return this.#template(value.parts, { module, scope }, depth);

    const steps = plainSteps(value);
    if (steps === undefined || scope.names.has(steps[0]!)) return this.#partsOf(value, { module, scope }, depth);

    const target = targetOf(steps, module);
    if (target === undefined) return { at: this.#addressOf(steps, module) };
    return memberText(this.textOf(target.written, depth + 1), target.members);
  }

  #tooLong(): undefined {
    this.#budget.parts = -1;
    return undefined;
  }

  /** The parts of a template, in which known values are a part of the text around them. */
  #template(parts: readonly TemplatePart[], reading: Reading, depth: number): unknown {
    const written: unknown[] = [];
    const addText = (text: string): void => {
      const last = written.at(-1);
      if (typeof last === 'string') written[written.length - 1] = `${last}${text}`;
      else written.push(text);
    };

    for (const part of parts) {
      const text = part.kind === 'value' ? interpolatedText(evaluate(part.expression, reading.scope)) : undefined;
      if (part.kind === 'text') addText(part.text);
      else if (text !== undefined) addText(text);
      else written.push(this.#partsOf(part, reading, depth));
    }

    return { template: written };
  }

  /** The words of a value that is no plain reference, with each value in it written out. */
  #partsOf(value: unknown, outer: Reading, depth: number): unknown {
    if (Array.isArray(value)) return value.map((inner) => this.#partsOf(inner, outer, depth));
    if (typeof value !== 'object' || value === null) return value;

    const reading = 'names' in value ? withLoopNames(outer, value.names as readonly string[]) : outer;

    return Object.fromEntries(
      Object.entries(value).flatMap(([key, inner]) => {
        if (key === 'at' || key === 'form' || key === 'isLiteral') return [];
        if (isExpression(inner)) return [[key, this.textOf({ ...reading, value: inner }, depth + 1)]];
        return [[key, this.#innerOf(inner, reading, depth)]];
      }),
    );
  }

  #innerOf(value: unknown, reading: Reading, depth: number): unknown {
    if (Array.isArray(value)) return value.map((inner) => this.#innerOf(inner, reading, depth));
    if (isExpression(value)) return this.textOf({ ...reading, value }, depth + 1);
    return this.#partsOf(value, reading, depth);
  }

  /** An address in the root module, by the name that it has after the change. */
  #addressOf(steps: readonly string[], { place }: Module): string {
    return movedAddress([...listIf(place.address !== '', place.address), ...steps].join('.'), this.#moves);
  }
}

/** The text of what `Resolution` knows; undefined for anything else. */
function plainText(resolved: unknown): string | undefined {
  if (typeof resolved !== 'object' || resolved === null || !('known' in resolved)) return undefined;
  const value: unknown = JSON.parse(String(resolved.known));
  if (typeof value === 'string') return value;
  return String(resolved.known);
}

/** Kinds of expressions. Parts of templates have kinds of their own. */
const kinds: ReadonlySet<unknown> = new Set<Expression['kind']>([
  'literal',
  'template',
  'tuple',
  'object',
  'variable',
  'attribute',
  'index',
  'splat',
  'call',
  'conditional',
  'binary',
  'unary',
  'for',
  'unreadable',
  'earlier',
]);

/** A loop in a template has parts where a loop that makes a list has a value. */
const isExpression = (value: unknown): value is Expression =>
  typeof value === 'object' && value !== null && 'kind' in value && kinds.has(value.kind) && !isLoopOfTemplate(value);

const isLoopOfTemplate = (value: object): boolean => 'names' in value && 'parts' in value;

/** A reading in which the names of a loop hide those of the module: nothing is known of its items. */
function withLoopNames({ module, scope }: Reading, names: readonly string[]): Reading {
  const at = { file: module.place.folder, start: 0, end: 0 };
  const hidden = names.map((name) => [name, unknown(at, name)] as const);
  return { module, scope: { ...scope, names: new Map([...scope.names, ...hidden]) } };
}

/** A member of a value that is written out. */
function memberText(text: unknown, members: readonly string[]): unknown {
  if (members.length === 0) return text;
  return { of: text, members };
}

/** The names of a reference without keys: `local`, `a`, `b`. Undefined for anything else. */
function plainSteps(value: Expression): readonly string[] | undefined {
  if (value.kind === 'variable') return [value.name];
  if (value.kind !== 'attribute') return undefined;
  const steps = plainSteps(value.of);
  return steps && [...steps, value.name];
}

/** What a reference leads to, and the members of it that are meant. */
interface Target {
  readonly written: Written;
  readonly members: readonly string[];
}

/** What a local, an input of a module, a default or an output is set to; undefined for a resource, and for what nothing here sets. */
function targetOf(
  [first = '', name = '', output = '', ...others]: readonly string[],
  module: Module,
): Target | undefined {
  const reading = { module, scope: module.scope() };
  const after = [output, ...others].filter((step) => step !== '');

  if (first === 'local') {
    const value = module.localNamed(name);
    return value && inside({ ...reading, value }, after);
  }

  if (first === 'var') {
    const { call } = module.place;
    const value = module.inputNamed(name);
    const caller = call?.module.instances(call.block)[call.index];
    if (call === undefined || value === undefined || caller === undefined) return undefined;
    return inside({ module: caller.on ?? call.module, scope: caller.scope, value }, after);
  }

  if (first !== 'module') return undefined;

  const [block, ...blocks] = module.blocksOf('module', name);
  const isRepeated = block?.body.attributes.has('count') === true || block?.body.attributes.has('for_each') === true;
  const [called, ...more] = block === undefined || blocks.length > 0 || isRepeated ? [] : module.modulesNamed(name);
  const value = called?.outputNamed(output);
  if (called === undefined || value === undefined || more.length > 0) return undefined;
  return inside({ module: called, scope: called.scope(), value }, others);
}

/** A member of an object that is written out, as deep as that is so. */
function inside(written: Written, [step, ...others]: readonly string[]): Target {
  const { value } = written;
  const entry =
    value.kind === 'object' && step !== undefined ? value.entries.find(({ key }) => keyName(key) === step) : undefined;

  if (entry !== undefined) return inside({ ...written, value: entry.value }, others);
  return { written, members: step === undefined ? [] : [step, ...others] };
}

/** The name of an entry that is written as one. */
function keyName(key: Expression): string | undefined {
  if (key.kind === 'variable') return key.name;
  const [part, ...more] = key.kind === 'template' ? key.parts : [];
  if (part?.kind === 'text' && more.length === 0) return part.text;
  return undefined;
}

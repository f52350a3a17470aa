import type { Span } from '../../source.ts';
import type { Block, Body, Expression } from '../syntax/hcl.ts';
import type { HclFile } from '../syntax/read-hcl.ts';
import {
  interpolatedText,
  isNull,
  madeText,
  objectOf,
  scalar,
  type TfEntry,
  type TfObject,
  type TfValue,
  unknown,
} from '../values/tf-value.ts';
import { evaluate } from './evaluate.ts';
import type { TerraformFiles } from './terraform-files.ts';
import { itemsOf, type TfScope } from './tf-scope.ts';

/** Where a module stands and what it is given. */
export interface ModulePlace {
  /** Folder in the repository. */
  readonly folder: string;
  /** Folder of the root module. */
  readonly root: string;
  /** `module.karpenter`, or nothing for a root module. */
  readonly address: string;
  /** Null for a root module, which takes its variables from tfvars. */
  readonly inputs: ReadonlyMap<string, TfValue> | null;
  /** How many modules it stands within. */
  readonly depth: number;
  /** Of a root module: files of variables beside those that Terraform loads by itself, the later ones winning. */
  readonly variableFiles?: readonly string[];
}

/** One instance of a resource, module or data source, with what `each` and `count` are in it. */
export interface Instance {
  readonly block: Block;
  readonly scope: TfScope;
  /** `kubectl_manifest.pool["a"]`, with the module's address in front. */
  readonly address: string;
}

/** What an instance of a module counts for, and one of a resource: modules that multiply each other come to an end. */
const moduleWork = 500;
const instanceWork = 50;

/** Modules within modules within modules end somewhere. */
const maxDepth = 10;

/** A module of Terraform with its files and what it was given. */
export class Module {
  readonly place: ModulePlace;
  readonly terraformFiles: TerraformFiles;
  readonly blocks: readonly Block[];
  readonly #blocksByName = new Map<string, Block[]>();
  readonly #locals = new Map<string, Expression>();
  readonly #values = new Map<string, TfValue>();
  readonly #busy = new Set<string>();
  readonly #modules = new Map<Block, readonly { readonly module: Module; readonly instance: Instance }[]>();
  readonly #tfvars: ReadonlyMap<string, TfValue>;

  constructor(place: ModulePlace, terraformFiles: TerraformFiles) {
    this.place = place;
    this.terraformFiles = terraformFiles;
    const files: readonly HclFile[] = terraformFiles.readableFilesIn(place.folder);
    this.blocks = files.flatMap(({ body }) => body.blocks);
    for (const block of this.blocks) {
      // By its type, by the first label, and by the second.
      for (const name of namesOf(block)) {
        const blocks = this.#blocksByName.get(name) ?? [];
        this.#blocksByName.set(name, blocks);
        blocks.push(block);
      }
      if (block.type === 'locals') for (const [name, { value }] of block.body.attributes) this.#locals.set(name, value);
    }
    this.#tfvars = place.inputs ?? this.#readVariables(terraformFiles.variablesIn(place.folder, place.variableFiles));
  }

  #readVariables(bodies: readonly Body[]): Map<string, TfValue> {
    const scope = this.scope();
    return new Map(
      bodies.flatMap(({ attributes }) =>
        [...attributes].map(([name, { value }]) => [name, evaluate(value, scope)] as const),
      ),
    );
  }

  /** Where the expressions of the module are evaluated. */
  scope(names: ReadonlyMap<string, TfValue> = new Map()): TfScope {
    return {
      names,
      resolve: (path, at) => this.#resolve(path, at),
      hostFunction: (name) => this.terraformFiles.hostFunction(name, this.place.root),
      spend: (amount) => this.terraformFiles.spend(amount),
    };
  }

  /** Blocks of one type and first label: resources of a type, the variables. */
  blocksOf(type: string, label?: string): readonly Block[] {
    return this.#blocksByName.get(nameOf(label === undefined ? [type] : [type, label])) ?? [];
  }

  #resolve(path: readonly string[], at: Span): { value: TfValue; steps: number } {
    const [first, second, third] = path;
    if (second === undefined) return { value: unknown(at, first), steps: 1 };
    if (first === 'var') return { value: this.#once(`var.${second}`, at, () => this.#variable(second, at)), steps: 2 };
    if (first === 'local') return { value: this.#once(`local.${second}`, at, () => this.#local(second, at)), steps: 2 };
    if (first === 'path') return { value: this.#path(second, at), steps: 2 };
    if (first === 'module')
      return { value: this.#once(`module.${second}`, at, () => this.#outputs(second, at)), steps: 2 };
    if (first === 'data' || first === 'each' || first === 'count' || first === 'terraform' || third === undefined)
      return { value: unknown(at, path.slice(0, first === 'data' ? 3 : 2).join('.')), steps: first === 'data' ? 3 : 2 };
    const name = `${first}.${second}.${third}`;
    return { value: this.#once(name, at, () => this.#attribute(first!, second, { name: third, at })), steps: 3 };
  }

  /** A value that refers to itself is not known. */
  #once(name: string, at: Span, work: () => TfValue): TfValue {
    const known = this.#values.get(name);
    if (known) return known;
    if (this.#busy.has(name)) return unknown(at, name);
    this.#busy.add(name);
    const value = work();
    this.#busy.delete(name);
    this.#values.set(name, value);
    return value;
  }

  #local(name: string, at: Span): TfValue {
    const expression = this.#locals.get(name);
    return expression ? evaluate(expression, this.scope()) : unknown(at, `local.${name}`);
  }

  #variable(name: string, at: Span): TfValue {
    const block = this.blocksOf('variable', name)[0];
    const type = block?.body.attributes.get('type')?.value;
    const given = this.#tfvars.get(name);
    const fallback = block?.body.attributes.get('default')?.value;
    const value = given ?? (fallback && evaluate(fallback, this.scope()));
    if (!value) return unknown(at, `var.${name}`);
    return withTypeDefaults(
      value.kind === 'unknown' && given === undefined ? unknown(at, `var.${name}`) : value,
      type,
      this.scope(),
    );
  }

  /** Folders count from the root of the repository, which `/` stands for. */
  #path(name: string, at: Span): TfValue {
    const folder = name === 'module' ? this.place.folder : this.place.root;
    return name === 'module' || name === 'root' || name === 'cwd'
      ? madeText(`/${folder}`, at)
      : unknown(at, `path.${name}`);
  }

  #outputs(name: string, at: Span): TfValue {
    const block = this.blocksOf('module', name)[0];
    const calls = block ? this.modulesOf(block) : [];
    const isSingle = block && !block.body.attributes.has('for_each') && !block.body.attributes.has('count');
    if (!isSingle || calls.length !== 1) return unknown(at, `module.${name}`);
    return calls[0]!.module.outputs(at);
  }

  /** What the module gives to the one that calls it. */
  outputs(at: Span): TfObject {
    const entries = this.blocksOf('output').flatMap(({ labels, body }): [string, TfEntry][] => {
      const value = body.attributes.get('value')?.value;
      return labels[0] === undefined || !value ? [] : [[labels[0], { value: evaluate(value, this.scope()) }]];
    });
    return objectOf(entries, at, true);
  }

  /** What a resource's own block says of it; all else is the cloud's to know. */
  #attribute(type: string, label: string, { name, at }: { name: string; at: Span }): TfValue {
    const block = this.#blocksByName.get(nameOf(['resource', type, label]))?.[0];
    const attribute = block?.body.attributes.get(name);
    const isSingle = block && !block.body.attributes.has('for_each');
    return attribute && isSingle
      ? evaluate(attribute.value, this.scope(new Map([['count', countOf(at, 0)]])))
      : unknown(at, `${type}.${label}.${name}`);
  }

  /** The modules that a `module` block of a local source stands for. */
  modulesOf(block: Block): readonly { readonly module: Module; readonly instance: Instance }[] {
    const known = this.#modules.get(block);
    if (known) return known;
    const made = this.#makeModules(block);
    this.#modules.set(block, made);
    return made;
  }

  #makeModules(block: Block): { module: Module; instance: Instance }[] {
    const folder = this.terraformFiles.localFolder(block, this.place.folder);
    if (folder === undefined || this.place.depth >= maxDepth) return [];
    return this.instances(block).flatMap((instance) => {
      if (!this.terraformFiles.spend(moduleWork)) return [];
      const inputs = new Map(
        [...block.body.attributes]
          .filter(([name]) => !moduleArguments.has(name))
          .map(([name, { value }]) => [name, evaluate(value, instance.scope)] as const),
      );
      const { root, depth } = this.place;
      return [
        {
          module: new Module(
            { folder, root, address: instance.address, inputs, depth: depth + 1 },
            this.terraformFiles,
          ),
          instance,
        },
      ];
    });
  }

  /** The instances that `count` or `for_each` makes of a block; one where their number is not known. */
  instances(block: Block): Instance[] {
    return this.#allInstances(block).filter(() => this.terraformFiles.spend(instanceWork));
  }

  #allInstances(block: Block): Instance[] {
    const kind = block.type === 'resource' ? '' : `${block.type}.`;
    const name = [...(this.place.address === '' ? [] : [this.place.address]), `${kind}${block.labels.join('.')}`].join(
      '.',
    );
    const count = block.body.attributes.get('count')?.value;
    const forEach = block.body.attributes.get('for_each')?.value;
    if (count) return this.#counted(block, name, evaluate(count, this.scope()));
    if (forEach) return this.#each(block, name, evaluate(forEach, this.scope()));
    return [{ block, scope: this.scope(), address: name }];
  }

  #counted(block: Block, name: string, count: TfValue): Instance[] {
    const number = Number(interpolatedText(count) ?? Number.NaN);
    const isKnown = Number.isInteger(number);
    return Array.from({ length: isKnown ? Math.min(number, maxInstances) : 1 }, (_, i) => ({
      block,
      scope: this.scope(new Map([['count', isKnown ? countOf(count.at, i) : unknown(count.at, 'count')]])),
      address: `${name}[${isKnown ? i : '…'}]`,
    }));
  }

  #each(block: Block, name: string, value: TfValue): Instance[] {
    const items = itemsOf(value);
    const isPartial = value.kind === 'object' && value.isPartial;
    const known = (items ?? []).slice(0, maxInstances).map(({ key, value: item }) => {
      // Of a set, key and value are the same.
      const each = value.kind === 'list' ? { key: item, value: item } : { key, value: item };
      return {
        block,
        scope: this.scope(eachOf(each, value.at)),
        address: `${name}["${interpolatedText(each.key) ?? '…'}"]`,
      };
    });
    if (items && !isPartial) return known;
    const scope = this.scope(new Map([['each', unknown(value.at, 'each')]]));
    return [...known, { block, scope, address: `${name}["…"]` }];
  }
}

/** What a block is looked up by: its type, and its labels one after the other. */
const namesOf = ({ type, labels }: Block): string[] =>
  [[type], [type, ...labels.slice(0, 1)], [type, ...labels.slice(0, 2)]]
    .filter((steps, i) => steps.length === i + 1)
    .map(nameOf);

const nameOf = (steps: readonly string[]): string => JSON.stringify(steps);

/** A resource that makes more instances than this is not followed further. */
const maxInstances = 500;

const moduleArguments = new Set(['source', 'version', 'providers', 'count', 'for_each', 'depends_on']);

const countOf = (at: Span, index: number): TfObject => objectOf([['index', { value: scalar(index, at) }]], at);

const eachOf = ({ key, value }: { key: TfValue; value: TfValue }, at: Span): Map<string, TfValue> =>
  new Map([
    [
      'each',
      objectOf(
        [
          ['key', { value: key }],
          ['value', { value }],
        ],
        at,
      ),
    ],
  ]);

/** What `optional(type, default)` adds to the value of a variable. */
function withTypeDefaults(value: TfValue, type: Expression | undefined, scope: TfScope): TfValue {
  if (type?.kind !== 'call' || value.kind === 'unknown') return value;
  const [inner] = type.args;
  if (type.name === 'optional') return withTypeDefaults(value, inner, scope);
  if (type.name === 'object' && inner?.kind === 'object' && value.kind === 'object')
    return objectWithDefaults(value, inner, scope);
  if (/^(?:map|list|set)$/.test(type.name)) {
    if (value.kind === 'list')
      return { ...value, items: value.items.map((item) => withTypeDefaults(item, inner, scope)) };
    if (value.kind === 'object') {
      const entries = [...value.entries].map(
        ([key, entry]) => [key, { ...entry, value: withTypeDefaults(entry.value, inner, scope) }] as const,
      );
      return objectOf(entries, value.at, value.isPartial);
    }
  }
  return value;
}

function objectWithDefaults(value: TfObject, type: Extract<Expression, { kind: 'object' }>, scope: TfScope): TfObject {
  const entries = new Map(value.entries);
  for (const { key, value: of } of type.entries) {
    const name = interpolatedText(evaluate(key, scope));
    if (name === undefined) continue;
    const given = entries.get(name);
    const isOptional = of.kind === 'call' && of.name === 'optional';
    const fallback = isOptional ? of.args[1] : undefined;
    if (given && !(isNull(given.value) && fallback)) {
      entries.set(name, { ...given, value: withTypeDefaults(given.value, of, scope) });
    } else if (isOptional && !value.isPartial) {
      const made = fallback ? evaluate(fallback, scope) : scalar(null, of.at);
      entries.set(name, { value: fallback ? withTypeDefaults(made, of.args[0], scope) : made });
    }
  }
  return objectOf(entries, value.at, value.isPartial);
}

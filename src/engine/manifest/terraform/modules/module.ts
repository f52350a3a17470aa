import { listIf } from '../../../text/list-if.ts';
import { compareNames } from '../../../text/name-order.ts';
import type { Span } from '../../../text/source.ts';
import { hasUnknownKey } from '../syntax/addresses.ts';
import type { Attribute, Block, Body, Expression } from '../syntax/hcl.ts';
import { ignoredNames, ignoresAll } from '../syntax/ignored-arguments.ts';
import { movedBy } from '../syntax/moved-block.ts';
import type { HclFile } from '../syntax/read-hcl.ts';
import { partsOf, referencedNames } from '../syntax/references.ts';
import { derivedValue } from '../values/derived-value.ts';
import {
  interpolatedText,
  isNull,
  madeText,
  objectOf,
  scalar,
  type TfEntry,
  type TfObject,
  type TfUnknown,
  type TfValue,
  tfValueAt,
  unknown,
} from '../values/tf-value.ts';
import { type EarlierBlock, withIgnoredArguments } from './earlier-arguments.ts';
import { evaluate } from './evaluate.ts';
import { assumptionsFor, decidingVariables, type FlagModule, type FlagValues } from './flags.ts';
import { documentSources, kubectlDocuments } from './kubectl-documents.ts';
import { mergedBlocks } from './override-files.ts';
import { saysWhereApplied, type TerraformFiles } from './terraform-files.ts';
import { itemsOf, type TfScope } from './tf-scope.ts';
import { convertedTo } from './variable-types.ts';

/** What a root module is evaluated with for one of its environments. */
export interface EvaluatedEnvironment {
  /** `terraform.workspace`, or a variable of the root module such as `var.environment`. */
  readonly reference: string;
  readonly name: string;
  /** The reference that chose the environment before a change. Nothing says what its value is now. */
  readonly formerReference?: string;
}

/** The location and inputs of a module. */
export interface ModulePlace {
  /** The folder in the repository. */
  readonly folder: string;
  /** The folder of the root module. */
  readonly root: string;
  /** `module.karpenter`, or empty for a root module. */
  readonly address: string;
  /** Null for a root module, whose variables come from tfvars files. */
  readonly inputs: ReadonlyMap<string, TfValue> | null;
  /** The number of modules around it. */
  readonly depth: number;
  /**
   * For a root module: variables files in addition to those that Terraform loads automatically. Later ones override earlier
   * ones.
   */
  readonly variableFiles?: readonly string[];
  /** For a root module that Terragrunt applies: its inputs, which variables files override. */
  readonly given?: TfObject;
  /** For a root module: the environment that it is evaluated for, if no variables file says it. */
  readonly environment?: EvaluatedEnvironment | undefined;
  /** For a root module: what is assumed of variables that no file sets. If it is absent, they have their defaults. */
  readonly assumed?: FlagValues | 'no defaults';
  /** For a root module: the partition of AWS of the region that its provider names, `aws` or `aws-cn`. If it is absent, it is unknown. */
  readonly partition?: string | undefined;
  /** Only the default of a root module's variable says that it is not called. */
  readonly isOff?: boolean;
  /** The call that creates it; absent for a root module. */
  readonly call?: { readonly module: Module; readonly block: Block; readonly index: number };
  /** The same module before the change. */
  readonly earlier?: Module | undefined;
}

/** One instance of a resource, module or data source, with its `each` and `count`. */
export interface Instance {
  readonly block: Block;
  readonly scope: TfScope;
  /** `kubectl_manifest.pool["a"]`, with the module's address as prefix. */
  readonly address: string;
  /**
   * The module as it is once a root module's variable creates the instance. Absent unless only the default of that variable says that the
   * instance does not exist.
   */
  readonly on?: Module;
}

/** The work counted for an instance of a module and of a resource, so that modules that multiply each other reach the limit. */
const moduleWork = 500;
const instanceWork = 50;

/** The maximum nesting depth of modules. */
const maxDepth = 10;

/** A Terraform module with its files and inputs. */
export class Module implements FlagModule {
  readonly place: ModulePlace;
  readonly terraformFiles: TerraformFiles;
  readonly blocks: readonly Block[];
  readonly #blocksByName = new Map<string, Block[]>();
  readonly #locals = new Map<string, Expression>();
  readonly #values = new Map<string, TfValue>();
  readonly #busy = new Set<string>();
  readonly #modules = new Map<Block, readonly { readonly module: Module; readonly instance: Instance }[]>();
  readonly #tfvars: ReadonlyMap<string, TfValue>;
  /** Whether a variables file of a root module cannot be read. */
  readonly #hasUnreadVariables: boolean;
  /** For a root module: the same one with other assumptions. */
  readonly #twins = new Map<string, Module>();
  /** Blocks without instances, while it is examined what would create them. */
  readonly #examined = new Set<Block>();

  constructor(place: ModulePlace, terraformFiles: TerraformFiles) {
    this.place = place;
    this.terraformFiles = terraformFiles;
    const files: readonly HclFile[] = terraformFiles.readableFilesIn(place.folder);
    this.blocks = mergedBlocks(files).map((block) => this.#withIgnored(block));

    for (const block of this.blocks) {
      // Index the block by its type, by its first label, and by its second label.
      for (const name of namesOf(block)) {
        const blocks = this.#blocksByName.get(name) ?? [];
        this.#blocksByName.set(name, blocks);
        blocks.push(block);
      }

      if (block.type === 'locals') for (const [name, { value }] of block.body.attributes) this.#locals.set(name, value);
    }

    this.#hasUnreadVariables =
      place.inputs === null && terraformFiles.hasUnreadVariables(place.folder, place.variableFiles);

    this.#tfvars =
      place.inputs ??
      new Map([
        ...[...(place.given?.entries ?? [])].map(([name, { value }]) => [name, value] as const),
        ...this.#readVariables(terraformFiles.variablesIn(place.folder, place.variableFiles)),
      ]);
  }

  /** A resource in which what Terraform ignores is as it was before the change. */
  #withIgnored(block: Block): Block {
    if (block.type !== 'resource' || ignoredNames(block).length + Number(ignoresAll(block)) === 0) return block;
    const earlier = this.place.earlier?.asEarlier(block);
    if (earlier === undefined) return block;
    return withIgnoredArguments(block, earlier);
  }

  /** The block with the type and name of another one, if it has instances. */
  asEarlier({ labels }: Block): EarlierBlock | undefined {
    const block = this.#blocksByName.get(nameOf(['resource', ...labels]))?.[0];
    const instances = block === undefined ? [] : this.instances(block).filter(({ on }) => on === undefined);
    if (block === undefined || instances.length === 0) return undefined;

    return {
      block,
      valueBefore: (expression, names) => {
        const same = instances.find((instance) => isInstanceOf(instance, names));
        return same && evaluate(expression, this.scope(new Map([...names, ...same.scope.names])));
      },
    };
  }

  #readVariables(bodies: readonly Body[]): Map<string, TfValue> {
    const scope = this.scope();
    return new Map(
      bodies.flatMap(({ attributes }) =>
        [...attributes].map(([name, { value }]) => [name, evaluate(value, scope)] as const),
      ),
    );
  }

  /** The scope in which the module's expressions are evaluated. */
  scope(names: ReadonlyMap<string, TfValue> = new Map()): TfScope {
    return {
      names,
      resolve: (path, at) => this.#resolve(path, at),
      resource: (type, name) => this.#blocksByName.get(nameOf(['resource', type, name]))?.[0],
      hostFunction: (name) => this.terraformFiles.hostFunction(name, this.place.root),
      spend: (amount) => this.terraformFiles.spend(amount),
    };
  }

  /** The blocks of one type and first label, such as the resources of a type or the variables. */
  blocksOf(type: string, label?: string): readonly Block[] {
    return this.#blocksByName.get(nameOf(label === undefined ? [type] : [type, label])) ?? [];
  }

  #resolve(path: readonly string[], at: Span): { value: TfValue; steps: number } {
    const [first, second, third] = path;
    if (second === undefined) return { value: unknown(at, first), steps: 1 };
    if (first === 'var') return { value: this.#once(`var.${second}`, at, () => this.#variable(second, at)), steps: 2 };
    if (first === 'local') return { value: this.#once(`local.${second}`, at, () => this.#local(second, at)), steps: 2 };
    if (first === 'path') return { value: this.#path(second, at), steps: 2 };
    if (first === 'terraform' && second === 'workspace')
      return { value: this.#chosen('terraform.workspace', at) ?? unknown(at, 'terraform.workspace'), steps: 2 };
    if (first === 'module')
      return { value: this.#once(`module.${second}`, at, () => this.#outputs(second, at)), steps: 2 };
    if (first === 'data' && third !== undefined && documentSources.has(second))
      return { value: this.#once(`data.${second}.${third}`, at, () => this.#documents(second, third, at)), steps: 3 };
    if (first === 'data' && third !== undefined)
      return { value: this.#once(`data.${second}.${third}`, at, () => this.#dataSource(second, third, at)), steps: 3 };
    if (first === 'each' || first === 'count' || first === 'terraform')
      return { value: unknown(at, `${first}.${second}`), steps: 2 };
    if (third === undefined)
      return { value: this.#once(`${first}.${second}`, at, () => this.#resource(first!, second, at)), steps: 2 };

    const name = `${first}.${second}.${third}`;
    return { value: this.#once(name, at, () => this.#attribute(first!, second, { name: third, at })), steps: 3 };
  }

  /** A value that refers to itself is unknown. */
  #once(name: string, at: Span, work: () => TfValue): TfValue {
    const cached = this.#values.get(name);
    if (cached) return cached;
    if (this.#busy.has(name)) return unknown(at, name);

    this.#busy.add(name);
    const value = this.terraformFiles.deeper(work) ?? unknown(at, name);
    this.#busy.delete(name);
    this.#values.set(name, value);

    return value;
  }

  #local(name: string, at: Span): TfValue {
    const expression = this.#locals.get(name);
    if (expression) return evaluate(expression, this.scope());
    return unknown(at, `local.${name}`);
  }

  #variable(name: string, at: Span): TfValue {
    const block = this.blocksOf('variable', name)[0];
    const type = block?.body.attributes.get('type')?.value;
    const assignment = this.#givenTo(name, block);
    const chosen = this.#chosenVariable(name, at) ?? assignment;
    const value = chosen ?? this.#assumed(name, at) ?? this.#default(name);
    const isOpen = this.place.given?.isPartial || this.#hasUnreadVariables || this.#isSetElsewhere(name);
    if (!value || (!chosen && isOpen)) return unknown(at, `var.${name}`);

    // A root module is usually applied with tags of its own.
    if (
      !this.place.given &&
      this.place.inputs === null &&
      assignment === undefined &&
      /tags$/.test(name) &&
      isEmptyObject(value)
    )
      return unknown(at, `var.${name}`);

    // Whoever calls a module fills in what is empty by default. An empty object is a default like others, unless the variable takes any type.
    if (
      assignment === undefined &&
      (isEmptyText(value) || (isOfAnyType(type) && isEmptyCollection(value))) &&
      this.#isLeftToCallers()
    )
      return unknown(at, `var.${name}`);

    return convertedTo(
      value.kind === 'unknown' && assignment === undefined ? unknown(at, `var.${name}`) : value,
      type,
      this.scope(),
    );
  }

  /** The name of the environment that the root module is evaluated for, if a reference chooses it. */
  #chosen(reference: string, at: Span): TfValue | undefined {
    const { environment } = this.#root.place;
    if (environment?.formerReference === reference) return unknown(at, reference);
    if (environment?.reference !== reference) return undefined;
    return madeText(environment.name, at);
  }

  #chosenVariable(name: string, at: Span): TfValue | undefined {
    if (this.place.call !== undefined) return undefined;
    return this.#chosen(`var.${name}`, at);
  }

  /** Whether nothing in the files sets a reference: the workspace, or a variable of the root module. */
  isUnsetAtRoot(reference: string): boolean {
    if (reference === 'terraform.workspace') return true;
    const root = this.#root;
    const name = reference.replace(/^var\./, '');
    return root.blocksOf('variable', name).length > 0 && !root.#tfvars.has(name) && root.place.given === undefined;
  }

  /**
   * Whether whoever applies a root module sets a variable in a place that is not in the repository: the variable has no default, or had none before
   * the change, which gives it one and takes no value away.
   */
  #isSetElsewhere(name: string): boolean {
    const { inputs, given, root, assumed } = this.place;
    if (
      inputs !== null ||
      given !== undefined ||
      (assumed !== undefined && assumed !== 'no defaults' && assumed.has(name))
    )
      return false;

    const variable = `${root}: var.${name}`;
    const hasDefault = this.blocksOf('variable', name)[0]?.body.attributes.has('default') === true;
    if (!hasDefault) this.terraformFiles.noteRequired(variable);

    return !hasDefault || this.terraformFiles.wasRequired(variable);
  }

  /**
   * What callers or files set a variable to. A variable that is not nullable has its default instead of null.
   *
   * Source: https://developer.hashicorp.com/terraform/language/block/variable#nullable
   */
  #givenTo(name: string, block: Block | undefined): TfValue | undefined {
    const assignment = this.#tfvars.get(name);
    const nullable = block?.body.attributes.get('nullable')?.value;
    const isNullable = !(nullable?.kind === 'literal' && nullable.value === false);

    if (assignment === undefined || isNullable || !isNull(assignment)) return assignment;
    return undefined;
  }

  /** What is assumed of a variable that nothing sets; undefined if nothing is. */
  #assumed(name: string, at: Span): TfValue | undefined {
    const { assumed } = this.place;
    if (assumed === 'no defaults') return unknown(at, `var.${name}`);
    if (assumed?.has(name) !== true) return undefined;

    const value = assumed.get(name);
    if (value === undefined) return unknown(at, `var.${name}`);
    return scalar(value, at);
  }

  #default(name: string): TfValue | undefined {
    const fallback = this.blocksOf('variable', name)[0]?.body.attributes.get('default')?.value;
    return fallback && evaluate(fallback, this.scope());
  }

  /** Whether the module is made to be called from elsewhere: nothing here calls it, sets its variables, or says where it is applied. */
  #isLeftToCallers(): boolean {
    const { inputs, given } = this.place;
    if (inputs !== null || given !== undefined || this.#tfvars.size > 0) return false;
    return this.#isLeftOpen || !this.blocks.some(saysWhereApplied);
  }

  /** Whether a provider needs a text from a variable whose default is an empty object, so that nobody applies the module with its defaults. */
  get #isLeftOpen(): boolean {
    return this.blocksOf('provider').some(({ body }) =>
      argumentsIn(body).some(({ name, value }) => !takesObjects.test(name) && this.#needsVariable(value)),
    );
  }

  #needsVariable(value: Expression): boolean {
    const [first, name = ''] = referencedNames(value) ?? [];
    if (first !== 'var') return partsOf(value).some((part) => this.#needsVariable(part));

    const block = this.blocksOf('variable', name)[0];
    const fallback = block?.body.attributes.get('default')?.value;
    if (!isOfAnyType(block?.body.attributes.get('type')?.value)) return false;
    return fallback?.kind === 'object' && fallback.entries.length === 0;
  }

  /** Folders are relative to the root of the repository, shown as `/`. */
  #path(name: string, at: Span): TfValue {
    const folder = name === 'module' ? this.place.folder : this.place.root;
    if (name === 'module' || name === 'root' || name === 'cwd') return madeText(`/${folder}`, at);
    return unknown(at, `path.${name}`);
  }

  #outputs(name: string, at: Span): TfValue {
    const block = this.blocksOf('module', name)[0];
    if (block === undefined) return unknown(at, `module.${name}`);
    if (this.isUnread(block)) return this.#repeatedOutputs(block, unknown(at, `module.${name}`));

    const calls = this.modulesOf(block);
    const outputs = calls.map(({ module }) => module.outputs(at));

    return this.#ofInstances(block, { calls, outputs, otherwise: unknown(at, `module.${name}`) });
  }

  /** The outputs of a public module that only repeat its inputs. All others are unknown. */
  #repeatedOutputs(block: Block, otherwise: TfUnknown): TfValue {
    const outputsOf = this.terraformFiles.repeatedOutputs(block);
    if (outputsOf === undefined) return otherwise;

    const calls = this.instances(block).map((instance) => ({ instance }));
    const outputs = calls.map(({ instance }): TfValue => {
      const inputs = (name: string): TfValue | undefined => {
        const input = block.body.attributes.get(name)?.value;
        return input && evaluate(input, instance.scope);
      };
      return { ...otherwise, attributes: outputsOf(inputs, otherwise) };
    });

    return this.#ofInstances(block, { calls, outputs, otherwise });
  }

  /** The values of all instances of a call, as `module.x` gives them. */
  #ofInstances({ body: { attributes } }: Block, { calls, outputs, otherwise }: CallOutputs): TfValue {
    if (attributes.has('count')) return counted(calls, outputs, otherwise);
    if (attributes.has('for_each')) return keyed(calls, outputs, otherwise);

    return outputs[0] ?? otherwise;
  }

  /** The outputs of the module. */
  outputs(at: Span): TfObject {
    const entries = this.blocksOf('output').flatMap(({ labels, body }): [string, TfEntry][] => {
      const value = body.attributes.get('value')?.value;
      if (labels[0] === undefined || !value) return [];
      return [[labels[0], { value: evaluate(value, this.scope()) }]];
    });
    return objectOf(entries, at, true);
  }

  #documents(type: string, label: string, at: Span): TfValue {
    const block = this.#blocksByName.get(nameOf(['data', type, label]))?.[0];
    const isSingle = block && !block.body.attributes.has('for_each') && !block.body.attributes.has('count');
    if (isSingle) return kubectlDocuments(block, this.scope(), at);
    return unknown(at, `data.${type}.${label}`);
  }

  /** A data source, which repeats the arguments of its own block. All other attributes are known only to the cloud. */
  #dataSource(type: string, label: string, at: Span): TfValue {
    const block = this.#blocksByName.get(nameOf(['data', type, label]))?.[0];
    const otherwise = unknown(at, `data.${type}.${label}`);
    if (block === undefined || block.body.attributes.has('for_each')) return otherwise;

    const scope = this.scope(new Map([['count', countOf(at, 0)]]));
    const written = [...block.body.attributes].filter(([name]) => !moduleArguments.has(name));
    const repeated = written.map(([name, { value }]) => [name, evaluate(value, scope)] as const);
    const { partition } = this.#root.place;
    const isPartition = type === 'aws_partition' && partition !== undefined && !this.#hasOtherProviders();
    const partitions = listIf(isPartition, ['partition', madeText(partition ?? '', at)] as const);
    const source: TfUnknown = { ...otherwise, attributes: new Map([...repeated, ...partitions]) };
    if (block.body.attributes.has('count')) return { ...source, item: source };
    return source;
  }

  /** Whether a call on the way to the module gives it other providers than those of the root module. */
  #hasOtherProviders(): boolean {
    const { call } = this.place;
    if (call === undefined) return false;
    return call.block.body.attributes.has('providers') || call.module.#hasOtherProviders();
  }

  /**
   * A resource as a whole. A subnet with `count` or `for_each` has its instances, because what uses all of them changes
   * with them. Of other resources, instances are not distinguished.
   */
  #resource(type: string, label: string, at: Span): TfUnknown {
    const name = `${type}.${label}`;
    const block = this.#blocksByName.get(nameOf(['resource', type, label]))?.[0];
    const { attributes = new Map<string, never>() } = block?.body ?? {};
    const isRepeated = attributes.has('count') || attributes.has('for_each');
    const all = block && isRepeated && /_subnet(?:work)?$/.test(type) ? this.#allInstances(block) : [];
    const keys = all.map(({ address }) => keyOfInstance(address) ?? '…');
    if (all.length === 0 || keys.includes('…')) return unknown(at, name);

    const instances = keys.map((key) => unknown(at, this.#nameOfInstance(name, key)));
    if (attributes.has('count')) return { ...unknown(at, name), instances: { kind: 'list', items: instances, at } };

    const entries = keys.map((key, i) => [key, { value: instances[i]! }] as const);
    return { ...unknown(at, name), instances: objectOf(entries, at) };
  }

  /** The name of an instance, by the address that it had before the change. */
  #nameOfInstance(resource: string, key: string): string {
    const addresses = [`${resource}["${key}"]`, `${resource}[${key}]`, resource];
    const address = (to: string) => addresses.indexOf(to);
    const moved = this.blocksOf('moved').flatMap((block) => movedBy(block) ?? []);
    const [move] = moved.filter(({ to }) => address(to) !== -1).sort((a, b) => address(a.to) - address(b.to));
    const isNew =
      move && this.terraformFiles.isNewMove(`${this.place.root} ${this.place.address}: ${JSON.stringify(move)}`);
    if (!move || !isNew) return `${resource}.${key}`;

    const [, from, formerKey] = /^([^[]*)(?:\["?([^"]*?)"?\])?$/.exec(move.from) ?? [];
    return `${from}.${formerKey ?? key}`;
  }

  /** An attribute that is set in a resource's own block. All other attributes are known only to the cloud. */
  #attribute(type: string, label: string, { name, at }: { name: string; at: Span }): TfValue {
    const block = this.#blocksByName.get(nameOf(['resource', type, label]))?.[0];
    const attribute = block?.body.attributes.get(name);
    const isSingle = block && !block.body.attributes.has('for_each');
    const scope = this.scope(new Map([['count', countOf(at, 0)]]));
    if (attribute && isSingle) return evaluate(attribute.value, scope);

    const full = `${type}.${label}.${name}`;
    if (!block || !replacing.some((argument) => block.body.attributes.has(argument))) return unknown(at, full);

    const all = [...block.body.attributes].filter(([key]) => !moduleArguments.has(key));

    return derivedValue(
      at,
      full,
      all.map(([, { value }]) => evaluate(value, scope)),
    );
  }

  /** The instances of a local module that a `module` block creates. */
  modulesOf(block: Block): readonly { readonly module: Module; readonly instance: Instance }[] {
    const cached = this.#modules.get(block);
    if (cached) return cached;
    const modules = this.#makeModules(block);
    this.#modules.set(block, modules);
    return modules;
  }

  /** Whether a `module` block calls a module whose files are not in the repository. */
  isUnread(block: Block): boolean {
    return this.terraformFiles.localFolder(block, this.place.folder) === undefined;
  }

  #makeModules(block: Block): { module: Module; instance: Instance }[] {
    const folder = this.terraformFiles.localFolder(block, this.place.folder);
    if (folder === undefined) return [];

    if (this.place.depth >= maxDepth) {
      this.terraformFiles.leaveOut();
      return [];
    }

    return this.instances(block).flatMap((instance, index) => {
      if (!this.terraformFiles.spend(moduleWork)) return [];

      const inputs = new Map(
        [...block.body.attributes]
          .filter(([name]) => !moduleArguments.has(name))
          .map(([name, { value }]) => [name, evaluate(value, instance.scope)] as const),
      );

      const { root, depth, isOff = false } = this.place;

      const place: ModulePlace = {
        folder,
        root,
        address: instance.address,
        inputs,
        depth: depth + 1,
        isOff: isOff || instance.on !== undefined,
        call: { module: instance.on ?? this, block, index },
        earlier: this.#earlierCall(block, instance.address),
      };

      return [{ module: new Module(place, this.terraformFiles), instance }];
    });
  }

  /** The module that a call with this address created before the change. */
  #earlierCall({ labels }: Block, address: string): Module | undefined {
    return this.place.earlier?.modulesNamed(labels[0] ?? '').find(({ place }) => place.address === address);
  }

  /**
   * The instances that `count` or `for_each` creates from a block. One instance if their number is unknown, or if only the default of a root
   * module's variable makes it none: whoever applies the module sets the variable, and nobody writes a resource to leave it out. The same for objects
   * of Kubernetes that a filter in `for_each` leaves out.
   */
  instances(block: Block): Instance[] {
    const all = this.#allInstances(block);
    const off = this.#instancesThatAreOff(block, all);
    return [...all, ...off].filter(() => this.terraformFiles.spend(instanceWork));
  }

  #instancesThatAreOff(block: Block, all: readonly Instance[]): Instance[] {
    // With one flag on, all others keep their defaults.
    const isTwin = this.#root.place.assumed !== undefined && this.place.isOff !== true;
    if (isTwin || this.#examined.has(block)) return [];

    this.#examined.add(block);
    const instances = all.length > 0 ? this.#examineLeftOut(block, all) : this.#examineOff(block);
    this.#examined.delete(block);

    return instances;
  }

  /** The objects of Kubernetes that `for_each` creates in addition once one flag is on which is off by default. */
  #examineLeftOut(block: Block, all: readonly Instance[]): Instance[] {
    const forEach = block.body.attributes.get('for_each')?.value;
    const [kind = ''] = block.labels;
    if (forEach === undefined || block.type !== 'resource' || !/^(?:kubectl|kubernetes)_manifest/.test(kind)) return [];

    const root = this.#root;
    const unset = decidingVariables(forEach, this).filter((name) => !root.#tfvars.has(name));
    const flags = unset.filter((name) => root.#flag(name) === false);
    const created = new Set(all.map(({ address }) => address));

    return assumptionsFor(flags, () => false).flatMap((assumption) => {
      const on = this.#under(assumption);
      if (on === undefined) return [];

      const instances = on.#allInstances(block);
      const isLeftOut = ({ address }: Instance): boolean => !created.has(address) && !hasUnknownKey(address);
      const added = instances.filter(isLeftOut);
      for (const { address } of added) created.add(address);
      return added.map((instance) => ({ ...instance, on }));
    });
  }

  #examineOff(block: Block): Instance[] {
    const withoutDefaults = this.#under('no defaults');
    if (withoutDefaults === undefined) return [];

    const [first, ...others] = withoutDefaults.#allInstances(block);
    if (first === undefined || others.length > 0 || !hasUnknownKey(first.address)) return [];

    const on = this.#thatCreates(block) ?? withoutDefaults;
    const [created, ...more] = on.#allInstances(block);
    const names = new Map(['count', 'each'].map((name) => [name, unknown(block.head, name)] as const));
    const scope = created !== undefined && more.length === 0 ? created.scope : on.scope(names);

    return [{ block, scope, address: first.address, on }];
  }

  /** The module as it is once the variables that decide about a block create it. All others keep their defaults. */
  #thatCreates(block: Block): Module | undefined {
    const condition = (block.body.attributes.get('count') ?? block.body.attributes.get('for_each'))?.value;
    const root = this.#root;
    if (condition === undefined) return undefined;

    const unset = decidingVariables(condition, this).filter((name) => !root.#tfvars.has(name));

    for (const assumption of assumptionsFor(unset, (name) => root.#flag(name))) {
      const twin = this.#under(assumption);
      if (twin !== undefined && twin.#allInstances(block).length > 0) return twin;
    }

    return undefined;
  }

  get #root(): Module {
    const { call } = this.place;
    if (call === undefined) return this;
    return call.module.#root;
  }

  /** The value that the default gives a variable; undefined if it is not a boolean. */
  #flag(name: string): boolean | undefined {
    const value = this.#default(name);
    if (value?.kind === 'scalar' && typeof value.value === 'boolean') return value.value;
    return undefined;
  }

  /** The same module if its root module is evaluated with an assumption; undefined if files set all variables. */
  #under(assumption: FlagValues | 'no defaults'): Module | undefined {
    const { call, given, assumed = noAssumption } = this.place;

    if (call) {
      const caller = call.module.#under(assumption);
      const calls = caller === undefined ? [] : caller.modulesOf(call.block);
      // If the number of instances is unknown there, it has only one.
      return (calls.length === 1 ? calls[0] : calls[call.index])?.module;
    }

    if (assumed === 'no defaults' || given) return undefined;

    const all = assumption === 'no defaults' ? assumption : new Map([...assumed, ...assumption]);
    const key = all === 'no defaults' ? all : JSON.stringify([...all].sort(([a], [b]) => compareNames(a, b)));
    const twin = this.#twins.get(key) ?? new Module({ ...this.place, assumed: all }, this.terraformFiles);
    this.#twins.set(key, twin);

    return twin;
  }

  /** The place of the root module. */
  get rootPlace(): ModulePlace {
    return this.#root.place;
  }

  /** The module that calls this one. */
  get calledBy(): Module | undefined {
    return this.place.call?.module;
  }

  localNamed(name: string): Expression | undefined {
    return this.#locals.get(name);
  }

  inputNamed(name: string): Expression | undefined {
    return this.place.call?.block.body.attributes.get(name)?.value;
  }

  modulesNamed(name: string): readonly Module[] {
    return this.blocksOf('module', name).flatMap((block) => this.modulesOf(block).map(({ module }) => module));
  }

  outputNamed(name: string): Expression | undefined {
    return this.blocksOf('output', name)[0]?.body.attributes.get('value')?.value;
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
    if (isKnown && number > maxInstances) this.terraformFiles.leaveOut();

    return Array.from({ length: isKnown ? Math.min(number, maxInstances) : 1 }, (_, i) => {
      const label = isKnown ? i : '…';
      return {
        block,
        scope: this.scope(new Map([['count', isKnown ? countOf(count.at, i) : unknown(count.at, 'count')]])),
        address: `${name}[${label}]`,
      };
    });
  }

  #each(block: Block, name: string, value: TfValue): Instance[] {
    const items = itemsOf(value, this.scope());
    if (items && items.length > maxInstances) this.terraformFiles.leaveOut();

    const isPartial = value.kind === 'object' && value.isPartial;
    const instances = (items ?? []).slice(0, maxInstances).map(({ key, value: item }) => {
      // In a set, key and value are the same.
      const each = value.kind === 'list' ? { key: item, value: item } : { key, value: item };
      return {
        block,
        scope: this.scope(eachOf(each, value.at)),
        address: `${name}["${interpolatedText(each.key) ?? '…'}"]`,
      };
    });

    if (items && !isPartial) return instances;

    const scope = this.scope(new Map([['each', unknown(value.at, 'each')]]));
    return [...instances, { block, scope, address: `${name}["…"]` }];
  }
}

/** A called module with its instance of the block. */
interface ModuleCall {
  readonly instance: Instance;
}

/** The instances of a call with their outputs, and what they are if nothing is known. */
interface CallOutputs {
  readonly calls: readonly ModuleCall[];
  readonly outputs: readonly TfValue[];
  readonly otherwise: TfUnknown;
}

/** The outputs of the instances of a module with `count`, in order. */
function counted(calls: readonly ModuleCall[], outputs: readonly TfValue[], otherwise: TfUnknown): TfValue {
  const isKnown = calls.every(
    ({ instance }) => instance.on === undefined && instance.scope.names.get('count')?.kind === 'object',
  );
  if (isKnown) return { kind: 'list', items: outputs, at: otherwise.at };
  if (outputs[0] === undefined) return otherwise;
  return { ...otherwise, item: outputs[0] };
}

/** The outputs of the instances of a module with `for_each`, by key. */
function keyed(calls: readonly ModuleCall[], outputs: readonly TfValue[], otherwise: TfUnknown): TfValue {
  const keys = calls.map(({ instance }) => {
    if (instance.on !== undefined) return undefined;
    const key = tfValueAt(instance.scope.names.get('each'), 'key');
    return key && interpolatedText(key);
  });

  const entries = keys.flatMap((key, i): [string, TfEntry][] => {
    if (key === undefined) return [];
    return [[key, { value: outputs[i]! }]];
  });
  if (entries.length > 0 || calls.length === 0) return objectOf(entries, otherwise.at, entries.length < calls.length);
  return { ...otherwise, item: outputs[0]! };
}

/** Whether an instance is the one with these names, as far as that is known. A single one has neither a key nor an index. */
function isInstanceOf({ scope, address }: Instance, names: ReadonlyMap<string, TfValue>): boolean {
  const [key, other] = [scope.names, names].map(instanceKey);
  return key === undefined || other === undefined || key === other || hasUnknownKey(address);
}

/** What tells an instance from others of its block. */
function instanceKey(names: ReadonlyMap<string, TfValue>): string | undefined {
  const key = tfValueAt(names.get('each'), 'key') ?? tfValueAt(names.get('count'), 'index');
  return key && interpolatedText(key);
}

const isEmptyText = (value: TfValue): boolean =>
  value.kind === 'string' && value.pieces.every(({ text }) => text === '');

const isEmptyObject = (value: TfValue): boolean => value.kind === 'object' && value.entries.size === 0;

const isEmptyCollection = (value: TfValue): boolean =>
  isEmptyObject(value) || (value.kind === 'list' && value.items.length === 0);

const isOfAnyType = (type: Expression | undefined): boolean =>
  type === undefined || (type.kind === 'variable' && type.name === 'any');

/** The arguments of a provider, also those in blocks such as `kubernetes` of `helm`. */
const argumentsIn = ({ attributes, blocks }: Body): readonly Attribute[] => [
  ...attributes.values(),
  ...blocks.flatMap(({ body }) => argumentsIn(body)),
];

/** Arguments of providers that take lists and objects. */
const takesObjects = /tags$|tag_|endpoints|files$|accounts|ids$|headers|args$|env$|experiments|registries/;

/** The names by which a block can be found: its type, and its labels in order. */
const namesOf = ({ type, labels }: Block): string[] =>
  [[type], [type, ...labels.slice(0, 1)], [type, ...labels.slice(0, 2)]]
    .filter((steps, i) => steps.length === i + 1)
    .map(nameOf);

const nameOf = (steps: readonly string[]): string => JSON.stringify(steps);

/** A resource with more instances is not evaluated further. */
const maxInstances = 500;

const noAssumption: FlagValues = new Map();

/** Arguments with which resources such as `random_id` say when their values become others. */
const replacing = ['keepers', 'triggers', 'triggers_replace'];

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

/** The key of an instance: `b` of `aws_subnet.a["b"]`. */
function keyOfInstance(address: string): string | undefined {
  const at = address.lastIndexOf('[');
  if (at === -1) return undefined;
  return address.slice(at + 1, -1).replaceAll('"', '');
}

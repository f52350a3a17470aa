import { folderOf, isWithin, type Span } from '../../../text/source.ts';
import type { TfFunction } from '../functions/tf-function.ts';
import type { Block, Body } from '../syntax/hcl.ts';
import { knownText, madeText, objectOf, type TfObject, type TfValue, textOf, unknown } from '../values/tf-value.ts';
import { evaluate } from './evaluate.ts';
import { normal, type TerraformFiles } from './terraform-files.ts';
import { bounded, type TfScope } from './tf-scope.ts';
import { type Unread, unreadCall } from './unread.ts';

/** A folder in which Terragrunt applies a module of the repository. */
export interface TerragruntUnit {
  /** Its `terragrunt.hcl`. */
  readonly file: string;
  /** The folder of the module. */
  readonly module: string;
  /** The variables of the module. Other variables may also be set if it is partial. */
  readonly inputs: TfObject;
  /** The variables files that Terragrunt passes to Terraform. They override the inputs. */
  readonly variableFiles: readonly string[];
}

/** The units of a repository, by where their modules are. */
interface TerragruntUnits {
  /** Units of modules of the repository, sorted by path. */
  readonly units: readonly TerragruntUnit[];
  /** Units of other modules that probably create Karpenter objects, by path. */
  readonly elsewhere: readonly (readonly [file: string, module: Unread])[];
}

/** The units of a repository. Nothing is run: what depends on other units, the shell or a secret is unknown. */
export function terragruntUnits(files: TerraformFiles): TerragruntUnits {
  const units: TerragruntUnit[] = [];
  const elsewhere: [string, Unread][] = [];
  for (const file of files.units) {
    const { unit, other } = files.part(`unit ${file}`, [], () => readUnit(file, files));
    if (unit) units.push(unit);
    if (other) elsewhere.push([file, other]);
  }

  return { units, elsewhere };
}

/** A unit of a module of the repository, or another module that probably creates Karpenter objects. */
function readUnit(
  file: string,
  files: TerraformFiles,
): { readonly unit?: TerragruntUnit; readonly other?: Unread | undefined } {
  const config = readConfig(file, folderOf(file), { files, configs: new Map(), busy: [] });
  if (config === undefined) return {};

  const module = config.moduleFolder();
  if (module === undefined) return { other: config.moduleElsewhere() };

  return { unit: { file, module, ...config.variables() } };
}

/** The variables file that an argument of Terraform names, if it is about variables. Undefined if it is unknown, or sets a variable itself. */
const variableFileOf = (argument: string | undefined): (string | undefined)[] => {
  if (argument?.startsWith('-var') === false) return [];
  return [/^-var-file=(.*)$/s.exec(argument ?? '')?.[1]];
};

/** Files that include or read each other more deeply are unknown. Real ones need about three. */
const maxDepth = 10;

/** The work counted for a file that is included or read, so that files that multiply each other reach the limit. */
const configWork = 20;

/** Where the evaluation of a unit stands. */
interface Reading {
  readonly files: TerraformFiles;
  /** The files of the unit by the way that led to them, so that a file that reads another one repeatedly evaluates it once. */
  readonly configs: Map<string, Config | undefined>;
  /** The files that led to this one. */
  readonly busy: readonly string[];
}

/** A file of Terragrunt, unless it cannot be read, led to itself, or is too deep. Functions for folders start at `folder`. */
function readConfig(file: string, folder: string, reading: Reading): Config | undefined {
  const { files, configs, busy } = reading;
  if (busy.includes(file) || busy.length >= maxDepth) return undefined;

  const key = JSON.stringify([...busy, file, folder]);
  if (configs.has(key)) return configs.get(key);

  const body = files.spend(configWork) ? files.body(file) : undefined;
  const config = body && new Config({ file, folder, body }, { ...reading, busy: [...busy, file] });
  configs.set(key, config);

  return config;
}

/** A file of Terragrunt. An included file shares the folder of the unit, and a file that is read has its own. */
class Config {
  readonly #file: string;
  readonly #folder: string;
  readonly #body: Body;
  readonly #reading: Reading;
  readonly #values = new Map<string, TfValue>();
  readonly #scope: TfScope;
  #inputs: TfObject | undefined;
  #files: readonly (string | undefined)[] | undefined;
  #sourceFound: { readonly value: TfValue | undefined } | undefined;
  #includes: ReadonlyMap<string, Config | undefined> | undefined;

  constructor(
    { file, folder, body }: { readonly file: string; readonly folder: string; readonly body: Body },
    reading: Reading,
  ) {
    this.#file = file;
    this.#folder = folder;
    this.#body = body;
    this.#reading = reading;
    const { files } = reading;

    this.#scope = {
      names: new Map(),
      resolve: (path, at) => this.#resolve(path, at),
      hostFunction: (name) => this.#function(name) ?? files.hostFunction(name, folder),
      spend: (amount) => files.spend(amount),
    };
  }

  /** The folder of the module that this file or one that it includes applies, if it is in the repository. */
  moduleFolder(): string | undefined {
    const source = this.#source();
    if (!source) return this.#reading.files.moduleAt(this.#folder);
    const path = knownText(source)?.split('?', 1)[0];
    if (path === undefined || !/^(?:\/|\.\.?(?:\/|$))/.test(path)) return undefined;
    return this.#reading.files.moduleAt(this.#at(path));
  }

  /** What it says about Karpenter to a module that is not in the repository. */
  moduleElsewhere(): Unread | undefined {
    const source = this.#source();
    const names = [this.#folder, source?.kind === 'string' ? textOf(source) : ''];
    return source && unreadCall({ at: { file: this.#file, start: 0, end: 0 }, names, inputs: this.inputs() });
  }

  /** The source of the module, of this file or of one that it includes. */
  #source(): TfValue | undefined {
    this.#sourceFound ??= { value: this.#findSource() };
    return this.#sourceFound.value;
  }

  #findSource(): TfValue | undefined {
    const source = this.#blocks('terraform')[0]?.body.attributes.get('source')?.value;
    if (source) return evaluate(source, this.#scope);
    return this.#included().flatMap((config) => {
      if (config === undefined) return [];
      return config.#source() ?? [];
    })[0];
  }

  /** The inputs, over those of the files that it includes. */
  inputs(): TfObject {
    this.#inputs ??= this.#readInputs();
    return this.#inputs;
  }

  #readInputs(): TfObject {
    const attribute = this.#body.attributes.get('inputs')?.value;
    const at = attribute?.at ?? { file: this.#file, start: 0, end: 0 };
    const unitInputs = attribute ? evaluate(attribute, this.#scope) : objectOf([], at);
    const whole = (value: TfValue | undefined): TfObject => {
      if (value?.kind === 'object') return value;
      return objectOf([], at, true);
    };

    const includes = this.#blocks('include').map(({ body }, i) => {
      const strategy = () => {
        if (body.attributes.has('merge_strategy'))
          return knownText(evaluate(body.attributes.get('merge_strategy')!.value, this.#scope));
        return 'shallow';
      };

      return {
        inputs: whole(this.#included()[i]?.inputs()),
        strategy: strategy(),
      };
    });

    return includes.reduceRight((inner, { inputs, strategy }) => {
      if (strategy === 'no_merge') return inner;
      if (strategy === 'deep') return whole(this.#deepMerge(inputs, inner));
      const isPartial = strategy !== 'shallow' || inputs.isPartial || inner.isPartial;
      return objectOf([...inputs.entries, ...inner.entries], at, isPartial);
    }, whole(unitInputs));
  }

  /** Objects are merged, lists are joined, and everything else is replaced. */
  #deepMerge(outer: TfValue, inner: TfValue): TfValue {
    if (!this.#scope.spend()) return unknown(inner.at);
    if (outer.kind === 'list' && inner.kind === 'list')
      return bounded({ ...inner, items: [...outer.items, ...inner.items] }, this.#scope);
    if (outer.kind !== 'object' || inner.kind !== 'object') return inner;

    const entries = new Map(outer.entries);
    for (const [key, entry] of inner.entries) {
      const before = entries.get(key);
      entries.set(key, before ? { ...entry, value: this.#deepMerge(before.value, entry.value) } : entry);
    }

    return bounded(objectOf(entries, inner.at, outer.isPartial || inner.isPartial), this.#scope);
  }

  /** What it sets of the variables of its module. */
  variables(): Pick<TerragruntUnit, 'inputs' | 'variableFiles'> {
    const files = this.variableFiles();
    const inputs = this.inputs();
    return {
      inputs: files.includes(undefined) ? { ...inputs, isPartial: true } : inputs,
      variableFiles: files.flatMap((file) => file ?? []),
    };
  }

  /** The variables files that it and the files that it includes pass to Terraform. Undefined stands for unknown variables. */
  variableFiles(): readonly (string | undefined)[] {
    this.#files ??= this.#readVariableFiles();
    return this.#files;
  }

  #readVariableFiles(): (string | undefined)[] {
    const passed = this.#blocks('terraform')
      .flatMap(({ body }) => body.blocks.filter(({ type }) => type === 'extra_arguments'))
      .flatMap(({ body }) => [
        ...['required_var_files', 'optional_var_files'].flatMap((name) => this.#texts(body, name)),
        ...this.#texts(body, 'arguments').flatMap(variableFileOf),
      ]);

    const all = [
      ...this.#included().flatMap((config) => config?.variableFiles() ?? [undefined]),
      ...passed.map((path) => this.#at(path)),
    ];

    // Of a file that is passed twice, the last time counts.
    return [...new Set(all.reverse())].reverse();
  }

  /** The texts of a list, each undefined if it is unknown. */
  #texts({ attributes }: Body, name: string): (string | undefined)[] {
    const list = attributes.get(name) && evaluate(attributes.get(name)!.value, this.#scope);
    if (list === undefined) return [];
    if (list.kind === 'list') return list.items.map(knownText);
    return [undefined];
  }

  /** The file as an object, as other files see it. */
  object(at: Span): TfObject {
    const locals = this.#blocks('locals').flatMap(({ body }) => [...body.attributes.keys()]);
    const values = locals.map((name) => [name, { value: this.#local(name, at) }] as const);

    const entries = [
      ['locals', { value: objectOf(values, at) }],
      ['inputs', { value: this.inputs() }],
    ] as const;

    return objectOf(entries, at, true);
  }

  #blocks(type: string): Block[] {
    return this.#body.blocks.filter((block) => block.type === type);
  }

  #included(): (Config | undefined)[] {
    this.#includes ??= new Map(
      this.#blocks('include').map(({ labels, body }) => {
        const path = body.attributes.get('path')?.value;
        const file = path && this.#at(knownText(evaluate(path, this.#scope)));
        const config = file === undefined ? undefined : readConfig(file, this.#folder, this.#reading);
        return [labels[0] ?? '', config];
      }),
    );

    return [...this.#includes.values()];
  }

  #resolve(path: readonly string[], at: Span): { value: TfValue; steps: number } {
    const [first, second] = path;
    if (first === 'local' && second !== undefined) return { value: this.#local(second, at), steps: 2 };
    if (first === 'include' && this.#included().length > 0) {
      const isNamed = second !== undefined && this.#includes!.has(second);
      const config = this.#includes!.get(isNamed ? second : '');
      if (config) return { value: config.object(at), steps: isNamed ? 2 : 1 };
    }

    return { value: unknown(at, path.join('.')), steps: path.length };
  }

  /** A local that refers to itself is unknown. */
  #local(name: string, at: Span): TfValue {
    const cached = this.#values.get(name);
    if (cached) return cached;

    this.#values.set(name, unknown(at, `local.${name}`));
    const attribute = this.#blocks('locals').flatMap(({ body }) => body.attributes.get(name) ?? [])[0];
    const value = attribute ? evaluate(attribute.value, this.#scope) : unknown(at, `local.${name}`);
    this.#values.set(name, value);

    return value;
  }

  /** A path from the root of the repository, which is shown as `/`. */
  #at(path: string | undefined): string | undefined {
    if (path === undefined) return undefined;
    return normal(path.startsWith('/') ? path : `${this.#folder}/${path}`);
  }

  #function(name: string): TfFunction | undefined {
    switch (name) {
      case 'find_in_parent_folders':
        return ([wanted, fallback], at) => {
          const file = wanted ? knownText(wanted) : 'terragrunt.hcl';
          const path = file === undefined ? undefined : this.#above(file);
          if (path === undefined) return fallback ?? unknown(at);
          return madeText(`/${path}`, at);
        };
      case 'read_terragrunt_config':
        return ([path, fallback], at) => {
          const file = this.#at(path && knownText(path));
          const config = file === undefined ? undefined : readConfig(file, folderOf(file), this.#reading);
          // The fallback is for a file that does not exist.
          const isMissing = file !== undefined && !this.#reading.files.has(file);
          return config?.object(at) ?? (isMissing ? fallback : undefined) ?? unknown(at);
        };
      case 'get_repo_root':
        return (_, at) => madeText('/', at);
      case 'get_path_from_repo_root':
        return (_, at) => madeText(this.#folder, at);
      case 'get_parent_terragrunt_dir':
        return (_, at) => madeText(`/${this.#parentFolder()}`, at);
      case 'path_relative_to_include':
        return (_, at) => {
          const [folder, parent] = [this.#folder, this.#parentFolder()];
          if (isWithin(folder, parent)) return madeText(folder.slice(parent === '' ? 0 : parent.length + 1) || '.', at);
          return unknown(at);
        };
      case 'get_terragrunt_dir':
        return (_, at) => madeText(`/${this.#folder}`, at);
      default:
        return undefined;
    }
  }

  /** The folder of the file that the unit includes, which may be this one. */
  #parentFolder(): string {
    const [included] = this.#included();
    if (included) return folderOf(included.#file);
    return folderOf(this.#file);
  }

  /** The file of this name in the nearest folder above. */
  #above(name: string): string | undefined {
    for (let folder = this.#folder; folder !== ''; ) {
      folder = folderOf(folder);
      const file = normal(`${folder}/${name}`);
      if (file !== undefined && this.#reading.files.has(file)) return file;
    }
    return undefined;
  }
}

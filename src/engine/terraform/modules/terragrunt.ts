import { folderOf, type Span } from '../../source.ts';
import type { TfFunction } from '../functions/tf-function.ts';
import type { Block, Body } from '../syntax/hcl.ts';
import { knownText, madeText, objectOf, type TfObject, type TfValue, unknown } from '../values/tf-value.ts';
import { evaluate } from './evaluate.ts';
import { normal, type TerraformFiles } from './terraform-files.ts';
import type { TfScope } from './tf-scope.ts';

/** A folder in which Terragrunt applies a module of the repository. */
export interface TerragruntUnit {
  /** Its `terragrunt.hcl`. */
  readonly file: string;
  /** The folder of the module. */
  readonly module: string;
  /** The variables of the module. Other variables may also be set if it is partial. */
  readonly inputs: TfObject;
}

/** The units of a repository, sorted by path. Nothing is run: what depends on other units, the shell or a secret is unknown. */
export function terragruntUnits(files: TerraformFiles): TerragruntUnit[] {
  return files.units.flatMap((file) => {
    const config = readConfig(file, folderOf(file), { files, configs: new Map(), busy: [] });
    const module = config?.moduleFolder();
    return config && module !== undefined ? [{ file, module, inputs: config.inputs() }] : [];
  });
}

/** Files that include or read each other more deeply are unknown. Real ones need about three. */
const maxDepth = 10;

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
  const body = files.body(file);
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

  /** The folder of the module that this file or one that it includes applies. */
  moduleFolder(): string | undefined {
    const block = this.#blocks('terraform')[0];
    const source = block?.body.attributes.get('source')?.value;
    const included = (): string | undefined => this.#included().flatMap((one) => one?.moduleFolder() ?? [])[0];
    if (!source) return included() ?? this.#reading.files.moduleAt(this.#folder);
    const path = knownText(evaluate(source, this.#scope))?.replace(/\?.*$/, '');
    if (path === undefined || !/^(?:\/|\.\.?(?:\/|$))/.test(path)) return undefined;
    return this.#reading.files.moduleAt(this.#at(path));
  }

  /** The inputs, over those of the files that it includes. */
  inputs(): TfObject {
    this.#inputs ??= this.#readInputs();
    return this.#inputs;
  }

  #readInputs(): TfObject {
    const attribute = this.#body.attributes.get('inputs')?.value;
    const at = attribute?.at ?? { file: this.#file, start: 0, end: 0 };
    const own = attribute ? evaluate(attribute, this.#scope) : objectOf([], at);
    // `deep` merges the values of both files, which is not evaluated.
    const isMerged = this.#blocks('include').every(({ body }) => !body.attributes.has('merge_strategy'));
    const all = [...this.#included().map((one) => one?.inputs()), own].map((value) =>
      value?.kind === 'object' ? value : objectOf([], at, true),
    );
    const isPartial = !isMerged || all.some((one) => one.isPartial);
    return objectOf(
      all.flatMap(({ entries }) => [...entries]),
      at,
      isPartial,
    );
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
    const known = this.#values.get(name);
    if (known) return known;
    this.#values.set(name, unknown(at, `local.${name}`));
    const attribute = this.#blocks('locals').flatMap(({ body }) => body.attributes.get(name) ?? [])[0];
    const value = attribute ? evaluate(attribute.value, this.#scope) : unknown(at, `local.${name}`);
    this.#values.set(name, value);
    return value;
  }

  /** A path from the root of the repository, which is shown as `/`. */
  #at(path: string | undefined): string | undefined {
    return path === undefined ? undefined : normal(path.startsWith('/') ? path : `${this.#folder}/${path}`);
  }

  #function(name: string): TfFunction | undefined {
    switch (name) {
      case 'find_in_parent_folders':
        return ([wanted, fallback], at) => {
          const file = wanted ? knownText(wanted) : 'terragrunt.hcl';
          const found = file === undefined ? undefined : this.#above(file);
          return found === undefined ? (fallback ?? unknown(at)) : madeText(`/${found}`, at);
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
      case 'get_terragrunt_dir':
        return (_, at) => madeText(`/${this.#folder}`, at);
      default:
        return undefined;
    }
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

import { groupBy } from '../../../text/group-by.ts';
import { listIf } from '../../../text/list-if.ts';
import { NameSearch } from '../../../text/name-search.ts';
import type { Source } from '../../../text/source.ts';
import {
  canDeploy,
  mayBeRunByPipeline,
  modulesIn,
  namesOfModule,
  programsIn,
  type RunWords,
  runWordsOf,
} from './deploying.ts';
import { namesProgram } from './named-files.ts';

/** The files that differ, and the texts that may run them. */
interface Files {
  readonly files: readonly { readonly path: string }[];
  readonly pipelines?: readonly string[];
  readonly readers?: readonly Source[];
}

/** Whether something that can change a cluster runs a file, directly or through scripts. A file does not count for itself. */
export const isRunByDeployment = (path: string, changed: Files): boolean => deploymentsOf(changed).run(path);

/** The texts of pipelines and scripts that can change a cluster, or that one of these runs. */
export const deployingTexts = (changed: Files): readonly string[] => deploymentsOf(changed).texts();

const deployments = new WeakMap<Files, Deployments>();

function deploymentsOf(changed: Files): Deployments {
  const runs = deployments.get(changed) ?? new Deployments(changed);
  deployments.set(changed, runs);
  return runs;
}

/** The words with which some texts run files. */
class Words {
  readonly #names = new Set<string>();
  readonly #programs = new Set<RegExp>();
  readonly #modules = new Set<string>();

  add(text: string, search: NameSearch, isAmbiguous: (name: string) => boolean): void {
    for (const name of search.namesIn(text)) if (!isAmbiguous(name) || namesProgram(text, name)) this.#names.add(name);
    for (const program of programsIn(text)) this.#programs.add(program);
    for (const module of modulesIn(text)) this.#modules.add(module);
  }

  include({ name, program, module }: RunWords): boolean {
    if (program) return this.#programs.has(program);
    if (module !== undefined && namesOfModule(module).some((other) => this.#modules.has(other))) return true;
    return this.#names.has(name);
  }
}

/** Where a chain of scripts that run each other begins: a script that can change a cluster, or any pipeline. */
type Start = string | typeof pipeline;

const pipeline = Symbol('pipeline');

/**
 * What pipelines and scripts that can change a cluster run. Each text is searched once for all names. Each file keeps at most two of the places
 * where its chains begin, and one of two is not the file itself.
 */
export class Deployments {
  /** How many texts were searched, and how often a file was compared with the words of a text. */
  readonly work = { texts: 0, comparisons: 0 };

  readonly #files: readonly (readonly [path: string, words: RunWords])[];
  readonly #pipelines: readonly string[];
  readonly #search: NameSearch;
  /** Names of files that are words, too. */
  readonly #ambiguous: ReadonlySet<string>;
  readonly #scripts: ReadonlyMap<string, readonly Source[]>;
  readonly #starts = new Map<string, Set<Start>>();

  constructor({ pipelines = [], readers = [], files }: Files) {
    const paths = new Set([...files.map(({ path }) => path), ...readers.map(({ file }) => file)]);
    this.#files = [...paths].map((path) => [path, runWordsOf(path)]);
    this.#search = new NameSearch(this.#files.map(([, { name }]) => name));
    this.#ambiguous = new Set(this.#files.flatMap(([, { name, isAmbiguous }]) => listIf(isAmbiguous, name)));
    this.#scripts = groupBy(readers, ({ file }) => file);
    this.#pipelines = pipelines.filter(canDeploy);
    this.#follow(this.#pipelines);
  }

  texts(): readonly string[] {
    const scripts = [...this.#starts.keys()].flatMap((file) => this.#scripts.get(file) ?? []);
    return [...this.#pipelines, ...scripts.map(({ text }) => text)];
  }

  run(path: string): boolean {
    return [...(this.#starts.get(path) ?? [])].some((start) => start !== path);
  }

  #follow(pipelines: readonly string[]): void {
    const queue: (readonly [file: string, start: Start])[] = [];

    const reach = (file: string, start: Start): void => {
      const starts = this.#starts.get(file) ?? new Set();
      if (starts.has(start) || starts.size === 2) return;

      this.#starts.set(file, starts.add(start));
      if (this.#scripts.has(file) && (start === file || mayBeRunByPipeline(file))) queue.push([file, start]);
    };

    for (const file of this.#runBy(pipelines)) reach(file, pipeline);
    for (const [file, sources] of this.#scripts) if (sources.some(({ text }) => canDeploy(text))) reach(file, file);

    const callees = new Map<string, readonly string[]>();
    for (const [file, start] of queue) {
      const files = callees.get(file) ?? this.#runBy(this.#scripts.get(file)!.map(({ text }) => text));
      callees.set(file, files);
      for (const other of files) reach(other, start);
    }
  }

  /** The files that some texts run. */
  #runBy(texts: readonly string[]): readonly string[] {
    const words = new Words();
    for (const text of texts) {
      this.work.texts += 1;
      words.add(text, this.#search, (name) => this.#ambiguous.has(name));
    }

    this.work.comparisons += this.#files.length;
    return this.#files.filter(([, file]) => words.include(file)).map(([path]) => path);
  }
}

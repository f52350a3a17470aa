import { groupBy } from '../../../text/group-by.ts';
import { listIf } from '../../../text/list-if.ts';
import { baseNameOf, folderOf, isWithin, type Source, type Span } from '../../../text/source.ts';
import { isEnvironmentName } from '../../hints/environment-name.ts';
import { hasNodes } from '../../model/karpenter-kinds.ts';
import { type CompilePattern, workOf } from '../functions/linear-pattern.ts';
import { patternFunction } from '../functions/pattern-functions.ts';
import type { TfFunction } from '../functions/tf-function.ts';
import { excerptOf } from '../syntax/excerpt.ts';
import type { Block, Body, TemplatePart } from '../syntax/hcl.ts';
import { jsonAsHcl } from '../syntax/json-variables.ts';
import { type HclFile, readHcl, readTemplateFile } from '../syntax/read-hcl.ts';
import type { ParseHcl } from '../syntax/syntax-node.ts';
import { knownText, madeText, scalar, type TfValue, unknown } from '../values/tf-value.ts';
import { template } from './evaluate.ts';
import { type EvaluatedPart, isSamePart, type Question, type Recording } from './evaluated-parts.ts';
import {
  mayRunTerraform,
  type PassedVariables,
  passedVariables,
  type SharedVariables,
  sharedVariables,
} from './passed-variables.ts';
import type { OutputsOfModules, RepeatedOutputs } from './repeated-outputs.ts';
import type { TfScope } from './tf-scope.ts';

/** Every folder, with the templates of the charts in it. */
function templatesByFolder(files: Iterable<string>): Map<string, string[]> {
  const byFolder = new Map<string, string[]>();

  for (const file of files) {
    const isTemplate = file.includes('/templates/');
    for (let folder = folderOf(file); folder !== ''; folder = folderOf(folder)) {
      const templates = byFolder.get(folder);
      // The folders above are known, too.
      if (templates && !isTemplate) break;

      if (!templates) byFolder.set(folder, []);
      if (isTemplate) byFolder.get(folder)!.push(file);
    }
  }

  return byFolder;
}

/** The files of one side, by path from its root; `text` is undefined for files that do not exist or exceed a limit. */
export interface RepositoryFiles {
  readonly files: ReadonlyMap<string, unknown>;
  text(path: string): string | undefined;
  /** What exceeds a limit, for files that are not read. */
  excess?(path: string): Excess | undefined;
  /** What is there and is not read: links and submodules. Absent if nothing says that these are all files. */
  readonly others?: ReadonlyMap<string, unknown>;
}

/** A file that is not read, because it is too long or its side has too much Terraform code. */
export interface Excess {
  readonly of: 'file' | 'side';
  /** Its mentions of Karpenter and of other modules, so that it is still known whether the file matters. */
  readonly excerpt: string;
}

/** Longer files are not read. Code that people maintain is far shorter. */
export const maxTerraformLength = 2 * 1024 * 1024;
/** How much is read on one side, in UTF-16 code units. */
export const maxSideLength = 32 * 1024 * 1024;
/** How much is parsed of modules that are related to Karpenter. Parsing takes 50 times as much memory as the text. */
export const maxParsedLength = 8 * 1024 * 1024;

/** How many values may be in the way of one that is evaluated, each needed by the one before. People write a few dozen. */
const maxChain = 300;

/** How many objects the code may create at least, and for how many characters of code one more. */
const objectsAtLeast = 500;
const charactersPerObject = 20;

/**
 * The work limits for one side of a review: the least, what each character of code adds, and the most. What exceeds them is unknown. Public
 * repositories with a megabyte of code need less than one unit for each character.
 */
const work = { least: 200_000, perCharacter: 4, most: 2_000_000 };

const isCode = (file: string): boolean => file.endsWith('.tf');
const isVariables = (file: string): boolean => /(?:^|\/)(?:terraform|[^/]*\.auto)\.tfvars(?:\.json)?$/.test(file);

/** Whether Terraform reads a variables file only if its name is passed. An example is for people. */
const isPassed = (file: string): boolean =>
  /\.tfvars(?:\.json)?$/.test(file) &&
  !isVariables(file) &&
  !/(?:^|[/._-])(?:example|sample|template)s?[._-]/i.test(file);

const isAutomatic = (file: string): boolean => /\.auto\.tfvars(?:\.json)?$/.test(file);

/** The environment in the name of a variables file or its folder: `prod.tfvars`, `env/prod/terraform.tfvars`. */
function environmentOf(file: string): string | undefined {
  const [, folder = '', name] = /^(?:(?:.*\/)?([^/]+)\/)?([^/]+?)\.tfvars(?:\.json)?$/.exec(file) ?? [];
  return [name, folder].find((word) => word !== undefined && isEnvironmentName(word))?.toLowerCase();
}

/** Whether a file is in a folder next to a root module or next to a folder above it: `environments/dev.tfvars` next to `eks`. */
function isNextTo(file: string, root: string): boolean {
  const folder = folderOf(file);
  const above = folderOf(folder);
  const isBelow = (other: string): boolean => root.startsWith(`${other}/`);
  if (folder === '' || isWithin(file, root)) return false;
  return above === '' || isBelow(above) || isBelow(folderOf(above));
}

/** A path without `.` and `..`; undefined if it leaves the repository. */
export function normal(path: string): string | undefined {
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '' || step === '.') continue;
    if (step !== '..') steps.push(step);
    else if (steps.pop() === undefined) return undefined;
  }

  return steps.join('/');
}

/** Reads HCL files and templates. Files that base and head share are parsed once. */
export class HclReader {
  readonly #parse: ParseHcl;
  /** Without a compiler, everything that depends on patterns is unknown. */
  readonly compile: CompilePattern | undefined;
  /** What parts of the sides evaluated to, by name. */
  readonly parts = new Map<string, EvaluatedPart<TerraformFiles>>();
  readonly #files = new Map<string, HclFile>();
  readonly #templates = new Map<
    string,
    { readonly source: Source; readonly parts: readonly TemplatePart[] | undefined }
  >();

  constructor(parse: ParseHcl, compile?: CompilePattern) {
    this.#parse = parse;
    this.compile = compile;
  }

  file(file: string, text: string): HclFile {
    const cached = this.#files.get(file);
    if (cached?.source.text === text) return cached;

    const source = { file, text };
    const hcl = file.endsWith('.json') ? jsonAsHcl(text) : text;
    const read = { ...readHcl({ file, text: hcl }, this.#parse), source };

    this.#files.set(file, read);

    return read;
  }

  template(file: string, text: string): readonly TemplatePart[] | undefined {
    const cached = this.#templates.get(file);
    if (cached?.source.text === text) return cached.parts;
    const source = { file, text };
    const parts = readTemplateFile(source, this.#parse);
    this.#templates.set(file, { source, parts });
    return parts;
  }
}

/** A module's file, as far as it was read. */
export interface ModuleFile extends HclFile {
  readonly excess?: Excess['of'];
}

/** A file that is not read, so its content is unknown. */
const unread = (file: string, excerpt: string, excess: Excess['of']): ModuleFile => ({
  source: { file, text: excerpt },
  body: { attributes: new Map(), blocks: [] },
  fault: { file, start: 0, end: 0 },
  excess,
});

/** The `source` of a module block. */
export function sourceOfCall(block: Block): string {
  const source = block.body.attributes.get('source')?.value;
  const [part] = source?.kind === 'template' ? source.parts : [];
  // Real module sources are far shorter.
  if (part?.kind === 'text') return part.text.slice(0, 1000);
  return '';
}

/** A text that is the same for a block wherever its module is called. */
export const placeOfBlock = ({ at }: Block): string => `${at.file}:${at.start}`;

/** Whether a block is one that only the root module has: it configures a provider, or where the state is. */
export const saysWhereApplied = ({ type, body }: Block): boolean =>
  type === 'provider' ||
  (type === 'terraform' && body.blocks.some((block) => block.type === 'backend' || block.type === 'cloud'));

/** The files of a repository as Terraform sees them. */
export class TerraformFiles {
  readonly #files: RepositoryFiles;
  readonly #reader: HclReader;
  readonly #known: readonly OutputsOfModules[];
  readonly #byFolder = new Map<string, { readonly code: string[]; readonly variables: string[] }>();
  readonly #environmentFiles: readonly string[];
  /** Variables files that Terraform reads only if a command names them, and whose names say nothing about environments. */
  readonly #sharedFiles: readonly string[];
  /** The files of Terragrunt that may apply a module, sorted. */
  readonly units: readonly string[];
  readonly #read = new Map<string, ModuleFile>();
  #templatesIn: ReadonlyMap<string, readonly string[]> | undefined;
  #parsed = 0;
  #work = 0;
  /** Files that are rendered as templates, so they are not manifests themselves. */
  readonly templates = new Set<string>();
  /** Files that functions read. */
  readonly usedFiles = new Set<string>();
  /** The variables of root modules that have no default and that no file sets. */
  readonly requiredVariables = new Set<string>();
  readonly #requiredBefore: ReadonlySet<string>;
  /** The `moved` blocks that were asked for. */
  readonly moves = new Set<string>();
  readonly #movesBefore: ReadonlySet<string> | undefined;
  readonly #evaluatedBlocks = new Set<string>();
  readonly #offBlocks = new Set<string>();
  readonly #createdBlocks = new Set<string>();
  readonly #emptyBlocks = new Set<string>();
  readonly #instances = new Map<string, Set<string>>();
  /** What the part that is being evaluated asks and does. */
  #recording: Recording<TerraformFiles> | undefined;

  /** Blocks that only the defaults of variables leave out, wherever they are used. */
  get blocksLeftOut(): ReadonlySet<string> {
    return new Set([...this.#offBlocks].filter((block) => !this.#evaluatedBlocks.has(block)));
  }

  /** Blocks of which no call creates an instance, because `count` or `for_each` is known to be empty. */
  get blocksWithoutInstances(): ReadonlySet<string> {
    // Beyond a limit, nobody has counted them.
    if (this.isCutShort) return new Set();
    return new Set([...this.#emptyBlocks].filter((block) => !this.#createdBlocks.has(block)));
  }

  /** The `instanceKeys` of each block with `count` or `for_each`, by `placeOfBlock`, wherever it is used. */
  get instancesOfBlocks(): ReadonlyMap<string, ReadonlySet<string>> {
    if (this.isCutShort) return new Map();
    return this.#instances;
  }

  /** Notes the instances of a block that a call creates, by their `instanceKeys`. */
  noteInstances(block: Block, isEmpty: boolean, keys: readonly string[]): void {
    const place = placeOfBlock(block);
    this.#do((files) => {
      (isEmpty ? files.#emptyBlocks : files.#createdBlocks).add(place);
      files.#instances.set(place, new Set([...(files.#instances.get(place) ?? []), ...keys]));
    });
  }

  /** Notes an instance of a block, and whether the defaults of variables leave it out. */
  noteInstance(block: Block, isOff: boolean): void {
    const place = placeOfBlock(block);
    this.#do((files) => (isOff ? files.#offBlocks : files.#evaluatedBlocks).add(place));
  }

  /** `known` are the outputs of public modules. `requiredBefore` and `movesBefore` are those before the change, if there is one. */
  constructor(
    files: RepositoryFiles,
    reader: HclReader,
    {
      known = [],
      requiredBefore = new Set(),
      movesBefore,
    }: {
      known?: readonly OutputsOfModules[];
      requiredBefore?: ReadonlySet<string> | undefined;
      movesBefore?: ReadonlySet<string> | undefined;
    } = {},
  ) {
    this.#files = files;
    this.#requiredBefore = requiredBefore;
    this.#movesBefore = movesBefore;
    this.#known = known;
    this.#reader = reader;
    const names = [...files.files.keys()].sort();
    this.#environmentFiles = names.filter((file) => environmentOf(file) !== undefined && !isAutomatic(file));
    this.#sharedFiles = names.filter((file) => isPassed(file) && environmentOf(file) === undefined);
    this.units = names.filter((file) => /(?:^|\/)terragrunt\.hcl$/.test(file));

    for (const file of names) {
      if (!isCode(file) && !isVariables(file)) continue;

      const folder = folderOf(file);
      const module = this.#byFolder.get(folder) ?? { code: [], variables: [] };
      this.#byFolder.set(folder, module);
      (isCode(file) ? module.code : module.variables).push(file);
    }

    this.#addOnlyVariables(names);
  }

  /** Adds the variables file of a module that has no other one: people pass it on the command line each time. */
  #addOnlyVariables(names: readonly string[]): void {
    const byFolder = groupBy(names.filter(isPassed), folderOf);

    for (const [folder, [file, ...others]] of byFolder) {
      const module = this.#byFolder.get(folder);
      if (file === undefined || others.length > 0 || module === undefined) continue;
      if (module.code.length === 0 || module.variables.length > 0 || this.#variablesAround(folder).size > 0) continue;

      module.variables.push(file);
    }
  }

  /** Notes a variable that somebody must set. */
  noteRequired(name: string): void {
    this.#do(({ requiredVariables }) => {
      // What a rule reads later was noted when the files were evaluated.
      if (!requiredVariables.has(name)) requiredVariables.add(name);
    });
  }

  /** Whether somebody had to set a variable before the change. */
  wasRequired(name: string): boolean {
    this.#ask(`required ${name}`, (files) => files.#requiredBefore.has(name));
    return this.#requiredBefore.has(name);
  }

  /** Whether the change adds a `moved` block. Terraform has followed all others. */
  isNewMove(move: string): boolean {
    this.#do((files) => files.moves.add(move));
    const isNew = (files: TerraformFiles): boolean => files.#movesBefore?.has(move) === false;
    this.#ask(`move ${move}`, isNew);
    return isNew(this);
  }

  /**
   * Evaluates a part of the repository. If it asks its files for nothing that differs from the last evaluation of the part, mostly that of the other
   * side, it takes that value, does what that evaluation did, and counts the same work.
   */
  part<T>(name: string, inputs: readonly unknown[], evaluate: () => T): T {
    const cached = this.#reader.parts.get(name);
    if (cached === undefined || !this.#hasRoomFor(cached) || !isSamePart(cached, inputs, this))
      return this.#recorded(name, inputs, evaluate);

    this.#work += cached.work;
    for (const effect of cached.effects) effect(this);

    return cached.value as T;
  }

  #recorded<T>(name: string, inputs: readonly unknown[], evaluate: () => T): T {
    const recording: Recording<TerraformFiles> = { questions: new Map(), effects: [] };
    const before = this.#work;

    this.#recording = recording;
    const value = evaluate();
    this.#recording = undefined;

    // Beyond a limit, the value depends on what was evaluated before.
    const isWhole = !this.isCutShort && this.#parsed <= maxParsedLength;
    if (isWhole) this.#reader.parts.set(name, { ...recording, inputs, work: this.#work - before, value });

    return value;
  }

  /** Whether no limit would be reached. */
  #hasRoomFor({ work, questions }: EvaluatedPart<TerraformFiles>): boolean {
    const length = [...questions.values()].reduce((sum, { answer }) => sum + `${answer}`.length, 0);
    return !this.isCutShort && this.#work + work <= this.#maxWork && this.#parsed + length <= maxParsedLength;
  }

  /** Notes a question; false if the part asked it before. */
  #ask(name: string, ask: Question<TerraformFiles>['ask']): boolean {
    const questions = this.#recording?.questions;
    if (questions === undefined || questions.has(name)) return false;
    questions.set(name, { ask, answer: ask(this) });
    return true;
  }

  /** The text of a file, or what is known of it if it exceeds a limit. */
  #readable(path: string): string | undefined {
    return this.#files.text(path) ?? this.#files.excess?.(path)?.excerpt;
  }

  /** The code and the variables files in a folder. */
  #filesOf(folder: string): { readonly code: readonly string[]; readonly variables: readonly string[] } | undefined {
    this.#ask(`folder ${folder}`, (files) => {
      const { code = [], variables = [] } = files.#byFolder.get(folder) ?? {};
      return [...code, '', ...variables].join('\n');
    });
    return this.#byFolder.get(folder);
  }

  #do(effect: (files: TerraformFiles) => void): void {
    this.#recording?.effects.push(effect);
    effect(this);
  }

  /** Uses units of work; false if the limit is reached. */
  spend(amount = 1): boolean {
    this.#work += amount;
    return this.#work <= this.#maxWork;
  }

  get #maxWork(): number {
    return Math.min(work.most, work.least + this.#parsed * work.perCharacter);
  }

  /** Whether the work limit was reached, so that later values are unknown, or something was left out. */
  get isCutShort(): boolean {
    return this.#work > this.#maxWork || this.#leavesOut;
  }

  /**
   * Counts an object that the code creates; false if these are more than the code that was read so far explains. Each
   * costs a parse and all rules, and a line of code can create thousands.
   */
  grantObject(): boolean {
    this.#objects++;
    const isGranted = this.#objects <= objectsAtLeast + this.#parsed / charactersPerObject;
    if (!isGranted) this.leaveOut();
    return isGranted;
  }

  #objects = 0;

  /** Evaluates what another value needs; undefined if the chain of such values is too long. */
  deeper<T>(work: () => T): T | undefined {
    if (this.#chain >= maxChain) {
      this.leaveOut();
      return undefined;
    }

    this.#chain++;
    const value = work();
    this.#chain--;

    return value;
  }

  #chain = 0;

  /** Something beyond a limit is not evaluated. */
  leaveOut(): void {
    this.#leavesOut = true;
  }

  #leavesOut = false;

  /** The folders that contain modules, sorted. */
  get folders(): readonly string[] {
    return [...this.#byFolder]
      .filter(([, { code }]) => code.length > 0)
      .map(([folder]) => folder)
      .sort();
  }

  /** The text of a file. */
  textAt(path: string): string | undefined {
    this.#ask(`text ${path}`, (files) => files.#readable(path));
    return this.#files.text(path);
  }

  /** Whether the repository has a file. */
  has(path: string): boolean {
    this.#ask(`has ${path}`, (files) => files.#files.files.has(path));
    return this.#files.files.has(path);
  }

  /** Whether the templates of a chart have NodePools or node classes; undefined if the folder is not in the repository. */
  hasNodesIn(folder: string): boolean | undefined {
    this.#templatesIn ??= templatesByFolder(this.#files.files.keys());
    return this.#templatesIn.get(folder)?.some((file) => hasNodes(this.textAt(file) ?? ''));
  }

  /** The content of a file with HCL; undefined if it cannot be read. */
  body(path: string): Body | undefined {
    const [read] = this.has(path) ? this.#readAll([path]) : [];
    if (read && !read.fault) return read.body;
    return undefined;
  }

  /** The folder, if it contains a module. */
  moduleAt(folder: string | undefined): string | undefined {
    if (folder !== undefined && this.#filesOf(folder)?.code.length) return folder;
    return undefined;
  }

  /** The texts of a module's files, by name, with excerpts of those that exceed a limit. */
  textsIn(folder: string): readonly string[] {
    return (this.#byFolder.get(folder)?.code ?? []).map((file) => this.#readable(file) ?? '');
  }

  /** The files that were read so far. */
  get readFiles(): readonly ModuleFile[] {
    return [...this.#read.values()];
  }

  /** The files in a folder, by name. */
  filesIn(folder: string): readonly ModuleFile[] {
    return this.#readAll(this.#filesOf(folder)?.code ?? []);
  }

  /** The files of a module; empty if one of them cannot be read, because that file may change what the others evaluate to. */
  readableFilesIn(folder: string): readonly ModuleFile[] {
    const files = this.filesIn(folder);
    if (files.some(({ fault }) => fault)) return [];
    return files;
  }

  /** Whether all code of a folder was read: none of it is JSON, a link, only for OpenTofu, or added by Terragrunt. */
  isWhole(folder: string): boolean {
    this.#partlyRead ??= new Set([
      ...[...this.#files.files.keys()]
        .filter((file) => /\.(?:tofu|tf\.json|tofu\.json)$|(?:^|\/)terragrunt\.hcl$/.test(file))
        .map(folderOf),
      ...[...(this.#files.others?.keys() ?? [])].filter((file) => /\.(?:tf|tofu)(?:\.json)?$/.test(file)).map(folderOf),
    ]);
    const code = this.#filesOf(folder)?.code ?? [];
    const isRead = this.readableFilesIn(folder).length === code.length && code.length > 0;
    return this.#files.others !== undefined && isRead && !this.#partlyRead.has(folder);
  }

  #partlyRead: ReadonlySet<string> | undefined;

  #readAll(files: readonly string[]): ModuleFile[] {
    return files.flatMap((file) => {
      const isFirst = this.#ask(`code ${file}`, (files) => files.#readable(file));
      if (isFirst) this.#recording?.effects.push((others) => others.#readAll([file]));
      return this.#read.get(file) ?? this.#readOne(file) ?? [];
    });
  }

  #readOne(file: string): ModuleFile | undefined {
    const text = this.#files.text(file);
    const excess = this.#files.excess?.(file);
    if (text === undefined) return excess && unread(file, excess.excerpt, excess.of);
    if (text.length > maxTerraformLength) return unread(file, excerptOf(text), 'file');

    this.#parsed += text.length;
    const read = this.#parsed > maxParsedLength ? unread(file, excerptOf(text), 'side') : this.#reader.file(file, text);
    this.#read.set(file, read);

    return read;
  }

  /** The variables files that Terraform loads automatically, in its order: `terraform.tfvars`, then `*.auto.tfvars`. Each may also be JSON. */
  variablesIn(folder: string, more: readonly string[] = []): readonly Body[] {
    const files = this.#filesOf(folder)?.variables ?? [];
    const all = [...files.filter((file) => !isAutomatic(file)), ...files.filter(isAutomatic), ...more];
    return this.#readAll(all).map(({ body }) => body);
  }

  /** Whether a variables file is not read: encrypted, not text, or no HCL. It may set any variable. */
  hasUnreadVariables(folder: string, more: readonly string[] = []): boolean {
    return [...(this.#filesOf(folder)?.variables ?? []), ...more].some((file) => {
      const [read] = this.#readAll([file]);
      return read === undefined || read.fault !== undefined;
    });
  }

  /** The variables files for each environment of a root module, which people pass on the command line: environment → files. */
  environmentVariables(root: string): ReadonlyMap<string, readonly string[]> {
    const around = this.#variablesAround(root);
    if (around.size > 0 || (this.#byFolder.get(root)?.variables.length ?? 0) > 0) return around;
    return this.#variablesNextTo(root);
  }

  /** The variables files that commands of the repository pass to a root module in each environment, and that set variables of it. */
  sharedVariables(root: string): SharedVariables {
    const read = this.#byFolder.get(root)?.variables ?? [];
    const candidates = new Set(this.#sharedFiles.filter((file) => !read.includes(file)));
    if (candidates.size === 0) return { first: [], last: [] };

    const { first, last } = sharedVariables(root, { passed: this.#passedByCommands(), candidates });
    const declared = this.#variablesDeclaredIn(root);
    const isOfRoot = (file: string): boolean => this.#namesSetIn(file).some((name) => declared.has(name));

    return { first: first.filter(isOfRoot), last: last.filter(isOfRoot) };
  }

  #passed: readonly PassedVariables[] | undefined;

  /** The variables files that each command of the repository names, by program. */
  #passedByCommands(): readonly PassedVariables[] {
    this.#passed ??= [...this.#files.files.keys()]
      .filter(mayRunTerraform)
      .sort()
      .flatMap((file) => passedVariables(this.#files.text(file) ?? ''));
    return this.#passed;
  }

  /** The files for each environment in the folder of a root module, and below it. */
  #variablesAround(root: string): ReadonlyMap<string, readonly string[]> {
    return this.#byEnvironment((file) => {
      const folder = folderOf(file);
      const isBeside = folder === root && !isVariables(file);
      // Files below the root module that do not belong to another module.
      const isBelow =
        (root === '' || folder.startsWith(`${root}/`)) && folder !== root && !this.#isInModule(folder, root);
      return isBeside || isBelow;
    });
  }

  /** The files for each environment in a folder next to a root module, such as `environments/dev.tfvars`, that set variables of the root module. */
  #variablesNextTo(root: string): ReadonlyMap<string, readonly string[]> {
    const candidates = this.#environmentFiles.filter(
      (file) => isNextTo(file, root) && !this.#isOfModule(file) && !this.#isNamedForOther(file, root),
    );
    if (candidates.length === 0) return new Map();

    const blocks = this.readableFilesIn(root).flatMap(({ body }) => body.blocks);
    if (!blocks.some(saysWhereApplied)) return new Map();

    const declared = this.#variablesDeclaredIn(root);
    return this.#byEnvironment((file) => candidates.includes(file) && this.#setsMostly(declared, file));
  }

  /** Whether a variables file is in the folder of a module or below it. */
  #isOfModule(file: string): boolean {
    const folder = folderOf(file);
    return this.moduleAt('') !== undefined || this.moduleAt(folder) !== undefined || this.#isInModule(folder, '');
  }

  /** Whether a variables file sets some variables, and few others. One file for several root modules sets those of all. */
  #setsMostly(declared: ReadonlySet<string>, file: string): boolean {
    const names = this.#namesSetIn(file);
    const count = names.filter((name) => declared.has(name)).length;
    return count >= 2 && count * 2 >= names.length;
  }

  #namesSetIn(file: string): readonly string[] {
    return this.#readAll([file]).flatMap(({ body }) => [...body.attributes.keys()]);
  }

  #variablesDeclaredIn(root: string): ReadonlySet<string> {
    const blocks = this.readableFilesIn(root).flatMap(({ body }) => body.blocks);
    return new Set(blocks.flatMap(({ type, labels: [name = ''] }) => listIf(type === 'variable', name)));
  }

  /** Whether a variables file or its folder has the name of another module: `dev/network.tfvars`. */
  #isNamedForOther(file: string, root: string): boolean {
    const names = [file, folderOf(file)].map((path) => baseNameOf(path).replace(/\.tfvars(?:\.json)?$/, ''));
    return this.folders.some((folder) => folder !== root && folder !== '' && names.includes(baseNameOf(folder)));
  }

  #byEnvironment(isOfRoot: (file: string) => boolean): ReadonlyMap<string, readonly string[]> {
    return groupBy(this.#environmentFiles.filter(isOfRoot), (file) => environmentOf(file)!);
  }

  #isInModule(folder: string, root: string): boolean {
    for (let at = folder; at !== root && at !== ''; at = folderOf(at))
      if ((this.#byFolder.get(at)?.code.length ?? 0) > 0) return true;
    return false;
  }

  /** The outputs of a public module that only repeat its inputs; undefined if nothing is known of the module. */
  repeatedOutputs(block: Block): RepeatedOutputs | undefined {
    const source = sourceOfCall(block);
    for (const { repeatedOutputs } of this.#known) {
      const outputs = repeatedOutputs?.(source);
      if (outputs) return outputs;
    }
    return undefined;
  }

  /** The folder of a module whose source is a path. */
  localFolder(block: Block, from: string): string | undefined {
    const source = sourceOfCall(block);
    if (!/^\.\.?(?:\/|$)/.test(source)) return undefined;
    const folder = normal(`${from}/${source}`);
    if (folder !== undefined && this.#filesOf(folder) !== undefined) return folder;
    return undefined;
  }

  /** Functions that read files or match patterns. Relative paths start at the root module's folder. */
  hostFunction(name: string, root: string): TfFunction | undefined {
    const source = (value: TfValue | undefined): Source | undefined => this.#source(this.#path(value, root));
    switch (name) {
      case 'file':
        return ([path], at) => this.#text(source(path), at);
      case 'templatefile':
        return ([path, values], at) => this.#template(source(path), values, at);
      case 'fileset':
        return ([path, pattern], at) => this.#fileset(path, pattern, { root, at });
      case 'fileexists':
        return ([path], at) => this.#exists(this.#path(path, root), at);
      case 'abspath':
      case 'pathexpand':
        return ([path], at) => path ?? unknown(at);
      default:
        return patternFunction(name, { compile: this.#reader.compile, spend: (amount) => this.spend(amount) });
    }
  }

  /** The paths that start with a prefix, without it. */
  #below(prefix: string): readonly string[] {
    const all = [...this.#files.files.keys()].filter((file) => file.startsWith(prefix));
    return all.map((file) => file.slice(prefix.length));
  }

  #path(value: TfValue | undefined, root: string): string | undefined {
    const path = value && knownText(value);
    if (path === undefined) return undefined;
    return normal(path.startsWith('/') ? path : `${root}/${path}`);
  }

  #exists(path: string | undefined, at: Span): TfValue {
    if (path === undefined) return unknown(at);
    return scalar(this.has(path), at);
  }

  #source(path: string | undefined): Source | undefined {
    const text = path === undefined ? undefined : this.textAt(path);
    if (path !== undefined) this.#do(({ usedFiles }) => usedFiles.add(path));
    if (path === undefined || text === undefined || text.length > maxTerraformLength) return undefined;
    return { file: path, text };
  }

  #text(source: Source | undefined, at: Span): TfValue {
    if (!source) return unknown(at);
    const place = { file: source.file, start: 0, end: source.text.length };
    return { kind: 'string', pieces: [{ text: source.text, at: place, form: 'file' }], at: place };
  }

  #template(source: Source | undefined, values: TfValue | undefined, at: Span): TfValue {
    const parts = source && this.#reader.template(source.file, source.text);
    if (!parts) return unknown(at);

    this.#do(({ templates }) => templates.add(source.file));

    const names = () => {
      if (values?.kind === 'object') return [...values.entries].map(([key, { value }]) => [key, value] as const);
      return [];
    };

    const scope: TfScope = {
      names: new Map(names()),
      resolve: (path, place) => ({ value: unknown(place, path[0]), steps: 1 }),
      hostFunction: (name) =>
        patternFunction(name, { compile: this.#reader.compile, spend: (amount) => this.spend(amount) }),
      spend: (amount) => this.spend(amount),
    };

    const place = { file: source.file, start: 0, end: source.text.length };

    return template(parts, { style: 'file', indent: 0 }, { at: place, scope });
  }

  #fileset(path: TfValue | undefined, pattern: TfValue | undefined, { root, at }: { root: string; at: Span }): TfValue {
    const folder = this.#path(path, root);
    const glob = pattern && knownText(pattern);
    if (folder === undefined || glob === undefined || glob.length > 200) return unknown(at);

    const matcher = this.#reader.compile?.(globPattern(normal(glob) ?? glob));
    const prefix = folder === '' ? '' : `${folder}/`;
    const below = this.#below(prefix);
    this.#ask(`below ${prefix}`, (files) => files.#below(prefix).join('\n'));
    const work = matcher && below.reduce((sum, name) => sum + workOf(matcher, name.length), 0);
    if (!matcher || !this.spend(work)) return unknown(at);

    const names = below.filter((name) => matcher.matches(name, 1).length > 0).sort();
    return { kind: 'list', items: names.map((name) => madeText(name, at)), at };
  }
}

/** The regular expression for a glob with `*`, `?`, `**` and `{a,b}`. */
function globPattern(glob: string): string {
  const steps: Readonly<Record<string, string>> = {
    '**/': '(?:[^/]+/)*',
    '**': '.*',
    '*': '[^/]*',
    '?': '[^/]',
    '{': '(?:',
    '}': ')',
    ',': '|',
  };

  const isBalanced = glob.split('{').length === glob.split('}').length;

  const source = glob.replace(/\*\*\/|\*\*|[*?{},]|[!-.:-@[-^`|~]/g, (token) => {
    if (/[{},]/.test(token) && !isBalanced) return `\\${token}`;
    return steps[token] ?? `\\${token}`;
  });

  return `^(?:${source})$`;
}

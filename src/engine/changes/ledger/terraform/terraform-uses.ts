import type { Block, Body, Expression } from '../../../manifest/terraform/syntax/hcl.ts';
import type { HclFile } from '../../../manifest/terraform/syntax/read-hcl.ts';
import { partsOf, referencedNames } from '../../../manifest/terraform/syntax/references.ts';
import { addToGroup, groupBy } from '../../../text/group-by.ts';
import { folderOf, resolvePath } from '../../../text/source.ts';
import { literalText, nameOfBlock } from './terraform-lines.ts';

/** A value in a block that refers to something, with the names of nested blocks, arguments and keys that lead to it. */
export interface Use {
  readonly folder: string;
  readonly block: Block;
  readonly path: readonly string[];
  /** The members of the value that it refers to: `version` in `local.a.version`. Undefined for one that an expression chooses. */
  readonly members: readonly (string | undefined)[];
  /** Whether it has the value that it refers to as it is, so that members of one are members of the other. */
  readonly isPlain: boolean;
}

/** A module of the repository: the files of one folder. */
interface Module {
  readonly blocks: readonly Block[];
  /** `local.a`, `var.a`, `data.aws_ami.a` or `module.a.b` → where it is used. */
  readonly uses: ReadonlyMap<string, readonly Use[]>;
  /** Whether something in it could not be read, which may use anything. */
  readonly isOpen: boolean;
}

/** What the Terraform of one side declares and where it is used. */
export class TerraformUses {
  readonly #files: ReadonlyMap<string, readonly HclFile[]>;
  readonly #modules = new Map<string, Module>();

  constructor(files: readonly HclFile[]) {
    this.#files = groupBy(files, ({ source }) => folderOf(source.file));
  }

  /** Whether the files of a folder were evaluated. Files of variables alone are no module. */
  hasModule(folder: string): boolean {
    return this.#files.get(folder)?.some(({ source }) => !source.file.endsWith('.tfvars')) === true;
  }

  blocksOf(folder: string): readonly Block[] {
    return this.#module(folder).blocks;
  }

  declares(folder: string, name: string): boolean {
    const [kind, ...labels] = name.split('.');
    return this.blocksOf(folder).some((block) => {
      if (kind === 'local') return block.type === 'locals' && block.body.attributes.has(labels.join('.'));
      return block.type === (kind === 'var' ? 'variable' : kind) && block.labels.join('.') === labels.join('.');
    });
  }

  /** The folders that declare a name. */
  foldersWith(name: string): readonly string[] {
    return [...this.#files.keys()].filter((folder) => this.declares(folder, name));
  }

  /** Where a folder uses a name; undefined if a part of the folder could not be read. */
  of(folder: string, name: string): readonly Use[] | undefined {
    const { uses, isOpen } = this.#module(folder);
    if (isOpen) return undefined;
    return uses.get(name) ?? [];
  }

  /** Whether something in the folder of a resource refers to it, or may select it by its tags. */
  mayUse({ labels, body, at }: Block): boolean {
    return body.attributes.has('tags') || this.of(folderOf(at.file), labels.join('.'))?.length !== 0;
  }

  /** The calls of a module by other modules of the repository, with the folder of the caller. */
  callsOf(folder: string): readonly { readonly folder: string; readonly call: Block }[] {
    return [...this.#files.keys()].flatMap((caller) =>
      this.blocksOf(caller)
        .filter((block) => block.type === 'module' && calledFolder(caller, block) === folder)
        .map((call) => ({ folder: caller, call })),
    );
  }

  #module(folder: string): Module {
    const cached = this.#modules.get(folder);
    if (cached) return cached;

    const files = this.#files.get(folder) ?? [];
    const blocks = files.flatMap(({ body }) => body.blocks);
    const references = new References(folder);

    for (const block of blocks) references.addBody(block, block.body, []);

    // Terragrunt's files may use values of other folders.
    const isOfOthers = files.some(({ source }) => !/\.(?:tf|tofu|tfvars)$/.test(source.file));
    const isOpen = references.isOpen || isOfOthers || files.some(({ fault }) => fault !== undefined);
    const module = { blocks, uses: references.uses, isOpen };

    this.#modules.set(folder, module);

    return module;
  }
}

/** The folder of a module that a call names by its path; undefined for modules from elsewhere. */
export function calledFolder(caller: string, call: Block): string | undefined {
  const source = literalText(call.body.attributes.get('source')?.value) ?? '';
  if (/^\.{1,2}(?:\/|$)/.test(source)) return resolvePath(caller, source);
  return undefined;
}

/** Collects the names that blocks refer to. */
class References {
  readonly uses = new Map<string, Use[]>();
  isOpen = false;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  addBody(block: Block, { attributes, blocks }: Body, path: readonly string[]): void {
    for (const { name, value } of attributes.values()) this.#add(value, { block, path: [...path, name] });
    for (const nested of blocks) this.addBody(block, nested.body, [...path, nameOfBlock(nested)]);
  }

  #add(value: Expression, place: UsePlace): void {
    if (value.kind !== 'object') {
      this.#visit(value, { ...place, isPlain: true });
      return;
    }

    for (const { key, value: inner } of value.entries) {
      const name = key.kind === 'variable' ? key.name : literalText(key);
      if (name === undefined) this.#visit(key, { ...place, isPlain: false });
      this.#add(inner, name === undefined ? place : { ...place, path: [...place.path, name] });
    }
  }

  /** Adds what an expression refers to. `after` are the steps that lead from its value to the part that is used. */
  #visit(value: Expression, place: ValuePlace, after: readonly Step[] = []): void {
    const name = referenceName(referencedNames(value) ?? []);
    if (name !== undefined)
      addToGroup(this.uses, name, { folder: this.#folder, members: membersOf(value, name, after), ...place });
    if (value.kind === 'unreadable') this.isOpen = true;

    const sources = sourcesOf(value, after);
    for (const { source, steps } of sources) this.#visit(source, place, steps);

    const others = partsOf(value).filter((part) => !sources.some(({ source }) => source === part));
    for (const part of others) this.#visit(part, { ...place, isPlain: false });
  }
}

type ValuePlace = UsePlace & Pick<Use, 'isPlain'>;

/** An expression whose value, or a part of it, is the value of another one as it is. */
interface ValueSource {
  readonly source: Expression;
  /** The steps that lead to the part. */
  readonly steps: readonly Step[];
}

/** Where the value of an expression comes from, with its members as they are. */
function sourcesOf(value: Expression, after: readonly Step[]): readonly ValueSource[] {
  if (referencedNames(value) !== undefined) return [];

  switch (value.kind) {
    case 'attribute':
      return [{ source: value.of, steps: [{ name: value.name, isKey: false }, ...after] }];
    case 'index':
      return [{ source: value.of, steps: [{ name: literalText(value.key), isKey: true }, ...after] }];
    case 'conditional':
      return [value.whenTrue, value.whenFalse].map((source) => ({ source, steps: after }));
    case 'call':
      // The items of a list of arguments have one step more.
      if (value.isExpanded) return [];
      return sourcesOfCall(value.name, value.args, after);
    default:
      return [];
  }
}

function sourcesOfCall(name: string, args: readonly Expression[], after: readonly Step[]): readonly ValueSource[] {
  const [map, key, ...fallbacks] = args;
  const asTheyAre = (sources: readonly Expression[]) => sources.map((source) => ({ source, steps: after }));

  if (name === 'try' || name === 'coalesce' || name === 'merge') return asTheyAre(args);
  if (name !== 'lookup' || map === undefined || key === undefined) return [];

  return [{ source: map, steps: [{ name: literalText(key), isKey: true }, ...after] }, ...asTheyAre(fallbacks)];
}

type UsePlace = Pick<Use, 'block' | 'path'>;

/** A step of a reference: a name after a dot, or a key in brackets, which is undefined if an expression chooses it. */
interface Step {
  readonly name: string | undefined;
  readonly isKey: boolean;
}

/** The steps of a reference after its name. Keys within the name choose an instance: `module.a[0].b`. */
function membersOf(value: Expression, name: string, after: readonly Step[]): Use['members'] {
  const steps = [...stepsOf(value), ...after];
  const names = [...steps.keys()].filter((i) => steps[i]?.isKey === false);
  const last = names[name.split('.').length - 1];

  if (last === undefined) return [];
  return steps.slice(last + 1).map((step) => step.name);
}

function stepsOf(value: Expression): readonly Step[] {
  switch (value.kind) {
    case 'variable':
      return [{ name: value.name, isKey: false }];
    case 'attribute':
      return [...stepsOf(value.of), { name: value.name, isKey: false }];
    case 'index':
      return [...stepsOf(value.of), { name: literalText(value.key), isKey: true }];
    case 'splat':
      return [
        ...stepsOf(value.of),
        { name: undefined, isKey: true },
        ...value.path.map((name) => ({ name, isKey: false })),
      ];
    default:
      return [];
  }
}

/** How many names identify what a reference is about. */
const depths: Readonly<Record<string, number>> = { local: 2, var: 2, data: 3, ephemeral: 3, module: 3 };

function referenceName(steps: readonly string[]): string | undefined {
  const [first = ''] = steps;
  const ofResource = first.includes('_') ? 2 : undefined;
  const depth = depths[first] ?? ofResource;
  if (depth === undefined || steps.length < 2) return undefined;
  return steps.slice(0, depth).join('.');
}

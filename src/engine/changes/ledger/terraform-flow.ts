import type { ArgumentDecision, RuledTopic } from '../../manifest/terraform/resources/resource-makers.ts';
import type { Block } from '../../manifest/terraform/syntax/hcl.ts';
import { folderOf } from '../../text/source.ts';
import { harmless, isOpaque, type Judgement, notUnderstood, weakest } from './judgement.ts';
import { emptyBlock, sameInstances } from './terraform/empty-blocks.ts';
import { reasonOfConfiguration } from './terraform/target-clusters.ts';
import { isClusterData, literalText } from './terraform/terraform-lines.ts';
import { reasonOfDelivery, reasonOfProgram } from './terraform/terraform-programs.ts';
import { calledFolder, type TerraformUses, type Use } from './terraform/terraform-uses.ts';
import { judgedArgument, nameOfArgument } from './terraform-judgement.ts';

/** More places are not followed. */
const maxPlaces = 5000;

/** Values that lead to each other in a longer chain are not followed to its end, because each step takes room on the stack. */
const maxDepth = 200;

/** What is known about places of Terraform apart from their text. */
interface KnownPlaces {
  /** What rules work out from an argument of a block; undefined if none reads it. */
  topicOf(kind: string, field: string, block: Block): RuledTopic | undefined;
  decisionOf(kind: string, field: string, block: Block): ArgumentDecision | undefined;
  /** What the change of an argument does to the objects that a block creates; undefined if that is unknown, or if it creates none. */
  createdBy(block: Block, path: readonly string[]): Judgement | undefined;
  /** Why a Secret or ConfigMap that a block creates changes what is applied elsewhere; undefined if it does not. */
  takenBy(block: Block, path: readonly string[]): string | undefined;
  /** Whether a block creates nothing on both sides. */
  createsNothing(block: Block): boolean;
  /** Whether a block has the same instances on both sides, because its `count`, or the set of its `for_each`, is known. */
  keepsInstances(block: Block, argument: string | undefined): boolean;
  /** Whether the text of a block names Karpenter. */
  isOfKarpenter(block: Block): boolean;
}

/** Follows values of Terraform to the resources that they reach. */
export class TerraformFlow {
  readonly uses: TerraformUses;
  readonly #known: KnownPlaces;
  readonly #found = new Map<string, Judgement | undefined>();
  #left = maxPlaces;
  #depth = 0;

  constructor(uses: TerraformUses, places: KnownPlaces) {
    this.uses = uses;
    this.#known = places;
  }

  /**
   * What is known about the places that a value such as `local.a` or `var.a` reaches, or only its member at a path: the worst one first. Undefined if
   * it reaches none. A value that leads to itself adds nothing.
   */
  follow(folder: string, name: string, member: MemberPath = []): Judgement | undefined {
    const key = JSON.stringify([folder, name, ...member]);
    if (this.#found.has(key)) return this.#found.get(key);

    this.#found.set(key, undefined);
    const uses = this.uses.of(folder, name);

    const judgementOf = () => {
      if (this.#depth > maxDepth) return notUnderstood(name, 'it is in a longer chain than is followed');
      if (uses === undefined) return notUnderstood(name, 'a part of its module cannot be read');
      const ofMember = uses.filter(({ members }) => mayOverlap(members, member));
      return weakest(ofMember.flatMap((use) => this.#ofUse(use, memberPassedOn(use, member)) ?? []));
    };

    this.#depth += 1;
    const judgement = judgementOf();
    this.#depth -= 1;

    this.#found.set(key, judgement);

    return judgement;
  }

  /** What is known about everything that a module of the repository creates. Undefined if it creates nothing. */
  ofModule(folder: string): Judgement | undefined {
    const key = `${folder} module`;
    if (this.#found.has(key)) return this.#found.get(key);

    this.#found.set(key, undefined);
    const created = this.uses.blocksOf(folder).filter(({ type }) => type === 'resource' || type === 'module');
    const judgement = weakest(created.flatMap((block) => this.#ofBlock(folder, block) ?? []));
    this.#found.set(key, judgement);

    return judgement;
  }

  /**
   * What is known about the places that the data sources of a module reach. The text of a policy is left out: Terraform updates it in place.
   * Undefined if they reach none.
   */
  ofDataIn(folder: string): Judgement | undefined {
    const key = `${folder} data`;
    if (this.#found.has(key)) return this.#found.get(key);

    this.#found.set(key, undefined);

    const judgement = weakest(
      this.uses.blocksOf(folder).flatMap((block) => {
        const { type, labels } = block;
        const called = this.#calledModule(folder, block);
        if (called !== undefined) return this.ofDataIn(called) ?? [];
        if (type !== 'data' || labels[0] === 'aws_iam_policy_document') return [];
        return this.follow(folder, [type, ...labels].join('.')) ?? [];
      }),
    );

    this.#found.set(key, judgement);

    return judgement;
  }

  #ofBlock(folder: string, block: Block): Judgement | undefined {
    const called = this.#calledModule(folder, block);
    if (called === undefined) return this.#ofArgument({ block, path: [] }, { isWhole: true });
    return this.ofModule(called);
  }

  #ofUse(use: Use, member: MemberPath): Judgement | undefined {
    this.#left -= 1;
    const { folder, block, path } = use;
    const [argument = ''] = path;
    if (this.#left < 0) return notUnderstood(nameOf(use), 'it reaches more places than are looked at');

    switch (block.type) {
      case 'locals':
        return this.follow(folder, `local.${argument}`, member);
      case 'output':
        return this.#ofOutput(folder, block.labels[0] ?? '', member);
      case 'data':
      case 'ephemeral':
        return this.#ofData(use);
      case 'module':
        return this.#ofInput(use, member);
      default:
        return this.#ofArgument(use);
    }
  }

  /** An output reaches the modules that call its module. */
  #ofOutput(folder: string, output: string, member: MemberPath): Judgement | undefined {
    const calls = this.uses.callsOf(folder);
    return weakest(
      calls.flatMap(
        ({ folder: caller, call }) => this.follow(caller, `module.${call.labels[0]}.${output}`, member) ?? [],
      ),
    );
  }

  #ofData(use: Use): Judgement | undefined {
    const { folder, block } = use;
    const judgement = this.#ofArgument(use);
    const isOpen = judgement.class === 'not understood';
    if (!isOpen && !isClusterData(block)) return judgement;

    const reached = this.follow(folder, [block.type, ...block.labels].join('.'));
    // Rules read the name of a cluster, and a provider may be of the cluster that has it.
    if (isOpen || reached === undefined || !isOpaque(reached)) return isOpen ? reached : judgement;
    return reached;
  }

  /** An input of a module reaches what uses the variable in the module. */
  #ofInput(use: Use, member: MemberPath): Judgement | undefined {
    const { folder, block, path } = use;
    const [argument = ''] = path;
    const called = this.#calledModule(folder, block);
    if (called === undefined || argument === 'providers' || argument === 'depends_on') return this.#ofArgument(use);

    if (this.#known.keepsInstances(block, argument)) return this.#ofArgument(use);
    if (argument === 'count' || argument === 'for_each') return this.ofModule(called);
    return this.follow(called, `var.${argument}`, member);
  }

  /** The folder of a module that was evaluated. */
  #calledModule(folder: string, block: Block): string | undefined {
    const called = block.type === 'module' ? calledFolder(folder, block) : undefined;
    if (called !== undefined && this.uses.hasModule(called)) return called;
    return undefined;
  }

  #ofArgument({ block, path }: Pick<Use, 'block' | 'path'>, { isWhole = false } = {}): Judgement {
    const { type, labels, body, at } = block;
    if (this.#known.createsNothing(block))
      return harmless(nameOfArgument({ type, labels, path: [], values: '' }), emptyBlock);

    if (this.#known.keepsInstances(block, path[0]))
      return harmless(nameOfArgument({ type, labels, path, values: '' }), sameInstances);

    const reason =
      reasonOfProgram(block, path, undefined) ??
      reasonOfDelivery(block) ??
      reasonOfConfiguration(block, path, { blocks: this.uses.blocksOf(folderOf(at.file)) }) ??
      this.#known.takenBy(block, path);
    if (reason !== undefined) return notUnderstood(nameOfArgument({ type, labels, path, values: '' }), reason);

    const created = type === 'resource' || type === 'module' ? this.#known.createdBy(block, path) : undefined;
    if (created) return created;
    if (type === 'variable' || type === 'check' || type === 'moved') return harmless(type, 'changes no resource');

    return judgedArgument({
      type,
      labels,
      path,
      isWhole,
      values: '',
      isEvaluated: true,
      isRemoved: false,
      isNewRoot: false,
      isOfKarpenter: this.#known.isOfKarpenter(block),
      mayBeUsed: this.uses.mayUse(block),
      source: literalText(body.attributes.get(type === 'module' ? 'source' : 'chart')?.value),
      topicOf: (kind, field) => this.#known.topicOf(kind, field, block),
      decisionOf: (kind, field) => this.#known.decisionOf(kind, field, block),
    });
  }
}

/** The keys that lead to a part of a value. Undefined for one that an expression chooses. */
type MemberPath = readonly (string | undefined)[];

/** Whether two parts of a value may have something in common: one of them leads to the other. */
const mayOverlap = (a: MemberPath, b: MemberPath): boolean =>
  a.every((step, i) => i >= b.length || step === undefined || b[i] === undefined || step === b[i]);

/** The part of a place that a part of the value in it changes. */
function memberPassedOn({ path, members, isPlain }: Use, member: MemberPath): MemberPath {
  const keys = path.slice(1);
  if (!isPlain) return keys;
  return [...keys, ...member.slice(members.length)];
}

const nameOf = ({ block: { type, labels }, path }: Use): string => nameOfArgument({ type, labels, path, values: '' });

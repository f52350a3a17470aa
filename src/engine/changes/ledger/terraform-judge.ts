import { isNodeClassKind } from '../../manifest/model/karpenter-kinds.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { staysAsBefore } from '../../manifest/terraform/modules/earlier-arguments.ts';
import { placeOfBlock } from '../../manifest/terraform/modules/terraform-files.ts';
import type { ArgumentDecision, ModuleCall, RuledTopic } from '../../manifest/terraform/resources/resource-makers.ts';
import type { Block, Body } from '../../manifest/terraform/syntax/hcl.ts';
import type { HclFile } from '../../manifest/terraform/syntax/read-hcl.ts';
import { isUnfilled } from '../../manifest/terraform/unfilled.ts';
import { listIf } from '../../text/list-if.ts';
import { folderOf, foldersAbove, resolvePath } from '../../text/source.ts';
import type { JudgeContext, LineJudge } from './judge-context.ts';
import {
  deciding,
  harmless,
  isOpaque,
  type Judgement,
  modelled,
  notUnderstood,
  outOfReach,
  seenOnly,
  weakest,
  withTopics,
} from './judgement.ts';
import { namesInClasses } from './kinds/class-names.ts';
import { takenDataOf } from './kinds/taken-data.ts';
import { type LedgerSide, ledgerSide } from './ledger-input.ts';
import { asBeforeAndAfter, oppositeSide, type SideName } from './line-changes.ts';
import { LineTexts } from './line-texts.ts';
import { decisionOfBlock, defaultInBlock, otherNameInBlock, topicOfBlock } from './reads-terraform.ts';
import { mayApply } from './terraform/applying-terraform.ts';
import { createsNothing, emptyBlock, keepsInstances, sameInstances } from './terraform/empty-blocks.ts';
import { type BlockMoves, movesIn, withMoves } from './terraform/moved-blocks.ts';
import { isMovedModule, moduleFolderOn } from './terraform/moved-modules.ts';
import { blockElsewhere, isSameResolved, plainTextOn } from './terraform/resolved-sides.ts';
import { keepsProvider, reasonOfTarget, type TargetPlace } from './terraform/target-clusters.ts';
import {
  blockKey,
  isClusterData,
  isLeftOutOf,
  isSameExpression,
  isSameNested,
  isSameYaml,
  literalText,
  onlyDifference,
  type TerraformPlace,
  terraformPlace,
  valueIn,
} from './terraform/terraform-lines.ts';
import { reasonOfDelivery, reasonOfProgram } from './terraform/terraform-programs.ts';
import { calledFolder } from './terraform/terraform-uses.ts';
import { type WrittenBlock, writtenBlocks } from './terraform/written-blocks.ts';
import { isPolicyOfApplication } from './terraform/written-policies.ts';
import { isOfApplicationRole } from './terraform/written-roles.ts';
import {
  type ChangedArgument,
  decidesRelease,
  inertInVariable,
  judgedArgument,
  nameOfArgument,
  namesCluster,
} from './terraform-judgement.ts';

/** The tag by which node classes usually select subnets and security groups (Karpenter docs, "Getting Started"). */
const discoveryTag = /karpenter\.sh\/discovery/;

/** A place in a block that the defaults of variables leave out. Who applies the module may set them, so nothing that rules work out is the same. */
function asLeftOut(judgement: Judgement, isNear: boolean): Judgement {
  const isOpen = judgement.class === 'not understood' || judgement.topics !== undefined;
  if (!isOpen) return judgement;

  const judge = judgement.isSeen === true || judgement.class === 'modelled' ? seenOnly : notUnderstood;
  return deciding(judge(judgement.what, '', isNear || judgement.isNear === true), leftOut);
}

const leftOut = 'what exists once somebody sets variables, because their defaults leave it out';

/** Judges Terraform: by the objects that it becomes, else by block and argument. */
export class TerraformJudge implements LineJudge {
  readonly #context: JudgeContext;
  readonly #lines: LineTexts;
  readonly #newFolders = new Map<string, boolean>();
  #classNames: ReadonlyMap<string, string> | undefined;
  #movesHere: BlockMoves | undefined;

  constructor(context: JudgeContext) {
    this.#context = context;
    this.#lines = new LineTexts(context.file);
  }

  judged(side: SideName, lines: readonly number[]): Judgement[] {
    const hcl = this.#hclOn(side);
    if (hcl && !hcl.fault) return lines.map((line) => this.#judged(side, line, hcl));

    const { path } = this.#context.file;

    if (hcl?.fault) {
      const isNear = /karpenter/i.test(hcl.source.text);
      const reason = isUnfilled(hcl.source) ? 'a template that another program fills in' : 'its syntax is invalid';
      return lines.map(() => notUnderstood(path, reason, isNear));
    }

    return this.#unread(side, lines);
  }

  /** A line. Without node classes, rules find that the same is selected on both sides: nothing. */
  #judged(side: SideName, line: number, hcl: HclFile): Judgement {
    const judgement = this.#judgedAlone(side, line, hcl);
    const isTag = judgement.topics !== undefined && discoveryTag.test(this.#lines.line(side, line));
    if (!isTag || this.#hasClasses()) return judgement;
    return notUnderstood(judgement.what, 'node classes that are elsewhere may select by this tag', true);
  }

  #judgedAlone(side: SideName, line: number, hcl: HclFile): Judgement {
    const { file, rendered } = this.#context;
    const text = this.#lines.line(side, line);
    const place = terraformPlace(hcl, this.#lines.index(side), line);
    const isInText = place?.value?.kind === 'template';
    if (!isInText && comment.test(text)) return harmless(file.path, 'a comment or a blank line');
    if (place?.block && this.#isMovedHead(side, place, place.block))
      return harmless([place.block.type, ...place.block.labels].join('.'), 'a `moved` block says what it was called');

    if (place && this.#isSameThere(side, place))
      return harmless(nameOfPlace(place), 'the same value, in other words or at another place');

    if (place && this.#isDefault(side, place))
      return harmless(nameOfPlace(place), 'the value that it has if nobody writes it');

    // What a module is given says nothing about another module.
    const isSource = place?.block?.type === 'module' && place.path[0] === 'source';
    const traced = isSource ? undefined : rendered.atLine(side, file.path, line);
    const isObject = /^(?:kubectl|kubernetes)_/.test(place?.block?.labels[0] ?? '');
    const isOfObject = place === undefined || this.#reasonAgainstPlan(side, place) === undefined;
    const isTold = traced?.isUncompared === true || traced?.decides !== undefined;
    const isDecided = traced && (traced.class !== 'not understood' || isTold || isObject || !place);
    if (isOfObject && isDecided) return traced;
    if (!place) return harmless(file.path, 'a comment or a blank line');

    return this.#ofPlace(side, place, hcl);
  }

  /** Whether a node class is in the files, so that rules compare what it selects. */
  #hasClasses(): boolean {
    const { base, head } = this.#context.input;
    const selects = ({ kind }: Manifest): boolean => isNodeClassKind(kind) || kind === 'AWSNodeTemplate';
    return [base, head].some(({ set }) => set.manifests.some(selects));
  }

  /**
   * What a value in a file of Terraform is for the review. The first judge that knows answers: whether the two sides mean
   * the same comes before why a plan cannot be predicted, and both before what the value does. A block that is new or
   * gone is judged as the object that it makes.
   */
  #ofPlace(side: SideName, place: TerraformPlace, hcl: HclFile): Judgement {
    const { file } = this.#context;
    const { block } = place;
    const other = this.#bodiesOf(oppositeSide(side), block);
    const paths = [place.path, ...this.#renamedPath(place)];
    const sameInOther = other
      .flatMap((body) => paths.map((path) => valueIn(body, path, place.item)))
      .find((value) => value !== undefined);
    const { path, value, counterpart } = onlyDifference({ ...place, counterpart: sameInOther });
    const isOfVariables = block === undefined;
    const [type, labels] = isOfVariables ? ['variables', [] as string[]] : [block.type, block.labels];
    const what = nameOfArgument({ type: isOfVariables ? file.path : type, labels, path, values: '' });

    const moves = this.#moves();
    const [moved, movedCounterpart] = [withMoves(value, moves), withMoves(counterpart, moves)];
    if (isSameExpression(moved, movedCounterpart))
      return harmless(what, 'the same value, written in another way or at another place');
    if (readsYaml(path) && isSameYaml(moved, movedCounterpart))
      return harmless(what, 'the same values, with other comments or another layout');
    const [argument] = path;
    const isSameInBlocks = (body: Body): boolean =>
      block !== undefined && argument !== undefined && isSameNested(block.body, body, argument);
    if (other.length === 1 && other.every(isSameInBlocks))
      return harmless(what, 'the same value, as blocks on one side and as an attribute on the other');
    if (value === undefined && other.length > 0)
      return harmless(what, 'the head or end of a block that the other side has, too');

    if (this.#isSameThere(side, place)) return harmless(what, 'the same value, which other names lead to');

    if (block && createsNothing(block, this.#sideOf(side), this.#sideOf(oppositeSide(side))))
      return harmless(what, emptyBlock);

    if (block && keepsInstances(block, path[0], this.#sideOf(side), this.#sideOf(oppositeSide(side))))
      return harmless(what, sameInstances);

    const reason = this.#reasonAgainstPlan(side, { block, path, value });
    if (reason !== undefined) return notUnderstood(what, reason, block && this.#isNear(side, block));

    const isWhole = other.length === 0;
    if (block && keepsProvider(this.#targetPlace(side, block, path)))
      return harmless(what, 'the same configuration of a provider');
    if (!isWhole && block && this.#isIgnored(side, block, path[0]))
      return modelled(what, 'Terraform ignores its changes (`ignore_changes`), so this change has no effect');

    const isOfObjects = isWhole || makesObjects(path);
    const ofObjects =
      block && path[0] !== 'lifecycle' ? this.#ofObjects(side, { block, path, isOfObjects }) : undefined;
    // All of a block that is new or gone is what its object is.
    if (ofObjects) {
      if (isWhole) return ofObjects;
      return { ...ofObjects, what };
    }

    const passed = block && this.#ofPassedOn(side, { block, path, isWhole }, what);
    if (passed) return passed;

    const [old, now] = asBeforeAndAfter(side, value, counterpart);
    const { attributes } = block?.body ?? hcl.body;
    const changed: ChangedArgument = {
      type,
      labels,
      path,
      isEvaluated: true,
      isWhole,
      isRemoved: isWhole && side === 'before',
      isNewRoot: this.#isNewFolder(side, folderOf(file.path)),
      isOfKarpenter: block !== undefined && this.#isNear(side, block),
      mayBeUsed: block !== undefined && this.#context.flows[side].uses.mayUse(block),
      isAlias: type === 'provider' && attributes.has('alias'),
      values: valuesText(literalText(old), literalText(now)),
      compared: { before: literalText(old), after: literalText(now) },
      source: literalText(attributes.get(type === 'resource' ? 'chart' : 'source')?.value),
      ofVersion: type === 'module' && other.length === 1 ? this.#ofVersion(side, block!.body, other[0]!) : undefined,
      topicOf: (kind, field) => this.#topicOf(kind, field, block),
      decisionOf: (kind, field) => decisionOfBlock(this.#context.input.resources, { kind, field, block }),
    };

    if (isOfVariables) return this.#ofVariable(side, changed);

    const judgement = judgedArgument(changed);
    if (!this.#isLeftOut(side, block)) return judgement;
    return asLeftOut(judgement, changed.isOfKarpenter);
  }

  /** What another version of a module decides. */
  #ofVersion(side: SideName, here: Body, there: Body): ArgumentDecision | undefined {
    const callIn = ({ attributes }: Body): ModuleCall => ({
      source: literalText(attributes.get('source')?.value),
      version: literalText(attributes.get('version')?.value),
    });
    const [before, after] = asBeforeAndAfter(side, callIn(here), callIn(there));
    return this.#context.input.resources
      .map(({ decisionOfVersion }) => decisionOfVersion?.(before, after))
      .find((decision) => decision !== undefined);
  }

  /**
   * Whether a value, or the innermost one around it that both sides have, becomes the same on both sides: an object may
   * be written out on one of them and merged from others on the other one.
   */
  #isSameThere(side: SideName, { block, path, item, value }: TerraformPlace): boolean {
    const [there] = this.#blocksLike(oppositeSide(side), block);
    if (block === undefined || there === undefined || value === undefined) return false;

    for (let length = path.length; length > 0; length--) {
      const [one, other] = [block, there].map(({ body }) => valueIn(body, path.slice(0, length), item));
      if (one === undefined || other === undefined) continue;
      const sides = asBeforeAndAfter(side, { block, value: one }, { block: there, value: other });
      return isSameResolved(this.#context.input, ...sides);
    }

    return false;
  }

  /** Whether a value that only one side has is the documented default, which the other side has, too. */
  #isDefault(side: SideName, { block, path, value, item }: TerraformPlace): boolean {
    const { input } = this.#context;
    if (block === undefined || value === undefined) return false;

    const [there, ...others] = this.#blocksLike(oppositeSide(side), block);
    if (there === undefined || others.length > 0) return false;
    const names = [path, ...this.#renamedPath({ block, path, value })];
    const isOnlyHere = names.every((name) => isLeftOutOf(there.body, name, item));
    if (!isOnlyHere || [block, there].some(({ body }) => hasOwnDefaults(body, path))) return false;

    const kind = block.type === 'resource' ? (block.labels[0] ?? '') : block.type;
    const defaults = [block, there].map((side) =>
      defaultInBlock(input.resources, { kind, field: path.join('.'), block: side }),
    );
    const [known] = defaults;
    if (known === undefined || defaults.some((one) => one !== known)) return false;
    return plainTextOn(input, side, { block, value }) === known;
  }

  /** The path of an argument under the name that another version of its module has for it. */
  #renamedPath({ block, path: [argument, ...inner] }: TerraformPlace): readonly (readonly string[])[] {
    if (block?.type !== 'module' || argument === undefined) return [];
    const name = otherNameInBlock(this.#context.input.resources, { kind: 'module', field: argument, block });
    if (name === undefined) return [];
    return [[name, ...inner]];
  }

  /** Whether `ignore_changes` of the block at head names an argument, so that it stays as it is. */
  #isIgnored(side: SideName, block: Block, argument: string | undefined): boolean {
    if (block.type !== 'resource' || argument === undefined) return false;
    const heads = side === 'after' ? [block.body] : this.#bodiesOf('after', block);
    return heads.some((body) => staysAsBefore({ ...block, body }, argument));
  }

  /** Whether only the defaults of variables leave a block out. */
  #isLeftOut(side: SideName, block: Block | undefined): boolean {
    if (block === undefined) return false;
    return this.#sideOf(side).blocksLeftOut?.has(placeOfBlock(block)) === true;
  }

  /** Why nobody can plan a place, whatever its resource is: a program runs. Undefined if none does. */
  #reasonAgainstPlan(side: SideName, { block, path, value }: TerraformPlace): string | undefined {
    if (block === undefined) return undefined;
    const others = this.#bodiesOf(otherSide[side], block).map((body) => ({ ...block, body }));
    // Nothing reads an output yet that is new.
    if (block.type === 'output' && path[0] === 'value' && others.length > 0 && this.#isReadElsewhere(side))
      return 'Terraform of another folder reads the state, and may apply it';

    const target = reasonOfTarget(this.#targetPlace(side, block, path));
    if (target !== undefined) return target;

    const taken = takenDataOf(this.#context.input);
    return [block, ...others]
      .map((one) => reasonOfProgram(one, path, value) ?? reasonOfDelivery(one) ?? taken.reasonOfBlock(one, path))
      .find((reason) => reason !== undefined);
  }

  #targetPlace(side: SideName, block: Block, path: readonly string[]): TargetPlace {
    const [body] = this.#bodiesOf(otherSide[side], block);
    return {
      block,
      path,
      other: body && { ...block, body },
      here: this.#blocksBy(side),
      there: this.#blocksBy(otherSide[side]),
    };
  }

  /** The blocks of the module of this file, which may be in another folder on that side. */
  #blocksBy(side: SideName): readonly Block[] {
    return this.#context.flows[side].uses.blocksOf(this.#folderOn(side));
  }

  #folderOn(side: SideName): string {
    return moduleFolderOn(side, folderOf(this.#context.file.path), this.#context.input);
  }

  /** Whether Terraform of another folder reads a state, which may be that of this folder. */
  #isReadElsewhere(side: SideName): boolean {
    const own = folderOf(this.#context.file.path);
    return this.#sideOf(side).terraform.some(
      ({ source, body }) =>
        folderOf(source.file) !== own &&
        body.blocks.some(
          ({ type, labels }) => type === 'data' && /^(?:terraform_remote_state|tfe_outputs)$/.test(labels[0] ?? ''),
        ) &&
        mayApply(source.text),
    );
  }

  #isNear(side: SideName, block: Block): boolean {
    return /karpenter/i.test(this.#text(side, block));
  }

  /** Whether only this side has Terraform in a folder. */
  #isNewFolder(side: SideName, folder: string): boolean {
    const key = `${side} ${folder}`;
    const known = this.#newFolders.get(key);
    if (known !== undefined) return known;

    const other = otherSide[side];
    const { files } = this.#context.input.changed;
    const added = new Set(
      files.flatMap(({ path, [other]: text }) => {
        if (text === undefined) return path;
        return [];
      }),
    );
    const inFolder = this.#sideOf(side).terraform.filter(({ source }) => folderOf(source.file) === folder);
    const isMoved = isMovedModule(side, folder, this.#context.input);
    const isNew = !isMoved && inFolder.every(({ source }) => added.has(source.file));

    this.#newFolders.set(key, isNew);

    return isNew;
  }

  #sideOf(side: SideName): LedgerSide {
    return ledgerSide(this.#context.input, side);
  }

  /** A value that has an effect only where it is used, and a call of a module that is here. Undefined for everything else. */
  #ofPassedOn(side: SideName, place: PassingPlace, what: string): Judgement | undefined {
    const { block, path } = place;
    const name = passedName(block, path);
    if (name !== undefined) return this.#ofName(side, place, { name, what });
    if (block.type !== 'module') return undefined;
    return this.#ofCall(side, place, what);
  }

  #ofName(
    side: SideName,
    { block, path }: PassingPlace,
    { name, what }: { readonly name: string; readonly what: string },
  ): Judgement | undefined {
    const { file, flows } = this.#context;
    const folder = folderOf(file.path);
    const variable = name.replace(/^(?:local|var)\./, '');
    const isOfTarget = (block.type === 'variable' || block.type === 'locals') && namesCluster.test(variable);
    const isRead = block.type === 'data' && this.#topicOf(block.labels[0] ?? '', path.join('.'), block) !== undefined;
    if (isOfTarget || isRead) {
      // A name says only what rules read. What has the value may be anything.
      const isOnlyHere = this.#isOnlyOn(side, folder, name);
      if (isOnlyHere && block.type === 'variable' && path[0] !== 'default')
        return harmless(what, 'declares a value; what uses it is judged itself');
      if ((isRead && !isClusterData(block)) || isOnlyHere) return undefined;
      return opaqueOnly(what, flows[side].follow(folder, name, isOfTarget ? path.slice(1) : []));
    }
    if (this.#isOnlyOn(side, folder, name)) return harmless(what, 'declares a value; what uses it is judged itself');
    if (side === 'after' && this.#wasRequired(block, path))
      return harmless(what, 'a default for a variable that had none, so whoever uses it sets it already');

    const isValue = block.type === 'variable' || block.type === 'locals';
    return reaching(what, flows[side].follow(folder, name, isValue ? path.slice(1) : []));
  }

  /** Whether a place is the default of a variable that had none before the change. */
  #wasRequired(block: Block, path: readonly string[]): boolean {
    if (block.type !== 'variable' || path[0] !== 'default') return false;
    const before = this.#bodiesOf('before', block);
    return before.length > 0 && before.every(({ attributes }) => !attributes.has('default'));
  }

  /** Whether the other side neither declares nor uses a value, so that everything that uses it changes, too. */
  #isOnlyOn(side: SideName, folder: string, name: string): boolean {
    const { uses } = this.#context.flows[otherSide[side]];
    const there = moduleFolderOn(otherSide[side], folder, this.#context.input);
    if (!uses.hasModule(there)) return this.#isNewFolder(side, folder);
    return !uses.declares(there, name) && uses.of(there, name)?.length === 0;
  }

  /** A call of a module of the repository reaches what the module creates, and its inputs what uses them. */
  #ofCall(side: SideName, { block, path, isWhole }: PassingPlace, what: string): Judgement | undefined {
    const { file, flows } = this.#context;
    const { uses } = flows[side];
    const called = calledFolder(folderOf(file.path), block);
    const [argument] = path;

    if (called === undefined || !uses.hasModule(called) || argument === 'providers') return undefined;
    if (argument === 'source' && isMovedModule(side, called, this.#context.input))
      return harmless(what, 'the same module, whose folder has another path');
    if (argument === 'depends_on') return side === 'after' ? deferring(what, flows[side].ofDataIn(called)) : undefined;

    const call = nameOfArgument({ type: 'module', labels: block.labels, path: [], values: '' });
    if (isWhole && this.#isNewFolder(side, called))
      return harmless(call, 'calls a module whose resources are judged themselves');
    if (isWhole) return reaching(call, flows[side].ofModule(called));
    if (argument === undefined || argument === 'source' || argument === 'version') return undefined;
    if (argument !== 'count' && argument !== 'for_each')
      return reaching(what, flows[side].follow(called, `var.${argument}`, path.slice(1)));

    const created = flows[side].ofModule(called);
    if (created?.class === 'harmless' || created?.class === 'outside') return reaching(what, created);
    return undefined;
  }

  /** What the objects say that a block with a whole manifest or a chart creates; undefined for all other blocks. */
  #ofObjects(side: SideName, { block, path, isOfObjects }: ObjectPlace): Judgement | undefined {
    const { labels } = block;
    if (decidesRelease(labels, path)) {
      const { rendered } = this.#context;
      const address = labels.join('.');
      const ofValues = path[0] === 'chart' ? undefined : rendered.ofValues(side, address);
      return rendered.ofRelease(side, block.head.file, address) ?? ofValues;
    }
    if (!/^(?:kubectl|kubernetes)_manifest/.test(labels[0] ?? '')) return undefined;
    const address = labels.join('.');
    const traced = this.#tracedIn(side, block);

    if (traced.length === 0 && this.#sideOf(side).plainAddresses?.has(address) === true)
      return modelled(address, 'it applies a file that is read itself');

    // A field that is new has no place before the change, although its line has: the objects of the block are compared as a whole.
    if (traced.length === 0 && this.#isTracedOn(otherSide[side], block))
      return this.#context.rendered.ofBlock(side, address);

    // An argument of a template has no place in what the template becomes.
    if (traced.length === 0 && isOfObjects) return this.#context.rendered.ofBlock(side, address);

    return weakest(traced);
  }

  /** What is known of the lines of a block through the fields of its objects. */
  #tracedIn(side: SideName, { at, head }: Block): readonly Judgement[] {
    const [first, last] = this.#linesOf(side, Math.min(at.start, head.start), at.end);
    return Array.from(
      { length: last - first + 1 },
      (_, i) => this.#context.rendered.atLine(side, this.#context.file.path, first + i) ?? [],
    ).flat();
  }

  /** Whether fields of objects are written in a block of the same file on a side. */
  #isTracedOn(side: SideName, block: Block): boolean {
    const same = this.#hclOn(side)?.body.blocks.find((other) => blockKey(other) === blockKey(block));
    return same !== undefined && this.#tracedIn(side, same).length > 0;
  }

  #linesOf(side: SideName, start: number, end: number): readonly [number, number] {
    const lines = this.#lines.index(side);
    return [lines.position(start).line, lines.position(Math.max(start, end - 1)).line];
  }

  #text(side: SideName, { at, head }: Block): string {
    return this.#lines.index(side).text.slice(Math.min(at.start, head.start), at.end);
  }

  /** A value in a file of variables: of the module in its folder, or in the nearest one above that has the variable. */
  #ofVariable(side: SideName, { path, values }: ChangedArgument): Judgement {
    const { file, flows } = this.#context;
    const [variable = ''] = path;
    const what = `${file.path} ${path.join('.')}${values}`.trim();
    const name = `var.${variable}`;
    const own = folderOf(file.path);
    const { uses } = flows[side];

    const isOfTarget = namesCluster.test(variable);
    if (!isOfTarget && uses.hasModule(own) && !uses.declares(own, name))
      return harmless(what, 'no variable has this name');

    const root = foldersAbove(own).find((folder) => uses.declares(folder, name));
    // A command may pass the file to root modules of other folders.
    const roots = root === undefined ? uses.foldersWith(name) : [root];

    if (isOfTarget) {
      const reached = weakest(roots.flatMap((folder) => flows[side].follow(folder, name, path.slice(1)) ?? []));
      return opaqueOnly(what, reached) ?? modelled(what, 'names the version, region or zones of a cluster');
    }

    if (roots.length === 0) return notUnderstood(what, 'no object shows what this value becomes');
    if (roots.every((folder) => this.#isOnlyOn(side, folder, name)))
      return harmless(what, 'sets a variable; what uses it is judged itself');

    return weakest(roots.map((folder) => reaching(what, flows[side].follow(folder, name, path.slice(1)))))!;
  }

  #topicOf(kind: string, field: string, block: Block | undefined): RuledTopic | undefined {
    return topicOfBlock(this.#context.input.resources, { kind, field, block });
  }

  /** What a block has on the other side, in any file of its module. */
  #bodiesOf(side: SideName, block: Block | undefined): readonly Body[] {
    const { file } = this.#context;
    if (block !== undefined) return this.#blocksLike(side, block).map(({ body }) => body);
    return this.#sideOf(side)
      .terraform.filter(({ source }) => source.file === file.path)
      .map(({ body }) => body);
  }

  /** The block of the other side that is the same one, in any file of its module; none for a file of variables. */
  #blocksLike(side: SideName, block: Block | undefined): readonly Block[] {
    if (block === undefined) return [];

    const blocks = this.#blocksBy(side);
    const blocksWith = (key: string): readonly Block[] => blocks.filter((one) => blockKey(one) === key);

    const same = blocksWith(blockKey(block));
    if (same.length > 0) return same;
    const other = this.#movedBlock(side, block);
    const moved = other === undefined ? [] : blocksWith(blockKey(other));
    if (moved.length > 0) return moved;
    // Within a folder, what gets a key is new and judged by its objects.
    const there = blockElsewhere(this.#context.input, side, block);
    if (there === undefined || folderOf(there.head.file) === this.#folderOn(side)) return [];
    return [there];
  }

  /** Whether a line is the head of a block that has another name or another module on the other side, as a `moved` block says. */
  #isMovedHead(side: SideName, { path, value }: TerraformPlace, block: Block): boolean {
    if (path.length > 0 || value !== undefined) return false;

    const other = oppositeSide(side);
    const [there] = this.#blocksLike(other, block);
    if (there === undefined) return false;
    return blockKey(there) !== blockKey(block) || folderOf(there.head.file) !== this.#folderOn(other);
  }

  /** A block as it is called on a side, if a `moved` block gives it another name. */
  #movedBlock(side: SideName, block: Block): Block | undefined {
    const address = [...listIf(block.type === 'module', 'module'), ...block.labels].join('.');
    const move = [...this.#moves()].find(([from, to]) => (side === 'before' ? to : from) === address);
    const name = move?.[side === 'before' ? 0 : 1];
    if (name === undefined || (block.type !== 'module' && block.type !== 'resource')) return undefined;
    return { ...block, labels: name.split('.').slice(block.type === 'module' ? 1 : 0) };
  }

  /** What `moved` blocks of the change's head say about this folder. */
  #moves(): BlockMoves {
    const folder = this.#folderOn('after');
    this.#movesHere ??= movesIn(
      this.#sideOf('after').terraform.filter(({ source }) => folderOf(source.file) === folder),
    );
    return this.#movesHere;
  }

  #hclOn(side: SideName): HclFile | undefined {
    const { file } = this.#context;
    return this.#sideOf(side).terraform.find(({ source }) => source.file === file.path);
  }

  /** Terraform that was not parsed, because nothing shows that it is about Karpenter or creates a cluster. */
  #unread(side: SideName, lines: readonly number[]): Judgement[] {
    const { path } = this.#context.file;
    const { text } = this.#lines.index(side);
    const blocks = writtenBlocks(text);
    // Terragrunt passes its inputs to a module that may be anywhere.
    const applies = mayApply(text) || (path.endsWith('.hcl') && /\bsource\s*=/.test(text));
    const rowsOfFile = text.split('\n');
    const rows = applies ? rowsOfFile : [];
    const mayServeNodes = this.#context.input.changed.terraform?.mayServeNodes !== false;

    // A block may end elsewhere than it looks, so one that is known to apply nothing must not name anything that does.
    const isInert = ({ type, labels, first, last }: WrittenBlock): boolean =>
      type === 'resource' &&
      labels[0]?.startsWith('aws_') === true &&
      !mayApply(rows.slice(first - 1, last).join('\n'));

    // A value next to such a block may be what it has.
    const taken = takenDataOf(this.#context.input);
    const takers = blocks.flatMap((block) => {
      const reason = taken.reasonOfText(block, text);
      if (reason === undefined) return [];
      return [{ block, reason }];
    });

    return lines.map((line) => {
      if (comment.test(this.#lines.line(side, line))) return harmless(path, 'a comment or a blank line');

      const block = blocks.find(({ first, last }) => first <= line && line <= last);
      if (applies && !(block && isInert(block)))
        return notUnderstood(
          path,
          'it is next to Terraform that applies something, and no object shows what it becomes',
        );

      const taker = takers.find(({ block: other }) => other === block || isValue(block))?.reason;
      if (taker !== undefined) return notUnderstood(path, taker);
      if (this.#passesOn(block))
        return notUnderstood(path, 'Terraform in this folder applies something, and may use this value');
      const passed = block ? undefined : this.#ofUnreadVariable(side, rowsOfFile.slice(0, line));
      if (passed !== undefined) return passed;
      if (!block) return outOfReach(path, 'variables of Terraform that neither names Karpenter nor creates a cluster');

      const { type, labels, source } = block;
      const namedBy =
        type === 'resource' ? this.#classNaming(rowsOfFile.slice(block.first - 1, block.last)) : undefined;
      if (namedBy !== undefined)
        return seenOnly(
          labels.join('.'),
          `\`${namedBy}\` names this resource, and plumbline does not judge it here`,
          true,
        );

      const name = nameOfArgument({ type, labels, path: [], values: '' });
      if (isPolicyOfApplication(block, rowsOfFile, { mayServeNodes }))
        return outOfReach(name, 'a policy for services that neither nodes nor Karpenter use');
      if (isOfApplicationRole(block, { blocks, rows: rowsOfFile }))
        return outOfReach(name, 'a role that neither nodes nor pods can take');

      return judgedArgument({
        type,
        labels,
        path: [],
        values: '',
        source,
        isEvaluated: false,
        isApplying: this.#isApplying(source),
        topicOf: () => undefined,
        decisionOf: () => undefined,
        isWhole: false,
        isRemoved: false,
        isNewRoot: false,
        isOfKarpenter: false,
        mayBeUsed: false,
      });
    });
  }

  /** A value in a file of variables that nothing reads as far as plumbline sees, if evaluated Terraform has a variable of this name. */
  #ofUnreadVariable(side: SideName, rows: readonly string[]): Judgement | undefined {
    const { file, flows } = this.#context;
    if (!file.path.endsWith('.tfvars')) return undefined;

    const variable = rows.findLast((row) => assignment.test(row))?.match(assignment)?.[1];
    const name = `var.${variable}`;
    const { uses } = flows[side];
    // What is harmless because objects are compared is not harmless here.
    const reaches = (folder: string): boolean =>
      uses.of(folder, name)?.length !== 0 && flows[side].follow(folder, name)?.class !== 'outside';
    const reached = uses.foldersWith(name).find(reaches);
    if (reached === undefined) return undefined;

    const root = reached === '' ? 'the root folder' : `\`${reached}\``;
    return notUnderstood(
      `${file.path} ${variable}`,
      `${root} has a variable of this name, and nothing shows whether Terraform reads this file`,
    );
  }

  /** The node class that names a resource of AWS, by a text in its block. */
  #classNaming(rows: readonly string[]): string | undefined {
    const { base, head } = this.#context.input;
    this.#classNames ??= new Map([...namesInClasses(base.set.manifests), ...namesInClasses(head.set.manifests)]);
    const texts = rows.flatMap((row) => [...row.matchAll(/"([^"]{1,300})"/g)].map(([, text]) => text!));
    return texts.map((text) => this.#classNames!.get(text)).find((title) => title !== undefined);
  }

  /** Whether a value of Terraform that was not parsed may reach something in its folder that applies objects. */
  #passesOn(block: WrittenBlock | undefined): boolean {
    const { file, input } = this.#context;
    const folders = foldersAbove(folderOf(file.path));
    const { terraform } = input.changed;
    const root = file.path.endsWith('.tfvars') ? folders.find((folder) => terraform?.all.has(folder)) : folders[0];
    return isValue(block) && root !== undefined && terraform?.applying.has(root) === true;
  }

  /** Whether a module that is called by path may apply something. */
  #isApplying(source: string | undefined): boolean {
    const { file, input } = this.#context;
    const isLocal = source !== undefined && /^\.{1,2}(?:\/|$)/.test(source);
    const called = isLocal ? resolvePath(folderOf(file.path), source) : undefined;
    return called !== undefined && input.changed.terraform?.applying.has(called) === true;
  }
}

const otherSide = { before: 'after', after: 'before' } as const;

const nameOfPlace = ({ block, path }: TerraformPlace): string =>
  nameOfArgument({ type: block?.type ?? '', labels: block?.labels ?? [], path, values: '' });

/** Whether a call gives its groups defaults of their own, next to those of the module. */
const hasOwnDefaults = ({ attributes }: Body, [argument = '']: readonly string[]): boolean =>
  argument.endsWith('_groups') && attributes.has(argument.replace(/s$/, '_defaults'));

/** The beginning of a line that sets a variable in a file of variables. */
const assignment = /^"?([A-Za-z_][\w-]*)"?\s*=(?!=)/;

/** Whether a place of Terraform that was not parsed is a value, which other blocks may use. */
const isValue = (block: WrittenBlock | undefined): boolean =>
  block === undefined || block.type === 'locals' || block.type === 'variable';

/** A place in a block that may create objects. */
interface ObjectPlace {
  readonly block: Block;
  readonly path: readonly string[];
  /** It decides what the objects are, and nothing else. */
  readonly isOfObjects: boolean;
}

/** A place in a block that may only pass something on. */
interface PassingPlace {
  readonly block: Block;
  readonly path: readonly string[];
  /** Only this side has the block. */
  readonly isWhole: boolean;
}

/** The name under which a place is used: `local.a`, `var.a` or `data.aws_ami.a`. Undefined if it is not used by name. */
function passedName({ type, labels }: Block, [argument]: readonly string[]): string | undefined {
  if (type === 'locals') {
    if (argument === undefined) return undefined;
    return `local.${argument}`;
  }
  if (type === 'variable') {
    if (argument === undefined || inertInVariable.has(argument)) return undefined;
    return `var.${labels[0]}`;
  }
  if (type === 'data' || type === 'ephemeral') return [type, ...labels].join('.');
  return undefined;
}

/** What is known about a place through everything that it reaches. */
function reaching(what: string, reached: Judgement | undefined): Judgement {
  switch (reached?.class) {
    case undefined:
      return harmless(what, 'nothing uses it');
    case 'not understood':
      return (reached.isSeen ? seenOnly : notUnderstood)(
        what,
        `it reaches \`${reached.what}\`: ${reached.reason}`,
        reached.isNear,
      );
    case 'modelled':
      return { ...withTopics(modelled(what, 'what it reaches is read by rules'), reached.topics), isPassedOn: true };
    case 'harmless':
      return harmless(what, 'everything that it reaches changes neither nodes nor pods');
    case 'outside':
      return outOfReach(what, 'everything that it reaches is used by neither nodes nor Karpenter');
  }
}

/** Whether a place decides what the objects of a block are, and nothing else. */
const makesObjects = ([argument]: readonly string[]): boolean =>
  argument === undefined || argument === 'yaml_body' || argument === 'manifest';

/** Arguments whose text a provider parses as YAML. */
const readsYaml = ([argument, ...inner]: readonly string[]): boolean =>
  inner.length === 0 && (argument === 'yaml_body' || argument === 'values');

const comment = /^\s*(?:(?:#|\/\/).*)?$/;

/** ` 20.31 → 21.0`. */
function valuesText(old: string | undefined, now: string | undefined): string {
  if (old === undefined || now === undefined) return '';
  if (Math.max(old.length, now.length) > 60) return '';
  return ` ${old} → ${now}`;
}

/** What is known about a place through what it reaches, if that may become anything. Undefined otherwise. */
const opaqueOnly = (what: string, reached: Judgement | undefined): Judgement | undefined =>
  reached !== undefined && isOpaque(reached) ? reaching(what, reached) : undefined;

/**
 * Terraform reads the data sources of a module only at apply if something changes that the module depends on. Their values are unknown in
 * the plan, so it may replace what uses them. Source: https://developer.hashicorp.com/terraform/language/meta-arguments/depends_on.
 */
function deferring(what: string, reached: Judgement | undefined): Judgement | undefined {
  if (reached?.class !== 'modelled' && reached?.class !== 'not understood') return undefined;
  return notUnderstood(
    what,
    'Terraform may then read the data sources of the module only at apply, and replace what uses them',
    reached.isNear === true || reached.class === 'modelled',
  );
}

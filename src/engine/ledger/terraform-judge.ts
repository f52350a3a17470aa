import { folderOf } from '../source.ts';
import type { Block, Body } from '../terraform/syntax/hcl.ts';
import type { HclFile } from '../terraform/syntax/read-hcl.ts';
import type { JudgeContext, LineJudge } from './judge-context.ts';
import { harmless, type Judgement, modelled, notUnderstood, outOfReach, weakest } from './judgement.ts';
import type { SideName } from './line-changes.ts';
import { LineTexts } from './line-texts.ts';
import { nestedReads } from './nested-reads.ts';
import { type ChangedArgument, judgedArgument, nameOfArgument, namesCluster } from './terraform-judgement.ts';
import {
  blockKey,
  isSameExpression,
  literalText,
  type TerraformPlace,
  terraformPlace,
  valueIn,
} from './terraform-lines.ts';
import { type WrittenBlock, writtenBlocks } from './written-blocks.ts';

/** Judges Terraform: by the objects that it becomes, else by block and argument. */
export class TerraformJudge implements LineJudge {
  readonly #context: JudgeContext;
  readonly #lines: LineTexts;

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
      return lines.map(() => notUnderstood(path, 'its syntax is invalid', isNear));
    }
    return this.#unread(side, lines);
  }

  #judged(side: SideName, line: number, hcl: HclFile): Judgement {
    const { file, rendered } = this.#context;
    const text = this.#lines.line(side, line);
    const place = terraformPlace(hcl, this.#lines.index(side), line);
    const isInText = place?.value?.kind === 'template';
    if (!isInText && comment.test(text)) return harmless(file.path, 'a comment or a blank line');
    const traced = rendered.atLine(side, file.path, line);
    const isObject = /^(?:kubectl|kubernetes)_/.test(place?.block?.labels[0] ?? '');
    if (traced && (traced.class !== 'not understood' || isObject || !place)) return traced;
    if (!place) return harmless(file.path, 'a comment or a blank line');
    return this.#ofPlace(side, place, hcl);
  }

  #ofPlace(side: SideName, { block, path, value }: TerraformPlace, hcl: HclFile): Judgement {
    const { file } = this.#context;
    const other = this.#bodiesOf(side === 'before' ? 'after' : 'before', block);
    const counterpart = other.map((body) => valueIn(body, path)).find((one) => one !== undefined);
    const isOfVariables = block === undefined;
    const [type, labels] = isOfVariables ? ['variables', [] as string[]] : [block.type, block.labels];
    const what = nameOfArgument({ type: isOfVariables ? file.path : type, labels, path, values: '' });
    if (isSameExpression(value, counterpart))
      return harmless(what, 'the same value, written in another way or at another place');
    if (value === undefined && other.length > 0)
      return harmless(what, 'the head or end of a block that the other side has, too');
    const ofObjects = block && this.#ofObjects(side, block);
    if (ofObjects) return { ...ofObjects, what };
    const [old, now] = side === 'before' ? [value, counterpart] : [counterpart, value];
    const place: ChangedArgument = {
      ...{ type, labels, path, isEvaluated: true, isWhole: other.length === 0 },
      isRemoved: other.length === 0 && side === 'before',
      isOfKarpenter: block !== undefined && /karpenter/i.test(this.#text(side, block)),
      values: valuesText(literalText(old), literalText(now)),
      source: literalText(
        (block ?? { body: hcl.body }).body.attributes.get(type === 'module' ? 'source' : 'chart')?.value,
      ),
      reads: (kind, field) => this.#reads(kind, field, block),
    };
    if (isOfVariables) return this.#ofVariable(place);
    return judgedArgument(place);
  }

  /** What the objects say that a block with a whole manifest creates; undefined for all other blocks. */
  #ofObjects(side: SideName, { labels, at, head }: Block): Judgement | undefined {
    if (!/^(?:kubectl|kubernetes)_manifest/.test(labels[0] ?? '')) return undefined;
    const [first, last] = this.#linesOf(side, Math.min(at.start, head.start), at.end);
    const found = Array.from(
      { length: last - first + 1 },
      (_, i) => this.#context.rendered.atLine(side, this.#context.file.path, first + i) ?? [],
    ).flat();
    return weakest(found);
  }

  #linesOf(side: SideName, start: number, end: number): readonly [number, number] {
    const lines = this.#lines.index(side);
    return [lines.position(start).line, lines.position(Math.max(start, end - 1)).line];
  }

  #text(side: SideName, { at, head }: Block): string {
    return this.#lines.index(side).text.slice(Math.min(at.start, head.start), at.end);
  }

  /** A value in a file of variables. Nobody else can see where it goes. */
  #ofVariable({ path, values }: ChangedArgument): Judgement {
    const { file } = this.#context;
    const what = `${file.path} ${path.join('.')}${values}`.trim();
    if (namesCluster.test(path[0] ?? '')) return modelled(what, 'names the version, region or zones of a cluster');
    return notUnderstood(what, 'no object shows what this value becomes');
  }

  #reads(kind: string, field: string, block: Block | undefined): boolean {
    const source = literalText(block?.body.attributes.get('source')?.value);
    return this.#context.input.resources.some(({ readsArgument }) =>
      readsArgument?.(kind, source, nestedReads(field.split('.'))),
    );
  }

  /** What a block has on the other side, in any file of its module. */
  #bodiesOf(side: SideName, block: Block | undefined): readonly Body[] {
    const { file, input } = this.#context;
    const { terraform } = side === 'before' ? input.base : input.head;
    if (block === undefined) return terraform.filter(({ source }) => source.file === file.path).map(({ body }) => body);
    const folder = folderOf(file.path);
    const key = blockKey(block);
    return terraform
      .filter(({ source }) => folderOf(source.file) === folder)
      .flatMap(({ body }) => body.blocks.filter((one) => blockKey(one) === key).map((one) => one.body));
  }

  #hclOn(side: SideName): HclFile | undefined {
    const { file, input } = this.#context;
    const { terraform } = side === 'before' ? input.base : input.head;
    return terraform.find(({ source }) => source.file === file.path);
  }

  /** Terraform that was not parsed, because nothing shows that it is about Karpenter or creates a cluster. */
  #unread(side: SideName, lines: readonly number[]): Judgement[] {
    const { path } = this.#context.file;
    const blocks = writtenBlocks(this.#lines.index(side).text);
    const { text } = this.#lines.index(side);
    // Terragrunt passes its inputs to a module that may be anywhere.
    const applies = appliers.test(text) || (path.endsWith('.hcl') && /\bsource\s*=/.test(text));
    const rows = applies ? text.split('\n') : [];
    // A block may end elsewhere than it looks, so one that is known to apply nothing must not name anything that does.
    const isInert = ({ type, labels, first, last }: WrittenBlock): boolean =>
      type === 'resource' &&
      labels[0]?.startsWith('aws_') === true &&
      !appliers.test(rows.slice(first - 1, last).join('\n'));
    return lines.map((line) => {
      if (comment.test(this.#lines.line(side, line))) return harmless(path, 'a comment or a blank line');
      const block = blocks.find(({ first, last }) => first <= line && line <= last);
      if (applies && !(block && isInert(block)))
        return notUnderstood(
          path,
          'it is next to Terraform that applies something, and no object shows what it becomes',
        );
      if (!block) return outOfReach(path, 'variables of Terraform that neither names Karpenter nor creates a cluster');
      const { type, labels, source } = block;
      return judgedArgument({
        type,
        labels,
        path: [],
        values: '',
        source,
        isEvaluated: false,
        reads: () => false,
        isWhole: false,
        isRemoved: false,
        isOfKarpenter: false,
      });
    });
  }
}

const comment = /^\s*(?:(?:#|\/\/).*)?$/;

/** Resources and data that may create objects of any kind in a cluster in a way that nobody sees, wherever they are in a text. */
const appliers =
  /\b(?:null_resource|terraform_data|helm_release|kubectl_\w+|kubernetes_manifest|argocd_\w+|flux_\w+|local-exec|remote-exec)\b/;

/** ` 20.31 → 21.0`. */
function valuesText(old: string | undefined, now: string | undefined): string {
  if (old === undefined || now === undefined) return '';
  return Math.max(old.length, now.length) > 60 ? '' : ` ${old} → ${now}`;
}

import type { AskedScenario } from '../engine/cluster/what-if/what-if.ts';
import { defaultSettings, type Settings } from '../engine/karpenter/api/settings.ts';
import type { ParseHcl } from '../engine/manifest/terraform/syntax/syntax-node.ts';
import type { Report } from '../engine/report/values/report.ts';
import type { Facts } from '../engine/review/context/facts.ts';
import type { ReviewFigures } from '../engine/review/context/review-figures.ts';
import type { ReviewInput } from '../engine/review/context/review-input.ts';
import { gate } from '../engine/review/gate/gate.ts';
import type { Source } from '../engine/text/source.ts';
import type { ApiServer } from '../io/api-server/api-server.ts';
import { mergeSettings } from '../io/config/merge-settings.ts';
import { withNotice } from '../io/render/render-notice.ts';
import type { ReadPair, SetPair } from '../io/sides/read-side.ts';
import { hasTerraform } from '../io/terraform/has-terraform.ts';
import { compareTrees, type SourceTree, SourceTreeBuilder } from '../io/tree/source-tree.ts';
import { unreadableText } from '../io/tree/unreadable-text.ts';
import { version } from '../io/version.ts';
import { judgedReview, unjudgedReview } from './judged-review.ts';

/** The texts before and after a change, for hosts without a file system. */
export interface TextRequest {
  /** Null if there is nothing to compare with, so that everything is new. */
  readonly before: readonly Source[] | null;
  readonly after: readonly Source[];
  /** Undefined to find it in the texts, as everywhere. */
  readonly region?: string | undefined;
  readonly karpenterVersion?: string | undefined;
  /** Today as an ISO date. */
  readonly today: string;
  readonly whatIf?: AskedScenario | undefined;
  /** Settings in addition to these. Those of a plumbline.yaml are not read. */
  readonly settings?: Partial<Settings> | undefined;
}

/** What such a host has loaded. */
export interface TextEngine {
  readonly facts: Facts;
  /** The simulation. */
  readonly figures: ReviewFigures;
  readonly server: ApiServer;
  /** Loads the parser of Terraform. Without it, Terraform is not evaluated. */
  readonly hcl?: () => Promise<ParseHcl>;
}

/** Reviews texts as the command line reviews two folders with the same files, but nothing is rendered. */
export async function reviewTexts(request: TextRequest, { facts, figures, server, hcl }: TextEngine): Promise<Report> {
  const pair = treesOf(request);
  const sets = await evaluatedSets(unrenderedSets(pair, request), pair, request, hcl);
  const input = inputOf(request, sets, facts);

  return judged(input, await judgedReview({ ...input, figures }, server));
}

/** Only the findings of plumbline's own checks, which need neither the simulation nor the API server's code. */
export function checkTexts(request: TextRequest, facts: Facts): Report {
  const input = inputOf(request, unrenderedSets(treesOf(request), request), facts);
  return judged(input, unjudgedReview(input));
}

const judged = ({ settings }: ReviewInput, review: Report['review']): Report => ({
  review,
  verdict: gate(review, settings),
});

type TreePair = Pick<ReadPair, 'base' | 'head'>;

function treesOf({ before, after }: TextRequest): TreePair {
  const head = treeOf(after, before !== null);
  if (before === null) return { base: null, head };

  return compareTrees(treeOf(before, true), head);
}

/** The trees as plain files, with a note about kustomizations and charts that the change edits. */
function unrenderedSets(pair: TreePair, { before, after }: TextRequest): SetPair {
  if (!pair.head.hasRoots && !pair.base?.hasRoots) return pair;

  const texts = (sources: readonly Source[]) => new Map(sources.map(({ file, text }) => [file, text]));

  return withNotice(
    pair,
    { before: texts(before ?? []), after: texts(after) },
    'Kustomize and Helm do not run here',
    'Paste what they render, or use the command line or the Action, which render them.',
  );
}

async function evaluatedSets(
  sets: SetPair,
  pair: TreePair,
  { before, after }: TextRequest,
  hcl: TextEngine['hcl'],
): Promise<SetPair> {
  if (hcl === undefined || !hasTerraform(pair)) return sets;

  const [parse, { evaluatedTexts }, { withTerraform }] = await Promise.all([
    hcl(),
    import('../io/terraform/evaluated-texts.ts'),
    import('../io/terraform/terraform.ts'),
  ]);

  return withTerraform(sets, evaluatedTexts(before, after, parse));
}

/** Throws PlumblineError('config') if the version is not valid. */
function inputOf(request: TextRequest, sets: SetPair, facts: Facts): ReviewInput {
  const { region, karpenterVersion, today, whatIf, settings } = request;

  return {
    ...sets,
    settings: mergeSettings(defaultSettings, settings ?? {}, { region, karpenterVersion, today }),
    facts,
    version,
    figures: null,
    ...(whatIf && { whatIf }),
  };
}

/** The tree of a folder with these files. */
function treeOf(files: readonly Source[], isCompared: boolean): SourceTree {
  const tree = new SourceTreeBuilder(isCompared ? { mayDiffer: () => true } : {});

  for (const { file, text } of files) {
    tree.note(file);
    if (!tree.mayMatter(file, text)) continue;
    if (text.includes('\0')) tree.report(unreadableText(file, text));
    else tree.add({ file, text });
  }

  return tree.build();
}

import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../src/engine/report/values/report.ts';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { type Case, cases } from './case.ts';
import { isEverything, sample } from './extent.ts';
import { moves } from './moves.ts';
import { plainRenderer } from './plain-renderer.ts';
import type { Texts } from './readings.ts';
import { reviewOfTexts, textsOf } from './reviewed-texts.ts';

/** What moves change although they should not. The list only shrinks: in a whole run, an entry that no longer happens fails. */
const exceptions: readonly {
  readonly case: RegExp;
  readonly move: RegExp;
  readonly found: RegExp;
  readonly because: string;
}[] = [
  {
    case: /./,
    move: /^an Application applies|move to a subfolder|get other names/,
    found: /^new note review\/not-understood /,
    because: 'a release or an Application that moves is not compared with what it was at its old place',
  },
  {
    case: /./,
    move: /^Terraform applies the files/,
    found: /^(?:lost: )?(?:new|old) note (?:render|terraform)\/unknown /,
    because:
      'Argo CD and Flux objects that Terraform creates are not followed, so only those in YAML have notes about their charts',
  },
  {
    case: /^(?:eks-auto-mode-gets-another-built-in-nodepool|terraform-destroys-a-cluster-with-running-nodes|terraform-forces-a-new-node-pool|terraform-no-longer-says-how-nodes-join)$/,
    move: /move to a subfolder, with the change|become one, with the change/,
    found: /./,
    because: 'a root of Terraform that moves is not compared with what it was at its old place',
  },
  {
    case: /^istio-leaves-its-startup-taint-on-new-nodes$/,
    move: /^Terraform applies the files/,
    found: /^figures /,
    because:
      'pods of a chart that a Flux object in Terraform installs are not missed in the figures, for the same reason',
  },
  {
    case: /^clusters-are-told-apart-by-folder$/,
    move: /kustomization|overlay|chart|Terraform applies/,
    found: /^(?:figures|disruption) /,
    because:
      'the cluster of a root is named after the root, and workloads of another root next to it belong to every cluster',
  },
  {
    case: /^objects-that-karpenter-does-not-read$/,
    move: /become one$|kustomization|Terraform applies/,
    found: /^new note schema\/unknown-field /,
    because: 'objects that no review needs are read only at the paths of head, or where files of base are gone from',
  },
  {
    case: /^of-several-versions-the-one-that-the-change-edits-decides$/,
    move: /kustomization/,
    found: /./,
    because:
      'a release that is rendered is not compared with the file that it was in, so nothing shows which version is edited',
  },
  {
    case: /^two-budgets-for-all-workloads-are-one-finding$/,
    move: /^one file moves|Terraform applies/,
    found: /lint\/blocking-pdb|^verdict /,
    because: 'two budgets of different folders are compared only in the folder of the workload',
  },
  {
    case: /^pods-of-hybrid-nodes-are-not-counted$/,
    move: /kustomization|chart|Terraform applies/,
    found: /lint\/discovery-tags|^verdict block$/,
    because: 'YAML next to Terraform is related with it only once it is rendered',
  },
  {
    case: /^only-charts-elsewhere-use-the-node-pool$/,
    move: /become one$|kustomization|overlay|Terraform applies/,
    found: /lint\/taint-tolerations/,
    because: 'the rule counts the releases next to a NodePool by their files',
  },
  {
    case: /^node-pools-in-the-values-of-a-chart$/,
    move: /^a List/,
    found: /./,
    because: 'objects in the values of a chart are read only if its release is not in a List',
  },
  {
    case: /^the-last-node-group-takes-the-access-of-karpenters-nodes-away$/,
    move: /^all files move/,
    found: /lint\/node-access|^verdict /,
    because: 'the rule compares a Terraform root with the root of the same folder before the change',
  },
];

let renderer: RenderMethod;
beforeAll(async () => {
  renderer = await plainRenderer();
});

const used = new Set<(typeof exceptions)[number]>();
afterAll(() => {
  if (isEverything) expect(exceptions.filter((one) => !used.has(one)).map(({ because }) => because)).toEqual([]);
});

/** A case whose files can be moved: the command line names nothing else. */
const isMovable = ({ folder }: Case): boolean => existsSync(`${folder}/head`) && !existsSync(`${folder}/args`);

const movable = cases().filter(isMovable);

/** What a report says, apart from places. */
interface Said {
  readonly findings: readonly string[];
  readonly changes: readonly string[];
  readonly figures: string;
  readonly disruption: string;
  readonly verdict: string;
}

function saidBy({ review, verdict }: Report): Said {
  const { estimate, disruption } = review;
  const figuresOf = (side: NonNullable<typeof estimate>['head'] | null) => side && [side.nodes, side.hourlyUsd];
  const { nodePools, nodeClasses, workloads } = disruption;
  return {
    findings: review.findings
      .map(({ isNew, diagnostic: { severity, code, message } }) => [isNew ? 'new' : 'old', severity, code, message])
      .map((words) => words.join(' '))
      .sort(),
    changes: review.changes
      .map(({ type, resource: { kind, name }, effect, fields }) => JSON.stringify([type, kind, name, effect, fields]))
      .sort(),
    figures: rounded(estimate && [figuresOf(estimate.base), figuresOf(estimate.head)]),
    disruption: rounded([nodePools, nodeClasses, workloads]),
    verdict: verdict.result,
  };
}

/** Sums of the same numbers in another order differ in their last digits. */
const rounded = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === 'number' ? Number(one.toPrecision(9)) : one));

/** What two ways to write the same change say differently. */
const differences = (one: Said, other: Said): string[] => [
  ...missing(one.findings, other.findings).map((text) => `lost: ${text}`),
  ...missing(other.findings, one.findings),
  ...missing(one.changes, other.changes).map((text) => `lost: ${text}`),
  ...missing(other.changes, one.changes),
  ...(['figures', 'disruption', 'verdict'] as const).flatMap((key) =>
    one[key] === other[key] ? [] : [`${key} ${one[key]} ${other[key]}`],
  ),
];

/** The texts of the first list that are not in the second one, as often as they are missing. */
function missing(all: readonly string[], other: readonly string[]): string[] {
  const left = [...other];
  return all.filter((text) => {
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** What a review of a move alone says: nothing is new, changes, costs or is blocked. */
function effectsOf({ findings, changes, figures, disruption, verdict }: Said): string[] {
  const [before, after] = (JSON.parse(figures) as readonly unknown[] | null) ?? [];
  const isUnchanged = JSON.stringify(before) === JSON.stringify(after);
  return [
    ...findings.filter((text) => text.startsWith('new ')),
    ...changes,
    ...(isUnchanged ? [] : [`figures ${figures}`]),
    ...(/^\[(?:\[\]|null),(?:\[\]|null),(?:\[\]|null)\]$/.test(disruption) ? [] : [`disruption ${disruption}`]),
    ...(verdict === 'pass' ? [] : [`verdict ${verdict}`]),
  ];
}

/** What moving the files of a case changes, without known exceptions: `move: what`. */
async function violationsOf({ name, folder }: Case): Promise<string[]> {
  const path = `${folder}/plumbline.yaml`;
  const configuration = existsSync(path) ? path : undefined;
  const namesPaths = configuration !== undefined && /\bpaths:/.test(readFileSync(configuration, 'utf8'));
  const head = textsOf(`${folder}/head`);
  const base = existsSync(`${folder}/base`) ? textsOf(`${folder}/base`) : undefined;
  const reviewed = async (before: Texts, after: Texts): Promise<Said> =>
    saidBy(await reviewOfTexts(before, after, { renderer, configuration }));
  const change = base && (await reviewed(base, head));
  const found: string[] = [];
  const add = (move: string, violations: readonly string[]): void => {
    const unknown = violations.filter((text) => !isException(name, move, text));
    found.push(...unknown.map((text) => `${move}: ${text}`));
  };
  for (const move of moves) {
    const moved = move.movesFolders && namesPaths ? null : move.apply(head);
    if (moved === null) continue;

    add(move.name, effectsOf(await reviewed(head, moved)));
    const undone = effectsOf(await reviewed(moved, head));
    add(
      `${move.name}, undone`,
      undone.filter((text) => move.undoneNote?.test(text) !== true),
    );
    if (base && change) add(`${move.name}, with the change`, differences(change, await reviewed(base, moved)));
  }
  return found;
}

function isException(name: string, move: string, text: string): boolean {
  const exception = exceptions.find((one) => one.case.test(name) && one.move.test(move) && one.found.test(text));
  if (exception) used.add(exception);
  return exception !== undefined;
}

describe('moving the files of a case changes nothing', () => {
  test.each(sample(movable, ({ name }) => name, { oneOf: 80, oneOfWhole: 8 }))('$name', async (one) => {
    expect(await violationsOf(one)).toEqual([]);
  });
});

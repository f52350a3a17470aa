import type { CodeLens } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { PlacedNodePool } from '../../engine/cluster/cost/estimate.ts';
import { parseManifests } from '../../engine/manifest/parse.ts';
import { figureText } from '../../engine/report/wording/certainty-marks.ts';
import type { Money } from '../../engine/text/words/money.ts';
import { moneyOf } from '../../engine/text/words/people-money.ts';
import { plural } from '../../engine/text/words/plural.ts';
import type { EditorReview } from './editor-review.ts';

/** Above each NodePool: its nodes and their cost, once the saved files have settled. */
export function codeLenses({ saved }: EditorReview, document: TextDocument): CodeLens[] {
  const pools = new Map(saved.estimate?.head?.nodePools.map((pool) => [pool.name, pool]));
  const money = moneyOf(saved.estimate);
  const { manifests } = parseManifests({ file: document.uri, text: document.getText() }, { set: {} });

  return manifests.flatMap((manifest) => {
    if (manifest.kind !== 'NodePool') return [];

    const pool = pools.get(manifest.name);
    if (pool === undefined) return [];
    const { start, end } = manifest.keySpan(['kind']);
    const range = { start: document.positionAt(start), end: document.positionAt(end) };
    return [{ range, command: { title: titleOf(pool, money), command: '' } }];
  });
}

function titleOf({ nodes, hourlyUsd, nodeClaims }: PlacedNodePool, money: Money): string {
  if (nodes.likely === null) return 'Nodes unknown';
  const types = [...new Set(nodeClaims.map(({ instanceType }) => instanceType))].join(', ');
  const nodeCount = figureText(nodes, (count) => plural(count, 'node'));

  const monthly = () => {
    if (hourlyUsd.likely === null) return 'cost unknown';
    return `${figureText(hourlyUsd, money.monthly)}/month`;
  };

  return [nodeCount, types, monthly()].filter((part) => part !== '').join(' · ');
}

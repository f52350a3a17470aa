import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Range } from '../../engine/cost/estimate.ts';
import type { Severity } from '../../engine/diagnostic.ts';
import { json } from '../../engine/report/json.ts';
import { markdown } from '../../engine/report/markdown.ts';
import type { RenderOptions, Report } from '../../engine/report/report.ts';
import type { Runner } from './runner.ts';

/** Writes the report files into a folder of their own, and hands figures and paths to later steps. */
export function setOutputs(
  report: Report,
  options: RenderOptions,
  { runner, folder }: { runner: Runner; folder: string },
): void {
  mkdirSync(folder, { recursive: true });
  const paths = { json: join(folder, 'review.json'), markdown: join(folder, 'review.md') };
  writeFileSync(paths.json, json.render(report, options));
  writeFileSync(paths.markdown, markdown.render(report, options));
  const values = { ...figures(report), 'report-json': paths.json, 'report-markdown': paths.markdown };
  for (const [name, value] of Object.entries(values)) runner.setOutput(name, value);
}

function figures({ review, verdict }: Report): Record<string, string> {
  const { head, difference } = review.estimate ?? { head: null, difference: null };
  return {
    verdict: verdict.result,
    nodes: count(head?.nodes),
    'nodes-difference': count(difference?.nodes),
    'monthly-cost': usd(head?.monthlyUsd),
    'monthly-cost-difference': usd(difference?.monthlyUsd),
    errors: String(newOnes('error')),
    warnings: String(newOnes('warning')),
  };

  function newOnes(severity: Severity): number {
    return review.findings.filter(
      (finding) => (finding.isNew || !review.hasBase) && finding.diagnostic.severity === severity,
    ).length;
  }
}

/** Unknown is empty, never 0. */
const count = (range: Range | undefined): string => String(range?.likely ?? '');
const usd = (range: Range | undefined): string => range?.likely?.toFixed(2) ?? '';

import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdown } from '../../engine/report/comment/markdown.ts';
import { json } from '../../engine/report/documents/json.ts';
import { migrationPatch } from '../../engine/report/documents/migration-patch.ts';
import { sarif } from '../../engine/report/documents/sarif.ts';
import { html } from '../../engine/report/html/html.ts';
import type { RenderOptions, Report } from '../../engine/report/values/report.ts';
import { newFindings } from '../../engine/report/wording/new-findings.ts';
import type { Range } from '../../engine/text/range.ts';
import type { Runner } from './runner.ts';

/** Writes the report files into a new folder inside `temporary`, and sets the figures and the files' paths as outputs. */
export function setOutputs(
  report: Report | null,
  options: RenderOptions,
  { runner, temporary }: { runner: Runner; temporary: string },
): void {
  const values = report ? { ...figures(report), ...reportFiles(report, options, { runner, temporary }) } : irrelevant;
  for (const [name, value] of Object.entries(values)) runner.setOutput(name, value);
}

/** The outputs when no relevant file changes: nothing is estimated then. */
const irrelevant = { verdict: 'pass', errors: '0', warnings: '0' };

/** If the files cannot be written, the review goes on: the comment has the same content. */
function reportFiles(
  report: Report,
  options: RenderOptions,
  { runner, temporary }: { runner: Runner; temporary: string },
): Record<string, string> {
  try {
    return writeReports(report, options, temporary);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;

    runner.warning(`The report files could not be written, so their outputs are empty: ${(error as Error).message}`);
    return {};
  }
}

function writeReports(report: Report, options: RenderOptions, temporary: string): Record<string, string> {
  const folder = mkdtempSync(join(temporary, 'plumbline-'));
  const files: readonly (readonly [output: string, file: string, text: string])[] = [
    ['report-json', 'review.json', json.render(report, options)],
    ['report-markdown', 'review.md', markdown.render(report, options)],
    ['report-html', 'review.html', html.render(report, options)],
    ['report-sarif', 'review.sarif', sarif.render(report, options)],
    ['migration-patch', 'migration.patch', migrationPatch(report.review)],
  ];

  const written = files.filter(([, , text]) => text !== '');

  for (const [, file, text] of written) writeFileSync(join(folder, file), text);

  return Object.fromEntries(written.map(([output, file]) => [output, join(folder, file)]));
}

function figures({ review, verdict }: Report): Record<string, string> {
  const { head, difference } = review.estimate ?? { head: null, difference: null };
  return {
    verdict: verdict.result,
    'plan-digest': planDigest(review),
    nodes: count(head?.nodes),
    'nodes-difference': count(difference?.nodes),
    'monthly-cost': usd(head?.monthlyUsd),
    'monthly-cost-difference': usd(difference?.monthlyUsd),
    errors: String(newFindings(review).filter(({ diagnostic }) => diagnostic.severity === 'error').length),
    warnings: String(newFindings(review).filter(({ diagnostic }) => diagnostic.severity === 'warning').length),
  };
}

/** The digest, or a line `ENVIRONMENT=DIGEST` for each of several environments. Environments without a plan are left out. */
function planDigest({ plans }: Report['review']): string {
  const computed = plans.filter((plan) => plan.digest !== null);
  if (plans.length === 1) return computed[0]?.digest ?? '';
  return computed.map(({ environment, digest }) => `${environment}=${digest}`).join('\n');
}

/** Unknown is empty, never 0. */
const count = (range: Range | undefined): string => String(range?.likely ?? '');
const usd = (range: Range | undefined): string => range?.likely?.toFixed(2) ?? '';

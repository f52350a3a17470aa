import { type EnvironmentObject, environmentRows } from '../../../engine/changes/diff/environments.ts';
import { environmentOf } from '../../../engine/files/sources/environment.ts';
import { accountsOf, settingsFor } from '../../../engine/karpenter/api/environment.ts';
import type { Settings } from '../../../engine/karpenter/api/settings.ts';
import { manifestSet } from '../../../engine/manifest/manifest-set.ts';
import { parseManifests } from '../../../engine/manifest/parse.ts';
import {
  byPromotion,
  type EnvironmentColumn,
  type EnvironmentMatrix,
  matrixDocument,
  matrixHtml,
  matrixMarkdown,
  matrixText,
} from '../../../engine/report/html/environment-matrix.ts';
import { ownValue } from '../../../engine/text/own-value.ts';
import type { Source } from '../../../engine/text/source.ts';
import { jsonText } from '../../../engine/text/words/log-text.ts';
import { type PairRenderOptions, type RootState, renderPair } from '../../../io/render/render-pair.ts';

import type { ReadPair } from '../../../io/sides/read-side.ts';
import { evaluatedPair } from '../../../io/terraform/evaluated-pair.ts';
import { version } from '../../../io/version.ts';

/** What rendering all manifests needs. */
interface MatrixContext extends PairRenderOptions {
  readonly settings: Settings;
}

/** Karpenter's objects by environment: those in plain files, and those that are rendered. */
export async function environmentsOf(pair: ReadPair, context: MatrixContext): Promise<EnvironmentMatrix> {
  // Without a base, everything is rendered, not only what changed.
  const whole: ReadPair = { ...pair, base: null, files: { ...pair.files, base: null } };
  const rendered = await renderPair(whole, context);
  const { head } = await evaluatedPair(rendered, whole);
  const { settings } = context;
  const roots = new Map(rendered.states.map(({ root }) => [root.name, root.environment]));

  const environmentOfSource = ({ file, origin }: Source): string | undefined =>
    (origin && roots.get(origin.root)) ?? environmentOf(origin?.place ?? file, settings.environments).environment;

  const { manifests } = manifestSet(head.sources.map((source) => parseManifests(source, { set: settings.set })));

  const objects = manifests.flatMap((manifest): EnvironmentObject[] => {
    const environment = environmentOfSource(manifest.source);
    if (environment === undefined || manifest.isPartial) return [];
    return [{ environment, manifest }];
  });

  const rows = environmentRows(objects);
  const cells = rows.flatMap(({ environments }) => environments);
  const names = [...new Set([...Object.keys(settings.environments), ...cells])];

  return {
    columns: byPromotion(names.map((name) => columnOf(name, settings, rendered.states))),
    rows,
    nothing: 'No environment contains Karpenter objects.',
  };
}

function columnOf(name: string, settings: Settings, states: readonly RootState[]): EnvironmentColumn {
  const environment = ownValue(settings.environments, name);
  const ofEnvironment = settingsFor(settings, name);

  return {
    name,
    region: environment ? (ofEnvironment.region ?? '') : '',
    karpenterVersion: environment ? (ofEnvironment.karpenterVersion ?? '') : '',
    accounts: environment ? accountsOf(environment) : [],
    isComplete: !states.some(({ root, obstacles }) => root.environment === name && obstacles.length > 0),
  };
}

/** The output formats of the matrix. */
export const matrixForms: Readonly<Record<string, (matrix: EnvironmentMatrix) => string>> = {
  text: matrixText,
  markdown: matrixMarkdown,
  html: (matrix) => matrixHtml(matrix, version),
  json: (matrix) => `${jsonText(matrixDocument(matrix), 2)}\n`,
};

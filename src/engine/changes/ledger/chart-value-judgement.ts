import type { Path } from '../../manifest/model/manifest.ts';
import { valueTopic } from '../../manifest/terraform/resources/resource-makers.ts';
import { harmless, type Judgement, modelled, notUnderstood, ruled } from './judgement.ts';

/** Values that no node and no pod depends on. */
const inertValues =
  /(?:^|\.)(?:logLevel|logConfig|logEncoding|logOutputPaths|logErrorOutputPaths|serviceMonitor|additionalLabels|podLabels|revisionHistoryLimit)(?:\.|$)/;

/** The tag of the image, which is another version of Karpenter. */
const imageVersion = /(?:^|\.)image(?:\.(?:tag|digest))?$/;

/** Values by which rules know the role of the controller. */
const credentials = /(?:^|\.)serviceAccount(?:\.|$)/;

/** Values that rules and the simulation read, from the key that they begin with. */
const readValues = /(?:^|\.)((?:settings|controller\.(?:resources|env)|replicas)(?:\..*)?)$/;

/**
 * A value of Karpenter’s chart. That a rule reads it does not mean that it compares it: what is not said about this very value is not understood
 * (ADR 0041).
 */
export function judgedChartValue(path: Path, what: string): Judgement {
  const field = path.join('.');
  if (inertValues.test(field)) return harmless(what, 'changes what Karpenter logs or which labels it has');
  if (imageVersion.test(field)) return modelled(what, 'names the version of Karpenter');
  if (credentials.test(field)) return ruled(what, 'decides which role the controller has', 'access');

  const value = readValues.exec(nameOfValue(path))?.[1];
  if (value !== undefined) return ruled(what, 'a setting of Karpenter that rules read', valueTopic(value));

  return notUnderstood(what, 'plumbline does not judge this value of Karpenter’s chart', true);
}

/** The path of a value without the indexes of lists in it, so that an entry of a list counts as the list. */
function nameOfValue(path: Path): string {
  const start = path.findIndex((step) => step === 'settings' || step === 'controller' || step === 'replicas');
  const index = path.findIndex((step, at) => at > start && typeof step === 'number');
  return path.slice(0, index === -1 ? path.length : index).join('.');
}

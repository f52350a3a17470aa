import {
  areTwoEnvironments,
  canBeOneEnvironment,
  comparedEnvironment,
} from '../../files/places/compared-environment.ts';
import { unconfiguredPlace } from '../../files/places/pair.ts';
import {
  type HelmRelease,
  helmReleasesOf,
  type SettingName,
  settingPaths,
} from '../../karpenter/installation/helm-releases.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { asText } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import type { Context } from '../context/context.ts';
import { controllerChange, type ReleasePair } from './controller-change.ts';
import { conversionWebhook } from './conversion-webhook.ts';

/** Reports changed Karpenter settings that no figure shows: the queue for interruptions and the name of the cluster. */
export function installationChange(
  { base, head }: Pick<Context, 'base' | 'head'>,
  { isQueueReported }: { readonly isQueueReported: boolean },
): Diagnostic[] {
  if (!base) return [];

  const [releasesBefore = [], releasesAfter = []] = [base, head].map(karpenterReleases);

  return pairsOf([releasesBefore, releasesAfter]).flatMap((pair) => [
    ...clusterChange(pair, [releasesBefore, releasesAfter]),
    ...controllerChange(pair),
    ...conversionWebhook(pair, head),
    ...(isQueueReported ? [] : queueChange(pair, [releasesBefore, releasesAfter])),
  ]);
}

const karpenterReleases = (side: ManifestSet): readonly HelmRelease[] =>
  helmReleasesOf(side).filter(({ chart }) => chart === 'karpenter');

type Sides = readonly [before: readonly HelmRelease[], after: readonly HelmRelease[]];

/** Releases that are the same one before and after: the only ones in a file, or the only ones at all. */
function pairsOf([releasesBefore, releasesAfter]: Sides): ReleasePair[] {
  if (releasesBefore.length === 1 && releasesAfter.length === 1) return [[releasesBefore[0]!, releasesAfter[0]!]];
  return releasesAfter.flatMap((after): ReleasePair[] => {
    const { file } = after.manifest.source;
    const inFile = (all: readonly HelmRelease[]) => all.filter(({ manifest }) => manifest.source.file === file);
    const [before, ...others] = inFile(releasesBefore);
    if (before && others.length === 0 && inFile(releasesAfter).length === 1) return [[before, after]];
    return [];
  });
}

/**
 * Karpenter lists its instances by the tag with the name of the cluster, and removes NodeClaims without an instance (provider-aws
 * pkg/providers/instance/instance.go List, core pkg/controllers/nodeclaim/garbagecollection).
 */
function clusterChange([before, after]: ReleasePair, sides: Sides): Diagnostic[] {
  const [from, to] = [before, after].map((release) => settingAt(release, 'clusterName'));
  if (!from || !to || from === to || [from, to].some(hasPlaceholder) || isMoved([from, to], sides, 'clusterName'))
    return [];

  return [
    finding(after, 'clusterName', {
      severity: 'warning',
      message: `Karpenter’s \`clusterName\` changes from \`${from}\` to \`${to}\`. Karpenter finds its instances by this name, so it no longer sees those that it has launched`,
      help: 'Keep the name while nodes of this cluster run.',
    }),
  ];
}

/**
 * A Karpenter that names the cluster of another environment from now on, which has a Karpenter of its own. Karpenter deletes instances of its cluster
 * without a NodeClaim (core pkg/controllers/nodeclaim/garbagecollection). Clusters of several accounts may have one name, so it has to name the
 * environment.
 */
export function otherClusterNames({ base, head }: Pick<Context, 'base' | 'head'>): Diagnostic[] {
  if (!base) return [];
  const [releasesBefore = [], releasesAfter = []] = [base, head].map(karpenterReleases);

  return pairsOf([releasesBefore, releasesAfter]).flatMap(([before, after]) => {
    const [from, to] = [before, after].map((release) => settingAt(release, 'clusterName'));
    const home = environmentOfRelease(after);
    if (!from || !to || from === to || [from, to].some(hasPlaceholder) || home === undefined) return [];

    const manages = (release: HelmRelease): boolean => {
      const there = environmentOfRelease(release);
      if (there === undefined || settingAt(release, 'clusterName') !== to || !hasWordOf(to, there)) return false;
      return areTwoEnvironments(home, there) && !hasWordOf(to, home);
    };
    const other = releasesAfter.find((release) => release !== after && manages(release));
    if (other === undefined || !releasesBefore.some(manages)) return [];

    return [
      finding(after, 'clusterName', {
        severity: 'error',
        message: `The Karpenter of ${quoted(home)} manages the cluster ${quoted(to)} from now on, as the Karpenter in ${quoted(other.manifest.source.file)} does. If both are in one account and region, each deletes the instances of the other as far as its role may`,
        help: `Set \`clusterName\` to ${quoted(from)} again.`,
      }),
    ];
  });
}

const environmentOfRelease = ({ manifest }: HelmRelease): string | undefined =>
  unconfiguredPlace(manifest.source).environment;

/** Whether the name of a cluster contains the word of an environment: `shop-staging` that of `stage`. */
const hasWordOf = (name: string, environment: string): boolean =>
  canBeOneEnvironment(comparedEnvironment(name), comparedEnvironment(environment));

/** Without a queue, Karpenter does not handle interruptions (provider-aws pkg/controllers/controllers.go). */
function queueChange([before, after]: ReleasePair, sides: Sides): Diagnostic[] {
  const [from, to] = [before, after].map((release) => settingAt(release, 'interruptionQueue'));
  if (from === to || isMoved([from, to], sides, 'interruptionQueue')) return [];

  if (to === undefined) {
    if (mayBeElsewhere(after)) return [];

    return [
      finding(after, 'interruptionQueue', {
        severity: 'warning',
        message:
          'The change removes Karpenter’s `interruptionQueue`. Karpenter then does not know that AWS is about to reclaim a spot node or retire an instance, and does not move the pods',
        help: 'Keep it, unless something else handles interruptions.',
      }),
    ];
  }

  const names = [from, to].map((name) => {
    if (name === undefined || hasPlaceholder(name)) return undefined;
    return `\`${name}\``;
  });
  if (from !== undefined && names.includes(undefined)) return [];

  const queueText = names[1] === undefined ? 'a queue' : `the queue ${names[1]}`;

  const message = () => {
    if (from === undefined)
      return `Karpenter now reads ${queueText}. If AWS announces that it reclaims a spot node or retires an instance, Karpenter moves the pods`;
    return `Karpenter reads the queue ${names[1]} instead of ${names[0]}`;
  };

  return [
    finding(after, 'interruptionQueue', {
      severity: 'note',
      message: message(),
      help: 'Check that the queue exists, that EventBridge sends the events to it, and that Karpenter’s role may read it.',
    }),
  ];
}

/** A setting as text; undefined if it is missing or empty, which the chart does not tell apart. */
const settingAt = (release: HelmRelease, setting: SettingName): string | undefined =>
  settingPaths(release, setting)
    .map((path) => asText(release.manifest.get(path)))
    .find(Boolean);

/** Whether a release may get the setting from somewhere else. A values file is reviewed by itself. */
const mayBeElsewhere = ({ isOpen, manifest }: HelmRelease): boolean => isOpen && manifest.kind !== 'HelmValues';

/** Whether another release has the old value now, or had the new one before. Then it has only moved to another file. */
const isMoved = (
  [from, to]: readonly (string | undefined)[],
  [releasesBefore, releasesAfter]: Sides,
  setting: SettingName,
): boolean =>
  (from !== undefined && releasesAfter.some((release) => settingAt(release, setting) === from)) ||
  (to !== undefined && releasesBefore.some((release) => settingAt(release, setting) === to));

function finding(
  release: HelmRelease,
  setting: SettingName,
  what: Pick<Diagnostic, 'severity' | 'message' | 'help'>,
): Diagnostic {
  const { manifest, values } = release;
  const path = settingPaths(release, setting).find((path) => manifest.get(path) !== undefined);

  const settings = () => {
    if (manifest.get([...values, 'settings']) === undefined) return values;
    return [...values, 'settings'];
  };

  const span = path ? manifest.span(path) : manifest.keySpan(settings());

  const chartValues = settingPaths(release, setting).map((place) => place.slice(values.length).join('.'));

  return { code: 'upgrade/settings', span, labels: [], resource: null, chartValues, ...what };
}

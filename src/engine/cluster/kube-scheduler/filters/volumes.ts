import { matchesAll } from '../framework/node-selector.ts';
import { type FilterPlugin, rejection } from '../framework/plugin.ts';

/** Source: pkg/scheduler/framework/plugins/volumerestrictions. */
export const volumeRestrictions: FilterPlugin = {
  name: 'VolumeRestrictions',
  prepare({ pod, claimsOf }) {
    const missing = claimsOf(pod).find(({ problem }) => problem === 'missing');
    return missing && rejection(false, `persistentvolumeclaim "${missing.key.replace(/^.*\//, '')}" not found`);
  },
};

const full = rejection(true, 'node(s) exceed max volume count');

/** Source: pkg/scheduler/framework/plugins/nodevolumelimits/csi.go. */
export const volumeLimits: FilterPlugin = {
  name: 'NodeVolumeLimits',
  prepare({ pod, claimsOf }) {
    const claims = claimsOf(pod).filter(({ driver }) => driver !== undefined);
    if (claims.length === 0) return undefined;

    return ({ node, pods }) => {
      for (const [driver, limit] of node.volumeLimits ?? []) {
        const wanted = new Set(claims.filter((claim) => claim.driver === driver).map(({ key }) => key));
        if (wanted.size === 0) continue;
        for (const shape of pods.keys())
          for (const claim of claimsOf(shape)) if (claim.driver === driver) wanted.add(claim.key);
        if (wanted.size > limit && claims.some((claim) => claim.driver === driver)) return full;
      }

      return undefined;
    };
  },
};

const unbound = rejection(false, 'pod has unbound immediate PersistentVolumeClaims');
const noVolume = "node(s) didn't find available persistent volumes to bind";

/** Source: pkg/scheduler/framework/plugins/volumebinding. */
export const volumeBinding: FilterPlugin = {
  name: 'VolumeBinding',
  prepare({ pod, claimsOf, release }) {
    const claims = claimsOf(pod);
    if (claims.length === 0) return undefined;
    if (claims.some(({ problem }) => problem === 'unbound')) return unbound;

    return ({ node }) => {
      const failing = claims.filter(
        ({ alternatives }) => alternatives.length > 0 && !alternatives.some((terms) => matchesAll(terms, node)),
      );
      if (failing.length === 0) return undefined;
      const reasons = failing.map(({ isBound }) => {
        if (isBound) return release.volumeConflict;
        return noVolume;
      });
      return rejection(false, ...new Set(reasons));
    };
  },
};

const otherZone = rejection(false, 'node(s) had no available volume zone');
const zoneKeys = [
  'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
];

/** Source: pkg/scheduler/framework/plugins/volumezone. */
export const volumeZone: FilterPlugin = {
  name: 'VolumeZone',
  prepare({ pod, claimsOf }) {
    const wanted = claimsOf(pod).flatMap(({ zones }) => [...zones]);
    if (wanted.length === 0) return undefined;
    return ({ node: { labels } }) => {
      if (!zoneKeys.some((key) => Object.hasOwn(labels, key))) return undefined;
      const isElsewhere = wanted.some(
        ([key, zones]) => !Object.hasOwn(labels, key) || !zones.includes(labels[key] ?? ''),
      );
      if (isElsewhere) return otherZone;
      return undefined;
    };
  },
};

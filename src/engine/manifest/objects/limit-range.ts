import { compareNames } from '../../text/name-order.ts';
import { asList, asMapping, groupOf, type Manifest, type Mapping } from '../model/manifest.ts';

/** The requests that containers without one get, by resource. */
export type DefaultRequests = Readonly<Record<string, string | number>>;

/**
 * Namespace → the requests that its LimitRanges give to containers without one. If a LimitRange has no default request for a resource, its
 * default limit is used, then its maximum, then its minimum. If several LimitRanges set the same resource, the first by name wins.
 * Source: kubernetes pkg/apis/core/v1/defaults.go SetDefaults_LimitRangeItem, plugin/pkg/admission/limitranger/admission.go.
 */
export function defaultRequests(manifests: readonly Manifest[]): ReadonlyMap<string, DefaultRequests> {
  const requests = new Map<string, DefaultRequests>();
  const ranges = manifests.filter(({ kind, apiVersion }) => kind === 'LimitRange' && groupOf(apiVersion) === '');

  for (const range of ranges.toSorted((a, b) => compareNames(a.name, b.name))) {
    const namespace = range.namespace ?? 'default';
    const own = asList(range.get(['spec', 'limits']))
      .map(asMapping)
      .filter((item) => item?.type === 'Container');

    for (const item of own.toReversed()) {
      const all = ['min', 'max', 'default', 'defaultRequest'].map((field) => quantities(asMapping(item?.[field])));
      requests.set(namespace, Object.assign({}, ...all, requests.get(namespace)));
    }
  }

  return requests;
}

const quantities = (amounts: Mapping | undefined): DefaultRequests =>
  Object.fromEntries(
    Object.entries(amounts ?? {}).filter(
      (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  );

import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { type HelmRelease, knownTextAt, releaseValue } from '../../karpenter/installation/helm-releases.ts';
import { asList, asMapping, asText, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { type Collection, collection, isKnown, openReasons, seenIn } from '../../text/evidence.ts';
import { accountOfRelease } from '../setup/controller-account.ts';
import { clusterAccount } from './account.ts';
import { type AccountPlace, isEksctl, itemPaths, type PodIdentity } from './account-place.ts';

/** The annotation with which a service account gets a role by IRSA. */
export const roleAnnotation = 'eks.amazonaws.com/role-arn';

/** Something that gives Karpenter's controller permissions in AWS. */
export interface Credential extends AccountPlace {
  readonly by: 'role annotation' | 'Pod Identity' | 'variables' | 'service account';
}

/** What gives the controller of a release its credentials, other than the role of the node that it runs on. */
export interface ControllerCredentials {
  readonly namespace: string | undefined;
  readonly serviceAccount: string | undefined;
  /** What certainly does. */
  readonly sources: Collection<Credential>;
  /** What may do so, as far as the files show. */
  readonly possible: readonly AccountPlace[];
  /** Associations of EKS Pod Identity for Karpenter, but for another namespace or service account. */
  readonly elsewhere: readonly PodIdentity[];
}

/** The credentials of the controller that a release of Karpenter's chart installs. */
export function controllerCredentials(release: HelmRelease, cluster: ObjectCluster): ControllerCredentials {
  const { namespace, serviceAccount } = accountOfRelease(release);
  const { podIdentities } = clusterAccount(cluster);

  const isOfRelease = ({ namespace: space, serviceAccount: name }: PodIdentity): boolean | undefined =>
    both(isSame(space, namespace), isSame(name, serviceAccount));

  const identities = seenIn(podIdentities);
  const written = [...inValues(release), ...accountsOf(cluster)];

  return {
    namespace,
    serviceAccount,
    sources: collection(
      [
        ...written.flatMap(({ certain }) => certain ?? []),
        ...identities
          .filter((identity) => isOfRelease(identity) === true)
          .map(({ manifest, path }): Credential => ({ manifest, path, by: 'Pod Identity' })),
      ],
      openReasons(podIdentities),
    ),
    possible: [
      ...written.flatMap(({ possible }) => possible ?? []),
      ...identities.filter((identity) => isOfRelease(identity) === undefined),
    ],
    elsewhere: identities.filter((identity) => isOfRelease(identity) === false && isOfKarpenter(identity)),
  };
}

/** Whether two names are the same; undefined if one of them is unknown. */
const isSame = (a: string | undefined, b: string | undefined): boolean | undefined => {
  if (a === undefined || b === undefined) return undefined;
  return a === b;
};

function both(a: boolean | undefined, b: boolean | undefined): boolean | undefined {
  if (a === false || b === false) return false;
  if (a === undefined || b === undefined) return undefined;
  return true;
}

/** Whether an association is meant for Karpenter, by its service account or by what creates it. */
const isOfKarpenter = ({ manifest, serviceAccount }: PodIdentity): boolean =>
  /karpenter/.test(`${manifest.name} ${serviceAccount ?? ''}`);

interface Written {
  readonly certain?: Credential;
  readonly possible?: AccountPlace;
}

/** The credentials in the values of a release. */
function inValues(release: HelmRelease): readonly Written[] {
  const { manifest, values } = release;
  return [
    ...inAnnotations(release),
    ...inVariables(release),
    ...(releaseIs(release, false, 'serviceAccount', 'create')
      ? [{ possible: { manifest, path: [...values, 'serviceAccount'] } }]
      : []),
  ];
}

function inAnnotations(release: HelmRelease): readonly Written[] {
  const { manifest, values } = release;
  const path = [...values, 'serviceAccount', 'annotations'];
  const annotations = releaseValue(release, 'serviceAccount', 'annotations');
  if (!isKnown(annotations)) return [{ possible: { manifest, path } }];

  const named = asMapping(annotations.value) ?? {};
  const role = named[roleAnnotation];
  if (role !== undefined && role !== null && role !== '')
    return [{ certain: { manifest, path: [...path, roleAnnotation], by: 'role annotation' } }];

  if (Object.keys(named).some(hasPlaceholder)) return [{ possible: { manifest, path } }];
  return [];
}

/** Keys of AWS, or the variables of another way to get them. The region alone gives no access. */
function inVariables(release: HelmRelease): readonly Written[] {
  const { manifest, values } = release;
  const [env, envFrom] = ['env', 'envFrom'].map((name) => releaseValue(release, 'controller', name));
  const path = [...values, 'controller'];
  if (!env || !envFrom || !isKnown(env) || !isKnown(envFrom)) return [{ possible: { manifest, path } }];

  const names = asList(env.value).map((variable) => asText(asMapping(variable)?.name) ?? '${unknown}');
  const isGiven = names.some((name) => /^AWS_(?:ACCESS_KEY_ID|WEB_IDENTITY_TOKEN_FILE|ROLE_ARN|PROFILE)$/.test(name));
  if (isGiven) return [{ certain: { manifest, path: [...path, 'env'], by: 'variables' } }];

  const mayBeGiven = names.some((name) => /^AWS_(?!REGION$)|[${]/.test(name)) || asList(envFrom.value).length > 0;
  if (mayBeGiven) return [{ possible: { manifest, path } }];
  return [];
}

function releaseIs(release: HelmRelease, wanted: boolean, ...path: Path): boolean {
  const value = releaseValue(release, ...path);
  return isKnown(value) && value.value === wanted;
}

/** Service accounts of Karpenter that something else than the chart creates. */
const accountsOf = (cluster: ObjectCluster): readonly Written[] =>
  cluster.manifests.flatMap((manifest): Written[] => {
    if (manifest.kind === 'ServiceAccount' && /karpenter/.test(manifest.name)) return [ownAccount(manifest)];
    if (!isEksctl(manifest)) return [];
    return itemPaths(manifest, ['iam', 'serviceAccounts'])
      .filter((path) => /karpenter/.test(asText(manifest.get([...path, 'metadata', 'name'])) ?? ''))
      .map((path) => ({ certain: { manifest, path, by: 'service account' } }));
  });

function ownAccount(manifest: Manifest): Written {
  const path = ['metadata', 'annotations', roleAnnotation];
  const isGiven = manifest.get(path) !== undefined && knownTextAt(manifest, path) !== '';
  if (isGiven) return { certain: { manifest, path, by: 'service account' } };
  return { possible: { manifest, path: ['metadata', 'name'] } };
}

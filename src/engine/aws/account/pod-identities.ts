import { knownTextAt } from '../../karpenter/installation/helm-releases.ts';
import { asMapping, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { inputIs, moduleMajor } from '../fields/created-roles.ts';
import { calledModule } from '../fields/terraform-modules.ts';
import { isEksctl, itemPaths, type PodIdentity } from './account-place.ts';

/** The associations of EKS Pod Identity that an object creates. */
export function readPodIdentities(manifest: Manifest): readonly PodIdentity[] {
  if (manifest.kind === 'aws_eks_pod_identity_association')
    return [identityAt(manifest, ['spec'], ['namespace', 'service_account'])];
  if (manifest.kind === 'PodIdentityAssociation') return controllerIdentities(manifest);

  if (isEksctl(manifest))
    return itemPaths(manifest, ['iam', 'podIdentityAssociations']).map((path) =>
      identityAt(manifest, path, ['namespace', 'serviceAccountName']),
    );

  const called = calledModule(manifest);
  if (called === 'karpenter') return karpenterIdentities(manifest);

  if (called === 'eks-pod-identity') return moduleIdentities(manifest);
  return [];
}

type Fields = readonly [namespace: string, serviceAccount: string];

const identityAt = (manifest: Manifest, path: Path, [namespace, serviceAccount]: Fields): PodIdentity => ({
  manifest,
  path: [...path, namespace],
  namespace: knownTextAt(manifest, [...path, namespace]),
  serviceAccount: knownTextAt(manifest, [...path, serviceAccount]),
});

/** Objects of ACK, Crossplane and CloudFormation, which have the fields in places of their own. */
function controllerIdentities(manifest: Manifest): readonly PodIdentity[] {
  const places: readonly (readonly [Path, Fields])[] = [
    [['spec'], ['namespace', 'serviceAccount']],
    [
      ['spec', 'forProvider'],
      ['namespace', 'serviceAccount'],
    ],
    [['Properties'], ['Namespace', 'ServiceAccount']],
  ];

  const written = places.filter(([path, [field]]) => asMapping(manifest.get(path))?.[field] !== undefined);
  return written.slice(0, 1).map(([path, fields]) => identityAt(manifest, path, fields));
}

/** Whether Karpenter’s module creates an association, which it does by default since v21; undefined if that is unknown. */
function createsAssociation(module: Manifest): boolean | undefined {
  if (inputIs(module, 'create', true) === false) return false;
  return inputIs(module, 'create_pod_identity_association', (moduleMajor(module) ?? 0) >= 21);
}

/** The input of Karpenter’s module that an association follows from. */
const associationPath = (module: Manifest): Path => {
  const written = ['namespace', 'create_pod_identity_association'].find(
    (input) => module.get(['spec', input]) !== undefined,
  );
  return ['spec', written ?? 'source'];
};

function karpenterIdentities(manifest: Manifest): readonly PodIdentity[] {
  if (createsAssociation(manifest) === false) return [];

  const input = (name: string, standard: string): string | undefined => {
    if (manifest.get(['spec', name]) === undefined) return standard;
    return knownTextAt(manifest, ['spec', name]);
  };

  const isSure = createsAssociation(manifest) === true;

  return [
    {
      manifest,
      path: associationPath(manifest),
      namespace: isSure ? input('namespace', 'kube-system') : undefined,
      serviceAccount: input('service_account', 'karpenter'),
    },
  ];
}

/** The associations of the module `terraform-aws-modules/eks-pod-identity`. Its defaults hold for all of them. */
function moduleIdentities(manifest: Manifest): readonly PodIdentity[] {
  const path = ['spec', 'associations'];
  const associations = asMapping(manifest.get(path));
  if (!associations) {
    if (manifest.get(path) === undefined) return [];
    return [{ manifest, path, namespace: undefined, serviceAccount: undefined }];
  }

  return Object.keys(associations).map((name) => {
    const field = (key: string): string | undefined => {
      const inAssociation = [...path, name, key];
      const inDefaults = ['spec', 'association_defaults', key];

      return knownTextAt(manifest, manifest.get(inAssociation) === undefined ? inDefaults : inAssociation);
    };

    return {
      manifest,
      path: [...path, name],
      namespace: field('namespace'),
      serviceAccount: field('service_account'),
    };
  });
}

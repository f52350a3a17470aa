import type { ObjectCluster } from '../../clusters/related-objects.ts';
import { isKnown } from '../../evidence.ts';
import { corrected, terraform } from '../../lint/example.ts';
import { type HelmRelease, helmReleasesOf, knownTextAt, releaseValue } from '../../lint/fields/helm-releases.ts';
import { whyRelated } from '../../lint/fields/why-related.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../lint/rule.ts';
import { asList, asMapping, asText, type Manifest, type Path } from '../../manifest/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { calledModule } from '../fields/terraform-modules.ts';

export const fargatePodIdentityRule = defineRule({
  id: 'fargate-pod-identity',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Karpenter installation',
  mistakes: [],
  on: {
    Manifests(all, context) {
      for (const release of helmReleasesOf(all)) judge(release, context);
    },
  },
  docs: {
    summary: 'Karpenter runs on Fargate and gets its role from EKS Pod Identity, which does not work there.',
    why: 'The agent of EKS Pod Identity runs on EC2 instances only. On Fargate, a service account needs the annotation `eks.amazonaws.com/role-arn` (IRSA). Without it, the controller has no credentials: it launches no nodes and removes none. Version 21 of the EKS module for Terraform no longer creates roles for IRSA, so an upgrade can remove the annotation. Reported only when Terraform has a Fargate profile for Karpenter’s namespace and a Pod Identity association for its service account, and all values of the chart are known.',
    help: 'Create a role for IRSA and set the annotation, or run Karpenter on a managed node group.',
    url: 'https://docs.aws.amazon.com/eks/latest/userguide/pod-identities.html',
  },
  examples,
});

const roleAnnotation = 'eks.amazonaws.com/role-arn';

function judge(release: HelmRelease, context: RuleContext): void {
  const { manifest, chart } = release;
  const namespace = namespaceOf(manifest);
  if (chart !== 'karpenter' || namespace === undefined || mayHaveCredentials(release)) return;

  const cluster = context.clusterOf(manifest);
  const profile = fargateProfile(cluster, namespace);
  const association = podIdentity(cluster, namespace);
  if (profile === undefined || association === undefined || cluster.manifests.some(isOwnAccount)) return;
  context.report({
    manifest,
    at: manifest.span(['metadata', 'name']),
    message:
      'Karpenter runs on Fargate, where EKS Pod Identity does not work, and its service account has no role. Without credentials, it launches and removes no nodes',
    help: `Set \`serviceAccount.annotations\` of the chart to \`${roleAnnotation}\` with a role that trusts the service account (IRSA), or run Karpenter on a managed node group.`,
    labels: [
      {
        span: profile.manifest.span(profile.path),
        message: `this Fargate profile takes the pods of \`${namespace}\`${whyRelated(manifest, profile.manifest, context)}`,
      },
      { span: association.manifest.span(association.path), message: 'the only role for them' },
    ],
  });
}

/** The namespace that a release installs into, if it is known. */
function namespaceOf(manifest: Manifest): string | undefined {
  const paths: readonly Path[] = [
    ['spec', 'targetNamespace'],
    ['spec', 'destination', 'namespace'],
    ['metadata', 'namespace'],
  ];
  const isInstalled = manifest.kind === 'HelmRelease' || manifest.kind === 'Application';
  return isInstalled ? paths.map((path) => knownTextAt(manifest, path)).find(Boolean) : undefined;
}

/** Whether the values of a release give the controller a role or credentials, or may do so. */
function mayHaveCredentials(release: HelmRelease): boolean {
  const annotations = releaseValue(release, 'serviceAccount', 'annotations');
  const create = releaseValue(release, 'serviceAccount', 'create');
  const env = releaseValue(release, 'controller', 'env');
  const envFrom = releaseValue(release, 'controller', 'envFrom');
  if (!isKnown(annotations) || !isKnown(create) || !isKnown(env) || !isKnown(envFrom)) return true;

  const named = Object.keys(asMapping(annotations.value) ?? {});
  const hasRole = named.some((key) => key === roleAnnotation || hasPlaceholder(key));
  const hasVariables = asList(env.value).some((variable) => {
    const name = asText(asMapping(variable)?.name);
    return name === undefined || /^AWS_(?!REGION$)|[${]/.test(name);
  });
  return hasRole || hasVariables || create.value === false || asList(envFrom.value).length > 0;
}

/** A service account of Karpenter that something else than the chart creates. */
const isOwnAccount = ({ kind, name }: Manifest): boolean => kind === 'ServiceAccount' && /karpenter/.test(name);

interface Place {
  readonly manifest: Manifest;
  readonly path: Path;
}

/** A Fargate profile that takes all pods of a namespace, or those of Karpenter. */
function fargateProfile(cluster: ObjectCluster, namespace: string): Place | undefined {
  const places = cluster.ofKind('module', 'aws_eks_fargate_profile').flatMap((manifest): Place[] => {
    if (manifest.kind === 'aws_eks_fargate_profile') return [{ manifest, path: ['spec', 'selector'] }];
    if (calledModule(manifest) !== 'eks') return [];
    const profiles = ['spec', 'fargate_profiles'];
    return Object.entries(asMapping(manifest.get(profiles)) ?? {})
      .filter(([, profile]) => asMapping(profile)?.create !== false)
      .map(([name]) => ({ manifest, path: [...profiles, name, 'selectors'] }));
  });
  return places.find(({ manifest, path }) => {
    const selectors = manifest.get(path);
    return (Array.isArray(selectors) ? selectors : [selectors]).some((selector) => {
      const { namespace: wanted, labels } = asMapping(selector) ?? {};
      return typeof wanted === 'string' && matches(wanted, namespace) && areOfKarpenter(asMapping(labels) ?? {});
    });
  });
}

/** Whether a namespace matches that of a Fargate profile, which may contain `*` and `?`. Patterns with more than one `*` are not read. */
function matches(pattern: string, namespace: string): boolean {
  if (hasPlaceholder(pattern)) return false;
  const [before = '', after, ...others] = pattern.split('*');
  if (others.length > 0) return false;
  if (after === undefined) return isSameForm(pattern, namespace);
  const end = namespace.length - after.length;
  return (
    before.length <= end &&
    isSameForm(before, namespace.slice(0, before.length)) &&
    isSameForm(after, namespace.slice(end))
  );
}

/** Whether two texts are equal, if each `?` stands for any letter. */
const isSameForm = (form: string, text: string): boolean =>
  form.length === text.length && [...form].every((letter, i) => letter === '?' || letter === text[i]);

/** Whether Karpenter’s pods have all labels of a selector. */
const areOfKarpenter = (labels: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(labels).every(([key, value]) => key === 'app.kubernetes.io/name' && value === 'karpenter');

/** A Pod Identity association for Karpenter’s service account in a namespace. */
function podIdentity(cluster: ObjectCluster, namespace: string): Place | undefined {
  const places = cluster.ofKind('module', 'aws_eks_pod_identity_association').flatMap((manifest): Place[] => {
    const isModule = manifest.kind === 'module';
    if (isModule && (calledModule(manifest) !== 'karpenter' || !createsAssociation(manifest))) return [];
    const field = (name: string, standard: string): string | undefined =>
      manifest.get(['spec', name]) === undefined && isModule ? standard : knownTextAt(manifest, ['spec', name]);
    const isFor =
      field('namespace', 'kube-system') === namespace && field('service_account', 'karpenter') === 'karpenter';
    return isFor ? [{ manifest, path: isModule ? ['spec', 'source'] : ['spec', 'namespace'] }] : [];
  });
  return places[0];
}

/** Whether Karpenter’s module creates an association. It does so by default from version 21 on. */
function createsAssociation(module: Manifest): boolean {
  const isWanted = module.get(['spec', 'create_pod_identity_association']);
  const major = /(\d+)/.exec(knownTextAt(module, ['spec', 'version']) ?? '')?.[1];
  return isWanted === true || (isWanted === undefined && Number(major ?? 0) >= 21);
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        terraform`
          module "eks" {
            source             = "terraform-aws-modules/eks/aws"
            version            = "~> 21.0"
            name               = "demo"
            kubernetes_version = "1.34"

            fargate_profiles = {
              karpenter = { selectors = [{ namespace = "karpenter" }] }
            }
          }

          module "karpenter" {
            source       = "terraform-aws-modules/eks/aws//modules/karpenter"
            version      = "~> 21.0"
            cluster_name = "demo"
            namespace    = "karpenter"
          }

          resource "helm_release" "karpenter" {
            namespace  = "karpenter"
            repository = "oci://public.ecr.aws/karpenter"
            chart      = "karpenter"
            values = [yamlencode({
              settings = { clusterName = "demo", interruptionQueue = "Karpenter-demo" }
            })]
          }
        `,
        {
          'settings = {':
            'serviceAccount = { annotations = { "eks.amazonaws.com/role-arn" = aws_iam_role.karpenter.arn } }\nsettings = {',
        },
      ),
    ],
    good: [
      terraform`
        module "eks" {
          source             = "terraform-aws-modules/eks/aws"
          version            = "~> 21.0"
          name               = "demo"
          kubernetes_version = "1.34"

          fargate_profiles = {
            dns = { selectors = [{ namespace = "karpenter", labels = { app = "dns" } }] }
          }
        }

        module "karpenter" {
          source       = "terraform-aws-modules/eks/aws//modules/karpenter"
          version      = "~> 21.0"
          cluster_name = "demo"
          namespace    = "karpenter"
        }

        resource "helm_release" "karpenter" {
          namespace  = "karpenter"
          repository = "oci://public.ecr.aws/karpenter"
          chart      = "karpenter"
          values = [yamlencode({
            settings = { clusterName = "demo", interruptionQueue = "Karpenter-demo" }
          })]
        }
      `,
    ],
  };
}

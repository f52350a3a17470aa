import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import {
  type HelmRelease,
  helmReleasesOf,
  knownTextAt,
  referenceAt,
} from '../../karpenter/installation/helm-releases.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { corrected, terraform } from '../../rules/lint/example.ts';
import { whyRelated } from '../../rules/lint/fields/why-related.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { isClosed, openReasons, seenIn } from '../../text/evidence.ts';
import { listIf } from '../../text/list-if.ts';
import { textIf } from '../../text/words/text-if.ts';
import { clusterAccount, preservesAddon } from '../account/account.ts';
import { isEksctl, type PodIdentity } from '../account/account-place.ts';
import {
  type ControllerCredentials,
  type Credential,
  controllerCredentials,
  roleAnnotation,
} from '../account/controller-credentials.ts';
import { type TrustFault, trustFault } from '../account/role-trust.ts';
import { autoModeIn } from '../auto-mode/auto-mode-settings.ts';

export const controllerCredentialsRule = defineRule({
  id: 'controller-credentials',
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
    summary: 'Karpenter’s controller has no credentials for AWS, or loses them with this change.',
    why: 'The controller gets its role through the annotation `eks.amazonaws.com/role-arn` of its service account (IRSA) or through an association of EKS Pod Identity. Both name its namespace and service account. If the annotation, the association or the agent of Pod Identity goes, or if the role trusts another service account, AWS denies every call. Karpenter then launches and removes no nodes. A loss is a warning if something outside of these files may give the controller a role, and an error otherwise. The role of the node that the controller runs on is not counted.',
    help: 'Set the annotation to a role that trusts the service account, or create an association for its namespace and name.',
    url: 'https://docs.aws.amazon.com/eks/latest/userguide/pod-id-association.html',
  },
  examples,
});

const outcome = 'Without credentials, it launches and removes no nodes';

function judge(release: HelmRelease, context: RuleContext): void {
  const { manifest, chart } = release;
  if (chart !== 'karpenter' || isOnlyValues(release, context)) return;

  const cluster = context.clusterOf(manifest);
  const now = controllerCredentials(release, cluster);
  const sources = seenIn(now.sources);
  if (sources.length > 0) {
    judgeTrust(release, { sources, now, cluster, context });
    judgeAgent(release, { sources, now, cluster, context });
    return;
  }

  if (now.possible.length > 0) return;

  const lost = lostSources(release, context);
  const [other] = now.elsewhere;
  if (other !== undefined) reportOther(release, { other, now, isLoss: lost.length > 0, context });
  else if (lost.length > 0 && !isElsewhere(now, context)) reportLoss(release, { lost, now, context });
}

/** Whether a file has only values of the chart, and a release of the cluster has them, too. */
const isOnlyValues = ({ manifest }: HelmRelease, { all, clusterOf }: RuleContext): boolean =>
  manifest.kind === 'HelmValues' &&
  helmReleasesOf(all).some(
    (other) => other.manifest.kind !== 'HelmValues' && clusterOf(other.manifest) === clusterOf(manifest),
  );

/** Whether a file of another cluster, as far as the files show, has an association for the service account. */
const isElsewhere = ({ namespace, serviceAccount }: ControllerCredentials, { all, clusterOf }: RuleContext): boolean =>
  [...new Set(all.manifests.map(clusterOf))]
    .flatMap((cluster) => seenIn(clusterAccount(cluster).podIdentities))
    .some(
      (identity) =>
        (identity.namespace === undefined || identity.namespace === namespace) &&
        (identity.serviceAccount === undefined || identity.serviceAccount === serviceAccount),
    );

/** The release before the change: the same object, or the only release of the chart. */
function oldRelease({ manifest }: HelmRelease, { base, all }: RuleContext): HelmRelease | undefined {
  const before = base ? karpenters(helmReleasesOf(base)) : [];
  const { kind, name, source } = manifest;
  const same = before.find(
    ({ manifest: old }) => old.kind === kind && old.name === name && old.source.file === source.file,
  );
  const isAlone = before.length === 1 && karpenters(helmReleasesOf(all)).length === 1;

  return same ?? (isAlone ? before[0] : undefined);
}

const karpenters = (releases: readonly HelmRelease[]): readonly HelmRelease[] =>
  releases.filter(({ chart }) => chart === 'karpenter');

/** What gave the controller its credentials before the change. */
function lostSources(release: HelmRelease, context: RuleContext): readonly Credential[] {
  const old = oldRelease(release, context);
  if (old) return seenIn(controllerCredentials(old, context.baseClusterOf(old.manifest)).sources);
  return [];
}

interface Judging {
  readonly sources: readonly Credential[];
  readonly now: ControllerCredentials;
  readonly cluster: ObjectCluster;
  readonly context: RuleContext;
}

/** The service account as people write it; undefined if a part is unknown. */
const accountName = ({ namespace, serviceAccount }: ControllerCredentials): string | undefined => {
  if (namespace === undefined || serviceAccount === undefined) return undefined;
  return `${namespace}:${serviceAccount}`;
};

interface Loss {
  readonly lost: readonly Credential[];
  readonly now: ControllerCredentials;
  readonly context: RuleContext;
}

function reportLoss(release: HelmRelease, { lost, now, context }: Loss): void {
  const { manifest } = release;
  const [source] = lost;
  const isCertain = isClosed(now.sources);
  const account = accountName(now);

  const lack = isCertain ? 'nothing else gives' : 'no file gives';

  const accountText = account === undefined ? 'the service account' : `\`${account}\``;

  context.report({
    manifest,
    ...(!isCertain && { severity: 'warning' }),
    at: manifest.span(['metadata', 'name']),
    message: `This change removes ${goneText(source!, account)}, and ${lack} Karpenter’s controller a role. ${outcome}${textIf(!isCertain, `, unless something else gives it a role (${openReasons(now.sources)[0]})`)}`,
    help: `Keep it, or give ${accountText} a role: set \`${roleAnnotation}\` under \`serviceAccount.annotations\` of the chart, or create an association of EKS Pod Identity.`,
  });
}

function goneText({ by, manifest }: Credential, account: string | undefined): string {
  const of = textIf(account !== undefined, ` of \`${account}\``);
  if (by === 'role annotation')
    return `the annotation \`${roleAnnotation}\`${textIf(account !== undefined, ` from \`${account}\``)}`;
  if (by === 'variables') return 'the credentials in the variables of the controller';
  if (by === 'service account') return `the role of the service account in \`${manifest.kind}/${manifest.name}\``;
  return `the Pod Identity association${of}`;
}

interface Other {
  readonly other: PodIdentity;
  readonly now: ControllerCredentials;
  readonly isLoss: boolean;
  readonly context: RuleContext;
}

/** The only association is for another service account. */
function reportOther(release: HelmRelease, { other, now, isLoss, context }: Other): void {
  const { manifest } = release;
  const account = accountName(now);
  if (account === undefined || other.namespace === undefined || other.serviceAccount === undefined) return;

  const isCertain = isLoss || isClosed(now.sources);
  const differences = [
    ...listIf(other.namespace !== now.namespace, `the namespace of the association to \`${now.namespace}\``),
    ...listIf(other.serviceAccount !== now.serviceAccount, `its service account to \`${now.serviceAccount}\``),
  ];

  context.report({
    manifest: other.manifest,
    ...(!isCertain && { severity: 'warning' }),
    at: other.manifest.span(other.path),
    message: `The Pod Identity association is for \`${other.namespace}:${other.serviceAccount}\`, but Karpenter runs as \`${account}\`, which has no role. ${outcome}`,
    help: `Set ${differences.join(' and ')}.`,
    labels: [
      {
        span: manifest.span(['metadata', 'name']),
        message: `Karpenter’s release${whyRelated(other.manifest, manifest, context)}`,
      },
    ],
  });
}

/** A role that does not trust the service account. The tokens of IRSA come first, also if there is an association. */
function judgeTrust(release: HelmRelease, { sources, now, cluster, context }: Judging): void {
  const annotation = sources.find(({ by }) => by === 'role annotation');
  const account = accountName(now);
  const reference = annotation && referenceAt(annotation.manifest, annotation.path);
  if (!annotation || reference === undefined || account === undefined) return;

  // The annotation may ask for tokens of another audience.
  const annotations = [...release.values, 'serviceAccount', 'annotations', 'eks.amazonaws.com/audience'];
  const fault = trustFault({ manifest: annotation.manifest, reference, serviceAccount: account }, cluster.manifests);
  const asksForOther = fault?.audience !== undefined && release.manifest.get(annotations) !== undefined;
  if (!fault || asksForOther) return;

  context.report({
    manifest: release.manifest,
    at: annotation.manifest.span(annotation.path),
    message: `\`${account}\` cannot assume the role \`${reference}\`: ${fault.because}. ${outcome}`,
    help: trustHelp(fault, account),
    labels: [
      {
        span: fault.manifest.span(fault.path),
        message: fault.isWithoutProvider ? 'no OIDC provider' : 'whom the role trusts',
      },
    ],
  });
}

function trustHelp({ trusted, audience, isWithoutProvider }: TrustFault, account: string): string {
  if (isWithoutProvider)
    return `Set \`enable_irsa = true\`, or remove the annotation and use an association of EKS Pod Identity for \`${account}\`.`;
  if (audience !== undefined) return 'Set the value of the condition on `aud` to `sts.amazonaws.com`.';
  if (trusted.length > 0) return `Let the role trust \`${account}\`.`;
  return `Remove the annotation and use an association of EKS Pod Identity for \`${account}\`, or name a role that trusts it.`;
}

const agent = 'eks-pod-identity-agent';

/** An association has no effect without the agent. EKS Auto Mode has it built in. */
function judgeAgent(release: HelmRelease, { sources, cluster, context }: Judging): void {
  const [association] = sources;
  if (!sources.every(({ by }) => by === 'Pod Identity') || !association || lacksAgent(cluster) !== true) return;

  const old = oldRelease(release, context);
  const isLoss = old !== undefined && lacksAgent(context.baseClusterOf(old.manifest)) === false;
  if (!isLoss && seenIn(clusterAccount(cluster).addons).length === 0) return;

  const { manifest, path } = association;
  const staying = isLoss && old ? agentThatStays(context.baseClusterOf(old.manifest)) : undefined;

  const message = () => {
    if (staying === 'stays')
      return `Terraform deletes the add-on \`${agent}\`. Its pods stay, because \`preserve\` is true, but EKS no longer updates or configures them`;
    if (staying === 'may stay')
      return `Terraform deletes the add-on \`${agent}\`, and its pods unless \`preserve\` is true. Without them, this association gives Karpenter no role`;
    if (isLoss)
      return `This change removes the add-on \`${agent}\`, without which this association gives Karpenter no role. ${outcome}`;
    return `This association gives Karpenter no role without the add-on \`${agent}\`, which is not among the add-ons of the cluster`;
  };

  context.report({
    manifest,
    ...(!isLoss && { severity: 'warning' }),
    ...(staying === 'may stay' && { severity: 'warning' }),
    ...(staying === 'stays' && { severity: 'note' }),
    at: manifest.span(path),
    message: message(),
    help:
      staying === 'stays'
        ? 'Keep the add-on, or install what updates its pods from now on.'
        : `Add the EKS add-on \`${agent}\`.`,
  });
}

/** Whether the agent keeps running when the change deletes its add-on; undefined if Terraform deletes its pods as well. */
function agentThatStays(before: ObjectCluster): 'stays' | 'may stay' | undefined {
  const addons = seenIn(clusterAccount(before).addons).filter(
    ({ name, manifest }) => name === agent && !isEksctl(manifest),
  );
  const answers = addons.map(preservesAddon);
  if (answers.includes(true)) return 'stays';
  if (answers.includes(undefined)) return 'may stay';
  return undefined;
}

/** Whether a cluster of these files lacks the agent; undefined if that is unknown. */
function lacksAgent(cluster: ObjectCluster): boolean | undefined {
  const { addons } = clusterAccount(cluster);
  if (seenIn(addons).some(({ name }) => name === agent) || cluster.manifests.some(runsAgent)) return false;
  if (isClosed(addons)) return true;
  return undefined;
}

/** Auto Mode, or the agent as a DaemonSet or a release of its chart. */
function runsAgent(manifest: Manifest): boolean {
  if (manifest.name.includes(agent)) return true;
  if (knownTextAt(manifest, ['spec', 'chart', 'spec', 'chart'])?.includes(agent)) return true;
  const setting = autoModeIn(manifest);
  // An unknown one may be on.
  return setting !== undefined && setting.isOn !== false;
}

function examples(): RuleExamples {
  const installed = (role: string, module: string) => terraform`
    module "eks" {
      source             = "terraform-aws-modules/eks/aws"
      version            = "~> 21.0"
      name               = "demo"
      kubernetes_version = "1.34"
      addons             = { eks-pod-identity-agent = {} }
    }

    module "karpenter" {
      source       = "terraform-aws-modules/eks/aws//modules/karpenter"
      version      = "~> 21.0"
      cluster_name = "demo"
      ${module}
    }

    resource "helm_release" "karpenter" {
      namespace  = "karpenter"
      repository = "oci://public.ecr.aws/karpenter"
      chart      = "karpenter"
      values = [yamlencode({
        settings = { clusterName = "demo", interruptionQueue = "Karpenter-demo" }
        ${role}
      })]
    }
  `;

  const annotated =
    'serviceAccount = { annotations = { "eks.amazonaws.com/role-arn" = module.karpenter.iam_role_arn } }';

  return {
    bad: [
      corrected(installed('', 'namespace = "kube-system"'), { '"kube-system"': '"karpenter"' }),
      corrected(installed(annotated, 'namespace = "karpenter"'), { [annotated]: '' }),
    ],
    good: [installed('', 'namespace = "karpenter"')],
  };
}

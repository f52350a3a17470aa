import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { compareMinors } from '../../karpenter/api/versions.ts';
import { helmReleasesIn, knownTextAt } from '../../karpenter/installation/helm-releases.ts';
import { canonical } from '../../manifest/canonical.ts';
import { asText, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import type { Diagnostic, Severity } from '../../text/diagnostic.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { accountFinding } from '../account-changes/account-finding.ts';
import type { AccountSides } from '../account-changes/account-sides.ts';
import { inputIs, moduleMajor } from '../fields/created-roles.ts';
import { calledModule } from '../fields/terraform-modules.ts';
import { defaultOfArgument } from '../terraform/documented-defaults.ts';
import { placeInRepository } from './places.ts';

/** What an input of the module does if it changes. */
interface InputEffect {
  readonly message: string;
  readonly severity?: Severity;
  readonly help?: string;
}

/** A call of Karpenter’s module on both sides. */
interface ModuleSides {
  readonly old: Manifest;
  readonly module: Manifest;
  readonly cluster: ObjectCluster;
}

type Effect = (sides: ModuleSides, input: string) => InputEffect | undefined;

/** Reports what inputs of Karpenter’s module do that concern the role and the policy of its controller, and the events that reach its queue. */
export function karpenterInputs({ base, head }: AccountSides): Diagnostic[] {
  const earlier = new Map(base.manifests.map((manifest) => [manifest.source.file, manifest]));

  return head.manifests.flatMap((module): Diagnostic[] => {
    const old = earlier.get(module.source.file);
    const cluster = head.clusterOf(module);
    if (calledModule(module) !== 'karpenter' || old?.kind !== module.kind || cluster.isExample) return [];

    return [...effects].flatMap(([input, effectOf]) => {
      const path: Path = ['spec', input];
      if (canonical(old.get(path) ?? null) === canonical(module.get(path) ?? null)) return [];

      const effect = effectOf({ old, module, cluster }, input);
      if (effect === undefined) return [];

      const isWritten = module.get(path) !== undefined;
      return [
        accountFinding({
          code: 'terraform/controller-access',
          severity: effect.severity ?? 'note',
          message: effect.message,
          span: module.span(isWritten ? path : ['metadata', 'name']),
          placesInBase: old.get(path) === undefined ? [] : [placeInRepository(old, path)],
          ...(effect.help !== undefined && { help: effect.help }),
        }),
      ];
    });
  });
}

/** Whether an input is on in a call; undefined if that is unknown. */
function isOn(module: Manifest, input: string): boolean | undefined {
  const [source, version] = ['source', 'version'].map((name) => asText(module.get(['spec', name])));
  const standard = defaultOfArgument('module', { source, version }, input);
  if (module.get(['spec', input]) === undefined && standard === undefined) return undefined;
  return inputIs(module, input, standard === 'true');
}

/** An effect of a flag that is known on both sides and changes. */
const ofFlag =
  (say: (isOn: boolean, sides: ModuleSides) => InputEffect | undefined): Effect =>
  (sides, input) => {
    const [before, after] = [isOn(sides.old, input), isOn(sides.module, input)];
    if (before === undefined || after === undefined || before === after) return undefined;
    return say(after, sides);
  };

/** An effect of a name that Terraform cannot change in place. */
const ofName =
  (what: string, outcome: string): Effect =>
  ({ module }, input) => {
    const text = asText(module.get(['spec', input]));
    if (text !== undefined && hasPlaceholder(text)) return undefined;
    return { message: `Terraform replaces ${what}, because ${quoted(input)} changes. ${outcome}` };
  };

/** Any of them replaces the policy, and the first that changes says so. */
const policyInputs = ['iam_policy_name', 'iam_policy_use_name_prefix', 'iam_policy_path', 'iam_policy_description'];

const ofPolicy: Effect = (sides, input) => {
  const isChanged = (name: string): boolean =>
    canonical(sides.old.get(['spec', name]) ?? null) !== canonical(sides.module.get(['spec', name]) ?? null);
  if (policyInputs.find(isChanged) !== input) return undefined;

  return ofName(
    'the policy of Karpenter’s controller',
    'Until the new one is attached, Karpenter launches and removes no nodes, which takes seconds',
  )(sides, input);
};

/** Source: modules/karpenter of terraform-aws-eks, v20.0.0 to v21.19.0. */
const effects: ReadonlyMap<string, Effect> = new Map<string, Effect>([
  ['enable_v1_permissions', ofFlag(v1Permissions)],
  ['create_pod_identity_association', ofFlag(association)],
  ['enable_pod_identity', ofFlag(podIdentity)],
  ['enable_irsa', ofFlag(webIdentity)],
  ['enable_inline_policy', ofFlag(inlinePolicy)],
  ...policyInputs.map((input) => [input, ofPolicy] as const),
  [
    'rule_name_prefix',
    ofName('the rules that send events to the interruption queue', 'Events of the seconds in between are lost'),
  ],
]);

/** The minors of Karpenter’s chart that are installed next to the module. */
const minorsIn = ({ manifests }: ObjectCluster): readonly string[] =>
  manifests.flatMap(helmReleasesIn).flatMap(({ manifest, version, chart }) => {
    const text = version && chart === 'karpenter' ? knownTextAt(manifest, version) : undefined;
    return /^v?(\d+\.\d+)\./.exec(text ?? '')?.[1] ?? [];
  });

/** Since Karpenter 1.0, the policy asks for a tag with the name of the cluster, which earlier versions do not set. */
function v1Permissions(isOn: boolean, { cluster }: ModuleSides): InputEffect {
  const minors = minorsIn(cluster);
  const isOlder = minors.some((minor) => compareMinors(minor, '1.0') < 0);
  const isNewer = minors.some((minor) => compareMinors(minor, '1.0') >= 0);
  const [minor = ''] = minors;

  if (isOn && isOlder && !isNewer)
    return {
      message: `The change gives Karpenter’s controller the policy for version 1, and these files install ${minor}. It then cannot launch nodes, because it does not set the tags that the policy asks for`,
      severity: 'warning',
      help: 'Upgrade Karpenter to version 1 in the same change.',
    };
  if (isOn)
    return {
      message: 'Karpenter’s controller gets the policy for Karpenter 1 in place of the one for earlier versions',
    };
  if (isNewer)
    return {
      message: `The change gives Karpenter’s controller the policy for versions before 1, and these files install ${minor}. It then cannot tag running instances`,
      severity: 'warning',
      help: 'Keep `enable_v1_permissions = true`.',
    };
  return { message: 'Karpenter’s controller gets the policy for versions before Karpenter 1' };
}

function nameOfAccount(module: Manifest): string {
  const [namespace, account] = [
    ['namespace', 'kube-system'],
    ['service_account', 'karpenter'],
  ].map(([input, standard]) => knownTextAt(module, ['spec', input!]) ?? standard!);
  return quoted(`${namespace}/${account}`);
}

function association(isOn: boolean, { module }: ModuleSides): InputEffect {
  if (isOn)
    return {
      message: `The service account ${nameOfAccount(module)} gets the role of Karpenter’s controller by EKS Pod Identity, once its pods start again`,
    };
  return {
    message: `The service account ${nameOfAccount(module)} no longer gets the role of Karpenter’s controller by EKS Pod Identity`,
    help: 'Check that it gets the role in another way, such as by web identity.',
  };
}

function podIdentity(isOn: boolean): InputEffect {
  const verb = isOn ? 'trusts' : 'no longer trusts';
  return { message: `The role of Karpenter’s controller ${verb} EKS Pod Identity` };
}

function webIdentity(isOn: boolean, { module }: ModuleSides): InputEffect {
  if (isOn) return { message: 'The role of Karpenter’s controller trusts its service account by web identity (IRSA)' };

  const isElsewhere = inputIs(module, 'create_pod_identity_association', (moduleMajor(module) ?? 0) >= 21);
  const other = isElsewhere ? ', and the service account has it by EKS Pod Identity' : '';
  return {
    message: `The role of Karpenter’s controller no longer trusts service accounts by web identity (IRSA)${other}`,
    ...(isElsewhere !== true && { help: 'Check that the controller gets the role by EKS Pod Identity.' }),
  };
}

function inlinePolicy(isOn: boolean): InputEffect {
  const [before, after] = isOn ? ['policy', 'an inline policy of its role'] : ['inline policy', 'a policy of its own'];
  return { message: `The ${before} of Karpenter’s controller becomes ${after}, with the same permissions` };
}

import { asMapping, type Manifest } from '../../manifest/model/manifest.ts';
import { corrected, terraform } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import { moduleVersions } from '../fields/module-permissions.ts';
import { calledModule } from '../fields/terraform-modules.ts';
import { nameNow } from '../terraform/renamed-inputs.ts';

export const moduleInputsRule = defineRule({
  id: 'module-inputs',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Karpenter installation',
  mistakes: [],
  on: {
    Manifests(all, context) {
      for (const module of all.manifests) judge(module, context);
    },
  },
  docs: {
    summary: 'A call of the EKS module sets inputs that version 21 of the module no longer has.',
    why: 'Version 21 of the public EKS module has new names for its inputs: `cluster_name` is `name`. Its submodule for Karpenter no longer has `enable_v1_permissions` and the inputs of IRSA. Terraform refuses a plan with an input that the module does not have, so nothing of the root is applied. Reported only if the version that a call asks for is 21 for certain.',
    help: 'Rename the inputs as the upgrade guide of the module says, or stay with version 20.',
    url: 'https://github.com/terraform-aws-modules/terraform-aws-eks/blob/master/docs/UPGRADE-21.0.md',
  },
  examples,
});

/** The version that renames inputs. Source: terraform-aws-eks, docs/UPGRADE-21.0.md. */
const renaming = 21;

const goneOfKarpenter: ReadonlySet<string> = new Set([
  'enable_v1_permissions',
  'enable_irsa',
  'irsa_oidc_provider_arn',
  'irsa_namespace_service_accounts',
  'irsa_assume_role_condition_test',
]);

function judge(module: Manifest, { report }: RuleContext): void {
  const called = calledModule(module);
  if (called !== 'eks' && called !== 'karpenter') return;

  const versions = moduleVersions(module);
  const isRenaming = versions?.oldest[0] === renaming && versions.newest[0] === renaming;
  if (!isRenaming) return;

  const inputs = Object.keys(asMapping(module.get(['spec'])) ?? {});
  const refused = inputs.filter((input) =>
    called === 'karpenter' ? goneOfKarpenter.has(input) : nameNow(input) !== undefined,
  );
  const [first] = refused;
  if (first === undefined) return;

  const more = textIf(refused.length > 1, ` (and ${refused.length - 1} more that are set here)`);
  const now = called === 'eks' ? nameNow(first) : undefined;
  const correction = now === undefined ? `Remove ${quoted(first)}` : `Set ${quoted(now)} instead of ${quoted(first)}`;

  report({
    manifest: module,
    at: module.keySpan(['spec', first]),
    message: `Version ${renaming} of the module has no input ${quoted(first)}${more}, so Terraform refuses the plan and applies nothing`,
    help: `${correction}, or stay with version 20.`,
  });
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        terraform`
          module "eks" {
            source  = "terraform-aws-modules/eks/aws"
            version = "~> 21.0"

            cluster_name = "orders"
          }
        `,
        { 'cluster_name = "orders"': 'name = "orders"' },
      ),
      corrected(
        terraform`
          module "karpenter" {
            source  = "terraform-aws-modules/eks/aws//modules/karpenter"
            version = "~> 21.0"

            cluster_name          = "orders"
            enable_v1_permissions = true
          }
        `,
        { 'enable_v1_permissions = true': '' },
      ),
    ],
    good: [
      terraform`
        module "eks" {
          source  = "terraform-aws-modules/eks/aws"
          version = "~> 20.31"

          cluster_name    = "orders"
          cluster_version = "1.33"
        }
      `,
      terraform`
        module "eks" {
          source  = "terraform-aws-modules/eks/aws"
          version = ">= 20.0"

          cluster_name = "orders"
        }
      `,
      terraform`
        module "karpenter" {
          source  = "terraform-aws-modules/eks/aws//modules/karpenter"
          version = "~> 21.0"

          cluster_name = "orders"
        }
      `,
    ],
  };
}

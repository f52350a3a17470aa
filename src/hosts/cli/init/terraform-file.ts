import { leaseName } from '../../../apply/lease.ts';
import { webIdentityAction } from '../../../engine/aws/setup/web-identity.ts';
import { awsAudience, githubIssuer } from '../../../engine/files/setup/github-subject.ts';
import { leaseVerbs } from '../../../engine/files/setup/rbac.ts';
import { textIf } from '../../../engine/text/words/text-if.ts';
import { subjectsOf } from './iam-files.ts';
import { type Answers, type Deployer, deployers, type EksAnswers, type PlannedFile } from './init-answers.ts';
import { clusterRules } from './rbac-file.ts';

/** Roles, policies, access entries, RBAC and protected environments as Terraform. */
export function terraformFile(answers: Answers): PlannedFile {
  const { cluster } = answers;
  const all = deployers(answers);
  const writers = all.filter(({ purpose }) => purpose === 'apply');

  const blocks = [
    header(answers),
    ...(cluster ? [provider(), ...all.map((deployer) => role(answers, cluster, deployer))] : []),
    ...all.map((deployer) => rights(answers, deployer)),
    ...writers.map(lease),
    ...all.map((deployer) => githubEnvironment(answers, deployer)),
  ];

  return { path: `${terraformFolder(answers)}/main.tf`, text: `${blocks.join('\n')}` };
}

/** The folder of this file. Snapshots alone have their own, so that `init --apply` can write the other one later. */
export const terraformFolder = (answers: Answers): string => `plumbline/${deployers(answers)[0]!.environment}`;

const text = (value: string): string => JSON.stringify(value).replaceAll('${', '$${').replaceAll('%{', '%%{');
const list = (values: readonly string[]): string => `[${values.map(text).join(', ')}]`;
/** The name of a resource in Terraform. */
const id = ({ purpose }: Deployer): string => `plumbline_${purpose}`;

const header = ({
  environment,
}: Answers): string => `# What plumbline needs for the environment ${environment}: IAM roles, RBAC in the cluster, and protection on GitHub.
terraform {
  required_providers {
    aws        = { source = "hashicorp/aws", version = ">= 5.33" }
    kubernetes = { source = "hashicorp/kubernetes", version = ">= 2.20" }
    github     = { source = "integrations/github", version = ">= 6.0" }
  }
}
`;

/** An account has only one provider for an issuer, so an existing one has to be imported. */
const provider = (): string => `# An account has only one of these. If it exists already, \`terraform import\` it.
resource "aws_iam_openid_connect_provider" "github" {
  url            = "https://${githubIssuer}"
  client_id_list = [${text(awsAudience)}]
}
`;

function role(answers: Answers, cluster: EksAnswers, deployer: Deployer): string {
  const name = id(deployer);
  return `data "aws_iam_policy_document" "${name}_trust" {
  statement {
    sid     = "JobsOfOneEnvironment"
    actions = [${text(webIdentityAction)}]
    principals {
      type        = "Federated"
      identifiers = [aws_iam_openid_connect_provider.github.arn]
    }
    condition {
      test     = "StringEquals"
      variable = "${githubIssuer}:aud"
      values   = [${text(awsAudience)}]
    }
    condition {
      test     = "StringEquals"
      variable = "${githubIssuer}:sub"
      values   = ${list(subjectsOf(answers, deployer.environment))}
    }
  }
}

data "aws_iam_policy_document" "${name}" {
  statement {
    sid       = "LookTheClusterUp"
    actions   = ["eks:DescribeCluster"]
    resources = [${text(cluster.arn)}]
  }
}

resource "aws_iam_role" "${name}" {
  name                 = ${text(deployer.roleName)}
  assume_role_policy   = data.aws_iam_policy_document.${name}_trust.json
  max_session_duration = 3600
}

resource "aws_iam_role_policy" "${name}" {
  name   = "plumbline"
  role   = aws_iam_role.${name}.id
  policy = data.aws_iam_policy_document.${name}.json
}

resource "aws_eks_access_entry" "${name}" {
  cluster_name      = ${text(cluster.name)}
  principal_arn     = aws_iam_role.${name}.arn
  kubernetes_groups = [${text(deployer.group)}]
}
`;
}

function rights({ canDelete }: Answers, deployer: Deployer): string {
  const rules = clusterRules(deployer, canDelete).map(
    ({ apiGroups, resources, verbs }) => `  rule {
    api_groups = ${list(apiGroups)}
    resources  = ${list(resources)}
    verbs      = ${list(verbs)}
  }
`,
  );

  const name = id(deployer);

  return `resource "kubernetes_cluster_role_v1" "${name}" {
  metadata {
    name = ${text(deployer.group)}
  }
${rules.join('')}}

resource "kubernetes_cluster_role_binding_v1" "${name}" {
  metadata {
    name = ${text(deployer.group)}
  }
  role_ref {
    api_group = "rbac.authorization.k8s.io"
    kind      = "ClusterRole"
    name      = kubernetes_cluster_role_v1.${name}.metadata[0].name
  }
  subject {
    api_group = "rbac.authorization.k8s.io"
    kind      = "Group"
    name      = ${text(deployer.group)}
  }
}
`;
}

const lease = ({
  group,
  environment,
}: Deployer): string => `# The Lease that ensures only one apply runs at a time. It is created here because the role cannot create Leases.
resource "kubernetes_manifest" "plumbline_lease" {
  manifest = {
    apiVersion = "coordination.k8s.io/v1"
    kind       = "Lease"
    metadata   = { name = ${text(leaseName(environment))}, namespace = "kube-system" }
  }
  # plumbline writes these fields while it applies.
  computed_fields = ["spec", "metadata.annotations", "metadata.labels"]
}

resource "kubernetes_role_v1" "plumbline_lease" {
  metadata {
    name      = ${text(group)}
    namespace = "kube-system"
  }
  rule {
    api_groups     = ["coordination.k8s.io"]
    resources      = ["leases"]
    resource_names = [${text(leaseName(environment))}]
    verbs          = ${list(leaseVerbs)}
  }
}

resource "kubernetes_role_binding_v1" "plumbline_lease" {
  metadata {
    name      = ${text(group)}
    namespace = "kube-system"
  }
  role_ref {
    api_group = "rbac.authorization.k8s.io"
    kind      = "Role"
    name      = kubernetes_role_v1.plumbline_lease.metadata[0].name
  }
  subject {
    api_group = "rbac.authorization.k8s.io"
    kind      = "Group"
    name      = ${text(group)}
  }
}
`;

const githubEnvironment = (
  { repository }: Answers,
  deployer: Deployer,
): string => `resource "github_repository_environment" "${id(deployer)}" {
  repository          = ${text(repository.name)}
  environment         = ${text(deployer.environment)}
  can_admins_bypass   = false
${textIf(deployer.purpose === 'apply', '  prevent_self_review = true\n  # reviewers { teams = [TEAM_ID] } # up to six teams or users who approve the deployment\n')}  deployment_branch_policy {
    protected_branches     = true
    custom_branch_policies = false
  }
}
`;

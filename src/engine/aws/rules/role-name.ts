import { referenceAt } from '../../karpenter/installation/helm-releases.ts';
import { replaceValue } from '../../manifest/edit.ts';
import { asText, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { corrected, terraform } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass, kubectlManifest, nodeClass } from '../../rules/lint/scenes.ts';

export const roleNameRule = defineRule({
  id: 'role-name',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'IAM and cluster access',
  mistakes: [68],
  on: { NodeClass: check, NodeTemplate: check },
  docs: {
    summary: 'A node class has an ARN where Karpenter expects the name of a role or an instance profile.',
    why: 'The API server accepts any text. Karpenter adds the role to an instance profile by its name, and IAM rejects an ARN there. The node class is not ready, and no NodePool that uses it launches anything.',
    help: 'Use only the name: the part of the ARN after the last slash.',
    url: 'https://karpenter.sh/docs/concepts/nodeclasses/#specrole',
  },
  examples,
});

const arn = /^arn:[\w-]+:iam::.{0,200}:(?:role|instance-profile)\/(?:.{0,600}\/)?([^/]{1,200})$/;

function check(nodeClass: Manifest, { report }: RuleContext): void {
  for (const field of ['role', 'instanceProfile']) {
    const path = ['spec', field];
    judgeReference(nodeClass, field, report);
    judgeController(nodeClass, path, report);
    const text = nodeClass.get(path);
    const name = typeof text === 'string' ? arn.exec(text)?.[1] : undefined;
    if (name === undefined) continue;

    const isKnown = !hasPlaceholder(name);

    report({
      at: nodeClass.span(path),
      message: `\`${field}\` is an ARN instead of a name, so IAM rejects it and \`${nodeClass.name}\` never becomes ready`,
      help: isKnown ? `Use \`${name}\`.` : 'Use only the part after the last slash.',
      ...(isKnown && { fix: { description: `Replace with \`${name}\``, edits: replaceValue(nodeClass, path, name) } }),
    });
  }
}

/**
 * Roles of the controller have its name in theirs: `KarpenterControllerRole-demo` in Karpenter's own guide,
 * `demo-karpenter-controller` elsewhere.
 */
const controllers = /^(?:KarpenterController(?:Role)?-|[\w+=,.@-]{1,60}[-_]karpenter[-_]controller(?:[-_]role)?$)/i;

function judgeController(nodeClass: Manifest, path: Path, report: RuleContext['report']): void {
  const name = asText(nodeClass.get(path)) ?? '';
  if (!controllers.test(name)) return;
  report({
    at: nodeClass.span(path),
    severity: 'warning',
    message: `\`${name}\` seems to be the role of the controller. Nodes with this role cannot join the cluster, and every pod that reads the instance metadata could launch instances`,
    help: 'Use the role of the nodes, such as `KarpenterNodeRole-demo`.',
  });
}

/** In Terraform, the file shows the reference even if its value is unknown. */
function judgeReference(nodeClass: Manifest, field: string, report: RuleContext['report']): void {
  const path = ['spec', field];
  const reference = referenceAt(nodeClass, path);
  if (reference === undefined) return;

  const at = nodeClass.span(path);

  if (/^module\.[\w-]+\.iam_role_(?:name|arn)$/.test(reference) && /karpenter/i.test(reference))
    report({
      at,
      message: `\`${reference}\` is the role of the controller. Nodes with this role cannot join the cluster`,
      help: `Use \`${reference.replace(/iam_role_\w{1,100}$/, 'node_iam_role_name')}\`.`,
      unready: 'their role is that of the controller, which cannot join the cluster',
    });
  else if (/(?:\.|_)arn$/.test(reference))
    report({
      at,
      message: `\`${field}\` must be a name, but \`${reference}\` is an ARN, so IAM rejects it and \`${nodeClass.name}\` never becomes ready`,
      help: `Use \`${reference.replace(/arn$/, 'name')}\`.`,
    });
}

function examples(): RuleExamples {
  return {
    bad: [
      ec2NodeClass('role: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo'),
      ec2NodeClass('instanceProfile: arn:aws:iam::111122223333:instance-profile/KarpenterNode'),
      corrected(
        terraform`
          ${kubectlManifest('default', ec2NodeClass('role: ${aws_iam_role.karpenter_node.arn}'))}
        `,
        { 'aws_iam_role.karpenter_node.arn': 'aws_iam_role.karpenter_node.name' },
      ),
      corrected(
        terraform`
          ${kubectlManifest('default', ec2NodeClass('role: ${module.karpenter.iam_role_name}'))}
        `,
        { 'module.karpenter.iam_role_name': 'module.karpenter.node_iam_role_name' },
      ),
      corrected(ec2NodeClass('role: KarpenterControllerRole-demo'), {
        'KarpenterControllerRole-demo': 'KarpenterNodeRole-demo',
      }),
    ],
    good: [
      terraform`
        ${kubectlManifest('default', ec2NodeClass('role: ${module.karpenter.node_iam_role_name}'))}
      `,
      nodeClass,
      ec2NodeClass('role: ${NODE_ROLE}'),
    ],
  };
}

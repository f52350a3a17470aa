import { yaml } from '../../lint/example.ts';
import { defineRule, type RuleExamples } from '../../lint/rule.ts';
import { ec2NodeClass } from '../../lint/scenes.ts';
import { asList, asMapping, asText } from '../../manifest/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';

export const pinAmiAliasRule = defineRule({
  id: 'pin-ami-alias',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Images and user data',
  mistakes: [49],
  on: {
    NodeClass(nodeClass, { report }) {
      const terms = asList(nodeClass.get(['spec', 'amiSelectorTerms']));
      for (const [index, term] of terms.entries()) {
        const alias = asText(asMapping(term)?.alias);
        if (alias === undefined || hasPlaceholder(alias) || !alias.endsWith('@latest')) continue;
        const family = alias.slice(0, alias.indexOf('@'));
        // The API server takes nothing but `latest` for Windows.
        if (family.startsWith('windows')) continue;
        const example = family === 'bottlerocket' ? 'bottlerocket@v1.44.0' : `${family}@v20260715`;
        report({
          at: nodeClass.span(['spec', 'amiSelectorTerms', index, 'alias']),
          message: `\`${alias}\` follows every AMI release: each one drifts and replaces all nodes of \`${nodeClass.name}\``,
          help: `Pin a version, such as \`${example}\`, and move it by pull request.`,
        });
      }
    },
  },
  docs: {
    summary: 'An EC2NodeClass follows the latest AMI.',
    why: 'With `@latest` every AMI release makes all nodes of the class drift: Karpenter replaces them within the disruption budgets, in every environment at the same time, with no change to review and nothing to revert.',
    help: 'Pin the version, such as `al2023@v20260715`, and move it by pull request through the environments.',
    url: 'https://karpenter.sh/docs/tasks/managing-amis/',
  },
  examples,
});

function examples(): RuleExamples {
  return {
    bad: [
      ec2NodeClass(yaml`
        amiSelectorTerms:
          - alias: al2023@latest
      `),
    ],
    good: [
      ec2NodeClass(yaml`
        amiSelectorTerms:
          - alias: al2023@v20260715
      `),
      ec2NodeClass(
        yaml`
          amiSelectorTerms:
            - alias: windows2022@latest
        `,
        'windows',
      ),
    ],
  };
}

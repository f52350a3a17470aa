import { corrected, yaml } from '../../lint/example.ts';
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
        // For Windows the API server accepts only `latest`. It refuses families without an alias, such as Ubuntu.
        if (!Object.hasOwn(releases, family)) continue;
        report({
          at: nodeClass.span(['spec', 'amiSelectorTerms', index, 'alias']),
          message: `\`${alias}\` follows every AMI release, and each new release makes Karpenter replace all nodes of \`${nodeClass.name}\``,
          help: `Pin a release, such as \`${family}@${releases[family] ?? releases.al2023}\`, and update it by pull request.`,
        });
      }
    },
  },
  docs: {
    summary: 'An EC2NodeClass follows the latest AMI instead of a pinned release.',
    why: 'With `@latest`, every AMI release makes all nodes of the node class drift. Karpenter replaces them within the disruption budgets, in every environment at the same time. There is no change to review and nothing to revert.',
    help: 'Pin a release, such as `al2023@v20260715`, and update it by pull request, one environment after the other.',
    url: 'https://karpenter.sh/docs/tasks/managing-amis/',
  },
  examples,
});

/** A release of each family, as an example. AWS stopped releasing AL2 in November 2025. */
const releases: Readonly<Record<string, string>> = {
  al2: 'v20251112',
  al2023: 'v20260715',
  bottlerocket: 'v1.44.0',
};

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        ec2NodeClass(yaml`
          amiSelectorTerms:
            - alias: al2023@latest
        `),
        { 'al2023@latest': 'al2023@v20260715' },
      ),
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
      ec2NodeClass(yaml`
        amiSelectorTerms:
          - alias: ubuntu@latest
      `),
    ],
  };
}

import { asText } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { corrected, type Example, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass } from '../../rules/lint/scenes.ts';
import { amiTermsOf } from '../fields/node-classes.ts';

export const amiAliasReleaseRule = defineRule({
  id: 'ami-alias-release',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Images and user data',
  mistakes: [],
  on: {
    NodeClass(nodeClass, { report }) {
      for (const { path, term } of amiTermsOf(nodeClass)) {
        const alias = asText(term.alias) ?? '';
        const [family = '', version = ''] = alias.split('@');
        const release = releases.get(family);
        if (release === undefined || version === '' || version === 'latest' || hasPlaceholder(alias)) continue;
        if (release.pattern.test(version)) continue;

        report({
          at: nodeClass.span([...path, 'alias']),
          message: `\`${version}\` is not a release of ${release.name}, so \`${nodeClass.name}\` finds no image and Karpenter launches no nodes with it`,
          help: `Use a release, such as \`${family}@${release.example}\`.`,
        });
      }
    },
  },
  docs: {
    summary: 'A pinned alias does not name a release of its AMI family.',
    why: 'The API server accepts any text after the `@`. Karpenter looks for the image of the release with that name: a date for Amazon Linux, a version number for Bottlerocket. The Kubernetes version is not part of an alias. If no release has the name, the node class does not become ready, and its NodePools launch no nodes.',
    help: 'Use a release such as `al2023@v20260715` or `bottlerocket@v1.44.0`.',
    url: 'https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms',
  },
  examples,
});

interface Release {
  readonly name: string;
  readonly pattern: RegExp;
  readonly example: string;
}

const amazonLinux = { name: 'Amazon Linux', pattern: /^v20\d{6}$/ };

/** Source: provider-aws pkg/providers/amifamily/al2023.go resolvePath, bottlerocket.go DescribeImageQuery. */
const releases: ReadonlyMap<string, Release> = new Map([
  // The last release of Amazon Linux 2.
  ['al2', { ...amazonLinux, example: 'v20251112' }],
  ['al2023', { ...amazonLinux, example: 'v20260715' }],
  ['bottlerocket', { name: 'Bottlerocket', pattern: /^v?\d+\.\d+\.\d+(?:-\w+)?$/, example: 'v1.44.0' }],
]);

function examples(): RuleExamples {
  return {
    bad: [
      corrected(classOf('al2023@v1.33'), { 'al2023@v1.33': 'al2023@v20260715' }),
      corrected(classOf('al2023@20260715'), { 'al2023@20260715': 'al2023@v20260715' }),
      corrected(classOf('bottlerocket@v20260715'), { 'bottlerocket@v20260715': 'bottlerocket@v1.44.0' }),
    ],
    good: [classOf('al2023@v20260715'), classOf('bottlerocket@v1.44.0'), classOf('bottlerocket@1.44.0')],
  };
}

const classOf = (alias: string): Example =>
  ec2NodeClass(yaml`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${alias}
  `);

import { type Example, yaml } from '../../lint/example.ts';
import { defineRule, type RuleExamples } from '../../lint/rule.ts';
import { ec2NodeClass } from '../../lint/scenes.ts';
import { asText } from '../../manifest/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
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
          message: `\`${version}\` is no release of ${release.name}: \`${nodeClass.name}\` finds no image, and nothing is launched with it`,
          help: `Releases are called like \`${release.example}\`.`,
        });
      }
    },
  },
  docs: {
    summary: 'What a pinned alias names is no release of its AMI family.',
    why: 'The API server takes any text behind the `@`. Karpenter looks for the image of a release by that name: dates for Amazon Linux, version numbers for Bottlerocket. The version of Kubernetes is not part of an alias. Where nothing has the name, the class does not get ready, and its NodePools launch no node.',
    help: 'Write a release such as `al2023@v20260715` or `bottlerocket@v1.44.0`.',
    url: 'https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms',
  },
  examples,
});

interface Release {
  readonly name: string;
  readonly pattern: RegExp;
  readonly example: string;
}

const amazonLinux: Release = { name: 'Amazon Linux', pattern: /^v20\d{6}$/, example: 'v20260715' };

/** Source: provider-aws pkg/providers/amifamily/al2023.go resolvePath, bottlerocket.go DescribeImageQuery. */
const releases: ReadonlyMap<string, Release> = new Map([
  ['al2', amazonLinux],
  ['al2023', amazonLinux],
  ['bottlerocket', { name: 'Bottlerocket', pattern: /^v?\d+\.\d+\.\d+(?:-\w+)?$/, example: 'v1.44.0' }],
]);

function examples(): RuleExamples {
  return {
    bad: [classOf('al2023@v1.33'), classOf('al2023@20260715'), classOf('bottlerocket@v20260715')],
    good: [classOf('al2023@v20260715'), classOf('bottlerocket@v1.44.0'), classOf('bottlerocket@1.44.0')],
  };
}

const classOf = (alias: string): Example =>
  ec2NodeClass(yaml`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${alias}
  `);

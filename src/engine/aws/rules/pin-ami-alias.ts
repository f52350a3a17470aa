import { badReleaseOf } from '../../karpenter/bad-release.ts';
import { asText, type Manifest, type Mapping, type Path } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { corrected, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass } from '../../rules/lint/scenes.ts';
import { namedImagesOf } from '../fields/image-names.ts';
import { type AmiTerm, amiTermsOf, nodeClassesOf } from '../fields/node-classes.ts';
import { isWithoutImage } from '../node-class/kubernetes-images.ts';

export const pinAmiAliasRule = defineRule({
  id: 'pin-ami-alias',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Images and user data',
  mistakes: [49],
  on: {
    NodeClass(nodeClass, context) {
      const { report } = context;
      const [latest] = amiTermsOf(nodeClass).flatMap((term) => followingTerm(term) ?? []);

      if (latest === undefined) {
        judgeData(nodeClass, context);
        return;
      }

      report({
        at: nodeClass.span(latest.path),
        message: `\`${latest.text}\` follows every AMI release, and each new release makes Karpenter replace all nodes of \`${nodeClass.name}\``,
        help: `Pin a release, ${writtenPin(latest, context) ?? latest.pinned}, and update it by pull request.`,
      });
    },
  },
  docs: {
    summary: 'An EC2NodeClass follows the latest AMI instead of a pinned release.',
    why: 'With `@latest`, every AMI release makes all nodes of the node class drift. Karpenter replaces them within the disruption budgets, in every environment at the same time. There is no change to review and nothing to revert. The same holds for an SSM parameter of AWS that names the newest release. It also holds for a name with `*` where images of AWS or Canonical have their release, and for a data source of Terraform.',
    help: 'Pin a release, such as `al2023@v20260715`, and update it by pull request, one environment after the other.',
    url: 'https://karpenter.sh/docs/tasks/managing-amis/',
  },
  examples,
});

/** A data source of Terraform that finds the newest image, and gives the class its id. */
function judgeData(nodeClass: Manifest, context: RuleContext): void {
  const image = namedImagesOf(nodeClass, context).find(({ path, text }) => path.at(-1) === 'id' && pinnedData(text));
  if (image === undefined) return;
  context.report({
    at: nodeClass.span(image.path),
    message: `\`${image.text}\` follows every AMI release, and each apply of Terraform after a release makes Karpenter replace all nodes of \`${nodeClass.name}\``,
    help: `Pin a release in the data source, ${pinnedData(image.text)}, and update it by pull request.`,
  });
}

const pinnedData = (text: string): string | undefined => {
  if (text.startsWith('/')) return pinnedParameter(text);
  return pinnedName(text, {});
};

/** A term that selects the newest image, and a clause that says what to write instead. */
interface Following {
  readonly field: string;
  readonly path: Path;
  readonly text: string;
  readonly pinned: string;
}

function followingTerm({ path, term }: AmiTerm): Following | undefined {
  for (const [field, pinnedText] of Object.entries(fields)) {
    const text = asText(term[field]);
    const pinned = text === undefined || hasPlaceholder(text) ? undefined : pinnedText(text, term);
    if (text !== undefined && pinned !== undefined) return { field, path: [...path, field], text, pinned };
  }
  return undefined;
}

/**
 * The newest release of the same images that the repository pins, before the change or elsewhere: an older example
 * would be a step back. A release that cannot be used is no advice, for example because it has no image for the
 * Kubernetes version.
 */
function writtenPin({ field, text }: Following, context: RuleContext): string | undefined {
  const { all, base } = context;
  const [stem = ''] = text.split(/latest|recommended|[*?]/);
  const sides = base ? [base, all] : [all];
  const terms = sides.flatMap((side) => nodeClassesOf(side).flatMap(amiTermsOf));

  const [newest] = terms
    .flatMap(({ term }) => asText(term[field]) ?? [])
    .filter((pinned) => pinned.startsWith(stem) && releaseInName.test(pinned) && !/[*?]/.test(pinned))
    .filter((pinned) => !hasPlaceholder(pinned) && !isUnusable(pinned, context))
    .sort((a, b) => compareReleases(releaseIn(b), releaseIn(a)));

  if (newest === undefined) return undefined;
  return `such as \`${newest}\``;
}

/** Whether an alias pins a bad release, or one without an image for the Kubernetes version. */
function isUnusable(alias: string, { settings, catalog, badReleases }: RuleContext): boolean {
  const [product = '', version = ''] = alias.split('@');
  if (badReleaseOf(badReleases, { product, version }) !== undefined) return true;
  return isWithoutImage(alias, settings.kubernetesVersion ?? '', catalog);
}

/** The numbers of a release: a date, or a version of three parts. */
const releaseIn = (name: string): readonly number[] => (releaseInName.exec(name)?.[0].match(/\d+/g) ?? []).map(Number);

const compareReleases = (a: readonly number[], b: readonly number[]): number => {
  const differences = a.map((number, index) => number - (b[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
};

/** For each field that selects images: what to write instead of a text that follows every release; undefined for any other text. */
const fields: Readonly<Record<string, (text: string, term: Mapping) => string | undefined>> = {
  alias: pinnedAlias,
  ssmParameter: pinnedParameter,
  name: pinnedName,
};

/** A release of each family, as an example. AWS stopped releasing AL2 in November 2025. */
const releases = { al2: 'v20251112', al2023: 'v20260715', bottlerocket: 'v1.66.0' } as const;

function pinnedAlias(alias: string): string | undefined {
  const [family = '', release] = alias.split('@');
  // For Windows the API server accepts only `latest`. It refuses families without an alias, such as Ubuntu.
  if (release !== 'latest' || !Object.hasOwn(releases, family)) return undefined;
  return `such as \`${family}@${releases[family as keyof typeof releases]}\``;
}

/** Public parameters whose value changes with each release. Those of Windows have no release that could be pinned. */
const newest = {
  eks: /^(\/aws\/service\/eks\/optimized-ami\/(1\.\d{2})\/amazon-linux-2023\/([^/]+)\/([^/]+))\/recommended\/image_id$/,
  bottlerocket: /^(\/aws\/service\/bottlerocket\/aws-k8s-[^/]+\/[^/]+)\/latest\/image_id$/,
  others: /^\/aws\/service\/(?:eks\/optimized-ami\/.+\/recommended\/image_id$|canonical\/ubuntu\/.+\/current\/)/,
} as const;

function pinnedParameter(parameter: string): string | undefined {
  const [, folder, kubernetes, architecture, variant] = newest.eks.exec(parameter) ?? [];

  if (folder !== undefined) {
    const image = `amazon-eks-node-al2023-${architecture}-${variant}-${kubernetes}-${releases.al2023}`;
    return `such as \`${folder}/${image}/image_id\``;
  }

  const [, bottlerocket] = newest.bottlerocket.exec(parameter) ?? [];
  if (bottlerocket !== undefined) return `such as \`${bottlerocket}/${releases.bottlerocket.slice(1)}/image_id\``;

  if (newest.others.test(parameter)) return 'with the parameter that contains it';
  return undefined;
}

/**
 * Names of images that AWS and Canonical release for one Kubernetes version. The rule `ami-name-kubernetes` reports
 * those that leave the version open.
 */
const released = /^(?:amazon-eks-(?:arm64-|gpu-)?node-|bottlerocket-aws-k8s-|ubuntu-eks(?:-pro)?\/k8s_)/;
const kubernetesVersion = /(?<!\d)1\.\d\d(?!\d)/;
/** The part of a name that belongs to one release. */
const releaseInName = /(?:v|-)\d{8}|v\d+\.\d+\.\d+/;

/** Accounts that release images for EKS: Amazon under its alias, EKS, Bottlerocket and Canonical. Other accounts release their images themselves. */
const publishers: ReadonlySet<string> = new Set(['amazon', '602401143452', '092701018921', '099720109477']);

function pinnedName(name: string, { tags, owner }: Mapping): string | undefined {
  const isOfPublisher = owner === undefined || publishers.has(String(owner));
  if (tags !== undefined || !isOfPublisher || !released.test(name) || !kubernetesVersion.test(name)) return undefined;
  if (!/[*?]/.test(name) || releaseInName.test(name)) return undefined;

  const stem = name.replace(/(?<![-v])[-v]*\*$/, '');
  if (/[*?]/.test(stem) || name.startsWith('ubuntu')) return 'by writing it into the name';

  const isBottlerocket = name.startsWith('bottlerocket');
  const release = isBottlerocket ? `${releases.bottlerocket}-*` : releases.al2023;
  return `such as \`${stem}-${release}\``;
}

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
      corrected(
        ec2NodeClass(yaml`
          amiFamily: Bottlerocket
          amiSelectorTerms:
            - ssmParameter: /aws/service/bottlerocket/aws-k8s-1.34/x86_64/latest/image_id
        `),
        { '/latest/': '/1.66.0/' },
      ),
      corrected(
        ec2NodeClass(yaml`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.34-v*
        `),
        { 'v*': 'v20260715' },
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
      ec2NodeClass(yaml`
        amiFamily: AL2023
        amiSelectorTerms:
          - name: amazon-eks-node-al2023-x86_64-standard-1.34-v*
            owner: self
      `),
    ],
  };
}

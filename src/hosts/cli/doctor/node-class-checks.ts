import type { NodeClassNeeds, SelectorTerm } from '../../../engine/aws/setup/node-class-needs.ts';
import { type Check, checksOf } from '../../../engine/files/setup/check.ts';
import { plural } from '../../../engine/text/words/plural.ts';
import { type AwsLookup, aliasParameter } from '../../../io/aws/aws-lookup.ts';
import { askAws } from './aws-question.ts';

/** What EC2NodeClasses are compared with. */
interface NodeClassQuestion {
  readonly lookup: AwsLookup;
  readonly needs: readonly NodeClassNeeds[];
  /** Kubernetes minor of the cluster, for aliases of images. */
  readonly kubernetes: string | undefined;
  /** Name of the interruption queue, from Karpenter's settings. */
  readonly queue: string | undefined;
}

/** Checks that what EC2NodeClasses and settings refer to exists. */
export async function nodeClassChecks(question: NodeClassQuestion): Promise<Check[]> {
  const { lookup, needs, queue } = question;
  const checks: Check[] = [];
  for (const need of needs) checks.push(...(await classChecks(need, question)));
  if (queue !== undefined) checks.push(...(await queueCheck(lookup, queue)));
  return checks;
}

async function classChecks(needs: NodeClassNeeds, { lookup, kubernetes }: NodeClassQuestion): Promise<Check[]> {
  const subject = `EC2NodeClass ${needs.name}`;

  if (needs.isUnknown)
    return [
      checksOf(subject).unknown(
        'node-class/placeholder',
        'some of its fields are known only after rendering, so they were not checked',
        'Set the placeholders with `--set NAME=VALUE`, or name the rendered file.',
      ),
    ];

  const network = await networkChecks(needs, lookup);

  return [
    ...network,
    ...(await askAws(subject, 'ec2:DescribeImages', () => imageChecks(needs, lookup, kubernetes))),
    ...(await identityChecks(needs, lookup)),
  ];
}

/** A term as people write it. */
const worded = ({ tags, ...named }: SelectorTerm): string =>
  [...Object.entries(named), ...Object.entries(tags)].map(([key, value]) => `${key}=${value}`).join(', ');

async function networkChecks({ name, subnets, securityGroups }: NodeClassNeeds, lookup: AwsLookup): Promise<Check[]> {
  const subject = `EC2NodeClass ${name}`;
  const vpcs = { subnets: new Set<string>(), groups: new Set<string>() };

  const answer = await askAws(subject, 'ec2:DescribeSubnets', async () => {
    const all = await lookup.subnetsOf(subnets);
    for (const { vpc } of all) vpcs.subnets.add(vpc);
    const zones = [...new Set(all.map(({ zone }) => zone))].sort();

    return [
      present(subject, {
        code: 'subnets',
        terms: subnets,
        count: all.length,
        detail: ` in ${zones.join(', ')}`,
      }),
    ];
  });

  const groups = await askAws(subject, 'ec2:DescribeSecurityGroups', async () => {
    const all = (await Promise.all(securityGroups.map((term) => lookup.securityGroups(term)))).flat();
    for (const { vpc } of all) vpcs.groups.add(vpc);

    return [
      present(subject, {
        code: 'security-groups',
        terms: securityGroups,
        count: new Set(all.map(({ id }) => id)).size,
        detail: '',
      }),
    ];
  });

  const strange = [...vpcs.groups].filter((vpc) => vpcs.subnets.size > 0 && !vpcs.subnets.has(vpc));

  const mixed = () => {
    if (strange.length === 0) return [];
    return [
      checksOf(subject).fail(
        'node-class/other-vpc',
        `its security groups are in ${strange.join(', ')}, its subnets in ${[...vpcs.subnets].join(', ')}`,
        'Select both by the tag of the same cluster.',
      ),
    ];
  };

  return [...answer, ...groups, ...mixed()];
}

interface Presence {
  readonly code: 'subnets' | 'security-groups';
  readonly terms: readonly SelectorTerm[];
  readonly count: number;
  readonly detail: string;
}

function present(subject: string, { code, terms, count, detail }: Presence): Check {
  const to = checksOf(subject);
  const what = code === 'subnets' ? 'subnet' : 'security group';
  if (count > 0) return to.pass(`node-class/${code}`, `its selector terms match ${plural(count, what)}${detail}`);

  const tried = terms.map((term) => `\`${worded(term)}\``).join(' or ') || 'nothing';

  return to.fail(
    `node-class/no-${code}`,
    `no ${what} matches ${tried}, so Karpenter launches no nodes`,
    `Tag the ${what}s of the cluster, or correct the selector terms.`,
  );
}

async function imageChecks(needs: NodeClassNeeds, lookup: AwsLookup, kubernetes: string | undefined): Promise<Check[]> {
  const subject = `EC2NodeClass ${needs.name}`;
  const to = checksOf(subject);
  const unsure = needs.amis.filter(
    ({ alias }) => alias !== undefined && aliasParameter(alias, kubernetes) === undefined,
  );
  if (unsure.length > 0)
    return [
      to.unknown(
        'node-class/image-alias',
        `it is unknown whether ${unsure.map((term) => `\`${worded(term)}\``).join(', ')} has an image`,
        kubernetes === undefined
          ? 'Name the cluster: the image depends on its Kubernetes version.'
          : 'Check it by hand: doctor supports only al2023, al2 and bottlerocket.',
      ),
    ];

  const images = (await Promise.all(needs.amis.map((term) => lookup.images(term, kubernetes)))).flat();
  if (images.length > 0)
    return [to.pass('node-class/images', `its selector terms match ${plural(images.length, 'image')}`)];

  return [
    to.fail(
      'node-class/no-image',
      `no image matches ${needs.amis.map((term) => `\`${worded(term)}\``).join(' or ') || 'its selector terms'}, so Karpenter launches no nodes`,
      'Correct the selector terms. Without `owner`, they match only images of this account and of Amazon.',
    ),
  ];
}

async function identityChecks({ name, role, instanceProfile }: NodeClassNeeds, lookup: AwsLookup): Promise<Check[]> {
  const subject = `EC2NodeClass ${name}`;
  const to = checksOf(subject);

  if (instanceProfile !== undefined)
    return askAws(subject, 'iam:GetInstanceProfile', async () => {
      const roles = await lookup.instanceProfile(instanceProfile);
      if (roles === undefined)
        return [
          to.fail(
            'node-class/no-instance-profile',
            `the instance profile \`${instanceProfile}\` does not exist`,
            'Create it with the role of the nodes, or set `role` so that Karpenter creates it.',
          ),
        ];

      if (roles.length === 0)
        return [
          to.fail(
            'node-class/empty-instance-profile',
            `the instance profile \`${instanceProfile}\` has no role`,
            'Add the role of the nodes to it.',
          ),
        ];

      return [to.pass('node-class/instance-profile', `its instance profile has the role \`${roles[0]}\``)];
    });

  if (role === undefined) return [];

  return askAws(subject, 'iam:GetRole', async () => {
    if ((await lookup.role(role)) === undefined)
      return [
        to.fail(
          'node-class/no-role',
          `the role \`${role}\` does not exist`,
          'Create the role of the nodes, or correct its name. It must be a name, not an ARN.',
        ),
      ];

    return [to.pass('node-class/role', `its role \`${role}\` exists`)];
  });
}

async function queueCheck(lookup: AwsLookup, name: string): Promise<Check[]> {
  const subject = `interruption queue ${name}`;
  const to = checksOf(subject);

  return askAws(subject, 'sqs:GetQueueUrl', async () => {
    if ((await lookup.queue(name)) === undefined)
      return [
        to.fail(
          'queue/missing',
          'the queue does not exist in the region, so Karpenter does not start',
          'Create it, or correct `settings.interruptionQueue`. It must be a name, not a URL.',
        ),
      ];

    return [to.pass('queue/ok', 'the queue exists')];
  });
}

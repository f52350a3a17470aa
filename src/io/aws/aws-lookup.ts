import type { FoundReservation, KarpenterInstance, SubnetRoom } from '../../engine/aws/setup/account-capacity.ts';
import type { SelectorTerm } from '../../engine/aws/setup/node-class-needs.ts';
import type { AwsSession } from '../identity/aws-session.ts';
import { errorName } from '../identity/identity-error.ts';
import { AwsQueryError, awsQuery, type QueryRequest } from './aws-query.ts';
import { everyPage } from './every-page.ts';
import { elementsAt, parseXml, textAt, type XmlElement } from './xml.ts';

/** Every action that the lookups need. All of them are read-only. */
export const lookupActions = [
  'ec2:DescribeCapacityReservations',
  'ec2:DescribeImages',
  'ec2:DescribeInstances',
  'ec2:DescribeSecurityGroups',
  'ec2:DescribeSubnets',
  'eks:DescribeAccessEntry',
  'iam:GetInstanceProfile',
  'iam:GetOpenIDConnectProvider',
  'iam:GetRole',
  'servicequotas:ListServiceQuotas',
  'sqs:GetQueueUrl',
  'ssm:GetParameter',
] as const;

/** A subnet that matches a selector term. */
interface FoundSubnet extends SubnetRoom {
  readonly vpc: string;
}

/** A security group that matches a selector term. */
interface FoundGroup {
  readonly id: string;
  readonly vpc: string;
}

/** An access entry of a cluster. */
interface FoundEntry {
  readonly groups: readonly string[];
  readonly type: string;
}

interface Filter {
  readonly name: string;
  readonly values: readonly string[];
}

/** Looks up what a setup refers to, with read-only requests. Undefined if it does not exist. Other errors of AWS are thrown unchanged. */
export class AwsLookup {
  readonly #session: AwsSession;
  readonly #subnets = new Map<string, Promise<readonly FoundSubnet[]>>();

  constructor(session: AwsSession) {
    this.#session = session;
  }

  /** The subnets that match any of the terms, each once. AWS is asked once for the same terms. */
  subnetsOf(terms: readonly SelectorTerm[]): Promise<readonly FoundSubnet[]> {
    const key = JSON.stringify(terms);
    const subnets = this.#subnets.get(key) ?? Promise.all(terms.map((term) => this.subnets(term))).then(each);
    this.#subnets.set(key, subnets);
    return subnets;
  }

  async subnets({ id, tags }: SelectorTerm): Promise<FoundSubnet[]> {
    const asked = id === undefined ? filters(tagFilters(tags)) : { 'SubnetId.1': id };
    const elements = await this.#ec2('DescribeSubnets', asked, 'subnetSet', 'item');

    return elements.map((element) => ({
      id: textAt(element, 'subnetId') ?? 'unknown',
      zone: textAt(element, 'availabilityZone') ?? 'unknown',
      vpc: textAt(element, 'vpcId') ?? 'unknown',
      free: Number(textAt(element, 'availableIpAddressCount') ?? 0),
    }));
  }

  /** The running instances that Karpenter launched for a node class of a cluster, by the tags that it gives them. */
  async instances(nodeClass: string, clusterName: string | undefined): Promise<KarpenterInstance[]> {
    const owned = () => {
      if (clusterName === undefined) return {};
      return { [`kubernetes.io/cluster/${clusterName}`]: 'owned' };
    };

    const asked = filters([
      { name: 'instance-state-name', values: ['pending', 'running'] },
      ...tagFilters({ 'karpenter.k8s.aws/ec2nodeclass': nodeClass, ...owned() }),
    ]);

    const elements = await this.#ec2('DescribeInstances', asked, 'reservationSet', 'item', 'instancesSet', 'item');

    return elements.map((element) => ({
      interfaces: elementsAt(element, 'networkInterfaceSet', 'item').map((each) => ({
        subnet: textAt(each, 'subnetId') ?? 'unknown',
        addresses:
          elementsAt(each, 'privateIpAddressesSet', 'item').length +
          prefixSize * elementsAt(each, 'ipv4PrefixSet', 'item').length,
      })),
      reservation: textAt(element, 'capacityReservationId'),
    }));
  }

  /** The active capacity reservations that match any of the terms, each once. */
  async reservationsOf(terms: readonly SelectorTerm[]): Promise<FoundReservation[]> {
    return each(await Promise.all(terms.map((term) => this.#reservations(term))));
  }

  async #reservations({ id, ownerID, instanceMatchCriteria, tags }: SelectorTerm): Promise<FoundReservation[]> {
    const asked = filters([
      { name: 'state', values: ['active'] },
      ...(ownerID === undefined ? [] : [{ name: 'owner-id', values: [ownerID] }]),
      ...(instanceMatchCriteria === undefined
        ? []
        : [{ name: 'instance-match-criteria', values: [instanceMatchCriteria] }]),
      ...tagFilters(tags),
    ]);

    const query = id === undefined ? {} : { 'CapacityReservationId.1': id };

    const elements = await this.#ec2(
      'DescribeCapacityReservations',
      { ...asked, ...query },
      'capacityReservationSet',
      'item',
    );

    return elements.map((each) => ({
      id: textAt(each, 'capacityReservationId') ?? 'unknown',
      instanceType: textAt(each, 'instanceType') ?? 'unknown',
      zone: textAt(each, 'availabilityZone') ?? 'unknown',
      free: Number(textAt(each, 'availableInstanceCount') ?? 0),
    }));
  }

  /** Quotas of EC2 in the account and region, by code. */
  async quotas(): Promise<Map<string, number>> {
    const pages = await everyPage(async (NextToken) => {
      const parameters = { ServiceCode: 'ec2', MaxResults: 100, ...(NextToken !== undefined && { NextToken }) };
      const text = await this.#json('servicequotas', 'ListServiceQuotas', parameters);
      return JSON.parse(text ?? '{}') as QuotaPage;
    });

    return new Map(
      pages
        .flatMap(({ Quotas = [] }) => Quotas)
        .flatMap(({ QuotaCode, Value }): [string, number][] => {
          if (typeof QuotaCode === 'string' && typeof Value === 'number') return [[QuotaCode, Value]];
          return [];
        }),
    );
  }

  async securityGroups({ id, name, tags }: SelectorTerm): Promise<FoundGroup[]> {
    const named = name === undefined ? [] : [{ name: 'group-name', values: [name] }];
    const asked = id === undefined ? filters([...named, ...tagFilters(tags)]) : { 'GroupId.1': id };
    const elements = await this.#ec2('DescribeSecurityGroups', asked, 'securityGroupInfo', 'item');

    return elements.map((element) => ({
      id: textAt(element, 'groupId') ?? 'unknown',
      vpc: textAt(element, 'vpcId') ?? 'unknown',
    }));
  }

  /** Ids of the images that match a selector term. An alias is resolved as Karpenter does (pkg/providers/amifamily). */
  async images(
    { id, name, owner, alias, ssmParameter, tags }: SelectorTerm,
    kubernetes: string | undefined,
  ): Promise<string[]> {
    const parameter = ssmParameter ?? (alias === undefined ? undefined : aliasParameter(alias, kubernetes));
    if (parameter !== undefined) {
      if ((await this.parameter(parameter)) === undefined) return [];
      return [parameter];
    }

    const named = name === undefined ? [] : [{ name: 'name', values: [name] }];
    // Without an owner, Karpenter considers the account's own images and Amazon's.
    const owners = owner === undefined ? { 'Owner.1': 'self', 'Owner.2': 'amazon' } : { 'Owner.1': owner };

    const asked = () => {
      if (id === undefined) return { ...filters([...named, ...tagFilters(tags)]), ...owners };
      return { 'ImageId.1': id };
    };

    const elements = await this.#ec2('DescribeImages', asked(), 'imagesSet', 'item', 'imageId');

    return elements.map(({ text }) => text);
  }

  /** A parameter of Systems Manager. */
  parameter(name: string): Promise<string | undefined> {
    return this.#json('ssm', 'GetParameter', { Name: name });
  }

  queue(name: string): Promise<string | undefined> {
    return this.#json('sqs', 'GetQueueUrl', { QueueName: name });
  }

  /** Names of the roles in an instance profile. */
  async instanceProfile(name: string): Promise<string[] | undefined> {
    const text = await this.#iam('GetInstanceProfile', { InstanceProfileName: name });
    if (text === undefined) return undefined;
    return [...text.matchAll(/<RoleName>([^<]+)/g)].map((match) => match[1]!);
  }

  /** The trust policy of a role. */
  async role(name: string): Promise<string | undefined> {
    const text = await this.#iam('GetRole', { RoleName: name });
    if (text === undefined) return undefined;

    const [, document] = /<AssumeRolePolicyDocument>([^<]*)/.exec(text) ?? [];
    if (document === undefined) return undefined;
    return decodeURIComponent(document);
  }

  /** The audiences of an identity provider. */
  async identityProvider(arn: string): Promise<string[] | undefined> {
    const text = await this.#iam('GetOpenIDConnectProvider', { OpenIDConnectProviderArn: arn });
    if (text === undefined) return undefined;

    const [, list = ''] = /<ClientIDList>([\s\S]*?)<\/ClientIDList>/.exec(text) ?? [];
    return [...list.matchAll(/<member>([^<]+)/g)].map((match) => match[1]!);
  }

  async accessEntry(clusterName: string, principalArn: string): Promise<FoundEntry | undefined> {
    const { EKSClient, DescribeAccessEntryCommand } = await import('../identity/eks-sdk.ts');
    const { region, credentials } = this.#session;
    const client = new EKSClient({ region, credentials, maxAttempts: 3 });

    try {
      const { accessEntry } = await client.send(new DescribeAccessEntryCommand({ clusterName, principalArn }));
      return { groups: accessEntry?.kubernetesGroups ?? [], type: accessEntry?.type ?? 'STANDARD' };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    } finally {
      client.destroy();
    }
  }

  /** The elements at a path of a response of EC2, on all its pages. Empty if something in the request does not exist. */
  async #ec2(
    action: string,
    parameters: QueryRequest['parameters'],
    ...path: readonly string[]
  ): Promise<readonly XmlElement[]> {
    const pages = await everyPage(async (token) => {
      const asked = { ...parameters, ...(token !== undefined && { NextToken: token }) };
      const [response] = parseXml((await this.#json('ec2', action, asked)) ?? '').children.slice(-1);
      return {
        found: response ? elementsAt(response, ...path) : [],
        NextToken: response && textAt(response, 'nextToken'),
      };
    });

    return pages.flatMap(({ found: elements }) => elements);
  }

  #iam(action: string, parameters: Readonly<Record<string, string>>): Promise<string | undefined> {
    return this.#json('iam', action, parameters);
  }

  async #json(
    service: QueryRequest['service'],
    action: string,
    parameters: QueryRequest['parameters'],
  ): Promise<string | undefined> {
    try {
      return await awsQuery(this.#session, { service, action, parameters });
    } catch (error) {
      if (error instanceof AwsQueryError && isMissing(error)) return undefined;
      throw error;
    }
  }
}

const each = <T extends { readonly id: string }>(answers: readonly (readonly T[])[]): T[] => [
  ...new Map(answers.flat().map((resource) => [resource.id, resource])).values(),
];

/** A page of ListServiceQuotas. */
interface QuotaPage {
  readonly Quotas?: readonly { readonly QuotaCode?: unknown; readonly Value?: unknown }[];
  readonly NextToken?: string;
}

/** Addresses of one prefix of a network interface. */
const prefixSize = 16;

/** Whether the error says that something does not exist, or that its name is malformed. */
const isMissing = (error: unknown): boolean =>
  /NoSuchEntity|NotFound|NonExistent|QueueDoesNotExist|\.Malformed$|InvalidAMIID|ResourceNotFound/.test(
    errorName(error),
  );

/** The value `*` matches every value of the tag, as in Karpenter. */
const tagFilters = (tags: Readonly<Record<string, string>>): Filter[] =>
  Object.entries(tags).map(([key, value]) => {
    if (value === '*') return { name: 'tag-key', values: [key] };
    return { name: `tag:${key}`, values: [value] };
  });

/** Filters as parameters of a request to EC2. */
const filters = (all: readonly Filter[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    all.flatMap(({ name, values }, i) => [
      [`Filter.${i + 1}.Name`, name],
      ...values.map((value, j) => [`Filter.${i + 1}.Value.${j + 1}`, value]),
    ]),
  );

/** The public SSM parameter for an alias's x86-64 image; undefined if the family or Kubernetes version is unknown. */
export function aliasParameter(alias: string, kubernetes: string | undefined): string | undefined {
  const [family, version = 'latest'] = alias.split('@');
  if (kubernetes === undefined) return undefined;

  const eks = `/aws/service/eks/optimized-ami/${kubernetes}`;
  const isLatest = version === 'latest';

  if (family === 'al2023') {
    const image = `amazon-eks-node-al2023-x86_64-standard-${kubernetes}-${version}`;
    const variant = isLatest ? 'recommended' : image;
    return `${eks}/amazon-linux-2023/x86_64/standard/${variant}/image_id`;
  }

  if (family === 'al2') {
    const imageName = isLatest ? 'recommended' : `amazon-eks-node-${kubernetes}-${version}`;
    return `${eks}/amazon-linux-2/${imageName}/image_id`;
  }
  if (family === 'bottlerocket')
    return `/aws/service/bottlerocket/aws-k8s-${kubernetes}/x86_64/${version.replace(/^v/, '')}/image_id`;

  return undefined;
}

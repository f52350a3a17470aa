import type { SelectorTerm } from '../../engine/aws/setup/node-class-needs.ts';
import type { AwsSession } from '../identity/aws-session.ts';
import { errorName } from '../identity/identity-error.ts';
import { AwsQueryError, awsQuery } from './aws-query.ts';

/** Every action that the lookups need. All of them are read-only. */
export const lookupActions = [
  'ec2:DescribeImages',
  'ec2:DescribeSecurityGroups',
  'ec2:DescribeSubnets',
  'eks:DescribeAccessEntry',
  'iam:GetInstanceProfile',
  'iam:GetOpenIDConnectProvider',
  'iam:GetRole',
  'sqs:GetQueueUrl',
  'ssm:GetParameter',
] as const;

/** A subnet that matches a selector term. */
export interface FoundSubnet {
  readonly id: string;
  readonly zone: string;
  readonly vpc: string;
}

/** A security group that matches a selector term. */
export interface FoundGroup {
  readonly id: string;
  readonly vpc: string;
}

/** An access entry of a cluster. */
export interface FoundEntry {
  readonly groups: readonly string[];
  readonly type: string;
}

type Filter = { Name: string; Values: string[] };

/** Looks up what a setup refers to, with read-only requests. Undefined if it does not exist. Other errors of AWS are thrown unchanged. */
export class AwsLookup {
  readonly #session: AwsSession;

  constructor(session: AwsSession) {
    this.#session = session;
  }

  async subnets({ id, tags }: SelectorTerm): Promise<FoundSubnet[]> {
    const { DescribeSubnetsCommand } = await import('./ec2-sdk.ts');
    const found = await this.#ec2((client) =>
      client.send(new DescribeSubnetsCommand(id === undefined ? { Filters: tagFilters(tags) } : { SubnetIds: [id] })),
    );
    return (found?.Subnets ?? []).flatMap(({ SubnetId, AvailabilityZone, VpcId }) =>
      SubnetId ? [{ id: SubnetId, zone: AvailabilityZone ?? 'unknown', vpc: VpcId ?? 'unknown' }] : [],
    );
  }

  async securityGroups({ id, name, tags }: SelectorTerm): Promise<FoundGroup[]> {
    const { DescribeSecurityGroupsCommand } = await import('./ec2-sdk.ts');
    const Filters = [...(name === undefined ? [] : [{ Name: 'group-name', Values: [name] }]), ...tagFilters(tags)];
    const found = await this.#ec2((client) =>
      client.send(new DescribeSecurityGroupsCommand(id === undefined ? { Filters } : { GroupIds: [id] })),
    );
    return (found?.SecurityGroups ?? []).flatMap(({ GroupId, VpcId }) =>
      GroupId ? [{ id: GroupId, vpc: VpcId ?? 'unknown' }] : [],
    );
  }

  /** Ids of the images that match a selector term. An alias is resolved as Karpenter does (pkg/providers/amifamily). */
  async images(
    { id, name, owner, alias, ssmParameter, tags }: SelectorTerm,
    kubernetes: string | undefined,
  ): Promise<string[]> {
    const parameter = ssmParameter ?? (alias === undefined ? undefined : aliasParameter(alias, kubernetes));
    if (parameter !== undefined) return (await this.parameter(parameter)) === undefined ? [] : [parameter];
    const { DescribeImagesCommand } = await import('./ec2-sdk.ts');
    const Filters = [...(name === undefined ? [] : [{ Name: 'name', Values: [name] }]), ...tagFilters(tags)];
    // Without an owner, Karpenter considers the account's own images and Amazon's.
    const Owners = owner === undefined ? ['self', 'amazon'] : [owner];
    const request = id === undefined ? { Filters, Owners } : { ImageIds: [id] };
    const found = await this.#ec2((client) => client.send(new DescribeImagesCommand(request)));
    return (found?.Images ?? []).flatMap(({ ImageId }) => ImageId ?? []);
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
    return text === undefined ? undefined : [...text.matchAll(/<RoleName>([^<]+)/g)].map((match) => match[1]!);
  }

  /** The trust policy of a role. */
  async role(name: string): Promise<string | undefined> {
    const text = await this.#iam('GetRole', { RoleName: name });
    const document = text === undefined ? undefined : /<AssumeRolePolicyDocument>([^<]*)/.exec(text)?.[1];
    return document === undefined ? undefined : decodeURIComponent(document);
  }

  /** The audiences of an identity provider. */
  async identityProvider(arn: string): Promise<string[] | undefined> {
    const text = await this.#iam('GetOpenIDConnectProvider', { OpenIDConnectProviderArn: arn });
    const list = text === undefined ? undefined : (/<ClientIDList>([\s\S]*?)<\/ClientIDList>/.exec(text)?.[1] ?? '');
    return list === undefined ? undefined : [...list.matchAll(/<member>([^<]+)/g)].map((match) => match[1]!);
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

  async #ec2<T>(
    ask: (client: InstanceType<typeof import('./ec2-sdk.ts').EC2Client>) => Promise<T>,
  ): Promise<T | undefined> {
    const { EC2Client } = await import('./ec2-sdk.ts');
    const { region, credentials } = this.#session;
    const client = new EC2Client({ region, credentials, maxAttempts: 3 });
    try {
      return await ask(client);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    } finally {
      client.destroy();
    }
  }

  #iam(action: string, parameters: Readonly<Record<string, string>>): Promise<string | undefined> {
    return this.#json('iam', action, parameters);
  }

  async #json(
    service: 'iam' | 'sqs' | 'ssm',
    action: string,
    parameters: Readonly<Record<string, string>>,
  ): Promise<string | undefined> {
    try {
      return await awsQuery(this.#session, { service, action, parameters });
    } catch (error) {
      if (error instanceof AwsQueryError && isMissing(error)) return undefined;
      throw error;
    }
  }
}

/** Whether the error says that something does not exist, or that its name is malformed. */
const isMissing = (error: unknown): boolean =>
  /NoSuchEntity|NotFound|NonExistent|QueueDoesNotExist|\.Malformed$|InvalidAMIID|ResourceNotFound/.test(
    errorName(error),
  );

/** The value `*` matches every value of the tag, as in Karpenter. */
const tagFilters = (tags: Readonly<Record<string, string>>): Filter[] =>
  Object.entries(tags).map(([key, value]) =>
    value === '*' ? { Name: 'tag-key', Values: [key] } : { Name: `tag:${key}`, Values: [value] },
  );

/** The public SSM parameter for an alias's x86-64 image; undefined if the family or Kubernetes version is unknown. */
export function aliasParameter(alias: string, kubernetes: string | undefined): string | undefined {
  const [family, version = 'latest'] = alias.split('@');
  if (kubernetes === undefined) return undefined;
  const eks = `/aws/service/eks/optimized-ami/${kubernetes}`;
  const isLatest = version === 'latest';
  if (family === 'al2023') {
    const image = `amazon-eks-node-al2023-x86_64-standard-${kubernetes}-${version}`;
    return `${eks}/amazon-linux-2023/x86_64/standard/${isLatest ? 'recommended' : image}/image_id`;
  }
  if (family === 'al2')
    return `${eks}/amazon-linux-2/${isLatest ? 'recommended' : `amazon-eks-node-${kubernetes}-${version}`}/image_id`;
  if (family === 'bottlerocket')
    return `/aws/service/bottlerocket/aws-k8s-${kubernetes}/x86_64/${version.replace(/^v/, '')}/image_id`;
  return undefined;
}

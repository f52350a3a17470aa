import {
  type CapacityConfiguration,
  judgeCapacity,
  type NodeClassRoom,
  vcpuQuotasOf,
} from '../../../engine/aws/setup/account-capacity.ts';
import type { NodeClassNeeds } from '../../../engine/aws/setup/node-class-needs.ts';
import type { Check } from '../../../engine/files/setup/check.ts';
import type { Settings } from '../../../engine/karpenter/api/settings.ts';
import type { AwsLookup } from '../../../io/aws/aws-lookup.ts';
import { askAws } from './aws-question.ts';

/** What the room of an account is looked up for. */
interface CapacityQuestion {
  readonly lookup: AwsLookup;
  readonly needs: readonly NodeClassNeeds[];
  readonly clusterName: string | undefined;
  /** The settings of the environment. */
  readonly settings: Settings;
}

/** Reads free addresses, quotas and capacity reservations, as checks and as keys of plumbline.yaml. */
export async function capacityChecks({
  lookup,
  needs,
  clusterName,
  settings,
}: CapacityQuestion): Promise<{ checks: readonly Check[]; configuration: CapacityConfiguration }> {
  const readable = needs.filter(({ isUnknown }) => !isUnknown);
  const denied: Check[] = [];

  /** Undefined if the request is denied or fails, which is then a check. */
  const ask = async <T>(subject: string, action: string, look: () => Promise<T>): Promise<T | undefined> => {
    let answer: T | undefined;
    const checks = await askAws(subject, action, async () => {
      answer = await look();
      return [];
    });

    denied.push(...checks);

    return answer;
  };

  const rooms: NodeClassRoom[] = [];

  for (const { name, subnets, reservations } of readable) {
    const subject = `EC2NodeClass ${name}`;

    const wantedReservations = () => {
      if (reservations.length === 0) return undefined;
      return ask(subject, 'ec2:DescribeCapacityReservations', () => lookup.reservationsOf(reservations));
    };

    rooms.push({
      name,
      // The checks of the node class say whether subnets could be read.
      subnets: await lookup.subnetsOf(subnets).catch(() => undefined),
      instances: await ask(subject, 'ec2:DescribeInstances', () => lookup.instances(name, clusterName)),
      reservations: await wantedReservations(),
    });
  }

  const quotas =
    readable.length === 0
      ? undefined
      : await ask('EC2 quotas', 'servicequotas:ListServiceQuotas', () => lookup.quotas());
  const judged = judgeCapacity(rooms, quotas && vcpuQuotasOf(quotas), settings);

  return { checks: [...denied, ...judged.checks], configuration: judged.configuration };
}

import { expect, test } from 'vitest';
import { shortReason } from './short-reason.ts';

const own =
  'karpenter.k8s.aws/ec2nodeclass In [default], karpenter.sh/initialized In [true], karpenter.sh/nodepool In [web], karpenter.sh/registered In [true]';
const zone = 'topology.kubernetes.io/zone In [us-east-1a]';

test.each([
  ['did not tolerate taint (taint=a:NoSchedule)', 'did not tolerate taint (taint=a:NoSchedule)'],
  [
    `no instance type has enough resources, requirements=${own}, ${zone}, resources={"cpu":"12"}`,
    'no instance type has enough resources, resources={"cpu":"12"}',
  ],
  [
    `no instance type has the required offering, requirements=${own}, ${zone}, resources=min={"cpu":"1"}, max={"cpu":"2"}`,
    `no instance type has the required offering, requirements=${zone}, resources=min={"cpu":"1"}, max={"cpu":"2"}`,
  ],
  [
    `no instance type met all requirements, requirements=${zone}, ${own}, resources={}`,
    `no instance type met all requirements, requirements=${zone}, resources={}`,
  ],
])('shortens “%s”', (reason, short) => expect(shortReason(reason)).toBe(short));

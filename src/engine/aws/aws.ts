import type { CloudProvider, Launching } from '../cloud-provider/cloud-provider.ts';
import type { Ec2Catalog } from './catalog/ec2-catalog.ts';
import { resolveInstanceTypes } from './instance-types/resolve-instance-types.ts';
import type { EC2NodeClass } from './node-class/ec2-node-class.ts';
import { isNotReadyAsWell, readNodeClass } from './node-class/read-node-class.ts';

const launching: Launching<EC2NodeClass, Ec2Catalog> = {
  plainNodeClass: { metadata: { name: '' }, spec: { amiFamily: 'AL2023' } },
  readNodeClass,
  isNotReadyAsWell,
  instanceTypes: resolveInstanceTypes,
  // Labels that EKS gives to the nodes of its managed groups, and Karpenter to none.
  foreignLabels: [
    'eks.amazonaws.com/capacityType',
    'eks.amazonaws.com/nodegroup',
    'eks.amazonaws.com/nodegroup-image',
    'eks.amazonaws.com/sourceLaunchTemplateId',
    'eks.amazonaws.com/sourceLaunchTemplateVersion',
  ],
};

/** Amazon Web Services. */
export const aws: CloudProvider = {
  name: 'aws',
  nodeClasses: [{ group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', plural: 'ec2nodeclasses' }],
  nodeTemplate: { group: 'karpenter.k8s.aws', kind: 'AWSNodeTemplate', plural: 'awsnodetemplates' },
  launching,
};

import { providerKinds } from '../../manifest/model/provider-kinds.ts';
import type { CloudProvider } from './cloud-provider.ts';

const titles: Readonly<Record<string, string>> = {
  azure: 'Azure',
  gcp: 'Google Cloud',
  'cluster-api': 'Cluster API',
  alibaba: 'Alibaba Cloud',
  oci: 'Oracle Cloud',
  ibm: 'IBM Cloud',
  proxmox: 'Proxmox',
  exoscale: 'Exoscale',
  tencent: 'Tencent Cloud',
  linode: 'Linode',
  huawei: 'Huawei Cloud',
};

/** Classes that the cloud creates: node auto-provisioning of AKS has NodePools of its own. */
const builtIn: Readonly<Record<string, readonly string[]>> = { AKSNodeClass: ['default', 'system-surge'] };

/**
 * Providers of which only the kinds are known. Their objects are validated and compared, and the rules for all providers check their
 * NodePools. Nodes, cost and the effects of a changed node class are unknown.
 */
export const otherClouds: readonly CloudProvider[] = Object.entries(titles).map(([name, title]) => ({
  name,
  title,
  nodeClasses: providerKinds
    .filter(({ provider, isTemplate }) => provider === name && !isTemplate)
    .map(({ group, kind, plural }) => ({ group, kind, plural, builtIn: builtIn[kind] ?? [] })),
}));

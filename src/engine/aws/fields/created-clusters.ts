import type { Manifest, Path } from '../../manifest/model/manifest.ts';
import { calledModule } from './terraform-modules.ts';

/** Whether an object of Terraform is an EKS cluster, or a call of the module that creates one. */
export const isCluster = (manifest: Manifest): boolean =>
  manifest.kind === 'aws_eks_cluster' || calledModule(manifest) === 'eks';

/** The input of the module that decides whether it creates anything. */
export const clusterSwitch: Path = ['spec', 'create'];

/** Whether a call of the module creates nothing. Source: `count = local.create ? 1 : 0` of `aws_eks_cluster` in main.tf of terraform-aws-eks. */
export const isSwitchedOff = (cluster: Manifest): boolean =>
  calledModule(cluster) === 'eks' && String(cluster.get(clusterSwitch)) === 'false';

/** Whether Terraform creates an EKS cluster with an object. */
export const createsCluster = (manifest: Manifest): boolean => isCluster(manifest) && !isSwitchedOff(manifest);

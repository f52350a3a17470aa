/** The CSI driver of EBS volumes. Kubernetes passes volumes of its old plugin to it, and Karpenter counts them so. */
export const ebsDriver = 'ebs.csi.aws.com';

/** The driver of EKS Auto Mode. */
export const autoModeEbsDriver = 'ebs.csi.eks.amazonaws.com';

/** All drivers whose volumes are EBS volumes, which stay in one zone. */
export const ebsDrivers: readonly string[] = [ebsDriver, autoModeEbsDriver];

/** The driver that creates the volumes of a StorageClass. */
export const driverOf = (provisioner: string | undefined): string | undefined => {
  if (provisioner === 'kubernetes.io/aws-ebs') return ebsDriver;
  return provisioner;
};

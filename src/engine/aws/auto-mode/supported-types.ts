import type { InstanceTypeInfo } from '../catalog/instance-type-info.ts';

/** The families that EKS Auto Mode launches, as the EKS user guide lists them (automode-learn-instances). */
const families: ReadonlySet<string> = new Set(
  [
    'c8id c8i c8i-flex c8gd c8gn c8g c8a c8gb c7a c7g c7gn c7gd c7i c7i-flex c6a c6g c6i c6gn c6id c6in c6gd c5 c5a c5d c5ad c5n c4',
    'm8id m8i m8i-flex m8a m8azn m8gn m8gb m8gd m8g m7i m7a m7g m7gd m7i-flex m6a m6i m6in m6g m6idn m6id m6gd m5 m5a m5ad m5n m5dn m5d m5zn m4',
    'r8id r8i r8i-flex r8gn r8gb r8gd r8g r8a r7a r7iz r7gd r7i r7g r6a r6i r6id r6in r6idn r6g r6gd r5 r5n r5a r5dn r5b r5ad r5d r4',
    't4g t3 t3a t2 z1d x8aedz x8g x8i x2gd x2iezn x2iedn x2idn i8ge i7i i8g i7ie i4g i4i i3 i3en is4gen d3 d3en im4gn',
    'p6-b200 p6-b300 p5 p5e p5en p4d p4de p3dn g7e g6 gr6 g6e g5g g5 g4dn g4ad inf2 inf1 trn1 trn1n trn2 hpc8a',
  ].flatMap((line) => line.split(' ')),
);

const smallSizes: ReadonlySet<string> = new Set(['nano', 'micro', 'small']);

/** Whether EKS Auto Mode launches nodes of a family. */
export const isSupportedFamily = (family: string): boolean => families.has(family);

/** Whether EKS Auto Mode launches nodes of a size, as far as the name tells. */
export const isSupportedSize = (size: string): boolean => !smallSizes.has(size);

/** Whether EKS Auto Mode launches an instance type: a listed family, more than one vCPU, and not one of the smallest sizes. */
export const isSupportedType = ({ family, size, vcpus }: InstanceTypeInfo): boolean =>
  isSupportedFamily(family) && vcpus > 1 && isSupportedSize(size);

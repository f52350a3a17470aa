import { expect, test } from 'vitest';
import { emptyQuotaCode, vcpuQuotaOf } from './vcpu-quotas.ts';

test.each([
  ['m7g.large', 'standard'],
  ['im4gn.large', 'standard'],
  ['is4gen.large', 'standard'],
  ['i7ie.large', 'standard'],
  ['d3en.xlarge', 'standard'],
  ['dl1.24xlarge', 'dl'],
  ['inf2.xlarge', 'inf'],
  ['gr6.4xlarge', 'g'],
  ['vt1.3xlarge', 'g'],
  ['p5en.48xlarge', 'p'],
  ['trn2.48xlarge', 'trn'],
  ['hpc7g.4xlarge', 'hpc'],
  ['x2gd.medium', 'x'],
  ['u-3tb1.56xlarge', undefined],
  ['mac2.metal', undefined],
  ['q9.large', undefined],
])('%s counts towards the quota %s', (instanceType, quota) => {
  expect(vcpuQuotaOf(instanceType)).toBe(quota);
});

test.each([
  ['on-demand', 'p', 'L-417A185B'],
  ['spot', 'p', 'L-7212CCBC'],
  ['on-demand', 'g', 'L-DB2E81BA'],
  ['on-demand', 'standard', undefined],
  ['spot', 'hpc', undefined],
] as const)('the code of the %s quota for %s, if it may be 0', (capacityType, quota, code) => {
  expect(emptyQuotaCode(capacityType, quota)).toBe(code);
});

import type { Config } from './config-value.ts';

/** Settings that `extends` takes by name. */
export interface Preset {
  readonly name: string;
  /** Whom it is for, in one sentence. */
  readonly summary: string;
  readonly config: Pick<Config, 'rules' | 'gate' | 'failOn' | 'neverSuppress'>;
}

/** The bundled presets, sorted by name. docs/presets.md is generated from them. */
export const presets: readonly Preset[] = [
  {
    name: 'cost',
    summary:
      'For teams that watch the bill: it blocks a change that costs $200/month more, and warns about expensive choices.',
    config: {
      rules: {
        'full-reservations': 'warning',
        'idle-reservations': 'warning',
        'limit-fit': 'note',
        'limits-below-one-node': 'error',
        'min-values-exotic': 'warning',
        'older-generation': 'warning',
        'overlapping-pools': 'warning',
        'pod-requests': 'warning',
        'price-gap': 'warning',
        'require-limits': 'error',
        'unreachable-pool': 'error',
      },
      gate: { monthlyIncreaseUsd: 200 },
    },
  },
  {
    name: 'production-eks',
    summary:
      'For production clusters on EKS: what endangers availability is an error, and a change may replace at most 50 nodes and leave no pod unschedulable.',
    config: {
      rules: {
        'al2-end-of-life': 'warning',
        'ami-name-kubernetes': 'error',
        'ami-older-than-kubernetes': 'error',
        'blocking-pdb': 'error',
        'budget-gaps': 'error',
        'controller-placement': 'error',
        'expiry-blocked': 'warning',
        'frozen-nodes': 'warning',
        'interruption-events': 'error',
        'node-access': 'error',
        'pin-ami-alias': 'error',
        'pod-grace-period': 'error',
        'require-limits': 'error',
        'spot-flexibility': 'error',
        'startup-taints': 'error',
        'termination-handler': 'error',
        'zones-without-subnets': 'error',
      },
      gate: { nodesReplaced: 50, unschedulablePods: 0 },
    },
  },
  {
    name: 'recommended',
    summary: 'For every repository: three notes become warnings, and it blocks a change that costs $1,000/month more.',
    config: {
      rules: { 'expiry-blocked': 'warning', 'frozen-nodes': 'warning', 'pod-requests': 'warning' },
      gate: { monthlyIncreaseUsd: 1000 },
    },
  },
  {
    name: 'security',
    summary:
      'For clusters with security reviews: images, volumes, IAM and access are errors that no comment can suppress.',
    config: {
      rules: {
        'al2-end-of-life': 'error',
        'ami-name-kubernetes': 'error',
        'custom-registration': 'error',
        'node-access': 'error',
        'node-role-exists': 'error',
        'owned-security-groups': 'warning',
        'pin-ami-alias': 'error',
        'root-encryption': 'error',
        'volume-key': 'error',
      },
      neverSuppress: [
        'controller-permissions',
        'node-access',
        'pass-role',
        'pin-ami-alias',
        'root-encryption',
        'volume-key',
      ],
    },
  },
  {
    name: 'strict',
    summary:
      'For repositories without old findings: every new warning fails the review, most notes are warnings, and a change may replace at most 20 nodes.',
    config: {
      rules: {
        'al2-end-of-life': 'warning',
        'budget-rounding': 'warning',
        'consolidate-after-load': 'warning',
        'dead-values': 'warning',
        'expiry-blocked': 'warning',
        'exported-object': 'warning',
        'frozen-nodes': 'warning',
        'idle-reservations': 'warning',
        'isolated-vpc': 'warning',
        'limit-fit': 'warning',
        'overlapping-pools': 'warning',
        'pod-requests': 'warning',
        'price-gap': 'warning',
        'root-encryption': 'warning',
      },
      failOn: 'warning',
      gate: { nodesReplaced: 20, unschedulablePods: 0 },
    },
  },
];

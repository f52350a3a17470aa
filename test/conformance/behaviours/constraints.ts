import type { Suite } from './behaviour.ts';
import * as o from './objects.ts';

const labelled = o.pool('default', { labels: { 'example.com/team': 'a' } });
const team = (operator: string, ...values: string[]) => o.expression('example.com/team', operator, ...values);
const pods = (...specs: [name: string, spec: object][]) => specs.map(([name, spec]) => o.deployment(name, { spec }));
const base = [o.nodeClass(), labelled];

/** core pkg/controllers/provisioning/scheduling/suite_test.go: constraints, preferences, instance types. */
export const constraints: Suite = {
  suite: 'core pkg/controllers/provisioning/scheduling/suite_test.go: constraints and preferences',
  behaviours: [
    {
      what: 'Node selectors that match labels of the NodePool are allowed; others and unknown keys are not',
      scenario: 'pool-labels-and-selectors',
      objects: [
        ...base,
        ...pods(
          ['plain', {}],
          ['same', { nodeSelector: { 'example.com/team': 'a' } }],
          ['other', { nodeSelector: { 'example.com/team': 'b' } }],
          ['unknown', { nodeSelector: { 'example.com/unknown': 'a' } }],
          ['either', o.requiring([team('In', 'a', 'b')])],
          ['neither', o.requiring([team('In', 'c', 'd')])],
        ),
      ],
    },
    {
      what: 'Every operator on a label that the NodePool defines',
      scenario: 'operators-on-defined-label',
      objects: [
        ...base,
        ...pods(
          ['in', o.requiring([team('In', 'a')])],
          ['in-other', o.requiring([team('In', 'b')])],
          ['not-in', o.requiring([team('NotIn', 'a')])],
          ['not-in-other', o.requiring([team('NotIn', 'b')])],
          ['exists', o.requiring([team('Exists')])],
          ['does-not-exist', o.requiring([team('DoesNotExist')])],
        ),
      ],
    },
    {
      what: 'Every operator on a label that nothing defines: only `NotIn` and `DoesNotExist` match',
      scenario: 'operators-on-undefined-label',
      objects: [
        o.nodeClass(),
        o.pool(),
        ...pods(
          ['in', o.requiring([team('In', 'a')])],
          ['not-in', o.requiring([team('NotIn', 'a')])],
          ['exists', o.requiring([team('Exists')])],
          ['does-not-exist', o.requiring([team('DoesNotExist')])],
        ),
      ],
    },
    {
      what: '`Exists` does not narrow a label whose values are already known',
      scenario: 'exists-keeps-value',
      objects: [
        o.nodeClass(),
        o.pool('default', { requirements: [o.within('example.com/team', 'a', 'b')] }),
        o.deployment('both', { spec: o.requiring([team('In', 'a'), team('Exists')]) }),
      ],
    },
    {
      what: 'Well-known labels: selectors that the NodePool allows, selectors that it does not allow, and unknown values',
      scenario: 'well-known-selectors',
      objects: [
        o.nodeClass(),
        o.pool('default', { requirements: [o.within(o.zone, 'us-east-1a', 'us-east-1b')] }),
        ...pods(
          ['plain', {}],
          ['inside', { nodeSelector: { [o.zone]: 'us-east-1b' } }],
          ['outside', { nodeSelector: { [o.zone]: 'us-east-1c' } }],
          ['unknown', { nodeSelector: { [o.zone]: 'nowhere' } }],
        ),
      ],
    },
    {
      what: '`Gt`, `Lt`, `Gte` and `Lte` of pods on well-known labels',
      scenario: 'pods-with-bounds',
      objects: [
        o.nodeClass(),
        o.pool(),
        ...pods(
          ['gt', o.requiring([o.expression(o.cpuLabel, 'Gt', '4')])],
          ['lt', o.requiring([o.expression(o.cpuLabel, 'Lt', '4')])],
          ['gt-none', o.requiring([o.expression(o.cpuLabel, 'Gt', '8')])],
          ['lt-none', o.requiring([o.expression(o.cpuLabel, 'Lt', '2')])],
        ),
      ],
    },
    { what: 'Gte and Lte', scenario: 'numeric-requirements' },
    {
      what: 'Requirements with `In` and `NotIn` that leave no zone, and ones that leave some',
      scenario: 'zone-in-and-not-in',
      objects: [
        o.nodeClass(),
        o.pool(),
        ...pods(
          ['in', o.requiring([o.within(o.zone, 'us-east-1c')])],
          ['in-unknown', o.requiring([o.within(o.zone, 'unknown')])],
          ['not-in', o.requiring([o.expression(o.zone, 'NotIn', 'us-east-1a', 'us-east-1b')])],
          ['not-in-all', o.requiring([o.expression(o.zone, 'NotIn', ...o.zones)])],
        ),
      ],
    },
    {
      what: 'Preferences that can be met are kept in addition to requirements',
      scenario: 'preference-met',
      objects: [
        o.nodeClass(),
        o.pool(),
        ...pods(
          ['in', o.preferring([o.within(o.zone, 'us-east-1b', 'unknown')], [o.within(o.zone, ...o.zones)])],
          ['not-in', o.preferring([o.expression(o.zone, 'NotIn', 'us-east-1a', 'us-east-1b')])],
        ),
      ],
    },
    {
      what: 'Preferences that cannot be met are dropped',
      scenario: 'preference-given-up',
      objects: [
        o.nodeClass(),
        o.pool(),
        ...pods(
          ['in', o.preferring([o.within(o.zone, 'unknown')])],
          ['not-in', o.preferring([o.expression(o.zone, 'NotIn', ...o.zones)])],
          ['against-required', o.preferring([o.within(o.zone, 'us-east-1b')], [o.within(o.zone, 'us-east-1a')])],
        ),
      ],
    },
    {
      what: 'Selectors, preferences and requirements on several labels are combined',
      scenario: 'selector-preference-and-requirement',
      objects: [
        o.nodeClass(),
        o.pool(),
        o.deployment('all', {
          spec: {
            nodeSelector: { [o.zone]: 'us-east-1c', [o.family]: 'm5' },
            ...o.preferring(
              [o.expression(o.size, 'NotIn', 'large')],
              [o.within(o.family, 'm5', 'c5'), o.expression(o.zone, 'NotIn', 'us-east-1b')],
            ),
          },
        }),
      ],
    },
    { what: 'Karpenter ignores a pod that selects a hostname', scenario: 'hostname-selector-ignored' },
    {
      what: 'Karpenter ignores pods that select restricted labels or domains, but not other labels of the Kubernetes domains',
      scenario: 'restricted-labels-and-domains',
      objects: [
        o.nodeClass(),
        o.pool('default', {
          labels: {
            'node.kubernetes.io/team': 'a',
            'kops.k8s.io/group': 'b',
            'sub.node-restriction.kubernetes.io/x': 'c',
          },
        }),
        ...pods(
          ['karpenter-domain', { nodeSelector: { 'karpenter.sh/unknown': 'x' } }],
          ['aws-domain', { nodeSelector: { 'karpenter.k8s.aws/unknown': 'x' } }],
          ['kubernetes-domain', { nodeSelector: { 'node.kubernetes.io/team': 'a' } }],
          ['kops', { nodeSelector: { 'kops.k8s.io/group': 'b' } }],
          ['subdomain', { nodeSelector: { 'sub.node-restriction.kubernetes.io/x': 'c' } }],
          ['pool', { nodeSelector: { 'karpenter.sh/nodepool': 'default' } }],
        ),
      ],
    },
    {
      what: 'Any instance type that has a well-known label matches `NotIn` and `Exists`',
      scenario: 'well-known-exists',
      objects: [
        o.nodeClass(),
        o.pool(),
        ...pods(
          ['exists', o.requiring([o.expression(o.type, 'Exists')])],
          ['not-in', o.requiring([o.expression(o.type, 'NotIn', 'm5.large')])],
        ),
      ],
    },
    { what: 'A NodePool that is not ready launches nothing', scenario: 'nodepool-not-ready' },
    {
      what: 'Compatible pods share a node; incompatible pods do not',
      scenario: 'compatible-and-incompatible-pods',
      objects: [
        o.nodeClass(),
        o.pool('default', { requirements: [o.within('example.com/team', 'a', 'b')] }),
        ...pods(
          ['one', { nodeSelector: { 'example.com/team': 'a' } }],
          ['same', { nodeSelector: { 'example.com/team': 'a' } }],
          ['other', { nodeSelector: { 'example.com/team': 'b' } }],
        ),
      ],
    },
    {
      what: 'The last required term is not dropped',
      scenario: 'last-term-stays',
      objects: [
        o.nodeClass(),
        o.pool('default', { requirements: [o.within(o.zone, 'us-east-1a')] }),
        o.deployment('web', { spec: o.requiring([o.within(o.zone, 'invalid')]) }),
      ],
    },
    {
      what: 'Required terms are dropped one after the other',
      scenario: 'several-terms-given-up',
      objects: [
        o.nodeClass(),
        o.pool(),
        o.deployment('web', {
          spec: o.requiring(
            [o.within(o.zone, 'invalid')],
            [o.within(o.zone, 'invalid')],
            [o.within(o.zone, 'us-east-1b')],
            [o.within(o.zone, 'us-east-1c')],
          ),
        }),
      ],
    },
    {
      what: 'Preferred terms are dropped, the heaviest first, until the remaining ones can be met',
      scenario: 'lighter-preference-holds',
      objects: [
        o.nodeClass(),
        o.pool(),
        ...pods(
          ['none', o.preferring([o.within(o.zone, 'x'), o.within(o.zone, 'y'), o.within(o.zone, 'z')])],
          [
            'last',
            o.preferring([o.within(o.zone, 'x'), o.within(o.zone, 'us-east-1b'), o.within(o.zone, 'us-east-1a')]),
          ],
        ),
      ],
    },
    {
      what: 'Preferences that contradict each other or a requirement do not make a pod unschedulable',
      scenario: 'preferences-contradict',
      objects: [
        o.nodeClass(),
        o.pool(),
        ...pods(
          ['required', o.preferring([o.expression(o.zone, 'NotIn', 'us-east-1c')], [o.within(o.zone, 'us-east-1c')])],
          ['each-other', o.preferring([o.within(o.zone, 'us-east-1a'), o.expression(o.zone, 'DoesNotExist')])],
        ),
      ],
    },
    {
      what: 'A pod that requests more than any instance type has fails',
      scenario: 'pool-larger-than-types',
      objects: [
        o.nodeClass(),
        o.pool(),
        o.deployment('huge', { cpu: '512' }),
        o.deployment('both', { cpu: '7', memory: '60Gi' }),
        o.deployment('fits', { cpu: '7' }),
      ],
    },
    {
      what: 'Pods for different architectures and operating systems get different nodes',
      scenario: 'architectures-apart',
      objects: [
        o.nodeClass(),
        o.pool('default', { requirements: [o.within(o.arch, 'amd64', 'arm64'), o.within(o.family, 'm5', 'm6g')] }),
        ...pods(
          ['intel', { nodeSelector: { [o.arch]: 'amd64' } }],
          ['arm', { nodeSelector: { [o.arch]: 'arm64' } }],
          ['windows', { nodeSelector: { [o.os]: 'windows' } }],
        ),
      ],
    },
    {
      what: 'Windows pods run on a Windows NodePool, Linux pods on the other',
      scenario: 'operating-systems-apart',
      objects: [
        o.nodeClass(),
        o.nodeClass('windows', { amiSelectorTerms: [{ alias: 'windows2022@latest' }] }),
        o.pool(),
        o.pool('windows', { nodeClass: 'windows', requirements: [o.within(o.os, 'windows')] }),
        ...pods(['linux', { nodeSelector: { [o.os]: 'linux' } }], ['windows', { nodeSelector: { [o.os]: 'windows' } }]),
      ],
    },
    {
      what: 'Instance types and zones that pods require',
      scenario: 'types-and-zones-apart',
      objects: [
        o.nodeClass(),
        o.pool(),
        ...pods(
          ['type-a', o.requiring([o.within(o.type, 'm5.large')])],
          ['type-b', o.requiring([o.within(o.type, 'c5.large', 'c5.xlarge')])],
          ['zone-a', { nodeSelector: { [o.zone]: 'us-east-1a' } }],
          ['zone-b', { nodeSelector: { [o.zone]: 'us-east-1b' } }],
          ['never', o.requiring([o.within(o.type, 'p4d.24xlarge')])],
        ),
      ],
    },
    {
      what: 'Resources that no instance type has together: different pods get different nodes, and a single pod fails',
      scenario: 'extended-resources-apart',
      objects: [
        o.nodeClass(),
        o.pool('default', {
          requirements: [o.within(o.family, 'g4dn', 'g4ad'), o.within(o.size, 'xlarge', '2xlarge')],
        }),
        o.deployment('nvidia', { requests: { 'nvidia.com/gpu': '1' } }),
        o.deployment('amd', { requests: { 'amd.com/gpu': '1' } }),
        o.deployment('both', { requests: { 'nvidia.com/gpu': '1', 'amd.com/gpu': '1' } }),
      ],
    },
    {
      what: 'Provider labels filter instance types; labels that only some types have can be required and excluded',
      scenario: 'labels-of-some-types',
      objects: [
        o.nodeClass(),
        o.pool('default', { requirements: [o.within(o.family, 'm5', 'm5d'), o.within(o.size, 'large')] }),
        ...pods(
          ['local', o.requiring([o.expression(`${o.aws}instance-local-nvme`, 'Exists')])],
          ['not-local', o.requiring([o.expression(`${o.aws}instance-local-nvme`, 'DoesNotExist')])],
          ['gpu', { nodeSelector: { [`${o.aws}instance-gpu-name`]: 't4' } }],
        ),
      ],
    },
    {
      what: 'Karpenter ignores pods with dynamic resource claims',
      scenario: 'dynamic-resource-claims',
      objects: [
        o.nodeClass(),
        o.pool(),
        o.deployment('claims', {
          container: { resources: { requests: { cpu: '1' }, claims: [{ name: 'gpu' }] } },
          spec: { resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 'gpu' }] },
        }),
        o.daemonSet('agent', {
          container: { resources: { requests: { cpu: '1' }, claims: [{ name: 'gpu' }] } },
          spec: { resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 'gpu' }] },
        }),
        o.deployment('plain'),
      ],
    },
    {
      what: 'Requirements of a NodePool that leave no instance type: reported as an event and for each pod',
      scenario: 'requirements-leave-no-type',
      objects: [
        o.nodeClass(),
        o.pool('default', { requirements: [o.within(o.family, 'm5'), o.within(o.arch, 'arm64')] }),
        o.deployment('one'),
        o.deployment('many', { replicas: 3 }),
      ],
    },
    {
      what: 'Zones of a NodePool without any offering also leave no instance type',
      scenario: 'zones-leave-no-type',
      objects: [
        o.nodeClass(),
        o.pool('default', { requirements: [o.within(o.zone, 'us-east-1z')] }),
        o.deployment('one'),
      ],
    },
    {
      what: 'Some NodePools without instance types, others with some',
      scenario: 'one-pool-empty',
      objects: [
        o.nodeClass(),
        o.pool(),
        o.pool('empty', { requirements: [o.within(o.family, 'nothing')] }),
        o.deployment('one'),
        o.deployment('wants-empty', { spec: { nodeSelector: { 'karpenter.sh/nodepool': 'empty' } } }),
      ],
    },
  ],
};

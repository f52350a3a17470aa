import type { Suite } from './behaviour.ts';

const suite = (name: string, ...behaviours: readonly (readonly [what: string, test: string])[]): Suite => ({
  suite: name,
  behaviours: behaviours.map(([what, test]) => ({ what, test })),
});

/** Suites about behavior outside a scheduling pass, and the tests that check the same here. */
export const elsewhere: readonly Suite[] = [
  suite(
    'core pkg/scheduling/{requirement,requirements}_test.go',
    ['Truth tables of operators, intersections, bounds', 'src/engine/karpenter/scheduling/requirement.test.ts'],
    [
      'The same, compared with plain sets on random input',
      'src/engine/karpenter/scheduling/requirement.property.test.ts',
    ],
    ['`Compatible` and `Intersects`, undefined labels', 'src/engine/karpenter/scheduling/requirements.test.ts'],
  ),
  suite(
    'core pkg/scheduling/{taints,hostportusage}_test.go, pkg/utils/{resources,pod}/suite_test.go',
    ['Taints and tolerations', 'src/engine/karpenter/scheduling/taints.test.ts'],
    ['Host ports that conflict', 'src/engine/karpenter/scheduling/host-ports.test.ts'],
    ['Resource requests of a pod', 'src/engine/karpenter/scheduling/pod-requests.test.ts'],
  ),
  suite('core pkg/controllers/provisioning/scheduling/reservationmanager_test.go', [
    'Each node reserves an instance once and releases it again; reservations are never exceeded',
    'src/engine/cluster/provisioning/scheduler/scheduler.test.ts',
  ]),
  suite(
    'core pkg/cloudprovider/suite_test.go, aws pkg/providers/instance/filter/filter_test.go',
    [
      'Offerings ordered by price, filters before a launch, truncation',
      'src/engine/cluster/provisioning/nodes/launch.test.ts',
    ],
    [
      'Prices and capacity that NodeOverlays set',
      'src/engine/cluster/provisioning/instance-types/overlaid-types.test.ts',
    ],
  ),
  suite(
    'core pkg/apis/v1/*_cel_test.go, pkg/apis/v1alpha1/nodeoverlay_validation_test.go, aws pkg/apis/v1/ec2nodeclass_validation_cel_test.go',
    ['Verdicts of the API server on changed manifests', 'test/conformance/verdicts.test.ts'],
  ),
  suite('core pkg/apis/v1/nodepool_budgets_test.go', [
    'How many disruptions budgets allow, and when',
    'src/engine/cluster/disruption/cluster/budgets.test.ts',
  ]),
  suite(
    'core pkg/controllers/disruption/{consolidation,emptiness,drift,suite,balanced,staticdrift}_test.go, pkg/controllers/nodeclaim/disruption/drift_test.go',
    ['Clusters that consolidate or drift, followed to the end', 'test/conformance/disruption.test.ts'],
  ),
  suite('aws pkg/apis/v1/ec2nodeclass_hash_test.go', [
    'Drift hashes of NodePools and EC2NodeClasses',
    'test/conformance/drift-hashes.test.ts',
  ]),
  suite(
    'aws pkg/providers/instancetype/{suite_test.go,compatibility/suite_test.go}, block devices of pkg/providers/launchtemplate/suite_test.go',
    ['Labels, capacity, overhead and allocatable of every instance type', 'test/conformance/allocatable.test.ts'],
    ['Instance types that an AMI family cannot use', 'src/engine/aws/instance-types/resolve-instance-types.test.ts'],
  ),
];

import type { Rule } from '../rule.ts';
import { blockingPdbRule } from './blocking-pdb.ts';
import { boundCommentRule } from './bound-comment.ts';
import { budgetGapsRule } from './budget-gaps.ts';
import { budgetRoundingRule } from './budget-rounding.ts';
import { budgetScheduleRule } from './budget-schedule.ts';
import { capacityBufferRule } from './capacity-buffer.ts';
import { chartCrdsRule } from './chart-crds.ts';
import { consolidateAfterLoadRule } from './consolidate-after-load.ts';
import { consolidateAfterPolicyRule } from './consolidate-after-policy.ts';
import { controllerPlacementRule } from './controller-placement.ts';
import { deadValuesRule } from './dead-values.ts';
import { deniedEgressRule } from './denied-egress.ts';
import { doNotDisruptRule } from './do-not-disrupt.ts';
import { duplicateObjectRule } from './duplicate-object.ts';
import { emptyReservedNodesRule } from './empty-reserved-nodes.ts';
import { expiryBlockedRule } from './expiry-blocked.ts';
import { exportedObjectRule } from './exported-object.ts';
import { featureGateOffRule } from './feature-gate-off.ts';
import { fixedByLabelRule } from './fixed-by-label.ts';
import { foreignAnnotationsRule } from './foreign-annotations.ts';
import { frozenNodesRule } from './frozen-nodes.ts';
import { fullReservationsRule } from './full-reservations.ts';
import { gpuTaintRule } from './gpu-taint.ts';
import { hpaUtilizationRule } from './hpa-utilization.ts';
import { idlePdbRule } from './idle-pdb.ts';
import { idleSpreadRule } from './idle-spread.ts';
import { interruptedJobsRule } from './interrupted-jobs.ts';
import { limitFitRule } from './limit-fit.ts';
import { limitsBelowOneNodeRule } from './limits-below-one-node.ts';
import { minValuesRule } from './min-values.ts';
import { noEmptyFieldsRule } from './no-empty-fields.ts';
import { nodeClassExistsRule } from './node-class-exists.ts';
import { openArchitectureRule } from './open-architecture.ts';
import { overlappingPoolsRule } from './overlapping-pools.ts';
import { podGracePeriodRule } from './pod-grace-period.ts';
import { podRequestsRule } from './pod-requests.ts';
import { priceGapRule } from './price-gap.ts';
import { priorityClassExistsRule } from './priority-class-exists.ts';
import { recreatedByHookRule } from './recreated-by-hook.ts';
import { refusedPodsRule } from './refused-pods.ts';
import { removedPodKeysRule } from './removed-pod-keys.ts';
import { replicasAboveLimitRule } from './replicas-above-limit.ts';
import { requireLimitsRule } from './require-limits.ts';
import { satisfiableRequirementsRule } from './satisfiable-requirements.ts';
import { scaleTargetRule } from './scale-target.ts';
import { scaledReplicasRule } from './scaled-replicas.ts';
import { sharedHostPortRule } from './shared-host-port.ts';
import { shortExpiryRule } from './short-expiry.ts';
import { spotFlexibilityRule } from './spot-flexibility.ts';
import { startupTaintsRule } from './startup-taints.ts';
import { taintPairsRule } from './taint-pairs.ts';
import { taintTolerationsRule } from './taint-tolerations.ts';
import { toleratesDisruptionRule } from './tolerates-disruption.ts';
import { uncountedDaemonSetRule } from './uncounted-daemon-set.ts';
import { unknownCapacityTypeRule } from './unknown-capacity-type.ts';
import { unknownLabelRule } from './unknown-label.ts';
import { unknownZoneRule } from './unknown-zone.ts';
import { unreachablePoolRule } from './unreachable-pool.ts';
import { unusedBudgetRule } from './unused-budget.ts';
import { webhookDeadlockRule } from './webhook-deadlock.ts';

/** The rules for every provider, by id. */
export const neutralRules: readonly Rule[] = [
  blockingPdbRule,
  boundCommentRule,
  budgetGapsRule,
  budgetRoundingRule,
  budgetScheduleRule,
  capacityBufferRule,
  chartCrdsRule,
  consolidateAfterLoadRule,
  consolidateAfterPolicyRule,
  controllerPlacementRule,
  deadValuesRule,
  deniedEgressRule,
  doNotDisruptRule,
  duplicateObjectRule,
  emptyReservedNodesRule,
  expiryBlockedRule,
  exportedObjectRule,
  featureGateOffRule,
  fixedByLabelRule,
  foreignAnnotationsRule,
  frozenNodesRule,
  fullReservationsRule,
  gpuTaintRule,
  hpaUtilizationRule,
  idlePdbRule,
  idleSpreadRule,
  interruptedJobsRule,
  limitFitRule,
  limitsBelowOneNodeRule,
  minValuesRule,
  noEmptyFieldsRule,
  nodeClassExistsRule,
  openArchitectureRule,
  overlappingPoolsRule,
  podGracePeriodRule,
  podRequestsRule,
  priceGapRule,
  priorityClassExistsRule,
  recreatedByHookRule,
  refusedPodsRule,
  removedPodKeysRule,
  replicasAboveLimitRule,
  requireLimitsRule,
  satisfiableRequirementsRule,
  scaleTargetRule,
  scaledReplicasRule,
  sharedHostPortRule,
  shortExpiryRule,
  spotFlexibilityRule,
  startupTaintsRule,
  taintPairsRule,
  taintTolerationsRule,
  toleratesDisruptionRule,
  uncountedDaemonSetRule,
  unknownCapacityTypeRule,
  unknownLabelRule,
  unknownZoneRule,
  unreachablePoolRule,
  unusedBudgetRule,
  webhookDeadlockRule,
];

import type { Path } from './manifest.ts';

/** A kind whose pods do work that is lost if they are evicted. */
export interface JobKind {
  readonly group: string;
  /** The spec of the pods, as far as it says where they run. */
  readonly spec: Path;
  /** The annotations of the pods. */
  readonly annotations: Path;
  readonly pods: string;
}

const template = (group: string, pods: string, ...path: readonly string[]): JobKind => ({
  group,
  spec: [...path, 'spec'],
  annotations: [...path, 'metadata', 'annotations'],
  pods,
});

/** Argo Workflows places all pods of a workflow together. Source: argo-workflows pkg/apis/workflow/v1alpha1/workflow_types.go WorkflowSpec. */
const workflow = (...path: readonly string[]): JobKind => ({
  group: 'argoproj.io',
  spec: path,
  annotations: [...path, 'podMetadata', 'annotations'],
  pods: 'workflows',
});

/** Jobs, CI runners and workflows. */
export const jobKinds: Readonly<Record<string, JobKind>> = {
  AutoscalingRunnerSet: template('actions.github.com', 'CI jobs', 'spec', 'template'),
  ClusterWorkflowTemplate: workflow('spec'),
  CronJob: template('batch', 'Jobs', 'spec', 'jobTemplate', 'spec', 'template'),
  CronWorkflow: workflow('spec', 'workflowSpec'),
  Job: template('batch', 'Jobs', 'spec', 'template'),
  RunnerDeployment: template('actions.summerwind.dev', 'CI jobs', 'spec', 'template'),
  RunnerSet: template('actions.summerwind.dev', 'CI jobs', 'spec', 'template'),
  ScaledJob: template('keda.sh', 'Jobs', 'spec', 'jobTargetRef', 'template'),
  Workflow: workflow('spec'),
  WorkflowTemplate: workflow('spec'),
};

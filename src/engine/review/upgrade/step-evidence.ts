import { replacesCrds } from '../../karpenter/installation/replaced-crds.ts';
import { asList, asMapping, type Manifest, type Value } from '../../manifest/model/manifest.ts';
import { permissionChecks } from '../codes/rules.ts';
import type { Context } from '../context/context.ts';
import type { StepEvidence } from './karpenter-steps.ts';

type Scope = Pick<Context, 'head' | 'related'>;

/** Whether the files of the head show that a step of an upgrade is done, or that another finding says it is not. */
export const isStepDone =
  ({ head, related }: Scope) =>
  ({ permission, unusedField, usedField, crds }: StepEvidence): boolean => {
    if (crds) return replacesCrds(head);

    const classes = head.manifests.filter(({ kind }) => kind === 'EC2NodeClass');
    const has = (field: string) => (nodeClass: Manifest) => isWritten(nodeClass.get(['spec', field]));
    if (usedField !== undefined) return classes.length > 0 && classes.every(has(usedField));
    if (unusedField !== undefined && classes.length > 0 && !classes.some(has(unusedField))) return true;
    if (permission === undefined) return false;

    const side = { all: head, clusterOf: related.head().clusterOf };
    return permissionChecks.some((check) => check(permission, side) !== undefined);
  };

const isWritten = (value: Value | undefined): boolean =>
  asList(value).length > 0 || Object.keys(asMapping(value) ?? {}).length > 0 || typeof value === 'string';

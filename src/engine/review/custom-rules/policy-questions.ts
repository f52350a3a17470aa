import type { CrdVersion } from '../../files/schema/definitions/crd-pack.ts';
import { unwritableNumbers } from '../../files/schema/structural/object-text.ts';
import { admitted } from '../../files/schema/structural/structural-validator.ts';
import { asMapping, type Manifest, type Path, type Value } from '../../manifest/model/manifest.ts';
import type { BoundPolicy, Validation } from '../../rules/custom-rules/admission/bound-policies.ts';
import { type AdmissionRequest, matches, textLabels } from '../../rules/custom-rules/admission/matching.ts';
import { policyProgram } from '../../rules/custom-rules/admission/policy-program.ts';
import type { RuleProgram } from '../../rules/custom-rules/rule-request.ts';
import { unknownPaths } from '../../rules/custom-rules/unknown-values.ts';
import { listIf } from '../../text/list-if.ts';
import { type Context, knownOn, manifestsOn } from '../context/context.ts';
import type { RuleRequests } from './rule-requests.ts';

/** One validation of a policy and one object of one side. */
export interface PolicyQuestion {
  readonly policy: BoundPolicy;
  readonly validation: Validation;
  readonly manifest: Manifest;
  readonly side: 'base' | 'head';
  /** The index of the answer; null if the API server would convert the object first. */
  readonly place: number | null;
}

/** What the questions about one scope need. */
interface PolicyScope {
  readonly scope: Context;
  /** The policies of the scope's cluster. */
  readonly policies: readonly BoundPolicy[];
  /** Whether this is the only scope, so that everything belongs to it. */
  readonly isAlone: boolean;
}

/** The questions about the policies of a scope's cluster. Only Karpenter's objects are asked about, because nothing else is applied. */
export function policyQuestions(
  { scope, policies, isAlone }: PolicyScope,
  side: 'base' | 'head',
  list: RuleRequests,
): PolicyQuestion[] {
  if (policies.length === 0) return [];

  const programs = new Map<Validation, RuleProgram>();
  const { pack } = knownOn(scope, side);

  return manifestsOn(scope, side)
    .filter(({ source }) => isAlone || scope.owns(source.file))
    .flatMap((manifest) => {
      const crd = pack.find(manifest.apiVersion, manifest.kind);
      if (crd === undefined || crd.scope !== 'Cluster' || unwritableNumbers(manifest).length > 0) return [];

      const old = side === 'head' ? scope.oldOf(manifest) : undefined;
      const request = requestFor(manifest, crd, side === 'base' || old !== undefined ? 'UPDATE' : 'CREATE', old);
      const values = valuesOf(manifest, { crd, old, request, side });

      return policies.flatMap((policy) => {
        const matched = policy.matching.map((rules) => matches(rules, request));
        if (matched.includes('no')) return [];
        return policy.validations.map((validation) => {
          const program = programs.get(validation) ?? policyProgram(policy, validation);
          programs.set(validation, program);
          const place = matched.includes('converted') ? null : list.addProgram(program, values);
          return { policy, validation, manifest, side, place };
        });
      });
    });
}

const labelsOf = (manifest: Manifest): AdmissionRequest['labels'][number] =>
  textLabels(asMapping(manifest.get(['metadata', 'labels'])));

const requestFor = (
  manifest: Manifest,
  { group, version, plural }: CrdVersion,
  operation: AdmissionRequest['operation'],
  old: Manifest | undefined,
): AdmissionRequest => ({
  group,
  version,
  operation,
  resource: plural,
  name: manifest.name,
  labels: [labelsOf(manifest), ...(old ? [labelsOf(old)] : [])],
});

interface Asked {
  readonly crd: CrdVersion;
  readonly old: Manifest | undefined;
  readonly request: AdmissionRequest;
  readonly side: 'base' | 'head';
}

/** The object as the API server stores it, with the request that sends it. Who sends it is unknown, and so is what was before the base. */
function valuesOf(manifest: Manifest, { crd, old, request, side }: Asked) {
  const { group, version, resource, name, operation } = request;
  const kind = { group, version, kind: crd.kind };
  const of = { group, version, resource };
  const below = (variable: string, paths: readonly Path[]): Path[] => paths.map((path) => [variable, ...path]);
  const inRequest = (field: string): Path => ['environment', 'request', field];

  const environment: Value = {
    request: {
      kind,
      resource: of,
      requestKind: kind,
      requestResource: of,
      name,
      namespace: '',
      operation,
      dryRun: false,
    },
    namespaceObject: null,
    params: null,
  };

  const stored = (manifest: Manifest): string => JSON.stringify(admitted(manifest.object, crd));
  const isOldFit = old === undefined || unwritableNumbers(old).length === 0;

  return {
    environment,
    object: stored(manifest),
    oldObject: old && isOldFit ? stored(old) : 'null',
    review: null,
    unknown: [
      ...below('object', unknownPaths(manifest)),
      ...(old === undefined ? [] : below('oldObject', isOldFit ? unknownPaths(old) : [[]])),
      ...listIf(side === 'base', ['oldObject']),
      ...['userInfo', 'uid', 'options'].map(inRequest),
    ],
  };
}

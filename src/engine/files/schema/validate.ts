import { isNodeClassKind, isOfKarpenter } from '../../manifest/model/karpenter-kinds.ts';
import { groupOf, type Manifest } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { compareDiagnostics, type Diagnostic } from '../../text/diagnostic.ts';
import { textIf } from '../../text/words/text-if.ts';
import { type MigrationFixes, migrationFixes } from './advice/migration-fix.ts';
import type { CrdPack, CrdVersion } from './definitions/crd-pack.ts';
import { judgingKind, type OldObject } from './definitions/judging-kind.ts';
import type { SchemaSubject } from './definitions/schema-subject.ts';
import { groupsDefinedBy, misspelledApiFault } from './misspelled-api.ts';
import { backportedFault, removedBuiltinFault, unservedFault } from './removed-version.ts';
import { builtinFindings } from './server/builtin-findings.ts';
import { customKinds } from './server/custom-kinds.ts';
import { isFullyKnown } from './server/fully-known.ts';
import { serverFindings } from './server/server-findings.ts';
import type { ServerVerdicts } from './server/server-questions.ts';
import { diagnostic, structuralFindings } from './structural/structural-validator.ts';

/** What a validation can use in addition to the objects and the target's pack. */
interface SchemaContext {
  /** The object before the change. Transition rules compare an object with it. */
  readonly oldOf?: OldObject;
  /** Packs of other Karpenter minors. Objects in removed versions are validated against the last minor that served them. */
  readonly crds?: (karpenterVersion: string) => CrdPack;
  /** The Karpenter minor that runs, if it is not the one of the pack. */
  readonly karpenterVersion?: string;
  /** Kubernetes minor of the cluster. If absent, any current one. */
  readonly kubernetesVersion?: string;
  /** The verdicts of the API server's own code. Without them, our own validator checks only Karpenter's kinds. */
  readonly server?: ServerVerdicts;
}

/** Sorted `schema/…` findings about everything that an API server with the CRDs of a pack would refuse or silently drop. */
export function validateSchema(
  manifests: readonly Manifest[],
  pack: CrdPack,
  context: SchemaContext = {},
): Diagnostic[] {
  const migration = migrationFixes(manifests, pack.karpenterVersion);
  let groups: ReadonlySet<string> | undefined;
  const definedGroups = (): ReadonlySet<string> => (groups ??= groupsDefinedBy(manifests));
  let defined: CrdPack | undefined;

  const isDefined = ({ apiVersion, kind }: Manifest): boolean => {
    defined ??= customKinds(manifests).pack;
    return defined.find(apiVersion, kind) !== undefined || manifests.some(mayDefine(apiVersion, kind));
  };

  return manifests
    .flatMap((manifest): readonly Diagnostic[] => {
      const findings = unserved(manifest, pack, { ...context, migration, definedGroups, isDefined });
      const kind = judgingKind(manifest, pack, { crds: context.crds, custom: context.server?.questions.custom.pack });
      const old = context.oldOf?.(manifest);
      const subject = kind && { manifest, ...kind, old };

      if (context.server === undefined) {
        if (subject) return [...findings, ...dated(subject.crd, structuralFindings(subject))];
        return findings;
      }

      return [...findings, ...dated(kind?.crd, judged(subject ?? { manifest, old }, context.server))];
    })
    .concat(context.server ? undefinedClasses(manifests, [pack, context.server.questions.custom.pack]) : [])
    .sort(compareDiagnostics);
}

/** Whether an object is a CustomResourceDefinition of a kind of which a part is unknown, so that it may serve any version of it. */
const mayDefine =
  (apiVersion: string, kind: string) =>
  (manifest: Manifest): boolean => {
    if (manifest.kind !== 'CustomResourceDefinition' || isFullyKnown(manifest)) return false;
    const [group, ofKind] = [manifest.get(['spec', 'group']), manifest.get(['spec', 'names', 'kind'])];
    return (group === groupOf(apiVersion) || hasPlaceholder(group)) && (ofKind === kind || hasPlaceholder(ofKind));
  };

/** Notes on kinds of node classes that nothing defines, at the first object of each. */
function undefinedClasses(manifests: readonly Manifest[], packs: readonly CrdPack[]): Diagnostic[] {
  const definitions = new Map<string, Manifest>();
  for (const manifest of manifests) {
    const { apiVersion, kind } = manifest;
    const isOther = isNodeClassKind(kind) && !isOfKarpenter(manifest) && !hasPlaceholder(apiVersion);
    if (!isOther || packs.some((pack) => pack.find(apiVersion, kind) !== undefined)) continue;

    const name = `${apiVersion} ${kind}`;
    if (!definitions.has(name)) definitions.set(name, manifest);
  }

  return [...definitions.values()].map((manifest) => ({
    ...diagnostic(
      {
        code: 'schema/unjudged',
        path: ['kind'],
        message: `No CustomResourceDefinition of ${manifest.kind} in ${manifest.apiVersion} is known, so the fields of these objects are not validated`,
        help: 'Add the CustomResourceDefinition to the files, or name its file under `crds` in plumbline.yaml.',
      },
      manifest,
    ),
    severity: 'note' as const,
  }));
}

/** A version that may change in any release. */
const isUnstable = ({ version }: CrdVersion): boolean => /alpha|beta/.test(version);

/** A field that nothing similar explains, so it may be one that plumbline does not know yet. */
const isUnexplained = ({ code, help }: Diagnostic): boolean => code === 'schema/unknown-field' && help === undefined;

/**
 * Findings by a definition of another provider, which may have changed since plumbline included it. A field may be new, and an unstable
 * version may have other rules.
 */
const dated = (crd: CrdVersion | undefined, findings: readonly Diagnostic[]): readonly Diagnostic[] => {
  if (crd?.asOf === undefined) return findings;

  return findings.map((finding) => {
    if (finding.severity === 'error' && (isUnstable(crd) || isUnexplained(finding))) return uncertain(finding, crd);
    return finding;
  });
};

const uncertain = ({ help, ...finding }: Diagnostic, { kind, asOf }: CrdVersion): Diagnostic => ({
  ...finding,
  severity: 'warning',
  help: `${textIf(help !== undefined, `${help} `)}plumbline knows ${kind} as of ${asOf}. If yours is newer, add its CustomResourceDefinition to the repository.`,
});

/** An object whose kind may be missing from the pack. */
type Subject = SchemaSubject | (Pick<SchemaSubject, 'manifest' | 'old'> & { readonly crd?: never });

/** What the API server's code says about an object of Karpenter, of a kind that the repository defines, or of a built-in kind. */
function judged(subject: Subject, { questions: { judges, custom }, answers }: ServerVerdicts): readonly Diagnostic[] {
  const { manifest, old } = subject;
  const judge = judges.get(manifest);
  if (judge === undefined) return [];
  if (subject.crd) return serverFindings(subject, judge, answers);

  const crd = custom.pack.find(manifest.apiVersion, manifest.kind);
  if (crd === undefined) return builtinFindings(manifest, judge, { answers, old });

  return serverFindings({ ...subject, crd, pack: custom.pack }, judge, answers).map((finding) => {
    if (finding.code === 'schema/unjudged')
      return { ...finding, labels: [{ span: custom.definedBy(crd)!.span([]), message: 'the kind is defined here' }] };

    return finding;
  });
}

function unserved(
  manifest: Manifest,
  pack: CrdPack,
  context: SchemaContext & {
    readonly migration: MigrationFixes;
    readonly definedGroups: () => ReadonlySet<string>;
    /** Whether a CustomResourceDefinition among the manifests serves the kind of an object. */
    readonly isDefined: (manifest: Manifest) => boolean;
  },
): Diagnostic[] {
  const builtin = removedBuiltinFault(manifest, context.kubernetesVersion);
  if (builtin !== undefined) return [ofKnownKubernetes(diagnostic(builtin, manifest), context.kubernetesVersion)];

  if (!isOfKarpenter(manifest) && pack.find(manifest.apiVersion, manifest.kind) === undefined) {
    const misspelled = misspelledApiFault(manifest, pack.karpenterVersion, context.definedGroups);
    if (misspelled !== undefined) return [diagnostic(misspelled, manifest)];
  }

  const { karpenterVersion = pack.karpenterVersion } = context;
  const fault = unservedFault(manifest, karpenterVersion);
  if (fault === undefined) {
    const backported = backportedFault(manifest, karpenterVersion);
    if (backported) return [{ ...diagnostic(backported, manifest), severity: 'note' }];
    return [];
  }

  // The API server serves what the CRDs of the repository define, whatever the version of the controller.
  if (fault.code !== 'schema/removed-version' && context.isDefined(manifest)) return [];

  const fix = fault.code === 'schema/removed-version' ? context.migration(manifest) : undefined;
  return [{ ...diagnostic(fault, manifest), ...(fix && { fix }) }];
}

/** A finding about a removed API. It is a note without a fix if nothing names the Kubernetes version, because an older one may run. */
function ofKnownKubernetes(finding: Diagnostic, kubernetesVersion: string | undefined): Diagnostic {
  if (kubernetesVersion !== undefined) return finding;
  const { fix: _, ...rest } = finding;
  const help = `${finding.help} The Kubernetes version is unknown: set \`kubernetesVersion\` to the version that you run.`;
  return { ...rest, severity: 'note', help };
}

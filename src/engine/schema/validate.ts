import { compareMinors, servedApi } from '../api/versions.ts';
import { compareDiagnostics, type Diagnostic } from '../diagnostic.ts';
import { isOfKarpenter } from '../manifest/karpenter-kinds.ts';
import { groupOf, type Manifest } from '../manifest/manifest.ts';
import { type MigrationFixes, migrationFixes } from './advice/migration-fix.ts';
import type { CrdPack, CrdVersion } from './definitions/crd-pack.ts';
import { groupsDefinedBy, misspeltApiFault } from './misspelt-api.ts';
import { backportedFault, removedBuiltinFault, unservedFault } from './removed-version.ts';
import { builtinFindings, builtinRequest } from './server/builtin-kinds.ts';
import { customKinds } from './server/custom-kinds.ts';
import type { ApiServer } from './server/server-request.ts';
import { isCertain, isServers, requestsFor, serverValidator } from './server/server-validator.ts';
import { unsendable } from './server/unsendable.ts';
import { diagnostic, structuralValidator } from './structural/structural-validator.ts';

/** What a validation may know besides the objects and the target's pack. */
export interface SchemaContext {
  /** Objects before the change: transition rules compare with those of the same identity. */
  readonly base?: readonly Manifest[];
  /** Packs of other Karpenter minors, so that objects in removed versions are still judged by the last that served them. */
  readonly crds?: (karpenterVersion: string) => CrdPack;
  /** Kubernetes minor of the cluster; any current one when absent. */
  readonly kubernetesVersion?: string;
  /** Nothing says which Karpenter it is: an API that a recent one still serves may be right. */
  readonly isKarpenterAssumed?: boolean;
  /** The API server's own code; without it our own validator judges Karpenter's kinds alone. */
  readonly apiServer?: ApiServer;
}

/** What the API server with the CRDs of a pack would refuse, or silently drop: `schema/…` findings, sorted. */
export function validateSchema(
  manifests: readonly Manifest[],
  pack: CrdPack,
  context: SchemaContext = {},
): Diagnostic[] {
  const before = byIdentity(context.base);
  const { apiServer } = context;
  const validator = apiServer === undefined ? structuralValidator : serverValidator(apiServer);
  const others = apiServer && otherKinds(manifests, context.base, apiServer);
  const migration = migrationFixes(manifests, pack.karpenterVersion);
  let groups: ReadonlySet<string> | undefined;
  const definedGroups = (): ReadonlySet<string> => (groups ??= groupsDefinedBy(manifests));
  return manifests
    .flatMap((manifest): readonly Diagnostic[] => {
      const findings = unserved(manifest, pack, { ...context, migration, definedGroups });
      const judge = judgeOf(manifest, pack, context);
      const old = before.get(identity(manifest));
      if (judge === undefined) return [...findings, ...(others?.(manifest, old) ?? [])];
      return [...findings, ...validator.validate({ manifest, ...judge, old })];
    })
    .sort(compareDiagnostics);
}

/**
 * Tells the API server's code what `validateSchema` will ask, so that it can begin where it runs beside: all about Karpenter's
 * kinds, and of the rest whether it can be created. Kinds that it does not know cost it nothing.
 */
export function announce(manifests: readonly Manifest[], pack: CrdPack, context: SchemaContext): void {
  if (context.apiServer?.expect === undefined) return;
  const before = byIdentity(context.base);
  const requests = manifests.flatMap((manifest) => {
    if (unsendable(manifest) !== undefined) return [];
    const judge = judgeOf(manifest, pack, context);
    if (judge === undefined) return isCertain(manifest) ? [builtinRequest(manifest)] : [];
    const subject = { manifest, ...judge, old: before.get(identity(manifest)) };
    return isServers(subject) ? requestsFor(subject) : [];
  });
  context.apiServer.expect(requests);
}

const byIdentity = (manifests: readonly Manifest[] = []): Map<string, Manifest> =>
  new Map(manifests.map((manifest) => [identity(manifest), manifest]));

/** Judges what is not Karpenter's: kinds that the repository defines, and built-in ones. Placeholders are left alone there. */
function otherKinds(manifests: readonly Manifest[], base: readonly Manifest[] | undefined, server: ApiServer) {
  const custom = customKinds(manifests);
  const validator = serverValidator(thrifty(server));
  const places = new Map((base ?? []).map((manifest) => [placeOf(manifest), manifest]));
  return (manifest: Manifest, old: Manifest | undefined): readonly Diagnostic[] => {
    // kOps reads its specifications itself, and no API server sees them.
    if (groupOf(manifest.apiVersion) === 'kops.k8s.io') return [];
    // What sops encrypted is decrypted on its way, and without that key.
    if (manifest.object.sops !== undefined) return [];
    const crd = custom.pack.find(manifest.apiVersion, manifest.kind);
    if (crd === undefined) return builtinFindings(manifest, places.get(placeOf(manifest)), server);
    if (!isCertain(manifest) || (old !== undefined && !isCertain(old))) return [];
    const span = custom.definedBy(crd)!.span([]);
    const findings = validator.validate({ manifest, crd, pack: custom.pack, old });
    return findings.map((found) =>
      found.code === 'schema/unjudged' ? { ...found, labels: [{ span, message: 'the kind is defined here' }] } : found,
    );
  };
}

/** What all rules of the repository's own definitions may cost together: a twentieth of what a server allows for one object takes a second. */
const costOfAll = 500_000;

/** A server that judges by rules until they have cost too much: a pull request may bring any rule and any number of objects. */
function thrifty(server: ApiServer): Pick<ApiServer, 'judge'> {
  let left = costOfAll;
  const spent = { failure: 'the rules of the definition cost too much to be looked at here' };
  return {
    judge(request) {
      if (left <= 0) return spent;
      const verdict = server.judge({ ...request, costBudget: left });
      if (!('failure' in verdict)) left -= verdict.cost;
      return left <= 0 ? spent : verdict;
    },
  };
}

/** Versions of Karpenter older than this are run nowhere any more, so that their own APIs are wrong wherever they stand. */
const oldestInUse = '0.37';

function unserved(
  manifest: Manifest,
  pack: CrdPack,
  context: SchemaContext & { readonly migration: MigrationFixes; readonly definedGroups: () => ReadonlySet<string> },
): Diagnostic[] {
  const builtin = removedBuiltinFault(manifest, context.kubernetesVersion);
  if (builtin !== undefined) return [diagnostic(builtin, manifest)];
  if (!isOfKarpenter(manifest)) {
    const misspelt = misspeltApiFault(manifest, pack.karpenterVersion, context.definedGroups);
    if (misspelt !== undefined) return [diagnostic(misspelt, manifest)];
  }
  const fault = unservedFault(manifest, pack.karpenterVersion);
  if (fault === undefined) {
    const backported = backportedFault(manifest, pack.karpenterVersion);
    return backported ? [{ ...diagnostic(backported, manifest), severity: 'note' }] : [];
  }
  const last = servedApi(manifest.apiVersion, manifest.kind)?.last;
  const isDoubtful = context.isKarpenterAssumed && last !== undefined && compareMinors(last, oldestInUse) >= 0;
  const found = diagnostic(fault, manifest);
  if (!isDoubtful) {
    const fix = fault.code === 'schema/removed-version' ? context.migration(manifest) : undefined;
    return [{ ...found, ...(fix && { fix }) }];
  }
  const help = `${found.help ?? ''} If an older Karpenter runs here, say which with \`karpenter.version\`.`.trim();
  return [{ ...found, severity: 'warning', help }];
}

/** Workloads of the same name stand in several folders, each for another cluster: only what stood in the same file was it before. */
const placeOf = (manifest: Manifest): string => JSON.stringify([manifest.source.file, identity(manifest)]);

const identity = ({ apiVersion, kind, namespace, name }: Manifest): string =>
  JSON.stringify([apiVersion, kind, namespace ?? '', name]);

/** The kind that judges an object: the target's, else that of the last Karpenter that served it. */
function judgeOf(
  manifest: Manifest,
  pack: CrdPack,
  { crds }: SchemaContext,
): { crd: CrdVersion; pack: CrdPack } | undefined {
  const { apiVersion, kind } = manifest;
  const own = pack.find(apiVersion, kind);
  if (own !== undefined) return { crd: own, pack };
  if (!isOfKarpenter(manifest)) return undefined;
  const served = servedApi(apiVersion, kind);
  const minor = served?.last ?? served?.first;
  if (minor === undefined || crds === undefined) return undefined;
  const other = crds(minor);
  const crd = other.find(apiVersion, kind);
  return crd === undefined ? undefined : { crd, pack: other };
}

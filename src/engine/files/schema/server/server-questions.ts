import { groupOf, type Manifest } from '../../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../../text/diagnostic.ts';
import type { CrdPack } from '../definitions/crd-pack.ts';
import { judgingKind, type OldObject, type PacksByMinor } from '../definitions/judging-kind.ts';
import type { SchemaSubject } from '../definitions/schema-subject.ts';
import { objectText } from '../structural/object-text.ts';
import { type CustomKinds, customKinds } from './custom-kinds.ts';
import { isFullyKnown } from './fully-known.ts';
import { knownKinds } from './known-kinds.ts';
import { hasMostlyUnknownFields } from './mostly-unknown-fields.ts';
import { isRecreated } from './recreated.ts';
import type { RequestList } from './request-list.ts';
import { definitionOf } from './served-definition.ts';
import type { ServerAnswer, ServerRequest } from './server-request.ts';
import { unsendableFindings } from './unsendable-findings.ts';

/** The requests about one object, as indexes into the list of requests. */
export interface ServerQuestion {
  /** Creates the object, which reveals its mistakes, old and new. */
  readonly creation: number;
  /** Updates the old object to the new one, if they differ. */
  readonly update?: number;
  /** Creates the old object. An update counts only if the old object was valid, because a cluster holds no other ones. */
  readonly oldCreation?: number;
}

/** Who validates an object: the API server's code, only our own validator, or nobody, because it cannot be sent. */
export type Judge = ServerQuestion | 'ours' | { readonly unfit: readonly Diagnostic[] };

/** The requests to the API server's code about the objects of one side. */
export interface ServerQuestions {
  /** An object that is missing here is not validated. */
  readonly judges: ReadonlyMap<Manifest, Judge>;
  /** Kinds that the objects define themselves. */
  readonly custom: CustomKinds;
}

/** The requests about one side, and the answers to all requests. */
export interface ServerVerdicts {
  readonly questions: ServerQuestions;
  readonly answers: readonly ServerAnswer[];
}

/** The objects to ask about, and what is known about them. */
export interface Asking {
  readonly manifests: readonly Manifest[];
  readonly pack: CrdPack;
  /** The object before the change. */
  readonly oldOf?: OldObject;
  readonly crds?: PacksByMinor;
}

/** Adds the requests about objects of Karpenter, of built-in kinds, and of kinds that the manifests define. */
export function serverQuestions(asking: Asking, list: RequestList): ServerQuestions {
  const { manifests, pack, oldOf, crds } = asking;
  const custom = customKinds(manifests);
  const others = otherKinds(custom, list);
  const judges = new Map<Manifest, Judge>();
  for (const manifest of manifests) {
    const old = oldOf?.(manifest);
    const kind = judgingKind(manifest, pack, { crds, custom: custom.pack });
    const judge = kind ? judgeOf({ manifest, ...kind, old }, (request) => list.ask(request)) : others(manifest, old);
    if (judge !== undefined) judges.set(manifest, judge);
  }

  return { judges, custom };
}

type Ask = (request: ServerRequest) => number;

/** Who validates objects of other kinds: those that the repository defines, and built-in ones. Objects with placeholders are skipped. */
function otherKinds({ pack }: CustomKinds, list: RequestList) {
  const budget = list.newBudget();
  return (manifest: Manifest, old: Manifest | undefined): Judge | undefined => {
    // kOps reads its specifications itself. They never reach an API server.
    if (groupOf(manifest.apiVersion) === 'kops.k8s.io') return undefined;
    // SOPS decrypts the object and removes this key before it is applied.
    if (manifest.object.sops !== undefined) return undefined;

    const crd = pack.find(manifest.apiVersion, manifest.kind);
    if (crd === undefined) return builtinJudge(manifest, old, list);
    if (!isFullyKnown(manifest) || (old !== undefined && !isFullyKnown(old))) return undefined;

    return judgeOf({ manifest, crd, pack, old }, (request) => list.askWithin(budget, request));
  };
}

/** Requests the creation of an object of a custom kind and, if it changed, the update. */
function judgeOf(subject: SchemaSubject, ask: Ask): Judge {
  const { manifest, crd, old } = subject;
  if (!isServers(subject)) return 'ours';

  const unfit = unsendableFindings(manifest);
  if (unfit !== undefined) return { unfit };

  const request = { kind: { crd: definitionOf(crd), version: crd.version }, text: objectText(manifest) };
  const creation = ask(request);
  // In an unchanged file, both sides have the same object.
  const oldText = old && old !== manifest && unsendableFindings(old) === undefined ? objectText(old) : undefined;

  if (oldText === undefined || oldText === request.text) return { creation };
  return { creation, update: ask({ ...request, oldText }), oldCreation: ask({ ...request, text: oldText }) };
}

/** Whether the API server's code can judge the object. It cannot if the object contains placeholders. */
const isServers = ({ manifest, crd, pack, old }: SchemaSubject): boolean =>
  [manifest, ...(old && old !== manifest ? [old] : [])].every(
    (manifest) => isFullyKnown(manifest) && !hasMostlyUnknownFields(manifest, crd, pack),
  );

/** Requests the creation of an object of a built-in kind and, if it changed, the update and the creation of the old object. */
function builtinJudge(manifest: Manifest, old: Manifest | undefined, list: RequestList): Judge | undefined {
  const { apiVersion, kind } = manifest;
  if (!knownKinds.has(`${apiVersion} ${kind}`) || !isFullyKnown(manifest)) return undefined;

  const unfit = unsendableFindings(manifest);
  if (unfit !== undefined) return { unfit };

  const request = { kind: { apiVersion, kind }, text: objectText(manifest) };
  const creation = list.ask(request);
  if (old === undefined || old === manifest || isRecreated(manifest)) return { creation };
  if (!isFullyKnown(old) || unsendableFindings(old) !== undefined) return { creation };

  const oldText = objectText(old);
  if (oldText === request.text) return { creation };

  return { creation, oldCreation: list.ask({ ...request, text: oldText }), update: list.ask({ ...request, oldText }) };
}

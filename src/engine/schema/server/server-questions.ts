import type { Diagnostic } from '../../diagnostic.ts';
import { groupOf, type Manifest } from '../../manifest/manifest.ts';
import type { CrdPack } from '../definitions/crd-pack.ts';
import type { SchemaSubject } from '../definitions/schema-subject.ts';
import { byIdentity, judgingKind, type PacksByMinor, serverIdentity } from '../judging-kind.ts';
import { objectText } from '../structural/object-text.ts';
import { isCertain } from './certain.ts';
import { type CustomKinds, customKinds } from './custom-kinds.ts';
import { knownKinds } from './known-kinds.ts';
import { isMadeAnew } from './made-anew.ts';
import { isMostlyUnknown } from './mostly-unknown.ts';
import type { RequestList } from './request-list.ts';
import { definitionOf } from './served-definition.ts';
import type { ServerAnswer, ServerRequest } from './server-request.ts';
import { unsendable } from './unsendable.ts';

/** What is asked about one object, as places in the list of requests. */
export interface ServerQuestion {
  /** To create the object, so that its mistakes are named whether they are old or new. */
  readonly creation: number;
  /** To update the object before to it, where that was another one. */
  readonly update?: number;
  /** To create the object before, where an update counts only if that was a good one. */
  readonly oldCreation?: number;
}

/** Who judges an object: the API server's code, our own validator alone, or nobody, for it cannot be sent. */
export type Judge = ServerQuestion | 'ours' | { readonly unfit: readonly Diagnostic[] };

/** What the API server's code is asked about the objects of one side. */
export interface ServerQuestions {
  /** An object that is not here is judged by nobody. */
  readonly judges: ReadonlyMap<Manifest, Judge>;
  /** Kinds that the objects define themselves. */
  readonly custom: CustomKinds;
}

/** The questions about one side, and the answers to all requests. */
export interface ServerVerdicts {
  readonly questions: ServerQuestions;
  readonly answers: readonly ServerAnswer[];
}

/** The objects that are asked about, and what is known of them. */
export interface Asking {
  readonly manifests: readonly Manifest[];
  readonly pack: CrdPack;
  /** Objects before the change. */
  readonly base?: readonly Manifest[];
  readonly crds?: PacksByMinor;
}

/** Puts into the list what the API server's code is to be asked about Karpenter's objects, built-in ones and those of kinds that are defined among them. */
export function serverQuestions(asking: Asking, list: RequestList): ServerQuestions {
  const { manifests, pack, base, crds } = asking;
  const custom = customKinds(manifests);
  const before = byIdentity(base);
  const others = otherKinds(custom, asking, list);
  const judges = new Map<Manifest, Judge>();
  for (const manifest of manifests) {
    const old = before.get(serverIdentity(manifest));
    const kind = judgingKind(manifest, pack, crds);
    const judge = kind ? judgeOf({ manifest, ...kind, old }, (request) => list.ask(request)) : others(manifest, old);
    if (judge !== undefined) judges.set(manifest, judge);
  }
  return { judges, custom };
}

type Ask = (request: ServerRequest) => number;

/** Who judges what is not Karpenter's: kinds that the repository defines, and built-in ones. Placeholders are left alone there. */
function otherKinds({ pack }: CustomKinds, { base = [] }: Asking, list: RequestList) {
  const places = new Map(base.map((manifest) => [placeOf(manifest), manifest]));
  const budget = list.newBudget();
  return (manifest: Manifest, old: Manifest | undefined): Judge | undefined => {
    // kOps reads its specifications itself, and no API server sees them.
    if (groupOf(manifest.apiVersion) === 'kops.k8s.io') return undefined;
    // What sops encrypted is decrypted on its way, and without that key.
    if (manifest.object.sops !== undefined) return undefined;
    const crd = pack.find(manifest.apiVersion, manifest.kind);
    if (crd === undefined) return builtinJudge(manifest, places.get(placeOf(manifest)), list);
    if (!isCertain(manifest) || (old !== undefined && !isCertain(old))) return undefined;
    return judgeOf({ manifest, crd, pack, old }, (request) => list.askWithin(budget, request));
  };
}

/** Workloads of the same name stand in several folders, each for another cluster: only what stood in the same file was it before. */
const placeOf = (manifest: Manifest): string => JSON.stringify([manifest.source.file, serverIdentity(manifest)]);

/** An object of a custom kind: its creation, and where it was another before, the update to it. */
function judgeOf(subject: SchemaSubject, ask: Ask): Judge {
  const { manifest, crd, old } = subject;
  if (!isServers(subject)) return 'ours';
  const unfit = unsendable(manifest);
  if (unfit !== undefined) return { unfit };
  const request = { kind: { crd: definitionOf(crd), version: crd.version }, text: objectText(manifest) };
  const creation = ask(request);
  // An object of a file that stays is the same one on both sides.
  const oldText = old && old !== manifest && unsendable(old) === undefined ? objectText(old) : undefined;
  return oldText === undefined || oldText === request.text
    ? { creation }
    : { creation, update: ask({ ...request, oldText }) };
}

/** Whether the server has a say: an object with placeholders is no object yet. */
const isServers = ({ manifest, crd, pack, old }: SchemaSubject): boolean =>
  [manifest, ...(old && old !== manifest ? [old] : [])].every(
    (one) => isCertain(one) && !isMostlyUnknown(one, crd, pack),
  );

/** An object of a built-in kind, whose update is asked about as well as whether what was before is a good one. */
function builtinJudge(manifest: Manifest, old: Manifest | undefined, list: RequestList): Judge | undefined {
  const { apiVersion, kind } = manifest;
  if (!knownKinds.has(`${apiVersion} ${kind}`) || !isCertain(manifest)) return undefined;
  const unfit = unsendable(manifest);
  if (unfit !== undefined) return { unfit };
  const request = { kind: { apiVersion, kind }, text: objectText(manifest) };
  const creation = list.ask(request);
  if (old === undefined || old === manifest || isMadeAnew(manifest)) return { creation };
  if (!isCertain(old) || unsendable(old) !== undefined) return { creation };
  const oldText = objectText(old);
  if (oldText === request.text) return { creation };
  return { creation, oldCreation: list.ask({ ...request, text: oldText }), update: list.ask({ ...request, oldText }) };
}

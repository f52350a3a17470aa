import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { canonicalJson, desiredObject } from '../../../src/engine/changes/plan/canonical-object.ts';
import { kindOf } from '../../../src/engine/changes/plan/kinds.ts';
import { nodePool, pack } from '../../../src/engine/changes/plan/plan.test-support.ts';
import type { Plan, Unplanned } from '../../../src/engine/changes/plan/plan.ts';
import { groupOf, type Mapping } from '../../../src/engine/manifest/model/manifest.ts';
import { plansBetween } from '../../plans-between.ts';
import type { Texts } from '../../readings.ts';
import type { Definition } from './definitions.ts';
import type { Scene } from './scene.ts';

/** What real programs print for a scene, and what the plan of the change has. */
export interface Outcome {
  /** The program refuses one of the sides, so nothing is known. */
  readonly isRefused: boolean;
  /** Objects that nobody would approve although the programs print them differently. */
  readonly unseen: readonly string[];
  /** Objects of the plan that the programs do not print like this. */
  readonly invented: readonly string[];
  /** Objects that differ and need an approval. */
  readonly differing: readonly string[];
  readonly plan: Plan | Unplanned;
}

/** A file that is the same on both sides, so that there is always something to review. */
const around: Texts = { 'around.yaml': nodePool('around') };

export async function outcomeOf({ base, head }: Scene): Promise<Outcome> {
  const { plans } = await plansBetween(
    { ...around, ...base.files },
    { ...around, ...head.files },
    {
      path: process.env.PATH,
    },
  );
  const plan = plans[0]!;

  let before: ReadonlyMap<string, Mapping>;
  let after: ReadonlyMap<string, Mapping>;
  try {
    [before, after] = [printed(base), printed(head)];
  } catch {
    return { isRefused: true, unseen: [], invented: [], differing: [], plan };
  }

  const differing = [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => textOf(before.get(key)) !== textOf(after.get(key)),
  );

  const planned = new Map(
    (plan.digest === null ? [] : plan.objects).map(({ resource: { apiVersion, kind, name }, desired }) => [
      `${groupOf(apiVersion)} ${kind} ${name}`,
      desired,
    ]),
  );
  const hasMore = plan.digest === null || plan.opaque.length > 0;
  const isPlanned = (key: string): boolean => planned.has(key) && planned.get(key) === textOf(after.get(key));
  return {
    isRefused: false,
    unseen: hasMore ? [] : differing.filter((key) => !isPlanned(key)),
    invented: [...planned.keys()].filter(
      (key) => planned.get(key) !== textOf(after.get(key)) || !differing.includes(key),
    ),
    differing,
    plan,
  };
}

/** The objects that need an approval among those that are printed for a side. */
function printed({ files, print }: Definition): ReadonlyMap<string, Mapping> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-roots-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return objectsIn(print(folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function objectsIn(text: string): ReadonlyMap<string, Mapping> {
  const documents = parseAllDocuments(text, { version: '1.1' }).map((document) => document.toJS() as unknown);
  const all = documents.flatMap((document) => itemsOf(document));
  return new Map(
    all.filter(needsApproval).map((object) => {
      const { apiVersion, kind, metadata } = object as { apiVersion: string; kind: string; metadata?: Mapping };
      return [`${groupOf(apiVersion)} ${kind} ${metadata?.name}`, object];
    }),
  );
}

const itemsOf = (object: unknown): Mapping[] => {
  if (typeof object !== 'object' || object === null) return [];
  const { kind, items } = object as { readonly kind?: unknown; readonly items?: unknown };
  return typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items)
    ? items.flatMap(itemsOf)
    : [object as Mapping];
};

/** Whether an object creates nodes, creates or applies other objects, or has them in its data. */
function needsApproval({ apiVersion, kind, data }: Mapping): boolean {
  const group = groupOf(String(apiVersion));
  if (/^karpenter\.|^eks\.amazonaws\.com$|^fluxcd\.controlplane\.io$|^argoproj\.io$/.test(group)) return true;
  return kind === 'ConfigMap' && /apiVersion: karpenter\./.test(JSON.stringify(data ?? {}));
}

/** The object as it would be sent. Of objects that no plan has, labels and annotations decide nothing. */
function textOf(object: Mapping | undefined): string | null {
  if (object === undefined) return null;
  const { apiVersion, kind } = object as { readonly apiVersion: string; readonly kind: string };
  const schema = kindOf({ apiVersion, kind }) && pack.find(apiVersion, kind)?.schema;
  if (schema) return canonicalJson(desiredObject(object, schema));

  const { name, generateName } = object.metadata as Mapping;
  return canonicalJson({ ...object, metadata: { name: name ?? null, generateName: generateName ?? null } });
}

import type { Plan } from '../engine/changes/plan/plan.ts';
import { readTextWithin } from '../io/files/bounded-file.ts';
import { isHexDigest } from '../io/hex-digest.ts';
import { PlumblineError } from '../shared/errors.ts';
import type { GuardEntry } from './guard.ts';

/** What `plumbline plan --output` writes: only hashes and names, so that no content of an object leaks. */
export interface PlanFile {
  readonly format: 1;
  readonly environment: string;
  readonly digest: string;
  /** Commits; null if a folder was compared. */
  readonly base: string | null;
  readonly head: string | null;
  readonly objects: readonly {
    readonly apiVersion: string;
    readonly kind: string;
    readonly name: string;
    readonly action: string;
    readonly base: string | null;
    readonly desired: string | null;
  }[];
  /** Files whose effect the plan cannot show; absent if there are none. */
  readonly opaque?: readonly {
    readonly file: string;
    readonly base: string | null;
    readonly desired: string | null;
    readonly reasons: readonly string[];
  }[];
  /** The state of the live objects when the plan was made; absent if the cluster was not read. */
  readonly guard?: readonly GuardEntry[];
}

/** The file of a plan, as JSON text. */
export function planFileText(
  plan: Plan,
  commits: { readonly base: string | null; readonly head: string | null },
  guard?: readonly GuardEntry[],
): string {
  const file: PlanFile = {
    format: 1,
    environment: plan.environment,
    digest: plan.digest,
    ...commits,
    objects: plan.objects.map(({ resource: { apiVersion, kind, name }, action, baseHash, desiredHash }) => ({
      apiVersion,
      kind,
      name,
      action,
      base: baseHash,
      desired: desiredHash,
    })),
    ...(plan.opaque.length > 0 && {
      opaque: plan.opaque.map(({ file: path, base, head, reasons }) => ({ file: path, base, desired: head, reasons })),
    }),
    ...(guard && { guard }),
  };

  return `${JSON.stringify(file, null, 2)}\n`;
}

const maxBytes = 4 * 1024 * 1024;

/**
 * Reads a plan file. It only identifies the plan. What is sent to the cluster always comes from the commits.
 * Throws PlumblineError('usage') for an invalid file.
 */
export function readPlanFile(path: string, name: string): PlanFile {
  let text: string;

  try {
    text = readTextWithin({ path, name: `The plan \`${name}\``, maxBytes, code: 'usage', help: makePlan });
  } catch (cause) {
    if (cause instanceof PlumblineError) throw cause;
    throw new PlumblineError('usage', `The plan \`${name}\` cannot be read`, { cause, help: makePlan });
  }

  const file = parse(text);
  if (!isPlanFile(file)) throw new PlumblineError('usage', `\`${name}\` is not a plan file`, { help: makePlan });

  return file;
}

const makePlan = 'Run `plumbline plan --environment NAME --base REF --output FILE` to write one.';

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isCommit = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && /^[0-9a-f]{40,64}$/.test(value));

function isPlanFile(value: unknown): value is PlanFile {
  const file = value as Partial<PlanFile> | null | undefined;
  return (
    file?.format === 1 &&
    typeof file.environment === 'string' &&
    isHexDigest(file.digest) &&
    isCommit(file.base) &&
    isCommit(file.head) &&
    Array.isArray(file.objects) &&
    (file.guard === undefined || (Array.isArray(file.guard) && file.guard.every(isGuardEntry)))
  );
}

const isGuardEntry = (entry: unknown): boolean => {
  const { kind, name, uid, hash } = (entry ?? {}) as Partial<GuardEntry>;
  const isId = uid === null || typeof uid === 'string';
  return typeof kind === 'string' && typeof name === 'string' && isId && (hash === null || isHexDigest(hash));
};

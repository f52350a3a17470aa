import type { Env } from '../../io/env.ts';
import { PlumblineError } from '../../shared/errors.ts';
import type { ActionInputs } from './inputs.ts';

/** The inputs of `mode: apply`, in addition to those that every mode has. */
export interface ApplyInputs {
  readonly environment: string;
  /** The commit that the cluster is at, if no earlier apply recorded it in the cluster. */
  readonly base: string | undefined;
  readonly isForced: boolean;
  readonly isRolledBack: boolean;
  readonly breakGlass: string | undefined;
  /** `NodePool/web` → how many nodes its deletion may remove. */
  readonly acknowledged: ReadonlyMap<string, number>;
}

/** Reads them from the environment of the job. Throws PlumblineError('usage') for an invalid value. */
export function readApplyInputs({ environment }: ActionInputs, env: Env): ApplyInputs {
  const text = (name: string): string | undefined => env[`INPUT_${name.toUpperCase()}`]?.trim() || undefined;

  if (environment === undefined)
    throw new PlumblineError('usage', '`mode: apply` needs the input `environment`', {
      help: 'Set it to a name under `environments` in plumbline.yaml.',
    });

  return {
    environment,
    base: baseCommit(env),
    isForced: isOn('force-conflicts', text('force-conflicts')),
    isRolledBack: isOn('rollback', text('rollback')),
    breakGlass: text('break-glass'),
    acknowledged: new Map((text('acknowledge-delete') ?? '').split(/\s+/).filter(Boolean).map(acknowledgement)),
  };
}

/** The input `base` of the modes that follow a merge. Throws PlumblineError('usage') unless it is a full SHA. */
export function baseCommit({ INPUT_BASE }: Env): string | undefined {
  const base = INPUT_BASE?.trim() || undefined;
  if (base === undefined || /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(base)) return base;
  throw new PlumblineError('usage', `The input \`base: ${base}\` is not a full commit SHA`, {
    help: 'Write the full SHA.',
  });
}

function isOn(name: string, value = 'false'): boolean {
  if (/^(true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  throw new PlumblineError('usage', `The input \`${name}: ${value}\` is not a boolean`, {
    help: 'Write `true` or `false`.',
  });
}

function acknowledgement(line: string): [string, number] {
  const [, object, nodes] = /^(\w+\/[^\s=]+)=(\d{1,7})$/.exec(line) ?? [];
  if (object !== undefined) return [object, Number(nodes)];
  throw new PlumblineError('usage', `The input \`acknowledge-delete\` has the invalid line \`${line}\``, {
    help: 'Write `KIND/NAME=NODES`, for example `NodePool/web=2`.',
  });
}

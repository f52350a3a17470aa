import type { Environment } from '../api/settings.ts';
import { isWithin } from './file-tree.ts';

const names =
  /^(?:dev|develop|development|test|testing|qa|int|integration|sandbox|stage|staging|stg|uat|preprod|pre-prod|perf|prod|production|prd|live)$/i;

/** The environment that a root is for: the configuration's whose paths hold it, else a step of its path that is called so. */
export function environmentOf(
  path: string,
  environments: Readonly<Record<string, Environment>>,
): { readonly environment?: string; readonly isEnvironmentKnown?: boolean } {
  const configured = Object.entries(environments).find(([, { paths }]) => paths.some((one) => isWithin(path, one)));
  if (configured) return { environment: configured[0], isEnvironmentKnown: true };
  const environment = path.split('/').findLast((step) => names.test(step));
  return environment === undefined ? {} : { environment };
}

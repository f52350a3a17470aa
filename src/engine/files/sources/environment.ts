import type { Environment } from '../../karpenter/api/settings.ts';
import { isWithin } from '../../text/source.ts';
import { environmentInPath } from '../places/environment-name.ts';

/**
 * The environment of a root: the configured environment whose paths contain it, otherwise a part of its path that is the name
 * of an environment.
 */
export function environmentOf(
  path: string,
  environments: Readonly<Record<string, Environment>>,
): { readonly environment?: string; readonly isEnvironmentKnown?: boolean } {
  const configured = Object.entries(environments).find(([, { paths }]) =>
    paths.some((folder) => isWithin(path, folder)),
  );
  if (configured) return { environment: configured[0], isEnvironmentKnown: true };
  const environment = environmentInPath(path);
  if (environment === undefined) return {};
  return { environment };
}

import { isEnvironmentName, isProduction } from '../../../manifest/hints/environment-name.ts';
import { baseNameOf, folderOf } from '../../../text/source.ts';
import { quoted, quotedTitle } from '../../../text/words/quoted-names.ts';
import { textIf } from '../../../text/words/text-if.ts';
import { areTwoEnvironments } from '../../places/compared-environment.ts';
import { environmentInPath } from '../../places/environment-name.ts';
import type { Obstacle, Root } from '../root/root.ts';

/** A path that a definition applies, and the environment that it names. */
interface NamedPath {
  readonly path: string;
  readonly environment: string;
  /** Whether it is a values file of a chart. */
  readonly isValues: boolean;
}

/**
 * A warning about a definition that takes the files of another environment from now on, such as a Kustomization of `clusters/prod` whose path becomes
 * `apps/stage`; undefined if it does not. A folder that got another name is the same folder: `isThere` says whether the head still has a path.
 */
export function otherEnvironment(old: Root, root: Root, isThere: (path: string) => boolean): Obstacle | undefined {
  if (root.by === undefined || old.destination === undefined || old.destination !== root.destination) return undefined;
  if (root.waiting !== undefined || [old, root].some(isUnread)) return undefined;

  const [before, after] = [namedPaths(old), namedPaths(root)];
  const home = old.environment ?? before[0]?.environment;
  if (home === undefined || before.some(({ path }) => !isThere(path))) return undefined;

  // `live` and `prod` may be one.
  const isOther = ({ environment }: NamedPath): boolean =>
    areTwoEnvironments(environment, home) && !(isProduction(environment) && isProduction(home));
  // Helm merges values files in their order: after those of another environment, the own ones decide.
  const isOverridden = ({ isValues }: NamedPath, index: number): boolean =>
    isValues && after.slice(index + 1).some((later) => later.isValues && !isOther(later));
  const other = after.find((path, index) => isOther(path) && !isOverridden(path, index));
  if (other === undefined || before.some(isOther)) return undefined;

  // Without another name, the cluster has the environment of the path.
  const isClusterNamed = root.environment !== undefined && !areTwoEnvironments(root.environment, home);
  const cluster = isClusterNamed ? quoted(home) : 'the same cluster';
  const noLonger = textIf(!isClusterNamed, `, and no longer ${quoted(home)}`);

  return {
    code: 'render/other-environment',
    severity: 'warning',
    file: root.file,
    near: /\.ya?ml$/.test(other.path) ? baseNameOf(other.path) : other.path,
    message: `${quotedTitle(root.by)} applies ${quoted(other.path)} to ${cluster} from now on. The path names another environment, ${quoted(other.environment)}${noLonger}`,
    help: `Use a path of ${quoted(home)}, unless this cluster should run what ${quoted(other.environment)} runs.`,
  };
}

const isUnread = ({ call, isPlain }: Root): boolean => call === null && isPlain !== true;

/** The paths of a root that name an environment. */
function namedPaths({ call, files }: Root): readonly NamedPath[] {
  const values = call !== null && 'helm' in call ? call.helm.valueFiles : [];
  const folders = () => {
    if (call === null) return [...new Set(files.map(folderOf))];
    if ('kustomize' in call) return [call.kustomize.folder];
    return [call.helm.chart];
  };

  const named = (path: string, isValues: boolean): readonly NamedPath[] => {
    const environment = environmentInPath(path) ?? environmentOfValues(path);
    if (environment === undefined) return [];
    return [{ path, environment, isValues }];
  };
  return [...folders().flatMap((path) => named(path, false)), ...values.flatMap((path) => named(path, true))];
}

/** The environment of `values-prod.yaml` and `prod-values.yaml`. */
function environmentOfValues(path: string): string | undefined {
  const [first, second, ...others] = baseNameOf(path)
    .replace(/\.ya?ml$/, '')
    .split(/[-_.]/);
  if (second === undefined || others.length > 0 || (first !== 'values' && second !== 'values')) return undefined;
  return [first!, second].find(isEnvironmentName);
}

import { obstacleDiagnostic } from '../../engine/files/sources/obstacle-diagnostic.ts';
import type { Obstacle, Root } from '../../engine/files/sources/root/root.ts';
import type { Diagnostic } from '../../engine/text/diagnostic.ts';
import { groupBy } from '../../engine/text/group-by.ts';
import { byCount, plural } from '../../engine/text/words/plural.ts';
import { firstNames, quoted } from '../../engine/text/words/quoted-names.ts';

/** What prevents a root from being rendered. */
export interface RootObstacle {
  readonly root: Root;
  readonly obstacle: Obstacle;
  /** Whether the change causes it; undefined if only the comparison of both sides shows that. */
  readonly isChanged?: boolean;
  /** The root is rendered, but without what the obstacle is about. */
  readonly isRendered?: boolean;
}

/** How many names and places one finding lists. */
const maxLabels = 10;

/**
 * One finding for each cause. Roots with the same cause share a finding, such as a chart that fails with each of its values files. So do all
 * roots that would use the network, run code or leave the repository.
 */
export function obstacleFindings(
  rootObstacles: readonly RootObstacle[],
  textOf: (file: string) => string | undefined,
): { readonly diagnostic: Diagnostic; readonly roots: readonly Root[] }[] {
  const diagnosticOf = ({ obstacle, isChanged }: RootObstacle): Diagnostic => ({
    ...obstacleDiagnostic(obstacle, textOf(obstacle.file) ?? ''),
    ...(isChanged !== undefined && { isChanged }),
  });

  const byCause = [...groupBy(rootObstacles, causeOf).values()];

  const refused = groupBy(byCause, ([first]) => {
    const { obstacle, isChanged, isRendered } = first!;
    if (obstacle.code === 'render/refused' && obstacle.severity !== 'error')
      return `${isChanged} ${obstacle.severity} ${isRendered}`;

    return 'else';
  });

  return [...refused].flatMap(([key, causes]) => {
    const roots = causes.flatMap((cause) => cause.map(({ root }) => root));

    if (key !== 'else' && causes.length > 1)
      return [
        {
          roots,
          diagnostic: refusedTogether(
            causes.map(([first]) => diagnosticOf(first!)),
            roots,
            causes[0]![0]!.isRendered ?? false,
          ),
        },
      ];

    return causes.map((cause) => ({
      roots: cause.map(({ root }) => root),
      diagnostic: { ...sharedFinding(cause, diagnosticOf(cause[0]!)), ...refusedRootsOf(cause) },
    }));
  });
}

/** The roots of which nothing is applied, if their program refuses them. */
function refusedRootsOf(cause: readonly RootObstacle[]): Pick<Diagnostic, 'refusedRoots'> {
  if (cause[0]?.obstacle.isRefusal !== true) return {};
  return { refusedRoots: [...new Set(cause.map(({ root }) => root.name))] };
}

/** A text that is the same for two roots if the same thing prevents both from being rendered. */
const causeOf = ({ root, obstacle, isChanged }: RootObstacle): string => {
  const { code, severity, file, near, line, message } = obstacle;
  return JSON.stringify([code, severity, file, near, line, isChanged, message.replaceAll(`\`${root.name}\``, '')]);
};

function sharedFinding(cause: readonly RootObstacle[], diagnostic: Diagnostic): Diagnostic {
  const [first, ...others] = [...new Set(cause.map(({ root }) => root.name))];
  // A message that does not name its root holds for all of them.
  if (others.length === 0 || !diagnostic.message.includes(`\`${first}\``)) return diagnostic;
  const effect = `so \`${first}\` does not render`;
  if (diagnostic.message.includes(effect))
    return {
      ...diagnostic,
      message: diagnostic.message.replace(effect, () => `so ${namesText([first!, ...others])} do not render`),
    };

  return { ...diagnostic, message: `${diagnostic.message}. The same holds for ${namesText(others)}` };
}

function refusedTogether(diagnostics: readonly Diagnostic[], roots: readonly Root[], areRendered: boolean): Diagnostic {
  const names = [...new Set(roots.map(({ name }) => name))];

  const messageText = () => {
    if (areRendered)
      return `plumbline renders ${namesText(names)} without ${plural(diagnostics.length, 'dependency')} that it does not fetch. What they add is unknown`;
    return `plumbline does not render ${namesText(names)}, because ${byCount(names.length, 'it uses something that plumbline does not fetch or run', 'they use something that it does not fetch or run')}`;
  };

  return {
    ...diagnostics[0]!,
    message: messageText(),
    labels: diagnostics.slice(0, maxLabels).map(({ span, message }) => ({ span, message })),
    help: 'Copy what is missing into the repository, or review the rendered manifests.',
  };
}

/** A list of names that does not get long. */
export const namesText = (names: readonly string[]): string => firstNames(names.map(quoted));

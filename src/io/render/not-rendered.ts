import { chartElsewhere } from '../../engine/files/sources/helm/chart.ts';
import type { Obstacle, Root } from '../../engine/files/sources/root/root.ts';
import { isDefinitionKind } from '../../engine/manifest/model/definition-kinds.ts';
import type { NotRendered, NotRenderedKind } from '../../engine/review/context/source-set.ts';
import type { Code } from '../../engine/text/diagnostic.ts';
import { compareNames } from '../../engine/text/name-order.ts';
import { absentDependencies, type Rendering } from './render-root.ts';
import { unrenderedPlace } from './rendered-source.ts';
import type { RenderedSide } from './side-renderer.ts';

/**
 * The roots of a side whose objects are not reviewed as the cluster gets them, and dependencies that a chart is rendered without, with the
 * reason. Roots that need no rendering are left out.
 */
export function notRenderedIn({ side, renderings }: RenderedSide, isAsked: (root: Root) => boolean): NotRendered[] {
  const notRendered = side.roots.filter(isAsked).flatMap((root): NotRendered[] => {
    const rendering = renderings.get(root.name)?.rendering;
    if (rendering && 'text' in rendering)
      return absentDependencies(root).map(({ name }) => ({
        root: `dependency ${name} of ${root.name}`,
        kind: 'chart',
        reason: chartElsewhere,
        place: unrenderedPlace(root),
      }));

    const [obstacle] = rendering === undefined ? root.obstacles : [rendering.obstacle];
    if (obstacle === undefined) return [];

    const reason = rendering === undefined ? obstacleReason(obstacle) : reasonUnrendered(rendering)!;
    const hidesObjects = root.obstacles.some((each) => each.hidesObjects);
    const place = unrenderedPlace(root);
    return [{ root: root.name, kind: kindOf(root), reason, place, ...(hidesObjects && { hidesObjects }) }];
  });

  return notRendered.sort((a, b) => compareNames(a.root, b.root));
}

/** Why there is no rendered text; undefined if there is one. */
export function reasonUnrendered(rendering: Rendering): string | undefined {
  if ('text' in rendering) return undefined;
  const { obstacle, lacks } = rendering;
  if (lacks.length > 0) return lacks.map((lack) => lack.reason).join(' and ');
  return obstacleReason(obstacle);
}

function kindOf({ name, tool, call }: Root): NotRenderedKind {
  const [kind = ''] = name.split(' ');
  const renderer = kind === 'HelmRelease' ? 'helm' : 'kustomize';
  const groups = { argocd: 'argoproj.io', flux: `${renderer}.toolkit.fluxcd.io` };
  if ((tool === 'argocd' || tool === 'flux') && isDefinitionKind(kind, groups[tool])) return kind;
  if (tool === 'helm' || (call !== null && 'helm' in call)) return 'chart';
  return 'kustomization';
}

const reasons: Readonly<Record<Code, string>> = {
  'render/failed': 'rendering fails',
  'render/limit': 'rendering takes too long or needs too much',
  'render/missing-file': 'a file is missing',
  'render/cycle': 'a kustomization includes itself',
  'render/refused': 'something would have to be fetched or run',
};

/** Why a root is not rendered, as a clause that holds for other roots, too, if possible. */
export const obstacleReason = ({ reason, code, message }: Obstacle): string => reason ?? reasons[code] ?? message;

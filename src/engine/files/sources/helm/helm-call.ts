import type { FileTree } from '../repository/file-tree.ts';
import type { HelmCall, Obstacle } from '../root/root.ts';
import { absenceOf, type GivenValues } from './absent-dependencies.ts';
import type { Chart } from './chart.ts';
import { releaseName } from './release-name.ts';

/** How a chart is installed. */
export interface Installation
  extends GivenValues,
    Partial<Pick<HelmCall, 'set' | 'includesCrds' | 'archive' | 'postRenderers'>> {
  readonly release: string;
  readonly namespace?: string | undefined;
}

/** The call of Helm for a chart, and why it would not render what the cluster gets. */
export function helmCall(
  chart: Chart,
  installation: Installation,
  tree: FileTree,
): { readonly call: { readonly helm: HelmCall }; readonly obstacles: readonly Obstacle[] } {
  const {
    release,
    namespace,
    valueFiles,
    values,
    set = [],
    includesCrds = false,
    archive,
    replacesValues,
  } = installation;
  const { postRenderers = [] } = installation;
  const { absent, obstacles } = absenceOf(chart, installation, tree);

  const helm = {
    chart: chart.folder,
    release: releaseName(release),
    ...(namespace !== undefined && { namespace: releaseName(namespace) }),
    valueFiles,
    ...(values && { values }),
    set,
    includesCrds,
    dependencies: chart.dependencies,
    ...(chart.fetched.length > 0 && { fetched: chart.fetched }),
    ...(absent && { absent }),
    ...(archive && { archive }),
    ...(replacesValues && { replacesValues: true }),
    ...(postRenderers.length > 0 && { postRenderers }),
  };

  return { call: { helm }, obstacles };
}

import { isExample } from '../../engine/files/sources/helm/chart.ts';
import { mayHavePodSettings, podSettings } from '../../engine/files/sources/pod-settings.ts';
import { readMappings } from '../../engine/files/sources/repository/yaml-data.ts';
import type { Root } from '../../engine/files/sources/root/root.ts';
import { type UnseenPods, unseenPods } from '../../engine/files/sources/unseen-pods.ts';
import { hasNodes } from '../../engine/manifest/model/karpenter-kinds.ts';
import { installsKarpenter } from '../../engine/manifest/node-charts.ts';
import type { Diagnostic } from '../../engine/text/diagnostic.ts';
import { folderOf, isWithin } from '../../engine/text/source.ts';
import type { OpenPair } from './open-pair.ts';
import type { RenderedSide } from './side-renderer.ts';

/** What a change does to charts and manifests that are not rendered. */
interface UnseenRoots {
  /** One finding if the change edits what their pods request or where they may run. */
  readonly diagnostics: readonly Diagnostic[];
  /** Names of those of head that the change adds or edits. */
  readonly edited: ReadonlySet<string>;
}

/** Compares the roots that are not rendered on either side. `unchanging` are those of base that stay as they are although head has them no longer. */
export function unseenRoots(
  before: RenderedSide,
  after: RenderedSide,
  { isAsked, unchanging }: Pick<OpenPair, 'isAsked' | 'unchanging'>,
): UnseenRoots {
  const isSame = sameIn(before, after);
  const [old, now] = [before, after].map((side) =>
    unrenderedRoots(side, isAsked).filter((root) => hasOnlyPods(root) && !isSame(root)),
  );

  const podsIn = (side: RenderedSide, other: RenderedSide, roots: readonly Root[]): UnseenPods[] =>
    roots.filter(({ name }) => !isRendered(other, name)).flatMap((root) => podsOf(root, side));

  const changing = old!.filter(({ name }) => !unchanging.has(name));
  const [left, right] = [podsIn(before, after, changing), podsIn(after, before, now!)];
  const sides = { before: namesOf(before), after: namesOf(after) };

  // Without NodePools, no figure depends on pods.
  const isCounted = (left.length > 0 || right.length > 0) && [before, after].some(hasNodePools);

  return {
    diagnostics: isCounted ? unseenPods(left, right, { help: compare, sides }) : [],
    edited: new Set(now!.map(({ name }) => name)),
  };
}

const compare =
  'Compare what the chart renders to before and after the change. To include its pods, allow its repository in `sources.chartRepositories` of plumbline.yaml, or add the rendered manifests.';

const namesOf = ({ side }: RenderedSide): ReadonlySet<string> => new Set(side.roots.map(({ name }) => name));

const isRendered = ({ renderings }: RenderedSide, name: string): boolean =>
  'text' in (renderings.get(name)?.rendering ?? {});

/** Whether a root is on both sides, with the same definition and files. It may have moved to another folder, which is in its name. */
function sameIn(before: RenderedSide, after: RenderedSide): (root: Root) => boolean {
  const [old, now] = [before, after].map(({ side: { roots } }) => new Map(roots.map((root) => [root.name, root])));

  const apart = (side: RenderedSide, other: ReadonlyMap<string, Root>): ReadonlySet<string> =>
    new Set(side.side.roots.filter(({ name }) => !other.has(name)).map((root) => movable(root, side)));

  const [gone, added] = [apart(before, now!), apart(after, old!)];

  return (root) => {
    const [a, b] = [old!.get(root.name), now!.get(root.name)];
    if (a !== undefined && b !== undefined) return inputText(a, before) === inputText(b, after);
    if (a === root) return added.has(movable(root, before));
    return gone.has(movable(root, after));
  };
}

/** Roots for which something is missing. */
const unrenderedRoots = (rendered: RenderedSide, isAsked: (root: Root) => boolean): Root[] =>
  rendered.side.roots
    .filter(({ obstacles }) => obstacles.length > 0)
    .filter((root) => isAsked(root) && !isRendered(rendered, root.name));

/** Whether a root has pods that nothing else accounts for. What probably has NodePools has another finding. */
const hasOnlyPods = ({ elsewhere, file, name }: Root): boolean =>
  !elsewhere && !isExample(file) && !installsKarpenter(name);

/** A text that is the same on both sides if the values of a root are. */
const inputText = ({ said, call, files }: Root, { side: { tree } }: RenderedSide): string =>
  JSON.stringify([said, call, files.map((file) => [file, tree.files.get(file)])]);

/** The same for a root whose folder has moved: paths are those from its own file. */
function movable({ said, call, file, files }: Root, { side: { tree } }: RenderedSide): string {
  const folder = folderOf(file);
  const helm = call !== null && 'helm' in call ? call.helm : undefined;

  const within = files.map((path) => [
    folder !== '' && isWithin(path, folder) ? path.slice(folder.length + 1) : path,
    tree.files.get(path),
  ]);

  return JSON.stringify([said, helm?.values, helm?.set, within]);
}

function podsOf(
  { name, file, said, call, files, patches }: Root,
  { side: { tree } }: RenderedSide,
): readonly UnseenPods[] {
  const helm = call !== null && 'helm' in call ? call.helm : undefined;
  const values = files.filter((path) => /\.ya?ml$/.test(path) && !/(?:^|\/)(?:templates|crds)\//.test(path));
  const sources = [file, ...values].map((path) => ({ file: path, text: tree.text(path) ?? '' }));
  const rootSettings = [said, helm?.values, helm?.set].flatMap(podSettings);

  return sources.flatMap((source, at): UnseenPods[] => {
    const settingsOf = () => {
      if (at === 0) return rootSettings;
      if (!mayHavePodSettings(source.text)) return [];

      // Objects that a kustomization lists are read as they are.
      const isPatch = patches.includes(source.file);
      return readMappings(source.text)
        .filter(({ apiVersion, kind }) => isPatch || apiVersion === undefined || kind === undefined)
        .flatMap(podSettings);
    };

    const settings = settingsOf();
    if (settings.length === 0) return [];
    return [{ name, source, settings }];
  });
}

const hasNodePools = ({ side: { source } }: RenderedSide): boolean =>
  [...source.sources, ...source.hintSources].some(({ text }) => hasNodes(text));

import type { CrdPack } from '../engine/files/schema/definitions/crd-pack.ts';
import { customKinds } from '../engine/files/schema/server/custom-kinds.ts';
import type { Settings } from '../engine/karpenter/api/settings.ts';
import type { Manifest } from '../engine/manifest/model/manifest.ts';
import { parseManifests } from '../engine/manifest/parse.ts';
import type { Facts } from '../engine/review/context/facts.ts';
import { resolvePath, type Source } from '../engine/text/source.ts';
import { megabytes } from '../engine/text/words/megabytes.ts';
import { textIf } from '../engine/text/words/text-if.ts';
import { isConfigFault, PlumblineError } from '../shared/errors.ts';
import type { CatalogContext } from './facts-at-base.ts';

/**
 * The facts with the CustomResourceDefinitions that the configuration names. They are those at the base, so that a change does not decide what
 * it is validated against. Throws PlumblineError('config').
 */
export async function withCrdsAtBase(facts: Facts, { crds: paths }: Settings, context: CatalogContext): Promise<Facts> {
  if (paths.length === 0) return facts;

  const { configuration, rules, onNote } = context;

  try {
    requireReadable(paths);
    const current = await configuration.files(paths);
    const pack = packOf(paths, current, configuration.at);
    await reportProposed(paths, current, context);

    return withKinds(facts, pack);
  } catch (error) {
    if (rules.missingFacts === 'fails' || !isConfigFault(error)) throw error;

    onNote({ about: 'unusable crds', at: 'base', fault: error.message });
    return facts;
  }
}

/** Reports that the change's own definitions take effect later, and what is wrong with them. */
async function reportProposed(
  paths: readonly string[],
  current: readonly Source[],
  { configuration, onNote }: CatalogContext,
): Promise<void> {
  if (!configuration.proposedFiles) return;
  try {
    const proposed = await configuration.proposedFiles(paths);
    const texts = new Map(proposed.map(({ file, text }) => [file, text]));
    const changed = current.filter(({ file, text }) => texts.get(file) !== text).map(({ file }) => file);
    if (changed.length === 0) return;

    onNote({ about: 'proposed crds', files: changed });
    packOf(paths, proposed, undefined);
  } catch (error) {
    if (!isConfigFault(error)) throw error;
    onNote({ about: 'unusable crds', at: 'head', fault: error.message });
  }
}

/** The most files in `crds`. */
const mostFiles = 50;

/** The longest file in `crds`, in UTF-16 code units. Real definitions have at most half a megabyte. */
const maxLength = 4 * 1024 * 1024;

/** Whether the paths may be read: they are few, and inside of the repository. */
function requireReadable(paths: readonly string[]): void {
  if (paths.length > mostFiles)
    throw new PlumblineError('config', `\`crds\` has more than ${mostFiles} files`, {
      help: 'Put the CustomResourceDefinitions of one provider into one file.',
    });

  const outside = paths.find((path) => resolvePath('', path) !== path);
  if (outside !== undefined)
    throw new PlumblineError('config', `\`${outside}\` in \`crds\` is not the path of a file in the repository`, {
      help: 'Write the path from the root of the repository, without `..`.',
    });
}

/** The kinds that some files define. Each file has to define one. */
function packOf(paths: readonly string[], sources: readonly Source[], base: string | undefined): CrdPack {
  const sourceByFile = new Map(sources.map((source) => [source.file, source]));
  const manifests: Manifest[] = [];

  for (const path of paths) {
    const source = sourceByFile.get(path);
    if (!source)
      throw new PlumblineError(
        'config',
        `\`${path}\` in \`crds\` was not found${textIf(base !== undefined, ` at \`${base}\``)}`,
        { help: 'Name a file with CustomResourceDefinitions, from the root of the repository.' },
      );

    if (source.text.length > maxLength)
      throw new PlumblineError('config', `\`${path}\` in \`crds\` is longer than ${megabytes(maxLength)} MB`, {
        help: 'Split it into one file for each CustomResourceDefinition.',
      });

    const parsed = parseManifests(source, { set: {} });
    if (customKinds(parsed.manifests).pack.versions.length === 0)
      throw new PlumblineError('config', `\`${path}\` in \`crds\` defines no kind`, {
        help: 'Name a file with a CustomResourceDefinition of `apiextensions.k8s.io/v1` that has a schema, as rendered YAML or JSON.',
      });

    manifests.push(...parsed.manifests);
  }

  return customKinds(manifests).pack;
}

/**
 * Karpenter's own kinds stay as they are. Definitions of other providers that are included are as of a date, so those
 * of the repository replace them.
 */
function withKinds(facts: Facts, { find }: CrdPack): Facts {
  const packs = new Map<string, CrdPack>();
  return {
    providers: facts.providers,
    karpenterVersions: facts.karpenterVersions,
    regions: facts.regions,
    get badReleases() {
      return facts.badReleases;
    },
    catalog: (region) => facts.catalog(region),
    crds(karpenterVersion) {
      const currentPack = packs.get(karpenterVersion);
      if (currentPack) return currentPack;

      const pack = facts.crds(karpenterVersion);
      const basePack: CrdPack = {
        ...pack,
        find(apiVersion, kind) {
          const definition = pack.find(apiVersion, kind);
          if (definition === undefined || definition.asOf !== undefined) return find(apiVersion, kind) ?? definition;
          return definition;
        },
      };

      packs.set(karpenterVersion, basePack);

      return basePack;
    },
  };
}

import { asList, asText, type Manifest } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { earlierObject } from '../fields/earlier-object.ts';
import { nodeClassesOf } from '../fields/node-classes.ts';
import { accountFinding } from './account-finding.ts';
import type { AccountSides } from './account-sides.ts';

/** Reports node classes whose only alias goes back to an older release of the same family. */
export function olderImages({ base, head }: AccountSides): Diagnostic[] {
  const earlier = nodeClassesOf(base.all);

  return nodeClassesOf(head.all).flatMap((nodeClass): Diagnostic[] => {
    const old = earlierObject(nodeClass, earlier);
    const [before, after] = [old && aliasOf(old), aliasOf(nodeClass)];
    if (before === undefined || after === undefined || before.family !== after.family) return [];
    if (!isOlder(after.numbers, before.numbers) || head.clusterOf(nodeClass).isExample) return [];

    return [
      accountFinding({
        code: 'upgrade/older-image',
        severity: 'note',
        message: `${quoted(nodeClass.name)} goes back from ${quoted(before.alias)} to the older release ${quoted(after.alias)}, which lacks later security fixes`,
        span: nodeClass.span(aliasPath),
        resource: nodeClass.ref,
        help: 'Go back only to leave a faulty release, and note why.',
        isProminent: true,
      }),
    ];
  });
}

const aliasPath = ['spec', 'amiSelectorTerms', 0, 'alias'];

interface Alias {
  readonly alias: string;
  readonly family: string;
  /** The parts of its release: a date, or the numbers of a version. */
  readonly numbers: readonly number[];
}

/** The release that a class pins, if it has no other term. */
function aliasOf(nodeClass: Manifest): Alias | undefined {
  const alias = asText(nodeClass.get(aliasPath)) ?? '';
  const isOnly = asList(nodeClass.get(['spec', 'amiSelectorTerms'])).length === 1;
  if (!isOnly || hasPlaceholder(alias) || alias.length > 60) return undefined;

  const [, family, release] = /^([a-z0-9]+)@v?(\d[\d.]*)$/.exec(alias) ?? [];
  if (family === undefined || release === undefined) return undefined;
  return { alias, family, numbers: release.split('.').map(Number) };
}

function isOlder(release: readonly number[], other: readonly number[]): boolean {
  if (release.length !== other.length) return false;

  const at = release.findIndex((number, i) => number !== other[i]);
  return at >= 0 && release[at]! < other[at]!;
}

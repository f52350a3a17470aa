import { type RecordedCase, readCases } from '../../../kubeval-wasm/recorded-case.ts';
import type { CrdVersion } from '../../../src/engine/schema/definitions/crd-pack.ts';
import { definitionOf } from '../../../src/engine/schema/server/served-definition.ts';
import { type ApiServer, startApiServer } from '../../apiserver/api-server.ts';
import { packOf, setOf } from '../../conformance/kubeval/pack-cases.ts';
import { compact, Questioner } from './asking.ts';
import { mutated, type Seeds } from './mutations.ts';
import { seedsOf } from './seeds.ts';

/** The mutations to ask a server about. */
export interface Order {
  readonly minor: string;
  /** Number of cases of the whole minor, divided evenly among its kinds. */
  readonly count: number;
  /** The first seed. */
  readonly seed: number;
}

/** Asks a real API server with the definitions of one minor. There is a separate server for each version of the kinds. */
export async function recordMinor(
  { minor, count, seed }: Order,
  say: (progress: string) => void = () => {},
): Promise<RecordedCase[]> {
  const seeds = seedsOf(readCases());
  const versions = packOf(minor).versions.filter((crd) => seeds.has(`${crd.apiVersion} ${crd.kind}`));
  const share = Math.ceil(count / versions.length);
  const found: RecordedCase[] = [];
  for (const round of rounds(versions)) {
    const server = await startApiServer({ karpenterVersion: null });
    const questioner = new Questioner(server);
    try {
      await install(server, round);
      for (const crd of round) {
        const first = seed + versions.indexOf(crd) * 100_000;
        found.push(...(await recordKind({ minor, crd, count: share, seed: first }, seeds, questioner)));
        say(`${minor} ${crd.apiVersion} ${crd.kind}: ${found.length} cases so far`);
      }
    } finally {
      questioner.close();
      await server.stop();
    }
  }
  return found;
}

interface KindOrder extends Order {
  readonly crd: CrdVersion;
}

async function recordKind(
  { minor, crd, count, seed }: KindOrder,
  seeds: ReadonlyMap<string, Seeds>,
  questioner: Questioner,
): Promise<RecordedCase[]> {
  const found: RecordedCase[] = [];
  const texts = new Set<string>();
  for (let i = 0; found.length < count && i < count * 4; i++) {
    const question = mutated(crd, seeds.get(`${crd.apiVersion} ${crd.kind}`)!, seed + i);
    const key = question.text.replaceAll(`"o${seed + i}"`, '');
    if (texts.has(key)) continue;
    texts.add(key);
    const recorded = await questioner.ask(question, crd.plural, crd.scope === 'Namespaced');
    if (recorded === undefined) continue;
    found.push({
      id: `${minor}-${crd.kind}-${crd.version}-${seed + i}`,
      set: setOf(minor, crd),
      ...question,
      ...compact(recorded),
    });
  }
  return found;
}

/** A definition has only one version here, so kinds with several versions need several servers. */
function rounds(versions: readonly CrdVersion[]): CrdVersion[][] {
  const found: CrdVersion[][] = [];
  for (const crd of versions) {
    const free = found.find((round) =>
      round.every(({ plural, group }) => plural !== crd.plural || group !== crd.group),
    );
    if (free) free.push(crd);
    else found.push([crd]);
  }
  return found;
}

async function install(server: ApiServer, versions: readonly CrdVersion[]): Promise<void> {
  await server.apply(versions.map(definition));
  for (const { apiVersion, plural } of versions) {
    for (let tries = 0; (await server.request('GET', `/apis/${apiVersion}/${plural}`)).status !== 200; tries++) {
      if (tries > 200) throw new Error(`${plural} of ${apiVersion} is not served`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

function definition(crd: CrdVersion): object {
  const { spec } = definitionOf(crd);
  const { kind, plural, group } = crd;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${plural}.${group}`,
      // The API server requires an approval note for a protected group.
      ...(group.endsWith('k8s.io') && { annotations: { 'api-approved.kubernetes.io': 'unapproved, a test' } }),
    },
    spec: { ...spec, names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` } },
  };
}

import { type RecordedCase, readCases } from '../../../kubeval-wasm/recorded-case.ts';
import type { Validator } from '../../../kubeval-wasm/validator.ts';
import type { CrdVersion } from '../../../src/engine/files/schema/definitions/crd-pack.ts';
import { definitionOf } from '../../../src/engine/files/schema/server/served-definition.ts';
import { type ApiServer, startApiServer } from '../../apiserver/api-server.ts';
import { packOf, setOf } from '../../conformance/kubeval/pack-cases.ts';
import { compact, Questioner } from './asking.ts';
import { mutated, type Question, type Seeds } from './mutations.ts';
import { oneMistakeEach } from './one-mistake.ts';
import { seedsOf } from './seeds.ts';

/** What to ask a server about one pack. */
export interface Order {
  readonly pack: string;
  /** The kinds, and the questions about each. At most `most` of them are recorded. */
  readonly versions: readonly CrdVersion[];
  readonly questions: (crd: CrdVersion) => Iterable<Numbered>;
  readonly most?: number;
}

/** A question with the number that ends its id. */
export type Numbered = readonly [number: number, question: Question];

/** The order for random mutations of a minor of Karpenter. `count` of them are divided evenly among its kinds. */
export function randomOrder(minor: string, { count, seed }: { readonly count: number; readonly seed: number }): Order {
  const seeds = seedsOf(readCases());
  const nameOf = (crd: CrdVersion): string => `${crd.apiVersion} ${crd.kind}`;
  const versions = packOf(minor).versions.filter((crd) => seeds.has(nameOf(crd)));
  const most = Math.ceil(count / versions.length);
  return {
    pack: minor,
    versions,
    most,
    questions: (crd) =>
      differentMutations(crd, seeds.get(nameOf(crd))!, { seed: seed + versions.indexOf(crd) * 100_000, most }),
  };
}

function* differentMutations(
  crd: CrdVersion,
  seeds: Seeds,
  { seed, most }: { readonly seed: number; readonly most: number },
): Generator<Numbered> {
  const texts = new Set<string>();
  for (let number = seed; number < seed + most * 4; number++) {
    const question = mutated(crd, seeds, number);
    const key = question.text.replaceAll(`"o${number}"`, '');
    if (!texts.has(key)) yield [number, question];
    texts.add(key);
  }
}

/** The order for the kinds of another provider, with one mistake at a time. */
export function providerOrder(group: string, validator: Validator): Order {
  return {
    pack: group,
    versions: packOf(group).versions,
    questions: (crd) => oneMistakeEach(crd, validator).map((question, i): Numbered => [i + 1, question]),
  };
}

/** Asks a real API server with the definitions of one pack. There is a separate server for each version of the kinds. */
export async function record(order: Order, say: (progress: string) => void = () => {}): Promise<RecordedCase[]> {
  const found: RecordedCase[] = [];
  for (const round of rounds(order.versions)) {
    const server = await startApiServer({ karpenterVersion: null });
    const questioner = new Questioner(server);
    try {
      await install(server, round);
      for (const crd of round) {
        found.push(...(await recordKind(crd, order, questioner)));
        say(`${order.pack} ${crd.apiVersion} ${crd.kind}: ${found.length} cases so far`);
      }
    } finally {
      questioner.close();
      await server.stop();
    }
  }
  return found;
}

async function recordKind(
  crd: CrdVersion,
  { pack, questions, most = Number.POSITIVE_INFINITY }: Order,
  questioner: Questioner,
): Promise<RecordedCase[]> {
  const found: RecordedCase[] = [];
  for (const [number, question] of questions(crd)) {
    if (found.length === most) break;
    const recorded = await questioner.ask(question, crd.plural, crd.scope === 'Namespaced');
    if (recorded === undefined) continue;
    found.push({
      id: `${pack}-${crd.kind}-${crd.version}-${number}`,
      set: setOf(pack, crd),
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

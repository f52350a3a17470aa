import { asText, type Mapping, type Value } from '../manifest.ts';
import { hasPlaceholder } from '../yaml/placeholder.ts';

/** What Spark adds to the memory of a JVM: a tenth, and at least 384 MiB (spark.kubernetes.memoryOverheadFactor). */
const overhead = { factor: 0.1, leastMiB: 384 };

const unitsInMiB: Readonly<Record<string, number>> = { k: 1 / 1024, m: 1, g: 1024, t: 1024 * 1024 };

/** An amount of memory of a JVM, such as `4g`, in MiB; undefined if it is written in another way. A number without a unit counts `unit`. */
function mebibytes(value: Value | undefined, unit: number): number | undefined {
  const [, amount, letter = ''] = /^(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b|bytes)?$/i.exec(asText(value) ?? '') ?? [];
  if (amount === undefined) return undefined;
  return Number(amount) * (letter === '' ? unit : unitsInMiB[letter.toLowerCase()]!);
}

const inMiB = (amount: number): string => `${Math.ceil(amount)}Mi`;

/** The resources of a pod of Spark or Flink, in the form of Kubernetes. A placeholder stays one. */
export function requestsOf(form: 'spark' | 'flink', written: Mapping): Mapping {
  const { memory, memoryOverhead, coreRequest, cores, cpu } = written;
  const unknown = [memory, memoryOverhead, coreRequest, cores, cpu].find((value) => hasPlaceholder(value));
  if (unknown !== undefined) return { requests: { cpu: unknown } };
  if (form === 'flink') {
    const amount = mebibytes(memory, 1 / 1024 / 1024);
    return { requests: { ...(cpu !== undefined && { cpu }), ...(amount !== undefined && { memory: inMiB(amount) }) } };
  }

  const heap = mebibytes(memory ?? '1g', 1) ?? 1024;
  const more = mebibytes(memoryOverhead, 1) ?? Math.max(heap * overhead.factor, overhead.leastMiB);
  return { requests: { cpu: coreRequest ?? cores ?? 1, memory: inMiB(heap + more) } };
}

import { asMapping, asText, isObject, type Mapping, type Value } from '../model/manifest.ts';
import { hasPlaceholder } from '../yaml/placeholder.ts';

/**
 * What Spark adds to the memory of a JVM: a tenth, 0.4 for Python and R, and at least 384 MiB. Source: spark docs/running-on-kubernetes.md
 * spark.kubernetes.memoryOverheadFactor.
 */
const overhead = { factor: 0.1, leastMiB: 384 };

const unitsInMiB: Readonly<Record<string, number>> = { k: 1 / 1024, m: 1, g: 1024, t: 1024 * 1024 };

/** An amount of memory of a JVM, such as `4g`, in MiB; undefined if it is written in another way. A number without a unit counts `unit`. */
function mebibytes(value: Value | undefined, unit: number): number | undefined {
  const [, amount, letter = ''] = /^(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b|bytes)?$/i.exec(asText(value) ?? '') ?? [];
  if (amount === undefined) return undefined;
  return Number(amount) * (letter === '' ? unit : unitsInMiB[letter.toLowerCase()]!);
}

const inMiB = (amount: number): string => `${Math.ceil(amount)}Mi`;

/** What a virtual machine requests of a core of its guest. Source: kubevirt pkg/virt-config DefaultCPUAllocationRatio. */
const coresPerRequest = 10;

/** The resources of a pod of Spark, Flink or KubeVirt, in the form of Kubernetes. A placeholder stays one. */
export function requestsOf(form: 'spark' | 'flink' | 'kubevirt', written: Mapping, factor?: Value): Mapping {
  if (form === 'kubevirt') return requestsOfMachine(written);

  const { memory, memoryOverhead, coreRequest, cores, cpu } = written;
  const unknown = [memory, memoryOverhead, coreRequest, cores, cpu, factor].find((value) => hasPlaceholder(value));
  if (unknown !== undefined) return { requests: { cpu: unknown } };

  if (form === 'flink') {
    if (isObject(written.requests) || isObject(written.limits)) return written;

    const amount = mebibytes(memory, 1 / 1024 / 1024);
    return { requests: { ...(cpu !== undefined && { cpu }), ...(amount !== undefined && { memory: inMiB(amount) }) } };
  }

  const share = Number(asText(factor) ?? overhead.factor);
  const heap = mebibytes(memory ?? '1g', 1) ?? 1024;
  const more = mebibytes(memoryOverhead, 1) ?? Math.max(heap * share, overhead.leastMiB);

  return { requests: { cpu: coreRequest ?? cores ?? 1, memory: inMiB(heap + more) } };
}

/** What a domain requests itself, otherwise the memory of its guest and its share of the cores. */
function requestsOfMachine({ resources, memory, cpu }: Mapping): Mapping {
  const { requests, limits } = asMapping(resources) ?? {};
  const { guest } = asMapping(memory) ?? {};
  const { cores = 1, sockets = 1, threads = 1 } = asMapping(cpu) ?? {};
  const milli = ([cores, sockets, threads].map(Number).reduce((all, factor) => all * factor) * 1000) / coresPerRequest;

  const usual = {
    ...(cpu !== undefined && Number.isFinite(milli) && { cpu: `${Math.ceil(milli)}m` }),
    ...(guest !== undefined && { memory: guest }),
  };

  return { requests: { ...usual, ...(asMapping(requests) ?? {}) }, ...(limits !== undefined && { limits }) };
}

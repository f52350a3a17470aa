import { setTimeout as delay } from 'node:timers/promises';
import { recordPrefix } from '../engine/changes/plan/planned-side.ts';
import { sha256 } from '../engine/text/sha256.ts';
import type { KubeClient } from '../io/kube/client.ts';
import type { Json } from '../io/kube/kube-answer.ts';
import { kubeError, printableLine } from '../io/kube/kube-error.ts';
import { PlumblineError } from '../shared/errors.ts';

/** Which Lease to take, and who takes it. */
export interface LeaseRequest {
  readonly client: KubeClient;
  readonly environment: string;
  readonly namespace: string;
  /** Who holds it: repository, run and attempt. */
  readonly holder: string;
  /** How long it is valid without being renewed. */
  readonly seconds: number;
  readonly log: (line: string) => void;
}

/** What the Lease of an environment records between runs. */
interface LeaseRecord {
  /** The commit that was last applied completely. */
  readonly commit: string | undefined;
  /** The plan that a run began and did not finish. */
  readonly unfinished: { readonly digest: string; readonly run: string } | undefined;
}

/** A name that Kubernetes accepts, and that two environments never share. */
export const leaseName = (environment: string): string => {
  if (/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(environment) && environment.length < 50) return `plumbline-${environment}`;

  return `plumbline-${sha256(environment).slice(0, 16)}`;
};

const keys = {
  commit: `${recordPrefix}commit`,
  digest: `${recordPrefix}digest`,
  run: `${recordPrefix}run`,
  state: `${recordPrefix}state`,
} as const;

const collection = (namespace: string): string =>
  `/apis/coordination.k8s.io/v1/namespaces/${encodeURIComponent(namespace)}/leases`;

/** Reads the Lease's record without taking the Lease. */
export async function readLease({
  client,
  environment,
  namespace,
}: Pick<LeaseRequest, 'client' | 'environment' | 'namespace'>): Promise<LeaseRecord> {
  return recordOf(await client.get(`${collection(namespace)}/${leaseName(environment)}`));
}

function recordOf(live: Json | undefined): LeaseRecord {
  const annotations: Readonly<Record<string, string>> = live?.metadata?.annotations ?? {};
  const { [keys.digest]: digest, [keys.run]: run, [keys.state]: state, [keys.commit]: commit } = annotations;
  const isUnfinished = state === 'applying' && digest !== undefined;

  const unfinished = () => {
    if (isUnfinished) return { digest: printableLine(digest, 64), run: printableLine(run, 200) };
    return undefined;
  };

  return {
    commit: commit !== undefined && /^[0-9a-f]{40,64}$/.test(commit) ? commit : undefined,
    unfinished: unfinished(),
  };
}

/** A Lease in the cluster that allows one apply of an environment at a time. It expires if its holder stops renewing it. */
export class Lease {
  readonly #request: LeaseRequest;
  readonly record: LeaseRecord;
  #live: Json;
  #timer: NodeJS.Timeout | undefined;
  #isLost = false;
  /** When the last successful renewal began. */
  #renewedAt = Date.now();
  #renewal: Promise<void> = Promise.resolve();

  private constructor(request: LeaseRequest, live: Json, record: LeaseRecord) {
    this.#request = request;
    this.#live = live;
    this.record = record;
  }

  /**
   * Takes the Lease. If another run holds it without renewing it, waits until it expires. That time is measured by our own clock from
   * when the Lease was first seen, because clocks differ. Throws PlumblineError('kube') when another run keeps renewing it.
   */
  static async take(request: LeaseRequest, digest: string): Promise<Lease> {
    const seen = { renewTime: undefined as string | undefined, since: 0, renewals: -1 };
    for (;;) {
      const live = await request.client.get(`${collection(request.namespace)}/${leaseName(request.environment)}`);
      const holder: string = live?.spec?.holderIdentity ?? '';
      if (live === undefined || holder === '' || hasRunOut(live, seen)) {
        const taken = await write(
          request,
          live,
          annotationsOf(live, { state: 'applying', digest, run: request.holder }),
        );

        if (taken) return new Lease(request, taken, recordOf(live)).#start();

        continue;
      }

      if (seen.renewals > 0) throw isHeld(request, holder);

      if (seen.renewals === 0 && seen.since === 0) {
        seen.since = Date.now();
        request.log(
          `${printableLine(holder, 200)} holds the lease of ${request.environment}. Waiting until it is released or expires.`,
        );
      }

      await delay(Math.min(1000, request.seconds * 250));
    }
  }

  #start(): this {
    this.#timer = setInterval(
      () => {
        this.#renewNow().catch(() => {});
      },
      (this.#request.seconds * 1000) / 3,
    );

    this.#timer.unref();
    return this;
  }

  /** Renews the Lease after a renewal that is still on its way. */
  #renewNow(): Promise<void> {
    const renewal = this.#renewal.then(() => this.#renew());
    this.#renewal = renewal.catch(() => {});
    return renewal;
  }

  async #renew(): Promise<void> {
    const now = Date.now();
    const live = await write(this.#request, this.#live, this.#live.metadata.annotations);
    if (live === undefined) this.#isLost = true;
    else {
      this.#live = live;
      this.#renewedAt = now;
    }
  }

  /**
   * Throws PlumblineError('kube') when another run has taken the Lease, so that nothing more is written. A Lease that was not renewed in time,
   * because this machine or the network stood still, is renewed first: another run may have it.
   */
  async assertHeld(): Promise<void> {
    if (Date.now() - this.#renewedAt > this.#request.seconds * 1000) await this.#renewNow();
    if (!this.#isLost) return;
    throw new PlumblineError('kube', `Another run has taken over the lease of ${this.#request.environment}`, {
      help: 'Check the other run. This run has written nothing since.',
    });
  }

  /** Releases the Lease. `commit` is what the cluster now matches. If undefined, the plan stays marked as unfinished. */
  async release(commit: string | undefined): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewal;
    if (this.#isLost) return;
    const annotations: Record<string, string> = { ...this.#live.metadata.annotations };
    if (commit !== undefined) Object.assign(annotations, { [keys.commit]: commit, [keys.state]: 'applied' });
    await write({ ...this.#request, holder: '' }, this.#live, annotations);
  }
}

interface Seen {
  renewTime: string | undefined;
  since: number;
  /** How often the holder was seen renewing it; -1 before the first read. */
  renewals: number;
}

/** Whether the Lease has expired: it was not renewed for its whole duration. */
function hasRunOut(live: Json, seen: Seen): boolean {
  const { renewTime, leaseDurationSeconds = 60 } = live.spec;

  if (renewTime !== seen.renewTime) {
    seen.renewTime = renewTime;
    seen.renewals++;
    seen.since = seen.renewals === 0 ? 0 : Date.now();

    return false;
  }

  return seen.since !== 0 && Date.now() - seen.since > leaseDurationSeconds * 1000;
}

const isHeld = ({ environment }: LeaseRequest, holder: string): PlumblineError =>
  new PlumblineError('kube', `Another apply to ${environment} is running: ${printableLine(holder, 200)}`, {
    help: 'Nothing was written. Run this again when the other apply has finished.',
  });

function annotationsOf(
  live: Json | undefined,
  { state, digest, run }: { state: string; digest: string; run: string },
): Record<string, string> {
  return { ...live?.metadata?.annotations, [keys.state]: state, [keys.digest]: digest, [keys.run]: run };
}

/** Writes the Lease and returns it; undefined if somebody else changed it first. */
async function write(
  { client, environment, namespace, holder, seconds }: LeaseRequest,
  live: Json | undefined,
  annotations: Readonly<Record<string, string>>,
): Promise<Json | undefined> {
  const now = `${new Date().toISOString().slice(0, 23)}000Z`;
  const isSame = holder !== '' && live?.spec?.holderIdentity === holder;
  const name = leaseName(environment);

  const body = {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name, namespace, annotations, ...(live && { resourceVersion: live.metadata.resourceVersion }) },
    spec: {
      holderIdentity: holder,
      leaseDurationSeconds: Math.max(1, Math.round(seconds)),
      acquireTime: isSame ? live.spec.acquireTime : now,
      renewTime: now,
      leaseTransitions: Number(live?.spec?.leaseTransitions ?? 0) + (isSame || holder === '' ? 0 : 1),
    },
  };

  const path = live ? `${collection(namespace)}/${name}` : collection(namespace);
  const request = { method: live ? 'PUT' : 'POST', path, body: JSON.stringify(body) } as const;
  const answer = await client.send(request);
  if (answer.status < 300) return answer.body;
  if (answer.status === 409) return undefined;

  if (answer.status !== 404) throw kubeError(request, answer);

  throw new PlumblineError('kube', `The namespace \`${namespace}\` for the lease was not found in the cluster`, {
    help: 'Set `leaseNamespace` of the environment to an existing namespace, or create this one.',
  });
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Authenticator, startAuthenticator } from '../aws/authenticator.ts';
import { Cloud } from '../aws/cloud.ts';
import { IdentityProvider } from '../aws/identity-provider.ts';
import type { Files } from '../github/git-repository.ts';
import { FakeGitHub } from '../github/github.ts';
import { type KwokCluster, startKwokCluster } from '../kwok/kwok-cluster.ts';
import { type Forecast, forecast } from '../kwok/set-up.ts';
import { Act } from '../real/act.ts';
import { atFirst, change } from './repository.ts';

/** Everything in which the story takes place. None of it is reachable from outside this machine. */
export interface World {
  readonly github: FakeGitHub;
  readonly provider: IdentityProvider;
  readonly cloud: Cloud;
  readonly authenticator: Authenticator;
  readonly cluster: KwokCluster;
  readonly clusterArn: string;
  readonly act: Act;
  /** A folder for what `init` writes. */
  readonly folder: string;
  stop(): Promise<void>;
}

export const region = 'eu-central-1';
const zones = ['a', 'b', 'c'].map((letter) => `${region}${letter}`);

/** plumbline's prediction for manifests in an empty cluster. */
export const predicted = (files: Files): Forecast =>
  forecast({
    name: 'demo',
    manifests: Object.values(files).map(String).join('---\n'),
    settings: { region, zones, spotPricing: 'advisor' },
  });

/** Starts the stand-ins for GitHub and AWS, and a cluster with the real Karpenter. */
export async function startWorld(): Promise<World> {
  const github = await FakeGitHub.start();
  const provider = await IdentityProvider.start();
  const cloud = await Cloud.start(provider);
  const authenticator = await startAuthenticator('production', () => cloud);
  const { instanceTypes } = predicted({ ...atFirst, ...change });
  const cluster = await startKwokCluster({ instanceTypes, server: { tokenWebhook: authenticator.url } });
  const clusterArn = await cloud.createCluster('production', region, cluster.server);
  const act = new Act();
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-demo-'));
  return {
    github,
    provider,
    cloud,
    authenticator,
    cluster,
    clusterArn,
    act,
    folder,
    async stop() {
      act.remove();
      await cluster.stop();
      await authenticator.stop();
      await cloud.stop();
      await provider.stop();
      await github.close();
      rmSync(folder, { recursive: true });
    },
  };
}

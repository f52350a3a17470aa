import { vi } from 'vitest';
import { type ApiServer, startApiServer } from '../apiserver/api-server.ts';
import { type Authenticator, startAuthenticator } from './authenticator.ts';
import { Cloud } from './cloud.ts';
import { IdentityProvider } from './identity-provider.ts';

/** GitHub's identity provider, AWS and an EKS cluster, whose API server is a real one that asks AWS who comes. */
export interface EksWorld {
  readonly github: IdentityProvider;
  readonly cloud: Cloud;
  readonly authenticator: Authenticator;
  readonly cluster: ApiServer;
  readonly region: string;
  readonly clusterArn: string;
  /** Environment of a job with `id-token: write`, and no credentials of AWS. */
  readonly env: Readonly<Record<string, string>>;
  /** Sets the environment of this process so, until `vi.unstubAllEnvs()`. */
  stubEnv(): void;
  stop(): Promise<void>;
}

const region = 'eu-central-1';

/** Starts it all; nothing in it trusts anybody yet. `users` are people of the API server: `name:group`. */
export async function startEksWorld({ users = [] as readonly string[] } = {}): Promise<EksWorld> {
  const github = await IdentityProvider.start();
  const cloud = await Cloud.start(github);
  const authenticator = await startAuthenticator('production', () => cloud);
  const cluster = await startApiServer({ tokenWebhook: authenticator.url, users });
  const clusterArn = await cloud.createCluster('production', region, cluster);
  const env = { ...cloud.env, ...github.env };
  return {
    ...{ github, cloud, authenticator, cluster, region, clusterArn, env },
    stubEnv() {
      for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
      for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_PROFILE'])
        vi.stubEnv(name, undefined);
    },
    async stop() {
      vi.unstubAllEnvs();
      await cluster.stop();
      await authenticator.stop();
      await cloud.stop();
      await github.stop();
    },
  };
}

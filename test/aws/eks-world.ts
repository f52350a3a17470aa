import { vi } from 'vitest';
import { type ApiServer, startApiServer } from '../apiserver/api-server.ts';
import { type Authenticator, startAuthenticator } from './authenticator.ts';
import { Cloud } from './cloud.ts';
import { IdentityProvider } from './identity-provider.ts';

/** GitHub's identity provider, AWS, and an EKS cluster. Its API server is a real one that asks AWS to authenticate callers. */
export interface EksWorld {
  readonly github: IdentityProvider;
  readonly cloud: Cloud;
  readonly authenticator: Authenticator;
  readonly cluster: ApiServer;
  readonly region: string;
  readonly clusterArn: string;
  /** Environment of a job with `id-token: write` and without AWS credentials. */
  readonly env: Readonly<Record<string, string>>;
  /** Sets the environment of this process, until `vi.unstubAllEnvs()`. */
  stubEnv(): void;
  stop(): Promise<void>;
}

const region = 'eu-central-1';

/** Starts everything, without any trust between the parts. `users` are users of the API server: `name:group`. */
export async function startEksWorld({ users = [] as readonly string[] } = {}): Promise<EksWorld> {
  const github = await IdentityProvider.start();
  const cloud = await Cloud.start(github);
  const authenticator = await startAuthenticator('production', () => cloud);
  const cluster = await startApiServer({ tokenWebhook: authenticator.url, users });
  const clusterArn = await cloud.createCluster('production', region, cluster);
  const env = { ...cloud.env, ...github.env };
  return {
    github,
    cloud,
    authenticator,
    cluster,
    region,
    clusterArn,
    env,
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

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Cloud } from './cloud.ts';

/** A stand-in for EKS's authenticator: a webhook that the API server asks about bearer tokens. */
export interface Authenticator {
  /** For `tokenWebhook` of the API server. */
  readonly url: string;
  /** The callers that were accepted, in order. */
  readonly callers: string[];
  stop(): Promise<void>;
}

/** Accepts callers that the cluster's access entries name, with their groups. `cloud` is set once it has started. */
export async function startAuthenticator(clusterName: string, cloud: () => Cloud): Promise<Authenticator> {
  const callers: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { apiVersion, spec } = JSON.parse(body);
    const user = await userOf(spec.token, clusterName, cloud()).catch(() => undefined);
    if (user) callers.push(user.username);
    const status = user ? { authenticated: true, user } : { authenticated: false };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ apiVersion, kind: 'TokenReview', status }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    callers,
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function userOf(token: string, clusterName: string, cloud: Cloud) {
  if (!token.startsWith('k8s-aws-v1.')) return undefined;
  const arn = await cloud.callerOf(token, clusterName);
  // arn:aws:sts::ACCOUNT:assumed-role/NAME/SESSION is the role arn:aws:iam::ACCOUNT:role/NAME.
  const [, accountId, role] = /^arn:aws:sts::(\d+):assumed-role\/([^/]+)\//.exec(arn ?? '') ?? [];
  const principal = `arn:aws:iam::${accountId}:role/${role}`;
  const entry = cloud.accessEntries.find((one) => one.clusterName === clusterName && one.principalArn === principal);
  return arn && entry ? { username: arn, groups: [...entry.kubernetesGroups, 'system:authenticated'] } : undefined;
}

import { readFileSync } from 'node:fs';
import { applyPlan } from '../../src/apply/apply.ts';
import { KubeClient } from '../../src/io/kube/client.ts';
import { schemaOf } from './apply-schema.ts';

/** An apply in a separate process, which a test can kill. Its input comes on standard input. */
const { server, ca, token, plan } = JSON.parse(readFileSync(0, 'utf8'));
const outcome = await applyPlan({
  plan,
  schemaOf,
  karpenterVersion: '1.14',
  client: new KubeClient(async () => ({ server, certificateAuthority: ca, token, describe: () => 'it' })),
  commit: 'c'.repeat(40),
  run: 'acme/infra run 1',
  between: new Map(),
  guard: undefined,
  acknowledged: new Map([['NodePool/old', 0]]),
  delivery: undefined,
  isForced: false,
  ignoresGuard: false,
  isRolledBack: false,
  leaseNamespace: 'kube-system',
  leaseSeconds: 1,
  readySeconds: 10,
  pollSeconds: 0.05,
  log: () => {},
});
console.log(outcome.result);

import type { Files } from './git-repository.ts';
import type { FakeGitHub } from './github.ts';

/** A pull request with its commits. */
export interface Scene {
  readonly number: number;
  readonly base: string;
  readonly head: string;
  /** GitHub's test merge of head into base. */
  readonly merge: string;
}

/** Changes to files. Null removes a file. */
export type Changes = Readonly<Record<string, string | null>>;

/** Opens a pull request that changes some files of main, from somebody's fork or from acme/infra itself. */
export async function openScene(fake: FakeGitHub, before: Files, changes: Changes, fork?: string): Promise<Scene> {
  const after = Object.fromEntries(
    Object.entries({ ...before, ...changes }).filter((entry): entry is [string, string] => entry[1] !== null),
  );
  const base = fake.git.commit(before);
  const head = fake.git.commit(after, [base]);
  const number = await fake.open({ base, head, branch: 'change', ...(fork ? { fork } : {}) });
  return { number, base, head, merge: fake.git.commit(after, [base, head]) };
}

/** Pushes other files to the pull request's branch. */
export function pushTo(fake: FakeGitHub, from: Scene, files: Files): Scene {
  const head = fake.git.commit(files, [from.head]);
  fake.moveHead(from.number, head);
  return { ...from, head, merge: fake.git.commit(files, [from.base, head]) };
}

/** Payload of the workflow_run event that follows the review of a fork's pull request. */
export const workflowRun = ({ head }: Scene, changes: Readonly<Record<string, unknown>> = {}): unknown => ({
  action: 'completed',
  workflow_run: {
    event: 'pull_request',
    head_sha: head,
    head_branch: 'change',
    head_repository: { full_name: 'mallory/infra' },
    pull_requests: [],
    ...changes,
  },
});

/** A NodePool. Each name is a field that the API does not know, which is an error. */
export const pool = (...unknown: string[]): string =>
  [nodePool(unknown.slice(0, mostListed)), ...nodeClasses(unknown.slice(mostListed))].join('---\n');

/** The review lists at most this many errors of one object. More errors go into node classes. */
const mostListed = 100;

const fields = (unknown: readonly string[]): string => unknown.map((name) => `  ${name}: 1\n`).join('');

const nodePool = (unknown: readonly string[]): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: web
spec:
  limits: {cpu: 100}
${fields(unknown)}  template:
    spec:
      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
      requirements:
        - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
`;

const nodeClasses = (unknown: readonly string[]): string[] =>
  Array.from({ length: Math.ceil(unknown.length / mostListed) }, (_, i) => {
    const own = unknown.slice(i * mostListed, (i + 1) * mostListed);
    return `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata:
  name: default${i || ''}
spec:
${fields(own)}  amiSelectorTerms: [{alias: al2023@v20250101}]
  role: nodes
  subnetSelectorTerms: [{tags: {a: b}}]
  securityGroupSelectorTerms: [{tags: {a: b}}]
`;
  });

/** Names of fields that no API has. */
export const unknownFields = (count: number): string[] => Array.from({ length: count }, (_, i) => `unknownField${i}`);

/** Permissions of a workflow's token. */
export const writer = { contents: 'read', pull_requests: 'write' } as const;
export const reader = { contents: 'read', pull_requests: 'read' } as const;

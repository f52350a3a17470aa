import { parseDocument } from 'yaml';
import { isObject, type Mapping } from '../../manifest/model/manifest.ts';
import { quotedNames } from '../../text/words/quoted-names.ts';
import { type Check, checksOf } from './check.ts';

const asMap = (value: unknown): Mapping => {
  if (isObject(value)) return value;
  return {};
};

/** The longest workflow that is read, in UTF-16 code units. Real workflows have a few hundred lines. */
const maxLength = 256 * 1024;

/** A step that runs plumbline, with its job and workflow. */
interface PlumblineJob {
  readonly workflow: Mapping;
  readonly name: string;
  readonly job: Mapping;
  readonly mode: string;
  readonly inputs: Mapping;
  readonly steps: readonly Mapping[];
}

/** Checks the jobs of a workflow that run plumbline. A workflow without such a job has no checks. */
export function judgeWorkflow(text: string, file: string): Check[] {
  const workflow = read(text);
  if (workflow === undefined || !/\bplumbline\b/.test(text)) return [];

  return plumblineJobs(workflow).flatMap((job) => {
    const checks = judgements.flatMap((judge) => judge(job, `${file}, job ${job.name}`));
    const passed = checksOf(`${file}, job ${job.name}`).pass(
      'workflow/ok',
      `the job has what \`mode: ${job.mode}\` needs and no more`,
    );
    if (checks.length > 0) return checks;
    return [passed];
  });
}

/** What the jobs of a workflow run plumbline for: `review`, `comment`, `render`, `apply`, `drift`. */
export function modesOf(text: string): string[] {
  const workflow = read(text);
  if (workflow === undefined) return [];
  return plumblineJobs(workflow).map(({ mode }) => mode);
}

function read(text: string): Mapping | undefined {
  if (text.length > maxLength) return undefined;
  try {
    // The limit stops YAML alias bombs. Real workflows hardly use aliases.
    return asMap(parseDocument(text, { prettyErrors: false }).toJS({ maxAliasCount: 100 }));
  } catch {
    return undefined;
  }
}

function plumblineJobs(workflow: Mapping): PlumblineJob[] {
  return Object.entries(asMap(workflow.jobs)).flatMap(([name, value]) => {
    const job = asMap(value);
    const steps = (Array.isArray(job.steps) ? job.steps : []).map(asMap);

    return steps
      .filter(({ uses }) => typeof uses === 'string' && /(^|\/)plumbline@/.test(uses))
      .map((step) => {
        const inputs = asMap(step.with);
        return { workflow, name, job, inputs, steps, mode: String(inputs.mode ?? 'review') };
      });
  });
}

/** The events of a workflow; YAML 1.1 tools write `on` as `true`. */
function eventsOf({ on }: Mapping): string[] {
  if (typeof on === 'string') return [on];
  if (Array.isArray(on)) return on.map(String);
  return Object.keys(asMap(on));
}

/** Whether a workflow runs on an event but not on one of its activity types. */
function misses(event: string, activity: string, workflow: Mapping): boolean {
  if (!eventsOf(workflow).includes(event)) return false;
  const { types } = asMap(asMap(workflow.on)[event]);
  return ![types].flat().includes(activity);
}

/** A permission of the job, which overrides the workflow's; undefined means the repository's default. */
function permission({ workflow, job }: PlumblineJob, name: string): string | undefined {
  const permissions = job.permissions ?? workflow.permissions;
  if (permissions === undefined) return undefined;
  if (permissions === 'write-all') return 'write';
  if (permissions === 'read-all') return 'read';
  return String(asMap(permissions)[name] ?? 'none');
}

type Judge = (job: PlumblineJob, subject: string) => Check[];

const onlyWhen = (condition: boolean, check: () => Check): Check[] => {
  if (condition) return [check()];
  return [];
};

const judgements: readonly Judge[] = [
  (at, subject) =>
    onlyWhen(at.mode === 'apply' && at.job.environment === undefined, () =>
      checksOf(subject).fail(
        'workflow/no-environment',
        'the apply job uses no GitHub environment, so no reviewers or branch rules protect it',
        'Add `environment: production` to the job.',
      ),
    ),
  (at, subject) => {
    const foreign = eventsOf(at.workflow).filter((event) =>
      /^(pull_request|pull_request_target|issue_comment|workflow_run)$/.test(event),
    );
    return onlyWhen(at.mode === 'apply' && foreign.length > 0, () =>
      checksOf(subject).fail(
        'workflow/apply-before-merge',
        `the apply job runs on \`${foreign.join(', ')}\`, so a pull request can influence what it does`,
        'Run it only on `push` to the protected branch.',
      ),
    );
  },
  (at, subject) => {
    const isTrusted = eventsOf(at.workflow).some((event) => /^(pull_request_target|workflow_run)$/.test(event));
    const isCheckingOut = at.steps.some(({ uses }) => typeof uses === 'string' && uses.startsWith('actions/checkout@'));

    return onlyWhen(isTrusted && isCheckingOut, () =>
      checksOf(subject).fail(
        'workflow/checkout-with-rights',
        'the job has the permissions of the base repository and checks out code',
        'Remove the `actions/checkout` step. `mode: comment` reads the pull request through the API.',
      ),
    );
  },
  (at, subject) =>
    onlyWhen(at.mode === 'review' && misses('pull_request', 'edited', at.workflow), () =>
      checksOf(subject).warn(
        'workflow/not-on-edited',
        'the review does not run again when the base branch of a pull request changes, so its old result stays',
        'Add `types: [opened, synchronize, reopened, edited]` under `pull_request:`.',
      ),
    ),
  (at, subject) =>
    onlyWhen(needsIdentity(at) && permission(at, 'id-token') !== 'write', () =>
      checksOf(subject).fail(
        'workflow/no-id-token',
        'the job cannot request an identity token, so it cannot assume a role',
        'Add `id-token: write` to the `permissions` of the job.',
      ),
    ),
  (at, subject) =>
    onlyWhen(at.mode === 'review' && permission(at, 'id-token') === 'write', () =>
      checksOf(subject).warn(
        'workflow/needless-id-token',
        'a job that runs on pull requests can request identity tokens',
        'Remove `id-token: write`. A review does not connect to a cloud.',
      ),
    ),
  (at, subject) =>
    onlyWhen(at.mode === 'render' && permission(at, 'id-token') === 'write', () =>
      checksOf(subject).fail(
        'workflow/render-with-identity',
        'the job renders content of the repository and can request identity tokens, so `mode: render` refuses to run',
        'Remove `id-token: write`. The job needs only `contents: read`.',
      ),
    ),
  (at, subject) =>
    onlyWhen(at.mode === 'render' && at.job.environment !== undefined, () =>
      checksOf(subject).warn(
        'workflow/render-in-environment',
        'the job renders content of the repository in a GitHub environment, which may give it secrets',
        'Remove `environment` from the job.',
      ),
    ),
  (at, subject) =>
    onlyWhen(
      permission(at, 'actions') === 'write' || (at.job.permissions ?? at.workflow.permissions) === 'write-all',
      () =>
        checksOf(subject).warn(
          'workflow/broad-permissions',
          'the job’s token has write permissions that plumbline never uses',
          'Grant only the permissions that docs/identity.md lists.',
        ),
    ),
  (at, subject) =>
    onlyWhen((at.job.permissions ?? at.workflow.permissions) === undefined, () =>
      checksOf(subject).warn(
        'workflow/no-permissions',
        'the job has the default permissions of the repository',
        'Add `permissions` to the job.',
      ),
    ),
  (at, subject) => {
    const group = at.job.concurrency ?? at.workflow.concurrency;
    return [
      ...onlyWhen(at.mode === 'apply' && group === undefined, () =>
        checksOf(subject).warn(
          'workflow/no-concurrency',
          'two applies to the same environment can run at the same time',
          'Add a `concurrency` group for the environment to the job.',
        ),
      ),
      ...onlyWhen(at.mode === 'apply' && asMap(group)['cancel-in-progress'] === true, () =>
        checksOf(subject).fail(
          'workflow/cancelled-apply',
          'a newer run cancels an apply that is still running',
          'Set `cancel-in-progress: false`.',
        ),
      ),
    ];
  },
  (at, subject) => {
    const isReview = at.mode === 'review' || at.mode === 'comment';
    const loose = at.steps.flatMap(({ uses }) => {
      if (typeof uses === 'string' && isLoose(uses) && !(isReview && isKnownTag.test(uses))) return [uses];
      return [];
    });
    return onlyWhen(loose.length > 0, () =>
      checksOf(subject).warn(
        'workflow/not-pinned',
        `anyone who can move the tag of ${quotedNames(loose)} can change the code that runs`,
        `Pin it to a commit hash. To find the hash, run \`gh api ${commitPath(loose[0]!)} --jq .sha\`.`,
      ),
    );
  },
];

/** Where GitHub's API has the commit of a tag. An action can be in a folder of its repository. People paste this into a shell. */
function commitPath(uses: string): string {
  const [action = '', tag = ''] = uses.split('@');
  const [owner = '', name = ''] = action.split('/');
  const isPlain = [owner, name, ...tag.split('/')].every((word) => /^[\w.-]+$/.test(word));
  if (!isPlain) return 'repos/OWNER/NAME/commits/TAG';
  return `repos/${owner}/${name}/commits/${tag}`;
}

const needsIdentity = ({ mode, inputs }: PlumblineJob): boolean =>
  (mode === 'apply' || mode === 'drift') && inputs.kubeconfig === undefined;

/** The Action and those of GitHub by a tag, as `init` and the README write them. A review has no access to a cluster. */
const isKnownTag = /^(?:actions\/[\w-]+|plumbline\/plumbline)@v\d+(?:\.\d+){0,2}$/;

const isLoose = (uses: string): boolean => !uses.startsWith('./') && !/@[0-9a-f]{40}$/.test(uses);

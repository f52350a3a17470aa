import { parseDocument } from 'yaml';
import { isObject, type Mapping } from '../manifest/manifest.ts';
import { quotedNames } from '../text/quoted-names.ts';
import { type Check, checksOf } from './check.ts';

const asMap = (value: unknown): Mapping => (isObject(value) ? value : {});

/** A workflow is a few hundred lines: what is longer is not read. In UTF-16 code units. */
const maxLength = 256 * 1024;

/** A step that runs plumbline, with the job around it. */
interface PlumblineJob {
  readonly workflow: Mapping;
  readonly name: string;
  readonly job: Mapping;
  readonly mode: string;
  readonly inputs: Mapping;
  readonly steps: readonly Mapping[];
}

/** Judges the jobs of a workflow that run plumbline; a workflow without any is nobody's concern. */
export function judgeWorkflow(text: string, file: string): Check[] {
  const workflow = read(text);
  if (workflow === undefined || !/\bplumbline\b/.test(text)) return [];
  return plumblineJobs(workflow).flatMap((job) => {
    const found = judgements.flatMap((judge) => judge(job, `${file}, job ${job.name}`));
    const passed = checksOf(`${file}, job ${job.name}`).pass(
      'workflow/ok',
      `\`mode: ${job.mode}\` has what it needs and no more`,
    );
    return found.length > 0 ? found : [passed];
  });
}

/** What the jobs of a workflow run plumbline for: `review`, `comment`, `apply`, `drift`. */
export function modesOf(text: string): string[] {
  const workflow = read(text);
  return workflow === undefined ? [] : plumblineJobs(workflow).map(({ mode }) => mode);
}

function read(text: string): Mapping | undefined {
  if (text.length > maxLength) return undefined;
  try {
    // Aliases are not counted on in workflows: a bomb of them is no workflow.
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
  return Array.isArray(on) ? on.map(String) : Object.keys(asMap(on));
}

/** Whether a workflow runs on an event, and not on one of its activities. */
function misses(event: string, activity: string, workflow: Mapping): boolean {
  if (!eventsOf(workflow).includes(event)) return false;
  const { types } = asMap(asMap(workflow.on)[event]);
  return ![types].flat().includes(activity);
}

/** A permission of the job, which overrules the workflow's; undefined: the default of the repository. */
function permission({ workflow, job }: PlumblineJob, name: string): string | undefined {
  const given = job.permissions ?? workflow.permissions;
  if (given === undefined) return undefined;
  if (given === 'write-all') return 'write';
  if (given === 'read-all') return 'read';
  return String(asMap(given)[name] ?? 'none');
}

type Judge = (job: PlumblineJob, subject: string) => Check[];

const onlyWhen = (condition: boolean, check: () => Check): Check[] => (condition ? [check()] : []);

const judgements: readonly Judge[] = [
  (at, subject) =>
    onlyWhen(at.mode === 'apply' && at.job.environment === undefined, () =>
      checksOf(subject).fail(
        'workflow/no-environment',
        'an apply without an environment of GitHub has neither reviewers nor protected branches before it',
        'Give the job `environment: production`.',
      ),
    ),
  (at, subject) => {
    const foreign = eventsOf(at.workflow).filter((event) =>
      /^(pull_request|pull_request_target|issue_comment|workflow_run)$/.test(event),
    );
    return onlyWhen(at.mode === 'apply' && foreign.length > 0, () =>
      checksOf(subject).fail(
        'workflow/apply-before-merge',
        `an apply runs on \`${foreign.join(', ')}\`, where a pull request has a say in what it does`,
        'Run it on `push` to the protected branch alone.',
      ),
    );
  },
  (at, subject) => {
    const isTrusted = eventsOf(at.workflow).some((event) => /^(pull_request_target|workflow_run)$/.test(event));
    const isCheckingOut = at.steps.some(({ uses }) => typeof uses === 'string' && uses.startsWith('actions/checkout@'));
    return onlyWhen(isTrusted && isCheckingOut, () =>
      checksOf(subject).fail(
        'workflow/checkout-with-rights',
        'a job with the rights of the base repository checks code out',
        'Leave actions/checkout out: `mode: comment` reads the pull request through the API.',
      ),
    );
  },
  (at, subject) =>
    onlyWhen(at.mode === 'review' && misses('pull_request', 'edited', at.workflow), () =>
      checksOf(subject).warn(
        'workflow/not-on-edited',
        'the review does not run when the base of a pull request changes: what passed for one base stays passed for another',
        'Write `types: [opened, synchronize, reopened, edited]` below `pull_request:`.',
      ),
    ),
  (at, subject) =>
    onlyWhen(needsIdentity(at) && permission(at, 'id-token') !== 'write', () =>
      checksOf(subject).fail(
        'workflow/no-id-token',
        'the job may not ask for an identity token, so it can take no role on',
        'Give it `permissions: id-token: write`.',
      ),
    ),
  (at, subject) =>
    onlyWhen(at.mode === 'review' && permission(at, 'id-token') === 'write', () =>
      checksOf(subject).warn(
        'workflow/needless-id-token',
        'a job that runs on pull requests may ask for identity tokens',
        'Remove `id-token: write`: a review asks no cloud.',
      ),
    ),
  (at, subject) =>
    onlyWhen(
      permission(at, 'actions') === 'write' || (at.job.permissions ?? at.workflow.permissions) === 'write-all',
      () =>
        checksOf(subject).warn(
          'workflow/broad-permissions',
          'the token of the job may write what plumbline never writes',
          'Name the permissions that docs/identity.md lists.',
        ),
    ),
  (at, subject) =>
    onlyWhen((at.job.permissions ?? at.workflow.permissions) === undefined, () =>
      checksOf(subject).warn(
        'workflow/no-permissions',
        'the job has whatever the repository gives by default',
        'Name its `permissions`.',
      ),
    ),
  (at, subject) => {
    const group = at.job.concurrency ?? at.workflow.concurrency;
    return [
      ...onlyWhen(at.mode === 'apply' && group === undefined, () =>
        checksOf(subject).warn(
          'workflow/no-concurrency',
          'two applies of one environment may run at the same time',
          'Give it a `concurrency` group of the environment.',
        ),
      ),
      ...onlyWhen(at.mode === 'apply' && asMap(group)['cancel-in-progress'] === true, () =>
        checksOf(subject).fail(
          'workflow/cancelled-apply',
          'a newer run cuts an apply off in the middle',
          'Set `cancel-in-progress: false`.',
        ),
      ),
    ];
  },
  (at, subject) => {
    const loose = at.steps.flatMap(({ uses }) => (typeof uses === 'string' && isLoose(uses) ? [uses] : []));
    return onlyWhen(loose.length > 0, () =>
      checksOf(subject).warn(
        'workflow/not-pinned',
        `${quotedNames(loose)} can be moved to other code by whoever holds the tag`,
        'Pin it to a commit: `gh api repos/OWNER/NAME/commits/TAG --jq .sha`.',
      ),
    );
  },
];

const needsIdentity = ({ mode, inputs }: PlumblineJob): boolean =>
  (mode === 'apply' || mode === 'drift') && inputs.kubeconfig === undefined;

const isLoose = (uses: string): boolean => !uses.startsWith('./') && !/@[0-9a-f]{40}$/.test(uses);

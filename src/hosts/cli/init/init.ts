import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isProduction } from '../../../engine/manifest/hints/environment-name.ts';
import { listIf } from '../../../engine/text/list-if.ts';
import { byCount } from '../../../engine/text/words/plural.ts';
import { repositoryTop } from '../../../io/files/files.ts';
import { ownAction } from '../../../io/git/own-action.ts';
import { accountIds, clusterArn, roleArn } from '../../../io/identity/arn.ts';
import { exitCode, PlumblineError } from '../../../shared/errors.ts';
import type { Arguments, Flags } from '../arguments/arguments.ts';
import { githubOf, namedRepository, repositoryFacts } from '../input/repository-facts.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { environmentConfig, reviewConfig } from './config-file.ts';
import { environmentFiles } from './environment-files.ts';
import { iamFiles } from './iam-files.ts';
import type {
  ActionReference,
  Answers,
  EksAnswers,
  PlannedFile,
  PriceAnswers,
  Purpose,
  ReviewAnswers,
} from './init-answers.ts';
import { nextSteps, reviewSteps } from './next-steps.ts';
import { priceFiles, priceSteps } from './price-files.ts';
import { rbacFiles } from './rbac-file.ts';
import { type ScannedRepository, scanRepository } from './repository-scan.ts';
import { snapshotWorkflow } from './snapshot-workflow.ts';
import { terraformFile } from './terraform-file.ts';
import { applyWorkflows, reviewWorkflows } from './workflows.ts';

/** `plumbline init`: writes the files of a review, and with `--apply` and `--snapshot` those of one environment. */
export async function runInit(input: Arguments, terminal: Terminal): Promise<number> {
  const { flags, positionals } = input;

  if (positionals.length > 0)
    throw new PlumblineError('usage', `\`init\` takes no path, but got \`${positionals[0]}\``, {
      help: 'Pass `--output FOLDER` to write the files elsewhere.',
    });

  const purposes = purposesOf(flags);
  const isApplying = purposes.includes('apply');
  refuseNeedlessFlags(flags, purposes);

  const top = repositoryTop(terminal.cwd);
  const review: ReviewAnswers = {
    action: await actionOf(flags, terminal),
    hasForks: flags.isOn('forks') ?? true,
    scan: await scanRepository(top, input, terminal),
  };

  const answers = purposes.length > 0 ? await environmentAnswers(review, purposes, { flags, terminal }) : undefined;
  const prices = await priceAnswers(review, answers, flags, terminal);
  const setUp = isApplying ? [] : reviewPlan(review);
  const environmentFiles = answers ? environmentPlan(answers) : [];
  const added = [...environmentFiles, ...(prices ? priceFiles(prices) : [])];
  const files = [...setUp, ...added];

  if (flags.isOn('print')) {
    terminal.stdout.write(files.map(({ path, text }) => `# ── ${path}\n${text}`).join('\n'), 'document');
    return exitCode.ok;
  }

  const root = resolve(terminal.cwd, flags.text('output') ?? top);
  // Files of an earlier run that nobody edited may be replaced, so that `--apply` can add to them and `--action` can pin them.
  const replaceable = [...reviewPlan(review), ...reviewPlan({ ...review, action: movingTag })];
  const unchanged = writeAll(root, files, {
    isForced: flags.isOn('force') === true,
    replaceable,
    // What is added to a review needs no other files of it.
    kept: added.length > 0 ? setUp : [],
  });
  const steps = answers ? nextSteps(answers) : reviewSteps(review);
  const more = prices ? priceSteps(prices) : '';
  const lines = files.map(({ path }) => {
    const verb = unchanged.has(path) ? 'left as it is:' : 'wrote';
    return `${verb} ${path}`;
  });

  terminal.stdout.write(`${lines.join('\n')}\n${steps}${more}`);

  return exitCode.ok;
}

/** Why jobs connect to the cluster of one environment. */
const purposesOf = (flags: Flags): readonly Purpose[] => [
  ...listIf<Purpose>(flags.isOn('apply'), 'apply', 'drift'),
  ...listIf<Purpose>(flags.isOn('snapshot'), 'snapshot'),
];

/** Flags for an environment that jobs connect to. */
const environmentFlags = [
  'environment',
  'cluster-arn',
  'role-arn',
  'allowed-account-ids',
  'repository',
  'repository-ids',
  'branch',
  'deletions',
  'terraform',
] as const;

/** Of these, what only an apply needs. */
const applyFlags: readonly string[] = ['deletions'];

/** Of these, what the files for current prices need too. */
const repositoryFlags: readonly string[] = ['repository', 'repository-ids', 'branch'];

const pricesFlag = 'prices-role-arn';

function refuseNeedlessFlags(flags: Flags, purposes: readonly Purpose[]): void {
  if (purposes.includes('apply')) return;

  const isNeeded = (name: string): boolean => {
    if (purposes.length > 0) return !applyFlags.includes(name);
    return flags.text(pricesFlag) !== undefined && repositoryFlags.includes(name);
  };

  const needless = environmentFlags.find((name) => flags.text(name) !== undefined && !isNeeded(name));
  if (needless === undefined) return;

  const modes = applyFlags.includes(needless) ? '`init --apply`' : '`init --apply` or `init --snapshot`';
  throw new PlumblineError('usage', `\`--${needless}\` works only with ${modes}`, {
    help: 'Add `--apply` to also write workflows, roles and RBAC for one environment, or `--snapshot` for snapshots of its cluster. Without them, init writes only the review.',
  });
}

const reviewPlan = (answers: ReviewAnswers): PlannedFile[] => [...reviewWorkflows(answers), reviewConfig(answers)];

/** The files of one environment. Those of an apply include the review. */
function environmentPlan(answers: Answers): PlannedFile[] {
  const { purposes, isTerraform } = answers;

  const ofApply = () => {
    if (!purposes.includes('apply')) return [];
    return [...reviewWorkflows(answers), ...applyWorkflows(answers), environmentConfig(answers)];
  };

  const rights = () => {
    if (isTerraform) return [terraformFile(answers)];
    return [...iamFiles(answers), ...rbacFiles(answers), ...environmentFiles(answers)];
  };

  return [...ofApply(), ...listIf(purposes.includes('snapshot'), snapshotWorkflow(answers)), ...rights()];
}

async function environmentAnswers(
  review: ReviewAnswers,
  purposes: readonly Purpose[],
  { flags, terminal }: { readonly flags: Flags; readonly terminal: Terminal },
): Promise<Answers> {
  const environment = flags.text('environment') ?? likelyEnvironment(review.scan);
  // The name becomes part of folder names, token subjects and shell commands.
  if (!/^[A-Za-z0-9][\w.-]{0,99}$/.test(environment))
    throw new PlumblineError('usage', `\`--environment ${environment}\` cannot be part of file and role names`, {
      help: 'Use only letters, digits, `.`, `_` and `-`.',
    });

  return {
    ...review,
    environment,
    ...(await repositoryAnswers(flags, terminal)),
    cluster: eksAnswers(flags, environment),
    canDelete: flags.isOn('deletions') === true,
    isTerraform: flags.isOn('terraform') === true,
    purposes,
  };
}

async function priceAnswers(
  review: ReviewAnswers,
  answers: Answers | undefined,
  flags: Flags,
  terminal: Terminal,
): Promise<PriceAnswers | undefined> {
  const pricesText = flags.text(pricesFlag);
  if (pricesText === undefined) return undefined;

  const role = roleArn(pricesText);
  const region = answers?.cluster?.region ?? review.scan.target.region;
  const { repository, hasIds, branch } = answers ?? (await repositoryAnswers(flags, terminal));

  return { ...review, repository, hasIds, branch, role, region };
}

async function repositoryAnswers(
  flags: Flags,
  terminal: Terminal,
): Promise<Pick<Answers, 'repository' | 'hasIds' | 'branch'>> {
  const named = namedRepository(flags, terminal.cwd);
  if (!named)
    throw new PlumblineError('usage', 'The GitHub repository is unknown: there is no remote `origin` on GitHub', {
      help: 'Pass it, such as `--repository acme/infra`.',
    });

  const { repository, hasIds } = await repositoryFacts(named, flags, githubOf(terminal));
  return { repository, hasIds, branch: branchOf(flags) };
}

/** The production environment, under the name that the repository uses. */
const likelyEnvironment = ({ environments }: ScannedRepository): string =>
  Object.keys(environments).find(isProduction) ?? 'production';

function branchOf(flags: Flags): string {
  const branch = flags.text('branch') ?? 'main';
  if (/^[\w][\w./-]*$/.test(branch)) return branch;
  throw new PlumblineError('usage', `\`--branch ${branch}\` is not a branch name`, { help: 'Write it as in `main`.' });
}

/** The tag of the newest release of this major version. */
const movingTag: ActionReference = { uses: 'plumbline/plumbline@v0' };

/** The Action of `--action`, else the commit that this code is from if it is known, else the newest release. */
async function actionOf(flags: Flags, terminal: Terminal): Promise<ActionReference> {
  const uses = flags.text('action');
  if (uses === undefined) {
    const action = await (terminal.ownAction ?? ownAction)();
    if (action) return { uses: `${action.name}@${action.commit}`, label: action.label };
    return movingTag;
  }

  if (/^[\w.-]+\/[\w.-]+@[\w./-]+$/.test(uses)) return { uses };
  throw new PlumblineError('usage', `\`--action ${uses}\` is not an action`, {
    help: 'Write it as `plumbline/plumbline@v0`, or with a commit instead of the tag.',
  });
}

function eksAnswers(flags: Flags, environment: string): EksAnswers | undefined {
  const text = flags.text('cluster-arn');
  if (text === undefined) return undefined;

  const { name, partition, region, account } = clusterArn(text);
  const role = roleArn(flags.text('role-arn') ?? `arn:${partition}:iam::${account}:role/plumbline-${environment}`);
  const listed = accountIds(flags.texts('allowed-account-ids'));
  const allowedAccountIds = listed.length > 0 ? listed : [...new Set([account, role.account])].sort();

  return { arn: text, name, partition, region, account, roleArn: role.text, allowedAccountIds };
}

/** What may happen to files that exist. */
interface Overwriting {
  readonly isForced: boolean;
  /** Contents that an earlier run wrote. */
  readonly replaceable: readonly PlannedFile[];
  /** Files that stay as they are if somebody edited them. */
  readonly kept: readonly PlannedFile[];
}

/** Writes all files, or none of them if a file exists that init did not write. Returns the paths of those that stay as they were. */
function writeAll(
  root: string,
  files: readonly PlannedFile[],
  { isForced, replaceable, kept }: Overwriting,
): ReadonlySet<string> {
  const present = ({ path }: PlannedFile): string | undefined => {
    const at = join(root, path);
    if (existsSync(at)) return readFileSync(at, 'utf8');
    return undefined;
  };

  const edited = files.filter((file) => {
    const text = present(file);
    const isOurs = replaceable.some(({ path, text: earlier }) => path === file.path && earlier === text);
    return text !== undefined && text !== file.text && !isOurs;
  });

  const differing = edited.filter((file) => !kept.includes(file));

  if (differing.length > 0 && !isForced)
    throw new PlumblineError(
      'usage',
      `${differing.map(({ path }) => `\`${path}\``).join(', ')} already ${byCount(differing.length, 'exists', 'exist')} with other content, so nothing was written`,
      { help: 'Run with `--print` to see the new content, or with `--force` to overwrite.' },
    );

  const unchanged = files.filter(
    (file) => present(file) === file.text || (edited.includes(file) && kept.includes(file)),
  );

  for (const { path, text } of files.filter((file) => !unchanged.includes(file))) {
    const at = join(root, path);
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, text);
  }

  return new Set(unchanged.map(({ path }) => path));
}

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isProduction } from '../../../engine/manifest/hints/environment-name.ts';
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
import type { ActionReference, Answers, EksAnswers, PlannedFile, PriceAnswers, ReviewAnswers } from './init-answers.ts';
import { nextSteps, reviewSteps } from './next-steps.ts';
import { priceFiles, priceSteps } from './price-files.ts';
import { rbacFile } from './rbac-file.ts';
import { type ScannedRepository, scanRepository } from './repository-scan.ts';
import { terraformFile } from './terraform-file.ts';
import { environmentWorkflows, reviewWorkflows } from './workflows.ts';

/** `plumbline init`: writes the files of a review, and with `--apply` those of one environment. */
export async function runInit(input: Arguments, terminal: Terminal): Promise<number> {
  const { flags, positionals } = input;

  if (positionals.length > 0)
    throw new PlumblineError('usage', `\`init\` takes no path, but got \`${positionals[0]}\``, {
      help: 'Pass `--output FOLDER` to write the files elsewhere.',
    });

  const isApplying = flags.isOn('apply') === true;
  if (!isApplying) refuseApplyFlags(flags);

  const top = repositoryTop(terminal.cwd);
  const review: ReviewAnswers = {
    action: await actionOf(flags, terminal),
    hasForks: flags.isOn('forks') ?? true,
    found: await scanRepository(top, input, terminal),
  };

  const answers = isApplying ? await environmentAnswers(review, flags, terminal) : undefined;
  const prices = await priceAnswers(review, answers, flags, terminal);
  const files = [...(answers ? environmentPlan(answers) : reviewPlan(review)), ...(prices ? priceFiles(prices) : [])];

  if (flags.isOn('print')) {
    terminal.stdout.write(files.map(({ path, text }) => `# ── ${path}\n${text}`).join('\n'), 'document');
    return exitCode.ok;
  }

  const root = resolve(terminal.cwd, flags.text('output') ?? top);
  // Files of an earlier run that nobody edited may be replaced, so that `--apply` can add to them and `--action` can pin them.
  const replaceable = [...reviewPlan(review), ...reviewPlan({ ...review, action: movingTag })];
  const unchanged = writeAll(root, files, { isForced: flags.isOn('force') === true, replaceable });
  const steps = answers ? nextSteps(answers) : reviewSteps(review);
  const more = prices ? priceSteps(prices) : '';
  const lines = files.map(({ path }) => {
    const verb = unchanged.has(path) ? 'left as it is:' : 'wrote';
    return `${verb} ${path}`;
  });

  terminal.stdout.write(`${lines.join('\n')}\n${steps}${more}`);

  return exitCode.ok;
}

/** Flags for an environment that changes are applied to. */
const applyFlags = [
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

/** Of these, what the files for current prices need too. */
const repositoryFlags: readonly string[] = ['repository', 'repository-ids', 'branch'];

const pricesFlag = 'prices-role-arn';

function refuseApplyFlags(flags: Flags): void {
  const isForPrices = flags.text(pricesFlag) !== undefined;
  const applyFlag = applyFlags.find(
    (name) => flags.text(name) !== undefined && !(isForPrices && repositoryFlags.includes(name)),
  );
  if (applyFlag === undefined) return;
  throw new PlumblineError('usage', `\`--${applyFlag}\` works only with \`init --apply\``, {
    help: 'Add `--apply` to also write workflows, roles and RBAC for one environment. Without it, init writes only the review.',
  });
}

const reviewPlan = (answers: ReviewAnswers): PlannedFile[] => [...reviewWorkflows(answers), reviewConfig(answers)];

/** The files of a review and of one environment. */
function environmentPlan(answers: Answers): PlannedFile[] {
  const rights = () => {
    if (answers.isTerraform) return [terraformFile(answers)];
    return [...iamFiles(answers), rbacFile(answers), ...environmentFiles(answers)];
  };

  return [...reviewWorkflows(answers), ...environmentWorkflows(answers), environmentConfig(answers), ...rights()];
}

async function environmentAnswers(review: ReviewAnswers, flags: Flags, terminal: Terminal): Promise<Answers> {
  const environment = flags.text('environment') ?? likelyEnvironment(review.found);
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
  const region = answers?.cluster?.region ?? review.found.target.region;
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

/** Writes all files, or none of them if a file exists that init did not write. Returns the paths of those that had the same content before. */
function writeAll(
  root: string,
  files: readonly PlannedFile[],
  { isForced, replaceable }: { readonly isForced: boolean; readonly replaceable: readonly PlannedFile[] },
): ReadonlySet<string> {
  const differing = files.filter(({ path, text }) => {
    const at = join(root, path);
    if (!existsSync(at)) return false;
    const present = readFileSync(at, 'utf8');
    return present !== text && !replaceable.some((file) => file.path === path && file.text === present);
  });

  if (differing.length > 0 && !isForced)
    throw new PlumblineError(
      'usage',
      `${differing.map(({ path }) => `\`${path}\``).join(', ')} already ${byCount(differing.length, 'exists', 'exist')} with other content, so nothing was written`,
      { help: 'Run with `--print` to see the new content, or with `--force` to overwrite.' },
    );

  const unchanged = new Set<string>();

  for (const { path, text } of files) {
    const at = join(root, path);
    if (existsSync(at) && readFileSync(at, 'utf8') === text) {
      unchanged.add(path);
      continue;
    }

    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, text);
  }

  return unchanged;
}

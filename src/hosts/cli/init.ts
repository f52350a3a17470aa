import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { exitCode, PlumblineError } from '../../errors.ts';
import { repositoryTop } from '../../io/files.ts';
import { accountIds, clusterArn, roleArn } from '../../io/identity/arn.ts';
import type { Arguments, Flags } from './arguments.ts';
import type { Answers, EksAnswers, PlannedFile } from './init/answers.ts';
import { configFile } from './init/config-file.ts';
import { environmentFiles } from './init/environment-files.ts';
import { iamFiles } from './init/iam-files.ts';
import { nextSteps } from './init/next-steps.ts';
import { rbacFile } from './init/rbac-file.ts';
import { terraformFile } from './init/terraform-file.ts';
import { workflowFiles } from './init/workflows.ts';
import type { Terminal } from './main.ts';
import { githubOf, namedRepository, repositoryFacts } from './repository-facts.ts';

/** `plumbline init`: workflows, configuration, roles and rights for one environment, as files to read and commit. */
export async function runInit({ flags, positionals }: Arguments, terminal: Terminal): Promise<number> {
  if (positionals.length > 0)
    throw new PlumblineError('usage', `\`init\` takes no path, and \`${positionals[0]}\` is one`, {
      help: '`--output FOLDER` says where the files go.',
    });
  const answers = await answersOf(flags, terminal);
  const files = plannedFiles(answers);
  if (flags.isOn('print')) {
    terminal.stdout.write(files.map(({ path, text }) => `# ── ${path}\n${text}`).join('\n'));
    return exitCode.ok;
  }
  const root = resolve(terminal.cwd, flags.text('output') ?? (await repositoryTop(terminal.cwd)));
  writeAll(root, files, flags.isOn('force') === true);
  terminal.stdout.write(`${files.map(({ path }) => `wrote ${path}`).join('\n')}\n${nextSteps(answers)}`);
  return exitCode.ok;
}

/** Every file, by what each is for. */
function plannedFiles(answers: Answers): PlannedFile[] {
  const rights = answers.isTerraform
    ? [terraformFile(answers)]
    : [...iamFiles(answers), rbacFile(answers), ...environmentFiles(answers)];
  return [...workflowFiles(answers), configFile(answers), ...rights];
}

async function answersOf(flags: Flags, terminal: Terminal): Promise<Answers> {
  const environment = flags.text('environment') ?? 'production';
  // It becomes the name of a folder, and stands in subjects and shell commands.
  if (!/^[A-Za-z0-9][\w.-]{0,99}$/.test(environment))
    throw new PlumblineError('usage', `\`--environment ${environment}\` is no name for files and roles`, {
      help: 'Use letters, digits, `.`, `_` and `-`.',
    });
  const named = namedRepository(flags, terminal.cwd);
  if (!named)
    throw new PlumblineError('usage', 'The repository on GitHub is not known', {
      help: 'Name it: `--repository acme/infra`.',
    });
  const { repository, hasIds } = await repositoryFacts(named, flags, githubOf(terminal));
  return {
    environment,
    repository,
    hasIds,
    branch: branchOf(flags),
    cluster: eksAnswers(flags, environment),
    action: actionOf(flags),
    hasForks: flags.isOn('forks') ?? true,
    canDelete: flags.isOn('deletions') === true,
    isTerraform: flags.isOn('terraform') === true,
  };
}

function branchOf(flags: Flags): string {
  const branch = flags.text('branch') ?? 'main';
  if (/^[\w][\w./-]*$/.test(branch)) return branch;
  throw new PlumblineError('usage', `\`--branch ${branch}\` is no branch`, { help: 'Write it as `main`.' });
}

function actionOf(flags: Flags): string {
  const action = flags.text('action') ?? 'plumbline/plumbline@v0';
  if (/^[\w.-]+\/[\w.-]+@[\w./-]+$/.test(action)) return action;
  throw new PlumblineError('usage', `\`--action ${action}\` is no action`, {
    help: 'Write it as `plumbline/plumbline@v0`, or with a commit in place of the tag.',
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

/** Writes all files, or none where one is there with other content. */
function writeAll(root: string, files: readonly PlannedFile[], isForced: boolean): void {
  const differing = files.filter(({ path, text }) => {
    const at = join(root, path);
    return existsSync(at) && readFileSync(at, 'utf8') !== text;
  });
  if (differing.length > 0 && !isForced)
    throw new PlumblineError(
      'usage',
      `${differing.map(({ path }) => `\`${path}\``).join(', ')} ${differing.length === 1 ? 'is' : 'are'} there already, so nothing was written`,
      { help: '`--print` shows what would be written, `--force` overwrites.' },
    );
  for (const { path, text } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

import { resolve } from 'node:path';
import { applyLines } from '../../../apply/apply-report.ts';
import { branchTip } from '../../../apply/branch-tip.ts';
import { isDone } from '../../../apply/outcome.ts';
import { type PlanFile, readPlanFile } from '../../../apply/plan-file.ts';
import { type ApplyJob, runApply } from '../../../apply/run-apply.ts';
import type { Environment } from '../../../engine/karpenter/api/settings.ts';
import { Repository } from '../../../io/git/repository.ts';
import type { GitHub, RepositoryName } from '../../../io/github/github.ts';
import type { Connect } from '../../../io/kube/connection.ts';
import { readHandOver } from '../../../io/render/hand-over/handed-over.ts';
import { today } from '../../../io/today.ts';
import { commitsFor } from '../../../review/commits-for.ts';
import { applyReview } from '../../../review/host-rules.ts';
import { exitCode, PlumblineError } from '../../../shared/errors.ts';
import { type Arguments, type Flags, namedValues } from '../arguments/arguments.ts';
import { accessTarget, chosenEnvironment } from '../input/chosen-environment.ts';
import { connectWith, tokenOf } from '../input/repository-facts.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** `plumbline apply --plan FILE`: applies an approved plan. Exit code 1 if it is refused or does not become ready. */
export async function runApplyCommand({ flags }: Arguments, terminal: Terminal): Promise<number> {
  const plan = planOf(flags, terminal);
  const breakGlass = reason(flags);
  const root = await new Repository(terminal.cwd).root();
  const repository = repositoryOf(flags, terminal, breakGlass);
  const github = githubOf(terminal, breakGlass);
  // `--break-glass` has to work when GitHub is down, so not even the branch is looked up.
  const tip = breakGlass === undefined ? await branchTip(github, repository) : undefined;
  const head = tip?.commit ?? plan.head;
  const base = plan.base;
  if (head === null || base === null) throw ofFolders();

  const rendered = flags.text('rendered');

  const handedOver = () => {
    if (rendered === undefined) return undefined;
    return readHandOver(resolve(terminal.cwd, rendered), rendered, { commit: head, run: undefined });
  };

  const store = commitsFor(applyReview, {
    github,
    token: "the caller's",
    repository,
    clone: root,
    handedOver: handedOver(),
  });

  const log = (line: string): void => {
    if (!flags.isOn('quiet')) terminal.stderr.write(`${line}\n`);
  };

  const run = await runApply({
    store,
    head,
    breakGlass,
    log,
    environment: plan.environment,
    branch: tip?.branch ?? '',
    before: base,
    paths: [],
    over: { set: namedValues(flags.texts('set')), today: today() },
    access: (environment) => accessTo(plan.environment, environment, flags, terminal),
    run: `${terminal.env.USER ?? 'somebody'} by hand, process ${process.pid}`,
    expected: { digest: plan.digest, base: flags.text('base') ?? base, guard: plan.guard },
    isForced: flags.isOn('force-conflicts') ?? false,
    isRolledBack: flags.isOn('rollback') ?? false,
    acknowledged: acknowledgedBy(flags),
    now: new Date().toISOString(),
  });

  terminal.stdout.write(`${applyLines(run).join('\n')}\n`);

  if (isDone(run.outcome)) return exitCode.ok;
  return exitCode.findings;
}

function planOf(flags: Flags, { cwd }: Terminal): PlanFile {
  const file = flags.text('plan');
  if (file === undefined)
    throw new PlumblineError('usage', '`apply` needs a plan', {
      help: 'Run `plumbline plan --output FILE`, then pass `--plan FILE`.',
    });
  return readPlanFile(resolve(cwd, file), file);
}

function reason(flags: Flags): string | undefined {
  const text = flags.text('break-glass')?.trim();
  if (text === '')
    throw new PlumblineError('usage', '`--break-glass` needs a reason', {
      help: 'Write why you bypass the checks, such as `--break-glass "GitHub is down"`. It is recorded.',
    });
  return text;
}

const ofFolders = (): PlumblineError =>
  new PlumblineError('usage', 'The plan compares folders, so it cannot be derived again from commits', {
    help: 'Compare commits: `plumbline plan --base REF --head REF --output FILE`.',
  });

function repositoryOf(flags: Flags, { env }: Terminal, breakGlass: string | undefined): RepositoryName {
  const name = flags.text('repository') ?? env.GITHUB_REPOSITORY;
  const [owner, repo, ...rest] = name?.split('/') ?? [];
  if (owner && repo && rest.length === 0) return { owner, repo };
  if (breakGlass !== undefined && name === undefined) return { owner: 'nobody', repo: 'nothing' };

  throw new PlumblineError('usage', 'The repository in which the plan was approved is unknown', {
    help: 'Pass `--repository OWNER/NAME`.',
  });
}

function githubOf(terminal: Terminal, breakGlass: string | undefined): GitHub {
  const token = tokenOf(terminal);
  if (token === undefined && breakGlass === undefined)
    throw new PlumblineError('github', 'Approvals cannot be read without a GitHub token', {
      help: 'Set GITHUB_TOKEN to a token that can read contents and pull requests, such as the output of `gh auth token`.',
    });
  return connectWith(token ?? 'none', terminal);
}

/** The cluster that the flags name, else the one of the environment. */
async function accessTo(name: string, environment: Environment, flags: Flags, terminal: Terminal): Promise<Connect> {
  const settings = { environments: { [name]: environment } };
  const { target } = chosenEnvironment(flags, settings as never, terminal.cwd);
  return (await accessTarget(target, terminal)).connect;
}

function acknowledgedBy(flags: Flags): ApplyJob['acknowledged'] {
  const acknowledged = Object.entries(namedValues(flags.texts('acknowledge-delete')));

  for (const [object, nodes] of acknowledged)
    if (!/^\w+\/\S+$/.test(object) || !/^\d{1,7}$/.test(nodes))
      throw new PlumblineError(
        'usage',
        `\`--acknowledge-delete ${object}=${nodes}\` is not an object with a number of nodes`,
        {
          help: 'Write it as `NodePool/web=2`.',
        },
      );

  return new Map(acknowledged.map(([object, nodes]) => [object, Number(nodes)]));
}

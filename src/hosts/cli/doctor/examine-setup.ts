import type { CapacityConfiguration } from '../../../engine/aws/setup/account-capacity.ts';
import { nodeClassNeeds } from '../../../engine/aws/setup/node-class-needs.ts';
import { type Check, checksOf } from '../../../engine/files/setup/check.ts';
import { judgeEnvironments } from '../../../engine/files/setup/environments.ts';
import { modesOf } from '../../../engine/files/setup/workflow.ts';
import { settingsFor } from '../../../engine/karpenter/api/environment.ts';
import type { Settings } from '../../../engine/karpenter/api/settings.ts';
import { repositoryHints } from '../../../engine/manifest/hints/hints.ts';
import { AwsLookup, lookupActions } from '../../../io/aws/aws-lookup.ts';
import type { ClusterAccess } from '../../../io/cluster/cluster-access.ts';
import { repositoryTop } from '../../../io/files/files.ts';
import { readSetupFiles } from '../../../io/files/setup-files.ts';
import { clusterArn } from '../../../io/identity/arn.ts';
import { type AwsSession, openAwsSession } from '../../../io/identity/aws-session.ts';
import { KubeClient } from '../../../io/kube/client.ts';
import { today } from '../../../io/today.ts';
import { PlumblineError } from '../../../shared/errors.ts';
import type { Flags } from '../arguments/arguments.ts';
import { accessTarget, type ChosenEnvironment } from '../input/chosen-environment.ts';
import { githubOf, namedRepository, type RepositoryFacts, repositoryFacts } from '../input/repository-facts.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { roleChecks } from './aws-checks.ts';
import { capacityChecks } from './capacity-checks.ts';
import { clusterChecks } from './cluster-checks.ts';
import { controllerChecks, controllerRoles, issuerOfCluster } from './controller-role.ts';
import { type FileContext, fileChecks } from './file-checks.ts';
import { githubChecks } from './github-checks.ts';
import { nodeClassChecks } from './node-class-checks.ts';
import type { VisitedFiles } from './read-visit.ts';
import { readingChecks } from './reading-checks.ts';
import { ruleChecks } from './rule-checks.ts';
import { snapshotChecks } from './snapshot-checks.ts';
import { terraformChecks } from './terraform-checks.ts';

/** Everything that is known before GitHub, AWS or the cluster are asked. */
export interface Visit {
  readonly flags: Flags;
  readonly terminal: Terminal;
  readonly environment: ChosenEnvironment;
  readonly settings: Settings;
  readonly files: VisitedFiles;
}

/** What was found. */
export interface Examined {
  readonly checks: readonly Check[];
  /** Keys of plumbline.yaml for what the account has room for. Empty if AWS was not asked. */
  readonly configuration: CapacityConfiguration;
}

/** Checks only files. */
export async function examineFiles(visit: Visit): Promise<Examined> {
  const { flags, terminal } = visit;
  const named = namedRepository(flags, terminal.cwd);
  const facts = named && (await repositoryFacts(named, flags, undefined));
  return { checks: judgeFiles(visit, await contextOf(visit, facts, undefined)), configuration: {} };
}

/** Whether no workflow applies anything here. Then there is no environment to protect. */
async function isReviewOnly({ terminal, environment, settings }: Visit): Promise<boolean> {
  const { workflows } = readSetupFiles(repositoryTop(terminal.cwd));
  const modes = workflows.flatMap(({ text }) => modesOf(text));
  const hasRole = Object.values(settings.environments).some(({ clusterArn, roleArn }) => clusterArn ?? roleArn);
  return modes.every((mode) => mode === 'review' || mode === 'comment') && !hasRole && !environment.hasCluster;
}

function judgeFiles(visit: Visit, context: FileContext): Check[] {
  const { files, settings } = visit;
  const written = fileChecks(files.setup, context);
  const terraform = terraformChecks(files, context);
  const isNeeded = !context.isReviewOnly;

  return withoutRepeats([
    ...written.checks,
    ...terraform.checks,
    ...ruleChecks(files),
    ...(files.isNarrowed ? [] : judgeEnvironments(settings.environments, { isNeeded })),
    ...(files.isNarrowed ? [] : snapshotChecks(settings, { root: files.root, today: today() })),
    ...readingChecks({ files, written, terraform }),
  ]);
}

/** One module evaluated for several environments gives the same checks several times. */
const withoutRepeats = (checks: readonly Check[]): Check[] => [
  ...new Map(
    checks.map((check) => [JSON.stringify([check.status, check.subject, check.code, check.message]), check]),
  ).values(),
];

async function contextOf(
  visit: Visit,
  facts: RepositoryFacts | undefined,
  issuer: string | undefined,
): Promise<FileContext> {
  const { environment, files } = visit;
  return {
    repository: facts?.repository,
    hasIds: facts?.hasIds,
    environment: environment.name,
    issuer,
    kind: environment.target.clusterArn === undefined ? undefined : 'eks',
    signs: files.signs,
    accounts: files.accounts,
    isReviewOnly: await isReviewOnly(visit),
  };
}

/** Checks files, GitHub, the cluster and AWS. */
export async function examineSetup(visit: Visit, progress: (what: string) => void): Promise<Examined> {
  const { environment } = visit;
  progress('Asking GitHub…');
  const { facts, checks: githubChecks } = await githubSide(visit);
  progress('Signing in…');
  const entry = environment.hasCluster ? await enter(visit) : { checks: [noCluster()] };
  const issuer = 'access' in entry ? await issuerOfCluster(entry.access) : undefined;
  const context = await contextOf(visit, facts, issuer);
  const files = judgeFiles(visit, context);

  progress('Asking the cluster…');
  const cluster = 'access' in entry ? await judgeCluster(visit, entry.access) : entry.checks;
  progress('Asking AWS…');
  const session = 'access' in entry && entry.access.eks ? entry.access.eks.session : await ambientSession(visit);
  const aws = session
    ? await judgeAws(visit, { session, access: 'access' in entry ? entry.access : undefined, context })
    : { checks: [noAws()], configuration: {} };

  return { checks: [...files, ...githubChecks, ...cluster, ...aws.checks], configuration: aws.configuration };
}

async function githubSide(visit: Visit): Promise<{ facts: RepositoryFacts | undefined; checks: Check[] }> {
  const { flags, terminal, environment } = visit;
  const named = namedRepository(flags, terminal.cwd);
  const github = githubOf(terminal);
  const to = checksOf('GitHub');

  if (named === undefined)
    return {
      facts: undefined,
      checks: [
        to.unknown('github/no-repository', 'the repository is unknown', 'Pass it, such as `--repository acme/infra`.'),
      ],
    };

  if (github === undefined) {
    const help = 'Set GITHUB_TOKEN, for example to the output of `gh auth token`.';
    const facts = await repositoryFacts(named, flags, undefined);

    return {
      facts,
      checks: [
        to.unknown('github/no-token', 'environments and branches were not checked, because there is no token', help),
      ],
    };
  }

  try {
    const facts = await repositoryFacts(named, flags, github);
    const applied = (await isReviewOnly(visit)) ? undefined : environment.name;
    return { facts, checks: await githubChecks(github, facts.repository, applied) };
  } catch (error) {
    if (!(error instanceof PlumblineError)) throw error;

    const facts = await repositoryFacts(named, flags, undefined);
    return { facts, checks: [to.unknown('github/no-answer', error.message, error.help ?? 'Run doctor again.')] };
  }
}

/** Signs in to the cluster, or says why that failed. */
async function enter({ environment, terminal }: Visit): Promise<{ access: ClusterAccess } | { checks: Check[] }> {
  try {
    return { access: await accessTarget({ ...environment.target, readActions: lookupActions }, terminal) };
  } catch (error) {
    if (!(error instanceof PlumblineError)) throw error;
    const subject = `environment ${environment.name}`;
    return { checks: [checksOf(subject).fail('identity/failed', error.message, error.help ?? 'Run doctor again.')] };
  }
}

const noCluster = (): Check =>
  checksOf('cluster').unknown(
    'cluster/not-named',
    'no cluster was checked, because none is named',
    'Pass `--cluster-arn` or `--kubeconfig`, or add an environment to plumbline.yaml.',
  );

const noAws = (): Check =>
  checksOf('AWS').unknown(
    'aws/no-credentials',
    'AWS was not checked, because the region or working credentials are missing',
    'Set AWS_PROFILE, or other credentials with read access, and set `region` in plumbline.yaml if the files name none.',
  );

const judgeCluster = ({ environment }: Visit, { connect }: ClusterAccess): Promise<Check[]> =>
  clusterChecks({
    client: new KubeClient(connect, { patienceSeconds: 10 }),
    environment: environment.name,
    leaseNamespace: environment.settings?.leaseNamespace ?? 'kube-system',
    purpose: environment.target.roleArn?.endsWith('-drift') ? 'drift' : 'apply',
  });

/** A session with the credentials of the environment, for a cluster that is reached with a kubeconfig; undefined without credentials. */
async function ambientSession({ terminal: { env }, files }: Visit): Promise<AwsSession | undefined> {
  const hasCredentials = ['AWS_ACCESS_KEY_ID', 'AWS_PROFILE', 'AWS_ROLE_ARN'].some((name) => env[name]);
  const { target } = files.context;
  if (!hasCredentials || target.isRegionAssumed) return undefined;
  try {
    return await openAwsSession(target.region, undefined);
  } catch (error) {
    if (error instanceof PlumblineError) return undefined;
    throw error;
  }
}

interface AwsVisit {
  readonly session: AwsSession;
  readonly access: ClusterAccess | undefined;
  readonly context: FileContext;
}

async function judgeAws(visit: Visit, { session, access: entered, context }: AwsVisit): Promise<Examined> {
  const { environment, files, settings } = visit;
  const { head } = files;
  const lookup = new AwsLookup(session);
  const arn = environment.target.clusterArn;
  const role = environment.target.roleArn ?? environment.settings?.roleArn;
  const sources = [...head.sources, ...head.hintSources];
  const { interruptionQueue } = repositoryHints(sources).settings;
  const clusterName = arn === undefined ? undefined : clusterArn(arn).name;
  const needs = nodeClassNeeds(files.context.head.manifests);

  const capacity = await capacityChecks({
    lookup,
    needs,
    clusterName,
    settings: settingsFor(settings, environment.name),
  });

  const checks = [
    ...(role === undefined ? [] : await roleChecks({ lookup, roleArn: role, clusterName, context })),
    ...(await controllerChecks(controllerRoles(sources), lookup, context)),
    ...(await nodeClassChecks({
      lookup,
      needs,
      kubernetes: entered?.eks?.cluster.version,
      queue: typeof interruptionQueue === 'string' ? interruptionQueue : undefined,
    })),
    ...capacity.checks,
  ];

  return { checks, configuration: capacity.configuration };
}

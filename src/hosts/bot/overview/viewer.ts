import { createHash } from 'node:crypto';
import { compareNames } from '../../../engine/text/name-order.ts';
import { atLeast, connect, type GitHub } from '../../../io/github/github.ts';
import { type DriftIssues, listDriftIssues } from '../../../io/github/sticky-issue.ts';
import { isName } from '../jobs/job-shape.ts';
import { patience } from './github-sign-in.ts';

/** A repository that a user may read and that the app is installed on. */
export interface VisibleRepository {
  readonly id: number;
  readonly owner: string;
  readonly repo: string;
}

/** What GitHub lets a user see through the app. */
export interface Visible {
  readonly installations: number;
  /** Sorted by name. */
  readonly repositories: readonly VisibleRepository[];
  /** Whether there are more than we read. */
  readonly isCut: boolean;
}

/** How much is read for one user. */
const viewerLimits = { installations: 30, repositories: 1_000 } as const;

/** How long answers are reused. Somebody who loses access sees a repository for this long. In milliseconds. */
const freshMs = 60_000;
const maxUsers = 500;
const maxRepositories = 5_000;
/** How long a page waits in total when GitHub asks for it, in seconds. */
const maxWaitSeconds = 3;

/** Asks GitHub with the token of a user, and remembers the answers briefly. */
export class Viewers {
  readonly #apiUrl: string;
  readonly #appId: number;
  readonly #visible = new Map<string, { readonly visible: Promise<Visible>; readonly until: number }>();
  readonly #drift = new Map<string, { readonly issues: Promise<DriftIssues>; readonly until: number }>();

  constructor({ apiUrl, appId }: { readonly apiUrl: string; readonly appId: number }) {
    this.#apiUrl = apiUrl;
    this.#appId = appId;
  }

  /** GitHub, as this user. */
  connect(token: string): GitHub {
    return connect({ token, apiUrl: this.#apiUrl, maxWaitSeconds, bounds: patience });
  }

  /** The repositories that a user may read through the app, according to GitHub. */
  visibleTo(token: string, now: number): Promise<Visible> {
    const known = this.#visible.get(keyOf(token));
    if (known && known.until > now) return known.visible;
    const visible = readVisible(this.connect(token), this.#appId);
    remember(this.#visible, keyOf(token), { visible, until: now + freshMs }, maxUsers);
    visible.catch(() => this.forget(token));
    return visible;
  }

  /** The open issues about drift of a repository, as this user sees them. */
  driftOf({ id, owner, repo }: VisibleRepository, token: string, now: number): Promise<DriftIssues> {
    const key = `${keyOf(token)}/${id}`;
    const known = this.#drift.get(key);
    if (known && known.until > now) return known.issues;

    const issues = listDriftIssues(this.connect(token), { owner, repo });
    remember(this.#drift, key, { issues, until: now + freshMs }, maxRepositories);
    issues.catch(() => this.#drift.delete(key));

    return issues;
  }

  /** Forgets what a token may see. */
  forget(token: string): void {
    this.#visible.delete(keyOf(token));
  }
}

/** Tokens are not kept, not even in memory. */
const keyOf = (token: string): string => createHash('sha256').update(token).digest('base64');

function remember<T>(map: Map<string, T>, key: string, value: T, most: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > most) map.delete(map.keys().next().value!);
}

async function readVisible(github: GitHub, appId: number): Promise<Visible> {
  const { installations: most, repositories: mostRepositories } = viewerLimits;
  const all = await github.paginate(
    github.rest.apps.listInstallationsForAuthenticatedUser,
    { per_page: 100 },
    atLeast(most),
  );

  const installations = all.filter(({ app_id, suspended_at }) => app_id === appId && suspended_at === null);
  const found = new Map<number, VisibleRepository>();
  let isCut = installations.length > most;

  for (const { id: installation_id } of installations.slice(0, most)) {
    const listed = await github.paginate(
      github.rest.apps.listInstallationReposForAuthenticatedUser,
      { installation_id, per_page: 100 },
      atLeast(mostRepositories),
    );

    isCut ||= listed.length >= mostRepositories;
    for (const { id, name, owner } of listed)
      if (isName(owner.login) && isName(name)) found.set(id, { id, owner: owner.login, repo: name });
  }

  const repositories = [...found.values()].sort(byName);
  return { installations: installations.length, repositories, isCut };
}

const byName = (one: VisibleRepository, other: VisibleRepository): number => compareNames(nameOf(one), nameOf(other));

const nameOf = ({ owner, repo }: VisibleRepository): string => `${owner}/${repo}`.toLowerCase();

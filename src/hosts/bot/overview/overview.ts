import type { IncomingMessage, ServerResponse } from 'node:http';
import { eachAtOnce } from '../../../io/each-at-once.ts';
import { isRateLimit, statusOf } from '../../../io/github/github-errors.ts';
import type { DriftIssues } from '../../../io/github/sticky-issue.ts';
import type { Journal } from '../service/journal.ts';
import type { OverviewSettings } from '../service/settings.ts';
import {
  callbackPath,
  exchangeCode,
  type GitHubAddresses,
  loginOf,
  newSignIn,
  type PendingSignIn,
  revokeToken,
  SignInRefused,
  signInUrl,
} from './github-sign-in.ts';
import { contentPolicy, overviewPage, problemPage, signInPage } from './overview-page.ts';
import { newestFirst, type ReviewBoard } from './review-board.ts';
import { Seal } from './seal.ts';
import { Viewers, type Visible, type VisibleRepository } from './viewer.ts';

export interface OverviewParts extends GitHubAddresses {
  readonly settings: OverviewSettings;
  readonly appId: number;
  readonly board: ReviewBoard;
  /** Whether the board is empty after a start. */
  readonly isForgetful: boolean;
  readonly journal: Pick<Journal, 'warn' | 'error'>;
  readonly now?: () => number;
}

/** Who is signed in. It is kept only in the cookie of the browser. */
interface Session {
  readonly token: string;
  readonly login: string;
}

/** How long somebody stays signed in at most, and how long a sign-in may take. In milliseconds. */
const sessionMs = 8 * 3_600_000;
const signInMs = 10 * 60_000;

/** The prefix makes browsers require HTTPS, this host alone, and all its paths. */
const cookies = { session: '__Host-plumbline-session', 'sign-in': '__Host-plumbline-sign-in' } as const;
type CookiePurpose = keyof typeof cookies;

/** How many repositories one page shows, and for how many GitHub is asked at once. */
const maxShown = 50;
const driftAtOnce = 8;

/** An answer to a browser. */
interface Answer {
  readonly status: number;
  readonly html?: string;
  readonly location?: string;
  readonly cookies?: readonly string[];
}

/**
 * Pages for people: the reviews of the repositories that they can read. GitHub signs them in and says which repositories those are. The
 * pages change nothing, run no script, and show nothing to anybody who is not signed in.
 */
export class Overview {
  readonly #parts: OverviewParts;
  readonly #seal: Seal;
  readonly #viewers: Viewers;
  readonly #now: () => number;

  constructor(parts: OverviewParts) {
    this.#parts = parts;
    this.#seal = new Seal(parts.settings.clientSecret);
    this.#viewers = new Viewers(parts);
    this.#now = parts.now ?? Date.now;
  }

  /** Answers a request to a path of the overview. Returns false for any other path. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const path = request.url!.split('?', 1)[0]!.replace(/(?<=.)\/$/, '');
    const route = Object.hasOwn(this.#routes, path) ? this.#routes[path] : undefined;
    if (route === undefined) return false;

    const [method, handle] = route;
    const isRight = request.method === method || (method === 'GET' && request.method === 'HEAD');
    send(response, isRight ? await handle(request) : notAllowed, isRight ? {} : { allow: method });

    return true;
  }

  readonly #routes: Readonly<Record<string, readonly ['GET' | 'POST', (request: IncomingMessage) => Promise<Answer>]>> =
    {
      '/overview': ['GET', (request) => this.#overview(request)],
      '/overview/sign-in': ['GET', () => this.#signIn()],
      [callbackPath]: ['GET', (request) => this.#signedIn(request)],
      '/overview/sign-out': ['POST', (request) => this.#signOut(request)],
    };

  async #overview(request: IncomingMessage): Promise<Answer> {
    const session = this.#read(request, 'session') as Session | undefined;
    if (session === undefined) return { status: 200, html: signInPage() };

    try {
      return { status: 200, html: await this.#pageOf(session) };
    } catch (error) {
      if (statusOf(error) === 401) {
        this.#viewers.forget(session.token);
        return { ...expired, cookies: [ended('session')] };
      }

      this.#parts.journal.warn({ err: error }, 'the overview could not be shown');
      return isRateLimit(error) ? limited : unavailable;
    }
  }

  async #pageOf({ token, login }: Session): Promise<string> {
    const { board, serverUrl, isForgetful } = this.#parts;
    const now = this.#now();
    const visible = await this.#viewers.visibleTo(token, now);

    const reviews = await board.of(
      visible.repositories.map(({ id }) => id),
      now,
    );

    const reviewed = visible.repositories
      .flatMap((repository) => {
        const found = reviews.get(repository.id);
        return found ? [{ ...repository, reviews: found }] : [];
      })
      .sort((one, other) => newestFirst(one.reviews.last, other.reviews.last));

    const shown = reviewed.slice(0, maxShown);
    const drift = await this.#driftOf(shown, token, now);

    return overviewPage({
      login,
      serverUrl,
      isForgetful,
      isCut: visible.isCut,
      installations: visible.installations,
      repositories: shown.map((repository) => ({ ...repository, drift: drift.get(repository.id) ?? null })),
      more: reviewed.length - shown.length,
      withoutReviews: withoutReviews(visible, reviews),
    });
  }

  /** The drift of repositories, as far as GitHub answers. */
  async #driftOf(
    repositories: readonly VisibleRepository[],
    token: string,
    now: number,
  ): Promise<ReadonlyMap<number, DriftIssues>> {
    const found = new Map<number, DriftIssues>();
    await eachAtOnce(repositories, driftAtOnce, async (repository) => {
      try {
        found.set(repository.id, await this.#viewers.driftOf(repository, token, now));
      } catch (error) {
        // The page says that it is unknown. A token that is no longer valid is noticed at the next request.
        this.#parts.journal.warn({ err: error }, 'issues could not be listed for the overview');
      }
    });

    return found;
  }

  async #signIn(): Promise<Answer> {
    const { settings, serverUrl } = this.#parts;
    const pending = newSignIn();
    const cookie = this.#cookie('sign-in', pending, signInMs);
    return { status: 302, location: signInUrl(pending, settings, serverUrl), cookies: [cookie] };
  }

  async #signedIn(request: IncomingMessage): Promise<Answer> {
    const query = new URL(request.url!, 'http://localhost').searchParams;
    const pending = this.#read(request, 'sign-in') as PendingSignIn | undefined;
    const isDone = [ended('sign-in')];
    if (pending === undefined || query.get('state') !== pending.state) return { ...otherBrowser, cookies: isDone };
    if (query.get('error') === 'access_denied') return { ...denied, cookies: isDone };

    try {
      const { token, seconds } = await exchangeCode(query.get('code') ?? '', pending, this.#parts);
      const login = await loginOf(this.#viewers.connect(token));
      const ms = Math.min(sessionMs, (seconds ?? Number.POSITIVE_INFINITY) * 1000);
      const session: Session = { token, login };

      return { status: 303, location: '/overview', cookies: [...isDone, this.#cookie('session', session, ms)] };
    } catch (error) {
      return { ...this.#refused(error), cookies: isDone };
    }
  }

  #refused(error: unknown): Answer {
    const { journal } = this.#parts;

    if (!(error instanceof SignInRefused)) {
      journal.warn({ err: error }, 'somebody could not sign in');
      return isRateLimit(error) ? limited : unavailable;
    }

    if (error.code === 'bad_verification_code') return otherBrowser;

    journal.error({ reason: error.code, help: setupHelp }, 'GitHub refuses all sign-ins to the overview');

    return misconfigured;
  }

  /** Only a page of our own may ask for it, because the cookie is not sent with a form of another site. */
  async #signOut(request: IncomingMessage): Promise<Answer> {
    const session = this.#read(request, 'session') as Session | undefined;
    if (session !== undefined) {
      this.#viewers.forget(session.token);
      await revokeToken(session.token, this.#parts).catch((error) =>
        this.#parts.journal.warn({ err: error }, 'a token could not be ended; GitHub ends it within eight hours'),
      );
    }

    return { status: 303, location: '/overview', cookies: [ended('session')] };
  }

  #cookie(purpose: CookiePurpose, value: unknown, ms: number): string {
    const sealed = this.#seal.close(purpose, value, this.#now() + ms);
    return `${cookies[purpose]}=${sealed}; Max-Age=${Math.floor(ms / 1000)}; ${attributes}`;
  }

  #read({ headers }: IncomingMessage, purpose: CookiePurpose): unknown {
    const start = `${cookies[purpose]}=`;
    const found = (headers.cookie ?? '').split('; ').find((one) => one.startsWith(start));
    return found === undefined ? undefined : this.#seal.open(purpose, found.slice(start.length), this.#now());
  }
}

/** Lax, because the browser comes back from GitHub. */
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax';
const ended = (purpose: CookiePurpose): string => `${cookies[purpose]}=; Max-Age=0; ${attributes}`;

const withoutReviews = (
  { repositories }: Visible,
  reviews: ReadonlyMap<number, unknown>,
): readonly VisibleRepository[] => repositories.filter(({ id }) => !reviews.has(id));

const problem = (status: number, title: string, sentences: readonly string[], canSignIn = false): Answer => ({
  status,
  html: problemPage(title, sentences, canSignIn),
});

const setupHelp =
  'Compare `CLIENT_ID` and `CLIENT_SECRET` with the settings of the GitHub App, and add `PUBLIC_URL` with `/overview/signed-in` to its callback URLs';

const notAllowed = problem(405, 'This page is opened differently', ['Open the overview and use its buttons.']);
const expired = problem(401, 'You are no longer signed in', ['GitHub ended your sign-in. Sign in again.'], true);
const otherBrowser = problem(
  400,
  'This sign-in is no longer valid',
  ['It took more than ten minutes, was used before, or began in another browser. Sign in again.'],
  true,
);
const denied = problem(403, 'You are not signed in', ['You did not allow the app to see who you are.'], true);
const limited = problem(503, 'GitHub limits how often it is asked', ['Wait a few minutes, and try again.']);
const unavailable = problem(503, 'The overview cannot be shown now', [
  'GitHub or the storage of the bot does not answer. Try again in a minute. The log of the bot says more.',
]);
const misconfigured = problem(502, 'GitHub does not know this bot', [
  'The settings of the bot do not match those of the GitHub App. The log of the bot says what its operator has to change.',
]);

function send(
  response: ServerResponse,
  { status, html = '', location, cookies: set = [] }: Answer,
  headers: Readonly<Record<string, string>>,
): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': contentPolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      // The body of a request is never read.
      connection: 'close',
      ...(location !== undefined && { location }),
      ...(set.length > 0 && { 'set-cookie': [...set] }),
      ...headers,
    })
    .end(html);
}

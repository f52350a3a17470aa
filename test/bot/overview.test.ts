import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../../src/io/github/github.ts';
import { putIssue } from '../../src/io/github/sticky-issue.ts';
import { pool, pushTo, type Scene } from '../github/scene.ts';
import { oauthClient } from '../github/sign-in-gaps.ts';
import { BotWorld } from './bot-world.ts';

const publicUrl = 'https://plumbline.example.com';
let world: BotWorld;

beforeAll(async () => {
  world = await BotWorld.start({ publicUrl });
  world.fake.signIn.readable.set('ada', [await world.fake.repository()]);
  world.fake.signIn.readable.set('mallory', []);
});
afterAll(() => world.close());

/** A browser: it keeps cookies and follows redirects by hand. */
class Visitor {
  readonly cookies = new Map<string, string>();

  async open(path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(path.startsWith('http') ? path : `${world.url}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { ...(cookie && { cookie }), ...init.headers },
    });
    for (const line of response.headers.getSetCookie()) {
      expect(line).toMatch(/^__Host-plumbline-[a-z-]+=\S*; Max-Age=\d+; Path=\/; Secure; HttpOnly; SameSite=Lax$/);
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value === '') this.cookies.delete(name!);
      else this.cookies.set(name!, value!);
    }
    return response;
  }

  async text(path: string): Promise<string> {
    return (await this.open(path)).text();
  }

  /** Goes to GitHub and comes back. Returns the address that GitHub redirects to. */
  async allowed(login: string): Promise<URL> {
    const away = await this.open('/overview/sign-in');
    const decide = new URL(away.headers.get('location')!.replace('/authorize?', '/decide?'));
    decide.searchParams.set('login', login);
    return new URL((await fetch(decide, { redirect: 'manual' })).headers.get('location')!);
  }

  async signIn(login: string): Promise<Response> {
    const { pathname, search } = await this.allowed(login);
    return this.open(pathname + search);
  }
}

const signedIn = async (login: string): Promise<Visitor> => {
  const visitor = new Visitor();
  expect((await visitor.signIn(login)).headers.get('location')).toBe('/overview');
  return visitor;
};

/** The text of a page in reading order. */
const wordsOf = (html: string): string =>
  html
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

let reviewed: Scene;

describe('a person who may read the repository', () => {
  test('is told what to do before there is a review', async () => {
    const words = wordsOf(await (await signedIn('ada')).text('/overview'));
    expect(words).toContain('No reviews yet');
    expect(words).toContain('comment /plumbline review on an open one');
    expect(words).toContain('Repositories without a review: acme/infra.');
    expect(words).toContain('runs without Redis');
  });

  test('sees the verdict, nodes and cost of open pull requests, with links', async () => {
    reviewed = await world.reviewed({ 'pool.yaml': pool() }, { 'pool.yaml': pool('limit') });
    const html = await (await signedIn('ada')).text('/overview');
    const words = wordsOf(html);
    expect(words).toContain('Signed in as ada');
    expect(words).toContain('Open pull requests 1 Blocked 1 Change in cost if all are merged unknown');
    expect(words).toMatch(/#\d+ Blocked 1 error introduced by the change unknown \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
    expect(words).toContain('Drift no open issue Scorecard no scorecard');
    expect(html).toContain(`href="${world.fake.url}/acme/infra/pull/${reviewed.number}"`);
  });

  test('sees an open issue about drift, but not one that a person wrote', async () => {
    const token = await world.fake.token({ issues: 'write' });
    const target = { repository: { owner: 'acme', repo: 'infra' }, environment: '<prod>' };
    const github = connect({ token, apiUrl: world.fake.url });
    const issue = await putIssue({ github, ...target }, { title: 'Drift', body: 'x', isOpen: true });
    await world.fake.writeIssue('mallory', 'Drift', '<!-- plumbline:drift environment=61 -->');
    const html = await (await signedIn('ada')).text('/overview');
    expect(wordsOf(html)).toContain(`Drift &lt;prod&gt; (#${'number' in issue && issue.number}) Scorecard`);
    expect(wordsOf(html)).toContain('Repositories with drift 1 ');
  });

  test('sees the newest review after a push, and none after the pull request is closed', async () => {
    const visitor = await signedIn('ada');
    const next = pushTo(world.fake, reviewed, { 'pool.yaml': pool(), 'scene.txt': String(reviewed.number) });
    await world.onPull('synchronize', next.number);
    await world.settled();
    expect(wordsOf(await visitor.text('/overview'))).toContain('Open pull requests 0');
    const again = pushTo(world.fake, next, { 'pool.yaml': pool('limit2'), 'scene.txt': String(reviewed.number) });
    await world.onPull('synchronize', again.number);
    await world.settled();
    expect(wordsOf(await visitor.text('/overview'))).toContain('Open pull requests 1 Blocked 1');
    await world.fake.closePull(again.number);
    await world.onPull('closed', again.number);
    await world.settled();
    const words = wordsOf(await visitor.text('/overview'));
    expect(words).toContain('Open pull requests 0 Blocked 0 Change in cost if all are merged none');
    expect(words).toMatch(/Last review: #\d+ , Blocked, \d{4}/);
  });

  test('can sign out, which ends the token at GitHub', async () => {
    const visitor = await signedIn('ada');
    const copy = new Map(visitor.cookies);
    const { status, headers } = await visitor.open('/overview/sign-out', { method: 'POST' });
    expect([status, headers.get('location')]).toEqual([303, '/overview']);
    expect(visitor.cookies.size).toBe(0);
    for (const [name, value] of copy) visitor.cookies.set(name, value);
    const after = await visitor.open('/overview');
    expect(after.status).toBe(401);
    expect(wordsOf(await after.text())).toContain('GitHub ended your sign-in. Sign in again.');
    expect(visitor.cookies.size).toBe(0);
  });

  test('is told that GitHub does not answer', async () => {
    const visitor = await signedIn('ada');
    world.fake.fail({ method: 'GET', path: /^\/user\/installations$/, status: 403, times: 1 });
    const response = await visitor.open('/overview');
    expect(response.status).toBe(503);
    expect(wordsOf(await response.text())).toContain('Try again in a minute');
    expect((await visitor.open('/overview')).status).toBe(200);
  });
});

describe('T70: somebody else', () => {
  test('sees no repository without access, and is told how to get it', async () => {
    await world.reviewed({ 'pool.yaml': pool() }, { 'pool.yaml': pool('limit') });
    const words = wordsOf(await (await signedIn('mallory')).text('/overview'));
    expect(words).not.toContain('infra');
    expect(words).toContain('No reviews yet');
    world.fake.signIn.readable.delete('mallory');
    expect(wordsOf(await (await signedIn('mallory')).text('/overview'))).toContain(
      'The app is not installed where you can see it',
    );
  });

  test('sees nothing but the button to sign in', async () => {
    const words = wordsOf(await new Visitor().text('/overview'));
    expect(words).toContain('Sign in with GitHub');
    expect(words).not.toMatch(/acme|infra|Sign out/);
  });

  test('cannot use an altered cookie, or one of another purpose', async () => {
    const visitor = await signedIn('ada');
    const [[name, value]] = [...visitor.cookies] as [[string, string]];
    const other = value.startsWith('A') ? 'B' : 'A';
    visitor.cookies.set(name, other + value.slice(1));
    expect(wordsOf(await visitor.text('/overview'))).toContain('Sign in with GitHub');
    await visitor.open('/overview/sign-in');
    visitor.cookies.set(name, visitor.cookies.get('__Host-plumbline-sign-in')!);
    expect(wordsOf(await visitor.text('/overview'))).toContain('Sign in with GitHub');
  });

  test('cannot sign in with the code or the state of another browser, or twice with one code', async () => {
    const [one, other] = [new Visitor(), new Visitor()];
    const back = await one.allowed('ada');
    const path = back.pathname + back.search;
    await other.open('/overview/sign-in');
    for (const visitor of [other, new Visitor()]) expect((await visitor.open(path)).status).toBe(400);
    const cookie = one.cookies.get('__Host-plumbline-sign-in')!;
    expect((await one.open(path)).status).toBe(303);
    expect((await one.open(path)).status).toBe(400);
    one.cookies.set('__Host-plumbline-sign-in', cookie);
    const again = await one.open(path);
    expect([again.status, wordsOf(await again.text())]).toEqual([400, expect.stringContaining('Sign in again')]);
  });

  test('is told so after refusing access', async () => {
    const visitor = new Visitor();
    const { searchParams } = await visitor.allowed('ada');
    const path = `/overview/signed-in?error=access_denied&state=${searchParams.get('state')}`;
    expect((await visitor.open(path)).status).toBe(403);
  });
});

test('pages run no script, are not stored, and belong to no frame', async () => {
  const { headers } = await (await signedIn('ada')).open('/overview');
  const policy = headers.get('content-security-policy')!;
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
  );
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('a wrong method is refused, and other paths are not found', async () => {
  const visitor = await signedIn('ada');
  expect((await visitor.open('/overview/sign-out')).status).toBe(405);
  expect((await visitor.open('/overview', { method: 'POST' })).status).toBe(405);
  expect((await visitor.open('/overview/other')).status).toBe(404);
  expect((await visitor.open('/overview/')).status).toBe(200);
});

test('T71: no page and no log contains a token or the secret of the app', async () => {
  const html = await (await signedIn('ada')).text('/overview');
  const everything = `${html}\n${world.log.join('\n')}`;
  expect(world.fake.signIn.tokens.size).toBeGreaterThan(0);
  for (const secret of [...world.fake.signIn.tokens.keys(), oauthClient.secret])
    expect(everything).not.toContain(secret);
});

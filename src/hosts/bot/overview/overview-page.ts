import { createHash } from 'node:crypto';
import { Markup, markup, none } from '../../../engine/report/html/nodes/markup.ts';
import { capitalized } from '../../../engine/text/words/capitalized.ts';
import { plainName, plainSentence } from '../../../engine/text/words/escape.ts';
import { inUsd } from '../../../engine/text/words/money.ts';
import { plural } from '../../../engine/text/words/plural.ts';
import { firstNames } from '../../../engine/text/words/quoted-names.ts';
import type { DriftIssues } from '../../../io/github/sticky-issue.ts';
import type { RepositoryReviews } from './review-board.ts';
import type { DatedSummary, ReviewSummary } from './review-summary.ts';
import type { VisibleRepository } from './viewer.ts';

/** A repository with reviews, as the page shows it. */
export interface ShownRepository extends VisibleRepository {
  readonly reviews: RepositoryReviews;
  /** Null if GitHub did not answer. */
  readonly drift: DriftIssues | null;
}

/** Everything that the page of a signed-in user shows. */
export interface OverviewData {
  readonly login: string;
  readonly serverUrl: string;
  /** How many accounts have the app installed and are visible to the user. */
  readonly installations: number;
  /** The newest review first. */
  readonly repositories: readonly ShownRepository[];
  /** How many more repositories have reviews. */
  readonly more: number;
  /** Visible repositories without a review. */
  readonly withoutReviews: readonly VisibleRepository[];
  /** Whether the user can see more repositories than were read. */
  readonly isCut: boolean;
  /** Whether reviews before the last start of the bot are missing. */
  readonly isForgetful: boolean;
}

const style = `
:root { color-scheme: light dark; --back: light-dark(#fff, #0d1117); --page: light-dark(#f4f6f8, #090c10); --text: light-dark(#1c2128, #f0f6fc); --soft: light-dark(#57606a, #9ea7b3); --line: light-dark(#d8dee4, #30363d); --link: light-dark(#0a53a8, #7cc0ff); --bad: light-dark(#b91c2b, #ff8a80); --warn: light-dark(#7d4e00, #e8b93e); --good: light-dark(#116a34, #5bd678); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.55 system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif; overflow-wrap: anywhere; }
header, main { max-width: 64rem; margin: 0 auto; padding: .75rem 1rem; }
header { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center; justify-content: space-between; }
header p { margin: 0; color: var(--soft); } header form { display: inline; margin-left: .5rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: .25rem 0 .75rem; } h2 { font-size: 1.1rem; margin: 0 0 .5rem; } p { margin: .25rem 0; }
a { color: var(--link); text-underline-offset: .15em; }
section { background: var(--back); border: 1px solid var(--line); border-radius: 10px; padding: 1rem; margin: 0 0 1rem; }
dl { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: 0 0 .5rem; } dl div { min-width: 8rem; } dt { color: var(--soft); font-size: .85rem; } dd { margin: 0; }
.big { font-size: 1.3rem; font-weight: 650; font-variant-numeric: tabular-nums; }
table { border-collapse: collapse; width: 100%; } caption { text-align: left; color: var(--soft); font-size: .85rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-top: 1px solid var(--line); } th { font-size: .85rem; color: var(--soft); }
td:last-child { white-space: nowrap; }
.block { color: var(--bad); } .warn, .missing { color: var(--warn); } .pass { color: var(--good); } .block, .warn, .pass, .missing { font-weight: 650; }
.soft { color: var(--soft); font-size: .9rem; } ul { margin: .25rem 0; padding-left: 1.25rem; }
.button, button { display: inline-block; font: inherit; border: 1px solid var(--line); border-radius: 6px; background: var(--back); color: var(--link); padding: .35rem .9rem; text-decoration: none; cursor: pointer; }
@media (max-width: 40rem) { thead { display: none; } table, tbody, caption, tr, td { display: block; } td { border: 0; padding: .1rem 0; white-space: normal; } tr { border-top: 1px solid var(--line); padding: .4rem 0; } td::before { content: attr(data-label) " "; color: var(--soft); font-size: .85rem; } }
`;

/** The browser ignores every other style, and runs no script at all. */
export const contentPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

const page = (title: string, user: Markup, main: Markup): string =>
  markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · plumbline</title><link rel="icon" href="data:,"><style>${new Markup(style)}</style></head>
<body><header><p>plumbline</p>${user}</header>
<main><h1>${title}</h1>
${main}</main></body></html>
`.html;

const signInLink = markup`<p><a class="button" href="/overview/sign-in">Sign in with GitHub</a></p>`;

/** What somebody sees who is not signed in. */
export const signInPage = (): string =>
  page(
    'Reviews of your organization',
    none,
    markup`<section><p>This page lists the reviews of open pull requests, with nodes and cost, and the drift of clusters.</p>
<p>You see only repositories that you can read on GitHub. The page changes nothing.</p>${signInLink}</section>`,
  );

/** Something that did not work, and what to do. */
export const problemPage = (title: string, sentences: readonly string[], canSignIn: boolean): string =>
  page(
    title,
    none,
    markup`<section>${sentences.map((one) => markup`<p>${one}</p>`)}${canSignIn ? signInLink : markup`<p><a class="button" href="/overview">Try again</a></p>`}</section>`,
  );

/** The page of a signed-in user. */
export function overviewPage(data: OverviewData): string {
  const { login, repositories } = data;
  const user = markup`<div>Signed in as ${plainName(login)} <form method="post" action="/overview/sign-out"><button>Sign out</button></form></div>`;

  const main =
    repositories.length === 0
      ? emptyState(data)
      : markup`${totals(repositories)}
${repositories.map((one) => repositorySection(one, data.serverUrl))}${remarks(data)}`;

  return page('Reviews of your organization', user, main);
}

function emptyState({ installations, withoutReviews, isForgetful, isCut }: OverviewData): Markup {
  if (installations === 0)
    return markup`<section><h2>The app is not installed where you can see it</h2>
<p>An owner of your organization can install it: open the page of the app on GitHub and choose Install App. If it is installed, ask for access to a repository with Karpenter manifests.</p></section>`;
  return markup`<section><h2>No reviews yet</h2>
<p>Open a pull request that changes a NodePool, or comment <code>/plumbline review</code> on an open one. Its review then appears here.</p>
${isForgetful ? forgetful : none}${notReviewed(withoutReviews)}${isCut ? cut : none}</section>`;
}

const forgetful = markup`<p class="soft">This bot runs without Redis, so reviews from before its last start are not listed.</p>`;
const cut = markup`<p class="soft">You can see more repositories than this page reads, so some are not listed.</p>`;

/** The most names that one sentence lists. */
const maxNames = 20;

function notReviewed(repositories: readonly VisibleRepository[]): Markup {
  if (repositories.length === 0) return none;
  return markup`<p class="soft">Repositories without a review: ${firstNames(repositories.map(nameOf), maxNames)}.</p>`;
}

function remarks({ more, withoutReviews, isCut, isForgetful }: OverviewData): Markup {
  const hidden =
    more > 0
      ? markup`<p class="soft">${plural(more, 'more repository')} with older reviews ${more === 1 ? 'is' : 'are'} not shown.</p>`
      : none;
  const figures = markup`<p class="soft">A figure is the most probable one. The comment on the pull request shows the range and what it assumes.</p>`;
  return markup`<section><h2>About this page</h2>${figures}${hidden}${notReviewed(withoutReviews)}${isForgetful ? forgetful : none}${isCut ? cut : none}</section>`;
}

const nameOf = ({ owner, repo }: VisibleRepository): string => plainName(`${owner}/${repo}`, 200);

function totals(repositories: readonly ShownRepository[]): Markup {
  const open = repositories.flatMap(({ reviews }) => reviews.open);
  const blocked = open.filter(({ result }) => result === 'block').length;
  const drifted = repositories.filter(({ drift }) => drift !== null && drift.issues.length > 0).length;
  const unknown = repositories.filter(({ drift }) => drift === null || isUnknown(drift)).length;

  const cards: readonly [string, string][] = [
    ['Open pull requests', String(open.length)],
    ['Blocked', String(blocked)],
    ['Change in cost if all are merged', costOf(open)],
    ['Repositories with drift', unknown === 0 ? String(drifted) : `${drifted}, unknown for ${unknown}`],
  ];

  return markup`<section aria-label="All repositories"><dl>${cards.map(([name, value]) => markup`<div><dt>${name}</dt><dd class="big">${value}</dd></div>`)}</dl></section>`;
}

/** The monthly cost that pull requests add, as far as it is known. */
function costOf(open: readonly ReviewSummary[]): string {
  const costs = open.map(({ result, figures }) =>
    result === 'missing' ? [null] : figures.map(({ monthlyUsd }) => monthlyUsd),
  );
  const known = costs.flat().filter((cost) => cost !== null);
  const unknown = costs.filter((of) => of.includes(null)).length;
  if (known.length === 0 && unknown > 0) return 'unknown';

  const total = known.reduce((sum, cost) => sum + cost, 0);
  const sum = inUsd.isZero(total) ? 'none' : `${inUsd.signed(total)}/month`;

  return unknown === 0 ? sum : `${sum}, unknown for ${unknown} of ${open.length}`;
}

function repositorySection({ reviews, drift, ...repository }: ShownRepository, serverUrl: string): Markup {
  const { owner, repo, id } = repository;
  const url = `${serverUrl}/${owner}/${repo}`;
  const { open, last } = reviews;

  const facts: readonly [string, Markup][] = [
    ['Change in cost if merged', markup`${costOf(open)}`],
    ['Drift', driftText(drift, url)],
    ['Scorecard', markup`${scorecardText(reviews)}`],
  ];

  return markup`<section aria-labelledby="r${id}"><h2 id="r${id}"><a href="${url}">${nameOf(repository)}</a></h2>
<dl>${facts.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${open.length === 0 ? nothingOpen(last, url) : pullTable(open, url)}</section>
`;
}

const nothingOpen = (last: DatedSummary, url: string): Markup =>
  markup`<p>No open pull request changes Karpenter manifests. Last review: ${pullLink(last, url)}, ${verdictText[last.result]}, ${timeText(last)}.</p>`;

const scorecardText = ({ open, last }: RepositoryReviews): string => {
  const newest = [last, ...open].find(({ trackRecord }) => trackRecord !== null)?.trackRecord;
  return newest ? plainSentence(newest) : 'no scorecard';
};

const isUnknown = ({ issues, isWhole }: DriftIssues): boolean => issues.length === 0 && !isWhole;

function driftText(drift: DriftIssues | null, url: string): Markup {
  if (drift === null) return markup`unknown, because GitHub did not list the issues`;
  if (isUnknown(drift)) return markup`unknown, because the repository has more than 100 open issues`;
  const { issues } = drift;
  if (issues.length === 0) return markup`no open issue`;
  return markup`${issues.map(({ number, environment }, i) => markup`${i === 0 ? '' : ', '}<a href="${url}/issues/${number}">${plainName(environment)} (#${number})</a>`)}`;
}

const verdictText: Readonly<Record<ReviewSummary['result'], string>> = {
  block: 'Blocked',
  warn: 'Needs attention',
  pass: 'Passed',
  missing: 'Not reviewed',
};

const pullLink = ({ number }: ReviewSummary, url: string): Markup =>
  markup`<a href="${url}/pull/${number}">#${number}</a>`;

const timeText = ({ at }: DatedSummary): Markup =>
  markup`<time datetime="${at}">${at.slice(0, 16).replace('T', ' ')} UTC</time>`;

const pullTable = (open: readonly DatedSummary[], url: string): Markup => markup`<table>
<caption>${plural(open.length, 'open pull request')}</caption>
<thead><tr><th scope="col">Pull request</th><th scope="col">Verdict</th><th scope="col">Nodes and cost</th><th scope="col">Reviewed</th></tr></thead>
<tbody>${open.map(
  (
    pull,
  ) => markup`<tr><td data-label="Pull request">${pullLink(pull, url)}</td><td data-label="Verdict">${verdictCell(pull)}</td><td data-label="Nodes and cost">${figuresCell(pull)}</td><td data-label="Reviewed">${timeText(pull)}</td></tr>
`,
)}</tbody></table>`;

function verdictCell({ result, reasons }: ReviewSummary): Markup {
  const why = result === 'missing' ? ['The check on the pull request says why'] : reasons;
  const list =
    why.length === 0
      ? none
      : markup`<ul class="soft">${why.map((one) => markup`<li>${capitalized(plainSentence(one))}</li>`)}</ul>`;
  return markup`<span class="${result}">${verdictText[result]}</span>${list}`;
}

function figuresCell({ result, figures }: ReviewSummary): Markup {
  if (result === 'missing') return markup`unknown`;
  if (figures.length === 0) return markup`no cluster is affected`;
  return markup`${figures.map(({ environment, text }) => markup`<p>${environment === null ? none : markup`<strong>${plainName(environment)}</strong>: `}${plainSentence(text ?? 'unknown')}</p>`)}`;
}

import { capitalized } from '../../text/words/capitalized.ts';
import { plainName, plainSentence } from '../../text/words/escape.ts';
import { textIf } from '../../text/words/text-if.ts';
import { markSigns, type ReportMark, reportMarkOf } from '../coverage/report-mark.ts';
import { summarySentences } from '../first-lines/summary-line.ts';
import type { Report } from '../values/report.ts';

/** The form of a message: of Slack's incoming webhooks, which Mattermost and others also read, or of Teams' Workflows. */
export type ChatForm = 'slack' | 'teams';

/** The pull request that a message is about. */
interface ChatSubject {
  /** `owner/name`. */
  readonly repository: string;
  readonly number: number;
  /** Address of the pull request. */
  readonly url: string;
  /** Name of the review, if several workflows review the same pull request. */
  readonly name?: string;
}

/** Longer texts are cut, because Slack rejects headers of more than 150 characters and texts of more than 3,000. */
const limits = { title: 140, sentence: 300, sentences: 6 } as const;

const outcome: Record<ReportMark, string> = {
  block: 'is blocked',
  warn: 'needs attention',
  pass: 'has no new problems',
  unknown: 'is understood only in part',
};

/**
 * A review as the JSON body of a webhook. Everything in it may come from a pull request, so it is shown as plain text, which neither
 * Slack nor Teams reads as a mention, a link or a format.
 */
export function chatMessage(report: Report, subject: ChatSubject, form: ChatForm): string {
  const mark = reportMarkOf(report);
  const { repository, number, url, name = '' } = subject;
  const where = `${plainName(repository, 100)}#${number}${textIf(name !== '', ` (${plainName(name, 40)})`)}`;
  const title = `${markSigns[mark]} ${where} ${outcome[mark]}`.slice(0, limits.title);

  const sentences = summarySentences(report)
    .slice(0, limits.sentences)
    // The title says that it is blocked.
    .map((sentence) => `${plainSentence(capitalized(sentence.replace(/^Blocked: /, '')), limits.sentence)}.`);

  const message = { title, text: sentences.join(' '), url };

  return JSON.stringify(form === 'teams' ? teamsCard(message) : slackMessage(message));
}

interface Message {
  readonly title: string;
  readonly text: string;
  readonly url: string;
}

const linkText = 'Open the pull request';

/** Slack shows the blocks, and `text` in notifications. Programs that know no blocks show `text`. */
const slackMessage = ({ title, text, url }: Message) => ({
  text: `${slackText(title)}\n${slackText(text)}\n<${url}|${linkText}>`,
  blocks: [
    { type: 'header', text: { type: 'plain_text', text: title, emoji: false } },
    { type: 'section', text: { type: 'plain_text', text, emoji: false } },
    { type: 'section', text: { type: 'mrkdwn', text: `<${url}|${linkText}>`, verbatim: true } },
  ],
});

/**
 * Text that Slack, and programs that read its messages as Markdown, take neither for a link, an image, a mention, a
 * channel nor an emoji: what follows a sign that begins one is behind a space without width. Sources:
 * https://api.slack.com/reference/surfaces/formatting, https://docs.mattermost.com/collaborate/format-messages.html.
 */
const slackText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/@|:(?=\/\/|[\w+-]+:)|(?<!\w)#(?=\w)|\](?=[[(:])|www(?=\.)/gi, '$&\u200b');

/** A message for the trigger “When a Teams webhook request is received”. A TextRun shows Markdown as it is. */
const teamsCard = ({ title, text, url }: Message) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [
          { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: title, weight: 'bolder', size: 'medium' }] },
          { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text }] },
        ],
        actions: [{ type: 'Action.OpenUrl', title: linkText, url }],
      },
    },
  ],
});

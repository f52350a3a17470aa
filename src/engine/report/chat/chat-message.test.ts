import { describe, expect, test } from 'vitest';
import { errorWithCost } from '../fixtures.test-support.ts';
import { report } from '../test-support.ts';
import { type ChatForm, chatMessage } from './chat-message.ts';

const url = 'https://github.com/acme/infra/pull/12';
const subject = { repository: 'acme/infra', number: 12, url };
const message = (form: ChatForm, of = report(errorWithCost())) => JSON.parse(chatMessage(of, subject, form));

test('Slack gets blocks, and the same text for programs that know no blocks', () => {
  expect(message('slack')).toMatchInlineSnapshot(`
    {
      "blocks": [
        {
          "text": {
            "emoji": false,
            "text": "⛔ acme/infra#12 is blocked",
            "type": "plain_text",
          },
          "type": "header",
        },
        {
          "text": {
            "emoji": false,
            "text": "\`limit\` is not a field of NodePool: the API server drops it, and \`web\` would have no limit at all. 1 of 1 node replaced · 1 → 2 nodes · $280 → $561/month (+$281) · simulated.",
            "type": "plain_text",
          },
          "type": "section",
        },
        {
          "text": {
            "text": "<https://github.com/acme/infra/pull/12|Open the pull request>",
            "type": "mrkdwn",
            "verbatim": true,
          },
          "type": "section",
        },
      ],
      "text": "⛔ acme/infra#12 is blocked
    \`limit\` is not a field of NodePool: the API server drops it, and \`web\` would have no limit at all. 1 of 1 node replaced · 1 → 2 nodes · $280 → $561/month (+$281) · simulated.
    <https://github.com/acme/infra/pull/12|Open the pull request>",
    }
  `);
});

test('Teams gets an adaptive card', () => {
  expect(message('teams')).toMatchInlineSnapshot(`
    {
      "attachments": [
        {
          "content": {
            "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
            "actions": [
              {
                "title": "Open the pull request",
                "type": "Action.OpenUrl",
                "url": "https://github.com/acme/infra/pull/12",
              },
            ],
            "body": [
              {
                "inlines": [
                  {
                    "size": "medium",
                    "text": "⛔ acme/infra#12 is blocked",
                    "type": "TextRun",
                    "weight": "bolder",
                  },
                ],
                "type": "RichTextBlock",
              },
              {
                "inlines": [
                  {
                    "text": "\`limit\` is not a field of NodePool: the API server drops it, and \`web\` would have no limit at all. 1 of 1 node replaced · 1 → 2 nodes · $280 → $561/month (+$281) · simulated.",
                    "type": "TextRun",
                  },
                ],
                "type": "RichTextBlock",
              },
            ],
            "type": "AdaptiveCard",
            "version": "1.4",
          },
          "contentType": "application/vnd.microsoft.card.adaptive",
          "contentUrl": null,
        },
      ],
      "type": "message",
    }
  `);
});

test('the name of the review is in the title', () => {
  const { blocks } = JSON.parse(chatMessage(report(errorWithCost()), { ...subject, name: 'staging' }, 'slack'));
  expect(blocks[0].text.text).toBe('⛔ acme/infra#12 (staging) is blocked');
});

describe('texts of a pull request', () => {
  const hostile = '<!channel> @here [x](https://evil.example) *b* `c` \u202e '.repeat(40);
  const finding = errorWithCost().findings[0]!;
  const diagnostic = { ...finding.diagnostic, message: hostile, severity: 'error' as const };
  const evil = report({ ...errorWithCost(), findings: [{ ...finding, diagnostic, isNew: true }] });

  test('mention nobody, create no link and are short', () => {
    const { text, blocks } = message('slack', evil);
    expect(text).toContain('&lt;!channel&gt;');
    expect(text).not.toMatch(/<!channel>|@here|\u202e/);
    expect(text.match(/<https:/g)).toHaveLength(1);
    expect(blocks.slice(0, 2).map((block: { text: { type: string } }) => block.text.type)).toEqual([
      'plain_text',
      'plain_text',
    ]);
    expect(text.length).toBeLessThan(3_000);
  });

  test('are shown as they are in a card', () => {
    const { body, actions } = message('teams', evil).attachments[0].content;
    expect(body.map((block: { type: string }) => block.type)).toEqual(['RichTextBlock', 'RichTextBlock']);
    expect(body[1].inlines[0].text).toContain('<!channel> @here [x](https://evil.example)');
    expect(actions).toEqual([{ type: 'Action.OpenUrl', title: 'Open the pull request', url }]);
  });
});

describe('the text of Slack that other programs read as Markdown', () => {
  const textOf = (name: string): string => {
    const found = errorWithCost();
    const [finding] = found.findings;
    const diagnostic = { ...finding!.diagnostic, message: `\`${name}\` is not a field` };
    return message('slack', report({ ...found, findings: [{ ...finding!, diagnostic }] })).text.split('\n')[1];
  };

  test.each([
    ['an image', 'a` ![i](https://evil.example/i.png) `b', '](', '://'],
    ['a link', 'a` [Approve](https://evil.example) `b', '](', '://'],
    ['a link by reference', 'a` [Approve][x] `b', '][', '[x]:'],
    ['a bare address', 'see https://evil.example and www.evil.example', '://', 'www.'],
    ['a channel and an emoji', 'a` #general :tada: `b', '#general', ':tada:'],
  ])('has no %s', (_, name, one, other) => {
    const text = textOf(name);
    expect(text).toContain('is not a field');
    expect(text).not.toContain(one);
    expect(text).not.toContain(other);
  });

  test('keeps names as they are', () => {
    const name = 'spec.template.spec[0] karpenter.sh/v1 10:30 a#1';
    expect(textOf(name)).toContain(name);
  });
});

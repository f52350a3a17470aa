/**
 * Draws the output of `npm run demo` as a terminal shows it: `node scripts/demo.ts --output FOLDER`, then
 * `node scripts/picture-demo.ts FOLDER/transcript.txt`. Writes docs/images/demo.png and demo-dark.png. Needs Chromium.
 */
import { readFileSync } from 'node:fs';
import { openBrowser, openPage } from './browser.ts';

const themes = {
  light: { back: '#ffffff', text: '#1f2328', muted: '#59636e', good: '#1a7f37', bad: '#cf222e' },
  dark: { back: '#0d1117', text: '#f0f6fc', muted: '#9198a1', good: '#3fb950', bad: '#f85149' },
} as const;
type Theme = (typeof themes)[keyof typeof themes];

/** The colors that the demo uses, by their ANSI codes. */
const styles = ({ muted, good, bad }: Theme): Readonly<Record<string, string>> => ({
  1: 'font-weight: bold',
  2: `color: ${muted}`,
  31: `color: ${bad}`,
  32: `color: ${good}`,
});

function page(transcript: string, theme: Theme): string {
  const spans = transcript
    .trim()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/\u001b\[(\d+)m/g, (_, code: string) =>
      code === '0' ? '</span>' : `<span style="${styles(theme)[code] ?? ''}">`,
    );
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; padding: 16px 20px; background: ${theme.back}; color: ${theme.text}; }
    pre { margin: 0; font: 12px/1.5 "Liberation Mono", monospace; white-space: pre-wrap; }
  </style><pre>${spans}</pre>`;
}

const transcript = readFileSync(process.argv[2] ?? 'transcript.txt', 'utf8');
const browser = await openBrowser();
for (const [name, theme] of Object.entries(themes)) {
  const tab = await openPage(browser, { viewport: { width: 1020, height: 400 }, deviceScaleFactor: 1.3 });
  await tab.setContent(page(transcript, theme));
  await tab.screenshot({ path: `docs/images/demo${name === 'dark' ? '-dark' : ''}.png`, fullPage: true });
}
await browser.close();

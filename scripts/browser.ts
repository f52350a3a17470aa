import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Starts Chromium: the one that CHROMIUM names, or Debian's (`apt-get install chromium`). */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-lcd-text'],
    timeout: 0,
  });

/** Opens an empty page in a context of its own. It waits without a limit, because the machine may be busy and every test has a limit itself. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(0);
  return context.newPage();
}

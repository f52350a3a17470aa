import { githubLinks } from '../../../engine/report/github/links.ts';
import type { Links } from '../../../engine/report/values/report.ts';
import { version } from '../../../io/version.ts';
import type { Flags } from '../arguments/arguments.ts';
import { isShown } from './color.ts';
import type { Terminal } from './terminal.ts';

/** Terminals that open OSC 8 hyperlinks, by TERM_PROGRAM, with the first version that does. */
const programs: Readonly<Record<string, readonly [major: number, minor: number]>> = {
  'iTerm.app': [3, 1],
  WezTerm: [20_200_620, 0],
  vscode: [1, 72],
  ghostty: [0, 0],
  zed: [0, 0],
};

/**
 * Whether the terminal shows hyperlinks, by its environment variables as the package supports-hyperlinks reads them. An unknown
 * terminal gets plain text: some of them print the escape sequence.
 */
export function supportsHyperlinks(env: Terminal['env']): boolean {
  if (env.FORCE_HYPERLINK) return env.FORCE_HYPERLINK !== '0';
  if (env.TERM === 'dumb' || env.CI || env.TEAMCITY_VERSION) return false;
  if (env.WT_SESSION || env.KONSOLE_VERSION || env.DOMTERM) return true;
  if (/^(?:alacritty|xterm-kitty|xterm-ghostty|foot)/.test(env.TERM ?? '')) return true;
  // VTE, the terminal of GNOME, writes 0.50.0 as 5000. That version crashes on hyperlinks.
  if (env.VTE_VERSION) return Number(env.VTE_VERSION) > 5000;

  if (!Object.hasOwn(programs, env.TERM_PROGRAM ?? '')) return false;

  const first = programs[env.TERM_PROGRAM!]!;

  const [major = 0, minor = 0] = (env.TERM_PROGRAM_VERSION ?? '').split('.').map(Number);
  return major > first[0] || (major === first[0] && minor >= first[1]);
}

const tag = version === 'dev' ? 'main' : `v${version}`;
const docsUrl = `https://github.com/plumbline/plumbline/blob/${tag}/docs`;

/** Links from codes to their pages; none in a pipe, in a file, or in a terminal that does not show them. */
export function pageLinks(flags: Flags, { stdout, env }: Pick<Terminal, 'stdout' | 'env'>): { links?: Links } {
  if (!isShown(flags, stdout) || !supportsHyperlinks(env)) return {};
  const { code } = githubLinks({ repositoryUrl: '', headSha: '', docsUrl });
  if (code === undefined) return {};
  return { links: { code } };
}

import { mayHoldManifest } from '../../engine/manifest/prefilter.ts';
import type { Diagnostic } from '../../engine/text/diagnostic.ts';
import { unreadDiagnostic } from './source-tree.ts';

/** The first bytes of a file that git-crypt encrypts. Source: git-crypt commands.cpp, clean. */
const gitCryptHeader = '\0GITCRYPT\0';

/** The finding for a file that is not UTF-8 text. `text` is what can be read of it. */
export function unreadableText(file: string, text: string): Diagnostic {
  if (text.startsWith(gitCryptHeader))
    return unreadDiagnostic(file, {
      code: 'io/encoding',
      severity: 'note',
      message: 'This file is encrypted with git-crypt, so it is not read',
      help: 'Review its change by hand. The verdict and the figures do not cover it.',
    });

  // UTF-16 and UTF-32 have zeros between ASCII characters, and names of kinds consist only of those.
  const ascii = text.replaceAll('\0', '');
  return unreadDiagnostic(file, {
    code: 'io/encoding',
    // kubectl ignores bytes that are not UTF-8. Other files than manifests may have any encoding.
    severity: ascii.includes('karpenter') || mayHoldManifest(ascii) ? 'error' : 'note',
    message: 'This file is not UTF-8 text, so it is not read',
    help: 'Save the file as UTF-8.',
  });
}

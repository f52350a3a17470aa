import { isOfUnreadObject } from '../../manifest/read-by-karpenter.ts';
import type { Finding } from '../../review/context/finding.ts';
import { plural } from '../../text/words/plural.ts';

/** Findings, apart from those in objects that Karpenter does not read. */
interface ReadAndUnread {
  readonly read: readonly Finding[];
  readonly unread: readonly Finding[];
}

/** Separates the findings that are counted in one line from all others. */
export const readAndUnread = (findings: readonly Finding[]): ReadAndUnread => ({
  read: findings.filter(({ diagnostic }) => !isOfUnreadObject(diagnostic)),
  unread: findings.filter(({ diagnostic }) => isOfUnreadObject(diagnostic)),
});

/** `11 findings in objects that Karpenter does not read`. */
export const unreadText = (unread: readonly Finding[]): string =>
  `${plural(unread.length, 'finding')} in objects that Karpenter does not read`;

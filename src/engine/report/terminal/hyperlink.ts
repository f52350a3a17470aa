import { ownLink } from '../../text/words/log-text.ts';

/** A code as a link to its page, as terminals understand it (OSC 8). A URL outside of plumbline's documentation is left out. */
export const ruleLink = (code: string, url: string): string => {
  const link = `\u001b]8;;${url}\u001b\\`;
  if (ownLink.test(link)) return `${link}${code}\u001b]8;;\u001b\\`;
  return code;
};

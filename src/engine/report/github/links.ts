import type { Code } from '../../text/diagnostic.ts';
import type { Links } from '../values/report.ts';

/** Links into one repository at one commit, and into our docs (`docsUrl` has no slash at its end). */
export function githubLinks(where: { repositoryUrl: string; headSha: string; docsUrl?: string }): Links {
  const docs = where.docsUrl;
  return {
    file: (file, line) => `${where.repositoryUrl}/blob/${where.headSha}/${pathUrl(file)}#L${line}`,
    ...(docs === undefined ? {} : { code: (code) => codePage(docs, code), accuracy: `${docs}/accuracy.md` }),
  };
}

/** Only lint rules have pages of their own. */
const codePage = (docsUrl: string, code: Code): string | undefined => {
  if (code.startsWith('lint/')) return `${docsUrl}/rules/${code.slice('lint/'.length)}.md`;
  return undefined;
};

/** A path as a relative URL. */
export const pathUrl = (file: string): string => file.split('/').map(encodeSegment).join('/');

/** Percent-encodes one step of a path; what cannot be encoded as UTF-8 becomes the replacement character. */
const encodeSegment = (segment: string): string => encodeURIComponent(segment.replace(/\p{Cs}/gu, '\ufffd'));

/** A statement that a person makes in a comment on a pull request. */
export type Statement =
  /** Approves the plan with this digest, 64 hexadecimal digits. */
  | { readonly kind: 'approve'; readonly digest: string }
  /** Accepts that deleting an object removes at most this many nodes. `object` is `NodePool/web`. */
  | { readonly kind: 'delete'; readonly object: string; readonly nodes: number }
  /** Suppresses a finding on this pull request. */
  | { readonly kind: 'ignore'; readonly code: string; readonly reason: string }
  /** Retracts all earlier approvals of the same person. */
  | { readonly kind: 'retract' }
  /** Accepts everything on the branch up to this merge as the state that an environment starts from. */
  | { readonly kind: 'start'; readonly environment: string };

/** GitHub's limit for a comment is 65,536 characters; no command needs this many. */
const maxLength = 2_000;

/**
 * The lines of a comment that can be commands: the lines of its first paragraph. A reader sees that paragraph first, and it
 * cannot be inside a code fence, an HTML element, a quotation or an HTML comment, because nothing comes before it. A line that is
 * indented by four spaces or a tab is code, and ends them.
 */
export function commandLines(body: string): string[] {
  const text = body.trimEnd();
  const lines = text.slice(0, maxLength).split(/\r\n|\r|\n/);
  // A truncated line may mean something different from the whole line.
  if (text.length > maxLength) lines.pop();

  const paragraph = lines.slice(lines.findIndex((line) => line.trim() !== ''));
  const end = paragraph.findIndex((line) => line.trim() === '' || /^( {4}| {0,3}\t)/.test(line));

  return (end < 0 ? paragraph : paragraph.slice(0, end)).map((line) => line.trim());
}

/**
 * Reads the statements of a comment: its first line that is not blank, and those directly below it, as long as each one is a
 * statement and nothing else. A line that may begin markup ends them, because a reader may not see what follows it.
 */
export function statementsOf(body: string): Statement[] {
  const statements: Statement[] = [];
  for (const line of commandLines(body)) {
    const statement = statementOf(line);
    if (!statement) break;
    statements.push(statement);
    if (mayHide.test(line)) break;
  }

  return statements;
}

/** What begins an HTML element or comment, a code span, the title of a link, struck text or a formula in Markdown. Each may span lines. */
const mayHide = /[<`[~$]/;

const approval = /^(?:\/plumbline )?approve (?:sha256:)?([0-9a-f]{64})$/;
const deletion = /^(?:\/plumbline )?delete ((?:NodePool|EC2NodeClass|NodeOverlay)\/[a-z0-9.-]+) nodes=(\d{1,7})$/;
const ignoring = /^\/plumbline ignore (\S{1,200}) +(\S.*)/;
const starting = /^\/plumbline start (\S{1,100})$/;

function statementOf(line: string): Statement | undefined {
  const approved = approval.exec(line);
  if (approved) return { kind: 'approve', digest: approved[1]! };

  const deleted = deletion.exec(line);
  if (deleted) return { kind: 'delete', object: deleted[1]!, nodes: Number(deleted[2]) };
  if (line === '/plumbline retract') return { kind: 'retract' };

  const ignored = ignoring.exec(line);
  if (ignored) return { kind: 'ignore', code: ignored[1]!, reason: ignored[2]! };

  const started = starting.exec(line);
  if (started) return { kind: 'start', environment: started[1]! };
  return undefined;
}

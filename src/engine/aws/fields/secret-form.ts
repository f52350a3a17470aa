/** A text that looks like a secret. */
interface FoundSecret {
  /** What it looks like, as a noun with its article. Never the text itself. */
  readonly kind: string;
  /** The line of the text, from 1. */
  readonly line: number;
}

/** Texts whose form alone shows that they are secret. Examples of AWS's documentation contain `EXAMPLE`. */
const forms: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z]{1,20} )?PRIVATE KEY-----/],
  ['an AWS access key', /\b(?:AKIA|ASIA)(?![A-Z0-9]{0,12}EXAMPLE)[A-Z0-9]{16}\b/],
  ['a GitHub token', /\bgh[pousr]_[A-Za-z0-9]{36}/],
  ['a GitLab token', /\bglpat-[\w-]{20}/],
  ['a Slack token', /\bxox[abprs]-[\w-]{10}/],
  ['a password in a URL', /\b[a-z][a-z0-9+]{1,20}:\/\/[^\s:@/${}<]{1,100}:(?![$<{%])[^\s:@/]{4,100}@/],
  ['a token to join a cluster', /--token[ =]["']?[a-z0-9]{6}\.[a-z0-9]{16}\b/],
];

/** `NAME=VALUE` or `name: value` with a name that ends like a secret, and a literal value. */
const assignment =
  /(?:^|[\s"'{,;])((?:[A-Za-z]\w{0,60}[_-])?(?:password|passwd|secret|secret[_-]?(?:access[_-]?)?key|token|api[_-]?key|access[_-]?key|license[_-]?key))["']?\s{0,5}[=:]\s{0,5}(?:"([^"\s]{8,200})"|'([^'\s]{8,200})'|([^\s"'#;,]{8,200}))/i;

/** Whether a value is written there, and does not come from elsewhere: a variable, a command, a file, an address or a template. */
const isLiteral = (value: string): boolean =>
  /[A-Za-z]/.test(value) &&
  /[\d!@#%^&*+=-]/.test(value) &&
  !/[$`<>{}()[\]]|%[{s]|^[/~.]|^[a-z]+:\/\/|^arn:|^(?:ssm|vault|secretsmanager|file):|EXAMPLE|changeme|placeholder|redacted|x{4}|\*{3}/i.test(
    value,
  );

/** The most lines that are searched. */
const mostLines = 2_000;

/** The first text in some user data that looks like a secret. */
export function findSecret(text: string): FoundSecret | undefined {
  for (const [index, full] of text.split('\n').slice(0, mostLines).entries()) {
    const line = full.slice(0, 2_000);
    const form = forms.find(([, pattern]) => pattern.test(line));
    if (form) return { kind: form[0], line: index + 1 };

    const match = assignment.exec(line);
    const value = match?.[2] ?? match?.[3] ?? match?.[4];
    if (match && value !== undefined && isLiteral(value))
      return { kind: `a value for \`${match[1]}\``, line: index + 1 };
  }

  return undefined;
}

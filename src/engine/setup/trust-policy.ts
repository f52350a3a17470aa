import { type Check, checksOf } from './check.ts';
import { type Condition, namesAction, readPolicy, type Statement } from './iam-policy.ts';
import { issuerOf, webIdentityAction } from './web-identity.ts';

/** What a role that is taken on with a web identity must trust. Undefined where it is not known. */
export interface TrustExpectation {
  /** What is looked at: a file or a role. */
  readonly subject: string;
  /** Without `https://`. */
  readonly issuer: string | undefined;
  /** Where the issuer is known from, in a few words. */
  readonly issuerSource?: string;
  /** Why an issuer cannot be the right one, where the right one itself is not known. */
  readonly judgeIssuer?: (issuer: string) => string | undefined;
  readonly audience: string | undefined;
  /** What it probably is, where it is not known. */
  readonly likelyAudience?: string;
  /** Subjects that must be admitted, in the form that the token has; undefined: not known. */
  readonly subjects: readonly string[] | undefined;
  readonly judgeSubject?: (pattern: string) => SubjectFault | undefined;
}

/** What is wrong with one admitted subject. */
export interface SubjectFault {
  readonly code: string;
  readonly status: 'warn' | 'fail';
  readonly message: string;
  readonly help: string;
}

/** Judges a trust policy: whom it lets in, and whom it ought to. */
export function judgeTrustPolicy(text: string, expected: TrustExpectation): Check[] {
  const to = checksOf(expected.subject);
  const policy = readPolicy(text);
  if ('fault' in policy)
    return [to.fail('trust/unreadable', `the trust policy ${policy.fault}`, 'Write it as IAM takes it.')];
  const admitting = policy.statements.filter(
    (statement) => statement.effect === 'Allow' && namesAction(statement, webIdentityAction),
  );
  const others = policy.statements.filter((one) => one.effect === 'Allow' && !admitting.includes(one));
  const found = [
    ...strangers([...admitting, ...others], expected.subject),
    ...(admitting.length === 0
      ? [
          to.fail(
            'trust/no-web-identity',
            `no statement allows \`${webIdentityAction}\``,
            'Add one with the identity provider as `Federated` principal; `plumbline init --apply` writes it.',
          ),
        ]
      : admitting.flatMap((statement) => judgeStatement(statement, expected))),
  ];
  return found.some(({ status }) => status !== 'pass')
    ? found
    : [to.pass('trust/ok', 'the trust policy names issuer, audience and subject, without wildcard')];
}

/** Principals that take the role without any web identity, or anybody at all. */
function strangers(statements: readonly Statement[], subject: string): Check[] {
  const to = checksOf(subject);
  return statements.flatMap((statement) => {
    if (statement.isNegated)
      return [
        to.fail(
          'trust/negated',
          `${statement.name} says whom it does not mean, and so lets in everybody else`,
          'Name actions and principals instead of `NotAction` and `NotPrincipal`.',
        ),
      ];
    const others = [...statement.principals].filter(([kind]) => kind !== 'Federated').flatMap(([, who]) => who);
    if (others.includes('*'))
      return [to.fail('trust/anybody', `${statement.name} lets in everybody`, 'Name the identity provider alone.')];
    return others.length === 0
      ? []
      : [
          to.warn(
            'trust/other-principal',
            `${statement.name} also lets in ${others.map((who) => `\`${who}\``).join(', ')}`,
            'Remove it when nobody needs this way in: it passes by the protection of the environment.',
          ),
        ];
  });
}

function judgeStatement(statement: Statement, expected: TrustExpectation): Check[] {
  const issuers = (statement.principals.get('Federated') ?? []).map(issuerOf);
  return [
    ...judgeIssuer(statement, issuers, expected),
    ...judgeAudience(statement, issuers, expected),
    ...judgeSubject(statement, issuers, expected),
    ...judgeOperators(statement, expected.subject),
  ];
}

function judgeIssuer({ name, conditions }: Statement, issuers: readonly string[], expected: TrustExpectation): Check[] {
  const to = checksOf(expected.subject);
  const { issuer, issuerSource } = expected;
  if (issuers.length === 0)
    return [to.fail('trust/no-issuer', `${name} names no identity provider`, 'Name it as `Federated` principal.')];
  const wrong = issuer === undefined ? undefined : issuers.find((one) => !isSame(one, issuer));
  const doubts = issuers.flatMap((one) => expected.judgeIssuer?.(one) ?? []);
  const strange = conditions.find(
    ({ key }) => /:(sub|aud)$/i.test(key) && !issuers.some((one) => isSame(issuerIn(key), one)),
  );
  return [
    ...(wrong === undefined
      ? []
      : [
          to.fail(
            'trust/wrong-issuer',
            `${name} trusts the issuer \`${wrong}\`, and tokens come from \`${issuer}\`${issuerSource ? `, ${issuerSource}` : ''}`,
            `Name \`oidc-provider/${issuer}\` as principal, and \`${issuer}:sub\` and \`:aud\` in the conditions.`,
          ),
        ]),
    ...doubts.map((doubt) =>
      to.fail(
        'trust/wrong-issuer',
        `${name} ${doubt}`,
        'Name the issuer that `kubectl get --raw /.well-known/openid-configuration` prints, in the principal and in the conditions.',
      ),
    ),
    ...(strange === undefined
      ? []
      : [
          to.fail(
            'trust/foreign-condition',
            `${name} asks for \`${strange.key}\`, which no token of its own issuer has, so it admits nobody`,
            'Start the keys of conditions with the issuer that the principal names.',
          ),
        ]),
  ];
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
const issuerIn = (key: string): string => key.slice(0, key.lastIndexOf(':'));

const conditionsOn = ({ conditions }: Statement, issuers: readonly string[], claim: string): Condition[] =>
  conditions.filter(
    ({ key }) => key.toLowerCase().endsWith(`:${claim}`) && issuers.some((one) => isSame(issuerIn(key), one)),
  );

function judgeAudience(statement: Statement, issuers: readonly string[], expected: TrustExpectation): Check[] {
  const to = checksOf(expected.subject);
  const { audience } = expected;
  const asked = conditionsOn(statement, issuers, 'aud').flatMap(({ values }) => values);
  const key = `${issuers[0] ?? 'ISSUER'}:aud`;
  if (asked.length === 0)
    return [
      to.warn(
        'trust/no-audience',
        `${statement.name} does not look at the audience: a token made for another service gets in`,
        `Add \`"StringEquals": {"${key}": "${audience ?? expected.likelyAudience ?? 'AUDIENCE'}"}\`.`,
      ),
    ];
  if (audience === undefined || asked.includes(audience)) return [];
  return [
    to.fail(
      'trust/wrong-audience',
      `${statement.name} asks for the audience \`${asked.join(', ')}\`, and tokens carry \`${audience}\``,
      `Set \`${key}\` to \`${audience}\`.`,
    ),
  ];
}

function judgeSubject(statement: Statement, issuers: readonly string[], expected: TrustExpectation): Check[] {
  const to = checksOf(expected.subject);
  const conditions = conditionsOn(statement, issuers, 'sub');
  const patterns = conditions.flatMap(({ values }) => values);
  const [example] = expected.subjects ?? [];
  if (patterns.length === 0)
    return [
      to.fail(
        'trust/no-sub',
        `${statement.name} does not look at the subject: everybody whom the issuer knows gets in`,
        `Add \`"StringEquals": {"${issuers[0] ?? 'ISSUER'}:sub": "${example ?? 'SUBJECT'}"}\`.`,
      ),
    ];
  return [
    ...conditions.flatMap((condition) => judgeWildcards(condition, statement, expected)),
    ...patterns.flatMap((pattern): Check[] => {
      const fault = /[*?]/.test(pattern) ? undefined : expected.judgeSubject?.(pattern);
      return fault ? [{ ...fault, subject: expected.subject }] : [];
    }),
    ...judgeMissing(patterns, statement, expected),
  ];
}

function judgeWildcards({ operator, values }: Condition, { name }: Statement, expected: TrustExpectation): Check[] {
  const to = checksOf(expected.subject);
  const wild = values.filter((value) => /[*?]/.test(value));
  if (wild.length === 0) return [];
  const shown = wild.map((value) => `\`${value}\``).join(', ');
  const help = `Name each subject in full with \`StringEquals\`${expected.subjects?.length ? `: ${expected.subjects.map((one) => `\`${one}\``).join(', ')}` : ''}.`;
  return [
    /Like/i.test(operator)
      ? to.fail('trust/wildcard', `${name} admits every subject like ${shown}`, help)
      : to.fail(
          'trust/literal-wildcard',
          `${name} takes ${shown} literally under \`${operator}\`, so it admits nobody`,
          help,
        ),
  ];
}

/** Of the formats that a token may have, one that is admitted is enough where the other cannot occur. */
function judgeMissing(patterns: readonly string[], { name }: Statement, expected: TrustExpectation): Check[] {
  const { subjects, subject } = expected;
  if (subjects === undefined || patterns.some((pattern) => /[*?]/.test(pattern))) return [];
  if (subjects.some((one) => patterns.includes(one))) return [];
  return [
    checksOf(subject).fail(
      'trust/wrong-subject',
      `${name} admits ${patterns.map((one) => `\`${one}\``).join(', ')}, and the token says ${subjects.map((one) => `\`${one}\``).join(' or ')}`,
      'Name the subject of the token.',
    ),
  ];
}

/** Operators that hold for a token without the claim, or for all but some. */
function judgeOperators({ name, conditions }: Statement, subject: string): Check[] {
  const weak = conditions.filter(
    ({ operator, key }) => /:(sub|aud)$/i.test(key) && /^ForAllValues:|Not|IfExists$|^Null$/.test(operator),
  );
  return weak.map(({ operator, key }) =>
    checksOf(subject).fail(
      'trust/weak-operator',
      `${name} tests \`${key}\` with \`${operator}\`, which also holds for tokens that it does not mean`,
      'Use `StringEquals`.',
    ),
  );
}

import { type Check, checksOf } from '../../setup/check.ts';
import { quotedNames } from '../../text/quoted-names.ts';
import { type Condition, type IamStatement, namesAction, readPolicy } from './iam-policy.ts';
import { issuerOf, webIdentityAction } from './web-identity.ts';

/** What a role must trust so that a web identity can assume it. Undefined fields are unknown. */
export interface TrustExpectation {
  /** The file or role that is checked. */
  readonly subject: string;
  /** Without `https://`. */
  readonly issuer: string | undefined;
  /** How the issuer is known, as the end of a sentence. */
  readonly issuerSource?: string;
  /** Why an issuer cannot be the right one, if the right one is unknown. */
  readonly judgeIssuer?: (issuer: string) => string | undefined;
  readonly audience: string | undefined;
  /** The probable audience, if it is unknown. */
  readonly likelyAudience?: string;
  /** Subjects that must be admitted, in the format of the token. */
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

/** Checks who can assume a role by its trust policy, and who should be able to. */
export function judgeTrustPolicy(text: string, expected: TrustExpectation): Check[] {
  const to = checksOf(expected.subject);
  const policy = readPolicy(text);
  if ('fault' in policy)
    return [
      to.fail('trust/unreadable', `the trust policy ${policy.fault}`, 'Write a policy document that IAM accepts.'),
    ];
  const admitting = policy.statements.filter(
    (statement) => statement.effect === 'Allow' && namesAction(statement, webIdentityAction),
  );
  const others = policy.statements.filter((one) => one.effect === 'Allow' && !admitting.includes(one));
  const account = accountOf(admitting.flatMap((one) => one.principals.get('Federated') ?? [])[0] ?? '');
  const found = [
    ...[...admitting, ...others].flatMap((statement) => strangers(statement, { account, subject: expected.subject })),
    ...policy.statements.flatMap((statement) => unknownElements(statement, expected.subject)),
    ...(admitting.length === 0
      ? [
          to.fail(
            'trust/no-web-identity',
            `no statement allows \`${webIdentityAction}\``,
            'Add one with the identity provider as `Federated` principal. `plumbline init --apply` writes it.',
          ),
        ]
      : admitting.flatMap((statement) => judgeStatement(statement, expected))),
  ];
  return found.some(({ status }) => status !== 'pass')
    ? found
    : [to.pass('trust/ok', 'the trust policy names issuer, audience and subject, without wildcards')];
}

/** An element that IAM does not have restricts nothing. */
const unknownElements = ({ name, unknown }: IamStatement, subject: string): Check[] =>
  unknown.map((element) =>
    checksOf(subject).fail(
      'trust/unknown-element',
      `${name} has \`${element}\`, which is not an element of IAM policies`,
      'Remove it, or use an element of IAM such as `Condition`, `Principal` or `Action`.',
    ),
  );

interface RoleContext {
  readonly subject: string;
  /** The account of the identity provider, which is also the account of the role. */
  readonly account: string | undefined;
}

/** Reports principals that can assume the role without a web identity. */
function strangers(statement: IamStatement, { subject, account }: RoleContext): Check[] {
  const to = checksOf(subject);
  if (statement.isNegated)
    return [
      to.fail(
        'trust/negated',
        `${statement.name} names only whom it excludes, so everybody else can assume the role`,
        'Use `Action` and `Principal` instead of `NotAction` and `NotPrincipal`.',
      ),
    ];
  return [...statement.principals].flatMap(([kind, who]) =>
    who.flatMap((one): Check[] => {
      if (kind === 'Federated') return isProvider(one) ? [] : [otherProvider(statement, one, subject)];
      if (one === '*')
        return [
          to.fail(
            'trust/anybody',
            `${statement.name} lets everybody assume the role`,
            'Name only the identity provider.',
          ),
        ];
      const { code, status, words } = stranger(kind, one, account);
      const help = 'Remove it if nobody needs it, because it bypasses the protection of the environment.';
      return [to[status](code, `${statement.name} also lets ${words} assume the role`, help)];
    }),
  );
}

const isProvider = (arn: string): boolean => /^arn:[^:]+:iam::\d*:oidc-provider\//.test(arn) || !arn.startsWith('arn:');

/** The account of an ARN or a bare account number. */
const accountOf = (principal: string): string | undefined =>
  /^(?:arn:[^:]+:(?:iam|sts)::)?(\d{12})(?::|$)/.exec(principal)?.[1];

function otherProvider({ name, actions }: IamStatement, provider: string, subject: string): Check {
  const isSaml = provider.includes(':saml-provider/');
  const what = isSaml ? `everybody who signs in through the SAML provider \`${provider}\`` : `\`${provider}\``;
  const by = quotedNames(actions);
  return checksOf(subject).fail(
    'trust/other-provider',
    `${name} also lets ${what} assume the role with ${by}`,
    'Name only the OIDC provider, and use a separate role for other identities.',
  );
}

/** Describes a principal. */
function stranger(
  kind: string,
  who: string,
  own: string | undefined,
): { readonly code: string; readonly status: 'warn' | 'fail'; readonly words: string } {
  const other = { code: 'trust/other-principal', status: 'warn' } as const;
  if (kind === 'Service')
    return { ...other, words: `the AWS service \`${who}\`, and whoever may pass the role to it,` };
  const account = accountOf(who);
  if (own !== undefined && account !== undefined && account !== own)
    return { code: 'trust/other-account', status: 'fail', words: `\`${who}\` of an AWS account other than ${own}` };
  return { ...other, words: `\`${who}\`` };
}

function judgeStatement(statement: IamStatement, expected: TrustExpectation): Check[] {
  const issuers = (statement.principals.get('Federated') ?? []).map(issuerOf);
  return [
    ...judgeIssuer(statement, issuers, expected),
    ...judgeAudience(statement, issuers, expected),
    ...judgeSubject(statement, issuers, expected),
    ...judgeOperators(statement, expected.subject),
  ];
}

function judgeIssuer(
  { name, conditions }: IamStatement,
  issuers: readonly string[],
  expected: TrustExpectation,
): Check[] {
  const to = checksOf(expected.subject);
  const { issuer, issuerSource } = expected;
  if (issuers.length === 0)
    return [
      to.fail(
        'trust/no-issuer',
        `${name} names no identity provider`,
        'Name the identity provider as `Federated` principal.',
      ),
    ];
  const several = issuer === undefined && new Set(issuers.map((one) => one.toLowerCase())).size > 1;
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
            `${name} trusts the issuer \`${wrong}\`, but tokens come from \`${issuer}\`${issuerSource ? `, ${issuerSource}` : ''}`,
            `Use \`oidc-provider/${issuer}\` as principal, and \`${issuer}:sub\` and \`${issuer}:aud\` in the conditions.`,
          ),
        ]),
    ...(several
      ? [
          to.fail(
            'trust/several-issuers',
            `${name} trusts several issuers: ${quotedNames(issuers)}`,
            'Name one identity provider in each statement.',
          ),
        ]
      : []),
    ...doubts.map((doubt) =>
      to.fail(
        'trust/wrong-issuer',
        `${name} ${doubt}`,
        'Use the issuer that `kubectl get --raw /.well-known/openid-configuration` prints, in the principal and in the conditions.',
      ),
    ),
    ...(strange === undefined
      ? []
      : [
          to.fail(
            'trust/foreign-condition',
            `${name} requires \`${strange.key}\`, which no token of its issuer has, so it admits nobody`,
            'Start the condition keys with the issuer that the principal names.',
          ),
        ]),
  ];
}

/** Whether a value admits more than itself: by a wildcard, or by a variable such as `${aws:username}`. */
const isWild = (value: string): boolean => /[*?]|\$\{/.test(value);

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
const issuerIn = (key: string): string => key.slice(0, key.lastIndexOf(':'));

const conditionsOn = ({ conditions }: IamStatement, issuers: readonly string[], claim: string): Condition[] =>
  conditions.filter(
    ({ key }) => key.toLowerCase().endsWith(`:${claim}`) && issuers.some((one) => isSame(issuerIn(key), one)),
  );

function judgeAudience(statement: IamStatement, issuers: readonly string[], expected: TrustExpectation): Check[] {
  const to = checksOf(expected.subject);
  const { audience } = expected;
  const asked = conditionsOn(statement, issuers, 'aud').flatMap(({ values }) => values);
  const key = `${issuers[0] ?? 'ISSUER'}:aud`;
  if (asked.length === 0)
    return [
      to.warn(
        'trust/no-audience',
        `${statement.name} does not check the audience, so it admits tokens for other services`,
        `Add \`"StringEquals": {"${key}": "${audience ?? expected.likelyAudience ?? 'AUDIENCE'}"}\`.`,
      ),
    ];
  const wild = asked.filter(isWild);
  if (wild.length > 0)
    return [
      to.fail(
        'trust/wildcard',
        `${statement.name} admits every audience that matches ${quotedNames(wild)}`,
        `Set \`${key}\` to \`${audience ?? expected.likelyAudience ?? 'AUDIENCE'}\` with \`StringEquals\`.`,
      ),
    ];
  if (audience === undefined) return [];
  const more = asked.filter((one) => one !== audience);
  if (asked.includes(audience))
    return more.length === 0
      ? []
      : [
          to.fail(
            'trust/other-audience',
            `${statement.name} also admits tokens for ${quotedNames(more)}`,
            `Set \`${key}\` to only \`${audience}\`.`,
          ),
        ];
  return [
    to.fail(
      'trust/wrong-audience',
      `${statement.name} requires the audience \`${asked.join(', ')}\`, but tokens have \`${audience}\``,
      `Set \`${key}\` to \`${audience}\`.`,
    ),
  ];
}

function judgeSubject(statement: IamStatement, issuers: readonly string[], expected: TrustExpectation): Check[] {
  const to = checksOf(expected.subject);
  const conditions = conditionsOn(statement, issuers, 'sub');
  const patterns = conditions.flatMap(({ values }) => values);
  const [example] = expected.subjects ?? [];
  if (patterns.length === 0)
    return [
      to.fail(
        'trust/no-sub',
        `${statement.name} does not check the subject, so everybody with a token of the issuer can assume the role`,
        `Add \`"StringEquals": {"${issuers[0] ?? 'ISSUER'}:sub": "${example ?? 'SUBJECT'}"}\`.`,
      ),
    ];
  return [
    ...conditions.flatMap((condition) => judgeWildcards(condition, statement, expected)),
    ...patterns.flatMap((pattern): Check[] => {
      const fault = isWild(pattern) ? undefined : expected.judgeSubject?.(pattern);
      return fault ? [{ ...fault, subject: expected.subject }] : [];
    }),
    ...judgeMissing(patterns, statement, expected),
  ];
}

function judgeWildcards({ operator, values }: Condition, { name }: IamStatement, expected: TrustExpectation): Check[] {
  const to = checksOf(expected.subject);
  const wild = values.filter(isWild);
  if (wild.length === 0) return [];
  const shown = quotedNames(wild);
  const help = `Name each subject in full with \`StringEquals\`${expected.subjects?.length ? `: ${quotedNames(expected.subjects)}` : ''}.`;
  return [
    /Like/i.test(operator) || wild.some((value) => value.includes('${'))
      ? to.fail('trust/wildcard', `${name} admits every subject that matches ${shown}`, help)
      : to.fail(
          'trust/literal-wildcard',
          `${name} compares ${shown} literally because of \`${operator}\`, so it admits nobody`,
          help,
        ),
  ];
}

/** A token has one of several formats. It is enough if the policy admits one of them. */
function judgeMissing(patterns: readonly string[], { name }: IamStatement, expected: TrustExpectation): Check[] {
  const { subjects, subject } = expected;
  if (subjects === undefined || patterns.some(isWild)) return [];
  if (subjects.some((one) => patterns.includes(one))) return [];
  return [
    checksOf(subject).fail(
      'trust/wrong-subject',
      `${name} admits ${quotedNames(patterns)}, but the subject of the token is ${quotedNames(subjects, ' or ')}`,
      'Use the subject of the token.',
    ),
  ];
}

/** Reports operators that may match more tokens than intended, for example tokens without the claim. */
function judgeOperators({ name, conditions }: IamStatement, subject: string): Check[] {
  const weak = conditions.filter(
    ({ operator, key }) => /:(sub|aud)$/i.test(key) && !/^String(Equals|EqualsIgnoreCase|Like)$/.test(operator),
  );
  return weak.map(({ operator, key }) =>
    checksOf(subject).fail(
      'trust/weak-operator',
      `${name} tests \`${key}\` with \`${operator}\`, which can match tokens that it should not match`,
      'Use `StringEquals`.',
    ),
  );
}

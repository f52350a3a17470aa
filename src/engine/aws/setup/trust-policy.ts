import { type Check, checksOf } from '../../files/setup/check.ts';
import { listIf } from '../../text/list-if.ts';
import { quotedNames } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import { type Condition, type IamStatement, namesAction, readPolicy } from './iam-policy.ts';
import { isFilledIn, isWild, mayBeSame } from './unknown-text.ts';
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
  /** How the subjects are known, as the end of a sentence. */
  readonly subjectSource?: string;
  readonly judgeSubject?: (pattern: string) => SubjectFault | undefined;
  /** Whether the policy is in a file, where parts may be filled in later. Nothing is reported about these parts. */
  readonly isFile?: boolean;
}

/** How the texts of a policy are compared. */
interface Reading {
  isFilledIn(text: string): boolean;
  isSame(a: string, b: string): boolean;
  isWild(text: string): boolean;
}

const ofFile: Reading = { isFilledIn, isSame: mayBeSame, isWild };

/** A policy in IAM is final. */
const ofRole: Reading = {
  isFilledIn: () => false,
  isSame: (a, b) => a.toLowerCase() === b.toLowerCase(),
  // A variable such as `${aws:username}` also admits several values.
  isWild: (text) => /[*?]|\$\{/.test(text),
};

const readingOf = ({ isFile }: TrustExpectation): Reading => {
  if (isFile) return ofFile;
  return ofRole;
};

/** What is wrong with one admitted subject. */
export interface SubjectFault {
  readonly code: string;
  readonly status: 'warn' | 'fail';
  readonly message: string;
  readonly help: string;
}

/** Checks who can assume a role by its trust policy, and who should be able to. */
export function judgeTrustPolicy(text: string, expected: TrustExpectation): Check[] {
  const policy = readPolicy(text);
  if ('statements' in policy) return judgeTrust(policy.statements, expected);
  const to = checksOf(expected.subject);
  return [to.fail('trust/unreadable', `the trust policy ${policy.fault}`, 'Write a policy document that IAM accepts.')];
}

/** The same for the statements of a trust policy, however they are written. */
export function judgeTrust(statements: readonly IamStatement[], expected: TrustExpectation): Check[] {
  const to = checksOf(expected.subject);
  const admitting = statements.filter(
    (statement) => statement.effect === 'Allow' && namesAction(statement, webIdentityAction),
  );
  const others = statements.filter((statement) => statement.effect === 'Allow' && !admitting.includes(statement));
  const reading = readingOf(expected);
  const account = accountOf(
    admitting.flatMap((statement) => statement.principals.get('Federated') ?? [])[0] ?? '',
    reading,
  );

  const checks = [
    ...[...admitting, ...others].flatMap((statement) =>
      strangers(statement, { account, subject: expected.subject, reading }),
    ),
    ...statements.flatMap((statement) => unknownElements(statement, expected.subject)),
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

  const isIssuerWrong = checks.some(({ code }) => code === 'trust/wrong-issuer');
  const open = [...new Set(admitting.flatMap((statement) => notChecked(statement, reading)))].filter(
    (part) => !(part === 'issuer' && isIssuerWrong),
  );
  if (checks.length > 0 || open.length > 0) return [...checks, ...(open.length > 0 ? [placeholders(open, to)] : [])];

  return [to.pass('trust/ok', 'the trust policy names issuer, audience and subject, without wildcards')];
}

/** The parts of a statement that decide who is admitted and that are filled in later. */
function notChecked({ principals, conditions }: IamStatement, { isFilledIn: isOpen }: Reading): string[] {
  const issuers = (principals.get('Federated') ?? []).map(issuerOf);
  const claims = conditions.filter(({ values }) => values.some(isOpen)).map(({ key }) => claimIn(key));

  return [
    ...listIf(
      issuers.some((issuer) => isOpen(issuer) && !ofResource.test(issuer)),
      'issuer',
    ),
    ...listIf(claims.includes('aud'), 'audience'),
    ...listIf(claims.includes('sub'), 'subject'),
  ];
}

/** An issuer that Terraform takes from the cluster or from its identity provider. */
const ofResource = /^\$\{(?:module|data\.aws_eks_cluster|aws_eks_cluster|(?:data\.)?aws_iam_openid_connect_provider)\./;

const placeholders = (parts: readonly string[], to: ReturnType<typeof checksOf>): Check => {
  const pronoun = parts.length > 1 ? 'them' : 'it';
  return to.unknown(
    'trust/placeholder',
    `not checked: ${parts.join(', ')}, because placeholders or variables decide ${pronoun}`,
    'To check the final policy, run doctor with credentials for AWS.',
  );
};

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
  readonly reading: Reading;
}

/** Reports principals that can assume the role without a web identity. */
function strangers(statement: IamStatement, { subject, account, reading }: RoleContext): Check[] {
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
    who.flatMap((principal): Check[] => {
      if (kind === 'Federated') {
        if (isProvider(principal)) return [];
        return [otherProvider(statement, principal, subject)];
      }

      if (principal === '*')
        return [
          to.fail(
            'trust/anybody',
            `${statement.name} lets everybody assume the role`,
            'Name only the identity provider.',
          ),
        ];

      const { code, status, words } = stranger(kind, principal, { account, reading });
      const help = 'Remove it if nobody needs it, because it bypasses the protection of the environment.';

      return [to[status](code, `${statement.name} also lets ${words} assume the role`, help)];
    }),
  );
}

const isProvider = (arn: string): boolean =>
  /^arn:[^:]+:iam::[^/]{0,200}:(?:oidc-provider\/|\$|<|\{\{)/.test(arn) || !arn.startsWith('arn:');

/** The account of an ARN or a bare account number. Undefined if it is filled in later. */
function accountOf(principal: string, reading: Reading): string | undefined {
  const account = /^(?:arn:[^:]+:(?:iam|sts)::)?(\d{12})(?::|$)/.exec(principal)?.[1];
  if (account === undefined || reading.isFilledIn(account)) return undefined;
  return account;
}

function otherProvider({ name, actions }: IamStatement, provider: string, subject: string): Check {
  const isSaml = provider.includes(':saml-provider/');

  const what = () => {
    if (isSaml) return `everybody who signs in through the SAML provider \`${provider}\``;
    return `\`${provider}\``;
  };

  const by = quotedNames(actions);

  return checksOf(subject).fail(
    'trust/other-provider',
    `${name} also lets ${what()} assume the role with ${by}`,
    'Name only the OIDC provider, and use a separate role for other identities.',
  );
}

/** Describes a principal. */
function stranger(
  kind: string,
  who: string,
  { account: roleAccount, reading }: Pick<RoleContext, 'account' | 'reading'>,
): { readonly code: string; readonly status: 'warn' | 'fail'; readonly words: string } {
  const other = { code: 'trust/other-principal', status: 'warn' } as const;
  if (kind === 'Service')
    return { ...other, words: `the AWS service \`${who}\`, and whoever may pass the role to it,` };

  const account = accountOf(who, reading);
  if (roleAccount !== undefined && account !== undefined && account !== roleAccount)
    return {
      code: 'trust/other-account',
      status: 'fail',
      words: `\`${who}\` of an AWS account other than ${roleAccount}`,
    };

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
  const { isFilledIn: isOpen, isSame } = readingOf(expected);

  if (issuers.length === 0)
    return [
      to.fail(
        'trust/no-issuer',
        `${name} names no identity provider`,
        'Name the identity provider as `Federated` principal.',
      ),
    ];

  const written = issuers.filter((issuer) => !isOpen(issuer));
  const several = issuer === undefined && new Set(written.map((key) => key.toLowerCase())).size > 1;
  const wrong = issuer === undefined ? undefined : issuers.find((candidate) => !isSame(candidate, issuer));
  const doubts = issuers.flatMap((issuer) => expected.judgeIssuer?.(issuer) ?? []);
  const strange = conditions.find(
    ({ key }) => /:(sub|aud)$/i.test(key) && !issuers.some((issuer) => isSame(issuerIn(key), issuer)),
  );

  return [
    ...listIf(
      wrong !== undefined,
      to.fail(
        'trust/wrong-issuer',
        `${name} trusts the issuer \`${wrong}\`, but tokens come from \`${issuer}\`${textIf(issuerSource, `, ${issuerSource}`)}`,
        `Use \`oidc-provider/${issuer}\` as principal, and \`${issuer}:sub\` and \`${issuer}:aud\` in the conditions.`,
      ),
    ),
    ...listIf(
      several,
      to.fail(
        'trust/several-issuers',
        `${name} trusts several issuers: ${quotedNames(issuers)}`,
        'Name one identity provider in each statement.',
      ),
    ),
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

const issuerIn = (key: string): string => key.slice(0, key.lastIndexOf(':'));
const claimIn = (key: string): string => key.slice(key.lastIndexOf(':') + 1).toLowerCase();

interface Claim {
  readonly name: 'aud' | 'sub';
  readonly issuers: readonly string[];
  readonly reading: Reading;
}

/** The conditions on one claim of the issuers. A key that is filled in as a whole may be about any claim. */
const conditionsOn = ({ conditions }: IamStatement, { name, issuers, reading }: Claim): Condition[] =>
  conditions.filter(({ key }) => {
    if (claimIn(key) === name) return issuers.some((issuer) => reading.isSame(issuerIn(key), issuer));
    return !/:\w+$/.test(key) && reading.isFilledIn(key);
  });

function judgeAudience(statement: IamStatement, issuers: readonly string[], expected: TrustExpectation): Check[] {
  const to = checksOf(expected.subject);
  const { audience } = expected;
  const reading = readingOf(expected);
  const asked = conditionsOn(statement, { name: 'aud', issuers, reading }).flatMap(({ values }) => values);
  // The help must not repeat an issuer that is wrong.
  const isRight = expected.issuer === undefined && issuers[0] !== undefined && !expected.judgeIssuer?.(issuers[0]);
  const principal = isRight ? issuers[0] : (expected.issuer ?? 'ISSUER');
  const key = `${principal}:aud`;

  if (asked.length === 0)
    return [
      to.warn(
        'trust/no-audience',
        `${statement.name} does not check the audience, so it admits tokens for other services`,
        `Add \`"StringEquals": {"${key}": "${audience ?? expected.likelyAudience ?? 'AUDIENCE'}"}\`.`,
      ),
    ];

  const wild = asked.filter(reading.isWild);
  if (wild.length > 0)
    return [
      to.fail(
        'trust/wildcard',
        `${statement.name} admits every audience that matches ${quotedNames(wild)}`,
        `Set \`${key}\` to \`${audience ?? expected.likelyAudience ?? 'AUDIENCE'}\` with \`StringEquals\`.`,
      ),
    ];

  if (audience === undefined || asked.some(reading.isFilledIn)) return [];

  const more = asked.filter((value) => value !== audience);

  if (asked.includes(audience)) {
    if (more.length === 0) return [];

    return [
      to.fail(
        'trust/other-audience',
        `${statement.name} also admits tokens for ${quotedNames(more)}`,
        `Set \`${key}\` to only \`${audience}\`.`,
      ),
    ];
  }

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
  const reading = readingOf(expected);
  const conditions = conditionsOn(statement, { name: 'sub', issuers, reading });
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
      const isUnsure = reading.isWild(pattern) || reading.isFilledIn(pattern);
      const fault = isUnsure ? undefined : expected.judgeSubject?.(pattern);
      if (fault) return [{ ...fault, subject: expected.subject }];
      return [];
    }),
    ...judgeMissing(patterns, statement, expected),
  ];
}

function judgeWildcards({ operator, values }: Condition, { name }: IamStatement, expected: TrustExpectation): Check[] {
  const to = checksOf(expected.subject);
  const wild = values.filter(readingOf(expected).isWild);
  if (wild.length === 0) return [];

  const shown = quotedNames(wild);
  const { subjects = [] } = expected;
  const help = `Name each subject in full with \`StringEquals\`${textIf(subjects.length > 0, `: ${quotedNames(subjects)}`)}.`;

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
  const { subjects, subject, subjectSource } = expected;
  const { isFilledIn: isOpen, isSame, isWild: admitsMore } = readingOf(expected);
  if (subjects === undefined || patterns.some(admitsMore)) return [];
  if (
    subjects.some((subject) =>
      patterns.some((pattern) => pattern === subject || (isOpen(pattern) && isSame(pattern, subject))),
    )
  )
    return [];

  return [
    checksOf(subject).fail(
      'trust/wrong-subject',
      `${name} admits ${quotedNames(patterns)}, but the subject of the token is ${quotedNames(subjects, ' or ')}${textIf(subjectSource, `, ${subjectSource}`)}`,
      subjectSource ? `Admit ${quotedNames(subjects, ' or ')} instead.` : 'Use the subject of the token.',
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

import type { Ledger } from '../../changes/ledger/ledger.ts';
import type { SideName } from '../../changes/ledger/line-changes.ts';
import { type RuleStatement, type StatedPlace, settledLedger } from '../../changes/ledger/settled-ledger.ts';
import type { RelatedObjects } from '../../files/clusters/related-objects.ts';
import { isNodeGroup } from '../../karpenter/cloud-provider/node-groups.ts';
import { valuesInReleases } from '../../karpenter/installation/chart-defaults.ts';
import { canonical } from '../../manifest/canonical.ts';
import type { Change } from '../../manifest/change.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { isValueTopic, type RuledTopic, valueTopic } from '../../manifest/terraform/resources/resource-makers.ts';
import type { Theme } from '../../rules/lint/themes.ts';
import { type Diagnostic, isAtLeast } from '../../text/diagnostic.ts';
import { LineIndex, type Span } from '../../text/source.ts';
import { comparedFacts, comparedGrants, rules } from '../codes/rules.ts';

/** All objects of a side, and the cluster of each. */
export interface ComparedSide {
  readonly all: ManifestSet;
  readonly manifests: readonly Manifest[];
  readonly clusterOf: RelatedObjects['clusterOf'];
}

interface ComparedSides {
  readonly base: ComparedSide;
  readonly head: ComparedSide;
}

/** What a review says about a change, on each side. */
interface ChangeStatements {
  /** New findings, at their places in head. */
  readonly added: readonly Diagnostic[];
  /** Findings that only base has, at their places there. */
  readonly gone: readonly Diagnostic[];
  readonly changes: readonly Change[];
  readonly sides: ComparedSides;
  /** The text of a file of a side; undefined if it has none. */
  readonly textOf: TextOf;
}

type TextOf = (side: SideName, file: string) => string | undefined;
type PlaceOf = (side: SideName, span: Span) => StatedPlace;

/** The ledger of a change after all rules have run on both sides. */
export function settledChanges(ledger: Ledger, { added, gone, changes, sides, textOf }: ChangeStatements): Ledger {
  const placeOf = placesIn(textOf);

  return settledLedger(ledger, {
    statements: [
      ...added.flatMap((diagnostic) => ofFinding(diagnostic, 'after', placeOf)),
      ...gone.flatMap((diagnostic) => ofFinding(diagnostic, 'before', placeOf)),
      ...changes.flatMap(ofNodeGroup),
      ...changes.flatMap((change) => ofEndOfKarpenter(change, placeOf)),
    ],
    isSame: cachedByTopic((topic) => hasSameFacts(sides, topic)),
    isKept: cachedByTopic((topic) => keepsGrants(sides, topic)),
  });
}

/** The lines of a span. */
function placesIn(textOf: TextOf): PlaceOf {
  const indexes = new Map<string, LineIndex>();

  return (side, span) => {
    const key = `${side} ${span.file}`;
    const lines = indexes.get(key) ?? new LineIndex(textOf(side, span.file) ?? '');
    indexes.set(key, lines);
    const first = lines.position(span.start).line;
    return { side, file: span.file, first, last: lines.position(Math.max(span.start, span.end - 1)).line };
  };
}

/** Codes of findings that say that something is unknown, or how a file is written. */
const saysNothing =
  /^(?:review\/not-understood|render\/|yaml\/|io\/|terraform\/(?:unknown|syntax|limit|condition)|lint\/.*suppression)/;

/** Codes whose notes also say what a line does, and not that it could not be checked. */
const judgesInNotes =
  /^(?:lint\/(?:foreign-annotations|do-not-disrupt|tolerates-disruption)|terraform\/(?:widens-permission|api-endpoint|controller-access|removes-addon|addon-setting|discovery-tag|last-zone|public-addresses))$/;

function ofFinding(diagnostic: Diagnostic, side: SideName, placeOf: PlaceOf): RuleStatement[] {
  if (saysNothing.test(diagnostic.code)) return [];
  const spans = [diagnostic.span, ...diagnostic.labels.map(({ span }) => span)];

  return [
    {
      topics: diagnostic.chartValues?.map(valueTopic) ?? topicsOf(diagnostic.code),
      places: [
        ...spans.map((span) => placeOf(side, span)),
        ...(diagnostic.placesInBase ?? []).map((span) => placeOf('before', span)),
      ],
      isJudgement:
        side === 'after' && (isAtLeast(diagnostic.severity, 'warning') || judgesInNotes.test(diagnostic.code)),
    },
  ];
}

/** A changed node group says itself what happens to its nodes. */
const ofNodeGroup = (change: Change): RuleStatement[] => {
  if (isNodeGroup(change.resource)) return [{ topics: ['node groups'], places: [], isJudgement: false }];
  return [];
};

/** The removal of Karpenter says itself what the lines of its Deployment do. */
const ofEndOfKarpenter = (change: Change, placeOf: PlaceOf): RuleStatement[] => {
  if (change.endsKarpenter) return [{ topics: [], places: [placeOf('before', change.span)], isJudgement: true }];
  return [];
};

/** Answers a question about each topic once, because that takes all objects of both sides. */
function cachedByTopic(answer: (topic: RuledTopic) => boolean): (topic: RuledTopic) => boolean {
  const answers = new Map<RuledTopic, boolean>();

  return (topic) => {
    const cached = answers.get(topic) ?? answer(topic);
    answers.set(topic, cached);
    return cached;
  };
}

/** Whether rules work out the same of a topic on both sides. False if nothing can be compared. */
function hasSameFacts({ base, head }: ComparedSides, topic: RuledTopic): boolean {
  if (isValueTopic(topic)) {
    const [before, after] = [base, head].map(({ all }) => valuesInReleases(all, topic.slice(valueTopic('').length)));
    return before !== undefined && canonical([...before]) === canonical([...(after ?? [])]);
  }

  const facts = comparedFacts.flatMap((all) => all[topic] ?? []);
  return facts.length > 0 && facts.every((factsOf) => factsOf(base) === factsOf(head));
}

/** Whether head allows everything of a topic that base allows. */
const keepsGrants = ({ base, head }: ComparedSides, topic: RuledTopic): boolean =>
  comparedGrants
    .flatMap((all) => all[topic] ?? [])
    .every((grantsOf) => {
      const allowed = new Set(grantsOf(head));
      return grantsOf(base).every((grant) => allowed.has(grant));
    });

/** What the rules of a theme judge. */
const topicsOfThemes: Readonly<Partial<Record<Theme, readonly RuledTopic[]>>> = {
  'Instance types and zones': ['network', 'reservations', 'node groups'],
  'Images and user data': ['images', 'cluster', 'node groups'],
  Volumes: ['encryption', 'add-ons'],
  Network: ['network', 'add-ons', 'cluster'],
  'Capacity reservations': ['reservations'],
  'IAM and cluster access': ['access', 'cluster', 'controller'],
  Security: ['encryption', 'network', 'images', 'node groups'],
  'Karpenter installation': ['controller', 'access', 'node groups', 'interruption', 'cluster', 'add-ons'],
};

/** What findings of other stages judge, by the beginning of their code. */
const topicsOfCodes: readonly (readonly [RegExp, readonly RuledTopic[]])[] = [
  [/^terraform\/(?:authentication-mode|api-endpoint)$/, ['cluster']],
  [/^terraform\/controller-access$/, ['access', 'interruption']],
  [
    /^terraform\/(?:discovery-tag|removes-dns|removes-rule|opens-rule|removes-route|renames-group|replaces-network|last-zone|public-addresses)$/,
    ['network'],
  ],
  [/^terraform\/removes-reservation$/, ['reservations']],
  [/^terraform\/removes-volume-key$/, ['encryption']],
  [/^terraform\/(?:removes-addon|addon-setting|late-addon)$/, ['add-ons']],
  [/^terraform\/(?:removes|widens)-/, ['access']],
  [/^terraform\/(?:replaces-cluster|new-region)$/, ['cluster', 'network', 'access', 'node groups', 'add-ons']],
  [/^upgrade\//, ['cluster', 'controller', 'add-ons']],
  [/^provisioning\/addresses$/, ['network']],
];

const themes = new Map(rules.map(({ id, theme }) => [`lint/${id}`, theme]));

function topicsOf(code: string): readonly RuledTopic[] {
  const theme = themes.get(code);
  if (theme !== undefined) return topicsOfThemes[theme] ?? [];
  return topicsOfCodes.find(([pattern]) => pattern.test(code))?.[1] ?? [];
}

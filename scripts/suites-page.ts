import type { Suite } from '../test/conformance/behaviours/behaviour.ts';
import { suites } from '../test/conformance/behaviours/behaviours.ts';

const heading = `# What Karpenter's own suites test

Karpenter's test suites are the best list there is of what its scheduler does. This page names, suite by suite, what they test and
where plumbline holds the same: a scenario that was recorded from the real Karpenter 1.14.1 and is compared in full, texts included
where Karpenter always says the same; or a test, where the behaviour is not one of a scheduling pass. What Karpenter does with
metrics, its API objects and EC2 after a launch is decided is left out.

Scenarios stand in \`test/conformance/scenarios\`; \`npm run conformance\` compares them all.
`;

/** docs/upstream-suites.md. */
export const suitesPage = (): string => `${[heading, ...suites.map(section)].join('\n')}`;

const section = ({ suite, behaviours }: Suite): string =>
  [
    `## ${suite.replaceAll('*', '\\*')}\n`,
    '| behaviour | held by |',
    '| --- | --- |',
    ...behaviours.map(({ what, scenario, test }) => `| ${what} | \`${scenario ?? test}\` |`),
    '',
  ].join('\n');

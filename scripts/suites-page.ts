import type { Suite } from '../test/conformance/behaviours/behaviour.ts';
import { suites } from '../test/conformance/behaviours/behaviours.ts';

const heading = `# Scenarios of Karpenter's test suites

Karpenter's test suites are the best list of what its scheduler does. This page lists what they test, and what checks the same in plumbline. Most
are scenarios that were recorded from the real Karpenter 1.14.1 and are compared in full. That includes the texts if Karpenter's text is
always the same. Behavior outside a scheduling round has a test. Metrics, Karpenter's API objects, and EC2 after the launch decision are left out.

Scenarios are in \`test/conformance/scenarios\`. \`npm run compare -- scenarios\` compares all of them.
`;

/** docs/upstream-suites.md. */
export const suitesPage = (): string => `${[heading, ...suites.map(section)].join('\n')}`;

const section = ({ suite, behaviours }: Suite): string =>
  [
    `## ${suite.replaceAll('*', '\\*')}\n`,
    '| Behavior | Checked by |',
    '| --- | --- |',
    ...behaviours.map(({ what, scenario, test }) => `| ${what} | \`${scenario ?? test}\` |`),
    '',
  ].join('\n');

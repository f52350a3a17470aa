import { expect, test } from 'vitest';
import { renderComment } from '../comment/markdown.ts';
import { errorWithCost } from '../fixtures.test-support.ts';
import { reviewText } from '../terminal/review-text.ts';
import { report } from '../test-support.ts';

const waves = (...sizes: readonly [nodes: number, reason: string][]) => {
  const review = errorWithCost();
  const goes = sizes.reduce((sum, [nodes]) => sum + nodes, 0);
  const held = { nodes: 4 - goes, because: 'settings' as const, workloads: [], by: [] };
  const own = sizes.map(([nodes, reason]) => ({ nodes, reason, ...(nodes === 0 && { held }) }));
  const nodesReplaced = own.reduce((sum, { nodes }) => sum + nodes, 0);
  const nodesHeld = 4 - nodesReplaced;
  const nodePools = review.disruption.nodePools.map((pool) => ({ ...pool, nodesReplaced, nodesHeld, waves: own }));
  const told = report({ ...review, disruption: { ...review.disruption, nodePools } });
  return { comment: renderComment(told, {})[0]!, plain: reviewText.render(told, {}) };
};

test.each([
  [
    'waves',
    waves([2, 'two at a time'], [1, 'not ready'], [1, 'two at a time']),
    ['4 nodes are replaced** in 3 waves of 2, 1, 1 (two at a time; not ready)'],
    'in 3 waves',
  ],
  [
    'nodes that stay',
    waves([2, 'two at a time'], [0, '2 nodes stay']),
    ['2 nodes are replaced** (two at a time)', '- 2 nodes stay'],
    'in 1 wave',
  ],
  [
    'nothing that goes',
    waves([0, 'the budget allows none']),
    ['4 nodes must be replaced**, but the budget allows none'],
    'replaced, 4 cannot be',
  ],
] as const)('%s', (_, { comment, plain }, said, inText) => {
  for (const part of said) expect(comment).toContain(part);
  expect(plain).toContain(inText);
});

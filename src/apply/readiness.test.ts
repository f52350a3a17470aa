import { describe, expect, test } from 'vitest';
import { readiness } from './readiness.ts';

const condition = (type: string, status: string, reason: string, observedGeneration = 2) => ({
  type,
  status,
  reason,
  message: 'm',
  observedGeneration,
});
const object = (kind: string, ...conditions: object[]) => ({
  kind,
  metadata: { generation: 2 },
  status: { conditions },
});

describe('readiness', () => {
  test.each<[string, object, boolean, RegExp]>([
    ['ready', object('NodePool', condition('Ready', 'True', 'Ready')), true, /^$/],
    [
      'of an older generation',
      object('NodePool', condition('Ready', 'True', 'Ready', 1)),
      false,
      /not looked at it yet/,
    ],
    ['without a controller', object('NodePool'), false, /is the controller running\?/],
    ['an overlay whose gate is off', object('NodeOverlay'), false, /feature gate NodeOverlay/],
    [
      'without subnets',
      object(
        'EC2NodeClass',
        condition('SubnetsReady', 'False', 'SubnetsNotFound'),
        condition('Ready', 'False', 'UnhealthyDependents'),
      ),
      false,
      /^no subnet matches .* \(SubnetsNotFound: m\)$/,
    ],
    [
      'for a reason that is new to us',
      object('NodePool', condition('ValidationSucceeded', 'False', 'Brandnew')),
      false,
      /^ValidationSucceeded is not so \(Brandnew: m\)$/,
    ],
    [
      'with a reason of every object',
      object('NodePool', condition('Ready', 'False', 'constructor')),
      false,
      /^Ready is not so \(constructor: m\)$/,
    ],
  ])('%s', (_, live, isReady, words) => {
    const said = readiness(live);
    expect(said.isReady).toBe(isReady);
    expect(said.words.join('; ')).toMatch(words);
  });
});

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
      /not processed it yet/,
    ],
    ['without a controller', object('NodePool'), false, /the controller is running$/],
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
      'with a reason that plumbline does not know',
      object('NodePool', condition('ValidationSucceeded', 'False', 'Brandnew')),
      false,
      /^condition ValidationSucceeded is not True \(Brandnew: m\)$/,
    ],
    [
      'with a reason that is a property of every JavaScript object',
      object('NodePool', condition('Ready', 'False', 'constructor')),
      false,
      /^condition Ready is not True \(constructor: m\)$/,
    ],
  ])('%s', (_, live, isReady, words) => {
    const result = readiness(live);
    expect(result.isReady).toBe(isReady);
    expect(result.words.join('; ')).toMatch(words);
  });
});

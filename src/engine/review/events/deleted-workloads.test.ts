import { describe, expect, test } from 'vitest';
import type { Change } from '../../manifest/change.ts';
import { deletionSentence } from '../../report/first-lines/event-sentences.ts';
import { estimate, placement, review } from '../../report/test-support.ts';
import type { Review } from '../context/review-data.ts';
import { gate } from '../gate/gate.ts';
import { deletedWorkloads } from './deleted-workloads.ts';

const gone = (kind: string, name: string, over: Partial<Change> = {}): Change => ({
  resource: { apiVersion: 'apps/v1', kind, namespace: 'shop', name },
  type: 'removed',
  fields: [],
  effect: 'none',
  summary: 'removed',
  span: { file: 'a.yaml', start: 0, end: 1 },
  ...over,
});

const exactly = (count: number) => ({ low: count, likely: count, high: count });

/** A cluster whose workloads have these numbers of pods before and after. */
const between = (
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
  changes: readonly Change[],
): Review => {
  const side = (pods: Readonly<Record<string, number>>) =>
    placement([], {
      replicas: Object.fromEntries(Object.entries(pods).map(([name, count]) => [name, exactly(count)])),
    });
  return review({ changes, estimate: estimate(side(before), side(after)) });
};

const web = 'Deployment/shop/web';
const store = 'StatefulSet/shop/store';

describe('workloads that a change deletes', () => {
  test('the only ones of a cluster are a warning, those with data first', () => {
    const all = between({ [web]: 4, [store]: 1 }, {}, [gone('Deployment', 'web'), gone('StatefulSet', 'store')]);
    const [found] = deletedWorkloads(all);
    expect(found?.isAll).toBe(true);
    expect(found?.workloads.map(({ resource, pods }) => [resource.name, pods])).toEqual([
      ['store', 1],
      ['web', 4],
    ]);
    expect(gate(all, { failOn: 'error' })).toEqual({ result: 'warn', reasons: ['the change deletes all 2 workloads'] });
  });

  test('one of several is a warning, and one without pods is only mentioned', () => {
    const one = between({ [web]: 4, [store]: 1 }, { [store]: 1 }, [gone('Deployment', 'web')]);
    expect(deletedWorkloads(one).map(({ isAll }) => isAll)).toEqual([false]);
    expect(gate(one, { failOn: 'error' })).toEqual({
      result: 'warn',
      reasons: ['the change deletes 1 workload with running pods'],
    });

    const idle = between({ [web]: 0, [store]: 1 }, { [store]: 1 }, [gone('Deployment', 'web')]);
    expect(gate(idle, { failOn: 'error' }).result).toBe('pass');
  });

  const at = (namespace: string, over: Partial<Change> = {}): Change => {
    const { resource, ...rest } = gone('Deployment', 'web', over);
    return { ...rest, resource: { ...resource, namespace } };
  };
  const from = (...roots: readonly string[]) => ({ roots });

  test.each<[what: string, changes: readonly Change[], said: string]>([
    [
      'in another namespace by the same root',
      [at('shop', from('Application a/web')), at('store', { type: 'added', ...from('Application a/web') })],
      'Deletes Deployment `shop/web` (4 pods) and creates it again in namespace `store`',
    ],
    [
      'in another namespace in the same file',
      [at('shop'), at('store', { type: 'added' })],
      'Deletes Deployment `shop/web` (4 pods) and creates it again in namespace `store`',
    ],
    [
      'in another namespace by the root of the renamed folder',
      [
        at('shop', { ...from('Application web'), span: { file: 'apps/web/base/web.yaml', start: 0, end: 1 } }),
        at('store', {
          type: 'added',
          ...from('Application store'),
          span: { file: 'apps/store/base/web.yaml', start: 0, end: 1 },
        }),
      ],
      'Deletes Deployment `shop/web` (4 pods) and creates it again in namespace `store`',
    ],
    [
      'nowhere: a file of another name in another folder has one of that name',
      [
        at('shop', { span: { file: 'apps/web/web.yaml', start: 0, end: 1 } }),
        at('store', { type: 'added', span: { file: 'apps/store/deployment.yaml', start: 0, end: 1 } }),
      ],
      'Deletes Deployment `shop/web` (4 pods)',
    ],
    [
      'by another root',
      [at('shop', from('Application a/web')), at('shop', { type: 'added', ...from('Application a/web-2') })],
      'Deletes Deployment `shop/web` (4 pods), and Application `a/web-2` creates it again',
    ],
    [
      'nowhere: another file has one of that name',
      [at('shop'), at('store', { type: 'added', span: { file: 'b.yaml', start: 0, end: 1 } })],
      'Deletes Deployment `shop/web` (4 pods)',
    ],
    [
      'nowhere: it may not exist',
      [at('shop'), at('store', { type: 'added', condition: 'var.web' })],
      'Deletes Deployment `shop/web` (4 pods)',
    ],
  ])('a workload is created again %s', (_, changes, said) => {
    const [deletion] = deletedWorkloads(between({ [web]: 4, [store]: 1 }, { [store]: 1 }, changes));
    expect(deletionSentence(deletion!)).toBe(said);
  });

  test('a workload without pods is not all that a cluster runs', () => {
    const idle = between({ [web]: 0 }, {}, [gone('Deployment', 'web')]);
    expect(deletedWorkloads(idle).map(({ isAll }) => isAll)).toEqual([false]);
  });

  test.each<[string, Change]>([
    [
      'that nothing deletes in the cluster',
      gone('Deployment', 'web', { stays: { because: 'no pruning', isIntended: false } }),
    ],
    ['that may not exist', gone('Deployment', 'web', { condition: 'var.web' })],
    ['that can no longer be read', gone('Deployment', 'web', { type: 'unknown' })],
    ['that end on their own', gone('Job', 'migrate')],
    ['that are no workloads', gone('Service', 'web')],
  ])('nothing is said about objects %s', (_, change) => {
    expect(deletedWorkloads(between({ [web]: 4, 'Job/shop/migrate': 1 }, {}, [change]))).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import type { KubeObject } from './generator/draft.ts';
import { shrink } from './shrink.ts';

const deployment = (name: string, replicas: number): KubeObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, labels: { app: name } },
  spec: { replicas, template: { spec: { containers: [{ name: 'a' }, { name: 'b' }] } } },
});

describe('shrink', () => {
  test('keeps what causes the difference and what the API server requires, and nothing else', async () => {
    const start = {
      objects: [deployment('web', 9), deployment('api', 7)],
      settings: { region: 'us-east-1', reservedENIs: 1 },
    };
    const small = await shrink(start, async ({ objects, settings }) => {
      const [first] = objects;
      return (
        first?.metadata.name === 'web' &&
        (first.spec as { replicas?: number }).replicas! > 2 &&
        settings.reservedENIs === 1
      );
    });
    expect(small.settings).toEqual({ reservedENIs: 1 });
    expect(small.objects).toEqual([
      {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'web' },
        spec: { replicas: 3, template: { spec: { containers: [{ name: 'a' }] } } },
      },
    ]);
  });

  test('does not change a scenario if every reduction removes the difference', async () => {
    const start = { objects: [deployment('web', 2)], settings: {} };
    const text = JSON.stringify(start);
    expect(await shrink(start, async (content) => JSON.stringify(content) === text)).toEqual(start);
  });
});

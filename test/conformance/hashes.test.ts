import { describe, expect, test } from 'vitest';
import type { EC2NodeClass } from '../../src/engine/api/ec2-node-class.ts';
import { karpenter } from '../../src/engine/api/karpenter.ts';
import type { NodePool } from '../../src/engine/api/node-pool.ts';
import { ec2NodeClassHash, nodePoolHash } from '../../src/engine/diff/drift-hash.ts';
import { hashModules } from '../oracle/hashes/hashes.ts';
import { type HashedObject, isRecorded, readHashes } from './hashes/recording.ts';

const minors = hashModules.map(({ minor }) => minor).filter(isRecorded);

function ours({ object, caBundle }: HashedObject, minor: string): string | null {
  const { nodePoolHashVersion, nodeClassHashVersion } = karpenter(minor);
  if (object.kind === 'NodePool') return nodePoolHashVersion === 'v3' ? nodePoolHash(object as unknown as NodePool) : null;
  return ec2NodeClassHash(object as unknown as EC2NodeClass, nodeClassHashVersion, caBundle);
}

describe.each(minors)('Karpenter %s', (minor) => {
  const { versions, objects, provider } = readHashes(minor);
  const v1 = objects.filter(({ object }) => String(object.apiVersion).endsWith('/v1'));

  test('was asked about enough objects, most of which differ', () => {
    expect(v1.length).toBe(provider === undefined ? 600 : 1200);
    expect(new Set(v1.map(({ hash }) => hash)).size).toBeGreaterThan(v1.length / 2);
  });

  test('has the hash version that we know of', () => {
    const { nodePoolHashVersion, nodeClassHashVersion } = karpenter(minor);
    expect(versions['karpenter.sh/v1 NodePool']).toBe(nodePoolHashVersion);
    if (provider !== undefined) expect(versions['karpenter.k8s.aws/v1 EC2NodeClass']).toBe(nodeClassHashVersion);
  });

  test('gives every object the hash that we give it', () => {
    const differing = v1.filter((hashed) => ours(hashed, minor) !== hashed.hash);
    expect(differing.map(({ object, hash }) => ({ hash, object }))).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import type { EC2NodeClass } from '../../src/engine/aws/node-class/ec2-node-class.ts';
import { ec2NodeClassHash } from '../../src/engine/aws/node-class/node-class-hash.ts';
import { nodePoolHash } from '../../src/engine/changes/diff/hash/drift-hash.ts';
import { karpenter } from '../../src/engine/karpenter/api/karpenter.ts';
import type { NodePool } from '../../src/engine/karpenter/api/node-pool.ts';
import { type HashedObject, readHashes, recordedMinors } from './hashes/recording.ts';

/** The recordings of v1beta1 come from the package that the modules of 1.0 still contain, which is that of 0.37. */
const minorOf = ({ object }: HashedObject, minor: string): string =>
  String(object.apiVersion).endsWith('/v1') ? minor : '0.37';

function ours(hashed: HashedObject, minor: string): string | null {
  const { nodePoolHashVersion, nodeClassHashVersion } = karpenter(minorOf(hashed, minor));
  const object: unknown = hashed.object;
  if (hashed.object.kind === 'NodePool') return nodePoolHash(object as NodePool, nodePoolHashVersion);
  return ec2NodeClassHash(object as EC2NodeClass, nodeClassHashVersion, hashed.caBundle);
}

describe.each(recordedMinors)('Karpenter %s', (minor) => {
  const { versions, objects, provider, hasV1beta1 } = readHashes(minor);

  test('was recorded for enough objects, most of which differ', () => {
    expect(objects.length).toBe(600 * (provider === undefined ? 1 : 2) * (hasV1beta1 ? 2 : 1));
    expect(new Set(objects.map(({ hash }) => hash)).size).toBeGreaterThan(objects.length / 2);
  });

  test('has the hash versions that we know', () => {
    const { nodePoolHashVersion, nodeClassHashVersion } = karpenter(minor);
    expect(versions).toEqual({
      'karpenter.sh/v1 NodePool': nodePoolHashVersion,
      ...(provider && { 'karpenter.k8s.aws/v1 EC2NodeClass': nodeClassHashVersion }),
      ...(hasV1beta1 && { 'karpenter.sh/v1beta1 NodePool': 'v2', 'karpenter.k8s.aws/v1beta1 EC2NodeClass': 'v2' }),
    });
  });

  test('gives every object the hash that we compute', () => {
    const differing = objects.filter((hashed) => ours(hashed, minor) !== hashed.hash);
    expect(differing.map(({ object, hash }) => ({ hash, object }))).toEqual([]);
  });
});

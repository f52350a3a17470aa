import type { NodePool } from '../../karpenter/api/node-pool.ts';
import type { Manifest, Mapping } from '../../manifest/model/manifest.ts';
import { needsOwnClass, ownClassName } from './kubelet-classes.ts';
import type { Remark } from './remarks.ts';
import { type MigratedNodeClass, toV1 } from './to-v1.ts';

/** An object in v1, and the manifest that it comes from. */
export interface Migration<T> {
  readonly object: T;
  readonly manifest: Manifest;
  readonly remarks: readonly Remark[];
}

/** All NodePools and classes of a set of manifests, in v1. */
interface V1Objects {
  readonly nodePools: readonly Migration<NodePool>[];
  readonly nodeClasses: readonly Migration<MigratedNodeClass>[];
}

/**
 * Every NodePool and class in v1, from any Karpenter version and in the order of the manifests. A NodePool that had kubelet settings gets a
 * copy of its class, named `<class>-<pool>`, unless all NodePools of that class have the same settings.
 */
export function v1Objects(manifests: readonly Manifest[]): V1Objects {
  const results = manifests.map((manifest) => ({ manifest, ...toV1(manifest) }));
  let nodeClasses = results.flatMap(({ manifest, nodeClass, remarks }): Migration<MigratedNodeClass>[] => {
    if (nodeClass === undefined) return [];
    return [{ object: nodeClass, manifest, remarks }];
  });
  const pools = results.flatMap(({ manifest, nodePool, kubelet, remarks }) => {
    if (nodePool === undefined) return [];
    return [{ object: nodePool, manifest, remarks, kubelet }];
  });

  const uses = pools.map(({ object, kubelet }) => ({
    pool: object.metadata.name,
    nodeClass: classOf(object),
    kubelet,
  }));

  const nodePools = pools.map(({ kubelet, ...pool }, i): Migration<NodePool> => {
    const name = classOf(pool.object);
    const sources = nodeClasses.filter(
      ({ object, manifest: { kind } }) => object.metadata.name === name && kind !== 'NodeClass',
    );
    if (kubelet === undefined || sources.length === 0) return pool;

    const target = needsOwnClass(uses[i]!, uses) ? ownClassName(name, pool.object.metadata.name) : name;
    const changed = sources.map((source) => withKubelet(source, target, kubelet));
    nodeClasses = [...nodeClasses.filter(({ object }) => object.metadata.name !== target), ...changed];

    return { ...pool, object: withClass(pool.object, target) };
  });

  return { nodePools, nodeClasses };
}

const classOf = (nodePool: NodePool): string => nodePool.spec.template.spec.nodeClassRef.name;

function withKubelet(
  { object, manifest, remarks }: Migration<MigratedNodeClass>,
  name: string,
  kubelet: Mapping,
): Migration<MigratedNodeClass> {
  return {
    manifest,
    remarks,
    object: { ...object, metadata: { ...object.metadata, name }, spec: { ...object.spec, kubelet } },
  };
}

function withClass(nodePool: NodePool, name: string): NodePool {
  const { template } = nodePool.spec;
  const nodeClassRef = { ...template.spec.nodeClassRef, name };
  return {
    ...nodePool,
    spec: { ...nodePool.spec, template: { ...template, spec: { ...template.spec, nodeClassRef } } },
  };
}

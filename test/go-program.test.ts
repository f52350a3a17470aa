import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** Module → version that a list of Go modules requires. */
function requiredBy(list: string): ReadonlyMap<string, string> {
  const [required] = readFileSync(list, 'utf8').split(/^(?:replace|exclude)\b/m);
  return new Map(
    [...required!.matchAll(/^\s*(?:require )?(\S+\.\S+) (v\S+)/gm)].map(([, module, version]) => [module!, version!]),
  );
}

/** Modules that helm needs in another version than Karpenter, and that no larger module imports. */
const ofHelm =
  /^(?:github\.com\/moby\/term|k8s\.io\/(?:apiextensions-apiserver|apiserver|component-base|component-helpers)) /;

describe('a program that is built next to a larger one shares its compiled packages: the same versions of all modules', () => {
  test.each([
    ['test/apiserver/go.mod', 'test/apiserver/kwok.mod', /^$/],
    ['test/kwok/go.mod', 'test/kwok/helm.mod', ofHelm],
  ])('%s and %s', (larger, smaller, differing) => {
    const versions = requiredBy(smaller);
    const different = [...requiredBy(larger)].filter(([module, version]) => versions.get(module) !== version);

    expect(versions.size).toBeGreaterThan(100);
    expect(different.map((entry) => entry.join(' ')).filter((entry) => !differing.test(entry))).toEqual([]);
  });
});

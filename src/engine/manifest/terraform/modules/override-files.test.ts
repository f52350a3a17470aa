import { describe, expect, test } from 'vitest';
import { evaluated } from '../terraform.test-support.ts';

const release = `resource "helm_release" "karpenter" {
  name = "karpenter"
  chart = "karpenter"
  version = "1.6.2"
  set {
    name  = "replicas"
    value = "2"
  }
}
`;

/** The texts that a module of some files creates, by name. */
const textsOf = (files: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(evaluated(files).sources.map(({ file, text }) => [file, text]));

describe('override files of Terraform', () => {
  test.each(['override.tf', 'main_override.tf'])('%s is merged into the release', (name) => {
    const texts = textsOf({
      'main.tf': release,
      [name]: 'resource "helm_release" "karpenter" {\n  version = "1.8.1"\n  timeout = 600\n}\n',
    });
    expect([...texts.keys()]).toEqual(['.: helm_release.karpenter']);
    expect([...texts.values()].join()).toContain('1.8.1');
    expect([...texts.values()].join()).toContain('replicas: 2');
  });

  test('a nested block replaces those of its type', () => {
    const texts = textsOf({
      'main.tf': release,
      'override.tf':
        'resource "helm_release" "karpenter" {\n  set {\n    name  = "logLevel"\n    value = "debug"\n  }\n}\n',
    });
    expect([...texts.values()].join()).toContain('logLevel: "debug"');
    expect([...texts.values()].join()).not.toContain('replicas');
  });

  test('a local of an override replaces the other one, whatever the names of the files are', () => {
    const texts = textsOf({
      'main.tf': release.replace('"1.6.2"', 'local.version'),
      'a_override.tf': 'locals {\n  version = "1.8.1"\n}\n',
      'versions.tf': 'locals {\n  version = "1.6.2"\n}\n',
    });
    expect([...texts.values()].join()).toContain('1.8.1');
  });

  test('a file with another name overrides nothing', () => {
    const other = release.replace('"karpenter" {', '"other" {');
    expect(textsOf({ 'main.tf': release, 'overrides.tf': other }).size).toBe(2);
  });
});

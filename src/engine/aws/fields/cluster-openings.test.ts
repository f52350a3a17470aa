import { describe, expect, test } from 'vitest';
import { parseManifests } from '../../manifest/parse.ts';
import { mayTouchCluster } from './cluster-openings.ts';

const moduleFrom = (source: string, name = 'this') =>
  parseManifests(
    {
      file: '.: module.this',
      text: `apiVersion: "terraform/v1"\nkind: "unread_module"\nmetadata:\n  name: ${name}\nspec:\n  source: "${source}"\n`,
    },
    { set: {} },
  ).manifests[0]!;

describe('a module from elsewhere', () => {
  test.each([
    'git::https://example.com/terraform-aws-alerts.git?ref=v1.2.0',
    'git::ssh://git@example.com/modules.git//monitoring?ref=main',
    'git@github.com:acme/rds.git',
    'app.terraform.io/acme/budgets/aws',
    'cloudposse/label/null',
    'github.com/acme/terraform-aws-s3-bucket',
  ])('creates nothing of the cluster if its source names another subject: %s', (source) => {
    expect(mayTouchCluster(moduleFrom(source))).toBe(false);
  });

  test.each([
    ['git::https://example.com/platform.git'],
    ['git::https://example.com/eks-monitoring.git'],
    ['git::https://example.com/alerts.git//modules/iam'],
    ['app.terraform.io/acme/rds-access-role/aws'],
    ['git::https://example.com/alerts.git', 'karpenter'],
    ['git::https://example.com/modules.git', 'alerts'],
    ['git::https://example.com/${var.module}-alerts.git'],
  ])('may create something of it otherwise: %s %s', (source, name = 'this') => {
    expect(mayTouchCluster(moduleFrom(source, name))).toBe(true);
  });
});

import { beforeAll, describe, expect } from 'vitest';
import { summaryLine } from '../src/engine/report/first-lines/summary-line.ts';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { sceneTest } from './extent.ts';
import { plainRenderer } from './plain-renderer.ts';
import type { Texts } from './readings.ts';
import { reviewOfTexts } from './reviewed-texts.ts';

const test = sceneTest(2);

/** What exists only once somebody sets a variable is near Karpenter all the same, and a change of it is not nothing. */

let renderer: RenderMethod;
beforeAll(async () => {
  renderer = await plainRenderer();
});

const module = (label: string, more: string): Texts => ({
  'main.tf': `variable "on" {
  default = false
}
module "${label}" {
  count        = var.on ? 1 : 0
  source       = "terraform-aws-modules/eks/aws//modules/karpenter"
  version      = "20.26.1"
  cluster_name = "shop"
  ${more}
}
`,
});

const role = (more: string): Texts => ({
  'main.tf': `variable "on" {
  default = false
}
resource "aws_iam_instance_profile" "karpenter" {
  count = var.on ? 1 : 0
  name  = "KarpenterNodes"
  ${more}
}
`,
});

const queue = (more: string): Texts => ({
  'main.tf': `variable "on" {
  default = false
}
resource "aws_sqs_queue" "karpenter" {
  for_each = var.on ? toset(["a"]) : toset([])
  name     = "karpenter"
  ${more}
}
`,
});

const lineOf = async (before: Texts, after: Texts): Promise<string> =>
  summaryLine(await reviewOfTexts(before, after, { renderer }));

describe('a change near Karpenter that the defaults of variables leave out', () => {
  test.each<[what: string, before: Texts, after: Texts, named: string]>([
    ['the trust of the controller', module('karpenter', 'enable_irsa = true'), module('karpenter', ''), 'enable_irsa'],
    ['the role of nodes', role('role = "nodes"'), role('role = "spot"'), 'role'],
    ['the queue', queue('policy = "a"'), queue('policy = "b"'), 'policy'],
  ])('%s', async (_, before, after, named) => {
    const line = await lineOf(before, after);
    expect(line).toContain('plumbline does not judge one of the changes');
    expect(line).toContain(named);
    expect(line).not.toContain('No Karpenter objects found');
  });

  test('is nothing if it is of something else', async () => {
    const bucket = (name: string): Texts => ({
      'main.tf': `variable "on" {\n  default = false\n}\nresource "aws_s3_bucket" "logs" {\n  count  = var.on ? 1 : 0\n  bucket = "${name}"\n}\n`,
    });
    expect(await lineOf(bucket('a'), bucket('b'))).not.toContain('plumbline does not judge');
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { figuresText, firstLines } from '../src/engine/report/first-lines/summary-line.ts';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { plainDeployment, plainNodeClass, plainNodePool } from './plain-environment.ts';
import { plainRenderer } from './plain-renderer.ts';
import type { Texts } from './readings.ts';
import { reviewOfTexts } from './reviewed-texts.ts';

/** Node classes that select nothing after a change: they are not ready, so nothing drifts and nothing is launched. */

let renderer: RenderMethod;
beforeAll(async () => {
  renderer = await plainRenderer();
});

const discovery = (name: string): string => `{ karpenter.sh/discovery: ${name} }`;

const nodes = (subnets: string, groups: string, image?: string): string =>
  `${plainNodePool()}---\n${plainNodeClass({ image, subnets, groups })}`;

const tags = (written: string): string => `{ tags: ${written} }`;

const web = plainDeployment('web', 3);

const networkOf = (name: string): string => `resource "aws_vpc" "this" {
  cidr_block = "10.0.0.0/16"
}
resource "aws_subnet" "private" {
  vpc_id            = aws_vpc.this.id
  availability_zone = "eu-central-1a"
  cidr_block        = "10.0.0.0/20"
  tags = {
    "karpenter.sh/discovery"          = "${name}"
    "kubernetes.io/role/internal-elb" = "1"
  }
}
resource "aws_security_group" "nodes" {
  vpc_id = aws_vpc.this.id
  tags = {
    "karpenter.sh/discovery" = "${name}"
    "team"                   = "web"
  }
}
resource "aws_eks_cluster" "this" {
  name    = "${name}"
  version = "1.35"
  vpc_config {
    subnet_ids = [aws_subnet.private.id]
  }
}
`;

const own = tags(discovery('shop'));
const files = (text: string): Texts => ({
  'infra/main.tf': networkOf('shop'),
  'k8s/nodes.yaml': text,
  'k8s/web.yaml': web,
});

async function linesOf(text: string) {
  const report = await reviewOfTexts(files(nodes(own, own)), files(text), { renderer });
  const { headline, figures } = firstLines(report);
  const change = report.review.changes.find(({ resource }) => resource.kind === 'EC2NodeClass');
  return { headline: headline.join('. '), figures: figures.map(figuresText).join('\n'), effect: change?.effect };
}

const other = tags(discovery('shop-production'));

describe('a node class that selects by a tag that nothing of the files has', () => {
  test.each([
    ['subnets and security groups', nodes(other, other)],
    ['subnets', nodes(other, own)],
    ['security groups', nodes(own, other)],
    ['subnets, with another image', nodes(other, own, 'v20260810')],
  ])('replaces no nodes for certain: %s', async (_, text) => {
    const { headline, figures, effect } = await linesOf(text);
    expect(headline).toMatch(
      /^Blocked: EC2NodeClass `default` selects (?:subnets|security groups) by `karpenter.sh\/discovery: shop-production`, but/,
    );
    expect(headline).not.toContain('eplaces');
    expect(figures).not.toContain('replaced');
    expect(effect).toBe('new-nodes');
  });
});

describe('a node class that the files relate to its network by the name of the cluster alone', () => {
  const clusters = (text: string): Texts => ({
    'infra/one/main.tf': networkOf('shop'),
    'infra/two/main.tf': networkOf('bank'),
    'k8s/x/nodes.yaml': text,
    'k8s/x/web.yaml': web,
    'k8s/y/nodes.yaml': nodes(tags(discovery('bank')), tags(discovery('bank'))),
    'k8s/y/web.yaml': web,
  });

  test('may launch no nodes, if nothing else has the tag', async () => {
    const report = await reviewOfTexts(clusters(nodes(own, own)), clusters(nodes(other, other)), { renderer });
    const { headline, figures } = firstLines(report);
    expect(headline[0]).toMatch(
      /^EC2NodeClass `default` selects .*, which no (?:subnet|security group) of these files has/,
    );
    expect(figures.map(figuresText).join()).not.toContain('replaced');
    expect(report.review.changes[0]?.fields[0]?.reason).toBe(
      'the class then selects no subnet of these files. Without any, running nodes stay, and Karpenter launches none. With another, nodes drift',
    );
  });
});

describe('a node class that selects something else of the files', () => {
  test.each([
    ['the same security group by another tag', nodes(own, tags('{ team: web }'))],
    ['the same subnet by another tag', nodes(tags('{ kubernetes.io/role/internal-elb: "1" }'), own)],
  ])('is not said to select nothing: %s', async (_, text) => {
    const { headline } = await linesOf(text);
    expect(headline).not.toContain('launches no nodes');
    expect(headline).not.toContain('of these files');
  });

  test('replaces nodes for another image', async () => {
    const { headline, figures } = await linesOf(nodes(own, own, 'v20260810'));
    expect(headline).toMatch(/^Replaces 1 node/);
    expect(figures).toContain('1 of 1 node replaced');
  });

  test('may replace nodes for a security group by its id, which the files do not show', async () => {
    const { headline } = await linesOf(nodes(own, '{ id: sg-0123456789abcdef0 }'));
    expect(headline).toMatch(/^May replace running nodes/);
  });
});

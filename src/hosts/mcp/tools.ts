import * as z from 'zod';
import { listIf } from '../../engine/text/list-if.ts';
import type { AnswerForm } from './answer.ts';
import type { Command } from './command-runner.ts';
import { type Refused, sidesWithin, withinRoot } from './within-root.ts';

/** A tool: what an assistant reads about it, and the command that answers it. */
export interface AssistantTool<Input = unknown> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: z.ZodType<Input>;
  readonly form: AnswerForm;
  /** The command, or why the input is refused. */
  readonly command: (input: Input, root: string) => Command | Refused;
}

const text = (description: string) => z.string().max(1_000).describe(description);
const paths = z
  .array(text('a path'))
  .max(100)
  .default(['.'])
  .describe('Files and folders to read, relative to the root of the server. Default: everything.');
const manifests = z
  .string()
  .max(1_000_000)
  .optional()
  .describe('YAML or JSON manifests to read in place of files, with `---` between objects.');
const target = {
  region: text('AWS region, such as eu-central-1. Default: detected from the files.').optional(),
  karpenterVersion: text('Karpenter version, such as 1.6. Default: detected from the files.').optional(),
  kubernetesVersion: text('Kubernetes version, such as 1.33. Default: detected from the files.').optional(),
};
const cluster = text('A file that `plumbline snapshot` wrote: the nodes and pods of the running cluster.').optional();

const define = <Input>(tool: AssistantTool<Input>): AssistantTool => tool as AssistantTool;

/** All tools, in the order in which they are listed. All of them only read. */
export const tools: readonly AssistantTool[] = [
  define({
    name: 'check',
    title: 'Check manifests',
    description:
      'Validates and lints Karpenter manifests. Finds fields that the API server drops or rejects, and valid objects that fail in the cluster. Each finding has its place and, often, a fix. ' +
      'Call it after each edit.',
    inputSchema: z.strictObject({ paths, manifests, ...target }),
    form: 'json',
    command: ({ paths, manifests, ...options }, root) =>
      within(root, paths, () => ({
        argv: ['check', ...read(paths, manifests), ...flags(options), ...json],
        stdin: manifests,
      })),
  }),
  define({
    name: 'review',
    title: 'Review a change',
    description:
      'Compares two versions of the files. Says what is wrong, what each changed field does to running nodes, and nodes and cost before and after. ' +
      'Call it before a change is proposed.',
    inputSchema: z.strictObject({
      base: text('What to compare with: a git ref such as origin/main, or a folder.').default('HEAD'),
      head: text('What to review: a git ref or a folder. Default: the working tree.').optional(),
      paths: paths.default([]),
      cluster,
      ...target,
    }),
    form: 'json',
    command: ({ base, head, paths, cluster, ...options }, root) =>
      sidesWithin(root, [base, head]) ??
      within(root, [...paths, cluster], () => ({
        argv: ['review', ...flags({ base, head, cluster, ...options }), ...json, ...paths],
      })),
  }),
  define({
    name: 'estimate',
    title: 'Estimate nodes and cost',
    description:
      'Simulates Karpenter for the workloads and NodePools in the files: which nodes it launches, their instance types and monthly cost, and which pods are unschedulable and why. ' +
      'It does not look for mistakes: call `check` for that. ' +
      'With `workload`, it explains how nodes are found for one workload.',
    inputSchema: z.strictObject({
      paths,
      manifests,
      cluster,
      workload: text('The name of one workload, or a part of it.').optional(),
      ...target,
    }),
    form: 'json',
    command: ({ paths, manifests, cluster, workload, ...options }, root) =>
      within(root, [...paths, cluster], () => ({
        argv: ['estimate', ...read(paths, manifests), ...flags({ cluster, explain: workload, ...options }), ...json],
        stdin: manifests,
      })),
  }),
  define({
    name: 'what_if',
    title: 'Ask what happens if capacity fails or load grows',
    description:
      'Simulates events without a change to the files: no spot capacity, a zone or an instance family that fails, a node that fails, more replicas. Says which pods restart, and nodes and cost afterwards.',
    inputSchema: z.strictObject({
      paths,
      cluster,
      noSpot: z.boolean().default(false).describe('Assume that AWS has no spot capacity.'),
      noZones: z.array(text('a zone, such as eu-central-1a')).max(20).default([]),
      noFamilies: z.array(text('an instance family, such as m5')).max(100).default([]),
      removeNodes: z.array(text('the name of a node in the snapshot')).max(100).default([]),
      scale: z.array(text('WORKLOAD=REPLICAS, such as shop/Deployment/web=10')).max(100).default([]),
      growth: z.number().min(1).max(100).optional().describe('All workloads have this many times as many replicas.'),
      ...target,
    }),
    form: 'json',
    command: ({ paths, cluster, noSpot, noZones, noFamilies, removeNodes, scale, growth, ...options }, root) =>
      within(root, [...paths, cluster], () => ({
        argv: [
          'what-if',
          ...paths,
          ...listIf(noSpot, '--no-spot'),
          ...each('no-zone', noZones),
          ...each('no-family', noFamilies),
          ...each('remove-node', removeNodes),
          ...each('scale', scale),
          ...flags({ cluster, growth: growth?.toString(), ...options }),
          ...json,
        ],
      })),
  }),
  define({
    name: 'explain',
    title: 'Explain a finding',
    description: 'Says what a finding means, why it matters, and what to do, with an example.',
    inputSchema: z.strictObject({
      code: z
        .string()
        .regex(/^[a-z]+\/[a-z0-9-]{1,80}$/)
        .describe('The code of the finding, such as schema/unknown-field.'),
    }),
    form: 'text',
    command: ({ code }) => ({ argv: ['explain', code] }),
  }),
  define({
    name: 'instance_types',
    title: 'Look up instance types',
    description:
      'Says what EC2 instance types offer: vCPUs, memory, what pods can use of them, and on-demand and spot prices. One name gives its prices in each zone of a region. ' +
      'Several names, or a pattern such as m7g.*, give a table that starts with the cheapest type.',
    inputSchema: z.strictObject({
      names: z
        .array(z.string().regex(/^[a-z0-9*-]{1,30}\.[a-z0-9*-]{1,30}$/))
        .min(1)
        .max(50)
        .describe('Instance types, such as m6i.large. `*` stands for any characters.'),
      region: target.region,
    }),
    form: 'text',
    command: ({ names, region }) => ({ argv: ['catalog', ...names, ...flags({ region })] }),
  }),
  define({
    name: 'migrate',
    title: 'Migrate to a newer Karpenter API',
    description:
      'Prints a patch that moves Provisioners, AWSNodeTemplates and v1beta1 objects to a newer API. Changes no file.',
    inputSchema: z.strictObject({ paths, manifests, to: z.enum(['v1beta1', 'v1']).default('v1') }),
    form: 'text',
    command: ({ paths, manifests, to }, root) =>
      within(root, paths, () => ({ argv: ['migrate', ...read(paths, manifests), '--to', to], stdin: manifests })),
  }),
];

const json = ['--format', 'json', '--quiet'] as const;

/** Standard input if there are manifests, else the paths. */
const read = (paths: readonly string[], manifests: string | undefined): readonly string[] => {
  if (manifests === undefined) return paths;
  return ['-'];
};

/** Flags for values that are set. `=` keeps a value that starts with a dash from being a flag of its own. */
const flags = (values: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return each(kebabCase(name), [value]);
  });

const each = (name: string, values: readonly string[]): string[] => values.map((value) => `--${name}=${value}`);

const kebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const within = (root: string, paths: readonly (string | undefined)[], command: () => Command): Command | Refused =>
  withinRoot(root, paths) ?? command();

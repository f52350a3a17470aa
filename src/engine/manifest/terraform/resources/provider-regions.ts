import type { Diagnostic } from '../../../text/diagnostic.ts';
import type { Span } from '../../../text/source.ts';
import { quoted } from '../../../text/words/quoted-names.ts';
import { evaluate } from '../modules/evaluate.ts';
import type { Module } from '../modules/module.ts';
import type { Block } from '../syntax/hcl.ts';
import { knownText } from '../values/tf-value.ts';
import { aliasOf, callersProvider, referenceOf } from './provider-clusters.ts';

/** Where a provider of AWS creates what it manages. */
interface ProviderRegion {
  /** Undefined if it is unknown. */
  readonly region: string | undefined;
  /** Where the region is written, or the provider if it is not. */
  readonly at: Span;
}

/** The regions of one root, by the name of the provider: `aws` or `aws.tokyo`. */
export type ProviderRegions = ReadonlyMap<string, ProviderRegion>;

/** The regions of the providers of AWS with which a root creates clusters. Without one that does, it is the provider without an alias. */
export function providerRegions(root: Module): ProviderRegions {
  const configured = root.blocksOf('provider', 'aws');
  const all = new Map(configured.map((block) => [providerName(block), regionOf(block, root)] as const));
  const creating = new Set(clusterProviders(root));
  const names = creating.size === 0 ? ['aws'] : creating;

  return new Map([...all].filter(([name]) => new Set(names).has(name)));
}

const providerName = (block: Block): string => {
  const alias = aliasOf(block);
  if (alias === undefined) return 'aws';
  return `aws.${alias}`;
};

function regionOf({ body, head }: Block, root: Module): ProviderRegion {
  const expression = body.attributes.get('region')?.value;
  if (expression === undefined) return { region: undefined, at: head };

  const value = evaluate(expression, root.scope());
  const region = knownText(value);

  return { region, at: region === undefined ? expression.at : value.at };
}

/** The providers of AWS, as a module calls them, with which it creates clusters, itself or through other modules. */
function clusterProviders(module: Module): readonly string[] {
  const providers = module
    .blocksOf('resource', 'aws_eks_cluster')
    .map(({ body }) => referenceOf(body.attributes.get('provider')?.value) ?? 'aws');

  const called = module.blocksOf('module').flatMap((call) => {
    const source = knownText(sourceOf(call, module)) ?? '';
    const inner = /\beks(?:\/aws)?\/?(?:\?|$)/.test(source) ? ['aws'] : [];
    const deeper = module.modulesOf(call).flatMap((child) => clusterProviders(child.module));

    return [...inner, ...deeper].map((name) => callersProvider(call, name));
  });

  return [...providers, ...called];
}

function sourceOf({ body }: Block, module: Module) {
  const source = body.attributes.get('source')?.value;
  return source && evaluate(source, module.scope());
}

/** The regions of all roots of one side, by the name of the root. */
interface RegionSide {
  readonly regions: ReadonlyMap<string, ProviderRegions>;
}

/**
 * Warns of a provider of AWS that moves to another region. Terraform looks for each of its resources there and does not find it. Figures of the new
 * region say nothing about that.
 */
export function newRegions(base: RegionSide, head: RegionSide): Diagnostic[] {
  const diagnostics = [...head.regions].flatMap(([root, providers]) =>
    [...providers].flatMap(([name, now]) => {
      const old = base.regions.get(root)?.get(name);
      if (old === undefined || old.region === now.region) return [];
      return [regionChange(name, old, now)];
    }),
  );

  // Several environments may share the line that changes.
  return [
    ...new Map(
      diagnostics.map((diagnostic) => [JSON.stringify([diagnostic.message, diagnostic.span]), diagnostic]),
    ).values(),
  ];
}

function regionChange(name: string, old: ProviderRegion, now: ProviderRegion): Diagnostic {
  const common = { span: now.at, labels: [], resource: null, isChanged: true } as const;

  if (old.region === undefined || now.region === undefined)
    return {
      ...common,
      code: 'terraform/unknown',
      severity: 'note',
      message: `The change edits the region of the provider ${quoted(name)}, which was ${shown(old)} and becomes ${shown(now)}, so it is unknown whether its resources stay where they are`,
      help: 'Read the plan of Terraform.',
    };

  return {
    ...common,
    code: 'terraform/new-region',
    severity: 'warning',
    message: `Terraform plans to create all resources of the provider ${quoted(name)} again in ${quoted(now.region)}: the provider moves there from ${quoted(old.region)}`,
    help: 'Keep the region, or create the new cluster in a root of its own, and remove the old one after its workloads have moved.',
  };
}

const shown = ({ region }: ProviderRegion): string => {
  if (region === undefined) return 'unknown';
  return quoted(region);
};

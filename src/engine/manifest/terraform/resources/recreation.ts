import { evaluate } from '../modules/evaluate.ts';
import type { Instance, Module } from '../modules/module.ts';
import type { Block, Expression } from '../syntax/hcl.ts';
import { derivedValue } from '../values/derived-value.ts';
import { blockObject } from './block-object.ts';

/** What makes Terraform destroy an object and create it again, although its name stays. */
export interface Recreation {
  /** It does so for any other text: `force_new` of `kubectl_manifest`. */
  readonly forcesNew: boolean;
  /** It does so for another `apiVersion`. */
  readonly isOfVersion: boolean;
  /** What `replace_triggered_by` refers to, as a name that differs if that does. Undefined without it. */
  readonly trigger: string | undefined;
}

/**
 * Reads `force_new` and `replace_triggered_by` of a resource; undefined without them.
 * Sources: https://registry.terraform.io/providers/gavinbunney/kubectl/latest/docs/resources/kubectl_manifest and CustomizeDiff in its
 * resource_kubectl_manifest.go; https://developer.hashicorp.com/terraform/language/meta-arguments/lifecycle#replace_triggered_by
 */
export function recreationOf({ block, scope }: Instance, module: Module): Recreation | undefined {
  const { body, labels, head } = block;
  const force = labels[0] === 'kubectl_manifest' ? body.attributes.get('force_new') : undefined;
  const value = force && evaluate(force.value, scope);
  const lifecycle = body.blocks.find(({ type }) => type === 'lifecycle')?.body;
  const triggers = lifecycle?.attributes.get('replace_triggered_by')?.value;
  const references = triggers?.kind === 'tuple' ? triggers.items : [];
  const forcesNew = value?.kind === 'scalar' && value.value === true;
  const isOfVersion = isNewWithVersion(block, module);
  if (!forcesNew && !isOfVersion && references.length === 0) return undefined;

  const states = references.map((reference) => {
    const named = resourceIn(reference, module);
    const [instance] = named ? module.instances(named) : [];
    if (instance) return blockObject(instance);
    return evaluate(reference, scope);
  });

  const trigger = () => {
    if (references.length === 0) return undefined;
    return derivedValue(head, 'trigger', states).name;
  };

  return { forcesNew, isOfVersion, trigger: trigger() };
}

/**
 * Whether another `apiVersion` replaces an object: not one that an `import` block brought in, and not one that its provider never deletes.
 * Sources: hashicorp/terraform-provider-kubernetes manifest/provider/plan.go RequiresReplace; gavinbunney/terraform-provider-kubectl
 * kubernetes/resource_kubectl_manifest.go, where `api_version` has ForceNew.
 */
function isNewWithVersion({ labels, body }: Block, module: Module): boolean {
  const [type = '', name = ''] = labels;

  if (type === 'kubectl_manifest') {
    const applyOnly = body.attributes.get('apply_only')?.value;
    return applyOnly === undefined || isLiteral(applyOnly, false);
  }

  if (type !== 'kubernetes_manifest') return false;
  const imported = module.blocksOf('import').map(({ body: { attributes } }) => attributes.get('to')?.value);
  return !imported.some((to) => to && isResource(to, type, name));
}

const isLiteral = (expression: Expression, value: boolean): boolean =>
  expression.kind === 'literal' && expression.value === value;

/** Whether a reference names a resource, maybe with a key. */
function isResource(reference: Expression, type: string, label: string): boolean {
  if (reference.kind === 'index') return isResource(reference.of, type, label);
  if (reference.kind !== 'attribute' || reference.of.kind !== 'variable') return false;
  return reference.of.name === type && reference.name === label;
}

/** The resource that a reference names as a whole: `terraform_data.version` and `terraform_data.version[0]`. */
function resourceIn(reference: Expression, module: Module): Block | undefined {
  if (reference.kind === 'index') return resourceIn(reference.of, module);
  if (reference.kind !== 'attribute' || reference.of.kind !== 'variable') return undefined;
  const { name: label, of } = reference;
  return module.blocksOf('resource', of.name).find(({ labels }) => labels[1] === label);
}

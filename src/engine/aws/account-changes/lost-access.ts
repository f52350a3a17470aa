import type { Manifest } from '../../manifest/model/manifest.ts';
import { splitName } from '../../manifest/terraform/resources/lifecycles.ts';
import { isSameRoot } from '../../rules/lint/fields/why-related.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { seenIn } from '../../text/evidence.ts';
import { byCount } from '../../text/words/plural.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import { inputIs, nodeInputs } from '../fields/created-roles.ts';
import { isSameRole, roleOfClass } from '../fields/named-roles.ts';
import { canJoin, type Grant, isIgnoredIn, nodeAccess } from '../fields/node-access.ts';
import { nodeClassesOf } from '../fields/node-classes.ts';
import { calledModule } from '../fields/terraform-modules.ts';
import { accountFinding } from './account-finding.ts';
import { type AccountSides, isKeptObject, isRootThere, placeInBase } from './account-sides.ts';

/**
 * Reports what leaves the files and lets the nodes of a class join the cluster, or is the module that creates the roles and the queue of Karpenter,
 * unless the files have something else for it. `lint/node-access` says what is certain about access.
 */
export function lostAccess(sides: AccountSides): Diagnostic[] {
  const classes = nodeClassesOf(sides.head.all);
  const modules = lostModules(sides);
  const gone = new Set(modules.map(({ source }) => source.file));
  return [
    ...modules.map((module) => moduleFinding(module, sides)),
    ...classes.flatMap((nodeClass) => lostGrants(nodeClass, gone, sides)),
  ];
}

/**
 * The calls of Karpenter's module that the change removes or switches off, if no other call may create the same: one of the same root, or one that is
 * new. A call that another root had before is for that root's cluster.
 */
function lostModules(sides: AccountSides): readonly Manifest[] {
  const { base, head } = sides;
  const before = base.manifests.filter((manifest) => isKarpenter(manifest) && createsAnything(manifest));
  const earlier = new Set(before.map(({ source }) => source.file));
  const after = head.manifests.filter(
    (manifest) => isKarpenter(manifest) && inputIs(manifest, 'create', true) !== false,
  );
  const mayReplace = (old: Manifest, call: Manifest): boolean =>
    isSameRoot(call, old) || !earlier.has(call.source.file);

  const isLost = (old: Manifest): boolean => !base.clusterOf(old).isExample && !isKeptObject(old, sides);
  return before.filter((old) => isLost(old) && !after.some((call) => mayReplace(old, call)));
}

const isKarpenter = (manifest: Manifest): boolean => calledModule(manifest) === 'karpenter';

/** What a call of Karpenter's module is seen to create. */
interface CreatedParts {
  readonly roles: string | undefined;
  readonly queue: string | undefined;
}

/**
 * `create` switches everything off, and each part has its own input. Source: terraform-aws-eks modules/karpenter/variables.tf, also of version 19,
 * where the role of the controller has `create_irsa`.
 */
function createdParts(module: Manifest): CreatedParts {
  const inputs = nodeInputs(module);
  const ofController = inputs.creates === 'create_iam_role' ? 'create_irsa' : 'create_iam_role';
  const isCreated = (input: string): boolean =>
    inputIs(module, 'create', true) === true && inputIs(module, input, true) === true;

  const queue = isCreated('enable_spot_termination') ? 'the interruption queue' : undefined;
  return { roles: rolesText(isCreated(ofController), isCreated(inputs.creates)), queue };
}

function rolesText(isOfController: boolean, isOfNodes: boolean): string | undefined {
  if (isOfController && isOfNodes) return 'the roles of Karpenter and of its nodes';
  if (isOfController) return 'the role of Karpenter';
  if (isOfNodes) return 'the role of Karpenter’s nodes';
  return undefined;
}

const createsAnything = (module: Manifest): boolean => {
  const { roles, queue } = createdParts(module);
  return roles !== undefined || queue !== undefined;
};

const addressOf = ({ source }: Manifest): string => splitName(source.file)[1];

function moduleFinding(module: Manifest, sides: AccountSides): Diagnostic {
  const address = quoted(addressOf(module));
  const { roles, queue } = createdParts(module);
  const what = [roles, queue].filter((part) => part !== undefined).join(', and ');
  const it = byCount(Number(what.startsWith('the roles')) + Number(what.includes(', and ')) + 1, 'it', 'them');
  const outcome = roles === undefined ? 'learns of no interruption before it happens' : 'cannot launch nodes';

  const message = () => {
    if (isRootThere(module, sides))
      return `Terraform destroys what ${address} created: ${what}. Without ${it}, Karpenter ${outcome}`;
    return `The change removes ${address}, which created ${what}. If Terraform destroys ${it}, Karpenter ${outcome}`;
  };

  return accountFinding({
    code: 'terraform/removes-access',
    severity: 'warning',
    message: message(),
    span: placeInBase(module),
    help:
      roles === undefined
        ? 'Create another queue first and set `settings.interruptionQueue` to it, or uninstall Karpenter and its NodePools before.'
        : 'Create the roles elsewhere first, or uninstall Karpenter and its NodePools before.',
  });
}

/** The grants of a class's role that the change removes, although nothing that is seen replaces them. */
function lostGrants(nodeClass: Manifest, modules: ReadonlySet<string>, sides: AccountSides): Diagnostic[] {
  const { base, head } = sides;
  const [old, ...others] = nodeClassesOf(base.all).filter(({ name }) => name === nodeClass.name);
  if (old === undefined || others.length > 0 || nodeClass.isPartial) return [];

  const [before, after] = [base.clusterOf(old), head.clusterOf(nodeClass)];
  const [oldRole, role] = [roleOfClass(old, before), roleOfClass(nodeClass, after)];
  if (!oldRole || !role || isSameRole(oldRole, role) !== true) return [];

  const answer = canJoin(role, nodeAccess(after));
  const grants = seenIn(nodeAccess(before)).filter((grant) => isSameRole(grant.role, oldRole) === true);
  const isThere = new Set(head.manifests.map(({ source }) => source.file));
  const isIgnored = (grant: Grant): boolean => isIgnoredIn(after, grant);
  const isRemoved = (manifest: Manifest): boolean =>
    !isThere.has(manifest.source.file) && !modules.has(manifest.source.file) && !isKeptObject(manifest, sides);
  const lost = grants.filter((grant) => isIgnored(grant) || isRemoved(grant.manifest));
  // What is certain is an error of `lint/node-access`.
  const isCertain = answer === false && grants.every((grant) => isIgnored(grant) || isRootThere(grant.manifest, sides));
  if (answer === true || isCertain || lost.length === 0 || lost.length < grants.length) return [];

  return [grantFinding(nodeClass, lost.some(isIgnored) ? ignoredMapping : removalOf(lost))];
}

const ignoredMapping = 'with the authentication mode `API`, EKS ignores `aws-auth`, which lists their role';

const removalOf = (lost: readonly Grant[]): string =>
  `the change removes ${firstNames(lost.map(({ manifest }) => quoted(addressOf(manifest))))}`;

const grantFinding = (nodeClass: Manifest, cause: string): Diagnostic =>
  accountFinding({
    code: 'terraform/removes-access',
    severity: 'warning',
    message: `New nodes of ${quoted(nodeClass.name)} may be unable to join the cluster: ${cause}, and these files have nothing else that lets them`,
    span: nodeClass.span(['spec', 'role']),
    resource: nodeClass.ref,
    help: 'Create an access entry of type `EC2_LINUX` for this role in the same change.',
  });

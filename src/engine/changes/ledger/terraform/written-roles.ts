import { uncommentedText, type WrittenBlock } from './written-blocks.ts';

/** Services of AWS that take a role for an application, and never for an instance, a pod, a cluster or a queue of Karpenter. */
const servicesWithRoles =
  /^(?:lambda|edgelambda|ecs-tasks|ecs|states|codebuild|codepipeline|codedeploy|glue|firehose|apigateway|rds|monitoring\.rds|export\.rds|ses|sns|scheduler|batch|sagemaker|bedrock|cloudtrail|config|backup|transfer|dms|redshift|airflow|airflow-env|appsync|cognito-idp|iot|kinesisanalytics|quicksight|vpc-flow-logs|delivery\.logs|logs|dax|mediaconvert|grafana|amplify|apprunner|build\.apprunner|tasks\.apprunner)$/;

/** What gives a role permissions, and nobody else. */
const ofOneRole: ReadonlySet<string> = new Set(['aws_iam_role_policy', 'aws_iam_role_policy_attachment']);

/** The blocks of a file that was not parsed, and its lines. */
interface WrittenFile {
  readonly blocks: readonly WrittenBlock[];
  readonly rows: readonly string[];
}

/** Whether a block is a role that only services for applications may take, what says so, or what gives such a role permissions. */
export function isOfApplicationRole(block: WrittenBlock, file: WrittenFile): boolean {
  const { type, labels } = block;
  const [kind = ''] = labels;
  const text = uncommentedText(block, file.rows);
  if (type === 'data' && kind === 'aws_iam_policy_document') return trustsOnlyApplications(text);
  if (type !== 'resource') return false;
  if (kind === 'aws_iam_role') return isRoleOfApplication(text, file);
  if (!ofOneRole.has(kind)) return false;

  const role = blockNamed(/^[ \t]+role[ \t]*=[ \t]*(aws_iam_role\.[\w-]+)\.\w+[ \t]*$/m.exec(text)?.[1], file);
  return role !== undefined && isRoleOfApplication(uncommentedText(role, file.rows), file);
}

function isRoleOfApplication(text: string, file: WrittenFile): boolean {
  const document = /^[ \t]+assume_role_policy[ \t]*=[ \t]*(data\.aws_iam_policy_document\.[\w-]+)\.json[ \t]*$/m.exec(
    text,
  );
  if (document === null)
    return /\bassume_role_policy[ \t]*=[ \t]*(?:jsonencode\(|<<)/.test(text) && trustsOnlyApplications(text);

  const block = blockNamed(document[1], file);
  return block !== undefined && trustsOnlyApplications(uncommentedText(block, file.rows));
}

/** Whether a text names services that may take a role, only those for applications, and nothing else that may. */
function trustsOnlyApplications(text: string): boolean {
  const services = [...text.matchAll(/"([\w.-]{1,100})\.amazonaws\.com(?:\.cn)?"/g)].map(([, service]) => service!);
  const others =
    /\b(?:AWS|Federated|CanonicalUser)"?\s*[=:]|"(?:AWS|Federated|CanonicalUser|\*)"|\bdynamic\b|_policy_documents\b|\b(?:var|local|module|each|file|templatefile)\b[.(]|not_principals/;
  return (
    services.length > 0 && services.every((service) => servicesWithRoles.test(service)) && !others.test(trustIn(text))
  );
}

/** The part of a role that says whom it trusts, and all of a document. */
function trustIn(text: string): string {
  const start = text.search(/^[ \t]+assume_role_policy[ \t]*=/m);
  if (start === -1) return text;

  const rest = text.slice(start);
  const end = rest.search(/^(?: {2}|\t)(?:\}\)|[A-Z]{2,20}$|\}$)/m);
  if (end === -1) return rest;
  return rest.slice(0, end);
}

/** The only block with an address such as `aws_iam_role.app`. */
function blockNamed(address: string | undefined, { blocks }: WrittenFile): WrittenBlock | undefined {
  const all = blocks.filter(
    ({ type, labels }) => [...(type === 'data' ? ['data'] : []), ...labels].join('.') === address,
  );
  if (all.length === 1) return all[0];
  return undefined;
}

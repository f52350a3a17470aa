import { uncommentedText, type WrittenBlock } from './written-blocks.ts';

/**
 * Services of AWS that nodes need neither to join a cluster nor to run pods, and that neither Karpenter nor the
 * services of every node call. Whoever may or may not use them, is in a pod.
 */
const servicesOfApplications =
  /^(?:bedrock(?:-[\w-]+)?|secretsmanager|rds|rds-db|rds-data|dynamodb|dax|sns|ses|lambda|states|cognito-(?:idp|identity|sync)|kinesis|kinesisvideo|firehose|kafka|kafka-cluster|mq|glue|athena|lakeformation|redshift(?:-[\w-]+)?|elasticache|memorydb|es|aoss|osis|sagemaker|comprehend|textract|polly|translate|rekognition|transcribe|personalize|forecast|lex|kendra|cloudfront|waf(?:v2|-regional)?|acm|acm-pca|route53|appsync|apigateway|execute-api|mobiletargeting|xray|aps|grafana|logs|cloudwatch|timestream|cassandra|neptune-db|docdb-elastic|quicksight|geo|iot|connect|scheduler|mediaconvert|amplify|codecommit|codebuild|codepipeline|codeartifact|backup)$/;

/** A node may fetch from a bucket what it starts with, and the layers of its images. */
const services = /^s3(?:-object-lambda|express)?$/;

const policies: ReadonlySet<string> = new Set([
  'data.aws_iam_policy_document',
  'resource.aws_iam_policy',
  'resource.aws_iam_role_policy',
]);

/** What may add statements to a policy that are not in its text. */
const addsStatements = /_policy_documents\b|\bdynamic\b|\b(?:merge|concat|file|templatefile|jsondecode|yamldecode)\(/;

/**
 * Whether a block that was not parsed is a policy all of whose actions are written, and are of services that only
 * applications use. `mayServeNodes`: some Terraform near it gives permissions to instances or to an endpoint of a VPC.
 */
export function isPolicyOfApplication(
  block: WrittenBlock,
  rows: readonly string[],
  { mayServeNodes }: { readonly mayServeNodes: boolean },
): boolean {
  const [kind = ''] = block.labels;
  if (!policies.has(`${block.type}.${kind}`)) return false;

  const text = uncommentedText(block, rows);
  const actions = addsStatements.test(text) ? undefined : writtenActions(text);
  const isOfApplication = (service: string): boolean =>
    servicesOfApplications.test(service) || (services.test(service) && !mayServeNodes);

  return actions !== undefined && actions.length > 0 && actions.every((action) => isOfApplication(serviceOf(action)));
}

const serviceOf = (action: string): string => action.slice(0, Math.max(0, action.indexOf(':'))).toLowerCase();

/** The actions of all statements of a policy. Undefined if some of them are not written there. */
function writtenActions(text: string): readonly string[] | undefined {
  const places = [...text.matchAll(/\b(not_?)?actions?"?\s*[=:]\s*(\[[^\]]*\]|"[^"\n]*")?/gi)];
  if (places.some(([, not, value]) => not !== undefined || value === undefined)) return undefined;

  const lists = places.map(([, , value]) => value!);
  const isPlain = lists.every((list) => /^[[\]\s,]*$/.test(list.replace(/"[^"\n]*"/g, '')));
  if (!isPlain) return undefined;

  return lists.flatMap((list) => [...list.matchAll(/"([^"\n]*)"/g)].map(([, action]) => action!));
}

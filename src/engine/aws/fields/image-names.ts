import { asText, type Manifest, type Path } from '../../manifest/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { amiTermsOf } from './node-classes.ts';

/** What the name of an image, or its SSM parameter, says about it. */
export interface NamedImage {
  /** The path of the name. */
  readonly path: Path;
  readonly text: string;
  readonly architecture: 'amd64' | 'arm64' | undefined;
  /** The Kubernetes version of an EKS image. */
  readonly kubernetes: string | undefined;
  /** The version of a Bottlerocket image, as `1.20`. */
  readonly bottlerocket: string | undefined;
  /** Whether it is an EKS image without a driver for GPUs. */
  readonly isStandard: boolean;
}

/** The images that a node class selects by name or SSM parameter. Undefined if it selects one of them by anything else, such as an id or an alias. */
export function imagesNamedIn(nodeClass: Manifest): readonly NamedImage[] | undefined {
  const named = namedImagesOf(nodeClass);
  const { length } = amiTermsOf(nodeClass);
  return length > 0 && named.length === length && !nodeClass.isPartial ? named : undefined;
}

/** Those terms of a node class that select an image by name or SSM parameter. */
export const namedImagesOf = (nodeClass: Manifest): readonly NamedImage[] =>
  amiTermsOf(nodeClass).flatMap(({ path, term }) => {
    const field = term.name === undefined ? 'ssmParameter' : 'name';
    const text = asText(term[field]) ?? '';
    return text === '' || hasPlaceholder(text) || term.id !== undefined ? [] : [imageNamed([...path, field], text)];
  });

function imageNamed(path: Path, text: string): NamedImage {
  return {
    path,
    text,
    architecture: architectureOf(text),
    kubernetes: kubernetesVersions.map((pattern) => pattern.exec(text)?.[1]).find((one) => one !== undefined),
    bottlerocket: /^(?:bottlerocket-aws-k8s-.*-v|\/aws\/service\/bottlerocket\/.*\/)(\d+\.\d+)\.\d+(?:[-/]|$)/.exec(
      text,
    )?.[1],
    isStandard: standard.some((pattern) => pattern.test(text)),
  };
}

/** Where the names and parameters of EKS images contain the Kubernetes version. */
const kubernetesVersions = [
  /^amazon-eks-(?:gpu-|arm64-)?node-(1\.\d{2})(?:[-*]|$)/,
  /^amazon-eks-node-al2023-.*-(1\.\d{2})(?:[-*]|$)/,
  /^bottlerocket-aws-k8s-(1\.\d{2})(?:[-*]|$)/,
  /^\/aws\/service\/eks\/optimized-ami\/(1\.\d{2})\//,
  /^\/aws\/service\/bottlerocket\/aws-k8s-(1\.\d{2})[-/]/,
  /^ubuntu-eks\/k8s_(1\.\d{2})\//,
];

/** Names and parameters of EKS images without a driver for GPUs. */
const standard = [
  /^amazon-eks-node-al2023-.*-standard-/,
  /^amazon-eks-(?:arm64-)?node-1\.\d{2}(?:[-*]|$)/,
  /^bottlerocket-aws-k8s-1\.\d{2}-(?:fips-)?(?:x86_64|aarch64)-/,
  /^\/aws\/service\/eks\/optimized-ami\/1\.\d{2}\/amazon-linux-2023\/[^/]+\/standard\//,
  /^\/aws\/service\/eks\/optimized-ami\/1\.\d{2}\/amazon-linux-2(?:-arm64)?\//,
  /^\/aws\/service\/bottlerocket\/aws-k8s-1\.\d{2}(?:-fips)?\//,
];

function architectureOf(name: string): NamedImage['architecture'] {
  const isArm = /arm64|aarch64/i.test(name);
  const isIntel = /x86_64|amd64/i.test(name);
  return isArm === isIntel ? undefined : isArm ? 'arm64' : 'amd64';
}

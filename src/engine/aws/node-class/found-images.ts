import { mayBeSameText } from '../../changes/diff/placeholders/placeholder-texts.ts';
import type { ClassInCluster } from '../../karpenter/cloud-provider/cloud-provider.ts';
import { referenceAt } from '../../karpenter/installation/helm-releases.ts';
import type { FieldChange } from '../../manifest/change.ts';
import { imageOfData, type NamedImage } from '../fields/image-names.ts';
import { amiTermsOf } from '../fields/node-classes.ts';

/**
 * The effect of an image that a data source of Terraform finds for a term with an id, if the data source looks for another one than before. A node
 * whose image the terms no longer select drifts. Source: provider-aws pkg/cloudprovider/drift.go isAMIDrifted.
 */
export function changedImages(before: ClassInCluster, after: ClassInCluster): FieldChange[] {
  const terms = amiTermsOf(after.nodeClass);

  return terms.flatMap(({ path }): FieldChange[] => {
    const id = [...path, 'id'];
    const reference = referenceAt(after.nodeClass, id);
    if (reference === undefined || referenceAt(before.nodeClass, id) !== reference) return [];

    const [oldImage, newImage] = [before, after].map(({ nodeClass, cluster }) => imageOfData(nodeClass, id, cluster));
    if (!oldImage || !newImage || oldImage.text === newImage.text) return [];

    const change = { path: id, before: oldImage.text, after: newImage.text, cause: 'ami' } as const;
    const by = `is what \`${reference}\` finds`;
    if (!isOther(oldImage, newImage))
      return [
        { ...change, effect: 'unknown', reason: `${by}: if it finds another image, nodes drift and are replaced` },
      ];

    const isOnly = terms.length === 1;
    const nodes = isOnly ? 'all nodes' : 'nodes with the image before';
    return [
      { ...change, effect: isOnly ? 'all-nodes' : 'some-nodes', reason: `${by}: ${nodes} drift and must be replaced` },
    ];
  });
}

/** Whether two descriptions certainly find different images. Two parameters may lead to the same image, and so may two patterns of names. */
const isOther = (oldImage: NamedImage, newImage: NamedImage): boolean =>
  isOtherPart(oldImage.kubernetes, newImage.kubernetes) ||
  isOtherPart(oldImage.bottlerocket, newImage.bottlerocket) ||
  (isExactName(oldImage.text) && isExactName(newImage.text) && !mayBeSameText(oldImage.text, newImage.text));

const isOtherPart = (oldPart: string | undefined, newPart: string | undefined): boolean =>
  oldPart !== undefined && newPart !== undefined && oldPart !== newPart;

/** The name of an image without a wildcard. Names of parameters are paths. */
const isExactName = (text: string): boolean => !text.startsWith('/') && !/[*?]/.test(text);

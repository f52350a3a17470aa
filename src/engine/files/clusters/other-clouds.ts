import { isTerraformPath } from '../../manifest/prefilter.ts';
import { compareNames } from '../../text/name-order.ts';
import { folderOf, isWithin, type Source } from '../../text/source.ts';

/** Names of folders for the Kubernetes of other clouds than AWS. */
const otherCloud = /^(?:aks|azure|azurerm|gcp|gke|google|oci|oke|digitalocean|doks|civo|hetzner)$/i;

const otherCluster =
  /^resource\s+"(?:azurerm_kubernetes_cluster|google_container_cluster|oci_containerengine_cluster|digitalocean_kubernetes_cluster)"/m;

/** The folder in which a text is applied. */
function placeOf({ file, origin }: Source): string {
  const folder = origin ? (origin.place ?? origin.root.split(' with ')[0]!) : folderOf(file);
  if (folder === '.') return '';
  return folder;
}

/**
 * Returns the folder of a cluster at another cloud that a text belongs to, or undefined. Terraform creates such a cluster there and nothing at
 * AWS, or the folder is named after the cloud, next to one that is named after AWS and has NodePools. A folder with NodePools or node classes is
 * never one.
 */
export function cloudFolders(
  sources: readonly Source[],
  nodes: readonly Source[],
): (source: Source) => string | undefined {
  const nodePlaces = [...new Set(nodes.map(placeOf))];
  const hasNodes = (folder: string): boolean => nodePlaces.some((place) => isWithin(place, folder));
  const named = [...new Set(sources.map(placeOf))].flatMap((place) => besideAws(place, hasNodes));
  const folders = [...new Set([...createdFolders(sources), ...named])]
    .filter((folder) => folder !== '' && !hasNodes(folder))
    .sort(compareNames);
  if (nodePlaces.length === 0 || folders.length === 0) return () => undefined;

  return (source) => {
    const place = placeOf(source);
    return folders.find((folder) => isWithin(place, folder));
  };
}

/** The folders of Terraform that create a cluster at another cloud. */
function createdFolders(sources: readonly Source[]): readonly string[] {
  const terraform = sources.filter(({ file, origin }) => !origin && isTerraformPath(file));
  const atAws = new Set(
    terraform.filter(({ text }) => /["/]aws(?:"|_\w)/.test(text)).map(({ file }) => folderOf(file)),
  );
  return terraform
    .filter(({ text }) => otherCluster.test(text))
    .map(({ file }) => folderOf(file))
    .filter((folder) => !atAws.has(folder));
}

/** The first folders of a path that are named after another cloud, and have a folder with nodes next to them that is named after AWS. */
function besideAws(place: string, hasNodes: (folder: string) => boolean): readonly string[] {
  const parts = place.split('/');
  const index = parts.findIndex((part) => otherCloud.test(part));
  if (index === -1) return [];

  const siblings = ['aws', 'eks', 'amazon'].map((name) => [...parts.slice(0, index), name].join('/'));
  if (siblings.some(hasNodes)) return [parts.slice(0, index + 1).join('/')];
  return [];
}

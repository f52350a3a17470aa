import { groupOf, type Manifest } from '../../../manifest/model/manifest.ts';
import { parseManifests } from '../../../manifest/parse.ts';
import { mayHoldObject } from '../../../manifest/prefilter.ts';

/** The usual spelling of an object, wherever it is in a text. Backstage reads files with objects of its own. */
const usual = /\bapiVersion["']?[ \t]*:(?![ \t]*["']?backstage\.io\/)/;

/** Whether kubectl would read an object in the text of a manifest, in any spelling, or a part of it looks like one. */
export const mayBeObjects = (file: string, text: string): boolean =>
  usual.test(text) || objectsOf(file, text).some(({ apiVersion }) => groupOf(apiVersion) !== 'backstage.io');

/** Tools that read objects of their own from files, which the API server does not accept: no group of an API has such a name. */
const toolGroups = /^skaffold$/;
/** The folder from which Tekton starts pipelines, and their group. */
const tektonFolder = /(?:^|\/)\.tekton\//;

/** Whether kubectl would read an object for the API server in a text, and not only in a block of text within it. */
const isManifestText = (file: string, text: string): boolean =>
  objectsOf(file, text).some(({ apiVersion }) => {
    const group = groupOf(apiVersion);
    return !toolGroups.test(group) && !(group === 'tekton.dev' && tektonFolder.test(file));
  });

/** The objects in a text, in any spelling. */
export const objectsOf = (file: string, text: string): readonly Manifest[] => {
  if (mayHoldObject(text))
    return parseManifests({ file, text }, { set: {} }).manifests.filter(({ apiVersion, kind }) => apiVersion && kind);

  return [];
};

/** Names of files that a tool of CI reads, and that anybody may give to other files. */
const sharedNames =
  /(?:^|\/)(?:azure-pipelines[^/]*|bitbucket-pipelines|cloudbuild|buildspec[^/]*|Taskfile|skaffold|atlantis)\.(?:ya?ml|json)$|(?:^|\/)ci\/.*\.(?:ya?ml|json)$/i;

/** What the parts of a pipeline are called, by whether other files have such parts, too. */
const pipelineKeys =
  /^(?:jobs|stages|steps|phases|tasks|projects|pipelines|workflows|platform|trigger|deploy|profiles|repos)$/;
const commonKeys =
  /^(?:apiVersion|kind|metadata|version|name|image|images|options|substitutions|timeout|tags|artifacts|availableSecrets|serviceAccount|logsBucket|secrets|queueTtl|env|cache|batch|reports|run-as|proxy|pr|pool|variables|parameters|extends|schedules|strategy|resources|resource_types|groups|definitions|clone|automerge|parallel_plan|parallel_apply|delete_source_branch_on_merge|allowed_regexp_prefixes|abort_on_execution_order_fail|policies|metrics|autodiscover|includes|include|vars|dotenv|output|silent|set|shopt|run|interval|method|inputs|outputs|params|image_resource|caches|default|workflow|build|portForward|test|requires|before_script|after_script|anchors)$/;
/** What a job of GitLab has, under a name of its own. */
const job = /^[ \t]+(?:script|stage|extends|steps|trigger|needs|rules)[ \t]*:/m;

/** Whether what is in a file says that it is no pipeline, although its name is that of one. */
export function isOtherThanPipeline(file: string, text: string): boolean {
  if (isManifestText(file, text)) return true;
  if (!sharedNames.test(file) || text.trim() === '') return false;

  const parts = text.split(/^(?=["']?[\w.$/ -]{1,200}["']?[ \t]*:)/m).filter((part) => !/^(?:\s|#|---)/.test(part));
  const keyOf = (part: string): string => /^["']?([^"':]*)/.exec(part)?.[1]?.trim() ?? '';
  const isNamed = parts.some((part) => pipelineKeys.test(keyOf(part)) || job.test(part));
  const areAll = parts.every((part) => {
    const key = keyOf(part);
    return pipelineKeys.test(key) || commonKeys.test(key) || key.startsWith('.') || job.test(part);
  });

  return !(isNamed && areAll);
}

import { karpenterGroupPattern } from '../../engine/manifest/model/karpenter-kinds.ts';
import { isManifestPath } from '../../engine/manifest/prefilter.ts';
import type { Source } from '../../engine/text/source.ts';

const definition = /\bkind["']?[ \t]*:[ \t]*["']?CustomResourceDefinition\b/;
const definedGroup = /\bgroup["']?[ \t]*:[ \t]*["']?([a-z0-9-]+(?:\.[a-z0-9-]+)+)/g;
const usedGroup = /\bapiVersion["']?[ \t]*:[ \t]*["']?([a-z0-9-]+(?:\.[a-z0-9-]+)+)\/v\d/g;
/** Groups whose definitions in a repository are not needed: Kubernetes' own, and Karpenter's, whose definitions plumbline includes. */
const ownGroup = new RegExp(String.raw`^(?:(?:.*\.)?(?<!x-)k8s\.io|${karpenterGroupPattern})$`);

const groupsIn = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, group]) => group!).filter((group) => !ownGroup.test(group))),
];

/** Whether a file may define kinds, or contain objects of kinds that another file defines. */
export const mayBeCustom = (file: string, text: string): boolean =>
  isManifestPath(file) && text.includes('apiVersion') && groupsIn(text, usedGroup).length + groupsOf(text).length > 0;

const groupsOf = (text: string): string[] => {
  if (definition.test(text)) return groupsIn(text, definedGroup);
  return [];
};

/** How much text of objects to keep until it is known whether their kind is defined. */
const maxLength = 64 * 1024 * 1024;

/** Definitions of custom kinds, and objects of such kinds. Only definitions with objects matter. */
export class CustomSources {
  readonly #definitions = new Map<Source, readonly string[]>();
  readonly #objects = new Map<Source, readonly string[]>();
  #length = 0;

  add(source: Source): void {
    if (!isManifestPath(source.file) || !source.text.includes('apiVersion')) return;

    const [defined, used] = [groupsOf(source.text), groupsIn(source.text, usedGroup)];
    if (defined.length + used.length === 0) return;

    this.#length += source.text.length;
    if (this.#length > maxLength) return;

    if (defined.length > 0) this.#definitions.set(source, defined);
    if (used.length > 0) this.#objects.set(source, used);
  }

  /** Definitions that have objects, and these objects. */
  matching(): Source[] {
    if (this.#definitions.size === 0) return [];
    const used = new Set([...this.#objects.values()].flat());
    const definitions = [...this.#definitions].filter(([, groups]) => groups.some((group) => used.has(group)));
    const defined = new Set(definitions.flatMap(([, groups]) => groups));
    const objects = [...this.#objects].filter(([, groups]) => groups.some((group) => defined.has(group)));
    return [...new Set([...definitions, ...objects].map(([source]) => source))];
  }
}

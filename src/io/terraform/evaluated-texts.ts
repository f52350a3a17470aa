import { knownResources } from '../../engine/karpenter/cloud-provider/cloud-provider.ts';
import {
  type Excess,
  HclReader,
  maxSideLength,
  maxTerraformLength,
  type RepositoryFiles,
} from '../../engine/manifest/terraform/modules/terraform-files.ts';
import { excerptOf } from '../../engine/manifest/terraform/syntax/excerpt.ts';
import type { ParseHcl } from '../../engine/manifest/terraform/syntax/syntax-node.ts';
import { type TerraformSources, terraformSources } from '../../engine/manifest/terraform/terraform.ts';
import { isProgramPath } from '../../engine/manifest/terraform/unread-templates.ts';
import { compareNames } from '../../engine/text/name-order.ts';
import type { Source } from '../../engine/text/source.ts';
import { providers } from '../catalog/providers.ts';
import { compilePattern } from './linear-pattern.ts';
import type { EvaluatedSide, EvaluatedSides } from './terraform.ts';

/** Evaluates Terraform of texts that are all in memory. `before` is null if there is nothing to compare with. */
export function evaluatedTexts(
  before: readonly Source[] | null,
  after: readonly Source[],
  parse: ParseHcl,
): EvaluatedSides {
  const reader = new HclReader(parse, compilePattern);

  const evaluate = (sources: readonly Source[], base?: TerraformSources): EvaluatedSide => ({
    sources: terraformSources(new TextFiles(sources), reader, knownResources(providers), base),
    namedByPrograms: async (names) => namedByPrograms(sources, names),
  });

  const base = before && evaluate(before);
  return { base, head: evaluate(after, base?.sources) };
}

function namedByPrograms(sources: readonly Source[], names: readonly string[]): ReadonlySet<string> {
  const programs = sources.filter(({ file }) => isProgramPath(file));
  return new Set(names.filter((name) => programs.some(({ text }) => text.includes(name))));
}

/** Texts as the evaluation of Terraform needs them. Those beyond its limits are left out in the order in which it asks for them. */
class TextFiles implements RepositoryFiles {
  readonly files: ReadonlyMap<string, string>;
  readonly #asked = new Set<string>();
  readonly #excess = new Map<string, Excess>();
  #length = 0;

  constructor(sources: readonly Source[]) {
    const inOrder = [...sources].sort((a, b) => compareNames(a.file, b.file));
    this.files = new Map(inOrder.map(({ file, text }) => [file, text]));
  }

  text(path: string): string | undefined {
    const text = this.files.get(path);
    if (text === undefined) return undefined;

    if (!this.#asked.has(path)) this.#count(path, text);
    if (this.#excess.has(path)) return undefined;

    return text;
  }

  excess(path: string): Excess | undefined {
    return this.#excess.get(path);
  }

  #count(path: string, text: string): void {
    this.#asked.add(path);

    if (text.length > maxTerraformLength) {
      this.#excess.set(path, { of: 'file', excerpt: excerptOf(text) });
      return;
    }

    this.#length += text.length;
    if (this.#length > maxSideLength) this.#excess.set(path, { of: 'side', excerpt: excerptOf(text) });
  }
}

import { isDeepStrictEqual } from 'node:util';
import type { Root } from '../../../engine/files/sources/root/root.ts';
import { isObject } from '../../../engine/manifest/model/manifest.ts';
import { compareNames } from '../../../engine/text/name-order.ts';
import { shortId } from '../../../engine/text/words/short-id.ts';
import { textIf } from '../../../engine/text/words/text-if.ts';
import { PlumblineError } from '../../../shared/errors.ts';
import { readTextWithin } from '../../files/bounded-file.ts';
import { isHexDigest } from '../../hex-digest.ts';
import type { LoadedTree } from '../../tree/loaded-tree.ts';
import { type Rendering, remoteCharts } from '../render-root.ts';
import { type InputManifest, inputManifest, inputsDigest } from './render-inputs.ts';
import type { RenderMethod } from './render-method.ts';

/** One rendered text, with everything that it was rendered from. */
export interface HandedOverText extends InputManifest {
  /** With versions: `helm v3.20.2`. */
  readonly programs: readonly string[];
  readonly text: string;
}

/** What a job without credentials rendered, for a job that has credentials and renders nothing. */
export interface HandedOver {
  /** The commit and the run that it was made for. */
  readonly commit: string;
  readonly run: string;
  readonly renderings: readonly HandedOverText[];
}

/** Bounds of a file. A file beyond one of them is refused. */
export const handOverLimits = { bytes: 64 * 1024 * 1024, renderings: 5_000, files: 20_000, programs: 4, name: 4_096 };

/** Renders with another renderer, and keeps what it rendered. */
export class RecordingRenderer implements RenderMethod {
  readonly #renderer: RenderMethod;
  readonly #known = new Map<string, HandedOverText>();

  constructor(renderer: RenderMethod) {
    this.#renderer = renderer;
  }

  get atOnce(): number {
    return this.#renderer.atOnce;
  }

  get runs(): number {
    return this.#renderer.runs;
  }

  async render(root: Root, tree: LoadedTree): Promise<Rendering> {
    const rendering = await this.#renderer.render(root, tree);
    if (!('text' in rendering) || rendering.inputs.fetched.length > 0) return rendering;

    const { digest, programs } = rendering.inputs;

    if (!this.#known.has(digest)) {
      const manifest = await inputManifest(root, tree);
      this.#known.set(digest, { ...manifest, programs, text: rendering.text });
    }

    return rendering;
  }

  /** Everything that was rendered, sorted. */
  renderings(): HandedOverText[] {
    const sorted = [...this.#known].sort(
      ([a, rendering], [b, other]) => compareNames(rendering.root, other.root) || compareNames(a, b),
    );
    return sorted.map(([, text]) => text);
  }
}

/** Runs no program. Gives what another job rendered from exactly the same inputs. */
export class HandedOverRenderer implements RenderMethod {
  readonly atOnce = 4;
  readonly runs = 0;
  readonly #byInputs: ReadonlyMap<string, HandedOverText>;
  readonly #byRoot = new Map<string, HandedOverText[]>();

  constructor({ renderings }: HandedOver) {
    this.#byInputs = new Map(renderings.map((rendering) => [inputsDigest(rendering), rendering]));
    for (const rendering of renderings)
      this.#byRoot.set(rendering.root, [...(this.#byRoot.get(rendering.root) ?? []), rendering]);
  }

  async render(root: Root, tree: LoadedTree): Promise<Rendering> {
    const [obstacle] = root.obstacles;
    if (obstacle) return { obstacle, lacks: [] };

    const manifest = await inputManifest(root, tree);
    const digest = inputsDigest(manifest);
    const rendering = this.#byInputs.get(digest);
    if (rendering) return { text: rendering.text, inputs: { digest, programs: rendering.programs, fetched: [] } };

    const reason = 'the render job did not render it from these files';
    const missing = this.#missing(root, manifest);

    return { obstacle: { ...missing, code: 'render/unknown', severity: 'note', reason }, lacks: [] };
  }

  #missing(root: Root, manifest: InputManifest): { file: string; message: string; help: string } {
    const { name, file } = root;
    const [remote] = remoteCharts(root);

    if (remote)
      return {
        file,
        message: `\`${name}\` needs the chart \`${remote.name}\` from the network, so it cannot be applied`,
        help: 'Run `helm dependency update`, or `helm pull` for a whole chart, and commit the chart.',
      };

    const others = this.#byRoot.get(name) ?? [];
    const differing = others.map((text) => differences(text, manifest)).sort((a, b) => a.length - b.length);
    const [closest] = differing;

    const why = () => {
      if (closest)
        return `the render job rendered it from other content of \`${closest[0]}\`${textIf(closest.length > 1, ` and ${closest.length - 1} more`)}`;
      return 'the render job did not render it';
    };

    return {
      file,
      message: `\`${name}\` cannot be applied, because ${why()}`,
      help: 'See the log of the render job. If the base branch changed the same files before the merge, update the pull request and approve its plan again. If the last apply is old, set `base` in the render job to its commit.',
    };
  }
}

/** What differs between two manifests of one root. */
function differences(manifest: InputManifest, other: InputManifest): string[] {
  const paths = [...new Set([...Object.keys(manifest.files), ...Object.keys(other.files)])].sort(compareNames);
  const files = paths.filter((path) => manifest.files[path] !== other.files[path]);
  if (files.length > 0) return files;
  return ['its definition'];
}

export const handOverText = ({ commit, run, renderings }: HandedOver): string => {
  const ordered = renderings.map(({ root, definition, files, programs, text }) => ({
    root,
    definition,
    files,
    programs,
    text,
  }));

  return `${JSON.stringify({ format: 1, commit, run, renderings: ordered }, null, 1)}\n`;
};

/** What the file has to be for. */
interface HandOverExpected {
  readonly commit: string;
  /** Undefined if the run does not matter, as by hand. */
  readonly run: string | undefined;
}

/**
 * Reads the file of a render job. It is foreign content: only a plan whose digest people approved is made of it. Throws
 * PlumblineError('usage') for a file that is too long, damaged, for another commit or run, or not exactly of this form.
 */
export function readHandOver(path: string, name: string, { commit, run }: HandOverExpected): HandedOver {
  const content = parsed(textOf(path, name), name);
  if (content.commit !== commit)
    throw new PlumblineError(
      'usage',
      `\`${name}\` was rendered for \`${shortId(content.commit)}\`, and not for \`${shortId(commit)}\``,
      { help: again },
    );

  if (run !== undefined && content.run !== run)
    throw new PlumblineError('usage', `\`${name}\` was rendered by run ${content.run}, and not by this run`, {
      help: again,
    });

  return content;
}

const again = 'Run the whole workflow again, so that the render job writes the file.';

function textOf(path: string, name: string): string {
  const { bytes: maxBytes } = handOverLimits;
  try {
    return readTextWithin({ path, name: `The file \`${name}\``, maxBytes, code: 'usage', help: smaller });
  } catch (cause) {
    if (cause instanceof PlumblineError) throw cause;
    throw new PlumblineError('usage', `The file \`${name}\` of the render job cannot be read`, {
      cause,
      help: 'Download the artifact of the render job first, and set `rendered` to the path of its file.',
    });
  }
}

const smaller = 'Limit what the render job renders with `paths`.';

function parsed(text: string, name: string): HandedOver {
  let json: unknown;

  try {
    json = JSON.parse(text);
  } catch {
    throw new PlumblineError('usage', `\`${name}\` is cut off or is not JSON`, { help: again });
  }

  const fault = handOverFault(json);
  if (fault !== undefined)
    throw new PlumblineError('usage', `\`${name}\` is not what a render job writes: ${fault}`, {
      help: 'Use the same version of plumbline in both jobs, and run the whole workflow again.',
    });

  const { commit, run, renderings } = json as HandedOver;
  return { commit, run, renderings };
}

type Check = (value: unknown, at: string) => string | undefined;

const isName = (value: unknown): boolean =>
  typeof value === 'string' && value.length > 0 && value.length <= handOverLimits.name;
/** A check that a value passes if a condition holds. */
const when =
  (holds: (value: unknown) => boolean): Check =>
  (value, at) => {
    if (holds(value)) return undefined;
    return `\`${at}\` is not valid`;
  };

/** A check of an object that has exactly these fields. */
const fields =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value, at) => {
    if (!isObject(value)) return `\`${at}\` is not an object`;
    const unknown = Object.keys(value).find((key) => !Object.hasOwn(checks, key));
    if (unknown !== undefined) return `\`${at}\` has the unknown field \`${unknown.slice(0, 100)}\``;
    return first(Object.entries(checks), ([key, check]) => check(value[key], `${at}.${key}`));
  };

const list =
  (check: Check, max: number): Check =>
  (value, at) => {
    if (!Array.isArray(value)) return `\`${at}\` is not a list`;
    if (value.length > max) return `\`${at}\` has more than ${max} entries`;
    return first([...value.entries()], ([i, item]) => check(item, `${at}[${i}]`));
  };

function first<T>(items: readonly T[], check: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const fault = check(item);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

const filesCheck: Check = (value, at) => {
  if (!isObject(value)) return `\`${at}\` is not an object`;
  const entries = Object.entries(value);
  if (entries.length > handOverLimits.files) return `\`${at}\` has more than ${handOverLimits.files} entries`;
  if (entries.every(([path, hash]) => isName(path) && isHexDigest(hash))) return undefined;
  return `\`${at}\` is not valid`;
};

const shape = fields({
  format: when((value) => value === 1),
  commit: when((value) => typeof value === 'string' && /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(value)),
  run: when(isName),
  renderings: list(
    fields({
      root: when(isName),
      definition: when(isHexDigest),
      files: filesCheck,
      programs: list(
        when((value) => typeof value === 'string' && /^(?:helm|kustomize) v?[\w.+-]{1,40}$/.test(value)),
        handOverLimits.programs,
      ),
      text: when((value) => typeof value === 'string'),
    }),
    handOverLimits.renderings,
  ),
});

/** What is wrong with a file, as a clause; undefined if nothing is. */
function handOverFault(json: unknown): string | undefined {
  const fault = shape(json, 'file');
  if (fault !== undefined) return fault;

  const byInputs = new Map<string, HandedOverText>();
  for (const rendering of (json as HandedOver).renderings) {
    const digest = inputsDigest(rendering);
    const other = byInputs.get(digest);
    if (other && !isDeepStrictEqual(other, rendering))
      return `it has two results for the same inputs of \`${rendering.root}\``;

    byInputs.set(digest, rendering);
  }

  return undefined;
}

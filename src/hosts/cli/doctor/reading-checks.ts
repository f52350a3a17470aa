import { type Check, checksOf } from '../../../engine/files/setup/check.ts';
import type { Diagnostic } from '../../../engine/text/diagnostic.ts';
import { isWithin } from '../../../engine/text/source.ts';
import { byCount, plural } from '../../../engine/text/words/plural.ts';
import { firstNames, quoted } from '../../../engine/text/words/quoted-names.ts';
import { textIf } from '../../../engine/text/words/text-if.ts';
import type { FileChecks } from './file-checks.ts';
import type { VisitedFiles } from './read-visit.ts';
import type { TerraformChecks } from './terraform-checks.ts';

interface Read {
  readonly files: VisitedFiles;
  readonly written: FileChecks;
  readonly terraform: TerraformChecks;
}

/** Says what was read, and what could not be read or was left out. */
export function readingChecks({ files, written, terraform }: Read): Check[] {
  const to = checksOf('files');
  const counts = [
    ...counted(files.setup.workflows.length, 'workflow'),
    ...counted(written.trust, 'trust policy'),
    ...counted(written.permissions, 'permission policy'),
    ...counted(terraform.roles, 'Terraform role'),
    ...counted(terraform.policies, 'Terraform policy'),
    ...counted(ofKarpenter(files), 'object'),
  ];

  const others = written.others + terraform.others;
  const unchecked = textIf(
    others !== 0,
    `; not checked: ${others} other ${byCount(others, 'role or policy', 'roles and policies')}`,
  );

  const ofRead = () => {
    if (counts.length === 0 && others === 0) return nothing(files);

    const policies = counts.join(', ') || 'no policy of Karpenter or plumbline';
    return to.pass('files/read', `read ${policies}${clusters(files)}${unchecked}`);
  };

  return [ofRead(), ...unread(files), ...notRendered(files)];
}

const isAboutRendering = ({ code }: Diagnostic): boolean => code.startsWith('render/');

/** Files that could not be read, one by one. */
const unread = ({ unread: all }: VisitedFiles): Check[] =>
  all
    .filter((diagnostic) => !isAboutRendering(diagnostic))
    .map(({ message, help, span }) =>
      checksOf(span.file).unknown(
        'files/unread',
        `not checked: ${message}`,
        help ?? 'Correct the file, and run doctor again.',
      ),
    );

/** Kustomizations and charts that were not rendered, in one line, because a repository may have very many. */
function notRendered(files: VisitedFiles): Check[] {
  // A tool that is missing is one finding at the first root, and all roots are listed anyway.
  const isListed = ({ code, span: { file } }: Diagnostic): boolean =>
    files.notRendered.some(({ root }) => code === 'render/tool-missing' || isWithin(file, root));
  const faults = files.unread.filter((fault) => isAboutRendering(fault) && !isListed(fault));
  const all = [
    ...files.notRendered.map(({ root, reason }) => ({ root, reason })),
    ...faults.map(({ span, message }) => ({ root: span.file, reason: message })),
  ];

  const roots = [...new Set(all.map(({ root }) => root))].sort();
  const [first] = all;

  if (first === undefined) return [];

  const why = textIf(roots.length === 1, `: ${first.reason}`);

  return [
    checksOf('files').unknown(
      'files/not-rendered',
      `not checked: what ${firstNames(roots.map(quoted), 5)} ${byCount(roots.length, 'renders', 'render')} to, because ${byCount(roots.length, 'it was', 'they were')} not rendered${why}`,
      'To see the reasons, run `plumbline sources`. To check rendered files, name them.',
    ),
  ];
}

const counted = (count: number, noun: string): string[] => {
  if (count === 0) return [];
  return [plural(count, noun)];
};

/** Objects that the rules and the checks of node classes look at. */
const ofKarpenter = ({ context }: VisitedFiles): number => context.head.manifests.length;

/** Which clusters the files describe. */
function clusters({ signs }: VisitedFiles): string {
  const names = { eks: 'EKS', kops: 'kOps' } as const;
  const shown = (['eks', 'kops'] as const).flatMap((kind) => {
    const sign = signs.find((sign) => sign.kind === kind);
    if (sign) return [`${names[kind]} (\`${sign.name}\` in ${sign.file})`];
    return [];
  });
  if (shown.length === 0) return '';
  return `; cluster: ${shown.join(' and ')}`;
}

const nothing = ({ isNarrowed }: VisitedFiles): Check => {
  if (isNarrowed)
    return checksOf('files').warn(
      'files/nothing',
      'the named paths contain nothing that doctor checks',
      'Name the folder of the policies, of Terraform or of the manifests.',
    );

  return checksOf('files').warn(
    'files/nothing',
    'the repository has no workflow that runs plumbline, and no IAM policy',
    'Run `plumbline init` to write the workflows, or `plumbline init --apply` to write the policies too.',
  );
};

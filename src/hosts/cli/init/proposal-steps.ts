import { textIf } from '../../../engine/text/words/text-if.ts';
import type { ActionReference } from './init-answers.ts';
import { checkout, pinningNote } from './workflows.ts';

/** Checks out the repository, and next to it plumbline, so that a job can run any command of it. */
export function commandLineSteps(action: ActionReference): string {
  const [name, ref] = action.uses.split('@') as [string, string];
  return `      - uses: ${checkout}
        with:
          persist-credentials: false
${pinningNote(action)}      - uses: ${checkout}
        with:
          repository: ${name}
          ref: ${ref}${textIf(action.label !== undefined, ` # ${action.label}`)}
          path: .plumbline
          persist-credentials: false`;
}

/** A change of files that a job proposes. */
export interface Proposal {
  /** The file or folder that the job wrote. */
  readonly path: string;
  readonly branch: string;
  readonly title: string;
  /** The file with the text of the pull request, for a shell. */
  readonly bodyFile: string;
}

/** Opens a pull request with what the job wrote, or updates the open one. */
export const proposalStep = ({
  path,
  branch,
  title,
  bodyFile,
}: Proposal): string => `      - name: Open a pull request, or update the open one
        env:
          GH_TOKEN: \${{ github.token }}
        run: |
          git add ${path}
          if git diff --cached --quiet; then exit 0; fi
          git switch --create ${branch}
          git -c user.name=plumbline -c user.email=plumbline@users.noreply.github.com commit --message "${title}"
          gh auth setup-git
          git push --force origin ${branch}
          gh pr create --title "${title}" --body-file ${bodyFile} ||
            gh pr edit ${branch} --body-file ${bodyFile}`;

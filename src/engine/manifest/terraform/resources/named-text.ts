import type { Span } from '../../../text/source.ts';
import type { Unread, UnreadCharts } from '../modules/unread.ts';
import type { TfString } from '../values/tf-value.ts';
import type { LocalRelease } from './chart-release.ts';
import type { Recreation } from './recreation.ts';

/** A text that a module produces, under the address of its resource. */
export interface NamedText {
  readonly name: string;
  /** Undefined if the text is unknown, or if there is only something that is not read. */
  readonly text: TfString | undefined;
  readonly unread?: Unread | UnreadCharts | undefined;
  /** A chart of the repository that the resource installs. */
  readonly release?: LocalRelease | undefined;
  /** The `count` or `for_each` that decides whether it exists, if its value is unknown. */
  readonly condition?: Span;
  /** What makes Terraform destroy the object and create it again. */
  readonly recreation?: Recreation | undefined;
  /** The argument that has the object, if `ignore_changes` names it: Terraform then leaves the object as it has created it. */
  readonly ignoredArgument?: string | undefined;
  /** The configuration of the provider that manages it, as the module calls it: `kubectl` or `kubectl.tokyo`. Absent if no cluster has it. */
  readonly provider?: string | undefined;
}

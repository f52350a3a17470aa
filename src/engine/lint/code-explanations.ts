/** What a code that no rule file documents means, why it matters and what to do. */
interface CodeExplanation {
  readonly code: `${string}/${string}`;
  readonly summary: string;
  readonly why: string;
  readonly help: string;
}

/** Codes of every stage but the lint rules, sorted by code. */
export const codeExplanations: readonly CodeExplanation[] = [
  {
    code: 'io/encoding',
    summary: 'A file is not UTF-8 text.',
    why: 'What can not be read as text can not be reviewed: a manifest in it would go to the cluster unseen.',
    help: 'Save it as UTF-8, or leave it out of the paths that are reviewed.',
  },
  {
    code: 'io/not-a-file',
    summary: 'A path names something that is neither a file nor a folder.',
    why: 'Devices, sockets and pipes may block for ever or never end, so they are not read.',
    help: 'Name a file or a folder.',
  },
  {
    code: 'io/symlink',
    summary: 'A symbolic link was not followed.',
    why: 'The content of a pull request is not trusted, and a link may lead out of the repository.',
    help: 'Put the file itself there, or name the link’s target as a path.',
  },
  {
    code: 'io/too-large',
    summary: 'There is more to read than plumbline reads.',
    why: 'Reviews run in bounded time and memory, whatever a pull request holds. What is beyond the bounds is not reviewed.',
    help: 'Split the file, or name the folders that hold manifests.',
  },
  {
    code: 'io/unreadable',
    summary: 'A file could not be read.',
    why: 'What can not be read can not be reviewed.',
    help: 'Check that it exists and that its permissions allow reading.',
  },
  {
    code: 'lint/bad-suppression',
    summary: 'A `plumbline-ignore` comment is not of the form that silences a rule.',
    why: 'A suppression names its rule and gives its reason, so that whoever reads the manifest later knows why it is there. One that does not silences nothing.',
    help: 'Write `# plumbline-ignore RULE[,RULE] [until=YYYY-MM-DD]: reason` above the line it speaks of.',
  },
  {
    code: 'lint/expired-suppression',
    summary: 'A suppression has passed its date.',
    why: 'The date was the promise to mend it by then; the finding it silenced counts again.',
    help: 'Mend what it silences and remove it, or agree on a new date.',
  },
  {
    code: 'lint/unknown-rule',
    summary: 'A suppression names a rule that does not exist.',
    why: 'It silences nothing, and somebody believes it does.',
    help: 'Correct the name; `plumbline rules` lists all of them.',
  },
  {
    code: 'lint/unused-suppression',
    summary: 'A suppression silences nothing.',
    why: 'What it was written for is mended or has moved. Left standing, it would silence the next finding of that rule without anybody having agreed to it.',
    help: 'Remove the comment.',
  },
  {
    code: 'provisioning/bad-replicas',
    summary: 'The number of pods of a workload is not a whole number.',
    why: 'The API server refuses it, and without it nobody knows how many nodes the workload needs: the figures that depend on it are unknown, not 0.',
    help: 'Write a whole number from 0 on, or give the placeholder a value with `--set NAME=VALUE`.',
  },
  {
    code: 'provisioning/bad-request',
    summary: 'A container requests an amount that Kubernetes can not read.',
    why: 'The API server refuses the pod, and without the amount nobody knows what node it needs: the workload is left out of the figures, and the finding says so.',
    help: 'Write an amount such as `500m` or `1Gi`.',
  },
  {
    code: 'provisioning/launch-failed',
    summary: 'A NodePool would open a node that can not be launched.',
    why: 'Karpenter finds a place for the pods, and then no instance type is left to launch after its last filters, for example because `minValues` asks for more variety than the cheapest types have. The pods stay pending.',
    help: 'Do what the reason in the finding names: lower `minValues`, or allow more instance types, zones or capacity types.',
  },
  {
    code: 'provisioning/limit-reached',
    summary: 'The limits of a NodePool end before its pods have a place.',
    why: 'Karpenter launches nothing that would exceed `spec.limits`; what is left over stays pending or goes to another pool. The largest instance type that is still possible counts against the limit first, so that a limit near one node’s size may admit none.',
    help: 'Raise `spec.limits`, or lower what the pods request.',
  },
  {
    code: 'provisioning/nodepool-empty',
    summary: 'No instance type meets all requirements of a NodePool.',
    why: 'Karpenter leaves the pool aside, and it launches nothing.',
    help: 'Widen the requirement that excludes the rest; the lint rule `satisfiable-requirements` names it.',
  },
  {
    code: 'provisioning/nodepool-not-ready',
    summary: 'A NodePool is not ready, so Karpenter does not use it.',
    why: 'The API server accepts more than Karpenter does: what fails its own validation, or refers to a node class that is missing or not ready, sets a condition on the NodePool, and the provisioner passes it by without another word.',
    help: 'Mend what the reason in the finding names.',
  },
  {
    code: 'provisioning/pod-ignored',
    summary: 'Karpenter does not look at these pods.',
    why: 'Karpenter provisions only for pods that it can reason about. Pods bound to a node, of another scheduler, with an unsupported volume or an unknown topology key are left aside: they stay pending, and no node comes for them.',
    help: 'See the reason given for each workload.',
  },
  {
    code: 'provisioning/pod-unschedulable',
    summary: 'A pod finds no place on any node that Karpenter could launch.',
    why: 'The pod stays pending. Every NodePool was tried in Karpenter’s order; the finding names for each the constraint that excluded it.',
    help: 'Change the one constraint that is named, in the workload or in the NodePool.',
  },
  {
    code: 'provisioning/status-ignored',
    summary: 'The status that stands in a manifest was not used.',
    why: 'A status is what the cluster reports, not what a repository decides: the API server drops it when the manifest is applied, and a stale one would falsify the figures.',
    help: 'Hand in the object as the cluster has it with `--cluster`, or set `zones` and `capacityReservations` in the configuration.',
  },
  {
    code: 'provisioning/too-many-pods',
    summary: 'A workload asks for more pods than are simulated.',
    why: 'Reviews run in bounded time and memory. Such a number is nearly always a slip, and the figures that depend on it are unknown.',
    help: 'Check the number of replicas.',
  },
  {
    code: 'schema/cel',
    summary: 'A validation rule of the CustomResourceDefinition is broken.',
    why: 'The API server evaluates the rules when the object is written, and refuses it.',
    help: 'Do what the message says; it holds the rule’s own words.',
  },
  {
    code: 'schema/duplicate',
    summary: 'A list that is a set holds an item twice.',
    why: 'The API server refuses it.',
    help: 'Remove one of the two.',
  },
  {
    code: 'schema/enum',
    summary: 'A field takes one of a few values, and this is none of them.',
    why: 'The API server refuses the object.',
    help: 'Use one of the values that the message lists.',
  },
  {
    code: 'schema/format',
    summary: 'A value does not have the format that its field asks for.',
    why: 'The API server refuses the object.',
    help: 'Write the value in that format.',
  },
  {
    code: 'schema/future-version',
    summary: 'The target Karpenter does not serve this API version yet.',
    why: 'The API server does not know the kind at that version, so that applying it fails.',
    help: 'Upgrade Karpenter first, or say which version you run with `karpenter.version`.',
  },
  {
    code: 'schema/length',
    summary: 'A text, list or mapping is too short or too long.',
    why: 'The API server refuses the object.',
    help: 'Keep within the bounds that the message names.',
  },
  {
    code: 'schema/metadata',
    summary: 'The metadata of an object is not valid.',
    why: 'Names, labels and annotations follow the same rules for all Kubernetes objects; the API server refuses what breaks them.',
    help: 'Correct the name, label or annotation that the message points at.',
  },
  {
    code: 'schema/missing-spec',
    summary: 'An object has no `spec`.',
    why: 'Without it a NodePool or EC2NodeClass says nothing, and Karpenter can do nothing with it.',
    help: 'Write the `spec`, or remove the object.',
  },
  {
    code: 'schema/pattern',
    summary: 'A text does not match the pattern of its field.',
    why: 'The API server refuses the object.',
    help: 'Write the value as the message shows, such as `720h` for 30 days.',
  },
  {
    code: 'schema/range',
    summary: 'A number is out of bounds.',
    why: 'The API server refuses the object.',
    help: 'Keep within the bounds that the message names.',
  },
  {
    code: 'schema/refused',
    summary: 'The API server refuses the object as a whole.',
    why: 'It says no, and names no single field: the object is too large, or cannot be decoded.',
    help: 'The finding says what the server says; mend that.',
  },
  {
    code: 'schema/removed-version',
    summary: 'The target Karpenter or Kubernetes no longer serves this API version.',
    why: 'Applying it fails, and what still stands in the cluster is no longer looked at.',
    help: 'Write the object in a version that is served: of every field that has moved, `plumbline check` then says where it belongs.',
  },
  {
    code: 'schema/required',
    summary: 'A field that must be there is not.',
    why: 'The API server refuses the object.',
    help: 'Add the field.',
  },
  {
    code: 'schema/type',
    summary: 'A value is of another type than its field.',
    why: 'The API server refuses the object. YAML decides the type by how a value is written: `10` is a number and `"10"` a string.',
    help: 'Add or remove quotes, or write a list or mapping where one belongs.',
  },
  {
    code: 'schema/unjudged',
    summary: 'The API server’s own code could not judge the object.',
    why: 'The definition of its kind does not compile, or the object is made so that the code gives up. What a cluster would say is unknown, and that is no reason to let it pass.',
    help: 'Mend the definition, or make the object smaller and flatter.',
  },
  {
    code: 'schema/unknown-field',
    summary: 'A field is written that its kind does not have.',
    why: 'The API server drops it, with a warning at most: the object is accepted, and what the field was to say does not hold. A misspelt `limits` is a pool without limits.',
    help: 'Correct the name, or move the field to where it belongs.',
  },
  {
    code: 'schema/unknown-kind',
    summary: 'Karpenter has no such kind at this API version.',
    why: 'The API server does not know it, so that applying it fails.',
    help: 'Correct `apiVersion` or `kind`.',
  },
  {
    code: 'yaml/alias-bomb',
    summary: 'Aliases multiply the document beyond what is read.',
    why: 'A few lines of nested aliases can stand for gigabytes. The API server refuses such documents as well.',
    help: 'Write the values out.',
  },
  {
    code: 'yaml/duplicate-key',
    summary: 'A mapping holds a key twice.',
    why: 'Only one of the two holds, and tools disagree about which.',
    help: 'Remove one of them, or merge what they hold.',
  },
  {
    code: 'yaml/syntax',
    summary: 'A document is not YAML.',
    why: 'Nothing in the document can be read, so that what it changes is unknown; a plan is not made while that is so.',
    help: 'Mend it where the message points; the cause is often the indentation of the line before.',
  },
  {
    code: 'yaml/template',
    summary: 'A document is a template that only reads as YAML once it is rendered.',
    why: 'Its parts together make the manifest, so that what it will say is unknown here.',
    help: 'Review the rendered manifests, or give values with `--set NAME=VALUE`.',
  },
  {
    code: 'yaml/too-deep',
    summary: 'A document is nested deeper than anything is meant to be.',
    why: 'Reviews run in bounded time and memory; Kubernetes’ own decoder has such a bound too.',
    help: 'Check whether the document is what it should be.',
  },
  {
    code: 'yaml/too-large',
    summary: 'A file is larger, or holds more objects, than is read.',
    why: 'Reviews run in bounded time and memory. What is beyond is not reviewed.',
    help: 'Split the file.',
  },
];

/** Karpenter's own message, which repeats the help in Karpenter's words. */
const karpenterSays = / ?Karpenter says: .*$/s;

/** A help without Karpenter's own message. A help that has nothing else stays as it is. */
export function shortHelp(help: string): string {
  const plain = help.replace(karpenterSays, '');
  if (plain === '') return help;
  return plain;
}

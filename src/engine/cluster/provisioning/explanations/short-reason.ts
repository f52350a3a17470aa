/** Requirements that every node of a NodePool meets, so they exclude no pod. The label that names a node's class ends in its kind. */
const requirementsOfEveryNode =
  /(?<![a-z0-9.-])(?:[a-z0-9.-]{1,253}\/[a-z0-9]{0,63}nodeclass|karpenter\.sh\/(?:initialized|nodepool|registered)) In \[[^\]]*\](?:, )?/g;

/** Karpenter's message, shortened: without the requirements of the node that cannot be the reason. */
export const shortReason = (reason: string): string =>
  reason.replace(/^(.*?), requirements=(.*?), resources=/s, (_, cause: string, requirements: string) => {
    const rest = requirements.replace(requirementsOfEveryNode, '').replace(/, $/, '');
    if (cause.endsWith('no instance type has enough resources') || rest === '') return `${cause}, resources=`;
    return `${cause}, requirements=${rest}, resources=`;
  });

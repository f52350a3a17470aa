/** Requirements that every node of a pool has: they turn no pod away. The label that names a node's class ends in its kind. */
const requirementsOfEveryNode =
  /(?<![a-z0-9.-])(?:[a-z0-9.-]{1,253}\/[a-z0-9]{0,63}nodeclass|karpenter\.sh\/(?:initialized|nodepool|registered)) In \[[^\]]*\](?:, )?/g;

/** Karpenter's words for people: without the requirements of the node where they are not what is lacking. */
export const shortReason = (reason: string): string =>
  reason.replace(/^(.*?), requirements=(.*?), resources=/s, (_, said: string, requirements: string) => {
    const left = requirements.replace(requirementsOfEveryNode, '').replace(/, $/, '');
    return said.endsWith('no instance type has enough resources') || left === ''
      ? `${said}, resources=`
      : `${said}, requirements=${left}, resources=`;
  });

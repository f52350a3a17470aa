import { formatResource } from '../../api/quantity.ts';

const gibibyte = 2 ** 30;

/** Two digits after the point, cut and not rounded: what fits has to fit. */
const cut = (amount: number): string => String(Math.floor(amount * 100) / 100);

/** An amount of a resource for people: `15.2 CPUs`, `1.5 GiB of memory`, `4 nvidia.com/gpu`. */
export function amountText(resource: string, amount: number): string {
  if (resource === 'cpu') return amount === 1000 ? '1 CPU' : `${cut(amount / 1000)} CPUs`;
  if (resource === 'pods') return amount === 1 ? 'room for 1 pod' : `room for ${amount} pods`;
  if (resource !== 'memory' && resource !== 'ephemeral-storage')
    return `${formatResource(resource, amount)} ${resource}`;
  const size = amount < gibibyte ? `${cut(amount / 2 ** 20)} MiB` : `${cut(amount / gibibyte)} GiB`;
  return `${size} of ${resource === 'memory' ? 'memory' : 'ephemeral storage'}`;
}

/** A quantity as a manifest would spell it, no more than the amount: whole tens of millicores, whole mebibytes. */
export function quantityAtMost(resource: string, amount: number): string {
  if (resource === 'cpu') return formatResource('cpu', Math.floor(amount / 10) * 10);
  if (resource === 'memory' || resource === 'ephemeral-storage') return `${Math.floor(amount / 2 ** 20)}Mi`;
  return formatResource(resource, Math.floor(amount));
}

/** Amounts as text. The minus sign is U+2212. */

const minus = '−';

/** `$1,234.50`. */
export function usd(amount: number): string {
  const [whole, cents] = Math.abs(amount).toFixed(2).split('.') as [string, string];
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${isZeroUsd(amount) || amount > 0 ? '' : minus}$${grouped}.${cents}`;
}

/** Whether an amount shows as $0.00. */
export const isZeroUsd = (amount: number): boolean => Math.abs(amount).toFixed(2) === '0.00';

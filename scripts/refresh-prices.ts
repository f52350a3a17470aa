// Refreshes the prices in data/regions/ from what AWS publishes, and prints a summary as Markdown.
//
//   npm run refresh -- prices [--force]
import { parseArgs } from 'node:util';
import { today } from '../src/io/today.ts';
import { refreshPrices } from './price-refresh.ts';
import { awsOrigins } from './public-prices.ts';

const { values } = parseArgs({ options: { force: { type: 'boolean' } } });
console.log(
  await refreshPrices({
    folder: 'data',
    origins: awsOrigins,
    today: today(),
    isForced: values.force === true,
  }),
);

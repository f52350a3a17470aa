/** Builds the playground into a folder, by default into the built documentation site: `npm run build -- playground [FOLDER]`. */
import { buildPlayground } from './playground.ts';

const [folder = 'docs/.vitepress/dist/try'] = process.argv.slice(2);
await buildPlayground(folder);
console.log(`The playground is in ${folder}.`);

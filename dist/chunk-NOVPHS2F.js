import { createRequire as plumblineRequire } from 'node:module';const require = plumblineRequire(import.meta.url);
var e="0.1.0";export{e as a};

import { createRequire as plumblineRequire } from 'node:module';const require = plumblineRequire(import.meta.url);
var n=(r,s)=>`${r} ${s}${r===1?"":"s"}`;export{n as a};

import { createRequire as plumblineRequire } from 'node:module';const require = plumblineRequire(import.meta.url);
var n=(r,e)=>r<e?-1:r>e?1:0;export{n as a};

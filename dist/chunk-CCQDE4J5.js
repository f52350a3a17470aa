import { createRequire as plumblineRequire } from 'node:module';const require = plumblineRequire(import.meta.url);
import{resolve as r}from"node:path";function d(t,n){let e=t.text("catalog");return e===void 0?void 0:r(n,e)}export{d as a};

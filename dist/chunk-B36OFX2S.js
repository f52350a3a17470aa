import { createRequire as plumblineRequire } from 'node:module';const require = plumblineRequire(import.meta.url);
var r=class extends Error{name="PlumblineError";code;help;constructor(n,o,e={}){super(o,e.cause===void 0?void 0:{cause:e.cause}),this.code=n,this.help=e.help}},d={ok:0,findings:1,setup:2,bug:3};export{r as a,d as b};

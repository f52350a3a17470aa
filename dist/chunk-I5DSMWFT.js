import { createRequire as plumblineRequire } from 'node:module';const require = plumblineRequire(import.meta.url);
var n=(o,t)=>t.isTTY===!0&&o.text("output")===void 0,r=(o,{stdout:t,env:e})=>o.isOn("color")??(n(o,t)&&!e.NO_COLOR&&e.TERM!=="dumb");export{n as a,r as b};

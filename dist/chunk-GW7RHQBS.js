import { createRequire as plumblineRequire } from 'node:module';const require = plumblineRequire(import.meta.url);
var s={progress:()=>{},done:()=>{}},n=300;function g(e,o=Date.now){let i=o(),r=!1;return{progress(t){if(!(o()-i<n)){if(!e.isTTY){e.write(`${t}
`);return}e.write(`\r\x1B[2K${t}`),r=!0}},done(){r&&e.write("\r\x1B[2K"),r=!1}}}export{s as a,g as b};

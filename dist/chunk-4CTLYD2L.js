import { createRequire as plumblineRequire } from 'node:module';const require = plumblineRequire(import.meta.url);
var s=({file:o,origin:e})=>e?.root??o,a=class{text;#e=[0];constructor(e){this.text=e;for(let t=e.indexOf(`
`);t!==-1;t=e.indexOf(`
`,t+1))this.#e.push(t+1)}get lineCount(){return this.#e.length}position(e){let t=Math.max(0,Math.min(e,this.text.length)),n=0,r=this.#e.length-1;for(;n<r;){let i=n+r+1>>1;this.#e[i]<=t?n=i:r=i-1}return{line:n+1,column:t-this.#e[n]+1}}start(e){return this.#e[Math.max(0,Math.min(e,this.lineCount)-1)]}line(e){let t=e<this.lineCount?this.start(e+1):this.text.length;return this.text.slice(this.start(e),t).replace(/\r?\n$/,"")}};export{s as a,a as b};

import { createRequire as plumblineRequire } from 'node:module';const require = plumblineRequire(import.meta.url);
async function o(f){let e=[];for await(let r of f)e.push(Buffer.from(r));return Buffer.concat(e)}export{o as a};

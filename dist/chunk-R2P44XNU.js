import { createRequire as plumblineRequire } from 'node:module';const require = plumblineRequire(import.meta.url);
import{a as f}from"./chunk-MFV5QEBT.js";async function a(n){let r=[],e=0;for await(let o of n){let t=Buffer.from(o);if(e+=t.length,e>f)return e;r.push(t)}return Buffer.concat(r)}export{a};

import { createRequire as plumblineRequire } from 'node:module';const require = plumblineRequire(import.meta.url);
import{k as r,l as i}from"./chunk-URWQMYSE.js";async function n(a){try{let{viewer:t}=await a.graphql("query { viewer { databaseId } }");return e=>e?.id===t.databaseId}catch(t){if(i(t)||(r(t)??0)>=500)throw t;return e=>e?.login==="github-actions[bot]"&&e.type==="Bot"}}export{n as a};

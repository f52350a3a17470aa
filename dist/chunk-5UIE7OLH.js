import { createRequire as plumblineRequire } from 'node:module';const require = plumblineRequire(import.meta.url);
import{c as a}from"./chunk-RVLYRCV4.js";import"./chunk-B5J7JMF4.js";export{a as RedisQueue};

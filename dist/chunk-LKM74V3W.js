import { createRequire as plumblineRequire } from 'node:module';const require = plumblineRequire(import.meta.url);
import{a}from"./chunk-AXATLMVY.js";import"./chunk-Y4GSFOGD.js";import"./chunk-ONSLMS65.js";import"./chunk-BCQRWW6J.js";import"./chunk-4CTLYD2L.js";import"./chunk-L7L2TQYG.js";import"./chunk-B5J7JMF4.js";export{a as withTerraform};

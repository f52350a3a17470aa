import { createRequire as plumblineRequire } from 'node:module';const require = plumblineRequire(import.meta.url);
import{a}from"./chunk-HZUN5JZO.js";import"./chunk-YCNVROD3.js";import"./chunk-7F54EY2X.js";import"./chunk-MYKSQT6G.js";import"./chunk-4CTLYD2L.js";import"./chunk-L7L2TQYG.js";import"./chunk-B5J7JMF4.js";export{a as withTerraform};

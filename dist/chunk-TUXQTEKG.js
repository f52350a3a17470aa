import { createRequire as plumblineRequire } from 'node:module';const require = plumblineRequire(import.meta.url);
import{a,b}from"./chunk-NBE5BL2K.js";import"./chunk-CZSDFNBG.js";import"./chunk-UIRMLPAD.js";import"./chunk-Q3DT4ZLL.js";import"./chunk-B5J7JMF4.js";export{b as apiServerBeside,a as standBy};

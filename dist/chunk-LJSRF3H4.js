import { createRequire as plumblineRequire } from 'node:module';const require = plumblineRequire(import.meta.url);
import{a,b}from"./chunk-4W2CDOML.js";import"./chunk-TIYLNTSE.js";import"./chunk-WDU7Y2JZ.js";import"./chunk-Q3DT4ZLL.js";import"./chunk-B5J7JMF4.js";export{b as apiServerBeside,a as standBy};

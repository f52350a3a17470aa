import { createRequire as plumblineRequire } from 'node:module';const require = plumblineRequire(import.meta.url);
import{a,b}from"./chunk-XD5UIIO5.js";import"./chunk-6Y36EG3I.js";import"./chunk-326WZZK6.js";import"./chunk-Q3DT4ZLL.js";import"./chunk-B5J7JMF4.js";export{b as apiServerBeside,a as standBy};

import { createRequire as plumblineRequire } from 'node:module';const require = plumblineRequire(import.meta.url);
import{a}from"./chunk-4U4XQWRD.js";import"./chunk-C4ITLU62.js";import"./chunk-MFV5QEBT.js";import"./chunk-X5SUBFWI.js";import"./chunk-L7L2TQYG.js";import"./chunk-JDVKHBS3.js";import"./chunk-KZ7UIBYQ.js";import"./chunk-B5J7JMF4.js";export{a as withTerraform};

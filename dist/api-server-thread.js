import { createRequire as plumblineRequire } from 'node:module';const require = plumblineRequire(import.meta.url);
import{c as r}from"./chunk-UIRMLPAD.js";import"./chunk-Q3DT4ZLL.js";import"./chunk-B5J7JMF4.js";r();

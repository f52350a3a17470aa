import { createRequire as plumblineRequire } from 'node:module';const require = plumblineRequire(import.meta.url);
import{a,b,c,d,e,f,g}from"./chunk-66DNN5EA.js";import"./chunk-3U7PDGH4.js";import"./chunk-VL6ADGKA.js";import"./chunk-B5J7JMF4.js";export{f as ENV_ACCOUNT_ID,e as ENV_CREDENTIAL_SCOPE,d as ENV_EXPIRATION,a as ENV_KEY,b as ENV_SECRET,c as ENV_SESSION,g as fromEnv};

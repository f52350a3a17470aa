import { createRequire as plumblineRequire } from 'node:module';const require = plumblineRequire(import.meta.url);
import{a as t}from"./chunk-IPRVFKS2.js";import{a as o,b as e}from"./chunk-T3TN7LRG.js";var s={"karpenter.sh/do-not-evict":o,"karpenter.sh/do-not-consolidate":o},a={"karpenter.sh/provisioner-name":t.nodePool},i={"karpenter.sh/disruption":e.key};export{s as a,a as b,i as c};

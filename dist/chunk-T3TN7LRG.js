import { createRequire as plumblineRequire } from 'node:module';const require = plumblineRequire(import.meta.url);
var t="karpenter.sh/do-not-disrupt",e={key:"karpenter.sh/disrupted",effect:"NoSchedule"};export{t as a,e as b};

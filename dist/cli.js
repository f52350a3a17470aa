#!/usr/bin/env node
import { createRequire as plumblineRequire } from 'node:module';const require = plumblineRequire(import.meta.url);
import{a as h,b as f}from"./chunk-BSQTCXYI.js";import{a as l}from"./chunk-5G22UFIY.js";import{a as g}from"./chunk-E5MGTDQ7.js";import{a as m,b as t}from"./chunk-B36OFX2S.js";import"./chunk-B5J7JMF4.js";var r={review:{usage:"review [--base X] [--head Y] [PATH\u2026]",summary:"Everything at once, as the comment shows it: findings, changes and effects, nodes and cost",examples:["review --base origin/main","review --base main --head my-branch karpenter/","review examples/kops"]},check:{usage:"check PATH\u2026",summary:"Validate and lint manifests; `--fix` applies the fixes",examples:["check karpenter/","kubectl get nodepools -o yaml | plumbline check -"]},diff:{usage:"diff --base X [--head Y] [PATH\u2026]",summary:"What changes, and what each change does to running nodes",examples:["diff --base origin/main"]},estimate:{usage:"estimate PATH\u2026",summary:"Which nodes Karpenter would launch for the workloads, and what they cost",examples:["estimate . --region eu-central-1","estimate . --cluster nodes.json"]},snapshot:{usage:"snapshot FILE\u2026",summary:"What scheduling needs to know of a cluster, from `kubectl get \u2026 -o json`: small enough to commit",examples:["snapshot dump.json --output cluster.json","kubectl get nodes,nodeclaims,pods,deployments -A -o json | plumbline snapshot -"]},explain:{usage:"explain CODE",summary:"Why a finding matters, with a bad and a good example",examples:["explain schema/unknown-field","explain require-limits"]},rules:{usage:"rules",summary:"List the lint rules",examples:["rules"]},catalog:{usage:"catalog [INSTANCE-TYPE | refresh --output FOLDER]",summary:"Age and exactness of instance types and prices, one type in every zone, or fresh ones from AWS",examples:["catalog --region eu-central-1","catalog m6i.xlarge --region us-east-1","catalog refresh --region eu-central-1 --output catalog"],defaults:{region:"us-east-1"}}};function w(){return`plumbline reviews Karpenter manifests: what is wrong, what changes, how many nodes, at what cost.

Usage: plumbline COMMAND [FLAG\u2026] [PATH\u2026]

${Object.entries(r).map(([n,{summary:a}])=>`  ${n.padEnd(10)}${a}`).join(`
`)}

plumbline COMMAND --help shows the flags of a command; plumbline --version the version.
Exit codes: 0 nothing found, 1 findings (see --fail-on), 2 the invocation or the set-up is wrong, 3 a bug in plumbline.
`}function u(e){let{usage:n,summary:a,examples:o,defaults:i={}}=r[e],d=h(e),$=Math.max(0,...d.map(s=>y(s).length))+2,p=d.map(s=>`  ${y(s).padEnd($)}${E({...s,...Object.hasOwn(i,s.name)&&{default:i[s.name]}})}`);return`${a}

Usage: plumbline ${n}
${p.length>0?`
${p.join(`
`)}
`:""}
Examples:
${o.map(s=>s.includes("|")?`  ${s}`:`  plumbline ${s}`).join(`
`)}
`}var y=e=>`--${e.name}${e.choices?` ${e.choices.join("|")}`:e.value?` ${e.value}`:""}`,E=e=>`${e.summary}${e.default===void 0?"":` (default: ${e.default})`}`;var b={review:async()=>(await import("./chunk-AWSLA742.js")).runReview,check:async()=>(await import("./chunk-AWSLA742.js")).runCheck,diff:async()=>(await import("./chunk-AWSLA742.js")).runDiff,estimate:async()=>(await import("./chunk-AWSLA742.js")).runEstimate,explain:async()=>(await import("./chunk-OF52VCEK.js")).runExplain,rules:async()=>(await import("./chunk-KEG2TLCW.js")).runRules,snapshot:async()=>(await import("./chunk-PC6E4WQ6.js")).runSnapshot,catalog:async()=>(await import("./chunk-GV65MY2K.js")).runCatalog};async function x(e){try{return await k(e)}catch(n){return A(n,e)}}async function k(e){let[n,...a]=e.argv;if(n==="--version"||n==="-V")return c(e,`${l}
`);if(n===void 0||n==="--help"||n==="-h"||n==="help")return C(e,a);if(!v(n))throw P(n);if(a.includes("--help")||a.includes("-h"))return c(e,u(n));let o=f(n,a);return(await b[n]())(o,e)}function C(e,n){let a=n[0];return c(e,a!==void 0&&v(a)?u(a):w())}function P(e){let n=g(e,Object.keys(r));return new m("usage",`\`${e}\` is not a command`,{help:n?`Did you mean \`plumbline ${n}\`?`:"`plumbline --help` lists the commands."})}var v=e=>Object.hasOwn(b,e);function c(e,n){return e.stdout.write(n),t.ok}function A(e,n){if(e instanceof m)return n.stderr.write(`error: ${e.message}
${e.help?`  help: ${e.help}
`:""}`),t.setup;if(e?.code==="EPIPE")return t.ok;let a=e instanceof Error?e.stack??e.message:String(e);return n.stderr.write(`plumbline ${l} has a bug: please report this with the command you ran.
${a}
`),t.bug}process.stdout.on("error",e=>process.exit(e.code==="EPIPE"?0:3));var{env:O,stdout:R,stderr:T,stdin:j}=process;process.exitCode=await x({argv:process.argv.slice(2),env:O,cwd:process.cwd(),stdout:R,stderr:T,stdin:j});

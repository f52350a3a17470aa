import{o as e}from"./rolldown-runtime.js";import{B as t,S as n,V as r,_ as i,b as a,g as o,p as s,v as c,x as l,y as u}from"./command.js";import{A as d,D as f,F as p,I as m,L as ee,O as h,P as te,_ as g,j as _,k as v,v as y}from"./verdicts.js";import{An as ne,Bt as re,Ct as ie,Dr as ae,E as oe,Er as se,Fn as ce,Ft as le,Gt as ue,Hn as de,Kn as fe,Ln as pe,O as me,Pt as he,Qn as ge,St as _e,Tr as ve,Vn as ye,Vt as be,Wt as xe,X as Se,Xt as Ce,Zn as we,_r as Te,ar as Ee,d as De,er as Oe,f as ke,fr as Ae,gr as je,hr as Me,jn as Ne,jt as Pe,l as Fe,lr as Ie,mr as Le,or as Re,pr as ze,sr as Be,ur as Ve,vr as b,wr as He,wt as Ue,xn as We,xr as Ge,yr as x,zn as Ke}from"./read.js";import{A as qe,B as Je,D as Ye,E as Xe,G as Ze,L as Qe,M as $e,O as S,P as et,V as C,W as tt,_ as nt,et as rt,g as it,it as at,k as ot,rt as st,v as ct,w as lt,z as w}from"./manifests.js";import{existsSync as ut,mkdirSync as dt,readFileSync as ft,renameSync as pt,statSync as mt,writeFileSync as ht}from"node:fs";import{createHash as gt}from"node:crypto";import{dirname as _t,join as vt,relative as yt,resolve as bt}from"node:path";import{homedir as xt}from"node:os";import{realpath as St}from"node:fs/promises";const Ct=(e=new Date,t=process.env)=>wt(e,t).toISOString().slice(0,10);function wt(e=new Date,t=process.env){let n=t.SOURCE_DATE_EPOCH;if(!n)return e;if(!/^\d{1,11}$/.test(n))throw new a(`usage`,"`SOURCE_DATE_EPOCH` is not a number of seconds",{help:"Set it to seconds since 1970, such as the output of `date +%s`, or unset it."});return new Date(Number(n)*1e3)}var Tt=e(ee(),1);const Et=e=>JSON.stringify([d(e.apiVersion),e.kind,e.namespace??``,e.name]);function Dt(e){if(Array.isArray(e))return`[${e.map(Dt).join(`,`)}]`;if(typeof e!=`object`||!e)return JSON.stringify(e)??``;let t=Object.entries(e);return t.sort(([e],[t])=>se(e,t)),`{${t.map(([e,t])=>`${JSON.stringify(e)}:${Dt(t)}`).join(`,`)}}`}const Ot={ns:1n,us:1000n,µs:1000n,ms:1000000n,s:1000000000n,m:60000000000n,h:3600000000000n},kt=/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/y,At=2n**63n-1n;function jt(e){let[,t,n]=/^([+-]?)(.*)$/s.exec(e);if(n===`0`)return 0n;if(!n||n.length>128)return;let r=0n,i=0;for(;i<n.length;){kt.lastIndex=i;let e=kt.exec(n);if(!e)return;r+=Mt(e[1],Ot[e[2]]),i=kt.lastIndex}if(!(r>At))return t===`-`?-r:r}function Mt(e,t){let[n=``,r=``]=e.split(`.`);return BigInt(n||`0`)*t+BigInt(r||`0`)*t/10n**BigInt(r.length)}function Nt(e,t){let n=jt(e);return n!==void 0&&n===jt(t)}const Pt=1000000000n,Ft=1000000n,It=(2n**63n-1n)*Pt,Lt=[`n`,`u`,`m`,``,`k`,`M`,`G`,`T`,`P`,`E`],Rt=[``,`Ki`,`Mi`,`Gi`,`Ti`,`Pi`,`Ei`],zt=/^([+-]?)(\d+(?:\.\d*)?|\.\d+)(n|u|m|k|M|G|T|P|E|[KMGTPE]i|[eE][+-]?\d+)?$/;function Bt(e){let t=qt(e);return t&&Zt(t.nanos)}function Vt(e,t){let n=qt(t);if(n===void 0)return;let{nanos:r}=n;return e===`cpu`?Number(Xt(r,Ft)):r%Pt==0n?Number(r/Pt):Number(Xt(r,Ft))/1e3}function Ht(e,t){let n=qt(e),r=qt(t);return n!==void 0&&r!==void 0&&n.nanos===r.nanos}function Ut(e){let t=qt(e);return t&&Qt(t)}function Wt(e,t,n){if(!Number.isFinite(t))return`unknown`;let r=Gt(e)?`BinarySI`:`DecimalSI`,i=(n===void 0?void 0:qt(n)?.format)??r;return Qt({nanos:Kt(t,e===`cpu`?Ft:Pt),format:i})}const Gt=e=>e===`memory`||e===`ephemeral-storage`||e===`storage`||e.startsWith(`hugepages-`),Kt=(e,t)=>Number.isInteger(e)?BigInt(e)*t:BigInt(Math.round(e*1e3))*t/1000n;function qt(e){let t=typeof e==`number`?String(e):e;if(t.length>128)return;let n=zt.exec(t);if(!n)return;let[,r=``,i=``,a=``]=n,{base:o,exponent:s,format:c}=Jt(a),l=Yt(i,o,s);return{nanos:r===`-`?-l:l,format:c}}function Jt(e){let t=Rt.indexOf(e);if(t>0)return{base:1024n,exponent:t,format:`BinarySI`};let n=Lt.indexOf(e);return n>=0?{base:10n,exponent:(n-3)*3,format:`DecimalSI`}:{base:10n,exponent:Number(e.slice(1)),format:`DecimalExponent`}}function Yt(e,t,n){let[r=``,i=``]=e.split(`.`),a=BigInt(r+i);if(a===0n)return 0n;if(t===1024n){let e=Xt(a*1024n**BigInt(n)*Pt,10n**BigInt(i.length));return e>It?It:e}let o=Math.min(n,300)-i.length+9;return o>=0?a*10n**BigInt(o):o<-129?1n:Xt(a,10n**BigInt(-o))}function Xt(e,t){return e<0n?-Xt(-e,t):(e+t-1n)/t}function Zt(e){let t=e/Pt;return e%Pt==0n?Number(t):Number(e)/1e9}function Qt({nanos:e,format:t}){let n=r(e<0n,`-`),i=e<0n?-e:e;return t===`BinarySI`&&i>=1024n*Pt&&i%Pt==0n?n+$t(i/Pt):n+en(i,t===`DecimalExponent`)}function $t(e){let t=0,n=e;for(;n%1024n==0n&&t<Rt.length-1;)n/=1024n,t++;return`${n}${Rt[t]}`}function en(e,t){if(e===0n)return`0`;let n=0,r=e;for(;r%1000n==0n&&(t||n<Lt.length-1);)r/=1000n,n++;return t?n===3?`${r}`:`${r}e${(n-3)*3}`:`${r}${Lt[n]}`}const tn=(e,...t)=>t.reduce((e,t)=>{let n=h(e);if(n&&Object.hasOwn(n,t))return n[t]},e),nn=(e,...t)=>{let n=tn(e,...t);return typeof n==`string`?n:``},rn=/(?:^|\/)karpenter(-crd)?$/,an=String.raw`(?:\bgithub\.com[/:](?:aws|awslabs|karpenter|kubernetes-sigs)/karpenter|[/:][\w.-]{1,100}/karpenter-provider-aws)(?:\.git)?/?(?:$|[/?"])`,on=new RegExp(an),sn=/^oci:\/\/|^public\.ecr\.aws\//,cn=/(?:^|\/)(?:crds|karpenter-crd)\/?$/,ln=e=>{if(typeof e==`string`&&e.length<500)return/githubusercontent\.com\/aws\/karpenter(?:-provider-aws)?\/(?:refs\/tags\/)?(v?\d[\w.-]*)\/pkg\/apis\/crds\//.exec(e)?.[1]??/github\.com\/aws\/karpenter(?:-provider-aws)?(?:\.git)?\/\/?pkg\/apis\/crds\/?\?(?:[^#]*&)?ref=(v?\d[\w.-]*)/.exec(e)?.[1]},un=/mcr\.microsoft\.com\/|cloudpilot|karpenter-provider-(?!aws\b)[a-z]|\bkarpenter-(?:azure|gcp|gke|alibaba|oci|ibm|proxmox|hetzner|linode|exoscale|clusterapi|cluster-api)\b|\b(?:azure|oracle|alibaba|proxmox|hetzner)[\w-]*\/karpenter\b/i,dn=e=>un.test(e);function fn(e,t,n){let r=rn.exec(e);return r&&!dn(e)?[{version:t,path:n,...r[1]!==void 0&&{isOfCrds:!0}}]:[]}const pn=(e,...t)=>{let n=tn(e,...t);return Array.isArray(n)?n:[]};function mn(e,t){let n=tn(e,`targetRevision`),r=[...t,`targetRevision`],[i,a]=[nn(e,`chart`),nn(e,`repoURL`)];if(i!==``)return dn(a)?[]:fn(i,n,r);if(!on.test(a))return sn.test(a)?fn(a,n,r):[];let o=cn.test(nn(e,`path`));return[{version:n,path:r,...o&&{isOfCrds:o}}]}const hn=[`spec`,`chart`,`spec`,`version`],gn=(e,t)=>t.map(t=>e===``?t:{...t,repository:e}),_n={HelmRelease:e=>{let t=tn(e,`spec`,`chart`,`spec`,`version`),n=fn(nn(e,`spec`,`chart`,`spec`,`chart`),t,hn),r=nn(e,`spec`,`chart`,`spec`,`sourceRef`,`name`);return n.length===0||t!==void 0?gn(r,n):gn(r,Sn(tn(e,`spec`,`values`),[`spec`,`values`]))},HelmChart:e=>dn(nn(e,`spec`,`repo`))?[]:gn(nn(e,`spec`,`sourceRef`,`name`),fn(nn(e,`spec`,`chart`),tn(e,`spec`,`version`),[`spec`,`version`])),OCIRepository:e=>{let t=tn(e,`spec`,`ref`,`tag`)===void 0?`semver`:`tag`;return fn(nn(e,`spec`,`url`),tn(e,`spec`,`ref`,t),[`spec`,`ref`,t])},GitRepository:e=>{let t=[`tag`,`semver`,`name`,`branch`].find(t=>tn(e,`spec`,`ref`,t)!==void 0)??`tag`;return on.test(nn(e,`spec`,`url`))?[{version:tn(e,`spec`,`ref`,t),path:[`spec`,`ref`,t],isOfCrds:!0}]:[]},Release:e=>{let t=[`spec`,`forProvider`,`chart`],n=nn(e,...t,`name`)||nn(e,...t,`url`);return dn(nn(e,...t,`repository`))?[]:fn(n,tn(e,...t,`version`),[...t,`version`])},ClusterConfig:e=>[{version:tn(e,`karpenter`,`version`),path:[`karpenter`,`version`]}]},vn=/(?:^|\/)karpenter(?:[/-]controller)?$/,yn=e=>[...pn(e,`helmCharts`).flatMap((e,t)=>dn(nn(e,`repo`))?[]:fn(nn(e,`name`),tn(e,`version`),[`helmCharts`,t,`version`])),...pn(e,`images`).flatMap((e,t)=>vn.test(nn(e,`name`))&&![nn(e,`name`),nn(e,`newName`)].some(dn)?[{version:tn(e,`newTag`),path:[`images`,t,`newTag`]}]:[])];function bn(e){let t=[nn(e,`home`),...pn(e,`sources`).map(String)],n=rn.test(nn(e,`name`))&&t.some(e=>/karpenter/.test(e))&&!t.some(dn);return[...pn(e,`dependencies`).flatMap((e,t)=>dn(nn(e,`repository`))?[]:fn(nn(e,`name`),tn(e,`version`),[`dependencies`,t,`version`])),...n?fn(nn(e,`name`),tn(e,`appVersion`),[`appVersion`]):[]]}const xn=e=>pn(e,`releases`).flatMap((e,t)=>fn(nn(e,`chart`),tn(e,`version`),[`releases`,t,`version`]));function Sn(e,t){let[n,r]=[nn(e,`controller`,`image`,`repository`),tn(e,`controller`,`image`,`tag`)];return n===``||/karpenter/.test(n)&&!dn(n)?[{version:r,path:[...t,`controller`,`image`,`tag`]}]:[]}function Cn(e){let t=nn(e,`kind`);return t===`Kustomization`?yn(e):t===``?[...yn(e),...bn(e),...xn(e)]:Object.hasOwn(_n,t)?_n[t](e):[]}const wn=`(?:af|ap|ca|cn|eu|il|me|mx|sa|us)(?:-gov|-iso[a-z]?)?-(?:north|south|east|west|central)+-[1-9]`,Tn=String.raw`(?:refs\/(?:tags|heads)\/)?(?:release-)?`,En=new RegExp(String.raw`^(?:=|~>?|${Tn})?\s*v?(\d+)\.(\d+)(?:\.(?:\d+|x|\*)(?:[-+@][\w.:+@-]*)?)?$`);function Dn(e){let t=En.exec(e.trim());if(t&&!/^~>?\s*v?\d+\.\d+$/.test(e.trim()))return`${t[1]}.${t[2]}`}const On=e=>/^v?(1\.\d{1,2})(?:\.\d+)?$/.exec(e.trim())?.[1],kn=(e,t)=>{let n=e.slice(e.lastIndexOf(`
`,t-1)+1,t);return/(?:^|\s)(?:#|\/\/)/.test(n)},An=(e,t)=>/(?<![^\s"'=])[^\s"'=]*$/.exec(e.slice(Math.max(0,t-300),t))[0],jn=/-(?:north|south|east|west|central)+-[1-9]/;function Mn(e,t){let n=jn.test(e.text);return t.filter(({topic:e})=>n||e!==`region`&&e!==`zone`).flatMap(({topic:t,pattern:n,isWeak:r=!1,isOfCrds:i,isOfImage:a})=>[...e.text.matchAll(n)].flatMap(n=>{let o=n.indices?.groups?.value;if(!o||kn(e.text,o[0])||t===`karpenterVersion`&&dn(An(e.text,o[0]))||a&&/[*?[\]()|\\^$]/.test(An(e.text,o[0])))return[];let[s,c]=o,l={file:e.file,start:s,end:c};return[{topic:t,value:n.groups.value,span:l,isWeak:r,...i&&{isOfCrds:i},...a&&{isOfImage:a}}]}))}const Nn=[{topic:`karpenterVersion`,pattern:/(?<![\w-])(?<!aks\/)karpenter(?:[/-]controller)?:v?(?<value>\d{1,3}\.\d{1,3})\.\d/dg},{topic:`karpenterVersion`,pattern:/karpenter\/karpenter["']?[ \t](?:[^\n|;&]|\\\n){0,200}?--version[= \t]["']?v?(?<value>\d{1,3}\.\d{1,3})\.\d/dg},{topic:`karpenterVersion`,isOfCrds:!0,pattern:/\/karpenter(?:-provider-aws)?\/(?:raw\/|blob\/|tree\/|refs\/tags\/)?v?(?<value>\d{1,3}\.\d{1,3})\.\d{1,3}\/(?:pkg|charts)\//dg},{topic:`karpenterVersion`,isOfCrds:!0,pattern:/\/karpenter(?:-provider-aws)?\/{1,2}pkg\/apis\/crds\/?\?(?:[\w=&-]{0,60}&)?ref=v?(?<value>\d{1,3}\.\d{1,3})\.\d/dg}],Pn=e=>({value:e}),Fn=e=>({unknownBecause:e}),In=e=>`value`in e,Ln=(e,t)=>t.length===0?{all:e}:{seen:e,openBecause:t},Rn=e=>({all:e}),T=e=>`all`in e,E=e=>T(e)?e.all:e.seen,zn=e=>T(e)?[]:e.openBecause;function Bn(e,t){let n=E(e).map(e=>({member:e,answer:t(e)})),r=n.filter(({answer:e})=>e===!0).map(({member:e})=>e),i=n.some(({answer:e})=>e===void 0);return Ln(r,[...zn(e),...Ge(i,`a part of it is unknown here`)])}function Vn(e,t){let n=E(e).map(t);if(n.includes(!0))return!0;if(!n.includes(void 0)&&T(e))return!1}const Hn=[`0.32`,`0.33`,`0.34`,`0.35`,`0.36`,`0.37`,`1.0`,`1.1`,`1.2`,`1.3`,`1.4`,`1.5`,`1.6`,`1.7`,`1.8`,`1.9`,`1.10`,`1.11`,`1.12`,`1.13`,`1.14`,`1.15`],Un=`1.14`;function Wn(e){let t=/^v?(\d{1,4})\.(\d{1,4})(\.(\d+|x|\*)([-+].*)?)?$/i.exec(e.trim());if(t!==null)return`${Number(t[1])}.${Number(t[2])}`}const Gn=e=>Wn(e)??e;function Kn(e,t){let[n=0,r=0]=e.split(`.`).map(Number),[i=0,a=0]=t.split(`.`).map(Number);return n-i||r-a}function qn(e){return Hn.findLast(t=>Kn(t,e)<=0)??Hn[0]}const Jn=de.flatMap(({kind:e,group:t,versions:n})=>n.map(({version:n,first:r,last:i,...a})=>({apiVersion:`${t}/${n}`,kind:e,first:r,last:i,...a}))).sort((e,t)=>se(e.apiVersion,t.apiVersion)||se(e.kind,t.kind)),Yn=(e,t)=>Jn.find(n=>n.apiVersion===e&&n.kind===t);function Xn(e,t){return e.first!==void 0&&Kn(t,e.first)<0?!1:e.last===void 0||Kn(t,e.last)<=0}const Zn=e=>Hn.find(t=>Kn(t,e)>0),Qn={spotToSpotConsolidation:`0.34`,nodeRepair:`1.1`,reservedCapacity:`1.3`,nodeOverlay:`1.7`,staticCapacity:`1.8`,capacityBuffer:`1.14`,nodeClassCEL:`1.15`},$n=new Set([`reservedCapacity`]);function er(e){let t=Object.keys(Qn).filter(t=>e(Qn[t]));return Object.fromEntries(t.map(t=>[t,$n.has(t)&&e(`1.6`)]))}function tr(e){return e(`1.0`)?`always`:e(`0.33`)?`on`:`off`}function nr(e){let t=qn(e),n=e=>Kn(t,e)>=0;return{version:t,v1:n(`1.0`),bottlerocketRaid:n(`1.1`),capacityReservations:n(`1.3`),reservedCapacityByDefault:n(`1.6`),featureGates:er(n),drift:tr(n),ssmParameter:n(`1.4`),volumeInitializationRate:n(`1.5`),nodeOverlay:n(`1.7`),maxInstanceTypes:n(`1.7`)?600:60,awsSettings:!n(`0.33`),listInstanceProfiles:n(`1.7`),staticReplicas:n(`1.8`),ipPrefixCount:n(`1.8`),gteLteOperators:n(`1.9`),windows2025:n(`1.9`),placementGroupSelector:n(`1.11`),networkInterfaces:n(`1.11`),describeInstanceStatus:n(`1.12`),protectsForDuration:n(`1.12`),cpuOptions:n(`1.13`),connectionTracking:n(`1.13`),capacityBuffers:n(`1.14`),countsDaemonSetsByType:n(`1.14`),countsDaemonSetsOfJoinedNodes:n(`1.14`),heaviestCapacityWins:n(`1.9`),isConsolidationKnown:n(`1.0`),disruption:{isBySavings:n(`1.14`),isEmptyByCost:n(`1.14`),sparesRecentNodes:n(`1.14`),takesTurns:n(`1.4`),isDriftFirst:!n(`1.5`),emptyDrifted:n(`1.7`)?`first`:n(`1.5`)?`ignored`:`together`},consolidateAfterDefaulted:n(`1.15`),minValuesCountsAllowed:n(`1.15`),attachesUncounted:n(`1.15`),offersFullReservations:n(`1.15`),opensKubelet:n(`1.15`),nodePoolHashVersion:(()=>{if(n(`1.0`))return`v3`;if(t===`0.37`)return`v2`})(),nodeClassHashVersion:rr(t)}}function rr(e){if(e===`0.37`)return`v2`;if(e===`1.0`)return`v3`;if(!(Kn(e,`1.2`)<0))return Kn(e,`1.12`)<0?`v4`:Kn(e,`1.15`)<0?`v5`:`v6`}const ir=e=>e.chart===`karpenter`||e.chart===`karpenter-crd`,ar=e=>e.manifests.flatMap(sr);function or(e){let t=e.kind===`Application`?[`spec`,`destination`,`namespace`]:[`spec`,`targetNamespace`];if(e.get(t)!==void 0)return D(e,t);if(e.kind===`HelmRelease`)return e.namespace}const sr=e=>Sr(e).filter(ir),cr=(e,t)=>e.manifests.flatMap(Sr).filter(e=>e.chart===t);function lr(e){let t=new Set(e.manifests.flatMap(e=>ur(e)??[]));return e.manifests.flatMap(e=>{let n=fr(e);return n!==void 0&&t.has(rt(e))?[{manifest:e,chart:n,path:[`spec`,`ref`,`tag`]}]:sr(e).flatMap(({chart:t,version:n})=>n===void 0?[]:[{manifest:e,chart:t,path:n}])})}function ur({kind:e,namespace:t,object:n}){let r=h(h(n.spec)?.chartRef),i=v(r?.name);if(e===`HelmRelease`&&r?.kind===`OCIRepository`&&i!==void 0)return rt({name:i,namespace:v(r.namespace)??t})}const dr=(e,t)=>t.join(`.`)===`spec.ref.tag`&&fr(e)!==void 0;function fr(e){if(e.kind!==`OCIRepository`)return;let{digest:t,semver:n}=h(e.get([`spec`,`ref`]))??{},r=xr(e.get([`spec`,`url`]));if(t===void 0&&n===void 0)return r===`karpenter`||r===`karpenter-crd`?r:void 0}const pr=(e,t)=>cr(e,t).length>0||e.manifests.some(mr);function mr(e){return e.kind===`HelmRelease`?g(e.get([`spec`,`chart`,`spec`,`chart`])):e.kind===`Application`&&[[`spec`,`source`],...xe(e.object)].some(t=>g(e.get([...t,`chart`])))}const hr={clusterName:[[`settings`,`clusterName`],[`settings`,`aws`,`clusterName`],[`clusterName`]],interruptionQueue:[[`settings`,`interruptionQueue`],[`settings`,`aws`,`interruptionQueueName`]]},gr=({chart:e,values:t},n)=>e===`karpenter`?hr[n].map(e=>[...t,...e]):[];function _r({manifest:e,version:t}){let n=Dn((t&&D(e,t))??``);if(n!==void 0)return nr(n).awsSettings}const vr=(e,t)=>gr(e,t).filter(t=>!t.includes(`aws`)||_r(e)!==!1);function yr({manifest:e,values:t,isOpen:n},...r){let i=e.get([...t,...r]);return g(i)?Fn(`it is \`${String(i)}\``):i===void 0?e.isPartial||n&&e.kind!==`HelmValues`?Fn(`\`${e.name}\` may have more values than these`):Pn(void 0):Pn(i)}const br=(e,t)=>h(e.get(t.slice(0,-1)))?.[t.at(-1)]!==void 0,xr=e=>{if(typeof e==`string`)return/(?:^|\/)([\w.-]+)$/.exec(e)?.[1]};function Sr(e){if(e.kind===`HelmRelease`){let t=[`spec`,`chart`,`spec`],n=xr(e.get([...t,`chart`])),r=f(e.get([`spec`,`valuesFrom`])).length>0;return n?[{manifest:e,chart:n,version:[...t,`version`],values:[`spec`,`values`],isOpen:r}]:[]}if(e.kind===`HelmValues`)return[{manifest:e,chart:`karpenter`,version:void 0,values:e.get([`settings`])===void 0?[`karpenter`]:[],isOpen:!0}];if(e.kind===`KustomizeChart`){let t=xr(e.get([`name`])),n=[`valuesFile`,`additionalValuesFiles`].some(t=>e.get([t])!==void 0);return t?[{manifest:e,chart:t,version:[`version`],values:[`valuesInline`],isOpen:n}]:[]}return e.kind===`Application`?Cr(e):[]}function Cr(e){return xe(e.object).flatMap(t=>{let n=xr(e.get([...t,`chart`]));if(!n)return[];let r=[...t,`helm`],i=ue(e.object,t),a=[`valueFiles`,`parameters`,`fileParameters`].some(t=>f(e.get([...r,t])).length>0)||i.includes(`|`)&&h(e.get(i))===void 0;return[{manifest:e,chart:n,version:[...t,`targetRevision`],values:i,isOpen:a}]})}function D(e,t){let n=v(e.get(t));if(!(n===void 0||g(n)))return n}const wr=(e,t)=>{if(e.source.origin?.tool===`terraform`)return/^\$\{([a-z_][\w-]*(?:\.[\w-]+)+)\}$/i.exec(v(e.get(t))??``)?.[1]},Tr=({kind:e})=>e===`ManagedNodeGroup`;function Er(e,t){return t.some(t=>Dr(t,e))?[`unknown`,`whether it is removed is unknown, because the groups of its module are no longer known`]:e.get([`spec`,`count`])===0&&e.get([`spec`,`ignoresCount`])!==!0?[`none`,`removed; it has no nodes`]:[`delete`,`removed; Terraform deletes the group with all of its nodes`]}function Dr({kind:e,source:t,object:n},r){if(e!==`module`||t.origin?.root!==r.source.origin?.root)return!1;let[i=``,a]=r.source.file.split(`.eks_managed_node_group`),o=h(n.spec)?.eks_managed_node_groups;return a!==void 0&&t.file===i&&o!==void 0&&!Or(o)}const Or=e=>h(e)!==void 0&&Object.entries(h(e)).every(([e,t])=>!y(e)&&h(t)!==void 0),kr=/^spec\.(?:instanceTypes?|amiType|diskSize|capacityType|clusterName|nodeRole|subnetIds)(?:\.|$)/;function Ar(e,t,n){let r=/^(?:WINDOWS|\$\{)/.test(String(e.get([`spec`,`amiType`])??``));return t!==`spec.diskSize`||r?!1:n.every(e=>e===void 0||Number(e)===20)}function jr(e,t){let n=e.get([`spec`,`count`]);if(e.get([`spec`,`ignoresCount`])!==!0)return n;let r=t.find(t=>Tr(t)&&t.name===e.name&&t.source.file===e.source.file);return r===void 0||Mr(r,e)?n:r.get([`spec`,`count`])}function Mr(e,t){let[n,r]=[e,t].map(e=>h(e.get([`spec`]))??{});return[...new Set([...Object.keys(n),...Object.keys(r)])].some(e=>{let[t,i]=[n[e],r[e]];return(!Ir.test(`spec.${e}`)||t!==void 0&&i!==void 0)&&kr.test(`spec.${e}`)&&JSON.stringify(t)!==JSON.stringify(i)})}const Nr="is ignored by Terraform once the group exists (`ignore_changes`): running nodes stay";function Pr(e,[t,n]){if(Fr(t)&&Fr(n)){if(e.get([`spec`,`ignoresCount`])===!0)return{effect:`none`,reason:Nr};if(typeof t!=`number`||typeof n!=`number`)return t===0?void 0:{effect:`unknown`,reason:`is unknown on a side, so EKS may remove nodes of the group`};if(!(n>=t))return{effect:`delete`,reason:`lets EKS remove ${n===0?`all nodes`:`nodes`} of the group, and evict the pods on them`}}}const Fr=e=>typeof e==`number`||g(e),Ir=/^spec\.(?:clusterName|nodeRole|subnetIds)$/;function Lr(e){if(e.before!==void 0&&e.after!==void 0)return e;let t=e.path.join(`.`);return Ir.test(t)?{...e,effect:`unknown`,reason:`is named on one side only: Terraform replaces the group and all of its nodes if it is another one`}:t===`spec.version`?e.after===void 0?{...e,effect:`none`,reason:`is no longer named, so the group keeps its version`}:{...e,effect:`unknown`,reason:`is named now: EKS replaces all nodes of the group if it has another one`}:e}function Rr(e){return e.path[1]!==`scaling`||!y([e.before??null,e.after??null])?e:{...e,effect:`unknown`,reason:`is unknown on a side, so EKS may refuse it`}}function zr(e){let[,t,...n]=e.path;if(e.effect!==`all-nodes`||t!==`launchTemplate`)return e;let r=[e.before,e.after].filter(e=>e!==void 0).map(e=>Br(e,[`template`,`tags`].slice(n.length)));return r.includes(void 0)||!r.some(e=>typeof e==`string`&&g(e))||n.some((e,t)=>e!==[`template`,`tags`][t])?e:{...e,effect:`unknown`,reason:`is unknown on a side: EKS replaces all nodes of the group if tags differ`}}function Br(e,t){let[n,...r]=t;if(n===void 0)return e;let i=h(e),a=i?.[n];if(!(i===void 0||a===void 0||Object.keys(i).length>1))return Br(a,r)}const Vr=e=>{let t=e.map(e=>zr(Rr(Lr(e))));return t.some(({effect:e,path:t})=>e===`all-nodes`&&t[1]!==`launchTemplate`&&t[1]!==`version`)?t.map(e=>e.path.join(`.`)===`spec.count`&&e.effect===`none`?{...e,reason:`takes effect, because Terraform replaces the group`}:e):t},O=(e,t=`unknown`)=>({kind:`unknown`,at:e,name:t}),k=(e,t)=>({kind:`scalar`,value:e,at:t,isLiteral:!1}),Hr=(e,t)=>({kind:`string`,pieces:e===``?[]:[{text:e,at:t,form:`made`}],at:t}),Ur=e=>e.kind===`scalar`&&e.value===null,Wr=({pieces:e})=>e.map(({text:e})=>e).join(``),Gr=e=>{if(e?.kind===`string`&&e.pieces.every(({isUnknown:e})=>!e))return Wr(e)};function A(e){return e.kind===`scalar`?e.value===null?void 0:String(e.value):Gr(e)}const Kr=({name:e,at:t})=>({text:`\${${e}}`,at:t,form:`made`,isUnknown:!0});function qr(e){switch(e.kind){case`scalar`:return e.value;case`string`:return Gr(e);case`list`:{let t=e.items.map(qr);return t.some(e=>e===void 0)?void 0:t}case`object`:{let t=[...e.entries].map(([e,t])=>[e,qr(t.value)]);return e.isPartial||t.some(([,e])=>e===void 0)?void 0:Object.fromEntries(t)}case`unknown`:return}}const Jr=(e,t,n=!1)=>({kind:`object`,entries:new Map(e),at:t,isPartial:n});function Yr(e,t){let n=new Map(e.entries);for(let[e,r]of t.entries){let t=n.get(e)?.value,i=t?.kind===`object`&&r.value.kind===`object`;n.set(e,i?{...r,value:Yr(t,r.value)}:r)}return Jr(n,t.at,e.isPartial||t.isPartial)}function Xr(e,t){let[n,r]=[qr(e),qr(t)];return n===void 0||r===void 0?Zr(e,r)||Zr(t,n)?!1:void 0:Qr(n)===Qr(r)}const Zr=(e,t)=>e.kind===`string`&&typeof t==`string`&&e.pieces.reduce((e,{text:t,isUnknown:n})=>e+(n?0:t.length),0)>t.length,Qr=e=>JSON.stringify(e,(e,t)=>typeof t==`object`&&t&&!Array.isArray(t)?Object.fromEntries(Object.entries(t).sort(([e],[t])=>se(e,t))):t);function $r(e,...t){return t.reduce((e,t)=>{if(e?.kind===`object`)return e.entries.get(String(t))?.value;if(e?.kind===`list`)return e.items[Number(t)]},e)}function ei(e){if(e.kind===`scalar`||e.kind===`unknown`)return 1;let t=ti.get(e);if(t!==void 0)return t;let n=1+ni(e);return ti.set(e,n),n}const ti=new WeakMap;function ni(e){let t=0;if(e.kind===`string`)for(let{text:n}of e.pieces)t+=1+n.length/64;else if(e.kind===`list`)for(let n of e.items)t+=ei(n);else{for(let[n,r]of e.entries)t+=1+n.length/64+ei(r.value);for(let{key:n,value:r}of e.unnamed??[])t+=1+n.text.length/64+ei(r)}return t}function ri(e,t){switch(e.kind){case`scalar`:return k(e.value,t);case`string`:return{kind:`string`,at:t,pieces:e.pieces.map(e=>ii(e,t))};case`list`:return{kind:`list`,at:t,items:e.items.map(e=>ri(e,t))};case`object`:return{...Jr([...e.entries].map(([e,n])=>[e,{value:ri(n.value,t)}]),t,e.isPartial),...e.unnamed&&{unnamed:e.unnamed.map(e=>({key:ii(e.key,t),value:ri(e.value,t)}))}};case`unknown`:return{...e,at:t}}}const ii=({text:e,isUnknown:t},n)=>({text:e,at:n,form:`made`,...t&&{isUnknown:t}}),ai=e=>({...O(e),isExcess:!0}),oi=e=>`isExcess`in e||ei(e)>5e4;function si(e){let t=Wr(e);if(Ce(t)!==void 0)return O(e.at);let n=(0,Tt.parseDocument)(t,{version:`1.2`,merge:!0,strict:!1});if(n.errors.length>0)return O(e.at);let r={places:new mi(e),nodes:0,at:e.at},i=ui(n.contents,r);return i.kind===`object`?{...i,yaml:e}:i}const ci=e=>({kind:`list`,items:li(e).map(si),at:e.at});function li(e){let t=Wr(e),n=new mi(e),r=[0,...[...t.matchAll(/^---(?:[ \t].*)?$\n?/gm)].map(({index:e,0:t})=>e+t.length)];return r.map((e,i)=>{let a=r[i+1]===void 0?t.length:t.lastIndexOf(`---`,r[i+1]);return{kind:`string`,pieces:n.slice(e,a),at:n.span(e,a)}}).filter(e=>/^[ \t]*[^#\s]/m.test(Wr(e)))}function ui(e,t){let n=e?t.places.span(e.range[0],e.range[1]):t.at;if(++t.nodes>5e4||e===null)return e===null?k(null,n):O(n);if((0,Tt.isMap)(e))return di(e.items,n,t);if((0,Tt.isSeq)(e))return{kind:`list`,items:e.items.map(e=>ui(e,t)),at:n};if(!(0,Tt.isScalar)(e))return O(n);let{value:r}=e;if(typeof r==`string`)return pi(r,e,t);let i=fi(e,String(r),t);return{...k(r,n),...i&&{piece:i}}}function di(e,t,n){let r=e.flatMap(({key:e,value:t})=>{if(!(0,Tt.isScalar)(e))return[];let r=String(e.value),i=n.places.span(e.range[0],e.range[1]),a=fi(e,r,n)??{text:r,at:i,form:`made`};return[[r,{value:ui(t,n),key:a}]]});return Jr(r,t,r.length<e.length)}function fi({range:e},t,{places:n}){let[r,...i]=n.slice(e[0],e[1]);if(i.length===0&&r?.text===t&&r.form!==`made`)return r}function pi(e,t,{places:n,at:r}){let[i,a]=t.range,o=n.slice(i,a),s=(o.map(({text:e})=>e).join(``).length-2===e.length?n.slice(i+1,a-1):[]).map(e=>({...e,form:`made`})),c=n.span(i,a);for(let t of[o,s])if(t.map(({text:e})=>e).join(``)===e)return{kind:`string`,pieces:t,at:c};return o.some(({isUnknown:e})=>e)?{kind:`string`,pieces:[{text:e,at:r,form:`made`,isUnknown:!0}],at:c}:Hr(e,c)}var mi=class{#e;#t=[];#n;constructor({pieces:e,at:t}){this.#e=e,this.#n=t;let n=0;for(let{text:t}of e)this.#t.push(n),n+=t.length}#r(e){let t=0,n=this.#t.length-1;for(;t<n;){let r=t+n+1>>1;this.#t[r]<=e?t=r:n=r-1}return t}piece(e){let t=this.#r(e),n=this.#e[t];return n&&{piece:n,within:e-this.#t[t],index:t}}slice(e,t){let n=[];for(let r=this.#r(e);r<this.#e.length&&this.#t[r]<t;r++){let i=this.#e[r],a=Math.max(0,e-this.#t[r]),o=Math.min(i.text.length,t-this.#t[r]);o>a&&n.push(a===0&&o===i.text.length?i:_i(i,a,o))}return n}span(e,t){let n=this.piece(e),r=this.piece(Math.max(e,t-1));if(!n||!r)return this.#n;let i=gi(n.piece,n.within,n.within+ +(t>e)),a=gi(r.piece,r.within,r.within+ +(t>e));return i.file===a.file&&i.start<=a.start?{...i,end:a.end}:i}};const hi=({form:e})=>e!==`made`;function gi(e,t,n){let{at:r}=e;return hi(e)&&r.end-r.start===e.text.length?{file:r.file,start:r.start+t,end:r.start+n}:r}function _i(e,t,n){let r=gi(e,t,n);return{...e,text:e.text.slice(t,n),at:r}}function vi(e){if(e.kind===`object`&&e.yaml)return e.yaml;let t={pieces:[],at:e.at};return bi(e,``,t),{kind:`string`,pieces:t.pieces,at:e.at}}const yi=(e,t,n)=>{e.pieces.push({text:t,at:n,form:`made`})};function bi(e,t,n){if(e.kind===`object`&&(e.entries.size>0||e.isPartial))t!==``&&yi(n,`
`,e.at),Si(e,t,n);else if(e.kind===`list`&&e.items.length>0){yi(n,`
`,e.at);for(let r of e.items)yi(n,`${t}-`,r.at),bi(r,`${t}  `,n)}else t!==``&&yi(n,` `,e.at),n.pieces.push(...Di(e)),yi(n,`
`,e.at)}const xi=`{{ unknown }}`;function Si({entries:e,isPartial:t,unnamed:n,at:r},i,a){for(let[t,{value:n,key:r}]of e){yi(a,i,n.at);let e=/^[A-Za-z_][\w./-]*$/.test(t)&&!ki.test(t);a.pieces.push({text:e?t:JSON.stringify(t),at:r?.at??n.at,form:r?.form??`made`}),yi(a,`:`,r?.at??n.at),bi(n,`${i}  `,a)}for(let{key:e,value:t}of n??[])yi(a,i,e.at),a.pieces.push({...e,text:JSON.stringify(e.text)}),yi(a,`:`,e.at),bi(t,`${i}  `,a);t&&!n&&yi(a,`${i}${xi}\n`,r)}const Ci=e=>({kind:`string`,pieces:wi(e),at:e.at});function wi(e){return e.kind===`object`?Ti(e):e.kind===`list`?Ei(e.items.map(wi),`[]`,e.at):Di(e)}function Ti({entries:e,isPartial:t,unnamed:n,at:r}){let i=[...e].map(([e,{value:t,key:n}])=>[{text:`${JSON.stringify(e)}:`,at:n?.at??t.at,form:`made`},...wi(t)]),a=(n??[]).map(({key:e,value:t})=>[{...e,text:`${JSON.stringify(e.text)}:`},...wi(t)]),o=t&&!n?[[{text:` ${xi} `,at:r,form:`made`,isUnknown:!0}]]:[];return Ei([...i,...a,...o],`{}`,r)}function Ei(e,t,n){let r={text:`,`,at:n,form:`made`};return[{text:t[0],at:n,form:`made`},...e.flatMap((e,t)=>t===0?e:[r,...e]),{text:t[1],at:n,form:`made`}]}function Di(e){let{at:t}=e;switch(e.kind){case`unknown`:return[Kr(e)];case`list`:return[{text:`[]`,at:t,form:`made`}];case`object`:return[{text:`{}`,at:t,form:`made`}];case`scalar`:return[e.piece??{text:String(e.value),at:t,form:e.isLiteral?`scalar`:`made`}];case`string`:return Ai(e)}}const Oi=/^[A-Za-z][\w./-]*$/,ki=/^(?:true|false|null|yes|no|on|off|y|n)$/i;function Ai(e){let{pieces:t,at:n}=e,[r]=t,i=t.length===1&&r.form===`quoted`&&r.at.end-r.at.start===n.end-n.start-2,a=Gr(e);return i&&a!==void 0&&JSON.stringify(a)===`"${a}"`?[{text:`"${a}"`,at:n,form:`scalar`}]:t.length===1&&/^(?:file|template|heredoc)$/.test(r.form)&&a!==void 0&&Oi.test(a)&&!ki.test(a)?[...t]:[{text:`"`,at:n,form:`made`},...t.map(e=>ji(e)),{text:`"`,at:n,form:`made`}]}function ji(e){let t=JSON.stringify(e.text).slice(1,-1);return t===e.text?{...e,form:e.form===`quoted`?`quoted`:`made`}:{...e,text:t,form:`made`}}function Mi(e){let t=(e&&A(e))??``,[,...n]=/^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\/(\d{1,2})$/.exec(t)??[],r=n.some(e=>e.length>1&&e.startsWith(`0`));if(n.length===0||r)return;let i=Number(n.pop()),a=n.map(Number);if(i>32||a.some(e=>e>255))return;let o=a.reduce((e,t)=>e*256+t,0);return{first:o-o%Ni(i),length:i}}const Ni=e=>2**(32-e),Pi=e=>{let t=(e&&A(e))??``;if(/^\d{1,10}$/.test(t))return Number(t)},Fi=({first:e,length:t})=>`${[24,16,8,0].map(t=>Math.floor(e/2**t)%256).join(`.`)}/${t}`,Ii={cidrsubnet:([e,t,n],r)=>{let i=Mi(e),[a,o]=[Pi(t),Pi(n)];if(i===void 0||a===void 0||o===void 0)return O(r);let s=i.length+a;return s>32||o>=2**a?O(r):Hr(Fi({first:i.first+o*Ni(s),length:s}),r)},cidrsubnets:([e,...t],n)=>{let r=Mi(e);if(r===void 0||t.length>1024)return O(n);let i=r.first+Ni(r.length),a=[],o=r.first;for(let e of t){let t=Pi(e);if(t===void 0||t===0||r.length+t>32)return O(n);let s=r.length+t,c=Ni(s),l=Math.ceil(o/c)*c;if(l+c>i)return O(n);a.push(Hr(Fi({first:l,length:s}),n)),o=l+c}return{kind:`list`,items:a,at:n}}},Li=(e,t)=>e.length>2e4?ai(t):{kind:`list`,items:e,at:t},Ri=e=>e?.kind===`list`,zi=e=>e?.kind===`object`,Bi=e=>(t,n)=>t.every(Ri)?Li(e(t.map(({items:e})=>e),n),n):O(n),Vi=(e,t)=>{let n=e.filter(zi),r=e.some(e=>e.kind===`unknown`)||n.some(e=>e.isPartial);if(n.length===0&&r)return O(t);let i=e.findLastIndex(e=>e.kind===`unknown`||e.kind===`object`&&e.isPartial),a=new Map;return e.forEach((e,t)=>{if(zi(e))for(let[n,r]of e.entries)a.set(n,t<i?{...r,value:O(r.value.at)}:r)}),Jr(a,n.at(-1)?.at??t,r)},Hi=(e,t)=>Li(e.flatMap(e=>Ri(e)?e.items:[e]),e.find(Ri)?.at??t),Ui=([e,t,n],r)=>{let i=t&&A(t);return!zi(e)||i===void 0?O(r):e.entries.get(i)?.value??(e.isPartial?O(r):n??O(r))},Wi=([e],t)=>zi(e)&&!e.isPartial?Li([...e.entries].sort(Gi).map(([e,{value:t,key:n}])=>Hr(e,n?.at??t.at)),t):O(t),Gi=([e],[t])=>se(e,t),Ki=([e],t)=>zi(e)&&!e.isPartial?Li([...e.entries].sort(Gi).map(([,{value:e}])=>e),t):O(t),qi=([e],t)=>{if(Ri(e))return e.items.every(({kind:e})=>e!==`unknown`)?k(e.items.length,t):O(t);if(zi(e))return e.isPartial?O(t):k(e.entries.size,t);let n=e&&Gr(e);return n===void 0?O(t):k(n.length,t)},Ji=([e,t],n)=>{if(!Ri(e)||!t)return O(n);let r=e.items.map(e=>Xr(e,t));return r.includes(!0)?k(!0,n):r.includes(void 0)?O(n):k(!1,n)},Yi=([e,t],n)=>{let r=t&&Number(A(t));return!Ri(e)||r===void 0||Number.isNaN(r)||e.items.length===0?O(n):e.items.at(r%e.items.length)??O(n)};function Xi(e,t=0){return e.flatMap(e=>Ri(e)&&t<20?Xi(e.items,t+1):[e])}function Zi(e){let t=new Set;return e.filter(e=>{let n=sa(e);return n!==void 0&&t.has(n)?!1:(n!==void 0&&t.add(n),!0)})}const Qi=([e],t)=>Ri(e)?Li($i(Zi(e.items)),e.at):O(t),$i=e=>{let t=new Map(e.map(e=>[e,A(e)]));return[...t.values()].some(e=>e===void 0)?[...e]:[...e].sort((e,n)=>se(t.get(e),t.get(n)))},ea=([e],t)=>Ri(e)?e:O(t),ta=([e],t)=>zi(e)?e:O(t),na=([e,t],n)=>{if(!Ri(e)||!Ri(t))return O(n);let r=e.items.map(A);return r.some(e=>e===void 0)||r.length!==t.items.length?O(n):Jr(r.map((e,n)=>[e,{value:t.items[n]}]),n)},ra=([e],t)=>Ri(e)?Li(e.items.filter(e=>!Ur(e)&&(e.kind!==`string`||Wr(e)!==``)),e.at):O(t),ia=([e,t,n],r)=>{let[i,a]=[Number(t&&A(t)),Number(n&&A(n))];return Ri(e)&&!Number.isNaN(i+a)?Li(e.items.slice(i,a),e.at):O(r)},aa=(e,t)=>{let n=e.map(e=>Number(A(e))),[r,i,a]=n.length===1?[0,n[0],1]:[n[0],n[1],n[2]??1],o=Math.ceil((i-r)/a);return!Number.isFinite(o)||o>1e3?O(t):Li(Array.from({length:Math.max(0,o)},(e,n)=>k(r+n*a,t)),t)},oa=([e],t)=>!Ri(e)||e.items.length>1?O(t):e.items[0]??k(null,t),sa=e=>{let t=qr(e);if(t!==void 0)return Qr(t)};function ca(e){let t=new Set(e.map(sa));return e=>{let n=sa(e);return n!==void 0&&t.has(n)}}const la=(e,t)=>{let n=e.filter(Ri).map(({items:e})=>e),r=n.reduce((e,t)=>e*t.length,1);if(n.length<e.length)return O(t);if(r*n.length>1e5)return ai(t);let i=n.reduce((e,t)=>e.flatMap(e=>t.map(t=>[...e,t])),[[]]);return Li(i.map(e=>({kind:`list`,items:e,at:t})),t)},ua=(e,t)=>{for(let n of e){if(!Ri(n))return O(t);if(n.items.length>0)return n}return O(t)},da=(e,t,n)=>{let r=e.map(A);return r.includes(String(t))?k(t,n):r.includes(void 0)?O(n):k(!t,n)},fa={merge:Vi,concat:Hi,lookup:Ui,keys:Wi,values:Ki,length:qi,contains:Ji,element:Yi,toset:Qi,tolist:ea,tomap:ta,zipmap:na,compact:ra,slice:ia,range:aa,one:oa,setproduct:la,coalescelist:ua,alltrue:([e],t)=>Ri(e)?da(e.items,!1,t):O(t),anytrue:([e],t)=>Ri(e)?da(e.items,!0,t):O(t),flatten:([e],t)=>Ri(e)?Li(Xi(e.items),e.at):O(t),distinct:([e],t)=>Ri(e)?Li(Zi(e.items),e.at):O(t),reverse:Bi(([e])=>[...e??[]].reverse()),sort:Bi(([e])=>$i(e??[])),setunion:Bi(e=>$i(Zi(e.flat()))),setsubtract:Bi(([e,t])=>{let n=ca(t??[]);return(e??[]).filter(e=>!n(e))}),setintersection:Bi(([e,...t])=>{let n=t.map(ca);return(e??[]).filter(e=>n.every(t=>t(e)))})},pa=4194304,ma=(e,t)=>e.length>pa?ai(t):Hr(e,t),ha=e=>(t,n)=>{let r=t.map(A);if(r.some(e=>e===void 0))return O(n);let i=e(...r);return i===void 0?ai(n):typeof i==`string`?ma(i,n):k(i,n)};function ga(e,t,n){let r=n.length-t.length,i=r>0?(pa-e.length)/r:1/0;if(!(_a(e,t,i)>i))return e.replaceAll(t,()=>n)}function _a(e,t,n){if(t===``)return e.length+1;let r=0;for(let i=e.indexOf(t);i!==-1&&r<=n;i=e.indexOf(t,i+t.length))r++;return r}function va(e){if(e.kind===`string`)return e.pieces;if(e.kind===`unknown`)return[Kr(e)];let t=A(e);if(t!==void 0)return[{text:t,at:e.at,form:`made`}]}function ya(e,t){let n=[],r=0;for(let i of e){for(let e of i??[])r+=e.text.length,n.push({...e,form:`made`});if(i===void 0)return O(t);if(n.length>5e4||r>pa)return ai(t)}return{kind:`string`,pieces:n,at:t}}const ba=([e,...t],n)=>{let r=e&&Gr(e);if(r===void 0||t.some(({kind:e})=>e!==`list`))return O(n);let i=t.flatMap(e=>e.items);return i.length>5e4?ai(n):ya(i.flatMap((e,t)=>[...t>0?[[{text:r,at:n,form:`made`}]]:[],va(e)]),n)},xa=/^\s*---\s*$/,Sa=([e,t],n)=>{let r=e&&Gr(e);if(r===void 0||t?.kind!==`string`||Gr(t)===void 0&&!xa.test(r))return O(n);let i=Wr(t);if(_a(i,r,5e4)>5e4)return ai(n);let a=Ca(t),o=0;return{kind:`list`,items:i.split(r).map(e=>{let t=o;return o+=e.length+r.length,a(t,t+e.length)}),at:n}};function Ca(e){let t=new mi(e);return(e,n)=>({kind:`string`,pieces:t.slice(e,n),at:t.span(e,n)})}const wa=e=>([t],n)=>{if(t?.kind===`string`)return Ca(t)(...e(Wr(t)));let r=t&&A(t);return r===void 0?O(n):ma(r.slice(...e(r)),n)},Ta=e=>{let t=e.length-e.trimStart().length;return[t,Math.max(t,e.trimEnd().length)]},Ea=([e,...t],n)=>{let r=e&&Gr(e);if(r===void 0)return O(n);let i=[],a=0,o=0;for(let e of r.matchAll(/%(?:%|(0?)(\d*)([sdvqt]))|%/g))e.index>o&&i.push([{text:r.slice(o,e.index),at:n,form:`made`}]),o=e.index+e[0].length,e[0]===`%%`?i.push([{text:`%`,at:n,form:`made`}]):i.push(e[3]===void 0?void 0:Da(e,t[a++],n));return o<r.length&&i.push([{text:r.slice(o),at:n,form:`made`}]),ya(i,n)};function Da(e,t,n){if(!t)return;let r=va(t),[,i,a,o]=e;if(a===``&&o!==`q`||t.kind===`unknown`)return r;let s=A(t);if(s!==void 0)return[{text:(o===`q`?JSON.stringify(s):s).padStart(Math.min(Number(a),100),i?`0`:` `),at:n,form:`made`}]}const Oa=([e,t],n)=>{let r=e?.kind===`scalar`&&typeof e.value==`number`?` `.repeat(Math.min(e.value,100)):void 0;return r===void 0||t?.kind!==`string`?O(n):t.pieces.some(({text:e})=>_a(e,`
`,5e4)>5e4)?ai(n):{kind:`string`,pieces:t.pieces.flatMap(e=>ka(e,r)),at:t.at}};function ka(e,t){let n=e.text.split(/(?<=\n)/),r=e.form!==`made`&&e.at.end-e.at.start===e.text.length,i=0;return n.flatMap(n=>{let a=r?{...e.at,start:e.at.start+i,end:e.at.start+i+n.length}:e.at;i+=n.length;let o={...e,text:n,at:a};return n.endsWith(`
`)?[o,{text:t,at:a,form:`made`}]:[o]})}const Aa=(e,t)=>{for(let n of e){if(n.kind===`unknown`)return O(t);if(!Ur(n)&&Gr(n)!==``)return n}return O(t)},ja=e=>e.replace(/(^|\s)(\S)/g,(e,t,n)=>t+n.toUpperCase()),Ma=(e,t)=>{let n=new Set(t),r=e=>e!==void 0&&n.has(e),[i,a]=[0,e.length];for(;i<a&&r(e[i]);)i++;for(;a>i&&r(e[a-1]);)a--;return e.slice(i,a)};function Na(e){let t=e.length;for(;e[t-1]===`
`;)t-=e[t-2]===`\r`?2:1;return[0,t]}const Pa={join:ba,split:Sa,format:Ea,indent:Oa,coalesce:Aa,lower:ha(e=>e.toLowerCase()),upper:ha(e=>e.toUpperCase()),title:ha(ja),trimspace:wa(Ta),chomp:wa(Na),trim:ha(Ma),trimprefix:ha((e,t)=>e.startsWith(t)?e.slice(t.length):e),trimsuffix:ha((e,t)=>t!==``&&e.endsWith(t)?e.slice(0,-t.length):e),startswith:ha((e,t)=>e.startsWith(t)),endswith:ha((e,t)=>e.endsWith(t)),strcontains:ha((e,t)=>e.includes(t)),replace:ha(ga),substr:ha((e,t,n)=>{let r=Number(t)<0?e.length+Number(t):Number(t);return Number(n)<0?e.slice(r):e.slice(r,r+Number(n))}),basename:ha(e=>e.split(`/`).at(-1)),dirname:ha(e=>e.split(`/`).slice(0,-1).join(`/`)||`.`)},Fa=e=>{let t=e&&A(e);if(!(t===void 0||t.trim()===``||Number.isNaN(Number(t))))return Number(t)},Ia=e=>(t,n)=>{let r=t.map(Fa);return r.some(e=>e===void 0)?O(n):k(e(...r),n)};function La(e){try{return JSON.parse(e)}catch{return}}const Ra=([e],t)=>!e||e.kind===`unknown`?O(t):Ci(e),za=([e],t)=>{if(e?.kind!==`string`)return O(t);let n=Gr(e),r=si(e);return n!==void 0&&La(n)===void 0?O(t):Ba(r)},Ba=e=>{if(e.kind!==`object`)return e;let{yaml:t,...n}=e;return n},Va=([e],t)=>e?.kind===`string`?si(e):O(t),Ha=([e],t)=>e?.kind===`string`?ci(e):O(t),Ua=([e],t)=>!e||e.kind===`unknown`?O(t):vi(e),Wa=([e],t)=>{if(!e||e.kind===`string`||e.kind===`scalar`&&e.value===null)return e??O(t);let n=A(e);return n===void 0?O(t):Hr(n,e.at)},Ga=([e],t)=>{let n=Fa(e);return e?.kind===`scalar`?e:n===void 0?O(t):k(n,e.at)},Ka=([e],t)=>{let n=e&&A(e);return n===`true`||n===`false`?k(n===`true`,e.at):O(t)},qa=([e],t)=>e??O(t),Ja=([e,t],n)=>{let r=Number.parseInt((e&&A(e))??``,Fa(t)??10);return Number.isNaN(r)?O(n):k(r,n)},Ya=new Map([...Object.entries(Pa),...Object.entries(fa),...Object.entries(Ii),[`jsonencode`,Ra],[`jsondecode`,za],[`yamlencode`,Ua],[`yamldecode`,Va],[`provider::kubernetes::manifest_decode`,Va],[`provider::kubernetes::manifest_decode_multi`,Ha],[`provider::kubernetes::manifest_encode`,Ua],[`tostring`,Wa],[`tonumber`,Ga],[`tobool`,Ka],[`sensitive`,qa],[`nonsensitive`,qa],[`parseint`,Ja],[`max`,Ia(Math.max)],[`min`,Ia(Math.min)],[`ceil`,Ia(Math.ceil)],[`floor`,Ia(Math.floor)],[`abs`,Ia(Math.abs)],[`signum`,Ia(Math.sign)],[`pow`,Ia((e,t)=>e**t)],[`sum`,([e],t)=>e?.kind===`list`?Ia((...e)=>e.reduce((e,t)=>e+t,0))(e.items,t):O(t)]]);function Xa(e,t,n){let r=Jr(n.map((e,t)=>[`${t}`,{value:e}]),e);return{kind:`unknown`,at:e,name:`${t}.${n.some(ro)?Qa:eo(Wr(vi(r)))}`,isDerived:!0}}function Za(e,t){let n=t.find(e=>e.kind===`unknown`&&e.isDerived===!0);if(n?.kind===`unknown`)return Xa(e,n.name.replace(/\.[^.]*$/,``),t)}const Qa=`unknown`,$a=/\$\{(?![\w.]{1,300}\.[0-9a-f]{12}\})[^}]{1,300}\}/g;function eo(e){let t=e.match($a)??[];return`${st(e.replace($a,"${}")).slice(0,8)}${t.length===0?`0000`:st(t.join()).slice(0,4)}`}const to=/(?<=\$\{[\w.]{1,300}\.)(?:[0-9a-f]{12}|unknown)(?=\})/g;function no(e,t){let[n,r]=[e,t].map(e=>e.match(to)??[]);if(n.length===0||n.length!==r.length||e.replace(to,``)!==t.replace(to,``))return;let i=(e,t)=>e===Qa||r[t]===Qa||e.slice(8)!==r[t].slice(8);return n.every((e,t)=>i(e,t)||e===r[t])}function ro(e){switch(e.kind){case`scalar`:return!1;case`unknown`:return e.name===Qa||e.name.endsWith(`.${Qa}`);case`string`:return e.pieces.some(({text:e,isUnknown:t})=>t&&io(e));case`list`:return e.items.some(ro);case`object`:return e.isPartial||[...e.entries.values()].some(e=>ro(e.value))}}const io=e=>/\$\{(?:[\w.]*\.)?unknown\}/.test(e),ao=(e,t)=>({...O(e,t),isError:!0}),oo=e=>e.kind===`unknown`&&`isError`in e;function so(e,t,n){if(e.kind===`unknown`){let{item:r,instances:i,attributes:a,...o}=e,s=a?.get(t);return s?co(s,n):{...o,name:`${e.name}.${t}`}}return e.kind===`object`?e.entries.get(t)?.value??(e.isPartial?O(n,t):ao(n,t)):ao(n,t)}function co(e,t){return e.kind===`string`?{...e,at:t,pieces:e.pieces.map(e=>({...e,at:t,form:`made`}))}:e}const lo=e=>e.kind===`unknown`&&e.instances!==void 0?e.instances:e;function uo(e,t,n){let r=lo(e);return r.kind===`unknown`?O(n,r.name):{kind:`list`,items:(r.kind===`list`?r.items:Ur(r)?[]:[r]).map(e=>t.reduce((e,t)=>so(e,t,n),e)),at:n}}const fo={"+":(e,t)=>e+t,"-":(e,t)=>e-t,"*":(e,t)=>e*t,"/":(e,t)=>e/t,"%":(e,t)=>e%t,"<":(e,t)=>e<t,"<=":(e,t)=>e<=t,">":(e,t)=>e>t,">=":(e,t)=>e>=t};function po(e,[t,n],r){if(e===`==`||e===`!=`){let i=Xr(t,n);return i===void 0?mo(t,n,e,r):k(i===(e===`==`),r)}if(e===`&&`||e===`||`)return ho([t,n],e===`||`,r);let[i,a]=[Number(A(t)??NaN),Number(A(n)??NaN)],o=fo[e]?.(i,a);return o===void 0||Number.isNaN(i+a)?O(r):k(o,r)}function mo(e,t,n,r){let i=e=>e.kind===`object`||e.kind===`list`||e.kind===`string`;return Ur(e)&&i(t)||Ur(t)&&i(e)?k(n===`!=`,r):O(r)}function ho(e,t,n){let r=e.map(A);return r.includes(String(t))?k(t,n):r.includes(void 0)?O(n):k(!t,n)}function go(e,t,n){let r=A(t);return e===`!`?r===`true`||r===`false`?k(r===`false`,n):O(n):r===void 0||Number.isNaN(Number(r))?O(n):k(-Number(r),n)}const _o=e=>e.length-e.trimStart().length;function vo(e,t){return oi(e)?(t.spend(1/0),O(e.at)):e}const yo=1e4;function bo(e){return e.kind===`list`?e.items.length:e.kind===`object`?e.entries.size:0}function xo(e,t){if(bo(e)>yo&&t.spend(1/0),e.kind===`list`)return e.items.slice(0,yo).map((e,t)=>({key:k(t,e.at),value:e}));if(e.kind===`object`)return[...e.entries].sort(([e],[t])=>se(e,t)).slice(0,yo).map(([e,t])=>({key:So(e,t),value:t.value}))}const So=(e,{key:t,value:n})=>({kind:`string`,pieces:e===``?[]:[{text:e,at:t?.at??n.at,form:`made`}],at:t?.at??n.at});function Co(e,t,{key:n,value:r}){let[i,a]=t,o=()=>a===void 0?[[i,r]]:[[i,n],[a,r]];return{...e,names:new Map([...e.names,...o()])}}const wo={quoted:`quoted`,heredoc:`heredoc`,file:`template`},To=4194304;function Eo(e,t,n){let r={pieces:[],form:t,evaluate:n.evaluate,length:0};return Oo(e,n.scope,r),r.length>To?ai(n.at):{kind:`string`,pieces:r.pieces,at:n.at}}function Do(e,t){for(let n of t)e.length+=n.text.length,n.text!==``&&e.length<=To&&e.pieces.push(n)}function Oo(e,t,n){for(let[r,i]of e.entries()){if(n.length>To||!t.spend())return;if(i.kind===`text`){let{text:e,at:t,isLiteral:r}=i,{style:a,indent:o}=n.form;Do(n,[{text:e,at:t,form:r?wo[a]:`made`,...o>0&&{indent:o}}])}else if(i.kind===`value`){let a=n.evaluate(i.expression,t);ko(a,n,e[r+1])?Do(n,[Fo(n,i.at)]):Ao(a,i.at,{scope:t,writer:n})}i.kind===`if`&&No(i,t,n),i.kind===`for`&&Po(i,t,n)}}function ko(e,{pieces:t},n){if(e.kind!==`unknown`||n!==void 0&&!(n.kind===`text`&&/^[ \t]*\n/.test(n.text)))return!1;let r=t.slice(-40).map(({text:e})=>e).join(``).split(`
`),i=r.pop();if(i.trim()!==``)return!1;let a=r.findLast(e=>e.trim()!==``&&_o(e)<=i.length);return a!==void 0&&_o(a)===i.length&&/^(?:- |[\w./"'-]+:(?: |$))/.test(a.trimStart())}function Ao(e,t,{scope:n,writer:r}){n.spend(ei(e))&&Do(r,jo(e,t))}function jo(e,t){if(e.kind===`string`&&e.pieces.length>1)return e.pieces.map(e=>Mo(e,t));let n=A(e);return n===void 0?e.kind===`string`?e.pieces.map(e=>({...e,at:t,form:`made`})):[{...Kr(e.kind===`unknown`?e:O(t)),at:t}]:[{text:n,at:t,form:`made`}]}const Mo=(e,t)=>e.isUnknown?{...e,at:t}:e;function No(e,t,n){let r=A(n.evaluate(e.condition,t));r===void 0?Do(n,[Fo(n,e.at)]):Oo(r===`true`?e.whenTrue:e.whenFalse,t,n)}function Po(e,t,n){let r=xo(n.evaluate(e.of,t),t);if(!r||e.names.length===0)Do(n,[Fo(n,e.at)]);else for(let i of r)Oo(e.parts,Co(t,e.names,i),n)}function Fo({pieces:e},t){let n=e.slice(-3).map(({text:e})=>e).join(``);return{text:/(?:^|\n)[ \t]*$/.test(n)?`${xi}\n`:"${unknown}",at:t,form:`made`,isUnknown:!0}}function j(e,t){return t.spend()?vo(Io(e,t),t):O(e.at)}function Io(e,t){let{at:n}=e;switch(e.kind){case`literal`:return{kind:`scalar`,value:e.value,at:n,isLiteral:!0};case`template`:return es(e.parts,e.form,{at:n,scope:t});case`tuple`:return{kind:`list`,items:e.items.map(e=>j(e,t)),at:n};case`object`:return Ro(e.entries,n,t);case`variable`:case`attribute`:return Ho(e,t);case`index`:return Uo(e,t);case`splat`:return uo(j(e.of,t),e.path,n);case`call`:return qo(e,t);case`conditional`:return Zo(e,t);case`binary`:return Go(e,t);case`unary`:return go(e.operator,j(e.operand,t),n);case`for`:return Qo(e,t);case`unreadable`:return O(n);case`earlier`:return Lo(e,t)}}function Lo({at:e,otherwise:t,valueBefore:n},r){let i=j(t,r),a=n(r.names);return a===void 0||Xr(a,i)===!0?i:ri(a,e)}function Ro(e,t,n){let r=new Map,i=new Map,a=!1,o=!0;for(let{key:t,value:s}of e){let e=j(t,n),c=zo(e),l=A(e)??(n.keepsPartialKeys?c:void 0);if(l!==void 0)r.set(l,{value:j(s,n),key:Bo(l,e,t.at)});else if(a=!0,c===void 0||i.has(c))o=!1;else{let e={text:c,at:t.at,form:`made`,isUnknown:!0};i.set(c,{key:e,value:j(s,n)})}}let s=Jr(r,t,a);return a&&o?{...s,unnamed:[...i.values()]}:s}const zo=e=>{if(e.kind===`string`)return Wr(e);if(e.kind===`unknown`)return Kr(e).text};function Bo(e,t,n){if(n.end-n.start===e.length)return{text:e,at:n,form:`key`};let[r]=t.kind===`string`?t.pieces:[];return r?.form===`quoted`&&r.text===e?r:{text:e,at:n,form:`made`}}function Vo(e){if(e.kind===`variable`)return[e.name];if(e.kind===`attribute`){let t=Vo(e.of);return t&&[...t,e.name]}}function Ho(e,t){let{at:n}=e,r=Vo(e);if(r===void 0){let{of:r,name:i}=e;return so(j(r,t),i,n)}let i=t.names.get(r[0]),{value:a,steps:o}=i?{value:i,steps:1}:t.resolve(r,n);return r.slice(o).reduce((e,t)=>so(e,t,n),a)}function Uo({of:e,key:t,at:n},r){let[i,a]=[j(e,r),j(t,r)];if(i.kind===`unknown`)return oo(i)?i:Wo(i,a)??i.item??O(n,i.name);let o=A(a);return o===void 0?O(n):i.kind===`list`?i.items[Number(o)]??ao(n,o):so(i,o,n)}function Wo({instances:e},t){let n=A(t);if(n!==void 0){if(e?.kind===`list`)return e.items[Number(n)];if(e?.kind===`object`)return e.entries.get(n)?.value}}function Go({operator:e,left:t,right:n,at:r},i){let a=[j(t,i),j(n,i)];return i.spend(Ko(a))?po(e,a,r):O(r)}const Ko=e=>e.reduce((e,t)=>e+ei(t),0)/16;function qo({name:e,args:t,isExpanded:n,at:r},i){if(e===`try`)return Xo(t,r,i);let a=t.map(e=>lo(j(e,i))),o=a.at(-1);if(n&&o?.kind!==`list`)return O(r);let s=n&&o?.kind===`list`?[...a.slice(0,-1),...o.items]:a;if(e===`can`)return s.some(oo)?k(!1,r):s.some(({kind:e})=>e===`unknown`)?O(r):k(!0,r);let c=i.hostFunction(e)??Ya.get(e);if(!i.spend(Ko(s)))return O(r);if(!c)return Yo(e,s,{at:r,scope:i})??O(r);let l=c(s,r);return i.spend(ei(l))?l.kind===`unknown`&&l.name===`unknown`&&Za(r,s)||l:O(r)}const Jo=/^(file)?(?:base64)?(?:md5|sha1|sha256|sha512)$/;function Yo(e,t,{at:n,scope:r}){let[i,a]=Jo.exec(e)??[];return i===void 0?void 0:Xa(n,e,a?[r.hostFunction(`file`)?.(t,n)??O(n)]:t)}function Xo(e,t,n){for(let t of e){let e=j(t,n);if(!oo(e))return e}return O(t)}function Zo({condition:e,whenTrue:t,whenFalse:n,at:r},i){let a=A(j(e,i));if(a===`true`)return j(t,i);if(a===`false`)return j(n,i);let[o,s]=[j(t,i),j(n,i)];return i.spend(Ko([o,s]))&&Xr(o,s)?o:O(r)}function Qo(e,t){let{at:n,of:r,names:i,condition:a}=e,o=lo(j(r,t)),s=xo(o,t);if(!s||i.length===0)return O(n);let c=s.map(e=>Co(t,i,e)),l=c.map(e=>a?A(j(a,e)):`true`),u=o.kind===`object`&&o.isPartial||l.includes(void 0),d=c.filter((e,t)=>l[t]===`true`);if(!e.key){let t=d.map(t=>j(e.value,t));return{kind:`list`,items:u?[...t,O(n)]:t,at:n}}return $o({...e,key:e.key},d,u)}function $o({key:e,value:t,isGrouped:n,at:r},i,a){let o=new Map,s=new Map,c=!1;for(let a of i){let i=j(e,a),l=A(i);if(l===void 0){c=!0;continue}let u=j(t,a),d={text:l,at:i.at,form:`made`},f=s.get(l)??[];s.set(l,f),f.push(u),o.set(l,{value:n?{kind:`list`,items:f,at:r}:u,key:d})}return Jr(o,r,a||c)}function es(e,t,{at:n,scope:r}){let[i]=e;return e.length===1&&i?.kind===`value`&&t.style===`quoted`?j(i.expression,r):Eo(e,t,{at:n,scope:r,evaluate:j})}const ts=(e,t)=>1+e.size*t/32,ns=/\$(?:\$|(\w+)|\{(\w+)\})/g;function rs(e,t){return e.replace(ns,(e,n,r)=>e===`$$`?`$`:t(n??r))}function is(e,t){if(e===`regex`)return(e,n)=>as(e,n,t);if(e===`replace`)return(e,n)=>os(e,n,t)}const as=([e,t],n,r)=>{let[i,a]=[ss(Gr(e),r),Gr(t)],[o]=i&&a!==void 0?cs(i,a,{matching:r,limit:1}):[];if(!i||a===void 0||!o)return O(n);let s=ls(o,a).map(e=>Hr(e,n)),c=Object.entries(i.names);return c.length>0?Jr(c.map(([e,t])=>[e,{value:s[t]??O(n)}]),n):s.length===1?s[0]:{kind:`list`,items:s.slice(1),at:n}},os=(e,t,n)=>{let[r,i,a]=e.map(Gr),o=i!==void 0&&/^\/.*\/$/s.test(i)?i.slice(1,-1):void 0;if(o===void 0)return Pa.replace(e,t);let s=ss(o,n);if(!s||r===void 0||a===void 0)return O(t);let c=us(r,a,{pattern:s,matches:cs(s,r,{matching:n})});return c===void 0?ai(t):Hr(c,t)};function ss(e,{compile:t,spend:n}){if(e===void 0||!t||!n(1+e.length))return;let r=t(e);if(r&&n(r.size))return r}function cs(e,t,{matching:n,limit:r}){return n.spend(ts(e,t.length))?e.matches(t,r):[]}const ls=(e,t)=>Array.from({length:e.length/2},(n,r)=>e[2*r]<0?``:t.slice(e[2*r],e[2*r+1]));function us(e,t,{pattern:n,matches:r}){let i=[],[a,o]=[0,e.length];for(let s of r){let r=ls(s,e),c=rs(t,e=>r[/^\d+$/.test(e)?Number(e):n.names[e]??-1]??``);if(i.push(e.slice(a,s[0]),c),a=s[1],o+=c.length,o>4194304)return}return[...i,e.slice(a)].join(``)}const ds=/\bsource\s*=\s*"(\.{1,2}(?:\/[^"\n]*)?)"/g,fs=RegExp(`${Ke}/|${Ne}`);function ps(e){let t=new Set;for(let[n]of e.matchAll(ds))t.size<1e3&&t.add(n);return[fs.exec(e)?.[0]??``,We(`.tf`,e)?`karpenter`:``,...t].join(`
`)}function ms(e){let t=0,n=!1;return e.replace(/"(?:[^"\\]|\\.)*(?:"|$)|[{}[\],:]/gs,e=>e===`{`||e===`[`?(t++,n=t===1,t===1?` `:e):e===`}`||e===`]`?(t--,t===0?` `:e):t>1?e:e===`,`?(n=!0,`
`):n?e.startsWith(`"`)?hs(e.slice(1,-1)):(n=!1,`=`):e)}const hs=e=>/^[\w-]+$/.test(e)?` ${e} `:`_`.repeat(e.length+2);function gs(e){let t=_s(e);ys(t,e.source.text);let n=e.form===`flush`?bs(t,e.source.text):0,r=e.form===`flush`?`heredoc`:e.form;return{parts:xs({tokens:t,next:0,source:e.source,style:r}),form:{style:r,indent:n}}}function _s({source:{text:e},start:t,end:n,markers:r}){let i=[],a=(t,n)=>{for(let r=t;r<n;){let t=e.indexOf(`
`,r),a=t===-1||t>=n?n:t+1;i.push({kind:`text`,start:r,end:a}),r=a}},o=t;for(let e of r)a(o,e.start),i.push(e),o=e.end;return a(o,n),i}const vs=e=>e?.kind===`text`;function ys(e,t){e.forEach((n,r)=>{if(vs(n))return;let[i,a]=[e[r-1],e[r+1]];t[n.start+2]===`~`&&vs(i)&&(i.end=i.start+t.slice(i.start,i.end).trimEnd().length),t[n.end-2]===`~`&&vs(a)&&(a.start=a.end-t.slice(a.start,a.end).trimStart().length)})}function bs(e,t){let n=[],r=1/0,i=!0;for(let a of e){if(i){i=!1;let e=vs(a)?t.slice(a.start,a.end):``,o=vs(a)&&e.trim()===``&&e.endsWith(`
`);vs(a)&&!o&&n.push(a),o||(r=Math.min(r,e.length-e.trimStart().length))}vs(a)&&t[a.end-1]===`
`&&(i=!0)}if(!Number.isFinite(r))return 0;for(let e of n)e.start=Math.min(e.end,e.start+r);return r}function xs(e){let t=[];for(let n=e.tokens[e.next];n;n=e.tokens[e.next]){if(n.kind===`else`||n.kind===`end`)return t;if(e.next++,n.kind===`text`)for(let r of Ds(n,e))t.push(r);else n.kind===`value`?t.push({kind:`value`,at:Ss(n,e),expression:n.expression}):t.push(Cs(n,e))}return t}const Ss=({start:e,end:t},{source:n})=>({file:n.file,start:e,end:t});function Cs(e,t){let n=Ss(e,t),r=xs(t);if(e.kind===`for`)return t.next++,{kind:`for`,at:n,names:e.names,of:e.of,parts:r};let i=t.tokens[t.next]?.kind===`else`;t.next++;let a=i?xs(t):[];return i&&t.next++,{kind:`if`,at:n,condition:e.condition,whenTrue:r,whenFalse:a}}const ws={quoted:/\$\$\{|%%\{|\\(?:u[\dA-Fa-f]{4}|U[\dA-Fa-f]{8}|.)/g,plain:/\$\$\{|%%\{/g},Ts={n:`
`,r:`\r`,t:`	`};function Es(e){if(!e.startsWith(`\\`))return e.slice(1);let t=/^\\[uU]/.test(e)?Number.parseInt(e.slice(2),16):NaN;return t<=1114111?String.fromCodePoint(t):Ts[e[1]]??e.slice(1)}function Ds(e,t){let n=t.source.text.slice(e.start,e.end),r=[],i=(n,i,a,o)=>{let s=Ss({start:e.start+n,end:e.start+i},t);i>n&&r.push({kind:`text`,at:s,text:a,isLiteral:o})},a=0;for(let e of n.matchAll(t.style===`quoted`?ws.quoted:ws.plain))i(a,e.index,n.slice(a,e.index),!0),a=e.index+e[0].length,i(e.index,a,Es(e[0]),!1);return i(a,n.length,n.slice(a),!0),r}const Os=e=>t=>t.type===e;function ks(e,t){let n=[e];for(let e=n.pop();e;e=n.pop()){if(t(e))return e;for(let t=e.children.length-1;t>=0;t--)n.push(e.children[t])}}const As=e=>ks(e,({type:e})=>e===`ERROR`||e===`MISSING`),js=new Set([`+`,`-`,`*`,`/`,`%`,`==`,`!=`,`<`,`<=`,`>`,`>=`,`&&`,`||`]);var Ms=class{#e;#t;#n=0;constructor(e,t=0){this.#e=e,this.#t=t}span({start:e,end:t}){return{file:this.#e.file,start:e-this.#t,end:t-this.#t}}text(e){return this.#e.text.slice(e.start-this.#t,e.end-this.#t)}deeper(e){if(this.#n>=200)return;this.#n++;let t=e();return this.#n--,t}expression(e){return this.deeper(()=>this.#r(e.children,e))??{kind:`unreadable`,at:this.span(e)}}#r(e,t){let[n,...r]=e;if(!n)return{kind:`unreadable`,at:this.span(t)};if(n.type!==`(`)return r.reduce((e,t)=>this.#c(e,t),this.#i(n));let i=r.find(Os(`expression`)),a=r.findIndex(Os(`)`));return!i||a===-1?{kind:`unreadable`,at:this.span(t)}:r.slice(a+1).reduce((e,t)=>this.#c(e,t),this.expression(i))}#i(e){let t=this.span(e),[n]=e.children;switch(e.type){case`expression`:return this.expression(e);case`literal_value`:case`collection_value`:case`for_expr`:case`operation`:case`template_expr`:return n?this.#i(n):{kind:`unreadable`,at:t};case`numeric_lit`:return{kind:`literal`,value:Number(this.text(e)),at:t};case`bool_lit`:return{kind:`literal`,value:this.text(e)===`true`,at:t};case`null_lit`:return{kind:`literal`,value:null,at:t};case`variable_expr`:return{kind:`variable`,name:this.text(e),at:t};case`string_lit`:case`quoted_template`:return this.#_(e,{start:e.start+1,end:e.end-1,form:`quoted`});case`heredoc_template`:return this.#g(e);case`conditional`:return this.#d(e);case`unary_operation`:return this.#f(e);case`binary_operation`:return this.#p(e);case`function_call`:return this.#m(e);default:return this.#a(e)}}#a(e){let t=this.span(e);switch(e.type){case`tuple`:return{kind:`tuple`,items:e.children.filter(Os(`expression`)).map(e=>this.expression(e)),at:t};case`object`:return{kind:`object`,entries:e.children.filter(Os(`object_elem`)).flatMap(e=>this.#o(e)),at:t};case`for_tuple_expr`:case`for_object_expr`:return this.#h(e);default:return{kind:`unreadable`,at:t}}}#o(e){let[t,n]=e.children.filter(Os(`expression`));if(!t||!n)return[];let r=this.expression(t);return[{key:r.kind===`variable`&&t.children[0]?.type!==`(`?this.#s(r.name,r.at):r,value:this.expression(n)}]}#s(e,t){return{kind:`template`,parts:[{kind:`text`,at:t,text:e,isLiteral:!0}],form:{style:`quoted`,indent:0},at:t}}#c(e,t){let n={...e.at,end:this.span(t).end};if(t.type===`get_attr`){let r=t.children.find(Os(`identifier`));return r?{kind:`attribute`,of:e,name:this.text(r),at:n}:{kind:`unreadable`,at:n}}let[r]=t.children;return t.type===`index`&&r?this.#l(e,r,n):t.type===`splat`&&r?this.#u(e,r,n):{kind:`unreadable`,at:n}}#l(e,t,n){let r=t.children.find(Os(`expression`));return r?{kind:`index`,of:e,key:this.expression(r),at:n}:{kind:`index`,of:e,key:{kind:`literal`,value:Number(this.text(t).slice(1)),at:this.span(t)},at:n}}#u(e,t,n){let r=t.children.filter(({type:e})=>e===`get_attr`||e===`index`);return r.some(Os(`index`))?{kind:`unreadable`,at:n}:{kind:`splat`,of:e,path:r.map(e=>this.text(e.children.find(Os(`identifier`)))),at:n}}#d(e){let[t,n,r]=e.children.filter(Os(`expression`)).map(e=>this.expression(e)),i=this.span(e);return!t||!n||!r?{kind:`unreadable`,at:i}:{kind:`conditional`,condition:t,whenTrue:n,whenFalse:r,at:i}}#f(e){let t=this.span(e),[n,...r]=e.children,i=this.deeper(()=>this.#r(r,e));return i===void 0?{kind:`unreadable`,at:t}:{kind:`unary`,operator:n.type,operand:i,at:t}}#p(e){let t=e.children.findIndex(({type:e})=>js.has(e)),n=this.span(e);if(t===-1)return{kind:`unreadable`,at:n};let r=this.deeper(()=>this.#r(e.children.slice(0,t),e)),i=this.deeper(()=>this.#r(e.children.slice(t+1),e));return r===void 0||i===void 0?{kind:`unreadable`,at:n}:{kind:`binary`,operator:e.children[t].type,left:r,right:i,at:n}}#m(e){let t=e.children.find(Os(`identifier`)),n=e.children.find(Os(`function_arguments`))?.children??[];return{kind:`call`,name:t?this.text(t):``,args:n.filter(Os(`expression`)).map(e=>this.expression(e)),isExpanded:n.some(Os(`ellipsis`)),at:this.span(e)}}#h(e){let t=this.span(e),n=e.children.find(Os(`for_intro`)),r=n?.children.find(Os(`expression`)),i=e.children.filter(Os(`expression`)).map(e=>this.expression(e)),a=i.at(-1);if(!n||!r||!a)return{kind:`unreadable`,at:t};let o=e.children.find(Os(`for_cond`))?.children.find(Os(`expression`));return{kind:`for`,names:n.children.filter(Os(`identifier`)).map(e=>this.text(e)),of:this.expression(r),key:e.type===`for_object_expr`?i[0]:void 0,value:a,condition:o&&this.expression(o),isGrouped:e.children.some(Os(`ellipsis`)),at:t}}#g(e){let[t,n]=e.children,r=e.children.at(-1);if(!t||!n||!r||r===n)return{kind:`unreadable`,at:this.span(e)};let{text:i}=this.#e,a=i.indexOf(`
`,n.end-this.#t)+1+this.#t,o=i.lastIndexOf(`
`,r.start-this.#t)+1+this.#t,s=this.text(t)===`<<-`?`flush`:`heredoc`;return this.#_(e,{start:a,end:Math.max(a,o),form:s})}#_(e,{start:t,end:n,form:r}){let i=this.span({start:t,end:n});return{kind:`template`,...gs({source:this.#e,start:i.start,end:i.end,markers:this.markers(e.children),form:r}),at:this.span(e)}}markers(e){return e.flatMap(e=>{let t=this.span(e);switch(e.type){case`template_interpolation`:return[{...t,kind:`value`,expression:this.#v(e)}];case`template_if_intro`:return[{...t,kind:`if`,condition:this.#v(e)}];case`template_for_start`:{let n=e.children.filter(Os(`identifier`)).map(e=>this.text(e));return[{...t,kind:`for`,names:n,of:this.#v(e)}]}case`template_else_intro`:return[{...t,kind:`else`}];case`template_if_end`:case`template_for_end`:return[{...t,kind:`end`}];default:return/^template_(?:directive|if|for)$/.test(e.type)?this.markers(e.children):[]}})}#v(e){let t=e.children.find(Os(`expression`));return t?this.expression(t):{kind:`unreadable`,at:this.span(e)}}};function Ns(e,t){let n=t(e.text),r=new Ms(e),i=Fs(n.children.find(Os(`body`)),r),a=As(n);return{source:e,body:i,fault:a&&r.span(a)}}function Ps(e,t){let n=t(`x = <<PLUMBLINE
${e.text}\nPLUMBLINE\n`),r=ks(n,Os(`heredoc_template`));if(!r||As(n))return;let i=new Ms(e,16).markers(r.children);return gs({source:e,start:0,end:e.text.length,markers:i,form:`file`}).parts}function Fs(e,t){let n=new Map,r=[];return t.deeper(()=>{for(let i of e?.children??[])if(i.type===`attribute`){let e=Is(i,t);e&&n.set(e.name,e)}else i.type===`block`&&r.push(Ls(i,t))}),{attributes:n,blocks:r}}function Is({children:e},t){let n=e.find(Os(`identifier`)),r=e.find(Os(`expression`));return n&&r&&{name:t.text(n),nameAt:t.span(n),value:t.expression(r)}}function Ls(e,t){let[n,...r]=e.children,i=r.filter(({type:e})=>e===`string_lit`||e===`identifier`),a=i.at(-1)??n;return{type:t.text(n),labels:i.map(e=>t.text(e).replace(/^"|"$/g,``)),head:t.span({start:e.start,end:a.end}),at:t.span(e),body:Fs(r.find(Os(`body`)),t)}}const Rs=(e,t,n)=>e.inputs.length===t.length&&e.inputs.every((e,n)=>e===t[n])&&[...e.questions.values()].every(({ask:e,answer:t})=>e(n)===t),zs=/\.(?:sh|bash|mk)$|(?:^|\/)(?:(?:GNU)?[Mm]akefile|[Jj]ustfile|Jenkinsfile|(?:Taskfile|atlantis|\.gitlab-ci|bitbucket-pipelines|buildspec[^/]*|azure-pipelines[^/]*)\.ya?ml)$|(?:^|\/)\.(?:github|gitlab|circleci|buildkite)\/.*\.ya?ml$/,Bs=e=>zs.test(e),Vs=/-var-file(?:=|["',\s]{1,4})["']?([^\s"',;|&)\\]{1,300})/g,Hs=e=>/^\s*(?:-\s+)?["']?-{1,2}var-file\b/.test(e);function Us(e){if(!e.includes(`-var-file`))return[];let t=e.split(`
`).filter(e=>!/^\s*(?:#|\/\/)/.test(e)),n=[];for(let[e,r]of t.entries()){let i=t[e-1]??``;i.trimEnd().endsWith(`\\`)||Hs(i)&&Hs(r)?n.at(-1).push(r):n.push([r])}return n.map(e=>e.flatMap(Ws)).filter(({length:e})=>e>0)}const Ws=e=>[...e.replace(/\$\{\{[^{}]{0,200}\}\}|\$\(\w+\)/g,`$it`).matchAll(Vs)].map(([,e=``])=>{let[,t,n=``]=/^(\$(?:\w+|\{\w+\})\/)?(.*)$/s.exec(e)??[];return n===``||/[$*?{[<]/.test(n)?null:{path:n,isAnchored:t!==void 0}});function Gs(e,{passed:t,candidates:n}){let r=t=>{if(t!==null)return[Ae(e,t.path),...Ge(t.isAnchored,Ae(``,t.path))].find(e=>e!==void 0&&n.has(e))},i=t.map(e=>e.map(r)).filter(e=>e.some(e=>e!==void 0)),[a=[]]=i,o=e=>e!==void 0&&i.every(t=>t.includes(e)),s=a.indexOf(void 0),c=s===-1?a.length:s;return{first:a.slice(0,c).filter(o),last:a.slice(c).filter(o)}}function Ks(e){let t=new Map;for(let n of e){let e=n.includes(`/templates/`);for(let r=Be(n);r!==``;r=Be(r)){let i=t.get(r);if(i&&!e)break;i||t.set(r,[]),e&&t.get(r).push(n)}}return t}const qs=2097152,Js=33554432,Ys={least:2e5,perCharacter:4,most:2e6},Xs=e=>e.endsWith(`.tf`),Zs=e=>/(?:^|\/)(?:terraform|[^/]*\.auto)\.tfvars(?:\.json)?$/.test(e),Qs=e=>/\.tfvars(?:\.json)?$/.test(e)&&!Zs(e)&&!/(?:^|[/._-])(?:example|sample|template)s?[._-]/i.test(e),$s=e=>/\.auto\.tfvars(?:\.json)?$/.test(e);function ec(e){let[,t=``,n]=/^(?:(?:.*\/)?([^/]+)\/)?([^/]+?)\.tfvars(?:\.json)?$/.exec(e)??[];return[n,t].find(e=>e!==void 0&&Ue(e))?.toLowerCase()}function tc(e,t){let n=Be(e),r=Be(n),i=e=>t.startsWith(`${e}/`);return n===``||Ie(e,t)?!1:r===``||i(r)||i(Be(r))}function nc(e){let t=[];for(let n of e.split(`/`))if(n!==``&&n!==`.`){if(n!==`..`)t.push(n);else if(t.pop()===void 0)return}return t.join(`/`)}var rc=class{#e;compile;parts=new Map;#t=new Map;#n=new Map;constructor(e,t){this.#e=e,this.compile=t}file(e,t){let n=this.#t.get(e);if(n?.source.text===t)return n;let r={file:e,text:t},i={...Ns({file:e,text:e.endsWith(`.json`)?ms(t):t},this.#e),source:r};return this.#t.set(e,i),i}template(e,t){let n=this.#n.get(e);if(n?.source.text===t)return n.parts;let r={file:e,text:t},i=Ps(r,this.#e);return this.#n.set(e,{source:r,parts:i}),i}};const ic=(e,t,n)=>({source:{file:e,text:t},body:{attributes:new Map,blocks:[]},fault:{file:e,start:0,end:0},excess:n});function ac(e){let t=e.body.attributes.get(`source`)?.value,[n]=t?.kind===`template`?t.parts:[];return n?.kind===`text`?n.text.slice(0,1e3):``}const oc=({at:e})=>`${e.file}:${e.start}`,sc=({type:e,body:t})=>e===`provider`||e===`terraform`&&t.blocks.some(e=>e.type===`backend`||e.type===`cloud`);var cc=class{#e;#t;#n;#r=new Map;#i;#a;units;#o=new Map;#s;#c=0;#l=0;templates=new Set;usedFiles=new Set;requiredVariables=new Set;#u;moves=new Set;#d;#f=new Set;#p=new Set;#m=new Set;#h=new Set;#g=new Map;#_;get blocksLeftOut(){return new Set([...this.#p].filter(e=>!this.#f.has(e)))}get blocksWithoutInstances(){return this.isCutShort?new Set:new Set([...this.#h].filter(e=>!this.#m.has(e)))}get instancesOfBlocks(){return this.isCutShort?new Map:this.#g}noteInstances(e,t,n){let r=oc(e);this.#w(e=>{(t?e.#h:e.#m).add(r),e.#g.set(r,new Set([...e.#g.get(r)??[],...n]))})}noteInstance(e,t){let n=oc(e);this.#w(e=>(t?e.#p:e.#f).add(n))}constructor(e,t,{known:n=[],requiredBefore:r=new Set,movesBefore:i}={}){this.#e=e,this.#u=r,this.#d=i,this.#n=n,this.#t=t;let a=[...e.files.keys()].sort();this.#i=a.filter(e=>ec(e)!==void 0&&!$s(e)),this.#a=a.filter(e=>Qs(e)&&ec(e)===void 0),this.units=a.filter(e=>/(?:^|\/)terragrunt\.hcl$/.test(e));for(let e of a){if(!Xs(e)&&!Zs(e))continue;let t=Be(e),n=this.#r.get(t)??{code:[],variables:[]};this.#r.set(t,n),(Xs(e)?n.code:n.variables).push(e)}this.#v(a)}#v(e){let t=Me(e.filter(Qs),Be);for(let[e,[n,...r]]of t){let t=this.#r.get(e);n===void 0||r.length>0||t===void 0||t.code.length===0||t.variables.length>0||this.#P(e).size>0||t.variables.push(n)}}noteRequired(e){this.#w(t=>t.requiredVariables.add(e))}wasRequired(e){return this.#x(`required ${e}`,t=>t.#u.has(e)),this.#u.has(e)}isNewMove(e){this.#w(t=>t.moves.add(e));let t=t=>t.#d?.has(e)===!1;return this.#x(`move ${e}`,t),t(this)}part(e,t,n){let r=this.#t.parts.get(e);if(r===void 0||!this.#b(r)||!Rs(r,t,this))return this.#y(e,t,n);this.#l+=r.work;for(let e of r.effects)e(this);return r.value}#y(e,t,n){let r={questions:new Map,effects:[]},i=this.#l;this.#_=r;let a=n();return this.#_=void 0,!this.isCutShort&&this.#c<=8388608&&this.#t.parts.set(e,{...r,inputs:t,work:this.#l-i,value:a}),a}#b({work:e,questions:t}){let n=[...t.values()].reduce((e,{answer:t})=>e+`${t}`.length,0);return!this.isCutShort&&this.#l+e<=this.#T&&this.#c+n<=8388608}#x(e,t){let n=this.#_?.questions;return n===void 0||n.has(e)?!1:(n.set(e,{ask:t,answer:t(this)}),!0)}#S(e){return this.#e.text(e)??this.#e.excess?.(e)?.excerpt}#C(e){return this.#x(`folder ${e}`,t=>{let{code:n=[],variables:r=[]}=t.#r.get(e)??{};return[...n,``,...r].join(`
`)}),this.#r.get(e)}#w(e){this.#_?.effects.push(e),e(this)}spend(e=1){return this.#l+=e,this.#l<=this.#T}get#T(){return Math.min(Ys.most,Ys.least+this.#c*Ys.perCharacter)}get isCutShort(){return this.#l>this.#T||this.#O}grantObject(){this.#E++;let e=this.#E<=500+this.#c/20;return e||this.leaveOut(),e}#E=0;deeper(e){if(this.#D>=300){this.leaveOut();return}this.#D++;let t=e();return this.#D--,t}#D=0;leaveOut(){this.#O=!0}#O=!1;get folders(){return[...this.#r].filter(([,{code:e}])=>e.length>0).map(([e])=>e).sort()}textAt(e){return this.#x(`text ${e}`,t=>t.#S(e)),this.#e.text(e)}has(e){return this.#x(`has ${e}`,t=>t.#e.files.has(e)),this.#e.files.has(e)}hasNodesIn(e){return this.#s??=Ks(this.#e.files.keys()),this.#s.get(e)?.some(e=>ce(this.textAt(e)??``))}body(e){let[t]=this.has(e)?this.#A([e]):[];if(t&&!t.fault)return t.body}moduleAt(e){if(e!==void 0&&this.#C(e)?.code.length)return e}textsIn(e){return(this.#r.get(e)?.code??[]).map(e=>this.#S(e)??``)}get readFiles(){return[...this.#o.values()]}filesIn(e){return this.#A(this.#C(e)?.code??[])}readableFilesIn(e){let t=this.filesIn(e);return t.some(({fault:e})=>e)?[]:t}isWhole(e){this.#k??=new Set([...[...this.#e.files.keys()].filter(e=>/\.(?:tofu|tf\.json|tofu\.json)$|(?:^|\/)terragrunt\.hcl$/.test(e)).map(Be),...[...this.#e.others?.keys()??[]].filter(e=>/\.(?:tf|tofu)(?:\.json)?$/.test(e)).map(Be)]);let t=this.#C(e)?.code??[],n=this.readableFilesIn(e).length===t.length&&t.length>0;return this.#e.others!==void 0&&n&&!this.#k.has(e)}#k;#A(e){return e.flatMap(e=>(this.#x(`code ${e}`,t=>t.#S(e))&&this.#_?.effects.push(t=>t.#A([e])),this.#o.get(e)??this.#j(e)??[]))}#j(e){let t=this.#e.text(e),n=this.#e.excess?.(e);if(t===void 0)return n&&ic(e,n.excerpt,n.of);if(t.length>2097152)return ic(e,ps(t),`file`);this.#c+=t.length;let r=this.#c>8388608?ic(e,ps(t),`side`):this.#t.file(e,t);return this.#o.set(e,r),r}variablesIn(e,t=[]){let n=this.#C(e)?.variables??[],r=[...n.filter(e=>!$s(e)),...n.filter($s),...t];return this.#A(r).map(({body:e})=>e)}hasUnreadVariables(e,t=[]){return[...this.#C(e)?.variables??[],...t].some(e=>{let[t]=this.#A([e]);return t===void 0||t.fault!==void 0})}environmentVariables(e){let t=this.#P(e);return t.size>0||(this.#r.get(e)?.variables.length??0)>0?t:this.#F(e)}sharedVariables(e){let t=this.#r.get(e)?.variables??[],n=new Set(this.#a.filter(e=>!t.includes(e)));if(n.size===0)return{first:[],last:[]};let{first:r,last:i}=Gs(e,{passed:this.#N(),candidates:n}),a=this.#z(e),o=e=>this.#R(e).some(e=>a.has(e));return{first:r.filter(o),last:i.filter(o)}}#M;#N(){return this.#M??=[...this.#e.files.keys()].filter(Bs).sort().flatMap(e=>Us(this.#e.text(e)??``)),this.#M}#P(e){return this.#V(t=>{let n=Be(t),r=n===e&&!Zs(t),i=(e===``||n.startsWith(`${e}/`))&&n!==e&&!this.#H(n,e);return r||i})}#F(e){let t=this.#i.filter(t=>tc(t,e)&&!this.#I(t)&&!this.#B(t,e));if(t.length===0||!this.readableFilesIn(e).flatMap(({body:e})=>e.blocks).some(sc))return new Map;let n=this.#z(e);return this.#V(e=>t.includes(e)&&this.#L(n,e))}#I(e){let t=Be(e);return this.moduleAt(``)!==void 0||this.moduleAt(t)!==void 0||this.#H(t,``)}#L(e,t){let n=this.#R(t),r=n.filter(t=>e.has(t)).length;return r>=2&&r*2>=n.length}#R(e){return this.#A([e]).flatMap(({body:e})=>[...e.attributes.keys()])}#z(e){let t=this.readableFilesIn(e).flatMap(({body:e})=>e.blocks);return new Set(t.flatMap(({type:e,labels:[t=``]})=>Ge(e===`variable`,t)))}#B(e,t){let n=[e,Be(e)].map(e=>Re(e).replace(/\.tfvars(?:\.json)?$/,``));return this.folders.some(e=>e!==t&&e!==``&&n.includes(Re(e)))}#V(e){return Me(this.#i.filter(e),e=>ec(e))}#H(e,t){for(let n=e;n!==t&&n!==``;n=Be(n))if((this.#r.get(n)?.code.length??0)>0)return!0;return!1}repeatedOutputs(e){let t=ac(e);for(let{repeatedOutputs:e}of this.#n){let n=e?.(t);if(n)return n}}localFolder(e,t){let n=ac(e);if(!/^\.\.?(?:\/|$)/.test(n))return;let r=nc(`${t}/${n}`);if(r!==void 0&&this.#C(r)!==void 0)return r}hostFunction(e,t){let n=e=>this.#K(this.#W(e,t));switch(e){case`file`:return([e],t)=>this.#q(n(e),t);case`templatefile`:return([e,t],r)=>this.#J(n(e),t,r);case`fileset`:return([e,n],r)=>this.#Y(e,n,{root:t,at:r});case`fileexists`:return([e],n)=>this.#G(this.#W(e,t),n);case`abspath`:case`pathexpand`:return([e],t)=>e??O(t);default:return is(e,{compile:this.#t.compile,spend:e=>this.spend(e)})}}#U(e){return[...this.#e.files.keys()].filter(t=>t.startsWith(e)).map(t=>t.slice(e.length))}#W(e,t){let n=e&&Gr(e);if(n!==void 0)return nc(n.startsWith(`/`)?n:`${t}/${n}`)}#G(e,t){return e===void 0?O(t):k(this.has(e),t)}#K(e){let t=e===void 0?void 0:this.textAt(e);if(e!==void 0&&this.#w(({usedFiles:t})=>t.add(e)),!(e===void 0||t===void 0||t.length>2097152))return{file:e,text:t}}#q(e,t){if(!e)return O(t);let n={file:e.file,start:0,end:e.text.length};return{kind:`string`,pieces:[{text:e.text,at:n,form:`file`}],at:n}}#J(e,t,n){let r=e&&this.#t.template(e.file,e.text);if(!r)return O(n);this.#w(({templates:t})=>t.add(e.file));let i={names:new Map(t?.kind===`object`?[...t.entries].map(([e,{value:t}])=>[e,t]):[]),resolve:(e,t)=>({value:O(t,e[0]),steps:1}),hostFunction:e=>is(e,{compile:this.#t.compile,spend:e=>this.spend(e)}),spend:e=>this.spend(e)};return es(r,{style:`file`,indent:0},{at:{file:e.file,start:0,end:e.text.length},scope:i})}#Y(e,t,{root:n,at:r}){let i=this.#W(e,n),a=t&&Gr(t);if(i===void 0||a===void 0||a.length>200)return O(r);let o=this.#t.compile?.(lc(nc(a)??a)),s=i===``?``:`${i}/`,c=this.#U(s);this.#x(`below ${s}`,e=>e.#U(s).join(`
`));let l=o&&c.reduce((e,t)=>e+ts(o,t.length),0);return!o||!this.spend(l)?O(r):{kind:`list`,items:c.filter(e=>o.matches(e,1).length>0).sort().map(e=>Hr(e,r)),at:r}}};function lc(e){let t={"**/":`(?:[^/]+/)*`,"**":`.*`,"*":`[^/]*`,"?":`[^/]`,"{":`(?:`,"}":`)`,",":`|`},n=e.split(`{`).length===e.split(`}`).length;return`^(?:${e.replace(/\*\*\/|\*\*|[*?{},]|[!-.:-@[-^`|~]/g,e=>/[{},]/.test(e)&&!n?`\\${e}`:t[e]??`\\${e}`)})$`}const uc=/karpenter|node_?class|nodepool/i,dc=/\bterraform-aws-modules\//;function fc({at:e,names:t,given:n}){let r=`module`;if(t.some(e=>dc.test(e)))return;if(t.some(e=>uc.test(e)))return{what:r,at:e,said:JSON.stringify([t,Wr(vi(n))])};let i=[...n.entries].filter(([e])=>uc.test(e));if(i.length!==0)return{what:r,at:e,said:Wr(vi(Jr(i,e)))}}const pc=[`chart`,`version`,`repository`,`values`,`set`,`set_list`,`set_sensitive`];function mc(e,t,n){let r=Gr($r(t,`chart`))??``,i=r.startsWith(`/`)?r.slice(1):`${Be(n.file)}/${r}`,a=/^\.{0,2}\//.test(r)?nc(i):void 0;return{what:`chart`,at:n,name:e,said:_c(t,pc),charts:[{chart:r,folder:a}]}}const hc=[`source`,`sources`,`generators`,`template`,`templatePatch`,`chart`,`chartRef`,`values`,`valuesFrom`];function gc(e){let t=$r(e,`spec`),n=d(Gr($r(e,`apiVersion`))??``);if(t?.kind!==`object`||n!==`argoproj.io`&&n!==`helm.toolkit.fluxcd.io`)return;let r=(e,...t)=>Gr($r(e,...t)),i=[t,$r(t,`template`,`spec`)].flatMap(e=>{let t=$r(e,`sources`);return[$r(e,`source`),...t?.kind===`list`?t.items:[]]}).flatMap(e=>{let t=e&&r(e,`chart`);if(t!==void 0)return[{chart:t}];let n=e&&r(e,`path`);return n===void 0?[]:[{chart:n,folder:nc(n)}]}),a=r(t,`chart`,`spec`,`chart`)??r(t,`chartRef`,`name`);return{what:`chart`,at:e.at,name:r(e,`metadata`,`name`)??``,said:_c(t,hc),charts:a===void 0?i:[{chart:a,folder:nc(a)}]}}const _c=(e,t)=>Wr(vi(Jr([...e.entries].filter(([e])=>t.includes(e)),e.at))),vc=({name:e,charts:t,said:n},r)=>t.some(({chart:t,folder:i})=>(i===void 0?void 0:r(i))??Pe(t,{names:[e],values:[n]})),yc=e=>wc(Cc(e)).flatMap(e=>Ec(e)??[]);function bc(e,t){return xc(e)||wc(Cc(e)).some(e=>Tc(e)===t)}function xc(e){let t=Cc(e);return t?.kind===`variable`&&t.name===`all`}const Sc=e=>Cc(e)?.at??e.head,Cc=({body:e})=>e.blocks.find(({type:e})=>e===`lifecycle`)?.body.attributes.get(`ignore_changes`)?.value;function wc(e){return e?.kind===`tuple`?e.items:[]}function Tc(e){if(e.kind===`variable`)return e.name;let[t,...n]=e.kind===`template`?e.parts:[];if(!(t?.kind!==`text`||n.length>0))return t.text}function Ec(e){return e.kind===`index`||e.kind===`attribute`?Ec(e.of):Tc(e)?.split(/[.[]/,1)[0]}const Dc=new Set([`count`,`for_each`,`provider`,`providers`,`depends_on`,`lifecycle`,`provisioner`]);function Oc({block:e,scope:t}){let n=vo(kc(e.body,t,e.head),t);return n.kind===`object`?n:Jr([],e.head,!0)}function kc(e,t,n){let r=new Map;for(let[n,{value:i,nameAt:a}]of e.attributes)Dc.has(n)||r.set(n,{value:j(i,t),key:{text:n,at:a,form:`key`}});for(let n of e.blocks){let e=n.type===`dynamic`?n.labels[0]??``:n.type;if(Dc.has(e))continue;let i=()=>n.type===`dynamic`?Ac(n,t):[kc(n.body,t,n.head)],a=r.get(e)?.value,o=a?.kind===`list`?a.items:[],s={text:e,at:n.head,form:`made`};r.set(e,{value:{kind:`list`,items:[...o,...i()],at:n.head},key:s})}return Jr(r,n)}function Ac({body:e,labels:t,head:n},r){let i=e.attributes.get(`for_each`)?.value,a=e.blocks.find(({type:e})=>e===`content`),o=i&&xo(j(i,r),r);return!o||!a?[O(n)]:o.map(({key:e,value:i})=>{let o=Jr([[`key`,{value:e}],[`value`,{value:i}]],i.at);return kc(a.body,Co(r,[t[0]??``],{key:e,value:o}),n)})}function jc(e,{name:t,at:n,spec:r}){let i=e=>({value:Hr(e,n)});return Jr([[`apiVersion`,i(`terraform/v1`)],[`kind`,i(e)],[`metadata`,{value:Jr([[`name`,i(t)]],n)}],[`spec`,{value:r}]],n)}const Mc=e=>`value ${e}`,Nc=e=>e.startsWith(`value `),Pc=e=>t=>[{name:t.address,text:e(t)}],Fc=e=>t=>{let n=e(t);return n?[{name:t.address,text:n}]:[]},Ic=e=>Lc(e.block.labels[0]??e.block.type)(e),Lc=e=>t=>{let{block:n,address:r}=t,i=n.labels.at(-1)??``,a=Rc(Oc(t),n);return[{name:r,text:vi(jc(e,{name:i,at:n.head,spec:a}))}]};function Rc(e,t){let n=Sc(t),r=yc(t).map(e=>[e,{value:O(n,`ignored.${e}`)}]);return r.length===0?e:Jr([...e.entries,...r],e.at,e.isPartial)}const zc=e=>typeof e==`string`&&e.startsWith("${ignored."),Bc=`unread_module`,Vc=e=>/^apiVersion: "terraform\/v1"\nkind: "unread_module"\n/.test(e);function Hc(e){let{block:t,scope:n,address:r}=e,i=t.body.attributes.get(`source`),a=i&&j(i.value,n),o=Jr(a?[[`source`,{value:a}]]:[],t.head),s=[t.labels[0]??``,a?.kind===`string`?Wr(a):``];return{name:r,unread:fc({at:t.head,names:s,given:Oc(e)}),text:vi(jc(Bc,{name:t.labels[0]??``,at:t.head,spec:o}))}}const Uc=e=>{let{block:t,address:n}=e,r=Oc(e);return[{name:n,text:vi(jc(`module`,{name:t.labels[0]??``,at:t.head,spec:Jr(r.entries,r.at)}))}]};function Wc(e,t){if(e===void 0)return!1;for(let[n,r]of Object.entries(e.matchLabels??{}))if(Kc(t,n)!==r)return!1;return(e.matchExpressions??[]).every(e=>Gc(e,Kc(t,e.key)))}function Gc({operator:e,values:t=[]},n){switch(e){case`In`:return n!==void 0&&t.includes(n);case`NotIn`:return n===void 0||!t.includes(n);case`Exists`:return n!==void 0;case`DoesNotExist`:return n===void 0;default:return!1}}const Kc=(e,t)=>{if(Object.hasOwn(e,t))return e[t]};function qc(e){if(e===void 0)return``;let t=Object.entries(e.matchLabels??{}).map(e=>JSON.stringify(e)),n=(e.matchExpressions??[]).map(({key:e,operator:t,values:n=[]})=>JSON.stringify([e,t,[...n].sort()]));return JSON.stringify([t.sort(),[...new Set(n)].sort()])}const Jc={CronJob:{group:`batch`,path:[`spec`,`jobTemplate`,`spec`,`template`]},DaemonSet:{group:`apps`,path:[`spec`,`template`]},Deployment:{group:`apps`,path:[`spec`,`template`]},Job:{group:`batch`,path:[`spec`,`template`]},Pod:{group:``,path:[]},ReplicaSet:{group:`apps`,path:[`spec`,`template`]},Rollout:{group:`argoproj.io`,path:[`spec`,`template`]},StatefulSet:{group:`apps`,path:[`spec`,`template`]}},Yc=({namespace:e})=>e??`default`,Xc=e=>{let t=at(Jc,e.kind);return t?.group===d(e.apiVersion)&&[[`spec`],t.path,[...t.path,`spec`]].some(t=>g(e.get(t)))};function M(e){return e.manifests.flatMap(e=>{let t=at(Jc,e.kind);return!t||t.group!==d(e.apiVersion)||!h(e.get([...t.path,`spec`]))||e.kind===`Pod`&&e.get([`spec`,`nodeName`])!==void 0?[]:[{manifest:e,template:t.path,namespace:Yc(e)}]})}const Zc=e=>e.manifests.some(({kind:e,apiVersion:t})=>(e===`NodePool`||e===`Provisioner`)&&d(t)===`karpenter.sh`);function Qc({manifest:e,template:t}){return $c(e.get([...t,`metadata`,`labels`]))}function $c(e){if(g(e))return;let t=Object.entries(h(e)??{}).map(([e,t])=>[e,v(t)??``]);if(!t.some(([e,t])=>g(e)||g(t)))return Object.fromEntries(t)}function el(e,t){let n=h(e.get(t)),r=$c(n?.matchLabels);if(!n||!r||e.isPartial||g(n.matchExpressions))return;let i=f(n.matchExpressions).map(e=>{let{key:t,operator:n,values:r}=h(e)??{};return{key:v(t)??``,operator:v(n)??``,values:f(r).map(e=>v(e)??``)}});if(!i.flatMap(({key:e,operator:t,values:n})=>[e,t,...n]).some(e=>g(e)))return{matchLabels:r,matchExpressions:i}}function tl({manifest:e,template:t}){let{nodeSelector:n,affinity:r,tolerations:i}=h(e.get([...t,`spec`]))??{};return[n,r,i].some(e=>g(e))?!0:/kubernetes\.io\/arch"|arm64/.test(JSON.stringify([n,r,i]))}const nl={"app.kubernetes.io/name":`karpenter`,"app.kubernetes.io/instance":`karpenter`};function rl(e){let t=[...ar(e).map(({manifest:e})=>e),...e.manifests.filter(al)].filter(({kind:e})=>il.has(e));if(t.length===0)return[`karpenter`];let n=t.flatMap(e=>or(e)??[]);return[...new Set(n)].sort()}const il=new Set([`Application`,`HelmRelease`]),al=e=>e.kind===`Application`&&[[`spec`,`source`],...xe(e.object)].some(t=>v(e.get([...t,`path`]))?.includes(`karpenter`)),ol=e=>e.kind===`NetworkPolicy`&&d(e.apiVersion)===`networking.k8s.io`&&!e.isPartial&&(e.get([`spec`,`egress`])!==void 0||f(e.get([`spec`,`policyTypes`])).some(e=>e===`Egress`));function sl(e,{namespace:t,labels:n}){if(Yc(e)!==t)return!1;let r=h(e.get([`spec`,`podSelector`]));return r===void 0||Object.keys(r).length===0||cl(e)||Wc(el(e,[`spec`,`podSelector`]),n)}const cl=e=>y(e.get([`spec`])??null),ll=({manifests:e})=>e.some(({kind:e,apiVersion:t})=>/NetworkPolicy$/.test(e)&&d(t)!==`networking.k8s.io`);function ul({body:e}){let[t,n]=[`from`,`to`].map(t=>dl(e.attributes.get(t)?.value));if(t!==void 0&&n!==void 0)return{from:t,to:n}}function dl(e){if(e?.kind===`variable`)return e.name;if(e?.kind!==`index`&&e?.kind!==`attribute`)return;let t=dl(e.of);if(t===void 0)return;if(e.kind===`attribute`)return`${t}.${e.name}`;let n=fl(e.key);if(n!==void 0)return`${t}[${n}]`}function fl(e){if(e.kind===`literal`)return JSON.stringify(e.value);let[t,...n]=e.kind===`template`?e.parts:[];if(t?.kind===`text`&&n.length===0)return JSON.stringify(t.text)}function pl({group:e,kind:t},n){let[r]=n[0]?.nodeClasses??[];for(let i of n){let n=i.nodeClasses.find(n=>n.kind===(t??r?.kind)&&(e===void 0||n.group===e));if(n!==void 0)return{provider:i,kind:n}}}const ml=({name:e,catalog:t=e},n)=>t===n.provider,hl=({apiVersion:e},t)=>t.find(({nodeClasses:t})=>t.some(({group:t})=>t===d(e))),gl=e=>e.flatMap(({terraform:e})=>e??[]);function _l(e,t){let n=t.filter(e=>e.launching!==void 0),r=new Set(n.flatMap(({nodeClasses:e})=>e.map(({group:e})=>e)));return e.flatMap(e=>[d(e.apiVersion),...e.kind===`NodePool`?vl(e):[]]).filter(e=>/^karpenter\.(?!sh$)/.test(e)&&!r.has(e)).sort(se)[0]}const vl=e=>f(e.get([`spec`,`template`,`spec`,`requirements`])).map(e=>d(v(h(e)?.key)??``)),yl=({apiVersion:e,kind:t},n)=>t===n.kind&&d(e)===n.group,bl=({group:e=``,kind:t=``})=>`${e}/${t.toLowerCase()}`,N=v,xl=e=>{if(typeof e==`number`&&Number.isFinite(e))return e},Sl=e=>{if(typeof e==`boolean`)return e},Cl=e=>{if(typeof e==`string`||typeof e==`number`)return e},wl=e=>t=>{if(Array.isArray(t))return t.flatMap(t=>{let n=e(t);return n===void 0?[]:[n]})},Tl=e=>t=>{if(!_(t))return;let n=Object.entries(t).flatMap(([t,n])=>{let r=e(n);return r===void 0?[]:[[t,r]]});return Object.fromEntries(n)},El=(e,t={})=>n=>{if(!_(n))return;let r={...t.defaults};for(let t in e){let i=e[t](n[t]);i!==void 0&&(r[t]=i)}if(!t.required?.some(e=>r[e]===void 0))return r},Dl={discounts:[],savingsPlans:[],perNodeMonthlyUsd:0,teamLabel:`team`},Ol=({regions:e,families:t},n,r)=>(e.length===0||e.includes(n))&&(t.length===0||t.includes(r)),kl=e=>e.slice(0,e.indexOf(`.`));async function Al(e,t,{what:n,help:r}){let i=t.filter(e=>!/[\r\n]/.test(e)),o=[],s=0,c=await oe(e,i,e=>{s+=e.length,s<=33554432&&o.push(e)}).then(()=>i.length>0,()=>!1);if(s>33554432)throw new a(`config`,`${n} is longer than ${ae(Se)} MB`,{help:r});return c?jl(Buffer.concat(o),i):new Map}function jl(e,t){let n=new Map,r=0;for(let i of t){let t=e.indexOf(`
`,r);if(t===-1)break;let a=/^([0-9a-f]+) (commit|tree|blob|tag) (\d+)$/.exec(e.toString(`utf8`,r,t));if(r=t+1,!a)continue;let o=r+Number(a[3]);if(o>e.length)break;n.set(i,{sha:a[1],type:a[2],content:e.subarray(r,o)}),r=o+1}return n}function Ml(e,t){if(/[\r\n\0]/.test(t))return;let n=`${t}^{commit}`,r=me(e,[`cat-file`,`--batch`],`${n}\n`),i=r&&jl(r,[n]).get(n);if(!i)return;let[a=``]=i.content.toString(`utf8`).split(`

`);return{sha:i.sha,parents:[...a.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([,e])=>e)}}const Nl=e=>/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(e);function Pl(e,t,n){if([t,n].every(Nl)&&me(e,[`rev-parse`,`--is-shallow-repository`])?.toString().trim()===`false`)return me(e,[`merge-base`,t,n])?.toString().trim()||void 0}const Fl=[`plumbline.yaml`,`plumbline.yml`,`.plumbline.yaml`],Il=e=>typeof e==`string`&&/^[0-9a-f]{64}$/.test(e),Ll=e=>gt(`sha256`).update(e).digest(`hex`),P=e=>({type:`string`,...e&&{description:e}}),Rl=(e,t)=>({type:`string`,enum:e,...t&&{description:t}}),F=(e,t)=>({type:`array`,items:e,description:t}),zl=(e,t)=>({type:`object`,additionalProperties:e,...t&&{description:t}}),I=(e,{description:t,required:n=[]}={})=>({type:`object`,properties:e,additionalProperties:!1,...n.length>0&&{required:n},...t&&{description:t}}),Bl=[`error`,`warning`,`note`],Vl=I({...Object.fromEntries([[`standard`,`vCPUs of standard instances: families A, C, D, H, I, M, R, T and Z`],[`g`,`vCPUs of families G and VT`],...[`dl`,`f`,`hpc`,`inf`,`p`,`trn`,`x`].map(e=>[e,`vCPUs of family ${e.toUpperCase()}`])].map(([e,t])=>[e,{type:`integer`,minimum:0,description:t}]))}),Hl=I({version:P(`Karpenter version that runs in the cluster, such as 1.14`),settings:I({preferencePolicy:Rl([`Respect`,`Ignore`],"`Respect` treats preferences of pods as requirements until they cannot be met; `Ignore` ignores them"),minValuesPolicy:Rl([`Strict`,`BestEffort`],`What Karpenter does if it cannot meet minValues: give up, or launch with fewer values`),vmMemoryOverheadPercent:{type:`number`,minimum:0,description:`Fraction of memory that Karpenter subtracts for the VM: 0.075 is 7.5%`},reservedENIs:{type:`integer`,minimum:0,description:`Network interfaces per node that pods cannot use`},clusterCABundle:P(`CA bundle of the cluster, which is part of the hash of an EC2NodeClass`),featureGates:zl({type:`boolean`},`Feature gate → true or false, including those of the AWS provider`)},{description:`Karpenter's settings, named as in the Helm chart. Values take effect as written: 0 is 0, not the default`})}),Ul={approvals:{type:`integer`,minimum:0,description:`Approvals that a plan needs before it is applied (default: 1)`},monthlyIncreaseUsd:{type:`number`,minimum:0,description:`Block a change that adds more than this to the cost per month, in USD`},nodesReplaced:{type:`integer`,minimum:0,description:`Block a change that replaces more nodes than this`},attention:I({monthlyIncreaseUsd:{type:`number`,minimum:0,description:`In USD per month (default: 500)`},monthlyIncreasePercent:{type:`number`,minimum:0,description:`In percent of the cost before (default: 50)`},nodesAdded:{type:`integer`,minimum:0,description:`Number of new nodes (default: no limit)`}},{description:`Warn about a change that exceeds both increases of cost, or adds more nodes than this`}),teams:zl(I({monthlyIncreaseUsd:{type:`number`,minimum:0}},{required:[`monthlyIncreaseUsd`]}),"Value of the team label (`pricing.teamLabel`) → block a change that adds more than this to the team’s share of the cost per month, in USD"),unschedulablePods:{type:`integer`,minimum:0,description:`Block a change that leaves more pods than this unschedulable`},freeze:F(I({from:P(`First day or time`),to:P(`Last day or time`),reason:P(`Why, which reports repeat`)},{required:[`from`,`to`,`reason`]}),`Periods in which plumbline applies nothing: ISO dates or times in UTC, including the last one`)},Wl=e=>({type:`any`,description:e}),Gl=e=>F(I({name:P(`Name of the expression`),expression:P(`CEL expression`)},{required:[`name`,`expression`]}),e),Kl=[`before`,`after`,`difference`,`peak`,`nodesReplaced`,`nodesHeld`,`podsRestarted`,`nodePool`],ql=e=>F(I({object:Wl(`The object`),oldObject:Wl(`The object before the change (default: the object is new)`),environment:I({name:P(),region:P(),karpenterVersion:P(),kubernetesVersion:P()},{description:"Values of `environment` that differ from the defaults"}),review:I(Object.fromEntries(Kl.map(e=>[e,{type:`any`}])),{description:"The value of `review` (default: unknown)"})},{required:[`object`]}),e),Jl=I({id:P("Name of the rule in lower case with hyphens. The code of its findings is `custom/<id>`"),severity:Rl(Bl,`Severity of its findings (default: warning)`),on:F(P(),`Kinds of the objects that it judges, such as NodePool`),matchConditions:Gl(`CEL expressions that must all be true for the rule to apply`),variables:Gl("CEL expressions whose values other expressions read as `variables.<name>`"),expression:P(`CEL expression that is true if the object is as it should be`),message:P(`What is wrong and why it matters`),messageExpression:P(`CEL expression that returns the message, with values of the object`),fieldPath:P(`Field that the finding points at, such as .spec.limits (default: the object)`),help:P(`What to do, as an instruction`),fix:F(I({op:Rl([`add`,`replace`,`remove`]),path:P(`JSON Pointer of the field, such as /spec/weight`),value:Wl(`The new value`),valueExpression:P(`CEL expression that returns the new value`)},{required:[`op`,`path`]}),"JSON Patch that corrects the object; `--fix` applies it and a comment suggests it"),description:P("Why the rule exists; `plumbline explain` shows it"),url:P(`Documentation of the rule`),tests:I({good:ql(`Objects for which the rule finds nothing`),bad:ql(`Objects for which the rule has a finding`)},{description:"Examples that `plumbline rules test` checks"})},{required:[`id`,`on`,`expression`,`message`]}),Yl={nodeClassAddresses:zl({type:`integer`,minimum:0},"EC2NodeClass name → addresses that its subnets have for its nodes and pods, as `plumbline doctor` prints them. If they need more, the finding is an error"),vcpuQuotas:I({"on-demand":Vl,spot:Vl},{description:"Quotas of the AWS account for vCPUs in the region, as `plumbline doctor` prints them. If the nodes need more, the finding is an error"}),capacityReservations:zl({type:`integer`,minimum:0,orMap:I({instanceType:P(`Instance type of the reservation`),zone:P(`Availability zone of the reservation`),count:{type:`integer`,minimum:0,description:`Instances for Karpenter: free ones, and those that its nodes use if no snapshot shows these nodes`}},{required:[`instanceType`,`zone`,`count`]})},`Capacity reservation ID → instances for Karpenter, or its instance type, zone and count. Needed where node classes select reservations and no snapshot shows them`)},Xl=I({extends:F(P(),"Presets, files of this repository (`./rules.yaml`) and files of other repositories at a commit (`OWNER/NAME/rules.yaml@COMMIT`), whose rules and limits apply; later entries and this file override earlier ones"),customRules:F(Jl,`Your own rules, in CEL`),region:P(`AWS region, which determines instance types and prices`),zones:F(P(),`Availability zones of the subnets (default: those that the manifests name, else the region's first three)`),nodeClassZones:zl(F(P(),`Zones`),`EC2NodeClass name → availability zones of its subnets`),...Yl,karpenter:Hl,kubernetesVersion:P(`Kubernetes version of the cluster, such as 1.34`),existingNodes:F(I({name:P(`Name of the nodes in the report`),instanceType:P(`Instance type of each node, such as m6i.large`),count:{type:`integer`,minimum:0,description:`Number of nodes (default: 1)`},zone:P(`Availability zone of each node`),labels:zl(P(),`Labels of each node, which node selectors of pods need`),taints:F(I({key:P(`Key of the taint`),value:P(`Value of the taint`),effect:P("`NoSchedule`, `PreferNoSchedule` or `NoExecute`")},{required:[`key`,`effect`]}),`Taints of each node. Without one, all pods that fit may run there`),requested:zl(P(),`Resources that pods outside the manifests already request on each node`)},{required:[`name`,`instanceType`]}),`Nodes that Karpenter does not manage, in every environment. Pods are scheduled on them before Karpenter launches new nodes. Nodes of a snapshot with other names count as well`),systemPods:F(I({name:P(`Name of the workload in the report`),requests:zl(P(),`Resources that each pod requests`),replicas:{type:`integer`,minimum:0,description:`Number of pods (default: 1)`},daemonSet:{type:`boolean`,description:`If true, one pod runs on each node, including Karpenter's`}},{required:[`name`]}),`Pods that the cluster runs and no manifest contains, instead of the add-ons that plumbline assumes on node groups in the repository; an empty list assumes none`),snapshot:P("Path of a `plumbline snapshot` file from the root of the repository, read from the base"),catalog:P("Folder of instance types and prices that `plumbline catalog refresh` wrote, from the root of the repository, read from the base"),crds:F(P(),`Files with CustomResourceDefinitions of other providers and tools, from the root of the repository, read from the base. Objects of these kinds are validated`),prices:I({spot:Rl([`advisor`,`flat`,`zoned`],"Source of spot prices. `flat` and `zoned` are artificial and only for tests")}),pricing:I({discounts:F(I({percent:{type:`number`,minimum:0,maximum:100,description:`Discount on the public price, in percent`},regions:F(P(),`Regions (default: all)`),families:F(P(),`Instance families, such as m7g (default: all)`),capacityTypes:F(Rl([`on-demand`,`spot`]),`Capacity types (default: both)`)},{required:[`percent`]}),`Discounts on instances. If several match the same price, all of them apply`),savingsPlans:F(I({hourlyUsd:{type:`number`,minimum:0,description:`Commitment per hour that this cluster can use, in USD`},percent:{type:`number`,minimum:0,maximum:99,description:`How far the price is below the on-demand price, in percent`},regions:F(P(),`Regions (default: all)`),families:F(P(),`Instance families of an EC2 Instance Savings Plan (default: all)`)},{required:[`hourlyUsd`,`percent`]}),`Savings Plans. You pay the commitment in any case, and it covers on-demand instances first`),perNodeMonthlyUsd:{type:`number`,minimum:0,description:`What each node costs per month in addition to its instance, in USD: licenses of agents, for example`},teamLabel:P("Pod label that names who pays (default: `team`)")},{description:`How your prices differ from the public prices. Karpenter itself always decides by the public prices`}),currency:I({code:P(`ISO 4217 code of the currency, such as EUR`),perUsd:{type:`number`,minimum:.001,maximum:1e6,description:`What one USD costs in this currency, such as 0.92`},asOf:P(`Date of this rate, such as 2026-11-02`),source:P(`Who published this rate, such as ECB`)},{description:`Currency in which comments, pages and other texts show costs. Prices, limits and the JSON document stay in USD`,required:[`code`,`perUsd`]}),rules:zl(Rl([...Bl,`off`]),"Rule → its severity, or `off`"),ignore:F(I({code:P(`Code of the finding, or the name of a lint rule`),path:P("A file, a folder, or a pattern with `*` and `**`"),resource:P("`Kind/name` or `Kind/namespace/name`, with `*`"),reason:P(`Why the finding does not apply here`),until:P("Last day on which the entry is in effect, such as `2027-03-31`")},{required:[`code`,`reason`]}),`Findings to suppress, each with a reason`),overrides:F(I({paths:F(P(),"Files, folders, and patterns with `*` and `**` (default: all files)"),resources:F(P(),"`Kind/name` or `Kind/namespace/name`, with `*` (default: all objects)"),rules:zl(Rl([...Bl,`off`]),"Rule → its severity for these files and objects, or `off`")},{required:[`rules`]}),`Rule severities for some files or objects, such as third-party charts. The last matching entry decides`),neverSuppress:F(P(),`Rules and other codes that neither a comment nor a baseline can suppress`),changedLines:{type:`boolean`,description:`If true, list and count only findings on lines that the change adds or edits`},timeZone:P(`Time zone in which the hours of disruption budgets are shown in addition to UTC, such as Europe/Berlin`),scorecard:P("Branch of this repository on which `mode: apply` and `mode: drift` record predictions and what became of them, such as plumbline-scorecard"),failOn:Rl([...Bl,`never`],`Fail on new findings of this severity or higher`),comment:Rl([`update`,`new`,`hide`,`delete`,`off`],"What happens to the comment on a pull request with each new commit (default: update). `update` keeps one comment up to date. `new` writes a new one, `hide` also hides the older ones as outdated, and `delete` deletes them. `off` writes none"),labels:{type:`boolean`,description:"If true, the pull request gets labels: `plumbline: blocked`, `plumbline: replaces nodes`, `plumbline: cost up` and `plumbline: no change`"},notify:Rl([`block`,`warn`,`pass`,`off`],"Verdict from which on a message is sent to the webhook of the input `notify-url` or of the bot (default: block). `pass` sends one for each review, and `off` none"),set:zl(P(),`Placeholder → value`),sources:I({render:{type:`boolean`,description:`If false, review kustomizations and charts as files, without rendering them`},roots:F(I({path:P(`Folder of a kustomization or a chart, from the root of the repository`),values:F(P(),`Values files of the chart; later files override earlier ones`),release:P(`Name of the Helm release`),namespace:P(`Namespace of the Helm release`),environment:P(`Environment that this root is deployed to, such as dev or prod`)},{required:[`path`]}),`Kustomizations and charts to render, instead of those that plumbline detects by file names; one entry per environment`),ignore:F(P(),`Folders whose kustomizations and charts are not rendered`),chartRepositories:F(P(),"Helm repositories and OCI registries (`oci://…`) that plumbline may download charts from")},{description:"What plumbline renders; `plumbline sources` lists it"}),environments:zl(I({paths:F(P(),"Folders, files, and patterns with `*` and `**` whose objects are applied to this environment (default: all files)"),clusterArn:P(`ARN of the EKS cluster; plumbline writes to no other cluster`),roleArn:P(`IAM role that the job assumes with OIDC`),allowedAccountIds:F(P(),`AWS accounts that plumbline may act in (default: the cluster's account)`),context:P("Context of the kubeconfig, if `clusterArn` is not set"),delivery:Rl([`apply`,`verify`],"`apply` writes the objects. `verify` waits until Argo CD, Flux or Helm has delivered what was reviewed. By default, plumbline detects this for each object"),leaseNamespace:P(`Namespace of the Lease that ensures only one apply runs at a time (default: kube-system)`),readyMinutes:{type:`number`,minimum:0,description:`How many minutes to wait for Ready (default: 10)`},region:P(`AWS region of this environment (default: the cluster's region)`),zones:F(P(),`Availability zones of its subnets`),...Yl,karpenter:Hl,kubernetesVersion:P(`Kubernetes version of its cluster, such as 1.34`),snapshot:P(`Path of a snapshot of its cluster, from the root of the repository`),rules:zl(Rl([...Bl,`off`]),"Rule → its severity for the files in `paths`; it overrides the general one"),gate:I(Ul,{description:`Limits of this environment; they override the general ones`})}),`Environment → its files, its cluster, and the settings that differ from the general ones`),gate:I(Ul,{description:`Conditions for merging and applying a change; read from the base`})}),Zl=262144;var Ql=class{#e;#t=new Tt.LineCounter;#n;#r;constructor(e,t=Xl){this.#e=e.file,this.#r=t,e.text.length>262144&&this.#f(0,`the configuration is longer than ${Zl/1024} kB`,`Check that this is the right file.`),this.#n=this.#i(e.text)}#i(e){try{return(0,Tt.parseDocument)(e,{lineCounter:this.#t,prettyErrors:!1})}catch{return this.#f(0,`the configuration cannot be parsed`,`Fix the YAML. It may be nested too deeply.`)}}read(){let e=this.#n.errors[0];return e&&this.#f(e.pos[0],e.message,$l(e.code)),this.#n.contents===null?{}:this.#a(this.#n.contents,this.#r,``)}fail(e,t,n){return this.#d(this.#n.getIn(e,!0),t,n)}#a(e,t,n){let r=(0,Tt.isAlias)(e)?e.resolve(this.#n)??null:e;return t.orMap&&(0,Tt.isMap)(r)?this.#c(r,t.orMap,n):t.type===`object`?this.#c(r,t,n):t.type===`array`?this.#s(r,t,n):t.type===`any`?this.#o(r,n):this.#l(r,t,n)}#o(e,t){try{return e===null?null:e.toJS(this.#n,{maxAliasCount:100})}catch{return this.#d(e,`\`${t}\` has too many aliases`)}}#s(e,t,n){return(0,Tt.isSeq)(e)?e.items.map((e,r)=>this.#a(e,t.items,`${n}[${r}]`)):this.#d(e,`\`${n}\` must be a list`,(0,Tt.isScalar)(e)&&e.source?`Write \`[${e.source}]\`.`:"Begin each of its items with `- `.")}#c(e,t,n){if(!(0,Tt.isMap)(e)){let r=Object.keys(t.properties??{}),i=n!==``&&r.length>0?`Its keys are ${r.join(`, `)}.`:void 0;return this.#d(e,n?`\`${n}\` must be a map`:`the configuration must be a map`,i)}let r=t.required?.find(t=>!e.has(t));return r&&this.#d(e,`\`${n}\` needs \`${r}\``),Object.fromEntries(e.items.map(({key:e,value:r})=>{let i=String((0,Tt.isScalar)(e)?e.value:e),a=n?`${n}.${i}`:i,o=(()=>{if(t.properties&&Object.hasOwn(t.properties,i))return t.properties[i]})()??t.additionalProperties;return o?[i,this.#a(r,o,a)]:this.#u(e,i,a,t.properties??{})}))}#l(e,t,n){let r=(0,Tt.isScalar)(e)&&e.value!==null?e:void 0,i=t.type===`string`?r&&(r.source??String(r.value)):r?.value;return(t.type===`integer`?Number.isSafeInteger(i):typeof i===t.type&&(typeof i!=`number`||Number.isFinite(i)))?t.minimum!==void 0&&i<t.minimum?this.#d(e,`\`${n}\` must be at least ${t.minimum}`):t.maximum!==void 0&&i>t.maximum?this.#d(e,`\`${n}\` must be at most ${t.maximum}`):t.enum&&!t.enum.includes(i)?this.#d(e,`\`${n}: ${i}\` is not one of ${t.enum.join(`, `)}`,nu(i,t.enum)):i:this.#d(e,`\`${n}\` must be ${tu[t.type]}`)}#u(e,t,n,i){let a=Object.keys(i);n===t&&Object.hasOwn(Xl.properties,t)&&this.#d(e,`\`${n}\` cannot be shared`,`A file that \`extends\` names has only the keys ${a.join(`, `)}.${r(t===`extends`," Name this entry in `extends` of plumbline.yaml.")}`);let s=eu(t,i);return this.#d(e,`\`${n}\` is not a key of the configuration`,s?o(s):nu(t,a)??`Known keys here are ${a.join(`, `)}.`)}#d(e,t,n){return this.#f(e?.range?.[0]??0,t,n)}#f(e,t,n){let{line:r}=this.#t.linePos(e);throw new a(`config`,`${this.#e}:${Math.max(1,r)}: ${t}`,n?{help:n}:{})}};const $l=e=>e===`BLOCK_AS_IMPLICIT_KEY`||e===`UNEXPECTED_TOKEN`||e===`MULTILINE_IMPLICIT_KEY`?"Fix the YAML. A value that contains `: `, ` #` or begins with a quote needs quotes around all of it, or `|` and lines below.":`Fix the YAML.`,eu=(e,t)=>Object.entries(t).flatMap(([e,{properties:t={}}])=>Object.keys(t).map(t=>[e,t])).find(([t,n])=>`${t}${n}`.toLowerCase()===e.toLowerCase())?.join(`.`),tu={string:`a string`,number:`a number`,integer:`a whole number`,boolean:`true or false`,object:`a map`,array:`a list`,any:`a value`};function nu(e,t){let n=u(e,t);if(n)return o(n)}const ru={host:"Action, `mode: review`",compares:`two commits`,reads:`a clone and GitHub`,token:`the caller's`,rendering:`rendered`,withoutRendering:`as plain files`,brokenConfiguration:`fails`,proposedConfiguration:`reported`,failOn:`tightened`,missingFacts:`fails`,unchanged:`no review`,withoutBase:`everything is new`,verdicts:`in another thread`},iu={...ru,host:"Action, `mode: comment`",reads:`GitHub`,rendering:`in isolation`},au={...ru,host:"Action, `mode: render`",rendering:`in isolation`,withoutRendering:`with a note`,proposedConfiguration:`ignored`,unchanged:`reviewed`},ou={...ru,host:"Action, `mode: drift`",rendering:`by another job`,missingFacts:`reported`},su={host:`Bot`,compares:`two commits`,reads:`GitHub`,token:`the app's`,rendering:`in isolation`,withoutRendering:`with a note`,brokenConfiguration:`defaults apply`,proposedConfiguration:`reported`,failOn:`tightened`,missingFacts:`reported`,unchanged:`no review`,withoutBase:`everything is new`,verdicts:`in the thread of the review`},cu={host:`Apply`,compares:`two commits`,reads:`a clone and GitHub`,token:`the caller's`,rendering:`by another job`,withoutRendering:`with a note`,brokenConfiguration:`fails`,proposedConfiguration:`ignored`,failOn:`tightened`,missingFacts:`reported`,unchanged:`reviewed`,withoutBase:`an empty repository`,verdicts:`in the thread of the review`},lu={...cu,host:`Bot, deployment gate`,reads:`GitHub`,token:`the app's`,rendering:`in isolation`},uu={host:`Command line`,compares:`commits, folders or the working tree`,reads:`the disk`,token:"the caller's, for `extends`",rendering:`rendered`,withoutRendering:`as plain files`,brokenConfiguration:`fails`,proposedConfiguration:`reported`,failOn:`set`,missingFacts:`fails`,unchanged:`reviewed`,withoutBase:`everything is new`,verdicts:`in another thread`},du={...uu,host:`Language server`,token:`none`,brokenConfiguration:`defaults apply`,missingFacts:`reported`,verdicts:`in the thread of the review`},fu=({id:e})=>`custom/${e}`,pu=[{code:`admission/denied`,summary:`A ValidatingAdmissionPolicy of the cluster denies an object.`,why:`The snapshot of the cluster contains its ValidatingAdmissionPolicies. The API server refuses the object when somebody applies it, so the change would be merged and never take effect. If the binding only warns or audits, the finding is a warning or a note.`,help:`Change the object so that it meets the policy, or ask the owner of the policy.`},{code:`admission/not-judged`,summary:`A ValidatingAdmissionPolicy of the cluster could not be judged.`,why:`It needs something that is unknown before somebody applies the object: who sends the request, parameters, what the sender is authorized to do, or an object in another version. Whether the API server accepts the object is unknown.`,help:"Apply with a dry run to see what the API server says: `kubectl apply --server-side --dry-run=server -f FILE`."},{code:`disruption/budget-of-all-nodes`,summary:`Karpenter rounds the percentage of a changed budget up to all nodes of the NodePool.`,why:`Karpenter rounds the percentages of budgets up: 10% of one node is one node. In a NodePool of one or two nodes, a small percentage allows the disruption of all of them. Reported for budgets that the change edits, by the nodes that the simulation shows.`,help:'Set `nodes` to a number, or add a budget of `"0"` for the hours in which nodes must stay.'},{code:`disruption/consolidates-less`,summary:`New disruption settings make Karpenter keep running nodes that it would consolidate now.`,why:"With `consolidateAfter: Never`, `consolidationPolicy: WhenEmpty` or a budget of 0 for `Underutilized`, nodes stay although their pods fit on fewer or cheaper nodes. The cost does not change, but the savings are lost. It is a warning if the cost would be more than $500/month and 50% higher than with consolidation. Reported only if the running nodes are known.",help:'If restarts are the problem, keep `WhenEmptyOrUnderutilized` and set a disruption budget of `nodes: "1"` for the reason `Underutilized`.'},{code:`disruption/consolidates-more`,summary:`New disruption settings let Karpenter consolidate running nodes that it keeps now.`,why:"A changed `consolidationPolicy`, `consolidateAfter` or budget replaces no nodes by itself, but decides which nodes Karpenter may remove to save money. Their pods restart soon after the change is applied.",help:"Expect these restarts, or limit them with a disruption budget for the reason `Underutilized`."},{code:`disruption/expiry-in-window`,summary:`Nodes expire in windows in which disruption budgets allow no disruption.`,why:"Until v1beta1, disruption budgets also limited expiry. From v1 on, Karpenter drains a node as soon as it reaches `expireAfter`, whatever the budgets and their windows say. A window that protected weekends or working hours no longer does.",help:"Set `expireAfter: Never` and let drift replace nodes, which respects the windows. Or protect the pods with PodDisruptionBudgets, which apply to expiry up to `terminationGracePeriod`."},{code:`disruption/expiry-stampede`,summary:`Many nodes of a NodePool expire at the same time.`,why:"Karpenter deletes a node that reaches `expireAfter`, whatever the disruption budgets say, and launches no replacement first. Nodes that one change or one burst created have the same age, so they all expire within minutes of each other.",help:"Set a longer `expireAfter`, or `Never` and replace nodes by drift, which respects the budgets. PodDisruptionBudgets also apply to expiry, up to `terminationGracePeriod`."},{code:`disruption/last-node-pool`,summary:`The change deletes the last NodePool, while pods that ran on its nodes stay.`,why:`Deleting a NodePool terminates all of its nodes. Their pods are then created again and stay pending, because Karpenter has no NodePool left to launch nodes for. Reported only if all files can be read and none of them has another NodePool.`,help:`Keep a NodePool for these pods, or delete them in the same change.`},{code:`disruption/newly-evicted`,summary:`New disruption settings let Karpenter evict pods that nothing protects.`,why:"With `WhenEmpty`, Karpenter removes only nodes without pods. With `WhenEmptyOrUnderutilized`, it also evicts running pods whenever they fit on fewer or cheaper nodes, also during their work. Only a PodDisruptionBudget or the annotation `karpenter.sh/do-not-disrupt` limits that.",help:"Create a PodDisruptionBudget for the pods, annotate those that must not restart, or keep `WhenEmpty`."},{code:`disruption/no-targets`,summary:`All nodes that a load balancer sends traffic to are replaced at the same time.`,why:"Karpenter excludes a node from load balancers with the label `node.kubernetes.io/exclude-from-external-load-balancers` as soon as it starts to drain it. If a Service has `externalTrafficPolicy: Local` and nodes as targets, only nodes with its pods get traffic. A PodDisruptionBudget keeps the pods, but not the targets.",help:`Let a disruption budget replace one of these nodes at a time, run the pods on more nodes, or use IP addresses of pods as targets.`},{code:`disruption/protection-ends`,summary:"A `terminationGracePeriod` that is new or shorter ends what protects pods, or gives them less time to stop than they may take.",why:"On a node with `terminationGracePeriod`, Karpenter starts drift although pods must not be disrupted. When the period is over, it deletes the pods that are left, whatever annotations and PodDisruptionBudgets say. Pods that may take longer to stop than this period are deleted as soon as the node drains.",help:`Make the period longer than these pods need, or run them in a NodePool without it.`},{code:`disruption/replicas-together`,summary:`All pods of a workload, or so many that it loses its quorum, stop at the same time.`,why:`Karpenter evicts the pods of a node as soon as the replacement is ready. If nothing limits the evictions, all pods on nodes of the same wave stop together, and so do all pods on one node. Their replacements need time to start.`,help:"Create a PodDisruptionBudget with `maxUnavailable: 1`, and spread the pods over several nodes."},{code:`disruption/restless-nodes`,summary:"The wait of `consolidateAfter` becomes longer than the interval of scheduled pods that run on the NodePool.",why:"Karpenter consolidates a node once no pod came or left for the time in `consolidateAfter`. Runs that come to a node more often start this time again and again, so the node stays although its other pods would fit elsewhere.",help:"Set `consolidateAfter` below the interval of the runs, or give them a NodePool of their own."},{code:`disruption/rollout-held`,summary:`Nodes must be replaced, but something keeps Karpenter from replacing them.`,why:`A change that does not reach running nodes looks complete and is not: they keep the old image, settings or instance types. The cause may be a disruption budget of 0, a PodDisruptionBudget, an annotation, or a limit that leaves no room for replacements.`,help:`Change what the finding names. It says which value is enough.`},{code:`disruption/single-replica`,summary:`A workload with one pod is down while its node is replaced.`,why:`Karpenter evicts the pod before another one runs, because a Deployment creates its replacement only afterwards. It does so when nodes drift or expire, and when new disruption settings let it consolidate nodes with pods. A PodDisruptionBudget cannot help: it blocks the eviction, and the node stays. A Pod that no controller owns is not created again.`,help:`Run two or more replicas on different nodes, or accept the interruption.`},{code:`disruption/unprotected-replicas`,summary:`All pods of a workload may be on one node that is replaced, and no PodDisruptionBudget protects them.`,why:`Karpenter evicts the pods of a node as soon as the replacement is ready. plumbline does not know on which nodes the pods run, but they fit on one, and nothing keeps them apart.`,help:"Create a PodDisruptionBudget with `maxUnavailable: 1`, and spread the pods over several nodes."},{code:`io/checkout-encoding`,summary:`A checkout writes other text into a file than the commit has.`,why:"With `working-tree-encoding`, `git checkout` converts a file. A job or Argo CD then applies the converted text, and plumbline reviewed the text of the commit. A file that looks like noise in the review can become a NodePool.",help:"Remove `working-tree-encoding` for files that may hold manifests, and commit them in UTF-8."},{code:`io/encoding`,summary:`A file is not UTF-8 text.`,why:`plumbline cannot review a file that it cannot read as text. A manifest in it would reach the cluster without a review.`,help:`Save the file as UTF-8, or exclude it from the reviewed paths.`},{code:`io/kustomization`,summary:`A kustomization does not show which files it loads.`,why:`A kustomization may load files of any name. One that plumbline cannot read may load manifests that nobody reviews.`,help:`Write the kustomization as plain YAML of less than 1 MB, without escapes and tags.`},{code:`io/lfs-pointer`,summary:`A file with manifests is now stored in Git LFS.`,why:`Git contains only a pointer to the file. A review cannot see its content, and neither can most tools that deploy from git.`,help:`Keep manifests out of Git LFS: remove the path from .gitattributes, and add the file again.`},{code:`io/not-a-file`,summary:`A path is neither a file nor a folder.`,why:`plumbline does not read devices, sockets and pipes, because reading them may block or never end.`,help:`Pass a file or a folder.`},{code:`io/symlink`,summary:`A symbolic link was not followed.`,why:`plumbline does not trust the content of a pull request, and a link may point outside of the repository.`,help:`Replace the link with the file itself, or pass the target of the link as a path.`},{code:`io/too-large`,summary:`The input is larger than plumbline reads.`,why:`Time and memory of a review are limited, whatever a pull request contains. plumbline does not review what is beyond the limit.`,help:`Split the file, or pass only the folders that contain manifests.`},{code:`io/unreadable`,summary:`A file could not be read.`,why:`plumbline cannot review a file that it cannot read.`,help:`Check that the file exists and that its permissions allow reading.`},{code:`lint/bad-suppression`,summary:"A `plumbline-ignore` comment does not have the required form.",why:`A suppression names its rule and gives a reason, so that later readers know why it exists. A comment without them silences nothing.`,help:"Write `# plumbline-ignore RULE[,RULE] [until=YYYY-MM-DD]: reason` above the line that it applies to."},{code:`lint/expired-suppression`,summary:`A suppression has expired.`,why:"Its `until` date has passed, so the finding that it silenced is reported again.",help:`Fix the finding and remove the suppression, or set a later date.`},{code:`lint/forbidden-suppression`,summary:`A comment tries to silence a finding that must not be silenced.`,why:"The configuration lists the code under `neverSuppress`, so comments cannot silence it. Only the configuration can change that.",help:`Fix the finding and remove the comment.`},{code:`lint/rule-failed`,summary:`A rule of your configuration could not be evaluated.`,why:`An expression of the rule does not compile, reads a field that the object does not have, or is too expensive. The object was not judged by it, so the finding has the severity of the rule.`,help:"Test the rule with `plumbline rules test`. Use `has(object.spec.field)` or `object.spec.?field` before you read a field that may be missing."},{code:`lint/rule-not-judged`,summary:`A rule of your configuration needs a value that is unknown.`,why:`The value is a placeholder, comes from a template that was not rendered, or is a figure that plumbline does not know. Whether the object breaks the rule is unknown.`,help:"Give the placeholder a value with `set`, or render the chart or kustomization."},{code:`lint/unknown-rule`,summary:`A suppression names a rule that does not exist.`,why:`It silences nothing, although its author expects it to.`,help:"Correct the name. `plumbline rules` lists all rules."},{code:`lint/unused-suppression`,summary:`A suppression silences nothing.`,why:`The finding that it was written for is fixed or has moved. If the comment stays, it silences the next finding of that rule, which nobody has accepted.`,help:`Remove the comment.`},{code:`migration/changed`,summary:`The migration cannot express a setting exactly as it was.`,why:`The new API has no exact equivalent, so the migration writes the closest one.`,help:`Check the line, and correct the migrated manifest if it is not what you want.`},{code:`migration/dropped`,summary:`The migration removes a field.`,why:`The new API does not have the field, or the old API silently ignored it and the new one would act on it.`,help:`Check whether you rely on the field. If not, there is nothing to do.`},{code:`migration/impossible`,summary:`An object cannot be migrated automatically.`,why:`The manifest does not contain what the new API needs, such as the content of a launch template, a placeholder’s value, or a class in another repository. plumbline leaves the whole file unchanged rather than migrate half of it.`,help:"Make the decision that the message asks for, then run `plumbline migrate` again."},{code:`migration/kept`,summary:`The migration writes down an old default so that nothing changes.`,why:`Defaults differ between API versions, and Karpenter’s own conversion changes behavior in some places. The migration writes the old default explicitly.`,help:`Remove the line if you want the new default. Otherwise, there is nothing to do.`},{code:`migration/renamed`,summary:`A label, annotation or taint has a new name.`,why:`Karpenter renamed it on the way to v1 and ignores the old name.`,help:`Update other tools that read the old name.`},{code:`provisioning/addresses`,summary:`The subnets of a node class have fewer addresses than its nodes and pods need.`,why:"With the VPC CNI, every node and every pod takes an address of a subnet. By default, each node also keeps a whole network interface of free addresses. If a subnet is full, EC2 launches no instances in it, and pods on running nodes stay in `ContainerCreating`. It is an error if the nodes and pods alone need more addresses than the subnets have, and a warning if the warm pool does not fit. Reported only when the repository creates all subnets of the cluster, with known ranges, or when `nodeClassAddresses` in the configuration has the number. Addresses of DaemonSets, load balancers and everything else in the subnets are not counted.",help:`Add larger subnets to the selection, or set the warm targets of the VPC CNI.`},{code:`provisioning/bad-replicas`,summary:`The number of pods of a workload is not a whole number.`,why:`The API server refuses it. Without it, the number of nodes for the workload is unknown, and so are the figures that depend on it.`,help:"Write a whole number of at least 0, or give the placeholder a value with `--set NAME=VALUE`."},{code:`provisioning/bad-request`,summary:`A container requests an amount that Kubernetes cannot parse.`,why:`The API server refuses the pod. Without the amount, the size of the pod is unknown, and so are the figures that depend on it.`,help:"Write an amount such as `500m` or `1Gi`."},{code:`provisioning/budget-rounding`,summary:`A disruption budget is a small percentage of only a few nodes.`,why:`Karpenter rounds the percentages of a budget up. In the simulation, the NodePool has two or three nodes, so 10% of them is one node: a third or a half. The percentage suggests more protection than it gives.`,help:"Set `nodes` to the number of nodes that may be disrupted at the same time, and protect the pods with PodDisruptionBudgets."},{code:`provisioning/costly-preferences`,summary:`The preferences of a workload cost several nodes.`,why:`Karpenter treats a preference as a requirement as long as a new node can fulfil it. Pods that prefer to be on different nodes get a node each, even if all fit on one. The figure is the difference between two simulations: with the preferences, and without them.`,help:"Remove the preferences if they are not worth their cost, spread the pods over zones, or set `preferencePolicy: Ignore`."},{code:`provisioning/daemonset-lost`,summary:`Pods of a DaemonSet no longer run on the nodes of a NodePool.`,why:`A DaemonSet runs a pod on each node whose taints it tolerates and whose labels it selects. After a new taint or another label, new nodes run without it, such as without logs, metrics or volumes, and nothing fails.`,help:`Add the toleration, or let the node selector match. If the nodes should run without it, nothing needs to change.`},{code:`provisioning/daemonset-priority`,summary:`Workloads have a higher priority than a DaemonSet.`,why:`On a new node, kube-scheduler binds pods with a higher priority first. If a pod fits nowhere, it removes pods with a lower priority for it, also those of DaemonSets. The pod of the DaemonSet then waits without end, because it can run on no other node, and the node has no logs, metrics or network policies. Reported only for priorities above 0 that are in the files, and not for classes that never preempt.`,help:"Give the DaemonSet `priorityClassName: system-node-critical`."},{code:`provisioning/daemonset-room`,summary:`Running nodes have no room for the pods of a DaemonSet that grows.`,why:`Karpenter launches no nodes for DaemonSets, and does not replace nodes that are too small for them. The scheduler evicts pods with a lower priority to make room. If there are none, the pod of the DaemonSet stays pending. If the nodes are known, from a snapshot or the configuration, it is a warning. Otherwise the nodes are those that the files imply, and it is a note.`,help:`Give the DaemonSet a priority class, and replace the nodes that have no room.`},{code:`provisioning/daemonset-share`,summary:`DaemonSets take half of the smallest node or more.`,why:`Every node runs the DaemonSets, so you pay for them once for each node. On small nodes, little is left for other pods, and the kubelet evicts them when memory runs out.`,help:`Lower the requests of the DaemonSets, or require larger instance types.`},{code:`provisioning/device-plugin-removed`,summary:`The change removes the device plugin of a resource that pods request.`,why:"A node offers `nvidia.com/gpu`, `aws.amazon.com/neuron` or `vpc.amazonaws.com/efa` only while a device plugin runs on it. Without one, Karpenter launches an instance for the pods and waits for the resource. The node never becomes initialized, the pods stay pending, and the instance costs money. Not reported if another object mentions such a plugin, or if a node class uses an image that contains it.",help:`Keep the device plugin, or install another one in the same change.`},{code:`provisioning/launch-failed`,summary:`A NodePool would create a node that cannot be launched.`,why:"Karpenter assigns the pods to a new node, but its last filters exclude every instance type. For example, `minValues` may require more variety than the cheapest types have. The pods stay pending.",help:"Fix the reason that the finding names: lower `minValues`, or allow more instance types, zones or capacity types."},{code:`provisioning/limit-reached`,summary:`The limits of a NodePool are too low for its pods.`,why:"Karpenter launches no node that would exceed `spec.limits`. The remaining pods stay pending or go to another NodePool. Until a node is launched, Karpenter counts the largest instance type that it might become. A limit near the size of one node may therefore allow none.",help:"Raise `spec.limits`, or lower the requests of the pods."},{code:`provisioning/nodepool-empty`,summary:`No instance type meets all requirements of a NodePool.`,why:`Karpenter skips the NodePool and launches no nodes for it.`,help:"Relax the requirement that excludes the remaining types. The lint rule `satisfiable-requirements` names it."},{code:`provisioning/nodepool-not-ready`,summary:`A NodePool is not ready, so Karpenter does not use it.`,why:`Karpenter validates more than the API server does. A NodePool that fails its validation, or whose node class is missing or not ready, gets a condition. The provisioner then silently skips it.`,help:`Fix the reason that the finding names.`},{code:`provisioning/one-node`,summary:`A change of NodePools moves all pods of a workload to one node.`,why:`Karpenter launches the cheapest node that fits, and one large node may be cheaper than several small ones. If it fails or is replaced, all pods stop.`,help:"Add a topology spread constraint over `kubernetes.io/hostname`, or limit the size of nodes."},{code:`provisioning/one-zone`,summary:`Pods of a workload that could run in several zones may run in only one after the change.`,why:`If the zone fails, or has no capacity of an instance type, no pod of the workload runs. It is a warning if the pods ask to be spread over zones, which then has no effect, and a note otherwise. Only nodes that Karpenter launches are compared, and only workloads with at least two pods.`,help:`Allow several zones, unless the pods need something that is only in one.`},{code:`provisioning/other-nodes`,summary:`A change moves pods from Karpenter’s nodes to nodes that no file shows.`,why:`Pods that require a label of node groups or of Fargate, or the name of a node, never run on a new node of Karpenter. Its nodes become fewer, but the pods still need room somewhere, and what that costs is unknown. If the cluster has no such node, they stay pending.`,help:`Make sure that the cluster has such nodes, or add them to the files that plumbline reads.`},{code:`provisioning/pod-ignored`,summary:`Karpenter ignores these pods.`,why:"Karpenter ignores pods that are bound to a node, use another scheduler, or have an unsupported volume or an unknown topology key. They stay pending, and Karpenter launches no node for them. It is a warning if the pods require a label that only nodes of Karpenter have, such as `karpenter.sh/registered`, and a note otherwise, because other nodes may run them.",help:`Fix the reason that the finding gives for each workload.`},{code:`provisioning/pod-unschedulable`,summary:`No node that Karpenter could launch can run a pod.`,why:`The pod stays pending. Karpenter tried every NodePool in its order, and the finding names the constraint that excluded each. It is an error if the existing nodes are known, or if no node of any kind can run the pod. Otherwise the pod may run on nodes that plumbline does not know: it is a warning in a review, and a note without a base.`,help:`Change the named constraint in the workload or in the NodePool.`},{code:`provisioning/pods-held`,summary:`Kueue does not start the pods of a workload.`,why:"Kueue keeps a workload suspended until its queue admits it: all of its pods or none. An AdmissionCheck of `kueue.x-k8s.io/provisioning-request` waits for a ProvisioningRequest. Only cluster-autoscaler answers those, so with Karpenter alone the workload waits without end. It is a note if the queue is stopped, or if its `nominalQuota` is used up, because others may end and leave room. No figure counts these pods.",help:`Remove the check, or raise the quota of the queue.`},{code:`provisioning/pods-refused`,summary:`A ResourceQuota refuses pods of a workload.`,why:`The API server creates a pod only if the ResourceQuotas of its namespace have room for it. A quota of CPU or memory also refuses every pod with a container that names no such amount, unless a LimitRange has a default. The workload then has fewer pods than its replicas, and its controller tries again without end. Quotas with scopes count only the pods in their scope. The figures count the pods that exist.`,help:`Raise the quota, or lower the replicas to what it allows.`},{code:`provisioning/status-ignored`,summary:"The `status` in a manifest was not used.",why:`A status comes from the cluster, not from a repository. The API server drops it when the manifest is applied, and an outdated one would distort the figures.`,help:"Pass the object from the cluster with `--cluster`, or set `zones` and `capacityReservations` in the configuration."},{code:`provisioning/too-many-pods`,summary:`A workload has more pods than plumbline simulates.`,why:`Time and memory of a review are limited. Such a number is nearly always a typing error. The figures that depend on it are unknown.`,help:`Check the number of replicas.`},{code:`provisioning/vcpu-quota`,summary:`The nodes need more vCPUs than a quota of the account allows.`,why:"AWS limits the vCPUs of running instances for each account and region: one quota for standard families, others for G, P and other families, each for on-demand and for spot. If a quota is used up, EC2 refuses every further launch, and pods stay pending. Reported for quotas that `vcpuQuotas` in the configuration names. A note says if new NodePools are the first to need a quota that is 0 in many accounts, such as that of GPUs. Instances that Karpenter does not launch are not counted.",help:`Ask AWS for a higher quota, or let the NodePool launch instances of another quota.`},{code:`provisioning/volume-zone`,summary:`Volumes of a StatefulSet may be in a zone where its pods no longer find a node.`,why:`An EBS volume belongs to one zone and cannot move. If no NodePool launches nodes in that zone for its pod, or the pod may no longer run there, it stays pending once it is replaced. Without a snapshot, it is unknown in which zones the volumes are, so every zone counts that files or the configuration name.`,help:`Keep the zone in a NodePool for these pods. Or move their volumes first: restore a snapshot of each in another zone.`},{code:`render/conflict`,summary:`Two roots render the same object with different content.`,why:`The last one that is applied wins, and the files do not say which that is. The object flips between two states.`,help:`Remove the object from one of the roots, or give the two different names or clusters.`},{code:`render/cycle`,summary:`A kustomization includes itself, directly or through others.`,why:`Kustomize refuses to build it, so none of it is applied.`,help:`Remove one of the entries.`},{code:`render/deletes-namespace`,summary:`The change takes a Namespace out of git, and its workloads stay there.`,why:"Kubernetes deletes everything in a Namespace with it: pods, PersistentVolumeClaims, Secrets. Argo CD, Flux and Helm delete what leaves git, if they prune. It is an error if files show that something prunes it, and a warning if nobody knows who applies it. Nothing is reported if another file has the Namespace, or if an annotation such as `Prune=false` keeps it.",help:`Keep the Namespace in git until nothing is left in it.`},{code:`render/destination`,summary:`The change applies something to another cluster, and what was applied to the old one stays there.`,why:"Argo CD looks only at the cluster that an Application names now: it creates everything there and deletes nothing in the old cluster, even with pruning and a finalizer. Flux does the same if the `kubeConfig` of a Kustomization or HelmRelease changes. The nodes of such NodePools keep running and keep costing, and nothing updates them. Nothing is reported if the name of a cluster is replaced by an address, because both may be the same cluster.",help:`Remove the definition with its finalizer first, and add it for the other cluster in a later change. Or delete by hand what is left.`},{code:`render/failed`,summary:`A kustomization or a chart fails to render.`,why:`A kustomization or chart that does not render is not applied, or fails during the rollout. Its objects are unknown, so plumbline does not review them.`,help:"Fix the error of kustomize or helm. `kustomize build` and `helm template` show it in full."},{code:`render/limit`,summary:`Rendering takes too long or produces too much.`,why:`Time and memory of a review are limited, whatever a pull request contains. plumbline does not review what is beyond the limit.`,help:`Split it, or review the rendered manifests.`},{code:`render/missing-dependency`,summary:`A Kustomization or HelmRelease of Flux depends on one that no file has any more, or on itself.`,why:"Flux waits for everything in `dependsOn`. Without it, it never applies the object again, and no later change of its NodePools reaches the cluster. It is an error if the change removes or renames the dependency, and a warning if the entry names another one that is in no file. Other names are not reported, because they may be in the cluster or in another repository. Objects that depend on each other wait for ever, so a new cycle is an error.",help:`Correct the name, keep the dependency, or remove the entry.`},{code:`render/missing-file`,summary:`A referenced file or folder does not exist.`,why:`Kustomize and helm refuse to render, so nothing is applied.`,help:`Add the file, or remove the reference.`},{code:`render/newly-applied`,summary:`Something begins to apply files that were in the repository before.`,why:`A new Application, Kustomization or resource of Terraform creates the objects of files that the change does not edit, so the diff does not show them. They count as new. Somebody may have applied them by hand before.`,help:`Review the files as if the change added them.`},{code:`render/not-applied`,summary:`Files are still in the repository, but nothing applies them any more.`,why:`Argo CD and Flux delete what a kustomization no longer lists, or what a removed definition applied. The files stay in the repository, so the diff does not show that.`,help:`If the objects should stay, list the files again. If not, also delete the files.`},{code:`render/not-applied-yet`,summary:`The change edits manifests that are not applied at first, or suspends what applies them.`,why:"Flux applies nothing of a suspended Kustomization or HelmRelease. An Application with the tag `v1.4.0` as `targetRevision` applies that tag, and not this branch. Argo CD never applies fields of `ignoreDifferences` with `RespectIgnoreDifferences=true`. The effects and figures are those of the time when the change is applied. Nothing is reported for branches and for ranges of versions.",help:`Resume the object, or change its revision, when the change should take effect.`},{code:`render/not-here`,summary:`Roots were not rendered here.`,why:"A job with the rights of the base repository runs programs on the content of a pull request only where they cannot reach its credentials. A job that can sign in to a cluster runs none, and takes what a job with `mode: render` hands over.",help:"Do what the note says, add a job with `mode: render`, or see the review of the `pull_request` job, which renders."},{code:`render/other-environment`,summary:`A definition of Argo CD or Flux applies the files of another environment from now on.`,why:"A Kustomization, Application or HelmRelease of one environment takes its folder or its values from another one: `clusters/prod` applies `apps/stage`. The cluster then gets the replicas, names and selectors of that environment, which is usually a copied line. It is reported if the names of both environments are in the paths, in the name of the cluster or in the folder of the definition. Nothing is reported if the old folder is gone, because it may only have another name.",help:`Use the folder or the values file of the environment that the definition is in.`},{code:`render/other-owner`,summary:`Something else applies an object from now on, and what applied it before deletes it.`,why:"Terraform, Helm, Argo CD and Flux each remember what they applied. They delete what is no longer theirs, although another tool or another Application applies the same object. With a NodePool, its nodes are deleted, and with a workload its pods. Reported for objects of Karpenter, workloads, and objects that decide about pods, such as PodDisruptionBudgets. Nothing is reported if a `removed` block with `destroy = false`, an annotation or a setting of the old owner keeps the object, or if the owner itself moves. Somebody may have taken the object out of the state before, so it is no error.",help:`Tell the old owner to keep the object first, and hand it over in a later change.`},{code:`render/pruning`,summary:`What applies NodePools or node classes begins or ends to delete what leaves git.`,why:"Argo CD deletes what left git only with automated sync and `prune`, Flux only with `prune: true`. When Argo CD begins to prune, it also deletes at its next sync what it applied earlier and git no longer has, and no file shows what that is. Flux deletes only what leaves git from then on, because its inventory has only what was applied last. Without pruning, a NodePool that leaves git stays in the cluster with its nodes. The same is reported if a finalizer, `preserveResourcesOnDeletion` or `deletionPolicy` decides otherwise what a deleted definition leaves behind.",help:`Before you turn pruning on, look at what it deletes. After you turned it off, delete by hand what leaves git.`},{code:`render/refused`,summary:`Something was not rendered, because that would run code, leave the repository or use the network.`,why:`plumbline does not trust the content of a pull request. Plugins, functions, post-renderers and remote bases run or download whatever it names. It is a note, because the change cannot help it. It is a warning if the change adds such a root with Karpenter objects, and an error if the root renders before the change.`,help:`Copy it into the repository, or review the rendered manifests.`},{code:`render/reinstalled`,summary:`The change gives a release of Helm another name or namespace, so it is uninstalled and installed again.`,why:"Flux uninstalls a release whose `releaseName`, `targetNamespace` or `storageNamespace` changes before it installs the new one, and Terraform replaces a `helm_release` with another `name` or `namespace`. All objects of the chart are deleted meanwhile: pods stop without regard to PodDisruptionBudgets, and the nodes of its NodePools are deleted. Nothing is reported for a suspended HelmRelease, for Argo CD, or if a part of the name is a variable.",help:`Keep the name and namespace, or install the new release next to the old one and remove that later.`},{code:`render/stays`,summary:`The change takes an object out of git, and nothing deletes it in the cluster.`,why:"Argo CD deletes what left git only with automated sync and `prune`, Flux only with `prune: true`. Annotations such as `helm.sh/resource-policy: keep` keep single objects. An Application without its finalizer leaves what it applied, Helm never deletes the CRDs in `crds/`, and a `removed` block of Terraform can keep an object. The nodes of such a NodePool keep running and keep costing, so the figures count them. Nothing updates the object any more.",help:`Delete the object in the cluster, or turn on pruning before the object leaves git. If it should stay, write down who manages it.`},{code:`render/tool-missing`,summary:`Kustomize or helm is not installed.`,why:`plumbline renders with the real programs, so that it reviews what is applied. Without them, what the cluster gets is unknown: it reads templates with placeholders, and judges neither patches nor what they change.`,help:`Install them and add them to PATH. GitHub’s runners have both.`},{code:`render/unknown`,summary:`Something that makes manifests is not in the repository or cannot be evaluated, so their content is not reviewed.`,why:`Charts and manifests in other repositories, and generators that query a cluster, a Git host or a plugin, produce content that the repository does not contain. If the change edits what it says about them, such as their version or their values, part of the effect is unknown. So it is if the change edits the pods of a chart that is not in the repository, or of an object of an operator, such as a RayCluster.`,help:"Review the rendered manifests, or name the charts of this repository and their values files in `sources` of plumbline.yaml."},{code:`render/unmatched-patch`,summary:`The target of a patch in a kustomization selects no object.`,why:"Kustomize applies a patch with a `target` to every object that the target selects, and reports no error if it selects nothing. The patch then has no effect. A patch without a target names its object itself, and kustomize fails if there is no such object. Nothing is reported for targets with patterns or selectors, or if a patch deletes or renames objects.",help:`Correct the kind or the name of the target, or remove the patch.`},{code:`render/unset-variable`,summary:`Flux replaces a variable in a NodePool or node class with nothing, because nothing sets it.`,why:"In what a Flux Kustomization with `postBuild` applies, each variable without a value and without a default becomes empty text. A role is then cut off, and a selector matches something else or nothing. It is an error if the change is the first to do that in a field such as `role`, because until then the files set every variable. Nothing is reported if a Secret, or a ConfigMap that is not in the repository, may set it.",help:"Set the variable in `postBuild.substitute`, or give it a default: `${name:-default}`."},{code:`review/not-understood`,summary:`The change edits something near Karpenter, and plumbline cannot tell what that does.`,why:`A place is near Karpenter if it can reach its controller, its permissions, its nodes or the admission of pods. Examples are another version of a module or chart that is not in the repository, an argument that no rule reads, a quota, and an unknown kind. plumbline found no effect, but it has not looked at what this place does. The verdict stays as it is.`,help:"Review the place by hand. For a chart or module that could be rendered or evaluated, add it to the repository or to `sources` of plumbline.yaml."},{code:`review/shared-queue`,summary:`Two clusters read the same interruption queue.`,why:`Karpenter deletes each message of its queue once it has read it, also if the instance belongs to another cluster. With one queue for two clusters, each of them misses a part of the interruption warnings, and AWS reclaims spot nodes before their pods have moved. Reported if the files show one account or one queue, or if the change brings the clusters together. Queues of one name in two accounts are different queues.`,help:`Create a queue for each cluster, with its own event rules, and name it in the values of its release.`},{code:`schema/cel`,summary:`An object violates a validation rule of its CustomResourceDefinition.`,why:`The API server evaluates the rules when it receives the object, and refuses it.`,help:`Do what the message says. It is the rule’s own message.`},{code:`schema/duplicate`,summary:`A list that must not contain duplicates contains an item twice.`,why:`The API server refuses the object.`,help:`Remove one of the two.`},{code:`schema/enum`,summary:`A field has a value that is not one of the allowed values.`,why:`The API server refuses the object.`,help:`Use one of the values that the message lists.`},{code:`schema/format`,summary:`A value does not have the format that its field requires.`,why:`The API server refuses the object.`,help:`Write the value in that format.`},{code:`schema/future-version`,summary:`The target Karpenter does not serve this API version yet.`,why:"The API server does not know this version of the kind, so applying the object fails. Karpenter 1.0 introduced `v1`, and late patches of 0.33 to 0.37 also serve it, for rollbacks from 1.0. For these minors the finding is a note, because the patch is unknown.",help:"Upgrade Karpenter first, or set `karpenter.version` to the version that you run."},{code:`schema/length`,summary:`A string, list or mapping is too short or too long.`,why:`The API server refuses the object.`,help:`Keep within the bounds that the message gives.`},{code:`schema/metadata`,summary:`The metadata of an object is not valid.`,why:`Names, labels and annotations follow the same rules for all Kubernetes objects. The API server refuses an object that breaks them.`,help:`Correct the name, label or annotation that the message names.`},{code:`schema/missing-spec`,summary:"An object has no `spec`.",why:"Without a `spec`, Karpenter cannot do anything with a NodePool or EC2NodeClass.",help:"Add the `spec`, or remove the object."},{code:`schema/pattern`,summary:`A string does not match the pattern of its field.`,why:`The API server refuses the object.`,help:"Write the value as the message shows, such as `720h` for 30 days."},{code:`schema/range`,summary:`A number is out of bounds.`,why:`The API server refuses the object.`,help:`Keep within the bounds that the message gives.`},{code:`schema/refused`,summary:`The API server refuses the object.`,why:`The object cannot be decoded, or it fails a check of Kubernetes itself. Examples are a selector that does not match, a request above its limit, or a changed immutable field.`,help:`Fix what the finding says. It contains the server’s own message.`},{code:`schema/removed-version`,summary:`The target Karpenter or Kubernetes no longer serves this API version.`,why:`Applying the object fails. Karpenter also ignores its old objects that are still in the cluster. It is a note if nothing names the version of Karpenter or Kubernetes and an older one still serves the object.`,help:"Write the object in a version that is served. For Karpenter’s objects, `plumbline migrate` does it and keeps comments and order."},{code:`schema/required`,summary:`A required field is missing.`,why:`The API server refuses the object.`,help:`Add the field.`},{code:`schema/type`,summary:`A value does not have the type of its field.`,why:'The API server refuses the object. In YAML the notation decides the type: `10` is a number and `"10"` a string.',help:`Add or remove quotes, or write a list or mapping if the field requires one.`},{code:`schema/unjudged`,summary:`The object could not be validated.`,why:`The definition of its kind is missing or does not compile, or the object makes the API server’s own code fail. The verdict of a cluster is unknown, so plumbline reports it.`,help:`Add or fix the definition, or make the object smaller and less nested.`},{code:`schema/unknown-field`,summary:`An object has a field that its kind does not have.`,why:"The API server accepts the object and drops the field, with a warning at most, so the field has no effect. With a misspelled `limits`, a NodePool has no limits. A Flux Kustomization and `kubectl apply` are stricter: the API server refuses the object, and Flux then applies nothing of the Kustomization.",help:`Correct the name, or move the field to the right place.`},{code:`schema/unknown-kind`,summary:`Karpenter does not have this kind in this API version.`,why:`The API server does not know the kind, so applying the object fails.`,help:"Correct `apiVersion` or `kind`."},{code:`schema/warning`,summary:`The API server accepts the object with a warning.`,why:`The message is the API server’s own. kubectl prints it, but most pipelines lose it. It reports a deprecated field, a value that is read differently from how it is written, or a name that may collide with another.`,help:`Do what the warning says.`},{code:`terraform/addon-setting`,summary:`The change edits a setting of an EKS add-on that concerns nodes.`,why:`Variables of the VPC CNI decide how many pods of a node get an address, from which subnets, and how many addresses a node keeps in reserve. Tolerations, selectors and replicas of CoreDNS or a CSI driver decide on which nodes their pods run. The values are compared only if both are known.`,help:`Check that subnets, node classes and Karpenter’s settings fit.`},{code:`terraform/authentication-mode`,summary:`The change sets an EKS cluster back to an earlier authentication mode.`,why:"A cluster can go from `CONFIG_MAP` to `API_AND_CONFIG_MAP` and to `API`, and never back. EKS refuses the update, so Terraform stops there, and what depends on the cluster is not applied. An absent `authentication_mode` is `API_AND_CONFIG_MAP` in the EKS module since version 20. In the resource it keeps the mode of the cluster.",help:`Keep the authentication mode of the cluster.`},{code:`terraform/condition`,summary:`Nothing in the repository decides whether Terraform creates a NodePool or a node class.`,why:"Its `count` or `for_each` depends on a variable that no file sets, or on a value that only AWS knows. Whoever applies the root module sets it, and its default says little about that. plumbline reviews the object as if it existed. Errors in the object itself are errors whenever it exists. What rests on its existence is at most a note, the figures are marked as not exact, and deleting or replacing its nodes is said to be possible, not certain.",help:"Set the variable in a `.tfvars` file of each environment, so that the figures are those of the environment."},{code:`terraform/ignored-change`,summary:`The change edits an object that Terraform leaves as it is.`,why:"With `ignore_changes = [yaml_body]`, `[manifest]` or `all`, Terraform creates an object and never updates it. A change of its text passes review and plan, and the cluster keeps the old one. plumbline counts the object as it is before the change.",help:"Remove the argument from `ignore_changes`, and read the plan of Terraform: it then applies everything that has changed since the object was created."},{code:`terraform/last-zone`,summary:`The change leaves a node class with the subnets of a single zone.`,why:`Karpenter launches nodes only in the zones of the selected subnets. With one zone, its failure stops all of these nodes, topology spread across zones has no effect, and pods with volumes of other zones stay pending. It is a note, because some workloads need a single zone.`,help:`Select subnets in at least two zones.`},{code:`terraform/limit`,summary:`The Terraform code is larger than plumbline evaluates.`,why:`Time and memory of a review are limited. plumbline did not evaluate the last part, so its objects are unknown, not removed.`,help:`Review fewer folders at once.`},{code:`terraform/new-address`,summary:"A cluster, a node group, a NodePool, a node class, or what nodes need of AWS has another address in Terraform, and no `moved` block says so.",why:`Terraform knows a resource by its address: its type, its name, its key, and the modules around it. If the address changes, Terraform destroys the old resource and creates a new one, even if all arguments are equal. The nodes of a NodePool are deleted with it. Subnets, security groups, roles and instance profiles are compared if they mention Karpenter, Kubernetes tags or EC2.`,help:"Add a `moved` block with the old and the new address, and read the plan of Terraform."},{code:`terraform/new-region`,summary:`The provider of AWS with which Terraform creates a cluster moves to another region.`,why:`A provider manages its resources in one region. In another one, Terraform finds none of them and plans to create the whole cluster with its network again. What is in the old region is destroyed or no longer managed, which depends on the version of the provider. Subnets, images and instance types of the old region do not exist in the new one.`,help:`Create the new cluster in a root of its own, and read the plan of Terraform.`},{code:`terraform/new-state`,summary:`Terraform keeps the state of a root in another place from now on.`,why:"Terraform knows what it created only by its state. If the backend has another key, bucket or kind, `terraform init` asks whether to migrate the state. If nobody migrates it, Terraform begins with an empty state. It then plans to create the cluster, its network and its roles a second time, and no longer manages the existing ones.",help:"Migrate the state with `terraform init -migrate-state`, and read the next plan."},{code:`terraform/public-addresses`,summary:`A subnet of nodes begins to give out public addresses.`,why:`A node class that says nothing about public addresses leaves the decision to its subnets. Nodes with a public address can be reached from the internet as far as their security groups allow, and AWS charges for each address.`,help:"Set `associatePublicIPAddress: false` in the node class, or keep the subnet private."},{code:`terraform/removes-access`,summary:`The change removes what gives Karpenter or its nodes access to AWS or to the cluster.`,why:"Karpenter launches nothing without its role and the role of its nodes, and a node cannot join without an access entry for its role. Running nodes lose their credentials if their role or instance profile is removed or renamed. Reported if nothing else in the files creates them. They may be in another repository, so it is a warning. What is certain is an error of `lint/node-access`.",help:`Create the roles and the access elsewhere first, or uninstall Karpenter with its NodePools before.`},{code:`terraform/removes-addon`,summary:`The change removes an EKS add-on that nodes or pods need, or the role of its pods.`,why:"Terraform deletes an add-on with its pods unless `preserve` is true. Without the VPC CNI, new nodes stay NotReady. Without CoreDNS, pods resolve no names, and without a CSI driver, volumes are not attached. Reported if the files have nothing in its place. Another repository may install it, so it is a warning. If the pods stay, or if that is unknown, it is a note.",help:`Keep the add-on, or install what replaces it first.`},{code:`terraform/removes-permission`,summary:`The change takes a permission from Karpenter’s controller, or allows it only under another condition.`,why:"Without a permission that it needs, Karpenter cannot launch or terminate nodes, and its log says so only then. `lint/controller-permissions` judges a policy that is completely known. This finding compares the policies before and after the change where it does not, because no file has a node class, or because other policies may be elsewhere.",help:`Compare the policy with the one that Karpenter publishes for this version.`},{code:`terraform/removes-reservation`,summary:`The change removes a capacity reservation that a node class selects.`,why:"A node class that finds no reservation offers no capacity of the type `reserved`. NodePools that allow only this type launch nothing, and others launch on-demand or spot instances. Nodes in the reservation keep running, at the on-demand price.",help:`Remove the term from the node class as well, or create another reservation with its tags.`},{code:`terraform/removes-route`,summary:`The change removes the default route of a subnet of nodes, or a VPC endpoint that nodes need.`,why:"A node needs EC2, ECR, S3 and STS before it is ready, and registries for other images. Reported if the files show the default route of a selected subnet before the change and none after it, while the VPC still has a way out. Also reported if the change removes an endpoint for EC2, ECR, S3, STS, EKS, EKS Pod Identity, SSM or SQS from a VPC in which the files show nothing but endpoints. Without any way out, it is `lint/node-egress`.",help:`Keep the default route or the endpoint. Otherwise, create VPC endpoints or a NAT gateway first.`},{code:`terraform/removes-rule`,summary:`The change removes a rule of a security group that every node needs.`,why:`Nodes reach the API server and the APIs of AWS on port 443, and the API server reaches kubelets on port 10250. Pods on different nodes reach each other and CoreDNS. Reported if a rule allowed this before the change and none does after it. The group has to be the only one that the node class selects. If other groups may be elsewhere, it is a note.`,help:`Keep a rule for this traffic, or select the security group of the cluster as well.`},{code:`terraform/renames-group`,summary:`A node class selects a security group by a name that the change takes from it.`,why:`AWS cannot rename a security group, so Terraform creates another one and deletes the first. A node class that finds no security group is not ready, and Karpenter launches no nodes with it. Reported if the files then have no security group with the name.`,help:`Change the name in the node class in the same change, or select the group by a tag.`},{code:`terraform/replaces-cluster`,summary:`An argument of an EKS cluster changes that Terraform cannot change in place.`,why:`AWS cannot change the name, the role, the address family or the range of the services of a cluster. Terraform destroys the cluster and creates another one. All nodes, also those of Karpenter, and everything in the cluster go with it. If one of both values is unknown, it is a warning.`,help:`Keep the old value. To replace the cluster, create the new one next to it and move the workloads.`},{code:`terraform/replaces-network`,summary:`The range of a VPC changes, which Terraform cannot change in place.`,why:`Terraform destroys the VPC with its subnets and creates another one. AWS refuses to delete subnets with instances in them, and a cluster cannot move to another VPC. So the change fails half way, or takes the network away from running nodes.`,help:`Keep the range, and add a second one to the VPC.`},{code:`terraform/syntax`,summary:`A Terraform file that concerns Karpenter cannot be parsed, or Terraform refuses what it says whatever the values are.`,why:"Terraform refuses two blocks of a folder with one address, a default that is not a literal, and a `for_each` over a list. It also refuses references to what is not declared, and a call of a local module without a required variable or with an unknown one. Then it applies nothing of the root. plumbline cannot evaluate the module of a file that cannot be parsed. It does not review the NodePools in it, and whether existing ones still exist is unknown.",help:"Run `terraform validate` and fix what it reports. The message shows where parsing stopped."},{code:`terraform/unknown`,summary:`The change edits the call of a Terraform module that is not in the repository, or the values of a chart that Terraform installs.`,why:`The module or the chart probably creates NodePools or installs Karpenter. plumbline downloads no modules and renders no charts with values from Terraform, so it cannot tell what changes.`,help:`Read the plan of Terraform for this change, and compare what the chart renders to.`},{code:`terraform/widens-permission`,summary:`The change lets Karpenter’s controller or nodes do more in AWS than before.`,why:`Whoever gets the credentials of the controller can do what its role allows, and pods may use the role of their node. Reported for a policy of administrators, for all actions of EC2 or IAM, and for roles and instances that were limited before. It is a note, because Karpenter works with it.`,help:`Limit the policy as the one that Karpenter publishes for this version.`},{code:`upgrade/bad-release`,summary:`The repository installs a release of Karpenter that its maintainers advise not to use.`,why:`A patch release may have a regression that later ones fix. The upgrade guide of Karpenter and its issues name such releases. The list in plumbline has the source and the date of each.`,help:`Use a release that has the fix.`},{code:`upgrade/choice`,summary:`Another Karpenter version chooses other nodes for the same pods.`,why:`Karpenter changes from version to version which instance types it launches and which nodes it consolidates first. The manifests stay the same, and so do the figures of a simulation that ignores the version. plumbline simulates each side as its own version. Versions before 1.10 consolidate like themselves, but launch nodes like 1.10, and the finding says so.`,help:`Upgrade a test cluster first, and compare the number and the sizes of its nodes.`},{code:`upgrade/compatibility`,summary:`Karpenter is too old for the cluster’s Kubernetes version.`,why:`Each Karpenter release supports a range of Kubernetes versions and reports newer ones as incompatible. It still selects images for the newer version, but with the labels, defaults and kubelet settings of an older one. Reported only when the repository names both versions.`,help:`Upgrade Karpenter to at least the release that the message names, and then upgrade the control plane.`},{code:`upgrade/crds`,summary:`The CRDs stay behind when Karpenter is upgraded, or a release cannot take them over.`,why:"Helm installs the CRDs of a chart once and never updates them. Some versions of Karpenter write or need what older CRDs reject, and then no node is launched. A new release of the chart `karpenter-crd` fails if the chart `karpenter` has installed the CRDs before, because they do not belong to it. Reported if the files install Karpenter with Helm and show nothing that updates or hands over the CRDs.",help:"Install the chart `karpenter-crd` in the version of the controller. If the CRDs exist, let the release take ownership of them."},{code:`upgrade/crds-removed`,summary:`The change removes Karpenter’s CRDs, the release of the chart that installs them, or their part of the chart in an Application that prunes.`,why:`If a CRD is deleted, the API server deletes all objects of its kind. Without NodePools and NodeClaims, Karpenter terminates every node that it launched. The chart of Karpenter does not install the CRDs again when it is upgraded. Nothing is reported if something keeps the CRDs: an annotation, a Kustomization or an Application that does not prune, or the end of an Application, which never deletes CRDs.`,help:"Keep the CRDs. To hand them over to something else, first give them the annotation `helm.sh/resource-policy: keep`."},{code:`upgrade/karpenter`,summary:`The change upgrades or downgrades Karpenter to another minor version.`,why:`Another minor may refuse or drop what the current one accepts: APIs, fields and defaults change. plumbline validates and simulates the base with its Karpenter and the head with the new one. Findings that only the new one has count as new. If the hash of EC2NodeClasses changes, Karpenter rewrites the hashes of running nodes instead of comparing them.`,help:`Read the upgrade guide of each minor in between, upgrade the CRDs, and change node classes in a separate change.`},{code:`upgrade/kubernetes`,summary:`The change upgrades or downgrades Kubernetes to another minor version.`,why:"An alias such as `al2023@v20260715`, pinned or not, selects images for the Kubernetes version of the cluster. After the control plane upgrade, Karpenter selects images of the new minor. Every node of that node class then drifts and is replaced within the budgets of its NodePool. Images by id, name, tags or SSM parameter stay the same, and so does their kubelet. Reported only when Terraform, eksctl, kOps, ACK, Crossplane or Cluster API names the version on both sides of the change.",help:`Check the waves in the review, and merge at a suitable time. Update other images in a separate change.`},{code:`upgrade/older-image`,summary:`A node class goes back to an older release of its image.`,why:`Karpenter replaces all nodes with ones of the older release, which lacks the fixes of later ones. That is right to leave a faulty release, and otherwise often the result of a merge.`,help:`Keep the newer release, unless it is faulty.`},{code:`upgrade/path`,summary:`The change skips a version of Karpenter or Kubernetes that has to run in between.`,why:`Karpenter before 1.0 stores its objects as v1beta1. Only 1.0 can convert them, and 1.1 and later can neither read nor serve them. So an upgrade from any older version has to stop at 1.0, and one from 0.32 or older also at 0.37. A downgrade below 1.0 is possible only from 1.0. EKS upgrades a control plane by one minor version at a time and refuses to skip one. The report lists what to do at each step.`,help:`Make one change for each version that the message names, and wait until the cluster runs it.`},{code:`upgrade/settings`,summary:`The change modifies a setting of Karpenter that affects the figures, interruptions, its controller, or which instances Karpenter sees.`,why:"The settings of Karpenter’s chart affect the usable memory and the number of pods of an instance type. They also affect how Karpenter treats preferences, `minValues` and reservations. plumbline simulates the base with the settings of its Helm values and the head with its own. The difference in nodes and cost comes from these settings. Two others show in no figure: without `interruptionQueue`, Karpenter does not move pods before AWS reclaims a spot node, and it finds its instances by `clusterName`. The number of replicas, the resources and the leader election of the controller decide whether somebody launches nodes at all. New nodes join the cluster of `clusterEndpoint`, and `batchIdleDuration` and `batchMaxDuration` decide how long pods wait for them.",help:"Check the figures. Settings under `karpenter` in plumbline.yaml override the Helm values."},{code:`yaml/alias-bomb`,summary:`Aliases expand the document beyond the limit.`,why:`A few lines of nested aliases can expand to gigabytes. The API server also refuses such documents.`,help:`Replace the aliases with their values.`},{code:`yaml/duplicate-key`,summary:`A mapping contains a key twice.`,why:`Only one of the two values is used, and tools disagree about which.`,help:`Remove one of them, or merge their values.`},{code:`yaml/read-differently`,summary:`This file means something else to kubectl than to plumbline.`,why:`plumbline reads each changed file a second time with kubectl's own decoder. If that finds an object that the review does not have, or other values, somebody would apply what nobody reviewed. This is either a file that is made to look harmless, or a mistake of plumbline.`,help:`Write the object in plain YAML, without unusual characters, tags and escapes. If it is plain already, report the file as a bug.`},{code:`yaml/syntax`,summary:`A document is not valid YAML.`,why:`plumbline cannot read anything in the document, so the effect of its changes is unknown. There is no plan until it is fixed.`,help:`Fix the place that the message names. The cause is often the indentation of the line before.`},{code:`yaml/template`,summary:`A document is a template that must be rendered before it is YAML or a Karpenter object.`,why:`The manifest depends on the values of the template, so its content is unknown.`,help:"Review the rendered manifests, or give values with `--set NAME=VALUE`."},{code:`yaml/too-deep`,summary:`A document is nested too deeply.`,why:`Time and memory of a review are limited. Kubernetes’ own decoder has a similar limit.`,help:`Check whether the document is correct.`},{code:`yaml/too-large`,summary:`A file is too large or contains too many objects.`,why:`Time and memory of a review are limited. plumbline does not review what is beyond the limit.`,help:`Split the file.`}];function mu(e,t){let[n,r,i,a]=[0,0,-1,0];for(;r<t.length;)if(e[n]===`*`)[i,a,n]=[n,r,n+1];else if(n<e.length&&(e[n]===`?`||e[n]===t[r]))[n,r]=[n+1,r+1];else if(i>=0)[a,n,r]=[a+1,i+1,a+1];else return!1;for(;e[n]===`*`;)n++;return n===e.length}const hu=[`Sid`,`Effect`,`Principal`,`NotPrincipal`,`Action`,`NotAction`,`Resource`,`NotResource`,`Condition`],gu=e=>e===void 0?[]:Array.isArray(e)?e.map(e=>String(e)):[String(e)];function _u(e){if(e.length>65536)return{fault:`is too long to be an IAM policy`};let t;try{t=JSON.parse(e)}catch{return{fault:`is not JSON`}}let n=_(t)&&_(t.Role)?t.Role.AssumeRolePolicyDocument:t;if(!_(n)||n.Statement===void 0)return{fault:"has no `Statement`"};let r=Array.isArray(n.Statement)?n.Statement:[n.Statement];return r.every(_)?{statements:r.map(vu)}:{fault:`has a statement that is not an object`}}const vu=(e,t)=>({name:typeof e.Sid==`string`&&e.Sid!==``?`\`${e.Sid}\``:`statement ${t+1}`,effect:e.Effect===`Allow`?`Allow`:`Deny`,principals:yu(e.Principal??e.NotPrincipal),actions:gu(e.Action??e.NotAction),isNegated:e.NotAction!==void 0||e.NotResource!==void 0||e.NotPrincipal!==void 0,resources:gu(e.Resource??e.NotResource),conditions:bu(e.Condition),unknown:Object.keys(e).filter(e=>!hu.includes(e))});function yu(e){return _(e)?new Map(Object.entries(e).map(([e,t])=>[e,gu(t)])):new Map(e===void 0?[]:[[`AWS`,gu(e)]])}function bu(e){return _(e)?Object.entries(e).flatMap(([e,t])=>_(t)?Object.entries(t).map(([t,n])=>({operator:e,key:t,values:gu(n)})):[]):[]}const xu=({actions:e,isNegated:t},n)=>e.some(e=>mu(e.toLowerCase(),n.toLowerCase()))!==t,Su=`token.actions.githubusercontent.com`,Cu=`plumbline-prices`,wu=`sts.amazonaws.com`,Tu=`2026-07-15`;function Eu({owner:e,name:t,ids:n},r){let i=`environment:${r.replaceAll(`:`,`%3A`)}`;return{byName:`repo:${e}/${t}:${i}`,byId:n&&`repo:${e}@${n.owner}/${t}@${n.repository}:${i}`}}const Du=/^repo:([^/:@]+)(?:@([^/:]+))?\/([^/:@]+)(?:@([^/:]+))?(?::(.*))?$/;function Ou(e){let[,t,n,r,i,a=``]=Du.exec(e)??[];if(t!==void 0)return{owner:t,name:r,ownerId:n,repositoryId:i,context:a}}const ku=`sts:AssumeRoleWithWebIdentity`,Au=e=>e.replace(/^arn:[^:]+:iam::[^/]{0,200}:oidc-provider\//,``).replace(/^https:\/\//,``).replace(/\/$/,``);function ju(e,t){try{let n=JSON.parse(t(e.split(`.`)[1]??``));return typeof n!=`object`||!n?void 0:Object.fromEntries(Object.entries(n).filter(([,e])=>Array.isArray(e)||typeof e!=`object`).map(([e,t])=>[e,Array.isArray(t)?t.map(String):String(t)]))}catch{return}}const Mu=e=>e===void 0?[]:typeof e==`string`?[e]:e;function Nu(e,t){let n=Au(Mu(t.iss)[0]??``),r=e.filter(e=>e.effect===`Allow`&&xu(e,`sts:AssumeRoleWithWebIdentity`));if(r.length===0)return[`no statement allows \`${ku}\``];let i=r.filter(e=>Pu(e).some(e=>Au(e)===n));return i.length===0?[`it trusts ${[...new Set(r.flatMap(Pu).map(Au))].map(e=>`\`${e}\``).join(`, `)||`no identity provider`}, but the token is from \`${n}\``]:i.map(e=>e.conditions.flatMap(e=>Fu(e,n,t))).sort((e,t)=>e.length-t.length)[0]}const Pu=e=>e.principals.get(`Federated`)??[];function Fu(e,t,n){let{operator:r,key:i,values:a}=e,o=Iu(i,t);if(o===void 0)return[`it requires \`${i}\`, which no token of \`${t}\` has`];let s=Mu(n[o]),c=x(a,` or `),l=s.length===0?`does not have it`:`has \`${s.join(`, `)}\``;return Lu(r,s,a)===!1?[`\`${o}\` must be ${c}, but the token ${l}`]:[]}function Iu(e,t){let n=e.lastIndexOf(`:`);if(e.slice(0,n).toLowerCase()===t.toLowerCase())return e.slice(n+1).toLowerCase()}function Lu(e,t,n){let[,r=``,i=``,a=``]=/^(ForAnyValue:|ForAllValues:)?(\w+?)(IfExists)?$/.exec(e)??[],o=at(Ru,i);if(o===void 0)return;if(t.length===0)return a!==``||r===`ForAllValues:`;let s=e=>n.some(t=>o(t,e));return r===`ForAllValues:`?t.every(s):t.some(s)}const Ru={StringEquals:(e,t)=>e===t,StringEqualsIgnoreCase:(e,t)=>e.toLowerCase()===t.toLowerCase(),StringLike:mu};function zu(e){let[t=``]=Mu(e.sub);if(Au(Mu(e.iss)[0]??``)!==`token.actions.githubusercontent.com`)return;let n=Ou(t);if(!n)return`The subject is customized, so the trust policy must spell it the same way.`;if(!n.context.startsWith(`environment:`))return"The job names no environment. Add `environment: NAME` to it, because the trust policy requires one.";if(n.ownerId!==void 0)return"The subject contains ids (`repo:owner@ID/name@ID:…`), as in repositories created or renamed since 15 July 2026. The trust policy must use this format."}function Bu({manifests:e}){let t=new Map(e.map(e=>[e.source.file,e]));return e.filter(({source:e})=>e.origin?.tool===`terraform`).flatMap(e=>e.kind===`aws_iam_role`?[Hu(e,t)]:e.kind===`module`?Ku(e):[])}const Vu=({source:e})=>e.file.slice(e.file.indexOf(`: `)+2).replace(/ \(\d+\)$/,``);function Hu(e,t){let n=[`spec`,`assume_role_policy`],r=e.get(n),i={address:Vu(e),manifest:e,path:n,name:v(e.get([`spec`,`name`]))};if(h(r))return{...i,statements:Uu(r)};let a=/^\$\{(data\.aws_iam_policy_document\.[\w-]+)\.json\}$/.exec(v(r)??``)?.[1];if(a===void 0)return{...i,statements:void 0};let[o]=e.source.file.split(/(?:data\.)?aws_iam_role\./),s=[``,`[0]`].flatMap(e=>t.get(`${o}${a}${e}`)??[])[0];if(s===void 0||s.isPartial)return{...i,statements:void 0};let c=[`spec`,`Statement`];return{...i,manifest:s,path:c,statements:Uu({Statement:f(s.get(c))})}}function Uu(e){let t=_u(JSON.stringify(e));if(`statements`in t)return t.statements}const Wu=/\/\/modules\/iam-role-for-service-accounts\b/,Gu=/\/\/modules\/karpenter\b/;function Ku(e){let t=v(e.get([`spec`,`source`]))??``,n={address:Vu(e),manifest:e,name:v(e.get([`spec`,`role_name`]))};if(Wu.test(t)){let t=[`spec`,`oidc_providers`],r=h(e.get(t));if(!r)return e.get(t)===void 0?[]:[{...n,path:t,statements:void 0}];let i=v(e.get([`spec`,`assume_role_condition_test`]))??`StringEquals`,a=Object.values(r).map(e=>{let t=h(e)??{},n=f(t.namespace_service_accounts).map(e=>v(e)??``);return Ju(v(t.provider_arn),{accounts:n,condition:i})});return[{...n,path:t,statements:a}]}if(!Gu.test(t)||!qu(e))return[];let r=[`spec`,`irsa_namespace_service_accounts`],i=e.get(r),a=i===void 0?[`karpenter:karpenter`]:f(i).map(e=>v(e)??``),o=v(e.get([`spec`,`irsa_assume_role_condition_test`]))??`StringEquals`,s=i===void 0?[`spec`,`irsa_oidc_provider_arn`]:r,c=v(e.get([`spec`,`irsa_oidc_provider_arn`]));return[{...n,path:s,statements:[Ju(c,{accounts:a,condition:o})]}]}function qu(e){let t=Number(/\d+/.exec(v(e.get([`spec`,`version`]))??``)?.[0]??NaN);return e.get([`spec`,`enable_irsa`])===!0?!(t>=21):t<=19&&e.get([`spec`,`create_irsa`])!==!1}function Ju(e,{accounts:t,condition:n}){let r=e??"${unknown}",i=/:oidc-provider\/(.+)$/.exec(r)?.[1]??"${issuer}";return{name:`the module`,effect:`Allow`,principals:new Map([[`Federated`,[r]]]),actions:[ku],isNegated:!1,resources:[],conditions:[{operator:n,key:`${i}:sub`,values:t.map(e=>`system:serviceaccount:${e}`)},{operator:`StringEquals`,key:`${i}:aud`,values:[`sts.amazonaws.com`]}],unknown:[]}}const Yu=(e,t)=>[...e.ofKind(Bc).filter(e=>Xu(e)&&t(e)).map(({name:e})=>`\`module.${e}\` is not in this repository`),...e.unreadFiles.map(e=>`\`${e}\` could not be read`)];function Xu(e){if(e.kind!==`unread_module`)return!1;let t=v(e.get([`spec`,`source`]))??``,n=$u(t).toLowerCase();return g(t)||!Qu.test(n)?!0:Zu.test(`${n} ${e.name.toLowerCase()}`)}const Zu=/eks|k8s|kube|cluster|karpenter|node|instance|ec2|compute|capacity|reserv|launch|iam|irsa|role|polic|permission|auth|access|identit|vpc|subnet|network|route(?!53)|nat\b|endpoint|gateway|firewall|security|egress|sqs|queue|event|interrupt|spot|platform|add-?ons?|baseline|foundation|landing|infra|account|stack|core|common|shared/,Qu=/(?<![a-z])(?:alerts?|alerting|alarms?|monitors?|monitoring|dashboards?|logs?|logging|cloudwatch|budgets?|costs?|billing|backups?|s3|buckets?|ecr|registr(?:y|ies)|acm|certificates?|route53|dns|zones?|cloudfront|cdn|waf|sns|topics?|ses|lambda|functions?|rds|aurora|databases?|db|postgres(?:ql)?|mysql|redis|elasticache|valkey|memcached|dynamodb|documentdb|opensearch|elasticsearch|kafka|msk|kinesis|firehose|glue|athena|redshift|rabbitmq|cognito|cloudtrail|guardduty|secrets?|parameters?|ssm|datadog|newrelic|grafana|prometheus|pagerduty|opsgenie|sentry|slack|github|gitlab|labels?|tags?|naming|context)(?![a-z])/;function $u(e){let[t=``]=e.replace(/^[\w-]{1,20}::/,``).split(`?`),[n=``,r]=t.replace(/^\w{1,20}:\/\//,``).split(`//`);if(r!==void 0)return r;let i=n.replace(/\.git$/,``).split(/[/:]/);return((!/\.git$|^git@|^(?:www\.)?(?:github|bitbucket)\./.test(n)&&i.length>=3&&/^[a-z]+$/.test(i.at(-1)??``)?i.at(-2):i.at(-1))??``).replace(/^terraform-/,``)}const ed=/^(?:var\.[a-z]\w*|local\.[a-z][a-zA-Z0-9]*_\w+|module\.[a-z][\w-]*\.[a-z]\w*|(?:data\.)?aws_\w+\.[\w-]+\.[a-z]\w*)$/,td=e=>ed.test(e),nd=({kind:e,apiVersion:t})=>e===`NodeClass`&&d(t)===`eks.amazonaws.com`||/^(?:EC2NodeClass|AWSNodeTemplate|Provisioner)$/.test(e)&&/^karpenter\./.test(d(t));function rd(e,t){if(e.kind===`EC2NodeClass`||e.kind===`NodeClass`){let n=[`spec`,`${t}SelectorTerms`];return f(e.get(n)).map((e,t)=>id(e,[...n,t]))}let n=[...e.kind===`Provisioner`?[`spec`,`provider`]:[`spec`],`${t}Selector`],r=h(e.get(n));if(!r)return[];let i=([e])=>!/^aws(::|-)ids$/.test(e),a=Object.entries(r);return[{path:n,tags:ad(a.filter(i),n),hasOther:!a.every(i)}]}function id(e,t){let{tags:n,...r}=h(e)??{};return{path:t,tags:ad(Object.entries(h(n)??{}),[...t,`tags`]),hasOther:Object.keys(r).some(e=>e===`id`||e===`name`)}}const ad=(e,t)=>e.map(([e,n])=>{let r=v(n)??``,i=!g(r)&&!g(e)&&!td(r),a=r!==``&&!r.includes(`*`)&&i;return{path:[...t,e],key:e,value:r,isKnown:a}}),od=[`karpenter.sh/discovery`,`KubernetesCluster`,`alpha.eksctl.io/cluster-name`,`aws:eks:cluster-name`,`eks:cluster-name`],sd=[`kubernetes.io/cluster/`,`karpenter.sh/discovery/`],cd=e=>sd.find(t=>e.startsWith(t));function ld(e,t){if(od.includes(e))return t;let n=cd(e);if(n!==void 0)return e.slice(n.length)}const ud=`Name`,dd=[/^eksctl-([\w-]+)-(?:cluster|nodegroup-[\w-]+)\//,/^eks-cluster-sg-([\w-]+)-\d{6,12}$/],fd=e=>e.tags.flatMap(e=>{let t=e.key===`Name`&&dd.map(t=>t.exec(e.value)?.[1]).find(Boolean);if(t)return[{scheme:ud,cluster:t,tag:{...e,isKnown:!0}}];let n=ld(e.key,e.value);if(n===void 0)return[];let r=cd(e.key);return[{scheme:r===void 0?e.key:`${r}…`,cluster:n,tag:e}]}),pd=[[`karpenter`,/terraform-aws-modules\/(?:terraform-aws-)?eks\b.{0,200}\/\/modules\/karpenter\b/],[`aws-auth`,/terraform-aws-modules\/(?:terraform-aws-)?eks\b.{0,200}\/\/modules\/aws-auth\b/],[`eks-managed-node-group`,/terraform-aws-modules\/(?:terraform-aws-)?eks\b.{0,200}\/\/modules\/eks-managed-node-group\b/],[`eks`,/terraform-aws-modules\/(?:terraform-aws-)?eks(?:\/aws|\.git)?(?:\?.*)?$/],[`eks-pod-identity`,/terraform-aws-modules\/(?:terraform-aws-)?eks-pod-identity(?:\/aws|\.git)?(?:\?.*)?$/],[`vpc`,/terraform-aws-modules\/(?:terraform-aws-)?vpc(?:\/aws|\.git)?(?:\?.*)?$/]],md=e=>pd.find(([,t])=>t.test(e))?.[0],L=e=>{if(e.kind===`module`)return md(v(e.get([`spec`,`source`]))??``)},hd={aws_eks_cluster:[`name`],aws_eks_addon:[`cluster_name`],aws_eks_access_entry:[`cluster_name`],aws_eks_access_policy_association:[`cluster_name`],aws_eks_pod_identity_association:[`cluster_name`]},gd={eks:[`cluster_name`,`name`],"aws-auth":[],"eks-managed-node-group":[`cluster_name`],"eks-pod-identity":[],karpenter:[`cluster_name`],vpc:[]};function _d(e){let t=[...xd(e),...Cd(e)].filter(({name:e})=>!vd.test(e)&&!g(e)),n=yd(e);if(t.length>0||n)return{names:t,...n&&{createsCluster:n}}}const vd=/^(?:|true|false|yes|no|enabled|owned|shared|\d+)$/i,yd=e=>e.kind===`aws_eks_cluster`||L(e)===`eks`||bd(e),bd=({kind:e,apiVersion:t})=>e===`ClusterConfig`&&d(t)===`eksctl.io`||e===`Cluster`&&d(t)===`kops.k8s.io`;function xd(e){let t=sr(e);return[...Sd(e),...t.flatMap(e=>gr(e,`clusterName`))].flatMap(t=>{let n=v(e.get(t));return n===void 0?[]:[{name:n,isDefined:!0}]})}function Sd(e){let{kind:t}=e;if(bd(e))return[[`metadata`,`name`]];if(t===`InstanceGroup`)return[[`metadata`,`labels`,`kops.k8s.io/cluster`]];let n=L(e);return(n?gd[n]:at(hd,t)??[]).map(e=>[`spec`,e])}function Cd(e){return[...nd(e)?[`subnet`,`securityGroup`].flatMap(t=>rd(e,t).flatMap(e=>fd(e).flatMap(({cluster:e})=>/[*,]/.test(e)?[]:[e]))):[],...wd(e)].map(e=>({name:e,isDefined:!1}))}function wd(e){if(e.apiVersion!==`terraform/v1`)return[];let t=h(e.get([`spec`]))??{};return Object.entries(t).flatMap(([e,t])=>/(?:^|_)tags$/.test(e)?Object.entries(h(t)??{}).flatMap(([e,t])=>ld(e,v(t))??[]):[])}const Td=e=>e.ofKind(`aws_sqs_queue`,`module`).flatMap(t=>Ed(t,e));function Ed(e,t){let n=(...t)=>({manifest:e,path:t,name:D(e,t)});if(e.kind===`aws_sqs_queue`){let t=n(`spec`,`name`);return/karpenter/i.test(`${e.name} ${t.name??``}`)?[t]:[]}if(L(e)!==`karpenter`||e.get([`spec`,`enable_spot_termination`])===!1)return[];if(e.get([`spec`,`queue_name`])!==void 0)return[n(`spec`,`queue_name`)];let r=[`spec`,`cluster_name`],i=Dd(e,r,t);return[{manifest:e,path:r,name:i&&`Karpenter-${i}`}]}function Dd(e,t,n){let r=D(e,t),[,i,a]=/^(?:module\.([\w-]+)\.cluster_(?:name|id)|aws_eks_cluster\.([\w-]+)\.(?:name|id))$/.exec(wr(e,t)??``)??[];if(r!==void 0||(i??a)===void 0)return r;let o=n.ofKind(i===void 0?`aws_eks_cluster`:`module`).filter(e=>e.name===(i??a)&&(i===void 0||L(e)===`eks`)),[s]=o,c=s&&Sd(s).find(e=>s.get(e)!==void 0);if(o.length===1&&s&&c)return D(s,c)}const Od=({manifests:e})=>e.flatMap(sr).some(e=>vr(e,`interruptionQueue`).some(t=>br(e.manifest,t)&&v(e.manifest.get(t)))),kd=new WeakMap;function Ad(e){let t=kd.get(e);if(t)return t;let n=Md(e),r=[...zd(e),...e.manifests.flatMap(t=>Vd(t,e,`role`)??[])],i=[...e.ofKind(`aws_iam_instance_profile`).map(Rd),...e.manifests.flatMap(t=>Vd(t,e,`profile`)??[])],a={roles:Ln(r,n),profiles:Ln(i,n)};return kd.set(e,a),a}const jd=/\bterraform-aws-modules\/(?:terraform-aws-)?(?!iam\b|eks\b)[\w-]+|\b(?:vpc|subnets?|s3|ecr|kms|acm|route53|argocd|helm|label|rds|dynamodb|security-group)\b/,Md=e=>Yu(e,e=>!jd.test(v(e.get([`spec`,`source`]))??``)),Nd=({source:e},t)=>`${e.origin?.root??e.file}: ${t}`;function Pd(e,t,n){let{name:r,prefix:i}=n,a=r??(i===void 0?n.pattern??n.written:`${i}*`),o=i===void 0?n.pattern?.replaceAll(/\$\{[^}]{0,200}\}/g,`*`):`${i}?*`;return{manifest:e,path:t,tool:`Terraform`,address:Nd(e,`${e.kind}.${e.name}`),...r!==void 0&&{name:r},...i!==void 0&&{prefix:i},...a!==void 0&&{written:a},canBeNamed:e=>r===void 0?mu(o??`*`,e):r===e}}const Fd=/^(?:module\.([\w-]+)\.(node_iam_role_name|instance_profile_name)|(aws_iam_role|aws_iam_instance_profile)\.([\w-]+)\.name)$/;function Id(e,t,n){let[,r,i,a,o]=Fd.exec(e)??[],s=n.ofKind(a??`module`).filter(({name:e,source:n})=>e===(r??o)&&n.origin?.root===t),[c]=s;if(!(c===void 0||s.length>1)){if(a!==void 0)return Rd(c);if(L(c)===`karpenter`)return Kd(c,n,i===`node_iam_role_name`?`role`:`profile`)}}const Ld=e=>[`spec`,e];function Rd(e){let[t,n]=[Ld(`name`),Ld(`name_prefix`)],r=v(e.get(t));if(r!==void 0)return Pd(e,t,{name:D(e,t),pattern:r});let i=v(e.get(n));return i===void 0?Pd(e,[`metadata`,`name`],{prefix:`terraform-`}):Pd(e,n,g(i)?{pattern:`${i}*`}:{prefix:i})}function zd(e){let t=e.ofKind(`aws_iam_role`),n=new Map(e.manifests.map(e=>[e.source.file,e]));return t.flatMap(e=>{let{statements:t}=Hu(e,n);return t?.every(({principals:e})=>![...e.values()].flat().some(Bd))?[]:[Rd(e)]})}const Bd=e=>/^(?:ec2\.|\*$)/.test(e)||g(e);function Vd(e,t,n){if(L(e)===`karpenter`)return Kd(e,t,n);let r=d(e.apiVersion),i=[`metadata`,`name`],a=D(e,i);if(e.kind===`ClusterConfig`&&r===`eksctl.io`&&e.get([`karpenter`])!==void 0)return{...Pd(e,i,Hd(n===`role`?`eksctl-KarpenterNodeRole-`:`eksctl-KarpenterNodeInstanceProfile-`,a)),tool:`eksctl`};if(e.kind===`Cluster`&&r===`kops.k8s.io`)return{...Pd(e,i,Hd(`nodes.`,a)),tool:`kOps`}}const Hd=(e,t)=>t===void 0?{pattern:`${e}*`}:{name:`${e}${t}`},Ud={new:{creates:`create_node_iam_role`,arn:`node_iam_role_arn`,name:`node_iam_role_name`,usesPrefix:`node_iam_role_use_name_prefix`},old:{creates:`create_iam_role`,arn:`iam_role_arn`,name:`iam_role_name`,usesPrefix:`iam_role_use_name_prefix`}};function Wd(e){let t=D(e,Ld(`version`))??v(e.get(Ld(`source`)))??``,n=/(?:^\s{0,5}(?:~>\s{0,5}(?=\d+\.)|=\s{0,5})?|ref=v?)(\d+)/.exec(t)?.[1];if(n!==void 0)return Number(n)}const Gd=e=>(Wd(e)??20)<20?Ud.old:Ud.new;function R(e,t,n){let r=e.get(Ld(t));if(r==null)return n;if(typeof r==`boolean`)return r}function Kd(e,t,n){let r=Gd(e),i=r===Ud.old,a=n===`role`?R(e,r.creates,!0):Jd(e,i);if(a===!1||R(e,`create`,!0)===!1)return;let o=R(e,r.usesPrefix,!0),s=Ld(r.name),c=e.get(s)!==void 0&&e.get(s)!==null,l=c?s:Ld(`cluster_name`),u=c?D(e,s):qd(e,t),d=Wd(e)===void 0&&!c&&e.get(Ld(`iam_role_name`))!==void 0;if(o===void 0||a!==!0||d)return Pd(e,l,{});if(u===void 0){let t=v(e.get(l));if(t===void 0)return Pd(e,l,{});let n=c?t:`Karpenter-${t}`;return Pd(e,l,{written:o?`${n}-*`:n})}return Pd(e,l,o?{prefix:`${u}-`}:{name:u})}function qd(e,t){let n=Dd(e,Ld(`cluster_name`),t);if(n!==void 0)return`Karpenter-${n}`}const Jd=(e,t)=>R(e,`create_instance_profile`,t),Yd=({kind:e,apiVersion:t})=>e===`ClusterConfig`&&d(t)===`eksctl.io`,Xd=(e,t)=>f(e.get(t)).map((e,n)=>[...t,n]);function Zd(e){if(e.kind===`aws_eks_pod_identity_association`)return[Qd(e,[`spec`],[`namespace`,`service_account`])];if(e.kind===`PodIdentityAssociation`)return $d(e);if(Yd(e))return Xd(e,[`iam`,`podIdentityAssociations`]).map(t=>Qd(e,t,[`namespace`,`serviceAccountName`]));let t=L(e);return t===`karpenter`?nf(e):t===`eks-pod-identity`?rf(e):[]}const Qd=(e,t,[n,r])=>({manifest:e,path:[...t,n],namespace:D(e,[...t,n]),serviceAccount:D(e,[...t,r])});function $d(e){return[[[`spec`],[`namespace`,`serviceAccount`]],[[`spec`,`forProvider`],[`namespace`,`serviceAccount`]],[[`Properties`],[`Namespace`,`ServiceAccount`]]].filter(([t,[n]])=>h(e.get(t))?.[n]!==void 0).slice(0,1).map(([t,n])=>Qd(e,t,n))}function ef(e){return R(e,`create`,!0)!==!1&&R(e,`create_pod_identity_association`,(Wd(e)??0)>=21)}const tf=e=>[`spec`,[`namespace`,`create_pod_identity_association`].find(t=>e.get([`spec`,t])!==void 0)??`source`];function nf(e){if(ef(e)===!1)return[];let t=(t,n)=>e.get([`spec`,t])===void 0?n:D(e,[`spec`,t]),n=ef(e)===!0;return[{manifest:e,path:tf(e),namespace:n?t(`namespace`,`kube-system`):void 0,serviceAccount:t(`service_account`,`karpenter`)}]}function rf(e){let t=[`spec`,`associations`],n=h(e.get(t));return n?Object.keys(n).map(n=>{let r=r=>{let i=[...t,n,r],a=[`spec`,`association_defaults`,r];return D(e,e.get(i)===void 0?a:i)};return{manifest:e,path:[...t,n],namespace:r(`namespace`),serviceAccount:r(`service_account`)}}):e.get(t)===void 0?[]:[{manifest:e,path:t,namespace:void 0,serviceAccount:void 0}]}const af=new WeakMap;function of(e){let t=af.get(e);if(t)return t;let n=sf(e),r=e.manifests.map(uf),i={podIdentities:Ln(e.manifests.flatMap(Zd),n),fargateProfiles:Ln(e.manifests.flatMap(cf),n),addons:Ln(r.flatMap(e=>e??[]),[...n,...Ge(r.includes(void 0),`a list of add-ons is unknown`)])};return af.set(e,i),i}const sf=e=>[...Ge(!e.createsCluster,`the cluster is created elsewhere`),...Md(e)];function cf(e){if(e.kind===`aws_eks_fargate_profile`)return[{manifest:e,path:[`spec`,`selector`]}];if(e.kind===`FargateProfile`)return[[`spec`,`selectors`],[`spec`,`forProvider`,`selector`]].filter(t=>e.get(t)!==void 0).map(t=>({manifest:e,path:t}));if(Yd(e))return Xd(e,[`fargateProfiles`]).map(t=>({manifest:e,path:[...t,`selectors`]}));if(L(e)!==`eks`)return[];let t=[`spec`,`fargate_profiles`];return Object.entries(h(e.get(t))??{}).filter(([,e])=>h(e)?.create!==!1).map(([n])=>({manifest:e,path:[...t,n,`selectors`]}))}const lf=[`cluster_addons`,`addons`];function uf(e){if(e.kind===`aws_eks_addon`)return df(e,[`spec`,`addon_name`]);if(Yd(e))return Xd(e,[`addons`]).flatMap(t=>df(e,[...t,`name`])??[]);if(L(e)!==`eks`)return[];let t=lf.map(t=>ff(e,[`spec`,t]));if(!t.includes(void 0))return t.flatMap(e=>e??[])}function df(e,t){let n=D(e,t);if(n!==void 0)return[{manifest:e,path:t,name:n}]}function ff(e,t){let n=e.get(t);if(n==null)return[];let r=Object.keys(h(n)??{});if(h(n)&&!r.some(g))return r.map(n=>({manifest:e,path:[...t,n],name:n}))}function pf({manifest:e,path:t}){if(e.kind===`aws_eks_addon`)return R(e,`preserve`,!1);let n=h(e.get(t))?.preserve;if(typeof n==`boolean`)return n;let r=Wd(e);if(!(n!==void 0||r===void 0||e.isPartial))return r>=20}function mf(e){return[...cr(e,`aws-vpc-cni`).map(({manifest:e,values:t,isOpen:n})=>{let r=[...t,`env`];return gf(e,r,{written:e.get(r),isOpen:n})}),...e.manifests.flatMap(e=>_f(e))]}function hf(e,t){let n=e.variable(t);if(In(n))return n.value===`true`}function gf(e,t,{written:n,isOpen:r=!1}){let i=h(n),a=!r&&!e.isPartial&&(n==null||i!==void 0),o=Object.keys(i??{}).some(g);return{manifest:e,path:t,variable(t){let n=i&&Object.hasOwn(i,t)?i[t]:void 0,r=v(n);return r===void 0?n===void 0&&a&&!o?Pn(void 0):Fn(`\`${e.name}\` may set \`${t}\``):g(r)?Fn(`\`${t}\` is \`${r}\``):Pn(r)}}}function _f(e){return e.kind===`aws_eks_addon`&&e.get([`spec`,`addon_name`])===`vpc-cni`?[bf(e,[`spec`],`configuration_values`)]:e.kind===`module`?[`addons`,`cluster_addons`].flatMap(t=>vf(e,t)):e.kind===`ClusterConfig`?f(e.get([`addons`])).flatMap((t,n)=>h(t)?.name===`vpc-cni`?[bf(e,[`addons`,n],`configurationValues`)]:[]):e.kind===`DaemonSet`&&e.name===`aws-node`?Cf(e):[]}function vf(e,t){let n=e.get([`spec`,t]);if(n==null)return[];let r=[`spec`,t,`vpc-cni`];return h(e.get(r))?[bf(e,r,`configuration_values`)]:!h(n)||e.get(r)!==void 0||yf(n)?[gf(e,[`spec`,t],{written:void 0,isOpen:!0})]:[]}const yf=e=>Object.keys(h(e)??{}).some(g);function bf(e,t,n){let r=[...t,n],i=e.get(r);if(i==null)return gf(e,t,{written:void 0});let a=xf(i);return a?gf(e,r,{written:a.env,isOpen:yf(a)}):gf(e,r,{written:void 0,isOpen:!0})}const xf=e=>h(typeof e==`string`?Sf(e):e);function Sf(e){try{return JSON.parse(e.replaceAll(/(?<=[:,[])\$\{[^"{}]{1,300}\}(?=[,}\]])/g,e=>JSON.stringify(e)))}catch{return}}function Cf(e){let t=[`spec`,`template`,`spec`,`containers`];return f(e.get(t)).flatMap((n,r)=>{if(h(n)?.name!==`aws-node`)return[];let i=[...t,r,`env`],a=f(e.get(i)).map(e=>h(e)),o=a.flatMap(e=>typeof e?.name==`string`?[[e.name,e.value??"${from a reference}"]]:[]),s=a.includes(void 0)||g(e.get(i))||e.get([...t,r,`envFrom`])!==void 0;return[gf(e,i,{written:Object.fromEntries(o),isOpen:s})]})}const wf=e=>{let t=v(e);return t!==void 0&&!g(t)};function Tf(e,t){let n=t.every((n,r)=>{let i=e.get(t.slice(0,r+1));return typeof i!=`string`||!g(i)}),r=e.get(t);return{path:t,value:r,isKnown:n&&!(r===void 0&&e.isPartial)}}const Ef=e=>e.kind===`NodePool`?[`spec`,`template`,`spec`]:[`spec`];function Df(e){let t=Of.get(e);if(t)return t;let n=[...Ef(e),`requirements`],r=f(e.get(n)).map((t,r)=>kf(e,[...n,r]));return Of.set(e,r),r}const Of=new WeakMap;function kf(e,t){let[n,r,i]=[`key`,`operator`,`values`].map(n=>e.get([...t,n])),a=f(i).map((e,n)=>({path:[...t,`values`,n],text:v(e)??``,isKnown:wf(e)})),o=wf(n)&&wf(r)&&a.every(e=>e.isKnown)&&(i==null||Array.isArray(i));return{path:t,key:v(n)??``,operator:v(r)??``,values:a,isKnown:o}}const Af=e=>e.kind===`NodePool`?[`spec`,`template`,`metadata`,`labels`]:[`spec`,`labels`],jf=e=>e.isPartial||[Af(e),[...Ef(e),`requirements`]].some(t=>g(e.get(t)));function Mf(e){let t=Af(e);return Object.entries(h(e.get(t))??{}).map(([e,n])=>{let r=[...t,e],i=wf(n)&&!g(e);return{path:r,key:e,operator:`In`,values:[{path:r,text:v(n)??``,isKnown:i}],isKnown:i}})}const Nf=e=>Tf(e,e.kind===`Provisioner`?[`spec`,`limits`,`resources`]:[`spec`,`limits`]);function Pf(e){let{group:t,kind:n}=Ff(e);if(!(g(t)||g(n)))return{group:t,kind:n}}function Ff(e){let t=t=>v(e.get([...If(e),t]));return{group:t(`group`)??t(`apiVersion`)?.split(`/`)[0],kind:t(`kind`)}}const If=e=>e.kind===`Provisioner`?[`spec`,`providerRef`]:[`spec`,`template`,`spec`,`nodeClassRef`];function Lf(e){let t=If(e),n=e.get([...t,`name`]),r=Pf(e);if(r&&typeof n==`string`&&!g(n))return{path:t,...r,name:n}}function Rf(e){let t=[...Df(e),...Mf(e)];if(e.kind!==`Provisioner`)return t;let n=[`spec`],r=zf(t.map(({key:e})=>e)).map(({key:e,operator:t,values:r})=>({path:n,key:e,operator:t,isKnown:!0,values:r.map(e=>({path:n,text:e,isKnown:!0}))}));return[...t,...r]}function zf(e){let t=new Set(e.map(C)),n=[w.instanceType,w.instanceFamily,w.instanceCategory,w.instanceGeneration],r=[];return t.has(w.os)||r.push({key:w.os,operator:`In`,values:[`linux`]}),t.has(w.arch)||r.push({key:w.arch,operator:`In`,values:[`amd64`]}),t.has(w.capacityType)||r.push({key:w.capacityType,operator:`In`,values:[`on-demand`]}),n.some(e=>t.has(e))||(r.push({key:w.instanceCategory,operator:`In`,values:[`c`,`m`,`r`]}),r.push({key:w.instanceGeneration,operator:`Gt`,values:[`2`]})),r}const Bf=new Set([w.instanceType,w.instanceFamily,w.instanceSize]),Vf=e=>Rf(e).find(({key:e})=>Bf.has(C(e)))?.path??[`spec`],Hf=e=>Number(e.get([`spec`,`weight`])??0),Uf=new WeakMap;function z(e){let t=Uf.get(e);if(t)return t;let n=e.manifests.filter(Wf);return Uf.set(e,n),n}const Wf=({kind:e,apiVersion:t})=>e===`NodePool`&&d(t)===`karpenter.sh`,Gf=e=>{let t=[`spec`,`amiSelectorTerms`];return f(e.get(t)).flatMap((e,n)=>{let r=h(e);return r?[{path:[...t,n],term:r}]:[]})},Kf=[`AL2`,`AL2023`,`Bottlerocket`,`Windows2019`,`Windows2022`,`Windows2025`,`Custom`,`Ubuntu`];function qf(e){let t=v(e.get([`spec`,`amiFamily`]));if(t!==void 0)return Kf.includes(t)?t:void 0;let[n]=Gf(e).flatMap(({term:e})=>v(e.alias)??[]),r=n?.split(`@`)[0];return Kf.find(e=>e.toLowerCase()===r)}const Jf=[[`spec`,`associatePublicIPAddress`],[`spec`,`advancedNetworking`,`associatePublicIPAddress`]];function Yf(e){let t=e.get([`spec`,`userData`]);if(typeof t==`string`&&!e.isPartial&&!g(t))return t}const Xf=({kind:e,apiVersion:t})=>e===`EC2NodeClass`&&d(t)===`karpenter.k8s.aws`,Zf=new WeakMap;function Qf(e){let t=Zf.get(e);if(t)return t;let n=e.manifests.filter(Xf),r={classes:n,poolsByClass:ep(z(e),$f),classesByName:ep(n,({name:e})=>e)};return Zf.set(e,r),r}function $f(e){let{group:t=`karpenter.k8s.aws`,name:n}=Lf(e)??{};if(t===`karpenter.k8s.aws`)return n}function ep(e,t){let n=new Map;for(let r of e){let e=t(r);if(e===void 0)continue;let i=n.get(e);i?i.push(r):n.set(e,[r])}return n}const B=e=>Qf(e).classes,tp=e=>e.manifests.filter(({kind:e,apiVersion:t})=>e===`NodeClass`&&d(t)===`eks.amazonaws.com`),np=(e,t)=>Qf(e).poolsByClass.get(t.name)??[];function rp(e,t){let n=z(e).filter(e=>Lf(e)===void 0&&e.kind===`NodePool`),r=e.files.filter(({isBroken:e})=>e);return Ln(np(e,t),[...n.map(({name:e})=>`the node class of NodePool \`${e}\` is unknown`),...r.map(({source:e})=>`\`${e.file}\` could not be read`)])}function ip(e,t){let n=Qf(e).classesByName.get($f(t)??``)??[];if(n.length===1)return n[0]}const V=({labels:e=[],resource:t=null,...n})=>({...n,labels:e,resource:t,isChanged:!0}),ap=[{key:`node.kubernetes.io/not-ready`,effect:`NoSchedule`},{key:`node.kubernetes.io/not-ready`,effect:`NoExecute`},{key:`node.kubernetes.io/unreachable`,effect:`NoSchedule`},{key:`node.cloudprovider.kubernetes.io/uninitialized`,effect:`NoSchedule`,value:`true`},{key:`karpenter.sh/unregistered`,effect:`NoExecute`}],op=(e,t)=>e.key===t.key&&e.effect===t.effect,sp=e=>ap.some(t=>op(t,e))||e.key.startsWith(`readiness.k8s.io/`),cp=(e,t)=>e.filter(e=>!sp(e)&&!t.some(t=>op(t,e)));function lp(e,t){if(e.effect&&e.effect!==t.effect||e.key&&e.key!==t.key)return!1;switch(e.operator??``){case``:case`Equal`:return(e.value??``)===(t.value??``);case`Exists`:return!0;case`Gt`:return up(e,t,(e,t)=>t>e);case`Lt`:return up(e,t,(e,t)=>t<e);default:return!1}}function up(e,t,n){let[r=``,i=``]=[e.value,t.value];return/^-?\d{1,19}$/.test(r)&&/^-?\d{1,19}$/.test(i)&&n(BigInt(r),BigInt(i))}const dp=(e,t)=>e.filter(e=>!t.some(t=>lp(t,e))),fp=(e,t)=>dp(e,t).length===0,pp=e=>fp([ot],e),mp=({key:e,value:t,effect:n})=>t?`${e}=${t}:${n}`:`${e}:${n}`;function hp(e,t){let n=e.get(t),r=f(n).map((e,n)=>({path:[...t,n],value:e})),i=r.filter(({value:e})=>_(e)||!g(e)),a=g(n)||i.length<r.length;return Ln(i,[...Ge(a,`\`${t.at(-1)}\` of \`${e.name}\` is a placeholder`),...Ge(e.isPartial,`template lines of \`${e.name}\` may add some`)])}const gp=e=>[...e,`nodeAffinity`,`requiredDuringSchedulingIgnoredDuringExecution`,`nodeSelectorTerms`],_p=(e,t)=>{let n=hp(e,gp(t));return![n,...E(n).flatMap(({path:t})=>[`matchExpressions`,`matchFields`].map(n=>hp(e,[...t,n])))].every(e=>T(e))},vp=(e,t)=>f(e.get(gp(t))).map((n,r)=>{let i=n=>{let i=[...gp(t),r,n];return f(e.get(i)).map((e,t)=>yp(e,[...i,t]))};return{expressions:i(`matchExpressions`),fields:i(`matchFields`)}});function yp(e,t){let{key:n,operator:r,values:i}=h(e)??{};return{path:t,key:v(n)??``,operator:v(r)??``,values:f(i).map(e=>v(e)??``)}}const bp=e=>Rf(e).filter(({key:e})=>C(e)===w.capacityType),xp=e=>bp(e).find(({operator:e,values:t,isKnown:n})=>n&&e===`In`&&t.length>0&&t.every(({text:e})=>e===`reserved`)),Sp=({manifest:e,template:t})=>Cp(e,[...t,`spec`]);function Cp(e,t){let n=[...t,`nodeSelector`],r=vp(e,[...t,`affinity`]);return[...Object.entries(h(e.get(n))??{}).map(([e,t])=>({key:e,values:[v(t)??``],path:[...n,e]})),...(r.length===1?r[0].expressions:[]).filter(({operator:e})=>e===`In`)].filter(({key:e,values:t})=>!g([e,...t].join(` `)))}const wp=e=>e===w.nodePool||e===w.capacityType||!/(?:^|\.)(?:kubernetes\.io|k8s\.io|karpenter\.sh|karpenter\.k8s\.aws|amazonaws\.com)\//.test(e),Tp=({manifest:e,template:t},n)=>Ep(e,[...t,`spec`],n);function Ep(e,t,n){let r=Cp(e,t).filter(({key:e})=>wp(e));if(r.length===0)return;let i=Bn(Rn(z(n)),e=>{let t=r.map(t=>Dp(e,t));if(t.includes(!1))return!1;if(!t.includes(void 0))return!0});if(T(i)&&i.all.length===1)return i.all[0]}function Dp(e,{key:t,values:n}){if(t===w.nodePool)return g(e.name)?void 0:n.includes(e.name);if(t===w.capacityType)return Op(e,n);let r=[...Mf(e),...Df(e)];if(r.some(e=>e.key===t&&e.isKnown&&e.operator===`In`&&e.values.some(({text:e})=>n.includes(e))))return!0;if(!(r.some(e=>!e.isKnown&&(e.key===t||g(e.key)))||jf(e)))return!1}function Op(e,t){let n=bp(e);return n.length===0?t.includes(`on-demand`):n.every(({operator:e,values:n,isKnown:r})=>{if(!r||e!==`In`&&e!==`NotIn`)return!0;let i=new Set(n.map(({text:e})=>e));return t.some(t=>i.has(t)===(e===`In`))})}const kp=(e,t)=>f(e.get([...t,`tolerations`])).map(Ap),Ap=e=>{let t=Object.entries(h(e)??{}).map(([e,t])=>[e,v(t)]);return Object.fromEntries(t.filter(([,e])=>e!==void 0))},jp=({manifest:e,template:t})=>pp(Np(e,[...t,`spec`]));function Mp({manifest:e,template:t}){let n=[...t,`spec`],r=Np(e,n).findIndex(e=>lp(e,ot));if(!(r<0))return[...n,`tolerations`,r]}const Np=(e,t)=>y(e.get([...t,`tolerations`])??null)?[]:kp(e,t);function Pp(e,t,n){let{answers:r}=Lp(n),i=r.get(e)??new Map;r.set(e,i);let a=t.join();return i.has(a)||i.set(a,Fp(e,t,n)),i.get(a)}function Fp(e,t,n){let{all:r,hasOthers:i}=Lp(n),a=Ep(e,t,r);if(a)return{pools:[a],isOnly:!0};let o=[`nodeSelector`,`affinity`,`tolerations`].map(n=>e.get([...t,n])??null),s=e.get([...t,`nodeSelector`])??h(e.get([...t,`affinity`]))?.nodeAffinity;if(o.some(y)||s!=null)return;let c=kp(e,t);return{pools:n.ofKind(`NodePool`).filter(e=>zp(e).every(e=>c.some(t=>lp(t,e)))),isOnly:!i}}const Ip=new WeakMap;function Lp(e){let{manifests:t}=e,n=Ip.get(e)??{all:{files:[],manifests:t},hasOthers:t.some(Rp),answers:new WeakMap};return Ip.set(e,n),n}const Rp=e=>e.kind===`ManagedNodeGroup`||e.kind===`InstanceGroup`||e.kind===`ClusterConfig`&&[`managedNodeGroups`,`nodeGroups`].some(t=>f(e.get([t])).length>0),zp=e=>f(e.get([`spec`,`template`,`spec`,`taints`])).map(Bp).filter(({effect:e})=>e!==`PreferNoSchedule`),Bp=e=>{let{key:t,value:n,effect:r}=h(e)??{};return{key:v(t)??``,value:v(n)??``,effect:v(r)??`NoSchedule`}};function Vp({name:e,source:t},n){let r=n.filter(t=>t.name===e),i=r.find(e=>e.source.file===t.file);if(i)return i;if(r.length===1)return r[0]}const Hp=new Map([[`eks-pod-identity-agent`,{tolerations:`tolerations`,lack:`Pods there get no credentials of EKS Pod Identity`}],[`kube-proxy`,{tolerations:`tolerations`,lack:`Pods there reach no Service`}],[`aws-ebs-csi-driver`,{tolerations:`node.tolerations`,all:`node.tolerateAllTaints`,lack:`EBS volumes of pods cannot be mounted there`}],[`aws-efs-csi-driver`,{tolerations:`node.tolerations`,lack:`EFS volumes of pods cannot be mounted there`}]]);function Up(e,t){let n=Hp.get(e);return n!==void 0&&[n.tolerations,n.all].includes(t)}function Wp(e,t){let n=Hp.get(e);if(n===void 0)return!1;let r=Kp(n,t);return r===void 0||r.some(({key:e,operator:t,effect:n})=>!e&&t===`Exists`&&!n)}const Gp=[{operator:`Exists`,effect:`NoExecute`}];function Kp({tolerations:e,all:t},n){let r=n[e]??void 0;if(t===void 0)return r===void 0?void 0:f(r).map(Ap);if(n[t]===!1)return f(r??Gp).map(Ap)}function qp({name:e,earlier:t,later:n},{before:r,after:i}){let a=Hp.get(e);if(a!==void 0)for(let o of i.ofKind(`NodePool`)){if(!T(hp(o,Jp)))continue;let s=Vp(o,r.ofKind(`NodePool`)),c=e=>!Yp(s).includes(mp(e)),l=zp(o).find(e=>!Xp(a,n,e)&&(c(e)||Xp(a,t,e)));if(l===void 0)continue;let u=c(l)&&s===void 0?`do not run`:`no longer run`;return{severity:Zp(e,o,i)?`warning`:`note`,message:`Pods of the add-on ${b(e)} ${u} on nodes of NodePool ${b(o.name)}, because they do not tolerate \`${mp(l)}\`. ${a.lack}`,pool:o}}}const Jp=[`spec`,`template`,`spec`,`taints`],Yp=e=>e===void 0?[]:zp(e).map(mp),Xp=(e,t,n)=>Kp(e,t)?.some(e=>lp(e,n))??!0;function Zp(e,t,n){if(e===`kube-proxy`)return!0;if(e!==`eks-pod-identity-agent`)return!1;let r=E(of(n).podIdentities).map(({serviceAccount:e})=>e),i={files:[],manifests:n.manifests};return M(i).some(e=>{let n=v(e.manifest.get([...e.template,`spec`,`serviceAccountName`]));return n!==void 0&&r.includes(n)&&Tp(e,i)===t})}const Qp=new Map([[`ENABLE_PREFIX_DELEGATION`,`It decides how many pods of a new node get an address`],[`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`,`Pods of new nodes get addresses of other subnets, those of ENIConfigs`],[`ENI_CONFIG_LABEL_DEF`,`It decides which ENIConfig a new node uses`],[`ENABLE_POD_ENI`,`Pods with a SecurityGroupPolicy then get interfaces of their own, and a node has one interface fewer for others`],[`WARM_ENI_TARGET`,`It decides how many addresses of its subnet a node keeps in reserve`],[`WARM_IP_TARGET`,`It decides how many addresses of its subnet a node keeps in reserve`],[`MINIMUM_IP_TARGET`,`It decides how many addresses of its subnet a node takes at least`],[`WARM_PREFIX_TARGET`,`It decides how many prefixes of 16 addresses a node keeps in reserve`],[`AWS_VPC_K8S_CNI_EXTERNALSNAT`,`It decides whether nodes translate the addresses of pods that leave the VPC`],[`NETWORK_POLICY_ENFORCING_MODE`,"With `strict`, pods reach nothing until a policy allows it"]]),$p=new Map([[`ENABLE_PREFIX_DELEGATION`,`false`],[`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`,`false`],[`ENI_CONFIG_LABEL_DEF`,`k8s.amazonaws.com/eniConfig`],[`ENABLE_POD_ENI`,`false`],[`WARM_ENI_TARGET`,`1`],[`WARM_PREFIX_TARGET`,`1`],[`AWS_VPC_K8S_CNI_EXTERNALSNAT`,`false`],[`NETWORK_POLICY_ENFORCING_MODE`,`standard`]]),em=/^(?:tolerations|tolerateAllTaints|affinity|nodeSelector|topologySpreadConstraints|replicaCount|autoScaling|podDisruptionBudget)$/,tm=[`controller`,`node`];function nm({base:e,head:t}){let n=new Map(e.manifests.map(e=>[e.source.file,e]));return[...new Set(t.manifests.map(t.clusterOf))].filter(({isExample:e})=>!e).flatMap(r=>r.createsCluster||B(t.all).some(e=>t.clusterOf(e)===r)?E(of(r).addons).flatMap(t=>{let i=n.get(t.manifest.source.file),a=i&&rm(t,e.clusterOf(i));return a===void 0||Yd(t.manifest)?[]:t.name===`vpc-cni`?im(a,t):lm(a,t,{before:e.clusterOf(a.manifest),after:r})}):[])}const rm=({manifest:e,name:t},n)=>E(of(n).addons).find(n=>n.name===t&&n.manifest.source.file===e.source.file);function im(e,t){let[n]=mf({manifests:[e.manifest]}),[r]=mf({manifests:[t.manifest]});if(n===void 0||r===void 0)return[];let i=om(n,r);return i===void 0?[...Qp].flatMap(([e,t])=>{let[i,a]=[n.variable(e),r.variable(e)];if(!In(i)||!In(a)||(i.value??$p.get(e))===(a.value??$p.get(e)))return[];let o=`from ${cm(i.value)} to ${cm(a.value)}`,{manifest:s,path:c}=r;return[hm(`The change sets \`${e}\` of the VPC CNI ${o}. ${t}`,s.span([...c,`env`,e]),{help:"Check that subnets, `maxPods` of node classes and `settings.reservedENIs` of Karpenter fit."})]}):[i]}const am=[`WARM_ENI_TARGET`,`WARM_IP_TARGET`,`MINIMUM_IP_TARGET`];function om(e,t){if(sm(t)&&!sm(e))return{...hm("The change sets both `WARM_ENI_TARGET` and `WARM_IP_TARGET` of the VPC CNI to `0`, so nodes keep no address in reserve. New pods may wait for addresses without end",t.manifest.span([...t.path,`env`,`WARM_ENI_TARGET`]),{help:"Set `WARM_IP_TARGET` to at least 1, or keep `WARM_ENI_TARGET` at 1."}),severity:`warning`}}function sm(e){let[t,n,r]=am.map(t=>e.variable(t)),i=e=>e!==void 0&&In(e)&&e.value===`0`,a=r===void 0||!In(r)||(r.value??`0`)!==`0`;return i(t)&&i(n)&&!a&&hf(e,`ENABLE_PREFIX_DELEGATION`)===!1}const cm=e=>e===void 0?`its default`:b(e);function lm(e,t,n){let[r,i]=[e,t].map(mm);if(r===void 0||i===void 0)return[];let{manifest:a,name:o}=t,[s,c]=[fm(r),fm(i)],l=Wp(o,c),u=[...new Set([...Object.keys(s),...Object.keys(c)])].filter(e=>Dt(dm(s[e]))!==Dt(dm(c[e]))).filter(e=>!y([s[e]??null,c[e]??null])).sort(),d=Object.entries(c).some(([e,t])=>Up(o,e)&&y([t]))?void 0:qp({name:o,earlier:s,later:c},n);if(d!==void 0){let{severity:e,message:n,pool:r}=d,i=[{span:r.span([`spec`,`template`,`spec`,`taints`]),message:`the taints of the NodePool`}];return[{...hm(n,a.span(pm(t)),{help:"Add a toleration of the taint to the values of the add-on, or `operator: Exists` for all taints."}),severity:e,labels:i}]}if(u.length===0)return[];let f=je(u.map(b));return[hm(`The change edits ${f} of the add-on ${b(o)}, which ${He(u.length,`decides`,`decide`)} how many pods it has or where they run`,a.span(pm(t)),{help:(()=>{if(!u.every(e=>l&&Up(o,e))&&!u.every(e=>e.endsWith(`nodeSelector`)&&um(c[e],n.after)))return u.every(e=>Up(o,e))?`Check that its pods tolerate the taints of all nodes that need them.`:`Check that nodes for these pods exist, also while Karpenter launches none.`})()})]}function um(e,t){let n=Object.entries(h(e)??{});return t.ofKind(`ManagedNodeGroup`).some(e=>{let t=h(e.get([`spec`,`labels`]))??{};return e.get([`spec`,`count`])!==0&&n.every(([e,n])=>t[e]===n)})}function dm(e){return Array.isArray(e)?e.map(dm).toSorted((e,t)=>se(Dt(e),Dt(t))):_(e)?Object.fromEntries(Object.entries(e).map(([e,t])=>[e,dm(t)])):e??null}function fm(e){let t=Object.entries(e).filter(([e])=>em.test(e)),n=tm.flatMap(t=>Object.entries(h(e[t])??{}).filter(([e])=>em.test(e)).map(([e,n])=>[`${t}.${e}`,n]));return Object.fromEntries([...t,...n])}const pm=({manifest:e,path:t})=>[...h(e.get(t))===void 0?t.slice(0,-1):t,`configuration_values`];function mm(e){let t=e.manifest.get(pm(e));if(t!=null)return xf(t);if(!e.manifest.isPartial)return{}}const hm=(e,t,{help:n})=>V({code:`terraform/addon-setting`,severity:`note`,message:e,span:t,...n!==void 0&&{help:n}}),gm=/^\$\{(aws_iam_(?:role|instance_profile)\.[\w-]+)\.(?:name|arn|id)\}$/,_m=/^\$\{(module\.[\w-]+)\.(?:node_iam_role_(?:name|arn)|role_(?:name|arn)|instance_profile_(?:name|arn|id))\}$/,vm=(e,t,n)=>ym(v(e.get(t)),{manifest:e,cluster:n});function ym(e,{manifest:t,cluster:n}){let r=/:(?:role|instance-profile)\/(?:.{0,600}\/)?([^/]{1,200})$/.exec(e??``)?.[1]??e;if(r===void 0)return;let i=E(Ad(n).roles),a=(gm.exec(r)??_m.exec(r))?.[1];if(a!==void 0){let e=Nd(t,a);return{address:e,...bm(i.filter(t=>t.address===e))}}if(g(r)||/[:/]/.test(r))return;let o=i.filter(({name:e})=>e===r);return{name:r,...o.length===1&&{address:o[0].address}}}const bm=([e,...t])=>e?.name!==void 0&&t.length===0?{name:e.name}:{};function xm(e,t){if(e.name!==void 0&&t.name!==void 0)return e.name===t.name;if(e.address!==void 0&&t.address!==void 0)return e.address===t.address}const Sm=({name:e,address:t})=>`\`${e??t?.split(`: `)[1]??``}\``,Cm=e=>{let t=[`spec`,`role`];return e.get(t)===void 0?[`spec`,`instanceProfile`]:t};function wm(e,t){let n=[`spec`,`role`];if(e.get(n)!==void 0)return vm(e,n,t);let r=vm(e,[`spec`,`instanceProfile`],t),[i,...a]=E(Ad(t).profiles).filter(({name:e,address:t})=>r?.name===void 0?t===r?.address:e===r.name);if(i?.manifest.kind===`aws_iam_instance_profile`&&a.length===0)return vm(i.manifest,n,t)}function Tm(e){let{kind:t,apiVersion:n}=e;if(t===`aws_eks_access_entry`)return[Em([`spec`],`principal_arn`)];if(t===`AccessEntry`&&d(n)===`eks.services.k8s.aws`)return[Em([`spec`],`principalARN`)];if(t===`ClusterConfig`&&d(n)===`eksctl.io`){let t=[`accessConfig`,`accessEntries`];return f(e.get(t)).map((e,n)=>Em([...t,n],`principalARN`))}if(L(e)!==`eks`)return[];let r=[`spec`,`access_entries`];return Object.keys(h(e.get(r))??{}).filter(e=>!g(e)).map(e=>Em([...r,e],`principal_arn`))}const Em=(e,t)=>({entry:e,principal:[...e,t]}),Dm=new WeakMap;function Om(e){let t=Dm.get(e)??km(e);return Dm.set(e,t),t}function km(e){let t=jm(e).flatMap(e=>e.grants);return Ln(t.filter(e=>e!==Lm),[...Md(e),...Am(e)])}const Am=e=>jm(e).filter(({grants:e})=>e.includes(Lm)).map(({manifest:{kind:e,name:t}})=>`\`${e}/${t}\` may let other roles join`);function jm(e){let t=!nh(e),n=!ah(e);return e.manifests.map(r=>({manifest:r,grants:Rm({manifest:r,cluster:e,readsAwsAuth:t,takesEntries:n})}))}function Mm(e,t){let{names:n,addresses:r,unnamed:i,unaddressed:a}=Pm(E(t)),{name:o,address:s}=e;if(o!==void 0&&n.has(o)||s!==void 0&&(o===void 0?r:i).has(s))return!0;if(!((o===void 0?a:s===void 0&&i.size>0)||!T(t)))return!1}const Nm=new WeakMap;function Pm(e){let t=e.map(({role:e})=>e),n=Nm.get(e)??{names:new Set(t.flatMap(({name:e})=>e??[])),addresses:new Set(t.flatMap(({address:e})=>e??[])),unnamed:new Set(t.flatMap(({name:e,address:t})=>e===void 0?t??[]:[])),unaddressed:t.some(({address:e})=>e===void 0)};return Nm.set(e,n),n}function Fm({all:e,clusterOf:t}){let n=Im.get(e);if(n)return n;let r=[...new Set(e.manifests.map(t))],i=Ln([...new Set(r.flatMap(e=>[...Pm(E(Om(e))).names]))],r.flatMap(Am));return Im.set(e,i),i}const Im=new WeakMap,Lm=`unknown`,Rm=e=>[...(e.takesEntries?Tm(e.manifest):[]).flatMap(t=>Vm(t,e)),...zm(e)];function zm(e){let{manifest:t}=e,n=d(t.apiVersion);switch(t.kind){case`ManagedNodeGroup`:return n===`terraform`?Hm(e,[`spec`,`nodeRole`]):[];case`ConfigMap`:return t.name===`aws-auth`?Wm(e,[`data`,`mapRoles`]):[];case`kubernetes_config_map`:return Km(e);case`ClusterConfig`:return n===`eksctl.io`?qm(e):[];case`Cluster`:return n===`kops.k8s.io`?[Lm]:[];case`module`:return Xm(e);default:return[]}}const Bm=e=>e!=null&&![`STANDARD`,`FARGATE_LINUX`].includes(v(e)??``);function Vm({entry:e,principal:t},{manifest:n,cluster:r}){let i=vm(n,t,r),a=Bm(n.get([...e,`type`]));return i?[{manifest:n,path:t,role:i,by:a?`entry`:`otherEntry`,isInAwsAuth:!1,entry:e}]:a?[Lm]:[]}function Hm({manifest:e,cluster:t},n){if(e.get(n)===void 0)return[];let r=vm(e,n,t);return[r?{manifest:e,path:n,role:r,by:`nodeGroup`,isInAwsAuth:!1}:Lm]}function Um(e){if(Array.isArray(e))return e;let t=v(e),n=/^\s*\$\{[^}]*\}\s*$|\{%|\{\{(?!\s*(?:EC2PrivateDNSName|SessionName|AccountID))/.test(t??``);if(!(t===void 0||t.length>1048576||n))try{let e=(0,Tt.parse)(t,{maxAliasCount:10});return e===null?[]:Array.isArray(e)?e:void 0}catch{return}}function Wm({manifest:e,cluster:t,readsAwsAuth:n},r){if(!n)return[];if(e.isPartial)return[Lm];let i=e.get(r);if(i===void 0)return[];let a=Um(i);return a?a.flatMap(n=>{let{rolearn:i,username:a}=h(n)??{},o=ym(v(i),{manifest:e,cluster:t});return o?[{manifest:e,path:r,role:o,by:Gm(a)?`entry`:`otherEntry`,isInAwsAuth:!0}]:typeof a==`string`&&!g(a)&&!Gm(a)?[]:[Lm]}):[Lm]}const Gm=e=>typeof e==`string`&&e.startsWith(`system:node:`);function Km(e){let{manifest:t,readsAwsAuth:n}=e,r=t.get([`spec`,`data`]);return!n||r===void 0||zc(r)?[]:h(r)?Wm(e,[`spec`,`data`,`mapRoles`]):[Lm]}function qm(e){let{manifest:t}=e,n=(...e)=>f(t.get(e)).map((t,n)=>[...e,n]),r=v(t.get([`metadata`,`name`]));return[...n(`iamIdentityMappings`).flatMap(t=>Jm(e,t)),...[...n(`managedNodeGroups`),...n(`nodeGroups`)].flatMap(t=>[`instanceRoleARN`,`instanceRoleName`,`instanceProfileARN`].flatMap(n=>Hm(e,[...t,`iam`,n]))),...t.get([`karpenter`])===void 0||r===void 0?[]:[Ym({name:`eksctl-KarpenterNodeRole-${r}`},t,[`karpenter`])]]}function Jm({manifest:e,cluster:t,readsAwsAuth:n},r){if(!n)return[];let i=[...r,`arn`],a=vm(e,i,t),o=Gm(e.get([...r,`username`]))?`entry`:`otherEntry`;return[a?{manifest:e,path:i,role:a,by:o,isInAwsAuth:!0}:Lm]}const Ym=(e,t,n)=>({manifest:t,path:n,role:e,by:`entry`,isInAwsAuth:!1});function Xm(e){let t=L(e.manifest);return t===`karpenter`?Qm(e):t===`eks`?eh(e):t===`aws-auth`?Zm(e):[]}function Zm(e){let t=(t,n)=>R(e.manifest,t,n)!==!1;return!(t(`create_aws_auth_configmap`,!1)||t(`manage_aws_auth_configmap`,!0))||!t(`create`,!0)?[]:Wm(e,[`spec`,`aws_auth_roles`])}function Qm(e){let{manifest:t,cluster:n}=e;if(R(t,`create`,!0)===!1||R(t,`create_access_entry`,!((Wd(t)??20)<20))===!1)return[];let r=Gd(t);if(R(t,r.creates,!0)===!1){let e=[`spec`,r.arn],i=vm(t,e,n);return[i?Ym(i,t,e):Lm]}let i=Nd(t,`module.${t.name}`),a=t.get([`spec`,`create_access_entry`])===void 0?[`metadata`,`name`]:[`spec`,`create_access_entry`];return[Ym({address:i},t,a)]}const $m=[`aws_auth_roles`,`map_roles`];function eh(e){let{manifest:t}=e,n=t.get([`spec`,`access_entries`]);return[...n!=null&&h(n)===void 0||Object.keys(h(n)??{}).some(g)?[Lm]:[],...$m.flatMap(t=>Wm(e,[`spec`,t])),...[`node_groups`,`node_groups_defaults`,`worker_groups`,`worker_groups_launch_template`].filter(e=>t.get([`spec`,e])!==void 0).map(()=>Lm),...[`eks_managed_node_groups`,`self_managed_node_groups`].flatMap(t=>th(e,t))]}function th(e,t){let{manifest:n}=e,r=[`spec`,t],i=n.get(r);if(i==null)return[];let a=h(i),o=Hm(e,[`spec`,`${t.replace(/s$/,``)}_defaults`,`iam_role_arn`]);return a?[...o,...Object.entries(a).flatMap(([t,n])=>h(n)?Hm(e,[...r,t,`iam_role_arn`]):[Lm])]:[Lm]}const nh=e=>ih(e)!==void 0,rh=(e,{isInAwsAuth:t})=>t&&nh(e),ih=e=>oh(e,`API`),ah=e=>oh(e,`CONFIG_MAP`)!==void 0;function oh({manifests:e},t){let n=e.flatMap(e=>sh(e)??[]);if(n.every(({manifest:e,path:n})=>e.get(n)===t))return n[0]}function sh(e){let t=[`spec`,`authentication_mode`];switch(e.kind){case`aws_eks_cluster`:return{manifest:e,path:[`spec`,`access_config`,0,`authentication_mode`]};case`ClusterConfig`:return d(e.apiVersion)===`eksctl.io`?{manifest:e,path:[`accessConfig`,`authenticationMode`]}:void 0;case`module`:case Bc:return L(e)===`eks`||e.get(t)!==void 0?{manifest:e,path:t}:void 0;default:return}}const ch=(e,t)=>e.source.origin!==void 0&&e.source.origin.root===t.source.origin?.root;function lh(e,t,{relation:n}){if(ch(e,t))return``;let r=n(e,t);return r===void 0?``:`. It is related to \`${e.name||e.kind}\` because ${r}`}const uh=(e,{head:t})=>t.manifests.some(t=>ch(t,e)),dh=({source:{file:e}})=>({file:e,start:0,end:0}),fh=(...e)=>[`spec`,...e],ph=e=>fh(`kubernetes_network_config`,0,e),mh=[{paths:[fh(`name`)]},{paths:[fh(`role_arn`)]},{paths:[fh(`bootstrap_self_managed_addons`)],byDefault:!0},{paths:[fh(`access_config`,0,`bootstrap_cluster_creator_admin_permissions`)],byDefault:!0},{paths:[ph(`ip_family`)],isComputed:!0},{paths:[ph(`service_ipv4_cidr`)],isComputed:!0},{paths:[fh(`outpost_config`,0,`control_plane_instance_type`)],isComputed:!0}],hh=[{paths:[fh(`cluster_name`),fh(`name`)]},{paths:[fh(`iam_role_arn`)],isComputed:!0},{paths:[fh(`iam_role_name`)],isComputed:!0},{paths:[fh(`cluster_ip_family`),fh(`ip_family`)],byDefault:`ipv4`},{paths:[fh(`cluster_service_ipv4_cidr`),fh(`service_ipv4_cidr`)],isComputed:!0}];function gh({base:e,head:t,removals:n}){let r=new Map(t.manifests.filter(vh).map(e=>[e.source.file,e]));return e.manifests.filter(vh).flatMap(i=>{let a=n?.get(i.source.file)?.movedTo,o=r.get(a??i.source.file);return o===void 0?[...r.values()].some(e=>Sh(e)===Sh(i))||!uh(i,{head:t})||e.clusterOf(i).isExample?[]:[_h(i)]:yh(i,o,t.clusterOf(o).isExample)})}const _h=e=>V({code:`terraform/replaces-cluster`,severity:`warning`,message:`Terraform destroys ${Sh(e)} with all of its nodes, because the change removes it`,span:dh(e),help:"If something else manages the cluster now, add a `removed` block with `destroy = false`."}),vh=e=>e.kind===`aws_eks_cluster`||L(e)===`eks`;function yh(e,t,n){let r=(t.kind===`aws_eks_cluster`?mh:hh).flatMap(n=>bh(n,e,t)??[]),i=r.find(({isCertain:e})=>e)??r[0];if(i===void 0)return[];let{argument:a,before:o,after:s,at:c,isCertain:l}=i,u=Sh(e),d=`${b(a)} of ${u} changes from ${o} to ${s}`;return[V({code:`terraform/replaces-cluster`,severity:l&&!n?`error`:`warning`,message:l?`Terraform destroys ${u} with all of its nodes and creates another one: ${d}`:`Terraform destroys ${u} with all of its nodes if the value differs: ${d}`,span:c,help:`Keep the old value. To replace the cluster, create the new one next to it, move the workloads, and remove the old one in a later change.`})]}function bh({paths:e,byDefault:t,isComputed:n},r,i){let[a,o]=[r,i].map(t=>e.find(e=>t.get(e)!==void 0)),[s,c]=[a&&r.get(a),o&&i.get(o)].map(e=>e??t);if((n?s===void 0||c===void 0:s===c)||JSON.stringify(s)===JSON.stringify(c)||s===void 0||c===void 0||zc(c))return;let l=o??a??e[0];return{argument:l.filter(e=>typeof e==`string`&&e!==`spec`).join(`.`),before:xh(s),after:xh(c),at:i.span(l),isCertain:!y(s)&&!y(c)}}const xh=e=>b(v(e)??JSON.stringify(e));function Sh(e){let t=[fh(`name`),fh(`cluster_name`)].map(t=>v(e.get(t))).find(Boolean),n=t!==void 0&&!y(t)?t:`${e.kind}.${e.name}`;return`the EKS cluster ${b(n)}`}const Ch=[`CONFIG_MAP`,`API_AND_CONFIG_MAP`,`API`];function wh({base:e,head:t}){let n=new Map(e.manifests.filter(vh).map(e=>[e.source.file,e]));return t.manifests.filter(vh).flatMap(e=>{let r=n.get(e.source.file);if(r===void 0||Sh(r)!==Sh(e)||t.clusterOf(e).isExample)return[];let[i,a]=[Oh(r),Oh(e)];if(i===void 0||a===void 0||!Ch.includes(a)||Ch.indexOf(a)>=Ch.indexOf(i))return[];let o=Dh(e),s=e.get(o)===void 0?e.keySpan([`metadata`,`name`]):e.span(o),c=Sh(e);return[V({code:`terraform/authentication-mode`,severity:`warning`,message:`EKS refuses to change the authentication mode of ${c} from ${b(i)} back to ${b(a)}, so Terraform cannot apply this change`,span:s,help:`Keep the authentication mode ${b(i)}.`})]})}function Th({base:e,head:t}){let n=new Set(e.manifests.filter(e=>Tm(e).length>0).map(Eh));return t.manifests.flatMap(e=>{let[r]=Tm(e),i=t.clusterOf(e);return r===void 0||n.has(Eh(e))||i.isExample||!ah(i)?[]:[V({code:`terraform/authentication-mode`,severity:`warning`,message:"EKS refuses access entries with the authentication mode `CONFIG_MAP`, so this one is not created",span:e.keySpan(r.principal),help:"Set the mode to `API_AND_CONFIG_MAP` in a change before this one, and keep `aws-auth` until then."})]})}const Eh=({source:e})=>e.file,Dh=({kind:e})=>e===`aws_eks_cluster`?[`spec`,`access_config`,0,`authentication_mode`]:[`spec`,`authentication_mode`];function Oh(e){let t=Dh(e);if(e.get(t)!==void 0)return D(e,t);if(e.kind===`module`&&!e.isPartial&&(Wd(e)??0)>=20)return`API_AND_CONFIG_MAP`}const kh=e=>({because:e,help:"Delete it with `kubectl delete` if it should not stay. If it should stay, write down who manages it from now on.",isIntended:!0}),Ah=(e,t)=>({because:e,help:t,isIntended:!1}),jh=e=>({because:e,help:`Look at the value in the cluster before you merge.`,isIntended:!1,isUnknown:!0});function Mh(e,t){let n=Nh(e,t);if(n!==void 0)return n;if(!(t?.keeping?.isDefault===!0&&Ih(e).some(e=>e.startsWith(`Prune=`))))return t?.keeping}function Nh(e,t){let{by:n,isApplierGone:r=!1}=t??{};return(n===void 0||n===`argocd`?Fh(e,n,r):void 0)??(n===void 0||n===`flux`?Rh(e):void 0)??(n===void 0||n===`helm`||n===`argocd`&&r?zh(e):void 0)}const Ph=e=>kh(`its annotation \`${e}\` keeps it`);function Fh(e,t,n){let r=Ih(e).find(e=>{let[r,i]=e.split(`=`);return(t===void 0||r===(n?`Delete`:`Prune`))&&(r===`Prune`||r===`Delete`)&&(i===`false`||i===`confirm`)});if(r!==void 0)return Ph(`argocd.argoproj.io/sync-options: ${r}`);if(t===`argocd`&&n&&e.kind===`CustomResourceDefinition`)return kh(`Argo CD does not delete CRDs together with an Application`)}const Ih=({metadata:e})=>(Bh(e.annotations,`argocd.argoproj.io/sync-options`)??``).split(`,`).map(e=>e.trim()),Lh=[[`kustomize.toolkit.fluxcd.io/prune`,`disabled`],[`kustomize.toolkit.fluxcd.io/reconcile`,`disabled`],[`kustomize.toolkit.fluxcd.io/ssa`,`ignore`]];function Rh({metadata:e}){for(let[t,n]of Lh){let r=Bh(e.annotations,t)??Bh(e.labels,t);if(r?.toLowerCase()===n)return Ph(`${t}: ${r}`)}}const zh=({metadata:e})=>{if(Bh(e.annotations,`helm.sh/resource-policy`)?.trim().toLowerCase()===`keep`)return Ph(`helm.sh/resource-policy: keep`)};function Bh(e,t){let n=v(h(e)?.[t]);if(!(n===void 0||g(n)))return n}function Vh(e){let t={forgotten:new Map,guarded:new Map,onlyApplied:new Map,heads:new Map,moved:[]},n=(e,t)=>e.place.address===``?t:`${Gh(e.place.address)}.${t}`,r=(e,t,n,r)=>{let i=t?.attributes.get(n),a=i&&j(i.value,e.scope());return a?.kind===`scalar`&&a.value===r},i=e=>{for(let i of e.blocksOf(`removed`)){let a=i.body.attributes.get(`from`)?.value,o=a&&Uh(a);o!==void 0&&r(e,Hh(i),`destroy`,!1)&&t.forgotten.set(n(e,o),i.head)}for(let n of e.blocksOf(`moved`)){let r=ul(n),{address:i}=e.place,a=e=>i===``?e:`${i}.${e}`;r&&t.moved.push({from:a(r.from),to:a(r.to)})}for(let i of e.blocksOf(`resource`)){let a=n(e,i.labels.join(`.`));t.heads.set(a,i.head),r(e,Hh(i),`prevent_destroy`,!0)&&t.guarded.set(a,i.head),i.labels[0]===`kubectl_manifest`&&r(e,i.body,`apply_only`,!0)&&t.onlyApplied.set(a,i.head)}for(let t of e.blocksOf(`module`))for(let n of e.modulesOf(t))i(n.module)};return i(e),t}const Hh=({body:e})=>e.blocks.find(({type:e})=>e===`lifecycle`)?.body;function Uh(e){if(e.kind===`variable`)return e.name;if(e.kind===`index`)return Uh(e.of);if(e.kind!==`attribute`)return;let t=Uh(e.of);if(t!==void 0)return`${t}.${e.name}`}const Wh=/\["[^"]{0,300}"\]|\[[^\]]{0,300}\]/g,Gh=e=>e.replace(Wh,``);function Kh(e,t){return new Map(e.sources.map(({file:n})=>{let{keeping:r,at:i}=Yh(n,e,t)??{},[a,o]=Zh(n),s=t.lifecycles.get(a),c=qh(o,s?.moved??[]),l=c===o?void 0:`${a}: ${c}`;return[n,{by:`terraform`,isApplierGone:s===void 0,keeping:r,owner:o,...i&&{at:i},...l&&{movedTo:l}}]}))}function qh(e,t,n){let r=e;for(let e=0;e<20&&r!==n;e++){let e=t.find(e=>Jh(r,e.from)&&e.from!==e.to);if(e===void 0)break;r=`${e.to}${r.slice(e.from.length)}`}return r}const Jh=(e,t)=>e===t||e.startsWith(`${t}.`)||e.startsWith(`${t}[`);function Yh(e,t,n){let[r,i]=Zh(e),a=Gh(i),o=n.lifecycles.get(r);for(let[e,t]of o?.forgotten??[])if(a===e||a.startsWith(`${e}.`))return{keeping:kh(`the \`removed\` block of \`${e}\` has \`destroy = false\``),at:t};let s=o?.guarded.get(a);if(s)return{keeping:Xh(a),at:s};if(t.lifecycles.get(r)?.onlyApplied.has(a))return{keeping:kh(`\`${a}\` has \`apply_only = true\`, so Terraform never deletes it`),at:void 0}}const Xh=e=>Ah(`Terraform refuses to destroy \`${e}\` (\`prevent_destroy\`), so its plan fails`,"Keep it, or remove `prevent_destroy` in a change of its own before.");function Zh(e){let t=e.indexOf(`: `);return t===-1?[``,e]:[e.slice(0,t),e.slice(t+2)]}function Qh(e){let t=B(e.head.all),n=$h(e),r=new Set(n.map(({source:e})=>e.file));return[...n.map(t=>ag(t,e)),...t.flatMap(t=>og(t,r,e))]}function $h({base:e,head:t}){let n=e.manifests.filter(e=>eg(e)&&rg(e)),r=new Set(n.map(({source:e})=>e.file)),i=t.manifests.filter(e=>eg(e)&&R(e,`create`,!0)!==!1),a=(e,t)=>ch(t,e)||!r.has(t.source.file);return n.filter(t=>!e.clusterOf(t).isExample&&!i.some(e=>a(t,e)))}const eg=e=>L(e)===`karpenter`;function tg(e){let t=Gd(e),n=t.creates===`create_iam_role`?`create_irsa`:`create_iam_role`,r=t=>R(e,`create`,!0)===!0&&R(e,t,!0)===!0,i=r(`enable_spot_termination`)?`the interruption queue`:void 0;return{roles:ng(r(n),r(t.creates)),queue:i}}function ng(e,t){if(e&&t)return`the roles of Karpenter and of its nodes`;if(e)return`the role of Karpenter`;if(t)return`the role of Karpenter’s nodes`}const rg=e=>{let{roles:t,queue:n}=tg(e);return t!==void 0||n!==void 0},ig=({source:e})=>Zh(e.file)[1];function ag(e,t){let n=b(ig(e)),{roles:r,queue:i}=tg(e),a=[r,i].filter(e=>e!==void 0).join(`, and `),o=He(Number(a.startsWith(`the roles`))+Number(a.includes(`, and `))+1,`it`,`them`),s=r===void 0?`learns of no interruption before it happens`:`cannot launch nodes`;return V({code:`terraform/removes-access`,severity:`warning`,message:uh(e,t)?`Terraform destroys what ${n} created: ${a}. Without ${o}, Karpenter ${s}`:`The change removes ${n}, which created ${a}. If Terraform destroys ${o}, Karpenter ${s}`,span:dh(e),help:r===void 0?"Create another queue first and set `settings.interruptionQueue` to it, or uninstall Karpenter and its NodePools before.":`Create the roles elsewhere first, or uninstall Karpenter and its NodePools before.`})}function og(e,t,n){let{base:r,head:i}=n,[a,...o]=B(r.all).filter(({name:t})=>t===e.name);if(a===void 0||o.length>0||e.isPartial)return[];let[s,c]=[r.clusterOf(a),i.clusterOf(e)],[l,u]=[wm(a,s),wm(e,c)];if(!l||!u||xm(l,u)!==!0)return[];let d=Mm(u,Om(c)),f=E(Om(s)).filter(e=>xm(e.role,l)===!0),p=new Set(i.manifests.map(({source:e})=>e.file)),m=e=>rh(c,e),ee=({source:e})=>!p.has(e.file)&&!t.has(e.file),h=f.filter(e=>m(e)||ee(e.manifest)),te=d===!1&&f.every(e=>m(e)||uh(e.manifest,n));return d===!0||te||h.length===0||h.length<f.length?[]:[lg(e,h.some(m)?sg:cg(h))]}const sg="with the authentication mode `API`, EKS ignores `aws-auth`, which lists their role",cg=e=>`the change removes ${je(e.map(({manifest:e})=>b(ig(e))))}`,lg=(e,t)=>V({code:`terraform/removes-access`,severity:`warning`,message:`New nodes of ${b(e.name)} may be unable to join the cluster: ${t}, and these files have nothing else that lets them`,span:e.span([`spec`,`role`]),resource:e.ref,help:"Create an access entry of type `EC2_LINUX` for this role in the same change."});function ug(e,t){let n=Dg(e),r=n.flatMap(n=>{let r=Cg(n,e);return r&&t(r)&&n.role?[n.role]:[]}),i=({role:e})=>e===void 0||r.length===0||r.some(t=>xm(t,e)!==!1),a=n.filter(t=>i(t)&&!yg(t.policy)&&!Eg(t,e));return[...new Set(a.map(({manifest:{kind:e,name:t}})=>`\`${e}.${t}\` ${dg}`))]}const dg=`attaches a policy that is not in these files`,fg=e=>e.endsWith(dg),pg=e=>e.replace(/\[\d+\]$/,``),mg=({source:e,kind:t},n)=>`${e.file.slice(0,e.file.lastIndexOf(`${t}.`))}${n}`,hg=e=>/^\$\{(aws_iam_policy\.[\w-]+)(?:\[\d+\])?\.(?:arn|id)\}$/.exec(v(e)??``)?.[1],gg=[[/^AmazonEC2ReadOnlyAccess$/,/^ec2:(?:Describe|Get)/],[/^AmazonSSMReadOnlyAccess$/,/^ssm:(?:Describe|Get|List)/],[/^(?:ReadOnlyAccess|ViewOnlyAccess|SecurityAudit)$/,/:(?:Describe|Get|List)/]],_g=e=>/:iam::aws:policy\/(?:[\w-]+\/)?([\w-]+)$/.exec(v(e)??``)?.[1]??``,vg=(e,t)=>gg.some(([n,r])=>r.test(t)&&Dg(e).some(({policy:e})=>n.test(_g(e)))),yg=e=>!gg.some(([t])=>t.test(_g(e)))&&/:iam::aws:policy\/(?!.*(?:FullAccess|Administrator|PowerUser|Admin\b))/.test(v(e)??``),bg=e=>yg(e)&&!/Deny|Quarantine/.test(_g(e)),xg=new WeakMap;function Sg(e){let t=xg.get(e);if(t)return t;let n=t=>new Map(e.ofKind(t).map(e=>[pg(e.source.file),e])),r={documents:n(`IamPolicy`),resources:n(`aws_iam_policy`)};return xg.set(e,r),r}function Cg({manifest:e,policy:t},n){let r=hg(t);if(r===void 0)return;let{documents:i,resources:a}=Sg(n),o=mg(e,r),s=i.get(o);if(s)return s;let c=Tg(wg(a.get(o)));if(c!==void 0)return i.get(mg(e,c))}const wg=e=>v(e?.get([`spec`,`policy`])),Tg=e=>/^\$\{(data\.aws_iam_policy_document\.[\w-]+)(?:\[\d+\])?\.json\}$/.exec(e??``)?.[1];function Eg(e,t){if(Cg(e,t)!==void 0)return!0;let n=hg(e.policy);if(n===void 0)return!1;let r=wg(Sg(t).resources.get(mg(e.manifest,n)));return r!==void 0&&!g(r)}const Dg=e=>[...e.ofKind(`aws_iam_role_policy_attachment`).map(t=>({manifest:t,role:vm(t,[`spec`,`role`],e),policy:t.get([`spec`,`policy_arn`])})),...e.ofKind(`aws_iam_policy_attachment`).flatMap(t=>Og(t,e)),...e.ofKind(`aws_iam_role_policy_attachments_exclusive`).flatMap(t=>kg(t,e)),...e.ofKind(`aws_iam_role`).flatMap(Mg),...e.ofKind(`module`).flatMap(jg)];function Og(e,t){let n=e.get([`spec`,`policy_arn`]),r=e.get([`spec`,`roles`]);return r===void 0?[]:Array.isArray(r)?f(r).map(r=>({manifest:e,role:ym(v(r),{manifest:e,cluster:t}),policy:n})):[{manifest:e,role:void 0,policy:n}]}function kg(e,t){let n=vm(e,[`spec`,`role_name`],t),r=e.get([`spec`,`policy_arns`]);return Array.isArray(r)?f(r).map(t=>({manifest:e,role:n,policy:t})):[{manifest:e,role:n,policy:r}]}const Ag=[`role_policy_arns`,`policies`,`additional_policy_arns`];function jg(e){let t={address:Nd(e,`module.${e.name}`)},n=Ag.flatMap(t=>e.get([`spec`,t])??[]).flatMap(e=>_(e)?Object.values(e):e),r=e.get([`spec`,`attach_karpenter_controller_policy`]),i=r!==void 0&&r!==!1;return[...n,...Ge(i,void 0)].map(n=>({manifest:e,role:t,policy:n}))}function Mg(e){let t=e.get([`spec`,`managed_policy_arns`]);if(t==null)return[];let n={address:Nd(e,`aws_iam_role.${e.name}`)};return(Array.isArray(t)?f(t):[t]).map(t=>({manifest:e,role:n,policy:t}))}const Ng=[{name:`aws-ebs-csi-driver`,title:`EBS CSI driver`,serviceAccount:`ebs-csi-controller-sa`,policy:`AmazonEBSCSIDriverPolicy`},{name:`aws-efs-csi-driver`,title:`EFS CSI driver`,serviceAccount:`efs-csi-controller-sa`,policy:`AmazonEFSCSIDriverPolicy`}];function Pg(e,t){let{addons:n,podIdentities:r}=of(e);return Ng.flatMap(i=>{let[a,...o]=[...E(n).filter(({name:e})=>e===i.name),...cr(e,i.name).map(({manifest:e,values:t,isOpen:n})=>({manifest:e,path:t,isOpen:n}))];return!a||o.length>0||`isOpen`in a&&a.isOpen||Ig(a.manifest,a.path)||E(r).some(({serviceAccount:e})=>e===void 0||e===i.serviceAccount)||!(T(r)||zg(i.policy,e,t))?[]:[{...i,manifest:a.manifest,path:a.path}]})}const Fg=[`service_account_role_arn`,`pod_identity_association`,`serviceAccountRoleARN`,`podIdentityAssociations`,`useDefaultPodIdentityAssociations`,`attachPolicy`,`attachPolicyARNs`,`wellKnownPolicies`,`permissionsBoundary`];function Ig(e,t){let n=e.get(t),r=h(n)??h(e.get(t.slice(0,-1)))??{};return g(n)&&h(n)===void 0?!0:e.get([`addonsConfig`,`autoApplyPodIdentityAssociations`])===!0||Fg.some(e=>Lg(r[e]))||Rg(r)}const Lg=e=>e!=null&&!(Array.isArray(e)&&e.length===0),Rg=e=>y([e])||/eks\.amazonaws\.com\/role-arn|AWS_ACCESS_KEY_ID|awsAccessSecret/.test(JSON.stringify(e));function zg(e,t,n){let r=t=>JSON.stringify(t??null).includes(`/${e}`);return Dg(t).some(e=>{let{role:t}=e;return t!==void 0&&n.some(e=>xm(e,t))&&r(e.policy)})||t.ofKind(`module`).some(e=>Bg(e).some(r))}function Bg(e){let t=[`eks_managed_node_groups`,`eks_managed_node_group_defaults`].flatMap(t=>{let n=e.get([`spec`,t]);return[n,...Object.values(h(n)??{})]});return[e.get([`spec`,`node_iam_role_additional_policies`]),...t.flatMap(e=>{let t=h(e)?.iam_role_additional_policies,n=h(t);return n?Object.values(n):f(t)})]}const Vg={"iam:ListInstanceProfiles":[21,2,0],"ec2:DescribePlacementGroups":[21,18,0],"ec2:DescribeInstanceStatus":[21,19,0]},Hg=[`iam_policy_statements`,`policy_statements`,`source_iam_policy_documents`,`override_iam_policy_documents`,`iam_role_policies`,`iam_role_source_policy_documents`,`iam_role_override_policy_documents`],Ug=e=>L(e)===`karpenter`&&[`create`,`create_iam_role`].every(t=>e.get([`spec`,t])!==!1);function Wg(e,t){if(t===`ec2:CreateFleet`)return!0;let n=Vg[t],r=Yg(e);if(n!==void 0&&r?.oldest&&Xg(r.oldest,n)>=0)return!0;let i=Hg.map(t=>e.get([`spec`,t]));if(i.some(e=>Gg(e,t)))return!0;if(!i.some(e=>Kg(e)&&!qg(e))&&n!==void 0&&r!==void 0&&Xg(r.newest,n)<0)return!1}const Gg=(e,t)=>JSON.stringify(e??null).toLowerCase().includes(t.toLowerCase()),Kg=e=>e!=null&&JSON.stringify(e).length>2;function qg(e){let t=JSON.stringify(e??null);return!y(e??null)&&/"actions"/.test(t)&&!t.includes(`*"`)}const Jg=2**53-1;function Yg(e){let t=v(e.get([`spec`,`source`]))??``,n=v(e.get([`spec`,`version`]))??/[?&]ref=v?([\d.]+)(?:&|$)/.exec(t)?.[1]??``,r=/^(=|~>)?\s*v?(\d{1,4})\.(\d{1,4})(?:\.(\d{1,4}))?$/.exec(n.trim());if(r===null)return;let[,i,a,o,s]=r,c=[Number(a),Number(o),Number(s??0)];return i===`~>`?{oldest:c,newest:s===void 0?[c[0],Jg,Jg]:[c[0],c[1],Jg]}:{oldest:c,newest:c}}const Xg=(e,t)=>e[0]-t[0]||e[1]-t[1]||e[2]-t[2],Zg=new WeakMap;function Qg({all:e,clusterOf:t}){let n=Zg.get(e);if(n)return n;let r=new Map,i=new Map;for(let n of e.manifests){if(n.kind!==`IamPolicy`)continue;let e=r_(n);for(let i of e)Le(r,t(n),i);i_(n,e)||Le(i,t(n),`a part of the policy \`${n.name}\` is unknown`)}let a=new Set(e.manifests.filter(Ug).map(t)),o=[...r].flatMap(([e,t])=>a.has(e)||!e_(t)?[]:[Ln(t,[...Md(e),...i.get(e)??[],...$g(e,t)])]);return Zg.set(e,o),o}const $g=(e,t)=>ug(e,e=>e_(t.filter(t=>t.policy===e))),e_=e=>H(e,`ec2:CreateFleet`)&&!e.some(t_)||[`ec2:RunInstances`,`ec2:CreateLaunchTemplate`,`pricing:GetProducts`].every(t=>H(e,t)),t_=({statement:e})=>JSON.stringify(e).includes(`elasticmapreduce`),n_=e=>e.get([`Statement`])===void 0?[`spec`,`Statement`]:[`Statement`];function r_(e){let t=n_(e);return f(e.get(t)).flatMap((n,r)=>{let i=_u(JSON.stringify({Statement:[n]}));return`fault`in i?[]:i.statements.map(n=>({policy:e,path:[...t,r],statement:n}))})}const H=(e,t)=>e.some(({statement:e})=>e.effect===`Allow`&&xu(e,t));function i_(e,t){let n=f(e.get(n_(e))),r=n.every(e=>h(e)!==void 0)&&t.length===n.length,i=n.every(e=>![`Effect`,`Action`,`NotAction`].some(t=>y(h(e)?.[t]??null)));return r&&i&&n.length>0&&!e.isPartial}const a_=(e,t)=>H(E(e),t)||!T(e)&&void 0;function o_({resources:e},t){if(e.some(e=>e===`*`||s_(e,t)))return!0;if(!e.some(e=>/^\$\{[^}]*\}$/.test(e)))return!1}const s_=(e,t)=>mu(e.replace(/\$\{[^}]{0,200}\}/g,`*`).split(`:`).slice(5).join(`:`).split(`/`)[0]??``,t),c_=e=>e.startsWith(`karpenter.sh/`)&&!/^karpenter\.sh\/(?:nodepool|nodeclaim|provisioner-name|managed-by|discovery|initialized|registered)$/.test(e),l_=[{name:`vpc-cni`,serviceAccount:`aws-node`,policies:[`AmazonEKS_CNI_Policy`],action:`ec2:AssignPrivateIpAddresses`,inputs:[`attach_vpc_cni_policy`,`attach_aws_vpc_cni_policy`],outcome:`new nodes stay NotReady and pods get no addresses`,isOnNodes:!0},{name:`aws-ebs-csi-driver`,serviceAccount:`ebs-csi-controller-sa`,policies:[`AmazonEBSCSIDriverPolicy`,`AmazonEBSCSIDriverPolicyV2`,`AmazonEBSCSIDriverEKSClusterScopedPolicy`],action:`ec2:AttachVolume`,inputs:[`attach_ebs_csi_policy`,`attach_aws_ebs_csi_policy`],outcome:`EBS volumes are neither created nor attached`},{name:`aws-efs-csi-driver`,serviceAccount:`efs-csi-controller-sa`,policies:[`AmazonEFSCSIDriverPolicy`],action:`elasticfilesystem:CreateAccessPoint`,inputs:[`attach_efs_csi_policy`,`attach_aws_efs_csi_policy`],outcome:`EFS volumes are not created`}],u_=e=>l_.some(t=>v_(t,e)!==void 0);function d_(e){let{base:t,head:n}=e;return[...new Set(n.manifests.map(n.clusterOf))].filter(e=>!e.isExample&&Md(e).length===0).flatMap(n=>E(of(n).addons).flatMap(r=>{let i=l_.find(({name:e})=>e===r.name);if(i===void 0||Yd(r.manifest))return[];let a=f_(r,t);if(a===void 0||p_(i,n))return[];let o={addon:r,cluster:n};return[...m_(i,a,o,e),...h_(i,a,o)].slice(0,1)}))}function f_({manifest:e,name:t},{manifests:n,clusterOf:r}){let i=n.find(({source:t})=>t.file===e.source.file);if(i===void 0)return;let a=r(i),o=E(of(a).addons).find(e=>e.manifest===i&&e.name===t);return o&&{addon:o,cluster:a}}const p_=({action:e},t)=>t.ofKind(`IamPolicy`).some(t=>H(r_(t),e));function m_({name:e,serviceAccount:t,policies:n,outcome:r,isOnNodes:i},a,{addon:o,cluster:s},{head:c}){let{manifest:l,path:u}=o,d=x_(a.addon).length>0;if(i||!d||Ig(l,u))return[];let f=E(of(s).podIdentities).some(e=>e.serviceAccount===void 0||e.serviceAccount===t),p=B(c.all).flatMap(e=>wm(e,s)??[]);return f||n.some(e=>zg(e,s,p))?[]:[S_(`The add-on ${b(e)} loses its role, without which ${r}. These files give it no other one`,l.keySpan(u),`Keep the role, or give the service account \`kube-system:${t}\` another one with \`${n[0]}\`.`)]}function h_(e,t,n){let{name:r,outcome:i}=e,[a]=x_(n.addon),o=g_(e,t);return a===void 0||typeof o!=`string`||g_(e,n)!==null?[]:[S_(`The role of the add-on ${b(r)} loses the policy \`${o}\`, without which ${i}`,n.addon.manifest.span(a),`Keep \`${o}\` attached to the role.`)]}function g_(e,{addon:{manifest:t,path:n},cluster:r}){let[i]=x_({manifest:t,path:n});if(i===void 0)return;let a=y_(t,i,r);if(a!==void 0)return b_(e,a);let o=__(t,i,r);if(o===void 0)return;let s=Dg(r).filter(e=>e.role===void 0||xm(e.role,o)!==!1),[c]=s.filter(e=>e.role!==void 0).flatMap(t=>v_(e,t.policy)??[]);if(c!==void 0)return c;if(!(s.length>0))return null}function __(e,t,n){let r=vm(e,t,n),i=n.ofKind(`aws_iam_role`).find(e=>Nd(e,`aws_iam_role.${e.name}`)===r?.address);if(r===void 0||i===void 0)return;let a=D(i,[`spec`,`name`]);return{...r,...a!==void 0&&{name:a}}}const v_=({policies:e},t)=>e.find(e=>(v(t)??``).endsWith(`/${e}`));function y_(e,t,n){let r=/^\$\{module\.([\w-]+)\.[\w-]+\}$/.exec(v(e.get(t))??``)?.[1],{root:i}=e.source.origin??{};return n.ofKind(`module`).find(e=>e.name===r&&e.source.origin?.root===i)}function b_({inputs:e,policies:t},n){let r=e.map(e=>n.get([`spec`,e])).filter(e=>e!==void 0);if(r.includes(!0))return t[0];if(n.isPartial||r.some(e=>e!==!1))return;if(![`role_policy_arns`,`policies`,`additional_policy_arns`,`source_policy_documents`,`policy_statements`].some(e=>n.get([`spec`,e])!==void 0))return null;let i=JSON.stringify(n.object);return t.find(e=>i.includes(`/${e}"`))}function x_({manifest:e,path:t}){let n=h(e.get(t))===void 0?t.slice(0,-1):t,r=[...n,`pod_identity_association`];return[[...n,`service_account_role_arn`],...f(e.get(r)).map((e,t)=>[...r,t,`role_arn`])].filter(t=>(e.get(t)??null)!==null)}const S_=(e,t,n)=>V({code:`terraform/removes-addon`,severity:`warning`,message:e,span:t,help:n}),C_=e=>Yd(e)||e.kind===`aws_eks_cluster`||L(e)===`eks`;function w_(e){if(C_(e))return Yd(e)?T_(e,[`autoModeConfig`],`nodePools`):[`compute_config`,`cluster_compute_config`].flatMap(t=>T_(e,[`spec`,t],`node_pools`)??[]).at(0)}function T_(e,t,n){let r=e.get(t);if(r==null||(Array.isArray(r)?r.length===0:h(r)&&Object.keys(h(r)).length===0))return;let i=Array.isArray(r)?[...t,0]:t,a=e.get([...i,`enabled`]),o=e.get([...i,n]);return{manifest:e,path:i,isOn:E_(r,a),pools:{path:[...i,n],value:o}}}function E_(e,t){if(typeof e==`string`)return;let n=v(t);if(n===void 0)return t!=null&&void 0;if(n===`true`)return!0;if(n===`false`)return!1}const D_=e=>e.flatMap(e=>w_(e)??[]),O_=(e,t)=>t?.manifests.find(({kind:t,name:n,source:r})=>t===e.kind&&n===e.name&&r.file===e.source.file);function k_({pools:{path:e,value:t}}){if(t==null)return[];let n=f(t).map(e=>v(e));if(Array.isArray(t)&&!n.some(e=>e===void 0||g(e)))return n.map((t,n)=>({name:t,path:[...e,n]}))}function A_(e){let t=D_(e);if(t.length!==0)return t.every(({isOn:e})=>e===!0)?`on`:t.every(({isOn:e})=>e===!1)?`off`:`unknown`}function j_(e,t){let n=A_(e);if(n===`on`||A_(t)!==`on`)return!1;if(n===`off`)return!0;if(!e.some(C_))return!1}const M_=e=>pr({manifests:e},`karpenter`)||e.some(({kind:e,name:t})=>e===`Deployment`&&t===`karpenter`||e===`CustomResourceDefinition`&&t.endsWith(`.karpenter.k8s.aws`))||e.some(e=>sr(e).length>0||L(e)===`karpenter`),N_=({kind:e})=>e===`EC2NodeClass`;function P_(e,t){let n=A_(e);return n!==`on`&&n!==`unknown`||t.length===0||t.some(N_)||M_(e)?!1:n}const F_=[`cilium`,`tigera-operator`,`calico`],I_=[{name:`vpc-cni`,outcome:`new nodes stay NotReady and pods get no addresses`,charts:[`aws-vpc-cni`,...F_],workloads:[`aws-node`]},{name:`kube-proxy`,outcome:`pods on new nodes do not reach Services`,charts:[`kube-proxy`,...F_],workloads:[`kube-proxy`]},{name:`coredns`,outcome:`pods resolve no names`,charts:[`coredns`,`node-local-dns`,`kube-dns`],workloads:[`coredns`,`kube-dns`]},{name:`aws-ebs-csi-driver`,outcome:`EBS volumes are neither created nor attached`,charts:[`aws-ebs-csi-driver`],workloads:[`ebs-csi-controller`,`ebs-csi-node`]},{name:`aws-efs-csi-driver`,outcome:`EFS volumes are not mounted`,charts:[`aws-efs-csi-driver`],workloads:[`efs-csi-controller`,`efs-csi-node`]}];function L_(e){let{base:t,head:n,removals:r}=e;return[...new Set(t.manifests.map(t.clusterOf))].flatMap(t=>t.isExample?[]:E(of(t).addons).flatMap(i=>{let a=I_.find(({name:e})=>e===i.name);if(a===void 0||Yd(i.manifest)||r?.get(i.manifest.source.file)?.keeping!==void 0)return[];let o=R_(i.manifest,n);return o.length===0||!o.every(e=>z_(a,e,t))?[]:[H_(a,i,e)]}))}const R_=(e,{manifests:t,clusterOf:n})=>[...new Set(t.filter(t=>ch(t,e)).map(n))];function z_({name:e,charts:t,workloads:n},r,i){let{addons:a}=of(r);if(E(a).some(t=>t.name===e)||i.createsCluster&&!r.createsCluster)return!1;let o=new Set(zn(of(i).addons));return zn(a).some(e=>!o.has(e))||t.some(e=>pr(r,e))?!1:!r.manifests.some(t=>n.includes(t.name)||w_(t)?.isOn!==void 0||B_(t,e))}function B_(e,t){if(!/module|HelmRelease|Application/i.test(e.kind))return!1;if(L(e)===`eks`&&e.isPartial)return!0;let n=JSON.stringify(e.object);return n.includes(V_(t))||n.includes(`enable_${t.replaceAll(`-`,`_`)}`)}const V_=e=>JSON.stringify(e);function H_({name:e,outcome:t},n,{head:r}){let i=pf(n),a=b(e),o={deleted:`Terraform deletes the add-on ${a} with its pods, without which ${t}. These files have nothing in its place`,unknown:`Terraform deletes the add-on ${a}, and its pods unless \`preserve\` is true. Without them, ${t}`,preserved:`Terraform deletes the add-on ${a}. Its pods stay, because \`preserve\` is true, but EKS no longer updates or configures them`};return V({code:`terraform/removes-addon`,severity:i===!1?`warning`:`note`,message:o[W_(i)],span:U_(n,r),help:i?`Keep the add-on, or install what updates its pods from now on.`:"Keep the add-on. To move it elsewhere, set `preserve = true` in a change of its own first."})}function U_({manifest:e,path:t},{manifests:n}){let r=n.find(({kind:t,source:n})=>t===`module`&&n.file===e.source.file);return r===void 0?dh(e):r.keySpan(t.slice(0,-1))}function W_(e){return e===void 0?`unknown`:e?`preserved`:`deleted`}const G_=[`aws_nat_gateway`,`aws_internet_gateway`,`aws_egress_only_internet_gateway`,`aws_vpn_gateway`,`aws_vpc_peering_connection`,`aws_ec2_transit_gateway_vpc_attachment`,`aws_networkmanager_vpc_attachment`],K_=[`enable_nat_gateway`,`enable_vpn_gateway`,`enable_ipv6`,`create_egress_only_igw`,`propagate_private_route_tables_vgw`],q_=/blueprints-addons?|\/modules\/(?:karpenter|iam-[\w-]{1,50}|aws-auth)|\b(?:irsa|iam|s3|ecr|kms|acm|route53|argocd|helm|label|pod-identity|rds|dynamodb)\b/,J_=e=>e.unreadFiles.length>0||e.manifests.some(X_),Y_=e=>e.unreadFiles.length>0||e.manifests.some(e=>e.kind!==`aws_vpc_endpoint`&&X_(e));function X_(e){switch(e.kind){case`aws_internet_gateway`:return!1;case`aws_vpc_endpoint`:return!/\.(?:s3|dynamodb)$/.test(v(e.get([`spec`,`service_name`]))??``);case`aws_route`:return Q_(h(e.get([`spec`])));case`aws_route_table`:{let t=e.get([`spec`,`route`]);return f(t).some(e=>Q_(h(e)))||g(v(t)??``)}case Bc:return Xu(e)&&!q_.test(v(e.get([`spec`,`source`]))??``);case`module`:return L(e)===`vpc`&&(e.isPartial||K_.some(t=>Z_(e,t)));default:return G_.includes(e.kind)}}const Z_=(e,t)=>R(e,t,!1)!==!1;function Q_(e){let t=v(e?.gateway_id)??``;return!/aws_internet_gateway|^igw-|\.igw_id/.test(t)}function $_({manifest:e,tagsIn:t},n){if(e.isPartial)return;if(L(e)===`vpc`)return ev(e,t);if(e.kind!==`aws_subnet`)return;let r=e.get([`spec`,`map_public_ip_on_launch`]),i=[`ipv6_cidr_block`,`ipv6_native`].some(t=>e.get([`spec`,t])!==void 0);if(r===!0||i)return!1;if(r==null||r===!1)return fv(e,n)}function ev(e,t){if(!t.startsWith("`public_subnet_tags`"))return!1;let n=R(e,`map_public_ip_on_launch`,!1),r=e.get([`spec`,`map_public_ip_on_launch`])===void 0;if(!(Z_(e,`enable_ipv6`)||R(e,`create_igw`,!0)!==!0||r&&!tv(e))&&n!==void 0)return!n}function tv(e){let t=Wd(e);return t===void 0?!(v(e.get([`spec`,`version`]))??``).includes(`<`):t>=4}const nv=[`0.0.0.0/0`,`::/0`];function rv(e,t){if(e.kind!==`aws_subnet`)return;let n=t.ofKind(`aws_route_table_association`),r=n.filter(t=>pv(t.get([`spec`,`subnet_id`]),e));if(r.length===0)return!av(e,n,t)&&void 0;let i=t.ofKind(`aws_route_table`).filter(e=>r.some(t=>pv(t.get([`spec`,`route_table_id`]),e))),[a]=i;if(a===void 0||i.length>1||a.isPartial)return;let o=a.get([`spec`,`route`]),s=t.ofKind(`aws_route`),c=[...f(o).map(h),...s.filter(e=>pv(e.get([`spec`,`route_table_id`]),a)).map(e=>h(e.get([`spec`])))];if(c.some(cv)||lv.some(e=>e.every(e=>c.some(uv(e)))))return!0;if(!(c.some(dv)||c.some(e=>sv(e).some(e=>/\/[1-7]$/.test(e)))||t.ofKind(`unread_module`).some(X_)||o!==void 0&&!Array.isArray(o)||s.some(e=>!ov(e.get([`spec`,`route_table_id`])))))return!1}const iv=[`aws_default_route_table`,`aws_main_route_table_association`],av=(e,t,n)=>t.length>0&&t.every(e=>ov(e.get([`spec`,`subnet_id`])))&&n.ofKind(`aws_vpc`).some(t=>pv(e.get([`spec`,`vpc_id`]),t))&&!n.manifests.some(e=>Xu(e)||iv.includes(e.kind)),ov=e=>/^\$\{aws_\w+\.[\w-]+\.id\}$/.test(v(e)??``),sv=e=>[`cidr_block`,`destination_cidr_block`,`ipv6_cidr_block`,`destination_ipv6_cidr_block`].flatMap(t=>v(e?.[t])??[]),cv=e=>sv(e).some(e=>nv.includes(e)),lv=[[`0.0.0.0/1`,`128.0.0.0/1`],[`::/1`,`8000::/1`]],uv=e=>t=>sv(t).includes(e),dv=e=>sv(e).length===0||sv(e).some(g);function fv(e,t){if(h(e.get([`spec`,`tags`]))?.[`kubernetes.io/role/elb`]!==void 0)return!0;let n=t.ofKind(`aws_route_table_association`).filter(t=>pv(t.get([`spec`,`subnet_id`]),e)).map(e=>e.get([`spec`,`route_table_id`])),r=t.ofKind(`aws_route_table`).find(e=>n.some(t=>pv(t,e)));if(r!==void 0)return[...f(r.get([`spec`,`route`])).map(h),...t.ofKind(`aws_route`).filter(e=>pv(e.get([`spec`,`route_table_id`]),r)).map(e=>h(e.get([`spec`])))].some(e=>!Q_(e))}function pv(e,{kind:t,name:n}){let r=v(e)??``,i=`${t}.${n}`,a=r.indexOf(i);return a>=0&&!/[\w-]/.test(r.charAt(a+i.length))}const mv=`New nodes then pull no images from ECR`,hv=new Map([[`ec2`,`Karpenter then launches no nodes`],[`ecr.api`,mv],[`ecr.dkr`,mv],[`s3`,mv],[`sts`,`Pods with IAM roles for service accounts then get no credentials`],[`eks`,`Karpenter then cannot discover the endpoint of the cluster, unless its settings name it`],[`eks-auth`,`Pods with EKS Pod Identity then get no credentials`],[`ssm`,`Karpenter then finds no images by alias`],[`sqs`,`Karpenter then receives no interruption notices`]]);function gv(e){let{base:t,head:n}=e;return[...new Set(n.manifests.filter(nd).map(n.clusterOf))].filter(e=>!e.isExample&&_v(e)).flatMap(n=>{let r=Sv(n);return r===void 0?[]:t.manifests.flatMap(t=>{let i=xv(t),a=hv.get(i??``);return i===void 0||a===void 0||r.has(i)||i===`sqs`&&!yv(n)||!Cv(t,n,e)?[]:[V({code:`terraform/removes-route`,severity:`warning`,message:`The change removes the VPC endpoint for ${b(i)}, and these files show no other way out of the VPC. ${a}`,span:dh(t),help:`Keep the endpoint for ${b(i)}, or add a NAT gateway first.`})]})})}const _v=e=>bv(e)&&J_(e)&&!Y_(e)&&!e.manifests.some(vv),vv=e=>e.kind===`aws_internet_gateway`||L(e)===`vpc`&&e.get([`spec`,`public_subnets`])!==void 0||[...Jf,[`spec`,`map_public_ip_on_launch`]].some(t=>(e.get(t)??!1)!==!1),yv=e=>Od(e)||!e.manifests.flatMap(sr).some(({chart:e})=>e===`karpenter`),bv=({manifests:e})=>e.filter(e=>e.kind===`aws_vpc`||L(e)===`vpc`).length===1;function xv(e){if(e.kind===`aws_vpc_endpoint`)return/\.((?:ecr\.)?[a-z\d-]+)$/.exec(v(e.get([`spec`,`service_name`]))??``)?.[1]}function Sv(e){let t=e.ofKind(`aws_vpc_endpoint`).map(xv);if(!t.includes(void 0))return new Set(t.flatMap(e=>e??[]))}function Cv(e,t,n){if(!uh(e,n)||n.removals?.get(e.source.file)?.keeping!==void 0)return!1;let r=n.base.clusterOf(e),i=t.manifests.filter(nd);return bv(r)&&i.some(e=>Vp(e,r.ofKind(e.kind))!==void 0)}const wv={subnet:new WeakMap,securityGroup:new WeakMap};function Tv(e,t){let n=wv[t].get(e)??Ev(e,t);return wv[t].set(e,n),n}function Ev(e,t){let n=e.manifests.flatMap(n=>t===`subnet`?Rv(n):ry(n,e)),r=Fv(e,t),i=n.map(e=>Lv(e,r)),a=i.length===0||t===`subnet`&&!fy(e,i);return Ln(i,[...kv(e,t),...Ge(a,`the network of the cluster comes from elsewhere`)])}const Dv=/\/modules\/|blueprints-addons?|\b(?:irsa|iam|s3|ecr|kms|acm|route53|argocd|helm|label|pod-identity|rds|dynamodb)\b/;function Ov(e,t,n){let r=kv(e,n);return kv(t,n).filter(e=>!r.includes(e))}const kv=(e,t)=>Yu(e,e=>{let n=v(e.get([`spec`,`source`]))??``;if(n.includes(`security-group`))return t===`securityGroup`;let r=/\bterraform-aws-modules\/(?:terraform-aws-)?([\w-]+)/.exec(n)?.[1];return(r===void 0||/^(?:vpc|eks)$/.test(r))&&!Dv.test(n)});function Av({manifest:e,fields:t}){let n=new Map,r=e.isPartial?[``]:[];for(let i of t){let t=e.get(i),a=h(t);if(!a)t!=null&&r.push(``);else for(let[t,o]of Object.entries(a)){let a=[...i,t],s=v(o);g(t)?r.push(t.split(/\$\{|\{\{/)[0]):n.set(t,{manifest:e,path:a,value:s===void 0||g(s)?void 0:s})}}return{tags:n,unknownKeys:r}}const jv=({path:e})=>e[1]===`tags`||e[1]===`cloudLabels`,Mv=/^(?!)/,Nv=/^(?:aws:|kubernetes\.io\/cluster\/)/;function Pv(e,{tool:t=`Terraform`,setByOthers:n=Nv,setOverAll:r=Mv,...i}){let{manifest:a,fields:o}=e,{tags:s,unknownKeys:c}=Av(e),l=e=>r.test(e),u=new Map([...s].filter(([e,t])=>!(l(e)&&jv(t)))),d=e=>c.some(t=>e.startsWith(t));return{manifest:a,tool:t,tags:u,tagsAt:o.toReversed().find(e=>a.get(e)!==void 0)??[`metadata`,`name`],setsItself:l,mayBeGiven:d,mayAlsoHave:e=>n.test(e)||d(e),...i}}function Fv(e,t){let n=e.ofKind(`aws_default_tags`).map(e=>Av({manifest:e,fields:[[`spec`,`default_tags`,0,`tags`]]})),r=e.ofKind(`aws_ec2_tag`).filter(e=>Iv(e,t)).map(e=>v(e.get([`spec`,`key`]))??"${unknown}");return{tags:new Map(n.flatMap(({tags:e})=>[...e])),mayAlsoHave:e=>r.some(t=>t===e||g(t))||n.some(({unknownKeys:t})=>t.some(t=>e.startsWith(t)))}}function Iv(e,t){let n=v(e.get([`spec`,`resource_id`]))??``;return t===`subnet`?!/security_group/.test(n):!/subnet/.test(n)}const Lv=(e,t)=>({...e,tags:new Map([...[...t.tags].filter(([t])=>!e.setsItself(t)),...e.tags]),mayBeGiven:n=>e.mayBeGiven(n)||t.mayAlsoHave(n),mayAlsoHave:n=>e.mayAlsoHave(n)||t.mayAlsoHave(n),...e.asWritten&&{asWritten:Lv(e.asWritten,t)}});function Rv(e){return e.kind===`aws_subnet`?[zv(e)]:L(e)===`vpc`?Vv(e):Kv(e)?Xv(e):Jv(e)?ey(e):[]}function zv(e){let t=v(e.get([`spec`,`availability_zone`])),n=e.get([`spec`,`map_public_ip_on_launch`]);return Pv({manifest:e,fields:[[`spec`,`tags`]]},{tagsIn:`\`tags\` of \`aws_subnet.${e.name}\``,isPreferred:n!==!0&&!/public/i.test(e.name),zones:t===void 0||g(t)?void 0:[t],isPublic:(()=>{if(n===!0)return!0;if(/private/i.test(e.name))return!1})()})}const Bv=[`private`,`public`,`intra`,`database`,`elasticache`,`redshift`,`outpost`];function Vv(e){return Bv.filter(t=>Hv(e,`${t}_subnets`)).map(t=>{let n=`${t}_subnet_tags`,r=[`spec`,`${n}_per_az`],i=Pv({manifest:e,fields:[[`spec`,`tags`],[`spec`,n]]},{tagsIn:`\`${n}\` of \`module.${e.name}\``,isPreferred:t===`private`,zones:Uv(e,`${t}_subnets`),isPublic:t===`public`,setByOthers:/^(?:aws:|kubernetes\.io\/cluster\/|Name$)/});return e.get(r)===void 0?i:{...i,mayBeGiven:()=>!0,mayAlsoHave:()=>!0}})}const Hv=(e,t)=>{let n=e.get([`spec`,t]);return n!=null&&!(Array.isArray(n)&&n.length===0)};function Uv(e,t){let[n,r]=[`azs`,t].map(t=>e.get([`spec`,t]));if(!Array.isArray(n)||!Array.isArray(r)||e.isPartial)return;let i=n.slice(0,r.length).map(e=>v(e)??``);if(i.length>0&&i.every(e=>/^[a-z0-9-]+$/.test(e)))return i}const Wv=[`nodeGroups`,`managedNodeGroups`,`fargateProfiles`,`autoModeConfig`,`karpenter`,`vpc`,`availabilityZones`,`localZones`,`kubernetesNetworkConfig`,`privateCluster`],Gv=[`iam`,`addons`,`iamIdentityMappings`,`accessConfig`,`identityProviders`,`gitops`];function Kv(e){if(e.kind!==`ClusterConfig`||d(e.apiVersion)!==`eksctl.io`)return!1;let t=t=>t.some(t=>e.get([t])!==void 0);return qv(e)?!1:t(Wv)||!t(Gv)}const qv=e=>e.get([`vpc`])===void 0&&[`nodeGroups`,`managedNodeGroups`].flatMap(t=>f(e.get([t]))).some(e=>f(h(e)?.subnets).length>0),Jv=({kind:e,apiVersion:t})=>e===`Cluster`&&d(t)===`kops.k8s.io`,Yv=/^(?:aws:|alpha\.eksctl\.io\/|eksctl\.|kubernetes\.io\/|Name$)/;function Xv(e){return e.get([`vpc`,`id`])!==void 0||e.get([`vpc`,`subnets`])!==void 0?[]:[Zv(e)]}function Zv(e){let t=Qv([`availabilityZones`,`localZones`].flatMap(t=>f(e.get([t])))),n=Pv({manifest:e,fields:[[`metadata`,`tags`]]},{tool:`eksctl`,tagsIn:"`metadata.tags` of the ClusterConfig",isPreferred:!0,setByOthers:Yv,setOverAll:Yv,zones:e.get([`availabilityZones`])===void 0||e.isPartial?void 0:t});return ny(n,`alpha.eksctl.io/cluster-name`)}function Qv(e){let t=e.map(e=>v(e)??``);if(!t.some(e=>e===``||g(e)))return t}const $v=/^(?:aws:|kops\.k8s\.io\/|kubernetes\.io\/|k8s\.io\/|Name$|SubnetType$)/;function ey(e){let t=f(e.get([`spec`,`subnets`]));return t.some(e=>h(e)?.id!==void 0)||t.length===0?[]:[ty(e)]}function ty(e){let t=Pv({manifest:e,fields:[[`spec`,`cloudLabels`]]},{tool:`kOps`,tagsIn:"`spec.cloudLabels` of the Cluster",isPreferred:!0,setByOthers:$v,setOverAll:$v,zones:Qv(f(e.get([`spec`,`subnets`])).map(e=>h(e)?.zone))});return ny(t,`KubernetesCluster`)}const ny=(e,t)=>{let{manifest:n,tags:r}=e,i=[`metadata`,`name`],a=v(n.get(i))??``;return a!==``&&!g(a)?{...e,tags:new Map([...r,[t,{manifest:n,path:i,value:a}]])}:e};function ry(e,t){if(e.kind===`aws_security_group`){let n=iy(e);return uy(t)?[n]:[{...n,mayAlsoHave:e=>!n.tags.has(e),asWritten:n}]}return e.kind===`aws_eks_cluster`?[oy(e)]:L(e)===`eks`?cy(e):Kv(e)?[Zv(e)]:Jv(e)?[{...ty(e),mayAlsoHave:e=>$v.test(e)}]:[]}const iy=e=>Pv({manifest:e,fields:[[`spec`,`tags`]]},{tagsIn:`\`tags\` of \`aws_security_group.${e.name}\``,isPreferred:/node|worker/i.test(e.name),setByOthers:/^aws:/}),ay=/^(?:aws:|kubernetes\.io\/|Name$)/,oy=e=>Pv({manifest:e,fields:[[`spec`,`tags`]]},{tagsIn:`an \`aws_ec2_tag\` for the cluster security group of \`aws_eks_cluster.${e.name}\``,isPreferred:!1,setByOthers:ay,setOverAll:ay}),sy=[{off:[`create_node_security_group`],tags:[`node_security_group_tags`]},{off:[`create_cluster_security_group`,`create_security_group`],tags:[`cluster_security_group_tags`,`security_group_tags`]},{off:[`create_cluster_primary_security_group_tags`,`create_primary_security_group_tags`],tags:[`cluster_tags`]}],cy=e=>sy.filter(({off:t})=>t.every(t=>e.get([`spec`,t])!==!1)).map(({tags:t})=>Pv({manifest:e,fields:[`tags`,...t].map(e=>[`spec`,e])},{tagsIn:`\`${t[0]}\` of \`module.${e.name}\``,isPreferred:t.includes(`node_security_group_tags`),setByOthers:ay,setOverAll:ay})),ly=e=>e.kind===`aws_eks_cluster`||L(e)===`eks`,uy=({manifests:e})=>e.some(ly),dy=e=>/^(?:kubernetes\.io|karpenter\.sh|k8s\.io)\//.test(e);function fy(e,t){if(t.some(({tool:e})=>e!==`Terraform`))return!0;let n=t.some(({tags:e})=>[...e.keys()].some(dy)),r=e.manifests.filter(ly).map(e=>py(e,t));return r.includes(`elsewhere`)?!1:r.includes(`here`)||n}function py(e,t){let n=[...[`subnet_ids`,`control_plane_subnet_ids`,`subnets`].map(t=>e.get([`spec`,t])),...f(e.get([`spec`,`vpc_config`])).map(e=>h(e)?.subnet_ids)].flatMap(e=>Array.isArray(e)?e:[e]).flatMap(e=>v(e)??[]);return n.some(e=>t.some(({manifest:t})=>e.includes(`${my(t)}.`)||e.includes(`${my(t)}}`)))?`here`:t.some(({manifest:t})=>t.source.origin?.root===e.source.origin?.root)&&n.some(e=>/^(?:subnet-|\$\{(?:data|var)\.)/.test(e))?`elsewhere`:`unknown`}const my=({kind:e,name:t})=>`${e}.${t}`;function hy(e,t){if(e.length>300||t.length>300)return!1;let[n,r,i,a]=[0,0,-1,0];for(;n<e.length;)if(t[r]===`*`)i=r++,a=n;else if(t[r]===`?`||t[r]===e[n])n++,r++;else if(i===-1)return!1;else r=i+1,n=++a;return/^\**$/.test(t.slice(r))}function gy(e,t){if(g(t.key)||t.value===``)return;let n=e.tags.get(t.key);if(!n)return e.mayAlsoHave(t.key)?void 0:!1;if(!(n.value===void 0||g(t.value)))return _y(t).some(e=>hy(n.value,e))}const _y=({value:e})=>e.split(`,`).map(e=>e.trim());function vy(e,t,n){let r=rd(e,t);return r.length===0||r.some(({hasOther:e,tags:t})=>e||t.length===0)?Ln([],[`\`${e.name}\` does not select by tags alone`]):Bn(n,e=>Vn(Rn(r),({tags:t})=>yy(t.map(t=>gy(e,t)))))}function yy(e){if(e.includes(!1))return!1;if(!e.includes(void 0))return!0}const by=[`aws_security_group_rule`,`aws_vpc_security_group_ingress_rule`,`aws_vpc_security_group_egress_rule`],xy=[`node_security_group_enable_recommended_rules`,`node_security_group_additional_rules`],Sy=e=>[...e.ofKind(`aws_security_group`).flatMap(Cy),...by.flatMap(t=>e.ofKind(t)).map(wy)],Cy=e=>[`ingress`,`egress`].flatMap(t=>{let n=[`spec`,t];return f(e.get(n)).map((r,i)=>({manifest:e,path:[...n,i],direction:t,group:`aws_security_group.${e.name}`,...Dy(h(r)??{})}))});function wy(e){let t=h(e.get([`spec`]))??{};return{manifest:e,path:[`spec`],direction:Ty(e.kind,t),group:v(t.security_group_id)??``,...Dy(t)}}function Ty(e,{type:t}){if(e.endsWith(`_egress_rule`)||t===`egress`)return`egress`;if(e.endsWith(`_ingress_rule`)||t===`ingress`)return`ingress`}const Ey=[`cidr_blocks`,`ipv6_cidr_blocks`,`prefix_list_ids`,`security_groups`,`source_security_group_id`,`cidr_ipv4`,`cidr_ipv6`,`prefix_list_id`,`referenced_security_group_id`];function Dy(e){let t=Ey.flatMap(t=>{let n=e[t]??[];return(Array.isArray(n)?n:[n]).flatMap(e=>v(e)??[])}),n=v(e.protocol??e.ip_protocol),r=n!==void 0&&!g(n);return{peers:[...e.self===!0||y([e.self??null])?[`self`]:[],...t],protocol:r?n.toLowerCase():void 0,ports:ky(e,n)}}const Oy=[0,65535];function ky({from_port:e,to_port:t},n){if(n===`-1`||n===`all`)return Oy;let[r,i]=[e,t].map(e=>Number(v(e)??e??NaN));if(r!==void 0&&i!==void 0&&Number.isInteger(r)&&Number.isInteger(i))return[r,i]}function Ay({protocol:e,ports:t},n){if(e!==void 0){if(![`-1`,`all`,`tcp`,`6`].includes(e))return!1;if(t!==void 0)return t[0]<=n&&n<=t[1]}}function jy(e){let{base:t,head:n}=e,r=t.manifests.filter(nd),i=new Set;return n.manifests.filter(nd).flatMap(e=>{let a=Vp(e,r.filter(({kind:t})=>t===e.kind)),o=n.clusterOf(e);if(a===void 0||e.isPartial||o.isExample)return[];let s=t.clusterOf(a),[c,l]=[My(a,s),My(e,o)];return c===void 0||l===void 0||c.manifest.source.file!==l.manifest.source.file||i.has(l.manifest.source.file)?[]:(i.add(l.manifest.source.file),L(l.manifest)===`eks`?$y(c.manifest,l.manifest,{after:o,nodeClass:e}):Py(l.manifest,o)?[]:Ky(c.manifest,l,{before:s,after:o,nodeClass:e}))})}function My(e,t){let n=Tv(t,`securityGroup`),r=vy(e,`securityGroup`,n),i=rd(e,`securityGroup`).map(({path:t})=>D(e,[...t,`name`])),a=i.length>0&&i.every(e=>e!==void 0),o=e=>e.kind===`aws_security_group`&&i.some(t=>hy(D(e,[`spec`,`name`])??``,t??``)),[s,...c]=a?E(n).filter(({manifest:e})=>o(e)):E(r);if(s===void 0||c.length>0)return;let{manifest:l,isPreferred:u}=s;if(!(L(l)===`eks`?!u:l.kind!==`aws_security_group`))return{manifest:l,isCertain:T(a?n:r)}}const Ny=({name:e})=>`aws_security_group.${e}.`,Py=(e,{manifests:t})=>t.some(t=>Xu(t)||t.kind===`module`&&JSON.stringify(t.object).includes(Ny(e))),Fy=({group:e},t)=>e===`aws_security_group.${t.name}`||e.includes(Ny(t)),Iy=(e,t)=>e===`self`||e.includes(Ny(t)),Ly=[{reaching:e=>`${e} reach the API server and the APIs of AWS`,outcome:`New nodes then never become ready`,help:`Keep a rule for outgoing traffic to port 443.`,port:443,direction:`egress`,isAbout:Fy,mayBeAbout:Hy},{reaching:e=>`${e} reach the API server`,outcome:`New nodes then do not join the cluster`,help:`Keep a rule of the security group of the cluster that lets nodes reach port 443.`,port:443,isOfControlPlane:!0,direction:`ingress`,isAbout:(e,t)=>zy(e)&&e.peers.some(e=>Iy(e,t)),mayBeAbout:(e,t,n)=>By(e,t,n)&&(Yy(e)||e.peers.some(e=>Wy(e,t)||Uy(e)))},{reaching:e=>`the API server reach the kubelets of ${e}`,outcome:"Logs, `kubectl exec` and metrics of their pods then fail",help:`Keep a rule that lets the security group of the cluster reach port 10250.`,port:10250,isOfControlPlane:!0,direction:`ingress`,isAbout:(e,t)=>Fy(e,t)&&e.peers.some(e=>!Iy(e,t)),mayBeAbout:Hy},{reaching:e=>`${e} reach each other`,outcome:`Their pods then reach neither pods nor CoreDNS on other nodes`,help:`Keep a rule that lets nodes reach each other.`,port:53,direction:`ingress`,isAbout:(e,t)=>Fy(e,t)&&e.peers.some(e=>Wy(e,t)),mayBeAbout:(e,t)=>Hy(e,t)||Fy(e,t)&&e.peers.some(Uy)}],Ry=e=>/cluster\w*security_group_id\b|vpc_config/.test(e),zy=({group:e})=>Ry(e);function By(e,t,{manifests:n}){if(zy(e)||Jy(e))return!0;if(Fy(e,t))return!1;let r=n.filter(Vy),i=/\baws_security_group\.[\w-]+/.exec(e.group)?.[0];return r.length===0||i===void 0||r.some(({object:e})=>JSON.stringify(e).includes(`${i}.`))}const Vy=e=>e.kind===`aws_eks_cluster`||L(e)===`eks`;function Hy(e,t){return Jy(e)||Fy(e,t)&&Yy(e)}const Uy=e=>e.startsWith(`sg-`),Wy=(e,t)=>Iy(e,t)||/^[\d.:a-f]+\/\d+$/i.test(e)||/^pl-/.test(e)||Gy(e),Gy=e=>g(e)&&!/aws_security_group\.|aws_eks_cluster\.|cluster\w*security_group_id/.test(e);function Ky(e,t,{before:n,after:r,nodeClass:i}){let[a,o]=[Sy(n),Sy(r)],s=t.manifest;return!t.isCertain&&Zy(i,r)?[]:Ly.filter(({isOfControlPlane:e})=>e===void 0||!Qy(s,r)).flatMap(n=>{let c=a.filter(t=>t.direction===n.direction&&n.isAbout(t,e)&&Ay(t,n.port)===!0),l=o.some(e=>qy(n,e,s,r)&&Ay(e,n.port)!==!1),[u]=c;return u===void 0||l||c.some(e=>Xy(e,s))?[]:[tb(n,{group:s,nodeClass:i,isCertain:t.isCertain})]})}function qy(e,t,n,r){return t.direction!==void 0&&t.direction!==e.direction?!1:e.isAbout(t,n)||e.mayBeAbout(t,n,r)}function Jy(e){return e.group===``||Uy(e.group)?!0:g(e.group)&&!zy(e)&&!/^\$\{aws_security_group\.[\w-][^}]*\}$/.test(e.group)}const Yy=({peers:e})=>e.length===0;function Xy({manifest:e,direction:t},n){return e.kind!==`aws_security_group`||t===void 0?!1:n.get([`spec`,t])===void 0}function Zy(e,t){let n=t.ofKind(`aws_ec2_tag`).filter(e=>Ry(v(e.get([`spec`,`resource_id`]))??``)).map(e=>v(e.get([`spec`,`key`]))??``),r=e=>/^(?:aws:eks:cluster-name$|kubernetes\.io\/cluster\/)/.test(e)||n.includes(e)||n.some(g);return rd(e,`securityGroup`).some(({tags:e})=>e.length>0&&e.every(({key:e})=>r(e)))}const Qy=(e,{manifests:t})=>t.some(t=>Vy(t)&&JSON.stringify(t.object).includes(Ny(e)));function $y(e,t,{after:n,nodeClass:r}){let i=`node_security_group_enable_recommended_rules`;if(R(e,i,!0)!==!0||R(t,i,!0)!==!1||t.isPartial||(Wd(t)??0)<19)return[];let a=t.get([`spec`,`node_security_group_additional_rules`]),o=Object.values(h(a)??{}).map(e=>h(e)?.type);return a!==void 0&&h(a)===void 0||o.some(e=>e!==`ingress`)||eb(n,t)?[]:[tb(Ly[0],{group:t,nodeClass:r,isCertain:!0,input:i})]}function eb(e,t){return e.manifests.some(e=>e!==t&&e.kind===`module`&&JSON.stringify(e.object).includes(`module.${t.name}.node_security_group_id`))||Sy(e).some(e=>e.direction!==`ingress`&&Jy(e)&&Ay(e,443)!==!1)}function tb({reaching:e,outcome:t,help:n},{group:r,nodeClass:i,isCertain:a,input:o}){let s=`The change takes away the only rule in these files that lets ${e(`nodes of ${b(i.name)}`)}`;return V({code:`terraform/removes-rule`,severity:a?`warning`:`note`,message:a?`${s}. ${t}`:`${s}, unless they have another security group`,span:r.span(o===void 0?[`metadata`,`name`]:[`spec`,o]),resource:i.ref,help:n})}const nb=[{action:`ec2:RunInstances`,types:[`image`,`instance`,`launch-template`,`network-interface`,`security-group`,`subnet`,`volume`],outcome:`AWS denies every launch`},{action:`ec2:CreateFleet`,types:[`fleet`],outcome:`AWS denies every launch`},{action:`ec2:CreateLaunchTemplate`,types:[`launch-template`],outcome:`AWS denies every launch`},{action:`ec2:TerminateInstances`,types:[`instance`],outcome:`Karpenter can never remove a node`}],rb=[`instance`,`launch-template`,`network-interface`,`volume`,`fleet`];function ib({resources:e},t){let n=e.filter(e=>o_({resources:[e]},t)!==!1),r=new Set(n.map(e=>e.split(`:`)[3]??`*`)),[i=`*`]=r;if(r.size===1&&/^[a-z]{2}(?:-[a-z]+)+-\d$/.test(i))return i}function ab(e,t,n){let r=e.filter(({statement:e})=>e.effect===`Allow`&&xu(e,t));if(!r.some(({statement:e})=>e.isNegated||o_(e,n)===void 0))return r.filter(({statement:e})=>o_(e,n)===!0)}const ob=/[*?%]|^(?:my|your)[-_]?cluster/i,sb=/^(?:aws|ec2):(Request|Resource)Tag\/(.+)$/i,cb=/^(?:ForAnyValue:)?String(?:Equals|Like)$/;function lb({conditions:e},t,n){let{name:r}=n;if(r!==void 0&&rb.includes(t))for(let t of e){let e=sb.exec(t.key)?.[2];if(e===void 0||!cb.test(t.operator))continue;let n=/^kubernetes\.io\/cluster\/(.+)$/.exec(e)?.[1];if(n!==void 0&&!g(n)&&!ob.test(n)&&n!==r)return{condition:t,required:`the tag \`${e}\``,actual:`Karpenter sets \`kubernetes.io/cluster/${r}\``};if(e===`eks:eks-cluster-name`&&!t.values.some(g)&&!t.values.some(e=>mu(e,r)))return{condition:t,required:`the tag \`${e}: ${t.values.join("` or `")}\``,actual:`Karpenter sets \`${r}\``}}}const ub=({conditions:e})=>e.find(({operator:e,key:t,values:n})=>t.toLowerCase()===`iam:passedtoservice`&&cb.test(e)&&!n.some(e=>g(e)||/[*?]/.test(e)||/^ec2\.amazonaws\.com(?:\.cn)?$/.test(e))),db=({conditions:e})=>e.find(({operator:e,key:t,values:n})=>t.toLowerCase()===`ec2:instancetype`&&cb.test(e)&&!n.some(g)),fb=(e,t)=>t.every(t=>e.some(e=>pb(e,t)));function pb(e,t){if(e.key.toLowerCase()!==t.key.toLowerCase())return!1;if(e.operator!==t.operator)return hb(e,t);let{operator:n}=t,r=_b(e.values,t.values);return/^StringNot(?:Equals|Like)(?:IfExists)?$/.test(n)?_b(t.values,e.values):mb.test(n)?r||hb(e,t):r&&_b(t.values,e.values)}const mb=/^String(?:Equals|Like)(?:IfExists)?$/;function hb(e,t){let[n,r]=[e.operator,t.operator],i=r.endsWith(`IfExists`)||!n.endsWith(`IfExists`);if(!mb.test(n)||!mb.test(r)||!i)return!1;let a=r.startsWith(`StringLike`),o=e=>n.startsWith(`StringLike`)&&/[*?]/.test(e);return e.values.every(e=>a?t.values.some(t=>t===e||gb(t,e)):!o(e)&&t.values.includes(e))}const gb=(e,t)=>!g(e)&&!g(t)&&mu(e,t),_b=(e,t)=>e.every(e=>t.includes(e)),vb=[`ec2:CreateFleet`,`ec2:RunInstances`,`ec2:CreateLaunchTemplate`,`ec2:CreateTags`,`ec2:TerminateInstances`,`ec2:DescribeImages`,`ec2:DescribeInstances`,`ec2:DescribeInstanceTypes`,`ec2:DescribeInstanceTypeOfferings`,`ec2:DescribeLaunchTemplates`,`ec2:DescribeSecurityGroups`,`ec2:DescribeSubnets`,`ec2:DeleteLaunchTemplate`],yb=[`iam:PassRole`,`iam:CreateInstanceProfile`,`iam:AddRoleToInstanceProfile`,`iam:TagInstanceProfile`,`iam:GetInstanceProfile`,`iam:RemoveRoleFromInstanceProfile`,`iam:DeleteInstanceProfile`],bb=[[`pricing:GetProducts`,`It then chooses by the on-demand prices that are built into its version`],[`ec2:DescribeSpotPriceHistory`,`It then chooses by spot prices that it read before, or by none`],[`ssm:GetParameter`,`It then finds no images for aliases, and node classes with one do not become ready`],[`eks:DescribeCluster`,`It then does not find the endpoint and the addresses of the cluster`]];function xb({base:e,head:t}){return Qg(e).flatMap(n=>{let[r]=E(n),i=r===void 0?[]:Tb(r.policy,t);if(i.length===0)return[];let[a]=i.map(t.clusterOf),o=a.ofKind(`IamPolicy`).flatMap(r_);if(wb(e.clusterOf(r.policy))&&!wb(a)||a.isExample||a.manifests.some(e=>L(e)===`karpenter`))return[];let s=Qg(t).find(e=>E(e).some(({policy:e})=>i.includes(e))),c=s===void 0&&!wb(a)?Sb(n,t):[];if(c.length>0)return[Cb(c)];let l=Eb(s,B(t.all).length>0),u=s!==void 0&&zn(s).some(fg);return[...Ob(e.clusterOf(r.policy),a),...kb(n,o,{policy:i[0],cluster:a,isElsewhere:u}),...Db(n,o,{judged:l,policy:i[0],cluster:a,isElsewhere:u}),...Mb(n,o,{cluster:a,isWhole:s!==void 0&&T(s)})]})}function Sb(e,{manifests:t}){let n=E(e),r=e=>e_(n.filter(t=>t.policy===e)),i=[...new Set(n.map(({policy:e})=>e))].filter(r),a=new Set(t.map(({source:e})=>e.file));return i.some(({source:e})=>a.has(e.file))?[]:i}const Cb=e=>V({code:`terraform/removes-access`,severity:`warning`,message:`The change removes the policy of Karpenter’s controller (${je(e.map(({source:e})=>b(Zh(e.file)[1])))}), and no other policy in these files lets anything launch nodes. If Karpenter still runs, it cannot launch or terminate nodes`,span:dh(e[0]),help:`Uninstall Karpenter and its NodePools first, while it still has the policy.`}),wb=({manifests:e})=>e.some(e=>sr(e).some(({chart:e})=>e===`karpenter`)),Tb=(e,{manifests:t})=>t.filter(t=>t.kind===`IamPolicy`&&(t.source.file===e.source.file||ch(t,e)));function Eb(e,t){return e===void 0||!T(e)||!H(E(e),`ec2:DescribeInstanceTypes`)?new Set:new Set(t?[...vb,...yb]:vb)}function Db(e,t,{judged:n,policy:r,cluster:i,isElsewhere:a}){let o=E(e),s=[...vb,...yb].filter(e=>H(o,e)&&!H(t,e)).filter(e=>!n.has(e)&&!vg(i,e));if(s.length===0)return[];let c=t.find(e=>e.policy.source.file===o.find(({policy:{source:e}})=>e)?.policy.source.file),l=c?c.policy.span([...c.path,`Action`]):r.span([]);return[V({code:`terraform/removes-permission`,severity:a?`note`:`warning`,message:`The change takes ${x(s)} from Karpenter’s controller, and no policy in these files grants ${He(s.length,`it`,`them`)}`,span:l,help:`Allow these actions, as in the policy that Karpenter publishes for this version.`})]}function Ob(e,t){let n=(e,t)=>{let n=Cg(e,t);return n!==void 0&&H(r_(n),`ec2:RunInstances`)},r=Dg(t);return t.manifests.some(({source:e})=>/(?:^|[ .])aws_iam_role_policy\./.test(e.file))||Md(t).length>0?[]:Dg(e).flatMap(i=>{let{role:a,manifest:o}=i;if(a===void 0||!n(i,e)||!n(i,t))return[];let s=r.some(e=>e.role===void 0||xm(e.role,a)!==!1),c=t.ofKind(`aws_iam_role`).find(e=>Nd(e,`aws_iam_role.${e.name}`)===a.address||D(e,[`spec`,`name`])===a.name);return s||c===void 0?[]:[V({code:`terraform/removes-permission`,severity:`error`,message:`The change removes \`${o.kind}.${o.name}\`, which gives the role ${Sm(a)} of Karpenter’s controller its permissions, and no file attaches another policy. Without them, Karpenter launches and removes no nodes`,span:c.span([`metadata`,`name`]),help:`Keep the attachment, or attach the policy to the role in another way.`})]})}function kb(e,t,{policy:n,cluster:r,isElsewhere:i}){let a=E(e),o=r.manifests.flatMap(sr).some(e=>{let t=yr(e,`settings`,`isolatedVPC`);return!In(t)||t.value===!0||t.value===`true`}),s=e=>e===`pricing:GetProducts`?!o:vg(r,e)?!1:e!==`ssm:GetParameter`||r.ofKind(`EC2NodeClass`).some(Ab);return bb.filter(([e])=>H(a,e)&&!H(t,e)&&s(e)).map(([e,r])=>{let o=a.find(t=>H([t],e)),s=t.filter(e=>e.policy.source.file===o.policy.source.file),c=s.find(({path:e})=>e.at(-1)===o.path.at(-1))??s[0];return V({code:`terraform/removes-permission`,severity:i||e===`ec2:DescribeSpotPriceHistory`?`note`:`warning`,message:`The change takes \`${e}\` from Karpenter’s controller, and no policy in these files grants it. ${r}`,span:c?c.policy.span([...c.path,`Action`]):n.span([]),help:`Allow \`${e}\`, as in the policy that Karpenter publishes for this version.`})})}const Ab=e=>Gf(e).some(({term:e})=>e.alias!==void 0||e.ssmParameter!==void 0),jb=[`ec2:TerminateInstances`,`ec2:RunInstances`,`ec2:CreateFleet`,`iam:PassRole`];function Mb(e,t,{cluster:n,isWhole:r}){let i=E(e),a=Ib(n),o=jb.flatMap(e=>{let n=t=>t.filter(t=>H([t],e)),[o,s]=[n(i),n(t)],[c]=s;if(o.length===0||c===void 0)return[];let l=s.some(({statement:{conditions:t}})=>{let n=t.filter(t=>!Pb(t,e,a));return o.some(e=>fb(e.statement.conditions,n))}),u=s.every(({statement:e})=>e.conditions.some(Nb)||r&&ub(e)!==void 0);return l||u?[]:[{action:e,statement:c}]}),[s]=o;if(s===void 0)return[];let{policy:c,path:l}=s.statement,u=o.filter(({statement:e})=>e===s.statement).map(({action:e})=>e);return[V({code:`terraform/removes-permission`,severity:`warning`,message:`Karpenter’s controller may call ${x(u)} only under another condition than before: ${Lb(s.statement)}. Whether it holds for all nodes is unknown`,span:c.span([...l,`Condition`]),help:`Compare it with the policy that Karpenter publishes for this version: <https://karpenter.sh/docs/reference/cloudformation/>.`})]}const Nb=({key:e})=>c_(/^(?:aws|ec2):ResourceTag\/(.+)$/i.exec(e)?.[1]??``);function Pb(e,t,n){let{operator:r,key:i,values:a}=e;if(!/^String(?:Like|Equals)(?:IfExists)?$/.test(r))return!1;let o=i.toLowerCase();return o===`iam:passedtoservice`?t===`iam:PassRole`&&ub({conditions:[e]})===void 0:o===`aws:requestedregion`?Fb(a,n):/^(?:aws|ec2):(?:Resource|Request)Tag\/karpenter\.sh\/nodepool$/.test(i)&&a.includes(`*`)||/^(?:aws|ec2):(?:Resource|Request)Tag\/kubernetes\.io\/cluster\/[^*]+$/.test(i)&&a.includes(`owned`)}const Fb=(e,t)=>t.size===0||e.some(e=>g(e)||[...t].some(t=>mu(e,t.slice(0,-1)))),Ib=({manifests:e})=>new Set(e.flatMap(({object:e})=>JSON.stringify(e).match(/(?<=")[a-z]{2}(?:-[a-z]{2,9}){1,3}-\d[a-z](?=")/g)??[])),Lb=({statement:e})=>x(e.conditions.map(({operator:e,key:t})=>`${e} ${t}`));function Rb(e){let{base:t,head:n}=e,r=B(t.all);return B(n.all).flatMap(i=>{let a=Vp(i,r);if(a===void 0||i.isPartial||n.clusterOf(i).isExample)return[];let o=f(i.get(Bb)).map((e,t)=>[...Bb,t,`tags`]),[s,c]=[t.clusterOf(a),n.clusterOf(i)];return o.flatMap(t=>{let n=Vb(s).filter(e=>Ub(e,i,t)===!0),r=Yu(c,()=>!0).length>0||Vb(c).some(e=>Ub(e,i,t,Hb(c))!==!1),[a]=n;if(a===void 0||r||!uh(a,e))return[];let o=je(n.map(({name:e})=>b(`${zb}.${e}`)));return[V({code:`terraform/removes-reservation`,severity:`warning`,message:`${b(i.name)} selects ${o}, which the change removes, and these files have no other reservation with these tags. Nodes with the capacity type \`reserved\` are then no longer launched`,span:i.span(t),labels:[{span:dh(a),message:`the file that had it`}],resource:i.ref,help:`Remove the term as well, or create another reservation with these tags.`})]})})}const zb=`aws_ec2_capacity_reservation`,Bb=[`spec`,`capacityReservationSelectorTerms`],Vb=e=>e.ofKind(zb);function Hb(e){let t=e.ofKind(`aws_default_tags`).map(e=>{let t=e.get([`spec`,`default_tags`,0,`tags`]);return e.isPartial||Object.keys(h(t)??{}).some(g)?void 0:h(t)});if(!t.includes(void 0))return Object.assign({},...t)}function Ub(e,t,n,r={}){let i=Object.entries(h(t.get(n))??{}),a=e.get([`spec`,`tags`]),o=a===void 0?{}:h(a);if(i.length===0||o===void 0||r===void 0||e.isPartial)return;let s={...r,...o},c=i.map(([e,t])=>{let[n,r]=[v(t)??``,v(s[e])];if(g(n)||/[*?]/.test(n))return r!==void 0&&void 0;if(!(r!==void 0&&g(r)))return r===n});if(c.includes(!1))return!1;if(!c.includes(void 0))return!0}const Wb=(e,t)=>Gb(e,t)??Kb(e,t);function Gb(e,t){let n=vy(e,`subnet`,Tv(t,`subnet`));if(!T(n))return;let[r]=n.all,i=n.all.map(e=>e.zones);if(r&&!i.includes(void 0))return{zones:new Set(i.flatMap(e=>e??[])),manifest:r.manifest,path:r.tagsAt}}function Kb(e,t){let n=[`spec`,`subnetSelectorTerms`],r=f(e.get(n)).map((r,i)=>qb(e,[...n,i,`id`],t)),[i]=r.flat();if(!i||r.some(e=>e.length===0))return;let a=r.flat().map(e=>e.zones);if(!a.includes(void 0))return{...i,zones:new Set(a.flatMap(e=>e??[]))}}function qb(e,t,n){let r=({source:t})=>t.origin?.root===e.source.origin?.root,i=wr(e,t)??``,a=/^aws_subnet\.([\w-]+)\.id$/.exec(i)?.[1];if(a!==void 0)return n.ofKind(`aws_subnet`).filter(e=>e.name===a&&r(e)).map(e=>({manifest:e,path:[`spec`,`availability_zone`],zones:Yb(e,[`spec`,`availability_zone`])}));let o=/^module\.([\w-]+)\.\w+_subnets$/.exec(i)?.[1];if(o!==void 0)return n.ofKind(`module`).filter(e=>e.name===o&&L(e)===`vpc`&&r(e)).map(e=>({manifest:e,path:[`spec`,`azs`],zones:Yb(e,[`spec`,`azs`])}));let s=D(e,t);return s===void 0?[]:Jb(n).filter(e=>e.id===s)}const Jb=e=>[...e.ofKind(`ClusterConfig`).flatMap(e=>[`private`,`public`].flatMap(t=>{let n=[`vpc`,`subnets`,t];return Object.entries(h(e.get(n))??{}).flatMap(([t,r])=>{let{id:i,az:a=t}=h(r)??{},o=typeof a==`string`&&/^[a-z]{2}(?:-[a-z]+){1,3}-\d[a-z0-9-]*$/.test(a);return typeof i==`string`?[{manifest:e,path:[...n,t],id:i,zones:o?[a]:void 0}]:[]})})),...e.ofKind(`Cluster`).flatMap(e=>{let t=[`spec`,`subnets`];return f(e.get(t)).flatMap((n,r)=>{let{id:i}=h(n)??{},a=Yb(e,[...t,r,`zone`]);return typeof i==`string`?[{manifest:e,path:[...t,r],id:i,zones:a}]:[]})})];function Yb(e,t){let n=e.get(t),r=(Array.isArray(n)?n:[n]).map(e=>v(e)??``);if(!r.some(e=>e===``||g(e)))return r}function Xb(e){let{base:t,head:n}=e,r=t.manifests.filter(nd),i=n.manifests.filter(nd).flatMap(e=>{let i=Vp(e,r.filter(({kind:t})=>t===e.kind)),a=n.clusterOf(e);return i===void 0||e.isPartial||a.isExample?[]:[{old:i,nodeClass:e,before:t.clusterOf(i),after:a}]});return[...$b(e),...ex(e),...i.flatMap(ox),...Zb(i.flatMap(lx)),...Zb(i.flatMap(dx))]}const Zb=e=>e.filter(({span:t},n)=>e.findIndex(e=>e.span.file===t.file&&e.span.start===t.start)===n);function Qb(e){if(e.kind===`aws_vpc`)return[`spec`,`cidr_block`];if(L(e)===`vpc`)return[`spec`,`cidr`]}function $b({base:e,head:t}){let n=new Map(e.manifests.map(e=>[e.source.file,e]));return t.manifests.flatMap(e=>{let r=Qb(e),i=n.get(e.source.file),a=t.clusterOf(e);if(r===void 0||i===void 0||a.isExample||!ax(a))return[];let[o,s]=[D(i,r),D(e,r)];if(o===void 0||s===void 0||o===s||rx(i)||rx(e)||ix(o,e,{earlier:n,head:t}))return[];let c=b(e.kind===`module`?`module.${e.name}`:`aws_vpc.${e.name}`);return[V({code:`terraform/replaces-network`,severity:`warning`,message:`Terraform replaces the VPC ${c} with all of its subnets, because its range changes from ${b(o)} to ${b(s)}. AWS deletes no subnet while nodes are in it`,span:e.span(r),help:"Keep the range, and add another one with `aws_vpc_ipv4_cidr_block_association` or `secondary_cidr_blocks`."})]})}function ex({base:e,head:t}){let n=[`spec`,`cidr_block`],r=new Map(e.manifests.map(e=>[e.source.file,e])),i=e=>t.manifests.some(t=>{let n=Qb(t),i=r.get(t.source.file);return n!==void 0&&i!==void 0&&ch(t,e)&&i.get(n)!==t.get(n)}),a=t.manifests.filter(a=>{let o=r.get(a.source.file),s=t.clusterOf(a);if(a.kind!==`aws_subnet`||o===void 0||s.isExample||!ax(s))return!1;let[c,l]=[D(o,n),D(a,n)];return c!==void 0&&l!==void 0&&c!==l&&!rx(o)&&!rx(a)&&!i(a)&&tx(o,e)});return[...Me(a,({source:e})=>Zh(e.file)[0]).values()].map(e=>{let t=e.map(({source:e})=>b(Zh(e.file)[1])),r=He(e.length,`it`,`them`);return V({code:`terraform/replaces-network`,severity:`warning`,message:`Terraform destroys ${nx(t)} and creates ${r} again, because \`cidr_block\` changes. AWS deletes no subnet that nodes or load balancers use, so apply waits and fails if there are any`,span:e[0].span(n),help:`Keep the ranges. Add subnets with the new ranges, move the nodes there, and remove the old ones in a later change.`})})}function tx(e,{clusterOf:t}){let n=t(e),r=n.manifests.filter(nd);if(r.length===0||n.manifests.some(Tr))return!0;let i=Tv(n,`subnet`);return r.some(t=>{let n=vy(t,`subnet`,i);return!T(n)||n.all.some(({manifest:t})=>t===e)})}const nx=e=>Te([...e.slice(0,3),...Ge(e.length>3,`${e.length-3} more`)]),rx=e=>e.source.file.includes(`…`)||e.kind===`module`&&R(e,`create_vpc`,!0)!==!0,ix=(e,t,{earlier:n,head:r})=>r.manifests.some(r=>{if(n.has(r.source.file)||!ch(r,t))return!1;if(r.kind===`unread_module`)return Xu(r);let i=Qb(r);return i!==void 0&&(D(r,i)??e)===e}),ax=({createsCluster:e,manifests:t})=>e||t.some(nd);function ox({old:e,nodeClass:t,before:n,after:r}){let i=[`spec`,`subnetSelectorTerms`],[a,o]=[sx(e,n),sx(t,r)];if(a===void 0||o===void 0||a.size<2||o.size!==1)return[];let[s=``]=o,c=s.startsWith(`subnet-`)?`the subnet ${b(s)}`:`the zone ${b(s)}`;return[V({code:`terraform/last-zone`,severity:`note`,message:`After this change, all new nodes of ${b(t.name)} are in ${c}. A failure of that zone affects all of them, and volumes of other zones cannot be attached`,span:t.span(i),resource:t.ref,help:`Select subnets in at least two zones, unless the pods need a single one.`,isProminent:!0})]}function sx(e,t){let n=Wb(e,t)?.zones;if(n!==void 0)return n;let r=[`spec`,`subnetSelectorTerms`],i=f(e.get(r)).map((t,n)=>D(e,[...r,n,`id`]));if(!(i.length===0||i.includes(void 0)))return new Set(i.flatMap(e=>e??[]))}const cx=({old:e,nodeClass:t,before:n,after:r})=>{let i=E(vy(e,`subnet`,Tv(n,`subnet`)));return E(vy(t,`subnet`,Tv(r,`subnet`))).flatMap(e=>{let t=i.find(({manifest:t,tagsIn:n})=>t.source.file===e.manifest.source.file&&n===e.tagsIn);return t&&e.tool===`Terraform`?[[t,e]]:[]})};function lx(e){let{nodeClass:t,before:n,after:r}=e,i=r.ofKind(`aws_vpc_endpoint`).length>0;return!J_(r)||i||ux(t)?[]:cx(e).flatMap(([e,i])=>rv(e.manifest,n)!==!0||rv(i.manifest,r)!==!1?[]:[V({code:`terraform/removes-route`,severity:`warning`,message:`The change removes the route from \`aws_subnet.${i.manifest.name}\` to the internet. Nodes of ${b(t.name)} there then reach neither the APIs of AWS nor registries`,span:i.manifest.span([`metadata`,`name`]),resource:t.ref,help:`Keep a default route to a NAT gateway in the route table of the subnet, or create VPC endpoints.`})])}const ux=e=>Jf.some(t=>(e.get(t)??!1)!==!1);function dx(e){if(Jf.some(t=>e.nodeClass.get(t)!==void 0))return[];let t=[`spec`,`map_public_ip_on_launch`];return cx(e).flatMap(([n,{manifest:r,tagsIn:i}])=>{let a=r.kind===`module`;if(a&&!i.startsWith("`public_subnet_tags`")||r.get(t)!==!0||(n.manifest.get(t)??!1)!==!1)return[];let o=b(a?`module.${r.name}`:`aws_subnet.${r.name}`);return[V({code:`terraform/public-addresses`,severity:`note`,message:`After this change, new nodes of ${b(e.nodeClass.name)} in the subnets of ${o} get public IPv4 addresses`,span:r.span(t),resource:e.nodeClass.ref,help:"Set `associatePublicIPAddress: false` in the node class if nodes should have none."})]})}function fx({base:e,head:t}){let n=B(e.all);return B(t.all).flatMap(e=>{let r=Vp(e,n),[i,a]=[r&&mx(r),mx(e)];return i===void 0||a===void 0||i.family!==a.family||!hx(a.numbers,i.numbers)||t.clusterOf(e).isExample?[]:[V({code:`upgrade/older-image`,severity:`note`,message:`${b(e.name)} goes back from ${b(i.alias)} to the older release ${b(a.alias)}, which lacks later security fixes`,span:e.span(px),resource:e.ref,help:`Go back only to leave a faulty release, and note why.`,isProminent:!0})]})}const px=[`spec`,`amiSelectorTerms`,0,`alias`];function mx(e){let t=v(e.get(px))??``;if(f(e.get([`spec`,`amiSelectorTerms`])).length!==1||g(t)||t.length>60)return;let[,n,r]=/^([a-z0-9]+)@v?(\d[\d.]*)$/.exec(t)??[];if(n!==void 0&&r!==void 0)return{alias:t,family:n,numbers:r.split(`.`).map(Number)}}function hx(e,t){if(e.length!==t.length)return!1;let n=e.findIndex((e,n)=>e!==t[n]);return n>=0&&e[n]<t[n]}function gx(e,t){let n=vx(e,t).map(yx),r=[...Dg(t).filter(t=>t.role===void 0||xm(t.role,e)===!0).map(e=>{if(e.role!==void 0)return e.policy}),...n.flatMap(({others:e})=>e)].map(_x),i=r.includes(void 0)||n.some(({isUnsure:e})=>e);return Ln([...n.flatMap(e=>e.names),...r.flatMap(e=>e??[])],i?[`a policy of the role is unknown`]:[])}function _x(e){let t=/:iam::aws:policy\/(?:.{0,100}\/)?([\w-]+)$/.exec(v(e)??``)?.[1];if(!(t===void 0||g(t)))return t}const vx=(e,t)=>E(Ad(t).roles).flatMap(({manifest:t,address:n,name:r})=>(n===e.address||r!==void 0&&r===e.name)&&L(t)===`karpenter`?[t]:[]);function yx(e){let t=Gd(e).creates===`create_node_iam_role`?`node_iam_role`:`iam_role`,n=R(e,`${t}_attach_cni_policy`,!0),r=e.get([`spec`,`${t}_additional_policies`]),i=Object.values(h(r)??{});return{names:[`AmazonEKSWorkerNodePolicy`,`AmazonEC2ContainerRegistryPullOnly`,...Ge(n!==!1,`AmazonEKS_CNI_Policy`)],others:i.length>0?i:f(r),isUnsure:n===void 0||typeof r==`string`}}const bx=({effect:e,actions:t,resources:n,conditions:r,isNegated:i,principals:a,unknown:o})=>[e,i,[...t].sort(),[...n].sort(),[...o],r.map(({operator:e,key:t,values:n})=>Dt([e,t,[...n].sort()])).toSorted(),[...a].map(([e,t])=>Dt([e,[...t].sort()])).toSorted()];function xx(e){let t=Dg(e).map(({role:t,...n})=>({role:t,document:Cg({role:t,...n},e)})),n=e.ofKind(`IamPolicy`).filter(Sx),r=t.flatMap(({role:e,document:t})=>e===void 0||t===void 0||!n.includes(t)?[]:[e]),i=t.flatMap(({role:e,document:t})=>e!==void 0&&r.some(t=>xm(t,e)===!0)&&t?[t]:[]);return{statements:[...[...new Set([...n,...i])].flatMap(r_),...e.ofKind(`module`).flatMap(wx)],roles:r}}const Sx=e=>e_(r_(e).filter(({statement:e})=>!e.actions.includes(`*`))),Cx=[`iam_policy_statements`,`policy_statements`];function wx(e){return L(e)===`karpenter`?Cx.flatMap(t=>{let n=e.get([`spec`,t])??null;return(Array.isArray(n)?f(n).map((e,t)=>[t,e]):Object.entries(h(n)??{})).flatMap(([n,r])=>{let i=[`spec`,t,n];return Tx(r).map(t=>({policy:e,path:i,statement:t}))})}):[]}function Tx(e){let{effect:t,actions:n,not_actions:r,resources:i,not_resources:a,condition:o,conditions:s}=h(e)??{};if(n===void 0)return[];let c=f(o??s).map(h),l={Effect:t??`Allow`,Action:n,NotAction:r,Resource:i??[],NotResource:a,Condition:Object.fromEntries(c.map(e=>[String(e?.test),{[String(e?.variable)]:e?.values??[]}]))},u=_u(JSON.stringify({Statement:[l]}));return`fault`in u?[]:u.statements}const Ex=[...vb,...yb,...bb.map(([e])=>e),`sqs:ReceiveMessage`,`sqs:DeleteMessage`,`sqs:GetQueueUrl`];function Dx({base:e,head:t}){return kx({base:e,head:t}).flatMap(([e,n])=>{let r=xx(n),i=xx(e),a=wb(e)&&!wb(n);if(n.isExample||a)return[];let o=new Set(i.statements.map(Ox)),s=r.statements.filter(e=>!o.has(Ox(e))),c=B(t.all).filter(e=>t.clusterOf(e)===n).flatMap(e=>wm(e,n)??[]),l=[...r.roles,...i.roles];return[...Ax(s,r.statements,i.statements),...i.statements.length===0?[]:Bx(s,i.statements),...Ix(i.statements,r.statements,n),...Kx(e,n,{controller:l,nodes:c}),...Rx(e,n,c)]})}const Ox=({statement:e})=>Dt(bx(e));function kx({base:e,head:t}){let n=new Map(e.manifests.map(e=>[e.source.file,e])),r=new Map;for(let i of t.manifests){let a=t.clusterOf(i),o=n.get(i.source.file);o!==void 0&&!r.has(a)&&r.set(a,e.clusterOf(o))}return[...r].map(([e,t])=>[t,e])}function Ax(e,t,n){return e.flatMap(({statement:e,policy:r,path:i})=>{if(e.effect!==`Deny`||e.isNegated||e.unknown.length>0)return[];let a=Ex.filter(t=>xu(e,t)),o=r.kind===`module`,s=a.filter(r=>(o||H(t,r))&&!n.some(t=>jx(t,e,r)));if(s.length===0||Mx(e,s))return[];let c=e.conditions.length===0&&e.resources.some(Fx),l=e.conditions.map(({operator:e,key:t})=>`${e} ${t}`),u=je(s.map(b));return[V({code:`terraform/removes-permission`,severity:c?`warning`:`note`,message:c?`The change denies ${u} to Karpenter’s controller, and a \`Deny\` wins over every \`Allow\`${Px(s)}`:`The change denies ${u} to Karpenter’s controller ${Nx(e,l)}. Whether that affects nodes is unknown`,span:r.span(i),help:c?`Remove the statement, or the actions that Karpenter needs.`:`Check that the statement leaves out everything that Karpenter launches and removes.`})]})}function jx({statement:e},t,n){return e.effect!==`Deny`||e.isNegated||e.unknown.length>0||!xu(e,n)?!1:t.resources.every(t=>e.resources.some(e=>mu(e,t)))&&fb(t.conditions,e.conditions)}const Mx=({conditions:e},t)=>t.every(e=>e===`ec2:RunInstances`)&&e.some(({key:e})=>/^(?:aws:RequestTag\/|ec2:MetadataHttpTokens$)/i.test(e)),Nx=({resources:e},t)=>t.length>0?`under a condition: ${x(t)}`:`on ${x(e.slice(0,2))}`;function Px(e){let t=nb.find(({action:t})=>e.includes(t))?.outcome;return t===void 0?``:`. ${t}`}const Fx=e=>e===`*`||/^arn:[^:]*:\w*\*?:[^:]*:[^:]*:(?:[\w-]+\/)?\*$/.test(e);function Ix(e,t,n){let[r]=t;if(r===void 0||n.manifests.some(({kind:e,isPartial:t})=>e===`IamPolicy`&&t))return[];let i=n.ofKind(`IamPolicy`).flatMap(r_),a=n.manifests.some(e=>L(e)===`karpenter`),o=e.flatMap(({policy:e,statement:t})=>(e.kind===`module`||!a)&&t.effect===`Allow`&&!t.isNegated?t.actions:[]),s=e=>/^[a-z0-9]+:[A-Z]\w+$/.test(e)&&!Ex.includes(e)&&!H([...t,...i],e)&&!vg(n,e),c=[...new Set(o)].filter(s).sort();if(c.length===0)return[];let l=t.find(({policy:t})=>e.some(e=>e.policy.source.file===t.source.file))??r;return[V({code:`terraform/removes-permission`,severity:`note`,message:`The change takes ${je(c.map(b))} from Karpenter’s controller. Whether its version needs ${He(c.length,`it`,`them`)} is unknown`,span:l.policy.span(l.path),help:`Compare the policy with the one that Karpenter publishes for this version.`})]}const Lx=/^(?:AmazonEKSWorkerNodePolicy|AmazonEKS_CNI_Policy|AmazonEC2ContainerRegistry|AmazonEBSCSIDriver)/;function Rx(e,t,n){return n.filter((e,t)=>n.findIndex(t=>xm(t,e)===!0)===t).flatMap(n=>{let r=gx(n,t),i=E(gx(n,e)).find(e=>!Lx.test(e)&&!E(r).includes(e)),a=E(Ad(t).roles).find(({address:e,name:t})=>e===n.address||t!==void 0&&t===n.name),o=E(r).some(e=>/Administrator|PowerUser|SSM/.test(e));if(i===void 0||!T(r)||o||a===void 0)return[];let s=i===`AmazonSSMManagedInstanceCore`?`Session Manager no longer reaches them`:`Pods that use the role of their node lose its permissions`;return[V({code:`terraform/removes-permission`,severity:`note`,message:`Nodes with the role ${Sm(n)} lose the policy \`${i}\`. ${s}`,span:a.manifest.span(a.path),help:`Keep \`${i}\` attached to the role if something on the nodes needs it.`})]})}const zx=[`iam:PassRole`,`ec2:TerminateInstances`,`ec2:RunInstances`];function Bx(e,t){return e.flatMap(e=>{let{statement:n,policy:r,path:i}=e,a=n.effect===`Allow`&&n.conditions.length===0&&!n.isNegated,o=n.resources.includes(`*`),s=n.actions.find(e=>/^(?:\*|ec2:\*|iam:\*)$/i.test(e));if(a&&o&&s!==void 0&&!Hx(t,s))return[Wx(`every action of \`${s}\` on all resources`,r,[...i,`Action`])];let c=zx.find(r=>xu(n,r)&&Ux(e,r)&&!t.some(e=>Ux(e,r)));return c===void 0||!H(t,c)?[]:[Wx(Vx[c],r,[...i,`Resource`])]})}const Vx={"iam:PassRole":"to pass every role of the account (`iam:PassRole`)","ec2:TerminateInstances":"to terminate every instance of the account (`ec2:TerminateInstances`)","ec2:RunInstances":"to launch instances with everything in the account (`ec2:RunInstances`)"},Hx=(e,t)=>e.some(({statement:e})=>e.actions.includes(t)&&e.effect===`Allow`);function Ux({statement:e},t){let{effect:n,isNegated:r,resources:i,conditions:a}=e,o=a.some(({key:e})=>t!==`iam:PassRole`||e.toLowerCase()!==`iam:passedtoservice`),s=i.some(e=>e===`*`||/^arn:[^:]*:(?:iam|ec2):[^:]*:[^:]*:(?:(?:role|instance)\/)?\*$/.test(e));return n===`Allow`&&!r&&!o&&s&&xu(e,t)}const Wx=(e,t,n)=>V({code:`terraform/widens-permission`,severity:`note`,message:`The change allows Karpenter’s controller ${e}`,span:t.span(n),help:`Limit it as the policy that Karpenter publishes for this version does.`}),Gx=/:iam::aws:policy\/(?:.{0,100}\/)?(AdministratorAccess|PowerUserAccess|IAMFullAccess|AmazonEC2FullAccess)$/;function Kx(e,t,n){let r=new Set(Dg(e).map(({policy:e})=>v(e)??``)),i=Dg(t).flatMap(({manifest:e,role:t,policy:i})=>{let a=v(i)??``,o=Gx.exec(a)?.[1];if(o===void 0||g(o)||t===void 0||r.has(a))return[];let s=e=>e.some(e=>xm(e,t)===!0);return s(n.nodes)?[qx(`the role of nodes ${Sm(t)}`,o,e)]:s(n.controller)?[qx(`the role of Karpenter’s controller ${Sm(t)}`,o,e)]:[]}),a=t.ofKind(`module`).flatMap(t=>{let n=e.ofKind(`module`).find(({source:e})=>e.file===t.source.file);return L(t)!==`karpenter`||n===void 0?[]:[[`node_iam_role_additional_policies`,`the role of nodes`],[`iam_role_policies`,`the role of Karpenter’s controller`]].flatMap(([e,r])=>{let[i,a]=[n,t].map(t=>JSON.stringify(t.get([`spec`,e])??null)),o=/:iam::aws:policy\/(AdministratorAccess|PowerUserAccess|IAMFullAccess)"/.exec(a)?.[1];return o===void 0||i.includes(`/${o}"`)?[]:[qx(r,o,t,[`spec`,e])]})});return[...i,...a]}const qx=(e,t,n,r=[`spec`,`policy_arn`])=>V({code:`terraform/widens-permission`,severity:`note`,message:`The change gives ${e} the policy \`${t}\``,span:n.span(r),help:`Attach a policy with the actions that are needed.`}),Jx=[{field:`instanceProfile`,noun:`instance profile`,of:`profiles`,kind:`aws_iam_instance_profile`},{field:`role`,noun:`role`,of:`roles`,kind:`aws_iam_role`}],Yx=e=>B(e.head.all).flatMap(t=>{let n=Vp(t,B(e.base.all));return n===void 0||e.base.clusterOf(n).isExample?[]:Jx.flatMap(r=>Xx({nodeClass:t,old:n,field:r},e)??[])});function Xx({nodeClass:e,old:t,field:n},r){let i=[`spec`,n.field],a=D(t,i),o=e.get(i);if(a===void 0||g(o))return;let s=Ad(r.base.clusterOf(t))[n.of],c=Ad(r.head.clusterOf(e))[n.of],[l]=E(s).filter(e=>e.name===a);if(l===void 0||!Zx(l,r))return;let u=new Set(zn(s));if(!zn(c).some(e=>!u.has(e))&&!(E(c).some(e=>e.canBeNamed(a))||Qx(l,n,r)))return $x({nodeClass:e,field:n,name:a,creator:l,renamed:E(c).find(({address:e})=>e===l.address),isNamed:o===a})}function Zx({manifest:e},t){let{head:n,removals:r}=t;return!uh(e,t)||r?.get(e.source.file)?.keeping!==void 0?!1:e.kind!==`module`||n.manifests.some(e=>L(e)===`karpenter`)}function Qx({name:e,address:t},{of:n},{head:r}){return[...new Set(r.manifests.map(r.clusterOf))].some(r=>E(Ad(r)[n]).some(n=>n.name===e||n.address===t&&n.name===void 0))}function $x({nodeClass:e,field:{field:t,noun:n},name:i,creator:a,renamed:o,isNamed:s}){let c=b(Zh(a.manifest.source.file)[1]),l=o?.name!==void 0,u=l?`The change renames the ${n} ${b(i)} (${c}) to ${b(o.name)}`:`The change removes the ${n} ${b(i)} (${c})`,d=r(l,`. Terraform destroys the old ${n}`),f=s?`. EC2NodeClass ${b(e.name)} still names it, so Karpenter launches no nodes for it`:`. They have it until Karpenter has replaced them`;return V({code:`terraform/removes-access`,severity:`warning`,message:`${u}, so running nodes of ${b(e.name)} lose their credentials${d}${f}`,span:e.span(s?[`spec`,t]:[`metadata`,`name`]),resource:e.ref,help:`Keep the ${n}, let Karpenter replace all nodes that have it, and remove it in a later change.`})}function eS(e){let{base:t,head:n}=e,r=t.manifests.filter(nd);return n.manifests.filter(nd).flatMap(i=>{let a=Vp(i,r.filter(({kind:e})=>e===i.kind)),o=n.clusterOf(i);if(a===void 0||i.isPartial||o.isExample)return[];let s=[`spec`,`securityGroupSelectorTerms`],c=f(i.get(s)).length;return f(i.get(s)).flatMap((n,r)=>tS({nodeClass:i,path:[...s,r,`name`],isOnly:c===1},{before:t.clusterOf(a),after:o},e))})}function tS({nodeClass:e,path:t,isOnly:n},{before:r,after:i},a){let o=D(e,t);if(o===void 0)return[];let s=r.ofKind(`aws_security_group`).find(e=>hy(nS(e)??``,o)),c=i.ofKind(`aws_security_group`).some(e=>{let t=nS(e);return t===void 0||hy(t,o)});if(s===void 0||c||!uh(s,a)||Ov(r,i,`securityGroup`).length>0)return[];let l=i.manifests.find(({source:e})=>e.file===s.source.file),u=b(`aws_security_group.${s.name}`),d=l&&nS(l),f=d===void 0?`the change removes ${u}`:`the change gives ${u} the name ${b(d)}`,p=n?`Karpenter then launches no nodes with this class`:`New nodes then lack this group`;return[V({code:`terraform/renames-group`,severity:`warning`,message:`${b(e.name)} selects the security group ${b(o)} by its name, and ${f}. ${p}`,span:e.span(t),labels:l===void 0?[]:[{span:l.span([`spec`,`name`]),message:`its other name`}],resource:e.ref,help:d===void 0?`Select another security group first.`:`Select ${b(d)}, or select the group by a tag.`})]}const nS=e=>D(e,[`spec`,`name`]),rS=e=>[...gh(e),...wh(e),...Th(e),...Qh(e),...Yx(e),...L_(e),...d_(e),...nm(e),...fx(e),...xb(e),...Dx(e),...Xb(e),...gv(e),...Rb(e),...eS(e),...jy(e)];function iS({source:{file:e,origin:t}}){if(!t)return{file:e,near:e};let n=t.trace(0,1).span.file;if(t.tool!==`terraform`)return{file:n,near:n};let r=t.place??``;return{file:n,near:r.endsWith(`.tfvars`)?r:r===``?`main.tf`:`${r}/main.tf`}}function aS(e,t){for(let n=Be(e);;n=Be(n)){let e=t.filter(({near:e})=>n===``||e.startsWith(`${n}/`));if(e.length>0||n===``)return e}}function oS(e){return ar(e).flatMap(e=>{let{manifest:t,chart:n}=e;return n!==`karpenter`||t.kind===`HelmValues`||t.kind===`KustomizeChart`?[]:[{...iS(t),release:`${t.kind} ${t.name}`,...sS(e)}]})}const sS=e=>({namespace:or(e.manifest),serviceAccount:cS(e)});function cS(e){let{manifest:t,values:n,isOpen:r}=e,i=[...n,`serviceAccount`,`name`];if(!lS(t,i))return D(t,i);let a=yr(e,`serviceAccount`,`create`);if(!(r||t.isPartial||!In(a)))return a.value===!1?`default`:dS(t)}const lS=(e,t)=>{let n=e.get(t);return n==null||n===``};function uS(e,t){let n=aS(e,t),[r]=n;if(n.every(e=>e.namespace===r?.namespace&&e.serviceAccount===r?.serviceAccount))return r}function dS(e){let t=e.kind===`HelmRelease`?[`spec`,`releaseName`]:[`spec`,`source`,`helm`,`releaseName`],n=lS(e,t)?fS(e):D(e,t),r=/\b(?:fullnameOverride|nameOverride)\b/.test(JSON.stringify(e.get([`spec`])??null));if(!(n===void 0||r))return n.includes(`karpenter`)?n:`${n}-karpenter`}function fS(e){let t=[`spec`,`targetNamespace`];if(e.kind!==`HelmRelease`||e.source.origin?.tool===`terraform`||lS(e,t))return e.name;let n=D(e,t);if(n!==void 0)return`${n}-${e.name}`}const pS=`eks.amazonaws.com/role-arn`;function mS(e,t){let{namespace:n,serviceAccount:r}=sS(e),{podIdentities:i}=of(t),a=({namespace:e,serviceAccount:t})=>gS(hS(e,n),hS(t,r)),o=E(i),s=[...vS(e),...SS(t)];return{namespace:n,serviceAccount:r,sources:Ln([...s.flatMap(({certain:e})=>e??[]),...o.filter(e=>a(e)===!0).map(({manifest:e,path:t})=>({manifest:e,path:t,by:`Pod Identity`}))],zn(i)),possible:[...s.flatMap(({possible:e})=>e??[]),...o.filter(e=>a(e)===void 0)],elsewhere:o.filter(e=>a(e)===!1&&_S(e))}}const hS=(e,t)=>{if(e!==void 0&&t!==void 0)return e===t};function gS(e,t){if(e===!1||t===!1)return!1;if(e!==void 0&&t!==void 0)return!0}const _S=({manifest:e,serviceAccount:t})=>/karpenter/.test(`${e.name} ${t??``}`);function vS(e){let{manifest:t,values:n}=e;return[...yS(e),...bS(e),...xS(e,!1,`serviceAccount`,`create`)?[{possible:{manifest:t,path:[...n,`serviceAccount`]}}]:[]]}function yS(e){let{manifest:t,values:n}=e,r=[...n,`serviceAccount`,`annotations`],i=yr(e,`serviceAccount`,`annotations`);if(!In(i))return[{possible:{manifest:t,path:r}}];let a=h(i.value)??{},o=a[pS];return o!=null&&o!==``?[{certain:{manifest:t,path:[...r,pS],by:`role annotation`}}]:Object.keys(a).some(g)?[{possible:{manifest:t,path:r}}]:[]}function bS(e){let{manifest:t,values:n}=e,[r,i]=[`env`,`envFrom`].map(t=>yr(e,`controller`,t)),a=[...n,`controller`];if(!r||!i||!In(r)||!In(i))return[{possible:{manifest:t,path:a}}];let o=f(r.value).map(e=>v(h(e)?.name)??"${unknown}");return o.some(e=>/^AWS_(?:ACCESS_KEY_ID|WEB_IDENTITY_TOKEN_FILE|ROLE_ARN|PROFILE)$/.test(e))?[{certain:{manifest:t,path:[...a,`env`],by:`variables`}}]:o.some(e=>/^AWS_(?!REGION$)|[${]/.test(e))||f(i.value).length>0?[{possible:{manifest:t,path:a}}]:[]}function xS(e,t,...n){let r=yr(e,...n);return In(r)&&r.value===t}const SS=e=>e.manifests.flatMap(e=>e.kind===`ServiceAccount`&&/karpenter/.test(e.name)?[CS(e)]:Yd(e)?Xd(e,[`iam`,`serviceAccounts`]).filter(t=>/karpenter/.test(v(e.get([...t,`metadata`,`name`]))??``)).map(t=>({certain:{manifest:e,path:t,by:`service account`}})):[]);function CS(e){let t=[`metadata`,`annotations`,pS];return e.get(t)!==void 0&&D(e,t)!==``?{certain:{manifest:e,path:t,by:`service account`}}:{possible:{manifest:e,path:[`metadata`,`name`]}}}const wS={network:e=>Dt(kS(e)),access:e=>Dt(LS(e).facts),interruption:e=>Dt(qS(e)),encryption:e=>Dt(XS(e))},TS={network:({manifests:e})=>MS(e).grants.map(Dt),access:e=>LS(e).grants,encryption:e=>ZS(e).flatMap(QS).map(Dt)},ES=/^(?:(?:\w+_)?tags(?:_all)?|description|depends_on|timeouts)$/,DS=({kind:e,name:t,object:n})=>{let r=h(n.spec)??{};return[e,t,Object.fromEntries(Object.entries(r).filter(([e])=>!ES.test(e)))]},OS=(e,t)=>[E(e).map(t),[...zn(e)]];function kS({all:e,manifests:t,clusterOf:n}){let r=e.manifests.filter(nd),i=r.flatMap(e=>n(e).manifests.filter(({kind:e})=>IS.has(e)));return[r.map(e=>{let t=n(e),r=n=>OS(vy(e,n,Tv(t,n)),e=>[AS(e.manifest),e.tagsIn,[...e.zones??[]],e.isPublic??null]);return[e.name,r(`subnet`),r(`securityGroup`)]}),[...new Set(i)].map(DS),MS(t).facts]}function AS(e){let t=h(e.get(jS));if(L(e)!==`eks`||t===void 0)return DS(e);let{node_security_group_additional_rules:n,...r}=h(e.object.spec)??{};return DS({...e,object:{...e.object,spec:r}})}const jS=[`spec`,`node_security_group_additional_rules`];function MS(e){if(e.some(e=>e.kind===`aws_security_group`&&(e.get([`spec`,`ingress`])!==void 0||e.get([`spec`,`egress`])!==void 0)))return{facts:[...e.flatMap(FS),...e.flatMap(NS)],grants:[]};let t=({kind:e})=>e===`aws_security_group`||by.includes(e);return{facts:e.filter(e=>!t(e)).flatMap(FS),grants:e.flatMap(e=>t(e)?FS(e).map(t=>[e.source.file,t]):NS(e))}}function NS(e){let t=L(e)===`eks`?h(e.get(jS)):void 0;return Object.entries(t??{}).map(([t,n])=>[e.source.file,t,n??null])}const PS=(e,t)=>{let n=e.get([`spec`,t]);return t===jS[1]&&(n===void 0||h(n)!==void 0)};function FS(e){if(by.includes(e.kind))return[DS(e)];let t=[...e.kind===`aws_security_group`?[`name`,`ingress`,`egress`]:[],...L(e)===`eks`?xy.filter(t=>!PS(e,t)):[]];return t.length===0?[]:[[e.source.file,...t.map(t=>e.get([`spec`,t])??null)]]}const IS=new Set([`aws_vpc`,`aws_vpc_endpoint`,`aws_route`,`aws_route_table`,`aws_route_table_association`,...G_,...iv]);function LS({all:e,manifests:t,clusterOf:n}){let r=ar(e).map(e=>{let{namespace:t,serviceAccount:r,sources:i,possible:a,elsewhere:o}=mS(e,n(e.manifest)),s=[...a,...o].map(({manifest:e,path:t})=>[DS(e),p(e.object,t)??null]);return[t??null,r??null,OS(i,({manifest:e,path:t,by:n})=>[n,DS(e),p(e.object,t)??null]),s]}),i=[...Qg({all:e,clusterOf:n}).map(e=>[...zn(e)]),...t.filter(HS).map(WS).toSorted()],a=B(e).map(e=>KS(e,n(e))),o=Dt([r,a]),s=e=>GS.test(e.kind)&&(/karpenter/i.test(Dt(DS(e)))||o.includes(`.${e.name}.`)),c=({manifest:e,role:t,policy:n})=>t===void 0||zS(t,o)||u_(n)||/karpenter/i.test(Dt(DS(e))),l=[...new Set(t.map(n))].flatMap(Dg).filter(c),u=({role:e,policy:t})=>Dt([e?.name??e?.address??null,t??null]);return{facts:[r,i,l.filter(e=>!RS(e)).map(u).toSorted(),t.filter(Ug).map(DS),a,t.filter(s).map(e=>[DS(e),BS(e,t)])],grants:l.filter(RS).map(u)}}const RS=({manifest:e,policy:t})=>e.kind===`aws_iam_role_policy_attachment`&&bg(t),zS=({name:e,address:t},n)=>[e,t].some(e=>e!==void 0&&n.includes(JSON.stringify(e)));function BS(e,t){return e.kind===`aws_iam_role`?(Hu(e,new Map(t.map(e=>[e.source.file,e]))).statements??[]).map(bx):null}const VS=[`ec2:RunInstances`,`ec2:CreateFleet`,`ec2:CreateLaunchTemplate`,`ec2:DeleteLaunchTemplate`,`ec2:TerminateInstances`,`iam:CreateInstanceProfile`,`iam:PassRole`,`pricing:GetProducts`],HS=e=>e.kind===`IamPolicy`&&(/karpenter/i.test(e.source.file)||r_(e).some(({statement:e})=>VS.some(t=>xu(e,t)))),US=e=>e.kind===`IamPolicy`&&r_(e).some(({statement:e})=>xu(e,`sqs:SendMessage`)),WS=e=>Dt([e.isPartial===!0,r_(e).map(({statement:e})=>Dt(bx(e))).toSorted()]),GS=/^aws_(?:iam_role|iam_instance_profile|eks_pod_identity_association)$/;function KS(e,t){let n=wm(e,t);if(n===void 0)return[e.name,null];let r=E(Ad(t).roles).filter(({name:e,address:t,canBeNamed:r})=>t===n.address||(e??``)===n.name||n.name!==void 0&&r(n.name));return[e.name,n.name??null,n.address??null,Mm(n,Om(t))??null,r.map(({manifest:e})=>[DS(e),BS(e,t.manifests)])]}function qS({all:e,manifests:t,clusterOf:n}){let r=new Set(ar(e).map(({manifest:e})=>n(e))),i=[...r].flatMap(e=>Td(e));return i.length===0&&r.size>0?[]:[i.map(({manifest:e,name:t})=>[JS(e),t??null]),t.filter(({kind:e})=>YS.test(e)).map(DS),t.filter(US).map(WS).toSorted()]}function JS(e){let{sqs_managed_sse_enabled:t,queue_managed_sse_enabled:n,...r}=h(e.object.spec)??{};return[`kms_master_key_id`,`queue_kms_master_key_id`].some(e=>r[e]!==void 0)?DS(e):DS({...e,object:{...e.object,spec:r}})}const YS=/^aws_(?:sqs_queue_policy|cloudwatch_event_rule|cloudwatch_event_target)$/,XS=e=>ZS(e).filter(({kind:e})=>e!==`aws_kms_key`).map(DS);function ZS({all:e,manifests:t}){return B(e).some(e=>/"kmsKeyID":/.test(JSON.stringify(e.object)))?t.filter(({kind:e})=>/^aws_kms_/.test(e)):[]}function QS(e){if(e.kind!==`aws_kms_key`)return[];let{file:t}=e.source,n=_u(v(e.get([`spec`,`policy`]))??``);if(`fault`in n)return[[t,DS(e)]];let{policy:r,...i}=h(e.object.spec)??{},a=DS({...e,object:{...e.object,spec:i}}),o=({effect:e,unknown:t})=>e===`Allow`&&t.length===0,s=n.statements.filter(e=>!o(e)).map(bx),c=n.statements.filter(o).map(e=>[t,bx(e)]);return[[t,a,s],...c]}function $S(e,t){let n=[...Qg(t).map(t=>a_(t,e)),...t.all.manifests.filter(Ug).map(t=>Wg(t,e))];if(n.length!==0){if(n.every(e=>e===!0))return!0;if(n.includes(!1))return!1}}const U=(e,...t)=>({...e,corrections:t});function W(e,...t){return{text:nC(tC(e.raw,t)),region:`us-east-1`,karpenter:`1.14`}}const G=(e,...t)=>({...W(e,...t),language:`terraform`}),eC=e=>({...W(e),language:`json`}),K=(e,t)=>({...t,...e});function tC(e,t){return t.reduce((t,n,r)=>{let i=(typeof n==`string`?n:n.text).trimEnd(),a=t.slice(t.lastIndexOf(`
`)+1),o=e[r+1],s=a.trim()===``&&/^\s*(?:\n|$)/.test(o);if(i===``&&s)return t.slice(0,t.length-a.length)+o.replace(/^\s*?\n/,``);let c=/^ *(?:- )*/.exec(a)[0].length;return t+i.replaceAll(/\n(?=.)/g,`\n${` `.repeat(c)}`)+o},e[0])}function nC(e){let t=e.replaceAll(`\\$`,`$`).replaceAll("\\`","`").replace(/^\n/,``).trimEnd().split(`
`),n=t.filter(e=>e.trim()!==``).map(e=>e.search(/\S/)),r=Math.min(...n);return`${t.map(e=>e.slice(r)).join(`
`)}\n`}const q=e=>e,rC=new Set([`nodeClassRef`,`classRef`,`requirements`,`labels`,`taints`,`startupTaints`,`expireAfter`,`terminationGracePeriod`]);function J({apiVersion:e,name:t=`default`,...n}={}){let i=Object.entries({...iC(n)?{}:{requirements:[]},...n}),a=aC(i.filter(([e])=>rC.has(e))),o=r(!(`limits`in n),`
limits:
  cpu: 100`),s=i.find(([e])=>rC.has(e))?.[0],c=i.flatMap(([e,t])=>e===s?[a+o]:rC.has(e)||t===null?[]:[oC(e,t)]);return W`
    apiVersion: ${e??`karpenter.sh/v1`}
    kind: NodePool
    metadata:
      name: ${t}
    spec:
      ${c.join(`
`)}
  `}const iC=e=>Object.keys(e).some(e=>rC.has(e));function aC(e){let t=e.filter(([e])=>e===`labels`).map(([e,t])=>oC(e,t)),n=e.filter(([e])=>e!==`labels`).map(([e,t])=>oC(e,t));return[`template:`,...t.length>0?[`  metadata:`,cC(t.join(`
`),4)]:[],`  spec:`,cC(n.join(`
`),4)].join(`
`)}function oC(e,t){if(e===`nodeClassRef`)return`nodeClassRef:\n  group: karpenter.k8s.aws\n  kind: EC2NodeClass\n  name: ${String(t)}`;if(e===`classRef`)return`nodeClassRef:\n${cC(String(t),2)}`;if(Array.isArray(t))return t.length===0?`${e}: []`:`${e}:\n${cC(t.map(sC).join(`
`),2)}`;let n=typeof t==`object`?t.text.trimEnd():String(t);return/^\S+:|\n/.test(n)?`${e}:\n${cC(n,2)}`:`${e}: ${n}`}function sC(e){let[t,n,...i]=e.split(` `);return`- key: ${t}\n  operator: ${n}${r(i.length>0,`\n  values: ${i.join(` `)}`)}`}const cC=(e,t)=>e.replaceAll(/^(?=.)/gm,` `.repeat(t)),lC=(e={})=>J({...e,classRef:`group: eks.amazonaws.com
kind: NodeClass
name: default`}),uC=(e,t=`default`)=>W`
  apiVersion: eks.amazonaws.com/v1
  kind: NodeClass
  metadata:
    name: ${t}
  spec:
    ${e}
`,Y=(e,t=`default`)=>W`
  apiVersion: karpenter.k8s.aws/v1
  kind: EC2NodeClass
  metadata:
    name: ${t}
  spec:
    ${e}
`,X=Y(`role: KarpenterNodeRole-demo`),Z=(e,{version:t=``,values:n=``}={})=>W`
  apiVersion: helm.toolkit.fluxcd.io/v2
  kind: HelmRelease
  metadata:
    name: ${e}
  spec:
    chart:
      spec:
        chart: ${e}
        ${t&&`version: ${t}`}
    ${n&&W`
      values:
        ${n}
    `}
`,Q=(e,t)=>W`
  resource "kubectl_manifest" "${e}" {
    yaml_body = <<-YAML
      ${t}
    YAML
  }
`,$=(...e)=>({...e[0],text:e.map(({text:e})=>e).join(`---
`)}),dC=q({id:`access-entry-type`,severity:`error`,since:`0.1.0`,providers:[`aws`,`eks-auto-mode`],theme:`IAM and cluster access`,mistakes:[70],on:{Manifests(e,t){let n=fC([...B(e),...tp(e)],t);for(let r of e.manifests){for(let e of Tm(r))hC(r,e,{classes:n,context:t});r.kind===`module`&&yC(r,t)}}},docs:{summary:`The access entry of a node role has a type that is not for its nodes, so they cannot join the cluster.`,why:"An access entry of type `EC2_LINUX` or `EC2_WINDOWS` gives nodes the groups and the user name that they need. Nodes of EKS Auto Mode need `EC2`. `STANDARD`, the default of EKS, is meant for people. With another type, instances start, but the API server rejects their kubelets. Karpenter terminates them after 15 minutes and launches others, which fail in the same way.",help:"Set the type of the access entry to `EC2_LINUX`, to `EC2_WINDOWS` for Windows nodes, or to `EC2` for EKS Auto Mode.",url:`https://docs.aws.amazon.com/eks/latest/userguide/creating-access-entries.html`},examples:bC});function fC(e,t){let n=new Map;for(let r of e)for(let e of pC(wm(r,t.clusterOf(r))))n.set(e,[...n.get(e)??[],r]);return n}const pC=({name:e,address:t}={})=>[e,t].flatMap(e=>e??[]),mC=/^module\.[\w-]{0,200}karpenter[\w-]{0,200}\.node_iam_role_(?:name|arn)$/i;function hC(e,{entry:t,principal:n},{classes:r,context:i}){let a=pC(vm(e,n,i.clusterOf(e))),o=[...new Set(a.flatMap(e=>r.get(e)??[]))];if(o.length===0&&!mC.test(wr(e,n)??``))return;let s=e.get([...t,`type`]),c=v(s)??`STANDARD`,l=_C(o,c);if(!l||g(c))return;let[u]=l.wanted,d=s==null,f=()=>d?`The access entry of the node role has no type, so EKS makes it \`STANDARD\` and ${l.consequence}`:`The access entry of the node role has the type \`${c}\`, so ${l.consequence}`;i.report({manifest:e,...l.isLikely&&{severity:`warning`},at:e.span(d?n:[...t,`type`]),message:f(),help:l.wanted.length===1?`Set the type to \`${u}\`.`:"Set the type to `EC2_LINUX`, or to `EC2_WINDOWS` for Windows nodes.",...!l.isLikely&&{unready:`the access entry of their role has the type \`${c}\``,unreadyObjects:o}})}const gC=[`EC2_LINUX`,`EC2_WINDOWS`];function _C(e,t){let[n,r]=[e.filter(vC),e.filter(e=>!vC(e))];if(n.length>0)return r.length>0||t===`EC2`?void 0:{wanted:[`EC2`],consequence:`nodes of EKS Auto Mode cannot join the cluster`,isLikely:!1};if(t===`EC2`)return{wanted:gC,consequence:`it is only for nodes of EKS Auto Mode`,isLikely:!0};if(t!==`EC2_LINUX`&&t!==`EC2_WINDOWS`)return{wanted:gC,consequence:`nodes cannot join the cluster`,isLikely:!1};let i=r.some(e=>qf(e)?.startsWith(`Windows`));if(t!==`EC2_WINDOWS`&&i)return{wanted:[`EC2_WINDOWS`],consequence:`kube-proxy has no rights on Windows nodes`,isLikely:!0}}const vC=({kind:e})=>e===`NodeClass`;function yC(e,{report:t}){let n=[`spec`,`access_entry_type`];e.get(n)===`STANDARD`&&t({manifest:e,at:e.span(n),message:"The access entry of the node role has the type `STANDARD`, so nodes cannot join the cluster",help:"Remove `access_entry_type`, so that the module uses `EC2_LINUX`."})}function bC(){return{bad:[U(G`
          resource "aws_eks_access_entry" "nodes" {
            cluster_name  = "demo"
            principal_arn = aws_iam_role.karpenter_node.arn
          }

          ${Q(`default`,Y("role: ${aws_iam_role.karpenter_node.name}"))}
        `,{"principal_arn = aws_iam_role.karpenter_node.arn":`principal_arn = aws_iam_role.karpenter_node.arn
type          = "EC2_LINUX"`}),U(G`
          module "karpenter" {
            source = "terraform-aws-modules/eks/aws//modules/karpenter"

            cluster_name      = module.eks.cluster_name
            access_entry_type = "STANDARD"
          }
        `,{'access_entry_type = "STANDARD"':``}),U($(W`
          apiVersion: eksctl.io/v1alpha5
          kind: ClusterConfig
          metadata:
            name: demo
            region: us-east-1
          accessConfig:
            accessEntries:
              - principalARN: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo
                type: STANDARD
        `,X),{"type: STANDARD":`type: EC2_LINUX`})],good:[G`
        resource "aws_eks_access_entry" "nodes" {
          cluster_name  = "demo"
          principal_arn = aws_iam_role.karpenter_node.arn
          type          = "EC2_LINUX"
        }

        resource "aws_eks_access_entry" "people" {
          cluster_name  = "demo"
          principal_arn = aws_iam_role.admin.arn
        }

        ${Q(`default`,Y("role: ${aws_iam_role.karpenter_node.name}"))}
      `]}}function xC(e,t){let n=Gf(e),r=SC(e,t);if(n.length>0&&r.length===n.length&&!e.isPartial)return r}const SC=(e,{clusterOf:t})=>Gf(e).flatMap(({path:n,term:r})=>{if(r.id!==void 0)return wC(e,[...n,`id`],t(e))??[];let i=r.name===void 0?`ssmParameter`:`name`,a=v(r[i])??``;return a===``||g(a)?[]:[EC([...n,i],a)]}),CC=/^data\.(?:(aws_ssm_parameter)\.([\w-]+)\.(?:insecure_)?value|(aws_ami)\.([\w-]+)\.(?:image_)?id)$/;function wC(e,t,n){let[,r,i,,a]=CC.exec(wr(e,t)??``)??[],o=i??a;if(o===void 0)return;let[s,...c]=n.ofKind(r??`aws_ami`).filter(t=>t.name===o&&t.source.origin?.root===e.source.origin?.root);if(!s||c.length>0)return;if(r!==void 0){let e=D(s,[`spec`,`name`]);return e===void 0?void 0:EC(t,e)}let l=TC(s,`name`),u=l===void 0?void 0:EC(t,l),d=TC(s,`architecture`),f=d===`arm64`?`arm64`:d===`x86_64`?`amd64`:u?.architecture;return u&&{...u,architecture:f}}function TC(e,t){let n=[`spec`,`filter`],r=f(e.get(n)).findIndex(e=>h(e)?.name===t),i=[...n,r,`values`];if(f(e.get(i)).length===1)return D(e,[...i,0])}function EC(e,t){return{path:e,text:t,architecture:kC(t),kubernetes:DC.map(e=>e.exec(t)?.[1]).find(e=>e!==void 0),bottlerocket:/^(?:bottlerocket-aws-k8s-.*-v|\/aws\/service\/bottlerocket\/.*\/)(\d+\.\d+)\.\d+(?:[-/]|$)/.exec(t)?.[1],isStandard:OC.some(e=>e.test(t))}}const DC=[/^amazon-eks-(?:gpu-|arm64-)?node-(1\.\d{2})(?:[-*]|$)/,/^amazon-eks-node-al2023-.*-(1\.\d{2})(?:[-*]|$)/,/^bottlerocket-aws-k8s-(1\.\d{2})(?:[-*]|$)/,/^\/aws\/service\/eks\/optimized-ami\/(1\.\d{2})\//,/^\/aws\/service\/bottlerocket\/aws-k8s-(1\.\d{2})[-/]/,/^ubuntu-eks\/k8s_(1\.\d{2})\//],OC=[/^amazon-eks-node-al2023-.*-standard-/,/^amazon-eks-(?:arm64-)?node-1\.\d{2}(?:[-*]|$)/,/^bottlerocket-aws-k8s-1\.\d{2}-(?:fips-)?(?:x86_64|aarch64)-/,/^\/aws\/service\/eks\/optimized-ami\/1\.\d{2}\/amazon-linux-2023\/[^/]+\/standard\//,/^\/aws\/service\/eks\/optimized-ami\/1\.\d{2}\/amazon-linux-2(?:-arm64)?\//,/^\/aws\/service\/bottlerocket\/aws-k8s-1\.\d{2}(?:-fips)?\//];function kC(e){let t=/arm64|aarch64/i.test(e);if(t!==/x86_64|amd64/i.test(e))return t?`arm64`:`amd64`}const AC=`1.33`,jC=e=>Kn(e,AC)>=0;function MC(e,t){let n=t?.eks.versions[e]?.standardUntil;if(n===void 0)return;let r=new Date(n);return r.setUTCMonth(r.getUTCMonth()-14),r.toISOString().slice(0,10)}const NC={al2:{"1.25":`v20230217`,"1.26":`v20230406`,"1.27":`v20230513`,"1.28":`v20230919`,"1.29":`v20240117`,"1.30":`v20240514`,"1.31":`v20240917`,"1.32":`v20241225`},al2023:{"1.30":`v20240514`,"1.31":`v20240917`,"1.32":`v20241225`,"1.33":`v20250519`,"1.34":`v20250915`,"1.35":`v20260114`,"1.36":`v20260610`}};function PC(e,t){let[,n]=/^(al2|al2023)@v\d{8}$/.exec(e)??[];if(n===`al2`||n===`al2023`)return at(NC[n],t)}function FC(e,t,n){let[,r,i,a]=/^al2(?:023)?@v(\d{4})(\d\d)(\d\d)$/.exec(e)??[],o=Date.parse(`${r}-${i}-${a}`),s=PC(e,t);return s===void 0?o<Date.parse(MC(t,n)??``)-5184e6:!Number.isNaN(o)&&`v${r}${i}${a}`<s}const IC={"1.28":`1.15.0`,"1.29":`1.18.0`,"1.30":`1.20.0`,"1.31":`1.22.0`,"1.32":`1.30.0`,"1.33":`1.39.0`,"1.34":`1.47.0`,"1.35":`1.53.0`,"1.36":`1.61.0`,"1.37":`1.66.0`};function LC(e,t){let n=at(IC,t),r=/^v?(1\.\d+)(?:\.|$)/.exec(e)?.[1];if(n!==void 0&&r!==void 0&&Kn(r,n)<0)return n}const RC=e=>e?.provider===`aws`?e:null;function zC(e,{from:t,to:n,catalog:r}){if(!GC(e))return[];let i={path:[`status`,`amis`],before:`for Kubernetes ${t}`,cause:`ami`},a=`${VC(e)&&jC(n)?`Amazon Linux 2`:`the release`} has no image for Kubernetes ${n}: after the upgrade of the control plane, Karpenter launches no nodes, and running nodes stay`;return BC(e,n,r)?[{...i,after:`none`,effect:`new-nodes`,reason:a}]:[{...i,after:`for Kubernetes ${n}`,effect:`all-nodes`,reason:`the alias selects images for the cluster’s Kubernetes version: after the upgrade of the control plane, all nodes drift and must be replaced`}]}const BC=(e,t,n)=>VC(e)&&jC(t)||KC(e).some(e=>FC(e,t,RC(n)?.fees)||UC(e,t)),VC=e=>KC(e).some(e=>e.startsWith(`al2@`))||HC(e,`AL2`),HC=(e,t)=>e.apiVersion===`karpenter.k8s.aws/v1beta1`&&!e.isPartial&&e.get([`spec`,`amiFamily`])===t&&e.get([`spec`,`amiSelectorTerms`])===void 0;function UC(e,t){let n=WC(e);return n!==void 0&&LC(n,t)!==void 0}const WC=e=>/^bottlerocket@(v?\d.*)$/.exec(e)?.[1];function GC(e){let t=f(e.get([`spec`,`amiSelectorTerms`]));if(t.some(e=>h(e)?.alias!==void 0))return!0;let n=e.get([`spec`,`amiFamily`]);return!e.apiVersion.endsWith(`/v1`)&&t.length===0&&typeof n==`string`&&n!==`Custom`&&!g(n)}const KC=e=>f(e.get([`spec`,`amiSelectorTerms`])).flatMap(e=>v(h(e)?.alias)??[]),qC=q({id:`al2-end-of-life`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[51],on:{Manifests(e,t){for(let n of e.manifests.filter(Tr))JC(n,t)},NodeTemplate(e,{report:t,settings:n}){let{kubernetesVersion:r}=n,i=e.get([`spec`,`amiFamily`])??`AL2`,a=[`amiSelector`,`launchTemplate`].some(t=>e.get([`spec`,t])!==void 0);i!==`AL2`||a||e.isPartial||!YC(r)||t({at:e.span(e.get([`spec`,`amiFamily`])===void 0?[`metadata`,`name`]:[`spec`,`amiFamily`]),severity:`error`,message:ZC(e,r),help:"Set `amiFamily: Bottlerocket`, or migrate to an EC2NodeClass with `al2023`."})},NodeClass(e,t){let{report:n,settings:r}=t,{kubernetesVersion:i}=r,a=YC(i);if(i===void 0||a){a&&HC(e,`AL2`)&&n({at:e.span([`spec`,`amiFamily`]),severity:`error`,message:ZC(e,i),help:"Set `amiFamily: AL2023`, and check that `userData` is in its format."});for(let{path:r,text:i,kubernetes:a}of SC(e,t))XC(i)&&YC(a)&&n({at:e.span(r),severity:`error`,message:ZC(e,a),help:"Select an image of Amazon Linux 2023 or Bottlerocket instead, with an alias such as `al2023@v20260715`."});for(let{path:t,term:r}of Gf(e)){let o=v(r.alias);if(o===void 0||!/^al2@/.test(o))continue;let s=()=>a?ZC(e,i):`\`${o}\` has no image for Kubernetes ${AC} and newer`;n({at:e.span([...t,`alias`]),...a&&{severity:`error`},message:s(),help:"Use an alias of `al2023` or `bottlerocket` instead, such as `al2023@v20260715`."})}}}},docs:{summary:`An EC2NodeClass or a managed node group selects Amazon Linux 2, which has no images for Kubernetes 1.33 and newer.`,why:"AWS built the last EKS images of Amazon Linux 2 in November 2025, for Kubernetes 1.32. On newer clusters the alias selects no image, so the node class is not ready. After an upgrade of the control plane, no new node starts, and EKS refuses managed node groups with these images. The severity is error when the repository or `--kubernetes-version` says that the cluster is that new.",help:"Switch to an alias of `al2023` or `bottlerocket` before you upgrade the cluster to 1.33.",url:`https://docs.aws.amazon.com/eks/latest/userguide/eks-ami-deprecation-faqs.html`},examples:$C});function JC(e,{report:t,settings:n,clusterOf:r}){let{kubernetesVersion:i}=n,a=[`spec`,`amiType`],o=D(e,a),s=JSON.stringify(e.get([`spec`,`launchTemplate`])??null),c=e.isPartial||/"(?:ami_id|image_id)":/.test(s);if(o===void 0||!/^AL2_/.test(o)||c||!YC(i))return;let l=r(e).ofKind(`module`).some(e=>/"(?:kubernetes_version|cluster_version)":/.test(JSON.stringify(e.get([`spec`,`eks_managed_node_groups`])??null))),u=/eks_managed_node_group/.test(e.source.file);if(l)return;let d=o.includes(`ARM`)?`AL2023_ARM_64_STANDARD`:`AL2023_x86_64_STANDARD`;t({manifest:e,at:e.span(a),severity:u?`error`:`warning`,message:`EKS has no image of Amazon Linux 2 for Kubernetes ${i}, so it refuses \`${o}\` for the node group \`${e.name}\``,help:`Set the AMI type to \`${d}\`, and check that user data of the group is in the format of AL2023.`})}const YC=e=>e!==void 0&&jC(e),XC=e=>/^amazon-eks-(?:gpu-|arm64-)?node-1\.|^\/aws\/service\/eks\/optimized-ami\/[^/]+\/amazon-linux-2(?:-|\/)/.test(e),ZC=({name:e},t)=>`Amazon Linux 2 has no image for Kubernetes ${t}, so \`${e}\` never becomes ready`,QC=(e,t)=>G`
  module "eks" {
    source             = "terraform-aws-modules/eks/aws"
    version            = "~> 21.0"
    name               = "demo"
    kubernetes_version = "${e}"
  }

  ${Q(`class`,W`
      apiVersion: karpenter.k8s.aws/v1beta1
      kind: EC2NodeClass
      metadata:
        name: default
      spec:
        amiFamily: ${t}
        role: KarpenterNodeRole-demo
    `)}
`;function $C(){return{bad:[U(Y(W`
          amiSelectorTerms:
            - alias: al2@v20251112
        `),{"al2@v20251112":`al2023@v20260715`},{"al2@v20251112":`bottlerocket@v1.44.0`}),U(K({karpenter:`0.37`},QC(`1.33`,`AL2`)),{"amiFamily: AL2":`amiFamily: AL2023`}),U(Y(W`
          amiFamily: AL2
          amiSelectorTerms:
            - name: amazon-eks-node-1.33-v20251112
        `),{"amiFamily: AL2":`amiFamily: AL2023`,"name: amazon-eks-node-1.33-v20251112":`alias: al2023@v20260715`})],good:[K({karpenter:`0.37`},QC(`1.29`,`AL2`)),Y(W`
        amiSelectorTerms:
          - alias: al2023@v20260715
      `),Y(W`
          amiFamily: AL2
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
        `,`own`)]}}const ew=q({id:`ami-alias-release`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t}){for(let{path:n,term:r}of Gf(e)){let i=v(r.alias)??``,[a=``,o=``]=i.split(`@`),s=nw.get(a);s===void 0||o===``||o===`latest`||g(i)||s.pattern.test(o)||t({at:e.span([...n,`alias`]),message:`\`${o}\` is not a release of ${s.name}, so \`${e.name}\` finds no image and Karpenter launches no nodes with it`,help:`Use a release, such as \`${a}@${s.example}\`.`})}}},docs:{summary:`A pinned alias does not name a release of its AMI family.`,why:"The API server accepts any text after the `@`. Karpenter looks for the image of the release with that name: a date for Amazon Linux, a version number for Bottlerocket. The Kubernetes version is not part of an alias. If no release has the name, the node class does not become ready, and its NodePools launch no nodes.",help:"Use a release such as `al2023@v20260715` or `bottlerocket@v1.44.0`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:rw}),tw={name:`Amazon Linux`,pattern:/^v20\d{6}$/},nw=new Map([[`al2`,{...tw,example:`v20251112`}],[`al2023`,{...tw,example:`v20260715`}],[`bottlerocket`,{name:`Bottlerocket`,pattern:/^v?\d+\.\d+\.\d+(?:-\w+)?$/,example:`v1.44.0`}]]);function rw(){return{bad:[U(iw(`al2023@v1.33`),{"al2023@v1.33":`al2023@v20260715`}),U(iw(`al2023@20260715`),{"al2023@20260715":`al2023@v20260715`}),U(iw(`bottlerocket@v20260715`),{"bottlerocket@v20260715":`bottlerocket@v1.44.0`})],good:[iw(`al2023@v20260715`),iw(`bottlerocket@v1.44.0`),iw(`bottlerocket@1.44.0`)]}}const iw=e=>Y(W`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${e}
  `),aw=[{name:/ubuntu-eks/i,what:`an EKS image of Ubuntu`,families:[`AL2`,`Ubuntu`]},{name:/ubuntu/i,what:`a plain Ubuntu image`,families:[`Ubuntu`]},{name:/amazon-eks-(?:[a-z0-9]+-)?node-al2023/i,what:`an AL2023 image`,families:[`AL2023`]},{name:/amazon-eks-(?:gpu-|arm64-)?node-\d/i,what:`an AL2 image`,families:[`AL2`]},{name:/bottlerocket/i,what:`a Bottlerocket image`,families:[`Bottlerocket`]},{name:/Windows_Server-2019/i,what:`a Windows Server 2019 image`,families:[`Windows2019`]},{name:/Windows_Server-2022/i,what:`a Windows Server 2022 image`,families:[`Windows2022`]},{name:/Windows_Server-2025/i,what:`a Windows Server 2025 image`,families:[`Windows2025`]}],ow={al2:`AL2`,al2023:`AL2023`,bottlerocket:`Bottlerocket`,windows2019:`Windows2019`,windows2022:`Windows2022`,windows2025:`Windows2025`},sw=q({id:`ami-family-mismatch`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[52],explains:[`schema/cel`],on:{NodeClass(e,t){let n=v(e.get([`spec`,`amiFamily`]));if(n===void 0||n===`Custom`||g(n))return;let r=f(e.get([`spec`,`amiSelectorTerms`])),i=r.length>0&&r.every(e=>lw(v(h(e)?.name),n));for(let[a,o]of r.entries()){let r=[`spec`,`amiSelectorTerms`,a],{name:s,alias:c}=h(o)??{};uw(e,{path:[...r,`name`],name:v(s),family:n,isOnly:i},t),dw(e,{path:[...r,`alias`],name:v(c),family:n,isOnly:i},t)}},NodeTemplate(e,t){let n=v(e.get([`spec`,`amiFamily`]));if(n===void 0||n===`Custom`||g(n))return;let r=[`spec`,`amiSelector`,`aws::name`];uw(e,{path:r,name:v(e.get(r)),family:n,isOnly:!0},t)}},docs:{summary:"`amiFamily` does not match the family of the selected AMI.",why:`The AMI family decides which bootstrap user data Karpenter writes, and which block device it treats as the root volume. An AMI of another family does not understand that user data. Its instances run and cost money, but never join the cluster. Karpenter replaces them after 15 minutes, again and again.`,help:"Set `amiFamily` to the family of the image. Or set it to `Custom`, and write user data that joins the node to the cluster.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamifamily`},examples:pw}),cw=[`spec`,`amiFamily`];function lw(e,t){if(e===void 0||g(e))return;let n=aw.find(t=>t.name.test(e));if(!n?.families.includes(t))return n}function uw(e,{path:t,name:n,family:r,isOnly:i},{report:a}){let o=lw(n,r);if(!o)return;let s=o.families[0],c=o.families.includes(`Ubuntu`),l=()=>c?"Set `amiFamily: Custom`, and write user data that joins the node to the cluster.":`Set \`amiFamily: ${s}\`, or set \`Custom\` and write user data that joins the node to the cluster.`;a({at:e.span(t),message:`\`${n}\` is ${o.what}, which does not understand the user data of \`amiFamily: ${r}\``,labels:[{span:e.span(cw),message:`Karpenter writes user data for this family`}],...i&&{unready:`${o.what} does not understand the user data of \`${r}\``},help:l(),...!c&&{fix:{description:`Set \`amiFamily: ${s}\``,edits:S(e,cw,s)}}})}function dw(e,{path:t,name:n,family:r},{report:i}){if(n===void 0||g(n))return;let a=at(ow,n.split(`@`)[0]);a!==void 0&&a!==r&&i({at:e.span(t),severity:`error`,message:`\`${n}\` selects ${a} images, but \`amiFamily\` is \`${r}\`, so the API server rejects the node class`,labels:[{span:e.span(cw),message:`this family does not match`}],help:"Remove `amiFamily`, because the alias implies it, or use an alias of that family.",fix:{description:"Remove `amiFamily`",edits:Xe(e,cw)},explains:{paths:[[`spec`]],mentioning:`amiFamily must be`}})}const fw=W`
  amiFamily: Custom
  userData: |
    #!/bin/bash
    /opt/company/join-cluster
`;function pw(){return{bad:[U(Y(W`
          amiFamily: AL2
          amiSelectorTerms:
            - name: ubuntu/images/hvm-ssd/ubuntu-jammy-22.04-amd64-server-20241211
        `),{"amiFamily: AL2":fw}),U(Y(W`
          amiFamily: AL2
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
        `),{"amiFamily: AL2":fw}),U(Y(W`
          amiFamily: Bottlerocket
          amiSelectorTerms:
            - alias: al2023@v20260715
        `),{"al2023@v20260715":`bottlerocket@v1.44.0`})],good:[Y(W`
        amiFamily: Custom
        amiSelectorTerms:
          - name: ubuntu/images/hvm-ssd/ubuntu-jammy-22.04-amd64-server-20241211
      `),Y(W`
        amiFamily: AL2023
        amiSelectorTerms:
          - alias: al2023@v20260715
      `)]}}const mw=q({id:`ami-for-instance-types`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[54,91],on:{NodePool:hw,Manifests(e,t){let n=z(e).flatMap(e=>gw(e,t)??[]);if(n.length===0)return;let r=n.length===z(e).length&&bw(e);for(let e of n){let n=vw(e)??yw(e,r);if(!n)continue;let{pool:i,nodeClass:a,images:o}=e,s=[{span:a.span(o[0].path),message:`this selects the image`}];t.report({...n,manifest:i,at:i.span([...Lf(i).path,`name`]),labels:s})}}},docs:{summary:`The AMIs of a node class do not fit the instance types of a NodePool that uses it.`,why:"An AMI is built for one architecture. If all instance types of a NodePool have the other architecture, Karpenter finds no image for them and launches nothing for the NodePool. Amazon Linux 2023 does not run on the first Graviton. The standard images of EKS have no GPU driver, so nodes start but never offer `nvidia.com/gpu`.",help:"Add a selector term for the image of the other architecture, or select the `nvidia` image for GPUs. An alias selects the right image for each instance type.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:Sw});function hw(e,{all:t,report:n}){let r=ip(t,e);if(!(r===void 0||r.isPartial||qf(r)!==`AL2023`))for(let{key:t,operator:r,values:i}of Df(e)){let a=C(t),o=(a===w.instanceFamily||a===w.instanceType)&&r===`In`&&i.find(({text:e})=>/^a1(?:\.|$)/.test(e));o&&n({at:e.span(o.path),severity:`note`,message:`Amazon Linux 2023 needs Graviton 2 or later and does not run on \`${o.text}\`, so Karpenter leaves these types out. Nodes that earlier versions of Karpenter launch with them never become ready`,help:`Remove \`${o.text}\`, or allow a family of a later Graviton, such as \`m6g\`.`})}}function gw(e,t){let{all:n,catalog:r,compatible:i}=t,a=ip(n,e),o=a&&xC(a,t),s=o&&i(e);if(r&&s?.isExact&&s.names.length!==0&&Lf(e)!==void 0)return{pool:e,nodeClass:a,images:o,types:s.names.map(e=>r.type(e))}}const _w=({gpus:e})=>e.some(({manufacturer:e})=>e===`nvidia`);function vw({pool:e,nodeClass:t,images:n,types:r}){let i=new Set(n.map(({architecture:e})=>e)),a=r.filter(({architecture:e})=>!i.has(e)),[o]=a;if(i.has(void 0)||o===void 0)return;let s=`Add an AMI selector term for the ${o.architecture} image, or use an alias, which selects the right image for each instance type.`;if(a.length===r.length)return{message:`The instance types of \`${e.name}\` are ${o.architecture}, but the images of \`${t.name}\` are ${n[0].architecture}, so Karpenter cannot launch nodes for \`${e.name}\``,help:s};if(Df(e).some(({key:e,operator:t,values:n})=>C(e)===w.arch&&t===`In`&&n.some(({text:e})=>e===o.architecture)))return{severity:`note`,message:`\`${e.name}\` allows ${o.architecture}, but the images of \`${t.name}\` are only ${n[0].architecture}, so Karpenter never launches ${a.length} of its ${r.length} instance types`,help:`${s} Or remove ${o.architecture} from the requirements.`}}function yw({pool:e,nodeClass:t,images:n,types:r},i){let a=r.some(_w)&&r.every(({gpus:e})=>e.length>0);return!n.every(({isStandard:e})=>e)||!(a||i&&r.some(_w))?void 0:{message:a?`Every instance type of \`${e.name}\` has GPUs, but \`${t.name}\` selects the standard image, which has no driver for them`:`Pods request GPUs, and \`${e.name}\` has instance types with NVIDIA GPUs, but \`${t.name}\` selects the standard image, which has no driver for them`,help:"Select the `nvidia` image of the family, or use an alias, which selects it for these instance types."}}const bw=e=>M(e).some(({manifest:e,template:t})=>{let n=[...t,`spec`,`containers`];return f(e.get(n)).some((t,r)=>[`requests`,`limits`].some(t=>e.get([...n,r,`resources`,t,`nvidia.com/gpu`])!==void 0))}),xw=`- name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715`;function Sw(){return{bad:[U($(J({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),Y(W`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
        `)),{[xw]:`${xw}\n- name: amazon-eks-node-al2023-arm64-standard-1.33-v20260715`},{[xw]:`- alias: al2023@v20260715`}),U($(J({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6]`,`karpenter.sh/capacity-type In [on-demand]`],taints:W`
            - key: nvidia.com/gpu
              effect: NoSchedule
          `,nodeClassRef:`default`}),Y(W`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
        `)),{[xw]:`- name: amazon-eks-node-al2023-x86_64-nvidia-1.33-v20260715`},{[xw]:`- alias: al2023@v20260715`}),U($(J({name:`both`,requirements:[`kubernetes.io/arch In [amd64, arm64]`,`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),Y(W`
          amiFamily: AL2023
          amiSelectorTerms:
            - ssmParameter: /aws/service/eks/optimized-ami/1.33/amazon-linux-2023/x86_64/standard/amazon-eks-node-al2023-x86_64-standard-1.33-v20260715/image_id
        `)),{"[amd64, arm64]":`[amd64]`}),U($(J({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`,`karpenter.k8s.aws/instance-family In [a1, m7g]`,`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),Y(W`
          amiSelectorTerms:
            - alias: al2023@v20260715
        `)),{"[a1, m7g]":`[m6g, m7g]`})],good:[$(J({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`,`karpenter.k8s.aws/instance-family In [a1, m7g]`,`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),Y(W`
          amiSelectorTerms:
            - alias: bottlerocket@v1.53.0
        `)),$(J({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),Y(W`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
            - name: amazon-eks-node-al2023-arm64-standard-1.33-v20260715
        `)),$(J({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),Y(W`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: golden-al2023-*
        `))]}}const Cw=/^(?:amazon-eks-(?:arm64-|gpu-)?node-|bottlerocket-aws-k8s-|ubuntu-eks(?:-pro)?\/k8s_)/,ww=/(?<!\d)1\.\d\d(?!\d)/,Tw=q({id:`ami-name-kubernetes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,t){let{report:n}=t;for(let n of SC(e,t))Ew(e,n,t);for(let{path:t,term:r}of Gf(e)){let i=v(r.name);i===void 0||r.tags!==void 0||g(i)||Cw.test(i)&&/[*?]/.test(i)&&!ww.test(i)&&n({at:e.span([...t,`name`]),message:`\`${i}\` matches images for every Kubernetes version, and Karpenter launches the newest one, whatever version the cluster has`,help:"Write the Kubernetes version of the cluster in the name, or select the images with an `alias`, which follows the cluster."})}}},docs:{summary:`The name of an image matches images for several Kubernetes versions, or for one that the cluster cannot use.`,why:"The names of EKS images contain the Kubernetes version. If a pattern leaves it open, Karpenter launches the newest image of all versions. Its kubelet can be newer than the control plane, which Kubernetes does not support, and nodes are replaced whenever AWS releases images for another version. The same holds for a name with a version that is newer than the cluster, or more than three minor versions older. That is reported only when the repository or `--kubernetes-version` names the version of the cluster.",help:"Write the Kubernetes version in the name, or use an `alias`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:kw});function Ew(e,{path:t,text:n,kubernetes:r},{report:i,settings:{kubernetesVersion:a}}){if(r===void 0||a===void 0)return;let o=Number(r.split(`.`)[1])-Number(a.split(`.`)[1]);if(o<=0&&o>=-3)return;let s=o>0?`newer than the API server`:`more than 3 minor versions older`;i({at:e.span(t),message:`\`${n}\` is an image for Kubernetes ${r}, but the cluster has ${a}. Kubernetes does not support a kubelet that is ${s}`,help:`Select an image for Kubernetes ${a}, or use an \`alias\`, which follows the cluster.`})}const Dw=e=>Y(W`
    amiFamily: AL2023
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - name: ${e}
  `),Ow=(e,t)=>{let n=t.startsWith(`/`)?`ssmParameter`:`name`;return G`
  module "eks" {
    source             = "terraform-aws-modules/eks/aws"
    version            = "~> 21.0"
    name               = "demo"
    kubernetes_version = "${e}"
  }

  ${Q(`class`,Y(W`
      amiFamily: AL2023
      role: KarpenterNodeRole-demo
      amiSelectorTerms:
        - ${n}: ${t}
    `))}
`};function kw(){return{bad:[U(Dw(`amazon-eks-node-al2023-x86_64-standard-*`),{"standard-*":`standard-1.33-v20260715`}),U(Ow(`1.32`,`amazon-eks-node-al2023-x86_64-standard-1.34-v20260715`),{"standard-1.34":`standard-1.32`}),U(Ow(`1.34`,`/aws/service/eks/optimized-ami/1.30/amazon-linux-2023/x86_64/standard/amazon-eks-node-al2023-x86_64-standard-1.30-v20260715/image_id`),{"optimized-ami/1.30":`optimized-ami/1.34`,"standard-1.30":`standard-1.34`})],good:[Ow(`1.34`,`amazon-eks-node-al2023-x86_64-standard-1.33-v20260715`),Dw(`amazon-eks-node-al2023-x86_64-standard-1.33-v20260715*`),Dw(`platform-node-*`)]}}const Aw=q({id:`ami-name-variants`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[54],on:{NodeClass(e,{report:t}){for(let{path:n,term:r}of Gf(e)){let i=v(r.name),a=Object.entries(h(r.tags)??{});if(i===void 0&&r.id===void 0&&a.length>0&&a.every(([,e])=>e===`*`)){t({at:e.keySpan([...n,`tags`,a[0][0]]),message:`\`${a[0][0]}: "*"\` matches every image with this tag, and Karpenter launches the newest one`,help:"Replace `*` with a value that only the images for these nodes have."});continue}if(i===void 0||r.tags!==void 0||g(i)||!/[*?]/.test(i))continue;let o=jw.map(e=>e.filter(e=>Pw(i,e))).find(Mw);o&&t({at:e.span([...n,`name`]),message:`\`${i}\` matches images for different purposes, such as \`${Nw(o[0])}\` and \`${Nw(o.at(-1))}\`, and Karpenter launches the newest one for every instance type`,help:"Write the whole name up to the version, or select the images with an `alias`, which chooses the right one for each instance type."})}}},docs:{summary:`An image is selected by a pattern that matches images for different purposes.`,why:`AWS builds several images for each Kubernetes version: standard ones, ones with drivers for NVIDIA GPUs or Neuron, and ones with FIPS. For a name, Karpenter only looks at the architecture, and launches the newest image that matches. If the pattern leaves the purpose open, ordinary nodes may start with the image for Neuron, and GPU nodes without a driver. Which image is the newest changes with every release.`,help:"Write the purpose in the name, or use an `alias`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:Iw}),jw=[[`amazon-eks-node-al2023-x86_64-standard-1.##-v##`,`amazon-eks-node-al2023-x86_64-nvidia-1.##-v##`,`amazon-eks-node-al2023-x86_64-neuron-1.##-v##`],[`amazon-eks-node-al2023-arm64-standard-1.##-v##`,`amazon-eks-node-al2023-arm64-nvidia-1.##-v##`],[`amazon-eks-node-1.##-v##`,`amazon-eks-gpu-node-1.##-v##`],[`bottlerocket-aws-k8s-1.##-x86_64-v##`,`bottlerocket-aws-k8s-1.##-nvidia-x86_64-v##`],[`bottlerocket-aws-k8s-1.##-aarch64-v##`,`bottlerocket-aws-k8s-1.##-nvidia-aarch64-v##`]],Mw=e=>e.length>1,Nw=e=>e.replaceAll(`##`,`*`);function Pw(e,t){let n=e.replace(/1\.(?:\d{2}|\d[*?]|[*?]+)/,`1.##`).replace(/v(?:\d[\w.-]*[*?]*|[*?]+)$/,`v##`).replaceAll(/\*{2,}/g,`*`);return n.length<=200&&mu(n,t)}const Fw=(e,t=`AL2023`)=>Y(W`
    amiFamily: ${t}
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - name: ${e}
        owner: amazon
  `);function Iw(){return{bad:[U(Fw(`amazon-eks-node-al2023-x86_64-*-1.33-v20260715`),{"64-*-1.33":`64-standard-1.33`}),U(Fw(`bottlerocket-aws-k8s-1.33-*-v1.44.0-*`,`Bottlerocket`),{"1.33-*":`1.33-x86_64`})],good:[Fw(`amazon-eks-node-al2023-*-standard-1.33-v20260715`),Fw(`bottlerocket-aws-k8s-1.33-nvidia-x86_64-v1.44.0-*`,`Bottlerocket`),Fw(`platform-node-1.33-*`)]}}const Lw=q({id:`ami-older-than-kubernetes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,t){let{report:n,settings:i,catalog:a}=t,{kubernetesVersion:o=``}=i;Rw(e,t);let s=RC(a)?.fees;for(let{path:t,term:i}of Gf(e)){let a=v(i.alias);if(a===void 0||!FC(a,o,s))continue;let c=PC(a,o),l=MC(o,s),u=c===void 0?`a release from ${l}`:`release \`${c}\``;n({at:e.span([...t,`alias`]),message:`\`${a}\` has no image for Kubernetes ${o}${r(c===void 0,`, which EKS has offered since ${l}`)}, so \`${e.name}\` does not become ready and Karpenter launches no nodes with it`,help:`Pin ${u} or later.`})}}},docs:{summary:`A pinned image is too old for the cluster’s Kubernetes version.`,why:"AWS builds the images of a release for the Kubernetes versions that EKS offers at that time. After an upgrade of the control plane, the alias of an older release selects no image. The node class is not ready, its NodePools launch no nodes, and Karpenter does not replace running nodes. The release notes of both say which release was the first one for each version. With Bottlerocket, a missing image is an error, also in a name or an SSM parameter. An alias is reported only when the repository or `--kubernetes-version` names the Kubernetes version.",help:`Pin a release from the day when EKS began to offer this version, or later, and upgrade the control plane in a later change.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions.html`},examples:zw});function Rw(e,t){let n=Gf(e).flatMap(({path:e,term:n})=>{let r=WC(v(n.alias)??``);return r===void 0?[]:[{path:[...e,`alias`],release:r,kubernetes:t.settings.kubernetesVersion}]}),r=SC(e,t).map(({path:e,bottlerocket:t,kubernetes:n})=>({path:e,release:t,kubernetes:n}));for(let{path:i,release:a,kubernetes:o}of[...n,...r]){let n=a&&o&&LC(a,o);n&&t.report({severity:`error`,at:e.span(i),message:`Bottlerocket ${a.replace(/^v/,``)} has no image for Kubernetes ${o}, so \`${e.name}\` does not become ready and Karpenter launches no nodes with it`,help:`Pin Bottlerocket ${n} or later.`})}}function zw(){return{bad:[U(Bw(`1.34`,`al2023@v20250403`),{"al2023@v20250403":`al2023@v20260715`}),U(Bw(`1.35`,`bottlerocket@v1.44.0`),{"v1.44.0":`v1.53.0`})],good:[Bw(`1.34`,`al2023@v20260715`),Bw(`1.33`,`bottlerocket@v1.44.0`),Bw(`1.32`,`al2023@v20250403`)]}}const Bw=(e,t)=>G`
  module "eks" {
    source             = "terraform-aws-modules/eks/aws"
    version            = "~> 21.0"
    name               = "demo"
    kubernetes_version = "${e}"
  }

  ${Q(`class`,Vw(t))}
`,Vw=e=>Y(W`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${e}
  `),Hw=[`general-purpose`,`system`],Uw=e=>e.flatMap(e=>Ww(e).map(t=>({name:t,manifest:e})));function Ww(e){let t=w_(e);if(t===void 0||t.isOn===!1)return[];if(e.kind===`ClusterConfig`&&(t.pools.value??null)===null)return Hw;let n=k_(t)?.map(({name:e})=>e);return Hw.filter(e=>n===void 0||n.includes(e))}const Gw=q({id:`auto-mode-built-in`,severity:`warning`,since:`0.1.0`,providers:[`eks-auto-mode`],theme:`All objects`,mistakes:[108],on:{NodePool(e,{report:t}){Hw.includes(e.name)&&!e.isPartial&&t({at:e.span([`metadata`,`name`]),message:`EKS manages the NodePool \`${e.name}\` of Auto Mode itself, so changes to it do not last`,help:`Give the NodePool another name, and disable the one of EKS if you do not need it.`})},NodeClass(e,{report:t}){e.name!=="default"||e.isPartial||t({at:e.span([`metadata`,`name`]),message:"EKS Auto Mode has a NodeClass `default` of its own, which EKS creates and changes",help:"Give the NodeClass another name, and refer to it in `nodeClassRef` of the NodePools."})}},docs:{summary:`An object has the name of one that EKS Auto Mode creates itself.`,why:"With its built-in NodePools, EKS Auto Mode creates the NodePools `general-purpose` and `system` and the NodeClass `default`. EKS does not allow changes to the NodePools, and advises against a NodeClass of your own with that name. Whoever writes last decides.",help:`Choose another name.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/create-node-class.html`},examples:Kw});function Kw(){return{bad:[U(lC({name:`general-purpose`}),{"general-purpose":`web`}),U(uC(`role: AmazonEKSAutoNodeRole`),{"name: default":`name: web`})],good:[lC({name:`web`}),uC(`role: AmazonEKSAutoNodeRole`,`web`)]}}const qw=q({id:`auto-mode-expiry`,severity:`warning`,since:`0.1.0`,providers:[`eks-auto-mode`],theme:`Disruption`,mistakes:[106],on:{NodePool(e,{report:t}){let n=[`spec`,`template`,`spec`,`expireAfter`],{value:r,isKnown:i}=Tf(e,n);if(!i||typeof r!=`string`)return;let a=jt(r);(r===`Never`||a!==void 0&&a>504n*3600000000000n)&&t({at:e.span(n),message:`NodePool \`${e.name}\` sets \`expireAfter: ${r}\`, but nodes of EKS Auto Mode live at most 21 days`,help:"Set `expireAfter` to `504h` or less, and expect that every node is replaced at least every 21 days."})}},docs:{summary:"A NodePool of EKS Auto Mode sets `expireAfter` to more than 21 days.",why:"EKS replaces every node of Auto Mode after at most 21 days, so that nodes run a recent image. A longer `expireAfter`, or `Never`, does not keep nodes longer. Without the field, nodes live 14 days. Workloads that must not be interrupted need a window or more replicas instead.",help:"Set `expireAfter` to `504h` or less.",url:`https://docs.aws.amazon.com/eks/latest/userguide/automode-learn-instances.html`},examples:Jw});function Jw(){return{bad:[U(lC({expireAfter:`720h`}),{"720h":`504h`}),U(lC({expireAfter:`Never`}),{Never:`504h`})],good:[lC({expireAfter:`504h`}),lC({expireAfter:`336h`})]}}const Yw=new Set([`c8id c8i c8i-flex c8gd c8gn c8g c8a c8gb c7a c7g c7gn c7gd c7i c7i-flex c6a c6g c6i c6gn c6id c6in c6gd c5 c5a c5d c5ad c5n c4`,`m8id m8i m8i-flex m8a m8azn m8gn m8gb m8gd m8g m7i m7a m7g m7gd m7i-flex m6a m6i m6in m6g m6idn m6id m6gd m5 m5a m5ad m5n m5dn m5d m5zn m4`,`r8id r8i r8i-flex r8gn r8gb r8gd r8g r8a r7a r7iz r7gd r7i r7g r6a r6i r6id r6in r6idn r6g r6gd r5 r5n r5a r5dn r5b r5ad r5d r4`,`t4g t3 t3a t2 z1d x8aedz x8g x8i x2gd x2iezn x2iedn x2idn i8ge i7i i8g i7ie i4g i4i i3 i3en is4gen d3 d3en im4gn`,`p6-b200 p6-b300 p5 p5e p5en p4d p4de p3dn g7e g6 gr6 g6e g5g g5 g4dn g4ad inf2 inf1 trn1 trn1n trn2 hpc8a`].flatMap(e=>e.split(` `))),Xw=new Set([`nano`,`micro`,`small`]),Zw=e=>Yw.has(e),Qw=e=>!Xw.has(e),$w=({family:e,size:t,vcpus:n})=>Zw(e)&&n>1&&Qw(t),eT=q({id:`auto-mode-instance-types`,severity:`warning`,since:`0.1.0`,providers:[`eks-auto-mode`],theme:`Instance types and zones`,mistakes:[107],on:{NodePool:rT},docs:{summary:`A NodePool of EKS Auto Mode requires instance types or an operating system that Auto Mode does not launch.`,why:`EKS Auto Mode launches only listed families, only types with more than one vCPU, and no nano, micro or small types. It runs Linux only. A NodePool that allows nothing else is ready but never launches a node.`,help:`List families and sizes that EKS Auto Mode supports, or run the pods on nodes of your own.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/automode-learn-instances.html`},examples:aT}),tT=/^[a-z]+\d[a-z0-9-]*$/,nT=new Map([[w.instanceType,e=>{let[t=``,n=``]=e.split(`.`);return!tT.test(t)||Zw(t)&&Qw(n)}],[$e(w.instanceFamily),e=>!tT.test(e)||Zw(e)],[$e(w.instanceSize),Qw],[w.os,e=>e!==`windows`]]);function rT(e,{report:t}){for(let n of Df(e)){let r=iT(n);if(r.length===0)continue;let i=r.length===n.values.length,a=x(r.map(({text:e})=>e));t({at:e.span(r[0].path),severity:i?`error`:`warning`,message:i?`EKS Auto Mode launches no nodes with \`${n.key}\` ${a}, so NodePool \`${e.name}\` launches nothing`:`EKS Auto Mode launches no nodes with \`${n.key}\` ${a}`,help:i?`List values that EKS Auto Mode supports, or refer to an EC2NodeClass of a Karpenter that you run yourself.`:`Remove ${a} from the values.`})}}function iT({key:e,operator:t,values:n,isKnown:r}){let i=nT.get(C(e));return i===void 0||t!==`In`||!r?[]:n.filter(({text:e})=>!i(e))}function aT(){return{bad:[U(lC({requirements:[`node.kubernetes.io/instance-type In [t3.small]`]}),{"t3.small":`t3.medium`}),U(lC({requirements:[`eks.amazonaws.com/instance-family In [m7i, p3]`]}),{"m7i, p3":`m7i`}),U(lC({requirements:[`kubernetes.io/os In [windows]`]}),{windows:`linux`})],good:[lC({requirements:[`node.kubernetes.io/instance-type In [m7i.large, c7g.xlarge]`]}),lC({requirements:[`eks.amazonaws.com/instance-family In [m7i, p5, g6]`,`kubernetes.io/os In [linux]`]}),lC({requirements:[`eks.amazonaws.com/instance-family NotIn [p3]`]})]}}const oT=q({id:`auto-mode-labels`,severity:`warning`,since:`0.1.0`,providers:[`aws`,`eks-auto-mode`],theme:`Instance types and zones`,mistakes:[105],on:{NodePool:sT},docs:{summary:`A requirement names a label of instances that only the other mode sets: EKS Auto Mode, or a Karpenter that you run yourself.`,why:"EKS Auto Mode sets labels such as `eks.amazonaws.com/instance-category`, and Karpenter sets `karpenter.k8s.aws/instance-category`. In the other mode, no instance type has the label. A requirement for it chooses no instance types there.",help:"Use the label of the mode that launches the nodes: the group in `nodeClassRef` decides it.",url:`https://docs.aws.amazon.com/eks/latest/userguide/create-node-pool.html`},examples:cT});function sT(e,{report:t}){let n=Pf(e);if(!n)return;let r=n.group===ne;for(let{key:n,path:i,isKnown:a}of Df(e)){let o=r?$e(n):Qe(n);if(!a||o===n)continue;let s=[...i,`key`];t({at:e.span(s),message:r?`\`${n}\` is a label of a Karpenter that you run yourself. EKS Auto Mode does not set it, so the requirement chooses no instance types of NodePool \`${e.name}\``:`\`${n}\` is a label of EKS Auto Mode. Karpenter does not set it, so the requirement chooses no instance types of NodePool \`${e.name}\``,help:`Write \`${o}\`.`,fix:{description:`Replace with \`${o}\``,edits:S(e,s,o)}})}}function cT(){return{bad:[lC({requirements:[`karpenter.k8s.aws/instance-family In [c7i, m7i, r7i]`]}),J({requirements:[`eks.amazonaws.com/instance-family In [c7i, m7i, r7i]`]})],good:[lC({requirements:[`eks.amazonaws.com/instance-category In [c, m, r]`,`kubernetes.io/arch In [arm64]`]}),J({requirements:[`karpenter.k8s.aws/instance-family In [c7i, m7i, r7i]`]})]}}const lT=({source:{file:e,origin:t}})=>t?`${t.tool} ${t.root}`:e;function uT({all:e,clusterOf:t}){let n=new Map;return[...Me(z(e),e=>{let r=t(e),i=n.get(r)??dT(r);return n.set(r,i),i&&!fT(e)?r:lT(e)}).values()].filter(e=>e.length>1&&new Set(e.map(({name:e})=>e)).size===e.length)}const dT=({isExample:e,manifests:t})=>!e&&t.some(({kind:e})=>pe(e)),fT=({source:{file:e,origin:t}})=>!t&&e.slice(e.lastIndexOf(`/`)+1).split(/[-_.]/).some(Ue),pT=/(?:^|\.)(?:kubernetes\.io|k8s\.io|karpenter\.sh|karpenter\.k8s\.aws)\//;function mT(e){let t=[...Df(e),...Mf(e)],n=hp(e,[`spec`,`template`,`spec`,`taints`]);return!jf(e)&&Vn(n,()=>!0)===!1&&t.every(({key:e,isKnown:t})=>t&&pT.test(e))}const hT=q({id:`auto-mode-migration`,severity:`note`,since:`0.1.0`,providers:[`eks-auto-mode`],theme:`Taints and overlapping NodePools`,mistakes:[109],on:{Manifests(e,t){for(let e of uT(t)){let n=e.filter(gT),i=n.find(e=>Pf(e)?.group===ne),a=n.find(e=>Pf(e)?.group===`karpenter.k8s.aws`);if(i===void 0||a===void 0)continue;let{manifests:o}=t.clusterOf(a),s=M_(o);(s||A_(o)!==`on`)&&t.report({manifest:i,at:i.span([`spec`,`template`,`spec`,`nodeClassRef`,`group`]),message:`Both EKS Auto Mode (NodePool \`${i.name}\`) and Karpenter (NodePool \`${a.name}\`) ${r(!s,`may `)}launch nodes for the same pods`,labels:[{span:a.span([`metadata`,`name`]),message:`this NodePool has no taint either`}],help:`Add a taint to \`${i.name}\`, and tolerate it in the pods that move. In requirements and in selectors of these pods, replace \`karpenter.k8s.aws/\` with \`eks.amazonaws.com/\`. EKS Auto Mode has no custom images, user data or kubelet settings. Its nodes live at most 21 days, and AWS bills a fee for each.`})}}},docs:{summary:`A cluster has NodePools of EKS Auto Mode and of a Karpenter of its own, and neither has a taint.`,why:`Both can run side by side, for example while workloads move. Each sees a pending pod that fits its NodePools and launches a node for it. One of the nodes stays empty, and which mode runs the pod is open. Labels of instances, images, user data, the hop limit of the metadata service, the lifetime of nodes, and the bill differ between the modes.`,help:`Add a taint to the NodePools of one mode until its pods are moved on purpose.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/auto-migrate-karpenter.html`},examples:yT}),gT=e=>!e.isPartial&&f(e.get([`spec`,`template`,`spec`,`taints`])).length===0,_T=J({name:`karpenter`,nodeClassRef:`default`}),vT=W`
  - key: eks-auto-mode
    effect: NoSchedule
`;function yT(){return{bad:[U($(_T,lC({name:`auto`}),X),{"nodeClassRef:\n        group: eks.amazonaws.com":`taints:
  - key: eks-auto-mode
    effect: NoSchedule
nodeClassRef:
  group: eks.amazonaws.com`})],good:[$(_T,lC({name:`auto`,taints:vT}),X)]}}const bT=`AmazonEKSAutoNodePolicy`,xT=q({id:`auto-mode-node-access`,severity:`warning`,since:`0.1.0`,providers:[`eks-auto-mode`],theme:`IAM and cluster access`,mistakes:[],on:{Manifests(e,t){for(let n of tp(e))ST(n,t)}},docs:{summary:`The role of an Auto Mode NodeClass has no access to the cluster.`,why:"EKS creates the access entry for the node role of the cluster only with a built-in NodePool. Without one, and for every other role, you need an access entry of type `EC2` with the policy `AmazonEKSAutoNodePolicy`. Otherwise instances start and never join, and EKS replaces them again and again. Reported only if the files show the setting of Auto Mode and everything that may let a role join.",help:"Create an access entry of type `EC2` for the role, and associate `AmazonEKSAutoNodePolicy` with it.",url:`https://docs.aws.amazon.com/eks/latest/userguide/create-node-class.html#auto-node-access-entry`},examples:kT});function ST(e,t){let n=t.clusterOf(e),[r,...i]=D_(n.manifests);if(r?.isOn!==!0||i.length>0||e.isPartial)return;let a=wm(e,n);if(!a||CT(a,r,n))return;let o=Om(n),s=Mm(a,o);if(s===!1&&TT(e,{role:a,setting:r},t),s!==!0||!T(o))return;let c=E(o).find(e=>e.entry!==void 0&&xm(e.role,a)===!0);c&&DT(c,n)&&ET(e,{role:a,entry:c},t)}function CT(e,t,n){if(Uw([t.manifest]).length===0)return!1;let r=wT(t,n);return r===void 0||xm(e,r)!==!1}function wT({manifest:e,path:t},n){if(Yd(e))return vm(e,[...t,`nodeRoleARN`],n);if(e.kind===`aws_eks_cluster`)return vm(e,[...t,`node_role_arn`],n);let r=[...t,`node_role_arn`];return e.get(r)===void 0?{address:Nd(e,`module.${e.name}`)}:vm(e,r,n)}function TT(e,{role:t,setting:n},r){let i=Uw([n.manifest]).length>0;r.report({manifest:e,at:e.span(Cm(e)),message:`The role ${Sm(t)} of NodeClass \`${e.name}\` has no access entry, so its nodes never join: ${i?`it is not the node role of the cluster`:`EKS creates one only with a built-in NodePool, and the cluster has none`}`,help:`Create an access entry of type \`EC2\` for the role, and associate \`${bT}\` with it.`,labels:[{span:n.manifest.span(i?n.path:n.pools.path),message:i?`Auto Mode, with another node role`:`no built-in NodePool`}],unready:`nodes with the role ${Sm(t)} cannot join the cluster`})}function ET(e,{role:t,entry:n},r){r.report({manifest:e,at:e.span(Cm(e)),message:`The access entry of the role ${Sm(t)} of NodeClass \`${e.name}\` has no policy, so its nodes never join`,help:`Associate the access policy \`${bT}\` with the role, for the whole cluster.`,labels:[{span:n.manifest.span(n.path),message:`the access entry`}],unready:`nodes with the role ${Sm(t)} cannot join the cluster`})}function DT({manifest:e,entry:t=[],role:n},r){return![e.get([...t,`policy_associations`]),e.get([...t,`accessPolicies`])].some(e=>e!==void 0&&OT(e))&&r.ofKind(`aws_eks_access_policy_association`).every(e=>{let t=vm(e,[`spec`,`principal_arn`],r);return t!==void 0&&xm(t,n)===!1||!OT(e.get([`spec`,`policy_arn`])??null)})}const OT=e=>typeof e==`string`?e.includes(bT)||g(e):Array.isArray(e)?f(e).some(OT):y([e])||Object.values(h(e)??{}).some(OT);function kT(){let e=(e,t)=>G`
    module "eks" {
      source             = "terraform-aws-modules/eks/aws"
      version            = "21.3.1"
      name               = "demo"
      kubernetes_version = "1.34"

      compute_config = {
        enabled    = true
        node_pools = ${e}
      }
    }

    ${t}
    ${Q(`apps`,uC("role: ${module.eks.node_iam_role_name}",`apps`))}
  `,t=e=>G`
      resource "aws_eks_access_entry" "nodes" {
        cluster_name  = "demo"
        principal_arn = module.eks.node_iam_role_arn
        type          = "EC2"
      }

      resource "aws_eks_access_policy_association" "nodes" {
        cluster_name  = "demo"
        principal_arn = module.eks.node_iam_role_arn
        policy_arn    = "arn:aws:eks::aws:cluster-access-policy/${e}"
        access_scope { type = "cluster" }
      }

    `.text;return{bad:[U(e(`[]`,``),{"[]":`["system"]`}),U(e(`[]`,t(`AmazonEKSViewPolicy`)),{AmazonEKSViewPolicy:bT})],good:[e(`["general-purpose", "system"]`,``),e(`[]`,t(bT)),e(`var.pools`,``)]}}const AT=q({id:`auto-mode-node-pools`,severity:`error`,since:`0.1.0`,providers:[`eks-auto-mode`],theme:`Karpenter installation`,mistakes:[],on:{Manifests({manifests:e},t){for(let n of D_(e)){if(n.isOn===!1)continue;MT(n,t);let e=k_(n);for(let r of e??[])PT(n,r,t);e!==void 0&&FT(n,t)}}},docs:{summary:`EKS Auto Mode gets a built-in NodePool that does not exist, or a change adds or removes one.`,why:"EKS has two built-in NodePools, `general-purpose` and `system`, and refuses every other name. A misspelled key of the EKS module leaves the list empty. The NodePool `system` has the taint `CriticalAddonsOnly`, so most workloads do not run on it. If a name leaves the list, EKS deletes the NodePool and its nodes.",help:"List `general-purpose`, `system`, both or none. Create other NodePools as objects of Kubernetes.",url:`https://docs.aws.amazon.com/eks/latest/userguide/set-builtin-node-pools.html`},examples:BT}),jT=[`enabled`,`node_pools`,`node_role_arn`];function MT({manifest:e,path:t},n){if(e.kind===`module`)for(let i of Object.keys(h(e.get(t))??{})){if(jT.includes(i)||g(i))continue;let a=u(NT(i),jT),o=r(a===`node_pools`,`. So the cluster gets no built-in NodePools from it`);n.report({manifest:e,at:e.keySpan([...t,i]),severity:`warning`,message:`The EKS module does not read \`${i.slice(0,60)}\` in \`${String(t.at(-1))}\`, and Terraform drops it without an error${o}`,help:a===void 0?`Remove the key.`:`Did you mean \`${a}\`?`})}}const NT=e=>e.replaceAll(/[A-Z]/g,e=>`_${e.toLowerCase()}`);function PT({manifest:e},{name:t,path:n},r){if(Hw.includes(t))return;let i=u(t,Hw);r.report({manifest:e,at:e.span(n),message:`\`${t}\` is not a built-in NodePool of EKS Auto Mode, so EKS refuses the list`,help:i===void 0?"List `general-purpose` or `system`. Create other NodePools as objects of Kubernetes.":`Did you mean \`${i}\`?`})}function FT({manifest:e,path:t,pools:n},r){let i=O_(e,r.base),a=i&&w_(i);if(i===void 0||a?.isOn!==!0||zT(a))return;let[o,s]=[RT(i),RT(e)],[c,l]=[o.filter(e=>!s.includes(e)),s.filter(e=>!o.includes(e))],u=e.span(n.value===void 0?t:n.path);c.length>0&&r.report({manifest:e,at:u,severity:`warning`,message:`The change turns off ${LT(c)} of EKS Auto Mode. EKS deletes ${He(c.length,`it and its`,`them and their`)} nodes${IT(s)}`,help:`Keep ${LT(c)} until other NodePools run the pods.`}),l.length>0&&r.report({manifest:e,at:u,severity:`note`,message:`The change turns on ${LT(l)} of EKS Auto Mode${l.includes(`system`)?", and only pods that tolerate `CriticalAddonsOnly` run on `system`":`, which may launch nodes for any pod`}`})}const IT=e=>e.length===1&&e[0]===`system`?". `system` runs only pods that tolerate `CriticalAddonsOnly`":``,LT=e=>`the built-in ${He(e.length,`NodePool`,`NodePools`)} ${je(e.map(b))}`,RT=e=>Uw([e]).map(({name:e})=>e),zT=e=>k_(e)===void 0;function BT(){let e=e=>G`
    module "eks" {
      source             = "terraform-aws-modules/eks/aws"
      version            = "~> 21.0"
      name               = "demo"
      kubernetes_version = "1.34"

      compute_config = {
        enabled    = true
        node_pools = [${e}]
      }
    }

    ${Q(`web`,lC({name:`web`}))}
  `;return{bad:[U(e(`"general-purpose", "sistem"`),{sistem:`system`}),U(e(`"batch"`),{'"batch"':`"system"`})],good:[e(`"general-purpose", "system"`),e(``)]}}const VT=q({id:`auto-mode-off`,severity:`error`,since:`0.1.0`,providers:[`eks-auto-mode`],theme:`Karpenter installation`,mistakes:[],on:{Manifests({manifests:e},t){for(let n of e.filter(C_)){let e=w_(n),r=O_(n,t.base),i=r&&w_(r);e?.isOn===!1&&HT(e,{isTurnedOff:i?.isOn===!0},t),e?.isOn===void 0&&e!==void 0&&i?.isOn===!0&&WT(e,t),e===void 0&&i?.isOn===!0&&UT(n,i,t)}}},docs:{summary:`EKS Auto Mode is off or is turned off, and NodePools or nodes need it.`,why:`When Auto Mode is turned off, EKS terminates all instances and deletes all load balancers that Auto Mode operates. Its NodePools stay in the cluster, and nothing launches nodes for them. If the block disappears from Terraform, it depends on the version of the AWS provider what happens: the plan fails, or Auto Mode stays on. The public module then also removes the permissions that Auto Mode needs.`,help:"Keep Auto Mode on until the workloads have other nodes. To turn it off, write `enabled = false`.",url:`https://docs.aws.amazon.com/eks/latest/userguide/auto-disable.html`},examples:KT});function HT({manifest:e,path:t},{isTurnedOff:n},i){let a=i.clusterOf(e),o=a.manifests.filter(GT);if(A_(a.manifests)!==`off`||o.length===0&&!n)return;let s=je(o.map(({name:e})=>b(e))),c=r(o.length>0,`. Nothing launches nodes for its NodePools (${s}) afterwards`),l=e.get([...t,`enabled`])===void 0?t:[...t,`enabled`],u=()=>n?`The change turns EKS Auto Mode off, so EKS terminates all of its nodes${c}`:`EKS Auto Mode is off, so nothing launches nodes for its NodePools (${s})`;i.report({manifest:e,at:e.span(l),...a.isExample&&{severity:`warning`},message:u(),labels:o.slice(0,1).map(e=>({span:e.span([`metadata`,`name`]),message:`this NodePool launches nodes only with Auto Mode`})),help:n?`Keep it on until all workloads run on other nodes.`:`Turn it on, or refer to a node class of another Karpenter.`})}function UT(e,{path:t},n){if(n.clusterOf(e).isExample)return;let r=t.filter(e=>typeof e==`string`).at(-1);n.report({manifest:e,at:e.span([`metadata`,`name`]),severity:`warning`,message:`The change removes \`${r}\`, and EKS Auto Mode is on before it. Depending on the tool and its version, the change fails, Auto Mode stays on without its permissions, or EKS terminates all of its nodes`,help:`Keep \`${r}\`. To turn Auto Mode off, move the workloads first, and then set \`enabled\` to false in it.`})}function WT({manifest:e,path:t},{report:n}){n({manifest:e,at:e.span([...t,`enabled`]),severity:`note`,message:`EKS Auto Mode is on before the change, and a value that is unknown here decides whether it stays on. If not, EKS terminates all of its nodes`,help:`Check that the value is true for this cluster.`})}const GT=e=>e.kind===`NodePool`&&Pf(e)?.group===`eks.amazonaws.com`;function KT(){let e=e=>G`
    resource "aws_eks_cluster" "demo" {
      name = "demo"

      compute_config {
        enabled = ${String(e)}
      }
    }

    ${Q(`web`,lC({name:`web`}))}
  `;return{bad:[U(e(!1),{"enabled = false":`enabled = true`})],good:[e(!0)]}}const qT=`ebs.csi.aws.com`,JT=[qT,`ebs.csi.eks.amazonaws.com`],YT=e=>e===`kubernetes.io/aws-ebs`?qT:e,XT=`ebs.csi.eks.amazonaws.com`,ZT=`aws-ebs-csi-driver`,QT=q({id:`auto-mode-storage`,severity:`warning`,since:`0.1.0`,providers:[`eks-auto-mode`],theme:`Workloads`,mistakes:[],on:{Manifests({manifests:e},t){for(let n of e)n.kind===`StorageClass`&&d(n.apiVersion)===`storage.k8s.io`&&YT(v(n.get([`provisioner`])))===`ebs.csi.aws.com`&&$T(t.clusterOf(n))&&t.report({manifest:n,at:n.span([`provisioner`]),message:`Nothing in these files installs the driver \`${qT}\` of StorageClass \`${n.name}\`, and EKS Auto Mode has another one. Without it, claims of the class and their pods stay pending`,help:`Set \`provisioner: ${XT}\`, or install the add-on \`${ZT}\`. The field cannot be changed in a StorageClass that exists.`})}},docs:{summary:`A StorageClass in a cluster with EKS Auto Mode names an EBS driver that nothing installs.`,why:"EKS Auto Mode has its own driver for EBS volumes, `ebs.csi.eks.amazonaws.com`. The driver `ebs.csi.aws.com` is the add-on `aws-ebs-csi-driver`, which a cluster with Auto Mode does not have unless somebody installs it. Then nobody creates the volumes, and pods with such claims stay pending. Reported if the files create the cluster and show all of its add-ons.",help:`Use the driver of Auto Mode, or install the add-on.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/create-storage-class.html`},examples:eE});function $T(e){let{manifests:t,isExample:n,unreadFiles:r}=e;return n||r.length>0||A_(t)!==`on`||t.some(({kind:e,name:t})=>e===`CSIDriver`&&t===`ebs.csi.aws.com`||e!==`StorageClass`&&t.includes(`ebs-csi`))||pr(e,ZT)?!1:Vn(of(e).addons,({name:e})=>e===ZT)===!1}function eE(){let e=(e,t=``)=>G`
    module "eks" {
      source             = "terraform-aws-modules/eks/aws"
      version            = "~> 21.0"
      name               = "demo"
      kubernetes_version = "1.34"

      compute_config = {
        enabled = true
      }

      ${t}
    }

    resource "kubernetes_storage_class_v1" "fast" {
      metadata {
        name = "fast"
      }
      storage_provisioner = "${e}"
      volume_binding_mode = "WaitForFirstConsumer"
    }

    ${Q(`web`,lC({name:`web`}))}
  `;return{bad:[U(e(qT),{[`"${qT}"`]:`"${XT}"`},{"    enabled = true\n  }":`    enabled = true
  }

  addons = { aws-ebs-csi-driver = {} }`})],good:[e(XT),e(qT,`addons = { aws-ebs-csi-driver = {} }`)]}}const tE=q({id:`auto-mode-tags`,severity:`warning`,since:`0.1.0`,providers:[`eks-auto-mode`],theme:`IAM and cluster access`,mistakes:[],on:{Manifests(e,t){for(let n of tp(e))rE(n,t)}},docs:{summary:`An Auto Mode NodeClass sets tags that the role of the cluster may not set.`,why:"EKS Auto Mode launches instances with the role of the cluster. The policies of AWS for that role permit no tags of your own, so EKS launches no nodes with a NodeClass that has `tags`. Reported only if the files show the cluster, its role, and all policies of the role, and only policies of AWS are among them. The EKS module adds the permission unless `enable_auto_mode_custom_tags` is false.",help:`Attach a policy to the role of the cluster that allows these tags, or remove the tags.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/auto-cluster-iam-role.html#tag-prop`},examples:cE}),nE=[`spec`,`tags`];function rE(e,t){let[n]=Object.keys(h(e.get(nE))??{}),r=t.clusterOf(e),[i,...a]=D_(r.manifests);if(n===void 0||e.isPartial||i?.isOn!==!0||a.length>0)return;let o=iE(i.manifest,r);o!==void 0&&t.report({manifest:e,at:e.keySpan([...nE,n]),message:`The role of the cluster may not set tags such as \`${n}\`, so EKS launches no nodes with \`${e.name}\``,help:o.help,labels:[{span:i.manifest.span(o.path),message:`${o.label}${lh(e,i.manifest,t)}`}]})}function iE(e,t){if(t.isExample||Md(t).length>0||t.ofKind(`IamPolicy`).some(sE))return;if(e.kind===`module`)return aE(e);if(e.kind!==`aws_eks_cluster`)return;let n=[`spec`,`role_arn`],r=vm(e,n,t),i=E(Ad(t).roles).some(e=>r!==void 0&&xm(e,r)===!0);if(r===void 0||!i)return;let a=gx(r,t);if(T(a)&&a.all.length!==0&&a.all.every(oE))return{path:n,label:`the role has only policies of AWS, which permit no other tags`,help:"Attach a policy to the role that allows `ec2:CreateFleet`, `ec2:RunInstances` and `ec2:CreateLaunchTemplate` with these tags, or remove the tags."}}function aE(e){let t=`enable_auto_mode_custom_tags`;if(!(R(e,t,!0)!==!1||R(e,`create_iam_role`,!0)!==!0||e.isPartial||e.get([`spec`,`iam_role_additional_policies`])!==void 0))return{path:[`spec`,t],label:`turns the permission off`,help:`Set \`${t}\` to true, or remove the tags.`}}const oE=e=>/^AmazonEKS(?:Cluster|Compute|BlockStorage|LoadBalancing|Networking|Service)Policy$|^AmazonEKSVPCResourceController$/.test(e),sE=e=>e.isPartial||H(r_(e),`ec2:CreateFleet`);function cE(){let e=Q(`search`,uC(W`
        role: \${var.node_role}
        tags:
          team: search
      `,`search`)),t=t=>G`
    variable "node_role" {
      type = string
    }

    resource "aws_iam_role" "cluster" {
      name = "demo-cluster"
    }

    resource "aws_iam_role_policy_attachment" "compute" {
      role       = aws_iam_role.cluster.name
      policy_arn = "${t}"
    }

    resource "aws_eks_cluster" "demo" {
      name     = "demo"
      role_arn = aws_iam_role.cluster.arn

      compute_config {
        enabled = true
      }
    }

    ${e}
  `;return{bad:[U(t(`arn:aws:iam::aws:policy/AmazonEKSComputePolicy`),{"tags:\n        team: search":``})],good:[t(`arn:aws:iam::111122223333:policy/tags`)]}}const lE=q({id:`auto-mode-without-karpenter`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{NodeClass:uE},docs:{summary:`An EC2NodeClass is in a cluster with EKS Auto Mode, and no file shows a Karpenter that reads it.`,why:"EKS Auto Mode reads the kind NodeClass of the group `eks.amazonaws.com`. It has no CRD for EC2NodeClasses and does not read them. Without a Karpenter of your own, the apply fails or the NodePools of the class launch nothing. Something else may install Karpenter, so it is a note. It is a warning if the class is the first one and nothing in the files of the cluster is named after Karpenter. The figures of its NodePools are then unknown.",help:`Use a NodeClass, or install Karpenter in addition to Auto Mode.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/create-node-class.html`},examples:pE});function uE(e,t){let n=t.clusterOf(e),{manifests:r}=n;if(n.isExample||n.unreadFiles.length>0||M_(r))return;let i=P_(r,t.base?.manifests??[]);i===`unknown`?dE(e,t):A_(r)===`on`&&t.report({at:e.span([`metadata`,`name`]),...i===`on`&&!r.some(fE)&&{severity:`warning`},message:`EC2NodeClass \`${e.name}\` needs Karpenter, which these files do not show. The cluster has EKS Auto Mode, and Auto Mode reads only node classes of \`eks.amazonaws.com\``,help:"Use a NodeClass of `eks.amazonaws.com`, or install Karpenter. Without it, nothing reads this EC2NodeClass, and its NodePools launch no nodes."})}function dE(e,{clusterOf:t,report:n}){let[r]=D_(t(e).manifests);n({at:e.span([`metadata`,`name`]),message:`EC2NodeClass \`${e.name}\` needs Karpenter, which these files do not show. Whether the cluster has EKS Auto Mode, which does not read this class, is unknown`,help:"Check what runs in the cluster. With EKS Auto Mode alone, use a NodeClass of `eks.amazonaws.com`.",labels:r?[{span:r.manifest.span(r.path),message:`decides about EKS Auto Mode`}]:[]})}const fE=({kind:e,name:t,apiVersion:n})=>!d(n).includes(`karpenter`)&&[e,t].some(e=>/karpenter/i.test(e));function pE(){let e=e=>G`
    resource "aws_eks_cluster" "demo" {
      name = "demo"

      compute_config {
        enabled = true
      }
    }

    ${Q(`default`,Y(`role: KarpenterNodeRole-demo`))}

    ${e}
  `;return{bad:[U(e(``),{"enabled = true":`enabled = false`})],good:[e(Q(`karpenter`,Z(`karpenter`)).text)]}}const mE=q({id:`aws-auth-groups`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[71],on:{Manifests(e,t){for(let n of e.manifests)n.kind===`ConfigMap`&&n.name===`aws-auth`&&hE(n,[`data`,`mapRoles`],t),n.kind===`kubernetes_config_map`&&hE(n,[`spec`,`data`,`mapRoles`],t),n.kind===`ClusterConfig`&&f(n.get([`iamIdentityMappings`])).forEach((e,r)=>{_E(e,{manifest:n,path:[`iamIdentityMappings`,r]},t)})}},docs:{summary:`The mapping of a node role lacks a group that nodes need to join the cluster.`,why:"A kubelet can register its node only as a member of `system:bootstrappers` and `system:nodes`. If the mapping of its role lacks one of them, instances start but never become nodes. Karpenter terminates them after 15 minutes and launches others. This rule checks the ConfigMap `aws-auth`, also in Terraform, and the `iamIdentityMappings` of eksctl.",help:"Add both groups to the mapping, or use an access entry of type `EC2_LINUX` instead, which includes them.",url:`https://docs.aws.amazon.com/eks/latest/userguide/auth-configmap.html`},examples:yE});function hE(e,t,n){for(let r of Um(e.get(t))??[])_E(r,{manifest:e,path:t},n)}const gE=[`system:bootstrappers`,`system:nodes`];function _E(e,{manifest:t,path:n},{report:r}){let i=h(e),a=v(i?.username)??``;if(!i||!/^system:node:\{\{\s*EC2PrivateDNSName\s*\}\}$/.test(a)||i.groups!==void 0&&y([i.groups]))return;let o=f(i.groups).map(v),s=gE.filter(e=>!o.includes(e));if(s.length===0)return;let c=v(i.rolearn??i.arn)??``;r({manifest:t,at:t.span(n),message:`Nodes with the role \`${vE(c)}\` cannot join the cluster, because its mapping lacks ${x(s,` and `)}`,help:`Add ${x(s,` and `)} to the groups of the mapping.`})}const vE=e=>e.split(`/`).at(-1).replace(/^\$\{([^}]{1,200}?)(?:\.arn)?\}$/,`$1`);function yE(){return{bad:[U(W`
          apiVersion: v1
          kind: ConfigMap
          metadata:
            name: aws-auth
            namespace: kube-system
          data:
            mapRoles: |
              - rolearn: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo
                username: system:node:{{EC2PrivateDNSName}}
                groups:
                  - system:nodes
        `,{"- system:nodes":`- system:nodes
- system:bootstrappers`}),U(W`
          apiVersion: eksctl.io/v1alpha5
          kind: ClusterConfig
          metadata:
            name: demo
            region: us-east-1
          iamIdentityMappings:
            - arn: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo
              username: system:node:{{EC2PrivateDNSName}}
        `,{"username: system:node:{{EC2PrivateDNSName}}":W`
            username: system:node:{{EC2PrivateDNSName}}
            groups: [system:bootstrappers, system:nodes]
          `}),U(G`
          resource "kubernetes_config_map" "aws_auth" {
            metadata {
              name      = "aws-auth"
              namespace = "kube-system"
            }

            data = {
              mapRoles = yamlencode([
                {
                  rolearn  = aws_iam_role.karpenter_nodes.arn
                  username = "system:node:{{EC2PrivateDNSName}}"
                  groups   = ["system:nodes"]
                },
              ])
            }
          }
        `,{'["system:nodes"]':`["system:bootstrappers", "system:nodes"]`})],good:[G`
        resource "kubernetes_config_map_v1_data" "aws_auth" {
          metadata {
            name      = "aws-auth"
            namespace = "kube-system"
          }

          data = {
            mapRoles = yamlencode([
              {
                rolearn  = aws_iam_role.karpenter_nodes.arn
                username = "system:node:{{EC2PrivateDNSName}}"
                groups   = var.node_groups
              },
            ])
          }
        }
      `,W`
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: aws-auth
          namespace: kube-system
        data:
          mapRoles: |
            - rolearn: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo
              username: system:node:{{EC2PrivateDNSName}}
              groups:
                - system:bootstrappers
                - system:nodes
            - rolearn: arn:aws:iam::111122223333:role/Admin
              username: admin
              groups:
                - system:masters
      `]}}function bE(e,{product:t,version:n}){let r=n.replace(/^v(?=\d+\.)/,``).replace(/-eksbuild\.\d+$/,``);return e.find(e=>e.product===t&&e.version===r)}const xE=({fixedIn:e,source:t})=>`${e===void 0?`Use another release.`:`Use ${e} or later.`} Source: ${t}.`,SE=q({id:`bad-release`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,t){for(let{path:n,term:r}of Gf(e)){let[i=``,a=``]=(v(r.alias)??``).split(`@`);CE(e,{product:i,version:a,path:[...n,`alias`]},t)}},Manifests({manifests:e},t){for(let n of e){if(n.kind!==`aws_eks_addon`)continue;let e=[`spec`,`addon_version`];CE(n,{product:v(n.get([`spec`,`addon_name`]))??``,version:v(n.get(e))??``,path:e},t)}}},docs:{summary:`A node class or an EKS add-on pins a release that its publisher withdrew or advises not to use.`,why:`Some releases of Bottlerocket and Amazon Linux were rolled back: nodes did not boot, or programs on them stopped. Some releases of the VPC CNI lost addresses. The images stay available, so Karpenter launches nodes with them, and a change of the alias replaces all nodes of the class with such nodes. The list has the source and the date of each release.`,help:`Pin a release that has the fix.`,url:`https://karpenter.sh/docs/tasks/managing-amis/`},examples:wE});function CE(e,{path:t,...n},{badReleases:r,report:i}){let a=bE(r,n);a!==void 0&&i({manifest:e,at:e.span(t),message:`\`${e.name}\` pins a bad release: ${a.product} ${a.version} of ${a.date} ${a.what}`,help:xE(a)})}function wE(){return{bad:[U(TE(`bottlerocket@1.21.0`),{"bottlerocket@1.21.0":`bottlerocket@1.21.1`}),U(TE(`bottlerocket@v1.26.0`),{"bottlerocket@v1.26.0":`bottlerocket@v1.26.1`}),U(EE(`v1.10.2-eksbuild.1`),{"v1.10.2-eksbuild.1":`v1.10.3-eksbuild.1`})],good:[TE(`bottlerocket@1.21.1`),EE(`v1.10.3-eksbuild.1`)]}}const TE=e=>Y(W`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${e}
  `),EE=e=>G`
  resource "aws_eks_addon" "cni" {
    cluster_name  = "orders"
    addon_name    = "vpc-cni"
    addon_version = "${e}"
  }

  ${Q(`default`,Y(`role: KarpenterNodeRole-demo`))}
`,DE=`1.22`,OE=q({id:`bottlerocket-raid`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[96],on:{NodeClass(e,t){let{report:n,karpenter:r}=t,i=e.get([`spec`,`instanceStorePolicy`]);if(r.bottlerocketRaid&&i===`RAID0`&&qf(e)===`Bottlerocket`){kE(e,t);for(let{path:t,term:r}of Gf(e)){let i=/^bottlerocket@v?(\d+\.\d+)\.\d+$/.exec(v(r.alias)??``)?.[1];i===void 0||Kn(i,DE)>=0||n({at:e.span([...t,`alias`]),message:`Bottlerocket ${i} does not understand the user data for \`instanceStorePolicy: RAID0\`, so its nodes never join the cluster`,labels:[{span:e.span([`spec`,`instanceStorePolicy`]),message:`Karpenter writes user data for this policy`}],help:`Pin Bottlerocket ${DE}.0 or newer, or remove \`instanceStorePolicy\`.`,unready:`Bottlerocket ${i} never joins the cluster with this user data`})}for(let{path:r,text:i,bottlerocket:a}of SC(e,t))a===void 0||Kn(a,DE)>=0||n({at:e.span(r),message:`Bottlerocket ${a}, which \`${i}\` selects, does not understand the user data for \`instanceStorePolicy: RAID0\`, so its nodes never join the cluster`,help:`Select Bottlerocket ${DE}.0 or newer, or remove \`instanceStorePolicy\`.`,unready:`Bottlerocket ${a} never joins the cluster with this user data`})}}},docs:{summary:`A node class asks for a RAID of instance stores on a Bottlerocket release that does not support it, or its user data sets up the same disks.`,why:"For `instanceStorePolicy: RAID0` Karpenter writes a bootstrap command into the user data. Bottlerocket understands that command from 1.22.0 on. Older images reject their settings, and the nodes never join the cluster. If the user data also has such a command, and it is `essential`, the second one fails, and the nodes do not join either.",help:"Pin Bottlerocket 1.22.0 or newer, or remove `instanceStorePolicy`. Remove commands for `ephemeral-storage` from the user data.",url:`https://karpenter.sh/docs/upgrading/upgrade-guide/`},examples:jE});function kE(e,t){let n=Yf(e)?.replaceAll(/^[ \t]*#.*$/gm,``)??``;/"ephemeral-storage"\s*,\s*"(?:init|bind)"/.test(n)&&/^[ \t]*essential\s*=\s*true\b/m.test(n)&&t.report({severity:`warning`,at:e.keySpan([`spec`,`userData`]),message:"Karpenter’s user data for `instanceStorePolicy: RAID0` already sets up the instance stores, and this user data does it again. The second command fails, so nodes with instance stores never join the cluster",labels:[{span:e.span([`spec`,`instanceStorePolicy`]),message:`Karpenter adds bootstrap commands for this`}],help:"Remove the bootstrap command for `ephemeral-storage` from the user data.",...AE(e,t)&&{unready:`its bootstrap commands set up the instance stores twice, which fails`}})}function AE(e,{all:t,catalog:n,compatible:r}){let i=n?.labels.get(w.instanceLocalNvme),a=np(t,e).map(r);return a.length>0&&a.every(e=>e?.isExact===!0&&e.names.length>0&&e.names.every(e=>(i?.[n.names.indexOf(e)]??[]).length>0))}function jE(){return{bad:[U(Y(W`
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.21.1
        `),{"bottlerocket@v1.21.1":`bottlerocket@v1.22.0`},{"instanceStorePolicy: RAID0":``}),U(Y(W`
          amiFamily: Bottlerocket
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - name: bottlerocket-aws-k8s-1.30-x86_64-v1.20.3-5d9ac849
        `),{"v1.20.3-5d9ac849":`v1.44.0-5d9ac849`}),U(Y(W`
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            [settings.bootstrap-commands.disks]
            commands = [["apiclient", "ephemeral-storage", "init"]]
            essential = true
            mode = "always"
        `),{'    [settings.bootstrap-commands.disks]\n    commands = [["apiclient", "ephemeral-storage", "init"]]\n    essential = true\n    mode = "always"':`    [settings.kernel.sysctl]
    "vm.max_map_count" = "262144"`})],good:[Y(W`
        instanceStorePolicy: RAID0
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
      `),K({karpenter:`1.0`},Y(W`
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.21.1
        `))]}}const ME=`/dev/xvda`,NE=`/dev/xvdb`,PE=8*2**30,FE=q({id:`bottlerocket-volumes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[62],on:{NodeClass(e,{report:t}){let n=[`spec`,`blockDeviceMappings`],r=f(e.get(n)).map(e=>v(h(e)?.deviceName)??``),i=r.indexOf(ME);qf(e)!==`Bottlerocket`||i===-1||e.isPartial||e.get([`spec`,`instanceStorePolicy`])===void 0&&(r.includes(NE)||r.some(e=>g(e))||IE(e,[...n,i,`ebs`,`volumeSize`])&&t({at:e.span([...n,i,`deviceName`]),message:`\`${ME}\` of Bottlerocket holds only the operating system, so containers and images still have only the 20 GiB of \`${NE}\``,help:`Map \`${NE}\` with this size, and set \`volumeSize\` of \`${ME}\` to \`4Gi\`.`}))}},docs:{summary:`A Bottlerocket node class enlarges the volume of the operating system, not the volume of the containers.`,why:"Bottlerocket has two volumes: `/dev/xvda` for the operating system, and `/dev/xvdb` for images, containers and logs. If a node class maps only `/dev/xvda`, the second volume keeps the 20 GiB of the AMI, and Karpenter works out ephemeral storage from it. Nodes evict pods because the disk is full, or pods fit on no node at all.",help:"Map `/dev/xvdb` with the size that containers need, and set `/dev/xvda` to about 4 GiB.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:LE});function IE(e,t){let n=e.get(t);return typeof n==`string`&&(Bt(n)??0)>PE}function LE(){return{bad:[U(Y(W`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 100Gi
                encrypted: true
        `),{"volumeSize: 100Gi":`volumeSize: 4Gi`,"- deviceName: /dev/xvda":W`
            - deviceName: /dev/xvdb
              ebs:
                volumeSize: 100Gi
                encrypted: true
            - deviceName: /dev/xvda
          `})],good:[Y(W`
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        blockDeviceMappings:
          - deviceName: /dev/xvda
            ebs:
              volumeSize: 4Gi
              encrypted: true
          - deviceName: /dev/xvdb
            ebs:
              volumeSize: 100Gi
              encrypted: true
      `),Y(W`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          instanceStorePolicy: RAID0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 20Gi
                encrypted: true
        `,`nvme`),Y(W`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 4Gi
                encrypted: true
        `,`encrypted`)]}}const RE=[`spec`,`capacityReservationSelectorTerms`],zE=q({id:`capacity-reservations`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Capacity reservations`,mistakes:[19],on:{Manifests(e,t){if(t.karpenter.capacityReservations){for(let n of B(e))BE(n,e,t);for(let n of z(e))VE(n,e,t);for(let n of M(e))HE(n,e,t)}}},docs:{summary:`A node class selects capacity reservations that its NodePools or their pods do not use, or a NodePool needs reservations that its node class does not select.`,why:"Reserved capacity has its own capacity type, `reserved`. If every NodePool of a node class allows only `on-demand` or `spot`, the reservations that the node class selects cost money and stay idle. Pods that select `karpenter.sh/capacity-type: on-demand` do not use reservations either. A NodePool that allows only `reserved` launches nothing while its node class selects no reservations.",help:"Add `reserved` to the capacity types of the NodePool, or `capacityReservationSelectorTerms` to its node class.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:WE});function BE(e,t,{report:n}){if(f(e.get(RE)).length===0)return;let r=rp(t,e);if(!T(r))return;let i=r.all,a=i.map(UE),[o]=a;!o||i.some(({isPartial:e})=>e)||a.includes(void 0)||n({manifest:e,at:e.keySpan(RE),message:`No NodePool of \`${e.name}\` allows the capacity type \`reserved\`, so the reservations selected here stay idle`,labels:[{span:i[0].span(o.path),message:"these capacity types exclude `reserved`"}],help:"Add `reserved` to the capacity types of the NodePool that should use them."})}function VE(e,t,{report:n}){let r=xp(e),i=r&&ip(t,e);i&&!i.isPartial&&i.get(RE)===void 0&&n({manifest:e,at:e.span(r.path),message:`\`${e.name}\` allows only reserved capacity, but its node class \`${i.name}\` selects no reservations, so Karpenter launches nothing for it`,help:"Add `capacityReservationSelectorTerms` to the node class, or another capacity type to the NodePool."})}function HE(e,t,{report:n,clusterOf:r}){let{manifest:i}=e,a=Sp(e),o=a.find(({key:e})=>C(e)===w.capacityType);if(!o||i.isPartial||o.values.includes(`reserved`)||!o.values.includes(`on-demand`))return;let s=a.filter(e=>e!==o),c=Tp(e,t),l=z(t).filter(e=>r(e)===r(i)&&(s.length>0?e===c:mT(e))).find(e=>{let n=ip(t,e);return n&&f(n.get(RE)).length>0&&!e.isPartial&&!UE(e)});l&&n({manifest:i,at:i.span(o.path),severity:`note`,message:`${i.kind} \`${i.name}\` does not allow the capacity type \`reserved\`, so its pods do not use the reservations of \`${l.name}\``,labels:[{span:ip(t,l).keySpan(RE),message:`these reservations`}],help:"To use them, replace the selection with required node affinity for `karpenter.sh/capacity-type In [reserved, on-demand]`."})}const UE=e=>bp(e).find(({operator:e,values:t,isKnown:n})=>{let r=t.some(({text:e})=>e===`reserved`);return n&&(e===`In`&&!r||e===`NotIn`&&r)});function WE(){return{bad:[U($(J({requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),Y(W`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `)),{"[on-demand]":`[reserved, on-demand]`}),U($(J({requirements:[`karpenter.sh/capacity-type In [reserved]`],nodeClassRef:`default`}),Y(`role: KarpenterNodeRole`)),{"role: KarpenterNodeRole":W`
            role: KarpenterNodeRole
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `},{"[reserved]":`[reserved, on-demand]`}),U($(J({requirements:[`karpenter.sh/capacity-type In [reserved, on-demand]`],nodeClassRef:`default`}),Y(W`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `),W`
            apiVersion: apps/v1
            kind: Deployment
            metadata:
              name: web
            spec:
              template:
                spec:
                  affinity:
                    nodeAffinity:
                      requiredDuringSchedulingIgnoredDuringExecution:
                        nodeSelectorTerms:
                          - matchExpressions:
                              - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
                  containers:
                    - name: web
                      image: web
                      resources:
                        requests:
                          cpu: 100m
                          memory: 100Mi
          `),{"values: [on-demand]}":`values: [reserved, on-demand]}`})],good:[$(J({requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),J({name:`reserved`,requirements:[`karpenter.sh/capacity-type In [reserved, on-demand]`],nodeClassRef:`default`}),Y(W`
          capacityReservationSelectorTerms:
            - id: cr-0123456789abcdef0
        `)),$(J({requirements:[`karpenter.sh/capacity-type In [reserved, on-demand, spot]`],nodeClassRef:`default`}),Y(`role: KarpenterNodeRole`))]}}const[GE,KE]=[`0.32`,`1.14`],qE={karpenter:`
    additionalAnnotations additionalClusterRoleRules additionalLabels affinity dnsConfig dnsPolicy extraVolumes fullnameOverride
    hostNetwork imagePullPolicy imagePullSecrets logLevel nameOverride nodeSelector podAnnotations podLabels priorityClassName replicas
    revisionHistoryLimit strategy terminationGracePeriodSeconds tolerations topologySpreadConstraints
    controller.env controller.envFrom controller.extraVolumeMounts controller.healthProbe.port controller.image.digest
    controller.image.repository controller.image.tag controller.metrics.port controller.resources controller.sidecarContainer
    controller.sidecarVolumeMounts
    podDisruptionBudget.maxUnavailable podDisruptionBudget.name
    serviceAccount.annotations serviceAccount.create serviceAccount.name
    serviceMonitor.additionalLabels serviceMonitor.enabled serviceMonitor.endpointConfig
    settings.batchIdleDuration settings.batchMaxDuration settings.clusterCABundle settings.clusterEndpoint settings.clusterName
    settings.interruptionQueue settings.isolatedVPC settings.reservedENIs settings.vmMemoryOverheadPercent
    controller.errorOutputPaths:-0.32 controller.logLevel:-0.32 controller.outputPaths:-0.32 logEncoding:-0.32 webhook.logLevel:-0.32
    settings.aws:-0.32 settings.featureGates.driftEnabled:-0.32
    logConfig:-0.37 settings.assumeRoleARN:-0.37 settings.assumeRoleDuration:-0.37 settings.featureGates.drift:-0.37
    webhook.enabled:-1.0 webhook.metrics.port:-1.0 webhook.port:-1.0
    podSecurityContext:0.34- settings.featureGates.spotToSpotConsolidation:0.34-
    logErrorOutputPaths:1.0- logOutputPaths:1.0-
    controller.containerName:1.1- schedulerName:1.1- service.annotations:1.1- settings.eksControlPlane:1.1-
    settings.featureGates.nodeRepair:1.1-
    settings.featureGates.reservedCapacity:1.3-
    initContainers:1.4- settings.preferencePolicy:1.4-
    controller.securityContext:1.5- serviceMonitor.metricRelabelings:1.5- serviceMonitor.relabelings:1.5-
    settings.disableDryRun:1.6- settings.minValuesPolicy:1.6-
    settings.featureGates.nodeOverlay:1.7-
    settings.disableClusterStateObservability:1.8- settings.featureGates.staticCapacity:1.8- settings.ignoreDRARequests:1.8-
    serviceMonitor.sampleLimit:1.9-
    settings.enableZonalShift:1.12-
    settings.amiRefreshInterval:1.13- settings.subnetRefreshInterval:1.13-
    settings.featureGates.capacityBuffer:1.14-`,"karpenter-crd":`
    additionalAnnotations:1.2-
    webhook.enabled:0.33-1.0 webhook.port:0.33-1.0 webhook.serviceName:0.33-1.0 webhook.serviceNamespace:0.33-1.0`},JE=e=>e.trim().split(/\s+/).map(XE),YE={karpenter:JE(qE.karpenter),"karpenter-crd":JE(qE[`karpenter-crd`])};function XE(e){let[t=``,n=``]=e.split(`:`),[r,i]=n.split(`-`);return{path:t,since:r||GE,until:i||KE}}var ZE=class{#e;#t;constructor(e,t){this.#e=YE[e],this.#t=t}get isTooOld(){return this.#t!==void 0&&Kn(this.#t,GE)<0}get isComplete(){return this.#n(GE,KE)}#n(e,t){let n=this.#t;return n!==void 0&&Kn(n,e)>=0&&Kn(n,t)<=0}#r({since:e,until:t}){let n=this.#t;return n===void 0||Kn(n,e)>=0&&(t===KE||Kn(n,t)<=0)}get paths(){return this.#e.filter(e=>this.#r(e)).map(({path:e})=>e)}readElsewhere(e){let t=this.#t,[n]=this.#e.filter(t=>QE(e,t.path)&&!this.#r(t)).sort((e,t)=>Kn(t.until,e.until));if(n&&t!==void 0)return{...n,isOver:Kn(t,n.until)>0}}unread(e){let t=this.paths,n=[],r=(e,i)=>{if(_(e))for(let a of Object.keys(e)){let o=[...i,a],s=o.join(`.`);g(a)||t.includes(s)||(t.some(e=>e.startsWith(`${s}.`))?r(p(e,[a]),o):n.push(o))}};return r(e,[]),n}};const QE=(e,t)=>e===t||e.startsWith(`${t}.`)||t.startsWith(`${e}.`),$E=/public\.ecr\.aws\/karpenter|charts\.karpenter\.sh/;function eD({manifest:e,values:t}){return[[`repo`],[`spec`,`chart`,`spec`,`repository`],[...t.slice(0,t[1]===`source`?2:3),`repoURL`]].map(t=>D(e,t)).find(e=>e!==void 0)}function tD(e,t){let n=sr(e).find(({values:e})=>e.every((e,n)=>t[n]===e));if(n===void 0||t.length<=n.values.length)return!1;let{chart:r,version:i,values:a}=n,o=eD(n)??``,s=new ZE(r,Dn((i&&D(e,i))??``));if(!s.isComplete||dn(o))return!1;let c=t.slice(a.length);return s.unread(e.get(a)).some(e=>e.every((e,t)=>c[t]===e))&&($E.test(o)||s.readElsewhere(c.join(`.`))!==void 0)}const nD=q({id:`chart-values`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests(e,t){for(let n of ar(e))iD(n,t)}},docs:{summary:`The version of Karpenter’s chart does not read a value, which is misspelled, in the wrong place, or of another version.`,why:"Helm does not check values, and a template ignores what it does not read. A value in the wrong place has no effect: `resources` at the top instead of `controller.resources` leaves the controller without requests, and `settings.assumeRoleARN` is gone since 1.0. plumbline knows the keys of the charts `karpenter` and `karpenter-crd` from 0.32 on. Values files are not judged, because another chart may read them, too. Keys that nothing resembles are reported only for charts from Karpenter’s own registry.",help:`Write the value where the chart reads it, or remove it.`,url:`https://github.com/aws/karpenter-provider-aws/blob/main/charts/karpenter/values.yaml`},examples:cD}),rD=new Set([`settings.aws`,`settings.interruptionQueueName`,`global`]);function iD(e,{report:t,nearest:n}){let{manifest:r,chart:i,version:a,values:o}=e,s=eD(e);if(r.kind===`HelmValues`||dn(s??``))return;let c=(a&&D(r,a))??``,l=new ZE(i,Dn(c));if(!l.isTooOld)for(let e of l.unread(r.get(o))){let a=e.join(`.`);if(rD.has(a))continue;let u=oD(e,{known:l,nearest:n,isPublic:$E.test(s??``)});if(u===void 0)continue;let d=c===``?`The chart \`${i}\``:`The chart \`${i}\` ${c}`;t({manifest:r,at:r.keySpan([...o,...e]),...u,message:`${d} does not read \`${a}\`${u.message}`})}}const aD={replicaCount:`replicas`,image:`controller.image`,metrics:`controller.metrics`,securityContext:`controller.securityContext`,"controller.logLevel":`logLevel`,"controller.outputPaths":`logOutputPaths`,"controller.errorOutputPaths":`logErrorOutputPaths`,logConfig:`logLevel`,"settings.featureGates.driftEnabled":`settings.featureGates.drift`};function oD(e,t){let{known:n,isPublic:r}=t,i=e.join(`.`),a=sD(e,t),o=n.readElsewhere(i);if(o!==void 0&&!o.isOver)return{message:`, which charts read since ${o.since}`,help:`Upgrade Karpenter, or remove the value.`};let s=a===void 0?`Remove it.`:`Set \`${a}\` instead.`;if(o!==void 0){let e=i.startsWith(`settings.assumeRole`)||a!==void 0;return{message:`, which charts read until ${o.until}`,help:s,...!e&&{severity:`note`}}}if(a!==void 0||r&&n.isComplete)return{message:`, so it has no effect`,help:s}}function sD(e,{known:t,nearest:n}){let i=e.join(`.`),{paths:a}=t,o=at(aD,i);if(o!==void 0&&a.some(e=>e===o||e.startsWith(`${o}.`)))return o;let s=String(e.at(-1)),c=a.filter(e=>e.split(`.`).at(-1).toLowerCase()===s.toLowerCase());if(c.length===1&&s.length>3)return c[0];let l=e.slice(0,-1).join(`.`),u=r(l!==``,`${l}.`),d=n(s,[...new Set(a.filter(e=>e.startsWith(u)).map(e=>e.slice(u.length).split(`.`)[0]))]);if(d!==void 0)return`${u}${d}`}function cD(){return{bad:[U(Z(`karpenter`,{version:`1.8.1`,values:W`
            settings:
              clusterName: demo
              interruptionQueue: demo
            resources: {requests: {cpu: "1"}}
          `}),{'resources: {requests: {cpu: "1"}}':`controller: {resources: {requests: {cpu: "1"}}}`}),U(G`
          resource "helm_release" "karpenter" {
            repository = "oci://public.ecr.aws/karpenter"
            chart      = "karpenter"
            version    = "1.8.1"

            set = [
              { name = "settings.interruptionQueue", value = "demo" },
              { name = "replicaCount", value = "3" },
            ]
          }
        `,{replicaCount:`replicas`})],good:[Z(`karpenter`,{version:`1.8.1`,values:W`
          replicas: 3
          controller:
            resources:
              requests:
                cpu: "1"
          settings:
            clusterName: demo
            interruptionQueue: demo
        `})]}}const lD=q({id:`chart-version`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests(e,t){for(let n of ar(e))pD(n,t)}},docs:{summary:`The version of Karpenter’s chart does not exist where it is installed from, or is not one version.`,why:"Since 0.35, the versions of Karpenter’s charts have no `v` in front, and the repository charts.karpenter.sh ends with 0.16. Argo CD and Terraform ask the registry for exactly the text, and find nothing. Flux compares versions and accepts the `v`. A range over several minors, or `latest`, lets a sync upgrade Karpenter without a review, also over versions that need steps in between.",help:"Name one version that exists, such as `1.9.0`.",url:`https://karpenter.sh/docs/upgrading/upgrade-guide/`},examples:xD}),[uD,dD]=[`0.35`,`0.17`],fD=/^(?:latest|[*x])$|[\^>|]|^v?\d+(?:\.[x*].*)?$/i;function pD(e,t){let{manifest:n,chart:r,version:i}=e,a=i&&D(n,i);if(!i||a===void 0)return;if(fD.test(a.trim())){_D({manifest:n,path:i,version:a,chart:r},t);return}let o=hD(e,a);o&&t.report({manifest:n,at:n.span(i),...o})}const mD=e=>sr(e).some(t=>{let n=t.version&&D(e,t.version);return n!==void 0&&hD(t,n)!==void 0});function hD(e,t){let{manifest:n,chart:r,version:i}=e,a=Dn(t);if(a===void 0||!gD(n))return;let o=eD(e)??``;if(/charts\.karpenter\.sh/.test(o)&&Kn(a,dD)>=0)return{message:`The repository \`charts.karpenter.sh\` ends with 0.16, so it has no version \`${t}\` of \`${r}\`, and the installation fails`,help:"Use the registry `oci://public.ecr.aws/karpenter`."};if(!/public\.ecr\.aws\/karpenter/.test(o)||!/^v\d/.test(t)||Kn(a,uD)<0)return;let s=t.slice(1);return{message:`The chart \`${r}\` has no version \`${t}\`: since 0.35, its versions have no \`v\` in front, so the installation fails`,help:`Set \`${s}\`.`,fix:{description:`Replace with \`${s}\``,edits:S(n,i,s)}}}const gD=({kind:e,source:t})=>e===`Application`||e===`HelmRelease`&&t.origin?.tool===`terraform`;function _D({manifest:e,path:t,version:n,chart:r},{report:i,base:a}){let o=vD(e,r,a),s=o?`no longer`:`not`;i({manifest:e,severity:o?`warning`:`note`,at:e.span(t),message:`\`${n}\` is ${s} one version of \`${r}\`, so Karpenter is upgraded without a review, also over versions that need steps in between`,help:`Name one version, such as the one that runs.`})}function vD({source:e},t,n){return(n?ar(n):[]).some(n=>{let r=n.version&&D(n.manifest,n.version);return n.chart===t&&n.manifest.source.file===e.file&&/^v?\d+\.\d+\.\d+/.test(r??``)})}const yD=e=>W`
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata:
    name: karpenter
  spec:
    source:
      repoURL: public.ecr.aws/karpenter
      chart: karpenter
      targetRevision: ${e}
      helm:
        valuesObject:
          settings:
            clusterName: demo
            interruptionQueue: demo
`,bD=e=>G`
  resource "helm_release" "karpenter" {
    namespace  = "karpenter"
    repository = "${e}"
    chart      = "karpenter"
    version    = "1.9.0"
    values = [yamlencode({
      settings = { clusterName = "demo", interruptionQueue = "demo" }
    })]
  }
`;function xD(){return{bad:[yD(`v1.9.0`),U(yD(`">=1.8"`),{'">=1.8"':`1.9.0`}),U(bD(`https://charts.karpenter.sh`),{"https://charts.karpenter.sh":`oci://public.ecr.aws/karpenter`})],good:[yD(`1.9.0`),bD(`oci://public.ecr.aws/karpenter`)]}}const SD=q({id:`cluster-name`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[83],on:{Manifests(e,t){for(let n of ar(e))CD(n,t)}},docs:{summary:"Karpenter’s `clusterName` does not match the cluster’s name.",why:`Karpenter tags the instances that it launches with the name of the cluster, asks EKS for the cluster of that name, and writes the name into the user data of nodes. With a wrong name, IAM denies the launch because its conditions name the real cluster, or nodes try to join a cluster that does not exist. Reported only when the repository creates the cluster with Terraform, eksctl or kOps. The values may be in another folder if an environment, a similar name, or being the only cluster relates both.`,help:"Set `clusterName` to the name of the cluster. In Terraform, refer to it, such as `module.eks.cluster_name`.",url:`https://karpenter.sh/docs/reference/settings/`},examples:TD});function CD(e,t){let{manifest:n}=e,r=gr(e,`clusterName`).find(e=>n.get(e)!==void 0),i=r&&D(n,r);if(!r||!i)return;let a=t.clusterOf(n).manifests.filter(yd),[o]=a,s=o&&Sd(o).find(e=>o.get(e)!==void 0),c=o&&s&&D(o,s);a.length===1&&o&&s&&c!==void 0&&c!==i&&t.report({manifest:n,at:n.span(r),message:`\`clusterName\` is \`${i}\`, but the cluster is named \`${c}\``,help:ch(n,o)?`Refer to the cluster’s name: \`${wD(o)}\`.`:`Set \`clusterName: ${c}\`.`,labels:[{span:o.span(s),message:`the name of the cluster${lh(n,o,t)}`}]})}const wD=({kind:e,name:t})=>e===`module`?`module.${t}.cluster_name`:`${e}.${t}.name`;function TD(){return{bad:[U(G`
          module "eks" {
            source  = "terraform-aws-modules/eks/aws"
            version = "~> 21.0"
            name    = "orders-prod"
          }

          resource "helm_release" "karpenter" {
            repository = "oci://public.ecr.aws/karpenter"
            chart      = "karpenter"

            set = [{
              name  = "settings.clusterName"
              value = "orders"
            }]
          }
        `,{'"orders"':`module.eks.cluster_name`},{'"orders"':`"orders-prod"`}),U($(W`
            apiVersion: eksctl.io/v1alpha5
            kind: ClusterConfig
            metadata:
              name: orders-prod
              region: us-east-1
          `,Z(`karpenter`,{values:W`
              settings:
                clusterName: orders
            `})),{"clusterName: orders":`clusterName: orders-prod`})],good:[G`
        locals {
          name = "orders-prod"
        }

        module "eks" {
          source  = "terraform-aws-modules/eks/aws"
          version = "~> 21.0"
          name    = local.name
        }

        resource "helm_release" "karpenter" {
          repository = "oci://public.ecr.aws/karpenter"
          chart      = "karpenter"

          set = [{
            name  = "settings.clusterName"
            value = local.name
          }]
        }
      `,G`
        module "vpc" {
          source = "terraform-aws-modules/vpc/aws"
          name   = "orders-vpc"
        }

        resource "helm_release" "karpenter" {
          repository = "oci://public.ecr.aws/karpenter"
          chart      = "karpenter"

          set = [{
            name  = "settings.clusterName"
            value = "orders"
          }]
        }
      `]}}const ED=q({id:`controller-conditions`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[73],on:{Manifests(e,t){for(let n of Qg(t))for(let r of E(n))AD(r,{policy:n,all:e,context:t}),jD(r,{policy:n,all:e,context:t}),ND(r,{policy:n,all:e,context:t})}},docs:{summary:`The IAM policy of Karpenter’s controller requires a tag that Karpenter does not set, or sets to another value.`,why:"A condition on a tag holds only if Karpenter sets that tag. Since v1beta1, instances have the tag `karpenter.sh/nodepool` and no longer `karpenter.sh/provisioner-name`. If a policy still requires the old tag, Karpenter can launch nodes but never terminate them, or cannot even launch them. Karpenter sets your own tags only if `spec.tags` of the EC2NodeClass lists them. A class can also give a tag such as `Name` another value than the condition allows, and its instances then stay forever. A list of `aws:TagKeys` has to contain the tags of the class, too.",help:"Require `karpenter.sh/nodepool` instead, and list your own tags in `spec.tags` of every EC2NodeClass.",url:`https://karpenter.sh/docs/reference/cloudformation/`},examples:RD}),DD=/^(?:aws|ec2):(RequestTag|ResourceTag)\/(.+)$/i,OD=/IfExists$|^Null$|^ForAllValues:|Not/,kD=[`ec2:RunInstances`,`ec2:CreateFleet`,`ec2:CreateLaunchTemplate`,`ec2:TerminateInstances`];function AD(e,t){let{statement:n,policy:r,path:i}=e,a=kD.filter(t=>H([e],t));for(let{operator:o,key:s}of n.conditions){let[,n,c]=DD.exec(s)??[];if(c===void 0||n===void 0||OD.test(o)||g(o)||!ID(n,c,t))continue;let l=(c_(c)?a.filter(e=>FD.includes(e)):a).filter(n=>Vn(t.policy,t=>t!==e&&H([t],n))===!1);if(l.length===0)continue;let u=l.length>1?`are`:`is`,d=()=>c.startsWith(`karpenter.sh/`)?"Require `karpenter.sh/nodepool` instead.":"Add the tag to `spec.tags` of every EC2NodeClass.";t.context.report({manifest:r,at:r.keySpan([...i,`Condition`,o,s]),message:`${x(l)} ${u} allowed only with the tag \`${c}\`, which Karpenter does not set`,help:d()})}}function jD(e,{policy:t,all:n,context:r}){let{policy:i,path:a}=e;for(let{operator:o,key:s,values:c}of e.statement.conditions){let[,l=``,u]=DD.exec(s)??[];if(u===void 0||!PD.test(o)||c.some(g))continue;let d=(l.toLowerCase()===`resourcetag`?FD:kD).filter(n=>H([e],n)&&Vn(t,t=>t!==e&&H([t],n))===!1);if(d.length!==0)for(let e of B(n)){let t=[`spec`,`tags`,u],n=D(e,t),l=r.clusterOf(e)===r.clusterOf(i);n!==void 0&&l&&!c.some(e=>mu(e,n))&&r.report({manifest:e,at:e.span(t),message:`Karpenter may not call ${x(d)} for instances of \`${e.name}\`: its policy wants the tag \`${u}\` to be \`${c.join("` or `")}\`, and this class sets it to \`${n}\``,help:"Set the tag to a value that the policy allows, or let the condition compare `karpenter.sh/nodepool`.",labels:[{span:i.keySpan([...a,`Condition`,o,s]),message:`the condition`}]})}}}const MD=[`ec2:RunInstances`,`ec2:CreateFleet`,`ec2:CreateLaunchTemplate`,`ec2:CreateTags`];function ND(e,{policy:t,all:n,context:r}){let{policy:i,path:a,statement:o}=e,s=MD.filter(n=>H([e],n)&&Vn(t,t=>t!==e&&H([t],n))===!1);if(s.length!==0){for(let{operator:e,key:t,values:c}of o.conditions)if(/^ForAllValues:String(?:Equals|Like)$/i.test(e)&&t.toLowerCase()===`aws:tagkeys`&&!c.some(g))for(let o of B(n)){if(r.clusterOf(o)!==r.clusterOf(i))continue;let n=Object.keys(h(o.get([`spec`,`tags`]))??{}).find(e=>!g(e)&&!c.some(t=>mu(t,e)));n!==void 0&&r.report({manifest:o,at:o.keySpan([`spec`,`tags`,n]),message:`Karpenter may not call ${x(s)} for \`${o.name}\`: its policy lists the tags that it may set, and \`${n}\` is not among them`,help:`Add \`${n}\` to the list of \`aws:TagKeys\`, or remove the tag.`,labels:[{span:i.keySpan([...a,`Condition`,e,t]),message:`the condition`}]})}}}const PD=/^(?:ForAnyValue:)?String(?:Equals|Like)$/,FD=[`ec2:TerminateInstances`];function ID(e,t,{all:n,context:r}){if(t===`karpenter.sh/provisioner-name`)return r.karpenter.v1;let i=B(n),a=i.length>0&&i.every(e=>!e.isPartial&&!LD(e.get([`spec`,`tags`]),t));return e.toLowerCase()===`resourcetag`&&c_(t)?a:e.toLowerCase()!==`requesttag`||g(t)||/^(?:kubernetes\.io\/cluster\/|karpenter\.|eks:|topology\.kubernetes\.io\/|Name$)/.test(t)?!1:a}function LD(e,t){let n=h(e);return n?Object.keys(n).some(e=>e===t||g(e)):e!==void 0}function RD(){return{bad:[U(G`
          data "aws_iam_policy_document" "karpenter" {
            statement {
              actions   = ["ec2:CreateFleet", "ec2:RunInstances"]
              resources = ["*"]
            }

            statement {
              actions   = ["ec2:TerminateInstances"]
              resources = ["*"]
              condition {
                test     = "StringLike"
                variable = "ec2:ResourceTag/karpenter.sh/provisioner-name"
                values   = ["*"]
              }
            }
          }
        `,{"karpenter.sh/provisioner-name":`karpenter.sh/nodepool`}),U(G`
          data "aws_iam_policy_document" "karpenter" {
            statement {
              actions   = ["ec2:CreateFleet", "ec2:RunInstances"]
              resources = ["*"]
              condition {
                test     = "StringEquals"
                variable = "aws:RequestTag/team"
                values   = ["search"]
              }
            }
          }

          ${Q(`default`,X)}
        `,{"role: KarpenterNodeRole-demo":W`
            role: KarpenterNodeRole-demo
            tags:
              team: search
          `})],good:[eC`
        {
          "Version": "2012-10-17",
          "Statement": [
            {
              "Effect": "Allow",
              "Action": ["ec2:CreateFleet", "ec2:RunInstances"],
              "Resource": "*"
            },
            {
              "Effect": "Allow",
              "Action": "ec2:TerminateInstances",
              "Resource": "*",
              "Condition": {
                "StringLike": { "aws:ResourceTag/karpenter.sh/nodepool": "*" }
              }
            }
          ]
        }
      `]}}function zD({manifest:e,reference:t,serviceAccount:n},r){let i=/^((?:module|aws_iam_role)\.[\w-]+)\.(?:arn|iam_role_arn|irsa_arn)$/.exec(t)?.[1];if(i===void 0)return;let a=t=>t.source.origin?.root===e.source.origin?.root,o=Vu(e).replace(/(?<![^.])[^.]+\.[^.]+$/,``),s=r.find(e=>a(e)&&Vu(e)===`${o}${i}`);if(s===void 0)return;if(L(s)===`karpenter`&&!WD(s))return GD(s);let c=new Map(r.map(e=>[e.source.file,e])),l=s.kind===`aws_iam_role`?Hu(s,c):Bu({files:[],manifests:[s]}).find(e=>e.manifest===s),u=l?.statements&&VD(l.statements);if(l&&u!==void 0)return{manifest:l.manifest,path:l.path,trusted:[n],audience:u,because:`the role accepts only tokens for \`${u}\`, and EKS issues them for \`${BD}\``};let d=l?.statements&&KD(l.statements);if(l&&d&&!d.some(e=>mu(e,n)))return{manifest:l.manifest,path:l.path,trusted:d,because:`the role trusts ${HD(d)}`}}const BD=`sts.amazonaws.com`;function VD(e){let t=e.filter(e=>e.effect===`Allow`&&xu(e,`sts:AssumeRoleWithWebIdentity`)).map(({conditions:e})=>e.find(({key:e,operator:t})=>e.endsWith(`:aud`)&&/^(?:ForAnyValue:)?String(?:Equals|Like)$/.test(t))),[n]=t;if(t.every(e=>e!==void 0&&!e.values.some(e=>g(e)||mu(e,BD))))return n?.values[0]}const HD=e=>e.length===0?`no service account`:`only ${e.map(e=>`\`${e}\``).join(`, `)}`,UD=[`iam_role_override_assume_policy_documents`,`iam_role_source_assume_policy_documents`];function WD(e){if(UD.some(t=>e.get([`spec`,t])!==void 0))return!0;let t=Wd(e);if(t===void 0||t<20)return!0;let n=e.get([`spec`,`enable_irsa`]);return t===20&&n!==void 0&&n!==!1}function GD(e){let t=(Wd(e)??0)>=21,n=t?[`spec`,`version`]:[`spec`,`source`];return{manifest:e,path:e.get(n)===void 0?[`spec`,`source`]:n,because:t?`since v21, the role of the module trusts only EKS Pod Identity`:"the role of the module trusts only EKS Pod Identity without `enable_irsa`",trusted:[]}}function KD(e){let t=[];for(let n of e){let{effect:e,actions:r,conditions:i,unknown:a,isNegated:o,principals:s}=n;if(a.length>0||o||r.some(g))return;if(e===`Deny`||!xu(n,`sts:AssumeRoleWithWebIdentity`)||!s.has(`Federated`))continue;let c=i.filter(({key:e})=>e.endsWith(`:sub`)),l=c.every(({operator:e})=>/^(?:ForAnyValue:)?String(?:Equals|Like)$/.test(e));if(c.length===0||!l)return;t.push(...c.flatMap(({values:e})=>e.map(qD)))}if(!t.some(e=>g(e)||e===``))return t}const qD=e=>e.replace(/^system:serviceaccount:/,``),JD=q({id:`controller-credentials`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests(e,t){for(let n of ar(e))XD(n,t)}},docs:{summary:`Karpenter’s controller has no credentials for AWS, or loses them with this change.`,why:"The controller gets its role through the annotation `eks.amazonaws.com/role-arn` of its service account (IRSA) or through an association of EKS Pod Identity. Both name its namespace and service account. If the annotation, the association or the agent of Pod Identity goes, or if the role trusts another service account, AWS denies every call. Karpenter then launches and removes no nodes. A loss is a warning if something outside of these files may give the controller a role, and an error otherwise. The role of the node that the controller runs on is not counted.",help:`Set the annotation to a role that trusts the service account, or create an association for its namespace and name.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/pod-id-association.html`},examples:pO}),YD=`Without credentials, it launches and removes no nodes`;function XD(e,t){let{manifest:n,chart:r}=e;if(r!==`karpenter`||ZD(e,t))return;let i=t.clusterOf(n),a=mS(e,i),o=E(a.sources);if(o.length>0){oO(e,{sources:o,now:a,cluster:i,context:t}),lO(e,{sources:o,now:a,cluster:i,context:t});return}if(a.possible.length>0)return;let s=tO(e,t),[c]=a.elsewhere;c===void 0?s.length>0&&!QD(a,t)&&rO(e,{lost:s,now:a,context:t}):aO(e,{other:c,now:a,isLoss:s.length>0,context:t})}const ZD=({manifest:e},{all:t,clusterOf:n})=>e.kind===`HelmValues`&&ar(t).some(t=>t.manifest.kind!==`HelmValues`&&n(t.manifest)===n(e)),QD=({namespace:e,serviceAccount:t},{all:n,clusterOf:r})=>[...new Set(n.manifests.map(r))].flatMap(e=>E(of(e).podIdentities)).some(n=>(n.namespace===void 0||n.namespace===e)&&(n.serviceAccount===void 0||n.serviceAccount===t));function $D({manifest:e},{base:t,all:n}){let r=t?eO(ar(t)):[],{kind:i,name:a,source:o}=e,s=r.find(({manifest:e})=>e.kind===i&&e.name===a&&e.source.file===o.file),c=r.length===1&&eO(ar(n)).length===1;return s??(c?r[0]:void 0)}const eO=e=>e.filter(({chart:e})=>e===`karpenter`);function tO(e,t){let n=$D(e,t);return n?E(mS(n,t.baseClusterOf(n.manifest)).sources):[]}const nO=({namespace:e,serviceAccount:t})=>{if(e!==void 0&&t!==void 0)return`${e}:${t}`};function rO(e,{lost:t,now:n,context:i}){let{manifest:a}=e,[o]=t,s=T(n.sources),c=nO(n),l=s?`nothing else gives`:`no file gives`,u=c===void 0?`the service account`:`\`${c}\``;i.report({manifest:a,...!s&&{severity:`warning`},at:a.span([`metadata`,`name`]),message:`This change removes ${iO(o,c)}, and ${l} Karpenter’s controller a role. ${YD}${r(!s,`, unless something else gives it a role (${zn(n.sources)[0]})`)}`,help:`Keep it, or give ${u} a role: set \`${pS}\` under \`serviceAccount.annotations\` of the chart, or create an association of EKS Pod Identity.`})}function iO({by:e,manifest:t},n){let i=r(n!==void 0,` of \`${n}\``);return e===`role annotation`?`the annotation \`${pS}\`${r(n!==void 0,` from \`${n}\``)}`:e===`variables`?`the credentials in the variables of the controller`:e===`service account`?`the role of the service account in \`${t.kind}/${t.name}\``:`the Pod Identity association${i}`}function aO(e,{other:t,now:n,isLoss:r,context:i}){let{manifest:a}=e,o=nO(n);if(o===void 0||t.namespace===void 0||t.serviceAccount===void 0)return;let s=r||T(n.sources),c=[...Ge(t.namespace!==n.namespace,`the namespace of the association to \`${n.namespace}\``),...Ge(t.serviceAccount!==n.serviceAccount,`its service account to \`${n.serviceAccount}\``)];i.report({manifest:t.manifest,...!s&&{severity:`warning`},at:t.manifest.span(t.path),message:`The Pod Identity association is for \`${t.namespace}:${t.serviceAccount}\`, but Karpenter runs as \`${o}\`, which has no role. ${YD}`,help:`Set ${c.join(` and `)}.`,labels:[{span:a.span([`metadata`,`name`]),message:`Karpenter’s release${lh(t.manifest,a,i)}`}]})}function oO(e,{sources:t,now:n,cluster:r,context:i}){let a=t.find(({by:e})=>e===`role annotation`),o=nO(n),s=a&&wr(a.manifest,a.path);if(!a||s===void 0||o===void 0)return;let c=[...e.values,`serviceAccount`,`annotations`,`eks.amazonaws.com/audience`],l=zD({manifest:a.manifest,reference:s,serviceAccount:o},r.manifests),u=l?.audience!==void 0&&e.manifest.get(c)!==void 0;l&&!u&&i.report({manifest:e.manifest,at:a.manifest.span(a.path),message:`\`${o}\` cannot assume the role \`${s}\`: ${l.because}. ${YD}`,help:sO(l,o),labels:[{span:l.manifest.span(l.path),message:`whom the role trusts`}]})}function sO({trusted:e,audience:t},n){return t===void 0?e.length>0?`Let the role trust \`${n}\`.`:`Remove the annotation and use an association of EKS Pod Identity for \`${n}\`, or name a role that trusts it.`:"Set the value of the condition on `aud` to `sts.amazonaws.com`."}const cO=`eks-pod-identity-agent`;function lO(e,{sources:t,cluster:n,context:r}){let[i]=t;if(!t.every(({by:e})=>e===`Pod Identity`)||!i||dO(n)!==!0)return;let a=$D(e,r),o=a!==void 0&&dO(r.baseClusterOf(a.manifest))===!1;if(!o&&E(of(n).addons).length===0)return;let{manifest:s,path:c}=i,l=o&&a?uO(r.baseClusterOf(a.manifest)):void 0,u=()=>l===`stays`?`Terraform deletes the add-on \`${cO}\`. Its pods stay, because \`preserve\` is true, but EKS no longer updates or configures them`:l===`may stay`?`Terraform deletes the add-on \`${cO}\`, and its pods unless \`preserve\` is true. Without them, this association gives Karpenter no role`:o?`This change removes the add-on \`${cO}\`, without which this association gives Karpenter no role. ${YD}`:`This association gives Karpenter no role without the add-on \`${cO}\`, which is not among the add-ons of the cluster`;r.report({manifest:s,...!o&&{severity:`warning`},...l===`may stay`&&{severity:`warning`},...l===`stays`&&{severity:`note`},at:s.span(c),message:u(),help:l===`stays`?`Keep the add-on, or install what updates its pods from now on.`:`Add the EKS add-on \`${cO}\`.`})}function uO(e){let t=E(of(e).addons).filter(({name:e,manifest:t})=>e===cO&&!Yd(t)).map(pf);if(t.includes(!0))return`stays`;if(t.includes(void 0))return`may stay`}function dO(e){let{addons:t}=of(e);if(E(t).some(({name:e})=>e===cO)||e.manifests.some(fO))return!1;if(T(t))return!0}function fO(e){if(e.name.includes(cO)||D(e,[`spec`,`chart`,`spec`,`chart`])?.includes(cO))return!0;let t=w_(e);return t!==void 0&&t.isOn!==!1}function pO(){let e=(e,t)=>G`
    module "eks" {
      source             = "terraform-aws-modules/eks/aws"
      version            = "~> 21.0"
      name               = "demo"
      kubernetes_version = "1.34"
      addons             = { eks-pod-identity-agent = {} }
    }

    module "karpenter" {
      source       = "terraform-aws-modules/eks/aws//modules/karpenter"
      version      = "~> 21.0"
      cluster_name = "demo"
      ${t}
    }

    resource "helm_release" "karpenter" {
      namespace  = "karpenter"
      repository = "oci://public.ecr.aws/karpenter"
      chart      = "karpenter"
      values = [yamlencode({
        settings = { clusterName = "demo", interruptionQueue = "Karpenter-demo" }
        ${e}
      })]
    }
  `,t=`serviceAccount = { annotations = { "eks.amazonaws.com/role-arn" = module.karpenter.iam_role_arn } }`;return{bad:[U(e(``,`namespace = "kube-system"`),{'"kube-system"':`"karpenter"`}),U(e(t,`namespace = "karpenter"`),{[t]:``})],good:[e(``,`namespace = "karpenter"`)]}}const mO=[`spec`,`metadataOptions`],hO=[...mO,`httpPutResponseHopLimit`];function gO(e){if(e&&!e.isPartial&&e.apiVersion.endsWith(`/v1`)&&e.get([...mO,`httpTokens`])!==`optional`&&[1,void 0].includes(e.get(hO)))return e}function _O(e){if(L(e)!==`eks`)return[];let t=[`spec`,`eks_managed_node_groups`],n=Wd(e);return Object.entries(h(e.get(t))??{}).flatMap(([r,i])=>{let a=[...t,r,`metadata_options`,`http_put_response_hop_limit`],o=h(i),s=e.get(a);return!o||g(r)?[]:s===void 0?[o.metadata_options,o.use_custom_launch_template,o.create_launch_template].some(e=>e!=null&&h(e)===void 0)||n===void 0||n<21?[]:[{manifest:e,name:r,path:[`spec`,`version`],defaultOf:n}]:Number(s)===1?[{manifest:e,name:r,path:a}]:[]})}const vO=/http:\/\/(?:169\.254\.169\.254|\[fd00:ec2::254\])/,yO=e=>[...M(e).flatMap(({manifest:e,template:t})=>{let n=[...t,`spec`],r=e.get([...n,`hostNetwork`])===!0?void 0:bO(e,n);return r?[{manifest:e,pod:n,path:r}]:[]}),...cr(e,`aws-load-balancer-controller`).flatMap(({manifest:e,values:t,isOpen:n})=>{let r=[`vpcId`,`vpcTags`,`hostNetwork`].some(n=>e.get([...t,n])!==void 0);return n||r?[]:[{manifest:e,pod:t,path:[...t,`nodeSelector`]}]})];function bO(e,t){let n=[`initContainers`,`containers`].flatMap(n=>f(e.get([...t,n])).map((e,r)=>[...t,n,r]));for(let t of n){let n=[...[`command`,`args`].flatMap(n=>f(e.get([...t,n])).map((e,r)=>[...t,n,r])),...f(e.get([...t,`env`])).map((e,n)=>[...t,`env`,n,`value`])],r=n.find(t=>vO.test(v(e.get(t))??``));if(r)return r;let i=n.some(t=>/^--aws-vpc-(?:id|tags)\b/.test(v(e.get(t))??``)),a=[...t,`image`];if(!i&&/(?:^|\/)aws-load-balancer-controller:/.test(v(e.get(a))??``))return a}}const xO=q({id:`controller-hop-limit`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests(e,t){for(let n of ar(e))SO(n,t)}},docs:{summary:`Karpenter’s controller has only the role of its node, and the hop limit of a node group keeps it from its pods.`,why:`Without a role of its own, by IRSA or EKS Pod Identity, the controller asks the instance metadata service for the credentials of the node. With a hop limit of 1, pods get no answer unless they use the network of the host. The controller then starts without credentials and launches no nodes. Reported if the files show a hop limit of 1 for a node group and nothing that gives the controller a role.`,help:`Give the controller a role, or set the hop limit of the node group to 2.`,url:`https://docs.aws.amazon.com/eks/latest/best-practices/identity-and-access-management.html`},examples:wO});function SO(e,t){let{manifest:n,chart:r,values:i}=e;if(r!==`karpenter`||n.kind===`HelmValues`||e.isOpen||n.get([...i,`hostNetwork`])===!0)return;let a=t.clusterOf(n),{sources:o,possible:s,elsewhere:c}=mS(e,a);if(!T(o)||o.all.length>0||s.length>0||c.length>0)return;let[l]=a.manifests.flatMap(_O);l!==void 0&&t.report({manifest:l.manifest,at:l.manifest.span(l.path),message:`The hop limit of the node group \`${l.name}\` is 1${CO(l)}, and nothing in these files gives Karpenter’s controller a role. On these nodes, it gets no credentials`,help:`Create an association of EKS Pod Identity for the controller, or set the hop limit to 2.`,labels:[{span:n.span([`metadata`,`name`]),message:`the release of the controller`}]})}const CO=({defaultOf:e})=>e===void 0?``:`, the default of version ${e} of the EKS module`;function wO(){let e=(e,t=``)=>G`
    module "eks" {
      source             = "terraform-aws-modules/eks/aws"
      version            = "~> 20.31"
      cluster_name       = "demo"
      cluster_version    = "1.34"

      eks_managed_node_groups = {
        system = {
          instance_types   = ["m7i.large"]
          metadata_options = { http_put_response_hop_limit = ${String(e)} }
        }
      }
    }

    resource "helm_release" "karpenter" {
      namespace  = "karpenter"
      repository = "oci://public.ecr.aws/karpenter"
      chart      = "karpenter"
      values = [yamlencode({
        settings = { clusterName = "demo", interruptionQueue = "demo" }
        ${t}
      })]
    }
  `;return{bad:[U(e(1),{"http_put_response_hop_limit = 1":`http_put_response_hop_limit = 2`})],good:[e(2),e(1,`hostNetwork = true`)]}}const TO=El({key:N,operator:N,values:wl(N)},{required:[`key`,`operator`]}),EO=El({matchExpressions:wl(TO),matchFields:wl(TO)}),DO=El({matchLabels:Tl(N),matchExpressions:wl(TO)}),OO=El({labelSelector:DO,topologyKey:N,namespaces:wl(N),namespaceSelector:DO,matchLabelKeys:wl(N),mismatchLabelKeys:wl(N)},{required:[`topologyKey`]}),kO=El({requiredDuringSchedulingIgnoredDuringExecution:wl(OO),preferredDuringSchedulingIgnoredDuringExecution:wl(El({weight:xl,podAffinityTerm:OO},{required:[`weight`,`podAffinityTerm`]}))}),AO=El({requiredDuringSchedulingIgnoredDuringExecution:El({nodeSelectorTerms:wl(EO)},{defaults:{nodeSelectorTerms:[]}}),preferredDuringSchedulingIgnoredDuringExecution:wl(El({weight:xl,preference:EO},{required:[`weight`,`preference`]}))}),jO=El({requests:Tl(Cl),limits:Tl(Cl)}),MO=El({name:N,resources:jO,ports:wl(El({containerPort:xl,hostPort:xl,hostIP:N,protocol:N})),restartPolicy:N}),NO=El({name:N,persistentVolumeClaim:El({claimName:N},{required:[`claimName`]}),ephemeral:El({volumeClaimTemplate:El({spec:El({storageClassName:N})})})},{required:[`name`]}),PO=wl(El({key:N,value:N,effect:N},{required:[`key`,`effect`]})),FO=wl(El({key:N,operator:N,value:N,effect:N})),IO=El({nodeName:N,nodeSelector:Tl(N),affinity:El({nodeAffinity:AO,podAffinity:kO,podAntiAffinity:kO}),tolerations:FO,topologySpreadConstraints:wl(El({maxSkew:xl,topologyKey:N,whenUnsatisfiable:N,labelSelector:DO,minDomains:xl,nodeAffinityPolicy:N,nodeTaintsPolicy:N,matchLabelKeys:wl(N)},{required:[`topologyKey`],defaults:{maxSkew:1,whenUnsatisfiable:`DoNotSchedule`}})),containers:wl(MO),initContainers:wl(MO),resources:jO,overhead:Tl(Cl),volumes:wl(NO),resourceClaims:wl(El({name:N},{required:[`name`]})),hostNetwork:Sl,priority:xl,priorityClassName:N,runtimeClassName:N,preemptionPolicy:N,schedulerName:N,terminationGracePeriodSeconds:xl,activeDeadlineSeconds:xl,schedulingGates:wl(El({name:N},{required:[`name`]}))},{defaults:{containers:[]}}),LO=`2026-11-23`,RO=[{operator:`Exists`}],zO=[{key:`CriticalAddonsOnly`,operator:`Exists`}],BO={name:`aws-node`,requests:{cpu:`50m`},tolerations:RO,source:`https://github.com/aws/amazon-vpc-cni-k8s/blob/master/config/master/aws-k8s-cni.yaml`,date:LO},VO={name:`kube-proxy`,requests:{cpu:`100m`},tolerations:RO,source:`https://github.com/eksctl-io/eksctl/blob/main/pkg/addons/default/testdata/sample-1.25.json`,date:LO},HO={name:`coredns`,replicas:2,requests:{cpu:`100m`,memory:`70Mi`},isSpread:!0,tolerations:zO,source:`https://github.com/eksctl-io/eksctl/blob/main/pkg/addons/default/assets/coredns-1.34.json`,date:LO},UO={name:`ebs-csi-node`,requests:{cpu:`30m`,memory:`120Mi`},tolerations:RO,source:`https://github.com/kubernetes-sigs/aws-ebs-csi-driver/blob/master/charts/aws-ebs-csi-driver/values.yaml`,date:LO},WO={...UO,name:`ebs-csi-controller`,replicas:2,requests:{cpu:`60m`,memory:`240Mi`},isSpread:!0,tolerations:zO},GO={name:`metrics-server`,replicas:1,requests:{cpu:`100m`,memory:`200Mi`},tolerations:[],source:`https://github.com/kubernetes-sigs/metrics-server/blob/master/charts/metrics-server/values.yaml`,date:LO},KO={name:`karpenter`,replicas:2,requests:{cpu:`1`,memory:`1Gi`},tolerations:zO,source:`https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/`,date:LO},qO=new Map([[`vpc-cni`,[BO]],[`kube-proxy`,[VO]],[`coredns`,[HO]],[`aws-ebs-csi-driver`,[WO,UO]],[`metrics-server`,[GO]]]),JO=[`coredns`,`kube-proxy`,`vpc-cni`],YO=`https://github.com/kubernetes/kops/tree/master/upup/models/cloudup/resources/addons`,XO=[{...HO,source:YO,date:LO},{name:`coredns-autoscaler`,replicas:1,requests:{cpu:`20m`,memory:`10Mi`},tolerations:zO,source:YO,date:LO},{...UO,source:YO,date:LO}],ZO={amazonvpc:BO,calico:{name:`calico-node`,requests:{cpu:`250m`},tolerations:RO,source:YO,date:LO},cilium:{name:`cilium`,requests:{cpu:`100m`,memory:`128Mi`},tolerations:RO,source:YO,date:LO}},QO={...VO,source:YO,date:LO},$O={...GO,replicas:2,source:YO,date:LO},ek=e=>[...e.ofKind(`ManagedNodeGroup`).map(e=>({manifest:e,name:e.name,path:[`spec`],taints:f(e.get([`spec`,`taints`])).flatMap(ik),labels:ak(e.get([`spec`,`labels`])),instanceTypes:nk(e.get([`spec`,`instanceTypes`])??e.get([`spec`,`instanceType`])),isEmpty:e.get([`spec`,`count`])===0&&e.get([`spec`,`ignoresCount`])!==!0})),...e.manifests.filter(Yd).flatMap(tk)];function tk(e){return[`managedNodeGroups`,`nodeGroups`].flatMap(t=>f(e.get([t])).map((n,r)=>{let i=h(n);return{manifest:e,name:v(i?.name)??``,path:[t,r],taints:PO(i?.taints)??[],labels:ak(i?.labels),instanceTypes:nk(i?.instanceTypes??i?.instanceType),isEmpty:!1}}))}function nk(e){let t=Array.isArray(e)?e:[e],n=t.filter(e=>typeof e==`string`&&!g(e));if(!(n.length===0||n.length<t.length))return n}const rk={NO_SCHEDULE:`NoSchedule`,NO_EXECUTE:`NoExecute`};function ik(e){let{key:t,value:n,effect:r}=h(e)??{},i=at(rk,v(r)??``);return typeof t!=`string`||i===void 0||y([e])?[]:[{key:t,value:v(n)??``,effect:i}]}function ak(e){if(e==null)return{};let t=h(e);if(t&&!y([t]))return Object.fromEntries(Object.entries(t).map(([e,t])=>[e,v(t)??``]))}function ok(e){let{manifest:t,values:n}=e,r=ck(e),i=yr(e,`nodeSelector`),a=[...n,`affinity`],o=yr(e,`affinity`),s=!In(o)||o.value===null||_p(t,a);if(r===void 0||!In(i)||s)return;let c=ak(i.value),l=vp(t,a).map(({expressions:e})=>e);if(!(c===void 0||l.flat().some(({key:e,values:t})=>g(e)||t.some(g)))&&l.every(e=>e.some(sk)))return{tolerations:r,nodeSelector:c,terms:l,requests:lk(e)}}const sk=({key:e,operator:t})=>e===`karpenter.sh/nodepool`&&t===`DoesNotExist`;function ck(e){let t=yr(e,`tolerations`);if(In(t)){if(t.value===void 0)return KO.tolerations;if(t.value===null)return[];if(!y([t.value]))return FO(t.value)}}function lk(e){let t=yr(e,`controller`,`resources`),{requests:n,limits:r}=In(t)&&h(t.value)||{},i=new Map;for(let[e,t]of Object.entries({...h(r),...h(n)})){let n=Vt(e,v(t)??``);n!==void 0&&i.set(e,n)}return i}function uk(e,t,n){let[r]=dp(e.taints.filter(({effect:e})=>e!==`PreferNoSchedule`),t.tolerations);if(r)return{group:e,taint:r};let i=`karpenter.sh/nodepool`;if(e.labels!==void 0&&Object.hasOwn(e.labels,i))return{group:e,forbidden:i};let a=Object.entries(t.nodeSelector).map(([e,t])=>({key:e,operator:`In`,values:[t]})).flatMap(t=>pk(e,t)??[]);if(a[0])return a[0];let o=t.terms.map(t=>t.flatMap(t=>pk(e,t)??[])[0]);if(o.length>0&&!o.includes(void 0))return o[0];let s=dk(e,t,n);if(s)return{group:e,shortOf:s};if(e.isEmpty)return{group:e,isEmpty:!0}}function dk({instanceTypes:e},{requests:t},n){let r=e?.map(e=>n?.type(e))??[];if(!(r.length===0||r.includes(void 0)))for(let e of[`cpu`,`memory`]){let n=({vcpus:t,memoryMib:n})=>e===`cpu`?t*1e3:n*1024*1024,i=t.get(e)??0,a=r.map(e=>e).reduce((e,t)=>n(t)>n(e)?t:e);if(!(i<n(a)))return{resource:e,requested:Wt(e,i),instanceType:a.name,has:Wt(e,n(a))}}}const fk=e=>/(?:^|\.)(?:kubernetes\.io|k8s\.io|k8s\.aws|amazonaws\.com|eksctl\.io)\//.test(e);function pk(e,t){let{key:n,operator:r,values:i}=t;if(e.labels===void 0||fk(n)||![`In`,`Exists`].includes(r))return;let a=r===`In`&&i.length===1?`${n}=${i[0]}`:n,o=at(e.labels,n);if(o===void 0)return{group:e,label:a,isLabelUnlisted:!n.startsWith(`karpenter.sh/`)};if(!(r===`Exists`||i.includes(o)))return{group:e,label:a}}function mk({manifest:e,path:t},n){let r=e.get(t),i=(Array.isArray(r)?r:[r]).map(e=>gk(e,n));if(i.includes(!0))return!0;if(!i.includes(void 0))return!1}function hk({manifest:e,path:t},n){let r=e.get(t);return(Array.isArray(r)?r:[r]).some(e=>{let t=h(e)?.namespace;return typeof t!=`string`||g(t)||mu(t,n)})}function gk(e,t){let{namespace:n,labels:r}=h(e)??{};if(typeof n!=`string`||g(n))return;if(!mu(n,t))return!1;let i=Object.entries(h(r)??{});if(!(g(r)||i.some(e=>e.some(g))))return i.every(([e,t])=>e===`app.kubernetes.io/name`&&mu(String(t),`karpenter`))}const _k=q({id:`controller-nodes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests(e,t){for(let n of ar(e))vk(n,t)}},docs:{summary:`No node or Fargate profile can run Karpenter’s controller, or this change removes the last one.`,why:"The chart keeps the controller off nodes that Karpenter launches. Without a node group or a Fargate profile for its namespace, the controller is pending, and nothing launches nodes for the other pods either. Reported when the files have Fargate profiles for other namespaces only, or when they lose the last node group or profile for the controller. Also reported when the controller tolerates the taints of no node group, selects labels that none has, or requests more than any node has. Also reported when a change removes all nodes of the last group that fits, and if each group has the label of Karpenter’s own nodes. Instances that something else starts may be enough, so it is a warning. On Fargate, the controller needs `dnsPolicy: Default` if CoreDNS can run only on Karpenter’s nodes.",help:`Keep a managed node group of two small nodes for the controller, or a Fargate profile for its namespace.`,url:`https://docs.aws.amazon.com/eks/latest/best-practices/karpenter.html`},examples:Vk});function vk(e,t){let{manifest:n,chart:i,values:a}=e,{namespace:o}=sS(e);if(i!==`karpenter`||o===void 0||(bk(e,t),xk(e,o,t),Sk(e,o,t)))return;let s=t.clusterOf(n),c=Rk(s,o);if(n.kind===`HelmValues`||c.certain.length>0||c.mayBeMore)return;let l=Pk(e,o,t),u=e=>n.get([...a,e])!==void 0;if(u(`affinity`)||u(`nodeSelector`)&&(l===void 0||!yk(e)))return;let[d]=zn(of(s).fargateProfiles);(l!==void 0||c.others!==0&&d===void 0)&&t.report({manifest:n,at:n.span([`metadata`,`name`]),message:`${l===void 0?`No Fargate profile takes the namespace \`${o}\`, and no file has other nodes`:`This change removes ${l}, and no file has other nodes`} that Karpenter’s controller can run on. It stays pending then, and launches no nodes${r(d!==void 0,`, unless there are others (${d})`)}`,help:`Add a Fargate profile for the namespace \`${o}\`, or a node group for the controller.`})}function yk(e){let t=ok(e);return t!==void 0&&!Object.keys(t.nodeSelector).some(e=>e.startsWith(`karpenter.sh/nodepool`))}function bk({manifest:e,values:t},{report:n}){let r=[...t,`replicas`];e.get(r)===0&&n({manifest:e,at:e.span(r),message:`Karpenter’s controller has no replicas, so nothing launches or replaces nodes`,help:"Set `replicas` to 2, the default of the chart."})}function xk(e,t,{clusterOf:n,karpenter:r,report:i}){let{manifest:a,values:o}=e,s=n(a),{fargateProfiles:c}=of(s),l=Rk(s,t),u=Ik(s.manifests).length>0;if(!r.v1||s.isExample||!s.createsCluster||u||!l.hasProfile||l.mayBeMore||!T(c)||c.all.some(e=>hk(e,`kube-system`)))return;let d=yr(e,`dnsPolicy`);if(a.kind===`HelmValues`||!In(d)||d.value===`Default`)return;let f=[...o,`dnsPolicy`];i({manifest:a,at:d.value===void 0?a.span([`metadata`,`name`]):a.span(f),message:`Karpenter’s controller runs on Fargate and resolves names with CoreDNS, which no Fargate profile and no node group takes. Until Karpenter launches a node for CoreDNS, it cannot resolve the names of AWS’s APIs, so it launches none`,help:"Set `dnsPolicy` to `Default`, or add a Fargate profile for CoreDNS in `kube-system`."})}function Sk(e,t,n){let r=n.clusterOf(e.manifest),i=Rk(r,t),a=wk(e,r,n);if(a===void 0||a.length===0||i.mayBeMore||i.hasProfile)return!1;let o=a.every(({isLabelUnlisted:e,isEmpty:t})=>e!==!0&&t!==!0),s=Tk(e,n);return!o&&s.length===0?!1:(Ek(e,[...a].sort(Ck(s)),n),!0)}const Ck=e=>(t,n)=>Number(e.includes(n.group.name))-Number(e.includes(t.group.name));function wk(e,t,{catalog:n}){let r=ok(e);if(!r)return;let i=ek(t),a=i.flatMap(e=>uk(e,r,n)??[]);if(a.length===i.length)return a}function Tk({manifest:e},{base:t,baseClusterOf:n,catalog:r}){let i=Lk(e,t),a=i&&ok(i);return i===void 0||a===void 0?[]:ek(n(i.manifest)).flatMap(e=>uk(e,a,r)===void 0?[e.name]:[])}function Ek(e,t,n){let{manifest:r,values:i}=e,[a]=t,o=Ok(a),s=r.get([...i,...o])!==void 0;a.isEmpty?Dk(a,t.length-1,n):n.report({manifest:r,at:s?r.keySpan([...i,...o]):r.span([`metadata`,`name`]),message:`No node group can run Karpenter’s controller: ${jk(a)}${Ak(t.length-1)}. New pods of the controller stay pending, and then nothing launches nodes`,help:kk(a),labels:[{span:a.group.manifest.span(Nk(a)),message:`the node group \`${a.group.name}\`${lh(r,a.group.manifest,n)}`}]})}function Dk({group:e},t,{report:n}){n({manifest:e.manifest,at:e.manifest.span([...e.path,`count`]),message:`No node group can run Karpenter’s controller: \`${e.name}\` has no nodes after this change${Ak(t)}. The controller becomes pending, and then nothing launches nodes`,help:`Keep two nodes in \`${e.name}\`, or let the controller run on other nodes first.`})}function Ok({taint:e,shortOf:t}){return e?[`tolerations`]:t?[`controller`,`resources`]:[`nodeSelector`]}function kk({group:e,taint:t,label:n,shortOf:r,forbidden:i}){return i===void 0?t?`Add a toleration of \`${mp(t)}\` to the \`tolerations\` of Karpenter’s chart, and keep \`CriticalAddonsOnly\`, because the list replaces the chart’s own.`:r?`Request less \`${r.resource}\` in \`controller.resources\`, or choose larger instance types for \`${e.name}\`.`:`Select nodes of a group that has the label, or add \`${n}\` to the labels of \`${e.name}\`.`:`Remove the label \`${i}\` from \`${e.name}\`.`}const Ak=e=>e===0?``:`, and ${He(e,`the other does`,`the others do`)} not fit, either`;function jk({group:e,taint:t,label:n,shortOf:r,forbidden:i}){return r?`it requests \`${r.resource}: ${r.requested}\`, and the largest instance type of \`${e.name}\`, ${r.instanceType}, has ${r.has}`:i===void 0?t?`it does not tolerate the taint \`${mp(t)}\` of \`${e.name}\``:`it selects nodes with \`${n}\`, and \`${e.name}\` does not have this label`:`it does not run on nodes with the label \`${i}\`, which marks Karpenter’s own nodes, and \`${e.name}\` has it`}const Mk=({taint:e,shortOf:t})=>t?`instanceType`:e?`taints`:`labels`,Nk=e=>{let{group:t}=e,n=[...t.path,Mk(e)];return t.manifest.get(n)===void 0?t.manifest.kind===`ManagedNodeGroup`?[`metadata`,`name`]:t.path:n};function Pk({manifest:e},t,{all:n,base:r,baseClusterOf:i}){let a=Lk(e,r);if(a===void 0)return;let o=i(a.manifest),s=new Set(Ik(n.manifests).map(Fk));if(!Ik(o.manifests).some(e=>s.has(Fk(e))))return Rk(o,t).certain[0]}const Fk=({name:e,file:t})=>JSON.stringify([e,t]);function Ik(e){return e.flatMap(e=>{let{kind:t,name:n,source:r}=e,{file:i}=r;return t===`ManagedNodeGroup`||t===`InstanceGroup`?[{name:n,file:i}]:Yd(e)?tk(e).map(e=>({name:e.name,file:i})):[]})}function Lk(e,t){return(t?ar(t):[]).find(t=>t.chart===`karpenter`&&t.manifest.source.file===e.source.file)}function Rk(e,t){let n=Ik(e.manifests).map(({name:e})=>`the node group \`${e}\``),r=E(of(e).fargateProfiles).map(e=>mk(e,t));return{certain:[...n,...r.flatMap(e=>e===!0?[`the Fargate profile for Karpenter`]:[])],hasProfile:r.includes(!0),others:r.filter(e=>e===!1).length,mayBeMore:r.includes(void 0)||e.manifests.some(zk)}}function zk(e){let t=[`compute_config`,`cluster_compute_config`,`self_managed_node_groups`,`worker_groups`,`node_groups`],n=L(e)===`eks`||e.kind===`aws_eks_cluster`;if(n&&t.some(t=>Bk(e.get([`spec`,t]))))return!0;let r=e.get([`spec`,`eks_managed_node_groups`]);return n&&typeof r==`string`||h(e.get([`autoModeConfig`]))?.enabled===!0}const Bk=e=>e!=null&&Object.keys(h(e)??{a:e}).length>0;function Vk(){let e=e=>G`
    module "eks" {
      source             = "terraform-aws-modules/eks/aws"
      version            = "~> 21.0"
      name               = "demo"
      kubernetes_version = "1.34"

      fargate_profiles = {
        system = { selectors = [{ namespace = "${e}" }] }
      }
    }

    resource "helm_release" "karpenter" {
      namespace  = "karpenter"
      repository = "oci://public.ecr.aws/karpenter"
      chart      = "karpenter"
      values = [yamlencode({
        dnsPolicy = "Default"
        settings = { clusterName = "demo", interruptionQueue = "demo" }
        serviceAccount = { annotations = { "eks.amazonaws.com/role-arn" = aws_iam_role.karpenter.arn } }
      })]
    }
  `;return{bad:[U(e(`kube-system`),{'"kube-system"':`"karpenter"`})],good:[e(`karpenter`)]}}const Hk=q({id:`controller-permissions`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[74,75],on:{Manifests(e,t){if(!(Uk(e)||t.isKarpenterAssumed&&!Wk(e))){for(let n of Qg(t)){let r=zn(n);r.every(fg)&&Xk(E(n),{all:e,elsewhere:r[0]},t),T(n)&&Qk(n.all,t)}for(let n of e.manifests.filter(Ug))Zk(n,e,t)}}},docs:{summary:`The IAM policy of Karpenter’s controller lacks a permission that this version of Karpenter needs.`,why:"New versions of Karpenter may need more permissions, which is easy to forget in an upgrade. The controller then logs errors and cannot act. Without `ec2:CreateTags` on spot requests, it launches no spot instances. Without `iam:PassRole`, it launches nothing. Without permissions for instance profiles, no node class with a `role` becomes ready. If Karpenter’s values name an interruption queue, it also has to read that queue. This rule combines all policies of a cluster. It assumes that they are complete if they allow `ec2:DescribeInstanceTypes`.",help:`Update the policy to the one that Karpenter publishes for this version.`,url:`https://karpenter.sh/docs/reference/cloudformation/`},examples:$k}),Uk=({manifests:e})=>e.some(({kind:e})=>e===`Provisioner`||e===`AWSNodeTemplate`);function Wk({manifests:e}){let t=e.filter(({apiVersion:e})=>d(e).startsWith(`karpenter.`));return t.length>0&&t.every(({apiVersion:e})=>m(e)===`v1`)}const Gk=[`ec2:CreateFleet`,`ec2:CreateLaunchTemplate`,`ec2:CreateTags`,`ec2:DeleteLaunchTemplate`,`ec2:DescribeImages`,`ec2:DescribeInstances`,`ec2:DescribeInstanceTypeOfferings`,`ec2:DescribeLaunchTemplates`,`ec2:DescribeSecurityGroups`,`ec2:DescribeSubnets`,`ec2:RunInstances`,`ec2:TerminateInstances`,`iam:PassRole`],Kk=[`iam:AddRoleToInstanceProfile`,`iam:CreateInstanceProfile`,`iam:DeleteInstanceProfile`,`iam:GetInstanceProfile`,`iam:RemoveRoleFromInstanceProfile`,`iam:TagInstanceProfile`],qk=[`sqs:DeleteMessage`,`sqs:GetQueueUrl`,`sqs:ReceiveMessage`];function Jk({karpenter:e,isKarpenterAssumed:t},{hasRoles:n,hasQueue:r,hasPlacementGroups:i}){let a=[...Gk,...n&&e.v1?Kk:[],...r?qk:[]];return t?a:[...a,...Ge(n&&e.listInstanceProfiles,`iam:ListInstanceProfiles`),...Ge(i&&e.placementGroupSelector,`ec2:DescribePlacementGroups`),...Ge(e.describeInstanceStatus,`ec2:DescribeInstanceStatus`)]}function Yk(e,t,{clusterOf:n}){let r=e=>e.get([`spec`,`role`])!==void 0&&e.get([`spec`,`instanceProfile`])===void 0,i=B(t),a=i.filter(t=>n(t)===n(e));return a.length>0?a.some(r):i.length>0&&i.every(r)}function Xk(e,{all:t,elsewhere:n},i){let a=e.filter(e=>H([e],`ec2:DescribeInstanceTypes`)),o=new Set(e.flatMap(e=>H([e],`ec2:RunInstances`)?[e.policy]:[])),s=a.find(({policy:e})=>o.has(e))??a[0];if(!s)return;let c=Jk(i,{hasRoles:Yk(s.policy,t,i),hasQueue:Od(i.clusterOf(s.policy)),hasPlacementGroups:B(t).some(e=>e.get([`spec`,`placementGroupSelector`])!==void 0)}).filter(t=>!H(e,t));if(c.length===0)return;let{policy:l,path:u}=s,d=()=>i.isKarpenterAssumed?`Karpenter`:`Karpenter ${i.karpenter.version}`,f=r(n!==void 0,`. Another policy may grant them, because ${n}`),p=l.source.origin===void 0&&i.clusterOf(l).isExample,m=n!==void 0||p;i.report({manifest:l,at:l.span([...u,`Action`]),message:`${d()} needs permissions that this policy does not grant: ${x(c)}${f}`,...m&&{severity:`note`},help:`Allow these actions, as in the policy that Karpenter publishes for this version.`})}function Zk(e,t,n){let r=n.clusterOf(e);if(n.isKarpenterAssumed||r.isExample)return;let i={hasRoles:Yk(e,t,n),hasQueue:!1,hasPlacementGroups:B(t).some(e=>e.get([`spec`,`placementGroupSelector`])!==void 0)},a=r.ofKind(`IamPolicy`).flatMap(r_),o=r.manifests.some(e=>e.kind.startsWith(`aws_iam_role_policy_attachment`)&&/karpenter/.test(JSON.stringify(e.get([`spec`])??null))),s=Jk(n,i).filter(t=>Wg(e,t)===!1&&!H(a,t));s.length===0||o||n.report({manifest:e,at:e.span([`spec`,`version`]),severity:`warning`,message:`Karpenter ${n.karpenter.version} needs permissions that this version of the module does not grant: ${x(s)}`,help:"Upgrade the module, or allow these actions in `iam_policy_statements`."})}function Qk(e,{report:t,karpenter:n}){if(!n.v1)return;let r=e.filter(e=>H([e],`ec2:CreateTags`)),[i]=r,a=`spot-instances-request`,o=r.some(({statement:e})=>o_(e,`fleet`)===!0);if(!i||!o||r.some(({statement:e})=>o_(e,a)!==!1))return;let{policy:s,path:c,statement:l}=i,u=l.resources.flatMap(e=>/^arn:(aws[a-z-]{0,20}):/.exec(e)?.[1]??[])[0]??`aws`;t({manifest:s,at:s.span([...c,`Resource`]),message:`\`ec2:CreateTags\` is not allowed on \`${a}\`, so AWS denies every launch of a spot instance`,help:`Add \`arn:${u}:ec2:*:*:${a}/*\` to the resources of this statement.`})}function $k(){return{bad:[U(eC`
        {
          "Version": "2012-10-17",
          "Statement": [
            {
              "Sid": "Karpenter",
              "Effect": "Allow",
              "Action": [
                "ec2:CreateFleet",
                "ec2:CreateLaunchTemplate",
                "ec2:CreateTags",
                "ec2:DeleteLaunchTemplate",
                "ec2:DescribeImages",
                "ec2:DescribeInstances",
                "ec2:DescribeInstanceTypes",
                "ec2:DescribeLaunchTemplates",
                "ec2:DescribeSecurityGroups",
                "ec2:DescribeSpotPriceHistory",
                "ec2:DescribeSubnets",
                "ec2:RunInstances",
                "ec2:TerminateInstances",
                "iam:PassRole",
                "pricing:GetProducts",
                "ssm:GetParameter"
              ],
              "Resource": "*"
            }
          ]
        }
      `,{'"ec2:DescribeInstances",':eC`
        "ec2:DescribeInstances",
        "ec2:DescribeInstanceStatus",
        "ec2:DescribeInstanceTypeOfferings",
      `}),U(G`
        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions   = ["ec2:CreateFleet", "ec2:RunInstances", "ec2:CreateLaunchTemplate", "ec2:Describe*", "iam:PassRole"]
            resources = ["*"]
          }

          statement {
            actions   = ["ec2:TerminateInstances", "ec2:DeleteLaunchTemplate"]
            resources = ["*"]
          }

          statement {
            actions = ["ec2:CreateTags"]
            resources = [
              "arn:aws:ec2:*:*:fleet/*",
              "arn:aws:ec2:*:*:instance/*",
              "arn:aws:ec2:*:*:launch-template/*",
              "arn:aws:ec2:*:*:network-interface/*",
              "arn:aws:ec2:*:*:volume/*",
            ]
          }
        }
      `,{'"arn:aws:ec2:*:*:volume/*",':`"arn:aws:ec2:*:*:volume/*",
"arn:aws:ec2:*:*:spot-instances-request/*",`}),U(G`
        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions = [
              "ec2:RunInstances", "ec2:CreateLaunchTemplate", "ec2:CreateTags", "ec2:TerminateInstances",
              "ec2:DeleteLaunchTemplate", "ec2:Describe*", "iam:PassRole", "pricing:GetProducts",
            ]
            resources = ["*"]
          }
        }
      `,{'"ec2:RunInstances",':`"ec2:CreateFleet", "ec2:RunInstances",`}),U(G`
        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions = [
              "ec2:RunInstances", "ec2:CreateFleet", "ec2:CreateLaunchTemplate", "ec2:CreateTags", "ec2:Describe*",
              "ec2:TerminateInstances", "ec2:DeleteLaunchTemplate",
            ]
            resources = ["*"]
          }
        }
      `,{'"ec2:DeleteLaunchTemplate",':`"ec2:DeleteLaunchTemplate", "iam:PassRole",`})],good:[G`
        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions = [
              "ec2:CreateFleet", "ec2:RunInstances", "ec2:CreateLaunchTemplate", "ec2:CreateTags",
              "ec2:TerminateInstances", "ec2:DeleteLaunchTemplate", "ec2:Describe*", "iam:PassRole",
            ]
            resources = ["*"]
          }
        }
      `,G`
        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions = [
              "ec2:CreateFleet", "ec2:RunInstances", "ec2:CreateLaunchTemplate", "ec2:CreateTags",
              "ec2:TerminateInstances", "ec2:DescribeInstanceTypes",
            ]
            resources = ["*"]
          }
        }

        resource "kubectl_manifest" "old" {
          yaml_body = <<YAML
        apiVersion: karpenter.sh/v1alpha5
        kind: Provisioner
        metadata:
          name: default
        spec:
          limits:
            resources:
              cpu: 100
        YAML
        }
      `,eC`
        {
          "Version": "2012-10-17",
          "Statement": [
            {
              "Effect": "Allow",
              "Action": ["ec2:CreateFleet", "ec2:RunInstances"],
              "Resource": "*"
            }
          ]
        }
      `]}}const eA=q({id:`controller-scope`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[],on:{Manifests(e,t){for(let e of Qg(t))T(e)&&rA({statements:E(e),context:t})}},docs:{summary:`The IAM policy of Karpenter’s controller allows an action, but not on the resources or under the conditions of its launches.`,why:"AWS checks each resource of a launch: the image, the subnets, the volumes, the instance and others. If the policy allows `ec2:RunInstances` on all of them but one, AWS denies every launch. The same happens if a resource is in another region, or if a condition requires the tag of another cluster, a service other than EC2, or instance types that no NodePool allows. If no statement allows `ssm:GetParameter` on the parameters of an alias, its node classes do not become ready. Reported only if all policies of the controller are in the files.",help:`Allow the resources and conditions of the policy that Karpenter publishes for this version.`,url:`https://karpenter.sh/docs/reference/cloudformation/`},examples:bA}),tA=`as in the policy that Karpenter publishes for this version`;function nA({statements:e,context:t}){let n=t.clusterOf(e[0].policy);return{unready:`AWS denies launches with the policy of Karpenter’s controller`,unreadyObjects:B(t.all).filter(e=>t.clusterOf(e)===n)}}function rA(e){let{statements:t,context:n}=e,[r]=t;if(r===void 0)return;let i=n.clusterOf(r.policy),a=iA(i,t,n);oA(e,a),dA(e,a),pA(e),mA(e,i),hA(e,i),_A(e,i)}function iA(e,t,{catalog:n,isRegionAssumed:r}){let i=e.manifests.flatMap(aA),a=new Set(i.map(({text:e})=>e)),o=i.some(({text:e})=>g(e)),s=i.some(({manifest:e})=>ch(e,t[0].policy)),[c]=a,l=r?void 0:n?.region,u=l!==void 0&&t.some(({statement:e})=>e.resources.some(e=>e.split(`:`)[3]===l));return{name:a.size===1&&!o?c:void 0,region:u?l:void 0,isNearby:s}}function aA(e){return[...yd(e)?Sd(e):[],...sr(e).flatMap(e=>gr(e,`clusterName`))].flatMap(t=>{let n=v(e.get(t));return n===void 0||n===``||/^\$\{[^}]*\}$/.test(n)?[]:[{text:n,manifest:e}]})}function oA(e,{region:t}){let{statements:n,context:r}=e;for(let{action:i,types:a,outcome:o}of nb){if(!H(n,i))continue;let s=[],c=[];for(let e of a){let r=ab(n,i,e),[a]=r??[];if(r?.length===0&&s.push(e),a===void 0||t===void 0)continue;let o=r.map(({statement:t})=>ib(t,e)),[l]=o;l!==void 0&&!o.includes(void 0)&&!o.includes(t)&&c.push({type:e,only:l,statement:a})}let l=sA(i)?nA(e):{},u=cA(s,n.filter(e=>H([e],i)));s.length>0&&u!==void 0&&r.report({...l,manifest:u.policy,at:u.policy.span([...u.path,`Resource`]),message:`\`${i}\` is not allowed on ${x(s.map(lA))}, so ${o}. AWS checks each resource of an action`,help:`Add ${s.map(e=>`\`${uA(e)}\``).join(`, `)} to the resources of this statement, ${tA}.`});for(let[e,n]of Me(c,e=>e.statement))r.report({...l,manifest:e.policy,at:e.policy.span([...e.path,`Resource`]),message:`\`${i}\` is allowed on ${x(n.map(({type:e})=>lA(e)))} only in \`${n[0].only}\`, but the cluster is in \`${t}\`, so ${o}`,help:`Replace \`${n[0].only}\` by \`${t}\` in these resources.`})}}const sA=e=>e!==`ec2:TerminateInstances`,cA=([e],t)=>{let n=e!==void 0&&rb.includes(e);return t.find(({statement:e})=>n&&o_(e,`instance`)===!0)??t[0]},lA=e=>`${e}/*`,uA=e=>`arn:aws:ec2:*:*:${e}/*`;function dA(e,t){let{statements:n,context:r}=e,i=nb.flatMap(({action:e,types:i,outcome:a})=>i.flatMap(i=>{let o=ab(n,e,i)??[],s=o.flatMap(n=>{let o=lb(n.statement,i,t);return o&&!fA(o,r)?[{one:n,fault:o,action:e,outcome:a}]:[]});return s.length===o.length?s.slice(0,1):[]}));for(let[n,a]of Me(i,e=>e.one)){let{fault:i,outcome:o}=a[0],{operator:s,key:c}=i.condition,l=[...new Set(a.map(({action:e})=>e))],u=l.length>1?`are`:`is`;r.report({...l.some(sA)&&nA(e),...!t.isNearby&&{severity:`warning`},manifest:n.policy,at:n.policy.keySpan([...n.path,`Condition`,s,c]),message:`${x(l)} ${u} allowed only with ${i.required}, but ${i.actual}, so ${o}`,help:`Require the tag of the cluster \`${t.name}\`, ${tA}.`})}}const fA=({condition:e},{all:t})=>{let n=e.key.replace(/^[^/]*\//,``);return B(t).some(e=>e.isPartial||e.get([`spec`,`tags`,n])!==void 0)};function pA(e){let{statements:t,context:n}=e,r=t.filter(e=>H([e],`iam:PassRole`)),i=r.map(({statement:e})=>ub(e)),[a]=r,[o]=i;a===void 0||o===void 0||i.includes(void 0)||n.report({...nA(e),manifest:a.policy,at:a.policy.keySpan([...a.path,`Condition`,o.operator,o.key]),message:`Karpenter may pass roles only to ${x(o.values)}, and not to \`ec2.amazonaws.com\`, so AWS denies every launch with a role`,help:"Set the value of `iam:PassedToService` to `ec2.amazonaws.com`."})}function mA({statements:e,context:t},n){let r=ab(e,`ec2:RunInstances`,`instance`)??[],i=r.map(({statement:e})=>db(e)),[a]=r,[o]=i;if(a===void 0||o===void 0||i.includes(void 0))return;let s=i.flatMap(e=>e?.values??[]),c=z(t.all).filter(e=>!e.isPartial&&t.clusterOf(e)===n).filter(e=>{let{names:n=[]}=t.compatible(e)??{};return n.length>0&&!n.some(e=>s.some(t=>mu(t,e)))});if(c.length===0)return;let l=c.length>1?`allow`:`allows`;t.report({manifest:a.policy,at:a.policy.keySpan([...a.path,`Condition`,o.operator,o.key]),message:`\`ec2:RunInstances\` is allowed only for ${x(s)}, and ${x(c.map(({name:e})=>e))} ${l} none of these instance types, so AWS denies every launch`,help:`Allow the instance types of the NodePools in this condition, or remove it.`})}function hA({statements:e,context:t},n){let r=`ec2:RunInstances`,i=e.find(e=>H([e],r));if(i===void 0||ab(e,r,`capacity-reservation`)?.length!==0)return;let a=B(t.all).find(e=>t.clusterOf(e)===n&&e.get([`spec`,`capacityReservationSelectorTerms`])!==void 0),o=z(t.all).some(e=>bp(e).some(({values:e})=>e.some(({text:e})=>e===`reserved`)));a!==void 0&&o&&t.report({manifest:i.policy,severity:`warning`,at:i.policy.span([...i.path,`Resource`]),message:`\`${r}\` is not allowed on \`capacity-reservation/*\`, so AWS denies launches into the reservations that \`${a.name}\` selects`,help:`Add \`${uA(`capacity-reservation`)}\` to the resources of this statement, ${tA}.`})}const gA={al2:`/aws/service/eks/optimized-ami/`,al2023:`/aws/service/eks/optimized-ami/`,bottlerocket:`/aws/service/bottlerocket/`,windows2019:`/aws/service/ami-windows-latest/`,windows2022:`/aws/service/ami-windows-latest/`,windows2025:`/aws/service/ami-windows-latest/`};function _A({statements:e,context:t},n){let r=e.filter(e=>H([e],`ssm:GetParameter`)),[i]=r;if(i===void 0||r.some(({statement:e})=>e.isNegated))return;let a=B(t.all).flatMap(e=>e.isPartial||t.clusterOf(e)!==n?[]:Gf(e).flatMap(({path:t})=>{let n=D(e,[...t,`alias`]),i=gA[n?.split(`@`)[0]??``],a=r.some(({statement:e})=>e.resources.some(e=>yA(e,i??``)));return n===void 0||i===void 0||a?[]:[{nodeClass:e,alias:n,parameters:i}]})),[o]=a;o===void 0||vA(e,n)||t.report({manifest:i.policy,at:i.policy.span([...i.path,`Resource`]),message:`Karpenter reads the images of \`${o.alias}\` from \`${o.parameters}*\`, which its policy does not allow, so \`${o.nodeClass.name}\` does not become ready`,help:`Add \`arn:aws:ssm:*::parameter${o.parameters}*\` to the resources of this statement.`,unready:`Karpenter may not read the images of its alias`,unreadyObjects:a.map(({nodeClass:e})=>e)})}function vA(e,t){let n=Dg(t),r=new Set(e.map(({policy:e})=>e)),i=n.flatMap(e=>{let n=Cg(e,t);return n!==void 0&&r.has(n)&&e.role?[e.role]:[]});return n.some(({role:e,policy:t})=>/:iam::aws:policy\/.*(?:SSM|ReadOnly)/.test(v(t)??``)&&(e===void 0||i.length===0||i.some(t=>xm(t,e)!==!1)))}function yA(e,t){let n=e.split(`:`).slice(5).join(`:`),r=e===`*`||n===``?``:n.replace(/^parameter/,``).split(/[*?]|\$\{/)[0];return r.startsWith(t)||t.startsWith(r)}function bA(){let e=(e,t=``)=>G`
    data "aws_iam_policy_document" "karpenter" {
      statement {
        actions = ["ec2:CreateFleet", "ec2:RunInstances", "ec2:CreateLaunchTemplate", "ec2:CreateTags"]
        resources = [
          ${e}
          "arn:aws:ec2:*:*:fleet/*",
          "arn:aws:ec2:*:*:instance/*",
          "arn:aws:ec2:*:*:launch-template/*",
          "arn:aws:ec2:*:*:network-interface/*",
          "arn:aws:ec2:*:*:security-group/*",
          "arn:aws:ec2:*:*:spot-instances-request/*",
          "arn:aws:ec2:*:*:volume/*",
        ]
      }

      statement {
        actions   = ["ec2:TerminateInstances", "ec2:DeleteLaunchTemplate"]
        resources = ["*"]
        ${t}
      }
    }
  `,t=e=>G`
    condition {
      test     = "StringEquals"
      variable = "aws:ResourceTag/kubernetes.io/cluster/${e}"
      values   = ["owned"]
    }
  `.text,n=G`
    module "eks" {
      source  = "terraform-aws-modules/eks/aws"
      version = "~> 21.0"
      name    = "shop"
    }
  `,r=`"arn:aws:ec2:*::image/*",
"arn:aws:ec2:*:*:subnet/*",`;return{bad:[U(e(`"arn:aws:ec2:*::image/*",`),{'"arn:aws:ec2:*::image/*",':r}),U(G`
          ${e(r,t(`shop-prod`))}

          ${n}
        `,{"cluster/shop-prod":`cluster/shop`}),U(G`
          data "aws_iam_policy_document" "karpenter" {
            statement {
              actions   = ["ec2:CreateFleet", "ec2:RunInstances"]
              resources = ["*"]
            }

            statement {
              actions   = ["ssm:GetParameter"]
              resources = ["arn:aws:ssm:*::parameter/aws/service/bottlerocket/*"]
            }
          }

          ${Q(`default`,Y(W`
              role: nodes
              amiSelectorTerms:
                - alias: al2023@v20260715
            `))}
        `,{"/aws/service/bottlerocket/*":`/aws/service/*`})],good:[e(r),G`
        ${e(r,t(`shop`))}

        ${n}
      `,e('"arn:${local.partition}:ec2:${local.region}::image/*",\nlocal.subnets,')]}}function xA(e){return e.length>65536?[]:SA(e).map(CA).filter(e=>e!==void 0)}function SA(e){let t=e.trim().replaceAll(`\r
`,`
`);if(!/^(?:MIME-Version|Content-Type):/.test(t))return[t];let n=/boundary="?([^"\s;]{1,200})"?/i.exec(t)?.[1];return n===void 0?[]:t.split(`\n--${n}`).slice(1).flatMap(e=>{let[,...t]=e.split(`

`,1)[0].split(`
`);return t.some(e=>/^content-type:\s*application\/node\.eks\.aws\b/i.test(e))?[e.slice(e.indexOf(`

`)+2)]:[]})}function CA(e){try{return h((0,Tt.parse)(e,{maxAliasCount:10,logLevel:`silent`}))}catch{return}}function wA(e){if(e.length>5e4)return;let t=[];try{EA(new OA(e),t)}catch(e){if(e instanceof TA)return;throw e}return t}var TA=class extends Error{};function EA(e,t){let n=[];for(e.skipLines();!e.isAtEnd;e.skipLines()){if(e.takes(`[`)){let t=e.takes(`[`);n=e.key(),e.expect(t?`]]`:`]`)}else DA({reader:e,entries:t,line:e.line},n,0);e.endLine()}}function DA(e,t,n){let{reader:r,entries:i,line:a}=e,o=[...t,...r.key()];if(o.length>50)throw new TA;if(r.expect(`=`),r.skipSpace(),!r.takes(`{`)){let{type:e,items:t}=r.value(n);i.push({path:o,type:e,items:t,line:a})}else{if(n>20)throw new TA;for(r.skipSpace();!r.takes(`}`);)if(DA(e,o,n+1),r.skipSpace(),r.takes(`,`))r.skipSpace();else if(!r.isAt(`}`))throw new TA}}var OA=class{#e;#t=0;constructor(e){this.#e=e}get isAtEnd(){return this.#t>=this.#e.length}get line(){let e=this.#e.indexOf(`
`,this.#t);return this.#e.slice(this.#t,e===-1?void 0:e).trim()}isAt(e){return this.#e.startsWith(e,this.#t)}takes(e){let t=this.isAt(e);return t&&(this.#t+=e.length),t}expect(e){if(this.skipSpace(),!this.takes(e))throw new TA}skipSpace(){for(;this.isAt(` `)||this.isAt(`	`);)this.#t++}skipLines(){for(;!this.isAtEnd;)if(this.skipSpace(),this.isAt(`#`)&&this.#c(`
`),!this.takes(`\r
`)&&!this.takes(`
`))return}endLine(){if(this.skipSpace(),this.isAt(`#`)&&this.#c(`
`),!this.isAtEnd&&!this.takes(`\r
`)&&!this.takes(`
`))throw new TA}key(){let e=[];do this.skipSpace(),e.push(this.#n()),this.skipSpace();while(this.takes(`.`));return e}value(e){if(e>20)throw new TA;return this.takes(`[`)?{type:`array`,items:this.#i(e)}:this.isAt(`"`)||this.isAt(`'`)?(this.#r(),{type:`string`,items:[]}):{type:this.#o(),items:[]}}#n(){if(this.isAt(`"`)||this.isAt(`'`))return this.#r();let e=this.#t;for(;/[\w-]/.test(this.#e.charAt(this.#t));)this.#t++;if(this.#t===e)throw new TA;return this.#e.slice(e,this.#t)}#r(){let e=[`"""`,`'''`,`"`,`'`].find(e=>this.takes(e)),t=this.#t;for(;!this.isAt(e);){if(this.isAtEnd||e.length===1&&this.isAt(`
`))throw new TA;this.#t+=e.startsWith(`"`)&&this.isAt(`\\`)?2:1}let n=this.#e.slice(t,this.#t);for(this.#t+=e.length;e.length===3&&this.isAt(e.charAt(0));)this.#t++;return n}#i(e){let t=[];for(this.skipLines();!this.takes(`]`);this.skipLines())if(this.takes(`{`)?(this.#a(e),t.push(`table`)):t.push(this.value(e+1).type),this.skipLines(),!this.takes(`,`)&&!this.isAt(`]`))throw new TA;return t}#a(e){if(e>20)throw new TA;for(this.skipSpace();!this.takes(`}`);this.skipSpace())if(this.key(),this.expect(`=`),this.skipSpace(),this.takes(`{`)?this.#a(e+1):this.value(e+1),this.skipSpace(),!this.takes(`,`)&&!this.isAt(`}`))throw new TA}#o(){let e=this.#t;for(;!this.isAtEnd&&!/[\s,\]}#]/.test(this.#e.charAt(this.#t));)this.#t++;let t=this.#e.slice(e,this.#t);if(t===`true`||t===`false`)return`boolean`;if(/^\d{2,4}[-:]\d\d/.test(t))return this.#s();if(/^[+-]?\d[\d_]*$|^0[xob][\dA-Fa-f_]+$/.test(t))return`integer`;if(/^[+-]?(?:inf|nan|\d[\d_]*(?:\.[\d_]+)?(?:[eE][+-]?[\d_]+)?)$/.test(t))return`float`;throw new TA}#s(){let e=/^ \d\d:\d\d[\d:.Z+-]*/.exec(this.#e.slice(this.#t,this.#t+40))?.[0]??``;return this.#t+=e.length,`date`}#c(e){let t=this.#e.indexOf(e,this.#t);this.#t=t===-1?this.#e.length:t}};function kA(e,t){return t===`Bottlerocket`?(wA(e)??[]).flatMap(({path:e,line:t})=>{let[n,r,i,a,...o]=e;return n===`settings`&&r===`kubernetes`&&i===`node-labels`&&a!==void 0&&o.length===0?[{key:a,line:t}]:[]}):AA(e,t).flatMap(e=>(/--node-labels[= ]["']?([^\s"'\\]+)/.exec(e)?.[1]??``).split(`,`).flatMap(e=>{let t=e.split(`=`,1)[0]??``;return t===``||t.includes(`$`)?[]:[{key:t,line:t}]}))}function AA(e,t){let n=xA(e).flatMap(({spec:e})=>f(h(h(e)?.kubelet)?.flags).flatMap(e=>v(e)??[]));if(t!==`Custom`)return n;let r=e.split(`
`).filter(e=>/^[^#]*--(?:node-labels|register-with-taints)\b/.test(e));return[...n,...r]}const jA=new Set([`beta.kubernetes.io/arch`,`beta.kubernetes.io/instance-type`,`beta.kubernetes.io/os`,`failure-domain.beta.kubernetes.io/region`,`failure-domain.beta.kubernetes.io/zone`,`kubernetes.io/arch`,`kubernetes.io/hostname`,`kubernetes.io/os`,`node.kubernetes.io/instance-type`,`topology.kubernetes.io/region`,`topology.kubernetes.io/zone`]);function MA(e){let t=Je(e),n=e=>t===e||t.endsWith(`.${e}`);return!n(`kubernetes.io`)&&!n(`k8s.io`)||jA.has(e)||n(`kubelet.kubernetes.io`)||n(`node.kubernetes.io`)}function NA(e,t,n){let r=e.span(t),i=n.trim(),a=e.source.text.slice(r.start,r.end),o=a.indexOf(i);return i===``||o===-1||a.includes(i,o+1)?e.keySpan(t):{...r,start:r.start+o,end:r.start+o+i.length}}function PA(e,t){let n=t.exec(e);if(n===null)return;let r=n.index+(n[0].length-n[0].trimStart().length),i=e.lastIndexOf(`
`,r-1)+1,a=e.indexOf(`
`,r);return e.slice(i,a===-1?void 0:a)}const FA=q({id:`custom-registration`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[55],on:{NodeClass(e,t){let{report:n,karpenter:r}=t;RA(e,t),IA(e,t);let i=Yf(e);r.v1&&qf(e)===`Custom`&&i!==void 0&&BA.test(i)&&!i.includes(`karpenter.sh/unregistered`)&&n({at:e.keySpan([`spec`,`userData`]),message:"This user data joins the cluster without the taint `karpenter.sh/unregistered:NoExecute`, so Karpenter does not register its nodes and terminates them after 15 minutes",unready:"they join without the taint `karpenter.sh/unregistered:NoExecute`, so Karpenter does not register them",help:"Register the kubelet with the taint, for example with `--register-with-taints=karpenter.sh/unregistered:NoExecute`."})}},docs:{summary:"The user data of a `Custom` node class joins the cluster without the taint that Karpenter requires, or there is none.",why:"Since Karpenter 1.0 a node must register with the taint `karpenter.sh/unregistered:NoExecute`. Karpenter removes the taint once the labels of the node are in place. For other AMI families, Karpenter writes the taint into the user data. For `Custom`, you have to do it. Karpenter does not register a node without the taint. It terminates the node after 15 minutes while the next one starts. Karpenter writes no user data for `Custom`. A class without any is reported if its images are those of EKS, which do not join by themselves, or if the change takes what joined its nodes before. On Amazon Linux 2023, the flag `--register-with-taints` in a `NodeConfig` replaces the taints that Karpenter writes.",help:"Register nodes with the taint: pass `--register-with-taints=karpenter.sh/unregistered:NoExecute` to the kubelet, or set it in the kubelet’s configuration.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#custom`},examples:VA});function IA(e,{report:t,karpenter:n}){let r=Yf(e);if(!n.v1||r===void 0||qf(e)!==`AL2023`)return;let i=AA(r,`AL2023`).find(e=>e.startsWith(`--register-with-taints`));i===void 0||i.includes(`karpenter.sh/unregistered`)||t({severity:`error`,at:NA(e,[`spec`,`userData`],`--register-with-taints`),message:"The flag `--register-with-taints` replaces the taints that Karpenter writes, also `karpenter.sh/unregistered:NoExecute`. Karpenter does not register nodes without it and terminates them after 15 minutes",unready:"they join without the taint `karpenter.sh/unregistered:NoExecute`, so Karpenter does not register them",help:"Remove the flag, and set the taints under `spec.template.spec.taints` of the NodePool."})}const LA=/^amazon-eks-node-|\/aws\/service\/eks\/optimized-ami\//;function RA(e,t){if(qf(e)!==`Custom`||e.get([`spec`,`userData`])!==void 0||e.isPartial)return;let n=SC(e,t),r=n.length>0&&n.every(({text:e})=>LA.test(e));if(!r&&!zA(e,t))return;let i=()=>r?`never join the cluster`:`join the cluster only if the image does that by itself`;t.report({...r&&{severity:`error`},at:e.span([`spec`,`amiFamily`]),message:`Karpenter writes no user data for \`Custom\`, and \`${e.name}\` has none, so its nodes ${i()}`,help:"Write the `userData` that joins the cluster, or set the `amiFamily` of the image, such as `AL2023`.",...r&&{unready:`nothing joins them to the cluster`}})}function zA(e,{base:t}){let n=t?Vp(e,B(t)):void 0,r=n&&qf(n);return!n||r===void 0?!1:r!==`Custom`||n.get([`spec`,`userData`])!==void 0}const BA=/\/etc\/eks\/bootstrap\.sh|kind: NodeConfig|\bnodeadm init\b|Start-EKSBootstrap|EKS\\Start-|\bkubeadm join\b|\bsystemctl\b[^\n]{0,80}\b(?:start|restart|enable --now)\b[^\n]{0,80}\bkubelet\b|^[ \t]*\[settings\.kubernetes\]/m;function VA(){return{bad:[U(Y(W`
          amiSelectorTerms:
            - alias: al2023@v20260715
          userData: |
            apiVersion: node.eks.aws/v1alpha1
            kind: NodeConfig
            spec:
              kubelet:
                flags:
                  - --register-with-taints=team=a:NoSchedule
        `),{"--register-with-taints=team=a:NoSchedule":`--node-labels=team=a`}),U(Y(W`
            amiFamily: Custom
            amiSelectorTerms:
              - id: ami-0123456789abcdef0
            userData: |
              #!/bin/bash
              /etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'
          `,`ubuntu`),{"--node-labels=team=a":`--node-labels=team=a --register-with-taints=karpenter.sh/unregistered:NoExecute`}),U(Y(W`
            amiFamily: Custom
            amiSelectorTerms:
              - id: ami-0123456789abcdef0
            userData: |
              #!/bin/bash
              echo 'KUBELET_EXTRA_ARGS=--node-labels=team=a' > /etc/default/kubelet
              systemctl restart kubelet
          `,`own`),{"--node-labels=team=a":`--node-labels=team=a --register-with-taints=karpenter.sh/unregistered:NoExecute`})],good:[Y(W`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          userData: |
            #!/bin/bash
            /etc/eks/bootstrap.sh demo --kubelet-extra-args '--register-with-taints=karpenter.sh/unregistered:NoExecute'
        `,`ubuntu`),Y(W`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          userData: |
            #!/bin/bash
            /opt/company/join-cluster
        `,`prepared`),K({karpenter:`0.37`},W`
          apiVersion: karpenter.k8s.aws/v1beta1
          kind: EC2NodeClass
          metadata:
            name: ubuntu
          spec:
            amiFamily: Custom
            amiSelectorTerms:
              - id: ami-0123456789abcdef0
            userData: |
              #!/bin/bash
              /etc/eks/bootstrap.sh demo
        `)]}}const HA=q({id:`denied-launches`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[],on:{NodeClass(e,t){if(!(e.kind!==`EC2NodeClass`||e.isPartial))for(let n of UA(e,t)){let r=KA(n.statement,e,t);if(r!==void 0){rj(e,{denial:n,because:r},t);return}}}},docs:{summary:`A policy denies the launches of a node class explicitly.`,why:"A `Deny` wins over every `Allow`. A policy of the organization or of Karpenter’s controller may deny `ec2:RunInstances` without a tag, without IMDSv2, or for other instance types. If the node class does not set the tag or the option, AWS denies each of its launches. A condition on a property of instances is met by every launch if the statement is about launch templates or images, which do not have it. Reported only if all conditions of the statement are known. For a policy of the organization it is a warning, because the files do not show whether it applies to the account.",help:`Set the tag or the option in the node class, or change the statement.`,url:`https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html`},examples:ij});function UA(e,t){let{all:n,clusterOf:r}=t,i=r(e),a=(B(n).every(e=>r(e)===i)?n:i).manifests.filter(({kind:e})=>e===`aws_organizations_policy`),o=i.ofKind(`IamPolicy`).flatMap(e=>{let t=r_(e);return e_(t.filter(({statement:e})=>!e.actions.includes(`*`)))?t.map(({path:t,statement:n})=>({policy:e,path:t,statement:n,isOfOrganization:!1})):[]});return[...a.flatMap(GA),...o].filter(({statement:e})=>e.effect===`Deny`&&WA(e,t)&&!e.isNegated&&e.unknown.length===0&&xu(e,`ec2:RunInstances`))}function WA(e,{catalog:t,isRegionAssumed:n}){return nb[0].types.flatMap(t=>ib(e,t)??[]).every(e=>n!==!0&&e===t?.region)}function GA(e){let t=e.get([`spec`,`content`]),n=v(e.get([`spec`,`type`]))??`SERVICE_CONTROL_POLICY`;if(t===void 0||n!==`SERVICE_CONTROL_POLICY`||e.isPartial)return[];let r=_u(JSON.stringify(t));return`fault`in r||y(t)?[]:r.statements.map((t,n)=>({policy:e,path:[`spec`,`content`,`Statement`,n],statement:t,isOfOrganization:!0}))}function KA(e,t,n){let{conditions:r}=e;if(r.length===0)return;let i=r.map(r=>qA(r,{statement:e,nodeClass:t,context:n}));if(!i.includes(void 0))return i[0]}function qA(e,t){if(e.values.some(g)||g(e.key))return;let n=/^aws:RequestTag\/(.+)$/i.exec(e.key)?.[1];if(n!==void 0)return $A(e,n,t);let r=e.key.toLowerCase();if(JA.includes(r)&&XA(e)!==void 0)return YA(t.statement)?r===`ec2:metadatahttptokens`?tj(e,t.nodeClass):nj(e,t):QA(e,t.statement)}const JA=[`ec2:metadatahttptokens`,`ec2:instancetype`],YA=e=>o_(e,`instance`)!==!1;function XA({operator:e}){let t=/^StringNot(Like|Equals)(?:IfExists)?$/i.exec(e)?.[1];if(t!==void 0)return{isPattern:t.toLowerCase()===`like`}}const ZA=({values:e},t,n)=>e.some(e=>n?mu(e,t):e===t);function QA({key:e},t){let[n]=nb[0].types.filter(e=>o_(t,e)===!0);if(n!==void 0)return`\`${n}/*\` never has \`${e}\`, which is a property of instances`}function $A(e,t,{statement:n,nodeClass:r}){if(!YA(n)||ej.test(t))return;let i=r.get([`spec`,`tags`]),a=i===void 0?{}:h(i);if(a===void 0||Object.keys(a).some(g))return;let o=Object.keys(a).find(e=>e.toLowerCase()===t.toLowerCase()),s=o===void 0?void 0:a[o],c=v(s);if(s!==void 0&&(c===void 0||g(c)))return;let l=e.operator.toLowerCase()===`null`;if(l&&s===void 0&&e.values.includes(`true`))return`it does not set the tag \`${t}\``;let u=XA(e);if(!(l||u===void 0)){if(c===void 0)return`it does not set the tag \`${t}\``;if(!ZA(e,c,u.isPattern))return`it sets the tag \`${t}\` to \`${c}\``}}const ej=/^(?:kubernetes\.io\/cluster\/|karpenter\.|eks:|topology\.kubernetes\.io\/|Name$)/;function tj(e,t){let n=v(t.get([`spec`,`metadataOptions`,`httpTokens`]))??`required`,{isPattern:r}=XA(e);if(!(g(n)||ZA(e,n,r)))return`its \`httpTokens\` is \`${n}\``}function nj(e,{nodeClass:t,context:n}){let r=z(n.all).filter(e=>n.clusterOf(e)===n.clusterOf(t)&&v(e.get([`spec`,`template`,`spec`,`nodeClassRef`,`name`]))===t.name),{isPattern:i}=XA(e);if(r.length!==0&&r.every(t=>{let{names:r=[]}=t.isPartial?{}:n.compatible(t)??{};return r.length>0&&!r.some(t=>ZA(e,t,i))}))return`its NodePools allow only other instance types`}function rj(e,{denial:t,because:n},{report:r}){let{policy:i,path:a,isOfOrganization:o,statement:s}=t,c=s.conditions.every(({key:e})=>e.toLowerCase()===`ec2:instancetype`);if(o&&c&&YA(s))return;let l=()=>o?`In accounts with the policy \`${i.name}\` of the organization, AWS denies every launch with \`${e.name}\`, because ${n}`:`The policy \`${i.name}\` of Karpenter’s controller denies every launch with \`${e.name}\`, because ${n}`;r({manifest:e,...o&&{severity:`warning`},at:e.keySpan([`metadata`,`name`]),message:l(),help:`Set what the statement requires in the node class, or change the statement.`,labels:[{span:i.span(a),message:`this statement denies them`}],...!o&&{unready:`a policy of Karpenter’s controller denies launches with it`}})}function ij(){let e=(e,t,n,r=`*`)=>G`
    resource "aws_organizations_policy" "launches" {
      name = "launches"

      content = jsonencode({
        Version = "2012-10-17"
        Statement = [{
          Effect    = "Deny"
          Action    = "ec2:RunInstances"
          Resource  = "arn:aws:ec2:${r}:*:${e}/*"
          Condition = { ${t} }
        }]
      })
    }

    ${Q(`default`,Y(W`
        role: nodes
        tags:
          ${n}
      `))}
  `,t=e=>G`
    data "aws_iam_policy_document" "launches" {
      statement {
        actions   = [${e}]
        resources = ["*"]
      }

      statement {
        effect    = "Deny"
        actions   = ["ec2:RunInstances"]
        resources = ["arn:aws:ec2:*:*:instance/*"]
        condition {
          test     = "Null"
          variable = "aws:RequestTag/CostCentre"
          values   = ["true"]
        }
      }
    }

    ${Q(`default`,Y(W`
        role: nodes
        tags:
          team: search
      `))}
  `,n=`StringNotLike = { "aws:RequestTag/CostCentre" = "*" }`,r=`StringNotEquals = { "ec2:MetadataHttpTokens" = "required" }`;return{bad:[U(e(`instance`,n,`team: search`),{"team: search":`CostCentre: "4711"`}),U(e(`launch-template`,r,`team: search`),{"launch-template":`instance`}),U(t(`"ec2:CreateFleet", "ec2:RunInstances"`),{"team: search":`CostCentre: "4711"`})],good:[e(`instance`,n,`CostCentre: "4711"`),e(`instance`,n,`costcentre: "4711"`),e(`instance`,n,`team: search`,`sa-east-1`),t(`"ec2:RunInstances", "ec2:CreateKeyPair", "ec2:CreateImage"`),e(`instance`,r,`team: search`),e(`instance`,`${n}, ArnNotLike = { "aws:PrincipalArn" = "*:role/karpenter" }`,`team: search`)]}}const aj=`karpenter.sh/discovery`,oj=[`subnet`,`securityGroup`],sj={subnet:`subnets`,securityGroup:`security groups`},cj=q({id:`discovery-selectors`,severity:`warning`,since:`0.1.0`,providers:[`aws`,`eks-auto-mode`],theme:`Network`,mistakes:[76,77],on:{NodeClass:lj,NodeTemplate:lj,Provisioner:lj},docs:{summary:`A node class selects its subnets and security groups by tags that do not fit together.`,why:"Karpenter uses every subnet and security group that the selector terms find. Terms that name different clusters find subnets of one VPC and security groups of another, so every launch fails. Terms that name no cluster may find subnets or security groups that belong to somebody else, and `*` matches those of every VPC.",help:"Select both by the same cluster tag, such as `karpenter.sh/discovery`, as the other node classes in the repository do.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:Ej});function lj(e,t){if(e.isPartial)return;let n=oj.filter(n=>uj(e,n,t));if(!(e.kind===`NodeClass`||fj(e,t)))for(let r of oj)n.includes(r)||mj(e,r,t)}function uj(e,t,{report:n}){for(let{path:r,tags:i,hasOther:a}of rd(e,t)){let o=[...r,`name`],s=e.get(o)===`*`,c=!a&&i.every(({key:e,value:t})=>t===`*`&&!e.startsWith(`kubernetes.io/cluster/`)),[l]=i;if(!s&&!(c&&l))continue;let[u,d]=s?[o,`name: "*"`]:[l.path,`${l.key}: "*"`],f=l&&ld(l.key,`*`)!==void 0?`cluster`:`VPC`;return n({at:e.keySpan(u),message:`\`${d}\` selects ${sj[t]} of every ${f} in the account`,help:`Select the ${sj[t]} of one cluster: replace \`*\` with a name, or use a tag such as \`${aj}\` with the name of the cluster.`}),!0}return!1}const dj=(e,t)=>rd(e,t).flatMap(fd);function fj(e,{report:t}){let[n,r]=oj.map(t=>dj(e,t));for(let i of r){let a=n.filter(e=>e.scheme===i.scheme),o=[...a,...r.filter(({scheme:e})=>e===i.scheme)];if(a.length===0||!o.every(({tag:e})=>e.isKnown))continue;let s=new Set(a.flatMap(({cluster:t})=>[t,`${t}-${e.name}`]));if(r.some(e=>e.scheme===i.scheme&&s.has(e.cluster)))continue;let c=a[0];return t({at:e.span(i.tag.path),message:`\`${e.name}\` selects security groups of cluster \`${i.cluster}\` but subnets of cluster \`${c.cluster}\``,labels:[{span:e.span(c.tag.path),message:`this value selects the subnets`}],help:pj(i)}),!0}return!1}function pj({scheme:e,tag:{key:t}}){return e===`Name`?`Select the subnets and the security groups of one cluster.`:`Select both by the same \`${e.endsWith(`…`)?e:t}\` tag.`}function mj(e,t,{report:n,all:r,clusterOf:i}){let a=rd(e,t),o=oj.flatMap(t=>rd(e,t)).flatMap(hj),{name:s=``}=i(e),c=new Set([...o.map(({cluster:e})=>e),s]);if(e.source.origin?.isGuessed&&o.some(({cluster:e})=>e===``))return;let l=a.filter(e=>e.tags.length>0&&!e.hasOther&&hj(e).length===0&&!vj(e,c));if(l.length===0||l.some(({tags:e})=>e.some(e=>!e.isKnown&&!e.value.includes(`*`))))return;let{classes:u,naming:d}=Tj(r),f=u.length-+!!u.includes(e),p=d[t].length-+!!d[t].includes(e);if(f>0&&p===0)return;let m=d[t].find(t=>t!==e),ee=o.find(e=>gj(t,e)&&_j(e)),h=ee?.scheme??(m&&dj(m,t).find(e=>gj(t,e)&&_j(e))?.scheme)??aj,te=ee!==void 0||!o.some(e=>gj(t,e))&&f>0&&p===f;n({at:e.keySpan(l[0].tags[0].path),...!te&&{severity:`note`},message:`\`${e.name}\` selects ${sj[t]} by tags that name no cluster${Sj(ee,m)}`,help:`Add the tag \`${h}\` to these terms, so that they do not select resources of other clusters in the account.`})}const hj=e=>fd(e).filter(({cluster:e})=>e!==`*`),gj=(e,{scheme:t})=>e===`securityGroup`||t!==`aws:eks:cluster-name`,_j=({scheme:e})=>e!==`aws:eks:cluster-name`&&e!==`Name`,vj=({tags:e},t)=>e.some(({key:e,value:n})=>[e,n].some(e=>yj(e)||bj(e,t))),yj=e=>g(e)&&/cluster/i.test(e),bj=(e,t)=>[...t].some(t=>xj(e,t)),xj=(e,t)=>{let n=t===``?-1:e.indexOf(t);return n>=0&&!/[a-z0-9]/i.test(e.charAt(n-1))&&!/[a-z0-9]/i.test(e.charAt(n+t.length))};function Sj(e,t){return e?`, although its other terms use \`${e.scheme}\``:t?`, although node class \`${t.name}\` names one`:``}const Cj=({kind:e,apiVersion:t})=>(e===`EC2NodeClass`||e===`AWSNodeTemplate`)&&d(t)===`karpenter.k8s.aws`,wj=new WeakMap;function Tj(e){let t=wj.get(e);if(t)return t;let n=e.manifests.filter(e=>Cj(e)&&oj.some(t=>rd(e,t).length>0)),r=e=>n.filter(t=>dj(t,e).some(({scheme:e})=>e!==ud)),i={classes:n,naming:{subnet:r(`subnet`),securityGroup:r(`securityGroup`)}};return wj.set(e,i),i}function Ej(){return{bad:[U(Y(W`
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: staging
        `),{staging:`production`}),U(Y(W`
          subnetSelectorTerms:
            - tags:
                Name: "*private*"
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
        `),{'Name: "*private*"':`Name: "*private*"
karpenter.sh/discovery: production`}),U(Y(W`
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: "*"
        `),{'"*"':`production`}),U(Y(W`
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
          securityGroupSelectorTerms:
            - name: "*"
        `),{'"*"':`production-node`})],good:[Y(W`
        subnetSelectorTerms:
          - tags:
              Name: production-private*
        securityGroupSelectorTerms:
          - tags:
              karpenter.sh/discovery/production: production
      `),Y(W`
        subnetSelectorTerms:
          - tags:
              Name: "{{ .Values.clusterName }}-private*"
        securityGroupSelectorTerms:
          - tags:
              karpenter.sh/discovery: "{{ .Values.clusterName }}"
      `),Y(W`
        subnetSelectorTerms:
          - tags:
              team/production: shared
        securityGroupSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
      `),Y(W`
        subnetSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
        securityGroupSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
      `),Y(W`
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: production-gpu
        `,`gpu`),Y(W`
        subnetSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
        securityGroupSelectorTerms:
          - tags:
              Name: production-node
      `),Y(W`
          subnetSelectorTerms:
            - tags:
                KubernetesCluster: demo1.k8s.local
          securityGroupSelectorTerms:
            - tags:
                Name: nodes.demo1.k8s.local
                KubernetesCluster: demo1.k8s.local
        `,`kops`)]}}const Dj=q({id:`discovery-tags`,severity:`error`,since:`0.1.0`,providers:[`aws`,`eks-auto-mode`],theme:`Network`,mistakes:[76],on:{Manifests(e,t){for(let n of e.manifests)if(nd(n)&&!n.isPartial)for(let e of[`subnet`,`securityGroup`])kj(n,e,t)}},docs:{summary:`A node class selects subnets or security groups by a tag that none of them has.`,why:`Karpenter finds subnets and security groups by their tags. If none has the tag with exactly this value, the node class is not ready, and no NodePool that uses it launches anything. A tag that is missing on what eksctl or kOps creates is a warning, because a script may add it, and it stays. So is one of security groups in a network that is created elsewhere. Reported only when the repository creates the cluster’s subnets or security groups with Terraform, eksctl or kOps, and all their tags are known. Also a warning if a change selects by a tag that nothing in the repository has, while what was selected before is still there. The node class may be in another folder if an environment, the name of the cluster, or being the only cluster relates both.`,help:`Add the tag to the subnets and security groups in which nodes run, or select them by a tag that they have.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:qj}),Oj={subnet:[`subnet`,`subnets`],securityGroup:[`security group`,`security groups`]};function kj(e,t,n){let r=rd(e,t);if(r.length===0||r.some(({hasOther:e,tags:t})=>e||t.length===0))return;let i=Tv(n.clusterOf(e),t);if(!T(i)){Aj(e,t,r,n),jj({nodeClass:e,selected:t,terms:r},n);return}let a=i.all,o=t===`subnet`||T(Tv(n.clusterOf(e),`subnet`));r.some(e=>a.some(t=>e.tags.every(e=>Ij(t,e))))||n.report({manifest:e,...Lj({nodeClass:e,selected:t,resources:a,isNetworkHere:o},r[0],n)})}function Aj(e,t,n,r){let i=r.base?.manifests.find(({kind:t,name:n,apiVersion:r})=>t===e.kind&&n===e.name&&r===e.apiVersion),a=E(Tv(r.clusterOf(e),t)),o=a.some(e=>n.some(t=>t.tags.every(t=>Ij(e,t))));if(!i||o||Ov(r.baseClusterOf(i),r.clusterOf(e),t).length>0)return;let s=E(Tv(r.baseClusterOf(i),t)),c=n.find(({tags:e})=>s.some(t=>e.every(e=>gy(t,e)===!0))),l=c&&s.find(e=>c.tags.every(t=>gy(e,t)===!0)),u=l&&r.all.manifests.some(e=>ch(e,l.manifest));if(!c||!l||!u||Fj(l,{selected:t,term:c},r))return;let d=a.find(({manifest:{kind:e,name:t}})=>e===l.manifest.kind&&t===l.manifest.name),f=Ov(r.baseClusterOf(i),r.clusterOf(e),t);if(d===void 0&&f.length>0)return;let p=d?.manifest??e,[m,ee]=Oj[t];r.report({manifest:p,severity:`warning`,at:d?p.span([`metadata`,`name`]):e.span(c.tags[0].path),message:`\`${e.name}\` selects ${ee} by \`${c.tags.map(Rj).join("`, `")}\`, and this change removes the last ${m} of these files that has it. Unless another ${m} of the network has it, Karpenter launches no nodes`,help:`Keep the tag on the ${ee} in which nodes run, or select them by a tag that they have.`,labels:d?[{span:e.span(c.tags[0].path),message:`what selects by it`}]:[]})}function jj({nodeClass:e,selected:t,terms:n},r){let i=r.base?.manifests.find(({kind:t,name:n,source:r})=>t===e.kind&&n===e.name&&Mj(r,e));if(i===void 0||r.clusterOf(e).isExample)return;let a=Tv(r.baseClusterOf(i),t),[o]=E(vy(i,t,a));if(!T(a)||o===void 0)return;let s=Nj(t,r),c=s?.some(({manifest:e})=>Mj(o.manifest.source,e)),l=s?.some(e=>n.some(({tags:t})=>t.every(t=>Ij(e,t))));if(s===void 0||c!==!0||l===!0)return;let u=n[0].tags.find(e=>!s.some(t=>Ij(t,e)));if(u===void 0)return;let[d,f]=Oj[t];r.report({manifest:e,severity:`warning`,at:e.span(u.path),message:`\`${e.name}\` selects ${f} by \`${Rj(u)}\`, which no ${d} of these files has. Unless another ${d} has it, Karpenter launches no nodes`,help:`Select the ${f} by a tag that they have, or create the others first.`,labels:[{span:o.manifest.span(o.tagsAt),message:`the ${f} that it selects before this change`}]})}const Mj=(e,{source:t})=>e.file===t.file;function Nj(e,{all:t,clusterOf:n}){let r=[...new Set(t.manifests.map(e=>n(e)))];if(r.filter(({manifests:e})=>e.some(Pj)).every(t=>T(Tv(t,e))))return r.flatMap(t=>E(Tv(t,e)))}const Pj=({source:e})=>e.origin?.tool===`terraform`;function Fj({manifest:{kind:e,name:t,...n}},{selected:r,term:i},a){return a.all.manifests.filter(r=>r.kind===e&&r.name===t&&r.source.file===n.source.file).flatMap(e=>E(Tv(a.clusterOf(e),r)).filter(({manifest:t})=>t===e)).some(e=>i.tags.every(t=>Ij(e,t)))}const Ij=(e,t)=>gy(e,t)!==!1;function Lj(e,t,n){let{resources:r}=e,i=t.tags.find(e=>!r.some(t=>Ij(t,e)));if(!i)return Kj(e,t,n);let a=r.flatMap(e=>e.tags.get(i.key)??[]);return a.length>0?zj(e,{tag:i,given:a},n):Wj(e,i,n)}const Rj=({key:e,value:t})=>g(t)?e:`${e}: ${t}`;function zj({nodeClass:e,selected:t,resources:n},{tag:r,given:i},a){let[o]=i,{tool:s}=n.find(({tags:e})=>e.get(r.key)===o);return{at:e.span(r.path),message:`\`${e.name}\` selects ${Oj[t][1]} by \`${Rj(r)}\`, but ${s} sets the tag to \`${o.value}\``,help:`Use the same value in both places, for example from one local value.`,labels:[{span:o.manifest.span(o.path),message:`${s} sets the tag here${lh(e,o.manifest,a)}`}]}}const Bj=e=>e===`Terraform`,Vj=({isNetworkHere:e},t)=>e&&Bj(t),Hj=(e,t)=>Vj(e,t)?{}:{severity:`warning`};function Uj(e,t){return Vj(e,t)?`, so Karpenter launches no nodes`:`. Unless ${Bj(t)?`another ${Oj[e.selected][0]} of the network has it`:`something else adds it`}, Karpenter launches no nodes`}function Wj(e,t,n){let{nodeClass:r,selected:i,resources:a}=e,[o]=Oj[i],s=a.find(({isPreferred:e})=>e)??a[0],c=({manifest:{source:e,kind:t,name:n}})=>`${e.origin?.root??e.file} ${t} ${n}`,l=[s,...[...new Map(a.filter(({isPreferred:e})=>e).map(e=>[c(e),e]))].flatMap(([e,t])=>e===c(s)?[]:[t])].slice(0,3),{tool:u}=s;return{at:r.keySpan(t.path),message:`\`${r.name}\` selects ${Oj[i][1]} by \`${Rj(t)}\`, but no ${o} that ${u} creates has this tag${Uj(e,u)}`,...Hj(e,u),help:`Add ${Gj(t,u)} to ${s.tagsIn}.`,labels:l.map(({manifest:e,tagsAt:i},a)=>{let o=a===0?lh(r,e,n):``;return{span:e.keySpan(i),message:`has no tag \`${t.key}\`${o}`}})}}function Gj({key:e,value:t},n){return g(t)||/[*?,]/.test(t)?`the tag \`${e}\``:n===`Terraform`?`\`"${e}" = "${t}"\``:`\`${e}: ${t}\``}function Kj(e,t,n){let{nodeClass:r,selected:i,resources:a}=e,{tool:o,manifest:s,tagsAt:c}=a[0];return{at:r.span(t.path),message:`\`${r.name}\` selects ${Oj[i][1]} that have all these tags, but no ${Oj[i][0]} that ${o} creates has all of them${Uj(e,o)}`,...Hj(e,o),help:`Remove the tags that do not belong together, or write them as separate terms.`,labels:[{span:s.keySpan(c),message:`has not all of the tags${lh(r,s,n)}`}]}}function qj(){return{bad:[U(G`
          module "vpc" {
            source          = "terraform-aws-modules/vpc/aws"
            private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]

            private_subnet_tags = {
              "karpenter.sh/discovery" = "orders-prod"
            }
          }

          ${Q(`default`,Y(W`
              role: KarpenterNodeRole-orders
              subnetSelectorTerms:
                - tags:
                    karpenter.sh/discovery: orders
            `))}
        `,{'"orders-prod"':`local.cluster`,'module "vpc" {':`locals {
  cluster = "orders-prod"
}

module "vpc" {`,"karpenter.sh/discovery: orders":"karpenter.sh/discovery: ${local.cluster}"},{"karpenter.sh/discovery: orders":`karpenter.sh/discovery: orders-prod`}),U(G`
          module "vpc" {
            source          = "terraform-aws-modules/vpc/aws"
            private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]

            private_subnet_tags = {
              "kubernetes.io/role/internal-elb" = 1
            }
          }

          ${Q(`default`,Y(W`
              role: KarpenterNodeRole-orders
              subnetSelectorTerms:
                - tags:
                    karpenter.sh/discovery: orders
            `))}
        `,{'"kubernetes.io/role/internal-elb" = 1':`"kubernetes.io/role/internal-elb" = 1
"karpenter.sh/discovery" = "orders"`})],good:[G`
        resource "aws_subnet" "database" {
          vpc_id = data.aws_vpc.main.id
        }

        data "aws_subnets" "nodes" {
          tags = {
            "karpenter.sh/discovery" = "orders"
          }
        }

        resource "aws_eks_cluster" "orders" {
          name = "orders"

          vpc_config {
            subnet_ids = data.aws_subnets.nodes.ids
          }
        }

        ${Q(`default`,Y(W`
            role: KarpenterNodeRole-orders
            subnetSelectorTerms:
              - tags:
                  karpenter.sh/discovery: orders
          `))}
      `,G`
        module "vpc" {
          source = "terraform-aws-modules/vpc/aws"

          private_subnet_tags = {
            "karpenter.sh/discovery" = local.name
          }
          public_subnet_tags = {
            "kubernetes.io/role/elb" = 1
          }
        }

        locals {
          name = "orders"
        }

        ${Q(`default`,Y(W`
            role: KarpenterNodeRole-orders
            subnetSelectorTerms:
              - tags:
                  karpenter.sh/discovery: \${local.name}
            securityGroupSelectorTerms:
              - tags:
                  karpenter.sh/discovery: \${local.name}
          `))}
      `,G`
        module "eks" {
          source  = "terraform-aws-modules/eks/aws"
          version = "~> 21.0"
          name    = "orders"

          node_security_group_tags = {
            "karpenter.sh/discovery" = "orders"
          }
        }

        resource "aws_security_group" "endpoints" {
          tags = {
            Name = "orders-endpoints"
          }
        }

        ${Q(`default`,Y(W`
            role: KarpenterNodeRole-orders
            securityGroupSelectorTerms:
              - tags:
                  Name: orders-node
                  karpenter.sh/discovery: orders
          `))}
      `]}}const Jj=q({id:`fargate-pod-identity`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests(e,t){for(let n of ar(e))Yj(n,t)}},docs:{summary:`Karpenter runs on Fargate and gets its role from EKS Pod Identity, which does not work there.`,why:"The agent of EKS Pod Identity runs on EC2 instances only. On Fargate, a service account needs the annotation `eks.amazonaws.com/role-arn` (IRSA). Without it, the controller has no credentials: it launches no nodes and removes none. Version 21 of the EKS module for Terraform no longer creates roles for IRSA, so an upgrade can remove the annotation. Reported only when the files have a Fargate profile for Karpenter’s namespace and a Pod Identity association for its service account, and all values of the chart are known.",help:`Create a role for IRSA and set the annotation, or run Karpenter on a managed node group.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/pod-identities.html`},examples:Xj});function Yj(e,t){let{manifest:n,chart:r}=e;if(r!==`karpenter`||n.kind===`HelmValues`)return;let i=t.clusterOf(n),{namespace:a,sources:o,possible:s}=mS(e,i),[c]=E(o),l=E(o).every(({by:e})=>e===`Pod Identity`)&&s.length===0;if(a===void 0||c===void 0||!l)return;let u=E(of(i).fargateProfiles).find(e=>mk(e,a)===!0);u!==void 0&&t.report({manifest:n,at:n.span([`metadata`,`name`]),message:`Karpenter runs on Fargate, where EKS Pod Identity does not work, and its service account has no role. Without credentials, it launches and removes no nodes`,help:`Set \`serviceAccount.annotations\` of the chart to \`${pS}\` with a role that trusts the service account (IRSA), or run Karpenter on a managed node group.`,labels:[{span:u.manifest.span(u.path),message:`this Fargate profile takes the pods of \`${a}\`${lh(n,u.manifest,t)}`},{span:c.manifest.span(c.path),message:`the only role for them`}]})}function Xj(){return{bad:[U(G`
          module "eks" {
            source             = "terraform-aws-modules/eks/aws"
            version            = "~> 21.0"
            name               = "demo"
            kubernetes_version = "1.34"

            fargate_profiles = {
              karpenter = { selectors = [{ namespace = "karpenter" }] }
            }
          }

          module "karpenter" {
            source       = "terraform-aws-modules/eks/aws//modules/karpenter"
            version      = "~> 21.0"
            cluster_name = "demo"
            namespace    = "karpenter"
          }

          resource "helm_release" "karpenter" {
            namespace  = "karpenter"
            repository = "oci://public.ecr.aws/karpenter"
            chart      = "karpenter"
            values = [yamlencode({
              dnsPolicy = "Default"
              settings = { clusterName = "demo", interruptionQueue = "Karpenter-demo" }
            })]
          }
        `,{"settings = {":`serviceAccount = { annotations = { "eks.amazonaws.com/role-arn" = aws_iam_role.karpenter.arn } }
settings = {`})],good:[G`
        module "eks" {
          source             = "terraform-aws-modules/eks/aws"
          version            = "~> 21.0"
          name               = "demo"
          kubernetes_version = "1.34"

          fargate_profiles = {
            dns = { selectors = [{ namespace = "karpenter", labels = { app = "dns" } }] }
          }

          eks_managed_node_groups = {
            system = { instance_types = ["m6i.large"] }
          }
        }

        module "karpenter" {
          source       = "terraform-aws-modules/eks/aws//modules/karpenter"
          version      = "~> 21.0"
          cluster_name = "demo"
          namespace    = "karpenter"
        }

        resource "helm_release" "karpenter" {
          namespace  = "karpenter"
          repository = "oci://public.ecr.aws/karpenter"
          chart      = "karpenter"
          values = [yamlencode({
            settings = { clusterName = "demo", interruptionQueue = "Karpenter-demo" }
          })]
        }
      `]}}const Zj=q({id:`helm-settings`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[81,82,98,99],on:{Manifests(e,t){for(let n of ar(e)){let{manifest:e,chart:r,values:i}=n,a=[...i,`settings`];r===`karpenter`&&h(e.get(a))&&(eM(e,a,t),nM(e,a,t),rM(e,a,t),aM(n,a,t),sM(e,a,t),cM(e,a,t))}}},docs:{summary:`A value for Karpenter’s Helm chart has no effect, or not the intended one.`,why:"The chart passes values on without checking them. Karpenter does not find a queue by its ARN or URL, so it misses interruption warnings. The chart silently drops keys that it does not read. An overhead of 7.5 means 750%, which leaves no instance type any memory. This rule checks HelmReleases, Argo CD Applications, `helmCharts` of kustomizations, Terraform’s `helm_release` and values files of the chart `karpenter`.",help:`Use the keys that the chart reads, the name of the queue, and a fraction such as 0.075 for the overhead.`,url:`https://karpenter.sh/docs/reference/settings/`},examples:lM}),Qj={interruptionQueue:/^(?:aws_sqs_queue\.[\w-]+\.(arn|url|id)|module\.[\w-]+\.(queue_arn|queue_url))$/,clusterName:/^(?:aws_eks_cluster\.[\w-]+\.(arn|endpoint)|module\.[\w-]+\.(cluster_arn|cluster_endpoint))$/},$j={queue_arn:`queue_name`,queue_url:`queue_name`,cluster_arn:`cluster_name`,cluster_endpoint:`cluster_name`};function eM(e,t,{report:n}){for(let[r,i]of Object.entries(Qj)){let a=[...t,r],o=wr(e,a)??``,s=i.exec(o);if(!s)continue;let c=s[1]??s[2],l=`${o.slice(0,-c.length)}${at($j,c)??`name`}`;n({manifest:e,at:e.span(a),message:`\`${r}\` must be a name, but \`${o}\` is not one`,help:`Use \`${l}\`.`})}}const tM=/^(?:arn:[\w-]+:sqs:|https?:\/\/)/;function nM(e,t,{report:n}){let r=[...t,`interruptionQueue`],i=v(e.get(r));if(i===void 0||!tM.test(i))return;let a=i.split(/[:/]/).at(-1),o=a!==``&&!g(a),s=i.startsWith(`arn:`)?`an ARN`:`a URL`;n({manifest:e,at:e.span(r),message:`\`interruptionQueue\` is ${s}, but Karpenter finds a queue only by its name`,help:o?`Use \`${a}\`.`:`Use only the name, which is the last part of the ARN or URL.`,...o&&{fix:{description:`Replace with \`${a}\``,edits:S(e,r,a)}}})}function rM(e,t,{report:n}){let r=[...t,`interruptionQueueName`],i=e.get([...t,`interruptionQueue`])!==void 0;e.get(r)===void 0||i||n({manifest:e,at:e.keySpan(r),message:"The chart does not read `interruptionQueueName`, so Karpenter misses interruption warnings",help:"Rename it to `interruptionQueue`.",fix:{description:"Rename to `interruptionQueue`",edits:Ye(e,r,`interruptionQueue`)}})}const iM=new Set([`clusterName`,`clusterEndpoint`,`clusterCABundle`,`interruptionQueueName`,`isolatedVPC`,`vmMemoryOverheadPercent`,`reservedENIs`]);function aM(e,t,{report:n}){let{manifest:i,version:a}=e,o=[...t,`aws`],s=Object.keys(h(i.get(o))??{});if(s.length===0||_r(e)!==!1)return;let c=`interruptionQueueName`,l=vr(e,`interruptionQueue`).some(e=>i.get(e)!==void 0),u=s.includes(c)&&!l,d=s.includes(`clusterName`)&&oM(e),f=s.filter(e=>iM.has(e)).map(e=>e===c?`interruptionQueue`:e),p=`The chart ${D(i,a)} does not read \`settings.aws\``,m=r(u,`, and Karpenter misses interruption warnings`),ee=()=>d?`Karpenter does not start, because no value gives it the name of the cluster. ${p}`:`${p}, so ${x(s,` and `)} ${He(s.length,`has`,`have`)} no effect${m}`;n({manifest:i,...d&&{severity:`error`},at:i.keySpan([...o,s.includes(c)&&!d?c:s[0]]),message:ee(),help:f.length===0?"Remove `settings.aws`, and set what it should do in the node classes.":`Set ${x(f,` and `)} under \`settings\` instead, and remove \`settings.aws\`.`})}function oM(e){let{manifest:t,values:n,isOpen:r}=e;if(r||t.isPartial||t.kind===`HelmValues`)return!1;let i=[[`controller`,`env`],[`controller`,`envFrom`],[`controller`,`extraArgs`],[`env`]],a=e=>t.get(e)!==void 0;return!vr(e,`clusterName`).some(a)&&!i.some(e=>a([...n,...e]))}function sM(e,t,{report:n}){let r=[...t,`vmMemoryOverheadPercent`],i=e.get(r),a=Number(i);if(!(i===null||typeof i!=`number`&&typeof i!=`string`)){if(a>=1&&a<=100){let t=String(Number((a/100).toFixed(4)));n({manifest:e,at:e.span(r),message:`\`vmMemoryOverheadPercent\` is a fraction, so ${i} leaves no instance type any memory`,help:`Use \`${t}\` for ${i}%.`,fix:{description:`Replace with \`${t}\``,edits:S(e,r,t)}})}i===0&&n({manifest:e,at:e.span(r),message:"The chart ignores the number `0` for `vmMemoryOverheadPercent`, so the default of 0.075 applies",help:'Put the value in quotes: `"0"`. Or remove it to keep the default.',fix:{description:`Put the value in quotes`,edits:S(e,r,`"0"`)}})}}function cM(e,t,{report:n}){let r=[...t,`ignoreDRARequests`];e.get(r)===!1&&n({manifest:e,at:e.span(r),message:"The chart ignores `ignoreDRARequests: false`, so the default applies",help:'Remove it, and set `IGNORE_DRA_REQUESTS` to `"false"` in `controller.env` instead.'})}function lM(){return{bad:[Z(`karpenter`,{values:W`
          settings:
            clusterName: demo
            interruptionQueue: arn:aws:sqs:us-east-1:111122223333:karpenter-demo
            vmMemoryOverheadPercent: 7.5
        `}),W`
        apiVersion: argoproj.io/v1alpha1
        kind: Application
        metadata:
          name: karpenter
        spec:
          source:
            repoURL: public.ecr.aws/karpenter
            chart: karpenter
            helm:
              valuesObject:
                settings:
                  clusterName: demo
                  interruptionQueueName: karpenter-demo
      `,U(G`
          resource "aws_sqs_queue" "karpenter" {
            name = "karpenter-demo"
          }

          resource "helm_release" "karpenter" {
            repository = "oci://public.ecr.aws/karpenter"
            chart      = "karpenter"

            set = [
              { name = "settings.interruptionQueueName", value = aws_sqs_queue.karpenter.name },
            ]
          }

          ${Q(`spot`,J({requirements:[`karpenter.sh/capacity-type In [spot]`]}))}
        `,{interruptionQueueName:`interruptionQueue`}),U(Z(`karpenter`,{values:W`
            settings:
              clusterName: demo
              vmMemoryOverheadPercent: 0
          `}),{"vmMemoryOverheadPercent: 0":``}),U(Z(`karpenter`,{values:W`
            settings:
              clusterName: demo
              ignoreDRARequests: false
          `}),{"ignoreDRARequests: false":``,"values:":W`
            values:
              controller:
                env:
                  - name: IGNORE_DRA_REQUESTS
                    value: "false"
          `}),U(G`
          resource "aws_sqs_queue" "interruption" {
            name = "karpenter-demo"
          }

          resource "helm_release" "karpenter" {
            repository = "oci://public.ecr.aws/karpenter"
            chart      = "karpenter"
            values = [yamlencode({
              settings = {
                clusterName       = "demo"
                interruptionQueue = aws_sqs_queue.interruption.url
              }
            })]
          }
        `,{"aws_sqs_queue.interruption.url":`aws_sqs_queue.interruption.name`})],good:[G`
        resource "helm_release" "karpenter" {
          repository = "oci://public.ecr.aws/karpenter"
          chart      = "karpenter"
          values = [yamlencode({
            settings = {
              clusterName       = module.eks.cluster_name
              interruptionQueue = module.karpenter.queue_name
            }
          })]
        }
      `,Z(`karpenter`,{values:W`
          settings:
            clusterName: demo
            interruptionQueue: karpenter-demo
            vmMemoryOverheadPercent: 0.075
        `}),Z(`something-else`,{values:W`
          settings:
            vmMemoryOverheadPercent: 7.5
        `})]}}const uM=q({id:`idle-reservations`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Capacity reservations`,mistakes:[20],on:{Manifests(e,t){for(let n of e.manifests)n.kind===`aws_ec2_capacity_reservation`&&dM(n,t)}},docs:{summary:`Terraform creates a capacity reservation that no node class selects.`,why:`A capacity reservation costs money whether instances run in it or not. Since Karpenter supports reservations, its launches use only those that a node class selects, and no other open reservations. Reported only when the repository has node classes of the cluster for which Terraform creates the reservation. The rule does not know what else may run in the reservation.`,help:"Select it with `capacityReservationSelectorTerms`, and allow the capacity type `reserved` in the NodePool.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:fM});function dM(e,{clusterOf:t,report:n,karpenter:r}){let i=e.get([`spec`,`instance_match_criteria`])??`open`;if(!r.reservedCapacityByDefault||i!==`open`||e.isPartial)return;let a=t(e).ofKind(`EC2NodeClass`);if(a.length===0||a.some(e=>e.isPartial||e.get([`spec`,`capacityReservationSelectorTerms`])!==void 0))return;let[o]=a;n({manifest:e,at:e.span([`metadata`,`name`]),message:`No node class of the cluster selects the capacity reservation \`${e.name}\`, so Karpenter does not launch instances into it`,help:"Select it with `capacityReservationSelectorTerms`, and allow the capacity type `reserved` in the NodePool.",labels:[{span:o.span([`metadata`,`name`]),message:`selects no reservations`}]})}function fM(){return{bad:[U(G`
          resource "aws_ec2_capacity_reservation" "nodes" {
            instance_type     = "m7i.large"
            instance_platform = "Linux/UNIX"
            availability_zone = "us-east-1a"
            instance_count    = 4
          }

          ${Q(`default`,X)}
        `,{"role: KarpenterNodeRole-demo":W`
            role: KarpenterNodeRole-demo
            capacityReservationSelectorTerms:
              - id: \${aws_ec2_capacity_reservation.nodes.id}
          `})],good:[G`
        resource "aws_ec2_capacity_reservation" "nodes" {
          instance_type     = "m7i.large"
          instance_platform = "Linux/UNIX"
          availability_zone = "us-east-1a"
          instance_count    = 4
        }

        ${Q(`default`,Y(W`
            role: KarpenterNodeRole-demo
            capacityReservationSelectorTerms:
              - tags:
                  team: search
          `))}
      `,G`
        resource "aws_ec2_capacity_reservation" "nodes" {
          instance_type     = "m7i.large"
          instance_platform = "Linux/UNIX"
          availability_zone = "us-east-1a"
          instance_count    = 4
          instance_match_criteria = "targeted"
        }

        ${Q(`default`,X)}
      `]}}const pM=[{source:`aws.ec2`,type:`EC2 Spot Instance Interruption Warning`},{source:`aws.ec2`,type:`EC2 Instance State-change Notification`},{source:`aws.health`,type:`AWS Health Event`}],mM=(e,t)=>e.source.origin?.root===t.source.origin?.root,hM=(e,t)=>{let[,n,r]=/^\$\{(aws_\w+)\.([\w-]+)\.\w+\}$/.exec(e)??[];if(n===t)return r};function gM(e,{manifest:t,text:n}){let r=hM(n,`aws_sqs_queue`);if(r!==void 0)return r===e.name&&mM(e,t);if(/^\$\{aws_\w+\./.test(n))return!1;let i=D(e,[`spec`,`name`]);if(!(g(n)||i===void 0))return n.split(/[:/]/).at(-1)===i}function _M(e,t){let n=t.ofKind(`aws_cloudwatch_event_rule`),r=[],i=new Set;for(let a of t.ofKind(`aws_cloudwatch_event_target`)){let t=gM(e,{manifest:a,text:v(a.get([`spec`,`arn`]))??"${unknown}"});if(t===!1)continue;let o=t?vM(a,n):[];if(o.length===0)return;r.push(a);for(let e of o)i.add(e)}let a=pM.filter(e=>![...i].some(t=>SM(t,e))),o=t.ofKind(`aws_cloudwatch_event_target`).map(e=>vM(e,n)),s=o.some(e=>e.length===0),c=new Set(o.flat()),l=e=>!c.has(e)&&a.some(t=>CM(e,t)),u=[...i].filter(e=>yM(e)&&a.some(t=>CM(e,t)));return{targets:r,missing:a,withoutTarget:s?[]:n.filter(l),disabled:u}}function vM(e,t){let n=v(e.get([`spec`,`rule`]))??``,r=hM(n,`aws_cloudwatch_event_rule`);return t.filter(t=>r===void 0?D(t,[`spec`,`name`])===n:t.name===r&&mM(t,e))}const yM=e=>e.get([`spec`,`state`])===`DISABLED`||e.get([`spec`,`is_enabled`])===!1;function bM(e){let t=e.get([`spec`,`event_pattern`]);if(t==null)return null;if(!(typeof t!=`string`||g(t)||t.length>xM))try{return JSON.parse(t)}catch{return}}const xM=1e4;function SM(e,{source:t,type:n}){if(yM(e))return!1;let r=bM(e);if(r===void 0)return!0;let i=h(r),a=(e,t)=>{let n=i?.[e];return n===void 0||!Array.isArray(n)||n.some(e=>e===t||h(e))};return i!==void 0&&a(`source`,t)&&a(`detail-type`,n)}const CM=(e,{type:t})=>f(h(bM(e))?.[`detail-type`]).includes(t);function wM(e,t){let n=t.ofKind(`aws_sqs_queue_policy`).flatMap(t=>{let n=gM(e,{manifest:t,text:v(t.get([`spec`,`queue_url`]))??"${unknown}"});return n===!1?[]:[{manifest:t,isOwn:n}]});if(!n.some(({isOwn:e})=>e===void 0))return[...e.get([`spec`,`policy`])===void 0?[]:[e],...n.map(({manifest:e})=>e)].map(e=>({manifest:e,allowsEvents:TM(e,t)}))}function TM(e,t){let n=EM(e,t);if(!n)return;let r=n.filter(e=>e.effect===`Allow`&&(xu(e,`sqs:SendMessage`)||e.actions.some(g))).map(({actions:e,principals:t,isNegated:n})=>{let r=[...t].flatMap(([e,t])=>[e,...t]);if(!e.some(g)&&!(n||r.length===0||r.some(g)))return(t.get(`Service`)??[]).includes(`events.amazonaws.com`)||r.includes(`*`)});if(r.includes(!0))return!0;if(!r.includes(void 0))return!1}function EM(e,t){let n=e.get([`spec`,`policy`]);if(e.isPartial||n===void 0)return;if(typeof n!=`string`)return DM(n);let[,r]=/^\$\{data\.aws_iam_policy_document\.([\w-]+)\.json\}$/.exec(n)??[],i=t.ofKind(`IamPolicy`).filter(t=>t.name===r&&mM(t,e));if(i.length>0){let e=i.map(e=>{if(!e.isPartial)return DM(e.get([`spec`]))});return e.includes(void 0)?void 0:e.flatMap(e=>e??[])}if(g(n))return;let a=_u(n);if(`statements`in a)return a.statements}function DM(e){let t=h(e)?.Statement;if(!Array.isArray(t)||t.some(e=>!h(e)&&y(e))||t.some(e=>g(h(e)?.Effect??null)))return;let n=_u(JSON.stringify({Statement:t}));if(`statements`in n)return n.statements}const OM=q({id:`interruption-events`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests(e,t){let n=e.manifests.filter(e=>e.kind===`aws_sqs_queue`||L(e)===`karpenter`);for(let e of new Set(n.map(t.clusterOf)))AM(e,t)}},docs:{summary:`Some events that Karpenter needs do not reach its interruption queue.`,why:`EventBridge sends spot interruption warnings, health events and changes of instance states to the queue that Karpenter reads. It needs a rule for each event that is not switched off, a target for each rule, and a policy of the queue that lets it send. If one of them is missing, EventBridge drops the events without an error, and Karpenter does not drain the node. The same happens if it may not use the key of the queue, as that of AWS for SQS. Karpenter only counts rebalance recommendations, so they are not required. Reported only when Terraform creates the queue without Karpenter’s module, and at least one of the rules, targets and policies.`,help:"Create a rule and a target for each event, and a queue policy that allows `events.amazonaws.com` the action `sqs:SendMessage`.",url:`https://karpenter.sh/docs/reference/cloudformation/#interruption-handling`},examples:VM}),kM=/event|sqs|queue|notif|interrupt|spot/i;function AM(e,t){let n=Td(e).map(({manifest:e})=>e);for(let r of n.filter(e=>!jM(e))){let n=r.kind===`module`;zM(r,n?`queue_kms_master_key_id`:`kms_master_key_id`,{cluster:e,context:t}),n||LM(r,t)}if(!(e.ofKind(`unread_module`).some(e=>kM.test(v(e.get([`spec`,`source`]))??``))||Md(e).length>0||n.some(({kind:e})=>e===`module`)))for(let r of n)jM(r)||MM(r,e,t)}const jM=e=>/dlq|dead/i.test(`${e.name} ${v(e.get([`spec`,`name`]))??``}`);function MM(e,t,n){let r=_M(e,t),i=wM(e,t);if(!(r&&i&&(r.targets.length>0||r.withoutTarget.length>0||i.length>0))||e.isPartial||(r.missing.length>0&&FM(e,r,n),r.targets.length===0||r.targets.some(e=>e.get([`spec`,`role_arn`])!==void 0))||i.some(({allowsEvents:e})=>e!==!1))return;let[a]=i;n.report({manifest:e,at:e.span(NM(e)),message:`No policy lets EventBridge send events to the queue ${PM(e)}, so the queue stays empty and Karpenter does not drain nodes that AWS stops`,help:a?"Allow `events.amazonaws.com` the action `sqs:SendMessage` in the policy of the queue.":`Create an \`aws_sqs_queue_policy\` for \`aws_sqs_queue.${e.name}\` that allows \`events.amazonaws.com\` the action \`sqs:SendMessage\`.`,labels:a?[{span:a.manifest.span([`spec`,`policy`]),message:`the policy of the queue`}]:[]})}const NM=e=>e.get([`spec`,`name`])===void 0?[`metadata`,`name`]:[`spec`,`name`],PM=e=>`\`${D(e,[`spec`,`name`])??e.name}\``;function FM(e,{missing:t,withoutTarget:n,disabled:r},i){let[a]=n,o=t.length>1,s=o?`these events`:`this event`;i.report({manifest:e,at:e.span(NM(e)),message:`No EventBridge rule sends ${x(t.map(({type:e})=>e),` and `)} to the queue ${PM(e)}, so Karpenter does not drain nodes after ${s}`,help:IM(a,r[0],o),labels:[...r.slice(0,3).map(e=>({span:e.span([`metadata`,`name`]),message:`this rule is switched off`})),...n.slice(0,3).map(e=>({span:e.span([`metadata`,`name`]),message:`this rule does not have the queue as a target`}))]})}function IM(e,t,n){return t===void 0?e===void 0?`Create an \`aws_cloudwatch_event_rule\` for ${n?`each of them`:`it`}, with this queue as its target.`:`Create an \`aws_cloudwatch_event_target\` with this queue for \`aws_cloudwatch_event_rule.${e.name}\`.`:`Set \`state = "ENABLED"\` in \`aws_cloudwatch_event_rule.${t.name}\`.`}function LM(e,{report:t}){let n=e.get([`spec`,`delay_seconds`]);typeof n!=`number`||n<60||t({manifest:e,at:e.span([`spec`,`delay_seconds`]),message:`The queue ${PM(e)} holds each message back for ${n} seconds, but AWS stops a spot node two minutes after its warning`,help:"Remove `delay_seconds`."})}const RM=/^(?:arn:[^:]{1,20}:kms:[^:]{0,40}:\d{0,12}:)?alias\/aws\/sqs$/;function zM(e,t,{cluster:n,context:r}){let i=[`spec`,t],a=v(e.get(i));if(a===void 0||a===``)return;let o=/^\$\{aws_kms_key\.([\w-]+)\.\w+\}$/.exec(a)?.[1],s=n.ofKind(`aws_kms_key`).find(t=>t.name===o&&ch(t,e)),c=n.ofKind(`aws_kms_key_policy`).length>0,l=s!==void 0&&!c&&!s.isPartial&&!BM(s,n);(RM.test(a)||l)&&r.report({manifest:e,at:e.span(i),message:`EventBridge may not use the key of the queue ${PM(e)}, so no event reaches it and Karpenter does not drain nodes that AWS stops`,help:l?"Allow `events.amazonaws.com` the actions `kms:GenerateDataKey` and `kms:Decrypt` in the policy of the key.":"Remove the key, so that SQS encrypts with a key of its own, or use a key whose policy allows `events.amazonaws.com`."})}function BM(e,t){let n=e.get([`spec`,`policy`]),r=JSON.stringify(n??null),i=/^"\$\{data\.aws_iam_policy_document\.([\w-]+)\.json\}"$/.exec(r)?.[1];return i===void 0?/events\.amazonaws\.com|\$\{/.test(r):t.ofKind(`IamPolicy`).filter(({name:e})=>e===i).every(({object:e,isPartial:t})=>t||/events\.amazonaws\.com|\$\{/.test(JSON.stringify(e)))}function VM(){let e=(e,t,n)=>G`
      resource "aws_cloudwatch_event_rule" "${e}" {
        event_pattern = jsonencode({ source = ["${t}"], detail-type = ["${n}"] })
      }
    `.text,t=e=>G`
      resource "aws_cloudwatch_event_target" "${e}" {
        rule = aws_cloudwatch_event_rule.${e}.name
        arn  = aws_sqs_queue.karpenter.arn
      }
    `.text,n=e(`spot`,`aws.ec2`,`EC2 Spot Instance Interruption Warning`),r=e(`state`,`aws.ec2`,`EC2 Instance State-change Notification`),i=e(`health`,`aws.health`,`AWS Health Event`),a=e=>G`
    resource "aws_sqs_queue" "karpenter" {
      name = "karpenter-orders"
    }

    ${e}
  `,o=e=>G`
      resource "aws_sqs_queue_policy" "karpenter" {
        queue_url = aws_sqs_queue.karpenter.id
        policy = jsonencode({
          Version = "2012-10-17"
          Statement = [{
            Effect    = "Allow"
            Principal = { Service = ["${e}", "sqs.amazonaws.com"] }
            Action    = "sqs:SendMessage"
            Resource  = aws_sqs_queue.karpenter.arn
          }]
        })
      }
    `.text,s=[n,t(`spot`),r,t(`state`),i,t(`health`)].join(`
`),c=o(`events.amazonaws.com`),l=`resource "aws_sqs_queue" "karpenter" {`;return{bad:[U(a([n,r,t(`state`),i,t(`health`),c].join(`
`)),{[l]:`${t(`spot`)}\n${l}`}),U(a([n,t(`spot`),r,t(`state`),c].join(`
`)),{[l]:`${i}\n${t(`health`)}\n${l}`}),U(a(s),{[l]:`${c}\n${l}`}),U(a(`${s}\n${o(`sns.amazonaws.com`)}`),{"sns.amazonaws.com":`events.amazonaws.com`})],good:[a(`${s}\n${c}`),G`
        locals {
          events = {
            spot   = { source = "aws.ec2", type = "EC2 Spot Instance Interruption Warning" }
            state  = { source = "aws.ec2", type = "EC2 Instance State-change Notification" }
            health = { source = "aws.health", type = "AWS Health Event" }
          }
        }

        resource "aws_sqs_queue" "karpenter" {
          name = "karpenter-orders"
        }

        data "aws_iam_policy_document" "queue" {
          statement {
            actions   = ["sqs:SendMessage"]
            resources = [aws_sqs_queue.karpenter.arn]

            principals {
              type        = "Service"
              identifiers = ["events.amazonaws.com", "sqs.amazonaws.com"]
            }
          }
        }

        resource "aws_sqs_queue_policy" "karpenter" {
          queue_url = aws_sqs_queue.karpenter.url
          policy    = data.aws_iam_policy_document.queue.json
        }

        resource "aws_cloudwatch_event_rule" "events" {
          for_each      = local.events
          event_pattern = jsonencode({ source = [each.value.source], detail-type = [each.value.type] })
        }

        resource "aws_cloudwatch_event_target" "events" {
          for_each = local.events
          rule     = aws_cloudwatch_event_rule.events[each.key].name
          arn      = aws_sqs_queue.karpenter.arn
        }
      `,a(``)]}}const HM=q({id:`interruption-queue`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[81],on:{Manifests(e,t){for(let n of ar(e))UM(n,t)}},docs:{summary:"Karpenter’s `interruptionQueue` is not the queue that Terraform creates for it, or is not set although a NodePool launches spot nodes.",why:`AWS sends spot interruptions, health events and rebalance recommendations through an SQS queue. If Karpenter has the name of another queue, or of a queue that does not exist, it receives nothing. When AWS then reclaims a spot node, Karpenter does not move its pods in the two minutes before. Older versions of Karpenter do not even start with a wrong name. A name that is not set is a warning. It is reported only if a NodePool launches spot nodes, all values of the chart are known, and no node termination handler is in the repository. A wrong name is reported only when Terraform creates the queue for the cluster of the release. The values may be in another folder.`,help:"Set `interruptionQueue` to the name of the queue. In Terraform, refer to the queue’s name, such as `module.karpenter.queue_name` or `aws_sqs_queue.karpenter.name`.",url:`https://karpenter.sh/docs/concepts/disruption/#interruption`},examples:QM});function UM(e,t){let{manifest:n}=e,r=gr(e,`interruptionQueue`).find(e=>n.get(e)!==void 0);if(!r){GM(e,t);return}WM(n,r,t);let i=D(n,r);if(!i||/[:/]/.test(i))return;let a=Td(t.clusterOf(n)),[o]=a;o&&!a.some(({name:e})=>e===void 0||e===i)&&t.report({manifest:n,at:n.span(r),message:`\`${r.at(-1)}\` is \`${i}\`, but the queue that Terraform creates for Karpenter is named \`${o.name}\``,help:ch(n,o.manifest)?`Refer to the queue’s name: \`${ZM(o.manifest)}\`.`:`Set \`${r.at(-1)}: ${o.name}\`.`,labels:[{span:o.manifest.span(o.path),message:`the queue${lh(n,o.manifest,t)}`}]})}function WM(e,t,n){let r=/^module\.([\w-]+)\.queue_name$/.exec(wr(e,t)??``)?.[1],i=n.clusterOf(e),a=i.ofKind(`module`).find(t=>t.name===r&&ch(t,e)&&L(t)===`karpenter`),o=[`spec`,`enable_spot_termination`],s=i.ofKind(`NodePool`).find(e=>XM(e,n));a&&s&&a.get(o)===!1&&n.report({manifest:a,severity:`warning`,at:a.span(o),message:`Without \`enable_spot_termination\`, the module creates no queue. Karpenter does not move the pods of \`${s.name}\` before AWS reclaims a spot node`,help:"Remove `enable_spot_termination`, so that the module creates the queue.",labels:[{span:e.span(t),message:`the name is empty`}]})}function GM(e,t){let{chart:n,manifest:r,values:i,isOpen:a}=e;if(n!==`karpenter`||a||r.isPartial||KM(e))return;let o=h(r.get([...i,`settings`]));if(!o||o.interruptionQueueName!==void 0)return;let s=t.clusterOf(r),c=s.ofKind(`NodePool`).find(e=>XM(e,t));if(!c)return;let[l,...u]=Td(s);u.length>0||(l?qM(e,{queue:l,spot:c,context:t}):JM(e,{spot:c,cluster:s,context:t}))}function KM({manifest:e,values:t}){let n=[...t,`controller`],r=e.get([...n,`env`]);return f(e.get([...n,`envFrom`])).length>0||r!==void 0&&!Array.isArray(r)||f(r).some(e=>{let t=v(h(e)?.name);return t===void 0||/^INTERRUPTION_QUEUE$|[${]/.test(t)})}function qM({manifest:e,values:t},{queue:n,spot:i,context:a}){let o=()=>ch(e,n.manifest)?`Set \`settings.interruptionQueue\` to the queue’s name: \`${ZM(n.manifest)}\`.`:`Set \`settings.interruptionQueue\` to the queue’s name${r(n.name!==void 0,`: \`${n.name}\``)}.`;a.report({manifest:e,severity:`warning`,at:e.keySpan([...t,`settings`]),message:`Karpenter does not read the queue that Terraform creates for it, because \`interruptionQueue\` is not set. It does not move the pods of \`${i.name}\` before AWS reclaims a spot node`,help:o(),labels:[{span:n.manifest.span(n.path),message:`the queue${lh(e,n.manifest,a)}`}]})}function JM(e,{spot:t,cluster:n,context:r}){let{manifest:i,values:a}=e;gr(e,`clusterName`).some(e=>br(i,e))&&!n.manifests.some(YM)&&r.report({manifest:i,severity:`warning`,at:i.keySpan([...a,`settings`]),message:`Karpenter does not move the pods of \`${t.name}\` before AWS reclaims a spot node, because \`interruptionQueue\` is not set`,help:"Create an SQS queue that receives the interruption events of AWS, and set `settings.interruptionQueue` to its name.",labels:[{span:t.span([`spec`]),message:`this NodePool launches spot nodes${lh(i,t,r)}`}]})}const YM=e=>/termination-handler/.test(e.name)||cr({manifests:[e]},`aws-node-termination-handler`).length>0,XM=(e,{compatible:t})=>Rf(e).some(({key:e,values:t})=>C(e)===w.capacityType&&t.some(({text:e})=>e===`spot`))&&(t(e)?.count(`spot`).instanceTypes??0)>0,ZM=({kind:e,name:t})=>e===`module`?`module.${t}.queue_name`:`${e}.${t}.name`;function QM(){let e=J({requirements:[`karpenter.k8s.aws/instance-family In [c6i, c7i, m6i, m7i, r6i, r7i]`,`karpenter.sh/capacity-type In [spot]`]});return{bad:[U(G`
          resource "aws_sqs_queue" "karpenter" {
            name = "karpenter-demo"
          }

          resource "helm_release" "karpenter" {
            repository = "oci://public.ecr.aws/karpenter"
            chart      = "karpenter"

            set = [
              { name = "settings.interruptionQueue", value = "karpenter-prod" },
            ]
          }
        `,{'"karpenter-prod"':`aws_sqs_queue.karpenter.name`}),U(G`
          resource "aws_sqs_queue" "karpenter" {
            name = "karpenter-demo"
          }

          resource "helm_release" "karpenter" {
            repository = "oci://public.ecr.aws/karpenter"
            chart      = "karpenter"

            set = [
              { name = "settings.clusterName", value = "demo" },
            ]
          }

          ${Q(`spot`,e)}
        `,{'value = "demo" },':`value = "demo" },
{ name = "settings.interruptionQueue", value = aws_sqs_queue.karpenter.name },`}),U($(Z(`karpenter`,{values:W`
              settings:
                clusterName: demo
            `}),e),{"clusterName: demo":`clusterName: demo
interruptionQueue: karpenter-demo`})],good:[G`
        resource "aws_sqs_queue" "karpenter" {
          name = "karpenter-demo"
        }

        resource "helm_release" "karpenter" {
          repository = "oci://public.ecr.aws/karpenter"
          chart      = "karpenter"

          set = [
            { name = "settings.interruptionQueue", value = "karpenter-demo" },
          ]
        }
      `,G`
        resource "aws_sqs_queue" "orders" {
          name = "orders-demo"
        }

        resource "helm_release" "karpenter" {
          repository = "oci://public.ecr.aws/karpenter"
          chart      = "karpenter"

          set = [
            { name = "settings.interruptionQueue", value = "karpenter-prod" },
          ]
        }
      `]}}const $M=q({id:`isolated-vpc`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[97],on:{Manifests(e,t){let{clusterOf:n,report:r}=t;for(let{manifest:i,chart:a,values:o,isOpen:s}of ar(e)){a===`karpenter`&&eN(i.get([...o,`settings`,`isolatedVPC`]))&&tN(i,t);let e=i.isPartial||s&&i.kind!==`HelmValues`;if(a!==`karpenter`||e)continue;let c=[...o,`settings`,`isolatedVPC`];if(i.get(c)!==void 0)continue;let l=rN(n(i));l&&r({manifest:i,at:i.span(c),message:`${l.what}, but \`isolatedVPC\` is not set, so Karpenter waits for prices that it cannot fetch`,help:"Set `settings.isolatedVPC` to `true`, unless traffic leaves the VPC in another way.",labels:[{span:l.manifest.span(l.path),message:l.label}]})}}},docs:{summary:"Karpenter runs in a VPC without internet access, but `isolatedVPC` is not set.",why:"Karpenter asks the AWS Pricing API for on-demand prices, and there is no VPC endpoint for that API. If nodes cannot reach the internet, each attempt waits until it times out, and errors fill the log. With `isolatedVPC` Karpenter uses the prices that it was built with. Reported only when the files create the VPC of the cluster without a way out: in Terraform with private subnets or VPC endpoints and without a gateway, or with `privateCluster` of eksctl. With `isolatedVPC`, also reported when a node class changes from an instance profile to a role, for which Karpenter needs IAM.",help:"Set `settings.isolatedVPC` to `true`, unless traffic leaves the VPC in another way, such as through a transit gateway.",url:`https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/#private-clusters`},examples:dN}),eN=e=>e===!0||e===`true`;function tN(e,{all:t,base:n,clusterOf:r,report:i}){let a=r(e);if(n===null||nN(a)||lN(a))return;let o=B(t).filter(e=>r(e)===a);for(let e of o){let t=Vp(e,B(n))?.get([`spec`,`instanceProfile`]),r=[`spec`,`role`];t!==void 0&&e.get(r)!==void 0&&i({manifest:e,at:e.span(r),severity:`warning`,message:`Karpenter runs with \`isolatedVPC\`, and needs IAM to create an instance profile for the role of \`${e.name}\`. If it does not reach IAM, it launches no nodes with this class`,help:"Keep `instanceProfile`, unless Karpenter reaches IAM through an endpoint or a proxy."})}}const nN=e=>e.manifests.some(({object:e})=>/(?:"|\.)iam"|HTTPS_PROXY/i.test(JSON.stringify(e))),rN=e=>oN(e)??sN(e)??cN(e),iN=[`public_subnets`,...K_],aN=e=>!!e&&!(Array.isArray(e)&&e.length===0);function oN(e){let t=e.ofKind(`module`).filter(e=>L(e)===`vpc`),[n]=t,r=[`spec`,`private_subnets`];if(t.length===1&&n&&!n.isPartial&&f(n.get(r)).length!==0&&!lN(e))return{what:`The VPC of the cluster has only private subnets and no NAT gateway`,manifest:n,path:r,label:`the private subnets`}}function sN(e){let[t,...n]=e.ofKind(`aws_vpc`),r=e.ofKind(`aws_vpc_endpoint`).find(e=>/\.(?:sts|ec2|eks|ecr\.api)$/.test(v(e.get([`spec`,`service_name`]))??``)),i=e.ofKind(Bc).some(Xu);if(!(!t||n.length>0||!r||i||uN(e)))return{what:`The VPC of the cluster has endpoints for the APIs of AWS and no NAT gateway`,manifest:r,path:[`spec`,`service_name`],label:`an endpoint of the VPC`}}function cN(e){let t=[`privateCluster`,`enabled`],n=e.ofKind(`ClusterConfig`).find(e=>e.get(t)===!0&&e.get([`privateCluster`,`skipEndpointCreation`])!==!0);return n&&{what:`eksctl creates the cluster without internet access`,manifest:n,path:t,label:`the private cluster`}}const lN=e=>uN(e)||e.ofKind(`module`).some(e=>L(e)===`vpc`&&iN.some(t=>aN(e.get([`spec`,t])))),uN=e=>G_.some(t=>e.ofKind(t).length>0);function dN(){return{bad:[U(G`
          module "vpc" {
            source = "terraform-aws-modules/vpc/aws"

            private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]
          }

          resource "helm_release" "karpenter" {
            repository = "oci://public.ecr.aws/karpenter"
            chart      = "karpenter"

            set = [
              { name = "settings.clusterName", value = "demo" },
            ]
          }
        `,{'value = "demo" },':`value = "demo" },
{ name = "settings.isolatedVPC", value = "true" },`})],good:[G`
        module "vpc" {
          source = "terraform-aws-modules/vpc/aws"

          private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]
          public_subnets     = ["10.0.32.0/20"]
          enable_nat_gateway = true
        }

        resource "helm_release" "karpenter" {
          repository = "oci://public.ecr.aws/karpenter"
          chart      = "karpenter"

          set = [
            { name = "settings.clusterName", value = "demo" },
          ]
        }
      `,G`
        module "vpc" {
          source = "terraform-aws-modules/vpc/aws"

          private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]
        }

        resource "helm_release" "karpenter" {
          repository = "oci://public.ecr.aws/karpenter"
          chart      = "karpenter"

          set = [
            { name = "settings.clusterName", value = "demo" },
            { name = "settings.isolatedVPC", value = "true" },
          ]
        }
      `]}}const fN=[`spec`,`blockDeviceMappings`],pN=q({id:`kept-volumes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[],on:{NodeClass(e,{report:t}){for(let n of f(e.get(fN)).keys()){let r=[...fN,n,`ebs`,`deleteOnTermination`];e.get(r)===!1&&t({at:e.span(r),message:`Each node of \`${e.name}\` that Karpenter terminates leaves this volume behind, and AWS charges for it until somebody deletes it`,help:"Set `deleteOnTermination: true`."})}}},docs:{summary:`A node class keeps the volumes of terminated nodes.`,why:"Karpenter terminates nodes often: when it consolidates, replaces drifted ones, or spot capacity is interrupted. With `deleteOnTermination: false`, EC2 keeps the volume of each of them. Karpenter never deletes these volumes, and no new node uses them, so their number and their cost only grow.",help:"Set `deleteOnTermination: true`, and keep data in persistent volumes.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:hN}),mN=e=>Y(W`
    role: KarpenterNodeRole-demo
    blockDeviceMappings:
      - deviceName: /dev/xvda
        ebs:
          volumeSize: 50Gi
          volumeType: gp3
          encrypted: true
          ${e}
  `);function hN(){return{bad:[U(mN(`deleteOnTermination: false`),{"deleteOnTermination: false":`deleteOnTermination: true`})],good:[mN(`deleteOnTermination: true`),mN(``)]}}const gN=q({id:`kops-karpenter`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests:vN},docs:{summary:`A kOps specification uses Karpenter in a way that kOps or Karpenter does not support.`,why:"For each InstanceGroup with `manager: Karpenter`, kOps creates a NodePool. It installs Karpenter if the cluster enables it. Karpenter needs permissions for its service account there, and it cannot manage control plane nodes. Without a mixed instances policy, it can launch only the one `machineType`.",help:"Enable Karpenter and `iam.useServiceAccountExternalPermissions` in the Cluster. Remove `manager: Karpenter` from groups of the control plane, and list instance types under `mixedInstancesPolicy`.",url:`https://kops.sigs.k8s.io/operations/karpenter/`},examples:SN}),_N=({apiVersion:e})=>d(e)===`kops.k8s.io`;function vN(e,t){let n=e.manifests.filter(e=>e.kind===`Cluster`&&_N(e)&&!e.isPartial),r=e.manifests.filter(e=>e.kind===`InstanceGroup`&&_N(e)&&e.get([`spec`,`manager`])===`Karpenter`);for(let e of n)yN(e,r,t);for(let e of r)xN(e,t)}function yN(e,t,{report:n,clusterOf:r}){let i=e.get([`spec`,`karpenter`,`enabled`]),a=i===!0,o=t.find(t=>r(t)===r(e)&&bN(t)===e.name);o&&!a&&!g(i)&&n({manifest:e,at:e.span([`spec`,`karpenter`,`enabled`]),message:`InstanceGroup \`${o.name}\` has \`manager: Karpenter\`, but \`${e.name}\` does not enable Karpenter, so nothing launches nodes for this group`,help:"Set `spec.karpenter.enabled: true`.",labels:[{span:o.span([`spec`,`manager`]),message:`this group expects Karpenter`}]});let s=[`spec`,`iam`,`useServiceAccountExternalPermissions`],c=e.get(s);a&&(c===void 0||c===!1)&&n({manifest:e,at:e.span(s),message:`Karpenter needs external permissions for service accounts, which this cluster does not enable, so kOps rejects it`,help:"Set `spec.iam.useServiceAccountExternalPermissions: true`, and set a discovery store in `spec.serviceAccountIssuerDiscovery`."})}const bN=e=>v(h(e.get([`metadata`,`labels`]))?.[`kops.k8s.io/cluster`]);function xN(e,{report:t}){let n=v(e.get([`spec`,`role`]))??``;/^(?:control-?plane|master|apiserver)$/i.test(n)&&t({manifest:e,at:e.span([`spec`,`manager`]),message:`InstanceGroup \`${e.name}\` belongs to the control plane, whose nodes Karpenter cannot manage`,help:"Remove `manager`, so that an auto scaling group manages these nodes."});let r=v(e.get([`spec`,`machineType`]))??``,i=/^[a-z][\w-]*\.[\w-]+$/.test(r);n===`Node`&&i&&e.get([`spec`,`mixedInstancesPolicy`])===void 0&&!e.isPartial&&t({manifest:e,at:e.span([`spec`,`machineType`]),severity:`note`,message:`Karpenter can launch only ${r} for InstanceGroup \`${e.name}\`, so it has no choice when AWS runs out of this type`,help:"List several instance types under `mixedInstancesPolicy.instances`."})}function SN(){return{bad:[U(W`
          apiVersion: kops.k8s.io/v1alpha2
          kind: Cluster
          metadata:
            name: demo.example.com
          spec:
            cloudProvider: aws
            iam:
              useServiceAccountExternalPermissions: true
          ---
          apiVersion: kops.k8s.io/v1alpha2
          kind: InstanceGroup
          metadata:
            name: nodes
            labels:
              kops.k8s.io/cluster: demo.example.com
          spec:
            manager: Karpenter
            role: Node
            machineType: m7i.large
            mixedInstancesPolicy:
              instances: [m7i.large, m7a.large]
        `,{"cloudProvider: aws":W`
            cloudProvider: aws
            karpenter:
              enabled: true
          `}),U(W`
          apiVersion: kops.k8s.io/v1alpha2
          kind: Cluster
          metadata:
            name: demo.example.com
          spec:
            cloudProvider: aws
            karpenter:
              enabled: true
          ---
          apiVersion: kops.k8s.io/v1alpha2
          kind: InstanceGroup
          metadata:
            name: nodes
            labels:
              kops.k8s.io/cluster: demo.example.com
          spec:
            manager: Karpenter
            role: Node
            machineType: m7i.large
            mixedInstancesPolicy:
              instances: [m7i.large, m7a.large]
        `,{"cloudProvider: aws":W`
            cloudProvider: aws
            iam:
              useServiceAccountExternalPermissions: true
            serviceAccountIssuerDiscovery:
              discoveryStore: s3://demo-oidc
          `}),U(W`
          apiVersion: kops.k8s.io/v1alpha2
          kind: Cluster
          metadata:
            name: demo.example.com
          spec:
            cloudProvider: aws
            iam:
              useServiceAccountExternalPermissions: true
            karpenter:
              enabled: true
          ---
          apiVersion: kops.k8s.io/v1alpha2
          kind: InstanceGroup
          metadata:
            name: control-plane
            labels:
              kops.k8s.io/cluster: demo.example.com
          spec:
            manager: Karpenter
            role: ControlPlane
            machineType: m7i.large
            mixedInstancesPolicy:
              instances: [m7i.large, m7a.large]
        `,{"manager: Karpenter":``}),U(W`
          apiVersion: kops.k8s.io/v1alpha2
          kind: Cluster
          metadata:
            name: demo.example.com
          spec:
            cloudProvider: aws
            iam:
              useServiceAccountExternalPermissions: true
            karpenter:
              enabled: true
          ---
          apiVersion: kops.k8s.io/v1alpha2
          kind: InstanceGroup
          metadata:
            name: nodes
            labels:
              kops.k8s.io/cluster: demo.example.com
          spec:
            manager: Karpenter
            role: Node
            machineType: m7i.large
        `,{"machineType: m7i.large":W`
            machineType: m7i.large
            mixedInstancesPolicy:
              instances: [m7i.large, m7a.large]
          `})],good:[W`
        apiVersion: kops.k8s.io/v1alpha2
        kind: Cluster
        metadata:
          name: demo.example.com
        spec:
          cloudProvider: aws
          iam:
            useServiceAccountExternalPermissions: true
          karpenter:
            enabled: true
        ---
        apiVersion: kops.k8s.io/v1alpha2
        kind: InstanceGroup
        metadata:
          name: nodes
          labels:
            kops.k8s.io/cluster: demo.example.com
        spec:
          manager: Karpenter
          role: Node
          machineType: m7i.large
          mixedInstancesPolicy:
            instances: [m7i.large, m7a.large]
      `,W`
        apiVersion: kops.k8s.io/v1alpha2
        kind: Cluster
        metadata:
          name: demo.example.com
        spec:
          cloudProvider: aws
          iam:
            useServiceAccountExternalPermissions: true
        ---
        apiVersion: kops.k8s.io/v1alpha2
        kind: InstanceGroup
        metadata:
          name: nodes
          labels:
            kops.k8s.io/cluster: demo.example.com
        spec:
          role: Node
          machineType: m7i.large
          mixedInstancesPolicy:
            instances: [m7i.large, m7a.large]
      `]}}const CN=[{field:`maxPods`,spelt:/--max-pods[= ]\d|^[ \t]*maxPods:|^[ \t]*"?max-pods"?\s*=/m},{field:`maxPods`,writtenAs:`maxPodsExpression`,spelt:/^[ \t]*maxPodsExpression:/m},{field:`podsPerCore`,spelt:/--pods-per-core[= ]\d|^[ \t]*podsPerCore:/m},{field:`kubeReserved`,spelt:/--kube-reserved[= ]|^[ \t]*kubeReserved:|^[ \t]*\[settings\.kubernetes\.kube-reserved\]/m},{field:`systemReserved`,spelt:/--system-reserved[= ]|^[ \t]*systemReserved:|^[ \t]*\[settings\.kubernetes\.system-reserved\]/m},{field:`evictionHard`,spelt:/--eviction-hard[= ]|^[ \t]*evictionHard:|^[ \t]*\[settings\.kubernetes\.eviction-hard\]/m},{field:`evictionSoft`,spelt:/--eviction-soft[= ]|^[ \t]*evictionSoft:|^[ \t]*\[settings\.kubernetes\.eviction-soft\]/m}],wN=q({id:`kubelet-in-user-data`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[56],on:{NodeClass(e,{report:t}){let n=Yf(e);if(n===void 0||qf(e)===void 0)return;let r=n.replaceAll(/^[ \t]*#.*$/gm,``);if(e.apiVersion!==`karpenter.k8s.aws/v1`)return;let i=h(e.get([`spec`,`kubelet`]))??{},a=CN.filter(({field:e,spelt:t})=>!Object.hasOwn(i,e)&&t.test(r));if(a.length===0)return;let o=a.map(({field:e,writtenAs:t})=>`\`${t??e}\``),s=[...new Set(a.map(({field:e})=>`\`${e}\``))].join(`, `),c=a.every(({writtenAs:e})=>e===void 0);t({at:NA(e,[`spec`,`userData`],PA(r,a[0].spelt)??``),message:`User data sets ${o.join(`, `)}, which Karpenter does not read there, so it sizes nodes incorrectly`,help:c?`Move ${s} to \`spec.kubelet\`.`:`Remove ${o.join(`, `)} from the user data, and set ${s} in \`spec.kubelet\`.`})}},docs:{summary:`User data sets kubelet settings that Karpenter does not read there, so it sizes nodes incorrectly.`,why:"Karpenter works out what fits on a node from `spec.kubelet` of the EC2NodeClass, and never from user data. With another `maxPods` or another reservation there, nodes are smaller or larger than Karpenter assumes. If they are smaller, pods stay pending and Karpenter launches more nodes. If they are larger, they stay half empty. For Amazon Linux 2023 Karpenter’s own settings win anyway, so those in the user data have no effect.",help:"Move the setting to `spec.kubelet`. Karpenter then writes it into the user data itself.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:TN});function TN(){return{bad:[U(Y(W`
          amiSelectorTerms:
            - alias: al2023@v20260715
          userData: |
            apiVersion: node.eks.aws/v1alpha1
            kind: NodeConfig
            spec:
              kubelet:
                config:
                  shutdownGracePeriod: 30s
                  maxPods: 42
        `),{"maxPods: 42":``,"userData: |":`kubelet:
  maxPods: 42
userData: |`}),U(Y(W`
          amiSelectorTerms:
            - alias: al2023@v20260715
          userData: |
            apiVersion: node.eks.aws/v1alpha1
            kind: NodeConfig
            spec:
              kubelet:
                config:
                  shutdownGracePeriod: 30s
                maxPodsExpression: "(max_enis - 1) * 8"
        `),{'maxPodsExpression: "(max_enis - 1) * 8"':``,"userData: |":`kubelet:
  maxPods: 42
userData: |`}),U(Y(W`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            [settings.kubernetes]
            kube-api-qps = 30
            max-pods = 42
        `),{"max-pods = 42":``,"userData: |":`kubelet:
  maxPods: 42
userData: |`})],good:[Y(W`
        amiSelectorTerms:
          - alias: al2023@v20260715
        kubelet:
          maxPods: 42
      `),Y(W`
        amiSelectorTerms:
          - alias: al2023@v20260715
        userData: |
          apiVersion: node.eks.aws/v1alpha1
          kind: NodeConfig
          spec:
            kubelet:
              config:
                shutdownGracePeriod: 30s
      `),Y(W`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          kubelet:
            maxPods: 42
          userData: |
            #!/bin/bash
            /opt/company/join-cluster --max-pods=42
        `,`ubuntu`)]}}const EN=q({id:`literal-reference`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`All objects`,mistakes:[],on:{NodeClass:ON,NodeTemplate:ON,Manifests(e,t){for(let n of ar(e)){let{manifest:e}=n;for(let r of[`clusterName`,`interruptionQueue`].flatMap(e=>vr(n,e)))kN(e,r,{...t,consequence:`Karpenter finds nothing of this name`})}}},docs:{summary:"A reference of Terraform is written without `${…}`, so it is the value itself.",why:"In a string, a heredoc or a file, Terraform replaces only what is between `${` and `}`. A tag `var.cluster_name` selects resources whose tag is exactly this text. Karpenter then finds no subnets, no security groups, no role or no cluster of this name, and launches no nodes.",help:"Write the reference between `${` and `}`. In a plain file, write the value.",url:`https://developer.hashicorp.com/terraform/language/expressions/strings#interpolation`},examples:AN}),DN=[`subnet`,`securityGroup`];function ON(e,t){for(let n of DN)for(let{tags:r}of rd(e,n))for(let{path:n}of r)kN(e,n,{...t,consequence:`\`${e.name}\` selects nothing by it`});for(let n of[`role`,`instanceProfile`])kN(e,[`spec`,n],{...t,consequence:`nodes of \`${e.name}\` get no role`})}function kN(e,t,{report:n,consequence:r}){let i=v(e.get(t))??``;if(!td(i))return;let a=e.source.origin?.tool===`terraform`;n({manifest:e,at:e.span(t),...!a&&{severity:`warning`},message:`\`${i}\` is the text itself and no reference, so ${r}`,help:a?`Write \`\${${i}}\`, so that Terraform replaces it.`:"Write the value. Terraform replaces a reference only in its own files and templates, between `${` and `}`."})}function AN(){return{bad:[U(Y(W`
          role: node-role
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: var.cluster_name
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
        `),{"var.cluster_name":`production`}),U(G`
          resource "helm_release" "karpenter" {
            repository = "oci://public.ecr.aws/karpenter"
            chart      = "karpenter"
            set = [
              { name = "settings.clusterName", value = "module.eks.cluster_name" },
            ]
          }
        `,{'"module.eks.cluster_name"':`module.eks.cluster_name`})],good:[Y(W`
        role: node-role
        subnetSelectorTerms:
          - tags:
              kubernetes.io/cluster/local.example.org: owned
        securityGroupSelectorTerms:
          - tags:
              karpenter.sh/discovery: local.example
      `),Z(`karpenter`,{values:W`
          settings:
            clusterName: production
        `})]}}const jN=[w.instanceType,w.instanceFamily,w.instanceCategory,w.instanceGeneration],MN=q({id:`lost-defaults`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[9],on:{Manifests(e,{report:t,base:n}){let r=new Map([...n?NN(n):[],...NN(e)].map(e=>[e.name,e]));for(let n of z(e)){let e=r.get(n.name);if(!e||jf(n)||jf(e)||Rf(n).some(({key:e})=>g(e)))continue;let i=Rf(n).map(({key:e})=>C(e)),a=PN(e).filter(({key:e})=>!i.some(t=>FN(t,e)));a.length!==0&&t({manifest:n,at:n.keySpan([`spec`,`template`,`spec`,`requirements`]),message:`Provisioner \`${n.name}\` had the defaults ${a.map(IN).join(`, `)}, which NodePool \`${n.name}\` does not have`,help:`Add a requirement for each of these keys, with the old value or the one that you want.`})}}},docs:{summary:`A NodePool replaces a Provisioner, but does not have the requirements that v1alpha5 added by default.`,why:`A Provisioner had defaults: amd64, on-demand and the newer generations of the categories c, m and r. A NodePool has none of them. Once it replaces the Provisioner, Karpenter may launch arm64 nodes for images that are built for amd64, and spot nodes for workloads that cannot handle interruptions. It may also launch burstable, GPU or old instance types if they are cheap.`,help:`Add the old defaults as requirements of the NodePool, or the requirements that should replace them.`,url:`https://karpenter.sh/v0.32/upgrading/v1beta1-migration/`},examples:LN}),NN=e=>e.manifests.filter(({kind:e,apiVersion:t})=>e===`Provisioner`&&d(t)===`karpenter.sh`),PN=e=>Rf(e).filter(({path:e,key:t})=>e.length===1&&t!==w.os),FN=(e,t)=>e===t||jN.includes(t)&&jN.includes(e),IN=({key:e,operator:t,values:n})=>`\`${e} ${t} ${n.map(({text:e})=>e).join(`, `)}\``;function LN(){return{bad:[U(K({karpenter:`0.32`},$(W`
              apiVersion: karpenter.sh/v1alpha5
              kind: Provisioner
              metadata:
                name: default
              spec:
                limits:
                  resources:
                    cpu: 100
            `,J({apiVersion:`karpenter.sh/v1beta1`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`]}))),{"requirements:":W`
            requirements:
              - key: kubernetes.io/arch
                operator: In
                values: [amd64]
              - key: karpenter.sh/capacity-type
                operator: In
                values: [on-demand]
          `})],good:[K({karpenter:`0.32`},$(W`
            apiVersion: karpenter.sh/v1alpha5
            kind: Provisioner
            metadata:
              name: default
            spec:
              limits:
                resources:
                  cpu: 100
          `,J({apiVersion:`karpenter.sh/v1beta1`,requirements:[`kubernetes.io/arch In [amd64]`,`karpenter.sh/capacity-type In [on-demand]`,`karpenter.k8s.aws/instance-family In [m5, c5]`]}))),K({karpenter:`0.37`},J({apiVersion:`karpenter.sh/v1beta1`,name:`never-was-a-provisioner`}))]}}const RN=q({id:`lower-hop-limit`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[],on:{Manifests(e,t){for(let n of B(e))zN(n,t);for(let n of e.manifests.filter(VN))BN(n,t)}},docs:{summary:`The hop limit of the instance metadata becomes 1, and controllers in pods need the metadata.`,why:`With a hop limit of 1, only the node itself gets an answer, and no pod with a network of its own. Drivers of volumes without a role then have no credentials, so volumes are no longer attached. The AWS Load Balancer Controller without the id of its VPC does not start. The limit is 1 by default in EC2NodeClasses of v1 and in node groups of the EKS module since version 21. Reported when a change lowers it, and the files show that such a controller has no role or no id. Also reported for an EC2NodeClass that is new.`,help:`Give the controller a role and the settings that it needs, or keep a hop limit of 2.`,url:`https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/configuring-instance-metadata-options.html`},examples:KN});function zN(e,t){let n=t.base&&Vp(e,B(t.base));if(n?.isPartial||n&&gO(n)||!gO(e)||!n&&e.get(hO)===void 0||!np(t.all,e).some(mT))return;let r=t.clusterOf(e),i={manifest:e,path:e.get(hO)===void 0?[`metadata`,`name`]:hO,what:n?`This change lowers the hop limit of \`${e.name}\` to 1`:`The hop limit of \`${e.name}\` is 1`,remedy:"keep `httpPutResponseHopLimit: 2`"};if(UN(i,r,t),!n)return;let a=np(t.all,e);GN(i,WN(r,t).filter(({manifest:e,pod:t})=>Pp(e,t,r)?.pools.some(e=>a.includes(e))),t)}function BN(e,t){let n=Vp(e,t.base?.manifests.filter(VN)??[]);if(!n)return;let r=new Set(_O(n).map(({name:e})=>e)),i=_O(e).find(({name:e})=>!r.has(e)&&HN(n,e));if(!i)return;let{name:a,path:o,defaultOf:s}=i,c={manifest:e,path:o,what:s===void 0?`This change lowers the hop limit of the node group \`${a}\` to 1`:`Version ${s} of the EKS module lowers the hop limit of the node group \`${a}\` to 1`,remedy:"set `metadata_options = { http_put_response_hop_limit = 2 }` for the group"},l=t.clusterOf(e);UN(c,l,t),GN(c,WN(l,t).filter(({manifest:e,pod:n})=>Ep(e,n,t.all)===void 0),t)}const VN=e=>L(e)===`eks`,HN=(e,t)=>e.get([`spec`,`eks_managed_node_groups`,t])!==void 0;function UN(e,t,n){let r=B(n.all).flatMap(e=>wm(e,t)??[]);for(let i of Pg(t,r))n.report({manifest:e.manifest,at:e.manifest.span(e.path),message:`${e.what}, and the ${i.title} has no role of its own. On these nodes its pods get no credentials, and it can no longer attach volumes`,help:`Give the service account \`${i.serviceAccount}\` a role with the policy \`${i.policy}\`, or ${e.remedy}.`,labels:[{span:i.manifest.keySpan(i.path),message:`the driver${lh(e.manifest,i.manifest,n)}`}]})}const WN=({manifests:e},{all:t})=>yO(t).filter(({manifest:t})=>e.includes(t));function GN(e,t,n){for(let{manifest:r}of t)n.report({manifest:e.manifest,at:e.manifest.span(e.path),message:`${e.what}, and pods of ${r.kind} \`${r.name}\` ask for the instance metadata. On these nodes they get no answer`,help:`Configure the pods so that they do not need the metadata, such as with \`vpcId\` for the AWS Load Balancer Controller. Or ${e.remedy}.`,labels:[{span:r.span([`metadata`,`name`]),message:`what asks for it${lh(e.manifest,r,n)}`}]})}function KN(){let e=e=>G`
      resource "aws_eks_addon" "ebs" {
        cluster_name = "demo"
        addon_name   = "aws-ebs-csi-driver"
        ${e}
      }

      resource "aws_iam_role" "nodes" {
        name = "demo-nodes"
      }

      resource "aws_iam_role_policy_attachment" "ebs" {
        role       = aws_iam_role.nodes.name
        policy_arn = "arn:aws:iam::aws:policy/service-role/AmazonEBSCSIDriverPolicy"
      }

      ${Q(`default`,Y(W`
          role: demo-nodes
          metadataOptions:
            httpPutResponseHopLimit: 1
        `))}

      ${Q(`web`,J({name:`web`,nodeClassRef:`default`}))}
    `;return{bad:[U(e(``),{"httpPutResponseHopLimit: 1":`httpPutResponseHopLimit: 2`})],good:[e(`service_account_role_arn = aws_iam_role.ebs.arn`)]}}const qN=q({id:`metadata-options`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Security`,mistakes:[67],controls:[`AWS FSBP EC2.8`,`AWS FSBP EC2.170`,`CIS AWS Foundations 5.7`],on:{NodeClass(e,{report:t}){let n=[...mO,`httpTokens`];e.get(n)===`optional`&&t({at:e.span(n),message:`Instances of \`${e.name}\` answer requests for their metadata without a token (IMDSv1), so a program that fetches URLs for others can leak the node’s credentials`,help:"Set `httpTokens: required`.",fix:{description:"Replace with `required`",edits:S(e,n,`required`)}}),JN(e,t);let r=e.get(hO);typeof r!=`number`||r<=2||t({at:e.span(hO),severity:`note`,message:`The hop limit of ${r} lets containers and proxies behind a node of \`${e.name}\` read the node’s credentials`,help:"Set `httpPutResponseHopLimit: 1`, or 2 if pods need the instance metadata.",fix:{description:`Replace with 2`,edits:S(e,hO,`2`)}})},Manifests(e,{report:t}){let n=new Map(z(e).map(t=>[t,gO(ip(e,t))]));if(![...n.values()].every(e=>e===void 0))for(let{manifest:r,pod:i,path:a}of yO(e)){let o=Ep(r,i,e),s=n.get(o);o===void 0&&YN({manifest:r,pod:i,path:a},n,t),s&&t({manifest:r,at:r.span(a),message:`Pods of ${r.kind} \`${r.name}\` ask for the instance metadata, but the hop limit of \`${s.name}\` is 1, so they get no answer`,help:`Set \`httpPutResponseHopLimit: 2\` in \`metadataOptions\` of \`${s.name}\`, or configure the pods so that they do not need the instance metadata.`,labels:[{span:s.span(hO),message:`the hop limit, which is 1 by default`}]})}}},docs:{summary:`A node class allows version 1 of the instance metadata service, or a hop limit above 2 or too low for its pods.`,why:`The instance metadata contains the credentials of the node’s role. Version 1 answers any HTTP request, so a server that can be made to fetch a URL gives them away. Version 2 requires a token, and its hop limit decides how far the token travels. With a limit of 1 only the node itself gets one, with 2 also its pods. Karpenter requires version 2 by default. A limit of 2 is not reported, because some pods need it. Without the metadata, nodes cannot read their user data and never join. A limit of 1 is reported if pods of this NodePool alone need the metadata. They request its address, or they are the AWS Load Balancer Controller without the id of its VPC.`,help:"Set `httpTokens: required` and a hop limit of 1, or 2 if pods need the instance metadata.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specmetadataoptions`},examples:QN});function JN(e,t){let n=[...mO,`httpEndpoint`],r=qf(e);e.get(n)===`disabled`&&r!==void 0&&r!==`Custom`&&t({severity:`error`,at:e.span(n),message:`Instances of \`${e.name}\` have no metadata, from which ${r} reads the user data that joins a node to the cluster. So its nodes never join`,help:"Set `httpEndpoint: enabled`, and `httpPutResponseHopLimit: 1` to keep pods from the metadata.",unready:`instances without metadata cannot read their user data`})}function YN({manifest:e,path:t},n,r){let i=([e,t])=>t?.get(hO)===1&&mT(e),[a,o]=[...n].find(i)??[];a!==void 0&&o!==void 0&&r({manifest:e,at:e.span(t),severity:`note`,message:`Pods of ${e.kind} \`${e.name}\` ask for the instance metadata, but the hop limit of \`${o.name}\` is 1. On nodes of NodePool \`${a.name}\`, they get no answer`,help:`Set \`httpPutResponseHopLimit: 2\` in \`metadataOptions\` of \`${o.name}\`, or configure the pods so that they do not need the instance metadata.`,labels:[{span:o.span(hO),message:`the hop limit`}]})}const XN=e=>Y(W`
    role: KarpenterNodeRole-demo
    metadataOptions:
      ${e}
  `),ZN=e=>$(J({name:`agents`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),XN(`httpPutResponseHopLimit: ${e}`),W`
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: agent
      spec:
        template:
          spec:
            nodeSelector:
              karpenter.sh/nodepool: agents
            containers:
              - name: agent
                image: example.com/agent
                args:
                  - --metadata=http://169.254.169.254/latest
                resources:
                  requests:
                    cpu: 100m
                    memory: 128Mi
    `);function QN(){return{bad:[XN(`httpTokens: optional`),U(XN(`httpPutResponseHopLimit: 64`),{"httpPutResponseHopLimit: 64":`httpPutResponseHopLimit: 1`}),U(Y(W`
          amiSelectorTerms:
            - alias: al2023@v20260715
          metadataOptions:
            httpEndpoint: disabled
        `),{"httpEndpoint: disabled":`httpEndpoint: enabled`}),U(ZN(1),{"httpPutResponseHopLimit: 1":`httpPutResponseHopLimit: 2`})],good:[ZN(2),XN(`httpPutResponseHopLimit: 2`),XN(`httpTokens: required`)]}}const $N=(e,t)=>e.price(t,`on-demand`,e.zonesOf(t)[0]??``)?.hourlyUsd;function eP(e){let t=new WeakMap;return(n,r)=>{let i=t.get(n)??{value:e(n,r)};return t.set(n,i),i.value}}const tP=q({id:`min-values-exotic`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[24],on:{NodePool:nP},docs:{summary:"A NodePool with `minValues` allows bare metal and accelerators, which Karpenter otherwise avoids.",why:"If ordinary instance types are enough, Karpenter removes bare metal types and types with accelerators from the candidates of a launch. It also removes spot types that cost more than on-demand. With `minValues` it removes neither, to keep enough variety. A small pod may then get a machine with 96 cores that takes minutes to start.",help:"List only the instance categories that you want, and exclude bare metal with `karpenter.k8s.aws/instance-hypervisor In [nitro]`.",url:`https://karpenter.sh/docs/concepts/nodepools/#min-values`},examples:oP});function nP(e,{report:t,catalog:n,compatible:r,settings:i}){let a=RC(n),o=Df(e).find(({path:t})=>e.get([...t,`minValues`])!==void 0),s=o&&r(e);if(!a||!s?.isExact||i.karpenter.minValuesPolicy===`BestEffort`)return;let c=rP(s,a);c!==void 0&&t({at:e.span([...o.path,`minValues`]),message:`With \`minValues\`, Karpenter may also launch the ${c.count} of ${s.names.length} instance types of \`${e.name}\` that ${c.kind}${c.gap}`,help:"If you do not want them, list only the categories that you want, and exclude bare metal with `karpenter.k8s.aws/instance-hypervisor In [nitro]`."})}const rP=eP(({names:e},t)=>{let n=e.map(e=>t.type(e)),r=new Set(n.filter(aP).map(({name:e})=>e));if(r.size===0||r.size===n.length)return;let i=e.map(e=>({name:e,usd:$N(t,e)??0})).filter(({usd:e})=>e>0).sort((e,t)=>e.usd-t.usd||se(e.name,t.name)),a=i.slice(0,60).some(({name:e})=>r.has(e));if(!n.some(iP)&&!a)return;let[o]=i,s=i.findLast(({name:e})=>r.has(e)),c=()=>o&&s?`, up to ${s.name} at $${s.usd.toFixed(2)}/hour, while ${o.name} costs $${o.usd.toFixed(4)}/hour`:``,l=n.some(iP)?`are bare metal or have accelerators`:`are bare metal`;return{count:r.size,kind:l,gap:c()}}),iP=({gpus:e,accelerator:t,neuron:n})=>e.length>0||t!==void 0||n!==void 0,aP=e=>e.isBareMetal||iP(e);function oP(){return{bad:[U($(J({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:W`
              - key: karpenter.sh/capacity-type
                operator: In
                values: [on-demand, spot]
              - key: karpenter.k8s.aws/instance-category
                operator: In
                values: [c, m, g]
              - key: karpenter.k8s.aws/instance-generation
                operator: Gt
                values: ["4"]
              - key: karpenter.k8s.aws/instance-family
                operator: Exists
                minValues: 5
            `}),X),{"[c, m, g]":`[c, m]`,"requirements:":W`
            requirements:
              - key: karpenter.k8s.aws/instance-hypervisor
                operator: In
                values: [nitro]
          `}),U($(J({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:W`
              - key: karpenter.sh/capacity-type
                operator: In
                values: [on-demand, spot]
              - key: karpenter.k8s.aws/instance-family
                operator: In
                values: [c6i, m6i, r6i]
                minValues: 3
            `}),X),{"requirements:":W`
            requirements:
              - key: karpenter.k8s.aws/instance-hypervisor
                operator: In
                values: [nitro]
          `})],good:[$(J({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:W`
            - key: karpenter.sh/capacity-type
              operator: In
              values: [on-demand, spot]
            - key: karpenter.k8s.aws/instance-category
              operator: In
              values: [c, m, r]
            - key: karpenter.k8s.aws/instance-generation
              operator: Gt
              values: ["4"]
            - key: karpenter.k8s.aws/instance-family
              operator: Exists
              minValues: 5
          `}),X),$(J({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:W`
            - key: karpenter.sh/capacity-type
              operator: In
              values: [on-demand, spot]
            - key: karpenter.k8s.aws/instance-category
              operator: In
              values: [c, m]
            - key: karpenter.k8s.aws/instance-generation
              operator: Gt
              values: ["4"]
            - key: karpenter.k8s.aws/instance-hypervisor
              operator: In
              values: [nitro]
            - key: karpenter.k8s.aws/instance-family
              operator: Exists
              minValues: 5
          `}),X),$(J({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand, spot]`,`karpenter.k8s.aws/instance-category In [c, m, g]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`]}),X)]}}const sP=q({id:`module-inputs`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests(e,t){for(let n of e.manifests)fP(n,t)}},docs:{summary:`A call of the EKS module sets inputs that version 21 of the module no longer has.`,why:"Version 21 of the public EKS module has new names for its inputs: `cluster_name` is `name`. Its submodule for Karpenter no longer has `enable_v1_permissions` and the inputs of IRSA. Terraform refuses a plan with an input that the module does not have, so nothing of the root is applied. Reported only if the version that a call asks for is 21 for certain.",help:`Rename the inputs as the upgrade guide of the module says, or stay with version 20.`,url:`https://github.com/terraform-aws-modules/terraform-aws-eks/blob/master/docs/UPGRADE-21.0.md`},examples:pP}),cP=/^cluster_(?:name|version|enabled_log_types|force_update_version|compute_config|upgrade_policy|remote_network_config|zonal_shift_config|additional_security_group_ids|endpoint_(?:private_access|public_access|public_access_cidrs)|ip_family|service_ipv[46]_cidr|encryption_config|timeouts|security_group_(?:id|name|use_name_prefix|description|additional_rules|tags)|addons|addons_timeouts|identity_providers)$/,lP={cluster_version:`kubernetes_version`,create_cluster_security_group:`create_security_group`,create_cluster_primary_security_group_tags:`create_primary_security_group_tags`},uP=new Set([`enable_v1_permissions`,`enable_irsa`,`irsa_oidc_provider_arn`,`irsa_namespace_service_accounts`,`irsa_assume_role_condition_test`]);function dP(e){if(Object.hasOwn(lP,e))return lP[e];if(cP.test(e))return e.slice(8)}function fP(e,{report:t}){let n=L(e);if(n!==`eks`&&n!==`karpenter`)return;let i=Yg(e);if(i?.oldest[0]!==21||i.newest[0]!==21)return;let a=Object.keys(h(e.get([`spec`]))??{}).filter(e=>n===`karpenter`?uP.has(e):dP(e)!==void 0),[o]=a;if(o===void 0)return;let s=r(a.length>1,` (and ${a.length-1} more that are set here)`),c=n===`eks`?dP(o):void 0,l=c===void 0?`Remove ${b(o)}`:`Set ${b(c)} instead of ${b(o)}`;t({manifest:e,at:e.keySpan([`spec`,o]),message:`Version 21 of the module has no input ${b(o)}${s}, so Terraform refuses the plan and applies nothing`,help:`${l}, or stay with version 20.`})}function pP(){return{bad:[U(G`
          module "eks" {
            source  = "terraform-aws-modules/eks/aws"
            version = "~> 21.0"

            cluster_name = "orders"
          }
        `,{'cluster_name = "orders"':`name = "orders"`}),U(G`
          module "karpenter" {
            source  = "terraform-aws-modules/eks/aws//modules/karpenter"
            version = "~> 21.0"

            cluster_name          = "orders"
            enable_v1_permissions = true
          }
        `,{"enable_v1_permissions = true":``})],good:[G`
        module "eks" {
          source  = "terraform-aws-modules/eks/aws"
          version = "~> 20.31"

          cluster_name    = "orders"
          cluster_version = "1.33"
        }
      `,G`
        module "eks" {
          source  = "terraform-aws-modules/eks/aws"
          version = ">= 20.0"

          cluster_name = "orders"
        }
      `,G`
        module "karpenter" {
          source  = "terraform-aws-modules/eks/aws//modules/karpenter"
          version = "~> 21.0"

          cluster_name = "orders"
        }
      `]}}const mP=q({id:`node-access`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[70],on:{Manifests(e,t){for(let n of B(e))hP(n,t)}},docs:{summary:`The role of a node class has no access to the cluster, or loses it with this change.`,why:"A node can join a cluster only if its role has an access entry or is listed in the ConfigMap `aws-auth`. Without it, instances start, but the API server rejects their kubelets. Managed node groups need neither, because EKS adds their role itself. When the last node group with a role goes, EKS removes the role again, and all Karpenter nodes that share it lose the cluster. This loss is an error, and so is the authentication mode `API` for a role that only `aws-auth` lists. A role that has no access at all is reported only when the files create the role and list who may join.",help:"Create an access entry of type `EC2_LINUX` for the role, or list the role in `aws-auth` as the other roles of nodes.",url:`https://docs.aws.amazon.com/eks/latest/userguide/access-entries.html`},examples:wP});function hP(e,t){let n=t.clusterOf(e),r=e.isPartial?void 0:wm(e,n);if(!r||Mm(r,Om(n))!==!1)return;let i=gP(e,r,t);i.length>0?yP(e,{role:r,lost:i},t):SP(e,r,t)}function gP(e,t,n){let r=_P(e,n.base),i=r&&n.baseClusterOf(r),a=r&&wm(r,i);if(!i||!a||xm(a,t)!==!0)return[];let o=E(Om(i)).filter(e=>xm(e.role,a)===!0),s=n.clusterOf(e);return o.every(e=>rh(s,e)||vP(e.manifest,s))?o:[]}const _P=(e,t)=>Vp(e,t?B(t):[]),vP=(e,{manifests:t})=>t.some(t=>t.source.file===e.source.file||ch(t,e));function yP(e,{role:t,lost:n},r){let i=n.some(({isInAwsAuth:e})=>e)?ih(r.clusterOf(e)):void 0;r.report({manifest:e,severity:`error`,at:e.span(Cm(e)),message:`All nodes of \`${e.name}\` lose access to the cluster, because ${bP({role:t,lost:n},i!==void 0)}`,help:i?"Create an access entry of type `EC2_LINUX` for this role before the mode changes. EKS cannot change it back.":"Create an access entry of type `EC2_LINUX` for this role in the same change.",unready:`nodes with the role ${Sm(t)} cannot join the cluster`,labels:i?[{span:i.manifest.span(i.path),message:"EKS no longer reads `aws-auth`"}]:[]})}function bP({role:e,lost:t},n){let r=Sm(e);return n?`this change sets the authentication mode to \`API\`. EKS then ignores \`aws-auth\`, the only place that lists the role ${r}`:t.some(({by:e})=>e===`nodeGroup`)?`this change removes the last node group with the role ${r}. EKS removes the access of a role with its last node group`:`this change removes the access of the role ${r}`}function xP(e,t,n){let r=_P(e,n.base),i=r&&wm(r,n.baseClusterOf(r));if(i&&xm(i,t)===!1)return E(Om(n.clusterOf(e))).find(e=>e.by!==`otherEntry`&&xm(e.role,i)===!0)}function SP(e,t,n){let r=n.clusterOf(e),i=E(Ad(r).roles).find(({address:e})=>e===t.address),a=E(Om(r)),o=xP(e,t,n),s=o??a.find(({by:e})=>e===`entry`);if((i?.manifest.kind!==`aws_iam_role`||s===void 0&&!nh(r))&&o===void 0||t.name!==void 0&&Vn(Fm(n),e=>e===t.name)!==!1)return;let c=()=>o?`the access of the role before this change`:`the access of other nodes`,l=s?.manifest.kind===`ConfigMap`||s?.manifest.kind===`kubernetes_config_map`;n.report({manifest:e,at:e.span(Cm(e)),message:`The role ${Sm(t)} of \`${e.name}\` has no access to the cluster, so its nodes never join`,unready:`nodes with the role ${Sm(t)} cannot join the cluster`,help:l?"Add the role to `mapRoles`, with the same user name and groups as the other roles of nodes.":"Create an access entry of type `EC2_LINUX` for this role.",labels:[...i?[CP(i,`the role${lh(e,i.manifest,n)}`)]:[],...s?[CP(s,c())]:[]]})}const CP=({manifest:e,path:t},n)=>({span:e.span(t),message:n});function wP(){let e=e=>G`
    resource "aws_iam_role" "nodes" {
      name = "orders-nodes"
    }

    resource "aws_iam_role" "karpenter" {
      name = "orders-karpenter-nodes"
    }

    ${e}

    ${Q(`default`,Y(`role: orders-karpenter-nodes`))}
  `,t=(e,t)=>G`
    resource "aws_eks_access_entry" "${e}" {
      cluster_name  = "orders"
      principal_arn = aws_iam_role.${t}.arn
      type          = "EC2_LINUX"
    }
  `.text,n=G`
    resource "kubernetes_config_map_v1_data" "aws_auth" {
      metadata {
        name      = "aws-auth"
        namespace = "kube-system"
      }

      data = {
        mapRoles = yamlencode([
          {
            rolearn  = aws_iam_role.nodes.arn
            username = "system:node:{{EC2PrivateDNSName}}"
            groups   = ["system:bootstrappers", "system:nodes"]
          },
        ])
      }
    }
  `.text;return{bad:[U(e(t(`nodes`,`nodes`)),{'resource "aws_eks_access_entry" "nodes" {':`${t(`karpenter`,`karpenter`)}\nresource "aws_eks_access_entry" "nodes" {`}),U(e(n),{"mapRoles = yamlencode([":`mapRoles = yamlencode([
          {
            rolearn  = aws_iam_role.karpenter.arn
            username = "system:node:{{EC2PrivateDNSName}}"
            groups   = ["system:bootstrappers", "system:nodes"]
          },`})],good:[e(`${t(`nodes`,`nodes`)}\n${t(`karpenter`,`karpenter`)}`),e(`${t(`nodes`,`nodes`)}
        resource "aws_eks_node_group" "system" {
          cluster_name    = "orders"
          node_group_name = "system"
          node_role_arn   = aws_iam_role.karpenter.arn
        }`),e(t(`nodes`,`nodes`).replace(`aws_iam_role.nodes.arn`,`var.node_role_arn`)),e(``)]}}const TP=q({id:`node-egress`,severity:`warning`,since:`0.1.0`,providers:[`aws`,`eks-auto-mode`],theme:`Network`,mistakes:[],on:{Manifests(e,t){for(let n of e.manifests)nd(n)&&!n.isPartial&&EP(n,t)}},docs:{summary:`Nodes in the subnets of a node class cannot reach the APIs of AWS.`,why:`A node needs EC2, ECR, S3 and STS before it is ready. In a private subnet, it reaches them through a NAT gateway or VPC endpoints. In a public subnet, it needs a public address, because the internet gateway serves no other. Without either, instances start, but their nodes never become ready, and Karpenter terminates them after 15 minutes. Karpenter prefers the subnet with the most free addresses, which is often a public one. Reported for public subnets that give out no addresses, and for a change that removes the last way out of the VPC that the files show.`,help:`Select only private subnets with a NAT gateway or with VPC endpoints for EC2, ECR, S3, STS and EKS.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/network-reqs.html`},examples:IP});function EP(e,t){let n=t.clusterOf(e),r=E(vy(e,`subnet`,Tv(n,`subnet`)));r.length!==0&&(DP(e)||OP(e,r,t),jP(e,r,t))}const DP=e=>Jf.some(t=>(e.get(t)??!1)!==!1);function OP(e,t,n){let r=n.clusterOf(e);if(kP(r))return;let i=t.find(e=>$_(e,r)===!0);if(i===void 0)return;let a=rd(e,`subnet`).flatMap(e=>e.tags),o=a.map(({key:e})=>i.tags.get(e)).find(e=>e!==void 0);n.report({manifest:e,at:e.keySpan(a[0].path),message:`\`${e.name}\` selects the public subnets of ${AP(i)}, which give out no public addresses. Nodes there cannot reach the APIs of AWS and never become ready`,help:"Take the tag off the public subnets, or set `associatePublicIPAddress: true`.",labels:[{span:o?o.manifest.span(o.path):i.manifest.span(i.tagsAt),message:`the tag of the public subnets${lh(e,i.manifest,n)}`}]})}const kP=({manifests:e})=>e.some(e=>e.kind===`aws_vpc_endpoint`||/endpoint/.test(String(e.get([`spec`,`source`])??``))),AP=({manifest:{kind:e,name:t}})=>`\`${e}.${t}\``;function jP(e,t,n){let r=n.clusterOf(e),i=t.filter(e=>e.tool===`Terraform`&&e.isPreferred&&$_(e,r)!==!0);if(i.length===0||!MP(e,r,n))return;let a=[...new Set(i.map(AP))].slice(0,2).join(` and `),{manifest:o}=i[0],s=()=>L(o)===`vpc`?[`spec`,`enable_nat_gateway`]:[`metadata`,`name`],c=i.length===t.length;n.report({manifest:e,at:e.span([`spec`,`subnetSelectorTerms`]),message:`This change removes the last way out of the private subnets of ${a} that these files show. Nodes of \`${e.name}\` there can then neither join the cluster nor pull images`,help:`Keep a NAT gateway, or create VPC endpoints for EC2, ECR, S3, STS and EKS first.`,labels:[{span:o.span(s()),message:`no NAT gateway and no endpoints${lh(e,o,n)}`}],...c&&{unready:`its nodes cannot reach the APIs of AWS`}})}function MP(e,t,n){let r=NP(e,n.base);if(r===void 0||J_(t)||!T(Tv(t,`subnet`)))return!1;let i=n.baseClusterOf(r);return!J_(i)||!T(Tv(i,`subnet`))?!1:i.manifests.every(e=>e.source.origin===void 0||t.manifests.some(t=>ch(t,e)))}function NP({kind:e,name:t},n){let r=n?.manifests.filter(n=>n.kind===e&&n.name===t)??[];if(r.length===1)return r[0]}const PP=e=>Q(`default`,Y(W`
      role: KarpenterNodeRole-orders
      subnetSelectorTerms:
        - tags:
            karpenter.sh/discovery: ${e}
    `)),FP=(e,t=``)=>G`
  module "vpc" {
    source  = "terraform-aws-modules/vpc/aws"
    version = "~> 6.0"

    private_subnets    = ["10.0.0.0/20", "10.0.16.0/20"]
    public_subnets     = ["10.0.64.0/20", "10.0.80.0/20"]
    enable_nat_gateway = true
    ${t}

    private_subnet_tags = {
      "karpenter.sh/discovery" = "orders"
    }
    public_subnet_tags = {
      ${e}
    }
  }

  ${PP(`orders`)}
`;function IP(){let e=`"karpenter.sh/discovery" = "orders"`;return{bad:[U(FP(`${e} # every subnet`),{[`${e} # every subnet`]:`"kubernetes.io/role/elb" = 1`})],good:[FP(`"kubernetes.io/role/elb" = 1`),FP(e,`map_public_ip_on_launch = true`)]}}const LP=q({id:`node-group-size`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests(e,t){for(let n of e.manifests.filter(e=>L(e)===`eks`))VP(n,t);for(let n of e.manifests.filter(Tr))qP(n,t)}},docs:{summary:`EKS refuses the sizes of a managed node group.`,why:"EKS refuses a group whose desired size is not between its minimum and its maximum. The EKS module ignores later changes of `desired_size`, as a resource does with `ignore_changes`, so a group keeps the number of nodes that it has. A lower `max_size` or a higher `min_size` is then refused as well, until something else scales the group. A group for Karpenter’s controller needs two nodes, because the two replicas of the chart never share one. Sizes that are unknown are not judged.",help:"Keep the number of nodes that the group has between `min_size` and `max_size`, or scale the group first.",url:`https://docs.aws.amazon.com/eks/latest/APIReference/API_NodegroupScalingConfig.html`},examples:$P}),RP=[`spec`,`eks_managed_node_groups`],zP=(e,t)=>{let n=e?.[t];if(typeof n==`number`)return n},BP=e=>zP(e,`desired_size`)??zP(e,`min_size`);function VP(e,t){let n=t.base?.manifests.find(t=>L(t)===`eks`&&t.source.file===e.source.file);for(let[r,i]of Object.entries(h(e.get(RP))??{})){let a=h(i),o=zP(a,`max_size`),s=BP(a);if(o===void 0)continue;let c=h(n?.get([...RP,r])),l=zP(c,`max_size`)===o&&BP(c)===s;(c===void 0||l)&&s!==void 0&&s>o?KP(e,{key:r,now:a,desired:s,max:o,isAsBefore:l},t):c!==void 0&&a!==void 0&&!GP(c,a)&&HP(e,{key:r,old:c,now:a,max:o},t)}}function HP(e,{key:t,old:n,now:r,max:i},{report:a}){let o=(n.desired_size??null)===null,s=zP(n,o?`min_size`:`desired_size`);if(s===void 0)return;let c=(zP(n,`max_size`)??0)>i,l={manifest:e,severity:`warning`};if(s>i&&c){a({...l,at:e.span([...RP,t,`max_size`]),message:`The module ignores the new \`desired_size\` of \`${t}\`, so EKS refuses \`max_size = ${i}\` while the group has ${s} nodes`,help:`Scale the group down to ${i} first, or keep \`max_size\` at ${s} or more.`});return}let u=zP(r,`min_size`),d=zP(n,`min_size`);u===void 0||d===void 0||u<=s||d>s||a({...l,at:e.span([...RP,t,`min_size`]),message:`The module ignores changes of the \`desired_size\` of \`${t}\`, so EKS refuses \`min_size = ${u}\` while the group has ${s} nodes`,help:`Scale the group up to ${u} first, unless something else did, or keep \`min_size\` at ${s} or less.`})}const UP=[`name`,`instance_types`,`ami_type`,`capacity_type`,`disk_size`,`subnet_ids`],WP=[`instance_types`,`ami_type`,`capacity_type`,`disk_size`],GP=(e,t)=>UP.some(n=>Dt(e[n]??null)!==Dt(t[n]??null))||WP.some(e=>y(t[e]??null));function KP(e,{key:t,now:n,desired:r,max:i,isAsBefore:a},{base:o,report:s}){let c=zP(n,`desired_size`)===void 0?`min_size`:`desired_size`;s({manifest:e,...(o===null||a)&&{severity:`warning`},at:e.span([...RP,t,`max_size`]),message:`EKS refuses the node group \`${t}\`: its \`${c}\` of ${r} is above its \`max_size\` of ${i}`,help:`Set \`max_size\` to at least ${r}.`})}function qP(e,t){let n=t.base?.manifests.filter(Tr)??[],r=n.find(t=>t.source.file===e.source.file),i=e.get([`spec`,`ignoresCount`])===!0,a=r===void 0&&n.some(({name:t})=>t===e.name);if(i&&(t.base===null||a))return;let o=i&&r!==void 0&&!Mr(r,e)?r:void 0,s=(o??e).get([`spec`,`count`]);if(typeof s!=`number`)return;let[c,l]=QP(s,ZP(e)),u=o!==void 0&&QP(s,ZP(o))[1]!==void 0;l===void 0||u||t.report({manifest:e,at:e.span([`spec`,`scaling`,c]),...(o===void 0?XP:JP)({name:e.name,input:c,bound:l,count:s}),...(o!==void 0||t.base===null)&&{severity:`warning`}})}const JP=({name:e,input:t,bound:n,count:r})=>({message:`Terraform ignores changes of the \`desired_size\` of \`${e}\`, so EKS refuses \`${t} = ${n}\` while the group has ${ve(r,`node`)}`,help:`Scale the group to ${n} first, unless something else did, or keep \`${t}\` as it was.`}),YP={min_size:`below`,max_size:`above`},XP=({name:e,input:t,bound:n,count:r})=>({message:`EKS refuses the node group \`${e}\`: its \`desired_size\` of ${r} is ${YP[t]} its \`${t}\` of ${n}`,help:`Set \`${t}\` to ${r}, or change \`desired_size\`.`}),ZP=e=>{let t=h(e.get([`spec`,`scaling`]));return{min:zP(t,`min_size`),max:zP(t,`max_size`)}};function QP(e,{min:t,max:n}){return t!==void 0&&t>e?[`min_size`,t]:n!==void 0&&n<e?[`max_size`,n]:[`min_size`,void 0]}function $P(){let e=(e,t)=>G`
    module "eks" {
      source  = "terraform-aws-modules/eks/aws"
      version = "~> 21.0"
      name    = "orders"

      eks_managed_node_groups = {
        system = {
          instance_types = ["m7i.large"]
          desired_size   = ${e}
          max_size       = ${t}
        }
      }
    }
  `;return{bad:[U(e(`2`,`1`),{"max_size       = 1":`max_size       = 2`})],good:[e(`2`,`2`),e(`var.nodes`,`1`),e(`2`,`var.nodes`)]}}const eF=q({id:`node-policies`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[],on:{Manifests(e,t){let n=new Set;for(let r of B(e)){let e=r.isPartial?void 0:wm(r,t.clusterOf(r)),i=e&&Sm(e);e===void 0||i===void 0||n.has(i)||(n.add(i),nF(r,e,t))}}},docs:{summary:`A change takes a policy of AWS from the role of the nodes that they cannot work without.`,why:"Nodes call EC2 to join the cluster and the registry to pull images of add-ons. The VPC CNI and the EBS CSI driver use the role of the node if they have none of their own. Without `AmazonEKSWorkerNodePolicy` nodes do not join, without `AmazonEKS_CNI_Policy` they stay NotReady, and without a policy for the registry their add-ons do not start. Reported only if the role had such a policy before, all policies that it has now are known, and nothing else gives the add-on a role.",help:`Keep the policy, or give the add-on a role of its own first.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/create-node-role.html`},examples:sF}),tF=[{policies:[`AmazonEKSWorkerNodePolicy`,`AmazonEKSWorkerNodeMinimalPolicy`],outcome:`so new nodes cannot join the cluster`,isVital:!0},{policies:[`AmazonEKS_CNI_Policy`],outcome:`and nothing else gives the VPC CNI a role, so new nodes stay NotReady`,isVital:!0,action:`ec2:AssignPrivateIpAddresses`,addon:{name:`vpc-cni`,serviceAccount:`aws-node`}},{policies:[`AmazonEC2ContainerRegistryReadOnly`,`AmazonEC2ContainerRegistryPullOnly`,`AmazonEC2ContainerRegistryPowerUser`,`AmazonEC2ContainerRegistryFullAccess`],action:`ecr:GetAuthorizationToken`,outcome:`so new nodes cannot pull images from ECR, such as those of add-ons`},{policies:[`AmazonEBSCSIDriverPolicy`,`AmazonEBSCSIDriverPolicyV2`],outcome:`and nothing else gives the EBS CSI driver a role, so volumes are no longer created and attached`,severity:`warning`,action:`ec2:AttachVolume`,addon:{name:`aws-ebs-csi-driver`,serviceAccount:`ebs-csi-controller-sa`}}];function nF(e,t,n){let r=n.clusterOf(e),i=aF(t,r),a=gx(t,r);if(i===void 0||!T(a)||a.all.some(e=>/Administrator|PowerUserAccess/.test(e)))return;let o=rF(e,t,n),s=Md(r).length>0;for(let c of tF){let{policies:l,outcome:u,isVital:d,severity:f,addon:p}=c;if(a.all.some(e=>l.includes(e))||iF(c,r)||p!==void 0&&!oF(p,r))continue;let m=l.find(e=>o.includes(e));if(m===void 0&&(p?.name!==`vpc-cni`||a.all.length===0||s))continue;let ee=`The role ${Sm(t)} of \`${e.name}\``,[h]=l,te=m===void 0?`does not have`:`loses`,g=()=>p===void 0?`Keep \`${m}\` attached to the role.`:`Attach \`${m??h}\` to the role, or give the service account \`kube-system:${p.serviceAccount}\` a role with it.`,_=f===void 0&&m!==void 0&&!s;n.report({manifest:i.manifest,...!_&&{severity:`warning`},..._&&d&&{unready:`their role loses the policy \`${m}\``,unreadyObjects:[e]},at:i.manifest.span(i.path),message:`${ee} ${te} the policy \`${m??h}\`, ${u}`,help:g()})}}function rF(e,t,{base:n,baseClusterOf:r}){let i=n&&Vp(e,B(n));if(!i)return[];let a=wm(i,r(i));return a===void 0||xm(a,t)!==!0?[]:E(gx(a,r(i)))}const iF=({action:e},t)=>e!==void 0&&t.ofKind(`IamPolicy`).some(t=>H(r_(t),e));function aF(e,t){let n=E(Ad(t).roles).find(({address:t,name:n})=>t===e.address||n!==void 0&&n===e.name);if(n===void 0)return;let{manifest:r,path:i}=n;if(L(r)!==`karpenter`)return{manifest:r,path:i};let a=Gd(r).creates===`create_node_iam_role`?`node_iam_role_attach_cni_policy`:`iam_role_attach_cni_policy`;return{manifest:r,path:R(r,a,!0)===!1?[`spec`,a]:i}}function oF(e,t){let{addons:n,podIdentities:r}=of(t),i=E(n).filter(({name:t})=>t===e.name);return i.length===0||i.some(({manifest:e,path:t})=>Ig(e,t))||E(r).some(({serviceAccount:t})=>t===void 0||t===e.serviceAccount)?!1:!t.manifests.some(({object:t})=>{let n=JSON.stringify(t);return n.includes(e.serviceAccount)||/\bcilium\b|\bcalico\b/i.test(n)})}function sF(){let e=(e,t)=>G`
    module "eks" {
      source  = "terraform-aws-modules/eks/aws"
      version = "~> 21.0"
      name    = "orders"
      addons  = { vpc-cni = { ${t} } }
    }

    module "karpenter" {
      source  = "terraform-aws-modules/eks/aws//modules/karpenter"
      version = "~> 21.0"

      cluster_name                  = "orders"
      node_iam_role_use_name_prefix = false
      ${e}
    }

    ${Q(`default`,Y(`role: Karpenter-orders`))}
  `,t=`node_iam_role_attach_cni_policy = false`;return{bad:[U(e(t,``),{[t]:``})],good:[e(``,``),e(t,`service_account_role_arn = module.cni.iam_role_arn`),e(`node_iam_role_attach_cni_policy = var.attach`,``)]}}const cF=e=>Ue(e)||e.length<5||/\d/.test(e)||/^(?:north|south|east|west|central)/.test(e);function lF(e,t){if(e===t)return!0;if(Math.max(e.length,t.length)>100)return!1;let[n,r]=[uF(e),uF(t)],[i,a]=n.length<=r.length?[n,r]:[r,n];return i.length<a.length?i.every(e=>a.includes(e)):i.every((e,t)=>dF(e,a[t]))}const uF=e=>e.toLowerCase().split(/[-_./]/),dF=(e,t)=>e===t||!cF(e)&&!cF(t)&&i(e,t)<=2,fF=e=>e.toLowerCase().replace(/\bpre-prod\b/,`preprod`).split(/[-_.]/).map(ie).sort().join(`-`);function pF(e,t){if(e===t)return!0;let[n,r]=[e.split(`-`),t.split(`-`)],[i,a]=n.length<=r.length?[n,r]:[r,n];return i.length<a.length&&i.some(Ue)&&i.every(e=>a.includes(e))}const mF=(e,t)=>!pF(fF(e),fF(t)),hF=q({id:`node-role-exists`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[68],on:{Manifests(e,t){for(let n of B(e))for(let e of[`role`,`instanceProfile`])_F(n,e,t)}},docs:{summary:`A node class names a role or instance profile that is almost the one that the files create, or that of the cluster of another environment.`,why:`Karpenter launches nodes only with a role or instance profile that exists. If the name has a typing mistake, or is that of another environment, the node class is not ready, or its nodes cannot join the cluster. Karpenter’s Terraform module also adds a random suffix to the name of the role by default. Reported only when the files of the cluster create the role and its name is known. A completely different name may be that of a role from elsewhere. Also reported if the name ends with that of the cluster in another environment.`,help:"Use the name of the role that the files create. With Karpenter’s module, set `node_iam_role_use_name_prefix = false`, or refer to the output `node_iam_role_name`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specrole`},examples:DF}),gF={role:`role`,instanceProfile:`instance profile`};function _F(e,t,n){let r=D(e,[`spec`,t]);if(e.isPartial||r===void 0||/[:/]/.test(r)||Vn(Fm(n),e=>e===r)!==!1)return;let{roles:i,profiles:a}=Ad(n.clusterOf(e)),[o,s]=t===`role`?[i,a]:[a,i];if(Vn(o,e=>e.canBeNamed(r))!==!1)return;let[c,l]=[E(o),E(s)];if(yF({nodeClass:e,field:t,written:r},n))return;let u={nodeClass:e,field:t,written:r,created:c},d=c.find(({prefix:e})=>e===r||e===`${r}-`);d?bF(u,d,n):xF(u,l,n)}const vF=e=>[`subnet`,`securityGroup`].flatMap(t=>rd(e,t)).flatMap(fd).flatMap(({cluster:e,tag:t})=>t.isKnown?[e]:[]);function yF({nodeClass:e,field:t,written:n},{report:r}){let[i=``,a]=new Set(vF(e)),o=SF(n).slice(-SF(i).length).join(`-`),[s,c]=CF(o,SF(i).join(`-`))??[];return a!==void 0||s===void 0||![c,s].every(Ue)||fF(s)===fF(c)?!1:(r({manifest:e,at:e.span([`spec`,t]),message:`The ${gF[t]} \`${n}\` is named after \`${o}\`, but \`${e.name}\` selects resources of the cluster \`${i}\``,help:`Use the ${gF[t]} of \`${i}\`, so that nodes of one cluster get no rights in the other.`}),!0)}function bF({nodeClass:e,field:t,written:n},i,a){let{manifest:o,path:s}=i,c=o.kind===`module`,l=c?`module.${o.name}`:`${o.kind}.${o.name}`,u=c?t===`role`?`node_iam_role_name`:`instance_profile_name`:`name`,d=r(ch(e,o),`, or refer to \`${l}.${u}\``);a.report({manifest:e,at:e.span([`spec`,t]),message:`\`${e.name}\` uses the ${gF[t]} \`${n}\`, but Terraform adds a suffix to this name, so there is no ${gF[t]} with exactly this name`,help:c?`Set \`${Gd(o).usesPrefix} = false\` in \`${l}\`${d}.`:`Set \`name = "${n}"\` instead of \`name_prefix\` in \`${l}\`${d}.`,labels:[{span:o.span(s),message:`the beginning of its name${lh(e,o,a)}`}]})}function xF(e,t,n){let{nodeClass:r,field:i,written:a,created:o}=e,s=n.clusterOf(r).environment??``,c=n.all.manifests.some(e=>e.kind===`aws_iam_role`&&D(e,[`spec`,`name`])===a),l=o.filter(({name:e})=>e!==void 0),u=t.some(({name:e})=>e===a),d=l.filter(({name:e})=>u||!c&&wF(a,e)||EF(s,{written:a,name:e})&&!TF(r,a,e)),[f]=d;if(!f||new Set(d.map(({name:e})=>e)).size>1)return;let p=i===`role`?`an instance profile`:`a role`;n.report({manifest:r,at:r.span([`spec`,i]),message:u?`\`${a}\` is the name of ${p}. The ${gF[i]} that ${f.tool} creates is named \`${f.name}\``:`\`${r.name}\` uses the ${gF[i]} \`${a}\` instead of \`${f.name}\`, which ${f.tool} creates`,help:`Set \`${i}: ${f.name}\`.`,labels:[{span:f.manifest.span(f.path),message:`the ${gF[i]}${lh(r,f.manifest,n)}`}]})}const SF=e=>e.split(/[-_.,+=@]/);function CF(e,t){let[n,r]=[SF(e),SF(t)];if(n.length!==r.length)return;let i=n.flatMap((e,t)=>e===r[t]?[]:[[e,r[t]]]);if(i.length===1)return i[0]}function wF(e,t){let[n,r]=[e,t].map(e=>SF(e.toLowerCase()));if(n.join(``)===r.join(``))return!0;let a=CF(e.toLowerCase(),t.toLowerCase());return a===void 0?!1:a[0]===`${a[1]}s`||a[1]===`${a[0]}s`||!a.some(cF)&&i(...a)===1}function TF(e,t,n){let[r=``]=CF(t,n)??[],i=e.span([]).file.split(`/`).at(-1);return[...SF(e.name),...SF(i)].some(e=>fF(e)===fF(r))}function EF(e,{written:t,name:n}){let[r,i]=CF(t,n)??[];if(r===void 0||i===void 0||![r,i].every(Ue))return!1;let a=fF(e).split(`-`);return a.includes(fF(i))&&!a.includes(fF(r))}function DF(){let e=(e,t)=>G`
    module "karpenter" {
      source  = "terraform-aws-modules/eks/aws//modules/karpenter"
      version = "~> 21.0"

      cluster_name = "orders"
      ${e}
    }

    ${Q(`default`,Y(`role: ${t}`))}
  `;return{bad:[U(e(``,`Karpenter-orders`),{'cluster_name = "orders"':`cluster_name = "orders"
node_iam_role_use_name_prefix = false`},{"role: Karpenter-orders":"role: ${module.karpenter.node_iam_role_name}"}),U(G`
          resource "aws_iam_role" "nodes" {
            name = "KarpenterNodeRole-orders"
          }

          ${Q(`default`,Y(`role: KarpenterNodesRole-orders`))}
        `,{"role: KarpenterNodesRole-orders":`role: KarpenterNodeRole-orders`}),U(G`
          resource "aws_iam_role" "nodes" {
            name = "KarpenterNodeRole-orders"
          }

          resource "aws_iam_instance_profile" "nodes" {
            name = "KarpenterNodeInstanceProfile-orders"
            role = aws_iam_role.nodes.name
          }

          ${Q(`default`,Y(`instanceProfile: KarpenterNodeRole-orders`))}
        `,{"instanceProfile: KarpenterNodeRole-orders":`instanceProfile: KarpenterNodeInstanceProfile-orders`})],good:[e(`node_iam_role_use_name_prefix = false`,`Karpenter-orders`),e(`node_iam_role_name = var.role`,`Karpenter-orders`),e(``,`KarpenterNodeRole-of-another-team`),G`
        resource "aws_iam_role" "nodes" {
          name = "KarpenterNodeRole-orders-1"
        }

        ${Q(`default`,Y(`role: KarpenterNodeRole-orders-2`))}
      `]}}const OF=q({id:`node-role-trust`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[],on:{NodeClass(e,t){e.kind===`EC2NodeClass`&&!e.isPartial&&kF(e,t)}},docs:{summary:`EC2 cannot assume the role of a node class.`,why:"Instances get the credentials of their role from EC2, so its trust policy has to allow `sts:AssumeRole` to `ec2.amazonaws.com`. Without it, nodes have no credentials, do not join the cluster, and Karpenter terminates them after 15 minutes. Reported only if the files create the role and its trust policy is known.",help:"Allow `sts:AssumeRole` to the service `ec2.amazonaws.com` in the trust policy.",url:`https://docs.aws.amazon.com/eks/latest/userguide/create-node-role.html`},examples:MF});function kF(e,t){let n=AF(e,t);if(n===void 0)return;let{manifest:r,path:i,statements:a}=Hu(n,new Map(t.clusterOf(n).manifests.map(e=>[e.source.file,e])));a===void 0||a.length===0||a.some(jF)||t.report({manifest:e,at:e.span([`spec`,`role`]),message:`EC2 cannot assume the role of \`${e.name}\`, so its nodes get no credentials and never join the cluster`,help:"Allow `sts:AssumeRole` to the service `ec2.amazonaws.com` in the trust policy of the role.",labels:[{span:r.span(i),message:`whom the role trusts${lh(e,r,t)}`}],unready:`EC2 cannot assume their role`})}function AF(e,{clusterOf:t}){let n=v(e.get([`spec`,`role`])),r=/^\$\{aws_iam_role\.([\w-]+)(?:\[0\])?\.(?:name|id)\}$/.exec(n??``)?.[1],i=t(e).ofKind(`aws_iam_role`).filter(t=>r===void 0?n!==void 0&&D(t,[`spec`,`name`])===n:t.name===r&&ch(t,e));if(i.length===1)return i[0]}function jF(e){let{effect:t,isNegated:n,unknown:r,principals:i,actions:a}=e;return n||r.length>0||a.some(g)?!0:t===`Deny`||!xu(e,`sts:AssumeRole`)?!1:[...i].some(([e,t])=>g(e)||t.some(t=>t===`*`||g(t)||e===`Service`&&/^ec2\.amazonaws\.com/.test(t)))}function MF(){let e=e=>G`
    data "aws_iam_policy_document" "nodes" {
      statement {
        actions = ["sts:AssumeRole"]
        principals {
          type        = "Service"
          identifiers = [${e}]
        }
      }
    }

    resource "aws_iam_role" "nodes" {
      name               = "orders-nodes"
      assume_role_policy = data.aws_iam_policy_document.nodes.json
    }

    ${Q(`default`,Y(`role: orders-nodes`))}
  `;return{bad:[U(e(`"eks.amazonaws.com"`),{'"eks.amazonaws.com"':`"ec2.amazonaws.com"`})],good:[e(`"ec2.amazonaws.com"`),e(`local.service`),e(`"eks.amazonaws.com", "ec2.amazonaws.com"`)]}}const NF=q({id:`older-generation`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[],on:{NodePool:PF,Provisioner:PF},docs:{summary:`Every instance type of a NodePool is of an old generation, and a newer one costs less.`,why:`Newer generations cost less than those from a decade ago, are faster, and are less often short in supply. A NodePool that names only old families pays more for less, and nothing in the cluster shows it. This rule compares the prices of the region for instance types of similar size and memory with CPUs of the same manufacturer.`,help:"Allow the newer families, by name or with `karpenter.k8s.aws/instance-generation`.",url:`https://karpenter.sh/docs/concepts/nodepools/#instance-types`},examples:VF});function PF(e,{report:t,catalog:n,compatible:r}){let i=RC(n),a=r(e);if(!i||!a?.isExact||a.names.length===0||a.names.length>60)return;let o=FF(a,i);o&&t({at:e.span(Vf(e)),message:`All instance types of \`${e.name}\` are of old generations: ${o.newer} is newer than ${o.name} and costs ${o.percent}% less per vCPU`,help:`Allow newer families, such as \`${o.newer.split(`.`)[0]}\`.`})}const FF=eP(({names:e},t)=>{let[n,...r]=e.map(e=>IF(t.type(e),t));if(r.every(e=>e!==void 0))return n});function IF(e,t){let n=RF(e),r=BF(e,t);if(!n||r===void 0||e.gpus.length>0)return;let[i]=t.types.filter(t=>LF(e,t)&&zF(n,RF(t))).flatMap(e=>{let n=BF(e,t);return n===void 0||n>r*.97?[]:[{name:e.name,cost:n}]}).sort((e,t)=>e.cost-t.cost||se(e.name,t.name));return i&&{name:e.name,newer:i.name,percent:Math.round((1-i.cost/r)*100)}}const LF=(e,t)=>t.vcpus>=e.vcpus*.75&&t.vcpus<=e.vcpus*1.25&&t.memoryMib/t.vcpus>=e.memoryMib/e.vcpus*.97&&t.architecture===e.architecture&&t.cpuManufacturer===e.cpuManufacturer&&t.isBareMetal===e.isBareMetal&&t.gpus.length===0&&(t.instanceStoreGb??0)>=(e.instanceStoreGb??0);function RF({family:e}){let t=/^([a-z]+)(\d+)([a-z-]*)$/.exec(e);if(t)return{category:t[1],generation:Number(t[2]),suffix:t[3]}}function zF(e,t){let n=[...e.suffix].filter(e=>!`aig`.includes(e));return t!==void 0&&t.category===e.category&&t.generation>e.generation&&!t.suffix.includes(`flex`)&&n.every(e=>t.suffix.includes(e))}function BF({name:e,vcpus:t},n){let r=$N(n,e);if(r!==void 0)return r/t}function VF(){return{bad:[U($(J({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m4, c4]`,`karpenter.sh/capacity-type In [on-demand]`]}),X),{"[m4, c4]":`[m4, c4, c5]`})],good:[$(J({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m4, m5]`,`karpenter.sh/capacity-type In [on-demand]`]}),X),$(J({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m5, c5]`,`karpenter.sh/capacity-type In [on-demand]`]}),X)]}}const HF=q({id:`open-generation`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[9],on:{NodePool:GF},docs:{summary:`A NodePool names categories of instance types but no generation, so Karpenter also launches the first ones.`,why:"EC2 still has the instance types of its first two generations, such as `m1.small`. Karpenter launches whichever type is cheapest, and for a small pod that is one of them. They are slow, have old CPUs and little network bandwidth, and are often short in supply. The finding is a warning if the change removes the requirement.",help:'Add a requirement for `karpenter.k8s.aws/instance-generation`, such as `Gt ["4"]`.',url:`https://karpenter.sh/docs/concepts/nodepools/#instance-types`},examples:JF}),UF=e=>Rf(e).some(({key:e})=>C(e)===w.instanceGeneration),WF=e=>Rf(e).find(({key:e,operator:t})=>C(e)===w.instanceCategory&&t===`In`);function GF(e,{report:t,base:n,catalog:r,compatible:i}){let a=RC(r),o=i(e),s=WF(e);if(!a||!o?.isExact||UF(e)||!s)return;let c=qF(o.names.filter(KF),a);if(c===void 0)return;let l=n?.manifests.find(({kind:t,name:n})=>t===e.kind&&n===e.name),u=l!==void 0&&!l.isPartial&&UF(l),d=u?`no longer limits the generation`:`does not limit the generation`;t({at:e.span(s.path),...u&&{severity:`warning`},message:`\`${e.name}\` ${d} of its instance types, so Karpenter also launches old ones such as \`${c}\``,help:'Add the requirement `karpenter.k8s.aws/instance-generation Gt ["4"]`, or name the families.'})}const KF=e=>/^[cmr][12]\./.test(e);function qF(e,t){return e.map(e=>({name:e,usd:$N(t,e)??1/0})).sort((e,t)=>e.usd===t.usd?se(e.name,t.name):e.usd-t.usd)[0]?.name}function JF(){let e=`karpenter.k8s.aws/instance-category In [c, m, r]`,t=(...e)=>$(J({nodeClassRef:`default`,requirements:[...e,`karpenter.sh/capacity-type In [on-demand]`]}),X);return{bad:[U(t(e),{"requirements:":`requirements:
  - {key: karpenter.k8s.aws/instance-generation, operator: Gt, values: ["4"]}`},{"key: karpenter.k8s.aws/instance-category":`key: karpenter.k8s.aws/instance-family`,"[c, m, r]":`[c7i, m7i, r7i]`})],good:[t(e,`karpenter.k8s.aws/instance-generation Gt ["2"]`),t()]}}const YF=q({id:`owned-security-groups`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[78],on:{Manifests(e,t){for(let n of B(e))n.isPartial||(ZF(n,t),QF(n,t))}},docs:{summary:"A node class selects several security groups with the tag `kubernetes.io/cluster/NAME`.",why:"The AWS load balancer controller and the in-tree controller expect exactly one security group with the tag `kubernetes.io/cluster/NAME` on a node. If a node has two, they stop with “multiple tagged security groups” and no longer register targets. The EKS module gives its `tags` to both the security group for nodes and the one that EKS creates. Reported only when Terraform creates the security groups, for the cluster of the node class.",help:`Remove the tag from all of them but one.`,url:`https://karpenter.sh/docs/troubleshooting/`},examples:eI}),XF=`kubernetes.io/cluster/`;function ZF(e,{clusterOf:t,report:n}){let r=rd(e,`securityGroup`).filter(({tags:e,hasOther:t})=>!t&&e.length>0&&e.every(({isKnown:e})=>e)),[i,a]=t(e).ofKind(`aws_security_group`).filter(e=>{let t=h(e.get([`spec`,`tags`]))??{};return r.some(e=>e.tags.every(({key:e,value:n})=>v(t[e])===n))&&Object.keys(t).some(e=>e.startsWith(XF)&&!g(e))});i&&a&&n({manifest:e,at:e.keySpan([`spec`,`securityGroupSelectorTerms`]),message:`\`${e.name}\` selects the security groups \`${i.name}\` and \`${a.name}\`, which both have a tag \`${XF}…\`, but the load balancer controller accepts only one`,help:`Remove the tag \`${XF}…\` from one of them.`,labels:[i,a].map(e=>({span:e.span([`spec`,`tags`]),message:`has the tag`}))})}function QF(e,{clusterOf:t,report:n}){let r=Tv(t(e),`securityGroup`),i=E(vy(e,`securityGroup`,r)).filter(({manifest:e})=>L(e)===`eks`&&$F(e)),a=i.find(({tagsIn:e})=>e.startsWith("`node_security_group_tags`")),o=i.find(({manifest:e,tagsIn:t})=>e===a?.manifest&&t.startsWith("`cluster_tags`"));if(a===void 0||o===void 0)return;let s=`\`module.${a.manifest.name}\``;n({manifest:e,at:e.keySpan([`spec`,`securityGroupSelectorTerms`]),message:`\`${e.name}\` selects the security group of ${s} for nodes and the one that EKS creates for the cluster. Both have a tag \`${XF}…\`, but the load balancer controller accepts only one`,help:`Move the tag from \`tags\` of ${s} to its \`node_security_group_tags\`.`,labels:[{span:a.manifest.span(o.tagsAt),message:`the tags of all security groups`}]})}function $F(e){let t=[`create`,`create_node_security_group`,`create_cluster_primary_security_group_tags`,`create_primary_security_group_tags`],n=[`tags`,`node_security_group_tags`,`cluster_tags`].map(t=>e.get([`spec`,t])).some(e=>e!=null&&Object.keys(h(e)??{"${tags}":null}).some(e=>e.startsWith(XF)||g(e)));return(Wd(e)??19)>=19&&!n&&t.every(t=>R(e,t,!0))}function eI(){return{bad:[U(G`
          resource "aws_security_group" "cluster" {
            name = "cluster"

            tags = {
              "karpenter.sh/discovery" = "demo"
              "kubernetes.io/cluster/demo" = "owned"
            }
          }

          resource "aws_security_group" "nodes" {
            name = "nodes"

            tags = {
              "kubernetes.io/cluster/demo" = "owned"
              "karpenter.sh/discovery" = "demo"
            }
          }

          ${Q(`default`,Y(W`
              role: KarpenterNodeRole-demo
              securityGroupSelectorTerms:
                - tags:
                    karpenter.sh/discovery: demo
            `))}
        `,{'tags = {\n    "kubernetes.io/cluster/demo" = "owned"\n':`tags = {
`})],good:[G`
        resource "aws_security_group" "cluster" {
          name = "cluster"

          tags = {
            "karpenter.sh/discovery" = "demo"
            "kubernetes.io/cluster/demo" = "owned"
          }
        }

        resource "aws_security_group" "nodes" {
          name = "nodes"

          tags = {
            "karpenter.sh/discovery" = "demo"
          }
        }

        ${Q(`default`,Y(W`
            role: KarpenterNodeRole-demo
            securityGroupSelectorTerms:
              - tags:
                  karpenter.sh/discovery: demo
          `))}
      `,G`
        resource "aws_security_group" "cluster" {
          name = "cluster"

          tags = {
            "karpenter.sh/discovery" = "demo"
            "kubernetes.io/cluster/demo" = "owned"
          }
        }

        resource "aws_security_group" "nodes" {
          name = "nodes"

          tags = {
            "Name" = "demo"
            "kubernetes.io/cluster/demo" = "owned"
          }
        }

        ${Q(`default`,Y(W`
            role: KarpenterNodeRole-demo
            securityGroupSelectorTerms:
              - tags:
                  karpenter.sh/discovery: demo
          `))}
      `]}}const tI=q({id:`pass-role`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[72],on:{Manifests(e,t){for(let n of new Set(B(e).map(t.clusterOf)))nI(n,t)}},docs:{summary:"The controller’s `iam:PassRole` permission does not include the role that node classes name.",why:"To launch an instance with a role, the controller needs `iam:PassRole` on exactly that role. If the policy names another role, such as the controller’s own, AWS denies every launch with the role of the nodes. The policy of Karpenter’s Terraform module allows only the role that the module creates or is given. Reported only when the policy and the node class are of the same cluster and all roles are known. It is a warning if no file creates the role of the node class. They may be in different folders.",help:"Add the role of the nodes to the resources of `iam:PassRole`.",url:`https://karpenter.sh/docs/reference/cloudformation/#allowpassinginstancerole`},examples:pI});function nI(e,t){let n=[...e.ofKind(`IamPolicy`).flatMap(t=>cI(t,e)),...e.ofKind(`module`).flatMap(t=>uI(t,e))],r=n.find(({manifest:e})=>rI(e,t)),i=n.map(({roles:e})=>e);if(!r||i.includes(void 0)||Md(e).length>0)return;let a=new Set;for(let n of e.ofKind(`EC2NodeClass`)){let o=n.isPartial?void 0:wm(n,e);if(!o||i.some(e=>e.some(e=>fI(e,o)!==!1)))continue;let s=o.name??o.address;if(!a.has(s)){let e=aI(r,o);e===void 0?iI(n,r,t):!wF(o.name,e)&&!oI(n,t)&&sI(n,{permission:r,role:o.name,own:e},t)}a.add(s)}}function rI(e,t){let n=t.clusterOf(e);if(e.kind===`module`)return!0;let r=Qg(t).some(e=>E(e).some(e=>t.clusterOf(e.policy)===n)),i=B(t.all).every(e=>t.clusterOf(e)===n);return r&&(e.source.origin?.tool===`terraform`||i)}function iI(e,{manifest:t,path:n},r){r.report({manifest:t,at:t.span(n),message:`\`iam:PassRole\` is not allowed on the role of \`${e.name}\`, so AWS denies every launch with this role`,help:t.kind===`module`?`Set \`${Gd(t).creates} = false\` and \`${Gd(t).arn}\` to the ARN of this role in \`module.${t.name}\`.`:`Add the role of the nodes to the resources of this statement.`,labels:[{span:e.span([`spec`,e.get([`spec`,`role`])===void 0?`instanceProfile`:`role`]),message:`the role of the nodes${lh(t,e,r)}`}]})}const aI=({manifest:e,roles:t},n)=>{if(e.kind===`module`&&n.address===void 0&&n.name!==void 0)return t?.[0]?.name};function oI(e,{all:t,base:n,clusterOf:r,baseClusterOf:i}){if(n===null)return!1;let a=(e,t)=>({all:e,manifests:e.manifests,clusterOf:t});return Yx({base:a(n,i),head:a(t,r)}).some(({span:t})=>t.file===e.source.file)}function sI(e,{permission:t,role:n,own:r},i){let{manifest:a,path:o}=t,s=Gd(a),c=e.get([`spec`,`role`])===void 0?`instanceProfile`:`role`;i.report({manifest:e,severity:`warning`,at:e.span([`spec`,c]),message:`\`module.${a.name}\` does not allow Karpenter to pass the role \`${n}\` of \`${e.name}\`, only \`${r}\`, so AWS denies every launch`,help:`Set \`role: ${r}\`. If \`${n}\` exists, set \`${s.creates} = false\` and \`${s.arn}\` to its ARN in \`module.${a.name}\`.`,labels:[{span:a.span(o),message:`the role that Karpenter may pass${lh(e,a,i)}`}]})}function cI(e,t){return r_(e).filter(e=>H([e],`iam:PassRole`)||e.statement.actions.some(g)).map(({path:n,statement:r})=>{let i=r.resources.map(n=>ym(n,{manifest:e,cluster:t})),a=r.isNegated||r.actions.some(g),o=e.isPartial||a||i.includes(void 0);return{manifest:e,path:[...n,`Resource`],roles:o?void 0:i.flatMap(e=>e??[])}})}const lI=/^(?!node_).*(?:policy_statements|policies|policy_documents|policy_arns?)$/;function uI(e,t){if(L(e)!==`karpenter`||R(e,`create`,!0)===!1)return[];let n=Gd(e),r=n.creates===`create_iam_role`?R(e,`create_irsa`,!0):R(e,`create_iam_role`,!0);if(r===!1)return[];let i=Object.keys(h(e.get([`spec`]))??{}),a=r===!0&&!i.some(e=>lI.test(e)),o=R(e,n.creates,!0),s=[`spec`,n.arn],c=o===!1?vm(e,s,t):void 0,l=o===!0?dI(e,t):c;return[{manifest:e,path:o===!1?s:[`metadata`,`name`],roles:a&&l?[l]:void 0}]}function dI(e,t){let n=E(Ad(t).roles).find(({manifest:t})=>t===e)?.name;return{address:Nd(e,`module.${e.name}`),...n!==void 0&&{name:n}}}const fI=(e,t)=>e.name!==void 0&&(t.name!==void 0||e.name===`*`)?mu(e.name,t.name??``):xm(e,t);function pI(){return{bad:[U(G`
          data "aws_iam_policy_document" "controller" {
            statement {
              actions   = ["ec2:CreateFleet", "ec2:RunInstances"]
              resources = ["*"]
            }

            statement {
              actions   = ["iam:PassRole"]
              resources = [aws_iam_role.karpenter_controller.arn]
            }
          }

          ${Q(`default`,Y("role: ${aws_iam_role.karpenter_node.name}"))}
        `,{"aws_iam_role.karpenter_controller.arn":`aws_iam_role.karpenter_node.arn`}),U(G`
          resource "aws_iam_role" "nodes" {
            name = "orders-nodes"
          }

          resource "aws_eks_access_entry" "nodes" {
            cluster_name  = "orders"
            principal_arn = aws_iam_role.nodes.arn
            type          = "EC2_LINUX"
          }

          module "karpenter" {
            source  = "terraform-aws-modules/eks/aws//modules/karpenter"
            version = "~> 21.0"

            cluster_name        = "orders"
            create_access_entry = false
          }

          ${Q(`default`,Y(`role: orders-nodes`))}
        `,{"create_access_entry = false":`create_access_entry = false
create_node_iam_role = false
node_iam_role_arn = aws_iam_role.nodes.arn`}),U(G`
          module "karpenter" {
            source  = "terraform-aws-modules/eks/aws//modules/karpenter"
            version = "~> 21.0"

            cluster_name                  = "orders"
            node_iam_role_use_name_prefix = false
            node_iam_role_name            = "orders-nodes"
          }

          ${Q(`default`,Y(`role: KarpenterNodeRole-orders`))}
        `,{"role: KarpenterNodeRole-orders":`role: orders-nodes`})],good:[G`
        data "aws_iam_policy_document" "controller" {
          statement {
            actions   = ["ec2:CreateFleet", "ec2:RunInstances"]
            resources = ["*"]
          }

          statement {
            actions   = ["iam:PassRole"]
            resources = [aws_iam_role.karpenter_node.arn]
          }
        }

        ${Q(`default`,Y("role: ${aws_iam_role.karpenter_node.name}"))}
      `,G`
        resource "aws_iam_policy" "controller" {
          policy = jsonencode({
            Version = "2012-10-17"
            Statement = [
              { Effect = "Allow", Action = ["ec2:CreateFleet", "ec2:RunInstances"], Resource = "*" },
              { Effect = "Allow", Action = "iam:PassRole", Resource = "arn:aws:iam::111122223333:role/Karpenter*" },
            ]
          })
        }

        ${Q(`default`,Y(`role: KarpenterNodes`))}
      `]}}const mI=q({id:`pin-ami-alias`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[49],on:{NodeClass(e,t){let{report:n}=t,[r]=Gf(e).flatMap(e=>_I(e)??[]);r===void 0?hI(e,t):n({at:e.span(r.path),message:`\`${r.text}\` follows every AMI release, and each new release makes Karpenter replace all nodes of \`${e.name}\``,help:`Pin a release, ${vI(r,t)??r.pinned}, and update it by pull request.`})}},docs:{summary:`An EC2NodeClass follows the latest AMI instead of a pinned release.`,why:"With `@latest`, every AMI release makes all nodes of the node class drift. Karpenter replaces them within the disruption budgets, in every environment at the same time. There is no change to review and nothing to revert. The same holds for an SSM parameter of AWS that names the newest release. It also holds for a name with `*` where images of AWS or Canonical have their release, and for a data source of Terraform.",help:"Pin a release, such as `al2023@v20260715`, and update it by pull request, one environment after the other.",url:`https://karpenter.sh/docs/tasks/managing-amis/`},examples:jI});function hI(e,t){let n=SC(e,t).find(({path:e,text:t})=>e.at(-1)===`id`&&gI(t));n!==void 0&&t.report({at:e.span(n.path),message:`\`${n.text}\` follows every AMI release, and each apply of Terraform after a release makes Karpenter replace all nodes of \`${e.name}\``,help:`Pin a release in the data source, ${gI(n.text)}, and update it by pull request.`})}const gI=e=>e.startsWith(`/`)?TI(e):AI(e,{});function _I({path:e,term:t}){for(let[n,r]of Object.entries(xI)){let i=v(t[n]),a=i===void 0||g(i)?void 0:r(i,t);if(i!==void 0&&a!==void 0)return{field:n,path:[...e,n],text:i,pinned:a}}}function vI({field:e,text:t},{all:n,base:r}){let[i=``]=t.split(/latest|recommended|[*?]/),[a]=(r?[r,n]:[n]).flatMap(e=>B(e).flatMap(Gf)).flatMap(({term:t})=>v(t[e])??[]).filter(e=>e.startsWith(i)&&OI.test(e)&&!/[*?]/.test(e)).filter(e=>!g(e)).sort((e,t)=>bI(yI(t),yI(e)));if(a!==void 0)return`such as \`${a}\``}const yI=e=>(OI.exec(e)?.[0].match(/\d+/g)??[]).map(Number),bI=(e,t)=>e.map((e,n)=>e-(t[n]??0)).find(e=>e!==0)??0,xI={alias:CI,ssmParameter:TI,name:AI},SI={al2:`v20251112`,al2023:`v20260715`,bottlerocket:`v1.66.0`};function CI(e){let[t=``,n]=e.split(`@`);if(n===`latest`&&Object.hasOwn(SI,t))return`such as \`${t}@${SI[t]}\``}const wI={eks:/^(\/aws\/service\/eks\/optimized-ami\/(1\.\d{2})\/amazon-linux-2023\/([^/]+)\/([^/]+))\/recommended\/image_id$/,bottlerocket:/^(\/aws\/service\/bottlerocket\/aws-k8s-[^/]+\/[^/]+)\/latest\/image_id$/,others:/^\/aws\/service\/(?:eks\/optimized-ami\/.+\/recommended\/image_id$|canonical\/ubuntu\/.+\/current\/)/};function TI(e){let[,t,n,r,i]=wI.eks.exec(e)??[];if(t!==void 0)return`such as \`${t}/${`amazon-eks-node-al2023-${r}-${i}-${n}-${SI.al2023}`}/image_id\``;let[,a]=wI.bottlerocket.exec(e)??[];if(a!==void 0)return`such as \`${a}/${SI.bottlerocket.slice(1)}/image_id\``;if(wI.others.test(e))return`with the parameter that contains it`}const EI=/^(?:amazon-eks-(?:arm64-|gpu-)?node-|bottlerocket-aws-k8s-|ubuntu-eks(?:-pro)?\/k8s_)/,DI=/(?<!\d)1\.\d\d(?!\d)/,OI=/(?:v|-)\d{8}|v\d+\.\d+\.\d+/,kI=new Set([`amazon`,`602401143452`,`092701018921`,`099720109477`]);function AI(e,{tags:t,owner:n}){let r=n===void 0||kI.has(String(n));if(t!==void 0||!r||!EI.test(e)||!DI.test(e)||!/[*?]/.test(e)||OI.test(e))return;let i=e.replace(/(?<![-v])[-v]*\*$/,``);return/[*?]/.test(i)||e.startsWith(`ubuntu`)?`by writing it into the name`:`such as \`${i}-${e.startsWith(`bottlerocket`)?`${SI.bottlerocket}-*`:SI.al2023}\``}function jI(){return{bad:[U(Y(W`
          amiSelectorTerms:
            - alias: al2023@latest
        `),{"al2023@latest":`al2023@v20260715`}),U(Y(W`
          amiFamily: Bottlerocket
          amiSelectorTerms:
            - ssmParameter: /aws/service/bottlerocket/aws-k8s-1.34/x86_64/latest/image_id
        `),{"/latest/":`/1.66.0/`}),U(Y(W`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.34-v*
        `),{"v*":`v20260715`})],good:[Y(W`
        amiSelectorTerms:
          - alias: al2023@v20260715
      `),Y(W`
          amiSelectorTerms:
            - alias: windows2022@latest
        `,`windows`),Y(W`
        amiSelectorTerms:
          - alias: ubuntu@latest
      `),Y(W`
        amiFamily: AL2023
        amiSelectorTerms:
          - name: amazon-eks-node-al2023-x86_64-standard-1.34-v*
            owner: self
      `)]}}const MI=G`
  kubelet:
    maxPods: 110
`,NI=q({id:`pods-and-addresses`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[59,60,61],on:{Manifests(e,t){if(!pr(e,`cilium`))for(let n of mf(e))PI(n,t)}},docs:{summary:`The number of pods per node that Karpenter assumes does not match the addresses of the VPC CNI.`,why:"Karpenter works out how many pods fit on a node from its network interfaces, or from `maxPods` if the node class sets it. If there are more pods than addresses, pods hang in `ContainerCreating`. Instance types of the Xen hypervisor, such as `m4`, have no prefix delegation. With prefix delegation and no `maxPods`, nodes have room that Karpenter does not use. With custom networking, the first interface carries no pods, which Karpenter knows only from `reservedENIs`. Reported only when the CNI is configured in the repository, for the cluster of the node class.",help:"Set `maxPods` together with prefix delegation, and `settings.reservedENIs` together with custom networking.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:WI});function PI(e,t){let n=t.clusterOf(e.manifest).ofKind(`EC2NodeClass`).filter(({isPartial:e})=>!e),r=hf(e,`ENABLE_PREFIX_DELEGATION`);hf(e,`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`)===!0&&UI(e,n,t);for(let i of n){let n=i.get([`spec`,`kubelet`,`maxPods`])??void 0;typeof n==`number`&&r===!1&&zI(i,{cni:e,maxPods:n},t),typeof n==`number`&&r===!0&&VI(i,{cni:e,maxPods:n},t),n===void 0&&r===!0&&FI(i)&&HI(i,e,t)}}const FI=e=>!/^(?:Custom|Windows)/.test(qf(e)??``),II=({enis:e,ipv4PerEni:t})=>e*(t-1)+2;function LI(e,{all:t,catalog:n,compatible:r},i=()=>!0){let a=np(t,e).flatMap(e=>RI(e,{catalog:RC(n),compatible:r}));if(!a.includes(void 0))return a.filter(i).sort((e,t)=>II(e)-II(t)||se(e.name,t.name))[0]}function RI(e,{catalog:t,compatible:n}){let r=n(e);return!t||!r?.isExact?[void 0]:r.names.map(e=>t.type(e))}function zI(e,{cni:t,maxPods:n},r){let i=LI(e,r);!i||II(i)>=n||r.report({manifest:e,at:e.span([`spec`,`kubelet`,`maxPods`]),message:`\`maxPods: ${n}\` is more than the ${II(i)} pods that ${i.name} has addresses for without prefix delegation`,help:"Remove `maxPods`, allow only larger instance types that have enough addresses, or turn on prefix delegation in the VPC CNI.",labels:[{span:t.manifest.span(t.path),message:`the VPC CNI has no prefix delegation`}],measures:[{value:II(i),better:`more`},{value:n,better:`fewer`}]})}const BI=({hypervisor:e})=>e===`xen`;function VI(e,{cni:t,maxPods:n},r){let i=LI(e,r,BI);if(!i||II(i)>=n)return;let a=r.base&&Vp(e,B(r.base)),o=a?.get([`spec`,`kubelet`,`maxPods`])===n&&LI(a,{...r,all:r.base},BI)!==void 0;r.report({manifest:e,at:e.span([`spec`,`kubelet`,`maxPods`]),...(!a||o)&&{severity:`note`},message:`\`maxPods: ${n}\` is more than the ${II(i)} pods that ${i.name} has addresses for, because prefix delegation works only on Nitro instance types`,help:'Remove the families without Nitro from the NodePools that use this class. If they name none, add the requirement `karpenter.k8s.aws/instance-hypervisor In ["nitro"]`.',labels:[{span:t.manifest.span(t.path),message:`prefix delegation is on`}]})}function HI(e,t,n){let r=LI(e,n);!r||II(r)>=110||n.report({manifest:e,at:e.span([`spec`,`kubelet`]),severity:`note`,message:`The VPC CNI uses prefix delegation, but \`${e.name}\` has no \`maxPods\`, so Karpenter places at most ${II(r)} pods on ${r.name}`,help:"Set `maxPods: 110` under `spec.kubelet` if more pods should fit.",labels:[{span:t.manifest.span(t.path),message:`prefix delegation is on`}]})}function UI(e,t,{clusterOf:n,report:r}){if(!(t.length===0||t.every(e=>e.get([`spec`,`kubelet`,`maxPods`])!==void 0)))for(let t of n(e.manifest).manifests.flatMap(sr)){let{manifest:n,chart:i,values:a}=t,o=yr(t,`settings`,`reservedENIs`);i===`karpenter`&&In(o)&&(v(o.value)??`0`)===`0`&&r({manifest:n,at:n.span([...a,`settings`,`reservedENIs`]),message:`The VPC CNI uses custom networking, but Karpenter reserves no network interface for it, so it places more pods on nodes than they have addresses for`,help:'Set `settings.reservedENIs` to `"1"`.',labels:[{span:e.manifest.span(e.path),message:`custom networking is on`}]})}}function WI(){return{bad:[U(ZI({addon:qI,kubelet:MI}),{"kubelet:\n        maxPods: 110":``},{[GI]:`${KI.text}${GI}`},{"most_recent = true":JI(`ENABLE_PREFIX_DELEGATION`)}),U(ZI({addon:JI(`ENABLE_PREFIX_DELEGATION`),kubelet:MI,families:`[m7i, m4]`}),{"[m7i, m4]":`[m7i]`}),U(ZI({addon:JI(`ENABLE_PREFIX_DELEGATION`)}),{"role: KarpenterNodeRole-demo":`role: KarpenterNodeRole-demo\n${MI.text}`}),U(ZI({addon:JI(`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`),release:XI(YI)}),{[YI]:`${YI}\n{ name = "settings.reservedENIs", value = "1" },`})],good:[ZI({addon:JI(`ENABLE_PREFIX_DELEGATION`),kubelet:MI}),ZI({addon:qI}),ZI({addon:JI(`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`),release:XI(G`
          ${YI}
          { name = "settings.reservedENIs", value = "1" },
        `)})]}}const GI=`- key: karpenter.k8s.aws/instance-family`,KI=G`
  - key: karpenter.k8s.aws/instance-cpu
    operator: Gt
    values: ["15"]
`,qI=`most_recent = true`,JI=e=>G`
  configuration_values = jsonencode({
    env = {
      ${e} = "true"
    }
  })
`,YI=`{ name = "settings.clusterName", value = "demo" },`,XI=e=>G`
  resource "helm_release" "karpenter" {
    repository = "oci://public.ecr.aws/karpenter"
    chart      = "karpenter"

    set = [
      ${e}
    ]
  }
`,ZI=({addon:e,kubelet:t,release:n,families:r=`[m7i]`})=>{let i=n?`\n${n.text}`:``;return G`
  module "eks" {
    source  = "terraform-aws-modules/eks/aws"
    version = "~> 21.0"
    name    = "demo"

    addons = {
      vpc-cni = {
        ${e}
      }
    }
  }
  ${i}

  resource "kubectl_manifest" "class" {
    yaml_body = <<-YAML
      apiVersion: karpenter.k8s.aws/v1
      kind: EC2NodeClass
      metadata:
        name: default
      spec:
        role: KarpenterNodeRole-demo
        ${t??``}
    YAML
  }

  resource "kubectl_manifest" "pool" {
    yaml_body = <<-YAML
      apiVersion: karpenter.sh/v1
      kind: NodePool
      metadata:
        name: default
      spec:
        limits:
          cpu: 960
        template:
          spec:
            nodeClassRef:
              group: karpenter.k8s.aws
              kind: EC2NodeClass
              name: default
            requirements:
              - key: karpenter.k8s.aws/instance-family
                operator: In
                values: ${r}
              - key: karpenter.sh/capacity-type
                operator: In
                values: [on-demand]
    YAML
  }
`},QI=q({id:`public-address`,severity:`note`,since:`0.1.0`,providers:[`aws`,`eks-auto-mode`],theme:`Security`,mistakes:[],controls:[`AWS FSBP EC2.9`,`AWS FSBP EC2.25`,`CIS EKS 5.4.3`],on:{NodeClass(e,t){let n=Jf.find(t=>e.get(t)===!0);if(!n)return;let r=eL(e,t);r?nL({nodeClass:e,path:n,workload:r},t):t.report({at:e.span(n),message:`Every node of \`${e.name}\` gets a public IPv4 address, so its security groups alone protect it from the internet. AWS also charges for each address`,help:"Set `associatePublicIPAddress: false`, and select private subnets with a NAT gateway."})}},docs:{summary:`A node class gives its instances public IPv4 addresses.`,why:`A node with a public address can be reached from the internet as far as its security groups allow. Load balancers do not need it, because they reach nodes by private addresses. AWS charges $0.005 per hour for each public IPv4 address. It is a note, because a cluster without a NAT gateway needs public addresses. It is a warning if pods request several EFA interfaces, because EC2 gives no public address to an instance with more than one network interface, and every launch fails.`,help:"Set `associatePublicIPAddress: false`, and select private subnets.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specassociatepublicipaddress`},examples:iL}),$I=`vpc.amazonaws.com/efa`;function eL(e,{clusterOf:t}){let n=t(e);return M({files:[],manifests:n.manifests}).filter(e=>tL(e)>1).find(({manifest:t,template:r})=>{let i=Pp(t,[...r,`spec`],n)?.pools??[];return i.length>0&&i.every(t=>Lf(t)?.name===e.name)})}const tL=({manifest:e,template:t})=>f(e.get([...t,`spec`,`containers`])).reduce((e,t)=>{let{requests:n,limits:r}=h(h(t)?.resources)??{},i=Number(v(h(r)?.[$I]??h(n)?.[$I])??0);return e+(Number.isInteger(i)?i:0)},0);function nL({nodeClass:e,path:t,workload:{manifest:n,template:r}},{report:i}){let a=`\`${n.kind}/${n.name}\``;i({severity:`warning`,at:e.span(t),message:`EC2 refuses every launch of \`${e.name}\` for ${a}, whose pods request several EFA interfaces: an instance with more than one network interface gets no public address`,help:"Set `associatePublicIPAddress: false`, and select private subnets with a NAT gateway.",labels:[{span:n.span([...r,`spec`,`containers`]),message:`the pods with several interfaces`}]})}const rL=e=>Y(W`
    role: KarpenterNodeRole-demo
    associatePublicIPAddress: ${e}
  `);function iL(){return{bad:[U(rL(`true`),{"associatePublicIPAddress: true":`associatePublicIPAddress: false`})],good:[rL(`false`),Y(`role: KarpenterNodeRole-demo`)]}}const aL=1024**3,oL=(e,t)=>({name:e,limitsPodsByEnis:!0,reservesMemoryByEnis:e!==`Bottlerocket`,hasPodsPerCore:e!==`Bottlerocket`,takesAnyKubeletSetting:e===`AL2023`||e===`Custom`,ephemeralDevice:t,defaultVolumeBytes:20*aL,windowsBuild:void 0}),sL=(e,t)=>({name:e,limitsPodsByEnis:!1,reservesMemoryByEnis:!1,hasPodsPerCore:!0,takesAnyKubeletSetting:!1,ephemeralDevice:`/dev/sda1`,defaultVolumeBytes:50*aL,windowsBuild:t}),cL=oL(`AL2`,`/dev/xvda`),lL=oL(`Custom`,void 0),uL=[cL,oL(`AL2023`,`/dev/xvda`),oL(`Bottlerocket`,`/dev/xvdb`),sL(`Windows2019`,`10.0.17763`),sL(`Windows2022`,`10.0.20348`),sL(`Windows2025`,`10.0.26100`),lL];function dL(e){let{amiFamily:t,amiSelectorTerms:n}=e.spec;if(t!==void 0)return uL.find(e=>e.name===t)??cL;let r=n?.find(e=>e.alias)?.alias?.split(`@`)[0];return uL.find(e=>e!==lL&&e.name.toLowerCase()===r)??lL}function fL(e){let{maxPods:t}=e,n=typeof t==`string`&&!g(t)?[[`maxPods`]]:[],r=[`kubeReserved`,`systemReserved`].flatMap(t=>{let n=e[t];return _(n)?Object.entries(n).filter(([e,t])=>typeof t==`string`&&![e,t].some(e=>g(e))&&Bt(t)===void 0).map(([e])=>[t,e]):[]});return[...n,...r]}const pL=new Map(Object.entries({boolean:`
    cgroupsPerQOS cpuCFSQuota enableContentionProfiling enableControllerAttachDetach enableDebugFlagsHandler
    enableDebuggingHandlers enableProfilingHandler enableServer enableSystemLogHandler enableSystemLogQuery
    failCgroupV1 failSwapOn kernelMemcgNotification localStorageCapacityIsolation makeIPTablesUtilChains
    mergeDefaultEvictionSettings protectKernelDefaults registerNode rotateCertificates runOnce seccompDefault
    serializeImagePulls serverTLSBootstrap singleProcessOOMKill
  `,whole:`
    containerLogMaxFiles containerLogMaxWorkers eventBurst eventRecordQPS evictionMaxPodGracePeriod healthzPort
    imageGCHighThresholdPercent imageGCLowThresholdPercent iptablesDropBit iptablesMasqueradeBit kubeAPIBurst
    kubeAPIQPS maxParallelImagePulls maxPods nodeLeaseDurationSeconds nodeStatusMaxImages oomScoreAdj podsPerCore
    port readOnlyPort registryBurst registryPullQPS
  `,large:`maxOpenFiles podPidsLimit`,number:`memoryThrottlingFactor`,text:`
    address apiVersion cgroupDriver cgroupRoot clusterDomain configMapAndSecretChangeDetectionStrategy
    containerLogMaxSize containerRuntimeEndpoint contentType cpuManagerPolicy hairpinMode healthzBindAddress
    imagePullCredentialsVerificationPolicy imageServiceEndpoint kind kubeletCgroups kubeReservedCgroup
    memoryManagerPolicy memoryReservationPolicy podCIDR podLogsDir providerID reservedSystemCPUs resolvConf
    showHiddenMetricsForVersion staticPodPath staticPodURL systemCgroups systemReservedCgroup tlsCertFile
    tlsMinVersion tlsPrivateKeyFile topologyManagerPolicy topologyManagerScope volumePluginDir
  `,duration:`
    containerLogMonitorInterval cpuCFSQuotaPeriod cpuManagerReconcilePeriod evictionPressureTransitionPeriod
    fileCheckFrequency httpCheckFrequency imageMaximumGCAge imageMinimumGCAge nodeStatusReportFrequency
    nodeStatusUpdateFrequency runtimeRequestTimeout shutdownGracePeriod shutdownGracePeriodCriticalPods
    streamingConnectionIdleTimeout syncFrequency volumeStatsAggPeriod
  `,texts:`
    allowedUnsafeSysctls clusterDNS enforceNodeAllocatable preloadedImagesVerificationAllowlist tlsCipherSuites
  `,textMap:`
    cpuManagerPolicyOptions defaultPodSysctls evictionHard evictionMinimumReclaim evictionSoft
    evictionSoftGracePeriod kubeReserved qosReserved systemReserved topologyManagerPolicyOptions
  `,flags:`featureGates`,list:`registerWithTaints reservedMemory shutdownGracePeriodByPodPriority tlsCurvePreferences`,mapping:`
    authentication authorization crashLoopBackOff logging memorySwap staticPodURLHeader tracing userNamespaces
  `}).flatMap(([e,t])=>t.trim().split(/\s+/).map(t=>[t,e]))),mL=new Set([`clusterDNS`,`cpuCFSQuota`,`maxPods`,`podsPerCore`,`kubeReserved`,`systemReserved`,`evictionHard`,`evictionSoft`,`evictionSoftGracePeriod`,`evictionMaxPodGracePeriod`,`imageGCHighThresholdPercent`,`imageGCLowThresholdPercent`]),hL={boolean:`true or false`,whole:`a whole number below 2³¹`,large:`a whole number`,number:`a number`,text:`a string`,duration:"a duration such as `90s`",texts:`a list of strings`,textMap:`a mapping of names to strings`,flags:`a mapping of names to true or false`,list:`a list`,mapping:`a mapping`};function gL(e,t){let n=e=>typeof e==`string`||e===null;switch(t){case`whole`:return typeof e==`number`&&(e|0)===e;case`large`:return Number.isInteger(e);case`text`:return n(e);case`duration`:return typeof e==`string`&&jt(e)!==void 0;case`texts`:return Array.isArray(e)&&e.every(n);case`list`:return Array.isArray(e);case`textMap`:return _(e)&&Object.values(e).every(n);case`flags`:return _(e)&&Object.values(e).every(e=>typeof e==`boolean`||e===null||g(e));case`mapping`:return _(e);default:return typeof e===t}}function _L(e,t){let n=Object.keys(e).filter(e=>!g(e));return[...n.flatMap(n=>vL(n,e,t)??[]),...SL.flatMap(t=>EL(e,t,wL)),...AL(e),...CL.flatMap(t=>EL(e,t,TL)),...ML(e),...n.flatMap(t=>FL(t,e[t]))]}function vL(e,t,n){let r=[e];if(!pL.has(e))return{path:r,why:`is not a kubelet setting`,names:xL(pL.keys(),t)};if(e===`registerWithTaints`)return{path:r,why:`is a setting that Karpenter sets itself`,help:"Remove it, and set the taints in `taints` or `startupTaints` under `spec.template.spec` of the NodePool."};if(n.takesAnyKubeletSetting)return;if(e===`podsPerCore`?bL(t[e])&&!n.hasPodsPerCore:!yL(e))return{path:r,why:`does not reach nodes of the AMI family \`${n.name}\``,help:`Remove it, or use AL2023, whose nodes accept any setting.`};let i=t[e];if(!(e!==`clusterDNS`||!Array.isArray(i)||i.length<2))return{path:r,why:`may have only one address with the AMI family \`${n.name}\``,help:`Keep only one address.`}}const yL=e=>mL.has(e),bL=e=>e!=null,xL=(e,t)=>[...e].filter(e=>!Object.hasOwn(t,e)),SL=[`evictionHard`,`evictionSoft`,`evictionSoftGracePeriod`,`evictionMinimumReclaim`],CL=[`kubeReserved`,`systemReserved`],wL={names:[`memory.available`,`nodefs.available`,`nodefs.inodesFree`,`imagefs.available`,`imagefs.inodesFree`,`pid.available`],wrongName:`is not an eviction signal`,wrongValue:(e,t)=>e===`evictionSoftGracePeriod`?kL(t):OL(t)},TL={names:[`cpu`,`memory`,`ephemeral-storage`,`pid`],wrongName:`is not a resource that a kubelet can reserve`,wrongValue:(e,t)=>{if(t.startsWith(`-`))return`is negative`}};function EL(e,t,{names:n,wrongName:r,wrongValue:i}){let a=e[t]??{};return _(a)?Object.entries(a).flatMap(([e,o])=>{let s=[t,e];if(g(e))return[];if(!n.includes(e))return[{path:s,why:r,names:xL(n,a)}];let c=o??``;if(typeof c!=`string`){let e={path:s,why:`has a value that is not a string`};return[typeof c==`number`?{...e,number:c,help:`Put the number in quotes.`}:e]}let l=g(c)?void 0:i(t,c);return l===void 0?[]:[{path:s,why:l}]}):g(a)?[]:[{path:[t],why:`is not a mapping of names to values`}]}const DL=/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;function OL(e){if(!e.endsWith(`%`)){let t=Bt(e);return t===void 0?`is neither a percentage nor a quantity`:t<0?`is negative`:void 0}let t=e.slice(0,-1).replaceAll(/(?<=\d)_(?=\d)/g,``),n=DL.test(t)?Number(t):NaN;if(!(n>=0&&n<=100))return`is not a percentage from 0% to 100%`}function kL(e){let t=jt(e);if(t===void 0)return"is not a duration such as `90s`";if(t<0n)return`is negative`}function AL({evictionSoft:e,evictionSoftGracePeriod:t}){let[n,r]=[e??{},t??{}];return!_(n)||!_(r)||[...Object.keys(n),...Object.keys(r)].some(e=>g(e))?[]:[...xL(Object.keys(n),r).map(e=>({path:[`evictionSoft`,e],why:`has no grace period`,help:`Add a grace period under \`evictionSoftGracePeriod\`, such as \`${e}: 90s\`.`})),...xL(Object.keys(r),n).map(e=>({path:[`evictionSoftGracePeriod`,e],why:"has no threshold under `evictionSoft`",help:`Add the threshold, or remove the grace period.`}))]}const jL={maxPods:2**31-1,podsPerCore:2**31-1,evictionMaxPodGracePeriod:2**31-1,imageGCHighThresholdPercent:100,imageGCLowThresholdPercent:100};function ML(e){let t=Object.entries(jL).flatMap(([t,n])=>{let r=e[t],i=t===`maxPods`&&typeof r==`string`;return!bL(r)||i||g(r)||NL(r,n)?[]:[{path:[t],why:n===100?`is not a whole number from 0 to 100`:`is not a whole number of at least 0`}]}),{imageGCHighThresholdPercent:n,imageGCLowThresholdPercent:r}=e;return t.length>0||typeof n!=`number`||typeof r!=`number`||n>r?t:[{path:[`imageGCHighThresholdPercent`],why:`is not above \`imageGCLowThresholdPercent\`, which is ${r}`}]}const NL=(e,t)=>typeof e==`number`&&Number.isInteger(e)&&e>=0&&e<=t,PL=new Set([`registerWithTaints`,...SL,...CL,...Object.keys(jL)]);function FL(e,t){let n=pL.get(e);if(n===void 0||PL.has(e)||!bL(t)||g(t)||gL(t,n))return[];let r={path:[e],why:`is not ${hL[n]}`};return[n===`text`&&typeof t==`number`?{...r,number:t,help:`Put the number in quotes.`}:r]}const IL=[`spec`,`kubelet`],LL=q({id:`refused-kubelet-settings`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t,karpenter:n,settings:r,nearest:i}){let a=h(e.get(IL));if(!n.opensKubelet||!a||e.isPartial)return;let o=dL({metadata:{name:``},spec:{amiFamily:qf(e)??`Custom`}});for(let n of _L(a,o)){let r=[...IL,...n.path],a=n.names&&i(String(r.at(-1)),n.names);t({at:e.keySpan(r),message:`\`${n.path.join(`.`)}\` ${n.why}, so Karpenter rejects this node class and launches nothing with it`,help:zL(n,a),unready:`Karpenter rejects \`${n.path.join(`.`)}\` of its node class`,...RL(e,r,{wanted:a,number:n.number})})}let{featureGates:s}=r.karpenter;if(s?.nodeClassCEL)return;let c=s===void 0?`off by default`:`off`;for(let n of fL(a))t({...s===void 0&&{severity:`warning`},at:e.span([...IL,...n]),message:`\`${n.join(`.`)}\` is an expression, but the feature gate \`NodeClassCEL\` is ${c}, so Karpenter rejects this node class and launches nothing with it`,help:"Use a fixed value, or turn the gate on with `settings.awsFeatureGates.nodeClassCEL` in Karpenter’s Helm values. If it is already on, set `karpenter.settings.featureGates.nodeClassCEL` in plumbline.yaml."})}},docs:{summary:"Karpenter rejects an EC2NodeClass because of a setting under `kubelet`.",why:"From Karpenter 1.15 on, `spec.kubelet` accepts any kubelet setting, and the API server checks none of them. Karpenter’s controller does. It rejects names that the kubelet does not know, and settings that Karpenter sets itself or that the AMI family does not pass on. It also rejects invalid values, and expressions while the feature gate `NodeClassCEL` is off. The node class then gets the condition `ValidationSucceeded=False`. The API server gives no warning, and the NodePools of the class launch nothing.",help:`Use the names and values of a KubeletConfiguration, without the settings that Karpenter sets itself.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:BL});function RL(e,t,{wanted:n,number:r}){return n===void 0?r===void 0?{}:{fix:{description:`Put the number in quotes`,edits:S(e,t,`"${r}"`)}}:{fix:{description:`Rename to \`${n}\``,edits:Ye(e,t,n)}}}function zL({names:e=[],help:t},n){return n===void 0?t===void 0?e.length===0?`Use a value that the kubelet accepts.`:e.length>6?`Remove it.`:`Use one of: ${x(e)}.`:t:`Did you mean \`${n}\`?`}function BL(){return{bad:[U(K({karpenter:`1.15`},Y(W`
            amiSelectorTerms:
              - alias: al2023@v20260715
            kubelet:
              maxPod: 110
              registerWithTaints: []
              evictionHard:
                memory.avail: 5%
                nodefs.available: 10 percent
              evictionSoft:
                pid.available: 5%
              kubeReserved:
                cpu: 1
              imageGCHighThresholdPercent: 70
              imageGCLowThresholdPercent: 80
          `)),{"maxPod:":`maxPods:`,"registerWithTaints: []":``,"memory.avail:":`memory.available:`,"10 percent":`10%`,"kubeReserved:":W`
            evictionSoftGracePeriod:
              pid.available: 90s
            kubeReserved:
          `,"cpu: 1":`cpu: "1"`,"imageGCHighThresholdPercent: 70":`imageGCHighThresholdPercent: 85`}),U(K({karpenter:`1.15`},Y(W`
            amiSelectorTerms:
              - alias: bottlerocket@v1.44.0
            kubelet:
              podsPerCore: 10
              shutdownGracePeriod: 30s
              clusterDNS: [10.0.0.10, 10.0.0.11]
          `)),{"podsPerCore: 10":``,"shutdownGracePeriod: 30s":``,"[10.0.0.10, 10.0.0.11]":`[10.0.0.10]`},{"bottlerocket@v1.44.0":`al2023@v20260715`}),U(K({karpenter:`1.15`},Y(W`
            amiSelectorTerms:
              - alias: al2023@v20260715
            kubelet:
              maxPods: min(max_pods, 110)
              kubeReserved:
                memory: 11 * max_pods + 255
          `)),{"min(max_pods, 110)":`110`,"11 * max_pods + 255":`1465Mi`})],good:[K({karpenter:`1.15`},Y(W`
          amiSelectorTerms:
            - alias: al2023@v20260715
          kubelet:
            maxPods: 110
            shutdownGracePeriod: 30s
            clusterDNS: [10.0.0.10, 10.0.0.11]
            evictionHard:
              memory.available: 5%
            evictionSoft:
              pid.available: 5%
            evictionSoftGracePeriod:
              pid.available: 1m
            kubeReserved:
              cpu: "1"
              memory: 100Mi
        `)),K({karpenter:`1.15`},Y(W`
            amiFamily: Custom
            amiSelectorTerms:
              - id: ami-0123456789abcdef0
            kubelet:
              podsPerCore: 10
              shutdownGracePeriod: 30s
          `,`ubuntu`)),Y(W`
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        kubelet:
          podsPerCore: 10
      `)]}}const VL={[w.instanceMemory]:{unit:`MiB`,meant:`GiB`,factor:1024},[w.instanceGpuMemory]:{unit:`MiB`,meant:`GiB`,factor:1024},[w.instanceNetworkBandwidth]:{unit:`Mbit/s`,meant:`Gbit/s`,factor:1e3},[w.instanceEbsBandwidth]:{unit:`Mbit/s`,meant:`Gbit/s`,factor:1e3}},HL=q({id:`requirement-units`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[93],on:{NodePool:UL,Provisioner:UL},docs:{summary:`A bound for memory or bandwidth is so low that it excludes nothing, probably because it is in the wrong unit.`,why:"The label `instance-memory` is in MiB, and the bandwidth labels are in Mbit/s. `Gt 8` for memory, meant as more than 8 GiB, is true for every instance type, so Karpenter also launches the smallest ones.",help:'Write the bound in MiB or Mbit/s, such as `"8192"` for 8 GiB.',url:`https://karpenter.sh/docs/reference/instance-types/`},examples:GL});function UL(e,{report:t,catalog:n}){if(n)for(let{key:r,operator:i,values:a,isKnown:o}of Df(e)){let s=at(VL,r),[c]=a;if(!s||!o||!c||i!==`Gt`&&i!==`Gte`)continue;let l=/^\d+$/.test(c.text)?Number(c.text):0,u=WL(n.labels.get(r)??[]);if(l<2||l>=u)continue;let d=String(l*s.factor);t({at:e.span(c.path),message:`\`${r}\` is in ${s.unit}, and every instance type has more than ${l} ${s.unit}, so this requirement excludes nothing`,help:`Use \`"${d}"\` if you mean ${l} ${s.meant}.`,fix:{description:`Replace with \`"${d}"\``,edits:S(e,c.path,`"${d}"`)}})}}const WL=e=>e.reduce((e,t)=>t.reduce((e,t)=>Math.min(e,Number(t)),e),1/0);function GL(){return{bad:[J({requirements:[`karpenter.k8s.aws/instance-memory Gt ["8"]`]})],good:[J({requirements:[`karpenter.k8s.aws/instance-memory Gt ["8191"]`,`karpenter.k8s.aws/instance-cpu Gt ["1"]`]}),J({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-gpu-memory Gt ["0"]`],taints:W`
          - key: nvidia.com/gpu
            effect: NoSchedule
        `})]}}const KL=q({id:`role-name`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[68],on:{NodeClass:JL,NodeTemplate:JL},docs:{summary:`A node class has an ARN where Karpenter expects the name of a role or an instance profile.`,why:`The API server accepts any text. Karpenter adds the role to an instance profile by its name, and IAM rejects an ARN there. The node class is not ready, and no NodePool that uses it launches anything.`,help:`Use only the name: the part of the ARN after the last slash.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specrole`},examples:QL}),qL=/^arn:[\w-]+:iam::.{0,200}:(?:role|instance-profile)\/(?:.{0,600}\/)?([^/]{1,200})$/;function JL(e,{report:t}){for(let n of[`role`,`instanceProfile`]){let r=[`spec`,n];ZL(e,n,t),XL(e,r,t);let i=e.get(r),a=typeof i==`string`?qL.exec(i)?.[1]:void 0;if(a===void 0)continue;let o=!g(a);t({at:e.span(r),message:`\`${n}\` is an ARN instead of a name, so IAM rejects it and \`${e.name}\` never becomes ready`,help:o?`Use \`${a}\`.`:`Use only the part after the last slash.`,...o&&{fix:{description:`Replace with \`${a}\``,edits:S(e,r,a)}}})}}const YL=/^(?:KarpenterController(?:Role)?-|[\w+=,.@-]{1,60}[-_]karpenter[-_]controller(?:[-_]role)?$)/i;function XL(e,t,n){let r=v(e.get(t))??``;YL.test(r)&&n({at:e.span(t),severity:`warning`,message:`\`${r}\` seems to be the role of the controller. Nodes with this role cannot join the cluster, and every pod that reads the instance metadata could launch instances`,help:"Use the role of the nodes, such as `KarpenterNodeRole-demo`."})}function ZL(e,t,n){let r=[`spec`,t],i=wr(e,r);if(i===void 0)return;let a=e.span(r);/^module\.[\w-]+\.iam_role_(?:name|arn)$/.test(i)&&/karpenter/i.test(i)?n({at:a,message:`\`${i}\` is the role of the controller. Nodes with this role cannot join the cluster`,help:`Use \`${i.replace(/iam_role_\w{1,100}$/,`node_iam_role_name`)}\`.`,unready:`their role is that of the controller, which cannot join the cluster`}):/(?:\.|_)arn$/.test(i)&&n({at:a,message:`\`${t}\` must be a name, but \`${i}\` is an ARN, so IAM rejects it and \`${e.name}\` never becomes ready`,help:`Use \`${i.replace(/arn$/,`name`)}\`.`})}function QL(){return{bad:[Y(`role: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo`),Y(`instanceProfile: arn:aws:iam::111122223333:instance-profile/KarpenterNode`),U(G`
          ${Q(`default`,Y("role: ${aws_iam_role.karpenter_node.arn}"))}
        `,{"aws_iam_role.karpenter_node.arn":`aws_iam_role.karpenter_node.name`}),U(G`
          ${Q(`default`,Y("role: ${module.karpenter.iam_role_name}"))}
        `,{"module.karpenter.iam_role_name":`module.karpenter.node_iam_role_name`}),U(Y(`role: KarpenterControllerRole-demo`),{"KarpenterControllerRole-demo":`KarpenterNodeRole-demo`})],good:[G`
        ${Q(`default`,Y("role: ${module.karpenter.node_iam_role_name}"))}
      `,X,Y("role: ${NODE_ROLE}")]}}const $L={AL2:`/dev/xvda`,AL2023:`/dev/xvda`,Bottlerocket:`/dev/xvda`,Windows2019:`/dev/sda1`,Windows2022:`/dev/sda1`,Windows2025:`/dev/sda1`},eR=[`/dev/sda`,`/dev/sda1`,`/dev/xvda`,`/dev/xvda1`,`/dev/nvme0n1`],tR=q({id:`root-device`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[64],on:{NodeClass(e,{report:t}){let n=qf(e)??``,r=at($L,n),i=[`spec`,`blockDeviceMappings`],a=f(e.get(i)).map(e=>h(e)),o=a.map(e=>v(e?.deviceName)??``);if(r===void 0||e.isPartial||o.includes(r)||a.some(e=>e?.rootVolume===!0))return;let s=o.findIndex(e=>eR.includes(e));if(s===-1)return;let c=[...i,s,`deviceName`],l=Gf(e).every(({term:e})=>e.alias!==void 0);t({at:e.span(c),...!l&&{severity:`note`},message:`The root device of ${n} is \`${r}\`, so \`${o[s]}\` adds an empty volume and the root volume keeps the size of the AMI`,help:`Set \`deviceName\` to \`${r}\`.`,fix:{description:`Replace with \`${r}\``,edits:S(e,c,r)}})}},docs:{summary:`A block device mapping names the root device of another AMI family.`,why:`EC2 attaches a device with an unknown name as an additional, empty volume. The root volume keeps the size, type and encryption of the AMI, and Karpenter works out ephemeral storage from its default of 20 GiB. The additional volume costs money, and nothing uses it.`,help:"Use `/dev/xvda` for Amazon Linux and Bottlerocket, and `/dev/sda1` for Windows.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:nR});function nR(){return{bad:[Y(W`
        amiSelectorTerms:
          - alias: al2023@v20260715
        blockDeviceMappings:
          - deviceName: /dev/sda1
            ebs:
              volumeSize: 100Gi
              encrypted: true
              volumeType: gp3
      `)],good:[Y(W`
        amiSelectorTerms:
          - alias: al2023@v20260715
        blockDeviceMappings:
          - deviceName: /dev/xvda
            ebs:
              volumeSize: 100Gi
              encrypted: true
          - deviceName: /dev/sdb
            ebs:
              volumeSize: 10Gi
              encrypted: true
      `),Y(W`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          blockDeviceMappings:
            - deviceName: /dev/sda1
              ebs:
                volumeSize: 100Gi
                encrypted: true
        `,`ubuntu`)]}}const rR=q({id:`root-encryption`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[63],controls:[`AWS FSBP EC2.3`,`AWS FSBP EC2.181`],on:{NodeClass(e,{report:t}){let n=[`spec`,`blockDeviceMappings`],r=f(e.get(n)).map(e=>h(e)),i=r.map(e=>v(e?.deviceName)??``),a=i.indexOf(`/dev/xvdb`);qf(e)!==`Bottlerocket`||a===-1||e.isPartial||i.includes(`/dev/xvda`)||i.some(e=>g(e))||h(r[a]?.ebs)?.encrypted===!0&&t({at:e.span([...n,a,`ebs`,`encrypted`]),message:`\`${e.name}\` encrypts \`/dev/xvdb\` but does not map \`/dev/xvda\`, so the root volume is encrypted only if the account encrypts volumes by default`,help:"Map `/dev/xvda` too, with `encrypted: true` and `volumeSize: 4Gi`."})}},docs:{summary:`A Bottlerocket node class encrypts the volume of the containers, but does not configure the root volume.`,why:"Volumes that a node class does not map stay as the AMI defines them, because Karpenter does not add its defaults to existing mappings. If a node class encrypts `/dev/xvdb` of Bottlerocket and does not map `/dev/xvda`, the root volume is not encrypted, unless the account encrypts every volume by default.",help:"Map `/dev/xvda` too, with `encrypted: true` and about 4 GiB.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:iR});function iR(){return{bad:[U(Y(W`
          role: KarpenterNodeRole-demo
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          blockDeviceMappings:
            - deviceName: /dev/xvdb
              ebs:
                volumeSize: 100Gi
                encrypted: true
        `),{"blockDeviceMappings:":W`
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  volumeSize: 4Gi
                  encrypted: true
          `})],good:[Y(W`
        role: KarpenterNodeRole-demo
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        blockDeviceMappings:
          - deviceName: /dev/xvda
            ebs:
              volumeSize: 4Gi
              encrypted: true
          - deviceName: /dev/xvdb
            ebs:
              volumeSize: 100Gi
              encrypted: true
      `),Y(W`
        role: KarpenterNodeRole-demo
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        blockDeviceMappings:
          - deviceName: /dev/xvdb
            ebs:
              snapshotID: snap-0123456789abcdef0
              volumeSize: 100Gi
      `)]}}const aR=q({id:`scp-denies-types`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[],on:{NodePool(e,{clusterOf:t,compatible:n,report:r}){let i=t(e).ofKind(`aws_organizations_policy`);if(i.length===0||e.isPartial)return;let a=n(e)?.names??[],o=i.flatMap(oR).find(({statement:e})=>a.length>0&&a.every(t=>lR(e,t)));o!==void 0&&r({at:e.keySpan([`spec`,`template`,`spec`,`requirements`]),message:`The policy \`${o.policy.name}\` of the organization denies every instance type that NodePool \`${e.name}\` allows. In accounts with this policy, it launches no nodes`,labels:[{span:o.policy.span(o.path),message:`this statement denies them`}],help:`Allow an instance type in the NodePool that the policy does not deny, or change the policy first.`})}},docs:{summary:`A service control policy denies every instance type that a NodePool allows.`,why:"AWS denies `ec2:RunInstances` if a policy of the organization does, whatever the role of Karpenter’s controller is allowed. Karpenter then launches nothing for the NodePool, and its pods stay pending. Reported if a statement denies by the instance type alone and the whole statement is known. Whether the policy is attached to the account of the cluster is not visible, so it is a warning.",help:`Allow types that the policy does not deny.`,url:`https://docs.aws.amazon.com/organizations/latest/userguide/orgs_manage_policies_scps.html`},examples:uR});function oR(e){let t=e.get([`spec`,`content`]),n=v(e.get([`spec`,`type`]))??`SERVICE_CONTROL_POLICY`;if(t===void 0||n!==`SERVICE_CONTROL_POLICY`||y(t)||e.isPartial)return[];let r=_u(JSON.stringify(t));return`fault`in r?[]:r.statements.flatMap((t,n)=>sR(t)?[{policy:e,path:[`spec`,`content`,`Statement`,n],statement:t}]:[])}const sR=e=>e.effect===`Deny`&&!e.isNegated&&e.unknown.length===0&&xu(e,`ec2:RunInstances`)&&e.resources.some(e=>e===`*`||/:instance\/\*$/.test(e))&&e.conditions.length===1&&e.conditions[0].key.toLowerCase()===`ec2:instancetype`&&cR(e.conditions[0])!==void 0;function cR({operator:e}){let t=/^(?:ForAnyValue:)?String(Not)?(Like|Equals)$/i.exec(e);if(t===null)return;let[,n,r]=t;return{isNegated:n!==void 0,isPattern:r.toLowerCase()===`like`}}function lR({conditions:[e]},t){let{isNegated:n,isPattern:r}=cR(e);return e.values.some(e=>r?mu(e,t):e===t)!==n}function uR(){let e=e=>G`
    resource "aws_organizations_policy" "types" {
      name = "types"
      type = "SERVICE_CONTROL_POLICY"

      content = jsonencode({
        Version = "2012-10-17"
        Statement = [{
          Effect    = "Deny"
          Action    = ["ec2:RunInstances"]
          Resource  = "arn:aws:ec2:*:*:instance/*"
          Condition = { StringNotLike = { "ec2:InstanceType" = [${e}] } }
        }]
      })
    }

    ${Q(`web`,J({name:`web`,requirements:W`
          - key: karpenter.sh/capacity-type
            operator: In
            values: [on-demand]
          - key: node.kubernetes.io/instance-type
            operator: In
            values: [m7i.xlarge, m7i.2xlarge]
        `}))}
  `;return{bad:[U(e(`"t3.*", "c7i.*"`),{'"c7i.*"':`"c7i.*", "m7i.*"`})],good:[e(`"m7i.2xlarge", "c7i.*"`)]}}const dR=[`subnetSelectorTerms`,`securityGroupSelectorTerms`,`amiSelectorTerms`],fR=q({id:`selector-term-id`,severity:`warning`,since:`0.1.0`,providers:[`aws`,`eks-auto-mode`],theme:`Network`,mistakes:[80],on:{NodeClass(e,{report:t}){for(let n of dR.map(e=>[`spec`,e])){let r=f(e.get(n)).map(e=>Object.keys(h(e)??{})),i=e=>e.includes(`id`)&&e.length>1;if(!r.every(i))for(let[a,o]of r.entries()){if(!i(o))continue;let r=o.filter(e=>e!==`id`);t({at:e.keySpan([...n,a,r[0]]),message:`Karpenter ignores ${x(r,` and `)} in a term with an \`id\`, because the id alone selects`,labels:[{span:e.span([...n,a,`id`]),message:`the id alone selects`}],help:`Remove ${x(r,` and `)}, or move ${He(r.length,`it`,`them`)} to a separate term.`})}}}},docs:{summary:"A selector term has an `id` and other fields, which Karpenter ignores.",why:`An id alone selects one object. The API server should reject other fields in the same term. But its rule looks at all terms together and accepts the list as soon as one of them is valid. Karpenter then uses the id, and tags or a name in the same term narrow nothing.`,help:`Remove the other fields, or move them to a separate term.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:pR});function pR(){return{bad:[U(Y(W`
          subnetSelectorTerms:
            - id: subnet-0123456789abcdef0
              tags:
                karpenter.sh/discovery: demo
            - id: subnet-0123456789abcdef1
        `),{"  tags:\n        karpenter.sh/discovery: demo":``},{"  tags:\n        karpenter.sh/discovery: demo":`- tags:
    karpenter.sh/discovery: demo`})],good:[Y(W`
        subnetSelectorTerms:
          - id: subnet-0123456789abcdef0
          - tags:
              karpenter.sh/discovery: demo
      `),Y(W`
        amiFamily: AL2023
        amiSelectorTerms:
          - name: golden-*
            owner: self
      `)]}}const mR=q({id:`shared-volume`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[],on:{Manifests(e,t){if(Zc(e))for(let n of M(e)){let{manifest:r}=n;if(r.kind!==`Deployment`||r.isPartial)continue;let i=gR(n,e);if(!(i===void 0||hR(r,e)))for(let e of xR(n,i))t.report(e)}}},docs:{summary:`Several pods of a Deployment need an EBS volume that is attached to one node at a time.`,why:"All pods of a Deployment use the same claim. An EBS volume with the access mode `ReadWriteOnce` is attached to one node, so pods on any other node stay in `ContainerCreating` with `Multi-Attach error`. During a rolling update, the new pod starts before the old one ends. If Karpenter or the scheduler gives it another node, it waits for the volume, and the old pod waits for it. That is a note, because both may share a node.",help:"Use a StatefulSet with `volumeClaimTemplates`, a class of EFS with `ReadWriteMany`, or one replica with `strategy: Recreate`.",url:`https://kubernetes.io/docs/concepts/storage/persistent-volumes/#access-modes`},examples:wR}),hR=({kind:e,name:t},{manifests:n})=>n.some(n=>(n.kind===`HorizontalPodAutoscaler`||n.kind===`ScaledObject`)&&(v(n.get([`spec`,`scaleTargetRef`,`kind`]))??e)===e&&v(n.get([`spec`,`scaleTargetRef`,`name`]))===t);function gR({manifest:e,template:t,namespace:n},r){let i=[...t,`spec`,`volumes`];for(let t of f(e.get(i)).keys()){let a=[...i,t,`persistentVolumeClaim`,`claimName`],o=v(e.get(a));if(o===void 0)continue;let s=r.manifests.filter(e=>e.kind===`PersistentVolumeClaim`&&e.name===o&&Yc(e)===n),[c]=s;if(s.length===1&&c!==void 0&&_R(c)&&yR(c,r))return{claim:c,path:a}}}function _R(e){let t=f(e.get([`spec`,`accessModes`])).map(v);return t.length>0&&t.every(e=>e===`ReadWriteOnce`||e===`ReadWriteOncePod`)}const vR=/^(?:gp2|gp3|io1|io2)(?:-|$)/;function yR(e,{manifests:t}){let n=v(e.get([`spec`,`storageClassName`])),r=t.filter(e=>e.kind===`StorageClass`&&d(e.apiVersion)===`storage.k8s.io`&&e.name===n);return n===void 0||e.isPartial?!1:r.length===0?vR.test(n):r.every(e=>JT.includes(YT(v(e.get([`provisioner`])))??``))}const bR=({manifest:e,template:t})=>{let n=h(e.get([...t,`spec`,`affinity`]))?.podAffinity;return JSON.stringify(h(n)?.requiredDuringSchedulingIgnoredDuringExecution??null).includes(`kubernetes.io/hostname`)};function xR(e,{claim:t,path:n}){let{manifest:r}=e,{replicas:i=1,strategy:a={}}=h(r.get([`spec`]))??{};if(typeof i!=`number`||i===0||y(a)||bR(e))return[];let o=[{span:t.span([`spec`,`accessModes`]),message:`one node at a time`}],s=`claim \`${t.name}\``;if(i>1)return[{manifest:r,at:r.span([`spec`,`replicas`]),message:`The ${i} pods of Deployment \`${r.name}\` share the ${s}, an EBS volume that is attached to one node at a time. Pods on any other node never start`,help:"Use a StatefulSet with `volumeClaimTemplates`, a class with `ReadWriteMany`, or one replica.",labels:o}];let{type:c=`RollingUpdate`,rollingUpdate:l={}}=h(a)??{},{maxUnavailable:u=`25%`,maxSurge:d=`25%`}=h(l)??{};return c!==`RollingUpdate`||/^(?:[1-9]\d*|100%)$/.test(`${u}`)||/^0%?$/.test(`${d}`)?[]:[{manifest:r,at:r.span(n),severity:`note`,message:`An update of Deployment \`${r.name}\` starts the new pod before the old one ends, and both need the ${s}, an EBS volume. On another node, the new pod waits for the volume without end`,help:"Set `strategy.type: Recreate`.",labels:o}]}const SR=e=>W`
  apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web
  spec:
    ${e}
    selector:
      matchLabels:
        app: web
    template:
      metadata:
        labels:
          app: web
      spec:
        containers:
          - name: web
            image: example.com/web:1
            resources:
              requests:
                cpu: 100m
                memory: 100Mi
        volumes:
          - name: data
            persistentVolumeClaim:
              claimName: data
`,CR=(e,t)=>W`
  apiVersion: v1
  kind: PersistentVolumeClaim
  metadata:
    name: data
  spec:
    accessModes: [${e}]
    storageClassName: ${t}
    resources:
      requests:
        storage: 10Gi
`;function wR(){let e=W`
    replicas: 1
    strategy:
      type: Recreate
  `,t=W`replicas: 1`,n=W`replicas: 3`,r=`replicas: 1
strategy:
  type: Recreate`;return{bad:[U($(J(),SR(n),CR(`ReadWriteOnce`,`gp3`)),{"replicas: 3":r}),U($(J(),SR(t),CR(`ReadWriteOnce`,`gp3`)),{"replicas: 1":r})],good:[$(J(),SR(e),CR(`ReadWriteOnce`,`gp3`)),$(J(),SR(n),CR(`ReadWriteMany`,`efs`)),$(J(),SR(n),CR(`ReadWriteOnce`,`nfs`))]}}const TR=q({id:`termination-handler`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[84],on:{Manifests(e,t){let{report:n}=t;for(let r of e.manifests.filter(kR)){let e=ER(r,t);e&&!AR(r)&&n({manifest:r,at:r.span([`metadata`,`name`]),...DR(r,e,t)})}for(let r of cr(e,`aws-node-termination-handler`)){let{manifest:e}=r,i=yr(r,`enableSqsTerminationDraining`),a=!In(i)||i.value===!0,o=[`nodeSelector`,`linuxNodeSelector`,`daemonsetNodeSelector`,`affinity`,`linuxAffinity`,`daemonsetAffinity`].some(e=>{let t=yr(r,e);return!In(t)||Object.keys(h(t.value)??{}).length>0});if(a||o)continue;let s=ER(e,t);s&&n({manifest:e,at:e.span([`metadata`,`name`]),...DR(e,s,t)})}}},docs:{summary:`The node termination handler runs on Karpenter’s nodes, although Karpenter handles interruptions itself.`,why:"With `interruptionQueue`, Karpenter launches another node and drains the old one when AWS announces an interruption. The AWS node termination handler also drains every node that it runs on, so pods are evicted twice. The handler also cordons nodes on a rebalance recommendation, which Karpenter ignores. Reported only when the charts of both are installed in the same cluster, and the handler has no node selector or affinity.",help:"Keep the handler off Karpenter’s nodes with an affinity for `karpenter.sh/nodepool`, or remove the handler.",url:`https://karpenter.sh/docs/faq/#should-i-use-karpenter-interruption-handling-alongside-node-termination-handler`},examples:LR}),ER=(e,{all:t,clusterOf:n})=>ar(t).find(t=>t.chart===`karpenter`&&n(t.manifest)===n(e)&&jR(t)),DR=(e,t,n)=>({message:`The node termination handler runs on all nodes, so both it and Karpenter drain Karpenter’s nodes when AWS interrupts them`,help:"Set `affinity` so that the handler does not run on nodes with the label `karpenter.sh/nodepool`, or remove the handler.",labels:[{span:t.manifest.span([...t.values,`settings`,`interruptionQueue`]),message:`Karpenter handles interruptions itself${lh(e,t.manifest,n)}`}]}),OR=[`spec`,`template`,`spec`],kR=({kind:e,apiVersion:t,name:n,source:r})=>e===`DaemonSet`&&t===`apps/v1`&&/^aws-node-termination-handler/.test(n)&&r.origin?.tool!==`helm`,AR=e=>e.isPartial||Object.keys(h(e.get([...OR,`nodeSelector`]))??{}).some(e=>!/kubernetes\.io\/(?:os|arch)$/.test(e))||e.get([...OR,`affinity`,`nodeAffinity`])!==void 0;function jR({manifest:e,values:t}){let n=[...t,`settings`,`interruptionQueue`];return br(e,n)&&(v(e.get(n))??``)!==``}const MR=Z(`aws-node-termination-handler`),NR=Z(`karpenter`,{values:W`
    settings:
      clusterName: demo
      interruptionQueue: demo
  `}),PR=e=>W`
  apiVersion: apps/v1
  kind: DaemonSet
  metadata:
    name: aws-node-termination-handler
  spec:
    template:
      spec:
        ${e}
        containers:
          - name: handler
            image: public.ecr.aws/aws-ec2/aws-node-termination-handler:v1.24.0
            resources:
              requests:
                cpu: 50m
                memory: 64Mi
`,FR=`      chart: aws-node-termination-handler
`,IR=W`
  values:
    affinity:
      nodeAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          nodeSelectorTerms:
            - matchExpressions:
                - key: karpenter.sh/nodepool
                  operator: DoesNotExist
`;function LR(){return{bad:[U($(Z(`karpenter`,{values:W`
              settings:
                clusterName: demo
                interruptionQueue: demo
            `}),MR),{[FR]:`${FR}  ${IR.text.replaceAll(/\n(?=.)/g,`
  `)}`},{[`---\n${MR.text}`]:``}),U($(NR,PR(``)),{"containers:":`affinity:
  nodeAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      nodeSelectorTerms:
        - matchExpressions:
            - {key: karpenter.sh/nodepool, operator: DoesNotExist}
containers:`})],good:[$(NR,PR(W`
          affinity:
            nodeAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
                nodeSelectorTerms:
                  - matchExpressions:
                      - {key: karpenter.sh/nodepool, operator: DoesNotExist}
        `)),$(Z(`karpenter`,{values:W`
            settings:
              clusterName: demo
              interruptionQueue: demo
          `}),W`
          apiVersion: helm.toolkit.fluxcd.io/v2
          kind: HelmRelease
          metadata:
            name: node-termination-handler
          spec:
            chart:
              spec:
                chart: aws-node-termination-handler
            values:
              nodeSelector:
                eks.amazonaws.com/nodegroup: system
        `),$(Z(`karpenter`,{values:W`
            settings:
              clusterName: demo
          `}),W`
          apiVersion: helm.toolkit.fluxcd.io/v2
          kind: HelmRelease
          metadata:
            name: node-termination-handler
          spec:
            chart:
              spec:
                chart: aws-node-termination-handler
        `),$(Z(`karpenter`,{values:W`
            settings:
              clusterName: demo
              interruptionQueue: demo
          `}),W`
          apiVersion: helm.toolkit.fluxcd.io/v2
          kind: HelmRelease
          metadata:
            name: node-termination-handler
          spec:
            chart:
              spec:
                chart: aws-node-termination-handler
            values:
              enableSqsTerminationDraining: true
        `)]}}const RR=q({id:`two-autoscalers`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Taints and overlapping NodePools`,mistakes:[],on:{Manifests(e,t){let n=new Set;for(let r of e.manifests.flatMap(e=>VR(e)??[])){let e=t.clusterOf(r.manifest);n.has(e)||(n.add(e),HR(r,e,t))}}},docs:{summary:`Cluster Autoscaler and Karpenter can both launch a node for the same pod.`,why:`Neither waits for the other. If a pending pod fits a node group and a NodePool, Cluster Autoscaler makes the group larger and Karpenter launches a node. One of both stays nearly empty until it is removed, and which one the pod runs on is chance. Both can run in one cluster if taints keep their pods apart. Reported only when a NodePool without taints is in the same cluster as a Cluster Autoscaler with replicas. Not reported if all node groups that the files show have taints.`,help:`Set the replicas of Cluster Autoscaler to 0 once Karpenter launches the nodes. If both stay, add a taint to the node groups or to the NodePools.`,url:`https://karpenter.sh/docs/getting-started/migrating-from-cas/`},examples:KR}),zR=/(?:^|\/)cluster-autoscaler(?:-(?:amd64|arm64))?(?::|@|$)/,BR=[`spec`,`template`,`spec`,`containers`];function VR(e){let t=cr({manifests:[e]},`cluster-autoscaler`)[0];if(t!==void 0){let n=yr(t,`replicaCount`);return In(n)&&n.value===0?void 0:{manifest:e,field:`replicaCount`,mayBeStopped:!In(n)}}if(e.kind===`Deployment`&&d(e.apiVersion)===`apps`){let t=f(e.get(BR)).map((t,n)=>v(e.get([...BR,n,`image`]))),n=e.get([`spec`,`replicas`]);return n===0||!t.some(e=>e!==void 0&&zR.test(e))?void 0:{manifest:e,field:`replicas`,mayBeStopped:g(n)}}if(e.kind===`Cluster`&&d(e.apiVersion)===`kops.k8s.io`&&e.get([`spec`,`clusterAutoscaler`,`enabled`])===!0)return{manifest:e,field:`clusterAutoscaler.enabled`,mayBeStopped:!1}}function HR({manifest:e,field:t,mayBeStopped:n},r,i){let a=r.ofKind(`NodePool`).find(WR),o=ek(r),s=o.find(GR);if(a===void 0||o.length>0&&s===void 0)return;let c=()=>s===void 0?`because NodePool \`${a.name}\` has no taint. Which pods its node groups accept is not in these files`:`because NodePool \`${a.name}\` and node group \`${s.name}\` have no taint`,l=n?`, unless \`${t}\` is 0 in values that are not in these files`:``;i.report({manifest:e,at:e.span([`metadata`,`name`]),message:`Cluster Autoscaler and Karpenter may both launch a node for the same pod, ${c()}${l}`,help:`${UR(t)}, or add a taint to the node groups or the NodePools.`,labels:[{span:a.span([`metadata`,`name`]),message:`this NodePool accepts every pod${lh(e,a,i)}`}]})}const UR=e=>e===`clusterAutoscaler.enabled`?`Set \`${e}\` to \`false\``:`Set \`${e}\` of Cluster Autoscaler to 0`,WR=e=>d(e.apiVersion)===`karpenter.sh`&&e.get([`spec`,`replicas`])===void 0&&Vn(hp(e,[`spec`,`template`,`spec`,`taints`]),()=>!0)===!1,GR=({manifest:e,path:t,taints:n})=>{let r=[...t,`taints`];return n.length===0&&f(e.get(r)).length===0&&!g(e.get(r))};function KR(){let e=J({nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),t=J({nodeClassRef:`default`,taints:W`
      - key: example.com/batch
        effect: NoSchedule
    `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),n=Z(`cluster-autoscaler`,{values:`replicaCount: 1`});return{bad:[U($(n,e,X),{"replicaCount: 1":`replicaCount: 0`}),U(G`
          module "eks" {
            source  = "terraform-aws-modules/eks/aws"
            version = "~> 21.0"
            name    = "demo"

            eks_managed_node_groups = {
              general = {
                instance_types = ["m7i.large"]
                max_size       = 5
              }
            }
          }

          module "addons" {
            source = "aws-ia/eks-blueprints-addons/aws"

            cluster_name              = module.eks.cluster_name
            enable_cluster_autoscaler = true
          }

          ${Q(`default`,e)}

          ${Q(`class`,X)}
        `,{"enable_cluster_autoscaler = true":`enable_cluster_autoscaler = false`})],good:[$(Z(`cluster-autoscaler`,{values:`replicaCount: 0`}),e,X),$(n,t,X)]}}const qR=/^(?:mac|[a-z]\d+g[a-z]*-flex|i3\.metal$)/,JR=/^(?:cc1|cc2|cg1|cg2|cr1|g1|g2|g3|g3s|hi1|hs1|p2)$/,YR=q({id:`unknown-instance-type`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[],on:{NodePool:XR,Provisioner:XR,NodeOverlay:XR,Manifests(e,t){for(let n of e.manifests)n.kind===`ManagedNodeGroup`&&ZR(n,t)}},docs:{summary:`A requirement names an instance type or family that does not exist, or that the region does not offer, or EKS cannot create a node group because of its types.`,why:`The API server accepts any text. Karpenter never chooses a value that no instance type has, and does not warn about it. The NodePool then allows less than it seems to, or launches nothing at all. EKS refuses to create a managed node group if the region offers none of its instance types.`,help:`Correct the name, or use one that the region offers.`,url:`https://karpenter.sh/docs/reference/instance-types/`},examples:iz});function XR(e,t){let{catalog:n}=t;if(n)for(let r of Df(e)){let i=C(r.key);if(i===w.instanceType)QR({pool:e,requirement:r,what:`instance type`,known:n.names,isOffered:e=>n.zonesOf(e).length>0},t,n);else if(i===w.instanceFamily){let i=[...new Set(n.types.map(e=>e.family))],a=new Set(n.types.filter(e=>n.zonesOf(e.name).length>0).map(e=>e.family));QR({pool:e,requirement:r,what:`instance family`,known:i,isOffered:e=>a.has(e)},t,n)}}}function ZR(e,{catalog:t,isRegionAssumed:n,report:r}){if(!t||n)return;let i=f(e.get([`spec`,`instanceTypes`]))?.length??0,a=i>0?Array.from({length:i},(e,t)=>[`spec`,`instanceTypes`,t]):[[`spec`,`instanceType`]],o=a.map(t=>D(e,t));if(!o.every(e=>e!==void 0&&t.names.includes(e)&&t.zonesOf(e).length===0))return;let s=x([...new Set(o.map(e=>e))]);r({manifest:e,at:e.span(a[0]),severity:`error`,message:`Region ${t.region} does not offer ${s}, so EKS cannot create node group ${b(e.name)}`,help:`Name an instance type that ${t.region} offers.`})}function QR({pool:e,requirement:t,what:n,known:r,isOffered:i},{report:a,nearest:o,isRegionAssumed:s},c){let{operator:l,values:u}=t;if(l!==`In`&&l!==`NotIn`)return;let d=new Set(r),f=l===`In`&&e.kind!==`NodeOverlay`&&u.every(e=>e.isKnown&&$R(e.text));for(let{path:t,text:p,isKnown:m}of u)if(!(!m||qR.test(p)||l===`NotIn`&&JR.test(p))){if(d.has(p))l===`In`&&!i(p)&&!s&&a({at:e.span(t),message:`Region ${c.region} does not offer the ${n} \`${p}\`, so Karpenter never launches it`,help:`Replace it with one that ${c.region} offers, or remove it.`});else{let i=nz(o(p,r),p,r),s=()=>i?`Did you mean \`${i}\`?`:$R(p)?tz(p,n):`Correct the name. If it is newer than plumbline’s catalog, silence this finding.`,c=()=>f?`\`${p}\` cannot be an EC2 ${n}, so \`${e.name}\` launches no nodes`:`\`${p}\` is not a known EC2 ${n}`;a({at:e.span(t),...f&&{severity:`error`},message:c(),help:s(),...i&&{fix:{description:`Replace with \`${i}\``,edits:S(e,t,i)}}})}}}const $R=e=>e!==``&&(!/\d/.test(e)||ez.has(e)),ez=new Map([...[`on-demand`,`spot`,`reserved`].map(e=>[e,w.capacityType]),...[`amd64`,`arm64`].map(e=>[e,w.arch]),...[`linux`,`windows`].map(e=>[e,w.os])]);function tz(e,t){let n=ez.get(e);return n===void 0?`Name an ${t} that exists. All of their names have a digit.`:`\`${e}\` is a value of \`${n}\`. Move it there. A JSON patch with an index may change another requirement than before.`}function nz(e,t,n){if(e!==void 0&&!c(t,e,n))return e}const rz=e=>G`
  provider "aws" {
    region = "eu-west-2"
  }

  resource "aws_eks_node_group" "gpu" {
    cluster_name    = "orders"
    node_group_name = "gpu"
    node_role_arn   = "arn:aws:iam::111122223333:role/nodes"
    subnet_ids      = ["subnet-0a1b2c3d"]
    instance_types  = [${e}]
    scaling_config {
      desired_size = 1
      max_size     = 2
      min_size     = 1
    }
  }
`;function iz(){return{bad:[J({requirements:[`node.kubernetes.io/instance-type In [m5.large, m5.xlrage]`,`karpenter.sh/capacity-type In [on-demand]`]}),J({requirements:[`karpenter.k8s.aws/instance-family NotIn [t2, t3, tg4]`]}),U(K({region:`ap-northeast-2`},J({requirements:[`karpenter.k8s.aws/instance-family In [c7i, c7a]`,`karpenter.sh/capacity-type In [on-demand]`]})),{"[c7i, c7a]":`[c7i, c6i]`},{"[c7i, c7a]":`[c7i]`}),U(K({region:`eu-west-2`},rz(`"p4de.24xlarge"`)),{"p4de.24xlarge":`g5.xlarge`})],good:[K({region:`eu-west-2`},rz(`"p4de.24xlarge", "g5.xlarge"`)),rz(`"p4de.24xlarge"`),J({requirements:[`karpenter.k8s.aws/instance-family In [m5, m6i]`]}),J({requirements:[`karpenter.k8s.aws/instance-family NotIn [c1, cc1, cc2, g2, p2, t1]`]})]}}function az(e){if(e.length>65536||!/^(?:MIME-Version|Content-Type):/.test(e.trimStart()))return;let t=/boundary="?([^"\s;]{1,200})"?/i.exec(e)?.[1];if(t===void 0)return;let n=e.split(`
`).map(e=>e.trimEnd()),[r,i]=[`--${t}`,`--${t}--`],a=n[0]===``,o=a?[]:oz(n),s=a?``:o.find(sz);if(s!==void 0)return{fault:`header`,about:s};let c=n.indexOf(r);if(c<0)return{fault:`boundary`,about:t};let l=n.indexOf(i,c);if(l<0)return{fault:`end`,about:t};let u=n.slice(0,l).flatMap((e,t)=>e===r?oz(n.slice(t+1,l)).filter(sz):[]);return u[0]===void 0?void 0:{fault:`part`,about:u[0]}}function oz(e){let t=e.indexOf(``);return t<0?e:e.slice(0,t)}const sz=e=>!/^\s/.test(e)&&!/^[^\s:]+:/.test(e),cz=String.raw`(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')`,lz=`${cz}(?:\\s*\\.\\s*${cz})*`,uz=RegExp(`^(?:\\[\\s*${lz}\\s*\\]|\\[\\[\\s*${lz}\\s*\\]\\])\\s*(?:#.*)?$`),dz=RegExp(`^${lz}\\s*=\\s*(.*)$`),fz=/^(?:true|false|[+-]?(?:inf|nan)|[+-]?\d[\w.+:-]*(?: \d[\w.+:-]*)?)\s*(?:#.*)?$/,pz=/^("""|''')/,mz=/^(?:"(?:[^"\\]|\\.)*"|'[^']*')\s*(?:#.*)?$/,hz={characters:5e4,lines:2e3};function gz(e){if(e.length>hz.characters)return;let t=e.split(`
`).slice(0,hz.lines);for(let e=0;e<t.length;e++){let n=t[e].trim();if(n===``||n.startsWith(`#`)||uz.test(n))continue;let r=dz.exec(n)?.[1];if(r===void 0)return n;if(pz.test(r)){let n=r.slice(0,3);if(r.indexOf(n,3)===-1)for(;++e<t.length&&!t[e].includes(n););}else if(/^[[{]/.test(r))e=vz(t,e,r);else if(!fz.test(r)&&!mz.test(r))return n}}function _z(e){if(e.length>hz.characters||[`[[`,`"""`,`'''`].some(t=>e.includes(t)))return;let t=new Set;for(let n of e.split(`
`).slice(0,hz.lines)){let e=/^\s*\[(?!\[)([^\]]*)\]\s*(?:#.*)?$/.exec(n)?.[1];if(e===void 0)continue;let r=e.replaceAll(/["'\s]/g,``);if(t.has(r))return n.trim();t.add(r)}}function vz(e,t,n){let r=0;for(let i=t;i<e.length;i++){let a=(i===t?n:e[i]).replace(/"(?:[^"\\]|\\.)*(?:"|$)|'[^']*(?:'|$)/g,``).split(`#`,1)[0];for(let e of a)`[{`.includes(e)?r++:`]}`.includes(e)&&r--;if(r<=0)return i}return e.length}const yz=q({id:`user-data-format`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[57,58],on:{NodeClass(e,{report:t}){let n=Yf(e),r=n===void 0?void 0:bz(e,n);r&&t({at:e.keySpan([`spec`,`userData`]),...r})}},docs:{summary:`User data has a format that the AMI family does not understand.`,why:"Karpenter merges `userData` into the user data that it writes for the AMI family. Bottlerocket reads TOML, and a node class with another format never launches a node. On Amazon Linux 2023, `/etc/eks/bootstrap.sh` only fails, so its flags never reach the kubelet. If the parts of a MIME text do not start with the boundary that it declares, none of them runs. Karpenter launches no nodes if the text does not end with the boundary, or if no empty line is between headers and content.",help:"For Bottlerocket, write TOML. For Amazon Linux 2023, write a `NodeConfig` or a script without `bootstrap.sh`. Start each part of a MIME text with two dashes and the declared boundary.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specuserdata`},examples:Dz});function bz(e,t){let n=qf(e);if(n===`Bottlerocket`)return Sz(t);if(n===`AL2023`&&wz(t))return{message:"`/etc/eks/bootstrap.sh` only fails on Amazon Linux 2023, so its arguments have no effect",help:"Remove the call, because Karpenter joins the node to the cluster itself. Set labels in the NodePool, and kubelet settings under `spec.kubelet` or, if it has no such field, in a `NodeConfig`."};if(n===`AL2`||n===`AL2023`)return Tz(t)}const xz=`the user data is not TOML`;function Sz(e){let[t=``]=e.trimStart().split(`
`);if(!/^(?:#!|MIME-Version:|Content-Type:|#cloud-config)/i.test(t)){let t=gz(e);return t===void 0?Cz(e):{message:`Bottlerocket expects user data in TOML, but \`${t.slice(0,60)}\` is neither a table nor a key with a value`,unready:xz,help:'Write TOML: tables such as `[settings.kubernetes]`, and entries such as `name = "text"`, with texts in quotes.'}}return{message:`Bottlerocket expects user data in TOML, but this starts with \`${t.trim().slice(0,60)}\``,unready:xz,help:"Write TOML settings, such as `[settings.kubernetes]`. Bottlerocket runs no scripts."}}function Cz(e){let t=_z(e);if(t!==void 0)return{message:`The user data has the table \`${t.slice(0,60)}\` twice, which TOML does not allow, so Karpenter launches no nodes`,unready:`the user data repeats a table, which TOML does not allow`,help:`Merge the entries of both into one table.`}}const wz=e=>!/-[efx] \/etc\/eks\/bootstrap\.sh/.test(e)&&/^[ \t]*(?:sudo\s+|bash\s+)?\/etc\/eks\/bootstrap\.sh\b/m.test(e);function Tz(e){let t=az(e);if(t===void 0)return;let{fault:n,about:r}=t;return n===`boundary`?{message:`This MIME text declares the boundary \`${r}\`, but no line is \`--${r}\`, so none of its parts runs`,help:`Start every part with \`--${r}\`, and end the last one with \`--${r}--\`.`}:{severity:`error`,unready:`the user data is a MIME text that Karpenter cannot read`,...Ez[n](r)}}const Ez={end:e=>({message:`This MIME text has no line \`--${e}--\`, so Karpenter cannot read its last part and launches no nodes`,help:`End the text with the line \`--${e}--\`.`}),part:e=>({message:`A part of this MIME text has the line \`${e.slice(0,60)}\` among its headers. Karpenter cannot read that and launches no nodes`,help:`Write an empty line between the headers of a part and its content.`}),header:e=>({message:e===``?`This MIME text starts with an empty line, so Karpenter finds no headers and launches no nodes`:`This MIME text has the line \`${e.slice(0,60)}\` among its headers. Karpenter cannot read that and launches no nodes`,help:`Start the text with its headers, and write an empty line after them.`})};function Dz(){return{bad:[U(Y(W`
          amiSelectorTerms:
            - alias: al2023@v20260715
          userData: |
            #!/bin/bash
            /etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'
            echo hello
        `),{"/etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'":``}),U(Y(W`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            #!/bin/bash
            sysctl -w vm.max_map_count=262144
        `),{"#!/bin/bash":`[settings.kernel.sysctl]`,"sysctl -w vm.max_map_count=262144":`"vm.max_map_count" = "262144"`}),U(Y(W`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            [settings.kubernetes]
            cluster-domain = cluster.local
        `),{"= cluster.local":`= "cluster.local"`}),U(Y(W`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            [settings.kernel.sysctl]
            "vm.max_map_count" = "262144"
            [settings.kernel.sysctl]
            "net.core.somaxconn" = "1024"
        `),{'"262144"\n    [settings.kernel.sysctl]':`"262144"`}),U(Y(W`
          amiSelectorTerms:
            - alias: al2023@v20260715
          userData: |
            MIME-Version: 1.0
            Content-Type: multipart/mixed; boundary="BOUNDARY"

            --==BOUNDARY==
            Content-Type: text/x-shellscript; charset="us-ascii"

            #!/bin/bash
            echo hello
            --==BOUNDARY==--
        `),{"--==BOUNDARY==--":`--BOUNDARY--`,"--==BOUNDARY==":`--BOUNDARY`}),U(Y(W`
          amiSelectorTerms:
            - alias: al2023@v20260715
          userData: |
            MIME-Version: 1.0
            Content-Type: multipart/mixed; boundary="BOUNDARY"

            --BOUNDARY
            Content-Type: text/x-shellscript; charset="us-ascii"

            #!/bin/bash
            echo hello
        `),{"echo hello":`echo hello
--BOUNDARY--`})],good:[Y(W`
        amiSelectorTerms:
          - alias: al2023@v20260715
        userData: |
          MIME-Version: 1.0
          Content-Type: multipart/mixed; boundary="//"

          --//
          Content-Type: text/x-shellscript; charset="us-ascii"

          #!/bin/bash
          # No /etc/eks/bootstrap.sh here: nodeadm joins the cluster.
          echo hello
          --//--
      `),Y(W`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            # A comment
            [settings.kubernetes]
            kube-api-qps = 30
            allowed-unsafe-sysctls = [
              "net.core.somaxconn", # for the proxies
            ]
            [settings.kubernetes.node-labels]
            "example.com/team" = 'web'
            [settings.host-containers.admin]
            enabled = true
            user-data = """
            {"ssh": {"authorized-keys": []}}
            """
        `,`bottlerocket`)]}}const Oz=[[`a private key`,/-----BEGIN (?:[A-Z]{1,20} )?PRIVATE KEY-----/],[`an AWS access key`,/\b(?:AKIA|ASIA)(?![A-Z0-9]{0,12}EXAMPLE)[A-Z0-9]{16}\b/],[`a GitHub token`,/\bgh[pousr]_[A-Za-z0-9]{36}/],[`a GitLab token`,/\bglpat-[\w-]{20}/],[`a Slack token`,/\bxox[abprs]-[\w-]{10}/],[`a password in a URL`,/\b[a-z][a-z0-9+]{1,20}:\/\/[^\s:@/${}<]{1,100}:(?![$<{%])[^\s:@/]{4,100}@/],[`a token to join a cluster`,/--token[ =]["']?[a-z0-9]{6}\.[a-z0-9]{16}\b/]],kz=/(?:^|[\s"'{,;])((?:[A-Za-z]\w{0,60}[_-])?(?:password|passwd|secret|secret[_-]?(?:access[_-]?)?key|token|api[_-]?key|access[_-]?key|license[_-]?key))["']?\s{0,5}[=:]\s{0,5}(?:"([^"\s]{8,200})"|'([^'\s]{8,200})'|([^\s"'#;,]{8,200}))/i,Az=e=>/[A-Za-z]/.test(e)&&/[\d!@#%^&*+=-]/.test(e)&&!/[$`<>{}()[\]]|%[{s]|^[/~.]|^[a-z]+:\/\/|^arn:|^(?:ssm|vault|secretsmanager|file):|EXAMPLE|changeme|placeholder|redacted|x{4}|\*{3}/i.test(e);function jz(e){for(let[t,n]of e.split(`
`).slice(0,2e3).entries()){let e=n.slice(0,2e3),r=Oz.find(([,t])=>t.test(e));if(r)return{kind:r[0],line:t+1};let i=kz.exec(e),a=i?.[2]??i?.[3]??i?.[4];if(i&&a!==void 0&&Az(a))return{kind:`a value for \`${i[1]}\``,line:t+1}}}const Mz=[`spec`,`userData`],Nz=q({id:`user-data-secrets`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Security`,mistakes:[],controls:[`CWE-798`],on:{NodeClass(e,{report:t}){let n=e.get(Mz),r=typeof n==`string`?jz(n):void 0;r&&t({at:Pz(e),message:`Line ${r.line} of the user data of \`${e.name}\` seems to contain ${r.kind}. Every pod that reaches the instance metadata can read it, and so can everybody who may describe the node class or its launch templates`,help:`Store the secret in AWS Secrets Manager or the Parameter Store, and let the user data fetch it with the node’s role. Replace the secret, because it is in the history of the repository.`})}},docs:{summary:`User data contains what looks like a password, a token or a key.`,why:`User data is not secret. The instance metadata serves it to every process on the node and, with a hop limit of 2, to every pod. It is also in the EC2NodeClass, in launch templates, and in the repository. plumbline does not print the secret, and points at the field instead of the line.`,help:`Let the user data fetch secrets from AWS Secrets Manager or the Parameter Store with the node’s role.`,url:`https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/user-data.html`},examples:Lz});function Pz(e){let{text:t}=e.source,{start:n,end:r}=e.keySpan(Mz);return/^\s*:\s*[|>][\d+-]*\s*(?:#.*)?$/.test(/^.*/.exec(t.slice(r))[0])&&/^\s*(?:- )?["']?$/.test(t.slice(t.lastIndexOf(`
`,n-1)+1,n))?e.keySpan(Mz):e.span([`metadata`,`name`])}const Fz=e=>Y(W`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: al2023@v20260715
    userData: |
      #!/bin/bash
      ${e}
      /opt/install
  `),Iz=`export DB_PASSWORD=$(aws secretsmanager get-secret-value --secret-id db --query SecretString --output text)`;function Lz(){return{bad:[U(Fz(`export DB_PASSWORD='correct-horse-battery-9'`),{"export DB_PASSWORD='correct-horse-battery-9'":Iz}),U(Fz(`curl -sf https://agent:s3cr3t-4gent@get.example.com/agent | bash`),{"agent:s3cr3t-4gent@":``})],good:[Fz(Iz),Fz(`TOKEN=$(curl -X PUT http://169.254.169.254/latest/api/token -H "X-aws-ec2-metadata-token-ttl-seconds: 60")`),Fz(`export API_TOKEN_FILE=/run/secrets/api-token-1`)]}}const Rz={string:`
    api-server cloud-provider cluster-certificate cluster-name cluster-dns-ip container-log-max-size cpu-manager-policy
    cpu-manager-reconcile-period topology-manager-scope image-gc-high-threshold-percent image-gc-low-threshold-percent
    shutdown-grace-period shutdown-grace-period-for-critical-pods
    node-labels. eviction-hard. kube-reserved. system-reserved.
    topology-manager-policy:0.37 cluster-domain:0.37 eviction-soft.:1.5 eviction-soft-grace-period.:1.5
    container-log-monitor-interval:1.6 hostname-override-source:1.9 memory-manager-policy:1.10`,integer:`
    max-pods registry-qps registry-burst event-qps event-burst kube-api-qps kube-api-burst container-log-max-files
    pod-pids-limit:1.0 eviction-max-pod-grace-period:1.5 container-log-max-workers:1.6 ids-per-pod:1.9 log-level:1.9`,boolean:`
    server-tls-bootstrap cpu-cfs-quota-enforced seccomp-default:0.37 device-ownership-from-security-context:1.2
    single-process-oom-kill:1.5`,texts:`allowed-unsafe-sysctls cpu-manager-policy-options:1.9 node-taints.`,other:`static-pods credential-providers:0.34 topology-manager-policy-options:1.13 memory-manager-reserved-memory:1.15`},zz=e=>e.trim().split(/\s+/),Bz=new Map(Object.entries(Rz).flatMap(([e,t])=>zz(t).map(t=>{let[n=``,r=`0.32`]=t.split(`:`),i={type:(()=>{if(e!==`other`)return e})(),isMap:n.endsWith(`.`),since:r};return[n.replace(`.`,``),i]}))),Vz=Object.entries({string:`
    kernel.sysctl.* kernel.lockdown motd host-containers.*.source host-containers.*.user-data
    bootstrap-containers.*.source bootstrap-containers.*.user-data bootstrap-containers.*.mode`,boolean:`
    kernel.modules.*.allowed host-containers.*.enabled host-containers.*.superpowered bootstrap-containers.*.essential
    pki.*.trusted metrics.send-metrics`}).flatMap(([e,t])=>zz(t).map(t=>({parts:t.split(`.`),type:e})));function Hz([e,t=``,...n]){if(e!==`kubernetes`){let r=[e,t,...n],i=Vz.find(e=>Uz(e.parts,r));return i&&{type:i.type,isReadByKarpenter:!1}}let r=Bz.get(t.toLowerCase());if(r!==void 0&&n.length===+!!r.isMap)return{type:r.type,isReadByKarpenter:!0}}const Uz=(e,[...t])=>{for(;t.at(-1)===``;)t.pop();return t.length===e.length&&e.every((e,n)=>e===`*`||e===t[n])};function Wz({type:e,items:t},n){return n===void 0?!0:n===`texts`?e===`array`&&t.every(e=>e===`string`):e===n}function Gz(e,t){let n=Bz.get(e.toLowerCase());if(n===void 0)return{};if(!(Kn(t,n.since)>=0))return{since:n.since}}const Kz=[...Bz.keys()],qz=[`spec`,`userData`],Jz=q({id:`user-data-settings`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,t){let n=Yf(e);if(n===void 0)return;let r=qf(e);r===`Bottlerocket`&&Yz(e,n,t),r===`AL2023`&&rB(e,n,t),r===`Custom`&&sB(e,n,t),r!==void 0&&tB(e,kA(n,r),t)}},docs:{summary:`User data has a setting of the wrong type, one that Karpenter drops, or one with which no node joins.`,why:"Bottlerocket reads its settings with fixed types. For example, all values under `settings.kernel.sysctl` are strings. With another type, the node does not boot, and Karpenter replaces it after 15 minutes. Karpenter itself reads `settings.kubernetes` and writes it again. It refuses a wrong type, and drops settings that its version does not know. On Amazon Linux 2023, the kubelet does not start with a value of the wrong type in a `NodeConfig`, and `nodeadm` fails if the `NodeConfig` has another `apiVersion` or `kind`. The kubelet also refuses `--node-labels` of Kubernetes that nodes may not set, such as `node-role.kubernetes.io/worker`.",help:`Write each value with the type of its setting, and only settings that your Karpenter version knows.`,url:`https://bottlerocket.dev/en/os/latest/#/api/settings/`},examples:dB});function Yz(e,t,n){let r=(wA(t)??[]).filter(({path:e})=>e[0]===`settings`),i=new Set;for(let t of r){let r=t.path.slice(1),a=Hz(r);a&&!Wz(t,a.type)&&Qz(e,{entry:t,wanted:a},n);let[o,s=``]=r;o!==`kubernetes`||i.has(s)||(i.add(s),$z(e,t,n))}}const Xz={string:`a string`,integer:`an integer`,boolean:"`true` or `false`",texts:`a list of strings`},Zz=({path:e})=>`\`${e.join(`.`).slice(0,100)}\``;function Qz(e,{entry:t,wanted:n},{report:r}){let i=Xz[n.type];r({at:NA(e,qz,t.line),message:`${Zz(t)} must be ${i}. ${n.isReadByKarpenter?`Karpenter cannot read this user data, and launches no nodes with it`:`Bottlerocket does not boot with this user data, so no node joins the cluster`}`,help:n.type===`string`&&[`integer`,`float`,`boolean`].includes(t.type)?`Put the value in quotes.`:`Write ${i}.`,unready:`${Zz(t)} in the user data is not ${i}`})}function $z(e,t,{report:n,karpenter:r,nearest:i}){let a=t.path[2]??``,o=NA(e,qz,t.line);if(a.toLowerCase()===`node-taints`){n({severity:`warning`,at:o,message:"Karpenter replaces `settings.kubernetes.node-taints` with the taints of the NodePool, so these taints have no effect",help:"Set the taints in `taints` or `startupTaints` under `spec.template.spec` of the NodePool."});return}let s=Gz(a,r.version);if(!s)return;let c=s.since===void 0?i(a,Kz):void 0;n({severity:`warning`,at:o,message:`Karpenter ${r.version} does not know \`settings.kubernetes.${a.slice(0,60)}\`. It drops the setting from the user data, so it has no effect`,help:eB(s.since,c)})}function eB(e,t){return e===void 0?t===void 0?`Remove the setting.`:`Did you mean \`${t}\`?`:`Upgrade Karpenter to ${e} or later, or remove the setting.`}function tB(e,t,{report:n}){let r=t.filter(({key:e})=>!MA(e)),[i]=r;if(i===void 0)return;let a=x([...new Set(r.map(({key:e})=>e.slice(0,80)))]);n({at:NA(e,qz,i.line),message:`The kubelet refuses to start with the node ${He(r.length,`label`,`labels`)} ${a}, so no node joins the cluster`,help:"Remove it from the user data. Set labels under `spec.template.metadata.labels` of the NodePool, from where Karpenter adds them itself.",unready:`the kubelet refuses to start with the node label ${a}`})}const nB=`node.eks.aws/v1alpha1`;function rB(e,t,n){for(let r of xA(t)){let{apiVersion:i,kind:a,spec:o}=r;a!==void 0||i!==void 0||h(o)!==void 0?iB(e,r,n):uB(e,t,n)}}function iB(e,t,n){t.kind===`NodeConfig`&&t.apiVersion===nB?lB(e,t,n):aB(e,t,n)}function aB(e,{apiVersion:t,kind:n},{report:r}){let i=t===nB,[a,o,s]=i?[`kind`,n,`NodeConfig`]:[`apiVersion`,t,nB],c=typeof o==`string`,l=c?`has the ${a} \`${o.slice(0,60)}\``:`has no \`${a}\``,u=!i&&c&&/^node\.eks\.aws\/v\d/.test(o);r({...u&&{severity:`warning`},at:NA(e,qz,c?`${a}: ${o}`:`spec:`),message:`This \`NodeConfig\` ${l}, but \`nodeadm\` reads only \`${s}\`. It fails with others, so no node joins the cluster`,help:`Write \`${a}: ${s}\`.`,...!u&&{unready:`the \`NodeConfig\` in the user data ${l}`}})}const oB=[`name`,`apiServerEndpoint`,`certificateAuthority`,`cidr`];function sB(e,t,n){let r=xA(t).filter(({apiVersion:e})=>v(e)?.startsWith(`node.eks.aws/`));for(let t of r)iB(e,t,n);r.length>0&&!/\bnodeadm\b/.test(t)&&cB(e,r,n)}function cB(e,t,{report:n}){let r=new Set(t.flatMap(({spec:e})=>Object.keys(h(h(e)?.cluster)??{}))),i=oB.filter(e=>!r.has(e));i.length!==0&&n({severity:`warning`,at:e.keySpan(qz),message:`Karpenter writes no user data for \`Custom\`, and the \`NodeConfig\` has no ${x(i)} under \`spec.cluster\`. Nodes join only if the image has the rest`,help:"Write all four fields: `name`, `apiServerEndpoint`, `certificateAuthority` and `cidr`."})}function lB(e,t,{report:n,nearest:r}){let i=h(h(t.spec)?.kubelet),a=h(i?.config)??{};for(let[t,i]of Object.entries(a)){let a=pL.get(t),o=()=>{let n=_(i)?``:String(i);return NA(e,qz,`${t}: ${n}`)};if(a===void 0){let e=r(t,[...pL.keys()]);if(e===void 0)continue;n({severity:`warning`,at:o(),message:`\`${t.slice(0,60)}\` is not a kubelet setting. The kubelet ignores it, so it has no effect`,help:`Did you mean \`${e}\`?`})}else i!==null&&!gL(i,a)&&n({at:o(),message:`\`${t}\` in the \`NodeConfig\` is not ${hL[a]}. The kubelet does not start with it, so no node joins the cluster`,help:`Write ${hL[a]}.`,unready:`\`${t}\` in the user data is not ${hL[a]}`})}}function uB(e,t,{report:n}){t.trimStart().startsWith(`#cloud-config`)&&n({at:e.keySpan(qz),message:"Karpenter passes user data in YAML to `nodeadm` as a `NodeConfig`, but this is a configuration of cloud-init. `nodeadm` fails, so no node joins the cluster",help:"Put it into a MIME text, as a part with the type `text/cloud-config`.",unready:"the user data is YAML without a `NodeConfig`"})}function dB(){let e=(...e)=>Y(W`
      amiSelectorTerms:
        - alias: bottlerocket@v1.44.0
      userData: |
        ${e.join(`
`)}
    `);return{bad:[U(e(`[settings.kernel.sysctl]`,`"vm.max_map_count" = 262144`),{262144:`"262144"`}),U(e(`[settings.kubernetes]`,`cpu-manager-policy = true`),{true:`"static"`}),U(e(`[settings.kubernetes]`,`registry-qps = "10"`),{'"10"':`10`}),U(e(`[settings.kubernetes]`,`cpu-manager-polizy = "static"`),{polizy:`policy`}),U(e(`[settings.kubernetes.node-taints]`,`team = ["a:NoSchedule"]`),{"[settings.kubernetes.node-taints]":`[settings.kubernetes.node-labels]`,'["a:NoSchedule"]':`"a"`}),U(K({karpenter:`1.8`},e(`[settings.kubernetes]`,`cpu-manager-policy-options = ["full-pcpus-only"]`)),{'cpu-manager-policy-options = ["full-pcpus-only"]':``}),U(Y(W`
          amiSelectorTerms:
            - alias: al2023@v20260715
          userData: |
            apiVersion: node.eks.aws/v1alpha1
            kind: NodeConfig
            spec:
              kubelet:
                config:
                  serializeImagePulls: "false"
                  maxParallelImagePull: 5
        `),{'"false"':`false`,"maxParallelImagePull:":`maxParallelImagePulls:`}),U(e(`[settings.kubernetes.node-labels]`,`"node-role.kubernetes.io/worker" = ""`),{"node-role.kubernetes.io/worker":`node.kubernetes.io/role`}),U(Y(W`
          amiSelectorTerms:
            - alias: al2023@v20260715
          userData: |
            apiVersion: node.eks.aws/v1
            kind: NodeConfig
            spec:
              instance:
                localStorage:
                  strategy: RAID0
        `),{"node.eks.aws/v1":`node.eks.aws/v1alpha1`})],good:[K({karpenter:`1.9`},e(`[settings]`,`kernel.sysctl = { "vm.max_map_count" = "262144" }`,`[settings.kubernetes]`,`cpu-manager-policy-options = ["full-pcpus-only"]`,`registry-qps = 10`,`kube-reserved = { cpu = "100m" }`,`[settings.kubernetes.static-pods.web]`,`enabled = true`,`[settings.ntp]`,`time-servers = ["169.254.169.123"]`)),Y(W`
        amiSelectorTerms:
          - alias: al2023@v20260715
        userData: |
          MIME-Version: 1.0
          Content-Type: multipart/mixed; boundary="//"

          --//
          Content-Type: application/node.eks.aws

          apiVersion: node.eks.aws/v1alpha1
          kind: NodeConfig
          spec:
            kubelet:
              config:
                serializeImagePulls: false
                futureSetting: 3
          --//
          Content-Type: text/cloud-config

          #cloud-config
          packages: [jq]
          --//--
      `)]}}const fB=`WaitForFirstConsumer`,pB=q({id:`volume-binding-mode`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Workloads`,mistakes:[104],on:{Manifests(e,{report:t}){if(Zc(e))for(let n of e.manifests){if(n.kind!==`StorageClass`||d(n.apiVersion)!==`storage.k8s.io`)continue;let e=[`volumeBindingMode`],r=n.get(e),i=r===`Immediate`||r===void 0&&!n.isPartial;JT.includes(YT(v(n.get([`provisioner`])))??``)&&i&&n.get([`allowedTopologies`])===void 0&&!g(n.name)&&t({manifest:n,at:r===void 0?n.keySpan([`provisioner`]):n.span(e),message:`StorageClass \`${n.name}\` creates a volume in any zone before the scheduler knows where its pod can run`,help:`Set \`volumeBindingMode: ${fB}\`. If the StorageClass already exists in a cluster, delete it there first, because the field cannot be changed.`,fix:{description:`Set \`volumeBindingMode: ${fB}\``,edits:r===void 0?lt(n,[],`volumeBindingMode`,fB):S(n,e,fB)}})}}},docs:{summary:`A StorageClass creates EBS volumes before the scheduler knows where their pod runs.`,why:"With `Immediate`, the default, a volume is created in any zone as soon as its claim exists. While a claim is unbound, Karpenter ignores its pod. Afterwards the pod can run only in the zone of the volume, whether or not a NodePool allows that zone.",help:"Set `volumeBindingMode: WaitForFirstConsumer`. The field cannot be changed on an existing StorageClass, so delete the StorageClass and create it again. Its volumes are not affected.",url:`https://kubernetes.io/docs/concepts/storage/storage-classes/#volume-binding-mode`},examples:mB});function mB(){return{bad:[$(J(),W`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
          volumeBindingMode: Immediate
        `),$(J(),W`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
        `)],good:[$(J(),W`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
          volumeBindingMode: WaitForFirstConsumer
        `),$(J(),W`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: efs
          provisioner: efs.csi.aws.com
          volumeBindingMode: Immediate
        `)]}}const hB=[`spec`,`blockDeviceMappings`],gB=q({id:`volume-encryption`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Security`,mistakes:[],controls:[`AWS FSBP EC2.3`,`AWS FSBP EC2.181`],on:{NodeClass(e,t){if(!e.isPartial)for(let n of f(e.get(hB)).keys()){let r=[...hB,n,`ebs`];h(e.get(r))!==void 0&&_B(e,r,t)}}},docs:{summary:`A node class maps a volume without encryption.`,why:"Karpenter encrypts the volumes of a node class that has no `blockDeviceMappings`. If it has some, a volume is encrypted only if its mapping says so, or if the account encrypts every volume by default. `encrypted: false` is a warning, and a missing field is a note. EC2 refuses a key for a volume that is not encrypted, so nothing is launched.",help:"Set `encrypted: true` for each volume.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:yB});function _B(e,t,{report:n}){let r=e=>[...t,e],i=e.get(r(`encrypted`))??void 0,a="Set `encrypted: true`.";if(i!==void 0&&i!==!1)return;let o=`\`${e.get([...t.slice(0,-1),`deviceName`])??`This volume`}\` of \`${e.name}\``;e.get(r(`kmsKeyID`))===void 0?i===!1?n({at:e.span(r(`encrypted`)),message:`${o} is not encrypted, so whoever gets a copy of the volume can read what pods wrote to the disk of a node`,help:a}):e.get(r(`snapshotID`))===void 0&&n({at:e.keySpan(t),severity:`note`,message:`${o} does not say whether it is encrypted, so that depends on the default of the account`,help:a}):n({at:e.span(r(`kmsKeyID`)),message:`${o} has a key but is not encrypted, so EC2 refuses to launch its instances unless the account encrypts every volume`,help:a})}const vB=e=>Y(W`
    role: KarpenterNodeRole-demo
    blockDeviceMappings:
      - deviceName: /dev/xvda
        ebs:
          volumeSize: 50Gi
          ${e}
  `);function yB(){return{bad:[U(vB(`encrypted: false`),{"encrypted: false":`encrypted: true`}),U(vB(`volumeType: gp3`),{"volumeType: gp3":`volumeType: gp3
encrypted: true`}),U(vB(`kmsKeyID: arn:aws:kms:us-east-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab`),{"volumeSize: 50Gi":`volumeSize: 50Gi
encrypted: true`})],good:[vB(`encrypted: true`),vB(`snapshotID: snap-0123456789abcdef0`),Y(`role: KarpenterNodeRole-demo`)]}}function bB(e,t,{all:n,clusterOf:r}){let i=r(e),[a,o]=(wr(e,t)??``).split(`.`);if(a===`aws_kms_key`)return SB(i.ofKind(a).filter(({name:e})=>e===o));if(a===`aws_kms_alias`)return xB(SB(i.ofKind(a).filter(({name:e})=>e===o)),r);let s=/(?:^|:)(alias\/[^:]+)$/.exec(D(e,t)??``)?.[1];if(s===void 0)return;let c=n.manifests.filter(e=>e.kind===`aws_kms_alias`);return xB(SB(c.filter(e=>D(e,[`spec`,`name`])===s)),r)}function xB(e,t){if(e===void 0)return;let[n,r]=(wr(e,[`spec`,`target_key_id`])??``).split(`.`);if(n===`aws_kms_key`)return SB(t(e).ofKind(n).filter(({name:e})=>e===r))}const SB=([e,...t])=>{if(!(t.length>0))return e};function CB(e,t){let n=EM(e,t);if(n!==void 0&&n.length!==0)return n.some(e=>e.effect===`Allow`&&TB(e))}const wB=[`kms:CreateGrant`,`kms:GenerateDataKeyWithoutPlaintext`,`kms:Decrypt`];function TB(e){let{actions:t,principals:n,isNegated:r}=e;if(!wB.some(t=>xu(e,t))&&!r&&!t.some(g))return!1;let i=n.get(`AWS`)??[];return r||n.size===0||i.some(EB)}const EB=e=>!DB.test(e),DB=/^arn:aws[\w-]*:iam::\d{12}:(?:role|user)\/(?:[\w+=,.@/-]*[/_-])?(?:admins?|administrators?|AdministratorAccess[\w-]*)$/i,OB=q({id:`volume-key`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[66],on:{Manifests(e,t){for(let n of B(e))jB(n,t),MB(n,t),PB(n,t)}},docs:{summary:`A node class encrypts volumes with a KMS key that the controller may not use, or that is in another region.`,why:"EC2 encrypts a volume with the permissions of whoever launches the instance. If the controller may not use a customer managed key, the instance terminates within seconds with `Client.InternalError`. Karpenter launches another one, which fails in the same way. Reported only when Terraform creates the key without a grant. Either it has no key policy, and the controller’s policy has no permission for it. Or its policy lets only administrators use it. A key in another region than the cluster never works.",help:"Allow the controller `kms:CreateGrant`, `kms:Decrypt`, `kms:DescribeKey`, `kms:GenerateDataKeyWithoutPlaintext` and `kms:ReEncrypt*` on the key, in its IAM policy or in the policy of the key.",url:`https://karpenter.sh/docs/troubleshooting/#node-terminates-before-ready-on-failed-encrypted-ebs-volume`},examples:FB}),kB=`the controller may not use the key of their volumes`,AB=[`spec`,`blockDeviceMappings`];function jB(e,{all:t,clusterOf:n,report:r}){let i=n(e);if(i.ofKind(`aws_kms_grant`,`aws_kms_key_policy`).length>0)return;let a=Qg({all:t,clusterOf:n}).filter(e=>E(e).some(e=>n(e.policy)===i));if(a.length===1&&a_(a[0],`kms:CreateGrant`)===!1)for(let t of f(e.get(AB)).keys()){let n=[...AB,t,`ebs`,`kmsKeyID`],a=/^aws_kms_key\.([\w-]+)\.(?:arn|id|key_id)$/.exec(wr(e,n)??``)?.[1],o=i.ofKind(`aws_kms_key`).find(e=>e.name===a);o&&o.get([`spec`,`policy`])===void 0&&r({manifest:e,at:e.span(n),message:`Nothing allows the controller to use the key \`${o.name}\`, so instances terminate right after their launch`,help:"Allow the controller `kms:CreateGrant`, `kms:Decrypt`, `kms:DescribeKey`, `kms:GenerateDataKeyWithoutPlaintext` and `kms:ReEncrypt*` on the key, in its IAM policy or in the policy of the key.",labels:[{span:o.span([`metadata`,`name`]),message:`the key`}],unready:kB})}}function MB(e,t){for(let n of f(e.get(AB)).keys()){let r=[...AB,n,`ebs`,`kmsKeyID`],i=bB(e,r,t),a=i&&t.clusterOf(i);i&&a&&CB(i,a)===!1&&(a.ofKind(`aws_kms_grant`,`aws_kms_key_policy`).length>0||t.report({manifest:e,at:e.span(r),message:`The policy of the key \`${i.name}\` lets only administrators use it, so instances terminate right after their launch`,help:"In the policy of the key, allow the controller, or the account (`:root`), `kms:CreateGrant`, `kms:Decrypt`, `kms:DescribeKey`, `kms:GenerateDataKeyWithoutPlaintext` and `kms:ReEncrypt*`.",labels:[{span:i.span([`spec`,`policy`]),message:`the policy of the key`}],unready:kB}))}}const NB=/^arn:aws[\w-]*:kms:([a-z]{2}(?:-[a-z]+){1,3}-\d):/;function PB(e,{catalog:t,isRegionAssumed:n,report:r}){if(t&&!n)for(let n of f(e.get(AB)).keys()){let i=[...AB,n,`ebs`,`kmsKeyID`],a=NB.exec(D(e,i)??``)?.[1];a!==void 0&&a!==t.region&&r({manifest:e,at:e.span(i),message:`The key is in ${a}, but the volumes are in ${t.region}, so instances terminate right after their launch`,help:`Use a key of ${t.region}, or set the region if \`${e.name}\` belongs to a cluster in ${a}.`,unready:`the key of their volumes is in another region`})}}function FB(){return{bad:[U(Y(W`
          role: KarpenterNodeRole-demo
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                encrypted: true
                kmsKeyID: arn:aws:kms:eu-central-1:111122223333:alias/volumes
        `),{"kms:eu-central-1":`kms:us-east-1`}),U(G`
        resource "aws_kms_key" "nodes" {
          description = "volumes of nodes"
        }

        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions   = ["ec2:CreateFleet", "ec2:RunInstances", "ec2:CreateTags", "ec2:Describe*", "ec2:TerminateInstances", "ec2:CreateLaunchTemplate", "ec2:DeleteLaunchTemplate"]
            resources = ["*"]
          }
          statement {
            actions   = ["ssm:GetParameter", "pricing:GetProducts", "eks:DescribeCluster", "iam:*", "sqs:*"]
            resources = ["*"]
          }
        }

        ${Q(`default`,Y(W`
            role: KarpenterNodeRole-demo
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  encrypted: true
                  kmsKeyID: \${aws_kms_key.nodes.arn}
          `))}
      `,{'data "aws_iam_policy_document" "karpenter" {':G`
            data "aws_iam_policy_document" "karpenter" {
              statement {
                actions   = ["kms:CreateGrant", "kms:Decrypt", "kms:DescribeKey", "kms:GenerateDataKeyWithoutPlaintext", "kms:ReEncrypt*"]
                resources = [aws_kms_key.nodes.arn]
              }
          `},{'description = "volumes of nodes"':`description = "volumes of nodes"
policy      = data.aws_iam_policy_document.key.json`})],good:[G`
        resource "aws_kms_key" "nodes" {
          description = "volumes of nodes"
        }

        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions   = ["ec2:CreateFleet", "ec2:RunInstances", "ec2:CreateTags", "ec2:Describe*", "ec2:TerminateInstances", "ec2:CreateLaunchTemplate", "ec2:DeleteLaunchTemplate"]
            resources = ["*"]
          }
          statement {
            actions   = ["ssm:GetParameter", "pricing:GetProducts", "eks:DescribeCluster", "iam:*", "sqs:*", "kms:*"]
            resources = ["*"]
          }
        }

        ${Q(`default`,Y(W`
            role: KarpenterNodeRole-demo
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  encrypted: true
                  kmsKeyID: \${aws_kms_key.nodes.arn}
          `))}
      `,G`
        resource "aws_kms_key" "nodes" {
          description = "volumes of nodes"
          policy      = data.aws_iam_policy_document.key.json
        }

        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions   = ["ec2:CreateFleet", "ec2:RunInstances", "ec2:CreateTags", "ec2:Describe*", "ec2:TerminateInstances", "ec2:CreateLaunchTemplate", "ec2:DeleteLaunchTemplate"]
            resources = ["*"]
          }
          statement {
            actions   = ["ssm:GetParameter", "pricing:GetProducts", "eks:DescribeCluster", "iam:*", "sqs:*"]
            resources = ["*"]
          }
        }

        ${Q(`default`,Y(W`
            role: KarpenterNodeRole-demo
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  encrypted: true
                  kmsKeyID: \${aws_kms_key.nodes.arn}
          `))}
      `]}}const IB=[`spec`,`blockDeviceMappings`],LB=q({id:`volume-parameters`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[],on:{NodeClass(e,{report:t}){for(let[n,r]of f(e.get(IB)).entries()){let i=h(h(r)?.ebs);if(!i||y([r]))continue;let a=GB(RB(i,BB(e,h(r))),e);if(!a)continue;let{key:o,message:s,help:c}=a;t({at:e.span(VB(e,[...IB,n,`ebs`],o)),message:`${s}. So EC2 refuses every launch`,help:c,unready:`EC2 refuses the volume \`${v(h(r)?.deviceName)??n}\` of its node class`})}}},docs:{summary:"EC2 refuses a volume of `blockDeviceMappings`, so every launch fails.",why:"The API server accepts any combination of type, size, IOPS and throughput. EC2 does not: `io1` and `io2` need `iops`, gp3 gives at most 0.25 MiB/s for each of its IOPS and 500 IOPS for each GiB. Other types have neither setting, an instance does not boot from `st1` or `sc1`, and a root volume has at least the size of its image. Karpenter validates a node class with a launch that EC2 only checks. If EC2 refuses it, the class does not become ready, and its NodePools launch nothing. The minimum size is known for images of an alias only.",help:`Choose a combination that EC2 accepts.`,url:`https://docs.aws.amazon.com/ebs/latest/userguide/ebs-volume-types.html`},examples:eV});function RB(e,t){let n=v(e.volumeSize)??``,r=/[a-z]$/i.test(n)?Bt(n):void 0;return{type:v(e.volumeType),iops:zB(e.iops),throughput:zB(e.throughput),size:r===void 0?void 0:Math.ceil(r/2**30),isOfSnapshot:e.snapshotID!==void 0,isRoot:t}}const zB=e=>{if(typeof e==`number`&&Number.isInteger(e)&&e>0)return e};function BB(e,{deviceName:t}){let n=qf(e);return n===void 0||n===`Custom`?!1:t===(n.startsWith(`Windows`)?`/dev/sda1`:`/dev/xvda`)}const VB=(e,t,n)=>e.get([...t,n])===void 0?[...t,`volumeType`]:[...t,n],HB={gp3:500,io1:50,io2:1e3},UB=3e3,WB=new Set([`st1`,`sc1`]);function GB(e,t){return KB(e)??JB(e)??YB(e)??ZB(e,t)}function KB({type:e,iops:t,throughput:n,size:r,isOfSnapshot:i,isRoot:a}){if(e===void 0)return;if((e===`io1`||e===`io2`)&&t===void 0)return{key:`volumeType`,message:`A volume of type \`${e}\` needs \`iops\`, and this one has none`,help:"Set `iops`, or use `volumeType: gp3`."};if(WB.has(e)&&a)return{key:`volumeType`,message:`An instance does not boot from a volume of type \`${e}\`, and this is the root volume`,help:"Use `volumeType: gp3`."};if(WB.has(e)&&!i&&r!==void 0&&r<125)return{key:`volumeSize`,message:`A volume of type \`${e}\` has at least 125 GiB, and this one has ${r}`,help:"Set `volumeSize: 125Gi`, or use `volumeType: gp3`."};let o=!Object.hasOwn(HB,e),s=n!==void 0&&e!==`gp3`?`throughput`:`iops`;if(qB.has(e)&&(s===`throughput`||o&&t!==void 0))return{key:s,message:`A volume of type \`${e}\` has no \`${s}\` to set`,help:`Remove \`${s}\`, or use \`volumeType: gp3\`.`}}const qB=new Set([`gp2`,`gp3`,`io1`,`io2`,`st1`,`sc1`,`standard`]);function JB({type:e,iops:t=UB,throughput:n=125}){let r=n*4;if(!(e!==`gp3`||r<=t))return{key:`throughput`,message:`\`throughput: ${n}\` needs at least ${r} IOPS, because gp3 gives 0.25 MiB/s for each, and this volume has ${t}`,help:`Set \`iops: ${r}\`, or \`throughput: ${Math.max(125,Math.floor(t/4))}\`.`}}function YB({type:e,iops:t,size:n,isOfSnapshot:r}){let i=at(HB,e??``);if(i===void 0||t===void 0||n===void 0||r)return;let a=Math.max(i*n,e===`gp3`?UB:0);if(!(t<=a))return{key:`iops`,message:`A volume of type \`${e}\` has at most ${i} IOPS for each GiB: with ${n} GiB, that is ${a} and not ${t}`,help:`Set \`iops: ${a}\`, or \`volumeSize: ${Math.ceil(t/i)}Gi\`.`}}const XB={AL2:20,AL2023:20,Bottlerocket:2,Windows2019:50,Windows2022:50,Windows2025:50};function ZB({size:e,isRoot:t,isOfSnapshot:n},r){let i=qf(r)??``,a=Gf(r),o=a.length>0&&a.every(({term:e})=>v(e.alias)!==void 0)&&t?at(XB,i):void 0;if(!(o===void 0||e===void 0||n||e>=o))return{key:`volumeSize`,message:`The root volume of ${i} has at least ${o} GiB, because its images do, and this one has ${e}`,help:`Set \`volumeSize: ${o}Gi\` or more.`}}const QB=(e,t)=>Y(W`
      amiSelectorTerms:
        - alias: al2023@v20260715
      blockDeviceMappings:
        - deviceName: /dev/xvda
          ebs:
            encrypted: true
            ${e}
    `,t),$B=Y(W`
    amiFamily: AL2023
    amiSelectorTerms:
      - id: ami-0123456789abcdef0
    blockDeviceMappings:
      - deviceName: /dev/xvda
        ebs:
          encrypted: true
          volumeSize: 8Gi
          volumeType: gp3
  `,`custom`);function eV(){return{bad:[U(QB(W`
            volumeSize: 100Gi
            volumeType: io2
          `,`database`),{"volumeType: io2":W`
            volumeType: io2
            iops: 3000
          `},{io2:`gp3`}),U(QB(W`
            volumeSize: 100Gi
            volumeType: gp3
            throughput: 1000
          `,`images`),{"throughput: 1000":W`
            throughput: 1000
            iops: 4000
          `},{"throughput: 1000":`throughput: 750`}),U(QB(W`
            volumeSize: 10Gi
            volumeType: gp3
          `,`small`),{"10Gi":`20Gi`})],good:[QB(W`
          volumeSize: 100Gi
          volumeType: gp3
          iops: 4000
          throughput: 1000
        `,`fast`),$B]}}const tV=q({id:`volume-size`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[],explains:[`schema/type`,`schema/pattern`],on:{NodeClass(e,t){let{report:n}=t;for(let r of f(e.get([`spec`,`blockDeviceMappings`])).keys()){let i=[`spec`,`blockDeviceMappings`,r,`ebs`,`volumeSize`],a=String(e.get(i));nV({nodeClass:e,path:i,size:a},t),!/^[1-9]\d{0,4}$/.test(a)||Number(a)>65536||n({at:e.span(i),message:`\`volumeSize: ${a}\` has no unit. The API server refuses it, or takes a number as bytes before Karpenter 0.37`,help:`Write the unit: \`volumeSize: ${a}Gi\`.`,fix:{description:`Replace with \`${a}Gi\``,edits:S(e,i,`${a}Gi`)},explains:{paths:[i]}})}}},docs:{summary:`The size of a volume has no unit.`,why:`The CRD requires a unit, so the API server refuses the EC2NodeClass. Before Karpenter 0.37, the API server accepts a number as bytes: a root volume of 1 GiB is smaller than every image, so EC2 launches no instances.`,help:"Write the unit, such as `50Gi`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:iV});function nV({nodeClass:e,path:t,size:n},{report:r,karpenter:i}){let a=/^\d{9,16}$/.test(n)?Number(n):0;if(a<2**30||!i.v1)return;let o=`${Math.ceil(a/2**30)}Gi`;r({at:e.span(t),message:`\`volumeSize: ${n}\` is a number of bytes, which the API server refuses`,help:`Write the unit: \`volumeSize: ${o}\`.`,fix:{description:`Replace with \`${o}\``,edits:S(e,t,o)},explains:{paths:[t]}})}const rV=e=>Y(W`
    role: KarpenterNodeRole-demo
    blockDeviceMappings:
      - deviceName: /dev/xvda
        ebs:
          volumeSize: ${e}
          volumeType: gp3
          encrypted: true
  `);function iV(){return{bad:[rV(`50`),rV(`53687091200`)],good:[rV(`50Gi`),K({karpenter:`0.36`},rV(`53687091200`))]}}const aV=q({id:`windows-taint`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Taints and overlapping NodePools`,mistakes:[9],on:{Manifests(e,{report:t,clusterOf:n}){for(let r of z(e)){let i=ip(e,r),a=Tf(r,[`spec`,`template`,`spec`,`taints`]);if(!i||!/^Windows/.test(qf(i)??``)||!a.isKnown||f(a.value).length>0)continue;let o=M(e).find(e=>oV(e)&&n(e.manifest)===n(r));t({manifest:r,...o===void 0&&{severity:`note`},at:r.span([...Lf(r).path,`name`]),message:`The nodes of \`${r.name}\` run Windows, but no taint keeps Linux pods away that do not select an operating system`,help:"Add a taint such as `os=windows:NoSchedule` to the NodePool, and a toleration to the pods for Windows.",labels:[{span:i.span([`metadata`,`name`]),message:`selects Windows images`},...o===void 0?[]:[{span:o.manifest.span([`metadata`,`name`]),message:`selects no operating system, so it can run there`}]]})}}},docs:{summary:`A NodePool for Windows has no taint.`,why:"Most Linux pods do not select an operating system. Karpenter then may launch a Windows node for them, on which their images cannot start. The nodes also cost more, because of the license. It is a note if no workload of the cluster runs on any node, because all Linux pods may select `kubernetes.io/os: linux`.",help:`Add a taint to the NodePool, and a toleration to the pods for Windows.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/windows-support.html`},examples:lV});function oV({manifest:e,template:t}){let{nodeSelector:n,affinity:r,nodeName:i}=h(e.get([...t,`spec`]))??{};return!e.isPartial&&[n,h(r)?.nodeAffinity,i].every(e=>e==null)}const sV=Y(W`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: windows2022@v1.0.0
  `,`windows`),cV=W`
  - key: os
    value: windows
    effect: NoSchedule
`;function lV(){return{bad:[U($(J({nodeClassRef:`windows`}),sV),{"nodeClassRef:":`taints:
  - {key: os, value: windows, effect: NoSchedule}
nodeClassRef:`})],good:[$(J({nodeClassRef:`windows`,taints:cV}),sV)]}}const uV=q({id:`zones-without-subnets`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[25],on:{NodePool:dV},docs:{summary:`A NodePool allows a zone in which its node class selects no subnet.`,why:`Karpenter launches nodes only in the zones of the selected subnets. It still counts every zone of the requirements as a topology domain, so a zonal topology spread constraint can keep pods pending. A NodePool with no other zone launches nothing. Reported only when the repository shows the zones of the subnets: in Terraform, or in the files of eksctl or kOps.`,help:`Remove the zone from the requirements, or create a subnet in it that the node class selects.`,url:`https://karpenter.sh/docs/concepts/nodepools/#availability-zones`},examples:fV});function dV(e,{all:t,clusterOf:n,relation:r,report:i}){let a=e.isPartial?void 0:ip(t,e);if(!a||a.isPartial||r(e,a)===void 0)return;let o=Wb(a,n(a));if(!o)return;let{zones:s}=o;for(let{key:t,operator:n,values:r}of Df(e)){if(C(t)!==w.zone||n!==`In`)continue;let c=r.filter(({isKnown:e,text:t})=>e&&!s.has(t)),l=c.length===r.length;for(let{path:t,text:n}of c)i({at:e.span(t),...l&&{severity:`error`},message:`\`${a.name}\` selects no subnet in zone \`${n}\`, so Karpenter never launches nodes there`,help:`Use zones in which it selects subnets: ${x([...s].sort(),` and `)}.`,labels:[{span:o.manifest.keySpan(o.path),message:`the subnets that it selects`}]})}}function fV(){let e=e=>G`
    module "vpc" {
      source          = "terraform-aws-modules/vpc/aws"
      azs             = ["us-east-1a", "us-east-1b"]
      private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]

      private_subnet_tags = {
        "karpenter.sh/discovery" = "orders"
      }
    }

    ${Q(`default`,Y(W`
        role: KarpenterNodeRole-orders
        subnetSelectorTerms:
          - tags:
              karpenter.sh/discovery: orders
      `))}

    ${Q(`pool`,J({limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`topology.kubernetes.io/zone In [${e}]`]}))}
  `;return{bad:[U(e(`us-east-1a, us-east-1c`),{"us-east-1a, us-east-1c":`us-east-1a, us-east-1b`})],good:[e(`us-east-1a, us-east-1b`)]}}const pV=[dC,qC,ew,sw,mw,Tw,Aw,Lw,Gw,qw,eT,oT,hT,xT,AT,VT,QT,tE,lE,mE,SE,OE,FE,zE,nD,lD,SD,ED,JD,xO,_k,Hk,eA,FA,HA,cj,Dj,Jj,Zj,uM,OM,HM,$M,pN,gN,wN,EN,MN,RN,qN,tP,sP,mP,TP,LP,eF,hF,OF,NF,HF,YF,tI,mI,NI,QI,LL,HL,KL,tR,rR,aR,fR,mR,TR,RR,YR,yz,Nz,Jz,pB,gB,OB,LB,tV,aV,uV],mV=({kind:e,apiVersion:t})=>e===`PodDisruptionBudget`&&d(t)===`policy`;function hV(e){let t=new Map,n=new Map;for(let t of e.manifests.filter(Xc))Le(n,gV(t),t.name);for(let r of M(e)){let e=Qc(r);if(e===void 0||g(r.namespace)){Le(n,gV(r.manifest),r.manifest.name);continue}let i=gV(r.manifest);for(let n of[``,...Object.entries(e).map(e=>e.join(`=`))]){let a=JSON.stringify([i,n]),o=t.get(a)??[];t.set(a,o),o.length<200&&o.push({workload:r,labels:e})}}let r=new Map,i=new Map;for(let a of e.manifests.filter(mV)){let e=el(a,[`spec`,`selector`]),[o]=Object.entries(e?.matchLabels??{}),s=(t.get(JSON.stringify([gV(a),o?.join(`=`)??``]))??[]).filter(({labels:t})=>Wc(e,t)).map(({workload:e})=>e),c=n.get(gV(a))??[];r.set(a,Ln(s,c.map(e=>`the labels of \`${e}\` are unknown`)));for(let e of s)i.set(e,[...i.get(e)??[],a].slice(0,2))}return{byBudget:r,byWorkload:i}}const gV=e=>`${Yc(e)} ${e.source.file.slice(0,Math.max(0,e.source.file.lastIndexOf(`/`)))}`;function _V(e){let t=e.length;for(;;){let n=e.lastIndexOf(`
`,t-1);if(n===-1||t===0||!/^\n[ \t]*(?:#[^\n]*)?$/.test(e.slice(n,t)))return e.slice(0,t);t=n}}function vV(e,t){let n=new Ee(e.source.text),{start:r,end:i}=e.span(t),a=_V(e.source.text.slice(r,i)),[o,s]=[n.position(r).line,n.position(r+a.trimEnd().length).line];return[...wV(n,o),...xV(n,o,s)].join(` 
 `).trim()}function yV(e,t,{parents:n=0}={}){let{origin:r,text:i}=e.source,{start:a,end:o}=e.span(t);if(!r){let r=new Ee(i);return[vV(e,t),...SV(r,r.position(a).line,n)].join(` 
 `).trim()}let s=a+i.slice(a,o).trimEnd().length,c=[r.trace(a,a+1),r.trace(Math.max(a,s-1),s)].map(({span:e,isExact:t})=>{let i=t?r.textOf?.(e.file):void 0;if(i===void 0)return;let a=new Ee(i),{line:o}=a.position(e.start);if(!(a.line(o).includes(`{{`)||a.line(o).includes("${")))return[...wV(a,o),...xV(a,o,o),...SV(a,o,n)].join(` 
 `)});if(!c.includes(void 0))return c.join(` 
 `).trim()}function bV(e,t){let n=new Ee(e.source.text),{line:r}=n.position(e.keySpan(t).start);return[...wV(n,r),...xV(n,r,r)].join(` 
 `).trim()}const xV=(e,t,n)=>Array.from({length:Math.min(20,n-t+1)},(n,r)=>/(?:^|\s)#(.*)$/.exec(e.line(t+r))?.[1]??``);function SV(e,t,n){let r=[],i=CV(e.line(t)),a=0;for(let o=t-1;o>0&&o>=t-20&&a<n;o--){let t=e.line(o);/^\s*(?:#|$)/.test(t)||CV(t)>=i||(r.push(...wV(e,o),...xV(e,o,o)),i=CV(t),a++)}return r.filter(e=>e!==``)}function CV(e){let t=e.trimStart();return e.length-t.length+ +!!t.startsWith(`-`)}function wV(e,t){let n=[];for(let r=t-1;r>0&&n.length<20;r--){let t=/^\s*#(.*)$/.exec(e.line(r))?.[1];if(t===void 0)break;n.unshift(t)}return n}const TV=[`spec`,`template`,`spec`];function EV(e){if(Pf(e)?.group===`eks.amazonaws.com`||m(e.apiVersion)!==`v1`)return!1;let t=Tf(e,[...TV,`terminationGracePeriod`]);return t.isKnown&&t.value===void 0}function DV(e){let t=Tf(e,[...TV,`expireAfter`]);return t.isKnown&&t.value!==`Never`&&EV(e)}const OV=({kind:e,name:t})=>`${e}/${t}`;function kV(e){let t=new Map,n=[`spec`,`replicas`];for(let r of e.manifests){let e=r.get(n),i=OV(r);if(e===void 0)continue;let a=!t.has(i)||t.get(i)?.most===e,o={manifest:r,path:n,isMost:!1};t.set(i,a&&typeof e==`number`?{most:e,at:o}:void 0)}for(let n of e.manifests){if(n.kind!==`HorizontalPodAutoscaler`&&n.kind!==`ScaledObject`)continue;let e=[`spec`,`scaleTargetRef`];if([`kind`,`name`].some(t=>g(n.get([...e,t]))))return new Map;let r=v(n.get([...e,`kind`]))??`Deployment`,i=n.kind===`ScaledObject`?`maxReplicaCount`:`maxReplicas`,a=n.get([`spec`,i]),o=n.kind===`ScaledObject`?`minReplicaCount`:`minReplicas`,s=n.get([`spec`,o]),c=OV({kind:r,name:v(n.get([...e,`name`]))??``}),l=typeof s==`number`?{least:{manifest:n,field:o,count:s}}:{},u={manifest:n,path:[`spec`,i],isMost:!0};t.set(c,typeof a==`number`&&!n.isPartial?{most:a,at:u,...l}:void 0)}return t}const AV={"postgresql.cnpg.io/Cluster":{operator:`CloudNativePG`,instances:[`spec`,`instances`],usual:1,switches:[[`spec`,`enablePDB`],[`spec`,`nodeMaintenanceWindow`]],placement:[`spec`,`affinity`],remedy:"Set `instances` to at least 2, or `enablePDB: false` if the database may be down while its node is replaced.",isSetElsewhere:!1},"acid.zalan.do/postgresql":{operator:`Zalando’s operator`,instances:[`spec`,`numberOfInstances`],switches:[],remedy:"Set `numberOfInstances` to at least 2, or `enable_pod_disruption_budget: false` in the configuration of the operator.",isSetElsewhere:!0}},jV=e=>e.manifests.flatMap(e=>{let t=at(AV,`${d(e.apiVersion)}/${e.kind}`),n=t&&Oe(e);return!n||e.isPartial||t.switches.some(t=>g(e.get(t)))||(e.get(t.instances)??t.usual)!==1||!ge(n,e.object).some(({count:e})=>(e.low??0)>0)||we(n,e.object).length===0?[]:[{...t,manifest:e}]}),MV=q({id:`blocking-pdb`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[41,43,44],on:{Manifests(e,t){if(!Zc(e))return;for(let n of jV(e))WV(n,t);let{byBudget:n,byWorkload:r}=hV(e),i=kV(e);for(let[e,r]of n)T(r)&&r.all.length>0&&r.all.every(jp)||!LV({budget:e,workloads:r,replicas:i},t)&&!zV(e,r,t)&&VV({budget:e,workloads:r,replicas:i},t);let a=Me([...r].filter(([,e])=>e.length>1),([,[e,t]])=>`${e.name} ${t.name} ${e.namespace??``} ${t.source.file}`);for(let e of a.values())GV(e.map(([e])=>e).sort((e,t)=>se(OV(e.manifest),OV(t.manifest))),e[0][1],t)}},docs:{summary:`A PodDisruptionBudget allows no evictions, or two of them select the same pods.`,why:"Karpenter drains nodes with the eviction API. It never consolidates a node with a pod that it cannot evict. If such a node has no `terminationGracePeriod`, Karpenter does not replace it when it drifts, and it stays half-drained when it expires. With one, Karpenter deletes the pod at the end of the period. If two budgets select one pod, the API refuses every eviction. CloudNativePG creates a budget for the primary of each Cluster. With a single instance, it allows no evictions. That of Zalando’s operator is a note, because its configuration can turn it off. A budget that allows none at the minimum of an autoscaler is a note. For pods of Jobs, only `minAvailable` with a number of pods can allow evictions. `maxUnavailable: 0` and `minAvailable: 100%` may be intended. They are only notes if a NodePool that can run the pods has a `terminationGracePeriod`, or if its nodes never expire and a comment next to the field gives the reason.",help:"Allow at least one pod to be unavailable, run more replicas than `minAvailable`, and select each pod with only one budget.",url:`https://karpenter.sh/docs/concepts/disruption/#pod-disruption-budgets`},examples:KV}),NV={maxUnavailable:/^0%?$/,minAvailable:/^100%$/};function PV({workloads:e},{all:t,clusterOf:n}){let r=z(t),i=E(e).map(({manifest:e,template:t})=>Pp(e,[...t,`spec`],n(e))?.pools??[]),a=T(e)&&i.length>0&&i.every(e=>e.length>0)?i.find(e=>e.every(EV)):r;if(a!==void 0&&a.length!==0&&a.every(EV))return{kind:a.every(DV)?`stuck expiry`:`no drift`,pools:r.every(EV)?void 0:a}}function FV({pools:e}){let t=[...new Set((e??[]).map(({name:e})=>b(e)))],[n,...r]=t;return n===void 0?"no NodePool has a `terminationGracePeriod`":r.length===0?`NodePool ${n}, which can run them, has no \`terminationGracePeriod\``:`the NodePools that can run them have no \`terminationGracePeriod\`: ${je(t)}`}const IV={"stuck expiry":`an expired one stays half-drained, because`,"no drift":`never replaces a drifted one, because`};function LV(e,t){let{budget:n}=e,r=Object.keys(NV).find(e=>NV[e].test(v(n.get([`spec`,e]))??``));if(r===void 0)return!1;let i=PV(e,t),a=yV(n,[`spec`,r])!==``,o=i===void 0||i.kind===`no drift`&&a,s=()=>i===void 0?"replaces a drifted one only if it has a `terminationGracePeriod`":`${IV[i.kind]} ${FV(i)}`,c=i?.pools===void 0?`the`:`these`,l=()=>i?`Replace it with \`maxUnavailable: 1\`, or set \`terminationGracePeriod\` in ${c} NodePools.`:"Replace it with `maxUnavailable: 1`.";return t.report({manifest:n,at:n.span([`spec`,r]),...o&&{severity:`note`},message:`\`${r}: ${n.get([`spec`,r])}\` allows no evictions. Karpenter never consolidates a node with one of these pods, and ${s()}`,help:l()}),!0}const RV=/^(?:Job|CronJob|Pod)$/;function zV(e,t,{report:n}){let r=[`maxUnavailable`,`minAvailable`].find(t=>{let n=e.get([`spec`,t]);return t===`maxUnavailable`?n!==void 0&&!g(n):/%$/.test(v(n)??``)}),i=E(t),[a]=i,o=i.every(({manifest:e})=>RV.test(e.kind)&&!BV(e));if(r===void 0||a===void 0||!o)return!1;let{kind:s,name:c}=a.manifest;return n({manifest:e,at:e.span([`spec`,r]),message:`\`${r}: ${e.get([`spec`,r])}\` allows no evictions of the pods of ${s} \`${c}\`, because Kubernetes does not know how many there should be. While one runs, Karpenter does not consolidate its node`,labels:[{span:a.manifest.span([`kind`]),message:`has no number of replicas`}],help:'Use `minAvailable` with a number of pods, or protect the pods with `karpenter.sh/do-not-disrupt: "true"`.'}),!0}const BV=e=>e.get([`metadata`,`ownerReferences`])!==void 0;function VV({budget:e,workloads:t,replicas:n},{report:i}){if(!T(t))return;let a=[`spec`,`minAvailable`],o=E(t).map(({manifest:e})=>{if(/^(?:Deployment|StatefulSet)$/.test(e.kind)&&!e.isPartial)return n.get(OV(e))}),s=o.filter(e=>e!==void 0);if(s.length===0||s.length<o.length||s.length>=200)return;let c=s.reduce((e,t)=>e+t.most,0),l=UV(e.get(a),c);if(l===void 0||l<1||c===0)return;if(c>l){s.length===1&&HV(e,s[0],i);return}let u=s.some(({at:e})=>e.isMost),[{at:d}]=s,f=r(s.length!==1,` of ${ve(s.length,`workload`)}`);i({manifest:e,at:e.span(a),message:`\`minAvailable: ${e.get(a)}\` of ${r(u,`at most `)}${ve(c,`pod`)}${f} allows no evictions. Karpenter never consolidates a node with one of these pods, and replaces a drifted one only if it has a \`terminationGracePeriod\``,labels:s.map(e=>({span:e.at.manifest.span(e.at.path),message:`the number of pods`})),help:s.length===1?`Set \`${d.path.at(-1)}\` to at least ${l+1}, or replace \`minAvailable\` with \`maxUnavailable: 1\`.`:"Give each workload its own PodDisruptionBudget with `maxUnavailable: 1`, or replace `minAvailable` with `maxUnavailable: 1`."})}function HV(e,{least:t},n){let r=[`spec`,`minAvailable`],i=e.get(r);if(t===void 0||t.count===0||typeof i!=`number`||i<t.count)return;let{manifest:a,field:o,count:s}=t;n({manifest:e,at:e.span(r),severity:`note`,message:`At the minimum of ${ve(s,`pod`)} of ${a.kind} \`${a.name}\`, \`minAvailable: ${i}\` allows no evictions. At quiet times, Karpenter consolidates no node with one of these pods`,labels:[{span:a.span([`spec`,o]),message:`the minimum`}],help:`Set \`${o}\` to at least ${i+1}, or replace \`minAvailable\` with \`maxUnavailable: 1\`.`})}function UV(e,t){if(typeof e==`number`)return e;let n=/^(\d{1,3})%$/.exec(v(e)??``)?.[1];if(n!==void 0)return Math.ceil(Number(n)*t/100)}function WV(e,t){let{manifest:n,operator:r,instances:i,placement:a,remedy:o,isSetElsewhere:s}=e,c=t.onlyClusterFor(n),l=a===void 0||n.get([...a,`nodeAffinity`])!==void 0?void 0:Pp(n,a,c)?.pools;if(l?.length===0)return;let u=s||l===void 0||c!==t.clusterOf(n),d=n.get(i)!==void 0;t.report({manifest:n,at:n.span(d?i:[`metadata`,`name`]),...u&&{severity:`note`},message:`${r} creates a PodDisruptionBudget for the only instance of ${n.kind} \`${n.name}\`, which allows no evictions. Karpenter never consolidates its node, and replaces a drifted one only if it has a \`terminationGracePeriod\``,help:o})}function GV(e,[t,n],{report:i}){if(t.name===n.name)return;let[{manifest:a}]=e,o=e.length-1;i({manifest:n,at:n.span([`spec`,`selector`]),message:`Two PodDisruptionBudgets, \`${t.name}\` and \`${n.name}\`, select the pods of ${a.kind} \`${a.name}\`${r(o!==0,` and ${ve(o,`more workload`)}`)}. The API refuses every eviction`,labels:[{span:t.span([`spec`,`selector`]),message:`also selects these pods`}],help:`Delete one of the two budgets, or change its selector.`})}function KV(){return{bad:[U($(J(),XV,$V(`minAvailable: 1`)),{"replicas: 1":`replicas: 2`},{"minAvailable: 1":`maxUnavailable: 1`}),U($(J(),$V(`maxUnavailable: 0`)),{"maxUnavailable: 0":`maxUnavailable: 1`},{"requirements: []":`requirements: []
terminationGracePeriod: 1h`,"maxUnavailable: 0":`maxUnavailable: 1`}),U($(J({expireAfter:`Never`}),$V(`minAvailable: 100%`)),{"minAvailable: 100%":`maxUnavailable: 1`}),U($(J(),XV,JV(1,3),$V(`minAvailable: 75%`)),{"minAvailable: 75%":`maxUnavailable: 1`},{"maxReplicas: 3":`maxReplicas: 4`}),U($(J(),ZV,$V(`maxUnavailable: 1`)),{"maxUnavailable: 1":`minAvailable: 1`}),U($(J(),XV,JV(1,10),$V(`minAvailable: 1`)),{"minReplicas: 1":`minReplicas: 2`},{"minAvailable: 1":`maxUnavailable: 1`}),U($(J(),qV(`instances: 1`)),{"instances: 1":`instances: 2`},{"instances: 1":`instances: 1
enablePDB: false`}),U($(J(),XV,YV(`web-canary`),$V(`minAvailable: 2`)),{"minAvailable: 2":`maxUnavailable: 1`})],good:[$(J(),XV,YV(`web-canary`),$V(`minAvailable: 1`)),$(J(),XV,JV(2,10),$V(`minAvailable: 1`)),$(J(),QV,$V(`maxUnavailable: 0`,`agent`)),$V(`maxUnavailable: 0`,`no-karpenter-here`),$(J(),qV(`instances: 3`)),$(J(),qV(`enablePDB: false`))]}}const qV=e=>W`
  apiVersion: postgresql.cnpg.io/v1
  kind: Cluster
  metadata:
    name: ledger-db
  spec:
    ${e}
    storage:
      size: 10Gi
    resources:
      requests:
        cpu: "1"
        memory: 1Gi
`,JV=(e,t)=>W`
  apiVersion: autoscaling/v2
  kind: HorizontalPodAutoscaler
  metadata:
    name: web
  spec:
    scaleTargetRef:
      apiVersion: apps/v1
      kind: Deployment
      name: web
    minReplicas: ${String(e)}
    maxReplicas: ${String(t)}
`,YV=e=>W`
  apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: ${e}
  spec:
    replicas: 1
    selector:
      matchLabels:
        app: web
    template:
      metadata:
        labels:
          app: web
      spec:
        containers:
          - name: web
            image: web
            resources:
              requests:
                cpu: 100m
                memory: 100Mi
`,XV=YV(`web`),ZV=W`
  apiVersion: batch/v1
  kind: Job
  metadata:
    name: web
  spec:
    template:
      metadata:
        labels:
          app: web
      spec:
        restartPolicy: Never
        containers:
          - name: web
            image: web
            resources:
              requests:
                cpu: 100m
                memory: 100Mi
`,QV=W`
  apiVersion: apps/v1
  kind: DaemonSet
  metadata:
    name: agent
  spec:
    selector:
      matchLabels:
        app: agent
    template:
      metadata:
        labels:
          app: agent
      spec:
        tolerations:
          - operator: Exists
        containers:
          - name: agent
            image: agent
            resources:
              requests:
                cpu: 100m
                memory: 100Mi
`,$V=(e,t=`web`)=>W`
  apiVersion: policy/v1
  kind: PodDisruptionBudget
  metadata:
    name: ${t}
  spec:
    ${e}
    selector:
      matchLabels:
        app: ${t===`agent`?t:`web`}
`,eH=q({id:`bound-comment`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[16],on:{NodePool:nH,Provisioner:nH},docs:{summary:"A comment says that a bound is included, but `Gt` or `Lt` excludes it.",why:"`Gt` means greater than, not at least: `instance-generation Gt 5` starts at generation 6. If a comment on the line says “at least 5” or “5 and newer”, one of the two is wrong. Karpenter never launches instance types with exactly this value.",help:"Use the next lower number with `Gt` or the next higher one with `Lt`. Since Karpenter 1.9 you can also use `Gte` and `Lte`.",url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:rH}),tH={Gt:/(?:>=|≥|=>|\bat least|\bminimum(?: of)?|\bno less than|\bstarting (?:at|with))\s*(?:gen(?:eration)?\s*)?(\d+)\b|\b(\d+)(?:\+|\s*(?:and|or)\s+(?:newer|later|up|above|more|higher|greater)\b)/i,Lt:/(?:<=|≤|=<|\bat most|\bmaximum(?: of)?|\bno more than|\bup to)\s*(?:gen(?:eration)?\s*)?(\d+)\b|\b(\d+)\s*(?:and|or)\s+(?:older|earlier|below|less|lower|fewer|smaller)\b/i};function nH(e,{report:t,karpenter:n,isKarpenterAssumed:i}){if(!e.source.origin)for(let a of Df(e)){let{operator:o,values:s}=a,[c]=s,l=at(tH,o);if(!l||!c?.isKnown||s.length!==1||!/^\d{1,9}$/.test(c.text))continue;let u=l.exec(vV(e,a.path));if(!u||(u[1]??u[2])!==c.text)continue;let d=String(Number(c.text)+(o===`Gt`?-1:1)),f=r(n.gteLteOperators&&!i,` or \`${o}e ${c.text}\``);t({at:e.span(c.path),message:`The comment says “${u[0].trim()}”, but \`${o} ${c.text}\` excludes ${c.text}`,help:`Write \`${o} ${d}\`${f}.`,fix:{description:`Replace with \`${d}\``,edits:S(e,c.path,`"${d}"`)}})}}function rH(){return{bad:[$(J({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:W`
            - key: karpenter.sh/capacity-type
              operator: In
              values: [on-demand]
            # generation 5 and newer
            - key: karpenter.k8s.aws/instance-generation
              operator: Gt
              values: ["5"]
          `}),X)],good:[$(J({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:W`
            - key: karpenter.sh/capacity-type
              operator: In
              values: [on-demand]
            # newer than generation 5
            - key: karpenter.k8s.aws/instance-generation
              operator: Gt
              values: ["5"]
            # at least 4 vCPU
            - key: karpenter.k8s.aws/instance-cpu
              operator: Gt
              values: ["3"]
          `}),X)]}}const iH=[`jan`,`feb`,`mar`,`apr`,`may`,`jun`,`jul`,`aug`,`sep`,`oct`,`nov`,`dec`],aH=[`sun`,`mon`,`tue`,`wed`,`thu`,`fri`,`sat`],oH=[{name:`minute`,min:0,max:59,names:[]},{name:`hour`,min:0,max:23,names:[]},{name:`day of month`,min:1,max:31,names:[]},{name:`month`,min:1,max:12,names:iH},{name:`day of week`,min:0,max:6,names:aH}],sH={"@yearly":`0 0 1 1 *`,"@annually":`0 0 1 1 *`,"@monthly":`0 0 1 * *`,"@weekly":`0 0 * * 0`,"@daily":`0 0 * * *`,"@midnight":`0 0 * * *`,"@hourly":`0 * * * *`},cH=e=>`reason`in e;function lH(e){let t=e.startsWith(`@`)?sH[e]:e;if(t===void 0)return uH(e,0,void 0,`is not one of ${Object.keys(sH).join(`, `)}`);let n=/^\s*(?:CRON_)?TZ=\S*/.exec(t);if(n)return uH(n[0].trim(),t.indexOf(n[0].trim()),void 0,`is not allowed, because schedules are in UTC`);let r=[...t.matchAll(/\S+/g)];if(r.length!==oH.length)return uH(t,0,void 0,`has ${r.length} fields instead of 5`);let i=[];for(let[e,t]of oH.entries()){let n=dH(r[e][0],t);if(`reason`in n)return{...n,start:n.start+r[e].index};i.push([...n].sort((e,t)=>e-t))}let a=e=>/(^|,)[*?](-[^,/]*)?(\/0*1)?(,|$)/.test(r[e][0]);return{minutes:i[0],hours:i[1],daysOfMonth:i[2],months:i[3],daysOfWeek:i[4],isAnyDayOfMonth:a(2),isAnyDayOfWeek:a(4)}}const uH=(e,t,n,r)=>({part:e,start:t,field:n,reason:r});function dH(e,t){let n=new Set;for(let r of e.matchAll(/[^,]+/g)){let e=fH(r[0],t);if(typeof e==`string`)return uH(r[0],r.index,t.name,e);for(let t=e.from;t<=e.to;t+=e.step)n.add(t)}return n}function fH(e,t){let[n=``,r,...i]=e.split(`/`),[a=``,o,...s]=n.split(`-`);if(i.length>0)return"has more than one `/`";let c=a===`*`||a===`?`;if(s.length>0&&!c)return"has more than one `-`";let l=c?t.min:pH(a,t),u=r===void 0?1:mH(r),d=c?t.max:o===void 0?r===void 0?l:t.max:pH(o,t);return l===void 0||d===void 0||u===void 0?`is not a number or a name`:l<t.min?`starts below ${t.min}`:d>t.max?`goes beyond ${t.max}`:l>d?`ends before it starts`:u===0?`has a step of 0`:{from:l,to:d,step:u}}function pH(e,t){let n=t.names.indexOf(e.toLowerCase());return n===-1?mH(e):n+t.min}const mH=e=>{if(/^\+?\d{1,9}$/.test(e))return Number(e)},hH=6e4;function gH(e,t){let n=(Math.floor(t/hH)+1)*hH,r=new Date(n),i=r.getUTCFullYear()+5,a=new Date(Date.UTC(r.getUTCFullYear(),r.getUTCMonth(),r.getUTCDate()));for(;a.getUTCFullYear()<=i;){let t=vH(e,a)?yH(e,a.getTime(),n):void 0;if(t!==void 0)return t;a=_H(e,a)}}function _H({months:e},t){let[n,r]=[t.getUTCFullYear(),t.getUTCMonth()];return e.includes(r+1)?new Date(Date.UTC(n,r,t.getUTCDate()+1)):new Date(Date.UTC(n,r+1,1))}function vH(e,t){if(!e.months.includes(t.getUTCMonth()+1))return!1;let n=e.daysOfMonth.includes(t.getUTCDate()),r=e.daysOfWeek.includes(t.getUTCDay());return e.isAnyDayOfMonth||e.isAnyDayOfWeek?n&&r:n||r}function yH({hours:e,minutes:t},n,r){for(let i of e)for(let e of t){let t=n+(i*60+e)*hH;if(t>=r)return t}}function bH(e,{start:t,end:n}){let r=[];for(let{cron:i,durationMs:a}of e){let e=gH(i,t-a);for(let t=0;e!==void 0&&e<n;t++){if(t>2e4)return;r.push({start:e,end:e+a}),e=gH(i,e)}}r.sort((e,t)=>e.start-t.start||e.end-t.end);let i=[];for(let e of r){let t=i.at(-1);t&&e.start<=t.end?i[i.length-1]={start:t.start,end:Math.max(t.end,e.end)}:i.push(e)}return i}function xH(e,{start:t,end:n}){let r=[],i=t;for(let t of e)t.start>i&&r.push({start:i,end:Math.min(t.start,n)}),i=Math.max(i,t.end);return i<n?[...r,{start:i,end:n}]:r}const SH={preferencePolicy:`Respect`,minValuesPolicy:`Strict`,vmMemoryOverheadPercent:.075,reservedENIs:0,clusterCABundle:void 0,featureGates:{reservedCapacity:!0}},CH={approvals:1,monthlyIncreaseUsd:void 0,nodesReplaced:void 0,unschedulablePods:void 0,freeze:[],attention:{monthlyIncreaseUsd:500,monthlyIncreasePercent:50,nodesAdded:void 0},teams:{}},wH={region:void 0,zones:void 0,nodeClassZones:{},nodeClassAddresses:{},vcpuQuotas:{},karpenterVersion:void 0,kubernetesVersion:void 0,karpenter:{},existingNodes:void 0,systemPods:void 0,capacityReservations:{},describedReservations:{},snapshot:void 0,catalog:void 0,crds:[],spotPricing:`advisor`,pricing:Dl,currency:void 0,rules:{},customRules:[],ignore:[],overrides:[],neverSuppress:[],changedLines:!1,firstRound:!1,set:{},failOn:`error`,comment:`update`,labels:!1,notify:`block`,environments:{},gate:CH,sources:{render:!0,roots:[],ignore:[],chartRepositories:[]},timeZone:void 0,scorecard:void 0,today:`1970-01-01`},TH=[`spec`,`disruption`,`budgets`],EH=[`Drifted`,`Underutilized`,`Empty`],DH=e=>f(e.get(TH)).map((e,t)=>{let n=h(e)??{},r=f(n.reasons).map(e=>v(e)??``);return{path:[...TH,t],isZero:/^0%?$/.test(v(n.nodes)??``),hours:OH(n),appliesTo:e=>r.length===0||r.some(t=>t===e||g(t))}});function OH({schedule:e,duration:t}){if(e===void 0&&t===void 0)return`always`;if(typeof e!=`string`||typeof t!=`string`||g(e)||g(t))return`unknown`;let n=lH(e),r=/^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:0s)?$/.exec(t);return cH(n)||!r?`unknown`:{cron:n,durationMs:(60*Number(r[1]??0)+Number(r[2]??0))*6e4}}const kH=Date.UTC(2024,0,1);function AH(e){if(e.some(({hours:e})=>e===`always`))return!1;if(e.some(({hours:e})=>e===`unknown`))return;let t=e.map(({hours:e})=>e),n=t.every(({cron:e})=>e.isAnyDayOfMonth&&e.months.length===12),r={start:kH,end:kH+(n?7:366)*864e5},i=bH(t,r);return i&&xH(i,r).length>0}function jH(e,t){let n=`${MH(e,`UTC`)} UTC`;return t===void 0||t===`UTC`?n:`${n} (${MH(e,t)} ${t})`}function MH({start:e,end:t},n){let[i,a]=[NH(e,n),NH(t,n)];return`${i.day} ${i.time} to ${r(i.day!==a.day,`${a.day} `)}${a.time}`}function NH(e,t){let n=new Intl.DateTimeFormat(`en-US`,{timeZone:t,hourCycle:`h23`,weekday:`short`,month:`short`,day:`numeric`,hour:`2-digit`,minute:`2-digit`}),r=new Map(n.formatToParts(e).map(({type:e,value:t})=>[e,t])),i=e=>r.get(e)??``;return{day:`${i(`weekday`)} ${i(`day`)} ${i(`month`)}`,time:`${i(`hour`)}:${i(`minute`)}`}}const PH=q({id:`budget-gaps`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[37],on:{NodePool(e,{report:t,settings:n}){if(e.isPartial)return;if(FH(e.get(TH))){IH(e,t);return}let i=DH(e);if(i.length===0)return;let a=EH.filter(e=>AH(i.filter(t=>t.appliesTo(e))));if(a.every(e=>e===`Empty`))return;let o=a.length===EH.length,s=i.filter(e=>e.appliesTo(a[0])).map(({hours:e})=>e),c=r(s.length>0,` outside of the ${He(s.length,`window of its budget`,`windows of its budgets`)}`),l=r(!o,` for the ${He(a.length,`reason`,`reasons`)} ${x(a)}`);t({at:e.keySpan(TH),message:`Karpenter may disrupt any number of nodes of \`${e.name}\` at the same time${l}${c}`,help:`Add a budget without a schedule${r(!o,` or reasons`)}, such as \`nodes: 10%\`.${LH(s,n)}`})}},docs:{summary:`All disruption budgets of a NodePool have schedules or reasons, so nothing limits disruption at other times or for other reasons.`,why:`A budget applies only while its window is open, and only to its reasons. When no budget applies, disruption is unlimited. Explicit budgets replace the default of 10%. An empty list replaces it, too. If they freeze a NodePool during the day, Karpenter may replace all its nodes at the same time at night.`,help:"Add a budget without a schedule, such as `nodes: 10%`. The smallest of the budgets that apply is used.",url:`https://karpenter.sh/docs/concepts/disruption/#schedule`},examples:RH}),FH=e=>Array.isArray(e)&&e.length===0;function IH(e,t){t({severity:`note`,at:e.keySpan(TH),message:`Karpenter may disrupt any number of nodes of \`${e.name}\` at the same time, because its list of budgets is empty. The default of 10% applies only without \`budgets\``,help:"Remove `budgets`, or add one such as `nodes: 10%`."})}function LH(e,{today:t,timeZone:n}){if(t===wH.today||e.length===0)return``;let r=Date.parse(`${t}T00:00:00Z`),i={start:r,end:r+3024e6},a=bH(e,i),[o]=a?xH(a,i):[],s=(a?.filter(({start:e})=>e>=r).slice(0,2)??[]).map(e=>jH(e,n));return[...Ge(s.length>0,` The next ${He(s.length,`window is`,`windows are`)} ${s.join(`, then `)}.`),...o?[` The next time without a limit is ${jH(o,n)}.`]:[]].join(``)}function RH(){return{bad:[U(J({disruption:W`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
        `}),{"budgets:":`budgets:
  - nodes: 10%`}),U(J({disruption:W`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
              reasons: [Drifted]
            - nodes: "0"
              reasons: [Empty, Underutilized]
              schedule: 0 9 * * mon-fri
              duration: 8h
        `}),{"budgets:":`budgets:
  - nodes: 20%`})],good:[J({disruption:W`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
        `}),J({disruption:W`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
              schedule: 0 8 * * *
              duration: 12h
            - nodes: 20%
              schedule: 0 20 * * *
              duration: 12h
        `})]}}const zH=q({id:`budget-rounding`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[38],on:{NodePool(e,{report:t}){let n=BH(e),r=[`spec`,`disruption`,`budgets`];if(!(n===void 0||n<2))for(let[i,a]of f(e.get(r)).entries()){let o=h(a)?.nodes,s=typeof o==`string`?Number(/^(\d{1,3})%$/.exec(o)?.[1]??0):0;s===0||s*n>=100||100/n<=2*s||t({at:e.span([...r,i,`nodes`]),message:`\`${o}\` of at most ${n} nodes is rounded up to one node, which is ${Math.round(100/n)}% of \`${e.name}\``,help:'Set `nodes: "1"` to disrupt one node at a time.'})}}},docs:{summary:`Karpenter rounds a small percentage of a small NodePool up to one node.`,why:"Karpenter rounds the percentages of a budget up: 10% of three nodes is one node, a third of them. If `replicas` or `limits.nodes` limits the number of nodes, a small percentage never has the effect that it suggests.",help:"Set `nodes` to the number of nodes that may be disrupted at the same time.",url:`https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets`},examples:VH});function BH(e){let[t,n]=[e.get([`spec`,`replicas`]),e.get([`spec`,`limits`,`nodes`])],r=t??n;if(typeof r==`number`||typeof r==`string`&&/^\d{1,6}$/.test(r))return Number(r)}function VH(){return{bad:[U($(J({disruption:W`
            consolidateAfter: 1m
            budgets:
              - nodes: 10%
          `,limits:W`
            cpu: 100
            nodes: 4
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),X),{"nodes: 10%":`nodes: "1"`})],good:[$(J({disruption:W`
            consolidateAfter: 1m
            budgets:
              - nodes: 10%
          `,limits:W`
            cpu: 100
            nodes: 40
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),X),$(J({disruption:W`
            consolidateAfter: 1m
            budgets:
              - nodes: "1"
          `,limits:W`
            cpu: 100
            nodes: 4
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),X)]}}const HH=q({id:`budget-schedule`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[35,36],on:{NodePool(e,{report:t}){let n=[`spec`,`disruption`,`budgets`];for(let[i,a]of f(e.get(n)).entries()){let o=h(a)?.schedule;if(typeof o!=`string`||g(o)||!WH(o))continue;let s=lH(o);if(!cH(s)){gH(s,UH)===void 0&&t({at:e.span([...n,i,`schedule`]),severity:`warning`,message:`\`${o}\` never occurs, so Karpenter applies the budget at all times`,help:`Use a day that exists in the months of the schedule.`});continue}let c=s.field===`day of week`?GH(o,s):void 0,l=()=>c?`Write \`${c}\`. Days are 0 (Sunday) to 6, and ranges do not wrap around.`:`Write five fields in UTC: minute, hour, day of month, month and day of week.`;t({at:e.span([...n,i,`schedule`]),message:`Karpenter cannot parse this schedule, so no budget of \`${e.name}\` allows any disruption: ${r(s.field,`${s.field} `)}\`${s.part}\` ${s.reason}`,help:l(),...c&&{fix:{description:`Replace with \`${c}\``,edits:S(e,[...n,i,`schedule`],`"${c}"`)}}})}}},docs:{summary:`Karpenter cannot parse the schedule of a disruption budget.`,why:"The API server only checks that a schedule has five parts. Karpenter parses it when it evaluates budgets. On an error, every budget of the NodePool allows 0 nodes: Karpenter consolidates nothing and rolls out no drift, and only an event says so. Days of the week are 0 to 6 and ranges do not wrap around, so `7`, `1-7` and `sat-sun` are errors. Schedules are always in UTC.",help:`Write five valid fields, list days instead of wrapping around, and convert times to UTC.`,url:`https://karpenter.sh/docs/concepts/disruption/#schedule`},examples:qH}),UH=Date.UTC(2024,0,1),WH=e=>/^@(annually|yearly|monthly|weekly|daily|midnight|hourly)/.test(e)||e.trim().split(/\s+/).length>=5;function GH(e,{part:t,start:n}){let r=t.split(`-`).map(KH),[i,a=i]=r;if(r.length>2||i===void 0||a===void 0)return;let o=[],s=/[a-z]/i.test(t);for(let e=i;o.push(s?aH[e%7]:String(e%7)),e%7!=a%7&&o.length!==7;e=(e+1)%7);let c=o.length===7?`*`:o.join(`,`),l=e.slice(0,n)+c+e.slice(n+t.length);if(!cH(lH(l)))return l}const KH=e=>{let t=aH.indexOf(e.toLowerCase());if(t!==-1)return t;if(/^[0-7]$/.test(e))return Number(e)};function qH(){return{bad:[J({disruption:W`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * sat-sun
              duration: 8h
        `}),U(J({disruption:W`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: TZ=Europe/Berlin 0 9 * * 1-5
              duration: 8h
        `}),{"TZ=Europe/Berlin 0 9 * * 1-5":`0 8 * * 1-5`}),U(J({disruption:W`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 30 2 *
              duration: 8h
        `}),{"0 9 30 2 *":`0 9 28 2 *`})],good:[J({disruption:W`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
            - nodes: "1"
              schedule: "@daily"
              duration: 1h
        `})]}}const JH=({kind:e,apiVersion:t})=>e===`CapacityBuffer`&&d(t)===`autoscaling.x-k8s.io`,YH=`autoscaling.x-k8s.io/v1beta1`;function XH(e){let{apiGroup:t,kind:n,name:r}=h(e.get([`spec`,`scalableRef`]))??{},[i,a]=[v(n),v(r)];if(!(i===void 0||a===void 0||g(i)||g(t)))return{kind:i,name:a,isSupported:(v(t)||`apps`)===`apps`&&[`Deployment`,`StatefulSet`,`ReplicaSet`].includes(i)}}const ZH=e=>pr(e,`cluster-autoscaler`)||e.manifests.some($H),QH=new Set([`Deployment`,`HelmRelease`,`Application`,`HelmChart`,`ServiceAccount`,`module`]);function $H({kind:e,name:t,object:n}){if(!QH.has(e))return!1;let r=JSON.stringify(n.spec??null).slice(0,2e4);return/cluster[-_]?autoscaler(?!\.kubernetes\.io)/i.test(`${t} ${r}`)}const eU=[`featureGates`,`awsFeatureGates`];function tU(e){let t=ar(e).filter(({chart:e})=>e===`karpenter`),[n]=t;if(n===void 0||t.length>1||nU(n.manifest,e))return;let r=n.version&&D(n.manifest,n.version),i=r&&Dn(r),a=i?rU(n):void 0;if(!r||!i||a===void 0)return;let o=nr(i).featureGates;return{gates:{...o,...a},defaults:new Set(Object.keys(o).filter(e=>a[e]===void 0)),chartVersion:r}}const nU=(e,{manifests:t})=>be(e)||[`GitRepository`,`Bucket`].includes(String(e.get([`spec`,`chart`,`spec`,`sourceRef`,`kind`])))||e.get([`spec`,`postRenderers`])!==void 0||t.some(t=>t!==e&&t.isPartial&&t.kind===e.kind&&t.name===e.name);function rU(e){if(e.manifest.kind===`HelmValues`||[`env`,`envFrom`].some(t=>{let n=yr(e,`controller`,t);return!In(n)||!iU(n.value)}))return;let t={};for(let n of eU){let r=yr(e,`settings`,n);if(!In(r))return;for(let[e,n]of Object.entries(h(r.value)??{})){if(typeof n!=`boolean`)return;t[e]=n}}return t}const iU=e=>f(e).every(e=>{let{name:t}=h(e)??{};return typeof t==`string`&&!g(t)&&t!==`FEATURE_GATES`}),aU=q({id:`capacity-buffer`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[],on:{Manifests(e,t){let n=e.manifests.filter(JH);if(n.length!==0&&oU(e))for(let r of n){let n=[sU(r,e),uU(r,t),dU(r)];for(let e of n)e&&t.report({...e,manifest:r})}}},docs:{summary:`Karpenter ignores a CapacityBuffer.`,why:"Karpenter handles CapacityBuffers from 1.14 on, and only with the feature gate `CapacityBuffer`, which is off by default. Its CRD serves only `v1beta1`, although the page about CapacityBuffers in Karpenter’s documentation shows `v1alpha1`. A buffer that Karpenter ignores looks right, but keeps no node, so pods still wait for new nodes. Nothing is reported next to Cluster Autoscaler, which also reads CapacityBuffers.",help:"Turn the feature gate on, and write `apiVersion: autoscaling.x-k8s.io/v1beta1`.",url:`https://karpenter.sh/docs/concepts/capacitybuffers/`},examples:fU}),oU=e=>(Zc(e)||ar(e).length>0)&&!ZH(e);function sU(e,t){let{apiVersion:n}=e,r=t.manifests.some(({kind:e,name:t})=>e===`CustomResourceDefinition`&&t===`capacitybuffers.autoscaling.x-k8s.io`);if(n===`autoscaling.x-k8s.io/v1beta1`||r||g(n))return;let i=S(e,[`apiVersion`],YH);return{at:e.span([`apiVersion`]),message:`Karpenter’s CRD serves CapacityBuffers only as \`${YH}\`. Unless another CRD of them is installed, the API server rejects \`${n}\``,help:`Write \`apiVersion: ${YH}\`. The fields are the same.`,fix:{description:`Write \`${YH}\``,edits:i}}}const cU=[`settings`,`featureGates`,`capacityBuffer`],lU=e=>ar(e).some(({manifest:e,values:t})=>{let n=e.get([...t,...cU]);return n===!0||g(n)});function uU(e,{karpenter:t,isKarpenterAssumed:n,settings:i,all:a}){let o=e.span([`metadata`,`name`]),s=`CapacityBuffer \`${e.name}\` keeps no nodes`,c=`\`${cU.join(`.`)}: true\``;if(!t.capacityBuffers)return n?void 0:{at:o,message:`${s}: Karpenter ${t.version} does not know CapacityBuffers`,help:`Upgrade Karpenter to 1.14 or later, and set ${c} in its Helm values.`};let l=i.karpenter.featureGates?.capacityBuffer;if(l===!0||l===void 0&&lU(a))return;let u=l===!1||ar(a).some(({chart:e})=>e===`karpenter`),d="Karpenter’s feature gate `CapacityBuffer`",f=l!==!1||tU(a)?.defaults.has(`capacityBuffer`)===!0;return{at:o,message:u?`${s}, because ${d} is off${r(f,` by default`)}`:`${s} unless ${d} is on, and it is off by default`,help:`Set ${c} in Karpenter’s Helm values. If the gate is already on, set \`karpenter.${cU.join(`.`)}: true\` in plumbline.yaml.`}}function dU(e){let t=[`spec`,`scalableRef`],n=XH(e);if(n===void 0)return;let r=[`replicas`,`percentage`,`limits`].some(t=>e.get([`spec`,t])!==void 0);if(!n.isSupported)return{at:e.span(t),message:`CapacityBuffer \`${e.name}\` keeps no nodes, because Karpenter supports only a Deployment, StatefulSet or ReplicaSet in \`scalableRef\``,help:"Name one of these, or use `podTemplateRef` with a PodTemplate.",severity:`warning`};if(!r)return{at:e.span([`metadata`,`name`]),message:`CapacityBuffer \`${e.name}\` keeps no nodes, because nothing says for how many pods`,help:"Set `replicas`, `percentage` or `limits` in its `spec`.",severity:`warning`}}function fU(){let e=e=>Z(`karpenter`,{values:W`
        settings:
          clusterName: demo
          ${e}
      `}),t=(e,t=YH)=>W`
    apiVersion: ${t}
    kind: CapacityBuffer
    metadata:
      name: web
    spec:
      ${e}
  `,n=W`
    scalableRef:
      apiGroup: apps
      kind: Deployment
      name: web
    replicas: 5
  `,r=`featureGates: {capacityBuffer: true}`,i=$(e(`featureGates: {nodeOverlay: true}`),t(n));return{bad:[U(i,{"{nodeOverlay: true}":`{nodeOverlay: true, capacityBuffer: true}`}),$(e(r),t(n,`autoscaling.x-k8s.io/v1alpha1`)),U($(e(r),t(W`
            scalableRef:
              apiGroup: argoproj.io
              kind: Rollout
              name: web
            replicas: 5
          `)),{"scalableRef:":W`podTemplateRef:`,"apiGroup: argoproj.io":``,"kind: Rollout":``}),U($(e(r),t(W`
            scalableRef:
              kind: Deployment
              name: web
          `)),{"scalableRef:":W`
            percentage: 20
            scalableRef:
          `})],good:[$(e(r),t(n)),$(e(``),Z(`cluster-autoscaler`),t(n,`autoscaling.x-k8s.io/v1alpha1`))]}}const pU=e=>[...lr(e).flatMap(mU),...e.manifests.flatMap(hU)];function mU({manifest:e,chart:t,path:n}){let r=t===`karpenter-crd`?D(e,n):void 0;return r===void 0?[]:[{manifest:e,path:n,version:r,isChart:!0}]}function hU(e){return(Object.hasOwn(gU,`${e.kind}.${d(e.apiVersion)}`)?gU[`${e.kind}.${d(e.apiVersion)}`](e):[]).flatMap(t=>{let n=D(e,t),r=n===void 0?void 0:ln(n)??(/^v?\d+\.\d+\.\d+$/.test(n)?n:void 0);return r===void 0?[]:[{manifest:e,path:t,version:r,isChart:!1}]})}const gU={"Kustomization.kustomize.config.k8s.io":e=>f(e.get([`resources`])).map((e,t)=>[`resources`,t]),"http.terraform":()=>[[`spec`,`url`]],"GitRepository.source.toolkit.fluxcd.io":e=>_U(Cn(e.get([])??null)),"Application.argoproj.io":e=>[..._U(mn(e.get([`spec`,`source`]),[`spec`,`source`])),...f(e.get([`spec`,`sources`])).flatMap((e,t)=>_U(mn(e,[`spec`,`sources`,t])))]},_U=e=>e.filter(({isOfCrds:e})=>e).map(({path:e})=>e),vU=q({id:`chart-crds`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Karpenter installation`,mistakes:[85],on:{Manifests(e,t){let n=Me(pU(e),({manifest:e})=>t.clusterOf(e));for(let e of n.values())bU(e,t)}},docs:{summary:`Karpenter and its CRDs have different versions.`,why:"The API server drops fields that the CRDs do not have. If the CRDs are older than the controller, the API server silently drops new fields of NodePools and EC2NodeClasses. If they are newer, the controller gets fields that it does not know. Reported when the files of one cluster install both, also in different folders: the chart `karpenter`, and either the chart `karpenter-crd` or the CRDs at a tag of Karpenter’s source code.",help:`Use the same version for both, and upgrade the CRDs first.`,url:`https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades`},examples:SU}),yU=e=>/^v?(\d+\.\d+\.\d+)$/.exec(e??``)?.[1];function bU(e,t){let[n]=e,[r,...i]=lr(t.all).filter(({manifest:e,chart:r})=>r===`karpenter`&&t.clusterOf(e)===t.clusterOf(n.manifest));if(!r||i.length>0||e.filter(({isChart:e})=>e).length>1)return;let a=new Set(e.map(({version:e})=>yU(e))),[o]=a,s=yU(D(r.manifest,r.path));if(o===void 0||a.size>1||s===void 0||o===s)return;let{manifest:c,path:l,isChart:u}=n;t.report({manifest:c,at:c.span(l),message:`The CRDs have version ${o}, but the controller has version ${s}`,help:u?`Set the version of \`karpenter-crd\` to ${s}, or that of \`karpenter\` to ${o}.`:`Take the CRDs of version ${s}, or set the version of \`karpenter\` to ${o}.`,labels:[{span:r.manifest.span(r.path),message:`version of the controller${lh(c,r.manifest,t)}`}]})}const xU=(e,t,n=e)=>W`
  apiVersion: source.toolkit.fluxcd.io/v1
  kind: OCIRepository
  metadata:
    name: ${n}
    namespace: karpenter
  spec:
    url: oci://public.ecr.aws/karpenter/${e}
    ref: {${t}}
  ---
  apiVersion: helm.toolkit.fluxcd.io/v2
  kind: HelmRelease
  metadata:
    name: ${e}
    namespace: karpenter
  spec:
    chartRef:
      kind: OCIRepository
      name: ${e}
`;function SU(){return{bad:[U(G`
        resource "helm_release" "karpenter_crd" {
          repository = "oci://public.ecr.aws/karpenter"
          chart      = "karpenter-crd"
          version    = "1.6.2"
        }

        resource "helm_release" "karpenter" {
          repository = "oci://public.ecr.aws/karpenter"
          chart      = "karpenter"
          version    = "1.11.1"
        }
      `,{"1.6.2":`1.11.1`},{"1.11.1":`1.6.2`}),U($(Z(`karpenter-crd`,{version:`1.6.2`}),Z(`karpenter`,{version:`1.7.1`})),{"1.6.2":`1.7.1`},{"1.7.1":`1.6.2`}),U($(xU(`karpenter-crd`,`tag: 1.6.2`),xU(`karpenter`,`tag: 1.7.1`)),{"1.6.2":`1.7.1`},{"1.7.1":`1.6.2`})],good:[$(xU(`karpenter-crd`,`tag: 1.7.1`),xU(`karpenter`,`tag: 1.7.1`)),$(xU(`karpenter-crd`,`tag: 1.6.2, semver: 1.x`),xU(`karpenter`,`tag: 1.7.1`)),$(xU(`karpenter-crd`,`tag: 1.6.2`,`other`),xU(`karpenter`,`tag: 1.7.1`)),G`
        locals {
          version = "1.11.1"
        }

        resource "helm_release" "karpenter_crd" {
          repository = "oci://public.ecr.aws/karpenter"
          chart      = "karpenter-crd"
          version    = local.version
        }

        resource "helm_release" "karpenter" {
          repository = "oci://public.ecr.aws/karpenter"
          chart      = "karpenter"
          version    = local.version
        }
      `]}}const CU=(e,t,n)=>Ep(t.pods,t.pod,n)===e||wU(e,t,n);function wU(e,{pods:t,pod:n},r){let i=f(t.get([...n,`tolerations`])).map(e=>v(h(e)?.key)??``);return TU(e).some(t=>i.includes(t)&&z(r).every(n=>n===e||!TU(n).includes(t)))}const TU=e=>f(e.get([`spec`,`template`,`spec`,`taints`])).flatMap(e=>v(h(e)?.key)??[]),EU=e=>{let t=e/6e4;return t%60==0?`${t/60}h`:`${t}m`},DU=e=>{let t=({kind:e,apiVersion:t})=>`${e}.${d(t)}`,n=e.manifests.filter(e=>Object.hasOwn(AU,t(e))),r=n.length>0?M(e):[];return n.flatMap(e=>AU[t(e)](e,r).flatMap(t=>{let n=PU(v(e.get(t.schedule))??``);return n===void 0?[]:[{...t,manifest:e,every:n}]}))},OU={ends:`ends`,again:`runs again`},kU={ends:`scales down`,again:`scales up again`},AU={"CronJob.batch":e=>jU(e,[[`spec`,`schedule`]]),"CronWorkflow.argoproj.io":e=>{let t=f(e.get([`spec`,`schedules`])).map((e,t)=>[`spec`,`schedules`,t]);return jU(e,t.length>0?t:[[`spec`,`schedule`]])},"ScaledObject.keda.sh":(e,t)=>{let{kind:n=`Deployment`,name:r}=h(e.get([`spec`,`scaleTargetRef`]))??{},i=t.find(({manifest:t,namespace:i})=>t.kind===n&&t.name===r&&i===Yc(e));if(!i||typeof e.get([`metadata`,`annotations`,`autoscaling.keda.sh/paused`])==`string`)return[];let a=[...i.template,`spec`];return MU(e).map(e=>({...kU,schedule:e,pods:i.manifest,pod:a}))},"ScaledJob.keda.sh":e=>MU(e).map(t=>({...kU,schedule:t,pods:e,pod:fe[e.kind].spec}))},jU=(e,t)=>e.get([`spec`,`suspend`])===!0?[]:t.map(t=>({...OU,schedule:t,pods:e,pod:fe[e.kind].spec}));function MU(e){let t=f(e.get([`spec`,`triggers`])).map(e=>h(e)??{});return t.some(({type:e})=>e!==`cron`)?[]:t.map((e,t)=>[`spec`,`triggers`,t,`metadata`,`start`])}function NU({manifest:e,schedule:t,every:n}){let r=lH(v(e.get(t))??``);return!cH(r)&&Array.from({length:168},(e,t)=>t*36e5).every(e=>{let t=gH(r,e);return t!==void 0&&t-e<=n})}function PU(e){let t=lH(e);if(cH(t))return;let n=gH(t,0),r=n===void 0?void 0:gH(t,n);if(n!==void 0&&r!==void 0)return r-n}const FU=q({id:`consolidate-after-load`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[46,47],on:{Manifests:IU},docs:{summary:"`consolidateAfter` of a NodePool does not suit the scheduled pods that run on it.",why:"`consolidateAfter` counts from the last time a pod was added to a node or removed from it. With `0s`, Karpenter may remove a node as soon as a run ends. The next run then waits for a new node. With a duration above the interval of the runs, their nodes never stay unchanged for long enough, so Karpenter never consolidates them. Reported for CronJobs, CronWorkflows of Argo Workflows and cron triggers of KEDA whose pods are meant for this NodePool. They select it by its name, or by a label or capacity type that no other has, or they tolerate a taint that only it has.",help:"Set `consolidateAfter` to a duration above `0s` and below the interval of the pods’ schedule.",url:`https://karpenter.sh/docs/concepts/disruption/#consolidation`},examples:LU});function IU(e,t){let n=DU(e);if(n.length!==0)for(let r of z(e)){let i=[`spec`,`disruption`,`consolidateAfter`],a=jt(v(r.get(i))??``),o=Number(a??0)/1e6,s=o>0&&r.get([`spec`,`disruption`,`consolidationPolicy`])===`WhenEmpty`;if(a===void 0||s)continue;let[c]=n.filter(({pods:t,pod:n})=>CU(r,{pods:t,pod:n},e)).filter(({every:e})=>o===0?e<=9e5:e<o).sort((e,t)=>e.every-t.every||se(e.manifest.name,t.manifest.name));if(!c)continue;let{kind:l,name:u}=c.manifest,d=EU(c.every);t.report({manifest:r,at:r.span(i),message:o===0?`Karpenter may remove nodes of \`${r.name}\` as soon as ${l} \`${u}\` ${c.ends}, and \`${u}\` ${c.again} every ${d}`:`\`consolidateAfter\` of \`${r.name}\` is longer than ${d}, the interval of ${l} \`${u}\`, so Karpenter never consolidates the nodes that run it`,help:`Set \`consolidateAfter\` to a duration above \`0s\` and below ${d}, the interval of ${l} \`${u}\`.`,labels:[{span:c.manifest.span(c.schedule),message:`schedule of the ${l}`}]})}}function LU(){return{bad:[U($(J({name:`batch`,disruption:W`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 0s
          `,limits:`cpu: 1000`,nodeClassRef:`default`,taints:W`
            - key: example.com/batch
              effect: NoSchedule
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),W`
          apiVersion: batch/v1
          kind: CronJob
          metadata:
            name: report
          spec:
            schedule: "*/5 * * * *"
            jobTemplate:
              spec:
                template:
                  metadata:
                    annotations:
                      karpenter.sh/do-not-disrupt: "true"
                  spec:
                    restartPolicy: Never
                    nodeSelector:
                      karpenter.sh/nodepool: batch
                    tolerations:
                      - key: example.com/batch
                        operator: Exists
                    containers:
                      - name: main
                        image: example.com/report
                        resources:
                          requests:
                            cpu: 100m
                            memory: 128Mi
        `,X),{"consolidateAfter: 0s":`consolidateAfter: 2m`}),U($(J({name:`batch`,disruption:W`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 30m
          `,limits:`cpu: 1000`,nodeClassRef:`default`,taints:W`
            - key: example.com/batch
              effect: NoSchedule
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),W`
          apiVersion: batch/v1
          kind: CronJob
          metadata:
            name: report
          spec:
            schedule: "*/10 * * * *"
            jobTemplate:
              spec:
                template:
                  metadata:
                    annotations:
                      karpenter.sh/do-not-disrupt: "true"
                  spec:
                    restartPolicy: Never
                    nodeSelector:
                      karpenter.sh/nodepool: batch
                    tolerations:
                      - key: example.com/batch
                        operator: Exists
                    containers:
                      - name: main
                        image: example.com/report
                        resources:
                          requests:
                            cpu: 100m
                            memory: 128Mi
        `,X),{"consolidateAfter: 30m":`consolidateAfter: 5m`})],good:[$(J({name:`batch`,disruption:W`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 5m
          `,limits:`cpu: 1000`,nodeClassRef:`default`,taints:W`
            - key: example.com/batch
              effect: NoSchedule
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),W`
          apiVersion: batch/v1
          kind: CronJob
          metadata:
            name: report
          spec:
            schedule: "*/15 * * * *"
            jobTemplate:
              spec:
                template:
                  metadata:
                    annotations:
                      karpenter.sh/do-not-disrupt: "true"
                  spec:
                    restartPolicy: Never
                    nodeSelector:
                      karpenter.sh/nodepool: batch
                    tolerations:
                      - key: example.com/batch
                        operator: Exists
                    containers:
                      - name: main
                        image: example.com/report
                        resources:
                          requests:
                            cpu: 100m
                            memory: 128Mi
        `,X),$(J({name:`batch`,disruption:W`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 0s
          `,limits:`cpu: 1000`,nodeClassRef:`default`,taints:W`
            - key: example.com/batch
              effect: NoSchedule
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),W`
          apiVersion: batch/v1
          kind: CronJob
          metadata:
            name: report
          spec:
            schedule: "0 3 * * *"
            jobTemplate:
              spec:
                template:
                  metadata:
                    annotations:
                      karpenter.sh/do-not-disrupt: "true"
                  spec:
                    restartPolicy: Never
                    nodeSelector:
                      karpenter.sh/nodepool: batch
                    tolerations:
                      - key: example.com/batch
                        operator: Exists
                    containers:
                      - name: main
                        image: example.com/report
                        resources:
                          requests:
                            cpu: 100m
                            memory: 128Mi
        `,X)]}}const RU=[`spec`,`disruption`],zU=[...RU,`consolidateAfter`],BU=q({id:`consolidate-after-policy`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[2,3],explains:[`schema/cel`,`schema/required`],on:{NodePool(e,t){let n=Tf(e,[...RU,`consolidationPolicy`]),r=Tf(e,zU);if(!h(e.get(RU))||!n.isKnown||!r.isKnown)return;let i=(r.value??null)===null;m(e.apiVersion)===`v1beta1`?VU(e,t,n.value??null,i):i&&HU(e,t)}},docs:{summary:"`consolidateAfter` is missing, or not allowed with this `consolidationPolicy`.",why:"In v1beta1, `consolidateAfter` belongs only to `WhenEmpty`. The API server refuses a duration with `WhenUnderutilized`, the default policy, and refuses `WhenEmpty` without a duration. In v1 up to Karpenter 1.14, every `disruption` block must have `consolidateAfter`. Since 1.15 the default is `0s`, so Karpenter consolidates nodes as soon as a pod leaves.",help:"In v1beta1, set `consolidateAfter` only with `WhenEmpty`. In v1, set it in every `disruption` block.",url:`https://karpenter.sh/docs/concepts/disruption/#consolidation`},examples:UU});function VU(e,{report:t},n,r){n===`WhenEmpty`&&r&&t({at:e.keySpan([...RU,`consolidationPolicy`]),message:"`consolidationPolicy: WhenEmpty` requires `consolidateAfter` in v1beta1. Without it, the API server refuses the NodePool",help:"Set `consolidateAfter` to the time for which a node must be empty before Karpenter deletes it, such as `30s`.",fix:{description:"Add `consolidateAfter: 30s`",edits:lt(e,RU,`consolidateAfter`,`30s`)},explains:{paths:[RU]}}),n!==null&&n!==`WhenUnderutilized`||r||e.get(zU)===`Never`||t({at:e.keySpan(zU),message:`\`consolidateAfter\` is not allowed with ${n===null?"`WhenUnderutilized`, the default policy,":"`consolidationPolicy: WhenUnderutilized`"} in v1beta1. The API server refuses the NodePool`,help:"Remove `consolidateAfter`, or set `consolidationPolicy: WhenEmpty` to delete only empty nodes. v1 allows it with `WhenEmptyOrUnderutilized`.",...n!==null&&{labels:[{span:e.span([...RU,`consolidationPolicy`]),message:"this policy does not allow `consolidateAfter`"}]},fix:{description:"Remove `consolidateAfter`",edits:Xe(e,zU)},explains:{paths:[RU]}})}function HU(e,{report:t,karpenter:n}){let r={description:"Add `consolidateAfter: 0s`",edits:lt(e,RU,`consolidateAfter`,`0s`)};n.consolidateAfterDefaulted?t({at:e.keySpan(RU),severity:`note`,message:"`disruption` has no `consolidateAfter`. The default is `0s`, so Karpenter consolidates nodes as soon as a pod leaves",help:"Set `consolidateAfter` explicitly: `0s`, or a longer time to avoid churn.",fix:r}):t({at:e.keySpan(RU),message:"`disruption` requires `consolidateAfter` up to Karpenter 1.14. Without it, the API server refuses the NodePool",help:"Set `consolidateAfter`. With `0s` Karpenter acts immediately, which is also the default if there is no `disruption` block.",fix:r,explains:{paths:[zU,RU]}})}function UU(){return{bad:[K({karpenter:`0.37`},J({apiVersion:`karpenter.sh/v1beta1`,disruption:W`
            consolidationPolicy: WhenUnderutilized
            consolidateAfter: 60s
          `})),J({disruption:`consolidationPolicy: WhenEmpty`}),K({karpenter:`0.37`},J({apiVersion:`karpenter.sh/v1beta1`,disruption:`consolidationPolicy: WhenEmpty`}))],good:[J({disruption:W`
          consolidationPolicy: WhenEmptyOrUnderutilized
          consolidateAfter: 60s
        `}),K({karpenter:`0.37`},J({apiVersion:`karpenter.sh/v1beta1`,disruption:W`
            consolidationPolicy: WhenUnderutilized
            consolidateAfter: Never
          `}))]}}const WU=q({id:`controller-placement`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Karpenter installation`,mistakes:[86],on:{Manifests(e,t){let{report:n}=t;for(let n of e.manifests.filter(qU))JU(n,t);for(let{manifest:t,chart:r,values:i}of ar(e)){if(r!==`karpenter`)continue;let e=[...i,`nodeSelector`],a=Object.keys(h(t.get(e))??{});GU({manifest:t,selector:e},n);let o=[...i,`affinity`];a.length===0&&!t.isPartial&&ZU({manifest:t,affinity:o},n);let s=[o,[...o,`nodeAffinity`]].find(e=>t.get(e)===null);a.length>0||!s||n({manifest:t,at:t.keySpan(s),message:`Without the chart’s default affinity, the controller can run on nodes that Karpenter launches`,help:`Remove \`${s.at(-1)}\`, so that the chart’s default applies.`})}}},docs:{summary:`The values of the chart, or the Deployment, let Karpenter run on nodes that it launches itself.`,why:`By default, the chart keeps the controller off nodes that Karpenter launches. If values place it there, a cluster without such a node never gets one, because the controller itself is pending. Consolidation may also delete the node that the controller runs on.`,help:`Run the controller on a managed node group, a kOps InstanceGroup or Fargate.`,url:`https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/`},examples:iW});function GU({manifest:e,selector:t},n){let r=Object.keys(h(e.get(t))??{}).find(e=>$U.has(e));if(r===void 0)return;let i=`Only nodes that Karpenter launches have the label \`${r}\`. If there are none, the controller stays pending`;n({manifest:e,at:e.keySpan([...t,r]),message:i,help:YU})}const KU=[`spec`,`template`,`spec`],qU=({kind:e,apiVersion:t,object:n,source:r})=>e===`Deployment`&&t===`apps/v1`&&r.origin?.tool!==`helm`&&f(p(n,[...KU,`containers`])).some(e=>/\/karpenter\/controller(?:[:@]|$)/.test(v(h(e)?.image)??``));function JU(e,{clusterOf:t,report:n}){let r=[...KU,`nodeSelector`],i=[...KU,`affinity`];GU({manifest:e,selector:r},n);let a=Object.keys(h(e.get(r))??{});if(e.isPartial||g(e.get(r))||!a.every(XU)||_p(e,i))return;let o=vp(e,i),s=o.find(QU),{manifests:c}=t(e),l=c.some(({object:e})=>/fargate/i.test(JSON.stringify(e))),u=c.find(e=>e.kind===`NodePool`&&!e.isPartial&&mT(e));o.length>0&&!s||l||!u||n({manifest:e,at:s?e.keySpan(gp(i)):e.span(KU),message:`Nothing keeps the controller off the nodes that it launches itself for \`${u.name}\`, so it may remove the node that it runs on`,help:"Add required node affinity with the expression `{key: karpenter.sh/nodepool, operator: DoesNotExist}`, which the chart has."})}const YU=`Select nodes that Karpenter does not launch, such as those of a managed node group.`,XU=e=>/^(?:(?:beta\.)?kubernetes\.io\/(?:arch|os|hostname|instance-type)|node\.kubernetes\.io\/instance-type|(?:topology|failure-domain\.beta)\.kubernetes\.io\/(?:region|zone))$/.test(e);function ZU({manifest:e,affinity:t},n){!_p(e,t)&&vp(e,t).some(QU)&&n({manifest:e,at:e.keySpan(gp(t)),message:`These terms replace the chart’s own, which keep the controller off nodes that Karpenter launches, so Karpenter may remove the node that it runs on`,help:"Add `{key: karpenter.sh/nodepool, operator: DoesNotExist}` to each term."})}const QU=({expressions:e,fields:t})=>[...e,...t].every(({key:e,operator:t})=>!g(e)&&(XU(e)||$U.has(e)&&/^(?:Exists|In)$/.test(t))),$U=new Set([`karpenter.sh/capacity-type`,`karpenter.sh/initialized`,`karpenter.sh/nodepool`,`karpenter.sh/registered`]),eW=[`karpenter.sh/capacity-type In [on-demand]`],tW=`{key: karpenter.sh/nodepool, operator: DoesNotExist}`,nW=e=>`affinity:
  nodeAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      nodeSelectorTerms:
        - matchExpressions: [${e}]`,rW=e=>W`
  apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: karpenter
    namespace: kube-system
  spec:
    replicas: 2
    selector:
      matchLabels:
        app: karpenter
    template:
      metadata:
        labels:
          app: karpenter
      spec:
        ${e}
        containers:
          - name: controller
            image: public.ecr.aws/karpenter/controller:1.8.1
            resources:
              requests:
                cpu: 1
                memory: 1Gi
`;function iW(){return{bad:[U(Z(`karpenter`,{values:W`
          nodeSelector:
            karpenter.sh/nodepool: system
        `}),{"karpenter.sh/nodepool: system":`eks.amazonaws.com/nodegroup: system`}),U(Z(`karpenter`,{values:`affinity: null`}),{"affinity: null":``}),U(Z(`karpenter`,{values:W`
            affinity:
              nodeAffinity:
                requiredDuringSchedulingIgnoredDuringExecution:
                  nodeSelectorTerms:
                    - matchExpressions: [{key: kubernetes.io/arch, operator: In, values: [amd64]}]
          `}),{"values: [amd64]}":`values: [amd64]}, {key: karpenter.sh/nodepool, operator: DoesNotExist}`}),U(rW(`nodeSelector: {karpenter.sh/nodepool: system}`),{"karpenter.sh/nodepool: system":`eks.amazonaws.com/nodegroup: system`}),U($(J({nodeClassRef:`default`,requirements:eW}),rW(``),X),{"containers:":`${nW(tW)}\ncontainers:`}),U($(J({nodeClassRef:`default`,requirements:eW}),rW(nW(`{key: kubernetes.io/arch, operator: In, values: [arm64]}`)),X),{"values: [arm64]}":`values: [arm64]}, ${tW}`})],good:[$(J({nodeClassRef:`default`,requirements:eW}),rW(nW(tW)),X),$(J({nodeClassRef:`default`,requirements:eW}),rW(`nodeSelector: {eks.amazonaws.com/nodegroup: system}`),X),Z(`karpenter`,{values:W`
          nodeSelector:
            karpenter.sh/controller: "true"
        `}),Z(`karpenter`,{values:W`
          nodeSelector:
            eks.amazonaws.com/nodegroup: system
          affinity: null
        `}),Z(`karpenter`,{values:W`
          affinity:
            podAntiAffinity:
              preferredDuringSchedulingIgnoredDuringExecution: []
            nodeAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
                nodeSelectorTerms:
                  - matchExpressions:
                      - {key: eks.amazonaws.com/nodegroup, operator: Exists}
                  - matchExpressions:
                      - {key: karpenter.sh/nodepool, operator: DoesNotExist}
        `})]}}const aW=new Set([w.windowsBuild,w.capacityReservationId,w.capacityReservationType,w.capacityReservationInterruptible,w.placementGroupId,w.placementGroupPartition]);function oW(e,t){let n=t.slice(0,sW).filter(t=>EW(e,t)),r=[],i=lW(e),a=new Map,o;for(let t of n){let a=i.length;i=i.filter(n=>gW(e,n,t)),i.length===0&&a>0&&(o=vW(e,t,r,n)),r.push({requirement:t,instanceTypes:i.length})}return{steps:r,names:i.map(({info:e})=>e.name).sort(),isExact:t.length<=sW&&t.every(t=>DW(e,t)),emptied:o,anywhere:()=>{if(!(t.length>sW))return bW(e,t)},count:t=>{let n=a.get(t)??SW(e,i,t);return a.set(t,n),n}}}const sW=100,cW=new WeakMap;function lW(e){let t=cW.get(e)??e.types.flatMap((t,n)=>e.zonesOf(t.name).length>0?[{info:t,index:n}]:[]);return cW.set(e,t),t.map(({info:e,index:t})=>({info:e,index:t,left:void 0}))}const uW=[`linux`,`windows`],dW=[`linux`],fW=[`on-demand`,`spot`],pW=[`on-demand`];function mW(e,t,n){let r=C(n);if(r===w.zoneId){let n=mW(e,t,w.zone);return e.zones.flatMap(({zone:e,zoneId:t})=>t!==void 0&&n.includes(e)?[t]:[])}return t.left?.get(r)??hW(e,t,r)}function hW(e,{info:t,index:n},r){return r===w.zone?e.zonesOf(t.name):r===w.capacityType?t.hasSpot?fW:pW:r===w.os?t.architecture===`amd64`?uW:dW:e.labels.get(r)?.[n]??[]}function gW(e,t,n){let r=C(n.key),i=mW(e,t,r);if(i.length===0)return n.operator===`NotIn`||n.operator===`DoesNotExist`;let a=i.filter(e=>kW(n,e));return a.length===i.length||(t.left??=new Map,r===w.zoneId?t.left.set(w.zone,_W(e,t,a)):t.left.set(r,a),a.length>0)}function _W(e,t,n){let r=new Map(e.zones.map(({zone:e,zoneId:t})=>[e,t]));return mW(e,t,w.zone).filter(e=>n.includes(r.get(e)??``))}function vW(e,t,n,r){let i=n.map(e=>e.requirement),a=t=>lW(e).filter(n=>t.every(t=>gW(e,n,t))),o=a(i),s=a([t]).length===0;return{requirement:t,before:o.length,values:xW(o.flatMap(n=>mW(e,n,t.key))),isUnknownValue:s,conflicts:s?[]:i.filter(e=>a([e,t]).length===0),isInEveryRegion:bW(e,r)?.length===0}}const yW=new Set([w.zone,w.zoneId,w.region]);function bW(e,t){if(!t.every(t=>DW(e,t)))return;let n=t.filter(t=>EW(e,t)&&!yW.has(C(t.key)));return e.types.flatMap((t,r)=>{let i={info:t,index:r,left:void 0};return n.every(t=>gW(e,i,t))?[t.name]:[]})}const xW=e=>[...new Set(e)].sort((e,t)=>OW(e)&&OW(t)?Number(e)-Number(t):se(e,t));function SW(e,t,n){let r=t.filter(t=>mW(e,t,w.capacityType).includes(n)),i=r.flatMap(t=>mW(e,t,w.zone));return{instanceTypes:r.length,zones:xW(i)}}const CW={Gt:(e,t)=>e>t,Gte:(e,t)=>e>=t,Lt:(e,t)=>e<t,Lte:(e,t)=>e<=t},wW=new Set([w.zone,w.zoneId,w.capacityType,w.os]),TW=(e,{key:t,isKnown:n})=>{let r=C(t);return n&&!wW.has(r)&&!e.labels.has(r)&&!aW.has(r)};function EW(e,t){let{operator:n,values:r,isKnown:i}=t,a=C(t.key);return!i||aW.has(a)||TW(e,t)||a===w.capacityType&&r.some(e=>e.text===`reserved`)?!1:n===`In`?r.length>0:Object.hasOwn(CW,n)?r.length===1&&OW(r[0].text):n===`NotIn`||n===`Exists`||n===`DoesNotExist`}function DW(e,t){if(!EW(e,t))return TW(e,t);let n=C(t.key);if(t.operator!==`In`||n!==w.instanceType&&n!==w.instanceFamily)return!0;let r=new Set(e.types.map(e=>n===w.instanceType?e.name:e.family));return t.values.every(({text:e})=>r.has(e))}const OW=e=>/^-?\d+$/.test(e);function kW({operator:e,values:t},n){return e===`In`?t.some(e=>e.text===n):e===`NotIn`?!t.some(e=>e.text===n):e===`Exists`||e!==`DoesNotExist`&&OW(n)&&CW[e](Number(n),Number(t[0].text))}const AW=q({id:`dead-values`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[93],on:{NodePool:MW,Provisioner:MW},docs:{summary:`A requirement names instance types, families, sizes or architectures that another requirement of the NodePool excludes.`,why:"Karpenter applies all requirements together. The family `r5` with `instance-generation Gt 5` is never launched, so the NodePool has fewer instance types to choose from than it seems. If only such values are left, nothing is launched at all.",help:`Remove the values, or relax the requirement that excludes them.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:IW}),jW=new Set([w.instanceType,w.instanceFamily,w.instanceSize,w.instanceCategory,w.instanceGeneration,w.arch]);function MW(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i||i.names.length===0)return;let a=Rf(e),o=NW(i,n);for(let[r,i]of a.entries()){let s=n.labels.get(C(i.key)),c=jW.has(C(i.key))&&i.operator===`In`;if(!s||!c||!i.isKnown)continue;let l=o.get(r)??PW(n,{requirement:i,all:a,column:s});o.set(r,l),l.length!==0&&t({at:e.span(i.path),message:`\`${e.name}\` never launches ${FW(l)}: its other requirements exclude ${He(l.length,`this value`,`these values`)}`,help:`Remove ${FW(l)}, or relax the other requirements.`})}}const NW=eP(()=>new Map);function PW(e,{requirement:t,all:n,column:r}){let i=oW(e,n.filter(e=>e!==t)),a=new Set(i.names),o=new Set,s=new Set;for(let[t,{name:n}]of e.types.entries())if(e.zonesOf(n).length!==0)for(let e of r[t]??[])o.add(e),a.has(n)&&s.add(e);return[...new Set(t.values.map(({text:e})=>e))].filter(e=>o.has(e)&&!s.has(e)).sort()}function FW(e){let t=e.slice(0,4).map(b);return`${t.join(`, `)}${r(e.length>t.length,` and ${e.length-t.length} more`)}`}function IW(){return{bad:[U(J({requirements:[`karpenter.k8s.aws/instance-family In [c6i, m6i, r5]`,`karpenter.k8s.aws/instance-generation Gt ["5"]`,`karpenter.sh/capacity-type In [on-demand]`]}),{"[c6i, m6i, r5]":`[c6i, m6i]`},{'["5"]':`["4"]`}),U(J({requirements:[`karpenter.k8s.aws/instance-family In [c6i, m6i, r6i]`,`kubernetes.io/arch In [amd64, arm64]`,`karpenter.sh/capacity-type In [on-demand]`]}),{"[amd64, arm64]":`[amd64]`}),U(J({requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.k8s.aws/instance-size In [large, xlarge, 2xlarge]`,`karpenter.k8s.aws/instance-cpu Gt ["3"]`,`karpenter.sh/capacity-type In [on-demand]`]}),{"[large, xlarge, 2xlarge]":`[xlarge, 2xlarge]`})],good:[J({requirements:[`karpenter.k8s.aws/instance-family In [c6i, m6i, r6i]`,`karpenter.k8s.aws/instance-generation Gt ["5"]`,`karpenter.sh/capacity-type In [on-demand]`]})]}}const LW=q({id:`denied-egress`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Karpenter installation`,mistakes:[],on:{Manifests(e,{report:t}){if(!Zc(e)||ll(e))return;let n=e.manifests.filter(ol);for(let r of[...rl(e).map(RW),zW]){let i=n.filter(e=>sl(e,r)),[a]=i;if(a===void 0||i.some(cl))continue;let o=r.ports.filter(e=>!i.some(t=>BW(t,e)));if(o.length===0)continue;let s=`${He(o.length,`port`,`ports`)} ${o.join(` and `)}`;t({manifest:a,at:a.span(a.get([`spec`,`egress`])===void 0?[`spec`]:[`spec`,`egress`]),...!HW(e)&&{severity:`note`},message:`NetworkPolicy \`${a.name}\` allows ${r.pods} no egress on ${s}. ${r.consequence}`,help:`Allow egress on ${s} in a NetworkPolicy of namespace \`${r.namespace}\`.`})}}},docs:{summary:`A NetworkPolicy cuts Karpenter off from AWS, or the DNS of the cluster from its upstream.`,why:`Once a NetworkPolicy for egress selects a pod, it may reach only what some policy allows. Karpenter’s controller calls AWS and the API server on port 443 and resolves their names on port 53, and CoreDNS forwards to the resolver of the VPC on port 53. Without that, no node is launched. A NetworkPolicy has an effect only if the network plugin enforces it, so this is a note if no file shows that. Only the ports are compared. Not reported if the files have policies of Cilium, Calico or administrators.`,help:`Allow the ports in a NetworkPolicy of the same namespace.`,url:`https://kubernetes.io/docs/concepts/services-networking/network-policies/#default-deny-all-egress-traffic`},examples:qW}),RW=e=>({pods:`the pods of Karpenter’s controller in namespace \`${e}\``,namespace:e,labels:nl,ports:[443,53],consequence:`Where it is enforced, Karpenter reaches neither AWS nor the API server, and launches no nodes`}),zW={pods:"the pods of CoreDNS in namespace `kube-system`",namespace:`kube-system`,labels:{"k8s-app":`kube-dns`,"eks.amazonaws.com/component":`coredns`},ports:[53],consequence:`Where it is enforced, no pod of the cluster resolves names outside of it, and Karpenter launches no nodes`},BW=(e,t)=>f(e.get([`spec`,`egress`])).some(e=>{let n=f(h(e)?.ports);return n.length===0||n.some(e=>VW(e,t))});function VW(e,t){let{port:n,endPort:r}=h(e)??{};return n===void 0||g(n)||Number.isNaN(Number(n))?!0:Number(n)<=t&&t<=Number(r??n)}const HW=({manifests:e})=>e.some(({kind:e,object:t})=>{if(e===`NodePool`||e===`NetworkPolicy`)return!1;let n=v(JSON.stringify(t))??``;return/enableNetworkPolicy\W{1,8}true|"(?:chart|repository|name)":"(?:cilium|tigera-operator|calico)"/.test(n)}),UW=e=>W`
  apiVersion: networking.k8s.io/v1
  kind: NetworkPolicy
  metadata:
    name: default-deny
    namespace: karpenter
  spec:
    podSelector: {}
    policyTypes: [Egress]
    ${e}
`,WW=W`
  apiVersion: helm.toolkit.fluxcd.io/v2
  kind: HelmRelease
  metadata:
    name: aws-vpc-cni
  spec:
    chart:
      spec:
        chart: aws-vpc-cni
        version: 1.20.0
    values:
      enableNetworkPolicy: "true"
`,GW=W`
  egress:
    - ports:
        - {protocol: UDP, port: 53}
        - {protocol: TCP, port: 53}
`,KW=W`
  egress:
    - ports:
        - {protocol: TCP, port: 443}
        - {protocol: UDP, port: 53}
`;function qW(){return{bad:[U($(J(),WW,UW(`egress: []`)),{"egress: []":`egress: [{ports: [{protocol: TCP, port: 443}, {protocol: UDP, port: 53}]}]`}),U($(J(),WW,UW(GW)),{"{protocol: TCP, port: 53}":`{protocol: TCP, port: 443}`}),U($(J(),WW,UW(`egress: [{ports: [{protocol: TCP, port: 443}]}]`)),{"{protocol: TCP, port: 443}":`{protocol: TCP, port: 443}, {protocol: UDP, port: 53}`})],good:[$(J(),WW,UW(KW)),$(J(),WW,UW(`egress: [{}]`))]}}function JW({matches:e,excludes:t,conditions:n},r,i){let a=e=>YW(e,r,i);return e.some(a)&&!t.some(a)&&le(r,n)}function YW({namespaces:e,names:t,labels:n,namespaceLabels:r},i,a){let o=_(i.metadata)?i.metadata:{},s=_(o.labels)?o.labels:{};return(e===void 0||e.some(e=>XW(e,a.namespace)))&&(t===void 0||t.some(e=>XW(e,a.name)))&&Object.entries(n).every(([e,t])=>v(s[e])===t)&&Object.entries(r).every(([e,t])=>a.namespaceLabels[e]===t)}const XW=(e,t)=>mu(e.slice(0,256),t),ZW=(e,t)=>t.kind===`merge`?eG(e,t.value,[]):t.operations.reduce((e,t)=>e&&nG(e,t),e),QW={containers:`name`,initContainers:`name`,volumes:`name`,topologySpreadConstraints:`topologyKey`},$W=/^([+]?)\((.+)\)$/;function eG(e,t,n){if(!_(t))return Array.isArray(t)?tG(e,t,n):t;let r=_(e)?{...e}:{};for(let[e,i]of Object.entries(t)){let[,t,a]=$W.exec(e)??[];if(t===``)continue;let o=a??e;(t!==`+`||r[o]===void 0)&&(r[o]=eG(r[o],i,[...n,o]))}return r}function tG(e,t,n){let r=QW[n.at(-1)??``];if(r===void 0)return t;let i=[...f(e)];for(let e of t){if(!_(e))continue;let t=e[`(${r})`]!==void 0,n=n=>t||_(n)&&n[r]===e[r],a=i.some(n);i=i.map(t=>n(t)?eG(t,e,[]):t),!a&&!t&&i.push(eG(void 0,e,[]))}return i}const nG=(e,{path:t,value:n})=>{if(n!==void 0)return rG(e,te(t),n)};function rG(e,[t,...n],r){if(t===void 0)return r;if(t===`-`||Array.isArray(e)){let i=f(e);if(t===`-`)return[...i,r];let a=Number(t);if(!Number.isInteger(a)||a<0||a>=i.length)return;let o=rG(i[a],n,r);return o===void 0?void 0:i.with(a,o)}if(e!==void 0&&!_(e))return;let i=rG(e?.[t],n,r);if(i!==void 0)return{...e,[t]:i}}const iG=[`metadata`,`annotations`],aG=e=>[...M(e).filter(({template:e})=>e.length>0).map(({manifest:e,template:t})=>({manifest:e,ofAll:[...t,`metadata`,`annotations`],ofSome:[]})),...e.manifests.flatMap(e=>sG(e)??lG(e)??[])],oG=({manifest:e},t,n)=>g(e.get(t))||Object.keys(h(e.get(t))??{}).some(e=>n.includes(e)||g(e));function sG(e){if(e.kind!==`ScaledJob`||d(e.apiVersion)!==`keda.sh`)return;let t=[`spec`,`jobTargetRef`,`template`];if(h(e.get(t)))return{manifest:e,ofAll:[...t,`metadata`,`annotations`],ofSome:[]}}const cG={ClusterWorkflowTemplate:[`spec`],CronWorkflow:[`spec`,`workflowSpec`],Workflow:[`spec`],WorkflowTemplate:[`spec`]};function lG(e){let t=at(cG,e.kind);if(t===void 0||d(e.apiVersion)!==`argoproj.io`)return;let n=e.get([...t,`templates`]);if(Array.isArray(n)&&e.get([...t,`workflowTemplateRef`])===void 0)return{manifest:e,ofAll:[...t,`podMetadata`,`annotations`],ofSome:f(n).map((e,n)=>[...t,`templates`,n,`metadata`,`annotations`])}}const uG=q({id:`do-not-disrupt`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[],on:{Manifests(e,t){if(Zc(e)){for(let n of aG(e))fG(n,t);for(let n of he(e.manifests).plain)pG(n,t);for(let n of M(e))gG(n,t),t.karpenter.v1&&_G(n,t)}}},docs:{summary:"`karpenter.sh/do-not-disrupt` is in the wrong place, has a value that Karpenter does not read, or is on a DaemonSet.",why:'Karpenter reads the annotation of pods. On a Deployment, a ScaledJob of KEDA or a workflow of Argo itself it protects nothing, because only the metadata of the pod template becomes that of the pods. The value is `"true"`, or from Karpenter 1.12 on a duration such as `1h`, which counts from the start of the pod. Any other value, such as `"yes"`, is ignored. The pods of a DaemonSet block their nodes, too: Karpenter consolidates no node with one, and does not replace one that drifts unless it has a `terminationGracePeriod`.',help:'Set the annotation to `"true"` in the metadata of the pod template, and leave it out of DaemonSets.',url:`https://karpenter.sh/docs/concepts/disruption/#pod-level-controls`},examples:bG}),dG=({template:e})=>[...e,`metadata`,`annotations`];function fG(e,{report:t}){let{manifest:n,ofAll:r,ofSome:i}=e,a=[...iG,qe],o=v(n.get(a));o!==void 0&&hG(o)&&([r,...i].some(t=>oG(e,t,[`karpenter.sh/do-not-disrupt`]))||t({manifest:n,at:n.keySpan(a),message:`Karpenter reads \`${qe}\` on pods, not on ${n.kind} \`${n.name}\`, so it protects none of its pods`,help:`Move it to \`${r.join(`.`)}\`.`,fix:{description:`Add it to the pods`,edits:lt(n,r,qe,`"${o}"`)}}))}function pG({manifest:e,patch:t,matches:n,excludes:i,conditions:a},{report:o}){let s=n.some(({namespaces:e,names:t,labels:n,namespaceLabels:r})=>e===void 0&&t===void 0&&Object.keys(n).length+Object.keys(r).length===0),c=ZW({metadata:{annotations:{}},spec:{containers:[]}},t),l=p(c,[`metadata`,`annotations`,qe]);if(!s||l!==`true`||!le({},a))return;let u=r(i.length>0,`, except those that it excludes`);o({manifest:e,at:e.span([`metadata`,`name`]),message:`${e.kind} \`${e.name}\` gives all new pods \`${qe}\`${u}. Karpenter then consolidates no node with one, and replaces none that drifts unless it has a \`terminationGracePeriod\``,help:`Let the policy match only pods that must not restart during their work.`})}const mG=e=>jt(e)!==void 0,hG=e=>e===`true`||mG(e);function gG(e,{karpenter:t,isKarpenterAssumed:n,report:i}){let{manifest:a}=e,o=[...dG(e),qe],s=a.get(o);if(typeof s!=`string`||g(s)||s===`true`||s===`false`)return;let c={description:'Replace with `"true"`',edits:S(a,o,`"true"`)};mG(s)?t.protectsForDuration||n||i({manifest:a,at:a.span(o),message:`Karpenter ${t.version} does not read durations such as \`${s}\` in \`${qe}\`, so it protects no pods of ${a.kind} \`${a.name}\``,help:'Use `"true"`, or upgrade Karpenter to 1.12 or later.',fix:c}):i({manifest:a,at:a.span(o),message:`Karpenter does not read the value \`${s}\` of \`${qe}\`, so it protects no pods of ${a.kind} \`${a.name}\``,help:`Use \`"true"\`${r(t.protectsForDuration,", or a duration such as `1h`")}.`,fix:c})}function _G(e,t){let{manifest:n,template:i}=e,a=[...dG(e),qe];if(n.kind!==`DaemonSet`||v(n.get(a))!==`true`)return;let o=t.onlyClusterFor(n),s=Pp(n,[...i,`spec`],o)?.pools??[];if(s.length===0)return;let c=o!==t.clusterOf(n),l=je(s.map(({name:e})=>b(e))),u=r(s.every(EV),`, and replaces none that drifts`);t.report({manifest:n,at:n.keySpan(a),...c&&{severity:`note`},message:`Each node of NodePool${r(s.length!==1,`s`)} ${l} runs a pod of DaemonSet \`${n.name}\` with \`${qe}\`. Karpenter consolidates none of these nodes${u}`,help:`Remove the annotation.`})}const vG=(e,t,n)=>W`
  apiVersion: apps/v1
  kind: ${e}
  metadata:
    name: web
    ${t}
  spec:
    selector:
      matchLabels:
        app: web
    template:
      metadata:
        labels:
          app: web
        ${n}
      spec:
        containers:
          - name: web
            image: example.com/web:1
            resources:
              requests:
                cpu: 100m
                memory: 100Mi
`,yG=e=>W`
  annotations:
    karpenter.sh/do-not-disrupt: ${e}
`;function bG(){let e=J({terminationGracePeriod:`24h`}),[t,n]=[yG(`"true"`),yG(`4h`)];return{bad:[$(e,vG(`Deployment`,t,``)),$(e,vG(`Deployment`,``,yG(`"yes"`))),K({karpenter:`0.37`},$(e,vG(`Deployment`,t,``))),K({karpenter:`1.11`},$(e,vG(`StatefulSet`,``,n))),U($(e,vG(`DaemonSet`,``,t)),{'annotations:\n        karpenter.sh/do-not-disrupt: "true"':``})],good:[$(e,vG(`Deployment`,t,t)),$(e,vG(`Deployment`,``,n)),$(e,vG(`Deployment`,``,yG(`"false"`))),vG(`DaemonSet`,``,t)]}}function xG(e,t){return CG(e.replace(/^\.?\//,``).replace(/\/$/,``).split(`/`),t.split(`/`))}const SG=(e,t)=>e===``||xG(e,t);function CG(e,t){let n=0,r;for(let i=0;i<t.length;){if(n===e.length)return!0;if(e[n]===`**`)r={at:n++,step:i};else if(wG(e[n],t[i]))[n,i]=[n+1,i+1];else if(r)[n,i]=[r.at+1,++r.step];else return!1}return e.slice(n).every(e=>e===`**`)}function wG(e,t){let[n=``,...r]=e.split(`*`);if(r.length===0)return t===n;let i=r.pop();if(!t.startsWith(n)||t.length<n.length+i.length||!t.endsWith(i))return!1;let a=n.length;for(let e of r){let n=t.indexOf(e,a);if(n===-1||n+e.length>t.length-i.length)return!1;a=n+e.length}return!0}function TG({file:e,origin:t},n){let r=t?.environment;return r!==void 0&&Object.hasOwn(n,r)?[r]:Object.keys(n).filter(r=>EG(n[r],t?.place??e)).sort()}const EG=({paths:e},t)=>e.length===0||e.some(e=>SG(e,t));function DG(e,t){let n=at(e.environments,t);if(n===void 0)return e;let{rules:r,gate:i,karpenter:a,...o}=n.own,s=o.region??MG(n)??e.region;return{...e,...s!==e.region&&{zones:void 0,nodeClassZones:{},nodeClassAddresses:{},vcpuQuotas:{}},...o,region:s,karpenter:{...e.karpenter,...a},rules:{...e.rules,...r},gate:kG(e.gate,n)}}const OG=({environments:e})=>Object.keys(e).filter(t=>e[t].isApplied===!0).sort(),kG=(e,t)=>AG(e??CH,t?.own.gate),AG=(e,{attention:t,...n}={})=>({...e,...n,attention:{...e.attention,...t}}),jG=/^arn:aws[\w-]*:eks:([a-z0-9-]+):(\d{12}):cluster\//,MG=({clusterArn:e})=>jG.exec(e??``)?.[1];function NG({clusterArn:e,allowedAccountIds:t}){let n=jG.exec(e??``)?.[2];return n===void 0?[...new Set(t)].sort():[n]}function PG(e,t){let{file:n,origin:r}=e,i=TG(e,t),a=i.length===1?i[0]:IG(e);return r?FG(`root`,r.root,a):i.length===1&&t[i[0]].paths.length>0?FG(`environment`,i[0],a):{...FG(`folder`,Be(n),a),unit:`file ${n}`}}function FG(e,t,n){let r=`${e} ${t}`;return{key:r,unit:r,kind:e,name:t,environment:n}}const IG=({file:e,origin:t})=>t?.guessedEnvironment??_e(t?t.place??t.root:Be(e)),LG=q({id:`duplicate-object`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],on:{Manifests:RG},docs:{summary:`One place defines an object twice, with different content.`,why:`All manifests of a file, of a rendered root or of a configured environment are applied together, so the two definitions overwrite each other. The last one wins, and the other one has no effect. Two files of one folder may be alternatives, so they are only a note. Objects of the same name in different folders, environments or roots are different objects, and are not reported. Folders with examples are not reported either.`,help:`Remove one of the definitions, or rename it.`,url:`https://kubernetes.io/docs/concepts/overview/working-with-objects/names/`},examples:WG});function RG(e,{report:t,settings:n}){let r=new Map;for(let i of e.manifests){if(i.isPartial||i.isInValues||i.name===``||g(i.name))continue;let e=ye(i)?.role,a=zG(i);if(e===`node claim`||e===void 0&&!a)continue;let o=PG(i.source,n.environments),s=JSON.stringify([o.key,Et(i)]),c=e=>o.kind===`folder`&&e.source.file!==i.source.file,l=r.get(s);l===void 0&&r.set(s,i),l===void 0||VG(l,i)||HG(o)||a&&c(l)&&!BG(l,i)||t({manifest:i,...c(l)&&{severity:a?`warning`:`note`},at:i.span([`metadata`,`name`]),message:`${i.kind} \`${i.name}\` is defined twice in ${UG(o)}, with different content. The definition that is applied last overwrites the other`,labels:[{span:l.span([`metadata`,`name`]),message:`the other definition`}],help:`Remove one of the two definitions, or rename one of them.`})}}const zG=({apiVersion:e,kind:t})=>d(e)===`argoproj.io`&&(t===`Application`||t===`ApplicationSet`);function BG(e,t){let[n,r]=[e,t].map(e=>{let t=e.kind===`Application`?[`spec`]:[`spec`,`template`,`spec`],[n,r]=[`server`,`name`].map(n=>v(e.get([...t,`destination`,n])));return n??r});return![e,t].some(({source:e})=>e.file.split(/[/._-]/).some(Ue))&&n!==void 0&&n===r&&!g(n)&&!n.includes(`{{`)}const VG=(e,t)=>JSON.stringify(e.object)===JSON.stringify(t.object),HG=({kind:e,name:t})=>e===`folder`&&/(?:^|\/)(?:docs?|examples?|samples?|tests?|testdata|demos?|fixtures)(?:\/|$)/i.test(t);function UG({kind:e,name:t}){return e===`environment`?`environment \`${t}\``:e===`root`?`\`${t}\``:t===``?`one folder`:`folder \`${t}\``}function WG(){return{bad:[U($(J({requirements:[`kubernetes.io/arch In ["amd64"]`]}),J({requirements:[`kubernetes.io/arch In ["arm64"]`]})),{"---\napiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: default":`---
apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: arm`})],good:[$(J(),Y(`role: nodes`))]}}const GG=[`spec`,`disruption`,`consolidateAfter`],KG=q({id:`empty-reserved-nodes`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Capacity reservations`,mistakes:[],on:{Manifests(e,{report:t}){for(let n of z(e)){let e=v(n.get(GG)),r=n.isPartial?void 0:xp(n);r&&e!==void 0&&JG(e)&&t({manifest:n,...qG(e)&&{severity:`warning`},at:n.span(GG),message:`\`${n.name}\` removes a node that has been empty for ${e}, although it launches only into capacity reservations. An idle reservation costs the same, so this saves nothing, and the next pod waits for a new node`,help:"Set `consolidateAfter: Never`. If other clusters share the reservations, set at least `1h`.",labels:[{span:n.span(r.path),message:`only reserved capacity`}]})}}},docs:{summary:`A NodePool that launches only into capacity reservations removes its empty nodes soon.`,why:"A capacity reservation is billed whether instances run in it or not. Removing an empty node of it saves nothing. The next pod waits until a new instance has started, which takes many minutes for large GPU instances. If somebody else uses the reservation meanwhile, or if a Capacity Block is about to end, the node does not come back. Reported for NodePools that allow only `reserved` and wait less than an hour: as a warning below one minute, otherwise as a note.",help:"Set `consolidateAfter: Never` in the NodePool.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:YG});function qG(e){let t=jt(e);return t!==void 0&&t<60000000000n}function JG(e){let t=jt(e);return t!==void 0&&t<3600000000000n}function YG(){let e=(e,t)=>$(J({name:`training`,limits:`cpu: 384`,nodeClassRef:`default`,disruption:W`
          consolidationPolicy: WhenEmpty
          consolidateAfter: ${e}
        `,requirements:[`karpenter.sh/capacity-type In [${t}]`]}),Y(W`
        role: KarpenterNodeRole-demo
        capacityReservationSelectorTerms:
          - id: cr-0123456789abcdef0
      `));return{bad:[U(e(`30s`,`reserved`),{"consolidateAfter: 30s":`consolidateAfter: Never`})],good:[e(`Never`,`reserved`),e(`2h`,`reserved`),e(`30s`,`reserved, on-demand`)]}}const XG=[`spec`,`template`,`spec`],ZG=q({id:`expiry-blocked`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[41],on:{Manifests(e,{report:t}){let n=z(e);if(n.length!==0&&n.every(DV))for(let{manifest:r,template:i}of M(e)){let e=[...i,`metadata`,`annotations`,qe];r.kind!==`Deployment`&&r.kind!==`StatefulSet`||v(r.get(e))!==`true`||t({manifest:r,at:r.keySpan(e),message:`Expired nodes with pods of ${r.kind} \`${r.name}\` stay half-drained, because no NodePool has a \`terminationGracePeriod\``,labels:[{span:n[0].keySpan(XG),message:`for example, this NodePool`}],help:"Set `terminationGracePeriod` in the NodePool that these pods run on."})}}},docs:{summary:"Pods that must not be disrupted run on nodes that expire, and no `terminationGracePeriod` ends the wait.",why:"Karpenter taints and drains an expired node whatever the budgets say, after 30 days unless `expireAfter` differs. It does not evict a pod with `karpenter.sh/do-not-disrupt`. The node stays half-drained and costs money as long as the pod exists. For a Deployment or a StatefulSet, that is until somebody deletes the pod.",help:"Set `terminationGracePeriod` in the NodePool, after which Karpenter also deletes such a pod. Or set `expireAfter: Never`, and replace nodes in another way.",url:`https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod`},examples:QG});function QG(){return{bad:[U($(J(),W`
          apiVersion: apps/v1
          kind: StatefulSet
          metadata:
            name: queue
          spec:
            template:
              metadata:
                annotations:
                  karpenter.sh/do-not-disrupt: "true"
              spec:
                containers:
                  - name: queue
                    image: queue
                    resources:
                      requests:
                        cpu: 100m
                        memory: 100Mi
        `),{"requirements: []":`requirements: []
terminationGracePeriod: 24h`})],good:[$(J({requirements:[],terminationGracePeriod:`24h`}),W`
          apiVersion: apps/v1
          kind: StatefulSet
          metadata:
            name: queue
          spec:
            template:
              metadata:
                annotations:
                  karpenter.sh/do-not-disrupt: "true"
              spec:
                containers:
                  - name: queue
                    image: queue
                    resources:
                      requests:
                        cpu: 100m
                        memory: 100Mi
        `),$(J(),W`
          apiVersion: batch/v1
          kind: Job
          metadata:
            name: ends-by-itself
          spec:
            template:
              metadata:
                annotations:
                  karpenter.sh/do-not-disrupt: "true"
              spec:
                restartPolicy: Never
                containers:
                  - name: report
                    image: report
                    resources:
                      requests:
                        cpu: 100m
                        memory: 100Mi
        `)]}}const $G=q({id:`exported-object`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],on:{Manifests(e,t){let n=Zc(e),r=new Set(M(e).map(({manifest:e})=>e));for(let i of e.manifests)(aK(i)||n&&r.has(i))&&rK(i,t)}},docs:{summary:`An object has fields that only the API server sets, because it was exported from a cluster.`,why:"The API server refuses an update whose `metadata.resourceVersion` is not the current one, and one whose `metadata.uid` belongs to a deleted object. The file can then no longer be applied, and never to another cluster. Karpenter compares nodes with the hash in its annotations, so an old hash makes them look drifted until Karpenter writes the right one. Kubernetes deletes an object if no owner with the `uid` in `metadata.ownerReferences` exists.",help:"Remove `uid`, `resourceVersion`, `generation`, `creationTimestamp`, `managedFields`, `ownerReferences` and `status`.",url:`https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions`},examples:oK}),eK=[`uid`,`resourceVersion`],tK=[`generation`,`creationTimestamp`,`managedFields`,`selfLink`],nK=/^karpenter\.(?:sh\/nodepool-hash|k8s\.aws\/ec2nodeclass-hash)(?:-version)?$|^karpenter\.sh\/stored-version-migrated$/;function rK(e,{report:t}){let n=t=>t.map(e=>[`metadata`,e]).filter(t=>{let n=e.get(t);return n!==void 0&&!g(n)}),r=Object.keys(h(e.get([`metadata`,`annotations`]))??{}).filter(e=>nK.test(e)).map(e=>[`metadata`,`annotations`,e]),i=n([`ownerReferences`]).filter(t=>f(e.get(t)).some(iK)),[a]=i,[o]=n(eK).filter(t=>typeof e.get(t)==`string`),[s]=r;if(a===void 0&&o===void 0&&s===void 0)return;let c=e.get([`status`])===void 0?[]:[[`status`]],l=[...i,...n([...eK,...tK]),...r,...c],u=()=>a?`Kubernetes may delete \`${e.name}\` if no object in the cluster has the \`uid\` of its owner in \`metadata.ownerReferences\``:o?`\`${e.name}\` was exported from a cluster: with \`${o.join(`.`)}\`, the API server refuses it once the object has changed or was created again`:`\`${e.name}\` was exported from a cluster: Karpenter writes \`${s.at(-1)}\` itself, and applying an old value makes its nodes look drifted`;t({manifest:e,at:e.keySpan(a??o??s),...a===void 0&&o===void 0&&{severity:`note`},message:u(),help:`Remove ${l.map(e=>`\`${e.join(`.`)}\``).join(`, `)}.`,fix:{description:`Remove them`,edits:l.flatMap(t=>Xe(e,t))}})}const iK=e=>{let t=h(e)?.uid;return typeof t==`string`&&!g(t)},aK=({apiVersion:e})=>/^karpenter\./.test(d(e));function oK(){return{bad:[W`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
          uid: 5b6bd8a1-5d2c-4b8e-9f0a-0d7c7b1f4c11
          resourceVersion: "81234"
          creationTimestamp: "2026-01-02T03:04:05Z"
        spec:
          role: KarpenterNodeRole-demo
      `,W`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
          annotations:
            karpenter.sh/nodepool-hash: "1234567890"
            team: platform
        spec:
          limits:
            cpu: 100
          template:
            spec:
              requirements: []
      `,W`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
          ownerReferences:
            - apiVersion: v1
              kind: Namespace
              name: platform
              uid: 5b6bd8a1-5d2c-4b8e-9f0a-0d7c7b1f4c11
        spec:
          limits:
            cpu: 100
          template:
            spec:
              requirements: []
      `],good:[W`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
          creationTimestamp: null
        spec:
          role: KarpenterNodeRole-demo
      `]}}const sK=q({id:`feature-gate-off`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Karpenter installation`,mistakes:[],on:{NodePool(e,t){if(Pf(e)?.group===`eks.amazonaws.com`)return;let n=e.get([`spec`,`replicas`]),r=n===void 0||g(n)?void 0:lK(`staticCapacity`,t);r&&t.karpenter.staticReplicas&&t.report({at:e.span([`spec`,`replicas`]),message:`Karpenter ignores NodePool \`${e.name}\` with its \`replicas\` and launches no node for it, because ${r.because}`,help:r.help});let i=e.isPartial?void 0:xp(e),a=i??bp(e).find(({operator:e,values:t})=>e===`In`&&t.some(cK)),o=a&&lK(`reservedCapacity`,t);a!==void 0&&o&&t.karpenter.capacityReservations&&t.report({at:e.span(a.path),message:i?`Karpenter launches nothing for NodePool \`${e.name}\`, which allows only \`reserved\`, because ${o.because}`:`Karpenter uses no capacity reservation for NodePool \`${e.name}\`, because ${o.because}`,help:o.help,...!i&&{severity:`note`}})},NodeOverlay(e,t){let n=t.karpenter.nodeOverlay?lK(`nodeOverlay`,t):void 0;n&&t.report({at:e.span([`metadata`,`name`]),message:`Karpenter ignores NodeOverlay \`${e.name}\`, because ${n.because}`,help:n.help})}},docs:{summary:`Karpenter ignores a NodePool, a NodeOverlay or a capacity type, because its feature gate is off.`,why:"Static capacity (`spec.replicas`) and NodeOverlays are alpha, and off by default. Capacity reservations are off by default before Karpenter 1.6. The CRDs accept the objects anyway, and Karpenter ignores them without an error. Reported only when the files show the version of the chart and all of its values, or when the configuration says that the gate is off.",help:`Turn the gate on in the values of Karpenter’s chart.`,url:`https://karpenter.sh/docs/reference/settings/#feature-gates`},examples:uK}),cK=({text:e})=>e===`reserved`;function lK(e,{settings:t,all:n}){let r=tU(n);if((t.karpenter.featureGates?.[e]??r?.gates[e])!==!1)return;let i=`settings.featureGates.${e}`;return{because:`${`the feature gate \`${e.charAt(0).toUpperCase()}${e.slice(1)}\``} is off${r?.defaults.has(e)===!0?` by default in the chart ${r.chartVersion}`:``}`,help:`Set \`${i}: true\` in Karpenter’s Helm values. If the gate is already on, set \`karpenter.${i}: true\` in plumbline.yaml.`}}function uK(){let e=(e,t=`1.8.6`)=>Z(`karpenter`,{version:t,values:W`
        settings:
          clusterName: demo
          ${e}
      `}),t=J({replicas:3,limits:W`
      nodes: 4
    `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`,`node.kubernetes.io/instance-type In [m7i.large]`]}),n=W`
    apiVersion: karpenter.sh/v1alpha1
    kind: NodeOverlay
    metadata:
      name: agreed-prices
    spec:
      requirements:
        - key: karpenter.k8s.aws/instance-family
          operator: In
          values: [m7i]
      priceAdjustment: "-12%"
  `,r=J({limits:`cpu: 384`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved, on-demand]`]}),i=(e,...t)=>K({karpenter:e},$(...t)),a=e=>({"clusterName: demo":`clusterName: demo\nfeatureGates: {${e}: true}`});return{bad:[U(i(`1.8`,t,X,e(``)),a(`staticCapacity`)),U(i(`1.8`,n,e(``)),a(`nodeOverlay`)),U(i(`1.5`,r,X,e(``,`1.5.2`)),a(`reservedCapacity`))],good:[i(`1.8`,t,X,e(`featureGates: {staticCapacity: true}`)),i(`1.8`,n,e(`featureGates: {nodeOverlay: true}`)),i(`1.8`,r,X,e(``)),i(`1.8`,t,X,e('featureGates: {staticCapacity: "${STATIC}"}'))]}}const dK=q({id:`fixed-by-label`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[],on:{NodePool:fK,Provisioner:fK},docs:{summary:`A label of the template fixes the value of a requirement that allows several.`,why:"Karpenter treats the labels of the template as requirements with a single value. With the label `karpenter.sh/capacity-type: spot`, a requirement that allows spot and on-demand allows only spot: when spot capacity runs out, there is no fallback, and pods stay pending.",help:`Remove the label, because Karpenter sets it on every node anyway. If only one value is meant, remove the others from the requirement.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatemetadatalabels`},examples:vK});function fK(e,{report:t}){let n=Df(e);for(let{key:r,path:i,values:a,isKnown:o}of Mf(e)){let[s]=a;if(!o||!s)continue;let c=n.filter(e=>e.isKnown&&!pK(e,r)&&C(e.key)===C(r)),l=c.find(e=>gK(e,s.text));if(!l||!c.every(e=>hK(e,s.text)))continue;let u=l.operator===`In`?mK(l,s.text):[],d=u.length>0?_K(u):`another value`;t({at:e.span(i),message:`The label \`${r}: ${s.text}\` of the template fixes the value, so \`${e.name}\` never launches nodes with ${d}`,labels:[{span:e.span(l.path),message:`allows several values`}],help:`Remove the label, or ${u.length>0?`remove ${_K(u)} from the requirement`:`replace the requirement with \`In [${s.text}]\``}.`})}}const pK=({operator:e},t)=>e===`Exists`&&/(?:^|\.)kubernetes\.io\//.test(t),mK=({values:e},t)=>[...new Set(e.map(e=>e.text))].filter(e=>e!==t);function hK({operator:e,values:t},n){let r=t.map(e=>e.text);return e===`In`?r.includes(n):e===`NotIn`?!r.includes(n):e===`Gt`?Number(n)>Number(r[0]):e===`Lt`?Number(n)<Number(r[0]):e===`Exists`}const gK=(e,t)=>hK(e,t)&&(e.operator!==`In`||mK(e,t).length>0);function _K(e){let t=e.slice(0,3).map(b),n=e.length-t.length;return n>0?`${t.join(`, `)} or ${n} more`:t.length===1?t[0]:`${t.slice(0,-1).join(`, `)} or ${t.at(-1)}`}function vK(){return{bad:[U(J({labels:`karpenter.sh/capacity-type: spot`,requirements:[`karpenter.sh/capacity-type In [spot, on-demand]`]}),{"[spot, on-demand]":`[spot]`}),U(J({labels:`example.com/team: web`,requirements:[`example.com/team Exists`]}),{"operator: Exists":`operator: In
values: [web]`})],good:[J({labels:`karpenter.sh/capacity-type: spot`,requirements:[`karpenter.sh/capacity-type In [spot]`]}),J({labels:`team: web`,requirements:[`karpenter.sh/capacity-type In [spot, on-demand]`]})]}}function yK(e){let[t,n]=[`consolidationPolicy`,`consolidateAfter`].map(t=>v(e.get([`spec`,`disruption`,t])));return e.isPartial||t===`WhenEmpty`||n===`Never`||[t,n,e.get([`spec`,`disruption`,`budgets`])].some(g)?!1:!f(e.get([`spec`,`disruption`,`budgets`])).some(e=>{let{nodes:t,schedule:n,reasons:r}=h(e)??{},i=f(r).length===0||f(r).includes(`Underutilized`);return/^0%?$/.test(v(t)??``)&&n===void 0&&i})}const bK=q({id:`foreign-annotations`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[],on:{Manifests(e,t){for(let n of z(e))wK(n,t);if(EK(e,t),Zc(e))for(let n of aG(e))DK(n,t)}},docs:{summary:`An annotation or label that protects pods from another autoscaler does not protect them from Karpenter.`,why:'Karpenter reads `karpenter.sh/do-not-disrupt` only. It evicts pods with `cluster-autoscaler.kubernetes.io/safe-to-evict: "false"` like all others when it consolidates, replaces or expires their nodes. Long jobs and sessions end that used to be safe. It is a note if the files also have the other autoscaler or node groups, on which the pods may run.',help:'Add the annotation `karpenter.sh/do-not-disrupt: "true"`. Keep the other one while the other autoscaler removes nodes, too.',url:`https://karpenter.sh/docs/concepts/disruption/#pod-level-controls`},examples:AK}),xK=`cluster-autoscaler.kubernetes.io/safe-to-evict`,SK=[[`annotations`,xK,`false`],[`labels`,`spotinst.io/restrict-scale-down`,`true`],[`annotations`,`autoscaling.cast.ai/removal-disabled`,`true`],[`labels`,`autoscaling.cast.ai/removal-disabled`,`true`]],CK=`cluster-autoscaler.kubernetes.io/scale-down-disabled`;function wK(e,{report:t}){let n=[`spec`,`template`,`metadata`,`annotations`];v(e.get([...n,CK]))!==`true`||TK(e,n)||t({manifest:e,at:e.keySpan([...n,CK]),message:`Karpenter does not read \`${CK}\`, so it disrupts the nodes of \`${e.name}\``,help:`Use \`${qe}: "true"\` instead.`,fix:{description:`Add \`${qe}: "true"\``,edits:lt(e,n,qe,`"true"`)}})}const TK=(e,t)=>Object.keys(h(e.get(t))??{}).some(e=>e===`karpenter.sh/do-not-disrupt`||g(e));function EK(e,t){let n=M(e).flatMap(({manifest:e,template:t})=>{let n=SK.find(([n,r,i])=>v(e.get([...t,`metadata`,n,r]))===i);return!n||e.kind===`DaemonSet`?[]:[{manifest:e,template:t,mark:n}]});if(n.length===0)return;let r=ZH(e)||e.manifests.some(OK);for(let{manifest:e,template:i,mark:a}of n){let n=[...i,`metadata`,`annotations`];if(TK(e,n))continue;let o=t.onlyClusterFor(e),s=o!==t.clusterOf(e),c=Pp(e,[...i,`spec`],o),l=c?.pools.find(e=>!e.isPartial);if(!c||!l||Object.hasOwn(fe,e.kind)&&yK(l))continue;let[u,d]=a,f=r||!c.isOnly||s,p=s?`, if both are in one cluster`:lh(e,l,t);t.report({manifest:e,...f&&{severity:`note`},at:e.keySpan([...i,`metadata`,u,d]),message:`Karpenter does not read \`${d}\`, so it evicts these pods when it disrupts nodes of \`${l.name}\``,help:`Add the annotation \`${qe}: "true"\` to the pods.`,labels:[{span:l.span([`metadata`,`name`]),message:`the pods may run on nodes of this NodePool${p}`}],fix:{description:`Add \`${qe}: "true"\``,edits:lt(e,n,qe,`"true"`)}})}}function DK(e,{report:t}){let{manifest:n,ofAll:r,ofSome:i}=e,a=[...iG,xK];if(v(n.get(a))!==`false`||n.kind===`DaemonSet`)return;let o=[qe,xK];oG(e,iG,[`karpenter.sh/do-not-disrupt`])||[r,...i].some(t=>oG(e,t,o))||t({manifest:n,severity:`note`,at:n.keySpan(a),message:`\`${xK}\` on ${n.kind} \`${n.name}\` protects none of its pods. The cluster autoscaler reads it on pods, and Karpenter does not read it`,help:`Add \`${qe}: "true"\` to \`${r.join(`.`)}\` if Karpenter must not evict the pods.`})}const OK=({kind:e,name:t})=>e===`Deployment`&&/spot-?ocean|castai/.test(t),kK=e=>W`
  apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: replay
  spec:
    replicas: 2
    selector:
      matchLabels:
        app: replay
    template:
      metadata:
        labels:
          app: replay
        annotations:
          ${e}
      spec:
        nodeSelector:
          karpenter.sh/nodepool: default
        containers:
          - name: replay
            image: example.com/replay
            resources:
              requests:
                cpu: "1"
                memory: 1Gi
`;function AK(){let e=J({nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`],terminationGracePeriod:`24h`}),t=W`cluster-autoscaler.kubernetes.io/safe-to-evict: "false"`;return{bad:[$(e,kK(t),X)],good:[$(e,kK(W`
          cluster-autoscaler.kubernetes.io/safe-to-evict: "false"
          karpenter.sh/do-not-disrupt: "true"
        `),X),$(e,kK(W`cluster-autoscaler.kubernetes.io/safe-to-evict: "true"`),X)]}}const jK=q({id:`frozen-nodes`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[39],on:{NodePool(e,{report:t}){if(e.isPartial)return;let n=Tf(e,[`spec`,`template`,`spec`,`expireAfter`]),i=NK(e,EH),a=i||n.value===`Never`?PK(e,i):void 0,[o]=a??[];if(!a||!o)return;let s=n.value===`Never`||m(e.apiVersion)===`v1beta1`,c=a.some(({hours:e})=>e===`always`),l=c&&a.some(({path:t})=>yV(e,t,{parents:2})!==``),u=He(a.length,`A budget of 0 blocks`,`Budgets of 0 block`),d=i?`all voluntary disruption`:`drift`,f=r(!c,`, because the windows leave no gap`),p=r(!i,"and `expireAfter` is `Never`, "),ee=s?`its nodes are never patched`:`only expiry replaces its nodes`,h=()=>i?"Set `reasons` to the disruption reasons that you want to block, or set `schedule` and `duration`. Then add a budget such as `nodes: 10%` for everything else. If nothing should be disrupted, write the reason in a comment next to the budget.":"Limit the budget with `schedule` and `duration`, or set `expireAfter` to a duration. If nothing should be patched, write the reason in a comment next to the budget.";t({at:e.span([...o.path,`nodes`]),...l&&{severity:`note`},message:`${u} ${d} of ${e.kind} \`${e.name}\` at all times${f}, ${p}so ${ee}`,help:h()})}},docs:{summary:`Disruption budgets of 0 apply at all times, to all reasons or to drift of nodes that never expire.`,why:"Karpenter never consolidates such a NodePool and never rolls out its drift. New AMIs and changed node classes do not reach running nodes. Only expiry, which ignores budgets, replaces them. With `expireAfter: Never`, nothing does: the nodes are never patched. If a comment next to the budget gives the reason, the finding is a note. That does not hold for windows that never end, such as `24h` each day.",help:"Set `reasons` to the disruption reasons that you want to block, or limit the budget with `schedule` and `duration`. Then add a budget for everything else.",url:`https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets`},examples:FK}),MK=e=>DH(e).filter(({isZero:e})=>e),NK=(e,t)=>t.every(t=>{let n=MK(e).filter(e=>e.appliesTo(t));return n.length>0&&AH(n)===!1});function PK(e,t){if(t)return MK(e);if(NK(e,[`Drifted`]))return MK(e).filter(e=>e.appliesTo(`Drifted`))}function FK(){return{bad:[U(J({requirements:[],expireAfter:`Never`,disruption:W`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
        `}),{"budgets:":`budgets:
  - nodes: 10%`,'nodes: "0"':`nodes: "0"
reasons: [Underutilized]`},{"budgets:":`budgets:
  - nodes: 10%`,'nodes: "0"':`nodes: "0"
schedule: 0 9 * * mon-fri
duration: 8h`}),U(J({disruption:W`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
              schedule: 0 0 * * *
              duration: 24h
            - nodes: 20%
        `}),{"duration: 24h":`duration: 8h`}),U(J({expireAfter:`Never`,disruption:W`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              reasons: [Drifted]
        `}),{"expireAfter: Never":`expireAfter: 720h`},{"reasons: [Drifted]":`reasons: [Drifted]
schedule: 0 9 * * mon-fri
duration: 8h`})],good:[J({disruption:W`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              reasons: [Underutilized]
        `}),J({name:`business-hours`,disruption:W`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
        `})]}}const IK=q({id:`full-reservations`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Capacity reservations`,mistakes:[],on:{Manifests(e,t){let{karpenter:n,report:r}=t;if(n.offersFullReservations)for(let e of uT(t)){let t=e.filter(e=>LK(e)&&mT(e));for(let e of t){let n=xp(e),i=n&&t.find(t=>xp(t)===void 0&&RK(e,t));i&&r({manifest:e,at:e.span(n.path),message:`While its reservations are full, \`${e.name}\` keeps pods pending that \`${i.name}\` could run`,help:"Also allow `on-demand` here. Karpenter uses reserved capacity first.",labels:[{span:i.span([`metadata`,`name`]),message:`Karpenter does not try this NodePool`}]})}}}},docs:{summary:`While its reservations are full, a NodePool that allows only reserved capacity keeps pods pending that another NodePool could run.`,why:`Up to Karpenter 1.14, a full reservation was not available, so pods went to the NodePool with the next lower weight. Since 1.15, Karpenter waits for full reservations. If a NodePool has only full reservations for a pod, the pod stays pending until one has room. Meanwhile, Karpenter does not try the NodePools after it. If the NodePool also allows another capacity type, Karpenter launches that.`,help:"Also allow `on-demand` in the same NodePool. Karpenter uses reserved capacity first.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:zK}),LK=e=>!e.isPartial&&Tf(e,[`spec`,`weight`]).isKnown&&e.get([`spec`,`replicas`])===void 0,RK=(e,t)=>Hf(e)>Hf(t)||Hf(e)===Hf(t)&&se(e.name,t.name)>0;function zK(){return{bad:[U(K({karpenter:`1.15`},$(J({name:`reserved`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved]`]}),J({name:`fallback`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),Y(W`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `))),{"[reserved]":`[reserved, on-demand]`})],good:[K({karpenter:`1.15`},$(J({name:`reserved`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved, on-demand]`]}),J({name:`fallback`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [spot]`]}),Y(W`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `))),K({karpenter:`1.15`},$(J({name:`training`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,taints:W`
              - key: example.com/training
                effect: NoSchedule
            `,requirements:[`karpenter.sh/capacity-type In [reserved]`]}),J({name:`general`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),Y(W`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `))),K({karpenter:`1.15`},$(J({name:`reserved`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved]`]}),J({name:`general`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),Y(W`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `)))]}}const BK=q({id:`gpu-taint`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[90],on:{NodePool:VK,Provisioner:VK},docs:{summary:`A NodePool in which all instance types have GPUs or other accelerators has no taint.`,why:`Karpenter may launch a node of this NodePool for any pod that fits nowhere else. An ordinary web server then runs on an instance that costs many times what it needs. Consolidation cannot remove the node while the pod runs there.`,help:"Add a taint to the NodePool, such as `nvidia.com/gpu:NoSchedule`, and a toleration to the pods that need its nodes.",url:`https://karpenter.sh/docs/concepts/scheduling/#acceleratorsgpu-resources`},examples:HK});function VK(e,{report:t,catalog:n,compatible:r}){let i=r(e),a=e.kind===`NodePool`?[`spec`,`template`,`spec`]:[`spec`],o=Tf(e,[...a,`taints`]);n&&i?.isExact&&i.names.length!==0&&(!o.isKnown||f(o.value).length>0||i.names.every(e=>{let{gpus:t,accelerator:r}=n.type(e);return t.length>0||r!==void 0})&&t({at:e.keySpan(a),message:`Every instance type of \`${e.name}\` has GPUs or other accelerators, but no taint keeps ordinary pods away`,help:"Add a taint such as `nvidia.com/gpu:NoSchedule`, and a toleration to the pods that need these nodes."}))}function HK(){return{bad:[U(J({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6, g6e]`]}),{"requirements:":`taints:
  - key: nvidia.com/gpu
    effect: NoSchedule
requirements:`})],good:[J({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6, g6e]`],taints:W`
          - key: nvidia.com/gpu
            effect: NoSchedule
        `}),J({name:`mixed`,requirements:[`karpenter.k8s.aws/instance-family In [g6, m7i]`]})]}}function UK(e){let t=new Map;for(let{namespace:n,item:r}of GK(e)){let e=[`min`,`max`,`default`,`defaultRequest`].map(e=>KK(h(r[e])));t.set(n,Object.assign({},...e,t.get(n)))}return t}function WK(e){let t=new Map;for(let{namespace:n,item:r}of GK(e)){let e=[`max`,`default`].map(e=>KK(h(r[e])));t.set(n,Object.assign({},...e,t.get(n)))}return t}const GK=e=>e.filter(({kind:e,apiVersion:t})=>e===`LimitRange`&&d(t)===``).toSorted((e,t)=>se(e.name,t.name)).flatMap(e=>f(e.get([`spec`,`limits`])).flatMap((t,n)=>{let r=h(t);return r?.type===`Container`?[{manifest:e,namespace:e.namespace??`default`,index:n,item:r}]:[]}).toReversed()),KK=e=>Object.fromEntries(Object.entries(e??{}).filter(e=>typeof e[1]==`string`||typeof e[1]==`number`)),qK=q({id:`hpa-utilization`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[],on:{Manifests(e,{report:t}){if(!Zc(e))return;let n=UK(e.manifests);for(let r of JK(e)){let{manifest:i,resource:a,path:o}=r,s=YK(i,e);if(s===void 0||a in(n.get(s.namespace)??{}))continue;let c=XK(s,r);if(c===void 0)continue;let{kind:l,name:u}=s.manifest,d=[...s.template,`spec`,`containers`,c,`name`],f=a===`cpu`?`CPU`:a,p=r.isOnly?`and never scales`:`so it never scales down`;t({manifest:i,at:i.span(o),message:`Container \`${v(s.manifest.get(d))}\` of ${l} \`${u}\` requests no ${f}. HorizontalPodAutoscaler \`${i.name}\` cannot work out the utilization of its pods, ${p}`,help:`Set \`resources.requests.${a}\` in every container of the pods, or use \`averageValue\`.`,labels:[{span:s.manifest.span(d),message:`has no request`}]})}}},docs:{summary:`An autoscaler scales by the utilization of a resource that a container does not request.`,why:"Utilization is a share of the request. If one container of a pod has none, the HorizontalPodAutoscaler reports `FailedGetResourceMetric` and does not scale. With other metrics, it still scales up by those, and never down. A limit counts as a request, and so do the defaults of a LimitRange among the manifests. Not reported if a VerticalPodAutoscaler sets the requests.",help:"Set the request in every container, or use `averageValue`.",url:`https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/`},examples:$K});function JK({manifests:e}){return e.flatMap(e=>{if(e.kind!==`HorizontalPodAutoscaler`||d(e.apiVersion)!==`autoscaling`||e.isPartial||y(e.get([`spec`])??null))return[];let t=[`spec`,`targetCPUUtilizationPercentage`];if(e.get(t)!==void 0)return[{manifest:e,path:t,resource:`cpu`,container:void 0,isOnly:!0}];let n=f(e.get([`spec`,`metrics`]));return n.flatMap((t,r)=>{let i=v(h(t)?.type)===`ContainerResource`?`containerResource`:`resource`,a=h(h(t)?.[i]),o=v(a?.name),s=h(a?.target)?.averageUtilization!==void 0;return o!==`cpu`&&o!==`memory`||!s?[]:[{manifest:e,path:[`spec`,`metrics`,r,i,`name`],resource:o,container:v(a?.container),isOnly:n.length===1}]})})}function YK(e,t){let[n,r]=[`kind`,`name`].map(t=>v(e.get([`spec`,`scaleTargetRef`,t])));if(!t.manifests.some(e=>e.kind===`VerticalPodAutoscaler`&&v(e.get([`spec`,`targetRef`,`name`]))===r))return M(t).find(({manifest:t,namespace:i})=>t.kind===n&&t.name===r&&i===Yc(e)&&Be(t.source.file)===Be(e.source.file)&&!t.isPartial)}function XK({manifest:e,template:t},n){let{resource:r,container:i}=n,a=[...t,`spec`],o=f(e.get([...a,`containers`])).map(h),s=o.some(e=>e?.image===void 0||g(e.resources)),c=h(e.get([...a,`resources`]));if(s||c!==void 0)return;let l=o.findIndex(e=>i!==void 0&&e?.name!==i?!1:[`requests`,`limits`].every(t=>{let n=h(e?.resources)?.[t];return!g(n)&&h(n)?.[r]===void 0}));if(!(l<0))return l}const ZK=e=>W`
  apiVersion: autoscaling/v2
  kind: HorizontalPodAutoscaler
  metadata:
    name: web
  spec:
    minReplicas: 2
    maxReplicas: 10
    scaleTargetRef:
      apiVersion: apps/v1
      kind: Deployment
      name: web
    metrics:
      - type: Resource
        resource:
          name: cpu
          target:
            ${e}
`,QK=e=>W`
  apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web
  spec:
    selector:
      matchLabels:
        app: web
    template:
      metadata:
        labels:
          app: web
      spec:
        containers:
          - name: web
            image: example.com/web:1
            resources:
              requests:
                ${e}
`;function $K(){let e=W`
    type: Utilization
    averageUtilization: 70
  `,t=W`
    type: AverageValue
    averageValue: 500m
  `,n=W`
    cpu: 100m
    memory: 100Mi
  `;return{bad:[U($(J(),QK(W`memory: 100Mi`),ZK(e)),{"memory: 100Mi":`memory: 100Mi
cpu: 100m`},{"type: Utilization":`type: AverageValue`,"averageUtilization: 70":`averageValue: 500m`})],good:[$(J(),QK(n),ZK(e)),$(J(),QK(W`memory: 100Mi`),ZK(t))]}}const eq=(e,t)=>Math.min(e.length,t.length)>=3&&tq(e)!==tq(t)&&i(e,t)===1,tq=e=>e.replaceAll(/\d/g,`0`),nq=q({id:`idle-pdb`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[],on:{Manifests(e,t){if(!Zc(e))return;let n=iq(e,t.base);for(let e of n)t.report(dq(e));let r=new Set(n.map(({present:e})=>e));for(let[n,i]of hV(e).byBudget)if(!(!T(i)||i.all.length>0||r.has(n)))for(let e of pq(n,t))t.report(e)}},docs:{summary:`A PodDisruptionBudget no longer limits the evictions of pods, or its selector looks misspelled.`,why:`A PodDisruptionBudget protects the pods of its namespace that its selector matches. If a label, the selector or the namespace changes, it protects none, and its status is the only place that says so. Karpenter then evicts all pods of a workload at the same time if they share a node, or if the disruption budgets allow several nodes. Reported if the change takes the budget from a workload that stays, which is a note if the change removes the budget or lets it allow all evictions. Also reported if the selector has one letter that differs from the labels of a workload without a budget.`,help:`Let the selector match the labels of the pods, in their namespace.`,url:`https://kubernetes.io/docs/tasks/run-application/configure-pdb/`},examples:gq}),rq=e=>`${e.kind} ${Yc(e)} ${e.name}`;function iq(e,t){if(t===null)return[];let n=aq(e),r=e.manifests.filter(mV),i=new Set(r.filter(e=>el(e,[`spec`,`selector`])===void 0).map(e=>Yc(e))),a=aq(t),[o,s]=[t,e].map(kV);return[...hV(t).byWorkload].flatMap(([e,[t,...c]])=>{let l=n.get(rq(e.manifest)),u=l&&Qc(l),d=a.has(rq(e.manifest));if(t===void 0||c.length>0||!d||l===void 0||u===void 0||uq(t,cq(e,o))||oq(l)||i.has(Yc(l.manifest)))return[];let f=cq(l,s);if(r.some(e=>Yc(e)===Yc(l.manifest)&&!uq(e,f)&&Wc(el(e,[`spec`,`selector`]),u)))return[];let p=r.find(e=>e.name===t.name);return[{workload:l.manifest,before:t,present:p,most:f}]})}function aq(e){let t=new Map,n=new Set;for(let r of M(e)){let e=rq(r.manifest);t.has(e)&&n.add(e),t.set(e,r)}for(let e of n)t.delete(e);return t}const oq=({manifest:e})=>Number(e.get([`spec`,`replicas`])??2)<2,sq={maxUnavailable:/^100%$/,minAvailable:/^0%?$/},cq=({manifest:e},t)=>t.get(OV(e))?.most;function lq(e,t){let n=e.get([`spec`,`maxUnavailable`]);return typeof n==`number`&&t!==void 0&&n>=t?`maxUnavailable`:Object.keys(sq).find(t=>sq[t].test(v(e.get([`spec`,t]))??``))}const uq=(e,t)=>lq(e,t)!==void 0;function dq({workload:e,before:t,present:n,most:r}){let{kind:i,name:a}=e,o=`PodDisruptionBudget \`${t.name}\``,s=`pods of ${i} \`${a}\``;if(n===void 0)return{manifest:e,at:e.span([`metadata`,`name`]),severity:`note`,message:`The change removes ${o}, so nothing limits how many ${s} Karpenter evicts at the same time`,help:`Keep ${o}, unless all of these pods may stop at the same time.`};let c=lq(n,r);return c===void 0?{manifest:n,at:n.span([`spec`,`selector`]),message:`${o} no longer selects the ${s}, so nothing limits how many of them Karpenter evicts at the same time`,help:`Let the selector match the labels of the pods, in their namespace.`,labels:[{span:e.span([`metadata`,`name`]),message:`was protected before the change`}]}:{manifest:n,at:n.span([`spec`,c]),severity:`note`,message:`\`${c}: ${n.get([`spec`,c])}\` lets Karpenter evict all ${s} at the same time`,help:"Set `maxUnavailable: 1`, unless all of these pods may stop at the same time."}}const fq=[`spec`,`selector`,`matchLabels`];function pq(e,{all:t}){let n=Object.entries(h(e.get(fq))??{}),{byWorkload:r}=hV(t),i=new Set([...r.keys()].map(({manifest:e})=>e));return M(t).filter(({manifest:t})=>Yc(t)===Yc(e)&&Be(t.source.file)===Be(e.source.file)&&!i.has(t)).flatMap(t=>{let r=Qc(t)??{},i=n.filter(([e,t])=>r[e]!==t),[a=``,s]=i[0]??[],c=r[a];if(i.length!==1||c===void 0||!eq(v(s)??``,c))return[];let{kind:l,name:u}=t.manifest;return[{manifest:e,at:e.span([...fq,a]),message:`PodDisruptionBudget \`${e.name}\` selects no pods: those of ${l} \`${u}\` have \`${a}: ${c}\``,help:o(c),fix:{description:`Replace with \`${c}\``,edits:S(e,[...fq,a],c)}}]}).slice(0,1)}const mq=W`
  apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web
  spec:
    replicas: 3
    selector:
      matchLabels:
        app: web
    template:
      metadata:
        labels:
          app: web
      spec:
        containers:
          - name: web
            image: example.com/web:1
            resources:
              requests:
                cpu: 100m
                memory: 100Mi
`,hq=e=>W`
  apiVersion: policy/v1
  kind: PodDisruptionBudget
  metadata:
    name: web
  spec:
    maxUnavailable: 1
    selector:
      matchLabels:
        app: ${e}
`;function gq(){return{bad:[$(J(),mq,hq(`wbe`))],good:[$(J(),mq,hq(`web`)),$(J(),mq,hq(`redis`))]}}const _q=q({id:`idle-spread`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[],on:{Manifests(e,{report:t,base:n}){if(!Zc(e))return;let r=vq(e),i=Me(r,({field:e})=>e.namespace),a=new Map((n===null?[]:vq(n)).map(e=>[yq(e),e]));for(let e of r){let n=i.get(e.field.namespace)??[],r=a.get(yq(e)),o=bq(e).find(t=>xq(t,{workload:e,others:n,old:r}));o!==void 0&&t({manifest:e.field.manifest,...Tq(o,e)})}}},docs:{summary:`A topology spread or an anti-affinity of pods does not select these pods, so it does not keep them apart.`,why:"The scheduler and Karpenter count only the pods that `labelSelector` matches. If it does not match the pods themselves, for example after a label was renamed, all of them may share one node or one zone. Without a `labelSelector`, a spread counts no pods at all. A spread is not reported if it selects pods of another workload. An anti-affinity often keeps other pods away. It is reported only if it matched the pods before the change.",help:"Let `labelSelector` match the labels of the pods.",url:`https://kubernetes.io/docs/concepts/scheduling-eviction/topology-spread-constraints/`},examples:Aq});function vq(e){return M(e).flatMap(e=>{let{manifest:t,namespace:n}=e,r=Qc(e);return r===void 0||Object.keys(r).length===0||t.isPartial||g(n)||g(t.name)||t.get([`spec`,`selector`])!==void 0&&!Wc(el(t,[`spec`,`selector`]),r)?[]:[{field:e,labels:r}]})}const yq=({field:{manifest:e,namespace:t}})=>`${e.source.file} ${e.kind} ${t} ${e.name}`;function bq({field:{manifest:e,template:t}}){let n=[...t,`spec`],r=[...n,`affinity`,`podAntiAffinity`],i=[...r,`requiredDuringSchedulingIgnoredDuringExecution`],a=[...r,`preferredDuringSchedulingIgnoredDuringExecution`],o=(t,...n)=>f(e.get(t)).map((e,r)=>[...t,r,...n]),s=(t,n)=>{let r=h(e.get(n)),i=v(r?.topologyKey);return r===void 0||i===void 0||y(r)||r.namespaces!==void 0||r.namespaceSelector!==void 0?[]:[{kind:t,path:n,selector:[...n,`labelSelector`],topologyKey:i}]};return[...o([...n,`topologySpreadConstraints`]).flatMap(e=>s(`topology spread`,e)),...[...o(i),...o(a,`podAffinityTerm`)].flatMap(e=>s(`anti-affinity`,e))]}function xq(e,{workload:t,others:n,old:r}){if(Sq(e,t)||wq(e,t)||bq(t).filter(({topologyKey:t})=>t===e.topologyKey).some(e=>Sq(e,t)))return!1;if(r!==void 0&&bq(r).some(t=>t.kind===e.kind&&t.topologyKey===e.topologyKey&&Sq(t,r)))return!0;if(n.length>300)return!1;let{manifest:i}=t.field,a=el(i,e.selector);return!n.some(({labels:e})=>Wc(a,e))&&e.kind===`topology spread`}const Sq=({selector:e},{field:{manifest:t},labels:n})=>Wc(el(t,e),n),Cq=new Set([`batch.kubernetes.io/job-name`,`batch.kubernetes.io/controller-uid`,`job-name`,`controller-uid`,`batch.kubernetes.io/job-completion-index`,`apps.kubernetes.io/pod-index`,`statefulset.kubernetes.io/pod-name`,`pod-template-hash`,`rollouts-pod-template-hash`,`controller-revision-hash`,`pod-template-generation`]);function wq({selector:e},{field:{manifest:t}}){let{matchLabels:n={},matchExpressions:r=[]}=el(t,e)??{};return[...Object.keys(n),...r.map(({key:e})=>e)].some(e=>Cq.has(e))}function Tq(e,t){let{manifest:n}=t.field,r=`${n.kind} \`${n.name}\``,i=n.get(e.selector)!==void 0,a=Eq(e,t),o=i?`does not select its own pods`:"has no `labelSelector`";return{at:n.span(i?e.selector:e.path),message:`The ${e.kind} over \`${e.topologyKey}\` of ${r} ${o}, so it does not keep them apart`,help:`Let \`labelSelector\` match the labels of the pods: \`${a}\`.`}}function Eq({selector:e},{field:t,labels:n}){let{manifest:r}=t,i=[e,[`spec`,`selector`]].flatMap(e=>Object.keys(el(r,e)?.matchLabels??{})).find(e=>n[e]!==void 0)??Object.keys(n)[0];return`${i}: ${n[i]}`}const Dq=e=>W`
  apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web
  spec:
    replicas: 3
    selector:
      matchLabels:
        app: web
    template:
      metadata:
        labels:
          app: web
      spec:
        ${e}
        containers:
          - name: web
            image: example.com/web:1
            resources:
              requests:
                cpu: 100m
                memory: 100Mi
`,Oq=e=>W`
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: topology.kubernetes.io/zone
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          app: ${e}
`,kq=e=>W`
  affinity:
    podAntiAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        - topologyKey: kubernetes.io/hostname
          labelSelector:
            matchLabels:
              app: ${e}
`;function Aq(){return{bad:[U($(J(),Dq(Oq(`frontend`))),{"app: frontend":`app: web`})],good:[$(J(),Dq(Oq(`web`))),$(J(),Dq(kq(`wbe`)))]}}const jq=q({id:`interrupted-jobs`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[],on:{Manifests(e,t){let{report:n}=t;for(let r of Mq(e,t))n({manifest:r.manifest,...Kq(r)})}},docs:{summary:`Jobs, workflows or CI runners are placed on a NodePool that Karpenter consolidates while they run.`,why:"With `consolidationPolicy: WhenEmptyOrUnderutilized`, Karpenter evicts running pods to use fewer or cheaper nodes. A Job starts again from the beginning, and a CI job or a step of a workflow fails. The annotation does not stop AWS from taking spot nodes back. Reported for pods that select or tolerate the NodePool, and for Jobs without retries (`backoffLimit: 0`) if the cluster has no other nodes. Not reported if the pods end before `consolidateAfter`, because of `activeDeadlineSeconds`, or if they start again more often. `consolidateAfter` counts from the last time a pod was added to a node or removed from it.",help:'Add the annotation `karpenter.sh/do-not-disrupt: "true"` to the pods, or set `consolidationPolicy: WhenEmpty` in the NodePool.',url:`https://karpenter.sh/docs/concepts/disruption/#pod-level-controls`},examples:oJ});function Mq(e,{clusterOf:t,onlyClusterFor:n}){let r=z(e).filter(e=>yK(e)&&Nq(e));if(r.length===0)return[];let i=DU(e);return e.manifests.flatMap(e=>{let a=at(fe,e.kind);if(a===void 0||a.group!==d(e.apiVersion)||e.isPartial||typeof e.get(a.spec)==`string`||Iq(e,a).some(y)||Lq(e,a))return[];let o=i.flatMap(({pods:t,every:n})=>t===e?[n]:[]),s=t=>!Rq(e,a,t,o),c=r.find(t=>zq(t,e,a.spec)&&s(t));if(c!==void 0)return[{manifest:e,pool:c,kind:a,isAssumed:!1}];let l=n(e),u=Pq(e,a)?Fq(e,a,l).find(s):void 0;return u===void 0?[]:[{manifest:e,pool:u,kind:a,isAssumed:l!==t(e)}]})}const Nq=e=>[[`spec`],[`spec`,`template`],[`spec`,`template`,`spec`]].every(t=>typeof e.get(t)!=`string`),Pq=(e,{spec:t})=>e.get([...t.slice(0,-2),`backoffLimit`])===0;function Fq(e,{spec:t},n){let r=Pp(e,t,n);return r?.isOnly&&r.pools.every(yK)?r.pools:[]}const Iq=(e,{spec:t,annotations:n})=>[...[`nodeSelector`,`affinity`,`tolerations`].map(e=>[...t,e]),n].map(t=>e.get(t)??null);function Lq(e,{spec:t,annotations:n}){let r=v(e.get([...n,qe])),i=JSON.stringify(e.get([...t.slice(0,-2),`podFailurePolicy`])??null);return r!==void 0||i.includes(`DisruptionTarget`)}function Rq(e,{spec:t},n,r){let i=Number(jt(v(n.get([`spec`,`disruption`,`consolidateAfter`]))??``)??0)/1e6;return i===0?!1:[t,t.slice(0,-2)].map(t=>e.get([...t,`activeDeadlineSeconds`])??null).some(e=>e!==null&&!(Number(e)*1e3>i))||r.some(e=>e<i)}function zq(e,t,n){let r=Hq(t,n),i=Bq(t,[...n,`tolerations`]),a=Bq(e,[`spec`,`template`,`spec`,`taints`]).filter(Vq),o=a.filter(({effect:e})=>e!==`PreferNoSchedule`);if(!fp(o,i)||!r.some(t=>t.every(t=>Uq(e,t))))return!1;let s=Gq(e),c=({key:t,operator:n,values:r})=>n===`In`&&r.some(n=>t===w.nodePool?n===e.name:s.get(t)?.has(n)),l=i.filter(({key:e=``})=>e!==``);return r.some(e=>e.some(c))||a.some(e=>fp([e],l))}const Bq=(e,t)=>f(e.get(t)).flatMap(e=>h(e)??[]),Vq=e=>!y(Object.values(e));function Hq(e,t){let n=Object.entries(h(e.get([...t,`nodeSelector`]))??{}).map(([e,t])=>({key:e,operator:`In`,values:[v(t)??``]})),r=vp(e,[...t,`affinity`]);return r.length===0?[n]:r.map(({expressions:e})=>[...n,...e])}function Uq(e,{key:t,operator:n,values:r}){if(jf(e)||n!==`In`&&n!==`Exists`)return!0;let i=C(t);if(i===w.nodePool)return n===`Exists`||r.includes(e.name);let a=[...Mf(e),...Df(e)].filter(e=>C(e.key)===i);return a.some(({isKnown:e})=>!e)?!0:a.length===0?Wq(t):n===`Exists`?a.every(e=>e.operator!==`DoesNotExist`):a.every(e=>{let t=e.values.map(({text:e})=>e);return e.operator===`In`?r.some(e=>t.includes(e)):e.operator===`NotIn`?r.some(e=>!t.includes(e)):e.operator!==`DoesNotExist`})}const Wq=e=>/(^|\.)(kubernetes\.io|k8s\.aws|karpenter\.sh|amazonaws\.com|azure\.com)\//.test(C(e));function Gq(e){return new Map([...Mf(e),...Df(e)].filter(({key:e,operator:t})=>t===`In`&&!Wq(e)).map(({key:e,values:t})=>[e,new Set(t.map(({text:e})=>e))]))}function Kq({manifest:e,pool:t,kind:{spec:n,annotations:i,pods:a},isAssumed:o}){let s=v(t.get([`spec`,`disruption`,`consolidationPolicy`]))??`the default policy`,c=Df(t).some(({key:e,values:t})=>C(e)===w.capacityType&&t.some(({text:e})=>e===`spot`));return{at:e.keySpan(n.length>1&&n.at(-1)===`spec`?n.slice(0,-1):n),message:`Karpenter evicts running ${a} of ${e.kind} \`${e.name}\` when it consolidates NodePool \`${t.name}\` (\`${s}\`)`,...o&&{severity:`note`},labels:[{span:t.span([`spec`,`disruption`]),message:`moves running pods to save money${r(o,`, if both are in one cluster`)}`}],help:`Add the annotation \`${qe}: "true"\` to the pods. Or set \`consolidationPolicy: WhenEmpty\` in the NodePool.${r(c,` AWS can still reclaim spot nodes.`)}`,fix:{description:`Add \`${qe}: "true"\``,edits:lt(e,i,qe,`"true"`)}}}const qq=e=>J({name:`builds`,labels:`example.com/team: builds`,nodeClassRef:`default`,taints:W`
      - key: example.com/ci
        effect: NoSchedule
    `,requirements:[`karpenter.sh/capacity-type In [on-demand]`],disruption:`consolidationPolicy: ${e}\nconsolidateAfter: 1m`}),Jq=(e,t=``)=>W`
  apiVersion: batch/v1
  kind: Job
  metadata:
    name: report
  spec:
    template:
      ${t}
      spec:
        restartPolicy: Never
        ${e}
        containers:
          - name: report
            image: example.com/report
            resources:
              requests:
                cpu: 100m
                memory: 128Mi
`,Yq=W`
  tolerations:
    - key: example.com/ci
      operator: Exists
`,Xq=W`
  nodeSelector:
    example.com/team: builds
  ${Yq}
`,Zq=W`
  nodeSelector:
    example.com/team: reports
  ${Yq}
`,Qq=W`
  tolerations:
    - key: example.com/ci
      value: reports
`,$q=W`
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
          - matchExpressions: [{key: example.com/size, operator: In, values: [large]}]
  ${Yq}
`,eJ=W`
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
          - matchExpressions: [{key: example.com/team, operator: In, values: [reports]}]
          - matchExpressions: [{key: example.com/team, operator: In, values: [builds]}]
  ${Yq}
`,tJ=W`
  metadata:
    annotations:
      karpenter.sh/do-not-disrupt: "true"
`,nJ=(e=``)=>W`
  apiVersion: argoproj.io/v1alpha1
  kind: WorkflowTemplate
  metadata:
    name: build
  spec:
    entrypoint: build
    ${e}
    ${Yq}
    templates:
      - name: build
        container:
          image: example.com/build
`,rJ=W`
  podMetadata:
    annotations:
      karpenter.sh/do-not-disrupt: "true"
`,iJ=tJ.text.trim().replaceAll(`
`,`
    `),aJ=e=>U($(qq(`WhenEmptyOrUnderutilized`),Jq(e),X),{"consolidationPolicy: WhenEmptyOrUnderutilized":`consolidationPolicy: WhenEmpty`},{"    spec:\n      restartPolicy":`    ${iJ}\n    spec:\n      restartPolicy`});function oJ(){return{bad:[aJ(Yq),aJ(Xq),aJ(eJ),U($(qq(`WhenEmptyOrUnderutilized`),nJ(),X),{"consolidationPolicy: WhenEmptyOrUnderutilized":`consolidationPolicy: WhenEmpty`})],good:[$(qq(`WhenEmptyOrUnderutilized`),Jq(Xq,tJ),X),$(qq(`WhenEmpty`),Jq(Xq),X),$(qq(`WhenEmptyOrUnderutilized`),Jq(Zq),X),$(qq(`WhenEmptyOrUnderutilized`),Jq(Qq),X),$(qq(`WhenEmptyOrUnderutilized`),Jq($q),X),$(qq(`WhenEmptyOrUnderutilized`),nJ(rJ),X)]}}const sJ=q({id:`limit-fit`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[28],on:{NodePool:uJ,Provisioner:uJ},docs:{summary:`A limit is not a multiple of the NodePool’s node size, so a part of it is never used.`,why:"Karpenter launches a node only if the whole node stays within `limits`. If the sizes of all instance types are multiples of a large step, a remainder below that step is never used. The NodePool then stays smaller than its limit, by up to one node.",help:`Set the limit to a multiple of the step, or allow smaller instance types.`,url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:pJ}),cJ={cpu:{unit:`vCPU`,of:({vcpus:e})=>e},"nvidia.com/gpu":{unit:`GPUs`,of:({gpus:e})=>e.reduce((e,t)=>e+(t.manufacturer===`nvidia`?t.count:0),0)}},lJ={cpu:16,"nvidia.com/gpu":4};function uJ(e,{report:t,catalog:n,compatible:r}){let i=Nf(e),a=r(e);if(n&&a?.isExact&&a.names.length!==0)for(let[r,o]of Object.entries(h(i.value)??{})){let s=at(cJ,r),c=typeof o==`string`||typeof o==`number`?Bt(o):void 0;if(!s||!c)continue;let l=dJ(a,n)[r],u=l.reduce(fJ,0),d=Math.floor(c%u);if(u<lJ[r]||c<Math.min(...l)||d===0)continue;let f=Math.floor(c/u),p=()=>l.length===1?`allows ${ve(f,`node`)} of ${u} ${s.unit}`:`is not a multiple of ${u} ${s.unit}, the common step of its instance types`;t({at:e.span([...i.path,r]),message:`\`${r}: ${o}\` of \`${e.name}\` ${p()}. The remaining ${d} ${s.unit} are never used`,help:`Set the limit to ${f*u} or ${(f+1)*u}, or allow smaller instance types.`})}}const dJ=eP(({names:e},t)=>Object.fromEntries(Object.entries(cJ).map(([n,{of:r}])=>[n,[...new Set(e.map(e=>r(t.type(e))))]]))),fJ=(e,t)=>t===0?e:fJ(t,e%t);function pJ(){return{bad:[U($(J({limits:`cpu: 2063`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["32"]`]}),X),{"cpu: 2063":`cpu: 2048`},{"cpu: 2063":`cpu: 2080`},{'["32"]':`["4", "32"]`})],good:[$(J({limits:`cpu: 2048`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["32"]`]}),J({name:`small`,weight:10,limits:`cpu: 2063`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["4", "8"]`,`karpenter.sh/capacity-type In [on-demand]`]}),X)]}}const mJ={cpu:({vcpus:e})=>e,memory:({memoryMib:e})=>e*2**20*.85,"nvidia.com/gpu":({gpus:e})=>e.reduce((e,{count:t,manufacturer:n})=>e+(n===`nvidia`?t:0),0)},hJ=q({id:`limits-below-one-node`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[28],on:{NodePool:gJ,Provisioner:gJ},docs:{summary:`The limits of a NodePool are below the size of its smallest instance type.`,why:"Karpenter launches a node only if the whole node stays within `limits`. If a limit is below the smallest allowed instance type, Karpenter launches nothing for the NodePool, and only an event says so. Amounts of memory without a unit are bytes. A limit of 0 is not reported, because it turns a NodePool off.",help:`Raise the limit to the size of several nodes, with its unit, or allow smaller instance types.`,url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:vJ});function gJ(e,{report:t,catalog:n,compatible:i}){let a=Nf(e),o=i(e);if(n&&o?.isExact&&o.names.length!==0)for(let[i,s]of Object.entries(h(a.value)??{})){let c=typeof s==`string`||typeof s==`number`?Bt(s):void 0;if(!Object.hasOwn(mJ,i)||!c)continue;let l=_J(o,n)[i];if(l.amount<=c)continue;let u=i===`memory`&&/^\d+$/.test(String(s)),d=()=>u?`Add a unit, such as \`${s}Gi\`.`:"Raise the limit to the size of several nodes, or allow smaller instance types. If nothing should be launched, set it to `0`.";t({at:e.span([...a.path,i]),message:`The limit \`${i}: ${s}\`${r(u,` (bytes)`)} of \`${e.name}\` is below the size of its smallest instance type, ${l.name}. Karpenter launches nothing for this NodePool`,help:d()})}}const _J=eP(({names:e},t)=>Object.fromEntries(Object.entries(mJ).map(([n,r])=>{let[i]=e.map(e=>({name:e,amount:r(t.type(e))})).sort((e,t)=>e.amount-t.amount||se(e.name,t.name));return[n,i]})));function vJ(){return{bad:[U(J({requirements:[`node.kubernetes.io/instance-type In [m7i.8xlarge, m7i.16xlarge]`,`karpenter.sh/capacity-type In [on-demand]`],limits:`cpu: 16`}),{"cpu: 16":`cpu: 320`},{"cpu: 16":`cpu: 0`},{"[m7i.8xlarge, m7i.16xlarge]":`[m7i.xlarge, m7i.2xlarge]`}),U(J({limits:W`
          cpu: 100
          memory: 1000
        `}),{"memory: 1000":`memory: 1000Gi`})],good:[J({requirements:[`node.kubernetes.io/instance-type In [m7i.8xlarge]`,`karpenter.sh/capacity-type In [on-demand]`],limits:W`
          cpu: 32
          memory: 128Gi
        `}),J({name:`switched-off`,limits:`cpu: 0`})]}}function yJ(e,t,n){return Df(e).flatMap(r=>{let i=[...r.path,`minValues`],a=e.get(i),o=bJ(t,n,C(r.key));return typeof a!=`number`||o===void 0||o>=a?[]:[{path:i,key:r.key,wanted:a,count:o}]})}function bJ(e,t,n){if(n===w.instanceType)return t.length;let r=e.labels.get(n);if(r===void 0)return;let i=new Set(t);return new Set(e.types.flatMap(({name:e},t)=>i.has(e)?r[t]:[])).size}const xJ=q({id:`min-values`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[23],explains:[`provisioning/nodepool-empty`],on:{NodePool(e,{report:t,catalog:n,compatible:i,settings:a,isRegionAssumed:o}){let s=i(e);if(!n||!s?.isExact||s.names.length===0||a.karpenter.minValuesPolicy===`BestEffort`)return;let{short:c,isCertain:l}=SJ(e,{catalog:n,left:s,isRegionAssumed:o}),u=r(!o||!l,` in ${n.region}`);for(let{path:n,key:i,wanted:a,count:o}of c)t({at:e.span(n),...!l&&{severity:`note`},message:`\`${e.name}\` requires ${a} different values of \`${i}\`, but its instance types${u} have only ${o}. Karpenter launches nothing for this NodePool${r(!l,` there`)}`,help:`Lower \`minValues\` to ${o} or less, or allow more instance types.`,explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}})}},docs:{summary:"`minValues` is higher than the number of values that the allowed instance types have.",why:"Karpenter launches a node only if the instance types to choose from have at least `minValues` different values of the label. If the requirements of the NodePool already leave fewer, Karpenter skips the NodePool and its pods stay pending. With `minValuesPolicy: BestEffort`, Karpenter launches nodes anyway.",help:"Lower `minValues`, or allow more instance types.",url:`https://karpenter.sh/docs/concepts/nodepools/#min-values`},examples:CJ});function SJ(e,{catalog:t,left:n,isRegionAssumed:r}){let i=r?n.anywhere():void 0,a=i?yJ(e,t,i):[];return a.length>0?{short:a,isCertain:!0}:{short:yJ(e,t,n.names),isCertain:!r}}function CJ(){return{bad:[U(J({requirements:W`
          - key: karpenter.k8s.aws/instance-category
            operator: In
            values: [m]
          - key: karpenter.k8s.aws/instance-hypervisor
            operator: In
            values: [nitro]
          - key: karpenter.k8s.aws/instance-generation
            operator: In
            values: ["5"]
          - key: karpenter.k8s.aws/instance-family
            operator: Exists
            minValues: 20
        `}),{"minValues: 20":`minValues: 5`},{"[m]":`[c, m, r]`,'["5"]':`["5", "6", "7"]`})],good:[J({requirements:W`
          - key: karpenter.k8s.aws/instance-category
            operator: In
            values: [c, m, r]
          - key: karpenter.k8s.aws/instance-generation
            operator: Gt
            values: ["4"]
          - key: karpenter.k8s.aws/instance-family
            operator: Exists
            minValues: 5
          - key: node.kubernetes.io/instance-type
            operator: Exists
            minValues: 20
        `}),J({name:`own-label`,requirements:W`
          - key: karpenter.k8s.aws/instance-category
            operator: In
            values: [c, m, r]
          - key: karpenter.k8s.aws/instance-generation
            operator: Gt
            values: ["4"]
          - key: example.com/team
            operator: Exists
            minValues: 2
        `})]}}function wJ(e,t){let{origin:n,text:r}=e.source;if(!n)return!1;let{start:i,end:a}=e.keySpan(t),o=Math.max(a,e.span(t).end),[s]=/^:?(?:\s|#[^\n]*)*/.exec(r.slice(o)),c=o+s.length+1,{span:l,isExact:u}=n.trace(i,c);return!u||l.end-l.start!==c-i}function TJ(e,t){let{origin:n}=e.source,r=t.at(-1);if(!n||typeof r!=`string`||!/^[\w.-]{1,100}$/.test(r))return!1;let{start:i,end:a}=e.keySpan([`apiVersion`]),{span:o}=n.trace(i,a),s=n.textOf?.(o.file);if(s===void 0)return!1;let c=s.indexOf(`
---`,o.start),l=s.slice(o.start,c===-1?void 0:c);return[...l.matchAll(RegExp(`^[ \\t]*(?:- )?["']?${r.replaceAll(`.`,`\\.`)}["']?[ \\t]*:`,`gm`))].some(({index:e})=>EJ(l.slice(0,e))>0)}function EJ(e){let t=0;for(let[,n]of e.matchAll(/\{\{-?\s*(if|with|range|end)\b/g))t=n===`end`?Math.max(0,t-1):t+1;return t}const DJ=q({id:`no-empty-fields`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],yieldsTo:[`schema/required`],on:{NodePool:OJ,Provisioner:OJ,NodeClass:OJ,NodeTemplate:OJ,NodeOverlay:OJ},docs:{summary:`A field has no value.`,why:`A key without a value is null. The API server drops it, so the default applies, not what the key suggests. Often the value is missing, or the lines below the key are not indented.`,help:`Add a value, or remove the field.`,url:`https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting-and-nullable`},examples:jJ});function OJ(e,{report:t,karpenter:n}){if(!e.isPartial)for(let r of AJ(e.get([`spec`]),[`spec`])){if(n.opensKubelet&&kJ(r)||wJ(e,r))continue;let i=String(r.at(-1));t({at:e.keySpan(r),message:`\`${r.join(`.`)}\` has no value, so the API server drops it`,help:`Add a value, or remove the field.`,fix:{description:`Remove \`${i}\``,edits:Xe(e,r)},explains:{paths:[r],mentioning:i}})}}const kJ=([,e,...t])=>e===`kubelet`&&t.length>1;function AJ(e,t){return Array.isArray(e)?e.flatMap((e,n)=>AJ(e,[...t,n])):Object.entries(h(e)??{}).flatMap(([e,n])=>n===null?e===`tags`&&/SelectorTerms$/.test(String(t.at(-2)))||g(e)?[]:[[...t,e]]:AJ(n,[...t,e]))}function jJ(){return{bad:[W`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements: []
          limits:
            cpu: 100
          weight:
      `],good:[G`
        resource "kubectl_manifest" "default" {
          yaml_body = <<YAML
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          limits:
            cpu: 100
          template:
            metadata:
              # Labels of the nodes
        %{ if false }
              labels: {}
        %{ endif }
            spec:
              requirements: []
        YAML
        }
      `,J({weight:10}),K({karpenter:`1.15`},Y(W`
          role: karpenter-nodes
          amiSelectorTerms:
            - alias: al2023@v20260701
          kubelet:
            reservedMemory:
              - numaNode: 0
                limits:
        `))]}}const MJ=[`NodePool`,`Provisioner`,`NodeOverlay`],NJ=(e,t)=>e.manifests.flatMap(e=>PJ(e,t)??[]);function PJ(e,t){if(d(e.apiVersion)===`karpenter.sh`){let n=MJ.find(t=>t===e.kind);return n===void 0?void 0:{manifest:e,handler:n,provider:(()=>{if(n!==`NodeOverlay`)return IJ(e,t)})()}}for(let{name:n,nodeClasses:r,nodeTemplate:i}of t){if(r.some(t=>yl(e,t)))return{manifest:e,handler:`NodeClass`,provider:n};if(i&&yl(e,i))return{manifest:e,handler:`NodeTemplate`,provider:n}}}const FJ=({nodeClasses:e,nodeTemplate:t})=>t?[...e,t]:e;function IJ(e,t){let{group:n,kind:r}=Ff(e);if(n===void 0&&r===void 0)return t[0]?.name??null;let i=t.find(e=>FJ(e).some(e=>e.group===n||e.kind===r)),a=i===void 0&&(g(n)||g(r));return i?.name??(a?t[0]?.name??null:null)}const LJ=({providers:e},t)=>e===`every`||t===void 0||t!==null&&e.includes(t);function RJ({providers:e},t){if(e===`every`)return!0;let n=t.flatMap(({provider:e})=>e===void 0?[]:[e]);return n.length===0||n.some(t=>t!==null&&e.includes(t))}const zJ=q({id:`node-class-exists`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],explains:[`provisioning/nodepool-not-ready`],on:{Manifests(e,t){let{report:n,nearest:r,providers:i}=t;for(let a of i.flatMap(FJ)){let{kind:o,builtIn:s=[]}=a,c=JJ(e,a,i).filter(({name:e,pool:t})=>!s.includes(e)&&!VJ(t,a,i)),l=QJ(e,a),u=c[0];if(l===void 0||u===void 0)continue;let d=WJ(a,t);if(l.length===0&&!c.some(d)){n({manifest:u.pool,at:u.pool.span([...u.path,`name`]),severity:`note`,message:`No ${o} is among these manifests, so ${ve(c.length,`reference`)} cannot be checked`,help:`Review the manifests of the ${o} together with the NodePools that use it.`});continue}let f=new Set(l),p=c.filter(({name:e})=>!f.has(e)).map(e=>({...e,wanted:r(e.name,l)})),m=UJ(a,t),ee=e=>e.wanted!==void 0||m(e);HJ(p.filter(e=>!ee(e)),o,t);for(let{pool:e,path:t,name:r,wanted:i}of p.filter(ee)){let a=()=>d({pool:e,path:t,name:r})?`Keep this ${o}, or let the NodePool refer to another one in the same change.`:BJ(o,i,l);n({manifest:e,at:e.span([...t,`name`]),...d({pool:e,path:t,name:r})&&{severity:`error`},message:`${e.kind} \`${e.name}\` refers to ${o} \`${r}\`, which is not among these manifests`,help:a(),explains:{paths:[[...t,`name`]]},...i&&{fix:{description:`Replace with \`${i}\``,edits:S(e,[...t,`name`],i)}}})}}}},docs:{summary:`A NodePool refers to a node class that is not among the manifests.`,why:"A NodePool whose EC2NodeClass does not exist is not ready (`NodeClassNotFound`) and launches nothing. If the class comes from elsewhere, such as Terraform, a note says that the reference cannot be checked.",help:`Correct the name, or add the EC2NodeClass.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecnodeclassref`},examples:$J}),BJ=(e,t,n)=>t?`Did you mean \`${t}\`?`:`Add this ${e}, or refer to an existing one: ${n.join(`, `)}.`;function VJ(e,{group:t},n){let r=_l([e],n);return r!==void 0&&r!==t}function HJ(e,t,{report:n}){let[r]=e;r&&n({manifest:r.pool,at:r.pool.span([...r.path,`name`]),severity:`note`,message:`${t} \`${r.name}\` is not among these manifests, so ${ve(e.length,`reference`)} cannot be checked`,help:`Review the manifests of the ${t} together with the NodePools that use it.`})}function UJ(e,{all:t,base:n,providers:r}){let i=new Set(n?ZJ(n,e).map(({name:e})=>e):[]),a=new Set(t.manifests.filter(qJ).map(KJ)),o=new Set(ZJ(t,e).map(KJ)),s=new Set([...o].filter(e=>!a.has(e)).map(Be)),c=new Map;for(let{name:n,pool:i}of JJ(t,e,r))c.set(n,(c.get(n)??new Set).add(KJ(i)));return({pool:e,name:t})=>{if(i.has(t))return!0;if((c.get(t)?.size??0)>1)return!1;let n=KJ(e);return o.has(n)||GJ(n).some(e=>s.has(e))}}function WJ(e,{all:t,base:n}){let r=new Set(n?ZJ(n,e).map(({name:e})=>e):[]),i=new Set(ZJ(t,e).map(({name:e})=>e)),a=!t.files.some(({isBroken:e})=>e);return({pool:e,name:t})=>a&&!e.isPartial&&r.has(t)&&!i.has(t)}function GJ(e){let t=e===``?[]:e.split(`/`);return[``,...t.map((e,n)=>t.slice(0,n+1).join(`/`))]}function KJ({source:{file:e,origin:t}}){return t?.tool===`terraform`?t.root===`.`?``:t.root:Be(e)}const qJ=({kind:e,apiVersion:t})=>(e===`NodePool`||e===`Provisioner`)&&d(t)===`karpenter.sh`,JJ=(e,t,n)=>e.manifests.filter(qJ).flatMap(e=>{let r=Lf(e);return r!==void 0&&XJ(r,t,YJ(e,n))?[{pool:e,path:r.path,name:r.name}]:[]}),YJ=(e,[t])=>e.kind===`Provisioner`?t?.nodeTemplate:t?.nodeClasses[0],XJ=({group:e,kind:t},n,r)=>(t??r?.kind)===n.kind&&(e??n.group)===n.group,ZJ=(e,t)=>e.manifests.filter(e=>yl(e,t));function QJ(e,t){if(e.files.some(e=>e.isBroken))return;let n=ZJ(e,t).map(e=>e.name);if(!n.some(e=>e===``||g(e)))return[...new Set(n)].sort()}function $J(){return{bad:[$(J({requirements:[],nodeClassRef:`defualt`}),W`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `),U(J({requirements:[],nodeClassRef:`default`}),{"apiVersion: karpenter.sh/v1":`${eY.text}---\napiVersion: karpenter.sh/v1`})],good:[$(J({requirements:[],nodeClassRef:`default`}),W`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `)]}}const eY=Y(W`
  role: KarpenterNodeRole-demo
  amiSelectorTerms:
    - id: ami-0123456789abcdef0
  amiFamily: AL2023
  subnetSelectorTerms:
    - tags:
        karpenter.sh/discovery: demo
  securityGroupSelectorTerms:
    - tags:
        karpenter.sh/discovery: demo
`),tY=q({id:`open-architecture`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[9],on:{NodePool:oY,Manifests(e,t){pY(e,t),mY(e,t)}},docs:{summary:`A NodePool launches arm64 and amd64 nodes, and nothing shows that pods run on both.`,why:"Without a requirement for `kubernetes.io/arch`, Karpenter launches whichever architecture is cheaper, which is often arm64. A pod whose image is built only for amd64 then crashes with `exec format error`. The finding is a warning if the change removes the requirement. It is a note if the workloads of the cluster select no architecture, because their images may be built for both. If a change moves pods from one architecture to the other, or lets them run on one more, the images are named whose names do not say that they fit. It is a warning at the image if its name or tag says that it is built for one of them, such as `web:1.2-amd64`.",help:"Add a requirement for `kubernetes.io/arch`: with one architecture, or with both if every image is built for both.",url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:AY}),nY=[`spec`,`template`,`spec`,`requirements`],rY=e=>Rf(e).some(({key:e})=>C(e)===w.arch),iY=new Set([w.instanceType,w.instanceFamily,w.instanceCategory,w.instanceGeneration]),aY=e=>Rf(e).some(({key:e})=>iY.has(C(e)));function oY(e,t){let{report:n,base:r}=t;if(!Tf(e,nY).isKnown||rY(e)||!cY(e,t))return;let i=sY(e,r),a=i!==void 0&&!i.isPartial&&rY(i);if(i!==void 0&&!a&&CY(i,`none`,t)?.length===1||!a&&!(aY(e)&&lY(e,t)))return;let o=a?`no longer limits the architecture`:`does not limit the architecture`;n({at:e.keySpan(nY),...a&&{severity:`warning`},message:`\`${e.name}\` ${o}, so Karpenter also launches arm64 nodes, on which images that are built only for amd64 crash`,help:"Add the requirement `kubernetes.io/arch In [amd64]`, or `In [amd64, arm64]` if all images are built for both."})}const sY=({kind:e,name:t},n)=>n?.manifests.find(n=>n.kind===e&&n.name===t);function cY(e,{catalog:t,compatible:n}){let r=n(e);return!t||!r?.isExact?!1:new Set(r.names.map(e=>t.type(e).architecture)).size>1}function lY(e,{all:t,clusterOf:n}){let r=n(e),i=M(t).filter(({manifest:e})=>n(e)===r);return i.length===0||i.some(tl)?!1:z(t).every(e=>n(e)!==r||!(rY(e)||jf(e)))}const uY=/(?:^|[/:._-])(amd64|x86_64|x86-64|arm64v8|arm64|aarch64)(?:$|[/:@._-])/;function dY(e){let{manifest:t,template:n}=e,r=[`initContainers`,`containers`].flatMap(e=>{let r=[...n,`spec`,e];return f(t.get(r)).map((e,t)=>[...r,t,`image`])});for(let n of r){let r=v(t.get(n))??``,i=g(r)?void 0:uY.exec(r)?.[1];if(i!==void 0&&!tl(e))return{path:n,image:r,architecture:/^(?:arm|aarch)/.test(i)?`arm64`:`amd64`}}}function fY(e,t,n){let{manifest:r,template:i}=t,a=[`nodeSelector`,`affinity`].every(e=>r.get([...i,`spec`,e])===void 0),o=Vn(hp(e,[`spec`,`template`,`spec`,`taints`]),()=>!0)===!1;return Tp(t,n)===e||a&&o}function pY(e,t){for(let n of M(e)){let r=dY(n);if(!r)continue;let{manifest:i}=n,a=t.clusterOf(i),o=z(e).find(r=>t.clusterOf(r)===a&&fY(r,n,e)&&cY(r,t));if(!o)continue;let{path:s,image:c,architecture:l}=r,u=l===`amd64`?`arm64`:`amd64`;t.report({manifest:i,at:i.span(s),severity:`warning`,message:`\`${c}\` is built for ${l}, but \`${o.name}\` also launches ${u} nodes, on which it crashes`,help:`Add the node selector \`kubernetes.io/arch: ${l}\` to the pods.`,labels:[{span:o.span([`metadata`,`name`]),message:`this NodePool has instance types of both architectures`}]})}}function mY(e,t){let{base:n,clusterOf:r,baseClusterOf:i}=t;if(n===null)return;let a=Me(M(n),_Y),o=new Map;for(let s of M(e)){let e=vY(s,a.get(_Y(s))??[]);if(!e||tl(s)||dY(s))continue;let c=yY(e,i(e.manifest),t),l=yY(s,r(s.manifest),t);if(!c||!l)continue;let u=[...l.architectures].filter(([e])=>!c.architectures.has(e)),d=!(c.isOnly&&l.isOnly)||[...l.architectures.keys()].some(e=>c.architectures.has(e)),[f]=u;f===void 0||d&&hY(f[1],n)||Le(o,f[1],{workload:s,from:[...c.architectures.keys()].join(` and `),to:u.map(([e])=>e).join(` and `),stays:d})}for(let[n,r]of o){if(t.compatible(n)?.emptied!==void 0)continue;let{to:i}=r[0];EY(n,r,{built:gY(i,e),isSure:!e.manifests.some(Xc),context:t})}}function hY(e,t){let n=sY(e,t);return!rY(e)&&(n===void 0||rY(n))}const gY=(e,t)=>new Set(M(t).filter(({manifest:t,template:n})=>t.get([...n,`spec`,`nodeSelector`,w.arch])===e).flatMap(DY)),_Y=({manifest:{kind:e,namespace:t=``,name:n}})=>JSON.stringify([e,t,n]);function vY({manifest:e},t){let n=Ve(e.source),[r,...i]=t;return t.find(e=>Ve(e.manifest.source)===n)??(i.length===0?r:void 0)}function yY({manifest:e,template:t},n,r){let i=Pp(e,[...t,`spec`],n);if(i===void 0||i.pools.length===0)return;let a=new Map,o=xY(e,[...t,`spec`]);for(let e of i.pools){let t=CY(e,o,r);if(t===void 0)return;for(let n of t)a.has(n)||a.set(n,e)}return{architectures:a,isOnly:i.isOnly}}const bY=[[/^nvidia\.com\/gpu$/,`nvidia`],[/^amd\.com\/gpu$/,`amd`],[/^aws\.amazon\.com\/neuron/,`neuron`]];function xY(e,t){let n=[`initContainers`,`containers`].flatMap(n=>f(e.get([...t,n])).flatMap(e=>{let{requests:t,limits:n}=h(h(e)?.resources)??{};return[t,n].flatMap(e=>Object.keys(h(e)??{}))})),[,r=`none`]=bY.find(([e])=>n.some(t=>e.test(t)))??[];return r}function SY({gpus:e,accelerator:t},n){return n===`none`?!0:n===`neuron`?t!==void 0:e.some(({manufacturer:e})=>e===n)}function CY(e,t,n){let r=wY.get(n)??new Map;wY.set(n,r);let i=r.get(t)??new Map;return r.set(t,i),i.has(e)||i.set(e,TY(e,t,n)),i.get(e)}const wY=new WeakMap;function TY(e,t,{catalog:n,compatible:r}){let i=Rf(e).filter(({key:e})=>C(e)===w.arch),[a]=i;if(a&&(i.length>1||!a.isKnown||a.operator!==`In`))return;let o=r(e),s=n&&o?.isExact?o.names.map(e=>n.type(e)):void 0,c=s&&[...new Set(s.filter(e=>SY(e,t)).map(({architecture:e})=>e))];if(a===void 0)return c;let l=a.values.map(({text:e})=>e);return c===void 0||s?.length===0?l:l.filter(e=>c.includes(e))}function EY(e,t,{built:n,isSure:r,context:{report:i}}){let[{from:a,to:o,stays:s}]=t,c=[...new Set(t.flatMap(({workload:e})=>DY(e)))].filter(e=>!n.has(e)).sort();if(c.length===0)return;let l=Rf(e).find(({key:e})=>C(e)===w.arch),u=[...new Set(t.map(({workload:e})=>b(e.manifest.name)))].sort(),d=()=>s?`Pods of ${je(u)} can now get ${o} nodes of ${b(e.name)}`:`This change moves pods from ${a} to ${o}`;i({manifest:e,severity:r?`warning`:`note`,at:l?e.span([...l.path,`values`]):e.keySpan(nY),message:`${d()}, and nothing in these files says that their images are built for ${o}: ${je(c.map(b))}`,help:`Check that each image is built for ${o}, for example with \`docker manifest inspect\`. Keep the other pods on a NodePool with ${a}.`,labels:t.slice(0,3).map(({workload:{manifest:e,template:t}})=>({span:e.span([...t,`spec`,`containers`,0,`image`]),message:`pods of ${e.kind} \`${e.name}\``}))})}const DY=({manifest:e,template:t})=>[`initContainers`,`containers`].flatMap(n=>f(e.get([...t,`spec`,n])).flatMap(e=>v(h(e)?.image)??[])),OY=W`
  apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web
  spec:
    template:
      spec:
        containers:
          - name: web
            image: web
            resources:
              requests:
                cpu: 100m
                memory: 100Mi
`,kY=e=>W`
  apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web
  spec:
    template:
      spec:
        ${e}
        containers:
          - name: web
            image: example.com/web:1.2-amd64
            resources:
              requests:
                cpu: 100m
                memory: 100Mi
`;function AY(){let e=`karpenter.k8s.aws/instance-category In [c, m, r]`,t=`karpenter.k8s.aws/instance-generation Gt ["4"]`,n=`kubernetes.io/arch In [amd64, arm64]`;return{bad:[U($(J({requirements:[e,t]}),OY),{"requirements:":`requirements:
  - {key: kubernetes.io/arch, operator: In, values: [amd64]}`},{"requirements:":`requirements:
  - {key: kubernetes.io/arch, operator: In, values: [amd64, arm64]}`}),U($(J({requirements:[t,n]}),kY(`restartPolicy: Always`)),{"restartPolicy: Always":`nodeSelector:
  kubernetes.io/arch: amd64`})],good:[$(J({requirements:[t,n]}),kY(`nodeSelector: {kubernetes.io/arch: amd64}`)),$(J({requirements:[e,t,`kubernetes.io/arch In [amd64]`]}),OY),J({requirements:[e,t]})]}}const jY=q({id:`overlapping-pools`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[32],on:{Manifests(e,t){for(let e of MY(t))NY(e,t)}},docs:{summary:`Several NodePools can run the same pods, and only their names decide which comes first.`,why:"Karpenter tries NodePools by weight. With the same weight, it sorts them by name in reverse order: `spot` before `general`, `on-demand` before `gpu`. If NodePools do not differ in weight, taints or labels, their names decide which nodes Karpenter launches, and renaming one changes the cost. Only NodePools that certainly belong to one cluster are compared: those of one file or rendered root, or of files next to their node classes.",help:"Give the NodePool that should come first a higher `weight`, or separate their pods with taints.",url:`https://karpenter.sh/docs/concepts/nodepools/#specweight`},examples:RY});function MY(e){return uT(e).flatMap(e=>{let t=new Map;for(let n of e){let e=Tf(n,[`spec`,`weight`]);if(n.isPartial||!e.isKnown||n.get([`spec`,`replicas`])!==void 0||!mT(n))continue;let r=JSON.stringify(e.value??0);Le(t,r,n)}return[...t.values()].filter(e=>e.length>1)})}function NY(e,t){let n=e.slice(0,60).flatMap(e=>PY(e,t)??[]),r=n.filter(e=>n.some(t=>t!==e&&FY(e,t))).sort((e,t)=>se(t.pool.name,e.pool.name)),[i,...a]=r;if(!i||a.length===0)return;let o=e=>x(e.map(({pool:e})=>e.name),e.length===2?` and `:`, `);t.report({manifest:i.pool,at:i.pool.span([`metadata`,`name`]),message:`${o(r)} can run the same pods and have the same weight. Karpenter sorts them by name and tries \`${i.pool.name}\` first, then ${o(a)}`,help:`Give the one that should come first a higher \`weight\`, or separate their pods with taints. ${IY(r)}`,labels:a.slice(0,5).map(({pool:e})=>({span:e.span([`metadata`,`name`]),message:`can run the same pods`}))})}function PY(e,{compatible:t,catalog:n}){let r=t(e);if(!r?.isExact||!n||r.names.length===0||r.names.filter(e=>(n.type(e)?.gpus.length??0)>0).length===r.names.length)return;let i=[`on-demand`,`spot`].map(e=>({type:e,...r.count(e)}));return{pool:e,names:new Set(r.names),architectures:new Set(r.names.flatMap(e=>n.type(e)?.architecture??[])),zones:new Set(i.flatMap(({zones:e})=>e)),capacityTypes:i.filter(({instanceTypes:e})=>e>0).map(({type:e})=>e)}}const FY=(e,t)=>[...e.architectures].some(e=>t.architectures.has(e))&&[...e.zones].some(e=>t.zones.has(e));function IY(e){let t=e.flatMap((t,n)=>e.slice(n+1).filter(e=>FY(t,e)).map(e=>[t,e])),n=r(t.length>6,`; and ${ve(t.length-6,`more pair`)}`);return`${t.slice(0,6).map(([e,t])=>LY(e,t)).join(`; `)}${n}.`}function LY(e,t){let n=[...e.names].filter(e=>t.names.has(e)).length,r=[...e.zones].filter(e=>t.zones.has(e)).length,i=e.capacityTypes.filter(e=>t.capacityTypes.includes(e));return`\`${e.pool.name}\` and \`${t.pool.name}\` share ${ve(n,`instance type`)} in ${ve(r,`zone`)}, ${i.length>0?`as ${i.join(` and `)}`:`with different capacity types`}`}function RY(){return{bad:[U($(J({name:`on-demand`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [on-demand]`,`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`],nodeClassRef:`default`}),J({name:`spot`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [spot]`,`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`],nodeClassRef:`default`}),X),{"metadata:\n  name: spot\nspec:":`metadata:
  name: spot
spec:
  weight: 10`})],good:[$(J({name:`on-demand`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),J({name:`spot`,weight:10,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [spot]`],nodeClassRef:`default`}),J({name:`team-search`,limits:`cpu: 100`,labels:`team: search`,requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),X)]}}const zY=q({id:`pod-grace-period`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[42],on:{Manifests(e,{report:t}){let n=[`spec`,`template`,`spec`,`terminationGracePeriod`],r=z(e).map(e=>({pool:e,seconds:BY(Tf(e,n))})),i=r.flatMap(({pool:e,seconds:t})=>t===void 0?[]:[{pool:e,seconds:t}]),a=i.toSorted((e,t)=>t.seconds-e.seconds)[0];if(!(!a||i.length<r.length))for(let{manifest:r,template:i}of M(e)){let e=[...i,`spec`,`terminationGracePeriodSeconds`],o=r.get(e),s=[`nodeSelector`,`affinity`].some(e=>r.get([...i,`spec`,e])!==void 0);typeof o!=`number`||o<=a.seconds||s||t({manifest:r,at:r.span(e),message:`Pods of ${r.kind} \`${r.name}\` may take ${o}s to terminate, but no NodePool gives its nodes more than ${a.seconds}s. Karpenter kills the pods early`,labels:[{span:a.pool.span(n),message:"the longest `terminationGracePeriod`"}],help:`Set \`terminationGracePeriod\` of the NodePool that runs these pods to at least \`${o}s\`.`})}}},docs:{summary:`Pods may take more time to terminate than any NodePool gives its nodes.`,why:"The `terminationGracePeriod` of a NodePool limits how long a node may drain, whatever PodDisruptionBudgets say. When a node drains, Karpenter immediately deletes pods with a longer `terminationGracePeriodSeconds`. They are killed when the node’s time is up, before their own period ends.",help:"Set `terminationGracePeriod` of the NodePool to at least the longest `terminationGracePeriodSeconds` of its pods.",url:`https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod`},examples:VY});function BY({value:e}){let t=typeof e==`string`?jt(e):void 0;if(t!==void 0)return Number(t/1000000000n)}function VY(){return{bad:[U($(J({requirements:[],terminationGracePeriod:`30m`}),W`
          apiVersion: apps/v1
          kind: StatefulSet
          metadata:
            name: queue
          spec:
            template:
              spec:
                terminationGracePeriodSeconds: 7200
                containers:
                  - name: queue
                    image: queue
                    resources:
                      requests:
                        cpu: 100m
                        memory: 100Mi
        `),{"terminationGracePeriod: 30m":`terminationGracePeriod: 7200s`})],good:[$(J({requirements:[],terminationGracePeriod:`30m`}),J({name:`patient`,weight:10,requirements:[],terminationGracePeriod:`4h`}),W`
          apiVersion: apps/v1
          kind: StatefulSet
          metadata:
            name: queue
          spec:
            template:
              spec:
                terminationGracePeriodSeconds: 7200
                containers:
                  - name: queue
                    image: queue
                    resources:
                      requests:
                        cpu: 100m
                        memory: 100Mi
        `),$(J({requirements:[],terminationGracePeriod:`30m`}),W`
          apiVersion: apps/v1
          kind: StatefulSet
          metadata:
            name: elsewhere
          spec:
            template:
              spec:
                terminationGracePeriodSeconds: 7200
                nodeSelector:
                  eks.amazonaws.com/nodegroup: stateful
                containers:
                  - name: queue
                    image: queue
                    resources:
                      requests:
                        cpu: 100m
                        memory: 100Mi
        `)]}}const HY=q({id:`pod-requests`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[92],on:{Manifests(e,{report:t}){if(!Zc(e))return;let n=UK(e.manifests);for(let n of M(e))WY(n,t);for(let{manifest:r,template:i,namespace:a}of M(e)){if(n.has(a)||h(r.get([`metadata`,`annotations`]))?.[`helm.sh/hook`]!==void 0)continue;let e=[...i,`spec`],o=[...e,`containers`],s=f(r.get(o));if(s.some(e=>h(e)?.image===void 0))continue;let c=[...s.keys()].filter(e=>!qY(r,[...o,e])),l=c.map(e=>v(h(s[e])?.name)??String(e)),[u=0]=c;r.isPartial||qY(r,e)||(l.length===0?KY({manifest:r,path:o,containers:s},t):t({manifest:r,at:l.length===s.length?r.keySpan(o):r.span([...o,u,`name`]),message:`${He(l.length,`Container`,`Containers`)} ${x(l)} of ${r.kind} \`${r.name}\` ${He(l.length,`requests`,`request`)} neither CPU nor memory, so Karpenter reserves no room for ${He(l.length,`it`,`them`)}`,help:"Set `resources.requests` for `cpu` and `memory`."}))}}},docs:{summary:`Containers of a workload request neither CPU nor memory, no memory, or a few bytes of it.`,why:`Karpenter sizes nodes only by the requests of pods. A pod without requests fits anywhere. Nodes are then too small, run out of memory, and pods are killed. A LimitRange of the namespace counts if it is among the manifests. A VerticalPodAutoscaler may add requests, too, which manifests do not show. An amount of memory without a unit is in bytes, which is a warning below one mebibyte.`,help:"Set `resources.requests` for `cpu` and `memory`.",url:`https://karpenter.sh/docs/troubleshooting/`},examples:JY}),UY=1024**2;function WY({manifest:e,template:t},n){let r=[...t,`spec`,`containers`];for(let[t,i]of f(e.get(r)).entries()){let a=[`requests`,`limits`].find(n=>GY(e.get([...r,t,`resources`,n,`memory`])));if(a===void 0)continue;let s=[...r,t,`resources`,a,`memory`],c=v(e.get(s))??``,l=a===`requests`?`requests`:`is limited to`;n({manifest:e,at:e.span(s),severity:`warning`,message:`Container \`${v(h(i)?.name)??t}\` of ${e.kind} \`${e.name}\` ${l} ${c} bytes of memory, because \`memory: ${c}\` has no unit`,help:o(`${c}Mi`),fix:{description:`Replace with \`${c}Mi\``,edits:S(e,s,`${c}Mi`)}})}}function GY(e){let t=v(e)??``;return/^[1-9]\d*$/.test(t)&&Number(t)<UY}function KY({manifest:e,path:t,containers:n},r){let i=(n,r)=>h(e.get([...t,n,`resources`,r]))??{},a=n.findIndex((n,r)=>{let a=[`requests`,`limits`].flatMap(e=>Object.keys(i(r,e)));return a.includes(`cpu`)&&a.every(e=>e===`cpu`)&&![[],[`requests`],[`limits`]].some(n=>g(e.get([...t,r,`resources`,...n])))});if(a===-1)return;let o=[...t,a,`resources`];r({manifest:e,at:e.keySpan([...o,i(a,`requests`).cpu===void 0?`limits`:`requests`]),message:`Container \`${v(h(n[a])?.name)??a}\` of ${e.kind} \`${e.name}\` requests CPU but no memory, so Karpenter reserves no memory for it`,help:"Set `resources.requests.memory`."})}function qY(e,t){let n=e.get([...t,`resources`]);return g(n)?!0:[`requests`,`limits`].some(e=>{let t=h(n)?.[e],r=Object.keys(h(t)??{});return g(t)||r.some(e=>e!==`ephemeral-storage`)})}function JY(){return{bad:[$(J(),W`
          apiVersion: apps/v1
          kind: Deployment
          metadata:
            name: web
          spec:
            template:
              spec:
                containers:
                  - name: web
                    image: web
                    resources:
                      requests:
                        cpu: 100m
                        memory: 512
        `),U($(J(),W`
          apiVersion: apps/v1
          kind: Deployment
          metadata:
            name: web
          spec:
            template:
              spec:
                containers:
                  - name: web
                    image: web
        `),{"image: web":`image: web
resources:
  requests:
    cpu: 100m
    memory: 100Mi`}),U($(J(),W`
          apiVersion: batch/v1
          kind: Job
          metadata:
            name: load
          spec:
            template:
              spec:
                restartPolicy: Never
                containers:
                  - name: load
                    image: load
                    resources:
                      requests:
                        cpu: 500m
        `),{"cpu: 500m":`cpu: 500m
memory: 100Mi`})],good:[$(J(),W`
          apiVersion: apps/v1
          kind: Deployment
          metadata:
            name: limits-are-requests
          spec:
            template:
              spec:
                containers:
                  - name: web
                    image: web
                    resources:
                      limits:
                        memory: 100Mi
        `),$(J(),W`
          apiVersion: apps/v1
          kind: Deployment
          metadata:
            name: a-patch
          spec:
            template:
              spec:
                containers:
                  - name: web
                    env:
                      - name: LEVEL
                        value: debug
        `),$(J({name:`with-a-limit-range`}),W`
          apiVersion: v1
          kind: LimitRange
          metadata:
            name: defaults
          spec:
            limits:
              - type: Container
                defaultRequest:
                  cpu: 100m
                  memory: 100Mi
        `,W`
          apiVersion: apps/v1
          kind: Deployment
          metadata:
            name: with-default-requests
          spec:
            template:
              spec:
                containers:
                  - name: web
                    image: web
        `),$(J({name:`with-a-chart-test`}),W`
          apiVersion: v1
          kind: Pod
          metadata:
            name: web-test-connection
            annotations:
              helm.sh/hook: test
          spec:
            containers:
              - name: wget
                image: busybox
        `),W`
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: no-karpenter-here
        spec:
          template:
            spec:
              containers:
                - name: web
                  image: web
      `]}}const YY=q({id:`price-gap`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[],on:{NodePool:XY,Provisioner:XY},docs:{summary:`A NodePool has cheap and very expensive instance types, and none in between.`,why:"Karpenter launches the cheapest available instance type. When AWS has no capacity for it, Karpenter uses the next one of the NodePool, whatever it costs. A NodePool with only `large` and `24xlarge` then pays for a machine 48 times as large, to run one small pod.",help:`Allow the sizes in between, or move the large ones to another NodePool.`,url:`https://karpenter.sh/docs/concepts/nodepools/#instance-types`},examples:$Y});function XY(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i?.isExact||i.names.length<2)return;let a=ZY(i,n);if(!a)return;let{cheap:o,expensive:s}=a,c=Math.floor(s.hourlyUsd/o.hourlyUsd);t({at:e.span(Vf(e)),message:`\`${e.name}\` has no instance type between ${o.name} (${QY(o.hourlyUsd)}/hour) and ${s.name} (${QY(s.hourlyUsd)}/hour). When AWS runs out of the first, its pods cost ${c} times as much`,help:`Allow the sizes in between, or move the large ones to another NodePool.`})}const ZY=eP(({names:e},t)=>{let n=[];for(let r of e){let e=$N(t,r);if(e===void 0)return;n.push({name:r,hourlyUsd:e})}n.sort((e,t)=>e.hourlyUsd-t.hourlyUsd||se(e.name,t.name));let r=n.findIndex(({hourlyUsd:e},t)=>t>0&&e>=8*n[t-1].hourlyUsd),[i,a]=[n[r-1],n[r]];return i&&a&&{cheap:i,expensive:a}}),QY=e=>{let t=e<.1?4:2;return`$${e.toFixed(t)}`};function $Y(){return{bad:[U($(J({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`node.kubernetes.io/instance-type In [m7i.large, m7i.24xlarge]`,`karpenter.sh/capacity-type In [on-demand]`]}),X),{"[m7i.large, m7i.24xlarge]":`[m7i.large, m7i.2xlarge, m7i.8xlarge, m7i.24xlarge]`})],good:[$(J({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m7i]`,`karpenter.sh/capacity-type In [on-demand]`]}),X),$(J({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`node.kubernetes.io/instance-type In [m7i.large, m7i.2xlarge]`,`karpenter.sh/capacity-type In [on-demand]`]}),X)]}}const eX=q({id:`priority-class-exists`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[],on:{Manifests(e,{report:t,base:n,nearest:r}){let i=tX(e);if(!Zc(e)||i===void 0)return;let a=new Set(n===null?[]:tX(n)),o=n===null?[]:nX(n),s=o.some(({name:e})=>!a.has(e)),c=nX(e).filter(({name:e})=>!i.includes(e));for(let[n,l]of Me(c,e=>e.name)){let c=o.filter(e=>e.name===n).map(({key:e})=>e),{manifest:u,template:d,key:f}=l.find(e=>c.includes(e.key))??l[0],p=a.has(n)?!rX(n,l,e):c.length===0&&aX(e)&&!s,m=r(n,i),ee=()=>a.has(n)?`This change removes PriorityClass \`${n}\``:`No file has PriorityClass \`${n}\``,h=()=>m===void 0?`Add the PriorityClass, or name one that the cluster has.`:`Did you mean \`${m}\`? Otherwise, add the PriorityClass.`;t({manifest:u,at:u.span([...d,`spec`,`priorityClassName`]),...!p&&{severity:`note`},message:`${ee()}, which the pods of \`${f}\` name. Where a cluster does not have it, the API server refuses these pods`,help:h()})}}},docs:{summary:`Pods name a PriorityClass that no file has.`,why:"The API server refuses a pod whose PriorityClass does not exist: `no PriorityClass with name shop-critical was found`. A Deployment is accepted and its rollout stops, because it can create none of its new pods. It is a warning if the files have other PriorityClasses, or a template that makes one under a condition. Elsewhere it is a note, because another repository may create the class.",help:`Correct the name, or add the PriorityClass.`,url:`https://kubernetes.io/docs/concepts/scheduling-eviction/pod-priority-preemption/#priorityclass`},examples:oX});function tX({manifests:e,files:t}){let n=e.filter(({kind:e})=>e===`PriorityClass`).map(({name:e})=>e);if(!(n.some(g)||t.some(({source:e})=>re(e,`PriorityClass`))))return n}const nX=e=>M(e).flatMap(e=>{let{manifest:t,template:n,namespace:r}=e,i=v(t.get([...n,`spec`,`priorityClassName`]));return i===void 0||i===``||g(i)||i.startsWith(`system-`)?[]:[{...e,name:i,key:`${t.kind}/${r}/${t.name}`}]});function rX(e,t,{files:n}){let r=new Set(t.flatMap(({manifest:e,template:t})=>iX(e,t)));return n.some(({source:t})=>t.text.includes(e)&&!r.has(t.file))}function iX(e,t){let{source:n}=e,{start:r,end:i}=e.span([...t,`spec`,`priorityClassName`]),a=n.origin?.trace(r,i).span.file;return a===void 0?[n.file]:[n.file,a]}const aX=({files:e})=>e.some(({source:e})=>/^[ \t]*kind:[ \t]*["']?PriorityClass\b/m.test(e.text));function oX(){return{bad:[U($(J(),sX(`shop-high`),cX(`shop-critical`)),{"priorityClassName: shop-critical":`priorityClassName: shop-high`})],good:[$(J(),sX(`shop-critical`),cX(`shop-critical`)),$(J(),sX(`shop-high`),cX(`system-cluster-critical`))]}}const sX=e=>W`
  apiVersion: scheduling.k8s.io/v1
  kind: PriorityClass
  metadata:
    name: ${e}
  value: 1000
`,cX=e=>W`
  apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: orders
    namespace: shop
  spec:
    selector:
      matchLabels:
        app: orders
    template:
      metadata:
        labels:
          app: orders
      spec:
        priorityClassName: ${e}
        containers:
          - name: orders
            image: orders:1
            resources:
              requests:
                cpu: 100m
                memory: 100Mi
`,lX=q({id:`recreated-by-hook`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[],on:{NodePool:uX,NodeClass:uX},docs:{summary:`Annotations make Helm or Argo CD delete a NodePool or node class and create it again.`,why:"A hook is deleted before it is created again, unless its deletion policy says otherwise: by Helm at each upgrade, by Argo CD at each sync. With `Force=true` and `Replace=true`, Argo CD replaces an object by deletion if it cannot be updated. If a NodePool is deleted, Karpenter deletes all of its nodes. The deletion of an EC2NodeClass waits until no node uses it. It is an error where the hook certainly runs: for annotations of Argo CD, and in charts.",help:`Remove the annotations. To create the objects after the CRDs, use sync waves, or a release of their own.`,url:`https://helm.sh/docs/topics/charts_hooks/#hook-deletion-policies`},examples:SX});function uX(e,{report:t}){let n=gX(e)??_X(e)??vX(e);if(n===void 0)return;let{key:r,who:i,when:a,isCertain:o}=n,s=r===dX,c=[r,...fX].filter(t=>mX(e,t)!==void 0),l=`${e.kind} \`${e.name}\``,u=()=>e.kind===`NodePool`?`${i} deletes ${l} with all of its nodes ${a}`:`${i} deletes ${l} ${a}. That waits until no node uses it`;t({manifest:e,at:e.keySpan(pX(r)),...o&&{severity:`error`},message:u(),help:s?"Remove `Force=true` from the sync options.":`Remove ${c.map(e=>`\`${e}\``).join(`, `)}.`,...!s&&{fix:{description:`Remove \`${r}\``,edits:c.flatMap(t=>Xe(e,pX(t)))}}})}const dX=`argocd.argoproj.io/sync-options`,fX=[`helm.sh/hook-delete-policy`,`helm.sh/hook-weight`,`argocd.argoproj.io/hook-delete-policy`],pX=e=>[`metadata`,`annotations`,e];function mX(e,t){let n=v(e.get(pX(t)));if(!(n===void 0||g(n)))return n}const hX=e=>(e??``).split(`,`).flatMap(e=>e.trim()||[]);function gX(e){let t=`helm.sh/hook`,n=hX(mX(e,t)).some(e=>/^(?:pre|post)-upgrade$/.test(e)),r=hX(mX(e,`helm.sh/hook-delete-policy`)),i=r.length===0||r.includes(`before-hook-creation`)||r.includes(`hook-succeeded`);if(n&&i&&!yX(e,`helm.sh/hook-delete-policy`))return{key:t,who:`Helm`,when:r.includes(`hook-succeeded`)?`after each upgrade`:`at each upgrade, and creates it again`,isCertain:bX(e)}}function _X(e){let t=`argocd.argoproj.io/hook`,n=hX(mX(e,t)).some(e=>/^(?:Pre|Post)?Sync$/.test(e)),r=hX(mX(e,`argocd.argoproj.io/hook-delete-policy`)),i=r.length===0||r.includes(`BeforeHookCreation`)||r.includes(`HookSucceeded`);if(n&&i&&!yX(e,`argocd.argoproj.io/hook-delete-policy`))return{key:t,who:`Argo CD`,when:r.includes(`HookSucceeded`)?`after each sync`:`at each sync, and creates it again`,isCertain:!0}}function vX(e){let t=hX(mX(e,dX));if(t.includes(`Force=true`)&&t.includes(`Replace=true`))return{key:dX,who:`Argo CD`,when:`whenever it differs from git, and creates it again`,isCertain:!1}}const yX=(e,t)=>g(e.get(pX(t))),bX=({source:{file:e,origin:t}})=>t===void 0?/(?:^|\/)templates\//.test(e):e.includes(`(helm template`),xX=e=>W`
  apiVersion: karpenter.sh/v1
  kind: NodePool
  metadata:
    name: default
    annotations:
      ${e}
  spec:
    limits:
      cpu: 100
    template:
      spec:
        requirements: []
`;function SX(){return{bad:[xX(`helm.sh/hook: post-install,post-upgrade
helm.sh/hook-weight: "5"`),xX(`argocd.argoproj.io/hook: PostSync`),U(xX(`argocd.argoproj.io/sync-options: Force=true,Replace=true`),{"Force=true,":``})],good:[xX(`helm.sh/hook: post-install`),xX(`helm.sh/hook: post-install,post-upgrade
helm.sh/hook-delete-policy: hook-failed`),xX(`argocd.argoproj.io/hook: Skip`),xX(`argocd.argoproj.io/sync-wave: "2"`),xX(`argocd.argoproj.io/sync-options: Replace=true`)]}}const CX=q({id:`removed-pod-keys`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[10,11,12],on:{Manifests(e,t){if(!t.karpenter.v1)return;let n=z(e).map(({name:e})=>e);for(let n of z(e))for(let e of wX(n,[`spec`,`template`,`metadata`,`annotations`]))jX(n,e,it,t);for(let{manifest:n,path:r}of EX(e))jX(n,r,it,t);for(let{manifest:r,template:i}of M(e)){let e=(...e)=>[...i,...e];for(let i of wX(r,e(`spec`,`nodeSelector`)))NX({manifest:r,path:i,pools:n},t);for(let{expressions:n}of vp(r,e(`spec`,`affinity`)))if(!n.some(({key:e})=>e===w.nodePool))for(let{path:e}of n)MX(r,[...e,`key`],nt,t);for(let[n]of f(r.get(e(`spec`,`tolerations`))).entries())MX(r,e(`spec`,`tolerations`,n,`key`),ct,t)}}},docs:{summary:`A pod or a NodePool uses an annotation, label or taint that Karpenter no longer supports.`,why:"Karpenter renamed them on the way to v1 and ignores the old names. `do-not-evict` protects no pods, and `do-not-consolidate` no nodes. A pod that selects `karpenter.sh/provisioner-name` finds no node, and one that uses this label to avoid Karpenter’s nodes no longer avoids them. A toleration of `karpenter.sh/disruption` no longer matches the taint of a node that Karpenter removes.",help:`Use the new name.`,url:`https://karpenter.sh/docs/upgrading/v1-migration/`},examples:PX}),wX=(e,t)=>Object.keys(h(e.get(t))??{}).map(e=>[...t,e]),TX=new Set([`AutoscalingRunnerSet`,`RunnerDeployment`,`RunnerSet`]);function EX(e){return[...[...M(e),...e.manifests.filter(({kind:e})=>TX.has(e)).map(e=>({manifest:e,template:[`spec`,`template`]}))].flatMap(({manifest:e,template:t})=>wX(e,[...t,`metadata`,`annotations`]).map(t=>({manifest:e,path:t}))),...e.manifests.filter(({kind:e})=>DX.has(e)).flatMap(e=>OX(e,[]).map(t=>({manifest:e,path:t})))]}const DX=new Set([`Application`,`HelmRelease`,`HelmValues`,`KustomizeChart`]);function OX(e,t){let n=e.get(t);return typeof n!=`object`||!n||t.length>12?[]:(Array.isArray(n)?[...n.keys()]:Object.keys(n)).flatMap(n=>{let r=[...t,n];return Object.hasOwn(it,n)?[r]:OX(e,r)})}const kX=(e,t)=>{if(t!==void 0&&Object.hasOwn(e,t))return e[t]},AX=(e,t)=>({message:`Karpenter no longer supports \`${e}\`, so it has no effect`,help:`Use \`${t}\` instead.`});function jX(e,t,n,{report:r}){let i=String(t.at(-1)),a=kX(n,i);a!==void 0&&e.get([...t.slice(0,-1),a])===void 0&&r({manifest:e,at:e.keySpan(t),...AX(i,a),fix:{description:`Rename to \`${a}\``,edits:Ye(e,t,a)}})}function MX(e,t,n,{report:r}){let i=v(e.get(t)),a=kX(n,i);i!==void 0&&a!==void 0&&(f(e.get(t.slice(0,-2))).some(e=>h(e)?.key===a)||r({manifest:e,at:e.span(t),...AX(i,a),...e.get([...t.slice(0,-1),`value`])===void 0&&{fix:{description:`Replace with \`${a}\``,edits:S(e,t,a)}}}))}function NX({manifest:e,path:t,pools:n},{report:r}){let i=String(t.at(-1)),a=kX(nt,i);if(a===void 0)return;let o=v(e.get(t));r({manifest:e,at:e.keySpan(t),message:`Nodes no longer have the label \`${i}\`, so these pods stay pending`,help:`Use \`${a}\` with the name of the NodePool instead.`,...o!==void 0&&n.includes(o)&&{fix:{description:`Rename to \`${a}\``,edits:Ye(e,t,a)}}})}function PX(){return{bad:[Z(`redis`,{values:W`
          master:
            podAnnotations:
              karpenter.sh/do-not-evict: "true"
        `}),W`
        apiVersion: actions.github.com/v1alpha1
        kind: AutoscalingRunnerSet
        metadata:
          name: runners
        spec:
          template:
            metadata:
              annotations:
                karpenter.sh/do-not-evict: "true"
            spec:
              containers:
                - name: runner
                  image: runner
      `,W`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: build
        spec:
          limits:
            cpu: 100
          template:
            metadata:
              annotations:
                karpenter.sh/do-not-consolidate: "true"
            spec:
              requirements: []
      `,W`
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: web
        spec:
          template:
            metadata:
              annotations:
                karpenter.sh/do-not-evict: "true"
            spec:
              tolerations:
                - key: karpenter.sh/disruption
                  operator: Exists
              containers:
                - name: web
                  image: web
      `,W`
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: web
        spec:
          template:
            spec:
              affinity:
                nodeAffinity:
                  requiredDuringSchedulingIgnoredDuringExecution:
                    nodeSelectorTerms:
                      - matchExpressions:
                          - key: karpenter.sh/provisioner-name
                            operator: DoesNotExist
              containers:
                - name: web
                  image: web
      `],good:[Z(`redis`,{values:W`
          master:
            podAnnotations:
              karpenter.sh/do-not-disrupt: "true"
        `}),W`
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: web
        spec:
          template:
            metadata:
              annotations:
                karpenter.sh/do-not-disrupt: "true"
            spec:
              tolerations:
                - key: karpenter.sh/disrupted
                  operator: Exists
              containers:
                - name: web
                  image: web
      `,W`
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: anywhere
        spec:
          template:
            spec:
              affinity:
                nodeAffinity:
                  requiredDuringSchedulingIgnoredDuringExecution:
                    nodeSelectorTerms:
                      - matchExpressions:
                          - key: karpenter.sh/provisioner-name
                            operator: DoesNotExist
                          - key: karpenter.sh/nodepool
                            operator: DoesNotExist
              containers:
                - name: web
                  image: web
      `,K({karpenter:`0.32`},W`
          apiVersion: apps/v1
          kind: Deployment
          metadata:
            name: web
          spec:
            template:
              metadata:
                annotations:
                  karpenter.sh/do-not-evict: "true"
              spec:
                containers:
                  - name: web
                    image: web
        `)]}}const FX=q({id:`replicas-above-limit`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[111],on:{NodePool(e,{report:t}){let n=[...Nf(e).path,`nodes`],[r,i]=[e.get([`spec`,`replicas`]),e.get(n)],a=typeof i==`number`||typeof i==`string`?Bt(i):void 0;typeof r!=`number`||a===void 0||r<=a||t({at:e.span(n),message:`NodePool \`${e.name}\` should have ${ve(r,`node`)}, but its limit allows only ${Math.floor(a)}`,help:"Raise `limits.nodes` above `replicas`, so that Karpenter can also launch nodes that replace others.",labels:[{span:e.span([`spec`,`replicas`]),message:`more than the limit`}]})}},docs:{summary:"A static NodePool has more `replicas` than its `limits.nodes` allow.",why:"Karpenter launches nodes of a static NodePool up to `limits.nodes`, and only its log says that the others are missing. While the limit is reached, Karpenter cannot replace drifted nodes either, because it launches the new node first.",help:"Raise `limits.nodes` above `replicas`, or lower `replicas`.",url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:IX});function IX(){return{bad:[U(J({limits:W`nodes: 8`,replicas:10}),{"nodes: 8":`nodes: 12`}),U(J({limits:W`nodes: "3"`,replicas:4}),{'nodes: "3"':`nodes: "5"`})],good:[J({limits:W`nodes: 10`,replicas:10}),J({limits:W`nodes: 12`,replicas:10}),J({limits:null,replicas:10}),J({limits:W`
          cpu: 100
          nodes: 8
        `})]}}const LX=[`cpu`,`memory`,`nodes`,`pods`,`ephemeral-storage`],RX={mem:`memory`,ram:`memory`,gpu:`nvidia.com/gpu`},zX=q({id:`require-limits`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[29,30],on:{NodePool:BX,Provisioner:BX},docs:{summary:`A NodePool has no limits, or its limits have no effect.`,why:"Karpenter launches nodes for every pending pod. Without `limits`, a runaway Deployment, a HorizontalPodAutoscaler with a wrong target or a crash loop gets more and more nodes, up to the AWS quota. The keys of `limits` are free-form, so the API server accepts a misspelled resource, which limits nothing.",help:"Set `limits.cpu` and `limits.memory` to the most that this NodePool may use.",url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:qX});function BX(e,t){let{report:n}=t,i=Nf(e);if(!i.isKnown||KX(e)||e.get([`spec`,`replicas`])!==void 0)return;let a=Object.keys(h(i.value)??{});if(a.length===0&&VX(e))return;if(a.length===0){n({at:e.keySpan(e.get(i.path)===void 0?[`spec`]:i.path),message:`${e.kind} \`${e.name}\` has no limits, so Karpenter may launch any number of nodes for it`,help:"Set `limits.cpu` and `limits.memory` to the most that this NodePool may use."});return}let o=a.filter(e=>!LX.includes(e)&&!/[/{$]|^hugepages-/.test(e));for(let n of o)GX(e,n,t);if(WX(e,t),o.length===0&&!a.some(e=>e===`cpu`||e===`memory`||e.includes(`/`))){let t=a.includes(`nodes`);n({at:e.keySpan(i.path),message:`The limits of ${e.kind} \`${e.name}\` include neither \`cpu\` nor \`memory\`, so the size of its nodes is unlimited${r(t,`. Their number is only roughly limited, because nodes launched at the same time do not count each other`)}`,help:"Add `cpu` and `memory` to the limits.",...t&&{severity:`note`}})}}const VX=e=>Rf(e).some(({key:e,operator:t,values:n})=>C(e)===w.capacityType&&t===`In`&&n.length>0&&n.every(({text:e})=>e===`reserved`)),HX=/\b(?:exact(?:ly)?|at most|no more than|never (?:more|exceed)|maximum|max|hard (?:limit|cap)|licen[cs]es?|contract)\b/i,UX=/\b(?:exact(?:ly)?|never (?:more|exceed)|hard (?:limit|cap)|licen[cs]es?|contract)\b/i;function WX(e,{report:t}){let n=Nf(e).path,r=[...n,`nodes`];if(e.get(r)===void 0)return;let i=bV(e,n),a=vV(e,r)||(/\bnodes?\b/i.test(i)?i:``),o=(UX.exec(a)??HX.exec(a))?.[0];o!==void 0&&t({at:e.span(r),...!UX.test(a)&&{severity:`note`},message:`The comment says “${o}”, but Karpenter may exceed \`limits.nodes\`, because nodes launched at the same time do not count each other`,help:"Leave room for a few more nodes, or set `replicas` for a fixed number of nodes."})}function GX(e,t,{report:n,nearest:r}){let i=Nf(e),a=at(RX,t.toLowerCase())??r(t,LX),o=a!==void 0&&e.get([...i.path,a])===void 0,s=()=>a?`Did you mean \`${a}\`?`:"Use `cpu`, `memory` or an extended resource such as `nvidia.com/gpu`.";n({at:e.keySpan([...i.path,t]),message:`\`${t}\` is not a resource of nodes, so this entry limits nothing`,help:s(),...o&&{fix:{description:`Rename to \`${a}\``,edits:Ye(e,[...i.path,t],a)}}})}function KX(e){let t=h(e.get([`spec`]))??{};if(Object.keys(t).some(e=>e!==`limits`&&u(e,[`limits`])!==void 0))return!0;let n=Object.keys(h(t.limits)??{});return e.kind===`Provisioner`&&n.length>0&&!n.includes(`resources`)}function qX(){return{bad:[U(J({limits:null}),{"spec:\n  template:":`spec:
  limits:
    cpu: 100
    memory: 400Gi
  template:`}),J({limits:W`
          cpu: 100
          mem: 400Gi
        `}),U(J({limits:W`
            cpu: 100
            # the license covers 10 nodes
            nodes: 10
          `}),{"# the license covers 10 nodes":`# leaves room for 2 more`,"nodes: 10":`nodes: 8`}),U(W`
        apiVersion: karpenter.sh/v1alpha5
        kind: Provisioner
        metadata:
          name: default
        spec:
          limits:
            resources:
              pods: 500
      `,{"pods: 500":`pods: 500
cpu: 100
memory: 400Gi`})],good:[J({limits:W`
          cpu: 100
          memory: 400Gi
        `}),J({name:`gpu`,limits:`nvidia.com/gpu: 8`})]}}const JX=new Set([w.zone,w.zoneId,w.capacityType,w.instanceType,w.instanceFamily]),YX=q({id:`satisfiable-requirements`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[93],explains:[`provisioning/nodepool-empty`],on:{NodePool:XX,Provisioner:XX},docs:{summary:`No instance type of the region satisfies all requirements of a NodePool.`,why:`Each requirement is valid on its own, so the API server accepts the NodePool and Karpenter reports it as ready. But Karpenter never launches a node for it, and its pods stay pending.`,help:`Relax the requirement that excludes the last instance types, or the earlier ones that conflict with it.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:tZ});function XX(e,{report:t,catalog:n,compatible:i,isRegionAssumed:a,base:o}){let s=i(e);if(!n||!s?.emptied)return;let c=ZX(e,n,o)??s.emptied,{requirement:l,before:u,values:d,isUnknownValue:f,isInEveryRegion:p}=c,m=C(l.key);if(f&&JX.has(m))return;let ee=l.path.length===1;t({at:ee?e.keySpan(l.path):e.span(l.path),...a&&!p&&{severity:Df(e).some(e=>et(e.key))?`note`:`warning`},message:`No instance type${r(!(a&&p),` in ${n.region}`)} satisfies the requirements of \`${e.name}\`: ${QX(l)}${r(ee,`, which v1alpha5 adds by default,`)} excludes the remaining ${ve(u,`instance type`)}`,labels:c.conflicts.map(t=>({span:e.span(t.path),message:`no instance type satisfies both this and \`${l.key}\``})),help:$X(m,d,f),explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}})}function ZX(e,t,n){let r=n?.manifests.filter(({kind:t,name:n})=>t===e.kind&&n===e.name)??[],i=new Set(r.flatMap(e=>Df(e).map(QX))),a=Df(e),o=a.filter(e=>!i.has(QX(e)));return i.size===0||o.length===0||o.length===a.length?void 0:oW(t,[...a.filter(e=>i.has(QX(e))),...o]).emptied}const QX=({key:e,operator:t,values:n})=>`\`${[e,t,n.map(e=>e.text).join(`, `)].filter(Boolean).join(` `)}\``;function $X(e,t,n){return t.length===0?`The remaining instance types have no \`${e}\`. Relax this requirement or an earlier one.`:n?`Use a value of \`${e}\` that exists: ${eZ(t)}.`:`Allow a value of \`${e}\` that the remaining instance types have (${eZ(t)}), or relax an earlier requirement.`}const eZ=e=>je(e,6);function tZ(){return{bad:[U(J({requirements:[`karpenter.k8s.aws/instance-family In [m7g, c7g]`,`kubernetes.io/arch In [amd64]`]}),{"[amd64]":`[arm64]`},{"[m7g, c7g]":`[m7i, c7i]`}),U(J({requirements:[`karpenter.k8s.aws/instance-cpu In ["5"]`]}),{'["5"]':`["4"]`})],good:[J({requirements:[`karpenter.k8s.aws/instance-family In [m7g, c7g]`,`kubernetes.io/arch In [arm64]`]})]}}const nZ=q({id:`scale-target`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[],on:{Manifests(e,{report:t}){if(!Zc(e))return;let n=aZ(e);for(let r of n){let i=sZ(r,e,n);if(i===void 0)continue;let{manifest:a,kind:s,name:c}=r,l=i.kind===s?`name`:`kind`,u=i[l];t({manifest:a,at:a.span([...rZ,l]),message:`${a.kind} \`${a.name}\` scales ${s} \`${c}\`, which is not among these manifests. Nothing scales ${i.kind} \`${i.name}\``,help:o(u),labels:[{span:i.span([`metadata`,`name`]),message:`may be the workload that is meant`}],fix:{description:`Replace with \`${u}\``,edits:S(a,[...rZ,l],u)}})}}},docs:{summary:`An autoscaler names a workload that does not exist, and a workload with a similar name has none.`,why:"A HorizontalPodAutoscaler or a ScaledObject of KEDA with another name or kind in `scaleTargetRef` scales nothing, and nobody notices until the load comes. The workload keeps the pods that it has. Reported only if a workload of the same namespace and folder has the same name and another kind, or a name with one other letter, and no other autoscaler scales it.",help:"Correct `scaleTargetRef`.",url:`https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/`},examples:uZ}),rZ=[`spec`,`scaleTargetRef`],iZ=new Set([`Deployment`,`StatefulSet`]);function aZ({manifests:e}){return e.flatMap(e=>{let t=d(e.apiVersion);if(!(e.kind===`HorizontalPodAutoscaler`&&t===`autoscaling`||e.kind===`ScaledObject`&&t===`keda.sh`)||e.isPartial||g(e.get(rZ)))return[];let n=v(e.get([...rZ,`kind`]))??`Deployment`,r=v(e.get([...rZ,`name`]))??``;return g(n)||g(r)||r===``?[]:[{manifest:e,kind:n,name:r}]})}const oZ=(e,t)=>Yc(e)===Yc(t)&&Be(e.source.file)===Be(t.source.file);function sZ({manifest:e,kind:t,name:n},r,i){if(!iZ.has(t)||r.manifests.some(e=>e.kind===t&&e.name===n))return;let a=M(r).map(e=>e.manifest).filter(t=>iZ.has(t.kind)&&oZ(t,e)).filter(e=>e.kind===t?eq(n,e.name):e.name===n).filter(e=>!i.some(t=>t.kind===e.kind&&t.name===e.name));if(a.length===1)return a[0]}const cZ=e=>W`
  apiVersion: apps/v1
  kind: ${e}
  metadata:
    name: web
  spec:
    selector:
      matchLabels:
        app: web
    template:
      metadata:
        labels:
          app: web
      spec:
        containers:
          - name: web
            image: example.com/web:1
            resources:
              requests:
                cpu: 100m
                memory: 100Mi
`,lZ=(e,t)=>W`
  apiVersion: autoscaling/v2
  kind: HorizontalPodAutoscaler
  metadata:
    name: web
  spec:
    minReplicas: 2
    maxReplicas: 10
    scaleTargetRef:
      apiVersion: apps/v1
      kind: ${e}
      name: ${t}
`;function uZ(){return{bad:[$(J(),cZ(`Deployment`),lZ(`Deployment`,`webb`)),$(J(),cZ(`Deployment`),lZ(`StatefulSet`,`web`))],good:[$(J(),cZ(`Deployment`),lZ(`Deployment`,`web`)),$(J(),cZ(`Deployment`),lZ(`Deployment`,`redis`)),$(J(),cZ(`Deployment`),lZ(`Deployment`,`web`),lZ(`Deployment`,`wed`))]}}const dZ=q({id:`scaled-replicas`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[],on:{Manifests(e,{report:t}){if(!Zc(e))return;let n=_Z(e);if(n.size===0||yZ(e))return;let r=bZ(e);for(let i of e.manifests.filter(hZ)){let e=Number(i.get(fZ)),a=n.get(gZ(i,i.kind,i.name))?.[0];if(a===void 0||vZ(a,e))continue;let o=xZ(i,r);if(o===void 0)continue;let s=`${i.kind} \`${i.name}\``;t({manifest:i,at:i.keySpan(fZ),message:`${a.kind} \`${a.name}\` sets the number of pods of ${s}, and \`replicas: ${e}\` sets it, too. ${SZ(o,e)}`,labels:[{span:a.span(pZ),message:`the autoscaler`}],help:`Remove \`replicas\` from ${s}, so that only the autoscaler sets it.`})}}},docs:{summary:"A workload has `replicas`, and an autoscaler sets the number of its pods.",why:"Each time Argo CD or Flux applies the workload, its number of pods goes back to `replicas`. The autoscaler then needs minutes to correct it. Until then there are too few pods, and Karpenter removes nodes that it launches again. Not reported if no file shows Argo CD or Flux, if Argo CD ignores `replicas`, or if the autoscaler allows no other number.",help:"Remove `replicas` from the workload.",url:`https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/#migrating-deployments-and-statefulsets-to-horizontal-autoscaling`},examples:DZ}),fZ=[`spec`,`replicas`],pZ=[`spec`,`scaleTargetRef`],mZ=[`metadata`,`annotations`,`kustomize.toolkit.fluxcd.io/ssa`];function hZ(e){return!(d(e.apiVersion)===`apps`&&(e.kind===`Deployment`||e.kind===`StatefulSet`)||d(e.apiVersion)===`argoproj.io`&&e.kind===`Rollout`)||e.isPartial||e.source.origin?.tool===`terraform`||e.get([`spec`,`template`])===void 0||e.get(mZ)!==void 0?!1:typeof e.get(fZ)==`number`}const gZ=(e,t,n)=>JSON.stringify([Be(e.source.file),Yc(e),t,n]);function _Z({manifests:e}){let t=e.filter(e=>{let t=d(e.apiVersion),n=e.kind===`HorizontalPodAutoscaler`&&t===`autoscaling`||e.kind===`ScaledObject`&&t===`keda.sh`,r=h(e.get([`metadata`,`annotations`]))??{},i=Object.keys(r).some(e=>e.startsWith(`autoscaling.keda.sh/paused`));return n&&!i&&!e.isPartial&&!g(e.get(pZ))});return Me(t,e=>{let t=v(e.get([...pZ,`kind`]))??`Deployment`;return gZ(e,t,v(e.get([...pZ,`name`]))??``)})}const vZ=(e,t)=>[[`minReplicas`,`minReplicaCount`],[`maxReplicas`,`maxReplicaCount`]].every(n=>n.some(n=>e.get([`spec`,n])===t)),yZ=({manifests:e})=>e.some(e=>(d(e.apiVersion)===`argoproj.io`||e.name===`argocd-cm`)&&/ignoreDifferences/.test(JSON.stringify(e.object))&&/spec[/.]replicas|managedFieldsManagers/.test(JSON.stringify(e.object))),bZ=({manifests:e})=>e.some(({kind:e,apiVersion:t})=>(e===`Application`||e===`ApplicationSet`)&&d(t)===`argoproj.io`);function xZ({source:e},t){if(/^(?:Kustomization|HelmRelease) /.test(e.origin?.root??``))return`Flux`;if(t)return`Argo CD`}function SZ(e,t){return`Each time ${e} applies it, there ${He(t,`is`,`are`)} ${ve(t,`pod`)} again`}const CZ=e=>W`
  apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web
  spec:
    ${e}
    selector:
      matchLabels:
        app: web
    template:
      metadata:
        labels:
          app: web
      spec:
        containers:
          - name: web
            image: example.com/web:1
            resources:
              requests:
                cpu: 100m
                memory: 100Mi
`,wZ=e=>W`
  apiVersion: autoscaling/v2
  kind: HorizontalPodAutoscaler
  metadata:
    name: web
  spec:
    minReplicas: ${String(e)}
    maxReplicas: 10
    scaleTargetRef:
      apiVersion: apps/v1
      kind: Deployment
      name: web
`,TZ=W`
  apiVersion: keda.sh/v1alpha1
  kind: ScaledObject
  metadata:
    name: web
  spec:
    maxReplicaCount: 10
    scaleTargetRef:
      name: web
    triggers:
      - type: cron
        metadata:
          timezone: Etc/UTC
          start: 0 6 * * *
          end: 0 20 * * *
          desiredReplicas: "10"
`,EZ=W`
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata:
    name: shop
    namespace: argocd
  spec:
    project: default
    destination:
      server: https://kubernetes.default.svc
    source:
      repoURL: https://git.example.com/shop.git
      path: shop
`;function DZ(){return{bad:[U($(J(),EZ,CZ(`replicas: 3`),wZ(2)),{"replicas: 3":``}),U($(J(),EZ,CZ(`replicas: 3`),TZ),{"replicas: 3":``})],good:[$(J(),EZ,CZ(``),wZ(2)),$(J(),CZ(`replicas: 3`),wZ(2)),$(J(),EZ,CZ(`replicas: 10`),wZ(10))]}}const OZ=q({id:`short-expiry`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[],on:{Manifests(e,t){let n=MZ(e,t);for(let[e,r]of n)FZ(e,r,t)}},docs:{summary:`Nodes expire within a day, and with each of them a workload with only one pod stops.`,why:"Karpenter drains a node when it reaches `expireAfter`, whatever the budgets say, and starts the replacement at the same time. The only pod of a Deployment or StatefulSet is down until it runs on another node. With `expireAfter: 10h`, that happens more than twice a day. Reported only for pods that run on such nodes alone and that no autoscaler scales.",help:"Use a longer `expireAfter`, run two replicas with a PodDisruptionBudget, or place these pods on a NodePool whose nodes live longer.",url:`https://karpenter.sh/docs/concepts/disruption/#expiration`},examples:IZ}),kZ=36e5,AZ=[`spec`,`template`,`spec`,`expireAfter`];function jZ(e){let t=v(e.get(AZ));if(t===void 0||g(t))return;let n=jt(t),r=n===void 0?0:Number(n)/1e6;if(r>0&&r<24*kZ)return r}function MZ(e,{clusterOf:t}){let n=new Map;if(!z(e).some(e=>jZ(e)!==void 0))return n;let r=new Set(e.manifests.filter(({kind:e})=>NZ.has(e)).map(e=>v(e.get([`spec`,`scaleTargetRef`,`name`]))));for(let i of M(e)){if(r.has(i.manifest.name)||!PZ(i))continue;let{manifest:e,template:a}=i,{pools:o,isOnly:s}=Pp(e,[...a,`spec`],t(e))??{pools:[],isOnly:!1},[c]=o;s&&c&&o.every(e=>jZ(e)!==void 0)&&n.set(c,[...n.get(c)??[],i])}return n}const NZ=new Set([`HorizontalPodAutoscaler`,`ScaledObject`]);function PZ({manifest:e,template:t}){if(e.kind!==`Deployment`&&e.kind!==`StatefulSet`)return!1;let n=e.get([`spec`,`replicas`]);return n!==void 0&&n!==1||e.isPartial?!1:!Object.keys(h(e.get([...t,`metadata`,`annotations`]))??{}).some(e=>e===`karpenter.sh/do-not-disrupt`||g(e))}function FZ(e,t,{report:n}){let r=t.map(({manifest:e})=>`${e.kind} \`${e.name}\``),i=Math.round(168*kZ/jZ(e)),a=He(t.length,`the only pod of`,`the only pods of`);n({manifest:e,at:e.span(AZ),message:`\`expireAfter: ${v(e.get(AZ))}\` stops ${a} ${je(r)} about ${i} times a week`,help:"Use a longer `expireAfter`, such as `720h`, or run at least two replicas with a PodDisruptionBudget.",labels:t.slice(0,3).map(({manifest:e})=>({span:e.span([`metadata`,`name`]),message:`it has one replica`}))})}function IZ(){let e=e=>W`
    apiVersion: apps/v1
    kind: StatefulSet
    metadata:
      name: ledger
    spec:
      serviceName: ledger
      replicas: ${String(e)}
      selector:
        matchLabels:
          app: ledger
      template:
        metadata:
          labels:
            app: ledger
        spec:
          containers:
            - name: ledger
              image: example.com/ledger
              resources:
                requests:
                  cpu: "1"
                  memory: 1Gi
  `,t=e=>J({nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`],expireAfter:e});return{bad:[U($(t(`10h`),e(1),X),{"expireAfter: 10h":`expireAfter: 720h`},{"replicas: 1":`replicas: 2`})],good:[$(t(`720h`),e(1),X),$(t(`10h`),e(2),X)]}}const LZ=q({id:`spot-flexibility`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[21],on:{NodePool:RZ,Provisioner:RZ},docs:{summary:`A NodePool allows spot but has few instance types or a single zone to choose from.`,why:`Spot capacity varies by instance type and zone. With few of them, AWS interrupts nodes at the same time and replacements find no capacity. Karpenter moves a spot node to a cheaper spot node only if at least 15 cheaper instance types remain.`,help:`Allow at least 15 instance types in several families, sizes and zones. If you cannot, also allow on-demand.`,url:`https://karpenter.sh/docs/concepts/disruption/#spot-consolidation`},examples:BZ});function RZ(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i?.isExact||i.names.length===0)return;let{instanceTypes:a,zones:o}=i.count(`spot`);if(a===0||a>=15&&o.length>1)return;let s=o.length===1?`1 zone of ${n.region}`:n.region,c=i.count(`on-demand`).instanceTypes===0;t({at:e.span(zZ(e)),severity:a<15&&(c||a<5)?`warning`:`note`,message:`\`${e.name}\` allows spot, but has only ${ve(a,`instance type`)} in ${s} to choose from`,measures:[{value:a,better:`more`},{value:o.length,better:`more`}],help:a<15?`Allow at least 15 instance types in several families, sizes and zones. With fewer, nodes are interrupted together, and Karpenter does not move them to cheaper spot nodes.`:`Allow more zones. Spot capacity runs out in one zone at a time.`})}const zZ=e=>Rf(e).find(({key:e})=>C(e)===w.capacityType)?.path??(e.kind===`NodePool`?[`spec`,`template`,`spec`,`requirements`]:[`spec`,`requirements`]);function BZ(){return{bad:[U(J({requirements:[`karpenter.k8s.aws/instance-family In [t4g]`,`karpenter.sh/capacity-type In [spot, on-demand]`,`topology.kubernetes.io/zone In [us-east-1a]`]}),{"[t4g]":`[c6g, c7g, m6g, m7g, r6g, r7g]`,"[us-east-1a]":`[us-east-1a, us-east-1b]`}),U(K({region:`eu-central-1`},J({requirements:[`node.kubernetes.io/instance-type In [m6i.large, m6i.xlarge]`,`karpenter.sh/capacity-type In [spot]`]})),{"node.kubernetes.io/instance-type":`karpenter.k8s.aws/instance-family`,"[m6i.large, m6i.xlarge]":`[c6i, c7i, m6i, m7i, r6i, r7i]`})],good:[J({requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [spot, on-demand]`]}),J({requirements:[`karpenter.k8s.aws/instance-family In [t4g]`,`karpenter.sh/capacity-type In [on-demand]`]})]}}const VZ={"node.cilium.io/agent-not-ready":{chart:`cilium`,daemonSet:`cilium`},"ebs.csi.aws.com/agent-not-ready":{chart:`aws-ebs-csi-driver`,addon:`aws-ebs-csi-driver`,daemonSet:`ebs-csi-node`},"efs.csi.aws.com/agent-not-ready":{chart:`aws-efs-csi-driver`,addon:`aws-efs-csi-driver`,daemonSet:`efs-csi-node`},"fsx.csi.aws.com/agent-not-ready":{chart:`aws-fsx-csi-driver`,addon:`aws-fsx-csi-driver`,daemonSet:`fsx-csi-node`},"s3.csi.aws.com/agent-not-ready":{chart:`aws-mountpoint-s3-csi-driver`,addon:`aws-mountpoint-s3-csi-driver`,daemonSet:`s3-csi-node`}},HZ=(e,t)=>[...UZ(e,t),...M(e).filter(({manifest:e,template:n})=>qZ(e,n,t)).map(({manifest:e})=>({manifest:e,title:`${e.kind} \`${e.name}\`, whose containers name it`,isByContent:!0}))];function UZ(e,t){let n=at(VZ,t);if(n===void 0)return[];let{chart:r,addon:i,daemonSet:a}=n;return[...cr(e,r).map(({manifest:e})=>({manifest:e,title:`the chart \`${r}\``})),...e.manifests.filter(e=>i!==void 0&&GZ(e,i)).map(e=>({manifest:e,title:`the add-on \`${i}\``})),...e.manifests.filter(({kind:e,name:t})=>e===`DaemonSet`&&t===a).map(e=>({manifest:e,title:`DaemonSet \`${a}\``}))]}const WZ=[[`spec`,`addons`],[`spec`,`cluster_addons`]];function GZ(e,t){return e.kind===`aws_eks_addon`?e.get([`spec`,`addon_name`])===t:e.kind===`module`&&WZ.some(n=>h(e.get(n))?.[t]!==void 0)}const KZ=[`containers`,`initContainers`],qZ=(e,t,n)=>KZ.some(r=>JSON.stringify(e.get([...t,`spec`,r])??null).includes(n)),JZ=new Set([`NodePool`,`EC2NodeClass`,`NodeClass`,`NodeClaim`,`NodeOverlay`]),YZ=(e,t)=>HZ(e,t).length>0||pr(e,at(VZ,t)?.chart??t)||e.manifests.some(({kind:e,object:n})=>!JZ.has(e)&&XZ(n,t)),XZ=(e,t)=>JSON.stringify(e,(e,t)=>e===`tolerations`?null:t).includes(t),ZZ=(e,t)=>t.manifests.some(t=>t.kind===e.kind&&t.name===e.name&&Yc(t)===Yc(e)),QZ=q({id:`startup-taints`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[87,88],on:{Manifests(e,t){for(let n of z(e))nQ(n,t),iQ(n,t),rQ(n,t);for(let n of cr(e,`istiod`))sQ(n,t);let n=cr(e,`cilium`);for(let e of n)aQ(e,t);if(!(n.length===0&&pr(e,`cilium`)))for(let r of e.manifests.filter(cQ))n.some(e=>t.clusterOf(e.manifest)===t.clusterOf(r))||lQ(r,t)}},docs:{summary:"An agent’s taint is missing from `startupTaints` or in `taints`, or a startup taint is misspelled.",why:"Karpenter waits until startup taints are removed, and meanwhile expects pods to run on the node. Cilium’s operator taints nodes on which its agent does not run yet. If `startupTaints` does not include this taint, Karpenter assumes that its pods cannot use the node, and launches another. If the taint is in `taints`, Karpenter expects it to stay, and launches no node for pods that do not tolerate it. If the change removes what removes a startup taint, new nodes keep it. No agent removes a misspelled startup taint, and istiod removes its taint only with its untaint controller, which is off by default. The node then never becomes initialized, so Karpenter never consolidates or replaces it.",help:"Add the taint to `startupTaints`, with the key that the agent uses.",url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecstartuptaints`},examples:dQ}),$Z=[`spec`,`template`,`spec`,`startupTaints`],eQ=[`node.cilium.io/agent-not-ready`,`ebs.csi.aws.com/agent-not-ready`,`efs.csi.aws.com/agent-not-ready`,`fsx.csi.aws.com/agent-not-ready`,`s3.csi.aws.com/agent-not-ready`],tQ=e=>e.split(`.`)[0];function nQ(e,{report:t,nearest:n}){for(let r of f(e.get($Z)).keys()){let i=[...$Z,r,`key`],a=v(e.get(i))??``,o=eQ.includes(a)?void 0:n(a,eQ);o!==void 0&&tQ(o)===tQ(a)&&t({manifest:e,at:e.span(i),message:`Nothing removes the startup taint \`${a}\`, so the nodes of \`${e.name}\` never become initialized`,help:`Did you mean \`${o}\`?`,unready:`nothing removes the startup taint \`${a}\``,fix:{description:`Replace with \`${o}\``,edits:S(e,i,o)}})}}function rQ(e,t){let{all:n,base:r,report:i,baseClusterOf:a}=t,o=r?.manifests.find(({kind:t,name:n})=>t===e.kind&&n===e.name);if(r&&o)for(let t of f(e.get($Z)).keys()){let s=[...$Z,t,`key`],c=v(e.get(s));if(c===void 0||g(c))continue;let[l]=HZ(r,c);if(l===void 0||YZ(n,c))continue;let u=a(o)===a(l.manifest),d=l.isByContent&&ZZ(l.manifest,n)?`changes`:`removes`;i({manifest:e,at:e.span(s),...!u&&{severity:`note`},message:`Nothing in these files removes the startup taint \`${c}\` any more, because the change ${d} ${l.title}. New nodes of \`${e.name}\` never become initialized, and pods that do not tolerate it stay pending`,help:"Remove the taint from `startupTaints` first, or keep what removes it.",...u&&{unready:`nothing removes the startup taint \`${c}\``}})}}function iQ(e,{report:t}){let n=[`spec`,`template`,`spec`,`taints`],r=new Set(f(e.get($Z)).map((t,n)=>v(e.get([...$Z,n,`key`]))));for(let i of f(e.get(n)).keys()){let a=[...n,i,`key`],o=v(e.get(a))??``;eQ.includes(o)&&!r.has(o)&&t({manifest:e,at:e.span(a),message:`An agent removes the taint \`${o}\` when it runs, but it is in \`taints\`. Karpenter expects it to stay, so it launches no node of \`${e.name}\` for pods that do not tolerate it`,help:"Move it from `taints` to `startupTaints`."})}}function aQ(e,t){let n=yr(e,`agentNotReadyTaintKey`),r=[`setNodeTaints`,`enabled`].map(t=>yr(e,`operator`,t));In(n)&&r.every(e=>In(e)&&e.value!==!1)&&uQ({manifest:e.manifest,key:v(n.value)??eQ[0]},t)}const oQ=`cni.istio.io/not-ready`;function sQ(e,t){let{all:n,report:r,clusterOf:i}=t;if(!(![[],[`pilot`]].flatMap(t=>[yr(e,...t,`taint`,`enabled`),yr(e,...t,`env`,`PILOT_ENABLE_NODE_UNTAINT_CONTROLLERS`)]).every(e=>In(e)&&(e.value===void 0||String(e.value)===`false`))||cr(n,`istiod`).length>1))for(let a of z(n)){let n=f(a.get($Z)).findIndex(e=>v(h(e)?.key)===oQ);n!==-1&&i(a)===i(e.manifest)&&r({manifest:a,at:a.span([...$Z,n,`key`]),message:`Istio removes the startup taint \`${oQ}\` only with the untaint controller of istiod, which these values leave off. So the nodes of \`${a.name}\` never become initialized`,help:'Set `taint.enabled: true` in the values of istiod, and `PILOT_ENABLE_NODE_UNTAINT_CONTROLLERS: "true"` below `env` before Istio 1.30. If something else removes the taint, turn this rule off.',labels:[{span:e.manifest.span([`metadata`,`name`]),message:`istiod${lh(a,e.manifest,t)}`}],unready:`nothing removes the startup taint \`${oQ}\``})}}const cQ=({kind:e,apiVersion:t,name:n})=>e===`ConfigMap`&&t===`v1`&&n===`cilium-config`;function lQ(e,t){let n=v(e.get([`data`,`agent-not-ready-taint-key`]))??eQ[0];v(e.get([`data`,`set-cilium-node-taints`]))===`true`&&!e.isPartial&&!g(n)&&uQ({manifest:e,key:n},t)}function uQ({manifest:e,key:t},n){let{all:r,report:i,clusterOf:a,onlyClusterFor:o}=n,s=o(e),c=s!==a(e);for(let o of z(r)){if(a(o)!==s||Vn(hp(o,$Z),({value:e})=>{let n=v(h(e)?.key);if(!(n===void 0||g(n)))return n===t})!==!1)continue;let r=()=>c?`Cilium, if both are in one cluster`:`Cilium${lh(o,e,n)}`;i({manifest:o,at:o.span($Z),message:`Cilium adds the taint \`${t}\` to new nodes, but it is not in \`startupTaints\` of \`${o.name}\`. Karpenter launches a second node for the same pods`,...c&&{severity:`note`},help:`Add \`{key: ${t}, effect: NoExecute}\` to \`startupTaints\`.`,labels:[{span:e.span([`metadata`,`name`]),message:r()}]})}}function dQ(){let e=J({limits:`cpu: 1000`,nodeClassRef:`default`,startupTaints:W`
      - key: ${oQ}
        effect: NoSchedule
    `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),t=W`
    taint:
      enabled: true
    env:
      PILOT_ENABLE_NODE_UNTAINT_CONTROLLERS: "true"
  `;return{bad:[U($(e,Z(`istiod`,{values:`profile: ambient`}),X),{"profile: ambient":t}),U($(J({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),Z(`cilium`),X),{"requirements:":`startupTaints:
  - key: node.cilium.io/agent-not-ready
    effect: NoExecute
requirements:`}),$(J({limits:`cpu: 1000`,nodeClassRef:`default`,startupTaints:W`
            - key: ebs.csi.aws.com/agent-notready
              effect: NoExecute
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),X),U($(J({limits:`cpu: 1000`,nodeClassRef:`default`,taints:W`
              - key: node.cilium.io/agent-not-ready
                value: "true"
                effect: NoExecute
            `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),X),{"taints:":`startupTaints:`}),U($(J({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),W`
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: cilium-config
            data:
              agent-not-ready-taint-key: example.com/cilium-not-ready
              set-cilium-node-taints: "true"
          `,X),{"requirements:":`startupTaints:
  - key: example.com/cilium-not-ready
    effect: NoExecute
requirements:`})],good:[$(e,Z(`istiod`,{values:t}),X),$(e,X),$(J({limits:`cpu: 1000`,nodeClassRef:`default`,startupTaints:W`
            - key: node.cilium.io/agent-not-ready
              effect: NoExecute
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),Z(`cilium`),X),$(J({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),Z(`cilium`,{values:W`
            operator:
              setNodeTaints: false
          `}),X),$(J({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),W`
          apiVersion: v1
          kind: ConfigMap
          metadata:
            name: cilium-config
          data:
            set-cilium-node-taints: "false"
        `,X)]}}const fQ=[`spec`,`template`,`spec`],pQ=q({id:`taint-pairs`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[89],explains:[`provisioning/nodepool-not-ready`],on:{NodePool(e,{report:t}){let n=new Map;for(let r of[`taints`,`startupTaints`].flatMap(t=>mQ(e.get([...fQ,t]),t))){let{key:i,effect:a}=h(e.get(r))??{},o=`${v(i)}:${v(a)}`;if(v(i)===void 0||g(o))continue;let s=n.get(o);if(s===void 0){n.set(o,r);continue}let c=s.at(-2)===r.at(-2)&&e.get([...s,`value`])===e.get([...r,`value`]);t({at:e.span([...r,`key`]),message:`\`${e.name}\` has the taint \`${o}\` twice. Karpenter rejects the NodePool and launches nothing for it`,labels:[{span:e.span([...s,`key`]),message:`first used here`}],help:`Remove one of the two taints.`,...c&&{fix:{description:`Remove the duplicate`,edits:Xe(e,r)}},explains:{paths:[fQ],mentioning:``}})}}},docs:{summary:`Two taints of a NodePool have the same key and effect.`,why:"The API server accepts this. Karpenter allows each pair of key and effect only once in `taints` and `startupTaints` together. The NodePool fails Karpenter’s validation and launches nothing.",help:`Remove one of them. Keep the startup taint if something on the node removes it, otherwise keep the taint.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespectaints`},examples:hQ}),mQ=(e,t)=>f(e).map((e,n)=>[...fQ,t,n]);function hQ(){return{bad:[U(J({requirements:[],taints:W`
          - key: node.cilium.io/agent-not-ready
            effect: NoExecute
        `,startupTaints:W`
          - key: node.cilium.io/agent-not-ready
            value: "true"
            effect: NoExecute
        `}),{"      taints:\n        - key: node.cilium.io/agent-not-ready\n          effect: NoExecute\n":``})],good:[J({requirements:[],taints:W`
          - key: example.com/team
            value: a
            effect: NoSchedule
          - key: example.com/team
            value: a
            effect: NoExecute
        `,startupTaints:W`
          - key: node.cilium.io/agent-not-ready
            value: "true"
            effect: NoExecute
        `}),J({name:`another-key`,requirements:[],taints:W`
          - key: example.com/team
            effect: NoSchedule
        `,startupTaints:W`
          - key: example.com/agent-not-ready
            effect: NoSchedule
        `})]}}const gQ=q({id:`taint-tolerations`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[],on:{Manifests:vQ},docs:{summary:`A toleration nearly matches the taint of a NodePool, or no pod tolerates the taint.`,why:"A toleration must match the key, the value and the effect of a taint. One that nearly matches has no effect, and nothing reports it. The pods stay pending or run on another NodePool, and Karpenter launches no node for the NodePool with the taint. The default operator is `Equal`, for which a missing value is the empty string.",help:"Set the value and the effect of the taint in the toleration, or use `operator: Exists`.",url:`https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/`},examples:DQ}),_Q=2e3;function vQ(e,t){let n=z(e).slice(0,_Q).flatMap(bQ);if(n.length===0)return;let r=M(e).slice(0,_Q),i=r.map(e=>xQ(e));for(let e of i)wQ(e,n,t);for(let[a,o]of r.entries())TQ({workload:o,tolerations:i[a],taints:n},e,t);let a=i.flat(),o=new Set(r.filter(({manifest:e})=>e.kind!==`DaemonSet`).map(({manifest:e})=>lT(e))),s=new Set(e.manifests.filter(yQ).map(lT));for(let e of n)e.effect===`PreferNoSchedule`||s.has(lT(e.pool))||o.has(lT(e.pool))&&!a.some(t=>!t.isKnown||t.key===``||t.key===e.key)&&t.report({manifest:e.pool,at:e.pool.span(e.path),severity:`note`,message:`No pod in these manifests tolerates the taint \`${e.key}\` of \`${e.pool.name}\`, so Karpenter launches no node for this NodePool until one does`,help:`Add a toleration to the pods that should run there, or remove the taint.`})}const yQ=({apiVersion:e,kind:t})=>t===`HelmRelease`&&d(e)===`helm.toolkit.fluxcd.io`||/^Application(?:Set)?$/.test(t)&&d(e)===`argoproj.io`;function bQ(e){let t=[`spec`,`template`,`spec`,`taints`];return f(e.get(t)).flatMap((n,r)=>{let i=[...t,r],[a,o,s]=[`key`,`value`,`effect`].map(t=>v(e.get([...i,t]))??``);return g(`${a}${o}${s}`)||a===``||/(?:^|\.)(?:kubernetes|k8s)\.io\//.test(a)?[]:[{pool:e,path:i,key:a,value:o,effect:s}]})}function xQ(e){let{manifest:t,template:n}=e,r=[...n,`spec`,`tolerations`],i=t.get(r);return i!==void 0&&!Array.isArray(i)?[{...SQ,workload:e,path:r,isKnown:!1}]:f(i).map((n,i)=>{let{key:a,operator:o,value:s,effect:c}=h(n)??{},l=[a,o,s,c].map(e=>v(e)??``);return{workload:e,path:[...r,i],key:l[0],value:l[2],effect:l[3],isExists:o===`Exists`,isKnown:h(n)!==void 0&&!t.isPartial&&!l.some(e=>g(e))}})}const SQ={key:``,isExists:!0,value:``,effect:``},CQ=(e,t)=>(e.key===``||e.key===t.key)&&(e.effect===``||e.effect===t.effect)&&(e.isExists||e.value===t.value);function wQ(e,t,{report:n,nearest:r}){if(!e.some(({isKnown:e})=>!e))for(let i of e){let a=t.filter(({key:e})=>e===i.key);if(a.length===0||a.some(t=>e.some(e=>CQ(e,t))))continue;let[o]=a.flatMap(e=>EQ(i,e,r)??[]);if(!o)continue;let{taint:s,reason:c,help:l}=o,{manifest:u}=i.workload;n({manifest:u,at:u.span(i.path),message:`${u.kind} \`${u.name}\` does not tolerate the taint \`${s.key}=${s.value}:${s.effect}\` of \`${s.pool.name}\`, because its toleration ${c}`,help:l,labels:[{span:s.pool.span(s.path),message:`the taint`}]})}}function TQ({workload:e,tolerations:t,taints:n},r,i){let{manifest:a}=e;if(a.kind===`DaemonSet`||a.get([`spec`,`replicas`])===0||t.some(({isKnown:e})=>!e))return;let o=Tp(e,r);if(o===void 0||!g(JSON.stringify(o.get([`spec`,`template`,`spec`]))))return;let s=n.find(e=>e.pool===o&&e.effect!==`PreferNoSchedule`&&!t.some(t=>CQ(t,e)));if(s===void 0)return;let{key:c,value:l,effect:u}=s;i.report({manifest:a,at:a.span([`metadata`,`name`]),message:`${a.kind} \`${a.name}\` selects the nodes of \`${o.name}\`, and does not tolerate their taint \`${c}=${l}:${u}\`, so its pods stay pending`,help:`Tolerate the taint in the pods, or remove it from the NodePool.`,labels:[{span:o.span(s.path),message:`the taint`}]})}function EQ(e,t,n){let r=e.isExists||e.value===t.value,i=e.effect===``||e.effect===t.effect;if(r&&!i)return{taint:t,reason:`has the effect \`${e.effect}\``,help:`Set \`effect: ${t.effect}\`.`};if(!i||r)return;let a=`\`value: ${t.value||`""`}\``;if(e.value===``)return{taint:t,reason:`has no value`,help:`Set ${a}, or \`operator: Exists\`.`};if(n(e.value,[t.value])!==void 0)return{taint:t,reason:`has the value \`${e.value}\``,help:`Set ${a}.`}}function DQ(){return{bad:[U(MQ(W`
        - key: example.com/dedicated
          value: batch
          effect: NoExecute
      `),{"effect: NoExecute":`effect: NoSchedule`}),U(MQ(W`
        - key: example.com/dedicated
          value: batches
          effect: NoSchedule
      `),{"value: batches":`value: batch`}),U(MQ(W`
        - key: example.com/dedicated
          effect: NoSchedule
      `),{"tolerations:\n        - key":`tolerations:
  - value: batch
    key`},{"tolerations:\n        - key":`tolerations:
  - operator: Exists
    key`}),U(MQ(),{"containers:":`tolerations:
  - key: example.com/dedicated
    operator: Exists
containers:`},{"      taints:\n        - key: example.com/dedicated\n          value: batch\n          effect: NoSchedule\n":``}),U(jQ(W`
          - key: example.com/dedicated
            value: system
            effect: NoSchedule
        `),{"value: system":`value: batch`},{"      taints:\n        - key: example.com/dedicated\n          value: batch\n          effect: NoSchedule\n":``})],good:[jQ(W`
        - key: example.com/dedicated
          value: batch
      `),MQ(W`
        - key: example.com/dedicated
          operator: Exists
      `),W`
        ${kQ}
        ---
        ${AQ(`train`,W`
            - key: example.com/dedicated
              value: batch
          `)}
        ---
        ${AQ(`proxy`,W`
            - key: example.com/dedicated
              value: system
              effect: NoSchedule
          `)}
        ---
        ${X}
      `,W`
        ${OQ(`PreferNoSchedule`)}
        ---
        ${AQ(`train`)}
        ---
        ${X}
      `,W`
        ${kQ}
        ---
        ${AQ(`proxy`)}
        ---
        apiVersion: helm.toolkit.fluxcd.io/v2
        kind: HelmRelease
        metadata:
          name: runners
        spec:
          interval: 10m
          chart:
            spec:
              chart: runners
              sourceRef:
                kind: HelmRepository
                name: example
        ---
        ${X}
      `]}}const OQ=e=>J({name:`batch`,limits:`cpu: 1000`,nodeClassRef:`default`,taints:W`
      - key: example.com/dedicated
        value: batch
        effect: ${e}
    `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),kQ=OQ(`NoSchedule`);function AQ(e,t,n){return W`
    apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: ${e}
    spec:
      replicas: 2
      selector:
        matchLabels:
          app: ${e}
      template:
        metadata:
          labels:
            app: ${e}
        spec:
          ${r(n!==void 0,`nodeSelector: { ${n} }`)}
          ${t?W`
      tolerations:
        ${t}
    `:``}
          containers:
            - name: main
              image: example.com/${e}
              resources:
                requests:
                  cpu: 100m
                  memory: 128Mi
  `}const jQ=e=>W`
  ${J({name:`batch`,limits:`cpu: 1000`,nodeClassRef:`default`,taints:W`
      - key: example.com/dedicated
        value: batch
        effect: NoSchedule
    `,requirements:["topology.kubernetes.io/zone In ${ZONES}"]})}
  ---
  ${AQ(`train`,e,`karpenter.sh/nodepool: batch`)}
  ---
  ${X}
`,MQ=e=>W`
  ${kQ}
  ---
  ${AQ(`train`,e)}
  ---
  ${X}
`,NQ=q({id:`tolerates-disruption`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[],on:{Manifests(e,{karpenter:t,report:n,clusterOf:r}){if(!t.v1||!Zc(e))return;let{byWorkload:i}=hV(e),a=new Map([...i].map(([{manifest:e},[t]])=>[e,t]));for(let t of M(e)){let{manifest:e}=t,i=a.get(e),o=e.kind===`DaemonSet`||t.namespace===`kube-system`&&i===void 0?void 0:Mp(t);if(o===void 0||PQ(e.get([...t.template,`spec`,`containers`])))continue;let s=Pp(e,[...t.template,`spec`],r(e));if(s===void 0||s.pools.length===0)continue;let{kind:c,name:l}=e,u=()=>i===void 0?`and does not wait until others run elsewhere`:`and does not ask PodDisruptionBudget \`${i.name}\``;n({manifest:e,at:e.span(o),...i===void 0&&{severity:`note`},message:`The pods of ${c} \`${l}\` tolerate \`karpenter.sh/disrupted\`. Karpenter does not evict such pods, ${u()}: they end with their node`,help:`Tolerate only the taints of the nodes that these pods need, each by its key.`,...i&&{labels:[{span:i.span([`spec`,`selector`]),message:`selects these pods`}]}})}}},docs:{summary:`Pods tolerate the taint of a node that Karpenter drains, so Karpenter does not evict them.`,why:"Karpenter taints a node with `karpenter.sh/disrupted:NoSchedule` before it drains it. It neither evicts pods that tolerate the taint nor waits for them. They run until the instance ends, PodDisruptionBudgets do not hold them, and new ones may start on a node that is about to go. `operator: Exists` without a key tolerates every taint, this one included. It is a note if no PodDisruptionBudget selects the pods. DaemonSets, pods of `kube-system` and pods that only keep room are not reported.",help:`Give each toleration the key of a taint.`,url:`https://karpenter.sh/docs/concepts/disruption/#termination-controller`},examples:BQ}),PQ=e=>/"image":"[^"]*\bpause\b/.test(JSON.stringify(e??[])),FQ=(e,t,n=`example.com/web:1`)=>W`
  apiVersion: apps/v1
  kind: ${e}
  metadata:
    name: web
  spec:
    selector:
      matchLabels:
        app: web
    template:
      metadata:
        labels:
          app: web
      spec:
        tolerations:
          ${t}
        containers:
          - name: web
            image: ${n}
            resources:
              requests:
                cpu: 100m
                memory: 100Mi
`,IQ=W`
  apiVersion: policy/v1
  kind: PodDisruptionBudget
  metadata:
    name: web
  spec:
    maxUnavailable: 1
    selector:
      matchLabels:
        app: web
`,LQ=W`- operator: Exists`,RQ=W`
  - key: karpenter.sh/disrupted
    operator: Exists
`,zQ=W`
  - operator: Exists
    effect: NoExecute
`;function BQ(){let e={"- operator: Exists":`- key: example.com/batch
  operator: Exists`};return{bad:[U($(J(),FQ(`Deployment`,LQ),IQ),e),U($(J(),FQ(`StatefulSet`,LQ)),e),U($(J(),FQ(`Deployment`,RQ),IQ),{"karpenter.sh/disrupted":`example.com/batch`})],good:[$(J(),FQ(`DaemonSet`,LQ),IQ),$(J(),FQ(`Deployment`,zQ),IQ),$(J(),FQ(`Deployment`,LQ,`registry.k8s.io/pause:3.10`)),FQ(`Deployment`,LQ)]}}const VQ=q({id:`uncounted-daemon-set`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[],on:{Manifests(e,{karpenter:t,isKarpenterAssumed:n,report:r}){if(!(t.countsDaemonSetsOfJoinedNodes||n||!Zc(e)))for(let n of M(e).filter(({manifest:e})=>e.kind===`DaemonSet`)){let e=UQ(n)?WQ(n):void 0;if(e===void 0)continue;let{manifest:i}=n;r({manifest:i,at:i.span(e.path),message:`Karpenter ${t.version} leaves DaemonSet \`${i.name}\` out when it sizes new nodes, because no node has the label \`${e.key}\` before it has joined. So nodes may be too small for its pods, and some pods stay pending`,help:`Select the nodes by \`${w.nodePool}\` with \`Exists\`, or upgrade Karpenter to 1.14 or later.`})}}},docs:{summary:`Karpenter before 1.14 does not count a DaemonSet that selects nodes by a label that they get when they join.`,why:"Karpenter adds what DaemonSets request to the pods for which it launches a node. Before 1.14, it compares the node selector and the required node affinity of a DaemonSet with the labels of the NodePool. `karpenter.sh/registered` and `karpenter.sh/initialized` are not among them, so the DaemonSet seems not to run there. Once the node has joined it does run there, and takes the room of other pods. Not reported if the version of Karpenter is assumed, or if the DaemonSet requests nothing.",help:`Select the nodes by another label, or upgrade Karpenter.`,url:`https://github.com/kubernetes-sigs/karpenter/issues/2116`},examples:KQ}),HQ=new Set([w.registered,w.initialized]),UQ=({manifest:e,template:t})=>f(e.get([...t,`spec`,`containers`])).some(e=>{let t=h(h(e)?.resources);return[`requests`,`limits`].some(e=>Object.keys(h(t?.[e])??{}).length>0)});function WQ({manifest:e,template:t}){let n=[...t,`spec`,`nodeSelector`],r=Object.keys(h(e.get(n))??{}).find(e=>HQ.has(e));if(r!==void 0)return{key:r,path:[...n,r]};let i=[...t,`spec`,`affinity`],a=vp(e,i).map(GQ);if(!(a.includes(void 0)||_p(e,i)))return a[0]}const GQ=({expressions:e})=>e.find(({key:e,operator:t})=>HQ.has(e)&&[`In`,`Exists`].includes(t));function KQ(){let e=J({limits:`cpu: 200`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),t=(e,t=`cpu: 500m`)=>W`
    apiVersion: apps/v1
    kind: DaemonSet
    metadata:
      name: agent
    spec:
      selector:
        matchLabels:
          app: agent
      template:
        metadata:
          labels:
            app: agent
        spec:
          ${e}
          containers:
            - name: agent
              image: agent:1
              resources:
                requests:
                  ${t}
                  memory: 256Mi
  `,n=W`
    nodeSelector:
      karpenter.sh/registered: "true"
  `,r=(...e)=>W`
    affinity:
      nodeAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          nodeSelectorTerms:
            ${e.map(e=>`- matchExpressions:\n    - key: ${e}\n      operator: Exists`).join(`
`)}
  `,i=(t,n)=>K({karpenter:t},$(e,n,X));return{bad:[U(i(`1.11`,t(r(`karpenter.sh/initialized`))),{"karpenter.sh/initialized":`karpenter.sh/nodepool`}),U(i(`1.4`,t(n)),{'nodeSelector:\n        karpenter.sh/registered: "true"':r(`karpenter.sh/nodepool`)})],good:[i(`1.14`,t(n)),i(`1.11`,t(r(`karpenter.sh/nodepool`))),i(`1.11`,t(r(`karpenter.sh/initialized`,`eks.amazonaws.com/nodegroup`)))]}}const qQ=[...Ze.get(w.capacityType)].sort(),JQ=q({id:`unknown-capacity-type`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[18],on:{NodePool:YQ,Provisioner:YQ},docs:{summary:`A requirement names a capacity type that does not exist.`,why:"The API server accepts any text. Karpenter ignores the unknown value and only logs it, so `[spot, ondemand]` means only spot. If all values are unknown, the NodePool is not ready and launches nothing.",help:"Use `on-demand`, `spot` or `reserved`.",url:`https://karpenter.sh/docs/concepts/nodepools/#capacity-type`},examples:ZQ});function YQ(e,{report:t,nearest:n}){for(let{key:r,operator:i,values:a}of Df(e)){if(C(r)!==w.capacityType||i!==`In`&&i!==`NotIn`)continue;let o=a.filter(e=>e.isKnown&&!qQ.includes(e.text)),s=a.filter(e=>!o.includes(e)).map(e=>`\`${e.text}\``);for(let r of o){let a=n(r.text,qQ);t({at:e.span(r.path),message:`\`${r.text}\` is not a capacity type. ${XQ(i,s)}`,help:a?`Did you mean \`${a}\`?`:"Use `on-demand`, `spot` or `reserved`.",...a&&{fix:{description:`Replace with \`${a}\``,edits:S(e,r.path,a)}}})}}}function XQ(e,t){return e===`NotIn`?`It excludes nothing`:t.length===0?`The NodePool never becomes ready`:`Karpenter ignores it and uses only ${t.join(` and `)}`}function ZQ(){return{bad:[J({requirements:[`karpenter.sh/capacity-type In [spot, ondemand]`]})],good:[J({requirements:[`karpenter.sh/capacity-type In [spot, on-demand]`]})]}}const QQ=q({id:`unknown-label`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[],on:{NodePool:n$,Provisioner:n$},docs:{summary:`A requirement names a label that resembles one of Karpenter’s labels but does not exist.`,why:`Karpenter treats a label that it does not know as a custom label. It puts any of the values on the nodes, and chooses instance types as if the requirement did not exist. Running nodes do not have the label, so all of them drift.`,help:`Correct the name of the label.`,url:`https://karpenter.sh/docs/concepts/scheduling/#well-known-labels`},examples:d$}),$Q=/^(?:(?!node-restriction\.)[\w-]+\.)*kubernetes\.io$|^eks\.amazonaws\.com$/,e$=e=>e.slice(e.indexOf(`/`)+1),t$=new Map([...tt].map(e=>[e$(e),e]));function n$(e,{report:t,nearest:n}){if(g(e.get([`spec`,`template`,`metadata`,`labels`])))return;let r=new Set(Mf(e).map(({key:e})=>e));for(let{key:i,path:a,isKnown:o}of Df(e)){if(!o||r.has(i))continue;let s=o$(e,i)??(c$(i)?void 0:r$(i,n));if(s===void 0)continue;let c=[...a,`key`];t({at:e.span(c),message:`\`${i}\` is not a label that Karpenter knows. It does not filter instance types, and new nodes get any of its values`,help:`Did you mean \`${s}\`?`,fix:{description:`Replace with \`${s}\``,edits:S(e,c,s)}})}}function r$(e,t){let n=t(e$(e),[...t$.keys()]);if(n!==void 0&&s$(e$(e),n))return t$.get(n)}const i$=new Set([`eks.amazon.com`,`eks.aws.com`,`eks.aws`,`eks.amazonaws`,`eks.k8s.aws`,`amazonaws.com`,`karpenter.aws`,`karpenter.k8s.io`,`karpenter.io`,`karpenter.amazonaws.com`,`karpenter.aws.com`]),a$=`eks.amazonaws.com`;function o$(e,t){let[n,r]=[Je(t),e$(t)],a=t$.get(r);if(a===void 0||n===``||n.length>40||$Q.test(n))return;let o=Je(a)===`karpenter.k8s.aws`&&r.startsWith(`instance-`),s=()=>o&&l$(e)===a$?`${a$}/${r}`:a,c=o?[a$,Je(a)]:[Je(a)];if(!c.includes(n)&&(i$.has(n)||c.some(e=>i(n,e)<=2)))return s()}const s$=(e,t)=>i(e,t)<=(e.length<8?1:2);function c$(e){return tt.has(C(e))||!$Q.test(Je(e))?!0:e.startsWith(`eks.`)}const l$=e=>h(e.get([`spec`,`template`,`spec`,`nodeClassRef`]))?.group,u$=e=>W`
  apiVersion: karpenter.sh/v1
  kind: NodePool
  metadata:
    name: default
  spec:
    template:
      spec:
        nodeClassRef:
          group: eks.amazonaws.com
          kind: NodeClass
          name: default
        requirements:
          - key: ${e}
            operator: In
            values: [c, m, r]
    limits:
      cpu: 100
`;function d$(){return{bad:[J({requirements:[`node.kubernetes.io/instance-family In [c7i, m7i, r7i]`]}),J({requirements:[`karpenter.aws/instance-family In [c7i, m7i, r7i]`]}),u$(`eks.amazonaw.com/instance-category`),$(J({nodeClassRef:`default`,requirements:[`topology.kubernetes.io/zones In [us-east-1a, us-east-1b]`]}),W`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `)],good:[J({labels:`node.kubernetes.io/instance-sizes: web`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.k8s.gcp/instance-size In [large]`,`beta.kubernetes.io/arch In [amd64]`,`example.com/instance-type In [large]`,`node.kubernetes.io/instance-sizes Exists`,`node.kubernetes.io/role In [web]`,`node-restriction.kubernetes.io/zone In [a]`]}),u$(`eks.amazonaws.com/instance-category`)]}}const f$=/^([a-z]{2,3}(?:-[a-z]+){1,3}-\d)[a-z]$/,p$=/^[a-z]{2,3}(?:-[a-z]+){1,3}-\d-[a-z]/,m$=q({id:`unknown-zone`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[25],explains:[`provisioning/nodepool-empty`],on:{NodePool:h$,Provisioner:h$},docs:{summary:`A requirement or label names a zone that the region does not have.`,why:`The API server accepts any text. Karpenter counts the zone as a topology domain, although nothing can ever run there. Every zonal topology spread constraint in the cluster then counts a zone that stays empty, which can keep pods pending. A NodePool with no other zone launches nothing.`,help:`Use zones of the region, and only those in which the node class has subnets.`,url:`https://karpenter.sh/docs/concepts/nodepools/#availability-zones`},examples:_$});function h$(e,t){let{catalog:n}=t;if(!n)return;let r=n.zones.map(e=>e.zone);for(let{key:i,operator:a,values:o}of[...Df(e),...Mf(e)]){if(C(i)!==w.zone||g(a))continue;let s=e=>!r.includes(e)&&!n.otherZones.includes(e)&&!p$.test(e),c=a===`In`&&o.every(e=>e.isKnown&&s(e.text));for(let{path:n,text:i,isKnown:l}of o)l&&s(i)&&g$({pool:e,path:n,text:i,zones:r,isExcluded:a===`NotIn`,leavesNone:c},t)}}function g$({pool:e,path:t,text:n,zones:r,isExcluded:i,leavesNone:a},{report:o,catalog:s,nearest:c,isRegionAssumed:l}){let{region:u}=s,d=i?`excluding it has no effect`:`Karpenter never launches nodes for this value`,f=f$.exec(n)?.[1];if(f!==void 0&&f!==u){if(l)return;o({at:e.span(t),severity:`warning`,message:`Zone \`${n}\` is not in ${u}, so ${d}`,help:`Use a zone of ${u} (${r.join(`, `)}), or set the region if this NodePool belongs to ${f}.`});return}let p=f===void 0&&n!==u?c(n,r):void 0,m=()=>n===u?`\`${n}\` is a region, not a zone`:`Region ${u} has no zone \`${n}\``;o({at:e.span(t),...i&&{severity:`warning`},message:`${m()}, so ${d}`,help:p?`Did you mean \`${p}\`?`:`Use a zone of ${u}: ${r.join(`, `)}.`,...p&&{fix:{description:`Replace with \`${p}\``,edits:S(e,t,p)}},...a&&{explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}}})}function _$(){return{bad:[U(J({requirements:[`topology.kubernetes.io/zone In [us-east-1a, us-east-1b, us-east-1z]`]}),{"[us-east-1a, us-east-1b, us-east-1z]":`[us-east-1a, us-east-1b]`}),U(J({requirements:[`topology.kubernetes.io/zone In [us-east-1]`]}),{"[us-east-1]":`[us-east-1a, us-east-1b]`})],good:[J({requirements:[`topology.kubernetes.io/zone In [us-east-1a, us-east-1b]`]}),K({region:`us-west-1`},J({requirements:[`topology.kubernetes.io/zone In [us-west-1c]`]}))]}}const v$=q({id:`unreachable-pool`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[32],on:{Manifests(e,t){for(let e of uT(t))y$(e,t)}},docs:{summary:`A NodePool is never used, because another one comes first, has no limits, and can launch everything that it can.`,why:`Karpenter uses a NodePool with a lower weight only if those before it cannot run a pod: their limits are reached, or AWS has no capacity. Suppose that the first one has no limits and allows every instance type, zone and capacity type that the other allows. Then it runs out of capacity only when the other does too, so the fallback never happens.`,help:`Set limits for the first NodePool, or allow something else in the fallback: another capacity type, other families, or other zones.`,url:`https://karpenter.sh/docs/concepts/nodepools/#specweight`},examples:w$});function y$(e,t){let n=e.slice(0,60).filter(e=>b$(e)&&mT(e));for(let e of n){let r=n.find(n=>Hf(n)>Hf(e)&&x$(n)&&S$(n,e,t));r&&t.report({manifest:e,at:e.span([`metadata`,`name`]),message:`\`${e.name}\` is never used, because \`${r.name}\` comes first, has no limits, and can launch everything that \`${e.name}\` can`,help:`Set limits for \`${r.name}\`, or allow instance types, zones or capacity types in \`${e.name}\` that \`${r.name}\` does not allow.`,labels:[{span:r.span([`metadata`,`name`]),message:`comes first`}]})}}const b$=e=>!e.isPartial&&Tf(e,[`spec`,`weight`]).isKnown&&e.get([`spec`,`replicas`])===void 0&&Df(e).every(({path:t})=>e.get([...t,`minValues`])===void 0);function x$(e){let{value:t,isKnown:n}=Nf(e),r=Object.keys(h(t)??{});return n&&typeof(t??{})==`object`&&r.every(e=>e.includes(`/`))}function S$(e,t,{compatible:n,catalog:r}){let[i,a]=[n(e),n(t)];if(!r||!i?.isExact||!a?.isExact||a.names.length===0||a.names.some(e=>(r.type(e)?.gpus.length??0)>0)||Lf(e)===void 0||Lf(e)?.name!==Lf(t)?.name||C$(e)!==C$(t))return!1;let o=new Set(i.names);return a.names.every(e=>o.has(e))&&[`on-demand`,`spot`].every(e=>{let{zones:t}=i.count(e);return a.count(e).zones.every(e=>t.includes(e))})}const C$=e=>JSON.stringify(Df(e).filter(({key:e})=>C(e)===w.os).map(({operator:e,values:t})=>[e,t.map(({text:e})=>e).sort()]));function w$(){return{bad:[U($(J({name:`general`,weight:50,limits:`nvidia.com/gpu: 8`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [on-demand]`]}),J({name:`fallback`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [on-demand]`]}),X),{"nvidia.com/gpu: 8":`nvidia.com/gpu: 8
cpu: 1000`},{"[c, m]":`[c, m, i]`})],good:[$(J({name:`spot`,weight:50,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [spot]`]}),J({name:`on-demand`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [on-demand]`]}),X),$(J({name:`reserved-by-limits`,weight:50,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [on-demand]`]}),J({name:`fallback`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [on-demand]`]}),X)]}}const T$=q({id:`unused-budget`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[110],on:{NodePool(e,{report:t}){let n=f(e.get(TH));if(e.isPartial||n.some(y))return;let r=n.map(e=>h(e)?.nodes),i=DH(e).map((e,t)=>({field:e,nodes:r[t]}));for(let n of i){let r=typeof n.field.hours==`object`?i.find(e=>E$(e,n)):void 0;r&&t({at:e.span([...n.field.path,`nodes`]),message:`This budget of \`${e.name}\` never allows ${n.nodes}: the budget of ${r.nodes} always applies, and the smallest one counts`,labels:[{span:e.span([...r.field.path,`nodes`]),message:`always applies`}],help:`Remove it. To allow more at these times, give the budget of ${r.nodes} a \`schedule\` and \`duration\` for all other times.`})}}},docs:{summary:`A disruption budget with a schedule allows more than a budget that always applies.`,why:`Of all budgets that apply at a time, Karpenter uses the one that allows the fewest nodes. A window with a larger budget does not replace a smaller budget without a schedule, so nothing is different in the window. Drift takes as long as before.`,help:`Give the smaller budget a schedule for all times outside of the window, or remove the larger one.`,url:`https://karpenter.sh/docs/concepts/disruption/#nodes`},examples:O$}),E$=(e,{field:t,nodes:n})=>e.field.hours===`always`&&!e.field.isZero&&D$(e.nodes,n)&&EH.every(n=>!t.appliesTo(n)||e.field.appliesTo(n));function D$(e,t){let[n,r]=[e,t].map(e=>typeof e==`string`?/^(\d{1,6})(%?)$/.exec(e):null);return n!=null&&r!=null&&n[2]===r[2]&&Number(n[1])<Number(r[1])}function O$(){return{bad:[U(J({disruption:W`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: 50%
              schedule: 0 2 * * sat
              duration: 4h
        `}),{"- nodes: 50%":``,"schedule: 0 2 * * sat":``,"duration: 4h":``},{"- nodes: 10%":`- nodes: 10%
  schedule: 0 6 * * sat
  duration: 164h`})],good:[J({disruption:W`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "3"
              schedule: 0 2 * * sat
              duration: 4h
        `}),J({disruption:W`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
              reasons: [Drifted]
            - nodes: 50%
              schedule: 0 2 * * sat
              duration: 4h
            - nodes: 60%
        `})]}}const k$=q({id:`webhook-deadlock`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[],on:{Manifests(e,{report:t}){if(!Zc(e))return;let n=M(e);for(let r of A$(e)){let i=n.find(t=>M$(t,r,e));if(i===void 0||!N$(i,r))continue;let{manifest:a,path:o,name:s,namespace:c}=r,l=`${i.manifest.kind} \`${c}/${i.manifest.name}\``;t({manifest:a,at:a.span([...o,`name`]),message:`Webhook \`${s}\` has to answer before any pod is created, also those of ${l}, which answer for it. If none of them runs, for example while Karpenter replaces their nodes, no new pod starts`,labels:[{span:i.manifest.span([`metadata`,`name`]),message:`its own pods`}],help:`Exclude namespace \`${c}\` with \`namespaceSelector\`, or set \`failurePolicy: Ignore\`.`})}}},docs:{summary:`A webhook that must answer before pods are created is also asked about its own pods.`,why:"With `failurePolicy: Fail`, which is the default, the API server refuses a pod while the webhook does not answer. If the webhook is asked about its own pods, they cannot start once all of them have stopped, and no other pod can either. Karpenter replaces nodes all the time, so this happens on an ordinary day. Reported only if the pods of the webhook are among the manifests.",help:"Exclude the namespace of the webhook with `namespaceSelector`.",url:`https://kubernetes.io/docs/concepts/cluster-administration/admission-webhooks-good-practices/#prevent-self-mutation`},examples:z$});function A$({manifests:e}){return e.flatMap(e=>!(d(e.apiVersion)===`admissionregistration.k8s.io`&&/^(?:Validating|Mutating)WebhookConfiguration$/.test(e.kind))||e.isPartial?[]:f(e.get([`webhooks`])).flatMap((t,n)=>{let{name:r,failurePolicy:i,clientConfig:a,rules:o,matchConditions:s}=h(t)??{},c=h(h(a)?.service),[l,u,d]=[r,c?.name,c?.namespace].map(v);return l===void 0||u===void 0||d===void 0||y(t)||i!==void 0&&i!==`Fail`||s!==void 0||!f(o).some(j$)?[]:[{manifest:e,path:[`webhooks`,n],name:l,service:u,namespace:d}]}))}function j$(e){let{apiGroups:t,operations:n,resources:r,scope:i}=h(e)??{};if(i===`Cluster`)return!1;let a=(e,...t)=>f(e).some(e=>t.includes(v(e)??`
`));return a(t,``,`*`)&&a(n,`CREATE`,`*`)&&a(r,`pods`,`*`,`*/*`)}function M$(e,{service:t,namespace:n},{manifests:r}){let i=Qc(e);if(e.namespace!==n||i===void 0||e.manifest.kind===`Job`)return!1;let a=r.find(e=>e.kind===`Service`&&e.name===t&&Yc(e)===n);if(a===void 0)return e.manifest.name===t;let o=Object.entries(h(a.get([`spec`,`selector`]))??{});return o.length>0&&o.every(([e,t])=>i[e]===v(t))}function N$(e,{manifest:t,path:n,namespace:r}){let i=Qc(e)??{},a=(e,r)=>{let i=[...n,e];return t.get(i)===void 0||Wc(el(t,i),r)},o=JSON.stringify(t.get([...n,`namespaceSelector`])??null),s=[...o.matchAll(/"key":"([^"]*)"/g)].map(([,e])=>e);return!o.includes(`matchLabels`)&&s.every(e=>e===P$)&&a(`namespaceSelector`,{[P$]:r})&&a(`objectSelector`,i)}const P$=`kubernetes.io/metadata.name`,F$=W`
  apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: guard
    namespace: guard
  spec:
    replicas: 2
    selector:
      matchLabels:
        app: guard
    template:
      metadata:
        labels:
          app: guard
      spec:
        containers:
          - name: guard
            image: example.com/guard:1
            resources:
              requests:
                cpu: 100m
                memory: 100Mi
  ---
  apiVersion: v1
  kind: Service
  metadata:
    name: guard-webhook
    namespace: guard
  spec:
    selector:
      app: guard
    ports:
      - port: 443
`,I$=(e,t=`Fail`)=>W`
  apiVersion: admissionregistration.k8s.io/v1
  kind: ValidatingWebhookConfiguration
  metadata:
    name: guard
  webhooks:
    - name: guard.example.com
      failurePolicy: ${t}
      sideEffects: None
      admissionReviewVersions: [v1]
      clientConfig:
        service:
          name: guard-webhook
          namespace: guard
      ${e}
      rules:
        - apiGroups: [""]
          apiVersions: [v1]
          operations: [CREATE]
          resources: [pods]
`,L$=W`
  namespaceSelector:
    matchExpressions:
      - {key: kubernetes.io/metadata.name, operator: NotIn, values: [guard]}
`,R$=W`
  namespaceSelector:
    matchLabels:
      example.com/guarded: "true"
`;function z$(){return{bad:[U($(J(),F$,I$(``)),{"failurePolicy: Fail":`failurePolicy: Ignore`},{"    rules:":`    ${L$.text.trimEnd().replaceAll(`
`,`
    `)}\n    rules:`})],good:[$(J(),F$,I$(L$)),$(J(),F$,I$(R$)),$(J(),F$,I$(``,`Ignore`))]}}const B$=[MV,eH,PH,zH,HH,aU,vU,FU,BU,WU,AW,LW,uG,LG,KG,ZG,$G,sK,dK,bK,jK,IK,BK,qK,nq,_q,jq,sJ,hJ,xJ,DJ,zJ,tY,jY,zY,HY,YY,eX,lX,CX,FX,zX,YX,nZ,dZ,OZ,LZ,QZ,pQ,gQ,NQ,VQ,JQ,QQ,m$,v$,T$,k$,...pV].sort((e,t)=>se(e.id,t.id)),V$=[rS],H$=[wS],U$=[TS],W$=[$S],G$=new Map([...pu,...B$.map(K$)].map(e=>[e.code,e]));function K$(e){let{summary:t,why:n,help:r,url:i}=e.docs;return{code:`lint/${e.id}`,summary:t,why:n,help:r,url:i,rule:e}}const q$=[...G$.keys()].sort(),J$=(e,t=[])=>G$.has(e)||t.some(t=>fu(t)===e);function Y$(e,t=[]){let n=G$.get(e)??G$.get(`lint/${e}`);if(n)return n;let r=t.find(t=>[fu(t),t.id].includes(e));return r&&X$(r)}const X$=e=>({code:fu(e),summary:e.message,why:e.description??`This is a rule of \`${e.origin}\`.`,help:e.help??`Change the object so that the rule holds.`,...e.url!==void 0&&{url:e.url},custom:e});function Z$(e,t=[]){let n=[...q$,...t];if(e.includes(`/`))return u(e,n);let r=new Map(n.map(e=>[e.slice(e.indexOf(`/`)+1),e])),i=u(e,r.keys());return i&&r.get(i)}function Q$(e,t=[]){return[...e].filter(e=>!Y$(e)).map(e=>({name:e,nearest:Z$(e,t)}))}const $$=e=>`# plumbline-ignore ${e.replace(/^lint\//,``)} until=2027-03-31: why this is acceptable here`,e1=e=>e.includes(`/`)?e:`lint/${e}`,t1=({paths:e,resources:t},{span:n,resource:r})=>(e===void 0||e.some(e=>xG(e,n.file)))&&(t===void 0||r!==null&&t.some(e=>n1(e,r)));function n1(e,{kind:t,namespace:n,name:r}){return xG(e,(e.split(`/`).length>2?[t,n??``,r]:[t,r]).join(`/`))}const r1=(e,t)=>t[e]??t[e.replace(/^lint\//,``)],i1=(e,{rules:t,overrides:n})=>r1(e,t)===`off`&&n.every(t=>(r1(e,t.rules)??`off`)===`off`),a1=(e,t,{rules:n,overrides:r})=>r1(e,n)===`off`||r.some(n=>r1(e,n.rules)===`off`&&(n.paths===void 0||n.paths.some(e=>xG(e,t))));function o1(e,{rules:t,overrides:n}){if(n.length===0)return[...e];let r=e=>r1(e,t)===`off`&&n.some(t=>r1(e,t.rules)!==void 0);return e.flatMap(e=>{if(!/^(?:lint|custom)\//.test(e.code))return[e];let t=n.filter(t=>t1(t,e)).map(t=>r1(e.code,t.rules)).findLast(e=>e!==void 0);return t===`off`||t===void 0&&r(e.code)?[]:[t===void 0?e:{...e,severity:t}]})}function s1({rules:e,ignore:t=[],overrides:n=[],neverSuppress:r=[],environments:i={}},a,o=[]){let s={reader:a,custom:o.map(fu)};l1(e,[`rules`],s);for(let[e,t]of n.entries())l1(t.rules,[`overrides`,e,`rules`],s);for(let[e,t]of Object.entries(i))l1(t.rules,[`environments`,e,`rules`],s);for(let[e,t]of r.entries())c1(t,[`neverSuppress`,e],s);let c=new Set(r.map(e1));t.forEach(({code:e,reason:t,until:n},r)=>{c1(e,[`ignore`,r,`code`],s),c.has(e1(e))&&a.fail([`ignore`,r,`code`],`\`${e}\` is in \`neverSuppress\`, so \`ignore\` cannot silence it`,`Remove it from one of the two lists.`),t.trim()===``&&a.fail([`ignore`,r,`reason`],`\`ignore[${r}].reason\` is empty`,`Write why the finding is ignored.`),n!==void 0&&!/^\d{4}-\d{2}-\d{2}$/.test(n)&&a.fail([`ignore`,r,`until`],`\`until: ${n}\` is not a date`,"Write it like `2027-03-31`.")})}function c1(e,t,{reader:n,custom:r}){if(r.includes(e))return;let[i]=Q$([e],r);i&&n.fail(t,`\`${e}\` is not the code of a finding`,u1(i.nearest))}function l1(e={},t,{reader:n,custom:r}){for(let i of Object.keys(e)){if(r.includes(i))continue;let[e]=Q$([i],r);e&&n.fail([...t,i],`\`${i}\` is not a rule`,u1(e.nearest)),Y$(i)?.rule||n.fail([...t,i],`\`${i}\` is not a lint rule, so its severity cannot be changed`,"To silence it, add an entry to `ignore`.")}}const u1=e=>e?o(e):"Run `plumbline rules` to list the rules.",d1=/\?|\{[^{},]*,/;function f1({environments:e={}},t){for(let[n,{paths:r=[]}]of Object.entries(e))for(let[e,i]of r.entries())d1.test(i)&&t.fail([`environments`,n,`paths`,e],`\`${i}\` contains a pattern that plumbline does not know`,"Write one entry for each folder. `*` stands for any characters of a name, and `**` for any folders.")}function p1(e,t){if(t===void 0)return;let n=Wn(t);if(n!==void 0)return n;let r=e===`Karpenter`?`1.14`:`1.34`;throw new a(`config`,`\`${t}\` is not a version of ${e}`,{help:`Write a minor version, such as \`${r}\`.`})}function m1(e){let{karpenter:t,existingNodes:n,systemPods:r,capacityReservations:i,catalog:a,crds:o,prices:s,...c}=e,{extends:l,pricing:u,customRules:d,sources:f,environments:p,gate:m,...ee}=c;return{...ee,...t?.version!==void 0&&{karpenterVersion:t.version},...t?.settings&&{karpenter:t.settings},...n&&{existingNodes:n.map(w1)},...r&&{systemPods:r.map(T1)},...i&&h1(i),...a!==void 0&&{catalog:a.replace(/^\.\/|(?<!\/)\/+$/g,``)},...o&&{crds:o.map(e=>e.replace(/^\.\//,``))},...s?.spot&&{spotPricing:s.spot},...u&&{pricing:C1(u)},...d&&{customRules:d},...f&&{sources:x1(f)},...p&&{environments:g1(p,m)},...m&&{gate:AG(CH,m)}}}function h1(e){let t=Object.entries(e);return{capacityReservations:Object.fromEntries(t.map(([e,t])=>[e,typeof t==`number`?t:t.count])),describedReservations:Object.fromEntries(t.flatMap(([e,t])=>typeof t==`number`?[]:[[e,{instanceType:t.instanceType,zone:t.zone}]]))}}const g1=(e,t)=>Object.fromEntries(Object.entries(e).map(([e,n])=>[e,_1(n,t)])),_1=(e,t)=>({paths:(e.paths??[]).map(e=>e.replace(/^\.?\/+|(?<!\/)\/+$/g,``)),clusterArn:e.clusterArn,roleArn:e.roleArn,allowedAccountIds:e.allowedAccountIds??[],context:e.context,delivery:e.delivery,leaseNamespace:e.leaseNamespace??`kube-system`,readyMinutes:e.readyMinutes??10,...v1(e,t)&&{isApplied:!0},own:b1(e)}),v1=(e,t)=>y1.some(t=>e[t]!==void 0)||[e.gate,t].some(e=>e?.approvals!==void 0||e?.freeze!==void 0),y1=[`clusterArn`,`roleArn`,`context`,`delivery`,`leaseNamespace`,`readyMinutes`];function b1(e){let{region:t,zones:n,nodeClassAddresses:r,vcpuQuotas:i,capacityReservations:a}=e,{karpenter:o,kubernetesVersion:s,snapshot:c,rules:l,gate:u}=e;return{...t!==void 0&&{region:t},...n&&{zones:n},...r&&{nodeClassAddresses:r},...i&&{vcpuQuotas:i},...a&&h1(a),...o?.version!==void 0&&{karpenterVersion:p1(`Karpenter`,o.version)},...o?.settings&&{karpenter:o.settings},...s!==void 0&&{kubernetesVersion:p1(`Kubernetes`,s)},...c!==void 0&&{snapshot:c},...l&&{rules:l},...u&&{gate:u}}}const x1=({render:e,roots:t,ignore:n,chartRepositories:r})=>({render:e??!0,roots:(t??[]).map(({path:e,values:t,release:n,namespace:r,environment:i})=>({path:e.replace(/^\.\/|\/$/g,``),values:t??[],release:n,namespace:r,environment:i})),ignore:(n??[]).map(e=>e.replace(/^\.\/|\/$/g,``)),chartRepositories:r??[]}),S1={regions:[],families:[]},C1=({discounts:e=[],savingsPlans:t=[],perNodeMonthlyUsd:n,teamLabel:r})=>({discounts:e.map(e=>({...S1,capacityTypes:[],...e})),savingsPlans:t.map(e=>({...S1,...e})),perNodeMonthlyUsd:n??Dl.perNodeMonthlyUsd,teamLabel:r??Dl.teamLabel}),w1=e=>({name:e.name,instanceType:e.instanceType,count:e.count??1,zone:e.zone,labels:e.labels??{},taints:e.taints??[],requested:e.requested??{}}),T1=({name:e,requests:t,replicas:n,daemonSet:r})=>({name:e,requests:t??{},replicas:n??1,daemonSet:r??!1});function E1({gate:e,environments:t={}},n){D1(e,[`gate`],n);for(let[e,r]of Object.entries(t))D1(r.gate,[`environments`,e,`gate`],n)}function D1(e,t,n){e?.freeze?.forEach((e,r)=>{for(let i of[`from`,`to`])k1(e[i])||n.fail([...t,`freeze`,r,i],`\`${i}: ${e[i]}\` is not a date or time`,"Write it like `2026-12-20` or `2026-12-20T16:00Z`.");e.to<e.from&&n.fail([...t,`freeze`,r,`to`],"`to` is before `from`",`Swap them.`)})}const O1=e=>/^\d{4}-\d{2}-\d{2}$/.test(e)&&!Number.isNaN(Date.parse(e)),k1=e=>/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/.test(e)&&!Number.isNaN(Date.parse(e)),A1={rules:100,expressions:40},j1=(e,t)=>e.map(({tests:e,...n})=>({severity:`warning`,matchConditions:[],variables:[],fix:[],...n,tests:{good:e?.good??[],bad:e?.bad??[]},origin:t}));function M1(e){return e.startsWith(`custom/`)?"Leave `custom/` out. The code of its findings gets it.":`Use lower-case letters, digits and single hyphens.`}function N1({customRules:e=[]},t){let n=new Set;e.forEach((e,r)=>{let i=[`customRules`,r];(!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(e.id)||e.id.length>60)&&t.fail([...i,`id`],`\`${e.id}\` is not the name of a rule`,M1(e.id)),n.has(e.id)&&t.fail([...i,`id`],`two rules have the name \`${e.id}\``,`Rename one of them.`),n.add(e.id),e.on.length===0&&t.fail([...i,`on`],`\`on\` of rule \`${e.id}\` is empty`,"Name the kinds that it judges, such as `NodePool`."),I1(e,i,t),e.message.trim()===``&&t.fail([...i,`message`],`the message of rule \`${e.id}\` is empty`),e.url!==void 0&&!/^https?:\/\/\S+$/.test(e.url)&&t.fail([...i,`url`],`\`url\` of rule \`${e.id}\` is not a URL`,"Write it as in `https://example.com/rules`."),P1(e)>A1.expressions&&t.fail(i,`rule \`${e.id}\` has more than ${A1.expressions} expressions`,`Split it into several rules.`),z1(e,i,t),L1(e,i,t),e.fieldPath!==void 0&&!/^\.?[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*|\['[^']*'\]|\["[^"]*"\]|\[\d+\])*$/.test(e.fieldPath)&&t.fail([...i,`fieldPath`],`\`${e.fieldPath}\` in rule \`${e.id}\` is not the path of a field`,"Write it as in `.spec.limits.cpu`, `.spec.list[0]` or `.metadata.labels['example.com/team']`.")}),e.length>A1.rules&&t.fail([`customRules`,A1.rules],`there are more than ${A1.rules} rules`,`Remove some of them.`)}const P1=({variables:e=[],matchConditions:t=[],fix:n=[]})=>e.length+t.length+n.length+2,F1=[`NodePool`,`EC2NodeClass`,`NodeClass`,`NodeClaim`,`NodeOverlay`,`CapacityBuffer`,`Provisioner`,`AWSNodeTemplate`,`Deployment`,`StatefulSet`,`DaemonSet`,`ReplicaSet`,`Job`,`CronJob`,`Pod`,`PodDisruptionBudget`,`Service`,`ConfigMap`,`Namespace`,`PriorityClass`,`StorageClass`,`HorizontalPodAutoscaler`,`ServiceAccount`];function I1({id:e,on:t},n,r){t.forEach((t,i)=>{if(F1.includes(t))return;let a=t.toLowerCase().replace(/(?:ies|s)$/,e=>e===`s`?``:`y`),s=F1.find(e=>[t.toLowerCase(),a].includes(e.toLowerCase()))??(t.includes(`/`)?t.split(`/`).at(-1):void 0);s===void 0&&/^[A-Z]\w*$/.test(t)||r.fail([...n,`on`,i],`\`${t}\` in \`on\` of rule \`${e}\` is not a kind`,o(s??u(t,F1)??`NodePool`))})}function L1(e,t,n){let{id:r,variables:i=[],matchConditions:a=[],fix:o=[]}=e,s=i.map(({name:e})=>e);s.forEach((e,i)=>{if(!/^[A-Za-z_]\w*$/.test(e)||s.indexOf(e)<i){let a=s.indexOf(e)<i?`exists twice`:`is not a name`;n.fail([...t,`variables`,i,`name`],`variable \`${e}\` of rule \`${r}\` ${a}`,"Use letters, digits and `_`, and each name once.")}});let c=[...i.map(({expression:e},t)=>[[`variables`,t,`expression`],e]),...a.map(({expression:e},t)=>[[`matchConditions`,t,`expression`],e]),[[`expression`],e.expression],[[`messageExpression`],e.messageExpression],...o.map(({valueExpression:e},t)=>[[`fix`,t,`valueExpression`],e])];for(let[e,i=``]of c){let a=i.replaceAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g,``);for(let[,i]of a.matchAll(/(?<![\w.])variables\.([A-Za-z_]\w*)/g))s.includes(i)||n.fail([...t,...e],`\`variables.${i}\` is not a variable of rule \`${r}\``,R1(u(i,s),"Add it to `variables`."))}}const R1=(e,t)=>e===void 0?t:o(e);function z1({id:e,fix:t=[]},n,r){t.forEach(({op:t,path:i,value:a,valueExpression:o},s)=>{let c=[...n,`fix`,s];if(i.startsWith(`/`)||r.fail([...c,`path`],`\`${i}\` in \`fix\` of rule \`${e}\` is not a JSON Pointer`,"Write it as in `/spec/limits/cpu`."),[a,o].filter(e=>e!==void 0).length!==(t===`remove`?0:1)){let n=t===`remove`?`no value`:"either `value` or `valueExpression`";r.fail(c,`\`${t} ${i}\` in \`fix\` of rule \`${e}\` needs ${n}`)}})}const B1=[{name:`cost`,summary:`For teams that watch the bill: it blocks a change that costs $200/month more, and warns about expensive choices.`,config:{rules:{"full-reservations":`warning`,"idle-reservations":`warning`,"limit-fit":`note`,"limits-below-one-node":`error`,"min-values-exotic":`warning`,"older-generation":`warning`,"overlapping-pools":`warning`,"pod-requests":`warning`,"price-gap":`warning`,"require-limits":`error`,"unreachable-pool":`error`},gate:{monthlyIncreaseUsd:200}}},{name:`production-eks`,summary:`For production clusters on EKS: what endangers availability is an error, and a change may replace at most 50 nodes and leave no pod unschedulable.`,config:{rules:{"al2-end-of-life":`warning`,"ami-name-kubernetes":`error`,"ami-older-than-kubernetes":`error`,"blocking-pdb":`error`,"budget-gaps":`error`,"controller-placement":`error`,"expiry-blocked":`warning`,"frozen-nodes":`warning`,"interruption-events":`error`,"node-access":`error`,"pin-ami-alias":`error`,"pod-grace-period":`error`,"require-limits":`error`,"spot-flexibility":`error`,"startup-taints":`error`,"termination-handler":`error`,"zones-without-subnets":`error`},gate:{nodesReplaced:50,unschedulablePods:0}}},{name:`recommended`,summary:`For every repository: three notes become warnings, and it blocks a change that costs $1,000/month more.`,config:{rules:{"expiry-blocked":`warning`,"frozen-nodes":`warning`,"pod-requests":`warning`},gate:{monthlyIncreaseUsd:1e3}}},{name:`security`,summary:`For clusters with security reviews: images, volumes, IAM and access are errors that no comment can suppress.`,config:{rules:{"al2-end-of-life":`error`,"ami-name-kubernetes":`error`,"custom-registration":`error`,"node-access":`error`,"node-role-exists":`error`,"owned-security-groups":`warning`,"pin-ami-alias":`error`,"root-encryption":`error`,"volume-key":`error`},neverSuppress:[`controller-permissions`,`node-access`,`pass-role`,`pin-ami-alias`,`root-encryption`,`volume-key`]}},{name:`strict`,summary:`For repositories without old findings: every new warning fails the review, most notes are warnings, and a change may replace at most 20 nodes.`,config:{rules:{"al2-end-of-life":`warning`,"budget-rounding":`warning`,"consolidate-after-load":`warning`,"dead-values":`warning`,"expiry-blocked":`warning`,"exported-object":`warning`,"frozen-nodes":`warning`,"idle-reservations":`warning`,"isolated-vpc":`warning`,"limit-fit":`warning`,"overlapping-pools":`warning`,"pod-requests":`warning`,"price-gap":`warning`,"root-encryption":`warning`},failOn:`warning`,gate:{nodesReplaced:20,unschedulablePods:0}}}],V1=/^([\w.-]+)\/([\w.-]+)\/([^@#\s]+)@([^@#\s]+?)(?:#sha256:([^@#\s]+))?$/;function H1(e){let t=B1.find(({name:t})=>t===e);if(t)return{preset:t};if(e.startsWith(`./`)&&!e.split(`/`).includes(`..`))return{file:e.replace(/^(?:\.\/+)+/,``)};let[,n,r,i,a,o]=V1.exec(e)??[];return a===void 0?{fault:`\`${e}\` in \`extends\` is neither a preset nor a file`,help:U1(e)}:/^[0-9a-f]{40}$/.test(a)?o!==void 0&&!/^[0-9a-f]{64}$/.test(o)?{fault:`the digest of \`${e}\` in \`extends\` is not a SHA-256`,help:`Write its 64 digits.`}:i.split(`/`).some(e=>e===`..`||e===`.`||e===``)?{fault:`\`${i}\` in \`extends\` is not the path of a file`,help:W1}:{shared:{owner:n,repo:r,path:i,commit:a,digest:o,text:e}}:{fault:`\`${e}\` in \`extends\` is not pinned to a commit`,help:"Write the 40 digits of a commit after `@`. A branch or a tag can change without a review."}}function U1(e){let t=u(e.replaceAll(`_`,`-`),B1.map(e=>e.name));if(t!==void 0)return o(t);let[,n]=/^(?:https:\/\/github\.com\/|github:)([\w.-]+\/[\w.-]+)\//.exec(e)??[];return n===void 0?/^\/?[\w.-]+(?:\/[\w.-]+)*\.ya?ml$/.test(e)&&!e.split(`/`).includes(`..`)?`Write \`./${e.replace(/^\//,``)}\` for a file of this repository${r(/^[^/]+\/[^/]+\/./.test(e),`, or \`${e}@COMMIT\` for one of another repository`)}.`:W1:`Write \`${n}/rules.yaml@COMMIT\`, without the server, and with the 40 digits of a commit.`}const W1=`Write a preset (${B1.map(({name:e})=>`\`${e}\``).join(`, `)}), a file from the root of the repository (\`./rules.yaml\`), or a file of another repository at a commit (\`OWNER/NAME/rules.yaml@COMMIT\`). Packages and other URLs are not read.`,G1=[`customRules`,`rules`,`overrides`,`neverSuppress`,`changedLines`,`failOn`,`gate`],K1={...Xl,properties:Object.fromEntries(G1.map(e=>[e,Xl.properties[e]]))};async function q1(e,t){if(!/\bextends\b/.test(e.text))return[];let n=new Ql(e),{extends:r=[]}=n.read();r.length>10&&n.fail([`extends`,10],"`extends` has more than 10 entries",`Merge some of the files.`);let i=[];for(let[e,a]of r.entries()){let r=(t,r)=>n.fail([`extends`,e],t,r),o=i.flatMap(({customRules:e=[]})=>e.map(({id:e})=>({id:e})));i.push(await J1(a,t,{fail:r,earlier:o}))}return i}async function J1(e,{file:t,shared:n},{fail:r,earlier:i}){let a=H1(e);if(`fault`in a)return r(a.fault,a.help);if(`preset`in a)return a.preset.config;if(`file`in a){let n=await t(a.file);return n?Y1({...n,file:a.file},{origin:e,earlier:i}):r(`\`${e}\` in \`extends\` was not found`,`Write the path from the root of the repository. The file must also be at the base.`)}if(!n)return r(`\`${e}\` in \`extends\` cannot be read here`,`Use a file of this repository.`);let{owner:o,repo:s,path:c}=a.shared;return Y1({file:`${o}/${s}/${c}`,text:await n(a.shared)},{origin:e,earlier:i})}function Y1(e,{origin:t,earlier:n}){let r=new Ql(e,K1),i=r.read();N1(i,r),E1(i,r),f1(i,r);let a=j1(i.customRules??[],t);return s1(i,r,[...n,...a]),{...i,customRules:a}}const X1=(e,t={})=>({...e,...t,...(e.attention??t.attention)&&{attention:{...e.attention,...t.attention}},...(e.teams??t.teams)&&{teams:{...e.teams,...t.teams}}});function Z1(e){let t=new Map(e.flatMap(({customRules:e=[]})=>e.map(e=>[e.id,e]))),n={overrides:e.flatMap(({overrides:e=[]})=>e),neverSuppress:[...new Set(e.flatMap(({neverSuppress:e=[]})=>e))]};return{...Object.assign({},...e),...t.size>0&&{customRules:[...t.values()]},...e.some(e=>e.rules)&&{rules:Object.assign({},...e.map(e=>e.rules))},...e.some(({gate:e})=>e)&&{gate:e.reduce((e,{gate:t})=>X1(e,t),{})},...n.overrides.length>0&&{overrides:n.overrides},...n.neverSuppress.length>0&&{neverSuppress:n.neverSuppress}}}function Q1(e,t=[]){let n=new Ql(e),{extends:r,...i}=n.read();N1(i,n);let a={...i,...i.customRules&&{customRules:j1(i.customRules,t0(e))}},o=Z1([...t,a]);return s1(i,n,o.customRules),E1(i,n),f1(i,n),i.timeZone!==void 0&&!n0(i.timeZone)&&n.fail([`timeZone`],`\`${i.timeZone}\` is not a time zone`,"Write a name like `Europe/Berlin`."),$1(i,n),o.scorecard!==void 0&&!e0(o.scorecard)&&n.fail([`scorecard`],`\`${o.scorecard}\` is not the name of a branch`,"Write a name like `plumbline-scorecard`."),m1(o)}function $1({currency:e},t){if(e===void 0)return;let{code:n,asOf:r,source:i}=e,a=(e,n,r)=>t.fail([`currency`,e],n,r);/^[A-Z]{3}$/.test(n)||a(`code`,"`currency.code` is not the code of a currency","Write three capital letters, such as `EUR`."),n===`USD`&&a(`code`,`costs are in USD already`,"Remove `currency`."),r!==void 0&&!O1(r)&&a(`asOf`,"`currency.asOf` is not a date","Write it like `2026-11-02`."),i!==void 0&&!/^[^\p{C}]{1,80}$/u.test(i)&&a(`source`,"`currency.source` must be at most 80 characters on one line","Write a name, such as `ECB`.")}const e0=e=>/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}(\/[A-Za-z0-9][A-Za-z0-9._-]{0,99}){0,4}$/.test(e)&&!/\.\.|\.lock(\/|$)|\.(\/|$)/.test(e),t0=({file:e})=>e.split(/[/:\\]/).at(-1);function n0(e){try{return new Intl.DateTimeFormat(`en-GB`,{timeZone:e})!==void 0}catch{return!1}}const r0=[`region`,`karpenterVersion`,`kubernetesVersion`];function i0(...e){let t={...wH};for(let n of e)for(let[e,r]of Object.entries(n))r!==void 0&&(t[e]=r);let n={...t,karpenterVersion:p1(`Karpenter`,t.karpenterVersion),kubernetesVersion:p1(`Kubernetes`,t.kubernetesVersion)},r=r0.filter(t=>e.slice(1).some(e=>e[t]!==void 0));return{...n,environments:a0(n,r)}}function a0(e,t){if(t.length===0)return e.environments;let n=Object.fromEntries(t.map(t=>[t,e[t]]));return Object.fromEntries(Object.entries(e.environments).map(([e,t])=>[e,{...t,own:{...t.own,...n}}]))}const o0=e=>async t=>(await e([t]))[0];function s0(e,t){let n=new Map((e.customRules??[]).map(e=>[fu(e),e])),r=new Map((t.customRules??[]).map(e=>[fu(e),e]));return[...[...new Set([...n.keys(),...r.keys()])].sort().flatMap(e=>{let[t,i]=[n.get(e),r.get(e)];return t&&i?c0(t,i)?[]:[`changes \`${e}\``]:[i?`adds \`${e}\``:`removes \`${e}\``]}),...l0(e.rules??{},t.rules??{})]}const c0=({tests:e,origin:t,...n},{tests:r,origin:i,...a})=>JSON.stringify(n)===JSON.stringify(a),l0=(e,t)=>[...new Set([...Object.keys(e),...Object.keys(t)])].sort().flatMap(n=>{let[r=`its default`,i=`its default`]=[e[n],t[n]];return r===i?[]:[`sets \`${n}\` from ${r} to ${i}`]});async function u0(e,{over:t,fallback:n},r){let{rules:i,onNote:a}=r,o=await d0(e.current,i.brokenConfiguration===`fails`);!o.source&&o.fault===void 0&&e.named!==void 0&&a({about:`no configuration`,path:e.named});let{config:s,error:c}=o.source?await p0(o.source,f0(e.files,e)):{config:{}},l=c?.message??o.fault,u=c!==void 0&&i.brokenConfiguration===`fails`;if(l!==void 0&&!u&&a({about:`broken configuration`,at:`base`,fault:l}),i.proposedConfiguration===`reported`&&e.proposed&&await m0(e,{current:o,config:s},a),u)throw c;let d=g0(s,t,r);return i0({...n,...s},{...t,set:{...s.set,...t.set},...t.ignore&&{ignore:[...s.ignore??[],...t.ignore]},...d!==void 0&&{failOn:d}})}async function d0(e,t){try{return{source:await e()}}catch(e){if(t||!n(e))throw e;return{fault:e.message}}}const f0=(e,{shared:t})=>({file:o0(e),shared:t});async function p0(e,t){try{let n=Q1(e,await q1(e,t));return i0(n),{config:n}}catch(e){if(!n(e))throw e;return{config:{},error:e}}}async function m0({proposed:e,proposedFiles:t,shared:n},{current:r,config:i},a){if(e===void 0)return;let o=await d0(e,!1),s=e=>{e!==void 0&&e!==r.fault&&a({about:`broken configuration`,at:`head`,fault:e})};if(s(o.fault),!o.source)return;let c=o.source.text===r.source?.text;if(c||a({about:`proposed configuration`,file:o.source.file,hasCurrent:r.source!==void 0}),c&&i.customRules===void 0&&!/\bextends\b/.test(o.source.text))return;let l=_0(n,r.source?.text??``),u=await p0(o.source,f0(t??(async()=>[]),l));if(l.isRefused())return;s(u.error?.message);let d=u.error?[]:s0(i,u.config);d.length>0&&a({about:`proposed rules`,changes:d})}const h0=[`never`,`error`,`warning`,`note`];function g0({failOn:e},{failOn:t},{rules:n,onNote:r}){return e===void 0||t===void 0?t??e:n.failOn===`set`||h0.indexOf(t)>=h0.indexOf(e)?t:(r({about:`weaker failOn`,wanted:t,current:e}),e)}function _0(e,t){if(e===void 0)return{shared:e,isRefused:()=>!1};let n=!1;return{shared:async r=>{if(t.includes(r.text))return e(r);throw n=!0,new a(`config`,`\`${r.text}\` is read once the configuration is merged`)},isRefused:()=>n}}function v0(e){switch(e.about){case`no configuration`:return`the base has no \`${e.path}\`, so the defaults apply`;case`proposed configuration`:return`the change's own \`${e.file}\` takes effect once it is merged`;case`proposed rules`:return`once it is merged, this change ${je(e.changes,y0)}`;case`broken configuration`:return e.at===`base`?`${e.fault} (at the base, so this review uses the defaults)`:e.fault;case`weaker failOn`:return`the input \`fail-on: ${e.wanted}\` is ignored, because \`failOn: ${e.current}\` at the base is stricter`;case`missing snapshot`:return`the snapshot \`${e.path}\` was not found at the base, so this review does not use it`;case`proposed catalog`:return`this change edits the prices in \`${e.folder}\`, which take effect once it is merged`;case`unusable catalog`:return e.at===`base`?`${e.fault}, so this review uses the built-in prices`:e.fault;case`proposed crds`:return`this change edits ${x(e.files,` and `)}, whose definitions take effect once it is merged`;case`unusable crds`:return e.at===`base`?`${e.fault}, so this review does not use the definitions in \`crds\``:e.fault;case`missing path`:return`file or folder to review not found: \`${e.path}\``}}const y0=8;function b0(e){let t=ze(e);return Array.from({length:t.length+1},(e,n)=>t.slice(0,t.length-n)).flatMap(e=>Fl.map(t=>[...e,t].join(`/`)))}function x0(e){for(let t=bt(e);;t=_t(t)){let e=Fl.map(e=>vt(t,e)).find(S0);if(e)return e;if(_t(t)===t||ut(vt(t,`.git`)))return}}const S0=e=>mt(e,{throwIfNoEntry:!1})?.isFile()??!1;function C0(e){try{let t=`The configuration \`${e}\``;return{file:e,text:ke({path:e,name:t,maxBytes:Zl,code:`config`,help:`Check that this is the right file.`})}}catch(t){throw t instanceof a?t:new a(`config`,`\`${e}\` cannot be read`,{cause:t,help:"Pass an existing, readable file to `--config`."})}}async function w0(e,t,n){let r=n===void 0?await O0(e):await D0(e,t,n);return t.flatMap(e=>{let t=r(e);return t===void 0?[]:[{file:e,text:t}]})}const T0=(e,t)=>new a(`config`,`The snapshot \`${e}\` was not found${r(t!==void 0,` at \`${t}\``)}`,{help:"Set `snapshot` in plumbline.yaml to a path from the root of the repository. Run `plumbline snapshot` to write the file."}),E0="If it is a snapshot, run `plumbline snapshot` to write it again. The result is smaller, because it groups equal pods.";async function D0(e,t,n){let r=await e.commit(n),i=t.map(e=>`${r}:${e}`),a=await Al(await e.root(),i,{what:`\`${t[0]}\``,help:E0});return e=>{let t=a.get(`${r}:${e}`);if(t?.type===`blob`)return t.content.toString(`utf8`)}}async function O0(e){let t=De(bt(e.folder));return e=>k0(bt(t,e))}function k0(e){try{let t=`\`${e}\``;return ke({path:e,name:t,maxBytes:Se,code:`config`,help:E0})}catch(e){if(e instanceof a)throw e;return}}async function A0(e,t){let n=await e.commit(t),r=await e.root(),i=b0(yt(r,await St(e.folder)).replaceAll(`\\`,`/`)),a=await Al(r,i.map(e=>`${n}:${e}`),{what:`The configuration at the base`,help:"Check that it is the right file. `--config FILE` names a different one."}),o=i.find(e=>a.get(`${n}:${e}`)?.type===`blob`);if(o!==void 0)return{file:`${t}:${o}`,text:a.get(`${n}:${o}`).content.toString(`utf8`)}}const j0=e=>vt(process.env.XDG_CACHE_HOME??vt(xt(),`.cache`),`plumbline`,e);function M0(e,t){try{dt(_t(e),{recursive:!0}),ht(`${e}.${process.pid}`,t),pt(`${e}.${process.pid}`,e)}catch{}}async function N0(e,t,n=j0(`extends`)){let r=vt(n,`${Ll(`${e.owner}/${e.repo}/${e.path}@${e.commit}`)}.json`),i=P0(r,e);if(i!==void 0)return i;let a=await t();return M0(r,JSON.stringify({digest:Ll(a),text:a})),a}function P0(e,{digest:t}){try{let{digest:n,text:r}=JSON.parse(ft(e,`utf8`));return Ll(r)===n&&(t===void 0||t===n)?r:void 0}catch{return}}const F0=e=>t=>N0(t,async()=>{let[{githubOf:n},{sharedFile:r}]=await Promise.all([import(`./repository-facts-exports.js`),import(`./shared-file-exports.js`)]),i=n(e);if(i!==void 0)return r(i,t);throw new a(`config`,`\`${t.text}\` in \`extends\` is not in the cache, and there is no GitHub token`,{help:"Set GITHUB_TOKEN to a token that can read the repository, such as the output of `gh auth token`. Later runs need no network."})});async function I0(e,t,n){let r=V0(e,t,n),i={rules:uu,onNote:H0(e,t,n)},a=await u0(r,L0(e,t),i);return e.isOn(`quiet`)||R0(a,t),a}function L0(e,t){let[n,r]=[z0(e),B0(t)];return{over:{region:e.text(`region`),karpenterVersion:e.text(`karpenter-version`),kubernetesVersion:e.text(`kubernetes-version`),failOn:e.text(`fail-on`),set:s(e.texts(`set`)),...e.isOn(`changed-lines`)===!0&&{changedLines:!0},...e.isOn(`first-round`)===!0&&{firstRound:!0},...n!==void 0&&{timeZone:n},today:Ct()},...r!==void 0&&{fallback:{timeZone:r}}}}function R0({karpenterVersion:e},{stderr:t}){let n=e&&qn(e);n!==e&&t.write(`note: Karpenter ${e} is not known to this plumbline; using the rules of ${n}\n`)}function z0(e){let t=e.text(`time-zone`);if(t===void 0||n0(t))return t;throw new a(`usage`,`\`${t}\` is not a time zone`,{help:"Write it as in `Europe/Berlin`."})}const B0=({env:{TZ:e}})=>{if(e&&n0(e))return e};function V0(e,t,{repository:n,ref:r}){let{cwd:i}=t,a=e.text(`config`),o=async()=>{let e=x0(n.folder);if(e!==void 0)return C0(e)},s={files:e=>w0(n,e,r),shared:F0(t)};return a===void 0?r===void 0?{current:o,...s}:{current:()=>A0(n,r),proposed:o,proposedFiles:e=>w0(n,e,void 0),...s,at:r}:{current:async()=>({...C0(bt(i,a)),file:a}),...s,at:r}}const H0=(e,{stderr:t},{ref:n})=>r=>{e.isOn(`quiet`)||t.write(U0(r,n))};function U0(e,t){return e.about===`proposed configuration`?`note: plumbline.yaml differs from \`${t}\`: ${e.hasCurrent?`the one there is used`:`there is none there, so the defaults are used`}\n  help: Yours takes effect once it is merged. Pass \`--config plumbline.yaml\` to try it now.\n`:`note: ${v0(e)}\n`}const W0=e=>{let[,t]=/^#?([1-9]\d{0,8})$/.exec(e)??[];if(t!==void 0)return Number(t)};async function G0(e,t){return(await I0(e,t,{repository:new Fe(t.cwd),ref:void 0})).customRules}async function K0(e,t){let{stdout:n}=t,[r]=e.positionals;if(r===void 0)throw new a(`usage`,"`explain` needs a code or a pull request",{help:"Run for example `plumbline explain schema/unknown-field`."});let i=W0(r);if(i!==void 0)return(await import(`./explain-pull.js`)).runExplainPull(i,e,t);let s=Y$(r),c=s?[]:await G0(e.flags,t),u=s??Y$(r,c);if(!u){let e=Z$(r,c.map(fu));throw new a(`usage`,`\`${r}\` is not the code of a finding`,{help:e?o(e):"Run `plumbline rules` to list the lint rules. A review prints the code of each finding at the end of its line."})}return n.write(q0(u)),l.ok}function q0({code:e,summary:n,why:i,help:a,url:o,rule:s,custom:c}){let l=s?[...s.examples().bad.slice(0,1).flatMap(({text:e})=>[``,`Bad:`,X0(e)]),...s.examples().good.slice(0,1).flatMap(({text:e})=>[``,`Good:`,X0(e)]),...Y0(e)]:c?[``,`Rule of ${c.origin}:`,...J0(c),...Y0(e)]:[],u=(s??c)?.severity,d=r(u,` (${u})`),f=o?[``,`More: ${o}`]:[],p=()=>c?e=>e.split(`
`).map(t).join(`
`):e=>e;return`${[`${e}${d}`,``,n,``,i,``,`What to do: ${a}`,...l,...f].map(p()).join(`
`)}\n`}const J0=({matchConditions:e,variables:t,expression:n})=>[...e.map(e=>X0(`if ${e.name}: ${e.expression}`)),...t.map(e=>X0(`variables.${e.name}: ${e.expression}`)),X0(n)],Y0=e=>[``,`To suppress it in one place, add this comment to the line above:`,`  ${$$(e)}`],X0=e=>e.trimEnd().replace(/^(?=.)/gm,`  `),Z0=[`Instance types and zones`,`Limits`,`Taints and overlapping NodePools`,`Disruption`,`Workloads`,`Images and user data`,`Volumes`,`Network`,`Capacity reservations`,`IAM and cluster access`,`Security`,`Karpenter installation`,`All objects`];async function Q0(e,n){let[r]=e.positionals;if(r===`test`)return(await import(`./rules-test.js`)).runRulesTest(e,n);if(r!==void 0)throw new a(`usage`,`\`${r}\` is not an action of \`rules\``,{help:o(`rules test`)});let{stdout:i}=n,s=Math.max(...B$.map(({id:e})=>e.length));for(let e of Z0){i.write(`${e}\n`);for(let{id:t,severity:n,docs:r}of B$.filter(t=>t.theme===e))i.write(`  ${t.padEnd(s)}  ${n.padEnd(7)}  ${r.summary}\n`);i.write(`
`)}let c=await G0(e.flags,n);c.length>0&&i.write(`Your own rules
`);for(let e of c)i.write(`  ${fu(e).padEnd(s)}  ${e.severity.padEnd(7)}  ${t(e.message)}\n`);return c.length>0&&i.write(`
`),i.write("Run `plumbline explain RULE` to see why a rule matters and what to do.\n"),l.ok}export{ZW as $,Ct as $a,Nr as $i,Su as $n,Uc as $r,oS as $t,U$ as A,Mn as Aa,_o as Ai,Gf as An,N as Ar,QO as At,GK as B,dn as Ba,A as Bi,_d as Bn,rl as Br,bE as Bt,o1 as C,Zn as Ca,ac as Ci,ch as Cn,Ol as Cr,mF as Ct,Z$ as D,T as Da,j as Di,pp as Dn,Sl as Dr,qO as Dt,J$ as E,Rn as Ea,fs as Ei,fp as En,El as Er,lF as Et,NJ as F,wn as Fa,mi as Fi,zf as Fn,ml as Fr,IO as Ft,NG as G,Wt as Ga,Jr as Gi,Bu as Gn,Zc as Gr,$w as Gt,WK as H,Cn as Ha,Gr as Hi,md as Hn,ol as Hr,YT as Ht,IJ as I,mn as Ia,si as Ii,Df as In,_l as Ir,PO as It,TG as J,Nt as Ja,k as Ji,Nu as Jn,Gc as Jr,zC as Jt,OG as K,Bt as Ka,Kr as Ki,Au as Kn,Yc as Kr,Uw as Kt,wJ as L,tn as La,vi as Li,mf as Ln,pl as Lr,FO as Lt,B$ as M,Nn as Ma,io as Mi,Tf as Mn,bl as Mr,ZO as Mt,LJ as N,On as Na,no as Ni,Lf as Nn,hl as Nr,XO as Nt,V$ as O,In as Oa,vo as Oi,lp as On,xl as Or,JO as Ot,RJ as P,Dn as Pa,Ya as Pi,Rf as Pn,gl as Pr,DO as Pt,XW as Q,wt as Qa,jr as Qi,Eu as Qn,Nc as Qr,uS as Qt,TJ as R,ln as Ra,xi as Ri,hf as Rn,ul as Rr,mD as Rt,t1 as S,qn as Sa,sc as Si,Ah as Sn,kl as Sr,dL as St,q$ as T,Jn as Ta,ds as Ti,cp as Tn,Tl as Tr,fF as Tt,yK as U,Ut as Ua,Hr as Ui,Yu as Un,cl as Ur,qT as Ut,UK as V,an as Va,Ur as Vi,L as Vn,ll as Vr,xE as Vt,PG as W,Ht as Wa,Yr as Wi,Vu as Wn,sl as Wr,JT as Wt,SG as X,Dt as Xa,$r as Xi,ku as Xn,qc as Xr,wC as Xt,DG as Y,jt as Ya,Wr as Yi,zu as Yn,Wc as Yr,RC as Yt,JW as Z,Et as Za,O as Zi,wu as Zn,Vc as Zr,xC as Zt,i0 as _,Kn as _a,cc as _i,Kh as _n,Ll as _r,gH as _t,I0 as a,Vr as aa,Mc as ai,Ov as an,mu as ar,pU as at,i1 as b,Hn as ba,nc as bi,Mh as bn,Ml as br,_L as bt,M0 as c,ar as ca,jc as ci,j_ as cn,ou as cr,YH as ct,b0 as d,or as da,bc as di,r_ as dn,cu as dr,jH as dt,Ar as ea,Pc as ei,iS as en,Tu as er,oW as et,x0 as f,ur as fa,vc as fi,Wh as fn,su as fr,CH as ft,o0 as g,nr as ga,rc as gi,Zh as gn,Zl as gr,cH as gt,u0 as h,gr as ha,mc as hi,qh as hn,lu as hr,bH as ht,V0 as i,kr as ia,Hc as ii,Tv as in,_u as ir,CU as it,W$ as j,kn as ja,Xa as ji,qf as jn,yl as jr,$O as jt,H$ as k,E as ka,xo as ki,dp as kn,Cl as kr,KO as kt,w0 as l,D as la,yc as li,P_ as ln,au as lr,JH as lt,v0 as m,yr as ma,gc as mi,Vh as mn,du as mr,wH as mt,K0 as n,Pr as na,Ic as ni,by as nn,Cu as nr,DU as nt,H0 as o,lr as oa,Rc as oi,G_ as on,fu as or,tU as ot,C0 as p,wr as pa,fc as pi,Jh as pn,uu as pr,SH as pt,kG as q,Vt as qa,qr as qi,ju as qn,M as qr,BC as qt,G0 as r,Er as ra,Lc as ri,vy as rn,xu as rr,EU as rt,j0 as s,sr as sa,Oc as si,iv as sn,iu as sr,ZH as st,Q0 as t,Tr as ta,Fc as ti,aS as tn,Ou as tr,NU as tt,T0 as u,dr as ua,xc as ui,H as un,ru as ur,XH as ut,e1 as v,Un as va,Js as vi,Gh as vn,Il as vr,lH as vt,Y$ as w,Yn as wa,ps as wi,mp as wn,wl as wr,pF as wt,a1 as x,Gn as xa,oc as xi,jh as xn,Pl as xr,mL as xt,r1 as y,Xn as ya,qs as yi,kh as yn,Fl as yr,mV as yt,yJ as z,Sn as za,li as zi,Id as zn,nl as zr,tD as zt};
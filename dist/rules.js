import{o as e}from"./rolldown-runtime.js";import{B as t,S as n,_ as r,b as i,g as a,p as o,v as s,x as c,y as l}from"./command.js";import{A as u,D as d,F as f,N as p,O as m,P as ee,_ as h,j as g,k as _,v as te}from"./verdicts.js";import{$n as ne,At as re,Bn as ie,E as ae,En as oe,Jn as se,Kn as ce,O as le,Sn as ue,T as de,Tt as fe,Un as pe,Xn as me,Zn as v,_n as he,ct as ge,d as _e,dn as ve,er as ye,hn as be,l as xe,nr as Se,nt as Ce,qn as we,tn as Te,tr as Ee,un as De,wt as Oe,xn as ke,xt as Ae,yn as je,zn as Me}from"./read.js";import{$ as Ne,A as Pe,B as Fe,D as Ie,F as Le,H as Re,J as ze,K as Be,L as Ve,N as He,U as y,V as b,b as Ue,j as x,k as We,q as Ge,x as Ke,y as qe}from"./manifests.js";import{existsSync as Je,mkdirSync as Ye,readFileSync as Xe,renameSync as Ze,statSync as Qe,writeFileSync as $e}from"node:fs";import{createHash as et}from"node:crypto";import{dirname as tt,join as nt,relative as rt,resolve as it}from"node:path";import{homedir as at}from"node:os";import{realpath as ot}from"node:fs/promises";const st=(e=new Date,t=process.env)=>ct(e,t).toISOString().slice(0,10);function ct(e=new Date,t=process.env){let n=t.SOURCE_DATE_EPOCH;if(!n)return e;if(!/^\d{1,11}$/.test(n))throw new i(`usage`,"`SOURCE_DATE_EPOCH` is not a number of seconds",{help:"Set it to seconds since 1970, such as the output of `date +%s`, or unset it."});return new Date(Number(n)*1e3)}var lt=e(f(),1);const ut=e=>JSON.stringify([u(e.apiVersion),e.kind,e.namespace??``,e.name]);function dt(e){if(Array.isArray(e))return`[${e.map(dt).join(`,`)}]`;if(typeof e!=`object`||!e)return JSON.stringify(e)??``;let t=Object.entries(e);return t.sort(([e],[t])=>Ee(e,t)),`{${t.map(([e,t])=>`${JSON.stringify(e)}:${dt(t)}`).join(`,`)}}`}const ft={ns:1n,us:1000n,µs:1000n,ms:1000000n,s:1000000000n,m:60000000000n,h:3600000000000n},pt=/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/y,mt=2n**63n-1n;function ht(e){let[,t,n]=/^([+-]?)(.*)$/s.exec(e);if(n===`0`)return 0n;if(!n||n.length>128)return;let r=0n,i=0;for(;i<n.length;){pt.lastIndex=i;let e=pt.exec(n);if(!e)return;r+=gt(e[1],ft[e[2]]),i=pt.lastIndex}if(!(r>mt))return t===`-`?-r:r}function gt(e,t){let[n=``,r=``]=e.split(`.`);return BigInt(n||`0`)*t+BigInt(r||`0`)*t/10n**BigInt(r.length)}function _t(e,t){let n=ht(e);return n!==void 0&&n===ht(t)}const vt=1000000000n,yt=1000000n,bt=(2n**63n-1n)*vt,xt=[`n`,`u`,`m`,``,`k`,`M`,`G`,`T`,`P`,`E`],St=[``,`Ki`,`Mi`,`Gi`,`Ti`,`Pi`,`Ei`],Ct=/^([+-]?)(\d+(?:\.\d*)?|\.\d+)(n|u|m|k|M|G|T|P|E|[KMGTPE]i|[eE][+-]?\d+)?$/;function wt(e){let t=jt(e);return t&&Ft(t.nanos)}function Tt(e,t){let n=jt(t);if(n===void 0)return;let{nanos:r}=n;return e===`cpu`?Number(Pt(r,yt)):r%vt==0n?Number(r/vt):Number(Pt(r,yt))/1e3}function Et(e,t){let n=jt(e),r=jt(t);return n!==void 0&&r!==void 0&&n.nanos===r.nanos}function Dt(e){let t=jt(e);return t&&It(t)}function Ot(e,t,n){if(!Number.isFinite(t))return`unknown`;let r=kt(e)?`BinarySI`:`DecimalSI`,i=(n===void 0?void 0:jt(n)?.format)??r;return It({nanos:At(t,e===`cpu`?yt:vt),format:i})}const kt=e=>e===`memory`||e===`ephemeral-storage`||e===`storage`||e.startsWith(`hugepages-`),At=(e,t)=>Number.isInteger(e)?BigInt(e)*t:BigInt(Math.round(e*1e3))*t/1000n;function jt(e){let t=typeof e==`number`?String(e):e;if(t.length>128)return;let n=Ct.exec(t);if(!n)return;let[,r=``,i=``,a=``]=n,{base:o,exponent:s,format:c}=Mt(a),l=Nt(i,o,s);return{nanos:r===`-`?-l:l,format:c}}function Mt(e){let t=St.indexOf(e);if(t>0)return{base:1024n,exponent:t,format:`BinarySI`};let n=xt.indexOf(e);return n>=0?{base:10n,exponent:(n-3)*3,format:`DecimalSI`}:{base:10n,exponent:Number(e.slice(1)),format:`DecimalExponent`}}function Nt(e,t,n){let[r=``,i=``]=e.split(`.`),a=BigInt(r+i);if(a===0n)return 0n;if(t===1024n){let e=Pt(a*1024n**BigInt(n)*vt,10n**BigInt(i.length));return e>bt?bt:e}let o=Math.min(n,300)-i.length+9;return o>=0?a*10n**BigInt(o):o<-129?1n:Pt(a,10n**BigInt(-o))}function Pt(e,t){return e<0n?-Pt(-e,t):(e+t-1n)/t}function Ft(e){let t=e/vt;return e%vt==0n?Number(t):Number(e)/1e9}function It({nanos:e,format:t}){let n=e<0n?`-`:``,r=e<0n?-e:e;return t===`BinarySI`&&r>=1024n*vt&&r%vt==0n?n+Lt(r/vt):n+Rt(r,t===`DecimalExponent`)}function Lt(e){let t=0,n=e;for(;n%1024n==0n&&t<St.length-1;)n/=1024n,t++;return`${n}${St[t]}`}function Rt(e,t){if(e===0n)return`0`;let n=0,r=e;for(;r%1000n==0n&&(t||n<xt.length-1);)r/=1000n,n++;return t?n===3?`${r}`:`${r}e${(n-3)*3}`:`${r}${xt[n]}`}const zt=(e,...t)=>t.reduce((e,t)=>{let n=m(e);if(n&&Object.hasOwn(n,t))return n[t]},e),S=(e,...t)=>{let n=zt(e,...t);return typeof n==`string`?n:``},Bt=/(?:^|\/)karpenter(-crd)?$/,Vt=String.raw`(?:\bgithub\.com[/:](?:aws|awslabs|karpenter|kubernetes-sigs)/karpenter|[/:][\w.-]{1,100}/karpenter-provider-aws)(?:\.git)?/?(?:$|[/?"])`,Ht=new RegExp(Vt),Ut=/^oci:\/\/|^public\.ecr\.aws\//,Wt=/(?:^|\/)(?:crds|karpenter-crd)\/?$/,Gt=e=>{if(typeof e==`string`&&e.length<500)return/githubusercontent\.com\/aws\/karpenter(?:-provider-aws)?\/(?:refs\/tags\/)?(v?\d[\w.-]*)\/pkg\/apis\/crds\//.exec(e)?.[1]??/github\.com\/aws\/karpenter(?:-provider-aws)?(?:\.git)?\/\/?pkg\/apis\/crds\/?\?(?:[^#]*&)?ref=(v?\d[\w.-]*)/.exec(e)?.[1]},Kt=/mcr\.microsoft\.com\/|cloudpilot|karpenter-provider-(?!aws\b)[a-z]|\bkarpenter-(?:azure|gcp|gke|alibaba|oci|ibm|proxmox|hetzner|linode|exoscale|clusterapi|cluster-api)\b|\b(?:azure|oracle|alibaba|proxmox|hetzner)[\w-]*\/karpenter\b/i,qt=e=>Kt.test(e);function Jt(e,t,n){let r=Bt.exec(e);return r&&!qt(e)?[{version:t,path:n,...r[1]!==void 0&&{isOfCrds:!0}}]:[]}const Yt=(e,...t)=>{let n=zt(e,...t);return Array.isArray(n)?n:[]};function Xt(e,t){let n=zt(e,`targetRevision`),r=[...t,`targetRevision`],[i,a]=[S(e,`chart`),S(e,`repoURL`)];if(i!==``)return qt(a)?[]:Jt(i,n,r);if(!Ht.test(a))return Ut.test(a)?Jt(a,n,r):[];let o=Wt.test(S(e,`path`));return[{version:n,path:r,...o&&{isOfCrds:o}}]}const Zt=[`spec`,`chart`,`spec`,`version`],Qt=(e,t)=>t.map(t=>e===``?t:{...t,repository:e}),$t={HelmRelease:e=>Qt(S(e,`spec`,`chart`,`spec`,`sourceRef`,`name`),Jt(S(e,`spec`,`chart`,`spec`,`chart`),zt(e,`spec`,`chart`,`spec`,`version`),Zt)),HelmChart:e=>qt(S(e,`spec`,`repo`))?[]:Qt(S(e,`spec`,`sourceRef`,`name`),Jt(S(e,`spec`,`chart`),zt(e,`spec`,`version`),[`spec`,`version`])),OCIRepository:e=>{let t=zt(e,`spec`,`ref`,`tag`)===void 0?`semver`:`tag`;return Jt(S(e,`spec`,`url`),zt(e,`spec`,`ref`,t),[`spec`,`ref`,t])},GitRepository:e=>{let t=[`tag`,`semver`,`name`,`branch`].find(t=>zt(e,`spec`,`ref`,t)!==void 0)??`tag`;return Ht.test(S(e,`spec`,`url`))?[{version:zt(e,`spec`,`ref`,t),path:[`spec`,`ref`,t],isOfCrds:!0}]:[]},Release:e=>{let t=[`spec`,`forProvider`,`chart`],n=S(e,...t,`name`)||S(e,...t,`url`);return qt(S(e,...t,`repository`))?[]:Jt(n,zt(e,...t,`version`),[...t,`version`])},ClusterConfig:e=>[{version:zt(e,`karpenter`,`version`),path:[`karpenter`,`version`]}]},en=/(?:^|\/)karpenter(?:[/-]controller)?$/,tn=e=>[...Yt(e,`helmCharts`).flatMap((e,t)=>qt(S(e,`repo`))?[]:Jt(S(e,`name`),zt(e,`version`),[`helmCharts`,t,`version`])),...Yt(e,`images`).flatMap((e,t)=>en.test(S(e,`name`))&&![S(e,`name`),S(e,`newName`)].some(qt)?[{version:zt(e,`newTag`),path:[`images`,t,`newTag`]}]:[])];function nn(e){let t=[S(e,`home`),...Yt(e,`sources`).map(String)],n=Bt.test(S(e,`name`))&&t.some(e=>/karpenter/.test(e))&&!t.some(qt);return[...Yt(e,`dependencies`).flatMap((e,t)=>qt(S(e,`repository`))?[]:Jt(S(e,`name`),zt(e,`version`),[`dependencies`,t,`version`])),...n?Jt(S(e,`name`),zt(e,`appVersion`),[`appVersion`]):[]]}const rn=e=>Yt(e,`releases`).flatMap((e,t)=>Jt(S(e,`chart`),zt(e,`version`),[`releases`,t,`version`]));function an(e,t){let[n,r]=[S(e,`controller`,`image`,`repository`),zt(e,`controller`,`image`,`tag`)];return n===``||/karpenter/.test(n)&&!qt(n)?[{version:r,path:[...t,`controller`,`image`,`tag`]}]:[]}function on(e){let t=S(e,`kind`);return t===`Kustomization`?tn(e):t===``?[...tn(e),...nn(e),...rn(e)]:Object.hasOwn($t,t)?$t[t](e):[]}const sn=/\bsource\s*=\s*"(\.{1,2}(?:\/[^"\n]*)?)"/g,cn=RegExp(`${je}/|${ve}`);function ln(e){let t=new Set;for(let[n]of e.matchAll(sn))t.size<1e3&&t.add(n);return[cn.exec(e)?.[0]??``,Te(`.tf`,e)?`karpenter`:``,...t].join(`
`)}const un=e=>({because:e,help:"Delete it with `kubectl delete` if it should not stay. If it should stay, write down who manages it from now on.",isIntended:!0}),dn=(e,t)=>({because:e,help:t,isIntended:!1}),fn=e=>({because:e,help:`Look at the value in the cluster before you merge.`,isIntended:!1,isUnknown:!0});function pn(e,t){let n=mn(e,t);if(n!==void 0)return n;if(!(t?.keeping?.isDefault===!0&&_n(e).some(e=>e.startsWith(`Prune=`))))return t?.keeping}function mn(e,t){let{by:n,isApplierGone:r=!1}=t??{};return(n===void 0||n===`argocd`?gn(e,n,r):void 0)??(n===void 0||n===`flux`?yn(e):void 0)??(n===void 0||n===`helm`||n===`argocd`&&r?bn(e):void 0)}const hn=e=>un(`its annotation \`${e}\` keeps it`);function gn(e,t,n){let r=_n(e).find(e=>{let[r,i]=e.split(`=`);return(t===void 0||r===(n?`Delete`:`Prune`))&&(r===`Prune`||r===`Delete`)&&(i===`false`||i===`confirm`)});if(r!==void 0)return hn(`argocd.argoproj.io/sync-options: ${r}`);if(t===`argocd`&&n&&e.kind===`CustomResourceDefinition`)return un(`Argo CD does not delete CRDs together with an Application`)}const _n=({metadata:e})=>(xn(e.annotations,`argocd.argoproj.io/sync-options`)??``).split(`,`).map(e=>e.trim()),vn=[[`kustomize.toolkit.fluxcd.io/prune`,`disabled`],[`kustomize.toolkit.fluxcd.io/reconcile`,`disabled`],[`kustomize.toolkit.fluxcd.io/ssa`,`ignore`]];function yn({metadata:e}){for(let[t,n]of vn){let r=xn(e.annotations,t)??xn(e.labels,t);if(r?.toLowerCase()===n)return hn(`${t}: ${r}`)}}const bn=({metadata:e})=>{if(xn(e.annotations,`helm.sh/resource-policy`)?.trim().toLowerCase()===`keep`)return hn(`helm.sh/resource-policy: keep`)};function xn(e,t){let n=_(m(e)?.[t]);if(!(n===void 0||h(n)))return n}const C=(e,t=`unknown`)=>({kind:`unknown`,at:e,name:t}),w=(e,t)=>({kind:`scalar`,value:e,at:t,isLiteral:!1}),Sn=(e,t)=>({kind:`string`,pieces:e===``?[]:[{text:e,at:t,form:`made`}],at:t}),Cn=e=>e.kind===`scalar`&&e.value===null,wn=({pieces:e})=>e.map(({text:e})=>e).join(``),Tn=e=>{if(e?.kind===`string`&&e.pieces.every(({isUnknown:e})=>!e))return wn(e)};function T(e){return e.kind===`scalar`?e.value===null?void 0:String(e.value):Tn(e)}const En=({name:e,at:t})=>({text:`\${${e}}`,at:t,form:`made`,isUnknown:!0});function Dn(e){switch(e.kind){case`scalar`:return e.value;case`string`:return Tn(e);case`list`:{let t=e.items.map(Dn);return t.some(e=>e===void 0)?void 0:t}case`object`:{let t=[...e.entries].map(([e,t])=>[e,Dn(t.value)]);return e.isPartial||t.some(([,e])=>e===void 0)?void 0:Object.fromEntries(t)}case`unknown`:return}}const On=(e,t,n=!1)=>({kind:`object`,entries:new Map(e),at:t,isPartial:n});function kn(e,t){let[n,r]=[Dn(e),Dn(t)];return n===void 0||r===void 0?An(e,r)||An(t,n)?!1:void 0:jn(n)===jn(r)}const An=(e,t)=>e.kind===`string`&&typeof t==`string`&&e.pieces.reduce((e,{text:t,isUnknown:n})=>e+(n?0:t.length),0)>t.length,jn=e=>JSON.stringify(e,(e,t)=>typeof t==`object`&&t&&!Array.isArray(t)?Object.fromEntries(Object.entries(t).sort(([e],[t])=>Ee(e,t))):t);function Mn(e,...t){return t.reduce((e,t)=>{if(e?.kind===`object`)return e.entries.get(String(t))?.value;if(e?.kind===`list`)return e.items[Number(t)]},e)}function Nn(e){if(e.kind===`scalar`||e.kind===`unknown`)return 1;let t=Pn.get(e);if(t!==void 0)return t;let n=1+Fn(e);return Pn.set(e,n),n}const Pn=new WeakMap;function Fn(e){let t=0;if(e.kind===`string`)for(let{text:n}of e.pieces)t+=1+n.length/64;else if(e.kind===`list`)for(let n of e.items)t+=Nn(n);else for(let[n,r]of e.entries)t+=1+n.length/64+Nn(r.value);return t}const In=e=>({...C(e),isExcess:!0}),Ln=e=>`isExcess`in e||Nn(e)>5e4;function Rn(e){let t=wn(e);if(re(t)!==void 0)return C(e.at);let n=(0,lt.parseDocument)(t,{version:`1.2`,merge:!0,strict:!1});if(n.errors.length>0)return C(e.at);let r={places:new Gn(e),nodes:0,at:e.at},i=Vn(n.contents,r);return i.kind===`object`?{...i,yaml:e}:i}const zn=e=>({kind:`list`,items:Bn(e).map(Rn),at:e.at});function Bn(e){let t=wn(e),n=new Gn(e),r=[0,...[...t.matchAll(/^---(?:[ \t].*)?$\n?/gm)].map(({index:e,0:t})=>e+t.length)];return r.map((e,i)=>{let a=r[i+1]===void 0?t.length:t.lastIndexOf(`---`,r[i+1]);return{kind:`string`,pieces:n.slice(e,a),at:n.span(e,a)}}).filter(e=>/^[ \t]*[^#\s]/m.test(wn(e)))}function Vn(e,t){let n=e?t.places.span(e.range[0],e.range[1]):t.at;if(++t.nodes>5e4||e===null)return e===null?w(null,n):C(n);if((0,lt.isMap)(e))return Hn(e.items,n,t);if((0,lt.isSeq)(e))return{kind:`list`,items:e.items.map(e=>Vn(e,t)),at:n};if(!(0,lt.isScalar)(e))return C(n);let{value:r}=e;if(typeof r==`string`)return Wn(r,e,t);let i=Un(e,String(r),t);return{...w(r,n),...i&&{piece:i}}}function Hn(e,t,n){let r=e.flatMap(({key:e,value:t})=>{if(!(0,lt.isScalar)(e))return[];let r=String(e.value),i=n.places.span(e.range[0],e.range[1]),a=Un(e,r,n)??{text:r,at:i,form:`made`};return[[r,{value:Vn(t,n),key:a}]]});return On(r,t)}function Un({range:e},t,{places:n}){let[r,...i]=n.slice(e[0],e[1]);if(i.length===0&&r?.text===t&&r.form!==`made`)return r}function Wn(e,t,{places:n,at:r}){let[i,a]=t.range,o=n.slice(i,a),s=(o.map(({text:e})=>e).join(``).length-2===e.length?n.slice(i+1,a-1):[]).map(e=>({...e,form:`made`})),c=n.span(i,a);for(let t of[o,s])if(t.map(({text:e})=>e).join(``)===e)return{kind:`string`,pieces:t,at:c};return o.some(({isUnknown:e})=>e)?{kind:`string`,pieces:[{text:e,at:r,form:`made`,isUnknown:!0}],at:c}:Sn(e,c)}var Gn=class{#e;#t=[];#n;constructor({pieces:e,at:t}){this.#e=e,this.#n=t;let n=0;for(let{text:t}of e)this.#t.push(n),n+=t.length}#r(e){let t=0,n=this.#t.length-1;for(;t<n;){let r=t+n+1>>1;this.#t[r]<=e?t=r:n=r-1}return t}piece(e){let t=this.#r(e),n=this.#e[t];return n&&{piece:n,within:e-this.#t[t],index:t}}slice(e,t){let n=[];for(let r=this.#r(e);r<this.#e.length&&this.#t[r]<t;r++){let i=this.#e[r],a=Math.max(0,e-this.#t[r]),o=Math.min(i.text.length,t-this.#t[r]);o>a&&n.push(a===0&&o===i.text.length?i:Jn(i,a,o))}return n}span(e,t){let n=this.piece(e),r=this.piece(Math.max(e,t-1));if(!n||!r)return this.#n;let i=qn(n.piece,n.within,n.within+ +(t>e)),a=qn(r.piece,r.within,r.within+ +(t>e));return i.file===a.file&&i.start<=a.start?{...i,end:a.end}:i}};const Kn=({form:e})=>e!==`made`;function qn(e,t,n){let{at:r}=e;return Kn(e)&&r.end-r.start===e.text.length?{file:r.file,start:r.start+t,end:r.start+n}:r}function Jn(e,t,n){let r=qn(e,t,n);return{...e,text:e.text.slice(t,n),at:r}}function Yn(e){if(e.kind===`object`&&e.yaml)return e.yaml;let t={pieces:[],at:e.at};return Zn(e,``,t),{kind:`string`,pieces:t.pieces,at:e.at}}const Xn=(e,t,n)=>{e.pieces.push({text:t,at:n,form:`made`})};function Zn(e,t,n){if(e.kind===`object`&&(e.entries.size>0||e.isPartial))t!==``&&Xn(n,`
`,e.at),Qn(e,t,n);else if(e.kind===`list`&&e.items.length>0){Xn(n,`
`,e.at);for(let r of e.items)Xn(n,`${t}-`,r.at),Zn(r,`${t}  `,n)}else t!==``&&Xn(n,` `,e.at),n.pieces.push(...nr(e)),Xn(n,`
`,e.at)}function Qn({entries:e,isPartial:t,at:n},r,i){for(let[t,{value:n,key:a}]of e){Xn(i,r,n.at);let e=/^[A-Za-z_][\w./-]*$/.test(t)&&!ir.test(t);i.pieces.push({text:e?t:JSON.stringify(t),at:a?.at??n.at,form:a?.form??`made`}),Xn(i,`:`,a?.at??n.at),Zn(n,`${r}  `,i)}t&&Xn(i,`${r}{{ unknown }}\n`,n)}function $n(e){let t=er(e);return t&&{kind:`string`,pieces:t,at:e.at}}function er(e){return e.kind===`object`?e.isPartial?void 0:tr([...e.entries].map(([e,{value:t,key:n}])=>{let r=n?.at??t.at,i=er(t);return i&&[{text:`${JSON.stringify(e)}:`,at:r,form:`made`},...i]}),`{}`,e.at):e.kind===`list`?tr(e.items.map(er),`[]`,e.at):nr(e)}function tr(e,t,n){if(e.some(e=>e===void 0))return;let r={text:`,`,at:n,form:`made`};return[{text:t[0],at:n,form:`made`},...e.flatMap((e,t)=>t===0?e:[r,...e]),{text:t[1],at:n,form:`made`}]}function nr(e){let{at:t}=e;switch(e.kind){case`unknown`:return[En(e)];case`list`:return[{text:`[]`,at:t,form:`made`}];case`object`:return[{text:`{}`,at:t,form:`made`}];case`scalar`:return[e.piece??{text:String(e.value),at:t,form:e.isLiteral?`scalar`:`made`}];case`string`:return ar(e)}}const rr=/^[A-Za-z][\w./-]*$/,ir=/^(?:true|false|null|yes|no|on|off|y|n)$/i;function ar(e){let{pieces:t,at:n}=e,[r]=t,i=t.length===1&&r.form===`quoted`&&r.at.end-r.at.start===n.end-n.start-2,a=Tn(e);return i&&a!==void 0&&JSON.stringify(a)===`"${a}"`?[{text:`"${a}"`,at:n,form:`scalar`}]:t.length===1&&/^(?:file|template|heredoc)$/.test(r.form)&&a!==void 0&&rr.test(a)&&!ir.test(a)?[...t]:[{text:`"`,at:n,form:`made`},...t.map(e=>or(e)),{text:`"`,at:n,form:`made`}]}function or(e){let t=JSON.stringify(e.text).slice(1,-1);return t===e.text?{...e,form:e.form===`quoted`?`quoted`:`made`}:{...e,text:t,form:`made`}}const sr=(e,t)=>e.length>2e4?In(t):{kind:`list`,items:e,at:t},cr=e=>e?.kind===`list`,lr=e=>e?.kind===`object`,ur=e=>(t,n)=>t.every(cr)?sr(e(t.map(({items:e})=>e),n),n):C(n),dr=(e,t)=>{let n=e.filter(lr),r=e.some(e=>e.kind===`unknown`)||n.some(e=>e.isPartial);if(n.length===0&&r)return C(t);let i=e.findLastIndex(e=>e.kind===`unknown`||e.kind===`object`&&e.isPartial),a=new Map;return e.forEach((e,t)=>{if(lr(e))for(let[n,r]of e.entries)a.set(n,t<i?{...r,value:C(r.value.at)}:r)}),On(a,n.at(-1)?.at??t,r)},fr=(e,t)=>sr(e.flatMap(e=>cr(e)?e.items:[e]),e.find(cr)?.at??t),pr=([e,t,n],r)=>{let i=t&&T(t);return!lr(e)||i===void 0?C(r):e.entries.get(i)?.value??(e.isPartial?C(r):n??C(r))},mr=([e],t)=>lr(e)&&!e.isPartial?sr([...e.entries].sort(hr).map(([e,{value:t,key:n}])=>Sn(e,n?.at??t.at)),t):C(t),hr=([e],[t])=>Ee(e,t),gr=([e],t)=>lr(e)&&!e.isPartial?sr([...e.entries].sort(hr).map(([,{value:e}])=>e),t):C(t),_r=([e],t)=>{if(cr(e))return e.items.every(({kind:e})=>e!==`unknown`)?w(e.items.length,t):C(t);if(lr(e))return e.isPartial?C(t):w(e.entries.size,t);let n=e&&Tn(e);return n===void 0?C(t):w(n.length,t)},vr=([e,t],n)=>{if(!cr(e)||!t)return C(n);let r=e.items.map(e=>kn(e,t));return r.includes(!0)?w(!0,n):r.includes(void 0)?C(n):w(!1,n)},yr=([e,t],n)=>{let r=t&&Number(T(t));return!cr(e)||r===void 0||Number.isNaN(r)||e.items.length===0?C(n):e.items.at(r%e.items.length)??C(n)};function br(e,t=0){return e.flatMap(e=>cr(e)&&t<20?br(e.items,t+1):[e])}function xr(e){let t=new Set;return e.filter(e=>{let n=jr(e);return n!==void 0&&t.has(n)?!1:(n!==void 0&&t.add(n),!0)})}const Sr=([e],t)=>cr(e)?sr(Cr(xr(e.items)),e.at):C(t),Cr=e=>{let t=new Map(e.map(e=>[e,T(e)]));return[...t.values()].some(e=>e===void 0)?[...e]:[...e].sort((e,n)=>Ee(t.get(e),t.get(n)))},wr=([e],t)=>cr(e)?e:C(t),Tr=([e],t)=>lr(e)?e:C(t),Er=([e,t],n)=>{if(!cr(e)||!cr(t))return C(n);let r=e.items.map(T);return r.some(e=>e===void 0)||r.length!==t.items.length?C(n):On(r.map((e,n)=>[e,{value:t.items[n]}]),n)},Dr=([e],t)=>cr(e)?sr(e.items.filter(e=>!Cn(e)&&(e.kind!==`string`||wn(e)!==``)),e.at):C(t),Or=([e,t,n],r)=>{let[i,a]=[Number(t&&T(t)),Number(n&&T(n))];return cr(e)&&!Number.isNaN(i+a)?sr(e.items.slice(i,a),e.at):C(r)},kr=(e,t)=>{let n=e.map(e=>Number(T(e))),[r,i,a]=n.length===1?[0,n[0],1]:[n[0],n[1],n[2]??1],o=Math.ceil((i-r)/a);return!Number.isFinite(o)||o>1e3?C(t):sr(Array.from({length:Math.max(0,o)},(e,n)=>w(r+n*a,t)),t)},Ar=([e],t)=>!cr(e)||e.items.length>1?C(t):e.items[0]??w(null,t),jr=e=>{let t=Dn(e);if(t!==void 0)return jn(t)};function Mr(e){let t=new Set(e.map(jr));return e=>{let n=jr(e);return n!==void 0&&t.has(n)}}const Nr=(e,t)=>{let n=e.filter(cr).map(({items:e})=>e),r=n.reduce((e,t)=>e*t.length,1);if(n.length<e.length)return C(t);if(r*n.length>1e5)return In(t);let i=n.reduce((e,t)=>e.flatMap(e=>t.map(t=>[...e,t])),[[]]);return sr(i.map(e=>({kind:`list`,items:e,at:t})),t)},Pr=(e,t)=>{for(let n of e){if(!cr(n))return C(t);if(n.items.length>0)return n}return C(t)},Fr=(e,t,n)=>{let r=e.map(T);return r.includes(String(t))?w(t,n):r.includes(void 0)?C(n):w(!t,n)},Ir={merge:dr,concat:fr,lookup:pr,keys:mr,values:gr,length:_r,contains:vr,element:yr,toset:Sr,tolist:wr,tomap:Tr,zipmap:Er,compact:Dr,slice:Or,range:kr,one:Ar,setproduct:Nr,coalescelist:Pr,alltrue:([e],t)=>cr(e)?Fr(e.items,!1,t):C(t),anytrue:([e],t)=>cr(e)?Fr(e.items,!0,t):C(t),flatten:([e],t)=>cr(e)?sr(br(e.items),e.at):C(t),distinct:([e],t)=>cr(e)?sr(xr(e.items),e.at):C(t),reverse:ur(([e])=>[...e??[]].reverse()),sort:ur(([e])=>Cr(e??[])),setunion:ur(e=>Cr(xr(e.flat()))),setsubtract:ur(([e,t])=>{let n=Mr(t??[]);return(e??[]).filter(e=>!n(e))}),setintersection:ur(([e,...t])=>{let n=t.map(Mr);return(e??[]).filter(e=>n.every(t=>t(e)))})},Lr=4194304,Rr=(e,t)=>e.length>Lr?In(t):Sn(e,t),zr=e=>(t,n)=>{let r=t.map(T);if(r.some(e=>e===void 0))return C(n);let i=e(...r);return i===void 0?In(n):typeof i==`string`?Rr(i,n):w(i,n)};function Br(e,t,n){let r=n.length-t.length,i=r>0?(Lr-e.length)/r:1/0;if(!(Vr(e,t,i)>i))return e.replaceAll(t,()=>n)}function Vr(e,t,n){if(t===``)return e.length+1;let r=0;for(let i=e.indexOf(t);i!==-1&&r<=n;i=e.indexOf(t,i+t.length))r++;return r}function Hr(e){if(e.kind===`string`)return e.pieces;if(e.kind===`unknown`)return[En(e)];let t=T(e);if(t!==void 0)return[{text:t,at:e.at,form:`made`}]}function Ur(e,t){let n=[],r=0;for(let i of e){for(let e of i??[])r+=e.text.length,n.push({...e,form:`made`});if(i===void 0)return C(t);if(n.length>5e4||r>Lr)return In(t)}return{kind:`string`,pieces:n,at:t}}const Wr=([e,...t],n)=>{let r=e&&Tn(e);if(r===void 0||t.some(({kind:e})=>e!==`list`))return C(n);let i=t.flatMap(e=>e.items);return i.length>5e4?In(n):Ur(i.flatMap((e,t)=>[...t>0?[[{text:r,at:n,form:`made`}]]:[],Hr(e)]),n)},Gr=/^\s*---\s*$/,Kr=([e,t],n)=>{let r=e&&Tn(e);if(r===void 0||t?.kind!==`string`||Tn(t)===void 0&&!Gr.test(r))return C(n);let i=wn(t);if(Vr(i,r,5e4)>5e4)return In(n);let a=qr(t),o=0;return{kind:`list`,items:i.split(r).map(e=>{let t=o;return o+=e.length+r.length,a(t,t+e.length)}),at:n}};function qr(e){let t=new Gn(e);return(e,n)=>({kind:`string`,pieces:t.slice(e,n),at:t.span(e,n)})}const Jr=e=>([t],n)=>{if(t?.kind===`string`)return qr(t)(...e(wn(t)));let r=t&&T(t);return r===void 0?C(n):Rr(r.slice(...e(r)),n)},Yr=e=>{let t=e.length-e.trimStart().length;return[t,Math.max(t,e.trimEnd().length)]},Xr=([e,...t],n)=>{let r=e&&Tn(e);if(r===void 0)return C(n);let i=[],a=0,o=0;for(let e of r.matchAll(/%(?:%|(0?)(\d*)([sdvqt]))|%/g))e.index>o&&i.push([{text:r.slice(o,e.index),at:n,form:`made`}]),o=e.index+e[0].length,e[0]===`%%`?i.push([{text:`%`,at:n,form:`made`}]):i.push(e[3]===void 0?void 0:Zr(e,t[a++],n));return o<r.length&&i.push([{text:r.slice(o),at:n,form:`made`}]),Ur(i,n)};function Zr(e,t,n){if(!t)return;let r=Hr(t),[,i,a,o]=e;if(a===``&&o!==`q`||t.kind===`unknown`)return r;let s=T(t);if(s!==void 0)return[{text:(o===`q`?JSON.stringify(s):s).padStart(Math.min(Number(a),100),i?`0`:` `),at:n,form:`made`}]}const Qr=([e,t],n)=>{let r=e?.kind===`scalar`&&typeof e.value==`number`?` `.repeat(Math.min(e.value,100)):void 0;return r===void 0||t?.kind!==`string`?C(n):t.pieces.some(({text:e})=>Vr(e,`
`,5e4)>5e4)?In(n):{kind:`string`,pieces:t.pieces.flatMap(e=>$r(e,r)),at:t.at}};function $r(e,t){let n=e.text.split(/(?<=\n)/),r=e.form!==`made`&&e.at.end-e.at.start===e.text.length,i=0;return n.flatMap(n=>{let a=r?{...e.at,start:e.at.start+i,end:e.at.start+i+n.length}:e.at;i+=n.length;let o={...e,text:n,at:a};return n.endsWith(`
`)?[o,{text:t,at:a,form:`made`}]:[o]})}const ei=(e,t)=>{for(let n of e){if(n.kind===`unknown`)return C(t);if(!Cn(n)&&Tn(n)!==``)return n}return C(t)},ti=e=>e.replace(/(^|\s)(\S)/g,(e,t,n)=>t+n.toUpperCase()),ni=(e,t)=>{let n=new Set(t),r=e=>e!==void 0&&n.has(e),[i,a]=[0,e.length];for(;i<a&&r(e[i]);)i++;for(;a>i&&r(e[a-1]);)a--;return e.slice(i,a)};function ri(e){let t=e.length;for(;e[t-1]===`
`;)t-=e[t-2]===`\r`?2:1;return[0,t]}const ii={join:Wr,split:Kr,format:Xr,indent:Qr,coalesce:ei,lower:zr(e=>e.toLowerCase()),upper:zr(e=>e.toUpperCase()),title:zr(ti),trimspace:Jr(Yr),chomp:Jr(ri),trim:zr(ni),trimprefix:zr((e,t)=>e.startsWith(t)?e.slice(t.length):e),trimsuffix:zr((e,t)=>t!==``&&e.endsWith(t)?e.slice(0,-t.length):e),startswith:zr((e,t)=>e.startsWith(t)),endswith:zr((e,t)=>e.endsWith(t)),strcontains:zr((e,t)=>e.includes(t)),replace:zr(Br),substr:zr((e,t,n)=>{let r=Number(t)<0?e.length+Number(t):Number(t);return Number(n)<0?e.slice(r):e.slice(r,r+Number(n))}),basename:zr(e=>e.split(`/`).at(-1)),dirname:zr(e=>e.split(`/`).slice(0,-1).join(`/`)||`.`)},ai=e=>{let t=e&&T(e);if(!(t===void 0||t.trim()===``||Number.isNaN(Number(t))))return Number(t)},oi=e=>(t,n)=>{let r=t.map(ai);return r.some(e=>e===void 0)?C(n):w(e(...r),n)};function si(e){try{return JSON.parse(e)}catch{return}}const ci=([e],t)=>e&&e.kind!==`unknown`&&$n(e)||C(t),li=([e],t)=>{if(e?.kind!==`string`)return C(t);let n=Tn(e),r=Rn(e);return n!==void 0&&si(n)===void 0?C(t):ui(r)},ui=e=>{if(e.kind!==`object`)return e;let{yaml:t,...n}=e;return n},di=([e],t)=>e?.kind===`string`?Rn(e):C(t),fi=([e],t)=>e?.kind===`string`?zn(e):C(t),pi=([e],t)=>!e||e.kind===`unknown`?C(t):Yn(e),mi=([e],t)=>{if(!e||e.kind===`string`||e.kind===`scalar`&&e.value===null)return e??C(t);let n=T(e);return n===void 0?C(t):Sn(n,e.at)},hi=([e],t)=>{let n=ai(e);return e?.kind===`scalar`?e:n===void 0?C(t):w(n,e.at)},gi=([e],t)=>{let n=e&&T(e);return n===`true`||n===`false`?w(n===`true`,e.at):C(t)},_i=([e],t)=>e??C(t),vi=([e,t],n)=>{let r=Number.parseInt((e&&T(e))??``,ai(t)??10);return Number.isNaN(r)?C(n):w(r,n)},yi=new Map([...Object.entries(ii),...Object.entries(Ir),[`jsonencode`,ci],[`jsondecode`,li],[`yamlencode`,pi],[`yamldecode`,di],[`provider::kubernetes::manifest_decode`,di],[`provider::kubernetes::manifest_decode_multi`,fi],[`provider::kubernetes::manifest_encode`,pi],[`tostring`,mi],[`tonumber`,hi],[`tobool`,gi],[`sensitive`,_i],[`nonsensitive`,_i],[`parseint`,vi],[`max`,oi(Math.max)],[`min`,oi(Math.min)],[`ceil`,oi(Math.ceil)],[`floor`,oi(Math.floor)],[`abs`,oi(Math.abs)],[`signum`,oi(Math.sign)],[`pow`,oi((e,t)=>e**t)],[`sum`,([e],t)=>e?.kind===`list`?oi((...e)=>e.reduce((e,t)=>e+t,0))(e.items,t):C(t)]]);function bi(e,t,n){let r=On(n.map((e,t)=>[`${t}`,{value:e}]),e);return{kind:`unknown`,at:e,name:`${t}.${n.some(Di)?Si:wi(wn(Yn(r)))}`,isDerived:!0}}function xi(e,t){let n=t.find(e=>e.kind===`unknown`&&e.isDerived===!0);if(n?.kind===`unknown`)return bi(e,n.name.replace(/\.[^.]*$/,``),t)}const Si=`unknown`,Ci=/\$\{(?![\w.]{1,300}\.[0-9a-f]{12}\})[^}]{1,300}\}/g;function wi(e){let t=e.match(Ci)??[];return`${ze(e.replace(Ci,"${}")).slice(0,8)}${t.length===0?`0000`:ze(t.join()).slice(0,4)}`}const Ti=/(?<=\$\{[\w.]{1,300}\.)(?:[0-9a-f]{12}|unknown)(?=\})/g;function Ei(e,t){let[n,r]=[e,t].map(e=>e.match(Ti)??[]);if(n.length===0||n.length!==r.length||e.replace(Ti,``)!==t.replace(Ti,``))return;let i=(e,t)=>e===Si||r[t]===Si||e.slice(8)!==r[t].slice(8);return n.every((e,t)=>i(e,t)||e===r[t])}function Di(e){switch(e.kind){case`scalar`:return!1;case`unknown`:return e.name===Si||e.name.endsWith(`.${Si}`);case`string`:return e.pieces.some(({text:e,isUnknown:t})=>t&&Oi(e));case`list`:return e.items.some(Di);case`object`:return e.isPartial||[...e.entries.values()].some(e=>Di(e.value))}}const Oi=e=>/\$\{(?:[\w.]*\.)?unknown\}/.test(e),ki=(e,t)=>({...C(e,t),isError:!0}),Ai=e=>e.kind===`unknown`&&`isError`in e;function ji(e,t,n){if(e.kind===`unknown`){let{item:n,...r}=e;return{...r,name:`${e.name}.${t}`}}return e.kind===`object`?e.entries.get(t)?.value??(e.isPartial?C(n,t):ki(n,t)):ki(n,t)}function Mi(e,t,n){return e.kind===`unknown`?C(n,e.name):{kind:`list`,items:(e.kind===`list`?e.items:Cn(e)?[]:[e]).map(e=>t.reduce((e,t)=>ji(e,t,n),e)),at:n}}const Ni={"+":(e,t)=>e+t,"-":(e,t)=>e-t,"*":(e,t)=>e*t,"/":(e,t)=>e/t,"%":(e,t)=>e%t,"<":(e,t)=>e<t,"<=":(e,t)=>e<=t,">":(e,t)=>e>t,">=":(e,t)=>e>=t};function Pi(e,[t,n],r){if(e===`==`||e===`!=`){let i=kn(t,n);return i===void 0?Fi(t,n,e,r):w(i===(e===`==`),r)}if(e===`&&`||e===`||`)return Ii([t,n],e===`||`,r);let[i,a]=[Number(T(t)??NaN),Number(T(n)??NaN)],o=Ni[e]?.(i,a);return o===void 0||Number.isNaN(i+a)?C(r):w(o,r)}function Fi(e,t,n,r){let i=e=>e.kind===`object`||e.kind===`list`||e.kind===`string`;return Cn(e)&&i(t)||Cn(t)&&i(e)?w(n===`!=`,r):C(r)}function Ii(e,t,n){let r=e.map(T);return r.includes(String(t))?w(t,n):r.includes(void 0)?C(n):w(!t,n)}function Li(e,t,n){let r=T(t);return e===`!`?r===`true`||r===`false`?w(r===`false`,n):C(n):r===void 0||Number.isNaN(Number(r))?C(n):w(-Number(r),n)}const Ri=e=>e.length-e.trimStart().length;function zi(e,t){return Ln(e)?(t.spend(1/0),C(e.at)):e}const Bi=1e4;function Vi(e,t){if((e.kind===`list`?e.items.length:e.kind===`object`?e.entries.size:0)>Bi&&t.spend(1/0),e.kind===`list`)return e.items.slice(0,Bi).map((e,t)=>({key:w(t,e.at),value:e}));if(e.kind===`object`)return[...e.entries].sort(([e],[t])=>Ee(e,t)).slice(0,Bi).map(([e,t])=>({key:Hi(e,t),value:t.value}))}const Hi=(e,{key:t,value:n})=>({kind:`string`,pieces:e===``?[]:[{text:e,at:t?.at??n.at,form:`made`}],at:t?.at??n.at});function Ui(e,t,{key:n,value:r}){let[i,a]=t,o=a===void 0?[[i,r]]:[[i,n],[a,r]];return{...e,names:new Map([...e.names,...o])}}const Wi={quoted:`quoted`,heredoc:`heredoc`,file:`template`},Gi=4194304;function Ki(e,t,n){let r={pieces:[],form:t,evaluate:n.evaluate,length:0};return Ji(e,n.scope,r),r.length>Gi?In(n.at):{kind:`string`,pieces:r.pieces,at:n.at}}function qi(e,t){for(let n of t)e.length+=n.text.length,n.text!==``&&e.length<=Gi&&e.pieces.push(n)}function Ji(e,t,n){for(let[r,i]of e.entries()){if(n.length>Gi||!t.spend())return;if(i.kind===`text`){let{text:e,at:t,isLiteral:r}=i,{style:a,indent:o}=n.form;qi(n,[{text:e,at:t,form:r?Wi[a]:`made`,...o>0&&{indent:o}}])}else if(i.kind===`value`){let a=n.evaluate(i.expression,t);Yi(a,n,e[r+1])?qi(n,[ta(n,i.at)]):Xi(a,i.at,{scope:t,writer:n})}i.kind===`if`&&$i(i,t,n),i.kind===`for`&&ea(i,t,n)}}function Yi(e,{pieces:t},n){if(e.kind!==`unknown`||n!==void 0&&!(n.kind===`text`&&/^[ \t]*\n/.test(n.text)))return!1;let r=t.slice(-40).map(({text:e})=>e).join(``).split(`
`),i=r.pop();if(i.trim()!==``)return!1;let a=r.findLast(e=>e.trim()!==``&&Ri(e)<=i.length);return a!==void 0&&Ri(a)===i.length&&/^(?:- |[\w./"'-]+:(?: |$))/.test(a.trimStart())}function Xi(e,t,{scope:n,writer:r}){n.spend(Nn(e))&&qi(r,Zi(e,t))}function Zi(e,t){if(e.kind===`string`&&e.pieces.length>1)return e.pieces.map(e=>Qi(e,t));let n=T(e);return n===void 0?e.kind===`string`?e.pieces.map(e=>({...e,at:t,form:`made`})):[{...En(e.kind===`unknown`?e:C(t)),at:t}]:[{text:n,at:t,form:`made`}]}const Qi=(e,t)=>e.isUnknown?{...e,at:t}:e;function $i(e,t,n){let r=T(n.evaluate(e.condition,t));r===void 0?qi(n,[ta(n,e.at)]):Ji(r===`true`?e.whenTrue:e.whenFalse,t,n)}function ea(e,t,n){let r=Vi(n.evaluate(e.of,t),t);if(!r||e.names.length===0)qi(n,[ta(n,e.at)]);else for(let i of r)Ji(e.parts,Ui(t,e.names,i),n)}function ta({pieces:e},t){let n=e.slice(-3).map(({text:e})=>e).join(``);return{text:/(?:^|\n)[ \t]*$/.test(n)?`{{ unknown }}
`:"${unknown}",at:t,form:`made`,isUnknown:!0}}function E(e,t){return t.spend()?zi(na(e,t),t):C(e.at)}function na(e,t){let{at:n}=e;switch(e.kind){case`literal`:return{kind:`scalar`,value:e.value,at:n,isLiteral:!0};case`template`:return va(e.parts,e.form,{at:n,scope:t});case`tuple`:return{kind:`list`,items:e.items.map(e=>E(e,t)),at:n};case`object`:return ra(e.entries,n,t);case`variable`:case`attribute`:return sa(e,t);case`index`:return ca(e,t);case`splat`:return Mi(E(e.of,t),e.path,n);case`call`:return da(e,t);case`conditional`:return ha(e,t);case`binary`:return la(e,t);case`unary`:return Li(e.operator,E(e.operand,t),n);case`for`:return ga(e,t);case`unreadable`:return C(n)}}function ra(e,t,n){let r=new Map,i=!1;for(let{key:t,value:a}of e){let e=E(t,n),o=T(e)??(n.keepsPartialKeys?ia(e):void 0);o===void 0?i=!0:r.set(o,{value:E(a,n),key:aa(o,e,t.at)})}return On(r,t,i)}const ia=e=>{if(e.kind===`string`)return wn(e);if(e.kind===`unknown`)return En(e).text};function aa(e,t,n){if(n.end-n.start===e.length)return{text:e,at:n,form:`key`};let[r]=t.kind===`string`?t.pieces:[];return r?.form===`quoted`&&r.text===e?r:{text:e,at:n,form:`made`}}function oa(e){if(e.kind===`variable`)return[e.name];if(e.kind===`attribute`){let t=oa(e.of);return t&&[...t,e.name]}}function sa(e,t){let{at:n}=e,r=oa(e);if(r===void 0){let{of:r,name:i}=e;return ji(E(r,t),i,n)}let i=t.names.get(r[0]),{value:a,steps:o}=i?{value:i,steps:1}:t.resolve(r,n);return r.slice(o).reduce((e,t)=>ji(e,t,n),a)}function ca({of:e,key:t,at:n},r){let[i,a]=[E(e,r),E(t,r)];if(i.kind===`unknown`)return Ai(i)?i:i.item??C(n,i.name);let o=T(a);return o===void 0?C(n):i.kind===`list`?i.items[Number(o)]??ki(n,o):ji(i,o,n)}function la({operator:e,left:t,right:n,at:r},i){let a=[E(t,i),E(n,i)];return i.spend(ua(a))?Pi(e,a,r):C(r)}const ua=e=>e.reduce((e,t)=>e+Nn(t),0)/16;function da({name:e,args:t,isExpanded:n,at:r},i){if(e===`try`)return ma(t,r,i);let a=t.map(e=>E(e,i)),o=a.at(-1);if(n&&o?.kind!==`list`)return C(r);let s=n&&o?.kind===`list`?[...a.slice(0,-1),...o.items]:a;if(e===`can`)return s.some(Ai)?w(!1,r):s.some(({kind:e})=>e===`unknown`)?C(r):w(!0,r);let c=i.hostFunction(e)??yi.get(e);if(!i.spend(ua(s)))return C(r);if(!c)return pa(e,s,{at:r,scope:i})??C(r);let l=c(s,r);return i.spend(Nn(l))?l.kind===`unknown`&&l.name===`unknown`&&xi(r,s)||l:C(r)}const fa=/^(file)?(?:base64)?(?:md5|sha1|sha256|sha512)$/;function pa(e,t,{at:n,scope:r}){let[i,a]=fa.exec(e)??[];return i===void 0?void 0:bi(n,e,a?[r.hostFunction(`file`)?.(t,n)??C(n)]:t)}function ma(e,t,n){for(let t of e){let e=E(t,n);if(!Ai(e))return e}return C(t)}function ha({condition:e,whenTrue:t,whenFalse:n,at:r},i){let a=T(E(e,i));if(a===`true`)return E(t,i);if(a===`false`)return E(n,i);let[o,s]=[E(t,i),E(n,i)];return i.spend(ua([o,s]))&&kn(o,s)?o:C(r)}function ga(e,t){let{at:n,of:r,names:i,condition:a}=e,o=E(r,t),s=Vi(o,t);if(!s||i.length===0)return C(n);let c=s.map(e=>Ui(t,i,e)),l=c.map(e=>a?T(E(a,e)):`true`),u=o.kind===`object`&&o.isPartial||l.includes(void 0),d=c.filter((e,t)=>l[t]===`true`);if(!e.key){let t=d.map(t=>E(e.value,t));return{kind:`list`,items:u?[...t,C(n)]:t,at:n}}return _a({...e,key:e.key},d,u)}function _a({key:e,value:t,isGrouped:n,at:r},i,a){let o=new Map,s=new Map,c=!1;for(let a of i){let i=E(e,a),l=T(i);if(l===void 0){c=!0;continue}let u=E(t,a),d={text:l,at:i.at,form:`made`},f=s.get(l)??[];s.set(l,f),f.push(u),o.set(l,{value:n?{kind:`list`,items:f,at:r}:u,key:d})}return On(o,r,a||c)}function va(e,t,{at:n,scope:r}){let[i]=e;return e.length===1&&i?.kind===`value`&&t.style===`quoted`?E(i.expression,r):Ki(e,t,{at:n,scope:r,evaluate:E})}function ya(e){let t={forgotten:new Map,guarded:new Map,onlyApplied:new Map,heads:new Map,moved:[]},n=(e,t)=>e.place.address===``?t:`${Ta(e.place.address)}.${t}`,r=(e,t,n,r)=>{let i=t?.attributes.get(n),a=i&&E(i.value,e.scope());return a?.kind===`scalar`&&a.value===r},i=e=>{for(let i of e.blocksOf(`removed`)){let a=i.body.attributes.get(`from`)?.value,o=a&&Sa(a);o!==void 0&&r(e,xa(i),`destroy`,!1)&&t.forgotten.set(n(e,o),i.head)}for(let n of e.blocksOf(`moved`)){let r=ba(n),{address:i}=e.place,a=e=>i===``?e:`${i}.${e}`;r&&t.moved.push({from:a(r.from),to:a(r.to)})}for(let i of e.blocksOf(`resource`)){let a=n(e,i.labels.join(`.`));t.heads.set(a,i.head),r(e,xa(i),`prevent_destroy`,!0)&&t.guarded.set(a,i.head),i.labels[0]===`kubectl_manifest`&&r(e,i.body,`apply_only`,!0)&&t.onlyApplied.set(a,i.head)}for(let t of e.blocksOf(`module`))for(let n of e.modulesOf(t))i(n.module)};return i(e),t}function ba({body:e}){let[t,n]=[`from`,`to`].map(t=>Ca(e.attributes.get(t)?.value));if(t!==void 0&&n!==void 0)return{from:t,to:n}}const xa=({body:e})=>e.blocks.find(({type:e})=>e===`lifecycle`)?.body;function Sa(e){if(e.kind===`variable`)return e.name;if(e.kind===`index`)return Sa(e.of);if(e.kind!==`attribute`)return;let t=Sa(e.of);if(t!==void 0)return`${t}.${e.name}`}function Ca(e){if(e?.kind===`variable`)return e.name;if(e?.kind!==`index`&&e?.kind!==`attribute`)return;let t=Ca(e.of);if(t===void 0)return;if(e.kind===`attribute`)return`${t}.${e.name}`;let n=wa(e.key);if(n!==void 0)return`${t}[${n}]`}function wa(e){if(e.kind===`literal`)return JSON.stringify(e.value);let[t,...n]=e.kind===`template`?e.parts:[];if(t?.kind===`text`&&n.length===0)return JSON.stringify(t.text)}const Ta=e=>e.replace(/\["[^"]{0,300}"\]|\[[^\]]{0,300}\]/g,``);function Ea(e,t){return new Map(e.sources.map(({file:n})=>{let{keeping:r,at:i}=Da(n,e,t)??{},[a,o]=ka(n);return[n,{by:`terraform`,isApplierGone:!t.lifecycles.has(a),keeping:r,owner:o,...i&&{at:i}}]}))}function Da(e,t,n){let[r,i]=ka(e),a=Ta(i),o=n.lifecycles.get(r);for(let[e,t]of o?.forgotten??[])if(a===e||a.startsWith(`${e}.`))return{keeping:un(`the \`removed\` block of \`${e}\` has \`destroy = false\``),at:t};let s=o?.guarded.get(a);if(s)return{keeping:Oa(a),at:s};if(t.lifecycles.get(r)?.onlyApplied.has(a))return{keeping:un(`\`${a}\` has \`apply_only = true\`, so Terraform never deletes it`),at:void 0}}const Oa=e=>dn(`Terraform refuses to destroy \`${e}\` (\`prevent_destroy\`), so its plan fails`,"Keep it, or remove `prevent_destroy` in a change of its own before.");function ka(e){let t=e.indexOf(`: `);return t===-1?[``,e]:[e.slice(0,t),e.slice(t+2)]}const D=_,Aa=e=>{if(typeof e==`number`&&Number.isFinite(e))return e},ja=e=>{if(typeof e==`boolean`)return e},Ma=e=>{if(typeof e==`string`||typeof e==`number`)return e},O=e=>t=>{if(Array.isArray(t))return t.flatMap(t=>{let n=e(t);return n===void 0?[]:[n]})},Na=e=>t=>{if(!g(t))return;let n=Object.entries(t).flatMap(([t,n])=>{let r=e(n);return r===void 0?[]:[[t,r]]});return Object.fromEntries(n)},k=(e,t={})=>n=>{if(!g(n))return;let r={...t.defaults};for(let t in e){let i=e[t](n[t]);i!==void 0&&(r[t]=i)}if(!t.required?.some(e=>r[e]===void 0))return r},Pa=e=>g(e)?e:{},Fa={discounts:[],savingsPlans:[],perNodeMonthlyUsd:0,teamLabel:`team`},Ia=({regions:e,families:t},n,r)=>(e.length===0||e.includes(n))&&(t.length===0||t.includes(r)),La=e=>e.slice(0,e.indexOf(`.`)),Ra=[`0.32`,`0.33`,`0.34`,`0.35`,`0.36`,`0.37`,`1.0`,`1.1`,`1.2`,`1.3`,`1.4`,`1.5`,`1.6`,`1.7`,`1.8`,`1.9`,`1.10`,`1.11`,`1.12`,`1.13`,`1.14`,`1.15`],za=`1.14`;function Ba(e){let t=/^v?(\d{1,4})\.(\d{1,4})(\.(\d+|x|\*)([-+].*)?)?$/i.exec(e.trim());if(t!==null)return`${Number(t[1])}.${Number(t[2])}`}function Va(e,t){let[n=0,r=0]=e.split(`.`).map(Number),[i=0,a=0]=t.split(`.`).map(Number);return n-i||r-a}function Ha(e){return Ra.findLast(t=>Va(t,e)<=0)??Ra[0]}const Ua=ue.flatMap(({kind:e,group:t,versions:n})=>n.map(({version:n,first:r,last:i,...a})=>({apiVersion:`${t}/${n}`,kind:e,first:r,last:i,...a}))).sort((e,t)=>Ee(e.apiVersion,t.apiVersion)||Ee(e.kind,t.kind)),Wa=(e,t)=>Ua.find(n=>n.apiVersion===e&&n.kind===t);function Ga(e,t){return e.first!==void 0&&Va(t,e.first)<0?!1:e.last===void 0||Va(t,e.last)<=0}const Ka=e=>Ra.find(t=>Va(t,e)>0);function qa(e,t){return Ya(e.replace(/^\.?\//,``).replace(/\/$/,``).split(`/`),t.split(`/`))}const Ja=(e,t)=>e===``||qa(e,t);function Ya(e,t){let n=0,r;for(let i=0;i<t.length;){if(n===e.length)return!0;if(e[n]===`**`)r={at:n++,step:i};else if(Xa(e[n],t[i]))[n,i]=[n+1,i+1];else if(r)[n,i]=[r.at+1,++r.step];else return!1}return e.slice(n).every(e=>e===`**`)}function Xa(e,t){let[n=``,...r]=e.split(`*`);if(r.length===0)return t===n;let i=r.pop();if(!t.startsWith(n)||t.length<n.length+i.length||!t.endsWith(i))return!1;let a=n.length;for(let e of r){let n=t.indexOf(e,a);if(n===-1||n+e.length>t.length-i.length)return!1;a=n+e.length}return!0}const Za={preferencePolicy:`Respect`,minValuesPolicy:`Strict`,vmMemoryOverheadPercent:.075,reservedENIs:0,clusterCABundle:void 0,featureGates:{reservedCapacity:!0}},Qa={approvals:1,monthlyIncreaseUsd:void 0,nodesReplaced:void 0,unschedulablePods:void 0,freeze:[],attention:{monthlyIncreaseUsd:500,monthlyIncreasePercent:50,nodesAdded:void 0},teams:{}},$a={region:void 0,zones:void 0,nodeClassZones:{},nodeClassAddresses:{},vcpuQuotas:{},karpenterVersion:void 0,kubernetesVersion:void 0,karpenter:{},existingNodes:void 0,systemPods:void 0,capacityReservations:{},describedReservations:{},snapshot:void 0,catalog:void 0,crds:[],spotPricing:`advisor`,pricing:Fa,currency:void 0,rules:{},customRules:[],ignore:[],overrides:[],neverSuppress:[],changedLines:!1,firstRound:!1,set:{},failOn:`error`,comment:`update`,labels:!1,notify:`block`,environments:{},gate:Qa,sources:{render:!0,roots:[],ignore:[],chartRepositories:[]},timeZone:void 0,scorecard:void 0,today:`1970-01-01`};function eo({file:e,origin:t},n){let r=t?.environment;return r!==void 0&&Object.hasOwn(n,r)?[r]:Object.keys(n).filter(r=>to(n[r],t?.place??e)).sort()}const to=({paths:e},t)=>e.length===0||e.some(e=>Ja(e,t));function no(e,t){let n=Object.hasOwn(e.environments,t)?e.environments[t]:void 0;if(n===void 0)return e;let{rules:r,gate:i,karpenter:a,...o}=n.own,s=o.region??oo(n)??e.region;return{...e,...s!==e.region&&{zones:void 0,nodeClassZones:{},nodeClassAddresses:{},vcpuQuotas:{}},...o,region:s,karpenter:{...e.karpenter,...a},rules:{...e.rules,...r},gate:ro(e.gate,n)}}const ro=(e,t)=>io(e??Qa,t?.own.gate),io=(e,{attention:t,...n}={})=>({...e,...n,attention:{...e.attention,...t}}),ao=/^arn:aws[\w-]*:eks:([a-z0-9-]+):(\d{12}):cluster\//,oo=({clusterArn:e})=>ao.exec(e??``)?.[1];function so({clusterArn:e,allowedAccountIds:t}){let n=ao.exec(e??``)?.[2];return n===void 0?[...new Set(t)].sort():[n]}const co=[[[`sandbox`],[`dev`,`develop`,`development`]],[[`test`,`testing`],[`qa`],[`int`,`integration`]],[[`stage`,`staging`,`stg`],[`uat`],[`perf`],[`preprod`,`pre-prod`]],[[`prod`,`production`,`prd`],[`live`]]],lo=new Map(co.flat().flatMap(e=>e.map(t=>[t,e[0]]))),uo=e=>lo.has(e.toLowerCase()),fo=e=>lo.get(e)??e,po=[[],[],[`stag`,`pre`],[]];function mo(e){let t=e.toLowerCase();return co.findIndex((e,n)=>[...e.flat(),...po[n]].some(e=>t.startsWith(e)))}const ho=RegExp(`(?:^|[^a-z])(?:${co.at(-1).flat().join(`|`)})(?:[^a-z]|$)`,`i`),go=e=>ho.test(e),_o=/^(?:[a-z]{2}|[a-z]{2,3}\d{1,2}|us|eu|north|south|east|west|central|(?:north|south)(?:east|west)|\d+|cluster|eks|env)$/i;function vo(e){let t=e.replace(/\.(?:tfvars|ya?ml)$/,``);if(uo(t))return t;let n=t.split(/[-_.]/);if(n.filter(uo).length===1&&n.every(e=>uo(e)||_o.test(e)))return t}function yo(e){let t=e.split(`/`),n=t.findLastIndex(e=>vo(e)!==void 0);if(n!==-1)return{name:vo(t[n]),folder:t.slice(0,n+1).join(`/`)}}const bo=e=>yo(e)?.name;function xo(e,t){let{file:n,origin:r}=e,i=eo(e,t),a=i.length===1?i[0]:Co(e);return r?So(`root`,r.root,a):i.length===1&&t[i[0]].paths.length>0?So(`environment`,i[0],a):{...So(`folder`,ie(n),a),unit:`file ${n}`}}function So(e,t,n){let r=`${e} ${t}`;return{key:r,unit:r,kind:e,name:t,environment:n}}const Co=({file:e,origin:t})=>t?.guessedEnvironment??bo(t?t.place??t.root:ie(e));async function wo(e,t,{what:n,help:r}){let a=t.filter(e=>!/[\r\n]/.test(e)),o=[],s=0,c=await ae(e,a,e=>{s+=e.length,s<=33554432&&o.push(e)}).then(()=>a.length>0,()=>!1);if(s>33554432)throw new i(`config`,`${n} is longer than ${Se(Ce)} MB`,{help:r});return c?To(Buffer.concat(o),a):new Map}function To(e,t){let n=new Map,r=0;for(let i of t){let t=e.indexOf(`
`,r);if(t===-1)break;let a=/^([0-9a-f]+) (commit|tree|blob|tag) (\d+)$/.exec(e.toString(`utf8`,r,t));if(r=t+1,!a)continue;let o=r+Number(a[3]);if(o>e.length)break;n.set(i,{sha:a[1],type:a[2],content:e.subarray(r,o)}),r=o+1}return n}function Eo(e,t){if(/[\r\n\0]/.test(t))return;let n=`${t}^{commit}`,r=le(e,[`cat-file`,`--batch`],`${n}\n`),i=r&&To(r,[n]).get(n);if(!i)return;let[a=``]=i.content.toString(`utf8`).split(`

`);return{sha:i.sha,parents:[...a.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([,e])=>e)}}const Do=e=>/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(e);function Oo(e,t,n){if([t,n].every(Do)&&le(e,[`rev-parse`,`--is-shallow-repository`])?.toString().trim()===`false`)return le(e,[`merge-base`,t,n])?.toString().trim()||void 0}const A=e=>({type:`string`,...e&&{description:e}}),ko=(e,t)=>({type:`string`,enum:e,...t&&{description:t}}),j=(e,t)=>({type:`array`,items:e,description:t}),Ao=(e,t)=>({type:`object`,additionalProperties:e,...t&&{description:t}}),M=(e,{description:t,required:n=[]}={})=>({type:`object`,properties:e,additionalProperties:!1,...n.length>0&&{required:n},...t&&{description:t}}),jo=[`error`,`warning`,`note`],Mo=M({...Object.fromEntries([[`standard`,`vCPUs of standard instances: families A, C, D, H, I, M, R, T and Z`],[`g`,`vCPUs of families G and VT`],...[`dl`,`f`,`hpc`,`inf`,`p`,`trn`,`x`].map(e=>[e,`vCPUs of family ${e.toUpperCase()}`])].map(([e,t])=>[e,{type:`integer`,minimum:0,description:t}]))}),No=M({version:A(`Karpenter version that runs in the cluster, such as 1.14`),settings:M({preferencePolicy:ko([`Respect`,`Ignore`],"`Respect` treats preferences of pods as requirements until they cannot be met; `Ignore` ignores them"),minValuesPolicy:ko([`Strict`,`BestEffort`],`What Karpenter does if it cannot meet minValues: give up, or launch with fewer values`),vmMemoryOverheadPercent:{type:`number`,minimum:0,description:`Fraction of memory that Karpenter subtracts for the VM: 0.075 is 7.5%`},reservedENIs:{type:`integer`,minimum:0,description:`Network interfaces per node that pods cannot use`},clusterCABundle:A(`CA bundle of the cluster, which is part of the hash of an EC2NodeClass`),featureGates:Ao({type:`boolean`},`Feature gate → true or false, including those of the AWS provider`)},{description:`Karpenter's settings, named as in the Helm chart. Values take effect as written: 0 is 0, not the default`})}),Po={approvals:{type:`integer`,minimum:0,description:`Approvals that a plan needs before it is applied (default: 1)`},monthlyIncreaseUsd:{type:`number`,minimum:0,description:`Block a change that adds more than this to the cost per month, in USD`},nodesReplaced:{type:`integer`,minimum:0,description:`Block a change that replaces more nodes than this`},attention:M({monthlyIncreaseUsd:{type:`number`,minimum:0,description:`In USD per month (default: 500)`},monthlyIncreasePercent:{type:`number`,minimum:0,description:`In percent of the cost before (default: 50)`},nodesAdded:{type:`integer`,minimum:0,description:`Number of new nodes (default: no limit)`}},{description:`Warn about a change that exceeds both increases of cost, or adds more nodes than this`}),teams:Ao(M({monthlyIncreaseUsd:{type:`number`,minimum:0}},{required:[`monthlyIncreaseUsd`]}),"Value of the team label (`pricing.teamLabel`) → block a change that adds more than this to the team’s share of the cost per month, in USD"),unschedulablePods:{type:`integer`,minimum:0,description:`Block a change that leaves more pods than this unschedulable`},freeze:j(M({from:A(`First day or time`),to:A(`Last day or time`),reason:A(`Why, which reports repeat`)},{required:[`from`,`to`,`reason`]}),`Periods in which plumbline applies nothing: ISO dates or times in UTC, including the last one`)},Fo=e=>({type:`any`,description:e}),Io=e=>j(M({name:A(`Name of the expression`),expression:A(`CEL expression`)},{required:[`name`,`expression`]}),e),Lo=[`before`,`after`,`difference`,`peak`,`nodesReplaced`,`nodesHeld`,`podsRestarted`,`nodePool`],Ro=e=>j(M({object:Fo(`The object`),oldObject:Fo(`The object before the change (default: the object is new)`),environment:M({name:A(),region:A(),karpenterVersion:A(),kubernetesVersion:A()},{description:"Values of `environment` that differ from the defaults"}),review:M(Object.fromEntries(Lo.map(e=>[e,{type:`any`}])),{description:"The value of `review` (default: unknown)"})},{required:[`object`]}),e),zo=M({id:A("Name of the rule in lower case with hyphens. The code of its findings is `custom/<id>`"),severity:ko(jo,`Severity of its findings (default: warning)`),on:j(A(),`Kinds of the objects that it judges, such as NodePool`),matchConditions:Io(`CEL expressions that must all be true for the rule to apply`),variables:Io("CEL expressions whose values other expressions read as `variables.<name>`"),expression:A(`CEL expression that is true if the object is as it should be`),message:A(`What is wrong and why it matters`),messageExpression:A(`CEL expression that returns the message, with values of the object`),fieldPath:A(`Field that the finding points at, such as .spec.limits (default: the object)`),help:A(`What to do, as an instruction`),fix:j(M({op:ko([`add`,`replace`,`remove`]),path:A(`JSON Pointer of the field, such as /spec/weight`),value:Fo(`The new value`),valueExpression:A(`CEL expression that returns the new value`)},{required:[`op`,`path`]}),"JSON Patch that corrects the object; `--fix` applies it and a comment suggests it"),description:A("Why the rule exists; `plumbline explain` shows it"),url:A(`Documentation of the rule`),tests:M({good:Ro(`Objects for which the rule finds nothing`),bad:Ro(`Objects for which the rule has a finding`)},{description:"Examples that `plumbline rules test` checks"})},{required:[`id`,`on`,`expression`,`message`]}),Bo={nodeClassAddresses:Ao({type:`integer`,minimum:0},"EC2NodeClass name → addresses that its subnets have for its nodes and pods, as `plumbline doctor` prints them. If they need more, the finding is an error"),vcpuQuotas:M({"on-demand":Mo,spot:Mo},{description:"Quotas of the AWS account for vCPUs in the region, as `plumbline doctor` prints them. If the nodes need more, the finding is an error"}),capacityReservations:Ao({type:`integer`,minimum:0,orMap:M({instanceType:A(`Instance type of the reservation`),zone:A(`Availability zone of the reservation`),count:{type:`integer`,minimum:0,description:`Instances for Karpenter: free ones, and those that its nodes use if no snapshot shows these nodes`}},{required:[`instanceType`,`zone`,`count`]})},`Capacity reservation ID → instances for Karpenter, or its instance type, zone and count. Needed where node classes select reservations and no snapshot shows them`)},Vo=M({extends:j(A(),"Presets, files of this repository (`./rules.yaml`) and files of other repositories at a commit (`OWNER/NAME/rules.yaml@COMMIT`), whose rules and limits apply; later entries and this file override earlier ones"),customRules:j(zo,`Your own rules, in CEL`),region:A(`AWS region, which determines instance types and prices`),zones:j(A(),`Availability zones of the subnets (default: those that the manifests name, else the region's first three)`),nodeClassZones:Ao(j(A(),`Zones`),`EC2NodeClass name → availability zones of its subnets`),...Bo,karpenter:No,kubernetesVersion:A(`Kubernetes version of the cluster, such as 1.34`),existingNodes:j(M({name:A(`Name of the nodes in the report`),instanceType:A(`Instance type of each node, such as m6i.large`),count:{type:`integer`,minimum:0,description:`Number of nodes (default: 1)`},zone:A(`Availability zone of each node`),labels:Ao(A(),`Labels of each node, which node selectors of pods need`),taints:j(M({key:A(`Key of the taint`),value:A(`Value of the taint`),effect:A("`NoSchedule`, `PreferNoSchedule` or `NoExecute`")},{required:[`key`,`effect`]}),`Taints of each node. Without one, all pods that fit may run there`),requested:Ao(A(),`Resources that pods outside the manifests already request on each node`)},{required:[`name`,`instanceType`]}),`Nodes that Karpenter does not manage, in every environment. Pods are scheduled on them before Karpenter launches new nodes. Nodes of a snapshot with other names count as well`),systemPods:j(M({name:A(`Name of the workload in the report`),requests:Ao(A(),`Resources that each pod requests`),replicas:{type:`integer`,minimum:0,description:`Number of pods (default: 1)`},daemonSet:{type:`boolean`,description:`If true, one pod runs on each node, including Karpenter's`}},{required:[`name`]}),`Pods that the cluster runs and no manifest contains, instead of the add-ons that plumbline assumes on node groups in the repository; an empty list assumes none`),snapshot:A("Path of a `plumbline snapshot` file from the root of the repository, read from the base"),catalog:A("Folder of instance types and prices that `plumbline catalog refresh` wrote, from the root of the repository, read from the base"),crds:j(A(),`Files with CustomResourceDefinitions of other providers and tools, from the root of the repository, read from the base. Objects of these kinds are validated`),prices:M({spot:ko([`advisor`,`flat`,`zoned`],"Source of spot prices. `flat` and `zoned` are artificial and only for tests")}),pricing:M({discounts:j(M({percent:{type:`number`,minimum:0,maximum:100,description:`Discount on the public price, in percent`},regions:j(A(),`Regions (default: all)`),families:j(A(),`Instance families, such as m7g (default: all)`),capacityTypes:j(ko([`on-demand`,`spot`]),`Capacity types (default: both)`)},{required:[`percent`]}),`Discounts on instances. If several match the same price, all of them apply`),savingsPlans:j(M({hourlyUsd:{type:`number`,minimum:0,description:`Commitment per hour that this cluster can use, in USD`},percent:{type:`number`,minimum:0,maximum:99,description:`How far the price is below the on-demand price, in percent`},regions:j(A(),`Regions (default: all)`),families:j(A(),`Instance families of an EC2 Instance Savings Plan (default: all)`)},{required:[`hourlyUsd`,`percent`]}),`Savings Plans. You pay the commitment in any case, and it covers on-demand instances first`),perNodeMonthlyUsd:{type:`number`,minimum:0,description:`What each node costs per month in addition to its instance, in USD: licenses of agents, for example`},teamLabel:A("Pod label that names who pays (default: `team`)")},{description:`How your prices differ from the public prices. Karpenter itself always decides by the public prices`}),currency:M({code:A(`ISO 4217 code of the currency, such as EUR`),perUsd:{type:`number`,minimum:.001,maximum:1e6,description:`What one USD costs in this currency, such as 0.92`},asOf:A(`Date of this rate, such as 2026-11-02`),source:A(`Who published this rate, such as ECB`)},{description:`Currency in which comments, pages and other texts show costs. Prices, limits and the JSON document stay in USD`,required:[`code`,`perUsd`]}),rules:Ao(ko([...jo,`off`]),"Rule → its severity, or `off`"),ignore:j(M({code:A(`Code of the finding, or the name of a lint rule`),path:A("A file, a folder, or a pattern with `*` and `**`"),resource:A("`Kind/name` or `Kind/namespace/name`, with `*`"),reason:A(`Why the finding does not apply here`),until:A("Last day on which the entry is in effect, such as `2027-03-31`")},{required:[`code`,`reason`]}),`Findings to suppress, each with a reason`),overrides:j(M({paths:j(A(),"Files, folders, and patterns with `*` and `**` (default: all files)"),resources:j(A(),"`Kind/name` or `Kind/namespace/name`, with `*` (default: all objects)"),rules:Ao(ko([...jo,`off`]),"Rule → its severity for these files and objects, or `off`")},{required:[`rules`]}),`Rule severities for some files or objects, such as third-party charts. The last matching entry decides`),neverSuppress:j(A(),`Rules and other codes that neither a comment nor a baseline can suppress`),changedLines:{type:`boolean`,description:`If true, list and count only findings on lines that the change adds or edits`},timeZone:A(`Time zone in which the hours of disruption budgets are shown in addition to UTC, such as Europe/Berlin`),scorecard:A("Branch of this repository on which `mode: apply` and `mode: drift` record predictions and what became of them, such as plumbline-scorecard"),failOn:ko([...jo,`never`],`Fail on new findings of this severity or higher`),comment:ko([`update`,`new`,`hide`,`delete`,`off`],"What happens to the comment on a pull request with each new commit (default: update). `update` keeps one comment up to date. `new` writes a new one, `hide` also hides the older ones as outdated, and `delete` deletes them. `off` writes none"),labels:{type:`boolean`,description:"If true, the pull request gets labels: `plumbline: blocked`, `plumbline: replaces nodes`, `plumbline: cost up` and `plumbline: no change`"},notify:ko([`block`,`warn`,`pass`,`off`],"Verdict from which on a message is sent to the webhook of the input `notify-url` or of the bot (default: block). `pass` sends one for each review, and `off` none"),set:Ao(A(),`Placeholder → value`),sources:M({render:{type:`boolean`,description:`If false, review kustomizations and charts as files, without rendering them`},roots:j(M({path:A(`Folder of a kustomization or a chart, from the root of the repository`),values:j(A(),`Values files of the chart; later files override earlier ones`),release:A(`Name of the Helm release`),namespace:A(`Namespace of the Helm release`),environment:A(`Environment that this root is deployed to, such as dev or prod`)},{required:[`path`]}),`Kustomizations and charts to render, instead of those that plumbline detects by file names; one entry per environment`),ignore:j(A(),`Folders whose kustomizations and charts are not rendered`),chartRepositories:j(A(),"Helm repositories and OCI registries (`oci://…`) that plumbline may download charts from")},{description:"What plumbline renders; `plumbline sources` lists it"}),environments:Ao(M({paths:j(A(),"Folders, files, and patterns with `*` and `**` whose objects are applied to this environment (default: all files)"),clusterArn:A(`ARN of the EKS cluster; plumbline writes to no other cluster`),roleArn:A(`IAM role that the job assumes with OIDC`),allowedAccountIds:j(A(),`AWS accounts that plumbline may act in (default: the cluster's account)`),context:A("Context of the kubeconfig, if `clusterArn` is not set"),delivery:ko([`apply`,`verify`],"`apply` writes the objects. `verify` waits until Argo CD, Flux or Helm has delivered what was reviewed. By default, plumbline detects this for each object"),leaseNamespace:A(`Namespace of the Lease that ensures only one apply runs at a time (default: kube-system)`),readyMinutes:{type:`number`,minimum:0,description:`How many minutes to wait for Ready (default: 10)`},region:A(`AWS region of this environment (default: the cluster's region)`),zones:j(A(),`Availability zones of its subnets`),...Bo,karpenter:No,kubernetesVersion:A(`Kubernetes version of its cluster, such as 1.34`),snapshot:A(`Path of a snapshot of its cluster, from the root of the repository`),rules:Ao(ko([...jo,`off`]),"Rule → its severity for the files in `paths`; it overrides the general one"),gate:M(Po,{description:`Limits of this environment; they override the general ones`})}),`Environment → its files, its cluster, and the settings that differ from the general ones`),gate:M(Po,{description:`Conditions for merging and applying a change; read from the base`})}),Ho=262144;var Uo=class{#e;#t=new lt.LineCounter;#n;#r;constructor(e,t=Vo){this.#e=e.file,this.#r=t,e.text.length>262144&&this.#f(0,`the configuration is longer than ${Ho/1024} kB`,`Check that this is the right file.`),this.#n=this.#i(e.text)}#i(e){try{return(0,lt.parseDocument)(e,{lineCounter:this.#t,prettyErrors:!1})}catch{return this.#f(0,`the configuration cannot be parsed`,`Fix the YAML. It may be nested too deeply.`)}}read(){let e=this.#n.errors[0];return e&&this.#f(e.pos[0],e.message,Wo(e.code)),this.#n.contents===null?{}:this.#a(this.#n.contents,this.#r,``)}fail(e,t,n){return this.#d(this.#n.getIn(e,!0),t,n)}#a(e,t,n){let r=(0,lt.isAlias)(e)?e.resolve(this.#n)??null:e;return t.orMap&&(0,lt.isMap)(r)?this.#c(r,t.orMap,n):t.type===`object`?this.#c(r,t,n):t.type===`array`?this.#s(r,t,n):t.type===`any`?this.#o(r,n):this.#l(r,t,n)}#o(e,t){try{return e===null?null:e.toJS(this.#n,{maxAliasCount:100})}catch{return this.#d(e,`\`${t}\` has too many aliases`)}}#s(e,t,n){return(0,lt.isSeq)(e)?e.items.map((e,r)=>this.#a(e,t.items,`${n}[${r}]`)):this.#d(e,`\`${n}\` must be a list`,(0,lt.isScalar)(e)&&e.source?`Write \`[${e.source}]\`.`:"Begin each of its items with `- `.")}#c(e,t,n){if(!(0,lt.isMap)(e)){let r=Object.keys(t.properties??{}),i=n!==``&&r.length>0?`Its keys are ${r.join(`, `)}.`:void 0;return this.#d(e,n?`\`${n}\` must be a map`:`the configuration must be a map`,i)}let r=t.required?.find(t=>!e.has(t));return r&&this.#d(e,`\`${n}\` needs \`${r}\``),Object.fromEntries(e.items.map(({key:e,value:r})=>{let i=String((0,lt.isScalar)(e)?e.value:e),a=n?`${n}.${i}`:i,o=(t.properties&&Object.hasOwn(t.properties,i)?t.properties[i]:void 0)??t.additionalProperties;return o?[i,this.#a(r,o,a)]:this.#u(e,i,a,t.properties??{})}))}#l(e,t,n){let r=(0,lt.isScalar)(e)&&e.value!==null?e:void 0,i=t.type===`string`?r&&(r.source??String(r.value)):r?.value;return(t.type===`integer`?Number.isSafeInteger(i):typeof i===t.type&&(typeof i!=`number`||Number.isFinite(i)))?t.minimum!==void 0&&i<t.minimum?this.#d(e,`\`${n}\` must be at least ${t.minimum}`):t.maximum!==void 0&&i>t.maximum?this.#d(e,`\`${n}\` must be at most ${t.maximum}`):t.enum&&!t.enum.includes(i)?this.#d(e,`\`${n}: ${i}\` is not one of ${t.enum.join(`, `)}`,qo(i,t.enum)):i:this.#d(e,`\`${n}\` must be ${Ko[t.type]}`)}#u(e,t,n,r){let i=Object.keys(r);n===t&&Object.hasOwn(Vo.properties,t)&&this.#d(e,`\`${n}\` cannot be shared`,`A file that \`extends\` names has only the keys ${i.join(`, `)}.${t===`extends`?" Name this entry in `extends` of plumbline.yaml.":``}`);let o=Go(t,r),s=o?a(o):qo(t,i)??`Known keys here are ${i.join(`, `)}.`;return this.#d(e,`\`${n}\` is not a key of the configuration`,s)}#d(e,t,n){return this.#f(e?.range?.[0]??0,t,n)}#f(e,t,n){let{line:r}=this.#t.linePos(e);throw new i(`config`,`${this.#e}:${Math.max(1,r)}: ${t}`,n?{help:n}:{})}};const Wo=e=>e===`BLOCK_AS_IMPLICIT_KEY`||e===`UNEXPECTED_TOKEN`||e===`MULTILINE_IMPLICIT_KEY`?"Fix the YAML. A value that contains `: `, ` #` or begins with a quote needs quotes around all of it, or `|` and lines below.":`Fix the YAML.`,Go=(e,t)=>Object.entries(t).flatMap(([e,{properties:t={}}])=>Object.keys(t).map(t=>[e,t])).find(([t,n])=>`${t}${n}`.toLowerCase()===e.toLowerCase())?.join(`.`),Ko={string:`a string`,number:`a number`,integer:`a whole number`,boolean:`true or false`,object:`a map`,array:`a list`,any:`a value`};function qo(e,t){let n=l(e,t);if(n)return a(n)}const Jo=[`plumbline.yaml`,`plumbline.yml`,`.plumbline.yaml`];function Yo(e){let t=e===``?[]:e.split(`/`);return Array.from({length:t.length+1},(e,n)=>t.slice(0,t.length-n)).flatMap(e=>Jo.map(t=>[...e,t].join(`/`)))}function Xo(e){for(let t=it(e);;t=tt(t)){let e=Jo.map(e=>nt(t,e)).find(Zo);if(e)return e;if(tt(t)===t||Je(nt(t,`.git`)))return}}const Zo=e=>Qe(e,{throwIfNoEntry:!1})?.isFile()??!1;function Qo(e){try{let t=`The configuration \`${e}\``;return{file:e,text:de({path:e,name:t,maxBytes:Ho,code:`config`,help:`Check that this is the right file.`})}}catch(t){throw t instanceof i?t:new i(`config`,`\`${e}\` cannot be read`,{cause:t,help:"Pass an existing, readable file to `--config`."})}}const $o=e=>typeof e==`string`&&/^[0-9a-f]{64}$/.test(e),es=e=>et(`sha256`).update(e).digest(`hex`),ts={host:"Action, `mode: review`",compares:`two commits`,reads:`a clone and GitHub`,token:`the caller's`,rendering:`rendered`,withoutRendering:`as plain files`,brokenConfiguration:`fails`,proposedConfiguration:`reported`,failOn:`tightened`,missingFacts:`fails`,unchanged:`no review`,withoutBase:`everything is new`,verdicts:`in another thread`},ns={...ts,host:"Action, `mode: comment`",reads:`GitHub`,rendering:`in isolation`},rs={...ts,host:"Action, `mode: render`",rendering:`in isolation`,withoutRendering:`with a note`,proposedConfiguration:`ignored`,unchanged:`reviewed`},is={...ts,host:"Action, `mode: drift`",rendering:`by another job`,missingFacts:`reported`},as={host:`Bot`,compares:`two commits`,reads:`GitHub`,token:`the app's`,rendering:`in isolation`,withoutRendering:`with a note`,brokenConfiguration:`defaults apply`,proposedConfiguration:`reported`,failOn:`tightened`,missingFacts:`reported`,unchanged:`no review`,withoutBase:`everything is new`,verdicts:`in the thread of the review`},os={host:`Apply`,compares:`two commits`,reads:`a clone and GitHub`,token:`the caller's`,rendering:`by another job`,withoutRendering:`with a note`,brokenConfiguration:`fails`,proposedConfiguration:`ignored`,failOn:`tightened`,missingFacts:`reported`,unchanged:`reviewed`,withoutBase:`an empty repository`,verdicts:`in the thread of the review`},ss={...os,host:`Bot, deployment gate`,reads:`GitHub`,token:`the app's`,rendering:`in isolation`},cs={host:`Command line`,compares:`commits, folders or the working tree`,reads:`the disk`,token:"the caller's, for `extends`",rendering:`rendered`,withoutRendering:`as plain files`,brokenConfiguration:`fails`,proposedConfiguration:`reported`,failOn:`set`,missingFacts:`fails`,unchanged:`reviewed`,withoutBase:`everything is new`,verdicts:`in another thread`},ls={...cs,host:`Language server`,token:`none`,brokenConfiguration:`defaults apply`,missingFacts:`reported`,verdicts:`in the thread of the review`},us=({id:e})=>`custom/${e}`,ds=[{code:`admission/denied`,summary:`A ValidatingAdmissionPolicy of the cluster denies an object.`,why:`The snapshot of the cluster contains its ValidatingAdmissionPolicies. The API server refuses the object when somebody applies it, so the change would be merged and never take effect. If the binding only warns or audits, the finding is a warning or a note.`,help:`Change the object so that it meets the policy, or ask the owner of the policy.`},{code:`admission/not-judged`,summary:`A ValidatingAdmissionPolicy of the cluster could not be judged.`,why:`It needs something that is unknown before somebody applies the object: who sends the request, parameters, what the sender is authorized to do, or an object in another version. Whether the API server accepts the object is unknown.`,help:"Apply with a dry run to see what the API server says: `kubectl apply --server-side --dry-run=server -f FILE`."},{code:`disruption/budget-of-all-nodes`,summary:`Karpenter rounds the percentage of a changed budget up to all nodes of the NodePool.`,why:`Karpenter rounds the percentages of budgets up: 10% of one node is one node. In a NodePool of one or two nodes, a small percentage allows the disruption of all of them. Reported for budgets that the change edits, by the nodes that the simulation shows.`,help:'Set `nodes` to a number, or add a budget of `"0"` for the hours in which nodes must stay.'},{code:`disruption/consolidates-less`,summary:`New disruption settings make Karpenter keep running nodes that it would consolidate now.`,why:"With `consolidateAfter: Never`, `consolidationPolicy: WhenEmpty` or a budget of 0 for `Underutilized`, nodes stay although their pods fit on fewer or cheaper nodes. The cost does not change, but the savings are lost. It is a warning if the cost would be more than $500/month and 50% higher than with consolidation. Reported only if the running nodes are known.",help:'If restarts are the problem, keep `WhenEmptyOrUnderutilized` and set a disruption budget of `nodes: "1"` for the reason `Underutilized`.'},{code:`disruption/consolidates-more`,summary:`New disruption settings let Karpenter consolidate running nodes that it keeps now.`,why:"A changed `consolidationPolicy`, `consolidateAfter` or budget replaces no nodes by itself, but decides which nodes Karpenter may remove to save money. Their pods restart soon after the change is applied.",help:"Expect these restarts, or limit them with a disruption budget for the reason `Underutilized`."},{code:`disruption/expiry-in-window`,summary:`Nodes expire in windows in which disruption budgets allow no disruption.`,why:"Until v1beta1, disruption budgets also limited expiry. From v1 on, Karpenter drains a node as soon as it reaches `expireAfter`, whatever the budgets and their windows say. A window that protected weekends or working hours no longer does.",help:"Set `expireAfter: Never` and let drift replace nodes, which respects the windows. Or protect the pods with PodDisruptionBudgets, which apply to expiry up to `terminationGracePeriod`."},{code:`disruption/expiry-stampede`,summary:`Many nodes of a NodePool expire at the same time.`,why:"Karpenter deletes a node that reaches `expireAfter`, whatever the disruption budgets say, and launches no replacement first. Nodes that one change or one burst created have the same age, so they all expire within minutes of each other.",help:"Set a longer `expireAfter`, or `Never` and replace nodes by drift, which respects the budgets. PodDisruptionBudgets also apply to expiry, up to `terminationGracePeriod`."},{code:`disruption/last-node-pool`,summary:`The change deletes the last NodePool, while pods that ran on its nodes stay.`,why:`Deleting a NodePool terminates all of its nodes. Their pods are then created again and stay pending, because Karpenter has no NodePool left to launch nodes for. Reported only if all files can be read and none of them has another NodePool.`,help:`Keep a NodePool for these pods, or delete them in the same change.`},{code:`disruption/no-targets`,summary:`All nodes that a load balancer sends traffic to are replaced at the same time.`,why:"Karpenter excludes a node from load balancers with the label `node.kubernetes.io/exclude-from-external-load-balancers` as soon as it starts to drain it. If a Service has `externalTrafficPolicy: Local` and nodes as targets, only nodes with its pods get traffic. A PodDisruptionBudget keeps the pods, but not the targets.",help:`Let a disruption budget replace one of these nodes at a time, run the pods on more nodes, or use IP addresses of pods as targets.`},{code:`disruption/protection-ends`,summary:"A `terminationGracePeriod` that is new or shorter ends what `karpenter.sh/do-not-disrupt` protects.",why:"On a node with `terminationGracePeriod`, Karpenter starts drift although pods must not be disrupted. When the period is over, it deletes the pods that are left, whatever annotations and PodDisruptionBudgets say.",help:`Make the period longer than these pods need, or run them in a NodePool without it.`},{code:`disruption/replicas-together`,summary:`All pods of a workload, or so many that it loses its quorum, stop at the same time.`,why:`Karpenter evicts the pods of a node as soon as the replacement is ready. If nothing limits the evictions, all pods on nodes of the same wave stop together, and so do all pods on one node. Their replacements need time to start.`,help:"Create a PodDisruptionBudget with `maxUnavailable: 1`, and spread the pods over several nodes."},{code:`disruption/rollout-held`,summary:`Nodes must be replaced, but something keeps Karpenter from replacing them.`,why:`A change that does not reach running nodes looks complete and is not: they keep the old image, settings or instance types. The cause may be a disruption budget of 0, a PodDisruptionBudget, an annotation, or a limit that leaves no room for replacements.`,help:`Change what the finding names. It says which value is enough.`},{code:`disruption/single-replica`,summary:`A workload with one pod is down while its node is replaced.`,why:`Karpenter evicts the pod before another one runs, because a Deployment creates its replacement only afterwards. It does so when nodes drift or expire, and when new disruption settings let it consolidate nodes with pods. A PodDisruptionBudget cannot help: it blocks the eviction, and the node stays. A Pod that no controller owns is not created again.`,help:`Run two or more replicas on different nodes, or accept the interruption.`},{code:`disruption/unprotected-replicas`,summary:`All pods of a workload may be on one node that is replaced, and no PodDisruptionBudget protects them.`,why:`Karpenter evicts the pods of a node as soon as the replacement is ready. plumbline does not know on which nodes the pods run, but they fit on one, and nothing keeps them apart.`,help:"Create a PodDisruptionBudget with `maxUnavailable: 1`, and spread the pods over several nodes."},{code:`io/checkout-encoding`,summary:`A checkout writes other text into a file than the commit has.`,why:"With `working-tree-encoding`, `git checkout` converts a file. A job or Argo CD then applies the converted text, and plumbline reviewed the text of the commit. A file that looks like noise in the review can become a NodePool.",help:"Remove `working-tree-encoding` for files that may hold manifests, and commit them in UTF-8."},{code:`io/encoding`,summary:`A file is not UTF-8 text.`,why:`plumbline cannot review a file that it cannot read as text. A manifest in it would reach the cluster without a review.`,help:`Save the file as UTF-8, or exclude it from the reviewed paths.`},{code:`io/kustomization`,summary:`A kustomization does not show which files it loads.`,why:`A kustomization may load files of any name. One that plumbline cannot read may load manifests that nobody reviews.`,help:`Write the kustomization as plain YAML of less than 1 MB, without escapes and tags.`},{code:`io/lfs-pointer`,summary:`A file with manifests is now stored in Git LFS.`,why:`Git contains only a pointer to the file. A review cannot see its content, and neither can most tools that deploy from git.`,help:`Keep manifests out of Git LFS: remove the path from .gitattributes, and add the file again.`},{code:`io/not-a-file`,summary:`A path is neither a file nor a folder.`,why:`plumbline does not read devices, sockets and pipes, because reading them may block or never end.`,help:`Pass a file or a folder.`},{code:`io/symlink`,summary:`A symbolic link was not followed.`,why:`plumbline does not trust the content of a pull request, and a link may point outside of the repository.`,help:`Replace the link with the file itself, or pass the target of the link as a path.`},{code:`io/too-large`,summary:`The input is larger than plumbline reads.`,why:`Time and memory of a review are limited, whatever a pull request contains. plumbline does not review what is beyond the limit.`,help:`Split the file, or pass only the folders that contain manifests.`},{code:`io/unreadable`,summary:`A file could not be read.`,why:`plumbline cannot review a file that it cannot read.`,help:`Check that the file exists and that its permissions allow reading.`},{code:`lint/bad-suppression`,summary:"A `plumbline-ignore` comment does not have the required form.",why:`A suppression names its rule and gives a reason, so that later readers know why it exists. A comment without them silences nothing.`,help:"Write `# plumbline-ignore RULE[,RULE] [until=YYYY-MM-DD]: reason` above the line that it applies to."},{code:`lint/expired-suppression`,summary:`A suppression has expired.`,why:"Its `until` date has passed, so the finding that it silenced is reported again.",help:`Fix the finding and remove the suppression, or set a later date.`},{code:`lint/forbidden-suppression`,summary:`A comment tries to silence a finding that must not be silenced.`,why:"The configuration lists the code under `neverSuppress`, so comments cannot silence it. Only the configuration can change that.",help:`Fix the finding and remove the comment.`},{code:`lint/rule-failed`,summary:`A rule of your configuration could not be evaluated.`,why:`An expression of the rule does not compile, reads a field that the object does not have, or is too expensive. The object was not judged by it, so the finding has the severity of the rule.`,help:"Test the rule with `plumbline rules test`. Use `has(object.spec.field)` or `object.spec.?field` before you read a field that may be missing."},{code:`lint/rule-not-judged`,summary:`A rule of your configuration needs a value that is unknown.`,why:`The value is a placeholder, comes from a template that was not rendered, or is a figure that plumbline does not know. Whether the object breaks the rule is unknown.`,help:"Give the placeholder a value with `set`, or render the chart or kustomization."},{code:`lint/unknown-rule`,summary:`A suppression names a rule that does not exist.`,why:`It silences nothing, although its author expects it to.`,help:"Correct the name. `plumbline rules` lists all rules."},{code:`lint/unused-suppression`,summary:`A suppression silences nothing.`,why:`The finding that it was written for is fixed or has moved. If the comment stays, it silences the next finding of that rule, which nobody has accepted.`,help:`Remove the comment.`},{code:`migration/changed`,summary:`The migration cannot express a setting exactly as it was.`,why:`The new API has no exact equivalent, so the migration writes the closest one.`,help:`Check the line, and correct the migrated manifest if it is not what you want.`},{code:`migration/dropped`,summary:`The migration removes a field.`,why:`The new API does not have the field, or the old API silently ignored it and the new one would act on it.`,help:`Check whether you rely on the field. If not, there is nothing to do.`},{code:`migration/impossible`,summary:`An object cannot be migrated automatically.`,why:`The manifest does not contain what the new API needs, such as the content of a launch template, a placeholder’s value, or a class in another repository. plumbline leaves the whole file unchanged rather than migrate half of it.`,help:"Make the decision that the message asks for, then run `plumbline migrate` again."},{code:`migration/kept`,summary:`The migration writes down an old default so that nothing changes.`,why:`Defaults differ between API versions, and Karpenter’s own conversion changes behavior in some places. The migration writes the old default explicitly.`,help:`Remove the line if you want the new default. Otherwise, there is nothing to do.`},{code:`migration/renamed`,summary:`A label, annotation or taint has a new name.`,why:`Karpenter renamed it on the way to v1 and ignores the old name.`,help:`Update other tools that read the old name.`},{code:`provisioning/addresses`,summary:`The subnets of a node class have fewer addresses than its nodes and pods need.`,why:"With the VPC CNI, every node and every pod takes an address of a subnet. By default, each node also keeps a whole network interface of free addresses. If a subnet is full, EC2 launches no instances in it, and pods on running nodes stay in `ContainerCreating`. It is an error if the nodes and pods alone need more addresses than the subnets have, and a warning if the warm pool does not fit. Reported only when the repository creates all subnets of the cluster, with known ranges, or when `nodeClassAddresses` in the configuration has the number. Addresses of DaemonSets, load balancers and everything else in the subnets are not counted.",help:`Add larger subnets to the selection, or set the warm targets of the VPC CNI.`},{code:`provisioning/bad-replicas`,summary:`The number of pods of a workload is not a whole number.`,why:`The API server refuses it. Without it, the number of nodes for the workload is unknown, and so are the figures that depend on it.`,help:"Write a whole number of at least 0, or give the placeholder a value with `--set NAME=VALUE`."},{code:`provisioning/bad-request`,summary:`A container requests an amount that Kubernetes cannot parse.`,why:`The API server refuses the pod. Without the amount, the size of the pod is unknown, and so are the figures that depend on it.`,help:"Write an amount such as `500m` or `1Gi`."},{code:`provisioning/budget-rounding`,summary:`A disruption budget is a small percentage of only a few nodes.`,why:`Karpenter rounds the percentages of a budget up. In the simulation, the NodePool has two or three nodes, so 10% of them is one node: a third or a half. The percentage suggests more protection than it gives.`,help:"Set `nodes` to the number of nodes that may be disrupted at the same time, and protect the pods with PodDisruptionBudgets."},{code:`provisioning/costly-preferences`,summary:`The preferences of a workload cost several nodes.`,why:`Karpenter treats a preference as a requirement as long as a new node can fulfil it. Pods that prefer to be on different nodes get a node each, even if all fit on one. The figure is the difference between two simulations: with the preferences, and without them.`,help:"Remove the preferences if they are not worth their cost, spread the pods over zones, or set `preferencePolicy: Ignore`."},{code:`provisioning/daemonset-lost`,summary:`Pods of a DaemonSet no longer run on the nodes of a NodePool.`,why:`A DaemonSet runs a pod on each node whose taints it tolerates and whose labels it selects. After a new taint or another label, new nodes run without it, such as without logs, metrics or volumes, and nothing fails.`,help:`Add the toleration, or let the node selector match. If the nodes should run without it, nothing needs to change.`},{code:`provisioning/daemonset-priority`,summary:`Workloads have a higher priority than a DaemonSet.`,why:`On a new node, kube-scheduler binds pods with a higher priority first. If a pod fits nowhere, it removes pods with a lower priority for it, also those of DaemonSets. The pod of the DaemonSet then waits without end, because it can run on no other node, and the node has no logs, metrics or network policies. Reported only for priorities above 0 that are in the files, and not for classes that never preempt.`,help:"Give the DaemonSet `priorityClassName: system-node-critical`."},{code:`provisioning/daemonset-room`,summary:`Running nodes have no room for the pods of a DaemonSet that grows.`,why:`Karpenter launches no nodes for DaemonSets, and does not replace nodes that are too small for them. The scheduler evicts pods with a lower priority to make room. If there are none, the pod of the DaemonSet stays pending. If the nodes are known, from a snapshot or the configuration, it is a warning. Otherwise the nodes are those that the files imply, and it is a note.`,help:`Give the DaemonSet a priority class, and replace the nodes that have no room.`},{code:`provisioning/daemonset-share`,summary:`DaemonSets take half of the smallest node or more.`,why:`Every node runs the DaemonSets, so you pay for them once for each node. On small nodes, little is left for other pods, and the kubelet evicts them when memory runs out.`,help:`Lower the requests of the DaemonSets, or require larger instance types.`},{code:`provisioning/launch-failed`,summary:`A NodePool would create a node that cannot be launched.`,why:"Karpenter assigns the pods to a new node, but its last filters exclude every instance type. For example, `minValues` may require more variety than the cheapest types have. The pods stay pending.",help:"Fix the reason that the finding names: lower `minValues`, or allow more instance types, zones or capacity types."},{code:`provisioning/limit-reached`,summary:`The limits of a NodePool are too low for its pods.`,why:"Karpenter launches no node that would exceed `spec.limits`. The remaining pods stay pending or go to another NodePool. Until a node is launched, Karpenter counts the largest instance type that it might become. A limit near the size of one node may therefore allow none.",help:"Raise `spec.limits`, or lower the requests of the pods."},{code:`provisioning/nodepool-empty`,summary:`No instance type meets all requirements of a NodePool.`,why:`Karpenter skips the NodePool and launches no nodes for it.`,help:"Relax the requirement that excludes the remaining types. The lint rule `satisfiable-requirements` names it."},{code:`provisioning/nodepool-not-ready`,summary:`A NodePool is not ready, so Karpenter does not use it.`,why:`Karpenter validates more than the API server does. A NodePool that fails its validation, or whose node class is missing or not ready, gets a condition. The provisioner then silently skips it.`,help:`Fix the reason that the finding names.`},{code:`provisioning/one-node`,summary:`A change of NodePools moves all pods of a workload to one node.`,why:`Karpenter launches the cheapest node that fits, and one large node may be cheaper than several small ones. If it fails or is replaced, all pods stop.`,help:"Add a topology spread constraint over `kubernetes.io/hostname`, or limit the size of nodes."},{code:`provisioning/pod-ignored`,summary:`Karpenter ignores these pods.`,why:`Karpenter ignores pods that are bound to a node, use another scheduler, or have an unsupported volume or an unknown topology key. They stay pending, and Karpenter launches no node for them.`,help:`Fix the reason that the finding gives for each workload.`},{code:`provisioning/pod-unschedulable`,summary:`No node that Karpenter could launch can run a pod.`,why:`The pod stays pending. Karpenter tried every NodePool in its order, and the finding names the constraint that excluded each. It is an error if the existing nodes are known, or if no node of any kind can run the pod. Otherwise the pod may run on nodes that plumbline does not know: it is a warning in a review, and a note without a base.`,help:`Change the named constraint in the workload or in the NodePool.`},{code:`provisioning/pods-held`,summary:`Kueue does not start the pods of a workload.`,why:"Kueue keeps a workload suspended until its queue admits it: all of its pods or none. An AdmissionCheck of `kueue.x-k8s.io/provisioning-request` waits for a ProvisioningRequest. Only cluster-autoscaler answers those, so with Karpenter alone the workload waits without end. It is a note if the queue is stopped, or if its `nominalQuota` is used up, because others may end and leave room. No figure counts these pods.",help:`Remove the check, or raise the quota of the queue.`},{code:`provisioning/pods-refused`,summary:`A ResourceQuota refuses pods of a workload.`,why:`The API server creates a pod only if the ResourceQuotas of its namespace have room for it. A quota of CPU or memory also refuses every pod with a container that names no such amount, unless a LimitRange has a default. The workload then has fewer pods than its replicas, and its controller tries again without end. Quotas with scopes count only the pods in their scope. The figures count the pods that exist.`,help:`Raise the quota, or lower the replicas to what it allows.`},{code:`provisioning/status-ignored`,summary:"The `status` in a manifest was not used.",why:`A status comes from the cluster, not from a repository. The API server drops it when the manifest is applied, and an outdated one would distort the figures.`,help:"Pass the object from the cluster with `--cluster`, or set `zones` and `capacityReservations` in the configuration."},{code:`provisioning/too-many-pods`,summary:`A workload has more pods than plumbline simulates.`,why:`Time and memory of a review are limited. Such a number is nearly always a typing error. The figures that depend on it are unknown.`,help:`Check the number of replicas.`},{code:`provisioning/vcpu-quota`,summary:`The nodes need more vCPUs than a quota of the account allows.`,why:"AWS limits the vCPUs of running instances for each account and region: one quota for standard families, others for G, P and other families, each for on-demand and for spot. If a quota is used up, EC2 refuses every further launch, and pods stay pending. Reported for quotas that `vcpuQuotas` in the configuration names. A note says if new NodePools are the first to need a quota that is 0 in many accounts, such as that of GPUs. Instances that Karpenter does not launch are not counted.",help:`Ask AWS for a higher quota, or let the NodePool launch instances of another quota.`},{code:`provisioning/volume-zone`,summary:`Volumes of a StatefulSet may be in a zone where its pods no longer find a node.`,why:`An EBS volume belongs to one zone and cannot move. If no NodePool launches nodes in that zone for its pod, or the pod may no longer run there, it stays pending once it is replaced. Without a snapshot, it is unknown in which zones the volumes are, so every zone counts that files or the configuration name.`,help:`Keep the zone in a NodePool for these pods. Or move their volumes first: restore a snapshot of each in another zone.`},{code:`render/conflict`,summary:`Two roots render the same object with different content.`,why:`The last one that is applied wins, and the files do not say which that is. The object flips between two states.`,help:`Remove the object from one of the roots, or give the two different names or clusters.`},{code:`render/cycle`,summary:`A kustomization includes itself, directly or through others.`,why:`Kustomize refuses to build it, so none of it is applied.`,help:`Remove one of the entries.`},{code:`render/failed`,summary:`A kustomization or a chart fails to render.`,why:`A kustomization or chart that does not render is not applied, or fails during the rollout. Its objects are unknown, so plumbline does not review them.`,help:"Fix the error of kustomize or helm. `kustomize build` and `helm template` show it in full."},{code:`render/limit`,summary:`Rendering takes too long or produces too much.`,why:`Time and memory of a review are limited, whatever a pull request contains. plumbline does not review what is beyond the limit.`,help:`Split it, or review the rendered manifests.`},{code:`render/missing-file`,summary:`A referenced file or folder does not exist.`,why:`Kustomize and helm refuse to render, so nothing is applied.`,help:`Add the file, or remove the reference.`},{code:`render/newly-applied`,summary:`Something begins to apply files that were in the repository before.`,why:`A new Application, Kustomization or resource of Terraform creates the objects of files that the change does not edit, so the diff does not show them. They count as new. Somebody may have applied them by hand before.`,help:`Review the files as if the change added them.`},{code:`render/not-applied`,summary:`Files are still in the repository, but nothing applies them any more.`,why:`Argo CD and Flux delete what a kustomization no longer lists, or what a removed definition applied. The files stay in the repository, so the diff does not show that.`,help:`If the objects should stay, list the files again. If not, also delete the files.`},{code:`render/not-here`,summary:`Roots were not rendered here.`,why:"A job with the rights of the base repository runs programs on the content of a pull request only where they cannot reach its credentials. A job that can sign in to a cluster runs none, and takes what a job with `mode: render` hands over.",help:"Do what the note says, add a job with `mode: render`, or see the review of the `pull_request` job, which renders."},{code:`render/other-owner`,summary:`Something else applies a NodePool, a node class or a CRD from now on, and what applied it before deletes it.`,why:"Terraform, Helm, Argo CD and Flux each remember what they applied. They delete what is no longer theirs, although another tool or another Application applies the same object. With a NodePool, its nodes are deleted. Nothing is reported if a `removed` block with `destroy = false`, an annotation or a setting of the old owner keeps the object, or if the owner itself moves. Somebody may have taken the object out of the state before, so it is no error.",help:`Tell the old owner to keep the object first, and hand it over in a later change.`},{code:`render/refused`,summary:`Something was not rendered, because that would run code, leave the repository or use the network.`,why:`plumbline does not trust the content of a pull request. Plugins, functions, post-renderers and remote bases run or download whatever it names. It is a note, because the change cannot help it. It is a warning if the change adds such a root with Karpenter objects, and an error if the root renders before the change.`,help:`Copy it into the repository, or review the rendered manifests.`},{code:`render/stays`,summary:`The change takes an object out of git, and nothing deletes it in the cluster.`,why:"Argo CD deletes what left git only with automated sync and `prune`, Flux only with `prune: true`. Annotations such as `helm.sh/resource-policy: keep` keep single objects. An Application without its finalizer leaves what it applied, Helm never deletes the CRDs in `crds/`, and a `removed` block of Terraform can keep an object. The nodes of such a NodePool keep running and keep costing, so the figures count them. Nothing updates the object any more.",help:`Delete the object in the cluster, or turn on pruning before the object leaves git. If it should stay, write down who manages it.`},{code:`render/tool-missing`,summary:`Kustomize or helm is not installed.`,why:`plumbline renders with the real programs, so that it reviews what is applied. Without them, what the cluster gets is unknown: it reads templates with placeholders, and judges neither patches nor what they change.`,help:`Install them and add them to PATH. GitHub’s runners have both.`},{code:`render/unknown`,summary:`Something that makes manifests is not in the repository or cannot be evaluated, so their content is not reviewed.`,why:`Charts and manifests in other repositories, and generators that query a cluster, a Git host or a plugin, produce content that the repository does not contain. If the change edits what it says about them, such as their version or their values, part of the effect is unknown. So it is if the change edits the pods of a chart that is not in the repository, or of an object of an operator, such as a RayCluster.`,help:"Review the rendered manifests, or name the charts of this repository and their values files in `sources` of plumbline.yaml."},{code:`render/unset-variable`,summary:`Flux replaces a variable in a NodePool or node class with nothing, because nothing sets it.`,why:"In what a Flux Kustomization with `postBuild` applies, each variable without a value and without a default becomes empty text. A role is then cut off, and a selector matches something else or nothing. It is an error if the change is the first to do that in a field such as `role`, because until then the files set every variable. Nothing is reported if a Secret, or a ConfigMap that is not in the repository, may set it.",help:"Set the variable in `postBuild.substitute`, or give it a default: `${name:-default}`."},{code:`review/not-understood`,summary:`The change edits something near Karpenter that plumbline does not understand.`,why:`A place is near Karpenter if it can reach its controller, its permissions, its nodes or the admission of pods. Examples are another version of a module or chart that is not in the repository, an argument that no rule reads, a quota, and an unknown kind. plumbline found no effect, but it has not looked at what this place does. The verdict stays as it is.`,help:"Review the place by hand. For a chart or module that could be rendered or evaluated, add it to the repository or to `sources` of plumbline.yaml."},{code:`review/shared-queue`,summary:`Two clusters read the same interruption queue.`,why:`Karpenter deletes each message of its queue once it has read it, also if the instance belongs to another cluster. With one queue for two clusters, each of them misses a part of the interruption warnings, and AWS reclaims spot nodes before their pods have moved. Reported if the files show one account or one queue, or if the change brings the clusters together. Queues of one name in two accounts are different queues.`,help:`Create a queue for each cluster, with its own event rules, and name it in the values of its release.`},{code:`schema/cel`,summary:`An object violates a validation rule of its CustomResourceDefinition.`,why:`The API server evaluates the rules when it receives the object, and refuses it.`,help:`Do what the message says. It is the rule’s own message.`},{code:`schema/duplicate`,summary:`A list that must not contain duplicates contains an item twice.`,why:`The API server refuses the object.`,help:`Remove one of the two.`},{code:`schema/enum`,summary:`A field has a value that is not one of the allowed values.`,why:`The API server refuses the object.`,help:`Use one of the values that the message lists.`},{code:`schema/format`,summary:`A value does not have the format that its field requires.`,why:`The API server refuses the object.`,help:`Write the value in that format.`},{code:`schema/future-version`,summary:`The target Karpenter does not serve this API version yet.`,why:"The API server does not know this version of the kind, so applying the object fails. Karpenter 1.0 introduced `v1`, and late patches of 0.33 to 0.37 also serve it, for rollbacks from 1.0. For these minors the finding is a note, because the patch is unknown.",help:"Upgrade Karpenter first, or set `karpenter.version` to the version that you run."},{code:`schema/length`,summary:`A string, list or mapping is too short or too long.`,why:`The API server refuses the object.`,help:`Keep within the bounds that the message gives.`},{code:`schema/metadata`,summary:`The metadata of an object is not valid.`,why:`Names, labels and annotations follow the same rules for all Kubernetes objects. The API server refuses an object that breaks them.`,help:`Correct the name, label or annotation that the message names.`},{code:`schema/missing-spec`,summary:"An object has no `spec`.",why:"Without a `spec`, Karpenter cannot do anything with a NodePool or EC2NodeClass.",help:"Add the `spec`, or remove the object."},{code:`schema/pattern`,summary:`A string does not match the pattern of its field.`,why:`The API server refuses the object.`,help:"Write the value as the message shows, such as `720h` for 30 days."},{code:`schema/range`,summary:`A number is out of bounds.`,why:`The API server refuses the object.`,help:`Keep within the bounds that the message gives.`},{code:`schema/refused`,summary:`The API server refuses the object.`,why:`The object cannot be decoded, or it fails a check of Kubernetes itself. Examples are a selector that does not match, a request above its limit, or a changed immutable field.`,help:`Fix what the finding says. It contains the server’s own message.`},{code:`schema/removed-version`,summary:`The target Karpenter or Kubernetes no longer serves this API version.`,why:`Applying the object fails. Karpenter also ignores its old objects that are still in the cluster. It is a note if nothing names the version of Karpenter or Kubernetes and an older one still serves the object.`,help:"Write the object in a version that is served. For Karpenter’s objects, `plumbline migrate` does it and keeps comments and order."},{code:`schema/required`,summary:`A required field is missing.`,why:`The API server refuses the object.`,help:`Add the field.`},{code:`schema/type`,summary:`A value does not have the type of its field.`,why:'The API server refuses the object. In YAML the notation decides the type: `10` is a number and `"10"` a string.',help:`Add or remove quotes, or write a list or mapping if the field requires one.`},{code:`schema/unjudged`,summary:`The object could not be validated.`,why:`The definition of its kind is missing or does not compile, or the object makes the API server’s own code fail. The verdict of a cluster is unknown, so plumbline reports it.`,help:`Add or fix the definition, or make the object smaller and less nested.`},{code:`schema/unknown-field`,summary:`An object has a field that its kind does not have.`,why:"The API server accepts the object and drops the field, with a warning at most, so the field has no effect. With a misspelled `limits`, a NodePool has no limits. A Flux Kustomization and `kubectl apply` are stricter: the API server refuses the object, and Flux then applies nothing of the Kustomization.",help:`Correct the name, or move the field to the right place.`},{code:`schema/unknown-kind`,summary:`Karpenter does not have this kind in this API version.`,why:`The API server does not know the kind, so applying the object fails.`,help:"Correct `apiVersion` or `kind`."},{code:`schema/warning`,summary:`The API server accepts the object with a warning.`,why:`The message is the API server’s own. kubectl prints it, but most pipelines lose it. It reports a deprecated field, a value that is read differently from how it is written, or a name that may collide with another.`,help:`Do what the warning says.`},{code:`terraform/condition`,summary:`Nothing in the repository decides whether Terraform creates a NodePool or a node class.`,why:"Its `count` or `for_each` depends on a variable that no file sets, or on a value that only AWS knows. Whoever applies the root module sets it, and its default says little about that. plumbline reviews the object as if it existed. Errors in the object itself are errors whenever it exists. What rests on its existence is at most a note, the figures are marked as not exact, and deleting or replacing its nodes is said to be possible, not certain.",help:"Set the variable in a `.tfvars` file of each environment, so that the figures are those of the environment."},{code:`terraform/limit`,summary:`The Terraform code is larger than plumbline evaluates.`,why:`Time and memory of a review are limited. plumbline did not evaluate the last part, so its objects are unknown, not removed.`,help:`Review fewer folders at once.`},{code:`terraform/new-address`,summary:"A cluster, a node group, a NodePool or a node class has another address in Terraform, and no `moved` block says so.",why:`Terraform knows a resource by its address: its type, its name, its key, and the modules around it. If the address changes, Terraform destroys the old resource and creates a new one, even if all arguments are equal. The nodes of a NodePool are deleted with it.`,help:"Add a `moved` block with the old and the new address, and read the plan of Terraform."},{code:`terraform/new-region`,summary:`The provider of AWS with which Terraform creates a cluster moves to another region.`,why:`A provider manages its resources in one region. In another one, Terraform finds none of them and plans to create the whole cluster with its network again. What is in the old region is destroyed or no longer managed, which depends on the version of the provider. Subnets, images and instance types of the old region do not exist in the new one.`,help:`Create the new cluster in a root of its own, and read the plan of Terraform.`},{code:`terraform/removes-access`,summary:`The change removes what gives Karpenter or its nodes access to AWS or to the cluster.`,why:"Karpenter launches nothing without its role and the role of its nodes, and a node cannot join without an access entry for its role. Reported if nothing else in the files creates them. They may be in another repository, so it is a warning. What is certain is an error of `lint/node-access`.",help:`Create the roles and the access elsewhere first, or uninstall Karpenter with its NodePools before.`},{code:`terraform/removes-permission`,summary:`The change takes a permission from Karpenter’s controller, or allows it only under another condition.`,why:"Without a permission that it needs, Karpenter cannot launch or terminate nodes, and its log says so only then. `lint/controller-permissions` judges a policy that is completely known. This finding compares the policies before and after the change where it does not, because no file has a node class, or because other policies may be elsewhere.",help:`Compare the policy with the one that Karpenter publishes for this version.`},{code:`terraform/replaces-cluster`,summary:`An argument of an EKS cluster changes that Terraform cannot change in place.`,why:`AWS cannot change the name, the role, the address family or the range of the services of a cluster. Terraform destroys the cluster and creates another one. All nodes, also those of Karpenter, and everything in the cluster go with it. If one of both values is unknown, it is a warning.`,help:`Keep the old value. To replace the cluster, create the new one next to it and move the workloads.`},{code:`terraform/syntax`,summary:`A Terraform file that concerns Karpenter cannot be parsed.`,why:`plumbline cannot evaluate its module. It does not review the NodePools in it, and whether existing ones still exist is unknown.`,help:"Run `terraform validate` and fix what it reports. The message shows where parsing stopped."},{code:`terraform/unknown`,summary:`The change edits the call of a Terraform module that is not in the repository, or the values of a chart that Terraform installs.`,why:`The module or the chart probably creates NodePools or installs Karpenter. plumbline downloads no modules and renders no charts with values from Terraform, so it cannot tell what changes.`,help:`Read the plan of Terraform for this change, and compare what the chart renders to.`},{code:`upgrade/bad-release`,summary:`The repository installs a release of Karpenter that its maintainers advise not to use.`,why:`A patch release may have a regression that later ones fix. The upgrade guide of Karpenter and its issues name such releases. The list in plumbline has the source and the date of each.`,help:`Use a release that has the fix.`},{code:`upgrade/choice`,summary:`Another Karpenter version chooses other nodes for the same pods.`,why:`Karpenter changes from version to version which instance types it launches and which nodes it consolidates first. The manifests stay the same, and so do the figures of a simulation that ignores the version. plumbline simulates each side as its own version. Versions before 1.10 consolidate like themselves, but launch nodes like 1.10, and the finding says so.`,help:`Upgrade a test cluster first, and compare the number and the sizes of its nodes.`},{code:`upgrade/compatibility`,summary:`Karpenter is too old for the cluster’s Kubernetes version.`,why:`Each Karpenter release supports a range of Kubernetes versions and reports newer ones as incompatible. It still selects images for the newer version, but with the labels, defaults and kubelet settings of an older one. Reported only when the repository names both versions.`,help:`Upgrade Karpenter to at least the release that the message names, and then upgrade the control plane.`},{code:`upgrade/crds`,summary:`The CRDs stay behind when Karpenter is upgraded, or a release cannot take them over.`,why:"Helm installs the CRDs of a chart once and never updates them. Some versions of Karpenter write or need what older CRDs reject, and then no node is launched. A new release of the chart `karpenter-crd` fails if the chart `karpenter` has installed the CRDs before, because they do not belong to it. Reported if the files install Karpenter with Helm and show nothing that updates or hands over the CRDs.",help:"Install the chart `karpenter-crd` in the version of the controller. If the CRDs exist, let the release take ownership of them."},{code:`upgrade/crds-removed`,summary:`The change removes Karpenter’s CRDs, the release of the chart that installs them, or their part of the chart in an Application that prunes.`,why:`If a CRD is deleted, the API server deletes all objects of its kind. Without NodePools and NodeClaims, Karpenter terminates every node that it launched. The chart of Karpenter does not install the CRDs again when it is upgraded. Nothing is reported if something keeps the CRDs: an annotation, a Kustomization or an Application that does not prune, or the end of an Application, which never deletes CRDs.`,help:"Keep the CRDs. To hand them over to something else, first give them the annotation `helm.sh/resource-policy: keep`."},{code:`upgrade/karpenter`,summary:`The change upgrades or downgrades Karpenter to another minor version.`,why:`Another minor may refuse or drop what the current one accepts: APIs, fields and defaults change. plumbline validates and simulates the base with its Karpenter and the head with the new one. Findings that only the new one has count as new. If the hash of EC2NodeClasses changes, Karpenter rewrites the hashes of running nodes instead of comparing them.`,help:`Read the upgrade guide of each minor in between, upgrade the CRDs, and change node classes in a separate change.`},{code:`upgrade/kubernetes`,summary:`The change upgrades or downgrades Kubernetes to another minor version.`,why:"An alias such as `al2023@v20260715`, pinned or not, selects images for the Kubernetes version of the cluster. After the control plane upgrade, Karpenter selects images of the new minor. Every node of that node class then drifts and is replaced within the budgets of its NodePool. Images by id, name, tags or SSM parameter stay the same, and so does their kubelet. Reported only when Terraform, eksctl, kOps, ACK, Crossplane or Cluster API names the version on both sides of the change.",help:`Check the waves in the review, and merge at a suitable time. Update other images in a separate change.`},{code:`upgrade/path`,summary:`The change skips a version of Karpenter or Kubernetes that has to run in between.`,why:`Karpenter before 1.0 stores its objects as v1beta1. Only 1.0 can convert them, and 1.1 and later can neither read nor serve them. So an upgrade from any older version has to stop at 1.0, and one from 0.32 or older also at 0.37. A downgrade below 1.0 is possible only from 1.0. EKS upgrades a control plane by one minor version at a time and refuses to skip one. The report lists what to do at each step.`,help:`Make one change for each version that the message names, and wait until the cluster runs it.`},{code:`upgrade/settings`,summary:`The change modifies a setting of Karpenter that affects the figures, interruptions, or which instances Karpenter sees.`,why:"The settings of Karpenter’s chart affect the usable memory and the number of pods of an instance type. They also affect how Karpenter treats preferences, `minValues` and reservations. plumbline simulates the base with the settings of its Helm values and the head with its own. The difference in nodes and cost comes from these settings. Two others show in no figure: without `interruptionQueue`, Karpenter does not move pods before AWS reclaims a spot node, and it finds its instances by `clusterName`.",help:"Check the figures. Settings under `karpenter` in plumbline.yaml override the Helm values."},{code:`yaml/alias-bomb`,summary:`Aliases expand the document beyond the limit.`,why:`A few lines of nested aliases can expand to gigabytes. The API server also refuses such documents.`,help:`Replace the aliases with their values.`},{code:`yaml/duplicate-key`,summary:`A mapping contains a key twice.`,why:`Only one of the two values is used, and tools disagree about which.`,help:`Remove one of them, or merge their values.`},{code:`yaml/read-differently`,summary:`This file means something else to kubectl than to plumbline.`,why:`plumbline reads each changed file a second time with kubectl's own decoder. If that finds an object that the review does not have, or other values, somebody would apply what nobody reviewed. This is either a file that is made to look harmless, or a mistake of plumbline.`,help:`Write the object in plain YAML, without unusual characters, tags and escapes. If it is plain already, report the file as a bug.`},{code:`yaml/syntax`,summary:`A document is not valid YAML.`,why:`plumbline cannot read anything in the document, so the effect of its changes is unknown. There is no plan until it is fixed.`,help:`Fix the place that the message names. The cause is often the indentation of the line before.`},{code:`yaml/template`,summary:`A document is a template that must be rendered before it is YAML or a Karpenter object.`,why:`The manifest depends on the values of the template, so its content is unknown.`,help:"Review the rendered manifests, or give values with `--set NAME=VALUE`."},{code:`yaml/too-deep`,summary:`A document is nested too deeply.`,why:`Time and memory of a review are limited. Kubernetes’ own decoder has a similar limit.`,help:`Check whether the document is correct.`},{code:`yaml/too-large`,summary:`A file is too large or contains too many objects.`,why:`Time and memory of a review are limited. plumbline does not review what is beyond the limit.`,help:`Split the file.`}],fs=e=>({value:e}),ps=e=>({unknownBecause:e}),ms=e=>`value`in e,hs=(e,t)=>t.length===0?{all:e}:{seen:e,openBecause:t},gs=e=>({all:e}),N=e=>`all`in e,P=e=>N(e)?e.all:e.seen,_s=e=>N(e)?[]:e.openBecause;function vs(e,t){let n=P(e).map(e=>({member:e,answer:t(e)})),r=n.filter(({answer:e})=>e===!0).map(({member:e})=>e),i=n.some(({answer:e})=>e===void 0);return hs(r,[..._s(e),...i?[`a part of it is unknown here`]:[]])}function ys(e,t){let n=P(e).map(t);if(n.includes(!0))return!0;if(!n.includes(void 0)&&N(e))return!1}const bs=`(?:af|ap|ca|cn|eu|il|me|mx|sa|us)(?:-gov|-iso[a-z]?)?-(?:north|south|east|west|central)+-[1-9]`,xs=String.raw`(?:refs\/(?:tags|heads)\/)?(?:release-)?`,Ss=new RegExp(String.raw`^(?:=|~>?|${xs})?\s*v?(\d+)\.(\d+)(?:\.(?:\d+|x|\*)(?:[-+@][\w.:+@-]*)?)?$`);function Cs(e){let t=Ss.exec(e.trim());if(t&&!/^~>?\s*v?\d+\.\d+$/.test(e.trim()))return`${t[1]}.${t[2]}`}const ws=e=>/^v?(1\.\d{1,2})(?:\.\d+)?$/.exec(e.trim())?.[1],Ts=(e,t)=>{let n=e.slice(e.lastIndexOf(`
`,t-1)+1,t);return/(?:^|\s)(?:#|\/\/)/.test(n)},Es=(e,t)=>/(?<![^\s"'=])[^\s"'=]*$/.exec(e.slice(Math.max(0,t-300),t))[0],Ds=/-(?:north|south|east|west|central)+-[1-9]/;function Os(e,t){let n=Ds.test(e.text);return t.filter(({topic:e})=>n||e!==`region`&&e!==`zone`).flatMap(({topic:t,pattern:n,isWeak:r=!1,isOfCrds:i,isOfImage:a})=>[...e.text.matchAll(n)].flatMap(n=>{let o=n.indices?.groups?.value;if(!o||Ts(e.text,o[0])||t===`karpenterVersion`&&qt(Es(e.text,o[0]))||a&&/[*?[\]()|\\^$]/.test(Es(e.text,o[0])))return[];let[s,c]=o,l={file:e.file,start:s,end:c};return[{topic:t,value:n.groups.value,span:l,isWeak:r,...i&&{isOfCrds:i},...a&&{isOfImage:a}}]}))}const ks=[{topic:`karpenterVersion`,pattern:/(?<![\w-])(?<!aks\/)karpenter(?:[/-]controller)?:v?(?<value>\d{1,3}\.\d{1,3})\.\d/dg},{topic:`karpenterVersion`,pattern:/karpenter\/karpenter["']?[ \t](?:[^\n|;&]|\\\n){0,200}?--version[= \t]["']?v?(?<value>\d{1,3}\.\d{1,3})\.\d/dg},{topic:`karpenterVersion`,isOfCrds:!0,pattern:/\/karpenter(?:-provider-aws)?\/(?:raw\/|blob\/|tree\/|refs\/tags\/)?v?(?<value>\d{1,3}\.\d{1,3})\.\d{1,3}\/(?:pkg|charts)\//dg},{topic:`karpenterVersion`,isOfCrds:!0,pattern:/\/karpenter(?:-provider-aws)?\/{1,2}pkg\/apis\/crds\/?\?(?:[\w=&-]{0,60}&)?ref=v?(?<value>\d{1,3}\.\d{1,3})\.\d/dg}],As={spotToSpotConsolidation:`0.34`,nodeRepair:`1.1`,reservedCapacity:`1.3`,nodeOverlay:`1.7`,staticCapacity:`1.8`,capacityBuffer:`1.14`,nodeClassCEL:`1.15`},js=new Set([`reservedCapacity`]);function Ms(e){let t=Object.keys(As).filter(t=>e(As[t]));return Object.fromEntries(t.map(t=>[t,js.has(t)&&e(`1.6`)]))}function Ns(e){return e(`1.0`)?`always`:e(`0.33`)?`on`:`off`}function Ps(e){let t=Ha(e),n=e=>Va(t,e)>=0;return{version:t,v1:n(`1.0`),bottlerocketRaid:n(`1.1`),capacityReservations:n(`1.3`),reservedCapacityByDefault:n(`1.6`),featureGates:Ms(n),drift:Ns(n),ssmParameter:n(`1.4`),volumeInitializationRate:n(`1.5`),nodeOverlay:n(`1.7`),maxInstanceTypes:n(`1.7`)?600:60,awsSettings:!n(`0.33`),listInstanceProfiles:n(`1.7`),staticReplicas:n(`1.8`),ipPrefixCount:n(`1.8`),gteLteOperators:n(`1.9`),windows2025:n(`1.9`),placementGroupSelector:n(`1.11`),networkInterfaces:n(`1.11`),describeInstanceStatus:n(`1.12`),cpuOptions:n(`1.13`),connectionTracking:n(`1.13`),capacityBuffers:n(`1.14`),countsDaemonSetsByType:n(`1.14`),countsDaemonSetsOfJoinedNodes:n(`1.14`),heaviestCapacityWins:n(`1.9`),isConsolidationKnown:n(`1.0`),disruption:{isBySavings:n(`1.14`),isEmptyByCost:n(`1.14`),sparesRecentNodes:n(`1.14`),takesTurns:n(`1.4`),isDriftFirst:!n(`1.5`),emptyDrifted:n(`1.7`)?`first`:n(`1.5`)?`ignored`:`together`},consolidateAfterDefaulted:n(`1.15`),minValuesCountsAllowed:n(`1.15`),attachesUncounted:n(`1.15`),offersFullReservations:n(`1.15`),opensKubelet:n(`1.15`),nodePoolHashVersion:n(`1.0`)?`v3`:t===`0.37`?`v2`:void 0,nodeClassHashVersion:Fs(t)}}function Fs(e){if(e===`0.37`)return`v2`;if(e===`1.0`)return`v3`;if(!(Va(e,`1.2`)<0))return Va(e,`1.12`)<0?`v4`:Va(e,`1.15`)<0?`v5`:`v6`}const Is=e=>e.chart===`karpenter`||e.chart===`karpenter-crd`,F=e=>e.manifests.flatMap(Ls),Ls=e=>Js(e).filter(Is),Rs=(e,t)=>e.manifests.flatMap(Js).filter(e=>e.chart===t),zs=(e,t)=>Rs(e,t).length>0||e.manifests.some(Bs);function Bs(e){return e.kind===`HelmRelease`?h(e.get([`spec`,`chart`,`spec`,`chart`])):e.kind===`Application`&&[[`spec`,`source`],...Oe(e.object)].some(t=>h(e.get([...t,`chart`])))}const Vs={clusterName:[[`settings`,`clusterName`],[`settings`,`aws`,`clusterName`],[`clusterName`]],interruptionQueue:[[`settings`,`interruptionQueue`],[`settings`,`aws`,`interruptionQueueName`]]},Hs=({chart:e,values:t},n)=>e===`karpenter`?Vs[n].map(e=>[...t,...e]):[];function Us({manifest:e,version:t}){let n=Cs((t&&I(e,t))??``);if(n!==void 0)return Ps(n).awsSettings}const Ws=(e,t)=>Hs(e,t).filter(t=>!t.includes(`aws`)||Us(e)!==!1);function Gs({manifest:e,values:t,isOpen:n},...r){let i=e.get([...t,...r]);return h(i)?ps(`it is \`${String(i)}\``):i===void 0?e.isPartial||n&&e.kind!==`HelmValues`?ps(`\`${e.name}\` may have more values than these`):fs(void 0):fs(i)}const Ks=(e,t)=>m(e.get(t.slice(0,-1)))?.[t.at(-1)]!==void 0,qs=e=>{if(typeof e==`string`)return/(?:^|\/)([\w.-]+)$/.exec(e)?.[1]};function Js(e){if(e.kind===`HelmRelease`){let t=[`spec`,`chart`,`spec`],n=qs(e.get([...t,`chart`])),r=d(e.get([`spec`,`valuesFrom`])).length>0;return n?[{manifest:e,chart:n,version:[...t,`version`],values:[`spec`,`values`],isOpen:r}]:[]}if(e.kind===`HelmValues`)return[{manifest:e,chart:`karpenter`,version:void 0,values:e.get([`settings`])===void 0?[`karpenter`]:[],isOpen:!0}];if(e.kind===`KustomizeChart`){let t=qs(e.get([`name`])),n=[`valuesFile`,`additionalValuesFiles`].some(t=>e.get([t])!==void 0);return t?[{manifest:e,chart:t,version:[`version`],values:[`valuesInline`],isOpen:n}]:[]}return e.kind===`Application`?Ys(e):[]}function Ys(e){return Oe(e.object).flatMap(t=>{let n=qs(e.get([...t,`chart`]));if(!n)return[];let r=[...t,`helm`],i=fe(e.object,t),a=[`valueFiles`,`parameters`,`fileParameters`].some(t=>d(e.get([...r,t])).length>0)||i.includes(`|`)&&m(e.get(i))===void 0;return[{manifest:e,chart:n,version:[...t,`targetRevision`],values:i,isOpen:a}]})}function I(e,t){let n=_(e.get(t));if(!(n===void 0||h(n)))return n}const Xs=(e,t)=>{if(e.source.origin?.tool===`terraform`)return/^\$\{([a-z_][\w-]*(?:\.[\w-]+)+)\}$/i.exec(_(e.get(t))??``)?.[1]};function Zs(e,t){let[n,r,i,a]=[0,0,-1,0];for(;r<t.length;)if(e[n]===`*`)[i,a,n]=[n,r,n+1];else if(n<e.length&&(e[n]===`?`||e[n]===t[r]))[n,r]=[n+1,r+1];else if(i>=0)[a,n,r]=[a+1,i+1,a+1];else return!1;for(;e[n]===`*`;)n++;return n===e.length}const Qs=[`Sid`,`Effect`,`Principal`,`NotPrincipal`,`Action`,`NotAction`,`Resource`,`NotResource`,`Condition`],$s=e=>(Array.isArray(e)?e:e===void 0?[]:[e]).map(e=>String(e));function ec(e){if(e.length>65536)return{fault:`is too long to be an IAM policy`};let t;try{t=JSON.parse(e)}catch{return{fault:`is not JSON`}}let n=g(t)&&g(t.Role)?t.Role.AssumeRolePolicyDocument:t;if(!g(n)||n.Statement===void 0)return{fault:"has no `Statement`"};let r=Array.isArray(n.Statement)?n.Statement:[n.Statement];return r.every(g)?{statements:r.map(tc)}:{fault:`has a statement that is not an object`}}const tc=(e,t)=>({name:typeof e.Sid==`string`&&e.Sid!==``?`\`${e.Sid}\``:`statement ${t+1}`,effect:e.Effect===`Allow`?`Allow`:`Deny`,principals:nc(e.Principal??e.NotPrincipal),actions:$s(e.Action??e.NotAction),isNegated:e.NotAction!==void 0||e.NotResource!==void 0||e.NotPrincipal!==void 0,resources:$s(e.Resource??e.NotResource),conditions:rc(e.Condition),unknown:Object.keys(e).filter(e=>!Qs.includes(e))});function nc(e){return g(e)?new Map(Object.entries(e).map(([e,t])=>[e,$s(t)])):new Map(e===void 0?[]:[[`AWS`,$s(e)]])}function rc(e){return g(e)?Object.entries(e).flatMap(([e,t])=>g(t)?Object.entries(t).map(([t,n])=>({operator:e,key:t,values:$s(n)})):[]):[]}const ic=({actions:e,isNegated:t},n)=>e.some(e=>Zs(e.toLowerCase(),n.toLowerCase()))!==t,ac=`token.actions.githubusercontent.com`,oc=`plumbline-prices`,sc=`sts.amazonaws.com`,cc=`2026-07-15`;function lc({owner:e,name:t,ids:n},r){let i=`environment:${r.replaceAll(`:`,`%3A`)}`;return{byName:`repo:${e}/${t}:${i}`,byId:n&&`repo:${e}@${n.owner}/${t}@${n.repository}:${i}`}}const uc=/^repo:([^/:@]+)(?:@([^/:]+))?\/([^/:@]+)(?:@([^/:]+))?(?::(.*))?$/;function dc(e){let[,t,n,r,i,a=``]=uc.exec(e)??[];if(t!==void 0)return{owner:t,name:r,ownerId:n,repositoryId:i,context:a}}const fc=`sts:AssumeRoleWithWebIdentity`,pc=e=>e.replace(/^arn:[^:]+:iam::[^/]{0,200}:oidc-provider\//,``).replace(/^https:\/\//,``).replace(/\/$/,``);function mc(e,t){try{let n=JSON.parse(t(e.split(`.`)[1]??``));return typeof n!=`object`||!n?void 0:Object.fromEntries(Object.entries(n).filter(([,e])=>Array.isArray(e)||typeof e!=`object`).map(([e,t])=>[e,Array.isArray(t)?t.map(String):String(t)]))}catch{return}}const hc=e=>e===void 0?[]:typeof e==`string`?[e]:e;function gc(e,t){let n=pc(hc(t.iss)[0]??``),r=e.filter(e=>e.effect===`Allow`&&ic(e,`sts:AssumeRoleWithWebIdentity`));if(r.length===0)return[`no statement allows \`${fc}\``];let i=r.filter(e=>_c(e).some(e=>pc(e)===n));return i.length===0?[`it trusts ${[...new Set(r.flatMap(_c).map(pc))].map(e=>`\`${e}\``).join(`, `)||`no identity provider`}, but the token is from \`${n}\``]:i.map(e=>e.conditions.flatMap(e=>vc(e,n,t))).sort((e,t)=>e.length-t.length)[0]}const _c=e=>e.principals.get(`Federated`)??[];function vc(e,t,n){let{operator:r,key:i,values:a}=e,o=yc(i,t);if(o===void 0)return[`it requires \`${i}\`, which no token of \`${t}\` has`];let s=hc(n[o]),c=v(a,` or `),l=s.length===0?`does not have it`:`has \`${s.join(`, `)}\``;return bc(r,s,a)===!1?[`\`${o}\` must be ${c}, but the token ${l}`]:[]}function yc(e,t){let n=e.lastIndexOf(`:`);if(e.slice(0,n).toLowerCase()===t.toLowerCase())return e.slice(n+1).toLowerCase()}function bc(e,t,n){let[,r=``,i=``,a=``]=/^(ForAnyValue:|ForAllValues:)?(\w+?)(IfExists)?$/.exec(e)??[],o=Ne(xc,i);if(o===void 0)return;if(t.length===0)return a!==``||r===`ForAllValues:`;let s=e=>n.some(t=>o(t,e));return r===`ForAllValues:`?t.every(s):t.some(s)}const xc={StringEquals:(e,t)=>e===t,StringEqualsIgnoreCase:(e,t)=>e.toLowerCase()===t.toLowerCase(),StringLike:Zs};function Sc(e){let[t=``]=hc(e.sub);if(pc(hc(e.iss)[0]??``)!==`token.actions.githubusercontent.com`)return;let n=dc(t);if(!n)return`The subject is customized, so the trust policy must spell it the same way.`;if(!n.context.startsWith(`environment:`))return"The job names no environment. Add `environment: NAME` to it, because the trust policy requires one.";if(n.ownerId!==void 0)return"The subject contains ids (`repo:owner@ID/name@ID:…`), as in repositories created or renamed since 15 July 2026. The trust policy must use this format."}function Cc({manifests:e}){let t=new Map(e.map(e=>[e.source.file,e]));return e.filter(({source:e})=>e.origin?.tool===`terraform`).flatMap(e=>e.kind===`aws_iam_role`?[Tc(e,t)]:e.kind===`module`?kc(e):[])}const wc=({source:e})=>e.file.slice(e.file.indexOf(`: `)+2).replace(/ \(\d+\)$/,``);function Tc(e,t){let n=[`spec`,`assume_role_policy`],r=e.get(n),i={address:wc(e),manifest:e,path:n,name:_(e.get([`spec`,`name`]))};if(m(r))return{...i,statements:Ec(r)};let a=/^\$\{(data\.aws_iam_policy_document\.[\w-]+)\.json\}$/.exec(_(r)??``)?.[1];if(a===void 0)return{...i,statements:void 0};let[o]=e.source.file.split(/(?:data\.)?aws_iam_role\./),s=[``,`[0]`].flatMap(e=>t.get(`${o}${a}${e}`)??[])[0];if(s===void 0||s.isPartial)return{...i,statements:void 0};let c=[`spec`,`Statement`];return{...i,manifest:s,path:c,statements:Ec({Statement:d(s.get(c))})}}function Ec(e){let t=ec(JSON.stringify(e));if(`statements`in t)return t.statements}const Dc=/\/\/modules\/iam-role-for-service-accounts\b/,Oc=/\/\/modules\/karpenter\b/;function kc(e){let t=_(e.get([`spec`,`source`]))??``,n={address:wc(e),manifest:e,name:_(e.get([`spec`,`role_name`]))};if(Dc.test(t)){let t=[`spec`,`oidc_providers`],r=m(e.get(t));if(!r)return e.get(t)===void 0?[]:[{...n,path:t,statements:void 0}];let i=_(e.get([`spec`,`assume_role_condition_test`]))??`StringEquals`,a=Object.values(r).map(e=>{let t=m(e)??{},n=d(t.namespace_service_accounts).map(e=>_(e)??``);return jc(_(t.provider_arn),{accounts:n,condition:i})});return[{...n,path:t,statements:a}]}if(!Oc.test(t)||!Ac(e))return[];let r=[`spec`,`irsa_namespace_service_accounts`],i=e.get(r),a=i===void 0?[`karpenter:karpenter`]:d(i).map(e=>_(e)??``),o=_(e.get([`spec`,`irsa_assume_role_condition_test`]))??`StringEquals`,s=i===void 0?[`spec`,`irsa_oidc_provider_arn`]:r,c=_(e.get([`spec`,`irsa_oidc_provider_arn`]));return[{...n,path:s,statements:[jc(c,{accounts:a,condition:o})]}]}function Ac(e){let t=Number(/\d+/.exec(_(e.get([`spec`,`version`]))??``)?.[0]??NaN);return e.get([`spec`,`enable_irsa`])===!0?!(t>=21):t<=19&&e.get([`spec`,`create_irsa`])!==!1}function jc(e,{accounts:t,condition:n}){let r=e??"${unknown}",i=/:oidc-provider\/(.+)$/.exec(r)?.[1]??"${issuer}";return{name:`the module`,effect:`Allow`,principals:new Map([[`Federated`,[r]]]),actions:[fc],isNegated:!1,resources:[],conditions:[{operator:n,key:`${i}:sub`,values:t.map(e=>`system:serviceaccount:${e}`)},{operator:`StringEquals`,key:`${i}:aud`,values:[`sts.amazonaws.com`]}],unknown:[]}}const Mc=(e,t)=>1+e.size*t/32,Nc=/\$(?:\$|(\w+)|\{(\w+)\})/g;function Pc(e,t){return e.replace(Nc,(e,n,r)=>e===`$$`?`$`:t(n??r))}function Fc(e,t){if(e===`regex`)return(e,n)=>Ic(e,n,t);if(e===`replace`)return(e,n)=>Lc(e,n,t)}const Ic=([e,t],n,r)=>{let[i,a]=[Rc(Tn(e),r),Tn(t)],[o]=i&&a!==void 0?zc(i,a,{matching:r,limit:1}):[];if(!i||a===void 0||!o)return C(n);let s=Bc(o,a).map(e=>Sn(e,n)),c=Object.entries(i.names);return c.length>0?On(c.map(([e,t])=>[e,{value:s[t]??C(n)}]),n):s.length===1?s[0]:{kind:`list`,items:s.slice(1),at:n}},Lc=(e,t,n)=>{let[r,i,a]=e.map(Tn),o=i!==void 0&&/^\/.*\/$/s.test(i)?i.slice(1,-1):void 0;if(o===void 0)return ii.replace(e,t);let s=Rc(o,n);if(!s||r===void 0||a===void 0)return C(t);let c=Vc(r,a,{pattern:s,matches:zc(s,r,{matching:n})});return c===void 0?In(t):Sn(c,t)};function Rc(e,{compile:t,spend:n}){if(e===void 0||!t||!n(1+e.length))return;let r=t(e);if(r&&n(r.size))return r}function zc(e,t,{matching:n,limit:r}){return n.spend(Mc(e,t.length))?e.matches(t,r):[]}const Bc=(e,t)=>Array.from({length:e.length/2},(n,r)=>e[2*r]<0?``:t.slice(e[2*r],e[2*r+1]));function Vc(e,t,{pattern:n,matches:r}){let i=[],[a,o]=[0,e.length];for(let s of r){let r=Bc(s,e),c=Pc(t,e=>r[/^\d+$/.test(e)?Number(e):n.names[e]??-1]??``);if(i.push(e.slice(a,s[0]),c),a=s[1],o+=c.length,o>4194304)return}return[...i,e.slice(a)].join(``)}function Hc(e){let t=0,n=!1;return e.replace(/"(?:[^"\\]|\\.)*(?:"|$)|[{}[\],:]/gs,e=>e===`{`||e===`[`?(t++,n=t===1,t===1?` `:e):e===`}`||e===`]`?(t--,t===0?` `:e):t>1?e:e===`,`?(n=!0,`
`):n?e.startsWith(`"`)?Uc(e.slice(1,-1)):(n=!1,`=`):e)}const Uc=e=>/^[\w-]+$/.test(e)?` ${e} `:`_`.repeat(e.length+2);function Wc(e){let t=Gc(e);qc(t,e.source.text);let n=e.form===`flush`?Jc(t,e.source.text):0,r=e.form===`flush`?`heredoc`:e.form;return{parts:Yc({tokens:t,next:0,source:e.source,style:r}),form:{style:r,indent:n}}}function Gc({source:{text:e},start:t,end:n,markers:r}){let i=[],a=(t,n)=>{for(let r=t;r<n;){let t=e.indexOf(`
`,r),a=t===-1||t>=n?n:t+1;i.push({kind:`text`,start:r,end:a}),r=a}},o=t;for(let e of r)a(o,e.start),i.push(e),o=e.end;return a(o,n),i}const Kc=e=>e?.kind===`text`;function qc(e,t){e.forEach((n,r)=>{if(Kc(n))return;let[i,a]=[e[r-1],e[r+1]];t[n.start+2]===`~`&&Kc(i)&&(i.end=i.start+t.slice(i.start,i.end).trimEnd().length),t[n.end-2]===`~`&&Kc(a)&&(a.start=a.end-t.slice(a.start,a.end).trimStart().length)})}function Jc(e,t){let n=[],r=1/0,i=!0;for(let a of e){if(i){i=!1;let e=Kc(a)?t.slice(a.start,a.end):``,o=Kc(a)&&e.trim()===``&&e.endsWith(`
`);Kc(a)&&!o&&n.push(a),o||(r=Math.min(r,e.length-e.trimStart().length))}Kc(a)&&t[a.end-1]===`
`&&(i=!0)}if(!Number.isFinite(r))return 0;for(let e of n)e.start=Math.min(e.end,e.start+r);return r}function Yc(e){let t=[];for(let n=e.tokens[e.next];n;n=e.tokens[e.next]){if(n.kind===`else`||n.kind===`end`)return t;if(e.next++,n.kind===`text`)for(let r of tl(n,e))t.push(r);else n.kind===`value`?t.push({kind:`value`,at:Xc(n,e),expression:n.expression}):t.push(Zc(n,e))}return t}const Xc=({start:e,end:t},{source:n})=>({file:n.file,start:e,end:t});function Zc(e,t){let n=Xc(e,t),r=Yc(t);if(e.kind===`for`)return t.next++,{kind:`for`,at:n,names:e.names,of:e.of,parts:r};let i=t.tokens[t.next]?.kind===`else`;t.next++;let a=i?Yc(t):[];return i&&t.next++,{kind:`if`,at:n,condition:e.condition,whenTrue:r,whenFalse:a}}const Qc={quoted:/\$\$\{|%%\{|\\(?:u[\dA-Fa-f]{4}|U[\dA-Fa-f]{8}|.)/g,plain:/\$\$\{|%%\{/g},$c={n:`
`,r:`\r`,t:`	`};function el(e){if(!e.startsWith(`\\`))return e.slice(1);let t=/^\\[uU]/.test(e)?Number.parseInt(e.slice(2),16):NaN;return t<=1114111?String.fromCodePoint(t):$c[e[1]]??e.slice(1)}function tl(e,t){let n=t.source.text.slice(e.start,e.end),r=[],i=(n,i,a,o)=>{let s=Xc({start:e.start+n,end:e.start+i},t);i>n&&r.push({kind:`text`,at:s,text:a,isLiteral:o})},a=0;for(let e of n.matchAll(t.style===`quoted`?Qc.quoted:Qc.plain))i(a,e.index,n.slice(a,e.index),!0),a=e.index+e[0].length,i(e.index,a,el(e[0]),!1);return i(a,n.length,n.slice(a),!0),r}const L=e=>t=>t.type===e;function nl(e,t){let n=[e];for(let e=n.pop();e;e=n.pop()){if(t(e))return e;for(let t=e.children.length-1;t>=0;t--)n.push(e.children[t])}}const rl=e=>nl(e,({type:e})=>e===`ERROR`||e===`MISSING`),il=new Set([`+`,`-`,`*`,`/`,`%`,`==`,`!=`,`<`,`<=`,`>`,`>=`,`&&`,`||`]);var al=class{#e;#t;#n=0;constructor(e,t=0){this.#e=e,this.#t=t}span({start:e,end:t}){return{file:this.#e.file,start:e-this.#t,end:t-this.#t}}text(e){return this.#e.text.slice(e.start-this.#t,e.end-this.#t)}deeper(e){if(this.#n>=200)return;this.#n++;let t=e();return this.#n--,t}expression(e){return this.deeper(()=>this.#r(e.children,e))??{kind:`unreadable`,at:this.span(e)}}#r(e,t){let[n,...r]=e;if(!n)return{kind:`unreadable`,at:this.span(t)};if(n.type!==`(`)return r.reduce((e,t)=>this.#c(e,t),this.#i(n));let i=r.find(L(`expression`)),a=r.findIndex(L(`)`));return!i||a===-1?{kind:`unreadable`,at:this.span(t)}:r.slice(a+1).reduce((e,t)=>this.#c(e,t),this.expression(i))}#i(e){let t=this.span(e),[n]=e.children;switch(e.type){case`expression`:return this.expression(e);case`literal_value`:case`collection_value`:case`for_expr`:case`operation`:case`template_expr`:return n?this.#i(n):{kind:`unreadable`,at:t};case`numeric_lit`:return{kind:`literal`,value:Number(this.text(e)),at:t};case`bool_lit`:return{kind:`literal`,value:this.text(e)===`true`,at:t};case`null_lit`:return{kind:`literal`,value:null,at:t};case`variable_expr`:return{kind:`variable`,name:this.text(e),at:t};case`string_lit`:case`quoted_template`:return this.#_(e,{start:e.start+1,end:e.end-1,form:`quoted`});case`heredoc_template`:return this.#g(e);case`conditional`:return this.#d(e);case`unary_operation`:return this.#f(e);case`binary_operation`:return this.#p(e);case`function_call`:return this.#m(e);default:return this.#a(e)}}#a(e){let t=this.span(e);switch(e.type){case`tuple`:return{kind:`tuple`,items:e.children.filter(L(`expression`)).map(e=>this.expression(e)),at:t};case`object`:return{kind:`object`,entries:e.children.filter(L(`object_elem`)).flatMap(e=>this.#o(e)),at:t};case`for_tuple_expr`:case`for_object_expr`:return this.#h(e);default:return{kind:`unreadable`,at:t}}}#o(e){let[t,n]=e.children.filter(L(`expression`));if(!t||!n)return[];let r=this.expression(t);return[{key:r.kind===`variable`&&t.children[0]?.type!==`(`?this.#s(r.name,r.at):r,value:this.expression(n)}]}#s(e,t){return{kind:`template`,parts:[{kind:`text`,at:t,text:e,isLiteral:!0}],form:{style:`quoted`,indent:0},at:t}}#c(e,t){let n={...e.at,end:this.span(t).end};if(t.type===`get_attr`){let r=t.children.find(L(`identifier`));return r?{kind:`attribute`,of:e,name:this.text(r),at:n}:{kind:`unreadable`,at:n}}let[r]=t.children;return t.type===`index`&&r?this.#l(e,r,n):t.type===`splat`&&r?this.#u(e,r,n):{kind:`unreadable`,at:n}}#l(e,t,n){let r=t.children.find(L(`expression`));return r?{kind:`index`,of:e,key:this.expression(r),at:n}:{kind:`index`,of:e,key:{kind:`literal`,value:Number(this.text(t).slice(1)),at:this.span(t)},at:n}}#u(e,t,n){let r=t.children.filter(({type:e})=>e===`get_attr`||e===`index`);return r.some(L(`index`))?{kind:`unreadable`,at:n}:{kind:`splat`,of:e,path:r.map(e=>this.text(e.children.find(L(`identifier`)))),at:n}}#d(e){let[t,n,r]=e.children.filter(L(`expression`)).map(e=>this.expression(e)),i=this.span(e);return!t||!n||!r?{kind:`unreadable`,at:i}:{kind:`conditional`,condition:t,whenTrue:n,whenFalse:r,at:i}}#f(e){let t=this.span(e),[n,...r]=e.children,i=this.deeper(()=>this.#r(r,e));return i===void 0?{kind:`unreadable`,at:t}:{kind:`unary`,operator:n.type,operand:i,at:t}}#p(e){let t=e.children.findIndex(({type:e})=>il.has(e)),n=this.span(e);if(t===-1)return{kind:`unreadable`,at:n};let r=this.deeper(()=>this.#r(e.children.slice(0,t),e)),i=this.deeper(()=>this.#r(e.children.slice(t+1),e));return r===void 0||i===void 0?{kind:`unreadable`,at:n}:{kind:`binary`,operator:e.children[t].type,left:r,right:i,at:n}}#m(e){let t=e.children.find(L(`identifier`)),n=e.children.find(L(`function_arguments`))?.children??[];return{kind:`call`,name:t?this.text(t):``,args:n.filter(L(`expression`)).map(e=>this.expression(e)),isExpanded:n.some(L(`ellipsis`)),at:this.span(e)}}#h(e){let t=this.span(e),n=e.children.find(L(`for_intro`)),r=n?.children.find(L(`expression`)),i=e.children.filter(L(`expression`)).map(e=>this.expression(e)),a=i.at(-1);if(!n||!r||!a)return{kind:`unreadable`,at:t};let o=e.children.find(L(`for_cond`))?.children.find(L(`expression`));return{kind:`for`,names:n.children.filter(L(`identifier`)).map(e=>this.text(e)),of:this.expression(r),key:e.type===`for_object_expr`?i[0]:void 0,value:a,condition:o&&this.expression(o),isGrouped:e.children.some(L(`ellipsis`)),at:t}}#g(e){let[t,n]=e.children,r=e.children.at(-1);if(!t||!n||!r||r===n)return{kind:`unreadable`,at:this.span(e)};let{text:i}=this.#e,a=i.indexOf(`
`,n.end-this.#t)+1+this.#t,o=i.lastIndexOf(`
`,r.start-this.#t)+1+this.#t,s=this.text(t)===`<<-`?`flush`:`heredoc`;return this.#_(e,{start:a,end:Math.max(a,o),form:s})}#_(e,{start:t,end:n,form:r}){let i=this.span({start:t,end:n});return{kind:`template`,...Wc({source:this.#e,start:i.start,end:i.end,markers:this.markers(e.children),form:r}),at:this.span(e)}}markers(e){return e.flatMap(e=>{let t=this.span(e);switch(e.type){case`template_interpolation`:return[{...t,kind:`value`,expression:this.#v(e)}];case`template_if_intro`:return[{...t,kind:`if`,condition:this.#v(e)}];case`template_for_start`:{let n=e.children.filter(L(`identifier`)).map(e=>this.text(e));return[{...t,kind:`for`,names:n,of:this.#v(e)}]}case`template_else_intro`:return[{...t,kind:`else`}];case`template_if_end`:case`template_for_end`:return[{...t,kind:`end`}];default:return/^template_(?:directive|if|for)$/.test(e.type)?this.markers(e.children):[]}})}#v(e){let t=e.children.find(L(`expression`));return t?this.expression(t):{kind:`unreadable`,at:this.span(e)}}};function ol(e,t){let n=t(e.text),r=new al(e),i=cl(n.children.find(L(`body`)),r),a=rl(n);return{source:e,body:i,fault:a&&r.span(a)}}function sl(e,t){let n=t(`x = <<PLUMBLINE
${e.text}\nPLUMBLINE\n`),r=nl(n,L(`heredoc_template`));if(!r||rl(n))return;let i=new al(e,16).markers(r.children);return Wc({source:e,start:0,end:e.text.length,markers:i,form:`file`}).parts}function cl(e,t){let n=new Map,r=[];return t.deeper(()=>{for(let i of e?.children??[])if(i.type===`attribute`){let e=ll(i,t);e&&n.set(e.name,e)}else i.type===`block`&&r.push(ul(i,t))}),{attributes:n,blocks:r}}function ll({children:e},t){let n=e.find(L(`identifier`)),r=e.find(L(`expression`));return n&&r&&{name:t.text(n),nameAt:t.span(n),value:t.expression(r)}}function ul(e,t){let[n,...r]=e.children,i=r.filter(({type:e})=>e===`string_lit`||e===`identifier`),a=i.at(-1)??n;return{type:t.text(n),labels:i.map(e=>t.text(e).replace(/^"|"$/g,``)),head:t.span({start:e.start,end:a.end}),at:t.span(e),body:cl(r.find(L(`body`)),t)}}function dl(e){let t=new Map;for(let n of e){let e=n.includes(`/templates/`);for(let r=ie(n);r!==``;r=ie(r)){let i=t.get(r);if(i&&!e)break;i||t.set(r,[]),e&&t.get(r).push(n)}}return t}const fl=2097152,pl=33554432,ml={least:2e5,perCharacter:4,most:2e6},hl=e=>e.endsWith(`.tf`),gl=e=>/(?:^|\/)(?:terraform|[^/]*\.auto)\.tfvars(?:\.json)?$/.test(e),_l=e=>/\.auto\.tfvars(?:\.json)?$/.test(e);function vl(e){let[,t=``,n]=/^(?:(?:.*\/)?([^/]+)\/)?([^/]+?)\.tfvars(?:\.json)?$/.exec(e)??[];return[n,t].find(e=>e!==void 0&&uo(e))?.toLowerCase()}function yl(e){let t=[];for(let n of e.split(`/`))if(n!==``&&n!==`.`){if(n!==`..`)t.push(n);else if(t.pop()===void 0)return}return t.join(`/`)}var bl=class{#e;compile;#t=new Map;#n=new Map;constructor(e,t){this.#e=e,this.compile=t}file(e,t){let n=this.#t.get(e);if(n?.source.text===t)return n;let r={file:e,text:t},i={...ol({file:e,text:e.endsWith(`.json`)?Hc(t):t},this.#e),source:r};return this.#t.set(e,i),i}template(e,t){let n=this.#n.get(e);if(n?.source.text===t)return n.parts;let r={file:e,text:t},i=sl(r,this.#e);return this.#n.set(e,{source:r,parts:i}),i}};const xl=(e,t,n)=>({source:{file:e,text:t},body:{attributes:new Map,blocks:[]},fault:{file:e,start:0,end:0},excess:n});var Sl=class{#e;#t;#n=new Map;#r;units;#i=new Map;#a;#o=0;#s=0;templates=new Set;usedFiles=new Set;constructor(e,t){this.#e=e,this.#t=t;let n=[...e.files.keys()].sort();this.#r=n.filter(e=>vl(e)!==void 0&&!_l(e)),this.units=n.filter(e=>/(?:^|\/)terragrunt\.hcl$/.test(e));for(let e of n){if(!hl(e)&&!gl(e))continue;let t=ie(e),n=this.#n.get(t)??{code:[],variables:[]};this.#n.set(t,n),(hl(e)?n.code:n.variables).push(e)}}spend(e=1){return this.#s+=e,this.#s<=this.#c}get#c(){return Math.min(ml.most,ml.least+this.#o*ml.perCharacter)}get isCutShort(){return this.#s>this.#c||this.#d}grantObject(){this.#l++;let e=this.#l<=500+this.#o/20;return e||this.leaveOut(),e}#l=0;deeper(e){if(this.#u>=300){this.leaveOut();return}this.#u++;let t=e();return this.#u--,t}#u=0;leaveOut(){this.#d=!0}#d=!1;get folders(){return[...this.#n].filter(([,{code:e}])=>e.length>0).map(([e])=>e).sort()}textAt(e){return this.#e.text(e)}has(e){return this.#e.files.has(e)}hasNodesIn(e){return this.#a??=dl(this.#e.files.keys()),this.#a.get(e)?.some(e=>be(this.textAt(e)??``))}body(e){let[t]=this.has(e)?this.#f([e]):[];if(t&&!t.fault)return t.body}moduleAt(e){if(e!==void 0&&this.#n.get(e)?.code.length)return e}textsIn(e){return(this.#n.get(e)?.code??[]).map(e=>this.#e.text(e)??this.#e.excess?.(e)?.excerpt??``)}get readFiles(){return[...this.#i.values()]}filesIn(e){return this.#f(this.#n.get(e)?.code??[])}readableFilesIn(e){let t=this.filesIn(e);return t.some(({fault:e})=>e)?[]:t}#f(e){return e.flatMap(e=>this.#i.get(e)??this.#p(e)??[])}#p(e){let t=this.#e.text(e),n=this.#e.excess?.(e);if(t===void 0)return n&&xl(e,n.excerpt,n.of);if(t.length>2097152)return xl(e,ln(t),`file`);this.#o+=t.length;let r=this.#o>8388608?xl(e,ln(t),`side`):this.#t.file(e,t);return this.#i.set(e,r),r}variablesIn(e,t=[]){let n=this.#n.get(e)?.variables??[],r=[...n.filter(e=>!_l(e)),...n.filter(_l),...t];return this.#f(r).map(({body:e})=>e)}environmentVariables(e){let t=new Map;for(let n of this.#r){let r=ie(n),i=r===e&&!gl(n),a=(e===``||r.startsWith(`${e}/`))&&r!==e&&!this.#m(r,e);if(!i&&!a)continue;let o=vl(n);ce(t,o,n)}return t}#m(e,t){for(let n=e;n!==t&&n!==``;n=ie(n))if((this.#n.get(n)?.code.length??0)>0)return!0;return!1}localFolder(e,t){let n=e.body.attributes.get(`source`)?.value,[r]=n?.kind===`template`?n.parts:[];if(r?.kind!==`text`||!/^\.\.?(?:\/|$)/.test(r.text))return;let i=yl(`${t}/${r.text}`);if(i!==void 0&&this.#n.has(i))return i}hostFunction(e,t){let n=e=>this.#_(this.#h(e,t));switch(e){case`file`:return([e],t)=>this.#v(n(e),t);case`templatefile`:return([e,t],r)=>this.#y(n(e),t,r);case`fileset`:return([e,n],r)=>this.#b(e,n,{root:t,at:r});case`fileexists`:return([e],n)=>this.#g(this.#h(e,t),n);case`abspath`:case`pathexpand`:return([e],t)=>e??C(t);default:return Fc(e,{compile:this.#t.compile,spend:e=>this.spend(e)})}}#h(e,t){let n=e&&Tn(e);if(n!==void 0)return yl(n.startsWith(`/`)?n:`${t}/${n}`)}#g(e,t){return e===void 0?C(t):w(this.#e.files.has(e),t)}#_(e){let t=e===void 0?void 0:this.#e.text(e);if(e!==void 0&&this.usedFiles.add(e),!(e===void 0||t===void 0||t.length>2097152))return{file:e,text:t}}#v(e,t){if(!e)return C(t);let n={file:e.file,start:0,end:e.text.length};return{kind:`string`,pieces:[{text:e.text,at:n,form:`file`}],at:n}}#y(e,t,n){let r=e&&this.#t.template(e.file,e.text);if(!r)return C(n);this.templates.add(e.file);let i=t?.kind===`object`?[...t.entries].map(([e,{value:t}])=>[e,t]):[],a={names:new Map(i),resolve:(e,t)=>({value:C(t,e[0]),steps:1}),hostFunction:e=>Fc(e,{compile:this.#t.compile,spend:e=>this.spend(e)}),spend:e=>this.spend(e)};return va(r,{style:`file`,indent:0},{at:{file:e.file,start:0,end:e.text.length},scope:a})}#b(e,t,{root:n,at:r}){let i=this.#h(e,n),a=t&&Tn(t);if(i===void 0||a===void 0||a.length>200)return C(r);let o=this.#t.compile?.(Cl(yl(a)??a)),s=i===``?``:`${i}/`,c=[...this.#e.files.keys()].filter(e=>e.startsWith(s)).map(e=>e.slice(s.length)),l=o&&c.reduce((e,t)=>e+Mc(o,t.length),0);return!o||!this.spend(l)?C(r):{kind:`list`,items:c.filter(e=>o.matches(e,1).length>0).sort().map(e=>Sn(e,r)),at:r}}};function Cl(e){let t={"**/":`(?:[^/]+/)*`,"**":`.*`,"*":`[^/]*`,"?":`[^/]`,"{":`(?:`,"}":`)`,",":`|`},n=e.split(`{`).length===e.split(`}`).length;return`^(?:${e.replace(/\*\*\/|\*\*|[*?{},]|[!-.:-@[-^`|~]/g,e=>/[{},]/.test(e)&&!n?`\\${e}`:t[e]??`\\${e}`)})$`}const wl=/karpenter|node_?class|nodepool/i,Tl=/\bterraform-aws-modules\//;function El({at:e,names:t,given:n}){let r=`module`;if(t.some(e=>Tl.test(e)))return;if(t.some(e=>wl.test(e)))return{what:r,at:e,said:JSON.stringify([t,wn(Yn(n))])};let i=[...n.entries].filter(([e])=>wl.test(e));if(i.length!==0)return{what:r,at:e,said:wn(Yn(On(i,e)))}}const Dl=[`chart`,`version`,`repository`,`values`,`set`,`set_list`,`set_sensitive`];function Ol(e,t,n){let r=Tn(Mn(t,`chart`))??``,i=r.startsWith(`/`)?r.slice(1):`${ie(n.file)}/${r}`,a=/^\.{0,2}\//.test(r)?yl(i):void 0;return{what:`chart`,at:n,name:e,said:jl(t,Dl),charts:[{chart:r,folder:a}]}}const kl=[`source`,`sources`,`generators`,`template`,`templatePatch`,`chart`,`chartRef`,`values`,`valuesFrom`];function Al(e){let t=Mn(e,`spec`),n=u(Tn(Mn(e,`apiVersion`))??``);if(t?.kind!==`object`||n!==`argoproj.io`&&n!==`helm.toolkit.fluxcd.io`)return;let r=(e,...t)=>Tn(Mn(e,...t)),i=[t,Mn(t,`template`,`spec`)].flatMap(e=>{let t=Mn(e,`sources`);return[Mn(e,`source`),...t?.kind===`list`?t.items:[]]}).flatMap(e=>{let t=e&&r(e,`chart`);if(t!==void 0)return[{chart:t}];let n=e&&r(e,`path`);return n===void 0?[]:[{chart:n,folder:yl(n)}]}),a=r(t,`chart`,`spec`,`chart`)??r(t,`chartRef`,`name`);return{what:`chart`,at:e.at,name:r(e,`metadata`,`name`)??``,said:jl(t,kl),charts:a===void 0?i:[{chart:a,folder:yl(a)}]}}const jl=(e,t)=>wn(Yn(On([...e.entries].filter(([e])=>t.includes(e)),e.at))),Ml=({name:e,charts:t,said:n},r)=>t.some(({chart:t,folder:i})=>(i===void 0?void 0:r(i))??ge(t,{names:[e],values:[n]})),Nl=new Set([`count`,`for_each`,`provider`,`providers`,`depends_on`,`lifecycle`,`provisioner`]);function Pl({block:e,scope:t}){let n=zi(Fl(e.body,t,e.head),t);return n.kind===`object`?n:On([],e.head,!0)}function Fl(e,t,n){let r=new Map;for(let[n,{value:i,nameAt:a}]of e.attributes)Nl.has(n)||r.set(n,{value:E(i,t),key:{text:n,at:a,form:`key`}});for(let n of e.blocks){let e=n.type===`dynamic`?n.labels[0]??``:n.type;if(Nl.has(e))continue;let i=n.type===`dynamic`?Il(n,t):[Fl(n.body,t,n.head)],a=r.get(e)?.value,o=a?.kind===`list`?a.items:[],s={text:e,at:n.head,form:`made`};r.set(e,{value:{kind:`list`,items:[...o,...i],at:n.head},key:s})}return On(r,n)}function Il({body:e,labels:t,head:n},r){let i=e.attributes.get(`for_each`)?.value,a=e.blocks.find(({type:e})=>e===`content`),o=i&&Vi(E(i,r),r);return!o||!a?[C(n)]:o.map(({key:e,value:i})=>{let o=On([[`key`,{value:e}],[`value`,{value:i}]],i.at);return Fl(a.body,Ui(r,[t[0]??``],{key:e,value:o}),n)})}function Ll(e,{name:t,at:n,spec:r}){let i=e=>({value:Sn(e,n)});return On([[`apiVersion`,i(`terraform/v1`)],[`kind`,i(e)],[`metadata`,{value:On([[`name`,i(t)]],n)}],[`spec`,{value:r}]],n)}const Rl=e=>t=>[{name:t.address,text:e(t)}],zl=e=>t=>{let n=e(t);return n?[{name:t.address,text:n}]:[]},Bl=e=>Vl(e.block.labels[0]??e.block.type)(e),Vl=e=>t=>{let{block:n,address:r}=t,i=n.labels.at(-1)??``,a=Hl(Pl(t),n);return[{name:r,text:Yn(Ll(e,{name:i,at:n.head,spec:a}))}]};function Hl(e,{body:t}){let n=Wl(t),r=Gl(n).map(e=>[e,{value:C(n.at,`ignored.${e}`)}]);return r.length===0?e:On([...e.entries,...r],e.at,e.isPartial)}const Ul=({body:e})=>Gl(Wl(e)),Wl=e=>e.blocks.find(({type:e})=>e===`lifecycle`)?.body.attributes.get(`ignore_changes`)?.value,Gl=e=>e?.kind===`tuple`?e.items.flatMap(e=>Kl(e)??[]):[];function Kl(e){if(e.kind===`index`||e.kind===`attribute`)return Kl(e.of);if(e.kind===`variable`)return e.name}const ql=`unread_module`,Jl=e=>/^apiVersion: "terraform\/v1"\nkind: "unread_module"\n/.test(e);function Yl(e){let{block:t,scope:n,address:r}=e,i=t.body.attributes.get(`source`),a=i&&E(i.value,n),o=On(a?[[`source`,{value:a}]]:[],t.head),s=[t.labels[0]??``,a?.kind===`string`?wn(a):``];return{name:r,unread:El({at:t.head,names:s,given:Pl(e)}),text:Yn(Ll(ql,{name:t.labels[0]??``,at:t.head,spec:o}))}}const Xl=e=>{let{block:t,address:n}=e,r=Pl(e);return[{name:n,text:Yn(Ll(`module`,{name:t.labels[0]??``,at:t.head,spec:On(r.entries,r.at)}))}]},Zl=(e,t)=>[...e.ofKind(ql).filter(t).map(({name:e})=>`\`module.${e}\` is not in this repository`),...e.unreadFiles.map(e=>`\`${e}\` could not be read`)],Ql=({kind:e,apiVersion:t})=>e===`NodeClass`&&u(t)===`eks.amazonaws.com`||/^(?:EC2NodeClass|AWSNodeTemplate|Provisioner)$/.test(e)&&/^karpenter\./.test(u(t));function $l(e,t){if(e.kind===`EC2NodeClass`||e.kind===`NodeClass`){let n=[`spec`,`${t}SelectorTerms`];return d(e.get(n)).map((e,t)=>eu(e,[...n,t]))}let n=[...e.kind===`Provisioner`?[`spec`,`provider`]:[`spec`],`${t}Selector`],r=m(e.get(n));if(!r)return[];let i=([e])=>!/^aws(::|-)ids$/.test(e),a=Object.entries(r);return[{path:n,tags:tu(a.filter(i),n),hasOther:!a.every(i)}]}function eu(e,t){let{tags:n,...r}=m(e)??{};return{path:t,tags:tu(Object.entries(m(n)??{}),[...t,`tags`]),hasOther:Object.keys(r).some(e=>e===`id`||e===`name`)}}const tu=(e,t)=>e.map(([e,n])=>{let r=_(n)??``,i=r!==``&&!r.includes(`*`)&&!h(r)&&!h(e);return{path:[...t,e],key:e,value:r,isKnown:i}}),nu=[`karpenter.sh/discovery`,`KubernetesCluster`,`alpha.eksctl.io/cluster-name`,`aws:eks:cluster-name`,`eks:cluster-name`],ru=`kubernetes.io/cluster/`;function iu(e,t){if(nu.includes(e))return t;if(e.startsWith(ru))return e.slice(22)}const au=`Name`,ou=[/^eksctl-([\w-]+)-(?:cluster|nodegroup-[\w-]+)\//,/^eks-cluster-sg-([\w-]+)-\d{6,12}$/],su=e=>e.tags.flatMap(e=>{let t=e.key===`Name`&&ou.map(t=>t.exec(e.value)?.[1]).find(Boolean);if(t)return[{scheme:au,cluster:t,tag:{...e,isKnown:!0}}];let n=iu(e.key,e.value);return n===void 0?[]:[{scheme:e.key.startsWith(ru)?`${ru}…`:e.key,cluster:n,tag:e}]}),cu=[[`karpenter`,/terraform-aws-modules\/(?:terraform-aws-)?eks\b.*\/\/modules\/karpenter\b/],[`aws-auth`,/terraform-aws-modules\/(?:terraform-aws-)?eks\b.*\/\/modules\/aws-auth\b/],[`eks`,/terraform-aws-modules\/(?:terraform-aws-)?eks(?:\/aws|\.git)?(?:\?.*)?$/],[`eks-pod-identity`,/terraform-aws-modules\/(?:terraform-aws-)?eks-pod-identity(?:\/aws|\.git)?(?:\?.*)?$/],[`vpc`,/terraform-aws-modules\/(?:terraform-aws-)?vpc(?:\/aws|\.git)?(?:\?.*)?$/]],lu=e=>cu.find(([,t])=>t.test(e))?.[0],R=e=>{if(e.kind===`module`)return lu(_(e.get([`spec`,`source`]))??``)},uu={aws_eks_cluster:[`name`],aws_eks_addon:[`cluster_name`],aws_eks_access_entry:[`cluster_name`],aws_eks_access_policy_association:[`cluster_name`],aws_eks_pod_identity_association:[`cluster_name`]},du={eks:[`cluster_name`,`name`],"aws-auth":[],"eks-pod-identity":[],karpenter:[`cluster_name`],vpc:[]};function fu(e){let t=[...gu(e),...vu(e)].filter(({name:e})=>!pu.test(e)&&!h(e)),n=mu(e);if(t.length>0||n)return{names:t,...n&&{createsCluster:n}}}const pu=/^(?:|true|false|yes|no|enabled|owned|shared|\d+)$/i,mu=e=>e.kind===`aws_eks_cluster`||R(e)===`eks`||hu(e),hu=({kind:e,apiVersion:t})=>e===`ClusterConfig`&&u(t)===`eksctl.io`||e===`Cluster`&&u(t)===`kops.k8s.io`;function gu(e){let t=Ls(e);return[..._u(e),...t.flatMap(e=>Hs(e,`clusterName`))].flatMap(t=>{let n=_(e.get(t));return n===void 0?[]:[{name:n,isDefined:!0}]})}function _u(e){let{kind:t}=e;if(hu(e))return[[`metadata`,`name`]];if(t===`InstanceGroup`)return[[`metadata`,`labels`,`kops.k8s.io/cluster`]];let n=R(e);return(n?du[n]:Ne(uu,t)??[]).map(e=>[`spec`,e])}function vu(e){return[...Ql(e)?[`subnet`,`securityGroup`].flatMap(t=>$l(e,t).flatMap(e=>su(e).flatMap(({cluster:e})=>/[*,]/.test(e)?[]:[e]))):[],...yu(e)].map(e=>({name:e,isDefined:!1}))}function yu(e){if(e.apiVersion!==`terraform/v1`)return[];let t=m(e.get([`spec`]))??{};return Object.entries(t).flatMap(([e,t])=>/(?:^|_)tags$/.test(e)?Object.entries(m(t)??{}).flatMap(([e,t])=>iu(e,_(t))??[]):[])}const bu=e=>e.ofKind(`aws_sqs_queue`,`module`).flatMap(t=>xu(t,e));function xu(e,t){let n=(...t)=>({manifest:e,path:t,name:I(e,t)});if(e.kind===`aws_sqs_queue`){let t=n(`spec`,`name`);return/karpenter/i.test(`${e.name} ${t.name??``}`)?[t]:[]}if(R(e)!==`karpenter`||e.get([`spec`,`enable_spot_termination`])===!1)return[];if(e.get([`spec`,`queue_name`])!==void 0)return[n(`spec`,`queue_name`)];let r=[`spec`,`cluster_name`],i=Su(e,r,t);return[{manifest:e,path:r,name:i&&`Karpenter-${i}`}]}function Su(e,t,n){let r=I(e,t),[,i,a]=/^(?:module\.([\w-]+)\.cluster_(?:name|id)|aws_eks_cluster\.([\w-]+)\.(?:name|id))$/.exec(Xs(e,t)??``)??[];if(r!==void 0||(i??a)===void 0)return r;let o=n.ofKind(i===void 0?`aws_eks_cluster`:`module`).filter(e=>e.name===(i??a)&&(i===void 0||R(e)===`eks`)),[s]=o,c=s&&_u(s).find(e=>s.get(e)!==void 0);if(o.length===1&&s&&c)return I(s,c)}const Cu=({manifests:e})=>e.flatMap(Ls).some(e=>Ws(e,`interruptionQueue`).some(t=>Ks(e.manifest,t)&&_(e.manifest.get(t)))),wu=new WeakMap;function Tu(e){let t=wu.get(e);if(t)return t;let n=Du(e),r=[...Pu(e),...e.manifests.flatMap(t=>Iu(t,e,`role`)??[])],i=[...e.ofKind(`aws_iam_instance_profile`).map(Nu),...e.manifests.flatMap(t=>Iu(t,e,`profile`)??[])],a={roles:hs(r,n),profiles:hs(i,n)};return wu.set(e,a),a}const Eu=/\bterraform-aws-modules\/(?:terraform-aws-)?(?!iam\b|eks\b)[\w-]+|\b(?:vpc|subnets?|s3|ecr|kms|acm|route53|argocd|helm|label|rds|dynamodb|security-group)\b/,Du=e=>Zl(e,e=>!Eu.test(_(e.get([`spec`,`source`]))??``)),Ou=({source:e},t)=>`${e.origin?.root??e.file}: ${t}`;function ku(e,t,n){let{name:r,prefix:i}=n,a=r??(i===void 0?n.pattern??n.written:`${i}*`),o=i===void 0?n.pattern?.replaceAll(/\$\{[^}]{0,200}\}/g,`*`):`${i}?*`;return{manifest:e,path:t,tool:`Terraform`,address:Ou(e,`${e.kind}.${e.name}`),...r!==void 0&&{name:r},...i!==void 0&&{prefix:i},...a!==void 0&&{written:a},canBeNamed:e=>r===void 0?Zs(o??`*`,e):r===e}}const Au=/^(?:module\.([\w-]+)\.(node_iam_role_name|instance_profile_name)|(aws_iam_role|aws_iam_instance_profile)\.([\w-]+)\.name)$/;function ju(e,t,n){let[,r,i,a,o]=Au.exec(e)??[],s=n.ofKind(a??`module`).filter(({name:e,source:n})=>e===(r??o)&&n.origin?.root===t),[c]=s;if(!(c===void 0||s.length>1)){if(a!==void 0)return Nu(c);if(R(c)===`karpenter`)return Hu(c,n,i===`node_iam_role_name`?`role`:`profile`)}}const Mu=e=>[`spec`,e];function Nu(e){let[t,n]=[Mu(`name`),Mu(`name_prefix`)],r=_(e.get(t));if(r!==void 0)return ku(e,t,{name:I(e,t),pattern:r});let i=_(e.get(n));return i===void 0?ku(e,[`metadata`,`name`],{prefix:`terraform-`}):ku(e,n,h(i)?{pattern:`${i}*`}:{prefix:i})}function Pu(e){let t=e.ofKind(`aws_iam_role`),n=new Map(e.manifests.map(e=>[e.source.file,e]));return t.flatMap(e=>{let{statements:t}=Tc(e,n);return t?.every(({principals:e})=>![...e.values()].flat().some(Fu))?[]:[Nu(e)]})}const Fu=e=>/^(?:ec2\.|\*$)/.test(e)||h(e);function Iu(e,t,n){if(R(e)===`karpenter`)return Hu(e,t,n);let r=u(e.apiVersion),i=[`metadata`,`name`],a=I(e,i);if(e.kind===`ClusterConfig`&&r===`eksctl.io`&&e.get([`karpenter`])!==void 0)return{...ku(e,i,Lu(n===`role`?`eksctl-KarpenterNodeRole-`:`eksctl-KarpenterNodeInstanceProfile-`,a)),tool:`eksctl`};if(e.kind===`Cluster`&&r===`kops.k8s.io`)return{...ku(e,i,Lu(`nodes.`,a)),tool:`kOps`}}const Lu=(e,t)=>t===void 0?{pattern:`${e}*`}:{name:`${e}${t}`},Ru={new:{creates:`create_node_iam_role`,arn:`node_iam_role_arn`,name:`node_iam_role_name`,usesPrefix:`node_iam_role_use_name_prefix`},old:{creates:`create_iam_role`,arn:`iam_role_arn`,name:`iam_role_name`,usesPrefix:`iam_role_use_name_prefix`}};function zu(e){let t=I(e,Mu(`version`))??_(e.get(Mu(`source`)))??``,n=/(?:^\s{0,5}(?:~>\s{0,5}(?=\d+\.)|=\s{0,5})?|ref=v?)(\d+)/.exec(t)?.[1];if(n!==void 0)return Number(n)}const Bu=e=>(zu(e)??20)<20?Ru.old:Ru.new;function Vu(e,t,n){let r=e.get(Mu(t));if(r==null)return n;if(typeof r==`boolean`)return r}function Hu(e,t,n){let r=Bu(e),i=r===Ru.old,a=n===`role`?Vu(e,r.creates,!0):Wu(e,i);if(a===!1||Vu(e,`create`,!0)===!1)return;let o=Vu(e,r.usesPrefix,!0),s=Mu(r.name),c=e.get(s)!==void 0&&e.get(s)!==null,l=c?s:Mu(`cluster_name`),u=c?I(e,s):Uu(e,t),d=zu(e)===void 0&&!c&&e.get(Mu(`iam_role_name`))!==void 0;if(o===void 0||a!==!0||d)return ku(e,l,{});if(u===void 0){let t=_(e.get(l));if(t===void 0)return ku(e,l,{});let n=c?t:`Karpenter-${t}`;return ku(e,l,{written:o?`${n}-*`:n})}return ku(e,l,o?{prefix:`${u}-`}:{name:u})}function Uu(e,t){let n=Su(e,Mu(`cluster_name`),t);if(n!==void 0)return`Karpenter-${n}`}const Wu=(e,t)=>Vu(e,`create_instance_profile`,t),Gu=/^\$\{(aws_iam_(?:role|instance_profile)\.[\w-]+)\.(?:name|arn|id)\}$/,Ku=/^\$\{(module\.[\w-]+)\.(?:node_iam_role_(?:name|arn)|role_(?:name|arn)|instance_profile_(?:name|arn|id))\}$/,qu=(e,t,n)=>Ju(_(e.get(t)),{manifest:e,cluster:n});function Ju(e,{manifest:t,cluster:n}){let r=/:(?:role|instance-profile)\/(?:.{0,600}\/)?([^/]{1,200})$/.exec(e??``)?.[1]??e;if(r===void 0)return;let i=P(Tu(n).roles),a=(Gu.exec(r)??Ku.exec(r))?.[1];if(a!==void 0){let e=Ou(t,a);return{address:e,...Yu(i.filter(t=>t.address===e))}}if(h(r)||/[:/]/.test(r))return;let o=i.filter(({name:e})=>e===r);return{name:r,...o.length===1&&{address:o[0].address}}}const Yu=([e,...t])=>e?.name!==void 0&&t.length===0?{name:e.name}:{};function Xu(e,t){if(e.name!==void 0&&t.name!==void 0)return e.name===t.name;if(e.address!==void 0&&t.address!==void 0)return e.address===t.address}function Zu(e,t){let n=[`spec`,`role`];if(e.get(n)!==void 0)return qu(e,n,t);let r=qu(e,[`spec`,`instanceProfile`],t),[i,...a]=P(Tu(t).profiles).filter(({name:e,address:t})=>r?.name===void 0?t===r?.address:e===r.name);if(i?.manifest.kind===`aws_iam_instance_profile`&&a.length===0)return qu(i.manifest,n,t)}const Qu=new WeakMap;function $u(e){let t=Qu.get(e)??ed(e);return Qu.set(e,t),t}function ed(e){let t=nd(e).flatMap(({grants:e})=>e);return hs(t.filter(e=>e!==cd),[...Du(e),...td(e)])}const td=e=>nd(e).filter(({grants:e})=>e.includes(cd)).map(({manifest:{kind:e,name:t}})=>`\`${e}/${t}\` may let other roles join`);function nd(e){let t=!Ed(e);return e.manifests.map(n=>({manifest:n,grants:ld({manifest:n,cluster:e,readsAwsAuth:t})}))}function rd(e,t){let{names:n,addresses:r,unnamed:i,unaddressed:a}=ad(P(t)),{name:o,address:s}=e;if(o!==void 0&&n.has(o)||s!==void 0&&(o===void 0?r:i).has(s))return!0;if(!((o===void 0?a:s===void 0&&i.size>0)||!N(t)))return!1}const id=new WeakMap;function ad(e){let t=e.map(({role:e})=>e),n=id.get(e)??{names:new Set(t.flatMap(({name:e})=>e??[])),addresses:new Set(t.flatMap(({address:e})=>e??[])),unnamed:new Set(t.flatMap(({name:e,address:t})=>e===void 0?t??[]:[])),unaddressed:t.some(({address:e})=>e===void 0)};return id.set(e,n),n}function od({all:e,clusterOf:t}){let n=sd.get(e);if(n)return n;let r=[...new Set(e.manifests.map(t))],i=hs([...new Set(r.flatMap(e=>[...ad(P($u(e))).names]))],r.flatMap(td));return sd.set(e,i),i}const sd=new WeakMap,cd=`unknown`;function ld(e){let{manifest:t}=e,n=u(t.apiVersion);switch(t.kind){case`aws_eks_access_entry`:return dd(e,[`spec`],`principal_arn`);case`AccessEntry`:return n===`eks.services.k8s.aws`?dd(e,[`spec`],`principalARN`):[];case`ManagedNodeGroup`:return n===`terraform`?fd(e,[`spec`,`nodeRole`]):[];case`ConfigMap`:return t.name===`aws-auth`?md(e,[`data`,`mapRoles`]):[];case`kubernetes_config_map`:return gd(e);case`ClusterConfig`:return n===`eksctl.io`?_d(e):[];case`Cluster`:return n===`kops.k8s.io`?[cd]:[];case`module`:return bd(e);default:return[]}}const ud=e=>e!=null&&![`STANDARD`,`FARGATE_LINUX`].includes(_(e)??``);function dd({manifest:e,cluster:t},n,r){let i=[...n,r],a=qu(e,i,t),o=ud(e.get([...n,`type`]));return a?[{manifest:e,path:i,role:a,by:o?`entry`:`otherEntry`,isInAwsAuth:!1}]:o?[cd]:[]}function fd({manifest:e,cluster:t},n){if(e.get(n)===void 0)return[];let r=qu(e,n,t);return[r?{manifest:e,path:n,role:r,by:`nodeGroup`,isInAwsAuth:!1}:cd]}function pd(e){if(Array.isArray(e))return e;let t=_(e),n=/^\s*\$\{[^}]*\}\s*$|\{%|\{\{(?!\s*(?:EC2PrivateDNSName|SessionName|AccountID))/.test(t??``);if(!(t===void 0||t.length>1048576||n))try{let e=(0,lt.parse)(t,{maxAliasCount:10});return e===null?[]:Array.isArray(e)?e:void 0}catch{return}}function md({manifest:e,cluster:t,readsAwsAuth:n},r){if(!n)return[];if(e.isPartial)return[cd];let i=e.get(r);if(i===void 0)return[];let a=pd(i);return a?a.flatMap(n=>{let{rolearn:i,username:a}=m(n)??{},o=Ju(_(i),{manifest:e,cluster:t});return o?[{manifest:e,path:r,role:o,by:hd(a)?`entry`:`otherEntry`,isInAwsAuth:!0}]:typeof a==`string`&&!h(a)&&!hd(a)?[]:[cd]}):[cd]}const hd=e=>typeof e==`string`&&e.startsWith(`system:node:`);function gd(e){let{manifest:t,readsAwsAuth:n}=e,r=t.get([`spec`,`data`]);return!n||r===void 0||typeof r==`string`&&r.startsWith("${ignored.")?[]:m(r)?md(e,[`spec`,`data`,`mapRoles`]):[cd]}function _d(e){let{manifest:t}=e,n=(...e)=>d(t.get(e)).map((t,n)=>[...e,n]),r=_(t.get([`metadata`,`name`]));return[...n(`accessConfig`,`accessEntries`).flatMap(t=>dd(e,t,`principalARN`)),...n(`iamIdentityMappings`).flatMap(t=>vd(e,t)),...[...n(`managedNodeGroups`),...n(`nodeGroups`)].flatMap(t=>[`instanceRoleARN`,`instanceRoleName`,`instanceProfileARN`].flatMap(n=>fd(e,[...t,`iam`,n]))),...t.get([`karpenter`])===void 0||r===void 0?[]:[yd({name:`eksctl-KarpenterNodeRole-${r}`},t,[`karpenter`])]]}function vd({manifest:e,cluster:t,readsAwsAuth:n},r){if(!n)return[];let i=[...r,`arn`],a=qu(e,i,t),o=hd(e.get([...r,`username`]))?`entry`:`otherEntry`;return[a?{manifest:e,path:i,role:a,by:o,isInAwsAuth:!0}:cd]}const yd=(e,t,n)=>({manifest:t,path:n,role:e,by:`entry`,isInAwsAuth:!1});function bd(e){let t=R(e.manifest);return t===`karpenter`?Sd(e):t===`eks`?wd(e):t===`aws-auth`?xd(e):[]}function xd(e){let t=(t,n)=>Vu(e.manifest,t,n)!==!1;return!(t(`create_aws_auth_configmap`,!1)||t(`manage_aws_auth_configmap`,!1))||!t(`create`,!0)?[]:md(e,[`spec`,`aws_auth_roles`])}function Sd(e){let{manifest:t,cluster:n}=e;if(Vu(t,`create`,!0)===!1||Vu(t,`create_access_entry`,!((zu(t)??20)<20))===!1)return[];let r=Bu(t);if(Vu(t,r.creates,!0)===!1){let e=[`spec`,r.arn],i=qu(t,e,n);return[i?yd(i,t,e):cd]}let i=Ou(t,`module.${t.name}`),a=t.get([`spec`,`create_access_entry`])===void 0?[`metadata`,`name`]:[`spec`,`create_access_entry`];return[yd({address:i},t,a)]}const Cd=[`aws_auth_roles`,`map_roles`];function wd(e){let{manifest:t}=e,n=t.get([`spec`,`access_entries`]);return[...n!=null&&!m(n)?[cd]:[],...Object.keys(m(n)??{}).flatMap(t=>h(t)?[cd]:dd(e,[`spec`,`access_entries`,t],`principal_arn`)),...Cd.flatMap(t=>md(e,[`spec`,t])),...[`node_groups`,`node_groups_defaults`,`worker_groups`,`worker_groups_launch_template`].filter(e=>t.get([`spec`,e])!==void 0).map(()=>cd),...[`eks_managed_node_groups`,`self_managed_node_groups`].flatMap(t=>Td(e,t))]}function Td(e,t){let{manifest:n}=e,r=[`spec`,t],i=n.get(r);if(i==null)return[];let a=m(i),o=fd(e,[`spec`,`${t.replace(/s$/,``)}_defaults`,`iam_role_arn`]);return a?[...o,...Object.entries(a).flatMap(([t,n])=>m(n)?fd(e,[...r,t,`iam_role_arn`]):[cd])]:[cd]}const Ed=e=>Dd(e)!==void 0;function Dd({manifests:e}){let t=e.flatMap(e=>Od(e)??[]);if(t.every(({manifest:e,path:t})=>e.get(t)===`API`))return t[0]}function Od(e){let t=[`spec`,`authentication_mode`];switch(e.kind){case`aws_eks_cluster`:return{manifest:e,path:[`spec`,`access_config`,0,`authentication_mode`]};case`ClusterConfig`:return u(e.apiVersion)===`eksctl.io`?{manifest:e,path:[`accessConfig`,`authenticationMode`]}:void 0;case`module`:case ql:return R(e)===`eks`||e.get(t)!==void 0?{manifest:e,path:t}:void 0;default:return}}const kd=e=>{let t=_(e);return t!==void 0&&!h(t)};function Ad(e,t){let n=t.every((n,r)=>{let i=e.get(t.slice(0,r+1));return typeof i!=`string`||!h(i)}),r=e.get(t);return{path:t,value:r,isKnown:n&&!(r===void 0&&e.isPartial)}}const jd=e=>e.kind===`NodePool`?[`spec`,`template`,`spec`]:[`spec`];function z(e){let t=Md.get(e);if(t)return t;let n=[...jd(e),`requirements`],r=d(e.get(n)).map((t,r)=>Nd(e,[...n,r]));return Md.set(e,r),r}const Md=new WeakMap;function Nd(e,t){let[n,r,i]=[`key`,`operator`,`values`].map(n=>e.get([...t,n])),a=d(i).map((e,n)=>({path:[...t,`values`,n],text:_(e)??``,isKnown:kd(e)})),o=kd(n)&&kd(r)&&a.every(e=>e.isKnown)&&(i==null||Array.isArray(i));return{path:t,key:_(n)??``,operator:_(r)??``,values:a,isKnown:o}}const Pd=e=>e.kind===`NodePool`?[`spec`,`template`,`metadata`,`labels`]:[`spec`,`labels`],Fd=e=>e.isPartial||[Pd(e),[...jd(e),`requirements`]].some(t=>h(e.get(t)));function Id(e){let t=Pd(e);return Object.entries(m(e.get(t))??{}).map(([e,n])=>{let r=[...t,e],i=kd(n)&&!h(e);return{path:r,key:e,operator:`In`,values:[{path:r,text:_(n)??``,isKnown:i}],isKnown:i}})}const Ld=e=>Ad(e,e.kind===`Provisioner`?[`spec`,`limits`,`resources`]:[`spec`,`limits`]);function Rd(e){let{group:t,kind:n}=zd(e);if(!(h(t)||h(n)))return{group:t,kind:n}}function zd(e){let t=t=>_(e.get([...Bd(e),t]));return{group:t(`group`)??t(`apiVersion`)?.split(`/`)[0],kind:t(`kind`)}}const Bd=e=>e.kind===`Provisioner`?[`spec`,`providerRef`]:[`spec`,`template`,`spec`,`nodeClassRef`];function Vd(e){let t=Bd(e),n=e.get([...t,`name`]),r=Rd(e);if(r&&typeof n==`string`&&!h(n))return{path:t,...r,name:n}}function Hd(e){let t=[...z(e),...Id(e)];return e.kind===`Provisioner`?[...t,...Ud(t)]:t}function Ud(e){let t=new Set(e.map(e=>y(e.key))),n=[b.instanceType,b.instanceFamily,b.instanceCategory,b.instanceGeneration],r=[],i=(e,t,n)=>{let i=[`spec`];r.push({path:i,key:e,operator:t,values:n.map(e=>({path:i,text:e,isKnown:!0})),isKnown:!0})};return t.has(b.os)||i(b.os,`In`,[`linux`]),t.has(b.arch)||i(b.arch,`In`,[`amd64`]),t.has(b.capacityType)||i(b.capacityType,`In`,[`on-demand`]),n.some(e=>t.has(e))||(i(b.instanceCategory,`In`,[`c`,`m`,`r`]),i(b.instanceGeneration,`Gt`,[`2`])),r}const Wd=new Set([b.instanceType,b.instanceFamily,b.instanceSize]),Gd=e=>Hd(e).find(({key:e})=>Wd.has(y(e)))?.path??[`spec`],Kd=e=>Number(e.get([`spec`,`weight`])??0),qd=new WeakMap;function B(e){let t=qd.get(e);if(t)return t;let n=e.manifests.filter(Jd);return qd.set(e,n),n}const Jd=({kind:e,apiVersion:t})=>e===`NodePool`&&u(t)===`karpenter.sh`,Yd=e=>{let t=[`spec`,`amiSelectorTerms`];return d(e.get(t)).flatMap((e,n)=>{let r=m(e);return r?[{path:[...t,n],term:r}]:[]})},Xd=[`AL2`,`AL2023`,`Bottlerocket`,`Windows2019`,`Windows2022`,`Windows2025`,`Custom`,`Ubuntu`];function Zd(e){let t=_(e.get([`spec`,`amiFamily`]));if(t!==void 0)return Xd.includes(t)?t:void 0;let[n]=Yd(e).flatMap(({term:e})=>_(e.alias)??[]),r=n?.split(`@`)[0];return Xd.find(e=>e.toLowerCase()===r)}function Qd(e){let t=e.get([`spec`,`userData`]);if(typeof t==`string`&&!e.isPartial&&!h(t))return t}const $d=({kind:e,apiVersion:t})=>e===`EC2NodeClass`&&u(t)===`karpenter.k8s.aws`,ef=new WeakMap;function tf(e){let t=ef.get(e);if(t)return t;let n=e.manifests.filter($d),r={classes:n,poolsByClass:rf(B(e),nf),classesByName:rf(n,({name:e})=>e)};return ef.set(e,r),r}function nf(e){let{group:t=`karpenter.k8s.aws`,name:n}=Vd(e)??{};if(t===`karpenter.k8s.aws`)return n}function rf(e,t){let n=new Map;for(let r of e){let e=t(r);if(e===void 0)continue;let i=n.get(e);i?i.push(r):n.set(e,[r])}return n}const af=e=>tf(e).classes,of=e=>e.manifests.filter(({kind:e,apiVersion:t})=>e===`NodeClass`&&u(t)===`eks.amazonaws.com`),sf=(e,t)=>tf(e).poolsByClass.get(t.name)??[];function cf(e,t){let n=B(e).filter(e=>Vd(e)===void 0&&e.kind===`NodePool`),r=e.files.filter(({isBroken:e})=>e);return hs(sf(e,t),[...n.map(({name:e})=>`the node class of NodePool \`${e}\` is unknown`),...r.map(({source:e})=>`\`${e.file}\` could not be read`)])}function lf(e,t){let n=tf(e).classesByName.get(nf(t)??``)??[];if(n.length===1)return n[0]}const uf=(e,t)=>e.source.origin!==void 0&&e.source.origin.root===t.source.origin?.root;function V(e,t,{relation:n}){if(uf(e,t))return``;let r=n(e,t);return r===void 0?``:`. It is related to \`${e.name||e.kind}\` because ${r}`}const df=(e,{head:t})=>t.manifests.some(t=>uf(t,e)),ff=e=>({file:(e.source.origin?.trace(0,0).span??e.span([])).file,start:0,end:0});function pf(e){let t=af(e.head.all),n=mf(e),r=new Set(n.map(({source:e})=>e.file));return[...n.map(t=>gf(t,e)),...t.flatMap(t=>_f(t,r,e))]}function mf({base:e,head:t}){let n=e=>R(e)===`karpenter`;return t.manifests.some(n)?[]:e.manifests.filter(t=>n(t)&&!e.clusterOf(t).isExample)}const hf=({source:e})=>ka(e.file)[1];function gf(e,t){let n=me(hf(e)),r=`the roles of Karpenter and of its nodes, and the interruption queue`;return{code:`terraform/removes-access`,severity:`warning`,message:df(e,t)?`Terraform destroys what ${n} created: ${r}. Without them, Karpenter cannot launch nodes`:`The change removes ${n}, which created ${r}. If they are destroyed, Karpenter cannot launch nodes`,span:ff(e),labels:[],resource:null,help:`Create the roles elsewhere first, or uninstall Karpenter and its NodePools before.`,isChanged:!0}}function _f(e,t,n){let{base:r,head:i}=n,[a,...o]=af(r.all).filter(({name:t})=>t===e.name);if(a===void 0||o.length>0||e.isPartial)return[];let[s,c]=[r.clusterOf(a),i.clusterOf(e)],[l,u]=[Zu(a,s),Zu(e,c)];if(!l||!u||Xu(l,u)!==!0)return[];let d=rd(u,$u(c)),f=P($u(s)).filter(e=>Xu(e.role,l)===!0),p=new Set(i.manifests.map(({source:e})=>e.file)),m=({isInAwsAuth:e})=>e&&Ed(c),ee=({source:e})=>!p.has(e.file)&&!t.has(e.file),h=f.filter(e=>m(e)||ee(e.manifest)),g=d===!1&&f.every(e=>m(e)||df(e.manifest,n));return d===!0||g||h.length===0||h.length<f.length?[]:[bf(e,h.some(m)?vf:yf(h))]}const vf="with the authentication mode `API`, EKS ignores `aws-auth`, which lists their role",yf=e=>`the change removes ${se(e.map(({manifest:e})=>me(hf(e))))}`,bf=(e,t)=>({code:`terraform/removes-access`,severity:`warning`,message:`New nodes of ${me(e.name)} may be unable to join the cluster: ${t}, and these files have nothing else that lets them`,span:e.span([`spec`,`role`]),labels:[],resource:e.ref,help:"Create an access entry of type `EC2_LINUX` for this role in the same change.",isChanged:!0});function xf(e,t){let n=new Map(e.ofKind(`IamPolicy`).map(e=>[e.source.file,e])),r=({manifest:e,policy:t})=>{let r=Tf(t);if(r!==void 0)return n.get(wf(e,r))},i=Of(e),a=i.flatMap(e=>{let n=r(e);return n&&t(n)&&e.role?[e.role]:[]}),o=({role:e})=>e===void 0||a.length===0||a.some(t=>Xu(t,e)!==!1),s=i.filter(t=>o(t)&&!Ef(t.policy)&&r(t)===void 0&&!Df(t,e));return[...new Set(s.map(({manifest:{kind:e,name:t}})=>`\`${e}.${t}\` ${Sf}`))]}const Sf=`attaches a policy that is not in these files`,Cf=e=>e.endsWith(Sf),wf=({source:e,kind:t},n)=>`${e.file.slice(0,e.file.lastIndexOf(`${t}.`))}${n}`,Tf=e=>/^\$\{(aws_iam_policy\.[\w-]+)(?:\[\d+\])?\.(?:arn|id)\}$/.exec(_(e)??``)?.[1],Ef=e=>/:iam::aws:policy\/(?!.*(?:FullAccess|Administrator|PowerUser|Admin\b))/.test(_(e)??``);function Df({manifest:e,policy:t},n){let r=Tf(t);if(r===void 0)return!1;let i=n.ofKind(`aws_iam_policy`).find(({source:t})=>t.file===wf(e,r)),a=_(i?.get([`spec`,`policy`])),o=/^\$\{(data\.aws_iam_policy_document\.[\w-]+)(?:\[\d+\])?\.json\}$/.exec(a??``)?.[1];return o===void 0?a!==void 0&&!h(a):n.ofKind(`IamPolicy`).some(({source:e})=>e.file.endsWith(o))}const Of=e=>[...e.ofKind(`aws_iam_role_policy_attachment`).map(t=>({manifest:t,role:qu(t,[`spec`,`role`],e),policy:t.get([`spec`,`policy_arn`])})),...e.ofKind(`aws_iam_policy_attachment`).flatMap(t=>kf(t,e)),...e.ofKind(`aws_iam_role`).flatMap(Mf),...e.ofKind(`module`).flatMap(jf)];function kf(e,t){let n=e.get([`spec`,`policy_arn`]),r=e.get([`spec`,`roles`]);return r===void 0?[]:Array.isArray(r)?d(r).map(r=>({manifest:e,role:Ju(_(r),{manifest:e,cluster:t}),policy:n})):[{manifest:e,role:void 0,policy:n}]}const Af=[`role_policy_arns`,`policies`,`additional_policy_arns`];function jf(e){let t={address:Ou(e,`module.${e.name}`)},n=Af.flatMap(t=>e.get([`spec`,t])??[]).flatMap(e=>g(e)?Object.values(e):e),r=e.get([`spec`,`attach_karpenter_controller_policy`]),i=r!==void 0&&r!==!1;return[...n,...i?[void 0]:[]].map(n=>({manifest:e,role:t,policy:n}))}function Mf(e){let t=e.get([`spec`,`managed_policy_arns`]);if(t==null)return[];let n={address:Ou(e,`aws_iam_role.${e.name}`)};return(Array.isArray(t)?d(t):[t]).map(t=>({manifest:e,role:n,policy:t}))}const Nf={"iam:ListInstanceProfiles":[21,2,0],"ec2:DescribePlacementGroups":[21,18,0],"ec2:DescribeInstanceStatus":[21,19,0]},Pf=[`iam_policy_statements`,`policy_statements`,`source_iam_policy_documents`,`override_iam_policy_documents`,`iam_role_policies`,`iam_role_source_policy_documents`,`iam_role_override_policy_documents`],Ff=e=>R(e)===`karpenter`&&[`create`,`create_iam_role`].every(t=>e.get([`spec`,t])!==!1);function If(e,t){if(t===`ec2:CreateFleet`)return!0;let n=Nf[t],r=Vf(e);if(n!==void 0&&r?.oldest&&Hf(r.oldest,n)>=0)return!0;let i=Pf.map(t=>e.get([`spec`,t]));if(i.some(e=>Lf(e,t)))return!0;if(!i.some(e=>Rf(e)&&!zf(e))&&n!==void 0&&r!==void 0&&Hf(r.newest,n)<0)return!1}const Lf=(e,t)=>JSON.stringify(e??null).toLowerCase().includes(t.toLowerCase()),Rf=e=>e!=null&&JSON.stringify(e).length>2;function zf(e){let t=JSON.stringify(e??null);return!te(e??null)&&/"actions"/.test(t)&&!t.includes(`*"`)}const Bf=2**53-1;function Vf(e){let t=_(e.get([`spec`,`source`]))??``,n=_(e.get([`spec`,`version`]))??/[?&]ref=v?([\d.]+)(?:&|$)/.exec(t)?.[1]??``,r=/^(=|~>)?\s*v?(\d{1,4})\.(\d{1,4})(?:\.(\d{1,4}))?$/.exec(n.trim());if(r===null)return;let[,i,a,o,s]=r,c=[Number(a),Number(o),Number(s??0)];return i===`~>`?{oldest:c,newest:s===void 0?[c[0],Bf,Bf]:[c[0],c[1],Bf]}:{oldest:c,newest:c}}const Hf=(e,t)=>e[0]-t[0]||e[1]-t[1]||e[2]-t[2],Uf=new WeakMap;function Wf({all:e,clusterOf:t}){let n=Uf.get(e);if(n)return n;let r=new Map,i=new Map;for(let n of e.manifests){if(n.kind!==`IamPolicy`)continue;let e=Jf(n);for(let i of e)ce(r,t(n),i);Xf(n,e)||ce(i,t(n),`a part of the policy \`${n.name}\` is unknown`)}let a=new Set(e.manifests.filter(Ff).map(t)),o=[...r].flatMap(([e,t])=>a.has(e)||!Kf(t)?[]:[hs(t,[...Du(e),...i.get(e)??[],...Gf(e,t)])]);return Uf.set(e,o),o}const Gf=(e,t)=>xf(e,e=>Kf(t.filter(t=>t.policy===e))),Kf=e=>Yf(e,`ec2:CreateFleet`)||[`ec2:RunInstances`,`ec2:CreateLaunchTemplate`,`pricing:GetProducts`].every(t=>Yf(e,t)),qf=e=>e.get([`Statement`])===void 0?[`spec`,`Statement`]:[`Statement`];function Jf(e){let t=qf(e);return d(e.get(t)).flatMap((n,r)=>{let i=ec(JSON.stringify({Statement:[n]}));return`fault`in i?[]:i.statements.map(n=>({policy:e,path:[...t,r],statement:n}))})}const Yf=(e,t)=>e.some(({statement:e})=>e.effect===`Allow`&&ic(e,t));function Xf(e,t){let n=d(e.get(qf(e))),r=n.every(e=>m(e)!==void 0)&&t.length===n.length,i=n.every(e=>![`Effect`,`Action`,`NotAction`].some(t=>te(m(e)?.[t]??null)));return r&&i&&n.length>0&&!e.isPartial}const Zf=(e,t)=>Yf(P(e),t)||!N(e)&&void 0;function Qf({resources:e},t){if(e.some(e=>e===`*`||$f(e,t)))return!0;if(!e.some(e=>/^\$\{[^}]*\}$/.test(e)))return!1}const $f=(e,t)=>Zs(e.replace(/\$\{[^}]{0,200}\}/g,`*`).split(`:`).slice(5).join(`:`).split(`/`)[0]??``,t),ep=e=>e.startsWith(`karpenter.sh/`)&&!/^karpenter\.sh\/(?:nodepool|nodeclaim|provisioner-name|managed-by|discovery|initialized|registered)$/.test(e),tp=[`ec2:CreateFleet`,`ec2:RunInstances`,`ec2:CreateLaunchTemplate`,`ec2:CreateTags`,`ec2:TerminateInstances`,`ec2:DescribeImages`,`ec2:DescribeInstances`,`ec2:DescribeInstanceTypes`,`ec2:DescribeInstanceTypeOfferings`,`ec2:DescribeLaunchTemplates`,`ec2:DescribeSecurityGroups`,`ec2:DescribeSubnets`,`ec2:DeleteLaunchTemplate`],np=[`iam:PassRole`,`iam:CreateInstanceProfile`,`iam:AddRoleToInstanceProfile`,`iam:TagInstanceProfile`,`iam:GetInstanceProfile`,`iam:RemoveRoleFromInstanceProfile`,`iam:DeleteInstanceProfile`];function rp({base:e,head:t}){return Wf(e).flatMap(n=>{let[r]=P(n),i=r===void 0?[]:ap(r.policy,t);if(i.length===0)return[];let[a]=i.map(t.clusterOf),o=a.ofKind(`IamPolicy`).flatMap(Jf);if(ip(e.clusterOf(r.policy))&&!ip(a)||a.isExample||a.manifests.some(e=>R(e)===`karpenter`))return[];let s=Wf(t).find(e=>P(e).some(({policy:e})=>i.includes(e))),c=op(s,af(t.all).length>0),l=s!==void 0&&_s(s).some(Cf);return[...sp(n,o,{judged:c,policy:i[0],isElsewhere:l}),...lp(n,o)]})}const ip=({manifests:e})=>e.some(e=>Ls(e).some(({chart:e})=>e===`karpenter`)),ap=(e,{manifests:t})=>t.filter(t=>t.kind===`IamPolicy`&&(t.source.file===e.source.file||uf(t,e)));function op(e,t){return e===void 0||!N(e)?new Set:new Set(t?[...tp,...np]:tp)}function sp(e,t,{judged:n,policy:r,isElsewhere:i}){let a=P(e),o=[...tp,...np].filter(e=>Yf(a,e)&&!Yf(t,e)).filter(e=>!n.has(e));if(o.length===0)return[];let s=t.find(e=>e.policy.source.file===a.find(({policy:{source:e}})=>e)?.policy.source.file),c=s?s.policy.span([...s.path,`Action`]):r.span([]);return[{code:`terraform/removes-permission`,severity:i?`note`:`warning`,message:`The change takes ${v(o)} from Karpenter’s controller, and no policy in these files grants ${ne(o.length,`it`,`them`)}`,span:c,labels:[],resource:null,help:`Allow these actions, as in the policy that Karpenter publishes for this version.`,isChanged:!0}]}const cp=[`ec2:TerminateInstances`,`ec2:RunInstances`,`ec2:CreateFleet`,`iam:PassRole`];function lp(e,t){let n=P(e),r=cp.flatMap(e=>{let r=t=>t.filter(t=>Yf([t],e)),[i,a]=[r(n),r(t)],[o]=a;if(i.length===0||o===void 0)return[];let s=new Set(i.map(e=>pp(e.statement.conditions))),c=a.some(e=>dp(e.statement.conditions,s)),l=a.every(e=>e.statement.conditions.some(up));return c||l?[]:[{action:e,statement:o}]}),[i]=r;if(i===void 0)return[];let{policy:a,path:o}=i.statement,s=r.filter(({statement:e})=>e===i.statement).map(({action:e})=>e);return[{code:`terraform/removes-permission`,severity:`warning`,message:`Karpenter’s controller may call ${v(s)} only under another condition than before: ${mp(i.statement)}. Whether it holds for all nodes is unknown`,span:a.span([...o,`Condition`]),labels:[],resource:null,help:`Compare it with the policy that Karpenter publishes for this version: <https://karpenter.sh/docs/reference/cloudformation/>.`,isChanged:!0}]}const up=({key:e})=>ep(/^(?:aws|ec2):ResourceTag\/(.+)$/i.exec(e)?.[1]??``),dp=(e,t)=>e.length===0||t.has(pp(e))||e.every(fp),fp=({operator:e,key:t,values:n})=>/^String(?:Like|Equals)$/.test(e)&&(/^(?:aws|ec2):(?:Resource|Request)Tag\/karpenter\.sh\/nodepool$/.test(t)&&n.includes(`*`)||/^(?:aws|ec2):(?:Resource|Request)Tag\/kubernetes\.io\/cluster\/[^*]+$/.test(t)&&n.includes(`owned`)),pp=e=>e.map(({operator:e,key:t,values:n})=>JSON.stringify([e,t,[...n].sort()])).sort().join(),mp=({statement:e})=>v(e.conditions.map(({operator:e,key:t})=>`${e} ${t}`)),hp=(...e)=>[`spec`,...e],gp=e=>hp(`kubernetes_network_config`,0,e),_p=[{paths:[hp(`name`)]},{paths:[hp(`role_arn`)]},{paths:[hp(`bootstrap_self_managed_addons`)],byDefault:!0},{paths:[hp(`access_config`,0,`bootstrap_cluster_creator_admin_permissions`)],byDefault:!0},{paths:[gp(`ip_family`)],isComputed:!0},{paths:[gp(`service_ipv4_cidr`)],isComputed:!0},{paths:[hp(`outpost_config`,0,`control_plane_instance_type`)],isComputed:!0}],vp=[{paths:[hp(`cluster_name`),hp(`name`)]},{paths:[hp(`iam_role_arn`)],isComputed:!0},{paths:[hp(`iam_role_name`)],isComputed:!0},{paths:[hp(`cluster_ip_family`),hp(`ip_family`)],byDefault:`ipv4`},{paths:[hp(`cluster_service_ipv4_cidr`),hp(`service_ipv4_cidr`)],isComputed:!0}];function yp({base:e,head:t}){let n=new Map(t.manifests.filter(xp).map(e=>[e.source.file,e]));return e.manifests.filter(xp).flatMap(r=>{let i=n.get(r.source.file);return i===void 0?[...n.values()].some(e=>Tp(e)===Tp(r))||!df(r,{head:t})||e.clusterOf(r).isExample?[]:[bp(r)]:Sp(r,i,t.clusterOf(i).isExample)})}const bp=e=>({code:`terraform/replaces-cluster`,severity:`warning`,message:`Terraform destroys ${Tp(e)} with all of its nodes, because the change removes it`,span:ff(e),labels:[],resource:null,help:"If something else manages the cluster now, add a `removed` block with `destroy = false`.",isChanged:!0}),xp=e=>e.kind===`aws_eks_cluster`||R(e)===`eks`;function Sp(e,t,n){let r=(t.kind===`aws_eks_cluster`?_p:vp).flatMap(n=>Cp(n,e,t)??[]),i=r.find(({isCertain:e})=>e)??r[0];if(i===void 0)return[];let{argument:a,before:o,after:s,at:c,isCertain:l}=i,u=Tp(e),d=`${me(a)} of ${u} changes from ${o} to ${s}`;return[{code:`terraform/replaces-cluster`,severity:l&&!n?`error`:`warning`,message:l?`Terraform destroys ${u} with all of its nodes and creates another one: ${d}`:`Terraform destroys ${u} with all of its nodes if the value differs: ${d}`,span:c,labels:[],resource:null,help:`Keep the old value. To replace the cluster, create the new one next to it, move the workloads, and remove the old one in a later change.`,isChanged:!0}]}function Cp({paths:e,byDefault:t,isComputed:n},r,i){let[a,o]=[r,i].map(t=>e.find(e=>t.get(e)!==void 0)),[s,c]=[a&&r.get(a),o&&i.get(o)].map(e=>e??t);if((n?s===void 0||c===void 0:s===c)||JSON.stringify(s)===JSON.stringify(c)||s===void 0||c===void 0)return;let l=o??a??e[0];return{argument:l.filter(e=>typeof e==`string`&&e!==`spec`).join(`.`),before:wp(s),after:wp(c),at:i.span(l),isCertain:!te(s)&&!te(c)}}const wp=e=>me(_(e)??JSON.stringify(e));function Tp(e){let t=[hp(`name`),hp(`cluster_name`)].map(t=>_(e.get(t))).find(Boolean),n=t!==void 0&&!te(t);return`the EKS cluster ${me(n?t:`${e.kind}.${e.name}`)}`}const Ep=e=>[...yp(e),...pf(e),...rp(e)],Dp={subnet:new WeakMap,securityGroup:new WeakMap};function Op(e,t){let n=Dp[t].get(e)??kp(e,t);return Dp[t].set(e,n),n}function kp(e,t){let n=e.manifests.flatMap(n=>t===`subnet`?Bp(n):am(n,e)),r=Lp(e,t),i=n.map(e=>zp(e,r)),a=i.length===0||t===`subnet`&&!mm(e,i);return hs(i,[...jp(e,t),...a?[`the network of the cluster comes from elsewhere`]:[]])}const Ap=/\/modules\/|blueprints-addons?|\b(?:irsa|iam|s3|ecr|kms|acm|route53|argocd|helm|label|pod-identity|rds|dynamodb)\b/,jp=(e,t)=>Zl(e,e=>{let n=_(e.get([`spec`,`source`]))??``;if(n.includes(`security-group`))return t===`securityGroup`;let r=/\bterraform-aws-modules\/(?:terraform-aws-)?([\w-]+)/.exec(n)?.[1];return(r===void 0||/^(?:vpc|eks)$/.test(r))&&!Ap.test(n)});function Mp({manifest:e,fields:t}){let n=new Map,r=e.isPartial?[``]:[];for(let i of t){let t=e.get(i),a=m(t);if(!a)t!=null&&r.push(``);else for(let[t,o]of Object.entries(a)){let a=[...i,t],s=_(o);h(t)?r.push(t.split(/\$\{|\{\{/)[0]):n.set(t,{manifest:e,path:a,value:s===void 0||h(s)?void 0:s})}}return{tags:n,unknownKeys:r}}const Np=({path:e})=>e[1]===`tags`||e[1]===`cloudLabels`,Pp=/^(?!)/,Fp=/^(?:aws:|kubernetes\.io\/cluster\/)/;function Ip(e,{tool:t=`Terraform`,setByOthers:n=Fp,setOverAll:r=Pp,...i}){let{manifest:a,fields:o}=e,{tags:s,unknownKeys:c}=Mp(e),l=e=>r.test(e),u=new Map([...s].filter(([e,t])=>!(l(e)&&Np(t)))),d=e=>c.some(t=>e.startsWith(t));return{manifest:a,tool:t,tags:u,tagsAt:o.toReversed().find(e=>a.get(e)!==void 0)??[`metadata`,`name`],setsItself:l,mayBeGiven:d,mayAlsoHave:e=>n.test(e)||d(e),...i}}function Lp(e,t){let n=e.ofKind(`aws_default_tags`).map(e=>Mp({manifest:e,fields:[[`spec`,`default_tags`,0,`tags`]]})),r=e.ofKind(`aws_ec2_tag`).filter(e=>Rp(e,t)).map(e=>_(e.get([`spec`,`key`]))??"${unknown}");return{tags:new Map(n.flatMap(({tags:e})=>[...e])),mayAlsoHave:e=>r.some(t=>t===e||h(t))||n.some(({unknownKeys:t})=>t.some(t=>e.startsWith(t)))}}function Rp(e,t){let n=_(e.get([`spec`,`resource_id`]))??``;return t===`subnet`?!/security_group/.test(n):!/subnet/.test(n)}const zp=(e,t)=>({...e,tags:new Map([...[...t.tags].filter(([t])=>!e.setsItself(t)),...e.tags]),mayBeGiven:n=>e.mayBeGiven(n)||t.mayAlsoHave(n),mayAlsoHave:n=>e.mayAlsoHave(n)||t.mayAlsoHave(n),...e.asWritten&&{asWritten:zp(e.asWritten,t)}});function Bp(e){return e.kind===`aws_subnet`?[Vp(e)]:R(e)===`vpc`?Up(e):Jp(e)?Qp(e):Xp(e)?nm(e):[]}function Vp(e){let t=_(e.get([`spec`,`availability_zone`])),n=e.get([`spec`,`map_public_ip_on_launch`]);return Ip({manifest:e,fields:[[`spec`,`tags`]]},{tagsIn:`\`tags\` of \`aws_subnet.${e.name}\``,isPreferred:n!==!0&&!/public/i.test(e.name),zones:t===void 0||h(t)?void 0:[t],isPublic:n===!0||!/private/i.test(e.name)&&void 0})}const Hp=[`private`,`public`,`intra`,`database`,`elasticache`,`redshift`,`outpost`];function Up(e){return Hp.filter(t=>Wp(e,`${t}_subnets`)).map(t=>{let n=`${t}_subnet_tags`,r=[`spec`,`${n}_per_az`],i=Ip({manifest:e,fields:[[`spec`,`tags`],[`spec`,n]]},{tagsIn:`\`${n}\` of \`module.${e.name}\``,isPreferred:t===`private`,zones:Gp(e,`${t}_subnets`),isPublic:t===`public`,setByOthers:/^(?:aws:|kubernetes\.io\/cluster\/|Name$)/});return e.get(r)===void 0?i:{...i,mayBeGiven:()=>!0,mayAlsoHave:()=>!0}})}const Wp=(e,t)=>{let n=e.get([`spec`,t]);return n!=null&&!(Array.isArray(n)&&n.length===0)};function Gp(e,t){let[n,r]=[`azs`,t].map(t=>e.get([`spec`,t]));if(!Array.isArray(n)||!Array.isArray(r)||e.isPartial)return;let i=n.slice(0,r.length).map(e=>_(e)??``);if(i.length>0&&i.every(e=>/^[a-z0-9-]+$/.test(e)))return i}const Kp=[`nodeGroups`,`managedNodeGroups`,`fargateProfiles`,`autoModeConfig`,`karpenter`,`vpc`,`availabilityZones`,`localZones`,`kubernetesNetworkConfig`,`privateCluster`],qp=[`iam`,`addons`,`iamIdentityMappings`,`accessConfig`,`identityProviders`,`gitops`];function Jp(e){if(e.kind!==`ClusterConfig`||u(e.apiVersion)!==`eksctl.io`)return!1;let t=t=>t.some(t=>e.get([t])!==void 0);return Yp(e)?!1:t(Kp)||!t(qp)}const Yp=e=>e.get([`vpc`])===void 0&&[`nodeGroups`,`managedNodeGroups`].flatMap(t=>d(e.get([t]))).some(e=>d(m(e)?.subnets).length>0),Xp=({kind:e,apiVersion:t})=>e===`Cluster`&&u(t)===`kops.k8s.io`,Zp=/^(?:aws:|alpha\.eksctl\.io\/|eksctl\.|kubernetes\.io\/|Name$)/;function Qp(e){return e.get([`vpc`,`id`])!==void 0||e.get([`vpc`,`subnets`])!==void 0?[]:[$p(e)]}function $p(e){let t=em([`availabilityZones`,`localZones`].flatMap(t=>d(e.get([t])))),n=Ip({manifest:e,fields:[[`metadata`,`tags`]]},{tool:`eksctl`,tagsIn:"`metadata.tags` of the ClusterConfig",isPreferred:!0,setByOthers:Zp,setOverAll:Zp,zones:e.get([`availabilityZones`])===void 0||e.isPartial?void 0:t});return im(n,`alpha.eksctl.io/cluster-name`)}function em(e){let t=e.map(e=>_(e)??``);if(!t.some(e=>e===``||h(e)))return t}const tm=/^(?:aws:|kops\.k8s\.io\/|kubernetes\.io\/|k8s\.io\/|Name$|SubnetType$)/;function nm(e){let t=d(e.get([`spec`,`subnets`]));return t.some(e=>m(e)?.id!==void 0)||t.length===0?[]:[rm(e)]}function rm(e){let t=Ip({manifest:e,fields:[[`spec`,`cloudLabels`]]},{tool:`kOps`,tagsIn:"`spec.cloudLabels` of the Cluster",isPreferred:!0,setByOthers:tm,setOverAll:tm,zones:em(d(e.get([`spec`,`subnets`])).map(e=>m(e)?.zone))});return im(t,`KubernetesCluster`)}const im=(e,t)=>{let{manifest:n,tags:r}=e,i=[`metadata`,`name`],a=_(n.get(i))??``;return a!==``&&!h(a)?{...e,tags:new Map([...r,[t,{manifest:n,path:i,value:a}]])}:e};function am(e,t){if(e.kind===`aws_security_group`){let n=om(e);return fm(t)?[n]:[{...n,mayAlsoHave:e=>!n.tags.has(e),asWritten:n}]}return e.kind===`aws_eks_cluster`?[cm(e)]:R(e)===`eks`?um(e):Jp(e)?[$p(e)]:Xp(e)?[{...rm(e),mayAlsoHave:e=>tm.test(e)}]:[]}const om=e=>Ip({manifest:e,fields:[[`spec`,`tags`]]},{tagsIn:`\`tags\` of \`aws_security_group.${e.name}\``,isPreferred:/node|worker/i.test(e.name),setByOthers:/^aws:/}),sm=/^(?:aws:|kubernetes\.io\/|Name$)/,cm=e=>Ip({manifest:e,fields:[[`spec`,`tags`]]},{tagsIn:`an \`aws_ec2_tag\` for the cluster security group of \`aws_eks_cluster.${e.name}\``,isPreferred:!1,setByOthers:sm,setOverAll:sm}),lm=[{off:[`create_node_security_group`],tags:[`node_security_group_tags`]},{off:[`create_cluster_security_group`,`create_security_group`],tags:[`cluster_security_group_tags`,`security_group_tags`]},{off:[`create_cluster_primary_security_group_tags`,`create_primary_security_group_tags`],tags:[`cluster_tags`]}],um=e=>lm.filter(({off:t})=>t.every(t=>e.get([`spec`,t])!==!1)).map(({tags:t})=>Ip({manifest:e,fields:[`tags`,...t].map(e=>[`spec`,e])},{tagsIn:`\`${t[0]}\` of \`module.${e.name}\``,isPreferred:t.includes(`node_security_group_tags`),setByOthers:sm,setOverAll:sm})),dm=e=>e.kind===`aws_eks_cluster`||R(e)===`eks`,fm=({manifests:e})=>e.some(dm),pm=e=>/^(?:kubernetes\.io|karpenter\.sh|k8s\.io)\//.test(e);function mm(e,t){if(t.some(({tool:e})=>e!==`Terraform`))return!0;let n=t.some(({tags:e})=>[...e.keys()].some(pm)),r=e.manifests.filter(dm).map(e=>hm(e,t));return r.includes(`elsewhere`)?!1:r.includes(`here`)||n}function hm(e,t){let n=[...[`subnet_ids`,`control_plane_subnet_ids`,`subnets`].map(t=>e.get([`spec`,t])),...d(e.get([`spec`,`vpc_config`])).map(e=>m(e)?.subnet_ids)].flatMap(e=>Array.isArray(e)?e:[e]).flatMap(e=>_(e)??[]);return n.some(e=>t.some(({manifest:t})=>e.includes(`${gm(t)}.`)||e.includes(`${gm(t)}}`)))?`here`:t.some(({manifest:t})=>t.source.origin?.root===e.source.origin?.root)&&n.some(e=>/^(?:subnet-|\$\{(?:data|var)\.)/.test(e))?`elsewhere`:`unknown`}const gm=({kind:e,name:t})=>`${e}.${t}`;function _m(e,t){if(e.length>300||t.length>300)return!1;let[n,r,i,a]=[0,0,-1,0];for(;n<e.length;)if(t[r]===`*`)i=r++,a=n;else if(t[r]===`?`||t[r]===e[n])n++,r++;else if(i===-1)return!1;else r=i+1,n=++a;return/^\**$/.test(t.slice(r))}function vm(e,t){if(h(t.key)||t.value===``)return;let n=e.tags.get(t.key);if(!n)return e.mayAlsoHave(t.key)?void 0:!1;if(!(n.value===void 0||h(t.value)))return ym(t).some(e=>_m(n.value,e))}const ym=({value:e})=>e.split(`,`).map(e=>e.trim());function bm(e,t,n){let r=$l(e,t);return r.length===0||r.some(({hasOther:e,tags:t})=>e||t.length===0)?hs([],[`\`${e.name}\` does not select by tags alone`]):vs(n,e=>ys(gs(r),({tags:t})=>xm(t.map(t=>vm(e,t)))))}function xm(e){if(e.includes(!1))return!1;if(!e.includes(void 0))return!0}function Sm({source:{file:e,origin:t}}){if(!t)return{file:e,near:e};let n=t.trace(0,1).span.file;if(t.tool!==`terraform`)return{file:n,near:n};let r=t.place??``;return{file:n,near:r.endsWith(`.tfvars`)?r:r===``?`main.tf`:`${r}/main.tf`}}function Cm(e,t){for(let n=ie(e);;n=ie(n)){let e=t.filter(({near:e})=>n===``||e.startsWith(`${n}/`));if(e.length>0||n===``)return e}}function wm(e){return F(e).flatMap(e=>{let{manifest:t,chart:n}=e;return n!==`karpenter`||t.kind===`HelmValues`||t.kind===`KustomizeChart`?[]:[{...Sm(t),release:`${t.kind} ${t.name}`,...Tm(e)}]})}function Tm({manifest:e,values:t,isOpen:n}){let r=[...t,`serviceAccount`,`name`],i=e.get(r)!==void 0;return{namespace:Dm(e),serviceAccount:i||n||e.isPartial?I(e,r):Om(e)}}function Em(e,t){let n=Cm(e,t),[r]=n;if(n.every(e=>e.namespace===r?.namespace&&e.serviceAccount===r?.serviceAccount))return r}function Dm(e){let t=e.kind===`Application`?[`spec`,`destination`,`namespace`]:[`spec`,`targetNamespace`];if(e.get(t)!==void 0)return I(e,t);if(e.kind===`HelmRelease`)return e.namespace}function Om(e){let t=e.kind===`HelmRelease`?[`spec`,`releaseName`]:[`spec`,`source`,`helm`,`releaseName`],n=e.get(t)===void 0?km(e):I(e,t),r=/\b(?:fullnameOverride|nameOverride)\b/.test(JSON.stringify(e.get([`spec`])??null));if(!(n===void 0||r))return n.includes(`karpenter`)?n:`${n}-karpenter`}function km(e){let t=[`spec`,`targetNamespace`];if(e.kind!==`HelmRelease`||e.source.origin?.tool===`terraform`||e.get(t)===void 0)return e.name;let n=I(e,t);if(n!==void 0)return`${n}-${e.name}`}const Am=({kind:e,apiVersion:t})=>e===`ClusterConfig`&&u(t)===`eksctl.io`,jm=(e,t)=>d(e.get(t)).map((e,n)=>[...t,n]);function Mm(e){if(e.kind===`aws_eks_pod_identity_association`)return[Nm(e,[`spec`],[`namespace`,`service_account`])];if(e.kind===`PodIdentityAssociation`)return Pm(e);if(Am(e))return jm(e,[`iam`,`podIdentityAssociations`]).map(t=>Nm(e,t,[`namespace`,`serviceAccountName`]));let t=R(e);return t===`karpenter`?Lm(e):t===`eks-pod-identity`?Rm(e):[]}const Nm=(e,t,[n,r])=>({manifest:e,path:[...t,n],namespace:I(e,[...t,n]),serviceAccount:I(e,[...t,r])});function Pm(e){return[[[`spec`],[`namespace`,`serviceAccount`]],[[`spec`,`forProvider`],[`namespace`,`serviceAccount`]],[[`Properties`],[`Namespace`,`ServiceAccount`]]].filter(([t,[n]])=>m(e.get(t))?.[n]!==void 0).slice(0,1).map(([t,n])=>Nm(e,t,n))}function Fm(e){return Vu(e,`create`,!0)!==!1&&Vu(e,`create_pod_identity_association`,(zu(e)??0)>=21)}const Im=e=>[`spec`,[`namespace`,`create_pod_identity_association`].find(t=>e.get([`spec`,t])!==void 0)??`source`];function Lm(e){if(Fm(e)===!1)return[];let t=(t,n)=>e.get([`spec`,t])===void 0?n:I(e,[`spec`,t]),n=Fm(e)===!0;return[{manifest:e,path:Im(e),namespace:n?t(`namespace`,`kube-system`):void 0,serviceAccount:t(`service_account`,`karpenter`)}]}function Rm(e){let t=[`spec`,`associations`],n=m(e.get(t));return n?Object.keys(n).map(n=>{let r=r=>{let i=[...t,n,r],a=[`spec`,`association_defaults`,r];return I(e,e.get(i)===void 0?a:i)};return{manifest:e,path:[...t,n],namespace:r(`namespace`),serviceAccount:r(`service_account`)}}):e.get(t)===void 0?[]:[{manifest:e,path:t,namespace:void 0,serviceAccount:void 0}]}const zm=new WeakMap;function Bm(e){let t=zm.get(e);if(t)return t;let n=Vm(e),r=e.manifests.map(Wm),i={podIdentities:hs(e.manifests.flatMap(Mm),n),fargateProfiles:hs(e.manifests.flatMap(Hm),n),addons:hs(r.flatMap(e=>e??[]),[...n,...r.includes(void 0)?[`a list of add-ons is unknown`]:[]])};return zm.set(e,i),i}const Vm=e=>[...e.createsCluster?[]:[`the cluster is created elsewhere`],...Du(e)];function Hm(e){if(e.kind===`aws_eks_fargate_profile`)return[{manifest:e,path:[`spec`,`selector`]}];if(e.kind===`FargateProfile`)return[[`spec`,`selectors`],[`spec`,`forProvider`,`selector`]].filter(t=>e.get(t)!==void 0).map(t=>({manifest:e,path:t}));if(Am(e))return jm(e,[`fargateProfiles`]).map(t=>({manifest:e,path:[...t,`selectors`]}));if(R(e)!==`eks`)return[];let t=[`spec`,`fargate_profiles`];return Object.entries(m(e.get(t))??{}).filter(([,e])=>m(e)?.create!==!1).map(([n])=>({manifest:e,path:[...t,n,`selectors`]}))}const Um=[`cluster_addons`,`addons`];function Wm(e){if(e.kind===`aws_eks_addon`)return Gm(e,[`spec`,`addon_name`]);if(Am(e))return jm(e,[`addons`]).flatMap(t=>Gm(e,[...t,`name`])??[]);if(R(e)!==`eks`)return[];let t=Um.map(t=>Km(e,[`spec`,t]));if(!t.includes(void 0))return t.flatMap(e=>e??[])}function Gm(e,t){let n=I(e,t);if(n!==void 0)return[{manifest:e,path:t,name:n}]}function Km(e,t){let n=e.get(t);if(n==null)return[];let r=Object.keys(m(n)??{});if(m(n)&&!r.some(h))return r.map(n=>({manifest:e,path:[...t,n],name:n}))}const qm=`eks.amazonaws.com/role-arn`;function Jm(e,t){let{namespace:n,serviceAccount:r}=Tm(e),{podIdentities:i}=Bm(t),a=({namespace:e,serviceAccount:t})=>Xm(Ym(e,n),Ym(t,r)),o=P(i),s=[...Qm(e),...nh(t)];return{namespace:n,serviceAccount:r,sources:hs([...s.flatMap(({certain:e})=>e??[]),...o.filter(e=>a(e)===!0).map(({manifest:e,path:t})=>({manifest:e,path:t,by:`Pod Identity`}))],_s(i)),possible:[...s.flatMap(({possible:e})=>e??[]),...o.filter(e=>a(e)===void 0)],elsewhere:o.filter(e=>a(e)===!1&&Zm(e))}}const Ym=(e,t)=>{if(e!==void 0&&t!==void 0)return e===t};function Xm(e,t){if(e===!1||t===!1)return!1;if(e!==void 0&&t!==void 0)return!0}const Zm=({manifest:e,serviceAccount:t})=>/karpenter/.test(`${e.name} ${t??``}`);function Qm(e){let{manifest:t,values:n}=e;return[...$m(e),...eh(e),...th(e,!1,`serviceAccount`,`create`)?[{possible:{manifest:t,path:[...n,`serviceAccount`]}}]:[]]}function $m(e){let{manifest:t,values:n}=e,r=[...n,`serviceAccount`,`annotations`],i=Gs(e,`serviceAccount`,`annotations`);if(!ms(i))return[{possible:{manifest:t,path:r}}];let a=m(i.value)??{},o=a[qm];return o!=null&&o!==``?[{certain:{manifest:t,path:[...r,qm],by:`role annotation`}}]:Object.keys(a).some(h)?[{possible:{manifest:t,path:r}}]:[]}function eh(e){let{manifest:t,values:n}=e,[r,i]=[`env`,`envFrom`].map(t=>Gs(e,`controller`,t)),a=[...n,`controller`];if(!r||!i||!ms(r)||!ms(i))return[{possible:{manifest:t,path:a}}];let o=d(r.value).map(e=>_(m(e)?.name)??"${unknown}");return o.some(e=>/^AWS_(?:ACCESS_KEY_ID|WEB_IDENTITY_TOKEN_FILE|ROLE_ARN|PROFILE)$/.test(e))?[{certain:{manifest:t,path:[...a,`env`],by:`variables`}}]:o.some(e=>/^AWS_(?!REGION$)|[${]/.test(e))||d(i.value).length>0?[{possible:{manifest:t,path:a}}]:[]}function th(e,t,...n){let r=Gs(e,...n);return ms(r)&&r.value===t}const nh=e=>e.manifests.flatMap(e=>e.kind===`ServiceAccount`&&/karpenter/.test(e.name)?[rh(e)]:Am(e)?jm(e,[`iam`,`serviceAccounts`]).filter(t=>/karpenter/.test(_(e.get([...t,`metadata`,`name`]))??``)).map(t=>({certain:{manifest:e,path:t,by:`service account`}})):[]);function rh(e){let t=[`metadata`,`annotations`,qm];return e.get(t)!==void 0&&I(e,t)!==``?{certain:{manifest:e,path:t,by:`service account`}}:{possible:{manifest:e,path:[`metadata`,`name`]}}}const ih={network:e=>dt(ch(e)),access:e=>dt(uh(e)),interruption:e=>dt(ph(e)),encryption:e=>dt(hh(e))},ah=/^(?:(?:\w+_)?tags(?:_all)?|description|depends_on|timeouts)$/,oh=({kind:e,name:t,object:n})=>{let r=m(n.spec)??{};return[e,t,Object.fromEntries(Object.entries(r).filter(([e])=>!ah.test(e)))]},sh=(e,t)=>[P(e).map(t),[..._s(e)]];function ch({all:e,clusterOf:t}){let n=e.manifests.filter(Ql),r=n.flatMap(e=>t(e).manifests.filter(({kind:e})=>lh.test(e)));return[n.map(e=>{let n=t(e),r=t=>sh(bm(e,t,Op(n,t)),e=>[oh(e.manifest),e.tagsIn,[...e.zones??[]],e.isPublic??null]);return[e.name,r(`subnet`),r(`securityGroup`)]}),[...new Set(r)].map(oh)]}const lh=/^aws_(?:vpc|vpc_endpoint|nat_gateway|internet_gateway|egress_only_internet_gateway|vpn_gateway|vpc_peering_connection|ec2_transit_gateway_vpc_attachment|networkmanager_vpc_attachment)$/;function uh({all:e,manifests:t,clusterOf:n}){let r=F(e).map(e=>{let{namespace:t,serviceAccount:r,sources:i,possible:a,elsewhere:o}=Jm(e,n(e.manifest)),s=[...a,...o].map(({manifest:e,path:t})=>[oh(e),p(e.object,t)??null]);return[t??null,r??null,sh(i,({manifest:e,path:t,by:n})=>[n,oh(e),p(e.object,t)??null]),s]}),i=Wf({all:e,clusterOf:n}).map(e=>sh(e,({policy:e,path:t})=>[e.name,p(e.object,t)??null])),a=af(e).map(e=>fh(e,n(e))),o=dt([r,a]);return[r,i,t.filter(Ff).map(oh),a,t.filter(e=>dh.test(e.kind)&&(/karpenter/i.test(dt(oh(e)))||o.includes(`.${e.name}.`))).map(oh)]}const dh=/^aws_(?:iam_role|iam_instance_profile|eks_pod_identity_association)$/;function fh(e,t){let n=Zu(e,t);if(n===void 0)return[e.name,null];let r=P(Tu(t).roles).filter(({name:e,address:t,canBeNamed:r})=>t===n.address||(e??``)===n.name||n.name!==void 0&&r(n.name));return[e.name,n.name??null,n.address??null,rd(n,$u(t))??null,r.map(({manifest:e})=>oh(e))]}function ph({all:e,manifests:t,clusterOf:n}){let r=new Set(F(e).map(({manifest:e})=>n(e))),i=[...r].flatMap(e=>bu(e));return i.length===0&&r.size>0?[]:[i.map(({manifest:e,name:t})=>[oh(e),t??null]),t.filter(({kind:e})=>mh.test(e)).map(oh)]}const mh=/^aws_(?:sqs_queue_policy|cloudwatch_event_rule|cloudwatch_event_target)$/;function hh({all:e,manifests:t}){return af(e).some(e=>/"kmsKeyID":/.test(JSON.stringify(e.object)))?t.filter(({kind:e})=>/^aws_kms_/.test(e)).map(oh):[]}function gh(e,t){let n=[...Wf(t).map(t=>Zf(t,e)),...t.all.manifests.filter(Ff).map(t=>If(t,e))];if(n.length!==0){if(n.every(e=>e===!0))return!0;if(n.includes(!1))return!1}}const H=(e,...t)=>({...e,corrections:t});function U(e,...t){return{text:yh(vh(e.raw,t)),region:`us-east-1`,karpenter:`1.14`}}const W=(e,...t)=>({...U(e,...t),language:`terraform`}),_h=e=>({...U(e),language:`json`}),G=(e,t)=>({...t,...e});function vh(e,t){return t.reduce((t,n,r)=>{let i=(typeof n==`string`?n:n.text).trimEnd(),a=t.slice(t.lastIndexOf(`
`)+1),o=e[r+1],s=a.trim()===``&&/^\s*(?:\n|$)/.test(o);if(i===``&&s)return t.slice(0,t.length-a.length)+o.replace(/^\s*?\n/,``);let c=/^ *(?:- )*/.exec(a)[0].length;return t+i.replaceAll(/\n(?=.)/g,`\n${` `.repeat(c)}`)+o},e[0])}function yh(e){let t=e.replaceAll(`\\$`,`$`).replaceAll("\\`","`").replace(/^\n/,``).trimEnd().split(`
`),n=t.filter(e=>e.trim()!==``).map(e=>e.search(/\S/)),r=Math.min(...n);return`${t.map(e=>e.slice(r)).join(`
`)}\n`}const K=e=>e,bh=new Set([`nodeClassRef`,`classRef`,`requirements`,`labels`,`taints`,`startupTaints`,`expireAfter`,`terminationGracePeriod`]);function q({apiVersion:e,name:t=`default`,...n}={}){let r=Object.entries({...xh(n)?{}:{requirements:[]},...n}),i=Sh(r.filter(([e])=>bh.has(e))),a=`limits`in n?``:`
limits:
  cpu: 100`,o=r.find(([e])=>bh.has(e))?.[0],s=r.flatMap(([e,t])=>e===o?[i+a]:bh.has(e)||t===null?[]:[Ch(e,t)]);return U`
    apiVersion: ${e??`karpenter.sh/v1`}
    kind: NodePool
    metadata:
      name: ${t}
    spec:
      ${s.join(`
`)}
  `}const xh=e=>Object.keys(e).some(e=>bh.has(e));function Sh(e){let t=e.filter(([e])=>e===`labels`).map(([e,t])=>Ch(e,t)),n=e.filter(([e])=>e!==`labels`).map(([e,t])=>Ch(e,t));return[`template:`,...t.length>0?[`  metadata:`,Th(t.join(`
`),4)]:[],`  spec:`,Th(n.join(`
`),4)].join(`
`)}function Ch(e,t){if(e===`nodeClassRef`)return`nodeClassRef:\n  group: karpenter.k8s.aws\n  kind: EC2NodeClass\n  name: ${String(t)}`;if(e===`classRef`)return`nodeClassRef:\n${Th(String(t),2)}`;if(Array.isArray(t))return t.length===0?`${e}: []`:`${e}:\n${Th(t.map(wh).join(`
`),2)}`;let n=typeof t==`object`?t.text.trimEnd():String(t);return/^\S+:|\n/.test(n)?`${e}:\n${Th(n,2)}`:`${e}: ${n}`}function wh(e){let[t,n,...r]=e.split(` `);return`- key: ${t}\n  operator: ${n}${r.length===0?``:`\n  values: ${r.join(` `)}`}`}const Th=(e,t)=>e.replaceAll(/^(?=.)/gm,` `.repeat(t)),Eh=(e={})=>q({...e,classRef:`group: eks.amazonaws.com
kind: NodeClass
name: default`}),Dh=(e,t=`default`)=>U`
  apiVersion: eks.amazonaws.com/v1
  kind: NodeClass
  metadata:
    name: ${t}
  spec:
    ${e}
`,J=(e,t=`default`)=>U`
  apiVersion: karpenter.k8s.aws/v1
  kind: EC2NodeClass
  metadata:
    name: ${t}
  spec:
    ${e}
`,Y=J(`role: KarpenterNodeRole-demo`),X=(e,{version:t=``,values:n=``}={})=>U`
  apiVersion: helm.toolkit.fluxcd.io/v2
  kind: HelmRelease
  metadata:
    name: ${e}
  spec:
    chart:
      spec:
        chart: ${e}
        ${t&&`version: ${t}`}
    ${n&&U`
      values:
        ${n}
    `}
`,Z=(e,t)=>U`
  resource "kubectl_manifest" "${e}" {
    yaml_body = <<-YAML
      ${t}
    YAML
  }
`,Q=(...e)=>({...e[0],text:e.map(({text:e})=>e).join(`---
`)}),Oh=K({id:`access-entry-type`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[70],on:{Manifests(e,t){let n=kh([...af(e),...of(e)],t);for(let r of e.manifests){if(r.kind===`aws_eks_access_entry`&&Mh(r,[`spec`],`principal_arn`,{classes:n,context:t}),r.kind===`AccessEntry`&&u(r.apiVersion)===`eks.services.k8s.aws`&&Mh(r,[`spec`],`principalARN`,{classes:n,context:t}),r.kind===`module`&&Ih(r,t),r.kind!==`ClusterConfig`)continue;let e=[`accessConfig`,`accessEntries`];d(r.get(e)).forEach((i,a)=>{Mh(r,[...e,a],`principalARN`,{classes:n,context:t})})}}},docs:{summary:`The access entry of a node role has a type that is not for its nodes, so they cannot join the cluster.`,why:"An access entry of type `EC2_LINUX` or `EC2_WINDOWS` gives nodes the groups and the user name that they need. Nodes of EKS Auto Mode need `EC2`. `STANDARD`, the default of EKS, is meant for people. With another type, instances start, but the API server rejects their kubelets. Karpenter terminates them after 15 minutes and launches others, which fail in the same way.",help:"Set the type of the access entry to `EC2_LINUX`, to `EC2_WINDOWS` for Windows nodes, or to `EC2` for EKS Auto Mode.",url:`https://docs.aws.amazon.com/eks/latest/userguide/creating-access-entries.html`},examples:Lh});function kh(e,t){let n=new Map;for(let r of e)for(let e of Ah(Zu(r,t.clusterOf(r))))n.set(e,[...n.get(e)??[],r]);return n}const Ah=({name:e,address:t}={})=>[e,t].flatMap(e=>e??[]),jh=/^module\.[\w-]{0,200}karpenter[\w-]{0,200}\.node_iam_role_(?:name|arn)$/i;function Mh(e,t,n,{classes:r,context:i}){let a=[...t,n],o=Ah(qu(e,a,i.clusterOf(e))),s=[...new Set(o.flatMap(e=>r.get(e)??[]))];if(s.length===0&&!jh.test(Xs(e,a)??``))return;let c=e.get([...t,`type`]),l=_(c)??`STANDARD`,u=Ph(s,l);if(!u||h(l))return;let[d]=u.wanted,f=c==null;i.report({manifest:e,...u.isLikely&&{severity:`warning`},at:e.span(f?a:[...t,`type`]),message:f?`The access entry of the node role has no type, so EKS makes it \`STANDARD\` and ${u.consequence}`:`The access entry of the node role has the type \`${l}\`, so ${u.consequence}`,help:u.wanted.length===1?`Set the type to \`${d}\`.`:"Set the type to `EC2_LINUX`, or to `EC2_WINDOWS` for Windows nodes.",...!u.isLikely&&{unready:`the access entry of their role has the type \`${l}\``,unreadyObjects:s}})}const Nh=[`EC2_LINUX`,`EC2_WINDOWS`];function Ph(e,t){let[n,r]=[e.filter(Fh),e.filter(e=>!Fh(e))];if(n.length>0)return r.length>0||t===`EC2`?void 0:{wanted:[`EC2`],consequence:`nodes of EKS Auto Mode cannot join the cluster`,isLikely:!1};if(t===`EC2`)return{wanted:Nh,consequence:`it is only for nodes of EKS Auto Mode`,isLikely:!0};if(t!==`EC2_LINUX`&&t!==`EC2_WINDOWS`)return{wanted:Nh,consequence:`nodes cannot join the cluster`,isLikely:!1};let i=r.some(e=>Zd(e)?.startsWith(`Windows`));if(t!==`EC2_WINDOWS`&&i)return{wanted:[`EC2_WINDOWS`],consequence:`kube-proxy has no rights on Windows nodes`,isLikely:!0}}const Fh=({kind:e})=>e===`NodeClass`;function Ih(e,{report:t}){let n=[`spec`,`access_entry_type`];e.get(n)===`STANDARD`&&t({manifest:e,at:e.span(n),message:"The access entry of the node role has the type `STANDARD`, so nodes cannot join the cluster",help:"Remove `access_entry_type`, so that the module uses `EC2_LINUX`."})}function Lh(){return{bad:[H(W`
          resource "aws_eks_access_entry" "nodes" {
            cluster_name  = "demo"
            principal_arn = aws_iam_role.karpenter_node.arn
          }

          ${Z(`default`,J("role: ${aws_iam_role.karpenter_node.name}"))}
        `,{"principal_arn = aws_iam_role.karpenter_node.arn":`principal_arn = aws_iam_role.karpenter_node.arn
type          = "EC2_LINUX"`}),H(W`
          module "karpenter" {
            source = "terraform-aws-modules/eks/aws//modules/karpenter"

            cluster_name      = module.eks.cluster_name
            access_entry_type = "STANDARD"
          }
        `,{'access_entry_type = "STANDARD"':``}),H(Q(U`
          apiVersion: eksctl.io/v1alpha5
          kind: ClusterConfig
          metadata:
            name: demo
            region: us-east-1
          accessConfig:
            accessEntries:
              - principalARN: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo
                type: STANDARD
        `,Y),{"type: STANDARD":`type: EC2_LINUX`})],good:[W`
        resource "aws_eks_access_entry" "nodes" {
          cluster_name  = "demo"
          principal_arn = aws_iam_role.karpenter_node.arn
          type          = "EC2_LINUX"
        }

        resource "aws_eks_access_entry" "people" {
          cluster_name  = "demo"
          principal_arn = aws_iam_role.admin.arn
        }

        ${Z(`default`,J("role: ${aws_iam_role.karpenter_node.name}"))}
      `]}}function Rh(e,t){let n=Yd(e),r=zh(e,t);if(n.length>0&&r.length===n.length&&!e.isPartial)return r}const zh=(e,{clusterOf:t})=>Yd(e).flatMap(({path:n,term:r})=>{if(r.id!==void 0)return Vh(e,[...n,`id`],t)??[];let i=r.name===void 0?`ssmParameter`:`name`,a=_(r[i])??``;return a===``||h(a)?[]:[Uh([...n,i],a)]}),Bh=/^data\.(?:(aws_ssm_parameter)\.([\w-]+)\.(?:insecure_)?value|(aws_ami)\.([\w-]+)\.(?:image_)?id)$/;function Vh(e,t,n){let[,r,i,,a]=Bh.exec(Xs(e,t)??``)??[],o=i??a;if(o===void 0)return;let s=n(e).ofKind(r??`aws_ami`).filter(t=>t.name===o&&t.source.origin?.root===e.source.origin?.root),[c]=s;if(!c||s.length>1)return;if(r!==void 0){let e=I(c,[`spec`,`name`]);return e===void 0?void 0:Uh(t,e)}let l=Hh(c,`name`),u=l===void 0?void 0:Uh(t,l),d=Hh(c,`architecture`),f=d===`arm64`?`arm64`:d===`x86_64`?`amd64`:u?.architecture;return u&&{...u,architecture:f}}function Hh(e,t){let n=[`spec`,`filter`],r=d(e.get(n)).findIndex(e=>m(e)?.name===t),i=[...n,r,`values`];if(d(e.get(i)).length===1)return I(e,[...i,0])}function Uh(e,t){return{path:e,text:t,architecture:Kh(t),kubernetes:Wh.map(e=>e.exec(t)?.[1]).find(e=>e!==void 0),bottlerocket:/^(?:bottlerocket-aws-k8s-.*-v|\/aws\/service\/bottlerocket\/.*\/)(\d+\.\d+)\.\d+(?:[-/]|$)/.exec(t)?.[1],isStandard:Gh.some(e=>e.test(t))}}const Wh=[/^amazon-eks-(?:gpu-|arm64-)?node-(1\.\d{2})(?:[-*]|$)/,/^amazon-eks-node-al2023-.*-(1\.\d{2})(?:[-*]|$)/,/^bottlerocket-aws-k8s-(1\.\d{2})(?:[-*]|$)/,/^\/aws\/service\/eks\/optimized-ami\/(1\.\d{2})\//,/^\/aws\/service\/bottlerocket\/aws-k8s-(1\.\d{2})[-/]/,/^ubuntu-eks\/k8s_(1\.\d{2})\//],Gh=[/^amazon-eks-node-al2023-.*-standard-/,/^amazon-eks-(?:arm64-)?node-1\.\d{2}(?:[-*]|$)/,/^bottlerocket-aws-k8s-1\.\d{2}-(?:fips-)?(?:x86_64|aarch64)-/,/^\/aws\/service\/eks\/optimized-ami\/1\.\d{2}\/amazon-linux-2023\/[^/]+\/standard\//,/^\/aws\/service\/eks\/optimized-ami\/1\.\d{2}\/amazon-linux-2(?:-arm64)?\//,/^\/aws\/service\/bottlerocket\/aws-k8s-1\.\d{2}(?:-fips)?\//];function Kh(e){let t=/arm64|aarch64/i.test(e);if(t!==/x86_64|amd64/i.test(e))return t?`arm64`:`amd64`}const qh=`1.33`,Jh=e=>Va(e,qh)>=0;function Yh(e,t){let n=t?.eks.versions[e]?.standardUntil;if(n===void 0)return;let r=new Date(n);return r.setUTCMonth(r.getUTCMonth()-14),r.toISOString().slice(0,10)}function Xh(e,t,n){let[,r,i,a]=/^al2(?:023)?@v(\d{4})(\d\d)(\d\d)$/.exec(e)??[];return Date.parse(`${r}-${i}-${a}`)<Date.parse(Yh(t,n)??``)-5184e6}const Zh={"1.28":`1.15.0`,"1.29":`1.18.0`,"1.30":`1.20.0`,"1.31":`1.22.0`,"1.32":`1.30.0`,"1.33":`1.39.0`,"1.34":`1.47.0`,"1.35":`1.53.0`,"1.36":`1.61.0`,"1.37":`1.66.0`};function Qh(e,t){let n=Ne(Zh,t),r=/^v?(1\.\d+)(?:\.|$)/.exec(e)?.[1];if(n!==void 0&&r!==void 0&&Va(r,n)<0)return n}const $h=K({id:`al2-end-of-life`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[51],on:{NodeTemplate(e,{report:t,settings:n}){let{kubernetesVersion:r}=n,i=e.get([`spec`,`amiFamily`])??`AL2`,a=[`amiSelector`,`launchTemplate`].some(t=>e.get([`spec`,t])!==void 0);i!==`AL2`||a||e.isPartial||!eg(r)||t({at:e.span(e.get([`spec`,`amiFamily`])===void 0?[`metadata`,`name`]:[`spec`,`amiFamily`]),severity:`error`,message:rg(e,r),help:"Set `amiFamily: Bottlerocket`, or migrate to an EC2NodeClass with `al2023`."})},NodeClass(e,t){let{report:n,settings:r}=t,{kubernetesVersion:i}=r,a=eg(i);if(i===void 0||a){a&&ng(e)&&n({at:e.span([`spec`,`amiFamily`]),severity:`error`,message:rg(e,i),help:"Set `amiFamily: AL2023`, and check that `userData` is in its format."});for(let{path:r,text:i,kubernetes:a}of zh(e,t))tg(i)&&eg(a)&&n({at:e.span(r),severity:`error`,message:rg(e,a),help:"Select an image of Amazon Linux 2023 or Bottlerocket instead, with an alias such as `al2023@v20260715`."});for(let{path:t,term:r}of Yd(e)){let o=_(r.alias);o!==void 0&&/^al2@/.test(o)&&n({at:e.span([...t,`alias`]),...a&&{severity:`error`},message:a?rg(e,i):`\`${o}\` has no image for Kubernetes ${qh} and newer`,help:"Use an alias of `al2023` or `bottlerocket` instead, such as `al2023@v20260715`."})}}}},docs:{summary:`An EC2NodeClass selects Amazon Linux 2, which has no images for Kubernetes 1.33 and newer.`,why:"AWS built the last EKS images of Amazon Linux 2 in November 2025, for Kubernetes 1.32. On newer clusters the alias selects no image, so the node class is not ready. After an upgrade of the control plane, no new node starts. The severity is error when the repository or `--kubernetes-version` says that the cluster is that new.",help:"Switch to an alias of `al2023` or `bottlerocket` before you upgrade the cluster to 1.33.",url:`https://docs.aws.amazon.com/eks/latest/userguide/eks-ami-deprecation-faqs.html`},examples:ag}),eg=e=>e!==void 0&&Jh(e),tg=e=>/^amazon-eks-(?:gpu-|arm64-)?node-1\.|^\/aws\/service\/eks\/optimized-ami\/[^/]+\/amazon-linux-2(?:-|\/)/.test(e),ng=e=>e.apiVersion===`karpenter.k8s.aws/v1beta1`&&!e.isPartial&&e.get([`spec`,`amiFamily`])===`AL2`&&e.get([`spec`,`amiSelectorTerms`])===void 0,rg=({name:e},t)=>`Amazon Linux 2 has no image for Kubernetes ${t}, so \`${e}\` never becomes ready`,ig=(e,t)=>W`
  module "eks" {
    source             = "terraform-aws-modules/eks/aws"
    version            = "~> 21.0"
    name               = "demo"
    kubernetes_version = "${e}"
  }

  ${Z(`class`,U`
      apiVersion: karpenter.k8s.aws/v1beta1
      kind: EC2NodeClass
      metadata:
        name: default
      spec:
        amiFamily: ${t}
        role: KarpenterNodeRole-demo
    `)}
`;function ag(){return{bad:[H(J(U`
          amiSelectorTerms:
            - alias: al2@v20251112
        `),{"al2@v20251112":`al2023@v20260715`},{"al2@v20251112":`bottlerocket@v1.44.0`}),H(G({karpenter:`0.37`},ig(`1.33`,`AL2`)),{"amiFamily: AL2":`amiFamily: AL2023`}),H(J(U`
          amiFamily: AL2
          amiSelectorTerms:
            - name: amazon-eks-node-1.33-v20251112
        `),{"amiFamily: AL2":`amiFamily: AL2023`,"name: amazon-eks-node-1.33-v20251112":`alias: al2023@v20260715`})],good:[G({karpenter:`0.37`},ig(`1.29`,`AL2`)),J(U`
        amiSelectorTerms:
          - alias: al2023@v20260715
      `),J(U`
          amiFamily: AL2
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
        `,`own`)]}}const og=K({id:`ami-alias-release`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t}){for(let{path:n,term:r}of Yd(e)){let i=_(r.alias)??``,[a=``,o=``]=i.split(`@`),s=cg.get(a);s===void 0||o===``||o===`latest`||h(i)||s.pattern.test(o)||t({at:e.span([...n,`alias`]),message:`\`${o}\` is not a release of ${s.name}, so \`${e.name}\` finds no image and Karpenter launches no nodes with it`,help:`Use a release, such as \`${a}@${s.example}\`.`})}}},docs:{summary:`A pinned alias does not name a release of its AMI family.`,why:"The API server accepts any text after the `@`. Karpenter looks for the image of the release with that name: a date for Amazon Linux, a version number for Bottlerocket. The Kubernetes version is not part of an alias. If no release has the name, the node class does not become ready, and its NodePools launch no nodes.",help:"Use a release such as `al2023@v20260715` or `bottlerocket@v1.44.0`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:lg}),sg={name:`Amazon Linux`,pattern:/^v20\d{6}$/},cg=new Map([[`al2`,{...sg,example:`v20251112`}],[`al2023`,{...sg,example:`v20260715`}],[`bottlerocket`,{name:`Bottlerocket`,pattern:/^v?\d+\.\d+\.\d+(?:-\w+)?$/,example:`v1.44.0`}]]);function lg(){return{bad:[H(ug(`al2023@v1.33`),{"al2023@v1.33":`al2023@v20260715`}),H(ug(`al2023@20260715`),{"al2023@20260715":`al2023@v20260715`}),H(ug(`bottlerocket@v20260715`),{"bottlerocket@v20260715":`bottlerocket@v1.44.0`})],good:[ug(`al2023@v20260715`),ug(`bottlerocket@v1.44.0`),ug(`bottlerocket@1.44.0`)]}}const ug=e=>J(U`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${e}
  `),dg=[{name:/ubuntu-eks/i,what:`an EKS image of Ubuntu`,families:[`AL2`,`Ubuntu`]},{name:/ubuntu/i,what:`a plain Ubuntu image`,families:[`Ubuntu`]},{name:/amazon-eks-(?:[a-z0-9]+-)?node-al2023/i,what:`an AL2023 image`,families:[`AL2023`]},{name:/amazon-eks-(?:gpu-|arm64-)?node-\d/i,what:`an AL2 image`,families:[`AL2`]},{name:/bottlerocket/i,what:`a Bottlerocket image`,families:[`Bottlerocket`]},{name:/Windows_Server-2019/i,what:`a Windows Server 2019 image`,families:[`Windows2019`]},{name:/Windows_Server-2022/i,what:`a Windows Server 2022 image`,families:[`Windows2022`]},{name:/Windows_Server-2025/i,what:`a Windows Server 2025 image`,families:[`Windows2025`]}],fg={al2:`AL2`,al2023:`AL2023`,bottlerocket:`Bottlerocket`,windows2019:`Windows2019`,windows2022:`Windows2022`,windows2025:`Windows2025`},pg=K({id:`ami-family-mismatch`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[52],explains:[`schema/cel`],on:{NodeClass(e,t){let n=_(e.get([`spec`,`amiFamily`]));if(n===void 0||n===`Custom`||h(n))return;let r=d(e.get([`spec`,`amiSelectorTerms`])),i=r.length>0&&r.every(e=>hg(_(m(e)?.name),n));for(let[a,o]of r.entries()){let r=[`spec`,`amiSelectorTerms`,a],{name:s,alias:c}=m(o)??{};gg(e,{path:[...r,`name`],name:_(s),family:n,isOnly:i},t),_g(e,{path:[...r,`alias`],name:_(c),family:n,isOnly:i},t)}},NodeTemplate(e,t){let n=_(e.get([`spec`,`amiFamily`]));if(n===void 0||n===`Custom`||h(n))return;let r=[`spec`,`amiSelector`,`aws::name`];gg(e,{path:r,name:_(e.get(r)),family:n,isOnly:!0},t)}},docs:{summary:"`amiFamily` does not match the family of the selected AMI.",why:`The AMI family decides which bootstrap user data Karpenter writes, and which block device it treats as the root volume. An AMI of another family does not understand that user data. Its instances run and cost money, but never join the cluster. Karpenter replaces them after 15 minutes, again and again.`,help:"Set `amiFamily` to the family of the image. Or set it to `Custom`, and write user data that joins the node to the cluster.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamifamily`},examples:yg}),mg=[`spec`,`amiFamily`];function hg(e,t){if(e===void 0||h(e))return;let n=dg.find(t=>t.name.test(e));if(!n?.families.includes(t))return n}function gg(e,{path:t,name:n,family:r,isOnly:i},{report:a}){let o=hg(n,r);if(!o)return;let s=o.families[0],c=o.families.includes(`Ubuntu`);a({at:e.span(t),message:`\`${n}\` is ${o.what}, which does not understand the user data of \`amiFamily: ${r}\``,labels:[{span:e.span(mg),message:`Karpenter writes user data for this family`}],...i&&{unready:`${o.what} does not understand the user data of \`${r}\``},help:c?"Set `amiFamily: Custom`, and write user data that joins the node to the cluster.":`Set \`amiFamily: ${s}\`, or set \`Custom\` and write user data that joins the node to the cluster.`,...!c&&{fix:{description:`Set \`amiFamily: ${s}\``,edits:x(e,mg,s)}}})}function _g(e,{path:t,name:n,family:r},{report:i}){if(n===void 0||h(n))return;let a=Ne(fg,n.split(`@`)[0]);a!==void 0&&a!==r&&i({at:e.span(t),severity:`error`,message:`\`${n}\` selects ${a} images, but \`amiFamily\` is \`${r}\`, so the API server rejects the node class`,labels:[{span:e.span(mg),message:`this family does not match`}],help:"Remove `amiFamily`, because the alias implies it, or use an alias of that family.",fix:{description:"Remove `amiFamily`",edits:We(e,mg)},explains:{paths:[[`spec`]],mentioning:`amiFamily must be`}})}const vg=U`
  amiFamily: Custom
  userData: |
    #!/bin/bash
    /opt/company/join-cluster
`;function yg(){return{bad:[H(J(U`
          amiFamily: AL2
          amiSelectorTerms:
            - name: ubuntu/images/hvm-ssd/ubuntu-jammy-22.04-amd64-server-20241211
        `),{"amiFamily: AL2":vg}),H(J(U`
          amiFamily: AL2
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
        `),{"amiFamily: AL2":vg}),H(J(U`
          amiFamily: Bottlerocket
          amiSelectorTerms:
            - alias: al2023@v20260715
        `),{"al2023@v20260715":`bottlerocket@v1.44.0`})],good:[J(U`
        amiFamily: Custom
        amiSelectorTerms:
          - name: ubuntu/images/hvm-ssd/ubuntu-jammy-22.04-amd64-server-20241211
      `),J(U`
        amiFamily: AL2023
        amiSelectorTerms:
          - alias: al2023@v20260715
      `)]}}const bg={CronJob:{group:`batch`,path:[`spec`,`jobTemplate`,`spec`,`template`]},DaemonSet:{group:`apps`,path:[`spec`,`template`]},Deployment:{group:`apps`,path:[`spec`,`template`]},Job:{group:`batch`,path:[`spec`,`template`]},Pod:{group:``,path:[]},ReplicaSet:{group:`apps`,path:[`spec`,`template`]},Rollout:{group:`argoproj.io`,path:[`spec`,`template`]},StatefulSet:{group:`apps`,path:[`spec`,`template`]}},xg=({namespace:e})=>e??`default`,Sg=e=>{let t=Object.hasOwn(bg,e.kind)?bg[e.kind]:void 0;return t?.group===u(e.apiVersion)&&[[`spec`],t.path,[...t.path,`spec`]].some(t=>h(e.get(t)))};function $(e){return e.manifests.flatMap(e=>{let t=Object.hasOwn(bg,e.kind)?bg[e.kind]:void 0;return!t||t.group!==u(e.apiVersion)||!m(e.get([...t.path,`spec`]))||e.kind===`Pod`&&e.get([`spec`,`nodeName`])!==void 0?[]:[{manifest:e,template:t.path,namespace:xg(e)}]})}const Cg=e=>e.manifests.some(({kind:e,apiVersion:t})=>(e===`NodePool`||e===`Provisioner`)&&u(t)===`karpenter.sh`);function wg({manifest:e,template:t}){return Tg(e.get([...t,`metadata`,`labels`]))}function Tg(e){if(h(e))return;let t=Object.entries(m(e)??{}).map(([e,t])=>[e,_(t)??``]);if(!t.some(([e,t])=>h(e)||h(t)))return Object.fromEntries(t)}function Eg(e,t){let n=m(e.get(t)),r=Tg(n?.matchLabels);if(!n||!r||e.isPartial||h(n.matchExpressions))return;let i=d(n.matchExpressions).map(e=>{let{key:t,operator:n,values:r}=m(e)??{};return{key:_(t)??``,operator:_(n)??``,values:d(r).map(e=>_(e)??``)}});if(!i.flatMap(({key:e,operator:t,values:n})=>[e,t,...n]).some(e=>h(e)))return{matchLabels:r,matchExpressions:i}}function Dg({manifest:e,template:t}){let{nodeSelector:n,affinity:r,tolerations:i}=m(e.get([...t,`spec`]))??{};return[n,r,i].some(e=>h(e))?!0:/kubernetes\.io\/arch"|arm64/.test(JSON.stringify([n,r,i]))}const Og=K({id:`ami-for-instance-types`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[54,91],on:{Manifests(e,t){let n=B(e).flatMap(e=>kg(e,t)??[]);if(n.length===0)return;let r=n.length===B(e).length&&Ng(e);for(let e of n){let n=jg(e)??Mg(e,r);if(!n)continue;let{pool:i,nodeClass:a,images:o}=e,s=[{span:a.span(o[0].path),message:`this selects the image`}];t.report({...n,manifest:i,at:i.span([...Vd(i).path,`name`]),labels:s})}}},docs:{summary:`The AMIs of a node class do not fit the instance types of a NodePool that uses it.`,why:"An AMI is built for one architecture. If all instance types of a NodePool have the other architecture, Karpenter finds no image for them and launches nothing for the NodePool. The standard images of EKS have no GPU driver, so nodes start but never offer `nvidia.com/gpu`.",help:"Add a selector term for the image of the other architecture, or select the `nvidia` image for GPUs. An alias selects the right image for each instance type.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:Fg});function kg(e,t){let{all:n,catalog:r,compatible:i}=t,a=lf(n,e),o=a&&Rh(a,t),s=o&&i(e);if(r&&s?.isExact&&s.names.length!==0&&Vd(e)!==void 0)return{pool:e,nodeClass:a,images:o,types:s.names.map(e=>r.type(e))}}const Ag=({gpus:e})=>e.some(({manufacturer:e})=>e===`nvidia`);function jg({pool:e,nodeClass:t,images:n,types:r}){let i=new Set(n.map(({architecture:e})=>e)),a=r.filter(({architecture:e})=>!i.has(e)),[o]=a;if(i.has(void 0)||o===void 0)return;let s=`Add an AMI selector term for the ${o.architecture} image, or use an alias, which selects the right image for each instance type.`;if(a.length===r.length)return{message:`The instance types of \`${e.name}\` are ${o.architecture}, but the images of \`${t.name}\` are ${n[0].architecture}, so Karpenter cannot launch nodes for \`${e.name}\``,help:s};if(z(e).some(({key:e,operator:t,values:n})=>y(e)===b.arch&&t===`In`&&n.some(({text:e})=>e===o.architecture)))return{severity:`note`,message:`\`${e.name}\` allows ${o.architecture}, but the images of \`${t.name}\` are only ${n[0].architecture}, so Karpenter never launches ${a.length} of its ${r.length} instance types`,help:`${s} Or remove ${o.architecture} from the requirements.`}}function Mg({pool:e,nodeClass:t,images:n,types:r},i){let a=r.some(Ag)&&r.every(({gpus:e})=>e.length>0);if(n.every(({isStandard:e})=>e)&&(a||i&&r.some(Ag)))return{message:a?`Every instance type of \`${e.name}\` has GPUs, but \`${t.name}\` selects the standard image, which has no driver for them`:`Pods request GPUs, and \`${e.name}\` has instance types with NVIDIA GPUs, but \`${t.name}\` selects the standard image, which has no driver for them`,help:"Select the `nvidia` image of the family, or use an alias, which selects it for these instance types."}}const Ng=e=>$(e).some(({manifest:e,template:t})=>{let n=[...t,`spec`,`containers`];return d(e.get(n)).some((t,r)=>[`requests`,`limits`].some(t=>e.get([...n,r,`resources`,t,`nvidia.com/gpu`])!==void 0))}),Pg=`- name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715`;function Fg(){return{bad:[H(Q(q({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),J(U`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
        `)),{[Pg]:`${Pg}\n- name: amazon-eks-node-al2023-arm64-standard-1.33-v20260715`},{[Pg]:`- alias: al2023@v20260715`}),H(Q(q({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6]`,`karpenter.sh/capacity-type In [on-demand]`],taints:U`
            - key: nvidia.com/gpu
              effect: NoSchedule
          `,nodeClassRef:`default`}),J(U`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
        `)),{[Pg]:`- name: amazon-eks-node-al2023-x86_64-nvidia-1.33-v20260715`},{[Pg]:`- alias: al2023@v20260715`}),H(Q(q({name:`both`,requirements:[`kubernetes.io/arch In [amd64, arm64]`,`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),J(U`
          amiFamily: AL2023
          amiSelectorTerms:
            - ssmParameter: /aws/service/eks/optimized-ami/1.33/amazon-linux-2023/x86_64/standard/amazon-eks-node-al2023-x86_64-standard-1.33-v20260715/image_id
        `)),{"[amd64, arm64]":`[amd64]`})],good:[Q(q({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),J(U`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
            - name: amazon-eks-node-al2023-arm64-standard-1.33-v20260715
        `)),Q(q({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),J(U`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: golden-al2023-*
        `))]}}const Ig=/^(?:amazon-eks-(?:arm64-|gpu-)?node-|bottlerocket-aws-k8s-|ubuntu-eks(?:-pro)?\/k8s_)/,Lg=/(?<!\d)1\.\d\d(?!\d)/,Rg=K({id:`ami-name-kubernetes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,t){let{report:n}=t;for(let n of zh(e,t))zg(e,n,t);for(let{path:t,term:r}of Yd(e)){let i=_(r.name);i===void 0||r.tags!==void 0||h(i)||Ig.test(i)&&/[*?]/.test(i)&&!Lg.test(i)&&n({at:e.span([...t,`name`]),message:`\`${i}\` matches images for every Kubernetes version, and Karpenter launches the newest one, whatever version the cluster has`,help:"Write the Kubernetes version of the cluster in the name, or select the images with an `alias`, which follows the cluster."})}}},docs:{summary:`The name of an image matches images for several Kubernetes versions, or for one that the cluster cannot use.`,why:"The names of EKS images contain the Kubernetes version. If a pattern leaves it open, Karpenter launches the newest image of all versions. Its kubelet can be newer than the control plane, which Kubernetes does not support, and nodes are replaced whenever AWS releases images for another version. The same holds for a name with a version that is newer than the cluster, or more than three minor versions older. That is reported only when the repository or `--kubernetes-version` names the version of the cluster.",help:"Write the Kubernetes version in the name, or use an `alias`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:Hg});function zg(e,{path:t,text:n,kubernetes:r},{report:i,settings:{kubernetesVersion:a}}){if(r===void 0||a===void 0)return;let o=Number(r.split(`.`)[1])-Number(a.split(`.`)[1]);o<=0&&o>=-3||i({at:e.span(t),message:`\`${n}\` is an image for Kubernetes ${r}, but the cluster has ${a}. Kubernetes does not support a kubelet that is ${o>0?`newer than the API server`:`more than 3 minor versions older`}`,help:`Select an image for Kubernetes ${a}, or use an \`alias\`, which follows the cluster.`})}const Bg=e=>J(U`
    amiFamily: AL2023
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - name: ${e}
  `),Vg=(e,t)=>W`
  module "eks" {
    source             = "terraform-aws-modules/eks/aws"
    version            = "~> 21.0"
    name               = "demo"
    kubernetes_version = "${e}"
  }

  ${Z(`class`,J(U`
      amiFamily: AL2023
      role: KarpenterNodeRole-demo
      amiSelectorTerms:
        - ${t.startsWith(`/`)?`ssmParameter`:`name`}: ${t}
    `))}
`;function Hg(){return{bad:[H(Bg(`amazon-eks-node-al2023-x86_64-standard-*`),{"standard-*":`standard-1.33-v20260715`}),H(Vg(`1.32`,`amazon-eks-node-al2023-x86_64-standard-1.34-v20260715`),{"standard-1.34":`standard-1.32`}),H(Vg(`1.34`,`/aws/service/eks/optimized-ami/1.30/amazon-linux-2023/x86_64/standard/amazon-eks-node-al2023-x86_64-standard-1.30-v20260715/image_id`),{"optimized-ami/1.30":`optimized-ami/1.34`,"standard-1.30":`standard-1.34`})],good:[Vg(`1.34`,`amazon-eks-node-al2023-x86_64-standard-1.33-v20260715`),Bg(`amazon-eks-node-al2023-x86_64-standard-1.33-v20260715*`),Bg(`platform-node-*`)]}}const Ug=K({id:`ami-name-variants`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[54],on:{NodeClass(e,{report:t}){for(let{path:n,term:r}of Yd(e)){let i=_(r.name),a=Object.entries(m(r.tags)??{});if(i===void 0&&r.id===void 0&&a.length>0&&a.every(([,e])=>e===`*`)){t({at:e.keySpan([...n,`tags`,a[0][0]]),message:`\`${a[0][0]}: "*"\` matches every image with this tag, and Karpenter launches the newest one`,help:"Replace `*` with a value that only the images for these nodes have."});continue}if(i===void 0||r.tags!==void 0||h(i)||!/[*?]/.test(i))continue;let o=Wg.map(e=>e.filter(e=>qg(i,e))).find(Gg);o&&t({at:e.span([...n,`name`]),message:`\`${i}\` matches images for different purposes, such as \`${Kg(o[0])}\` and \`${Kg(o.at(-1))}\`, and Karpenter launches the newest one for every instance type`,help:"Write the whole name up to the version, or select the images with an `alias`, which chooses the right one for each instance type."})}}},docs:{summary:`An image is selected by a pattern that matches images for different purposes.`,why:`AWS builds several images for each Kubernetes version: standard ones, ones with drivers for NVIDIA GPUs or Neuron, and ones with FIPS. For a name, Karpenter only looks at the architecture, and launches the newest image that matches. If the pattern leaves the purpose open, ordinary nodes may start with the image for Neuron, and GPU nodes without a driver. Which image is the newest changes with every release.`,help:"Write the purpose in the name, or use an `alias`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:Yg}),Wg=[[`amazon-eks-node-al2023-x86_64-standard-1.##-v##`,`amazon-eks-node-al2023-x86_64-nvidia-1.##-v##`,`amazon-eks-node-al2023-x86_64-neuron-1.##-v##`],[`amazon-eks-node-al2023-arm64-standard-1.##-v##`,`amazon-eks-node-al2023-arm64-nvidia-1.##-v##`],[`amazon-eks-node-1.##-v##`,`amazon-eks-gpu-node-1.##-v##`],[`bottlerocket-aws-k8s-1.##-x86_64-v##`,`bottlerocket-aws-k8s-1.##-nvidia-x86_64-v##`],[`bottlerocket-aws-k8s-1.##-aarch64-v##`,`bottlerocket-aws-k8s-1.##-nvidia-aarch64-v##`]],Gg=e=>e.length>1,Kg=e=>e.replaceAll(`##`,`*`);function qg(e,t){let n=e.replace(/1\.(?:\d{2}|\d[*?]|[*?]+)/,`1.##`).replace(/v(?:\d[\w.-]*[*?]*|[*?]+)$/,`v##`).replaceAll(/\*{2,}/g,`*`);return n.length<=200&&Zs(n,t)}const Jg=(e,t=`AL2023`)=>J(U`
    amiFamily: ${t}
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - name: ${e}
        owner: amazon
  `);function Yg(){return{bad:[H(Jg(`amazon-eks-node-al2023-x86_64-*-1.33-v20260715`),{"64-*-1.33":`64-standard-1.33`}),H(Jg(`bottlerocket-aws-k8s-1.33-*-v1.44.0-*`,`Bottlerocket`),{"1.33-*":`1.33-x86_64`})],good:[Jg(`amazon-eks-node-al2023-*-standard-1.33-v20260715`),Jg(`bottlerocket-aws-k8s-1.33-nvidia-x86_64-v1.44.0-*`,`Bottlerocket`),Jg(`platform-node-1.33-*`)]}}const Xg=e=>e?.provider===`aws`?e:null;function Zg(e,{from:t,to:n,catalog:r}){if(!t_(e))return[];let i={path:[`status`,`amis`],before:`for Kubernetes ${t}`,cause:`ami`},a=`the release has no image for Kubernetes ${n}: after the upgrade of the control plane, Karpenter launches no nodes, and running nodes stay`,o=Xg(r)?.fees;return n_(e).some(e=>Xh(e,n,o)||$g(e,n))?[{...i,after:`none`,effect:`new-nodes`,reason:a}]:[{...i,after:`for Kubernetes ${n}`,effect:`all-nodes`,reason:`the alias selects images for the cluster’s Kubernetes version: after the upgrade of the control plane, all nodes drift and must be replaced`}]}const Qg=(e,t,n)=>n_(e).some(e=>e.startsWith(`al2@`)&&Jh(t)||Xh(e,t,Xg(n)?.fees)||$g(e,t));function $g(e,t){let n=e_(e);return n!==void 0&&Qh(n,t)!==void 0}const e_=e=>/^bottlerocket@(v?\d.*)$/.exec(e)?.[1];function t_(e){let t=d(e.get([`spec`,`amiSelectorTerms`]));if(t.some(e=>m(e)?.alias!==void 0))return!0;let n=e.get([`spec`,`amiFamily`]);return!e.apiVersion.endsWith(`/v1`)&&t.length===0&&typeof n==`string`&&n!==`Custom`&&!h(n)}const n_=e=>d(e.get([`spec`,`amiSelectorTerms`])).flatMap(e=>_(m(e)?.alias)??[]),r_=K({id:`ami-older-than-kubernetes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,t){let{report:n,settings:r,catalog:i}=t,{kubernetesVersion:a=``}=r;i_(e,t);let o=Xg(i)?.fees,s=Yh(a,o);for(let{path:t,term:r}of Yd(e)){let i=_(r.alias);i!==void 0&&Xh(i,a,o)&&n({at:e.span([...t,`alias`]),message:`\`${i}\` has no image for Kubernetes ${a}, which EKS has offered since ${s}, so \`${e.name}\` does not become ready and Karpenter launches no nodes with it`,help:`Pin a release from ${s} or later.`})}}},docs:{summary:`A pinned image is too old for the cluster’s Kubernetes version.`,why:"AWS builds the images of a release for the Kubernetes versions that EKS offers at that time. After an upgrade of the control plane, the alias of an older release selects no image. The node class is not ready, its NodePools launch no nodes, and Karpenter does not replace running nodes. Bottlerocket has a list of its first releases for each version, so a missing image is an error, also in a name or an SSM parameter. An alias is reported only when the repository or `--kubernetes-version` names the Kubernetes version.",help:`Pin a release from the day when EKS began to offer this version, or later, and upgrade the control plane in a later change.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions.html`},examples:a_});function i_(e,t){let n=Yd(e).flatMap(({path:e,term:n})=>{let r=e_(_(n.alias)??``);return r===void 0?[]:[{path:[...e,`alias`],release:r,kubernetes:t.settings.kubernetesVersion}]}),r=zh(e,t).map(({path:e,bottlerocket:t,kubernetes:n})=>({path:e,release:t,kubernetes:n}));for(let{path:i,release:a,kubernetes:o}of[...n,...r]){let n=a&&o&&Qh(a,o);n&&t.report({severity:`error`,at:e.span(i),message:`Bottlerocket ${a.replace(/^v/,``)} has no image for Kubernetes ${o}, so \`${e.name}\` does not become ready and Karpenter launches no nodes with it`,help:`Pin Bottlerocket ${n} or later.`})}}function a_(){return{bad:[H(o_(`1.34`,`al2023@v20250403`),{"al2023@v20250403":`al2023@v20260715`}),H(o_(`1.35`,`bottlerocket@v1.44.0`),{"v1.44.0":`v1.53.0`})],good:[o_(`1.34`,`al2023@v20260715`),o_(`1.33`,`bottlerocket@v1.44.0`),o_(`1.32`,`al2023@v20250403`)]}}const o_=(e,t)=>W`
  module "eks" {
    source             = "terraform-aws-modules/eks/aws"
    version            = "~> 21.0"
    name               = "demo"
    kubernetes_version = "${e}"
  }

  ${Z(`class`,s_(t))}
`,s_=e=>J(U`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${e}
  `),c_=e=>Am(e)||e.kind===`aws_eks_cluster`||R(e)===`eks`;function l_(e){if(c_(e))return Am(e)?u_(e,[`autoModeConfig`],`nodePools`):[`compute_config`,`cluster_compute_config`].flatMap(t=>u_(e,[`spec`,t],`node_pools`)??[]).at(0)}function u_(e,t,n){let r=e.get(t);if(r==null||(Array.isArray(r)?r.length===0:m(r)&&Object.keys(m(r)).length===0))return;let i=Array.isArray(r)?[...t,0]:t,a=e.get([...i,`enabled`]),o=e.get([...i,n]);return{manifest:e,path:i,isOn:d_(r,a),pools:{path:[...i,n],value:o}}}function d_(e,t){if(typeof e==`string`)return;let n=_(t);if(n===void 0)return t!=null&&void 0;if(n===`true`)return!0;if(n===`false`)return!1}const f_=(e,t)=>t?.manifests.find(({kind:t,name:n,source:r})=>t===e.kind&&n===e.name&&r.file===e.source.file);function p_({pools:{path:e,value:t}}){if(t==null)return[];let n=d(t).map(e=>_(e));if(Array.isArray(t)&&!n.some(e=>e===void 0||h(e)))return n.map((t,n)=>({name:t,path:[...e,n]}))}function m_(e){let t=e.flatMap(e=>l_(e)??[]);if(t.length!==0)return t.every(({isOn:e})=>e===!0)?`on`:t.every(({isOn:e})=>e===!1)?`off`:`unknown`}function h_(e,t){let n=m_(e);if(n===`on`||m_(t)!==`on`)return!1;if(n===`off`)return!0;if(!e.some(c_))return!1}const g_=e=>zs({manifests:e},`karpenter`)||e.some(({kind:e,name:t})=>e===`Deployment`&&t===`karpenter`||e===`CustomResourceDefinition`&&t.endsWith(`.karpenter.k8s.aws`))||e.some(e=>Ls(e).length>0||R(e)===`karpenter`),__=[`general-purpose`,`system`],v_=e=>e.flatMap(e=>y_(e).map(t=>({name:t,manifest:e})));function y_(e){let t=l_(e);if(t===void 0||t.isOn===!1)return[];if(e.kind===`ClusterConfig`&&(t.pools.value??null)===null)return __;let n=p_(t)?.map(({name:e})=>e);return __.filter(e=>n===void 0||n.includes(e))}const b_=K({id:`auto-mode-built-in`,severity:`warning`,since:`0.1.0`,providers:[`eks-auto-mode`],theme:`All objects`,mistakes:[108],on:{NodePool(e,{report:t}){__.includes(e.name)&&!e.isPartial&&t({at:e.span([`metadata`,`name`]),message:`EKS manages the NodePool \`${e.name}\` of Auto Mode itself, so changes to it do not last`,help:`Give the NodePool another name, and disable the one of EKS if you do not need it.`})},NodeClass(e,{report:t}){e.name!=="default"||e.isPartial||t({at:e.span([`metadata`,`name`]),message:"EKS Auto Mode has a NodeClass `default` of its own, which EKS creates and changes",help:"Give the NodeClass another name, and refer to it in `nodeClassRef` of the NodePools."})}},docs:{summary:`An object has the name of one that EKS Auto Mode creates itself.`,why:"With its built-in NodePools, EKS Auto Mode creates the NodePools `general-purpose` and `system` and the NodeClass `default`. EKS does not allow changes to the NodePools, and advises against a NodeClass of your own with that name. Whoever writes last decides.",help:`Choose another name.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/create-node-class.html`},examples:x_});function x_(){return{bad:[H(Eh({name:`general-purpose`}),{"general-purpose":`web`}),H(Dh(`role: AmazonEKSAutoNodeRole`),{"name: default":`name: web`})],good:[Eh({name:`web`}),Dh(`role: AmazonEKSAutoNodeRole`,`web`)]}}const S_=K({id:`auto-mode-expiry`,severity:`warning`,since:`0.1.0`,providers:[`eks-auto-mode`],theme:`Disruption`,mistakes:[106],on:{NodePool(e,{report:t}){let n=[`spec`,`template`,`spec`,`expireAfter`],{value:r,isKnown:i}=Ad(e,n);if(!i||typeof r!=`string`)return;let a=ht(r);(r===`Never`||a!==void 0&&a>504n*3600000000000n)&&t({at:e.span(n),message:`NodePool \`${e.name}\` sets \`expireAfter: ${r}\`, but nodes of EKS Auto Mode live at most 21 days`,help:"Set `expireAfter` to `504h` or less, and expect that every node is replaced at least every 21 days."})}},docs:{summary:"A NodePool of EKS Auto Mode sets `expireAfter` to more than 21 days.",why:"EKS replaces every node of Auto Mode after at most 21 days, so that nodes run a recent image. A longer `expireAfter`, or `Never`, does not keep nodes longer. Without the field, nodes live 14 days. Workloads that must not be interrupted need a window or more replicas instead.",help:"Set `expireAfter` to `504h` or less.",url:`https://docs.aws.amazon.com/eks/latest/userguide/automode-learn-instances.html`},examples:C_});function C_(){return{bad:[H(Eh({expireAfter:`720h`}),{"720h":`504h`}),H(Eh({expireAfter:`Never`}),{Never:`504h`})],good:[Eh({expireAfter:`504h`}),Eh({expireAfter:`336h`})]}}const w_=new Set([`c8id c8i c8i-flex c8gd c8gn c8g c8a c8gb c7a c7g c7gn c7gd c7i c7i-flex c6a c6g c6i c6gn c6id c6in c6gd c5 c5a c5d c5ad c5n c4`,`m8id m8i m8i-flex m8a m8azn m8gn m8gb m8gd m8g m7i m7a m7g m7gd m7i-flex m6a m6i m6in m6g m6idn m6id m6gd m5 m5a m5ad m5n m5dn m5d m5zn m4`,`r8id r8i r8i-flex r8gn r8gb r8gd r8g r8a r7a r7iz r7gd r7i r7g r6a r6i r6id r6in r6idn r6g r6gd r5 r5n r5a r5dn r5b r5ad r5d r4`,`t4g t3 t3a t2 z1d x8aedz x8g x8i x2gd x2iezn x2iedn x2idn i8ge i7i i8g i7ie i4g i4i i3 i3en is4gen d3 d3en im4gn`,`p6-b200 p6-b300 p5 p5e p5en p4d p4de p3dn g7e g6 gr6 g6e g5g g5 g4dn g4ad inf2 inf1 trn1 trn1n trn2 hpc8a`].flatMap(e=>e.split(` `))),T_=new Set([`nano`,`micro`,`small`]),E_=e=>w_.has(e),D_=e=>!T_.has(e),O_=({family:e,size:t,vcpus:n})=>E_(e)&&n>1&&D_(t),k_=K({id:`auto-mode-instance-types`,severity:`warning`,since:`0.1.0`,providers:[`eks-auto-mode`],theme:`Instance types and zones`,mistakes:[107],on:{NodePool:M_},docs:{summary:`A NodePool of EKS Auto Mode requires instance types or an operating system that Auto Mode does not launch.`,why:`EKS Auto Mode launches only listed families, only types with more than one vCPU, and no nano, micro or small types. It runs Linux only. A NodePool that allows nothing else is ready but never launches a node.`,help:`List families and sizes that EKS Auto Mode supports, or run the pods on nodes of your own.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/automode-learn-instances.html`},examples:P_}),A_=/^[a-z]+\d[a-z0-9-]*$/,j_=new Map([[b.instanceType,e=>{let[t=``,n=``]=e.split(`.`);return!A_.test(t)||E_(t)&&D_(n)}],[Le(b.instanceFamily),e=>!A_.test(e)||E_(e)],[Le(b.instanceSize),D_],[b.os,e=>e!==`windows`]]);function M_(e,{report:t}){for(let n of z(e)){let r=N_(n);if(r.length===0)continue;let i=r.length===n.values.length,a=v(r.map(({text:e})=>e));t({at:e.span(r[0].path),severity:i?`error`:`warning`,message:i?`EKS Auto Mode launches no nodes with \`${n.key}\` ${a}, so NodePool \`${e.name}\` launches nothing`:`EKS Auto Mode launches no nodes with \`${n.key}\` ${a}`,help:i?`List values that EKS Auto Mode supports, or refer to an EC2NodeClass of a Karpenter that you run yourself.`:`Remove ${a} from the values.`})}}function N_({key:e,operator:t,values:n,isKnown:r}){let i=j_.get(y(e));return i===void 0||t!==`In`||!r?[]:n.filter(({text:e})=>!i(e))}function P_(){return{bad:[H(Eh({requirements:[`node.kubernetes.io/instance-type In [t3.small]`]}),{"t3.small":`t3.medium`}),H(Eh({requirements:[`eks.amazonaws.com/instance-family In [m7i, p3]`]}),{"m7i, p3":`m7i`}),H(Eh({requirements:[`kubernetes.io/os In [windows]`]}),{windows:`linux`})],good:[Eh({requirements:[`node.kubernetes.io/instance-type In [m7i.large, c7g.xlarge]`]}),Eh({requirements:[`eks.amazonaws.com/instance-family In [m7i, p5, g6]`,`kubernetes.io/os In [linux]`]}),Eh({requirements:[`eks.amazonaws.com/instance-family NotIn [p3]`]})]}}const F_=K({id:`auto-mode-labels`,severity:`warning`,since:`0.1.0`,providers:[`aws`,`eks-auto-mode`],theme:`Instance types and zones`,mistakes:[105],on:{NodePool:I_},docs:{summary:`A requirement names a label of instances that only the other mode sets: EKS Auto Mode, or a Karpenter that you run yourself.`,why:"EKS Auto Mode sets labels such as `eks.amazonaws.com/instance-category`, and Karpenter sets `karpenter.k8s.aws/instance-category`. In the other mode, no instance type has the label. A requirement for it chooses no instance types there.",help:"Use the label of the mode that launches the nodes: the group in `nodeClassRef` decides it.",url:`https://docs.aws.amazon.com/eks/latest/userguide/create-node-pool.html`},examples:L_});function I_(e,{report:t}){let n=Rd(e);if(!n)return;let r=n.group===De;for(let{key:n,path:i,isKnown:a}of z(e)){let o=r?Le(n):Fe(n);if(!a||o===n)continue;let s=[...i,`key`];t({at:e.span(s),message:r?`\`${n}\` is a label of a Karpenter that you run yourself. EKS Auto Mode does not set it, so the requirement chooses no instance types of NodePool \`${e.name}\``:`\`${n}\` is a label of EKS Auto Mode. Karpenter does not set it, so the requirement chooses no instance types of NodePool \`${e.name}\``,help:`Write \`${o}\`.`,fix:{description:`Replace with \`${o}\``,edits:x(e,s,o)}})}}function L_(){return{bad:[Eh({requirements:[`karpenter.k8s.aws/instance-family In [c7i, m7i, r7i]`]}),q({requirements:[`eks.amazonaws.com/instance-family In [c7i, m7i, r7i]`]})],good:[Eh({requirements:[`eks.amazonaws.com/instance-category In [c, m, r]`,`kubernetes.io/arch In [arm64]`]}),q({requirements:[`karpenter.k8s.aws/instance-family In [c7i, m7i, r7i]`]})]}}function R_(e,t){let n=e.get(t),r=d(n).map((e,n)=>({path:[...t,n],value:e})),i=r.filter(({value:e})=>g(e)||!h(e)),a=h(n)||i.length<r.length;return hs(i,[...a?[`\`${t.at(-1)}\` of \`${e.name}\` is a placeholder`]:[],...e.isPartial?[`template lines of \`${e.name}\` may add some`]:[]])}const z_=({source:{file:e,origin:t}})=>t?`${t.tool} ${t.root}`:e;function B_({all:e,clusterOf:t}){let n=new Map;return[...we(B(e),e=>{let r=t(e),i=n.get(r)??V_(r);return n.set(r,i),i&&!H_(e)?r:z_(e)}).values()].filter(e=>e.length>1&&new Set(e.map(({name:e})=>e)).size===e.length)}const V_=({isExample:e,manifests:t})=>!e&&t.some(({kind:e})=>he(e)),H_=({source:{file:e,origin:t}})=>!t&&e.slice(e.lastIndexOf(`/`)+1).split(/[-_.]/).some(uo),U_=/(?:^|\.)(?:kubernetes\.io|k8s\.io|karpenter\.sh|karpenter\.k8s\.aws)\//;function W_(e){let t=[...z(e),...Id(e)],n=R_(e,[`spec`,`template`,`spec`,`taints`]);return!Fd(e)&&ys(n,()=>!0)===!1&&t.every(({key:e,isKnown:t})=>t&&U_.test(e))}const G_=K({id:`auto-mode-migration`,severity:`note`,since:`0.1.0`,providers:[`eks-auto-mode`],theme:`Taints and overlapping NodePools`,mistakes:[109],on:{Manifests(e,t){for(let e of B_(t)){let n=e.filter(K_),r=n.find(e=>Rd(e)?.group===De),i=n.find(e=>Rd(e)?.group===`karpenter.k8s.aws`);if(r===void 0||i===void 0)continue;let{manifests:a}=t.clusterOf(i),o=g_(a);(o||m_(a)!==`on`)&&t.report({manifest:r,at:r.span([`spec`,`template`,`spec`,`nodeClassRef`,`group`]),message:`Both EKS Auto Mode (NodePool \`${r.name}\`) and Karpenter (NodePool \`${i.name}\`) ${o?``:`may `}launch nodes for the same pods`,labels:[{span:i.span([`metadata`,`name`]),message:`this NodePool has no taint either`}],help:`Add a taint to \`${r.name}\`, and tolerate it in the pods that move. In requirements and in selectors of these pods, replace \`karpenter.k8s.aws/\` with \`eks.amazonaws.com/\`. EKS Auto Mode has no custom images, user data or kubelet settings. Its nodes live at most 21 days, and AWS bills a fee for each.`})}}},docs:{summary:`A cluster has NodePools of EKS Auto Mode and of a Karpenter of its own, and neither has a taint.`,why:`Both can run side by side, for example while workloads move. Each sees a pending pod that fits its NodePools and launches a node for it. One of the nodes stays empty, and which mode runs the pod is open. Labels of instances, images, user data, the hop limit of the metadata service, the lifetime of nodes, and the bill differ between the modes.`,help:`Add a taint to the NodePools of one mode until its pods are moved on purpose.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/auto-migrate-karpenter.html`},examples:Y_}),K_=e=>!e.isPartial&&d(e.get([`spec`,`template`,`spec`,`taints`])).length===0,q_=q({name:`karpenter`,nodeClassRef:`default`}),J_=U`
  - key: eks-auto-mode
    effect: NoSchedule
`;function Y_(){return{bad:[H(Q(q_,Eh({name:`auto`}),Y),{"nodeClassRef:\n        group: eks.amazonaws.com":`taints:
  - key: eks-auto-mode
    effect: NoSchedule
nodeClassRef:
  group: eks.amazonaws.com`})],good:[Q(q_,Eh({name:`auto`,taints:J_}),Y)]}}const X_=`AmazonEKSAutoNodePolicy`,Z_=K({id:`auto-mode-node-access`,severity:`warning`,since:`0.1.0`,providers:[`eks-auto-mode`],theme:`IAM and cluster access`,mistakes:[],on:{Manifests(e,t){for(let n of of(e))Q_(n,t)}},docs:{summary:`The role of an Auto Mode NodeClass has no access to the cluster.`,why:"EKS creates the access entry for the node role of the cluster only with a built-in NodePool. Without one, and for every other role, you need an access entry of type `EC2` with the policy `AmazonEKSAutoNodePolicy`. Otherwise instances start and never join, and EKS replaces them again and again. Reported only if the files show the setting of Auto Mode and everything that may let a role join.",help:"Create an access entry of type `EC2` for the role, and associate `AmazonEKSAutoNodePolicy` with it.",url:`https://docs.aws.amazon.com/eks/latest/userguide/create-node-class.html#auto-node-access-entry`},examples:sv});function Q_(e,t){let n=t.clusterOf(e),[r,...i]=n.manifests.flatMap(e=>l_(e)??[]);if(r?.isOn!==!0||i.length>0||e.isPartial)return;let a=Zu(e,n);if(!a||$_(a,r,n))return;let o=$u(n),s=rd(a,o);if(s===!1&&rv(e,{role:a,setting:r},t),s!==!0||!N(o))return;let c=P(o).find(e=>e.by===`entry`&&Xu(e.role,a)===!0);c&&av(c,n)&&iv(e,{role:a,entry:c},t)}function $_(e,t,n){if(v_([t.manifest]).length===0)return!1;let r=ev(t,n);return r===void 0||Xu(e,r)!==!1}function ev({manifest:e,path:t},n){return Am(e)?qu(e,[...t,`nodeRoleARN`],n):e.kind===`aws_eks_cluster`?qu(e,[...t,`node_role_arn`],n):qu(e,[...t,`node_role_arn`],n)??{address:Ou(e,`module.${e.name}`)}}const tv=({name:e,address:t})=>`\`${e??t?.split(`: `)[1]??``}\``,nv=e=>[`spec`,e.get([`spec`,`role`])===void 0?`instanceProfile`:`role`];function rv(e,{role:t,setting:n},r){let i=v_([n.manifest]).length>0,a=i?`it is not the node role of the cluster`:`EKS creates one only with a built-in NodePool, and the cluster has none`;r.report({manifest:e,at:e.span(nv(e)),message:`The role ${tv(t)} of NodeClass \`${e.name}\` has no access entry, so its nodes never join: ${a}`,help:`Create an access entry of type \`EC2\` for the role, and associate \`${X_}\` with it.`,labels:[{span:n.manifest.span(i?n.path:n.pools.path),message:i?`Auto Mode, with another node role`:`no built-in NodePool`}],unready:`nodes with the role ${tv(t)} cannot join the cluster`})}function iv(e,{role:t,entry:n},r){r.report({manifest:e,at:e.span(nv(e)),message:`The access entry of the role ${tv(t)} of NodeClass \`${e.name}\` has no policy, so its nodes never join`,help:`Associate the access policy \`${X_}\` with the role, for the whole cluster.`,labels:[{span:n.manifest.span(n.path),message:`the access entry`}],unready:`nodes with the role ${tv(t)} cannot join the cluster`})}function av({manifest:e,path:t,role:n},r){let i=t.slice(0,-1);return _(e.get([...i,`type`]))!==`EC2`||[e.get([...i,`policy_associations`]),e.get([...i,`accessPolicies`])].some(e=>e!==void 0&&ov(e))?!1:r.ofKind(`aws_eks_access_policy_association`).every(e=>{let t=qu(e,[`spec`,`principal_arn`],r);return t!==void 0&&Xu(t,n)===!1||!ov(e.get([`spec`,`policy_arn`])??null)})}const ov=e=>typeof e==`string`?e.includes(X_)||h(e):Array.isArray(e)?d(e).some(ov):te([e])||Object.values(m(e)??{}).some(ov);function sv(){let e=(e,t)=>W`
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
    ${Z(`apps`,Dh("role: ${module.eks.node_iam_role_name}",`apps`))}
  `,t=e=>W`
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

    `.text;return{bad:[H(e(`[]`,``),{"[]":`["system"]`}),H(e(`[]`,t(`AmazonEKSViewPolicy`)),{AmazonEKSViewPolicy:X_})],good:[e(`["general-purpose", "system"]`,``),e(`[]`,t(X_)),e(`var.pools`,``)]}}const cv=K({id:`auto-mode-node-pools`,severity:`error`,since:`0.1.0`,providers:[`eks-auto-mode`],theme:`Karpenter installation`,mistakes:[],on:{Manifests({manifests:e},t){for(let n of e.flatMap(e=>l_(e)??[])){if(n.isOn===!1)continue;uv(n,t);let e=p_(n);for(let r of e??[])pv(n,r,t);e!==void 0&&mv(n,t)}}},docs:{summary:`EKS Auto Mode gets a built-in NodePool that does not exist, or a change adds or removes one.`,why:"EKS has two built-in NodePools, `general-purpose` and `system`, and refuses every other name. A misspelled key of the EKS module leaves the list empty. The NodePool `system` has the taint `CriticalAddonsOnly`, so most workloads do not run on it. If a name leaves the list, EKS deletes the NodePool and its nodes.",help:"List `general-purpose`, `system`, both or none. Create other NodePools as objects of Kubernetes.",url:`https://docs.aws.amazon.com/eks/latest/userguide/set-builtin-node-pools.html`},examples:yv}),lv=[`enabled`,`node_pools`,`node_role_arn`];function uv({manifest:e,path:t},n){if(e.kind===`module`)for(let r of Object.keys(m(e.get(t))??{})){if(lv.includes(r)||h(r))continue;let i=l(fv(r),lv);n.report({manifest:e,at:e.keySpan([...t,r]),severity:`warning`,message:`The EKS module does not read \`${r.slice(0,60)}\` in \`${String(t.at(-1))}\`, and Terraform drops it without an error${dv(i)?`. So the cluster gets no built-in NodePools from it`:``}`,help:i===void 0?`Remove the key.`:`Did you mean \`${i}\`?`})}}const dv=e=>e===`node_pools`,fv=e=>e.replaceAll(/[A-Z]/g,e=>`_${e.toLowerCase()}`);function pv({manifest:e},{name:t,path:n},r){if(__.includes(t))return;let i=l(t,__);r.report({manifest:e,at:e.span(n),message:`\`${t}\` is not a built-in NodePool of EKS Auto Mode, so EKS refuses the list`,help:i===void 0?"List `general-purpose` or `system`. Create other NodePools as objects of Kubernetes.":`Did you mean \`${i}\`?`})}function mv({manifest:e,path:t,pools:n},r){let i=f_(e,r.base),a=i&&l_(i);if(i===void 0||a?.isOn!==!0||vv(a))return;let[o,s]=[_v(i),_v(e)],[c,l]=[o.filter(e=>!s.includes(e)),s.filter(e=>!o.includes(e))],u=e.span(n.value===void 0?t:n.path);c.length>0&&r.report({manifest:e,at:u,severity:`warning`,message:`The change turns off ${gv(c)} of EKS Auto Mode. EKS deletes ${ne(c.length,`it and its`,`them and their`)} nodes${hv(s)}`,help:`Keep ${gv(c)} until other NodePools run the pods.`}),l.length>0&&r.report({manifest:e,at:u,severity:`note`,message:`The change turns on ${gv(l)} of EKS Auto Mode${l.includes(`system`)?", and only pods that tolerate `CriticalAddonsOnly` run on `system`":`, which may launch nodes for any pod`}`})}const hv=e=>e.length===1&&e[0]===`system`?". `system` runs only pods that tolerate `CriticalAddonsOnly`":``,gv=e=>`the built-in ${ne(e.length,`NodePool`,`NodePools`)} ${se(e.map(me))}`,_v=e=>v_([e]).map(({name:e})=>e),vv=e=>p_(e)===void 0;function yv(){let e=e=>W`
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

    ${Z(`web`,Eh({name:`web`}))}
  `;return{bad:[H(e(`"general-purpose", "sistem"`),{sistem:`system`}),H(e(`"batch"`),{'"batch"':`"system"`})],good:[e(`"general-purpose", "system"`),e(``)]}}const bv=K({id:`auto-mode-off`,severity:`error`,since:`0.1.0`,providers:[`eks-auto-mode`],theme:`Karpenter installation`,mistakes:[],on:{Manifests({manifests:e},t){for(let n of e.filter(c_)){let e=l_(n),r=f_(n,t.base),i=r&&l_(r);e?.isOn===!1&&xv(e,{isTurnedOff:i?.isOn===!0},t),e?.isOn===void 0&&e!==void 0&&i?.isOn===!0&&Cv(e,t),e===void 0&&i?.isOn===!0&&Sv(n,i,t)}}},docs:{summary:`EKS Auto Mode is off or is turned off, and NodePools or nodes need it.`,why:`When Auto Mode is turned off, EKS terminates all instances and deletes all load balancers that Auto Mode operates. Its NodePools stay in the cluster, and nothing launches nodes for them. If the block disappears from Terraform, it depends on the version of the AWS provider what happens: the plan fails, or Auto Mode stays on. The public module then also removes the permissions that Auto Mode needs.`,help:"Keep Auto Mode on until the workloads have other nodes. To turn it off, write `enabled = false`.",url:`https://docs.aws.amazon.com/eks/latest/userguide/auto-disable.html`},examples:Tv});function xv({manifest:e,path:t},{isTurnedOff:n},r){let i=r.clusterOf(e),a=i.manifests.filter(wv);if(m_(i.manifests)!==`off`||a.length===0&&!n)return;let o=se(a.map(({name:e})=>me(e))),s=a.length===0?``:`. Nothing launches nodes for its NodePools (${o}) afterwards`,c=e.get([...t,`enabled`])===void 0?t:[...t,`enabled`];r.report({manifest:e,at:e.span(c),...i.isExample&&{severity:`warning`},message:n?`The change turns EKS Auto Mode off, so EKS terminates all of its nodes${s}`:`EKS Auto Mode is off, so nothing launches nodes for its NodePools (${o})`,labels:a.slice(0,1).map(e=>({span:e.span([`metadata`,`name`]),message:`this NodePool launches nodes only with Auto Mode`})),help:n?`Keep it on until all workloads run on other nodes.`:`Turn it on, or refer to a node class of another Karpenter.`})}function Sv(e,{path:t},n){if(n.clusterOf(e).isExample)return;let r=t.filter(e=>typeof e==`string`).at(-1);n.report({manifest:e,at:e.span([`metadata`,`name`]),severity:`warning`,message:`The change removes \`${r}\`, and EKS Auto Mode is on before it. Depending on the tool and its version, the change fails, Auto Mode stays on without its permissions, or EKS terminates all of its nodes`,help:`Keep \`${r}\`. To turn Auto Mode off, move the workloads first, and then set \`enabled\` to false in it.`})}function Cv({manifest:e,path:t},{report:n}){n({manifest:e,at:e.span([...t,`enabled`]),severity:`note`,message:`EKS Auto Mode is on before the change, and a value that is unknown here decides whether it stays on. If not, EKS terminates all of its nodes`,help:`Check that the value is true for this cluster.`})}const wv=e=>e.kind===`NodePool`&&Rd(e)?.group===`eks.amazonaws.com`;function Tv(){let e=e=>W`
    resource "aws_eks_cluster" "demo" {
      name = "demo"

      compute_config {
        enabled = ${String(e)}
      }
    }

    ${Z(`web`,Eh({name:`web`}))}
  `;return{bad:[H(e(!1),{"enabled = false":`enabled = true`})],good:[e(!0)]}}const Ev=`ebs.csi.aws.com`,Dv=[Ev,`ebs.csi.eks.amazonaws.com`],Ov=e=>e===`kubernetes.io/aws-ebs`?Ev:e,kv=`ebs.csi.eks.amazonaws.com`,Av=`aws-ebs-csi-driver`,jv=K({id:`auto-mode-storage`,severity:`warning`,since:`0.1.0`,providers:[`eks-auto-mode`],theme:`Workloads`,mistakes:[],on:{Manifests({manifests:e},t){for(let n of e)n.kind===`StorageClass`&&u(n.apiVersion)===`storage.k8s.io`&&Ov(_(n.get([`provisioner`])))===`ebs.csi.aws.com`&&Mv(t.clusterOf(n))&&t.report({manifest:n,at:n.span([`provisioner`]),message:`Nothing in these files installs the driver \`${Ev}\` of StorageClass \`${n.name}\`, and EKS Auto Mode has another one. Without it, claims of the class and their pods stay pending`,help:`Set \`provisioner: ${kv}\`, or install the add-on \`${Av}\`. The field cannot be changed in a StorageClass that exists.`})}},docs:{summary:`A StorageClass in a cluster with EKS Auto Mode names an EBS driver that nothing installs.`,why:"EKS Auto Mode has its own driver for EBS volumes, `ebs.csi.eks.amazonaws.com`. The driver `ebs.csi.aws.com` is the add-on `aws-ebs-csi-driver`, which a cluster with Auto Mode does not have unless somebody installs it. Then nobody creates the volumes, and pods with such claims stay pending. Reported if the files create the cluster and show all of its add-ons.",help:`Use the driver of Auto Mode, or install the add-on.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/create-storage-class.html`},examples:Nv});function Mv(e){let{manifests:t,isExample:n,unreadFiles:r}=e;return n||r.length>0||m_(t)!==`on`||t.some(({kind:e,name:t})=>e===`CSIDriver`&&t===`ebs.csi.aws.com`||e!==`StorageClass`&&t.includes(`ebs-csi`))||zs(e,Av)?!1:ys(Bm(e).addons,({name:e})=>e===Av)===!1}function Nv(){let e=(e,t=``)=>W`
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

    ${Z(`web`,Eh({name:`web`}))}
  `;return{bad:[H(e(Ev),{[`"${Ev}"`]:`"${kv}"`},{"    enabled = true\n  }":`    enabled = true
  }

  addons = { aws-ebs-csi-driver = {} }`})],good:[e(kv),e(Ev,`addons = { aws-ebs-csi-driver = {} }`)]}}const Pv=K({id:`auto-mode-without-karpenter`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{NodeClass(e,{clusterOf:t,report:n}){let r=t(e);m_(r.manifests)!==`on`||g_(r.manifests)||r.isExample||r.unreadFiles.length>0||n({at:e.span([`metadata`,`name`]),message:`EC2NodeClass \`${e.name}\` needs Karpenter, which these files do not show. The cluster has EKS Auto Mode, and Auto Mode reads only node classes of \`eks.amazonaws.com\``,help:"Use a NodeClass of `eks.amazonaws.com`, or install Karpenter. Without it, nothing reads this EC2NodeClass, and the figures for its NodePools do not apply."})}},docs:{summary:`An EC2NodeClass is in a cluster with EKS Auto Mode, and no file shows a Karpenter that reads it.`,why:"EKS Auto Mode reads the kind NodeClass of the group `eks.amazonaws.com`. It has no CRD for EC2NodeClasses and does not read them. Without a Karpenter of your own, the apply fails or the NodePools of the class launch nothing. Something else may install Karpenter, so it is a note.",help:`Use a NodeClass, or install Karpenter in addition to Auto Mode.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/create-node-class.html`},examples:Fv});function Fv(){let e=e=>W`
    resource "aws_eks_cluster" "demo" {
      name = "demo"

      compute_config {
        enabled = true
      }
    }

    ${Z(`default`,J(`role: KarpenterNodeRole-demo`))}

    ${e}
  `;return{bad:[H(e(``),{"enabled = true":`enabled = false`})],good:[e(Z(`karpenter`,X(`karpenter`)).text)]}}const Iv=K({id:`aws-auth-groups`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[71],on:{Manifests(e,t){for(let n of e.manifests)n.kind===`ConfigMap`&&n.name===`aws-auth`&&Lv(n,[`data`,`mapRoles`],t),n.kind===`kubernetes_config_map`&&Lv(n,[`spec`,`data`,`mapRoles`],t),n.kind===`ClusterConfig`&&d(n.get([`iamIdentityMappings`])).forEach((e,r)=>{zv(e,{manifest:n,path:[`iamIdentityMappings`,r]},t)})}},docs:{summary:`The mapping of a node role lacks a group that nodes need to join the cluster.`,why:"A kubelet can register its node only as a member of `system:bootstrappers` and `system:nodes`. If the mapping of its role lacks one of them, instances start but never become nodes. Karpenter terminates them after 15 minutes and launches others. This rule checks the ConfigMap `aws-auth`, also in Terraform, and the `iamIdentityMappings` of eksctl.",help:"Add both groups to the mapping, or use an access entry of type `EC2_LINUX` instead, which includes them.",url:`https://docs.aws.amazon.com/eks/latest/userguide/auth-configmap.html`},examples:Vv});function Lv(e,t,n){for(let r of pd(e.get(t))??[])zv(r,{manifest:e,path:t},n)}const Rv=[`system:bootstrappers`,`system:nodes`];function zv(e,{manifest:t,path:n},{report:r}){let i=m(e),a=_(i?.username)??``;if(!i||!/^system:node:\{\{\s*EC2PrivateDNSName\s*\}\}$/.test(a)||i.groups!==void 0&&te([i.groups]))return;let o=d(i.groups).map(_),s=Rv.filter(e=>!o.includes(e));if(s.length===0)return;let c=_(i.rolearn??i.arn)??``;r({manifest:t,at:t.span(n),message:`Nodes with the role \`${Bv(c)}\` cannot join the cluster, because its mapping lacks ${v(s,` and `)}`,help:`Add ${v(s,` and `)} to the groups of the mapping.`})}const Bv=e=>e.split(`/`).at(-1).replace(/^\$\{([^}]{1,200}?)(?:\.arn)?\}$/,`$1`);function Vv(){return{bad:[H(U`
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
- system:bootstrappers`}),H(U`
          apiVersion: eksctl.io/v1alpha5
          kind: ClusterConfig
          metadata:
            name: demo
            region: us-east-1
          iamIdentityMappings:
            - arn: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo
              username: system:node:{{EC2PrivateDNSName}}
        `,{"username: system:node:{{EC2PrivateDNSName}}":U`
            username: system:node:{{EC2PrivateDNSName}}
            groups: [system:bootstrappers, system:nodes]
          `}),H(W`
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
        `,{'["system:nodes"]':`["system:bootstrappers", "system:nodes"]`})],good:[W`
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
      `,U`
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
      `]}}function Hv(e,{product:t,version:n}){let r=n.replace(/^v(?=\d+\.)/,``).replace(/-eksbuild\.\d+$/,``);return e.find(e=>e.product===t&&e.version===r)}const Uv=({fixedIn:e,source:t})=>`${e===void 0?`Use another release.`:`Use ${e} or later.`} Source: ${t}.`,Wv=K({id:`bad-release`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,t){for(let{path:n,term:r}of Yd(e)){let[i=``,a=``]=(_(r.alias)??``).split(`@`);Gv(e,{product:i,version:a,path:[...n,`alias`]},t)}},Manifests({manifests:e},t){for(let n of e){if(n.kind!==`aws_eks_addon`)continue;let e=[`spec`,`addon_version`];Gv(n,{product:_(n.get([`spec`,`addon_name`]))??``,version:_(n.get(e))??``,path:e},t)}}},docs:{summary:`A node class or an EKS add-on pins a release that its publisher withdrew or advises not to use.`,why:`Some releases of Bottlerocket and Amazon Linux were rolled back: nodes did not boot, or programs on them stopped. Some releases of the VPC CNI lost addresses. The images stay available, so Karpenter launches nodes with them, and a change of the alias replaces all nodes of the class with such nodes. The list has the source and the date of each release.`,help:`Pin a release that has the fix.`,url:`https://karpenter.sh/docs/tasks/managing-amis/`},examples:Kv});function Gv(e,{path:t,...n},{badReleases:r,report:i}){let a=Hv(r,n);a!==void 0&&i({manifest:e,at:e.span(t),message:`\`${e.name}\` pins a bad release: ${a.product} ${a.version} of ${a.date} ${a.what}`,help:Uv(a)})}function Kv(){return{bad:[H(qv(`bottlerocket@1.21.0`),{"bottlerocket@1.21.0":`bottlerocket@1.21.1`}),H(qv(`bottlerocket@v1.26.0`),{"bottlerocket@v1.26.0":`bottlerocket@v1.26.1`}),H(Jv(`v1.10.2-eksbuild.1`),{"v1.10.2-eksbuild.1":`v1.10.3-eksbuild.1`})],good:[qv(`bottlerocket@1.21.1`),Jv(`v1.10.3-eksbuild.1`)]}}const qv=e=>J(U`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${e}
  `),Jv=e=>W`
  resource "aws_eks_addon" "cni" {
    cluster_name  = "orders"
    addon_name    = "vpc-cni"
    addon_version = "${e}"
  }

  ${Z(`default`,J(`role: KarpenterNodeRole-demo`))}
`,Yv=`1.22`,Xv=K({id:`bottlerocket-raid`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[96],on:{NodeClass(e,t){let{report:n,karpenter:r}=t,i=e.get([`spec`,`instanceStorePolicy`]);if(r.bottlerocketRaid&&i===`RAID0`&&Zd(e)===`Bottlerocket`){Zv(e,t);for(let{path:t,term:r}of Yd(e)){let i=/^bottlerocket@v?(\d+\.\d+)\.\d+$/.exec(_(r.alias)??``)?.[1];i===void 0||Va(i,Yv)>=0||n({at:e.span([...t,`alias`]),message:`Bottlerocket ${i} does not understand the user data for \`instanceStorePolicy: RAID0\`, so its nodes never join the cluster`,labels:[{span:e.span([`spec`,`instanceStorePolicy`]),message:`Karpenter writes user data for this policy`}],help:`Pin Bottlerocket ${Yv}.0 or newer, or remove \`instanceStorePolicy\`.`,unready:`Bottlerocket ${i} never joins the cluster with this user data`})}for(let{path:r,text:i,bottlerocket:a}of zh(e,t))a===void 0||Va(a,Yv)>=0||n({at:e.span(r),message:`Bottlerocket ${a}, which \`${i}\` selects, does not understand the user data for \`instanceStorePolicy: RAID0\`, so its nodes never join the cluster`,help:`Select Bottlerocket ${Yv}.0 or newer, or remove \`instanceStorePolicy\`.`,unready:`Bottlerocket ${a} never joins the cluster with this user data`})}}},docs:{summary:`A node class asks for a RAID of instance stores on a Bottlerocket release that does not support it, or its user data sets up the same disks.`,why:"For `instanceStorePolicy: RAID0` Karpenter writes a bootstrap command into the user data. Bottlerocket understands that command from 1.22.0 on. Older images reject their settings, and the nodes never join the cluster. If the user data also has such a command, and it is `essential`, the second one fails, and the nodes do not join either.",help:"Pin Bottlerocket 1.22.0 or newer, or remove `instanceStorePolicy`. Remove commands for `ephemeral-storage` from the user data.",url:`https://karpenter.sh/docs/upgrading/upgrade-guide/`},examples:$v});function Zv(e,t){let n=Qd(e)?.replaceAll(/^[ \t]*#.*$/gm,``)??``;/"ephemeral-storage"\s*,\s*"(?:init|bind)"/.test(n)&&/^[ \t]*essential\s*=\s*true\b/m.test(n)&&t.report({severity:`warning`,at:e.keySpan([`spec`,`userData`]),message:"Karpenter’s user data for `instanceStorePolicy: RAID0` already sets up the instance stores, and this user data does it again. The second command fails, so nodes with instance stores never join the cluster",labels:[{span:e.span([`spec`,`instanceStorePolicy`]),message:`Karpenter adds bootstrap commands for this`}],help:"Remove the bootstrap command for `ephemeral-storage` from the user data.",...Qv(e,t)&&{unready:`its bootstrap commands set up the instance stores twice, which fails`}})}function Qv(e,{all:t,catalog:n,compatible:r}){let i=n?.labels.get(b.instanceLocalNvme),a=sf(t,e).map(r);return a.length>0&&a.every(e=>e?.isExact===!0&&e.names.length>0&&e.names.every(e=>(i?.[n.names.indexOf(e)]??[]).length>0))}function $v(){return{bad:[H(J(U`
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.21.1
        `),{"bottlerocket@v1.21.1":`bottlerocket@v1.22.0`},{"instanceStorePolicy: RAID0":``}),H(J(U`
          amiFamily: Bottlerocket
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - name: bottlerocket-aws-k8s-1.30-x86_64-v1.20.3-5d9ac849
        `),{"v1.20.3-5d9ac849":`v1.44.0-5d9ac849`}),H(J(U`
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            [settings.bootstrap-commands.disks]
            commands = [["apiclient", "ephemeral-storage", "init"]]
            essential = true
            mode = "always"
        `),{'    [settings.bootstrap-commands.disks]\n    commands = [["apiclient", "ephemeral-storage", "init"]]\n    essential = true\n    mode = "always"':`    [settings.kernel.sysctl]
    "vm.max_map_count" = "262144"`})],good:[J(U`
        instanceStorePolicy: RAID0
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
      `),G({karpenter:`1.0`},J(U`
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.21.1
        `))]}}const ey=`/dev/xvda`,ty=`/dev/xvdb`,ny=8*2**30,ry=K({id:`bottlerocket-volumes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[62],on:{NodeClass(e,{report:t}){let n=[`spec`,`blockDeviceMappings`],r=d(e.get(n)).map(e=>_(m(e)?.deviceName)??``),i=r.indexOf(ey);Zd(e)!==`Bottlerocket`||i===-1||e.isPartial||e.get([`spec`,`instanceStorePolicy`])===void 0&&(r.includes(ty)||r.some(e=>h(e))||iy(e,[...n,i,`ebs`,`volumeSize`])&&t({at:e.span([...n,i,`deviceName`]),message:`\`${ey}\` of Bottlerocket holds only the operating system, so containers and images still have only the 20 GiB of \`${ty}\``,help:`Map \`${ty}\` with this size, and set \`volumeSize\` of \`${ey}\` to \`4Gi\`.`}))}},docs:{summary:`A Bottlerocket node class enlarges the volume of the operating system, not the volume of the containers.`,why:"Bottlerocket has two volumes: `/dev/xvda` for the operating system, and `/dev/xvdb` for images, containers and logs. If a node class maps only `/dev/xvda`, the second volume keeps the 20 GiB of the AMI, and Karpenter works out ephemeral storage from it. Nodes evict pods because the disk is full, or pods fit on no node at all.",help:"Map `/dev/xvdb` with the size that containers need, and set `/dev/xvda` to about 4 GiB.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:ay});function iy(e,t){let n=e.get(t);return typeof n==`string`&&(wt(n)??0)>ny}function ay(){return{bad:[H(J(U`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 100Gi
                encrypted: true
        `),{"volumeSize: 100Gi":`volumeSize: 4Gi`,"- deviceName: /dev/xvda":U`
            - deviceName: /dev/xvdb
              ebs:
                volumeSize: 100Gi
                encrypted: true
            - deviceName: /dev/xvda
          `})],good:[J(U`
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
      `),J(U`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          instanceStorePolicy: RAID0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 20Gi
                encrypted: true
        `,`nvme`),J(U`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 4Gi
                encrypted: true
        `,`encrypted`)]}}const oy=e=>[...e,`nodeAffinity`,`requiredDuringSchedulingIgnoredDuringExecution`,`nodeSelectorTerms`],sy=(e,t)=>{let n=R_(e,oy(t));return![n,...P(n).flatMap(({path:t})=>[`matchExpressions`,`matchFields`].map(n=>R_(e,[...t,n])))].every(e=>N(e))},cy=(e,t)=>d(e.get(oy(t))).map((n,r)=>{let i=n=>{let i=[...oy(t),r,n];return d(e.get(i)).map((e,t)=>ly(e,[...i,t]))};return{expressions:i(`matchExpressions`),fields:i(`matchFields`)}});function ly(e,t){let{key:n,operator:r,values:i}=m(e)??{};return{path:t,key:_(n)??``,operator:_(r)??``,values:d(i).map(e=>_(e)??``)}}const uy=e=>Hd(e).filter(({key:e})=>y(e)===b.capacityType),dy=e=>uy(e).find(({operator:e,values:t,isKnown:n})=>n&&e===`In`&&t.length>0&&t.every(({text:e})=>e===`reserved`)),fy=({manifest:e,template:t})=>py(e,[...t,`spec`]);function py(e,t){let n=[...t,`nodeSelector`],r=cy(e,[...t,`affinity`]);return[...Object.entries(m(e.get(n))??{}).map(([e,t])=>({key:e,values:[_(t)??``],path:[...n,e]})),...(r.length===1?r[0].expressions:[]).filter(({operator:e})=>e===`In`)].filter(({key:e,values:t})=>!h([e,...t].join(` `)))}const my=e=>e===b.nodePool||e===b.capacityType||!/(?:^|\.)(?:kubernetes\.io|k8s\.io|karpenter\.sh|karpenter\.k8s\.aws|amazonaws\.com)\//.test(e),hy=({manifest:e,template:t},n)=>gy(e,[...t,`spec`],n);function gy(e,t,n){let r=py(e,t).filter(({key:e})=>my(e));if(r.length===0)return;let i=vs(gs(B(n)),e=>{let t=r.map(t=>_y(e,t));if(t.includes(!1))return!1;if(!t.includes(void 0))return!0});if(N(i)&&i.all.length===1)return i.all[0]}function _y(e,{key:t,values:n}){if(t===b.nodePool)return h(e.name)?void 0:n.includes(e.name);if(t===b.capacityType)return vy(e,n);let r=[...Id(e),...z(e)];if(r.some(e=>e.key===t&&e.isKnown&&e.operator===`In`&&e.values.some(({text:e})=>n.includes(e))))return!0;if(!(r.some(e=>!e.isKnown&&(e.key===t||h(e.key)))||Fd(e)))return!1}function vy(e,t){let n=uy(e);return n.length===0?t.includes(`on-demand`):n.every(({operator:e,values:n,isKnown:r})=>{if(!r||e!==`In`&&e!==`NotIn`)return!0;let i=new Set(n.map(({text:e})=>e));return t.some(t=>i.has(t)===(e===`In`))})}const yy=[`spec`,`capacityReservationSelectorTerms`],by=K({id:`capacity-reservations`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Capacity reservations`,mistakes:[19],on:{Manifests(e,t){if(t.karpenter.capacityReservations){for(let n of af(e))xy(n,e,t);for(let n of B(e))Sy(n,e,t);for(let n of $(e))Cy(n,e,t)}}},docs:{summary:`A node class selects capacity reservations that its NodePools or their pods do not use, or a NodePool needs reservations that its node class does not select.`,why:"Reserved capacity has its own capacity type, `reserved`. If every NodePool of a node class allows only `on-demand` or `spot`, the reservations that the node class selects cost money and stay idle. Pods that select `karpenter.sh/capacity-type: on-demand` do not use reservations either. A NodePool that allows only `reserved` launches nothing while its node class selects no reservations.",help:"Add `reserved` to the capacity types of the NodePool, or `capacityReservationSelectorTerms` to its node class.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:Ty});function xy(e,t,{report:n}){if(d(e.get(yy)).length===0)return;let r=cf(t,e);if(!N(r))return;let i=r.all,a=i.map(wy),[o]=a;!o||i.some(({isPartial:e})=>e)||a.includes(void 0)||n({manifest:e,at:e.keySpan(yy),message:`No NodePool of \`${e.name}\` allows the capacity type \`reserved\`, so the reservations selected here stay idle`,labels:[{span:i[0].span(o.path),message:"these capacity types exclude `reserved`"}],help:"Add `reserved` to the capacity types of the NodePool that should use them."})}function Sy(e,t,{report:n}){let r=dy(e),i=r&&lf(t,e);i&&!i.isPartial&&i.get(yy)===void 0&&n({manifest:e,at:e.span(r.path),message:`\`${e.name}\` allows only reserved capacity, but its node class \`${i.name}\` selects no reservations, so Karpenter launches nothing for it`,help:"Add `capacityReservationSelectorTerms` to the node class, or another capacity type to the NodePool."})}function Cy(e,t,{report:n,clusterOf:r}){let{manifest:i}=e,a=fy(e),o=a.find(({key:e})=>y(e)===b.capacityType);if(!o||i.isPartial||o.values.includes(`reserved`)||!o.values.includes(`on-demand`))return;let s=a.filter(e=>e!==o),c=hy(e,t),l=B(t).filter(e=>r(e)===r(i)&&(s.length>0?e===c:W_(e))).find(e=>{let n=lf(t,e);return n&&d(n.get(yy)).length>0&&!e.isPartial&&!wy(e)});l&&n({manifest:i,at:i.span(o.path),severity:`note`,message:`${i.kind} \`${i.name}\` does not allow the capacity type \`reserved\`, so its pods do not use the reservations of \`${l.name}\``,labels:[{span:lf(t,l).keySpan(yy),message:`these reservations`}],help:"To use them, replace the selection with required node affinity for `karpenter.sh/capacity-type In [reserved, on-demand]`."})}const wy=e=>uy(e).find(({operator:e,values:t,isKnown:n})=>{let r=t.some(({text:e})=>e===`reserved`);return n&&(e===`In`&&!r||e===`NotIn`&&r)});function Ty(){return{bad:[H(Q(q({requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),J(U`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `)),{"[on-demand]":`[reserved, on-demand]`}),H(Q(q({requirements:[`karpenter.sh/capacity-type In [reserved]`],nodeClassRef:`default`}),J(`role: KarpenterNodeRole`)),{"role: KarpenterNodeRole":U`
            role: KarpenterNodeRole
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `},{"[reserved]":`[reserved, on-demand]`}),H(Q(q({requirements:[`karpenter.sh/capacity-type In [reserved, on-demand]`],nodeClassRef:`default`}),J(U`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `),U`
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
          `),{"values: [on-demand]}":`values: [reserved, on-demand]}`})],good:[Q(q({requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),q({name:`reserved`,requirements:[`karpenter.sh/capacity-type In [reserved, on-demand]`],nodeClassRef:`default`}),J(U`
          capacityReservationSelectorTerms:
            - id: cr-0123456789abcdef0
        `)),Q(q({requirements:[`karpenter.sh/capacity-type In [reserved, on-demand, spot]`],nodeClassRef:`default`}),J(`role: KarpenterNodeRole`))]}}const[Ey,Dy]=[`0.32`,`1.14`],Oy={karpenter:`
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
    webhook.enabled:0.33-1.0 webhook.port:0.33-1.0 webhook.serviceName:0.33-1.0 webhook.serviceNamespace:0.33-1.0`},ky=e=>e.trim().split(/\s+/).map(jy),Ay={karpenter:ky(Oy.karpenter),"karpenter-crd":ky(Oy[`karpenter-crd`])};function jy(e){let[t=``,n=``]=e.split(`:`),[r,i]=n.split(`-`);return{path:t,since:r||Ey,until:i||Dy}}var My=class{#e;#t;constructor(e,t){this.#e=Ay[e],this.#t=t}get isTooOld(){return this.#t!==void 0&&Va(this.#t,Ey)<0}get isComplete(){return this.#n(Ey,Dy)}#n(e,t){let n=this.#t;return n!==void 0&&Va(n,e)>=0&&Va(n,t)<=0}#r({since:e,until:t}){let n=this.#t;return n===void 0||Va(n,e)>=0&&(t===Dy||Va(n,t)<=0)}get paths(){return this.#e.filter(e=>this.#r(e)).map(({path:e})=>e)}readElsewhere(e){let t=this.#t,[n]=this.#e.filter(t=>Ny(e,t.path)&&!this.#r(t)).sort((e,t)=>Va(t.until,e.until));if(n&&t!==void 0)return{...n,isOver:Va(t,n.until)>0}}unread(e){let t=this.paths,n=[],r=(e,i)=>{if(g(e))for(let a of Object.keys(e)){let o=[...i,a],s=o.join(`.`);h(a)||t.includes(s)||(t.some(e=>e.startsWith(`${s}.`))?r(p(e,[a]),o):n.push(o))}};return r(e,[]),n}};const Ny=(e,t)=>e===t||e.startsWith(`${t}.`)||t.startsWith(`${e}.`),Py=K({id:`chart-values`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests(e,t){for(let n of F(e))Iy(n,t)}},docs:{summary:`The version of Karpenter’s chart does not read a value, which is misspelled, in the wrong place, or of another version.`,why:"Helm does not check values, and a template ignores what it does not read. A value in the wrong place has no effect: `resources` at the top instead of `controller.resources` leaves the controller without requests, and `settings.assumeRoleARN` is gone since 1.0. plumbline knows the keys of the charts `karpenter` and `karpenter-crd` from 0.32 on. Values files are not judged, because another chart may read them, too. Keys that nothing resembles are reported only for charts from Karpenter’s own registry.",help:`Write the value where the chart reads it, or remove it.`,url:`https://github.com/aws/karpenter-provider-aws/blob/main/charts/karpenter/values.yaml`},examples:Hy}),Fy=new Set([`settings.aws`,`settings.interruptionQueueName`,`global`]);function Iy(e,{report:t,nearest:n}){let{manifest:r,chart:i,version:a,values:o}=e,s=Ry(e);if(r.kind===`HelmValues`||qt(s??``))return;let c=(a&&I(r,a))??``,l=new My(i,Cs(c));if(!l.isTooOld)for(let e of l.unread(r.get(o))){let a=e.join(`.`);if(Fy.has(a))continue;let u=By(e,{known:l,nearest:n,isPublic:Ly.test(s??``)});if(u===void 0)continue;let d=c===``?`The chart \`${i}\``:`The chart \`${i}\` ${c}`;t({manifest:r,at:r.keySpan([...o,...e]),...u,message:`${d} does not read \`${a}\`${u.message}`})}}const Ly=/public\.ecr\.aws\/karpenter|charts\.karpenter\.sh/;function Ry({manifest:e,values:t}){return[[`repo`],[`spec`,`chart`,`spec`,`repository`],[...t.slice(0,t[1]===`source`?2:3),`repoURL`]].map(t=>I(e,t)).find(e=>e!==void 0)}const zy={replicaCount:`replicas`,image:`controller.image`,metrics:`controller.metrics`,securityContext:`controller.securityContext`,"controller.logLevel":`logLevel`,"controller.outputPaths":`logOutputPaths`,"controller.errorOutputPaths":`logErrorOutputPaths`,logConfig:`logLevel`,"settings.featureGates.driftEnabled":`settings.featureGates.drift`};function By(e,t){let{known:n,isPublic:r}=t,i=e.join(`.`),a=Vy(e,t),o=n.readElsewhere(i);if(o!==void 0&&!o.isOver)return{message:`, which charts read since ${o.since}`,help:`Upgrade Karpenter, or remove the value.`};let s=a===void 0?`Remove it.`:`Set \`${a}\` instead.`;if(o!==void 0){let e=i.startsWith(`settings.assumeRole`)||a!==void 0;return{message:`, which charts read until ${o.until}`,help:s,...!e&&{severity:`note`}}}if(a!==void 0||r&&n.isComplete)return{message:`, so it has no effect`,help:s}}function Vy(e,{known:t,nearest:n}){let r=e.join(`.`),{paths:i}=t,a=Ne(zy,r);if(a!==void 0&&i.some(e=>e===a||e.startsWith(`${a}.`)))return a;let o=String(e.at(-1)),s=i.filter(e=>e.split(`.`).at(-1).toLowerCase()===o.toLowerCase());if(s.length===1&&o.length>3)return s[0];let c=e.slice(0,-1).join(`.`),l=c===``?``:`${c}.`,u=n(o,[...new Set(i.filter(e=>e.startsWith(l)).map(e=>e.slice(l.length).split(`.`)[0]))]);if(u!==void 0)return`${l}${u}`}function Hy(){return{bad:[H(X(`karpenter`,{version:`1.8.1`,values:U`
            settings:
              clusterName: demo
              interruptionQueue: demo
            resources: {requests: {cpu: "1"}}
          `}),{'resources: {requests: {cpu: "1"}}':`controller: {resources: {requests: {cpu: "1"}}}`}),H(W`
          resource "helm_release" "karpenter" {
            repository = "oci://public.ecr.aws/karpenter"
            chart      = "karpenter"
            version    = "1.8.1"

            set = [
              { name = "settings.interruptionQueue", value = "demo" },
              { name = "replicaCount", value = "3" },
            ]
          }
        `,{replicaCount:`replicas`})],good:[X(`karpenter`,{version:`1.8.1`,values:U`
          replicas: 3
          controller:
            resources:
              requests:
                cpu: "1"
          settings:
            clusterName: demo
            interruptionQueue: demo
        `})]}}const Uy=K({id:`cluster-name`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[83],on:{Manifests(e,t){for(let n of F(e))Wy(n,t)}},docs:{summary:"Karpenter’s `clusterName` does not match the cluster’s name.",why:`Karpenter tags the instances that it launches with the name of the cluster, asks EKS for the cluster of that name, and writes the name into the user data of nodes. With a wrong name, IAM denies the launch because its conditions name the real cluster, or nodes try to join a cluster that does not exist. Reported only when the repository creates the cluster with Terraform, eksctl or kOps. The values may be in another folder if an environment, a similar name, or being the only cluster relates both.`,help:"Set `clusterName` to the name of the cluster. In Terraform, refer to it, such as `module.eks.cluster_name`.",url:`https://karpenter.sh/docs/reference/settings/`},examples:Ky});function Wy(e,t){let{manifest:n}=e,r=Hs(e,`clusterName`).find(e=>n.get(e)!==void 0),i=r&&I(n,r);if(!r||!i)return;let a=t.clusterOf(n).manifests.filter(mu),[o]=a,s=o&&_u(o).find(e=>o.get(e)!==void 0),c=o&&s&&I(o,s);a.length===1&&o&&s&&c!==void 0&&c!==i&&t.report({manifest:n,at:n.span(r),message:`\`clusterName\` is \`${i}\`, but the cluster is named \`${c}\``,help:uf(n,o)?`Refer to the cluster’s name: \`${Gy(o)}\`.`:`Set \`clusterName: ${c}\`.`,labels:[{span:o.span(s),message:`the name of the cluster${V(n,o,t)}`}]})}const Gy=({kind:e,name:t})=>e===`module`?`module.${t}.cluster_name`:`${e}.${t}.name`;function Ky(){return{bad:[H(W`
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
        `,{'"orders"':`module.eks.cluster_name`},{'"orders"':`"orders-prod"`}),H(Q(U`
            apiVersion: eksctl.io/v1alpha5
            kind: ClusterConfig
            metadata:
              name: orders-prod
              region: us-east-1
          `,X(`karpenter`,{values:U`
              settings:
                clusterName: orders
            `})),{"clusterName: orders":`clusterName: orders-prod`})],good:[W`
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
      `,W`
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
      `]}}const qy=K({id:`controller-conditions`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[73],on:{Manifests(e,t){for(let n of Wf(t))for(let r of P(n))Zy(r,{policy:n,all:e,context:t}),Qy(r,{policy:n,all:e,context:t})}},docs:{summary:`The IAM policy of Karpenter’s controller requires a tag that Karpenter does not set, or sets to another value.`,why:"A condition on a tag holds only if Karpenter sets that tag. Since v1beta1, instances have the tag `karpenter.sh/nodepool` and no longer `karpenter.sh/provisioner-name`. If a policy still requires the old tag, Karpenter can launch nodes but never terminate them, or cannot even launch them. Karpenter sets your own tags only if `spec.tags` of the EC2NodeClass lists them. A class can also give a tag such as `Name` another value than the condition allows, and its instances then stay forever.",help:"Require `karpenter.sh/nodepool` instead, and list your own tags in `spec.tags` of every EC2NodeClass.",url:`https://karpenter.sh/docs/reference/cloudformation/`},examples:rb}),Jy=/^(?:aws|ec2):(RequestTag|ResourceTag)\/(.+)$/i,Yy=/IfExists$|^Null$|^ForAllValues:|Not/,Xy=[`ec2:RunInstances`,`ec2:CreateFleet`,`ec2:CreateLaunchTemplate`,`ec2:TerminateInstances`];function Zy(e,t){let{statement:n,policy:r,path:i}=e,a=Xy.filter(t=>Yf([e],t));for(let{operator:o,key:s}of n.conditions){let[,n,c]=Jy.exec(s)??[];if(c===void 0||n===void 0||Yy.test(o)||h(o)||!tb(n,c,t))continue;let l=(ep(c)?a.filter(e=>eb.includes(e)):a).filter(n=>ys(t.policy,t=>t!==e&&Yf([t],n))===!1);l.length!==0&&t.context.report({manifest:r,at:r.keySpan([...i,`Condition`,o,s]),message:`${v(l)} ${l.length>1?`are`:`is`} allowed only with the tag \`${c}\`, which Karpenter does not set`,help:c.startsWith(`karpenter.sh/`)?"Require `karpenter.sh/nodepool` instead.":"Add the tag to `spec.tags` of every EC2NodeClass."})}}function Qy(e,{policy:t,all:n,context:r}){let{policy:i,path:a}=e;for(let{operator:o,key:s,values:c}of e.statement.conditions){let[,l=``,u]=Jy.exec(s)??[];if(u===void 0||!$y.test(o)||c.some(h))continue;let d=(l.toLowerCase()===`resourcetag`?eb:Xy).filter(n=>Yf([e],n)&&ys(t,t=>t!==e&&Yf([t],n))===!1);if(d.length!==0)for(let e of af(n)){let t=[`spec`,`tags`,u],n=I(e,t),l=r.clusterOf(e)===r.clusterOf(i);n!==void 0&&l&&!c.some(e=>Zs(e,n))&&r.report({manifest:e,at:e.span(t),message:`Karpenter may not call ${v(d)} for instances of \`${e.name}\`: its policy wants the tag \`${u}\` to be \`${c.join("` or `")}\`, and this class sets it to \`${n}\``,help:"Set the tag to a value that the policy allows, or let the condition compare `karpenter.sh/nodepool`.",labels:[{span:i.keySpan([...a,`Condition`,o,s]),message:`the condition`}]})}}}const $y=/^(?:ForAnyValue:)?String(?:Equals|Like)$/,eb=[`ec2:TerminateInstances`];function tb(e,t,{all:n,context:r}){if(t===`karpenter.sh/provisioner-name`)return r.karpenter.v1;let i=af(n),a=i.length>0&&i.every(e=>!e.isPartial&&!nb(e.get([`spec`,`tags`]),t));return e.toLowerCase()===`resourcetag`&&ep(t)?a:e.toLowerCase()!==`requesttag`||h(t)||/^(?:kubernetes\.io\/cluster\/|karpenter\.|eks:|topology\.kubernetes\.io\/|Name$)/.test(t)?!1:a}function nb(e,t){let n=m(e);return n?Object.keys(n).some(e=>e===t||h(e)):e!==void 0}function rb(){return{bad:[H(W`
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
        `,{"karpenter.sh/provisioner-name":`karpenter.sh/nodepool`}),H(W`
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

          ${Z(`default`,Y)}
        `,{"role: KarpenterNodeRole-demo":U`
            role: KarpenterNodeRole-demo
            tags:
              team: search
          `})],good:[_h`
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
      `]}}function ib({manifest:e,reference:t,serviceAccount:n},r){let i=/^((?:module|aws_iam_role)\.[\w-]+)\.(?:arn|iam_role_arn|irsa_arn)$/.exec(t)?.[1];if(i===void 0)return;let a=t=>t.source.origin?.root===e.source.origin?.root,o=wc(e).replace(/(?<![^.])[^.]+\.[^.]+$/,``),s=r.find(e=>a(e)&&wc(e)===`${o}${i}`);if(s===void 0)return;if(R(s)===`karpenter`&&!sb(s))return cb(s);let c=new Map(r.map(e=>[e.source.file,e])),l=s.kind===`aws_iam_role`?Tc(s,c):Cc({files:[],manifests:[s]}).find(e=>e.manifest===s),u=l?.statements&&lb(l.statements);if(l&&u&&!u.some(e=>Zs(e,n)))return{manifest:l.manifest,path:l.path,trusted:u,because:`the role trusts ${ab(u)}`}}const ab=e=>e.length===0?`no service account`:`only ${e.map(e=>`\`${e}\``).join(`, `)}`,ob=[`iam_role_override_assume_policy_documents`,`iam_role_source_assume_policy_documents`];function sb(e){if(ob.some(t=>e.get([`spec`,t])!==void 0))return!0;let t=zu(e);if(t===void 0||t<20)return!0;let n=e.get([`spec`,`enable_irsa`]);return t===20&&n!==void 0&&n!==!1}function cb(e){let t=(zu(e)??0)>=21,n=t?[`spec`,`version`]:[`spec`,`source`],r=t?`since v21, the role of the module trusts only EKS Pod Identity`:"the role of the module trusts only EKS Pod Identity without `enable_irsa`";return{manifest:e,path:e.get(n)===void 0?[`spec`,`source`]:n,because:r,trusted:[]}}function lb(e){let t=[];for(let n of e){let{effect:e,actions:r,conditions:i,unknown:a,isNegated:o,principals:s}=n;if(a.length>0||o||r.some(h))return;if(e===`Deny`||!ic(n,`sts:AssumeRoleWithWebIdentity`)||!s.has(`Federated`))continue;let c=i.filter(({key:e})=>e.endsWith(`:sub`)),l=c.every(({operator:e})=>/^(?:ForAnyValue:)?String(?:Equals|Like)$/.test(e));if(c.length===0||!l)return;t.push(...c.flatMap(({values:e})=>e.map(ub)))}if(!t.some(e=>h(e)||e===``))return t}const ub=e=>e.replace(/^system:serviceaccount:/,``),db=K({id:`controller-credentials`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests(e,t){for(let n of F(e))pb(n,t)}},docs:{summary:`Karpenter’s controller has no credentials for AWS, or loses them with this change.`,why:"The controller gets its role through the annotation `eks.amazonaws.com/role-arn` of its service account (IRSA) or through an association of EKS Pod Identity. Both name its namespace and service account. If the annotation, the association or the agent of Pod Identity goes, or if the role trusts another service account, AWS denies every call. Karpenter then launches and removes no nodes. A loss is a warning if something outside of these files may give the controller a role, and an error otherwise. The role of the node that the controller runs on is not counted.",help:`Set the annotation to a role that trusts the service account, or create an association for its namespace and name.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/pod-id-association.html`},examples:Ob}),fb=`Without credentials, it launches and removes no nodes`;function pb(e,t){let{manifest:n,chart:r}=e;if(r!==`karpenter`||mb(e,t))return;let i=t.clusterOf(n),a=Jm(e,i),o=P(a.sources);if(o.length>0){Cb(e,{sources:o,now:a,cluster:i,context:t}),Tb(e,{sources:o,now:a,cluster:i,context:t});return}if(a.possible.length>0)return;let s=vb(e,t),[c]=a.elsewhere;c===void 0?s.length>0&&!hb(a,t)&&bb(e,{lost:s,now:a,context:t}):Sb(e,{other:c,now:a,isLoss:s.length>0,context:t})}const mb=({manifest:e},{all:t,clusterOf:n})=>e.kind===`HelmValues`&&F(t).some(t=>t.manifest.kind!==`HelmValues`&&n(t.manifest)===n(e)),hb=({namespace:e,serviceAccount:t},{all:n,clusterOf:r})=>[...new Set(n.manifests.map(r))].flatMap(e=>P(Bm(e).podIdentities)).some(n=>(n.namespace===void 0||n.namespace===e)&&(n.serviceAccount===void 0||n.serviceAccount===t));function gb({manifest:e},{base:t,all:n}){let r=t?_b(F(t)):[],{kind:i,name:a,source:o}=e,s=r.find(({manifest:e})=>e.kind===i&&e.name===a&&e.source.file===o.file),c=r.length===1&&_b(F(n)).length===1;return s??(c?r[0]:void 0)}const _b=e=>e.filter(({chart:e})=>e===`karpenter`);function vb(e,t){let n=gb(e,t);return n?P(Jm(n,t.baseClusterOf(n.manifest)).sources):[]}const yb=({namespace:e,serviceAccount:t})=>{if(e!==void 0&&t!==void 0)return`${e}:${t}`};function bb(e,{lost:t,now:n,context:r}){let{manifest:i}=e,[a]=t,o=N(n.sources),s=yb(n);r.report({manifest:i,...!o&&{severity:`warning`},at:i.span([`metadata`,`name`]),message:`This change removes ${xb(a,s)}, and ${o?`nothing else gives`:`no file gives`} Karpenter’s controller a role. ${fb}${o?``:`, unless something else gives it a role (${_s(n.sources)[0]})`}`,help:`Keep it, or give ${s===void 0?`the service account`:`\`${s}\``} a role: set \`${qm}\` under \`serviceAccount.annotations\` of the chart, or create an association of EKS Pod Identity.`})}function xb({by:e,manifest:t},n){let r=n===void 0?``:` of \`${n}\``;return e===`role annotation`?`the annotation \`${qm}\`${n===void 0?``:` from \`${n}\``}`:e===`variables`?`the credentials in the variables of the controller`:e===`service account`?`the role of the service account in \`${t.kind}/${t.name}\``:`the Pod Identity association${r}`}function Sb(e,{other:t,now:n,isLoss:r,context:i}){let{manifest:a}=e,o=yb(n);if(o===void 0||t.namespace===void 0||t.serviceAccount===void 0)return;let s=r||N(n.sources),c=[...t.namespace===n.namespace?[]:[`the namespace of the association to \`${n.namespace}\``],...t.serviceAccount===n.serviceAccount?[]:[`its service account to \`${n.serviceAccount}\``]];i.report({manifest:t.manifest,...!s&&{severity:`warning`},at:t.manifest.span(t.path),message:`The Pod Identity association is for \`${t.namespace}:${t.serviceAccount}\`, but Karpenter runs as \`${o}\`, which has no role. ${fb}`,help:`Set ${c.join(` and `)}.`,labels:[{span:a.span([`metadata`,`name`]),message:`Karpenter’s release${V(t.manifest,a,i)}`}]})}function Cb(e,{sources:t,now:n,cluster:r,context:i}){let a=t.find(({by:e})=>e===`role annotation`),o=yb(n),s=a&&Xs(a.manifest,a.path);if(!a||s===void 0||o===void 0)return;let c=ib({manifest:a.manifest,reference:s,serviceAccount:o},r.manifests);if(!c)return;let l=c.trusted.length===0;i.report({manifest:e.manifest,at:a.manifest.span(a.path),message:`\`${o}\` cannot assume the role \`${s}\`: ${c.because}. ${fb}`,help:l?`Remove the annotation and use an association of EKS Pod Identity for \`${o}\`, or name a role that trusts it.`:`Let the role trust \`${o}\`.`,labels:[{span:c.manifest.span(c.path),message:`whom the role trusts`}]})}const wb=`eks-pod-identity-agent`;function Tb(e,{sources:t,cluster:n,context:r}){let[i]=t;if(!t.every(({by:e})=>e===`Pod Identity`)||!i||Eb(n)!==!0)return;let a=gb(e,r),o=a!==void 0&&Eb(r.baseClusterOf(a.manifest))===!1;if(!o&&P(Bm(n).addons).length===0)return;let{manifest:s,path:c}=i;r.report({manifest:s,...!o&&{severity:`warning`},at:s.span(c),message:o?`This change removes the add-on \`${wb}\`, without which this association gives Karpenter no role. ${fb}`:`This association gives Karpenter no role without the add-on \`${wb}\`, which is not among the add-ons of the cluster`,help:`Add the EKS add-on \`${wb}\`.`})}function Eb(e){let{addons:t}=Bm(e);if(P(t).some(({name:e})=>e===wb)||e.manifests.some(Db))return!1;if(N(t))return!0}function Db(e){if(e.name.includes(wb)||I(e,[`spec`,`chart`,`spec`,`chart`])?.includes(wb))return!0;let t=l_(e);return t!==void 0&&t.isOn!==!1}function Ob(){let e=(e,t)=>W`
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
  `,t=`serviceAccount = { annotations = { "eks.amazonaws.com/role-arn" = module.karpenter.iam_role_arn } }`;return{bad:[H(e(``,`namespace = "kube-system"`),{'"kube-system"':`"karpenter"`}),H(e(t,`namespace = "karpenter"`),{[t]:``})],good:[e(``,`namespace = "karpenter"`)]}}const kb=[`spec`,`metadataOptions`],Ab=[...kb,`httpPutResponseHopLimit`];function jb(e){if(e&&!e.isPartial&&e.apiVersion.endsWith(`/v1`)&&e.get([...kb,`httpTokens`])!==`optional`&&[1,void 0].includes(e.get(Ab)))return e}function Mb(e){if(R(e)!==`eks`)return[];let t=[`spec`,`eks_managed_node_groups`],n=zu(e);return Object.entries(m(e.get(t))??{}).flatMap(([r,i])=>{let a=[...t,r,`metadata_options`,`http_put_response_hop_limit`],o=m(i),s=e.get(a);return!o||h(r)?[]:s===void 0?[o.metadata_options,o.use_custom_launch_template,o.create_launch_template].some(e=>e!=null&&m(e)===void 0)||n===void 0||n<21?[]:[{manifest:e,name:r,path:[`spec`,`version`],defaultOf:n}]:Number(s)===1?[{manifest:e,name:r,path:a}]:[]})}const Nb=/http:\/\/(?:169\.254\.169\.254|\[fd00:ec2::254\])/,Pb=e=>[...$(e).flatMap(({manifest:e,template:t})=>{let n=[...t,`spec`],r=e.get([...n,`hostNetwork`])===!0?void 0:Fb(e,n);return r?[{manifest:e,pod:n,path:r}]:[]}),...Rs(e,`aws-load-balancer-controller`).flatMap(({manifest:e,values:t,isOpen:n})=>{let r=[`vpcId`,`vpcTags`,`hostNetwork`].some(n=>e.get([...t,n])!==void 0);return n||r?[]:[{manifest:e,pod:t,path:[...t,`nodeSelector`]}]})];function Fb(e,t){let n=[`initContainers`,`containers`].flatMap(n=>d(e.get([...t,n])).map((e,r)=>[...t,n,r]));for(let t of n){let n=[...[`command`,`args`].flatMap(n=>d(e.get([...t,n])).map((e,r)=>[...t,n,r])),...d(e.get([...t,`env`])).map((e,n)=>[...t,`env`,n,`value`])],r=n.find(t=>Nb.test(_(e.get(t))??``));if(r)return r;let i=n.some(t=>/^--aws-vpc-(?:id|tags)\b/.test(_(e.get(t))??``)),a=[...t,`image`];if(!i&&/(?:^|\/)aws-load-balancer-controller:/.test(_(e.get(a))??``))return a}}const Ib=K({id:`controller-hop-limit`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests(e,t){for(let n of F(e))Lb(n,t)}},docs:{summary:`Karpenter’s controller has only the role of its node, and the hop limit of a node group keeps it from its pods.`,why:`Without a role of its own, by IRSA or EKS Pod Identity, the controller asks the instance metadata service for the credentials of the node. With a hop limit of 1, pods get no answer unless they use the network of the host. The controller then starts without credentials and launches no nodes. Reported if the files show a hop limit of 1 for a node group and nothing that gives the controller a role.`,help:`Give the controller a role, or set the hop limit of the node group to 2.`,url:`https://docs.aws.amazon.com/eks/latest/best-practices/identity-and-access-management.html`},examples:Rb});function Lb(e,t){let{manifest:n,chart:r,values:i}=e;if(r!==`karpenter`||n.kind===`HelmValues`||e.isOpen||n.get([...i,`hostNetwork`])===!0)return;let a=t.clusterOf(n),{sources:o,possible:s,elsewhere:c}=Jm(e,a);if(!N(o)||o.all.length>0||s.length>0||c.length>0)return;let[l]=a.manifests.flatMap(Mb);l!==void 0&&t.report({manifest:l.manifest,at:l.manifest.span(l.path),message:`The hop limit of the node group \`${l.name}\` is 1${l.defaultOf===void 0?``:`, the default of version ${l.defaultOf} of the EKS module`}, and nothing in these files gives Karpenter’s controller a role. On these nodes, it gets no credentials`,help:`Create an association of EKS Pod Identity for the controller, or set the hop limit to 2.`,labels:[{span:n.span([`metadata`,`name`]),message:`the release of the controller`}]})}function Rb(){let e=(e,t=``)=>W`
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
  `;return{bad:[H(e(1),{"http_put_response_hop_limit = 1":`http_put_response_hop_limit = 2`})],good:[e(2),e(1,`hostNetwork = true`)]}}const zb=[{key:`node.kubernetes.io/not-ready`,effect:`NoSchedule`},{key:`node.kubernetes.io/not-ready`,effect:`NoExecute`},{key:`node.kubernetes.io/unreachable`,effect:`NoSchedule`},{key:`node.cloudprovider.kubernetes.io/uninitialized`,effect:`NoSchedule`,value:`true`},{key:`karpenter.sh/unregistered`,effect:`NoExecute`}],Bb=(e,t)=>e.key===t.key&&e.effect===t.effect,Vb=e=>zb.some(t=>Bb(t,e))||e.key.startsWith(`readiness.k8s.io/`),Hb=(e,t)=>e.filter(e=>!Vb(e)&&!t.some(t=>Bb(t,e)));function Ub(e,t){if(e.effect&&e.effect!==t.effect||e.key&&e.key!==t.key)return!1;switch(e.operator??``){case``:case`Equal`:return(e.value??``)===(t.value??``);case`Exists`:return!0;case`Gt`:return Wb(e,t,(e,t)=>t>e);case`Lt`:return Wb(e,t,(e,t)=>t<e);default:return!1}}function Wb(e,t,n){let[r=``,i=``]=[e.value,t.value];return/^-?\d{1,19}$/.test(r)&&/^-?\d{1,19}$/.test(i)&&n(BigInt(r),BigInt(i))}const Gb=(e,t)=>e.filter(e=>!t.some(t=>Ub(t,e))),Kb=(e,t)=>Gb(e,t).length===0,qb=({key:e,value:t,effect:n})=>t?`${e}=${t}:${n}`:`${e}:${n}`,Jb=k({key:D,operator:D,values:O(D)},{required:[`key`,`operator`]}),Yb=k({matchExpressions:O(Jb),matchFields:O(Jb)}),Xb=k({matchLabels:Na(D),matchExpressions:O(Jb)}),Zb=k({labelSelector:Xb,topologyKey:D,namespaces:O(D),namespaceSelector:Xb,matchLabelKeys:O(D),mismatchLabelKeys:O(D)},{required:[`topologyKey`]}),Qb=k({requiredDuringSchedulingIgnoredDuringExecution:O(Zb),preferredDuringSchedulingIgnoredDuringExecution:O(k({weight:Aa,podAffinityTerm:Zb},{required:[`weight`,`podAffinityTerm`]}))}),$b=k({requiredDuringSchedulingIgnoredDuringExecution:k({nodeSelectorTerms:O(Yb)},{defaults:{nodeSelectorTerms:[]}}),preferredDuringSchedulingIgnoredDuringExecution:O(k({weight:Aa,preference:Yb},{required:[`weight`,`preference`]}))}),ex=k({requests:Na(Ma),limits:Na(Ma)}),tx=k({name:D,resources:ex,ports:O(k({containerPort:Aa,hostPort:Aa,hostIP:D,protocol:D})),restartPolicy:D}),nx=k({name:D,persistentVolumeClaim:k({claimName:D},{required:[`claimName`]}),ephemeral:k({volumeClaimTemplate:k({spec:k({storageClassName:D})})})},{required:[`name`]}),rx=O(k({key:D,value:D,effect:D},{required:[`key`,`effect`]})),ix=O(k({key:D,operator:D,value:D,effect:D})),ax=k({nodeName:D,nodeSelector:Na(D),affinity:k({nodeAffinity:$b,podAffinity:Qb,podAntiAffinity:Qb}),tolerations:ix,topologySpreadConstraints:O(k({maxSkew:Aa,topologyKey:D,whenUnsatisfiable:D,labelSelector:Xb,minDomains:Aa,nodeAffinityPolicy:D,nodeTaintsPolicy:D,matchLabelKeys:O(D)},{required:[`topologyKey`],defaults:{maxSkew:1,whenUnsatisfiable:`DoNotSchedule`}})),containers:O(tx),initContainers:O(tx),resources:ex,overhead:Na(Ma),volumes:O(nx),resourceClaims:O(k({name:D},{required:[`name`]})),hostNetwork:ja,priority:Aa,priorityClassName:D,runtimeClassName:D,preemptionPolicy:D,schedulerName:D,terminationGracePeriodSeconds:Aa,activeDeadlineSeconds:Aa,schedulingGates:O(k({name:D},{required:[`name`]}))},{defaults:{containers:[]}}),ox=`2026-11-23`,sx=[{operator:`Exists`}],cx=[{key:`CriticalAddonsOnly`,operator:`Exists`}],lx={name:`aws-node`,requests:{cpu:`50m`},tolerations:sx,source:`https://github.com/aws/amazon-vpc-cni-k8s/blob/master/config/master/aws-k8s-cni.yaml`,date:ox},ux={name:`kube-proxy`,requests:{cpu:`100m`},tolerations:sx,source:`https://github.com/eksctl-io/eksctl/blob/main/pkg/addons/default/testdata/sample-1.25.json`,date:ox},dx={name:`coredns`,replicas:2,requests:{cpu:`100m`,memory:`70Mi`},isSpread:!0,tolerations:cx,source:`https://github.com/eksctl-io/eksctl/blob/main/pkg/addons/default/assets/coredns-1.34.json`,date:ox},fx={name:`ebs-csi-node`,requests:{cpu:`30m`,memory:`120Mi`},tolerations:sx,source:`https://github.com/kubernetes-sigs/aws-ebs-csi-driver/blob/master/charts/aws-ebs-csi-driver/values.yaml`,date:ox},px={...fx,name:`ebs-csi-controller`,replicas:2,requests:{cpu:`60m`,memory:`240Mi`},isSpread:!0,tolerations:cx},mx={name:`metrics-server`,replicas:1,requests:{cpu:`100m`,memory:`200Mi`},tolerations:[],source:`https://github.com/kubernetes-sigs/metrics-server/blob/master/charts/metrics-server/values.yaml`,date:ox},hx={name:`karpenter`,replicas:2,requests:{cpu:`1`,memory:`1Gi`},tolerations:cx,source:`https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/`,date:ox},gx=new Map([[`vpc-cni`,[lx]],[`kube-proxy`,[ux]],[`coredns`,[dx]],[`aws-ebs-csi-driver`,[px,fx]],[`metrics-server`,[mx]]]),_x=[`coredns`,`kube-proxy`,`vpc-cni`],vx=`https://github.com/kubernetes/kops/tree/master/upup/models/cloudup/resources/addons`,yx=[{...dx,source:vx,date:ox},{name:`coredns-autoscaler`,replicas:1,requests:{cpu:`20m`,memory:`10Mi`},tolerations:cx,source:vx,date:ox},{...fx,source:vx,date:ox}],bx={amazonvpc:lx,calico:{name:`calico-node`,requests:{cpu:`250m`},tolerations:sx,source:vx,date:ox},cilium:{name:`cilium`,requests:{cpu:`100m`,memory:`128Mi`},tolerations:sx,source:vx,date:ox}},xx={...ux,source:vx,date:ox},Sx={...mx,replicas:2,source:vx,date:ox},Cx=e=>[...e.ofKind(`ManagedNodeGroup`).map(e=>({manifest:e,name:e.name,path:[`spec`],taints:d(e.get([`spec`,`taints`])).flatMap(Ex),labels:Dx(e.get([`spec`,`labels`]))})),...e.manifests.filter(Am).flatMap(wx)];function wx(e){return[`managedNodeGroups`,`nodeGroups`].flatMap(t=>d(e.get([t])).map((n,r)=>{let i=m(n);return{manifest:e,name:_(i?.name)??``,path:[t,r],taints:rx(i?.taints)??[],labels:Dx(i?.labels)}}))}const Tx={NO_SCHEDULE:`NoSchedule`,NO_EXECUTE:`NoExecute`};function Ex(e){let{key:t,value:n,effect:r}=m(e)??{},i=Ne(Tx,_(r)??``);return typeof t!=`string`||i===void 0||te([e])?[]:[{key:t,value:_(n)??``,effect:i}]}function Dx(e){if(e==null)return{};let t=m(e);if(t&&!te([t]))return Object.fromEntries(Object.entries(t).map(([e,t])=>[e,_(t)??``]))}function Ox(e){let{manifest:t,values:n}=e,r=Ax(e),i=Gs(e,`nodeSelector`),a=[...n,`affinity`],o=Gs(e,`affinity`),s=!ms(o)||o.value===null||sy(t,a);if(r===void 0||!ms(i)||s)return;let c=Dx(i.value),l=cy(t,a).map(({expressions:e})=>e);if(!(c===void 0||l.flat().some(({key:e,values:t})=>h(e)||t.some(h)))&&l.every(e=>e.some(kx)))return{tolerations:r,nodeSelector:c,terms:l}}const kx=({key:e,operator:t})=>e===`karpenter.sh/nodepool`&&t===`DoesNotExist`;function Ax(e){let t=Gs(e,`tolerations`);if(ms(t)){if(t.value===void 0)return hx.tolerations;if(t.value===null)return[];if(!te([t.value]))return ix(t.value)}}function jx(e,t){let[n]=Gb(e.taints.filter(({effect:e})=>e!==`PreferNoSchedule`),t.tolerations);if(n)return{group:e,taint:n};let r=Object.entries(t.nodeSelector).map(([e,t])=>({key:e,operator:`In`,values:[t]})).flatMap(t=>Nx(e,t)??[]);if(r[0])return r[0];let i=t.terms.map(t=>t.flatMap(t=>Nx(e,t)??[])[0]);if(!(i.length===0||i.includes(void 0)))return i[0]}const Mx=e=>/(?:^|\.)(?:kubernetes\.io|k8s\.io|k8s\.aws|amazonaws\.com|eksctl\.io)\//.test(e);function Nx(e,t){let{key:n,operator:r,values:i}=t;if(e.labels===void 0||Mx(n)||![`In`,`Exists`].includes(r))return;let a=r===`In`&&i.length===1?`${n}=${i[0]}`:n,o=Ne(e.labels,n);if(o===void 0)return{group:e,label:a,isLabelUnlisted:!n.startsWith(`karpenter.sh/`)};if(!(r===`Exists`||i.includes(o)))return{group:e,label:a}}function Px({manifest:e,path:t},n){let r=e.get(t),i=(Array.isArray(r)?r:[r]).map(e=>Fx(e,n));if(i.includes(!0))return!0;if(!i.includes(void 0))return!1}function Fx(e,t){let{namespace:n,labels:r}=m(e)??{};if(typeof n!=`string`||h(n))return;if(!Zs(n,t))return!1;let i=Object.entries(m(r)??{});if(!(h(r)||i.some(e=>e.some(h))))return i.every(([e,t])=>e===`app.kubernetes.io/name`&&Zs(String(t),`karpenter`))}const Ix=K({id:`controller-nodes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests(e,t){for(let n of F(e))Lx(n,t)}},docs:{summary:`No node or Fargate profile can run Karpenter’s controller, or this change removes the last one.`,why:`The chart keeps the controller off nodes that Karpenter launches. Without a node group or a Fargate profile for its namespace, the controller is pending, and nothing launches nodes for the other pods either. Reported when the files have Fargate profiles for other namespaces only, or when they lose the last node group or profile for the controller. Also reported when the controller tolerates the taints of no node group, or selects labels that none has. Instances that something else starts may be enough, so it is a warning.`,help:`Keep a managed node group of two small nodes for the controller, or a Fargate profile for its namespace.`,url:`https://docs.aws.amazon.com/eks/latest/best-practices/karpenter.html`},examples:Xx});function Lx(e,t){let{manifest:n,chart:r,values:i}=e,{namespace:a}=Tm(e);if(r!==`karpenter`||a===void 0||(Rx(e,t),zx(e,a,t)))return;let o=[`affinity`,`nodeSelector`].some(e=>n.get([...i,e])!==void 0);if(n.kind===`HelmValues`||o)return;let s=t.clusterOf(n),c=qx(s,a);if(c.certain.length>0||c.mayBeMore)return;let l=Gx(e,a,t),[u]=_s(Bm(s).fargateProfiles);if(l===void 0&&(c.others===0||u!==void 0))return;let d=l===void 0?`No Fargate profile takes the namespace \`${a}\`, and no file has other nodes`:`This change removes ${l}, and no file has other nodes`;t.report({manifest:n,at:n.span([`metadata`,`name`]),message:`${d} that Karpenter’s controller can run on. It stays pending then, and launches no nodes${u===void 0?``:`, unless there are others (${u})`}`,help:`Add a Fargate profile for the namespace \`${a}\`, or a node group for the controller.`})}function Rx({manifest:e,values:t},{report:n}){let r=[...t,`replicas`];e.get(r)===0&&n({manifest:e,at:e.span(r),message:`Karpenter’s controller has no replicas, so nothing launches or replaces nodes`,help:"Set `replicas` to 2, the default of the chart."})}function zx(e,t,n){let r=n.clusterOf(e.manifest),i=qx(r,t),a=Bx(e,r);return a===void 0||a.length===0||i.mayBeMore||i.hasProfile||!a.every(({isLabelUnlisted:e})=>e!==!0)&&!Vx(e,n)?!1:(Hx(e,a,n),!0)}function Bx(e,t){let n=Ox(e);if(!n)return;let r=Cx(t),i=r.flatMap(e=>jx(e,n)??[]);return i.length===r.length?i:void 0}function Vx({manifest:e},{base:t,baseClusterOf:n}){let r=Kx(e,t);return r!==void 0&&Ox(r)!==void 0&&!Bx(r,n(r.manifest))}function Hx(e,t,n){let{manifest:r,values:i}=e,[a]=t,o=a.taint?`tolerations`:`nodeSelector`,s=r.get([...i,o])!==void 0,c=t.length-1;n.report({manifest:r,at:s?r.keySpan([...i,o]):r.span([`metadata`,`name`]),message:`No node group can run Karpenter’s controller: ${Ux(a)}${c===0?``:`, and ${c===1?`the other does`:`the others do`} not fit, either`}. New pods of the controller stay pending, and then nothing launches nodes`,help:a.taint?`Add a toleration of \`${qb(a.taint)}\` to the \`tolerations\` of Karpenter’s chart, and keep \`CriticalAddonsOnly\`, because the list replaces the chart’s own.`:`Select nodes of a group that has the label, or add \`${a.label}\` to the labels of \`${a.group.name}\`.`,labels:[{span:a.group.manifest.span(Wx(a)),message:`the node group \`${a.group.name}\`${V(r,a.group.manifest,n)}`}]})}function Ux({group:e,taint:t,label:n}){return t?`it does not tolerate the taint \`${qb(t)}\` of \`${e.name}\``:`it selects nodes with \`${n}\`, and \`${e.name}\` does not have this label`}const Wx=({group:e,taint:t})=>{let n=[...e.path,t?`taints`:`labels`];return e.manifest.get(n)===void 0?e.manifest.kind===`ManagedNodeGroup`?[`metadata`,`name`]:e.path:n};function Gx({manifest:e},t,{base:n,baseClusterOf:r}){let i=Kx(e,n);return i&&qx(r(i.manifest),t).certain[0]}function Kx(e,t){return(t?F(t):[]).find(t=>t.chart===`karpenter`&&t.manifest.source.file===e.source.file)}function qx(e,t){let n=e.ofKind(`ManagedNodeGroup`,`InstanceGroup`).map(({name:e})=>`the node group \`${e}\``),r=e.manifests.filter(Am).flatMap(e=>[`managedNodeGroups`,`nodeGroups`].flatMap(t=>d(e.get([t])))).map(e=>`the node group \`${_(m(e)?.name)??``}\``),i=P(Bm(e).fargateProfiles).map(e=>Px(e,t));return{certain:[...n,...r,...i.flatMap(e=>e===!0?[`the Fargate profile for Karpenter`]:[])],hasProfile:i.includes(!0),others:i.filter(e=>e===!1).length,mayBeMore:i.includes(void 0)||e.manifests.some(Jx)}}function Jx(e){let t=[`compute_config`,`cluster_compute_config`,`self_managed_node_groups`,`worker_groups`,`node_groups`],n=R(e)===`eks`||e.kind===`aws_eks_cluster`;if(n&&t.some(t=>Yx(e.get([`spec`,t]))))return!0;let r=e.get([`spec`,`eks_managed_node_groups`]);return n&&typeof r==`string`||m(e.get([`autoModeConfig`]))?.enabled===!0}const Yx=e=>e!=null&&Object.keys(m(e)??{a:e}).length>0;function Xx(){let e=e=>W`
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
        settings = { clusterName = "demo", interruptionQueue = "demo" }
        serviceAccount = { annotations = { "eks.amazonaws.com/role-arn" = aws_iam_role.karpenter.arn } }
      })]
    }
  `;return{bad:[H(e(`kube-system`),{'"kube-system"':`"karpenter"`})],good:[e(`karpenter`)]}}const Zx=K({id:`controller-permissions`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[74,75],on:{Manifests(e,t){if(!(Qx(e)||t.isKarpenterAssumed&&!$x(e))){for(let n of Wf(t)){let r=_s(n);r.every(Cf)&&aS(P(n),{all:e,elsewhere:r[0]},t),N(n)&&sS(n.all,t)}for(let n of e.manifests.filter(Ff))oS(n,e,t)}}},docs:{summary:`The IAM policy of Karpenter’s controller lacks a permission that this version of Karpenter needs.`,why:"New versions of Karpenter may need more permissions, which is easy to forget in an upgrade. The controller then logs errors and cannot act. Without `ec2:CreateTags` on spot requests, it launches no spot instances. Without permissions for instance profiles, no node class with a `role` becomes ready. If Karpenter’s values name an interruption queue, it also has to read that queue. This rule combines all policies of a cluster. It assumes that they are complete if they allow `ec2:DescribeInstanceTypes`.",help:`Update the policy to the one that Karpenter publishes for this version.`,url:`https://karpenter.sh/docs/reference/cloudformation/`},examples:cS}),Qx=({manifests:e})=>e.some(({kind:e})=>e===`Provisioner`||e===`AWSNodeTemplate`);function $x({manifests:e}){let t=e.filter(({apiVersion:e})=>u(e).startsWith(`karpenter.`));return t.length>0&&t.every(({apiVersion:e})=>ee(e)===`v1`)}const eS=[`ec2:CreateFleet`,`ec2:CreateLaunchTemplate`,`ec2:CreateTags`,`ec2:DeleteLaunchTemplate`,`ec2:DescribeImages`,`ec2:DescribeInstances`,`ec2:DescribeInstanceTypeOfferings`,`ec2:DescribeLaunchTemplates`,`ec2:DescribeSecurityGroups`,`ec2:DescribeSubnets`,`ec2:RunInstances`,`ec2:TerminateInstances`],tS=[`iam:AddRoleToInstanceProfile`,`iam:CreateInstanceProfile`,`iam:DeleteInstanceProfile`,`iam:GetInstanceProfile`,`iam:RemoveRoleFromInstanceProfile`,`iam:TagInstanceProfile`],nS=[`sqs:DeleteMessage`,`sqs:GetQueueUrl`,`sqs:ReceiveMessage`];function rS({karpenter:e,isKarpenterAssumed:t},{hasRoles:n,hasQueue:r,hasPlacementGroups:i}){let a=[...eS,...n&&e.v1?tS:[],...r?nS:[]];return t?a:[...a,...n&&e.listInstanceProfiles?[`iam:ListInstanceProfiles`]:[],...i&&e.placementGroupSelector?[`ec2:DescribePlacementGroups`]:[],...e.describeInstanceStatus?[`ec2:DescribeInstanceStatus`]:[]]}function iS(e,t,{clusterOf:n}){let r=e=>e.get([`spec`,`role`])!==void 0&&e.get([`spec`,`instanceProfile`])===void 0,i=af(t),a=i.filter(t=>n(t)===n(e));return a.length>0?a.some(r):i.length>0&&i.every(r)}function aS(e,{all:t,elsewhere:n},r){let i=e.filter(e=>Yf([e],`ec2:DescribeInstanceTypes`)),a=new Set(e.flatMap(e=>Yf([e],`ec2:RunInstances`)?[e.policy]:[])),o=i.find(({policy:e})=>a.has(e))??i[0];if(!o)return;let s=rS(r,{hasRoles:iS(o.policy,t,r),hasQueue:Cu(r.clusterOf(o.policy)),hasPlacementGroups:af(t).some(e=>e.get([`spec`,`placementGroupSelector`])!==void 0)}).filter(t=>!Yf(e,t));if(s.length===0)return;let{policy:c,path:l}=o,u=r.isKarpenterAssumed?`Karpenter`:`Karpenter ${r.karpenter.version}`,d=n===void 0?``:`. Another policy may grant them, because ${n}`;r.report({manifest:c,at:c.span([...l,`Action`]),message:`${u} needs permissions that this policy does not grant: ${v(s)}${d}`,...n!==void 0&&{severity:`note`},help:`Allow these actions, as in the policy that Karpenter publishes for this version.`})}function oS(e,t,n){let r=n.clusterOf(e);if(n.isKarpenterAssumed||r.isExample)return;let i={hasRoles:iS(e,t,n),hasQueue:!1,hasPlacementGroups:af(t).some(e=>e.get([`spec`,`placementGroupSelector`])!==void 0)},a=r.ofKind(`IamPolicy`).flatMap(Jf),o=r.manifests.some(e=>e.kind===`aws_iam_role_policy_attachment`&&/karpenter/.test(JSON.stringify(e.get([`spec`])??null))),s=rS(n,i).filter(t=>If(e,t)===!1&&!Yf(a,t));s.length===0||o||n.report({manifest:e,at:e.span([`spec`,`version`]),severity:`warning`,message:`Karpenter ${n.karpenter.version} needs permissions that this version of the module does not grant: ${v(s)}`,help:"Upgrade the module, or allow these actions in `iam_policy_statements`."})}function sS(e,{report:t,karpenter:n}){if(!n.v1)return;let r=e.filter(e=>Yf([e],`ec2:CreateTags`)),[i]=r,a=`spot-instances-request`,o=r.some(({statement:e})=>Qf(e,`fleet`)===!0);if(!i||!o||r.some(({statement:e})=>Qf(e,a)!==!1))return;let{policy:s,path:c,statement:l}=i,u=l.resources.flatMap(e=>/^arn:(aws[a-z-]{0,20}):/.exec(e)?.[1]??[])[0]??`aws`;t({manifest:s,at:s.span([...c,`Resource`]),message:`\`ec2:CreateTags\` is not allowed on \`${a}\`, so AWS denies every launch of a spot instance`,help:`Add \`arn:${u}:ec2:*:*:${a}/*\` to the resources of this statement.`})}function cS(){return{bad:[H(_h`
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
      `,{'"ec2:DescribeInstances",':_h`
        "ec2:DescribeInstances",
        "ec2:DescribeInstanceStatus",
        "ec2:DescribeInstanceTypeOfferings",
      `}),H(W`
        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions   = ["ec2:CreateFleet", "ec2:RunInstances", "ec2:CreateLaunchTemplate", "ec2:Describe*"]
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
"arn:aws:ec2:*:*:spot-instances-request/*",`}),H(W`
        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions = [
              "ec2:RunInstances", "ec2:CreateLaunchTemplate", "ec2:CreateTags", "ec2:TerminateInstances",
              "ec2:DeleteLaunchTemplate", "ec2:Describe*", "pricing:GetProducts",
            ]
            resources = ["*"]
          }
        }
      `,{'"ec2:RunInstances",':`"ec2:CreateFleet", "ec2:RunInstances",`})],good:[W`
        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions = [
              "ec2:CreateFleet", "ec2:RunInstances", "ec2:CreateLaunchTemplate", "ec2:CreateTags",
              "ec2:TerminateInstances", "ec2:DeleteLaunchTemplate", "ec2:Describe*",
            ]
            resources = ["*"]
          }
        }
      `,W`
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
      `,_h`
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
      `]}}const lS=K({id:`custom-registration`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[55],on:{NodeClass(e,{report:t,karpenter:n}){let r=Qd(e);n.v1&&Zd(e)===`Custom`&&r!==void 0&&uS.test(r)&&!r.includes(`karpenter.sh/unregistered`)&&t({at:e.keySpan([`spec`,`userData`]),message:"This user data joins the cluster without the taint `karpenter.sh/unregistered:NoExecute`, so Karpenter does not register its nodes and terminates them after 15 minutes",unready:"they join without the taint `karpenter.sh/unregistered:NoExecute`, so Karpenter does not register them",help:"Register the kubelet with the taint, for example with `--register-with-taints=karpenter.sh/unregistered:NoExecute`."})}},docs:{summary:"The user data of a `Custom` node class joins the cluster without the taint that Karpenter requires.",why:"Since Karpenter 1.0 a node must register with the taint `karpenter.sh/unregistered:NoExecute`. Karpenter removes the taint once the labels of the node are in place. For other AMI families, Karpenter writes the taint into the user data. For `Custom`, you have to do it. Karpenter does not register a node without the taint. It terminates the node after 15 minutes while the next one starts.",help:"Register nodes with the taint: pass `--register-with-taints=karpenter.sh/unregistered:NoExecute` to the kubelet, or set it in the kubelet’s configuration.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#custom`},examples:dS}),uS=/\/etc\/eks\/bootstrap\.sh|kind: NodeConfig|\bnodeadm init\b|Start-EKSBootstrap|EKS\\Start-|\bkubeadm join\b|\bsystemctl\b[^\n]{0,80}\b(?:start|restart|enable --now)\b[^\n]{0,80}\bkubelet\b|^[ \t]*\[settings\.kubernetes\]/m;function dS(){return{bad:[H(J(U`
            amiFamily: Custom
            amiSelectorTerms:
              - id: ami-0123456789abcdef0
            userData: |
              #!/bin/bash
              /etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'
          `,`ubuntu`),{"--node-labels=team=a":`--node-labels=team=a --register-with-taints=karpenter.sh/unregistered:NoExecute`}),H(J(U`
            amiFamily: Custom
            amiSelectorTerms:
              - id: ami-0123456789abcdef0
            userData: |
              #!/bin/bash
              echo 'KUBELET_EXTRA_ARGS=--node-labels=team=a' > /etc/default/kubelet
              systemctl restart kubelet
          `,`own`),{"--node-labels=team=a":`--node-labels=team=a --register-with-taints=karpenter.sh/unregistered:NoExecute`})],good:[J(U`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          userData: |
            #!/bin/bash
            /etc/eks/bootstrap.sh demo --kubelet-extra-args '--register-with-taints=karpenter.sh/unregistered:NoExecute'
        `,`ubuntu`),J(U`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          userData: |
            #!/bin/bash
            /opt/company/join-cluster
        `,`prepared`),G({karpenter:`0.37`},U`
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
        `)]}}const fS=`karpenter.sh/discovery`,pS=[`subnet`,`securityGroup`],mS={subnet:`subnets`,securityGroup:`security groups`},hS=K({id:`discovery-selectors`,severity:`warning`,since:`0.1.0`,providers:[`aws`,`eks-auto-mode`],theme:`Network`,mistakes:[76,77],on:{NodeClass:gS,NodeTemplate:gS,Provisioner:gS},docs:{summary:`A node class selects its subnets and security groups by tags that do not fit together.`,why:"Karpenter uses every subnet and security group that the selector terms find. Terms that name different clusters find subnets of one VPC and security groups of another, so every launch fails. Terms that name no cluster may find subnets or security groups that belong to somebody else, and `*` matches those of every VPC.",help:"Select both by the same cluster tag, such as `karpenter.sh/discovery`, as the other node classes in the repository do.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:jS});function gS(e,t){if(e.isPartial)return;let n=pS.filter(n=>_S(e,n,t));if(!(e.kind===`NodeClass`||yS(e,t)))for(let r of pS)n.includes(r)||xS(e,r,t)}function _S(e,t,{report:n}){for(let{path:r,tags:i,hasOther:a}of $l(e,t)){let o=[...r,`name`],s=e.get(o)===`*`,c=!a&&i.every(({key:e,value:t})=>t===`*`&&!e.startsWith(`kubernetes.io/cluster/`)),[l]=i;if(!s&&!(c&&l))continue;let[u,d]=s?[o,`name: "*"`]:[l.path,`${l.key}: "*"`],f=l&&iu(l.key,`*`)!==void 0;return n({at:e.keySpan(u),message:`\`${d}\` selects ${mS[t]} of every ${f?`cluster`:`VPC`} in the account`,help:`Select the ${mS[t]} of one cluster: replace \`*\` with a name, or use a tag such as \`${fS}\` with the name of the cluster.`}),!0}return!1}const vS=(e,t)=>$l(e,t).flatMap(su);function yS(e,{report:t}){let[n,r]=pS.map(t=>vS(e,t));for(let i of r){let a=n.filter(e=>e.scheme===i.scheme),o=[...a,...r.filter(({scheme:e})=>e===i.scheme)];if(a.length===0||!o.every(({tag:e})=>e.isKnown))continue;let s=new Set(a.flatMap(({cluster:t})=>[t,`${t}-${e.name}`]));if(r.some(e=>e.scheme===i.scheme&&s.has(e.cluster)))continue;let c=a[0];return t({at:e.span(i.tag.path),message:`\`${e.name}\` selects security groups of cluster \`${i.cluster}\` but subnets of cluster \`${c.cluster}\``,labels:[{span:e.span(c.tag.path),message:`this value selects the subnets`}],help:bS(i)}),!0}return!1}function bS({scheme:e,tag:{key:t}}){return e===`Name`?`Select the subnets and the security groups of one cluster.`:`Select both by the same \`${t.startsWith(`kubernetes.io/`)?e:t}\` tag.`}function xS(e,t,{report:n,all:r,clusterOf:i}){let a=$l(e,t),o=pS.flatMap(t=>$l(e,t)).flatMap(SS),{name:s=``}=i(e),c=new Set([...o.map(({cluster:e})=>e),s]),l=a.filter(e=>e.tags.length>0&&!e.hasOther&&SS(e).length===0&&!TS(e,c));if(l.length===0||l.some(({tags:e})=>e.some(e=>!e.isKnown&&!e.value.includes(`*`))))return;let{classes:u,naming:d}=AS(r),f=u.length-+!!u.includes(e),p=d[t].length-+!!d[t].includes(e);if(f>0&&p===0)return;let m=d[t].find(t=>t!==e),ee=o.find(e=>CS(t,e)&&wS(e)),h=ee?.scheme??(m&&vS(m,t).find(e=>CS(t,e)&&wS(e))?.scheme)??fS,g=ee!==void 0||!o.some(e=>CS(t,e))&&f>0&&p===f;n({at:e.keySpan(l[0].tags[0].path),...!g&&{severity:`note`},message:`\`${e.name}\` selects ${mS[t]} by tags that name no cluster${DS(ee,m)}`,help:`Add the tag \`${h}\` to these terms, so that they do not select resources of other clusters in the account.`})}const SS=e=>su(e).filter(({cluster:e})=>e!==`*`),CS=(e,{scheme:t})=>e===`securityGroup`||t!==`aws:eks:cluster-name`,wS=({scheme:e})=>e!==`aws:eks:cluster-name`&&e!==`Name`,TS=({tags:e},t)=>e.some(({value:e})=>[...t].some(t=>ES(e,t))),ES=(e,t)=>{let n=t===``?-1:e.indexOf(t);return n>=0&&!/[a-z0-9]/i.test(e.charAt(n-1))&&!/[a-z0-9]/i.test(e.charAt(n+t.length))};function DS(e,t){return e?`, although its other terms use \`${e.scheme}\``:t?`, although node class \`${t.name}\` names one`:``}const OS=({kind:e,apiVersion:t})=>(e===`EC2NodeClass`||e===`AWSNodeTemplate`)&&u(t)===`karpenter.k8s.aws`,kS=new WeakMap;function AS(e){let t=kS.get(e);if(t)return t;let n=e.manifests.filter(e=>OS(e)&&pS.some(t=>$l(e,t).length>0)),r=e=>n.filter(t=>vS(t,e).some(({scheme:e})=>e!==au)),i={classes:n,naming:{subnet:r(`subnet`),securityGroup:r(`securityGroup`)}};return kS.set(e,i),i}function jS(){return{bad:[H(J(U`
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: staging
        `),{staging:`production`}),H(J(U`
          subnetSelectorTerms:
            - tags:
                Name: "*private*"
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
        `),{'Name: "*private*"':`Name: "*private*"
karpenter.sh/discovery: production`}),H(J(U`
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: "*"
        `),{'"*"':`production`}),H(J(U`
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
          securityGroupSelectorTerms:
            - name: "*"
        `),{'"*"':`production-node`})],good:[J(U`
        subnetSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
        securityGroupSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
      `),J(U`
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: production-gpu
        `,`gpu`),J(U`
        subnetSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
        securityGroupSelectorTerms:
          - tags:
              Name: production-node
      `),J(U`
          subnetSelectorTerms:
            - tags:
                KubernetesCluster: demo1.k8s.local
          securityGroupSelectorTerms:
            - tags:
                Name: nodes.demo1.k8s.local
                KubernetesCluster: demo1.k8s.local
        `,`kops`)]}}const MS=K({id:`discovery-tags`,severity:`error`,since:`0.1.0`,providers:[`aws`,`eks-auto-mode`],theme:`Network`,mistakes:[76],on:{Manifests(e,t){for(let n of e.manifests)if(Ql(n)&&!n.isPartial)for(let e of[`subnet`,`securityGroup`])PS(n,e,t)}},docs:{summary:`A node class selects subnets or security groups by a tag that none of them has.`,why:`Karpenter finds subnets and security groups by their tags. If none has the tag with exactly this value, the node class is not ready, and no NodePool that uses it launches anything. A tag that is missing on what eksctl or kOps creates is a warning, because a script may add it, and it stays. So is one of security groups in a network that is created elsewhere. Reported only when the repository creates the cluster’s subnets or security groups with Terraform, eksctl or kOps, and all their tags are known. The node class may be in another folder if an environment, the name of the cluster, or being the only cluster relates both.`,help:`Add the tag to the subnets and security groups in which nodes run, or select them by a tag that they have.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:JS}),NS={subnet:[`subnet`,`subnets`],securityGroup:[`security group`,`security groups`]};function PS(e,t,n){let r=$l(e,t);if(r.length===0||r.some(({hasOther:e,tags:t})=>e||t.length===0))return;let i=Op(n.clusterOf(e),t);if(!N(i)){FS(e,t,r,n);return}let a=i.all,o=t===`subnet`||N(Op(n.clusterOf(e),`subnet`));r.some(e=>a.some(t=>e.tags.every(e=>LS(t,e))))||n.report({manifest:e,...RS({nodeClass:e,selected:t,resources:a,isNetworkHere:o},r[0],n)})}function FS(e,t,n,r){let i=r.base?.manifests.find(({kind:t,name:n,apiVersion:r})=>t===e.kind&&n===e.name&&r===e.apiVersion),a=P(Op(r.clusterOf(e),t)),o=a.some(e=>n.some(t=>t.tags.every(t=>LS(e,t))));if(!i||o)return;let s=P(Op(r.baseClusterOf(i),t)),c=n.find(({tags:e})=>s.some(t=>e.every(e=>vm(t,e)===!0))),l=c&&s.find(e=>c.tags.every(t=>vm(e,t)===!0)),u=l&&r.all.manifests.some(e=>uf(e,l.manifest));if(!c||!l||!u||IS(l,{selected:t,term:c},r))return;let d=a.find(({manifest:{kind:e,name:t}})=>e===l.manifest.kind&&t===l.manifest.name),f=d?.manifest??e,[p,m]=NS[t];r.report({manifest:f,severity:`warning`,at:d?f.span([`metadata`,`name`]):e.span(c.tags[0].path),message:`\`${e.name}\` selects ${m} by \`${c.tags.map(zS).join("`, `")}\`, and this change removes the last ${p} of these files that has it. Unless another ${p} of the network has it, Karpenter launches no nodes`,help:`Keep the tag on the ${m} in which nodes run, or select them by a tag that they have.`,labels:d?[{span:e.span(c.tags[0].path),message:`what selects by it`}]:[]})}function IS({manifest:{kind:e,name:t,...n}},{selected:r,term:i},a){return a.all.manifests.filter(r=>r.kind===e&&r.name===t&&r.source.file===n.source.file).flatMap(e=>P(Op(a.clusterOf(e),r)).filter(({manifest:t})=>t===e)).some(e=>i.tags.every(t=>LS(e,t)))}const LS=(e,t)=>vm(e,t)!==!1;function RS(e,t,n){let{resources:r}=e,i=t.tags.find(e=>!r.some(t=>LS(t,e)));if(!i)return qS(e,t,n);let a=r.flatMap(e=>e.tags.get(i.key)??[]);return a.length>0?BS(e,{tag:i,given:a},n):GS(e,i,n)}const zS=({key:e,value:t})=>h(t)?e:`${e}: ${t}`;function BS({nodeClass:e,selected:t,resources:n},{tag:r,given:i},a){let[o]=i,{tool:s}=n.find(({tags:e})=>e.get(r.key)===o);return{at:e.span(r.path),message:`\`${e.name}\` selects ${NS[t][1]} by \`${zS(r)}\`, but ${s} sets the tag to \`${o.value}\``,help:`Use the same value in both places, for example from one local value.`,labels:[{span:o.manifest.span(o.path),message:`${s} sets the tag here${V(e,o.manifest,a)}`}]}}const VS=e=>e===`Terraform`,HS=({isNetworkHere:e},t)=>e&&VS(t),US=(e,t)=>HS(e,t)?{}:{severity:`warning`};function WS(e,t){return HS(e,t)?`, so Karpenter launches no nodes`:`. Unless ${VS(t)?`another ${NS[e.selected][0]} of the network has it`:`something else adds it`}, Karpenter launches no nodes`}function GS(e,t,n){let{nodeClass:r,selected:i,resources:a}=e,[o]=NS[i],s=a.find(({isPreferred:e})=>e)??a[0],c=({manifest:{source:e,kind:t,name:n}})=>`${e.origin?.root??e.file} ${t} ${n}`,l=[s,...[...new Map(a.filter(({isPreferred:e})=>e).map(e=>[c(e),e]))].flatMap(([e,t])=>e===c(s)?[]:[t])].slice(0,3),{tool:u}=s;return{at:r.keySpan(t.path),message:`\`${r.name}\` selects ${NS[i][1]} by \`${zS(t)}\`, but no ${o} that ${u} creates has this tag${WS(e,u)}`,...US(e,u),help:`Add ${KS(t,u)} to ${s.tagsIn}.`,labels:l.map(({manifest:e,tagsAt:i},a)=>({span:e.keySpan(i),message:`has no tag \`${t.key}\`${a===0?V(r,e,n):``}`}))}}function KS({key:e,value:t},n){return h(t)||/[*?,]/.test(t)?`the tag \`${e}\``:n===`Terraform`?`\`"${e}" = "${t}"\``:`\`${e}: ${t}\``}function qS(e,t,n){let{nodeClass:r,selected:i,resources:a}=e,{tool:o,manifest:s,tagsAt:c}=a[0];return{at:r.span(t.path),message:`\`${r.name}\` selects ${NS[i][1]} that have all these tags, but no ${NS[i][0]} that ${o} creates has all of them${WS(e,o)}`,...US(e,o),help:`Remove the tags that do not belong together, or write them as separate terms.`,labels:[{span:s.keySpan(c),message:`has not all of the tags${V(r,s,n)}`}]}}function JS(){return{bad:[H(W`
          module "vpc" {
            source          = "terraform-aws-modules/vpc/aws"
            private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]

            private_subnet_tags = {
              "karpenter.sh/discovery" = "orders-prod"
            }
          }

          ${Z(`default`,J(U`
              role: KarpenterNodeRole-orders
              subnetSelectorTerms:
                - tags:
                    karpenter.sh/discovery: orders
            `))}
        `,{'"orders-prod"':`local.cluster`,'module "vpc" {':`locals {
  cluster = "orders-prod"
}

module "vpc" {`,"karpenter.sh/discovery: orders":"karpenter.sh/discovery: ${local.cluster}"},{"karpenter.sh/discovery: orders":`karpenter.sh/discovery: orders-prod`}),H(W`
          module "vpc" {
            source          = "terraform-aws-modules/vpc/aws"
            private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]

            private_subnet_tags = {
              "kubernetes.io/role/internal-elb" = 1
            }
          }

          ${Z(`default`,J(U`
              role: KarpenterNodeRole-orders
              subnetSelectorTerms:
                - tags:
                    karpenter.sh/discovery: orders
            `))}
        `,{'"kubernetes.io/role/internal-elb" = 1':`"kubernetes.io/role/internal-elb" = 1
"karpenter.sh/discovery" = "orders"`})],good:[W`
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

        ${Z(`default`,J(U`
            role: KarpenterNodeRole-orders
            subnetSelectorTerms:
              - tags:
                  karpenter.sh/discovery: orders
          `))}
      `,W`
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

        ${Z(`default`,J(U`
            role: KarpenterNodeRole-orders
            subnetSelectorTerms:
              - tags:
                  karpenter.sh/discovery: \${local.name}
            securityGroupSelectorTerms:
              - tags:
                  karpenter.sh/discovery: \${local.name}
          `))}
      `,W`
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

        ${Z(`default`,J(U`
            role: KarpenterNodeRole-orders
            securityGroupSelectorTerms:
              - tags:
                  Name: orders-node
                  karpenter.sh/discovery: orders
          `))}
      `]}}const YS=K({id:`fargate-pod-identity`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests(e,t){for(let n of F(e))XS(n,t)}},docs:{summary:`Karpenter runs on Fargate and gets its role from EKS Pod Identity, which does not work there.`,why:"The agent of EKS Pod Identity runs on EC2 instances only. On Fargate, a service account needs the annotation `eks.amazonaws.com/role-arn` (IRSA). Without it, the controller has no credentials: it launches no nodes and removes none. Version 21 of the EKS module for Terraform no longer creates roles for IRSA, so an upgrade can remove the annotation. Reported only when the files have a Fargate profile for Karpenter’s namespace and a Pod Identity association for its service account, and all values of the chart are known.",help:`Create a role for IRSA and set the annotation, or run Karpenter on a managed node group.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/pod-identities.html`},examples:ZS});function XS(e,t){let{manifest:n,chart:r}=e;if(r!==`karpenter`||n.kind===`HelmValues`)return;let i=t.clusterOf(n),{namespace:a,sources:o,possible:s}=Jm(e,i),[c]=P(o),l=P(o).every(({by:e})=>e===`Pod Identity`)&&s.length===0;if(a===void 0||c===void 0||!l)return;let u=P(Bm(i).fargateProfiles).find(e=>Px(e,a)===!0);u!==void 0&&t.report({manifest:n,at:n.span([`metadata`,`name`]),message:`Karpenter runs on Fargate, where EKS Pod Identity does not work, and its service account has no role. Without credentials, it launches and removes no nodes`,help:`Set \`serviceAccount.annotations\` of the chart to \`${qm}\` with a role that trusts the service account (IRSA), or run Karpenter on a managed node group.`,labels:[{span:u.manifest.span(u.path),message:`this Fargate profile takes the pods of \`${a}\`${V(n,u.manifest,t)}`},{span:c.manifest.span(c.path),message:`the only role for them`}]})}function ZS(){return{bad:[H(W`
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
              settings = { clusterName = "demo", interruptionQueue = "Karpenter-demo" }
            })]
          }
        `,{"settings = {":`serviceAccount = { annotations = { "eks.amazonaws.com/role-arn" = aws_iam_role.karpenter.arn } }
settings = {`})],good:[W`
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
      `]}}const QS=K({id:`helm-settings`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[81,82,98,99],on:{Manifests(e,t){for(let n of F(e)){let{manifest:e,chart:r,values:i}=n,a=[...i,`settings`];r===`karpenter`&&m(e.get(a))&&(tC(e,a,t),rC(e,a,t),iC(e,a,t),oC(n,a,t),cC(e,a,t),lC(e,a,t))}}},docs:{summary:`A value for Karpenter’s Helm chart has no effect, or not the intended one.`,why:"The chart passes values on without checking them. Karpenter does not find a queue by its ARN or URL, so it misses interruption warnings. The chart silently drops keys that it does not read. An overhead of 7.5 means 750%, which leaves no instance type any memory. This rule checks HelmReleases, Argo CD Applications, `helmCharts` of kustomizations, Terraform’s `helm_release` and values files of the chart `karpenter`.",help:`Use the keys that the chart reads, the name of the queue, and a fraction such as 0.075 for the overhead.`,url:`https://karpenter.sh/docs/reference/settings/`},examples:uC}),$S={interruptionQueue:/^(?:aws_sqs_queue\.[\w-]+\.(arn|url|id)|module\.[\w-]+\.(queue_arn|queue_url))$/,clusterName:/^(?:aws_eks_cluster\.[\w-]+\.(arn|endpoint)|module\.[\w-]+\.(cluster_arn|cluster_endpoint))$/},eC={queue_arn:`queue_name`,queue_url:`queue_name`,cluster_arn:`cluster_name`,cluster_endpoint:`cluster_name`};function tC(e,t,{report:n}){for(let[r,i]of Object.entries($S)){let a=[...t,r],o=Xs(e,a)??``,s=i.exec(o);if(!s)continue;let c=s[1]??s[2],l=`${o.slice(0,-c.length)}${Ne(eC,c)??`name`}`;n({manifest:e,at:e.span(a),message:`\`${r}\` must be a name, but \`${o}\` is not one`,help:`Use \`${l}\`.`})}}const nC=/^(?:arn:[\w-]+:sqs:|https?:\/\/)/;function rC(e,t,{report:n}){let r=[...t,`interruptionQueue`],i=_(e.get(r));if(i===void 0||!nC.test(i))return;let a=i.split(/[:/]/).at(-1),o=a!==``&&!h(a);n({manifest:e,at:e.span(r),message:`\`interruptionQueue\` is ${i.startsWith(`arn:`)?`an ARN`:`a URL`}, but Karpenter finds a queue only by its name`,help:o?`Use \`${a}\`.`:`Use only the name, which is the last part of the ARN or URL.`,...o&&{fix:{description:`Replace with \`${a}\``,edits:x(e,r,a)}}})}function iC(e,t,{report:n}){let r=[...t,`interruptionQueueName`],i=e.get([...t,`interruptionQueue`])!==void 0;e.get(r)===void 0||i||n({manifest:e,at:e.keySpan(r),message:"The chart does not read `interruptionQueueName`, so Karpenter misses interruption warnings",help:"Rename it to `interruptionQueue`.",fix:{description:"Rename to `interruptionQueue`",edits:Pe(e,r,`interruptionQueue`)}})}const aC=new Set([`clusterName`,`clusterEndpoint`,`clusterCABundle`,`interruptionQueueName`,`isolatedVPC`,`vmMemoryOverheadPercent`,`reservedENIs`]);function oC(e,t,{report:n}){let{manifest:r,version:i}=e,a=[...t,`aws`],o=Object.keys(m(r.get(a))??{});if(o.length===0||Us(e)!==!1)return;let s=`interruptionQueueName`,c=Ws(e,`interruptionQueue`).some(e=>r.get(e)!==void 0),l=o.includes(s)&&!c,u=o.includes(`clusterName`)&&sC(e),d=o.filter(e=>aC.has(e)).map(e=>e===s?`interruptionQueue`:e),f=`The chart ${I(r,i)} does not read \`settings.aws\``,p=l?`, and Karpenter misses interruption warnings`:``;n({manifest:r,...u&&{severity:`error`},at:r.keySpan([...a,o.includes(s)&&!u?s:o[0]]),message:u?`Karpenter does not start, because no value gives it the name of the cluster. ${f}`:`${f}, so ${v(o,` and `)} ${ne(o.length,`has`,`have`)} no effect${p}`,help:d.length===0?"Remove `settings.aws`, and set what it should do in the node classes.":`Set ${v(d,` and `)} under \`settings\` instead, and remove \`settings.aws\`.`})}function sC(e){let{manifest:t,values:n,isOpen:r}=e;if(r||t.isPartial||t.kind===`HelmValues`)return!1;let i=[[`controller`,`env`],[`controller`,`envFrom`],[`controller`,`extraArgs`],[`env`]],a=e=>t.get(e)!==void 0;return!Ws(e,`clusterName`).some(a)&&!i.some(e=>a([...n,...e]))}function cC(e,t,{report:n}){let r=[...t,`vmMemoryOverheadPercent`],i=e.get(r),a=Number(i);if(!(i===null||typeof i!=`number`&&typeof i!=`string`)){if(a>=1&&a<=100){let t=String(Number((a/100).toFixed(4)));n({manifest:e,at:e.span(r),message:`\`vmMemoryOverheadPercent\` is a fraction, so ${i} leaves no instance type any memory`,help:`Use \`${t}\` for ${i}%.`,fix:{description:`Replace with \`${t}\``,edits:x(e,r,t)}})}i===0&&n({manifest:e,at:e.span(r),message:"The chart ignores the number `0` for `vmMemoryOverheadPercent`, so the default of 0.075 applies",help:'Put the value in quotes: `"0"`. Or remove it to keep the default.',fix:{description:`Put the value in quotes`,edits:x(e,r,`"0"`)}})}}function lC(e,t,{report:n}){let r=[...t,`ignoreDRARequests`];e.get(r)===!1&&n({manifest:e,at:e.span(r),message:"The chart ignores `ignoreDRARequests: false`, so the default applies",help:'Remove it, and set `IGNORE_DRA_REQUESTS` to `"false"` in `controller.env` instead.'})}function uC(){return{bad:[X(`karpenter`,{values:U`
          settings:
            clusterName: demo
            interruptionQueue: arn:aws:sqs:us-east-1:111122223333:karpenter-demo
            vmMemoryOverheadPercent: 7.5
        `}),U`
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
      `,H(W`
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

          ${Z(`spot`,q({requirements:[`karpenter.sh/capacity-type In [spot]`]}))}
        `,{interruptionQueueName:`interruptionQueue`}),H(X(`karpenter`,{values:U`
            settings:
              clusterName: demo
              vmMemoryOverheadPercent: 0
          `}),{"vmMemoryOverheadPercent: 0":``}),H(X(`karpenter`,{values:U`
            settings:
              clusterName: demo
              ignoreDRARequests: false
          `}),{"ignoreDRARequests: false":``,"values:":U`
            values:
              controller:
                env:
                  - name: IGNORE_DRA_REQUESTS
                    value: "false"
          `}),H(W`
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
        `,{"aws_sqs_queue.interruption.url":`aws_sqs_queue.interruption.name`})],good:[W`
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
      `,X(`karpenter`,{values:U`
          settings:
            clusterName: demo
            interruptionQueue: karpenter-demo
            vmMemoryOverheadPercent: 0.075
        `}),X(`something-else`,{values:U`
          settings:
            vmMemoryOverheadPercent: 7.5
        `})]}}const dC=K({id:`idle-reservations`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Capacity reservations`,mistakes:[20],on:{Manifests(e,t){for(let n of e.manifests)n.kind===`aws_ec2_capacity_reservation`&&fC(n,t)}},docs:{summary:`Terraform creates a capacity reservation that no node class selects.`,why:`A capacity reservation costs money whether instances run in it or not. Since Karpenter supports reservations, its launches use only those that a node class selects, and no other open reservations. Reported only when the repository has node classes of the cluster for which Terraform creates the reservation. The rule does not know what else may run in the reservation.`,help:"Select it with `capacityReservationSelectorTerms`, and allow the capacity type `reserved` in the NodePool.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:pC});function fC(e,{clusterOf:t,report:n,karpenter:r}){let i=e.get([`spec`,`instance_match_criteria`])??`open`;if(!r.reservedCapacityByDefault||i!==`open`||e.isPartial)return;let a=t(e).ofKind(`EC2NodeClass`);if(a.length===0||a.some(e=>e.isPartial||e.get([`spec`,`capacityReservationSelectorTerms`])!==void 0))return;let[o]=a;n({manifest:e,at:e.span([`metadata`,`name`]),message:`No node class of the cluster selects the capacity reservation \`${e.name}\`, so Karpenter does not launch instances into it`,help:"Select it with `capacityReservationSelectorTerms`, and allow the capacity type `reserved` in the NodePool.",labels:[{span:o.span([`metadata`,`name`]),message:`selects no reservations`}]})}function pC(){return{bad:[H(W`
          resource "aws_ec2_capacity_reservation" "nodes" {
            instance_type     = "m7i.large"
            instance_platform = "Linux/UNIX"
            availability_zone = "us-east-1a"
            instance_count    = 4
          }

          ${Z(`default`,Y)}
        `,{"role: KarpenterNodeRole-demo":U`
            role: KarpenterNodeRole-demo
            capacityReservationSelectorTerms:
              - id: \${aws_ec2_capacity_reservation.nodes.id}
          `})],good:[W`
        resource "aws_ec2_capacity_reservation" "nodes" {
          instance_type     = "m7i.large"
          instance_platform = "Linux/UNIX"
          availability_zone = "us-east-1a"
          instance_count    = 4
        }

        ${Z(`default`,J(U`
            role: KarpenterNodeRole-demo
            capacityReservationSelectorTerms:
              - tags:
                  team: search
          `))}
      `,W`
        resource "aws_ec2_capacity_reservation" "nodes" {
          instance_type     = "m7i.large"
          instance_platform = "Linux/UNIX"
          availability_zone = "us-east-1a"
          instance_count    = 4
          instance_match_criteria = "targeted"
        }

        ${Z(`default`,Y)}
      `]}}const mC=[{source:`aws.ec2`,type:`EC2 Spot Instance Interruption Warning`},{source:`aws.ec2`,type:`EC2 Instance State-change Notification`},{source:`aws.health`,type:`AWS Health Event`}],hC=(e,t)=>e.source.origin?.root===t.source.origin?.root,gC=(e,t)=>{let[,n,r]=/^\$\{(aws_\w+)\.([\w-]+)\.\w+\}$/.exec(e)??[];if(n===t)return r};function _C(e,{manifest:t,text:n}){let r=gC(n,`aws_sqs_queue`);if(r!==void 0)return r===e.name&&hC(e,t);if(/^\$\{aws_\w+\./.test(n))return!1;let i=I(e,[`spec`,`name`]);if(!(h(n)||i===void 0))return n.split(/[:/]/).at(-1)===i}function vC(e,t){let n=t.ofKind(`aws_cloudwatch_event_rule`),r=[],i=new Set;for(let a of t.ofKind(`aws_cloudwatch_event_target`)){let t=_C(e,{manifest:a,text:_(a.get([`spec`,`arn`]))??"${unknown}"});if(t===!1)continue;let o=t?yC(a,n):[];if(o.length===0)return;r.push(a);for(let e of o)i.add(e)}let a=mC.filter(e=>![...i].some(t=>SC(t,e))),o=t.ofKind(`aws_cloudwatch_event_target`).map(e=>yC(e,n)),s=o.some(e=>e.length===0),c=new Set(o.flat());return{targets:r,missing:a,withoutTarget:s?[]:n.filter(e=>!c.has(e)&&a.some(t=>CC(e,t)))}}function yC(e,t){let n=_(e.get([`spec`,`rule`]))??``,r=gC(n,`aws_cloudwatch_event_rule`);return t.filter(t=>r===void 0?I(t,[`spec`,`name`])===n:t.name===r&&hC(t,e))}function bC(e){let t=e.get([`spec`,`event_pattern`]);if(t==null)return null;if(!(typeof t!=`string`||h(t)||t.length>xC))try{return JSON.parse(t)}catch{return}}const xC=1e4;function SC(e,{source:t,type:n}){let r=bC(e);if(r===void 0)return!0;let i=m(r),a=(e,t)=>{let n=i?.[e];return n===void 0||!Array.isArray(n)||n.some(e=>e===t||m(e))};return i!==void 0&&a(`source`,t)&&a(`detail-type`,n)}const CC=(e,{type:t})=>d(m(bC(e))?.[`detail-type`]).includes(t);function wC(e,t){let n=t.ofKind(`aws_sqs_queue_policy`).flatMap(t=>{let n=_C(e,{manifest:t,text:_(t.get([`spec`,`queue_url`]))??"${unknown}"});return n===!1?[]:[{manifest:t,isOwn:n}]});if(!n.some(({isOwn:e})=>e===void 0))return[...e.get([`spec`,`policy`])===void 0?[]:[e],...n.map(({manifest:e})=>e)].map(e=>({manifest:e,allowsEvents:TC(e,t)}))}function TC(e,t){let n=EC(e,t);if(!n)return;let r=n.filter(e=>e.effect===`Allow`&&(ic(e,`sqs:SendMessage`)||e.actions.some(h))).map(({actions:e,principals:t,isNegated:n})=>{let r=[...t].flatMap(([e,t])=>[e,...t]);if(!e.some(h)&&!(n||r.length===0||r.some(h)))return(t.get(`Service`)??[]).includes(`events.amazonaws.com`)||r.includes(`*`)});if(r.includes(!0))return!0;if(!r.includes(void 0))return!1}function EC(e,t){let n=e.get([`spec`,`policy`]);if(e.isPartial||n===void 0)return;if(typeof n!=`string`)return DC(n);let[,r]=/^\$\{data\.aws_iam_policy_document\.([\w-]+)\.json\}$/.exec(n)??[],i=t.ofKind(`IamPolicy`).filter(t=>t.name===r&&hC(t,e));if(i.length>0){let e=i.map(e=>e.isPartial?void 0:DC(e.get([`spec`])));return e.includes(void 0)?void 0:e.flatMap(e=>e??[])}if(h(n))return;let a=ec(n);if(`statements`in a)return a.statements}function DC(e){let t=m(e)?.Statement;if(!Array.isArray(t)||t.some(e=>!m(e)&&te(e))||t.some(e=>h(m(e)?.Effect??null)))return;let n=ec(JSON.stringify({Statement:t}));if(`statements`in n)return n.statements}const OC=K({id:`interruption-events`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests(e,t){let n=e.manifests.filter(({kind:e})=>e===`aws_sqs_queue`);for(let e of new Set(n.map(t.clusterOf)))AC(e,t)}},docs:{summary:`Some events that Karpenter needs do not reach its interruption queue.`,why:`EventBridge sends spot interruption warnings, health events and changes of instance states to the queue that Karpenter reads. It needs a rule for each event, a target for each rule, and a policy of the queue that lets it send. If one of them is missing, EventBridge drops the events without an error, and Karpenter does not drain the node. Karpenter only counts rebalance recommendations, so they are not required. Reported only when Terraform creates the queue without Karpenter’s module, and at least one of the rules, targets and policies.`,help:"Create a rule and a target for each event, and a queue policy that allows `events.amazonaws.com` the action `sqs:SendMessage`.",url:`https://karpenter.sh/docs/reference/cloudformation/#interruption-handling`},examples:IC}),kC=/event|sqs|queue|notif|interrupt|spot/i;function AC(e,t){let n=bu(e).map(({manifest:e})=>e);if(!(e.ofKind(`unread_module`).some(e=>kC.test(_(e.get([`spec`,`source`]))??``))||Du(e).length>0||n.some(({kind:e})=>e===`module`)))for(let r of n)jC(r)||MC(r,e,t)}const jC=e=>/dlq|dead/i.test(`${e.name} ${_(e.get([`spec`,`name`]))??``}`);function MC(e,t,n){let r=vC(e,t),i=wC(e,t);if(!(r&&i&&(r.targets.length>0||r.withoutTarget.length>0||i.length>0))||e.isPartial||(r.missing.length>0&&FC(e,r,n),r.targets.length===0||r.targets.some(e=>e.get([`spec`,`role_arn`])!==void 0))||i.some(({allowsEvents:e})=>e!==!1))return;let[a]=i;n.report({manifest:e,at:e.span(NC(e)),message:`No policy lets EventBridge send events to the queue ${PC(e)}, so the queue stays empty and Karpenter does not drain nodes that AWS stops`,help:a?"Allow `events.amazonaws.com` the action `sqs:SendMessage` in the policy of the queue.":`Create an \`aws_sqs_queue_policy\` for \`aws_sqs_queue.${e.name}\` that allows \`events.amazonaws.com\` the action \`sqs:SendMessage\`.`,labels:a?[{span:a.manifest.span([`spec`,`policy`]),message:`the policy of the queue`}]:[]})}const NC=e=>e.get([`spec`,`name`])===void 0?[`metadata`,`name`]:[`spec`,`name`],PC=e=>`\`${I(e,[`spec`,`name`])??e.name}\``;function FC(e,{missing:t,withoutTarget:n},r){let[i]=n,a=t.length>1;r.report({manifest:e,at:e.span(NC(e)),message:`No EventBridge rule sends ${v(t.map(({type:e})=>e),` and `)} to the queue ${PC(e)}, so Karpenter does not drain nodes after ${a?`these events`:`this event`}`,help:i?`Create an \`aws_cloudwatch_event_target\` with this queue for \`aws_cloudwatch_event_rule.${i.name}\`.`:`Create an \`aws_cloudwatch_event_rule\` for ${a?`each of them`:`it`}, with this queue as its target.`,labels:n.slice(0,3).map(e=>({span:e.span([`metadata`,`name`]),message:`this rule does not have the queue as a target`}))})}function IC(){let e=(e,t,n)=>W`
      resource "aws_cloudwatch_event_rule" "${e}" {
        event_pattern = jsonencode({ source = ["${t}"], detail-type = ["${n}"] })
      }
    `.text,t=e=>W`
      resource "aws_cloudwatch_event_target" "${e}" {
        rule = aws_cloudwatch_event_rule.${e}.name
        arn  = aws_sqs_queue.karpenter.arn
      }
    `.text,n=e(`spot`,`aws.ec2`,`EC2 Spot Instance Interruption Warning`),r=e(`state`,`aws.ec2`,`EC2 Instance State-change Notification`),i=e(`health`,`aws.health`,`AWS Health Event`),a=e=>W`
    resource "aws_sqs_queue" "karpenter" {
      name = "karpenter-orders"
    }

    ${e}
  `,o=e=>W`
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
`),c=o(`events.amazonaws.com`),l=`resource "aws_sqs_queue" "karpenter" {`;return{bad:[H(a([n,r,t(`state`),i,t(`health`),c].join(`
`)),{[l]:`${t(`spot`)}\n${l}`}),H(a([n,t(`spot`),r,t(`state`),c].join(`
`)),{[l]:`${i}\n${t(`health`)}\n${l}`}),H(a(s),{[l]:`${c}\n${l}`}),H(a(`${s}\n${o(`sns.amazonaws.com`)}`),{"sns.amazonaws.com":`events.amazonaws.com`})],good:[a(`${s}\n${c}`),W`
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
      `,a(``)]}}const LC=K({id:`interruption-queue`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[81],on:{Manifests(e,t){for(let n of F(e))RC(n,t)}},docs:{summary:"Karpenter’s `interruptionQueue` is not the queue that Terraform creates for it, or is not set although a NodePool launches spot nodes.",why:`AWS sends spot interruptions, health events and rebalance recommendations through an SQS queue. If Karpenter has the name of another queue, or of a queue that does not exist, it receives nothing. When AWS then reclaims a spot node, Karpenter does not move its pods in the two minutes before. Older versions of Karpenter do not even start with a wrong name. A name that is not set is a warning. It is reported only if a NodePool launches spot nodes, all values of the chart are known, and no node termination handler is in the repository. A wrong name is reported only when Terraform creates the queue for the cluster of the release. The values may be in another folder.`,help:"Set `interruptionQueue` to the name of the queue. In Terraform, refer to the queue’s name, such as `module.karpenter.queue_name` or `aws_sqs_queue.karpenter.name`.",url:`https://karpenter.sh/docs/concepts/disruption/#interruption`},examples:qC});function RC(e,t){let{manifest:n}=e,r=Hs(e,`interruptionQueue`).find(e=>n.get(e)!==void 0);if(!r){BC(e,t);return}zC(n,r,t);let i=I(n,r);if(!i||/[:/]/.test(i))return;let a=bu(t.clusterOf(n)),[o]=a;o&&!a.some(({name:e})=>e===void 0||e===i)&&t.report({manifest:n,at:n.span(r),message:`\`${r.at(-1)}\` is \`${i}\`, but the queue that Terraform creates for Karpenter is named \`${o.name}\``,help:uf(n,o.manifest)?`Refer to the queue’s name: \`${KC(o.manifest)}\`.`:`Set \`${r.at(-1)}: ${o.name}\`.`,labels:[{span:o.manifest.span(o.path),message:`the queue${V(n,o.manifest,t)}`}]})}function zC(e,t,n){let r=/^module\.([\w-]+)\.queue_name$/.exec(Xs(e,t)??``)?.[1],i=n.clusterOf(e),a=i.ofKind(`module`).find(t=>t.name===r&&uf(t,e)&&R(t)===`karpenter`),o=[`spec`,`enable_spot_termination`],s=i.ofKind(`NodePool`).find(e=>GC(e,n));a&&s&&a.get(o)===!1&&n.report({manifest:a,severity:`warning`,at:a.span(o),message:`Without \`enable_spot_termination\`, the module creates no queue. Karpenter does not move the pods of \`${s.name}\` before AWS reclaims a spot node`,help:"Remove `enable_spot_termination`, so that the module creates the queue.",labels:[{span:e.span(t),message:`the name is empty`}]})}function BC(e,t){let{chart:n,manifest:r,values:i,isOpen:a}=e;if(n!==`karpenter`||a||r.isPartial||VC(e))return;let o=m(r.get([...i,`settings`]));if(!o||o.interruptionQueueName!==void 0)return;let s=t.clusterOf(r),c=s.ofKind(`NodePool`).find(e=>GC(e,t));if(!c)return;let[l,...u]=bu(s);u.length>0||(l?HC(e,{queue:l,spot:c,context:t}):UC(e,{spot:c,cluster:s,context:t}))}function VC({manifest:e,values:t}){let n=[...t,`controller`],r=e.get([...n,`env`]);return d(e.get([...n,`envFrom`])).length>0||r!==void 0&&!Array.isArray(r)||d(r).some(e=>{let t=_(m(e)?.name);return t===void 0||/^INTERRUPTION_QUEUE$|[${]/.test(t)})}function HC({manifest:e,values:t},{queue:n,spot:r,context:i}){i.report({manifest:e,severity:`warning`,at:e.keySpan([...t,`settings`]),message:`Karpenter does not read the queue that Terraform creates for it, because \`interruptionQueue\` is not set. It does not move the pods of \`${r.name}\` before AWS reclaims a spot node`,help:uf(e,n.manifest)?`Set \`settings.interruptionQueue\` to the queue’s name: \`${KC(n.manifest)}\`.`:`Set \`settings.interruptionQueue\` to the queue’s name${n.name===void 0?``:`: \`${n.name}\``}.`,labels:[{span:n.manifest.span(n.path),message:`the queue${V(e,n.manifest,i)}`}]})}function UC(e,{spot:t,cluster:n,context:r}){let{manifest:i,values:a}=e;Hs(e,`clusterName`).some(e=>Ks(i,e))&&!n.manifests.some(WC)&&r.report({manifest:i,severity:`warning`,at:i.keySpan([...a,`settings`]),message:`Karpenter does not move the pods of \`${t.name}\` before AWS reclaims a spot node, because \`interruptionQueue\` is not set`,help:"Create an SQS queue that receives the interruption events of AWS, and set `settings.interruptionQueue` to its name.",labels:[{span:t.span([`spec`]),message:`this NodePool launches spot nodes${V(i,t,r)}`}]})}const WC=e=>/termination-handler/.test(e.name)||Rs({manifests:[e]},`aws-node-termination-handler`).length>0,GC=(e,{compatible:t})=>Hd(e).some(({key:e,values:t})=>y(e)===b.capacityType&&t.some(({text:e})=>e===`spot`))&&(t(e)?.count(`spot`).instanceTypes??0)>0,KC=({kind:e,name:t})=>e===`module`?`module.${t}.queue_name`:`${e}.${t}.name`;function qC(){let e=q({requirements:[`karpenter.k8s.aws/instance-family In [c6i, c7i, m6i, m7i, r6i, r7i]`,`karpenter.sh/capacity-type In [spot]`]});return{bad:[H(W`
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
        `,{'"karpenter-prod"':`aws_sqs_queue.karpenter.name`}),H(W`
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

          ${Z(`spot`,e)}
        `,{'value = "demo" },':`value = "demo" },
{ name = "settings.interruptionQueue", value = aws_sqs_queue.karpenter.name },`}),H(Q(X(`karpenter`,{values:U`
              settings:
                clusterName: demo
            `}),e),{"clusterName: demo":`clusterName: demo
interruptionQueue: karpenter-demo`})],good:[W`
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
      `,W`
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
      `]}}const JC=[`aws_nat_gateway`,`aws_internet_gateway`,`aws_egress_only_internet_gateway`,`aws_vpn_gateway`,`aws_vpc_peering_connection`,`aws_ec2_transit_gateway_vpc_attachment`,`aws_networkmanager_vpc_attachment`],YC=[`enable_nat_gateway`,`enable_vpn_gateway`,`enable_ipv6`,`create_egress_only_igw`,`propagate_private_route_tables_vgw`],XC=/blueprints-addons?|\/modules\/(?:karpenter|iam-[\w-]{1,50}|aws-auth)|\b(?:irsa|iam|s3|ecr|kms|acm|route53|argocd|helm|label|pod-identity|rds|dynamodb)\b/,ZC=e=>e.unreadFiles.length>0||e.manifests.some(QC);function QC(e){switch(e.kind){case`aws_internet_gateway`:return!1;case`aws_vpc_endpoint`:return!/\.(?:s3|dynamodb)$/.test(_(e.get([`spec`,`service_name`]))??``);case`aws_route`:return ew(m(e.get([`spec`])));case`aws_route_table`:{let t=e.get([`spec`,`route`]);return d(t).some(e=>ew(m(e)))||h(_(t)??``)}case ql:return!XC.test(_(e.get([`spec`,`source`]))??``);case`module`:return R(e)===`vpc`&&(e.isPartial||YC.some(t=>$C(e,t)));default:return JC.includes(e.kind)}}const $C=(e,t)=>Vu(e,t,!1)!==!1;function ew(e){let t=_(e?.gateway_id)??``;return!/aws_internet_gateway|^igw-|\.igw_id/.test(t)}function tw({manifest:e,tagsIn:t},n){if(e.isPartial)return;if(R(e)===`vpc`)return nw(e,t);if(e.kind!==`aws_subnet`)return;let r=e.get([`spec`,`map_public_ip_on_launch`]),i=[`ipv6_cidr_block`,`ipv6_native`].some(t=>e.get([`spec`,t])!==void 0);if(r===!0||i)return!1;if(r==null||r===!1)return iw(e,n)}function nw(e,t){if(!t.startsWith("`public_subnet_tags`"))return!1;let n=Vu(e,`map_public_ip_on_launch`,!1),r=e.get([`spec`,`map_public_ip_on_launch`])===void 0;if(!($C(e,`enable_ipv6`)||Vu(e,`create_igw`,!0)!==!0||r&&!rw(e)))return n===void 0?void 0:!n}function rw(e){let t=zu(e);return t===void 0?!(_(e.get([`spec`,`version`]))??``).includes(`<`):t>=4}function iw(e,t){if(m(e.get([`spec`,`tags`]))?.[`kubernetes.io/role/elb`]!==void 0)return!0;let n=t.ofKind(`aws_route_table_association`).filter(t=>aw(t.get([`spec`,`subnet_id`]),e)).map(e=>e.get([`spec`,`route_table_id`])),r=t.ofKind(`aws_route_table`).find(e=>n.some(t=>aw(t,e)));if(r!==void 0)return[...d(r.get([`spec`,`route`])).map(m),...t.ofKind(`aws_route`).filter(e=>aw(e.get([`spec`,`route_table_id`]),r)).map(e=>m(e.get([`spec`])))].some(e=>!ew(e))}function aw(e,{kind:t,name:n}){let r=_(e)??``,i=`${t}.${n}`,a=r.indexOf(i);return a>=0&&!/[\w-]/.test(r.charAt(a+i.length))}const ow=K({id:`isolated-vpc`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[97],on:{Manifests(e,{clusterOf:t,report:n}){for(let{manifest:r,chart:i,values:a,isOpen:o}of F(e)){let e=r.isPartial||o&&r.kind!==`HelmValues`;if(i!==`karpenter`||e)continue;let s=[...a,`settings`,`isolatedVPC`];if(r.get(s)!==void 0)continue;let c=sw(t(r));c&&n({manifest:r,at:r.span(s),message:`${c.what}, but \`isolatedVPC\` is not set, so Karpenter waits for prices that it cannot fetch`,help:"Set `settings.isolatedVPC` to `true`, unless traffic leaves the VPC in another way.",labels:[{span:c.manifest.span(c.path),message:c.label}]})}}},docs:{summary:"Karpenter runs in a VPC without internet access, but `isolatedVPC` is not set.",why:"Karpenter asks the AWS Pricing API for on-demand prices, and there is no VPC endpoint for that API. If nodes cannot reach the internet, each attempt waits until it times out, and errors fill the log. With `isolatedVPC` Karpenter uses the prices that it was built with. Reported only when the files create the VPC of the cluster without a way out: in Terraform with private subnets or VPC endpoints and without a gateway, or with `privateCluster` of eksctl.",help:"Set `settings.isolatedVPC` to `true`, unless traffic leaves the VPC in another way, such as through a transit gateway.",url:`https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/#private-clusters`},examples:mw}),sw=e=>uw(e)??dw(e)??fw(e),cw=[`public_subnets`,`enable_nat_gateway`,`enable_vpn_gateway`,`enable_ipv6`,`create_egress_only_igw`,`propagate_private_route_tables_vgw`],lw=e=>!!e&&!(Array.isArray(e)&&e.length===0);function uw(e){let t=e.ofKind(`module`).filter(e=>R(e)===`vpc`),[n]=t,r=[`spec`,`private_subnets`];if(t.length===1&&n&&!n.isPartial&&d(n.get(r)).length!==0&&!cw.some(e=>lw(n.get([`spec`,e])))&&!pw(e))return{what:`The VPC of the cluster has only private subnets and no NAT gateway`,manifest:n,path:r,label:`the private subnets`}}function dw(e){let[t,...n]=e.ofKind(`aws_vpc`),r=e.ofKind(`aws_vpc_endpoint`).find(e=>/\.(?:sts|ec2|eks|ecr\.api)$/.test(_(e.get([`spec`,`service_name`]))??``)),i=e.ofKind(ql).length>0;if(!(!t||n.length>0||!r||i||pw(e)))return{what:`The VPC of the cluster has endpoints for the APIs of AWS and no NAT gateway`,manifest:r,path:[`spec`,`service_name`],label:`an endpoint of the VPC`}}function fw(e){let t=[`privateCluster`,`enabled`],n=e.ofKind(`ClusterConfig`).find(e=>e.get(t)===!0&&e.get([`privateCluster`,`skipEndpointCreation`])!==!0);return n&&{what:`eksctl creates the cluster without internet access`,manifest:n,path:t,label:`the private cluster`}}const pw=e=>JC.some(t=>e.ofKind(t).length>0);function mw(){return{bad:[H(W`
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
{ name = "settings.isolatedVPC", value = "true" },`})],good:[W`
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
      `,W`
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
      `]}}const hw=K({id:`kops-karpenter`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests:_w},docs:{summary:`A kOps specification uses Karpenter in a way that kOps or Karpenter does not support.`,why:"For each InstanceGroup with `manager: Karpenter`, kOps creates a NodePool. It installs Karpenter if the cluster enables it. Karpenter needs permissions for its service account there, and it cannot manage control plane nodes. Without a mixed instances policy, it can launch only the one `machineType`.",help:"Enable Karpenter and `iam.useServiceAccountExternalPermissions` in the Cluster. Remove `manager: Karpenter` from groups of the control plane, and list instance types under `mixedInstancesPolicy`.",url:`https://kops.sigs.k8s.io/operations/karpenter/`},examples:xw}),gw=({apiVersion:e})=>u(e)===`kops.k8s.io`;function _w(e,t){let n=e.manifests.filter(e=>e.kind===`Cluster`&&gw(e)&&!e.isPartial),r=e.manifests.filter(e=>e.kind===`InstanceGroup`&&gw(e)&&e.get([`spec`,`manager`])===`Karpenter`);for(let e of n)vw(e,r,t);for(let e of r)bw(e,t)}function vw(e,t,{report:n,clusterOf:r}){let i=e.get([`spec`,`karpenter`,`enabled`]),a=i===!0,o=t.find(t=>r(t)===r(e)&&yw(t)===e.name);o&&!a&&!h(i)&&n({manifest:e,at:e.span([`spec`,`karpenter`,`enabled`]),message:`InstanceGroup \`${o.name}\` has \`manager: Karpenter\`, but \`${e.name}\` does not enable Karpenter, so nothing launches nodes for this group`,help:"Set `spec.karpenter.enabled: true`.",labels:[{span:o.span([`spec`,`manager`]),message:`this group expects Karpenter`}]});let s=[`spec`,`iam`,`useServiceAccountExternalPermissions`],c=e.get(s);a&&(c===void 0||c===!1)&&n({manifest:e,at:e.span(s),message:`Karpenter needs external permissions for service accounts, which this cluster does not enable, so kOps rejects it`,help:"Set `spec.iam.useServiceAccountExternalPermissions: true`, and set a discovery store in `spec.serviceAccountIssuerDiscovery`."})}const yw=e=>_(m(e.get([`metadata`,`labels`]))?.[`kops.k8s.io/cluster`]);function bw(e,{report:t}){let n=_(e.get([`spec`,`role`]))??``;/^(?:control-?plane|master|apiserver)$/i.test(n)&&t({manifest:e,at:e.span([`spec`,`manager`]),message:`InstanceGroup \`${e.name}\` belongs to the control plane, whose nodes Karpenter cannot manage`,help:"Remove `manager`, so that an auto scaling group manages these nodes."});let r=_(e.get([`spec`,`machineType`]))??``,i=/^[a-z][\w-]*\.[\w-]+$/.test(r);n===`Node`&&i&&e.get([`spec`,`mixedInstancesPolicy`])===void 0&&!e.isPartial&&t({manifest:e,at:e.span([`spec`,`machineType`]),severity:`note`,message:`Karpenter can launch only ${r} for InstanceGroup \`${e.name}\`, so it has no choice when AWS runs out of this type`,help:"List several instance types under `mixedInstancesPolicy.instances`."})}function xw(){return{bad:[H(U`
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
        `,{"cloudProvider: aws":U`
            cloudProvider: aws
            karpenter:
              enabled: true
          `}),H(U`
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
        `,{"cloudProvider: aws":U`
            cloudProvider: aws
            iam:
              useServiceAccountExternalPermissions: true
            serviceAccountIssuerDiscovery:
              discoveryStore: s3://demo-oidc
          `}),H(U`
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
        `,{"manager: Karpenter":``}),H(U`
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
        `,{"machineType: m7i.large":U`
            machineType: m7i.large
            mixedInstancesPolicy:
              instances: [m7i.large, m7a.large]
          `})],good:[U`
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
      `,U`
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
      `]}}function Sw(e,t,n){let r=e.span(t),i=n.trim(),a=e.source.text.slice(r.start,r.end),o=a.indexOf(i);return i===``||o===-1||a.includes(i,o+1)?e.keySpan(t):{...r,start:r.start+o,end:r.start+o+i.length}}function Cw(e,t){let n=t.exec(e);if(n===null)return;let r=n.index+(n[0].length-n[0].trimStart().length),i=e.lastIndexOf(`
`,r-1)+1,a=e.indexOf(`
`,r);return e.slice(i,a===-1?void 0:a)}const ww=[{field:`maxPods`,spelt:/--max-pods[= ]\d|^[ \t]*maxPods:|^[ \t]*"?max-pods"?\s*=/m},{field:`maxPods`,writtenAs:`maxPodsExpression`,spelt:/^[ \t]*maxPodsExpression:/m},{field:`podsPerCore`,spelt:/--pods-per-core[= ]\d|^[ \t]*podsPerCore:/m},{field:`kubeReserved`,spelt:/--kube-reserved[= ]|^[ \t]*kubeReserved:|^[ \t]*\[settings\.kubernetes\.kube-reserved\]/m},{field:`systemReserved`,spelt:/--system-reserved[= ]|^[ \t]*systemReserved:|^[ \t]*\[settings\.kubernetes\.system-reserved\]/m},{field:`evictionHard`,spelt:/--eviction-hard[= ]|^[ \t]*evictionHard:|^[ \t]*\[settings\.kubernetes\.eviction-hard\]/m},{field:`evictionSoft`,spelt:/--eviction-soft[= ]|^[ \t]*evictionSoft:|^[ \t]*\[settings\.kubernetes\.eviction-soft\]/m}],Tw=K({id:`kubelet-in-user-data`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[56],on:{NodeClass(e,{report:t}){let n=Qd(e);if(n===void 0||Zd(e)===void 0)return;let r=n.replaceAll(/^[ \t]*#.*$/gm,``);if(e.apiVersion!==`karpenter.k8s.aws/v1`)return;let i=m(e.get([`spec`,`kubelet`]))??{},a=ww.filter(({field:e,spelt:t})=>!Object.hasOwn(i,e)&&t.test(r));if(a.length===0)return;let o=a.map(({field:e,writtenAs:t})=>`\`${t??e}\``),s=[...new Set(a.map(({field:e})=>`\`${e}\``))].join(`, `),c=a.every(({writtenAs:e})=>e===void 0);t({at:Sw(e,[`spec`,`userData`],Cw(r,a[0].spelt)??``),message:`User data sets ${o.join(`, `)}, which Karpenter does not read there, so it sizes nodes incorrectly`,help:c?`Move ${s} to \`spec.kubelet\`.`:`Remove ${o.join(`, `)} from the user data, and set ${s} in \`spec.kubelet\`.`})}},docs:{summary:`User data sets kubelet settings that Karpenter does not read there, so it sizes nodes incorrectly.`,why:"Karpenter works out what fits on a node from `spec.kubelet` of the EC2NodeClass, and never from user data. With another `maxPods` or another reservation there, nodes are smaller or larger than Karpenter assumes. If they are smaller, pods stay pending and Karpenter launches more nodes. If they are larger, they stay half empty. For Amazon Linux 2023 Karpenter’s own settings win anyway, so those in the user data have no effect.",help:"Move the setting to `spec.kubelet`. Karpenter then writes it into the user data itself.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:Ew});function Ew(){return{bad:[H(J(U`
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
userData: |`}),H(J(U`
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
userData: |`}),H(J(U`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            [settings.kubernetes]
            kube-api-qps = 30
            max-pods = 42
        `),{"max-pods = 42":``,"userData: |":`kubelet:
  maxPods: 42
userData: |`})],good:[J(U`
        amiSelectorTerms:
          - alias: al2023@v20260715
        kubelet:
          maxPods: 42
      `),J(U`
        amiSelectorTerms:
          - alias: al2023@v20260715
        userData: |
          apiVersion: node.eks.aws/v1alpha1
          kind: NodeConfig
          spec:
            kubelet:
              config:
                shutdownGracePeriod: 30s
      `),J(U`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          kubelet:
            maxPods: 42
          userData: |
            #!/bin/bash
            /opt/company/join-cluster --max-pods=42
        `,`ubuntu`)]}}const Dw=[b.instanceType,b.instanceFamily,b.instanceCategory,b.instanceGeneration],Ow=K({id:`lost-defaults`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[9],on:{Manifests(e,{report:t,base:n}){let r=new Map([...n?kw(n):[],...kw(e)].map(e=>[e.name,e]));for(let n of B(e)){let e=r.get(n.name);if(!e||Fd(n)||Fd(e)||Hd(n).some(({key:e})=>h(e)))continue;let i=Hd(n).map(({key:e})=>y(e)),a=Aw(e).filter(({key:e})=>!i.some(t=>jw(t,e)));a.length!==0&&t({manifest:n,at:n.keySpan([`spec`,`template`,`spec`,`requirements`]),message:`Provisioner \`${n.name}\` had the defaults ${a.map(Mw).join(`, `)}, which NodePool \`${n.name}\` does not have`,help:`Add a requirement for each of these keys, with the old value or the one that you want.`})}}},docs:{summary:`A NodePool replaces a Provisioner, but does not have the requirements that v1alpha5 added by default.`,why:`A Provisioner had defaults: amd64, on-demand and the newer generations of the categories c, m and r. A NodePool has none of them. Once it replaces the Provisioner, Karpenter may launch arm64 nodes for images that are built for amd64, and spot nodes for workloads that cannot handle interruptions. It may also launch burstable, GPU or old instance types if they are cheap.`,help:`Add the old defaults as requirements of the NodePool, or the requirements that should replace them.`,url:`https://karpenter.sh/v0.32/upgrading/v1beta1-migration/`},examples:Nw}),kw=e=>e.manifests.filter(({kind:e,apiVersion:t})=>e===`Provisioner`&&u(t)===`karpenter.sh`),Aw=e=>Hd(e).filter(({path:e,key:t})=>e.length===1&&t!==b.os),jw=(e,t)=>e===t||Dw.includes(t)&&Dw.includes(e),Mw=({key:e,operator:t,values:n})=>`\`${e} ${t} ${n.map(({text:e})=>e).join(`, `)}\``;function Nw(){return{bad:[H(G({karpenter:`0.32`},Q(U`
              apiVersion: karpenter.sh/v1alpha5
              kind: Provisioner
              metadata:
                name: default
              spec:
                limits:
                  resources:
                    cpu: 100
            `,q({apiVersion:`karpenter.sh/v1beta1`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`]}))),{"requirements:":U`
            requirements:
              - key: kubernetes.io/arch
                operator: In
                values: [amd64]
              - key: karpenter.sh/capacity-type
                operator: In
                values: [on-demand]
          `})],good:[G({karpenter:`0.32`},Q(U`
            apiVersion: karpenter.sh/v1alpha5
            kind: Provisioner
            metadata:
              name: default
            spec:
              limits:
                resources:
                  cpu: 100
          `,q({apiVersion:`karpenter.sh/v1beta1`,requirements:[`kubernetes.io/arch In [amd64]`,`karpenter.sh/capacity-type In [on-demand]`,`karpenter.k8s.aws/instance-family In [m5, c5]`]}))),G({karpenter:`0.37`},q({apiVersion:`karpenter.sh/v1beta1`,name:`never-was-a-provisioner`}))]}}const Pw=[{name:`aws-ebs-csi-driver`,title:`EBS CSI driver`,serviceAccount:`ebs-csi-controller-sa`,policy:`AmazonEBSCSIDriverPolicy`},{name:`aws-efs-csi-driver`,title:`EFS CSI driver`,serviceAccount:`efs-csi-controller-sa`,policy:`AmazonEFSCSIDriverPolicy`}];function Fw(e,t){let{addons:n,podIdentities:r}=Bm(e);return Pw.flatMap(i=>{let[a,...o]=[...P(n).filter(({name:e})=>e===i.name),...Rs(e,i.name).map(({manifest:e,values:t,isOpen:n})=>({manifest:e,path:t,isOpen:n}))];return!a||o.length>0||`isOpen`in a&&a.isOpen||Lw(a.manifest,a.path)||P(r).some(({serviceAccount:e})=>e===void 0||e===i.serviceAccount)?[]:N(r)||Bw(i.policy,e,t)?[{...i,manifest:a.manifest,path:a.path}]:[]})}const Iw=[`service_account_role_arn`,`pod_identity_association`,`serviceAccountRoleARN`,`podIdentityAssociations`,`useDefaultPodIdentityAssociations`,`attachPolicy`,`attachPolicyARNs`,`wellKnownPolicies`,`permissionsBoundary`];function Lw(e,t){let n=e.get(t),r=m(n)??m(e.get(t.slice(0,-1)))??{};return h(n)&&m(n)===void 0?!0:e.get([`addonsConfig`,`autoApplyPodIdentityAssociations`])===!0||Iw.some(e=>Rw(r[e]))||zw(r)}const Rw=e=>e!=null&&!(Array.isArray(e)&&e.length===0),zw=e=>te([e])||/eks\.amazonaws\.com\/role-arn|AWS_ACCESS_KEY_ID|awsAccessSecret/.test(JSON.stringify(e));function Bw(e,t,n){let r=t=>JSON.stringify(t??null).includes(`/${e}`);return t.ofKind(`aws_iam_role_policy_attachment`).some(e=>{let i=qu(e,[`spec`,`role`],t);return r(e.get([`spec`,`policy_arn`]))&&i!==void 0&&n.some(e=>Xu(e,i))})||t.ofKind(`module`).some(e=>Vw(e).some(r))}function Vw(e){let t=[`eks_managed_node_groups`,`eks_managed_node_group_defaults`].flatMap(t=>{let n=e.get([`spec`,t]);return[n,...Object.values(m(n)??{})]});return[e.get([`spec`,`node_iam_role_additional_policies`]),...t.flatMap(e=>{let t=m(e)?.iam_role_additional_policies;return m(t)?Object.values(m(t)):d(t)})]}const Hw=K({id:`lower-hop-limit`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[],on:{Manifests(e,t){for(let n of af(e))Uw(n,t);for(let n of e.manifests)R(n)===`eks`&&Ww(n,t)}},docs:{summary:`The hop limit of the instance metadata becomes 1, and controllers in pods need the metadata.`,why:`With a hop limit of 1, only the node itself gets an answer, and no pod with a network of its own. Drivers of volumes without a role then have no credentials, so volumes are no longer attached. The AWS Load Balancer Controller without the id of its VPC does not start. The limit is 1 by default in EC2NodeClasses of v1 and in node groups of the EKS module since version 21. Reported when a change lowers it, and the files show that such a controller has no role or no id. Also reported for an EC2NodeClass that is new.`,help:`Give the controller a role and the settings that it needs, or keep a hop limit of 2.`,url:`https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/configuring-instance-metadata-options.html`},examples:Yw});function Uw(e,t){let n=t.base&&Kw(e,af(t.base));if(n?.isPartial||n&&jb(n)||!jb(e)||!n&&e.get(Ab)===void 0||!sf(t.all,e).some(W_))return;let r=t.clusterOf(e);qw({manifest:e,path:e.get(Ab)===void 0?[`metadata`,`name`]:Ab,what:n?`This change lowers the hop limit of \`${e.name}\` to 1`:`The hop limit of \`${e.name}\` is 1`,remedy:"keep `httpPutResponseHopLimit: 2`"},r,t)}function Ww(e,t){let n=t.base&&Kw(e,t.base.manifests.filter(e=>R(e)===`eks`));if(!n)return;let r=new Set(Mb(n).map(({name:e})=>e)),i=Mb(e).find(({name:e})=>!r.has(e)&&Gw(n,e));if(!i)return;let{name:a,path:o,defaultOf:s}=i,c={manifest:e,path:o,what:s===void 0?`This change lowers the hop limit of the node group \`${a}\` to 1`:`Version ${s} of the EKS module lowers the hop limit of the node group \`${a}\` to 1`,remedy:"set `metadata_options = { http_put_response_hop_limit = 2 }` for the group"},l=t.clusterOf(e);qw(c,l,t),Jw(c,l,t)}const Gw=(e,t)=>e.get([`spec`,`eks_managed_node_groups`,t])!==void 0;function Kw({kind:e,name:t,source:n},r){let i=r.filter(n=>n.kind===e&&n.name===t);return i.find(e=>e.source.file===n.file)??(i.length===1?i[0]:void 0)}function qw(e,t,n){let r=af(n.all).flatMap(e=>Zu(e,t)??[]);for(let i of Fw(t,r))n.report({manifest:e.manifest,at:e.manifest.span(e.path),message:`${e.what}, and the ${i.title} has no role of its own. On these nodes its pods get no credentials, and it can no longer attach volumes`,help:`Give the service account \`${i.serviceAccount}\` a role with the policy \`${i.policy}\`, or ${e.remedy}.`,labels:[{span:i.manifest.keySpan(i.path),message:`the driver${V(e.manifest,i.manifest,n)}`}]})}function Jw(e,t,n){let r=Pb(n.all).filter(({manifest:e,pod:r})=>t.manifests.includes(e)&&gy(e,r,n.all)===void 0);for(let{manifest:t}of r)n.report({manifest:e.manifest,at:e.manifest.span(e.path),message:`${e.what}, and pods of ${t.kind} \`${t.name}\` ask for the instance metadata. On these nodes they get no answer`,help:`Configure the pods so that they do not need the metadata, such as with \`vpcId\` for the AWS Load Balancer Controller. Or ${e.remedy}.`,labels:[{span:t.span([`metadata`,`name`]),message:`what asks for it${V(e.manifest,t,n)}`}]})}function Yw(){let e=e=>W`
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

      ${Z(`default`,J(U`
          role: demo-nodes
          metadataOptions:
            httpPutResponseHopLimit: 1
        `))}

      ${Z(`web`,q({name:`web`,nodeClassRef:`default`}))}
    `;return{bad:[H(e(``),{"httpPutResponseHopLimit: 1":`httpPutResponseHopLimit: 2`})],good:[e(`service_account_role_arn = aws_iam_role.ebs.arn`)]}}const Xw=[`spec`,`metadataOptions`],Zw=K({id:`metadata-options`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Security`,mistakes:[67],controls:[`AWS FSBP EC2.8`,`AWS FSBP EC2.170`,`CIS AWS Foundations 5.7`],on:{NodeClass(e,{report:t}){let n=[...Xw,`httpTokens`];e.get(n)===`optional`&&t({at:e.span(n),message:`Instances of \`${e.name}\` answer requests for their metadata without a token (IMDSv1), so a program that fetches URLs for others can leak the node’s credentials`,help:"Set `httpTokens: required`.",fix:{description:"Replace with `required`",edits:x(e,n,`required`)}}),Qw(e,t);let r=e.get(Ab);typeof r!=`number`||r<=2||t({at:e.span(Ab),severity:`note`,message:`The hop limit of ${r} lets containers and proxies behind a node of \`${e.name}\` read the node’s credentials`,help:"Set `httpPutResponseHopLimit: 1`, or 2 if pods need the instance metadata.",fix:{description:`Replace with 2`,edits:x(e,Ab,`2`)}})},Manifests(e,{report:t}){let n=new Map(B(e).map(t=>[t,jb(lf(e,t))]));if(![...n.values()].every(e=>e===void 0))for(let{manifest:r,pod:i,path:a}of Pb(e)){let o=gy(r,i,e),s=n.get(o);o===void 0&&$w({manifest:r,pod:i,path:a},n,t),s&&t({manifest:r,at:r.span(a),message:`Pods of ${r.kind} \`${r.name}\` ask for the instance metadata, but the hop limit of \`${s.name}\` is 1, so they get no answer`,help:`Set \`httpPutResponseHopLimit: 2\` in \`metadataOptions\` of \`${s.name}\`, or configure the pods so that they do not need the instance metadata.`,labels:[{span:s.span(Ab),message:`the hop limit, which is 1 by default`}]})}}},docs:{summary:`A node class allows version 1 of the instance metadata service, or a hop limit above 2 or too low for its pods.`,why:`The instance metadata contains the credentials of the node’s role. Version 1 answers any HTTP request, so a server that can be made to fetch a URL gives them away. Version 2 requires a token, and its hop limit decides how far the token travels. With a limit of 1 only the node itself gets one, with 2 also its pods. Karpenter requires version 2 by default. A limit of 2 is not reported, because some pods need it. Without the metadata, nodes cannot read their user data and never join. A limit of 1 is reported if pods of this NodePool alone need the metadata. They request its address, or they are the AWS Load Balancer Controller without the id of its VPC.`,help:"Set `httpTokens: required` and a hop limit of 1, or 2 if pods need the instance metadata.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specmetadataoptions`},examples:nT});function Qw(e,t){let n=[...Xw,`httpEndpoint`],r=Zd(e);e.get(n)===`disabled`&&r!==void 0&&r!==`Custom`&&t({severity:`error`,at:e.span(n),message:`Instances of \`${e.name}\` have no metadata, from which ${r} reads the user data that joins a node to the cluster. So its nodes never join`,help:"Set `httpEndpoint: enabled`, and `httpPutResponseHopLimit: 1` to keep pods from the metadata.",unready:`instances without metadata cannot read their user data`})}function $w({manifest:e,path:t},n,r){let[i,a]=[...n].find(([e,t])=>t?.get(Ab)===1&&W_(e))??[];i!==void 0&&a!==void 0&&r({manifest:e,at:e.span(t),severity:`note`,message:`Pods of ${e.kind} \`${e.name}\` ask for the instance metadata, but the hop limit of \`${a.name}\` is 1. On nodes of NodePool \`${i.name}\`, they get no answer`,help:`Set \`httpPutResponseHopLimit: 2\` in \`metadataOptions\` of \`${a.name}\`, or configure the pods so that they do not need the instance metadata.`,labels:[{span:a.span(Ab),message:`the hop limit`}]})}const eT=e=>J(U`
    role: KarpenterNodeRole-demo
    metadataOptions:
      ${e}
  `),tT=e=>Q(q({name:`agents`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),eT(`httpPutResponseHopLimit: ${e}`),U`
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
    `);function nT(){return{bad:[eT(`httpTokens: optional`),H(eT(`httpPutResponseHopLimit: 64`),{"httpPutResponseHopLimit: 64":`httpPutResponseHopLimit: 1`}),H(J(U`
          amiSelectorTerms:
            - alias: al2023@v20260715
          metadataOptions:
            httpEndpoint: disabled
        `),{"httpEndpoint: disabled":`httpEndpoint: enabled`}),H(tT(1),{"httpPutResponseHopLimit: 1":`httpPutResponseHopLimit: 2`})],good:[tT(2),eT(`httpPutResponseHopLimit: 2`),eT(`httpTokens: required`)]}}const rT=(e,t)=>e.price(t,`on-demand`,e.zonesOf(t)[0]??``)?.hourlyUsd;function iT(e){let t=new WeakMap;return(n,r)=>{let i=t.get(n)??{value:e(n,r)};return t.set(n,i),i.value}}const aT=K({id:`min-values-exotic`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[24],on:{NodePool:oT},docs:{summary:"A NodePool with `minValues` allows bare metal and accelerators, which Karpenter otherwise avoids.",why:"If ordinary instance types are enough, Karpenter removes bare metal types and types with accelerators from the candidates of a launch. It also removes spot types that cost more than on-demand. With `minValues` it removes neither, to keep enough variety. A small pod may then get a machine with 96 cores that takes minutes to start.",help:"List only the instance categories that you want, and exclude bare metal with `karpenter.k8s.aws/instance-hypervisor In [nitro]`.",url:`https://karpenter.sh/docs/concepts/nodepools/#min-values`},examples:uT});function oT(e,{report:t,catalog:n,compatible:r,settings:i}){let a=Xg(n),o=z(e).find(({path:t})=>e.get([...t,`minValues`])!==void 0),s=o&&r(e);if(!a||!s?.isExact||i.karpenter.minValuesPolicy===`BestEffort`)return;let c=sT(s,a);c!==void 0&&t({at:e.span([...o.path,`minValues`]),message:`With \`minValues\`, Karpenter may also launch the ${c.count} of ${s.names.length} instance types of \`${e.name}\` that ${c.kind}${c.gap}`,help:"If you do not want them, list only the categories that you want, and exclude bare metal with `karpenter.k8s.aws/instance-hypervisor In [nitro]`."})}const sT=iT(({names:e},t)=>{let n=e.map(e=>t.type(e)),r=new Set(n.filter(lT).map(({name:e})=>e));if(r.size===0||r.size===n.length)return;let i=e.map(e=>({name:e,usd:rT(t,e)??0})).filter(({usd:e})=>e>0).sort((e,t)=>e.usd-t.usd||Ee(e.name,t.name)),a=i.slice(0,60).some(({name:e})=>r.has(e));if(!n.some(cT)&&!a)return;let[o]=i,s=i.findLast(({name:e})=>r.has(e)),c=o&&s?`, up to ${s.name} at $${s.usd.toFixed(2)}/hour, while ${o.name} costs $${o.usd.toFixed(4)}/hour`:``,l=n.some(cT)?`are bare metal or have accelerators`:`are bare metal`;return{count:r.size,kind:l,gap:c}}),cT=({gpus:e,accelerator:t,neuron:n})=>e.length>0||t!==void 0||n!==void 0,lT=e=>e.isBareMetal||cT(e);function uT(){return{bad:[H(Q(q({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:U`
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
            `}),Y),{"[c, m, g]":`[c, m]`,"requirements:":U`
            requirements:
              - key: karpenter.k8s.aws/instance-hypervisor
                operator: In
                values: [nitro]
          `}),H(Q(q({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:U`
              - key: karpenter.sh/capacity-type
                operator: In
                values: [on-demand, spot]
              - key: karpenter.k8s.aws/instance-family
                operator: In
                values: [c6i, m6i, r6i]
                minValues: 3
            `}),Y),{"requirements:":U`
            requirements:
              - key: karpenter.k8s.aws/instance-hypervisor
                operator: In
                values: [nitro]
          `})],good:[Q(q({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:U`
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
          `}),Y),Q(q({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:U`
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
          `}),Y),Q(q({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand, spot]`,`karpenter.k8s.aws/instance-category In [c, m, g]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`]}),Y)]}}const dT=K({id:`node-access`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[70],on:{Manifests(e,t){for(let n of af(e))fT(n,t)}},docs:{summary:`The role of a node class has no access to the cluster, or loses it with this change.`,why:"A node can join a cluster only if its role has an access entry or is listed in the ConfigMap `aws-auth`. Without it, instances start, but the API server rejects their kubelets. Managed node groups need neither, because EKS adds their role itself. When the last node group with a role goes, EKS removes the role again, and all Karpenter nodes that share it lose the cluster. This loss is an error, and so is the authentication mode `API` for a role that only `aws-auth` lists. A role that has no access at all is reported only when the files create the role and list who may join.",help:"Create an access entry of type `EC2_LINUX` for the role, or list the role in `aws-auth` as the other roles of nodes.",url:`https://docs.aws.amazon.com/eks/latest/userguide/access-entries.html`},examples:ST});function fT(e,t){let n=t.clusterOf(e),r=e.isPartial?void 0:Zu(e,n);if(!r||rd(r,$u(n))!==!1)return;let i=hT(e,r,t);i.length>0?vT(e,{role:r,lost:i},t):xT(e,r,t)}const pT=({name:e,address:t})=>`\`${e??t?.split(`: `)[1]??``}\``,mT=e=>e.get([`spec`,`role`])===void 0?`instanceProfile`:`role`;function hT(e,t,n){let r=gT(e,n.base),i=r&&n.baseClusterOf(r),a=r&&Zu(r,i);if(!i||!a||Xu(a,t)!==!0)return[];let o=P($u(i)).filter(e=>Xu(e.role,a)===!0),s=n.clusterOf(e),c=({isInAwsAuth:e})=>e&&Ed(s);return o.every(e=>c(e)||_T(e.manifest,s))?o:[]}function gT(e,t){let n=t?af(t).filter(({name:t})=>t===e.name):[];return n.find(({source:t})=>t.file===e.source.file)??(n.length===1?n[0]:void 0)}const _T=(e,{manifests:t})=>t.some(t=>t.source.file===e.source.file||uf(t,e));function vT(e,{role:t,lost:n},r){let i=n.some(({isInAwsAuth:e})=>e)?Dd(r.clusterOf(e)):void 0;r.report({manifest:e,severity:`error`,at:e.span([`spec`,mT(e)]),message:`All nodes of \`${e.name}\` lose access to the cluster, because ${yT({role:t,lost:n},i!==void 0)}`,help:i?"Create an access entry of type `EC2_LINUX` for this role before the mode changes. EKS cannot change it back.":"Create an access entry of type `EC2_LINUX` for this role in the same change.",unready:`nodes with the role ${pT(t)} cannot join the cluster`,labels:i?[{span:i.manifest.span(i.path),message:"EKS no longer reads `aws-auth`"}]:[]})}function yT({role:e,lost:t},n){let r=pT(e);return n?`this change sets the authentication mode to \`API\`. EKS then ignores \`aws-auth\`, the only place that lists the role ${r}`:t.some(({by:e})=>e===`nodeGroup`)?`this change removes the last node group with the role ${r}. EKS removes the access of a role with its last node group`:`this change removes the access of the role ${r}`}function bT(e,t,n){let r=gT(e,n.base),i=r&&Zu(r,n.baseClusterOf(r));if(i&&Xu(i,t)===!1)return P($u(n.clusterOf(e))).find(e=>e.by!==`otherEntry`&&Xu(e.role,i)===!0)}function xT(e,t,n){let r=n.clusterOf(e),i=P(Tu(r).roles).find(({address:e})=>e===t.address),a=P($u(r)),o=bT(e,t,n),s=o??a.find(({by:e})=>e===`entry`);if((i?.manifest.kind!==`aws_iam_role`||s===void 0&&!Ed(r))&&o===void 0||t.name!==void 0&&ys(od(n),e=>e===t.name)!==!1)return;let c=s?.manifest.kind===`ConfigMap`||s?.manifest.kind===`kubernetes_config_map`;n.report({manifest:e,at:e.span([`spec`,mT(e)]),message:`The role ${pT(t)} of \`${e.name}\` has no access to the cluster, so its nodes never join`,unready:`nodes with the role ${pT(t)} cannot join the cluster`,help:c?"Add the role to `mapRoles`, with the same user name and groups as the other roles of nodes.":"Create an access entry of type `EC2_LINUX` for this role.",labels:[...i?[{span:i.manifest.span(i.path),message:`the role${V(e,i.manifest,n)}`}]:[],...s?[{span:s.manifest.span(s.path),message:o?`the access of the role before this change`:`the access of other nodes`}]:[]]})}function ST(){let e=e=>W`
    resource "aws_iam_role" "nodes" {
      name = "orders-nodes"
    }

    resource "aws_iam_role" "karpenter" {
      name = "orders-karpenter-nodes"
    }

    ${e}

    ${Z(`default`,J(`role: orders-karpenter-nodes`))}
  `,t=(e,t)=>W`
    resource "aws_eks_access_entry" "${e}" {
      cluster_name  = "orders"
      principal_arn = aws_iam_role.${t}.arn
      type          = "EC2_LINUX"
    }
  `.text,n=W`
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
  `.text;return{bad:[H(e(t(`nodes`,`nodes`)),{'resource "aws_eks_access_entry" "nodes" {':`${t(`karpenter`,`karpenter`)}\nresource "aws_eks_access_entry" "nodes" {`}),H(e(n),{"mapRoles = yamlencode([":`mapRoles = yamlencode([
          {
            rolearn  = aws_iam_role.karpenter.arn
            username = "system:node:{{EC2PrivateDNSName}}"
            groups   = ["system:bootstrappers", "system:nodes"]
          },`})],good:[e(`${t(`nodes`,`nodes`)}\n${t(`karpenter`,`karpenter`)}`),e(`${t(`nodes`,`nodes`)}
        resource "aws_eks_node_group" "system" {
          cluster_name    = "orders"
          node_group_name = "system"
          node_role_arn   = aws_iam_role.karpenter.arn
        }`),e(t(`nodes`,`nodes`).replace(`aws_iam_role.nodes.arn`,`var.node_role_arn`)),e(``)]}}const CT=K({id:`node-egress`,severity:`warning`,since:`0.1.0`,providers:[`aws`,`eks-auto-mode`],theme:`Network`,mistakes:[],on:{Manifests(e,t){for(let n of e.manifests)Ql(n)&&!n.isPartial&&wT(n,t)}},docs:{summary:`Nodes in the subnets of a node class cannot reach the APIs of AWS.`,why:`A node needs EC2, ECR, S3 and STS before it is ready. In a private subnet, it reaches them through a NAT gateway or VPC endpoints. In a public subnet, it needs a public address, because the internet gateway serves no other. Without either, instances start, but their nodes never become ready, and Karpenter terminates them after 15 minutes. Karpenter prefers the subnet with the most free addresses, which is often a public one. Reported for public subnets that give out no addresses, and for a change that removes the last way out of the VPC that the files show.`,help:`Select only private subnets with a NAT gateway or with VPC endpoints for EC2, ECR, S3, STS and EKS.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/network-reqs.html`},examples:PT});function wT(e,t){let n=t.clusterOf(e),r=P(bm(e,`subnet`,Op(n,`subnet`)));r.length!==0&&(ET(e)||DT(e,r,t),AT(e,r,t))}const TT=[[`spec`,`associatePublicIPAddress`],[`spec`,`advancedNetworking`,`associatePublicIPAddress`]],ET=e=>TT.some(t=>![void 0,null,!1].includes(e.get(t)));function DT(e,t,n){let r=n.clusterOf(e);if(OT(r))return;let[i]=t.filter(e=>tw(e,r)===!0);if(i===void 0)return;let a=$l(e,`subnet`).flatMap(e=>e.tags),o=a.map(({key:e})=>i.tags.get(e)).find(e=>e!==void 0);n.report({manifest:e,at:e.keySpan(a[0].path),message:`\`${e.name}\` selects the public subnets of ${kT(i)}, which give out no public addresses. Nodes there cannot reach the APIs of AWS and never become ready`,help:"Take the tag off the public subnets, or set `associatePublicIPAddress: true`.",labels:[{span:o?o.manifest.span(o.path):i.manifest.span(i.tagsAt),message:`the tag of the public subnets${V(e,i.manifest,n)}`}]})}const OT=({manifests:e})=>e.some(e=>e.kind===`aws_vpc_endpoint`||/endpoint/.test(String(e.get([`spec`,`source`])??``))),kT=({manifest:{kind:e,name:t}})=>`\`${e}.${t}\``;function AT(e,t,n){let r=n.clusterOf(e),i=jT(e,n.base);if(i===void 0||ZC(r)||!N(Op(r,`subnet`)))return;let a=n.baseClusterOf(i),o=ZC(a)&&N(Op(a,`subnet`)),s=t.filter(e=>e.tool===`Terraform`&&e.isPreferred&&tw(e,r)!==!0),c=a.manifests.every(e=>e.source.origin===void 0||r.manifests.some(t=>uf(t,e)));if(!o||!c||s.length===0)return;let l=v([...new Set(s.map(({manifest:{kind:e,name:t}})=>`${e}.${t}`))].slice(0,2),` and `),{manifest:u}=s[0],d=R(u)===`vpc`?[`spec`,`enable_nat_gateway`]:[`metadata`,`name`],f=s.length===t.length;n.report({manifest:e,at:e.span([`spec`,`subnetSelectorTerms`]),message:`This change removes the last way out of the private subnets of ${l} that these files show. Nodes of \`${e.name}\` there can then neither join the cluster nor pull images`,help:`Keep a NAT gateway, or create VPC endpoints for EC2, ECR, S3, STS and EKS first.`,labels:[{span:u.span(d),message:`no NAT gateway and no endpoints${V(e,u,n)}`}],...f&&{unready:`its nodes cannot reach the APIs of AWS`}})}function jT({kind:e,name:t},n){let r=n?.manifests.filter(n=>n.kind===e&&n.name===t)??[];if(r.length===1)return r[0]}const MT=e=>Z(`default`,J(U`
      role: KarpenterNodeRole-orders
      subnetSelectorTerms:
        - tags:
            karpenter.sh/discovery: ${e}
    `)),NT=(e,t=``)=>W`
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

  ${MT(`orders`)}
`;function PT(){let e=`"karpenter.sh/discovery" = "orders"`;return{bad:[H(NT(`${e} # every subnet`),{[`${e} # every subnet`]:`"kubernetes.io/role/elb" = 1`})],good:[NT(`"kubernetes.io/role/elb" = 1`),NT(e,`map_public_ip_on_launch = true`)]}}const FT=e=>uo(e)||e.length<5||/\d/.test(e)||/^(?:north|south|east|west|central)/.test(e);function IT(e,t){if(e===t)return!0;if(Math.max(e.length,t.length)>100)return!1;let[n,r]=[LT(e),LT(t)],[i,a]=n.length<=r.length?[n,r]:[r,n];return i.length<a.length?i.every(e=>a.includes(e)):i.every((e,t)=>RT(e,a[t]))}const LT=e=>e.toLowerCase().split(/[-_./]/),RT=(e,t)=>e===t||!FT(e)&&!FT(t)&&r(e,t)<=2,zT=e=>e.toLowerCase().replace(/\bpre-prod\b/,`preprod`).split(/[-_.]/).map(fo).sort().join(`-`);function BT(e,t){if(e===t)return!0;let[n,r]=[e.split(`-`),t.split(`-`)],[i,a]=n.length<=r.length?[n,r]:[r,n];return i.length<a.length&&i.some(uo)&&i.every(e=>a.includes(e))}const VT=K({id:`node-role-exists`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[68],on:{Manifests(e,t){for(let n of af(e))for(let e of[`role`,`instanceProfile`])UT(n,e,t)}},docs:{summary:`A node class names a role or instance profile that is almost the one that the files create, or that of the cluster of another environment.`,why:`Karpenter launches nodes only with a role or instance profile that exists. If the name has a typing mistake, or is that of another environment, the node class is not ready, or its nodes cannot join the cluster. Karpenter’s Terraform module also adds a random suffix to the name of the role by default. Reported only when the files of the cluster create the role and its name is known. A completely different name may be that of a role from elsewhere. Also reported if the name ends with that of the cluster in another environment.`,help:"Use the name of the role that the files create. With Karpenter’s module, set `node_iam_role_use_name_prefix = false`, or refer to the output `node_iam_role_name`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specrole`},examples:$T}),HT={role:`role`,instanceProfile:`instance profile`};function UT(e,t,n){let r=I(e,[`spec`,t]);if(e.isPartial||r===void 0||/[:/]/.test(r)||ys(od(n),e=>e===r)!==!1)return;let{roles:i,profiles:a}=Tu(n.clusterOf(e)),[o,s]=t===`role`?[i,a]:[a,i];if(ys(o,e=>e.canBeNamed(r))!==!1)return;let[c,l]=[P(o),P(s)];if(GT({nodeClass:e,field:t,written:r},n))return;let u={nodeClass:e,field:t,written:r,created:c},d=c.find(({prefix:e})=>e===r||e===`${r}-`);d?KT(u,d,n):qT(u,l,n)}const WT=e=>[`subnet`,`securityGroup`].flatMap(t=>$l(e,t)).flatMap(su).flatMap(({cluster:e,tag:t})=>t.isKnown?[e]:[]);function GT({nodeClass:e,field:t,written:n},{report:r}){let[i=``,a]=new Set(WT(e)),o=JT(n).slice(-JT(i).length).join(`-`),[s,c]=YT(o,JT(i).join(`-`))??[];return a!==void 0||s===void 0||![c,s].every(uo)||zT(s)===zT(c)?!1:(r({manifest:e,at:e.span([`spec`,t]),message:`The ${HT[t]} \`${n}\` is named after \`${o}\`, but \`${e.name}\` selects resources of the cluster \`${i}\``,help:`Use the ${HT[t]} of \`${i}\`, so that nodes of one cluster get no rights in the other.`}),!0)}function KT({nodeClass:e,field:t,written:n},r,i){let{manifest:a,path:o}=r,s=a.kind===`module`,c=s?`module.${a.name}`:`${a.kind}.${a.name}`,l=s?t===`role`?`node_iam_role_name`:`instance_profile_name`:`name`,u=uf(e,a)?`, or refer to \`${c}.${l}\``:``;i.report({manifest:e,at:e.span([`spec`,t]),message:`\`${e.name}\` uses the ${HT[t]} \`${n}\`, but Terraform adds a suffix to this name, so there is no ${HT[t]} with exactly this name`,help:s?`Set \`${Bu(a).usesPrefix} = false\` in \`${c}\`${u}.`:`Set \`name = "${n}"\` instead of \`name_prefix\` in \`${c}\`${u}.`,labels:[{span:a.span(o),message:`the beginning of its name${V(e,a,i)}`}]})}function qT(e,t,n){let{nodeClass:r,field:i,written:a,created:o}=e,s=n.clusterOf(r).environment??``,c=n.all.manifests.some(e=>e.kind===`aws_iam_role`&&I(e,[`spec`,`name`])===a),l=o.filter(({name:e})=>e!==void 0),u=t.some(({name:e})=>e===a),d=l.filter(({name:e})=>u||!c&&XT(a,e)||QT(s,{written:a,name:e})&&!ZT(r,a,e)),[f]=d;!f||new Set(d.map(({name:e})=>e)).size>1||n.report({manifest:r,at:r.span([`spec`,i]),message:u?`\`${a}\` is the name of ${i===`role`?`an instance profile`:`a role`}. The ${HT[i]} that ${f.tool} creates is named \`${f.name}\``:`\`${r.name}\` uses the ${HT[i]} \`${a}\` instead of \`${f.name}\`, which ${f.tool} creates`,help:`Set \`${i}: ${f.name}\`.`,labels:[{span:f.manifest.span(f.path),message:`the ${HT[i]}${V(r,f.manifest,n)}`}]})}const JT=e=>e.split(/[-_.,+=@]/);function YT(e,t){let[n,r]=[JT(e),JT(t)];if(n.length!==r.length)return;let i=n.flatMap((e,t)=>e===r[t]?[]:[[e,r[t]]]);if(i.length===1)return i[0]}function XT(e,t){let[n,i]=[e,t].map(e=>JT(e.toLowerCase()));if(n.join(``)===i.join(``))return!0;let a=YT(e.toLowerCase(),t.toLowerCase());return a===void 0?!1:a[0]===`${a[1]}s`||a[1]===`${a[0]}s`||!a.some(FT)&&r(...a)===1}function ZT(e,t,n){let[r=``]=YT(t,n)??[],i=e.span([]).file.split(`/`).at(-1);return[...JT(e.name),...JT(i)].some(e=>zT(e)===zT(r))}function QT(e,{written:t,name:n}){let[r,i]=YT(t,n)??[];if(r===void 0||i===void 0||![r,i].every(uo))return!1;let a=zT(e).split(`-`);return a.includes(zT(i))&&!a.includes(zT(r))}function $T(){let e=(e,t)=>W`
    module "karpenter" {
      source  = "terraform-aws-modules/eks/aws//modules/karpenter"
      version = "~> 21.0"

      cluster_name = "orders"
      ${e}
    }

    ${Z(`default`,J(`role: ${t}`))}
  `;return{bad:[H(e(``,`Karpenter-orders`),{'cluster_name = "orders"':`cluster_name = "orders"
node_iam_role_use_name_prefix = false`},{"role: Karpenter-orders":"role: ${module.karpenter.node_iam_role_name}"}),H(W`
          resource "aws_iam_role" "nodes" {
            name = "KarpenterNodeRole-orders"
          }

          ${Z(`default`,J(`role: KarpenterNodesRole-orders`))}
        `,{"role: KarpenterNodesRole-orders":`role: KarpenterNodeRole-orders`}),H(W`
          resource "aws_iam_role" "nodes" {
            name = "KarpenterNodeRole-orders"
          }

          resource "aws_iam_instance_profile" "nodes" {
            name = "KarpenterNodeInstanceProfile-orders"
            role = aws_iam_role.nodes.name
          }

          ${Z(`default`,J(`instanceProfile: KarpenterNodeRole-orders`))}
        `,{"instanceProfile: KarpenterNodeRole-orders":`instanceProfile: KarpenterNodeInstanceProfile-orders`})],good:[e(`node_iam_role_use_name_prefix = false`,`Karpenter-orders`),e(`node_iam_role_name = var.role`,`Karpenter-orders`),e(``,`KarpenterNodeRole-of-another-team`),W`
        resource "aws_iam_role" "nodes" {
          name = "KarpenterNodeRole-orders-1"
        }

        ${Z(`default`,J(`role: KarpenterNodeRole-orders-2`))}
      `]}}const eE=K({id:`older-generation`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[],on:{NodePool:tE,Provisioner:tE},docs:{summary:`Every instance type of a NodePool is of an old generation, and a newer one costs less.`,why:`Newer generations cost less than those from a decade ago, are faster, and are less often short in supply. A NodePool that names only old families pays more for less, and nothing in the cluster shows it. This rule compares the prices of the region for instance types of similar size and memory with CPUs of the same manufacturer.`,help:"Allow the newer families, by name or with `karpenter.k8s.aws/instance-generation`.",url:`https://karpenter.sh/docs/concepts/nodepools/#instance-types`},examples:cE});function tE(e,{report:t,catalog:n,compatible:r}){let i=Xg(n),a=r(e);if(!i||!a?.isExact||a.names.length===0||a.names.length>60)return;let o=nE(a,i);o&&t({at:e.span(Gd(e)),message:`All instance types of \`${e.name}\` are of old generations: ${o.newer} is newer than ${o.name} and costs ${o.percent}% less per vCPU`,help:`Allow newer families, such as \`${o.newer.split(`.`)[0]}\`.`})}const nE=iT(({names:e},t)=>{let[n,...r]=e.map(e=>rE(t.type(e),t));if(r.every(e=>e!==void 0))return n});function rE(e,t){let n=aE(e),r=sE(e,t);if(!n||r===void 0||e.gpus.length>0)return;let[i]=t.types.filter(t=>iE(e,t)&&oE(n,aE(t))).flatMap(e=>{let n=sE(e,t);return n===void 0||n>r*.97?[]:[{name:e.name,cost:n}]}).sort((e,t)=>e.cost-t.cost||Ee(e.name,t.name));return i&&{name:e.name,newer:i.name,percent:Math.round((1-i.cost/r)*100)}}const iE=(e,t)=>t.vcpus>=e.vcpus*.75&&t.vcpus<=e.vcpus*1.25&&t.memoryMib/t.vcpus>=e.memoryMib/e.vcpus*.97&&t.architecture===e.architecture&&t.cpuManufacturer===e.cpuManufacturer&&t.isBareMetal===e.isBareMetal&&t.gpus.length===0&&(t.instanceStoreGb??0)>=(e.instanceStoreGb??0);function aE({family:e}){let t=/^([a-z]+)(\d+)([a-z-]*)$/.exec(e);if(t)return{category:t[1],generation:Number(t[2]),suffix:t[3]}}function oE(e,t){let n=[...e.suffix].filter(e=>!`aig`.includes(e));return t!==void 0&&t.category===e.category&&t.generation>e.generation&&!t.suffix.includes(`flex`)&&n.every(e=>t.suffix.includes(e))}function sE({name:e,vcpus:t},n){let r=rT(n,e);if(r!==void 0)return r/t}function cE(){return{bad:[H(Q(q({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m4, c4]`,`karpenter.sh/capacity-type In [on-demand]`]}),Y),{"[m4, c4]":`[m4, c4, c5]`})],good:[Q(q({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m4, m5]`,`karpenter.sh/capacity-type In [on-demand]`]}),Y),Q(q({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m5, c5]`,`karpenter.sh/capacity-type In [on-demand]`]}),Y)]}}const lE=K({id:`open-generation`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[9],on:{NodePool:fE},docs:{summary:`A NodePool names categories of instance types but no generation, so Karpenter also launches the first ones.`,why:"EC2 still has the instance types of its first two generations, such as `m1.small`. Karpenter launches whichever type is cheapest, and for a small pod that is one of them. They are slow, have old CPUs and little network bandwidth, and are often short in supply. The finding is a warning if the change removes the requirement.",help:'Add a requirement for `karpenter.k8s.aws/instance-generation`, such as `Gt ["4"]`.',url:`https://karpenter.sh/docs/concepts/nodepools/#instance-types`},examples:hE}),uE=e=>Hd(e).some(({key:e})=>y(e)===b.instanceGeneration),dE=e=>Hd(e).find(({key:e,operator:t})=>y(e)===b.instanceCategory&&t===`In`);function fE(e,{report:t,base:n,catalog:r,compatible:i}){let a=Xg(r),o=i(e),s=dE(e);if(!a||!o?.isExact||uE(e)||!s)return;let c=mE(o.names.filter(pE),a);if(c===void 0)return;let l=n?.manifests.find(({kind:t,name:n})=>t===e.kind&&n===e.name),u=l!==void 0&&!l.isPartial&&uE(l);t({at:e.span(s.path),...u&&{severity:`warning`},message:`\`${e.name}\` ${u?`no longer limits the generation`:`does not limit the generation`} of its instance types, so Karpenter also launches old ones such as \`${c}\``,help:'Add the requirement `karpenter.k8s.aws/instance-generation Gt ["4"]`, or name the families.'})}const pE=e=>/^[cmr][12]\./.test(e);function mE(e,t){return e.map(e=>({name:e,usd:rT(t,e)??1/0})).sort((e,t)=>e.usd===t.usd?Ee(e.name,t.name):e.usd-t.usd)[0]?.name}function hE(){let e=`karpenter.k8s.aws/instance-category In [c, m, r]`,t=(...e)=>Q(q({nodeClassRef:`default`,requirements:[...e,`karpenter.sh/capacity-type In [on-demand]`]}),Y);return{bad:[H(t(e),{"requirements:":`requirements:
  - {key: karpenter.k8s.aws/instance-generation, operator: Gt, values: ["4"]}`},{"key: karpenter.k8s.aws/instance-category":`key: karpenter.k8s.aws/instance-family`,"[c, m, r]":`[c7i, m7i, r7i]`})],good:[t(e,`karpenter.k8s.aws/instance-generation Gt ["2"]`),t()]}}const gE=K({id:`owned-security-groups`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[78],on:{Manifests(e,t){for(let n of af(e))vE(n,t)}},docs:{summary:"A node class selects several security groups with the tag `kubernetes.io/cluster/NAME`.",why:"The AWS load balancer controller and the in-tree controller expect exactly one security group with the tag `kubernetes.io/cluster/NAME` on a node. If a node has two, they stop with “multiple tagged security groups” and no longer register targets. Reported only when Terraform creates the security groups, for the cluster of the node class.",help:`Remove the tag from all of them but one.`,url:`https://karpenter.sh/docs/troubleshooting/`},examples:yE}),_E=`kubernetes.io/cluster/`;function vE(e,{clusterOf:t,report:n}){if(e.isPartial)return;let r=$l(e,`securityGroup`).filter(({tags:e,hasOther:t})=>!t&&e.length>0&&e.every(({isKnown:e})=>e)),[i,a]=t(e).ofKind(`aws_security_group`).filter(e=>{let t=m(e.get([`spec`,`tags`]))??{};return r.some(e=>e.tags.every(({key:e,value:n})=>_(t[e])===n))&&Object.keys(t).some(e=>e.startsWith(_E)&&!h(e))});i&&a&&n({manifest:e,at:e.keySpan([`spec`,`securityGroupSelectorTerms`]),message:`\`${e.name}\` selects the security groups \`${i.name}\` and \`${a.name}\`, which both have a tag \`${_E}…\`, but the load balancer controller accepts only one`,help:`Remove the tag \`${_E}…\` from one of them.`,labels:[i,a].map(e=>({span:e.span([`spec`,`tags`]),message:`has the tag`}))})}function yE(){return{bad:[H(W`
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

          ${Z(`default`,J(U`
              role: KarpenterNodeRole-demo
              securityGroupSelectorTerms:
                - tags:
                    karpenter.sh/discovery: demo
            `))}
        `,{'tags = {\n    "kubernetes.io/cluster/demo" = "owned"\n':`tags = {
`})],good:[W`
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

        ${Z(`default`,J(U`
            role: KarpenterNodeRole-demo
            securityGroupSelectorTerms:
              - tags:
                  karpenter.sh/discovery: demo
          `))}
      `,W`
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

        ${Z(`default`,J(U`
            role: KarpenterNodeRole-demo
            securityGroupSelectorTerms:
              - tags:
                  karpenter.sh/discovery: demo
          `))}
      `]}}const bE=K({id:`pass-role`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[72],on:{Manifests(e,t){for(let n of new Set(af(e).map(t.clusterOf)))xE(n,t)}},docs:{summary:"The controller’s `iam:PassRole` permission does not include the role that node classes name.",why:"To launch an instance with a role, the controller needs `iam:PassRole` on exactly that role. If the policy names another role, such as the controller’s own, AWS denies every launch with the role of the nodes. The policy of Karpenter’s Terraform module allows only the role that the module creates or is given. Reported only when the policy and the node class are of the same cluster and all roles are known. It is a warning if no file creates the role of the node class. They may be in different folders.",help:"Add the role of the nodes to the resources of `iam:PassRole`.",url:`https://karpenter.sh/docs/reference/cloudformation/#allowpassinginstancerole`},examples:jE});function xE(e,t){let n=[...e.ofKind(`IamPolicy`).flatMap(t=>EE(t,e)),...e.ofKind(`module`).flatMap(t=>OE(t,e))],r=n.find(({manifest:e})=>SE(e,t)),i=n.map(({roles:e})=>e);if(!r||i.includes(void 0)||Du(e).length>0)return;let a=new Set;for(let n of e.ofKind(`EC2NodeClass`)){let o=n.isPartial?void 0:Zu(n,e);if(!o||i.some(e=>e.some(e=>AE(e,o)!==!1)))continue;let s=o.name??o.address;if(!a.has(s)){let e=wE(r,o);e===void 0?CE(n,r,t):XT(o.name,e)||TE(n,{permission:r,role:o.name,own:e},t)}a.add(s)}}function SE(e,t){let n=t.clusterOf(e);if(e.kind===`module`)return!0;let r=Wf(t).some(e=>P(e).some(e=>t.clusterOf(e.policy)===n)),i=af(t.all).every(e=>t.clusterOf(e)===n);return r&&(e.source.origin?.tool===`terraform`||i)}function CE(e,{manifest:t,path:n},r){r.report({manifest:t,at:t.span(n),message:`\`iam:PassRole\` is not allowed on the role of \`${e.name}\`, so AWS denies every launch with this role`,help:t.kind===`module`?`Set \`${Bu(t).creates} = false\` and \`${Bu(t).arn}\` to the ARN of this role in \`module.${t.name}\`.`:`Add the role of the nodes to the resources of this statement.`,labels:[{span:e.span([`spec`,e.get([`spec`,`role`])===void 0?`instanceProfile`:`role`]),message:`the role of the nodes${V(t,e,r)}`}]})}const wE=({manifest:e,roles:t},n)=>{if(e.kind===`module`&&n.address===void 0&&n.name!==void 0)return t?.[0]?.name};function TE(e,{permission:t,role:n,own:r},i){let{manifest:a,path:o}=t,s=Bu(a),c=e.get([`spec`,`role`])===void 0?`instanceProfile`:`role`;i.report({manifest:e,severity:`warning`,at:e.span([`spec`,c]),message:`\`module.${a.name}\` does not allow Karpenter to pass the role \`${n}\` of \`${e.name}\`, only \`${r}\`, so AWS denies every launch`,help:`Set \`role: ${r}\`. If \`${n}\` exists, set \`${s.creates} = false\` and \`${s.arn}\` to its ARN in \`module.${a.name}\`.`,labels:[{span:a.span(o),message:`the role that Karpenter may pass${V(e,a,i)}`}]})}function EE(e,t){return Jf(e).filter(e=>Yf([e],`iam:PassRole`)||e.statement.actions.some(h)).map(({path:n,statement:r})=>{let i=r.resources.map(n=>Ju(n,{manifest:e,cluster:t})),a=r.isNegated||r.actions.some(h),o=e.isPartial||a||i.includes(void 0);return{manifest:e,path:[...n,`Resource`],roles:o?void 0:i.flatMap(e=>e??[])}})}const DE=/^(?!node_).*(?:policy_statements|policies|policy_documents|policy_arns?)$/;function OE(e,t){if(R(e)!==`karpenter`||Vu(e,`create`,!0)===!1)return[];let n=Bu(e),r=n.creates===`create_iam_role`?Vu(e,`create_irsa`,!0):Vu(e,`create_iam_role`,!0);if(r===!1)return[];let i=Object.keys(m(e.get([`spec`]))??{}),a=r===!0&&!i.some(e=>DE.test(e)),o=Vu(e,n.creates,!0),s=[`spec`,n.arn],c=o===!1?qu(e,s,t):void 0,l=o===!0?kE(e,t):c;return[{manifest:e,path:o===!1?s:[`metadata`,`name`],roles:a&&l?[l]:void 0}]}function kE(e,t){let n=P(Tu(t).roles).find(({manifest:t})=>t===e)?.name;return{address:Ou(e,`module.${e.name}`),...n!==void 0&&{name:n}}}const AE=(e,t)=>e.name!==void 0&&(t.name!==void 0||e.name===`*`)?Zs(e.name,t.name??``):Xu(e,t);function jE(){return{bad:[H(W`
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

          ${Z(`default`,J("role: ${aws_iam_role.karpenter_node.name}"))}
        `,{"aws_iam_role.karpenter_controller.arn":`aws_iam_role.karpenter_node.arn`}),H(W`
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

          ${Z(`default`,J(`role: orders-nodes`))}
        `,{"create_access_entry = false":`create_access_entry = false
create_node_iam_role = false
node_iam_role_arn = aws_iam_role.nodes.arn`}),H(W`
          module "karpenter" {
            source  = "terraform-aws-modules/eks/aws//modules/karpenter"
            version = "~> 21.0"

            cluster_name                  = "orders"
            node_iam_role_use_name_prefix = false
            node_iam_role_name            = "orders-nodes"
          }

          ${Z(`default`,J(`role: KarpenterNodeRole-orders`))}
        `,{"role: KarpenterNodeRole-orders":`role: orders-nodes`})],good:[W`
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

        ${Z(`default`,J("role: ${aws_iam_role.karpenter_node.name}"))}
      `,W`
        resource "aws_iam_policy" "controller" {
          policy = jsonencode({
            Version = "2012-10-17"
            Statement = [
              { Effect = "Allow", Action = ["ec2:CreateFleet", "ec2:RunInstances"], Resource = "*" },
              { Effect = "Allow", Action = "iam:PassRole", Resource = "arn:aws:iam::111122223333:role/Karpenter*" },
            ]
          })
        }

        ${Z(`default`,J(`role: KarpenterNodes`))}
      `]}}const ME=K({id:`pin-ami-alias`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[49],on:{NodeClass(e,t){let{report:n}=t,[r]=Yd(e).flatMap(e=>FE(e)??[]);r===void 0?NE(e,t):n({at:e.span(r.path),message:`\`${r.text}\` follows every AMI release, and each new release makes Karpenter replace all nodes of \`${e.name}\``,help:`Pin a release, ${r.pinned}, and update it by pull request.`})}},docs:{summary:`An EC2NodeClass follows the latest AMI instead of a pinned release.`,why:"With `@latest`, every AMI release makes all nodes of the node class drift. Karpenter replaces them within the disruption budgets, in every environment at the same time. There is no change to review and nothing to revert. The same holds for an SSM parameter of AWS that names the newest release. It also holds for a name with `*` where images of AWS or Canonical have their release, and for a data source of Terraform.",help:"Pin a release, such as `al2023@v20260715`, and update it by pull request, one environment after the other.",url:`https://karpenter.sh/docs/tasks/managing-amis/`},examples:KE});function NE(e,t){let n=zh(e,t).find(({path:e,text:t})=>e.at(-1)===`id`&&PE(t));n!==void 0&&t.report({at:e.span(n.path),message:`\`${n.text}\` follows every AMI release, and each apply of Terraform after a release makes Karpenter replace all nodes of \`${e.name}\``,help:`Pin a release in the data source, ${PE(n.text)}, and update it by pull request.`})}const PE=e=>e.startsWith(`/`)?BE(e):GE(e,{});function FE({path:e,term:t}){for(let[n,r]of Object.entries(IE)){let i=_(t[n]),a=i===void 0||h(i)?void 0:r(i,t);if(i!==void 0&&a!==void 0)return{path:[...e,n],text:i,pinned:a}}}const IE={alias:RE,ssmParameter:BE,name:GE},LE={al2:`v20251112`,al2023:`v20260715`,bottlerocket:`v1.66.0`};function RE(e){let[t=``,n]=e.split(`@`);if(n===`latest`&&Object.hasOwn(LE,t))return`such as \`${t}@${LE[t]}\``}const zE={eks:/^(\/aws\/service\/eks\/optimized-ami\/(1\.\d{2})\/amazon-linux-2023\/([^/]+)\/([^/]+))\/recommended\/image_id$/,bottlerocket:/^(\/aws\/service\/bottlerocket\/aws-k8s-[^/]+\/[^/]+)\/latest\/image_id$/,others:/^\/aws\/service\/(?:eks\/optimized-ami\/.+\/recommended\/image_id$|canonical\/ubuntu\/.+\/current\/)/};function BE(e){let[,t,n,r,i]=zE.eks.exec(e)??[];if(t!==void 0)return`such as \`${t}/${`amazon-eks-node-al2023-${r}-${i}-${n}-${LE.al2023}`}/image_id\``;let[,a]=zE.bottlerocket.exec(e)??[];if(a!==void 0)return`such as \`${a}/${LE.bottlerocket.slice(1)}/image_id\``;if(zE.others.test(e))return`with the parameter that contains it`}const VE=/^(?:amazon-eks-(?:arm64-|gpu-)?node-|bottlerocket-aws-k8s-|ubuntu-eks(?:-pro)?\/k8s_)/,HE=/(?<!\d)1\.\d\d(?!\d)/,UE=/(?:v|-)\d{8}|v\d+\.\d+\.\d+/,WE=new Set([`amazon`,`602401143452`,`092701018921`,`099720109477`]);function GE(e,{tags:t,owner:n}){let r=n===void 0||WE.has(String(n));if(t!==void 0||!r||!VE.test(e)||!HE.test(e)||!/[*?]/.test(e)||UE.test(e))return;let i=e.replace(/(?<![-v])[-v]*\*$/,``);return/[*?]/.test(i)||e.startsWith(`ubuntu`)?`by writing it into the name`:`such as \`${i}-${e.startsWith(`bottlerocket`)?`${LE.bottlerocket}-*`:LE.al2023}\``}function KE(){return{bad:[H(J(U`
          amiSelectorTerms:
            - alias: al2023@latest
        `),{"al2023@latest":`al2023@v20260715`}),H(J(U`
          amiFamily: Bottlerocket
          amiSelectorTerms:
            - ssmParameter: /aws/service/bottlerocket/aws-k8s-1.34/x86_64/latest/image_id
        `),{"/latest/":`/1.66.0/`}),H(J(U`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.34-v*
        `),{"v*":`v20260715`})],good:[J(U`
        amiSelectorTerms:
          - alias: al2023@v20260715
      `),J(U`
          amiSelectorTerms:
            - alias: windows2022@latest
        `,`windows`),J(U`
        amiSelectorTerms:
          - alias: ubuntu@latest
      `),J(U`
        amiFamily: AL2023
        amiSelectorTerms:
          - name: amazon-eks-node-al2023-x86_64-standard-1.34-v*
            owner: self
      `)]}}function qE(e){return[...Rs(e,`aws-vpc-cni`).map(({manifest:e,values:t,isOpen:n})=>{let r=[...t,`env`];return YE(e,r,{written:e.get(r),isOpen:n})}),...e.manifests.flatMap(e=>XE(e))]}function JE(e,t){let n=e.variable(t);if(ms(n))return n.value===`true`}function YE(e,t,{written:n,isOpen:r=!1}){let i=m(n),a=!r&&!e.isPartial&&(n==null||i!==void 0),o=Object.keys(i??{}).some(h);return{manifest:e,path:t,variable(t){let n=i&&Object.hasOwn(i,t)?i[t]:void 0,r=_(n);return r===void 0?n===void 0&&a&&!o?fs(void 0):ps(`\`${e.name}\` may set \`${t}\``):h(r)?ps(`\`${t}\` is \`${r}\``):fs(r)}}}function XE(e){return e.kind===`aws_eks_addon`&&e.get([`spec`,`addon_name`])===`vpc-cni`?[$E(e,[`spec`],`configuration_values`)]:e.kind===`module`?[`addons`,`cluster_addons`].flatMap(t=>ZE(e,t)):e.kind===`ClusterConfig`?d(e.get([`addons`])).flatMap((t,n)=>m(t)?.name===`vpc-cni`?[$E(e,[`addons`,n],`configurationValues`)]:[]):e.kind===`DaemonSet`&&e.name===`aws-node`?tD(e):[]}function ZE(e,t){let n=e.get([`spec`,t]);if(n==null)return[];let r=[`spec`,t,`vpc-cni`];return m(e.get(r))?[$E(e,r,`configuration_values`)]:!m(n)||e.get(r)!==void 0||QE(n)?[YE(e,[`spec`,t],{written:void 0,isOpen:!0})]:[]}const QE=e=>Object.keys(m(e)??{}).some(h);function $E(e,t,n){let r=[...t,n],i=e.get(r);if(i==null)return YE(e,t,{written:void 0});let a=m(typeof i==`string`?eD(i):i);return a?YE(e,r,{written:a.env,isOpen:QE(a)}):YE(e,r,{written:void 0,isOpen:!0})}function eD(e){try{return JSON.parse(e.replaceAll(/(?<=[:,[])\$\{[^"{}]{1,300}\}(?=[,}\]])/g,e=>JSON.stringify(e)))}catch{return}}function tD(e){let t=[`spec`,`template`,`spec`,`containers`];return d(e.get(t)).flatMap((n,r)=>{if(m(n)?.name!==`aws-node`)return[];let i=[...t,r,`env`],a=d(e.get(i)).map(e=>m(e)),o=a.flatMap(e=>typeof e?.name==`string`?[[e.name,e.value??"${from a reference}"]]:[]),s=a.includes(void 0)||h(e.get(i))||e.get([...t,r,`envFrom`])!==void 0;return[YE(e,i,{written:Object.fromEntries(o),isOpen:s})]})}const nD=W`
  kubelet:
    maxPods: 110
`,rD=K({id:`pods-and-addresses`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[59,60,61],on:{Manifests(e,t){if(!zs(e,`cilium`))for(let n of qE(e))iD(n,t)}},docs:{summary:`The number of pods per node that Karpenter assumes does not match the addresses of the VPC CNI.`,why:"Karpenter works out how many pods fit on a node from its network interfaces, or from `maxPods` if the node class sets it. If there are more pods than addresses, pods hang in `ContainerCreating`. With prefix delegation and no `maxPods`, nodes have room that Karpenter does not use. With custom networking, the first interface carries no pods, which Karpenter knows only from `reservedENIs`. Reported only when the CNI is configured in the repository, for the cluster of the node class.",help:"Set `maxPods` together with prefix delegation, and `settings.reservedENIs` together with custom networking.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:fD});function iD(e,t){let n=t.clusterOf(e.manifest).ofKind(`EC2NodeClass`).filter(({isPartial:e})=>!e),r=JE(e,`ENABLE_PREFIX_DELEGATION`);JE(e,`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`)===!0&&dD(e,n,t);for(let i of n){let n=i.get([`spec`,`kubelet`,`maxPods`])??void 0;typeof n==`number`&&r===!1&&lD(i,{cni:e,maxPods:n},t),n===void 0&&r===!0&&aD(i)&&uD(i,e,t)}}const aD=e=>!/^(?:Custom|Windows)/.test(Zd(e)??``),oD=({enis:e,ipv4PerEni:t})=>e*(t-1)+2;function sD(e,{all:t,catalog:n,compatible:r}){let i=sf(t,e).flatMap(e=>cD(e,{catalog:Xg(n),compatible:r}));if(!i.includes(void 0))return i.sort((e,t)=>oD(e)-oD(t)||Ee(e.name,t.name))[0]}function cD(e,{catalog:t,compatible:n}){let r=n(e);return!t||!r?.isExact?[void 0]:r.names.map(e=>t.type(e))}function lD(e,{cni:t,maxPods:n},r){let i=sD(e,r);!i||oD(i)>=n||r.report({manifest:e,at:e.span([`spec`,`kubelet`,`maxPods`]),message:`\`maxPods: ${n}\` is more than the ${oD(i)} pods that ${i.name} has addresses for without prefix delegation`,help:"Remove `maxPods`, allow only larger instance types that have enough addresses, or turn on prefix delegation in the VPC CNI.",labels:[{span:t.manifest.span(t.path),message:`the VPC CNI has no prefix delegation`}]})}function uD(e,t,n){let r=sD(e,n);!r||oD(r)>=110||n.report({manifest:e,at:e.span([`spec`,`kubelet`]),severity:`note`,message:`The VPC CNI uses prefix delegation, but \`${e.name}\` has no \`maxPods\`, so Karpenter places at most ${oD(r)} pods on ${r.name}`,help:"Set `maxPods: 110` under `spec.kubelet` if more pods should fit.",labels:[{span:t.manifest.span(t.path),message:`prefix delegation is on`}]})}function dD(e,t,{clusterOf:n,report:r}){if(!(t.length===0||t.every(e=>e.get([`spec`,`kubelet`,`maxPods`])!==void 0)))for(let t of n(e.manifest).manifests.flatMap(Ls)){let{manifest:n,chart:i,values:a}=t,o=Gs(t,`settings`,`reservedENIs`);i===`karpenter`&&ms(o)&&(_(o.value)??`0`)===`0`&&r({manifest:n,at:n.span([...a,`settings`,`reservedENIs`]),message:`The VPC CNI uses custom networking, but Karpenter reserves no network interface for it, so it places more pods on nodes than they have addresses for`,help:'Set `settings.reservedENIs` to `"1"`.',labels:[{span:e.manifest.span(e.path),message:`custom networking is on`}]})}}function fD(){return{bad:[H(yD({addon:hD,kubelet:nD}),{"kubelet:\n        maxPods: 110":``},{[pD]:`${mD.text}${pD}`},{"most_recent = true":gD(`ENABLE_PREFIX_DELEGATION`)}),H(yD({addon:gD(`ENABLE_PREFIX_DELEGATION`)}),{"role: KarpenterNodeRole-demo":`role: KarpenterNodeRole-demo\n${nD.text}`}),H(yD({addon:gD(`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`),release:vD(_D)}),{[_D]:`${_D}\n{ name = "settings.reservedENIs", value = "1" },`})],good:[yD({addon:gD(`ENABLE_PREFIX_DELEGATION`),kubelet:nD}),yD({addon:hD}),yD({addon:gD(`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`),release:vD(W`
          ${_D}
          { name = "settings.reservedENIs", value = "1" },
        `)})]}}const pD=`- key: karpenter.k8s.aws/instance-family`,mD=W`
  - key: karpenter.k8s.aws/instance-cpu
    operator: Gt
    values: ["15"]
`,hD=`most_recent = true`,gD=e=>W`
  configuration_values = jsonencode({
    env = {
      ${e} = "true"
    }
  })
`,_D=`{ name = "settings.clusterName", value = "demo" },`,vD=e=>W`
  resource "helm_release" "karpenter" {
    repository = "oci://public.ecr.aws/karpenter"
    chart      = "karpenter"

    set = [
      ${e}
    ]
  }
`,yD=({addon:e,kubelet:t,release:n})=>W`
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
  ${n?`\n${n.text}`:``}

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
                values: [m7i]
              - key: karpenter.sh/capacity-type
                operator: In
                values: [on-demand]
    YAML
  }
`;function bD(e,t,n){let{all:r,hasOthers:i}=SD(n),a=gy(e,t,r);if(a)return{pools:[a],isOnly:!0};let o=[`nodeSelector`,`affinity`,`tolerations`].map(n=>e.get([...t,n])??null),s=e.get([...t,`nodeSelector`])??m(e.get([...t,`affinity`]))?.nodeAffinity;if(o.some(te)||s!=null)return;let c=d(e.get([...t,`tolerations`])).map(ED);return{pools:n.ofKind(`NodePool`).filter(e=>wD(e).every(e=>c.some(t=>Ub(t,e)))),isOnly:!i}}const xD=new WeakMap;function SD(e){let{manifests:t}=e,n=xD.get(e)??{all:{files:[],manifests:t},hasOthers:t.some(CD)};return xD.set(e,n),n}const CD=e=>e.kind===`ManagedNodeGroup`||e.kind===`InstanceGroup`||e.kind===`ClusterConfig`&&[`managedNodeGroups`,`nodeGroups`].some(t=>d(e.get([t])).length>0),wD=e=>d(e.get([`spec`,`template`,`spec`,`taints`])).map(TD).filter(({effect:e})=>e!==`PreferNoSchedule`),TD=e=>{let{key:t,value:n,effect:r}=m(e)??{};return{key:_(t)??``,value:_(n)??``,effect:_(r)??`NoSchedule`}},ED=e=>{let t=Object.entries(m(e)??{}).map(([e,t])=>[e,_(t)]);return Object.fromEntries(t.filter(([,e])=>e!==void 0))},DD=[[`spec`,`associatePublicIPAddress`],[`spec`,`advancedNetworking`,`associatePublicIPAddress`]],OD=K({id:`public-address`,severity:`note`,since:`0.1.0`,providers:[`aws`,`eks-auto-mode`],theme:`Security`,mistakes:[],controls:[`AWS FSBP EC2.9`,`AWS FSBP EC2.25`,`CIS EKS 5.4.3`],on:{NodeClass(e,t){let n=DD.find(t=>e.get(t)===!0);if(!n)return;let r=AD(e,t);r?MD({nodeClass:e,path:n,workload:r},t):t.report({at:e.span(n),message:`Every node of \`${e.name}\` gets a public IPv4 address, so its security groups alone protect it from the internet. AWS also charges for each address`,help:"Set `associatePublicIPAddress: false`, and select private subnets with a NAT gateway."})}},docs:{summary:`A node class gives its instances public IPv4 addresses.`,why:`A node with a public address can be reached from the internet as far as its security groups allow. Load balancers do not need it, because they reach nodes by private addresses. AWS charges $0.005 per hour for each public IPv4 address. It is a note, because a cluster without a NAT gateway needs public addresses. It is a warning if pods request several EFA interfaces, because EC2 gives no public address to an instance with more than one network interface, and every launch fails.`,help:"Set `associatePublicIPAddress: false`, and select private subnets.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specassociatepublicipaddress`},examples:PD}),kD=`vpc.amazonaws.com/efa`;function AD(e,{clusterOf:t}){let n=t(e);return $({files:[],manifests:n.manifests}).filter(e=>jD(e)>1).find(({manifest:t,template:r})=>{let i=bD(t,[...r,`spec`],n)?.pools??[];return i.length>0&&i.every(t=>Vd(t)?.name===e.name)})}const jD=({manifest:e,template:t})=>d(e.get([...t,`spec`,`containers`])).reduce((e,t)=>{let{requests:n,limits:r}=m(m(t)?.resources)??{},i=Number(_(m(r)?.[kD]??m(n)?.[kD])??0);return e+(Number.isInteger(i)?i:0)},0);function MD({nodeClass:e,path:t,workload:{manifest:n,template:r}},{report:i}){let a=`\`${n.kind}/${n.name}\``;i({severity:`warning`,at:e.span(t),message:`EC2 refuses every launch of \`${e.name}\` for ${a}, whose pods request several EFA interfaces: an instance with more than one network interface gets no public address`,help:"Set `associatePublicIPAddress: false`, and select private subnets with a NAT gateway.",labels:[{span:n.span([...r,`spec`,`containers`]),message:`the pods with several interfaces`}]})}const ND=e=>J(U`
    role: KarpenterNodeRole-demo
    associatePublicIPAddress: ${e}
  `);function PD(){return{bad:[H(ND(`true`),{"associatePublicIPAddress: true":`associatePublicIPAddress: false`})],good:[ND(`false`),J(`role: KarpenterNodeRole-demo`)]}}const FD=1024**3,ID=(e,t)=>({name:e,limitsPodsByEnis:!0,reservesMemoryByEnis:e!==`Bottlerocket`,hasPodsPerCore:e!==`Bottlerocket`,takesAnyKubeletSetting:e===`AL2023`||e===`Custom`,ephemeralDevice:t,defaultVolumeBytes:20*FD,windowsBuild:void 0}),LD=(e,t)=>({name:e,limitsPodsByEnis:!1,reservesMemoryByEnis:!1,hasPodsPerCore:!0,takesAnyKubeletSetting:!1,ephemeralDevice:`/dev/sda1`,defaultVolumeBytes:50*FD,windowsBuild:t}),RD=ID(`AL2`,`/dev/xvda`),zD=ID(`Custom`,void 0),BD=[RD,ID(`AL2023`,`/dev/xvda`),ID(`Bottlerocket`,`/dev/xvdb`),LD(`Windows2019`,`10.0.17763`),LD(`Windows2022`,`10.0.20348`),LD(`Windows2025`,`10.0.26100`),zD];function VD(e){let{amiFamily:t,amiSelectorTerms:n}=e.spec;if(t!==void 0)return BD.find(e=>e.name===t)??RD;let r=n?.find(e=>e.alias)?.alias?.split(`@`)[0];return BD.find(e=>e!==zD&&e.name.toLowerCase()===r)??zD}function HD(e){let{maxPods:t}=e,n=typeof t==`string`&&!h(t)?[[`maxPods`]]:[],r=[`kubeReserved`,`systemReserved`].flatMap(t=>{let n=e[t];return g(n)?Object.entries(n).filter(([e,t])=>typeof t==`string`&&![e,t].some(e=>h(e))&&wt(t)===void 0).map(([e])=>[t,e]):[]});return[...n,...r]}const UD=new Map(Object.entries({boolean:`
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
  `}).flatMap(([e,t])=>t.trim().split(/\s+/).map(t=>[t,e]))),WD=new Set([`clusterDNS`,`cpuCFSQuota`,`maxPods`,`podsPerCore`,`kubeReserved`,`systemReserved`,`evictionHard`,`evictionSoft`,`evictionSoftGracePeriod`,`evictionMaxPodGracePeriod`,`imageGCHighThresholdPercent`,`imageGCLowThresholdPercent`]),GD={boolean:`true or false`,whole:`a whole number below 2³¹`,large:`a whole number`,number:`a number`,text:`a string`,duration:"a duration such as `90s`",texts:`a list of strings`,textMap:`a mapping of names to strings`,flags:`a mapping of names to true or false`,list:`a list`,mapping:`a mapping`};function KD(e,t){let n=e=>typeof e==`string`||e===null;switch(t){case`whole`:return typeof e==`number`&&(e|0)===e;case`large`:return Number.isInteger(e);case`text`:return n(e);case`duration`:return typeof e==`string`&&ht(e)!==void 0;case`texts`:return Array.isArray(e)&&e.every(n);case`list`:return Array.isArray(e);case`textMap`:return g(e)&&Object.values(e).every(n);case`flags`:return g(e)&&Object.values(e).every(e=>typeof e==`boolean`||e===null||h(e));case`mapping`:return g(e);default:return typeof e===t}}function qD(e,t){let n=Object.keys(e).filter(e=>!h(e));return[...n.flatMap(n=>JD(n,e,t)??[]),...QD.flatMap(t=>nO(e,t,eO)),...oO(e),...$D.flatMap(t=>nO(e,t,tO)),...cO(e),...n.flatMap(t=>dO(t,e[t]))]}function JD(e,t,n){let r=[e];if(!UD.has(e))return{path:r,why:`is not a kubelet setting`,names:ZD(UD.keys(),t)};if(e===`registerWithTaints`)return{path:r,why:`is a setting that Karpenter sets itself`,help:"Remove it, and set the taints in `taints` or `startupTaints` under `spec.template.spec` of the NodePool."};if(n.takesAnyKubeletSetting)return;if(e===`podsPerCore`?XD(t[e])&&!n.hasPodsPerCore:!YD(e))return{path:r,why:`does not reach nodes of the AMI family \`${n.name}\``,help:`Remove it, or use AL2023, whose nodes accept any setting.`};let i=t[e];if(!(e!==`clusterDNS`||!Array.isArray(i)||i.length<2))return{path:r,why:`may have only one address with the AMI family \`${n.name}\``,help:`Keep only one address.`}}const YD=e=>WD.has(e),XD=e=>e!=null,ZD=(e,t)=>[...e].filter(e=>!Object.hasOwn(t,e)),QD=[`evictionHard`,`evictionSoft`,`evictionSoftGracePeriod`,`evictionMinimumReclaim`],$D=[`kubeReserved`,`systemReserved`],eO={names:[`memory.available`,`nodefs.available`,`nodefs.inodesFree`,`imagefs.available`,`imagefs.inodesFree`,`pid.available`],wrongName:`is not an eviction signal`,wrongValue:(e,t)=>e===`evictionSoftGracePeriod`?aO(t):iO(t)},tO={names:[`cpu`,`memory`,`ephemeral-storage`,`pid`],wrongName:`is not a resource that a kubelet can reserve`,wrongValue:(e,t)=>{if(t.startsWith(`-`))return`is negative`}};function nO(e,t,{names:n,wrongName:r,wrongValue:i}){let a=e[t]??{};return g(a)?Object.entries(a).flatMap(([e,o])=>{let s=[t,e];if(h(e))return[];if(!n.includes(e))return[{path:s,why:r,names:ZD(n,a)}];let c=o??``;if(typeof c!=`string`){let e={path:s,why:`has a value that is not a string`};return[typeof c==`number`?{...e,number:c,help:`Put the number in quotes.`}:e]}let l=h(c)?void 0:i(t,c);return l===void 0?[]:[{path:s,why:l}]}):h(a)?[]:[{path:[t],why:`is not a mapping of names to values`}]}const rO=/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;function iO(e){if(!e.endsWith(`%`)){let t=wt(e);return t===void 0?`is neither a percentage nor a quantity`:t<0?`is negative`:void 0}let t=e.slice(0,-1).replaceAll(/(?<=\d)_(?=\d)/g,``),n=rO.test(t)?Number(t):NaN;if(!(n>=0&&n<=100))return`is not a percentage from 0% to 100%`}function aO(e){let t=ht(e);if(t===void 0)return"is not a duration such as `90s`";if(t<0n)return`is negative`}function oO({evictionSoft:e,evictionSoftGracePeriod:t}){let[n,r]=[e??{},t??{}];return!g(n)||!g(r)||[...Object.keys(n),...Object.keys(r)].some(e=>h(e))?[]:[...ZD(Object.keys(n),r).map(e=>({path:[`evictionSoft`,e],why:`has no grace period`,help:`Add a grace period under \`evictionSoftGracePeriod\`, such as \`${e}: 90s\`.`})),...ZD(Object.keys(r),n).map(e=>({path:[`evictionSoftGracePeriod`,e],why:"has no threshold under `evictionSoft`",help:`Add the threshold, or remove the grace period.`}))]}const sO={maxPods:2**31-1,podsPerCore:2**31-1,evictionMaxPodGracePeriod:2**31-1,imageGCHighThresholdPercent:100,imageGCLowThresholdPercent:100};function cO(e){let t=Object.entries(sO).flatMap(([t,n])=>{let r=e[t],i=t===`maxPods`&&typeof r==`string`;return!XD(r)||i||h(r)||lO(r,n)?[]:[{path:[t],why:n===100?`is not a whole number from 0 to 100`:`is not a whole number of at least 0`}]}),{imageGCHighThresholdPercent:n,imageGCLowThresholdPercent:r}=e;return t.length>0||typeof n!=`number`||typeof r!=`number`||n>r?t:[{path:[`imageGCHighThresholdPercent`],why:`is not above \`imageGCLowThresholdPercent\`, which is ${r}`}]}const lO=(e,t)=>typeof e==`number`&&Number.isInteger(e)&&e>=0&&e<=t,uO=new Set([`registerWithTaints`,...QD,...$D,...Object.keys(sO)]);function dO(e,t){let n=UD.get(e);if(n===void 0||uO.has(e)||!XD(t)||h(t)||KD(t,n))return[];let r={path:[e],why:`is not ${GD[n]}`};return[n===`text`&&typeof t==`number`?{...r,number:t,help:`Put the number in quotes.`}:r]}const fO=[`spec`,`kubelet`],pO=K({id:`refused-kubelet-settings`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t,karpenter:n,settings:r,nearest:i}){let a=m(e.get(fO));if(!n.opensKubelet||!a||e.isPartial)return;let o=VD({metadata:{name:``},spec:{amiFamily:Zd(e)??`Custom`}});for(let n of qD(a,o)){let r=[...fO,...n.path],a=n.names&&i(String(r.at(-1)),n.names);t({at:e.keySpan(r),message:`\`${n.path.join(`.`)}\` ${n.why}, so Karpenter rejects this node class and launches nothing with it`,help:hO(n,a),unready:`Karpenter rejects \`${n.path.join(`.`)}\` of its node class`,...mO(e,r,{wanted:a,number:n.number})})}let{featureGates:s}=r.karpenter;if(!s?.nodeClassCEL)for(let n of HD(a))t({...s===void 0&&{severity:`warning`},at:e.span([...fO,...n]),message:`\`${n.join(`.`)}\` is an expression, but the feature gate \`NodeClassCEL\` is ${s===void 0?`off by default`:`off`}, so Karpenter rejects this node class and launches nothing with it`,help:"Use a fixed value, or turn the gate on with `settings.awsFeatureGates.nodeClassCEL` in Karpenter’s Helm values. If it is already on, set `karpenter.settings.featureGates.nodeClassCEL` in plumbline.yaml."})}},docs:{summary:"Karpenter rejects an EC2NodeClass because of a setting under `kubelet`.",why:"From Karpenter 1.15 on, `spec.kubelet` accepts any kubelet setting, and the API server checks none of them. Karpenter’s controller does. It rejects names that the kubelet does not know, and settings that Karpenter sets itself or that the AMI family does not pass on. It also rejects invalid values, and expressions while the feature gate `NodeClassCEL` is off. The node class then gets the condition `ValidationSucceeded=False`. The API server gives no warning, and the NodePools of the class launch nothing.",help:`Use the names and values of a KubeletConfiguration, without the settings that Karpenter sets itself.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:gO});function mO(e,t,{wanted:n,number:r}){return n===void 0?r===void 0?{}:{fix:{description:`Put the number in quotes`,edits:x(e,t,`"${r}"`)}}:{fix:{description:`Rename to \`${n}\``,edits:Pe(e,t,n)}}}function hO({names:e=[],help:t},n){return n===void 0?t===void 0?e.length===0?`Use a value that the kubelet accepts.`:e.length>6?`Remove it.`:`Use one of: ${v(e)}.`:t:`Did you mean \`${n}\`?`}function gO(){return{bad:[H(G({karpenter:`1.15`},J(U`
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
          `)),{"maxPod:":`maxPods:`,"registerWithTaints: []":``,"memory.avail:":`memory.available:`,"10 percent":`10%`,"kubeReserved:":U`
            evictionSoftGracePeriod:
              pid.available: 90s
            kubeReserved:
          `,"cpu: 1":`cpu: "1"`,"imageGCHighThresholdPercent: 70":`imageGCHighThresholdPercent: 85`}),H(G({karpenter:`1.15`},J(U`
            amiSelectorTerms:
              - alias: bottlerocket@v1.44.0
            kubelet:
              podsPerCore: 10
              shutdownGracePeriod: 30s
              clusterDNS: [10.0.0.10, 10.0.0.11]
          `)),{"podsPerCore: 10":``,"shutdownGracePeriod: 30s":``,"[10.0.0.10, 10.0.0.11]":`[10.0.0.10]`},{"bottlerocket@v1.44.0":`al2023@v20260715`}),H(G({karpenter:`1.15`},J(U`
            amiSelectorTerms:
              - alias: al2023@v20260715
            kubelet:
              maxPods: min(max_pods, 110)
              kubeReserved:
                memory: 11 * max_pods + 255
          `)),{"min(max_pods, 110)":`110`,"11 * max_pods + 255":`1465Mi`})],good:[G({karpenter:`1.15`},J(U`
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
        `)),G({karpenter:`1.15`},J(U`
            amiFamily: Custom
            amiSelectorTerms:
              - id: ami-0123456789abcdef0
            kubelet:
              podsPerCore: 10
              shutdownGracePeriod: 30s
          `,`ubuntu`)),J(U`
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        kubelet:
          podsPerCore: 10
      `)]}}const _O={[b.instanceMemory]:{unit:`MiB`,meant:`GiB`,factor:1024},[b.instanceGpuMemory]:{unit:`MiB`,meant:`GiB`,factor:1024},[b.instanceNetworkBandwidth]:{unit:`Mbit/s`,meant:`Gbit/s`,factor:1e3},[b.instanceEbsBandwidth]:{unit:`Mbit/s`,meant:`Gbit/s`,factor:1e3}},vO=K({id:`requirement-units`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[93],on:{NodePool:yO,Provisioner:yO},docs:{summary:`A bound for memory or bandwidth is so low that it excludes nothing, probably because it is in the wrong unit.`,why:"The label `instance-memory` is in MiB, and the bandwidth labels are in Mbit/s. `Gt 8` for memory, meant as more than 8 GiB, is true for every instance type, so Karpenter also launches the smallest ones.",help:'Write the bound in MiB or Mbit/s, such as `"8192"` for 8 GiB.',url:`https://karpenter.sh/docs/reference/instance-types/`},examples:xO});function yO(e,{report:t,catalog:n}){if(n)for(let{key:r,operator:i,values:a,isKnown:o}of z(e)){let s=Object.hasOwn(_O,r)?_O[r]:void 0,[c]=a;if(!s||!o||!c||i!==`Gt`&&i!==`Gte`)continue;let l=/^\d+$/.test(c.text)?Number(c.text):0,u=bO(n.labels.get(r)??[]);if(l<2||l>=u)continue;let d=String(l*s.factor);t({at:e.span(c.path),message:`\`${r}\` is in ${s.unit}, and every instance type has more than ${l} ${s.unit}, so this requirement excludes nothing`,help:`Use \`"${d}"\` if you mean ${l} ${s.meant}.`,fix:{description:`Replace with \`"${d}"\``,edits:x(e,c.path,`"${d}"`)}})}}const bO=e=>e.reduce((e,t)=>t.reduce((e,t)=>Math.min(e,Number(t)),e),1/0);function xO(){return{bad:[q({requirements:[`karpenter.k8s.aws/instance-memory Gt ["8"]`]})],good:[q({requirements:[`karpenter.k8s.aws/instance-memory Gt ["8191"]`,`karpenter.k8s.aws/instance-cpu Gt ["1"]`]}),q({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-gpu-memory Gt ["0"]`],taints:U`
          - key: nvidia.com/gpu
            effect: NoSchedule
        `})]}}const SO=K({id:`role-name`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[68],on:{NodeClass:wO,NodeTemplate:wO},docs:{summary:`A node class has an ARN where Karpenter expects the name of a role or an instance profile.`,why:`The API server accepts any text. Karpenter adds the role to an instance profile by its name, and IAM rejects an ARN there. The node class is not ready, and no NodePool that uses it launches anything.`,help:`Use only the name: the part of the ARN after the last slash.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specrole`},examples:OO}),CO=/^arn:[\w-]+:iam::.{0,200}:(?:role|instance-profile)\/(?:.{0,600}\/)?([^/]{1,200})$/;function wO(e,{report:t}){for(let n of[`role`,`instanceProfile`]){let r=[`spec`,n];DO(e,n,t),EO(e,r,t);let i=e.get(r),a=typeof i==`string`?CO.exec(i)?.[1]:void 0;if(a===void 0)continue;let o=!h(a);t({at:e.span(r),message:`\`${n}\` is an ARN instead of a name, so IAM rejects it and \`${e.name}\` never becomes ready`,help:o?`Use \`${a}\`.`:`Use only the part after the last slash.`,...o&&{fix:{description:`Replace with \`${a}\``,edits:x(e,r,a)}}})}}const TO=/^(?:KarpenterController(?:Role)?-|[\w+=,.@-]{1,60}[-_]karpenter[-_]controller(?:[-_]role)?$)/i;function EO(e,t,n){let r=_(e.get(t))??``;TO.test(r)&&n({at:e.span(t),severity:`warning`,message:`\`${r}\` seems to be the role of the controller. Nodes with this role cannot join the cluster, and every pod that reads the instance metadata could launch instances`,help:"Use the role of the nodes, such as `KarpenterNodeRole-demo`."})}function DO(e,t,n){let r=[`spec`,t],i=Xs(e,r);if(i===void 0)return;let a=e.span(r);/^module\.[\w-]+\.iam_role_(?:name|arn)$/.test(i)&&/karpenter/i.test(i)?n({at:a,message:`\`${i}\` is the role of the controller. Nodes with this role cannot join the cluster`,help:`Use \`${i.replace(/iam_role_\w{1,100}$/,`node_iam_role_name`)}\`.`}):/(?:\.|_)arn$/.test(i)&&n({at:a,message:`\`${t}\` must be a name, but \`${i}\` is an ARN, so IAM rejects it and \`${e.name}\` never becomes ready`,help:`Use \`${i.replace(/arn$/,`name`)}\`.`})}function OO(){return{bad:[J(`role: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo`),J(`instanceProfile: arn:aws:iam::111122223333:instance-profile/KarpenterNode`),H(W`
          ${Z(`default`,J("role: ${aws_iam_role.karpenter_node.arn}"))}
        `,{"aws_iam_role.karpenter_node.arn":`aws_iam_role.karpenter_node.name`}),H(W`
          ${Z(`default`,J("role: ${module.karpenter.iam_role_name}"))}
        `,{"module.karpenter.iam_role_name":`module.karpenter.node_iam_role_name`}),H(J(`role: KarpenterControllerRole-demo`),{"KarpenterControllerRole-demo":`KarpenterNodeRole-demo`})],good:[W`
        ${Z(`default`,J("role: ${module.karpenter.node_iam_role_name}"))}
      `,Y,J("role: ${NODE_ROLE}")]}}const kO={AL2:`/dev/xvda`,AL2023:`/dev/xvda`,Bottlerocket:`/dev/xvda`,Windows2019:`/dev/sda1`,Windows2022:`/dev/sda1`,Windows2025:`/dev/sda1`},AO=[`/dev/sda`,`/dev/sda1`,`/dev/xvda`,`/dev/xvda1`,`/dev/nvme0n1`],jO=K({id:`root-device`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[64],on:{NodeClass(e,{report:t}){let n=Zd(e)??``,r=Object.hasOwn(kO,n)?kO[n]:void 0,i=[`spec`,`blockDeviceMappings`],a=d(e.get(i)).map(e=>m(e)),o=a.map(e=>_(e?.deviceName)??``);if(r===void 0||e.isPartial||o.includes(r)||a.some(e=>e?.rootVolume===!0))return;let s=o.findIndex(e=>AO.includes(e));if(s===-1)return;let c=[...i,s,`deviceName`],l=Yd(e).every(({term:e})=>e.alias!==void 0);t({at:e.span(c),...!l&&{severity:`note`},message:`The root device of ${n} is \`${r}\`, so \`${o[s]}\` adds an empty volume and the root volume keeps the size of the AMI`,help:`Set \`deviceName\` to \`${r}\`.`,fix:{description:`Replace with \`${r}\``,edits:x(e,c,r)}})}},docs:{summary:`A block device mapping names the root device of another AMI family.`,why:`EC2 attaches a device with an unknown name as an additional, empty volume. The root volume keeps the size, type and encryption of the AMI, and Karpenter works out ephemeral storage from its default of 20 GiB. The additional volume costs money, and nothing uses it.`,help:"Use `/dev/xvda` for Amazon Linux and Bottlerocket, and `/dev/sda1` for Windows.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:MO});function MO(){return{bad:[J(U`
        amiSelectorTerms:
          - alias: al2023@v20260715
        blockDeviceMappings:
          - deviceName: /dev/sda1
            ebs:
              volumeSize: 100Gi
              encrypted: true
              volumeType: gp3
      `)],good:[J(U`
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
      `),J(U`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          blockDeviceMappings:
            - deviceName: /dev/sda1
              ebs:
                volumeSize: 100Gi
                encrypted: true
        `,`ubuntu`)]}}const NO=K({id:`root-encryption`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[63],controls:[`AWS FSBP EC2.3`,`AWS FSBP EC2.181`],on:{NodeClass(e,{report:t}){let n=[`spec`,`blockDeviceMappings`],r=d(e.get(n)).map(e=>m(e)),i=r.map(e=>_(e?.deviceName)??``),a=i.indexOf(`/dev/xvdb`);Zd(e)!==`Bottlerocket`||a===-1||e.isPartial||i.includes(`/dev/xvda`)||i.some(e=>h(e))||m(r[a]?.ebs)?.encrypted===!0&&t({at:e.span([...n,a,`ebs`,`encrypted`]),message:`\`${e.name}\` encrypts \`/dev/xvdb\` but does not map \`/dev/xvda\`, so the root volume is encrypted only if the account encrypts volumes by default`,help:"Map `/dev/xvda` too, with `encrypted: true` and `volumeSize: 4Gi`."})}},docs:{summary:`A Bottlerocket node class encrypts the volume of the containers, but does not configure the root volume.`,why:"Volumes that a node class does not map stay as the AMI defines them, because Karpenter does not add its defaults to existing mappings. If a node class encrypts `/dev/xvdb` of Bottlerocket and does not map `/dev/xvda`, the root volume is not encrypted, unless the account encrypts every volume by default.",help:"Map `/dev/xvda` too, with `encrypted: true` and about 4 GiB.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:PO});function PO(){return{bad:[H(J(U`
          role: KarpenterNodeRole-demo
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          blockDeviceMappings:
            - deviceName: /dev/xvdb
              ebs:
                volumeSize: 100Gi
                encrypted: true
        `),{"blockDeviceMappings:":U`
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  volumeSize: 4Gi
                  encrypted: true
          `})],good:[J(U`
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
      `),J(U`
        role: KarpenterNodeRole-demo
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        blockDeviceMappings:
          - deviceName: /dev/xvdb
            ebs:
              snapshotID: snap-0123456789abcdef0
              volumeSize: 100Gi
      `)]}}const FO=K({id:`scp-denies-types`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[],on:{NodePool(e,{clusterOf:t,compatible:n,report:r}){let i=t(e).ofKind(`aws_organizations_policy`);if(i.length===0||e.isPartial)return;let a=n(e)?.names??[],o=i.flatMap(IO).find(({statement:e})=>a.length>0&&a.every(t=>zO(e,t)));o!==void 0&&r({at:e.keySpan([`spec`,`template`,`spec`,`requirements`]),message:`The policy \`${o.policy.name}\` of the organization denies every instance type that NodePool \`${e.name}\` allows. In accounts with this policy, it launches no nodes`,labels:[{span:o.policy.span(o.path),message:`this statement denies them`}],help:`Allow an instance type in the NodePool that the policy does not deny, or change the policy first.`})}},docs:{summary:`A service control policy denies every instance type that a NodePool allows.`,why:"AWS denies `ec2:RunInstances` if a policy of the organization does, whatever the role of Karpenter’s controller is allowed. Karpenter then launches nothing for the NodePool, and its pods stay pending. Reported if a statement denies by the instance type alone and the whole statement is known. Whether the policy is attached to the account of the cluster is not visible, so it is a warning.",help:`Allow types that the policy does not deny.`,url:`https://docs.aws.amazon.com/organizations/latest/userguide/orgs_manage_policies_scps.html`},examples:BO});function IO(e){let t=e.get([`spec`,`content`]),n=_(e.get([`spec`,`type`]))??`SERVICE_CONTROL_POLICY`;if(t===void 0||n!==`SERVICE_CONTROL_POLICY`||te(t)||e.isPartial)return[];let r=ec(JSON.stringify(t));return`fault`in r?[]:r.statements.flatMap((t,n)=>LO(t)?[{policy:e,path:[`spec`,`content`,`Statement`,n],statement:t}]:[])}const LO=e=>e.effect===`Deny`&&!e.isNegated&&e.unknown.length===0&&ic(e,`ec2:RunInstances`)&&e.resources.some(e=>e===`*`||/:instance\/\*$/.test(e))&&e.conditions.length===1&&e.conditions[0].key.toLowerCase()===`ec2:instancetype`&&RO(e.conditions[0])!==void 0;function RO({operator:e}){let t=/^(?:ForAnyValue:)?String(Not)?(Like|Equals)$/i.exec(e);if(t===null)return;let[,n,r]=t;return{isNegated:n!==void 0,isPattern:r.toLowerCase()===`like`}}function zO({conditions:[e]},t){let{isNegated:n,isPattern:r}=RO(e);return e.values.some(e=>r?Zs(e,t):e===t)!==n}function BO(){let e=e=>W`
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

    ${Z(`web`,q({name:`web`,requirements:U`
          - key: karpenter.sh/capacity-type
            operator: In
            values: [on-demand]
          - key: node.kubernetes.io/instance-type
            operator: In
            values: [m7i.xlarge, m7i.2xlarge]
        `}))}
  `;return{bad:[H(e(`"t3.*", "c7i.*"`),{'"c7i.*"':`"c7i.*", "m7i.*"`})],good:[e(`"m7i.2xlarge", "c7i.*"`)]}}const VO=[`subnetSelectorTerms`,`securityGroupSelectorTerms`,`amiSelectorTerms`],HO=K({id:`selector-term-id`,severity:`warning`,since:`0.1.0`,providers:[`aws`,`eks-auto-mode`],theme:`Network`,mistakes:[80],on:{NodeClass(e,{report:t}){for(let n of VO.map(e=>[`spec`,e])){let r=d(e.get(n)).map(e=>Object.keys(m(e)??{})),i=e=>e.includes(`id`)&&e.length>1;if(!r.every(i))for(let[a,o]of r.entries()){if(!i(o))continue;let r=o.filter(e=>e!==`id`);t({at:e.keySpan([...n,a,r[0]]),message:`Karpenter ignores ${v(r,` and `)} in a term with an \`id\`, because the id alone selects`,labels:[{span:e.span([...n,a,`id`]),message:`the id alone selects`}],help:`Remove ${v(r,` and `)}, or move ${ne(r.length,`it`,`them`)} to a separate term.`})}}}},docs:{summary:"A selector term has an `id` and other fields, which Karpenter ignores.",why:`An id alone selects one object. The API server should reject other fields in the same term. But its rule looks at all terms together and accepts the list as soon as one of them is valid. Karpenter then uses the id, and tags or a name in the same term narrow nothing.`,help:`Remove the other fields, or move them to a separate term.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:UO});function UO(){return{bad:[H(J(U`
          subnetSelectorTerms:
            - id: subnet-0123456789abcdef0
              tags:
                karpenter.sh/discovery: demo
            - id: subnet-0123456789abcdef1
        `),{"  tags:\n        karpenter.sh/discovery: demo":``},{"  tags:\n        karpenter.sh/discovery: demo":`- tags:
    karpenter.sh/discovery: demo`})],good:[J(U`
        subnetSelectorTerms:
          - id: subnet-0123456789abcdef0
          - tags:
              karpenter.sh/discovery: demo
      `),J(U`
        amiFamily: AL2023
        amiSelectorTerms:
          - name: golden-*
            owner: self
      `)]}}const WO=K({id:`termination-handler`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[84],on:{Manifests(e,t){let{report:n}=t;for(let r of e.manifests.filter(JO)){let e=GO(r,t);e&&!YO(r)&&n({manifest:r,at:r.span([`metadata`,`name`]),...KO(r,e,t)})}for(let r of Rs(e,`aws-node-termination-handler`)){let{manifest:e}=r,i=Gs(r,`enableSqsTerminationDraining`),a=!ms(i)||i.value===!0,o=[`nodeSelector`,`linuxNodeSelector`,`daemonsetNodeSelector`,`affinity`,`linuxAffinity`,`daemonsetAffinity`].some(e=>{let t=Gs(r,e);return!ms(t)||Object.keys(m(t.value)??{}).length>0});if(a||o)continue;let s=GO(e,t);s&&n({manifest:e,at:e.span([`metadata`,`name`]),...KO(e,s,t)})}}},docs:{summary:`The node termination handler runs on Karpenter’s nodes, although Karpenter handles interruptions itself.`,why:"With `interruptionQueue`, Karpenter launches another node and drains the old one when AWS announces an interruption. The AWS node termination handler also drains every node that it runs on, so pods are evicted twice. The handler also cordons nodes on a rebalance recommendation, which Karpenter ignores. Reported only when the charts of both are installed in the same cluster, and the handler has no node selector or affinity.",help:"Keep the handler off Karpenter’s nodes with an affinity for `karpenter.sh/nodepool`, or remove the handler.",url:`https://karpenter.sh/docs/faq/#should-i-use-karpenter-interruption-handling-alongside-node-termination-handler`},examples:nk}),GO=(e,{all:t,clusterOf:n})=>F(t).find(t=>t.chart===`karpenter`&&n(t.manifest)===n(e)&&XO(t)),KO=(e,t,n)=>({message:`The node termination handler runs on all nodes, so both it and Karpenter drain Karpenter’s nodes when AWS interrupts them`,help:"Set `affinity` so that the handler does not run on nodes with the label `karpenter.sh/nodepool`, or remove the handler.",labels:[{span:t.manifest.span([...t.values,`settings`,`interruptionQueue`]),message:`Karpenter handles interruptions itself${V(e,t.manifest,n)}`}]}),qO=[`spec`,`template`,`spec`],JO=({kind:e,apiVersion:t,name:n,source:r})=>e===`DaemonSet`&&t===`apps/v1`&&/^aws-node-termination-handler/.test(n)&&r.origin?.tool!==`helm`,YO=e=>e.isPartial||Object.keys(m(e.get([...qO,`nodeSelector`]))??{}).some(e=>!/kubernetes\.io\/(?:os|arch)$/.test(e))||e.get([...qO,`affinity`,`nodeAffinity`])!==void 0;function XO({manifest:e,values:t}){let n=[...t,`settings`,`interruptionQueue`];return Ks(e,n)&&(_(e.get(n))??``)!==``}const ZO=X(`aws-node-termination-handler`),QO=X(`karpenter`,{values:U`
    settings:
      clusterName: demo
      interruptionQueue: demo
  `}),$O=e=>U`
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
`,ek=`      chart: aws-node-termination-handler
`,tk=U`
  values:
    affinity:
      nodeAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          nodeSelectorTerms:
            - matchExpressions:
                - key: karpenter.sh/nodepool
                  operator: DoesNotExist
`;function nk(){return{bad:[H(Q(X(`karpenter`,{values:U`
              settings:
                clusterName: demo
                interruptionQueue: demo
            `}),ZO),{[ek]:`${ek}  ${tk.text.replaceAll(/\n(?=.)/g,`
  `)}`},{[`---\n${ZO.text}`]:``}),H(Q(QO,$O(``)),{"containers:":`affinity:
  nodeAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      nodeSelectorTerms:
        - matchExpressions:
            - {key: karpenter.sh/nodepool, operator: DoesNotExist}
containers:`})],good:[Q(QO,$O(U`
          affinity:
            nodeAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
                nodeSelectorTerms:
                  - matchExpressions:
                      - {key: karpenter.sh/nodepool, operator: DoesNotExist}
        `)),Q(X(`karpenter`,{values:U`
            settings:
              clusterName: demo
              interruptionQueue: demo
          `}),U`
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
        `),Q(X(`karpenter`,{values:U`
            settings:
              clusterName: demo
          `}),U`
          apiVersion: helm.toolkit.fluxcd.io/v2
          kind: HelmRelease
          metadata:
            name: node-termination-handler
          spec:
            chart:
              spec:
                chart: aws-node-termination-handler
        `),Q(X(`karpenter`,{values:U`
            settings:
              clusterName: demo
              interruptionQueue: demo
          `}),U`
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
        `)]}}const rk=/^(?:mac|[a-z]\d+g[a-z]*-flex|i3\.metal$)/,ik=/^(?:cc1|cc2|cg1|cg2|cr1|g1|g2|g3|g3s|hi1|hs1|p2)$/,ak=K({id:`unknown-instance-type`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[],on:{NodePool:ok,Provisioner:ok,NodeOverlay:ok},docs:{summary:`A requirement names an instance type or family that does not exist, or that the region does not offer.`,why:`The API server accepts any text. Karpenter never chooses a value that no instance type has, and does not warn about it. The NodePool then allows less than it seems to, or launches nothing at all.`,help:`Correct the name, or use one that the region offers.`,url:`https://karpenter.sh/docs/reference/instance-types/`},examples:lk});function ok(e,t){let{catalog:n}=t;if(n)for(let r of z(e)){let i=y(r.key);if(i===b.instanceType)sk({pool:e,requirement:r,what:`instance type`,known:n.names,isOffered:e=>n.zonesOf(e).length>0},t,n);else if(i===b.instanceFamily){let i=[...new Set(n.types.map(e=>e.family))],a=new Set(n.types.filter(e=>n.zonesOf(e.name).length>0).map(e=>e.family));sk({pool:e,requirement:r,what:`instance family`,known:i,isOffered:e=>a.has(e)},t,n)}}}function sk({pool:e,requirement:t,what:n,known:r,isOffered:i},{report:a,nearest:o,isRegionAssumed:s},c){let{operator:l,values:u}=t;if(l!==`In`&&l!==`NotIn`)return;let d=new Set(r);for(let{path:t,text:f,isKnown:p}of u)if(!(!p||rk.test(f)||l===`NotIn`&&ik.test(f))){if(d.has(f))l===`In`&&!i(f)&&!s&&a({at:e.span(t),message:`Region ${c.region} does not offer the ${n} \`${f}\`, so Karpenter never launches it`,help:`Replace it with one that ${c.region} offers, or remove it.`});else{let i=ck(o(f,r),f,r);a({at:e.span(t),message:`\`${f}\` is not a known EC2 ${n}`,help:i?`Did you mean \`${i}\`?`:`Correct the name. If it is newer than plumbline’s catalog, silence this finding.`,...i&&{fix:{description:`Replace with \`${i}\``,edits:x(e,t,i)}}})}}}function ck(e,t,n){if(e!==void 0&&!s(t,e,n))return e}function lk(){return{bad:[q({requirements:[`node.kubernetes.io/instance-type In [m5.large, m5.xlrage]`,`karpenter.sh/capacity-type In [on-demand]`]}),q({requirements:[`karpenter.k8s.aws/instance-family NotIn [t2, t3, tg4]`]}),H(G({region:`ap-northeast-2`},q({requirements:[`karpenter.k8s.aws/instance-family In [c7i, c7a]`,`karpenter.sh/capacity-type In [on-demand]`]})),{"[c7i, c7a]":`[c7i, c6i]`},{"[c7i, c7a]":`[c7i]`})],good:[q({requirements:[`karpenter.k8s.aws/instance-family In [m5, m6i]`]}),q({requirements:[`karpenter.k8s.aws/instance-family NotIn [c1, cc1, cc2, g2, p2, t1]`]})]}}const uk=String.raw`(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')`,dk=`${uk}(?:\\s*\\.\\s*${uk})*`,fk=RegExp(`^(?:\\[\\s*${dk}\\s*\\]|\\[\\[\\s*${dk}\\s*\\]\\])\\s*(?:#.*)?$`),pk=RegExp(`^${dk}\\s*=\\s*(.*)$`),mk=/^(?:true|false|[+-]?(?:inf|nan)|[+-]?\d[\w.+:-]*(?: \d[\w.+:-]*)?)\s*(?:#.*)?$/,hk=/^("""|''')/,gk=/^(?:"(?:[^"\\]|\\.)*"|'[^']*')\s*(?:#.*)?$/,_k={characters:5e4,lines:2e3};function vk(e){if(e.length>_k.characters)return;let t=e.split(`
`).slice(0,_k.lines);for(let e=0;e<t.length;e++){let n=t[e].trim();if(n===``||n.startsWith(`#`)||fk.test(n))continue;let r=pk.exec(n)?.[1];if(r===void 0)return n;if(hk.test(r)){let n=r.slice(0,3);if(r.indexOf(n,3)===-1)for(;++e<t.length&&!t[e].includes(n););}else if(/^[[{]/.test(r))e=bk(t,e,r);else if(!mk.test(r)&&!gk.test(r))return n}}function yk(e){if(e.length>_k.characters||[`[[`,`"""`,`'''`].some(t=>e.includes(t)))return;let t=new Set;for(let n of e.split(`
`).slice(0,_k.lines)){let e=/^\s*\[(?!\[)([^\]]*)\]\s*(?:#.*)?$/.exec(n)?.[1];if(e===void 0)continue;let r=e.replaceAll(/["'\s]/g,``);if(t.has(r))return n.trim();t.add(r)}}function bk(e,t,n){let r=0;for(let i=t;i<e.length;i++){let a=(i===t?n:e[i]).replace(/"(?:[^"\\]|\\.)*(?:"|$)|'[^']*(?:'|$)/g,``).split(`#`,1)[0];for(let e of a)r+=`[{`.includes(e)?1:`]}`.includes(e)?-1:0;if(r<=0)return i}return e.length}const xk=K({id:`user-data-format`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[57,58],on:{NodeClass(e,{report:t}){let n=Qd(e),r=n===void 0?void 0:Sk(e,n);r&&t({at:e.keySpan([`spec`,`userData`]),...r})}},docs:{summary:`User data has a format that the AMI family does not understand.`,why:"Karpenter merges `userData` into the user data that it writes for the AMI family. Bottlerocket reads TOML, and a node class with another format never launches a node. On Amazon Linux 2023, `/etc/eks/bootstrap.sh` only fails, so its flags never reach the kubelet. If the parts of a MIME text do not start with the boundary that it declares, none of them runs.",help:"For Bottlerocket, write TOML. For Amazon Linux 2023, write a `NodeConfig` or a script without `bootstrap.sh`. Start each part of a MIME text with two dashes and the declared boundary.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specuserdata`},examples:Ok});function Sk(e,t){let n=Zd(e);if(n===`Bottlerocket`)return wk(t);if(n===`AL2023`&&Ek(t))return{message:"`/etc/eks/bootstrap.sh` only fails on Amazon Linux 2023, so its arguments have no effect",help:"Remove the call, because Karpenter joins the node to the cluster itself. Set kubelet settings under `spec.kubelet`, and labels in the NodePool."};if(n===`AL2`||n===`AL2023`)return Dk(t)}const Ck=`the user data is not TOML`;function wk(e){let[t=``]=e.trimStart().split(`
`);if(!/^(?:#!|MIME-Version:|Content-Type:|#cloud-config)/i.test(t)){let t=vk(e);return t===void 0?Tk(e):{message:`Bottlerocket expects user data in TOML, but \`${t.slice(0,60)}\` is neither a table nor a key with a value`,unready:Ck,help:'Write TOML: tables such as `[settings.kubernetes]`, and entries such as `name = "text"`, with texts in quotes.'}}return{message:`Bottlerocket expects user data in TOML, but this starts with \`${t.trim().slice(0,60)}\``,unready:Ck,help:"Write TOML settings, such as `[settings.kubernetes]`. Bottlerocket runs no scripts."}}function Tk(e){let t=yk(e);if(t!==void 0)return{message:`The user data has the table \`${t.slice(0,60)}\` twice, which TOML does not allow, so Karpenter launches no nodes`,unready:`the user data repeats a table, which TOML does not allow`,help:`Merge the entries of both into one table.`}}const Ek=e=>!/-[efx] \/etc\/eks\/bootstrap\.sh/.test(e)&&/^[ \t]*(?:sudo\s+|bash\s+)?\/etc\/eks\/bootstrap\.sh\b/m.test(e);function Dk(e){if(!/^\s*(?:MIME-Version|Content-Type): /i.test(e))return;let t=/boundary="?([^"\s;]{1,200})"?/i.exec(e)?.[1],n=e.split(`
`).map(e=>e.trimEnd());if(!(t===void 0||n.includes(`--${t}`)))return{message:`This MIME text declares the boundary \`${t}\`, but no line is \`--${t}\`, so none of its parts runs`,help:`Start every part with \`--${t}\`, and end the last one with \`--${t}--\`.`}}function Ok(){return{bad:[H(J(U`
          amiSelectorTerms:
            - alias: al2023@v20260715
          userData: |
            #!/bin/bash
            /etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'
            echo hello
        `),{"/etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'":``}),H(J(U`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            #!/bin/bash
            sysctl -w vm.max_map_count=262144
        `),{"#!/bin/bash":`[settings.kernel.sysctl]`,"sysctl -w vm.max_map_count=262144":`"vm.max_map_count" = "262144"`}),H(J(U`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            [settings.kubernetes]
            cluster-domain = cluster.local
        `),{"= cluster.local":`= "cluster.local"`}),H(J(U`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            [settings.kernel.sysctl]
            "vm.max_map_count" = "262144"
            [settings.kernel.sysctl]
            "net.core.somaxconn" = "1024"
        `),{'"262144"\n    [settings.kernel.sysctl]':`"262144"`}),H(J(U`
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
        `),{"--==BOUNDARY==--":`--BOUNDARY--`,"--==BOUNDARY==":`--BOUNDARY`})],good:[J(U`
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
      `),J(U`
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
        `,`bottlerocket`)]}}const kk=[[`a private key`,/-----BEGIN (?:[A-Z]{1,20} )?PRIVATE KEY-----/],[`an AWS access key`,/\b(?:AKIA|ASIA)(?![A-Z0-9]{0,12}EXAMPLE)[A-Z0-9]{16}\b/],[`a GitHub token`,/\bgh[pousr]_[A-Za-z0-9]{36}/],[`a GitLab token`,/\bglpat-[\w-]{20}/],[`a Slack token`,/\bxox[abprs]-[\w-]{10}/],[`a password in a URL`,/\b[a-z][a-z0-9+]{1,20}:\/\/[^\s:@/${}<]{1,100}:(?![$<{%])[^\s:@/]{4,100}@/],[`a token to join a cluster`,/--token[ =]["']?[a-z0-9]{6}\.[a-z0-9]{16}\b/]],Ak=/(?:^|[\s"'{,;])((?:[A-Za-z]\w{0,60}[_-])?(?:password|passwd|secret|secret[_-]?(?:access[_-]?)?key|token|api[_-]?key|access[_-]?key|license[_-]?key))["']?\s{0,5}[=:]\s{0,5}(?:"([^"\s]{8,200})"|'([^'\s]{8,200})'|([^\s"'#;,]{8,200}))/i,jk=e=>/[A-Za-z]/.test(e)&&/[\d!@#%^&*+=-]/.test(e)&&!/[$`<>{}()[\]]|%[{s]|^[/~.]|^[a-z]+:\/\/|^arn:|^(?:ssm|vault|secretsmanager|file):|EXAMPLE|changeme|placeholder|redacted|x{4}|\*{3}/i.test(e);function Mk(e){for(let[t,n]of e.split(`
`).slice(0,2e3).entries()){let e=n.slice(0,2e3),r=kk.find(([,t])=>t.test(e));if(r)return{kind:r[0],line:t+1};let i=Ak.exec(e),a=i?.[2]??i?.[3]??i?.[4];if(i&&a!==void 0&&jk(a))return{kind:`a value for \`${i[1]}\``,line:t+1}}}const Nk=[`spec`,`userData`],Pk=K({id:`user-data-secrets`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Security`,mistakes:[],controls:[`CWE-798`],on:{NodeClass(e,{report:t}){let n=e.get(Nk),r=typeof n==`string`?Mk(n):void 0;r&&t({at:Fk(e),message:`Line ${r.line} of the user data of \`${e.name}\` seems to contain ${r.kind}. Every pod that reaches the instance metadata can read it, and so can everybody who may describe the node class or its launch templates`,help:`Store the secret in AWS Secrets Manager or the Parameter Store, and let the user data fetch it with the node’s role. Replace the secret, because it is in the history of the repository.`})}},docs:{summary:`User data contains what looks like a password, a token or a key.`,why:`User data is not secret. The instance metadata serves it to every process on the node and, with a hop limit of 2, to every pod. It is also in the EC2NodeClass, in launch templates, and in the repository. plumbline does not print the secret, and points at the field instead of the line.`,help:`Let the user data fetch secrets from AWS Secrets Manager or the Parameter Store with the node’s role.`,url:`https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/user-data.html`},examples:Rk});function Fk(e){let{text:t}=e.source,{start:n,end:r}=e.keySpan(Nk);return/^\s*:\s*[|>][\d+-]*\s*(?:#.*)?$/.test(/^.*/.exec(t.slice(r))[0])&&/^\s*(?:- )?["']?$/.test(t.slice(t.lastIndexOf(`
`,n-1)+1,n))?e.keySpan(Nk):e.span([`metadata`,`name`])}const Ik=e=>J(U`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: al2023@v20260715
    userData: |
      #!/bin/bash
      ${e}
      /opt/install
  `),Lk=`export DB_PASSWORD=$(aws secretsmanager get-secret-value --secret-id db --query SecretString --output text)`;function Rk(){return{bad:[H(Ik(`export DB_PASSWORD='correct-horse-battery-9'`),{"export DB_PASSWORD='correct-horse-battery-9'":Lk}),H(Ik(`curl -sf https://agent:s3cr3t-4gent@get.example.com/agent | bash`),{"agent:s3cr3t-4gent@":``})],good:[Ik(Lk),Ik(`TOKEN=$(curl -X PUT http://169.254.169.254/latest/api/token -H "X-aws-ec2-metadata-token-ttl-seconds: 60")`),Ik(`export API_TOKEN_FILE=/run/secrets/api-token-1`)]}}const zk=new Map(Object.entries({string:`
    api-server cloud-provider cluster-certificate cluster-name cluster-dns-ip container-log-max-size cpu-manager-policy
    cpu-manager-reconcile-period topology-manager-scope image-gc-high-threshold-percent image-gc-low-threshold-percent
    shutdown-grace-period shutdown-grace-period-for-critical-pods
    node-labels. eviction-hard. kube-reserved. system-reserved.
    topology-manager-policy:0.37 cluster-domain:0.37 eviction-soft.:1.5 eviction-soft-grace-period.:1.5
    container-log-monitor-interval:1.6 hostname-override-source:1.9 memory-manager-policy:1.10`,integer:`
    max-pods registry-qps registry-burst event-qps event-burst kube-api-qps kube-api-burst container-log-max-files
    pod-pids-limit:1.0 eviction-max-pod-grace-period:1.5 container-log-max-workers:1.6 ids-per-pod:1.9 log-level:1.9`,boolean:`
    server-tls-bootstrap cpu-cfs-quota-enforced seccomp-default:0.37 device-ownership-from-security-context:1.2
    single-process-oom-kill:1.5`,texts:`allowed-unsafe-sysctls cpu-manager-policy-options:1.9 node-taints.`,other:`static-pods credential-providers:0.34 topology-manager-policy-options:1.13 memory-manager-reserved-memory:1.15`}).flatMap(([e,t])=>t.trim().split(/\s+/).map(t=>{let[n=``,r=`0.32`]=t.split(`:`),i={type:e===`other`?void 0:e,isMap:n.endsWith(`.`),since:r};return[n.replace(`.`,``),i]}))),Bk=Object.entries({string:`
    kernel.sysctl.* kernel.lockdown motd host-containers.*.source host-containers.*.user-data
    bootstrap-containers.*.source bootstrap-containers.*.user-data bootstrap-containers.*.mode`,boolean:`
    kernel.modules.*.allowed host-containers.*.enabled host-containers.*.superpowered bootstrap-containers.*.essential
    pki.*.trusted metrics.send-metrics`}).flatMap(([e,t])=>t.trim().split(/\s+/).map(t=>({parts:t.split(`.`),type:e})));function Vk([e,t=``,...n]){if(e!==`kubernetes`){let r=[e,t,...n],i=Bk.find(e=>Hk(e.parts,r));return i&&{type:i.type,isReadByKarpenter:!1}}let r=zk.get(t.toLowerCase());if(r!==void 0&&n.length===+!!r.isMap)return{type:r.type,isReadByKarpenter:!0}}const Hk=(e,[...t])=>{for(;t.at(-1)===``;)t.pop();return t.length===e.length&&e.every((e,n)=>e===`*`||e===t[n])};function Uk({type:e,items:t},n){return n===void 0?!0:n===`texts`?e===`array`&&t.every(e=>e===`string`):e===n}function Wk(e,t){let n=zk.get(e.toLowerCase());if(n===void 0)return{};if(!(Va(t,n.since)>=0))return{since:n.since}}const Gk=[...zk.keys()];function Kk(e){return e.length>65536?[]:qk(e).map(Jk).filter(e=>e!==void 0)}function qk(e){let t=e.trim().replaceAll(`\r
`,`
`);if(!/^(?:MIME-Version|Content-Type):/.test(t))return[t];let n=/boundary="?([^"\s;]{1,200})"?/i.exec(t)?.[1];return n===void 0?[]:t.split(`\n--${n}`).slice(1).flatMap(e=>{let[,...t]=e.split(`

`,1)[0].split(`
`);return t.some(e=>/^content-type:\s*application\/node\.eks\.aws\b/i.test(e))?[e.slice(e.indexOf(`

`)+2)]:[]})}function Jk(e){try{return m((0,lt.parse)(e,{maxAliasCount:10,logLevel:`silent`}))}catch{return}}function Yk(e){if(e.length>5e4)return;let t=[];try{Zk(new $k(e),t)}catch(e){if(e instanceof Xk)return;throw e}return t}var Xk=class extends Error{};function Zk(e,t){let n=[];for(e.skipLines();!e.isAtEnd;e.skipLines()){if(e.takes(`[`)){let t=e.takes(`[`);n=e.key(),e.expect(t?`]]`:`]`)}else Qk({reader:e,entries:t,line:e.line},n,0);e.endLine()}}function Qk(e,t,n){let{reader:r,entries:i,line:a}=e,o=[...t,...r.key()];if(r.expect(`=`),r.skipSpace(),!r.takes(`{`)){let{type:e,items:t}=r.value(n);i.push({path:o,type:e,items:t,line:a})}else{if(n>20)throw new Xk;for(r.skipSpace();!r.takes(`}`);)if(Qk(e,o,n+1),r.skipSpace(),r.takes(`,`))r.skipSpace();else if(!r.isAt(`}`))throw new Xk}}var $k=class{#e;#t=0;constructor(e){this.#e=e}get isAtEnd(){return this.#t>=this.#e.length}get line(){let e=this.#e.indexOf(`
`,this.#t);return this.#e.slice(this.#t,e===-1?void 0:e).trim()}isAt(e){return this.#e.startsWith(e,this.#t)}takes(e){let t=this.isAt(e);return t&&(this.#t+=e.length),t}expect(e){if(this.skipSpace(),!this.takes(e))throw new Xk}skipSpace(){for(;this.isAt(` `)||this.isAt(`	`);)this.#t++}skipLines(){for(;!this.isAtEnd;)if(this.skipSpace(),this.isAt(`#`)&&this.#c(`
`),!this.takes(`\r
`)&&!this.takes(`
`))return}endLine(){if(this.skipSpace(),this.isAt(`#`)&&this.#c(`
`),!this.isAtEnd&&!this.takes(`\r
`)&&!this.takes(`
`))throw new Xk}key(){let e=[];do this.skipSpace(),e.push(this.#n()),this.skipSpace();while(this.takes(`.`));return e}value(e){if(e>20)throw new Xk;return this.takes(`[`)?{type:`array`,items:this.#i(e)}:this.isAt(`"`)||this.isAt(`'`)?(this.#r(),{type:`string`,items:[]}):{type:this.#o(),items:[]}}#n(){if(this.isAt(`"`)||this.isAt(`'`))return this.#r();let e=this.#t;for(;/[\w-]/.test(this.#e.charAt(this.#t));)this.#t++;if(this.#t===e)throw new Xk;return this.#e.slice(e,this.#t)}#r(){let e=[`"""`,`'''`,`"`,`'`].find(e=>this.takes(e)),t=this.#t;for(;!this.isAt(e);){if(this.isAtEnd||e.length===1&&this.isAt(`
`))throw new Xk;this.#t+=e.startsWith(`"`)&&this.isAt(`\\`)?2:1}let n=this.#e.slice(t,this.#t);for(this.#t+=e.length;e.length===3&&this.isAt(e.charAt(0));)this.#t++;return n}#i(e){let t=[];for(this.skipLines();!this.takes(`]`);this.skipLines())if(this.takes(`{`)?(this.#a(e),t.push(`table`)):t.push(this.value(e+1).type),this.skipLines(),!this.takes(`,`)&&!this.isAt(`]`))throw new Xk;return t}#a(e){if(e>20)throw new Xk;for(this.skipSpace();!this.takes(`}`);this.skipSpace())if(this.key(),this.expect(`=`),this.skipSpace(),this.takes(`{`)?this.#a(e+1):this.value(e+1),this.skipSpace(),!this.takes(`,`)&&!this.isAt(`}`))throw new Xk}#o(){let e=this.#t;for(;!this.isAtEnd&&!/[\s,\]}#]/.test(this.#e.charAt(this.#t));)this.#t++;let t=this.#e.slice(e,this.#t);if(t===`true`||t===`false`)return`boolean`;if(/^\d{2,4}[-:]\d\d/.test(t))return this.#s();if(/^[+-]?\d[\d_]*$|^0[xob][\dA-Fa-f_]+$/.test(t))return`integer`;if(/^[+-]?(?:inf|nan|\d[\d_]*(?:\.[\d_]+)?(?:[eE][+-]?[\d_]+)?)$/.test(t))return`float`;throw new Xk}#s(){let e=/^ \d\d:\d\d[\d:.Z+-]*/.exec(this.#e.slice(this.#t,this.#t+40))?.[0]??``;return this.#t+=e.length,`date`}#c(e){let t=this.#e.indexOf(e,this.#t);this.#t=t===-1?this.#e.length:t}};const eA=[`spec`,`userData`],tA=K({id:`user-data-settings`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,t){let n=Qd(e);if(n===void 0)return;let r=Zd(e);r===`Bottlerocket`&&nA(e,n,t),r===`AL2023`&&cA(e,n,t)}},docs:{summary:`User data has a setting of the wrong type, or one that Karpenter drops.`,why:"Bottlerocket reads its settings with fixed types. For example, all values under `settings.kernel.sysctl` are strings. With another type, the node does not boot, and Karpenter replaces it after 15 minutes. Karpenter itself reads `settings.kubernetes` and writes it again. It refuses a wrong type, and drops settings that its version does not know. On Amazon Linux 2023, the kubelet does not start with a value of the wrong type in a `NodeConfig`.",help:`Write each value with the type of its setting, and only settings that your Karpenter version knows.`,url:`https://bottlerocket.dev/en/os/latest/#/api/settings/`},examples:dA});function nA(e,t,n){let r=(Yk(t)??[]).filter(({path:e})=>e[0]===`settings`),i=new Set;for(let t of r){let r=t.path.slice(1),a=Vk(r);a&&!Uk(t,a.type)&&aA(e,{entry:t,wanted:a},n);let[o,s=``]=r;o!==`kubernetes`||i.has(s)||(i.add(s),oA(e,t,n))}}const rA={string:`a string`,integer:`an integer`,boolean:"`true` or `false`",texts:`a list of strings`},iA=({path:e})=>`\`${e.join(`.`).slice(0,100)}\``;function aA(e,{entry:t,wanted:n},{report:r}){let i=rA[n.type],a=n.isReadByKarpenter?`Karpenter cannot read this user data, and launches no nodes with it`:`Bottlerocket does not boot with this user data, so no node joins the cluster`;r({at:Sw(e,eA,t.line),message:`${iA(t)} must be ${i}. ${a}`,help:n.type===`string`&&[`integer`,`float`,`boolean`].includes(t.type)?`Put the value in quotes.`:`Write ${i}.`,unready:`${iA(t)} in the user data is not ${i}`})}function oA(e,t,{report:n,karpenter:r,nearest:i}){let a=t.path[2]??``,o=Sw(e,eA,t.line);if(a.toLowerCase()===`node-taints`){n({severity:`warning`,at:o,message:"Karpenter replaces `settings.kubernetes.node-taints` with the taints of the NodePool, so these taints have no effect",help:"Set the taints in `taints` or `startupTaints` under `spec.template.spec` of the NodePool."});return}let s=Wk(a,r.version);if(!s)return;let c=s.since===void 0?i(a,Gk):void 0;n({severity:`warning`,at:o,message:`Karpenter ${r.version} does not know \`settings.kubernetes.${a.slice(0,60)}\`. It drops the setting from the user data, so it has no effect`,help:sA(s.since,c)})}function sA(e,t){return e===void 0?t===void 0?`Remove the setting.`:`Did you mean \`${t}\`?`:`Upgrade Karpenter to ${e} or later, or remove the setting.`}function cA(e,t,n){for(let r of Kk(t))r.kind===void 0?uA(e,t,n):r.kind===`NodeConfig`&&lA(e,r,n)}function lA(e,t,{report:n,nearest:r}){let i=m(m(t.spec)?.kubelet),a=m(i?.config)??{};for(let[t,i]of Object.entries(a)){let a=UD.get(t),o=()=>Sw(e,eA,`${t}: ${g(i)?``:String(i)}`);if(a===void 0){let e=r(t,[...UD.keys()]);if(e===void 0)continue;n({severity:`warning`,at:o(),message:`\`${t.slice(0,60)}\` is not a kubelet setting. The kubelet ignores it, so it has no effect`,help:`Did you mean \`${e}\`?`})}else i!==null&&!KD(i,a)&&n({at:o(),message:`\`${t}\` in the \`NodeConfig\` is not ${GD[a]}. The kubelet does not start with it, so no node joins the cluster`,help:`Write ${GD[a]}.`,unready:`\`${t}\` in the user data is not ${GD[a]}`})}}function uA(e,t,{report:n}){t.trimStart().startsWith(`#cloud-config`)&&n({at:e.keySpan(eA),message:"Karpenter passes user data in YAML to `nodeadm` as a `NodeConfig`, but this is a configuration of cloud-init. `nodeadm` fails, so no node joins the cluster",help:"Put it into a MIME text, as a part with the type `text/cloud-config`.",unready:"the user data is YAML without a `NodeConfig`"})}function dA(){let e=(...e)=>J(U`
      amiSelectorTerms:
        - alias: bottlerocket@v1.44.0
      userData: |
        ${e.join(`
`)}
    `);return{bad:[H(e(`[settings.kernel.sysctl]`,`"vm.max_map_count" = 262144`),{262144:`"262144"`}),H(e(`[settings.kubernetes]`,`cpu-manager-policy = true`),{true:`"static"`}),H(e(`[settings.kubernetes]`,`registry-qps = "10"`),{'"10"':`10`}),H(e(`[settings.kubernetes]`,`cpu-manager-polizy = "static"`),{polizy:`policy`}),H(e(`[settings.kubernetes.node-taints]`,`team = ["a:NoSchedule"]`),{"[settings.kubernetes.node-taints]":`[settings.kubernetes.node-labels]`,'["a:NoSchedule"]':`"a"`}),H(G({karpenter:`1.8`},e(`[settings.kubernetes]`,`cpu-manager-policy-options = ["full-pcpus-only"]`)),{'cpu-manager-policy-options = ["full-pcpus-only"]':``}),H(J(U`
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
        `),{'"false"':`false`,"maxParallelImagePull:":`maxParallelImagePulls:`})],good:[G({karpenter:`1.9`},e(`[settings]`,`kernel.sysctl = { "vm.max_map_count" = "262144" }`,`[settings.kubernetes]`,`cpu-manager-policy-options = ["full-pcpus-only"]`,`registry-qps = 10`,`kube-reserved = { cpu = "100m" }`,`[settings.kubernetes.static-pods.web]`,`enabled = true`,`[settings.ntp]`,`time-servers = ["169.254.169.123"]`)),J(U`
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
      `)]}}const fA=`WaitForFirstConsumer`,pA=K({id:`volume-binding-mode`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Workloads`,mistakes:[104],on:{Manifests(e,{report:t}){if(Cg(e))for(let n of e.manifests){if(n.kind!==`StorageClass`||u(n.apiVersion)!==`storage.k8s.io`)continue;let e=[`volumeBindingMode`],r=n.get(e),i=r===`Immediate`||r===void 0&&!n.isPartial;Dv.includes(Ov(_(n.get([`provisioner`])))??``)&&i&&(n.get([`allowedTopologies`])!==void 0||h(n.name)||t({manifest:n,at:r===void 0?n.keySpan([`provisioner`]):n.span(e),message:`StorageClass \`${n.name}\` creates a volume in any zone before the scheduler knows where its pod can run`,help:`Set \`volumeBindingMode: ${fA}\`. If the StorageClass already exists in a cluster, delete it there first, because the field cannot be changed.`,fix:{description:`Set \`volumeBindingMode: ${fA}\``,edits:r===void 0?Ie(n,[],`volumeBindingMode`,fA):x(n,e,fA)}}))}}},docs:{summary:`A StorageClass creates EBS volumes before the scheduler knows where their pod runs.`,why:"With `Immediate`, the default, a volume is created in any zone as soon as its claim exists. While a claim is unbound, Karpenter ignores its pod. Afterwards the pod can run only in the zone of the volume, whether or not a NodePool allows that zone.",help:"Set `volumeBindingMode: WaitForFirstConsumer`. The field cannot be changed on an existing StorageClass, so delete the StorageClass and create it again. Its volumes are not affected.",url:`https://kubernetes.io/docs/concepts/storage/storage-classes/#volume-binding-mode`},examples:mA});function mA(){return{bad:[Q(q(),U`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
          volumeBindingMode: Immediate
        `),Q(q(),U`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
        `)],good:[Q(q(),U`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
          volumeBindingMode: WaitForFirstConsumer
        `),Q(q(),U`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: efs
          provisioner: efs.csi.aws.com
          volumeBindingMode: Immediate
        `)]}}const hA=[`spec`,`blockDeviceMappings`],gA=K({id:`volume-encryption`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Security`,mistakes:[],controls:[`AWS FSBP EC2.3`,`AWS FSBP EC2.181`],on:{NodeClass(e,t){if(!e.isPartial)for(let n of d(e.get(hA)).keys()){let r=[...hA,n,`ebs`];m(e.get(r))!==void 0&&_A(e,r,t)}}},docs:{summary:`A node class maps a volume without encryption.`,why:"Karpenter encrypts the volumes of a node class that has no `blockDeviceMappings`. If it has some, a volume is encrypted only if its mapping says so, or if the account encrypts every volume by default. `encrypted: false` is a warning, and a missing field is a note. EC2 refuses a key for a volume that is not encrypted, so nothing is launched.",help:"Set `encrypted: true` for each volume.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:yA});function _A(e,t,{report:n}){let r=e=>[...t,e],i=e.get(r(`encrypted`))??void 0,a="Set `encrypted: true`.";if(i!==void 0&&i!==!1)return;let o=`\`${e.get([...t.slice(0,-1),`deviceName`])??`This volume`}\` of \`${e.name}\``;e.get(r(`kmsKeyID`))===void 0?i===!1?n({at:e.span(r(`encrypted`)),message:`${o} is not encrypted, so whoever gets a copy of the volume can read what pods wrote to the disk of a node`,help:a}):e.get(r(`snapshotID`))===void 0&&n({at:e.keySpan(t),severity:`note`,message:`${o} does not say whether it is encrypted, so that depends on the default of the account`,help:a}):n({at:e.span(r(`kmsKeyID`)),message:`${o} has a key but is not encrypted, so EC2 refuses to launch its instances unless the account encrypts every volume`,help:a})}const vA=e=>J(U`
    role: KarpenterNodeRole-demo
    blockDeviceMappings:
      - deviceName: /dev/xvda
        ebs:
          volumeSize: 50Gi
          ${e}
  `);function yA(){return{bad:[H(vA(`encrypted: false`),{"encrypted: false":`encrypted: true`}),H(vA(`volumeType: gp3`),{"volumeType: gp3":`volumeType: gp3
encrypted: true`}),H(vA(`kmsKeyID: arn:aws:kms:us-east-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab`),{"volumeSize: 50Gi":`volumeSize: 50Gi
encrypted: true`})],good:[vA(`encrypted: true`),vA(`snapshotID: snap-0123456789abcdef0`),J(`role: KarpenterNodeRole-demo`)]}}const bA=K({id:`volume-key`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[66],on:{Manifests(e,t){for(let n of af(e))SA(n,t),wA(n,t)}},docs:{summary:`A node class encrypts volumes with a KMS key that the controller may not use, or that is in another region.`,why:"EC2 encrypts a volume with the permissions of whoever launches the instance. If the controller may not use a customer managed key, the instance terminates within seconds with `Client.InternalError`. Karpenter launches another one, which fails in the same way. Reported only when Terraform creates the key without a key policy or grant, and the controller’s policy has no permission for it. A key in another region than the cluster never works.",help:"Allow the controller `kms:CreateGrant`, `kms:Decrypt`, `kms:DescribeKey`, `kms:GenerateDataKeyWithoutPlaintext` and `kms:ReEncrypt*` on the key, in its IAM policy or in the policy of the key.",url:`https://karpenter.sh/docs/troubleshooting/#node-terminates-before-ready-on-failed-encrypted-ebs-volume`},examples:TA}),xA=[`spec`,`blockDeviceMappings`];function SA(e,{all:t,clusterOf:n,report:r}){let i=n(e);if(i.ofKind(`aws_kms_grant`,`aws_kms_key_policy`).length>0)return;let a=Wf({all:t,clusterOf:n}).filter(e=>P(e).some(e=>n(e.policy)===i));if(a.length===1&&Zf(a[0],`kms:CreateGrant`)===!1)for(let t of d(e.get(xA)).keys()){let n=[...xA,t,`ebs`,`kmsKeyID`],a=/^aws_kms_key\.([\w-]+)\.(?:arn|id|key_id)$/.exec(Xs(e,n)??``)?.[1],o=i.ofKind(`aws_kms_key`).find(e=>e.name===a);o&&o.get([`spec`,`policy`])===void 0&&r({manifest:e,at:e.span(n),message:`Nothing allows the controller to use the key \`${o.name}\`, so instances terminate right after their launch`,help:"Allow the controller `kms:CreateGrant`, `kms:Decrypt`, `kms:DescribeKey`, `kms:GenerateDataKeyWithoutPlaintext` and `kms:ReEncrypt*` on the key, in its IAM policy or in the policy of the key.",labels:[{span:o.span([`metadata`,`name`]),message:`the key`}]})}}const CA=/^arn:aws[\w-]*:kms:([a-z]{2}(?:-[a-z]+){1,3}-\d):/;function wA(e,{catalog:t,isRegionAssumed:n,report:r}){if(t&&!n)for(let n of d(e.get(xA)).keys()){let i=[...xA,n,`ebs`,`kmsKeyID`],a=CA.exec(I(e,i)??``)?.[1];a!==void 0&&a!==t.region&&r({manifest:e,at:e.span(i),message:`The key is in ${a}, but the volumes are in ${t.region}, so instances terminate right after their launch`,help:`Use a key of ${t.region}, or set the region if \`${e.name}\` belongs to a cluster in ${a}.`})}}function TA(){return{bad:[H(J(U`
          role: KarpenterNodeRole-demo
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                encrypted: true
                kmsKeyID: arn:aws:kms:eu-central-1:111122223333:alias/volumes
        `),{"kms:eu-central-1":`kms:us-east-1`}),H(W`
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

        ${Z(`default`,J(U`
            role: KarpenterNodeRole-demo
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  encrypted: true
                  kmsKeyID: \${aws_kms_key.nodes.arn}
          `))}
      `,{'data "aws_iam_policy_document" "karpenter" {':W`
            data "aws_iam_policy_document" "karpenter" {
              statement {
                actions   = ["kms:CreateGrant", "kms:Decrypt", "kms:DescribeKey", "kms:GenerateDataKeyWithoutPlaintext", "kms:ReEncrypt*"]
                resources = [aws_kms_key.nodes.arn]
              }
          `},{'description = "volumes of nodes"':`description = "volumes of nodes"
policy      = data.aws_iam_policy_document.key.json`})],good:[W`
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

        ${Z(`default`,J(U`
            role: KarpenterNodeRole-demo
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  encrypted: true
                  kmsKeyID: \${aws_kms_key.nodes.arn}
          `))}
      `,W`
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

        ${Z(`default`,J(U`
            role: KarpenterNodeRole-demo
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  encrypted: true
                  kmsKeyID: \${aws_kms_key.nodes.arn}
          `))}
      `]}}const EA=K({id:`volume-size`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[],explains:[`schema/type`,`schema/pattern`],on:{NodeClass(e,t){let{report:n}=t;for(let r of d(e.get([`spec`,`blockDeviceMappings`])).keys()){let i=[`spec`,`blockDeviceMappings`,r,`ebs`,`volumeSize`],a=String(e.get(i));DA({nodeClass:e,path:i,size:a},t),!/^[1-9]\d{0,4}$/.test(a)||Number(a)>65536||n({at:e.span(i),message:`\`volumeSize: ${a}\` has no unit. The API server refuses it, or takes a number as bytes before Karpenter 0.37`,help:`Write the unit: \`volumeSize: ${a}Gi\`.`,fix:{description:`Replace with \`${a}Gi\``,edits:x(e,i,`${a}Gi`)},explains:{paths:[i]}})}}},docs:{summary:`The size of a volume has no unit.`,why:`The CRD requires a unit, so the API server refuses the EC2NodeClass. Before Karpenter 0.37, the API server accepts a number as bytes: a root volume of 1 GiB is smaller than every image, so EC2 launches no instances.`,help:"Write the unit, such as `50Gi`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:kA});function DA({nodeClass:e,path:t,size:n},{report:r,karpenter:i}){let a=/^\d{9,16}$/.test(n)?Number(n):0;if(a<2**30||!i.v1)return;let o=`${Math.ceil(a/2**30)}Gi`;r({at:e.span(t),message:`\`volumeSize: ${n}\` is a number of bytes, which the API server refuses`,help:`Write the unit: \`volumeSize: ${o}\`.`,fix:{description:`Replace with \`${o}\``,edits:x(e,t,o)},explains:{paths:[t]}})}const OA=e=>J(U`
    role: KarpenterNodeRole-demo
    blockDeviceMappings:
      - deviceName: /dev/xvda
        ebs:
          volumeSize: ${e}
          volumeType: gp3
          encrypted: true
  `);function kA(){return{bad:[OA(`50`),OA(`53687091200`)],good:[OA(`50Gi`),G({karpenter:`0.36`},OA(`53687091200`))]}}const AA=K({id:`windows-taint`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Taints and overlapping NodePools`,mistakes:[9],on:{Manifests(e,{report:t,clusterOf:n}){for(let r of B(e)){let i=lf(e,r),a=Ad(r,[`spec`,`template`,`spec`,`taints`]);if(!i||!/^Windows/.test(Zd(i)??``)||!a.isKnown||d(a.value).length>0)continue;let o=$(e).find(e=>jA(e)&&n(e.manifest)===n(r));t({manifest:r,...o===void 0&&{severity:`note`},at:r.span([...Vd(r).path,`name`]),message:`The nodes of \`${r.name}\` run Windows, but no taint keeps Linux pods away that do not select an operating system`,help:"Add a taint such as `os=windows:NoSchedule` to the NodePool, and a toleration to the pods for Windows.",labels:[{span:i.span([`metadata`,`name`]),message:`selects Windows images`},...o===void 0?[]:[{span:o.manifest.span([`metadata`,`name`]),message:`selects no operating system, so it can run there`}]]})}}},docs:{summary:`A NodePool for Windows has no taint.`,why:"Most Linux pods do not select an operating system. Karpenter then may launch a Windows node for them, on which their images cannot start. The nodes also cost more, because of the license. It is a note if no workload of the cluster runs on any node, because all Linux pods may select `kubernetes.io/os: linux`.",help:`Add a taint to the NodePool, and a toleration to the pods for Windows.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/windows-support.html`},examples:PA});function jA({manifest:e,template:t}){let{nodeSelector:n,affinity:r,nodeName:i}=m(e.get([...t,`spec`]))??{};return!e.isPartial&&[n,m(r)?.nodeAffinity,i].every(e=>e==null)}const MA=J(U`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: windows2022@v1.0.0
  `,`windows`),NA=U`
  - key: os
    value: windows
    effect: NoSchedule
`;function PA(){return{bad:[H(Q(q({nodeClassRef:`windows`}),MA),{"nodeClassRef:":`taints:
  - {key: os, value: windows, effect: NoSchedule}
nodeClassRef:`})],good:[Q(q({nodeClassRef:`windows`,taints:NA}),MA)]}}const FA=(e,t)=>IA(e,t)??LA(e,t);function IA(e,t){let n=bm(e,`subnet`,Op(t,`subnet`));if(!N(n))return;let[r]=n.all,i=n.all.map(e=>e.zones);if(r&&!i.includes(void 0))return{zones:new Set(i.flatMap(e=>e??[])),manifest:r.manifest,path:r.tagsAt}}function LA(e,t){let n=[`spec`,`subnetSelectorTerms`],r=d(e.get(n)).map((r,i)=>RA(e,[...n,i,`id`],t)),[i]=r.flat();if(!i||r.some(e=>e.length===0))return;let a=r.flat().map(e=>e.zones);if(!a.includes(void 0))return{...i,zones:new Set(a.flatMap(e=>e??[]))}}function RA(e,t,n){let r=({source:t})=>t.origin?.root===e.source.origin?.root,i=Xs(e,t)??``,a=/^aws_subnet\.([\w-]+)\.id$/.exec(i)?.[1];if(a!==void 0)return n.ofKind(`aws_subnet`).filter(e=>e.name===a&&r(e)).map(e=>({manifest:e,path:[`spec`,`availability_zone`],zones:BA(e,[`spec`,`availability_zone`])}));let o=/^module\.([\w-]+)\.\w+_subnets$/.exec(i)?.[1];if(o!==void 0)return n.ofKind(`module`).filter(e=>e.name===o&&R(e)===`vpc`&&r(e)).map(e=>({manifest:e,path:[`spec`,`azs`],zones:BA(e,[`spec`,`azs`])}));let s=I(e,t);return s===void 0?[]:zA(n).filter(e=>e.id===s)}const zA=e=>[...e.ofKind(`ClusterConfig`).flatMap(e=>[`private`,`public`].flatMap(t=>{let n=[`vpc`,`subnets`,t];return Object.entries(m(e.get(n))??{}).flatMap(([t,r])=>{let{id:i,az:a=t}=m(r)??{},o=typeof a==`string`&&/^[a-z]{2}(?:-[a-z]+){1,3}-\d[a-z0-9-]*$/.test(a);return typeof i==`string`?[{manifest:e,path:[...n,t],id:i,zones:o?[a]:void 0}]:[]})})),...e.ofKind(`Cluster`).flatMap(e=>{let t=[`spec`,`subnets`];return d(e.get(t)).flatMap((n,r)=>{let{id:i}=m(n)??{},a=BA(e,[...t,r,`zone`]);return typeof i==`string`?[{manifest:e,path:[...t,r],id:i,zones:a}]:[]})})];function BA(e,t){let n=e.get(t),r=(Array.isArray(n)?n:[n]).map(e=>_(e)??``);if(!r.some(e=>e===``||h(e)))return r}const VA=K({id:`zones-without-subnets`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[25],on:{NodePool:HA},docs:{summary:`A NodePool allows a zone in which its node class selects no subnet.`,why:`Karpenter launches nodes only in the zones of the selected subnets. It still counts every zone of the requirements as a topology domain, so a zonal topology spread constraint can keep pods pending. A NodePool with no other zone launches nothing. Reported only when the repository shows the zones of the subnets: in Terraform, or in the files of eksctl or kOps.`,help:`Remove the zone from the requirements, or create a subnet in it that the node class selects.`,url:`https://karpenter.sh/docs/concepts/nodepools/#availability-zones`},examples:UA});function HA(e,{all:t,clusterOf:n,relation:r,report:i}){let a=e.isPartial?void 0:lf(t,e);if(!a||a.isPartial||r(e,a)===void 0)return;let o=FA(a,n(a));if(!o)return;let{zones:s}=o;for(let{key:t,operator:n,values:r}of z(e)){if(y(t)!==b.zone||n!==`In`)continue;let c=r.filter(({isKnown:e,text:t})=>e&&!s.has(t)),l=c.length===r.length;for(let{path:t,text:n}of c)i({at:e.span(t),...l&&{severity:`error`},message:`\`${a.name}\` selects no subnet in zone \`${n}\`, so Karpenter never launches nodes there`,help:`Use zones in which it selects subnets: ${v([...s].sort(),` and `)}.`,labels:[{span:o.manifest.keySpan(o.path),message:`the subnets that it selects`}]})}}function UA(){let e=e=>W`
    module "vpc" {
      source          = "terraform-aws-modules/vpc/aws"
      azs             = ["us-east-1a", "us-east-1b"]
      private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]

      private_subnet_tags = {
        "karpenter.sh/discovery" = "orders"
      }
    }

    ${Z(`default`,J(U`
        role: KarpenterNodeRole-orders
        subnetSelectorTerms:
          - tags:
              karpenter.sh/discovery: orders
      `))}

    ${Z(`pool`,q({limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`topology.kubernetes.io/zone In [${e}]`]}))}
  `;return{bad:[H(e(`us-east-1a, us-east-1c`),{"us-east-1a, us-east-1c":`us-east-1a, us-east-1b`})],good:[e(`us-east-1a, us-east-1b`)]}}const WA=[Oh,$h,og,pg,Og,Rg,Ug,r_,b_,S_,k_,F_,G_,Z_,cv,bv,jv,Pv,Iv,Wv,Xv,ry,by,Py,Uy,qy,db,Ib,Ix,Zx,lS,hS,MS,YS,QS,dC,OC,LC,ow,hw,Tw,Ow,Hw,Zw,aT,dT,CT,VT,eE,lE,gE,bE,ME,rD,OD,pO,vO,SO,jO,NO,FO,HO,WO,ak,xk,Pk,tA,pA,gA,bA,EA,AA,VA];function GA(e,t){if(e===void 0)return!1;for(let[n,r]of Object.entries(e.matchLabels??{}))if(KA(t,n)!==r)return!1;return(e.matchExpressions??[]).every(({key:e,operator:n,values:r=[]})=>{let i=KA(t,e);switch(n){case`In`:return i!==void 0&&r.includes(i);case`NotIn`:return i===void 0||!r.includes(i);case`Exists`:return i!==void 0;case`DoesNotExist`:return i===void 0;default:return!1}})}const KA=(e,t)=>{if(Object.hasOwn(e,t))return e[t]};function qA(e){if(e===void 0)return``;let t=Object.entries(e.matchLabels??{}).map(e=>JSON.stringify(e)),n=(e.matchExpressions??[]).map(({key:e,operator:t,values:n=[]})=>JSON.stringify([e,t,[...n].sort()]));return JSON.stringify([t.sort(),[...new Set(n)].sort()])}const JA=({kind:e,apiVersion:t})=>e===`PodDisruptionBudget`&&u(t)===`policy`;function YA(e){let t=new Map,n=new Map;for(let t of e.manifests.filter(Sg))ce(n,XA(t),t.name);for(let r of $(e)){let e=wg(r);if(e===void 0||h(r.namespace)){ce(n,XA(r.manifest),r.manifest.name);continue}let i=XA(r.manifest);for(let n of[``,...Object.entries(e).map(e=>e.join(`=`))]){let a=JSON.stringify([i,n]),o=t.get(a)??[];t.set(a,o),o.length<200&&o.push({workload:r,labels:e})}}let r=new Map,i=new Map;for(let a of e.manifests.filter(JA)){let e=Eg(a,[`spec`,`selector`]),[o]=Object.entries(e?.matchLabels??{}),s=(t.get(JSON.stringify([XA(a),o?.join(`=`)??``]))??[]).filter(({labels:t})=>GA(e,t)).map(({workload:e})=>e),c=n.get(XA(a))??[];r.set(a,hs(s,c.map(e=>`the labels of \`${e}\` are unknown`)));for(let e of s)i.set(e,[...i.get(e)??[],a].slice(0,2))}return{byBudget:r,byWorkload:i}}const XA=e=>`${xg(e)} ${e.source.file.slice(0,Math.max(0,e.source.file.lastIndexOf(`/`)))}`;function ZA(e){let t=e.length;for(;;){let n=e.lastIndexOf(`
`,t-1);if(n===-1||t===0||!/^\n[ \t]*(?:#[^\n]*)?$/.test(e.slice(n,t)))return e.slice(0,t);t=n}}function QA(e,t){let n=new Me(e.source.text),{start:r,end:i}=e.span(t),a=ZA(e.source.text.slice(r,i)),[o,s]=[n.position(r).line,n.position(r+a.trimEnd().length).line];return[...ij(n,o),...tj(n,o,s)].join(` 
 `).trim()}function $A(e,t,{parents:n=0}={}){let{origin:r,text:i}=e.source,{start:a,end:o}=e.span(t);if(!r){let r=new Me(i);return[QA(e,t),...nj(r,r.position(a).line,n)].join(` 
 `).trim()}let s=a+i.slice(a,o).trimEnd().length,c=[r.trace(a,a+1),r.trace(Math.max(a,s-1),s)].map(({span:e,isExact:t})=>{let i=t?r.textOf?.(e.file):void 0;if(i===void 0)return;let a=new Me(i),{line:o}=a.position(e.start);if(!(a.line(o).includes(`{{`)||a.line(o).includes("${")))return[...ij(a,o),...tj(a,o,o),...nj(a,o,n)].join(` 
 `)});if(!c.includes(void 0))return c.join(` 
 `).trim()}function ej(e,t){let n=new Me(e.source.text),{line:r}=n.position(e.keySpan(t).start);return[...ij(n,r),...tj(n,r,r)].join(` 
 `).trim()}const tj=(e,t,n)=>Array.from({length:Math.min(20,n-t+1)},(n,r)=>/(?:^|\s)#(.*)$/.exec(e.line(t+r))?.[1]??``);function nj(e,t,n){let r=[],i=rj(e.line(t)),a=0;for(let o=t-1;o>0&&o>=t-20&&a<n;o--){let t=e.line(o);/^\s*(?:#|$)/.test(t)||rj(t)>=i||(r.push(...ij(e,o),...tj(e,o,o)),i=rj(t),a++)}return r.filter(e=>e!==``)}function rj(e){let t=e.trimStart();return e.length-t.length+ +!!t.startsWith(`-`)}function ij(e,t){let n=[];for(let r=t-1;r>0&&n.length<20;r--){let t=/^\s*#(.*)$/.exec(e.line(r))?.[1];if(t===void 0)break;n.unshift(t)}return n}const aj=[`spec`,`template`,`spec`];function oj(e){if(Rd(e)?.group===`eks.amazonaws.com`||ee(e.apiVersion)!==`v1`)return!1;let t=Ad(e,[...aj,`terminationGracePeriod`]);return t.isKnown&&t.value===void 0}function sj(e){let t=Ad(e,[...aj,`expireAfter`]);return t.isKnown&&t.value!==`Never`&&oj(e)}const cj=K({id:`blocking-pdb`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[41,43,44],on:{Manifests(e,t){if(!Cg(e))return;let{byBudget:n,byWorkload:r}=YA(e),i=vj(e);for(let[e,r]of n)pj({budget:e,workloads:r,replicas:i},t)||mj({budget:e,workloads:r,replicas:i},t);let a=we([...r].filter(([,e])=>e.length>1),([,[e,t]])=>`${e.name} ${t.name} ${e.namespace??``} ${t.source.file}`);for(let e of a.values())gj(e.map(([e])=>e).sort((e,t)=>Ee(_j(e.manifest),_j(t.manifest))),e[0][1],t)}},docs:{summary:`A PodDisruptionBudget allows no evictions, or two of them select the same pods.`,why:"Karpenter drains nodes with the eviction API. It never consolidates a node with a pod that it cannot evict. If such a node has no `terminationGracePeriod`, Karpenter does not replace it when it drifts, and it stays half-drained when it expires. With one, Karpenter deletes the pod at the end of the period. If two budgets select one pod, the API refuses every eviction. `maxUnavailable: 0` and `minAvailable: 100%` may be intended. They are only notes if a NodePool that can run the pods has a `terminationGracePeriod`, or if its nodes never expire and a comment next to the field gives the reason.",help:"Allow at least one pod to be unavailable, run more replicas than `minAvailable`, and select each pod with only one budget.",url:`https://karpenter.sh/docs/concepts/disruption/#pod-disruption-budgets`},examples:yj}),lj={maxUnavailable:/^0%?$/,minAvailable:/^100%$/};function uj({workloads:e},{all:t,clusterOf:n}){let r=B(t),i=P(e).map(({manifest:e,template:t})=>bD(e,[...t,`spec`],n(e))?.pools??[]),a=N(e)&&i.length>0&&i.every(e=>e.length>0)?i.find(e=>e.every(oj)):r;if(a!==void 0&&a.length!==0&&a.every(oj))return{kind:a.every(sj)?`stuck expiry`:`no drift`,pools:r.every(oj)?void 0:a}}function dj({pools:e}){let t=[...new Set((e??[]).map(({name:e})=>me(e)))],[n,...r]=t;return n===void 0?"no NodePool has a `terminationGracePeriod`":r.length===0?`NodePool ${n}, which can run them, has no \`terminationGracePeriod\``:`the NodePools that can run them have no \`terminationGracePeriod\`: ${se(t)}`}const fj={"stuck expiry":`an expired one stays half-drained, because`,"no drift":`never replaces a drifted one, because`};function pj(e,t){let{budget:n}=e,r=Object.keys(lj).find(e=>lj[e].test(_(n.get([`spec`,e]))??``));if(r===void 0)return!1;let i=uj(e,t),a=$A(n,[`spec`,r])!==``,o=i===void 0||i.kind===`no drift`&&a,s=i===void 0?"replaces a drifted one only if it has a `terminationGracePeriod`":`${fj[i.kind]} ${dj(i)}`;return t.report({manifest:n,at:n.span([`spec`,r]),...o&&{severity:`note`},message:`\`${r}: ${n.get([`spec`,r])}\` allows no evictions. Karpenter never consolidates a node with one of these pods, and ${s}`,help:i?`Replace it with \`maxUnavailable: 1\`, or set \`terminationGracePeriod\` in ${i.pools===void 0?`the`:`these`} NodePools.`:"Replace it with `maxUnavailable: 1`."}),!0}function mj({budget:e,workloads:t,replicas:n},{report:r}){if(!N(t))return;let i=[`spec`,`minAvailable`],a=P(t).map(({manifest:e})=>/^(?:Deployment|StatefulSet)$/.test(e.kind)&&!e.isPartial?n.get(_j(e)):void 0),o=a.filter(e=>e!==void 0);if(o.length===0||o.length<a.length||o.length>=200)return;let s=o.reduce((e,t)=>e+t.most,0),c=hj(e.get(i),s);if(c===void 0||c<1||s===0||s>c)return;let l=o.some(({at:e})=>e.isMost),[{at:u}]=o,d=o.length===1?``:` of ${ye(o.length,`workload`)}`;r({manifest:e,at:e.span(i),message:`\`minAvailable: ${e.get(i)}\` of ${l?`at most `:``}${ye(s,`pod`)}${d} allows no evictions. Karpenter never consolidates a node with one of these pods, and replaces a drifted one only if it has a \`terminationGracePeriod\``,labels:o.map(e=>({span:e.at.manifest.span(e.at.path),message:`the number of pods`})),help:o.length===1?`Set \`${u.path.at(-1)}\` to at least ${c+1}, or replace \`minAvailable\` with \`maxUnavailable: 1\`.`:"Give each workload its own PodDisruptionBudget with `maxUnavailable: 1`, or replace `minAvailable` with `maxUnavailable: 1`."})}function hj(e,t){if(typeof e==`number`)return e;let n=/^(\d{1,3})%$/.exec(_(e)??``)?.[1];if(n!==void 0)return Math.ceil(Number(n)*t/100)}function gj(e,[t,n],{report:r}){if(t.name===n.name)return;let[{manifest:i}]=e,a=e.length-1;r({manifest:n,at:n.span([`spec`,`selector`]),message:`Two PodDisruptionBudgets, \`${t.name}\` and \`${n.name}\`, select the pods of ${i.kind} \`${i.name}\`${a===0?``:` and ${ye(a,`more workload`)}`}. The API refuses every eviction`,labels:[{span:t.span([`spec`,`selector`]),message:`also selects these pods`}],help:`Delete one of the two budgets, or change its selector.`})}const _j=({kind:e,name:t})=>`${e}/${t}`;function vj(e){let t=new Map,n=[`spec`,`replicas`];for(let r of e.manifests){let e=r.get(n),i=_j(r);if(e===void 0)continue;let a=!t.has(i)||t.get(i)?.most===e,o={manifest:r,path:n,isMost:!1};t.set(i,a&&typeof e==`number`?{most:e,at:o}:void 0)}for(let n of e.manifests){if(n.kind!==`HorizontalPodAutoscaler`&&n.kind!==`ScaledObject`)continue;let e=[`spec`,`scaleTargetRef`];if([`kind`,`name`].some(t=>h(n.get([...e,t]))))return new Map;let r=_(n.get([...e,`kind`]))??`Deployment`,i=n.kind===`ScaledObject`?`maxReplicaCount`:`maxReplicas`,a=n.get([`spec`,i]),o=_j({kind:r,name:_(n.get([...e,`name`]))??``}),s={manifest:n,path:[`spec`,i],isMost:!0};t.set(o,typeof a==`number`&&!n.isPartial?{most:a,at:s}:void 0)}return t}function yj(){return{bad:[H(Q(q(),Sj,Cj(`minAvailable: 1`)),{"replicas: 1":`replicas: 2`},{"minAvailable: 1":`maxUnavailable: 1`}),H(Q(q(),Cj(`maxUnavailable: 0`)),{"maxUnavailable: 0":`maxUnavailable: 1`},{"requirements: []":`requirements: []
terminationGracePeriod: 1h`,"maxUnavailable: 0":`maxUnavailable: 1`}),H(Q(q({expireAfter:`Never`}),Cj(`minAvailable: 100%`)),{"minAvailable: 100%":`maxUnavailable: 1`}),H(Q(q(),Sj,bj(1,3),Cj(`minAvailable: 75%`)),{"minAvailable: 75%":`maxUnavailable: 1`},{"maxReplicas: 3":`maxReplicas: 4`}),H(Q(q(),Sj,xj(`web-canary`),Cj(`minAvailable: 2`)),{"minAvailable: 2":`maxUnavailable: 1`})],good:[Q(q(),Sj,xj(`web-canary`),Cj(`minAvailable: 1`)),Q(q(),Sj,bj(2,10),Cj(`minAvailable: 1`)),Cj(`maxUnavailable: 0`,`no-karpenter-here`)]}}const bj=(e,t)=>U`
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
`,xj=e=>U`
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
`,Sj=xj(`web`),Cj=(e,t=`web`)=>U`
  apiVersion: policy/v1
  kind: PodDisruptionBudget
  metadata:
    name: ${t}
  spec:
    ${e}
    selector:
      matchLabels:
        app: web
`,wj=K({id:`bound-comment`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[16],on:{NodePool:Ej,Provisioner:Ej},docs:{summary:"A comment says that a bound is included, but `Gt` or `Lt` excludes it.",why:"`Gt` means greater than, not at least: `instance-generation Gt 5` starts at generation 6. If a comment on the line says “at least 5” or “5 and newer”, one of the two is wrong. Karpenter never launches instance types with exactly this value.",help:"Use the next lower number with `Gt` or the next higher one with `Lt`. Since Karpenter 1.9 you can also use `Gte` and `Lte`.",url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:Dj}),Tj={Gt:/(?:>=|≥|=>|\bat least|\bminimum(?: of)?|\bno less than|\bstarting (?:at|with))\s*(?:gen(?:eration)?\s*)?(\d+)\b|\b(\d+)(?:\+|\s*(?:and|or)\s+(?:newer|later|up|above|more|higher|greater)\b)/i,Lt:/(?:<=|≤|=<|\bat most|\bmaximum(?: of)?|\bno more than|\bup to)\s*(?:gen(?:eration)?\s*)?(\d+)\b|\b(\d+)\s*(?:and|or)\s+(?:older|earlier|below|less|lower|fewer|smaller)\b/i};function Ej(e,{report:t,karpenter:n,isKarpenterAssumed:r}){if(!e.source.origin)for(let i of z(e)){let{operator:a,values:o}=i,[s]=o,c=Object.hasOwn(Tj,a)?Tj[a]:void 0;if(!c||!s?.isKnown||o.length!==1||!/^\d{1,9}$/.test(s.text))continue;let l=c.exec(QA(e,i.path));if(!l||(l[1]??l[2])!==s.text)continue;let u=String(Number(s.text)+(a===`Gt`?-1:1)),d=n.gteLteOperators&&!r?` or \`${a}e ${s.text}\``:``;t({at:e.span(s.path),message:`The comment says “${l[0].trim()}”, but \`${a} ${s.text}\` excludes ${s.text}`,help:`Write \`${a} ${u}\`${d}.`,fix:{description:`Replace with \`${u}\``,edits:x(e,s.path,`"${u}"`)}})}}function Dj(){return{bad:[Q(q({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:U`
            - key: karpenter.sh/capacity-type
              operator: In
              values: [on-demand]
            # generation 5 and newer
            - key: karpenter.k8s.aws/instance-generation
              operator: Gt
              values: ["5"]
          `}),Y)],good:[Q(q({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:U`
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
          `}),Y)]}}const Oj=[`jan`,`feb`,`mar`,`apr`,`may`,`jun`,`jul`,`aug`,`sep`,`oct`,`nov`,`dec`],kj=[`sun`,`mon`,`tue`,`wed`,`thu`,`fri`,`sat`],Aj=[{name:`minute`,min:0,max:59,names:[]},{name:`hour`,min:0,max:23,names:[]},{name:`day of month`,min:1,max:31,names:[]},{name:`month`,min:1,max:12,names:Oj},{name:`day of week`,min:0,max:6,names:kj}],jj={"@yearly":`0 0 1 1 *`,"@annually":`0 0 1 1 *`,"@monthly":`0 0 1 * *`,"@weekly":`0 0 * * 0`,"@daily":`0 0 * * *`,"@midnight":`0 0 * * *`,"@hourly":`0 * * * *`},Mj=e=>`reason`in e;function Nj(e){let t=e.startsWith(`@`)?jj[e]:e;if(t===void 0)return Pj(e,0,void 0,`is not one of ${Object.keys(jj).join(`, `)}`);let n=/^\s*(?:CRON_)?TZ=\S*/.exec(t);if(n)return Pj(n[0].trim(),t.indexOf(n[0].trim()),void 0,`is not allowed, because schedules are in UTC`);let r=[...t.matchAll(/\S+/g)];if(r.length!==Aj.length)return Pj(t,0,void 0,`has ${r.length} fields instead of 5`);let i=[];for(let[e,t]of Aj.entries()){let n=Fj(r[e][0],t);if(`reason`in n)return{...n,start:n.start+r[e].index};i.push([...n].sort((e,t)=>e-t))}let a=e=>/(^|,)[*?](-[^,/]*)?(\/0*1)?(,|$)/.test(r[e][0]);return{minutes:i[0],hours:i[1],daysOfMonth:i[2],months:i[3],daysOfWeek:i[4],isAnyDayOfMonth:a(2),isAnyDayOfWeek:a(4)}}const Pj=(e,t,n,r)=>({part:e,start:t,field:n,reason:r});function Fj(e,t){let n=new Set;for(let r of e.matchAll(/[^,]+/g)){let e=Ij(r[0],t);if(typeof e==`string`)return Pj(r[0],r.index,t.name,e);for(let t=e.from;t<=e.to;t+=e.step)n.add(t)}return n}function Ij(e,t){let[n=``,r,...i]=e.split(`/`),[a=``,o,...s]=n.split(`-`);if(i.length>0)return"has more than one `/`";let c=a===`*`||a===`?`;if(s.length>0&&!c)return"has more than one `-`";let l=c?t.min:Lj(a,t),u=r===void 0?1:Rj(r),d=c?t.max:o===void 0?r===void 0?l:t.max:Lj(o,t);return l===void 0||d===void 0||u===void 0?`is not a number or a name`:l<t.min?`starts below ${t.min}`:d>t.max?`goes beyond ${t.max}`:l>d?`ends before it starts`:u===0?`has a step of 0`:{from:l,to:d,step:u}}function Lj(e,t){let n=t.names.indexOf(e.toLowerCase());return n===-1?Rj(e):n+t.min}const Rj=e=>{if(/^\+?\d{1,9}$/.test(e))return Number(e)},zj=6e4;function Bj(e,t){let n=(Math.floor(t/zj)+1)*zj,r=new Date(n),i=r.getUTCFullYear()+5;for(let t=0;t<2196;t++){let a=new Date(Date.UTC(r.getUTCFullYear(),r.getUTCMonth(),r.getUTCDate()+t));if(a.getUTCFullYear()>i)break;let o=Vj(e,a)?Hj(e,a.getTime(),n):void 0;if(o!==void 0)return o}}function Vj(e,t){if(!e.months.includes(t.getUTCMonth()+1))return!1;let n=e.daysOfMonth.includes(t.getUTCDate()),r=e.daysOfWeek.includes(t.getUTCDay());return e.isAnyDayOfMonth||e.isAnyDayOfWeek?n&&r:n||r}function Hj({hours:e,minutes:t},n,r){for(let i of e)for(let e of t){let t=n+(i*60+e)*zj;if(t>=r)return t}}function Uj(e,{start:t,end:n}){let r=[];for(let{cron:i,durationMs:a}of e){let e=Bj(i,t-a);for(let t=0;e!==void 0&&e<n;t++){if(t>2e4)return;r.push({start:e,end:e+a}),e=Bj(i,e)}}r.sort((e,t)=>e.start-t.start||e.end-t.end);let i=[];for(let e of r){let t=i.at(-1);t&&e.start<=t.end?i[i.length-1]={start:t.start,end:Math.max(t.end,e.end)}:i.push(e)}return i}function Wj(e,{start:t,end:n}){let r=[],i=t;for(let t of e)t.start>i&&r.push({start:i,end:Math.min(t.start,n)}),i=Math.max(i,t.end);return i<n?[...r,{start:i,end:n}]:r}const Gj=[`spec`,`disruption`,`budgets`],Kj=[`Drifted`,`Underutilized`,`Empty`],qj=e=>d(e.get(Gj)).map((e,t)=>{let n=m(e)??{},r=d(n.reasons).map(e=>_(e)??``);return{path:[...Gj,t],isZero:/^0%?$/.test(_(n.nodes)??``),hours:Jj(n),appliesTo:e=>r.length===0||r.some(t=>t===e||h(t))}});function Jj({schedule:e,duration:t}){if(e===void 0&&t===void 0)return`always`;if(typeof e!=`string`||typeof t!=`string`||h(e)||h(t))return`unknown`;let n=Nj(e),r=/^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:0s)?$/.exec(t);return Mj(n)||!r?`unknown`:{cron:n,durationMs:(60*Number(r[1]??0)+Number(r[2]??0))*6e4}}const Yj=Date.UTC(2024,0,1);function Xj(e){if(e.some(({hours:e})=>e===`always`))return!1;if(e.some(({hours:e})=>e===`unknown`))return;let t=e.map(({hours:e})=>e),n=t.every(({cron:e})=>e.isAnyDayOfMonth&&e.months.length===12),r={start:Yj,end:Yj+(n?7:366)*864e5},i=Uj(t,r);return i&&Wj(i,r).length>0}function Zj(e,t){let n=`${Qj(e,`UTC`)} UTC`;return t===void 0||t===`UTC`?n:`${n} (${Qj(e,t)} ${t})`}function Qj({start:e,end:t},n){let[r,i]=[$j(e,n),$j(t,n)];return`${r.day} ${r.time} to ${r.day===i.day?``:`${i.day} `}${i.time}`}function $j(e,t){let n=new Intl.DateTimeFormat(`en-US`,{timeZone:t,hourCycle:`h23`,weekday:`short`,month:`short`,day:`numeric`,hour:`2-digit`,minute:`2-digit`}),r=new Map(n.formatToParts(e).map(({type:e,value:t})=>[e,t])),i=e=>r.get(e)??``;return{day:`${i(`weekday`)} ${i(`day`)} ${i(`month`)}`,time:`${i(`hour`)}:${i(`minute`)}`}}const eM=K({id:`budget-gaps`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[37],on:{NodePool(e,{report:t,settings:n}){let r=qj(e);if(e.isPartial)return;let i=e.get(Gj);if(Array.isArray(i)&&i.length===0){t({severity:`note`,at:e.keySpan(Gj),message:`Karpenter may disrupt any number of nodes of \`${e.name}\` at the same time, because its list of budgets is empty. The default of 10% applies only without \`budgets\``,help:"Remove `budgets`, or add one such as `nodes: 10%`."});return}if(r.length===0)return;let a=Kj.filter(e=>Xj(r.filter(t=>t.appliesTo(e))));if(a.every(e=>e===`Empty`))return;let o=a.length===Kj.length,s=r.filter(e=>e.appliesTo(a[0])).map(({hours:e})=>e),c=s.length===0?``:` outside of the ${ne(s.length,`window of its budget`,`windows of its budgets`)}`,l=o?``:` for the ${ne(a.length,`reason`,`reasons`)} ${v(a)}`;t({at:e.keySpan(Gj),message:`Karpenter may disrupt any number of nodes of \`${e.name}\` at the same time${l}${c}`,help:`Add a budget without a schedule${o?``:` or reasons`}, such as \`nodes: 10%\`.${tM(s,n)}`})}},docs:{summary:`All disruption budgets of a NodePool have schedules or reasons, so nothing limits disruption at other times or for other reasons.`,why:`A budget applies only while its window is open, and only to its reasons. When no budget applies, disruption is unlimited. Explicit budgets replace the default of 10%. An empty list replaces it, too. If they freeze a NodePool during the day, Karpenter may replace all its nodes at the same time at night.`,help:"Add a budget without a schedule, such as `nodes: 10%`. The smallest of the budgets that apply is used.",url:`https://karpenter.sh/docs/concepts/disruption/#schedule`},examples:nM});function tM(e,{today:t,timeZone:n}){if(t===$a.today||e.length===0)return``;let r=Date.parse(`${t}T00:00:00Z`),i={start:r,end:r+3024e6},a=Uj(e,i),[o]=a?Wj(a,i):[],s=(a?.filter(({start:e})=>e>=r).slice(0,2)??[]).map(e=>Zj(e,n));return[...s.length>0?[` The next ${ne(s.length,`window is`,`windows are`)} ${s.join(`, then `)}.`]:[],...o?[` The next time without a limit is ${Zj(o,n)}.`]:[]].join(``)}function nM(){return{bad:[H(q({disruption:U`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
        `}),{"budgets:":`budgets:
  - nodes: 10%`}),H(q({disruption:U`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
              reasons: [Drifted]
            - nodes: "0"
              reasons: [Empty, Underutilized]
              schedule: 0 9 * * mon-fri
              duration: 8h
        `}),{"budgets:":`budgets:
  - nodes: 20%`})],good:[q({disruption:U`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
        `}),q({disruption:U`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
              schedule: 0 8 * * *
              duration: 12h
            - nodes: 20%
              schedule: 0 20 * * *
              duration: 12h
        `})]}}const rM=K({id:`budget-rounding`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[38],on:{NodePool(e,{report:t}){let n=iM(e),r=[`spec`,`disruption`,`budgets`];if(!(n===void 0||n<2))for(let[i,a]of d(e.get(r)).entries()){let o=m(a)?.nodes,s=typeof o==`string`?Number(/^(\d{1,3})%$/.exec(o)?.[1]??0):0;s===0||s*n>=100||100/n<=2*s||t({at:e.span([...r,i,`nodes`]),message:`\`${o}\` of at most ${n} nodes is rounded up to one node, which is ${Math.round(100/n)}% of \`${e.name}\``,help:'Set `nodes: "1"` to disrupt one node at a time.'})}}},docs:{summary:`Karpenter rounds a small percentage of a small NodePool up to one node.`,why:"Karpenter rounds the percentages of a budget up: 10% of three nodes is one node, a third of them. If `replicas` or `limits.nodes` limits the number of nodes, a small percentage never has the effect that it suggests.",help:"Set `nodes` to the number of nodes that may be disrupted at the same time.",url:`https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets`},examples:aM});function iM(e){let[t,n]=[e.get([`spec`,`replicas`]),e.get([`spec`,`limits`,`nodes`])],r=t??n;if(typeof r==`number`||typeof r==`string`&&/^\d{1,6}$/.test(r))return Number(r)}function aM(){return{bad:[H(Q(q({disruption:U`
            consolidateAfter: 1m
            budgets:
              - nodes: 10%
          `,limits:U`
            cpu: 100
            nodes: 4
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),Y),{"nodes: 10%":`nodes: "1"`})],good:[Q(q({disruption:U`
            consolidateAfter: 1m
            budgets:
              - nodes: 10%
          `,limits:U`
            cpu: 100
            nodes: 40
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),Y),Q(q({disruption:U`
            consolidateAfter: 1m
            budgets:
              - nodes: "1"
          `,limits:U`
            cpu: 100
            nodes: 4
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),Y)]}}const oM=K({id:`budget-schedule`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[35,36],on:{NodePool(e,{report:t}){let n=[`spec`,`disruption`,`budgets`];for(let[r,i]of d(e.get(n)).entries()){let a=m(i)?.schedule;if(typeof a!=`string`||h(a)||!cM(a))continue;let o=Nj(a);if(!Mj(o)){Bj(o,sM)===void 0&&t({at:e.span([...n,r,`schedule`]),severity:`warning`,message:`\`${a}\` never occurs, so Karpenter applies the budget at all times`,help:`Use a day that exists in the months of the schedule.`});continue}let s=o.field===`day of week`?lM(a,o):void 0;t({at:e.span([...n,r,`schedule`]),message:`Karpenter cannot parse this schedule, so no budget of \`${e.name}\` allows any disruption: ${o.field?`${o.field} `:``}\`${o.part}\` ${o.reason}`,help:s?`Write \`${s}\`. Days are 0 (Sunday) to 6, and ranges do not wrap around.`:`Write five fields in UTC: minute, hour, day of month, month and day of week.`,...s&&{fix:{description:`Replace with \`${s}\``,edits:x(e,[...n,r,`schedule`],`"${s}"`)}}})}}},docs:{summary:`Karpenter cannot parse the schedule of a disruption budget.`,why:"The API server only checks that a schedule has five parts. Karpenter parses it when it evaluates budgets. On an error, every budget of the NodePool allows 0 nodes: Karpenter consolidates nothing and rolls out no drift, and only an event says so. Days of the week are 0 to 6 and ranges do not wrap around, so `7`, `1-7` and `sat-sun` are errors. Schedules are always in UTC.",help:`Write five valid fields, list days instead of wrapping around, and convert times to UTC.`,url:`https://karpenter.sh/docs/concepts/disruption/#schedule`},examples:dM}),sM=Date.UTC(2024,0,1),cM=e=>/^@(annually|yearly|monthly|weekly|daily|midnight|hourly)/.test(e)||e.trim().split(/\s+/).length>=5;function lM(e,{part:t,start:n}){let r=t.split(`-`).map(uM),[i,a=i]=r;if(r.length>2||i===void 0||a===void 0)return;let o=[],s=/[a-z]/i.test(t);for(let e=i;o.push(s?kj[e%7]:String(e%7)),e%7!=a%7&&o.length!==7;e=(e+1)%7);let c=o.length===7?`*`:o.join(`,`),l=e.slice(0,n)+c+e.slice(n+t.length);if(!Mj(Nj(l)))return l}const uM=e=>{let t=kj.indexOf(e.toLowerCase());if(t!==-1)return t;if(/^[0-7]$/.test(e))return Number(e)};function dM(){return{bad:[q({disruption:U`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * sat-sun
              duration: 8h
        `}),H(q({disruption:U`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: TZ=Europe/Berlin 0 9 * * 1-5
              duration: 8h
        `}),{"TZ=Europe/Berlin 0 9 * * 1-5":`0 8 * * 1-5`}),H(q({disruption:U`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 30 2 *
              duration: 8h
        `}),{"0 9 30 2 *":`0 9 28 2 *`})],good:[q({disruption:U`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
            - nodes: "1"
              schedule: "@daily"
              duration: 1h
        `})]}}const fM=({kind:e,apiVersion:t})=>e===`CapacityBuffer`&&u(t)===`autoscaling.x-k8s.io`,pM=`autoscaling.x-k8s.io/v1beta1`;function mM(e){let{apiGroup:t,kind:n,name:r}=m(e.get([`spec`,`scalableRef`]))??{},[i,a]=[_(n),_(r)];if(!(i===void 0||a===void 0||h(i)||h(t)))return{kind:i,name:a,isSupported:(_(t)||`apps`)===`apps`&&[`Deployment`,`StatefulSet`,`ReplicaSet`].includes(i)}}const hM=[`featureGates`,`awsFeatureGates`];function gM(e){let t=F(e).filter(({chart:e})=>e===`karpenter`),[n]=t;if(n===void 0||t.length>1||_M(n.manifest,e))return;let r=n.version&&I(n.manifest,n.version),i=r&&Cs(r),a=i?vM(n):void 0;if(!r||!i||a===void 0)return;let o=Ps(i).featureGates;return{gates:{...o,...a},defaults:new Set(Object.keys(o).filter(e=>a[e]===void 0)),chartVersion:r}}const _M=(e,{manifests:t})=>Ae(e)||[`GitRepository`,`Bucket`].includes(String(e.get([`spec`,`chart`,`spec`,`sourceRef`,`kind`])))||e.get([`spec`,`postRenderers`])!==void 0||t.some(t=>t!==e&&t.isPartial&&t.kind===e.kind&&t.name===e.name);function vM(e){if(e.manifest.kind===`HelmValues`||[`env`,`envFrom`].some(t=>{let n=Gs(e,`controller`,t);return!ms(n)||!yM(n.value)}))return;let t={};for(let n of hM){let r=Gs(e,`settings`,n);if(!ms(r))return;for(let[e,n]of Object.entries(m(r.value)??{})){if(typeof n!=`boolean`)return;t[e]=n}}return t}const yM=e=>d(e).every(e=>{let{name:t}=m(e)??{};return typeof t==`string`&&!h(t)&&t!==`FEATURE_GATES`}),bM=K({id:`capacity-buffer`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[],on:{Manifests(e,t){let n=e.manifests.filter(fM);if(n.length!==0&&xM(e))for(let r of n){let n=[SM(r,e),TM(r,t),EM(r)];for(let e of n)e&&t.report({...e,manifest:r})}}},docs:{summary:`Karpenter ignores a CapacityBuffer.`,why:"Karpenter handles CapacityBuffers from 1.14 on, and only with the feature gate `CapacityBuffer`, which is off by default. Its CRD serves only `v1beta1`, although the page about CapacityBuffers in Karpenter’s documentation shows `v1alpha1`. A buffer that Karpenter ignores looks right, but keeps no node, so pods still wait for new nodes. Nothing is reported next to Cluster Autoscaler, which also reads CapacityBuffers.",help:"Turn the feature gate on, and write `apiVersion: autoscaling.x-k8s.io/v1beta1`.",url:`https://karpenter.sh/docs/concepts/capacitybuffers/`},examples:DM}),xM=e=>(Cg(e)||F(e).length>0)&&Rs(e,`cluster-autoscaler`).length===0&&!e.manifests.some(({kind:e,name:t})=>e===`Deployment`&&t.includes(`cluster-autoscaler`));function SM(e,t){let{apiVersion:n}=e,r=t.manifests.some(({kind:e,name:t})=>e===`CustomResourceDefinition`&&t===`capacitybuffers.autoscaling.x-k8s.io`);if(n===`autoscaling.x-k8s.io/v1beta1`||r||h(n))return;let i=x(e,[`apiVersion`],pM);return{at:e.span([`apiVersion`]),message:`Karpenter’s CRD serves CapacityBuffers only as \`${pM}\`. Unless another CRD of them is installed, the API server rejects \`${n}\``,help:`Write \`apiVersion: ${pM}\`. The fields are the same.`,fix:{description:`Write \`${pM}\``,edits:i}}}const CM=[`settings`,`featureGates`,`capacityBuffer`],wM=e=>F(e).some(({manifest:e,values:t})=>{let n=e.get([...t,...CM]);return n===!0||h(n)});function TM(e,{karpenter:t,isKarpenterAssumed:n,settings:r,all:i}){let a=e.span([`metadata`,`name`]),o=`CapacityBuffer \`${e.name}\` keeps no nodes`,s=`\`${CM.join(`.`)}: true\``;if(!t.capacityBuffers)return n?void 0:{at:a,message:`${o}: Karpenter ${t.version} does not know CapacityBuffers`,help:`Upgrade Karpenter to 1.14 or later, and set ${s} in its Helm values.`};let c=r.karpenter.featureGates?.capacityBuffer;if(c===!0||c===void 0&&wM(i))return;let l=c===!1||F(i).some(({chart:e})=>e===`karpenter`),u="Karpenter’s feature gate `CapacityBuffer`",d=c!==!1||gM(i)?.defaults.has(`capacityBuffer`)===!0;return{at:a,message:l?`${o}, because ${u} is off${d?` by default`:``}`:`${o} unless ${u} is on, and it is off by default`,help:`Set ${s} in Karpenter’s Helm values. If the gate is already on, set \`karpenter.${CM.join(`.`)}: true\` in plumbline.yaml.`}}function EM(e){let t=[`spec`,`scalableRef`],n=mM(e);if(n===void 0)return;let r=[`replicas`,`percentage`,`limits`].some(t=>e.get([`spec`,t])!==void 0);if(!n.isSupported)return{at:e.span(t),message:`CapacityBuffer \`${e.name}\` keeps no nodes, because Karpenter supports only a Deployment, StatefulSet or ReplicaSet in \`scalableRef\``,help:"Name one of these, or use `podTemplateRef` with a PodTemplate.",severity:`warning`};if(!r)return{at:e.span([`metadata`,`name`]),message:`CapacityBuffer \`${e.name}\` keeps no nodes, because nothing says for how many pods`,help:"Set `replicas`, `percentage` or `limits` in its `spec`.",severity:`warning`}}function DM(){let e=e=>X(`karpenter`,{values:U`
        settings:
          clusterName: demo
          ${e}
      `}),t=(e,t=pM)=>U`
    apiVersion: ${t}
    kind: CapacityBuffer
    metadata:
      name: web
    spec:
      ${e}
  `,n=U`
    scalableRef:
      apiGroup: apps
      kind: Deployment
      name: web
    replicas: 5
  `,r=`featureGates: {capacityBuffer: true}`,i=Q(e(`featureGates: {nodeOverlay: true}`),t(n));return{bad:[H(i,{"{nodeOverlay: true}":`{nodeOverlay: true, capacityBuffer: true}`}),Q(e(r),t(n,`autoscaling.x-k8s.io/v1alpha1`)),H(Q(e(r),t(U`
            scalableRef:
              apiGroup: argoproj.io
              kind: Rollout
              name: web
            replicas: 5
          `)),{"scalableRef:":U`podTemplateRef:`,"apiGroup: argoproj.io":``,"kind: Rollout":``}),H(Q(e(r),t(U`
            scalableRef:
              kind: Deployment
              name: web
          `)),{"scalableRef:":U`
            percentage: 20
            scalableRef:
          `})],good:[Q(e(r),t(n)),Q(e(``),X(`cluster-autoscaler`),t(n,`autoscaling.x-k8s.io/v1alpha1`))]}}const OM=e=>e.manifests.flatMap(e=>[...kM(e),...AM(e)]),kM=e=>Ls(e).flatMap(({chart:t,version:n})=>{let r=t===`karpenter-crd`&&n?I(e,n):void 0;return n&&r!==void 0?[{manifest:e,path:n,version:r,isChart:!0}]:[]});function AM(e){return(Object.hasOwn(jM,`${e.kind}.${u(e.apiVersion)}`)?jM[`${e.kind}.${u(e.apiVersion)}`](e):[]).flatMap(t=>{let n=I(e,t),r=n===void 0?void 0:Gt(n)??(/^v?\d+\.\d+\.\d+$/.test(n)?n:void 0);return r===void 0?[]:[{manifest:e,path:t,version:r,isChart:!1}]})}const jM={"Kustomization.kustomize.config.k8s.io":e=>d(e.get([`resources`])).map((e,t)=>[`resources`,t]),"http.terraform":()=>[[`spec`,`url`]],"GitRepository.source.toolkit.fluxcd.io":e=>MM(on(e.get([])??null)),"Application.argoproj.io":e=>[...MM(Xt(e.get([`spec`,`source`]),[`spec`,`source`])),...d(e.get([`spec`,`sources`])).flatMap((e,t)=>MM(Xt(e,[`spec`,`sources`,t])))]},MM=e=>e.filter(({isOfCrds:e})=>e).map(({path:e})=>e),NM=K({id:`chart-crds`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Karpenter installation`,mistakes:[85],on:{Manifests(e,t){let n=we(OM(e),({manifest:e})=>t.clusterOf(e));for(let e of n.values())FM(e,t)}},docs:{summary:`Karpenter and its CRDs have different versions.`,why:"The API server drops fields that the CRDs do not have. If the CRDs are older than the controller, the API server silently drops new fields of NodePools and EC2NodeClasses. If they are newer, the controller gets fields that it does not know. Reported when the files of one cluster install both, also in different folders: the chart `karpenter`, and either the chart `karpenter-crd` or the CRDs at a tag of Karpenter’s source code.",help:`Use the same version for both, and upgrade the CRDs first.`,url:`https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades`},examples:IM}),PM=e=>/^v?(\d+\.\d+\.\d+)$/.exec(e??``)?.[1];function FM(e,t){let[n]=e,[r,...i]=F(t.all).filter(({manifest:e,chart:r,version:i})=>r===`karpenter`&&i!==void 0&&t.clusterOf(e)===t.clusterOf(n.manifest));if(!r||i.length>0||e.filter(({isChart:e})=>e).length>1)return;let a=new Set(e.map(({version:e})=>PM(e))),[o]=a,s=PM(I(r.manifest,r.version));if(o===void 0||a.size>1||s===void 0||o===s)return;let{manifest:c,path:l,isChart:u}=n;t.report({manifest:c,at:c.span(l),message:`The CRDs have version ${o}, but the controller has version ${s}`,help:u?`Set the version of \`karpenter-crd\` to ${s}, or that of \`karpenter\` to ${o}.`:`Take the CRDs of version ${s}, or set the version of \`karpenter\` to ${o}.`,labels:[{span:r.manifest.span(r.version),message:`version of the controller${V(c,r.manifest,t)}`}]})}function IM(){return{bad:[H(W`
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
      `,{"1.6.2":`1.11.1`},{"1.11.1":`1.6.2`}),H(Q(X(`karpenter-crd`,{version:`1.6.2`}),X(`karpenter`,{version:`1.7.1`})),{"1.6.2":`1.7.1`},{"1.7.1":`1.6.2`})],good:[W`
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
      `]}}const LM=e=>{let t=({kind:e,apiVersion:t})=>`${e}.${u(t)}`,n=e.manifests.filter(e=>Object.hasOwn(BM,t(e))),r=n.length>0?$(e):[];return n.flatMap(e=>BM[t(e)](e,r).flatMap(t=>{let n=UM(_(e.get(t.schedule))??``);return n===void 0?[]:[{...t,manifest:e,every:n}]}))},RM={ends:`ends`,again:`runs again`},zM={ends:`scales down`,again:`scales up again`},BM={"CronJob.batch":e=>VM(e,[[`spec`,`schedule`]]),"CronWorkflow.argoproj.io":e=>{let t=d(e.get([`spec`,`schedules`])).map((e,t)=>[`spec`,`schedules`,t]);return VM(e,t.length>0?t:[[`spec`,`schedule`]])},"ScaledObject.keda.sh":(e,t)=>{let{kind:n=`Deployment`,name:r}=m(e.get([`spec`,`scaleTargetRef`]))??{},i=t.find(({manifest:t,namespace:i})=>t.kind===n&&t.name===r&&i===xg(e));if(!i||typeof e.get([`metadata`,`annotations`,`autoscaling.keda.sh/paused`])==`string`)return[];let a=[...i.template,`spec`];return HM(e).map(e=>({...zM,schedule:e,pods:i.manifest,pod:a}))},"ScaledJob.keda.sh":e=>HM(e).map(t=>({...zM,schedule:t,pods:e,pod:oe[e.kind].spec}))},VM=(e,t)=>e.get([`spec`,`suspend`])===!0?[]:t.map(t=>({...RM,schedule:t,pods:e,pod:oe[e.kind].spec}));function HM(e){let t=d(e.get([`spec`,`triggers`])).map(e=>m(e)??{});return t.some(({type:e})=>e!==`cron`)?[]:t.map((e,t)=>[`spec`,`triggers`,t,`metadata`,`start`])}function UM(e){let t=Nj(e);if(Mj(t))return;let n=Bj(t,0),r=n===void 0?void 0:Bj(t,n);if(n!==void 0&&r!==void 0)return r-n}const WM=K({id:`consolidate-after-load`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[46,47],on:{Manifests:GM},docs:{summary:"`consolidateAfter` of a NodePool does not suit the scheduled pods that run on it.",why:"`consolidateAfter` counts from the last time a pod was added to a node or removed from it. With `0s`, Karpenter may remove a node as soon as a run ends. The next run then waits for a new node. With a duration above the interval of the runs, their nodes never stay unchanged for long enough, so Karpenter never consolidates them. Reported for CronJobs, CronWorkflows of Argo Workflows and cron triggers of KEDA whose pods are meant for this NodePool. They select it by its name, or by a label or capacity type that no other has, or they tolerate a taint that only it has.",help:"Set `consolidateAfter` to a duration above `0s` and below the interval of the pods’ schedule.",url:`https://karpenter.sh/docs/concepts/disruption/#consolidation`},examples:YM});function GM(e,t){let n=LM(e);if(n.length!==0)for(let r of B(e)){let i=[`spec`,`disruption`,`consolidateAfter`],a=ht(_(r.get(i))??``),o=Number(a??0)/1e6,s=o>0&&r.get([`spec`,`disruption`,`consolidationPolicy`])===`WhenEmpty`;if(a===void 0||s)continue;let[c]=n.filter(({pods:t,pod:n})=>gy(t,n,e)===r||KM(r,[t,n],e)).filter(({every:e})=>o===0?e<=9e5:e<o).sort((e,t)=>e.every-t.every||Ee(e.manifest.name,t.manifest.name));if(!c)continue;let{kind:l,name:u}=c.manifest,d=JM(c.every);t.report({manifest:r,at:r.span(i),message:o===0?`Karpenter may remove nodes of \`${r.name}\` as soon as ${l} \`${u}\` ${c.ends}, and \`${u}\` ${c.again} every ${d}`:`\`consolidateAfter\` of \`${r.name}\` is longer than ${d}, the interval of ${l} \`${u}\`, so Karpenter never consolidates the nodes that run it`,help:`Set \`consolidateAfter\` to a duration above \`0s\` and below ${d}, the interval of ${l} \`${u}\`.`,labels:[{span:c.manifest.span(c.schedule),message:`schedule of the ${l}`}]})}}function KM(e,[t,n],r){let i=d(t.get([...n,`tolerations`])).map(e=>_(m(e)?.key)??``);return qM(e).some(t=>i.includes(t)&&B(r).every(n=>n===e||!qM(n).includes(t)))}const qM=e=>d(e.get([`spec`,`template`,`spec`,`taints`])).flatMap(e=>_(m(e)?.key)??[]),JM=e=>{let t=e/6e4;return t%60==0?`${t/60}h`:`${t}m`};function YM(){return{bad:[H(Q(q({name:`batch`,disruption:U`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 0s
          `,limits:`cpu: 1000`,nodeClassRef:`default`,taints:U`
            - key: example.com/batch
              effect: NoSchedule
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),U`
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
        `,Y),{"consolidateAfter: 0s":`consolidateAfter: 2m`}),H(Q(q({name:`batch`,disruption:U`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 30m
          `,limits:`cpu: 1000`,nodeClassRef:`default`,taints:U`
            - key: example.com/batch
              effect: NoSchedule
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),U`
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
        `,Y),{"consolidateAfter: 30m":`consolidateAfter: 5m`})],good:[Q(q({name:`batch`,disruption:U`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 5m
          `,limits:`cpu: 1000`,nodeClassRef:`default`,taints:U`
            - key: example.com/batch
              effect: NoSchedule
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),U`
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
        `,Y),Q(q({name:`batch`,disruption:U`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 0s
          `,limits:`cpu: 1000`,nodeClassRef:`default`,taints:U`
            - key: example.com/batch
              effect: NoSchedule
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),U`
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
        `,Y)]}}const XM=[`spec`,`disruption`],ZM=[...XM,`consolidateAfter`],QM=K({id:`consolidate-after-policy`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[2,3],explains:[`schema/cel`,`schema/required`],on:{NodePool(e,t){let n=Ad(e,[...XM,`consolidationPolicy`]),r=Ad(e,ZM);if(!m(e.get(XM))||!n.isKnown||!r.isKnown)return;let i=(r.value??null)===null;ee(e.apiVersion)===`v1beta1`?$M(e,t,n.value??null,i):i&&eN(e,t)}},docs:{summary:"`consolidateAfter` is missing, or not allowed with this `consolidationPolicy`.",why:"In v1beta1, `consolidateAfter` belongs only to `WhenEmpty`. The API server refuses a duration with `WhenUnderutilized`, the default policy, and refuses `WhenEmpty` without a duration. In v1 up to Karpenter 1.14, every `disruption` block must have `consolidateAfter`. Since 1.15 the default is `0s`, so Karpenter consolidates nodes as soon as a pod leaves.",help:"In v1beta1, set `consolidateAfter` only with `WhenEmpty`. In v1, set it in every `disruption` block.",url:`https://karpenter.sh/docs/concepts/disruption/#consolidation`},examples:tN});function $M(e,{report:t},n,r){if(n===`WhenEmpty`&&r&&t({at:e.keySpan([...XM,`consolidationPolicy`]),message:"`consolidationPolicy: WhenEmpty` requires `consolidateAfter` in v1beta1. Without it, the API server refuses the NodePool",help:"Set `consolidateAfter` to the time for which a node must be empty before Karpenter deletes it, such as `30s`.",fix:{description:"Add `consolidateAfter: 30s`",edits:Ie(e,XM,`consolidateAfter`,`30s`)},explains:{paths:[XM]}}),n!==null&&n!==`WhenUnderutilized`||r||e.get(ZM)===`Never`)return;let i=n===null?"`WhenUnderutilized`, the default policy,":"`consolidationPolicy: WhenUnderutilized`";t({at:e.keySpan(ZM),message:`\`consolidateAfter\` is not allowed with ${i} in v1beta1. The API server refuses the NodePool`,help:"Remove `consolidateAfter`, or set `consolidationPolicy: WhenEmpty` to delete only empty nodes. v1 allows it with `WhenEmptyOrUnderutilized`.",...n!==null&&{labels:[{span:e.span([...XM,`consolidationPolicy`]),message:"this policy does not allow `consolidateAfter`"}]},fix:{description:"Remove `consolidateAfter`",edits:We(e,ZM)},explains:{paths:[XM]}})}function eN(e,{report:t,karpenter:n}){let r={description:"Add `consolidateAfter: 0s`",edits:Ie(e,XM,`consolidateAfter`,`0s`)};n.consolidateAfterDefaulted?t({at:e.keySpan(XM),severity:`note`,message:"`disruption` has no `consolidateAfter`. The default is `0s`, so Karpenter consolidates nodes as soon as a pod leaves",help:"Set `consolidateAfter` explicitly: `0s`, or a longer time to avoid churn.",fix:r}):t({at:e.keySpan(XM),message:"`disruption` requires `consolidateAfter` up to Karpenter 1.14. Without it, the API server refuses the NodePool",help:"Set `consolidateAfter`. With `0s` Karpenter acts immediately, which is also the default if there is no `disruption` block.",fix:r,explains:{paths:[ZM,XM]}})}function tN(){return{bad:[G({karpenter:`0.37`},q({apiVersion:`karpenter.sh/v1beta1`,disruption:U`
            consolidationPolicy: WhenUnderutilized
            consolidateAfter: 60s
          `})),q({disruption:`consolidationPolicy: WhenEmpty`}),G({karpenter:`0.37`},q({apiVersion:`karpenter.sh/v1beta1`,disruption:`consolidationPolicy: WhenEmpty`}))],good:[q({disruption:U`
          consolidationPolicy: WhenEmptyOrUnderutilized
          consolidateAfter: 60s
        `}),G({karpenter:`0.37`},q({apiVersion:`karpenter.sh/v1beta1`,disruption:U`
            consolidationPolicy: WhenUnderutilized
            consolidateAfter: Never
          `}))]}}const nN=K({id:`controller-placement`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Karpenter installation`,mistakes:[86],on:{Manifests(e,t){let{report:n}=t;for(let n of e.manifests.filter(aN))oN(n,t);for(let{manifest:t,chart:r,values:i}of F(e)){if(r!==`karpenter`)continue;let e=[...i,`nodeSelector`],a=Object.keys(m(t.get(e))??{});rN({manifest:t,selector:e},n);let o=[...i,`affinity`];a.length===0&&!t.isPartial&&lN({manifest:t,affinity:o},n);let s=[o,[...o,`nodeAffinity`]].find(e=>t.get(e)===null);a.length>0||!s||n({manifest:t,at:t.keySpan(s),message:`Without the chart’s default affinity, the controller can run on nodes that Karpenter launches`,help:`Remove \`${s.at(-1)}\`, so that the chart’s default applies.`})}}},docs:{summary:`The values of the chart, or the Deployment, let Karpenter run on nodes that it launches itself.`,why:`By default, the chart keeps the controller off nodes that Karpenter launches. If values place it there, a cluster without such a node never gets one, because the controller itself is pending. Consolidation may also delete the node that the controller runs on.`,help:`Run the controller on a managed node group, a kOps InstanceGroup or Fargate.`,url:`https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/`},examples:gN});function rN({manifest:e,selector:t},n){let r=Object.keys(m(e.get(t))??{}).find(e=>dN.has(e));if(r===void 0)return;let i=`Only nodes that Karpenter launches have the label \`${r}\`. If there are none, the controller stays pending`;n({manifest:e,at:e.keySpan([...t,r]),message:i,help:sN})}const iN=[`spec`,`template`,`spec`],aN=({kind:e,apiVersion:t,object:n,source:r})=>e===`Deployment`&&t===`apps/v1`&&r.origin?.tool!==`helm`&&d(p(n,[...iN,`containers`])).some(e=>/\/karpenter\/controller(?:[:@]|$)/.test(_(m(e)?.image)??``));function oN(e,{clusterOf:t,report:n}){let r=[...iN,`nodeSelector`],i=[...iN,`affinity`];rN({manifest:e,selector:r},n);let a=Object.keys(m(e.get(r))??{});if(e.isPartial||h(e.get(r))||!a.every(cN)||sy(e,i))return;let o=cy(e,i),s=o.find(uN),{manifests:c}=t(e),l=c.some(({object:e})=>/fargate/i.test(JSON.stringify(e))),u=c.find(e=>e.kind===`NodePool`&&!e.isPartial&&W_(e));o.length>0&&!s||l||!u||n({manifest:e,at:s?e.keySpan(oy(i)):e.span(iN),message:`Nothing keeps the controller off the nodes that it launches itself for \`${u.name}\`, so it may remove the node that it runs on`,help:"Add required node affinity with the expression `{key: karpenter.sh/nodepool, operator: DoesNotExist}`, which the chart has."})}const sN=`Select nodes that Karpenter does not launch, such as those of a managed node group.`,cN=e=>/^(?:(?:beta\.)?kubernetes\.io\/(?:arch|os|hostname|instance-type)|node\.kubernetes\.io\/instance-type|(?:topology|failure-domain\.beta)\.kubernetes\.io\/(?:region|zone))$/.test(e);function lN({manifest:e,affinity:t},n){!sy(e,t)&&cy(e,t).some(uN)&&n({manifest:e,at:e.keySpan(oy(t)),message:`These terms replace the chart’s own, which keep the controller off nodes that Karpenter launches, so Karpenter may remove the node that it runs on`,help:"Add `{key: karpenter.sh/nodepool, operator: DoesNotExist}` to each term."})}const uN=({expressions:e,fields:t})=>[...e,...t].every(({key:e,operator:t})=>!h(e)&&(cN(e)||dN.has(e)&&/^(?:Exists|In)$/.test(t))),dN=new Set([`karpenter.sh/capacity-type`,`karpenter.sh/initialized`,`karpenter.sh/nodepool`,`karpenter.sh/registered`]),fN=[`karpenter.sh/capacity-type In [on-demand]`],pN=`{key: karpenter.sh/nodepool, operator: DoesNotExist}`,mN=e=>`affinity:
  nodeAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      nodeSelectorTerms:
        - matchExpressions: [${e}]`,hN=e=>U`
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
`;function gN(){return{bad:[H(X(`karpenter`,{values:U`
          nodeSelector:
            karpenter.sh/nodepool: system
        `}),{"karpenter.sh/nodepool: system":`eks.amazonaws.com/nodegroup: system`}),H(X(`karpenter`,{values:`affinity: null`}),{"affinity: null":``}),H(X(`karpenter`,{values:U`
            affinity:
              nodeAffinity:
                requiredDuringSchedulingIgnoredDuringExecution:
                  nodeSelectorTerms:
                    - matchExpressions: [{key: kubernetes.io/arch, operator: In, values: [amd64]}]
          `}),{"values: [amd64]}":`values: [amd64]}, {key: karpenter.sh/nodepool, operator: DoesNotExist}`}),H(hN(`nodeSelector: {karpenter.sh/nodepool: system}`),{"karpenter.sh/nodepool: system":`eks.amazonaws.com/nodegroup: system`}),H(Q(q({nodeClassRef:`default`,requirements:fN}),hN(``),Y),{"containers:":`${mN(pN)}\ncontainers:`}),H(Q(q({nodeClassRef:`default`,requirements:fN}),hN(mN(`{key: kubernetes.io/arch, operator: In, values: [arm64]}`)),Y),{"values: [arm64]}":`values: [arm64]}, ${pN}`})],good:[Q(q({nodeClassRef:`default`,requirements:fN}),hN(mN(pN)),Y),Q(q({nodeClassRef:`default`,requirements:fN}),hN(`nodeSelector: {eks.amazonaws.com/nodegroup: system}`),Y),X(`karpenter`,{values:U`
          nodeSelector:
            karpenter.sh/controller: "true"
        `}),X(`karpenter`,{values:U`
          nodeSelector:
            eks.amazonaws.com/nodegroup: system
          affinity: null
        `}),X(`karpenter`,{values:U`
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
        `})]}}const _N=new Set([b.windowsBuild,b.capacityReservationId,b.capacityReservationType,b.capacityReservationInterruptible,b.placementGroupId,b.placementGroupPartition]);function vN(e,t){let n=t.slice(0,yN).filter(t=>RN(e,t)),r=[],i=xN(e),a=new Map,o;for(let t of n){let a=i.length;i=i.filter(n=>ON(e,n,t)),i.length===0&&a>0&&(o=AN(e,t,r,n)),r.push({requirement:t,instanceTypes:i.length})}return{steps:r,names:i.map(({info:e})=>e.name).sort(),isExact:t.length<=yN&&t.every(t=>zN(e,t)),emptied:o,count:t=>{let n=a.get(t)??PN(e,i,t);return a.set(t,n),n}}}const yN=100,bN=new WeakMap;function xN(e){let t=bN.get(e)??e.types.flatMap((t,n)=>e.zonesOf(t.name).length>0?[{info:t,index:n}]:[]);return bN.set(e,t),t.map(({info:e,index:t})=>({info:e,index:t,left:void 0}))}const SN=[`linux`,`windows`],CN=[`linux`],wN=[`on-demand`,`spot`],TN=[`on-demand`];function EN(e,t,n){let r=y(n);if(r===b.zoneId){let n=EN(e,t,b.zone);return e.zones.flatMap(({zone:e,zoneId:t})=>t!==void 0&&n.includes(e)?[t]:[])}return t.left?.get(r)??DN(e,t,r)}function DN(e,{info:t,index:n},r){return r===b.zone?e.zonesOf(t.name):r===b.capacityType?t.hasSpot?wN:TN:r===b.os?t.architecture===`amd64`?SN:CN:e.labels.get(r)?.[n]??[]}function ON(e,t,n){let r=y(n.key),i=EN(e,t,r);if(i.length===0)return n.operator===`NotIn`||n.operator===`DoesNotExist`;let a=i.filter(e=>VN(n,e));return a.length===i.length||(t.left??=new Map,r===b.zoneId?t.left.set(b.zone,kN(e,t,a)):t.left.set(r,a),a.length>0)}function kN(e,t,n){let r=new Map(e.zones.map(({zone:e,zoneId:t})=>[e,t]));return EN(e,t,b.zone).filter(e=>n.includes(r.get(e)??``))}function AN(e,t,n,r){let i=n.map(e=>e.requirement),a=t=>xN(e).filter(n=>t.every(t=>ON(e,n,t))),o=a(i),s=a([t]).length===0;return{requirement:t,before:o.length,values:NN(o.flatMap(n=>EN(e,n,t.key))),isUnknownValue:s,conflicts:s?[]:i.filter(e=>a([e,t]).length===0),isInEveryRegion:!MN(e,r)}}const jN=new Set([b.zone,b.zoneId,b.region]);function MN(e,t){if(!t.every(t=>zN(e,t)))return!0;let n=t.filter(({key:e})=>!jN.has(y(e)));return e.types.some((t,r)=>{let i={info:t,index:r,left:void 0};return n.every(t=>ON(e,i,t))})}const NN=e=>[...new Set(e)].sort((e,t)=>BN(e)&&BN(t)?Number(e)-Number(t):Ee(e,t));function PN(e,t,n){let r=t.filter(t=>EN(e,t,b.capacityType).includes(n)),i=r.flatMap(t=>EN(e,t,b.zone));return{instanceTypes:r.length,zones:NN(i)}}const FN={Gt:(e,t)=>e>t,Gte:(e,t)=>e>=t,Lt:(e,t)=>e<t,Lte:(e,t)=>e<=t},IN=new Set([b.zone,b.zoneId,b.capacityType,b.os]),LN=(e,{key:t,isKnown:n})=>{let r=y(t);return n&&!IN.has(r)&&!e.labels.has(r)&&!_N.has(r)};function RN(e,t){let{operator:n,values:r,isKnown:i}=t,a=y(t.key);return!i||_N.has(a)||LN(e,t)||a===b.capacityType&&r.some(e=>e.text===`reserved`)?!1:n===`In`?r.length>0:Object.hasOwn(FN,n)?r.length===1&&BN(r[0].text):n===`NotIn`||n===`Exists`||n===`DoesNotExist`}function zN(e,t){if(!RN(e,t))return LN(e,t);let n=y(t.key);if(t.operator!==`In`||n!==b.instanceType&&n!==b.instanceFamily)return!0;let r=new Set(e.types.map(e=>n===b.instanceType?e.name:e.family));return t.values.every(({text:e})=>r.has(e))}const BN=e=>/^-?\d+$/.test(e);function VN({operator:e,values:t},n){return e===`In`?t.some(e=>e.text===n):e===`NotIn`?!t.some(e=>e.text===n):e===`Exists`||e!==`DoesNotExist`&&BN(n)&&FN[e](Number(n),Number(t[0].text))}const HN=K({id:`dead-values`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[93],on:{NodePool:WN,Provisioner:WN},docs:{summary:`A requirement names instance types, families, sizes or architectures that another requirement of the NodePool excludes.`,why:"Karpenter applies all requirements together. The family `r5` with `instance-generation Gt 5` is never launched, so the NodePool has fewer instance types to choose from than it seems. If only such values are left, nothing is launched at all.",help:`Remove the values, or relax the requirement that excludes them.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:JN}),UN=new Set([b.instanceType,b.instanceFamily,b.instanceSize,b.instanceCategory,b.instanceGeneration,b.arch]);function WN(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i||i.names.length===0)return;let a=Hd(e),o=GN(i,n);for(let[r,i]of a.entries()){let s=n.labels.get(y(i.key)),c=UN.has(y(i.key))&&i.operator===`In`;if(!s||!c||!i.isKnown)continue;let l=o.get(r)??KN(n,{requirement:i,all:a,column:s});o.set(r,l),l.length!==0&&t({at:e.span(i.path),message:`\`${e.name}\` never launches ${qN(l)}: its other requirements exclude ${ne(l.length,`this value`,`these values`)}`,help:`Remove ${qN(l)}, or relax the other requirements.`})}}const GN=iT(()=>new Map);function KN(e,{requirement:t,all:n,column:r}){let i=vN(e,n.filter(e=>e!==t)),a=new Set(i.names),o=new Set,s=new Set;for(let[t,{name:n}]of e.types.entries())if(e.zonesOf(n).length!==0)for(let e of r[t]??[])o.add(e),a.has(n)&&s.add(e);return[...new Set(t.values.map(({text:e})=>e))].filter(e=>o.has(e)&&!s.has(e)).sort()}function qN(e){let t=e.slice(0,4).map(me);return`${t.join(`, `)}${e.length>t.length?` and ${e.length-t.length} more`:``}`}function JN(){return{bad:[H(q({requirements:[`karpenter.k8s.aws/instance-family In [c6i, m6i, r5]`,`karpenter.k8s.aws/instance-generation Gt ["5"]`,`karpenter.sh/capacity-type In [on-demand]`]}),{"[c6i, m6i, r5]":`[c6i, m6i]`},{'["5"]':`["4"]`}),H(q({requirements:[`karpenter.k8s.aws/instance-family In [c6i, m6i, r6i]`,`kubernetes.io/arch In [amd64, arm64]`,`karpenter.sh/capacity-type In [on-demand]`]}),{"[amd64, arm64]":`[amd64]`}),H(q({requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.k8s.aws/instance-size In [large, xlarge, 2xlarge]`,`karpenter.k8s.aws/instance-cpu Gt ["3"]`,`karpenter.sh/capacity-type In [on-demand]`]}),{"[large, xlarge, 2xlarge]":`[xlarge, 2xlarge]`})],good:[q({requirements:[`karpenter.k8s.aws/instance-family In [c6i, m6i, r6i]`,`karpenter.k8s.aws/instance-generation Gt ["5"]`,`karpenter.sh/capacity-type In [on-demand]`]})]}}const YN=K({id:`duplicate-object`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],on:{Manifests:XN},docs:{summary:`One place defines an object twice, with different content.`,why:`All manifests of a file, of a rendered root or of a configured environment are applied together, so the two definitions overwrite each other. The last one wins, and the other one has no effect. Two files of one folder may be alternatives, so they are only a note. Objects of the same name in different folders, environments or roots are different objects, and are not reported. Folders with examples are not reported either.`,help:`Remove one of the definitions, or rename it.`,url:`https://kubernetes.io/docs/concepts/overview/working-with-objects/names/`},examples:eP});function XN(e,{report:t,settings:n}){let r=new Map;for(let i of e.manifests){if(i.isPartial||i.isInValues||i.name===``||h(i.name))continue;let e=ke(i)?.role;if(e===void 0||e===`node claim`)continue;let a=xo(i.source,n.environments),o=JSON.stringify([a.key,ut(i)]),s=e=>a.kind===`folder`&&e.source.file!==i.source.file,c=r.get(o);c===void 0&&r.set(o,i),c===void 0||ZN(c,i)||QN(a)||t({manifest:i,...s(c)&&{severity:`note`},at:i.span([`metadata`,`name`]),message:`${i.kind} \`${i.name}\` is defined twice in ${$N(a)}, with different content. The definition that is applied last overwrites the other`,labels:[{span:c.span([`metadata`,`name`]),message:`the other definition`}],help:`Remove one of the two definitions, or rename one of them.`})}}const ZN=(e,t)=>JSON.stringify(e.object)===JSON.stringify(t.object),QN=({kind:e,name:t})=>e===`folder`&&/(?:^|\/)(?:docs?|examples?|samples?|tests?|testdata|demos?|fixtures)(?:\/|$)/i.test(t);function $N({kind:e,name:t}){return e===`environment`?`environment \`${t}\``:e===`root`?`\`${t}\``:t===``?`one folder`:`folder \`${t}\``}function eP(){return{bad:[H(Q(q({requirements:[`kubernetes.io/arch In ["amd64"]`]}),q({requirements:[`kubernetes.io/arch In ["arm64"]`]})),{"---\napiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: default":`---
apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: arm`})],good:[Q(q(),J(`role: nodes`))]}}const tP=[`spec`,`disruption`,`consolidateAfter`],nP=K({id:`empty-reserved-nodes`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Capacity reservations`,mistakes:[],on:{Manifests(e,{report:t}){for(let n of B(e)){let e=_(n.get(tP)),r=n.isPartial?void 0:dy(n);r&&e!==void 0&&iP(e)&&t({manifest:n,...rP(e)&&{severity:`warning`},at:n.span(tP),message:`\`${n.name}\` removes a node that has been empty for ${e}, although it launches only into capacity reservations. An idle reservation costs the same, so this saves nothing, and the next pod waits for a new node`,help:"Set `consolidateAfter: Never`. If other clusters share the reservations, set at least `1h`.",labels:[{span:n.span(r.path),message:`only reserved capacity`}]})}}},docs:{summary:`A NodePool that launches only into capacity reservations removes its empty nodes soon.`,why:"A capacity reservation is billed whether instances run in it or not. Removing an empty node of it saves nothing. The next pod waits until a new instance has started, which takes many minutes for large GPU instances. If somebody else uses the reservation meanwhile, or if a Capacity Block is about to end, the node does not come back. Reported for NodePools that allow only `reserved` and wait less than an hour: as a warning below one minute, otherwise as a note.",help:"Set `consolidateAfter: Never` in the NodePool.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:aP});function rP(e){let t=ht(e);return t!==void 0&&t<60000000000n}function iP(e){let t=ht(e);return t!==void 0&&t<3600000000000n}function aP(){let e=(e,t)=>Q(q({name:`training`,limits:`cpu: 384`,nodeClassRef:`default`,disruption:U`
          consolidationPolicy: WhenEmpty
          consolidateAfter: ${e}
        `,requirements:[`karpenter.sh/capacity-type In [${t}]`]}),J(U`
        role: KarpenterNodeRole-demo
        capacityReservationSelectorTerms:
          - id: cr-0123456789abcdef0
      `));return{bad:[H(e(`30s`,`reserved`),{"consolidateAfter: 30s":`consolidateAfter: Never`})],good:[e(`Never`,`reserved`),e(`2h`,`reserved`),e(`30s`,`reserved, on-demand`)]}}const oP=[`spec`,`template`,`spec`],sP=K({id:`expiry-blocked`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[41],on:{Manifests(e,{report:t}){let n=B(e);if(n.length!==0&&n.every(sj))for(let{manifest:r,template:i}of $(e)){let e=[...i,`metadata`,`annotations`,He];r.kind!==`Deployment`&&r.kind!==`StatefulSet`||_(r.get(e))!==`true`||t({manifest:r,at:r.keySpan(e),message:`Expired nodes with pods of ${r.kind} \`${r.name}\` stay half-drained, because no NodePool has a \`terminationGracePeriod\``,labels:[{span:n[0].keySpan(oP),message:`for example, this NodePool`}],help:"Set `terminationGracePeriod` in the NodePool that these pods run on."})}}},docs:{summary:"Pods that must not be disrupted run on nodes that expire, and no `terminationGracePeriod` ends the wait.",why:"Karpenter taints and drains an expired node whatever the budgets say, after 30 days unless `expireAfter` differs. It does not evict a pod with `karpenter.sh/do-not-disrupt`. The node stays half-drained and costs money as long as the pod exists. For a Deployment or a StatefulSet, that is until somebody deletes the pod.",help:"Set `terminationGracePeriod` in the NodePool, after which Karpenter also deletes such a pod. Or set `expireAfter: Never`, and replace nodes in another way.",url:`https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod`},examples:cP});function cP(){return{bad:[H(Q(q(),U`
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
terminationGracePeriod: 24h`})],good:[Q(q({requirements:[],terminationGracePeriod:`24h`}),U`
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
        `),Q(q(),U`
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
        `)]}}const lP=K({id:`exported-object`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],on:{Manifests(e,t){let n=Cg(e),r=new Set($(e).map(({manifest:e})=>e));for(let i of e.manifests)(mP(i)||n&&r.has(i))&&pP(i,t)}},docs:{summary:`An object has fields that only the API server sets, because it was exported from a cluster.`,why:"The API server refuses an update whose `metadata.resourceVersion` is not the current one, and one whose `metadata.uid` belongs to a deleted object. The file can then no longer be applied, and never to another cluster. Karpenter compares nodes with the hash in its annotations, so an old hash makes them look drifted until Karpenter writes the right one.",help:"Remove `uid`, `resourceVersion`, `generation`, `creationTimestamp`, `managedFields` and `status`.",url:`https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions`},examples:hP}),uP=[`uid`,`resourceVersion`],dP=[`generation`,`creationTimestamp`,`managedFields`,`selfLink`],fP=/^karpenter\.(?:sh\/nodepool-hash|k8s\.aws\/ec2nodeclass-hash)(?:-version)?$|^karpenter\.sh\/stored-version-migrated$/;function pP(e,{report:t}){let n=t=>t.map(e=>[`metadata`,e]).filter(t=>{let n=e.get(t);return n!==void 0&&!h(n)}),r=Object.keys(m(e.get([`metadata`,`annotations`]))??{}).filter(e=>fP.test(e)).map(e=>[`metadata`,`annotations`,e]),[i]=n(uP).filter(t=>typeof e.get(t)==`string`),[a]=r;if(i===void 0&&a===void 0)return;let o=e.get([`status`])===void 0?[]:[[`status`]],s=[...n([...uP,...dP]),...r,...o];t({manifest:e,at:e.keySpan(i??a),...i===void 0&&{severity:`note`},message:i?`\`${e.name}\` was exported from a cluster: with \`${i.join(`.`)}\`, the API server refuses it once the object has changed or was created again`:`\`${e.name}\` was exported from a cluster: Karpenter writes \`${a.at(-1)}\` itself, and applying an old value makes its nodes look drifted`,help:`Remove ${s.map(e=>`\`${e.join(`.`)}\``).join(`, `)}.`,fix:{description:`Remove them`,edits:s.flatMap(t=>We(e,t))}})}const mP=({apiVersion:e})=>/^karpenter\./.test(u(e));function hP(){return{bad:[U`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
          uid: 5b6bd8a1-5d2c-4b8e-9f0a-0d7c7b1f4c11
          resourceVersion: "81234"
          creationTimestamp: "2026-01-02T03:04:05Z"
        spec:
          role: KarpenterNodeRole-demo
      `,U`
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
      `],good:[U`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
          creationTimestamp: null
        spec:
          role: KarpenterNodeRole-demo
      `]}}const gP=K({id:`feature-gate-off`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Karpenter installation`,mistakes:[],on:{NodePool(e,t){if(Rd(e)?.group===`eks.amazonaws.com`)return;let n=e.get([`spec`,`replicas`]),r=n===void 0||h(n)?void 0:vP(`staticCapacity`,t);r&&t.karpenter.staticReplicas&&t.report({at:e.span([`spec`,`replicas`]),message:`Karpenter ignores NodePool \`${e.name}\` with its \`replicas\` and launches no node for it, because ${r.because}`,help:r.help});let i=e.isPartial?void 0:dy(e),a=i??uy(e).find(({operator:e,values:t})=>e===`In`&&t.some(_P)),o=a&&vP(`reservedCapacity`,t);a!==void 0&&o&&t.karpenter.capacityReservations&&t.report({at:e.span(a.path),message:i?`Karpenter launches nothing for NodePool \`${e.name}\`, which allows only \`reserved\`, because ${o.because}`:`Karpenter uses no capacity reservation for NodePool \`${e.name}\`, because ${o.because}`,help:o.help,...!i&&{severity:`note`}})},NodeOverlay(e,t){let n=t.karpenter.nodeOverlay?vP(`nodeOverlay`,t):void 0;n&&t.report({at:e.span([`metadata`,`name`]),message:`Karpenter ignores NodeOverlay \`${e.name}\`, because ${n.because}`,help:n.help})}},docs:{summary:`Karpenter ignores a NodePool, a NodeOverlay or a capacity type, because its feature gate is off.`,why:"Static capacity (`spec.replicas`) and NodeOverlays are alpha, and off by default. Capacity reservations are off by default before Karpenter 1.6. The CRDs accept the objects anyway, and Karpenter ignores them without an error. Reported only when the files show the version of the chart and all of its values, or when the configuration says that the gate is off.",help:`Turn the gate on in the values of Karpenter’s chart.`,url:`https://karpenter.sh/docs/reference/settings/#feature-gates`},examples:yP}),_P=({text:e})=>e===`reserved`;function vP(e,{settings:t,all:n}){let r=gM(n);if((t.karpenter.featureGates?.[e]??r?.gates[e])!==!1)return;let i=`settings.featureGates.${e}`;return{because:`${`the feature gate \`${e.charAt(0).toUpperCase()}${e.slice(1)}\``} is off${r?.defaults.has(e)===!0?` by default in the chart ${r.chartVersion}`:``}`,help:`Set \`${i}: true\` in Karpenter’s Helm values. If the gate is already on, set \`karpenter.${i}: true\` in plumbline.yaml.`}}function yP(){let e=(e,t=`1.8.6`)=>X(`karpenter`,{version:t,values:U`
        settings:
          clusterName: demo
          ${e}
      `}),t=q({replicas:3,limits:U`
      nodes: 4
    `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`,`node.kubernetes.io/instance-type In [m7i.large]`]}),n=U`
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
  `,r=q({limits:`cpu: 384`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved, on-demand]`]}),i=(e,...t)=>G({karpenter:e},Q(...t)),a=e=>({"clusterName: demo":`clusterName: demo\nfeatureGates: {${e}: true}`});return{bad:[H(i(`1.8`,t,Y,e(``)),a(`staticCapacity`)),H(i(`1.8`,n,e(``)),a(`nodeOverlay`)),H(i(`1.5`,r,Y,e(``,`1.5.2`)),a(`reservedCapacity`))],good:[i(`1.8`,t,Y,e(`featureGates: {staticCapacity: true}`)),i(`1.8`,n,e(`featureGates: {nodeOverlay: true}`)),i(`1.8`,r,Y,e(``)),i(`1.8`,t,Y,e('featureGates: {staticCapacity: "${STATIC}"}'))]}}const bP=K({id:`fixed-by-label`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[],on:{NodePool:xP,Provisioner:xP},docs:{summary:`A label of the template fixes the value of a requirement that allows several.`,why:"Karpenter treats the labels of the template as requirements with a single value. With the label `karpenter.sh/capacity-type: spot`, a requirement that allows spot and on-demand allows only spot: when spot capacity runs out, there is no fallback, and pods stay pending.",help:`Remove the label, because Karpenter sets it on every node anyway. If only one value is meant, remove the others from the requirement.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatemetadatalabels`},examples:DP});function xP(e,{report:t}){let n=z(e);for(let{key:r,path:i,values:a,isKnown:o}of Id(e)){let[s]=a;if(!o||!s)continue;let c=n.filter(e=>e.isKnown&&!SP(e,r)&&y(e.key)===y(r)),l=c.find(e=>TP(e,s.text));if(!l||!c.every(e=>wP(e,s.text)))continue;let u=l.operator===`In`?CP(l,s.text):[];t({at:e.span(i),message:`The label \`${r}: ${s.text}\` of the template fixes the value, so \`${e.name}\` never launches nodes with ${u.length>0?EP(u):`another value`}`,labels:[{span:e.span(l.path),message:`allows several values`}],help:`Remove the label, or ${u.length>0?`remove ${EP(u)} from the requirement`:`replace the requirement with \`In [${s.text}]\``}.`})}}const SP=({operator:e},t)=>e===`Exists`&&/(?:^|\.)kubernetes\.io\//.test(t),CP=({values:e},t)=>[...new Set(e.map(e=>e.text))].filter(e=>e!==t);function wP({operator:e,values:t},n){let r=t.map(e=>e.text);return e===`In`?r.includes(n):e===`NotIn`?!r.includes(n):e===`Gt`?Number(n)>Number(r[0]):e===`Lt`?Number(n)<Number(r[0]):e===`Exists`}const TP=(e,t)=>wP(e,t)&&(e.operator!==`In`||CP(e,t).length>0);function EP(e){let t=e.slice(0,3).map(me),n=e.length-t.length;return n>0?`${t.join(`, `)} or ${n} more`:t.length===1?t[0]:`${t.slice(0,-1).join(`, `)} or ${t.at(-1)}`}function DP(){return{bad:[H(q({labels:`karpenter.sh/capacity-type: spot`,requirements:[`karpenter.sh/capacity-type In [spot, on-demand]`]}),{"[spot, on-demand]":`[spot]`}),H(q({labels:`example.com/team: web`,requirements:[`example.com/team Exists`]}),{"operator: Exists":`operator: In
values: [web]`})],good:[q({labels:`karpenter.sh/capacity-type: spot`,requirements:[`karpenter.sh/capacity-type In [spot]`]}),q({labels:`team: web`,requirements:[`karpenter.sh/capacity-type In [spot, on-demand]`]})]}}function OP(e){let[t,n]=[`consolidationPolicy`,`consolidateAfter`].map(t=>_(e.get([`spec`,`disruption`,t])));return e.isPartial||t===`WhenEmpty`||n===`Never`||[t,n,e.get([`spec`,`disruption`,`budgets`])].some(h)?!1:!d(e.get([`spec`,`disruption`,`budgets`])).some(e=>{let{nodes:t,schedule:n,reasons:r}=m(e)??{},i=d(r).length===0||d(r).includes(`Underutilized`);return/^0%?$/.test(_(t)??``)&&n===void 0&&i})}const kP=K({id:`foreign-annotations`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[],on:{Manifests(e,t){for(let n of B(e))MP(n,t);PP(e,t)}},docs:{summary:`An annotation or label that protects pods from another autoscaler does not protect them from Karpenter.`,why:'Karpenter reads `karpenter.sh/do-not-disrupt` only. It evicts pods with `cluster-autoscaler.kubernetes.io/safe-to-evict: "false"` like all others when it consolidates, replaces or expires their nodes. Long jobs and sessions end that used to be safe. It is a note if the files also have the other autoscaler or node groups, on which the pods may run.',help:'Add the annotation `karpenter.sh/do-not-disrupt: "true"`. Keep the other one while the other autoscaler removes nodes, too.',url:`https://karpenter.sh/docs/concepts/disruption/#pod-level-controls`},examples:LP}),AP=[[`annotations`,`cluster-autoscaler.kubernetes.io/safe-to-evict`,`false`],[`labels`,`spotinst.io/restrict-scale-down`,`true`],[`annotations`,`autoscaling.cast.ai/removal-disabled`,`true`],[`labels`,`autoscaling.cast.ai/removal-disabled`,`true`]],jP=`cluster-autoscaler.kubernetes.io/scale-down-disabled`;function MP(e,{report:t}){let n=[`spec`,`template`,`metadata`,`annotations`];_(e.get([...n,jP]))!==`true`||NP(e,n)||t({manifest:e,at:e.keySpan([...n,jP]),message:`Karpenter does not read \`${jP}\`, so it disrupts the nodes of \`${e.name}\``,help:`Use \`${He}: "true"\` instead.`,fix:{description:`Add \`${He}: "true"\``,edits:Ie(e,n,He,`"true"`)}})}const NP=(e,t)=>Object.keys(m(e.get(t))??{}).some(e=>e===`karpenter.sh/do-not-disrupt`||h(e));function PP(e,t){let n=zs(e,`cluster-autoscaler`)||e.manifests.some(FP);for(let{manifest:r,template:i}of $(e)){let e=[...i,`metadata`,`annotations`],a=AP.find(([e,t,n])=>_(r.get([...i,`metadata`,e,t]))===n);if(!a||r.kind===`DaemonSet`||NP(r,e))continue;let o=t.clusterOf(r),s=bD(r,[...i,`spec`],o),c=s?.pools.find(e=>!e.isPartial);if(!s||!c||Object.hasOwn(oe,r.kind)&&OP(c))continue;let[l,u]=a,d=n||!s.isOnly;t.report({manifest:r,...d&&{severity:`note`},at:r.keySpan([...i,`metadata`,l,u]),message:`Karpenter does not read \`${u}\`, so it evicts these pods when it disrupts nodes of \`${c.name}\``,help:`Add the annotation \`${He}: "true"\` to the pods.`,labels:[{span:c.span([`metadata`,`name`]),message:`the pods may run on nodes of this NodePool${V(r,c,t)}`}],fix:{description:`Add \`${He}: "true"\``,edits:Ie(r,e,He,`"true"`)}})}}const FP=({kind:e,name:t})=>e===`Deployment`&&/cluster-?autoscaler|spot-?ocean|castai/.test(t),IP=e=>U`
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
`;function LP(){let e=q({nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`],terminationGracePeriod:`24h`}),t=U`cluster-autoscaler.kubernetes.io/safe-to-evict: "false"`;return{bad:[Q(e,IP(t),Y)],good:[Q(e,IP(U`
          cluster-autoscaler.kubernetes.io/safe-to-evict: "false"
          karpenter.sh/do-not-disrupt: "true"
        `),Y),Q(e,IP(U`cluster-autoscaler.kubernetes.io/safe-to-evict: "true"`),Y)]}}const RP=K({id:`frozen-nodes`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[39],on:{NodePool(e,{report:t}){if(e.isPartial)return;let n=Ad(e,[`spec`,`template`,`spec`,`expireAfter`]),r=BP(e,Kj),i=r||n.value===`Never`?VP(e,r):void 0,[a]=i??[];if(!i||!a)return;let o=n.value===`Never`||ee(e.apiVersion)===`v1beta1`,s=i.some(({path:t})=>$A(e,t,{parents:2})!==``);t({at:e.span([...a.path,`nodes`]),...s&&{severity:`note`},message:`${ne(i.length,`This budget blocks`,`Budgets of 0 block`)} ${r?`all voluntary disruption`:`drift`} of \`${e.name}\` at all times, ${r?``:"and `expireAfter` is `Never`, "}so ${o?`its nodes are never patched`:`only expiry replaces its nodes`}`,help:r?"Set `reasons` to the disruption reasons that you want to block, or set `schedule` and `duration`. Then add a budget such as `nodes: 10%` for everything else. If nothing should be disrupted, write the reason in a comment next to the budget.":"Limit the budget with `schedule` and `duration`, or set `expireAfter` to a duration. If nothing should be patched, write the reason in a comment next to the budget."})}},docs:{summary:`Disruption budgets of 0 apply at all times, to all reasons or to drift of nodes that never expire.`,why:"Karpenter never consolidates such a NodePool and never rolls out its drift. New AMIs and changed node classes do not reach running nodes. Only expiry, which ignores budgets, replaces them. With `expireAfter: Never`, nothing does: the nodes are never patched. If a comment next to the budget gives the reason, the finding is a note.",help:"Set `reasons` to the disruption reasons that you want to block, or limit the budget with `schedule` and `duration`. Then add a budget for everything else.",url:`https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets`},examples:HP}),zP=e=>qj(e).filter(({isZero:e})=>e),BP=(e,t)=>t.every(t=>{let n=zP(e).filter(e=>e.appliesTo(t));return n.length>0&&Xj(n)===!1});function VP(e,t){if(t)return zP(e);if(BP(e,[`Drifted`]))return zP(e).filter(e=>e.appliesTo(`Drifted`))}function HP(){return{bad:[H(q({requirements:[],expireAfter:`Never`,disruption:U`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
        `}),{"budgets:":`budgets:
  - nodes: 10%`,'nodes: "0"':`nodes: "0"
reasons: [Underutilized]`},{"budgets:":`budgets:
  - nodes: 10%`,'nodes: "0"':`nodes: "0"
schedule: 0 9 * * mon-fri
duration: 8h`}),H(q({disruption:U`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
              schedule: 0 0 * * *
              duration: 24h
            - nodes: 20%
        `}),{"duration: 24h":`duration: 8h`}),H(q({expireAfter:`Never`,disruption:U`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              reasons: [Drifted]
        `}),{"expireAfter: Never":`expireAfter: 720h`},{"reasons: [Drifted]":`reasons: [Drifted]
schedule: 0 9 * * mon-fri
duration: 8h`})],good:[q({disruption:U`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              reasons: [Underutilized]
        `}),q({name:`business-hours`,disruption:U`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
        `})]}}const UP=K({id:`full-reservations`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Capacity reservations`,mistakes:[],on:{Manifests(e,t){let{karpenter:n,report:r}=t;if(n.offersFullReservations)for(let e of B_(t)){let t=e.filter(e=>WP(e)&&W_(e));for(let e of t){let n=dy(e),i=n&&t.find(t=>dy(t)===void 0&&GP(e,t));i&&r({manifest:e,at:e.span(n.path),message:`While its reservations are full, \`${e.name}\` keeps pods pending that \`${i.name}\` could run`,help:"Also allow `on-demand` here. Karpenter uses reserved capacity first.",labels:[{span:i.span([`metadata`,`name`]),message:`Karpenter does not try this NodePool`}]})}}}},docs:{summary:`While its reservations are full, a NodePool that allows only reserved capacity keeps pods pending that another NodePool could run.`,why:`Up to Karpenter 1.14, a full reservation was not available, so pods went to the NodePool with the next lower weight. Since 1.15, Karpenter waits for full reservations. If a NodePool has only full reservations for a pod, the pod stays pending until one has room. Meanwhile, Karpenter does not try the NodePools after it. If the NodePool also allows another capacity type, Karpenter launches that.`,help:"Also allow `on-demand` in the same NodePool. Karpenter uses reserved capacity first.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:KP}),WP=e=>!e.isPartial&&Ad(e,[`spec`,`weight`]).isKnown&&e.get([`spec`,`replicas`])===void 0,GP=(e,t)=>Kd(e)>Kd(t)||Kd(e)===Kd(t)&&Ee(e.name,t.name)>0;function KP(){return{bad:[H(G({karpenter:`1.15`},Q(q({name:`reserved`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved]`]}),q({name:`fallback`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),J(U`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `))),{"[reserved]":`[reserved, on-demand]`})],good:[G({karpenter:`1.15`},Q(q({name:`reserved`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved, on-demand]`]}),q({name:`fallback`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [spot]`]}),J(U`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `))),G({karpenter:`1.15`},Q(q({name:`training`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,taints:U`
              - key: example.com/training
                effect: NoSchedule
            `,requirements:[`karpenter.sh/capacity-type In [reserved]`]}),q({name:`general`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),J(U`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `))),G({karpenter:`1.15`},Q(q({name:`reserved`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved]`]}),q({name:`general`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),J(U`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `)))]}}const qP=K({id:`gpu-taint`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[90],on:{NodePool:JP,Provisioner:JP},docs:{summary:`A NodePool in which all instance types have GPUs or other accelerators has no taint.`,why:`Karpenter may launch a node of this NodePool for any pod that fits nowhere else. An ordinary web server then runs on an instance that costs many times what it needs. Consolidation cannot remove the node while the pod runs there.`,help:"Add a taint to the NodePool, such as `nvidia.com/gpu:NoSchedule`, and a toleration to the pods that need its nodes.",url:`https://karpenter.sh/docs/concepts/scheduling/#acceleratorsgpu-resources`},examples:YP});function JP(e,{report:t,catalog:n,compatible:r}){let i=r(e),a=e.kind===`NodePool`?[`spec`,`template`,`spec`]:[`spec`],o=Ad(e,[...a,`taints`]);n&&i?.isExact&&i.names.length!==0&&(!o.isKnown||d(o.value).length>0||i.names.every(e=>{let{gpus:t,accelerator:r}=n.type(e);return t.length>0||r!==void 0})&&t({at:e.keySpan(a),message:`Every instance type of \`${e.name}\` has GPUs or other accelerators, but no taint keeps ordinary pods away`,help:"Add a taint such as `nvidia.com/gpu:NoSchedule`, and a toleration to the pods that need these nodes."}))}function YP(){return{bad:[H(q({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6, g6e]`]}),{"requirements:":`taints:
  - key: nvidia.com/gpu
    effect: NoSchedule
requirements:`})],good:[q({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6, g6e]`],taints:U`
          - key: nvidia.com/gpu
            effect: NoSchedule
        `}),q({name:`mixed`,requirements:[`karpenter.k8s.aws/instance-family In [g6, m7i]`]})]}}const XP=K({id:`interrupted-jobs`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[],on:{Manifests(e,{report:t,clusterOf:n}){for(let r of ZP(e,n))t({manifest:r.manifest,...dF(r)})}},docs:{summary:`Jobs, workflows or CI runners are placed on a NodePool that Karpenter consolidates while they run.`,why:"With `consolidationPolicy: WhenEmptyOrUnderutilized`, Karpenter evicts running pods to use fewer or cheaper nodes. A Job starts again from the beginning, and a CI job or a step of a workflow fails. The annotation does not stop AWS from taking spot nodes back. Reported for pods that select or tolerate the NodePool, and for Jobs without retries (`backoffLimit: 0`) if the cluster has no other nodes. Not reported if the pods end before `consolidateAfter`, because of `activeDeadlineSeconds`, or if they start again more often. `consolidateAfter` counts from the last time a pod was added to a node or removed from it.",help:'Add the annotation `karpenter.sh/do-not-disrupt: "true"` to the pods, or set `consolidationPolicy: WhenEmpty` in the NodePool.',url:`https://karpenter.sh/docs/concepts/disruption/#pod-level-controls`},examples:TF});function ZP(e,t){let n=B(e).filter(e=>OP(e)&&QP(e));if(n.length===0)return[];let r=LM(e);return e.manifests.flatMap(e=>{let i=Object.hasOwn(oe,e.kind)?oe[e.kind]:void 0;if(i===void 0||i.group!==u(e.apiVersion)||e.isPartial||typeof e.get(i.spec)==`string`||tF(e,i).some(te)||nF(e,i))return[];let a=r.flatMap(({pods:t,every:n})=>t===e?[n]:[]),o=t=>!rF(e,i,t,a),s=n.find(t=>iF(t,e,i.spec)&&o(t))??($P(e,i)?eF(e,i,t(e)).find(o):void 0);return s===void 0?[]:[{manifest:e,pool:s,kind:i}]})}const QP=e=>[[`spec`],[`spec`,`template`],[`spec`,`template`,`spec`]].every(t=>typeof e.get(t)!=`string`),$P=(e,{spec:t})=>e.get([...t.slice(0,-2),`backoffLimit`])===0;function eF(e,{spec:t},n){let r=bD(e,t,n);return r?.isOnly&&r.pools.every(OP)?r.pools:[]}const tF=(e,{spec:t,annotations:n})=>[...[`nodeSelector`,`affinity`,`tolerations`].map(e=>[...t,e]),n].map(t=>e.get(t)??null);function nF(e,{spec:t,annotations:n}){let r=_(e.get([...n,He])),i=JSON.stringify(e.get([...t.slice(0,-2),`podFailurePolicy`])??null);return r!==void 0||i.includes(`DisruptionTarget`)}function rF(e,{spec:t},n,r){let i=Number(ht(_(n.get([`spec`,`disruption`,`consolidateAfter`]))??``)??0)/1e6;return i===0?!1:[t,t.slice(0,-2)].map(t=>e.get([...t,`activeDeadlineSeconds`])??null).some(e=>e!==null&&!(Number(e)*1e3>i))||r.some(e=>e<i)}function iF(e,t,n){let r=sF(t,n),i=aF(t,[...n,`tolerations`]),a=aF(e,[`spec`,`template`,`spec`,`taints`]).filter(oF),o=a.filter(({effect:e})=>e!==`PreferNoSchedule`);if(!Kb(o,i)||!r.some(t=>t.every(t=>cF(e,t))))return!1;let s=uF(e),c=({key:t,operator:n,values:r})=>n===`In`&&r.some(n=>t===b.nodePool?n===e.name:s.get(t)?.has(n)),l=i.filter(({key:e=``})=>e!==``);return r.some(e=>e.some(c))||a.some(e=>Kb([e],l))}const aF=(e,t)=>d(e.get(t)).flatMap(e=>m(e)??[]),oF=e=>!te(Object.values(e));function sF(e,t){let n=Object.entries(m(e.get([...t,`nodeSelector`]))??{}).map(([e,t])=>({key:e,operator:`In`,values:[_(t)??``]})),r=cy(e,[...t,`affinity`]);return r.length===0?[n]:r.map(({expressions:e})=>[...n,...e])}function cF(e,{key:t,operator:n,values:r}){if(Fd(e)||n!==`In`&&n!==`Exists`)return!0;let i=y(t);if(i===b.nodePool)return n===`Exists`||r.includes(e.name);let a=[...Id(e),...z(e)].filter(e=>y(e.key)===i);return a.some(({isKnown:e})=>!e)?!0:a.length===0?lF(t):n===`Exists`?a.every(e=>e.operator!==`DoesNotExist`):a.every(e=>{let t=e.values.map(({text:e})=>e);return e.operator===`In`?r.some(e=>t.includes(e)):e.operator===`NotIn`?r.some(e=>!t.includes(e)):e.operator!==`DoesNotExist`})}const lF=e=>/(^|\.)(kubernetes\.io|k8s\.aws|karpenter\.sh|amazonaws\.com|azure\.com)\//.test(y(e));function uF(e){return new Map([...Id(e),...z(e)].filter(({key:e,operator:t})=>t===`In`&&!lF(e)).map(({key:e,values:t})=>[e,new Set(t.map(({text:e})=>e))]))}function dF({manifest:e,pool:t,kind:{spec:n,annotations:r,pods:i}}){let a=_(t.get([`spec`,`disruption`,`consolidationPolicy`]))??`the default policy`,o=z(t).some(({key:e,values:t})=>y(e)===b.capacityType&&t.some(({text:e})=>e===`spot`));return{at:e.keySpan(n.length>1&&n.at(-1)===`spec`?n.slice(0,-1):n),message:`Karpenter evicts running ${i} of ${e.kind} \`${e.name}\` when it consolidates NodePool \`${t.name}\` (\`${a}\`)`,labels:[{span:t.span([`spec`,`disruption`]),message:`moves running pods to save money`}],help:`Add the annotation \`${He}: "true"\` to the pods. Or set \`consolidationPolicy: WhenEmpty\` in the NodePool.${o?` AWS can still reclaim spot nodes.`:``}`,fix:{description:`Add \`${He}: "true"\``,edits:Ie(e,r,He,`"true"`)}}}const fF=e=>q({name:`builds`,labels:`example.com/team: builds`,nodeClassRef:`default`,taints:U`
      - key: example.com/ci
        effect: NoSchedule
    `,requirements:[`karpenter.sh/capacity-type In [on-demand]`],disruption:`consolidationPolicy: ${e}\nconsolidateAfter: 1m`}),pF=(e,t=``)=>U`
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
`,mF=U`
  tolerations:
    - key: example.com/ci
      operator: Exists
`,hF=U`
  nodeSelector:
    example.com/team: builds
  ${mF}
`,gF=U`
  nodeSelector:
    example.com/team: reports
  ${mF}
`,_F=U`
  tolerations:
    - key: example.com/ci
      value: reports
`,vF=U`
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
          - matchExpressions: [{key: example.com/size, operator: In, values: [large]}]
  ${mF}
`,yF=U`
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
          - matchExpressions: [{key: example.com/team, operator: In, values: [reports]}]
          - matchExpressions: [{key: example.com/team, operator: In, values: [builds]}]
  ${mF}
`,bF=U`
  metadata:
    annotations:
      karpenter.sh/do-not-disrupt: "true"
`,xF=(e=``)=>U`
  apiVersion: argoproj.io/v1alpha1
  kind: WorkflowTemplate
  metadata:
    name: build
  spec:
    entrypoint: build
    ${e}
    ${mF}
    templates:
      - name: build
        container:
          image: example.com/build
`,SF=U`
  podMetadata:
    annotations:
      karpenter.sh/do-not-disrupt: "true"
`,CF=bF.text.trim().replaceAll(`
`,`
    `),wF=e=>H(Q(fF(`WhenEmptyOrUnderutilized`),pF(e),Y),{"consolidationPolicy: WhenEmptyOrUnderutilized":`consolidationPolicy: WhenEmpty`},{"    spec:\n      restartPolicy":`    ${CF}\n    spec:\n      restartPolicy`});function TF(){return{bad:[wF(mF),wF(hF),wF(yF),H(Q(fF(`WhenEmptyOrUnderutilized`),xF(),Y),{"consolidationPolicy: WhenEmptyOrUnderutilized":`consolidationPolicy: WhenEmpty`})],good:[Q(fF(`WhenEmptyOrUnderutilized`),pF(hF,bF),Y),Q(fF(`WhenEmpty`),pF(hF),Y),Q(fF(`WhenEmptyOrUnderutilized`),pF(gF),Y),Q(fF(`WhenEmptyOrUnderutilized`),pF(_F),Y),Q(fF(`WhenEmptyOrUnderutilized`),pF(vF),Y),Q(fF(`WhenEmptyOrUnderutilized`),xF(SF),Y)]}}const EF=K({id:`limit-fit`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[28],on:{NodePool:kF,Provisioner:kF},docs:{summary:`A limit is not a multiple of the NodePool’s node size, so a part of it is never used.`,why:"Karpenter launches a node only if the whole node stays within `limits`. If the sizes of all instance types are multiples of a large step, a remainder below that step is never used. The NodePool then stays smaller than its limit, by up to one node.",help:`Set the limit to a multiple of the step, or allow smaller instance types.`,url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:MF}),DF={cpu:{unit:`vCPU`,of:({vcpus:e})=>e},"nvidia.com/gpu":{unit:`GPUs`,of:({gpus:e})=>e.reduce((e,t)=>e+(t.manufacturer===`nvidia`?t.count:0),0)}},OF={cpu:16,"nvidia.com/gpu":4};function kF(e,{report:t,catalog:n,compatible:r}){let i=Ld(e),a=r(e);if(n&&a?.isExact&&a.names.length!==0)for(let[r,o]of Object.entries(m(i.value)??{})){let s=Object.hasOwn(DF,r)?DF[r]:void 0,c=typeof o==`string`||typeof o==`number`?wt(o):void 0;if(!s||!c)continue;let l=AF(a,n)[r],u=l.reduce(jF,0),d=Math.floor(c%u);if(u<OF[r]||c<Math.min(...l)||d===0)continue;let f=Math.floor(c/u),p=l.length===1?`allows ${ye(f,`node`)} of ${u} ${s.unit}`:`is not a multiple of ${u} ${s.unit}, the common step of its instance types`;t({at:e.span([...i.path,r]),message:`\`${r}: ${o}\` of \`${e.name}\` ${p}. The remaining ${d} ${s.unit} are never used`,help:`Set the limit to ${f*u} or ${(f+1)*u}, or allow smaller instance types.`})}}const AF=iT(({names:e},t)=>Object.fromEntries(Object.entries(DF).map(([n,{of:r}])=>[n,[...new Set(e.map(e=>r(t.type(e))))]]))),jF=(e,t)=>t===0?e:jF(t,e%t);function MF(){return{bad:[H(Q(q({limits:`cpu: 2063`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["32"]`]}),Y),{"cpu: 2063":`cpu: 2048`},{"cpu: 2063":`cpu: 2080`},{'["32"]':`["4", "32"]`})],good:[Q(q({limits:`cpu: 2048`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["32"]`]}),q({name:`small`,weight:10,limits:`cpu: 2063`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["4", "8"]`,`karpenter.sh/capacity-type In [on-demand]`]}),Y)]}}const NF={cpu:({vcpus:e})=>e,memory:({memoryMib:e})=>e*2**20*.85,"nvidia.com/gpu":({gpus:e})=>e.reduce((e,{count:t,manufacturer:n})=>e+(n===`nvidia`?t:0),0)},PF=K({id:`limits-below-one-node`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[28],on:{NodePool:FF,Provisioner:FF},docs:{summary:`The limits of a NodePool are below the size of its smallest instance type.`,why:"Karpenter launches a node only if the whole node stays within `limits`. If a limit is below the smallest allowed instance type, Karpenter launches nothing for the NodePool, and only an event says so. Amounts of memory without a unit are bytes. A limit of 0 is not reported, because it turns a NodePool off.",help:`Raise the limit to the size of several nodes, with its unit, or allow smaller instance types.`,url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:LF});function FF(e,{report:t,catalog:n,compatible:r}){let i=Ld(e),a=r(e);if(n&&a?.isExact&&a.names.length!==0)for(let[r,o]of Object.entries(m(i.value)??{})){let s=typeof o==`string`||typeof o==`number`?wt(o):void 0;if(!Object.hasOwn(NF,r)||!s)continue;let c=IF(a,n)[r];if(c.amount<=s)continue;let l=r===`memory`&&/^\d+$/.test(String(o));t({at:e.span([...i.path,r]),message:`The limit \`${r}: ${o}\`${l?` (bytes)`:``} of \`${e.name}\` is below the size of its smallest instance type, ${c.name}. Karpenter launches nothing for this NodePool`,help:l?`Add a unit, such as \`${o}Gi\`.`:"Raise the limit to the size of several nodes, or allow smaller instance types. If nothing should be launched, set it to `0`."})}}const IF=iT(({names:e},t)=>Object.fromEntries(Object.entries(NF).map(([n,r])=>{let[i]=e.map(e=>({name:e,amount:r(t.type(e))})).sort((e,t)=>e.amount-t.amount||Ee(e.name,t.name));return[n,i]})));function LF(){return{bad:[H(q({requirements:[`node.kubernetes.io/instance-type In [m7i.8xlarge, m7i.16xlarge]`,`karpenter.sh/capacity-type In [on-demand]`],limits:`cpu: 16`}),{"cpu: 16":`cpu: 320`},{"cpu: 16":`cpu: 0`},{"[m7i.8xlarge, m7i.16xlarge]":`[m7i.xlarge, m7i.2xlarge]`}),H(q({limits:U`
          cpu: 100
          memory: 1000
        `}),{"memory: 1000":`memory: 1000Gi`})],good:[q({requirements:[`node.kubernetes.io/instance-type In [m7i.8xlarge]`,`karpenter.sh/capacity-type In [on-demand]`],limits:U`
          cpu: 32
          memory: 128Gi
        `}),q({name:`switched-off`,limits:`cpu: 0`})]}}const RF=K({id:`min-values`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[23],explains:[`provisioning/nodepool-empty`],on:{NodePool(e,{report:t,catalog:n,compatible:r,settings:i,isRegionAssumed:a}){let o=r(e);if(n&&o?.isExact&&o.names.length!==0&&i.karpenter.minValuesPolicy!==`BestEffort`)for(let{path:r,key:i}of z(e)){let s=e.get([...r,`minValues`]),c=zF(n,o.names,y(i));typeof s!=`number`||c===void 0||c>=s||t({at:e.span([...r,`minValues`]),...a&&{severity:`note`},message:`\`${e.name}\` requires ${s} different values of \`${i}\`, but its instance types in ${n.region} have only ${c}. Karpenter launches nothing for this NodePool`,help:`Lower \`minValues\` to ${c} or less, or allow more instance types.`,explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}})}}},docs:{summary:"`minValues` is higher than the number of values that the allowed instance types have.",why:"Karpenter launches a node only if the instance types to choose from have at least `minValues` different values of the label. If the requirements of the NodePool already leave fewer, Karpenter skips the NodePool and its pods stay pending. With `minValuesPolicy: BestEffort`, Karpenter launches nodes anyway.",help:"Lower `minValues`, or allow more instance types.",url:`https://karpenter.sh/docs/concepts/nodepools/#min-values`},examples:BF});function zF(e,t,n){if(n===b.instanceType)return t.length;let r=e.labels.get(n);if(r===void 0)return;let i=new Set(t);return new Set(e.types.flatMap(({name:e},t)=>i.has(e)?r[t]:[])).size}function BF(){return{bad:[H(q({requirements:U`
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
        `}),{"minValues: 20":`minValues: 5`},{"[m]":`[c, m, r]`,'["5"]':`["5", "6", "7"]`})],good:[q({requirements:U`
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
        `}),q({name:`own-label`,requirements:U`
          - key: karpenter.k8s.aws/instance-category
            operator: In
            values: [c, m, r]
          - key: karpenter.k8s.aws/instance-generation
            operator: Gt
            values: ["4"]
          - key: example.com/team
            operator: Exists
            minValues: 2
        `})]}}function VF(e,t){let{origin:n,text:r}=e.source;if(!n)return!1;let{start:i,end:a}=e.keySpan(t),o=Math.max(a,e.span(t).end),[s]=/^:?(?:\s|#[^\n]*)*/.exec(r.slice(o)),c=o+s.length+1,{span:l,isExact:u}=n.trace(i,c);return!u||l.end-l.start!==c-i}function HF(e,t){let{origin:n}=e.source,r=t.at(-1);if(!n||typeof r!=`string`||!/^[\w.-]{1,100}$/.test(r))return!1;let{start:i,end:a}=e.keySpan([`apiVersion`]),{span:o}=n.trace(i,a),s=n.textOf?.(o.file);if(s===void 0)return!1;let c=s.indexOf(`
---`,o.start),l=s.slice(o.start,c===-1?void 0:c);return[...l.matchAll(RegExp(`^[ \\t]*(?:- )?["']?${r.replaceAll(`.`,`\\.`)}["']?[ \\t]*:`,`gm`))].some(({index:e})=>UF(l.slice(0,e))>0)}function UF(e){let t=0;for(let[,n]of e.matchAll(/\{\{-?\s*(if|with|range|end)\b/g))t=n===`end`?Math.max(0,t-1):t+1;return t}const WF=K({id:`no-empty-fields`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],yieldsTo:[`schema/required`],on:{NodePool:GF,Provisioner:GF,NodeClass:GF,NodeTemplate:GF,NodeOverlay:GF},docs:{summary:`A field has no value.`,why:`A key without a value is null. The API server drops it, so the default applies, not what the key suggests. Often the value is missing, or the lines below the key are not indented.`,help:`Add a value, or remove the field.`,url:`https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting-and-nullable`},examples:JF});function GF(e,{report:t,karpenter:n}){if(!e.isPartial)for(let r of qF(e.get([`spec`]),[`spec`])){if(n.opensKubelet&&KF(r)||VF(e,r))continue;let i=String(r.at(-1));t({at:e.keySpan(r),message:`\`${r.join(`.`)}\` has no value, so the API server drops it`,help:`Add a value, or remove the field.`,fix:{description:`Remove \`${i}\``,edits:We(e,r)},explains:{paths:[r],mentioning:i}})}}const KF=([,e,...t])=>e===`kubelet`&&t.length>1;function qF(e,t){return Array.isArray(e)?e.flatMap((e,n)=>qF(e,[...t,n])):Object.entries(m(e)??{}).flatMap(([e,n])=>n===null?e===`tags`&&/SelectorTerms$/.test(String(t.at(-2)))||h(e)?[]:[[...t,e]]:qF(n,[...t,e]))}function JF(){return{bad:[U`
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
      `],good:[W`
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
      `,q({weight:10}),G({karpenter:`1.15`},J(U`
          role: karpenter-nodes
          amiSelectorTerms:
            - alias: al2023@v20260701
          kubelet:
            reservedMemory:
              - numaNode: 0
                limits:
        `))]}}function YF({group:e,kind:t},n){let[r]=n[0]?.nodeClasses??[];for(let i of n){let n=i.nodeClasses.find(n=>n.kind===(t??r?.kind)&&(e===void 0||n.group===e));if(n!==void 0)return{provider:i,kind:n}}}const XF=({name:e,catalog:t=e},n)=>t===n.provider,ZF=({apiVersion:e},t)=>t.find(({nodeClasses:t})=>t.some(({group:t})=>t===u(e))),QF=e=>e.flatMap(({terraform:e})=>e??[]);function $F(e,t){let n=t.filter(e=>e.launching!==void 0),r=new Set(n.flatMap(({nodeClasses:e})=>e.map(({group:e})=>e)));return e.flatMap(e=>[u(e.apiVersion),...e.kind===`NodePool`?eI(e):[]]).filter(e=>/^karpenter\.(?!sh$)/.test(e)&&!r.has(e)).sort(Ee)[0]}const eI=e=>d(e.get([`spec`,`template`,`spec`,`requirements`])).map(e=>u(_(m(e)?.key)??``)),tI=({apiVersion:e,kind:t},n)=>t===n.kind&&u(e)===n.group,nI=({group:e=``,kind:t=``})=>`${e}/${t.toLowerCase()}`,rI=[`NodePool`,`Provisioner`,`NodeOverlay`],iI=(e,t)=>e.manifests.flatMap(e=>aI(e,t)??[]);function aI(e,t){if(u(e.apiVersion)===`karpenter.sh`){let n=rI.find(t=>t===e.kind);return n===void 0?void 0:{manifest:e,handler:n,provider:n===`NodeOverlay`?void 0:sI(e,t)}}for(let{name:n,nodeClasses:r,nodeTemplate:i}of t){if(r.some(t=>tI(e,t)))return{manifest:e,handler:`NodeClass`,provider:n};if(i&&tI(e,i))return{manifest:e,handler:`NodeTemplate`,provider:n}}}const oI=({nodeClasses:e,nodeTemplate:t})=>t?[...e,t]:e;function sI(e,t){let{group:n,kind:r}=zd(e);if(n===void 0&&r===void 0)return t[0]?.name??null;let i=t.find(e=>oI(e).some(e=>e.group===n||e.kind===r)),a=i===void 0&&(h(n)||h(r));return i?.name??(a?t[0]?.name??null:null)}const cI=({providers:e},t)=>e===`every`||t===void 0||t!==null&&e.includes(t);function lI({providers:e},t){if(e===`every`)return!0;let n=t.flatMap(({provider:e})=>e===void 0?[]:[e]);return n.length===0||n.some(t=>t!==null&&e.includes(t))}const uI=K({id:`node-class-exists`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],explains:[`provisioning/nodepool-not-ready`],on:{Manifests(e,t){let{report:n,nearest:r,providers:i}=t;for(let a of i.flatMap(oI)){let{kind:o,builtIn:s=[]}=a,c=yI(e,a,i).filter(({name:e,pool:t})=>!s.includes(e)&&!fI(t,a,i)),l=CI(e,a),u=c[0];if(l===void 0||u===void 0)continue;let d=hI(a,t);if(l.length===0&&!c.some(d)){n({manifest:u.pool,at:u.pool.span([...u.path,`name`]),severity:`note`,message:`No ${o} is among these manifests, so ${ye(c.length,`reference`)} cannot be checked`,help:`Review the manifests of the ${o} together with the NodePools that use it.`});continue}let f=new Set(l),p=c.filter(({name:e})=>!f.has(e)).map(e=>({...e,wanted:r(e.name,l)})),m=mI(a,t),ee=e=>e.wanted!==void 0||m(e);pI(p.filter(e=>!ee(e)),o,t);for(let{pool:e,path:t,name:r,wanted:i}of p.filter(ee))n({manifest:e,at:e.span([...t,`name`]),...d({pool:e,path:t,name:r})&&{severity:`error`},message:`${e.kind} \`${e.name}\` refers to ${o} \`${r}\`, which is not among these manifests`,help:d({pool:e,path:t,name:r})?`Keep this ${o}, or let the NodePool refer to another one in the same change.`:dI(o,i,l),explains:{paths:[[...t,`name`]]},...i&&{fix:{description:`Replace with \`${i}\``,edits:x(e,[...t,`name`],i)}}})}}},docs:{summary:`A NodePool refers to a node class that is not among the manifests.`,why:"A NodePool whose EC2NodeClass does not exist is not ready (`NodeClassNotFound`) and launches nothing. If the class comes from elsewhere, such as Terraform, a note says that the reference cannot be checked.",help:`Correct the name, or add the EC2NodeClass.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecnodeclassref`},examples:wI}),dI=(e,t,n)=>t?`Did you mean \`${t}\`?`:`Add this ${e}, or refer to an existing one: ${n.join(`, `)}.`;function fI(e,{group:t},n){let r=$F([e],n);return r!==void 0&&r!==t}function pI(e,t,{report:n}){let[r]=e;r&&n({manifest:r.pool,at:r.pool.span([...r.path,`name`]),severity:`note`,message:`${t} \`${r.name}\` is not among these manifests, so ${ye(e.length,`reference`)} cannot be checked`,help:`Review the manifests of the ${t} together with the NodePools that use it.`})}function mI(e,{all:t,base:n,providers:r}){let i=new Set(n?SI(n,e).map(({name:e})=>e):[]),a=new Set(t.manifests.filter(vI).map(_I)),o=new Set(SI(t,e).map(_I)),s=new Set([...o].filter(e=>!a.has(e)).map(ie)),c=new Map;for(let{name:n,pool:i}of yI(t,e,r))c.set(n,(c.get(n)??new Set).add(_I(i)));return({pool:e,name:t})=>{if(i.has(t))return!0;if((c.get(t)?.size??0)>1)return!1;let n=_I(e);return o.has(n)||gI(n).some(e=>s.has(e))}}function hI(e,{all:t,base:n}){let r=new Set(n?SI(n,e).map(({name:e})=>e):[]),i=new Set(SI(t,e).map(({name:e})=>e)),a=!t.files.some(({isBroken:e})=>e);return({pool:e,name:t})=>a&&!e.isPartial&&r.has(t)&&!i.has(t)}function gI(e){let t=e===``?[]:e.split(`/`);return[``,...t.map((e,n)=>t.slice(0,n+1).join(`/`))]}function _I({source:{file:e,origin:t}}){return t?.tool===`terraform`?t.root===`.`?``:t.root:ie(e)}const vI=({kind:e,apiVersion:t})=>(e===`NodePool`||e===`Provisioner`)&&u(t)===`karpenter.sh`,yI=(e,t,n)=>e.manifests.filter(vI).flatMap(e=>{let r=Vd(e);return r!==void 0&&xI(r,t,bI(e,n))?[{pool:e,path:r.path,name:r.name}]:[]}),bI=(e,[t])=>e.kind===`Provisioner`?t?.nodeTemplate:t?.nodeClasses[0],xI=({group:e,kind:t},n,r)=>(t??r?.kind)===n.kind&&(e??n.group)===n.group,SI=(e,t)=>e.manifests.filter(e=>tI(e,t));function CI(e,t){if(e.files.some(e=>e.isBroken))return;let n=SI(e,t).map(e=>e.name);if(!n.some(e=>e===``||h(e)))return[...new Set(n)].sort()}function wI(){return{bad:[Q(q({requirements:[],nodeClassRef:`defualt`}),U`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `),H(q({requirements:[],nodeClassRef:`default`}),{"apiVersion: karpenter.sh/v1":`${TI.text}---\napiVersion: karpenter.sh/v1`})],good:[Q(q({requirements:[],nodeClassRef:`default`}),U`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `)]}}const TI=J(U`
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
`),EI=K({id:`open-architecture`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[9],on:{NodePool:jI,Manifests(e,t){LI(e,t),RI(e,t)}},docs:{summary:`A NodePool launches arm64 and amd64 nodes, and nothing shows that pods run on both.`,why:"Without a requirement for `kubernetes.io/arch`, Karpenter launches whichever architecture is cheaper, which is often arm64. A pod whose image is built only for amd64 then crashes with `exec format error`. The finding is a warning if the change removes the requirement. It is a note if the workloads of the cluster select no architecture, because their images may be built for both. If a change moves pods from one architecture to the other, or lets them run on one more, the images are named whose names do not say that they fit. It is a warning at the image if its name or tag says that it is built for one of them, such as `web:1.2-amd64`.",help:"Add a requirement for `kubernetes.io/arch`: with one architecture, or with both if every image is built for both.",url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:JI}),DI=[`spec`,`template`,`spec`,`requirements`],OI=e=>Hd(e).some(({key:e})=>y(e)===b.arch),kI=new Set([b.instanceType,b.instanceFamily,b.instanceCategory,b.instanceGeneration]),AI=e=>Hd(e).some(({key:e})=>kI.has(y(e)));function jI(e,t){let{report:n,base:r}=t;if(!Ad(e,DI).isKnown||OI(e)||!MI(e,t))return;let i=r?.manifests.find(({kind:t,name:n})=>t===e.kind&&n===e.name),a=i!==void 0&&!i.isPartial&&OI(i);(a||AI(e)&&NI(e,t))&&n({at:e.keySpan(DI),...a&&{severity:`warning`},message:`\`${e.name}\` ${a?`no longer limits the architecture`:`does not limit the architecture`}, so Karpenter also launches arm64 nodes, on which images that are built only for amd64 crash`,help:"Add the requirement `kubernetes.io/arch In [amd64]`, or `In [amd64, arm64]` if all images are built for both."})}function MI(e,{catalog:t,compatible:n}){let r=n(e);return!t||!r?.isExact?!1:new Set(r.names.map(e=>t.type(e).architecture)).size>1}function NI(e,{all:t,clusterOf:n}){let r=n(e),i=$(t).filter(({manifest:e})=>n(e)===r);return i.length===0||i.some(Dg)?!1:B(t).every(e=>n(e)!==r||!(OI(e)||Fd(e)))}const PI=/(?:^|[/:._-])(amd64|x86_64|x86-64|arm64v8|arm64|aarch64)(?:$|[/:@._-])/;function FI(e){let{manifest:t,template:n}=e,r=[`initContainers`,`containers`].flatMap(e=>{let r=[...n,`spec`,e];return d(t.get(r)).map((e,t)=>[...r,t,`image`])});for(let n of r){let r=_(t.get(n))??``,i=h(r)?void 0:PI.exec(r)?.[1];if(i!==void 0&&!Dg(e))return{path:n,image:r,architecture:/^(?:arm|aarch)/.test(i)?`arm64`:`amd64`}}}function II(e,t,n){let{manifest:r,template:i}=t,a=[`nodeSelector`,`affinity`].every(e=>r.get([...i,`spec`,e])===void 0),o=ys(R_(e,[`spec`,`template`,`spec`,`taints`]),()=>!0)===!1;return hy(t,n)===e||a&&o}function LI(e,t){for(let n of $(e)){let r=FI(n);if(!r)continue;let{manifest:i}=n,a=t.clusterOf(i),o=B(e).find(r=>t.clusterOf(r)===a&&II(r,n,e)&&MI(r,t));if(!o)continue;let{path:s,image:c,architecture:l}=r,u=l===`amd64`?`arm64`:`amd64`;t.report({manifest:i,at:i.span(s),severity:`warning`,message:`\`${c}\` is built for ${l}, but \`${o.name}\` also launches ${u} nodes, on which it crashes`,help:`Add the node selector \`kubernetes.io/arch: ${l}\` to the pods.`,labels:[{span:o.span([`metadata`,`name`]),message:`this NodePool has instance types of both architectures`}]})}}function RI(e,t){let{base:n,clusterOf:r,baseClusterOf:i}=t;if(n===null)return;let a=we($(n),BI),o=new Map;for(let n of $(e)){let e=VI(n,a.get(BI(n))??[]);if(!e||Dg(n)||FI(n))continue;let s=HI(e,i(e.manifest),t),c=HI(n,r(n.manifest),t);if(!s||!c)continue;let l=[...c.architectures].filter(([e])=>!s.architectures.has(e)),u=!(s.isOnly&&c.isOnly)||[...c.architectures.keys()].some(e=>s.architectures.has(e)),[d]=l;d===void 0||u&&!OI(d[1])||ce(o,d[1],{workload:n,from:[...s.architectures.keys()].join(` and `),to:l.map(([e])=>e).join(` and `),stays:u})}for(let[n,r]of o){let{to:i}=r[0];WI(n,r,{built:zI(i,e),isSure:!e.manifests.some(Sg),context:t})}}const zI=(e,t)=>new Set($(t).filter(({manifest:t,template:n})=>t.get([...n,`spec`,`nodeSelector`,b.arch])===e).flatMap(GI)),BI=({manifest:{kind:e,namespace:t=``,name:n}})=>JSON.stringify([e,t,n]);function VI({manifest:e},t){let n=pe(e.source),[r,...i]=t;return t.find(e=>pe(e.manifest.source)===n)??(i.length===0?r:void 0)}function HI({manifest:e,template:t},n,r){let i=bD(e,[...t,`spec`],n);if(i===void 0||i.pools.length===0)return;let a=new Map;for(let e of i.pools){let t=UI(e,r);if(t===void 0)return;for(let n of t)a.has(n)||a.set(n,e)}return{architectures:a,isOnly:i.isOnly}}function UI(e,{catalog:t,compatible:n}){let r=Hd(e).filter(({key:e})=>y(e)===b.arch),[i]=r;if(i&&(r.length>1||!i.isKnown||i.operator!==`In`))return;let a=n(e),o=t&&a?.isExact?[...new Set(a.names.map(e=>t.type(e).architecture))]:void 0;if(i===void 0)return o;let s=i.values.map(({text:e})=>e);return o===void 0||o.length===0?s:s.filter(e=>o.includes(e))}function WI(e,t,{built:n,isSure:r,context:{report:i}}){let[{from:a,to:o,stays:s}]=t,c=[...new Set(t.flatMap(({workload:e})=>GI(e)))].filter(e=>!n.has(e)).sort();if(c.length===0)return;let l=Hd(e).find(({key:e})=>y(e)===b.arch),u=[...new Set(t.map(({workload:e})=>me(e.manifest.name)))].sort(),d=s?`Pods of ${se(u)} can now get ${o} nodes of ${me(e.name)}`:`This change moves pods from ${a} to ${o}`;i({manifest:e,severity:r?`warning`:`note`,at:l?e.span([...l.path,`values`]):e.keySpan(DI),message:`${d}, and nothing in these files says that their images are built for ${o}: ${se(c.map(me))}`,help:`Check that each image is built for ${o}, for example with \`docker manifest inspect\`. Keep the other pods on a NodePool with ${a}.`,labels:t.slice(0,3).map(({workload:{manifest:e,template:t}})=>({span:e.span([...t,`spec`,`containers`,0,`image`]),message:`pods of ${e.kind} \`${e.name}\``}))})}const GI=({manifest:e,template:t})=>[`initContainers`,`containers`].flatMap(n=>d(e.get([...t,`spec`,n])).flatMap(e=>_(m(e)?.image)??[])),KI=U`
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
`,qI=e=>U`
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
`;function JI(){let e=`karpenter.k8s.aws/instance-category In [c, m, r]`,t=`karpenter.k8s.aws/instance-generation Gt ["4"]`,n=`kubernetes.io/arch In [amd64, arm64]`;return{bad:[H(Q(q({requirements:[e,t]}),KI),{"requirements:":`requirements:
  - {key: kubernetes.io/arch, operator: In, values: [amd64]}`},{"requirements:":`requirements:
  - {key: kubernetes.io/arch, operator: In, values: [amd64, arm64]}`}),H(Q(q({requirements:[t,n]}),qI(`restartPolicy: Always`)),{"restartPolicy: Always":`nodeSelector:
  kubernetes.io/arch: amd64`})],good:[Q(q({requirements:[t,n]}),qI(`nodeSelector: {kubernetes.io/arch: amd64}`)),Q(q({requirements:[e,t,`kubernetes.io/arch In [amd64]`]}),KI),q({requirements:[e,t]})]}}const YI=K({id:`overlapping-pools`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[32],on:{Manifests(e,t){for(let e of XI(t))ZI(e,t)}},docs:{summary:`Several NodePools can run the same pods, and only their names decide which comes first.`,why:"Karpenter tries NodePools by weight. With the same weight, it sorts them by name in reverse order: `spot` before `general`, `on-demand` before `gpu`. If NodePools do not differ in weight, taints or labels, their names decide which nodes Karpenter launches, and renaming one changes the cost. Only NodePools that certainly belong to one cluster are compared: those of one file or rendered root, or of files next to their node classes.",help:"Give the NodePool that should come first a higher `weight`, or separate their pods with taints.",url:`https://karpenter.sh/docs/concepts/nodepools/#specweight`},examples:nL});function XI(e){return B_(e).flatMap(e=>{let t=new Map;for(let n of e){let e=Ad(n,[`spec`,`weight`]);if(n.isPartial||!e.isKnown||n.get([`spec`,`replicas`])!==void 0||!W_(n))continue;let r=JSON.stringify(e.value??0);ce(t,r,n)}return[...t.values()].filter(e=>e.length>1)})}function ZI(e,t){let n=e.slice(0,60).flatMap(e=>QI(e,t)??[]),r=n.filter(e=>n.some(t=>t!==e&&$I(e,t))).sort((e,t)=>Ee(t.pool.name,e.pool.name)),[i,...a]=r;if(!i||a.length===0)return;let o=e=>v(e.map(({pool:e})=>e.name),e.length===2?` and `:`, `);t.report({manifest:i.pool,at:i.pool.span([`metadata`,`name`]),message:`${o(r)} can run the same pods and have the same weight. Karpenter sorts them by name and tries \`${i.pool.name}\` first, then ${o(a)}`,help:`Give the one that should come first a higher \`weight\`, or separate their pods with taints. ${eL(r)}`,labels:a.slice(0,5).map(({pool:e})=>({span:e.span([`metadata`,`name`]),message:`can run the same pods`}))})}function QI(e,{compatible:t,catalog:n}){let r=t(e);if(!r?.isExact||!n||r.names.length===0||r.names.filter(e=>(n.type(e)?.gpus.length??0)>0).length===r.names.length)return;let i=[`on-demand`,`spot`].map(e=>({type:e,...r.count(e)}));return{pool:e,names:new Set(r.names),architectures:new Set(r.names.flatMap(e=>n.type(e)?.architecture??[])),zones:new Set(i.flatMap(({zones:e})=>e)),capacityTypes:i.filter(({instanceTypes:e})=>e>0).map(({type:e})=>e)}}const $I=(e,t)=>[...e.architectures].some(e=>t.architectures.has(e))&&[...e.zones].some(e=>t.zones.has(e));function eL(e){let t=e.flatMap((t,n)=>e.slice(n+1).filter(e=>$I(t,e)).map(e=>[t,e])),n=t.length>6?`; and ${ye(t.length-6,`more pair`)}`:``;return`${t.slice(0,6).map(([e,t])=>tL(e,t)).join(`; `)}${n}.`}function tL(e,t){let n=[...e.names].filter(e=>t.names.has(e)).length,r=[...e.zones].filter(e=>t.zones.has(e)).length,i=e.capacityTypes.filter(e=>t.capacityTypes.includes(e)),a=i.length>0?`as ${i.join(` and `)}`:`with different capacity types`;return`\`${e.pool.name}\` and \`${t.pool.name}\` share ${ye(n,`instance type`)} in ${ye(r,`zone`)}, ${a}`}function nL(){return{bad:[H(Q(q({name:`on-demand`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [on-demand]`,`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`],nodeClassRef:`default`}),q({name:`spot`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [spot]`,`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`],nodeClassRef:`default`}),Y),{"metadata:\n  name: spot\nspec:":`metadata:
  name: spot
spec:
  weight: 10`})],good:[Q(q({name:`on-demand`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),q({name:`spot`,weight:10,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [spot]`],nodeClassRef:`default`}),q({name:`team-search`,limits:`cpu: 100`,labels:`team: search`,requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),Y)]}}const rL=K({id:`pod-grace-period`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[42],on:{Manifests(e,{report:t}){let n=[`spec`,`template`,`spec`,`terminationGracePeriod`],r=B(e).map(e=>({pool:e,seconds:iL(Ad(e,n))})),i=r.flatMap(({pool:e,seconds:t})=>t===void 0?[]:[{pool:e,seconds:t}]),a=i.toSorted((e,t)=>t.seconds-e.seconds)[0];if(!(!a||i.length<r.length))for(let{manifest:r,template:i}of $(e)){let e=[...i,`spec`,`terminationGracePeriodSeconds`],o=r.get(e),s=[`nodeSelector`,`affinity`].some(e=>r.get([...i,`spec`,e])!==void 0);typeof o!=`number`||o<=a.seconds||s||t({manifest:r,at:r.span(e),message:`Pods of ${r.kind} \`${r.name}\` may take ${o}s to terminate, but no NodePool gives its nodes more than ${a.seconds}s. Karpenter kills the pods early`,labels:[{span:a.pool.span(n),message:"the longest `terminationGracePeriod`"}],help:`Set \`terminationGracePeriod\` of the NodePool that runs these pods to at least \`${o}s\`.`})}}},docs:{summary:`Pods may take more time to terminate than any NodePool gives its nodes.`,why:"The `terminationGracePeriod` of a NodePool limits how long a node may drain, whatever PodDisruptionBudgets say. When a node drains, Karpenter immediately deletes pods with a longer `terminationGracePeriodSeconds`. They are killed when the node’s time is up, before their own period ends.",help:"Set `terminationGracePeriod` of the NodePool to at least the longest `terminationGracePeriodSeconds` of its pods.",url:`https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod`},examples:aL});function iL({value:e}){let t=typeof e==`string`?ht(e):void 0;if(t!==void 0)return Number(t/1000000000n)}function aL(){return{bad:[H(Q(q({requirements:[],terminationGracePeriod:`30m`}),U`
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
        `),{"terminationGracePeriod: 30m":`terminationGracePeriod: 7200s`})],good:[Q(q({requirements:[],terminationGracePeriod:`30m`}),q({name:`patient`,weight:10,requirements:[],terminationGracePeriod:`4h`}),U`
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
        `),Q(q({requirements:[],terminationGracePeriod:`30m`}),U`
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
        `)]}}function oL(e){let t=new Map,n=e.filter(({kind:e,apiVersion:t})=>e===`LimitRange`&&u(t)===``);for(let e of n.toSorted((e,t)=>Ee(e.name,t.name))){let n=e.namespace??`default`,r=d(e.get([`spec`,`limits`])).map(m).filter(e=>e?.type===`Container`);for(let e of r.toReversed()){let r=[`min`,`max`,`default`,`defaultRequest`].map(t=>sL(m(e?.[t])));t.set(n,Object.assign({},...r,t.get(n)))}}return t}const sL=e=>Object.fromEntries(Object.entries(e??{}).filter(e=>typeof e[1]==`string`||typeof e[1]==`number`)),cL=K({id:`pod-requests`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[92],on:{Manifests(e,{report:t}){if(!Cg(e))return;let n=oL(e.manifests);for(let{manifest:r,template:i,namespace:a}of $(e)){if(n.has(a)||m(r.get([`metadata`,`annotations`]))?.[`helm.sh/hook`]!==void 0)continue;let e=[...i,`spec`],o=[...e,`containers`],s=d(r.get(o));if(s.some(e=>m(e)?.image===void 0))continue;let c=[...s.keys()].filter(e=>!uL(r,[...o,e])),l=c.map(e=>_(m(s[e])?.name)??String(e)),[u=0]=c;r.isPartial||uL(r,e)||(l.length===0?lL({manifest:r,path:o,containers:s},t):t({manifest:r,at:l.length===s.length?r.keySpan(o):r.span([...o,u,`name`]),message:`${ne(l.length,`Container`,`Containers`)} ${v(l)} of ${r.kind} \`${r.name}\` ${ne(l.length,`requests`,`request`)} neither CPU nor memory, so Karpenter reserves no room for ${ne(l.length,`it`,`them`)}`,help:"Set `resources.requests` for `cpu` and `memory`."}))}}},docs:{summary:`Containers of a workload request neither CPU nor memory, or no memory.`,why:`Karpenter sizes nodes only by the requests of pods. A pod without requests fits anywhere. Nodes are then too small, run out of memory, and pods are killed. A LimitRange of the namespace counts if it is among the manifests. A VerticalPodAutoscaler may add requests, too, which manifests do not show.`,help:"Set `resources.requests` for `cpu` and `memory`.",url:`https://karpenter.sh/docs/troubleshooting/`},examples:dL});function lL({manifest:e,path:t,containers:n},r){let i=(n,r)=>m(e.get([...t,n,`resources`,r]))??{},a=n.findIndex((n,r)=>{let a=[`requests`,`limits`].flatMap(e=>Object.keys(i(r,e)));return a.includes(`cpu`)&&a.every(e=>e===`cpu`)&&![[],[`requests`],[`limits`]].some(n=>h(e.get([...t,r,`resources`,...n])))});if(a===-1)return;let o=[...t,a,`resources`];r({manifest:e,at:e.keySpan([...o,i(a,`requests`).cpu===void 0?`limits`:`requests`]),message:`Container \`${_(m(n[a])?.name)??a}\` of ${e.kind} \`${e.name}\` requests CPU but no memory, so Karpenter reserves no memory for it`,help:"Set `resources.requests.memory`."})}function uL(e,t){let n=e.get([...t,`resources`]);return h(n)?!0:[`requests`,`limits`].some(e=>{let t=m(n)?.[e],r=Object.keys(m(t)??{});return h(t)||r.some(e=>e!==`ephemeral-storage`)})}function dL(){return{bad:[H(Q(q(),U`
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
    memory: 100Mi`}),H(Q(q(),U`
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
memory: 100Mi`})],good:[Q(q(),U`
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
        `),Q(q(),U`
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
        `),Q(q({name:`with-a-limit-range`}),U`
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
        `,U`
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
        `),Q(q({name:`with-a-chart-test`}),U`
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
        `),U`
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
      `]}}const fL=K({id:`price-gap`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[],on:{NodePool:pL,Provisioner:pL},docs:{summary:`A NodePool has cheap and very expensive instance types, and none in between.`,why:"Karpenter launches the cheapest available instance type. When AWS has no capacity for it, Karpenter uses the next one of the NodePool, whatever it costs. A NodePool with only `large` and `24xlarge` then pays for a machine 48 times as large, to run one small pod.",help:`Allow the sizes in between, or move the large ones to another NodePool.`,url:`https://karpenter.sh/docs/concepts/nodepools/#instance-types`},examples:gL});function pL(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i?.isExact||i.names.length<2)return;let a=mL(i,n);if(!a)return;let{cheap:o,expensive:s}=a,c=Math.floor(s.hourlyUsd/o.hourlyUsd);t({at:e.span(Gd(e)),message:`\`${e.name}\` has no instance type between ${o.name} (${hL(o.hourlyUsd)}/hour) and ${s.name} (${hL(s.hourlyUsd)}/hour). When AWS runs out of the first, its pods cost ${c} times as much`,help:`Allow the sizes in between, or move the large ones to another NodePool.`})}const mL=iT(({names:e},t)=>{let n=[];for(let r of e){let e=rT(t,r);if(e===void 0)return;n.push({name:r,hourlyUsd:e})}n.sort((e,t)=>e.hourlyUsd-t.hourlyUsd||Ee(e.name,t.name));let r=n.findIndex(({hourlyUsd:e},t)=>t>0&&e>=8*n[t-1].hourlyUsd),[i,a]=[n[r-1],n[r]];return i&&a&&{cheap:i,expensive:a}}),hL=e=>`$${e.toFixed(e<.1?4:2)}`;function gL(){return{bad:[H(Q(q({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`node.kubernetes.io/instance-type In [m7i.large, m7i.24xlarge]`,`karpenter.sh/capacity-type In [on-demand]`]}),Y),{"[m7i.large, m7i.24xlarge]":`[m7i.large, m7i.2xlarge, m7i.8xlarge, m7i.24xlarge]`})],good:[Q(q({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m7i]`,`karpenter.sh/capacity-type In [on-demand]`]}),Y),Q(q({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`node.kubernetes.io/instance-type In [m7i.large, m7i.2xlarge]`,`karpenter.sh/capacity-type In [on-demand]`]}),Y)]}}const _L=K({id:`removed-pod-keys`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[10,11,12],on:{Manifests(e,t){if(!t.karpenter.v1)return;let n=B(e).map(({name:e})=>e);for(let n of B(e))for(let e of vL(n,[`spec`,`template`,`metadata`,`annotations`]))TL(n,e,qe,t);for(let{manifest:n,path:r}of bL(e))TL(n,r,qe,t);for(let{manifest:r,template:i}of $(e)){let e=(...e)=>[...i,...e];for(let i of vL(r,e(`spec`,`nodeSelector`)))DL({manifest:r,path:i,pools:n},t);for(let{expressions:n}of cy(r,e(`spec`,`affinity`)))if(!n.some(({key:e})=>e===b.nodePool))for(let{path:e}of n)EL(r,[...e,`key`],Ue,t);for(let[n]of d(r.get(e(`spec`,`tolerations`))).entries())EL(r,e(`spec`,`tolerations`,n,`key`),Ke,t)}}},docs:{summary:`A pod or a NodePool uses an annotation, label or taint that Karpenter no longer supports.`,why:"Karpenter renamed them on the way to v1 and ignores the old names. `do-not-evict` protects no pods, and `do-not-consolidate` no nodes. A pod that selects `karpenter.sh/provisioner-name` finds no node, and one that uses this label to avoid Karpenter’s nodes no longer avoids them. A toleration of `karpenter.sh/disruption` no longer matches the taint of a node that Karpenter removes.",help:`Use the new name.`,url:`https://karpenter.sh/docs/upgrading/v1-migration/`},examples:OL}),vL=(e,t)=>Object.keys(m(e.get(t))??{}).map(e=>[...t,e]),yL=new Set([`AutoscalingRunnerSet`,`RunnerDeployment`,`RunnerSet`]);function bL(e){return[...[...$(e),...e.manifests.filter(({kind:e})=>yL.has(e)).map(e=>({manifest:e,template:[`spec`,`template`]}))].flatMap(({manifest:e,template:t})=>vL(e,[...t,`metadata`,`annotations`]).map(t=>({manifest:e,path:t}))),...e.manifests.filter(({kind:e})=>xL.has(e)).flatMap(e=>SL(e,[]).map(t=>({manifest:e,path:t})))]}const xL=new Set([`Application`,`HelmRelease`,`HelmValues`,`KustomizeChart`]);function SL(e,t){let n=e.get(t);return typeof n!=`object`||!n||t.length>12?[]:(Array.isArray(n)?[...n.keys()]:Object.keys(n)).flatMap(n=>{let r=[...t,n];return Object.hasOwn(qe,n)?[r]:SL(e,r)})}const CL=(e,t)=>{if(t!==void 0&&Object.hasOwn(e,t))return e[t]},wL=(e,t)=>({message:`Karpenter no longer supports \`${e}\`, so it has no effect`,help:`Use \`${t}\` instead.`});function TL(e,t,n,{report:r}){let i=String(t.at(-1)),a=CL(n,i);a!==void 0&&e.get([...t.slice(0,-1),a])===void 0&&r({manifest:e,at:e.keySpan(t),...wL(i,a),fix:{description:`Rename to \`${a}\``,edits:Pe(e,t,a)}})}function EL(e,t,n,{report:r}){let i=_(e.get(t)),a=CL(n,i);i!==void 0&&a!==void 0&&(d(e.get(t.slice(0,-2))).some(e=>m(e)?.key===a)||r({manifest:e,at:e.span(t),...wL(i,a),...e.get([...t.slice(0,-1),`value`])===void 0&&{fix:{description:`Replace with \`${a}\``,edits:x(e,t,a)}}}))}function DL({manifest:e,path:t,pools:n},{report:r}){let i=String(t.at(-1)),a=CL(Ue,i);if(a===void 0)return;let o=_(e.get(t));r({manifest:e,at:e.keySpan(t),message:`Nodes no longer have the label \`${i}\`, so these pods stay pending`,help:`Use \`${a}\` with the name of the NodePool instead.`,...o!==void 0&&n.includes(o)&&{fix:{description:`Rename to \`${a}\``,edits:Pe(e,t,a)}}})}function OL(){return{bad:[X(`redis`,{values:U`
          master:
            podAnnotations:
              karpenter.sh/do-not-evict: "true"
        `}),U`
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
      `,U`
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
      `,U`
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
      `,U`
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
      `],good:[X(`redis`,{values:U`
          master:
            podAnnotations:
              karpenter.sh/do-not-disrupt: "true"
        `}),U`
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
      `,U`
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
      `,G({karpenter:`0.32`},U`
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
        `)]}}const kL=K({id:`replicas-above-limit`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[111],on:{NodePool(e,{report:t}){let n=[...Ld(e).path,`nodes`],[r,i]=[e.get([`spec`,`replicas`]),e.get(n)],a=typeof i==`number`||typeof i==`string`?wt(i):void 0;typeof r!=`number`||a===void 0||r<=a||t({at:e.span(n),message:`NodePool \`${e.name}\` should have ${ye(r,`node`)}, but its limit allows only ${Math.floor(a)}`,help:"Raise `limits.nodes` above `replicas`, so that Karpenter can also launch nodes that replace others.",labels:[{span:e.span([`spec`,`replicas`]),message:`more than the limit`}]})}},docs:{summary:"A static NodePool has more `replicas` than its `limits.nodes` allow.",why:"Karpenter launches nodes of a static NodePool up to `limits.nodes`, and only its log says that the others are missing. While the limit is reached, Karpenter cannot replace drifted nodes either, because it launches the new node first.",help:"Raise `limits.nodes` above `replicas`, or lower `replicas`.",url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:AL});function AL(){return{bad:[H(q({limits:U`nodes: 8`,replicas:10}),{"nodes: 8":`nodes: 12`}),H(q({limits:U`nodes: "3"`,replicas:4}),{'nodes: "3"':`nodes: "5"`})],good:[q({limits:U`nodes: 10`,replicas:10}),q({limits:U`nodes: 12`,replicas:10}),q({limits:null,replicas:10}),q({limits:U`
          cpu: 100
          nodes: 8
        `})]}}const jL=[`cpu`,`memory`,`nodes`,`pods`,`ephemeral-storage`],ML={mem:`memory`,ram:`memory`,gpu:`nvidia.com/gpu`},NL=K({id:`require-limits`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[29,30],on:{NodePool:PL,Provisioner:PL},docs:{summary:`A NodePool has no limits, or its limits have no effect.`,why:"Karpenter launches nodes for every pending pod. Without `limits`, a runaway Deployment, a HorizontalPodAutoscaler with a wrong target or a crash loop gets more and more nodes, up to the AWS quota. The keys of `limits` are free-form, so the API server accepts a misspelled resource, which limits nothing.",help:"Set `limits.cpu` and `limits.memory` to the most that this NodePool may use.",url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:VL});function PL(e,t){let{report:n}=t,r=Ld(e);if(!r.isKnown||BL(e)||e.get([`spec`,`replicas`])!==void 0)return;let i=Object.keys(m(r.value)??{});if(i.length===0&&FL(e))return;if(i.length===0){n({at:e.keySpan(e.get(r.path)===void 0?[`spec`]:r.path),message:`${e.kind} \`${e.name}\` has no limits, so Karpenter may launch any number of nodes for it`,help:"Set `limits.cpu` and `limits.memory` to the most that this NodePool may use."});return}let a=i.filter(e=>!jL.includes(e)&&!/[/{$]|^hugepages-/.test(e));for(let n of a)zL(e,n,t);if(RL(e,t),a.length===0&&!i.some(e=>e===`cpu`||e===`memory`||e.includes(`/`))){let t=i.includes(`nodes`);n({at:e.keySpan(r.path),message:`The limits of ${e.kind} \`${e.name}\` include neither \`cpu\` nor \`memory\`, so the size of its nodes is unlimited${t?`. Their number is only roughly limited, because nodes launched at the same time do not count each other`:``}`,help:"Add `cpu` and `memory` to the limits.",...t&&{severity:`note`}})}}const FL=e=>Hd(e).some(({key:e,operator:t,values:n})=>y(e)===b.capacityType&&t===`In`&&n.length>0&&n.every(({text:e})=>e===`reserved`)),IL=/\b(?:exact(?:ly)?|at most|no more than|never (?:more|exceed)|maximum|max|hard (?:limit|cap)|licen[cs]es?|contract)\b/i,LL=/\b(?:exact(?:ly)?|never (?:more|exceed)|hard (?:limit|cap)|licen[cs]es?|contract)\b/i;function RL(e,{report:t}){let n=Ld(e).path,r=[...n,`nodes`];if(e.get(r)===void 0)return;let i=ej(e,n),a=QA(e,r)||(/\bnodes?\b/i.test(i)?i:``),o=(LL.exec(a)??IL.exec(a))?.[0];o!==void 0&&t({at:e.span(r),...!LL.test(a)&&{severity:`note`},message:`The comment says “${o}”, but Karpenter may exceed \`limits.nodes\`, because nodes launched at the same time do not count each other`,help:"Leave room for a few more nodes, or set `replicas` for a fixed number of nodes."})}function zL(e,t,{report:n,nearest:r}){let i=Ld(e),a=Ne(ML,t.toLowerCase())??r(t,jL),o=a!==void 0&&e.get([...i.path,a])===void 0;n({at:e.keySpan([...i.path,t]),message:`\`${t}\` is not a resource of nodes, so this entry limits nothing`,help:a?`Did you mean \`${a}\`?`:"Use `cpu`, `memory` or an extended resource such as `nvidia.com/gpu`.",...o&&{fix:{description:`Rename to \`${a}\``,edits:Pe(e,[...i.path,t],a)}}})}function BL(e){let t=m(e.get([`spec`]))??{};if(Object.keys(t).some(e=>e!==`limits`&&l(e,[`limits`])!==void 0))return!0;let n=Object.keys(m(t.limits)??{});return e.kind===`Provisioner`&&n.length>0&&!n.includes(`resources`)}function VL(){return{bad:[H(q({limits:null}),{"spec:\n  template:":`spec:
  limits:
    cpu: 100
    memory: 400Gi
  template:`}),q({limits:U`
          cpu: 100
          mem: 400Gi
        `}),H(q({limits:U`
            cpu: 100
            # the license covers 10 nodes
            nodes: 10
          `}),{"# the license covers 10 nodes":`# leaves room for 2 more`,"nodes: 10":`nodes: 8`}),H(U`
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
memory: 400Gi`})],good:[q({limits:U`
          cpu: 100
          memory: 400Gi
        `}),q({name:`gpu`,limits:`nvidia.com/gpu: 8`})]}}const HL=new Set([b.zone,b.zoneId,b.capacityType,b.instanceType,b.instanceFamily]),UL=K({id:`satisfiable-requirements`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[93],explains:[`provisioning/nodepool-empty`],on:{NodePool:WL,Provisioner:WL},docs:{summary:`No instance type of the region satisfies all requirements of a NodePool.`,why:`Each requirement is valid on its own, so the API server accepts the NodePool and Karpenter reports it as ready. But Karpenter never launches a node for it, and its pods stay pending.`,help:`Relax the requirement that excludes the last instance types, or the earlier ones that conflict with it.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:JL});function WL(e,{report:t,catalog:n,compatible:r,isRegionAssumed:i}){let a=r(e),o=a?.emptied;if(!n||!a||!o)return;let{requirement:s,before:c,values:l,isUnknownValue:u,isInEveryRegion:d}=o,f=y(s.key);if(u&&HL.has(f))return;let p=s.path.length===1;t({at:p?e.keySpan(s.path):e.span(s.path),...i&&!d&&{severity:z(e).some(e=>Ve(e.key))?`note`:`warning`},message:`No instance type${i&&d?``:` in ${n.region}`} satisfies the requirements of \`${e.name}\`: ${GL(s)}${p?`, which v1alpha5 adds by default,`:``} excludes the remaining ${ye(c,`instance type`)}`,labels:o.conflicts.map(t=>({span:e.span(t.path),message:`no instance type satisfies both this and \`${s.key}\``})),help:KL(f,l,u),explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}})}const GL=({key:e,operator:t,values:n})=>`\`${[e,t,n.map(e=>e.text).join(`, `)].filter(Boolean).join(` `)}\``;function KL(e,t,n){return t.length===0?`The remaining instance types have no \`${e}\`. Relax this requirement or an earlier one.`:n?`Use a value of \`${e}\` that exists: ${qL(t)}.`:`Allow a value of \`${e}\` that the remaining instance types have (${qL(t)}), or relax an earlier requirement.`}const qL=e=>se(e,6);function JL(){return{bad:[H(q({requirements:[`karpenter.k8s.aws/instance-family In [m7g, c7g]`,`kubernetes.io/arch In [amd64]`]}),{"[amd64]":`[arm64]`},{"[m7g, c7g]":`[m7i, c7i]`}),H(q({requirements:[`karpenter.k8s.aws/instance-cpu In ["5"]`]}),{'["5"]':`["4"]`})],good:[q({requirements:[`karpenter.k8s.aws/instance-family In [m7g, c7g]`,`kubernetes.io/arch In [arm64]`]})]}}const YL=K({id:`short-expiry`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[],on:{Manifests(e,t){let n=$L(e,t);for(let[e,r]of n)nR(e,r,t)}},docs:{summary:`Nodes expire within a day, and with each of them a workload with only one pod stops.`,why:"Karpenter drains a node when it reaches `expireAfter`, whatever the budgets say, and starts the replacement at the same time. The only pod of a Deployment or StatefulSet is down until it runs on another node. With `expireAfter: 10h`, that happens more than twice a day. Reported only for pods that run on such nodes alone and that no autoscaler scales.",help:"Use a longer `expireAfter`, run two replicas with a PodDisruptionBudget, or place these pods on a NodePool whose nodes live longer.",url:`https://karpenter.sh/docs/concepts/disruption/#expiration`},examples:rR}),XL=36e5,ZL=[`spec`,`template`,`spec`,`expireAfter`];function QL(e){let t=_(e.get(ZL));if(t===void 0||h(t))return;let n=ht(t),r=n===void 0?0:Number(n)/1e6;if(r>0&&r<24*XL)return r}function $L(e,{clusterOf:t}){let n=new Map;if(!B(e).some(e=>QL(e)!==void 0))return n;let r=new Set(e.manifests.filter(({kind:e})=>eR.has(e)).map(e=>_(e.get([`spec`,`scaleTargetRef`,`name`]))));for(let i of $(e)){if(r.has(i.manifest.name)||!tR(i))continue;let{manifest:e,template:a}=i,{pools:o,isOnly:s}=bD(e,[...a,`spec`],t(e))??{pools:[],isOnly:!1},[c]=o;s&&c&&o.every(e=>QL(e)!==void 0)&&n.set(c,[...n.get(c)??[],i])}return n}const eR=new Set([`HorizontalPodAutoscaler`,`ScaledObject`]);function tR({manifest:e,template:t}){if(e.kind!==`Deployment`&&e.kind!==`StatefulSet`)return!1;let n=e.get([`spec`,`replicas`]);return n!==void 0&&n!==1||e.isPartial?!1:!Object.keys(m(e.get([...t,`metadata`,`annotations`]))??{}).some(e=>e===`karpenter.sh/do-not-disrupt`||h(e))}function nR(e,t,{report:n}){let r=t.map(({manifest:e})=>`${e.kind} \`${e.name}\``),i=Math.round(168*XL/QL(e)),a=ne(t.length,`the only pod of`,`the only pods of`);n({manifest:e,at:e.span(ZL),message:`\`expireAfter: ${_(e.get(ZL))}\` stops ${a} ${se(r)} about ${i} times a week`,help:"Use a longer `expireAfter`, such as `720h`, or run at least two replicas with a PodDisruptionBudget.",labels:t.slice(0,3).map(({manifest:e})=>({span:e.span([`metadata`,`name`]),message:`it has one replica`}))})}function rR(){let e=e=>U`
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
  `,t=e=>q({nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`],expireAfter:e});return{bad:[H(Q(t(`10h`),e(1),Y),{"expireAfter: 10h":`expireAfter: 720h`},{"replicas: 1":`replicas: 2`})],good:[Q(t(`720h`),e(1),Y),Q(t(`10h`),e(2),Y)]}}const iR=K({id:`spot-flexibility`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[21],on:{NodePool:aR,Provisioner:aR},docs:{summary:`A NodePool allows spot but has few instance types or a single zone to choose from.`,why:`Spot capacity varies by instance type and zone. With few of them, AWS interrupts nodes at the same time and replacements find no capacity. Karpenter moves a spot node to a cheaper spot node only if at least 15 cheaper instance types remain.`,help:`Allow at least 15 instance types in several families, sizes and zones. If you cannot, also allow on-demand.`,url:`https://karpenter.sh/docs/concepts/disruption/#spot-consolidation`},examples:sR});function aR(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i?.isExact||i.names.length===0)return;let{instanceTypes:a,zones:o}=i.count(`spot`);if(a===0||a>=15&&o.length>1)return;let s=i.count(`on-demand`).instanceTypes===0;t({at:e.span(oR(e)),severity:a<15&&(s||a<5)?`warning`:`note`,message:`\`${e.name}\` allows spot, but has only ${ye(a,`instance type`)} in ${ye(o.length,`zone`)} of ${n.region} to choose from`,measures:[{value:a,better:`more`},{value:o.length,better:`more`}],help:a<15?`Allow at least 15 instance types in several families, sizes and zones. With fewer, nodes are interrupted together, and Karpenter does not move them to cheaper spot nodes.`:`Allow more zones. Spot capacity runs out in one zone at a time.`})}const oR=e=>Hd(e).find(({key:e})=>y(e)===b.capacityType)?.path??(e.kind===`NodePool`?[`spec`,`template`,`spec`,`requirements`]:[`spec`,`requirements`]);function sR(){return{bad:[H(q({requirements:[`karpenter.k8s.aws/instance-family In [t4g]`,`karpenter.sh/capacity-type In [spot, on-demand]`,`topology.kubernetes.io/zone In [us-east-1a]`]}),{"[t4g]":`[c6g, c7g, m6g, m7g, r6g, r7g]`,"[us-east-1a]":`[us-east-1a, us-east-1b]`}),H(G({region:`eu-central-1`},q({requirements:[`node.kubernetes.io/instance-type In [m6i.large, m6i.xlarge]`,`karpenter.sh/capacity-type In [spot]`]})),{"node.kubernetes.io/instance-type":`karpenter.k8s.aws/instance-family`,"[m6i.large, m6i.xlarge]":`[c6i, c7i, m6i, m7i, r6i, r7i]`})],good:[q({requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [spot, on-demand]`]}),q({requirements:[`karpenter.k8s.aws/instance-family In [t4g]`,`karpenter.sh/capacity-type In [on-demand]`]})]}}const cR=K({id:`startup-taints`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[87,88],on:{Manifests(e,t){for(let n of B(e))fR(n,t),pR(n,t);for(let n of Rs(e,`istiod`))gR(n,t);let n=Rs(e,`cilium`);for(let e of n)mR(e,t);if(!(n.length===0&&zs(e,`cilium`)))for(let r of e.manifests.filter(_R))n.some(e=>t.clusterOf(e.manifest)===t.clusterOf(r))||vR(r,t)}},docs:{summary:"An agent’s taint is missing from `startupTaints` or in `taints`, or a startup taint is misspelled.",why:"Karpenter waits until startup taints are removed, and meanwhile expects pods to run on the node. Cilium’s operator taints nodes on which its agent does not run yet. If `startupTaints` does not include this taint, Karpenter assumes that its pods cannot use the node, and launches another. If the taint is in `taints`, Karpenter expects it to stay, and launches no node for pods that do not tolerate it. No agent removes a misspelled startup taint, and istiod removes its taint only with its untaint controller, which is off by default. The node then never becomes initialized, so Karpenter never consolidates or replaces it.",help:"Add the taint to `startupTaints`, with the key that the agent uses.",url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecstartuptaints`},examples:bR}),lR=[`spec`,`template`,`spec`,`startupTaints`],uR=[`node.cilium.io/agent-not-ready`,`ebs.csi.aws.com/agent-not-ready`,`efs.csi.aws.com/agent-not-ready`,`fsx.csi.aws.com/agent-not-ready`,`s3.csi.aws.com/agent-not-ready`],dR=e=>e.split(`.`)[0];function fR(e,{report:t,nearest:n}){for(let r of d(e.get(lR)).keys()){let i=[...lR,r,`key`],a=_(e.get(i))??``,o=uR.includes(a)?void 0:n(a,uR);o!==void 0&&dR(o)===dR(a)&&t({manifest:e,at:e.span(i),message:`Nothing removes the startup taint \`${a}\`, so the nodes of \`${e.name}\` never become initialized`,help:`Did you mean \`${o}\`?`,unready:`nothing removes the startup taint \`${a}\``,fix:{description:`Replace with \`${o}\``,edits:x(e,i,o)}})}}function pR(e,{report:t}){let n=[`spec`,`template`,`spec`,`taints`],r=new Set(d(e.get(lR)).map((t,n)=>_(e.get([...lR,n,`key`]))));for(let i of d(e.get(n)).keys()){let a=[...n,i,`key`],o=_(e.get(a))??``;uR.includes(o)&&!r.has(o)&&t({manifest:e,at:e.span(a),message:`An agent removes the taint \`${o}\` when it runs, but it is in \`taints\`. Karpenter expects it to stay, so it launches no node of \`${e.name}\` for pods that do not tolerate it`,help:"Move it from `taints` to `startupTaints`."})}}function mR(e,t){let n=Gs(e,`agentNotReadyTaintKey`),r=[`setNodeTaints`,`enabled`].map(t=>Gs(e,`operator`,t));ms(n)&&r.every(e=>ms(e)&&e.value!==!1)&&yR({manifest:e.manifest,key:_(n.value)??uR[0]},t)}const hR=`cni.istio.io/not-ready`;function gR(e,t){let{all:n,report:r,clusterOf:i}=t;if(!(![[],[`pilot`]].flatMap(t=>[Gs(e,...t,`taint`,`enabled`),Gs(e,...t,`env`,`PILOT_ENABLE_NODE_UNTAINT_CONTROLLERS`)]).every(e=>ms(e)&&(e.value===void 0||String(e.value)===`false`))||Rs(n,`istiod`).length>1))for(let a of B(n)){let n=d(a.get(lR)).findIndex(e=>_(m(e)?.key)===hR);n!==-1&&i(a)===i(e.manifest)&&r({manifest:a,at:a.span([...lR,n,`key`]),message:`Istio removes the startup taint \`${hR}\` only with the untaint controller of istiod, which these values leave off. So the nodes of \`${a.name}\` never become initialized`,help:'Set `taint.enabled: true` in the values of istiod, and `PILOT_ENABLE_NODE_UNTAINT_CONTROLLERS: "true"` below `env` before Istio 1.30. If something else removes the taint, turn this rule off.',labels:[{span:e.manifest.span([`metadata`,`name`]),message:`istiod${V(a,e.manifest,t)}`}],unready:`nothing removes the startup taint \`${hR}\``})}}const _R=({kind:e,apiVersion:t,name:n})=>e===`ConfigMap`&&t===`v1`&&n===`cilium-config`;function vR(e,t){let n=_(e.get([`data`,`agent-not-ready-taint-key`]))??uR[0];_(e.get([`data`,`set-cilium-node-taints`]))===`true`&&!e.isPartial&&!h(n)&&yR({manifest:e,key:n},t)}function yR({manifest:e,key:t},n){let{all:r,report:i,clusterOf:a}=n;for(let o of B(r))a(o)===a(e)&&ys(R_(o,lR),({value:e})=>{let n=_(m(e)?.key);if(!(n===void 0||h(n)))return n===t})===!1&&i({manifest:o,at:o.span(lR),message:`Cilium adds the taint \`${t}\` to new nodes, but it is not in \`startupTaints\` of \`${o.name}\`. Karpenter launches a second node for the same pods`,help:`Add \`{key: ${t}, effect: NoExecute}\` to \`startupTaints\`.`,labels:[{span:e.span([`metadata`,`name`]),message:`Cilium${V(o,e,n)}`}]})}function bR(){let e=q({limits:`cpu: 1000`,nodeClassRef:`default`,startupTaints:U`
      - key: ${hR}
        effect: NoSchedule
    `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),t=U`
    taint:
      enabled: true
    env:
      PILOT_ENABLE_NODE_UNTAINT_CONTROLLERS: "true"
  `;return{bad:[H(Q(e,X(`istiod`,{values:`profile: ambient`}),Y),{"profile: ambient":t}),H(Q(q({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),X(`cilium`),Y),{"requirements:":`startupTaints:
  - key: node.cilium.io/agent-not-ready
    effect: NoExecute
requirements:`}),Q(q({limits:`cpu: 1000`,nodeClassRef:`default`,startupTaints:U`
            - key: ebs.csi.aws.com/agent-notready
              effect: NoExecute
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),Y),H(Q(q({limits:`cpu: 1000`,nodeClassRef:`default`,taints:U`
              - key: node.cilium.io/agent-not-ready
                value: "true"
                effect: NoExecute
            `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),Y),{"taints:":`startupTaints:`}),H(Q(q({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),U`
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: cilium-config
            data:
              agent-not-ready-taint-key: example.com/cilium-not-ready
              set-cilium-node-taints: "true"
          `,Y),{"requirements:":`startupTaints:
  - key: example.com/cilium-not-ready
    effect: NoExecute
requirements:`})],good:[Q(e,X(`istiod`,{values:t}),Y),Q(e,Y),Q(q({limits:`cpu: 1000`,nodeClassRef:`default`,startupTaints:U`
            - key: node.cilium.io/agent-not-ready
              effect: NoExecute
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),X(`cilium`),Y),Q(q({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),X(`cilium`,{values:U`
            operator:
              setNodeTaints: false
          `}),Y),Q(q({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),U`
          apiVersion: v1
          kind: ConfigMap
          metadata:
            name: cilium-config
          data:
            set-cilium-node-taints: "false"
        `,Y)]}}const xR=[`spec`,`template`,`spec`],SR=K({id:`taint-pairs`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[89],explains:[`provisioning/nodepool-not-ready`],on:{NodePool(e,{report:t}){let n=new Map;for(let r of[`taints`,`startupTaints`].flatMap(t=>CR(e.get([...xR,t]),t))){let{key:i,effect:a}=m(e.get(r))??{},o=`${_(i)}:${_(a)}`;if(_(i)===void 0||h(o))continue;let s=n.get(o);if(s===void 0){n.set(o,r);continue}let c=s.at(-2)===r.at(-2)&&e.get([...s,`value`])===e.get([...r,`value`]);t({at:e.span([...r,`key`]),message:`\`${e.name}\` has the taint \`${o}\` twice. Karpenter rejects the NodePool and launches nothing for it`,labels:[{span:e.span([...s,`key`]),message:`first used here`}],help:`Remove one of the two taints.`,...c&&{fix:{description:`Remove the duplicate`,edits:We(e,r)}},explains:{paths:[xR],mentioning:``}})}}},docs:{summary:`Two taints of a NodePool have the same key and effect.`,why:"The API server accepts this. Karpenter allows each pair of key and effect only once in `taints` and `startupTaints` together. The NodePool fails Karpenter’s validation and launches nothing.",help:`Remove one of them. Keep the startup taint if something on the node removes it, otherwise keep the taint.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespectaints`},examples:wR}),CR=(e,t)=>d(e).map((e,n)=>[...xR,t,n]);function wR(){return{bad:[H(q({requirements:[],taints:U`
          - key: node.cilium.io/agent-not-ready
            effect: NoExecute
        `,startupTaints:U`
          - key: node.cilium.io/agent-not-ready
            value: "true"
            effect: NoExecute
        `}),{"      taints:\n        - key: node.cilium.io/agent-not-ready\n          effect: NoExecute\n":``})],good:[q({requirements:[],taints:U`
          - key: example.com/team
            value: a
            effect: NoSchedule
          - key: example.com/team
            value: a
            effect: NoExecute
        `,startupTaints:U`
          - key: node.cilium.io/agent-not-ready
            value: "true"
            effect: NoExecute
        `}),q({name:`another-key`,requirements:[],taints:U`
          - key: example.com/team
            effect: NoSchedule
        `,startupTaints:U`
          - key: example.com/agent-not-ready
            effect: NoSchedule
        `})]}}const TR=K({id:`taint-tolerations`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[],on:{Manifests:DR},docs:{summary:`A toleration nearly matches the taint of a NodePool, or no pod tolerates the taint.`,why:"A toleration must match the key, the value and the effect of a taint. One that nearly matches has no effect, and nothing reports it. The pods stay pending or run on another NodePool, and Karpenter launches no node for the NodePool with the taint. The default operator is `Equal`, for which a missing value is the empty string.",help:"Set the value and the effect of the taint in the toleration, or use `operator: Exists`.",url:`https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/`},examples:FR}),ER=2e3;function DR(e,t){let n=B(e).slice(0,ER).flatMap(kR);if(n.length===0)return;let r=$(e).slice(0,ER),i=r.map(e=>AR(e));for(let e of i)NR(e,n,t);let a=i.flat(),o=new Set(r.filter(({manifest:e})=>e.kind!==`DaemonSet`).map(({manifest:e})=>z_(e))),s=new Set(e.manifests.filter(OR).map(z_));for(let e of n)e.effect===`PreferNoSchedule`||s.has(z_(e.pool))||o.has(z_(e.pool))&&!a.some(t=>!t.isKnown||t.key===``||t.key===e.key)&&t.report({manifest:e.pool,at:e.pool.span(e.path),severity:`note`,message:`No pod in these manifests tolerates the taint \`${e.key}\` of \`${e.pool.name}\`, so Karpenter launches no node for this NodePool until one does`,help:`Add a toleration to the pods that should run there, or remove the taint.`})}const OR=({apiVersion:e,kind:t})=>t===`HelmRelease`&&u(e)===`helm.toolkit.fluxcd.io`||/^Application(?:Set)?$/.test(t)&&u(e)===`argoproj.io`;function kR(e){let t=[`spec`,`template`,`spec`,`taints`];return d(e.get(t)).flatMap((n,r)=>{let i=[...t,r],[a,o,s]=[`key`,`value`,`effect`].map(t=>_(e.get([...i,t]))??``);return h(`${a}${o}${s}`)||a===``||/(?:^|\.)(?:kubernetes|k8s)\.io\//.test(a)?[]:[{pool:e,path:i,key:a,value:o,effect:s}]})}function AR(e){let{manifest:t,template:n}=e,r=[...n,`spec`,`tolerations`],i=t.get(r);return i!==void 0&&!Array.isArray(i)?[{...jR,workload:e,path:r,isKnown:!1}]:d(i).map((n,i)=>{let{key:a,operator:o,value:s,effect:c}=m(n)??{},l=[a,o,s,c].map(e=>_(e)??``);return{workload:e,path:[...r,i],key:l[0],value:l[2],effect:l[3],isExists:o===`Exists`,isKnown:m(n)!==void 0&&!t.isPartial&&!l.some(e=>h(e))}})}const jR={key:``,isExists:!0,value:``,effect:``},MR=(e,t)=>(e.key===``||e.key===t.key)&&(e.effect===``||e.effect===t.effect)&&(e.isExists||e.value===t.value);function NR(e,t,{report:n,nearest:r}){if(!e.some(({isKnown:e})=>!e))for(let i of e){let a=t.filter(({key:e})=>e===i.key);if(a.length===0||a.some(t=>e.some(e=>MR(e,t))))continue;let[o]=a.flatMap(e=>PR(i,e,r)??[]);if(!o)continue;let{taint:s,reason:c,help:l}=o,{manifest:u}=i.workload;n({manifest:u,at:u.span(i.path),message:`${u.kind} \`${u.name}\` does not tolerate the taint \`${s.key}=${s.value}:${s.effect}\` of \`${s.pool.name}\`, because its toleration ${c}`,help:l,labels:[{span:s.pool.span(s.path),message:`the taint`}]})}}function PR(e,t,n){let r=e.isExists||e.value===t.value,i=e.effect===``||e.effect===t.effect;if(r&&!i)return{taint:t,reason:`has the effect \`${e.effect}\``,help:`Set \`effect: ${t.effect}\`.`};if(!i||r)return;let a=`\`value: ${t.value||`""`}\``;if(e.value===``)return{taint:t,reason:`has no value`,help:`Set ${a}, or \`operator: Exists\`.`};if(n(e.value,[t.value])!==void 0)return{taint:t,reason:`has the value \`${e.value}\``,help:`Set ${a}.`}}function FR(){return{bad:[H(zR(U`
        - key: example.com/dedicated
          value: batch
          effect: NoExecute
      `),{"effect: NoExecute":`effect: NoSchedule`}),H(zR(U`
        - key: example.com/dedicated
          value: batches
          effect: NoSchedule
      `),{"value: batches":`value: batch`}),H(zR(U`
        - key: example.com/dedicated
          effect: NoSchedule
      `),{"tolerations:\n        - key":`tolerations:
  - value: batch
    key`},{"tolerations:\n        - key":`tolerations:
  - operator: Exists
    key`}),H(zR(),{"containers:":`tolerations:
  - key: example.com/dedicated
    operator: Exists
containers:`},{"      taints:\n        - key: example.com/dedicated\n          value: batch\n          effect: NoSchedule\n":``})],good:[zR(U`
        - key: example.com/dedicated
          operator: Exists
      `),U`
        ${LR}
        ---
        ${RR(`train`,U`
            - key: example.com/dedicated
              value: batch
          `)}
        ---
        ${RR(`proxy`,U`
            - key: example.com/dedicated
              value: system
              effect: NoSchedule
          `)}
        ---
        ${Y}
      `,U`
        ${IR(`PreferNoSchedule`)}
        ---
        ${RR(`train`)}
        ---
        ${Y}
      `,U`
        ${LR}
        ---
        ${RR(`proxy`)}
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
        ${Y}
      `]}}const IR=e=>q({name:`batch`,limits:`cpu: 1000`,nodeClassRef:`default`,taints:U`
      - key: example.com/dedicated
        value: batch
        effect: ${e}
    `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),LR=IR(`NoSchedule`);function RR(e,t){return U`
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
          ${t?U`
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
  `}const zR=e=>U`
  ${LR}
  ---
  ${RR(`train`,e)}
  ---
  ${Y}
`,BR=K({id:`uncounted-daemon-set`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[],on:{Manifests(e,{karpenter:t,isKarpenterAssumed:n,report:r}){if(!(t.countsDaemonSetsOfJoinedNodes||n||!Cg(e)))for(let n of $(e).filter(({manifest:e})=>e.kind===`DaemonSet`)){let e=HR(n)?UR(n):void 0;if(e===void 0)continue;let{manifest:i}=n;r({manifest:i,at:i.span(e.path),message:`Karpenter ${t.version} leaves DaemonSet \`${i.name}\` out when it sizes new nodes, because no node has the label \`${e.key}\` before it has joined. So nodes may be too small for its pods, and some pods stay pending`,help:`Select the nodes by \`${b.nodePool}\` with \`Exists\`, or upgrade Karpenter to 1.14 or later.`})}}},docs:{summary:`Karpenter before 1.14 does not count a DaemonSet that selects nodes by a label that they get when they join.`,why:"Karpenter adds what DaemonSets request to the pods for which it launches a node. Before 1.14, it compares the node selector and the required node affinity of a DaemonSet with the labels of the NodePool. `karpenter.sh/registered` and `karpenter.sh/initialized` are not among them, so the DaemonSet seems not to run there. Once the node has joined it does run there, and takes the room of other pods. Not reported if the version of Karpenter is assumed, or if the DaemonSet requests nothing.",help:`Select the nodes by another label, or upgrade Karpenter.`,url:`https://github.com/kubernetes-sigs/karpenter/issues/2116`},examples:GR}),VR=new Set([b.registered,b.initialized]),HR=({manifest:e,template:t})=>d(e.get([...t,`spec`,`containers`])).some(e=>{let t=m(m(e)?.resources);return[`requests`,`limits`].some(e=>Object.keys(m(t?.[e])??{}).length>0)});function UR({manifest:e,template:t}){let n=[...t,`spec`,`nodeSelector`],r=Object.keys(m(e.get(n))??{}).find(e=>VR.has(e));if(r!==void 0)return{key:r,path:[...n,r]};let i=[...t,`spec`,`affinity`],a=cy(e,i).map(WR);if(!(a.includes(void 0)||sy(e,i)))return a[0]}const WR=({expressions:e})=>e.find(({key:e,operator:t})=>VR.has(e)&&[`In`,`Exists`].includes(t));function GR(){let e=q({limits:`cpu: 200`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),t=(e,t=`cpu: 500m`)=>U`
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
  `,n=U`
    nodeSelector:
      karpenter.sh/registered: "true"
  `,r=(...e)=>U`
    affinity:
      nodeAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          nodeSelectorTerms:
            ${e.map(e=>`- matchExpressions:\n    - key: ${e}\n      operator: Exists`).join(`
`)}
  `,i=(t,n)=>G({karpenter:t},Q(e,n,Y));return{bad:[H(i(`1.11`,t(r(`karpenter.sh/initialized`))),{"karpenter.sh/initialized":`karpenter.sh/nodepool`}),H(i(`1.4`,t(n)),{'nodeSelector:\n        karpenter.sh/registered: "true"':r(`karpenter.sh/nodepool`)})],good:[i(`1.14`,t(n)),i(`1.11`,t(r(`karpenter.sh/nodepool`))),i(`1.11`,t(r(`karpenter.sh/initialized`,`eks.amazonaws.com/nodegroup`)))]}}const KR=[...Ge.get(b.capacityType)].sort(),qR=K({id:`unknown-capacity-type`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[18],on:{NodePool:JR,Provisioner:JR},docs:{summary:`A requirement names a capacity type that does not exist.`,why:"The API server accepts any text. Karpenter ignores the unknown value and only logs it, so `[spot, ondemand]` means only spot. If all values are unknown, the NodePool is not ready and launches nothing.",help:"Use `on-demand`, `spot` or `reserved`.",url:`https://karpenter.sh/docs/concepts/nodepools/#capacity-type`},examples:XR});function JR(e,{report:t,nearest:n}){for(let{key:r,operator:i,values:a}of z(e)){if(y(r)!==b.capacityType||i!==`In`&&i!==`NotIn`)continue;let o=a.filter(e=>e.isKnown&&!KR.includes(e.text)),s=a.filter(e=>!o.includes(e)).map(e=>`\`${e.text}\``);for(let r of o){let a=n(r.text,KR);t({at:e.span(r.path),message:`\`${r.text}\` is not a capacity type. ${YR(i,s)}`,help:a?`Did you mean \`${a}\`?`:"Use `on-demand`, `spot` or `reserved`.",...a&&{fix:{description:`Replace with \`${a}\``,edits:x(e,r.path,a)}}})}}}function YR(e,t){return e===`NotIn`?`It excludes nothing`:t.length===0?`The NodePool never becomes ready`:`Karpenter ignores it and uses only ${t.join(` and `)}`}function XR(){return{bad:[q({requirements:[`karpenter.sh/capacity-type In [spot, ondemand]`]})],good:[q({requirements:[`karpenter.sh/capacity-type In [spot, on-demand]`]})]}}const ZR=K({id:`unknown-label`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[],on:{NodePool:tz,Provisioner:tz},docs:{summary:`A requirement names a label that resembles one of Karpenter’s labels but does not exist.`,why:`Karpenter treats a label that it does not know as a custom label. It puts any of the values on the nodes, and chooses instance types as if the requirement did not exist. Running nodes do not have the label, so all of them drift.`,help:`Correct the name of the label.`,url:`https://karpenter.sh/docs/concepts/scheduling/#well-known-labels`},examples:uz}),QR=/^(?:(?!node-restriction\.)[\w-]+\.)*kubernetes\.io$|^eks\.amazonaws\.com$/,$R=e=>e.slice(e.indexOf(`/`)+1),ez=new Map([...Be].map(e=>[$R(e),e]));function tz(e,{report:t,nearest:n}){if(h(e.get([`spec`,`template`,`metadata`,`labels`])))return;let r=new Set(Id(e).map(({key:e})=>e));for(let{key:i,path:a,isKnown:o}of z(e)){if(!o||r.has(i))continue;let s=az(e,i)??(sz(i)?void 0:nz(i,n));if(s===void 0)continue;let c=[...a,`key`];t({at:e.span(c),message:`\`${i}\` is not a label that Karpenter knows. It does not filter instance types, and new nodes get any of its values`,help:`Did you mean \`${s}\`?`,fix:{description:`Replace with \`${s}\``,edits:x(e,c,s)}})}}function nz(e,t){let n=t($R(e),[...ez.keys()]);if(n!==void 0&&oz($R(e),n))return ez.get(n)}const rz=new Set([`eks.amazon.com`,`eks.aws.com`,`eks.aws`,`eks.amazonaws`,`eks.k8s.aws`,`amazonaws.com`,`karpenter.aws`,`karpenter.k8s.io`,`karpenter.io`,`karpenter.amazonaws.com`,`karpenter.aws.com`]),iz=`eks.amazonaws.com`;function az(e,t){let[n,i]=[Re(t),$R(t)],a=ez.get(i);if(a===void 0||n===``||n.length>40||QR.test(n))return;let o=Re(a)===`karpenter.k8s.aws`&&i.startsWith(`instance-`),s=o&&cz(e)===iz?`${iz}/${i}`:a,c=o?[iz,Re(a)]:[Re(a)];if(!c.includes(n)&&(rz.has(n)||c.some(e=>r(n,e)<=2)))return s}const oz=(e,t)=>r(e,t)<=(e.length<8?1:2);function sz(e){return Be.has(y(e))||!QR.test(Re(e))?!0:e.startsWith(`eks.`)}const cz=e=>m(e.get([`spec`,`template`,`spec`,`nodeClassRef`]))?.group,lz=e=>U`
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
`;function uz(){return{bad:[q({requirements:[`node.kubernetes.io/instance-family In [c7i, m7i, r7i]`]}),q({requirements:[`karpenter.aws/instance-family In [c7i, m7i, r7i]`]}),lz(`eks.amazonaw.com/instance-category`),Q(q({nodeClassRef:`default`,requirements:[`topology.kubernetes.io/zones In [us-east-1a, us-east-1b]`]}),U`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `)],good:[q({labels:`node.kubernetes.io/instance-sizes: web`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.k8s.gcp/instance-size In [large]`,`beta.kubernetes.io/arch In [amd64]`,`example.com/instance-type In [large]`,`node.kubernetes.io/instance-sizes Exists`,`node.kubernetes.io/role In [web]`,`node-restriction.kubernetes.io/zone In [a]`]}),lz(`eks.amazonaws.com/instance-category`)]}}const dz=/^([a-z]{2,3}(?:-[a-z]+){1,3}-\d)[a-z]$/,fz=/^[a-z]{2,3}(?:-[a-z]+){1,3}-\d-[a-z]/,pz=K({id:`unknown-zone`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[25],explains:[`provisioning/nodepool-empty`],on:{NodePool:mz,Provisioner:mz},docs:{summary:`A requirement or label names a zone that the region does not have.`,why:`The API server accepts any text. Karpenter counts the zone as a topology domain, although nothing can ever run there. Every zonal topology spread constraint in the cluster then counts a zone that stays empty, which can keep pods pending. A NodePool with no other zone launches nothing.`,help:`Use zones of the region, and only those in which the node class has subnets.`,url:`https://karpenter.sh/docs/concepts/nodepools/#availability-zones`},examples:gz});function mz(e,t){let{catalog:n}=t;if(!n)return;let r=n.zones.map(e=>e.zone);for(let{key:i,operator:a,values:o}of[...z(e),...Id(e)]){if(y(i)!==b.zone||h(a))continue;let s=e=>!r.includes(e)&&!n.otherZones.includes(e)&&!fz.test(e),c=a===`In`&&o.every(e=>e.isKnown&&s(e.text));for(let{path:n,text:i,isKnown:l}of o)l&&s(i)&&hz({pool:e,path:n,text:i,zones:r,isExcluded:a===`NotIn`,leavesNone:c},t)}}function hz({pool:e,path:t,text:n,zones:r,isExcluded:i,leavesNone:a},{report:o,catalog:s,nearest:c,isRegionAssumed:l}){let{region:u}=s,d=i?`excluding it has no effect`:`Karpenter never launches nodes for this value`,f=dz.exec(n)?.[1];if(f!==void 0&&f!==u){if(l)return;o({at:e.span(t),severity:`warning`,message:`Zone \`${n}\` is not in ${u}, so ${d}`,help:`Use a zone of ${u} (${r.join(`, `)}), or set the region if this NodePool belongs to ${f}.`});return}let p=f===void 0&&n!==u?c(n,r):void 0,m=n===u?`\`${n}\` is a region, not a zone`:`Region ${u} has no zone \`${n}\``;o({at:e.span(t),...i&&{severity:`warning`},message:`${m}, so ${d}`,help:p?`Did you mean \`${p}\`?`:`Use a zone of ${u}: ${r.join(`, `)}.`,...p&&{fix:{description:`Replace with \`${p}\``,edits:x(e,t,p)}},...a&&{explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}}})}function gz(){return{bad:[H(q({requirements:[`topology.kubernetes.io/zone In [us-east-1a, us-east-1b, us-east-1z]`]}),{"[us-east-1a, us-east-1b, us-east-1z]":`[us-east-1a, us-east-1b]`}),H(q({requirements:[`topology.kubernetes.io/zone In [us-east-1]`]}),{"[us-east-1]":`[us-east-1a, us-east-1b]`})],good:[q({requirements:[`topology.kubernetes.io/zone In [us-east-1a, us-east-1b]`]}),G({region:`us-west-1`},q({requirements:[`topology.kubernetes.io/zone In [us-west-1c]`]}))]}}const _z=K({id:`unreachable-pool`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[32],on:{Manifests(e,t){for(let e of B_(t))vz(e,t)}},docs:{summary:`A NodePool is never used, because another one comes first, has no limits, and can launch everything that it can.`,why:`Karpenter uses a NodePool with a lower weight only if those before it cannot run a pod: their limits are reached, or AWS has no capacity. Suppose that the first one has no limits and allows every instance type, zone and capacity type that the other allows. Then it runs out of capacity only when the other does too, so the fallback never happens.`,help:`Set limits for the first NodePool, or allow something else in the fallback: another capacity type, other families, or other zones.`,url:`https://karpenter.sh/docs/concepts/nodepools/#specweight`},examples:Cz});function vz(e,t){let n=e.slice(0,60).filter(e=>yz(e)&&W_(e));for(let e of n){let r=n.find(n=>Kd(n)>Kd(e)&&bz(n)&&xz(n,e,t));r&&t.report({manifest:e,at:e.span([`metadata`,`name`]),message:`\`${e.name}\` is never used, because \`${r.name}\` comes first, has no limits, and can launch everything that \`${e.name}\` can`,help:`Set limits for \`${r.name}\`, or allow instance types, zones or capacity types in \`${e.name}\` that \`${r.name}\` does not allow.`,labels:[{span:r.span([`metadata`,`name`]),message:`comes first`}]})}}const yz=e=>!e.isPartial&&Ad(e,[`spec`,`weight`]).isKnown&&e.get([`spec`,`replicas`])===void 0&&z(e).every(({path:t})=>e.get([...t,`minValues`])===void 0);function bz(e){let{value:t,isKnown:n}=Ld(e),r=Object.keys(m(t)??{});return n&&typeof(t??{})==`object`&&r.every(e=>e.includes(`/`))}function xz(e,t,{compatible:n,catalog:r}){let[i,a]=[n(e),n(t)];if(!r||!i?.isExact||!a?.isExact||a.names.length===0||a.names.some(e=>(r.type(e)?.gpus.length??0)>0)||Vd(e)===void 0||Vd(e)?.name!==Vd(t)?.name||Sz(e)!==Sz(t))return!1;let o=new Set(i.names);return a.names.every(e=>o.has(e))&&[`on-demand`,`spot`].every(e=>{let{zones:t}=i.count(e);return a.count(e).zones.every(e=>t.includes(e))})}const Sz=e=>JSON.stringify(z(e).filter(({key:e})=>y(e)===b.os).map(({operator:e,values:t})=>[e,t.map(({text:e})=>e).sort()]));function Cz(){return{bad:[H(Q(q({name:`general`,weight:50,limits:`nvidia.com/gpu: 8`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [on-demand]`]}),q({name:`fallback`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [on-demand]`]}),Y),{"nvidia.com/gpu: 8":`nvidia.com/gpu: 8
cpu: 1000`},{"[c, m]":`[c, m, i]`})],good:[Q(q({name:`spot`,weight:50,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [spot]`]}),q({name:`on-demand`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [on-demand]`]}),Y),Q(q({name:`reserved-by-limits`,weight:50,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [on-demand]`]}),q({name:`fallback`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [on-demand]`]}),Y)]}}const wz=K({id:`unused-budget`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[110],on:{NodePool(e,{report:t}){let n=d(e.get(Gj));if(e.isPartial||n.some(te))return;let r=n.map(e=>m(e)?.nodes),i=qj(e).map((e,t)=>({field:e,nodes:r[t]}));for(let n of i){let r=typeof n.field.hours==`object`?i.find(e=>Tz(e,n)):void 0;r&&t({at:e.span([...n.field.path,`nodes`]),message:`This budget of \`${e.name}\` never allows ${n.nodes}: the budget of ${r.nodes} always applies, and the smallest one counts`,labels:[{span:e.span([...r.field.path,`nodes`]),message:`always applies`}],help:`Remove it. To allow more at these times, give the budget of ${r.nodes} a \`schedule\` and \`duration\` for all other times.`})}}},docs:{summary:`A disruption budget with a schedule allows more than a budget that always applies.`,why:`Of all budgets that apply at a time, Karpenter uses the one that allows the fewest nodes. A window with a larger budget does not replace a smaller budget without a schedule, so nothing is different in the window. Drift takes as long as before.`,help:`Give the smaller budget a schedule for all times outside of the window, or remove the larger one.`,url:`https://karpenter.sh/docs/concepts/disruption/#nodes`},examples:Dz}),Tz=(e,{field:t,nodes:n})=>e.field.hours===`always`&&!e.field.isZero&&Ez(e.nodes,n)&&Kj.every(n=>!t.appliesTo(n)||e.field.appliesTo(n));function Ez(e,t){let[n,r]=[e,t].map(e=>typeof e==`string`?/^(\d{1,6})(%?)$/.exec(e):null);return n!=null&&r!=null&&n[2]===r[2]&&Number(n[1])<Number(r[1])}function Dz(){return{bad:[H(q({disruption:U`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: 50%
              schedule: 0 2 * * sat
              duration: 4h
        `}),{"- nodes: 50%":``,"schedule: 0 2 * * sat":``,"duration: 4h":``},{"- nodes: 10%":`- nodes: 10%
  schedule: 0 6 * * sat
  duration: 164h`})],good:[q({disruption:U`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "3"
              schedule: 0 2 * * sat
              duration: 4h
        `}),q({disruption:U`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
              reasons: [Drifted]
            - nodes: 50%
              schedule: 0 2 * * sat
              duration: 4h
            - nodes: 60%
        `})]}}const Oz=[cj,wj,eM,rM,oM,bM,NM,WM,QM,nN,HN,YN,nP,sP,lP,gP,bP,kP,RP,UP,qP,XP,EF,PF,RF,WF,uI,EI,YI,rL,cL,fL,_L,kL,NL,UL,YL,iR,cR,SR,TR,BR,qR,ZR,pz,_z,wz,...WA].sort((e,t)=>Ee(e.id,t.id)),kz=[Ep],Az=[ih],jz=[gh],Mz=new Map([...ds,...Oz.map(Nz)].map(e=>[e.code,e]));function Nz(e){let{summary:t,why:n,help:r,url:i}=e.docs;return{code:`lint/${e.id}`,summary:t,why:n,help:r,url:i,rule:e}}const Pz=[...Mz.keys()].sort(),Fz=(e,t=[])=>Mz.has(e)||t.some(t=>us(t)===e);function Iz(e,t=[]){let n=Mz.get(e)??Mz.get(`lint/${e}`);if(n)return n;let r=t.find(t=>[us(t),t.id].includes(e));return r&&Lz(r)}const Lz=e=>({code:us(e),summary:e.message,why:e.description??`This is a rule of \`${e.origin}\`.`,help:e.help??`Change the object so that the rule holds.`,...e.url!==void 0&&{url:e.url},custom:e});function Rz(e,t=[]){let n=[...Pz,...t];if(e.includes(`/`))return l(e,n);let r=new Map(n.map(e=>[e.slice(e.indexOf(`/`)+1),e])),i=l(e,r.keys());return i&&r.get(i)}function zz(e,t=[]){return[...e].filter(e=>!Iz(e)).map(e=>({name:e,nearest:Rz(e,t)}))}const Bz=e=>`# plumbline-ignore ${e.replace(/^lint\//,``)} until=2027-03-31: why this is acceptable here`,Vz=e=>e.includes(`/`)?e:`lint/${e}`,Hz=({paths:e,resources:t},{span:n,resource:r})=>(e===void 0||e.some(e=>qa(e,n.file)))&&(t===void 0||r!==null&&t.some(e=>Uz(e,r)));function Uz(e,{kind:t,namespace:n,name:r}){return qa(e,(e.split(`/`).length>2?[t,n??``,r]:[t,r]).join(`/`))}const Wz=(e,t)=>t[e]??t[e.replace(/^lint\//,``)],Gz=(e,{rules:t,overrides:n})=>Wz(e,t)===`off`&&n.every(t=>(Wz(e,t.rules)??`off`)===`off`),Kz=(e,t,{rules:n,overrides:r})=>Wz(e,n)===`off`||r.some(n=>Wz(e,n.rules)===`off`&&(n.paths===void 0||n.paths.some(e=>qa(e,t))));function qz(e,{rules:t,overrides:n}){if(n.length===0)return[...e];let r=e=>Wz(e,t)===`off`&&n.some(t=>Wz(e,t.rules)!==void 0);return e.flatMap(e=>{if(!/^(?:lint|custom)\//.test(e.code))return[e];let t=n.filter(t=>Hz(t,e)).map(t=>Wz(e.code,t.rules)).findLast(e=>e!==void 0);return t===`off`||t===void 0&&r(e.code)?[]:[t===void 0?e:{...e,severity:t}]})}function Jz({rules:e,ignore:t=[],overrides:n=[],neverSuppress:r=[],environments:i={}},a,o=[]){let s={reader:a,custom:o.map(us)};Xz(e,[`rules`],s);for(let[e,t]of n.entries())Xz(t.rules,[`overrides`,e,`rules`],s);for(let[e,t]of Object.entries(i))Xz(t.rules,[`environments`,e,`rules`],s);for(let[e,t]of r.entries())Yz(t,[`neverSuppress`,e],s);let c=new Set(r.map(Vz));t.forEach(({code:e,reason:t,until:n},r)=>{Yz(e,[`ignore`,r,`code`],s),c.has(Vz(e))&&a.fail([`ignore`,r,`code`],`\`${e}\` is in \`neverSuppress\`, so \`ignore\` cannot silence it`,`Remove it from one of the two lists.`),t.trim()===``&&a.fail([`ignore`,r,`reason`],`\`ignore[${r}].reason\` is empty`,`Write why the finding is ignored.`),n!==void 0&&!/^\d{4}-\d{2}-\d{2}$/.test(n)&&a.fail([`ignore`,r,`until`],`\`until: ${n}\` is not a date`,"Write it like `2027-03-31`.")})}function Yz(e,t,{reader:n,custom:r}){if(r.includes(e))return;let[i]=zz([e],r);i&&n.fail(t,`\`${e}\` is not the code of a finding`,Zz(i.nearest))}function Xz(e={},t,{reader:n,custom:r}){for(let i of Object.keys(e)){if(r.includes(i))continue;let[e]=zz([i],r);e&&n.fail([...t,i],`\`${i}\` is not a rule`,Zz(e.nearest)),Iz(i)?.rule||n.fail([...t,i],`\`${i}\` is not a lint rule, so its severity cannot be changed`,"To silence it, add an entry to `ignore`.")}}const Zz=e=>e?a(e):"Run `plumbline rules` to list the rules.",Qz=/\?|\{[^{},]*,/;function $z({environments:e={}},t){for(let[n,{paths:r=[]}]of Object.entries(e))for(let[e,i]of r.entries())Qz.test(i)&&t.fail([`environments`,n,`paths`,e],`\`${i}\` contains a pattern that plumbline does not know`,"Write one entry for each folder. `*` stands for any characters of a name, and `**` for any folders.")}function eB(e,t){let n=t===void 0?void 0:Ba(t);if(t===void 0||n!==void 0)return n;throw new i(`config`,`\`${t}\` is not a version of ${e}`,{help:`Write a minor version, such as \`${e===`Karpenter`?`1.14`:`1.34`}\`.`})}function tB(e){let{karpenter:t,existingNodes:n,systemPods:r,capacityReservations:i,catalog:a,crds:o,prices:s,...c}=e,{extends:l,pricing:u,customRules:d,sources:f,environments:p,gate:m,...ee}=c;return{...ee,...t?.version!==void 0&&{karpenterVersion:t.version},...t?.settings&&{karpenter:t.settings},...n&&{existingNodes:n.map(lB)},...r&&{systemPods:r.map(uB)},...i&&nB(i),...a!==void 0&&{catalog:a.replace(/^\.\/|(?<!\/)\/+$/g,``)},...o&&{crds:o.map(e=>e.replace(/^\.\//,``))},...s?.spot&&{spotPricing:s.spot},...u&&{pricing:cB(u)},...d&&{customRules:d},...f&&{sources:oB(f)},...p&&{environments:rB(p)},...m&&{gate:io(Qa,m)}}}function nB(e){let t=Object.entries(e);return{capacityReservations:Object.fromEntries(t.map(([e,t])=>[e,typeof t==`number`?t:t.count])),describedReservations:Object.fromEntries(t.flatMap(([e,t])=>typeof t==`number`?[]:[[e,{instanceType:t.instanceType,zone:t.zone}]]))}}const rB=e=>Object.fromEntries(Object.entries(e).map(([e,t])=>[e,iB(t)])),iB=e=>({paths:(e.paths??[]).map(e=>e.replace(/^\.?\/+|(?<!\/)\/+$/g,``)),clusterArn:e.clusterArn,roleArn:e.roleArn,allowedAccountIds:e.allowedAccountIds??[],context:e.context,delivery:e.delivery,leaseNamespace:e.leaseNamespace??`kube-system`,readyMinutes:e.readyMinutes??10,own:aB(e)});function aB(e){let{region:t,zones:n,nodeClassAddresses:r,vcpuQuotas:i,capacityReservations:a}=e,{karpenter:o,kubernetesVersion:s,snapshot:c,rules:l,gate:u}=e;return{...t!==void 0&&{region:t},...n&&{zones:n},...r&&{nodeClassAddresses:r},...i&&{vcpuQuotas:i},...a&&nB(a),...o?.version!==void 0&&{karpenterVersion:eB(`Karpenter`,o.version)},...o?.settings&&{karpenter:o.settings},...s!==void 0&&{kubernetesVersion:eB(`Kubernetes`,s)},...c!==void 0&&{snapshot:c},...l&&{rules:l},...u&&{gate:u}}}const oB=({render:e,roots:t,ignore:n,chartRepositories:r})=>({render:e??!0,roots:(t??[]).map(({path:e,values:t,release:n,namespace:r,environment:i})=>({path:e.replace(/^\.\/|\/$/g,``),values:t??[],release:n,namespace:r,environment:i})),ignore:(n??[]).map(e=>e.replace(/^\.\/|\/$/g,``)),chartRepositories:r??[]}),sB={regions:[],families:[]},cB=({discounts:e=[],savingsPlans:t=[],perNodeMonthlyUsd:n,teamLabel:r})=>({discounts:e.map(e=>({...sB,capacityTypes:[],...e})),savingsPlans:t.map(e=>({...sB,...e})),perNodeMonthlyUsd:n??Fa.perNodeMonthlyUsd,teamLabel:r??Fa.teamLabel}),lB=e=>({name:e.name,instanceType:e.instanceType,count:e.count??1,zone:e.zone,labels:e.labels??{},taints:e.taints??[],requested:e.requested??{}}),uB=({name:e,requests:t,replicas:n,daemonSet:r})=>({name:e,requests:t??{},replicas:n??1,daemonSet:r??!1});function dB({gate:e,environments:t={}},n){fB(e,[`gate`],n);for(let[e,r]of Object.entries(t))fB(r.gate,[`environments`,e,`gate`],n)}function fB(e,t,n){e?.freeze?.forEach((e,r)=>{for(let i of[`from`,`to`])mB(e[i])||n.fail([...t,`freeze`,r,i],`\`${i}: ${e[i]}\` is not a date or time`,"Write it like `2026-12-20` or `2026-12-20T16:00Z`.");e.to<e.from&&n.fail([...t,`freeze`,r,`to`],"`to` is before `from`",`Swap them.`)})}const pB=e=>/^\d{4}-\d{2}-\d{2}$/.test(e)&&!Number.isNaN(Date.parse(e)),mB=e=>/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/.test(e)&&!Number.isNaN(Date.parse(e)),hB={rules:100,expressions:40},gB=(e,t)=>e.map(({tests:e,...n})=>({severity:`warning`,matchConditions:[],variables:[],fix:[],...n,tests:{good:e?.good??[],bad:e?.bad??[]},origin:t}));function _B({customRules:e=[]},t){let n=new Set;e.forEach((e,r)=>{let i=[`customRules`,r];(!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(e.id)||e.id.length>60)&&t.fail([...i,`id`],`\`${e.id}\` is not the name of a rule`,e.id.startsWith(`custom/`)?"Leave `custom/` out. The code of its findings gets it.":`Use lower-case letters, digits and single hyphens.`),n.has(e.id)&&t.fail([...i,`id`],`two rules have the name \`${e.id}\``,`Rename one of them.`),n.add(e.id),e.on.length===0&&t.fail([...i,`on`],`\`on\` of rule \`${e.id}\` is empty`,"Name the kinds that it judges, such as `NodePool`."),bB(e,i,t),e.message.trim()===``&&t.fail([...i,`message`],`the message of rule \`${e.id}\` is empty`),e.url!==void 0&&!/^https?:\/\/\S+$/.test(e.url)&&t.fail([...i,`url`],`\`url\` of rule \`${e.id}\` is not a URL`,"Write it as in `https://example.com/rules`."),vB(e)>hB.expressions&&t.fail(i,`rule \`${e.id}\` has more than ${hB.expressions} expressions`,`Split it into several rules.`),CB(e,i,t),xB(e,i,t),e.fieldPath!==void 0&&!/^\.?[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*|\['[^']*'\]|\["[^"]*"\]|\[\d+\])*$/.test(e.fieldPath)&&t.fail([...i,`fieldPath`],`\`${e.fieldPath}\` in rule \`${e.id}\` is not the path of a field`,"Write it as in `.spec.limits.cpu`, `.spec.list[0]` or `.metadata.labels['example.com/team']`.")}),e.length>hB.rules&&t.fail([`customRules`,hB.rules],`there are more than ${hB.rules} rules`,`Remove some of them.`)}const vB=({variables:e=[],matchConditions:t=[],fix:n=[]})=>e.length+t.length+n.length+2,yB=[`NodePool`,`EC2NodeClass`,`NodeClass`,`NodeClaim`,`NodeOverlay`,`CapacityBuffer`,`Provisioner`,`AWSNodeTemplate`,`Deployment`,`StatefulSet`,`DaemonSet`,`ReplicaSet`,`Job`,`CronJob`,`Pod`,`PodDisruptionBudget`,`Service`,`ConfigMap`,`Namespace`,`PriorityClass`,`StorageClass`,`HorizontalPodAutoscaler`,`ServiceAccount`];function bB({id:e,on:t},n,r){t.forEach((t,i)=>{if(yB.includes(t))return;let o=t.toLowerCase().replace(/(?:ies|s)$/,e=>e===`s`?``:`y`),s=yB.find(e=>[t.toLowerCase(),o].includes(e.toLowerCase()))??(t.includes(`/`)?t.split(`/`).at(-1):void 0);s===void 0&&/^[A-Z]\w*$/.test(t)||r.fail([...n,`on`,i],`\`${t}\` in \`on\` of rule \`${e}\` is not a kind`,a(s??l(t,yB)??`NodePool`))})}function xB(e,t,n){let{id:r,variables:i=[],matchConditions:a=[],fix:o=[]}=e,s=i.map(({name:e})=>e);s.forEach((e,i)=>{(!/^[A-Za-z_]\w*$/.test(e)||s.indexOf(e)<i)&&n.fail([...t,`variables`,i,`name`],`variable \`${e}\` of rule \`${r}\` ${s.indexOf(e)<i?`exists twice`:`is not a name`}`,"Use letters, digits and `_`, and each name once.")});let c=[...i.map(({expression:e},t)=>[[`variables`,t,`expression`],e]),...a.map(({expression:e},t)=>[[`matchConditions`,t,`expression`],e]),[[`expression`],e.expression],[[`messageExpression`],e.messageExpression],...o.map(({valueExpression:e},t)=>[[`fix`,t,`valueExpression`],e])];for(let[e,i=``]of c){let a=i.replaceAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g,``);for(let[,i]of a.matchAll(/(?<![\w.])variables\.([A-Za-z_]\w*)/g))s.includes(i)||n.fail([...t,...e],`\`variables.${i}\` is not a variable of rule \`${r}\``,SB(l(i,s),"Add it to `variables`."))}}const SB=(e,t)=>e===void 0?t:a(e);function CB({id:e,fix:t=[]},n,r){t.forEach(({op:t,path:i,value:a,valueExpression:o},s)=>{let c=[...n,`fix`,s];i.startsWith(`/`)||r.fail([...c,`path`],`\`${i}\` in \`fix\` of rule \`${e}\` is not a JSON Pointer`,"Write it as in `/spec/limits/cpu`."),[a,o].filter(e=>e!==void 0).length!==(t===`remove`?0:1)&&r.fail(c,`\`${t} ${i}\` in \`fix\` of rule \`${e}\` needs ${t===`remove`?`no value`:"either `value` or `valueExpression`"}`)})}const wB=[{name:`cost`,summary:`For teams that watch the bill: it blocks a change that costs $200/month more, and warns about expensive choices.`,config:{rules:{"full-reservations":`warning`,"idle-reservations":`warning`,"limit-fit":`note`,"limits-below-one-node":`error`,"min-values-exotic":`warning`,"older-generation":`warning`,"overlapping-pools":`warning`,"pod-requests":`warning`,"price-gap":`warning`,"require-limits":`error`,"unreachable-pool":`error`},gate:{monthlyIncreaseUsd:200}}},{name:`production-eks`,summary:`For production clusters on EKS: what endangers availability is an error, and a change may replace at most 50 nodes and leave no pod unschedulable.`,config:{rules:{"al2-end-of-life":`warning`,"ami-name-kubernetes":`error`,"ami-older-than-kubernetes":`error`,"blocking-pdb":`error`,"budget-gaps":`error`,"controller-placement":`error`,"expiry-blocked":`warning`,"frozen-nodes":`warning`,"interruption-events":`error`,"node-access":`error`,"pin-ami-alias":`error`,"pod-grace-period":`error`,"require-limits":`error`,"spot-flexibility":`error`,"startup-taints":`error`,"termination-handler":`error`,"zones-without-subnets":`error`},gate:{nodesReplaced:50,unschedulablePods:0}}},{name:`recommended`,summary:`For every repository: three notes become warnings, and it blocks a change that costs $1,000/month more.`,config:{rules:{"expiry-blocked":`warning`,"frozen-nodes":`warning`,"pod-requests":`warning`},gate:{monthlyIncreaseUsd:1e3}}},{name:`security`,summary:`For clusters with security reviews: images, volumes, IAM and access are errors that no comment can suppress.`,config:{rules:{"al2-end-of-life":`error`,"ami-name-kubernetes":`error`,"custom-registration":`error`,"node-access":`error`,"node-role-exists":`error`,"owned-security-groups":`warning`,"pin-ami-alias":`error`,"root-encryption":`error`,"volume-key":`error`},neverSuppress:[`controller-permissions`,`node-access`,`pass-role`,`pin-ami-alias`,`root-encryption`,`volume-key`]}},{name:`strict`,summary:`For repositories without old findings: every new warning fails the review, most notes are warnings, and a change may replace at most 20 nodes.`,config:{rules:{"al2-end-of-life":`warning`,"budget-rounding":`warning`,"consolidate-after-load":`warning`,"dead-values":`warning`,"expiry-blocked":`warning`,"exported-object":`warning`,"frozen-nodes":`warning`,"idle-reservations":`warning`,"isolated-vpc":`warning`,"limit-fit":`warning`,"overlapping-pools":`warning`,"pod-requests":`warning`,"price-gap":`warning`,"root-encryption":`warning`},failOn:`warning`,gate:{nodesReplaced:20,unschedulablePods:0}}}],TB=/^([\w.-]+)\/([\w.-]+)\/([^@#\s]+)@([^@#\s]+?)(?:#sha256:([^@#\s]+))?$/;function EB(e){let t=wB.find(({name:t})=>t===e);if(t)return{preset:t};if(e.startsWith(`./`)&&!e.split(`/`).includes(`..`))return{file:e.replace(/^(?:\.\/+)+/,``)};let[,n,r,i,a,o]=TB.exec(e)??[];return a===void 0?{fault:`\`${e}\` in \`extends\` is neither a preset nor a file`,help:DB(e)}:/^[0-9a-f]{40}$/.test(a)?o!==void 0&&!/^[0-9a-f]{64}$/.test(o)?{fault:`the digest of \`${e}\` in \`extends\` is not a SHA-256`,help:`Write its 64 digits.`}:i.split(`/`).some(e=>e===`..`||e===`.`||e===``)?{fault:`\`${i}\` in \`extends\` is not the path of a file`,help:OB}:{shared:{owner:n,repo:r,path:i,commit:a,digest:o,text:e}}:{fault:`\`${e}\` in \`extends\` is not pinned to a commit`,help:"Write the 40 digits of a commit after `@`. A branch or a tag can change without a review."}}function DB(e){let t=l(e.replaceAll(`_`,`-`),wB.map(e=>e.name));if(t!==void 0)return a(t);let[,n]=/^(?:https:\/\/github\.com\/|github:)([\w.-]+\/[\w.-]+)\//.exec(e)??[];return n===void 0?/^\/?[\w.-]+(?:\/[\w.-]+)*\.ya?ml$/.test(e)&&!e.split(`/`).includes(`..`)?`Write \`./${e.replace(/^\//,``)}\` for a file of this repository${/^[^/]+\/[^/]+\/./.test(e)?`, or \`${e}@COMMIT\` for one of another repository`:``}.`:OB:`Write \`${n}/rules.yaml@COMMIT\`, without the server, and with the 40 digits of a commit.`}const OB=`Write a preset (${wB.map(({name:e})=>`\`${e}\``).join(`, `)}), a file from the root of the repository (\`./rules.yaml\`), or a file of another repository at a commit (\`OWNER/NAME/rules.yaml@COMMIT\`). Packages and other URLs are not read.`,kB=[`customRules`,`rules`,`overrides`,`neverSuppress`,`changedLines`,`failOn`,`gate`],AB={...Vo,properties:Object.fromEntries(kB.map(e=>[e,Vo.properties[e]]))};async function jB(e,t){if(!/\bextends\b/.test(e.text))return[];let n=new Uo(e),{extends:r=[]}=n.read();r.length>10&&n.fail([`extends`,10],"`extends` has more than 10 entries",`Merge some of the files.`);let i=[];for(let[e,a]of r.entries()){let r=(t,r)=>n.fail([`extends`,e],t,r),o=i.flatMap(({customRules:e=[]})=>e.map(({id:e})=>({id:e})));i.push(await MB(a,t,{fail:r,earlier:o}))}return i}async function MB(e,{file:t,shared:n},{fail:r,earlier:i}){let a=EB(e);if(`fault`in a)return r(a.fault,a.help);if(`preset`in a)return a.preset.config;if(`file`in a){let n=await t(a.file);return n?NB({...n,file:a.file},{origin:e,earlier:i}):r(`\`${e}\` in \`extends\` was not found`,`Write the path from the root of the repository. The file must also be at the base.`)}if(!n)return r(`\`${e}\` in \`extends\` cannot be read here`,`Use a file of this repository.`);let{owner:o,repo:s,path:c}=a.shared;return NB({file:`${o}/${s}/${c}`,text:await n(a.shared)},{origin:e,earlier:i})}function NB(e,{origin:t,earlier:n}){let r=new Uo(e,AB),i=r.read();_B(i,r),dB(i,r),$z(i,r);let a=gB(i.customRules??[],t);return Jz(i,r,[...n,...a]),{...i,customRules:a}}const PB=(e,t={})=>({...e,...t,...(e.attention??t.attention)&&{attention:{...e.attention,...t.attention}},...(e.teams??t.teams)&&{teams:{...e.teams,...t.teams}}});function FB(e){let t=new Map(e.flatMap(({customRules:e=[]})=>e.map(e=>[e.id,e]))),n={overrides:e.flatMap(({overrides:e=[]})=>e),neverSuppress:[...new Set(e.flatMap(({neverSuppress:e=[]})=>e))]};return{...Object.assign({},...e),...t.size>0&&{customRules:[...t.values()]},...e.some(e=>e.rules)&&{rules:Object.assign({},...e.map(e=>e.rules))},...e.some(({gate:e})=>e)&&{gate:e.reduce((e,{gate:t})=>PB(e,t),{})},...n.overrides.length>0&&{overrides:n.overrides},...n.neverSuppress.length>0&&{neverSuppress:n.neverSuppress}}}function IB(e,t=[]){let n=new Uo(e),{extends:r,...i}=n.read();_B(i,n);let a={...i,...i.customRules&&{customRules:gB(i.customRules,zB(e))}},o=FB([...t,a]);return Jz(i,n,o.customRules),dB(i,n),$z(i,n),i.timeZone!==void 0&&!BB(i.timeZone)&&n.fail([`timeZone`],`\`${i.timeZone}\` is not a time zone`,"Write a name like `Europe/Berlin`."),LB(i,n),o.scorecard!==void 0&&!RB(o.scorecard)&&n.fail([`scorecard`],`\`${o.scorecard}\` is not the name of a branch`,"Write a name like `plumbline-scorecard`."),tB(o)}function LB({currency:e},t){if(e===void 0)return;let{code:n,asOf:r,source:i}=e,a=(e,n,r)=>t.fail([`currency`,e],n,r);/^[A-Z]{3}$/.test(n)||a(`code`,"`currency.code` is not the code of a currency","Write three capital letters, such as `EUR`."),n===`USD`&&a(`code`,`costs are in USD already`,"Remove `currency`."),r!==void 0&&!pB(r)&&a(`asOf`,"`currency.asOf` is not a date","Write it like `2026-11-02`."),i!==void 0&&!/^[^\p{C}]{1,80}$/u.test(i)&&a(`source`,"`currency.source` must be at most 80 characters on one line","Write a name, such as `ECB`.")}const RB=e=>/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}(\/[A-Za-z0-9][A-Za-z0-9._-]{0,99}){0,4}$/.test(e)&&!/\.\.|\.lock(\/|$)|\.(\/|$)/.test(e),zB=({file:e})=>e.split(/[/:\\]/).at(-1);function BB(e){try{return new Intl.DateTimeFormat(`en-GB`,{timeZone:e})!==void 0}catch{return!1}}const VB=[`region`,`karpenterVersion`,`kubernetesVersion`];function HB(...e){let t={...$a};for(let n of e)for(let[e,r]of Object.entries(n))r!==void 0&&(t[e]=r);let n={...t,karpenterVersion:eB(`Karpenter`,t.karpenterVersion),kubernetesVersion:eB(`Kubernetes`,t.kubernetesVersion)},r=VB.filter(t=>e.slice(1).some(e=>e[t]!==void 0));return{...n,environments:UB(n,r)}}function UB(e,t){if(t.length===0)return e.environments;let n=Object.fromEntries(t.map(t=>[t,e[t]]));return Object.fromEntries(Object.entries(e.environments).map(([e,t])=>[e,{...t,own:{...t.own,...n}}]))}const WB=e=>async t=>(await e([t]))[0];function GB(e,t){let n=new Map((e.customRules??[]).map(e=>[us(e),e])),r=new Map((t.customRules??[]).map(e=>[us(e),e]));return[...[...new Set([...n.keys(),...r.keys()])].sort().flatMap(e=>{let[t,i]=[n.get(e),r.get(e)];return t&&i?KB(t,i)?[]:[`changes \`${e}\``]:[i?`adds \`${e}\``:`removes \`${e}\``]}),...qB(e.rules??{},t.rules??{})]}const KB=({tests:e,origin:t,...n},{tests:r,origin:i,...a})=>JSON.stringify(n)===JSON.stringify(a),qB=(e,t)=>[...new Set([...Object.keys(e),...Object.keys(t)])].sort().flatMap(n=>{let[r=`its default`,i=`its default`]=[e[n],t[n]];return r===i?[]:[`sets \`${n}\` from ${r} to ${i}`]});async function JB(e,{over:t,fallback:n},r){let{rules:i,onNote:a}=r,o=await YB(e.current,i.brokenConfiguration===`fails`);!o.source&&o.fault===void 0&&e.named!==void 0&&a({about:`no configuration`,path:e.named});let{config:s,error:c}=o.source?await ZB(o.source,XB(e.files,e)):{config:{}},l=c?.message??o.fault,u=c!==void 0&&i.brokenConfiguration===`fails`;if(l!==void 0&&!u&&a({about:`broken configuration`,at:`base`,fault:l}),i.proposedConfiguration===`reported`&&e.proposed&&await QB(e,{current:o,config:s},a),u)throw c;let d=eV(s,t,r);return HB({...n,...s},{...t,set:{...s.set,...t.set},...t.ignore&&{ignore:[...s.ignore??[],...t.ignore]},...d!==void 0&&{failOn:d}})}async function YB(e,t){try{return{source:await e()}}catch(e){if(t||!n(e))throw e;return{fault:e.message}}}const XB=(e,{shared:t})=>({file:WB(e),shared:t});async function ZB(e,t){try{let n=IB(e,await jB(e,t));return HB(n),{config:n}}catch(e){if(!n(e))throw e;return{config:{},error:e}}}async function QB({proposed:e,proposedFiles:t,shared:n},{current:r,config:i},a){if(e===void 0)return;let o=await YB(e,!1),s=e=>{e!==void 0&&e!==r.fault&&a({about:`broken configuration`,at:`head`,fault:e})};if(s(o.fault),!o.source)return;let c=o.source.text===r.source?.text;if(c||a({about:`proposed configuration`,file:o.source.file,hasCurrent:r.source!==void 0}),c&&i.customRules===void 0&&!/\bextends\b/.test(o.source.text))return;let l=tV(n,r.source?.text??``),u=await ZB(o.source,XB(t??(async()=>[]),l));if(l.isRefused())return;s(u.error?.message);let d=u.error?[]:GB(i,u.config);d.length>0&&a({about:`proposed rules`,changes:d})}const $B=[`never`,`error`,`warning`,`note`];function eV({failOn:e},{failOn:t},{rules:n,onNote:r}){return e===void 0||t===void 0?t??e:n.failOn===`set`||$B.indexOf(t)>=$B.indexOf(e)?t:(r({about:`weaker failOn`,wanted:t,current:e}),e)}function tV(e,t){if(e===void 0)return{shared:e,isRefused:()=>!1};let n=!1;return{shared:async r=>{if(t.includes(r.text))return e(r);throw n=!0,new i(`config`,`\`${r.text}\` is read once the configuration is merged`)},isRefused:()=>n}}function nV(e){switch(e.about){case`no configuration`:return`the base has no \`${e.path}\`, so the defaults apply`;case`proposed configuration`:return`the change's own \`${e.file}\` takes effect once it is merged`;case`proposed rules`:return`once it is merged, this change ${se(e.changes,rV)}`;case`broken configuration`:return e.at===`base`?`${e.fault} (at the base, so this review uses the defaults)`:e.fault;case`weaker failOn`:return`the input \`fail-on: ${e.wanted}\` is ignored, because \`failOn: ${e.current}\` at the base is stricter`;case`missing snapshot`:return`the snapshot \`${e.path}\` was not found at the base, so this review does not use it`;case`proposed catalog`:return`this change edits the prices in \`${e.folder}\`, which take effect once it is merged`;case`unusable catalog`:return e.at===`base`?`${e.fault}, so this review uses the built-in prices`:e.fault;case`proposed crds`:return`this change edits ${v(e.files,` and `)}, whose definitions take effect once it is merged`;case`unusable crds`:return e.at===`base`?`${e.fault}, so this review does not use the definitions in \`crds\``:e.fault;case`missing path`:return`file or folder to review not found: \`${e.path}\``}}const rV=8;async function iV(e,t,n){let r=n===void 0?await cV(e):await sV(e,t,n);return t.flatMap(e=>{let t=r(e);return t===void 0?[]:[{file:e,text:t}]})}const aV=(e,t)=>new i(`config`,`The snapshot \`${e}\` was not found${t===void 0?``:` at \`${t}\``}`,{help:"Set `snapshot` in plumbline.yaml to a path from the root of the repository. Run `plumbline snapshot` to write the file."}),oV="If it is a snapshot, run `plumbline snapshot` to write it again. The result is smaller, because it groups equal pods.";async function sV(e,t,n){let r=await e.commit(n),i=t.map(e=>`${r}:${e}`),a=await wo(await e.root(),i,{what:`\`${t[0]}\``,help:oV});return e=>{let t=a.get(`${r}:${e}`);if(t?.type===`blob`)return t.content.toString(`utf8`)}}async function cV(e){let t=_e(it(e.folder));return e=>lV(it(t,e))}function lV(e){try{let t=`\`${e}\``;return de({path:e,name:t,maxBytes:Ce,code:`config`,help:oV})}catch(e){if(e instanceof i)throw e;return}}async function uV(e,t){let n=await e.commit(t),r=await e.root(),i=Yo(rt(r,await ot(e.folder)).replaceAll(`\\`,`/`)),a=await wo(r,i.map(e=>`${n}:${e}`),{what:`The configuration at the base`,help:"Check that it is the right file. `--config FILE` names a different one."}),o=i.find(e=>a.get(`${n}:${e}`)?.type===`blob`);if(o!==void 0)return{file:`${t}:${o}`,text:a.get(`${n}:${o}`).content.toString(`utf8`)}}const dV=e=>nt(process.env.XDG_CACHE_HOME??nt(at(),`.cache`),`plumbline`,e);function fV(e,t){try{Ye(tt(e),{recursive:!0}),$e(`${e}.${process.pid}`,t),Ze(`${e}.${process.pid}`,e)}catch{}}async function pV(e,t,n=dV(`extends`)){let r=nt(n,`${es(`${e.owner}/${e.repo}/${e.path}@${e.commit}`)}.json`),i=mV(r,e);if(i!==void 0)return i;let a=await t();return fV(r,JSON.stringify({digest:es(a),text:a})),a}function mV(e,{digest:t}){try{let{digest:n,text:r}=JSON.parse(Xe(e,`utf8`));return es(r)===n&&(t===void 0||t===n)?r:void 0}catch{return}}const hV=e=>t=>pV(t,async()=>{let[{githubOf:n},{sharedFile:r}]=await Promise.all([import(`./repository-facts-exports.js`),import(`./shared-file-exports.js`)]),a=n(e);if(a!==void 0)return r(a,t);throw new i(`config`,`\`${t.text}\` in \`extends\` is not in the cache, and there is no GitHub token`,{help:"Set GITHUB_TOKEN to a token that can read the repository, such as the output of `gh auth token`. Later runs need no network."})});async function gV(e,t,n){let r=xV(e,t,n),i={rules:cs,onNote:SV(e,t,n)},a=await JB(r,_V(e,t),i);return e.isOn(`quiet`)||vV(a,t),a}function _V(e,t){let[n,r]=[yV(e),bV(t)];return{over:{region:e.text(`region`),karpenterVersion:e.text(`karpenter-version`),kubernetesVersion:e.text(`kubernetes-version`),failOn:e.text(`fail-on`),set:o(e.texts(`set`)),...e.isOn(`changed-lines`)===!0&&{changedLines:!0},...e.isOn(`first-round`)===!0&&{firstRound:!0},...n!==void 0&&{timeZone:n},today:st()},...r!==void 0&&{fallback:{timeZone:r}}}}function vV({karpenterVersion:e},{stderr:t}){let n=e&&Ha(e);n!==e&&t.write(`note: Karpenter ${e} is not known to this plumbline; using the rules of ${n}\n`)}function yV(e){let t=e.text(`time-zone`);if(t===void 0||BB(t))return t;throw new i(`usage`,`\`${t}\` is not a time zone`,{help:"Write it as in `Europe/Berlin`."})}const bV=({env:{TZ:e}})=>{if(e&&BB(e))return e};function xV(e,t,{repository:n,ref:r}){let{cwd:i}=t,a=e.text(`config`),o=async()=>{let e=Xo(n.folder);if(e!==void 0)return Qo(e)},s={files:e=>iV(n,e,r),shared:hV(t)};return a===void 0?r===void 0?{current:o,...s}:{current:()=>uV(n,r),proposed:o,proposedFiles:e=>iV(n,e,void 0),...s,at:r}:{current:async()=>({...Qo(it(i,a)),file:a}),...s,at:r}}const SV=(e,{stderr:t},{ref:n})=>r=>{e.isOn(`quiet`)||t.write(CV(r,n))};function CV(e,t){return e.about===`proposed configuration`?`note: plumbline.yaml differs from \`${t}\`: ${e.hasCurrent?`the one there is used`:`there is none there, so the defaults are used`}\n  help: Yours takes effect once it is merged. Pass \`--config plumbline.yaml\` to try it now.\n`:`note: ${nV(e)}\n`}const wV=e=>{let[,t]=/^#?([1-9]\d{0,8})$/.exec(e)??[];if(t!==void 0)return Number(t)};async function TV(e,t){return(await gV(e,t,{repository:new xe(t.cwd),ref:void 0})).customRules}async function EV(e,t){let{stdout:n}=t,[r]=e.positionals;if(r===void 0)throw new i(`usage`,"`explain` needs a code or a pull request",{help:"Run for example `plumbline explain schema/unknown-field`."});let o=wV(r);if(o!==void 0)return(await import(`./explain-pull.js`)).runExplainPull(o,e,t);let s=Iz(r),l=s?[]:await TV(e.flags,t),u=s??Iz(r,l);if(!u){let e=Rz(r,l.map(us));throw new i(`usage`,`\`${r}\` is not the code of a finding`,{help:e?a(e):"Run `plumbline rules` to list the lint rules."})}return n.write(DV(u)),c.ok}function DV({code:e,summary:n,why:r,help:i,url:a,rule:o,custom:s}){let c=o?[...o.examples().bad.slice(0,1).flatMap(({text:e})=>[``,`Bad:`,AV(e)]),...o.examples().good.slice(0,1).flatMap(({text:e})=>[``,`Good:`,AV(e)]),...kV(e)]:s?[``,`Rule of ${s.origin}:`,...OV(s),...kV(e)]:[],l=(o??s)?.severity,u=l?` (${l})`:``,d=a?[``,`More: ${a}`]:[],f=s?e=>e.split(`
`).map(t).join(`
`):e=>e;return`${[`${e}${u}`,``,n,``,r,``,`What to do: ${i}`,...c,...d].map(f).join(`
`)}\n`}const OV=({matchConditions:e,variables:t,expression:n})=>[...e.map(e=>AV(`if ${e.name}: ${e.expression}`)),...t.map(e=>AV(`variables.${e.name}: ${e.expression}`)),AV(n)],kV=e=>[``,`To suppress it in one place, add this comment to the line above:`,`  ${Bz(e)}`],AV=e=>e.trimEnd().replace(/^(?=.)/gm,`  `),jV=[`Instance types and zones`,`Limits`,`Taints and overlapping NodePools`,`Disruption`,`Workloads`,`Images and user data`,`Volumes`,`Network`,`Capacity reservations`,`IAM and cluster access`,`Security`,`Karpenter installation`,`All objects`];async function MV(e,n){let[r]=e.positionals;if(r===`test`)return(await import(`./rules-test.js`)).runRulesTest(e,n);if(r!==void 0)throw new i(`usage`,`\`${r}\` is not an action of \`rules\``,{help:a(`rules test`)});let{stdout:o}=n,s=Math.max(...Oz.map(({id:e})=>e.length));for(let e of jV){o.write(`${e}\n`);for(let{id:t,severity:n,docs:r}of Oz.filter(t=>t.theme===e))o.write(`  ${t.padEnd(s)}  ${n.padEnd(7)}  ${r.summary}\n`);o.write(`
`)}let l=await TV(e.flags,n);l.length>0&&o.write(`Your own rules
`);for(let e of l)o.write(`  ${us(e).padEnd(s)}  ${e.severity.padEnd(7)}  ${t(e.message)}\n`);return l.length>0&&o.write(`
`),o.write("Run `plumbline explain RULE` to see why a rule matters and what to do.\n"),c.ok}export{Bj as $,ct as $i,gs as $n,ja as $r,z as $t,cI as A,un as Ai,Sc as An,so as Ar,Uv as At,YF as B,an as Bi,Zs as Bn,Ga as Br,$ as Bt,Fz as C,On as Ci,fl as Cn,yo as Cr,ix as Ct,jz as D,wn as Di,pc as Dn,uo as Dr,Ub as Dt,Az as E,w as Ei,Cc as En,fo as Er,Kb as Et,nI as F,sn as Fi,cc as Fn,Za as Fr,v_ as Ft,OM as G,Et as Gi,Hs as Gn,Wa as Gr,bm as Gt,HF as H,Vt as Hi,F as Hn,Ha as Hr,wm as Ht,ZF as I,cn as Ii,dc as In,$a as Ir,h_ as It,fM as J,Tt as Ji,Ts as Jn,Ia as Jr,Jf as Jt,gM as K,Ot as Ki,Ps as Kn,Ua as Kr,Op as Kt,QF as L,Xt as Li,oc as Ln,Ja as Lr,Qg as Lt,iI as M,fn as Mi,sc as Mn,eo as Mr,Ev as Mt,sI as N,dn as Ni,lc as Nn,no as Nr,Dv as Nt,Oz as O,Mn as Oi,mc as On,go as Or,Gb as Ot,tI as P,ln as Pi,ac as Pn,Qa as Pr,O_ as Pt,Mj as Q,ut as Qi,bs as Qn,k as Qr,Hd as Qt,XF as R,zt as Ri,ic as Rn,Va as Rr,Zg as Rt,Pz as S,Sn as Si,pl as Sn,xo as Sr,rx as St,kz as T,Dn as Ti,wc as Tn,bo as Tr,Hb as Tt,OP as U,on as Ui,I as Un,Ka as Ur,Sm as Ut,VF as V,qt as Vi,Ls as Vn,Ra as Vr,Em as Vt,vN as W,Dt as Wi,Xs as Wn,Ba as Wr,Cm as Wt,Zj as X,ht as Xi,ws as Xn,Na as Xr,Zd as Xt,mM as Y,_t as Yi,ks as Yn,O as Yr,uf as Yt,Uj as Z,dt as Zi,Cs as Zn,Pa as Zr,Vd as Zt,Gz as _,Yn as _i,El as _n,Xo as _r,Sx as _t,gV as a,ka as ai,Ul as an,is as ar,WD as at,qz as b,Cn as bi,bl as bn,Eo as br,Xb as bt,fV as c,E as ci,Rl as cn,os as cr,JE as ct,nV as d,Ri as di,Vl as dn,ls as dr,IT as dt,st as ea,Aa as ei,ju as en,N as er,Nj as et,JB as f,bi as fi,Yl as fn,ss as fr,JC as ft,Wz as g,Rn as gi,Ml as gn,Yo as gr,xx as gt,Vz as h,Gn as hi,Ll as hn,Jo as hr,hx as ht,xV as i,ba as ii,Zl as in,ns as ir,qD as it,lI as j,pn as ji,fc as jn,ro as jr,Ov as jt,oL as k,C as ki,gc as kn,mo as kr,Hv as kt,iV as l,zi as li,zl as ln,as as lr,BT as lt,HB as m,Ei as mi,Pl as mn,$o as mr,_x as mt,EV as n,D as ni,R as nn,P as nr,GA as nt,SV as o,Ea as oi,Jl as on,rs as or,VD as ot,WB as p,Oi as pi,Hl as pn,es as pr,gx as pt,pM as q,wt as qi,Os as qn,La as qr,Yf as qt,TV as r,ya as ri,lu as rn,us as rr,qA as rt,dV as s,Ta as si,Xl as sn,ts as sr,qE as st,MV as t,Ma as ti,fu as tn,ms as tr,JA as tt,aV as u,Vi as ui,Bl as un,cs as ur,zT as ut,Kz as v,Bn as vi,Al as vn,Qo as vr,bx as vt,Rz as w,En as wi,yl as wn,vo as wr,qb as wt,Iz as x,Tn as xi,Sl as xn,Oo as xr,ax as xt,Hz as y,T as yi,Ol as yn,Ho as yr,yx as yt,$F as z,Gt as zi,ec as zn,za as zr,Xg as zt};
import{o as e}from"./rolldown-runtime.js";import{C as t,S as n,_ as r,g as i,p as a,v as o,x as s,z as c}from"./command.js";import{$n as l,An as u,B as d,Bn as f,Cn as p,En as ee,Gn as te,I as ne,Jt as re,Ln as m,Mn as ie,N as ae,Nn as oe,On as se,P as ce,Qn as le,Rn as h,Sn as ue,St as de,Un as fe,V as pe,Vn as me,Wn as he,Xn as ge,Yn as _e,Yt as g,d as ve,en as ye,er as _,in as be,l as xe,mn as Se,nn as Ce,nr as we,qt as Te,rn as Ee,tr as De,x as Oe,y as ke,zn as v}from"./read.js";import{B as Ae,C as je,D as Me,F as Ne,G as Pe,I as y,K as b,M as Fe,P as Ie,R as Le,T as Re,U as ze,W as x,X as Be,Y as Ve,Z as He,w as Ue}from"./manifests.js";import{existsSync as We,mkdirSync as Ge,readFileSync as Ke,renameSync as qe,statSync as Je,writeFileSync as Ye}from"node:fs";import{createHash as Xe}from"node:crypto";import{dirname as Ze,join as Qe,relative as $e,resolve as et}from"node:path";import{homedir as tt}from"node:os";import{realpath as nt}from"node:fs/promises";const rt=(e=new Date,t=process.env)=>it(e,t).toISOString().slice(0,10);function it(e=new Date,t=process.env){let n=t.SOURCE_DATE_EPOCH;if(!n)return e;if(!/^\d{1,11}$/.test(n))throw new s(`usage`,"`SOURCE_DATE_EPOCH` is not a number of seconds",{help:"Set it to seconds since 1970, such as the output of `date +%s`, or unset it."});return new Date(Number(n)*1e3)}var at=e(we(),1);const S=e=>({type:`string`,...e&&{description:e}}),ot=(e,t)=>({type:`string`,enum:e,...t&&{description:t}}),C=(e,t)=>({type:`array`,items:e,description:t}),st=(e,t)=>({type:`object`,additionalProperties:e,...t&&{description:t}}),w=(e,{description:t,required:n=[]}={})=>({type:`object`,properties:e,additionalProperties:!1,...n.length>0&&{required:n},...t&&{description:t}}),ct=[`error`,`warning`,`note`],lt=w({...Object.fromEntries([[`standard`,`vCPUs of standard instances: families A, C, D, H, I, M, R, T and Z`],[`g`,`vCPUs of families G and VT`],...[`dl`,`f`,`hpc`,`inf`,`p`,`trn`,`x`].map(e=>[e,`vCPUs of family ${e.toUpperCase()}`])].map(([e,t])=>[e,{type:`integer`,minimum:0,description:t}]))}),ut=w({version:S(`Karpenter version that runs in the cluster, such as 1.14`),settings:w({preferencePolicy:ot([`Respect`,`Ignore`],"`Respect` treats preferences of pods as requirements until they cannot be met; `Ignore` ignores them"),minValuesPolicy:ot([`Strict`,`BestEffort`],`What Karpenter does if it cannot meet minValues: give up, or launch with fewer values`),vmMemoryOverheadPercent:{type:`number`,minimum:0,description:`Fraction of memory that Karpenter subtracts for the VM: 0.075 is 7.5%`},reservedENIs:{type:`integer`,minimum:0,description:`Network interfaces per node that pods cannot use`},clusterCABundle:S(`CA bundle of the cluster, which is part of the hash of an EC2NodeClass`),featureGates:st({type:`boolean`},`Feature gate → true or false, including those of the AWS provider`)},{description:`Karpenter's settings, named as in the Helm chart. Values take effect as written: 0 is 0, not the default`})}),dt={approvals:{type:`integer`,minimum:0,description:`Approvals that a plan needs before it is applied (default: 1)`},monthlyIncreaseUsd:{type:`number`,minimum:0,description:`Block a change that adds more than this to the cost per month, in USD`},nodesReplaced:{type:`integer`,minimum:0,description:`Block a change that replaces more nodes than this`},attention:w({monthlyIncreaseUsd:{type:`number`,minimum:0,description:`In USD per month (default: 500)`},monthlyIncreasePercent:{type:`number`,minimum:0,description:`In percent of the cost before (default: 50)`},nodesAdded:{type:`integer`,minimum:0,description:`Number of new nodes (default: no limit)`}},{description:`Warn about a change that exceeds both increases of cost, or adds more nodes than this`}),teams:st(w({monthlyIncreaseUsd:{type:`number`,minimum:0}},{required:[`monthlyIncreaseUsd`]}),"Value of the team label (`pricing.teamLabel`) → block a change that adds more than this to the team’s share of the cost per month, in USD"),unschedulablePods:{type:`integer`,minimum:0,description:`Block a change that leaves more pods than this unschedulable`},freeze:C(w({from:S(),to:S(),reason:S()},{required:[`from`,`to`,`reason`]}),`Periods in which plumbline applies nothing: ISO dates or times in UTC, including the last one`)},ft=e=>({type:`any`,description:e}),pt=e=>C(w({name:S(),expression:S()},{required:[`name`,`expression`]}),e),mt=[`before`,`after`,`difference`,`peak`,`nodesReplaced`,`podsRestarted`,`nodePool`],ht=e=>C(w({object:ft(`The object`),oldObject:ft(`The object before the change (default: the object is new)`),environment:w({name:S(),region:S(),karpenterVersion:S(),kubernetesVersion:S()},{description:"Values of `environment` that differ from the defaults"}),review:w(Object.fromEntries(mt.map(e=>[e,{type:`any`}])),{description:"The value of `review` (default: unknown)"})},{required:[`object`]}),e),gt=w({id:S("Name of the rule in lower case with hyphens. The code of its findings is `custom/<id>`"),severity:ot(ct,`Severity of its findings (default: warning)`),on:C(S(),`Kinds of the objects that it judges, such as NodePool`),matchConditions:pt(`CEL expressions that must all be true for the rule to apply`),variables:pt("CEL expressions whose values other expressions read as `variables.<name>`"),expression:S(`CEL expression that is true if the object is as it should be`),message:S(`What is wrong and why it matters`),messageExpression:S(`CEL expression that returns the message, with values of the object`),fieldPath:S(`Field that the finding points at, such as .spec.limits (default: the object)`),help:S(`What to do, as an instruction`),fix:C(w({op:ot([`add`,`replace`,`remove`]),path:S(`JSON Pointer of the field, such as /spec/weight`),value:ft(`The new value`),valueExpression:S(`CEL expression that returns the new value`)},{required:[`op`,`path`]}),"JSON Patch that corrects the object; `--fix` applies it and a comment suggests it"),description:S("Why the rule exists; `plumbline explain` shows it"),url:S(`Documentation of the rule`),tests:w({good:ht(`Objects for which the rule finds nothing`),bad:ht(`Objects for which the rule has a finding`)},{description:"Examples that `plumbline rules test` checks"})},{required:[`id`,`on`,`expression`,`message`]}),_t={nodeClassAddresses:st({type:`integer`,minimum:0},"EC2NodeClass name → addresses that its subnets have for its nodes and pods, as `plumbline doctor` prints them. If they need more, the finding is an error"),vcpuQuotas:w({"on-demand":lt,spot:lt},{description:"Quotas of the AWS account for vCPUs in the region, as `plumbline doctor` prints them. If the nodes need more, the finding is an error"}),capacityReservations:st({type:`integer`,minimum:0,orMap:w({instanceType:S(`Instance type of the reservation`),zone:S(`Availability zone of the reservation`),count:{type:`integer`,minimum:0,description:`Instances for Karpenter: free ones, and those that its nodes use if no snapshot shows these nodes`}},{required:[`instanceType`,`zone`,`count`]})},`Capacity reservation ID → instances for Karpenter, or its instance type, zone and count. Needed where node classes select reservations and no snapshot shows them`)},vt=w({extends:C(S(),"Presets, files of this repository (`./rules.yaml`) and files of other repositories at a commit (`OWNER/NAME/rules.yaml@COMMIT`), whose rules and limits apply; later entries and this file override earlier ones"),customRules:C(gt,`Your own rules, in CEL`),region:S(`AWS region, which determines instance types and prices`),zones:C(S(),`Availability zones of the subnets (default: those that the manifests name, else the region's first three)`),nodeClassZones:st(C(S(),`Zones`),`EC2NodeClass name → availability zones of its subnets`),..._t,karpenter:ut,kubernetesVersion:S(`Kubernetes version of the cluster, such as 1.34`),existingNodes:C(w({name:S(),instanceType:S(),count:{type:`integer`,minimum:0},zone:S(),labels:st(S()),taints:C(w({key:S(),value:S(),effect:S()},{required:[`key`,`effect`]}),`Taints of each node`),requested:st(S(),`Resources that pods outside the manifests already request on each node`)},{required:[`name`,`instanceType`]}),`Nodes that Karpenter does not manage. Pods are scheduled on them before Karpenter launches new nodes`),systemPods:C(w({name:S(),requests:st(S(),`Resources that each pod requests`),replicas:{type:`integer`,minimum:0,description:`Number of pods (default: 1)`},daemonSet:{type:`boolean`,description:`If true, one pod runs on each node, including Karpenter's`}},{required:[`name`]}),`Pods that the cluster runs and no manifest contains, instead of the add-ons that plumbline assumes on node groups in the repository; an empty list assumes none`),snapshot:S("Path of a `plumbline snapshot` file from the root of the repository, read from the base"),catalog:S("Folder of instance types and prices that `plumbline catalog refresh` wrote, from the root of the repository, read from the base"),crds:C(S(),`Files with CustomResourceDefinitions of other providers and tools, from the root of the repository, read from the base. Objects of these kinds are validated`),prices:w({spot:ot([`advisor`,`flat`,`zoned`],"Source of spot prices. `flat` and `zoned` are artificial and only for tests")}),pricing:w({discounts:C(w({percent:{type:`number`,minimum:0,maximum:100,description:`Discount on the public price, in percent`},regions:C(S(),`Regions (default: all)`),families:C(S(),`Instance families, such as m7g (default: all)`),capacityTypes:C(ot([`on-demand`,`spot`]),`Capacity types (default: both)`)},{required:[`percent`]}),`Discounts on instances. If several match the same price, all of them apply`),savingsPlans:C(w({hourlyUsd:{type:`number`,minimum:0,description:`Commitment per hour that this cluster can use, in USD`},percent:{type:`number`,minimum:0,maximum:99,description:`How far the price is below the on-demand price, in percent`},regions:C(S(),`Regions (default: all)`),families:C(S(),`Instance families of an EC2 Instance Savings Plan (default: all)`)},{required:[`hourlyUsd`,`percent`]}),`Savings Plans. You pay the commitment in any case, and it covers on-demand instances first`),perNodeMonthlyUsd:{type:`number`,minimum:0,description:`What each node costs per month in addition to its instance, in USD: licenses of agents, for example`},teamLabel:S("Pod label that names who pays (default: `team`)")},{description:`How your prices differ from the public prices. Karpenter itself always decides by the public prices`}),currency:w({code:S(`ISO 4217 code of the currency, such as EUR`),perUsd:{type:`number`,minimum:.001,maximum:1e6,description:`What one USD costs in this currency, such as 0.92`},asOf:S(`Date of this rate, such as 2026-11-02`),source:S(`Who published this rate, such as ECB`)},{description:`Currency in which comments, pages and other texts show costs. Prices, limits and the JSON document stay in USD`,required:[`code`,`perUsd`]}),rules:st(ot([...ct,`off`]),"Rule → its severity, or `off`"),ignore:C(w({code:S(`Code of the finding, or the name of a lint rule`),path:S("A file, a folder, or a pattern with `*` and `**`"),resource:S("`Kind/name` or `Kind/namespace/name`, with `*`"),reason:S(`Why the finding does not apply here`),until:S("Last day on which the entry is in effect, such as `2027-03-31`")},{required:[`code`,`reason`]}),`Findings to suppress, each with a reason`),overrides:C(w({paths:C(S(),"Files, folders, and patterns with `*` and `**` (default: all files)"),resources:C(S(),"`Kind/name` or `Kind/namespace/name`, with `*` (default: all objects)"),rules:st(ot([...ct,`off`]),"Rule → its severity for these files and objects, or `off`")},{required:[`rules`]}),`Rule severities for some files or objects, such as third-party charts. The last matching entry decides`),neverSuppress:C(S(),`Rules and other codes that neither a comment nor a baseline can suppress`),changedLines:{type:`boolean`,description:`If true, list and count only findings on lines that the change adds or edits`},timeZone:S(`Time zone in which the hours of disruption budgets are shown in addition to UTC, such as Europe/Berlin`),scorecard:S("Branch of this repository on which `mode: apply` and `mode: drift` record predictions and what became of them, such as plumbline-scorecard"),failOn:ot([...ct,`never`],`Fail on new findings of this severity or higher`),comment:ot([`update`,`new`,`hide`,`delete`,`off`],"What happens to the comment on a pull request with each new commit (default: update). `update` keeps one comment up to date. `new` writes a new one, `hide` also hides the older ones as outdated, and `delete` deletes them. `off` writes none"),notify:ot([`block`,`warn`,`pass`,`off`],"Verdict from which on a message is sent to the webhook of the input `notify-url` or of the bot (default: block). `pass` sends one for each review, and `off` none"),set:st(S(),`Placeholder → value`),sources:w({render:{type:`boolean`,description:`If false, review kustomizations and charts as files, without rendering them`},roots:C(w({path:S(`Folder of a kustomization or a chart, from the root of the repository`),values:C(S(),`Values files of the chart; later files override earlier ones`),release:S(`Name of the Helm release`),namespace:S(`Namespace of the Helm release`),environment:S(`Environment that this root is deployed to, such as dev or prod`)},{required:[`path`]}),`Kustomizations and charts to render, instead of those that plumbline detects by file names; one entry per environment`),ignore:C(S(),`Folders whose kustomizations and charts are not rendered`),chartRepositories:C(S(),"Helm repositories and OCI registries (`oci://…`) that plumbline may download charts from")},{description:"What plumbline renders; `plumbline sources` lists it"}),environments:st(w({paths:C(S(),`Folders and files whose objects are applied to this environment (default: all files)`),clusterArn:S(`ARN of the EKS cluster; plumbline writes to no other cluster`),roleArn:S(`IAM role that the job assumes with OIDC`),allowedAccountIds:C(S(),`AWS accounts that plumbline may act in (default: the cluster's account)`),context:S("Context of the kubeconfig, if `clusterArn` is not set"),delivery:ot([`apply`,`verify`],"`apply` writes the objects. `verify` waits until Argo CD, Flux or Helm has delivered what was reviewed. By default, plumbline detects this for each object"),leaseNamespace:S(`Namespace of the Lease that ensures only one apply runs at a time (default: kube-system)`),readyMinutes:{type:`number`,minimum:0,description:`How many minutes to wait for Ready (default: 10)`},region:S(`AWS region of this environment (default: the cluster's region)`),zones:C(S(),`Availability zones of its subnets`),..._t,karpenter:ut,kubernetesVersion:S(`Kubernetes version of its cluster, such as 1.34`),snapshot:S(`Path of a snapshot of its cluster, from the root of the repository`),rules:st(ot([...ct,`off`]),"Rule → its severity for the files in `paths`; it overrides the general one"),gate:w(dt,{description:`Limits of this environment; they override the general ones`})}),`Environment → its files, its cluster, and the settings that differ from the general ones`),gate:w(dt,{description:`Conditions for merging and applying a change; read from the base`})}),yt=262144;var bt=class{#e;#t=new at.LineCounter;#n;#r;constructor(e,t=vt){this.#e=e.file,this.#r=t,e.text.length>262144&&this.#f(0,`the configuration is longer than ${yt/1024} kB`,`Check that this is the right file.`),this.#n=this.#i(e.text)}#i(e){try{return(0,at.parseDocument)(e,{lineCounter:this.#t,prettyErrors:!1})}catch{return this.#f(0,`the configuration cannot be parsed`,`Fix the YAML. It may be nested too deeply.`)}}read(){let e=this.#n.errors[0];return e&&this.#f(e.pos[0],e.message,xt(e.code)),this.#n.contents===null?{}:this.#a(this.#n.contents,this.#r,``)}fail(e,t,n){return this.#d(this.#n.getIn(e,!0),t,n)}#a(e,t,n){let r=(0,at.isAlias)(e)?e.resolve(this.#n)??null:e;return t.orMap&&(0,at.isMap)(r)?this.#c(r,t.orMap,n):t.type===`object`?this.#c(r,t,n):t.type===`array`?this.#s(r,t,n):t.type===`any`?this.#o(r,n):this.#l(r,t,n)}#o(e,t){try{return e===null?null:e.toJS(this.#n,{maxAliasCount:100})}catch{return this.#d(e,`\`${t}\` has too many aliases`)}}#s(e,t,n){return(0,at.isSeq)(e)?e.items.map((e,r)=>this.#a(e,t.items,`${n}[${r}]`)):this.#d(e,`\`${n}\` must be a list`,(0,at.isScalar)(e)&&e.source?`Write \`[${e.source}]\`.`:"Begin each of its items with `- `.")}#c(e,t,n){if(!(0,at.isMap)(e)){let r=Object.keys(t.properties??{}),i=n!==``&&r.length>0?`Its keys are ${r.join(`, `)}.`:void 0;return this.#d(e,n?`\`${n}\` must be a map`:`the configuration must be a map`,i)}let r=t.required?.find(t=>!e.has(t));return r&&this.#d(e,`\`${n}\` needs \`${r}\``),Object.fromEntries(e.items.map(({key:e,value:r})=>{let i=String((0,at.isScalar)(e)?e.value:e),a=n?`${n}.${i}`:i,o=(t.properties&&Object.hasOwn(t.properties,i)?t.properties[i]:void 0)??t.additionalProperties;return o?[i,this.#a(r,o,a)]:this.#u(e,i,a,t.properties??{})}))}#l(e,t,n){let r=(0,at.isScalar)(e)&&e.value!==null?e:void 0,i=t.type===`string`?r&&(r.source??String(r.value)):r?.value;return(t.type===`integer`?Number.isSafeInteger(i):typeof i===t.type&&(typeof i!=`number`||Number.isFinite(i)))?t.minimum!==void 0&&i<t.minimum?this.#d(e,`\`${n}\` must be at least ${t.minimum}`):t.maximum!==void 0&&i>t.maximum?this.#d(e,`\`${n}\` must be at most ${t.maximum}`):t.enum&&!t.enum.includes(i)?this.#d(e,`\`${n}: ${i}\` is not one of ${t.enum.join(`, `)}`,wt(i,t.enum)):i:this.#d(e,`\`${n}\` must be ${Ct[t.type]}`)}#u(e,t,n,r){let a=Object.keys(r);n===t&&Object.hasOwn(vt.properties,t)&&this.#d(e,`\`${n}\` cannot be shared`,`A file that \`extends\` names has only the keys ${a.join(`, `)}.${t===`extends`?" Name this entry in `extends` of plumbline.yaml.":``}`);let o=St(t,r),s=o?i(o):wt(t,a)??`Known keys here are ${a.join(`, `)}.`;return this.#d(e,`\`${n}\` is not a key of the configuration`,s)}#d(e,t,n){return this.#f(e?.range?.[0]??0,t,n)}#f(e,t,n){let{line:r}=this.#t.linePos(e);throw new s(`config`,`${this.#e}:${Math.max(1,r)}: ${t}`,n?{help:n}:{})}};const xt=e=>e===`BLOCK_AS_IMPLICIT_KEY`||e===`UNEXPECTED_TOKEN`||e===`MULTILINE_IMPLICIT_KEY`?"Fix the YAML. A value that contains `: `, ` #` or begins with a quote needs quotes around all of it, or `|` and lines below.":`Fix the YAML.`,St=(e,t)=>Object.entries(t).flatMap(([e,{properties:t={}}])=>Object.keys(t).map(t=>[e,t])).find(([t,n])=>`${t}${n}`.toLowerCase()===e.toLowerCase())?.join(`.`),Ct={string:`a string`,number:`a number`,integer:`a whole number`,boolean:`true or false`,object:`a map`,array:`a list`,any:`a value`};function wt(e,t){let n=o(e,t);return n?i(n):void 0}const Tt=[`plumbline.yaml`,`plumbline.yml`,`.plumbline.yaml`];function Et(e){let t=e===``?[]:e.split(`/`);return Array.from({length:t.length+1},(e,n)=>t.slice(0,t.length-n)).flatMap(e=>Tt.map(t=>[...e,t].join(`/`)))}function Dt(e){for(let t=et(e);;t=Ze(t)){let e=Tt.map(e=>Qe(t,e)).find(Ot);if(e)return e;if(Ze(t)===t||We(Qe(t,`.git`)))return}}const Ot=e=>Je(e,{throwIfNoEntry:!1})?.isFile()??!1;function kt(e){try{let t=`The configuration \`${e}\``;return{file:e,text:le({path:e,name:t,maxBytes:yt,code:`config`,help:`Check that this is the right file.`})}}catch(t){throw t instanceof s?t:new s(`config`,`\`${e}\` cannot be read`,{cause:t,help:"Pass an existing, readable file to `--config`."})}}const At=e=>typeof e==`string`&&/^[0-9a-f]{64}$/.test(e),jt=e=>Xe(`sha256`).update(e).digest(`hex`),Mt={host:"Action, `mode: review`",compares:`two commits`,reads:`a clone and GitHub`,token:`the caller's`,rendering:`rendered`,withoutRendering:`as plain files`,brokenConfiguration:`fails`,proposedConfiguration:`reported`,failOn:`tightened`,missingFacts:`fails`,unchanged:`no review`,withoutBase:`everything is new`,verdicts:`in another thread`},Nt={...Mt,host:"Action, `mode: comment`",reads:`GitHub`,rendering:`in isolation`},Pt={...Mt,host:"Action, `mode: render`",rendering:`in isolation`,withoutRendering:`with a note`,proposedConfiguration:`ignored`,unchanged:`reviewed`},Ft={...Mt,host:"Action, `mode: drift`",rendering:`by another job`,missingFacts:`reported`},It={host:`Bot`,compares:`two commits`,reads:`GitHub`,token:`the app's`,rendering:`in isolation`,withoutRendering:`with a note`,brokenConfiguration:`defaults apply`,proposedConfiguration:`reported`,failOn:`tightened`,missingFacts:`reported`,unchanged:`no review`,withoutBase:`everything is new`,verdicts:`in the thread of the review`},Lt={host:`Apply`,compares:`two commits`,reads:`a clone and GitHub`,token:`the caller's`,rendering:`by another job`,withoutRendering:`with a note`,brokenConfiguration:`fails`,proposedConfiguration:`ignored`,failOn:`tightened`,missingFacts:`reported`,unchanged:`reviewed`,withoutBase:`an empty repository`,verdicts:`in the thread of the review`},Rt={...Lt,host:`Bot, deployment gate`,reads:`GitHub`,token:`the app's`,rendering:`in isolation`},zt={host:`Command line`,compares:`commits, folders or the working tree`,reads:`the disk`,token:"the caller's, for `extends`",rendering:`rendered`,withoutRendering:`as plain files`,brokenConfiguration:`fails`,proposedConfiguration:`reported`,failOn:`set`,missingFacts:`fails`,unchanged:`reviewed`,withoutBase:`everything is new`,verdicts:`in another thread`},Bt={...zt,host:`Language server`,token:`none`,brokenConfiguration:`defaults apply`,missingFacts:`reported`,verdicts:`in the thread of the review`},Vt=({id:e})=>`custom/${e}`,Ht=[{code:`admission/denied`,summary:`A ValidatingAdmissionPolicy of the cluster denies an object.`,why:`The snapshot of the cluster contains its ValidatingAdmissionPolicies. The API server refuses the object when somebody applies it, so the change would be merged and never take effect. If the binding only warns or audits, the finding is a warning or a note.`,help:`Change the object so that it meets the policy, or ask the owner of the policy.`},{code:`admission/not-judged`,summary:`A ValidatingAdmissionPolicy of the cluster could not be judged.`,why:`It needs something that is unknown before somebody applies the object: who sends the request, parameters, what the sender is authorized to do, or an object in another version. Whether the API server accepts the object is unknown.`,help:"Apply with a dry run to see what the API server says: `kubectl apply --server-side --dry-run=server -f FILE`."},{code:`disruption/consolidates-less`,summary:`New disruption settings make Karpenter keep running nodes that it would consolidate now.`,why:"With `consolidateAfter: Never`, `consolidationPolicy: WhenEmpty` or a budget of 0 for `Underutilized`, nodes stay although their pods fit on fewer or cheaper nodes. The cost does not change, but the savings are lost. It is a warning if the cost would be more than $500/month and 50% higher than with consolidation. Reported only if the running nodes are known.",help:'If restarts are the problem, keep `WhenEmptyOrUnderutilized` and set a disruption budget of `nodes: "1"` for the reason `Underutilized`.'},{code:`disruption/consolidates-more`,summary:`New disruption settings let Karpenter consolidate running nodes that it keeps now.`,why:"A changed `consolidationPolicy`, `consolidateAfter` or budget replaces no nodes by itself, but decides which nodes Karpenter may remove to save money. Their pods restart soon after the change is applied.",help:"Expect these restarts, or limit them with a disruption budget for the reason `Underutilized`."},{code:`disruption/expiry-in-window`,summary:`Nodes expire in windows in which disruption budgets allow no disruption.`,why:"Until v1beta1, disruption budgets also limited expiry. From v1 on, Karpenter drains a node as soon as it reaches `expireAfter`, whatever the budgets and their windows say. A window that protected weekends or working hours no longer does.",help:"Set `expireAfter: Never` and let drift replace nodes, which respects the windows. Or protect the pods with PodDisruptionBudgets, which apply to expiry up to `terminationGracePeriod`."},{code:`disruption/expiry-stampede`,summary:`Many nodes of a NodePool expire at the same time.`,why:"Karpenter deletes a node that reaches `expireAfter`, whatever the disruption budgets say, and launches no replacement first. Nodes that one change or one burst created have the same age, so they all expire within minutes of each other.",help:"Set a longer `expireAfter`, or `Never` and replace nodes by drift, which respects the budgets. PodDisruptionBudgets also apply to expiry, up to `terminationGracePeriod`."},{code:`disruption/last-node-pool`,summary:`The change deletes the last NodePool, while pods that ran on its nodes stay.`,why:`Deleting a NodePool terminates all of its nodes. Their pods are then created again and stay pending, because Karpenter has no NodePool left to launch nodes for. Reported only if all files can be read and none of them has another NodePool.`,help:`Keep a NodePool for these pods, or delete them in the same change.`},{code:`disruption/no-targets`,summary:`All nodes that a load balancer sends traffic to are replaced at the same time.`,why:"Karpenter excludes a node from load balancers with the label `node.kubernetes.io/exclude-from-external-load-balancers` as soon as it starts to drain it. If a Service has `externalTrafficPolicy: Local` and nodes as targets, only nodes with its pods get traffic. A PodDisruptionBudget keeps the pods, but not the targets.",help:`Let a disruption budget replace one of these nodes at a time, run the pods on more nodes, or use IP addresses of pods as targets.`},{code:`disruption/protection-ends`,summary:"A `terminationGracePeriod` that is new or shorter ends what `karpenter.sh/do-not-disrupt` protects.",why:"On a node with `terminationGracePeriod`, Karpenter starts drift although pods must not be disrupted. When the period is over, it deletes the pods that are left, whatever annotations and PodDisruptionBudgets say.",help:`Make the period longer than these pods need, or run them in a NodePool without it.`},{code:`disruption/replicas-together`,summary:`All pods of a workload, or so many that it loses its quorum, stop at the same time.`,why:`Karpenter evicts the pods of a node as soon as the replacement is ready. If nothing limits the evictions, all pods on nodes of the same wave stop together, and so do all pods on one node. Their replacements need time to start.`,help:"Create a PodDisruptionBudget with `maxUnavailable: 1`, and spread the pods over several nodes."},{code:`disruption/rollout-held`,summary:`Nodes must be replaced, but something keeps Karpenter from replacing them.`,why:`A change that does not reach running nodes looks complete and is not: they keep the old image, settings or instance types. The cause may be a disruption budget of 0, a PodDisruptionBudget, an annotation, or a limit that leaves no room for replacements.`,help:`Change what the finding names. It says which value is enough.`},{code:`disruption/single-replica`,summary:`A workload with one pod is down while its node is replaced.`,why:`Karpenter evicts the pod before another one runs, because a Deployment creates its replacement only afterwards. A PodDisruptionBudget cannot help: it blocks the eviction, and the node stays. A Pod that no controller owns is not created again.`,help:`Run two or more replicas on different nodes, or accept the interruption.`},{code:`disruption/unprotected-replicas`,summary:`All pods of a workload may be on one node that is replaced, and no PodDisruptionBudget protects them.`,why:`Karpenter evicts the pods of a node as soon as the replacement is ready. plumbline does not know on which nodes the pods run, but they fit on one, and nothing keeps them apart.`,help:"Create a PodDisruptionBudget with `maxUnavailable: 1`, and spread the pods over several nodes."},{code:`io/encoding`,summary:`A file is not UTF-8 text.`,why:`plumbline cannot review a file that it cannot read as text. A manifest in it would reach the cluster without a review.`,help:`Save the file as UTF-8, or exclude it from the reviewed paths.`},{code:`io/kustomization`,summary:`A kustomization does not show which files it loads.`,why:`A kustomization may load files of any name. One that plumbline cannot read may load manifests that nobody reviews.`,help:`Write the kustomization as plain YAML of less than 1 MB, without escapes and tags.`},{code:`io/lfs-pointer`,summary:`A file with manifests is now stored in Git LFS.`,why:`Git contains only a pointer to the file. A review cannot see its content, and neither can most tools that deploy from git.`,help:`Keep manifests out of Git LFS: remove the path from .gitattributes, and add the file again.`},{code:`io/not-a-file`,summary:`A path is neither a file nor a folder.`,why:`plumbline does not read devices, sockets and pipes, because reading them may block or never end.`,help:`Pass a file or a folder.`},{code:`io/symlink`,summary:`A symbolic link was not followed.`,why:`plumbline does not trust the content of a pull request, and a link may point outside of the repository.`,help:`Replace the link with the file itself, or pass the target of the link as a path.`},{code:`io/too-large`,summary:`The input is larger than plumbline reads.`,why:`Time and memory of a review are limited, whatever a pull request contains. plumbline does not review what is beyond the limit.`,help:`Split the file, or pass only the folders that contain manifests.`},{code:`io/unreadable`,summary:`A file could not be read.`,why:`plumbline cannot review a file that it cannot read.`,help:`Check that the file exists and that its permissions allow reading.`},{code:`lint/bad-suppression`,summary:"A `plumbline-ignore` comment does not have the required form.",why:`A suppression names its rule and gives a reason, so that later readers know why it exists. A comment without them silences nothing.`,help:"Write `# plumbline-ignore RULE[,RULE] [until=YYYY-MM-DD]: reason` above the line that it applies to."},{code:`lint/expired-suppression`,summary:`A suppression has expired.`,why:"Its `until` date has passed, so the finding that it silenced is reported again.",help:`Fix the finding and remove the suppression, or set a later date.`},{code:`lint/forbidden-suppression`,summary:`A comment tries to silence a finding that must not be silenced.`,why:"The configuration lists the code under `neverSuppress`, so comments cannot silence it. Only the configuration can change that.",help:`Fix the finding and remove the comment.`},{code:`lint/rule-failed`,summary:`A rule of your configuration could not be evaluated.`,why:`An expression of the rule does not compile, reads a field that the object does not have, or is too expensive. The object was not judged by it, so the finding has the severity of the rule.`,help:"Test the rule with `plumbline rules test`. Use `has(object.spec.field)` or `object.spec.?field` before you read a field that may be missing."},{code:`lint/rule-not-judged`,summary:`A rule of your configuration needs a value that is unknown.`,why:`The value is a placeholder, comes from a template that was not rendered, or is a figure that plumbline does not know. Whether the object breaks the rule is unknown.`,help:"Give the placeholder a value with `set`, or render the chart or kustomization."},{code:`lint/unknown-rule`,summary:`A suppression names a rule that does not exist.`,why:`It silences nothing, although its author expects it to.`,help:"Correct the name. `plumbline rules` lists all rules."},{code:`lint/unused-suppression`,summary:`A suppression silences nothing.`,why:`The finding that it was written for is fixed or has moved. If the comment stays, it silences the next finding of that rule, which nobody has accepted.`,help:`Remove the comment.`},{code:`migration/changed`,summary:`The migration cannot express a setting exactly as it was.`,why:`The new API has no exact equivalent, so the migration writes the closest one.`,help:`Check the line, and correct the migrated manifest if it is not what you want.`},{code:`migration/dropped`,summary:`The migration removes a field.`,why:`The new API does not have the field, or the old API silently ignored it and the new one would act on it.`,help:`Check whether you rely on the field. If not, there is nothing to do.`},{code:`migration/impossible`,summary:`An object cannot be migrated automatically.`,why:`The manifest does not contain what the new API needs, such as the content of a launch template, a placeholder’s value, or a class in another repository. plumbline leaves the whole file unchanged rather than migrate half of it.`,help:"Make the decision that the message asks for, then run `plumbline migrate` again."},{code:`migration/kept`,summary:`The migration writes down an old default so that nothing changes.`,why:`Defaults differ between API versions, and Karpenter’s own conversion changes behavior in some places. The migration writes the old default explicitly.`,help:`Remove the line if you want the new default. Otherwise, there is nothing to do.`},{code:`migration/renamed`,summary:`A label, annotation or taint has a new name.`,why:`Karpenter renamed it on the way to v1 and ignores the old name.`,help:`Update other tools that read the old name.`},{code:`provisioning/addresses`,summary:`The subnets of a node class have fewer addresses than its nodes and pods need.`,why:"With the VPC CNI, every node and every pod takes an address of a subnet. By default, each node also keeps a whole network interface of free addresses. If a subnet is full, EC2 launches no instances in it, and pods on running nodes stay in `ContainerCreating`. It is an error if the nodes and pods alone need more addresses than the subnets have, and a warning if the warm pool does not fit. Reported only when the repository creates all subnets of the cluster, with known ranges, or when `nodeClassAddresses` in the configuration has the number. Addresses of DaemonSets, load balancers and everything else in the subnets are not counted.",help:`Add larger subnets to the selection, or set the warm targets of the VPC CNI.`},{code:`provisioning/bad-replicas`,summary:`The number of pods of a workload is not a whole number.`,why:`The API server refuses it. Without it, the number of nodes for the workload is unknown, and so are the figures that depend on it.`,help:"Write a whole number of at least 0, or give the placeholder a value with `--set NAME=VALUE`."},{code:`provisioning/bad-request`,summary:`A container requests an amount that Kubernetes cannot parse.`,why:`The API server refuses the pod. Without the amount, the size of the pod is unknown, and so are the figures that depend on it.`,help:"Write an amount such as `500m` or `1Gi`."},{code:`provisioning/budget-rounding`,summary:`A disruption budget is a small percentage of only a few nodes.`,why:`Karpenter rounds the percentages of a budget up. In the simulation, the NodePool has two or three nodes, so 10% of them is one node: a third or a half. The percentage suggests more protection than it gives.`,help:"Set `nodes` to the number of nodes that may be disrupted at the same time, and protect the pods with PodDisruptionBudgets."},{code:`provisioning/costly-preferences`,summary:`The preferences of a workload cost several nodes.`,why:`Karpenter treats a preference as a requirement as long as a new node can fulfil it. Pods that prefer to be on different nodes get a node each, even if all fit on one. The figure is the difference between two simulations: with the preferences, and without them.`,help:"Remove the preferences if they are not worth their cost, spread the pods over zones, or set `preferencePolicy: Ignore`."},{code:`provisioning/daemonset-lost`,summary:`Pods of a DaemonSet no longer run on the nodes of a NodePool.`,why:`A DaemonSet runs a pod on each node whose taints it tolerates and whose labels it selects. After a new taint or another label, new nodes run without it, such as without logs, metrics or volumes, and nothing fails.`,help:`Add the toleration, or let the node selector match. If the nodes should run without it, nothing needs to change.`},{code:`provisioning/daemonset-room`,summary:`Running nodes have no room for the pods of a DaemonSet that grows.`,why:`Karpenter launches no nodes for DaemonSets, and does not replace nodes that are too small for them. The scheduler evicts pods with a lower priority to make room. If there are none, the pod of the DaemonSet stays pending. If the nodes are known, from a snapshot or the configuration, it is a warning. Otherwise the nodes are those that the files imply, and it is a note.`,help:`Give the DaemonSet a priority class, and replace the nodes that have no room.`},{code:`provisioning/daemonset-share`,summary:`DaemonSets take half of the smallest node or more.`,why:`Every node runs the DaemonSets, so you pay for them once for each node. On small nodes, little is left for other pods, and the kubelet evicts them when memory runs out.`,help:`Lower the requests of the DaemonSets, or require larger instance types.`},{code:`provisioning/launch-failed`,summary:`A NodePool would create a node that cannot be launched.`,why:"Karpenter assigns the pods to a new node, but its last filters exclude every instance type. For example, `minValues` may require more variety than the cheapest types have. The pods stay pending.",help:"Fix the reason that the finding names: lower `minValues`, or allow more instance types, zones or capacity types."},{code:`provisioning/limit-reached`,summary:`The limits of a NodePool are too low for its pods.`,why:"Karpenter launches no node that would exceed `spec.limits`. The remaining pods stay pending or go to another NodePool. Until a node is launched, Karpenter counts the largest instance type that it might become. A limit near the size of one node may therefore allow none.",help:"Raise `spec.limits`, or lower the requests of the pods."},{code:`provisioning/nodepool-empty`,summary:`No instance type meets all requirements of a NodePool.`,why:`Karpenter skips the NodePool and launches no nodes for it.`,help:"Relax the requirement that excludes the remaining types. The lint rule `satisfiable-requirements` names it."},{code:`provisioning/nodepool-not-ready`,summary:`A NodePool is not ready, so Karpenter does not use it.`,why:`Karpenter validates more than the API server does. A NodePool that fails its validation, or whose node class is missing or not ready, gets a condition. The provisioner then silently skips it.`,help:`Fix the reason that the finding names.`},{code:`provisioning/one-node`,summary:`A change of NodePools moves all pods of a workload to one node.`,why:`Karpenter launches the cheapest node that fits, and one large node may be cheaper than several small ones. If it fails or is replaced, all pods stop.`,help:"Add a topology spread constraint over `kubernetes.io/hostname`, or limit the size of nodes."},{code:`provisioning/pod-ignored`,summary:`Karpenter ignores these pods.`,why:`Karpenter ignores pods that are bound to a node, use another scheduler, or have an unsupported volume or an unknown topology key. They stay pending, and Karpenter launches no node for them.`,help:`Fix the reason that the finding gives for each workload.`},{code:`provisioning/pod-unschedulable`,summary:`No node that Karpenter could launch can run a pod.`,why:`The pod stays pending. Karpenter tried every NodePool in its order, and the finding names the constraint that excluded each. It is an error if the existing nodes are known, or if no node of any kind can run the pod. Otherwise the pod may run on nodes that plumbline does not know: it is a warning in a review, and a note without a base.`,help:`Change the named constraint in the workload or in the NodePool.`},{code:`provisioning/status-ignored`,summary:"The `status` in a manifest was not used.",why:`A status comes from the cluster, not from a repository. The API server drops it when the manifest is applied, and an outdated one would distort the figures.`,help:"Pass the object from the cluster with `--cluster`, or set `zones` and `capacityReservations` in the configuration."},{code:`provisioning/too-many-pods`,summary:`A workload has more pods than plumbline simulates.`,why:`Time and memory of a review are limited. Such a number is nearly always a typing error. The figures that depend on it are unknown.`,help:`Check the number of replicas.`},{code:`provisioning/vcpu-quota`,summary:`The nodes need more vCPUs than a quota of the account allows.`,why:"AWS limits the vCPUs of running instances for each account and region: one quota for standard families, others for G, P and other families, each for on-demand and for spot. If a quota is used up, EC2 refuses every further launch, and pods stay pending. Reported for quotas that `vcpuQuotas` in the configuration names. A note says if new NodePools are the first to need a quota that is 0 in many accounts, such as that of GPUs. Instances that Karpenter does not launch are not counted.",help:`Ask AWS for a higher quota, or let the NodePool launch instances of another quota.`},{code:`provisioning/volume-zone`,summary:`Volumes of a StatefulSet may be in a zone where Karpenter no longer launches nodes for its pods.`,why:`An EBS volume belongs to one zone and cannot move. If no NodePool launches nodes in that zone for its pod, the pod stays pending once its node is replaced. Without a snapshot, it is unknown in which zones the volumes are, so every zone counts that files or the configuration name.`,help:`Keep the zone in a NodePool for these pods. Or move their volumes first: restore a snapshot of each in another zone.`},{code:`render/conflict`,summary:`Two roots render the same object with different content.`,why:`The last one that is applied wins, and the files do not say which that is. The object flips between two states.`,help:`Remove the object from one of the roots, or give the two different names or clusters.`},{code:`render/cycle`,summary:`A kustomization includes itself, directly or through others.`,why:`Kustomize refuses to build it, so none of it is applied.`,help:`Remove one of the entries.`},{code:`render/failed`,summary:`A kustomization or a chart fails to render.`,why:`A kustomization or chart that does not render is not applied, or fails during the rollout. Its objects are unknown, so plumbline does not review them.`,help:"Fix the error of kustomize or helm. `kustomize build` and `helm template` show it in full."},{code:`render/limit`,summary:`Rendering takes too long or produces too much.`,why:`Time and memory of a review are limited, whatever a pull request contains. plumbline does not review what is beyond the limit.`,help:`Split it, or review the rendered manifests.`},{code:`render/missing-file`,summary:`A referenced file or folder does not exist.`,why:`Kustomize and helm refuse to render, so nothing is applied.`,help:`Add the file, or remove the reference.`},{code:`render/not-applied`,summary:`Files are still in the repository, but nothing applies them any more.`,why:`Argo CD and Flux delete what a kustomization no longer lists, or what a removed definition applied. The files stay in the repository, so the diff does not show that.`,help:`If the objects should stay, list the files again. If not, also delete the files.`},{code:`render/not-here`,summary:`Roots were not rendered here.`,why:"A job with the rights of the base repository runs programs on the content of a pull request only where they cannot reach its credentials. A job that can sign in to a cluster runs none, and takes what a job with `mode: render` hands over.",help:"Do what the note says, add a job with `mode: render`, or see the review of the `pull_request` job, which renders."},{code:`render/refused`,summary:`Something was not rendered, because that would run code, leave the repository or use the network.`,why:`plumbline does not trust the content of a pull request. Plugins, functions, post-renderers and remote bases run or download whatever it names. It is a note, because the change cannot help it. It is a warning if the change adds such a root with Karpenter objects, and an error if the root renders before the change.`,help:`Copy it into the repository, or review the rendered manifests.`},{code:`render/stays`,summary:`The change takes an object out of git, and nothing deletes it in the cluster.`,why:"Argo CD deletes what left git only with automated sync and `prune`, Flux only with `prune: true`. Annotations such as `helm.sh/resource-policy: keep` keep single objects. An Application without its finalizer leaves what it applied, Helm never deletes the CRDs in `crds/`, and a `removed` block of Terraform can keep an object. The nodes of such a NodePool keep running and keep costing, so the figures count them. Nothing updates the object any more.",help:`Delete the object in the cluster, or turn on pruning before the object leaves git. If it should stay, write down who manages it.`},{code:`render/tool-missing`,summary:`Kustomize or helm is not installed.`,why:`plumbline renders with the real programs, so that it reviews what is applied. Without them, what the cluster gets is unknown: it reads templates with placeholders, and judges neither patches nor what they change.`,help:`Install them and add them to PATH. GitHub’s runners have both.`},{code:`render/unknown`,summary:`Something that makes manifests is not in the repository or cannot be evaluated, so their content is not reviewed.`,why:`Charts and manifests in other repositories, and generators that query a cluster, a Git host or a plugin, produce content that the repository does not contain. If the change edits what it says about them, such as their version or their values, part of the effect is unknown. So it is if the change edits the pods of a chart that is not in the repository, or of an object of an operator, such as a RayCluster.`,help:"Review the rendered manifests, or name the charts of this repository and their values files in `sources` of plumbline.yaml."},{code:`review/not-understood`,summary:`The change edits something near Karpenter that plumbline does not understand.`,why:`A place is near Karpenter if it can reach its controller, its permissions, its nodes or the admission of pods. Examples are another version of a module or chart that is not in the repository, an argument that no rule reads, a quota, and an unknown kind. plumbline found no effect, but it has not looked at what this place does. The verdict stays as it is.`,help:"Review the place by hand. For a chart or module that could be rendered or evaluated, add it to the repository or to `sources` of plumbline.yaml."},{code:`schema/cel`,summary:`An object violates a validation rule of its CustomResourceDefinition.`,why:`The API server evaluates the rules when it receives the object, and refuses it.`,help:`Do what the message says. It is the rule’s own message.`},{code:`schema/duplicate`,summary:`A list that must not contain duplicates contains an item twice.`,why:`The API server refuses the object.`,help:`Remove one of the two.`},{code:`schema/enum`,summary:`A field has a value that is not one of the allowed values.`,why:`The API server refuses the object.`,help:`Use one of the values that the message lists.`},{code:`schema/format`,summary:`A value does not have the format that its field requires.`,why:`The API server refuses the object.`,help:`Write the value in that format.`},{code:`schema/future-version`,summary:`The target Karpenter does not serve this API version yet.`,why:"The API server does not know this version of the kind, so applying the object fails. Karpenter 1.0 introduced `v1`, and late patches of 0.33 to 0.37 also serve it, for rollbacks from 1.0. For these minors the finding is a note, because the patch is unknown.",help:"Upgrade Karpenter first, or set `karpenter.version` to the version that you run."},{code:`schema/length`,summary:`A string, list or mapping is too short or too long.`,why:`The API server refuses the object.`,help:`Keep within the bounds that the message gives.`},{code:`schema/metadata`,summary:`The metadata of an object is not valid.`,why:`Names, labels and annotations follow the same rules for all Kubernetes objects. The API server refuses an object that breaks them.`,help:`Correct the name, label or annotation that the message names.`},{code:`schema/missing-spec`,summary:"An object has no `spec`.",why:"Without a `spec`, Karpenter cannot do anything with a NodePool or EC2NodeClass.",help:"Add the `spec`, or remove the object."},{code:`schema/pattern`,summary:`A string does not match the pattern of its field.`,why:`The API server refuses the object.`,help:"Write the value as the message shows, such as `720h` for 30 days."},{code:`schema/range`,summary:`A number is out of bounds.`,why:`The API server refuses the object.`,help:`Keep within the bounds that the message gives.`},{code:`schema/refused`,summary:`The API server refuses the object.`,why:`The object cannot be decoded, or it fails a check of Kubernetes itself. Examples are a selector that does not match, a request above its limit, or a changed immutable field.`,help:`Fix what the finding says. It contains the server’s own message.`},{code:`schema/removed-version`,summary:`The target Karpenter or Kubernetes no longer serves this API version.`,why:`Applying the object fails. Karpenter also ignores its old objects that are still in the cluster. It is a note if nothing names the version of Karpenter or Kubernetes and an older one still serves the object.`,help:"Write the object in a version that is served. For Karpenter’s objects, `plumbline migrate` does it and keeps comments and order."},{code:`schema/required`,summary:`A required field is missing.`,why:`The API server refuses the object.`,help:`Add the field.`},{code:`schema/type`,summary:`A value does not have the type of its field.`,why:'The API server refuses the object. In YAML the notation decides the type: `10` is a number and `"10"` a string.',help:`Add or remove quotes, or write a list or mapping if the field requires one.`},{code:`schema/unjudged`,summary:`The object could not be validated.`,why:`The definition of its kind is missing or does not compile, or the object makes the API server’s own code fail. The verdict of a cluster is unknown, so plumbline reports it.`,help:`Add or fix the definition, or make the object smaller and less nested.`},{code:`schema/unknown-field`,summary:`An object has a field that its kind does not have.`,why:"The API server accepts the object and drops the field, with a warning at most, so the field has no effect. With a misspelled `limits`, a NodePool has no limits.",help:`Correct the name, or move the field to the right place.`},{code:`schema/unknown-kind`,summary:`Karpenter does not have this kind in this API version.`,why:`The API server does not know the kind, so applying the object fails.`,help:"Correct `apiVersion` or `kind`."},{code:`schema/warning`,summary:`The API server accepts the object with a warning.`,why:`The message is the API server’s own. kubectl prints it, but most pipelines lose it. It reports a deprecated field, a value that is read differently from how it is written, or a name that may collide with another.`,help:`Do what the warning says.`},{code:`terraform/condition`,summary:`Nothing in the repository decides whether Terraform creates a NodePool or a node class.`,why:"Its `count` or `for_each` depends on a variable that no file sets, or on a value that only AWS knows. Whoever applies the root module sets it, and its default says little about that. plumbline reviews the object as if it existed. Errors in the object itself are errors whenever it exists. What rests on its existence is at most a note, the figures are marked as not exact, and deleting or replacing its nodes is said to be possible, not certain.",help:"Set the variable in a `.tfvars` file of each environment, so that the figures are those of the environment."},{code:`terraform/limit`,summary:`The Terraform code is larger than plumbline evaluates.`,why:`Time and memory of a review are limited. plumbline did not evaluate the last part, so its objects are unknown, not removed.`,help:`Review fewer folders at once.`},{code:`terraform/new-address`,summary:"A cluster, a node group, a NodePool or a node class has another address in Terraform, and no `moved` block says so.",why:`Terraform knows a resource by its address: its type, its name, its key, and the modules around it. If the address changes, Terraform destroys the old resource and creates a new one, even if all arguments are equal. The nodes of a NodePool are deleted with it.`,help:"Add a `moved` block with the old and the new address, and read the plan of Terraform."},{code:`terraform/syntax`,summary:`A Terraform file that concerns Karpenter cannot be parsed.`,why:`plumbline cannot evaluate its module. It does not review the NodePools in it, and whether existing ones still exist is unknown.`,help:"Run `terraform validate` and fix what it reports. The message shows where parsing stopped."},{code:`terraform/unknown`,summary:`The change edits the call of a Terraform module that is not in the repository, or the values of a chart that Terraform installs.`,why:`The module or the chart probably creates NodePools or installs Karpenter. plumbline downloads no modules and renders no charts with values from Terraform, so it cannot tell what changes.`,help:`Read the plan of Terraform for this change, and compare what the chart renders to.`},{code:`upgrade/bad-release`,summary:`The repository installs a release of Karpenter that its maintainers advise not to use.`,why:`A patch release may have a regression that later ones fix. The upgrade guide of Karpenter and its issues name such releases. The list in plumbline has the source and the date of each.`,help:`Use a release that has the fix.`},{code:`upgrade/choice`,summary:`Another Karpenter version chooses other nodes for the same pods.`,why:`Karpenter changes from version to version which instance types it launches and which nodes it consolidates first. The manifests stay the same, and so do the figures of a simulation that ignores the version. plumbline simulates each side as its own version. Versions before 1.10 consolidate like themselves, but launch nodes like 1.10, and the finding says so.`,help:`Upgrade a test cluster first, and compare the number and the sizes of its nodes.`},{code:`upgrade/compatibility`,summary:`Karpenter is too old for the cluster’s Kubernetes version.`,why:`Each Karpenter release supports a range of Kubernetes versions and reports newer ones as incompatible. It still selects images for the newer version, but with the labels, defaults and kubelet settings of an older one. Reported only when the repository names both versions.`,help:`Upgrade Karpenter to at least the release that the message names, and then upgrade the control plane.`},{code:`upgrade/crds-removed`,summary:`The change removes Karpenter’s CRDs, or the release of the chart that installs them.`,why:"If a CRD is deleted, the API server deletes all objects of its kind. Without NodePools and NodeClaims, Karpenter terminates every node that it launched. The chart of Karpenter does not install the CRDs again when it is upgraded. Nothing is reported if something keeps the CRDs: an annotation, an Application, which never deletes CRDs, or a Kustomization without `prune`.",help:"Keep the CRDs. To hand them over to something else, first give them the annotation `helm.sh/resource-policy: keep`."},{code:`upgrade/karpenter`,summary:`The change upgrades or downgrades Karpenter to another minor version.`,why:`Another minor may refuse or drop what the current one accepts: APIs, fields and defaults change. plumbline validates and simulates the base with its Karpenter and the head with the new one. Findings that only the new one has count as new. If the hash of EC2NodeClasses changes, Karpenter rewrites the hashes of running nodes instead of comparing them.`,help:`Read the upgrade guide of each minor in between, upgrade the CRDs, and change node classes in a separate change.`},{code:`upgrade/kubernetes`,summary:`The change upgrades or downgrades Kubernetes to another minor version.`,why:"An alias such as `al2023@v20260715`, pinned or not, selects images for the Kubernetes version of the cluster. After the control plane upgrade, Karpenter selects images of the new minor. Every node of that node class then drifts and is replaced within the budgets of its NodePool. Images by id, name, tags or SSM parameter stay the same, and so does their kubelet. Reported only when Terraform, eksctl, kOps, ACK, Crossplane or Cluster API names the version on both sides of the change.",help:`Check the waves in the review, and merge at a suitable time. Update other images in a separate change.`},{code:`upgrade/path`,summary:`The change skips a version of Karpenter or Kubernetes that has to run in between.`,why:`Karpenter before 1.0 stores its objects as v1beta1. Only 1.0 can convert them, and 1.1 and later can neither read nor serve them. So an upgrade from any older version has to stop at 1.0, and one from 0.32 or older also at 0.37. A downgrade below 1.0 is possible only from 1.0. EKS upgrades a control plane by one minor version at a time and refuses to skip one. The report lists what to do at each step.`,help:`Make one change for each version that the message names, and wait until the cluster runs it.`},{code:`upgrade/settings`,summary:`The change modifies a setting of Karpenter that affects the figures, interruptions, or which instances Karpenter sees.`,why:"The settings of Karpenter’s chart affect the usable memory and the number of pods of an instance type. They also affect how Karpenter treats preferences, `minValues` and reservations. plumbline simulates the base with the settings of its Helm values and the head with its own. The difference in nodes and cost comes from these settings. Two others show in no figure: without `interruptionQueue`, Karpenter does not move pods before AWS reclaims a spot node, and it finds its instances by `clusterName`.",help:"Check the figures. Settings under `karpenter` in plumbline.yaml override the Helm values."},{code:`yaml/alias-bomb`,summary:`Aliases expand the document beyond the limit.`,why:`A few lines of nested aliases can expand to gigabytes. The API server also refuses such documents.`,help:`Replace the aliases with their values.`},{code:`yaml/duplicate-key`,summary:`A mapping contains a key twice.`,why:`Only one of the two values is used, and tools disagree about which.`,help:`Remove one of them, or merge their values.`},{code:`yaml/syntax`,summary:`A document is not valid YAML.`,why:`plumbline cannot read anything in the document, so the effect of its changes is unknown. There is no plan until it is fixed.`,help:`Fix the place that the message names. The cause is often the indentation of the line before.`},{code:`yaml/template`,summary:`A document is a template that must be rendered before it is YAML or a Karpenter object.`,why:`The manifest depends on the values of the template, so its content is unknown.`,help:"Review the rendered manifests, or give values with `--set NAME=VALUE`."},{code:`yaml/too-deep`,summary:`A document is nested too deeply.`,why:`Time and memory of a review are limited. Kubernetes’ own decoder has a similar limit.`,help:`Check whether the document is correct.`},{code:`yaml/too-large`,summary:`A file is too large or contains too many objects.`,why:`Time and memory of a review are limited. plumbline does not review what is beyond the limit.`,help:`Split the file.`}],T=(e,...t)=>({...e,corrections:t});function E(e,...t){return{text:Gt(Wt(e.raw,t)),region:`us-east-1`,karpenter:`1.14`}}const D=(e,...t)=>({...E(e,...t),language:`terraform`}),Ut=e=>({...E(e),language:`json`}),O=(e,t)=>({...t,...e});function Wt(e,t){return t.reduce((t,n,r)=>{let i=(typeof n==`string`?n:n.text).trimEnd(),a=t.slice(t.lastIndexOf(`
`)+1),o=e[r+1],s=a.trim()===``&&/^\s*(?:\n|$)/.test(o);if(i===``&&s)return t.slice(0,t.length-a.length)+o.replace(/^\s*?\n/,``);let c=/^ *(?:- )*/.exec(a)[0].length;return t+i.replaceAll(/\n(?=.)/g,`\n${` `.repeat(c)}`)+o},e[0])}function Gt(e){let t=e.replaceAll(`\\$`,`$`).replaceAll("\\`","`").replace(/^\n/,``).trimEnd().split(`
`),n=t.filter(e=>e.trim()!==``).map(e=>e.search(/\S/)),r=Math.min(...n);return`${t.map(e=>e.slice(r)).join(`
`)}\n`}const Kt=[`0.32`,`0.33`,`0.34`,`0.35`,`0.36`,`0.37`,`1.0`,`1.1`,`1.2`,`1.3`,`1.4`,`1.5`,`1.6`,`1.7`,`1.8`,`1.9`,`1.10`,`1.11`,`1.12`,`1.13`,`1.14`,`1.15`],qt=`1.14`;function Jt(e){let t=/^\s*v?(\d{1,4})\.(\d{1,4})(\.(\d+|x|\*)([-+].*)?)?\s*$/i.exec(e);return t===null?void 0:`${Number(t[1])}.${Number(t[2])}`}function Yt(e,t){let[n=0,r=0]=e.split(`.`).map(Number),[i=0,a=0]=t.split(`.`).map(Number);return n-i||r-a}function Xt(e){return Kt.findLast(t=>Yt(t,e)<=0)??Kt[0]}const Zt=oe.flatMap(({kind:e,group:t,versions:n})=>n.map(({version:n,first:r,last:i,...a})=>({apiVersion:`${t}/${n}`,kind:e,first:r,last:i,...a}))).sort((e,t)=>_(e.apiVersion,t.apiVersion)||_(e.kind,t.kind)),Qt=(e,t)=>Zt.find(n=>n.apiVersion===e&&n.kind===t);function $t(e,t){return e.first!==void 0&&Yt(t,e.first)<0?!1:e.last===void 0||Yt(t,e.last)<=0}const en=e=>Kt.find(t=>Yt(t,e)>0);function tn(e){let t=Xt(e),n=e=>Yt(t,e)>=0;return{version:t,v1:n(`1.0`),bottlerocketRaid:n(`1.1`),capacityReservations:n(`1.3`),reservedCapacityByDefault:n(`1.6`),ssmParameter:n(`1.4`),volumeInitializationRate:n(`1.5`),nodeOverlay:n(`1.7`),maxInstanceTypes:n(`1.7`)?600:60,awsSettings:!n(`0.33`),listInstanceProfiles:n(`1.7`),staticReplicas:n(`1.8`),ipPrefixCount:n(`1.8`),gteLteOperators:n(`1.9`),windows2025:n(`1.9`),placementGroupSelector:n(`1.11`),networkInterfaces:n(`1.11`),describeInstanceStatus:n(`1.12`),cpuOptions:n(`1.13`),connectionTracking:n(`1.13`),capacityBuffers:n(`1.14`),countsDaemonSetsByType:n(`1.14`),isConsolidationKnown:n(`1.0`),disruption:{isBySavings:n(`1.14`),isEmptyByCost:n(`1.14`),sparesRecentNodes:n(`1.14`),takesTurns:n(`1.4`),isDriftFirst:!n(`1.5`),emptyDrifted:n(`1.7`)?`first`:n(`1.5`)?`ignored`:`together`},consolidateAfterDefaulted:n(`1.15`),minValuesCountsAllowed:n(`1.15`),attachesUncounted:n(`1.15`),offersFullReservations:n(`1.15`),opensKubelet:n(`1.15`),nodePoolHashVersion:n(`1.0`)?`v3`:t===`0.37`?`v2`:void 0,nodeClassHashVersion:nn(t)}}function nn(e){if(e===`0.37`)return`v2`;if(e===`1.0`)return`v3`;if(!(Yt(e,`1.2`)<0))return Yt(e,`1.12`)<0?`v4`:Yt(e,`1.15`)<0?`v5`:`v6`}const rn=e=>({value:e}),an=e=>({unknownBecause:e}),on=e=>`value`in e,sn=(e,t)=>t.length===0?{all:e}:{seen:e,openBecause:t},cn=e=>({all:e}),ln=e=>`all`in e,k=e=>ln(e)?e.all:e.seen,un=e=>ln(e)?[]:e.openBecause;function dn(e,t){let n=k(e).map(e=>({member:e,answer:t(e)})),r=n.filter(({answer:e})=>e===!0).map(({member:e})=>e),i=n.some(({answer:e})=>e===void 0);return sn(r,[...un(e),...i?[`a part of it is unknown here`]:[]])}function fn(e,t){let n=k(e).map(t);return n.includes(!0)?!0:n.includes(void 0)||!ln(e)?void 0:!1}const A=(e,...t)=>t.reduce((e,t)=>{let n=h(e);return n&&Object.hasOwn(n,t)?n[t]:void 0},e),j=(e,...t)=>{let n=A(e,...t);return typeof n==`string`?n:``},pn=/(?:^|\/)karpenter(-crd)?$/,mn=String.raw`(?:\bgithub\.com[/:](?:aws|awslabs|karpenter|kubernetes-sigs)/karpenter|[/:][\w.-]{1,100}/karpenter-provider-aws)(?:\.git)?/?(?:$|[/?"])`,hn=new RegExp(mn),gn=/^oci:\/\/|^public\.ecr\.aws\//,_n=/(?:^|\/)(?:crds|karpenter-crd)\/?$/,vn=e=>typeof e==`string`&&e.length<500?/githubusercontent\.com\/aws\/karpenter(?:-provider-aws)?\/(?:refs\/tags\/)?(v?\d[\w.-]*)\/pkg\/apis\/crds\//.exec(e)?.[1]??/github\.com\/aws\/karpenter(?:-provider-aws)?(?:\.git)?\/\/?pkg\/apis\/crds\/?\?(?:[^#]*&)?ref=(v?\d[\w.-]*)/.exec(e)?.[1]:void 0,yn=/mcr\.microsoft\.com\/|cloudpilot|karpenter-provider-(?!aws\b)[a-z]|\bkarpenter-(?:azure|gcp|gke|alibaba|oci|ibm|proxmox|hetzner|linode|exoscale|clusterapi|cluster-api)\b|\b(?:azure|oracle|alibaba|proxmox|hetzner)[\w-]*\/karpenter\b/i,bn=e=>yn.test(e);function xn(e,t,n){let r=pn.exec(e);return r&&!bn(e)?[{version:t,path:n,...r[1]!==void 0&&{isOfCrds:!0}}]:[]}const Sn=(e,...t)=>{let n=A(e,...t);return Array.isArray(n)?n:[]};function Cn(e,t){let n=A(e,`targetRevision`),r=[...t,`targetRevision`],[i,a]=[j(e,`chart`),j(e,`repoURL`)];if(i!==``)return bn(a)?[]:xn(i,n,r);if(!hn.test(a))return gn.test(a)?xn(a,n,r):[];let o=_n.test(j(e,`path`));return[{version:n,path:r,...o&&{isOfCrds:o}}]}const wn=[`spec`,`chart`,`spec`,`version`],Tn=(e,t)=>t.map(t=>e===``?t:{...t,repository:e}),En={HelmRelease:e=>Tn(j(e,`spec`,`chart`,`spec`,`sourceRef`,`name`),xn(j(e,`spec`,`chart`,`spec`,`chart`),A(e,`spec`,`chart`,`spec`,`version`),wn)),HelmChart:e=>bn(j(e,`spec`,`repo`))?[]:Tn(j(e,`spec`,`sourceRef`,`name`),xn(j(e,`spec`,`chart`),A(e,`spec`,`version`),[`spec`,`version`])),OCIRepository:e=>{let t=A(e,`spec`,`ref`,`tag`)===void 0?`semver`:`tag`;return xn(j(e,`spec`,`url`),A(e,`spec`,`ref`,t),[`spec`,`ref`,t])},GitRepository:e=>{let t=[`tag`,`semver`,`name`,`branch`].find(t=>A(e,`spec`,`ref`,t)!==void 0)??`tag`;return hn.test(j(e,`spec`,`url`))?[{version:A(e,`spec`,`ref`,t),path:[`spec`,`ref`,t],isOfCrds:!0}]:[]},Release:e=>{let t=[`spec`,`forProvider`,`chart`],n=j(e,...t,`name`)||j(e,...t,`url`);return bn(j(e,...t,`repository`))?[]:xn(n,A(e,...t,`version`),[...t,`version`])},ClusterConfig:e=>[{version:A(e,`karpenter`,`version`),path:[`karpenter`,`version`]}]},Dn=/(?:^|\/)karpenter(?:[/-]controller)?$/,On=e=>[...Sn(e,`helmCharts`).flatMap((e,t)=>bn(j(e,`repo`))?[]:xn(j(e,`name`),A(e,`version`),[`helmCharts`,t,`version`])),...Sn(e,`images`).flatMap((e,t)=>Dn.test(j(e,`name`))&&![j(e,`name`),j(e,`newName`)].some(bn)?[{version:A(e,`newTag`),path:[`images`,t,`newTag`]}]:[])];function kn(e){let t=[j(e,`home`),...Sn(e,`sources`).map(String)],n=pn.test(j(e,`name`))&&t.some(e=>/karpenter/.test(e))&&!t.some(bn);return[...Sn(e,`dependencies`).flatMap((e,t)=>bn(j(e,`repository`))?[]:xn(j(e,`name`),A(e,`version`),[`dependencies`,t,`version`])),...n?xn(j(e,`name`),A(e,`appVersion`),[`appVersion`]):[]]}const An=e=>Sn(e,`releases`).flatMap((e,t)=>xn(j(e,`chart`),A(e,`version`),[`releases`,t,`version`]));function jn(e,t){let[n,r]=[j(e,`controller`,`image`,`repository`),A(e,`controller`,`image`,`tag`)];return n===``||/karpenter/.test(n)&&!bn(n)?[{version:r,path:[...t,`controller`,`image`,`tag`]}]:[]}function Mn(e){let t=j(e,`kind`);return t===`Kustomization`?On(e):t===``?[...On(e),...kn(e),...An(e)]:Object.hasOwn(En,t)?En[t](e):[]}const Nn=`(?:af|ap|ca|cn|eu|il|me|mx|sa|us)(?:-gov|-iso[a-z]?)?-(?:north|south|east|west|central)+-[1-9]`,Pn=String.raw`(?:refs\/(?:tags|heads)\/)?(?:release-)?`,Fn=new RegExp(String.raw`^(?:=|~>?|${Pn})?\s*v?(\d+)\.(\d+)(?:\.(?:\d+|x|\*)(?:[-+@][\w.:+@-]*)?)?$`);function In(e){let t=Fn.exec(e.trim());return!t||/^~>?\s*v?\d+\.\d+$/.test(e.trim())?void 0:`${t[1]}.${t[2]}`}const Ln=e=>/^v?(1\.\d{1,2})(?:\.\d+)?$/.exec(e.trim())?.[1],Rn=(e,t)=>{let n=e.slice(e.lastIndexOf(`
`,t-1)+1,t);return/(?:^|\s)(?:#|\/\/)/.test(n)},zn=(e,t)=>/[^\s"'=]*$/.exec(e.slice(Math.max(0,t-300),t))[0];function Bn(e,t){return t.flatMap(({topic:t,pattern:n,isWeak:r=!1,isOfCrds:i,isOfImage:a})=>[...e.text.matchAll(n)].flatMap(n=>{let o=n.indices?.groups?.value;if(!o||Rn(e.text,o[0])||t===`karpenterVersion`&&bn(zn(e.text,o[0]))||a&&/[*?[\]()|\\^$]/.test(zn(e.text,o[0])))return[];let[s,c]=o,l={file:e.file,start:s,end:c};return[{topic:t,value:n.groups.value,span:l,isWeak:r,...i&&{isOfCrds:i},...a&&{isOfImage:a}}]}))}const Vn=[{topic:`karpenterVersion`,pattern:/(?<![\w-])(?<!aks\/)karpenter(?:[/-]controller)?:v?(?<value>\d{1,3}\.\d{1,3})\.\d/dg},{topic:`karpenterVersion`,pattern:/karpenter\/karpenter["']?[ \t](?:[^\n|;&]|\\\n){0,200}?--version[= \t]["']?v?(?<value>\d{1,3}\.\d{1,3})\.\d/dg},{topic:`karpenterVersion`,isOfCrds:!0,pattern:/\/karpenter(?:-provider-aws)?\/(?:raw\/|blob\/|tree\/|refs\/tags\/)?v?(?<value>\d{1,3}\.\d{1,3})\.\d{1,3}\/(?:pkg|charts)\//dg},{topic:`karpenterVersion`,isOfCrds:!0,pattern:/\/karpenter(?:-provider-aws)?\/{1,2}pkg\/apis\/crds\/?\?(?:[\w=&-]{0,60}&)?ref=v?(?<value>\d{1,3}\.\d{1,3})\.\d/dg}],Hn=e=>e.chart===`karpenter`||e.chart===`karpenter-crd`,Un=e=>e.manifests.flatMap(Wn),Wn=e=>tr(e).filter(Hn),Gn=(e,t)=>e.manifests.flatMap(tr).filter(e=>e.chart===t),Kn=(e,t)=>Gn(e,t).length>0||e.manifests.some(qn);function qn(e){return e.kind===`HelmRelease`?d(e.get([`spec`,`chart`,`spec`,`chart`])):e.kind===`Application`&&[[`spec`,`source`],...ae(e.object)].some(t=>d(e.get([...t,`chart`])))}const Jn={clusterName:[[`settings`,`clusterName`],[`settings`,`aws`,`clusterName`],[`clusterName`]],interruptionQueue:[[`settings`,`interruptionQueue`],[`settings`,`aws`,`interruptionQueueName`]]},Yn=({chart:e,values:t},n)=>e===`karpenter`?Jn[n].map(e=>[...t,...e]):[];function Xn({manifest:e,version:t}){let n=In((t&&M(e,t))??``);return n===void 0?void 0:tn(n).awsSettings}const Zn=(e,t)=>Yn(e,t).filter(t=>!t.includes(`aws`)||Xn(e)!==!1);function Qn({manifest:e,values:t,isOpen:n},...r){let i=e.get([...t,...r]);return d(i)?an(`it is \`${String(i)}\``):i===void 0?e.isPartial||n&&e.kind!==`HelmValues`?an(`\`${e.name}\` may have more values than these`):rn(void 0):rn(i)}const $n=(e,t)=>h(e.get(t.slice(0,-1)))?.[t.at(-1)]!==void 0,er=e=>typeof e==`string`?/(?:^|\/)([\w.-]+)$/.exec(e)?.[1]:void 0;function tr(e){if(e.kind===`HelmRelease`){let t=[`spec`,`chart`,`spec`],n=er(e.get([...t,`chart`])),r=m(e.get([`spec`,`valuesFrom`])).length>0;return n?[{manifest:e,chart:n,version:[...t,`version`],values:[`spec`,`values`],isOpen:r}]:[]}if(e.kind===`HelmValues`)return[{manifest:e,chart:`karpenter`,version:void 0,values:e.get([`settings`])===void 0?[`karpenter`]:[],isOpen:!0}];if(e.kind===`KustomizeChart`){let t=er(e.get([`name`])),n=[`valuesFile`,`additionalValuesFiles`].some(t=>e.get([t])!==void 0);return t?[{manifest:e,chart:t,version:[`version`],values:[`valuesInline`],isOpen:n}]:[]}return e.kind===`Application`?nr(e):[]}function nr(e){return ae(e.object).flatMap(t=>{let n=er(e.get([...t,`chart`]));if(!n)return[];let r=[...t,`helm`],i=ce(e.object,t),a=[`valueFiles`,`parameters`,`fileParameters`].some(t=>m(e.get([...r,t])).length>0)||i.includes(`|`)&&h(e.get(i))===void 0;return[{manifest:e,chart:n,version:[...t,`targetRevision`],values:i,isOpen:a}]})}function M(e,t){let n=v(e.get(t));return n===void 0||d(n)?void 0:n}const rr=(e,t)=>e.source.origin?.tool===`terraform`?/^\$\{([a-z_][\w-]*(?:\.[\w-]+)+)\}$/i.exec(v(e.get(t))??``)?.[1]:void 0,N=e=>e,ir=new Set([`nodeClassRef`,`classRef`,`requirements`,`labels`,`taints`,`startupTaints`,`expireAfter`,`terminationGracePeriod`]);function P({apiVersion:e,name:t=`default`,...n}={}){let r=Object.entries({...ar(n)?{}:{requirements:[]},...n}),i=or(r.filter(([e])=>ir.has(e))),a=`limits`in n?``:`
limits:
  cpu: 100`,o=r.find(([e])=>ir.has(e))?.[0],s=r.flatMap(([e,t])=>e===o?[i+a]:ir.has(e)||t===null?[]:[sr(e,t)]);return E`
    apiVersion: ${e??`karpenter.sh/v1`}
    kind: NodePool
    metadata:
      name: ${t}
    spec:
      ${s.join(`
`)}
  `}const ar=e=>Object.keys(e).some(e=>ir.has(e));function or(e){let t=e.filter(([e])=>e===`labels`).map(([e,t])=>sr(e,t)),n=e.filter(([e])=>e!==`labels`).map(([e,t])=>sr(e,t));return[`template:`,...t.length>0?[`  metadata:`,lr(t.join(`
`),4)]:[],`  spec:`,lr(n.join(`
`),4)].join(`
`)}function sr(e,t){if(e===`nodeClassRef`)return`nodeClassRef:\n  group: karpenter.k8s.aws\n  kind: EC2NodeClass\n  name: ${String(t)}`;if(e===`classRef`)return`nodeClassRef:\n${lr(String(t),2)}`;if(Array.isArray(t))return t.length===0?`${e}: []`:`${e}:\n${lr(t.map(cr).join(`
`),2)}`;let n=typeof t==`object`?t.text.trimEnd():String(t);return/^\S+:|\n/.test(n)?`${e}:\n${lr(n,2)}`:`${e}: ${n}`}function cr(e){let[t,n,...r]=e.split(` `);return`- key: ${t}\n  operator: ${n}${r.length===0?``:`\n  values: ${r.join(` `)}`}`}const lr=(e,t)=>e.replaceAll(/^(?=.)/gm,` `.repeat(t)),F=(e={})=>P({...e,classRef:`group: eks.amazonaws.com
kind: NodeClass
name: default`}),ur=(e,t=`default`)=>E`
  apiVersion: eks.amazonaws.com/v1
  kind: NodeClass
  metadata:
    name: ${t}
  spec:
    ${e}
`,I=(e,t=`default`)=>E`
  apiVersion: karpenter.k8s.aws/v1
  kind: EC2NodeClass
  metadata:
    name: ${t}
  spec:
    ${e}
`,L=I(`role: KarpenterNodeRole-demo`),R=(e,{version:t=``,values:n=``}={})=>E`
  apiVersion: helm.toolkit.fluxcd.io/v2
  kind: HelmRelease
  metadata:
    name: ${e}
  spec:
    chart:
      spec:
        chart: ${e}
        ${t&&`version: ${t}`}
    ${n&&E`
      values:
        ${n}
    `}
`,z=(e,t)=>E`
  resource "kubectl_manifest" "${e}" {
    yaml_body = <<-YAML
      ${t}
    YAML
  }
`,B=(...e)=>({...e[0],text:e.map(({text:e})=>e).join(`---
`)}),dr=[`Sid`,`Effect`,`Principal`,`NotPrincipal`,`Action`,`NotAction`,`Resource`,`NotResource`,`Condition`],fr=e=>(Array.isArray(e)?e:e===void 0?[]:[e]).map(e=>String(e));function pr(e){if(e.length>65536)return{fault:`is too long to be an IAM policy`};let t;try{t=JSON.parse(e)}catch{return{fault:`is not JSON`}}let n=me(t)&&me(t.Role)?t.Role.AssumeRolePolicyDocument:t;if(!me(n)||n.Statement===void 0)return{fault:"has no `Statement`"};let r=Array.isArray(n.Statement)?n.Statement:[n.Statement];return r.every(me)?{statements:r.map(mr)}:{fault:`has a statement that is not an object`}}const mr=(e,t)=>({name:typeof e.Sid==`string`&&e.Sid!==``?`\`${e.Sid}\``:`statement ${t+1}`,effect:e.Effect===`Allow`?`Allow`:`Deny`,principals:hr(e.Principal??e.NotPrincipal),actions:fr(e.Action??e.NotAction),isNegated:e.NotAction!==void 0||e.NotResource!==void 0||e.NotPrincipal!==void 0,resources:fr(e.Resource??e.NotResource),conditions:gr(e.Condition),unknown:Object.keys(e).filter(e=>!dr.includes(e))});function hr(e){return me(e)?new Map(Object.entries(e).map(([e,t])=>[e,fr(t)])):new Map(e===void 0?[]:[[`AWS`,fr(e)]])}function gr(e){return me(e)?Object.entries(e).flatMap(([e,t])=>me(t)?Object.entries(t).map(([t,n])=>({operator:e,key:t,values:fr(n)})):[]):[]}function _r(e,t){let[n,r,i,a]=[0,0,-1,0];for(;r<t.length;)if(e[n]===`*`)[i,a,n]=[n,r,n+1];else if(n<e.length&&(e[n]===`?`||e[n]===t[r]))[n,r]=[n+1,r+1];else if(i>=0)[a,n,r]=[a+1,i+1,a+1];else return!1;for(;e[n]===`*`;)n++;return n===e.length}const vr=({actions:e,isNegated:t},n)=>e.some(e=>_r(e.toLowerCase(),n.toLowerCase()))!==t,yr=`token.actions.githubusercontent.com`,br=`plumbline-prices`,xr=`sts.amazonaws.com`,Sr=`2026-07-15`;function Cr({owner:e,name:t,ids:n},r){let i=`environment:${r.replaceAll(`:`,`%3A`)}`;return{byName:`repo:${e}/${t}:${i}`,byId:n&&`repo:${e}@${n.owner}/${t}@${n.repository}:${i}`}}const wr=/^repo:([^/:@]+)(?:@([^/:]+))?\/([^/:@]+)(?:@([^/:]+))?(?::(.*))?$/;function Tr(e){let[,t,n,r,i,a=``]=wr.exec(e)??[];return t===void 0?void 0:{owner:t,name:r,ownerId:n,repositoryId:i,context:a}}const Er=`sts:AssumeRoleWithWebIdentity`,Dr=e=>e.replace(/^arn:[^:]+:iam::[^/]{0,200}:oidc-provider\//,``).replace(/^https:\/\//,``).replace(/\/$/,``);function Or(e,t){try{let n=JSON.parse(t(e.split(`.`)[1]??``));return typeof n!=`object`||!n?void 0:Object.fromEntries(Object.entries(n).filter(([,e])=>Array.isArray(e)||typeof e!=`object`).map(([e,t])=>[e,Array.isArray(t)?t.map(String):String(t)]))}catch{return}}const kr=e=>e===void 0?[]:typeof e==`string`?[e]:e;function Ar(e,t){let n=Dr(kr(t.iss)[0]??``),r=e.filter(e=>e.effect===`Allow`&&vr(e,`sts:AssumeRoleWithWebIdentity`));if(r.length===0)return[`no statement allows \`${Er}\``];let i=r.filter(e=>jr(e).some(e=>Dr(e)===n));return i.length===0?[`it trusts ${[...new Set(r.flatMap(jr).map(Dr))].map(e=>`\`${e}\``).join(`, `)||`no identity provider`}, but the token is from \`${n}\``]:i.map(e=>e.conditions.flatMap(e=>Mr(e,n,t))).sort((e,t)=>e.length-t.length)[0]}const jr=e=>e.principals.get(`Federated`)??[];function Mr(e,t,n){let{operator:r,key:i,values:a}=e,o=Nr(i,t);if(o===void 0)return[`it requires \`${i}\`, which no token of \`${t}\` has`];let s=kr(n[o]),c=g(a,` or `),l=s.length===0?`does not have it`:`has \`${s.join(`, `)}\``;return Pr(r,s,a)===!1?[`\`${o}\` must be ${c}, but the token ${l}`]:[]}function Nr(e,t){let n=e.lastIndexOf(`:`);return e.slice(0,n).toLowerCase()===t.toLowerCase()?e.slice(n+1).toLowerCase():void 0}function Pr(e,t,n){let[,r=``,i=``,a=``]=/^(ForAnyValue:|ForAllValues:)?(\w+?)(IfExists)?$/.exec(e)??[],o=He(Fr,i);if(o===void 0)return;if(t.length===0)return a!==``||r===`ForAllValues:`;let s=e=>n.some(t=>o(t,e));return r===`ForAllValues:`?t.every(s):t.some(s)}const Fr={StringEquals:(e,t)=>e===t,StringEqualsIgnoreCase:(e,t)=>e.toLowerCase()===t.toLowerCase(),StringLike:_r};function Ir(e){let[t=``]=kr(e.sub);if(Dr(kr(e.iss)[0]??``)!==`token.actions.githubusercontent.com`)return;let n=Tr(t);if(!n)return`The subject is customized, so the trust policy must spell it the same way.`;if(!n.context.startsWith(`environment:`))return"The job names no environment. Add `environment: NAME` to it, because the trust policy requires one.";if(n.ownerId!==void 0)return"The subject contains ids (`repo:owner@ID/name@ID:…`), as in repositories created or renamed since 15 July 2026. The trust policy must use this format."}function Lr({manifests:e}){let t=new Map(e.map(e=>[e.source.file,e]));return e.filter(({source:e})=>e.origin?.tool===`terraform`).flatMap(e=>e.kind===`aws_iam_role`?[zr(e,t)]:e.kind===`module`?Ur(e):[])}const Rr=({source:e})=>e.file.slice(e.file.indexOf(`: `)+2).replace(/ \(\d+\)$/,``);function zr(e,t){let n=[`spec`,`assume_role_policy`],r=e.get(n),i={address:Rr(e),manifest:e,path:n,name:v(e.get([`spec`,`name`]))};if(h(r))return{...i,statements:Br(r)};let a=/^\$\{(data\.aws_iam_policy_document\.[\w-]+)\.json\}$/.exec(v(r)??``)?.[1];if(a===void 0)return{...i,statements:void 0};let[o]=e.source.file.split(/(?:data\.)?aws_iam_role\./),s=[``,`[0]`].flatMap(e=>t.get(`${o}${a}${e}`)??[])[0];if(s===void 0||s.isPartial)return{...i,statements:void 0};let c=[`spec`,`Statement`];return{...i,manifest:s,path:c,statements:Br({Statement:m(s.get(c))})}}function Br(e){let t=pr(JSON.stringify(e));return`statements`in t?t.statements:void 0}const Vr=/\/\/modules\/iam-role-for-service-accounts\b/,Hr=/\/\/modules\/karpenter\b/;function Ur(e){let t=v(e.get([`spec`,`source`]))??``,n={address:Rr(e),manifest:e,name:v(e.get([`spec`,`role_name`]))};if(Vr.test(t)){let t=[`spec`,`oidc_providers`],r=h(e.get(t));if(!r)return e.get(t)===void 0?[]:[{...n,path:t,statements:void 0}];let i=v(e.get([`spec`,`assume_role_condition_test`]))??`StringEquals`,a=Object.values(r).map(e=>{let t=h(e)??{},n=m(t.namespace_service_accounts).map(e=>v(e)??``);return Gr(v(t.provider_arn),{accounts:n,condition:i})});return[{...n,path:t,statements:a}]}if(!Hr.test(t)||!Wr(e))return[];let r=[`spec`,`irsa_namespace_service_accounts`],i=e.get(r),a=i===void 0?[`karpenter:karpenter`]:m(i).map(e=>v(e)??``),o=v(e.get([`spec`,`irsa_assume_role_condition_test`]))??`StringEquals`,s=i===void 0?[`spec`,`irsa_oidc_provider_arn`]:r,c=v(e.get([`spec`,`irsa_oidc_provider_arn`]));return[{...n,path:s,statements:[Gr(c,{accounts:a,condition:o})]}]}function Wr(e){let t=Number(/\d+/.exec(v(e.get([`spec`,`version`]))??``)?.[0]??NaN);return e.get([`spec`,`enable_irsa`])===!0?!(t>=21):t<=19&&e.get([`spec`,`create_irsa`])!==!1}function Gr(e,{accounts:t,condition:n}){let r=e??"${unknown}",i=/:oidc-provider\/(.+)$/.exec(r)?.[1]??"${issuer}";return{name:`the module`,effect:`Allow`,principals:new Map([[`Federated`,[r]]]),actions:[Er],isNegated:!1,resources:[],conditions:[{operator:n,key:`${i}:sub`,values:t.map(e=>`system:serviceaccount:${e}`)},{operator:`StringEquals`,key:`${i}:aud`,values:[`sts.amazonaws.com`]}],unknown:[]}}const V=(e,t=`unknown`)=>({kind:`unknown`,at:e,name:t}),H=(e,t)=>({kind:`scalar`,value:e,at:t,isLiteral:!1}),Kr=(e,t)=>({kind:`string`,pieces:e===``?[]:[{text:e,at:t,form:`made`}],at:t}),qr=e=>e.kind===`scalar`&&e.value===null,Jr=({pieces:e})=>e.map(({text:e})=>e).join(``),U=e=>e?.kind===`string`&&e.pieces.every(({isUnknown:e})=>!e)?Jr(e):void 0;function W(e){return e.kind===`scalar`?e.value===null?void 0:String(e.value):U(e)}const Yr=({name:e,at:t})=>({text:`\${${e}}`,at:t,form:`made`,isUnknown:!0});function Xr(e){switch(e.kind){case`scalar`:return e.value;case`string`:return U(e);case`list`:{let t=e.items.map(Xr);return t.some(e=>e===void 0)?void 0:t}case`object`:{let t=[...e.entries].map(([e,t])=>[e,Xr(t.value)]);return e.isPartial||t.some(([,e])=>e===void 0)?void 0:Object.fromEntries(t)}case`unknown`:return}}const G=(e,t,n=!1)=>({kind:`object`,entries:new Map(e),at:t,isPartial:n});function Zr(e,t){let[n,r]=[Xr(e),Xr(t)];return n===void 0||r===void 0?Qr(e,r)||Qr(t,n)?!1:void 0:$r(n)===$r(r)}const Qr=(e,t)=>e.kind===`string`&&typeof t==`string`&&e.pieces.reduce((e,{text:t,isUnknown:n})=>e+(n?0:t.length),0)>t.length,$r=e=>JSON.stringify(e,(e,t)=>typeof t==`object`&&t&&!Array.isArray(t)?Object.fromEntries(Object.entries(t).sort(([e],[t])=>_(e,t))):t);function K(e,...t){return t.reduce((e,t)=>e?.kind===`object`?e.entries.get(String(t))?.value:e?.kind===`list`?e.items[Number(t)]:void 0,e)}function ei(e){if(e.kind===`scalar`||e.kind===`unknown`)return 1;let t=ti.get(e);if(t!==void 0)return t;let n=1+ni(e);return ti.set(e,n),n}const ti=new WeakMap;function ni(e){let t=0;if(e.kind===`string`)for(let{text:n}of e.pieces)t+=1+n.length/64;else if(e.kind===`list`)for(let n of e.items)t+=ei(n);else for(let[n,r]of e.entries)t+=1+n.length/64+ei(r.value);return t}const ri=e=>({...V(e),isExcess:!0}),ii=e=>`isExcess`in e||ei(e)>5e4;function ai(e){let t=Jr(e);if(ne(t)!==void 0)return V(e.at);let n=(0,at.parseDocument)(t,{version:`1.2`,merge:!0,strict:!1});if(n.errors.length>0)return V(e.at);let r={places:new fi(e),nodes:0,at:e.at},i=ci(n.contents,r);return i.kind===`object`?{...i,yaml:e}:i}const oi=e=>({kind:`list`,items:si(e).map(ai),at:e.at});function si(e){let t=Jr(e),n=new fi(e),r=[0,...[...t.matchAll(/^---(?:[ \t].*)?$\n?/gm)].map(({index:e,0:t})=>e+t.length)];return r.map((e,i)=>{let a=r[i+1]===void 0?t.length:t.lastIndexOf(`---`,r[i+1]);return{kind:`string`,pieces:n.slice(e,a),at:n.span(e,a)}}).filter(e=>/^[ \t]*[^#\s]/m.test(Jr(e)))}function ci(e,t){let n=e?t.places.span(e.range[0],e.range[1]):t.at;if(++t.nodes>5e4||e===null)return e===null?H(null,n):V(n);if((0,at.isMap)(e))return li(e.items,n,t);if((0,at.isSeq)(e))return{kind:`list`,items:e.items.map(e=>ci(e,t)),at:n};if(!(0,at.isScalar)(e))return V(n);let{value:r}=e;if(typeof r==`string`)return di(r,e,t);let i=ui(e,String(r),t);return{...H(r,n),...i&&{piece:i}}}function li(e,t,n){let r=e.flatMap(({key:e,value:t})=>{if(!(0,at.isScalar)(e))return[];let r=String(e.value),i=n.places.span(e.range[0],e.range[1]),a=ui(e,r,n)??{text:r,at:i,form:`made`};return[[r,{value:ci(t,n),key:a}]]});return G(r,t)}function ui({range:e},t,{places:n}){let[r,...i]=n.slice(e[0],e[1]);return i.length===0&&r?.text===t&&r.form!==`made`?r:void 0}function di(e,t,{places:n,at:r}){let[i,a]=t.range,o=n.slice(i,a),s=(o.map(({text:e})=>e).join(``).length-2===e.length?n.slice(i+1,a-1):[]).map(e=>({...e,form:`made`})),c=n.span(i,a);for(let t of[o,s])if(t.map(({text:e})=>e).join(``)===e)return{kind:`string`,pieces:t,at:c};return o.some(({isUnknown:e})=>e)?{kind:`string`,pieces:[{text:e,at:r,form:`made`,isUnknown:!0}],at:c}:Kr(e,c)}var fi=class{#e;#t=[];#n;constructor({pieces:e,at:t}){this.#e=e,this.#n=t;let n=0;for(let{text:t}of e)this.#t.push(n),n+=t.length}#r(e){let t=0,n=this.#t.length-1;for(;t<n;){let r=t+n+1>>1;this.#t[r]<=e?t=r:n=r-1}return t}piece(e){let t=this.#r(e),n=this.#e[t];return n&&{piece:n,within:e-this.#t[t],index:t}}slice(e,t){let n=[];for(let r=this.#r(e);r<this.#e.length&&this.#t[r]<t;r++){let i=this.#e[r],a=Math.max(0,e-this.#t[r]),o=Math.min(i.text.length,t-this.#t[r]);o>a&&n.push(a===0&&o===i.text.length?i:hi(i,a,o))}return n}span(e,t){let n=this.piece(e),r=this.piece(Math.max(e,t-1));if(!n||!r)return this.#n;let i=mi(n.piece,n.within,n.within+ +(t>e)),a=mi(r.piece,r.within,r.within+ +(t>e));return i.file===a.file&&i.start<=a.start?{...i,end:a.end}:i}};const pi=({form:e})=>e!==`made`;function mi(e,t,n){let{at:r}=e;return pi(e)&&r.end-r.start===e.text.length?{file:r.file,start:r.start+t,end:r.start+n}:r}function hi(e,t,n){let r=mi(e,t,n);return{...e,text:e.text.slice(t,n),at:r}}function gi(e){if(e.kind===`object`&&e.yaml)return e.yaml;let t={pieces:[],at:e.at};return vi(e,``,t),{kind:`string`,pieces:t.pieces,at:e.at}}const _i=(e,t,n)=>{e.pieces.push({text:t,at:n,form:`made`})};function vi(e,t,n){if(e.kind===`object`&&(e.entries.size>0||e.isPartial))t!==``&&_i(n,`
`,e.at),yi(e,t,n);else if(e.kind===`list`&&e.items.length>0){_i(n,`
`,e.at);for(let r of e.items)_i(n,`${t}-`,r.at),vi(r,`${t}  `,n)}else t!==``&&_i(n,` `,e.at),n.pieces.push(...Ci(e)),_i(n,`
`,e.at)}function yi({entries:e,isPartial:t,at:n},r,i){for(let[t,{value:n,key:a}]of e){_i(i,r,n.at);let e=/^[A-Za-z_][\w./-]*$/.test(t)&&!Ti.test(t);i.pieces.push({text:e?t:JSON.stringify(t),at:a?.at??n.at,form:a?.form??`made`}),_i(i,`:`,a?.at??n.at),vi(n,`${r}  `,i)}t&&_i(i,`${r}{{ unknown }}\n`,n)}function bi(e){let t=xi(e);return t&&{kind:`string`,pieces:t,at:e.at}}function xi(e){return e.kind===`object`?e.isPartial?void 0:Si([...e.entries].map(([e,{value:t,key:n}])=>{let r=n?.at??t.at,i=xi(t);return i&&[{text:`${JSON.stringify(e)}:`,at:r,form:`made`},...i]}),`{}`,e.at):e.kind===`list`?Si(e.items.map(xi),`[]`,e.at):Ci(e)}function Si(e,t,n){if(e.some(e=>e===void 0))return;let r={text:`,`,at:n,form:`made`};return[{text:t[0],at:n,form:`made`},...e.flatMap((e,t)=>t===0?e:[r,...e]),{text:t[1],at:n,form:`made`}]}function Ci(e){let{at:t}=e;switch(e.kind){case`unknown`:return[Yr(e)];case`list`:return[{text:`[]`,at:t,form:`made`}];case`object`:return[{text:`{}`,at:t,form:`made`}];case`scalar`:return[e.piece??{text:String(e.value),at:t,form:e.isLiteral?`scalar`:`made`}];case`string`:return Ei(e)}}const wi=/^[A-Za-z][\w./-]*$/,Ti=/^(?:true|false|null|yes|no|on|off|y|n)$/i;function Ei(e){let{pieces:t,at:n}=e,[r]=t,i=t.length===1&&r.form===`quoted`&&r.at.end-r.at.start===n.end-n.start-2,a=U(e);return i&&a!==void 0&&JSON.stringify(a)===`"${a}"`?[{text:`"${a}"`,at:n,form:`scalar`}]:t.length===1&&/^(?:file|template|heredoc)$/.test(r.form)&&a!==void 0&&wi.test(a)&&!Ti.test(a)?[...t]:[{text:`"`,at:n,form:`made`},...t.map(e=>Di(e)),{text:`"`,at:n,form:`made`}]}function Di(e){let t=JSON.stringify(e.text).slice(1,-1);return t===e.text?{...e,form:e.form===`quoted`?`quoted`:`made`}:{...e,text:t,form:`made`}}const Oi=(e,t)=>e.length>2e4?ri(t):{kind:`list`,items:e,at:t},q=e=>e?.kind===`list`,ki=e=>e?.kind===`object`,Ai=e=>(t,n)=>t.every(q)?Oi(e(t.map(({items:e})=>e),n),n):V(n),ji=(e,t)=>{let n=e.filter(ki),r=e.some(e=>e.kind===`unknown`)||n.some(e=>e.isPartial);if(n.length===0&&r)return V(t);let i=e.findLastIndex(e=>e.kind===`unknown`||e.kind===`object`&&e.isPartial),a=new Map;return e.forEach((e,t)=>{if(ki(e))for(let[n,r]of e.entries)a.set(n,t<i?{...r,value:V(r.value.at)}:r)}),G(a,n.at(-1)?.at??t,r)},Mi=(e,t)=>Oi(e.flatMap(e=>q(e)?e.items:[e]),e.find(q)?.at??t),Ni=([e,t,n],r)=>{let i=t&&W(t);return!ki(e)||i===void 0?V(r):e.entries.get(i)?.value??(e.isPartial?V(r):n??V(r))},Pi=([e],t)=>ki(e)&&!e.isPartial?Oi([...e.entries].sort(Fi).map(([e,{value:t,key:n}])=>Kr(e,n?.at??t.at)),t):V(t),Fi=([e],[t])=>_(e,t),Ii=([e],t)=>ki(e)&&!e.isPartial?Oi([...e.entries].sort(Fi).map(([,{value:e}])=>e),t):V(t),Li=([e],t)=>{if(q(e))return e.items.every(({kind:e})=>e!==`unknown`)?H(e.items.length,t):V(t);if(ki(e))return e.isPartial?V(t):H(e.entries.size,t);let n=e&&U(e);return n===void 0?V(t):H(n.length,t)},Ri=([e,t],n)=>{if(!q(e)||!t)return V(n);let r=e.items.map(e=>Zr(e,t));return r.includes(!0)?H(!0,n):r.includes(void 0)?V(n):H(!1,n)},zi=([e,t],n)=>{let r=t&&Number(W(t));return!q(e)||r===void 0||Number.isNaN(r)||e.items.length===0?V(n):e.items.at(r%e.items.length)??V(n)};function Bi(e,t=0){return e.flatMap(e=>q(e)&&t<20?Bi(e.items,t+1):[e])}function Vi(e){let t=new Set;return e.filter(e=>{let n=Zi(e);return n!==void 0&&t.has(n)?!1:(n!==void 0&&t.add(n),!0)})}const Hi=([e],t)=>q(e)?Oi(Ui(Vi(e.items)),e.at):V(t),Ui=e=>{let t=new Map(e.map(e=>[e,W(e)]));return[...t.values()].some(e=>e===void 0)?[...e]:[...e].sort((e,n)=>_(t.get(e),t.get(n)))},Wi=([e],t)=>q(e)?e:V(t),Gi=([e],t)=>ki(e)?e:V(t),Ki=([e,t],n)=>{if(!q(e)||!q(t))return V(n);let r=e.items.map(W);return r.some(e=>e===void 0)||r.length!==t.items.length?V(n):G(r.map((e,n)=>[e,{value:t.items[n]}]),n)},qi=([e],t)=>q(e)?Oi(e.items.filter(e=>!qr(e)&&(e.kind!==`string`||Jr(e)!==``)),e.at):V(t),Ji=([e,t,n],r)=>{let[i,a]=[Number(t&&W(t)),Number(n&&W(n))];return q(e)&&!Number.isNaN(i+a)?Oi(e.items.slice(i,a),e.at):V(r)},Yi=(e,t)=>{let n=e.map(e=>Number(W(e))),[r,i,a]=n.length===1?[0,n[0],1]:[n[0],n[1],n[2]??1],o=Math.ceil((i-r)/a);return!Number.isFinite(o)||o>1e3?V(t):Oi(Array.from({length:Math.max(0,o)},(e,n)=>H(r+n*a,t)),t)},Xi=([e],t)=>!q(e)||e.items.length>1?V(t):e.items[0]??H(null,t),Zi=e=>{let t=Xr(e);return t===void 0?void 0:$r(t)};function Qi(e){let t=new Set(e.map(Zi));return e=>{let n=Zi(e);return n!==void 0&&t.has(n)}}const $i=(e,t)=>{let n=e.filter(q).map(({items:e})=>e),r=n.reduce((e,t)=>e*t.length,1);if(n.length<e.length)return V(t);if(r*n.length>1e5)return ri(t);let i=n.reduce((e,t)=>e.flatMap(e=>t.map(t=>[...e,t])),[[]]);return Oi(i.map(e=>({kind:`list`,items:e,at:t})),t)},ea=(e,t)=>{for(let n of e){if(!q(n))return V(t);if(n.items.length>0)return n}return V(t)},ta=(e,t,n)=>{let r=e.map(W);return r.includes(String(t))?H(t,n):r.includes(void 0)?V(n):H(!t,n)},na={merge:ji,concat:Mi,lookup:Ni,keys:Pi,values:Ii,length:Li,contains:Ri,element:zi,toset:Hi,tolist:Wi,tomap:Gi,zipmap:Ki,compact:qi,slice:Ji,range:Yi,one:Xi,setproduct:$i,coalescelist:ea,alltrue:([e],t)=>q(e)?ta(e.items,!1,t):V(t),anytrue:([e],t)=>q(e)?ta(e.items,!0,t):V(t),flatten:([e],t)=>q(e)?Oi(Bi(e.items),e.at):V(t),distinct:([e],t)=>q(e)?Oi(Vi(e.items),e.at):V(t),reverse:Ai(([e])=>[...e??[]].reverse()),sort:Ai(([e])=>Ui(e??[])),setunion:Ai(e=>Ui(Vi(e.flat()))),setsubtract:Ai(([e,t])=>{let n=Qi(t??[]);return(e??[]).filter(e=>!n(e))}),setintersection:Ai(([e,...t])=>{let n=t.map(Qi);return(e??[]).filter(e=>n.every(t=>t(e)))})},ra=4194304,ia=(e,t)=>e.length>ra?ri(t):Kr(e,t),aa=e=>(t,n)=>{let r=t.map(W);if(r.some(e=>e===void 0))return V(n);let i=e(...r);return i===void 0?ri(n):typeof i==`string`?ia(i,n):H(i,n)};function oa(e,t,n){let r=n.length-t.length,i=r>0?(ra-e.length)/r:1/0;return sa(e,t,i)>i?void 0:e.replaceAll(t,()=>n)}function sa(e,t,n){if(t===``)return e.length+1;let r=0;for(let i=e.indexOf(t);i!==-1&&r<=n;i=e.indexOf(t,i+t.length))r++;return r}function ca(e){if(e.kind===`string`)return e.pieces;if(e.kind===`unknown`)return[Yr(e)];let t=W(e);return t===void 0?void 0:[{text:t,at:e.at,form:`made`}]}function la(e,t){let n=[],r=0;for(let i of e){for(let e of i??[])r+=e.text.length,n.push({...e,form:`made`});if(i===void 0)return V(t);if(n.length>5e4||r>ra)return ri(t)}return{kind:`string`,pieces:n,at:t}}const ua=([e,...t],n)=>{let r=e&&U(e);if(r===void 0||t.some(({kind:e})=>e!==`list`))return V(n);let i=t.flatMap(e=>e.items);return i.length>5e4?ri(n):la(i.flatMap((e,t)=>[...t>0?[[{text:r,at:n,form:`made`}]]:[],ca(e)]),n)},da=/^\s*---\s*$/,fa=([e,t],n)=>{let r=e&&U(e);if(r===void 0||t?.kind!==`string`||U(t)===void 0&&!da.test(r))return V(n);let i=Jr(t);if(sa(i,r,5e4)>5e4)return ri(n);let a=pa(t),o=0;return{kind:`list`,items:i.split(r).map(e=>{let t=o;return o+=e.length+r.length,a(t,t+e.length)}),at:n}};function pa(e){let t=new fi(e);return(e,n)=>({kind:`string`,pieces:t.slice(e,n),at:t.span(e,n)})}const ma=e=>([t],n)=>{if(t?.kind===`string`)return pa(t)(...e(Jr(t)));let r=t&&W(t);return r===void 0?V(n):ia(r.slice(...e(r)),n)},ha=e=>{let t=e.length-e.trimStart().length;return[t,Math.max(t,e.trimEnd().length)]},ga=([e,...t],n)=>{let r=e&&U(e);if(r===void 0)return V(n);let i=[],a=0,o=0;for(let e of r.matchAll(/%(?:%|(0?)(\d*)([sdvqt]))|%/g))e.index>o&&i.push([{text:r.slice(o,e.index),at:n,form:`made`}]),o=e.index+e[0].length,e[0]===`%%`?i.push([{text:`%`,at:n,form:`made`}]):i.push(e[3]===void 0?void 0:_a(e,t[a++],n));return o<r.length&&i.push([{text:r.slice(o),at:n,form:`made`}]),la(i,n)};function _a(e,t,n){if(!t)return;let r=ca(t),[,i,a,o]=e;if(a===``&&o!==`q`||t.kind===`unknown`)return r;let s=W(t);if(s!==void 0)return[{text:(o===`q`?JSON.stringify(s):s).padStart(Math.min(Number(a),100),i?`0`:` `),at:n,form:`made`}]}const va=([e,t],n)=>{let r=e?.kind===`scalar`&&typeof e.value==`number`?` `.repeat(Math.min(e.value,100)):void 0;return r===void 0||t?.kind!==`string`?V(n):t.pieces.some(({text:e})=>sa(e,`
`,5e4)>5e4)?ri(n):{kind:`string`,pieces:t.pieces.flatMap(e=>ya(e,r)),at:t.at}};function ya(e,t){let n=e.text.split(/(?<=\n)/),r=e.form!==`made`&&e.at.end-e.at.start===e.text.length,i=0;return n.flatMap(n=>{let a=r?{...e.at,start:e.at.start+i,end:e.at.start+i+n.length}:e.at;i+=n.length;let o={...e,text:n,at:a};return n.endsWith(`
`)?[o,{text:t,at:a,form:`made`}]:[o]})}const ba=(e,t)=>{for(let n of e){if(n.kind===`unknown`)return V(t);if(!qr(n)&&U(n)!==``)return n}return V(t)},xa=e=>e.replace(/(^|\s)(\S)/g,(e,t,n)=>t+n.toUpperCase()),Sa=(e,t)=>{let n=new Set(t),r=e=>e!==void 0&&n.has(e),[i,a]=[0,e.length];for(;i<a&&r(e[i]);)i++;for(;a>i&&r(e[a-1]);)a--;return e.slice(i,a)};function Ca(e){let t=e.length;for(;e[t-1]===`
`;)t-=e[t-2]===`\r`?2:1;return[0,t]}const wa={join:ua,split:fa,format:ga,indent:va,coalesce:ba,lower:aa(e=>e.toLowerCase()),upper:aa(e=>e.toUpperCase()),title:aa(xa),trimspace:ma(ha),chomp:ma(Ca),trim:aa(Sa),trimprefix:aa((e,t)=>e.startsWith(t)?e.slice(t.length):e),trimsuffix:aa((e,t)=>t!==``&&e.endsWith(t)?e.slice(0,-t.length):e),startswith:aa((e,t)=>e.startsWith(t)),endswith:aa((e,t)=>e.endsWith(t)),strcontains:aa((e,t)=>e.includes(t)),replace:aa(oa),substr:aa((e,t,n)=>{let r=Number(t)<0?e.length+Number(t):Number(t);return Number(n)<0?e.slice(r):e.slice(r,r+Number(n))}),basename:aa(e=>e.split(`/`).at(-1)),dirname:aa(e=>e.split(`/`).slice(0,-1).join(`/`)||`.`)},Ta=e=>{let t=e&&W(e);return t===void 0||t.trim()===``||Number.isNaN(Number(t))?void 0:Number(t)},Ea=e=>(t,n)=>{let r=t.map(Ta);return r.some(e=>e===void 0)?V(n):H(e(...r),n)};function Da(e){try{return JSON.parse(e)}catch{return}}const Oa=([e],t)=>e&&e.kind!==`unknown`&&bi(e)||V(t),ka=([e],t)=>{if(e?.kind!==`string`)return V(t);let n=U(e),r=ai(e);return n!==void 0&&Da(n)===void 0?V(t):Aa(r)},Aa=e=>{if(e.kind!==`object`)return e;let{yaml:t,...n}=e;return n},ja=([e],t)=>e?.kind===`string`?ai(e):V(t),Ma=([e],t)=>e?.kind===`string`?oi(e):V(t),Na=([e],t)=>!e||e.kind===`unknown`?V(t):gi(e),Pa=([e],t)=>{if(!e||e.kind===`string`||e.kind===`scalar`&&e.value===null)return e??V(t);let n=W(e);return n===void 0?V(t):Kr(n,e.at)},Fa=([e],t)=>{let n=Ta(e);return e?.kind===`scalar`?e:n===void 0?V(t):H(n,e.at)},Ia=([e],t)=>{let n=e&&W(e);return n===`true`||n===`false`?H(n===`true`,e.at):V(t)},La=([e],t)=>e??V(t),Ra=([e,t],n)=>{let r=Number.parseInt((e&&W(e))??``,Ta(t)??10);return Number.isNaN(r)?V(n):H(r,n)},za=new Map([...Object.entries(wa),...Object.entries(na),[`jsonencode`,Oa],[`jsondecode`,ka],[`yamlencode`,Na],[`yamldecode`,ja],[`provider::kubernetes::manifest_decode`,ja],[`provider::kubernetes::manifest_decode_multi`,Ma],[`provider::kubernetes::manifest_encode`,Na],[`tostring`,Pa],[`tonumber`,Fa],[`tobool`,Ia],[`sensitive`,La],[`nonsensitive`,La],[`parseint`,Ra],[`max`,Ea(Math.max)],[`min`,Ea(Math.min)],[`ceil`,Ea(Math.ceil)],[`floor`,Ea(Math.floor)],[`abs`,Ea(Math.abs)],[`signum`,Ea(Math.sign)],[`pow`,Ea((e,t)=>e**t)],[`sum`,([e],t)=>e?.kind===`list`?Ea((...e)=>e.reduce((e,t)=>e+t,0))(e.items,t):V(t)]]),Ba=(e,t)=>({...V(e,t),isError:!0}),Va=e=>e.kind===`unknown`&&`isError`in e;function Ha(e,t,n){if(e.kind===`unknown`){let{item:n,...r}=e;return{...r,name:`${e.name}.${t}`}}return e.kind===`object`?e.entries.get(t)?.value??(e.isPartial?V(n,t):Ba(n,t)):Ba(n,t)}function Ua(e,t,n){return e.kind===`unknown`?V(n,e.name):{kind:`list`,items:(e.kind===`list`?e.items:qr(e)?[]:[e]).map(e=>t.reduce((e,t)=>Ha(e,t,n),e)),at:n}}const Wa={"+":(e,t)=>e+t,"-":(e,t)=>e-t,"*":(e,t)=>e*t,"/":(e,t)=>e/t,"%":(e,t)=>e%t,"<":(e,t)=>e<t,"<=":(e,t)=>e<=t,">":(e,t)=>e>t,">=":(e,t)=>e>=t};function Ga(e,[t,n],r){if(e===`==`||e===`!=`){let i=Zr(t,n);return i===void 0?Ka(t,n,e,r):H(i===(e===`==`),r)}if(e===`&&`||e===`||`)return qa([t,n],e===`||`,r);let[i,a]=[Number(W(t)??NaN),Number(W(n)??NaN)],o=Wa[e]?.(i,a);return o===void 0||Number.isNaN(i+a)?V(r):H(o,r)}function Ka(e,t,n,r){let i=e=>e.kind===`object`||e.kind===`list`||e.kind===`string`;return qr(e)&&i(t)||qr(t)&&i(e)?H(n===`!=`,r):V(r)}function qa(e,t,n){let r=e.map(W);return r.includes(String(t))?H(t,n):r.includes(void 0)?V(n):H(!t,n)}function Ja(e,t,n){let r=W(t);return e===`!`?r===`true`||r===`false`?H(r===`false`,n):V(n):r===void 0||Number.isNaN(Number(r))?V(n):H(-Number(r),n)}const Ya=e=>e.length-e.trimStart().length;function Xa(e,t){return ii(e)?(t.spend(1/0),V(e.at)):e}const Za=1e4;function Qa(e,t){if((e.kind===`list`?e.items.length:e.kind===`object`?e.entries.size:0)>Za&&t.spend(1/0),e.kind===`list`)return e.items.slice(0,Za).map((e,t)=>({key:H(t,e.at),value:e}));if(e.kind===`object`)return[...e.entries].sort(([e],[t])=>_(e,t)).slice(0,Za).map(([e,t])=>({key:$a(e,t),value:t.value}))}const $a=(e,{key:t,value:n})=>({kind:`string`,pieces:e===``?[]:[{text:e,at:t?.at??n.at,form:`made`}],at:t?.at??n.at});function eo(e,t,{key:n,value:r}){let[i,a]=t,o=a===void 0?[[i,r]]:[[i,n],[a,r]];return{...e,names:new Map([...e.names,...o])}}const to={quoted:`quoted`,heredoc:`heredoc`,file:`template`},no=4194304;function ro(e,t,n){let r={pieces:[],form:t,evaluate:n.evaluate,length:0};return ao(e,n.scope,r),r.length>no?ri(n.at):{kind:`string`,pieces:r.pieces,at:n.at}}function io(e,t){for(let n of t)e.length+=n.text.length,n.text!==``&&e.length<=no&&e.pieces.push(n)}function ao(e,t,n){for(let[r,i]of e.entries()){if(n.length>no||!t.spend())return;if(i.kind===`text`){let{text:e,at:t,isLiteral:r}=i,{style:a,indent:o}=n.form;io(n,[{text:e,at:t,form:r?to[a]:`made`,...o>0&&{indent:o}}])}else if(i.kind===`value`){let a=n.evaluate(i.expression,t);oo(a,n,e[r+1])?io(n,[po(n,i.at)]):so(a,i.at,{scope:t,writer:n})}i.kind===`if`&&uo(i,t,n),i.kind===`for`&&fo(i,t,n)}}function oo(e,{pieces:t},n){if(e.kind!==`unknown`||n!==void 0&&!(n.kind===`text`&&/^[ \t]*\n/.test(n.text)))return!1;let r=t.slice(-40).map(({text:e})=>e).join(``).split(`
`),i=r.pop();if(i.trim()!==``)return!1;let a=r.findLast(e=>e.trim()!==``&&Ya(e)<=i.length);return a!==void 0&&Ya(a)===i.length&&/^(?:- |[\w./"'-]+:(?: |$))/.test(a.trimStart())}function so(e,t,{scope:n,writer:r}){n.spend(ei(e))&&io(r,co(e,t))}function co(e,t){if(e.kind===`string`&&e.pieces.length>1)return e.pieces.map(e=>lo(e,t));let n=W(e);return n===void 0?e.kind===`string`?e.pieces.map(e=>({...e,at:t,form:`made`})):[{...Yr(e.kind===`unknown`?e:V(t)),at:t}]:[{text:n,at:t,form:`made`}]}const lo=(e,t)=>e.isUnknown?{...e,at:t}:e;function uo(e,t,n){let r=W(n.evaluate(e.condition,t));r===void 0?io(n,[po(n,e.at)]):ao(r===`true`?e.whenTrue:e.whenFalse,t,n)}function fo(e,t,n){let r=Qa(n.evaluate(e.of,t),t);if(!r||e.names.length===0)io(n,[po(n,e.at)]);else for(let i of r)ao(e.parts,eo(t,e.names,i),n)}function po({pieces:e},t){let n=e.slice(-3).map(({text:e})=>e).join(``);return{text:/(?:^|\n)[ \t]*$/.test(n)?`{{ unknown }}
`:"${unknown}",at:t,form:`made`,isUnknown:!0}}function J(e,t){return t.spend()?Xa(mo(e,t),t):V(e.at)}function mo(e,t){let{at:n}=e;switch(e.kind){case`literal`:return{kind:`scalar`,value:e.value,at:n,isLiteral:!0};case`template`:return Oo(e.parts,e.form,{at:n,scope:t});case`tuple`:return{kind:`list`,items:e.items.map(e=>J(e,t)),at:n};case`object`:return ho(e.entries,n,t);case`variable`:case`attribute`:return yo(e,t);case`index`:return bo(e,t);case`splat`:return Ua(J(e.of,t),e.path,n);case`call`:return Co(e,t);case`conditional`:return To(e,t);case`binary`:return xo(e,t);case`unary`:return Ja(e.operator,J(e.operand,t),n);case`for`:return Eo(e,t);case`unreadable`:return V(n)}}function ho(e,t,n){let r=new Map,i=!1;for(let{key:t,value:a}of e){let e=J(t,n),o=W(e)??(n.keepsPartialKeys?go(e):void 0);o===void 0?i=!0:r.set(o,{value:J(a,n),key:_o(o,e,t.at)})}return G(r,t,i)}const go=e=>e.kind===`string`?Jr(e):e.kind===`unknown`?Yr(e).text:void 0;function _o(e,t,n){if(n.end-n.start===e.length)return{text:e,at:n,form:`key`};let[r]=t.kind===`string`?t.pieces:[];return r?.form===`quoted`&&r.text===e?r:{text:e,at:n,form:`made`}}function vo(e){if(e.kind===`variable`)return[e.name];if(e.kind===`attribute`){let t=vo(e.of);return t&&[...t,e.name]}}function yo(e,t){let{at:n}=e,r=vo(e);if(r===void 0){let{of:r,name:i}=e;return Ha(J(r,t),i,n)}let i=t.names.get(r[0]),{value:a,steps:o}=i?{value:i,steps:1}:t.resolve(r,n);return r.slice(o).reduce((e,t)=>Ha(e,t,n),a)}function bo({of:e,key:t,at:n},r){let[i,a]=[J(e,r),J(t,r)];if(i.kind===`unknown`)return Va(i)?i:i.item??V(n,i.name);let o=W(a);return o===void 0?V(n):i.kind===`list`?i.items[Number(o)]??Ba(n,o):Ha(i,o,n)}function xo({operator:e,left:t,right:n,at:r},i){let a=[J(t,i),J(n,i)];return i.spend(So(a))?Ga(e,a,r):V(r)}const So=e=>e.reduce((e,t)=>e+ei(t),0)/16;function Co({name:e,args:t,isExpanded:n,at:r},i){if(e===`try`)return wo(t,r,i);let a=t.map(e=>J(e,i)),o=a.at(-1);if(n&&o?.kind!==`list`)return V(r);let s=n&&o?.kind===`list`?[...a.slice(0,-1),...o.items]:a;if(e===`can`)return s.some(Va)?H(!1,r):s.some(({kind:e})=>e===`unknown`)?V(r):H(!0,r);let c=i.hostFunction(e)??za.get(e);if(!c||!i.spend(So(s)))return V(r);let l=c(s,r);return i.spend(ei(l))?l:V(r)}function wo(e,t,n){for(let t of e){let e=J(t,n);if(!Va(e))return e}return V(t)}function To({condition:e,whenTrue:t,whenFalse:n,at:r},i){let a=W(J(e,i));if(a===`true`)return J(t,i);if(a===`false`)return J(n,i);let[o,s]=[J(t,i),J(n,i)];return i.spend(So([o,s]))&&Zr(o,s)?o:V(r)}function Eo(e,t){let{at:n,of:r,names:i,condition:a}=e,o=J(r,t),s=Qa(o,t);if(!s||i.length===0)return V(n);let c=s.map(e=>eo(t,i,e)),l=c.map(e=>a?W(J(a,e)):`true`),u=o.kind===`object`&&o.isPartial||l.includes(void 0),d=c.filter((e,t)=>l[t]===`true`);if(!e.key){let t=d.map(t=>J(e.value,t));return{kind:`list`,items:u?[...t,V(n)]:t,at:n}}return Do({...e,key:e.key},d,u)}function Do({key:e,value:t,isGrouped:n,at:r},i,a){let o=new Map,s=new Map,c=!1;for(let a of i){let i=J(e,a),l=W(i);if(l===void 0){c=!0;continue}let u=J(t,a),d={text:l,at:i.at,form:`made`},f=s.get(l)??[];s.set(l,f),f.push(u),o.set(l,{value:n?{kind:`list`,items:f,at:r}:u,key:d})}return G(o,r,a||c)}function Oo(e,t,{at:n,scope:r}){let[i]=e;return e.length===1&&i?.kind===`value`&&t.style===`quoted`?J(i.expression,r):ro(e,t,{at:n,scope:r,evaluate:J})}const ko=new Set([`count`,`for_each`,`provider`,`providers`,`depends_on`,`lifecycle`,`provisioner`]);function Ao({block:e,scope:t}){let n=Xa(jo(e.body,t,e.head),t);return n.kind===`object`?n:G([],e.head,!0)}function jo(e,t,n){let r=new Map;for(let[n,{value:i,nameAt:a}]of e.attributes)ko.has(n)||r.set(n,{value:J(i,t),key:{text:n,at:a,form:`key`}});for(let n of e.blocks){let e=n.type===`dynamic`?n.labels[0]??``:n.type;if(ko.has(e))continue;let i=n.type===`dynamic`?Mo(n,t):[jo(n.body,t,n.head)],a=r.get(e)?.value,o=a?.kind===`list`?a.items:[],s={text:e,at:n.head,form:`made`};r.set(e,{value:{kind:`list`,items:[...o,...i],at:n.head},key:s})}return G(r,n)}function Mo({body:e,labels:t,head:n},r){let i=e.attributes.get(`for_each`)?.value,a=e.blocks.find(({type:e})=>e===`content`),o=i&&Qa(J(i,r),r);return!o||!a?[V(n)]:o.map(({key:e,value:i})=>{let o=G([[`key`,{value:e}],[`value`,{value:i}]],i.at);return jo(a.body,eo(r,[t[0]??``],{key:e,value:o}),n)})}function No(e,{name:t,at:n,spec:r}){let i=e=>({value:Kr(e,n)});return G([[`apiVersion`,i(`terraform/v1`)],[`kind`,i(e)],[`metadata`,{value:G([[`name`,i(t)]],n)}],[`spec`,{value:r}]],n)}const Po=[[[`sandbox`],[`dev`,`develop`,`development`]],[[`test`,`testing`],[`qa`],[`int`,`integration`]],[[`stage`,`staging`,`stg`],[`uat`],[`perf`],[`preprod`,`pre-prod`]],[[`prod`,`production`,`prd`],[`live`]]],Fo=new Map(Po.flat().flatMap(e=>e.map(t=>[t,e[0]]))),Io=e=>Fo.has(e.toLowerCase()),Lo=e=>Fo.get(e)??e,Ro=[[],[],[`stag`,`pre`],[]];function zo(e){let t=e.toLowerCase();return Po.findIndex((e,n)=>[...e.flat(),...Ro[n]].some(e=>t.startsWith(e)))}const Bo=RegExp(`(?:^|[^a-z])(?:${Po.at(-1).flat().join(`|`)})(?:[^a-z]|$)`,`i`),Vo=e=>Bo.test(e),Ho=(e,t)=>1+e.size*t/32,Uo=/\$(?:\$|(\w+)|\{(\w+)\})/g;function Wo(e,t){return e.replace(Uo,(e,n,r)=>e===`$$`?`$`:t(n??r))}function Go(e,t){return e===`regex`?(e,n)=>Ko(e,n,t):e===`replace`?(e,n)=>qo(e,n,t):void 0}const Ko=([e,t],n,r)=>{let[i,a]=[Jo(U(e),r),U(t)],[o]=i&&a!==void 0?Yo(i,a,{matching:r,limit:1}):[];if(!i||a===void 0||!o)return V(n);let s=Xo(o,a).map(e=>Kr(e,n)),c=Object.entries(i.names);return c.length>0?G(c.map(([e,t])=>[e,{value:s[t]??V(n)}]),n):s.length===1?s[0]:{kind:`list`,items:s.slice(1),at:n}},qo=(e,t,n)=>{let[r,i,a]=e.map(U),o=i!==void 0&&/^\/.*\/$/s.test(i)?i.slice(1,-1):void 0;if(o===void 0)return wa.replace(e,t);let s=Jo(o,n);if(!s||r===void 0||a===void 0)return V(t);let c=Zo(r,a,{pattern:s,matches:Yo(s,r,{matching:n})});return c===void 0?ri(t):Kr(c,t)};function Jo(e,{compile:t,spend:n}){if(e===void 0||!t||!n(1+e.length))return;let r=t(e);return r&&n(r.size)?r:void 0}function Yo(e,t,{matching:n,limit:r}){return n.spend(Ho(e,t.length))?e.matches(t,r):[]}const Xo=(e,t)=>Array.from({length:e.length/2},(n,r)=>e[2*r]<0?``:t.slice(e[2*r],e[2*r+1]));function Zo(e,t,{pattern:n,matches:r}){let i=[],[a,o]=[0,e.length];for(let s of r){let r=Xo(s,e),c=Wo(t,e=>r[/^\d+$/.test(e)?Number(e):n.names[e]??-1]??``);if(i.push(e.slice(a,s[0]),c),a=s[1],o+=c.length,o>4194304)return}return[...i,e.slice(a)].join(``)}const Qo=/\bsource\s*=\s*"(\.{1,2}(?:\/[^"\n]*)?)"/g,$o=RegExp(`${u}/|${p}`);function es(e){let t=new Set;for(let[n]of e.matchAll(Qo))t.size<1e3&&t.add(n);return[$o.exec(e)?.[0]??``,Se(`.tf`,e)?`karpenter`:``,...t].join(`
`)}function ts(e){let t=0,n=!1;return e.replace(/"(?:[^"\\]|\\.)*"|[{}[\],:]/gs,e=>e===`{`||e===`[`?(t++,n=t===1,t===1?` `:e):e===`}`||e===`]`?(t--,t===0?` `:e):t>1?e:e===`,`?(n=!0,`
`):n?e.startsWith(`"`)?ns(e.slice(1,-1)):(n=!1,`=`):e)}const ns=e=>/^[\w-]+$/.test(e)?` ${e} `:`_`.repeat(e.length+2);function rs(e){let t=is(e);os(t,e.source.text);let n=e.form===`flush`?ss(t,e.source.text):0,r=e.form===`flush`?`heredoc`:e.form;return{parts:cs({tokens:t,next:0,source:e.source,style:r}),form:{style:r,indent:n}}}function is({source:{text:e},start:t,end:n,markers:r}){let i=[],a=(t,n)=>{for(let r=t;r<n;){let t=e.indexOf(`
`,r),a=t===-1||t>=n?n:t+1;i.push({kind:`text`,start:r,end:a}),r=a}},o=t;for(let e of r)a(o,e.start),i.push(e),o=e.end;return a(o,n),i}const as=e=>e?.kind===`text`;function os(e,t){e.forEach((n,r)=>{if(as(n))return;let[i,a]=[e[r-1],e[r+1]];t[n.start+2]===`~`&&as(i)&&(i.end=i.start+t.slice(i.start,i.end).trimEnd().length),t[n.end-2]===`~`&&as(a)&&(a.start=a.end-t.slice(a.start,a.end).trimStart().length)})}function ss(e,t){let n=[],r=1/0,i=!0;for(let a of e){if(i){i=!1;let e=as(a)?t.slice(a.start,a.end):``,o=as(a)&&e.trim()===``&&e.endsWith(`
`);as(a)&&!o&&n.push(a),o||(r=Math.min(r,e.length-e.trimStart().length))}as(a)&&t[a.end-1]===`
`&&(i=!0)}if(!Number.isFinite(r))return 0;for(let e of n)e.start=Math.min(e.end,e.start+r);return r}function cs(e){let t=[];for(let n=e.tokens[e.next];n;n=e.tokens[e.next]){if(n.kind===`else`||n.kind===`end`)return t;e.next++,n.kind===`text`?t.push(...ms(n,e)):n.kind===`value`?t.push({kind:`value`,at:ls(n,e),expression:n.expression}):t.push(us(n,e))}return t}const ls=({start:e,end:t},{source:n})=>({file:n.file,start:e,end:t});function us(e,t){let n=ls(e,t),r=cs(t);if(e.kind===`for`)return t.next++,{kind:`for`,at:n,names:e.names,of:e.of,parts:r};let i=t.tokens[t.next]?.kind===`else`;t.next++;let a=i?cs(t):[];return i&&t.next++,{kind:`if`,at:n,condition:e.condition,whenTrue:r,whenFalse:a}}const ds={quoted:/\$\$\{|%%\{|\\(?:u[\dA-Fa-f]{4}|U[\dA-Fa-f]{8}|.)/g,plain:/\$\$\{|%%\{/g},fs={n:`
`,r:`\r`,t:`	`};function ps(e){if(!e.startsWith(`\\`))return e.slice(1);let t=/^\\[uU]/.test(e)?Number.parseInt(e.slice(2),16):NaN;return t<=1114111?String.fromCodePoint(t):fs[e[1]]??e.slice(1)}function ms(e,t){let n=t.source.text.slice(e.start,e.end),r=[],i=(n,i,a,o)=>{let s=ls({start:e.start+n,end:e.start+i},t);i>n&&r.push({kind:`text`,at:s,text:a,isLiteral:o})},a=0;for(let e of n.matchAll(t.style===`quoted`?ds.quoted:ds.plain))i(a,e.index,n.slice(a,e.index),!0),a=e.index+e[0].length,i(e.index,a,ps(e[0]),!1);return i(a,n.length,n.slice(a),!0),r}const Y=e=>t=>t.type===e;function hs(e,t){let n=[e];for(let e=n.pop();e;e=n.pop()){if(t(e))return e;for(let t=e.children.length-1;t>=0;t--)n.push(e.children[t])}}const gs=e=>hs(e,({type:e})=>e===`ERROR`||e===`MISSING`),_s=new Set([`+`,`-`,`*`,`/`,`%`,`==`,`!=`,`<`,`<=`,`>`,`>=`,`&&`,`||`]);var vs=class{#e;#t;#n=0;constructor(e,t=0){this.#e=e,this.#t=t}span({start:e,end:t}){return{file:this.#e.file,start:e-this.#t,end:t-this.#t}}text(e){return this.#e.text.slice(e.start-this.#t,e.end-this.#t)}deeper(e){if(this.#n>=200)return;this.#n++;let t=e();return this.#n--,t}expression(e){return this.deeper(()=>this.#r(e.children,e))??{kind:`unreadable`,at:this.span(e)}}#r(e,t){let[n,...r]=e;if(!n)return{kind:`unreadable`,at:this.span(t)};if(n.type!==`(`)return r.reduce((e,t)=>this.#c(e,t),this.#i(n));let i=r.find(Y(`expression`)),a=r.findIndex(Y(`)`));return!i||a===-1?{kind:`unreadable`,at:this.span(t)}:r.slice(a+1).reduce((e,t)=>this.#c(e,t),this.expression(i))}#i(e){let t=this.span(e),[n]=e.children;switch(e.type){case`expression`:return this.expression(e);case`literal_value`:case`collection_value`:case`for_expr`:case`operation`:case`template_expr`:return n?this.#i(n):{kind:`unreadable`,at:t};case`numeric_lit`:return{kind:`literal`,value:Number(this.text(e)),at:t};case`bool_lit`:return{kind:`literal`,value:this.text(e)===`true`,at:t};case`null_lit`:return{kind:`literal`,value:null,at:t};case`variable_expr`:return{kind:`variable`,name:this.text(e),at:t};case`string_lit`:case`quoted_template`:return this.#_(e,{start:e.start+1,end:e.end-1,form:`quoted`});case`heredoc_template`:return this.#g(e);case`conditional`:return this.#d(e);case`unary_operation`:return this.#f(e);case`binary_operation`:return this.#p(e);case`function_call`:return this.#m(e);default:return this.#a(e)}}#a(e){let t=this.span(e);switch(e.type){case`tuple`:return{kind:`tuple`,items:e.children.filter(Y(`expression`)).map(e=>this.expression(e)),at:t};case`object`:return{kind:`object`,entries:e.children.filter(Y(`object_elem`)).flatMap(e=>this.#o(e)),at:t};case`for_tuple_expr`:case`for_object_expr`:return this.#h(e);default:return{kind:`unreadable`,at:t}}}#o(e){let[t,n]=e.children.filter(Y(`expression`));if(!t||!n)return[];let r=this.expression(t);return[{key:r.kind===`variable`&&t.children[0]?.type!==`(`?this.#s(r.name,r.at):r,value:this.expression(n)}]}#s(e,t){return{kind:`template`,parts:[{kind:`text`,at:t,text:e,isLiteral:!0}],form:{style:`quoted`,indent:0},at:t}}#c(e,t){let n={...e.at,end:this.span(t).end};if(t.type===`get_attr`){let r=t.children.find(Y(`identifier`));return r?{kind:`attribute`,of:e,name:this.text(r),at:n}:{kind:`unreadable`,at:n}}let[r]=t.children;return t.type===`index`&&r?this.#l(e,r,n):t.type===`splat`&&r?this.#u(e,r,n):{kind:`unreadable`,at:n}}#l(e,t,n){let r=t.children.find(Y(`expression`));return r?{kind:`index`,of:e,key:this.expression(r),at:n}:{kind:`index`,of:e,key:{kind:`literal`,value:Number(this.text(t).slice(1)),at:this.span(t)},at:n}}#u(e,t,n){let r=t.children.filter(({type:e})=>e===`get_attr`||e===`index`);return r.some(Y(`index`))?{kind:`unreadable`,at:n}:{kind:`splat`,of:e,path:r.map(e=>this.text(e.children.find(Y(`identifier`)))),at:n}}#d(e){let[t,n,r]=e.children.filter(Y(`expression`)).map(e=>this.expression(e)),i=this.span(e);return!t||!n||!r?{kind:`unreadable`,at:i}:{kind:`conditional`,condition:t,whenTrue:n,whenFalse:r,at:i}}#f(e){let[t,...n]=e.children;return{kind:`unary`,operator:t.type,operand:this.#r(n,e),at:this.span(e)}}#p(e){let t=e.children.findIndex(({type:e})=>_s.has(e)),n=this.span(e);if(t===-1)return{kind:`unreadable`,at:n};let r=this.#r(e.children.slice(0,t),e),i=this.#r(e.children.slice(t+1),e);return{kind:`binary`,operator:e.children[t].type,left:r,right:i,at:n}}#m(e){let t=e.children.find(Y(`identifier`)),n=e.children.find(Y(`function_arguments`))?.children??[];return{kind:`call`,name:t?this.text(t):``,args:n.filter(Y(`expression`)).map(e=>this.expression(e)),isExpanded:n.some(Y(`ellipsis`)),at:this.span(e)}}#h(e){let t=this.span(e),n=e.children.find(Y(`for_intro`)),r=n?.children.find(Y(`expression`)),i=e.children.filter(Y(`expression`)).map(e=>this.expression(e)),a=i.at(-1);if(!n||!r||!a)return{kind:`unreadable`,at:t};let o=e.children.find(Y(`for_cond`))?.children.find(Y(`expression`));return{kind:`for`,names:n.children.filter(Y(`identifier`)).map(e=>this.text(e)),of:this.expression(r),key:e.type===`for_object_expr`?i[0]:void 0,value:a,condition:o&&this.expression(o),isGrouped:e.children.some(Y(`ellipsis`)),at:t}}#g(e){let[t,n]=e.children,r=e.children.at(-1);if(!t||!n||!r||r===n)return{kind:`unreadable`,at:this.span(e)};let{text:i}=this.#e,a=i.indexOf(`
`,n.end-this.#t)+1+this.#t,o=i.lastIndexOf(`
`,r.start-this.#t)+1+this.#t,s=this.text(t)===`<<-`?`flush`:`heredoc`;return this.#_(e,{start:a,end:Math.max(a,o),form:s})}#_(e,{start:t,end:n,form:r}){let i=this.span({start:t,end:n});return{kind:`template`,...rs({source:this.#e,start:i.start,end:i.end,markers:this.markers(e.children),form:r}),at:this.span(e)}}markers(e){return e.flatMap(e=>{let t=this.span(e);switch(e.type){case`template_interpolation`:return[{...t,kind:`value`,expression:this.#v(e)}];case`template_if_intro`:return[{...t,kind:`if`,condition:this.#v(e)}];case`template_for_start`:{let n=e.children.filter(Y(`identifier`)).map(e=>this.text(e));return[{...t,kind:`for`,names:n,of:this.#v(e)}]}case`template_else_intro`:return[{...t,kind:`else`}];case`template_if_end`:case`template_for_end`:return[{...t,kind:`end`}];default:return/^template_(?:directive|if|for)$/.test(e.type)?this.markers(e.children):[]}})}#v(e){let t=e.children.find(Y(`expression`));return t?this.expression(t):{kind:`unreadable`,at:this.span(e)}}};function ys(e,t){let n=t(e.text),r=new vs(e),i=xs(n.children.find(Y(`body`)),r),a=gs(n);return{source:e,body:i,fault:a&&r.span(a)}}function bs(e,t){let n=t(`x = <<PLUMBLINE
${e.text}\nPLUMBLINE\n`),r=hs(n,Y(`heredoc_template`));if(!r||gs(n))return;let i=new vs(e,16).markers(r.children);return rs({source:e,start:0,end:e.text.length,markers:i,form:`file`}).parts}function xs(e,t){let n=new Map,r=[];return t.deeper(()=>{for(let i of e?.children??[])if(i.type===`attribute`){let e=Ss(i,t);e&&n.set(e.name,e)}else i.type===`block`&&r.push(Cs(i,t))}),{attributes:n,blocks:r}}function Ss({children:e},t){let n=e.find(Y(`identifier`)),r=e.find(Y(`expression`));return n&&r&&{name:t.text(n),nameAt:t.span(n),value:t.expression(r)}}function Cs(e,t){let[n,...r]=e.children,i=r.filter(({type:e})=>e===`string_lit`||e===`identifier`),a=i.at(-1)??n;return{type:t.text(n),labels:i.map(e=>t.text(e).replace(/^"|"$/g,``)),head:t.span({start:e.start,end:a.end}),at:t.span(e),body:xs(r.find(Y(`body`)),t)}}function ws(e){let t=new Map;for(let n of e){let e=n.includes(`/templates/`);for(let r=Ee(n);r!==``;r=Ee(r)){let i=t.get(r);if(i&&!e)break;i||t.set(r,[]),e&&t.get(r).push(n)}}return t}const Ts=2097152,Es=33554432,Ds=2e6,Os=e=>e.endsWith(`.tf`),ks=e=>/(?:^|\/)(?:terraform|[^/]*\.auto)\.tfvars(?:\.json)?$/.test(e),As=e=>/\.auto\.tfvars(?:\.json)?$/.test(e);function js(e){let[,t=``,n]=/^(?:(?:.*\/)?([^/]+)\/)?([^/]+?)\.tfvars(?:\.json)?$/.exec(e)??[];return[n,t].find(e=>e!==void 0&&Io(e))?.toLowerCase()}function Ms(e){let t=[];for(let n of e.split(`/`))if(n!==``&&n!==`.`){if(n!==`..`)t.push(n);else if(t.pop()===void 0)return}return t.join(`/`)}var Ns=class{#e;compile;#t=new Map;#n=new Map;constructor(e,t){this.#e=e,this.compile=t}file(e,t){let n=this.#t.get(e);if(n?.source.text===t)return n;let r={file:e,text:t},i={...ys({file:e,text:e.endsWith(`.json`)?ts(t):t},this.#e),source:r};return this.#t.set(e,i),i}template(e,t){let n=this.#n.get(e);if(n?.source.text===t)return n.parts;let r={file:e,text:t},i=bs(r,this.#e);return this.#n.set(e,{source:r,parts:i}),i}};const Ps=(e,t,n)=>({source:{file:e,text:t},body:{attributes:new Map,blocks:[]},fault:{file:e,start:0,end:0},excess:n});var Fs=class{#e;#t;#n=new Map;#r;units;#i=new Map;#a;#o=0;#s=0;templates=new Set;usedFiles=new Set;constructor(e,t){this.#e=e,this.#t=t;let n=[...e.files.keys()].sort();this.#r=n.filter(e=>js(e)!==void 0&&!As(e)),this.units=n.filter(e=>/(?:^|\/)terragrunt\.hcl$/.test(e));for(let e of n){if(!Os(e)&&!ks(e))continue;let t=Ee(e),n=this.#n.get(t)??{code:[],variables:[]};this.#n.set(t,n),(Os(e)?n.code:n.variables).push(e)}}spend(e=1){return this.#s+=e,this.#s<=Ds}get isCutShort(){return this.#s>Ds||this.#c}leaveOut(){this.#c=!0}#c=!1;get folders(){return[...this.#n].filter(([,{code:e}])=>e.length>0).map(([e])=>e).sort()}textAt(e){return this.#e.text(e)}has(e){return this.#e.files.has(e)}hasNodesIn(e){return this.#a??=ws(this.#e.files.keys()),this.#a.get(e)?.some(e=>ee(this.textAt(e)??``))}body(e){let[t]=this.has(e)?this.#l([e]):[];return t&&!t.fault?t.body:void 0}moduleAt(e){return e!==void 0&&this.#n.get(e)?.code.length?e:void 0}textsIn(e){return(this.#n.get(e)?.code??[]).map(e=>this.#e.text(e)??this.#e.excess?.(e)?.excerpt??``)}get readFiles(){return[...this.#i.values()]}filesIn(e){return this.#l(this.#n.get(e)?.code??[])}readableFilesIn(e){let t=this.filesIn(e);return t.some(({fault:e})=>e)?[]:t}#l(e){return e.flatMap(e=>this.#i.get(e)??this.#u(e)??[])}#u(e){let t=this.#e.text(e),n=this.#e.excess?.(e);if(t===void 0)return n&&Ps(e,n.excerpt,n.of);if(t.length>2097152)return Ps(e,es(t),`file`);this.#o+=t.length;let r=this.#o>8388608?Ps(e,es(t),`side`):this.#t.file(e,t);return this.#i.set(e,r),r}variablesIn(e,t=[]){let n=this.#n.get(e)?.variables??[],r=[...n.filter(e=>!As(e)),...n.filter(As),...t];return this.#l(r).map(({body:e})=>e)}environmentVariables(e){let t=new Map;for(let n of this.#r){let r=Ee(n),i=r===e&&!ks(n),a=(e===``||r.startsWith(`${e}/`))&&r!==e&&!this.#d(r,e);if(!i&&!a)continue;let o=js(n);_e(t,o,n)}return t}#d(e,t){for(let n=e;n!==t&&n!==``;n=Ee(n))if((this.#n.get(n)?.code.length??0)>0)return!0;return!1}localFolder(e,t){let n=e.body.attributes.get(`source`)?.value,[r]=n?.kind===`template`?n.parts:[];if(r?.kind!==`text`||!/^\.\.?(?:\/|$)/.test(r.text))return;let i=Ms(`${t}/${r.text}`);return i!==void 0&&this.#n.has(i)?i:void 0}hostFunction(e,t){let n=e=>this.#m(this.#f(e,t));switch(e){case`file`:return([e],t)=>this.#h(n(e),t);case`templatefile`:return([e,t],r)=>this.#g(n(e),t,r);case`fileset`:return([e,n],r)=>this.#_(e,n,{root:t,at:r});case`fileexists`:return([e],n)=>this.#p(this.#f(e,t),n);case`abspath`:case`pathexpand`:return([e],t)=>e??V(t);default:return Go(e,{compile:this.#t.compile,spend:e=>this.spend(e)})}}#f(e,t){let n=e&&U(e);return n===void 0?void 0:Ms(n.startsWith(`/`)?n:`${t}/${n}`)}#p(e,t){return e===void 0?V(t):H(this.#e.files.has(e),t)}#m(e){let t=e===void 0?void 0:this.#e.text(e);return e!==void 0&&this.usedFiles.add(e),e===void 0||t===void 0||t.length>2097152?void 0:{file:e,text:t}}#h(e,t){if(!e)return V(t);let n={file:e.file,start:0,end:e.text.length};return{kind:`string`,pieces:[{text:e.text,at:n,form:`file`}],at:n}}#g(e,t,n){let r=e&&this.#t.template(e.file,e.text);if(!r)return V(n);this.templates.add(e.file);let i=t?.kind===`object`?[...t.entries].map(([e,{value:t}])=>[e,t]):[],a={names:new Map(i),resolve:(e,t)=>({value:V(t,e[0]),steps:1}),hostFunction:e=>Go(e,{compile:this.#t.compile,spend:e=>this.spend(e)}),spend:e=>this.spend(e)};return Oo(r,{style:`file`,indent:0},{at:{file:e.file,start:0,end:e.text.length},scope:a})}#_(e,t,{root:n,at:r}){let i=this.#f(e,n),a=t&&U(t);if(i===void 0||a===void 0||a.length>200)return V(r);let o=this.#t.compile?.(Is(Ms(a)??a)),s=i===``?``:`${i}/`,c=[...this.#e.files.keys()].filter(e=>e.startsWith(s)).map(e=>e.slice(s.length)),l=o&&c.reduce((e,t)=>e+Ho(o,t.length),0);return!o||!this.spend(l)?V(r):{kind:`list`,items:c.filter(e=>o.matches(e,1).length>0).sort().map(e=>Kr(e,r)),at:r}}};function Is(e){let t={"**/":`(?:[^/]+/)*`,"**":`.*`,"*":`[^/]*`,"?":`[^/]`,"{":`(?:`,"}":`)`,",":`|`},n=e.split(`{`).length===e.split(`}`).length;return`^(?:${e.replace(/\*\*\/|\*\*|[*?{},]|[!-.:-@[-^`|~]/g,e=>/[{},]/.test(e)&&!n?`\\${e}`:t[e]??`\\${e}`)})$`}const Ls=/karpenter|node_?class|nodepool/i,Rs=/\bterraform-aws-modules\//;function zs({at:e,names:t,given:n}){let r=`module`;if(t.some(e=>Rs.test(e)))return;if(t.some(e=>Ls.test(e)))return{what:r,at:e,said:JSON.stringify([t,Jr(gi(n))])};let i=[...n.entries].filter(([e])=>Ls.test(e));return i.length===0?void 0:{what:r,at:e,said:Jr(gi(G(i,e)))}}const Bs=[`chart`,`version`,`repository`,`values`,`set`,`set_list`,`set_sensitive`];function Vs(e,t,n){let r=U(K(t,`chart`))??``,i=r.startsWith(`/`)?r.slice(1):`${Ee(n.file)}/${r}`,a=/^\.{0,2}\//.test(r)?Ms(i):void 0;return{what:`chart`,at:n,name:e,said:Ws(t,Bs),charts:[{chart:r,folder:a}]}}const Hs=[`source`,`sources`,`generators`,`template`,`templatePatch`,`chart`,`chartRef`,`values`,`valuesFrom`];function Us(e){let t=K(e,`spec`),n=f(U(K(e,`apiVersion`))??``);if(t?.kind!==`object`||n!==`argoproj.io`&&n!==`helm.toolkit.fluxcd.io`)return;let r=(e,...t)=>U(K(e,...t)),i=[t,K(t,`template`,`spec`)].flatMap(e=>{let t=K(e,`sources`);return[K(e,`source`),...t?.kind===`list`?t.items:[]]}).flatMap(e=>{let t=e&&r(e,`chart`);if(t!==void 0)return[{chart:t}];let n=e&&r(e,`path`);return n===void 0?[]:[{chart:n,folder:Ms(n)}]}),a=r(t,`chart`,`spec`,`chart`)??r(t,`chartRef`,`name`);return{what:`chart`,at:e.at,name:r(e,`metadata`,`name`)??``,said:Ws(t,Hs),charts:a===void 0?i:[{chart:a,folder:Ms(a)}]}}const Ws=(e,t)=>Jr(gi(G([...e.entries].filter(([e])=>t.includes(e)),e.at))),Gs=({name:e,charts:t,said:n},r)=>t.some(({chart:t,folder:i})=>(i===void 0?void 0:r(i))??ye(t,{names:[e],values:[n]})),Ks=e=>t=>[{name:t.address,text:e(t)}],qs=e=>t=>{let n=e(t);return n?[{name:t.address,text:n}]:[]},X=e=>Js(e.block.labels[0]??e.block.type)(e),Js=e=>t=>{let{block:n,address:r}=t,i=n.labels.at(-1)??``,a=Ys(Ao(t),n);return[{name:r,text:gi(No(e,{name:i,at:n.head,spec:a}))}]};function Ys(e,{body:t}){let n=t.blocks.find(({type:e})=>e===`lifecycle`)?.body.attributes.get(`ignore_changes`)?.value;if(n?.kind!==`tuple`)return e;let r=n.items.flatMap(e=>{let t=e.kind===`index`||e.kind===`attribute`?e.of:e;return t.kind===`variable`?[t.name]:[]}).map(e=>[e,{value:V(n.at,`ignored.${e}`)}]);return G([...e.entries,...r],e.at,e.isPartial)}const Xs=`unread_module`;function Zs(e){let{block:t,scope:n,address:r}=e,i=t.body.attributes.get(`source`),a=i&&J(i.value,n),o=G(a?[[`source`,{value:a}]]:[],t.head),s=[t.labels[0]??``,a?.kind===`string`?Jr(a):``];return{name:r,unread:zs({at:t.head,names:s,given:Ao(e)}),text:gi(No(Xs,{name:t.labels[0]??``,at:t.head,spec:o}))}}const Qs=e=>{let{block:t,address:n}=e,r=Ao(e);return[{name:n,text:gi(No(`module`,{name:t.labels[0]??``,at:t.head,spec:G(r.entries,r.at)}))}]},$s=(e,t)=>[...e.ofKind(Xs).filter(t).map(({name:e})=>`\`module.${e}\` is not in this repository`),...e.unreadFiles.map(e=>`\`${e}\` could not be read`)],ec=({kind:e,apiVersion:t})=>e===`NodeClass`&&f(t)===`eks.amazonaws.com`||/^(?:EC2NodeClass|AWSNodeTemplate|Provisioner)$/.test(e)&&/^karpenter\./.test(f(t));function tc(e,t){if(e.kind===`EC2NodeClass`||e.kind===`NodeClass`){let n=[`spec`,`${t}SelectorTerms`];return m(e.get(n)).map((e,t)=>nc(e,[...n,t]))}let n=[...e.kind===`Provisioner`?[`spec`,`provider`]:[`spec`],`${t}Selector`],r=h(e.get(n));if(!r)return[];let i=([e])=>!/^aws(::|-)ids$/.test(e),a=Object.entries(r);return[{path:n,tags:rc(a.filter(i),n),hasOther:!a.every(i)}]}function nc(e,t){let{tags:n,...r}=h(e)??{};return{path:t,tags:rc(Object.entries(h(n)??{}),[...t,`tags`]),hasOther:Object.keys(r).some(e=>e===`id`||e===`name`)}}const rc=(e,t)=>e.map(([e,n])=>{let r=v(n)??``,i=r!==``&&!r.includes(`*`)&&!d(r)&&!d(e);return{path:[...t,e],key:e,value:r,isKnown:i}}),ic=[`karpenter.sh/discovery`,`KubernetesCluster`,`alpha.eksctl.io/cluster-name`,`aws:eks:cluster-name`,`eks:cluster-name`],ac=`kubernetes.io/cluster/`;function oc(e,t){return ic.includes(e)?t:e.startsWith(ac)?e.slice(22):void 0}const sc=`Name`,cc=[/^eksctl-([\w-]+)-(?:cluster|nodegroup-[\w-]+)\//,/^eks-cluster-sg-([\w-]+)-\d{6,12}$/],lc=e=>e.tags.flatMap(e=>{let t=e.key===`Name`&&cc.map(t=>t.exec(e.value)?.[1]).find(Boolean);if(t)return[{scheme:sc,cluster:t,tag:{...e,isKnown:!0}}];let n=oc(e.key,e.value);return n===void 0?[]:[{scheme:e.key.startsWith(ac)?`${ac}…`:e.key,cluster:n,tag:e}]}),uc=[[`karpenter`,/terraform-aws-modules\/(?:terraform-aws-)?eks\b.*\/\/modules\/karpenter\b/],[`eks`,/terraform-aws-modules\/(?:terraform-aws-)?eks(?:\/aws|\.git)?(?:\?.*)?$/],[`vpc`,/terraform-aws-modules\/(?:terraform-aws-)?vpc(?:\/aws|\.git)?(?:\?.*)?$/]],dc=e=>uc.find(([,t])=>t.test(e))?.[0],Z=e=>e.kind===`module`?dc(v(e.get([`spec`,`source`]))??``):void 0,fc={aws_eks_cluster:[`name`],aws_eks_addon:[`cluster_name`],aws_eks_access_entry:[`cluster_name`]},pc={eks:[`cluster_name`,`name`],karpenter:[`cluster_name`],vpc:[]};function mc(e){let t=[...vc(e),...bc(e)].filter(({name:e})=>!hc.test(e)&&!d(e)),n=gc(e);return t.length>0||n?{names:t,...n&&{createsCluster:n}}:void 0}const hc=/^(?:|true|false|yes|no|enabled|owned|shared|\d+)$/i,gc=e=>e.kind===`aws_eks_cluster`||Z(e)===`eks`||_c(e),_c=({kind:e,apiVersion:t})=>e===`ClusterConfig`&&f(t)===`eksctl.io`||e===`Cluster`&&f(t)===`kops.k8s.io`;function vc(e){let t=Wn(e);return[...yc(e),...t.flatMap(e=>Yn(e,`clusterName`))].flatMap(t=>{let n=v(e.get(t));return n===void 0?[]:[{name:n,isDefined:!0}]})}function yc(e){let{kind:t}=e;if(_c(e))return[[`metadata`,`name`]];if(t===`InstanceGroup`)return[[`metadata`,`labels`,`kops.k8s.io/cluster`]];let n=Z(e);return(n?pc[n]:He(fc,t)??[]).map(e=>[`spec`,e])}function bc(e){return[...ec(e)?[`subnet`,`securityGroup`].flatMap(t=>tc(e,t).flatMap(e=>lc(e).flatMap(({cluster:e})=>/[*,]/.test(e)?[]:[e]))):[],...xc(e)].map(e=>({name:e,isDefined:!1}))}function xc(e){if(e.apiVersion!==`terraform/v1`)return[];let t=h(e.get([`spec`]))??{};return Object.entries(t).flatMap(([e,t])=>/(?:^|_)tags$/.test(e)?Object.entries(h(t)??{}).flatMap(([e,t])=>oc(e,v(t))??[]):[])}const Sc=e=>e.ofKind(`aws_sqs_queue`,`module`).flatMap(t=>Cc(t,e));function Cc(e,t){let n=(...t)=>({manifest:e,path:t,name:M(e,t)});if(e.kind===`aws_sqs_queue`){let t=n(`spec`,`name`);return/karpenter/i.test(`${e.name} ${t.name??``}`)?[t]:[]}if(Z(e)!==`karpenter`||e.get([`spec`,`enable_spot_termination`])===!1)return[];if(e.get([`spec`,`queue_name`])!==void 0)return[n(`spec`,`queue_name`)];let r=[`spec`,`cluster_name`],i=wc(e,r,t);return[{manifest:e,path:r,name:i&&`Karpenter-${i}`}]}function wc(e,t,n){let r=M(e,t),[,i,a]=/^(?:module\.([\w-]+)\.cluster_(?:name|id)|aws_eks_cluster\.([\w-]+)\.(?:name|id))$/.exec(rr(e,t)??``)??[];if(r!==void 0||(i??a)===void 0)return r;let o=n.ofKind(i===void 0?`aws_eks_cluster`:`module`).filter(e=>e.name===(i??a)&&(i===void 0||Z(e)===`eks`)),[s]=o,c=s&&yc(s).find(e=>s.get(e)!==void 0);return o.length===1&&s&&c?M(s,c):void 0}const Tc=({manifests:e})=>e.flatMap(Wn).some(e=>Zn(e,`interruptionQueue`).some(t=>$n(e.manifest,t)&&v(e.manifest.get(t)))),Ec=new WeakMap;function Dc(e){let t=Ec.get(e);if(t)return t;let n=kc(e),r=[...Pc(e),...e.manifests.flatMap(t=>Ic(t,e,`role`)??[])],i=[...e.ofKind(`aws_iam_instance_profile`).map(Nc),...e.manifests.flatMap(t=>Ic(t,e,`profile`)??[])],a={roles:sn(r,n),profiles:sn(i,n)};return Ec.set(e,a),a}const Oc=/\bterraform-aws-modules\/(?:terraform-aws-)?(?!iam\b|eks\b)[\w-]+|\b(?:vpc|subnets?|s3|ecr|kms|acm|route53|argocd|helm|label|rds|dynamodb|security-group)\b/,kc=e=>$s(e,e=>!Oc.test(v(e.get([`spec`,`source`]))??``)),Ac=({source:e},t)=>`${e.origin?.root??e.file}: ${t}`;function jc(e,t,n){let{name:r,prefix:i}=n,a=i===void 0?n.pattern?.replaceAll(/\$\{[^}]{0,200}\}/g,`*`):`${i}?*`;return{manifest:e,path:t,tool:`Terraform`,address:Ac(e,`${e.kind}.${e.name}`),...r!==void 0&&{name:r},...i!==void 0&&{prefix:i},canBeNamed:e=>r===void 0?_r(a??`*`,e):r===e}}const Mc=e=>[`spec`,e];function Nc(e){let[t,n]=[Mc(`name`),Mc(`name_prefix`)],r=v(e.get(t));if(r!==void 0)return jc(e,t,{name:M(e,t),pattern:r});let i=v(e.get(n));return i===void 0?jc(e,[`metadata`,`name`],{prefix:`terraform-`}):jc(e,n,d(i)?{pattern:`${i}*`}:{prefix:i})}function Pc(e){let t=e.ofKind(`aws_iam_role`),n=new Map(e.manifests.map(e=>[e.source.file,e]));return t.flatMap(e=>{let{statements:t}=zr(e,n);return t?.every(({principals:e})=>![...e.values()].flat().some(Fc))?[]:[Nc(e)]})}const Fc=e=>/^(?:ec2\.|\*$)/.test(e)||d(e);function Ic(e,t,n){if(Z(e)===`karpenter`)return Hc(e,t,n);let r=f(e.apiVersion),i=[`metadata`,`name`],a=M(e,i);if(e.kind===`ClusterConfig`&&r===`eksctl.io`&&e.get([`karpenter`])!==void 0)return{...jc(e,i,Lc(n===`role`?`eksctl-KarpenterNodeRole-`:`eksctl-KarpenterNodeInstanceProfile-`,a)),tool:`eksctl`};if(e.kind===`Cluster`&&r===`kops.k8s.io`)return{...jc(e,i,Lc(`nodes.`,a)),tool:`kOps`}}const Lc=(e,t)=>t===void 0?{pattern:`${e}*`}:{name:`${e}${t}`},Rc={new:{creates:`create_node_iam_role`,arn:`node_iam_role_arn`,name:`node_iam_role_name`,usesPrefix:`node_iam_role_use_name_prefix`},old:{creates:`create_iam_role`,arn:`iam_role_arn`,name:`iam_role_name`,usesPrefix:`iam_role_use_name_prefix`}};function zc(e){let t=M(e,Mc(`version`))??v(e.get(Mc(`source`)))??``,n=/(?:^\s{0,5}(?:~>\s{0,5}(?=\d+\.)|=\s{0,5})?|ref=v?)(\d+)/.exec(t)?.[1];return n===void 0?void 0:Number(n)}const Bc=e=>(zc(e)??20)<20?Rc.old:Rc.new;function Vc(e,t,n){let r=e.get(Mc(t));return r==null?n:typeof r==`boolean`?r:void 0}function Hc(e,t,n){let r=Bc(e),i=r===Rc.old,a=n===`role`?Vc(e,r.creates,!0):Wc(e,i);if(a===!1||Vc(e,`create`,!0)===!1)return;let o=Vc(e,r.usesPrefix,!0),s=Mc(r.name),c=e.get(s)!==void 0&&e.get(s)!==null,l=c?s:Mc(`cluster_name`),u=c?M(e,s):Uc(e,t),d=zc(e)===void 0&&!c&&e.get(Mc(`iam_role_name`))!==void 0;return u===void 0||o===void 0||a!==!0||d?jc(e,l,{}):jc(e,l,o?{prefix:`${u}-`}:{name:u})}function Uc(e,t){let n=wc(e,Mc(`cluster_name`),t);return n===void 0?void 0:`Karpenter-${n}`}const Wc=(e,t)=>Vc(e,`create_instance_profile`,t),Gc=/^\$\{(aws_iam_(?:role|instance_profile)\.[\w-]+)\.(?:name|arn|id)\}$/,Kc=/^\$\{(module\.[\w-]+)\.(?:node_iam_role_(?:name|arn)|role_(?:name|arn)|instance_profile_(?:name|arn|id))\}$/,qc=(e,t,n)=>Jc(v(e.get(t)),{manifest:e,cluster:n});function Jc(e,{manifest:t,cluster:n}){let r=/:(?:role|instance-profile)\/(?:.{0,600}\/)?([^/]{1,200})$/.exec(e??``)?.[1]??e;if(r===void 0)return;let i=k(Dc(n).roles),a=(Gc.exec(r)??Kc.exec(r))?.[1];if(a!==void 0){let e=Ac(t,a);return{address:e,...Yc(i.filter(t=>t.address===e))}}if(d(r)||/[:/]/.test(r))return;let o=i.filter(({name:e})=>e===r);return{name:r,...o.length===1&&{address:o[0].address}}}const Yc=([e,...t])=>e?.name!==void 0&&t.length===0?{name:e.name}:{};function Xc(e,t){return e.name!==void 0&&t.name!==void 0?e.name===t.name:e.address!==void 0&&t.address!==void 0?e.address===t.address:void 0}function Zc(e,t){let n=[`spec`,`role`];if(e.get(n)!==void 0)return qc(e,n,t);let r=qc(e,[`spec`,`instanceProfile`],t),[i,...a]=k(Dc(t).profiles).filter(({name:e,address:t})=>r?.name===void 0?t===r?.address:e===r.name);return i?.manifest.kind===`aws_iam_instance_profile`&&a.length===0?qc(i.manifest,n,t):void 0}const Qc=new WeakMap;function Q(e){let t=Qc.get(e);if(t)return t;let n=e.manifests.filter($c);return Qc.set(e,n),n}const $c=({kind:e,apiVersion:t})=>e===`NodePool`&&f(t)===`karpenter.sh`,el=e=>{let t=v(e);return t!==void 0&&!d(t)};function tl(e,t){let n=t.every((n,r)=>{let i=e.get(t.slice(0,r+1));return typeof i!=`string`||!d(i)}),r=e.get(t);return{path:t,value:r,isKnown:n&&!(r===void 0&&e.isPartial)}}const nl=e=>e.kind===`NodePool`?[`spec`,`template`,`spec`]:[`spec`];function $(e){let t=rl.get(e);if(t)return t;let n=[...nl(e),`requirements`],r=m(e.get(n)).map((t,r)=>il(e,[...n,r]));return rl.set(e,r),r}const rl=new WeakMap;function il(e,t){let[n,r,i]=[`key`,`operator`,`values`].map(n=>e.get([...t,n])),a=m(i).map((e,n)=>({path:[...t,`values`,n],text:v(e)??``,isKnown:el(e)})),o=el(n)&&el(r)&&a.every(e=>e.isKnown)&&(i==null||Array.isArray(i));return{path:t,key:v(n)??``,operator:v(r)??``,values:a,isKnown:o}}const al=e=>e.kind===`NodePool`?[`spec`,`template`,`metadata`,`labels`]:[`spec`,`labels`],ol=e=>e.isPartial||[al(e),[...nl(e),`requirements`]].some(t=>d(e.get(t)));function sl(e){let t=al(e);return Object.entries(h(e.get(t))??{}).map(([e,n])=>{let r=[...t,e],i=el(n)&&!d(e);return{path:r,key:e,operator:`In`,values:[{path:r,text:v(n)??``,isKnown:i}],isKnown:i}})}const cl=e=>tl(e,e.kind===`Provisioner`?[`spec`,`limits`,`resources`]:[`spec`,`limits`]);function ll(e){let{group:t,kind:n}=ul(e);return d(t)||d(n)?void 0:{group:t,kind:n}}function ul(e){let t=t=>v(e.get([...dl(e),t]));return{group:t(`group`)??t(`apiVersion`)?.split(`/`)[0],kind:t(`kind`)}}const dl=e=>e.kind===`Provisioner`?[`spec`,`providerRef`]:[`spec`,`template`,`spec`,`nodeClassRef`];function fl(e){let t=dl(e),n=e.get([...t,`name`]),r=ll(e);return r&&typeof n==`string`&&!d(n)?{path:t,...r,name:n}:void 0}function pl(e){let t=[...$(e),...sl(e)];return e.kind===`Provisioner`?[...t,...ml(t)]:t}function ml(e){let t=new Set(e.map(e=>b(e.key))),n=[x.instanceType,x.instanceFamily,x.instanceCategory,x.instanceGeneration],r=[],i=(e,t,n)=>{let i=[`spec`];r.push({path:i,key:e,operator:t,values:n.map(e=>({path:i,text:e,isKnown:!0})),isKnown:!0})};return t.has(x.os)||i(x.os,`In`,[`linux`]),t.has(x.arch)||i(x.arch,`In`,[`amd64`]),t.has(x.capacityType)||i(x.capacityType,`In`,[`on-demand`]),n.some(e=>t.has(e))||(i(x.instanceCategory,`In`,[`c`,`m`,`r`]),i(x.instanceGeneration,`Gt`,[`2`])),r}const hl=new Set([x.instanceType,x.instanceFamily,x.instanceSize]),gl=e=>pl(e).find(({key:e})=>hl.has(b(e)))?.path??[`spec`],_l=e=>Number(e.get([`spec`,`weight`])??0),vl=e=>{let t=[`spec`,`amiSelectorTerms`];return m(e.get(t)).flatMap((e,n)=>{let r=h(e);return r?[{path:[...t,n],term:r}]:[]})},yl=[`AL2`,`AL2023`,`Bottlerocket`,`Windows2019`,`Windows2022`,`Windows2025`,`Custom`,`Ubuntu`];function bl(e){let t=v(e.get([`spec`,`amiFamily`]));if(t!==void 0)return yl.includes(t)?t:void 0;let[n]=vl(e).flatMap(({term:e})=>v(e.alias)??[]),r=n?.split(`@`)[0];return yl.find(e=>e.toLowerCase()===r)}function xl(e){let t=e.get([`spec`,`userData`]);return typeof t==`string`&&!e.isPartial&&!d(t)?t:void 0}const Sl=({kind:e,apiVersion:t})=>e===`EC2NodeClass`&&f(t)===`karpenter.k8s.aws`,Cl=new WeakMap;function wl(e){let t=Cl.get(e);if(t)return t;let n=e.manifests.filter(Sl),r={classes:n,poolsByClass:El(Q(e),Tl),classesByName:El(n,({name:e})=>e)};return Cl.set(e,r),r}function Tl(e){let{group:t=`karpenter.k8s.aws`,name:n}=fl(e)??{};return t===`karpenter.k8s.aws`?n:void 0}function El(e,t){let n=new Map;for(let r of e){let e=t(r);if(e===void 0)continue;let i=n.get(e);i?i.push(r):n.set(e,[r])}return n}const Dl=e=>wl(e).classes,Ol=(e,t)=>wl(e).poolsByClass.get(t.name)??[];function kl(e,t){let n=Q(e).filter(e=>fl(e)===void 0&&e.kind===`NodePool`),r=e.files.filter(({isBroken:e})=>e);return sn(Ol(e,t),[...n.map(({name:e})=>`the node class of NodePool \`${e}\` is unknown`),...r.map(({source:e})=>`\`${e.file}\` could not be read`)])}function Al(e,t){let n=wl(e).classesByName.get(Tl(t)??``)??[];return n.length===1?n[0]:void 0}const jl=N({id:`access-entry-type`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[70],on:{Manifests(e,t){let n=new Set(Dl(e).flatMap(e=>Ml(Zc(e,t.clusterOf(e)))));for(let r of e.manifests){if(r.kind===`aws_eks_access_entry`&&Pl(r,[`spec`],`principal_arn`,{roles:n,context:t}),r.kind===`module`&&Fl(r,t),r.kind!==`ClusterConfig`)continue;let e=[`accessConfig`,`accessEntries`];m(r.get(e)).forEach((i,a)=>{Pl(r,[...e,a],`principalARN`,{roles:n,context:t})})}}},docs:{summary:"The access entry of Karpenter’s node role has the type `STANDARD`, so nodes cannot join the cluster.",why:"An access entry of type `EC2_LINUX` or `EC2_WINDOWS` gives nodes the groups and the user name that they need. `STANDARD`, the default of EKS, is meant for people. With it, instances start, but the API server rejects their kubelets. Karpenter terminates them after 15 minutes and launches others, which fail in the same way.",help:"Set the type of the access entry to `EC2_LINUX`, or to `EC2_WINDOWS` for Windows nodes.",url:`https://docs.aws.amazon.com/eks/latest/userguide/creating-access-entries.html`},examples:Il}),Ml=({name:e,address:t}={})=>[e,t].flatMap(e=>e??[]),Nl=/^module\.[\w-]{0,200}karpenter[\w-]{0,200}\.node_iam_role_(?:name|arn)$/i;function Pl(e,t,n,{roles:r,context:i}){let a=[...t,n];if(!Ml(qc(e,a,i.clusterOf(e))).some(e=>r.has(e))&&!Nl.test(rr(e,a)??``))return;let o=v(e.get([...t,`type`]));(o===void 0||o===`STANDARD`)&&i.report({manifest:e,at:e.span(o===void 0?a:[...t,`type`]),message:o===void 0?"The access entry of the node role has no type, so EKS makes it `STANDARD` and nodes cannot join the cluster":"The access entry of the node role has the type `STANDARD`, so nodes cannot join the cluster",help:"Set the type to `EC2_LINUX`, or to `EC2_WINDOWS` for Windows nodes."})}function Fl(e,{report:t}){let n=[`spec`,`access_entry_type`];e.get(n)===`STANDARD`&&t({manifest:e,at:e.span(n),message:"The access entry of the node role has the type `STANDARD`, so nodes cannot join the cluster",help:"Remove `access_entry_type`, so that the module uses `EC2_LINUX`."})}function Il(){return{bad:[T(D`
          resource "aws_eks_access_entry" "nodes" {
            cluster_name  = "demo"
            principal_arn = aws_iam_role.karpenter_node.arn
          }

          ${z(`default`,I("role: ${aws_iam_role.karpenter_node.name}"))}
        `,{"principal_arn = aws_iam_role.karpenter_node.arn":`principal_arn = aws_iam_role.karpenter_node.arn
type          = "EC2_LINUX"`}),T(D`
          module "karpenter" {
            source = "terraform-aws-modules/eks/aws//modules/karpenter"

            cluster_name      = module.eks.cluster_name
            access_entry_type = "STANDARD"
          }
        `,{'access_entry_type = "STANDARD"':``}),T(B(E`
          apiVersion: eksctl.io/v1alpha5
          kind: ClusterConfig
          metadata:
            name: demo
            region: us-east-1
          accessConfig:
            accessEntries:
              - principalARN: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo
                type: STANDARD
        `,L),{"type: STANDARD":`type: EC2_LINUX`})],good:[D`
        resource "aws_eks_access_entry" "nodes" {
          cluster_name  = "demo"
          principal_arn = aws_iam_role.karpenter_node.arn
          type          = "EC2_LINUX"
        }

        resource "aws_eks_access_entry" "people" {
          cluster_name  = "demo"
          principal_arn = aws_iam_role.admin.arn
        }

        ${z(`default`,I("role: ${aws_iam_role.karpenter_node.name}"))}
      `]}}function Ll(e,t){let n=vl(e),r=Rl(e,t);return n.length>0&&r.length===n.length&&!e.isPartial?r:void 0}const Rl=(e,{clusterOf:t})=>vl(e).flatMap(({path:n,term:r})=>{if(r.id!==void 0)return Bl(e,[...n,`id`],t)??[];let i=r.name===void 0?`ssmParameter`:`name`,a=v(r[i])??``;return a===``||d(a)?[]:[Hl([...n,i],a)]}),zl=/^data\.(?:(aws_ssm_parameter)\.([\w-]+)\.(?:insecure_)?value|(aws_ami)\.([\w-]+)\.(?:image_)?id)$/;function Bl(e,t,n){let[,r,i,,a]=zl.exec(rr(e,t)??``)??[],o=i??a;if(o===void 0)return;let s=n(e).ofKind(r??`aws_ami`).filter(t=>t.name===o&&t.source.origin?.root===e.source.origin?.root),[c]=s;if(!c||s.length>1)return;if(r!==void 0){let e=M(c,[`spec`,`name`]);return e===void 0?void 0:Hl(t,e)}let l=Vl(c,`name`),u=l===void 0?void 0:Hl(t,l),d=Vl(c,`architecture`),f=d===`arm64`?`arm64`:d===`x86_64`?`amd64`:u?.architecture;return u&&{...u,architecture:f}}function Vl(e,t){let n=[`spec`,`filter`],r=m(e.get(n)).findIndex(e=>h(e)?.name===t),i=[...n,r,`values`];return m(e.get(i)).length===1?M(e,[...i,0]):void 0}function Hl(e,t){return{path:e,text:t,architecture:Gl(t),kubernetes:Ul.map(e=>e.exec(t)?.[1]).find(e=>e!==void 0),bottlerocket:/^(?:bottlerocket-aws-k8s-.*-v|\/aws\/service\/bottlerocket\/.*\/)(\d+\.\d+)\.\d+(?:[-/]|$)/.exec(t)?.[1],isStandard:Wl.some(e=>e.test(t))}}const Ul=[/^amazon-eks-(?:gpu-|arm64-)?node-(1\.\d{2})(?:[-*]|$)/,/^amazon-eks-node-al2023-.*-(1\.\d{2})(?:[-*]|$)/,/^bottlerocket-aws-k8s-(1\.\d{2})(?:[-*]|$)/,/^\/aws\/service\/eks\/optimized-ami\/(1\.\d{2})\//,/^\/aws\/service\/bottlerocket\/aws-k8s-(1\.\d{2})[-/]/,/^ubuntu-eks\/k8s_(1\.\d{2})\//],Wl=[/^amazon-eks-node-al2023-.*-standard-/,/^amazon-eks-(?:arm64-)?node-1\.\d{2}(?:[-*]|$)/,/^bottlerocket-aws-k8s-1\.\d{2}-(?:fips-)?(?:x86_64|aarch64)-/,/^\/aws\/service\/eks\/optimized-ami\/1\.\d{2}\/amazon-linux-2023\/[^/]+\/standard\//,/^\/aws\/service\/eks\/optimized-ami\/1\.\d{2}\/amazon-linux-2(?:-arm64)?\//,/^\/aws\/service\/bottlerocket\/aws-k8s-1\.\d{2}(?:-fips)?\//];function Gl(e){let t=/arm64|aarch64/i.test(e);return t===/x86_64|amd64/i.test(e)?void 0:t?`arm64`:`amd64`}const Kl=`1.33`,ql=N({id:`al2-end-of-life`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[51],on:{NodeTemplate(e,{report:t,settings:n}){let{kubernetesVersion:r}=n,i=e.get([`spec`,`amiFamily`])??`AL2`,a=[`amiSelector`,`launchTemplate`].some(t=>e.get([`spec`,t])!==void 0);i!==`AL2`||a||e.isPartial||!Jl(r)||t({at:e.span(e.get([`spec`,`amiFamily`])===void 0?[`metadata`,`name`]:[`spec`,`amiFamily`]),severity:`error`,message:Zl(e,r),help:"Set `amiFamily: Bottlerocket`, or migrate to an EC2NodeClass with `al2023`."})},NodeClass(e,t){let{report:n,settings:r}=t,{kubernetesVersion:i}=r,a=Jl(i);if(i===void 0||a){a&&Xl(e)&&n({at:e.span([`spec`,`amiFamily`]),severity:`error`,message:Zl(e,i),help:"Set `amiFamily: AL2023`, and check that `userData` is in its format."});for(let{path:r,text:i,kubernetes:a}of Rl(e,t))Yl(i)&&Jl(a)&&n({at:e.span(r),severity:`error`,message:Zl(e,a),help:"Select an image of Amazon Linux 2023 or Bottlerocket instead, with an alias such as `al2023@v20260715`."});for(let{path:t,term:r}of vl(e)){let o=v(r.alias);o!==void 0&&/^al2@/.test(o)&&n({at:e.span([...t,`alias`]),...a&&{severity:`error`},message:a?Zl(e,i):`\`${o}\` has no image for Kubernetes ${Kl} and newer`,help:"Use an alias of `al2023` or `bottlerocket` instead, such as `al2023@v20260715`."})}}}},docs:{summary:`An EC2NodeClass selects Amazon Linux 2, which has no images for Kubernetes 1.33 and newer.`,why:"AWS built the last EKS images of Amazon Linux 2 in November 2025, for Kubernetes 1.32. On newer clusters the alias selects no image, so the node class is not ready. After an upgrade of the control plane, no new node starts. The severity is error when the repository or `--kubernetes-version` says that the cluster is that new.",help:"Switch to an alias of `al2023` or `bottlerocket` before you upgrade the cluster to 1.33.",url:`https://docs.aws.amazon.com/eks/latest/userguide/eks-ami-deprecation-faqs.html`},examples:$l}),Jl=e=>e!==void 0&&Yt(e,Kl)>=0,Yl=e=>/^amazon-eks-(?:gpu-|arm64-)?node-1\.|^\/aws\/service\/eks\/optimized-ami\/[^/]+\/amazon-linux-2(?:-|\/)/.test(e),Xl=e=>e.apiVersion===`karpenter.k8s.aws/v1beta1`&&!e.isPartial&&e.get([`spec`,`amiFamily`])===`AL2`&&e.get([`spec`,`amiSelectorTerms`])===void 0,Zl=({name:e},t)=>`Amazon Linux 2 has no image for Kubernetes ${t}, so \`${e}\` never becomes ready`,Ql=(e,t)=>D`
  module "eks" {
    source             = "terraform-aws-modules/eks/aws"
    version            = "~> 21.0"
    name               = "demo"
    kubernetes_version = "${e}"
  }

  ${z(`class`,E`
      apiVersion: karpenter.k8s.aws/v1beta1
      kind: EC2NodeClass
      metadata:
        name: default
      spec:
        amiFamily: ${t}
        role: KarpenterNodeRole-demo
    `)}
`;function $l(){return{bad:[T(I(E`
          amiSelectorTerms:
            - alias: al2@v20251112
        `),{"al2@v20251112":`al2023@v20260715`},{"al2@v20251112":`bottlerocket@v1.44.0`}),T(O({karpenter:`0.37`},Ql(`1.33`,`AL2`)),{"amiFamily: AL2":`amiFamily: AL2023`}),T(I(E`
          amiFamily: AL2
          amiSelectorTerms:
            - name: amazon-eks-node-1.33-v20251112
        `),{"amiFamily: AL2":`amiFamily: AL2023`,"name: amazon-eks-node-1.33-v20251112":`alias: al2023@v20260715`})],good:[O({karpenter:`0.37`},Ql(`1.29`,`AL2`)),I(E`
        amiSelectorTerms:
          - alias: al2023@v20260715
      `),I(E`
          amiFamily: AL2
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
        `,`own`)]}}const eu=N({id:`ami-alias-release`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t}){for(let{path:n,term:r}of vl(e)){let i=v(r.alias)??``,[a=``,o=``]=i.split(`@`),s=nu.get(a);s===void 0||o===``||o===`latest`||d(i)||s.pattern.test(o)||t({at:e.span([...n,`alias`]),message:`\`${o}\` is not a release of ${s.name}, so \`${e.name}\` finds no image and Karpenter launches no nodes with it`,help:`Use a release, such as \`${a}@${s.example}\`.`})}}},docs:{summary:`A pinned alias does not name a release of its AMI family.`,why:"The API server accepts any text after the `@`. Karpenter looks for the image of the release with that name: a date for Amazon Linux, a version number for Bottlerocket. The Kubernetes version is not part of an alias. If no release has the name, the node class does not become ready, and its NodePools launch no nodes.",help:"Use a release such as `al2023@v20260715` or `bottlerocket@v1.44.0`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:ru}),tu={name:`Amazon Linux`,pattern:/^v20\d{6}$/},nu=new Map([[`al2`,{...tu,example:`v20251112`}],[`al2023`,{...tu,example:`v20260715`}],[`bottlerocket`,{name:`Bottlerocket`,pattern:/^v?\d+\.\d+\.\d+(?:-\w+)?$/,example:`v1.44.0`}]]);function ru(){return{bad:[T(iu(`al2023@v1.33`),{"al2023@v1.33":`al2023@v20260715`}),T(iu(`al2023@20260715`),{"al2023@20260715":`al2023@v20260715`}),T(iu(`bottlerocket@v20260715`),{"bottlerocket@v20260715":`bottlerocket@v1.44.0`})],good:[iu(`al2023@v20260715`),iu(`bottlerocket@v1.44.0`),iu(`bottlerocket@1.44.0`)]}}const iu=e=>I(E`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${e}
  `),au=[{name:/ubuntu-eks/i,what:`an EKS image of Ubuntu`,families:[`AL2`,`Ubuntu`]},{name:/ubuntu/i,what:`a plain Ubuntu image`,families:[`Ubuntu`]},{name:/amazon-eks-(?:[a-z0-9]+-)?node-al2023/i,what:`an AL2023 image`,families:[`AL2023`]},{name:/amazon-eks-(?:gpu-|arm64-)?node-\d/i,what:`an AL2 image`,families:[`AL2`]},{name:/bottlerocket/i,what:`a Bottlerocket image`,families:[`Bottlerocket`]},{name:/Windows_Server-2019/i,what:`a Windows Server 2019 image`,families:[`Windows2019`]},{name:/Windows_Server-2022/i,what:`a Windows Server 2022 image`,families:[`Windows2022`]},{name:/Windows_Server-2025/i,what:`a Windows Server 2025 image`,families:[`Windows2025`]}],ou={al2:`AL2`,al2023:`AL2023`,bottlerocket:`Bottlerocket`,windows2019:`Windows2019`,windows2022:`Windows2022`,windows2025:`Windows2025`},su=N({id:`ami-family-mismatch`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[52],explains:[`schema/cel`],on:{NodeClass(e,t){let n=v(e.get([`spec`,`amiFamily`]));if(n===void 0||n===`Custom`||d(n))return;let r=m(e.get([`spec`,`amiSelectorTerms`]));for(let[i,a]of r.entries()){let r=[`spec`,`amiSelectorTerms`,i],{name:o,alias:s}=h(a)??{};lu(e,{path:[...r,`name`],name:v(o),family:n},t),uu(e,{path:[...r,`alias`],name:v(s),family:n},t)}},NodeTemplate(e,t){let n=v(e.get([`spec`,`amiFamily`]));if(n===void 0||n===`Custom`||d(n))return;let r=[`spec`,`amiSelector`,`aws::name`];lu(e,{path:r,name:v(e.get(r)),family:n},t)}},docs:{summary:"`amiFamily` does not match the family of the selected AMI.",why:`The AMI family decides which bootstrap user data Karpenter writes, and which block device it treats as the root volume. An AMI of another family does not understand that user data. Its instances run and cost money, but never join the cluster. Karpenter replaces them after 15 minutes, again and again.`,help:"Set `amiFamily` to the family of the image. Or set it to `Custom`, and write user data that joins the node to the cluster.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamifamily`},examples:fu}),cu=[`spec`,`amiFamily`];function lu(e,{path:t,name:n,family:r},{report:i}){if(n===void 0||d(n))return;let a=au.find(e=>e.name.test(n));if(!a||a.families.includes(r))return;let o=a.families[0],s=a.families.includes(`Ubuntu`);i({at:e.span(t),message:`\`${n}\` is ${a.what}, which does not understand the user data of \`amiFamily: ${r}\``,labels:[{span:e.span(cu),message:`Karpenter writes user data for this family`}],help:s?"Set `amiFamily: Custom`, and write user data that joins the node to the cluster.":`Set \`amiFamily: ${o}\`, or set \`Custom\` and write user data that joins the node to the cluster.`,...!s&&{fix:{description:`Set \`amiFamily: ${o}\``,edits:y(e,cu,o)}}})}function uu(e,{path:t,name:n,family:r},{report:i}){if(n===void 0||d(n))return;let a=He(ou,n.split(`@`)[0]);a!==void 0&&a!==r&&i({at:e.span(t),severity:`error`,message:`\`${n}\` selects ${a} images, but \`amiFamily\` is \`${r}\`, so the API server rejects the node class`,labels:[{span:e.span(cu),message:`this family does not match`}],help:"Remove `amiFamily`, because the alias implies it, or use an alias of that family.",fix:{description:"Remove `amiFamily`",edits:Ie(e,cu)},explains:{paths:[[`spec`]],mentioning:`amiFamily must be`}})}const du=E`
  amiFamily: Custom
  userData: |
    #!/bin/bash
    /opt/company/join-cluster
`;function fu(){return{bad:[T(I(E`
          amiFamily: AL2
          amiSelectorTerms:
            - name: ubuntu/images/hvm-ssd/ubuntu-jammy-22.04-amd64-server-20241211
        `),{"amiFamily: AL2":du}),T(I(E`
          amiFamily: AL2
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
        `),{"amiFamily: AL2":du}),T(I(E`
          amiFamily: Bottlerocket
          amiSelectorTerms:
            - alias: al2023@v20260715
        `),{"al2023@v20260715":`bottlerocket@v1.44.0`})],good:[I(E`
        amiFamily: Custom
        amiSelectorTerms:
          - name: ubuntu/images/hvm-ssd/ubuntu-jammy-22.04-amd64-server-20241211
      `),I(E`
        amiFamily: AL2023
        amiSelectorTerms:
          - alias: al2023@v20260715
      `)]}}const pu={CronJob:{group:`batch`,path:[`spec`,`jobTemplate`,`spec`,`template`]},DaemonSet:{group:`apps`,path:[`spec`,`template`]},Deployment:{group:`apps`,path:[`spec`,`template`]},Job:{group:`batch`,path:[`spec`,`template`]},Pod:{group:``,path:[]},ReplicaSet:{group:`apps`,path:[`spec`,`template`]},Rollout:{group:`argoproj.io`,path:[`spec`,`template`]},StatefulSet:{group:`apps`,path:[`spec`,`template`]}},mu=({namespace:e})=>e??`default`,hu=e=>{let t=Object.hasOwn(pu,e.kind)?pu[e.kind]:void 0;return t?.group===f(e.apiVersion)&&d(e.get([...t.path,`spec`]))};function gu(e){return e.manifests.flatMap(e=>{let t=Object.hasOwn(pu,e.kind)?pu[e.kind]:void 0;return!t||t.group!==f(e.apiVersion)||!h(e.get([...t.path,`spec`]))||e.kind===`Pod`&&e.get([`spec`,`nodeName`])!==void 0?[]:[{manifest:e,template:t.path,namespace:mu(e)}]})}const _u=e=>e.manifests.some(({kind:e,apiVersion:t})=>(e===`NodePool`||e===`Provisioner`)&&f(t)===`karpenter.sh`);function vu({manifest:e,template:t}){return yu(e.get([...t,`metadata`,`labels`]))}function yu(e){if(d(e))return;let t=Object.entries(h(e)??{}).map(([e,t])=>[e,v(t)??``]);return t.some(([e,t])=>d(e)||d(t))?void 0:Object.fromEntries(t)}function bu(e,t){let n=h(e.get(t)),r=yu(n?.matchLabels);if(!n||!r||e.isPartial||d(n.matchExpressions))return;let i=m(n.matchExpressions).map(e=>{let{key:t,operator:n,values:r}=h(e)??{};return{key:v(t)??``,operator:v(n)??``,values:m(r).map(e=>v(e)??``)}});return i.flatMap(({key:e,operator:t,values:n})=>[e,t,...n]).some(e=>d(e))?void 0:{matchLabels:r,matchExpressions:i}}function xu({manifest:e,template:t}){let{nodeSelector:n,affinity:r,tolerations:i}=h(e.get([...t,`spec`]))??{};return[n,r,i].some(e=>d(e))?!0:/kubernetes\.io\/arch"|arm64/.test(JSON.stringify([n,r,i]))}const Su=N({id:`ami-for-instance-types`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[54,91],on:{Manifests(e,t){let n=Q(e).flatMap(e=>Cu(e,t)??[]);if(n.length===0)return;let r=n.length===Q(e).length&&Du(e);for(let e of n){let n=Tu(e)??Eu(e,r);if(!n)continue;let{pool:i,nodeClass:a,images:o}=e,s=[{span:a.span(o[0].path),message:`this selects the image`}];t.report({...n,manifest:i,at:i.span([...fl(i).path,`name`]),labels:s})}}},docs:{summary:`The AMIs of a node class do not fit the instance types of a NodePool that uses it.`,why:"An AMI is built for one architecture. If all instance types of a NodePool have the other architecture, Karpenter finds no image for them and launches nothing for the NodePool. The standard images of EKS have no GPU driver, so nodes start but never offer `nvidia.com/gpu`.",help:"Add a selector term for the image of the other architecture, or select the `nvidia` image for GPUs. An alias selects the right image for each instance type.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:ku});function Cu(e,t){let{all:n,catalog:r,compatible:i}=t,a=Al(n,e),o=a&&Ll(a,t),s=o&&i(e);if(r&&s?.isExact&&s.names.length!==0&&fl(e)!==void 0)return{pool:e,nodeClass:a,images:o,types:s.names.map(e=>r.type(e))}}const wu=({gpus:e})=>e.some(({manufacturer:e})=>e===`nvidia`);function Tu({pool:e,nodeClass:t,images:n,types:r}){let i=new Set(n.map(({architecture:e})=>e)),a=r.filter(({architecture:e})=>!i.has(e)),[o]=a;if(i.has(void 0)||o===void 0)return;let s=`Add an AMI selector term for the ${o.architecture} image, or use an alias, which selects the right image for each instance type.`;if(a.length===r.length)return{message:`The instance types of \`${e.name}\` are ${o.architecture}, but the images of \`${t.name}\` are ${n[0].architecture}, so Karpenter cannot launch nodes for \`${e.name}\``,help:s};if($(e).some(({key:e,operator:t,values:n})=>b(e)===x.arch&&t===`In`&&n.some(({text:e})=>e===o.architecture)))return{severity:`note`,message:`\`${e.name}\` allows ${o.architecture}, but the images of \`${t.name}\` are only ${n[0].architecture}, so Karpenter never launches ${a.length} of its ${r.length} instance types`,help:`${s} Or remove ${o.architecture} from the requirements.`}}function Eu({pool:e,nodeClass:t,images:n,types:r},i){let a=r.some(wu)&&r.every(({gpus:e})=>e.length>0);if(n.every(({isStandard:e})=>e)&&(a||i&&r.some(wu)))return{message:a?`Every instance type of \`${e.name}\` has GPUs, but \`${t.name}\` selects the standard image, which has no driver for them`:`Pods request GPUs, and \`${e.name}\` has instance types with NVIDIA GPUs, but \`${t.name}\` selects the standard image, which has no driver for them`,help:"Select the `nvidia` image of the family, or use an alias, which selects it for these instance types."}}const Du=e=>gu(e).some(({manifest:e,template:t})=>{let n=[...t,`spec`,`containers`];return m(e.get(n)).some((t,r)=>[`requests`,`limits`].some(t=>e.get([...n,r,`resources`,t,`nvidia.com/gpu`])!==void 0))}),Ou=`- name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715`;function ku(){return{bad:[T(B(P({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),I(E`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
        `)),{[Ou]:`${Ou}\n- name: amazon-eks-node-al2023-arm64-standard-1.33-v20260715`},{[Ou]:`- alias: al2023@v20260715`}),T(B(P({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6]`,`karpenter.sh/capacity-type In [on-demand]`],taints:E`
            - key: nvidia.com/gpu
              effect: NoSchedule
          `,nodeClassRef:`default`}),I(E`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
        `)),{[Ou]:`- name: amazon-eks-node-al2023-x86_64-nvidia-1.33-v20260715`},{[Ou]:`- alias: al2023@v20260715`}),T(B(P({name:`both`,requirements:[`kubernetes.io/arch In [amd64, arm64]`,`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),I(E`
          amiFamily: AL2023
          amiSelectorTerms:
            - ssmParameter: /aws/service/eks/optimized-ami/1.33/amazon-linux-2023/x86_64/standard/amazon-eks-node-al2023-x86_64-standard-1.33-v20260715/image_id
        `)),{"[amd64, arm64]":`[amd64]`})],good:[B(P({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),I(E`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
            - name: amazon-eks-node-al2023-arm64-standard-1.33-v20260715
        `)),B(P({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),I(E`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: golden-al2023-*
        `))]}}const Au=/^(?:amazon-eks-(?:arm64-|gpu-)?node-|bottlerocket-aws-k8s-|ubuntu-eks(?:-pro)?\/k8s_)/,ju=/(?<!\d)1\.\d\d(?!\d)/,Mu=N({id:`ami-name-kubernetes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,t){let{report:n}=t;for(let n of Rl(e,t))Nu(e,n,t);for(let{path:t,term:r}of vl(e)){let i=v(r.name);i===void 0||r.tags!==void 0||d(i)||Au.test(i)&&/[*?]/.test(i)&&!ju.test(i)&&n({at:e.span([...t,`name`]),message:`\`${i}\` matches images for every Kubernetes version, and Karpenter launches the newest one, whatever version the cluster has`,help:"Write the Kubernetes version of the cluster in the name, or select the images with an `alias`, which follows the cluster."})}}},docs:{summary:`The name of an image matches images for several Kubernetes versions, or for one that the cluster cannot use.`,why:"The names of EKS images contain the Kubernetes version. If a pattern leaves it open, Karpenter launches the newest image of all versions. Its kubelet can be newer than the control plane, which Kubernetes does not support, and nodes are replaced whenever AWS releases images for another version. The same holds for a name with a version that is newer than the cluster, or more than three minor versions older. That is reported only when the repository or `--kubernetes-version` names the version of the cluster.",help:"Write the Kubernetes version in the name, or use an `alias`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:Iu});function Nu(e,{path:t,text:n,kubernetes:r},{report:i,settings:{kubernetesVersion:a}}){if(r===void 0||a===void 0)return;let o=Number(r.split(`.`)[1])-Number(a.split(`.`)[1]);o<=0&&o>=-3||i({at:e.span(t),message:`\`${n}\` is an image for Kubernetes ${r}, but the cluster has ${a}. Kubernetes does not support a kubelet that is ${o>0?`newer than the API server`:`more than 3 minor versions older`}`,help:`Select an image for Kubernetes ${a}, or use an \`alias\`, which follows the cluster.`})}const Pu=e=>I(E`
    amiFamily: AL2023
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - name: ${e}
  `),Fu=(e,t)=>D`
  module "eks" {
    source             = "terraform-aws-modules/eks/aws"
    version            = "~> 21.0"
    name               = "demo"
    kubernetes_version = "${e}"
  }

  ${z(`class`,I(E`
      amiFamily: AL2023
      role: KarpenterNodeRole-demo
      amiSelectorTerms:
        - ${t.startsWith(`/`)?`ssmParameter`:`name`}: ${t}
    `))}
`;function Iu(){return{bad:[T(Pu(`amazon-eks-node-al2023-x86_64-standard-*`),{"standard-*":`standard-1.33-v20260715`}),T(Fu(`1.32`,`amazon-eks-node-al2023-x86_64-standard-1.34-v20260715`),{"standard-1.34":`standard-1.32`}),T(Fu(`1.34`,`/aws/service/eks/optimized-ami/1.30/amazon-linux-2023/x86_64/standard/amazon-eks-node-al2023-x86_64-standard-1.30-v20260715/image_id`),{"optimized-ami/1.30":`optimized-ami/1.34`,"standard-1.30":`standard-1.34`})],good:[Fu(`1.34`,`amazon-eks-node-al2023-x86_64-standard-1.33-v20260715`),Pu(`amazon-eks-node-al2023-x86_64-standard-1.33-v20260715*`),Pu(`platform-node-*`)]}}const Lu=N({id:`ami-name-variants`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[54],on:{NodeClass(e,{report:t}){for(let{path:n,term:r}of vl(e)){let i=v(r.name),a=Object.entries(h(r.tags)??{});if(i===void 0&&r.id===void 0&&a.length>0&&a.every(([,e])=>e===`*`)){t({at:e.keySpan([...n,`tags`,a[0][0]]),message:`\`${a[0][0]}: "*"\` matches every image with this tag, and Karpenter launches the newest one`,help:"Replace `*` with a value that only the images for these nodes have."});continue}if(i===void 0||r.tags!==void 0||d(i)||!/[*?]/.test(i))continue;let o=Ru.map(e=>e.filter(e=>Vu(i,e))).find(zu);o&&t({at:e.span([...n,`name`]),message:`\`${i}\` matches images for different purposes, such as \`${Bu(o[0])}\` and \`${Bu(o.at(-1))}\`, and Karpenter launches the newest one for every instance type`,help:"Write the whole name up to the version, or select the images with an `alias`, which chooses the right one for each instance type."})}}},docs:{summary:`An image is selected by a pattern that matches images for different purposes.`,why:`AWS builds several images for each Kubernetes version: standard ones, ones with drivers for NVIDIA GPUs or Neuron, and ones with FIPS. For a name, Karpenter only looks at the architecture, and launches the newest image that matches. If the pattern leaves the purpose open, ordinary nodes may start with the image for Neuron, and GPU nodes without a driver. Which image is the newest changes with every release.`,help:"Write the purpose in the name, or use an `alias`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:Uu}),Ru=[[`amazon-eks-node-al2023-x86_64-standard-1.##-v##`,`amazon-eks-node-al2023-x86_64-nvidia-1.##-v##`,`amazon-eks-node-al2023-x86_64-neuron-1.##-v##`],[`amazon-eks-node-al2023-arm64-standard-1.##-v##`,`amazon-eks-node-al2023-arm64-nvidia-1.##-v##`],[`amazon-eks-node-1.##-v##`,`amazon-eks-gpu-node-1.##-v##`],[`bottlerocket-aws-k8s-1.##-x86_64-v##`,`bottlerocket-aws-k8s-1.##-nvidia-x86_64-v##`],[`bottlerocket-aws-k8s-1.##-aarch64-v##`,`bottlerocket-aws-k8s-1.##-nvidia-aarch64-v##`]],zu=e=>e.length>1,Bu=e=>e.replaceAll(`##`,`*`);function Vu(e,t){let n=e.replace(/1\.(?:\d{2}|\d[*?]|[*?]+)/,`1.##`).replace(/v(?:\d[\w.-]*[*?]*|[*?]+)$/,`v##`).replaceAll(/\*{2,}/g,`*`);return n.length<=200&&_r(n,t)}const Hu=(e,t=`AL2023`)=>I(E`
    amiFamily: ${t}
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - name: ${e}
        owner: amazon
  `);function Uu(){return{bad:[T(Hu(`amazon-eks-node-al2023-x86_64-*-1.33-v20260715`),{"64-*-1.33":`64-standard-1.33`}),T(Hu(`bottlerocket-aws-k8s-1.33-*-v1.44.0-*`,`Bottlerocket`),{"1.33-*":`1.33-x86_64`})],good:[Hu(`amazon-eks-node-al2023-*-standard-1.33-v20260715`),Hu(`bottlerocket-aws-k8s-1.33-nvidia-x86_64-v1.44.0-*`,`Bottlerocket`),Hu(`platform-node-1.33-*`)]}}const Wu=e=>e?.provider===`aws`?e:null;function Gu(e,t){let n=t?.eks.versions[e]?.standardUntil;if(n===void 0)return;let r=new Date(n);return r.setUTCMonth(r.getUTCMonth()-14),r.toISOString().slice(0,10)}function Ku(e,t,n){let[,r,i,a]=/^al2(?:023)?@v(\d{4})(\d\d)(\d\d)$/.exec(e)??[];return Date.parse(`${r}-${i}-${a}`)<Date.parse(Gu(t,n)??``)-5184e6}const qu=N({id:`ami-older-than-kubernetes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t,settings:n,catalog:r}){let{kubernetesVersion:i=``}=n,a=Wu(r)?.fees,o=Gu(i,a);for(let{path:n,term:r}of vl(e)){let s=v(r.alias);s!==void 0&&Ku(s,i,a)&&t({at:e.span([...n,`alias`]),message:`\`${s}\` has no image for Kubernetes ${i}, which EKS has offered since ${o}, so \`${e.name}\` does not become ready and Karpenter launches no nodes with it`,help:`Pin a release from ${o} or later.`})}}},docs:{summary:`A pinned alias is too old to have an image for the cluster’s Kubernetes version.`,why:"AWS builds the images of a release for the Kubernetes versions that EKS offers at that time. After an upgrade of the control plane, the alias of an older release selects no image. The node class is not ready, its NodePools launch no nodes, and Karpenter does not replace running nodes. Reported only when the repository or `--kubernetes-version` names the Kubernetes version.",help:`Pin a release from the day when EKS began to offer this version, or later, and upgrade the control plane in a later change.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions.html`},examples:Ju});function Ju(){return{bad:[T(Yu(`1.34`,`al2023@v20250403`),{"al2023@v20250403":`al2023@v20260715`})],good:[Yu(`1.34`,`al2023@v20260715`),Yu(`1.32`,`al2023@v20250403`)]}}const Yu=(e,t)=>D`
  module "eks" {
    source             = "terraform-aws-modules/eks/aws"
    version            = "~> 21.0"
    name               = "demo"
    kubernetes_version = "${e}"
  }

  ${z(`class`,Xu(t))}
`,Xu=e=>I(E`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${e}
  `),Zu=[`general-purpose`,`system`],Qu=e=>e.flatMap(e=>$u(e).map(t=>({name:t,manifest:e})));function $u(e){if(e.kind===`ClusterConfig`){let{enabled:t,nodePools:n}=h(e.get([`autoModeConfig`]))??{};return ed(t,n??[...Zu])}return e.kind!==`aws_eks_cluster`&&Z(e)!==`eks`?[]:[`compute_config`,`cluster_compute_config`].flatMap(t=>{let n=e.get([`spec`,t]),{enabled:r,node_pools:i}=h(Array.isArray(n)?n[0]:n)??{};return ed(r,i)})}function ed(e,t){if(e===!1||e===`false`||e===void 0||t==null)return[];let n=m(t).map(e=>v(e)),r=!Array.isArray(t)||n.some(e=>e===void 0||d(e));return Zu.filter(e=>r||n.includes(e))}const td=N({id:`auto-mode-built-in`,severity:`warning`,since:`0.1.0`,providers:[`eks-auto-mode`],theme:`All objects`,mistakes:[108],on:{NodePool(e,{report:t}){Zu.includes(e.name)&&!e.isPartial&&t({at:e.span([`metadata`,`name`]),message:`EKS manages the NodePool \`${e.name}\` of Auto Mode itself, so changes to it do not last`,help:`Give the NodePool another name, and disable the one of EKS if you do not need it.`})},NodeClass(e,{report:t}){e.name!=="default"||e.isPartial||t({at:e.span([`metadata`,`name`]),message:"EKS Auto Mode has a NodeClass `default` of its own, which EKS creates and changes",help:"Give the NodeClass another name, and refer to it in `nodeClassRef` of the NodePools."})}},docs:{summary:`An object has the name of one that EKS Auto Mode creates itself.`,why:"With its built-in NodePools, EKS Auto Mode creates the NodePools `general-purpose` and `system` and the NodeClass `default`. EKS does not allow changes to the NodePools, and advises against a NodeClass of your own with that name. Whoever writes last decides.",help:`Choose another name.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/create-node-class.html`},examples:nd});function nd(){return{bad:[T(F({name:`general-purpose`}),{"general-purpose":`web`}),T(ur(`role: AmazonEKSAutoNodeRole`),{"name: default":`name: web`})],good:[F({name:`web`}),ur(`role: AmazonEKSAutoNodeRole`,`web`)]}}const rd={ns:1n,us:1000n,µs:1000n,ms:1000000n,s:1000000000n,m:60000000000n,h:3600000000000n},id=/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/y,ad=2n**63n-1n;function od(e){let[,t,n]=/^([+-]?)(.*)$/s.exec(e);if(n===`0`)return 0n;if(!n||n.length>128)return;let r=0n,i=0;for(;i<n.length;){id.lastIndex=i;let e=id.exec(n);if(!e)return;r+=sd(e[1],rd[e[2]]),i=id.lastIndex}if(!(r>ad))return t===`-`?-r:r}function sd(e,t){let[n=``,r=``]=e.split(`.`);return BigInt(n||`0`)*t+BigInt(r||`0`)*t/10n**BigInt(r.length)}function cd(e,t){let n=od(e);return n!==void 0&&n===od(t)}const ld=N({id:`auto-mode-expiry`,severity:`warning`,since:`0.1.0`,providers:[`eks-auto-mode`],theme:`Disruption`,mistakes:[106],on:{NodePool(e,{report:t}){let n=[`spec`,`template`,`spec`,`expireAfter`],{value:r,isKnown:i}=tl(e,n);if(!i||typeof r!=`string`)return;let a=od(r);(r===`Never`||a!==void 0&&a>504n*3600000000000n)&&t({at:e.span(n),message:`NodePool \`${e.name}\` sets \`expireAfter: ${r}\`, but nodes of EKS Auto Mode live at most 21 days`,help:"Set `expireAfter` to `504h` or less, and expect that every node is replaced at least every 21 days."})}},docs:{summary:"A NodePool of EKS Auto Mode sets `expireAfter` to more than 21 days.",why:"EKS replaces every node of Auto Mode after at most 21 days, so that nodes run a recent image. A longer `expireAfter`, or `Never`, does not keep nodes longer. Without the field, nodes live 14 days. Workloads that must not be interrupted need a window or more replicas instead.",help:"Set `expireAfter` to `504h` or less.",url:`https://docs.aws.amazon.com/eks/latest/userguide/automode-learn-instances.html`},examples:ud});function ud(){return{bad:[T(F({expireAfter:`720h`}),{"720h":`504h`}),T(F({expireAfter:`Never`}),{Never:`504h`})],good:[F({expireAfter:`504h`}),F({expireAfter:`336h`})]}}const dd=new Set([`c8id c8i c8i-flex c8gd c8gn c8g c8a c8gb c7a c7g c7gn c7gd c7i c7i-flex c6a c6g c6i c6gn c6id c6in c6gd c5 c5a c5d c5ad c5n c4`,`m8id m8i m8i-flex m8a m8azn m8gn m8gb m8gd m8g m7i m7a m7g m7gd m7i-flex m6a m6i m6in m6g m6idn m6id m6gd m5 m5a m5ad m5n m5dn m5d m5zn m4`,`r8id r8i r8i-flex r8gn r8gb r8gd r8g r8a r7a r7iz r7gd r7i r7g r6a r6i r6id r6in r6idn r6g r6gd r5 r5n r5a r5dn r5b r5ad r5d r4`,`t4g t3 t3a t2 z1d x8aedz x8g x8i x2gd x2iezn x2iedn x2idn i8ge i7i i8g i7ie i4g i4i i3 i3en is4gen d3 d3en im4gn`,`p6-b200 p6-b300 p5 p5e p5en p4d p4de p3dn g7e g6 gr6 g6e g5g g5 g4dn g4ad inf2 inf1 trn1 trn1n trn2 hpc8a`].flatMap(e=>e.split(` `))),fd=new Set([`nano`,`micro`,`small`]),pd=e=>dd.has(e),md=e=>!fd.has(e),hd=({family:e,size:t,vcpus:n})=>pd(e)&&n>1&&md(t),gd=N({id:`auto-mode-instance-types`,severity:`warning`,since:`0.1.0`,providers:[`eks-auto-mode`],theme:`Instance types and zones`,mistakes:[107],on:{NodePool:yd},docs:{summary:`A NodePool of EKS Auto Mode requires instance types or an operating system that Auto Mode does not launch.`,why:`EKS Auto Mode launches only listed families, only types with more than one vCPU, and no nano, micro or small types. It runs Linux only. A NodePool that allows nothing else is ready but never launches a node.`,help:`List families and sizes that EKS Auto Mode supports, or run the pods on nodes of your own.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/automode-learn-instances.html`},examples:xd}),_d=/^[a-z]+\d+[a-z0-9-]*$/,vd=new Map([[x.instanceType,e=>{let[t=``,n=``]=e.split(`.`);return!_d.test(t)||pd(t)&&md(n)}],[Le(x.instanceFamily),e=>!_d.test(e)||pd(e)],[Le(x.instanceSize),md],[x.os,e=>e!==`windows`]]);function yd(e,{report:t}){for(let n of $(e)){let r=bd(n);if(r.length===0)continue;let i=r.length===n.values.length,a=g(r.map(({text:e})=>e));t({at:e.span(r[0].path),severity:i?`error`:`warning`,message:i?`EKS Auto Mode launches no nodes with \`${n.key}\` ${a}, so NodePool \`${e.name}\` launches nothing`:`EKS Auto Mode launches no nodes with \`${n.key}\` ${a}`,help:i?`List values that EKS Auto Mode supports, or refer to an EC2NodeClass of a Karpenter that you run yourself.`:`Remove ${a} from the values.`})}}function bd({key:e,operator:t,values:n,isKnown:r}){let i=vd.get(b(e));return i===void 0||t!==`In`||!r?[]:n.filter(({text:e})=>!i(e))}function xd(){return{bad:[T(F({requirements:[`node.kubernetes.io/instance-type In [t3.small]`]}),{"t3.small":`t3.medium`}),T(F({requirements:[`eks.amazonaws.com/instance-family In [m7i, p3]`]}),{"m7i, p3":`m7i`}),T(F({requirements:[`kubernetes.io/os In [windows]`]}),{windows:`linux`})],good:[F({requirements:[`node.kubernetes.io/instance-type In [m7i.large, c7g.xlarge]`]}),F({requirements:[`eks.amazonaws.com/instance-family In [m7i, p5, g6]`,`kubernetes.io/os In [linux]`]}),F({requirements:[`eks.amazonaws.com/instance-family NotIn [p3]`]})]}}const Sd=N({id:`auto-mode-labels`,severity:`warning`,since:`0.1.0`,providers:[`aws`,`eks-auto-mode`],theme:`Instance types and zones`,mistakes:[105],on:{NodePool:Cd},docs:{summary:`A requirement names a label of instances that only the other mode sets: EKS Auto Mode, or a Karpenter that you run yourself.`,why:"EKS Auto Mode sets labels such as `eks.amazonaws.com/instance-category`, and Karpenter sets `karpenter.k8s.aws/instance-category`. In the other mode, no instance type has the label. A requirement for it chooses no instance types there.",help:"Use the label of the mode that launches the nodes: the group in `nodeClassRef` decides it.",url:`https://docs.aws.amazon.com/eks/latest/userguide/create-node-pool.html`},examples:wd});function Cd(e,{report:t}){let n=ll(e);if(!n)return;let r=n.group===ue;for(let{key:n,path:i,isKnown:a}of $(e)){let o=r?Le(n):ze(n);if(!a||o===n)continue;let s=[...i,`key`];t({at:e.span(s),message:r?`\`${n}\` is a label of a Karpenter that you run yourself. EKS Auto Mode does not set it, so the requirement chooses no instance types of NodePool \`${e.name}\``:`\`${n}\` is a label of EKS Auto Mode. Karpenter does not set it, so the requirement chooses no instance types of NodePool \`${e.name}\``,help:`Write \`${o}\`.`,fix:{description:`Replace with \`${o}\``,edits:y(e,s,o)}})}}function wd(){return{bad:[F({requirements:[`karpenter.k8s.aws/instance-family In [c7i, m7i, r7i]`]}),P({requirements:[`eks.amazonaws.com/instance-family In [c7i, m7i, r7i]`]})],good:[F({requirements:[`eks.amazonaws.com/instance-category In [c, m, r]`,`kubernetes.io/arch In [arm64]`]}),P({requirements:[`karpenter.k8s.aws/instance-family In [c7i, m7i, r7i]`]})]}}function Td(e,t){let n=e.get(t),r=m(n).map((e,n)=>({path:[...t,n],value:e})),i=r.filter(({value:e})=>me(e)||!d(e)),a=d(n)||i.length<r.length;return sn(i,[...a?[`\`${t.at(-1)}\` of \`${e.name}\` is a placeholder`]:[],...e.isPartial?[`template lines of \`${e.name}\` may add some`]:[]])}const Ed=({source:{file:e,origin:t}})=>t?`${t.tool} ${t.root}`:e;function Dd({all:e,clusterOf:t}){let n=new Map;return[...ge(Q(e),e=>{let r=t(e),i=n.get(r)??Od(r);return n.set(r,i),i&&!kd(e)?r:Ed(e)}).values()].filter(e=>e.length>1&&new Set(e.map(({name:e})=>e)).size===e.length)}const Od=({isExample:e,manifests:t})=>!e&&t.some(({kind:e})=>se(e)),kd=({source:{file:e,origin:t}})=>!t&&/[^/]*$/.exec(e)[0].split(/[-_.]/).some(Io),Ad=/(?:^|\.)(?:kubernetes\.io|k8s\.io|karpenter\.sh|karpenter\.k8s\.aws)\//;function jd(e){let t=[...$(e),...sl(e)],n=Td(e,[`spec`,`template`,`spec`,`taints`]);return!ol(e)&&fn(n,()=>!0)===!1&&t.every(({key:e,isKnown:t})=>t&&Ad.test(e))}const Md=N({id:`auto-mode-migration`,severity:`note`,since:`0.1.0`,providers:[`eks-auto-mode`],theme:`Taints and overlapping NodePools`,mistakes:[109],on:{Manifests(e,t){for(let e of Dd(t)){let n=e.filter(Nd),r=n.find(e=>ll(e)?.group===ue),i=n.find(e=>ll(e)?.group===`karpenter.k8s.aws`);r!==void 0&&i!==void 0&&t.report({manifest:r,at:r.span([`spec`,`template`,`spec`,`nodeClassRef`,`group`]),message:`Both EKS Auto Mode (NodePool \`${r.name}\`) and Karpenter (NodePool \`${i.name}\`) launch nodes for the same pods`,labels:[{span:i.span([`metadata`,`name`]),message:`this NodePool has no taint either`}],help:`Add a taint to \`${r.name}\`, and tolerate it in the pods that move. In requirements and in selectors of these pods, replace \`karpenter.k8s.aws/\` with \`eks.amazonaws.com/\`. EKS Auto Mode has no custom images, user data or kubelet settings. Its nodes live at most 21 days, and AWS bills a fee for each.`})}}},docs:{summary:`A cluster has NodePools of EKS Auto Mode and of a Karpenter of its own, and neither has a taint.`,why:`Both can run side by side, for example while workloads move. Each sees a pending pod that fits its NodePools and launches a node for it. One of the nodes stays empty, and which mode runs the pod is open. Labels of instances, images, user data, the hop limit of the metadata service, the lifetime of nodes, and the bill differ between the modes.`,help:`Add a taint to the NodePools of one mode until its pods are moved on purpose.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/auto-migrate-karpenter.html`},examples:Id}),Nd=e=>!e.isPartial&&m(e.get([`spec`,`template`,`spec`,`taints`])).length===0,Pd=P({name:`karpenter`,nodeClassRef:`default`}),Fd=E`
  - key: eks-auto-mode
    effect: NoSchedule
`;function Id(){return{bad:[T(B(Pd,F({name:`auto`}),L),{"nodeClassRef:\n        group: eks.amazonaws.com":`taints:
  - key: eks-auto-mode
    effect: NoSchedule
nodeClassRef:
  group: eks.amazonaws.com`})],good:[B(Pd,F({name:`auto`,taints:Fd}),L)]}}const Ld=new WeakMap;function Rd(e){let t=Ld.get(e)??zd(e);return Ld.set(e,t),t}function zd(e){let t=e.manifests.flatMap(t=>qd(t,e));return sn(t.filter(e=>e!==Kd),[...kc(e),...Bd(e)])}const Bd=e=>e.manifests.filter(t=>qd(t,e).includes(Kd)).map(({kind:e,name:t})=>`\`${e}/${t}\` may let other roles join`);function Vd(e,t){let{names:n,addresses:r,unnamed:i,unaddressed:a}=Ud(k(t)),{name:o,address:s}=e;return o!==void 0&&n.has(o)||s!==void 0&&(o===void 0?r:i).has(s)?!0:(o===void 0?a:s===void 0&&i.size>0)||!ln(t)?void 0:!1}const Hd=new WeakMap;function Ud(e){let t=e.map(({role:e})=>e),n=Hd.get(e)??{names:new Set(t.flatMap(({name:e})=>e??[])),addresses:new Set(t.flatMap(({address:e})=>e??[])),unnamed:new Set(t.flatMap(({name:e,address:t})=>e===void 0?t??[]:[])),unaddressed:t.some(({address:e})=>e===void 0)};return Hd.set(e,n),n}function Wd({all:e,clusterOf:t}){let n=Gd.get(e);if(n)return n;let r=[...new Set(e.manifests.map(t))],i=sn([...new Set(r.flatMap(e=>[...Ud(k(Rd(e))).names]))],r.flatMap(Bd));return Gd.set(e,i),i}const Gd=new WeakMap,Kd=`unknown`;function qd(e,t){let n={manifest:e,cluster:t},r=f(e.apiVersion);switch(e.kind){case`aws_eks_access_entry`:return Yd(n,[`spec`],`principal_arn`);case`ManagedNodeGroup`:return r===`terraform`?Xd(n,[`spec`,`nodeRole`]):[];case`ConfigMap`:return e.name===`aws-auth`?Qd(n,[`data`,`mapRoles`]):[];case`kubernetes_config_map`:return ef(n);case`ClusterConfig`:return r===`eksctl.io`?tf(n):[];case`Cluster`:return r===`kops.k8s.io`?[Kd]:[];case`module`:return rf(n);default:return[]}}const Jd=e=>e!=null&&![`STANDARD`,`FARGATE_LINUX`].includes(v(e)??``);function Yd({manifest:e,cluster:t},n,r){let i=[...n,r],a=qc(e,i,t),o=Jd(e.get([...n,`type`]));return a?[{manifest:e,path:i,role:a,by:o?`entry`:`otherEntry`}]:o?[Kd]:[]}function Xd({manifest:e,cluster:t},n){if(e.get(n)===void 0)return[];let r=qc(e,n,t);return[r?{manifest:e,path:n,role:r,by:`nodeGroup`}:Kd]}function Zd(e){if(Array.isArray(e))return e;let t=v(e),n=/^\s*\$\{[^}]*\}\s*$|\{%|\{\{(?!\s*(?:EC2PrivateDNSName|SessionName|AccountID))/.test(t??``);if(!(t===void 0||t.length>1048576||n))try{let e=(0,at.parse)(t,{maxAliasCount:10});return e===null?[]:Array.isArray(e)?e:void 0}catch{return}}function Qd({manifest:e,cluster:t},n){if(e.isPartial)return[Kd];let r=e.get(n);if(r===void 0)return[];let i=Zd(r);return i?i.flatMap(r=>{let{rolearn:i,username:a}=h(r)??{},o=Jc(v(i),{manifest:e,cluster:t});return o?[{manifest:e,path:n,role:o,by:$d(a)?`entry`:`otherEntry`}]:typeof a==`string`&&!d(a)&&!$d(a)?[]:[Kd]}):[Kd]}const $d=e=>typeof e==`string`&&e.startsWith(`system:node:`);function ef(e){let{manifest:t}=e,n=t.get([`spec`,`data`]);return n===void 0||typeof n==`string`&&n.startsWith("${ignored.")?[]:h(n)?Qd(e,[`spec`,`data`,`mapRoles`]):[Kd]}function tf(e){let{manifest:t}=e,n=(...e)=>m(t.get(e)).map((t,n)=>[...e,n]),r=v(t.get([`metadata`,`name`]));return[...n(`accessConfig`,`accessEntries`).flatMap(t=>Yd(e,t,`principalARN`)),...n(`iamIdentityMappings`).flatMap(n=>{let r=[...n,`arn`],i=qc(t,r,e.cluster),a=$d(t.get([...n,`username`]))?`entry`:`otherEntry`;return[i?{manifest:t,path:r,role:i,by:a}:Kd]}),...[...n(`managedNodeGroups`),...n(`nodeGroups`)].flatMap(t=>[`instanceRoleARN`,`instanceRoleName`,`instanceProfileARN`].flatMap(n=>Xd(e,[...t,`iam`,n]))),...t.get([`karpenter`])===void 0||r===void 0?[]:[nf({name:`eksctl-KarpenterNodeRole-${r}`},t,[`karpenter`])]]}const nf=(e,t,n)=>({manifest:t,path:n,role:e,by:`entry`});function rf(e){let t=Z(e.manifest);return t===`karpenter`?af(e):t===`eks`?sf(e):[]}function af(e){let{manifest:t,cluster:n}=e;if(Vc(t,`create`,!0)===!1||Vc(t,`create_access_entry`,!((zc(t)??20)<20))===!1)return[];let r=Bc(t);if(Vc(t,r.creates,!0)===!1){let e=[`spec`,r.arn],i=qc(t,e,n);return[i?nf(i,t,e):Kd]}let i=Ac(t,`module.${t.name}`),a=t.get([`spec`,`create_access_entry`])===void 0?[`metadata`,`name`]:[`spec`,`create_access_entry`];return[nf({address:i},t,a)]}const of=[`aws_auth_roles`,`map_roles`];function sf(e){let{manifest:t}=e,n=t.get([`spec`,`access_entries`]);return[...n!=null&&!h(n)?[Kd]:[],...Object.keys(h(n)??{}).flatMap(t=>d(t)?[Kd]:Yd(e,[`spec`,`access_entries`,t],`principal_arn`)),...of.flatMap(t=>Qd(e,[`spec`,t])),...[`node_groups`,`node_groups_defaults`,`worker_groups`,`worker_groups_launch_template`].filter(e=>t.get([`spec`,e])!==void 0).map(()=>Kd),...[`eks_managed_node_groups`,`self_managed_node_groups`].flatMap(t=>cf(e,t))]}function cf(e,t){let{manifest:n}=e,r=[`spec`,t],i=n.get(r);if(i==null)return[];let a=h(i),o=Xd(e,[`spec`,`${t.replace(/s$/,``)}_defaults`,`iam_role_arn`]);return a?[...o,...Object.entries(a).flatMap(([t,n])=>h(n)?Xd(e,[...r,t,`iam_role_arn`]):[Kd])]:[Kd]}const lf=({manifests:e})=>e.some(e=>e.get([`spec`,`authentication_mode`])===`API`||m(e.get([`spec`,`access_config`])).some(e=>h(e)?.authentication_mode===`API`)||e.kind===`ClusterConfig`&&e.get([`accessConfig`,`authenticationMode`])===`API`),uf=N({id:`aws-auth-groups`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[71],on:{Manifests(e,t){for(let n of e.manifests)n.kind===`ConfigMap`&&n.name===`aws-auth`&&df(n,[`data`,`mapRoles`],t),n.kind===`kubernetes_config_map`&&df(n,[`spec`,`data`,`mapRoles`],t),n.kind===`ClusterConfig`&&m(n.get([`iamIdentityMappings`])).forEach((e,r)=>{pf(e,{manifest:n,path:[`iamIdentityMappings`,r]},t)})}},docs:{summary:`The mapping of a node role lacks a group that nodes need to join the cluster.`,why:"A kubelet can register its node only as a member of `system:bootstrappers` and `system:nodes`. If the mapping of its role lacks one of them, instances start but never become nodes. Karpenter terminates them after 15 minutes and launches others. This rule checks the ConfigMap `aws-auth`, also in Terraform, and the `iamIdentityMappings` of eksctl.",help:"Add both groups to the mapping, or use an access entry of type `EC2_LINUX` instead, which includes them.",url:`https://docs.aws.amazon.com/eks/latest/userguide/auth-configmap.html`},examples:hf});function df(e,t,n){for(let r of Zd(e.get(t))??[])pf(r,{manifest:e,path:t},n)}const ff=[`system:bootstrappers`,`system:nodes`];function pf(e,{manifest:t,path:n},{report:r}){let i=h(e),a=v(i?.username)??``;if(!i||!/^system:node:\{\{\s*EC2PrivateDNSName\s*\}\}$/.test(a)||i.groups!==void 0&&pe([i.groups]))return;let o=m(i.groups).map(v),s=ff.filter(e=>!o.includes(e));if(s.length===0)return;let c=v(i.rolearn??i.arn)??``;r({manifest:t,at:t.span(n),message:`Nodes with the role \`${mf(c)}\` cannot join the cluster, because its mapping lacks ${g(s,` and `)}`,help:`Add ${g(s,` and `)} to the groups of the mapping.`})}const mf=e=>e.split(`/`).at(-1).replace(/^\$\{([^}]{1,200}?)(?:\.arn)?\}$/,`$1`);function hf(){return{bad:[T(E`
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
- system:bootstrappers`}),T(E`
          apiVersion: eksctl.io/v1alpha5
          kind: ClusterConfig
          metadata:
            name: demo
            region: us-east-1
          iamIdentityMappings:
            - arn: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo
              username: system:node:{{EC2PrivateDNSName}}
        `,{"username: system:node:{{EC2PrivateDNSName}}":E`
            username: system:node:{{EC2PrivateDNSName}}
            groups: [system:bootstrappers, system:nodes]
          `}),T(D`
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
        `,{'["system:nodes"]':`["system:bootstrappers", "system:nodes"]`})],good:[D`
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
      `,E`
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
      `]}}function gf(e,{product:t,version:n}){let r=n.replace(/^v(?=\d+\.)/,``).replace(/-eksbuild\.\d+$/,``);return e.find(e=>e.product===t&&e.version===r)}const _f=({fixedIn:e,source:t})=>`${e===void 0?`Use another release.`:`Use ${e} or later.`} Source: ${t}.`,vf=N({id:`bad-release`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,t){for(let{path:n,term:r}of vl(e)){let[i=``,a=``]=(v(r.alias)??``).split(`@`);yf(e,{product:i,version:a,path:[...n,`alias`]},t)}},Manifests({manifests:e},t){for(let n of e){if(n.kind!==`aws_eks_addon`)continue;let e=[`spec`,`addon_version`];yf(n,{product:v(n.get([`spec`,`addon_name`]))??``,version:v(n.get(e))??``,path:e},t)}}},docs:{summary:`A node class or an EKS add-on pins a release that its publisher withdrew or advises not to use.`,why:`Some releases of Bottlerocket and Amazon Linux were rolled back: nodes did not boot, or programs on them stopped. Some releases of the VPC CNI lost addresses. The images stay available, so Karpenter launches nodes with them, and a change of the alias replaces all nodes of the class with such nodes. The list has the source and the date of each release.`,help:`Pin a release that has the fix.`,url:`https://karpenter.sh/docs/tasks/managing-amis/`},examples:bf});function yf(e,{path:t,...n},{badReleases:r,report:i}){let a=gf(r,n);a!==void 0&&i({manifest:e,at:e.span(t),message:`\`${e.name}\` pins a bad release: ${a.product} ${a.version} of ${a.date} ${a.what}`,help:_f(a)})}function bf(){return{bad:[T(xf(`bottlerocket@1.21.0`),{"bottlerocket@1.21.0":`bottlerocket@1.21.1`}),T(xf(`bottlerocket@v1.26.0`),{"bottlerocket@v1.26.0":`bottlerocket@v1.26.1`}),T(Sf(`v1.10.2-eksbuild.1`),{"v1.10.2-eksbuild.1":`v1.10.3-eksbuild.1`})],good:[xf(`bottlerocket@1.21.1`),Sf(`v1.10.3-eksbuild.1`)]}}const xf=e=>I(E`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${e}
  `),Sf=e=>D`
  resource "aws_eks_addon" "cni" {
    cluster_name  = "orders"
    addon_name    = "vpc-cni"
    addon_version = "${e}"
  }

  ${z(`default`,I(`role: KarpenterNodeRole-demo`))}
`,Cf=`1.22`,wf=N({id:`bottlerocket-raid`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[96],on:{NodeClass(e,t){let{report:n,karpenter:r}=t,i=e.get([`spec`,`instanceStorePolicy`]);if(r.bottlerocketRaid&&i===`RAID0`&&bl(e)===`Bottlerocket`){for(let{path:t,term:r}of vl(e)){let i=/^bottlerocket@v?(\d+\.\d+)\.\d+$/.exec(v(r.alias)??``)?.[1];i===void 0||Yt(i,Cf)>=0||n({at:e.span([...t,`alias`]),message:`Bottlerocket ${i} does not understand the user data for \`instanceStorePolicy: RAID0\`, so its nodes never join the cluster`,labels:[{span:e.span([`spec`,`instanceStorePolicy`]),message:`Karpenter writes user data for this policy`}],help:`Pin Bottlerocket ${Cf}.0 or newer, or remove \`instanceStorePolicy\`.`})}for(let{path:r,text:i,bottlerocket:a}of Rl(e,t))a===void 0||Yt(a,Cf)>=0||n({at:e.span(r),message:`Bottlerocket ${a}, which \`${i}\` selects, does not understand the user data for \`instanceStorePolicy: RAID0\`, so its nodes never join the cluster`,help:`Select Bottlerocket ${Cf}.0 or newer, or remove \`instanceStorePolicy\`.`})}}},docs:{summary:`A node class asks for a RAID of instance stores on a Bottlerocket release that does not support it.`,why:"For `instanceStorePolicy: RAID0` Karpenter writes a bootstrap command into the user data. Bottlerocket understands that command from 1.22.0 on. Older images reject their settings, and the nodes never join the cluster.",help:"Pin Bottlerocket 1.22.0 or newer, or remove `instanceStorePolicy`.",url:`https://karpenter.sh/docs/upgrading/upgrade-guide/`},examples:Tf});function Tf(){return{bad:[T(I(E`
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.21.1
        `),{"bottlerocket@v1.21.1":`bottlerocket@v1.22.0`},{"instanceStorePolicy: RAID0":``}),T(I(E`
          amiFamily: Bottlerocket
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - name: bottlerocket-aws-k8s-1.30-x86_64-v1.20.3-5d9ac849
        `),{"v1.20.3-5d9ac849":`v1.44.0-5d9ac849`})],good:[I(E`
        instanceStorePolicy: RAID0
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
      `),O({karpenter:`1.0`},I(E`
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.21.1
        `))]}}const Ef=1000000000n,Df=1000000n,Of=(2n**63n-1n)*Ef,kf=[`n`,`u`,`m`,``,`k`,`M`,`G`,`T`,`P`,`E`],Af=[``,`Ki`,`Mi`,`Gi`,`Ti`,`Pi`,`Ei`],jf=/^([+-]?)(\d+(?:\.\d*)?|\.\d+)(n|u|m|k|M|G|T|P|E|[KMGTPE]i|[eE][+-]?\d+)?$/;function Mf(e){let t=zf(e);return t&&Uf(t.nanos)}function Nf(e,t){let n=zf(t);if(n===void 0)return;let{nanos:r}=n;return e===`cpu`?Number(Hf(r,Df)):r%Ef==0n?Number(r/Ef):Number(Hf(r,Df))/1e3}function Pf(e,t){let n=zf(e),r=zf(t);return n!==void 0&&r!==void 0&&n.nanos===r.nanos}function Ff(e){let t=zf(e);return t&&Wf(t)}function If(e,t,n){if(!Number.isFinite(t))return`unknown`;let r=Lf(e)?`BinarySI`:`DecimalSI`,i=(n===void 0?void 0:zf(n)?.format)??r;return Wf({nanos:Rf(t,e===`cpu`?Df:Ef),format:i})}const Lf=e=>e===`memory`||e===`ephemeral-storage`||e===`storage`||e.startsWith(`hugepages-`),Rf=(e,t)=>Number.isInteger(e)?BigInt(e)*t:BigInt(Math.round(e*1e3))*t/1000n;function zf(e){let t=typeof e==`number`?String(e):e;if(t.length>128)return;let n=jf.exec(t);if(!n)return;let[,r=``,i=``,a=``]=n,{base:o,exponent:s,format:c}=Bf(a),l=Vf(i,o,s);return{nanos:r===`-`?-l:l,format:c}}function Bf(e){let t=Af.indexOf(e);if(t>0)return{base:1024n,exponent:t,format:`BinarySI`};let n=kf.indexOf(e);return n>=0?{base:10n,exponent:(n-3)*3,format:`DecimalSI`}:{base:10n,exponent:Number(e.slice(1)),format:`DecimalExponent`}}function Vf(e,t,n){let[r=``,i=``]=e.split(`.`),a=BigInt(r+i);if(a===0n)return 0n;if(t===1024n){let e=Hf(a*1024n**BigInt(n)*Ef,10n**BigInt(i.length));return e>Of?Of:e}let o=Math.min(n,300)-i.length+9;return o>=0?a*10n**BigInt(o):o<-129?1n:Hf(a,10n**BigInt(-o))}function Hf(e,t){return e<0n?-Hf(-e,t):(e+t-1n)/t}function Uf(e){let t=e/Ef;return e%Ef==0n?Number(t):Number(e)/1e9}function Wf({nanos:e,format:t}){let n=e<0n?`-`:``,r=e<0n?-e:e;return t===`BinarySI`&&r>=1024n*Ef&&r%Ef==0n?n+Gf(r/Ef):n+Kf(r,t===`DecimalExponent`)}function Gf(e){let t=0,n=e;for(;n%1024n==0n&&t<Af.length-1;)n/=1024n,t++;return`${n}${Af[t]}`}function Kf(e,t){if(e===0n)return`0`;let n=0,r=e;for(;r%1000n==0n&&(t||n<kf.length-1);)r/=1000n,n++;return t?n===3?`${r}`:`${r}e${(n-3)*3}`:`${r}${kf[n]}`}const qf=`/dev/xvda`,Jf=`/dev/xvdb`,Yf=8*2**30,Xf=N({id:`bottlerocket-volumes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[62],on:{NodeClass(e,{report:t}){let n=[`spec`,`blockDeviceMappings`],r=m(e.get(n)).map(e=>v(h(e)?.deviceName)??``),i=r.indexOf(qf);bl(e)!==`Bottlerocket`||i===-1||e.isPartial||e.get([`spec`,`instanceStorePolicy`])===void 0&&(r.includes(Jf)||r.some(e=>d(e))||Zf(e,[...n,i,`ebs`,`volumeSize`])&&t({at:e.span([...n,i,`deviceName`]),message:`\`${qf}\` of Bottlerocket holds only the operating system, so containers and images still have only the 20 GiB of \`${Jf}\``,help:`Map \`${Jf}\` with this size, and set \`volumeSize\` of \`${qf}\` to \`4Gi\`.`}))}},docs:{summary:`A Bottlerocket node class enlarges the volume of the operating system, not the volume of the containers.`,why:"Bottlerocket has two volumes: `/dev/xvda` for the operating system, and `/dev/xvdb` for images, containers and logs. If a node class maps only `/dev/xvda`, the second volume keeps the 20 GiB of the AMI, and Karpenter works out ephemeral storage from it. Nodes evict pods because the disk is full, or pods fit on no node at all.",help:"Map `/dev/xvdb` with the size that containers need, and set `/dev/xvda` to about 4 GiB.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:Qf});function Zf(e,t){let n=e.get(t);return typeof n==`string`&&(Mf(n)??0)>Yf}function Qf(){return{bad:[T(I(E`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 100Gi
                encrypted: true
        `),{"volumeSize: 100Gi":`volumeSize: 4Gi`,"- deviceName: /dev/xvda":E`
            - deviceName: /dev/xvdb
              ebs:
                volumeSize: 100Gi
                encrypted: true
            - deviceName: /dev/xvda
          `})],good:[I(E`
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
      `),I(E`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          instanceStorePolicy: RAID0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 20Gi
                encrypted: true
        `,`nvme`),I(E`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 4Gi
                encrypted: true
        `,`encrypted`)]}}const $f=e=>[...e,`nodeAffinity`,`requiredDuringSchedulingIgnoredDuringExecution`,`nodeSelectorTerms`],ep=(e,t)=>{let n=Td(e,$f(t));return![n,...k(n).flatMap(({path:t})=>[`matchExpressions`,`matchFields`].map(n=>Td(e,[...t,n])))].every(e=>ln(e))},tp=(e,t)=>m(e.get($f(t))).map((n,r)=>{let i=n=>{let i=[...$f(t),r,n];return m(e.get(i)).map((e,t)=>np(e,[...i,t]))};return{expressions:i(`matchExpressions`),fields:i(`matchFields`)}});function np(e,t){let{key:n,operator:r,values:i}=h(e)??{};return{path:t,key:v(n)??``,operator:v(r)??``,values:m(i).map(e=>v(e)??``)}}const rp=e=>pl(e).filter(({key:e})=>b(e)===x.capacityType),ip=e=>rp(e).find(({operator:e,values:t,isKnown:n})=>n&&e===`In`&&t.length>0&&t.every(({text:e})=>e===`reserved`)),ap=({manifest:e,template:t})=>op(e,[...t,`spec`]);function op(e,t){let n=[...t,`nodeSelector`],r=tp(e,[...t,`affinity`]);return[...Object.entries(h(e.get(n))??{}).map(([e,t])=>({key:e,values:[v(t)??``],path:[...n,e]})),...(r.length===1?r[0].expressions:[]).filter(({operator:e})=>e===`In`)].filter(({key:e,values:t})=>!d([e,...t].join(` `)))}const sp=e=>e===x.nodePool||e===x.capacityType||!/(?:^|\.)(?:kubernetes\.io|k8s\.io|karpenter\.sh|karpenter\.k8s\.aws|amazonaws\.com)\//.test(e),cp=({manifest:e,template:t},n)=>lp(e,[...t,`spec`],n);function lp(e,t,n){let r=op(e,t).filter(({key:e})=>sp(e));if(r.length===0)return;let i=dn(cn(Q(n)),e=>{let t=r.map(t=>up(e,t));return t.includes(!1)?!1:!t.includes(void 0)||void 0});return ln(i)&&i.all.length===1?i.all[0]:void 0}function up(e,{key:t,values:n}){if(t===x.nodePool)return d(e.name)?void 0:n.includes(e.name);if(t===x.capacityType)return dp(e,n);let r=[...sl(e),...$(e)];return r.some(e=>e.key===t&&e.isKnown&&e.operator===`In`&&e.values.some(({text:e})=>n.includes(e)))?!0:r.some(e=>!e.isKnown&&(e.key===t||d(e.key)))||ol(e)?void 0:!1}function dp(e,t){let n=rp(e);return n.length===0?t.includes(`on-demand`):n.every(({operator:e,values:n,isKnown:r})=>{if(!r||e!==`In`&&e!==`NotIn`)return!0;let i=new Set(n.map(({text:e})=>e));return t.some(t=>i.has(t)===(e===`In`))})}const fp=[`spec`,`capacityReservationSelectorTerms`],pp=N({id:`capacity-reservations`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Capacity reservations`,mistakes:[19],on:{Manifests(e,t){if(t.karpenter.capacityReservations){for(let n of Dl(e))mp(n,e,t);for(let n of Q(e))hp(n,e,t);for(let n of gu(e))gp(n,e,t)}}},docs:{summary:`A node class selects capacity reservations that its NodePools or their pods do not use, or a NodePool needs reservations that its node class does not select.`,why:"Reserved capacity has its own capacity type, `reserved`. If every NodePool of a node class allows only `on-demand` or `spot`, the reservations that the node class selects cost money and stay idle. Pods that select `karpenter.sh/capacity-type: on-demand` do not use reservations either. A NodePool that allows only `reserved` launches nothing while its node class selects no reservations.",help:"Add `reserved` to the capacity types of the NodePool, or `capacityReservationSelectorTerms` to its node class.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:vp});function mp(e,t,{report:n}){if(m(e.get(fp)).length===0)return;let r=kl(t,e);if(!ln(r))return;let i=r.all,a=i.map(_p),[o]=a;!o||i.some(({isPartial:e})=>e)||a.includes(void 0)||n({manifest:e,at:e.keySpan(fp),message:`No NodePool of \`${e.name}\` allows the capacity type \`reserved\`, so the reservations selected here stay idle`,labels:[{span:i[0].span(o.path),message:"these capacity types exclude `reserved`"}],help:"Add `reserved` to the capacity types of the NodePool that should use them."})}function hp(e,t,{report:n}){let r=ip(e),i=r&&Al(t,e);i&&!i.isPartial&&i.get(fp)===void 0&&n({manifest:e,at:e.span(r.path),message:`\`${e.name}\` allows only reserved capacity, but its node class \`${i.name}\` selects no reservations, so Karpenter launches nothing for it`,help:"Add `capacityReservationSelectorTerms` to the node class, or another capacity type to the NodePool."})}function gp(e,t,{report:n,clusterOf:r}){let{manifest:i}=e,a=ap(e),o=a.find(({key:e})=>b(e)===x.capacityType);if(!o||i.isPartial||o.values.includes(`reserved`)||!o.values.includes(`on-demand`))return;let s=a.filter(e=>e!==o),c=cp(e,t),l=Q(t).filter(e=>r(e)===r(i)&&(s.length>0?e===c:jd(e))).find(e=>{let n=Al(t,e);return n&&m(n.get(fp)).length>0&&!e.isPartial&&!_p(e)});l&&n({manifest:i,at:i.span(o.path),severity:`note`,message:`${i.kind} \`${i.name}\` does not allow the capacity type \`reserved\`, so its pods do not use the reservations of \`${l.name}\``,labels:[{span:Al(t,l).keySpan(fp),message:`these reservations`}],help:"To use them, replace the selection with required node affinity for `karpenter.sh/capacity-type In [reserved, on-demand]`."})}const _p=e=>rp(e).find(({operator:e,values:t,isKnown:n})=>{let r=t.some(({text:e})=>e===`reserved`);return n&&(e===`In`&&!r||e===`NotIn`&&r)});function vp(){return{bad:[T(B(P({requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),I(E`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `)),{"[on-demand]":`[reserved, on-demand]`}),T(B(P({requirements:[`karpenter.sh/capacity-type In [reserved]`],nodeClassRef:`default`}),I(`role: KarpenterNodeRole`)),{"role: KarpenterNodeRole":E`
            role: KarpenterNodeRole
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `},{"[reserved]":`[reserved, on-demand]`}),T(B(P({requirements:[`karpenter.sh/capacity-type In [reserved, on-demand]`],nodeClassRef:`default`}),I(E`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `),E`
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
          `),{"values: [on-demand]}":`values: [reserved, on-demand]}`})],good:[B(P({requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),P({name:`reserved`,requirements:[`karpenter.sh/capacity-type In [reserved, on-demand]`],nodeClassRef:`default`}),I(E`
          capacityReservationSelectorTerms:
            - id: cr-0123456789abcdef0
        `)),B(P({requirements:[`karpenter.sh/capacity-type In [reserved, on-demand, spot]`],nodeClassRef:`default`}),I(`role: KarpenterNodeRole`))]}}const yp=(e,t)=>e.source.origin!==void 0&&e.source.origin.root===t.source.origin?.root;function bp(e,t,{relation:n}){if(yp(e,t))return``;let r=n(e,t);return r===void 0?``:`. It is related to \`${e.name||e.kind}\` because ${r}`}const xp=N({id:`cluster-name`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[83],on:{Manifests(e,t){for(let n of Un(e))Sp(n,t)}},docs:{summary:"Karpenter’s `clusterName` does not match the cluster’s name.",why:`Karpenter tags the instances that it launches with the name of the cluster, asks EKS for the cluster of that name, and writes the name into the user data of nodes. With a wrong name, IAM denies the launch because its conditions name the real cluster, or nodes try to join a cluster that does not exist. Reported only when the repository creates the cluster with Terraform, eksctl or kOps. The values may be in another folder if an environment, a similar name, or being the only cluster relates both.`,help:"Set `clusterName` to the name of the cluster. In Terraform, refer to it, such as `module.eks.cluster_name`.",url:`https://karpenter.sh/docs/reference/settings/`},examples:wp});function Sp(e,t){let{manifest:n}=e,r=Yn(e,`clusterName`).find(e=>n.get(e)!==void 0),i=r&&M(n,r);if(!r||!i)return;let a=t.clusterOf(n).manifests.filter(gc),[o]=a,s=o&&yc(o).find(e=>o.get(e)!==void 0),c=o&&s&&M(o,s);a.length===1&&o&&s&&c!==void 0&&c!==i&&t.report({manifest:n,at:n.span(r),message:`\`clusterName\` is \`${i}\`, but the cluster is named \`${c}\``,help:yp(n,o)?`Refer to the cluster’s name: \`${Cp(o)}\`.`:`Set \`clusterName: ${c}\`.`,labels:[{span:o.span(s),message:`the name of the cluster${bp(n,o,t)}`}]})}const Cp=({kind:e,name:t})=>e===`module`?`module.${t}.cluster_name`:`${e}.${t}.name`;function wp(){return{bad:[T(D`
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
        `,{'"orders"':`module.eks.cluster_name`},{'"orders"':`"orders-prod"`}),T(B(E`
            apiVersion: eksctl.io/v1alpha5
            kind: ClusterConfig
            metadata:
              name: orders-prod
              region: us-east-1
          `,R(`karpenter`,{values:E`
              settings:
                clusterName: orders
            `})),{"clusterName: orders":`clusterName: orders-prod`})],good:[D`
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
      `,D`
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
      `]}}const Tp=new WeakMap;function Ep({all:e,clusterOf:t}){let n=Tp.get(e);if(n)return n;let r=new Map,i=new Map;for(let n of e.manifests){if(n.kind!==`IamPolicy`)continue;let e=Ap(n);for(let i of e)_e(r,t(n),i);Mp(n,e)||_e(i,t(n),`a part of the policy \`${n.name}\` is unknown`)}let a=new Set(e.manifests.filter(Dp).map(t)),o=[...r].flatMap(([e,t])=>a.has(e)||!Op(t)?[]:[sn(t,[...kc(e),...i.get(e)??[]])]);return Tp.set(e,o),o}const Dp=e=>Z(e)===`karpenter`&&[`create`,`create_iam_role`].every(t=>e.get([`spec`,t])!==!1),Op=e=>jp(e,`ec2:CreateFleet`)||[`ec2:RunInstances`,`ec2:CreateLaunchTemplate`,`pricing:GetProducts`].every(t=>jp(e,t)),kp=e=>e.get([`Statement`])===void 0?[`spec`,`Statement`]:[`Statement`];function Ap(e){let t=kp(e);return m(e.get(t)).flatMap((n,r)=>{let i=pr(JSON.stringify({Statement:[n]}));return`fault`in i?[]:i.statements.map(n=>({policy:e,path:[...t,r],statement:n}))})}const jp=(e,t)=>e.some(({statement:e})=>e.effect===`Allow`&&vr(e,t));function Mp(e,t){let n=m(e.get(kp(e))),r=n.every(e=>h(e)!==void 0)&&t.length===n.length,i=n.every(e=>![`Effect`,`Action`,`NotAction`].some(t=>pe(h(e)?.[t]??null)));return r&&i&&n.length>0&&!e.isPartial}const Np=(e,t)=>jp(k(e),t)||!ln(e)&&void 0;function Pp({resources:e},t){return e.some(e=>e===`*`||Fp(e,t))?!0:e.some(e=>/^\$\{[^}]*\}$/.test(e))?void 0:!1}const Fp=(e,t)=>_r(e.replace(/\$\{[^}]{0,200}\}/g,`*`).split(`:`).slice(5).join(`:`).split(`/`)[0]??``,t),Ip=N({id:`controller-conditions`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[73],on:{Manifests(e,t){for(let n of Ep(t))for(let r of k(n))Bp(r,{policy:n,all:e,context:t})}},docs:{summary:`The IAM policy of Karpenter’s controller requires a tag that Karpenter does not set.`,why:"A condition on a tag holds only if Karpenter sets that tag. Since v1beta1, instances have the tag `karpenter.sh/nodepool` and no longer `karpenter.sh/provisioner-name`. If a policy still requires the old tag, Karpenter can launch nodes but never terminate them, or cannot even launch them. Karpenter sets your own tags only if `spec.tags` of the EC2NodeClass lists them.",help:"Require `karpenter.sh/nodepool` instead, and list your own tags in `spec.tags` of every EC2NodeClass.",url:`https://karpenter.sh/docs/reference/cloudformation/`},examples:Up}),Lp=/^(?:aws|ec2):(RequestTag|ResourceTag)\/(.+)$/i,Rp=/IfExists$|^Null$|^ForAllValues:|Not/,zp=[`ec2:RunInstances`,`ec2:CreateFleet`,`ec2:CreateLaunchTemplate`,`ec2:TerminateInstances`];function Bp(e,t){let{statement:n,policy:r,path:i}=e,a=zp.filter(t=>jp([e],t));for(let{operator:o,key:s}of n.conditions){let[,n,c]=Lp.exec(s)??[];if(c===void 0||n===void 0||Rp.test(o)||d(o)||!Vp(n,c,t))continue;let l=a.filter(n=>fn(t.policy,t=>t!==e&&jp([t],n))===!1);l.length!==0&&t.context.report({manifest:r,at:r.keySpan([...i,`Condition`,o,s]),message:`${g(l)} ${l.length>1?`are`:`is`} allowed only with the tag \`${c}\`, which Karpenter does not set`,help:c.startsWith(`karpenter.sh/`)?"Require `karpenter.sh/nodepool` instead.":"Add the tag to `spec.tags` of every EC2NodeClass."})}}function Vp(e,t,{all:n,context:r}){if(t===`karpenter.sh/provisioner-name`)return r.karpenter.v1;if(e.toLowerCase()!==`requesttag`||d(t)||/^(?:kubernetes\.io\/cluster\/|karpenter\.|eks:|topology\.kubernetes\.io\/|Name$)/.test(t))return!1;let i=Dl(n);return i.length>0&&i.every(e=>!e.isPartial&&!Hp(e.get([`spec`,`tags`]),t))}function Hp(e,t){let n=h(e);return n?Object.keys(n).some(e=>e===t||d(e)):e!==void 0}function Up(){return{bad:[T(D`
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
        `,{"karpenter.sh/provisioner-name":`karpenter.sh/nodepool`}),T(D`
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

          ${z(`default`,L)}
        `,{"role: KarpenterNodeRole-demo":E`
            role: KarpenterNodeRole-demo
            tags:
              team: search
          `})],good:[Ut`
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
      `]}}const Wp=N({id:`controller-permissions`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[74,75],on:{Manifests(e,t){if(!(Gp(e)||t.isKarpenterAssumed&&!Kp(e)))for(let n of Ep(t))ln(n)&&(Qp(n.all,e,t),$p(n.all,t))}},docs:{summary:`The IAM policy of Karpenter’s controller lacks a permission that this version of Karpenter needs.`,why:"New versions of Karpenter may need more permissions, which is easy to forget in an upgrade. The controller then logs errors and cannot act. Without `ec2:CreateTags` on spot requests, it launches no spot instances. Without permissions for instance profiles, no node class with a `role` becomes ready. If Karpenter’s values name an interruption queue, it also has to read that queue. This rule combines all policies of a cluster. It assumes that they are complete if they allow `ec2:DescribeInstanceTypes`.",help:`Update the policy to the one that Karpenter publishes for this version.`,url:`https://karpenter.sh/docs/reference/cloudformation/`},examples:em}),Gp=({manifests:e})=>e.some(({kind:e})=>e===`Provisioner`||e===`AWSNodeTemplate`);function Kp({manifests:e}){let t=e.filter(({apiVersion:e})=>f(e).startsWith(`karpenter.`));return t.length>0&&t.every(({apiVersion:e})=>he(e)===`v1`)}const qp=[`ec2:CreateFleet`,`ec2:CreateLaunchTemplate`,`ec2:CreateTags`,`ec2:DeleteLaunchTemplate`,`ec2:DescribeImages`,`ec2:DescribeInstances`,`ec2:DescribeInstanceTypeOfferings`,`ec2:DescribeLaunchTemplates`,`ec2:DescribeSecurityGroups`,`ec2:DescribeSubnets`,`ec2:RunInstances`,`ec2:TerminateInstances`],Jp=[`iam:AddRoleToInstanceProfile`,`iam:CreateInstanceProfile`,`iam:DeleteInstanceProfile`,`iam:GetInstanceProfile`,`iam:RemoveRoleFromInstanceProfile`,`iam:TagInstanceProfile`],Yp=[`sqs:DeleteMessage`,`sqs:GetQueueUrl`,`sqs:ReceiveMessage`];function Xp({karpenter:e,isKarpenterAssumed:t},{hasRoles:n,hasQueue:r,hasPlacementGroups:i}){let a=[...qp,...n&&e.v1?Jp:[],...r?Yp:[]];return t?a:[...a,...n&&e.listInstanceProfiles?[`iam:ListInstanceProfiles`]:[],...i&&e.placementGroupSelector?[`ec2:DescribePlacementGroups`]:[],...e.describeInstanceStatus?[`ec2:DescribeInstanceStatus`]:[]]}function Zp(e,t,{clusterOf:n}){let r=e=>e.get([`spec`,`role`])!==void 0&&e.get([`spec`,`instanceProfile`])===void 0,i=Dl(t),a=i.filter(t=>n(t)===n(e));return a.length>0?a.some(r):i.length>0&&i.every(r)}function Qp(e,t,n){let r=e.filter(e=>jp([e],`ec2:DescribeInstanceTypes`)),i=new Set(e.flatMap(e=>jp([e],`ec2:RunInstances`)?[e.policy]:[])),a=r.find(({policy:e})=>i.has(e))??r[0];if(!a)return;let o=Xp(n,{hasRoles:Zp(a.policy,t,n),hasQueue:Tc(n.clusterOf(a.policy)),hasPlacementGroups:Dl(t).some(e=>e.get([`spec`,`placementGroupSelector`])!==void 0)}).filter(t=>!jp(e,t));if(o.length===0)return;let{policy:s,path:c}=a;n.report({manifest:s,at:s.span([...c,`Action`]),message:`Karpenter${n.isKarpenterAssumed?``:` ${n.karpenter.version}`} needs permissions that this policy does not grant: ${g(o)}`,help:`Allow these actions, as in the policy that Karpenter publishes for this version.`})}function $p(e,{report:t,karpenter:n}){if(!n.v1)return;let r=e.filter(e=>jp([e],`ec2:CreateTags`)),[i]=r,a=`spot-instances-request`,o=r.some(({statement:e})=>Pp(e,`fleet`)===!0);if(!i||!o||r.some(({statement:e})=>Pp(e,a)!==!1))return;let{policy:s,path:c,statement:l}=i,u=l.resources.flatMap(e=>/^arn:(aws[a-z-]{0,20}):/.exec(e)?.[1]??[])[0]??`aws`;t({manifest:s,at:s.span([...c,`Resource`]),message:`\`ec2:CreateTags\` is not allowed on \`${a}\`, so AWS denies every launch of a spot instance`,help:`Add \`arn:${u}:ec2:*:*:${a}/*\` to the resources of this statement.`})}function em(){return{bad:[T(Ut`
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
      `,{'"ec2:DescribeInstances",':Ut`
        "ec2:DescribeInstances",
        "ec2:DescribeInstanceStatus",
        "ec2:DescribeInstanceTypeOfferings",
      `}),T(D`
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
"arn:aws:ec2:*:*:spot-instances-request/*",`}),T(D`
        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions = [
              "ec2:RunInstances", "ec2:CreateLaunchTemplate", "ec2:CreateTags", "ec2:TerminateInstances",
              "ec2:DeleteLaunchTemplate", "ec2:Describe*", "pricing:GetProducts",
            ]
            resources = ["*"]
          }
        }
      `,{'"ec2:RunInstances",':`"ec2:CreateFleet", "ec2:RunInstances",`})],good:[D`
        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions = [
              "ec2:CreateFleet", "ec2:RunInstances", "ec2:CreateLaunchTemplate", "ec2:CreateTags",
              "ec2:TerminateInstances", "ec2:DeleteLaunchTemplate", "ec2:Describe*",
            ]
            resources = ["*"]
          }
        }
      `,D`
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
      `,Ut`
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
      `]}}const tm=N({id:`custom-registration`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[55],on:{NodeClass(e,{report:t,karpenter:n}){let r=xl(e);n.v1&&bl(e)===`Custom`&&r!==void 0&&nm.test(r)&&!r.includes(`karpenter.sh/unregistered`)&&t({at:e.keySpan([`spec`,`userData`]),message:"This user data joins the cluster without the taint `karpenter.sh/unregistered:NoExecute`, so Karpenter does not register its nodes and terminates them after 15 minutes",help:"Register the kubelet with the taint, for example with `--register-with-taints=karpenter.sh/unregistered:NoExecute`."})}},docs:{summary:"The user data of a `Custom` node class joins the cluster without the taint that Karpenter requires.",why:"Since Karpenter 1.0 a node must register with the taint `karpenter.sh/unregistered:NoExecute`. Karpenter removes the taint once the labels of the node are in place. For other AMI families, Karpenter writes the taint into the user data. For `Custom`, you have to do it. Karpenter does not register a node without the taint. It terminates the node after 15 minutes while the next one starts.",help:"Register nodes with the taint: pass `--register-with-taints=karpenter.sh/unregistered:NoExecute` to the kubelet, or set it in the kubelet’s configuration.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#custom`},examples:rm}),nm=/\/etc\/eks\/bootstrap\.sh|kind: NodeConfig|\bnodeadm init\b|Start-EKSBootstrap|EKS\\Start-|\bkubeadm join\b|\bsystemctl\b[^\n]{0,80}\b(?:start|restart|enable --now)\b[^\n]{0,80}\bkubelet\b|^\s*\[settings\.kubernetes\]/m;function rm(){return{bad:[T(I(E`
            amiFamily: Custom
            amiSelectorTerms:
              - id: ami-0123456789abcdef0
            userData: |
              #!/bin/bash
              /etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'
          `,`ubuntu`),{"--node-labels=team=a":`--node-labels=team=a --register-with-taints=karpenter.sh/unregistered:NoExecute`}),T(I(E`
            amiFamily: Custom
            amiSelectorTerms:
              - id: ami-0123456789abcdef0
            userData: |
              #!/bin/bash
              echo 'KUBELET_EXTRA_ARGS=--node-labels=team=a' > /etc/default/kubelet
              systemctl restart kubelet
          `,`own`),{"--node-labels=team=a":`--node-labels=team=a --register-with-taints=karpenter.sh/unregistered:NoExecute`})],good:[I(E`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          userData: |
            #!/bin/bash
            /etc/eks/bootstrap.sh demo --kubelet-extra-args '--register-with-taints=karpenter.sh/unregistered:NoExecute'
        `,`ubuntu`),I(E`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          userData: |
            #!/bin/bash
            /opt/company/join-cluster
        `,`prepared`),O({karpenter:`0.37`},E`
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
        `)]}}const im=`karpenter.sh/discovery`,am=[`subnet`,`securityGroup`],om={subnet:`subnets`,securityGroup:`security groups`},sm=N({id:`discovery-selectors`,severity:`warning`,since:`0.1.0`,providers:[`aws`,`eks-auto-mode`],theme:`Network`,mistakes:[76,77],on:{NodeClass:cm,NodeTemplate:cm,Provisioner:cm},docs:{summary:`A node class selects its subnets and security groups by tags that do not fit together.`,why:"Karpenter uses every subnet and security group that the selector terms find. Terms that name different clusters find subnets of one VPC and security groups of another, so every launch fails. Terms that name no cluster may find subnets or security groups that belong to somebody else, and `*` matches those of every VPC.",help:"Select both by the same cluster tag, such as `karpenter.sh/discovery`, as the other node classes in the repository do.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:Cm});function cm(e,t){if(e.isPartial)return;let n=am.filter(n=>lm(e,n,t));if(!(e.kind===`NodeClass`||dm(e,t)))for(let r of am)n.includes(r)||pm(e,r,t)}function lm(e,t,{report:n}){for(let{path:r,tags:i,hasOther:a}of tc(e,t)){let o=[...r,`name`],s=e.get(o)===`*`,c=!a&&i.every(({key:e,value:t})=>t===`*`&&!e.startsWith(`kubernetes.io/cluster/`)),[l]=i;if(!s&&!(c&&l))continue;let[u,d]=s?[o,`name: "*"`]:[l.path,`${l.key}: "*"`],f=l&&oc(l.key,`*`)!==void 0;return n({at:e.keySpan(u),message:`\`${d}\` selects ${om[t]} of every ${f?`cluster`:`VPC`} in the account`,help:`Select the ${om[t]} of one cluster: replace \`*\` with a name, or use a tag such as \`${im}\` with the name of the cluster.`}),!0}return!1}const um=(e,t)=>tc(e,t).flatMap(lc);function dm(e,{report:t}){let[n,r]=am.map(t=>um(e,t));for(let i of r){let a=n.filter(e=>e.scheme===i.scheme),o=[...a,...r.filter(({scheme:e})=>e===i.scheme)];if(a.length===0||!o.every(({tag:e})=>e.isKnown))continue;let s=new Set(a.flatMap(({cluster:t})=>[t,`${t}-${e.name}`]));if(r.some(e=>e.scheme===i.scheme&&s.has(e.cluster)))continue;let c=a[0];return t({at:e.span(i.tag.path),message:`\`${e.name}\` selects security groups of cluster \`${i.cluster}\` but subnets of cluster \`${c.cluster}\``,labels:[{span:e.span(c.tag.path),message:`this value selects the subnets`}],help:fm(i)}),!0}return!1}function fm({scheme:e,tag:{key:t}}){return e===`Name`?`Select the subnets and the security groups of one cluster.`:`Select both by the same \`${t.startsWith(`kubernetes.io/`)?e:t}\` tag.`}function pm(e,t,{report:n,all:r,clusterOf:i}){let a=tc(e,t),o=am.flatMap(t=>tc(e,t)).flatMap(mm),{name:s=``}=i(e),c=new Set([...o.map(({cluster:e})=>e),s]),l=a.filter(e=>e.tags.length>0&&!e.hasOther&&mm(e).length===0&&!_m(e,c));if(l.length===0||l.some(({tags:e})=>e.some(e=>!e.isKnown&&!e.value.includes(`*`))))return;let{classes:u,naming:d}=Sm(r),f=u.length-+!!u.includes(e),p=d[t].length-+!!d[t].includes(e);if(f>0&&p===0)return;let ee=d[t].find(t=>t!==e),te=o.find(e=>hm(t,e)&&gm(e)),ne=te?.scheme??(ee&&um(ee,t).find(e=>hm(t,e)&&gm(e))?.scheme)??im,re=te!==void 0||!o.some(e=>hm(t,e))&&f>0&&p===f;n({at:e.keySpan(l[0].tags[0].path),...!re&&{severity:`note`},message:`\`${e.name}\` selects ${om[t]} by tags that name no cluster${ym(te,ee)}`,help:`Add the tag \`${ne}\` to these terms, so that they do not select resources of other clusters in the account.`})}const mm=e=>lc(e).filter(({cluster:e})=>e!==`*`),hm=(e,{scheme:t})=>e===`securityGroup`||t!==`aws:eks:cluster-name`,gm=({scheme:e})=>e!==`aws:eks:cluster-name`&&e!==`Name`,_m=({tags:e},t)=>e.some(({value:e})=>[...t].some(t=>vm(e,t))),vm=(e,t)=>{let n=t===``?-1:e.indexOf(t);return n>=0&&!/[a-z0-9]/i.test(e.charAt(n-1))&&!/[a-z0-9]/i.test(e.charAt(n+t.length))};function ym(e,t){return e?`, although its other terms use \`${e.scheme}\``:t?`, although node class \`${t.name}\` names one`:``}const bm=({kind:e,apiVersion:t})=>(e===`EC2NodeClass`||e===`AWSNodeTemplate`)&&f(t)===`karpenter.k8s.aws`,xm=new WeakMap;function Sm(e){let t=xm.get(e);if(t)return t;let n=e.manifests.filter(e=>bm(e)&&am.some(t=>tc(e,t).length>0)),r=e=>n.filter(t=>um(t,e).some(({scheme:e})=>e!==sc)),i={classes:n,naming:{subnet:r(`subnet`),securityGroup:r(`securityGroup`)}};return xm.set(e,i),i}function Cm(){return{bad:[T(I(E`
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: staging
        `),{staging:`production`}),T(I(E`
          subnetSelectorTerms:
            - tags:
                Name: "*private*"
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
        `),{'Name: "*private*"':`Name: "*private*"
karpenter.sh/discovery: production`}),T(I(E`
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: "*"
        `),{'"*"':`production`}),T(I(E`
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
          securityGroupSelectorTerms:
            - name: "*"
        `),{'"*"':`production-node`})],good:[I(E`
        subnetSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
        securityGroupSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
      `),I(E`
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: production-gpu
        `,`gpu`),I(E`
        subnetSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
        securityGroupSelectorTerms:
          - tags:
              Name: production-node
      `),I(E`
          subnetSelectorTerms:
            - tags:
                KubernetesCluster: demo1.k8s.local
          securityGroupSelectorTerms:
            - tags:
                Name: nodes.demo1.k8s.local
                KubernetesCluster: demo1.k8s.local
        `,`kops`)]}}const wm={subnet:new WeakMap,securityGroup:new WeakMap};function Tm(e,t){let n=wm[t].get(e)??Em(e,t);return wm[t].set(e,n),n}function Em(e,t){let n=e.manifests.flatMap(n=>t===`subnet`?Fm(n):eh(n,e)),r=Mm(e,t),i=n.map(e=>Pm(e,r)),a=i.length===0||t===`subnet`&&!ch(e,i);return sn(i,[...Om(e,t),...a?[`the network of the cluster comes from elsewhere`]:[]])}const Dm=/\/modules\/|blueprints-addons?|\b(?:irsa|iam|s3|ecr|kms|acm|route53|argocd|helm|label|pod-identity|rds|dynamodb)\b/,Om=(e,t)=>$s(e,e=>{let n=v(e.get([`spec`,`source`]))??``;if(n.includes(`security-group`))return t===`securityGroup`;let r=/\bterraform-aws-modules\/(?:terraform-aws-)?([\w-]+)/.exec(n)?.[1];return(r===void 0||/^(?:vpc|eks)$/.test(r))&&!Dm.test(n)});function km({manifest:e,fields:t}){let n=new Map,r=e.isPartial?[``]:[];for(let i of t){let t=e.get(i),a=h(t);if(!a)t!=null&&r.push(``);else for(let[t,o]of Object.entries(a)){let a=[...i,t],s=v(o);d(t)?r.push(t.split(/\$\{|\{\{/)[0]):n.set(t,{manifest:e,path:a,value:s===void 0||d(s)?void 0:s})}}return{tags:n,unknownKeys:r}}const Am=/^(?:aws:|kubernetes\.io\/cluster\/)/;function jm(e,{tool:t=`Terraform`,setByOthers:n=Am,...r}){let{manifest:i,fields:a}=e,{tags:o,unknownKeys:s}=km(e);return{manifest:i,tool:t,tags:o,tagsAt:a.toReversed().find(e=>i.get(e)!==void 0)??[`metadata`,`name`],mayAlsoHave:e=>n.test(e)||s.some(t=>e.startsWith(t)),...r}}function Mm(e,t){let n=e.ofKind(`aws_default_tags`).map(e=>km({manifest:e,fields:[[`spec`,`default_tags`,0,`tags`]]})),r=e.ofKind(`aws_ec2_tag`).filter(e=>Nm(e,t)).map(e=>v(e.get([`spec`,`key`]))??"${unknown}");return{tags:new Map(n.flatMap(({tags:e})=>[...e])),mayAlsoHave:e=>r.some(t=>t===e||d(t))||n.some(({unknownKeys:t})=>t.some(t=>e.startsWith(t)))}}function Nm(e,t){let n=v(e.get([`spec`,`resource_id`]))??``;return t===`subnet`?!/security_group/.test(n):!/subnet/.test(n)}const Pm=(e,t)=>({...e,tags:new Map([...t.tags,...e.tags]),mayAlsoHave:n=>e.mayAlsoHave(n)||t.mayAlsoHave(n)});function Fm(e){return e.kind===`aws_subnet`?[Im(e)]:Z(e)===`vpc`?Rm(e):Um(e)?qm(e):Gm(e)?Zm(e):[]}function Im(e){let t=v(e.get([`spec`,`availability_zone`])),n=e.get([`spec`,`map_public_ip_on_launch`]);return jm({manifest:e,fields:[[`spec`,`tags`]]},{tagsIn:`\`tags\` of \`aws_subnet.${e.name}\``,isPreferred:n!==!0&&!/public/i.test(e.name),zones:t===void 0||d(t)?void 0:[t],isPublic:n===!0||!/private/i.test(e.name)&&void 0})}const Lm=[`private`,`public`,`intra`,`database`,`elasticache`,`redshift`,`outpost`];function Rm(e){return Lm.filter(t=>zm(e,`${t}_subnets`)).map(t=>{let n=`${t}_subnet_tags`,r=[`spec`,`${n}_per_az`],i=jm({manifest:e,fields:[[`spec`,`tags`],[`spec`,n]]},{tagsIn:`\`${n}\` of \`module.${e.name}\``,isPreferred:t===`private`,zones:Bm(e,`${t}_subnets`),isPublic:t===`public`,setByOthers:/^(?:aws:|kubernetes\.io\/cluster\/|Name$)/});return e.get(r)===void 0?i:{...i,mayAlsoHave:()=>!0}})}const zm=(e,t)=>{let n=e.get([`spec`,t]);return n!=null&&!(Array.isArray(n)&&n.length===0)};function Bm(e,t){let[n,r]=[`azs`,t].map(t=>e.get([`spec`,t]));if(!Array.isArray(n)||!Array.isArray(r)||e.isPartial)return;let i=n.slice(0,r.length).map(e=>v(e)??``);return i.length>0&&i.every(e=>/^[a-z0-9-]+$/.test(e))?i:void 0}const Vm=[`nodeGroups`,`managedNodeGroups`,`fargateProfiles`,`autoModeConfig`,`karpenter`,`vpc`,`availabilityZones`,`localZones`,`kubernetesNetworkConfig`,`privateCluster`],Hm=[`iam`,`addons`,`iamIdentityMappings`,`accessConfig`,`identityProviders`,`gitops`];function Um(e){if(e.kind!==`ClusterConfig`||f(e.apiVersion)!==`eksctl.io`)return!1;let t=t=>t.some(t=>e.get([t])!==void 0);return Wm(e)?!1:t(Vm)||!t(Hm)}const Wm=e=>e.get([`vpc`])===void 0&&[`nodeGroups`,`managedNodeGroups`].flatMap(t=>m(e.get([t]))).some(e=>m(h(e)?.subnets).length>0),Gm=({kind:e,apiVersion:t})=>e===`Cluster`&&f(t)===`kops.k8s.io`,Km=/^(?:aws:|alpha\.eksctl\.io\/|eksctl\.|kubernetes\.io\/|Name$)/;function qm(e){return e.get([`vpc`,`id`])!==void 0||e.get([`vpc`,`subnets`])!==void 0?[]:[Jm(e)]}function Jm(e){let t=Ym([`availabilityZones`,`localZones`].flatMap(t=>m(e.get([t])))),n=jm({manifest:e,fields:[[`metadata`,`tags`]]},{tool:`eksctl`,tagsIn:"`metadata.tags` of the ClusterConfig",isPreferred:!0,setByOthers:Km,zones:e.get([`availabilityZones`])===void 0||e.isPartial?void 0:t});return $m(n,`alpha.eksctl.io/cluster-name`)}function Ym(e){let t=e.map(e=>v(e)??``);return t.some(e=>e===``||d(e))?void 0:t}const Xm=/^(?:aws:|kops\.k8s\.io\/|kubernetes\.io\/|k8s\.io\/|Name$|SubnetType$)/;function Zm(e){let t=m(e.get([`spec`,`subnets`]));return t.some(e=>h(e)?.id!==void 0)||t.length===0?[]:[Qm(e)]}function Qm(e){let t=jm({manifest:e,fields:[[`spec`,`cloudLabels`]]},{tool:`kOps`,tagsIn:"`spec.cloudLabels` of the Cluster",isPreferred:!0,setByOthers:Xm,zones:Ym(m(e.get([`spec`,`subnets`])).map(e=>h(e)?.zone))});return $m(t,`KubernetesCluster`)}const $m=(e,t)=>{let{manifest:n,tags:r}=e,i=[`metadata`,`name`],a=v(n.get(i))??``;return a!==``&&!d(a)?{...e,tags:new Map([...r,[t,{manifest:n,path:i,value:a}]])}:e};function eh(e,t){if(e.kind===`aws_security_group`){let n=th(e);return oh(t)?[n]:[{...n,mayAlsoHave:e=>!n.tags.has(e)}]}return e.kind===`aws_eks_cluster`?[nh(e)]:Z(e)===`eks`?ih(e):Um(e)?[Jm(e)]:Gm(e)?[{...Qm(e),mayAlsoHave:e=>Xm.test(e)}]:[]}const th=e=>jm({manifest:e,fields:[[`spec`,`tags`]]},{tagsIn:`\`tags\` of \`aws_security_group.${e.name}\``,isPreferred:/node|worker/i.test(e.name)}),nh=e=>jm({manifest:e,fields:[[`spec`,`tags`]]},{tagsIn:`an \`aws_ec2_tag\` for the cluster security group of \`aws_eks_cluster.${e.name}\``,isPreferred:!1,setByOthers:/^(?:aws:|kubernetes\.io\/|Name$)/}),rh=[{off:[`create_node_security_group`],tags:[`node_security_group_tags`]},{off:[`create_cluster_security_group`,`create_security_group`],tags:[`cluster_security_group_tags`,`security_group_tags`]},{off:[`create_cluster_primary_security_group_tags`,`create_primary_security_group_tags`],tags:[`cluster_tags`]}],ih=e=>rh.filter(({off:t})=>t.every(t=>e.get([`spec`,t])!==!1)).map(({tags:t})=>jm({manifest:e,fields:[`tags`,...t].map(e=>[`spec`,e])},{tagsIn:`\`${t[0]}\` of \`module.${e.name}\``,isPreferred:t.includes(`node_security_group_tags`),setByOthers:/^(?:aws:|kubernetes\.io\/|Name$)/})),ah=e=>e.kind===`aws_eks_cluster`||Z(e)===`eks`,oh=({manifests:e})=>e.some(ah),sh=e=>/^(?:kubernetes\.io|karpenter\.sh|k8s\.io)\//.test(e);function ch(e,t){if(t.some(({tool:e})=>e!==`Terraform`))return!0;let n=t.some(({tags:e})=>[...e.keys()].some(sh)),r=e.manifests.filter(ah).map(e=>lh(e,t));return r.includes(`elsewhere`)?!1:r.includes(`here`)||n}function lh(e,t){let n=[...[`subnet_ids`,`control_plane_subnet_ids`,`subnets`].map(t=>e.get([`spec`,t])),...m(e.get([`spec`,`vpc_config`])).map(e=>h(e)?.subnet_ids)].flatMap(e=>Array.isArray(e)?e:[e]).flatMap(e=>v(e)??[]);return n.some(e=>t.some(({manifest:t})=>e.includes(`${uh(t)}.`)||e.includes(`${uh(t)}}`)))?`here`:t.some(({manifest:t})=>t.source.origin?.root===e.source.origin?.root)&&n.some(e=>/^(?:subnet-|\$\{(?:data|var)\.)/.test(e))?`elsewhere`:`unknown`}const uh=({kind:e,name:t})=>`${e}.${t}`;function dh(e,t){if(e.length>300||t.length>300)return!1;let[n,r,i,a]=[0,0,-1,0];for(;n<e.length;)if(t[r]===`*`)i=r++,a=n;else if(t[r]===`?`||t[r]===e[n])n++,r++;else if(i===-1)return!1;else r=i+1,n=++a;return/^\**$/.test(t.slice(r))}function fh(e,t){if(d(t.key)||t.value===``)return;let n=e.tags.get(t.key);if(!n)return e.mayAlsoHave(t.key)?void 0:!1;if(!(n.value===void 0||d(t.value)))return ph(t).some(e=>dh(n.value,e))}const ph=({value:e})=>e.split(`,`).map(e=>e.trim());function mh(e,t,n){let r=tc(e,t);return r.length===0||r.some(({hasOther:e,tags:t})=>e||t.length===0)?sn([],[`\`${e.name}\` does not select by tags alone`]):dn(n,e=>fn(cn(r),({tags:t})=>hh(t.map(t=>fh(e,t)))))}function hh(e){return e.includes(!1)?!1:!e.includes(void 0)||void 0}const gh=N({id:`discovery-tags`,severity:`error`,since:`0.1.0`,providers:[`aws`,`eks-auto-mode`],theme:`Network`,mistakes:[76],on:{Manifests(e,t){for(let n of e.manifests)if(ec(n)&&!n.isPartial)for(let e of[`subnet`,`securityGroup`])vh(n,e,t)}},docs:{summary:`A node class selects subnets or security groups by a tag that none of them has.`,why:`Karpenter finds subnets and security groups by their tags. If none has the tag with exactly this value, the node class is not ready, and no NodePool that uses it launches anything. A tag that is missing on what eksctl or kOps creates is a warning, because a script may add it, and it stays. So is one of security groups in a network that is created elsewhere. Reported only when the repository creates the cluster’s subnets or security groups with Terraform, eksctl or kOps, and all their tags are known. The node class may be in another folder if an environment, the name of the cluster, or being the only cluster relates both.`,help:`Add the tag to the subnets and security groups in which nodes run, or select them by a tag that they have.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:Ah}),_h={subnet:[`subnet`,`subnets`],securityGroup:[`security group`,`security groups`]};function vh(e,t,n){let r=tc(e,t);if(r.length===0||r.some(({hasOther:e,tags:t})=>e||t.length===0))return;let i=Tm(n.clusterOf(e),t);if(!ln(i))return;let a=i.all,o=t===`subnet`||ln(Tm(n.clusterOf(e),`subnet`));r.some(e=>a.some(t=>e.tags.every(e=>yh(t,e))))||n.report({manifest:e,...bh({nodeClass:e,selected:t,resources:a,isNetworkHere:o},r[0],n)})}const yh=(e,t)=>fh(e,t)!==!1;function bh(e,t,n){let{resources:r}=e,i=t.tags.find(e=>!r.some(t=>yh(t,e)));if(!i)return kh(e,t,n);let a=r.flatMap(e=>e.tags.get(i.key)??[]);return a.length>0?Sh(e,{tag:i,given:a},n):Dh(e,i,n)}const xh=({key:e,value:t})=>d(t)?e:`${e}: ${t}`;function Sh({nodeClass:e,selected:t,resources:n},{tag:r,given:i},a){let[o]=i,{tool:s}=n.find(({tags:e})=>e.get(r.key)===o);return{at:e.span(r.path),message:`\`${e.name}\` selects ${_h[t][1]} by \`${xh(r)}\`, but ${s} sets the tag to \`${o.value}\``,help:`Use the same value in both places, for example from one local value.`,labels:[{span:o.manifest.span(o.path),message:`${s} sets the tag here${bp(e,o.manifest,a)}`}]}}const Ch=e=>e===`Terraform`,wh=({isNetworkHere:e},t)=>e&&Ch(t),Th=(e,t)=>wh(e,t)?{}:{severity:`warning`};function Eh(e,t){return wh(e,t)?`, so Karpenter launches no nodes`:`. Unless ${Ch(t)?`another ${_h[e.selected][0]} of the network has it`:`something else adds it`}, Karpenter launches no nodes`}function Dh(e,t,n){let{nodeClass:r,selected:i,resources:a}=e,[o]=_h[i],s=a.find(({isPreferred:e})=>e)??a[0],c=({manifest:{source:e,kind:t,name:n}})=>`${e.origin?.root??e.file} ${t} ${n}`,l=[s,...[...new Map(a.filter(({isPreferred:e})=>e).map(e=>[c(e),e]))].flatMap(([e,t])=>e===c(s)?[]:[t])].slice(0,3),{tool:u}=s;return{at:r.keySpan(t.path),message:`\`${r.name}\` selects ${_h[i][1]} by \`${xh(t)}\`, but no ${o} that ${u} creates has this tag${Eh(e,u)}`,...Th(e,u),help:`Add ${Oh(t,u)} to ${s.tagsIn}.`,labels:l.map(({manifest:e,tagsAt:i},a)=>({span:e.keySpan(i),message:`has no tag \`${t.key}\`${a===0?bp(r,e,n):``}`}))}}function Oh({key:e,value:t},n){return d(t)||/[*?,]/.test(t)?`the tag \`${e}\``:n===`Terraform`?`\`"${e}" = "${t}"\``:`\`${e}: ${t}\``}function kh(e,t,n){let{nodeClass:r,selected:i,resources:a}=e,{tool:o,manifest:s,tagsAt:c}=a[0];return{at:r.span(t.path),message:`\`${r.name}\` selects ${_h[i][1]} that have all these tags, but no ${_h[i][0]} that ${o} creates has all of them${Eh(e,o)}`,...Th(e,o),help:`Remove the tags that do not belong together, or write them as separate terms.`,labels:[{span:s.keySpan(c),message:`has not all of the tags${bp(r,s,n)}`}]}}function Ah(){return{bad:[T(D`
          module "vpc" {
            source          = "terraform-aws-modules/vpc/aws"
            private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]

            private_subnet_tags = {
              "karpenter.sh/discovery" = "orders-prod"
            }
          }

          ${z(`default`,I(E`
              role: KarpenterNodeRole-orders
              subnetSelectorTerms:
                - tags:
                    karpenter.sh/discovery: orders
            `))}
        `,{'"orders-prod"':`local.cluster`,'module "vpc" {':`locals {
  cluster = "orders-prod"
}

module "vpc" {`,"karpenter.sh/discovery: orders":"karpenter.sh/discovery: ${local.cluster}"},{"karpenter.sh/discovery: orders":`karpenter.sh/discovery: orders-prod`}),T(D`
          module "vpc" {
            source          = "terraform-aws-modules/vpc/aws"
            private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]

            private_subnet_tags = {
              "kubernetes.io/role/internal-elb" = 1
            }
          }

          ${z(`default`,I(E`
              role: KarpenterNodeRole-orders
              subnetSelectorTerms:
                - tags:
                    karpenter.sh/discovery: orders
            `))}
        `,{'"kubernetes.io/role/internal-elb" = 1':`"kubernetes.io/role/internal-elb" = 1
"karpenter.sh/discovery" = "orders"`})],good:[D`
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

        ${z(`default`,I(E`
            role: KarpenterNodeRole-orders
            subnetSelectorTerms:
              - tags:
                  karpenter.sh/discovery: orders
          `))}
      `,D`
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

        ${z(`default`,I(E`
            role: KarpenterNodeRole-orders
            subnetSelectorTerms:
              - tags:
                  karpenter.sh/discovery: \${local.name}
            securityGroupSelectorTerms:
              - tags:
                  karpenter.sh/discovery: \${local.name}
          `))}
      `,D`
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

        ${z(`default`,I(E`
            role: KarpenterNodeRole-orders
            securityGroupSelectorTerms:
              - tags:
                  Name: orders-node
                  karpenter.sh/discovery: orders
          `))}
      `]}}const jh=N({id:`fargate-pod-identity`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests(e,t){for(let n of Un(e))Nh(n,t)}},docs:{summary:`Karpenter runs on Fargate and gets its role from EKS Pod Identity, which does not work there.`,why:"The agent of EKS Pod Identity runs on EC2 instances only. On Fargate, a service account needs the annotation `eks.amazonaws.com/role-arn` (IRSA). Without it, the controller has no credentials: it launches no nodes and removes none. Version 21 of the EKS module for Terraform no longer creates roles for IRSA, so an upgrade can remove the annotation. Reported only when Terraform has a Fargate profile for Karpenter’s namespace and a Pod Identity association for its service account, and all values of the chart are known.",help:`Create a role for IRSA and set the annotation, or run Karpenter on a managed node group.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/pod-identities.html`},examples:Uh}),Mh=`eks.amazonaws.com/role-arn`;function Nh(e,t){let{manifest:n,chart:r}=e,i=Ph(n);if(r!==`karpenter`||i===void 0||Fh(e))return;let a=t.clusterOf(n),o=Lh(a,i),s=Vh(a,i);o===void 0||s===void 0||a.manifests.some(Ih)||t.report({manifest:n,at:n.span([`metadata`,`name`]),message:`Karpenter runs on Fargate, where EKS Pod Identity does not work, and its service account has no role. Without credentials, it launches and removes no nodes`,help:`Set \`serviceAccount.annotations\` of the chart to \`${Mh}\` with a role that trusts the service account (IRSA), or run Karpenter on a managed node group.`,labels:[{span:o.manifest.span(o.path),message:`this Fargate profile takes the pods of \`${i}\`${bp(n,o.manifest,t)}`},{span:s.manifest.span(s.path),message:`the only role for them`}]})}function Ph(e){return e.kind===`HelmRelease`||e.kind===`Application`?[[`spec`,`targetNamespace`],[`spec`,`destination`,`namespace`],[`metadata`,`namespace`]].map(t=>M(e,t)).find(Boolean):void 0}function Fh(e){let t=Qn(e,`serviceAccount`,`annotations`),n=Qn(e,`serviceAccount`,`create`),r=Qn(e,`controller`,`env`),i=Qn(e,`controller`,`envFrom`);if(!on(t)||!on(n)||!on(r)||!on(i))return!0;let a=Object.keys(h(t.value)??{}).some(e=>e===Mh||d(e)),o=m(r.value).some(e=>{let t=v(h(e)?.name);return t===void 0||/^AWS_(?!REGION$)|[${]/.test(t)});return a||o||n.value===!1||m(i.value).length>0}const Ih=({kind:e,name:t})=>e===`ServiceAccount`&&/karpenter/.test(t);function Lh(e,t){return e.ofKind(`module`,`aws_eks_fargate_profile`).flatMap(e=>{if(e.kind===`aws_eks_fargate_profile`)return[{manifest:e,path:[`spec`,`selector`]}];if(Z(e)!==`eks`)return[];let t=[`spec`,`fargate_profiles`];return Object.entries(h(e.get(t))??{}).filter(([,e])=>h(e)?.create!==!1).map(([n])=>({manifest:e,path:[...t,n,`selectors`]}))}).find(({manifest:e,path:n})=>{let r=e.get(n);return(Array.isArray(r)?r:[r]).some(e=>{let{namespace:n,labels:r}=h(e)??{};return typeof n==`string`&&Rh(n,t)&&Bh(h(r)??{})})})}function Rh(e,t){if(d(e))return!1;let[n=``,r,...i]=e.split(`*`);if(i.length>0)return!1;if(r===void 0)return zh(e,t);let a=t.length-r.length;return n.length<=a&&zh(n,t.slice(0,n.length))&&zh(r,t.slice(a))}const zh=(e,t)=>e.length===t.length&&[...e].every((e,n)=>e===`?`||e===t[n]),Bh=e=>Object.entries(e).every(([e,t])=>e===`app.kubernetes.io/name`&&t===`karpenter`);function Vh(e,t){return e.ofKind(`module`,`aws_eks_pod_identity_association`).flatMap(e=>{let n=e.kind===`module`;if(n&&(Z(e)!==`karpenter`||!Hh(e)))return[];let r=(t,r)=>e.get([`spec`,t])===void 0&&n?r:M(e,[`spec`,t]);return r(`namespace`,`kube-system`)===t&&r(`service_account`,`karpenter`)===`karpenter`?[{manifest:e,path:n?[`spec`,`source`]:[`spec`,`namespace`]}]:[]})[0]}function Hh(e){let t=e.get([`spec`,`create_pod_identity_association`]),n=/(\d+)/.exec(M(e,[`spec`,`version`])??``)?.[1];return t===!0||t===void 0&&Number(n??0)>=21}function Uh(){return{bad:[T(D`
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
settings = {`})],good:[D`
        module "eks" {
          source             = "terraform-aws-modules/eks/aws"
          version            = "~> 21.0"
          name               = "demo"
          kubernetes_version = "1.34"

          fargate_profiles = {
            dns = { selectors = [{ namespace = "karpenter", labels = { app = "dns" } }] }
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
      `]}}const Wh=N({id:`helm-settings`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[81,82,98,99],on:{Manifests(e,t){for(let n of Un(e)){let{manifest:e,chart:r,values:i}=n,a=[...i,`settings`];r===`karpenter`&&h(e.get(a))&&(qh(e,a,t),Yh(e,a,t),Xh(e,a,t),Qh(n,a,t),$h(e,a,t),eg(e,a,t))}}},docs:{summary:`A value for Karpenter’s Helm chart has no effect, or not the intended one.`,why:"The chart passes values on without checking them. Karpenter does not find a queue by its ARN or URL, so it misses interruption warnings. The chart silently drops keys that it does not read. An overhead of 7.5 means 750%, which leaves no instance type any memory. This rule checks HelmReleases, Argo CD Applications, `helmCharts` of kustomizations, Terraform’s `helm_release` and values files of the chart `karpenter`.",help:`Use the keys that the chart reads, the name of the queue, and a fraction such as 0.075 for the overhead.`,url:`https://karpenter.sh/docs/reference/settings/`},examples:tg}),Gh={interruptionQueue:/^(?:aws_sqs_queue\.[\w-]+\.(arn|url|id)|module\.[\w-]+\.(queue_arn|queue_url))$/,clusterName:/^(?:aws_eks_cluster\.[\w-]+\.(arn|endpoint)|module\.[\w-]+\.(cluster_arn|cluster_endpoint))$/},Kh={queue_arn:`queue_name`,queue_url:`queue_name`,cluster_arn:`cluster_name`,cluster_endpoint:`cluster_name`};function qh(e,t,{report:n}){for(let[r,i]of Object.entries(Gh)){let a=[...t,r],o=rr(e,a)??``,s=i.exec(o);if(!s)continue;let c=s[1]??s[2],l=`${o.slice(0,-c.length)}${He(Kh,c)??`name`}`;n({manifest:e,at:e.span(a),message:`\`${r}\` must be a name, but \`${o}\` is not one`,help:`Use \`${l}\`.`})}}const Jh=/^(?:arn:[\w-]+:sqs:|https?:\/\/)/;function Yh(e,t,{report:n}){let r=[...t,`interruptionQueue`],i=v(e.get(r));if(i===void 0||!Jh.test(i))return;let a=i.split(/[:/]/).at(-1),o=a!==``&&!d(a);n({manifest:e,at:e.span(r),message:`\`interruptionQueue\` is ${i.startsWith(`arn:`)?`an ARN`:`a URL`}, but Karpenter finds a queue only by its name`,help:o?`Use \`${a}\`.`:`Use only the name, which is the last part of the ARN or URL.`,...o&&{fix:{description:`Replace with \`${a}\``,edits:y(e,r,a)}}})}function Xh(e,t,{report:n}){let r=[...t,`interruptionQueueName`],i=e.get([...t,`interruptionQueue`])!==void 0;e.get(r)===void 0||i||n({manifest:e,at:e.keySpan(r),message:"The chart does not read `interruptionQueueName`, so Karpenter misses interruption warnings",help:"Rename it to `interruptionQueue`.",fix:{description:"Rename to `interruptionQueue`",edits:Ne(e,r,`interruptionQueue`)}})}const Zh=new Set([`clusterName`,`clusterEndpoint`,`clusterCABundle`,`interruptionQueueName`,`isolatedVPC`,`vmMemoryOverheadPercent`,`reservedENIs`]);function Qh(e,t,{report:n}){let{manifest:r,version:i}=e,a=[...t,`aws`],o=Object.keys(h(r.get(a))??{});if(o.length===0||Xn(e)!==!1)return;let s=`interruptionQueueName`,c=Zn(e,`interruptionQueue`).some(e=>r.get(e)!==void 0),l=o.includes(s)&&!c,u=o.filter(e=>Zh.has(e)).map(e=>e===s?`interruptionQueue`:e);n({manifest:r,at:r.keySpan([...a,o.includes(s)?s:o[0]]),message:`The chart ${M(r,i)} does not read \`settings.aws\`, so ${g(o,` and `)} ${o.length===1?`has`:`have`} no effect${l?`, and Karpenter misses interruption warnings`:``}`,help:u.length===0?"Remove `settings.aws`, and set what it should do in the node classes.":`Set ${g(u,` and `)} under \`settings\` instead, and remove \`settings.aws\`.`})}function $h(e,t,{report:n}){let r=[...t,`vmMemoryOverheadPercent`],i=e.get(r),a=Number(i);if(!(i===null||typeof i!=`number`&&typeof i!=`string`)){if(a>=1&&a<=100){let t=String(Number((a/100).toFixed(4)));n({manifest:e,at:e.span(r),message:`\`vmMemoryOverheadPercent\` is a fraction, so ${i} leaves no instance type any memory`,help:`Use \`${t}\` for ${i}%.`,fix:{description:`Replace with \`${t}\``,edits:y(e,r,t)}})}i===0&&n({manifest:e,at:e.span(r),message:"The chart ignores the number `0` for `vmMemoryOverheadPercent`, so the default of 0.075 applies",help:'Put the value in quotes: `"0"`. Or remove it to keep the default.',fix:{description:`Put the value in quotes`,edits:y(e,r,`"0"`)}})}}function eg(e,t,{report:n}){let r=[...t,`ignoreDRARequests`];e.get(r)===!1&&n({manifest:e,at:e.span(r),message:"The chart ignores `ignoreDRARequests: false`, so the default applies",help:'Remove it, and set `IGNORE_DRA_REQUESTS` to `"false"` in `controller.env` instead.'})}function tg(){return{bad:[R(`karpenter`,{values:E`
          settings:
            clusterName: demo
            interruptionQueue: arn:aws:sqs:us-east-1:111122223333:karpenter-demo
            vmMemoryOverheadPercent: 7.5
        `}),E`
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
      `,T(D`
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

          ${z(`spot`,P({requirements:[`karpenter.sh/capacity-type In [spot]`]}))}
        `,{interruptionQueueName:`interruptionQueue`}),T(R(`karpenter`,{values:E`
            settings:
              clusterName: demo
              vmMemoryOverheadPercent: 0
          `}),{"vmMemoryOverheadPercent: 0":``}),T(R(`karpenter`,{values:E`
            settings:
              clusterName: demo
              ignoreDRARequests: false
          `}),{"ignoreDRARequests: false":``,"values:":E`
            values:
              controller:
                env:
                  - name: IGNORE_DRA_REQUESTS
                    value: "false"
          `}),T(D`
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
        `,{"aws_sqs_queue.interruption.url":`aws_sqs_queue.interruption.name`})],good:[D`
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
      `,R(`karpenter`,{values:E`
          settings:
            clusterName: demo
            interruptionQueue: karpenter-demo
            vmMemoryOverheadPercent: 0.075
        `}),R(`something-else`,{values:E`
          settings:
            vmMemoryOverheadPercent: 7.5
        `})]}}const ng=N({id:`idle-reservations`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Capacity reservations`,mistakes:[20],on:{Manifests(e,t){for(let n of e.manifests)n.kind===`aws_ec2_capacity_reservation`&&rg(n,t)}},docs:{summary:`Terraform creates a capacity reservation that no node class selects.`,why:`A capacity reservation costs money whether instances run in it or not. Since Karpenter supports reservations, its launches use only those that a node class selects, and no other open reservations. Reported only when the repository has node classes of the cluster for which Terraform creates the reservation. The rule does not know what else may run in the reservation.`,help:"Select it with `capacityReservationSelectorTerms`, and allow the capacity type `reserved` in the NodePool.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:ig});function rg(e,{clusterOf:t,report:n,karpenter:r}){let i=e.get([`spec`,`instance_match_criteria`])??`open`;if(!r.reservedCapacityByDefault||i!==`open`||e.isPartial)return;let a=t(e).ofKind(`EC2NodeClass`);if(a.length===0||a.some(e=>e.isPartial||e.get([`spec`,`capacityReservationSelectorTerms`])!==void 0))return;let[o]=a;n({manifest:e,at:e.span([`metadata`,`name`]),message:`No node class of the cluster selects the capacity reservation \`${e.name}\`, so Karpenter does not launch instances into it`,help:"Select it with `capacityReservationSelectorTerms`, and allow the capacity type `reserved` in the NodePool.",labels:[{span:o.span([`metadata`,`name`]),message:`selects no reservations`}]})}function ig(){return{bad:[T(D`
          resource "aws_ec2_capacity_reservation" "nodes" {
            instance_type     = "m7i.large"
            instance_platform = "Linux/UNIX"
            availability_zone = "us-east-1a"
            instance_count    = 4
          }

          ${z(`default`,L)}
        `,{"role: KarpenterNodeRole-demo":E`
            role: KarpenterNodeRole-demo
            capacityReservationSelectorTerms:
              - id: \${aws_ec2_capacity_reservation.nodes.id}
          `})],good:[D`
        resource "aws_ec2_capacity_reservation" "nodes" {
          instance_type     = "m7i.large"
          instance_platform = "Linux/UNIX"
          availability_zone = "us-east-1a"
          instance_count    = 4
        }

        ${z(`default`,I(E`
            role: KarpenterNodeRole-demo
            capacityReservationSelectorTerms:
              - tags:
                  team: search
          `))}
      `,D`
        resource "aws_ec2_capacity_reservation" "nodes" {
          instance_type     = "m7i.large"
          instance_platform = "Linux/UNIX"
          availability_zone = "us-east-1a"
          instance_count    = 4
          instance_match_criteria = "targeted"
        }

        ${z(`default`,L)}
      `]}}const ag=[{source:`aws.ec2`,type:`EC2 Spot Instance Interruption Warning`},{source:`aws.ec2`,type:`EC2 Instance State-change Notification`},{source:`aws.health`,type:`AWS Health Event`}],og=(e,t)=>e.source.origin?.root===t.source.origin?.root,sg=(e,t)=>{let[,n,r]=/^\$\{(aws_\w+)\.([\w-]+)\.\w+\}$/.exec(e)??[];return n===t?r:void 0};function cg(e,{manifest:t,text:n}){let r=sg(n,`aws_sqs_queue`);if(r!==void 0)return r===e.name&&og(e,t);if(/^\$\{aws_\w+\./.test(n))return!1;let i=M(e,[`spec`,`name`]);return d(n)||i===void 0?void 0:n.split(/[:/]/).at(-1)===i}function lg(e,t){let n=t.ofKind(`aws_cloudwatch_event_rule`),r=[],i=new Set;for(let a of t.ofKind(`aws_cloudwatch_event_target`)){let t=cg(e,{manifest:a,text:v(a.get([`spec`,`arn`]))??"${unknown}"});if(t===!1)continue;let o=t?ug(a,n):[];if(o.length===0)return;r.push(a);for(let e of o)i.add(e)}let a=ag.filter(e=>![...i].some(t=>pg(t,e))),o=t.ofKind(`aws_cloudwatch_event_target`).map(e=>ug(e,n)),s=o.some(e=>e.length===0),c=new Set(o.flat());return{targets:r,missing:a,withoutTarget:s?[]:n.filter(e=>!c.has(e)&&a.some(t=>mg(e,t)))}}function ug(e,t){let n=v(e.get([`spec`,`rule`]))??``,r=sg(n,`aws_cloudwatch_event_rule`);return t.filter(t=>r===void 0?M(t,[`spec`,`name`])===n:t.name===r&&og(t,e))}function dg(e){let t=e.get([`spec`,`event_pattern`]);if(t==null)return null;if(!(typeof t!=`string`||d(t)||t.length>fg))try{return JSON.parse(t)}catch{return}}const fg=1e4;function pg(e,{source:t,type:n}){let r=dg(e);if(r===void 0)return!0;let i=h(r),a=(e,t)=>{let n=i?.[e];return n===void 0||!Array.isArray(n)||n.some(e=>e===t||h(e))};return i!==void 0&&a(`source`,t)&&a(`detail-type`,n)}const mg=(e,{type:t})=>m(h(dg(e))?.[`detail-type`]).includes(t);function hg(e,t){let n=t.ofKind(`aws_sqs_queue_policy`).flatMap(t=>{let n=cg(e,{manifest:t,text:v(t.get([`spec`,`queue_url`]))??"${unknown}"});return n===!1?[]:[{manifest:t,isOwn:n}]});if(!n.some(({isOwn:e})=>e===void 0))return[...e.get([`spec`,`policy`])===void 0?[]:[e],...n.map(({manifest:e})=>e)].map(e=>({manifest:e,allowsEvents:gg(e,t)}))}function gg(e,t){let n=_g(e,t);if(!n)return;let r=n.filter(e=>e.effect===`Allow`&&(vr(e,`sqs:SendMessage`)||e.actions.some(d))).map(({actions:e,principals:t,isNegated:n})=>{let r=[...t].flatMap(([e,t])=>[e,...t]);if(!e.some(d)&&!(n||r.length===0||r.some(d)))return(t.get(`Service`)??[]).includes(`events.amazonaws.com`)||r.includes(`*`)});return r.includes(!0)?!0:r.includes(void 0)?void 0:!1}function _g(e,t){let n=e.get([`spec`,`policy`]);if(e.isPartial||n===void 0)return;if(typeof n!=`string`)return vg(n);let[,r]=/^\$\{data\.aws_iam_policy_document\.([\w-]+)\.json\}$/.exec(n)??[],i=t.ofKind(`IamPolicy`).filter(t=>t.name===r&&og(t,e));if(i.length>0){let e=i.map(e=>e.isPartial?void 0:vg(e.get([`spec`])));return e.includes(void 0)?void 0:e.flatMap(e=>e??[])}if(d(n))return;let a=pr(n);return`statements`in a?a.statements:void 0}function vg(e){let t=h(e)?.Statement;if(!Array.isArray(t)||t.some(e=>!h(e)&&pe(e))||t.some(e=>d(h(e)?.Effect??null)))return;let n=pr(JSON.stringify({Statement:t}));return`statements`in n?n.statements:void 0}const yg=N({id:`interruption-events`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests(e,t){let n=e.manifests.filter(({kind:e})=>e===`aws_sqs_queue`);for(let e of new Set(n.map(t.clusterOf)))xg(e,t)}},docs:{summary:`Some events that Karpenter needs do not reach its interruption queue.`,why:`EventBridge sends spot interruption warnings, health events and changes of instance states to the queue that Karpenter reads. It needs a rule for each event, a target for each rule, and a policy of the queue that lets it send. If one of them is missing, EventBridge drops the events without an error, and Karpenter does not drain the node. Karpenter only counts rebalance recommendations, so they are not required. Reported only when Terraform creates the queue without Karpenter’s module, and at least one of the rules, targets and policies.`,help:"Create a rule and a target for each event, and a queue policy that allows `events.amazonaws.com` the action `sqs:SendMessage`.",url:`https://karpenter.sh/docs/reference/cloudformation/#interruption-handling`},examples:Dg}),bg=/event|sqs|queue|notif|interrupt|spot/i;function xg(e,t){let n=Sc(e).map(({manifest:e})=>e);if(!(e.ofKind(`unread_module`).some(e=>bg.test(v(e.get([`spec`,`source`]))??``))||kc(e).length>0||n.some(({kind:e})=>e===`module`)))for(let r of n)Sg(r)||Cg(r,e,t)}const Sg=e=>/dlq|dead/i.test(`${e.name} ${v(e.get([`spec`,`name`]))??``}`);function Cg(e,t,n){let r=lg(e,t),i=hg(e,t);if(!(r&&i&&(r.targets.length>0||r.withoutTarget.length>0||i.length>0))||e.isPartial||(r.missing.length>0&&Eg(e,r,n),r.targets.length===0||r.targets.some(e=>e.get([`spec`,`role_arn`])!==void 0))||i.some(({allowsEvents:e})=>e!==!1))return;let[a]=i;n.report({manifest:e,at:e.span(wg(e)),message:`No policy lets EventBridge send events to the queue ${Tg(e)}, so the queue stays empty and Karpenter does not drain nodes that AWS stops`,help:a?"Allow `events.amazonaws.com` the action `sqs:SendMessage` in the policy of the queue.":`Create an \`aws_sqs_queue_policy\` for \`aws_sqs_queue.${e.name}\` that allows \`events.amazonaws.com\` the action \`sqs:SendMessage\`.`,labels:a?[{span:a.manifest.span([`spec`,`policy`]),message:`the policy of the queue`}]:[]})}const wg=e=>e.get([`spec`,`name`])===void 0?[`metadata`,`name`]:[`spec`,`name`],Tg=e=>`\`${M(e,[`spec`,`name`])??e.name}\``;function Eg(e,{missing:t,withoutTarget:n},r){let[i]=n,a=t.length>1;r.report({manifest:e,at:e.span(wg(e)),message:`No EventBridge rule sends ${g(t.map(({type:e})=>e),` and `)} to the queue ${Tg(e)}, so Karpenter does not drain nodes after ${a?`these events`:`this event`}`,help:i?`Create an \`aws_cloudwatch_event_target\` with this queue for \`aws_cloudwatch_event_rule.${i.name}\`.`:`Create an \`aws_cloudwatch_event_rule\` for ${a?`each of them`:`it`}, with this queue as its target.`,labels:n.slice(0,3).map(e=>({span:e.span([`metadata`,`name`]),message:`this rule does not have the queue as a target`}))})}function Dg(){let e=(e,t,n)=>D`
      resource "aws_cloudwatch_event_rule" "${e}" {
        event_pattern = jsonencode({ source = ["${t}"], detail-type = ["${n}"] })
      }
    `.text,t=e=>D`
      resource "aws_cloudwatch_event_target" "${e}" {
        rule = aws_cloudwatch_event_rule.${e}.name
        arn  = aws_sqs_queue.karpenter.arn
      }
    `.text,n=e(`spot`,`aws.ec2`,`EC2 Spot Instance Interruption Warning`),r=e(`state`,`aws.ec2`,`EC2 Instance State-change Notification`),i=e(`health`,`aws.health`,`AWS Health Event`),a=e=>D`
    resource "aws_sqs_queue" "karpenter" {
      name = "karpenter-orders"
    }

    ${e}
  `,o=e=>D`
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
`),c=o(`events.amazonaws.com`),l=`resource "aws_sqs_queue" "karpenter" {`;return{bad:[T(a([n,r,t(`state`),i,t(`health`),c].join(`
`)),{[l]:`${t(`spot`)}\n${l}`}),T(a([n,t(`spot`),r,t(`state`),c].join(`
`)),{[l]:`${i}\n${t(`health`)}\n${l}`}),T(a(s),{[l]:`${c}\n${l}`}),T(a(`${s}\n${o(`sns.amazonaws.com`)}`),{"sns.amazonaws.com":`events.amazonaws.com`})],good:[a(`${s}\n${c}`),D`
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
      `,a(``)]}}const Og=N({id:`interruption-queue`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[81],on:{Manifests(e,t){for(let n of Un(e))kg(n,t)}},docs:{summary:"Karpenter’s `interruptionQueue` is not the queue that Terraform creates for it, or is not set although a NodePool launches spot nodes.",why:`AWS sends spot interruptions, health events and rebalance recommendations through an SQS queue. If Karpenter has the name of another queue, or of a queue that does not exist, it receives nothing. When AWS then reclaims a spot node, Karpenter does not move its pods in the two minutes before. Older versions of Karpenter do not even start with a wrong name. A name that is not set is a warning. It is reported only if a NodePool launches spot nodes, all values of the chart are known, and no node termination handler is in the repository. A wrong name is reported only when Terraform creates the queue for the cluster of the release. The values may be in another folder.`,help:"Set `interruptionQueue` to the name of the queue. In Terraform, refer to the queue’s name, such as `module.karpenter.queue_name` or `aws_sqs_queue.karpenter.name`.",url:`https://karpenter.sh/docs/concepts/disruption/#interruption`},examples:Lg});function kg(e,t){let{manifest:n}=e,r=Yn(e,`interruptionQueue`).find(e=>n.get(e)!==void 0);if(!r){Ag(e,t);return}let i=M(n,r);if(!i||/[:/]/.test(i))return;let a=Sc(t.clusterOf(n)),[o]=a;o&&!a.some(({name:e})=>e===void 0||e===i)&&t.report({manifest:n,at:n.span(r),message:`\`${r.at(-1)}\` is \`${i}\`, but the queue that Terraform creates for Karpenter is named \`${o.name}\``,help:yp(n,o.manifest)?`Refer to the queue’s name: \`${Ig(o.manifest)}\`.`:`Set \`${r.at(-1)}: ${o.name}\`.`,labels:[{span:o.manifest.span(o.path),message:`the queue${bp(n,o.manifest,t)}`}]})}function Ag(e,t){let{chart:n,manifest:r,values:i,isOpen:a}=e;if(n!==`karpenter`||a||r.isPartial||jg(e))return;let o=h(r.get([...i,`settings`]));if(!o||o.interruptionQueueName!==void 0)return;let s=t.clusterOf(r),c=s.ofKind(`NodePool`).find(e=>Fg(e,t));if(!c)return;let[l,...u]=Sc(s);u.length>0||(l?Mg(e,{queue:l,spot:c,context:t}):Ng(e,{spot:c,cluster:s,context:t}))}function jg({manifest:e,values:t}){let n=[...t,`controller`],r=e.get([...n,`env`]);return m(e.get([...n,`envFrom`])).length>0||r!==void 0&&!Array.isArray(r)||m(r).some(e=>{let t=v(h(e)?.name);return t===void 0||/^INTERRUPTION_QUEUE$|[${]/.test(t)})}function Mg({manifest:e,values:t},{queue:n,spot:r,context:i}){i.report({manifest:e,severity:`warning`,at:e.keySpan([...t,`settings`]),message:`Karpenter does not read the queue that Terraform creates for it, because \`interruptionQueue\` is not set. It does not move the pods of \`${r.name}\` before AWS reclaims a spot node`,help:yp(e,n.manifest)?`Set \`settings.interruptionQueue\` to the queue’s name: \`${Ig(n.manifest)}\`.`:`Set \`settings.interruptionQueue\` to the queue’s name${n.name===void 0?``:`: \`${n.name}\``}.`,labels:[{span:n.manifest.span(n.path),message:`the queue${bp(e,n.manifest,i)}`}]})}function Ng(e,{spot:t,cluster:n,context:r}){let{manifest:i,values:a}=e;Yn(e,`clusterName`).some(e=>$n(i,e))&&!n.manifests.some(Pg)&&r.report({manifest:i,severity:`warning`,at:i.keySpan([...a,`settings`]),message:`Karpenter does not move the pods of \`${t.name}\` before AWS reclaims a spot node, because \`interruptionQueue\` is not set`,help:"Create an SQS queue that receives the interruption events of AWS, and set `settings.interruptionQueue` to its name.",labels:[{span:t.span([`spec`]),message:`this NodePool launches spot nodes${bp(i,t,r)}`}]})}const Pg=e=>/termination-handler/.test(e.name)||Gn({manifests:[e]},`aws-node-termination-handler`).length>0,Fg=(e,{compatible:t})=>pl(e).some(({key:e,values:t})=>b(e)===x.capacityType&&t.some(({text:e})=>e===`spot`))&&(t(e)?.count(`spot`).instanceTypes??0)>0,Ig=({kind:e,name:t})=>e===`module`?`module.${t}.queue_name`:`${e}.${t}.name`;function Lg(){let e=P({requirements:[`karpenter.k8s.aws/instance-family In [c6i, c7i, m6i, m7i, r6i, r7i]`,`karpenter.sh/capacity-type In [spot]`]});return{bad:[T(D`
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
        `,{'"karpenter-prod"':`aws_sqs_queue.karpenter.name`}),T(D`
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

          ${z(`spot`,e)}
        `,{'value = "demo" },':`value = "demo" },
{ name = "settings.interruptionQueue", value = aws_sqs_queue.karpenter.name },`}),T(B(R(`karpenter`,{values:E`
              settings:
                clusterName: demo
            `}),e),{"clusterName: demo":`clusterName: demo
interruptionQueue: karpenter-demo`})],good:[D`
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
      `,D`
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
      `]}}const Rg=/(?:^|\/)(karpenter|karpenter-crd|cilium|aws-vpc-cni|aws-node-termination-handler)$/,zg=e=>Rg.exec((e&&U(e))??``)?.[1],Bg=e=>{let t=Ao(e),{head:n,labels:r}=e.block,[i,a]=[e.address,r[1]??``],o=Vs(a,t,n),s=K(t,`repository`);if(s&&bn(U(s)??``))return[{name:i,text:void 0,unread:o}];if(zg(K(t,`chart`))!==void 0)return[{name:i,text:Gg({name:a,at:n,spec:t}),unread:o}];let c=Hg(t)?Wg(qg(t),Vg):[];if(c.length===0)return[{name:i,text:void 0,unread:o}];let l=[[`apiVersion`,{value:Kr(`v1`,n)}],[`kind`,{value:Kr(`List`,n)}],[`items`,{value:{kind:`list`,at:n,items:c}}]];return[{name:i,text:gi(G(l,n))}]},Vg=4;function Hg(e){let t=e.entries.get(`values`)?.value;return t?.kind===`list`&&t.items.some(e=>e.kind===`string`&&Ug(e))}const Ug=e=>/\bkarpenter\.(?:sh|k8s\.aws)\/v/.test(Jr(e));function Wg(e,t){if(e.kind===`string`)return Ug(e)?Wg(ai(e),0):[];let n=U(K(e,`apiVersion`));return n===void 0?t===0?[]:(e.kind===`list`?e.items:e.kind===`object`?[...e.entries.values()].map(e=>e.value):[]).flatMap(e=>Wg(e,t-1)):/^karpenter\./.test(n)?[e]:[]}function Gg({name:e,at:t,spec:n}){let r=[`chart`,`version`].flatMap(e=>{let t=n.entries.get(e);return t?[[e,e===`chart`?{value:Kr(zg(t.value)??``,t.value.at)}:t]]:[]}),i=qg(n);return gi(No(`HelmRelease`,{name:e,at:t,spec:G([[`chart`,{value:G([[`spec`,{value:G(r,t)}]],t)}],...Kg(n),[`values`,{value:i}]],t)}))}const Kg=({entries:e})=>[[`name`,`releaseName`],[`namespace`,`targetNamespace`]].flatMap(([t,n])=>{let r=e.get(t);return r?[[n,{value:r.value}]]:[]});function qg(e){let t=e.entries.get(`values`)?.value,n=(t?.kind===`list`?t.items:t?[t]:[]).map(e=>e.kind===`string`?ai(e):e),r=n.some(({kind:e})=>e===`unknown`)||t!==void 0&&t.kind!==`list`||Xg(e),i=n.reduce((e,t)=>t.kind===`object`?Jg(e,t):e,G([],e.at,r));return Yg(e).reduce((e,t)=>Zg(e,t),i)}function Jg(e,t){let n=new Map(e.entries);for(let[e,r]of t.entries){let t=n.get(e)?.value,i=t?.kind===`object`&&r.value.kind===`object`;n.set(e,i?{...r,value:Jg(t,r.value)}:r)}return G(n,t.at,e.isPartial||t.isPartial)}function Yg(e){return[`set`,`set_list`].flatMap(t=>{let n=e.entries.get(t)?.value;return n?.kind===`list`?n.items:[]}).filter(e=>e.kind===`object`&&e.entries.has(`name`))}const Xg=({entries:e})=>[`set`,`set_list`].some(t=>{let n=e.get(t)?.value;return n===void 0?!1:n.kind!==`list`||n.items.some(e=>e.kind===`unknown`||K(e,`name`)?.kind===`unknown`)});function Zg(e,t){let n=t.entries.get(`name`).value,r=t.entries.get(`value`)?.value,i=U(n);if(i===void 0||!r||i.includes(`[`))return e;let a=i.split(/(?<!\\)\./).map(e=>e.replaceAll(`\\.`,`.`)),o=U(K(t,`type`)??H(null,t.at))===`string`,s=n.kind===`string`?n.pieces[0]?.at??n.at:n.at;return $g(e,a,{value:o?r:Qg(r),key:{text:a.at(-1),at:s,form:`made`}})}function Qg(e){let t=e.kind===`string`?U(e):void 0;return t===`true`||t===`false`?H(t===`true`,e.at):t!==void 0&&/^-?(?:0|[1-9]\d{0,14})$/.test(t)?H(Number(t),e.at):e}function $g(e,[t,...n],r){let i=new Map(e.entries);if(t===void 0)return e;let a=i.get(t)?.value,o=a?.kind===`object`?a:G([],r.value.at);return i.set(t,n.length===0?r:{value:$g(o,n,r),...r.key&&{key:{...r.key,text:t}}}),G(i,e.at,e.isPartial)}function e_(e){let t=K(Ao(e),`karpenter`);if(t?.kind!==`object`)return;let n=t.entries.get(`chart_version`),r={value:Kr(`karpenter`,t.at)},i=[...t.entries,[`chart`,r],...n?[[`version`,n]]:[]];return Gg({name:`karpenter`,at:e.block.head,spec:G(i,t.at)})}function t_(e){let t=Ao(e);return s_({name:U(K(t,`node_group_name`)??V(t.at))??e.block.labels[1]??``,at:e.block.head,instanceTypes:t.entries.get(`instance_types`),count:a_(K(t,`scaling_config`,0)),labels:t.entries.get(`labels`),taints:o_(K(t,`taint`)),cluster:t.entries.get(`cluster_name`),role:t.entries.get(`node_role_arn`),capacityType:t.entries.get(`capacity_type`),amiType:t.entries.get(`ami_type`),diskSize:t.entries.get(`disk_size`)})}function n_(e){let t=Ao(e),n=K(t,`eks_managed_node_groups`),r=K(t,`eks_managed_node_group_defaults`);return n?.kind===`object`?[...n.entries].flatMap(([e,{value:n,key:i}])=>{if(n.kind!==`object`)return[];let a=r?.kind===`object`?G([...r.entries,...n.entries],n.at):n,o=U(K(a,`name`)??V(n.at))??e,s=t.entries.get(`cluster_name`)??t.entries.get(`name`);return[{name:e,text:r_(a,{name:o,at:i?.at??n.at,cluster:s})}]}):[]}const r_=(e,{name:t,at:n,cluster:r})=>s_({name:t,at:n,cluster:r,instanceTypes:e.entries.get(`instance_types`),count:a_(e)??{value:H(1,n)},labels:e.entries.get(`labels`),taints:o_(K(e,`taints`)),capacityType:e.entries.get(`capacity_type`),amiType:e.entries.get(`ami_type`),diskSize:i_(e)?e.entries.get(`disk_size`):void 0}),i_=e=>U(K(e,`use_custom_launch_template`))===`false`,a_=e=>e?.kind===`object`?e.entries.get(`desired_size`)??e.entries.get(`min_size`):void 0,o_=e=>e?.kind===`object`?{kind:`list`,items:[...e.entries.values()].map(e=>e.value),at:e.at}:e;function s_(e){let{name:t,at:n,instanceTypes:r,count:i,labels:a,taints:o,cluster:s,role:c,capacityType:l,amiType:u,diskSize:d}=e,f=r?.value,p=[[`instanceType`,{value:(f?.kind===`list`?f.items[0]:f)??Kr(`t3.medium`,n)}],...f?.kind===`list`&&f.items.length>1?[[`instanceTypes`,{value:f}]]:[],[`count`,i??{value:V(n)}],[`capacityType`,l??{value:Kr(`ON_DEMAND`,n)}],...u?[[`amiType`,u]]:[],...d?[[`diskSize`,d]]:[],...a?[[`labels`,a]]:[],...o?[[`taints`,{value:o}]]:[],...s?[[`clusterName`,s]]:[],...c?[[`nodeRole`,c]]:[]];return gi(No(`ManagedNodeGroup`,{name:t,at:n,spec:G(p,n)}))}const c_=(e,t,n)=>gi(No(`IamPolicy`,{name:e,at:t,spec:n}));function l_(e){let{labels:t,head:n}=e.block,r=Ao(e),i=K(r,`statement`),a=i?.kind===`list`?i.items.map(h_):[],o=r.entries.has(`source_policy_documents`)||r.entries.has(`override_policy_documents`),s={value:{kind:`list`,items:a,at:n}};return c_(t[1]??``,n,G([[`Statement`,s]],n,o))}function u_({block:e,scope:t}){let{labels:n,head:r}=e,i=p_(e.body,`policy`,t);return i&&c_(n[1]??``,r,i)}function d_(e){let{block:t,scope:n,address:r}=e,{labels:i,head:a,body:o}=t,{entries:s,at:c,isPartial:l}=Ao(e),u=`assume_role_policy`,d=p_(o,u,n),f=d?new Map([...s,[u,{...s.get(u),value:d}]]):s,p=No(`aws_iam_role`,{name:i[1]??``,at:a,spec:G(f,c,l)}),ee=o.blocks.flatMap((e,t)=>{let a=e.type===`inline_policy`?p_(e.body,`policy`,n):void 0;return a?[{name:`${r}.inline_policy[${t}]`,text:c_(i[1]??``,e.head,a)}]:[]});return[{name:r,text:gi(p)},...ee]}const f_=e=>{let{block:t,scope:n,address:r}=e,{entries:i,at:a,isPartial:o}=Ys(Ao(e),t),s=`policy`,c=p_(t.body,s,n),l=c?new Map([...i,[s,{...i.get(s),value:c}]]):i,u=G(l,a,o),[d=``,f=``]=t.labels;return[{name:r,text:gi(No(d,{name:f,at:t.head,spec:u}))}]};function p_({attributes:e},t,n){let r=e.get(t)?.value;if(!r)return;let i={...n,keepsPartialKeys:!0},a=J(r.kind===`call`&&r.name===`jsonencode`&&r.args.length===1?r.args[0]:r,i),o=a.kind===`string`&&a.pieces.every(({form:e})=>e===`file`),s=a.kind===`string`&&!o?ai(a):a;if(s.kind!==`object`||!s.entries.has(`Statement`))return;let{yaml:c,...l}=s;return l}const m_={sid:`Sid`,effect:`Effect`,actions:`Action`,not_actions:`NotAction`,resources:`Resource`,not_resources:`NotResource`};function h_(e){if(e.kind!==`object`)return e;let t=[...e.entries].flatMap(([e,t])=>{let n=He(m_,e);return n===void 0?[]:[[n,t]]}),n=e.entries.has(`effect`)?[]:[[`Effect`,{value:Kr(`Allow`,e.at)}]],r=[`principals`,`not_principals`].flatMap(t=>{let n=K(e,t);return n?.kind===`list`?[[g_[t],{value:__(n)}]]:[]}),i=K(e,`condition`),a=i?.kind===`list`?[[`Condition`,{value:y_(i)}]]:[];return G([...t,...n,...r,...a],e.at,e.isPartial)}const g_={principals:`Principal`,not_principals:`NotPrincipal`};function __(e){let t=new Map;for(let n of e.items){let e=v_(K(n,`type`),n),r=K(n,`identifiers`)??V(n.at),i=[t.get(e)?.value,r].flatMap(e=>e?.kind===`list`?e.items:e?[e]:[]);t.set(e,{value:{kind:`list`,items:i,at:n.at}})}return G(t,e.at)}const v_=(e,{at:t})=>e?.kind===`string`?Jr(e):Yr(e?.kind===`unknown`?e:V(t)).text;function y_(e){let t=new Map;for(let n of e.items){let e=v_(K(n,`test`),n),r=v_(K(n,`variable`),n),i=t.get(e)?.value,a=i?.kind===`object`?[...i.entries]:[],o=K(n,`values`)??V(n.at);t.set(e,{value:G([...a,[r,{value:o}]],n.at)})}return G(t,e.at)}const b_=/./,x_={aws_default_tags:b_,aws_vpc:/^(?:tags|cidr_block)/,aws_vpc_endpoint:/^(?:service_name|vpc_id)/,aws_nat_gateway:b_,aws_internet_gateway:b_,aws_egress_only_internet_gateway:b_,aws_vpn_gateway:b_,aws_vpc_peering_connection:b_,aws_ec2_transit_gateway_vpc_attachment:b_,aws_networkmanager_vpc_attachment:b_,aws_subnet:/^(?:tags|cidr_block|availability_zone|vpc_id|map_public_ip_on_launch)/,aws_security_group:/^(?:tags|name|vpc_id)/,aws_ec2_tag:b_,aws_eks_cluster:/^(?:name|version|tags|vpc_config|access_config|kubernetes_network_config|bootstrap_self_managed_addons)/,aws_eks_addon:/^(?:addon_name|addon_version|cluster_name|configuration_values)/,aws_eks_access_entry:/^(?:cluster_name|principal_arn|type)/,aws_eks_node_group:/^(?:cluster_name|node_group_name|node_role_arn|instance_types|capacity_type|ami_type|disk_size|labels|taint|scaling_config\.(?:desired_size|min_size)|scaling_config$)/,aws_eks_fargate_profile:/^selector/,aws_eks_pod_identity_association:/^(?:namespace|service_account|role_arn)/,aws_ec2_capacity_reservation:b_,aws_iam_role:/^(?:name|name_prefix|path|assume_role_policy|inline_policy)/,aws_iam_policy:/^(?:name|policy)/,aws_iam_role_policy:/^(?:policy|role)/,aws_iam_policy_document:b_,aws_iam_instance_profile:/^(?:name|role)/,aws_kms_grant:b_,aws_kms_key:/^policy/,aws_kms_key_policy:b_,aws_sqs_queue:/^(?:name|policy)/,aws_sqs_queue_policy:b_,aws_cloudwatch_event_rule:/^(?:name|event_pattern)/,aws_cloudwatch_event_target:/^(?:rule|arn)/,aws_ami:b_,aws_ssm_parameter:/^name/,kubernetes_config_map:/^data/},S_={eks:/^(?:cluster_name|name|cluster_version|kubernetes_version|cluster_tags|node_security_group_tags|(?:cluster_)?security_group_tags|create_(?:node_|cluster_)?security_group|create_(?:cluster_)?primary_security_group_tags|subnet_ids|control_plane_subnet_ids|(?:cluster_)?addons(?:\.configuration_values.*)?$|access_entries|aws_auth_roles|authentication_mode|(?:cluster_)?ip_family|endpoint_public_access|cluster_endpoint_public_access|fargate_profiles(?:\.selectors.*|\.name)?$|eks_managed_node_groups(?:\.(?:name|instance_types|capacity_type|ami_type|labels|taints|min_size|desired_size).*)?$|bootstrap_self_managed_addons|(?:cluster_)?compute_config)/,karpenter:/^(?:cluster_name|queue_name|create_iam_role|iam_role_\w+|node_iam_role_(?:name|arn|use_name_prefix)|create_node_iam_role|create_instance_profile|create_access_entry|access_entry_type|enable_irsa|create_irsa|irsa_\w+|enable_spot_termination|create_pod_identity_association|namespace|service_account)/,vpc:/^(?:name|cidr|azs|private_subnets|public_subnets|intra_subnets|(?:private_|public_|intra_)?subnet_tags|enable_nat_gateway|single_nat_gateway|enable_vpn_gateway|propagate_private_route_tables_vgw|create_egress_only_igw|enable_ipv6|map_public_ip_on_launch)/};function C_(e,t,n){let r=w_(e,t);return r!==void 0&&(n===``||r.test(n))}function w_(e,t){let n=e===`module`?dc(t??``):void 0;return n?S_[n]:Object.hasOwn(x_,e)?x_[e]:void 0}const T_=e=>{let t=K(Ao(e),`default_tags`);if(t===void 0)return[];let{head:n}=e.block,r=G([[`default_tags`,{value:t}]],n);return[{name:e.address,text:gi(No(`aws_default_tags`,{name:`aws`,at:n,spec:r}))}]},E_=e=>{let t=K(Ao(e),`metadata`,0);return U(K(t,`name`))===`aws-auth`?Js(`kubernetes_config_map`)(e):[]},D_=e=>{let t=U(K(Ao(e),`name`))??``;return e.block.labels[0]===`aws_ssm_parameter`&&!t.startsWith(`/aws/service/`)?[]:X(e)},O_=e=>vn(U(K(Ao(e),`url`)))===void 0?[]:X(e),k_=[`aws_nat_gateway`,`aws_internet_gateway`,`aws_egress_only_internet_gateway`,`aws_vpn_gateway`,`aws_vpc_peering_connection`,`aws_ec2_transit_gateway_vpc_attachment`,`aws_networkmanager_vpc_attachment`],A_={"provider.aws":T_,...Object.fromEntries([...k_,`aws_vpc`,`aws_vpc_endpoint`].map(e=>[`resource.${e}`,X])),"resource.aws_eks_cluster":X,"resource.aws_eks_node_group":Ks(t_),"resource.aws_eks_access_entry":X,"resource.aws_ec2_capacity_reservation":X,"resource.aws_ec2_tag":X,"resource.aws_eks_addon":X,"resource.aws_iam_instance_profile":X,"resource.aws_kms_grant":X,"resource.aws_kms_key":X,"resource.aws_kms_key_policy":X,"resource.aws_cloudwatch_event_rule":X,"resource.aws_cloudwatch_event_target":X,"resource.aws_sqs_queue":f_,"resource.aws_sqs_queue_policy":f_,"resource.aws_security_group":X,"resource.aws_subnet":X,"resource.aws_eks_fargate_profile":X,"resource.aws_eks_pod_identity_association":X,"resource.aws_iam_role":d_,"resource.aws_iam_policy":qs(u_),"resource.aws_iam_role_policy":qs(u_),"resource.kubernetes_config_map":E_,"resource.kubernetes_config_map_v1":E_,"resource.kubernetes_config_map_v1_data":E_,"data.aws_ami":D_,"data.aws_ssm_parameter":D_,"data.http":O_,"data.aws_iam_policy_document":Ks(l_)};function j_(e){let t=dc(e);if(t)return t===`eks`?N_:Qs;if(/terraform-aws-modules\/(?:terraform-aws-)?iam\b.*\/\/modules\/iam-role-for-service-accounts\b/.test(e))return Qs;if(/eks-blueprints-addons/.test(e)&&!e.includes(`//`))return M_}const M_=e=>[...qs(e_)(e),Zs(e)],N_=e=>[...Qs(e),...n_(e).map(({name:t,text:n})=>({name:`${e.address}.eks_managed_node_group["${t}"]`,text:n}))],P_={makers:A_,moduleMaker:j_,readsArgument:C_},F_=N({id:`isolated-vpc`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[97],on:{Manifests(e,{clusterOf:t,report:n}){for(let{manifest:r,chart:i,values:a,isOpen:o}of Un(e)){let e=r.isPartial||o&&r.kind!==`HelmValues`;if(i!==`karpenter`||e)continue;let s=[...a,`settings`,`isolatedVPC`];if(r.get(s)!==void 0)continue;let c=I_(t(r));c&&n({manifest:r,at:r.span(s),message:`${c.what}, but \`isolatedVPC\` is not set, so Karpenter waits for prices that it cannot fetch`,help:"Set `settings.isolatedVPC` to `true`, unless traffic leaves the VPC in another way.",labels:[{span:c.manifest.span(c.path),message:c.label}]})}}},docs:{summary:"Karpenter runs in a VPC without internet access, but `isolatedVPC` is not set.",why:"Karpenter asks the AWS Pricing API for on-demand prices, and there is no VPC endpoint for that API. If nodes cannot reach the internet, each attempt waits until it times out, and errors fill the log. With `isolatedVPC` Karpenter uses the prices that it was built with. Reported only when the files create the VPC of the cluster without a way out: in Terraform with private subnets or VPC endpoints and without a gateway, or with `privateCluster` of eksctl.",help:"Set `settings.isolatedVPC` to `true`, unless traffic leaves the VPC in another way, such as through a transit gateway.",url:`https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/#private-clusters`},examples:U_}),I_=e=>z_(e)??B_(e)??V_(e),L_=[`public_subnets`,`enable_nat_gateway`,`enable_vpn_gateway`,`enable_ipv6`,`create_egress_only_igw`,`propagate_private_route_tables_vgw`],R_=e=>!!e&&!(Array.isArray(e)&&e.length===0);function z_(e){let t=e.ofKind(`module`).filter(e=>Z(e)===`vpc`),[n]=t,r=[`spec`,`private_subnets`];if(t.length===1&&n&&!n.isPartial&&m(n.get(r)).length!==0&&!L_.some(e=>R_(n.get([`spec`,e]))))return H_(e)?void 0:{what:`The VPC of the cluster has only private subnets and no NAT gateway`,manifest:n,path:r,label:`the private subnets`}}function B_(e){let[t,...n]=e.ofKind(`aws_vpc`),r=e.ofKind(`aws_vpc_endpoint`).find(e=>/\.(?:sts|ec2|eks|ecr\.api)$/.test(v(e.get([`spec`,`service_name`]))??``)),i=e.ofKind(Xs).length>0;if(!(!t||n.length>0||!r||i||H_(e)))return{what:`The VPC of the cluster has endpoints for the APIs of AWS and no NAT gateway`,manifest:r,path:[`spec`,`service_name`],label:`an endpoint of the VPC`}}function V_(e){let t=[`privateCluster`,`enabled`],n=e.ofKind(`ClusterConfig`).find(e=>e.get(t)===!0&&e.get([`privateCluster`,`skipEndpointCreation`])!==!0);return n&&{what:`eksctl creates the cluster without internet access`,manifest:n,path:t,label:`the private cluster`}}const H_=e=>k_.some(t=>e.ofKind(t).length>0);function U_(){return{bad:[T(D`
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
{ name = "settings.isolatedVPC", value = "true" },`})],good:[D`
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
      `,D`
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
      `]}}const W_=N({id:`kops-karpenter`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests:K_},docs:{summary:`A kOps specification uses Karpenter in a way that kOps or Karpenter does not support.`,why:"For each InstanceGroup with `manager: Karpenter`, kOps creates a NodePool. It installs Karpenter if the cluster enables it. Karpenter needs permissions for its service account there, and it cannot manage control plane nodes. Without a mixed instances policy, it can launch only the one `machineType`.",help:"Enable Karpenter and `iam.useServiceAccountExternalPermissions` in the Cluster. Remove `manager: Karpenter` from groups of the control plane, and list instance types under `mixedInstancesPolicy`.",url:`https://kops.sigs.k8s.io/operations/karpenter/`},examples:X_}),G_=({apiVersion:e})=>f(e)===`kops.k8s.io`;function K_(e,t){let n=e.manifests.filter(e=>e.kind===`Cluster`&&G_(e)&&!e.isPartial),r=e.manifests.filter(e=>e.kind===`InstanceGroup`&&G_(e)&&e.get([`spec`,`manager`])===`Karpenter`);for(let e of n)q_(e,r,t);for(let e of r)Y_(e,t)}function q_(e,t,{report:n,clusterOf:r}){let i=e.get([`spec`,`karpenter`,`enabled`]),a=i===!0,o=t.find(t=>r(t)===r(e)&&J_(t)===e.name);o&&!a&&!d(i)&&n({manifest:e,at:e.span([`spec`,`karpenter`,`enabled`]),message:`InstanceGroup \`${o.name}\` has \`manager: Karpenter\`, but \`${e.name}\` does not enable Karpenter, so nothing launches nodes for this group`,help:"Set `spec.karpenter.enabled: true`.",labels:[{span:o.span([`spec`,`manager`]),message:`this group expects Karpenter`}]});let s=[`spec`,`iam`,`useServiceAccountExternalPermissions`],c=e.get(s);a&&(c===void 0||c===!1)&&n({manifest:e,at:e.span(s),message:`Karpenter needs external permissions for service accounts, which this cluster does not enable, so kOps rejects it`,help:"Set `spec.iam.useServiceAccountExternalPermissions: true`, and set a discovery store in `spec.serviceAccountIssuerDiscovery`."})}const J_=e=>v(h(e.get([`metadata`,`labels`]))?.[`kops.k8s.io/cluster`]);function Y_(e,{report:t}){let n=v(e.get([`spec`,`role`]))??``;/^(?:control-?plane|master|apiserver)$/i.test(n)&&t({manifest:e,at:e.span([`spec`,`manager`]),message:`InstanceGroup \`${e.name}\` belongs to the control plane, whose nodes Karpenter cannot manage`,help:"Remove `manager`, so that an auto scaling group manages these nodes."});let r=v(e.get([`spec`,`machineType`]))??``,i=/^[a-z][\w-]*\.[\w-]+$/.test(r);n===`Node`&&i&&e.get([`spec`,`mixedInstancesPolicy`])===void 0&&!e.isPartial&&t({manifest:e,at:e.span([`spec`,`machineType`]),severity:`note`,message:`Karpenter can launch only ${r} for InstanceGroup \`${e.name}\`, so it has no choice when AWS runs out of this type`,help:"List several instance types under `mixedInstancesPolicy.instances`."})}function X_(){return{bad:[T(E`
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
        `,{"cloudProvider: aws":E`
            cloudProvider: aws
            karpenter:
              enabled: true
          `}),T(E`
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
        `,{"cloudProvider: aws":E`
            cloudProvider: aws
            iam:
              useServiceAccountExternalPermissions: true
            serviceAccountIssuerDiscovery:
              discoveryStore: s3://demo-oidc
          `}),T(E`
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
        `,{"manager: Karpenter":``}),T(E`
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
        `,{"machineType: m7i.large":E`
            machineType: m7i.large
            mixedInstancesPolicy:
              instances: [m7i.large, m7a.large]
          `})],good:[E`
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
      `,E`
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
      `]}}const Z_=[{field:`maxPods`,spelt:/--max-pods[= ]\d|^[ \t]*maxPods:|^[ \t]*"?max-pods"?\s*=/m},{field:`kubeReserved`,spelt:/--kube-reserved[= ]|^[ \t]*kubeReserved:|^[ \t]*\[settings\.kubernetes\.kube-reserved\]/m},{field:`systemReserved`,spelt:/--system-reserved[= ]|^[ \t]*systemReserved:|^[ \t]*\[settings\.kubernetes\.system-reserved\]/m},{field:`evictionHard`,spelt:/--eviction-hard[= ]|^[ \t]*evictionHard:|^[ \t]*\[settings\.kubernetes\.eviction-hard\]/m}],Q_=N({id:`kubelet-in-user-data`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[56],on:{NodeClass(e,{report:t}){let n=xl(e);if(n===void 0||bl(e)===void 0)return;let r=n.replaceAll(/^[ \t]*#.*$/gm,``);if(e.apiVersion!==`karpenter.k8s.aws/v1`)return;let i=h(e.get([`spec`,`kubelet`]))??{},a=Z_.filter(({field:e,spelt:t})=>!Object.hasOwn(i,e)&&t.test(r));if(a.length===0)return;let o=a.map(({field:e})=>`\`${e}\``).join(`, `);t({at:e.keySpan([`spec`,`userData`]),message:`User data sets ${o}, which Karpenter does not read there, so it sizes nodes incorrectly`,help:`Move ${o} to \`spec.kubelet\`.`})}},docs:{summary:`User data sets kubelet settings that Karpenter does not read there, so it sizes nodes incorrectly.`,why:"Karpenter works out what fits on a node from `spec.kubelet` of the EC2NodeClass, and never from user data. With another `maxPods` or another reservation there, nodes are smaller or larger than Karpenter assumes. If they are smaller, pods stay pending and Karpenter launches more nodes. If they are larger, they stay half empty. For Amazon Linux 2023 Karpenter’s own settings win anyway, so those in the user data have no effect.",help:"Move the setting to `spec.kubelet`. Karpenter then writes it into the user data itself.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:$_});function $_(){return{bad:[T(I(E`
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
userData: |`}),T(I(E`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            [settings.kubernetes]
            kube-api-qps = 30
            max-pods = 42
        `),{"max-pods = 42":``,"userData: |":`kubelet:
  maxPods: 42
userData: |`})],good:[I(E`
        amiSelectorTerms:
          - alias: al2023@v20260715
        kubelet:
          maxPods: 42
      `),I(E`
        amiSelectorTerms:
          - alias: al2023@v20260715
        userData: |
          apiVersion: node.eks.aws/v1alpha1
          kind: NodeConfig
          spec:
            kubelet:
              config:
                shutdownGracePeriod: 30s
      `),I(E`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          kubelet:
            maxPods: 42
          userData: |
            #!/bin/bash
            /opt/company/join-cluster --max-pods=42
        `,`ubuntu`)]}}const ev=[x.instanceType,x.instanceFamily,x.instanceCategory,x.instanceGeneration],tv=N({id:`lost-defaults`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[9],on:{Manifests(e,{report:t,base:n}){let r=new Map([...n?nv(n):[],...nv(e)].map(e=>[e.name,e]));for(let n of Q(e)){let e=r.get(n.name);if(!e||ol(n)||ol(e)||pl(n).some(({key:e})=>d(e)))continue;let i=pl(n).map(({key:e})=>b(e)),a=rv(e).filter(({key:e})=>!i.some(t=>iv(t,e)));a.length!==0&&t({manifest:n,at:n.keySpan([`spec`,`template`,`spec`,`requirements`]),message:`Provisioner \`${n.name}\` had the defaults ${a.map(av).join(`, `)}, which NodePool \`${n.name}\` does not have`,help:`Add a requirement for each of these keys, with the old value or the one that you want.`})}}},docs:{summary:`A NodePool replaces a Provisioner, but does not have the requirements that v1alpha5 added by default.`,why:`A Provisioner had defaults: amd64, on-demand and the newer generations of the categories c, m and r. A NodePool has none of them. Once it replaces the Provisioner, Karpenter may launch arm64 nodes for images that are built for amd64, and spot nodes for workloads that cannot handle interruptions. It may also launch burstable, GPU or old instance types if they are cheap.`,help:`Add the old defaults as requirements of the NodePool, or the requirements that should replace them.`,url:`https://karpenter.sh/v0.32/upgrading/v1beta1-migration/`},examples:ov}),nv=e=>e.manifests.filter(({kind:e,apiVersion:t})=>e===`Provisioner`&&f(t)===`karpenter.sh`),rv=e=>pl(e).filter(({path:e,key:t})=>e.length===1&&t!==x.os),iv=(e,t)=>e===t||ev.includes(t)&&ev.includes(e),av=({key:e,operator:t,values:n})=>`\`${e} ${t} ${n.map(({text:e})=>e).join(`, `)}\``;function ov(){return{bad:[T(O({karpenter:`0.32`},B(E`
              apiVersion: karpenter.sh/v1alpha5
              kind: Provisioner
              metadata:
                name: default
              spec:
                limits:
                  resources:
                    cpu: 100
            `,P({apiVersion:`karpenter.sh/v1beta1`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`]}))),{"requirements:":E`
            requirements:
              - key: kubernetes.io/arch
                operator: In
                values: [amd64]
              - key: karpenter.sh/capacity-type
                operator: In
                values: [on-demand]
          `})],good:[O({karpenter:`0.32`},B(E`
            apiVersion: karpenter.sh/v1alpha5
            kind: Provisioner
            metadata:
              name: default
            spec:
              limits:
                resources:
                  cpu: 100
          `,P({apiVersion:`karpenter.sh/v1beta1`,requirements:[`kubernetes.io/arch In [amd64]`,`karpenter.sh/capacity-type In [on-demand]`,`karpenter.k8s.aws/instance-family In [m5, c5]`]}))),O({karpenter:`0.37`},P({apiVersion:`karpenter.sh/v1beta1`,name:`never-was-a-provisioner`}))]}}const sv=[`spec`,`metadataOptions`],cv=[...sv,`httpPutResponseHopLimit`],lv=N({id:`metadata-options`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Security`,mistakes:[67],controls:[`AWS FSBP EC2.8`,`AWS FSBP EC2.170`,`CIS AWS Foundations 5.7`],on:{NodeClass(e,{report:t}){let n=[...sv,`httpTokens`];e.get(n)===`optional`&&t({at:e.span(n),message:`Instances of \`${e.name}\` answer requests for their metadata without a token (IMDSv1), so a program that fetches URLs for others can leak the node’s credentials`,help:"Set `httpTokens: required`.",fix:{description:"Replace with `required`",edits:y(e,n,`required`)}});let r=e.get(cv);typeof r!=`number`||r<=2||t({at:e.span(cv),severity:`note`,message:`The hop limit of ${r} lets containers and proxies behind a node of \`${e.name}\` read the node’s credentials`,help:"Set `httpPutResponseHopLimit: 1`, or 2 if pods need the instance metadata.",fix:{description:`Replace with 2`,edits:y(e,cv,`2`)}})},Manifests(e,{report:t}){let n=new Map(Q(e).map(t=>[t,uv(Al(e,t))]));if(![...n.values()].every(e=>e===void 0))for(let{manifest:r,pod:i,path:a}of fv(e)){let o=n.get(lp(r,i,e));o&&t({manifest:r,at:r.span(a),message:`Pods of ${r.kind} \`${r.name}\` ask for the instance metadata, but the hop limit of \`${o.name}\` is 1, so they get no answer`,help:`Set \`httpPutResponseHopLimit: 2\` in \`metadataOptions\` of \`${o.name}\`, or configure the pods so that they do not need the instance metadata.`,labels:[{span:o.span(cv),message:`the hop limit, which is 1 by default`}]})}}},docs:{summary:`A node class allows version 1 of the instance metadata service, or a hop limit above 2 or too low for its pods.`,why:`The instance metadata contains the credentials of the node’s role. Version 1 answers any HTTP request, so a server that can be made to fetch a URL gives them away. Version 2 requires a token, and its hop limit decides how far the token travels. With a limit of 1 only the node itself gets one, with 2 also its pods. Karpenter requires version 2 by default. A limit of 2 is not reported, because some pods need it. A limit of 1 is reported if pods of this NodePool alone need the metadata. They request its address, or they are the AWS Load Balancer Controller without the id of its VPC.`,help:"Set `httpTokens: required` and a hop limit of 1, or 2 if pods need the instance metadata.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specmetadataoptions`},examples:gv});function uv(e){if(e&&!e.isPartial&&e.apiVersion.endsWith(`/v1`))return e.get([...sv,`httpTokens`])!==`optional`&&[1,void 0].includes(e.get(cv))?e:void 0}const dv=/http:\/\/(?:169\.254\.169\.254|\[fd00:ec2::254\])/,fv=e=>[...gu(e).flatMap(({manifest:e,template:t})=>{let n=[...t,`spec`],r=e.get([...n,`hostNetwork`])===!0?void 0:pv(e,n);return r?[{manifest:e,pod:n,path:r}]:[]}),...Gn(e,`aws-load-balancer-controller`).flatMap(({manifest:e,values:t,isOpen:n})=>{let r=[`vpcId`,`vpcTags`,`hostNetwork`].some(n=>e.get([...t,n])!==void 0);return n||r?[]:[{manifest:e,pod:t,path:[...t,`nodeSelector`]}]})];function pv(e,t){let n=[`initContainers`,`containers`].flatMap(n=>m(e.get([...t,n])).map((e,r)=>[...t,n,r]));for(let t of n){let n=[...[`command`,`args`].flatMap(n=>m(e.get([...t,n])).map((e,r)=>[...t,n,r])),...m(e.get([...t,`env`])).map((e,n)=>[...t,`env`,n,`value`])],r=n.find(t=>dv.test(v(e.get(t))??``));if(r)return r;let i=n.some(t=>/^--aws-vpc-(?:id|tags)\b/.test(v(e.get(t))??``)),a=[...t,`image`];if(!i&&/(?:^|\/)aws-load-balancer-controller:/.test(v(e.get(a))??``))return a}}const mv=e=>I(E`
    role: KarpenterNodeRole-demo
    metadataOptions:
      ${e}
  `),hv=e=>B(P({name:`agents`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),mv(`httpPutResponseHopLimit: ${e}`),E`
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
    `);function gv(){return{bad:[mv(`httpTokens: optional`),T(mv(`httpPutResponseHopLimit: 64`),{"httpPutResponseHopLimit: 64":`httpPutResponseHopLimit: 1`}),T(hv(1),{"httpPutResponseHopLimit: 1":`httpPutResponseHopLimit: 2`})],good:[hv(2),mv(`httpPutResponseHopLimit: 2`),mv(`httpTokens: required`)]}}const _v=(e,t)=>e.price(t,`on-demand`,e.zonesOf(t)[0]??``)?.hourlyUsd;function vv(e){let t=new WeakMap;return(n,r)=>{let i=t.get(n)??{value:e(n,r)};return t.set(n,i),i.value}}const yv=N({id:`min-values-exotic`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[24],on:{NodePool:bv},docs:{summary:"A NodePool with `minValues` allows bare metal and accelerators, which Karpenter otherwise avoids.",why:"If ordinary instance types are enough, Karpenter removes bare metal types and types with accelerators from the candidates of a launch. It also removes spot types that cost more than on-demand. With `minValues` it removes neither, to keep enough variety. A small pod may then get a machine with 96 cores that takes minutes to start.",help:"List only the instance categories that you want, and exclude bare metal with `karpenter.k8s.aws/instance-hypervisor In [nitro]`.",url:`https://karpenter.sh/docs/concepts/nodepools/#min-values`},examples:wv});function bv(e,{report:t,catalog:n,compatible:r,settings:i}){let a=Wu(n),o=$(e).find(({path:t})=>e.get([...t,`minValues`])!==void 0),s=o&&r(e);if(!a||!s?.isExact||i.karpenter.minValuesPolicy===`BestEffort`)return;let c=xv(s,a);c!==void 0&&t({at:e.span([...o.path,`minValues`]),message:`With \`minValues\`, Karpenter may also launch the ${c.count} of ${s.names.length} instance types of \`${e.name}\` that ${c.kind}${c.gap}`,help:"If you do not want them, list only the categories that you want, and exclude bare metal with `karpenter.k8s.aws/instance-hypervisor In [nitro]`."})}const xv=vv(({names:e},t)=>{let n=e.map(e=>t.type(e)),r=new Set(n.filter(Cv).map(({name:e})=>e));if(r.size===0||r.size===n.length)return;let i=e.map(e=>({name:e,usd:_v(t,e)??0})).filter(({usd:e})=>e>0).sort((e,t)=>e.usd-t.usd||_(e.name,t.name)),a=i.slice(0,60).some(({name:e})=>r.has(e));if(!n.some(Sv)&&!a)return;let[o]=i,s=i.findLast(({name:e})=>r.has(e)),c=o&&s?`, up to ${s.name} at $${s.usd.toFixed(2)}/hour, while ${o.name} costs $${o.usd.toFixed(4)}/hour`:``,l=n.some(Sv)?`are bare metal or have accelerators`:`are bare metal`;return{count:r.size,kind:l,gap:c}}),Sv=({gpus:e,accelerator:t,neuron:n})=>e.length>0||t!==void 0||n!==void 0,Cv=e=>e.isBareMetal||Sv(e);function wv(){return{bad:[T(B(P({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:E`
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
            `}),L),{"[c, m, g]":`[c, m]`,"requirements:":E`
            requirements:
              - key: karpenter.k8s.aws/instance-hypervisor
                operator: In
                values: [nitro]
          `}),T(B(P({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:E`
              - key: karpenter.sh/capacity-type
                operator: In
                values: [on-demand, spot]
              - key: karpenter.k8s.aws/instance-family
                operator: In
                values: [c6i, m6i, r6i]
                minValues: 3
            `}),L),{"requirements:":E`
            requirements:
              - key: karpenter.k8s.aws/instance-hypervisor
                operator: In
                values: [nitro]
          `})],good:[B(P({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:E`
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
          `}),L),B(P({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:E`
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
          `}),L),B(P({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand, spot]`,`karpenter.k8s.aws/instance-category In [c, m, g]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`]}),L)]}}const Tv=N({id:`node-access`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[70],on:{Manifests(e,t){for(let n of Dl(e))Ev(n,t)}},docs:{summary:`The role of a node class has no access to the cluster, or loses it with this change.`,why:"A node can join a cluster only if its role has an access entry or is listed in the ConfigMap `aws-auth`. Without it, instances start, but the API server rejects their kubelets. Managed node groups need neither, because EKS adds their role itself. When the last node group with a role goes, EKS removes the role again, and all Karpenter nodes that share it lose the cluster. This loss is an error. A role that has no access at all is reported only when the files create the role and list who may join.",help:"Create an access entry of type `EC2_LINUX` for the role, or list the role in `aws-auth` as the other roles of nodes.",url:`https://docs.aws.amazon.com/eks/latest/userguide/access-entries.html`},examples:Pv});function Ev(e,t){let n=t.clusterOf(e),r=e.isPartial?void 0:Zc(e,n);if(!r||Vd(r,Rd(n))!==!1)return;let i=kv(e,r,t);i.length>0?Mv(e,{role:r,lost:i},t):Nv(e,r,t)}const Dv=({name:e,address:t})=>`\`${e??t?.split(`: `)[1]??``}\``,Ov=e=>e.get([`spec`,`role`])===void 0?`instanceProfile`:`role`;function kv(e,t,n){let r=Av(e,n.base),i=r&&n.baseClusterOf(r),a=r&&Zc(r,i);if(!i||!a||Xc(a,t)!==!0)return[];let o=k(Rd(i)).filter(e=>Xc(e.role,a)===!0),s=n.clusterOf(e);return o.every(({manifest:e})=>jv(e,s))?o:[]}function Av(e,t){let n=t?Dl(t).filter(({name:t})=>t===e.name):[];return n.find(({source:t})=>t.file===e.source.file)??(n.length===1?n[0]:void 0)}const jv=(e,{manifests:t})=>t.some(t=>t.source.file===e.source.file||yp(t,e));function Mv(e,{role:t,lost:n},{report:r}){let i=n.some(({by:e})=>e===`nodeGroup`);r({manifest:e,severity:`error`,at:e.span([`spec`,Ov(e)]),message:i?`All nodes of \`${e.name}\` lose access to the cluster, because this change removes the last node group with the role ${Dv(t)}. EKS removes the access of a role with its last node group`:`All nodes of \`${e.name}\` lose access to the cluster, because this change removes the access of the role ${Dv(t)}`,help:"Create an access entry of type `EC2_LINUX` for this role in the same change."})}function Nv(e,t,n){let r=n.clusterOf(e),i=k(Dc(r).roles).find(({address:e})=>e===t.address),a=k(Rd(r)).find(({by:e})=>e===`entry`);if(i?.manifest.kind!==`aws_iam_role`||!(a||lf(r))||t.name!==void 0&&fn(Wd(n),e=>e===t.name)!==!1)return;let o=a?.manifest.kind===`ConfigMap`||a?.manifest.kind===`kubernetes_config_map`;n.report({manifest:e,at:e.span([`spec`,Ov(e)]),message:`The role ${Dv(t)} of \`${e.name}\` has no access to the cluster, so its nodes never join`,help:o?"Add the role to `mapRoles`, with the same user name and groups as the other roles of nodes.":"Create an access entry of type `EC2_LINUX` for this role.",labels:[{span:i.manifest.span(i.path),message:`the role${bp(e,i.manifest,n)}`},...a?[{span:a.manifest.span(a.path),message:`the access of other nodes`}]:[]]})}function Pv(){let e=e=>D`
    resource "aws_iam_role" "nodes" {
      name = "orders-nodes"
    }

    resource "aws_iam_role" "karpenter" {
      name = "orders-karpenter-nodes"
    }

    ${e}

    ${z(`default`,I(`role: orders-karpenter-nodes`))}
  `,t=(e,t)=>D`
    resource "aws_eks_access_entry" "${e}" {
      cluster_name  = "orders"
      principal_arn = aws_iam_role.${t}.arn
      type          = "EC2_LINUX"
    }
  `.text,n=D`
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
  `.text;return{bad:[T(e(t(`nodes`,`nodes`)),{'resource "aws_eks_access_entry" "nodes" {':`${t(`karpenter`,`karpenter`)}\nresource "aws_eks_access_entry" "nodes" {`}),T(e(n),{"mapRoles = yamlencode([":`mapRoles = yamlencode([
          {
            rolearn  = aws_iam_role.karpenter.arn
            username = "system:node:{{EC2PrivateDNSName}}"
            groups   = ["system:bootstrappers", "system:nodes"]
          },`})],good:[e(`${t(`nodes`,`nodes`)}\n${t(`karpenter`,`karpenter`)}`),e(`${t(`nodes`,`nodes`)}
        resource "aws_eks_node_group" "system" {
          cluster_name    = "orders"
          node_group_name = "system"
          node_role_arn   = aws_iam_role.karpenter.arn
        }`),e(t(`nodes`,`nodes`).replace(`aws_iam_role.nodes.arn`,`var.node_role_arn`)),e(``)]}}const Fv=e=>Io(e)||e.length<5||/\d/.test(e)||/^(?:north|south|east|west|central)/.test(e);function Iv(e,t){if(e===t)return!0;if(Math.max(e.length,t.length)>100)return!1;let[n,r]=[Lv(e),Lv(t)],[i,a]=n.length<=r.length?[n,r]:[r,n];return i.length<a.length?i.every(e=>a.includes(e)):i.every((e,t)=>Rv(e,a[t]))}const Lv=e=>e.toLowerCase().split(/[-_./]/),Rv=(e,t)=>e===t||!Fv(e)&&!Fv(t)&&r(e,t)<=2,zv=e=>e.toLowerCase().replace(/\bpre-prod\b/,`preprod`).split(/[-_.]/).map(Lo).sort().join(`-`);function Bv(e,t){if(e===t)return!0;let[n,r]=[e.split(`-`),t.split(`-`)],[i,a]=n.length<=r.length?[n,r]:[r,n];return i.length<a.length&&i.some(Io)&&i.every(e=>a.includes(e))}const Vv=N({id:`node-role-exists`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[68],on:{Manifests(e,t){for(let n of Dl(e))for(let e of[`role`,`instanceProfile`])Uv(n,e,t)}},docs:{summary:`A node class names a role or instance profile that is almost the one that the files create, or that of the cluster of another environment.`,why:`Karpenter launches nodes only with a role or instance profile that exists. If the name has a typing mistake, or is that of another environment, the node class is not ready, or its nodes cannot join the cluster. Karpenter’s Terraform module also adds a random suffix to the name of the role by default. Reported only when the files of the cluster create the role and its name is known. A completely different name may be that of a role from elsewhere. Also reported if the name ends with that of the cluster in another environment.`,help:"Use the name of the role that the files create. With Karpenter’s module, set `node_iam_role_use_name_prefix = false`, or refer to the output `node_iam_role_name`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specrole`},examples:$v}),Hv={role:`role`,instanceProfile:`instance profile`};function Uv(e,t,n){let r=M(e,[`spec`,t]);if(e.isPartial||r===void 0||/[:/]/.test(r)||fn(Wd(n),e=>e===r)!==!1)return;let{roles:i,profiles:a}=Dc(n.clusterOf(e)),[o,s]=t===`role`?[i,a]:[a,i];if(fn(o,e=>e.canBeNamed(r))!==!1)return;let[c,l]=[k(o),k(s)];if(Gv({nodeClass:e,field:t,written:r},n))return;let u={nodeClass:e,field:t,written:r,created:c},d=c.find(({prefix:e})=>e===r||e===`${r}-`);d?Kv(u,d,n):qv(u,l,n)}const Wv=e=>[`subnet`,`securityGroup`].flatMap(t=>tc(e,t)).flatMap(lc).flatMap(({cluster:e,tag:t})=>t.isKnown?[e]:[]);function Gv({nodeClass:e,field:t,written:n},{report:r}){let[i=``,a]=new Set(Wv(e)),o=Jv(n).slice(-Jv(i).length).join(`-`),[s,c]=Yv(o,Jv(i).join(`-`))??[];return a!==void 0||s===void 0||![c,s].every(Io)||zv(s)===zv(c)?!1:(r({manifest:e,at:e.span([`spec`,t]),message:`The ${Hv[t]} \`${n}\` is named after \`${o}\`, but \`${e.name}\` selects resources of the cluster \`${i}\``,help:`Use the ${Hv[t]} of \`${i}\`, so that nodes of one cluster get no rights in the other.`}),!0)}function Kv({nodeClass:e,field:t,written:n},r,i){let{manifest:a,path:o}=r,s=a.kind===`module`,c=s?`module.${a.name}`:`${a.kind}.${a.name}`,l=s?t===`role`?`node_iam_role_name`:`instance_profile_name`:`name`,u=yp(e,a)?`, or refer to \`${c}.${l}\``:``;i.report({manifest:e,at:e.span([`spec`,t]),message:`\`${e.name}\` uses the ${Hv[t]} \`${n}\`, but Terraform adds a suffix to this name, so there is no ${Hv[t]} with exactly this name`,help:s?`Set \`${Bc(a).usesPrefix} = false\` in \`${c}\`${u}.`:`Set \`name = "${n}"\` instead of \`name_prefix\` in \`${c}\`${u}.`,labels:[{span:a.span(o),message:`the beginning of its name${bp(e,a,i)}`}]})}function qv(e,t,n){let{nodeClass:r,field:i,written:a,created:o}=e,s=n.clusterOf(r).environment??``,c=n.all.manifests.some(e=>e.kind===`aws_iam_role`&&M(e,[`spec`,`name`])===a),l=o.filter(({name:e})=>e!==void 0),u=t.some(({name:e})=>e===a),d=l.filter(({name:e})=>u||!c&&Xv(a,e)||Qv(s,{written:a,name:e})&&!Zv(r,a,e)),[f]=d;!f||new Set(d.map(({name:e})=>e)).size>1||n.report({manifest:r,at:r.span([`spec`,i]),message:u?`\`${a}\` is the name of ${i===`role`?`an instance profile`:`a role`}. The ${Hv[i]} that ${f.tool} creates is named \`${f.name}\``:`\`${r.name}\` uses the ${Hv[i]} \`${a}\` instead of \`${f.name}\`, which ${f.tool} creates`,help:`Set \`${i}: ${f.name}\`.`,labels:[{span:f.manifest.span(f.path),message:`the ${Hv[i]}${bp(r,f.manifest,n)}`}]})}const Jv=e=>e.split(/[-_.,+=@]/);function Yv(e,t){let[n,r]=[Jv(e),Jv(t)];if(n.length!==r.length)return;let i=n.flatMap((e,t)=>e===r[t]?[]:[[e,r[t]]]);return i.length===1?i[0]:void 0}function Xv(e,t){let[n,i]=[e,t].map(e=>Jv(e.toLowerCase()));if(n.join(``)===i.join(``))return!0;let a=Yv(e.toLowerCase(),t.toLowerCase());return a===void 0?!1:a[0]===`${a[1]}s`||a[1]===`${a[0]}s`||!a.some(Fv)&&r(...a)===1}function Zv(e,t,n){let[r=``]=Yv(t,n)??[],i=e.span([]).file.split(`/`).at(-1);return[...Jv(e.name),...Jv(i)].some(e=>zv(e)===zv(r))}function Qv(e,{written:t,name:n}){let[r,i]=Yv(t,n)??[];if(r===void 0||i===void 0||![r,i].every(Io))return!1;let a=zv(e).split(`-`);return a.includes(zv(i))&&!a.includes(zv(r))}function $v(){let e=(e,t)=>D`
    module "karpenter" {
      source  = "terraform-aws-modules/eks/aws//modules/karpenter"
      version = "~> 21.0"

      cluster_name = "orders"
      ${e}
    }

    ${z(`default`,I(`role: ${t}`))}
  `;return{bad:[T(e(``,`Karpenter-orders`),{'cluster_name = "orders"':`cluster_name = "orders"
node_iam_role_use_name_prefix = false`},{"role: Karpenter-orders":"role: ${module.karpenter.node_iam_role_name}"}),T(D`
          resource "aws_iam_role" "nodes" {
            name = "KarpenterNodeRole-orders"
          }

          ${z(`default`,I(`role: KarpenterNodesRole-orders`))}
        `,{"role: KarpenterNodesRole-orders":`role: KarpenterNodeRole-orders`}),T(D`
          resource "aws_iam_role" "nodes" {
            name = "KarpenterNodeRole-orders"
          }

          resource "aws_iam_instance_profile" "nodes" {
            name = "KarpenterNodeInstanceProfile-orders"
            role = aws_iam_role.nodes.name
          }

          ${z(`default`,I(`instanceProfile: KarpenterNodeRole-orders`))}
        `,{"instanceProfile: KarpenterNodeRole-orders":`instanceProfile: KarpenterNodeInstanceProfile-orders`})],good:[e(`node_iam_role_use_name_prefix = false`,`Karpenter-orders`),e(`node_iam_role_name = var.role`,`Karpenter-orders`),e(``,`KarpenterNodeRole-of-another-team`),D`
        resource "aws_iam_role" "nodes" {
          name = "KarpenterNodeRole-orders-1"
        }

        ${z(`default`,I(`role: KarpenterNodeRole-orders-2`))}
      `]}}const ey=N({id:`older-generation`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[],on:{NodePool:ty,Provisioner:ty},docs:{summary:`Every instance type of a NodePool is of an old generation, and a newer one costs less.`,why:`Newer generations cost less than those from a decade ago, are faster, and are less often short in supply. A NodePool that names only old families pays more for less, and nothing in the cluster shows it. This rule compares the prices of the region for instance types of similar size and memory with CPUs of the same manufacturer.`,help:"Allow the newer families, by name or with `karpenter.k8s.aws/instance-generation`.",url:`https://karpenter.sh/docs/concepts/nodepools/#instance-types`},examples:cy});function ty(e,{report:t,catalog:n,compatible:r}){let i=Wu(n),a=r(e);if(!i||!a?.isExact||a.names.length===0||a.names.length>60)return;let o=ny(a,i);o&&t({at:e.span(gl(e)),message:`All instance types of \`${e.name}\` are of old generations: ${o.newer} is newer than ${o.name} and costs ${o.percent}% less per vCPU`,help:`Allow newer families, such as \`${o.newer.split(`.`)[0]}\`.`})}const ny=vv(({names:e},t)=>{let[n,...r]=e.map(e=>ry(t.type(e),t));return r.every(e=>e!==void 0)?n:void 0});function ry(e,t){let n=ay(e),r=sy(e,t);if(!n||r===void 0||e.gpus.length>0)return;let[i]=t.types.filter(t=>iy(e,t)&&oy(n,ay(t))).flatMap(e=>{let n=sy(e,t);return n===void 0||n>r*.97?[]:[{name:e.name,cost:n}]}).sort((e,t)=>e.cost-t.cost||_(e.name,t.name));return i&&{name:e.name,newer:i.name,percent:Math.round((1-i.cost/r)*100)}}const iy=(e,t)=>t.vcpus>=e.vcpus*.75&&t.vcpus<=e.vcpus*1.25&&t.memoryMib/t.vcpus>=e.memoryMib/e.vcpus*.97&&t.architecture===e.architecture&&t.cpuManufacturer===e.cpuManufacturer&&t.isBareMetal===e.isBareMetal&&t.gpus.length===0&&(t.instanceStoreGb??0)>=(e.instanceStoreGb??0);function ay({family:e}){let t=/^([a-z]+)(\d+)([a-z-]*)$/.exec(e);return t?{category:t[1],generation:Number(t[2]),suffix:t[3]}:void 0}function oy(e,t){let n=[...e.suffix].filter(e=>!`aig`.includes(e));return t!==void 0&&t.category===e.category&&t.generation>e.generation&&!t.suffix.includes(`flex`)&&n.every(e=>t.suffix.includes(e))}function sy({name:e,vcpus:t},n){let r=_v(n,e);return r===void 0?void 0:r/t}function cy(){return{bad:[T(B(P({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m4, c4]`,`karpenter.sh/capacity-type In [on-demand]`]}),L),{"[m4, c4]":`[m4, c4, c5]`})],good:[B(P({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m4, m5]`,`karpenter.sh/capacity-type In [on-demand]`]}),L),B(P({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m5, c5]`,`karpenter.sh/capacity-type In [on-demand]`]}),L)]}}const ly=N({id:`open-generation`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[9],on:{NodePool:fy},docs:{summary:`A NodePool names categories of instance types but no generation, so Karpenter also launches the first ones.`,why:"EC2 still has the instance types of its first two generations, such as `m1.small`. Karpenter launches whichever type is cheapest, and for a small pod that is one of them. They are slow, have old CPUs and little network bandwidth, and are often short in supply. The finding is a warning if the change removes the requirement.",help:'Add a requirement for `karpenter.k8s.aws/instance-generation`, such as `Gt ["4"]`.',url:`https://karpenter.sh/docs/concepts/nodepools/#instance-types`},examples:hy}),uy=e=>pl(e).some(({key:e})=>b(e)===x.instanceGeneration),dy=e=>pl(e).find(({key:e,operator:t})=>b(e)===x.instanceCategory&&t===`In`);function fy(e,{report:t,base:n,catalog:r,compatible:i}){let a=Wu(r),o=i(e),s=dy(e);if(!a||!o?.isExact||uy(e)||!s)return;let c=my(o.names.filter(py),a);if(c===void 0)return;let l=n?.manifests.find(({kind:t,name:n})=>t===e.kind&&n===e.name),u=l!==void 0&&!l.isPartial&&uy(l);t({at:e.span(s.path),...u&&{severity:`warning`},message:`\`${e.name}\` ${u?`no longer limits the generation`:`does not limit the generation`} of its instance types, so Karpenter also launches old ones such as \`${c}\``,help:'Add the requirement `karpenter.k8s.aws/instance-generation Gt ["4"]`, or name the families.'})}const py=e=>/^[cmr][12]\./.test(e);function my(e,t){return e.map(e=>({name:e,usd:_v(t,e)??1/0})).sort((e,t)=>e.usd===t.usd?_(e.name,t.name):e.usd-t.usd)[0]?.name}function hy(){let e=`karpenter.k8s.aws/instance-category In [c, m, r]`,t=(...e)=>B(P({nodeClassRef:`default`,requirements:[...e,`karpenter.sh/capacity-type In [on-demand]`]}),L);return{bad:[T(t(e),{"requirements:":`requirements:
  - {key: karpenter.k8s.aws/instance-generation, operator: Gt, values: ["4"]}`},{"key: karpenter.k8s.aws/instance-category":`key: karpenter.k8s.aws/instance-family`,"[c, m, r]":`[c7i, m7i, r7i]`})],good:[t(e,`karpenter.k8s.aws/instance-generation Gt ["2"]`),t()]}}const gy=N({id:`owned-security-groups`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[78],on:{Manifests(e,t){for(let n of Dl(e))vy(n,t)}},docs:{summary:"A node class selects several security groups with the tag `kubernetes.io/cluster/NAME`.",why:"The AWS load balancer controller and the in-tree controller expect exactly one security group with the tag `kubernetes.io/cluster/NAME` on a node. If a node has two, they stop with “multiple tagged security groups” and no longer register targets. Reported only when Terraform creates the security groups, for the cluster of the node class.",help:`Remove the tag from all of them but one.`,url:`https://karpenter.sh/docs/troubleshooting/`},examples:yy}),_y=`kubernetes.io/cluster/`;function vy(e,{clusterOf:t,report:n}){if(e.isPartial)return;let r=tc(e,`securityGroup`).filter(({tags:e,hasOther:t})=>!t&&e.length>0&&e.every(({isKnown:e})=>e)),[i,a]=t(e).ofKind(`aws_security_group`).filter(e=>{let t=h(e.get([`spec`,`tags`]))??{};return r.some(e=>e.tags.every(({key:e,value:n})=>v(t[e])===n))&&Object.keys(t).some(e=>e.startsWith(_y)&&!d(e))});i&&a&&n({manifest:e,at:e.keySpan([`spec`,`securityGroupSelectorTerms`]),message:`\`${e.name}\` selects the security groups \`${i.name}\` and \`${a.name}\`, which both have a tag \`${_y}…\`, but the load balancer controller accepts only one`,help:`Remove the tag \`${_y}…\` from one of them.`,labels:[i,a].map(e=>({span:e.span([`spec`,`tags`]),message:`has the tag`}))})}function yy(){return{bad:[T(D`
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

          ${z(`default`,I(E`
              role: KarpenterNodeRole-demo
              securityGroupSelectorTerms:
                - tags:
                    karpenter.sh/discovery: demo
            `))}
        `,{'tags = {\n    "kubernetes.io/cluster/demo" = "owned"\n':`tags = {
`})],good:[D`
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

        ${z(`default`,I(E`
            role: KarpenterNodeRole-demo
            securityGroupSelectorTerms:
              - tags:
                  karpenter.sh/discovery: demo
          `))}
      `,D`
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

        ${z(`default`,I(E`
            role: KarpenterNodeRole-demo
            securityGroupSelectorTerms:
              - tags:
                  karpenter.sh/discovery: demo
          `))}
      `]}}const by=N({id:`pass-role`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[72],on:{Manifests(e,t){for(let n of new Set(Dl(e).map(t.clusterOf)))xy(n,t)}},docs:{summary:"The controller’s `iam:PassRole` permission does not include the role that node classes name.",why:"To launch an instance with a role, the controller needs `iam:PassRole` on exactly that role. If the policy names another role, such as the controller’s own, AWS denies every launch with the role of the nodes. The policy of Karpenter’s Terraform module allows only the role that the module creates or is given. Reported only when the policy and the node class are of the same cluster and all roles are known. It is a warning if no file creates the role of the node class. They may be in different folders.",help:"Add the role of the nodes to the resources of `iam:PassRole`.",url:`https://karpenter.sh/docs/reference/cloudformation/#allowpassinginstancerole`},examples:jy});function xy(e,t){let n=[...e.ofKind(`IamPolicy`).flatMap(t=>Ey(t,e)),...e.ofKind(`module`).flatMap(t=>Oy(t,e))],r=n.find(({manifest:e})=>Sy(e,t)),i=n.map(({roles:e})=>e);if(!r||i.includes(void 0)||kc(e).length>0)return;let a=new Set;for(let n of e.ofKind(`EC2NodeClass`)){let o=n.isPartial?void 0:Zc(n,e);if(!o||i.some(e=>e.some(e=>Ay(e,o)!==!1)))continue;let s=o.name??o.address;if(!a.has(s)){let e=wy(r,o);e===void 0?Cy(n,r,t):Xv(o.name,e)||Ty(n,{permission:r,role:o.name,own:e},t)}a.add(s)}}function Sy(e,t){let n=t.clusterOf(e);if(e.kind===`module`)return!0;let r=Ep(t).some(e=>k(e).some(e=>t.clusterOf(e.policy)===n)),i=Dl(t.all).every(e=>t.clusterOf(e)===n);return r&&(e.source.origin?.tool===`terraform`||i)}function Cy(e,{manifest:t,path:n},r){r.report({manifest:t,at:t.span(n),message:`\`iam:PassRole\` is not allowed on the role of \`${e.name}\`, so AWS denies every launch with this role`,help:t.kind===`module`?`Set \`${Bc(t).creates} = false\` and \`${Bc(t).arn}\` to the ARN of this role in \`module.${t.name}\`.`:`Add the role of the nodes to the resources of this statement.`,labels:[{span:e.span([`spec`,e.get([`spec`,`role`])===void 0?`instanceProfile`:`role`]),message:`the role of the nodes${bp(t,e,r)}`}]})}const wy=({manifest:e,roles:t},n)=>e.kind===`module`&&n.address===void 0&&n.name!==void 0?t?.[0]?.name:void 0;function Ty(e,{permission:t,role:n,own:r},i){let{manifest:a,path:o}=t,s=Bc(a),c=e.get([`spec`,`role`])===void 0?`instanceProfile`:`role`;i.report({manifest:e,severity:`warning`,at:e.span([`spec`,c]),message:`\`module.${a.name}\` does not allow Karpenter to pass the role \`${n}\` of \`${e.name}\`, only \`${r}\`, so AWS denies every launch`,help:`Set \`role: ${r}\`. If \`${n}\` exists, set \`${s.creates} = false\` and \`${s.arn}\` to its ARN in \`module.${a.name}\`.`,labels:[{span:a.span(o),message:`the role that Karpenter may pass${bp(e,a,i)}`}]})}function Ey(e,t){return Ap(e).filter(e=>jp([e],`iam:PassRole`)||e.statement.actions.some(d)).map(({path:n,statement:r})=>{let i=r.resources.map(n=>Jc(n,{manifest:e,cluster:t})),a=r.isNegated||r.actions.some(d),o=e.isPartial||a||i.includes(void 0);return{manifest:e,path:[...n,`Resource`],roles:o?void 0:i.flatMap(e=>e??[])}})}const Dy=/^(?!node_).*(?:policy_statements|policies|policy_documents|policy_arns?)$/;function Oy(e,t){if(Z(e)!==`karpenter`||Vc(e,`create`,!0)===!1)return[];let n=Bc(e),r=n.creates===`create_iam_role`?Vc(e,`create_irsa`,!0):Vc(e,`create_iam_role`,!0);if(r===!1)return[];let i=Object.keys(h(e.get([`spec`]))??{}),a=r===!0&&!i.some(e=>Dy.test(e)),o=Vc(e,n.creates,!0),s=[`spec`,n.arn],c=o===!1?qc(e,s,t):void 0,l=o===!0?ky(e,t):c;return[{manifest:e,path:o===!1?s:[`metadata`,`name`],roles:a&&l?[l]:void 0}]}function ky(e,t){let n=k(Dc(t).roles).find(({manifest:t})=>t===e)?.name;return{address:Ac(e,`module.${e.name}`),...n!==void 0&&{name:n}}}const Ay=(e,t)=>e.name!==void 0&&(t.name!==void 0||e.name===`*`)?_r(e.name,t.name??``):Xc(e,t);function jy(){return{bad:[T(D`
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

          ${z(`default`,I("role: ${aws_iam_role.karpenter_node.name}"))}
        `,{"aws_iam_role.karpenter_controller.arn":`aws_iam_role.karpenter_node.arn`}),T(D`
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

          ${z(`default`,I(`role: orders-nodes`))}
        `,{"create_access_entry = false":`create_access_entry = false
create_node_iam_role = false
node_iam_role_arn = aws_iam_role.nodes.arn`}),T(D`
          module "karpenter" {
            source  = "terraform-aws-modules/eks/aws//modules/karpenter"
            version = "~> 21.0"

            cluster_name                  = "orders"
            node_iam_role_use_name_prefix = false
            node_iam_role_name            = "orders-nodes"
          }

          ${z(`default`,I(`role: KarpenterNodeRole-orders`))}
        `,{"role: KarpenterNodeRole-orders":`role: orders-nodes`})],good:[D`
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

        ${z(`default`,I("role: ${aws_iam_role.karpenter_node.name}"))}
      `,D`
        resource "aws_iam_policy" "controller" {
          policy = jsonencode({
            Version = "2012-10-17"
            Statement = [
              { Effect = "Allow", Action = ["ec2:CreateFleet", "ec2:RunInstances"], Resource = "*" },
              { Effect = "Allow", Action = "iam:PassRole", Resource = "arn:aws:iam::111122223333:role/Karpenter*" },
            ]
          })
        }

        ${z(`default`,I(`role: KarpenterNodes`))}
      `]}}const My=N({id:`pin-ami-alias`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[49],on:{NodeClass(e,{report:t}){let[n]=vl(e).flatMap(e=>Ny(e)??[]);n!==void 0&&t({at:e.span(n.path),message:`\`${n.text}\` follows every AMI release, and each new release makes Karpenter replace all nodes of \`${e.name}\``,help:`Pin a release, ${n.pinned}, and update it by pull request.`})}},docs:{summary:`An EC2NodeClass follows the latest AMI instead of a pinned release.`,why:"With `@latest`, every AMI release makes all nodes of the node class drift. Karpenter replaces them within the disruption budgets, in every environment at the same time. There is no change to review and nothing to revert. The same holds for an SSM parameter of AWS that names the newest release, and for a name with `*` where images of AWS or Canonical have their release.",help:"Pin a release, such as `al2023@v20260715`, and update it by pull request, one environment after the other.",url:`https://karpenter.sh/docs/tasks/managing-amis/`},examples:Wy});function Ny({path:e,term:t}){for(let[n,r]of Object.entries(Py)){let i=v(t[n]),a=i===void 0||d(i)?void 0:r(i,t);if(i!==void 0&&a!==void 0)return{path:[...e,n],text:i,pinned:a}}}const Py={alias:Iy,ssmParameter:Ry,name:Uy},Fy={al2:`v20251112`,al2023:`v20260715`,bottlerocket:`v1.44.0`};function Iy(e){let[t=``,n]=e.split(`@`);if(n===`latest`&&Object.hasOwn(Fy,t))return`such as \`${t}@${Fy[t]}\``}const Ly={eks:/^(\/aws\/service\/eks\/optimized-ami\/(1\.\d{2})\/amazon-linux-2023\/([^/]+)\/([^/]+))\/recommended\/image_id$/,bottlerocket:/^(\/aws\/service\/bottlerocket\/aws-k8s-[^/]+\/[^/]+)\/latest\/image_id$/,others:/^\/aws\/service\/(?:eks\/optimized-ami\/.+\/recommended\/image_id$|canonical\/ubuntu\/.+\/current\/)/};function Ry(e){let[,t,n,r,i]=Ly.eks.exec(e)??[];if(t!==void 0)return`such as \`${t}/${`amazon-eks-node-al2023-${r}-${i}-${n}-${Fy.al2023}`}/image_id\``;let[,a]=Ly.bottlerocket.exec(e)??[];return a===void 0?Ly.others.test(e)?`with the parameter that contains it`:void 0:`such as \`${a}/${Fy.bottlerocket.slice(1)}/image_id\``}const zy=/^(?:amazon-eks-(?:arm64-|gpu-)?node-|bottlerocket-aws-k8s-|ubuntu-eks(?:-pro)?\/k8s_)/,By=/(?<!\d)1\.\d\d(?!\d)/,Vy=/(?:v|-)\d{8}|v\d+\.\d+\.\d+/,Hy=new Set([`amazon`,`602401143452`,`092701018921`,`099720109477`]);function Uy(e,{tags:t,owner:n}){let r=n===void 0||Hy.has(String(n));if(t!==void 0||!r||!zy.test(e)||!By.test(e)||!/[*?]/.test(e)||Vy.test(e))return;let i=e.replace(/[-v]*\*$/,``);return/[*?]/.test(i)||e.startsWith(`ubuntu`)?`by writing it into the name`:`such as \`${i}-${e.startsWith(`bottlerocket`)?`${Fy.bottlerocket}-*`:Fy.al2023}\``}function Wy(){return{bad:[T(I(E`
          amiSelectorTerms:
            - alias: al2023@latest
        `),{"al2023@latest":`al2023@v20260715`}),T(I(E`
          amiFamily: Bottlerocket
          amiSelectorTerms:
            - ssmParameter: /aws/service/bottlerocket/aws-k8s-1.34/x86_64/latest/image_id
        `),{"/latest/":`/1.44.0/`}),T(I(E`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.34-v*
        `),{"v*":`v20260715`})],good:[I(E`
        amiSelectorTerms:
          - alias: al2023@v20260715
      `),I(E`
          amiSelectorTerms:
            - alias: windows2022@latest
        `,`windows`),I(E`
        amiSelectorTerms:
          - alias: ubuntu@latest
      `),I(E`
        amiFamily: AL2023
        amiSelectorTerms:
          - name: amazon-eks-node-al2023-x86_64-standard-1.34-v*
            owner: self
      `)]}}function Gy(e){return[...Gn(e,`aws-vpc-cni`).map(({manifest:e,values:t,isOpen:n})=>{let r=[...t,`env`];return qy(e,r,{written:e.get(r),isOpen:n})}),...e.manifests.flatMap(e=>Jy(e))]}function Ky(e,t){let n=e.variable(t);return on(n)?n.value===`true`:void 0}function qy(e,t,{written:n,isOpen:r=!1}){let i=h(n),a=!r&&!e.isPartial&&(n==null||i!==void 0),o=Object.keys(i??{}).some(d);return{manifest:e,path:t,variable(t){let n=i&&Object.hasOwn(i,t)?i[t]:void 0,r=v(n);return r===void 0?n===void 0&&a&&!o?rn(void 0):an(`\`${e.name}\` may set \`${t}\``):d(r)?an(`\`${t}\` is \`${r}\``):rn(r)}}}function Jy(e){return e.kind===`aws_eks_addon`&&e.get([`spec`,`addon_name`])===`vpc-cni`?[Zy(e,[`spec`],`configuration_values`)]:e.kind===`module`?[`addons`,`cluster_addons`].flatMap(t=>Yy(e,t)):e.kind===`ClusterConfig`?m(e.get([`addons`])).flatMap((t,n)=>h(t)?.name===`vpc-cni`?[Zy(e,[`addons`,n],`configurationValues`)]:[]):e.kind===`DaemonSet`&&e.name===`aws-node`?$y(e):[]}function Yy(e,t){let n=e.get([`spec`,t]);if(n==null)return[];let r=[`spec`,t,`vpc-cni`];return h(e.get(r))?[Zy(e,r,`configuration_values`)]:!h(n)||e.get(r)!==void 0||Xy(n)?[qy(e,[`spec`,t],{written:void 0,isOpen:!0})]:[]}const Xy=e=>Object.keys(h(e)??{}).some(d);function Zy(e,t,n){let r=[...t,n],i=e.get(r);if(i==null)return qy(e,t,{written:void 0});let a=h(typeof i==`string`?Qy(i):i);return a?qy(e,r,{written:a.env,isOpen:Xy(a)}):qy(e,r,{written:void 0,isOpen:!0})}function Qy(e){try{return JSON.parse(e.replaceAll(/(?<=[:,[])\$\{[^"{}]{1,300}\}(?=[,}\]])/g,e=>JSON.stringify(e)))}catch{return}}function $y(e){let t=[`spec`,`template`,`spec`,`containers`];return m(e.get(t)).flatMap((n,r)=>{if(h(n)?.name!==`aws-node`)return[];let i=[...t,r,`env`],a=m(e.get(i)).map(e=>h(e)),o=a.flatMap(e=>typeof e?.name==`string`?[[e.name,e.value??"${from a reference}"]]:[]),s=a.includes(void 0)||d(e.get(i))||e.get([...t,r,`envFrom`])!==void 0;return[qy(e,i,{written:Object.fromEntries(o),isOpen:s})]})}const eb=D`
  kubelet:
    maxPods: 110
`,tb=N({id:`pods-and-addresses`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[59,60,61],on:{Manifests(e,t){if(!Kn(e,`cilium`))for(let n of Gy(e))nb(n,t)}},docs:{summary:`The number of pods per node that Karpenter assumes does not match the addresses of the VPC CNI.`,why:"Karpenter works out how many pods fit on a node from its network interfaces, or from `maxPods` if the node class sets it. If there are more pods than addresses, pods hang in `ContainerCreating`. With prefix delegation and no `maxPods`, nodes have room that Karpenter does not use. With custom networking, the first interface carries no pods, which Karpenter knows only from `reservedENIs`. Reported only when the CNI is configured in the repository, for the cluster of the node class.",help:"Set `maxPods` together with prefix delegation, and `settings.reservedENIs` together with custom networking.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:ub});function nb(e,t){let n=t.clusterOf(e.manifest).ofKind(`EC2NodeClass`).filter(({isPartial:e})=>!e),r=Ky(e,`ENABLE_PREFIX_DELEGATION`);Ky(e,`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`)===!0&&lb(e,n,t);for(let i of n){let n=i.get([`spec`,`kubelet`,`maxPods`])??void 0;typeof n==`number`&&r===!1&&sb(i,{cni:e,maxPods:n},t),n===void 0&&r===!0&&rb(i)&&cb(i,e,t)}}const rb=e=>!/^(?:Custom|Windows)/.test(bl(e)??``),ib=({enis:e,ipv4PerEni:t})=>e*(t-1)+2;function ab(e,{all:t,catalog:n,compatible:r}){let i=Ol(t,e).flatMap(e=>ob(e,{catalog:Wu(n),compatible:r}));if(!i.includes(void 0))return i.sort((e,t)=>ib(e)-ib(t)||_(e.name,t.name))[0]}function ob(e,{catalog:t,compatible:n}){let r=n(e);return!t||!r?.isExact?[void 0]:r.names.map(e=>t.type(e))}function sb(e,{cni:t,maxPods:n},r){let i=ab(e,r);!i||ib(i)>=n||r.report({manifest:e,at:e.span([`spec`,`kubelet`,`maxPods`]),message:`\`maxPods: ${n}\` is more than the ${ib(i)} pods that ${i.name} has addresses for without prefix delegation`,help:"Remove `maxPods`, allow only larger instance types that have enough addresses, or turn on prefix delegation in the VPC CNI.",labels:[{span:t.manifest.span(t.path),message:`the VPC CNI has no prefix delegation`}]})}function cb(e,t,n){let r=ab(e,n);!r||ib(r)>=110||n.report({manifest:e,at:e.span([`spec`,`kubelet`]),severity:`note`,message:`The VPC CNI uses prefix delegation, but \`${e.name}\` has no \`maxPods\`, so Karpenter places at most ${ib(r)} pods on ${r.name}`,help:"Set `maxPods: 110` under `spec.kubelet` if more pods should fit.",labels:[{span:t.manifest.span(t.path),message:`prefix delegation is on`}]})}function lb(e,t,{clusterOf:n,report:r}){if(!(t.length===0||t.every(e=>e.get([`spec`,`kubelet`,`maxPods`])!==void 0)))for(let t of n(e.manifest).manifests.flatMap(Wn)){let{manifest:n,chart:i,values:a}=t,o=Qn(t,`settings`,`reservedENIs`);i===`karpenter`&&on(o)&&(v(o.value)??`0`)===`0`&&r({manifest:n,at:n.span([...a,`settings`,`reservedENIs`]),message:`The VPC CNI uses custom networking, but Karpenter reserves no network interface for it, so it places more pods on nodes than they have addresses for`,help:'Set `settings.reservedENIs` to `"1"`.',labels:[{span:e.manifest.span(e.path),message:`custom networking is on`}]})}}function ub(){return{bad:[T(_b({addon:pb,kubelet:eb}),{"kubelet:\n        maxPods: 110":``},{[db]:`${fb.text}${db}`},{"most_recent = true":mb(`ENABLE_PREFIX_DELEGATION`)}),T(_b({addon:mb(`ENABLE_PREFIX_DELEGATION`)}),{"role: KarpenterNodeRole-demo":`role: KarpenterNodeRole-demo\n${eb.text}`}),T(_b({addon:mb(`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`),release:gb(hb)}),{[hb]:`${hb}\n{ name = "settings.reservedENIs", value = "1" },`})],good:[_b({addon:mb(`ENABLE_PREFIX_DELEGATION`),kubelet:eb}),_b({addon:pb}),_b({addon:mb(`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`),release:gb(D`
          ${hb}
          { name = "settings.reservedENIs", value = "1" },
        `)})]}}const db=`- key: karpenter.k8s.aws/instance-family`,fb=D`
  - key: karpenter.k8s.aws/instance-cpu
    operator: Gt
    values: ["15"]
`,pb=`most_recent = true`,mb=e=>D`
  configuration_values = jsonencode({
    env = {
      ${e} = "true"
    }
  })
`,hb=`{ name = "settings.clusterName", value = "demo" },`,gb=e=>D`
  resource "helm_release" "karpenter" {
    repository = "oci://public.ecr.aws/karpenter"
    chart      = "karpenter"

    set = [
      ${e}
    ]
  }
`,_b=({addon:e,kubelet:t,release:n})=>D`
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
`,vb=[[`spec`,`associatePublicIPAddress`],[`spec`,`advancedNetworking`,`associatePublicIPAddress`]],yb=N({id:`public-address`,severity:`note`,since:`0.1.0`,providers:[`aws`,`eks-auto-mode`],theme:`Security`,mistakes:[],controls:[`AWS FSBP EC2.9`,`AWS FSBP EC2.25`,`CIS EKS 5.4.3`],on:{NodeClass(e,{report:t}){let n=vb.find(t=>e.get(t)===!0);n&&t({at:e.span(n),message:`Every node of \`${e.name}\` gets a public IPv4 address, so its security groups alone protect it from the internet. AWS also charges for each address`,help:"Set `associatePublicIPAddress: false`, and select private subnets with a NAT gateway."})}},docs:{summary:`A node class gives its instances public IPv4 addresses.`,why:`A node with a public address can be reached from the internet as far as its security groups allow. Load balancers do not need it, because they reach nodes by private addresses. AWS charges $0.005 per hour for each public IPv4 address. It is a note, because a cluster without a NAT gateway needs public addresses.`,help:"Set `associatePublicIPAddress: false`, and select private subnets.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specassociatepublicipaddress`},examples:xb}),bb=e=>I(E`
    role: KarpenterNodeRole-demo
    associatePublicIPAddress: ${e}
  `);function xb(){return{bad:[T(bb(`true`),{"associatePublicIPAddress: true":`associatePublicIPAddress: false`})],good:[bb(`false`),I(`role: KarpenterNodeRole-demo`)]}}const Sb=1024**3,Cb=(e,t)=>({name:e,limitsPodsByEnis:!0,reservesMemoryByEnis:e!==`Bottlerocket`,hasPodsPerCore:e!==`Bottlerocket`,takesAnyKubeletSetting:e===`AL2023`||e===`Custom`,ephemeralDevice:t,defaultVolumeBytes:20*Sb,windowsBuild:void 0}),wb=(e,t)=>({name:e,limitsPodsByEnis:!1,reservesMemoryByEnis:!1,hasPodsPerCore:!0,takesAnyKubeletSetting:!1,ephemeralDevice:`/dev/sda1`,defaultVolumeBytes:50*Sb,windowsBuild:t}),Tb=Cb(`AL2`,`/dev/xvda`),Eb=Cb(`Custom`,void 0),Db=[Tb,Cb(`AL2023`,`/dev/xvda`),Cb(`Bottlerocket`,`/dev/xvdb`),wb(`Windows2019`,`10.0.17763`),wb(`Windows2022`,`10.0.20348`),wb(`Windows2025`,`10.0.26100`),Eb];function Ob(e){let{amiFamily:t,amiSelectorTerms:n}=e.spec;if(t!==void 0)return Db.find(e=>e.name===t)??Tb;let r=n?.find(e=>e.alias)?.alias?.split(`@`)[0];return Db.find(e=>e!==Eb&&e.name.toLowerCase()===r)??Eb}function kb(e){let{maxPods:t}=e,n=typeof t==`string`&&!d(t)?[[`maxPods`]]:[],r=[`kubeReserved`,`systemReserved`].flatMap(t=>{let n=e[t];return me(n)?Object.entries(n).filter(([e,t])=>typeof t==`string`&&![e,t].some(e=>d(e))&&Mf(t)===void 0).map(([e])=>[t,e]):[]});return[...n,...r]}const Ab=new Map(Object.entries({boolean:`
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
  `}).flatMap(([e,t])=>t.trim().split(/\s+/).map(t=>[t,e]))),jb=new Set([`clusterDNS`,`cpuCFSQuota`,`maxPods`,`podsPerCore`,`kubeReserved`,`systemReserved`,`evictionHard`,`evictionSoft`,`evictionSoftGracePeriod`,`evictionMaxPodGracePeriod`,`imageGCHighThresholdPercent`,`imageGCLowThresholdPercent`]),Mb={boolean:`true or false`,whole:`a whole number below 2³¹`,large:`a whole number`,number:`a number`,text:`a string`,duration:"a duration such as `90s`",texts:`a list of strings`,textMap:`a mapping of names to strings`,flags:`a mapping of names to true or false`,list:`a list`,mapping:`a mapping`};function Nb(e,t){let n=e=>typeof e==`string`||e===null;switch(t){case`whole`:return typeof e==`number`&&(e|0)===e;case`large`:return Number.isInteger(e);case`text`:return n(e);case`duration`:return typeof e==`string`&&od(e)!==void 0;case`texts`:return Array.isArray(e)&&e.every(n);case`list`:return Array.isArray(e);case`textMap`:return me(e)&&Object.values(e).every(n);case`flags`:return me(e)&&Object.values(e).every(e=>typeof e==`boolean`||e===null||d(e));case`mapping`:return me(e);default:return typeof e===t}}function Pb(e,t){let n=Object.keys(e).filter(e=>!d(e));return[...n.flatMap(n=>Fb(n,e,t)??[]),...zb.flatMap(t=>Ub(e,t,Vb)),...qb(e),...Bb.flatMap(t=>Ub(e,t,Hb)),...Yb(e),...n.flatMap(t=>Qb(t,e[t]))]}function Fb(e,t,n){let r=[e];if(!Ab.has(e))return{path:r,why:`is not a kubelet setting`,names:Rb(Ab.keys(),t)};if(e===`registerWithTaints`)return{path:r,why:`is a setting that Karpenter sets itself`,help:"Remove it, and set the taints in `taints` or `startupTaints` under `spec.template.spec` of the NodePool."};if(n.takesAnyKubeletSetting)return;if(e===`podsPerCore`?Lb(t[e])&&!n.hasPodsPerCore:!Ib(e))return{path:r,why:`does not reach nodes of the AMI family \`${n.name}\``,help:`Remove it, or use AL2023, whose nodes accept any setting.`};let i=t[e];if(!(e!==`clusterDNS`||!Array.isArray(i)||i.length<2))return{path:r,why:`may have only one address with the AMI family \`${n.name}\``,help:`Keep only one address.`}}const Ib=e=>jb.has(e),Lb=e=>e!=null,Rb=(e,t)=>[...e].filter(e=>!Object.hasOwn(t,e)),zb=[`evictionHard`,`evictionSoft`,`evictionSoftGracePeriod`,`evictionMinimumReclaim`],Bb=[`kubeReserved`,`systemReserved`],Vb={names:[`memory.available`,`nodefs.available`,`nodefs.inodesFree`,`imagefs.available`,`imagefs.inodesFree`,`pid.available`],wrongName:`is not an eviction signal`,wrongValue:(e,t)=>e===`evictionSoftGracePeriod`?Kb(t):Gb(t)},Hb={names:[`cpu`,`memory`,`ephemeral-storage`,`pid`],wrongName:`is not a resource that a kubelet can reserve`,wrongValue:(e,t)=>t.startsWith(`-`)?`is negative`:void 0};function Ub(e,t,{names:n,wrongName:r,wrongValue:i}){let a=e[t]??{};return me(a)?Object.entries(a).flatMap(([e,o])=>{let s=[t,e];if(d(e))return[];if(!n.includes(e))return[{path:s,why:r,names:Rb(n,a)}];let c=o??``;if(typeof c!=`string`){let e={path:s,why:`has a value that is not a string`};return[typeof c==`number`?{...e,number:c,help:`Put the number in quotes.`}:e]}let l=d(c)?void 0:i(t,c);return l===void 0?[]:[{path:s,why:l}]}):d(a)?[]:[{path:[t],why:`is not a mapping of names to values`}]}const Wb=/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;function Gb(e){if(!e.endsWith(`%`)){let t=Mf(e);return t===void 0?`is neither a percentage nor a quantity`:t<0?`is negative`:void 0}let t=e.slice(0,-1).replaceAll(/(?<=\d)_(?=\d)/g,``),n=Wb.test(t)?Number(t):NaN;return n>=0&&n<=100?void 0:`is not a percentage from 0% to 100%`}function Kb(e){let t=od(e);return t===void 0?"is not a duration such as `90s`":t<0n?`is negative`:void 0}function qb({evictionSoft:e,evictionSoftGracePeriod:t}){let[n,r]=[e??{},t??{}];return!me(n)||!me(r)||[...Object.keys(n),...Object.keys(r)].some(e=>d(e))?[]:[...Rb(Object.keys(n),r).map(e=>({path:[`evictionSoft`,e],why:`has no grace period`,help:`Add a grace period under \`evictionSoftGracePeriod\`, such as \`${e}: 90s\`.`})),...Rb(Object.keys(r),n).map(e=>({path:[`evictionSoftGracePeriod`,e],why:"has no threshold under `evictionSoft`",help:`Add the threshold, or remove the grace period.`}))]}const Jb={maxPods:2**31-1,podsPerCore:2**31-1,evictionMaxPodGracePeriod:2**31-1,imageGCHighThresholdPercent:100,imageGCLowThresholdPercent:100};function Yb(e){let t=Object.entries(Jb).flatMap(([t,n])=>{let r=e[t],i=t===`maxPods`&&typeof r==`string`;return!Lb(r)||i||d(r)||Xb(r,n)?[]:[{path:[t],why:n===100?`is not a whole number from 0 to 100`:`is not a whole number of at least 0`}]}),{imageGCHighThresholdPercent:n,imageGCLowThresholdPercent:r}=e;return t.length>0||typeof n!=`number`||typeof r!=`number`||n>r?t:[{path:[`imageGCHighThresholdPercent`],why:`is not above \`imageGCLowThresholdPercent\`, which is ${r}`}]}const Xb=(e,t)=>typeof e==`number`&&Number.isInteger(e)&&e>=0&&e<=t,Zb=new Set([`registerWithTaints`,...zb,...Bb,...Object.keys(Jb)]);function Qb(e,t){let n=Ab.get(e);if(n===void 0||Zb.has(e)||!Lb(t)||d(t)||Nb(t,n))return[];let r={path:[e],why:`is not ${Mb[n]}`};return[n===`text`&&typeof t==`number`?{...r,number:t,help:`Put the number in quotes.`}:r]}const $b=[`spec`,`kubelet`],ex=N({id:`refused-kubelet-settings`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t,karpenter:n,settings:r,nearest:i}){let a=h(e.get($b));if(!n.opensKubelet||!a||e.isPartial)return;let o=Ob({metadata:{name:``},spec:{amiFamily:bl(e)??`Custom`}});for(let n of Pb(a,o)){let r=[...$b,...n.path],a=n.names&&i(String(r.at(-1)),n.names);t({at:e.keySpan(r),message:`\`${n.path.join(`.`)}\` ${n.why}, so Karpenter rejects this node class and launches nothing with it`,help:nx(n,a),...tx(e,r,{wanted:a,number:n.number})})}let{featureGates:s}=r.karpenter;if(!s?.nodeClassCEL)for(let n of kb(a))t({...s===void 0&&{severity:`warning`},at:e.span([...$b,...n]),message:`\`${n.join(`.`)}\` is an expression, but the feature gate \`NodeClassCEL\` is ${s===void 0?`off by default`:`off`}, so Karpenter rejects this node class and launches nothing with it`,help:"Use a fixed value, or turn the gate on with `settings.awsFeatureGates.nodeClassCEL` in Karpenter’s Helm values. If it is already on, set `karpenter.settings.featureGates.nodeClassCEL` in plumbline.yaml."})}},docs:{summary:"Karpenter rejects an EC2NodeClass because of a setting under `kubelet`.",why:"From Karpenter 1.15 on, `spec.kubelet` accepts any kubelet setting, and the API server checks none of them. Karpenter’s controller does. It rejects names that the kubelet does not know, and settings that Karpenter sets itself or that the AMI family does not pass on. It also rejects invalid values, and expressions while the feature gate `NodeClassCEL` is off. The node class then gets the condition `ValidationSucceeded=False`. The API server gives no warning, and the NodePools of the class launch nothing.",help:`Use the names and values of a KubeletConfiguration, without the settings that Karpenter sets itself.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:rx});function tx(e,t,{wanted:n,number:r}){return n===void 0?r===void 0?{}:{fix:{description:`Put the number in quotes`,edits:y(e,t,`"${r}"`)}}:{fix:{description:`Rename to \`${n}\``,edits:Ne(e,t,n)}}}function nx({names:e=[],help:t},n){return n===void 0?t===void 0?e.length===0?`Use a value that the kubelet accepts.`:e.length>6?`Remove it.`:`Use one of: ${g(e)}.`:t:`Did you mean \`${n}\`?`}function rx(){return{bad:[T(O({karpenter:`1.15`},I(E`
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
          `)),{"maxPod:":`maxPods:`,"registerWithTaints: []":``,"memory.avail:":`memory.available:`,"10 percent":`10%`,"kubeReserved:":E`
            evictionSoftGracePeriod:
              pid.available: 90s
            kubeReserved:
          `,"cpu: 1":`cpu: "1"`,"imageGCHighThresholdPercent: 70":`imageGCHighThresholdPercent: 85`}),T(O({karpenter:`1.15`},I(E`
            amiSelectorTerms:
              - alias: bottlerocket@v1.44.0
            kubelet:
              podsPerCore: 10
              shutdownGracePeriod: 30s
              clusterDNS: [10.0.0.10, 10.0.0.11]
          `)),{"podsPerCore: 10":``,"shutdownGracePeriod: 30s":``,"[10.0.0.10, 10.0.0.11]":`[10.0.0.10]`},{"bottlerocket@v1.44.0":`al2023@v20260715`}),T(O({karpenter:`1.15`},I(E`
            amiSelectorTerms:
              - alias: al2023@v20260715
            kubelet:
              maxPods: min(max_pods, 110)
              kubeReserved:
                memory: 11 * max_pods + 255
          `)),{"min(max_pods, 110)":`110`,"11 * max_pods + 255":`1465Mi`})],good:[O({karpenter:`1.15`},I(E`
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
        `)),O({karpenter:`1.15`},I(E`
            amiFamily: Custom
            amiSelectorTerms:
              - id: ami-0123456789abcdef0
            kubelet:
              podsPerCore: 10
              shutdownGracePeriod: 30s
          `,`ubuntu`)),I(E`
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        kubelet:
          podsPerCore: 10
      `)]}}const ix={[x.instanceMemory]:{unit:`MiB`,meant:`GiB`,factor:1024},[x.instanceGpuMemory]:{unit:`MiB`,meant:`GiB`,factor:1024},[x.instanceNetworkBandwidth]:{unit:`Mbit/s`,meant:`Gbit/s`,factor:1e3},[x.instanceEbsBandwidth]:{unit:`Mbit/s`,meant:`Gbit/s`,factor:1e3}},ax=N({id:`requirement-units`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[93],on:{NodePool:ox,Provisioner:ox},docs:{summary:`A bound for memory or bandwidth is so low that it excludes nothing, probably because it is in the wrong unit.`,why:"The label `instance-memory` is in MiB, and the bandwidth labels are in Mbit/s. `Gt 8` for memory, meant as more than 8 GiB, is true for every instance type, so Karpenter also launches the smallest ones.",help:'Write the bound in MiB or Mbit/s, such as `"8192"` for 8 GiB.',url:`https://karpenter.sh/docs/reference/instance-types/`},examples:cx});function ox(e,{report:t,catalog:n}){if(n)for(let{key:r,operator:i,values:a,isKnown:o}of $(e)){let s=Object.hasOwn(ix,r)?ix[r]:void 0,[c]=a;if(!s||!o||!c||i!==`Gt`&&i!==`Gte`)continue;let l=/^\d+$/.test(c.text)?Number(c.text):0,u=sx(n.labels.get(r)??[]);if(l<2||l>=u)continue;let d=String(l*s.factor);t({at:e.span(c.path),message:`\`${r}\` is in ${s.unit}, and every instance type has more than ${l} ${s.unit}, so this requirement excludes nothing`,help:`Use \`"${d}"\` if you mean ${l} ${s.meant}.`,fix:{description:`Replace with \`"${d}"\``,edits:y(e,c.path,`"${d}"`)}})}}const sx=e=>e.reduce((e,t)=>t.reduce((e,t)=>Math.min(e,Number(t)),e),1/0);function cx(){return{bad:[P({requirements:[`karpenter.k8s.aws/instance-memory Gt ["8"]`]})],good:[P({requirements:[`karpenter.k8s.aws/instance-memory Gt ["8191"]`,`karpenter.k8s.aws/instance-cpu Gt ["1"]`]}),P({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-gpu-memory Gt ["0"]`],taints:E`
          - key: nvidia.com/gpu
            effect: NoSchedule
        `})]}}const lx=N({id:`role-name`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[68],on:{NodeClass:dx,NodeTemplate:dx},docs:{summary:`A node class has an ARN where Karpenter expects the name of a role or an instance profile.`,why:`The API server accepts any text. Karpenter adds the role to an instance profile by its name, and IAM rejects an ARN there. The node class is not ready, and no NodePool that uses it launches anything.`,help:`Use only the name: the part of the ARN after the last slash.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specrole`},examples:hx}),ux=/^arn:[\w-]+:iam::.{0,200}:(?:role|instance-profile)\/(?:.{0,600}\/)?([^/]{1,200})$/;function dx(e,{report:t}){for(let n of[`role`,`instanceProfile`]){let r=[`spec`,n];mx(e,n,t),px(e,r,t);let i=e.get(r),a=typeof i==`string`?ux.exec(i)?.[1]:void 0;if(a===void 0)continue;let o=!d(a);t({at:e.span(r),message:`\`${n}\` is an ARN instead of a name, so IAM rejects it and \`${e.name}\` never becomes ready`,help:o?`Use \`${a}\`.`:`Use only the part after the last slash.`,...o&&{fix:{description:`Replace with \`${a}\``,edits:y(e,r,a)}}})}}const fx=/^(?:KarpenterController(?:Role)?-|[\w+=,.@-]{1,60}[-_]karpenter[-_]controller(?:[-_]role)?$)/i;function px(e,t,n){let r=v(e.get(t))??``;fx.test(r)&&n({at:e.span(t),severity:`warning`,message:`\`${r}\` seems to be the role of the controller. Nodes with this role cannot join the cluster, and every pod that reads the instance metadata could launch instances`,help:"Use the role of the nodes, such as `KarpenterNodeRole-demo`."})}function mx(e,t,n){let r=[`spec`,t],i=rr(e,r);if(i===void 0)return;let a=e.span(r);/^module\.[\w-]+\.iam_role_(?:name|arn)$/.test(i)&&/karpenter/i.test(i)?n({at:a,message:`\`${i}\` is the role of the controller. Nodes with this role cannot join the cluster`,help:`Use \`${i.replace(/iam_role_\w{1,100}$/,`node_iam_role_name`)}\`.`}):/(?:\.|_)arn$/.test(i)&&n({at:a,message:`\`${t}\` must be a name, but \`${i}\` is an ARN, so IAM rejects it and \`${e.name}\` never becomes ready`,help:`Use \`${i.replace(/arn$/,`name`)}\`.`})}function hx(){return{bad:[I(`role: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo`),I(`instanceProfile: arn:aws:iam::111122223333:instance-profile/KarpenterNode`),T(D`
          ${z(`default`,I("role: ${aws_iam_role.karpenter_node.arn}"))}
        `,{"aws_iam_role.karpenter_node.arn":`aws_iam_role.karpenter_node.name`}),T(D`
          ${z(`default`,I("role: ${module.karpenter.iam_role_name}"))}
        `,{"module.karpenter.iam_role_name":`module.karpenter.node_iam_role_name`}),T(I(`role: KarpenterControllerRole-demo`),{"KarpenterControllerRole-demo":`KarpenterNodeRole-demo`})],good:[D`
        ${z(`default`,I("role: ${module.karpenter.node_iam_role_name}"))}
      `,L,I("role: ${NODE_ROLE}")]}}const gx={AL2:`/dev/xvda`,AL2023:`/dev/xvda`,Bottlerocket:`/dev/xvda`,Windows2019:`/dev/sda1`,Windows2022:`/dev/sda1`,Windows2025:`/dev/sda1`},_x=[`/dev/sda`,`/dev/sda1`,`/dev/xvda`,`/dev/xvda1`,`/dev/nvme0n1`],vx=N({id:`root-device`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[64],on:{NodeClass(e,{report:t}){let n=bl(e)??``,r=Object.hasOwn(gx,n)?gx[n]:void 0,i=[`spec`,`blockDeviceMappings`],a=m(e.get(i)).map(e=>h(e)),o=a.map(e=>v(e?.deviceName)??``);if(r===void 0||e.isPartial||o.includes(r)||a.some(e=>e?.rootVolume===!0))return;let s=o.findIndex(e=>_x.includes(e));if(s===-1)return;let c=[...i,s,`deviceName`],l=vl(e).every(({term:e})=>e.alias!==void 0);t({at:e.span(c),...!l&&{severity:`note`},message:`The root device of ${n} is \`${r}\`, so \`${o[s]}\` adds an empty volume and the root volume keeps the size of the AMI`,help:`Set \`deviceName\` to \`${r}\`.`,fix:{description:`Replace with \`${r}\``,edits:y(e,c,r)}})}},docs:{summary:`A block device mapping names the root device of another AMI family.`,why:`EC2 attaches a device with an unknown name as an additional, empty volume. The root volume keeps the size, type and encryption of the AMI, and Karpenter works out ephemeral storage from its default of 20 GiB. The additional volume costs money, and nothing uses it.`,help:"Use `/dev/xvda` for Amazon Linux and Bottlerocket, and `/dev/sda1` for Windows.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:yx});function yx(){return{bad:[I(E`
        amiSelectorTerms:
          - alias: al2023@v20260715
        blockDeviceMappings:
          - deviceName: /dev/sda1
            ebs:
              volumeSize: 100Gi
              encrypted: true
              volumeType: gp3
      `)],good:[I(E`
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
      `),I(E`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          blockDeviceMappings:
            - deviceName: /dev/sda1
              ebs:
                volumeSize: 100Gi
                encrypted: true
        `,`ubuntu`)]}}const bx=N({id:`root-encryption`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[63],controls:[`AWS FSBP EC2.3`,`AWS FSBP EC2.181`],on:{NodeClass(e,{report:t}){let n=[`spec`,`blockDeviceMappings`],r=m(e.get(n)).map(e=>h(e)),i=r.map(e=>v(e?.deviceName)??``),a=i.indexOf(`/dev/xvdb`);bl(e)!==`Bottlerocket`||a===-1||e.isPartial||i.includes(`/dev/xvda`)||i.some(e=>d(e))||h(r[a]?.ebs)?.encrypted===!0&&t({at:e.span([...n,a,`ebs`,`encrypted`]),message:`\`${e.name}\` encrypts \`/dev/xvdb\` but does not map \`/dev/xvda\`, so the root volume is encrypted only if the account encrypts volumes by default`,help:"Map `/dev/xvda` too, with `encrypted: true` and `volumeSize: 4Gi`."})}},docs:{summary:`A Bottlerocket node class encrypts the volume of the containers, but does not configure the root volume.`,why:"Volumes that a node class does not map stay as the AMI defines them, because Karpenter does not add its defaults to existing mappings. If a node class encrypts `/dev/xvdb` of Bottlerocket and does not map `/dev/xvda`, the root volume is not encrypted, unless the account encrypts every volume by default.",help:"Map `/dev/xvda` too, with `encrypted: true` and about 4 GiB.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:xx});function xx(){return{bad:[T(I(E`
          role: KarpenterNodeRole-demo
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          blockDeviceMappings:
            - deviceName: /dev/xvdb
              ebs:
                volumeSize: 100Gi
                encrypted: true
        `),{"blockDeviceMappings:":E`
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  volumeSize: 4Gi
                  encrypted: true
          `})],good:[I(E`
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
      `),I(E`
        role: KarpenterNodeRole-demo
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        blockDeviceMappings:
          - deviceName: /dev/xvdb
            ebs:
              snapshotID: snap-0123456789abcdef0
              volumeSize: 100Gi
      `)]}}const Sx=[`subnetSelectorTerms`,`securityGroupSelectorTerms`,`amiSelectorTerms`],Cx=N({id:`selector-term-id`,severity:`warning`,since:`0.1.0`,providers:[`aws`,`eks-auto-mode`],theme:`Network`,mistakes:[80],on:{NodeClass(e,{report:t}){for(let n of Sx.map(e=>[`spec`,e])){let r=m(e.get(n)).map(e=>Object.keys(h(e)??{})),i=e=>e.includes(`id`)&&e.length>1;if(!r.every(i))for(let[a,o]of r.entries()){if(!i(o))continue;let r=o.filter(e=>e!==`id`);t({at:e.keySpan([...n,a,r[0]]),message:`Karpenter ignores ${g(r,` and `)} in a term with an \`id\`, because the id alone selects`,labels:[{span:e.span([...n,a,`id`]),message:`the id alone selects`}],help:`Remove ${g(r,` and `)}, or move ${r.length===1?`it`:`them`} to a separate term.`})}}}},docs:{summary:"A selector term has an `id` and other fields, which Karpenter ignores.",why:`An id alone selects one object. The API server should reject other fields in the same term. But its rule looks at all terms together and accepts the list as soon as one of them is valid. Karpenter then uses the id, and tags or a name in the same term narrow nothing.`,help:`Remove the other fields, or move them to a separate term.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:wx});function wx(){return{bad:[T(I(E`
          subnetSelectorTerms:
            - id: subnet-0123456789abcdef0
              tags:
                karpenter.sh/discovery: demo
            - id: subnet-0123456789abcdef1
        `),{"  tags:\n        karpenter.sh/discovery: demo":``},{"  tags:\n        karpenter.sh/discovery: demo":`- tags:
    karpenter.sh/discovery: demo`})],good:[I(E`
        subnetSelectorTerms:
          - id: subnet-0123456789abcdef0
          - tags:
              karpenter.sh/discovery: demo
      `),I(E`
        amiFamily: AL2023
        amiSelectorTerms:
          - name: golden-*
            owner: self
      `)]}}const Tx=N({id:`termination-handler`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[84],on:{Manifests(e,t){let{report:n}=t;for(let r of e.manifests.filter(kx)){let e=Ex(r,t);e&&!Ax(r)&&n({manifest:r,at:r.span([`metadata`,`name`]),...Dx(r,e,t)})}for(let r of Gn(e,`aws-node-termination-handler`)){let{manifest:e}=r,i=Qn(r,`enableSqsTerminationDraining`),a=!on(i)||i.value===!0,o=[`nodeSelector`,`linuxNodeSelector`,`daemonsetNodeSelector`,`affinity`,`linuxAffinity`,`daemonsetAffinity`].some(e=>{let t=Qn(r,e);return!on(t)||Object.keys(h(t.value)??{}).length>0});if(a||o)continue;let s=Ex(e,t);s&&n({manifest:e,at:e.span([`metadata`,`name`]),...Dx(e,s,t)})}}},docs:{summary:`The node termination handler runs on Karpenter’s nodes, although Karpenter handles interruptions itself.`,why:"With `interruptionQueue`, Karpenter launches another node and drains the old one when AWS announces an interruption. The AWS node termination handler also drains every node that it runs on, so pods are evicted twice. The handler also cordons nodes on a rebalance recommendation, which Karpenter ignores. Reported only when the charts of both are installed in the same cluster, and the handler has no node selector or affinity.",help:"Keep the handler off Karpenter’s nodes with an affinity for `karpenter.sh/nodepool`, or remove the handler.",url:`https://karpenter.sh/docs/faq/#should-i-use-karpenter-interruption-handling-alongside-node-termination-handler`},examples:Lx}),Ex=(e,{all:t,clusterOf:n})=>Un(t).find(t=>t.chart===`karpenter`&&n(t.manifest)===n(e)&&jx(t)),Dx=(e,t,n)=>({message:`The node termination handler runs on all nodes, so both it and Karpenter drain Karpenter’s nodes when AWS interrupts them`,help:"Set `affinity` so that the handler does not run on nodes with the label `karpenter.sh/nodepool`, or remove the handler.",labels:[{span:t.manifest.span([...t.values,`settings`,`interruptionQueue`]),message:`Karpenter handles interruptions itself${bp(e,t.manifest,n)}`}]}),Ox=[`spec`,`template`,`spec`],kx=({kind:e,apiVersion:t,name:n,source:r})=>e===`DaemonSet`&&t===`apps/v1`&&/^aws-node-termination-handler/.test(n)&&r.origin?.tool!==`helm`,Ax=e=>e.isPartial||Object.keys(h(e.get([...Ox,`nodeSelector`]))??{}).some(e=>!/kubernetes\.io\/(?:os|arch)$/.test(e))||e.get([...Ox,`affinity`,`nodeAffinity`])!==void 0;function jx({manifest:e,values:t}){let n=[...t,`settings`,`interruptionQueue`];return $n(e,n)&&(v(e.get(n))??``)!==``}const Mx=R(`aws-node-termination-handler`),Nx=R(`karpenter`,{values:E`
    settings:
      clusterName: demo
      interruptionQueue: demo
  `}),Px=e=>E`
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
`,Fx=`      chart: aws-node-termination-handler
`,Ix=E`
  values:
    affinity:
      nodeAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          nodeSelectorTerms:
            - matchExpressions:
                - key: karpenter.sh/nodepool
                  operator: DoesNotExist
`;function Lx(){return{bad:[T(B(R(`karpenter`,{values:E`
              settings:
                clusterName: demo
                interruptionQueue: demo
            `}),Mx),{[Fx]:`${Fx}  ${Ix.text.replaceAll(/\n(?=.)/g,`
  `)}`},{[`---\n${Mx.text}`]:``}),T(B(Nx,Px(``)),{"containers:":`affinity:
  nodeAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      nodeSelectorTerms:
        - matchExpressions:
            - {key: karpenter.sh/nodepool, operator: DoesNotExist}
containers:`})],good:[B(Nx,Px(E`
          affinity:
            nodeAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
                nodeSelectorTerms:
                  - matchExpressions:
                      - {key: karpenter.sh/nodepool, operator: DoesNotExist}
        `)),B(R(`karpenter`,{values:E`
            settings:
              clusterName: demo
              interruptionQueue: demo
          `}),E`
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
        `),B(R(`karpenter`,{values:E`
            settings:
              clusterName: demo
          `}),E`
          apiVersion: helm.toolkit.fluxcd.io/v2
          kind: HelmRelease
          metadata:
            name: node-termination-handler
          spec:
            chart:
              spec:
                chart: aws-node-termination-handler
        `),B(R(`karpenter`,{values:E`
            settings:
              clusterName: demo
              interruptionQueue: demo
          `}),E`
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
        `)]}}const Rx=/^(?:mac|[a-z]\d+g[a-z]*-flex|i3\.metal$)/,zx=/^(?:cc1|cc2|cg1|cg2|cr1|g1|g2|g3|g3s|hi1|hs1|p2)$/,Bx=N({id:`unknown-instance-type`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[],on:{NodePool:Vx,Provisioner:Vx,NodeOverlay:Vx},docs:{summary:`A requirement names an instance type or family that does not exist, or that the region does not offer.`,why:`The API server accepts any text. Karpenter never chooses a value that no instance type has, and does not warn about it. The NodePool then allows less than it seems to, or launches nothing at all.`,help:`Correct the name, or use one that the region offers.`,url:`https://karpenter.sh/docs/reference/instance-types/`},examples:Wx});function Vx(e,t){let{catalog:n}=t;if(n)for(let r of $(e)){let i=b(r.key);if(i===x.instanceType)Hx({pool:e,requirement:r,what:`instance type`,known:n.names,isOffered:e=>n.zonesOf(e).length>0},t,n);else if(i===x.instanceFamily){let i=[...new Set(n.types.map(e=>e.family))],a=new Set(n.types.filter(e=>n.zonesOf(e.name).length>0).map(e=>e.family));Hx({pool:e,requirement:r,what:`instance family`,known:i,isOffered:e=>a.has(e)},t,n)}}}function Hx({pool:e,requirement:t,what:n,known:r,isOffered:i},{report:a,nearest:o,isRegionAssumed:s},c){let{operator:l,values:u}=t;if(l!==`In`&&l!==`NotIn`)return;let d=new Set(r);for(let{path:t,text:f,isKnown:p}of u)if(!(!p||Rx.test(f)||l===`NotIn`&&zx.test(f))){if(d.has(f))l===`In`&&!i(f)&&!s&&a({at:e.span(t),message:`Region ${c.region} does not offer the ${n} \`${f}\`, so Karpenter never launches it`,help:`Replace it with one that ${c.region} offers, or remove it.`});else{let i=Ux(o(f,r),f,r);a({at:e.span(t),message:`\`${f}\` is not a known EC2 ${n}`,help:i?`Did you mean \`${i}\`?`:`Correct the name. If it is newer than plumbline’s catalog, silence this finding.`,...i&&{fix:{description:`Replace with \`${i}\``,edits:y(e,t,i)}}})}}}function Ux(e,t,n){if(e===void 0)return;let i=r(t,e);return n.some(n=>n!==e&&r(t,n)===i)?void 0:e}function Wx(){return{bad:[P({requirements:[`node.kubernetes.io/instance-type In [m5.large, m5.xlrage]`,`karpenter.sh/capacity-type In [on-demand]`]}),P({requirements:[`karpenter.k8s.aws/instance-family NotIn [t2, t3, tg4]`]}),T(O({region:`ap-northeast-2`},P({requirements:[`karpenter.k8s.aws/instance-family In [c7i, c7a]`,`karpenter.sh/capacity-type In [on-demand]`]})),{"[c7i, c7a]":`[c7i, c6i]`},{"[c7i, c7a]":`[c7i]`})],good:[P({requirements:[`karpenter.k8s.aws/instance-family In [m5, m6i]`]}),P({requirements:[`karpenter.k8s.aws/instance-family NotIn [c1, cc1, cc2, g2, p2, t1]`]})]}}const Gx=String.raw`(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')`,Kx=`${Gx}(?:\\s*\\.\\s*${Gx})*`,qx=RegExp(`^(?:\\[\\s*${Kx}\\s*\\]|\\[\\[\\s*${Kx}\\s*\\]\\])\\s*(?:#.*)?$`),Jx=RegExp(`^${Kx}\\s*=\\s*(.*)$`),Yx=/^(?:true|false|[+-]?(?:inf|nan)|[+-]?\d[\w.+:-]*(?: \d[\w.+:-]*)?)\s*(?:#.*)?$/,Xx=/^("""|''')/,Zx=/^(?:"(?:[^"\\]|\\.)*"|'[^']*')\s*(?:#.*)?$/,Qx={characters:5e4,lines:2e3};function $x(e){if(e.length>Qx.characters)return;let t=e.split(`
`).slice(0,Qx.lines);for(let e=0;e<t.length;e++){let n=t[e].trim();if(n===``||n.startsWith(`#`)||qx.test(n))continue;let r=Jx.exec(n)?.[1];if(r===void 0)return n;if(Xx.test(r)){let n=r.slice(0,3);if(r.indexOf(n,3)===-1)for(;++e<t.length&&!t[e].includes(n););}else if(/^[[{]/.test(r))e=tS(t,e,r);else if(!Yx.test(r)&&!Zx.test(r))return n}}function eS(e){if(e.length>Qx.characters||[`[[`,`"""`,`'''`].some(t=>e.includes(t)))return;let t=new Set;for(let n of e.split(`
`).slice(0,Qx.lines)){let e=/^\s*\[(?!\[)([^\]]*)\]\s*(?:#.*)?$/.exec(n)?.[1];if(e===void 0)continue;let r=e.replaceAll(/["'\s]/g,``);if(t.has(r))return n.trim();t.add(r)}}function tS(e,t,n){let r=0;for(let i=t;i<e.length;i++){let a=(i===t?n:e[i]).replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g,``).replace(/#.*$/,``);for(let e of a)r+=`[{`.includes(e)?1:`]}`.includes(e)?-1:0;if(r<=0)return i}return e.length}const nS=N({id:`user-data-format`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[57,58],on:{NodeClass(e,{report:t}){let n=xl(e),r=n===void 0?void 0:rS(e,n);r&&t({at:e.keySpan([`spec`,`userData`]),...r})}},docs:{summary:`User data has a format that the AMI family does not understand.`,why:"Karpenter merges `userData` into the user data that it writes for the AMI family. Bottlerocket reads TOML, and a node class with another format never launches a node. On Amazon Linux 2023, `/etc/eks/bootstrap.sh` only fails, so its flags never reach the kubelet. If the parts of a MIME text do not start with the boundary that it declares, none of them runs.",help:"For Bottlerocket, write TOML. For Amazon Linux 2023, write a `NodeConfig` or a script without `bootstrap.sh`. Start each part of a MIME text with two dashes and the declared boundary.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specuserdata`},examples:cS});function rS(e,t){let n=bl(e);return n===`Bottlerocket`?iS(t):n===`AL2023`&&oS(t)?{message:"`/etc/eks/bootstrap.sh` only fails on Amazon Linux 2023, so its arguments have no effect",help:"Remove the call, because Karpenter joins the node to the cluster itself. Set kubelet settings under `spec.kubelet`, and labels in the NodePool."}:n===`AL2`||n===`AL2023`?sS(t):void 0}function iS(e){let[t=``]=e.trimStart().split(`
`);if(!/^(?:#!|MIME-Version:|Content-Type:|#cloud-config)/i.test(t)){let t=$x(e);return t===void 0?aS(e):{message:`Bottlerocket expects user data in TOML, but \`${t.slice(0,60)}\` is neither a table nor a key with a value`,help:'Write TOML: tables such as `[settings.kubernetes]`, and entries such as `name = "text"`, with texts in quotes.'}}return{message:`Bottlerocket expects user data in TOML, but this starts with \`${t.trim().slice(0,60)}\``,help:"Write TOML settings, such as `[settings.kubernetes]`. Bottlerocket runs no scripts."}}function aS(e){let t=eS(e);if(t!==void 0)return{message:`The user data has the table \`${t.slice(0,60)}\` twice, which TOML does not allow, so Karpenter launches no nodes`,help:`Merge the entries of both into one table.`}}const oS=e=>!/-[efx] \/etc\/eks\/bootstrap\.sh/.test(e)&&/^[ \t]*(?:sudo\s+|bash\s+)?\/etc\/eks\/bootstrap\.sh\b/m.test(e);function sS(e){if(!/^\s*(?:MIME-Version|Content-Type): /i.test(e))return;let t=/boundary="?([^"\s;]{1,200})"?/i.exec(e)?.[1],n=e.split(`
`).map(e=>e.trimEnd());if(!(t===void 0||n.includes(`--${t}`)))return{message:`This MIME text declares the boundary \`${t}\`, but no line is \`--${t}\`, so none of its parts runs`,help:`Start every part with \`--${t}\`, and end the last one with \`--${t}--\`.`}}function cS(){return{bad:[T(I(E`
          amiSelectorTerms:
            - alias: al2023@v20260715
          userData: |
            #!/bin/bash
            /etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'
            echo hello
        `),{"/etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'":``}),T(I(E`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            #!/bin/bash
            sysctl -w vm.max_map_count=262144
        `),{"#!/bin/bash":`[settings.kernel.sysctl]`,"sysctl -w vm.max_map_count=262144":`"vm.max_map_count" = "262144"`}),T(I(E`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            [settings.kubernetes]
            cluster-domain = cluster.local
        `),{"= cluster.local":`= "cluster.local"`}),T(I(E`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            [settings.kernel.sysctl]
            "vm.max_map_count" = "262144"
            [settings.kernel.sysctl]
            "net.core.somaxconn" = "1024"
        `),{'"262144"\n    [settings.kernel.sysctl]':`"262144"`}),T(I(E`
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
        `),{"--==BOUNDARY==--":`--BOUNDARY--`,"--==BOUNDARY==":`--BOUNDARY`})],good:[I(E`
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
      `),I(E`
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
        `,`bottlerocket`)]}}const lS=[[`a private key`,/-----BEGIN (?:[A-Z]{1,20} )?PRIVATE KEY-----/],[`an AWS access key`,/\b(?:AKIA|ASIA)(?![A-Z0-9]{0,12}EXAMPLE)[A-Z0-9]{16}\b/],[`a GitHub token`,/\bgh[pousr]_[A-Za-z0-9]{36}/],[`a GitLab token`,/\bglpat-[\w-]{20}/],[`a Slack token`,/\bxox[abprs]-[\w-]{10}/],[`a password in a URL`,/\b[a-z][a-z0-9+]{1,20}:\/\/[^\s:@/${}<]{1,100}:(?![$<{%])[^\s:@/]{4,100}@/],[`a token to join a cluster`,/--token[ =]["']?[a-z0-9]{6}\.[a-z0-9]{16}\b/]],uS=/(?:^|[\s"'{,;])((?:[A-Za-z]\w{0,60}[_-])?(?:password|passwd|secret|secret[_-]?(?:access[_-]?)?key|token|api[_-]?key|access[_-]?key|license[_-]?key))["']?\s{0,5}[=:]\s{0,5}(?:"([^"\s]{8,200})"|'([^'\s]{8,200})'|([^\s"'#;,]{8,200}))/i,dS=e=>/[A-Za-z]/.test(e)&&/[\d!@#%^&*+=-]/.test(e)&&!/[$`<>{}()[\]]|%[{s]|^[/~.]|^[a-z]+:\/\/|^arn:|^(?:ssm|vault|secretsmanager|file):|EXAMPLE|changeme|placeholder|redacted|x{4}|\*{3}/i.test(e);function fS(e){for(let[t,n]of e.split(`
`).slice(0,2e3).entries()){let e=n.slice(0,2e3),r=lS.find(([,t])=>t.test(e));if(r)return{kind:r[0],line:t+1};let i=uS.exec(e),a=i?.[2]??i?.[3]??i?.[4];if(i&&a!==void 0&&dS(a))return{kind:`a value for \`${i[1]}\``,line:t+1}}}const pS=[`spec`,`userData`],mS=N({id:`user-data-secrets`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Security`,mistakes:[],controls:[`CWE-798`],on:{NodeClass(e,{report:t}){let n=e.get(pS),r=typeof n==`string`?fS(n):void 0;r&&t({at:hS(e),message:`Line ${r.line} of the user data of \`${e.name}\` seems to contain ${r.kind}. Every pod that reaches the instance metadata can read it, and so can everybody who may describe the node class or its launch templates`,help:`Store the secret in AWS Secrets Manager or the Parameter Store, and let the user data fetch it with the node’s role. Replace the secret, because it is in the history of the repository.`})}},docs:{summary:`User data contains what looks like a password, a token or a key.`,why:`User data is not secret. The instance metadata serves it to every process on the node and, with a hop limit of 2, to every pod. It is also in the EC2NodeClass, in launch templates, and in the repository. plumbline does not print the secret, and points at the field instead of the line.`,help:`Let the user data fetch secrets from AWS Secrets Manager or the Parameter Store with the node’s role.`,url:`https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/user-data.html`},examples:vS});function hS(e){let{text:t}=e.source,{start:n,end:r}=e.keySpan(pS);return/^\s*:\s*[|>][\d+-]*\s*(?:#.*)?$/.test(/^.*/.exec(t.slice(r))[0])&&/^\s*(?:- )?["']?$/.test(t.slice(t.lastIndexOf(`
`,n-1)+1,n))?e.keySpan(pS):e.span([`metadata`,`name`])}const gS=e=>I(E`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: al2023@v20260715
    userData: |
      #!/bin/bash
      ${e}
      /opt/install
  `),_S=`export DB_PASSWORD=$(aws secretsmanager get-secret-value --secret-id db --query SecretString --output text)`;function vS(){return{bad:[T(gS(`export DB_PASSWORD='correct-horse-battery-9'`),{"export DB_PASSWORD='correct-horse-battery-9'":_S}),T(gS(`curl -sf https://agent:s3cr3t-4gent@get.example.com/agent | bash`),{"agent:s3cr3t-4gent@":``})],good:[gS(_S),gS(`TOKEN=$(curl -X PUT http://169.254.169.254/latest/api/token -H "X-aws-ec2-metadata-token-ttl-seconds: 60")`),gS(`export API_TOKEN_FILE=/run/secrets/api-token-1`)]}}const yS=`ebs.csi.aws.com`,bS=[yS,`ebs.csi.eks.amazonaws.com`],xS=e=>e===`kubernetes.io/aws-ebs`?yS:e,SS=`WaitForFirstConsumer`,CS=N({id:`volume-binding-mode`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Workloads`,mistakes:[104],on:{Manifests(e,{report:t}){if(_u(e))for(let n of e.manifests){if(n.kind!==`StorageClass`||f(n.apiVersion)!==`storage.k8s.io`)continue;let e=[`volumeBindingMode`],r=n.get(e),i=r===`Immediate`||r===void 0&&!n.isPartial;bS.includes(xS(v(n.get([`provisioner`])))??``)&&i&&(n.get([`allowedTopologies`])!==void 0||d(n.name)||t({manifest:n,at:r===void 0?n.keySpan([`provisioner`]):n.span(e),message:`StorageClass \`${n.name}\` creates a volume in any zone before the scheduler knows where its pod can run`,help:`Set \`volumeBindingMode: ${SS}\`. If the StorageClass already exists in a cluster, delete it there first, because the field cannot be changed.`,fix:{description:`Set \`volumeBindingMode: ${SS}\``,edits:r===void 0?Fe(n,[],`volumeBindingMode`,SS):y(n,e,SS)}}))}}},docs:{summary:`A StorageClass creates EBS volumes before the scheduler knows where their pod runs.`,why:"With `Immediate`, the default, a volume is created in any zone as soon as its claim exists. While a claim is unbound, Karpenter ignores its pod. Afterwards the pod can run only in the zone of the volume, whether or not a NodePool allows that zone.",help:"Set `volumeBindingMode: WaitForFirstConsumer`. The field cannot be changed on an existing StorageClass, so delete the StorageClass and create it again. Its volumes are not affected.",url:`https://kubernetes.io/docs/concepts/storage/storage-classes/#volume-binding-mode`},examples:wS});function wS(){return{bad:[B(P(),E`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
          volumeBindingMode: Immediate
        `),B(P(),E`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
        `)],good:[B(P(),E`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
          volumeBindingMode: WaitForFirstConsumer
        `),B(P(),E`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: efs
          provisioner: efs.csi.aws.com
          volumeBindingMode: Immediate
        `)]}}const TS=[`spec`,`blockDeviceMappings`],ES=N({id:`volume-encryption`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Security`,mistakes:[],controls:[`AWS FSBP EC2.3`,`AWS FSBP EC2.181`],on:{NodeClass(e,t){if(!e.isPartial)for(let n of m(e.get(TS)).keys()){let r=[...TS,n,`ebs`];h(e.get(r))!==void 0&&DS(e,r,t)}}},docs:{summary:`A node class maps a volume without encryption.`,why:"Karpenter encrypts the volumes of a node class that has no `blockDeviceMappings`. If it has some, a volume is encrypted only if its mapping says so, or if the account encrypts every volume by default. `encrypted: false` is a warning, and a missing field is a note. EC2 refuses a key for a volume that is not encrypted, so nothing is launched.",help:"Set `encrypted: true` for each volume.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:kS});function DS(e,t,{report:n}){let r=e=>[...t,e],i=e.get(r(`encrypted`))??void 0,a="Set `encrypted: true`.";if(i!==void 0&&i!==!1)return;let o=`\`${e.get([...t.slice(0,-1),`deviceName`])??`This volume`}\` of \`${e.name}\``;e.get(r(`kmsKeyID`))===void 0?i===!1?n({at:e.span(r(`encrypted`)),message:`${o} is not encrypted, so whoever gets a copy of the volume can read what pods wrote to the disk of a node`,help:a}):e.get(r(`snapshotID`))===void 0&&n({at:e.keySpan(t),severity:`note`,message:`${o} does not say whether it is encrypted, so that depends on the default of the account`,help:a}):n({at:e.span(r(`kmsKeyID`)),message:`${o} has a key but is not encrypted, so EC2 refuses to launch its instances unless the account encrypts every volume`,help:a})}const OS=e=>I(E`
    role: KarpenterNodeRole-demo
    blockDeviceMappings:
      - deviceName: /dev/xvda
        ebs:
          volumeSize: 50Gi
          ${e}
  `);function kS(){return{bad:[T(OS(`encrypted: false`),{"encrypted: false":`encrypted: true`}),T(OS(`volumeType: gp3`),{"volumeType: gp3":`volumeType: gp3
encrypted: true`}),T(OS(`kmsKeyID: arn:aws:kms:us-east-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab`),{"volumeSize: 50Gi":`volumeSize: 50Gi
encrypted: true`})],good:[OS(`encrypted: true`),OS(`snapshotID: snap-0123456789abcdef0`),I(`role: KarpenterNodeRole-demo`)]}}const AS=N({id:`volume-key`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[66],on:{Manifests(e,t){for(let n of Dl(e))MS(n,t),PS(n,t)}},docs:{summary:`A node class encrypts volumes with a KMS key that the controller may not use, or that is in another region.`,why:"EC2 encrypts a volume with the permissions of whoever launches the instance. If the controller may not use a customer managed key, the instance terminates within seconds with `Client.InternalError`. Karpenter launches another one, which fails in the same way. Reported only when Terraform creates the key without a key policy or grant, and the controller’s policy has no permission for it. A key in another region than the cluster never works.",help:"Allow the controller `kms:CreateGrant`, `kms:Decrypt`, `kms:DescribeKey`, `kms:GenerateDataKeyWithoutPlaintext` and `kms:ReEncrypt*` on the key, in its IAM policy or in the policy of the key.",url:`https://karpenter.sh/docs/troubleshooting/#node-terminates-before-ready-on-failed-encrypted-ebs-volume`},examples:FS}),jS=[`spec`,`blockDeviceMappings`];function MS(e,{all:t,clusterOf:n,report:r}){let i=n(e);if(i.ofKind(`aws_kms_grant`,`aws_kms_key_policy`).length>0)return;let a=Ep({all:t,clusterOf:n}).filter(e=>k(e).some(e=>n(e.policy)===i));if(a.length===1&&Np(a[0],`kms:CreateGrant`)===!1)for(let t of m(e.get(jS)).keys()){let n=[...jS,t,`ebs`,`kmsKeyID`],a=/^aws_kms_key\.([\w-]+)\.(?:arn|id|key_id)$/.exec(rr(e,n)??``)?.[1],o=i.ofKind(`aws_kms_key`).find(e=>e.name===a);o&&o.get([`spec`,`policy`])===void 0&&r({manifest:e,at:e.span(n),message:`Nothing allows the controller to use the key \`${o.name}\`, so instances terminate right after their launch`,help:"Allow the controller `kms:CreateGrant`, `kms:Decrypt`, `kms:DescribeKey`, `kms:GenerateDataKeyWithoutPlaintext` and `kms:ReEncrypt*` on the key, in its IAM policy or in the policy of the key.",labels:[{span:o.span([`metadata`,`name`]),message:`the key`}]})}}const NS=/^arn:aws[\w-]*:kms:([a-z]{2}(?:-[a-z]+){1,3}-\d):/;function PS(e,{catalog:t,isRegionAssumed:n,report:r}){if(t&&!n)for(let n of m(e.get(jS)).keys()){let i=[...jS,n,`ebs`,`kmsKeyID`],a=NS.exec(M(e,i)??``)?.[1];a!==void 0&&a!==t.region&&r({manifest:e,at:e.span(i),message:`The key is in ${a}, but the volumes are in ${t.region}, so instances terminate right after their launch`,help:`Use a key of ${t.region}, or set the region if \`${e.name}\` belongs to a cluster in ${a}.`})}}function FS(){return{bad:[T(I(E`
          role: KarpenterNodeRole-demo
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                encrypted: true
                kmsKeyID: arn:aws:kms:eu-central-1:111122223333:alias/volumes
        `),{"kms:eu-central-1":`kms:us-east-1`}),T(D`
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

        ${z(`default`,I(E`
            role: KarpenterNodeRole-demo
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  encrypted: true
                  kmsKeyID: \${aws_kms_key.nodes.arn}
          `))}
      `,{'data "aws_iam_policy_document" "karpenter" {':D`
            data "aws_iam_policy_document" "karpenter" {
              statement {
                actions   = ["kms:CreateGrant", "kms:Decrypt", "kms:DescribeKey", "kms:GenerateDataKeyWithoutPlaintext", "kms:ReEncrypt*"]
                resources = [aws_kms_key.nodes.arn]
              }
          `},{'description = "volumes of nodes"':`description = "volumes of nodes"
policy      = data.aws_iam_policy_document.key.json`})],good:[D`
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

        ${z(`default`,I(E`
            role: KarpenterNodeRole-demo
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  encrypted: true
                  kmsKeyID: \${aws_kms_key.nodes.arn}
          `))}
      `,D`
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

        ${z(`default`,I(E`
            role: KarpenterNodeRole-demo
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  encrypted: true
                  kmsKeyID: \${aws_kms_key.nodes.arn}
          `))}
      `]}}const IS=N({id:`volume-size`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[],explains:[`schema/type`,`schema/pattern`],on:{NodeClass(e,t){let{report:n}=t;for(let r of m(e.get([`spec`,`blockDeviceMappings`])).keys()){let i=[`spec`,`blockDeviceMappings`,r,`ebs`,`volumeSize`],a=String(e.get(i));LS({nodeClass:e,path:i,size:a},t),!/^[1-9]\d{0,4}$/.test(a)||Number(a)>65536||n({at:e.span(i),message:`\`volumeSize: ${a}\` has no unit. The API server refuses it, or takes a number as bytes before Karpenter 0.37`,help:`Write the unit: \`volumeSize: ${a}Gi\`.`,fix:{description:`Replace with \`${a}Gi\``,edits:y(e,i,`${a}Gi`)},explains:{paths:[i]}})}}},docs:{summary:`The size of a volume has no unit.`,why:`The CRD requires a unit, so the API server refuses the EC2NodeClass. Before Karpenter 0.37, the API server accepts a number as bytes: a root volume of 1 GiB is smaller than every image, so EC2 launches no instances.`,help:"Write the unit, such as `50Gi`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:zS});function LS({nodeClass:e,path:t,size:n},{report:r,karpenter:i}){let a=/^\d{9,16}$/.test(n)?Number(n):0;if(a<2**30||!i.v1)return;let o=`${Math.ceil(a/2**30)}Gi`;r({at:e.span(t),message:`\`volumeSize: ${n}\` is a number of bytes, which the API server refuses`,help:`Write the unit: \`volumeSize: ${o}\`.`,fix:{description:`Replace with \`${o}\``,edits:y(e,t,o)},explains:{paths:[t]}})}const RS=e=>I(E`
    role: KarpenterNodeRole-demo
    blockDeviceMappings:
      - deviceName: /dev/xvda
        ebs:
          volumeSize: ${e}
          volumeType: gp3
          encrypted: true
  `);function zS(){return{bad:[RS(`50`),RS(`53687091200`)],good:[RS(`50Gi`),O({karpenter:`0.36`},RS(`53687091200`))]}}const BS=N({id:`windows-taint`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Taints and overlapping NodePools`,mistakes:[9],on:{Manifests(e,{report:t,clusterOf:n}){for(let r of Q(e)){let i=Al(e,r),a=tl(r,[`spec`,`template`,`spec`,`taints`]);if(!i||!/^Windows/.test(bl(i)??``)||!a.isKnown||m(a.value).length>0)continue;let o=gu(e).find(e=>VS(e)&&n(e.manifest)===n(r));t({manifest:r,...o===void 0&&{severity:`note`},at:r.span([...fl(r).path,`name`]),message:`The nodes of \`${r.name}\` run Windows, but no taint keeps Linux pods away that do not select an operating system`,help:"Add a taint such as `os=windows:NoSchedule` to the NodePool, and a toleration to the pods for Windows.",labels:[{span:i.span([`metadata`,`name`]),message:`selects Windows images`},...o===void 0?[]:[{span:o.manifest.span([`metadata`,`name`]),message:`selects no operating system, so it can run there`}]]})}}},docs:{summary:`A NodePool for Windows has no taint.`,why:"Most Linux pods do not select an operating system. Karpenter then may launch a Windows node for them, on which their images cannot start. The nodes also cost more, because of the license. It is a note if no workload of the cluster runs on any node, because all Linux pods may select `kubernetes.io/os: linux`.",help:`Add a taint to the NodePool, and a toleration to the pods for Windows.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/windows-support.html`},examples:WS});function VS({manifest:e,template:t}){let{nodeSelector:n,affinity:r,nodeName:i}=h(e.get([...t,`spec`]))??{};return!e.isPartial&&[n,h(r)?.nodeAffinity,i].every(e=>e==null)}const HS=I(E`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: windows2022@v1.0.0
  `,`windows`),US=E`
  - key: os
    value: windows
    effect: NoSchedule
`;function WS(){return{bad:[T(B(P({nodeClassRef:`windows`}),HS),{"nodeClassRef:":`taints:
  - {key: os, value: windows, effect: NoSchedule}
nodeClassRef:`})],good:[B(P({nodeClassRef:`windows`,taints:US}),HS)]}}const GS=(e,t)=>KS(e,t)??qS(e,t);function KS(e,t){let n=mh(e,`subnet`,Tm(t,`subnet`));if(!ln(n))return;let[r]=n.all,i=n.all.map(e=>e.zones);if(r&&!i.includes(void 0))return{zones:new Set(i.flatMap(e=>e??[])),manifest:r.manifest,path:r.tagsAt}}function qS(e,t){let n=[`spec`,`subnetSelectorTerms`],r=m(e.get(n)).map((r,i)=>JS(e,[...n,i,`id`],t)),[i]=r.flat();if(!i||r.some(e=>e.length===0))return;let a=r.flat().map(e=>e.zones);return a.includes(void 0)?void 0:{...i,zones:new Set(a.flatMap(e=>e??[]))}}function JS(e,t,n){let r=({source:t})=>t.origin?.root===e.source.origin?.root,i=rr(e,t)??``,a=/^aws_subnet\.([\w-]+)\.id$/.exec(i)?.[1];if(a!==void 0)return n.ofKind(`aws_subnet`).filter(e=>e.name===a&&r(e)).map(e=>({manifest:e,path:[`spec`,`availability_zone`],zones:XS(e,[`spec`,`availability_zone`])}));let o=/^module\.([\w-]+)\.\w+_subnets$/.exec(i)?.[1];if(o!==void 0)return n.ofKind(`module`).filter(e=>e.name===o&&Z(e)===`vpc`&&r(e)).map(e=>({manifest:e,path:[`spec`,`azs`],zones:XS(e,[`spec`,`azs`])}));let s=M(e,t);return s===void 0?[]:YS(n).filter(e=>e.id===s)}const YS=e=>[...e.ofKind(`ClusterConfig`).flatMap(e=>[`private`,`public`].flatMap(t=>{let n=[`vpc`,`subnets`,t];return Object.entries(h(e.get(n))??{}).flatMap(([t,r])=>{let{id:i,az:a=t}=h(r)??{},o=typeof a==`string`&&/^[a-z]{2}(?:-[a-z]+){1,3}-\d[a-z0-9-]*$/.test(a);return typeof i==`string`?[{manifest:e,path:[...n,t],id:i,zones:o?[a]:void 0}]:[]})})),...e.ofKind(`Cluster`).flatMap(e=>{let t=[`spec`,`subnets`];return m(e.get(t)).flatMap((n,r)=>{let{id:i}=h(n)??{},a=XS(e,[...t,r,`zone`]);return typeof i==`string`?[{manifest:e,path:[...t,r],id:i,zones:a}]:[]})})];function XS(e,t){let n=e.get(t),r=(Array.isArray(n)?n:[n]).map(e=>v(e)??``);return r.some(e=>e===``||d(e))?void 0:r}const ZS=N({id:`zones-without-subnets`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[25],on:{NodePool:QS},docs:{summary:`A NodePool allows a zone in which its node class selects no subnet.`,why:`Karpenter launches nodes only in the zones of the selected subnets. It still counts every zone of the requirements as a topology domain, so a zonal topology spread constraint can keep pods pending. A NodePool with no other zone launches nothing. Reported only when the repository shows the zones of the subnets: in Terraform, or in the files of eksctl or kOps.`,help:`Remove the zone from the requirements, or create a subnet in it that the node class selects.`,url:`https://karpenter.sh/docs/concepts/nodepools/#availability-zones`},examples:$S});function QS(e,{all:t,clusterOf:n,relation:r,report:i}){let a=e.isPartial?void 0:Al(t,e);if(!a||a.isPartial||r(e,a)===void 0)return;let o=GS(a,n(a));if(!o)return;let{zones:s}=o;for(let{key:t,operator:n,values:r}of $(e)){if(b(t)!==x.zone||n!==`In`)continue;let c=r.filter(({isKnown:e,text:t})=>e&&!s.has(t)),l=c.length===r.length;for(let{path:t,text:n}of c)i({at:e.span(t),...l&&{severity:`error`},message:`\`${a.name}\` selects no subnet in zone \`${n}\`, so Karpenter never launches nodes there`,help:`Use zones in which it selects subnets: ${g([...s].sort(),` and `)}.`,labels:[{span:o.manifest.keySpan(o.path),message:`the subnets that it selects`}]})}}function $S(){let e=e=>D`
    module "vpc" {
      source          = "terraform-aws-modules/vpc/aws"
      azs             = ["us-east-1a", "us-east-1b"]
      private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]

      private_subnet_tags = {
        "karpenter.sh/discovery" = "orders"
      }
    }

    ${z(`default`,I(E`
        role: KarpenterNodeRole-orders
        subnetSelectorTerms:
          - tags:
              karpenter.sh/discovery: orders
      `))}

    ${z(`pool`,P({limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`topology.kubernetes.io/zone In [${e}]`]}))}
  `;return{bad:[T(e(`us-east-1a, us-east-1c`),{"us-east-1a, us-east-1c":`us-east-1a, us-east-1b`})],good:[e(`us-east-1a, us-east-1b`)]}}const eC=[jl,ql,eu,su,Su,Mu,Lu,qu,td,ld,gd,Sd,Md,uf,vf,wf,Xf,pp,xp,Ip,Wp,tm,sm,gh,jh,Wh,ng,yg,Og,F_,W_,Q_,tv,lv,yv,Tv,Vv,ey,ly,gy,by,My,tb,yb,ex,ax,lx,vx,bx,Cx,Tx,Bx,nS,mS,CS,ES,AS,IS,BS,ZS];function tC(e,t){if(e===void 0)return!1;for(let[n,r]of Object.entries(e.matchLabels??{}))if(nC(t,n)!==r)return!1;return(e.matchExpressions??[]).every(({key:e,operator:n,values:r=[]})=>{let i=nC(t,e);switch(n){case`In`:return i!==void 0&&r.includes(i);case`NotIn`:return i===void 0||!r.includes(i);case`Exists`:return i!==void 0;case`DoesNotExist`:return i===void 0;default:return!1}})}const nC=(e,t)=>Object.hasOwn(e,t)?e[t]:void 0;function rC(e){if(e===void 0)return``;let t=Object.entries(e.matchLabels??{}).map(e=>JSON.stringify(e)),n=(e.matchExpressions??[]).map(({key:e,operator:t,values:n=[]})=>JSON.stringify([e,t,[...n].sort()]));return JSON.stringify([t.sort(),[...new Set(n)].sort()])}const iC=({kind:e,apiVersion:t})=>e===`PodDisruptionBudget`&&f(t)===`policy`;function aC(e){let t=new Map,n=new Map;for(let t of e.manifests.filter(hu))_e(n,oC(t),t.name);for(let r of gu(e)){let e=vu(r);if(e===void 0||d(r.namespace)){_e(n,oC(r.manifest),r.manifest.name);continue}let i=oC(r.manifest);for(let n of[``,...Object.entries(e).map(e=>e.join(`=`))]){let a=JSON.stringify([i,n]),o=t.get(a)??[];t.set(a,o),o.length<200&&o.push({workload:r,labels:e})}}let r=new Map,i=new Map;for(let a of e.manifests.filter(iC)){let e=bu(a,[`spec`,`selector`]),[o]=Object.entries(e?.matchLabels??{}),s=(t.get(JSON.stringify([oC(a),o?.join(`=`)??``]))??[]).filter(({labels:t})=>tC(e,t)).map(({workload:e})=>e),c=n.get(oC(a))??[];r.set(a,sn(s,c.map(e=>`the labels of \`${e}\` are unknown`)));for(let e of s)i.set(e,[...i.get(e)??[],a].slice(0,2))}return{byBudget:r,byWorkload:i}}const oC=e=>`${mu(e)} ${e.source.file.slice(0,Math.max(0,e.source.file.lastIndexOf(`/`)))}`;function sC(e,t){let n=new Ce(e.source.text),{start:r,end:i}=e.span(t),[a,o]=[n.position(r).line,n.position(i).line];return[...dC(n,a),...uC(n,a,o)].join(` 
 `).trim()}function cC(e,t){let{origin:n,text:r}=e.source;if(!n)return sC(e,t);let{start:i,end:a}=e.span(t),o=i+r.slice(i,a).trimEnd().length,s=[n.trace(i,i+1),n.trace(Math.max(i,o-1),o)].map(({span:e,isExact:t})=>{let r=t?n.textOf?.(e.file):void 0;if(r===void 0)return;let i=new Ce(r),{line:a}=i.position(e.start);return i.line(a).includes(`{{`)||i.line(a).includes("${")?void 0:[...dC(i,a),...uC(i,a,a)].join(` 
 `)});return s.includes(void 0)?void 0:s.join(` 
 `).trim()}function lC(e,t){let n=new Ce(e.source.text),{line:r}=n.position(e.keySpan(t).start);return[...dC(n,r),...uC(n,r,r)].join(` 
 `).trim()}const uC=(e,t,n)=>Array.from({length:Math.min(20,n-t+1)},(n,r)=>/(?:^|\s)#(.*)$/.exec(e.line(t+r))?.[1]??``);function dC(e,t){let n=[];for(let r=t-1;r>0&&n.length<20;r--){let t=/^\s*#(.*)$/.exec(e.line(r))?.[1];if(t===void 0)break;n.unshift(t)}return n}const fC=[`spec`,`template`,`spec`];function pC(e){if(ll(e)?.group===`eks.amazonaws.com`||he(e.apiVersion)!==`v1`)return!1;let t=tl(e,[...fC,`terminationGracePeriod`]);return t.isKnown&&t.value===void 0}function mC(e){let t=tl(e,[...fC,`expireAfter`]);return t.isKnown&&t.value!==`Never`&&pC(e)}const hC=N({id:`blocking-pdb`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[41,43,44],on:{Manifests(e,t){if(!_u(e))return;let{byBudget:n,byWorkload:r}=aC(e),i=wC(e),a=_C(e);for(let[e,r]of n)yC(e,a,t)||bC({budget:e,workloads:r,replicas:i},t);let o=ge([...r].filter(([,e])=>e.length>1),([,[e,t]])=>`${e.name} ${t.name} ${e.namespace??``} ${t.source.file}`);for(let e of o.values())SC(e.map(([e])=>e).sort((e,t)=>_(CC(e.manifest),CC(t.manifest))),e[0][1],t)}},docs:{summary:`A PodDisruptionBudget allows no evictions, or two of them select the same pods.`,why:"Karpenter drains nodes with the eviction API. It never consolidates a node with a pod that it cannot evict. If such a node has no `terminationGracePeriod`, Karpenter does not replace it when it drifts, and it stays half-drained when it expires. With one, Karpenter deletes the pod at the end of the period. If two budgets select one pod, the API refuses every eviction. `maxUnavailable: 0` and `minAvailable: 100%` may be intended. They are only notes if a NodePool has a `terminationGracePeriod`, or if its nodes never expire and a comment next to the field gives the reason.",help:"Allow at least one pod to be unavailable, run more replicas than `minAvailable`, and select each pod with only one budget.",url:`https://karpenter.sh/docs/concepts/disruption/#pod-disruption-budgets`},examples:TC}),gC={maxUnavailable:/^0%?$/,minAvailable:/^100%$/};function _C(e){let t=Q(e);if(t.length!==0&&t.every(pC))return t.every(mC)?`stuck expiry`:`no drift`}const vC={"stuck expiry":"an expired one stays half-drained, because no NodePool has a `terminationGracePeriod`","no drift":"never replaces a drifted one, because no NodePool has a `terminationGracePeriod`",none:"replaces a drifted one only if it has a `terminationGracePeriod`"};function yC(e,t,{report:n}){let r=Object.keys(gC).find(t=>gC[t].test(v(e.get([`spec`,t]))??``));if(r===void 0)return!1;let i=cC(e,[`spec`,r])!==``,a=t===void 0||t===`no drift`&&i;return n({manifest:e,at:e.span([`spec`,r]),...a&&{severity:`note`},message:`\`${r}: ${e.get([`spec`,r])}\` allows no evictions. Karpenter never consolidates a node with one of these pods, and ${vC[t??`none`]}`,help:t?"Replace it with `maxUnavailable: 1`, or set `terminationGracePeriod` in the NodePools.":"Replace it with `maxUnavailable: 1`."}),!0}function bC({budget:e,workloads:t,replicas:n},{report:r}){if(!ln(t))return;let i=[`spec`,`minAvailable`],a=t.all.map(({manifest:e})=>/^(?:Deployment|StatefulSet)$/.test(e.kind)&&!e.isPartial?n.get(CC(e)):void 0),o=a.filter(e=>e!==void 0);if(o.length===0||o.length<a.length||o.length>=200)return;let s=o.reduce((e,t)=>e+t.most,0),c=xC(e.get(i),s);if(c===void 0||c<1||s===0||s>c)return;let u=o.some(({at:e})=>e.isMost),[{at:d}]=o,f=o.length===1?``:` of ${l(o.length,`workload`)}`;r({manifest:e,at:e.span(i),message:`\`minAvailable: ${e.get(i)}\` of ${u?`at most `:``}${l(s,`pod`)}${f} allows no evictions. Karpenter never consolidates a node with one of these pods, and replaces a drifted one only if it has a \`terminationGracePeriod\``,labels:o.map(e=>({span:e.at.manifest.span(e.at.path),message:`the number of pods`})),help:o.length===1?`Set \`${d.path.at(-1)}\` to at least ${c+1}, or replace \`minAvailable\` with \`maxUnavailable: 1\`.`:"Give each workload its own PodDisruptionBudget with `maxUnavailable: 1`, or replace `minAvailable` with `maxUnavailable: 1`."})}function xC(e,t){if(typeof e==`number`)return e;let n=/^(\d{1,3})%$/.exec(v(e)??``)?.[1];return n===void 0?void 0:Math.ceil(Number(n)*t/100)}function SC(e,[t,n],{report:r}){if(t.name===n.name)return;let[{manifest:i}]=e,a=e.length-1;r({manifest:n,at:n.span([`spec`,`selector`]),message:`Two PodDisruptionBudgets, \`${t.name}\` and \`${n.name}\`, select the pods of ${i.kind} \`${i.name}\`${a===0?``:` and ${l(a,`more workload`)}`}. The API refuses every eviction`,labels:[{span:t.span([`spec`,`selector`]),message:`also selects these pods`}],help:`Delete one of the two budgets, or change its selector.`})}const CC=({kind:e,name:t})=>`${e}/${t}`;function wC(e){let t=new Map,n=[`spec`,`replicas`];for(let r of e.manifests){let e=r.get(n),i=CC(r);if(e===void 0)continue;let a=!t.has(i)||t.get(i)?.most===e,o={manifest:r,path:n,isMost:!1};t.set(i,a&&typeof e==`number`?{most:e,at:o}:void 0)}for(let n of e.manifests){if(n.kind!==`HorizontalPodAutoscaler`&&n.kind!==`ScaledObject`)continue;let e=[`spec`,`scaleTargetRef`];if([`kind`,`name`].some(t=>d(n.get([...e,t]))))return new Map;let r=v(n.get([...e,`kind`]))??`Deployment`,i=n.kind===`ScaledObject`?`maxReplicaCount`:`maxReplicas`,a=n.get([`spec`,i]),o=CC({kind:r,name:v(n.get([...e,`name`]))??``}),s={manifest:n,path:[`spec`,i],isMost:!0};t.set(o,typeof a==`number`&&!n.isPartial?{most:a,at:s}:void 0)}return t}function TC(){return{bad:[T(B(P(),OC,kC(`minAvailable: 1`)),{"replicas: 1":`replicas: 2`},{"minAvailable: 1":`maxUnavailable: 1`}),T(B(P(),kC(`maxUnavailable: 0`)),{"maxUnavailable: 0":`maxUnavailable: 1`},{"requirements: []":`requirements: []
terminationGracePeriod: 1h`,"maxUnavailable: 0":`maxUnavailable: 1`}),T(B(P({expireAfter:`Never`}),kC(`minAvailable: 100%`)),{"minAvailable: 100%":`maxUnavailable: 1`}),T(B(P(),OC,EC(1,3),kC(`minAvailable: 75%`)),{"minAvailable: 75%":`maxUnavailable: 1`},{"maxReplicas: 3":`maxReplicas: 4`}),T(B(P(),OC,DC(`web-canary`),kC(`minAvailable: 2`)),{"minAvailable: 2":`maxUnavailable: 1`})],good:[B(P(),OC,DC(`web-canary`),kC(`minAvailable: 1`)),B(P(),OC,EC(2,10),kC(`minAvailable: 1`)),kC(`maxUnavailable: 0`,`no-karpenter-here`)]}}const EC=(e,t)=>E`
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
`,DC=e=>E`
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
`,OC=DC(`web`),kC=(e,t=`web`)=>E`
  apiVersion: policy/v1
  kind: PodDisruptionBudget
  metadata:
    name: ${t}
  spec:
    ${e}
    selector:
      matchLabels:
        app: web
`,AC=N({id:`bound-comment`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[16],on:{NodePool:MC,Provisioner:MC},docs:{summary:"A comment says that a bound is included, but `Gt` or `Lt` excludes it.",why:"`Gt` means greater than, not at least: `instance-generation Gt 5` starts at generation 6. If a comment on the line says “at least 5” or “5 and newer”, one of the two is wrong. Karpenter never launches instance types with exactly this value.",help:"Use the next lower number with `Gt` or the next higher one with `Lt`. Since Karpenter 1.9 you can also use `Gte` and `Lte`.",url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:NC}),jC={Gt:/(?:>=|≥|=>|\bat least|\bminimum(?: of)?|\bno less than|\bstarting (?:at|with))\s*(?:gen(?:eration)?\s*)?(\d+)\b|\b(\d+)(?:\+|\s*(?:and|or)\s+(?:newer|later|up|above|more|higher|greater)\b)/i,Lt:/(?:<=|≤|=<|\bat most|\bmaximum(?: of)?|\bno more than|\bup to)\s*(?:gen(?:eration)?\s*)?(\d+)\b|\b(\d+)\s*(?:and|or)\s+(?:older|earlier|below|less|lower|fewer|smaller)\b/i};function MC(e,{report:t,karpenter:n,isKarpenterAssumed:r}){if(!e.source.origin)for(let i of $(e)){let{operator:a,values:o}=i,[s]=o,c=Object.hasOwn(jC,a)?jC[a]:void 0;if(!c||!s?.isKnown||o.length!==1||!/^\d{1,9}$/.test(s.text))continue;let l=c.exec(sC(e,i.path));if(!l||(l[1]??l[2])!==s.text)continue;let u=String(Number(s.text)+(a===`Gt`?-1:1)),d=n.gteLteOperators&&!r?` or \`${a}e ${s.text}\``:``;t({at:e.span(s.path),message:`The comment says “${l[0].trim()}”, but \`${a} ${s.text}\` excludes ${s.text}`,help:`Write \`${a} ${u}\`${d}.`,fix:{description:`Replace with \`${u}\``,edits:y(e,s.path,`"${u}"`)}})}}function NC(){return{bad:[B(P({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:E`
            - key: karpenter.sh/capacity-type
              operator: In
              values: [on-demand]
            # generation 5 and newer
            - key: karpenter.k8s.aws/instance-generation
              operator: Gt
              values: ["5"]
          `}),L)],good:[B(P({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:E`
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
          `}),L)]}}const PC=[`jan`,`feb`,`mar`,`apr`,`may`,`jun`,`jul`,`aug`,`sep`,`oct`,`nov`,`dec`],FC=[`sun`,`mon`,`tue`,`wed`,`thu`,`fri`,`sat`],IC=[{name:`minute`,min:0,max:59,names:[]},{name:`hour`,min:0,max:23,names:[]},{name:`day of month`,min:1,max:31,names:[]},{name:`month`,min:1,max:12,names:PC},{name:`day of week`,min:0,max:6,names:FC}],LC={"@yearly":`0 0 1 1 *`,"@annually":`0 0 1 1 *`,"@monthly":`0 0 1 * *`,"@weekly":`0 0 * * 0`,"@daily":`0 0 * * *`,"@midnight":`0 0 * * *`,"@hourly":`0 * * * *`},RC=e=>`reason`in e;function zC(e){let t=e.startsWith(`@`)?LC[e]:e;if(t===void 0)return BC(e,0,void 0,`is not one of ${Object.keys(LC).join(`, `)}`);let n=/^\s*(?:CRON_)?TZ=\S*/.exec(t);if(n)return BC(n[0].trim(),t.indexOf(n[0].trim()),void 0,`is not allowed, because schedules are in UTC`);let r=[...t.matchAll(/\S+/g)];if(r.length!==IC.length)return BC(t,0,void 0,`has ${r.length} fields instead of 5`);let i=[];for(let[e,t]of IC.entries()){let n=VC(r[e][0],t);if(`reason`in n)return{...n,start:n.start+r[e].index};i.push([...n].sort((e,t)=>e-t))}let a=e=>/(^|,)[*?](-[^,/]*)?(\/0*1)?(,|$)/.test(r[e][0]);return{minutes:i[0],hours:i[1],daysOfMonth:i[2],months:i[3],daysOfWeek:i[4],isAnyDayOfMonth:a(2),isAnyDayOfWeek:a(4)}}const BC=(e,t,n,r)=>({part:e,start:t,field:n,reason:r});function VC(e,t){let n=new Set;for(let r of e.matchAll(/[^,]+/g)){let e=HC(r[0],t);if(typeof e==`string`)return BC(r[0],r.index,t.name,e);for(let t=e.from;t<=e.to;t+=e.step)n.add(t)}return n}function HC(e,t){let[n=``,r,...i]=e.split(`/`),[a=``,o,...s]=n.split(`-`);if(i.length>0)return"has more than one `/`";let c=a===`*`||a===`?`;if(s.length>0&&!c)return"has more than one `-`";let l=c?t.min:UC(a,t),u=r===void 0?1:WC(r),d=c?t.max:o===void 0?r===void 0?l:t.max:UC(o,t);return l===void 0||d===void 0||u===void 0?`is not a number or a name`:l<t.min?`starts below ${t.min}`:d>t.max?`goes beyond ${t.max}`:l>d?`ends before it starts`:u===0?`has a step of 0`:{from:l,to:d,step:u}}function UC(e,t){let n=t.names.indexOf(e.toLowerCase());return n===-1?WC(e):n+t.min}const WC=e=>/^\+?\d{1,9}$/.test(e)?Number(e):void 0,GC=6e4;function KC(e,t){let n=(Math.floor(t/GC)+1)*GC,r=new Date(n),i=r.getUTCFullYear()+5;for(let t=0;t<2196;t++){let a=new Date(Date.UTC(r.getUTCFullYear(),r.getUTCMonth(),r.getUTCDate()+t));if(a.getUTCFullYear()>i)break;let o=qC(e,a)?JC(e,a.getTime(),n):void 0;if(o!==void 0)return o}}function qC(e,t){if(!e.months.includes(t.getUTCMonth()+1))return!1;let n=e.daysOfMonth.includes(t.getUTCDate()),r=e.daysOfWeek.includes(t.getUTCDay());return e.isAnyDayOfMonth||e.isAnyDayOfWeek?n&&r:n||r}function JC({hours:e,minutes:t},n,r){for(let i of e)for(let e of t){let t=n+(i*60+e)*GC;if(t>=r)return t}}function YC(e,{start:t,end:n}){let r=[];for(let{cron:i,durationMs:a}of e){let e=KC(i,t-a);for(let t=0;e!==void 0&&e<n;t++){if(t>2e4)return;r.push({start:e,end:e+a}),e=KC(i,e)}}r.sort((e,t)=>e.start-t.start||e.end-t.end);let i=[];for(let e of r){let t=i.at(-1);t&&e.start<=t.end?i[i.length-1]={start:t.start,end:Math.max(t.end,e.end)}:i.push(e)}return i}function XC(e,{start:t,end:n}){let r=[],i=t;for(let t of e)t.start>i&&r.push({start:i,end:Math.min(t.start,n)}),i=Math.max(i,t.end);return i<n?[...r,{start:i,end:n}]:r}const ZC={discounts:[],savingsPlans:[],perNodeMonthlyUsd:0,teamLabel:`team`},QC=({regions:e,families:t},n,r)=>(e.length===0||e.includes(n))&&(t.length===0||t.includes(r)),$C=e=>e.slice(0,e.indexOf(`.`)),ew={preferencePolicy:`Respect`,minValuesPolicy:`Strict`,vmMemoryOverheadPercent:.075,reservedENIs:0,clusterCABundle:void 0,featureGates:{reservedCapacity:!0}},tw={approvals:1,monthlyIncreaseUsd:void 0,nodesReplaced:void 0,unschedulablePods:void 0,freeze:[],attention:{monthlyIncreaseUsd:500,monthlyIncreasePercent:50,nodesAdded:void 0},teams:{}},nw={region:void 0,zones:void 0,nodeClassZones:{},nodeClassAddresses:{},vcpuQuotas:{},karpenterVersion:void 0,kubernetesVersion:void 0,karpenter:{},existingNodes:void 0,systemPods:void 0,capacityReservations:{},describedReservations:{},snapshot:void 0,catalog:void 0,crds:[],spotPricing:`advisor`,pricing:ZC,currency:void 0,rules:{},customRules:[],ignore:[],overrides:[],neverSuppress:[],changedLines:!1,firstRound:!1,set:{},failOn:`error`,comment:`update`,notify:`block`,environments:{},gate:tw,sources:{render:!0,roots:[],ignore:[],chartRepositories:[]},timeZone:void 0,scorecard:void 0,today:`1970-01-01`},rw=[`spec`,`disruption`,`budgets`],iw=[`Drifted`,`Underutilized`,`Empty`],aw=e=>m(e.get(rw)).map((e,t)=>{let n=h(e)??{},r=m(n.reasons).map(e=>v(e)??``);return{path:[...rw,t],isZero:/^0%?$/.test(v(n.nodes)??``),hours:ow(n),appliesTo:e=>r.length===0||r.some(t=>t===e||d(t))}});function ow({schedule:e,duration:t}){if(e===void 0&&t===void 0)return`always`;if(typeof e!=`string`||typeof t!=`string`||d(e)||d(t))return`unknown`;let n=zC(e),r=/^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:0s)?$/.exec(t);return RC(n)||!r?`unknown`:{cron:n,durationMs:(60*Number(r[1]??0)+Number(r[2]??0))*6e4}}const sw=Date.UTC(2024,0,1);function cw(e){if(e.some(({hours:e})=>e===`always`))return!1;if(e.some(({hours:e})=>e===`unknown`))return;let t=e.map(({hours:e})=>e),n=t.every(({cron:e})=>e.isAnyDayOfMonth&&e.months.length===12),r={start:sw,end:sw+(n?7:366)*864e5},i=YC(t,r);return i&&XC(i,r).length>0}function lw(e,t){let n=`${uw(e,`UTC`)} UTC`;return t===void 0||t===`UTC`?n:`${n} (${uw(e,t)} ${t})`}function uw({start:e,end:t},n){let[r,i]=[dw(e,n),dw(t,n)];return`${r.day} ${r.time} to ${r.day===i.day?``:`${i.day} `}${i.time}`}function dw(e,t){let n=new Intl.DateTimeFormat(`en-US`,{timeZone:t,hourCycle:`h23`,weekday:`short`,month:`short`,day:`numeric`,hour:`2-digit`,minute:`2-digit`}),r=new Map(n.formatToParts(e).map(({type:e,value:t})=>[e,t])),i=e=>r.get(e)??``;return{day:`${i(`weekday`)} ${i(`day`)} ${i(`month`)}`,time:`${i(`hour`)}:${i(`minute`)}`}}const fw=N({id:`budget-gaps`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[37],on:{NodePool(e,{report:t,settings:n}){let r=aw(e);if(r.length===0||e.isPartial)return;let i=iw.filter(e=>cw(r.filter(t=>t.appliesTo(e))));if(i.every(e=>e===`Empty`))return;let a=i.length===iw.length,o=r.filter(e=>e.appliesTo(i[0])).map(({hours:e})=>e),s=o.length===0?``:` outside of the ${o.length===1?`window of its budget`:`windows of its budgets`}`,c=a?``:` for the ${i.length===1?`reason`:`reasons`} ${g(i)}`;t({at:e.keySpan(rw),message:`Karpenter may disrupt any number of nodes of \`${e.name}\` at the same time${c}${s}`,help:`Add a budget without a schedule${a?``:` or reasons`}, such as \`nodes: 10%\`.${pw(o,n)}`})}},docs:{summary:`All disruption budgets of a NodePool have schedules or reasons, so nothing limits disruption at other times or for other reasons.`,why:`A budget applies only while its window is open, and only to its reasons. When no budget applies, disruption is unlimited. Explicit budgets replace the default of 10%. If they freeze a NodePool during the day, Karpenter may replace all its nodes at the same time at night.`,help:"Add a budget without a schedule, such as `nodes: 10%`. The smallest of the budgets that apply is used.",url:`https://karpenter.sh/docs/concepts/disruption/#schedule`},examples:mw});function pw(e,{today:t,timeZone:n}){if(t===nw.today||e.length===0)return``;let r=Date.parse(`${t}T00:00:00Z`),i={start:r,end:r+3024e6},a=YC(e,i),[o]=a?XC(a,i):[],s=(a?.filter(({start:e})=>e>=r).slice(0,2)??[]).map(e=>lw(e,n));return[...s.length>0?[` The next ${s.length===1?`window is`:`windows are`} ${s.join(`, then `)}.`]:[],...o?[` The next time without a limit is ${lw(o,n)}.`]:[]].join(``)}function mw(){return{bad:[T(P({disruption:E`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
        `}),{"budgets:":`budgets:
  - nodes: 10%`}),T(P({disruption:E`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
              reasons: [Drifted]
            - nodes: "0"
              reasons: [Empty, Underutilized]
              schedule: 0 9 * * mon-fri
              duration: 8h
        `}),{"budgets:":`budgets:
  - nodes: 20%`})],good:[P({disruption:E`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
        `}),P({disruption:E`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
              schedule: 0 8 * * *
              duration: 12h
            - nodes: 20%
              schedule: 0 20 * * *
              duration: 12h
        `})]}}const hw=N({id:`budget-rounding`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[38],on:{NodePool(e,{report:t}){let n=gw(e),r=[`spec`,`disruption`,`budgets`];if(!(n===void 0||n<2))for(let[i,a]of m(e.get(r)).entries()){let o=h(a)?.nodes,s=typeof o==`string`?Number(/^(\d{1,3})%$/.exec(o)?.[1]??0):0;s===0||s*n>=100||100/n<=2*s||t({at:e.span([...r,i,`nodes`]),message:`\`${o}\` of at most ${n} nodes is rounded up to one node, which is ${Math.round(100/n)}% of \`${e.name}\``,help:'Set `nodes: "1"` to disrupt one node at a time.'})}}},docs:{summary:`Karpenter rounds a small percentage of a small NodePool up to one node.`,why:"Karpenter rounds the percentages of a budget up: 10% of three nodes is one node, a third of them. If `replicas` or `limits.nodes` limits the number of nodes, a small percentage never has the effect that it suggests.",help:"Set `nodes` to the number of nodes that may be disrupted at the same time.",url:`https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets`},examples:_w});function gw(e){let[t,n]=[e.get([`spec`,`replicas`]),e.get([`spec`,`limits`,`nodes`])],r=t??n;return typeof r==`number`||typeof r==`string`&&/^\d{1,6}$/.test(r)?Number(r):void 0}function _w(){return{bad:[T(B(P({disruption:E`
            consolidateAfter: 1m
            budgets:
              - nodes: 10%
          `,limits:E`
            cpu: 100
            nodes: 4
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),L),{"nodes: 10%":`nodes: "1"`})],good:[B(P({disruption:E`
            consolidateAfter: 1m
            budgets:
              - nodes: 10%
          `,limits:E`
            cpu: 100
            nodes: 40
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),L),B(P({disruption:E`
            consolidateAfter: 1m
            budgets:
              - nodes: "1"
          `,limits:E`
            cpu: 100
            nodes: 4
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),L)]}}const vw=N({id:`budget-schedule`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[35,36],on:{NodePool(e,{report:t}){let n=[`spec`,`disruption`,`budgets`];for(let[r,i]of m(e.get(n)).entries()){let a=h(i)?.schedule;if(typeof a!=`string`||d(a)||!bw(a))continue;let o=zC(a);if(!RC(o)){KC(o,yw)===void 0&&t({at:e.span([...n,r,`schedule`]),severity:`warning`,message:`\`${a}\` never occurs, so Karpenter applies the budget at all times`,help:`Use a day that exists in the months of the schedule.`});continue}let s=o.field===`day of week`?xw(a,o):void 0;t({at:e.span([...n,r,`schedule`]),message:`Karpenter cannot parse this schedule, so no budget of \`${e.name}\` allows any disruption: ${o.field?`${o.field} `:``}\`${o.part}\` ${o.reason}`,help:s?`Write \`${s}\`. Days are 0 (Sunday) to 6, and ranges do not wrap around.`:`Write five fields in UTC: minute, hour, day of month, month and day of week.`,...s&&{fix:{description:`Replace with \`${s}\``,edits:y(e,[...n,r,`schedule`],`"${s}"`)}}})}}},docs:{summary:`Karpenter cannot parse the schedule of a disruption budget.`,why:"The API server only checks that a schedule has five parts. Karpenter parses it when it evaluates budgets. On an error, every budget of the NodePool allows 0 nodes: Karpenter consolidates nothing and rolls out no drift, and only an event says so. Days of the week are 0 to 6 and ranges do not wrap around, so `7`, `1-7` and `sat-sun` are errors. Schedules are always in UTC.",help:`Write five valid fields, list days instead of wrapping around, and convert times to UTC.`,url:`https://karpenter.sh/docs/concepts/disruption/#schedule`},examples:Cw}),yw=Date.UTC(2024,0,1),bw=e=>/^@(annually|yearly|monthly|weekly|daily|midnight|hourly)/.test(e)||e.trim().split(/\s+/).length>=5;function xw(e,{part:t,start:n}){let r=t.split(`-`).map(Sw),[i,a=i]=r;if(r.length>2||i===void 0||a===void 0)return;let o=[],s=/[a-z]/i.test(t);for(let e=i;o.push(s?FC[e%7]:String(e%7)),e%7!=a%7&&o.length!==7;e=(e+1)%7);let c=o.length===7?`*`:o.join(`,`),l=e.slice(0,n)+c+e.slice(n+t.length);return RC(zC(l))?void 0:l}const Sw=e=>{let t=FC.indexOf(e.toLowerCase());return t===-1?/^[0-7]$/.test(e)?Number(e):void 0:t};function Cw(){return{bad:[P({disruption:E`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * sat-sun
              duration: 8h
        `}),T(P({disruption:E`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: TZ=Europe/Berlin 0 9 * * 1-5
              duration: 8h
        `}),{"TZ=Europe/Berlin 0 9 * * 1-5":`0 8 * * 1-5`}),T(P({disruption:E`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 30 2 *
              duration: 8h
        `}),{"0 9 30 2 *":`0 9 28 2 *`})],good:[P({disruption:E`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
            - nodes: "1"
              schedule: "@daily"
              duration: 1h
        `})]}}const ww=({kind:e,apiVersion:t})=>e===`CapacityBuffer`&&f(t)===`autoscaling.x-k8s.io`,Tw=`autoscaling.x-k8s.io/v1beta1`;function Ew(e){let{apiGroup:t,kind:n,name:r}=h(e.get([`spec`,`scalableRef`]))??{},[i,a]=[v(n),v(r)];if(!(i===void 0||a===void 0||d(i)||d(t)))return{kind:i,name:a,isSupported:(v(t)||`apps`)===`apps`&&[`Deployment`,`StatefulSet`,`ReplicaSet`].includes(i)}}const Dw=N({id:`capacity-buffer`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[],on:{Manifests(e,t){let n=e.manifests.filter(ww);if(n.length!==0&&Ow(e))for(let r of n){let n=[kw(r,e),Mw(r,t),Nw(r)];for(let e of n)e&&t.report({...e,manifest:r})}}},docs:{summary:`Karpenter ignores a CapacityBuffer.`,why:"Karpenter handles CapacityBuffers from 1.14 on, and only with the feature gate `CapacityBuffer`, which is off by default. Its CRD serves only `v1beta1`, although the page about CapacityBuffers in Karpenter’s documentation shows `v1alpha1`. A buffer that Karpenter ignores looks right, but keeps no node, so pods still wait for new nodes. Nothing is reported next to Cluster Autoscaler, which also reads CapacityBuffers.",help:"Turn the feature gate on, and write `apiVersion: autoscaling.x-k8s.io/v1beta1`.",url:`https://karpenter.sh/docs/concepts/capacitybuffers/`},examples:Pw}),Ow=e=>(_u(e)||Un(e).length>0)&&Gn(e,`cluster-autoscaler`).length===0&&!e.manifests.some(({kind:e,name:t})=>e===`Deployment`&&t.includes(`cluster-autoscaler`));function kw(e,t){let{apiVersion:n}=e,r=t.manifests.some(({kind:e,name:t})=>e===`CustomResourceDefinition`&&t===`capacitybuffers.autoscaling.x-k8s.io`);if(n===`autoscaling.x-k8s.io/v1beta1`||r||d(n))return;let i=y(e,[`apiVersion`],Tw);return{at:e.span([`apiVersion`]),message:`Karpenter’s CRD serves CapacityBuffers only as \`${Tw}\`. Unless another CRD of them is installed, the API server rejects \`${n}\``,help:`Write \`apiVersion: ${Tw}\`. The fields are the same.`,fix:{description:`Write \`${Tw}\``,edits:i}}}const Aw=[`settings`,`featureGates`,`capacityBuffer`],jw=e=>Un(e).some(({manifest:e,values:t})=>{let n=e.get([...t,...Aw]);return n===!0||d(n)});function Mw(e,{karpenter:t,isKarpenterAssumed:n,settings:r,all:i}){let a=e.span([`metadata`,`name`]),o=`CapacityBuffer \`${e.name}\` keeps no nodes`,s=`\`${Aw.join(`.`)}: true\``;if(!t.capacityBuffers)return n?void 0:{at:a,message:`${o}: Karpenter ${t.version} does not know CapacityBuffers`,help:`Upgrade Karpenter to 1.14 or later, and set ${s} in its Helm values.`};let c=r.karpenter.featureGates?.capacityBuffer;if(c===!0||c===void 0&&jw(i))return;let l=c===!1||Un(i).some(({chart:e})=>e===`karpenter`),u="Karpenter’s feature gate `CapacityBuffer`";return{at:a,message:l?`${o}, because ${u} is off${c===!1?``:` by default`}`:`${o} unless ${u} is on, and it is off by default`,help:`Set ${s} in Karpenter’s Helm values. If the gate is already on, set \`karpenter.${Aw.join(`.`)}: true\` in plumbline.yaml.`}}function Nw(e){let t=[`spec`,`scalableRef`],n=Ew(e);if(n===void 0)return;let r=[`replicas`,`percentage`,`limits`].some(t=>e.get([`spec`,t])!==void 0);if(!n.isSupported)return{at:e.span(t),message:`CapacityBuffer \`${e.name}\` keeps no nodes, because Karpenter supports only a Deployment, StatefulSet or ReplicaSet in \`scalableRef\``,help:"Name one of these, or use `podTemplateRef` with a PodTemplate.",severity:`warning`};if(!r)return{at:e.span([`metadata`,`name`]),message:`CapacityBuffer \`${e.name}\` keeps no nodes, because nothing says for how many pods`,help:"Set `replicas`, `percentage` or `limits` in its `spec`.",severity:`warning`}}function Pw(){let e=e=>R(`karpenter`,{values:E`
        settings:
          clusterName: demo
          ${e}
      `}),t=(e,t=Tw)=>E`
    apiVersion: ${t}
    kind: CapacityBuffer
    metadata:
      name: web
    spec:
      ${e}
  `,n=E`
    scalableRef:
      apiGroup: apps
      kind: Deployment
      name: web
    replicas: 5
  `,r=`featureGates: {capacityBuffer: true}`,i=B(e(`featureGates: {nodeOverlay: true}`),t(n));return{bad:[T(i,{"{nodeOverlay: true}":`{nodeOverlay: true, capacityBuffer: true}`}),B(e(r),t(n,`autoscaling.x-k8s.io/v1alpha1`)),T(B(e(r),t(E`
            scalableRef:
              apiGroup: argoproj.io
              kind: Rollout
              name: web
            replicas: 5
          `)),{"scalableRef:":E`podTemplateRef:`,"apiGroup: argoproj.io":``,"kind: Rollout":``}),T(B(e(r),t(E`
            scalableRef:
              kind: Deployment
              name: web
          `)),{"scalableRef:":E`
            percentage: 20
            scalableRef:
          `})],good:[B(e(r),t(n)),B(e(``),R(`cluster-autoscaler`),t(n,`autoscaling.x-k8s.io/v1alpha1`))]}}const Fw=e=>e.manifests.flatMap(e=>[...Iw(e),...Lw(e)]),Iw=e=>Wn(e).flatMap(({chart:t,version:n})=>{let r=t===`karpenter-crd`&&n?M(e,n):void 0;return n&&r!==void 0?[{manifest:e,path:n,version:r,isChart:!0}]:[]});function Lw(e){return(Object.hasOwn(Rw,`${e.kind}.${f(e.apiVersion)}`)?Rw[`${e.kind}.${f(e.apiVersion)}`](e):[]).flatMap(t=>{let n=M(e,t),r=n===void 0?void 0:vn(n)??(/^v?\d+\.\d+\.\d+$/.test(n)?n:void 0);return r===void 0?[]:[{manifest:e,path:t,version:r,isChart:!1}]})}const Rw={"Kustomization.kustomize.config.k8s.io":e=>m(e.get([`resources`])).map((e,t)=>[`resources`,t]),"http.terraform":()=>[[`spec`,`url`]],"GitRepository.source.toolkit.fluxcd.io":e=>zw(Mn(e.get([])??null)),"Application.argoproj.io":e=>[...zw(Cn(e.get([`spec`,`source`]),[`spec`,`source`])),...m(e.get([`spec`,`sources`])).flatMap((e,t)=>zw(Cn(e,[`spec`,`sources`,t])))]},zw=e=>e.filter(({isOfCrds:e})=>e).map(({path:e})=>e),Bw=N({id:`chart-crds`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Karpenter installation`,mistakes:[85],on:{Manifests(e,t){let n=ge(Fw(e),({manifest:e})=>t.clusterOf(e));for(let e of n.values())Hw(e,t)}},docs:{summary:`Karpenter and its CRDs have different versions.`,why:"The API server drops fields that the CRDs do not have. If the CRDs are older than the controller, the API server silently drops new fields of NodePools and EC2NodeClasses. If they are newer, the controller gets fields that it does not know. Reported when the files of one cluster install both, also in different folders: the chart `karpenter`, and either the chart `karpenter-crd` or the CRDs at a tag of Karpenter’s source code.",help:`Use the same version for both, and upgrade the CRDs first.`,url:`https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades`},examples:Uw}),Vw=e=>/^v?(\d+\.\d+\.\d+)$/.exec(e??``)?.[1];function Hw(e,t){let[n]=e,[r,...i]=Un(t.all).filter(({manifest:e,chart:r,version:i})=>r===`karpenter`&&i!==void 0&&t.clusterOf(e)===t.clusterOf(n.manifest));if(!r||i.length>0||e.filter(({isChart:e})=>e).length>1)return;let a=new Set(e.map(({version:e})=>Vw(e))),[o]=a,s=Vw(M(r.manifest,r.version));if(o===void 0||a.size>1||s===void 0||o===s)return;let{manifest:c,path:l,isChart:u}=n;t.report({manifest:c,at:c.span(l),message:`The CRDs have version ${o}, but the controller has version ${s}`,help:u?`Set the version of \`karpenter-crd\` to ${s}, or that of \`karpenter\` to ${o}.`:`Take the CRDs of version ${s}, or set the version of \`karpenter\` to ${o}.`,labels:[{span:r.manifest.span(r.version),message:`version of the controller${bp(c,r.manifest,t)}`}]})}function Uw(){return{bad:[T(D`
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
      `,{"1.6.2":`1.11.1`},{"1.11.1":`1.6.2`}),T(B(R(`karpenter-crd`,{version:`1.6.2`}),R(`karpenter`,{version:`1.7.1`})),{"1.6.2":`1.7.1`},{"1.7.1":`1.6.2`})],good:[D`
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
      `]}}const Ww=e=>{let t=({kind:e,apiVersion:t})=>`${e}.${f(t)}`,n=e.manifests.filter(e=>Object.hasOwn(qw,t(e))),r=n.length>0?gu(e):[];return n.flatMap(e=>qw[t(e)](e,r).flatMap(t=>{let n=Xw(v(e.get(t.schedule))??``);return n===void 0?[]:[{...t,manifest:e,every:n}]}))},Gw={ends:`ends`,again:`runs again`},Kw={ends:`scales down`,again:`scales up again`},qw={"CronJob.batch":e=>Jw(e,[[`spec`,`schedule`]]),"CronWorkflow.argoproj.io":e=>{let t=m(e.get([`spec`,`schedules`])).map((e,t)=>[`spec`,`schedules`,t]);return Jw(e,t.length>0?t:[[`spec`,`schedule`]])},"ScaledObject.keda.sh":(e,t)=>{let{kind:n=`Deployment`,name:r}=h(e.get([`spec`,`scaleTargetRef`]))??{},i=t.find(({manifest:t,namespace:i})=>t.kind===n&&t.name===r&&i===mu(e));if(!i||typeof e.get([`metadata`,`annotations`,`autoscaling.keda.sh/paused`])==`string`)return[];let a=[...i.template,`spec`];return Yw(e).map(e=>({...Kw,schedule:e,pods:i.manifest,pod:a}))},"ScaledJob.keda.sh":e=>Yw(e).map(t=>({...Kw,schedule:t,pods:e,pod:te[e.kind].spec}))},Jw=(e,t)=>e.get([`spec`,`suspend`])===!0?[]:t.map(t=>({...Gw,schedule:t,pods:e,pod:te[e.kind].spec}));function Yw(e){let t=m(e.get([`spec`,`triggers`])).map(e=>h(e)??{});return t.some(({type:e})=>e!==`cron`)?[]:t.map((e,t)=>[`spec`,`triggers`,t,`metadata`,`start`])}function Xw(e){let t=zC(e);if(RC(t))return;let n=KC(t,0),r=n===void 0?void 0:KC(t,n);return n===void 0||r===void 0?void 0:r-n}const Zw=N({id:`consolidate-after-load`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[46,47],on:{Manifests:Qw},docs:{summary:"`consolidateAfter` of a NodePool does not suit the scheduled pods that run on it.",why:"`consolidateAfter` counts from the last time a pod was added to a node or removed from it. With `0s`, Karpenter may remove a node as soon as a run ends. The next run then waits for a new node. With a duration above the interval of the runs, their nodes never stay unchanged for long enough, so Karpenter never consolidates them. Reported for CronJobs, CronWorkflows of Argo Workflows and cron triggers of KEDA whose pods are meant for this NodePool. They select it by its name, or by a label or capacity type that no other has, or they tolerate a taint that only it has.",help:"Set `consolidateAfter` to a duration above `0s` and below the interval of the pods’ schedule.",url:`https://karpenter.sh/docs/concepts/disruption/#consolidation`},examples:nT});function Qw(e,t){let n=Ww(e);if(n.length!==0)for(let r of Q(e)){let i=[`spec`,`disruption`,`consolidateAfter`],a=od(v(r.get(i))??``),o=Number(a??0)/1e6,s=o>0&&r.get([`spec`,`disruption`,`consolidationPolicy`])===`WhenEmpty`;if(a===void 0||s)continue;let[c]=n.filter(({pods:t,pod:n})=>lp(t,n,e)===r||$w(r,[t,n],e)).filter(({every:e})=>o===0?e<=9e5:e<o).sort((e,t)=>e.every-t.every||_(e.manifest.name,t.manifest.name));if(!c)continue;let{kind:l,name:u}=c.manifest,d=tT(c.every);t.report({manifest:r,at:r.span(i),message:o===0?`Karpenter may remove nodes of \`${r.name}\` as soon as ${l} \`${u}\` ${c.ends}, and \`${u}\` ${c.again} every ${d}`:`\`consolidateAfter\` of \`${r.name}\` is longer than ${d}, the interval of ${l} \`${u}\`, so Karpenter never consolidates the nodes that run it`,help:`Set \`consolidateAfter\` to a duration above \`0s\` and below ${d}, the interval of ${l} \`${u}\`.`,labels:[{span:c.manifest.span(c.schedule),message:`schedule of the ${l}`}]})}}function $w(e,[t,n],r){let i=m(t.get([...n,`tolerations`])).map(e=>v(h(e)?.key)??``);return eT(e).some(t=>i.includes(t)&&Q(r).every(n=>n===e||!eT(n).includes(t)))}const eT=e=>m(e.get([`spec`,`template`,`spec`,`taints`])).flatMap(e=>v(h(e)?.key)??[]),tT=e=>{let t=e/6e4;return t%60==0?`${t/60}h`:`${t}m`};function nT(){return{bad:[T(B(P({name:`batch`,disruption:E`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 0s
          `,limits:`cpu: 1000`,nodeClassRef:`default`,taints:E`
            - key: example.com/batch
              effect: NoSchedule
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),E`
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
        `,L),{"consolidateAfter: 0s":`consolidateAfter: 2m`}),T(B(P({name:`batch`,disruption:E`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 30m
          `,limits:`cpu: 1000`,nodeClassRef:`default`,taints:E`
            - key: example.com/batch
              effect: NoSchedule
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),E`
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
        `,L),{"consolidateAfter: 30m":`consolidateAfter: 5m`})],good:[B(P({name:`batch`,disruption:E`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 5m
          `,limits:`cpu: 1000`,nodeClassRef:`default`,taints:E`
            - key: example.com/batch
              effect: NoSchedule
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),E`
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
        `,L),B(P({name:`batch`,disruption:E`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 0s
          `,limits:`cpu: 1000`,nodeClassRef:`default`,taints:E`
            - key: example.com/batch
              effect: NoSchedule
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),E`
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
        `,L)]}}const rT=[`spec`,`disruption`],iT=[...rT,`consolidateAfter`],aT=N({id:`consolidate-after-policy`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[2,3],explains:[`schema/cel`,`schema/required`],on:{NodePool(e,t){let n=tl(e,[...rT,`consolidationPolicy`]),r=tl(e,iT);if(!h(e.get(rT))||!n.isKnown||!r.isKnown)return;let i=(r.value??null)===null;he(e.apiVersion)===`v1beta1`?oT(e,t,n.value??null,i):i&&sT(e,t)}},docs:{summary:"`consolidateAfter` is missing, or not allowed with this `consolidationPolicy`.",why:"In v1beta1, `consolidateAfter` belongs only to `WhenEmpty`. The API server refuses a duration with `WhenUnderutilized`, the default policy, and refuses `WhenEmpty` without a duration. In v1 up to Karpenter 1.14, every `disruption` block must have `consolidateAfter`. Since 1.15 the default is `0s`, so Karpenter consolidates nodes as soon as a pod leaves.",help:"In v1beta1, set `consolidateAfter` only with `WhenEmpty`. In v1, set it in every `disruption` block.",url:`https://karpenter.sh/docs/concepts/disruption/#consolidation`},examples:cT});function oT(e,{report:t},n,r){if(n===`WhenEmpty`&&r&&t({at:e.keySpan([...rT,`consolidationPolicy`]),message:"`consolidationPolicy: WhenEmpty` requires `consolidateAfter` in v1beta1. Without it, the API server refuses the NodePool",help:"Set `consolidateAfter` to the time for which a node must be empty before Karpenter deletes it, such as `30s`.",fix:{description:"Add `consolidateAfter: 30s`",edits:Fe(e,rT,`consolidateAfter`,`30s`)},explains:{paths:[rT]}}),n!==null&&n!==`WhenUnderutilized`||r||e.get(iT)===`Never`)return;let i=n===null?"`WhenUnderutilized`, the default policy,":"`consolidationPolicy: WhenUnderutilized`";t({at:e.keySpan(iT),message:`\`consolidateAfter\` is not allowed with ${i} in v1beta1. The API server refuses the NodePool`,help:"Remove `consolidateAfter`, or set `consolidationPolicy: WhenEmpty` to delete only empty nodes. v1 allows it with `WhenEmptyOrUnderutilized`.",...n!==null&&{labels:[{span:e.span([...rT,`consolidationPolicy`]),message:"this policy does not allow `consolidateAfter`"}]},fix:{description:"Remove `consolidateAfter`",edits:Ie(e,iT)},explains:{paths:[rT]}})}function sT(e,{report:t,karpenter:n}){let r={description:"Add `consolidateAfter: 0s`",edits:Fe(e,rT,`consolidateAfter`,`0s`)};n.consolidateAfterDefaulted?t({at:e.keySpan(rT),severity:`note`,message:"`disruption` has no `consolidateAfter`. The default is `0s`, so Karpenter consolidates nodes as soon as a pod leaves",help:"Set `consolidateAfter` explicitly: `0s`, or a longer time to avoid churn.",fix:r}):t({at:e.keySpan(rT),message:"`disruption` requires `consolidateAfter` up to Karpenter 1.14. Without it, the API server refuses the NodePool",help:"Set `consolidateAfter`. With `0s` Karpenter acts immediately, which is also the default if there is no `disruption` block.",fix:r,explains:{paths:[iT,rT]}})}function cT(){return{bad:[O({karpenter:`0.37`},P({apiVersion:`karpenter.sh/v1beta1`,disruption:E`
            consolidationPolicy: WhenUnderutilized
            consolidateAfter: 60s
          `})),P({disruption:`consolidationPolicy: WhenEmpty`}),O({karpenter:`0.37`},P({apiVersion:`karpenter.sh/v1beta1`,disruption:`consolidationPolicy: WhenEmpty`}))],good:[P({disruption:E`
          consolidationPolicy: WhenEmptyOrUnderutilized
          consolidateAfter: 60s
        `}),O({karpenter:`0.37`},P({apiVersion:`karpenter.sh/v1beta1`,disruption:E`
            consolidationPolicy: WhenUnderutilized
            consolidateAfter: Never
          `}))]}}const lT=N({id:`controller-placement`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Karpenter installation`,mistakes:[86],on:{Manifests(e,t){let{report:n}=t;for(let n of e.manifests.filter(fT))pT(n,t);for(let{manifest:t,chart:r,values:i}of Un(e)){if(r!==`karpenter`)continue;let e=[...i,`nodeSelector`],a=Object.keys(h(t.get(e))??{});uT({manifest:t,selector:e},n);let o=[...i,`affinity`];a.length===0&&!t.isPartial&&gT({manifest:t,affinity:o},n);let s=[o,[...o,`nodeAffinity`]].find(e=>t.get(e)===null);a.length>0||!s||n({manifest:t,at:t.keySpan(s),message:`Without the chart’s default affinity, the controller can run on nodes that Karpenter launches`,help:`Remove \`${s.at(-1)}\`, so that the chart’s default applies.`})}}},docs:{summary:`The values of the chart, or the Deployment, let Karpenter run on nodes that it launches itself.`,why:`By default, the chart keeps the controller off nodes that Karpenter launches. If values place it there, a cluster without such a node never gets one, because the controller itself is pending. Consolidation may also delete the node that the controller runs on.`,help:`Run the controller on a managed node group, a kOps InstanceGroup or Fargate.`,url:`https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/`},examples:CT});function uT({manifest:e,selector:t},n){let r=Object.keys(h(e.get(t))??{}).find(e=>vT.has(e));if(r===void 0)return;let i=`Only nodes that Karpenter launches have the label \`${r}\`. If there are none, the controller stays pending`;n({manifest:e,at:e.keySpan([...t,r]),message:i,help:mT})}const dT=[`spec`,`template`,`spec`],fT=({kind:e,apiVersion:t,object:n,source:r})=>e===`Deployment`&&t===`apps/v1`&&r.origin?.tool!==`helm`&&m(fe(n,[...dT,`containers`])).some(e=>/\/karpenter\/controller(?:[:@]|$)/.test(v(h(e)?.image)??``));function pT(e,{clusterOf:t,report:n}){let r=[...dT,`nodeSelector`],i=[...dT,`affinity`];uT({manifest:e,selector:r},n);let a=Object.keys(h(e.get(r))??{});if(e.isPartial||d(e.get(r))||!a.every(hT)||ep(e,i))return;let o=tp(e,i),s=o.find(_T),{manifests:c}=t(e),l=c.some(({object:e})=>/fargate/i.test(JSON.stringify(e))),u=c.find(e=>e.kind===`NodePool`&&!e.isPartial&&jd(e));o.length>0&&!s||l||!u||n({manifest:e,at:s?e.keySpan($f(i)):e.span(dT),message:`Nothing keeps the controller off the nodes that it launches itself for \`${u.name}\`, so it may remove the node that it runs on`,help:"Add required node affinity with the expression `{key: karpenter.sh/nodepool, operator: DoesNotExist}`, which the chart has."})}const mT=`Select nodes that Karpenter does not launch, such as those of a managed node group.`,hT=e=>/^(?:kubernetes\.io|beta\.kubernetes\.io|topology\.kubernetes\.io|node\.kubernetes\.io|failure-domain\.beta\.kubernetes\.io)\//.test(e);function gT({manifest:e,affinity:t},n){!ep(e,t)&&tp(e,t).some(_T)&&n({manifest:e,at:e.keySpan($f(t)),message:`These terms replace the chart’s own, which keep the controller off nodes that Karpenter launches, so Karpenter may remove the node that it runs on`,help:"Add `{key: karpenter.sh/nodepool, operator: DoesNotExist}` to each term."})}const _T=({expressions:e,fields:t})=>[...e,...t].every(({key:e,operator:t})=>!d(e)&&(hT(e)||vT.has(e)&&/^(?:Exists|In)$/.test(t))),vT=new Set([`karpenter.sh/capacity-type`,`karpenter.sh/initialized`,`karpenter.sh/nodepool`,`karpenter.sh/registered`]),yT=[`karpenter.sh/capacity-type In [on-demand]`],bT=`{key: karpenter.sh/nodepool, operator: DoesNotExist}`,xT=e=>`affinity:
  nodeAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      nodeSelectorTerms:
        - matchExpressions: [${e}]`,ST=e=>E`
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
`;function CT(){return{bad:[T(R(`karpenter`,{values:E`
          nodeSelector:
            karpenter.sh/nodepool: system
        `}),{"karpenter.sh/nodepool: system":`eks.amazonaws.com/nodegroup: system`}),T(R(`karpenter`,{values:`affinity: null`}),{"affinity: null":``}),T(R(`karpenter`,{values:E`
            affinity:
              nodeAffinity:
                requiredDuringSchedulingIgnoredDuringExecution:
                  nodeSelectorTerms:
                    - matchExpressions: [{key: kubernetes.io/arch, operator: In, values: [amd64]}]
          `}),{"values: [amd64]}":`values: [amd64]}, {key: karpenter.sh/nodepool, operator: DoesNotExist}`}),T(ST(`nodeSelector: {karpenter.sh/nodepool: system}`),{"karpenter.sh/nodepool: system":`eks.amazonaws.com/nodegroup: system`}),T(B(P({nodeClassRef:`default`,requirements:yT}),ST(``),L),{"containers:":`${xT(bT)}\ncontainers:`}),T(B(P({nodeClassRef:`default`,requirements:yT}),ST(xT(`{key: kubernetes.io/arch, operator: In, values: [arm64]}`)),L),{"values: [arm64]}":`values: [arm64]}, ${bT}`})],good:[B(P({nodeClassRef:`default`,requirements:yT}),ST(xT(bT)),L),B(P({nodeClassRef:`default`,requirements:yT}),ST(`nodeSelector: {eks.amazonaws.com/nodegroup: system}`),L),R(`karpenter`,{values:E`
          nodeSelector:
            karpenter.sh/controller: "true"
        `}),R(`karpenter`,{values:E`
          nodeSelector:
            eks.amazonaws.com/nodegroup: system
          affinity: null
        `}),R(`karpenter`,{values:E`
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
        `})]}}const wT=new Set([x.windowsBuild,x.capacityReservationId,x.capacityReservationType,x.capacityReservationInterruptible,x.placementGroupId,x.placementGroupPartition]);function TT(e,t){let n=t.slice(0,ET).filter(t=>GT(e,t)),r=[],i=OT(e),a=new Map,o;for(let t of n){let a=i.length;i=i.filter(n=>FT(e,n,t)),i.length===0&&a>0&&(o=LT(e,t,r,n)),r.push({requirement:t,instanceTypes:i.length})}return{steps:r,names:i.map(({info:e})=>e.name).sort(),isExact:t.length<=ET&&t.every(t=>KT(e,t)),emptied:o,count:t=>{let n=a.get(t)??VT(e,i,t);return a.set(t,n),n}}}const ET=100,DT=new WeakMap;function OT(e){let t=DT.get(e)??e.types.flatMap((t,n)=>e.zonesOf(t.name).length>0?[{info:t,index:n}]:[]);return DT.set(e,t),t.map(({info:e,index:t})=>({info:e,index:t,left:void 0}))}const kT=[`linux`,`windows`],AT=[`linux`],jT=[`on-demand`,`spot`],MT=[`on-demand`];function NT(e,t,n){let r=b(n);if(r===x.zoneId){let n=NT(e,t,x.zone);return e.zones.flatMap(({zone:e,zoneId:t})=>t!==void 0&&n.includes(e)?[t]:[])}return t.left?.get(r)??PT(e,t,r)}function PT(e,{info:t,index:n},r){return r===x.zone?e.zonesOf(t.name):r===x.capacityType?t.hasSpot?jT:MT:r===x.os?t.architecture===`amd64`?kT:AT:e.labels.get(r)?.[n]??[]}function FT(e,t,n){let r=b(n.key),i=NT(e,t,r);if(i.length===0)return n.operator===`NotIn`||n.operator===`DoesNotExist`;let a=i.filter(e=>JT(n,e));return a.length===i.length||(t.left??=new Map,r===x.zoneId?t.left.set(x.zone,IT(e,t,a)):t.left.set(r,a),a.length>0)}function IT(e,t,n){let r=new Map(e.zones.map(({zone:e,zoneId:t})=>[e,t]));return NT(e,t,x.zone).filter(e=>n.includes(r.get(e)??``))}function LT(e,t,n,r){let i=n.map(e=>e.requirement),a=t=>OT(e).filter(n=>t.every(t=>FT(e,n,t))),o=a(i),s=a([t]).length===0;return{requirement:t,before:o.length,values:BT(o.flatMap(n=>NT(e,n,t.key))),isUnknownValue:s,conflicts:s?[]:i.filter(e=>a([e,t]).length===0),isInEveryRegion:!zT(e,r)}}const RT=new Set([x.zone,x.zoneId,x.region]);function zT(e,t){if(!t.every(t=>KT(e,t)))return!0;let n=t.filter(({key:e})=>!RT.has(b(e)));return e.types.some((t,r)=>{let i={info:t,index:r,left:void 0};return n.every(t=>FT(e,i,t))})}const BT=e=>[...new Set(e)].sort((e,t)=>qT(e)&&qT(t)?Number(e)-Number(t):_(e,t));function VT(e,t,n){let r=t.filter(t=>NT(e,t,x.capacityType).includes(n)),i=r.flatMap(t=>NT(e,t,x.zone));return{instanceTypes:r.length,zones:BT(i)}}const HT={Gt:(e,t)=>e>t,Gte:(e,t)=>e>=t,Lt:(e,t)=>e<t,Lte:(e,t)=>e<=t},UT=new Set([x.zone,x.zoneId,x.capacityType,x.os]),WT=(e,{key:t,isKnown:n})=>{let r=b(t);return n&&!UT.has(r)&&!e.labels.has(r)&&!wT.has(r)};function GT(e,t){let{operator:n,values:r,isKnown:i}=t,a=b(t.key);return!i||wT.has(a)||WT(e,t)||a===x.capacityType&&r.some(e=>e.text===`reserved`)?!1:n===`In`?r.length>0:Object.hasOwn(HT,n)?r.length===1&&qT(r[0].text):n===`NotIn`||n===`Exists`||n===`DoesNotExist`}function KT(e,t){if(!GT(e,t))return WT(e,t);let n=b(t.key);if(t.operator!==`In`||n!==x.instanceType&&n!==x.instanceFamily)return!0;let r=new Set(e.types.map(e=>n===x.instanceType?e.name:e.family));return t.values.every(({text:e})=>r.has(e))}const qT=e=>/^-?\d+$/.test(e);function JT({operator:e,values:t},n){return e===`In`?t.some(e=>e.text===n):e===`NotIn`?!t.some(e=>e.text===n):e===`Exists`||e!==`DoesNotExist`&&qT(n)&&HT[e](Number(n),Number(t[0].text))}const YT=N({id:`dead-values`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[93],on:{NodePool:ZT,Provisioner:ZT},docs:{summary:`A requirement names instance types, families, sizes or architectures that another requirement of the NodePool excludes.`,why:"Karpenter applies all requirements together. The family `r5` with `instance-generation Gt 5` is never launched, so the NodePool has fewer instance types to choose from than it seems. If only such values are left, nothing is launched at all.",help:`Remove the values, or relax the requirement that excludes them.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:tE}),XT=new Set([x.instanceType,x.instanceFamily,x.instanceSize,x.instanceCategory,x.instanceGeneration,x.arch]);function ZT(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i||i.names.length===0)return;let a=pl(e),o=QT(i,n);for(let[r,i]of a.entries()){let s=n.labels.get(b(i.key)),c=XT.has(b(i.key))&&i.operator===`In`;if(!s||!c||!i.isKnown)continue;let l=o.get(r)??$T(n,{requirement:i,all:a,column:s});o.set(r,l),l.length!==0&&t({at:e.span(i.path),message:`\`${e.name}\` never launches ${eE(l)}: its other requirements exclude ${l.length===1?`this value`:`these values`}`,help:`Remove ${eE(l)}, or relax the other requirements.`})}}const QT=vv(()=>new Map);function $T(e,{requirement:t,all:n,column:r}){let i=TT(e,n.filter(e=>e!==t)),a=new Set(i.names),o=new Set,s=new Set;for(let[t,{name:n}]of e.types.entries())if(e.zonesOf(n).length!==0)for(let e of r[t]??[])o.add(e),a.has(n)&&s.add(e);return[...new Set(t.values.map(({text:e})=>e))].filter(e=>o.has(e)&&!s.has(e)).sort()}function eE(e){let t=e.slice(0,4).map(re);return`${t.join(`, `)}${e.length>t.length?` and ${e.length-t.length} more`:``}`}function tE(){return{bad:[T(P({requirements:[`karpenter.k8s.aws/instance-family In [c6i, m6i, r5]`,`karpenter.k8s.aws/instance-generation Gt ["5"]`,`karpenter.sh/capacity-type In [on-demand]`]}),{"[c6i, m6i, r5]":`[c6i, m6i]`},{'["5"]':`["4"]`}),T(P({requirements:[`karpenter.k8s.aws/instance-family In [c6i, m6i, r6i]`,`kubernetes.io/arch In [amd64, arm64]`,`karpenter.sh/capacity-type In [on-demand]`]}),{"[amd64, arm64]":`[amd64]`}),T(P({requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.k8s.aws/instance-size In [large, xlarge, 2xlarge]`,`karpenter.k8s.aws/instance-cpu Gt ["3"]`,`karpenter.sh/capacity-type In [on-demand]`]}),{"[large, xlarge, 2xlarge]":`[xlarge, 2xlarge]`})],good:[P({requirements:[`karpenter.k8s.aws/instance-family In [c6i, m6i, r6i]`,`karpenter.k8s.aws/instance-generation Gt ["5"]`,`karpenter.sh/capacity-type In [on-demand]`]})]}}const nE=e=>JSON.stringify([f(e.apiVersion),e.kind,e.namespace??``,e.name]);function rE({file:e,origin:t},n){let r=t?.environment;return r!==void 0&&Object.hasOwn(n,r)?[r]:Object.keys(n).filter(r=>iE(n[r],t?.place??e)).sort()}const iE=({paths:e},t)=>e.length===0||e.some(e=>be(t,e));function aE(e,t){let n=Object.hasOwn(e.environments,t)?e.environments[t]:void 0;if(n===void 0)return e;let{rules:r,gate:i,karpenter:a,...o}=n.own,s=o.region??lE(n)??e.region;return{...e,...s!==e.region&&{zones:void 0,nodeClassZones:{},nodeClassAddresses:{},vcpuQuotas:{}},...o,region:s,karpenter:{...e.karpenter,...a},rules:{...e.rules,...r},gate:oE(e.gate,n)}}const oE=(e,t)=>sE(e??tw,t?.own.gate),sE=(e,{attention:t,...n}={})=>({...e,...n,attention:{...e.attention,...t}}),cE=/^arn:aws[\w-]*:eks:([a-z0-9-]+):(\d{12}):cluster\//,lE=({clusterArn:e})=>cE.exec(e??``)?.[1];function uE({clusterArn:e,allowedAccountIds:t}){let n=cE.exec(e??``)?.[2];return n===void 0?[...new Set(t)].sort():[n]}const dE=/^(?:[a-z]{2}|[a-z]{2,3}\d{1,2}|us|eu|north|south|east|west|central|(?:north|south)(?:east|west)|\d+|cluster|eks|env)$/i;function fE(e){let t=e.replace(/\.(?:tfvars|ya?ml)$/,``);if(Io(t))return t;let n=t.split(/[-_.]/);return n.filter(Io).length===1&&n.every(e=>Io(e)||dE.test(e))?t:void 0}function pE(e){let t=e.split(`/`),n=t.findLastIndex(e=>fE(e)!==void 0);return n===-1?void 0:{name:fE(t[n]),folder:t.slice(0,n+1).join(`/`)}}const mE=e=>pE(e)?.name;function hE(e,t){let{file:n,origin:r}=e,i=rE(e,t),a=i.length===1?i[0]:_E(e);return r?gE(`root`,r.root,a):i.length===1&&t[i[0]].paths.length>0?gE(`environment`,i[0],a):{...gE(`folder`,Ee(n),a),unit:`file ${n}`}}function gE(e,t,n){let r=`${e} ${t}`;return{key:r,unit:r,kind:e,name:t,environment:n}}const _E=({file:e,origin:t})=>t?.guessedEnvironment??mE(t?t.place??t.root:Ee(e)),vE=N({id:`duplicate-object`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],on:{Manifests:yE},docs:{summary:`One place defines an object twice, with different content.`,why:`All manifests of a file, of a rendered root or of a configured environment are applied together, so the two definitions overwrite each other. The last one wins, and the other one has no effect. Two files of one folder may be alternatives, so they are only a note. Objects of the same name in different folders, environments or roots are different objects, and are not reported. Folders with examples are not reported either.`,help:`Remove one of the definitions, or rename it.`,url:`https://kubernetes.io/docs/concepts/overview/working-with-objects/names/`},examples:CE});function yE(e,{report:t,settings:n}){let r=new Map;for(let i of e.manifests){if(i.isPartial||i.isInValues||i.name===``||d(i.name))continue;let e=ie(i)?.role;if(e===void 0||e===`node claim`)continue;let a=hE(i.source,n.environments),o=JSON.stringify([a.key,nE(i)]),s=e=>a.kind===`folder`&&e.source.file!==i.source.file,c=r.get(o);c===void 0&&r.set(o,i),c===void 0||bE(c,i)||xE(a)||t({manifest:i,...s(c)&&{severity:`note`},at:i.span([`metadata`,`name`]),message:`${i.kind} \`${i.name}\` is defined twice in ${SE(a)}, with different content. The definition that is applied last overwrites the other`,labels:[{span:c.span([`metadata`,`name`]),message:`the other definition`}],help:`Remove one of the two definitions, or rename one of them.`})}}const bE=(e,t)=>JSON.stringify(e.object)===JSON.stringify(t.object),xE=({kind:e,name:t})=>e===`folder`&&/(?:^|\/)(?:docs?|examples?|samples?|tests?|testdata|demos?|fixtures)(?:\/|$)/i.test(t);function SE({kind:e,name:t}){return e===`environment`?`environment \`${t}\``:e===`root`?`\`${t}\``:t===``?`one folder`:`folder \`${t}\``}function CE(){return{bad:[T(B(P({requirements:[`kubernetes.io/arch In ["amd64"]`]}),P({requirements:[`kubernetes.io/arch In ["arm64"]`]})),{"---\napiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: default":`---
apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: arm`})],good:[B(P(),I(`role: nodes`))]}}const wE=[`spec`,`disruption`,`consolidateAfter`],TE=N({id:`empty-reserved-nodes`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Capacity reservations`,mistakes:[],on:{Manifests(e,{report:t}){for(let n of Q(e)){let e=v(n.get(wE)),r=n.isPartial?void 0:ip(n);r&&e!==void 0&&EE(e)&&t({manifest:n,at:n.span(wE),message:`\`${n.name}\` removes a node that has been empty for ${e}, although it launches only into capacity reservations. An idle reservation costs the same, so this saves nothing, and the next pod waits for a new node`,help:"Set `consolidateAfter: Never`. If other clusters share the reservations, set at least `1h`.",labels:[{span:n.span(r.path),message:`only reserved capacity`}]})}}},docs:{summary:`A NodePool that launches only into capacity reservations removes its empty nodes soon.`,why:"A capacity reservation is billed whether instances run in it or not. Removing an empty node of it saves nothing. The next pod waits until a new instance has started, which takes many minutes for large GPU instances. If somebody else uses the reservation meanwhile, or if a Capacity Block is about to end, the node does not come back. Reported for NodePools that allow only `reserved` and wait less than an hour.",help:"Set `consolidateAfter: Never` in the NodePool.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:DE});function EE(e){let t=od(e);return t!==void 0&&t<3600000000000n}function DE(){let e=(e,t)=>B(P({name:`training`,limits:`cpu: 384`,nodeClassRef:`default`,disruption:E`
          consolidationPolicy: WhenEmpty
          consolidateAfter: ${e}
        `,requirements:[`karpenter.sh/capacity-type In [${t}]`]}),I(E`
        role: KarpenterNodeRole-demo
        capacityReservationSelectorTerms:
          - id: cr-0123456789abcdef0
      `));return{bad:[T(e(`30s`,`reserved`),{"consolidateAfter: 30s":`consolidateAfter: Never`})],good:[e(`Never`,`reserved`),e(`2h`,`reserved`),e(`30s`,`reserved, on-demand`)]}}const OE=[`spec`,`template`,`spec`],kE=N({id:`expiry-blocked`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[41],on:{Manifests(e,{report:t}){let n=Q(e);if(n.length!==0&&n.every(mC))for(let{manifest:r,template:i}of gu(e)){let e=[...i,`metadata`,`annotations`,Me];r.kind!==`Deployment`&&r.kind!==`StatefulSet`||v(r.get(e))!==`true`||t({manifest:r,at:r.keySpan(e),message:`Expired nodes with pods of ${r.kind} \`${r.name}\` stay half-drained, because no NodePool has a \`terminationGracePeriod\``,labels:[{span:n[0].keySpan(OE),message:`for example, this NodePool`}],help:"Set `terminationGracePeriod` in the NodePool that these pods run on."})}}},docs:{summary:"Pods that must not be disrupted run on nodes that expire, and no `terminationGracePeriod` ends the wait.",why:"Karpenter taints and drains an expired node whatever the budgets say, after 30 days unless `expireAfter` differs. It does not evict a pod with `karpenter.sh/do-not-disrupt`. The node stays half-drained and costs money as long as the pod exists. For a Deployment or a StatefulSet, that is until somebody deletes the pod.",help:"Set `terminationGracePeriod` in the NodePool, after which Karpenter also deletes such a pod. Or set `expireAfter: Never`, and replace nodes in another way.",url:`https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod`},examples:AE});function AE(){return{bad:[T(B(P(),E`
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
terminationGracePeriod: 24h`})],good:[B(P({requirements:[],terminationGracePeriod:`24h`}),E`
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
        `),B(P(),E`
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
        `)]}}const jE=N({id:`exported-object`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],on:{Manifests(e,t){let n=_u(e),r=new Set(gu(e).map(({manifest:e})=>e));for(let i of e.manifests)(IE(i)||n&&r.has(i))&&FE(i,t)}},docs:{summary:`An object has fields that only the API server sets, because it was exported from a cluster.`,why:"The API server refuses an update whose `metadata.resourceVersion` is not the current one, and one whose `metadata.uid` belongs to a deleted object. The file can then no longer be applied, and never to another cluster. Karpenter compares nodes with the hash in its annotations, so an old hash makes them look drifted until Karpenter writes the right one.",help:"Remove `uid`, `resourceVersion`, `generation`, `creationTimestamp`, `managedFields` and `status`.",url:`https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions`},examples:LE}),ME=[`uid`,`resourceVersion`],NE=[`generation`,`creationTimestamp`,`managedFields`,`selfLink`],PE=/^karpenter\.(?:sh\/nodepool-hash|k8s\.aws\/ec2nodeclass-hash)(?:-version)?$|^karpenter\.sh\/stored-version-migrated$/;function FE(e,{report:t}){let n=t=>t.map(e=>[`metadata`,e]).filter(t=>{let n=e.get(t);return n!==void 0&&!d(n)}),r=Object.keys(h(e.get([`metadata`,`annotations`]))??{}).filter(e=>PE.test(e)).map(e=>[`metadata`,`annotations`,e]),[i]=n(ME).filter(t=>typeof e.get(t)==`string`),[a]=r;if(i===void 0&&a===void 0)return;let o=e.get([`status`])===void 0?[]:[[`status`]],s=[...n([...ME,...NE]),...r,...o];t({manifest:e,at:e.keySpan(i??a),...i===void 0&&{severity:`note`},message:i?`\`${e.name}\` was exported from a cluster: with \`${i.join(`.`)}\`, the API server refuses it once the object has changed or was created again`:`\`${e.name}\` was exported from a cluster: Karpenter writes \`${a.at(-1)}\` itself, and applying an old value makes its nodes look drifted`,help:`Remove ${s.map(e=>`\`${e.join(`.`)}\``).join(`, `)}.`,fix:{description:`Remove them`,edits:s.flatMap(t=>Ie(e,t))}})}const IE=({apiVersion:e})=>/^karpenter\./.test(f(e));function LE(){return{bad:[E`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
          uid: 5b6bd8a1-5d2c-4b8e-9f0a-0d7c7b1f4c11
          resourceVersion: "81234"
          creationTimestamp: "2026-01-02T03:04:05Z"
        spec:
          role: KarpenterNodeRole-demo
      `,E`
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
      `],good:[E`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
          creationTimestamp: null
        spec:
          role: KarpenterNodeRole-demo
      `]}}const RE=N({id:`fixed-by-label`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[],on:{NodePool:zE,Provisioner:zE},docs:{summary:`A label of the template fixes the value of a requirement that allows several.`,why:"Karpenter treats the labels of the template as requirements with a single value. With the label `karpenter.sh/capacity-type: spot`, a requirement that allows spot and on-demand allows only spot: when spot capacity runs out, there is no fallback, and pods stay pending.",help:`Remove the label, because Karpenter sets it on every node anyway. If only one value is meant, remove the others from the requirement.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatemetadatalabels`},examples:GE});function zE(e,{report:t}){let n=$(e);for(let{key:r,path:i,values:a,isKnown:o}of sl(e)){let[s]=a;if(!o||!s)continue;let c=n.filter(e=>e.isKnown&&!BE(e,r)&&b(e.key)===b(r)),l=c.find(e=>UE(e,s.text));if(!l||!c.every(e=>HE(e,s.text)))continue;let u=l.operator===`In`?VE(l,s.text):[];t({at:e.span(i),message:`The label \`${r}: ${s.text}\` of the template fixes the value, so \`${e.name}\` never launches nodes with ${u.length>0?WE(u):`another value`}`,labels:[{span:e.span(l.path),message:`allows several values`}],help:`Remove the label, or ${u.length>0?`remove ${WE(u)} from the requirement`:`replace the requirement with \`In [${s.text}]\``}.`})}}const BE=({operator:e},t)=>e===`Exists`&&/(?:^|\.)kubernetes\.io\//.test(t),VE=({values:e},t)=>[...new Set(e.map(e=>e.text))].filter(e=>e!==t);function HE({operator:e,values:t},n){let r=t.map(e=>e.text);return e===`In`?r.includes(n):e===`NotIn`?!r.includes(n):e===`Gt`?Number(n)>Number(r[0]):e===`Lt`?Number(n)<Number(r[0]):e===`Exists`}const UE=(e,t)=>HE(e,t)&&(e.operator!==`In`||VE(e,t).length>0);function WE(e){let t=e.slice(0,3).map(re),n=e.length-t.length;return n>0?`${t.join(`, `)} or ${n} more`:t.length===1?t[0]:`${t.slice(0,-1).join(`, `)} or ${t.at(-1)}`}function GE(){return{bad:[T(P({labels:`karpenter.sh/capacity-type: spot`,requirements:[`karpenter.sh/capacity-type In [spot, on-demand]`]}),{"[spot, on-demand]":`[spot]`}),T(P({labels:`example.com/team: web`,requirements:[`example.com/team Exists`]}),{"operator: Exists":`operator: In
values: [web]`})],good:[P({labels:`karpenter.sh/capacity-type: spot`,requirements:[`karpenter.sh/capacity-type In [spot]`]}),P({labels:`team: web`,requirements:[`karpenter.sh/capacity-type In [spot, on-demand]`]})]}}const KE=N({id:`frozen-nodes`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[39],on:{NodePool(e,{report:t}){if(e.isPartial)return;let n=tl(e,[`spec`,`template`,`spec`,`expireAfter`]),r=JE(e,iw),i=r||n.value===`Never`?YE(e,r):void 0,[a]=i??[];if(!i||!a)return;let o=n.value===`Never`||he(e.apiVersion)===`v1beta1`,s=i.some(({path:t})=>cC(e,t)!==``);t({at:e.span([...a.path,`nodes`]),...s&&{severity:`note`},message:`${i.length===1?`This budget blocks`:`Budgets of 0 block`} ${r?`all voluntary disruption`:`drift`} of \`${e.name}\` at all times, ${r?``:"and `expireAfter` is `Never`, "}so ${o?`its nodes are never patched`:`only expiry replaces its nodes`}`,help:r?"Set `reasons` to the disruption reasons that you want to block, or set `schedule` and `duration`. Then add a budget such as `nodes: 10%` for everything else. If nothing should be disrupted, write the reason in a comment next to the budget.":"Limit the budget with `schedule` and `duration`, or set `expireAfter` to a duration. If nothing should be patched, write the reason in a comment next to the budget."})}},docs:{summary:`Disruption budgets of 0 apply at all times, to all reasons or to drift of nodes that never expire.`,why:"Karpenter never consolidates such a NodePool and never rolls out its drift. New AMIs and changed node classes do not reach running nodes. Only expiry, which ignores budgets, replaces them. With `expireAfter: Never`, nothing does: the nodes are never patched. If a comment next to the budget gives the reason, the finding is a note.",help:"Set `reasons` to the disruption reasons that you want to block, or limit the budget with `schedule` and `duration`. Then add a budget for everything else.",url:`https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets`},examples:XE}),qE=e=>aw(e).filter(({isZero:e})=>e),JE=(e,t)=>t.every(t=>{let n=qE(e).filter(e=>e.appliesTo(t));return n.length>0&&cw(n)===!1});function YE(e,t){return t?qE(e):JE(e,[`Drifted`])?qE(e).filter(e=>e.appliesTo(`Drifted`)):void 0}function XE(){return{bad:[T(P({requirements:[],expireAfter:`Never`,disruption:E`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
        `}),{"budgets:":`budgets:
  - nodes: 10%`,'nodes: "0"':`nodes: "0"
reasons: [Underutilized]`},{"budgets:":`budgets:
  - nodes: 10%`,'nodes: "0"':`nodes: "0"
schedule: 0 9 * * mon-fri
duration: 8h`}),T(P({disruption:E`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
              schedule: 0 0 * * *
              duration: 24h
            - nodes: 20%
        `}),{"duration: 24h":`duration: 8h`}),T(P({expireAfter:`Never`,disruption:E`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              reasons: [Drifted]
        `}),{"expireAfter: Never":`expireAfter: 720h`},{"reasons: [Drifted]":`reasons: [Drifted]
schedule: 0 9 * * mon-fri
duration: 8h`})],good:[P({disruption:E`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              reasons: [Underutilized]
        `}),P({name:`business-hours`,disruption:E`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
        `})]}}const ZE=N({id:`full-reservations`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Capacity reservations`,mistakes:[],on:{Manifests(e,t){let{karpenter:n,report:r}=t;if(n.offersFullReservations)for(let e of Dd(t)){let t=e.filter(e=>QE(e)&&jd(e));for(let e of t){let n=ip(e),i=n&&t.find(t=>ip(t)===void 0&&$E(e,t));i&&r({manifest:e,at:e.span(n.path),message:`While its reservations are full, \`${e.name}\` keeps pods pending that \`${i.name}\` could run`,help:"Also allow `on-demand` here. Karpenter uses reserved capacity first.",labels:[{span:i.span([`metadata`,`name`]),message:`Karpenter does not try this NodePool`}]})}}}},docs:{summary:`While its reservations are full, a NodePool that allows only reserved capacity keeps pods pending that another NodePool could run.`,why:`Up to Karpenter 1.14, a full reservation was not available, so pods went to the NodePool with the next lower weight. Since 1.15, Karpenter waits for full reservations. If a NodePool has only full reservations for a pod, the pod stays pending until one has room. Meanwhile, Karpenter does not try the NodePools after it. If the NodePool also allows another capacity type, Karpenter launches that.`,help:"Also allow `on-demand` in the same NodePool. Karpenter uses reserved capacity first.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:eD}),QE=e=>!e.isPartial&&tl(e,[`spec`,`weight`]).isKnown&&e.get([`spec`,`replicas`])===void 0,$E=(e,t)=>_l(e)>_l(t)||_l(e)===_l(t)&&_(e.name,t.name)>0;function eD(){return{bad:[T(O({karpenter:`1.15`},B(P({name:`reserved`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved]`]}),P({name:`fallback`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),I(E`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `))),{"[reserved]":`[reserved, on-demand]`})],good:[O({karpenter:`1.15`},B(P({name:`reserved`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved, on-demand]`]}),P({name:`fallback`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [spot]`]}),I(E`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `))),O({karpenter:`1.15`},B(P({name:`training`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,taints:E`
              - key: example.com/training
                effect: NoSchedule
            `,requirements:[`karpenter.sh/capacity-type In [reserved]`]}),P({name:`general`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),I(E`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `))),O({karpenter:`1.15`},B(P({name:`reserved`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved]`]}),P({name:`general`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),I(E`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `)))]}}const tD=N({id:`gpu-taint`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[90],on:{NodePool:nD,Provisioner:nD},docs:{summary:`A NodePool in which all instance types have GPUs or other accelerators has no taint.`,why:`Karpenter may launch a node of this NodePool for any pod that fits nowhere else. An ordinary web server then runs on an instance that costs many times what it needs. Consolidation cannot remove the node while the pod runs there.`,help:"Add a taint to the NodePool, such as `nvidia.com/gpu:NoSchedule`, and a toleration to the pods that need its nodes.",url:`https://karpenter.sh/docs/concepts/scheduling/#acceleratorsgpu-resources`},examples:rD});function nD(e,{report:t,catalog:n,compatible:r}){let i=r(e),a=e.kind===`NodePool`?[`spec`,`template`,`spec`]:[`spec`],o=tl(e,[...a,`taints`]);n&&i?.isExact&&i.names.length!==0&&(!o.isKnown||m(o.value).length>0||i.names.every(e=>{let{gpus:t,accelerator:r}=n.type(e);return t.length>0||r!==void 0})&&t({at:e.keySpan(a),message:`Every instance type of \`${e.name}\` has GPUs or other accelerators, but no taint keeps ordinary pods away`,help:"Add a taint such as `nvidia.com/gpu:NoSchedule`, and a toleration to the pods that need these nodes."}))}function rD(){return{bad:[T(P({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6, g6e]`]}),{"requirements:":`taints:
  - key: nvidia.com/gpu
    effect: NoSchedule
requirements:`})],good:[P({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6, g6e]`],taints:E`
          - key: nvidia.com/gpu
            effect: NoSchedule
        `}),P({name:`mixed`,requirements:[`karpenter.k8s.aws/instance-family In [g6, m7i]`]})]}}function iD(e){let[t,n]=[`consolidationPolicy`,`consolidateAfter`].map(t=>v(e.get([`spec`,`disruption`,t])));return e.isPartial||t===`WhenEmpty`||n===`Never`||[t,n,e.get([`spec`,`disruption`,`budgets`])].some(d)?!1:!m(e.get([`spec`,`disruption`,`budgets`])).some(e=>{let{nodes:t,schedule:n,reasons:r}=h(e)??{},i=m(r).length===0||m(r).includes(`Underutilized`);return/^0%?$/.test(v(t)??``)&&n===void 0&&i})}const aD=N({id:`interrupted-jobs`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[],on:{Manifests(e,{report:t}){for(let n of oD(e))t({manifest:n.manifest,...fD(n)})}},docs:{summary:`Jobs, workflows or CI runners are placed on a NodePool that Karpenter consolidates while they run.`,why:"With `consolidationPolicy: WhenEmptyOrUnderutilized`, Karpenter evicts running pods to use fewer or cheaper nodes. A Job starts again from the beginning, and a CI job or a step of a workflow fails. The annotation does not stop AWS from taking spot nodes back. Not reported if the pods end before `consolidateAfter`, because of `activeDeadlineSeconds`, or if they start again more often. `consolidateAfter` counts from the last time a pod was added to a node or removed from it.",help:'Add the annotation `karpenter.sh/do-not-disrupt: "true"` to the pods, or set `consolidationPolicy: WhenEmpty` in the NodePool.',url:`https://karpenter.sh/docs/concepts/disruption/#pod-level-controls`},examples:SD});function oD(e){let t=Q(e).filter(iD);if(t.length===0)return[];let n=Ww(e);return e.manifests.flatMap(e=>{let r=Object.hasOwn(te,e.kind)?te[e.kind]:void 0;if(r===void 0||r.group!==f(e.apiVersion)||e.isPartial||sD(e,r).some(pe)||cD(e,r))return[];let i=n.flatMap(({pods:t,every:n})=>t===e?[n]:[]),a=t.find(t=>uD(t,e,r.spec)&&!lD(e,r,t,i));return a===void 0?[]:[{manifest:e,pool:a,kind:r}]})}const sD=(e,{spec:t,annotations:n})=>[...[`nodeSelector`,`affinity`,`tolerations`].map(e=>[...t,e]),n].map(t=>e.get(t)??null);function cD(e,{spec:t,annotations:n}){let r=v(e.get([...n,Me])),i=JSON.stringify(e.get([...t.slice(0,-2),`podFailurePolicy`])??null);return r!==void 0||i.includes(`DisruptionTarget`)}function lD(e,{spec:t},n,r){let i=Number(od(v(n.get([`spec`,`disruption`,`consolidateAfter`]))??``)??0)/1e6;return i===0?!1:[t,t.slice(0,-2)].map(t=>e.get([...t,`activeDeadlineSeconds`])??null).some(e=>e!==null&&!(Number(e)*1e3>i))||r.some(e=>e<i)}function uD(e,t,n){let r=dD(e),i=(t,n)=>t===x.nodePool?n.includes(e.name):n.some(e=>r.get(t)?.has(e)===!0);if(Object.entries(h(t.get([...n,`nodeSelector`]))??{}).some(([e,t])=>i(e,[v(t)??``]))||tp(t,[...n,`affinity`]).flatMap(({expressions:e})=>e).some(({key:e,operator:t,values:n})=>t===`In`&&i(e,n)))return!0;let a=m(t.get([...n,`tolerations`])).map(e=>v(h(e)?.key)??``);return m(e.get([`spec`,`template`,`spec`,`taints`])).map(e=>v(h(e)?.key)??``).some(e=>e!==``&&a.includes(e))}function dD(e){let t=e=>/(^|\.)(kubernetes\.io|k8s\.aws|karpenter\.sh)\//.test(b(e));return new Map([...sl(e),...$(e)].filter(({key:e,operator:n})=>n===`In`&&!t(e)).map(({key:e,values:t})=>[e,new Set(t.map(({text:e})=>e))]))}function fD({manifest:e,pool:t,kind:{spec:n,annotations:r,pods:i}}){let a=v(t.get([`spec`,`disruption`,`consolidationPolicy`]))??`the default policy`,o=$(t).some(({key:e,values:t})=>b(e)===x.capacityType&&t.some(({text:e})=>e===`spot`));return{at:e.keySpan(n.length>1&&n.at(-1)===`spec`?n.slice(0,-1):n),message:`Karpenter evicts running ${i} of ${e.kind} \`${e.name}\` when it consolidates NodePool \`${t.name}\` (\`${a}\`)`,labels:[{span:t.span([`spec`,`disruption`]),message:`moves running pods to save money`}],help:`Add the annotation \`${Me}: "true"\` to the pods. Or set \`consolidationPolicy: WhenEmpty\` in the NodePool.${o?` AWS can still reclaim spot nodes.`:``}`,fix:{description:`Add \`${Me}: "true"\``,edits:Fe(e,r,Me,`"true"`)}}}const pD=e=>P({name:`builds`,labels:`example.com/team: builds`,nodeClassRef:`default`,taints:E`
      - key: example.com/ci
        effect: NoSchedule
    `,requirements:[`karpenter.sh/capacity-type In [on-demand]`],disruption:`consolidationPolicy: ${e}\nconsolidateAfter: 1m`}),mD=(e,t=``)=>E`
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
`,hD=E`
  tolerations:
    - key: example.com/ci
      operator: Exists
`,gD=E`
  nodeSelector:
    example.com/team: builds
  ${hD}
`,_D=E`
  metadata:
    annotations:
      karpenter.sh/do-not-disrupt: "true"
`,vD=(e=``)=>E`
  apiVersion: argoproj.io/v1alpha1
  kind: WorkflowTemplate
  metadata:
    name: build
  spec:
    entrypoint: build
    ${e}
    ${hD}
    templates:
      - name: build
        container:
          image: example.com/build
`,yD=E`
  podMetadata:
    annotations:
      karpenter.sh/do-not-disrupt: "true"
`,bD=_D.text.trim().replaceAll(`
`,`
    `),xD=e=>T(B(pD(`WhenEmptyOrUnderutilized`),mD(e),L),{"consolidationPolicy: WhenEmptyOrUnderutilized":`consolidationPolicy: WhenEmpty`},{"    spec:\n      restartPolicy":`    ${bD}\n    spec:\n      restartPolicy`});function SD(){return{bad:[xD(hD),xD(gD),T(B(pD(`WhenEmptyOrUnderutilized`),vD(),L),{"consolidationPolicy: WhenEmptyOrUnderutilized":`consolidationPolicy: WhenEmpty`})],good:[B(pD(`WhenEmptyOrUnderutilized`),mD(gD,_D),L),B(pD(`WhenEmpty`),mD(gD),L),B(pD(`WhenEmptyOrUnderutilized`),vD(yD),L)]}}const CD=N({id:`limit-fit`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[28],on:{NodePool:ED,Provisioner:ED},docs:{summary:`A limit is not a multiple of the NodePool’s node size, so a part of it is never used.`,why:"Karpenter launches a node only if the whole node stays within `limits`. If the sizes of all instance types are multiples of a large step, a remainder below that step is never used. The NodePool then stays smaller than its limit, by up to one node.",help:`Set the limit to a multiple of the step, or allow smaller instance types.`,url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:kD}),wD={cpu:{unit:`vCPU`,of:({vcpus:e})=>e},"nvidia.com/gpu":{unit:`GPUs`,of:({gpus:e})=>e.reduce((e,t)=>e+(t.manufacturer===`nvidia`?t.count:0),0)}},TD={cpu:16,"nvidia.com/gpu":4};function ED(e,{report:t,catalog:n,compatible:r}){let i=cl(e),a=r(e);if(n&&a?.isExact&&a.names.length!==0)for(let[r,o]of Object.entries(h(i.value)??{})){let s=Object.hasOwn(wD,r)?wD[r]:void 0,c=typeof o==`string`||typeof o==`number`?Mf(o):void 0;if(!s||!c)continue;let u=DD(a,n)[r],d=u.reduce(OD,0),f=Math.floor(c%d);if(d<TD[r]||c<Math.min(...u)||f===0)continue;let p=Math.floor(c/d),ee=u.length===1?`allows ${l(p,`node`)} of ${d} ${s.unit}`:`is not a multiple of ${d} ${s.unit}, the common step of its instance types`;t({at:e.span([...i.path,r]),message:`\`${r}: ${o}\` of \`${e.name}\` ${ee}. The remaining ${f} ${s.unit} are never used`,help:`Set the limit to ${p*d} or ${(p+1)*d}, or allow smaller instance types.`})}}const DD=vv(({names:e},t)=>Object.fromEntries(Object.entries(wD).map(([n,{of:r}])=>[n,[...new Set(e.map(e=>r(t.type(e))))]]))),OD=(e,t)=>t===0?e:OD(t,e%t);function kD(){return{bad:[T(B(P({limits:`cpu: 2063`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["32"]`]}),L),{"cpu: 2063":`cpu: 2048`},{"cpu: 2063":`cpu: 2080`},{'["32"]':`["4", "32"]`})],good:[B(P({limits:`cpu: 2048`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["32"]`]}),P({name:`small`,weight:10,limits:`cpu: 2063`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["4", "8"]`,`karpenter.sh/capacity-type In [on-demand]`]}),L)]}}const AD={cpu:({vcpus:e})=>e,memory:({memoryMib:e})=>e*2**20*.85,"nvidia.com/gpu":({gpus:e})=>e.reduce((e,{count:t,manufacturer:n})=>e+(n===`nvidia`?t:0),0)},jD=N({id:`limits-below-one-node`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[28],on:{NodePool:MD,Provisioner:MD},docs:{summary:`The limits of a NodePool are below the size of its smallest instance type.`,why:"Karpenter launches a node only if the whole node stays within `limits`. If a limit is below the smallest allowed instance type, Karpenter launches nothing for the NodePool, and only an event says so. Amounts of memory without a unit are bytes. A limit of 0 is not reported, because it turns a NodePool off.",help:`Raise the limit to the size of several nodes, with its unit, or allow smaller instance types.`,url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:PD});function MD(e,{report:t,catalog:n,compatible:r}){let i=cl(e),a=r(e);if(n&&a?.isExact&&a.names.length!==0)for(let[r,o]of Object.entries(h(i.value)??{})){let s=typeof o==`string`||typeof o==`number`?Mf(o):void 0;if(!Object.hasOwn(AD,r)||!s)continue;let c=ND(a,n)[r];if(c.amount<=s)continue;let l=r===`memory`&&/^\d+$/.test(String(o));t({at:e.span([...i.path,r]),message:`The limit \`${r}: ${o}\`${l?` (bytes)`:``} of \`${e.name}\` is below the size of its smallest instance type, ${c.name}. Karpenter launches nothing for this NodePool`,help:l?`Add a unit, such as \`${o}Gi\`.`:"Raise the limit to the size of several nodes, or allow smaller instance types. If nothing should be launched, set it to `0`."})}}const ND=vv(({names:e},t)=>Object.fromEntries(Object.entries(AD).map(([n,r])=>{let[i]=e.map(e=>({name:e,amount:r(t.type(e))})).sort((e,t)=>e.amount-t.amount||_(e.name,t.name));return[n,i]})));function PD(){return{bad:[T(P({requirements:[`node.kubernetes.io/instance-type In [m7i.8xlarge, m7i.16xlarge]`,`karpenter.sh/capacity-type In [on-demand]`],limits:`cpu: 16`}),{"cpu: 16":`cpu: 320`},{"cpu: 16":`cpu: 0`},{"[m7i.8xlarge, m7i.16xlarge]":`[m7i.xlarge, m7i.2xlarge]`}),T(P({limits:E`
          cpu: 100
          memory: 1000
        `}),{"memory: 1000":`memory: 1000Gi`})],good:[P({requirements:[`node.kubernetes.io/instance-type In [m7i.8xlarge]`,`karpenter.sh/capacity-type In [on-demand]`],limits:E`
          cpu: 32
          memory: 128Gi
        `}),P({name:`switched-off`,limits:`cpu: 0`})]}}const FD=N({id:`min-values`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[23],explains:[`provisioning/nodepool-empty`],on:{NodePool(e,{report:t,catalog:n,compatible:r,settings:i,isRegionAssumed:a}){let o=r(e);if(n&&o?.isExact&&o.names.length!==0&&i.karpenter.minValuesPolicy!==`BestEffort`)for(let{path:r,key:i}of $(e)){let s=e.get([...r,`minValues`]),c=ID(n,o.names,b(i));typeof s!=`number`||c===void 0||c>=s||t({at:e.span([...r,`minValues`]),...a&&{severity:`note`},message:`\`${e.name}\` requires ${s} different values of \`${i}\`, but its instance types in ${n.region} have only ${c}. Karpenter launches nothing for this NodePool`,help:`Lower \`minValues\` to ${c} or less, or allow more instance types.`,explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}})}}},docs:{summary:"`minValues` is higher than the number of values that the allowed instance types have.",why:"Karpenter launches a node only if the instance types to choose from have at least `minValues` different values of the label. If the requirements of the NodePool already leave fewer, Karpenter skips the NodePool and its pods stay pending. With `minValuesPolicy: BestEffort`, Karpenter launches nodes anyway.",help:"Lower `minValues`, or allow more instance types.",url:`https://karpenter.sh/docs/concepts/nodepools/#min-values`},examples:LD});function ID(e,t,n){if(n===x.instanceType)return t.length;let r=e.labels.get(n);if(r===void 0)return;let i=new Set(t);return new Set(e.types.flatMap(({name:e},t)=>i.has(e)?r[t]:[])).size}function LD(){return{bad:[T(P({requirements:E`
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
        `}),{"minValues: 20":`minValues: 5`},{"[m]":`[c, m, r]`,'["5"]':`["5", "6", "7"]`})],good:[P({requirements:E`
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
        `}),P({name:`own-label`,requirements:E`
          - key: karpenter.k8s.aws/instance-category
            operator: In
            values: [c, m, r]
          - key: karpenter.k8s.aws/instance-generation
            operator: Gt
            values: ["4"]
          - key: example.com/team
            operator: Exists
            minValues: 2
        `})]}}function RD(e,t){let{origin:n,text:r}=e.source;if(!n)return!1;let{start:i,end:a}=e.keySpan(t),o=Math.max(a,e.span(t).end),[s]=/^:?(?:\s|#[^\n]*)*/.exec(r.slice(o)),c=o+s.length+1,{span:l,isExact:u}=n.trace(i,c);return!u||l.end-l.start!==c-i}const zD=N({id:`no-empty-fields`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],yieldsTo:[`schema/required`],on:{NodePool:BD,Provisioner:BD,NodeClass:BD,NodeTemplate:BD,NodeOverlay:BD},docs:{summary:`A field has no value.`,why:`A key without a value is null. The API server drops it, so the default applies, not what the key suggests. Often the value is missing, or the lines below the key are not indented.`,help:`Add a value, or remove the field.`,url:`https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting-and-nullable`},examples:UD});function BD(e,{report:t,karpenter:n}){if(!e.isPartial)for(let r of HD(e.get([`spec`]),[`spec`])){if(n.opensKubelet&&VD(r)||RD(e,r))continue;let i=String(r.at(-1));t({at:e.keySpan(r),message:`\`${r.join(`.`)}\` has no value, so the API server drops it`,help:`Add a value, or remove the field.`,fix:{description:`Remove \`${i}\``,edits:Ie(e,r)},explains:{paths:[r],mentioning:i}})}}const VD=([,e,...t])=>e===`kubelet`&&t.length>1;function HD(e,t){return Array.isArray(e)?e.flatMap((e,n)=>HD(e,[...t,n])):Object.entries(h(e)??{}).flatMap(([e,n])=>n===null?e===`tags`&&/SelectorTerms$/.test(String(t.at(-2)))||d(e)?[]:[[...t,e]]:HD(n,[...t,e]))}function UD(){return{bad:[E`
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
      `],good:[D`
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
      `,P({weight:10}),O({karpenter:`1.15`},I(E`
          role: karpenter-nodes
          amiSelectorTerms:
            - alias: al2023@v20260701
          kubelet:
            reservedMemory:
              - numaNode: 0
                limits:
        `))]}}function WD({group:e,kind:t},n){let[r]=n[0]?.nodeClasses??[];for(let i of n){let n=i.nodeClasses.find(n=>n.kind===(t??r?.kind)&&(e===void 0||n.group===e));if(n!==void 0)return{provider:i,kind:n}}}const GD=({name:e,catalog:t=e},n)=>t===n.provider,KD=({apiVersion:e},t)=>t.find(({nodeClasses:t})=>t.some(({group:t})=>t===f(e))),qD=e=>e.flatMap(({terraform:e})=>e??[]);function JD(e,t){let n=t.filter(e=>e.launching!==void 0),r=new Set(n.flatMap(({nodeClasses:e})=>e.map(({group:e})=>e)));return e.flatMap(e=>[f(e.apiVersion),...e.kind===`NodePool`?YD(e):[]]).filter(e=>/^karpenter\.(?!sh$)/.test(e)&&!r.has(e)).sort(_)[0]}const YD=e=>m(e.get([`spec`,`template`,`spec`,`requirements`])).map(e=>f(v(h(e)?.key)??``)),XD=({apiVersion:e,kind:t},n)=>t===n.kind&&f(e)===n.group,ZD=({group:e=``,kind:t=``})=>`${e}/${t.toLowerCase()}`,QD=[`NodePool`,`Provisioner`,`NodeOverlay`],$D=(e,t)=>e.manifests.flatMap(e=>eO(e,t)??[]);function eO(e,t){if(f(e.apiVersion)===`karpenter.sh`){let n=QD.find(t=>t===e.kind);return n===void 0?void 0:{manifest:e,handler:n,provider:n===`NodeOverlay`?void 0:nO(e,t)}}for(let{name:n,nodeClasses:r,nodeTemplate:i}of t){if(r.some(t=>XD(e,t)))return{manifest:e,handler:`NodeClass`,provider:n};if(i&&XD(e,i))return{manifest:e,handler:`NodeTemplate`,provider:n}}}const tO=({nodeClasses:e,nodeTemplate:t})=>t?[...e,t]:e;function nO(e,t){let{group:n,kind:r}=ul(e);if(n===void 0&&r===void 0)return t[0]?.name??null;let i=t.find(e=>tO(e).some(e=>e.group===n||e.kind===r)),a=i===void 0&&(d(n)||d(r));return i?.name??(a?t[0]?.name??null:null)}const rO=({providers:e},t)=>e===`every`||t===void 0||t!==null&&e.includes(t);function iO({providers:e},t){if(e===`every`)return!0;let n=t.flatMap(({provider:e})=>e===void 0?[]:[e]);return n.length===0||n.some(t=>t!==null&&e.includes(t))}const aO=N({id:`node-class-exists`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],explains:[`provisioning/nodepool-not-ready`],on:{Manifests(e,t){let{report:n,nearest:r,providers:i}=t;for(let a of i.flatMap(tO)){let{kind:o,builtIn:s=[]}=a,c=mO(e,a,i).filter(({name:e,pool:t})=>!s.includes(e)&&!sO(t,a,i)),u=vO(e,a),d=c[0];if(u===void 0||d===void 0)continue;let f=uO(a,t);if(u.length===0&&!c.some(f)){n({manifest:d.pool,at:d.pool.span([...d.path,`name`]),severity:`note`,message:`No ${o} is among these manifests, so ${l(c.length,`reference`)} cannot be checked`,help:`Review the manifests of the ${o} together with the NodePools that use it.`});continue}let p=new Set(u),ee=c.filter(({name:e})=>!p.has(e)).map(e=>({...e,wanted:r(e.name,u)})),te=lO(a,t),ne=e=>e.wanted!==void 0||te(e);cO(ee.filter(e=>!ne(e)),o,t);for(let{pool:e,path:t,name:r,wanted:i}of ee.filter(ne))n({manifest:e,at:e.span([...t,`name`]),...f({pool:e,path:t,name:r})&&{severity:`error`},message:`${e.kind} \`${e.name}\` refers to ${o} \`${r}\`, which is not among these manifests`,help:f({pool:e,path:t,name:r})?`Keep this ${o}, or let the NodePool refer to another one in the same change.`:oO(o,i,u),explains:{paths:[[...t,`name`]]},...i&&{fix:{description:`Replace with \`${i}\``,edits:y(e,[...t,`name`],i)}}})}}},docs:{summary:`A NodePool refers to a node class that is not among the manifests.`,why:"A NodePool whose EC2NodeClass does not exist is not ready (`NodeClassNotFound`) and launches nothing. If the class comes from elsewhere, such as Terraform, a note says that the reference cannot be checked.",help:`Correct the name, or add the EC2NodeClass.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecnodeclassref`},examples:yO}),oO=(e,t,n)=>t?`Did you mean \`${t}\`?`:`Add this ${e}, or refer to an existing one: ${n.join(`, `)}.`;function sO(e,{group:t},n){let r=JD([e],n);return r!==void 0&&r!==t}function cO(e,t,{report:n}){let[r]=e;r&&n({manifest:r.pool,at:r.pool.span([...r.path,`name`]),severity:`note`,message:`${t} \`${r.name}\` is not among these manifests, so ${l(e.length,`reference`)} cannot be checked`,help:`Review the manifests of the ${t} together with the NodePools that use it.`})}function lO(e,{all:t,base:n,providers:r}){let i=new Set(n?_O(n,e).map(({name:e})=>e):[]),a=new Set(t.manifests.filter(pO).map(fO)),o=new Set(_O(t,e).map(fO)),s=new Set([...o].filter(e=>!a.has(e)).map(Ee)),c=new Map;for(let{name:n,pool:i}of mO(t,e,r))c.set(n,(c.get(n)??new Set).add(fO(i)));return({pool:e,name:t})=>{if(i.has(t))return!0;if((c.get(t)?.size??0)>1)return!1;let n=fO(e);return o.has(n)||dO(n).some(e=>s.has(e))}}function uO(e,{all:t,base:n}){let r=new Set(n?_O(n,e).map(({name:e})=>e):[]),i=new Set(_O(t,e).map(({name:e})=>e)),a=!t.files.some(({isBroken:e})=>e);return({pool:e,name:t})=>a&&!e.isPartial&&r.has(t)&&!i.has(t)}function dO(e){let t=e===``?[]:e.split(`/`);return[``,...t.map((e,n)=>t.slice(0,n+1).join(`/`))]}function fO({source:{file:e,origin:t}}){return t?.tool===`terraform`?t.root===`.`?``:t.root:Ee(e)}const pO=({kind:e,apiVersion:t})=>(e===`NodePool`||e===`Provisioner`)&&f(t)===`karpenter.sh`,mO=(e,t,n)=>e.manifests.filter(pO).flatMap(e=>{let r=fl(e);return r!==void 0&&gO(r,t,hO(e,n))?[{pool:e,path:r.path,name:r.name}]:[]}),hO=(e,[t])=>e.kind===`Provisioner`?t?.nodeTemplate:t?.nodeClasses[0],gO=({group:e,kind:t},n,r)=>(t??r?.kind)===n.kind&&(e??n.group)===n.group,_O=(e,t)=>e.manifests.filter(e=>XD(e,t));function vO(e,t){if(e.files.some(e=>e.isBroken))return;let n=_O(e,t).map(e=>e.name);return n.some(e=>e===``||d(e))?void 0:[...new Set(n)].sort()}function yO(){return{bad:[B(P({requirements:[],nodeClassRef:`defualt`}),E`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `),T(P({requirements:[],nodeClassRef:`default`}),{"apiVersion: karpenter.sh/v1":`${bO.text}---\napiVersion: karpenter.sh/v1`})],good:[B(P({requirements:[],nodeClassRef:`default`}),E`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `)]}}const bO=I(E`
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
`),xO=N({id:`open-architecture`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[9],on:{NodePool:EO,Manifests:MO},docs:{summary:`A NodePool launches arm64 and amd64 nodes, and nothing shows that pods run on both.`,why:"Without a requirement for `kubernetes.io/arch`, Karpenter launches whichever architecture is cheaper, which is often arm64. A pod whose image is built only for amd64 then crashes with `exec format error`. The finding is a warning if the change removes the requirement. It is a note if the workloads of the cluster select no architecture, because their images may be built for both. It is a warning at the image if its name or tag says that it is built for one of them, such as `web:1.2-amd64`.",help:"Add a requirement for `kubernetes.io/arch`: with one architecture, or with both if every image is built for both.",url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:FO}),SO=[`spec`,`template`,`spec`,`requirements`],CO=e=>pl(e).some(({key:e})=>b(e)===x.arch),wO=new Set([x.instanceType,x.instanceFamily,x.instanceCategory,x.instanceGeneration]),TO=e=>pl(e).some(({key:e})=>wO.has(b(e)));function EO(e,t){let{report:n,base:r}=t;if(!tl(e,SO).isKnown||CO(e)||!DO(e,t))return;let i=r?.manifests.find(({kind:t,name:n})=>t===e.kind&&n===e.name),a=i!==void 0&&!i.isPartial&&CO(i);(a||TO(e)&&OO(e,t))&&n({at:e.keySpan(SO),...a&&{severity:`warning`},message:`\`${e.name}\` ${a?`no longer limits the architecture`:`does not limit the architecture`}, so Karpenter also launches arm64 nodes, on which images that are built only for amd64 crash`,help:"Add the requirement `kubernetes.io/arch In [amd64]`, or `In [amd64, arm64]` if all images are built for both."})}function DO(e,{catalog:t,compatible:n}){let r=n(e);return!t||!r?.isExact?!1:new Set(r.names.map(e=>t.type(e).architecture)).size>1}function OO(e,{all:t,clusterOf:n}){let r=n(e),i=gu(t).filter(({manifest:e})=>n(e)===r);return i.length===0||i.some(xu)?!1:Q(t).every(e=>n(e)!==r||!(CO(e)||ol(e)))}const kO=/(?:^|[/:._-])(amd64|x86_64|x86-64|arm64v8|arm64|aarch64)(?:$|[/:@._-])/;function AO(e){let{manifest:t,template:n}=e,r=[`initContainers`,`containers`].flatMap(e=>{let r=[...n,`spec`,e];return m(t.get(r)).map((e,t)=>[...r,t,`image`])});for(let n of r){let r=v(t.get(n))??``,i=d(r)?void 0:kO.exec(r)?.[1];if(i!==void 0&&!xu(e))return{path:n,image:r,architecture:/^(?:arm|aarch)/.test(i)?`arm64`:`amd64`}}}function jO(e,t,n){let{manifest:r,template:i}=t,a=[`nodeSelector`,`affinity`].every(e=>r.get([...i,`spec`,e])===void 0),o=fn(Td(e,[`spec`,`template`,`spec`,`taints`]),()=>!0)===!1;return cp(t,n)===e||a&&o}function MO(e,t){for(let n of gu(e)){let r=AO(n);if(!r)continue;let{manifest:i}=n,a=t.clusterOf(i),o=Q(e).find(r=>t.clusterOf(r)===a&&jO(r,n,e)&&DO(r,t));if(!o)continue;let{path:s,image:c,architecture:l}=r,u=l===`amd64`?`arm64`:`amd64`;t.report({manifest:i,at:i.span(s),severity:`warning`,message:`\`${c}\` is built for ${l}, but \`${o.name}\` also launches ${u} nodes, on which it crashes`,help:`Add the node selector \`kubernetes.io/arch: ${l}\` to the pods.`,labels:[{span:o.span([`metadata`,`name`]),message:`this NodePool has instance types of both architectures`}]})}}const NO=E`
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
`,PO=e=>E`
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
`;function FO(){let e=`karpenter.k8s.aws/instance-category In [c, m, r]`,t=`karpenter.k8s.aws/instance-generation Gt ["4"]`,n=`kubernetes.io/arch In [amd64, arm64]`;return{bad:[T(B(P({requirements:[e,t]}),NO),{"requirements:":`requirements:
  - {key: kubernetes.io/arch, operator: In, values: [amd64]}`},{"requirements:":`requirements:
  - {key: kubernetes.io/arch, operator: In, values: [amd64, arm64]}`}),T(B(P({requirements:[t,n]}),PO(`restartPolicy: Always`)),{"restartPolicy: Always":`nodeSelector:
  kubernetes.io/arch: amd64`})],good:[B(P({requirements:[t,n]}),PO(`nodeSelector: {kubernetes.io/arch: amd64}`)),B(P({requirements:[e,t,`kubernetes.io/arch In [amd64]`]}),NO),P({requirements:[e,t]})]}}const IO=N({id:`overlapping-pools`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[32],on:{Manifests(e,t){for(let e of LO(t))RO(e,t)}},docs:{summary:`Several NodePools can run the same pods, and only their names decide which comes first.`,why:"Karpenter tries NodePools by weight. With the same weight, it sorts them by name in reverse order: `spot` before `general`, `on-demand` before `gpu`. If NodePools do not differ in weight, taints or labels, their names decide which nodes Karpenter launches, and renaming one changes the cost. Only NodePools that certainly belong to one cluster are compared: those of one file or rendered root, or of files next to their node classes.",help:"Give the NodePool that should come first a higher `weight`, or separate their pods with taints.",url:`https://karpenter.sh/docs/concepts/nodepools/#specweight`},examples:UO});function LO(e){return Dd(e).flatMap(e=>{let t=new Map;for(let n of e){let e=tl(n,[`spec`,`weight`]);if(n.isPartial||!e.isKnown||n.get([`spec`,`replicas`])!==void 0||!jd(n))continue;let r=JSON.stringify(e.value??0);_e(t,r,n)}return[...t.values()].filter(e=>e.length>1)})}function RO(e,t){let n=e.slice(0,60).flatMap(e=>zO(e,t)??[]),r=n.filter(e=>n.some(t=>t!==e&&BO(e,t))).sort((e,t)=>_(t.pool.name,e.pool.name)),[i,...a]=r;if(!i||a.length===0)return;let o=e=>g(e.map(({pool:e})=>e.name),e.length===2?` and `:`, `);t.report({manifest:i.pool,at:i.pool.span([`metadata`,`name`]),message:`${o(r)} can run the same pods and have the same weight. Karpenter sorts them by name and tries \`${i.pool.name}\` first, then ${o(a)}`,help:`Give the one that should come first a higher \`weight\`, or separate their pods with taints. ${VO(r)}`,labels:a.slice(0,5).map(({pool:e})=>({span:e.span([`metadata`,`name`]),message:`can run the same pods`}))})}function zO(e,{compatible:t,catalog:n}){let r=t(e);if(!r?.isExact||!n||r.names.length===0||r.names.filter(e=>(n.type(e)?.gpus.length??0)>0).length===r.names.length)return;let i=[`on-demand`,`spot`].map(e=>({type:e,...r.count(e)}));return{pool:e,names:new Set(r.names),architectures:new Set(r.names.flatMap(e=>n.type(e)?.architecture??[])),zones:new Set(i.flatMap(({zones:e})=>e)),capacityTypes:i.filter(({instanceTypes:e})=>e>0).map(({type:e})=>e)}}const BO=(e,t)=>[...e.architectures].some(e=>t.architectures.has(e))&&[...e.zones].some(e=>t.zones.has(e));function VO(e){let t=e.flatMap((t,n)=>e.slice(n+1).filter(e=>BO(t,e)).map(e=>[t,e])),n=t.length>6?`; and ${l(t.length-6,`more pair`)}`:``;return`${t.slice(0,6).map(([e,t])=>HO(e,t)).join(`; `)}${n}.`}function HO(e,t){let n=[...e.names].filter(e=>t.names.has(e)).length,r=[...e.zones].filter(e=>t.zones.has(e)).length,i=e.capacityTypes.filter(e=>t.capacityTypes.includes(e)),a=i.length>0?`as ${i.join(` and `)}`:`with different capacity types`;return`\`${e.pool.name}\` and \`${t.pool.name}\` share ${l(n,`instance type`)} in ${l(r,`zone`)}, ${a}`}function UO(){return{bad:[T(B(P({name:`on-demand`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [on-demand]`,`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`],nodeClassRef:`default`}),P({name:`spot`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [spot]`,`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`],nodeClassRef:`default`}),L),{"metadata:\n  name: spot\nspec:":`metadata:
  name: spot
spec:
  weight: 10`})],good:[B(P({name:`on-demand`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),P({name:`spot`,weight:10,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [spot]`],nodeClassRef:`default`}),P({name:`team-search`,limits:`cpu: 100`,labels:`team: search`,requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),L)]}}const WO=N({id:`pod-grace-period`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[42],on:{Manifests(e,{report:t}){let n=[`spec`,`template`,`spec`,`terminationGracePeriod`],r=Q(e).map(e=>({pool:e,seconds:GO(tl(e,n))})),i=r.flatMap(({pool:e,seconds:t})=>t===void 0?[]:[{pool:e,seconds:t}]),a=i.toSorted((e,t)=>t.seconds-e.seconds)[0];if(!(!a||i.length<r.length))for(let{manifest:r,template:i}of gu(e)){let e=[...i,`spec`,`terminationGracePeriodSeconds`],o=r.get(e),s=[`nodeSelector`,`affinity`].some(e=>r.get([...i,`spec`,e])!==void 0);typeof o!=`number`||o<=a.seconds||s||t({manifest:r,at:r.span(e),message:`Pods of ${r.kind} \`${r.name}\` may take ${o}s to terminate, but no NodePool gives its nodes more than ${a.seconds}s. Karpenter kills the pods early`,labels:[{span:a.pool.span(n),message:"the longest `terminationGracePeriod`"}],help:`Set \`terminationGracePeriod\` of the NodePool that runs these pods to at least \`${o}s\`.`})}}},docs:{summary:`Pods may take more time to terminate than any NodePool gives its nodes.`,why:"The `terminationGracePeriod` of a NodePool limits how long a node may drain, whatever PodDisruptionBudgets say. When a node drains, Karpenter immediately deletes pods with a longer `terminationGracePeriodSeconds`. They are killed when the node’s time is up, before their own period ends.",help:"Set `terminationGracePeriod` of the NodePool to at least the longest `terminationGracePeriodSeconds` of its pods.",url:`https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod`},examples:KO});function GO({value:e}){let t=typeof e==`string`?od(e):void 0;return t===void 0?void 0:Number(t/1000000000n)}function KO(){return{bad:[T(B(P({requirements:[],terminationGracePeriod:`30m`}),E`
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
        `),{"terminationGracePeriod: 30m":`terminationGracePeriod: 7200s`})],good:[B(P({requirements:[],terminationGracePeriod:`30m`}),P({name:`patient`,weight:10,requirements:[],terminationGracePeriod:`4h`}),E`
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
        `),B(P({requirements:[],terminationGracePeriod:`30m`}),E`
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
        `)]}}function qO(e){let t=new Map,n=e.filter(({kind:e,apiVersion:t})=>e===`LimitRange`&&f(t)===``);for(let e of n.toSorted((e,t)=>_(e.name,t.name))){let n=e.namespace??`default`,r=m(e.get([`spec`,`limits`])).map(h).filter(e=>e?.type===`Container`);for(let e of r.toReversed()){let r=[`min`,`max`,`default`,`defaultRequest`].map(t=>JO(h(e?.[t])));t.set(n,Object.assign({},...r,t.get(n)))}}return t}const JO=e=>Object.fromEntries(Object.entries(e??{}).filter(e=>typeof e[1]==`string`||typeof e[1]==`number`)),YO=N({id:`pod-requests`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[92],on:{Manifests(e,{report:t}){if(!_u(e))return;let n=qO(e.manifests);for(let{manifest:r,template:i,namespace:a}of gu(e)){if(n.has(a)||h(r.get([`metadata`,`annotations`]))?.[`helm.sh/hook`]!==void 0)continue;let e=[...i,`spec`],o=[...e,`containers`],s=m(r.get(o));if(s.some(e=>h(e)?.image===void 0))continue;let c=[...s.keys()].filter(e=>!ZO(r,[...o,e])),l=c.map(e=>v(h(s[e])?.name)??String(e)),[u=0]=c;r.isPartial||ZO(r,e)||(l.length===0?XO({manifest:r,path:o,containers:s},t):t({manifest:r,at:l.length===s.length?r.keySpan(o):r.span([...o,u,`name`]),message:`${l.length===1?`Container`:`Containers`} ${g(l)} of ${r.kind} \`${r.name}\` ${l.length===1?`requests`:`request`} neither CPU nor memory, so Karpenter reserves no room for ${l.length===1?`it`:`them`}`,help:"Set `resources.requests` for `cpu` and `memory`."}))}}},docs:{summary:`Containers of a workload request neither CPU nor memory, or no memory.`,why:`Karpenter sizes nodes only by the requests of pods. A pod without requests fits anywhere. Nodes are then too small, run out of memory, and pods are killed. A LimitRange of the namespace counts if it is among the manifests. A VerticalPodAutoscaler may add requests, too, which manifests do not show.`,help:"Set `resources.requests` for `cpu` and `memory`.",url:`https://karpenter.sh/docs/troubleshooting/`},examples:QO});function XO({manifest:e,path:t,containers:n},r){let i=(n,r)=>h(e.get([...t,n,`resources`,r]))??{},a=n.findIndex((n,r)=>{let a=[`requests`,`limits`].flatMap(e=>Object.keys(i(r,e)));return a.includes(`cpu`)&&a.every(e=>e===`cpu`)&&![[],[`requests`],[`limits`]].some(n=>d(e.get([...t,r,`resources`,...n])))});if(a===-1)return;let o=[...t,a,`resources`];r({manifest:e,at:e.keySpan([...o,i(a,`requests`).cpu===void 0?`limits`:`requests`]),message:`Container \`${v(h(n[a])?.name)??a}\` of ${e.kind} \`${e.name}\` requests CPU but no memory, so Karpenter reserves no memory for it`,help:"Set `resources.requests.memory`."})}function ZO(e,t){let n=e.get([...t,`resources`]);return d(n)?!0:[`requests`,`limits`].some(e=>{let t=h(n)?.[e],r=Object.keys(h(t)??{});return d(t)||r.some(e=>e!==`ephemeral-storage`)})}function QO(){return{bad:[T(B(P(),E`
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
    memory: 100Mi`}),T(B(P(),E`
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
memory: 100Mi`})],good:[B(P(),E`
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
        `),B(P(),E`
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
        `),B(P({name:`with-a-limit-range`}),E`
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
        `,E`
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
        `),B(P({name:`with-a-chart-test`}),E`
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
        `),E`
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
      `]}}const $O=N({id:`price-gap`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[],on:{NodePool:ek,Provisioner:ek},docs:{summary:`A NodePool has cheap and very expensive instance types, and none in between.`,why:"Karpenter launches the cheapest available instance type. When AWS has no capacity for it, Karpenter uses the next one of the NodePool, whatever it costs. A NodePool with only `large` and `24xlarge` then pays for a machine 48 times as large, to run one small pod.",help:`Allow the sizes in between, or move the large ones to another NodePool.`,url:`https://karpenter.sh/docs/concepts/nodepools/#instance-types`},examples:rk});function ek(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i?.isExact||i.names.length<2)return;let a=tk(i,n);if(!a)return;let{cheap:o,expensive:s}=a,c=Math.floor(s.hourlyUsd/o.hourlyUsd);t({at:e.span(gl(e)),message:`\`${e.name}\` has no instance type between ${o.name} (${nk(o.hourlyUsd)}/hour) and ${s.name} (${nk(s.hourlyUsd)}/hour). When AWS runs out of the first, its pods cost ${c} times as much`,help:`Allow the sizes in between, or move the large ones to another NodePool.`})}const tk=vv(({names:e},t)=>{let n=[];for(let r of e){let e=_v(t,r);if(e===void 0)return;n.push({name:r,hourlyUsd:e})}n.sort((e,t)=>e.hourlyUsd-t.hourlyUsd||_(e.name,t.name));let r=n.findIndex(({hourlyUsd:e},t)=>t>0&&e>=8*n[t-1].hourlyUsd),[i,a]=[n[r-1],n[r]];return i&&a&&{cheap:i,expensive:a}}),nk=e=>`$${e.toFixed(e<.1?4:2)}`;function rk(){return{bad:[T(B(P({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`node.kubernetes.io/instance-type In [m7i.large, m7i.24xlarge]`,`karpenter.sh/capacity-type In [on-demand]`]}),L),{"[m7i.large, m7i.24xlarge]":`[m7i.large, m7i.2xlarge, m7i.8xlarge, m7i.24xlarge]`})],good:[B(P({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m7i]`,`karpenter.sh/capacity-type In [on-demand]`]}),L),B(P({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`node.kubernetes.io/instance-type In [m7i.large, m7i.2xlarge]`,`karpenter.sh/capacity-type In [on-demand]`]}),L)]}}const ik=N({id:`removed-pod-keys`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[10,11,12],on:{Manifests(e,t){if(!t.karpenter.v1)return;let n=Q(e).map(({name:e})=>e);for(let n of Q(e))for(let e of ak(n,[`spec`,`template`,`metadata`,`annotations`]))fk(n,e,je,t);for(let{manifest:n,path:r}of sk(e))fk(n,r,je,t);for(let{manifest:r,template:i}of gu(e)){let e=(...e)=>[...i,...e];for(let i of ak(r,e(`spec`,`nodeSelector`)))mk({manifest:r,path:i,pools:n},t);for(let{expressions:n}of tp(r,e(`spec`,`affinity`)))if(!n.some(({key:e})=>e===x.nodePool))for(let{path:e}of n)pk(r,[...e,`key`],Ue,t);for(let[n]of m(r.get(e(`spec`,`tolerations`))).entries())pk(r,e(`spec`,`tolerations`,n,`key`),Re,t)}}},docs:{summary:`A pod or a NodePool uses an annotation, label or taint that Karpenter no longer supports.`,why:"Karpenter renamed them on the way to v1 and ignores the old names. `do-not-evict` protects no pods, and `do-not-consolidate` no nodes. A pod that selects `karpenter.sh/provisioner-name` finds no node, and one that uses this label to avoid Karpenter’s nodes no longer avoids them. A toleration of `karpenter.sh/disruption` no longer matches the taint of a node that Karpenter removes.",help:`Use the new name.`,url:`https://karpenter.sh/docs/upgrading/v1-migration/`},examples:hk}),ak=(e,t)=>Object.keys(h(e.get(t))??{}).map(e=>[...t,e]),ok=new Set([`AutoscalingRunnerSet`,`RunnerDeployment`,`RunnerSet`]);function sk(e){return[...[...gu(e),...e.manifests.filter(({kind:e})=>ok.has(e)).map(e=>({manifest:e,template:[`spec`,`template`]}))].flatMap(({manifest:e,template:t})=>ak(e,[...t,`metadata`,`annotations`]).map(t=>({manifest:e,path:t}))),...e.manifests.filter(({kind:e})=>ck.has(e)).flatMap(e=>lk(e,[]).map(t=>({manifest:e,path:t})))]}const ck=new Set([`Application`,`HelmRelease`,`HelmValues`,`KustomizeChart`]);function lk(e,t){let n=e.get(t);return typeof n!=`object`||!n||t.length>12?[]:(Array.isArray(n)?[...n.keys()]:Object.keys(n)).flatMap(n=>{let r=[...t,n];return Object.hasOwn(je,n)?[r]:lk(e,r)})}const uk=(e,t)=>t!==void 0&&Object.hasOwn(e,t)?e[t]:void 0,dk=(e,t)=>({message:`Karpenter no longer supports \`${e}\`, so it has no effect`,help:`Use \`${t}\` instead.`});function fk(e,t,n,{report:r}){let i=String(t.at(-1)),a=uk(n,i);a!==void 0&&e.get([...t.slice(0,-1),a])===void 0&&r({manifest:e,at:e.keySpan(t),...dk(i,a),fix:{description:`Rename to \`${a}\``,edits:Ne(e,t,a)}})}function pk(e,t,n,{report:r}){let i=v(e.get(t)),a=uk(n,i);i!==void 0&&a!==void 0&&(m(e.get(t.slice(0,-2))).some(e=>h(e)?.key===a)||r({manifest:e,at:e.span(t),...dk(i,a),...e.get([...t.slice(0,-1),`value`])===void 0&&{fix:{description:`Replace with \`${a}\``,edits:y(e,t,a)}}}))}function mk({manifest:e,path:t,pools:n},{report:r}){let i=String(t.at(-1)),a=uk(Ue,i);if(a===void 0)return;let o=v(e.get(t));r({manifest:e,at:e.keySpan(t),message:`Nodes no longer have the label \`${i}\`, so these pods stay pending`,help:`Use \`${a}\` with the name of the NodePool instead.`,...o!==void 0&&n.includes(o)&&{fix:{description:`Rename to \`${a}\``,edits:Ne(e,t,a)}}})}function hk(){return{bad:[R(`redis`,{values:E`
          master:
            podAnnotations:
              karpenter.sh/do-not-evict: "true"
        `}),E`
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
      `,E`
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
      `,E`
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
      `,E`
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
      `],good:[R(`redis`,{values:E`
          master:
            podAnnotations:
              karpenter.sh/do-not-disrupt: "true"
        `}),E`
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
      `,E`
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
      `,O({karpenter:`0.32`},E`
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
        `)]}}const gk=N({id:`replicas-above-limit`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[111],on:{NodePool(e,{report:t}){let n=[...cl(e).path,`nodes`],[r,i]=[e.get([`spec`,`replicas`]),e.get(n)],a=typeof i==`number`||typeof i==`string`?Mf(i):void 0;typeof r!=`number`||a===void 0||r<=a||t({at:e.span(n),message:`NodePool \`${e.name}\` should have ${l(r,`node`)}, but its limit allows only ${Math.floor(a)}`,help:"Raise `limits.nodes` above `replicas`, so that Karpenter can also launch nodes that replace others.",labels:[{span:e.span([`spec`,`replicas`]),message:`more than the limit`}]})}},docs:{summary:"A static NodePool has more `replicas` than its `limits.nodes` allow.",why:"Karpenter launches nodes of a static NodePool up to `limits.nodes`, and only its log says that the others are missing. While the limit is reached, Karpenter cannot replace drifted nodes either, because it launches the new node first.",help:"Raise `limits.nodes` above `replicas`, or lower `replicas`.",url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:_k});function _k(){return{bad:[T(P({limits:E`nodes: 8`,replicas:10}),{"nodes: 8":`nodes: 12`}),T(P({limits:E`nodes: "3"`,replicas:4}),{'nodes: "3"':`nodes: "5"`})],good:[P({limits:E`nodes: 10`,replicas:10}),P({limits:E`nodes: 12`,replicas:10}),P({limits:null,replicas:10}),P({limits:E`
          cpu: 100
          nodes: 8
        `})]}}const vk=[`cpu`,`memory`,`nodes`,`pods`,`ephemeral-storage`],yk={mem:`memory`,ram:`memory`,gpu:`nvidia.com/gpu`},bk=N({id:`require-limits`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[29,30],on:{NodePool:xk,Provisioner:xk},docs:{summary:`A NodePool has no limits, or its limits have no effect.`,why:"Karpenter launches nodes for every pending pod. Without `limits`, a runaway Deployment, a HorizontalPodAutoscaler with a wrong target or a crash loop gets more and more nodes, up to the AWS quota. The keys of `limits` are free-form, so the API server accepts a misspelled resource, which limits nothing.",help:"Set `limits.cpu` and `limits.memory` to the most that this NodePool may use.",url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:Ok});function xk(e,t){let{report:n}=t,r=cl(e);if(!r.isKnown||Dk(e)||e.get([`spec`,`replicas`])!==void 0)return;let i=Object.keys(h(r.value)??{});if(i.length===0&&Sk(e))return;if(i.length===0){n({at:e.keySpan(e.get(r.path)===void 0?[`spec`]:r.path),message:`${e.kind} \`${e.name}\` has no limits, so Karpenter may launch any number of nodes for it`,help:"Set `limits.cpu` and `limits.memory` to the most that this NodePool may use."});return}let a=i.filter(e=>!vk.includes(e)&&!/[/{$]|^hugepages-/.test(e));for(let n of a)Ek(e,n,t);if(Tk(e,t),a.length===0&&!i.some(e=>e===`cpu`||e===`memory`||e.includes(`/`))){let t=i.includes(`nodes`);n({at:e.keySpan(r.path),message:`The limits of ${e.kind} \`${e.name}\` include neither \`cpu\` nor \`memory\`, so the size of its nodes is unlimited${t?`. Their number is only roughly limited, because nodes launched at the same time do not count each other`:``}`,help:"Add `cpu` and `memory` to the limits.",...t&&{severity:`note`}})}}const Sk=e=>pl(e).some(({key:e,operator:t,values:n})=>b(e)===x.capacityType&&t===`In`&&n.length>0&&n.every(({text:e})=>e===`reserved`)),Ck=/\b(?:exact(?:ly)?|at most|no more than|never (?:more|exceed)|maximum|max|hard (?:limit|cap)|licen[cs]es?|contract)\b/i,wk=/\b(?:exact(?:ly)?|never (?:more|exceed)|hard (?:limit|cap)|licen[cs]es?|contract)\b/i;function Tk(e,{report:t}){let n=cl(e).path,r=[...n,`nodes`];if(e.get(r)===void 0)return;let i=lC(e,n),a=sC(e,r)||(/\bnodes?\b/i.test(i)?i:``),o=(wk.exec(a)??Ck.exec(a))?.[0];o!==void 0&&t({at:e.span(r),...!wk.test(a)&&{severity:`note`},message:`The comment says “${o}”, but Karpenter may exceed \`limits.nodes\`, because nodes launched at the same time do not count each other`,help:"Leave room for a few more nodes, or set `replicas` for a fixed number of nodes."})}function Ek(e,t,{report:n,nearest:r}){let i=cl(e),a=He(yk,t.toLowerCase())??r(t,vk),o=a!==void 0&&e.get([...i.path,a])===void 0;n({at:e.keySpan([...i.path,t]),message:`\`${t}\` is not a resource of nodes, so this entry limits nothing`,help:a?`Did you mean \`${a}\`?`:"Use `cpu`, `memory` or an extended resource such as `nvidia.com/gpu`.",...o&&{fix:{description:`Rename to \`${a}\``,edits:Ne(e,[...i.path,t],a)}}})}function Dk(e){let t=h(e.get([`spec`]))??{};if(Object.keys(t).some(e=>e!==`limits`&&o(e,[`limits`])!==void 0))return!0;let n=Object.keys(h(t.limits)??{});return e.kind===`Provisioner`&&n.length>0&&!n.includes(`resources`)}function Ok(){return{bad:[T(P({limits:null}),{"spec:\n  template:":`spec:
  limits:
    cpu: 100
    memory: 400Gi
  template:`}),P({limits:E`
          cpu: 100
          mem: 400Gi
        `}),T(P({limits:E`
            cpu: 100
            # the license covers 10 nodes
            nodes: 10
          `}),{"# the license covers 10 nodes":`# leaves room for 2 more`,"nodes: 10":`nodes: 8`}),T(E`
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
memory: 400Gi`})],good:[P({limits:E`
          cpu: 100
          memory: 400Gi
        `}),P({name:`gpu`,limits:`nvidia.com/gpu: 8`})]}}const kk=new Set([x.zone,x.zoneId,x.capacityType,x.instanceType,x.instanceFamily]),Ak=N({id:`satisfiable-requirements`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[93],explains:[`provisioning/nodepool-empty`],on:{NodePool:jk,Provisioner:jk},docs:{summary:`No instance type of the region satisfies all requirements of a NodePool.`,why:`Each requirement is valid on its own, so the API server accepts the NodePool and Karpenter reports it as ready. But Karpenter never launches a node for it, and its pods stay pending.`,help:`Relax the requirement that excludes the last instance types, or the earlier ones that conflict with it.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:Fk});function jk(e,{report:t,catalog:n,compatible:r,isRegionAssumed:i}){let a=r(e),o=a?.emptied;if(!n||!a||!o)return;let{requirement:s,before:c,values:u,isUnknownValue:d,isInEveryRegion:f}=o,p=b(s.key);if(d&&kk.has(p))return;let ee=s.path.length===1;t({at:ee?e.keySpan(s.path):e.span(s.path),...i&&!f&&{severity:$(e).some(e=>Ae(e.key))?`note`:`warning`},message:`No instance type${i&&f?``:` in ${n.region}`} satisfies the requirements of \`${e.name}\`: ${Mk(s)}${ee?`, which v1alpha5 adds by default,`:``} excludes the remaining ${l(c,`instance type`)}`,labels:o.conflicts.map(t=>({span:e.span(t.path),message:`no instance type satisfies both this and \`${s.key}\``})),help:Nk(p,u,d),explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}})}const Mk=({key:e,operator:t,values:n})=>`\`${[e,t,n.map(e=>e.text).join(`, `)].filter(Boolean).join(` `)}\``;function Nk(e,t,n){return t.length===0?`The remaining instance types have no \`${e}\`. Relax this requirement or an earlier one.`:n?`Use a value of \`${e}\` that exists: ${Pk(t)}.`:`Allow a value of \`${e}\` that the remaining instance types have (${Pk(t)}), or relax an earlier requirement.`}const Pk=e=>Te(e,6);function Fk(){return{bad:[T(P({requirements:[`karpenter.k8s.aws/instance-family In [m7g, c7g]`,`kubernetes.io/arch In [amd64]`]}),{"[amd64]":`[arm64]`},{"[m7g, c7g]":`[m7i, c7i]`}),T(P({requirements:[`karpenter.k8s.aws/instance-cpu In ["5"]`]}),{'["5"]':`["4"]`})],good:[P({requirements:[`karpenter.k8s.aws/instance-family In [m7g, c7g]`,`kubernetes.io/arch In [arm64]`]})]}}const Ik=N({id:`spot-flexibility`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[21],on:{NodePool:Lk,Provisioner:Lk},docs:{summary:`A NodePool allows spot but has few instance types or a single zone to choose from.`,why:`Spot capacity varies by instance type and zone. With few of them, AWS interrupts nodes at the same time and replacements find no capacity. Karpenter moves a spot node to a cheaper spot node only if at least 15 cheaper instance types remain.`,help:`Allow at least 15 instance types in several families, sizes and zones. If you cannot, also allow on-demand.`,url:`https://karpenter.sh/docs/concepts/disruption/#spot-consolidation`},examples:zk});function Lk(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i?.isExact||i.names.length===0)return;let{instanceTypes:a,zones:o}=i.count(`spot`);if(a===0||a>=15&&o.length>1)return;let s=i.count(`on-demand`).instanceTypes===0;t({at:e.span(Rk(e)),severity:a<15&&(s||a<5)?`warning`:`note`,message:`\`${e.name}\` allows spot, but has only ${l(a,`instance type`)} in ${l(o.length,`zone`)} of ${n.region} to choose from`,measures:[{value:a,better:`more`},{value:o.length,better:`more`}],help:a<15?`Allow at least 15 instance types in several families, sizes and zones. With fewer, nodes are interrupted together, and Karpenter does not move them to cheaper spot nodes.`:`Allow more zones. Spot capacity runs out in one zone at a time.`})}const Rk=e=>pl(e).find(({key:e})=>b(e)===x.capacityType)?.path??(e.kind===`NodePool`?[`spec`,`template`,`spec`,`requirements`]:[`spec`,`requirements`]);function zk(){return{bad:[T(P({requirements:[`karpenter.k8s.aws/instance-family In [t4g]`,`karpenter.sh/capacity-type In [spot, on-demand]`,`topology.kubernetes.io/zone In [us-east-1a]`]}),{"[t4g]":`[c6g, c7g, m6g, m7g, r6g, r7g]`,"[us-east-1a]":`[us-east-1a, us-east-1b]`}),T(O({region:`eu-central-1`},P({requirements:[`node.kubernetes.io/instance-type In [m6i.large, m6i.xlarge]`,`karpenter.sh/capacity-type In [spot]`]})),{"node.kubernetes.io/instance-type":`karpenter.k8s.aws/instance-family`,"[m6i.large, m6i.xlarge]":`[c6i, c7i, m6i, m7i, r6i, r7i]`})],good:[P({requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [spot, on-demand]`]}),P({requirements:[`karpenter.k8s.aws/instance-family In [t4g]`,`karpenter.sh/capacity-type In [on-demand]`]})]}}const Bk=N({id:`startup-taints`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[87,88],on:{Manifests(e,t){for(let n of Q(e))Wk(n,t),Gk(n,t);let n=Gn(e,`cilium`);for(let e of n)Kk(e,t);if(!(n.length===0&&Kn(e,`cilium`)))for(let r of e.manifests.filter(qk))n.some(e=>t.clusterOf(e.manifest)===t.clusterOf(r))||Jk(r,t)}},docs:{summary:"An agent’s taint is missing from `startupTaints` or in `taints`, or a startup taint is misspelled.",why:"Karpenter waits until startup taints are removed, and meanwhile expects pods to run on the node. Cilium’s operator taints nodes on which its agent does not run yet. If `startupTaints` does not include this taint, Karpenter assumes that its pods cannot use the node, and launches another. If the taint is in `taints`, Karpenter expects it to stay, and launches no node for pods that do not tolerate it. No agent removes a misspelled startup taint. The node then never becomes initialized, so Karpenter never consolidates or replaces it.",help:"Add the taint to `startupTaints`, with the key that the agent uses.",url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecstartuptaints`},examples:Xk}),Vk=[`spec`,`template`,`spec`,`startupTaints`],Hk=[`node.cilium.io/agent-not-ready`,`ebs.csi.aws.com/agent-not-ready`,`efs.csi.aws.com/agent-not-ready`,`fsx.csi.aws.com/agent-not-ready`,`s3.csi.aws.com/agent-not-ready`],Uk=e=>e.split(`.`)[0];function Wk(e,{report:t,nearest:n}){for(let r of m(e.get(Vk)).keys()){let i=[...Vk,r,`key`],a=v(e.get(i))??``,o=Hk.includes(a)?void 0:n(a,Hk);o!==void 0&&Uk(o)===Uk(a)&&t({manifest:e,at:e.span(i),message:`Nothing removes the startup taint \`${a}\`, so the nodes of \`${e.name}\` never become initialized`,help:`Did you mean \`${o}\`?`,fix:{description:`Replace with \`${o}\``,edits:y(e,i,o)}})}}function Gk(e,{report:t}){let n=[`spec`,`template`,`spec`,`taints`],r=new Set(m(e.get(Vk)).map((t,n)=>v(e.get([...Vk,n,`key`]))));for(let i of m(e.get(n)).keys()){let a=[...n,i,`key`],o=v(e.get(a))??``;Hk.includes(o)&&!r.has(o)&&t({manifest:e,at:e.span(a),message:`An agent removes the taint \`${o}\` when it runs, but it is in \`taints\`. Karpenter expects it to stay, so it launches no node of \`${e.name}\` for pods that do not tolerate it`,help:"Move it from `taints` to `startupTaints`."})}}function Kk(e,t){let n=Qn(e,`agentNotReadyTaintKey`),r=[`setNodeTaints`,`enabled`].map(t=>Qn(e,`operator`,t));on(n)&&r.every(e=>on(e)&&e.value!==!1)&&Yk({manifest:e.manifest,key:v(n.value)??Hk[0]},t)}const qk=({kind:e,apiVersion:t,name:n})=>e===`ConfigMap`&&t===`v1`&&n===`cilium-config`;function Jk(e,t){let n=v(e.get([`data`,`agent-not-ready-taint-key`]))??Hk[0];v(e.get([`data`,`set-cilium-node-taints`]))===`true`&&!e.isPartial&&!d(n)&&Yk({manifest:e,key:n},t)}function Yk({manifest:e,key:t},n){let{all:r,report:i,clusterOf:a}=n;for(let o of Q(r))a(o)===a(e)&&fn(Td(o,Vk),({value:e})=>{let n=v(h(e)?.key);return n===void 0||d(n)?void 0:n===t})===!1&&i({manifest:o,at:o.span(Vk),message:`Cilium adds the taint \`${t}\` to new nodes, but it is not in \`startupTaints\` of \`${o.name}\`. Karpenter launches a second node for the same pods`,help:`Add \`{key: ${t}, effect: NoExecute}\` to \`startupTaints\`.`,labels:[{span:e.span([`metadata`,`name`]),message:`Cilium${bp(o,e,n)}`}]})}function Xk(){return{bad:[T(B(P({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),R(`cilium`),L),{"requirements:":`startupTaints:
  - key: node.cilium.io/agent-not-ready
    effect: NoExecute
requirements:`}),B(P({limits:`cpu: 1000`,nodeClassRef:`default`,startupTaints:E`
            - key: ebs.csi.aws.com/agent-notready
              effect: NoExecute
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),L),T(B(P({limits:`cpu: 1000`,nodeClassRef:`default`,taints:E`
              - key: node.cilium.io/agent-not-ready
                value: "true"
                effect: NoExecute
            `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),L),{"taints:":`startupTaints:`}),T(B(P({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),E`
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: cilium-config
            data:
              agent-not-ready-taint-key: example.com/cilium-not-ready
              set-cilium-node-taints: "true"
          `,L),{"requirements:":`startupTaints:
  - key: example.com/cilium-not-ready
    effect: NoExecute
requirements:`})],good:[B(P({limits:`cpu: 1000`,nodeClassRef:`default`,startupTaints:E`
            - key: node.cilium.io/agent-not-ready
              effect: NoExecute
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),R(`cilium`),L),B(P({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),R(`cilium`,{values:E`
            operator:
              setNodeTaints: false
          `}),L),B(P({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),E`
          apiVersion: v1
          kind: ConfigMap
          metadata:
            name: cilium-config
          data:
            set-cilium-node-taints: "false"
        `,L)]}}const Zk=[`spec`,`template`,`spec`],Qk=N({id:`taint-pairs`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[89],explains:[`provisioning/nodepool-not-ready`],on:{NodePool(e,{report:t}){let n=new Map;for(let r of[`taints`,`startupTaints`].flatMap(t=>$k(e.get([...Zk,t]),t))){let{key:i,effect:a}=h(e.get(r))??{},o=`${v(i)}:${v(a)}`;if(v(i)===void 0||d(o))continue;let s=n.get(o);if(s===void 0){n.set(o,r);continue}let c=s.at(-2)===r.at(-2)&&e.get([...s,`value`])===e.get([...r,`value`]);t({at:e.span([...r,`key`]),message:`\`${e.name}\` has the taint \`${o}\` twice. Karpenter rejects the NodePool and launches nothing for it`,labels:[{span:e.span([...s,`key`]),message:`first used here`}],help:`Remove one of the two taints.`,...c&&{fix:{description:`Remove the duplicate`,edits:Ie(e,r)}},explains:{paths:[Zk],mentioning:``}})}}},docs:{summary:`Two taints of a NodePool have the same key and effect.`,why:"The API server accepts this. Karpenter allows each pair of key and effect only once in `taints` and `startupTaints` together. The NodePool fails Karpenter’s validation and launches nothing.",help:`Remove one of them. Keep the startup taint if something on the node removes it, otherwise keep the taint.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespectaints`},examples:eA}),$k=(e,t)=>m(e).map((e,n)=>[...Zk,t,n]);function eA(){return{bad:[T(P({requirements:[],taints:E`
          - key: node.cilium.io/agent-not-ready
            effect: NoExecute
        `,startupTaints:E`
          - key: node.cilium.io/agent-not-ready
            value: "true"
            effect: NoExecute
        `}),{"      taints:\n        - key: node.cilium.io/agent-not-ready\n          effect: NoExecute\n":``})],good:[P({requirements:[],taints:E`
          - key: example.com/team
            value: a
            effect: NoSchedule
          - key: example.com/team
            value: a
            effect: NoExecute
        `,startupTaints:E`
          - key: node.cilium.io/agent-not-ready
            value: "true"
            effect: NoExecute
        `}),P({name:`another-key`,requirements:[],taints:E`
          - key: example.com/team
            effect: NoSchedule
        `,startupTaints:E`
          - key: example.com/agent-not-ready
            effect: NoSchedule
        `})]}}const tA=N({id:`taint-tolerations`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[],on:{Manifests:rA},docs:{summary:`A toleration nearly matches the taint of a NodePool, or no pod tolerates the taint.`,why:"A toleration must match the key, the value and the effect of a taint. One that nearly matches has no effect, and nothing reports it. The pods stay pending or run on another NodePool, and Karpenter launches no node for the NodePool with the taint. The default operator is `Equal`, for which a missing value is the empty string.",help:"Set the value and the effect of the taint in the toleration, or use `operator: Exists`.",url:`https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/`},examples:dA}),nA=2e3;function rA(e,t){let n=Q(e).slice(0,nA).flatMap(aA);if(n.length===0)return;let r=gu(e).slice(0,nA),i=r.map(e=>oA(e));for(let e of i)lA(e,n,t);let a=i.flat(),o=new Set(r.filter(({manifest:e})=>e.kind!==`DaemonSet`).map(({manifest:e})=>Ed(e))),s=new Set(e.manifests.filter(iA).map(Ed));for(let e of n)e.effect===`PreferNoSchedule`||s.has(Ed(e.pool))||o.has(Ed(e.pool))&&!a.some(t=>!t.isKnown||t.key===``||t.key===e.key)&&t.report({manifest:e.pool,at:e.pool.span(e.path),severity:`note`,message:`No pod in these manifests tolerates the taint \`${e.key}\` of \`${e.pool.name}\`, so Karpenter launches no node for this NodePool until one does`,help:`Add a toleration to the pods that should run there, or remove the taint.`})}const iA=({apiVersion:e,kind:t})=>t===`HelmRelease`&&f(e)===`helm.toolkit.fluxcd.io`||/^Application(?:Set)?$/.test(t)&&f(e)===`argoproj.io`;function aA(e){let t=[`spec`,`template`,`spec`,`taints`];return m(e.get(t)).flatMap((n,r)=>{let i=[...t,r],[a,o,s]=[`key`,`value`,`effect`].map(t=>v(e.get([...i,t]))??``);return d(`${a}${o}${s}`)||a===``||/(?:^|\.)(?:kubernetes|k8s)\.io\//.test(a)?[]:[{pool:e,path:i,key:a,value:o,effect:s}]})}function oA(e){let{manifest:t,template:n}=e,r=[...n,`spec`,`tolerations`],i=t.get(r);return i!==void 0&&!Array.isArray(i)?[{...sA,workload:e,path:r,isKnown:!1}]:m(i).map((n,i)=>{let{key:a,operator:o,value:s,effect:c}=h(n)??{},l=[a,o,s,c].map(e=>v(e)??``);return{workload:e,path:[...r,i],key:l[0],value:l[2],effect:l[3],isExists:o===`Exists`,isKnown:h(n)!==void 0&&!t.isPartial&&!l.some(e=>d(e))}})}const sA={key:``,isExists:!0,value:``,effect:``},cA=(e,t)=>(e.key===``||e.key===t.key)&&(e.effect===``||e.effect===t.effect)&&(e.isExists||e.value===t.value);function lA(e,t,{report:n,nearest:r}){if(!e.some(({isKnown:e})=>!e))for(let i of e){let a=t.filter(({key:e})=>e===i.key);if(a.length===0||a.some(t=>e.some(e=>cA(e,t))))continue;let[o]=a.flatMap(e=>uA(i,e,r)??[]);if(!o)continue;let{taint:s,reason:c,help:l}=o,{manifest:u}=i.workload;n({manifest:u,at:u.span(i.path),message:`${u.kind} \`${u.name}\` does not tolerate the taint \`${s.key}=${s.value}:${s.effect}\` of \`${s.pool.name}\`, because its toleration ${c}`,help:l,labels:[{span:s.pool.span(s.path),message:`the taint`}]})}}function uA(e,t,n){let r=e.isExists||e.value===t.value,i=e.effect===``||e.effect===t.effect;if(r&&!i)return{taint:t,reason:`has the effect \`${e.effect}\``,help:`Set \`effect: ${t.effect}\`.`};if(!i||r)return;let a=`\`value: ${t.value||`""`}\``;return e.value===``?{taint:t,reason:`has no value`,help:`Set ${a}, or \`operator: Exists\`.`}:n(e.value,[t.value])===void 0?void 0:{taint:t,reason:`has the value \`${e.value}\``,help:`Set ${a}.`}}function dA(){return{bad:[T(hA(E`
        - key: example.com/dedicated
          value: batch
          effect: NoExecute
      `),{"effect: NoExecute":`effect: NoSchedule`}),T(hA(E`
        - key: example.com/dedicated
          value: batches
          effect: NoSchedule
      `),{"value: batches":`value: batch`}),T(hA(E`
        - key: example.com/dedicated
          effect: NoSchedule
      `),{"tolerations:\n        - key":`tolerations:
  - value: batch
    key`},{"tolerations:\n        - key":`tolerations:
  - operator: Exists
    key`}),T(hA(),{"containers:":`tolerations:
  - key: example.com/dedicated
    operator: Exists
containers:`},{"      taints:\n        - key: example.com/dedicated\n          value: batch\n          effect: NoSchedule\n":``})],good:[hA(E`
        - key: example.com/dedicated
          operator: Exists
      `),E`
        ${pA}
        ---
        ${mA(`train`,E`
            - key: example.com/dedicated
              value: batch
          `)}
        ---
        ${mA(`proxy`,E`
            - key: example.com/dedicated
              value: system
              effect: NoSchedule
          `)}
        ---
        ${L}
      `,E`
        ${fA(`PreferNoSchedule`)}
        ---
        ${mA(`train`)}
        ---
        ${L}
      `,E`
        ${pA}
        ---
        ${mA(`proxy`)}
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
        ${L}
      `]}}const fA=e=>P({name:`batch`,limits:`cpu: 1000`,nodeClassRef:`default`,taints:E`
      - key: example.com/dedicated
        value: batch
        effect: ${e}
    `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),pA=fA(`NoSchedule`);function mA(e,t){return E`
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
          ${t?E`
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
  `}const hA=e=>E`
  ${pA}
  ---
  ${mA(`train`,e)}
  ---
  ${L}
`,gA=[...Be.get(x.capacityType)].sort(),_A=N({id:`unknown-capacity-type`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[18],on:{NodePool:vA,Provisioner:vA},docs:{summary:`A requirement names a capacity type that does not exist.`,why:"The API server accepts any text. Karpenter ignores the unknown value and only logs it, so `[spot, ondemand]` means only spot. If all values are unknown, the NodePool is not ready and launches nothing.",help:"Use `on-demand`, `spot` or `reserved`.",url:`https://karpenter.sh/docs/concepts/nodepools/#capacity-type`},examples:bA});function vA(e,{report:t,nearest:n}){for(let{key:r,operator:i,values:a}of $(e)){if(b(r)!==x.capacityType||i!==`In`&&i!==`NotIn`)continue;let o=a.filter(e=>e.isKnown&&!gA.includes(e.text)),s=a.filter(e=>!o.includes(e)).map(e=>`\`${e.text}\``);for(let r of o){let a=n(r.text,gA);t({at:e.span(r.path),message:`\`${r.text}\` is not a capacity type. ${yA(i,s)}`,help:a?`Did you mean \`${a}\`?`:"Use `on-demand`, `spot` or `reserved`.",...a&&{fix:{description:`Replace with \`${a}\``,edits:y(e,r.path,a)}}})}}}function yA(e,t){return e===`NotIn`?`It excludes nothing`:t.length===0?`The NodePool never becomes ready`:`Karpenter ignores it and uses only ${t.join(` and `)}`}function bA(){return{bad:[P({requirements:[`karpenter.sh/capacity-type In [spot, ondemand]`]})],good:[P({requirements:[`karpenter.sh/capacity-type In [spot, on-demand]`]})]}}const xA=N({id:`unknown-label`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[],on:{NodePool:TA,Provisioner:TA},docs:{summary:`A requirement names a label that resembles one of Karpenter’s labels but does not exist.`,why:`Karpenter treats a label that it does not know as a custom label. It puts any of the values on the nodes, and chooses instance types as if the requirement did not exist. Running nodes do not have the label, so all of them drift.`,help:`Correct the name of the label.`,url:`https://karpenter.sh/docs/concepts/scheduling/#well-known-labels`},examples:PA}),SA=/^(?:(?!node-restriction\.)[\w-]+\.)*kubernetes\.io$|^eks\.amazonaws\.com$/,CA=e=>e.slice(e.indexOf(`/`)+1),wA=new Map([...Ve].map(e=>[CA(e),e]));function TA(e,{report:t,nearest:n}){if(d(e.get([`spec`,`template`,`metadata`,`labels`])))return;let r=new Set(sl(e).map(({key:e})=>e));for(let{key:i,path:a,isKnown:o}of $(e)){if(!o||r.has(i))continue;let s=kA(e,i)??(jA(i)?void 0:EA(i,n));if(s===void 0)continue;let c=[...a,`key`];t({at:e.span(c),message:`\`${i}\` is not a label that Karpenter knows. It does not filter instance types, and new nodes get any of its values`,help:`Did you mean \`${s}\`?`,fix:{description:`Replace with \`${s}\``,edits:y(e,c,s)}})}}function EA(e,t){let n=t(CA(e),[...wA.keys()]);return n!==void 0&&AA(CA(e),n)?wA.get(n):void 0}const DA=new Set([`eks.amazon.com`,`eks.aws.com`,`eks.aws`,`eks.amazonaws`,`eks.k8s.aws`,`amazonaws.com`,`karpenter.aws`,`karpenter.k8s.io`,`karpenter.io`,`karpenter.amazonaws.com`,`karpenter.aws.com`]),OA=`eks.amazonaws.com`;function kA(e,t){let[n,i]=[Pe(t),CA(t)],a=wA.get(i);if(a===void 0||n===``||n.length>40||SA.test(n))return;let o=Pe(a)===`karpenter.k8s.aws`&&i.startsWith(`instance-`),s=o&&MA(e)===OA?`${OA}/${i}`:a,c=o?[OA,Pe(a)]:[Pe(a)];if(!c.includes(n))return DA.has(n)||c.some(e=>r(n,e)<=2)?s:void 0}const AA=(e,t)=>r(e,t)<=(e.length<8?1:2);function jA(e){return Ve.has(b(e))||!SA.test(Pe(e))?!0:e.startsWith(`eks.`)}const MA=e=>h(e.get([`spec`,`template`,`spec`,`nodeClassRef`]))?.group,NA=e=>E`
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
`;function PA(){return{bad:[P({requirements:[`node.kubernetes.io/instance-family In [c7i, m7i, r7i]`]}),P({requirements:[`karpenter.aws/instance-family In [c7i, m7i, r7i]`]}),NA(`eks.amazonaw.com/instance-category`),B(P({nodeClassRef:`default`,requirements:[`topology.kubernetes.io/zones In [us-east-1a, us-east-1b]`]}),E`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `)],good:[P({labels:`node.kubernetes.io/instance-sizes: web`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.k8s.gcp/instance-size In [large]`,`beta.kubernetes.io/arch In [amd64]`,`example.com/instance-type In [large]`,`node.kubernetes.io/instance-sizes Exists`,`node.kubernetes.io/role In [web]`,`node-restriction.kubernetes.io/zone In [a]`]}),NA(`eks.amazonaws.com/instance-category`)]}}const FA=/^([a-z]{2,3}(?:-[a-z]+){1,3}-\d)[a-z]$/,IA=/^[a-z]{2,3}(?:-[a-z]+){1,3}-\d-[a-z]/,LA=N({id:`unknown-zone`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[25],explains:[`provisioning/nodepool-empty`],on:{NodePool:RA,Provisioner:RA},docs:{summary:`A requirement or label names a zone that the region does not have.`,why:`The API server accepts any text. Karpenter counts the zone as a topology domain, although nothing can ever run there. Every zonal topology spread constraint in the cluster then counts a zone that stays empty, which can keep pods pending. A NodePool with no other zone launches nothing.`,help:`Use zones of the region, and only those in which the node class has subnets.`,url:`https://karpenter.sh/docs/concepts/nodepools/#availability-zones`},examples:BA});function RA(e,t){let{catalog:n}=t;if(!n)return;let r=n.zones.map(e=>e.zone);for(let{key:i,operator:a,values:o}of[...$(e),...sl(e)]){if(b(i)!==x.zone||d(a))continue;let s=e=>!r.includes(e)&&!n.otherZones.includes(e)&&!IA.test(e),c=a===`In`&&o.every(e=>e.isKnown&&s(e.text));for(let{path:n,text:i,isKnown:l}of o)l&&s(i)&&zA({pool:e,path:n,text:i,zones:r,isExcluded:a===`NotIn`,leavesNone:c},t)}}function zA({pool:e,path:t,text:n,zones:r,isExcluded:i,leavesNone:a},{report:o,catalog:s,nearest:c,isRegionAssumed:l}){let{region:u}=s,d=i?`excluding it has no effect`:`Karpenter never launches nodes for this value`,f=FA.exec(n)?.[1];if(f!==void 0&&f!==u){if(l)return;o({at:e.span(t),severity:`warning`,message:`Zone \`${n}\` is not in ${u}, so ${d}`,help:`Use a zone of ${u} (${r.join(`, `)}), or set the region if this NodePool belongs to ${f}.`});return}let p=f===void 0&&n!==u?c(n,r):void 0,ee=n===u?`\`${n}\` is a region, not a zone`:`Region ${u} has no zone \`${n}\``;o({at:e.span(t),...i&&{severity:`warning`},message:`${ee}, so ${d}`,help:p?`Did you mean \`${p}\`?`:`Use a zone of ${u}: ${r.join(`, `)}.`,...p&&{fix:{description:`Replace with \`${p}\``,edits:y(e,t,p)}},...a&&{explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}}})}function BA(){return{bad:[T(P({requirements:[`topology.kubernetes.io/zone In [us-east-1a, us-east-1b, us-east-1z]`]}),{"[us-east-1a, us-east-1b, us-east-1z]":`[us-east-1a, us-east-1b]`}),T(P({requirements:[`topology.kubernetes.io/zone In [us-east-1]`]}),{"[us-east-1]":`[us-east-1a, us-east-1b]`})],good:[P({requirements:[`topology.kubernetes.io/zone In [us-east-1a, us-east-1b]`]}),O({region:`us-west-1`},P({requirements:[`topology.kubernetes.io/zone In [us-west-1c]`]}))]}}const VA=N({id:`unreachable-pool`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[32],on:{Manifests(e,t){for(let e of Dd(t))HA(e,t)}},docs:{summary:`A NodePool is never used, because another one comes first, has no limits, and can launch everything that it can.`,why:`Karpenter uses a NodePool with a lower weight only if those before it cannot run a pod: their limits are reached, or AWS has no capacity. Suppose that the first one has no limits and allows every instance type, zone and capacity type that the other allows. Then it runs out of capacity only when the other does too, so the fallback never happens.`,help:`Set limits for the first NodePool, or allow something else in the fallback: another capacity type, other families, or other zones.`,url:`https://karpenter.sh/docs/concepts/nodepools/#specweight`},examples:qA});function HA(e,t){let n=e.slice(0,60).filter(e=>UA(e)&&jd(e));for(let e of n){let r=n.find(n=>_l(n)>_l(e)&&WA(n)&&GA(n,e,t));r&&t.report({manifest:e,at:e.span([`metadata`,`name`]),message:`\`${e.name}\` is never used, because \`${r.name}\` comes first, has no limits, and can launch everything that \`${e.name}\` can`,help:`Set limits for \`${r.name}\`, or allow instance types, zones or capacity types in \`${e.name}\` that \`${r.name}\` does not allow.`,labels:[{span:r.span([`metadata`,`name`]),message:`comes first`}]})}}const UA=e=>!e.isPartial&&tl(e,[`spec`,`weight`]).isKnown&&e.get([`spec`,`replicas`])===void 0&&$(e).every(({path:t})=>e.get([...t,`minValues`])===void 0);function WA(e){let{value:t,isKnown:n}=cl(e),r=Object.keys(h(t)??{});return n&&typeof(t??{})==`object`&&r.every(e=>e.includes(`/`))}function GA(e,t,{compatible:n,catalog:r}){let[i,a]=[n(e),n(t)];if(!r||!i?.isExact||!a?.isExact||a.names.length===0||a.names.some(e=>(r.type(e)?.gpus.length??0)>0)||fl(e)===void 0||fl(e)?.name!==fl(t)?.name||KA(e)!==KA(t))return!1;let o=new Set(i.names);return a.names.every(e=>o.has(e))&&[`on-demand`,`spot`].every(e=>{let{zones:t}=i.count(e);return a.count(e).zones.every(e=>t.includes(e))})}const KA=e=>JSON.stringify($(e).filter(({key:e})=>b(e)===x.os).map(({operator:e,values:t})=>[e,t.map(({text:e})=>e).sort()]));function qA(){return{bad:[T(B(P({name:`general`,weight:50,limits:`nvidia.com/gpu: 8`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [on-demand]`]}),P({name:`fallback`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [on-demand]`]}),L),{"nvidia.com/gpu: 8":`nvidia.com/gpu: 8
cpu: 1000`},{"[c, m]":`[c, m, i]`})],good:[B(P({name:`spot`,weight:50,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [spot]`]}),P({name:`on-demand`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [on-demand]`]}),L),B(P({name:`reserved-by-limits`,weight:50,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [on-demand]`]}),P({name:`fallback`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [on-demand]`]}),L)]}}const JA=N({id:`unused-budget`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[110],on:{NodePool(e,{report:t}){let n=m(e.get(rw));if(e.isPartial||n.some(pe))return;let r=n.map(e=>h(e)?.nodes),i=aw(e).map((e,t)=>({field:e,nodes:r[t]}));for(let n of i){let r=typeof n.field.hours==`object`?i.find(e=>YA(e,n)):void 0;r&&t({at:e.span([...n.field.path,`nodes`]),message:`This budget of \`${e.name}\` never allows ${n.nodes}: the budget of ${r.nodes} always applies, and the smallest one counts`,labels:[{span:e.span([...r.field.path,`nodes`]),message:`always applies`}],help:`Remove it. To allow more at these times, give the budget of ${r.nodes} a \`schedule\` and \`duration\` for all other times.`})}}},docs:{summary:`A disruption budget with a schedule allows more than a budget that always applies.`,why:`Of all budgets that apply at a time, Karpenter uses the one that allows the fewest nodes. A window with a larger budget does not replace a smaller budget without a schedule, so nothing is different in the window. Drift takes as long as before.`,help:`Give the smaller budget a schedule for all times outside of the window, or remove the larger one.`,url:`https://karpenter.sh/docs/concepts/disruption/#nodes`},examples:ZA}),YA=(e,{field:t,nodes:n})=>e.field.hours===`always`&&!e.field.isZero&&XA(e.nodes,n)&&iw.every(n=>!t.appliesTo(n)||e.field.appliesTo(n));function XA(e,t){let[n,r]=[e,t].map(e=>typeof e==`string`?/^(\d{1,6})(%?)$/.exec(e):null);return n!=null&&r!=null&&n[2]===r[2]&&Number(n[1])<Number(r[1])}function ZA(){return{bad:[T(P({disruption:E`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: 50%
              schedule: 0 2 * * sat
              duration: 4h
        `}),{"- nodes: 50%":``,"schedule: 0 2 * * sat":``,"duration: 4h":``},{"- nodes: 10%":`- nodes: 10%
  schedule: 0 6 * * sat
  duration: 164h`})],good:[P({disruption:E`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "3"
              schedule: 0 2 * * sat
              duration: 4h
        `}),P({disruption:E`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
              reasons: [Drifted]
            - nodes: 50%
              schedule: 0 2 * * sat
              duration: 4h
            - nodes: 60%
        `})]}}const QA=[hC,AC,fw,hw,vw,Dw,Bw,Zw,aT,lT,YT,vE,TE,kE,jE,RE,KE,ZE,tD,aD,CD,jD,FD,zD,aO,xO,IO,WO,YO,$O,ik,gk,bk,Ak,Ik,Bk,Qk,tA,_A,xA,LA,VA,JA,...eC].sort((e,t)=>_(e.id,t.id)),$A=new Map([...Ht,...QA.map(ej)].map(e=>[e.code,e]));function ej(e){let{summary:t,why:n,help:r,url:i}=e.docs;return{code:`lint/${e.id}`,summary:t,why:n,help:r,url:i,rule:e}}const tj=[...$A.keys()].sort(),nj=(e,t=[])=>$A.has(e)||t.some(t=>Vt(t)===e);function rj(e,t=[]){let n=$A.get(e)??$A.get(`lint/${e}`);if(n)return n;let r=t.find(t=>[Vt(t),t.id].includes(e));return r&&ij(r)}const ij=e=>({code:Vt(e),summary:e.message,why:e.description??`This is a rule of \`${e.origin}\`.`,help:e.help??`Change the object so that the rule holds.`,...e.url!==void 0&&{url:e.url},custom:e});function aj(e,t=[]){let n=[...tj,...t];if(e.includes(`/`))return o(e,n);let r=new Map(n.map(e=>[e.slice(e.indexOf(`/`)+1),e])),i=o(e,r.keys());return i&&r.get(i)}function oj(e,t=[]){return[...e].filter(e=>!rj(e)).map(e=>({name:e,nearest:aj(e,t)}))}const sj=e=>`# plumbline-ignore ${e.replace(/^lint\//,``)} until=2027-03-31: why this is acceptable here`;function cj(e,t){return lj(e.replace(/^\.?\//,``).replace(/\/$/,``).split(`/`),t.split(`/`))}function lj(e,t){let n=0,r;for(let i=0;i<t.length;){if(n===e.length)return!0;if(e[n]===`**`)r={at:n++,step:i};else if(uj(e[n],t[i]))[n,i]=[n+1,i+1];else if(r)[n,i]=[r.at+1,++r.step];else return!1}return e.slice(n).every(e=>e===`**`)}function uj(e,t){let[n=``,...r]=e.split(`*`);if(r.length===0)return t===n;let i=r.pop();if(!t.startsWith(n)||t.length<n.length+i.length||!t.endsWith(i))return!1;let a=n.length;for(let e of r){let n=t.indexOf(e,a);if(n===-1||n+e.length>t.length-i.length)return!1;a=n+e.length}return!0}const dj=e=>e.includes(`/`)?e:`lint/${e}`,fj=({paths:e,resources:t},{span:n,resource:r})=>(e===void 0||e.some(e=>cj(e,n.file)))&&(t===void 0||r!==null&&t.some(e=>pj(e,r)));function pj(e,{kind:t,namespace:n,name:r}){return cj(e,(e.split(`/`).length>2?[t,n??``,r]:[t,r]).join(`/`))}const mj=(e,t)=>t[e]??t[e.replace(/^lint\//,``)],hj=(e,{rules:t,overrides:n})=>mj(e,t)===`off`&&n.every(t=>(mj(e,t.rules)??`off`)===`off`),gj=(e,t,{rules:n,overrides:r})=>mj(e,n)===`off`||r.some(n=>mj(e,n.rules)===`off`&&(n.paths===void 0||n.paths.some(e=>cj(e,t))));function _j(e,{rules:t,overrides:n}){if(n.length===0)return[...e];let r=e=>mj(e,t)===`off`&&n.some(t=>mj(e,t.rules)!==void 0);return e.flatMap(e=>{if(!/^(?:lint|custom)\//.test(e.code))return[e];let t=n.filter(t=>fj(t,e)).map(t=>mj(e.code,t.rules)).findLast(e=>e!==void 0);return t===`off`||t===void 0&&r(e.code)?[]:[t===void 0?e:{...e,severity:t}]})}function vj({rules:e,ignore:t=[],overrides:n=[],neverSuppress:r=[],environments:i={}},a,o=[]){let s={reader:a,custom:o.map(Vt)};bj(e,[`rules`],s);for(let[e,t]of n.entries())bj(t.rules,[`overrides`,e,`rules`],s);for(let[e,t]of Object.entries(i))bj(t.rules,[`environments`,e,`rules`],s);for(let[e,t]of r.entries())yj(t,[`neverSuppress`,e],s);let c=new Set(r.map(dj));t.forEach(({code:e,reason:t,until:n},r)=>{yj(e,[`ignore`,r,`code`],s),c.has(dj(e))&&a.fail([`ignore`,r,`code`],`\`${e}\` is in \`neverSuppress\`, so \`ignore\` cannot silence it`,`Remove it from one of the two lists.`),t.trim()===``&&a.fail([`ignore`,r,`reason`],`\`ignore[${r}].reason\` is empty`,`Write why the finding is ignored.`),n!==void 0&&!/^\d{4}-\d{2}-\d{2}$/.test(n)&&a.fail([`ignore`,r,`until`],`\`until: ${n}\` is not a date`,"Write it like `2027-03-31`.")})}function yj(e,t,{reader:n,custom:r}){if(r.includes(e))return;let[i]=oj([e],r);i&&n.fail(t,`\`${e}\` is not the code of a finding`,xj(i.nearest))}function bj(e={},t,{reader:n,custom:r}){for(let i of Object.keys(e)){if(r.includes(i))continue;let[e]=oj([i],r);e&&n.fail([...t,i],`\`${i}\` is not a rule`,xj(e.nearest)),rj(i)?.rule||n.fail([...t,i],`\`${i}\` is not a lint rule, so its severity cannot be changed`,"To silence it, add an entry to `ignore`.")}}const xj=e=>e?i(e):"Run `plumbline rules` to list the rules.";function Sj(e,t){let n=t===void 0?void 0:Jt(t);if(t===void 0||n!==void 0)return n;throw new s(`config`,`\`${t}\` is not a version of ${e}`,{help:`Write a minor version, such as \`${e===`Karpenter`?`1.14`:`1.34`}\`.`})}function Cj(e){let{karpenter:t,existingNodes:n,systemPods:r,capacityReservations:i,catalog:a,crds:o,prices:s,...c}=e,{extends:l,pricing:u,customRules:d,sources:f,environments:p,gate:ee,...te}=c;return{...te,...t?.version!==void 0&&{karpenterVersion:t.version},...t?.settings&&{karpenter:t.settings},...n&&{existingNodes:n.map(jj)},...r&&{systemPods:r.map(Mj)},...i&&wj(i),...a!==void 0&&{catalog:a.replace(/^\.\/|\/+$/g,``)},...o&&{crds:o.map(e=>e.replace(/^\.\//,``))},...s?.spot&&{spotPricing:s.spot},...u&&{pricing:Aj(u)},...d&&{customRules:d},...f&&{sources:Oj(f)},...p&&{environments:Tj(p)},...ee&&{gate:sE(tw,ee)}}}function wj(e){let t=Object.entries(e);return{capacityReservations:Object.fromEntries(t.map(([e,t])=>[e,typeof t==`number`?t:t.count])),describedReservations:Object.fromEntries(t.flatMap(([e,t])=>typeof t==`number`?[]:[[e,{instanceType:t.instanceType,zone:t.zone}]]))}}const Tj=e=>Object.fromEntries(Object.entries(e).map(([e,t])=>[e,Ej(t)])),Ej=e=>({paths:(e.paths??[]).map(e=>e.replace(/^\.?\/+|\/+$/g,``)),clusterArn:e.clusterArn,roleArn:e.roleArn,allowedAccountIds:e.allowedAccountIds??[],context:e.context,delivery:e.delivery,leaseNamespace:e.leaseNamespace??`kube-system`,readyMinutes:e.readyMinutes??10,own:Dj(e)});function Dj(e){let{region:t,zones:n,nodeClassAddresses:r,vcpuQuotas:i,capacityReservations:a}=e,{karpenter:o,kubernetesVersion:s,snapshot:c,rules:l,gate:u}=e;return{...t!==void 0&&{region:t},...n&&{zones:n},...r&&{nodeClassAddresses:r},...i&&{vcpuQuotas:i},...a&&wj(a),...o?.version!==void 0&&{karpenterVersion:Sj(`Karpenter`,o.version)},...o?.settings&&{karpenter:o.settings},...s!==void 0&&{kubernetesVersion:Sj(`Kubernetes`,s)},...c!==void 0&&{snapshot:c},...l&&{rules:l},...u&&{gate:u}}}const Oj=({render:e,roots:t,ignore:n,chartRepositories:r})=>({render:e??!0,roots:(t??[]).map(({path:e,values:t,release:n,namespace:r,environment:i})=>({path:e.replace(/^\.\/|\/$/g,``),values:t??[],release:n,namespace:r,environment:i})),ignore:(n??[]).map(e=>e.replace(/^\.\/|\/$/g,``)),chartRepositories:r??[]}),kj={regions:[],families:[]},Aj=({discounts:e=[],savingsPlans:t=[],perNodeMonthlyUsd:n,teamLabel:r})=>({discounts:e.map(e=>({...kj,capacityTypes:[],...e})),savingsPlans:t.map(e=>({...kj,...e})),perNodeMonthlyUsd:n??ZC.perNodeMonthlyUsd,teamLabel:r??ZC.teamLabel}),jj=e=>({name:e.name,instanceType:e.instanceType,count:e.count??1,zone:e.zone,labels:e.labels??{},taints:e.taints??[],requested:e.requested??{}}),Mj=({name:e,requests:t,replicas:n,daemonSet:r})=>({name:e,requests:t??{},replicas:n??1,daemonSet:r??!1});function Nj({gate:e,environments:t={}},n){Pj(e,[`gate`],n);for(let[e,r]of Object.entries(t))Pj(r.gate,[`environments`,e,`gate`],n)}function Pj(e,t,n){e?.freeze?.forEach((e,r)=>{for(let i of[`from`,`to`])Ij(e[i])||n.fail([...t,`freeze`,r,i],`\`${i}: ${e[i]}\` is not a date or time`,"Write it like `2026-12-20` or `2026-12-20T16:00Z`.");e.to<e.from&&n.fail([...t,`freeze`,r,`to`],"`to` is before `from`",`Swap them.`)})}const Fj=e=>/^\d{4}-\d{2}-\d{2}$/.test(e)&&!Number.isNaN(Date.parse(e)),Ij=e=>/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/.test(e)&&!Number.isNaN(Date.parse(e)),Lj={rules:100,expressions:40},Rj=(e,t)=>e.map(({tests:e,...n})=>({severity:`warning`,matchConditions:[],variables:[],fix:[],...n,tests:{good:e?.good??[],bad:e?.bad??[]},origin:t}));function zj({customRules:e=[]},t){let n=new Set;e.forEach((e,r)=>{let i=[`customRules`,r];(!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(e.id)||e.id.length>60)&&t.fail([...i,`id`],`\`${e.id}\` is not the name of a rule`,e.id.startsWith(`custom/`)?"Leave `custom/` out. The code of its findings gets it.":`Use lower-case letters, digits and single hyphens.`),n.has(e.id)&&t.fail([...i,`id`],`two rules have the name \`${e.id}\``,`Rename one of them.`),n.add(e.id),e.on.length===0&&t.fail([...i,`on`],`\`on\` of rule \`${e.id}\` is empty`,"Name the kinds that it judges, such as `NodePool`."),Hj(e,i,t),e.message.trim()===``&&t.fail([...i,`message`],`the message of rule \`${e.id}\` is empty`),e.url!==void 0&&!/^https?:\/\/\S+$/.test(e.url)&&t.fail([...i,`url`],`\`url\` of rule \`${e.id}\` is not a URL`,"Write it as in `https://example.com/rules`."),Bj(e)>Lj.expressions&&t.fail(i,`rule \`${e.id}\` has more than ${Lj.expressions} expressions`,`Split it into several rules.`),Gj(e,i,t),Uj(e,i,t),e.fieldPath!==void 0&&!/^\.?[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*|\['[^']*'\]|\["[^"]*"\]|\[\d+\])*$/.test(e.fieldPath)&&t.fail([...i,`fieldPath`],`\`${e.fieldPath}\` in rule \`${e.id}\` is not the path of a field`,"Write it as in `.spec.limits.cpu`, `.spec.list[0]` or `.metadata.labels['example.com/team']`.")}),e.length>Lj.rules&&t.fail([`customRules`,Lj.rules],`there are more than ${Lj.rules} rules`,`Remove some of them.`)}const Bj=({variables:e=[],matchConditions:t=[],fix:n=[]})=>e.length+t.length+n.length+2,Vj=[`NodePool`,`EC2NodeClass`,`NodeClass`,`NodeClaim`,`NodeOverlay`,`CapacityBuffer`,`Provisioner`,`AWSNodeTemplate`,`Deployment`,`StatefulSet`,`DaemonSet`,`ReplicaSet`,`Job`,`CronJob`,`Pod`,`PodDisruptionBudget`,`Service`,`ConfigMap`,`Namespace`,`PriorityClass`,`StorageClass`,`HorizontalPodAutoscaler`,`ServiceAccount`];function Hj({id:e,on:t},n,r){t.forEach((t,a)=>{if(Vj.includes(t))return;let s=t.toLowerCase().replace(/(?:ies|s)$/,e=>e===`s`?``:`y`),c=Vj.find(e=>[t.toLowerCase(),s].includes(e.toLowerCase()))??(t.includes(`/`)?t.split(`/`).at(-1):void 0);c===void 0&&/^[A-Z]\w*$/.test(t)||r.fail([...n,`on`,a],`\`${t}\` in \`on\` of rule \`${e}\` is not a kind`,i(c??o(t,Vj)??`NodePool`))})}function Uj(e,t,n){let{id:r,variables:i=[],matchConditions:a=[],fix:s=[]}=e,c=i.map(({name:e})=>e);c.forEach((e,i)=>{(!/^[A-Za-z_]\w*$/.test(e)||c.indexOf(e)<i)&&n.fail([...t,`variables`,i,`name`],`variable \`${e}\` of rule \`${r}\` ${c.indexOf(e)<i?`exists twice`:`is not a name`}`,"Use letters, digits and `_`, and each name once.")});let l=[...i.map(({expression:e},t)=>[[`variables`,t,`expression`],e]),...a.map(({expression:e},t)=>[[`matchConditions`,t,`expression`],e]),[[`expression`],e.expression],[[`messageExpression`],e.messageExpression],...s.map(({valueExpression:e},t)=>[[`fix`,t,`valueExpression`],e])];for(let[e,i=``]of l){let a=i.replaceAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g,``);for(let[,i]of a.matchAll(/(?<![\w.])variables\.([A-Za-z_]\w*)/g))c.includes(i)||n.fail([...t,...e],`\`variables.${i}\` is not a variable of rule \`${r}\``,Wj(o(i,c),"Add it to `variables`."))}}const Wj=(e,t)=>e===void 0?t:i(e);function Gj({id:e,fix:t=[]},n,r){t.forEach(({op:t,path:i,value:a,valueExpression:o},s)=>{let c=[...n,`fix`,s];i.startsWith(`/`)||r.fail([...c,`path`],`\`${i}\` in \`fix\` of rule \`${e}\` is not a JSON Pointer`,"Write it as in `/spec/limits/cpu`."),[a,o].filter(e=>e!==void 0).length!==(t===`remove`?0:1)&&r.fail(c,`\`${t} ${i}\` in \`fix\` of rule \`${e}\` needs ${t===`remove`?`no value`:"either `value` or `valueExpression`"}`)})}const Kj=[{name:`cost`,summary:`For teams that watch the bill: it blocks a change that costs $200/month more, and warns about expensive choices.`,config:{rules:{"full-reservations":`warning`,"idle-reservations":`warning`,"limit-fit":`note`,"limits-below-one-node":`error`,"min-values-exotic":`warning`,"older-generation":`warning`,"overlapping-pools":`warning`,"pod-requests":`warning`,"price-gap":`warning`,"require-limits":`error`,"unreachable-pool":`error`},gate:{monthlyIncreaseUsd:200}}},{name:`production-eks`,summary:`For production clusters on EKS: what endangers availability is an error, and a change may replace at most 50 nodes and leave no pod unschedulable.`,config:{rules:{"al2-end-of-life":`warning`,"ami-name-kubernetes":`error`,"ami-older-than-kubernetes":`error`,"blocking-pdb":`error`,"budget-gaps":`error`,"controller-placement":`error`,"expiry-blocked":`warning`,"frozen-nodes":`warning`,"interruption-events":`error`,"node-access":`error`,"pin-ami-alias":`error`,"pod-grace-period":`error`,"require-limits":`error`,"spot-flexibility":`error`,"startup-taints":`error`,"termination-handler":`error`,"zones-without-subnets":`error`},gate:{nodesReplaced:50,unschedulablePods:0}}},{name:`recommended`,summary:`For every repository: three notes become warnings, and it blocks a change that costs $1,000/month more.`,config:{rules:{"expiry-blocked":`warning`,"frozen-nodes":`warning`,"pod-requests":`warning`},gate:{monthlyIncreaseUsd:1e3}}},{name:`security`,summary:`For clusters with security reviews: images, volumes, IAM and access are errors that no comment can suppress.`,config:{rules:{"al2-end-of-life":`error`,"ami-name-kubernetes":`error`,"custom-registration":`error`,"node-access":`error`,"node-role-exists":`error`,"owned-security-groups":`warning`,"pin-ami-alias":`error`,"root-encryption":`error`,"volume-key":`error`},neverSuppress:[`controller-permissions`,`node-access`,`pass-role`,`pin-ami-alias`,`root-encryption`,`volume-key`]}},{name:`strict`,summary:`For repositories without old findings: every new warning fails the review, most notes are warnings, and a change may replace at most 20 nodes.`,config:{rules:{"al2-end-of-life":`warning`,"budget-rounding":`warning`,"consolidate-after-load":`warning`,"dead-values":`warning`,"expiry-blocked":`warning`,"exported-object":`warning`,"frozen-nodes":`warning`,"idle-reservations":`warning`,"isolated-vpc":`warning`,"limit-fit":`warning`,"overlapping-pools":`warning`,"pod-requests":`warning`,"price-gap":`warning`,"root-encryption":`warning`},failOn:`warning`,gate:{nodesReplaced:20,unschedulablePods:0}}}],qj=/^([\w.-]+)\/([\w.-]+)\/([^@#\s]+)@([^@#\s]+?)(?:#sha256:([^@#\s]+))?$/;function Jj(e){let t=Kj.find(({name:t})=>t===e);if(t)return{preset:t};if(e.startsWith(`./`)&&!e.split(`/`).includes(`..`))return{file:e.replace(/^(?:\.\/+)+/,``)};let[,n,r,i,a,o]=qj.exec(e)??[];return a===void 0?{fault:`\`${e}\` in \`extends\` is neither a preset nor a file`,help:Yj(e)}:/^[0-9a-f]{40}$/.test(a)?o!==void 0&&!/^[0-9a-f]{64}$/.test(o)?{fault:`the digest of \`${e}\` in \`extends\` is not a SHA-256`,help:`Write its 64 digits.`}:i.split(`/`).some(e=>e===`..`||e===`.`||e===``)?{fault:`\`${i}\` in \`extends\` is not the path of a file`,help:Xj}:{shared:{owner:n,repo:r,path:i,commit:a,digest:o,text:e}}:{fault:`\`${e}\` in \`extends\` is not pinned to a commit`,help:"Write the 40 digits of a commit after `@`. A branch or a tag can change without a review."}}function Yj(e){let t=o(e.replaceAll(`_`,`-`),Kj.map(e=>e.name));if(t!==void 0)return i(t);let[,n]=/^(?:https:\/\/github\.com\/|github:)([\w.-]+\/[\w.-]+)\//.exec(e)??[];return n===void 0?/^\/?[\w.-]+(?:\/[\w.-]+)*\.ya?ml$/.test(e)&&!e.split(`/`).includes(`..`)?`Write \`./${e.replace(/^\//,``)}\` for a file of this repository${/^[^/]+\/[^/]+\/./.test(e)?`, or \`${e}@COMMIT\` for one of another repository`:``}.`:Xj:`Write \`${n}/rules.yaml@COMMIT\`, without the server, and with the 40 digits of a commit.`}const Xj=`Write a preset (${Kj.map(({name:e})=>`\`${e}\``).join(`, `)}), a file from the root of the repository (\`./rules.yaml\`), or a file of another repository at a commit (\`OWNER/NAME/rules.yaml@COMMIT\`). Packages and other URLs are not read.`,Zj=[`customRules`,`rules`,`overrides`,`neverSuppress`,`changedLines`,`failOn`,`gate`],Qj={...vt,properties:Object.fromEntries(Zj.map(e=>[e,vt.properties[e]]))};async function $j(e,t){if(!/\bextends\b/.test(e.text))return[];let n=new bt(e),{extends:r=[]}=n.read();r.length>10&&n.fail([`extends`,10],"`extends` has more than 10 entries",`Merge some of the files.`);let i=[];for(let[e,a]of r.entries()){let r=(t,r)=>n.fail([`extends`,e],t,r),o=i.flatMap(({customRules:e=[]})=>e.map(({id:e})=>({id:e})));i.push(await eM(a,t,{fail:r,earlier:o}))}return i}async function eM(e,{file:t,shared:n},{fail:r,earlier:i}){let a=Jj(e);if(`fault`in a)return r(a.fault,a.help);if(`preset`in a)return a.preset.config;if(`file`in a){let n=await t(a.file);return n?tM({...n,file:a.file},{origin:e,earlier:i}):r(`\`${e}\` in \`extends\` was not found`,`Write the path from the root of the repository. The file must also be at the base.`)}if(!n)return r(`\`${e}\` in \`extends\` cannot be read here`,`Use a file of this repository.`);let{owner:o,repo:s,path:c}=a.shared;return tM({file:`${o}/${s}/${c}`,text:await n(a.shared)},{origin:e,earlier:i})}function tM(e,{origin:t,earlier:n}){let r=new bt(e,Qj),i=r.read();zj(i,r),Nj(i,r);let a=Rj(i.customRules??[],t);return vj(i,r,[...n,...a]),{...i,customRules:a}}const nM=(e,t={})=>({...e,...t,...(e.attention??t.attention)&&{attention:{...e.attention,...t.attention}},...(e.teams??t.teams)&&{teams:{...e.teams,...t.teams}}});function rM(e){let t=new Map(e.flatMap(({customRules:e=[]})=>e.map(e=>[e.id,e]))),n={overrides:e.flatMap(({overrides:e=[]})=>e),neverSuppress:[...new Set(e.flatMap(({neverSuppress:e=[]})=>e))]};return{...Object.assign({},...e),...t.size>0&&{customRules:[...t.values()]},...e.some(e=>e.rules)&&{rules:Object.assign({},...e.map(e=>e.rules))},...e.some(({gate:e})=>e)&&{gate:e.reduce((e,{gate:t})=>nM(e,t),{})},...n.overrides.length>0&&{overrides:n.overrides},...n.neverSuppress.length>0&&{neverSuppress:n.neverSuppress}}}function iM(e,t=[]){let n=new bt(e),{extends:r,...i}=n.read();zj(i,n);let a={...i,...i.customRules&&{customRules:Rj(i.customRules,sM(e))}},o=rM([...t,a]);return vj(i,n,o.customRules),Nj(i,n),i.timeZone!==void 0&&!cM(i.timeZone)&&n.fail([`timeZone`],`\`${i.timeZone}\` is not a time zone`,"Write a name like `Europe/Berlin`."),aM(i,n),o.scorecard!==void 0&&!oM(o.scorecard)&&n.fail([`scorecard`],`\`${o.scorecard}\` is not the name of a branch`,"Write a name like `plumbline-scorecard`."),Cj(o)}function aM({currency:e},t){if(e===void 0)return;let{code:n,asOf:r,source:i}=e,a=(e,n,r)=>t.fail([`currency`,e],n,r);/^[A-Z]{3}$/.test(n)||a(`code`,"`currency.code` is not the code of a currency","Write three capital letters, such as `EUR`."),n===`USD`&&a(`code`,`costs are in USD already`,"Remove `currency`."),r!==void 0&&!Fj(r)&&a(`asOf`,"`currency.asOf` is not a date","Write it like `2026-11-02`."),i!==void 0&&!/^[^\p{C}]{1,80}$/u.test(i)&&a(`source`,"`currency.source` must be at most 80 characters on one line","Write a name, such as `ECB`.")}const oM=e=>/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}(\/[A-Za-z0-9][A-Za-z0-9._-]{0,99}){0,4}$/.test(e)&&!/\.\.|\.lock(\/|$)|\.(\/|$)/.test(e),sM=({file:e})=>e.split(/[/:\\]/).at(-1);function cM(e){try{return new Intl.DateTimeFormat(`en-GB`,{timeZone:e})!==void 0}catch{return!1}}const lM=[`region`,`karpenterVersion`,`kubernetesVersion`];function uM(...e){let t={...nw};for(let n of e)for(let[e,r]of Object.entries(n))r!==void 0&&(t[e]=r);let n={...t,karpenterVersion:Sj(`Karpenter`,t.karpenterVersion),kubernetesVersion:Sj(`Kubernetes`,t.kubernetesVersion)},r=lM.filter(t=>e.slice(1).some(e=>e[t]!==void 0));return{...n,environments:dM(n,r)}}function dM(e,t){if(t.length===0)return e.environments;let n=Object.fromEntries(t.map(t=>[t,e[t]]));return Object.fromEntries(Object.entries(e.environments).map(([e,t])=>[e,{...t,own:{...t.own,...n}}]))}const fM=e=>async t=>(await e([t]))[0];function pM(e,t){let n=new Map((e.customRules??[]).map(e=>[Vt(e),e])),r=new Map((t.customRules??[]).map(e=>[Vt(e),e]));return[...[...new Set([...n.keys(),...r.keys()])].sort().flatMap(e=>{let[t,i]=[n.get(e),r.get(e)];return t&&i?mM(t,i)?[]:[`changes \`${e}\``]:[i?`adds \`${e}\``:`removes \`${e}\``]}),...hM(e.rules??{},t.rules??{})]}const mM=({tests:e,origin:t,...n},{tests:r,origin:i,...a})=>JSON.stringify(n)===JSON.stringify(a),hM=(e,t)=>[...new Set([...Object.keys(e),...Object.keys(t)])].sort().flatMap(n=>{let[r=`its default`,i=`its default`]=[e[n],t[n]];return r===i?[]:[`sets \`${n}\` from ${r} to ${i}`]});async function gM(e,{over:t,fallback:n},r){let{rules:i,onNote:a}=r,o=await _M(e.current,i.brokenConfiguration===`fails`);!o.source&&o.fault===void 0&&e.named!==void 0&&a({about:`no configuration`,path:e.named});let{config:s,error:c}=o.source?await yM(o.source,vM(e.files,e)):{config:{}},l=c?.message??o.fault,u=c!==void 0&&i.brokenConfiguration===`fails`;if(l!==void 0&&!u&&a({about:`broken configuration`,at:`base`,fault:l}),i.proposedConfiguration===`reported`&&e.proposed&&await bM(e,{current:o,config:s},a),u)throw c;let d=SM(s,t,r);return uM({...n,...s},{...t,set:{...s.set,...t.set},...t.ignore&&{ignore:[...s.ignore??[],...t.ignore]},...d!==void 0&&{failOn:d}})}async function _M(e,n){try{return{source:await e()}}catch(e){if(n||!t(e))throw e;return{fault:e.message}}}const vM=(e,{shared:t})=>({file:fM(e),shared:t});async function yM(e,n){try{let t=iM(e,await $j(e,n));return uM(t),{config:t}}catch(e){if(!t(e))throw e;return{config:{},error:e}}}async function bM({proposed:e,proposedFiles:t,shared:n},{current:r,config:i},a){if(e===void 0)return;let o=await _M(e,!1),s=e=>{e!==void 0&&e!==r.fault&&a({about:`broken configuration`,at:`head`,fault:e})};if(s(o.fault),!o.source)return;let c=o.source.text===r.source?.text;if(c||a({about:`proposed configuration`,file:o.source.file,hasCurrent:r.source!==void 0}),c&&i.customRules===void 0&&!/\bextends\b/.test(o.source.text))return;let l=await yM(o.source,vM(t??(async()=>[]),{shared:n}));s(l.error?.message);let u=l.error?[]:pM(i,l.config);u.length>0&&a({about:`proposed rules`,changes:u})}const xM=[`never`,`error`,`warning`,`note`];function SM({failOn:e},{failOn:t},{rules:n,onNote:r}){return e===void 0||t===void 0?t??e:n.failOn===`set`||xM.indexOf(t)>=xM.indexOf(e)?t:(r({about:`weaker failOn`,wanted:t,current:e}),e)}async function CM(e,t,{what:n,help:r}){let i=t.filter(e=>!/[\r\n]/.test(e)),a=[],o=0,c=await ke(e,i,e=>{o+=e.length,o<=33554432&&a.push(e)}).then(()=>i.length>0,()=>!1);if(o>33554432)throw new s(`config`,`${n} is longer than ${De(de)} MB`,{help:r});return c?wM(Buffer.concat(a),i):new Map}function wM(e,t){let n=new Map,r=0;for(let i of t){let t=e.indexOf(`
`,r);if(t===-1)break;let a=/^([0-9a-f]+) (commit|tree|blob|tag) (\d+)$/.exec(e.toString(`utf8`,r,t));if(r=t+1,!a)continue;let o=r+Number(a[3]);if(o>e.length)break;n.set(i,{sha:a[1],type:a[2],content:e.subarray(r,o)}),r=o+1}return n}function TM(e,t){if(/[\r\n\0]/.test(t))return;let n=`${t}^{commit}`,r=Oe(e,[`cat-file`,`--batch`],`${n}\n`),i=r&&wM(r,[n]).get(n);if(!i)return;let[a=``]=i.content.toString(`utf8`).split(`

`);return{sha:i.sha,parents:[...a.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([,e])=>e)}}const EM=e=>/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(e);function DM(e,t,n){if([t,n].every(EM))return Oe(e,[`rev-parse`,`--is-shallow-repository`])?.toString().trim()===`false`&&Oe(e,[`merge-base`,t,n])?.toString().trim()||void 0}function OM(e){switch(e.about){case`no configuration`:return`the base has no \`${e.path}\`, so the defaults apply`;case`proposed configuration`:return`the change's own \`${e.file}\` takes effect once it is merged`;case`proposed rules`:return`once it is merged, this change ${Te(e.changes,kM)}`;case`broken configuration`:return e.at===`base`?`${e.fault} (at the base, so this review uses the defaults)`:e.fault;case`weaker failOn`:return`the input \`fail-on: ${e.wanted}\` is ignored, because \`failOn: ${e.current}\` at the base is stricter`;case`missing snapshot`:return`the snapshot \`${e.path}\` was not found at the base, so this review does not use it`;case`proposed catalog`:return`this change edits the prices in \`${e.folder}\`, which take effect once it is merged`;case`unusable catalog`:return e.at===`base`?`${e.fault}, so this review uses the built-in prices`:e.fault;case`proposed crds`:return`this change edits ${g(e.files,` and `)}, whose definitions take effect once it is merged`;case`unusable crds`:return e.at===`base`?`${e.fault}, so this review does not use the definitions in \`crds\``:e.fault;case`missing path`:return`file or folder to review not found: \`${e.path}\``}}const kM=8;async function AM(e,t,n){let r=n===void 0?await PM(e):await NM(e,t,n);return t.flatMap(e=>{let t=r(e);return t===void 0?[]:[{file:e,text:t}]})}const jM=(e,t)=>new s(`config`,`The snapshot \`${e}\` was not found${t===void 0?``:` at \`${t}\``}`,{help:"Set `snapshot` in plumbline.yaml to a path from the root of the repository. Run `plumbline snapshot` to write the file."}),MM="If it is a snapshot, run `plumbline snapshot` to write it again. The result is smaller, because it groups equal pods.";async function NM(e,t,n){let r=await e.commit(n),i=t.map(e=>`${r}:${e}`),a=await CM(await e.root(),i,{what:`\`${t[0]}\``,help:MM});return e=>{let t=a.get(`${r}:${e}`);return t?.type===`blob`?t.content.toString(`utf8`):void 0}}async function PM(e){let t=ve(et(e.folder));return e=>FM(et(t,e))}function FM(e){try{let t=`\`${e}\``;return le({path:e,name:t,maxBytes:de,code:`config`,help:MM})}catch(e){if(e instanceof s)throw e;return}}async function IM(e,t){let n=await e.commit(t),r=await e.root(),i=Et($e(r,await nt(e.folder)).replaceAll(`\\`,`/`)),a=await CM(r,i.map(e=>`${n}:${e}`),{what:`The configuration at the base`,help:"Check that it is the right file. `--config FILE` names a different one."}),o=i.find(e=>a.get(`${n}:${e}`)?.type===`blob`);if(o!==void 0)return{file:`${t}:${o}`,text:a.get(`${n}:${o}`).content.toString(`utf8`)}}const LM=e=>Qe(process.env.XDG_CACHE_HOME??Qe(tt(),`.cache`),`plumbline`,e);function RM(e,t){try{Ge(Ze(e),{recursive:!0}),Ye(`${e}.${process.pid}`,t),qe(`${e}.${process.pid}`,e)}catch{}}async function zM(e,t,n=LM(`extends`)){let r=Qe(n,`${jt(`${e.owner}/${e.repo}/${e.path}@${e.commit}`)}.json`),i=BM(r,e);if(i!==void 0)return i;let a=await t();return RM(r,JSON.stringify({digest:jt(a),text:a})),a}function BM(e,{digest:t}){try{let{digest:n,text:r}=JSON.parse(Ke(e,`utf8`));return jt(r)===n&&(t===void 0||t===n)?r:void 0}catch{return}}const VM=e=>t=>zM(t,async()=>{let[{githubOf:n},{sharedFile:r}]=await Promise.all([import(`./repository-facts-exports.js`),import(`./shared-file-exports.js`)]),i=n(e);if(i!==void 0)return r(i,t);throw new s(`config`,`\`${t.text}\` in \`extends\` is not in the cache, and there is no GitHub token`,{help:"Set GITHUB_TOKEN to a token that can read the repository, such as the output of `gh auth token`. Later runs need no network."})});async function HM(e,t,n){let r=qM(e,t,n),i={rules:zt,onNote:JM(e,t,n)},a=await gM(r,UM(e,t),i);return e.isOn(`quiet`)||WM(a,t),a}function UM(e,t){let[n,r]=[GM(e),KM(t)];return{over:{region:e.text(`region`),karpenterVersion:e.text(`karpenter-version`),kubernetesVersion:e.text(`kubernetes-version`),failOn:e.text(`fail-on`),set:a(e.texts(`set`)),...e.isOn(`changed-lines`)===!0&&{changedLines:!0},...e.isOn(`first-round`)===!0&&{firstRound:!0},...n!==void 0&&{timeZone:n},today:rt()},...r!==void 0&&{fallback:{timeZone:r}}}}function WM({karpenterVersion:e},{stderr:t}){let n=e&&Xt(e);n!==e&&t.write(`note: Karpenter ${e} is not known to this plumbline; using the rules of ${n}\n`)}function GM(e){let t=e.text(`time-zone`);if(t===void 0||cM(t))return t;throw new s(`usage`,`\`${t}\` is not a time zone`,{help:"Write it as in `Europe/Berlin`."})}const KM=({env:{TZ:e}})=>e&&cM(e)?e:void 0;function qM(e,t,{repository:n,ref:r}){let{cwd:i}=t,a=e.text(`config`),o=async()=>{let e=Dt(n.folder);return e===void 0?void 0:kt(e)},s={files:e=>AM(n,e,r),shared:VM(t)};return a===void 0?r===void 0?{current:o,...s}:{current:()=>IM(n,r),proposed:o,proposedFiles:e=>AM(n,e,void 0),...s,at:r}:{current:async()=>({...kt(et(i,a)),file:a}),...s,at:r}}const JM=(e,{stderr:t},{ref:n})=>r=>{e.isOn(`quiet`)||t.write(YM(r,n))};function YM(e,t){return e.about===`proposed configuration`?`note: plumbline.yaml differs from \`${t}\`: ${e.hasCurrent?`the one there is used`:`there is none there, so the defaults are used`}\n  help: Yours takes effect once it is merged. Pass \`--config plumbline.yaml\` to try it now.\n`:`note: ${OM(e)}\n`}const XM=e=>{let[,t]=/^#?([1-9]\d{0,8})$/.exec(e)??[];return t===void 0?void 0:Number(t)};async function ZM(e,t){return(await HM(e,t,{repository:new xe(t.cwd),ref:void 0})).customRules}async function QM(e,t){let{stdout:r}=t,[a]=e.positionals;if(a===void 0)throw new s(`usage`,"`explain` needs a code or a pull request",{help:"Run for example `plumbline explain schema/unknown-field`."});let o=XM(a);if(o!==void 0)return(await import(`./explain-pull.js`)).runExplainPull(o,e,t);let c=rj(a),l=c?[]:await ZM(e.flags,t),u=c??rj(a,l);if(!u){let e=aj(a,l.map(Vt));throw new s(`usage`,`\`${a}\` is not the code of a finding`,{help:e?i(e):"Run `plumbline rules` to list the lint rules."})}return r.write($M(u)),n.ok}function $M({code:e,summary:t,why:n,help:r,url:i,rule:a,custom:o}){let s=a?[...a.examples().bad.slice(0,1).flatMap(({text:e})=>[``,`Bad:`,nN(e)]),...a.examples().good.slice(0,1).flatMap(({text:e})=>[``,`Good:`,nN(e)]),...tN(e)]:o?[``,`Rule of ${o.origin}:`,...eN(o),...tN(e)]:[],l=(a??o)?.severity,u=l?` (${l})`:``,d=i?[``,`More: ${i}`]:[],f=o?e=>e.split(`
`).map(c).join(`
`):e=>e;return`${[`${e}${u}`,``,t,``,n,``,`What to do: ${r}`,...s,...d].map(f).join(`
`)}\n`}const eN=({matchConditions:e,variables:t,expression:n})=>[...e.map(e=>nN(`if ${e.name}: ${e.expression}`)),...t.map(e=>nN(`variables.${e.name}: ${e.expression}`)),nN(n)],tN=e=>[``,`To suppress it in one place, add this comment to the line above:`,`  ${sj(e)}`],nN=e=>e.trimEnd().replace(/^(?=.)/gm,`  `),rN=[`Instance types and zones`,`Limits`,`Taints and overlapping NodePools`,`Disruption`,`Workloads`,`Images and user data`,`Volumes`,`Network`,`Capacity reservations`,`IAM and cluster access`,`Security`,`Karpenter installation`,`All objects`];async function iN(e,t){let[r]=e.positionals;if(r===`test`)return(await import(`./rules-test.js`)).runRulesTest(e,t);if(r!==void 0)throw new s(`usage`,`\`${r}\` is not an action of \`rules\``,{help:i(`rules test`)});let{stdout:a}=t,o=Math.max(...QA.map(({id:e})=>e.length));for(let e of rN){a.write(`${e}\n`);for(let{id:t,severity:n,docs:r}of QA.filter(t=>t.theme===e))a.write(`  ${t.padEnd(o)}  ${n.padEnd(7)}  ${r.summary}\n`);a.write(`
`)}let l=await ZM(e.flags,t);l.length>0&&a.write(`Your own rules
`);for(let e of l)a.write(`  ${Vt(e).padEnd(o)}  ${e.severity.padEnd(7)}  ${c(e.message)}\n`);return l.length>0&&a.write(`
`),a.write("Run `plumbline explain RULE` to see why a rule matters and what to do.\n"),n.ok}export{ww as $,Bn as $n,Gs as $t,iO as A,Jr as An,It as Ar,Ap as At,RD as B,xr as Bn,yt as Br,od as Bt,rj as C,W as Cn,Zt as Cr,zv as Ct,QA as D,G as Dn,Pt as Dr,mh as Dt,aj as E,Kr as En,Ft as Er,Bg as Et,KD as F,Dr as Fn,At as Fr,Nf as Ft,mE as G,br as Gn,bl as Gt,hE as H,yr as Hn,rt as Hr,Ku as Ht,qD as I,Or as In,Tt as Ir,gf as It,rE as J,pr as Jn,mc as Jt,uE as K,_r as Kn,fl as Kt,GD as L,Ar as Ln,Et as Lr,_f as Lt,nO as M,V as Mn,Bt as Mr,Pf as Mt,XD as N,Rr as Nn,Rt as Nr,If as Nt,qO as O,Xr as On,Mt as Or,Tm as Ot,ZD as P,Lr as Pn,jt as Pr,Mf as Pt,Tw as Q,Yn as Qn,Zs as Qt,JD as R,Ir as Rn,Dt as Rr,hd as Rt,_j as S,si as Sn,Qt as Sr,Bv as St,nj as T,U as Tn,Nt as Tr,P_ as Tt,pE as U,Sr as Un,Wu as Ut,iD as V,Cr as Vn,it as Vr,Qu as Vt,fE as W,Tr as Wn,gu as Wt,nE as X,Un as Xn,$s as Xt,aE as Y,Wn as Yn,Z as Yt,TT as Z,M as Zn,Ks as Zt,dj as _,Qa as _n,$t as _r,Pb as _t,HM as a,Ts as an,Cn as ar,$C as at,gj as b,ai as bn,en as br,Gy as bt,RM as c,Qo as cn,bn as cr,RC as ct,OM as d,Io as dn,ln as dr,iC as dt,zs as en,Rn as er,Ew as et,TM as f,Vo as fn,on as fr,tC as ft,uM as g,Xa as gn,qt as gr,bS as gt,fM as h,J as hn,Yt as hr,yS as ht,qM as i,Es as in,Nn as ir,nw as it,$D as j,K as jn,zt as jr,Ff as jt,rO as k,H as kn,Lt as kr,jp as kt,AM as l,$o as ln,mn as lr,KC as lt,gM as m,Ao as mn,tn as mr,xS as mt,QM as n,Ns as nn,Ln as nr,tw as nt,JM as o,Ms as on,A as or,QC as ot,DM as p,zo as pn,k as pr,rC as pt,oE as q,vr as qn,pl as qt,ZM as r,Fs as rn,In as rr,ew as rt,LM as s,es as sn,jn as sr,YC as st,iN as t,Us as tn,Vn as tr,lw as tt,jM as u,Lo as un,Mn as ur,zC as ut,mj as v,Ya as vn,Kt as vr,jb as vt,tj as w,qr as wn,Vt as wr,Iv as wt,fj as x,gi as xn,Jt as xr,Ky as xt,hj as y,fi as yn,Xt as yr,Ob as yt,WD as z,Er as zn,kt as zr,cd as zt};
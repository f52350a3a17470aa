import{o as e}from"./rolldown-runtime.js";import{C as t,S as n,_ as r,g as i,p as a,v as o,x as s,z as c}from"./command.js";import{$n as l,$t as u,An as d,B as f,F as p,Gn as m,Ht as ee,Kn as te,P as ne,Qn as h,S as re,Sn as ie,Un as ae,Ut as g,Vn as oe,Vt as se,Xn as _,Zn as v,b as ce,d as le,er as ue,fr as de,gr as fe,gt as pe,hr as me,ir as he,jn as ge,l as _e,lr as ve,mr as y,nn as ye,nr as be,pn as xe,pr as Se,rr as Ce,tn as we,ur as Te,xn as Ee,zn as De}from"./read.js";import{B as Oe,C as ke,D as Ae,F as je,G as Me,I as b,K as x,M as Ne,P as Pe,R as Fe,T as Ie,U as Le,W as S,X as Re,Y as ze,Z as Be,w as Ve}from"./manifests.js";import{existsSync as He,mkdirSync as Ue,readFileSync as We,renameSync as Ge,statSync as Ke,writeFileSync as qe}from"node:fs";import{createHash as Je}from"node:crypto";import{dirname as Ye,join as Xe,relative as Ze,resolve as Qe}from"node:path";import{homedir as $e}from"node:os";import{realpath as et}from"node:fs/promises";const tt=(e=new Date,t=process.env)=>nt(e,t).toISOString().slice(0,10);function nt(e=new Date,t=process.env){let n=t.SOURCE_DATE_EPOCH;if(!n)return e;if(!/^\d{1,11}$/.test(n))throw new s(`usage`,"`SOURCE_DATE_EPOCH` is not a number of seconds",{help:"Set it to seconds since 1970, such as the output of `date +%s`, or unset it."});return new Date(Number(n)*1e3)}var rt=e(fe(),1);const C=e=>({type:`string`,...e&&{description:e}}),it=(e,t)=>({type:`string`,enum:e,...t&&{description:t}}),w=(e,t)=>({type:`array`,items:e,description:t}),at=(e,t)=>({type:`object`,additionalProperties:e,...t&&{description:t}}),T=(e,{description:t,required:n=[]}={})=>({type:`object`,properties:e,additionalProperties:!1,...n.length>0&&{required:n},...t&&{description:t}}),ot=[`error`,`warning`,`note`],st=T({...Object.fromEntries([[`standard`,`vCPUs of standard instances: families A, C, D, H, I, M, R, T and Z`],[`g`,`vCPUs of families G and VT`],...[`dl`,`f`,`hpc`,`inf`,`p`,`trn`,`x`].map(e=>[e,`vCPUs of family ${e.toUpperCase()}`])].map(([e,t])=>[e,{type:`integer`,minimum:0,description:t}]))}),ct=T({version:C(`Karpenter version that runs in the cluster, such as 1.14`),settings:T({preferencePolicy:it([`Respect`,`Ignore`],"`Respect` treats preferences of pods as requirements until they cannot be met; `Ignore` ignores them"),minValuesPolicy:it([`Strict`,`BestEffort`],`What Karpenter does if it cannot meet minValues: give up, or launch with fewer values`),vmMemoryOverheadPercent:{type:`number`,minimum:0,description:`Fraction of memory that Karpenter subtracts for the VM: 0.075 is 7.5%`},reservedENIs:{type:`integer`,minimum:0,description:`Network interfaces per node that pods cannot use`},clusterCABundle:C(`CA bundle of the cluster, which is part of the hash of an EC2NodeClass`),featureGates:at({type:`boolean`},`Feature gate → true or false, including those of the AWS provider`)},{description:`Karpenter's settings, named as in the Helm chart. Values take effect as written: 0 is 0, not the default`})}),lt={approvals:{type:`integer`,minimum:0,description:`Approvals that a plan needs before it is applied (default: 1)`},monthlyIncreaseUsd:{type:`number`,minimum:0,description:`Block a change that adds more than this to the cost per month, in USD`},nodesReplaced:{type:`integer`,minimum:0,description:`Block a change that replaces more nodes than this`},attention:T({monthlyIncreaseUsd:{type:`number`,minimum:0,description:`In USD per month (default: 500)`},monthlyIncreasePercent:{type:`number`,minimum:0,description:`In percent of the cost before (default: 50)`},nodesAdded:{type:`integer`,minimum:0,description:`Number of new nodes (default: no limit)`}},{description:`Warn about a change that exceeds both increases of cost, or adds more nodes than this`}),teams:at(T({monthlyIncreaseUsd:{type:`number`,minimum:0}},{required:[`monthlyIncreaseUsd`]}),"Value of the team label (`pricing.teamLabel`) → block a change that adds more than this to the team’s share of the cost per month, in USD"),unschedulablePods:{type:`integer`,minimum:0,description:`Block a change that leaves more pods than this unschedulable`},freeze:w(T({from:C(),to:C(),reason:C()},{required:[`from`,`to`,`reason`]}),`Periods in which plumbline applies nothing: ISO dates or times in UTC, including the last one`)},ut=e=>({type:`any`,description:e}),dt=e=>w(T({name:C(),expression:C()},{required:[`name`,`expression`]}),e),ft=[`before`,`after`,`difference`,`peak`,`nodesReplaced`,`nodesHeld`,`podsRestarted`,`nodePool`],pt=e=>w(T({object:ut(`The object`),oldObject:ut(`The object before the change (default: the object is new)`),environment:T({name:C(),region:C(),karpenterVersion:C(),kubernetesVersion:C()},{description:"Values of `environment` that differ from the defaults"}),review:T(Object.fromEntries(ft.map(e=>[e,{type:`any`}])),{description:"The value of `review` (default: unknown)"})},{required:[`object`]}),e),mt=T({id:C("Name of the rule in lower case with hyphens. The code of its findings is `custom/<id>`"),severity:it(ot,`Severity of its findings (default: warning)`),on:w(C(),`Kinds of the objects that it judges, such as NodePool`),matchConditions:dt(`CEL expressions that must all be true for the rule to apply`),variables:dt("CEL expressions whose values other expressions read as `variables.<name>`"),expression:C(`CEL expression that is true if the object is as it should be`),message:C(`What is wrong and why it matters`),messageExpression:C(`CEL expression that returns the message, with values of the object`),fieldPath:C(`Field that the finding points at, such as .spec.limits (default: the object)`),help:C(`What to do, as an instruction`),fix:w(T({op:it([`add`,`replace`,`remove`]),path:C(`JSON Pointer of the field, such as /spec/weight`),value:ut(`The new value`),valueExpression:C(`CEL expression that returns the new value`)},{required:[`op`,`path`]}),"JSON Patch that corrects the object; `--fix` applies it and a comment suggests it"),description:C("Why the rule exists; `plumbline explain` shows it"),url:C(`Documentation of the rule`),tests:T({good:pt(`Objects for which the rule finds nothing`),bad:pt(`Objects for which the rule has a finding`)},{description:"Examples that `plumbline rules test` checks"})},{required:[`id`,`on`,`expression`,`message`]}),ht={nodeClassAddresses:at({type:`integer`,minimum:0},"EC2NodeClass name → addresses that its subnets have for its nodes and pods, as `plumbline doctor` prints them. If they need more, the finding is an error"),vcpuQuotas:T({"on-demand":st,spot:st},{description:"Quotas of the AWS account for vCPUs in the region, as `plumbline doctor` prints them. If the nodes need more, the finding is an error"}),capacityReservations:at({type:`integer`,minimum:0,orMap:T({instanceType:C(`Instance type of the reservation`),zone:C(`Availability zone of the reservation`),count:{type:`integer`,minimum:0,description:`Instances for Karpenter: free ones, and those that its nodes use if no snapshot shows these nodes`}},{required:[`instanceType`,`zone`,`count`]})},`Capacity reservation ID → instances for Karpenter, or its instance type, zone and count. Needed where node classes select reservations and no snapshot shows them`)},gt=T({extends:w(C(),"Presets, files of this repository (`./rules.yaml`) and files of other repositories at a commit (`OWNER/NAME/rules.yaml@COMMIT`), whose rules and limits apply; later entries and this file override earlier ones"),customRules:w(mt,`Your own rules, in CEL`),region:C(`AWS region, which determines instance types and prices`),zones:w(C(),`Availability zones of the subnets (default: those that the manifests name, else the region's first three)`),nodeClassZones:at(w(C(),`Zones`),`EC2NodeClass name → availability zones of its subnets`),...ht,karpenter:ct,kubernetesVersion:C(`Kubernetes version of the cluster, such as 1.34`),existingNodes:w(T({name:C(),instanceType:C(),count:{type:`integer`,minimum:0},zone:C(),labels:at(C()),taints:w(T({key:C(),value:C(),effect:C()},{required:[`key`,`effect`]}),`Taints of each node`),requested:at(C(),`Resources that pods outside the manifests already request on each node`)},{required:[`name`,`instanceType`]}),`Nodes that Karpenter does not manage. Pods are scheduled on them before Karpenter launches new nodes`),systemPods:w(T({name:C(),requests:at(C(),`Resources that each pod requests`),replicas:{type:`integer`,minimum:0,description:`Number of pods (default: 1)`},daemonSet:{type:`boolean`,description:`If true, one pod runs on each node, including Karpenter's`}},{required:[`name`]}),`Pods that the cluster runs and no manifest contains, instead of the add-ons that plumbline assumes on node groups in the repository; an empty list assumes none`),snapshot:C("Path of a `plumbline snapshot` file from the root of the repository, read from the base"),catalog:C("Folder of instance types and prices that `plumbline catalog refresh` wrote, from the root of the repository, read from the base"),crds:w(C(),`Files with CustomResourceDefinitions of other providers and tools, from the root of the repository, read from the base. Objects of these kinds are validated`),prices:T({spot:it([`advisor`,`flat`,`zoned`],"Source of spot prices. `flat` and `zoned` are artificial and only for tests")}),pricing:T({discounts:w(T({percent:{type:`number`,minimum:0,maximum:100,description:`Discount on the public price, in percent`},regions:w(C(),`Regions (default: all)`),families:w(C(),`Instance families, such as m7g (default: all)`),capacityTypes:w(it([`on-demand`,`spot`]),`Capacity types (default: both)`)},{required:[`percent`]}),`Discounts on instances. If several match the same price, all of them apply`),savingsPlans:w(T({hourlyUsd:{type:`number`,minimum:0,description:`Commitment per hour that this cluster can use, in USD`},percent:{type:`number`,minimum:0,maximum:99,description:`How far the price is below the on-demand price, in percent`},regions:w(C(),`Regions (default: all)`),families:w(C(),`Instance families of an EC2 Instance Savings Plan (default: all)`)},{required:[`hourlyUsd`,`percent`]}),`Savings Plans. You pay the commitment in any case, and it covers on-demand instances first`),perNodeMonthlyUsd:{type:`number`,minimum:0,description:`What each node costs per month in addition to its instance, in USD: licenses of agents, for example`},teamLabel:C("Pod label that names who pays (default: `team`)")},{description:`How your prices differ from the public prices. Karpenter itself always decides by the public prices`}),currency:T({code:C(`ISO 4217 code of the currency, such as EUR`),perUsd:{type:`number`,minimum:.001,maximum:1e6,description:`What one USD costs in this currency, such as 0.92`},asOf:C(`Date of this rate, such as 2026-11-02`),source:C(`Who published this rate, such as ECB`)},{description:`Currency in which comments, pages and other texts show costs. Prices, limits and the JSON document stay in USD`,required:[`code`,`perUsd`]}),rules:at(it([...ot,`off`]),"Rule → its severity, or `off`"),ignore:w(T({code:C(`Code of the finding, or the name of a lint rule`),path:C("A file, a folder, or a pattern with `*` and `**`"),resource:C("`Kind/name` or `Kind/namespace/name`, with `*`"),reason:C(`Why the finding does not apply here`),until:C("Last day on which the entry is in effect, such as `2027-03-31`")},{required:[`code`,`reason`]}),`Findings to suppress, each with a reason`),overrides:w(T({paths:w(C(),"Files, folders, and patterns with `*` and `**` (default: all files)"),resources:w(C(),"`Kind/name` or `Kind/namespace/name`, with `*` (default: all objects)"),rules:at(it([...ot,`off`]),"Rule → its severity for these files and objects, or `off`")},{required:[`rules`]}),`Rule severities for some files or objects, such as third-party charts. The last matching entry decides`),neverSuppress:w(C(),`Rules and other codes that neither a comment nor a baseline can suppress`),changedLines:{type:`boolean`,description:`If true, list and count only findings on lines that the change adds or edits`},timeZone:C(`Time zone in which the hours of disruption budgets are shown in addition to UTC, such as Europe/Berlin`),scorecard:C("Branch of this repository on which `mode: apply` and `mode: drift` record predictions and what became of them, such as plumbline-scorecard"),failOn:it([...ot,`never`],`Fail on new findings of this severity or higher`),comment:it([`update`,`new`,`hide`,`delete`,`off`],"What happens to the comment on a pull request with each new commit (default: update). `update` keeps one comment up to date. `new` writes a new one, `hide` also hides the older ones as outdated, and `delete` deletes them. `off` writes none"),notify:it([`block`,`warn`,`pass`,`off`],"Verdict from which on a message is sent to the webhook of the input `notify-url` or of the bot (default: block). `pass` sends one for each review, and `off` none"),set:at(C(),`Placeholder → value`),sources:T({render:{type:`boolean`,description:`If false, review kustomizations and charts as files, without rendering them`},roots:w(T({path:C(`Folder of a kustomization or a chart, from the root of the repository`),values:w(C(),`Values files of the chart; later files override earlier ones`),release:C(`Name of the Helm release`),namespace:C(`Namespace of the Helm release`),environment:C(`Environment that this root is deployed to, such as dev or prod`)},{required:[`path`]}),`Kustomizations and charts to render, instead of those that plumbline detects by file names; one entry per environment`),ignore:w(C(),`Folders whose kustomizations and charts are not rendered`),chartRepositories:w(C(),"Helm repositories and OCI registries (`oci://…`) that plumbline may download charts from")},{description:"What plumbline renders; `plumbline sources` lists it"}),environments:at(T({paths:w(C(),"Folders, files, and patterns with `*` and `**` whose objects are applied to this environment (default: all files)"),clusterArn:C(`ARN of the EKS cluster; plumbline writes to no other cluster`),roleArn:C(`IAM role that the job assumes with OIDC`),allowedAccountIds:w(C(),`AWS accounts that plumbline may act in (default: the cluster's account)`),context:C("Context of the kubeconfig, if `clusterArn` is not set"),delivery:it([`apply`,`verify`],"`apply` writes the objects. `verify` waits until Argo CD, Flux or Helm has delivered what was reviewed. By default, plumbline detects this for each object"),leaseNamespace:C(`Namespace of the Lease that ensures only one apply runs at a time (default: kube-system)`),readyMinutes:{type:`number`,minimum:0,description:`How many minutes to wait for Ready (default: 10)`},region:C(`AWS region of this environment (default: the cluster's region)`),zones:w(C(),`Availability zones of its subnets`),...ht,karpenter:ct,kubernetesVersion:C(`Kubernetes version of its cluster, such as 1.34`),snapshot:C(`Path of a snapshot of its cluster, from the root of the repository`),rules:at(it([...ot,`off`]),"Rule → its severity for the files in `paths`; it overrides the general one"),gate:T(lt,{description:`Limits of this environment; they override the general ones`})}),`Environment → its files, its cluster, and the settings that differ from the general ones`),gate:T(lt,{description:`Conditions for merging and applying a change; read from the base`})}),_t=262144;var vt=class{#e;#t=new rt.LineCounter;#n;#r;constructor(e,t=gt){this.#e=e.file,this.#r=t,e.text.length>262144&&this.#f(0,`the configuration is longer than ${_t/1024} kB`,`Check that this is the right file.`),this.#n=this.#i(e.text)}#i(e){try{return(0,rt.parseDocument)(e,{lineCounter:this.#t,prettyErrors:!1})}catch{return this.#f(0,`the configuration cannot be parsed`,`Fix the YAML. It may be nested too deeply.`)}}read(){let e=this.#n.errors[0];return e&&this.#f(e.pos[0],e.message,yt(e.code)),this.#n.contents===null?{}:this.#a(this.#n.contents,this.#r,``)}fail(e,t,n){return this.#d(this.#n.getIn(e,!0),t,n)}#a(e,t,n){let r=(0,rt.isAlias)(e)?e.resolve(this.#n)??null:e;return t.orMap&&(0,rt.isMap)(r)?this.#c(r,t.orMap,n):t.type===`object`?this.#c(r,t,n):t.type===`array`?this.#s(r,t,n):t.type===`any`?this.#o(r,n):this.#l(r,t,n)}#o(e,t){try{return e===null?null:e.toJS(this.#n,{maxAliasCount:100})}catch{return this.#d(e,`\`${t}\` has too many aliases`)}}#s(e,t,n){return(0,rt.isSeq)(e)?e.items.map((e,r)=>this.#a(e,t.items,`${n}[${r}]`)):this.#d(e,`\`${n}\` must be a list`,(0,rt.isScalar)(e)&&e.source?`Write \`[${e.source}]\`.`:"Begin each of its items with `- `.")}#c(e,t,n){if(!(0,rt.isMap)(e)){let r=Object.keys(t.properties??{}),i=n!==``&&r.length>0?`Its keys are ${r.join(`, `)}.`:void 0;return this.#d(e,n?`\`${n}\` must be a map`:`the configuration must be a map`,i)}let r=t.required?.find(t=>!e.has(t));return r&&this.#d(e,`\`${n}\` needs \`${r}\``),Object.fromEntries(e.items.map(({key:e,value:r})=>{let i=String((0,rt.isScalar)(e)?e.value:e),a=n?`${n}.${i}`:i,o=(t.properties&&Object.hasOwn(t.properties,i)?t.properties[i]:void 0)??t.additionalProperties;return o?[i,this.#a(r,o,a)]:this.#u(e,i,a,t.properties??{})}))}#l(e,t,n){let r=(0,rt.isScalar)(e)&&e.value!==null?e:void 0,i=t.type===`string`?r&&(r.source??String(r.value)):r?.value;return(t.type===`integer`?Number.isSafeInteger(i):typeof i===t.type&&(typeof i!=`number`||Number.isFinite(i)))?t.minimum!==void 0&&i<t.minimum?this.#d(e,`\`${n}\` must be at least ${t.minimum}`):t.maximum!==void 0&&i>t.maximum?this.#d(e,`\`${n}\` must be at most ${t.maximum}`):t.enum&&!t.enum.includes(i)?this.#d(e,`\`${n}: ${i}\` is not one of ${t.enum.join(`, `)}`,St(i,t.enum)):i:this.#d(e,`\`${n}\` must be ${xt[t.type]}`)}#u(e,t,n,r){let a=Object.keys(r);n===t&&Object.hasOwn(gt.properties,t)&&this.#d(e,`\`${n}\` cannot be shared`,`A file that \`extends\` names has only the keys ${a.join(`, `)}.${t===`extends`?" Name this entry in `extends` of plumbline.yaml.":``}`);let o=bt(t,r),s=o?i(o):St(t,a)??`Known keys here are ${a.join(`, `)}.`;return this.#d(e,`\`${n}\` is not a key of the configuration`,s)}#d(e,t,n){return this.#f(e?.range?.[0]??0,t,n)}#f(e,t,n){let{line:r}=this.#t.linePos(e);throw new s(`config`,`${this.#e}:${Math.max(1,r)}: ${t}`,n?{help:n}:{})}};const yt=e=>e===`BLOCK_AS_IMPLICIT_KEY`||e===`UNEXPECTED_TOKEN`||e===`MULTILINE_IMPLICIT_KEY`?"Fix the YAML. A value that contains `: `, ` #` or begins with a quote needs quotes around all of it, or `|` and lines below.":`Fix the YAML.`,bt=(e,t)=>Object.entries(t).flatMap(([e,{properties:t={}}])=>Object.keys(t).map(t=>[e,t])).find(([t,n])=>`${t}${n}`.toLowerCase()===e.toLowerCase())?.join(`.`),xt={string:`a string`,number:`a number`,integer:`a whole number`,boolean:`true or false`,object:`a map`,array:`a list`,any:`a value`};function St(e,t){let n=o(e,t);return n?i(n):void 0}const Ct=[`plumbline.yaml`,`plumbline.yml`,`.plumbline.yaml`];function wt(e){let t=e===``?[]:e.split(`/`);return Array.from({length:t.length+1},(e,n)=>t.slice(0,t.length-n)).flatMap(e=>Ct.map(t=>[...e,t].join(`/`)))}function Tt(e){for(let t=Qe(e);;t=Ye(t)){let e=Ct.map(e=>Xe(t,e)).find(Et);if(e)return e;if(Ye(t)===t||He(Xe(t,`.git`)))return}}const Et=e=>Ke(e,{throwIfNoEntry:!1})?.isFile()??!1;function Dt(e){try{let t=`The configuration \`${e}\``;return{file:e,text:de({path:e,name:t,maxBytes:_t,code:`config`,help:`Check that this is the right file.`})}}catch(t){throw t instanceof s?t:new s(`config`,`\`${e}\` cannot be read`,{cause:t,help:"Pass an existing, readable file to `--config`."})}}const Ot=e=>typeof e==`string`&&/^[0-9a-f]{64}$/.test(e),kt=e=>Je(`sha256`).update(e).digest(`hex`),At={host:"Action, `mode: review`",compares:`two commits`,reads:`a clone and GitHub`,token:`the caller's`,rendering:`rendered`,withoutRendering:`as plain files`,brokenConfiguration:`fails`,proposedConfiguration:`reported`,failOn:`tightened`,missingFacts:`fails`,unchanged:`no review`,withoutBase:`everything is new`,verdicts:`in another thread`},jt={...At,host:"Action, `mode: comment`",reads:`GitHub`,rendering:`in isolation`},Mt={...At,host:"Action, `mode: render`",rendering:`in isolation`,withoutRendering:`with a note`,proposedConfiguration:`ignored`,unchanged:`reviewed`},Nt={...At,host:"Action, `mode: drift`",rendering:`by another job`,missingFacts:`reported`},Pt={host:`Bot`,compares:`two commits`,reads:`GitHub`,token:`the app's`,rendering:`in isolation`,withoutRendering:`with a note`,brokenConfiguration:`defaults apply`,proposedConfiguration:`reported`,failOn:`tightened`,missingFacts:`reported`,unchanged:`no review`,withoutBase:`everything is new`,verdicts:`in the thread of the review`},Ft={host:`Apply`,compares:`two commits`,reads:`a clone and GitHub`,token:`the caller's`,rendering:`by another job`,withoutRendering:`with a note`,brokenConfiguration:`fails`,proposedConfiguration:`ignored`,failOn:`tightened`,missingFacts:`reported`,unchanged:`reviewed`,withoutBase:`an empty repository`,verdicts:`in the thread of the review`},It={...Ft,host:`Bot, deployment gate`,reads:`GitHub`,token:`the app's`,rendering:`in isolation`},Lt={host:`Command line`,compares:`commits, folders or the working tree`,reads:`the disk`,token:"the caller's, for `extends`",rendering:`rendered`,withoutRendering:`as plain files`,brokenConfiguration:`fails`,proposedConfiguration:`reported`,failOn:`set`,missingFacts:`fails`,unchanged:`reviewed`,withoutBase:`everything is new`,verdicts:`in another thread`},Rt={...Lt,host:`Language server`,token:`none`,brokenConfiguration:`defaults apply`,missingFacts:`reported`,verdicts:`in the thread of the review`},zt=({id:e})=>`custom/${e}`,Bt=[{code:`admission/denied`,summary:`A ValidatingAdmissionPolicy of the cluster denies an object.`,why:`The snapshot of the cluster contains its ValidatingAdmissionPolicies. The API server refuses the object when somebody applies it, so the change would be merged and never take effect. If the binding only warns or audits, the finding is a warning or a note.`,help:`Change the object so that it meets the policy, or ask the owner of the policy.`},{code:`admission/not-judged`,summary:`A ValidatingAdmissionPolicy of the cluster could not be judged.`,why:`It needs something that is unknown before somebody applies the object: who sends the request, parameters, what the sender is authorized to do, or an object in another version. Whether the API server accepts the object is unknown.`,help:"Apply with a dry run to see what the API server says: `kubectl apply --server-side --dry-run=server -f FILE`."},{code:`disruption/consolidates-less`,summary:`New disruption settings make Karpenter keep running nodes that it would consolidate now.`,why:"With `consolidateAfter: Never`, `consolidationPolicy: WhenEmpty` or a budget of 0 for `Underutilized`, nodes stay although their pods fit on fewer or cheaper nodes. The cost does not change, but the savings are lost. It is a warning if the cost would be more than $500/month and 50% higher than with consolidation. Reported only if the running nodes are known.",help:'If restarts are the problem, keep `WhenEmptyOrUnderutilized` and set a disruption budget of `nodes: "1"` for the reason `Underutilized`.'},{code:`disruption/consolidates-more`,summary:`New disruption settings let Karpenter consolidate running nodes that it keeps now.`,why:"A changed `consolidationPolicy`, `consolidateAfter` or budget replaces no nodes by itself, but decides which nodes Karpenter may remove to save money. Their pods restart soon after the change is applied.",help:"Expect these restarts, or limit them with a disruption budget for the reason `Underutilized`."},{code:`disruption/expiry-in-window`,summary:`Nodes expire in windows in which disruption budgets allow no disruption.`,why:"Until v1beta1, disruption budgets also limited expiry. From v1 on, Karpenter drains a node as soon as it reaches `expireAfter`, whatever the budgets and their windows say. A window that protected weekends or working hours no longer does.",help:"Set `expireAfter: Never` and let drift replace nodes, which respects the windows. Or protect the pods with PodDisruptionBudgets, which apply to expiry up to `terminationGracePeriod`."},{code:`disruption/expiry-stampede`,summary:`Many nodes of a NodePool expire at the same time.`,why:"Karpenter deletes a node that reaches `expireAfter`, whatever the disruption budgets say, and launches no replacement first. Nodes that one change or one burst created have the same age, so they all expire within minutes of each other.",help:"Set a longer `expireAfter`, or `Never` and replace nodes by drift, which respects the budgets. PodDisruptionBudgets also apply to expiry, up to `terminationGracePeriod`."},{code:`disruption/last-node-pool`,summary:`The change deletes the last NodePool, while pods that ran on its nodes stay.`,why:`Deleting a NodePool terminates all of its nodes. Their pods are then created again and stay pending, because Karpenter has no NodePool left to launch nodes for. Reported only if all files can be read and none of them has another NodePool.`,help:`Keep a NodePool for these pods, or delete them in the same change.`},{code:`disruption/no-targets`,summary:`All nodes that a load balancer sends traffic to are replaced at the same time.`,why:"Karpenter excludes a node from load balancers with the label `node.kubernetes.io/exclude-from-external-load-balancers` as soon as it starts to drain it. If a Service has `externalTrafficPolicy: Local` and nodes as targets, only nodes with its pods get traffic. A PodDisruptionBudget keeps the pods, but not the targets.",help:`Let a disruption budget replace one of these nodes at a time, run the pods on more nodes, or use IP addresses of pods as targets.`},{code:`disruption/protection-ends`,summary:"A `terminationGracePeriod` that is new or shorter ends what `karpenter.sh/do-not-disrupt` protects.",why:"On a node with `terminationGracePeriod`, Karpenter starts drift although pods must not be disrupted. When the period is over, it deletes the pods that are left, whatever annotations and PodDisruptionBudgets say.",help:`Make the period longer than these pods need, or run them in a NodePool without it.`},{code:`disruption/replicas-together`,summary:`All pods of a workload, or so many that it loses its quorum, stop at the same time.`,why:`Karpenter evicts the pods of a node as soon as the replacement is ready. If nothing limits the evictions, all pods on nodes of the same wave stop together, and so do all pods on one node. Their replacements need time to start.`,help:"Create a PodDisruptionBudget with `maxUnavailable: 1`, and spread the pods over several nodes."},{code:`disruption/rollout-held`,summary:`Nodes must be replaced, but something keeps Karpenter from replacing them.`,why:`A change that does not reach running nodes looks complete and is not: they keep the old image, settings or instance types. The cause may be a disruption budget of 0, a PodDisruptionBudget, an annotation, or a limit that leaves no room for replacements.`,help:`Change what the finding names. It says which value is enough.`},{code:`disruption/single-replica`,summary:`A workload with one pod is down while its node is replaced.`,why:`Karpenter evicts the pod before another one runs, because a Deployment creates its replacement only afterwards. A PodDisruptionBudget cannot help: it blocks the eviction, and the node stays. A Pod that no controller owns is not created again.`,help:`Run two or more replicas on different nodes, or accept the interruption.`},{code:`disruption/unprotected-replicas`,summary:`All pods of a workload may be on one node that is replaced, and no PodDisruptionBudget protects them.`,why:`Karpenter evicts the pods of a node as soon as the replacement is ready. plumbline does not know on which nodes the pods run, but they fit on one, and nothing keeps them apart.`,help:"Create a PodDisruptionBudget with `maxUnavailable: 1`, and spread the pods over several nodes."},{code:`io/checkout-encoding`,summary:`A checkout writes other text into a file than the commit has.`,why:"With `working-tree-encoding`, `git checkout` converts a file. A job or Argo CD then applies the converted text, and plumbline reviewed the text of the commit. A file that looks like noise in the review can become a NodePool.",help:"Remove `working-tree-encoding` for files that may hold manifests, and commit them in UTF-8."},{code:`io/encoding`,summary:`A file is not UTF-8 text.`,why:`plumbline cannot review a file that it cannot read as text. A manifest in it would reach the cluster without a review.`,help:`Save the file as UTF-8, or exclude it from the reviewed paths.`},{code:`io/kustomization`,summary:`A kustomization does not show which files it loads.`,why:`A kustomization may load files of any name. One that plumbline cannot read may load manifests that nobody reviews.`,help:`Write the kustomization as plain YAML of less than 1 MB, without escapes and tags.`},{code:`io/lfs-pointer`,summary:`A file with manifests is now stored in Git LFS.`,why:`Git contains only a pointer to the file. A review cannot see its content, and neither can most tools that deploy from git.`,help:`Keep manifests out of Git LFS: remove the path from .gitattributes, and add the file again.`},{code:`io/not-a-file`,summary:`A path is neither a file nor a folder.`,why:`plumbline does not read devices, sockets and pipes, because reading them may block or never end.`,help:`Pass a file or a folder.`},{code:`io/symlink`,summary:`A symbolic link was not followed.`,why:`plumbline does not trust the content of a pull request, and a link may point outside of the repository.`,help:`Replace the link with the file itself, or pass the target of the link as a path.`},{code:`io/too-large`,summary:`The input is larger than plumbline reads.`,why:`Time and memory of a review are limited, whatever a pull request contains. plumbline does not review what is beyond the limit.`,help:`Split the file, or pass only the folders that contain manifests.`},{code:`io/unreadable`,summary:`A file could not be read.`,why:`plumbline cannot review a file that it cannot read.`,help:`Check that the file exists and that its permissions allow reading.`},{code:`lint/bad-suppression`,summary:"A `plumbline-ignore` comment does not have the required form.",why:`A suppression names its rule and gives a reason, so that later readers know why it exists. A comment without them silences nothing.`,help:"Write `# plumbline-ignore RULE[,RULE] [until=YYYY-MM-DD]: reason` above the line that it applies to."},{code:`lint/expired-suppression`,summary:`A suppression has expired.`,why:"Its `until` date has passed, so the finding that it silenced is reported again.",help:`Fix the finding and remove the suppression, or set a later date.`},{code:`lint/forbidden-suppression`,summary:`A comment tries to silence a finding that must not be silenced.`,why:"The configuration lists the code under `neverSuppress`, so comments cannot silence it. Only the configuration can change that.",help:`Fix the finding and remove the comment.`},{code:`lint/rule-failed`,summary:`A rule of your configuration could not be evaluated.`,why:`An expression of the rule does not compile, reads a field that the object does not have, or is too expensive. The object was not judged by it, so the finding has the severity of the rule.`,help:"Test the rule with `plumbline rules test`. Use `has(object.spec.field)` or `object.spec.?field` before you read a field that may be missing."},{code:`lint/rule-not-judged`,summary:`A rule of your configuration needs a value that is unknown.`,why:`The value is a placeholder, comes from a template that was not rendered, or is a figure that plumbline does not know. Whether the object breaks the rule is unknown.`,help:"Give the placeholder a value with `set`, or render the chart or kustomization."},{code:`lint/unknown-rule`,summary:`A suppression names a rule that does not exist.`,why:`It silences nothing, although its author expects it to.`,help:"Correct the name. `plumbline rules` lists all rules."},{code:`lint/unused-suppression`,summary:`A suppression silences nothing.`,why:`The finding that it was written for is fixed or has moved. If the comment stays, it silences the next finding of that rule, which nobody has accepted.`,help:`Remove the comment.`},{code:`migration/changed`,summary:`The migration cannot express a setting exactly as it was.`,why:`The new API has no exact equivalent, so the migration writes the closest one.`,help:`Check the line, and correct the migrated manifest if it is not what you want.`},{code:`migration/dropped`,summary:`The migration removes a field.`,why:`The new API does not have the field, or the old API silently ignored it and the new one would act on it.`,help:`Check whether you rely on the field. If not, there is nothing to do.`},{code:`migration/impossible`,summary:`An object cannot be migrated automatically.`,why:`The manifest does not contain what the new API needs, such as the content of a launch template, a placeholder’s value, or a class in another repository. plumbline leaves the whole file unchanged rather than migrate half of it.`,help:"Make the decision that the message asks for, then run `plumbline migrate` again."},{code:`migration/kept`,summary:`The migration writes down an old default so that nothing changes.`,why:`Defaults differ between API versions, and Karpenter’s own conversion changes behavior in some places. The migration writes the old default explicitly.`,help:`Remove the line if you want the new default. Otherwise, there is nothing to do.`},{code:`migration/renamed`,summary:`A label, annotation or taint has a new name.`,why:`Karpenter renamed it on the way to v1 and ignores the old name.`,help:`Update other tools that read the old name.`},{code:`provisioning/addresses`,summary:`The subnets of a node class have fewer addresses than its nodes and pods need.`,why:"With the VPC CNI, every node and every pod takes an address of a subnet. By default, each node also keeps a whole network interface of free addresses. If a subnet is full, EC2 launches no instances in it, and pods on running nodes stay in `ContainerCreating`. It is an error if the nodes and pods alone need more addresses than the subnets have, and a warning if the warm pool does not fit. Reported only when the repository creates all subnets of the cluster, with known ranges, or when `nodeClassAddresses` in the configuration has the number. Addresses of DaemonSets, load balancers and everything else in the subnets are not counted.",help:`Add larger subnets to the selection, or set the warm targets of the VPC CNI.`},{code:`provisioning/bad-replicas`,summary:`The number of pods of a workload is not a whole number.`,why:`The API server refuses it. Without it, the number of nodes for the workload is unknown, and so are the figures that depend on it.`,help:"Write a whole number of at least 0, or give the placeholder a value with `--set NAME=VALUE`."},{code:`provisioning/bad-request`,summary:`A container requests an amount that Kubernetes cannot parse.`,why:`The API server refuses the pod. Without the amount, the size of the pod is unknown, and so are the figures that depend on it.`,help:"Write an amount such as `500m` or `1Gi`."},{code:`provisioning/budget-rounding`,summary:`A disruption budget is a small percentage of only a few nodes.`,why:`Karpenter rounds the percentages of a budget up. In the simulation, the NodePool has two or three nodes, so 10% of them is one node: a third or a half. The percentage suggests more protection than it gives.`,help:"Set `nodes` to the number of nodes that may be disrupted at the same time, and protect the pods with PodDisruptionBudgets."},{code:`provisioning/costly-preferences`,summary:`The preferences of a workload cost several nodes.`,why:`Karpenter treats a preference as a requirement as long as a new node can fulfil it. Pods that prefer to be on different nodes get a node each, even if all fit on one. The figure is the difference between two simulations: with the preferences, and without them.`,help:"Remove the preferences if they are not worth their cost, spread the pods over zones, or set `preferencePolicy: Ignore`."},{code:`provisioning/daemonset-lost`,summary:`Pods of a DaemonSet no longer run on the nodes of a NodePool.`,why:`A DaemonSet runs a pod on each node whose taints it tolerates and whose labels it selects. After a new taint or another label, new nodes run without it, such as without logs, metrics or volumes, and nothing fails.`,help:`Add the toleration, or let the node selector match. If the nodes should run without it, nothing needs to change.`},{code:`provisioning/daemonset-priority`,summary:`Workloads have a higher priority than a DaemonSet.`,why:`On a new node, kube-scheduler binds pods with a higher priority first. If a pod fits nowhere, it removes pods with a lower priority for it, also those of DaemonSets. The pod of the DaemonSet then waits without end, because it can run on no other node, and the node has no logs, metrics or network policies. Reported only for priorities above 0 that are in the files, and not for classes that never preempt.`,help:"Give the DaemonSet `priorityClassName: system-node-critical`."},{code:`provisioning/daemonset-room`,summary:`Running nodes have no room for the pods of a DaemonSet that grows.`,why:`Karpenter launches no nodes for DaemonSets, and does not replace nodes that are too small for them. The scheduler evicts pods with a lower priority to make room. If there are none, the pod of the DaemonSet stays pending. If the nodes are known, from a snapshot or the configuration, it is a warning. Otherwise the nodes are those that the files imply, and it is a note.`,help:`Give the DaemonSet a priority class, and replace the nodes that have no room.`},{code:`provisioning/daemonset-share`,summary:`DaemonSets take half of the smallest node or more.`,why:`Every node runs the DaemonSets, so you pay for them once for each node. On small nodes, little is left for other pods, and the kubelet evicts them when memory runs out.`,help:`Lower the requests of the DaemonSets, or require larger instance types.`},{code:`provisioning/launch-failed`,summary:`A NodePool would create a node that cannot be launched.`,why:"Karpenter assigns the pods to a new node, but its last filters exclude every instance type. For example, `minValues` may require more variety than the cheapest types have. The pods stay pending.",help:"Fix the reason that the finding names: lower `minValues`, or allow more instance types, zones or capacity types."},{code:`provisioning/limit-reached`,summary:`The limits of a NodePool are too low for its pods.`,why:"Karpenter launches no node that would exceed `spec.limits`. The remaining pods stay pending or go to another NodePool. Until a node is launched, Karpenter counts the largest instance type that it might become. A limit near the size of one node may therefore allow none.",help:"Raise `spec.limits`, or lower the requests of the pods."},{code:`provisioning/nodepool-empty`,summary:`No instance type meets all requirements of a NodePool.`,why:`Karpenter skips the NodePool and launches no nodes for it.`,help:"Relax the requirement that excludes the remaining types. The lint rule `satisfiable-requirements` names it."},{code:`provisioning/nodepool-not-ready`,summary:`A NodePool is not ready, so Karpenter does not use it.`,why:`Karpenter validates more than the API server does. A NodePool that fails its validation, or whose node class is missing or not ready, gets a condition. The provisioner then silently skips it.`,help:`Fix the reason that the finding names.`},{code:`provisioning/one-node`,summary:`A change of NodePools moves all pods of a workload to one node.`,why:`Karpenter launches the cheapest node that fits, and one large node may be cheaper than several small ones. If it fails or is replaced, all pods stop.`,help:"Add a topology spread constraint over `kubernetes.io/hostname`, or limit the size of nodes."},{code:`provisioning/pod-ignored`,summary:`Karpenter ignores these pods.`,why:`Karpenter ignores pods that are bound to a node, use another scheduler, or have an unsupported volume or an unknown topology key. They stay pending, and Karpenter launches no node for them.`,help:`Fix the reason that the finding gives for each workload.`},{code:`provisioning/pod-unschedulable`,summary:`No node that Karpenter could launch can run a pod.`,why:`The pod stays pending. Karpenter tried every NodePool in its order, and the finding names the constraint that excluded each. It is an error if the existing nodes are known, or if no node of any kind can run the pod. Otherwise the pod may run on nodes that plumbline does not know: it is a warning in a review, and a note without a base.`,help:`Change the named constraint in the workload or in the NodePool.`},{code:`provisioning/pods-held`,summary:`Kueue does not start the pods of a workload.`,why:"Kueue keeps a workload suspended until its queue admits it: all of its pods or none. An AdmissionCheck of `kueue.x-k8s.io/provisioning-request` waits for a ProvisioningRequest. Only cluster-autoscaler answers those, so with Karpenter alone the workload waits without end. It is a note if the queue is stopped, or if its `nominalQuota` is used up, because others may end and leave room. No figure counts these pods.",help:`Remove the check, or raise the quota of the queue.`},{code:`provisioning/pods-refused`,summary:`A ResourceQuota refuses pods of a workload.`,why:`The API server creates a pod only if the ResourceQuotas of its namespace have room for it. A quota of CPU or memory also refuses every pod with a container that names no such amount, unless a LimitRange has a default. The workload then has fewer pods than its replicas, and its controller tries again without end. Quotas with scopes count only the pods in their scope. The figures count the pods that exist.`,help:`Raise the quota, or lower the replicas to what it allows.`},{code:`provisioning/status-ignored`,summary:"The `status` in a manifest was not used.",why:`A status comes from the cluster, not from a repository. The API server drops it when the manifest is applied, and an outdated one would distort the figures.`,help:"Pass the object from the cluster with `--cluster`, or set `zones` and `capacityReservations` in the configuration."},{code:`provisioning/too-many-pods`,summary:`A workload has more pods than plumbline simulates.`,why:`Time and memory of a review are limited. Such a number is nearly always a typing error. The figures that depend on it are unknown.`,help:`Check the number of replicas.`},{code:`provisioning/vcpu-quota`,summary:`The nodes need more vCPUs than a quota of the account allows.`,why:"AWS limits the vCPUs of running instances for each account and region: one quota for standard families, others for G, P and other families, each for on-demand and for spot. If a quota is used up, EC2 refuses every further launch, and pods stay pending. Reported for quotas that `vcpuQuotas` in the configuration names. A note says if new NodePools are the first to need a quota that is 0 in many accounts, such as that of GPUs. Instances that Karpenter does not launch are not counted.",help:`Ask AWS for a higher quota, or let the NodePool launch instances of another quota.`},{code:`provisioning/volume-zone`,summary:`Volumes of a StatefulSet may be in a zone where Karpenter no longer launches nodes for its pods.`,why:`An EBS volume belongs to one zone and cannot move. If no NodePool launches nodes in that zone for its pod, the pod stays pending once its node is replaced. Without a snapshot, it is unknown in which zones the volumes are, so every zone counts that files or the configuration name.`,help:`Keep the zone in a NodePool for these pods. Or move their volumes first: restore a snapshot of each in another zone.`},{code:`render/conflict`,summary:`Two roots render the same object with different content.`,why:`The last one that is applied wins, and the files do not say which that is. The object flips between two states.`,help:`Remove the object from one of the roots, or give the two different names or clusters.`},{code:`render/cycle`,summary:`A kustomization includes itself, directly or through others.`,why:`Kustomize refuses to build it, so none of it is applied.`,help:`Remove one of the entries.`},{code:`render/failed`,summary:`A kustomization or a chart fails to render.`,why:`A kustomization or chart that does not render is not applied, or fails during the rollout. Its objects are unknown, so plumbline does not review them.`,help:"Fix the error of kustomize or helm. `kustomize build` and `helm template` show it in full."},{code:`render/limit`,summary:`Rendering takes too long or produces too much.`,why:`Time and memory of a review are limited, whatever a pull request contains. plumbline does not review what is beyond the limit.`,help:`Split it, or review the rendered manifests.`},{code:`render/missing-file`,summary:`A referenced file or folder does not exist.`,why:`Kustomize and helm refuse to render, so nothing is applied.`,help:`Add the file, or remove the reference.`},{code:`render/not-applied`,summary:`Files are still in the repository, but nothing applies them any more.`,why:`Argo CD and Flux delete what a kustomization no longer lists, or what a removed definition applied. The files stay in the repository, so the diff does not show that.`,help:`If the objects should stay, list the files again. If not, also delete the files.`},{code:`render/not-here`,summary:`Roots were not rendered here.`,why:"A job with the rights of the base repository runs programs on the content of a pull request only where they cannot reach its credentials. A job that can sign in to a cluster runs none, and takes what a job with `mode: render` hands over.",help:"Do what the note says, add a job with `mode: render`, or see the review of the `pull_request` job, which renders."},{code:`render/other-owner`,summary:`Something else applies a NodePool, a node class or a CRD from now on, and what applied it before deletes it.`,why:"Terraform, Helm, Argo CD and Flux each remember what they applied. They delete what is no longer theirs, although another tool or another Application applies the same object. With a NodePool, its nodes are deleted. Nothing is reported if a `removed` block with `destroy = false`, an annotation or a setting of the old owner keeps the object, or if the owner itself moves. Somebody may have taken the object out of the state before, so it is no error.",help:`Tell the old owner to keep the object first, and hand it over in a later change.`},{code:`render/refused`,summary:`Something was not rendered, because that would run code, leave the repository or use the network.`,why:`plumbline does not trust the content of a pull request. Plugins, functions, post-renderers and remote bases run or download whatever it names. It is a note, because the change cannot help it. It is a warning if the change adds such a root with Karpenter objects, and an error if the root renders before the change.`,help:`Copy it into the repository, or review the rendered manifests.`},{code:`render/stays`,summary:`The change takes an object out of git, and nothing deletes it in the cluster.`,why:"Argo CD deletes what left git only with automated sync and `prune`, Flux only with `prune: true`. Annotations such as `helm.sh/resource-policy: keep` keep single objects. An Application without its finalizer leaves what it applied, Helm never deletes the CRDs in `crds/`, and a `removed` block of Terraform can keep an object. The nodes of such a NodePool keep running and keep costing, so the figures count them. Nothing updates the object any more.",help:`Delete the object in the cluster, or turn on pruning before the object leaves git. If it should stay, write down who manages it.`},{code:`render/tool-missing`,summary:`Kustomize or helm is not installed.`,why:`plumbline renders with the real programs, so that it reviews what is applied. Without them, what the cluster gets is unknown: it reads templates with placeholders, and judges neither patches nor what they change.`,help:`Install them and add them to PATH. GitHub’s runners have both.`},{code:`render/unknown`,summary:`Something that makes manifests is not in the repository or cannot be evaluated, so their content is not reviewed.`,why:`Charts and manifests in other repositories, and generators that query a cluster, a Git host or a plugin, produce content that the repository does not contain. If the change edits what it says about them, such as their version or their values, part of the effect is unknown. So it is if the change edits the pods of a chart that is not in the repository, or of an object of an operator, such as a RayCluster.`,help:"Review the rendered manifests, or name the charts of this repository and their values files in `sources` of plumbline.yaml."},{code:`review/not-understood`,summary:`The change edits something near Karpenter that plumbline does not understand.`,why:`A place is near Karpenter if it can reach its controller, its permissions, its nodes or the admission of pods. Examples are another version of a module or chart that is not in the repository, an argument that no rule reads, a quota, and an unknown kind. plumbline found no effect, but it has not looked at what this place does. The verdict stays as it is.`,help:"Review the place by hand. For a chart or module that could be rendered or evaluated, add it to the repository or to `sources` of plumbline.yaml."},{code:`review/shared-queue`,summary:`Two clusters read the same interruption queue.`,why:`Karpenter deletes each message of its queue once it has read it, also if the instance belongs to another cluster. With one queue for two clusters, each of them misses a part of the interruption warnings, and AWS reclaims spot nodes before their pods have moved. Reported if the files show one account or one queue, or if the change brings the clusters together. Queues of one name in two accounts are different queues.`,help:`Create a queue for each cluster, with its own event rules, and name it in the values of its release.`},{code:`schema/cel`,summary:`An object violates a validation rule of its CustomResourceDefinition.`,why:`The API server evaluates the rules when it receives the object, and refuses it.`,help:`Do what the message says. It is the rule’s own message.`},{code:`schema/duplicate`,summary:`A list that must not contain duplicates contains an item twice.`,why:`The API server refuses the object.`,help:`Remove one of the two.`},{code:`schema/enum`,summary:`A field has a value that is not one of the allowed values.`,why:`The API server refuses the object.`,help:`Use one of the values that the message lists.`},{code:`schema/format`,summary:`A value does not have the format that its field requires.`,why:`The API server refuses the object.`,help:`Write the value in that format.`},{code:`schema/future-version`,summary:`The target Karpenter does not serve this API version yet.`,why:"The API server does not know this version of the kind, so applying the object fails. Karpenter 1.0 introduced `v1`, and late patches of 0.33 to 0.37 also serve it, for rollbacks from 1.0. For these minors the finding is a note, because the patch is unknown.",help:"Upgrade Karpenter first, or set `karpenter.version` to the version that you run."},{code:`schema/length`,summary:`A string, list or mapping is too short or too long.`,why:`The API server refuses the object.`,help:`Keep within the bounds that the message gives.`},{code:`schema/metadata`,summary:`The metadata of an object is not valid.`,why:`Names, labels and annotations follow the same rules for all Kubernetes objects. The API server refuses an object that breaks them.`,help:`Correct the name, label or annotation that the message names.`},{code:`schema/missing-spec`,summary:"An object has no `spec`.",why:"Without a `spec`, Karpenter cannot do anything with a NodePool or EC2NodeClass.",help:"Add the `spec`, or remove the object."},{code:`schema/pattern`,summary:`A string does not match the pattern of its field.`,why:`The API server refuses the object.`,help:"Write the value as the message shows, such as `720h` for 30 days."},{code:`schema/range`,summary:`A number is out of bounds.`,why:`The API server refuses the object.`,help:`Keep within the bounds that the message gives.`},{code:`schema/refused`,summary:`The API server refuses the object.`,why:`The object cannot be decoded, or it fails a check of Kubernetes itself. Examples are a selector that does not match, a request above its limit, or a changed immutable field.`,help:`Fix what the finding says. It contains the server’s own message.`},{code:`schema/removed-version`,summary:`The target Karpenter or Kubernetes no longer serves this API version.`,why:`Applying the object fails. Karpenter also ignores its old objects that are still in the cluster. It is a note if nothing names the version of Karpenter or Kubernetes and an older one still serves the object.`,help:"Write the object in a version that is served. For Karpenter’s objects, `plumbline migrate` does it and keeps comments and order."},{code:`schema/required`,summary:`A required field is missing.`,why:`The API server refuses the object.`,help:`Add the field.`},{code:`schema/type`,summary:`A value does not have the type of its field.`,why:'The API server refuses the object. In YAML the notation decides the type: `10` is a number and `"10"` a string.',help:`Add or remove quotes, or write a list or mapping if the field requires one.`},{code:`schema/unjudged`,summary:`The object could not be validated.`,why:`The definition of its kind is missing or does not compile, or the object makes the API server’s own code fail. The verdict of a cluster is unknown, so plumbline reports it.`,help:`Add or fix the definition, or make the object smaller and less nested.`},{code:`schema/unknown-field`,summary:`An object has a field that its kind does not have.`,why:"The API server accepts the object and drops the field, with a warning at most, so the field has no effect. With a misspelled `limits`, a NodePool has no limits.",help:`Correct the name, or move the field to the right place.`},{code:`schema/unknown-kind`,summary:`Karpenter does not have this kind in this API version.`,why:`The API server does not know the kind, so applying the object fails.`,help:"Correct `apiVersion` or `kind`."},{code:`schema/warning`,summary:`The API server accepts the object with a warning.`,why:`The message is the API server’s own. kubectl prints it, but most pipelines lose it. It reports a deprecated field, a value that is read differently from how it is written, or a name that may collide with another.`,help:`Do what the warning says.`},{code:`terraform/condition`,summary:`Nothing in the repository decides whether Terraform creates a NodePool or a node class.`,why:"Its `count` or `for_each` depends on a variable that no file sets, or on a value that only AWS knows. Whoever applies the root module sets it, and its default says little about that. plumbline reviews the object as if it existed. Errors in the object itself are errors whenever it exists. What rests on its existence is at most a note, the figures are marked as not exact, and deleting or replacing its nodes is said to be possible, not certain.",help:"Set the variable in a `.tfvars` file of each environment, so that the figures are those of the environment."},{code:`terraform/limit`,summary:`The Terraform code is larger than plumbline evaluates.`,why:`Time and memory of a review are limited. plumbline did not evaluate the last part, so its objects are unknown, not removed.`,help:`Review fewer folders at once.`},{code:`terraform/new-address`,summary:"A cluster, a node group, a NodePool or a node class has another address in Terraform, and no `moved` block says so.",why:`Terraform knows a resource by its address: its type, its name, its key, and the modules around it. If the address changes, Terraform destroys the old resource and creates a new one, even if all arguments are equal. The nodes of a NodePool are deleted with it.`,help:"Add a `moved` block with the old and the new address, and read the plan of Terraform."},{code:`terraform/removes-access`,summary:`The change removes what gives Karpenter or its nodes access to AWS or to the cluster.`,why:"Karpenter launches nothing without its role and the role of its nodes, and a node cannot join without an access entry for its role. Reported if nothing else in the files creates them. They may be in another repository, so it is a warning. What is certain is an error of `lint/node-access`.",help:`Create the roles and the access elsewhere first, or uninstall Karpenter with its NodePools before.`},{code:`terraform/removes-permission`,summary:`The change takes a permission from Karpenter’s controller, or allows it only under another condition.`,why:"Without a permission that it needs, Karpenter cannot launch or terminate nodes, and its log says so only then. `lint/controller-permissions` judges a policy that is completely known. This finding compares the policies before and after the change where it does not, because no file has a node class, or because other policies may be elsewhere.",help:`Compare the policy with the one that Karpenter publishes for this version.`},{code:`terraform/replaces-cluster`,summary:`An argument of an EKS cluster changes that Terraform cannot change in place.`,why:`AWS cannot change the name, the role, the address family or the range of the services of a cluster. Terraform destroys the cluster and creates another one. All nodes, also those of Karpenter, and everything in the cluster go with it. If one of both values is unknown, it is a warning.`,help:`Keep the old value. To replace the cluster, create the new one next to it and move the workloads.`},{code:`terraform/syntax`,summary:`A Terraform file that concerns Karpenter cannot be parsed.`,why:`plumbline cannot evaluate its module. It does not review the NodePools in it, and whether existing ones still exist is unknown.`,help:"Run `terraform validate` and fix what it reports. The message shows where parsing stopped."},{code:`terraform/unknown`,summary:`The change edits the call of a Terraform module that is not in the repository, or the values of a chart that Terraform installs.`,why:`The module or the chart probably creates NodePools or installs Karpenter. plumbline downloads no modules and renders no charts with values from Terraform, so it cannot tell what changes.`,help:`Read the plan of Terraform for this change, and compare what the chart renders to.`},{code:`upgrade/bad-release`,summary:`The repository installs a release of Karpenter that its maintainers advise not to use.`,why:`A patch release may have a regression that later ones fix. The upgrade guide of Karpenter and its issues name such releases. The list in plumbline has the source and the date of each.`,help:`Use a release that has the fix.`},{code:`upgrade/choice`,summary:`Another Karpenter version chooses other nodes for the same pods.`,why:`Karpenter changes from version to version which instance types it launches and which nodes it consolidates first. The manifests stay the same, and so do the figures of a simulation that ignores the version. plumbline simulates each side as its own version. Versions before 1.10 consolidate like themselves, but launch nodes like 1.10, and the finding says so.`,help:`Upgrade a test cluster first, and compare the number and the sizes of its nodes.`},{code:`upgrade/compatibility`,summary:`Karpenter is too old for the cluster’s Kubernetes version.`,why:`Each Karpenter release supports a range of Kubernetes versions and reports newer ones as incompatible. It still selects images for the newer version, but with the labels, defaults and kubelet settings of an older one. Reported only when the repository names both versions.`,help:`Upgrade Karpenter to at least the release that the message names, and then upgrade the control plane.`},{code:`upgrade/crds-removed`,summary:`The change removes Karpenter’s CRDs, the release of the chart that installs them, or their part of the chart in an Application that prunes.`,why:`If a CRD is deleted, the API server deletes all objects of its kind. Without NodePools and NodeClaims, Karpenter terminates every node that it launched. The chart of Karpenter does not install the CRDs again when it is upgraded. Nothing is reported if something keeps the CRDs: an annotation, a Kustomization or an Application that does not prune, or the end of an Application, which never deletes CRDs.`,help:"Keep the CRDs. To hand them over to something else, first give them the annotation `helm.sh/resource-policy: keep`."},{code:`upgrade/karpenter`,summary:`The change upgrades or downgrades Karpenter to another minor version.`,why:`Another minor may refuse or drop what the current one accepts: APIs, fields and defaults change. plumbline validates and simulates the base with its Karpenter and the head with the new one. Findings that only the new one has count as new. If the hash of EC2NodeClasses changes, Karpenter rewrites the hashes of running nodes instead of comparing them.`,help:`Read the upgrade guide of each minor in between, upgrade the CRDs, and change node classes in a separate change.`},{code:`upgrade/kubernetes`,summary:`The change upgrades or downgrades Kubernetes to another minor version.`,why:"An alias such as `al2023@v20260715`, pinned or not, selects images for the Kubernetes version of the cluster. After the control plane upgrade, Karpenter selects images of the new minor. Every node of that node class then drifts and is replaced within the budgets of its NodePool. Images by id, name, tags or SSM parameter stay the same, and so does their kubelet. Reported only when Terraform, eksctl, kOps, ACK, Crossplane or Cluster API names the version on both sides of the change.",help:`Check the waves in the review, and merge at a suitable time. Update other images in a separate change.`},{code:`upgrade/path`,summary:`The change skips a version of Karpenter or Kubernetes that has to run in between.`,why:`Karpenter before 1.0 stores its objects as v1beta1. Only 1.0 can convert them, and 1.1 and later can neither read nor serve them. So an upgrade from any older version has to stop at 1.0, and one from 0.32 or older also at 0.37. A downgrade below 1.0 is possible only from 1.0. EKS upgrades a control plane by one minor version at a time and refuses to skip one. The report lists what to do at each step.`,help:`Make one change for each version that the message names, and wait until the cluster runs it.`},{code:`upgrade/settings`,summary:`The change modifies a setting of Karpenter that affects the figures, interruptions, or which instances Karpenter sees.`,why:"The settings of Karpenter’s chart affect the usable memory and the number of pods of an instance type. They also affect how Karpenter treats preferences, `minValues` and reservations. plumbline simulates the base with the settings of its Helm values and the head with its own. The difference in nodes and cost comes from these settings. Two others show in no figure: without `interruptionQueue`, Karpenter does not move pods before AWS reclaims a spot node, and it finds its instances by `clusterName`.",help:"Check the figures. Settings under `karpenter` in plumbline.yaml override the Helm values."},{code:`yaml/alias-bomb`,summary:`Aliases expand the document beyond the limit.`,why:`A few lines of nested aliases can expand to gigabytes. The API server also refuses such documents.`,help:`Replace the aliases with their values.`},{code:`yaml/duplicate-key`,summary:`A mapping contains a key twice.`,why:`Only one of the two values is used, and tools disagree about which.`,help:`Remove one of them, or merge their values.`},{code:`yaml/read-differently`,summary:`This file means something else to kubectl than to plumbline.`,why:`plumbline reads each changed file a second time with kubectl's own decoder. If that finds an object that the review does not have, or other values, somebody would apply what nobody reviewed. This is either a file that is made to look harmless, or a mistake of plumbline.`,help:`Write the object in plain YAML, without unusual characters, tags and escapes. If it is plain already, report the file as a bug.`},{code:`yaml/syntax`,summary:`A document is not valid YAML.`,why:`plumbline cannot read anything in the document, so the effect of its changes is unknown. There is no plan until it is fixed.`,help:`Fix the place that the message names. The cause is often the indentation of the line before.`},{code:`yaml/template`,summary:`A document is a template that must be rendered before it is YAML or a Karpenter object.`,why:`The manifest depends on the values of the template, so its content is unknown.`,help:"Review the rendered manifests, or give values with `--set NAME=VALUE`."},{code:`yaml/too-deep`,summary:`A document is nested too deeply.`,why:`Time and memory of a review are limited. Kubernetes’ own decoder has a similar limit.`,help:`Check whether the document is correct.`},{code:`yaml/too-large`,summary:`A file is too large or contains too many objects.`,why:`Time and memory of a review are limited. plumbline does not review what is beyond the limit.`,help:`Split the file.`}],Vt=e=>({value:e}),Ht=e=>({unknownBecause:e}),Ut=e=>`value`in e,Wt=(e,t)=>t.length===0?{all:e}:{seen:e,openBecause:t},Gt=e=>({all:e}),Kt=e=>`all`in e,E=e=>Kt(e)?e.all:e.seen,qt=e=>Kt(e)?[]:e.openBecause;function Jt(e,t){let n=E(e).map(e=>({member:e,answer:t(e)})),r=n.filter(({answer:e})=>e===!0).map(({member:e})=>e),i=n.some(({answer:e})=>e===void 0);return Wt(r,[...qt(e),...i?[`a part of it is unknown here`]:[]])}function Yt(e,t){let n=E(e).map(t);return n.includes(!0)?!0:n.includes(void 0)||!Kt(e)?void 0:!1}const Xt=e=>({because:e,help:"Delete it with `kubectl delete` if it should not stay. If it should stay, write down who manages it from now on.",isIntended:!0}),Zt=(e,t)=>({because:e,help:t,isIntended:!1}),Qt=e=>({because:e,help:`Look at the value in the cluster before you merge.`,isIntended:!1,isUnknown:!0});function $t(e,t){let n=en(e,t);return n===void 0?t?.keeping?.isDefault===!0&&rn(e).some(e=>e.startsWith(`Prune=`))?void 0:t?.keeping:n}function en(e,t){let{by:n,isApplierGone:r=!1}=t??{};return(n===void 0||n===`argocd`?nn(e,n,r):void 0)??(n===void 0||n===`flux`?on(e):void 0)??(n===void 0||n===`helm`||n===`argocd`&&r?sn(e):void 0)}const tn=e=>Xt(`its annotation \`${e}\` keeps it`);function nn(e,t,n){let r=rn(e).find(e=>{let[r,i]=e.split(`=`);return(t===void 0||r===(n?`Delete`:`Prune`))&&(r===`Prune`||r===`Delete`)&&(i===`false`||i===`confirm`)});return r===void 0?t===`argocd`&&n&&e.kind===`CustomResourceDefinition`?Xt(`Argo CD does not delete CRDs together with an Application`):void 0:tn(`argocd.argoproj.io/sync-options: ${r}`)}const rn=({metadata:e})=>(cn(e.annotations,`argocd.argoproj.io/sync-options`)??``).split(`,`).map(e=>e.trim()),an=[[`kustomize.toolkit.fluxcd.io/prune`,`disabled`],[`kustomize.toolkit.fluxcd.io/reconcile`,`disabled`],[`kustomize.toolkit.fluxcd.io/ssa`,`ignore`]];function on({metadata:e}){for(let[t,n]of an){let r=cn(e.annotations,t)??cn(e.labels,t);if(r?.toLowerCase()===n)return tn(`${t}: ${r}`)}}const sn=({metadata:e})=>cn(e.annotations,`helm.sh/resource-policy`)?.trim().toLowerCase()===`keep`?tn(`helm.sh/resource-policy: keep`):void 0;function cn(e,t){let n=h(v(e)?.[t]);return n===void 0||d(n)?void 0:n}const D=(e,t=`unknown`)=>({kind:`unknown`,at:e,name:t}),O=(e,t)=>({kind:`scalar`,value:e,at:t,isLiteral:!1}),ln=(e,t)=>({kind:`string`,pieces:e===``?[]:[{text:e,at:t,form:`made`}],at:t}),un=e=>e.kind===`scalar`&&e.value===null,dn=({pieces:e})=>e.map(({text:e})=>e).join(``),k=e=>e?.kind===`string`&&e.pieces.every(({isUnknown:e})=>!e)?dn(e):void 0;function A(e){return e.kind===`scalar`?e.value===null?void 0:String(e.value):k(e)}const fn=({name:e,at:t})=>({text:`\${${e}}`,at:t,form:`made`,isUnknown:!0});function pn(e){switch(e.kind){case`scalar`:return e.value;case`string`:return k(e);case`list`:{let t=e.items.map(pn);return t.some(e=>e===void 0)?void 0:t}case`object`:{let t=[...e.entries].map(([e,t])=>[e,pn(t.value)]);return e.isPartial||t.some(([,e])=>e===void 0)?void 0:Object.fromEntries(t)}case`unknown`:return}}const j=(e,t,n=!1)=>({kind:`object`,entries:new Map(e),at:t,isPartial:n});function mn(e,t){let[n,r]=[pn(e),pn(t)];return n===void 0||r===void 0?hn(e,r)||hn(t,n)?!1:void 0:gn(n)===gn(r)}const hn=(e,t)=>e.kind===`string`&&typeof t==`string`&&e.pieces.reduce((e,{text:t,isUnknown:n})=>e+(n?0:t.length),0)>t.length,gn=e=>JSON.stringify(e,(e,t)=>typeof t==`object`&&t&&!Array.isArray(t)?Object.fromEntries(Object.entries(t).sort(([e],[t])=>y(e,t))):t);function M(e,...t){return t.reduce((e,t)=>e?.kind===`object`?e.entries.get(String(t))?.value:e?.kind===`list`?e.items[Number(t)]:void 0,e)}function _n(e){if(e.kind===`scalar`||e.kind===`unknown`)return 1;let t=vn.get(e);if(t!==void 0)return t;let n=1+yn(e);return vn.set(e,n),n}const vn=new WeakMap;function yn(e){let t=0;if(e.kind===`string`)for(let{text:n}of e.pieces)t+=1+n.length/64;else if(e.kind===`list`)for(let n of e.items)t+=_n(n);else for(let[n,r]of e.entries)t+=1+n.length/64+_n(r.value);return t}const bn=e=>({...D(e),isExcess:!0}),xn=e=>`isExcess`in e||_n(e)>5e4;function Sn(e){let t=dn(e);if(f(t)!==void 0)return D(e.at);let n=(0,rt.parseDocument)(t,{version:`1.2`,merge:!0,strict:!1});if(n.errors.length>0)return D(e.at);let r={places:new kn(e),nodes:0,at:e.at},i=Tn(n.contents,r);return i.kind===`object`?{...i,yaml:e}:i}const Cn=e=>({kind:`list`,items:wn(e).map(Sn),at:e.at});function wn(e){let t=dn(e),n=new kn(e),r=[0,...[...t.matchAll(/^---(?:[ \t].*)?$\n?/gm)].map(({index:e,0:t})=>e+t.length)];return r.map((e,i)=>{let a=r[i+1]===void 0?t.length:t.lastIndexOf(`---`,r[i+1]);return{kind:`string`,pieces:n.slice(e,a),at:n.span(e,a)}}).filter(e=>/^[ \t]*[^#\s]/m.test(dn(e)))}function Tn(e,t){let n=e?t.places.span(e.range[0],e.range[1]):t.at;if(++t.nodes>5e4||e===null)return e===null?O(null,n):D(n);if((0,rt.isMap)(e))return En(e.items,n,t);if((0,rt.isSeq)(e))return{kind:`list`,items:e.items.map(e=>Tn(e,t)),at:n};if(!(0,rt.isScalar)(e))return D(n);let{value:r}=e;if(typeof r==`string`)return On(r,e,t);let i=Dn(e,String(r),t);return{...O(r,n),...i&&{piece:i}}}function En(e,t,n){let r=e.flatMap(({key:e,value:t})=>{if(!(0,rt.isScalar)(e))return[];let r=String(e.value),i=n.places.span(e.range[0],e.range[1]),a=Dn(e,r,n)??{text:r,at:i,form:`made`};return[[r,{value:Tn(t,n),key:a}]]});return j(r,t)}function Dn({range:e},t,{places:n}){let[r,...i]=n.slice(e[0],e[1]);return i.length===0&&r?.text===t&&r.form!==`made`?r:void 0}function On(e,t,{places:n,at:r}){let[i,a]=t.range,o=n.slice(i,a),s=(o.map(({text:e})=>e).join(``).length-2===e.length?n.slice(i+1,a-1):[]).map(e=>({...e,form:`made`})),c=n.span(i,a);for(let t of[o,s])if(t.map(({text:e})=>e).join(``)===e)return{kind:`string`,pieces:t,at:c};return o.some(({isUnknown:e})=>e)?{kind:`string`,pieces:[{text:e,at:r,form:`made`,isUnknown:!0}],at:c}:ln(e,c)}var kn=class{#e;#t=[];#n;constructor({pieces:e,at:t}){this.#e=e,this.#n=t;let n=0;for(let{text:t}of e)this.#t.push(n),n+=t.length}#r(e){let t=0,n=this.#t.length-1;for(;t<n;){let r=t+n+1>>1;this.#t[r]<=e?t=r:n=r-1}return t}piece(e){let t=this.#r(e),n=this.#e[t];return n&&{piece:n,within:e-this.#t[t],index:t}}slice(e,t){let n=[];for(let r=this.#r(e);r<this.#e.length&&this.#t[r]<t;r++){let i=this.#e[r],a=Math.max(0,e-this.#t[r]),o=Math.min(i.text.length,t-this.#t[r]);o>a&&n.push(a===0&&o===i.text.length?i:Mn(i,a,o))}return n}span(e,t){let n=this.piece(e),r=this.piece(Math.max(e,t-1));if(!n||!r)return this.#n;let i=jn(n.piece,n.within,n.within+ +(t>e)),a=jn(r.piece,r.within,r.within+ +(t>e));return i.file===a.file&&i.start<=a.start?{...i,end:a.end}:i}};const An=({form:e})=>e!==`made`;function jn(e,t,n){let{at:r}=e;return An(e)&&r.end-r.start===e.text.length?{file:r.file,start:r.start+t,end:r.start+n}:r}function Mn(e,t,n){let r=jn(e,t,n);return{...e,text:e.text.slice(t,n),at:r}}function Nn(e){if(e.kind===`object`&&e.yaml)return e.yaml;let t={pieces:[],at:e.at};return Fn(e,``,t),{kind:`string`,pieces:t.pieces,at:e.at}}const Pn=(e,t,n)=>{e.pieces.push({text:t,at:n,form:`made`})};function Fn(e,t,n){if(e.kind===`object`&&(e.entries.size>0||e.isPartial))t!==``&&Pn(n,`
`,e.at),In(e,t,n);else if(e.kind===`list`&&e.items.length>0){Pn(n,`
`,e.at);for(let r of e.items)Pn(n,`${t}-`,r.at),Fn(r,`${t}  `,n)}else t!==``&&Pn(n,` `,e.at),n.pieces.push(...Bn(e)),Pn(n,`
`,e.at)}function In({entries:e,isPartial:t,at:n},r,i){for(let[t,{value:n,key:a}]of e){Pn(i,r,n.at);let e=/^[A-Za-z_][\w./-]*$/.test(t)&&!Hn.test(t);i.pieces.push({text:e?t:JSON.stringify(t),at:a?.at??n.at,form:a?.form??`made`}),Pn(i,`:`,a?.at??n.at),Fn(n,`${r}  `,i)}t&&Pn(i,`${r}{{ unknown }}\n`,n)}function Ln(e){let t=Rn(e);return t&&{kind:`string`,pieces:t,at:e.at}}function Rn(e){return e.kind===`object`?e.isPartial?void 0:zn([...e.entries].map(([e,{value:t,key:n}])=>{let r=n?.at??t.at,i=Rn(t);return i&&[{text:`${JSON.stringify(e)}:`,at:r,form:`made`},...i]}),`{}`,e.at):e.kind===`list`?zn(e.items.map(Rn),`[]`,e.at):Bn(e)}function zn(e,t,n){if(e.some(e=>e===void 0))return;let r={text:`,`,at:n,form:`made`};return[{text:t[0],at:n,form:`made`},...e.flatMap((e,t)=>t===0?e:[r,...e]),{text:t[1],at:n,form:`made`}]}function Bn(e){let{at:t}=e;switch(e.kind){case`unknown`:return[fn(e)];case`list`:return[{text:`[]`,at:t,form:`made`}];case`object`:return[{text:`{}`,at:t,form:`made`}];case`scalar`:return[e.piece??{text:String(e.value),at:t,form:e.isLiteral?`scalar`:`made`}];case`string`:return Un(e)}}const Vn=/^[A-Za-z][\w./-]*$/,Hn=/^(?:true|false|null|yes|no|on|off|y|n)$/i;function Un(e){let{pieces:t,at:n}=e,[r]=t,i=t.length===1&&r.form===`quoted`&&r.at.end-r.at.start===n.end-n.start-2,a=k(e);return i&&a!==void 0&&JSON.stringify(a)===`"${a}"`?[{text:`"${a}"`,at:n,form:`scalar`}]:t.length===1&&/^(?:file|template|heredoc)$/.test(r.form)&&a!==void 0&&Vn.test(a)&&!Hn.test(a)?[...t]:[{text:`"`,at:n,form:`made`},...t.map(e=>Wn(e)),{text:`"`,at:n,form:`made`}]}function Wn(e){let t=JSON.stringify(e.text).slice(1,-1);return t===e.text?{...e,form:e.form===`quoted`?`quoted`:`made`}:{...e,text:t,form:`made`}}const Gn=(e,t)=>e.length>2e4?bn(t):{kind:`list`,items:e,at:t},N=e=>e?.kind===`list`,Kn=e=>e?.kind===`object`,qn=e=>(t,n)=>t.every(N)?Gn(e(t.map(({items:e})=>e),n),n):D(n),Jn=(e,t)=>{let n=e.filter(Kn),r=e.some(e=>e.kind===`unknown`)||n.some(e=>e.isPartial);if(n.length===0&&r)return D(t);let i=e.findLastIndex(e=>e.kind===`unknown`||e.kind===`object`&&e.isPartial),a=new Map;return e.forEach((e,t)=>{if(Kn(e))for(let[n,r]of e.entries)a.set(n,t<i?{...r,value:D(r.value.at)}:r)}),j(a,n.at(-1)?.at??t,r)},Yn=(e,t)=>Gn(e.flatMap(e=>N(e)?e.items:[e]),e.find(N)?.at??t),Xn=([e,t,n],r)=>{let i=t&&A(t);return!Kn(e)||i===void 0?D(r):e.entries.get(i)?.value??(e.isPartial?D(r):n??D(r))},Zn=([e],t)=>Kn(e)&&!e.isPartial?Gn([...e.entries].sort(Qn).map(([e,{value:t,key:n}])=>ln(e,n?.at??t.at)),t):D(t),Qn=([e],[t])=>y(e,t),$n=([e],t)=>Kn(e)&&!e.isPartial?Gn([...e.entries].sort(Qn).map(([,{value:e}])=>e),t):D(t),er=([e],t)=>{if(N(e))return e.items.every(({kind:e})=>e!==`unknown`)?O(e.items.length,t):D(t);if(Kn(e))return e.isPartial?D(t):O(e.entries.size,t);let n=e&&k(e);return n===void 0?D(t):O(n.length,t)},tr=([e,t],n)=>{if(!N(e)||!t)return D(n);let r=e.items.map(e=>mn(e,t));return r.includes(!0)?O(!0,n):r.includes(void 0)?D(n):O(!1,n)},nr=([e,t],n)=>{let r=t&&Number(A(t));return!N(e)||r===void 0||Number.isNaN(r)||e.items.length===0?D(n):e.items.at(r%e.items.length)??D(n)};function rr(e,t=0){return e.flatMap(e=>N(e)&&t<20?rr(e.items,t+1):[e])}function ir(e){let t=new Set;return e.filter(e=>{let n=mr(e);return n!==void 0&&t.has(n)?!1:(n!==void 0&&t.add(n),!0)})}const ar=([e],t)=>N(e)?Gn(or(ir(e.items)),e.at):D(t),or=e=>{let t=new Map(e.map(e=>[e,A(e)]));return[...t.values()].some(e=>e===void 0)?[...e]:[...e].sort((e,n)=>y(t.get(e),t.get(n)))},sr=([e],t)=>N(e)?e:D(t),cr=([e],t)=>Kn(e)?e:D(t),lr=([e,t],n)=>{if(!N(e)||!N(t))return D(n);let r=e.items.map(A);return r.some(e=>e===void 0)||r.length!==t.items.length?D(n):j(r.map((e,n)=>[e,{value:t.items[n]}]),n)},ur=([e],t)=>N(e)?Gn(e.items.filter(e=>!un(e)&&(e.kind!==`string`||dn(e)!==``)),e.at):D(t),dr=([e,t,n],r)=>{let[i,a]=[Number(t&&A(t)),Number(n&&A(n))];return N(e)&&!Number.isNaN(i+a)?Gn(e.items.slice(i,a),e.at):D(r)},fr=(e,t)=>{let n=e.map(e=>Number(A(e))),[r,i,a]=n.length===1?[0,n[0],1]:[n[0],n[1],n[2]??1],o=Math.ceil((i-r)/a);return!Number.isFinite(o)||o>1e3?D(t):Gn(Array.from({length:Math.max(0,o)},(e,n)=>O(r+n*a,t)),t)},pr=([e],t)=>!N(e)||e.items.length>1?D(t):e.items[0]??O(null,t),mr=e=>{let t=pn(e);return t===void 0?void 0:gn(t)};function hr(e){let t=new Set(e.map(mr));return e=>{let n=mr(e);return n!==void 0&&t.has(n)}}const gr=(e,t)=>{let n=e.filter(N).map(({items:e})=>e),r=n.reduce((e,t)=>e*t.length,1);if(n.length<e.length)return D(t);if(r*n.length>1e5)return bn(t);let i=n.reduce((e,t)=>e.flatMap(e=>t.map(t=>[...e,t])),[[]]);return Gn(i.map(e=>({kind:`list`,items:e,at:t})),t)},_r=(e,t)=>{for(let n of e){if(!N(n))return D(t);if(n.items.length>0)return n}return D(t)},vr=(e,t,n)=>{let r=e.map(A);return r.includes(String(t))?O(t,n):r.includes(void 0)?D(n):O(!t,n)},yr={merge:Jn,concat:Yn,lookup:Xn,keys:Zn,values:$n,length:er,contains:tr,element:nr,toset:ar,tolist:sr,tomap:cr,zipmap:lr,compact:ur,slice:dr,range:fr,one:pr,setproduct:gr,coalescelist:_r,alltrue:([e],t)=>N(e)?vr(e.items,!1,t):D(t),anytrue:([e],t)=>N(e)?vr(e.items,!0,t):D(t),flatten:([e],t)=>N(e)?Gn(rr(e.items),e.at):D(t),distinct:([e],t)=>N(e)?Gn(ir(e.items),e.at):D(t),reverse:qn(([e])=>[...e??[]].reverse()),sort:qn(([e])=>or(e??[])),setunion:qn(e=>or(ir(e.flat()))),setsubtract:qn(([e,t])=>{let n=hr(t??[]);return(e??[]).filter(e=>!n(e))}),setintersection:qn(([e,...t])=>{let n=t.map(hr);return(e??[]).filter(e=>n.every(t=>t(e)))})},br=4194304,xr=(e,t)=>e.length>br?bn(t):ln(e,t),Sr=e=>(t,n)=>{let r=t.map(A);if(r.some(e=>e===void 0))return D(n);let i=e(...r);return i===void 0?bn(n):typeof i==`string`?xr(i,n):O(i,n)};function Cr(e,t,n){let r=n.length-t.length,i=r>0?(br-e.length)/r:1/0;return wr(e,t,i)>i?void 0:e.replaceAll(t,()=>n)}function wr(e,t,n){if(t===``)return e.length+1;let r=0;for(let i=e.indexOf(t);i!==-1&&r<=n;i=e.indexOf(t,i+t.length))r++;return r}function Tr(e){if(e.kind===`string`)return e.pieces;if(e.kind===`unknown`)return[fn(e)];let t=A(e);return t===void 0?void 0:[{text:t,at:e.at,form:`made`}]}function Er(e,t){let n=[],r=0;for(let i of e){for(let e of i??[])r+=e.text.length,n.push({...e,form:`made`});if(i===void 0)return D(t);if(n.length>5e4||r>br)return bn(t)}return{kind:`string`,pieces:n,at:t}}const Dr=([e,...t],n)=>{let r=e&&k(e);if(r===void 0||t.some(({kind:e})=>e!==`list`))return D(n);let i=t.flatMap(e=>e.items);return i.length>5e4?bn(n):Er(i.flatMap((e,t)=>[...t>0?[[{text:r,at:n,form:`made`}]]:[],Tr(e)]),n)},Or=/^\s*---\s*$/,kr=([e,t],n)=>{let r=e&&k(e);if(r===void 0||t?.kind!==`string`||k(t)===void 0&&!Or.test(r))return D(n);let i=dn(t);if(wr(i,r,5e4)>5e4)return bn(n);let a=Ar(t),o=0;return{kind:`list`,items:i.split(r).map(e=>{let t=o;return o+=e.length+r.length,a(t,t+e.length)}),at:n}};function Ar(e){let t=new kn(e);return(e,n)=>({kind:`string`,pieces:t.slice(e,n),at:t.span(e,n)})}const jr=e=>([t],n)=>{if(t?.kind===`string`)return Ar(t)(...e(dn(t)));let r=t&&A(t);return r===void 0?D(n):xr(r.slice(...e(r)),n)},Mr=e=>{let t=e.length-e.trimStart().length;return[t,Math.max(t,e.trimEnd().length)]},Nr=([e,...t],n)=>{let r=e&&k(e);if(r===void 0)return D(n);let i=[],a=0,o=0;for(let e of r.matchAll(/%(?:%|(0?)(\d*)([sdvqt]))|%/g))e.index>o&&i.push([{text:r.slice(o,e.index),at:n,form:`made`}]),o=e.index+e[0].length,e[0]===`%%`?i.push([{text:`%`,at:n,form:`made`}]):i.push(e[3]===void 0?void 0:Pr(e,t[a++],n));return o<r.length&&i.push([{text:r.slice(o),at:n,form:`made`}]),Er(i,n)};function Pr(e,t,n){if(!t)return;let r=Tr(t),[,i,a,o]=e;if(a===``&&o!==`q`||t.kind===`unknown`)return r;let s=A(t);if(s!==void 0)return[{text:(o===`q`?JSON.stringify(s):s).padStart(Math.min(Number(a),100),i?`0`:` `),at:n,form:`made`}]}const Fr=([e,t],n)=>{let r=e?.kind===`scalar`&&typeof e.value==`number`?` `.repeat(Math.min(e.value,100)):void 0;return r===void 0||t?.kind!==`string`?D(n):t.pieces.some(({text:e})=>wr(e,`
`,5e4)>5e4)?bn(n):{kind:`string`,pieces:t.pieces.flatMap(e=>Ir(e,r)),at:t.at}};function Ir(e,t){let n=e.text.split(/(?<=\n)/),r=e.form!==`made`&&e.at.end-e.at.start===e.text.length,i=0;return n.flatMap(n=>{let a=r?{...e.at,start:e.at.start+i,end:e.at.start+i+n.length}:e.at;i+=n.length;let o={...e,text:n,at:a};return n.endsWith(`
`)?[o,{text:t,at:a,form:`made`}]:[o]})}const Lr=(e,t)=>{for(let n of e){if(n.kind===`unknown`)return D(t);if(!un(n)&&k(n)!==``)return n}return D(t)},Rr=e=>e.replace(/(^|\s)(\S)/g,(e,t,n)=>t+n.toUpperCase()),zr=(e,t)=>{let n=new Set(t),r=e=>e!==void 0&&n.has(e),[i,a]=[0,e.length];for(;i<a&&r(e[i]);)i++;for(;a>i&&r(e[a-1]);)a--;return e.slice(i,a)};function Br(e){let t=e.length;for(;e[t-1]===`
`;)t-=e[t-2]===`\r`?2:1;return[0,t]}const Vr={join:Dr,split:kr,format:Nr,indent:Fr,coalesce:Lr,lower:Sr(e=>e.toLowerCase()),upper:Sr(e=>e.toUpperCase()),title:Sr(Rr),trimspace:jr(Mr),chomp:jr(Br),trim:Sr(zr),trimprefix:Sr((e,t)=>e.startsWith(t)?e.slice(t.length):e),trimsuffix:Sr((e,t)=>t!==``&&e.endsWith(t)?e.slice(0,-t.length):e),startswith:Sr((e,t)=>e.startsWith(t)),endswith:Sr((e,t)=>e.endsWith(t)),strcontains:Sr((e,t)=>e.includes(t)),replace:Sr(Cr),substr:Sr((e,t,n)=>{let r=Number(t)<0?e.length+Number(t):Number(t);return Number(n)<0?e.slice(r):e.slice(r,r+Number(n))}),basename:Sr(e=>e.split(`/`).at(-1)),dirname:Sr(e=>e.split(`/`).slice(0,-1).join(`/`)||`.`)},Hr=e=>{let t=e&&A(e);return t===void 0||t.trim()===``||Number.isNaN(Number(t))?void 0:Number(t)},Ur=e=>(t,n)=>{let r=t.map(Hr);return r.some(e=>e===void 0)?D(n):O(e(...r),n)};function Wr(e){try{return JSON.parse(e)}catch{return}}const Gr=([e],t)=>e&&e.kind!==`unknown`&&Ln(e)||D(t),Kr=([e],t)=>{if(e?.kind!==`string`)return D(t);let n=k(e),r=Sn(e);return n!==void 0&&Wr(n)===void 0?D(t):qr(r)},qr=e=>{if(e.kind!==`object`)return e;let{yaml:t,...n}=e;return n},Jr=([e],t)=>e?.kind===`string`?Sn(e):D(t),Yr=([e],t)=>e?.kind===`string`?Cn(e):D(t),Xr=([e],t)=>!e||e.kind===`unknown`?D(t):Nn(e),Zr=([e],t)=>{if(!e||e.kind===`string`||e.kind===`scalar`&&e.value===null)return e??D(t);let n=A(e);return n===void 0?D(t):ln(n,e.at)},Qr=([e],t)=>{let n=Hr(e);return e?.kind===`scalar`?e:n===void 0?D(t):O(n,e.at)},$r=([e],t)=>{let n=e&&A(e);return n===`true`||n===`false`?O(n===`true`,e.at):D(t)},ei=([e],t)=>e??D(t),ti=([e,t],n)=>{let r=Number.parseInt((e&&A(e))??``,Hr(t)??10);return Number.isNaN(r)?D(n):O(r,n)},ni=new Map([...Object.entries(Vr),...Object.entries(yr),[`jsonencode`,Gr],[`jsondecode`,Kr],[`yamlencode`,Xr],[`yamldecode`,Jr],[`provider::kubernetes::manifest_decode`,Jr],[`provider::kubernetes::manifest_decode_multi`,Yr],[`provider::kubernetes::manifest_encode`,Xr],[`tostring`,Zr],[`tonumber`,Qr],[`tobool`,$r],[`sensitive`,ei],[`nonsensitive`,ei],[`parseint`,ti],[`max`,Ur(Math.max)],[`min`,Ur(Math.min)],[`ceil`,Ur(Math.ceil)],[`floor`,Ur(Math.floor)],[`abs`,Ur(Math.abs)],[`signum`,Ur(Math.sign)],[`pow`,Ur((e,t)=>e**t)],[`sum`,([e],t)=>e?.kind===`list`?Ur((...e)=>e.reduce((e,t)=>e+t,0))(e.items,t):D(t)]]),ri=(e,t)=>({...D(e,t),isError:!0}),ii=e=>e.kind===`unknown`&&`isError`in e;function ai(e,t,n){if(e.kind===`unknown`){let{item:n,...r}=e;return{...r,name:`${e.name}.${t}`}}return e.kind===`object`?e.entries.get(t)?.value??(e.isPartial?D(n,t):ri(n,t)):ri(n,t)}function oi(e,t,n){return e.kind===`unknown`?D(n,e.name):{kind:`list`,items:(e.kind===`list`?e.items:un(e)?[]:[e]).map(e=>t.reduce((e,t)=>ai(e,t,n),e)),at:n}}const si={"+":(e,t)=>e+t,"-":(e,t)=>e-t,"*":(e,t)=>e*t,"/":(e,t)=>e/t,"%":(e,t)=>e%t,"<":(e,t)=>e<t,"<=":(e,t)=>e<=t,">":(e,t)=>e>t,">=":(e,t)=>e>=t};function ci(e,[t,n],r){if(e===`==`||e===`!=`){let i=mn(t,n);return i===void 0?li(t,n,e,r):O(i===(e===`==`),r)}if(e===`&&`||e===`||`)return ui([t,n],e===`||`,r);let[i,a]=[Number(A(t)??NaN),Number(A(n)??NaN)],o=si[e]?.(i,a);return o===void 0||Number.isNaN(i+a)?D(r):O(o,r)}function li(e,t,n,r){let i=e=>e.kind===`object`||e.kind===`list`||e.kind===`string`;return un(e)&&i(t)||un(t)&&i(e)?O(n===`!=`,r):D(r)}function ui(e,t,n){let r=e.map(A);return r.includes(String(t))?O(t,n):r.includes(void 0)?D(n):O(!t,n)}function di(e,t,n){let r=A(t);return e===`!`?r===`true`||r===`false`?O(r===`false`,n):D(n):r===void 0||Number.isNaN(Number(r))?D(n):O(-Number(r),n)}const fi=e=>e.length-e.trimStart().length;function pi(e,t){return xn(e)?(t.spend(1/0),D(e.at)):e}const mi=1e4;function hi(e,t){if((e.kind===`list`?e.items.length:e.kind===`object`?e.entries.size:0)>mi&&t.spend(1/0),e.kind===`list`)return e.items.slice(0,mi).map((e,t)=>({key:O(t,e.at),value:e}));if(e.kind===`object`)return[...e.entries].sort(([e],[t])=>y(e,t)).slice(0,mi).map(([e,t])=>({key:gi(e,t),value:t.value}))}const gi=(e,{key:t,value:n})=>({kind:`string`,pieces:e===``?[]:[{text:e,at:t?.at??n.at,form:`made`}],at:t?.at??n.at});function _i(e,t,{key:n,value:r}){let[i,a]=t,o=a===void 0?[[i,r]]:[[i,n],[a,r]];return{...e,names:new Map([...e.names,...o])}}const vi={quoted:`quoted`,heredoc:`heredoc`,file:`template`},yi=4194304;function bi(e,t,n){let r={pieces:[],form:t,evaluate:n.evaluate,length:0};return Si(e,n.scope,r),r.length>yi?bn(n.at):{kind:`string`,pieces:r.pieces,at:n.at}}function xi(e,t){for(let n of t)e.length+=n.text.length,n.text!==``&&e.length<=yi&&e.pieces.push(n)}function Si(e,t,n){for(let[r,i]of e.entries()){if(n.length>yi||!t.spend())return;if(i.kind===`text`){let{text:e,at:t,isLiteral:r}=i,{style:a,indent:o}=n.form;xi(n,[{text:e,at:t,form:r?vi[a]:`made`,...o>0&&{indent:o}}])}else if(i.kind===`value`){let a=n.evaluate(i.expression,t);Ci(a,n,e[r+1])?xi(n,[ki(n,i.at)]):wi(a,i.at,{scope:t,writer:n})}i.kind===`if`&&Di(i,t,n),i.kind===`for`&&Oi(i,t,n)}}function Ci(e,{pieces:t},n){if(e.kind!==`unknown`||n!==void 0&&!(n.kind===`text`&&/^[ \t]*\n/.test(n.text)))return!1;let r=t.slice(-40).map(({text:e})=>e).join(``).split(`
`),i=r.pop();if(i.trim()!==``)return!1;let a=r.findLast(e=>e.trim()!==``&&fi(e)<=i.length);return a!==void 0&&fi(a)===i.length&&/^(?:- |[\w./"'-]+:(?: |$))/.test(a.trimStart())}function wi(e,t,{scope:n,writer:r}){n.spend(_n(e))&&xi(r,Ti(e,t))}function Ti(e,t){if(e.kind===`string`&&e.pieces.length>1)return e.pieces.map(e=>Ei(e,t));let n=A(e);return n===void 0?e.kind===`string`?e.pieces.map(e=>({...e,at:t,form:`made`})):[{...fn(e.kind===`unknown`?e:D(t)),at:t}]:[{text:n,at:t,form:`made`}]}const Ei=(e,t)=>e.isUnknown?{...e,at:t}:e;function Di(e,t,n){let r=A(n.evaluate(e.condition,t));r===void 0?xi(n,[ki(n,e.at)]):Si(r===`true`?e.whenTrue:e.whenFalse,t,n)}function Oi(e,t,n){let r=hi(n.evaluate(e.of,t),t);if(!r||e.names.length===0)xi(n,[ki(n,e.at)]);else for(let i of r)Si(e.parts,_i(t,e.names,i),n)}function ki({pieces:e},t){let n=e.slice(-3).map(({text:e})=>e).join(``);return{text:/(?:^|\n)[ \t]*$/.test(n)?`{{ unknown }}
`:"${unknown}",at:t,form:`made`,isUnknown:!0}}function P(e,t){return t.spend()?pi(Ai(e,t),t):D(e.at)}function Ai(e,t){let{at:n}=e;switch(e.kind){case`literal`:return{kind:`scalar`,value:e.value,at:n,isLiteral:!0};case`template`:return Wi(e.parts,e.form,{at:n,scope:t});case`tuple`:return{kind:`list`,items:e.items.map(e=>P(e,t)),at:n};case`object`:return ji(e.entries,n,t);case`variable`:case`attribute`:return Fi(e,t);case`index`:return Ii(e,t);case`splat`:return oi(P(e.of,t),e.path,n);case`call`:return zi(e,t);case`conditional`:return Vi(e,t);case`binary`:return Li(e,t);case`unary`:return di(e.operator,P(e.operand,t),n);case`for`:return Hi(e,t);case`unreadable`:return D(n)}}function ji(e,t,n){let r=new Map,i=!1;for(let{key:t,value:a}of e){let e=P(t,n),o=A(e)??(n.keepsPartialKeys?Mi(e):void 0);o===void 0?i=!0:r.set(o,{value:P(a,n),key:Ni(o,e,t.at)})}return j(r,t,i)}const Mi=e=>e.kind===`string`?dn(e):e.kind===`unknown`?fn(e).text:void 0;function Ni(e,t,n){if(n.end-n.start===e.length)return{text:e,at:n,form:`key`};let[r]=t.kind===`string`?t.pieces:[];return r?.form===`quoted`&&r.text===e?r:{text:e,at:n,form:`made`}}function Pi(e){if(e.kind===`variable`)return[e.name];if(e.kind===`attribute`){let t=Pi(e.of);return t&&[...t,e.name]}}function Fi(e,t){let{at:n}=e,r=Pi(e);if(r===void 0){let{of:r,name:i}=e;return ai(P(r,t),i,n)}let i=t.names.get(r[0]),{value:a,steps:o}=i?{value:i,steps:1}:t.resolve(r,n);return r.slice(o).reduce((e,t)=>ai(e,t,n),a)}function Ii({of:e,key:t,at:n},r){let[i,a]=[P(e,r),P(t,r)];if(i.kind===`unknown`)return ii(i)?i:i.item??D(n,i.name);let o=A(a);return o===void 0?D(n):i.kind===`list`?i.items[Number(o)]??ri(n,o):ai(i,o,n)}function Li({operator:e,left:t,right:n,at:r},i){let a=[P(t,i),P(n,i)];return i.spend(Ri(a))?ci(e,a,r):D(r)}const Ri=e=>e.reduce((e,t)=>e+_n(t),0)/16;function zi({name:e,args:t,isExpanded:n,at:r},i){if(e===`try`)return Bi(t,r,i);let a=t.map(e=>P(e,i)),o=a.at(-1);if(n&&o?.kind!==`list`)return D(r);let s=n&&o?.kind===`list`?[...a.slice(0,-1),...o.items]:a;if(e===`can`)return s.some(ii)?O(!1,r):s.some(({kind:e})=>e===`unknown`)?D(r):O(!0,r);let c=i.hostFunction(e)??ni.get(e);if(!c||!i.spend(Ri(s)))return D(r);let l=c(s,r);return i.spend(_n(l))?l:D(r)}function Bi(e,t,n){for(let t of e){let e=P(t,n);if(!ii(e))return e}return D(t)}function Vi({condition:e,whenTrue:t,whenFalse:n,at:r},i){let a=A(P(e,i));if(a===`true`)return P(t,i);if(a===`false`)return P(n,i);let[o,s]=[P(t,i),P(n,i)];return i.spend(Ri([o,s]))&&mn(o,s)?o:D(r)}function Hi(e,t){let{at:n,of:r,names:i,condition:a}=e,o=P(r,t),s=hi(o,t);if(!s||i.length===0)return D(n);let c=s.map(e=>_i(t,i,e)),l=c.map(e=>a?A(P(a,e)):`true`),u=o.kind===`object`&&o.isPartial||l.includes(void 0),d=c.filter((e,t)=>l[t]===`true`);if(!e.key){let t=d.map(t=>P(e.value,t));return{kind:`list`,items:u?[...t,D(n)]:t,at:n}}return Ui({...e,key:e.key},d,u)}function Ui({key:e,value:t,isGrouped:n,at:r},i,a){let o=new Map,s=new Map,c=!1;for(let a of i){let i=P(e,a),l=A(i);if(l===void 0){c=!0;continue}let u=P(t,a),d={text:l,at:i.at,form:`made`},f=s.get(l)??[];s.set(l,f),f.push(u),o.set(l,{value:n?{kind:`list`,items:f,at:r}:u,key:d})}return j(o,r,a||c)}function Wi(e,t,{at:n,scope:r}){let[i]=e;return e.length===1&&i?.kind===`value`&&t.style===`quoted`?P(i.expression,r):bi(e,t,{at:n,scope:r,evaluate:P})}function Gi(e){let t={forgotten:new Map,guarded:new Map,onlyApplied:new Map,heads:new Map,moved:[]},n=(e,t)=>e.place.address===``?t:`${Xi(e.place.address)}.${t}`,r=(e,t,n,r)=>{let i=t?.attributes.get(n),a=i&&P(i.value,e.scope());return a?.kind===`scalar`&&a.value===r},i=e=>{for(let i of e.blocksOf(`removed`)){let a=i.body.attributes.get(`from`)?.value,o=a&&qi(a);o!==void 0&&r(e,Ki(i),`destroy`,!1)&&t.forgotten.set(n(e,o),i.head)}for(let{body:n}of e.blocksOf(`moved`)){let[r,i]=[`from`,`to`].map(e=>Ji(n.attributes.get(e)?.value)),{address:a}=e.place,o=e=>a===``?e:`${a}.${e}`;r!==void 0&&i!==void 0&&t.moved.push({from:o(r),to:o(i)})}for(let i of e.blocksOf(`resource`)){let a=n(e,i.labels.join(`.`));t.heads.set(a,i.head),r(e,Ki(i),`prevent_destroy`,!0)&&t.guarded.set(a,i.head),i.labels[0]===`kubectl_manifest`&&r(e,i.body,`apply_only`,!0)&&t.onlyApplied.set(a,i.head)}for(let t of e.blocksOf(`module`))for(let n of e.modulesOf(t))i(n.module)};return i(e),t}const Ki=({body:e})=>e.blocks.find(({type:e})=>e===`lifecycle`)?.body;function qi(e){if(e.kind===`variable`)return e.name;if(e.kind===`index`)return qi(e.of);if(e.kind!==`attribute`)return;let t=qi(e.of);return t===void 0?void 0:`${t}.${e.name}`}function Ji(e){if(e?.kind===`variable`)return e.name;if(e?.kind!==`index`&&e?.kind!==`attribute`)return;let t=Ji(e.of);if(t===void 0)return;if(e.kind===`attribute`)return`${t}.${e.name}`;let n=Yi(e.key);return n===void 0?void 0:`${t}[${n}]`}function Yi(e){if(e.kind===`literal`)return JSON.stringify(e.value);let[t,...n]=e.kind===`template`?e.parts:[];return t?.kind===`text`&&n.length===0?JSON.stringify(t.text):void 0}const Xi=e=>e.replace(/\["[^"]{0,300}"\]|\[[^\]]{0,300}\]/g,``);function Zi(e,t){return new Map(e.sources.map(({file:n})=>{let{keeping:r,at:i}=Qi(n,e,t)??{},[a,o]=ea(n);return[n,{by:`terraform`,isApplierGone:!t.lifecycles.has(a),keeping:r,owner:o,...i&&{at:i}}]}))}function Qi(e,t,n){let[r,i]=ea(e),a=Xi(i),o=n.lifecycles.get(r);for(let[e,t]of o?.forgotten??[])if(a===e||a.startsWith(`${e}.`))return{keeping:Xt(`the \`removed\` block of \`${e}\` has \`destroy = false\``),at:t};let s=o?.guarded.get(a);return s?{keeping:$i(a),at:s}:t.lifecycles.get(r)?.onlyApplied.has(a)?{keeping:Xt(`\`${a}\` has \`apply_only = true\`, so Terraform never deletes it`),at:void 0}:void 0}const $i=e=>Zt(`Terraform refuses to destroy \`${e}\` (\`prevent_destroy\`), so its plan fails`,"Keep it, or remove `prevent_destroy` in a change of its own before.");function ea(e){let t=e.indexOf(`: `);return t===-1?[``,e]:[e.slice(0,t),e.slice(t+2)]}const ta=[`0.32`,`0.33`,`0.34`,`0.35`,`0.36`,`0.37`,`1.0`,`1.1`,`1.2`,`1.3`,`1.4`,`1.5`,`1.6`,`1.7`,`1.8`,`1.9`,`1.10`,`1.11`,`1.12`,`1.13`,`1.14`,`1.15`],na=`1.14`;function ra(e){let t=/^v?(\d{1,4})\.(\d{1,4})(\.(\d+|x|\*)([-+].*)?)?$/i.exec(e.trim());return t===null?void 0:`${Number(t[1])}.${Number(t[2])}`}function F(e,t){let[n=0,r=0]=e.split(`.`).map(Number),[i=0,a=0]=t.split(`.`).map(Number);return n-i||r-a}function ia(e){return ta.findLast(t=>F(t,e)<=0)??ta[0]}const aa=te.flatMap(({kind:e,group:t,versions:n})=>n.map(({version:n,first:r,last:i,...a})=>({apiVersion:`${t}/${n}`,kind:e,first:r,last:i,...a}))).sort((e,t)=>y(e.apiVersion,t.apiVersion)||y(e.kind,t.kind)),oa=(e,t)=>aa.find(n=>n.apiVersion===e&&n.kind===t);function sa(e,t){return e.first!==void 0&&F(t,e.first)<0?!1:e.last===void 0||F(t,e.last)<=0}const ca=e=>ta.find(t=>F(t,e)>0);function la(e){return e(`1.0`)?`always`:e(`0.33`)?`on`:`off`}function ua(e){let t=ia(e),n=e=>F(t,e)>=0;return{version:t,v1:n(`1.0`),bottlerocketRaid:n(`1.1`),capacityReservations:n(`1.3`),reservedCapacityByDefault:n(`1.6`),drift:la(n),ssmParameter:n(`1.4`),volumeInitializationRate:n(`1.5`),nodeOverlay:n(`1.7`),maxInstanceTypes:n(`1.7`)?600:60,awsSettings:!n(`0.33`),listInstanceProfiles:n(`1.7`),staticReplicas:n(`1.8`),ipPrefixCount:n(`1.8`),gteLteOperators:n(`1.9`),windows2025:n(`1.9`),placementGroupSelector:n(`1.11`),networkInterfaces:n(`1.11`),describeInstanceStatus:n(`1.12`),cpuOptions:n(`1.13`),connectionTracking:n(`1.13`),capacityBuffers:n(`1.14`),countsDaemonSetsByType:n(`1.14`),isConsolidationKnown:n(`1.0`),disruption:{isBySavings:n(`1.14`),isEmptyByCost:n(`1.14`),sparesRecentNodes:n(`1.14`),takesTurns:n(`1.4`),isDriftFirst:!n(`1.5`),emptyDrifted:n(`1.7`)?`first`:n(`1.5`)?`ignored`:`together`},consolidateAfterDefaulted:n(`1.15`),minValuesCountsAllowed:n(`1.15`),attachesUncounted:n(`1.15`),offersFullReservations:n(`1.15`),opensKubelet:n(`1.15`),nodePoolHashVersion:n(`1.0`)?`v3`:t===`0.37`?`v2`:void 0,nodeClassHashVersion:da(t)}}function da(e){if(e===`0.37`)return`v2`;if(e===`1.0`)return`v3`;if(!(F(e,`1.2`)<0))return F(e,`1.12`)<0?`v4`:F(e,`1.15`)<0?`v5`:`v6`}const fa=(e,...t)=>t.reduce((e,t)=>{let n=v(e);return n&&Object.hasOwn(n,t)?n[t]:void 0},e),I=(e,...t)=>{let n=fa(e,...t);return typeof n==`string`?n:``},pa=/(?:^|\/)karpenter(-crd)?$/,ma=String.raw`(?:\bgithub\.com[/:](?:aws|awslabs|karpenter|kubernetes-sigs)/karpenter|[/:][\w.-]{1,100}/karpenter-provider-aws)(?:\.git)?/?(?:$|[/?"])`,ha=new RegExp(ma),ga=/^oci:\/\/|^public\.ecr\.aws\//,_a=/(?:^|\/)(?:crds|karpenter-crd)\/?$/,va=e=>typeof e==`string`&&e.length<500?/githubusercontent\.com\/aws\/karpenter(?:-provider-aws)?\/(?:refs\/tags\/)?(v?\d[\w.-]*)\/pkg\/apis\/crds\//.exec(e)?.[1]??/github\.com\/aws\/karpenter(?:-provider-aws)?(?:\.git)?\/\/?pkg\/apis\/crds\/?\?(?:[^#]*&)?ref=(v?\d[\w.-]*)/.exec(e)?.[1]:void 0,ya=/mcr\.microsoft\.com\/|cloudpilot|karpenter-provider-(?!aws\b)[a-z]|\bkarpenter-(?:azure|gcp|gke|alibaba|oci|ibm|proxmox|hetzner|linode|exoscale|clusterapi|cluster-api)\b|\b(?:azure|oracle|alibaba|proxmox|hetzner)[\w-]*\/karpenter\b/i,ba=e=>ya.test(e);function xa(e,t,n){let r=pa.exec(e);return r&&!ba(e)?[{version:t,path:n,...r[1]!==void 0&&{isOfCrds:!0}}]:[]}const Sa=(e,...t)=>{let n=fa(e,...t);return Array.isArray(n)?n:[]};function Ca(e,t){let n=fa(e,`targetRevision`),r=[...t,`targetRevision`],[i,a]=[I(e,`chart`),I(e,`repoURL`)];if(i!==``)return ba(a)?[]:xa(i,n,r);if(!ha.test(a))return ga.test(a)?xa(a,n,r):[];let o=_a.test(I(e,`path`));return[{version:n,path:r,...o&&{isOfCrds:o}}]}const wa=[`spec`,`chart`,`spec`,`version`],Ta=(e,t)=>t.map(t=>e===``?t:{...t,repository:e}),Ea={HelmRelease:e=>Ta(I(e,`spec`,`chart`,`spec`,`sourceRef`,`name`),xa(I(e,`spec`,`chart`,`spec`,`chart`),fa(e,`spec`,`chart`,`spec`,`version`),wa)),HelmChart:e=>ba(I(e,`spec`,`repo`))?[]:Ta(I(e,`spec`,`sourceRef`,`name`),xa(I(e,`spec`,`chart`),fa(e,`spec`,`version`),[`spec`,`version`])),OCIRepository:e=>{let t=fa(e,`spec`,`ref`,`tag`)===void 0?`semver`:`tag`;return xa(I(e,`spec`,`url`),fa(e,`spec`,`ref`,t),[`spec`,`ref`,t])},GitRepository:e=>{let t=[`tag`,`semver`,`name`,`branch`].find(t=>fa(e,`spec`,`ref`,t)!==void 0)??`tag`;return ha.test(I(e,`spec`,`url`))?[{version:fa(e,`spec`,`ref`,t),path:[`spec`,`ref`,t],isOfCrds:!0}]:[]},Release:e=>{let t=[`spec`,`forProvider`,`chart`],n=I(e,...t,`name`)||I(e,...t,`url`);return ba(I(e,...t,`repository`))?[]:xa(n,fa(e,...t,`version`),[...t,`version`])},ClusterConfig:e=>[{version:fa(e,`karpenter`,`version`),path:[`karpenter`,`version`]}]},Da=/(?:^|\/)karpenter(?:[/-]controller)?$/,Oa=e=>[...Sa(e,`helmCharts`).flatMap((e,t)=>ba(I(e,`repo`))?[]:xa(I(e,`name`),fa(e,`version`),[`helmCharts`,t,`version`])),...Sa(e,`images`).flatMap((e,t)=>Da.test(I(e,`name`))&&![I(e,`name`),I(e,`newName`)].some(ba)?[{version:fa(e,`newTag`),path:[`images`,t,`newTag`]}]:[])];function ka(e){let t=[I(e,`home`),...Sa(e,`sources`).map(String)],n=pa.test(I(e,`name`))&&t.some(e=>/karpenter/.test(e))&&!t.some(ba);return[...Sa(e,`dependencies`).flatMap((e,t)=>ba(I(e,`repository`))?[]:xa(I(e,`name`),fa(e,`version`),[`dependencies`,t,`version`])),...n?xa(I(e,`name`),fa(e,`appVersion`),[`appVersion`]):[]]}const Aa=e=>Sa(e,`releases`).flatMap((e,t)=>xa(I(e,`chart`),fa(e,`version`),[`releases`,t,`version`]));function ja(e,t){let[n,r]=[I(e,`controller`,`image`,`repository`),fa(e,`controller`,`image`,`tag`)];return n===``||/karpenter/.test(n)&&!ba(n)?[{version:r,path:[...t,`controller`,`image`,`tag`]}]:[]}function Ma(e){let t=I(e,`kind`);return t===`Kustomization`?Oa(e):t===``?[...Oa(e),...ka(e),...Aa(e)]:Object.hasOwn(Ea,t)?Ea[t](e):[]}const Na=`(?:af|ap|ca|cn|eu|il|me|mx|sa|us)(?:-gov|-iso[a-z]?)?-(?:north|south|east|west|central)+-[1-9]`,Pa=String.raw`(?:refs\/(?:tags|heads)\/)?(?:release-)?`,Fa=new RegExp(String.raw`^(?:=|~>?|${Pa})?\s*v?(\d+)\.(\d+)(?:\.(?:\d+|x|\*)(?:[-+@][\w.:+@-]*)?)?$`);function Ia(e){let t=Fa.exec(e.trim());return!t||/^~>?\s*v?\d+\.\d+$/.test(e.trim())?void 0:`${t[1]}.${t[2]}`}const La=e=>/^v?(1\.\d{1,2})(?:\.\d+)?$/.exec(e.trim())?.[1],Ra=(e,t)=>{let n=e.slice(e.lastIndexOf(`
`,t-1)+1,t);return/(?:^|\s)(?:#|\/\/)/.test(n)},za=(e,t)=>/(?<![^\s"'=])[^\s"'=]*$/.exec(e.slice(Math.max(0,t-300),t))[0];function Ba(e,t){return t.flatMap(({topic:t,pattern:n,isWeak:r=!1,isOfCrds:i,isOfImage:a})=>[...e.text.matchAll(n)].flatMap(n=>{let o=n.indices?.groups?.value;if(!o||Ra(e.text,o[0])||t===`karpenterVersion`&&ba(za(e.text,o[0]))||a&&/[*?[\]()|\\^$]/.test(za(e.text,o[0])))return[];let[s,c]=o,l={file:e.file,start:s,end:c};return[{topic:t,value:n.groups.value,span:l,isWeak:r,...i&&{isOfCrds:i},...a&&{isOfImage:a}}]}))}const Va=[{topic:`karpenterVersion`,pattern:/(?<![\w-])(?<!aks\/)karpenter(?:[/-]controller)?:v?(?<value>\d{1,3}\.\d{1,3})\.\d/dg},{topic:`karpenterVersion`,pattern:/karpenter\/karpenter["']?[ \t](?:[^\n|;&]|\\\n){0,200}?--version[= \t]["']?v?(?<value>\d{1,3}\.\d{1,3})\.\d/dg},{topic:`karpenterVersion`,isOfCrds:!0,pattern:/\/karpenter(?:-provider-aws)?\/(?:raw\/|blob\/|tree\/|refs\/tags\/)?v?(?<value>\d{1,3}\.\d{1,3})\.\d{1,3}\/(?:pkg|charts)\//dg},{topic:`karpenterVersion`,isOfCrds:!0,pattern:/\/karpenter(?:-provider-aws)?\/{1,2}pkg\/apis\/crds\/?\?(?:[\w=&-]{0,60}&)?ref=v?(?<value>\d{1,3}\.\d{1,3})\.\d/dg}],Ha=e=>e.chart===`karpenter`||e.chart===`karpenter-crd`,L=e=>e.manifests.flatMap(Ua),Ua=e=>eo(e).filter(Ha),Wa=(e,t)=>e.manifests.flatMap(eo).filter(e=>e.chart===t),Ga=(e,t)=>Wa(e,t).length>0||e.manifests.some(Ka);function Ka(e){return e.kind===`HelmRelease`?d(e.get([`spec`,`chart`,`spec`,`chart`])):e.kind===`Application`&&[[`spec`,`source`],...ne(e.object)].some(t=>d(e.get([...t,`chart`])))}const qa={clusterName:[[`settings`,`clusterName`],[`settings`,`aws`,`clusterName`],[`clusterName`]],interruptionQueue:[[`settings`,`interruptionQueue`],[`settings`,`aws`,`interruptionQueueName`]]},Ja=({chart:e,values:t},n)=>e===`karpenter`?qa[n].map(e=>[...t,...e]):[];function Ya({manifest:e,version:t}){let n=Ia((t&&R(e,t))??``);return n===void 0?void 0:ua(n).awsSettings}const Xa=(e,t)=>Ja(e,t).filter(t=>!t.includes(`aws`)||Ya(e)!==!1);function Za({manifest:e,values:t,isOpen:n},...r){let i=e.get([...t,...r]);return d(i)?Ht(`it is \`${String(i)}\``):i===void 0?e.isPartial||n&&e.kind!==`HelmValues`?Ht(`\`${e.name}\` may have more values than these`):Vt(void 0):Vt(i)}const Qa=(e,t)=>v(e.get(t.slice(0,-1)))?.[t.at(-1)]!==void 0,$a=e=>typeof e==`string`?/(?:^|\/)([\w.-]+)$/.exec(e)?.[1]:void 0;function eo(e){if(e.kind===`HelmRelease`){let t=[`spec`,`chart`,`spec`],n=$a(e.get([...t,`chart`])),r=_(e.get([`spec`,`valuesFrom`])).length>0;return n?[{manifest:e,chart:n,version:[...t,`version`],values:[`spec`,`values`],isOpen:r}]:[]}if(e.kind===`HelmValues`)return[{manifest:e,chart:`karpenter`,version:void 0,values:e.get([`settings`])===void 0?[`karpenter`]:[],isOpen:!0}];if(e.kind===`KustomizeChart`){let t=$a(e.get([`name`])),n=[`valuesFile`,`additionalValuesFiles`].some(t=>e.get([t])!==void 0);return t?[{manifest:e,chart:t,version:[`version`],values:[`valuesInline`],isOpen:n}]:[]}return e.kind===`Application`?to(e):[]}function to(e){return ne(e.object).flatMap(t=>{let n=$a(e.get([...t,`chart`]));if(!n)return[];let r=[...t,`helm`],i=p(e.object,t),a=[`valueFiles`,`parameters`,`fileParameters`].some(t=>_(e.get([...r,t])).length>0)||i.includes(`|`)&&v(e.get(i))===void 0;return[{manifest:e,chart:n,version:[...t,`targetRevision`],values:i,isOpen:a}]})}function R(e,t){let n=h(e.get(t));return n===void 0||d(n)?void 0:n}const no=(e,t)=>e.source.origin?.tool===`terraform`?/^\$\{([a-z_][\w-]*(?:\.[\w-]+)+)\}$/i.exec(h(e.get(t))??``)?.[1]:void 0;function ro(e,t){let[n,r,i,a]=[0,0,-1,0];for(;r<t.length;)if(e[n]===`*`)[i,a,n]=[n,r,n+1];else if(n<e.length&&(e[n]===`?`||e[n]===t[r]))[n,r]=[n+1,r+1];else if(i>=0)[a,n,r]=[a+1,i+1,a+1];else return!1;for(;e[n]===`*`;)n++;return n===e.length}const io=[`Sid`,`Effect`,`Principal`,`NotPrincipal`,`Action`,`NotAction`,`Resource`,`NotResource`,`Condition`],ao=e=>(Array.isArray(e)?e:e===void 0?[]:[e]).map(e=>String(e));function oo(e){if(e.length>65536)return{fault:`is too long to be an IAM policy`};let t;try{t=JSON.parse(e)}catch{return{fault:`is not JSON`}}let n=ue(t)&&ue(t.Role)?t.Role.AssumeRolePolicyDocument:t;if(!ue(n)||n.Statement===void 0)return{fault:"has no `Statement`"};let r=Array.isArray(n.Statement)?n.Statement:[n.Statement];return r.every(ue)?{statements:r.map(so)}:{fault:`has a statement that is not an object`}}const so=(e,t)=>({name:typeof e.Sid==`string`&&e.Sid!==``?`\`${e.Sid}\``:`statement ${t+1}`,effect:e.Effect===`Allow`?`Allow`:`Deny`,principals:co(e.Principal??e.NotPrincipal),actions:ao(e.Action??e.NotAction),isNegated:e.NotAction!==void 0||e.NotResource!==void 0||e.NotPrincipal!==void 0,resources:ao(e.Resource??e.NotResource),conditions:lo(e.Condition),unknown:Object.keys(e).filter(e=>!io.includes(e))});function co(e){return ue(e)?new Map(Object.entries(e).map(([e,t])=>[e,ao(t)])):new Map(e===void 0?[]:[[`AWS`,ao(e)]])}function lo(e){return ue(e)?Object.entries(e).flatMap(([e,t])=>ue(t)?Object.entries(t).map(([t,n])=>({operator:e,key:t,values:ao(n)})):[]):[]}const uo=({actions:e,isNegated:t},n)=>e.some(e=>ro(e.toLowerCase(),n.toLowerCase()))!==t,fo=`token.actions.githubusercontent.com`,po=`plumbline-prices`,mo=`sts.amazonaws.com`,ho=`2026-07-15`;function go({owner:e,name:t,ids:n},r){let i=`environment:${r.replaceAll(`:`,`%3A`)}`;return{byName:`repo:${e}/${t}:${i}`,byId:n&&`repo:${e}@${n.owner}/${t}@${n.repository}:${i}`}}const _o=/^repo:([^/:@]+)(?:@([^/:]+))?\/([^/:@]+)(?:@([^/:]+))?(?::(.*))?$/;function vo(e){let[,t,n,r,i,a=``]=_o.exec(e)??[];return t===void 0?void 0:{owner:t,name:r,ownerId:n,repositoryId:i,context:a}}const yo=`sts:AssumeRoleWithWebIdentity`,bo=e=>e.replace(/^arn:[^:]+:iam::[^/]{0,200}:oidc-provider\//,``).replace(/^https:\/\//,``).replace(/\/$/,``);function xo(e,t){try{let n=JSON.parse(t(e.split(`.`)[1]??``));return typeof n!=`object`||!n?void 0:Object.fromEntries(Object.entries(n).filter(([,e])=>Array.isArray(e)||typeof e!=`object`).map(([e,t])=>[e,Array.isArray(t)?t.map(String):String(t)]))}catch{return}}const So=e=>e===void 0?[]:typeof e==`string`?[e]:e;function Co(e,t){let n=bo(So(t.iss)[0]??``),r=e.filter(e=>e.effect===`Allow`&&uo(e,`sts:AssumeRoleWithWebIdentity`));if(r.length===0)return[`no statement allows \`${yo}\``];let i=r.filter(e=>wo(e).some(e=>bo(e)===n));return i.length===0?[`it trusts ${[...new Set(r.flatMap(wo).map(bo))].map(e=>`\`${e}\``).join(`, `)||`no identity provider`}, but the token is from \`${n}\``]:i.map(e=>e.conditions.flatMap(e=>To(e,n,t))).sort((e,t)=>e.length-t.length)[0]}const wo=e=>e.principals.get(`Federated`)??[];function To(e,t,n){let{operator:r,key:i,values:a}=e,o=Eo(i,t);if(o===void 0)return[`it requires \`${i}\`, which no token of \`${t}\` has`];let s=So(n[o]),c=g(a,` or `),l=s.length===0?`does not have it`:`has \`${s.join(`, `)}\``;return Do(r,s,a)===!1?[`\`${o}\` must be ${c}, but the token ${l}`]:[]}function Eo(e,t){let n=e.lastIndexOf(`:`);return e.slice(0,n).toLowerCase()===t.toLowerCase()?e.slice(n+1).toLowerCase():void 0}function Do(e,t,n){let[,r=``,i=``,a=``]=/^(ForAnyValue:|ForAllValues:)?(\w+?)(IfExists)?$/.exec(e)??[],o=Be(Oo,i);if(o===void 0)return;if(t.length===0)return a!==``||r===`ForAllValues:`;let s=e=>n.some(t=>o(t,e));return r===`ForAllValues:`?t.every(s):t.some(s)}const Oo={StringEquals:(e,t)=>e===t,StringEqualsIgnoreCase:(e,t)=>e.toLowerCase()===t.toLowerCase(),StringLike:ro};function ko(e){let[t=``]=So(e.sub);if(bo(So(e.iss)[0]??``)!==`token.actions.githubusercontent.com`)return;let n=vo(t);if(!n)return`The subject is customized, so the trust policy must spell it the same way.`;if(!n.context.startsWith(`environment:`))return"The job names no environment. Add `environment: NAME` to it, because the trust policy requires one.";if(n.ownerId!==void 0)return"The subject contains ids (`repo:owner@ID/name@ID:…`), as in repositories created or renamed since 15 July 2026. The trust policy must use this format."}function Ao({manifests:e}){let t=new Map(e.map(e=>[e.source.file,e]));return e.filter(({source:e})=>e.origin?.tool===`terraform`).flatMap(e=>e.kind===`aws_iam_role`?[Mo(e,t)]:e.kind===`module`?Io(e):[])}const jo=({source:e})=>e.file.slice(e.file.indexOf(`: `)+2).replace(/ \(\d+\)$/,``);function Mo(e,t){let n=[`spec`,`assume_role_policy`],r=e.get(n),i={address:jo(e),manifest:e,path:n,name:h(e.get([`spec`,`name`]))};if(v(r))return{...i,statements:No(r)};let a=/^\$\{(data\.aws_iam_policy_document\.[\w-]+)\.json\}$/.exec(h(r)??``)?.[1];if(a===void 0)return{...i,statements:void 0};let[o]=e.source.file.split(/(?:data\.)?aws_iam_role\./),s=[``,`[0]`].flatMap(e=>t.get(`${o}${a}${e}`)??[])[0];if(s===void 0||s.isPartial)return{...i,statements:void 0};let c=[`spec`,`Statement`];return{...i,manifest:s,path:c,statements:No({Statement:_(s.get(c))})}}function No(e){let t=oo(JSON.stringify(e));return`statements`in t?t.statements:void 0}const Po=/\/\/modules\/iam-role-for-service-accounts\b/,Fo=/\/\/modules\/karpenter\b/;function Io(e){let t=h(e.get([`spec`,`source`]))??``,n={address:jo(e),manifest:e,name:h(e.get([`spec`,`role_name`]))};if(Po.test(t)){let t=[`spec`,`oidc_providers`],r=v(e.get(t));if(!r)return e.get(t)===void 0?[]:[{...n,path:t,statements:void 0}];let i=h(e.get([`spec`,`assume_role_condition_test`]))??`StringEquals`,a=Object.values(r).map(e=>{let t=v(e)??{},n=_(t.namespace_service_accounts).map(e=>h(e)??``);return Ro(h(t.provider_arn),{accounts:n,condition:i})});return[{...n,path:t,statements:a}]}if(!Fo.test(t)||!Lo(e))return[];let r=[`spec`,`irsa_namespace_service_accounts`],i=e.get(r),a=i===void 0?[`karpenter:karpenter`]:_(i).map(e=>h(e)??``),o=h(e.get([`spec`,`irsa_assume_role_condition_test`]))??`StringEquals`,s=i===void 0?[`spec`,`irsa_oidc_provider_arn`]:r,c=h(e.get([`spec`,`irsa_oidc_provider_arn`]));return[{...n,path:s,statements:[Ro(c,{accounts:a,condition:o})]}]}function Lo(e){let t=Number(/\d+/.exec(h(e.get([`spec`,`version`]))??``)?.[0]??NaN);return e.get([`spec`,`enable_irsa`])===!0?!(t>=21):t<=19&&e.get([`spec`,`create_irsa`])!==!1}function Ro(e,{accounts:t,condition:n}){let r=e??"${unknown}",i=/:oidc-provider\/(.+)$/.exec(r)?.[1]??"${issuer}";return{name:`the module`,effect:`Allow`,principals:new Map([[`Federated`,[r]]]),actions:[yo],isNegated:!1,resources:[],conditions:[{operator:n,key:`${i}:sub`,values:t.map(e=>`system:serviceaccount:${e}`)},{operator:`StringEquals`,key:`${i}:aud`,values:[`sts.amazonaws.com`]}],unknown:[]}}const zo=new Set([`count`,`for_each`,`provider`,`providers`,`depends_on`,`lifecycle`,`provisioner`]);function Bo({block:e,scope:t}){let n=pi(Vo(e.body,t,e.head),t);return n.kind===`object`?n:j([],e.head,!0)}function Vo(e,t,n){let r=new Map;for(let[n,{value:i,nameAt:a}]of e.attributes)zo.has(n)||r.set(n,{value:P(i,t),key:{text:n,at:a,form:`key`}});for(let n of e.blocks){let e=n.type===`dynamic`?n.labels[0]??``:n.type;if(zo.has(e))continue;let i=n.type===`dynamic`?Ho(n,t):[Vo(n.body,t,n.head)],a=r.get(e)?.value,o=a?.kind===`list`?a.items:[],s={text:e,at:n.head,form:`made`};r.set(e,{value:{kind:`list`,items:[...o,...i],at:n.head},key:s})}return j(r,n)}function Ho({body:e,labels:t,head:n},r){let i=e.attributes.get(`for_each`)?.value,a=e.blocks.find(({type:e})=>e===`content`),o=i&&hi(P(i,r),r);return!o||!a?[D(n)]:o.map(({key:e,value:i})=>{let o=j([[`key`,{value:e}],[`value`,{value:i}]],i.at);return Vo(a.body,_i(r,[t[0]??``],{key:e,value:o}),n)})}function Uo(e,{name:t,at:n,spec:r}){let i=e=>({value:ln(e,n)});return j([[`apiVersion`,i(`terraform/v1`)],[`kind`,i(e)],[`metadata`,{value:j([[`name`,i(t)]],n)}],[`spec`,{value:r}]],n)}const Wo=[[[`sandbox`],[`dev`,`develop`,`development`]],[[`test`,`testing`],[`qa`],[`int`,`integration`]],[[`stage`,`staging`,`stg`],[`uat`],[`perf`],[`preprod`,`pre-prod`]],[[`prod`,`production`,`prd`],[`live`]]],Go=new Map(Wo.flat().flatMap(e=>e.map(t=>[t,e[0]]))),Ko=e=>Go.has(e.toLowerCase()),qo=e=>Go.get(e)??e,Jo=[[],[],[`stag`,`pre`],[]];function Yo(e){let t=e.toLowerCase();return Wo.findIndex((e,n)=>[...e.flat(),...Jo[n]].some(e=>t.startsWith(e)))}const Xo=RegExp(`(?:^|[^a-z])(?:${Wo.at(-1).flat().join(`|`)})(?:[^a-z]|$)`,`i`),Zo=e=>Xo.test(e),Qo=(e,t)=>1+e.size*t/32,$o=/\$(?:\$|(\w+)|\{(\w+)\})/g;function es(e,t){return e.replace($o,(e,n,r)=>e===`$$`?`$`:t(n??r))}function ts(e,t){return e===`regex`?(e,n)=>ns(e,n,t):e===`replace`?(e,n)=>rs(e,n,t):void 0}const ns=([e,t],n,r)=>{let[i,a]=[is(k(e),r),k(t)],[o]=i&&a!==void 0?as(i,a,{matching:r,limit:1}):[];if(!i||a===void 0||!o)return D(n);let s=os(o,a).map(e=>ln(e,n)),c=Object.entries(i.names);return c.length>0?j(c.map(([e,t])=>[e,{value:s[t]??D(n)}]),n):s.length===1?s[0]:{kind:`list`,items:s.slice(1),at:n}},rs=(e,t,n)=>{let[r,i,a]=e.map(k),o=i!==void 0&&/^\/.*\/$/s.test(i)?i.slice(1,-1):void 0;if(o===void 0)return Vr.replace(e,t);let s=is(o,n);if(!s||r===void 0||a===void 0)return D(t);let c=ss(r,a,{pattern:s,matches:as(s,r,{matching:n})});return c===void 0?bn(t):ln(c,t)};function is(e,{compile:t,spend:n}){if(e===void 0||!t||!n(1+e.length))return;let r=t(e);return r&&n(r.size)?r:void 0}function as(e,t,{matching:n,limit:r}){return n.spend(Qo(e,t.length))?e.matches(t,r):[]}const os=(e,t)=>Array.from({length:e.length/2},(n,r)=>e[2*r]<0?``:t.slice(e[2*r],e[2*r+1]));function ss(e,t,{pattern:n,matches:r}){let i=[],[a,o]=[0,e.length];for(let s of r){let r=os(s,e),c=es(t,e=>r[/^\d+$/.test(e)?Number(e):n.names[e]??-1]??``);if(i.push(e.slice(a,s[0]),c),a=s[1],o+=c.length,o>4194304)return}return[...i,e.slice(a)].join(``)}const cs=/\bsource\s*=\s*"(\.{1,2}(?:\/[^"\n]*)?)"/g,ls=RegExp(`${ae}/|${ie}`);function us(e){let t=new Set;for(let[n]of e.matchAll(cs))t.size<1e3&&t.add(n);return[ls.exec(e)?.[0]??``,xe(`.tf`,e)?`karpenter`:``,...t].join(`
`)}function ds(e){let t=0,n=!1;return e.replace(/"(?:[^"\\]|\\.)*(?:"|$)|[{}[\],:]/gs,e=>e===`{`||e===`[`?(t++,n=t===1,t===1?` `:e):e===`}`||e===`]`?(t--,t===0?` `:e):t>1?e:e===`,`?(n=!0,`
`):n?e.startsWith(`"`)?fs(e.slice(1,-1)):(n=!1,`=`):e)}const fs=e=>/^[\w-]+$/.test(e)?` ${e} `:`_`.repeat(e.length+2);function ps(e){let t=ms(e);gs(t,e.source.text);let n=e.form===`flush`?_s(t,e.source.text):0,r=e.form===`flush`?`heredoc`:e.form;return{parts:vs({tokens:t,next:0,source:e.source,style:r}),form:{style:r,indent:n}}}function ms({source:{text:e},start:t,end:n,markers:r}){let i=[],a=(t,n)=>{for(let r=t;r<n;){let t=e.indexOf(`
`,r),a=t===-1||t>=n?n:t+1;i.push({kind:`text`,start:r,end:a}),r=a}},o=t;for(let e of r)a(o,e.start),i.push(e),o=e.end;return a(o,n),i}const hs=e=>e?.kind===`text`;function gs(e,t){e.forEach((n,r)=>{if(hs(n))return;let[i,a]=[e[r-1],e[r+1]];t[n.start+2]===`~`&&hs(i)&&(i.end=i.start+t.slice(i.start,i.end).trimEnd().length),t[n.end-2]===`~`&&hs(a)&&(a.start=a.end-t.slice(a.start,a.end).trimStart().length)})}function _s(e,t){let n=[],r=1/0,i=!0;for(let a of e){if(i){i=!1;let e=hs(a)?t.slice(a.start,a.end):``,o=hs(a)&&e.trim()===``&&e.endsWith(`
`);hs(a)&&!o&&n.push(a),o||(r=Math.min(r,e.length-e.trimStart().length))}hs(a)&&t[a.end-1]===`
`&&(i=!0)}if(!Number.isFinite(r))return 0;for(let e of n)e.start=Math.min(e.end,e.start+r);return r}function vs(e){let t=[];for(let n=e.tokens[e.next];n;n=e.tokens[e.next]){if(n.kind===`else`||n.kind===`end`)return t;if(e.next++,n.kind===`text`)for(let r of ws(n,e))t.push(r);else n.kind===`value`?t.push({kind:`value`,at:ys(n,e),expression:n.expression}):t.push(bs(n,e))}return t}const ys=({start:e,end:t},{source:n})=>({file:n.file,start:e,end:t});function bs(e,t){let n=ys(e,t),r=vs(t);if(e.kind===`for`)return t.next++,{kind:`for`,at:n,names:e.names,of:e.of,parts:r};let i=t.tokens[t.next]?.kind===`else`;t.next++;let a=i?vs(t):[];return i&&t.next++,{kind:`if`,at:n,condition:e.condition,whenTrue:r,whenFalse:a}}const xs={quoted:/\$\$\{|%%\{|\\(?:u[\dA-Fa-f]{4}|U[\dA-Fa-f]{8}|.)/g,plain:/\$\$\{|%%\{/g},Ss={n:`
`,r:`\r`,t:`	`};function Cs(e){if(!e.startsWith(`\\`))return e.slice(1);let t=/^\\[uU]/.test(e)?Number.parseInt(e.slice(2),16):NaN;return t<=1114111?String.fromCodePoint(t):Ss[e[1]]??e.slice(1)}function ws(e,t){let n=t.source.text.slice(e.start,e.end),r=[],i=(n,i,a,o)=>{let s=ys({start:e.start+n,end:e.start+i},t);i>n&&r.push({kind:`text`,at:s,text:a,isLiteral:o})},a=0;for(let e of n.matchAll(t.style===`quoted`?xs.quoted:xs.plain))i(a,e.index,n.slice(a,e.index),!0),a=e.index+e[0].length,i(e.index,a,Cs(e[0]),!1);return i(a,n.length,n.slice(a),!0),r}const z=e=>t=>t.type===e;function Ts(e,t){let n=[e];for(let e=n.pop();e;e=n.pop()){if(t(e))return e;for(let t=e.children.length-1;t>=0;t--)n.push(e.children[t])}}const Es=e=>Ts(e,({type:e})=>e===`ERROR`||e===`MISSING`),Ds=new Set([`+`,`-`,`*`,`/`,`%`,`==`,`!=`,`<`,`<=`,`>`,`>=`,`&&`,`||`]);var Os=class{#e;#t;#n=0;constructor(e,t=0){this.#e=e,this.#t=t}span({start:e,end:t}){return{file:this.#e.file,start:e-this.#t,end:t-this.#t}}text(e){return this.#e.text.slice(e.start-this.#t,e.end-this.#t)}deeper(e){if(this.#n>=200)return;this.#n++;let t=e();return this.#n--,t}expression(e){return this.deeper(()=>this.#r(e.children,e))??{kind:`unreadable`,at:this.span(e)}}#r(e,t){let[n,...r]=e;if(!n)return{kind:`unreadable`,at:this.span(t)};if(n.type!==`(`)return r.reduce((e,t)=>this.#c(e,t),this.#i(n));let i=r.find(z(`expression`)),a=r.findIndex(z(`)`));return!i||a===-1?{kind:`unreadable`,at:this.span(t)}:r.slice(a+1).reduce((e,t)=>this.#c(e,t),this.expression(i))}#i(e){let t=this.span(e),[n]=e.children;switch(e.type){case`expression`:return this.expression(e);case`literal_value`:case`collection_value`:case`for_expr`:case`operation`:case`template_expr`:return n?this.#i(n):{kind:`unreadable`,at:t};case`numeric_lit`:return{kind:`literal`,value:Number(this.text(e)),at:t};case`bool_lit`:return{kind:`literal`,value:this.text(e)===`true`,at:t};case`null_lit`:return{kind:`literal`,value:null,at:t};case`variable_expr`:return{kind:`variable`,name:this.text(e),at:t};case`string_lit`:case`quoted_template`:return this.#_(e,{start:e.start+1,end:e.end-1,form:`quoted`});case`heredoc_template`:return this.#g(e);case`conditional`:return this.#d(e);case`unary_operation`:return this.#f(e);case`binary_operation`:return this.#p(e);case`function_call`:return this.#m(e);default:return this.#a(e)}}#a(e){let t=this.span(e);switch(e.type){case`tuple`:return{kind:`tuple`,items:e.children.filter(z(`expression`)).map(e=>this.expression(e)),at:t};case`object`:return{kind:`object`,entries:e.children.filter(z(`object_elem`)).flatMap(e=>this.#o(e)),at:t};case`for_tuple_expr`:case`for_object_expr`:return this.#h(e);default:return{kind:`unreadable`,at:t}}}#o(e){let[t,n]=e.children.filter(z(`expression`));if(!t||!n)return[];let r=this.expression(t);return[{key:r.kind===`variable`&&t.children[0]?.type!==`(`?this.#s(r.name,r.at):r,value:this.expression(n)}]}#s(e,t){return{kind:`template`,parts:[{kind:`text`,at:t,text:e,isLiteral:!0}],form:{style:`quoted`,indent:0},at:t}}#c(e,t){let n={...e.at,end:this.span(t).end};if(t.type===`get_attr`){let r=t.children.find(z(`identifier`));return r?{kind:`attribute`,of:e,name:this.text(r),at:n}:{kind:`unreadable`,at:n}}let[r]=t.children;return t.type===`index`&&r?this.#l(e,r,n):t.type===`splat`&&r?this.#u(e,r,n):{kind:`unreadable`,at:n}}#l(e,t,n){let r=t.children.find(z(`expression`));return r?{kind:`index`,of:e,key:this.expression(r),at:n}:{kind:`index`,of:e,key:{kind:`literal`,value:Number(this.text(t).slice(1)),at:this.span(t)},at:n}}#u(e,t,n){let r=t.children.filter(({type:e})=>e===`get_attr`||e===`index`);return r.some(z(`index`))?{kind:`unreadable`,at:n}:{kind:`splat`,of:e,path:r.map(e=>this.text(e.children.find(z(`identifier`)))),at:n}}#d(e){let[t,n,r]=e.children.filter(z(`expression`)).map(e=>this.expression(e)),i=this.span(e);return!t||!n||!r?{kind:`unreadable`,at:i}:{kind:`conditional`,condition:t,whenTrue:n,whenFalse:r,at:i}}#f(e){let[t,...n]=e.children;return{kind:`unary`,operator:t.type,operand:this.#r(n,e),at:this.span(e)}}#p(e){let t=e.children.findIndex(({type:e})=>Ds.has(e)),n=this.span(e);if(t===-1)return{kind:`unreadable`,at:n};let r=this.#r(e.children.slice(0,t),e),i=this.#r(e.children.slice(t+1),e);return{kind:`binary`,operator:e.children[t].type,left:r,right:i,at:n}}#m(e){let t=e.children.find(z(`identifier`)),n=e.children.find(z(`function_arguments`))?.children??[];return{kind:`call`,name:t?this.text(t):``,args:n.filter(z(`expression`)).map(e=>this.expression(e)),isExpanded:n.some(z(`ellipsis`)),at:this.span(e)}}#h(e){let t=this.span(e),n=e.children.find(z(`for_intro`)),r=n?.children.find(z(`expression`)),i=e.children.filter(z(`expression`)).map(e=>this.expression(e)),a=i.at(-1);if(!n||!r||!a)return{kind:`unreadable`,at:t};let o=e.children.find(z(`for_cond`))?.children.find(z(`expression`));return{kind:`for`,names:n.children.filter(z(`identifier`)).map(e=>this.text(e)),of:this.expression(r),key:e.type===`for_object_expr`?i[0]:void 0,value:a,condition:o&&this.expression(o),isGrouped:e.children.some(z(`ellipsis`)),at:t}}#g(e){let[t,n]=e.children,r=e.children.at(-1);if(!t||!n||!r||r===n)return{kind:`unreadable`,at:this.span(e)};let{text:i}=this.#e,a=i.indexOf(`
`,n.end-this.#t)+1+this.#t,o=i.lastIndexOf(`
`,r.start-this.#t)+1+this.#t,s=this.text(t)===`<<-`?`flush`:`heredoc`;return this.#_(e,{start:a,end:Math.max(a,o),form:s})}#_(e,{start:t,end:n,form:r}){let i=this.span({start:t,end:n});return{kind:`template`,...ps({source:this.#e,start:i.start,end:i.end,markers:this.markers(e.children),form:r}),at:this.span(e)}}markers(e){return e.flatMap(e=>{let t=this.span(e);switch(e.type){case`template_interpolation`:return[{...t,kind:`value`,expression:this.#v(e)}];case`template_if_intro`:return[{...t,kind:`if`,condition:this.#v(e)}];case`template_for_start`:{let n=e.children.filter(z(`identifier`)).map(e=>this.text(e));return[{...t,kind:`for`,names:n,of:this.#v(e)}]}case`template_else_intro`:return[{...t,kind:`else`}];case`template_if_end`:case`template_for_end`:return[{...t,kind:`end`}];default:return/^template_(?:directive|if|for)$/.test(e.type)?this.markers(e.children):[]}})}#v(e){let t=e.children.find(z(`expression`));return t?this.expression(t):{kind:`unreadable`,at:this.span(e)}}};function ks(e,t){let n=t(e.text),r=new Os(e),i=js(n.children.find(z(`body`)),r),a=Es(n);return{source:e,body:i,fault:a&&r.span(a)}}function As(e,t){let n=t(`x = <<PLUMBLINE
${e.text}\nPLUMBLINE\n`),r=Ts(n,z(`heredoc_template`));if(!r||Es(n))return;let i=new Os(e,16).markers(r.children);return ps({source:e,start:0,end:e.text.length,markers:i,form:`file`}).parts}function js(e,t){let n=new Map,r=[];return t.deeper(()=>{for(let i of e?.children??[])if(i.type===`attribute`){let e=Ms(i,t);e&&n.set(e.name,e)}else i.type===`block`&&r.push(Ns(i,t))}),{attributes:n,blocks:r}}function Ms({children:e},t){let n=e.find(z(`identifier`)),r=e.find(z(`expression`));return n&&r&&{name:t.text(n),nameAt:t.span(n),value:t.expression(r)}}function Ns(e,t){let[n,...r]=e.children,i=r.filter(({type:e})=>e===`string_lit`||e===`identifier`),a=i.at(-1)??n;return{type:t.text(n),labels:i.map(e=>t.text(e).replace(/^"|"$/g,``)),head:t.span({start:e.start,end:a.end}),at:t.span(e),body:js(r.find(z(`body`)),t)}}function Ps(e){let t=new Map;for(let n of e){let e=n.includes(`/templates/`);for(let r=ye(n);r!==``;r=ye(r)){let i=t.get(r);if(i&&!e)break;i||t.set(r,[]),e&&t.get(r).push(n)}}return t}const Fs=2097152,Is=33554432,Ls={least:2e5,perCharacter:4,most:2e6},Rs=e=>e.endsWith(`.tf`),zs=e=>/(?:^|\/)(?:terraform|[^/]*\.auto)\.tfvars(?:\.json)?$/.test(e),Bs=e=>/\.auto\.tfvars(?:\.json)?$/.test(e);function Vs(e){let[,t=``,n]=/^(?:(?:.*\/)?([^/]+)\/)?([^/]+?)\.tfvars(?:\.json)?$/.exec(e)??[];return[n,t].find(e=>e!==void 0&&Ko(e))?.toLowerCase()}function Hs(e){let t=[];for(let n of e.split(`/`))if(n!==``&&n!==`.`){if(n!==`..`)t.push(n);else if(t.pop()===void 0)return}return t.join(`/`)}var Us=class{#e;compile;#t=new Map;#n=new Map;constructor(e,t){this.#e=e,this.compile=t}file(e,t){let n=this.#t.get(e);if(n?.source.text===t)return n;let r={file:e,text:t},i={...ks({file:e,text:e.endsWith(`.json`)?ds(t):t},this.#e),source:r};return this.#t.set(e,i),i}template(e,t){let n=this.#n.get(e);if(n?.source.text===t)return n.parts;let r={file:e,text:t},i=As(r,this.#e);return this.#n.set(e,{source:r,parts:i}),i}};const Ws=(e,t,n)=>({source:{file:e,text:t},body:{attributes:new Map,blocks:[]},fault:{file:e,start:0,end:0},excess:n});var Gs=class{#e;#t;#n=new Map;#r;units;#i=new Map;#a;#o=0;#s=0;templates=new Set;usedFiles=new Set;constructor(e,t){this.#e=e,this.#t=t;let n=[...e.files.keys()].sort();this.#r=n.filter(e=>Vs(e)!==void 0&&!Bs(e)),this.units=n.filter(e=>/(?:^|\/)terragrunt\.hcl$/.test(e));for(let e of n){if(!Rs(e)&&!zs(e))continue;let t=ye(e),n=this.#n.get(t)??{code:[],variables:[]};this.#n.set(t,n),(Rs(e)?n.code:n.variables).push(e)}}spend(e=1){return this.#s+=e,this.#s<=this.#c}get#c(){return Math.min(Ls.most,Ls.least+this.#o*Ls.perCharacter)}get isCutShort(){return this.#s>this.#c||this.#d}grantObject(){this.#l++;let e=this.#l<=500+this.#o/20;return e||this.leaveOut(),e}#l=0;deeper(e){if(this.#u>=300){this.leaveOut();return}this.#u++;let t=e();return this.#u--,t}#u=0;leaveOut(){this.#d=!0}#d=!1;get folders(){return[...this.#n].filter(([,{code:e}])=>e.length>0).map(([e])=>e).sort()}textAt(e){return this.#e.text(e)}has(e){return this.#e.files.has(e)}hasNodesIn(e){return this.#a??=Ps(this.#e.files.keys()),this.#a.get(e)?.some(e=>De(this.textAt(e)??``))}body(e){let[t]=this.has(e)?this.#f([e]):[];return t&&!t.fault?t.body:void 0}moduleAt(e){return e!==void 0&&this.#n.get(e)?.code.length?e:void 0}textsIn(e){return(this.#n.get(e)?.code??[]).map(e=>this.#e.text(e)??this.#e.excess?.(e)?.excerpt??``)}get readFiles(){return[...this.#i.values()]}filesIn(e){return this.#f(this.#n.get(e)?.code??[])}readableFilesIn(e){let t=this.filesIn(e);return t.some(({fault:e})=>e)?[]:t}#f(e){return e.flatMap(e=>this.#i.get(e)??this.#p(e)??[])}#p(e){let t=this.#e.text(e),n=this.#e.excess?.(e);if(t===void 0)return n&&Ws(e,n.excerpt,n.of);if(t.length>2097152)return Ws(e,us(t),`file`);this.#o+=t.length;let r=this.#o>8388608?Ws(e,us(t),`side`):this.#t.file(e,t);return this.#i.set(e,r),r}variablesIn(e,t=[]){let n=this.#n.get(e)?.variables??[],r=[...n.filter(e=>!Bs(e)),...n.filter(Bs),...t];return this.#f(r).map(({body:e})=>e)}environmentVariables(e){let t=new Map;for(let n of this.#r){let r=ye(n),i=r===e&&!zs(n),a=(e===``||r.startsWith(`${e}/`))&&r!==e&&!this.#m(r,e);if(!i&&!a)continue;let o=Vs(n);ve(t,o,n)}return t}#m(e,t){for(let n=e;n!==t&&n!==``;n=ye(n))if((this.#n.get(n)?.code.length??0)>0)return!0;return!1}localFolder(e,t){let n=e.body.attributes.get(`source`)?.value,[r]=n?.kind===`template`?n.parts:[];if(r?.kind!==`text`||!/^\.\.?(?:\/|$)/.test(r.text))return;let i=Hs(`${t}/${r.text}`);return i!==void 0&&this.#n.has(i)?i:void 0}hostFunction(e,t){let n=e=>this.#_(this.#h(e,t));switch(e){case`file`:return([e],t)=>this.#v(n(e),t);case`templatefile`:return([e,t],r)=>this.#y(n(e),t,r);case`fileset`:return([e,n],r)=>this.#b(e,n,{root:t,at:r});case`fileexists`:return([e],n)=>this.#g(this.#h(e,t),n);case`abspath`:case`pathexpand`:return([e],t)=>e??D(t);default:return ts(e,{compile:this.#t.compile,spend:e=>this.spend(e)})}}#h(e,t){let n=e&&k(e);return n===void 0?void 0:Hs(n.startsWith(`/`)?n:`${t}/${n}`)}#g(e,t){return e===void 0?D(t):O(this.#e.files.has(e),t)}#_(e){let t=e===void 0?void 0:this.#e.text(e);return e!==void 0&&this.usedFiles.add(e),e===void 0||t===void 0||t.length>2097152?void 0:{file:e,text:t}}#v(e,t){if(!e)return D(t);let n={file:e.file,start:0,end:e.text.length};return{kind:`string`,pieces:[{text:e.text,at:n,form:`file`}],at:n}}#y(e,t,n){let r=e&&this.#t.template(e.file,e.text);if(!r)return D(n);this.templates.add(e.file);let i=t?.kind===`object`?[...t.entries].map(([e,{value:t}])=>[e,t]):[],a={names:new Map(i),resolve:(e,t)=>({value:D(t,e[0]),steps:1}),hostFunction:e=>ts(e,{compile:this.#t.compile,spend:e=>this.spend(e)}),spend:e=>this.spend(e)};return Wi(r,{style:`file`,indent:0},{at:{file:e.file,start:0,end:e.text.length},scope:a})}#b(e,t,{root:n,at:r}){let i=this.#h(e,n),a=t&&k(t);if(i===void 0||a===void 0||a.length>200)return D(r);let o=this.#t.compile?.(Ks(Hs(a)??a)),s=i===``?``:`${i}/`,c=[...this.#e.files.keys()].filter(e=>e.startsWith(s)).map(e=>e.slice(s.length)),l=o&&c.reduce((e,t)=>e+Qo(o,t.length),0);return!o||!this.spend(l)?D(r):{kind:`list`,items:c.filter(e=>o.matches(e,1).length>0).sort().map(e=>ln(e,r)),at:r}}};function Ks(e){let t={"**/":`(?:[^/]+/)*`,"**":`.*`,"*":`[^/]*`,"?":`[^/]`,"{":`(?:`,"}":`)`,",":`|`},n=e.split(`{`).length===e.split(`}`).length;return`^(?:${e.replace(/\*\*\/|\*\*|[*?{},]|[!-.:-@[-^`|~]/g,e=>/[{},]/.test(e)&&!n?`\\${e}`:t[e]??`\\${e}`)})$`}const qs=/karpenter|node_?class|nodepool/i,Js=/\bterraform-aws-modules\//;function Ys({at:e,names:t,given:n}){let r=`module`;if(t.some(e=>Js.test(e)))return;if(t.some(e=>qs.test(e)))return{what:r,at:e,said:JSON.stringify([t,dn(Nn(n))])};let i=[...n.entries].filter(([e])=>qs.test(e));return i.length===0?void 0:{what:r,at:e,said:dn(Nn(j(i,e)))}}const Xs=[`chart`,`version`,`repository`,`values`,`set`,`set_list`,`set_sensitive`];function Zs(e,t,n){let r=k(M(t,`chart`))??``,i=r.startsWith(`/`)?r.slice(1):`${ye(n.file)}/${r}`,a=/^\.{0,2}\//.test(r)?Hs(i):void 0;return{what:`chart`,at:n,name:e,said:ec(t,Xs),charts:[{chart:r,folder:a}]}}const Qs=[`source`,`sources`,`generators`,`template`,`templatePatch`,`chart`,`chartRef`,`values`,`valuesFrom`];function $s(e){let t=M(e,`spec`),n=l(k(M(e,`apiVersion`))??``);if(t?.kind!==`object`||n!==`argoproj.io`&&n!==`helm.toolkit.fluxcd.io`)return;let r=(e,...t)=>k(M(e,...t)),i=[t,M(t,`template`,`spec`)].flatMap(e=>{let t=M(e,`sources`);return[M(e,`source`),...t?.kind===`list`?t.items:[]]}).flatMap(e=>{let t=e&&r(e,`chart`);if(t!==void 0)return[{chart:t}];let n=e&&r(e,`path`);return n===void 0?[]:[{chart:n,folder:Hs(n)}]}),a=r(t,`chart`,`spec`,`chart`)??r(t,`chartRef`,`name`);return{what:`chart`,at:e.at,name:r(e,`metadata`,`name`)??``,said:ec(t,Qs),charts:a===void 0?i:[{chart:a,folder:Hs(a)}]}}const ec=(e,t)=>dn(Nn(j([...e.entries].filter(([e])=>t.includes(e)),e.at))),tc=({name:e,charts:t,said:n},r)=>t.some(({chart:t,folder:i})=>(i===void 0?void 0:r(i))??u(t,{names:[e],values:[n]})),nc=e=>t=>[{name:t.address,text:e(t)}],rc=e=>t=>{let n=e(t);return n?[{name:t.address,text:n}]:[]},ic=e=>ac(e.block.labels[0]??e.block.type)(e),ac=e=>t=>{let{block:n,address:r}=t,i=n.labels.at(-1)??``,a=oc(Bo(t),n);return[{name:r,text:Nn(Uo(e,{name:i,at:n.head,spec:a}))}]};function oc(e,{body:t}){let n=cc(t),r=lc(n).map(e=>[e,{value:D(n.at,`ignored.${e}`)}]);return r.length===0?e:j([...e.entries,...r],e.at,e.isPartial)}const sc=({body:e})=>lc(cc(e)),cc=e=>e.blocks.find(({type:e})=>e===`lifecycle`)?.body.attributes.get(`ignore_changes`)?.value,lc=e=>e?.kind===`tuple`?e.items.flatMap(e=>uc(e)??[]):[];function uc(e){return e.kind===`index`||e.kind===`attribute`?uc(e.of):e.kind===`variable`?e.name:void 0}const dc=`unread_module`;function fc(e){let{block:t,scope:n,address:r}=e,i=t.body.attributes.get(`source`),a=i&&P(i.value,n),o=j(a?[[`source`,{value:a}]]:[],t.head),s=[t.labels[0]??``,a?.kind===`string`?dn(a):``];return{name:r,unread:Ys({at:t.head,names:s,given:Bo(e)}),text:Nn(Uo(dc,{name:t.labels[0]??``,at:t.head,spec:o}))}}const pc=e=>{let{block:t,address:n}=e,r=Bo(e);return[{name:n,text:Nn(Uo(`module`,{name:t.labels[0]??``,at:t.head,spec:j(r.entries,r.at)}))}]},mc=(e,t)=>[...e.ofKind(dc).filter(t).map(({name:e})=>`\`module.${e}\` is not in this repository`),...e.unreadFiles.map(e=>`\`${e}\` could not be read`)],hc=({kind:e,apiVersion:t})=>e===`NodeClass`&&l(t)===`eks.amazonaws.com`||/^(?:EC2NodeClass|AWSNodeTemplate|Provisioner)$/.test(e)&&/^karpenter\./.test(l(t));function gc(e,t){if(e.kind===`EC2NodeClass`||e.kind===`NodeClass`){let n=[`spec`,`${t}SelectorTerms`];return _(e.get(n)).map((e,t)=>_c(e,[...n,t]))}let n=[...e.kind===`Provisioner`?[`spec`,`provider`]:[`spec`],`${t}Selector`],r=v(e.get(n));if(!r)return[];let i=([e])=>!/^aws(::|-)ids$/.test(e),a=Object.entries(r);return[{path:n,tags:vc(a.filter(i),n),hasOther:!a.every(i)}]}function _c(e,t){let{tags:n,...r}=v(e)??{};return{path:t,tags:vc(Object.entries(v(n)??{}),[...t,`tags`]),hasOther:Object.keys(r).some(e=>e===`id`||e===`name`)}}const vc=(e,t)=>e.map(([e,n])=>{let r=h(n)??``,i=r!==``&&!r.includes(`*`)&&!d(r)&&!d(e);return{path:[...t,e],key:e,value:r,isKnown:i}}),yc=[`karpenter.sh/discovery`,`KubernetesCluster`,`alpha.eksctl.io/cluster-name`,`aws:eks:cluster-name`,`eks:cluster-name`],bc=`kubernetes.io/cluster/`;function xc(e,t){return yc.includes(e)?t:e.startsWith(bc)?e.slice(22):void 0}const Sc=`Name`,Cc=[/^eksctl-([\w-]+)-(?:cluster|nodegroup-[\w-]+)\//,/^eks-cluster-sg-([\w-]+)-\d{6,12}$/],wc=e=>e.tags.flatMap(e=>{let t=e.key===`Name`&&Cc.map(t=>t.exec(e.value)?.[1]).find(Boolean);if(t)return[{scheme:Sc,cluster:t,tag:{...e,isKnown:!0}}];let n=xc(e.key,e.value);return n===void 0?[]:[{scheme:e.key.startsWith(bc)?`${bc}…`:e.key,cluster:n,tag:e}]}),Tc=[[`karpenter`,/terraform-aws-modules\/(?:terraform-aws-)?eks\b.*\/\/modules\/karpenter\b/],[`eks`,/terraform-aws-modules\/(?:terraform-aws-)?eks(?:\/aws|\.git)?(?:\?.*)?$/],[`eks-pod-identity`,/terraform-aws-modules\/(?:terraform-aws-)?eks-pod-identity(?:\/aws|\.git)?(?:\?.*)?$/],[`vpc`,/terraform-aws-modules\/(?:terraform-aws-)?vpc(?:\/aws|\.git)?(?:\?.*)?$/]],Ec=e=>Tc.find(([,t])=>t.test(e))?.[0],B=e=>e.kind===`module`?Ec(h(e.get([`spec`,`source`]))??``):void 0,Dc={aws_eks_cluster:[`name`],aws_eks_addon:[`cluster_name`],aws_eks_access_entry:[`cluster_name`],aws_eks_pod_identity_association:[`cluster_name`]},Oc={eks:[`cluster_name`,`name`],"eks-pod-identity":[],karpenter:[`cluster_name`],vpc:[]};function kc(e){let t=[...Nc(e),...Fc(e)].filter(({name:e})=>!Ac.test(e)&&!d(e)),n=jc(e);return t.length>0||n?{names:t,...n&&{createsCluster:n}}:void 0}const Ac=/^(?:|true|false|yes|no|enabled|owned|shared|\d+)$/i,jc=e=>e.kind===`aws_eks_cluster`||B(e)===`eks`||Mc(e),Mc=({kind:e,apiVersion:t})=>e===`ClusterConfig`&&l(t)===`eksctl.io`||e===`Cluster`&&l(t)===`kops.k8s.io`;function Nc(e){let t=Ua(e);return[...Pc(e),...t.flatMap(e=>Ja(e,`clusterName`))].flatMap(t=>{let n=h(e.get(t));return n===void 0?[]:[{name:n,isDefined:!0}]})}function Pc(e){let{kind:t}=e;if(Mc(e))return[[`metadata`,`name`]];if(t===`InstanceGroup`)return[[`metadata`,`labels`,`kops.k8s.io/cluster`]];let n=B(e);return(n?Oc[n]:Be(Dc,t)??[]).map(e=>[`spec`,e])}function Fc(e){return[...hc(e)?[`subnet`,`securityGroup`].flatMap(t=>gc(e,t).flatMap(e=>wc(e).flatMap(({cluster:e})=>/[*,]/.test(e)?[]:[e]))):[],...Ic(e)].map(e=>({name:e,isDefined:!1}))}function Ic(e){if(e.apiVersion!==`terraform/v1`)return[];let t=v(e.get([`spec`]))??{};return Object.entries(t).flatMap(([e,t])=>/(?:^|_)tags$/.test(e)?Object.entries(v(t)??{}).flatMap(([e,t])=>xc(e,h(t))??[]):[])}const Lc=e=>e.ofKind(`aws_sqs_queue`,`module`).flatMap(t=>Rc(t,e));function Rc(e,t){let n=(...t)=>({manifest:e,path:t,name:R(e,t)});if(e.kind===`aws_sqs_queue`){let t=n(`spec`,`name`);return/karpenter/i.test(`${e.name} ${t.name??``}`)?[t]:[]}if(B(e)!==`karpenter`||e.get([`spec`,`enable_spot_termination`])===!1)return[];if(e.get([`spec`,`queue_name`])!==void 0)return[n(`spec`,`queue_name`)];let r=[`spec`,`cluster_name`],i=zc(e,r,t);return[{manifest:e,path:r,name:i&&`Karpenter-${i}`}]}function zc(e,t,n){let r=R(e,t),[,i,a]=/^(?:module\.([\w-]+)\.cluster_(?:name|id)|aws_eks_cluster\.([\w-]+)\.(?:name|id))$/.exec(no(e,t)??``)??[];if(r!==void 0||(i??a)===void 0)return r;let o=n.ofKind(i===void 0?`aws_eks_cluster`:`module`).filter(e=>e.name===(i??a)&&(i===void 0||B(e)===`eks`)),[s]=o,c=s&&Pc(s).find(e=>s.get(e)!==void 0);return o.length===1&&s&&c?R(s,c):void 0}const Bc=({manifests:e})=>e.flatMap(Ua).some(e=>Xa(e,`interruptionQueue`).some(t=>Qa(e.manifest,t)&&h(e.manifest.get(t)))),Vc=new WeakMap;function Hc(e){let t=Vc.get(e);if(t)return t;let n=Wc(e),r=[...Yc(e),...e.manifests.flatMap(t=>Zc(t,e,`role`)??[])],i=[...e.ofKind(`aws_iam_instance_profile`).map(Jc),...e.manifests.flatMap(t=>Zc(t,e,`profile`)??[])],a={roles:Wt(r,n),profiles:Wt(i,n)};return Vc.set(e,a),a}const Uc=/\bterraform-aws-modules\/(?:terraform-aws-)?(?!iam\b|eks\b)[\w-]+|\b(?:vpc|subnets?|s3|ecr|kms|acm|route53|argocd|helm|label|rds|dynamodb|security-group)\b/,Wc=e=>mc(e,e=>!Uc.test(h(e.get([`spec`,`source`]))??``)),Gc=({source:e},t)=>`${e.origin?.root??e.file}: ${t}`;function Kc(e,t,n){let{name:r,prefix:i}=n,a=i===void 0?n.pattern?.replaceAll(/\$\{[^}]{0,200}\}/g,`*`):`${i}?*`;return{manifest:e,path:t,tool:`Terraform`,address:Gc(e,`${e.kind}.${e.name}`),...r!==void 0&&{name:r},...i!==void 0&&{prefix:i},canBeNamed:e=>r===void 0?ro(a??`*`,e):r===e}}const qc=e=>[`spec`,e];function Jc(e){let[t,n]=[qc(`name`),qc(`name_prefix`)],r=h(e.get(t));if(r!==void 0)return Kc(e,t,{name:R(e,t),pattern:r});let i=h(e.get(n));return i===void 0?Kc(e,[`metadata`,`name`],{prefix:`terraform-`}):Kc(e,n,d(i)?{pattern:`${i}*`}:{prefix:i})}function Yc(e){let t=e.ofKind(`aws_iam_role`),n=new Map(e.manifests.map(e=>[e.source.file,e]));return t.flatMap(e=>{let{statements:t}=Mo(e,n);return t?.every(({principals:e})=>![...e.values()].flat().some(Xc))?[]:[Jc(e)]})}const Xc=e=>/^(?:ec2\.|\*$)/.test(e)||d(e);function Zc(e,t,n){if(B(e)===`karpenter`)return rl(e,t,n);let r=l(e.apiVersion),i=[`metadata`,`name`],a=R(e,i);if(e.kind===`ClusterConfig`&&r===`eksctl.io`&&e.get([`karpenter`])!==void 0)return{...Kc(e,i,Qc(n===`role`?`eksctl-KarpenterNodeRole-`:`eksctl-KarpenterNodeInstanceProfile-`,a)),tool:`eksctl`};if(e.kind===`Cluster`&&r===`kops.k8s.io`)return{...Kc(e,i,Qc(`nodes.`,a)),tool:`kOps`}}const Qc=(e,t)=>t===void 0?{pattern:`${e}*`}:{name:`${e}${t}`},$c={new:{creates:`create_node_iam_role`,arn:`node_iam_role_arn`,name:`node_iam_role_name`,usesPrefix:`node_iam_role_use_name_prefix`},old:{creates:`create_iam_role`,arn:`iam_role_arn`,name:`iam_role_name`,usesPrefix:`iam_role_use_name_prefix`}};function el(e){let t=R(e,qc(`version`))??h(e.get(qc(`source`)))??``,n=/(?:^\s{0,5}(?:~>\s{0,5}(?=\d+\.)|=\s{0,5})?|ref=v?)(\d+)/.exec(t)?.[1];return n===void 0?void 0:Number(n)}const tl=e=>(el(e)??20)<20?$c.old:$c.new;function nl(e,t,n){let r=e.get(qc(t));return r==null?n:typeof r==`boolean`?r:void 0}function rl(e,t,n){let r=tl(e),i=r===$c.old,a=n===`role`?nl(e,r.creates,!0):al(e,i);if(a===!1||nl(e,`create`,!0)===!1)return;let o=nl(e,r.usesPrefix,!0),s=qc(r.name),c=e.get(s)!==void 0&&e.get(s)!==null,l=c?s:qc(`cluster_name`),u=c?R(e,s):il(e,t),d=el(e)===void 0&&!c&&e.get(qc(`iam_role_name`))!==void 0;return u===void 0||o===void 0||a!==!0||d?Kc(e,l,{}):Kc(e,l,o?{prefix:`${u}-`}:{name:u})}function il(e,t){let n=zc(e,qc(`cluster_name`),t);return n===void 0?void 0:`Karpenter-${n}`}const al=(e,t)=>nl(e,`create_instance_profile`,t),ol=/^\$\{(aws_iam_(?:role|instance_profile)\.[\w-]+)\.(?:name|arn|id)\}$/,sl=/^\$\{(module\.[\w-]+)\.(?:node_iam_role_(?:name|arn)|role_(?:name|arn)|instance_profile_(?:name|arn|id))\}$/,cl=(e,t,n)=>ll(h(e.get(t)),{manifest:e,cluster:n});function ll(e,{manifest:t,cluster:n}){let r=/:(?:role|instance-profile)\/(?:.{0,600}\/)?([^/]{1,200})$/.exec(e??``)?.[1]??e;if(r===void 0)return;let i=E(Hc(n).roles),a=(ol.exec(r)??sl.exec(r))?.[1];if(a!==void 0){let e=Gc(t,a);return{address:e,...ul(i.filter(t=>t.address===e))}}if(d(r)||/[:/]/.test(r))return;let o=i.filter(({name:e})=>e===r);return{name:r,...o.length===1&&{address:o[0].address}}}const ul=([e,...t])=>e?.name!==void 0&&t.length===0?{name:e.name}:{};function dl(e,t){return e.name!==void 0&&t.name!==void 0?e.name===t.name:e.address!==void 0&&t.address!==void 0?e.address===t.address:void 0}function fl(e,t){let n=[`spec`,`role`];if(e.get(n)!==void 0)return cl(e,n,t);let r=cl(e,[`spec`,`instanceProfile`],t),[i,...a]=E(Hc(t).profiles).filter(({name:e,address:t})=>r?.name===void 0?t===r?.address:e===r.name);return i?.manifest.kind===`aws_iam_instance_profile`&&a.length===0?cl(i.manifest,n,t):void 0}const pl=new WeakMap;function ml(e){let t=pl.get(e)??hl(e);return pl.set(e,t),t}function hl(e){let t=e.manifests.flatMap(t=>Cl(t,e));return Wt(t.filter(e=>e!==Sl),[...Wc(e),...gl(e)])}const gl=e=>e.manifests.filter(t=>Cl(t,e).includes(Sl)).map(({kind:e,name:t})=>`\`${e}/${t}\` may let other roles join`);function _l(e,t){let{names:n,addresses:r,unnamed:i,unaddressed:a}=yl(E(t)),{name:o,address:s}=e;return o!==void 0&&n.has(o)||s!==void 0&&(o===void 0?r:i).has(s)?!0:(o===void 0?a:s===void 0&&i.size>0)||!Kt(t)?void 0:!1}const vl=new WeakMap;function yl(e){let t=e.map(({role:e})=>e),n=vl.get(e)??{names:new Set(t.flatMap(({name:e})=>e??[])),addresses:new Set(t.flatMap(({address:e})=>e??[])),unnamed:new Set(t.flatMap(({name:e,address:t})=>e===void 0?t??[]:[])),unaddressed:t.some(({address:e})=>e===void 0)};return vl.set(e,n),n}function bl({all:e,clusterOf:t}){let n=xl.get(e);if(n)return n;let r=[...new Set(e.manifests.map(t))],i=Wt([...new Set(r.flatMap(e=>[...yl(E(ml(e))).names]))],r.flatMap(gl));return xl.set(e,i),i}const xl=new WeakMap,Sl=`unknown`;function Cl(e,t){let n={manifest:e,cluster:t},r=l(e.apiVersion);switch(e.kind){case`aws_eks_access_entry`:return Tl(n,[`spec`],`principal_arn`);case`ManagedNodeGroup`:return r===`terraform`?El(n,[`spec`,`nodeRole`]):[];case`ConfigMap`:return e.name===`aws-auth`?Ol(n,[`data`,`mapRoles`]):[];case`kubernetes_config_map`:return Al(n);case`ClusterConfig`:return r===`eksctl.io`?jl(n):[];case`Cluster`:return r===`kops.k8s.io`?[Sl]:[];case`module`:return Nl(n);default:return[]}}const wl=e=>e!=null&&![`STANDARD`,`FARGATE_LINUX`].includes(h(e)??``);function Tl({manifest:e,cluster:t},n,r){let i=[...n,r],a=cl(e,i,t),o=wl(e.get([...n,`type`]));return a?[{manifest:e,path:i,role:a,by:o?`entry`:`otherEntry`}]:o?[Sl]:[]}function El({manifest:e,cluster:t},n){if(e.get(n)===void 0)return[];let r=cl(e,n,t);return[r?{manifest:e,path:n,role:r,by:`nodeGroup`}:Sl]}function Dl(e){if(Array.isArray(e))return e;let t=h(e),n=/^\s*\$\{[^}]*\}\s*$|\{%|\{\{(?!\s*(?:EC2PrivateDNSName|SessionName|AccountID))/.test(t??``);if(!(t===void 0||t.length>1048576||n))try{let e=(0,rt.parse)(t,{maxAliasCount:10});return e===null?[]:Array.isArray(e)?e:void 0}catch{return}}function Ol({manifest:e,cluster:t},n){if(e.isPartial)return[Sl];let r=e.get(n);if(r===void 0)return[];let i=Dl(r);return i?i.flatMap(r=>{let{rolearn:i,username:a}=v(r)??{},o=ll(h(i),{manifest:e,cluster:t});return o?[{manifest:e,path:n,role:o,by:kl(a)?`entry`:`otherEntry`}]:typeof a==`string`&&!d(a)&&!kl(a)?[]:[Sl]}):[Sl]}const kl=e=>typeof e==`string`&&e.startsWith(`system:node:`);function Al(e){let{manifest:t}=e,n=t.get([`spec`,`data`]);return n===void 0||typeof n==`string`&&n.startsWith("${ignored.")?[]:v(n)?Ol(e,[`spec`,`data`,`mapRoles`]):[Sl]}function jl(e){let{manifest:t}=e,n=(...e)=>_(t.get(e)).map((t,n)=>[...e,n]),r=h(t.get([`metadata`,`name`]));return[...n(`accessConfig`,`accessEntries`).flatMap(t=>Tl(e,t,`principalARN`)),...n(`iamIdentityMappings`).flatMap(n=>{let r=[...n,`arn`],i=cl(t,r,e.cluster),a=kl(t.get([...n,`username`]))?`entry`:`otherEntry`;return[i?{manifest:t,path:r,role:i,by:a}:Sl]}),...[...n(`managedNodeGroups`),...n(`nodeGroups`)].flatMap(t=>[`instanceRoleARN`,`instanceRoleName`,`instanceProfileARN`].flatMap(n=>El(e,[...t,`iam`,n]))),...t.get([`karpenter`])===void 0||r===void 0?[]:[Ml({name:`eksctl-KarpenterNodeRole-${r}`},t,[`karpenter`])]]}const Ml=(e,t,n)=>({manifest:t,path:n,role:e,by:`entry`});function Nl(e){let t=B(e.manifest);return t===`karpenter`?Pl(e):t===`eks`?Il(e):[]}function Pl(e){let{manifest:t,cluster:n}=e;if(nl(t,`create`,!0)===!1||nl(t,`create_access_entry`,!((el(t)??20)<20))===!1)return[];let r=tl(t);if(nl(t,r.creates,!0)===!1){let e=[`spec`,r.arn],i=cl(t,e,n);return[i?Ml(i,t,e):Sl]}let i=Gc(t,`module.${t.name}`),a=t.get([`spec`,`create_access_entry`])===void 0?[`metadata`,`name`]:[`spec`,`create_access_entry`];return[Ml({address:i},t,a)]}const Fl=[`aws_auth_roles`,`map_roles`];function Il(e){let{manifest:t}=e,n=t.get([`spec`,`access_entries`]);return[...n!=null&&!v(n)?[Sl]:[],...Object.keys(v(n)??{}).flatMap(t=>d(t)?[Sl]:Tl(e,[`spec`,`access_entries`,t],`principal_arn`)),...Fl.flatMap(t=>Ol(e,[`spec`,t])),...[`node_groups`,`node_groups_defaults`,`worker_groups`,`worker_groups_launch_template`].filter(e=>t.get([`spec`,e])!==void 0).map(()=>Sl),...[`eks_managed_node_groups`,`self_managed_node_groups`].flatMap(t=>Ll(e,t))]}function Ll(e,t){let{manifest:n}=e,r=[`spec`,t],i=n.get(r);if(i==null)return[];let a=v(i),o=El(e,[`spec`,`${t.replace(/s$/,``)}_defaults`,`iam_role_arn`]);return a?[...o,...Object.entries(a).flatMap(([t,n])=>v(n)?El(e,[...r,t,`iam_role_arn`]):[Sl])]:[Sl]}const Rl=({manifests:e})=>e.some(e=>e.get([`spec`,`authentication_mode`])===`API`||_(e.get([`spec`,`access_config`])).some(e=>v(e)?.authentication_mode===`API`)||e.kind===`ClusterConfig`&&e.get([`accessConfig`,`authenticationMode`])===`API`),zl=new WeakMap;function V(e){let t=zl.get(e);if(t)return t;let n=e.manifests.filter(Bl);return zl.set(e,n),n}const Bl=({kind:e,apiVersion:t})=>e===`NodePool`&&l(t)===`karpenter.sh`,Vl=e=>{let t=h(e);return t!==void 0&&!d(t)};function Hl(e,t){let n=t.every((n,r)=>{let i=e.get(t.slice(0,r+1));return typeof i!=`string`||!d(i)}),r=e.get(t);return{path:t,value:r,isKnown:n&&!(r===void 0&&e.isPartial)}}const Ul=e=>e.kind===`NodePool`?[`spec`,`template`,`spec`]:[`spec`];function H(e){let t=Wl.get(e);if(t)return t;let n=[...Ul(e),`requirements`],r=_(e.get(n)).map((t,r)=>Gl(e,[...n,r]));return Wl.set(e,r),r}const Wl=new WeakMap;function Gl(e,t){let[n,r,i]=[`key`,`operator`,`values`].map(n=>e.get([...t,n])),a=_(i).map((e,n)=>({path:[...t,`values`,n],text:h(e)??``,isKnown:Vl(e)})),o=Vl(n)&&Vl(r)&&a.every(e=>e.isKnown)&&(i==null||Array.isArray(i));return{path:t,key:h(n)??``,operator:h(r)??``,values:a,isKnown:o}}const Kl=e=>e.kind===`NodePool`?[`spec`,`template`,`metadata`,`labels`]:[`spec`,`labels`],ql=e=>e.isPartial||[Kl(e),[...Ul(e),`requirements`]].some(t=>d(e.get(t)));function Jl(e){let t=Kl(e);return Object.entries(v(e.get(t))??{}).map(([e,n])=>{let r=[...t,e],i=Vl(n)&&!d(e);return{path:r,key:e,operator:`In`,values:[{path:r,text:h(n)??``,isKnown:i}],isKnown:i}})}const Yl=e=>Hl(e,e.kind===`Provisioner`?[`spec`,`limits`,`resources`]:[`spec`,`limits`]);function Xl(e){let{group:t,kind:n}=Zl(e);return d(t)||d(n)?void 0:{group:t,kind:n}}function Zl(e){let t=t=>h(e.get([...Ql(e),t]));return{group:t(`group`)??t(`apiVersion`)?.split(`/`)[0],kind:t(`kind`)}}const Ql=e=>e.kind===`Provisioner`?[`spec`,`providerRef`]:[`spec`,`template`,`spec`,`nodeClassRef`];function $l(e){let t=Ql(e),n=e.get([...t,`name`]),r=Xl(e);return r&&typeof n==`string`&&!d(n)?{path:t,...r,name:n}:void 0}function eu(e){let t=[...H(e),...Jl(e)];return e.kind===`Provisioner`?[...t,...tu(t)]:t}function tu(e){let t=new Set(e.map(e=>x(e.key))),n=[S.instanceType,S.instanceFamily,S.instanceCategory,S.instanceGeneration],r=[],i=(e,t,n)=>{let i=[`spec`];r.push({path:i,key:e,operator:t,values:n.map(e=>({path:i,text:e,isKnown:!0})),isKnown:!0})};return t.has(S.os)||i(S.os,`In`,[`linux`]),t.has(S.arch)||i(S.arch,`In`,[`amd64`]),t.has(S.capacityType)||i(S.capacityType,`In`,[`on-demand`]),n.some(e=>t.has(e))||(i(S.instanceCategory,`In`,[`c`,`m`,`r`]),i(S.instanceGeneration,`Gt`,[`2`])),r}const nu=new Set([S.instanceType,S.instanceFamily,S.instanceSize]),ru=e=>eu(e).find(({key:e})=>nu.has(x(e)))?.path??[`spec`],iu=e=>Number(e.get([`spec`,`weight`])??0),au=e=>{let t=[`spec`,`amiSelectorTerms`];return _(e.get(t)).flatMap((e,n)=>{let r=v(e);return r?[{path:[...t,n],term:r}]:[]})},ou=[`AL2`,`AL2023`,`Bottlerocket`,`Windows2019`,`Windows2022`,`Windows2025`,`Custom`,`Ubuntu`];function su(e){let t=h(e.get([`spec`,`amiFamily`]));if(t!==void 0)return ou.includes(t)?t:void 0;let[n]=au(e).flatMap(({term:e})=>h(e.alias)??[]),r=n?.split(`@`)[0];return ou.find(e=>e.toLowerCase()===r)}function cu(e){let t=e.get([`spec`,`userData`]);return typeof t==`string`&&!e.isPartial&&!d(t)?t:void 0}const lu=({kind:e,apiVersion:t})=>e===`EC2NodeClass`&&l(t)===`karpenter.k8s.aws`,uu=new WeakMap;function du(e){let t=uu.get(e);if(t)return t;let n=e.manifests.filter(lu),r={classes:n,poolsByClass:pu(V(e),fu),classesByName:pu(n,({name:e})=>e)};return uu.set(e,r),r}function fu(e){let{group:t=`karpenter.k8s.aws`,name:n}=$l(e)??{};return t===`karpenter.k8s.aws`?n:void 0}function pu(e,t){let n=new Map;for(let r of e){let e=t(r);if(e===void 0)continue;let i=n.get(e);i?i.push(r):n.set(e,[r])}return n}const mu=e=>du(e).classes,hu=(e,t)=>du(e).poolsByClass.get(t.name)??[];function gu(e,t){let n=V(e).filter(e=>$l(e)===void 0&&e.kind===`NodePool`),r=e.files.filter(({isBroken:e})=>e);return Wt(hu(e,t),[...n.map(({name:e})=>`the node class of NodePool \`${e}\` is unknown`),...r.map(({source:e})=>`\`${e.file}\` could not be read`)])}function _u(e,t){let n=du(e).classesByName.get(fu(t)??``)??[];return n.length===1?n[0]:void 0}const vu=(e,t)=>e.source.origin!==void 0&&e.source.origin.root===t.source.origin?.root;function yu(e,t,{relation:n}){if(vu(e,t))return``;let r=n(e,t);return r===void 0?``:`. It is related to \`${e.name||e.kind}\` because ${r}`}const bu=(e,{head:t})=>t.manifests.some(t=>vu(t,e)),xu=e=>({file:(e.source.origin?.trace(0,0).span??e.span([])).file,start:0,end:0});function Su(e){let t=mu(e.head.all),n=Cu(e),r=new Set(n.map(({source:e})=>e.file));return[...n.map(t=>Tu(t,e)),...t.flatMap(t=>Eu(t,r,e))]}function Cu({base:e,head:t}){let n=e=>B(e)===`karpenter`;return t.manifests.some(n)?[]:e.manifests.filter(t=>n(t)&&!e.clusterOf(t).isExample)}const wu=({source:e})=>ea(e.file)[1];function Tu(e,t){let n=ee(wu(e)),r=`the roles of Karpenter and of its nodes, and the interruption queue`;return{code:`terraform/removes-access`,severity:`warning`,message:bu(e,t)?`Terraform destroys what ${n} created: ${r}. Without them, Karpenter cannot launch nodes`:`The change removes ${n}, which created ${r}. If they are destroyed, Karpenter cannot launch nodes`,span:xu(e),labels:[],resource:null,help:`Create the roles elsewhere first, or uninstall Karpenter and its NodePools before.`,isChanged:!0}}function Eu(e,t,n){let{base:r,head:i}=n,[a,...o]=mu(r.all).filter(({name:t})=>t===e.name);if(a===void 0||o.length>0||e.isPartial)return[];let[s,c]=[r.clusterOf(a),i.clusterOf(e)],[l,u]=[fl(a,s),fl(e,c)];if(!l||!u||dl(l,u)!==!0)return[];let d=_l(u,ml(c)),f=E(ml(s)).filter(e=>dl(e.role,l)===!0),p=new Set(i.manifests.map(({source:e})=>e.file)),m=f.filter(({manifest:{source:e}})=>!p.has(e.file)&&!t.has(e.file)),ee=d===!1&&f.every(({manifest:e})=>bu(e,n));return d===!0||ee||m.length===0||m.length<f.length?[]:[Du(e,m)]}const Du=(e,t)=>({code:`terraform/removes-access`,severity:`warning`,message:`New nodes of ${ee(e.name)} may be unable to join the cluster: the change removes ${se(t.map(({manifest:e})=>ee(wu(e))))}, and these files have nothing else that lets them`,span:e.span([`spec`,`role`]),labels:[],resource:e.ref,help:"Create an access entry of type `EC2_LINUX` for this role in the same change.",isChanged:!0}),Ou=new WeakMap;function ku({all:e,clusterOf:t}){let n=Ou.get(e);if(n)return n;let r=new Map,i=new Map;for(let n of e.manifests){if(n.kind!==`IamPolicy`)continue;let e=Nu(n);for(let i of e)ve(r,t(n),i);Fu(n,e)||ve(i,t(n),`a part of the policy \`${n.name}\` is unknown`)}let a=new Set(e.manifests.filter(Au).map(t)),o=[...r].flatMap(([e,t])=>a.has(e)||!ju(t)?[]:[Wt(t,[...Wc(e),...i.get(e)??[]])]);return Ou.set(e,o),o}const Au=e=>B(e)===`karpenter`&&[`create`,`create_iam_role`].every(t=>e.get([`spec`,t])!==!1),ju=e=>Pu(e,`ec2:CreateFleet`)||[`ec2:RunInstances`,`ec2:CreateLaunchTemplate`,`pricing:GetProducts`].every(t=>Pu(e,t)),Mu=e=>e.get([`Statement`])===void 0?[`spec`,`Statement`]:[`Statement`];function Nu(e){let t=Mu(e);return _(e.get(t)).flatMap((n,r)=>{let i=oo(JSON.stringify({Statement:[n]}));return`fault`in i?[]:i.statements.map(n=>({policy:e,path:[...t,r],statement:n}))})}const Pu=(e,t)=>e.some(({statement:e})=>e.effect===`Allow`&&uo(e,t));function Fu(e,t){let n=_(e.get(Mu(e))),r=n.every(e=>v(e)!==void 0)&&t.length===n.length,i=n.every(e=>![`Effect`,`Action`,`NotAction`].some(t=>ge(v(e)?.[t]??null)));return r&&i&&n.length>0&&!e.isPartial}const Iu=(e,t)=>Pu(E(e),t)||!Kt(e)&&void 0;function Lu({resources:e},t){return e.some(e=>e===`*`||Ru(e,t))?!0:e.some(e=>/^\$\{[^}]*\}$/.test(e))?void 0:!1}const Ru=(e,t)=>ro(e.replace(/\$\{[^}]{0,200}\}/g,`*`).split(`:`).slice(5).join(`:`).split(`/`)[0]??``,t),zu=e=>e.startsWith(`karpenter.sh/`)&&!/^karpenter\.sh\/(?:nodepool|nodeclaim|provisioner-name|managed-by|discovery|initialized|registered)$/.test(e),Bu=[`ec2:CreateFleet`,`ec2:RunInstances`,`ec2:CreateLaunchTemplate`,`ec2:CreateTags`,`ec2:TerminateInstances`,`ec2:DescribeImages`,`ec2:DescribeInstances`,`ec2:DescribeInstanceTypes`,`ec2:DescribeInstanceTypeOfferings`,`ec2:DescribeLaunchTemplates`,`ec2:DescribeSecurityGroups`,`ec2:DescribeSubnets`,`ec2:DeleteLaunchTemplate`],Vu=[`iam:PassRole`,`iam:CreateInstanceProfile`,`iam:AddRoleToInstanceProfile`,`iam:TagInstanceProfile`,`iam:GetInstanceProfile`,`iam:RemoveRoleFromInstanceProfile`,`iam:DeleteInstanceProfile`];function Hu({base:e,head:t}){return ku(e).flatMap(e=>{let[n]=E(e),r=n===void 0?[]:Uu(n.policy,t);if(r.length===0)return[];let[i]=r.map(t.clusterOf),a=i.ofKind(`IamPolicy`).flatMap(Nu);return i.isExample||i.manifests.some(e=>B(e)===`karpenter`)?[]:[...Gu(e,a,{judged:Wu(ku(t).find(e=>E(e).some(({policy:e})=>r.includes(e))),mu(t.all).length>0),policy:r[0]}),...qu(e,a)]})}const Uu=(e,{manifests:t})=>t.filter(t=>t.kind===`IamPolicy`&&(t.source.file===e.source.file||vu(t,e)));function Wu(e,t){return e===void 0||!Kt(e)?new Set:new Set(t?[...Bu,...Vu]:Bu)}function Gu(e,t,{judged:n,policy:r}){let i=E(e),a=[...Bu,...Vu].filter(e=>Pu(i,e)&&!Pu(t,e)).filter(e=>!n.has(e));if(a.length===0)return[];let o=t.find(e=>e.policy.source.file===i.find(({policy:{source:e}})=>e)?.policy.source.file),s=o?o.policy.span([...o.path,`Action`]):r.span([]);return[{code:`terraform/removes-permission`,severity:`warning`,message:`The change takes ${g(a)} from Karpenter’s controller, and no policy in these files grants ${a.length===1?`it`:`them`}`,span:s,labels:[],resource:null,help:`Allow these actions, as in the policy that Karpenter publishes for this version.`,isChanged:!0}]}const Ku=[`ec2:TerminateInstances`,`ec2:RunInstances`,`ec2:CreateFleet`,`iam:PassRole`];function qu(e,t){let n=E(e),r=Ku.flatMap(e=>{let r=t=>t.filter(t=>Pu([t],e)),[i,a]=[r(n),r(t)],[o]=a;if(i.length===0||o===void 0)return[];let s=new Set(i.map(e=>Zu(e.statement.conditions))),c=a.some(e=>Yu(e.statement.conditions,s)),l=a.every(e=>e.statement.conditions.some(Ju));return c||l?[]:[{action:e,statement:o}]}),[i]=r;if(i===void 0)return[];let{policy:a,path:o}=i.statement,s=r.filter(({statement:e})=>e===i.statement).map(({action:e})=>e);return[{code:`terraform/removes-permission`,severity:`warning`,message:`Karpenter’s controller may call ${g(s)} only under another condition than before: ${Qu(i.statement)}. Whether it holds for all nodes is unknown`,span:a.span([...o,`Condition`]),labels:[],resource:null,help:`Compare it with the policy that Karpenter publishes for this version: <https://karpenter.sh/docs/reference/cloudformation/>.`,isChanged:!0}]}const Ju=({key:e})=>zu(/^(?:aws|ec2):ResourceTag\/(.+)$/i.exec(e)?.[1]??``),Yu=(e,t)=>e.length===0||t.has(Zu(e))||e.every(Xu),Xu=({operator:e,key:t,values:n})=>/^String(?:Like|Equals)$/.test(e)&&(/^(?:aws|ec2):(?:Resource|Request)Tag\/karpenter\.sh\/nodepool$/.test(t)&&n.includes(`*`)||/^(?:aws|ec2):(?:Resource|Request)Tag\/kubernetes\.io\/cluster\/[^*]+$/.test(t)&&n.includes(`owned`)),Zu=e=>e.map(({operator:e,key:t,values:n})=>JSON.stringify([e,t,[...n].sort()])).sort().join(),Qu=({statement:e})=>g(e.conditions.map(({operator:e,key:t})=>`${e} ${t}`)),$u=(...e)=>[`spec`,...e],ed=e=>$u(`kubernetes_network_config`,0,e),td=[{paths:[$u(`name`)]},{paths:[$u(`role_arn`)]},{paths:[$u(`bootstrap_self_managed_addons`)],byDefault:!0},{paths:[$u(`access_config`,0,`bootstrap_cluster_creator_admin_permissions`)],byDefault:!0},{paths:[ed(`ip_family`)],isComputed:!0},{paths:[ed(`service_ipv4_cidr`)],isComputed:!0},{paths:[$u(`outpost_config`,0,`control_plane_instance_type`)],isComputed:!0}],nd=[{paths:[$u(`cluster_name`),$u(`name`)]},{paths:[$u(`iam_role_arn`)],isComputed:!0},{paths:[$u(`iam_role_name`)],isComputed:!0},{paths:[$u(`cluster_ip_family`),$u(`ip_family`)],byDefault:`ipv4`},{paths:[$u(`cluster_service_ipv4_cidr`),$u(`service_ipv4_cidr`)],isComputed:!0}];function rd({base:e,head:t}){let n=new Map(t.manifests.filter(ad).map(e=>[e.source.file,e]));return e.manifests.filter(ad).flatMap(r=>{let i=n.get(r.source.file);return i===void 0?[...n.values()].some(e=>ld(e)===ld(r))||!bu(r,{head:t})||e.clusterOf(r).isExample?[]:[id(r)]:od(r,i,t.clusterOf(i).isExample)})}const id=e=>({code:`terraform/replaces-cluster`,severity:`warning`,message:`Terraform destroys ${ld(e)} with all of its nodes, because the change removes it`,span:xu(e),labels:[],resource:null,help:"If something else manages the cluster now, add a `removed` block with `destroy = false`.",isChanged:!0}),ad=e=>e.kind===`aws_eks_cluster`||B(e)===`eks`;function od(e,t,n){let r=(t.kind===`aws_eks_cluster`?td:nd).flatMap(n=>sd(n,e,t)??[]),i=r.find(({isCertain:e})=>e)??r[0];if(i===void 0)return[];let{argument:a,before:o,after:s,at:c,isCertain:l}=i,u=ld(e),d=`${ee(a)} of ${u} changes from ${o} to ${s}`;return[{code:`terraform/replaces-cluster`,severity:l&&!n?`error`:`warning`,message:l?`Terraform destroys ${u} with all of its nodes and creates another one: ${d}`:`Terraform destroys ${u} with all of its nodes if the value differs: ${d}`,span:c,labels:[],resource:null,help:`Keep the old value. To replace the cluster, create the new one next to it, move the workloads, and remove the old one in a later change.`,isChanged:!0}]}function sd({paths:e,byDefault:t,isComputed:n},r,i){let[a,o]=[r,i].map(t=>e.find(e=>t.get(e)!==void 0)),[s,c]=[a&&r.get(a),o&&i.get(o)].map(e=>e??t);if((n?s===void 0||c===void 0:s===c)||JSON.stringify(s)===JSON.stringify(c)||s===void 0||c===void 0)return;let l=o??a??e[0];return{argument:l.filter(e=>typeof e==`string`&&e!==`spec`).join(`.`),before:cd(s),after:cd(c),at:i.span(l),isCertain:!ge(s)&&!ge(c)}}const cd=e=>ee(h(e)??JSON.stringify(e));function ld(e){let t=[$u(`name`),$u(`cluster_name`)].map(t=>h(e.get(t))).find(Boolean),n=t!==void 0&&!ge(t);return`the EKS cluster ${ee(n?t:`${e.kind}.${e.name}`)}`}const ud=e=>[...rd(e),...Su(e),...Hu(e)],U=(e,...t)=>({...e,corrections:t});function W(e,...t){return{text:pd(fd(e.raw,t)),region:`us-east-1`,karpenter:`1.14`}}const G=(e,...t)=>({...W(e,...t),language:`terraform`}),dd=e=>({...W(e),language:`json`}),K=(e,t)=>({...t,...e});function fd(e,t){return t.reduce((t,n,r)=>{let i=(typeof n==`string`?n:n.text).trimEnd(),a=t.slice(t.lastIndexOf(`
`)+1),o=e[r+1],s=a.trim()===``&&/^\s*(?:\n|$)/.test(o);if(i===``&&s)return t.slice(0,t.length-a.length)+o.replace(/^\s*?\n/,``);let c=/^ *(?:- )*/.exec(a)[0].length;return t+i.replaceAll(/\n(?=.)/g,`\n${` `.repeat(c)}`)+o},e[0])}function pd(e){let t=e.replaceAll(`\\$`,`$`).replaceAll("\\`","`").replace(/^\n/,``).trimEnd().split(`
`),n=t.filter(e=>e.trim()!==``).map(e=>e.search(/\S/)),r=Math.min(...n);return`${t.map(e=>e.slice(r)).join(`
`)}\n`}const q=e=>e,md=new Set([`nodeClassRef`,`classRef`,`requirements`,`labels`,`taints`,`startupTaints`,`expireAfter`,`terminationGracePeriod`]);function J({apiVersion:e,name:t=`default`,...n}={}){let r=Object.entries({...hd(n)?{}:{requirements:[]},...n}),i=gd(r.filter(([e])=>md.has(e))),a=`limits`in n?``:`
limits:
  cpu: 100`,o=r.find(([e])=>md.has(e))?.[0],s=r.flatMap(([e,t])=>e===o?[i+a]:md.has(e)||t===null?[]:[_d(e,t)]);return W`
    apiVersion: ${e??`karpenter.sh/v1`}
    kind: NodePool
    metadata:
      name: ${t}
    spec:
      ${s.join(`
`)}
  `}const hd=e=>Object.keys(e).some(e=>md.has(e));function gd(e){let t=e.filter(([e])=>e===`labels`).map(([e,t])=>_d(e,t)),n=e.filter(([e])=>e!==`labels`).map(([e,t])=>_d(e,t));return[`template:`,...t.length>0?[`  metadata:`,yd(t.join(`
`),4)]:[],`  spec:`,yd(n.join(`
`),4)].join(`
`)}function _d(e,t){if(e===`nodeClassRef`)return`nodeClassRef:\n  group: karpenter.k8s.aws\n  kind: EC2NodeClass\n  name: ${String(t)}`;if(e===`classRef`)return`nodeClassRef:\n${yd(String(t),2)}`;if(Array.isArray(t))return t.length===0?`${e}: []`:`${e}:\n${yd(t.map(vd).join(`
`),2)}`;let n=typeof t==`object`?t.text.trimEnd():String(t);return/^\S+:|\n/.test(n)?`${e}:\n${yd(n,2)}`:`${e}: ${n}`}function vd(e){let[t,n,...r]=e.split(` `);return`- key: ${t}\n  operator: ${n}${r.length===0?``:`\n  values: ${r.join(` `)}`}`}const yd=(e,t)=>e.replaceAll(/^(?=.)/gm,` `.repeat(t)),bd=(e={})=>J({...e,classRef:`group: eks.amazonaws.com
kind: NodeClass
name: default`}),xd=(e,t=`default`)=>W`
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
`)}),Sd=q({id:`access-entry-type`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[70],on:{Manifests(e,t){let n=new Set(mu(e).flatMap(e=>Cd(fl(e,t.clusterOf(e)))));for(let r of e.manifests){if(r.kind===`aws_eks_access_entry`&&Td(r,[`spec`],`principal_arn`,{roles:n,context:t}),r.kind===`module`&&Ed(r,t),r.kind!==`ClusterConfig`)continue;let e=[`accessConfig`,`accessEntries`];_(r.get(e)).forEach((i,a)=>{Td(r,[...e,a],`principalARN`,{roles:n,context:t})})}}},docs:{summary:"The access entry of Karpenter’s node role has the type `STANDARD`, so nodes cannot join the cluster.",why:"An access entry of type `EC2_LINUX` or `EC2_WINDOWS` gives nodes the groups and the user name that they need. `STANDARD`, the default of EKS, is meant for people. With it, instances start, but the API server rejects their kubelets. Karpenter terminates them after 15 minutes and launches others, which fail in the same way.",help:"Set the type of the access entry to `EC2_LINUX`, or to `EC2_WINDOWS` for Windows nodes.",url:`https://docs.aws.amazon.com/eks/latest/userguide/creating-access-entries.html`},examples:Dd}),Cd=({name:e,address:t}={})=>[e,t].flatMap(e=>e??[]),wd=/^module\.[\w-]{0,200}karpenter[\w-]{0,200}\.node_iam_role_(?:name|arn)$/i;function Td(e,t,n,{roles:r,context:i}){let a=[...t,n];if(!Cd(cl(e,a,i.clusterOf(e))).some(e=>r.has(e))&&!wd.test(no(e,a)??``))return;let o=h(e.get([...t,`type`]));(o===void 0||o===`STANDARD`)&&i.report({manifest:e,at:e.span(o===void 0?a:[...t,`type`]),message:o===void 0?"The access entry of the node role has no type, so EKS makes it `STANDARD` and nodes cannot join the cluster":"The access entry of the node role has the type `STANDARD`, so nodes cannot join the cluster",help:"Set the type to `EC2_LINUX`, or to `EC2_WINDOWS` for Windows nodes."})}function Ed(e,{report:t}){let n=[`spec`,`access_entry_type`];e.get(n)===`STANDARD`&&t({manifest:e,at:e.span(n),message:"The access entry of the node role has the type `STANDARD`, so nodes cannot join the cluster",help:"Remove `access_entry_type`, so that the module uses `EC2_LINUX`."})}function Dd(){return{bad:[U(G`
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
      `]}}function Od(e,t){let n=au(e),r=kd(e,t);return n.length>0&&r.length===n.length&&!e.isPartial?r:void 0}const kd=(e,{clusterOf:t})=>au(e).flatMap(({path:n,term:r})=>{if(r.id!==void 0)return jd(e,[...n,`id`],t)??[];let i=r.name===void 0?`ssmParameter`:`name`,a=h(r[i])??``;return a===``||d(a)?[]:[Nd([...n,i],a)]}),Ad=/^data\.(?:(aws_ssm_parameter)\.([\w-]+)\.(?:insecure_)?value|(aws_ami)\.([\w-]+)\.(?:image_)?id)$/;function jd(e,t,n){let[,r,i,,a]=Ad.exec(no(e,t)??``)??[],o=i??a;if(o===void 0)return;let s=n(e).ofKind(r??`aws_ami`).filter(t=>t.name===o&&t.source.origin?.root===e.source.origin?.root),[c]=s;if(!c||s.length>1)return;if(r!==void 0){let e=R(c,[`spec`,`name`]);return e===void 0?void 0:Nd(t,e)}let l=Md(c,`name`),u=l===void 0?void 0:Nd(t,l),d=Md(c,`architecture`),f=d===`arm64`?`arm64`:d===`x86_64`?`amd64`:u?.architecture;return u&&{...u,architecture:f}}function Md(e,t){let n=[`spec`,`filter`],r=_(e.get(n)).findIndex(e=>v(e)?.name===t),i=[...n,r,`values`];return _(e.get(i)).length===1?R(e,[...i,0]):void 0}function Nd(e,t){return{path:e,text:t,architecture:Id(t),kubernetes:Pd.map(e=>e.exec(t)?.[1]).find(e=>e!==void 0),bottlerocket:/^(?:bottlerocket-aws-k8s-.*-v|\/aws\/service\/bottlerocket\/.*\/)(\d+\.\d+)\.\d+(?:[-/]|$)/.exec(t)?.[1],isStandard:Fd.some(e=>e.test(t))}}const Pd=[/^amazon-eks-(?:gpu-|arm64-)?node-(1\.\d{2})(?:[-*]|$)/,/^amazon-eks-node-al2023-.*-(1\.\d{2})(?:[-*]|$)/,/^bottlerocket-aws-k8s-(1\.\d{2})(?:[-*]|$)/,/^\/aws\/service\/eks\/optimized-ami\/(1\.\d{2})\//,/^\/aws\/service\/bottlerocket\/aws-k8s-(1\.\d{2})[-/]/,/^ubuntu-eks\/k8s_(1\.\d{2})\//],Fd=[/^amazon-eks-node-al2023-.*-standard-/,/^amazon-eks-(?:arm64-)?node-1\.\d{2}(?:[-*]|$)/,/^bottlerocket-aws-k8s-1\.\d{2}-(?:fips-)?(?:x86_64|aarch64)-/,/^\/aws\/service\/eks\/optimized-ami\/1\.\d{2}\/amazon-linux-2023\/[^/]+\/standard\//,/^\/aws\/service\/eks\/optimized-ami\/1\.\d{2}\/amazon-linux-2(?:-arm64)?\//,/^\/aws\/service\/bottlerocket\/aws-k8s-1\.\d{2}(?:-fips)?\//];function Id(e){let t=/arm64|aarch64/i.test(e);return t===/x86_64|amd64/i.test(e)?void 0:t?`arm64`:`amd64`}const Ld=`1.33`,Rd=e=>F(e,Ld)>=0;function zd(e,t){let n=t?.eks.versions[e]?.standardUntil;if(n===void 0)return;let r=new Date(n);return r.setUTCMonth(r.getUTCMonth()-14),r.toISOString().slice(0,10)}function Bd(e,t,n){let[,r,i,a]=/^al2(?:023)?@v(\d{4})(\d\d)(\d\d)$/.exec(e)??[];return Date.parse(`${r}-${i}-${a}`)<Date.parse(zd(t,n)??``)-5184e6}const Vd={"1.28":`1.15.0`,"1.29":`1.18.0`,"1.30":`1.20.0`,"1.31":`1.22.0`,"1.32":`1.30.0`,"1.33":`1.39.0`,"1.34":`1.47.0`,"1.35":`1.53.0`,"1.36":`1.61.0`,"1.37":`1.66.0`};function Hd(e,t){let n=Be(Vd,t),r=/^v?(1\.\d+)(?:\.|$)/.exec(e)?.[1];if(n!==void 0&&r!==void 0)return F(r,n)<0?n:void 0}const Ud=q({id:`al2-end-of-life`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[51],on:{NodeTemplate(e,{report:t,settings:n}){let{kubernetesVersion:r}=n,i=e.get([`spec`,`amiFamily`])??`AL2`,a=[`amiSelector`,`launchTemplate`].some(t=>e.get([`spec`,t])!==void 0);i!==`AL2`||a||e.isPartial||!Wd(r)||t({at:e.span(e.get([`spec`,`amiFamily`])===void 0?[`metadata`,`name`]:[`spec`,`amiFamily`]),severity:`error`,message:qd(e,r),help:"Set `amiFamily: Bottlerocket`, or migrate to an EC2NodeClass with `al2023`."})},NodeClass(e,t){let{report:n,settings:r}=t,{kubernetesVersion:i}=r,a=Wd(i);if(i===void 0||a){a&&Kd(e)&&n({at:e.span([`spec`,`amiFamily`]),severity:`error`,message:qd(e,i),help:"Set `amiFamily: AL2023`, and check that `userData` is in its format."});for(let{path:r,text:i,kubernetes:a}of kd(e,t))Gd(i)&&Wd(a)&&n({at:e.span(r),severity:`error`,message:qd(e,a),help:"Select an image of Amazon Linux 2023 or Bottlerocket instead, with an alias such as `al2023@v20260715`."});for(let{path:t,term:r}of au(e)){let o=h(r.alias);o!==void 0&&/^al2@/.test(o)&&n({at:e.span([...t,`alias`]),...a&&{severity:`error`},message:a?qd(e,i):`\`${o}\` has no image for Kubernetes ${Ld} and newer`,help:"Use an alias of `al2023` or `bottlerocket` instead, such as `al2023@v20260715`."})}}}},docs:{summary:`An EC2NodeClass selects Amazon Linux 2, which has no images for Kubernetes 1.33 and newer.`,why:"AWS built the last EKS images of Amazon Linux 2 in November 2025, for Kubernetes 1.32. On newer clusters the alias selects no image, so the node class is not ready. After an upgrade of the control plane, no new node starts. The severity is error when the repository or `--kubernetes-version` says that the cluster is that new.",help:"Switch to an alias of `al2023` or `bottlerocket` before you upgrade the cluster to 1.33.",url:`https://docs.aws.amazon.com/eks/latest/userguide/eks-ami-deprecation-faqs.html`},examples:Yd}),Wd=e=>e!==void 0&&Rd(e),Gd=e=>/^amazon-eks-(?:gpu-|arm64-)?node-1\.|^\/aws\/service\/eks\/optimized-ami\/[^/]+\/amazon-linux-2(?:-|\/)/.test(e),Kd=e=>e.apiVersion===`karpenter.k8s.aws/v1beta1`&&!e.isPartial&&e.get([`spec`,`amiFamily`])===`AL2`&&e.get([`spec`,`amiSelectorTerms`])===void 0,qd=({name:e},t)=>`Amazon Linux 2 has no image for Kubernetes ${t}, so \`${e}\` never becomes ready`,Jd=(e,t)=>G`
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
`;function Yd(){return{bad:[U(Y(W`
          amiSelectorTerms:
            - alias: al2@v20251112
        `),{"al2@v20251112":`al2023@v20260715`},{"al2@v20251112":`bottlerocket@v1.44.0`}),U(K({karpenter:`0.37`},Jd(`1.33`,`AL2`)),{"amiFamily: AL2":`amiFamily: AL2023`}),U(Y(W`
          amiFamily: AL2
          amiSelectorTerms:
            - name: amazon-eks-node-1.33-v20251112
        `),{"amiFamily: AL2":`amiFamily: AL2023`,"name: amazon-eks-node-1.33-v20251112":`alias: al2023@v20260715`})],good:[K({karpenter:`0.37`},Jd(`1.29`,`AL2`)),Y(W`
        amiSelectorTerms:
          - alias: al2023@v20260715
      `),Y(W`
          amiFamily: AL2
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
        `,`own`)]}}const Xd=q({id:`ami-alias-release`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t}){for(let{path:n,term:r}of au(e)){let i=h(r.alias)??``,[a=``,o=``]=i.split(`@`),s=Qd.get(a);s===void 0||o===``||o===`latest`||d(i)||s.pattern.test(o)||t({at:e.span([...n,`alias`]),message:`\`${o}\` is not a release of ${s.name}, so \`${e.name}\` finds no image and Karpenter launches no nodes with it`,help:`Use a release, such as \`${a}@${s.example}\`.`})}}},docs:{summary:`A pinned alias does not name a release of its AMI family.`,why:"The API server accepts any text after the `@`. Karpenter looks for the image of the release with that name: a date for Amazon Linux, a version number for Bottlerocket. The Kubernetes version is not part of an alias. If no release has the name, the node class does not become ready, and its NodePools launch no nodes.",help:"Use a release such as `al2023@v20260715` or `bottlerocket@v1.44.0`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:$d}),Zd={name:`Amazon Linux`,pattern:/^v20\d{6}$/},Qd=new Map([[`al2`,{...Zd,example:`v20251112`}],[`al2023`,{...Zd,example:`v20260715`}],[`bottlerocket`,{name:`Bottlerocket`,pattern:/^v?\d+\.\d+\.\d+(?:-\w+)?$/,example:`v1.44.0`}]]);function $d(){return{bad:[U(ef(`al2023@v1.33`),{"al2023@v1.33":`al2023@v20260715`}),U(ef(`al2023@20260715`),{"al2023@20260715":`al2023@v20260715`}),U(ef(`bottlerocket@v20260715`),{"bottlerocket@v20260715":`bottlerocket@v1.44.0`})],good:[ef(`al2023@v20260715`),ef(`bottlerocket@v1.44.0`),ef(`bottlerocket@1.44.0`)]}}const ef=e=>Y(W`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${e}
  `),tf=[{name:/ubuntu-eks/i,what:`an EKS image of Ubuntu`,families:[`AL2`,`Ubuntu`]},{name:/ubuntu/i,what:`a plain Ubuntu image`,families:[`Ubuntu`]},{name:/amazon-eks-(?:[a-z0-9]+-)?node-al2023/i,what:`an AL2023 image`,families:[`AL2023`]},{name:/amazon-eks-(?:gpu-|arm64-)?node-\d/i,what:`an AL2 image`,families:[`AL2`]},{name:/bottlerocket/i,what:`a Bottlerocket image`,families:[`Bottlerocket`]},{name:/Windows_Server-2019/i,what:`a Windows Server 2019 image`,families:[`Windows2019`]},{name:/Windows_Server-2022/i,what:`a Windows Server 2022 image`,families:[`Windows2022`]},{name:/Windows_Server-2025/i,what:`a Windows Server 2025 image`,families:[`Windows2025`]}],nf={al2:`AL2`,al2023:`AL2023`,bottlerocket:`Bottlerocket`,windows2019:`Windows2019`,windows2022:`Windows2022`,windows2025:`Windows2025`},rf=q({id:`ami-family-mismatch`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[52],explains:[`schema/cel`],on:{NodeClass(e,t){let n=h(e.get([`spec`,`amiFamily`]));if(n===void 0||n===`Custom`||d(n))return;let r=_(e.get([`spec`,`amiSelectorTerms`]));for(let[i,a]of r.entries()){let r=[`spec`,`amiSelectorTerms`,i],{name:o,alias:s}=v(a)??{};of(e,{path:[...r,`name`],name:h(o),family:n},t),sf(e,{path:[...r,`alias`],name:h(s),family:n},t)}},NodeTemplate(e,t){let n=h(e.get([`spec`,`amiFamily`]));if(n===void 0||n===`Custom`||d(n))return;let r=[`spec`,`amiSelector`,`aws::name`];of(e,{path:r,name:h(e.get(r)),family:n},t)}},docs:{summary:"`amiFamily` does not match the family of the selected AMI.",why:`The AMI family decides which bootstrap user data Karpenter writes, and which block device it treats as the root volume. An AMI of another family does not understand that user data. Its instances run and cost money, but never join the cluster. Karpenter replaces them after 15 minutes, again and again.`,help:"Set `amiFamily` to the family of the image. Or set it to `Custom`, and write user data that joins the node to the cluster.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamifamily`},examples:lf}),af=[`spec`,`amiFamily`];function of(e,{path:t,name:n,family:r},{report:i}){if(n===void 0||d(n))return;let a=tf.find(e=>e.name.test(n));if(!a||a.families.includes(r))return;let o=a.families[0],s=a.families.includes(`Ubuntu`);i({at:e.span(t),message:`\`${n}\` is ${a.what}, which does not understand the user data of \`amiFamily: ${r}\``,labels:[{span:e.span(af),message:`Karpenter writes user data for this family`}],help:s?"Set `amiFamily: Custom`, and write user data that joins the node to the cluster.":`Set \`amiFamily: ${o}\`, or set \`Custom\` and write user data that joins the node to the cluster.`,...!s&&{fix:{description:`Set \`amiFamily: ${o}\``,edits:b(e,af,o)}}})}function sf(e,{path:t,name:n,family:r},{report:i}){if(n===void 0||d(n))return;let a=Be(nf,n.split(`@`)[0]);a!==void 0&&a!==r&&i({at:e.span(t),severity:`error`,message:`\`${n}\` selects ${a} images, but \`amiFamily\` is \`${r}\`, so the API server rejects the node class`,labels:[{span:e.span(af),message:`this family does not match`}],help:"Remove `amiFamily`, because the alias implies it, or use an alias of that family.",fix:{description:"Remove `amiFamily`",edits:Pe(e,af)},explains:{paths:[[`spec`]],mentioning:`amiFamily must be`}})}const cf=W`
  amiFamily: Custom
  userData: |
    #!/bin/bash
    /opt/company/join-cluster
`;function lf(){return{bad:[U(Y(W`
          amiFamily: AL2
          amiSelectorTerms:
            - name: ubuntu/images/hvm-ssd/ubuntu-jammy-22.04-amd64-server-20241211
        `),{"amiFamily: AL2":cf}),U(Y(W`
          amiFamily: AL2
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
        `),{"amiFamily: AL2":cf}),U(Y(W`
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
      `)]}}const uf={CronJob:{group:`batch`,path:[`spec`,`jobTemplate`,`spec`,`template`]},DaemonSet:{group:`apps`,path:[`spec`,`template`]},Deployment:{group:`apps`,path:[`spec`,`template`]},Job:{group:`batch`,path:[`spec`,`template`]},Pod:{group:``,path:[]},ReplicaSet:{group:`apps`,path:[`spec`,`template`]},Rollout:{group:`argoproj.io`,path:[`spec`,`template`]},StatefulSet:{group:`apps`,path:[`spec`,`template`]}},df=({namespace:e})=>e??`default`,ff=e=>{let t=Object.hasOwn(uf,e.kind)?uf[e.kind]:void 0;return t?.group===l(e.apiVersion)&&d(e.get([...t.path,`spec`]))};function pf(e){return e.manifests.flatMap(e=>{let t=Object.hasOwn(uf,e.kind)?uf[e.kind]:void 0;return!t||t.group!==l(e.apiVersion)||!v(e.get([...t.path,`spec`]))||e.kind===`Pod`&&e.get([`spec`,`nodeName`])!==void 0?[]:[{manifest:e,template:t.path,namespace:df(e)}]})}const mf=e=>e.manifests.some(({kind:e,apiVersion:t})=>(e===`NodePool`||e===`Provisioner`)&&l(t)===`karpenter.sh`);function hf({manifest:e,template:t}){return gf(e.get([...t,`metadata`,`labels`]))}function gf(e){if(d(e))return;let t=Object.entries(v(e)??{}).map(([e,t])=>[e,h(t)??``]);return t.some(([e,t])=>d(e)||d(t))?void 0:Object.fromEntries(t)}function _f(e,t){let n=v(e.get(t)),r=gf(n?.matchLabels);if(!n||!r||e.isPartial||d(n.matchExpressions))return;let i=_(n.matchExpressions).map(e=>{let{key:t,operator:n,values:r}=v(e)??{};return{key:h(t)??``,operator:h(n)??``,values:_(r).map(e=>h(e)??``)}});return i.flatMap(({key:e,operator:t,values:n})=>[e,t,...n]).some(e=>d(e))?void 0:{matchLabels:r,matchExpressions:i}}function vf({manifest:e,template:t}){let{nodeSelector:n,affinity:r,tolerations:i}=v(e.get([...t,`spec`]))??{};return[n,r,i].some(e=>d(e))?!0:/kubernetes\.io\/arch"|arm64/.test(JSON.stringify([n,r,i]))}const yf=q({id:`ami-for-instance-types`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[54,91],on:{Manifests(e,t){let n=V(e).flatMap(e=>bf(e,t)??[]);if(n.length===0)return;let r=n.length===V(e).length&&wf(e);for(let e of n){let n=Sf(e)??Cf(e,r);if(!n)continue;let{pool:i,nodeClass:a,images:o}=e,s=[{span:a.span(o[0].path),message:`this selects the image`}];t.report({...n,manifest:i,at:i.span([...$l(i).path,`name`]),labels:s})}}},docs:{summary:`The AMIs of a node class do not fit the instance types of a NodePool that uses it.`,why:"An AMI is built for one architecture. If all instance types of a NodePool have the other architecture, Karpenter finds no image for them and launches nothing for the NodePool. The standard images of EKS have no GPU driver, so nodes start but never offer `nvidia.com/gpu`.",help:"Add a selector term for the image of the other architecture, or select the `nvidia` image for GPUs. An alias selects the right image for each instance type.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:Ef});function bf(e,t){let{all:n,catalog:r,compatible:i}=t,a=_u(n,e),o=a&&Od(a,t),s=o&&i(e);if(r&&s?.isExact&&s.names.length!==0&&$l(e)!==void 0)return{pool:e,nodeClass:a,images:o,types:s.names.map(e=>r.type(e))}}const xf=({gpus:e})=>e.some(({manufacturer:e})=>e===`nvidia`);function Sf({pool:e,nodeClass:t,images:n,types:r}){let i=new Set(n.map(({architecture:e})=>e)),a=r.filter(({architecture:e})=>!i.has(e)),[o]=a;if(i.has(void 0)||o===void 0)return;let s=`Add an AMI selector term for the ${o.architecture} image, or use an alias, which selects the right image for each instance type.`;if(a.length===r.length)return{message:`The instance types of \`${e.name}\` are ${o.architecture}, but the images of \`${t.name}\` are ${n[0].architecture}, so Karpenter cannot launch nodes for \`${e.name}\``,help:s};if(H(e).some(({key:e,operator:t,values:n})=>x(e)===S.arch&&t===`In`&&n.some(({text:e})=>e===o.architecture)))return{severity:`note`,message:`\`${e.name}\` allows ${o.architecture}, but the images of \`${t.name}\` are only ${n[0].architecture}, so Karpenter never launches ${a.length} of its ${r.length} instance types`,help:`${s} Or remove ${o.architecture} from the requirements.`}}function Cf({pool:e,nodeClass:t,images:n,types:r},i){let a=r.some(xf)&&r.every(({gpus:e})=>e.length>0);if(n.every(({isStandard:e})=>e)&&(a||i&&r.some(xf)))return{message:a?`Every instance type of \`${e.name}\` has GPUs, but \`${t.name}\` selects the standard image, which has no driver for them`:`Pods request GPUs, and \`${e.name}\` has instance types with NVIDIA GPUs, but \`${t.name}\` selects the standard image, which has no driver for them`,help:"Select the `nvidia` image of the family, or use an alias, which selects it for these instance types."}}const wf=e=>pf(e).some(({manifest:e,template:t})=>{let n=[...t,`spec`,`containers`];return _(e.get(n)).some((t,r)=>[`requests`,`limits`].some(t=>e.get([...n,r,`resources`,t,`nvidia.com/gpu`])!==void 0))}),Tf=`- name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715`;function Ef(){return{bad:[U($(J({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),Y(W`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
        `)),{[Tf]:`${Tf}\n- name: amazon-eks-node-al2023-arm64-standard-1.33-v20260715`},{[Tf]:`- alias: al2023@v20260715`}),U($(J({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6]`,`karpenter.sh/capacity-type In [on-demand]`],taints:W`
            - key: nvidia.com/gpu
              effect: NoSchedule
          `,nodeClassRef:`default`}),Y(W`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
        `)),{[Tf]:`- name: amazon-eks-node-al2023-x86_64-nvidia-1.33-v20260715`},{[Tf]:`- alias: al2023@v20260715`}),U($(J({name:`both`,requirements:[`kubernetes.io/arch In [amd64, arm64]`,`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),Y(W`
          amiFamily: AL2023
          amiSelectorTerms:
            - ssmParameter: /aws/service/eks/optimized-ami/1.33/amazon-linux-2023/x86_64/standard/amazon-eks-node-al2023-x86_64-standard-1.33-v20260715/image_id
        `)),{"[amd64, arm64]":`[amd64]`})],good:[$(J({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),Y(W`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
            - name: amazon-eks-node-al2023-arm64-standard-1.33-v20260715
        `)),$(J({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),Y(W`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: golden-al2023-*
        `))]}}const Df=/^(?:amazon-eks-(?:arm64-|gpu-)?node-|bottlerocket-aws-k8s-|ubuntu-eks(?:-pro)?\/k8s_)/,Of=/(?<!\d)1\.\d\d(?!\d)/,kf=q({id:`ami-name-kubernetes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,t){let{report:n}=t;for(let n of kd(e,t))Af(e,n,t);for(let{path:t,term:r}of au(e)){let i=h(r.name);i===void 0||r.tags!==void 0||d(i)||Df.test(i)&&/[*?]/.test(i)&&!Of.test(i)&&n({at:e.span([...t,`name`]),message:`\`${i}\` matches images for every Kubernetes version, and Karpenter launches the newest one, whatever version the cluster has`,help:"Write the Kubernetes version of the cluster in the name, or select the images with an `alias`, which follows the cluster."})}}},docs:{summary:`The name of an image matches images for several Kubernetes versions, or for one that the cluster cannot use.`,why:"The names of EKS images contain the Kubernetes version. If a pattern leaves it open, Karpenter launches the newest image of all versions. Its kubelet can be newer than the control plane, which Kubernetes does not support, and nodes are replaced whenever AWS releases images for another version. The same holds for a name with a version that is newer than the cluster, or more than three minor versions older. That is reported only when the repository or `--kubernetes-version` names the version of the cluster.",help:"Write the Kubernetes version in the name, or use an `alias`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:Nf});function Af(e,{path:t,text:n,kubernetes:r},{report:i,settings:{kubernetesVersion:a}}){if(r===void 0||a===void 0)return;let o=Number(r.split(`.`)[1])-Number(a.split(`.`)[1]);o<=0&&o>=-3||i({at:e.span(t),message:`\`${n}\` is an image for Kubernetes ${r}, but the cluster has ${a}. Kubernetes does not support a kubelet that is ${o>0?`newer than the API server`:`more than 3 minor versions older`}`,help:`Select an image for Kubernetes ${a}, or use an \`alias\`, which follows the cluster.`})}const jf=e=>Y(W`
    amiFamily: AL2023
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - name: ${e}
  `),Mf=(e,t)=>G`
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
        - ${t.startsWith(`/`)?`ssmParameter`:`name`}: ${t}
    `))}
`;function Nf(){return{bad:[U(jf(`amazon-eks-node-al2023-x86_64-standard-*`),{"standard-*":`standard-1.33-v20260715`}),U(Mf(`1.32`,`amazon-eks-node-al2023-x86_64-standard-1.34-v20260715`),{"standard-1.34":`standard-1.32`}),U(Mf(`1.34`,`/aws/service/eks/optimized-ami/1.30/amazon-linux-2023/x86_64/standard/amazon-eks-node-al2023-x86_64-standard-1.30-v20260715/image_id`),{"optimized-ami/1.30":`optimized-ami/1.34`,"standard-1.30":`standard-1.34`})],good:[Mf(`1.34`,`amazon-eks-node-al2023-x86_64-standard-1.33-v20260715`),jf(`amazon-eks-node-al2023-x86_64-standard-1.33-v20260715*`),jf(`platform-node-*`)]}}const Pf=q({id:`ami-name-variants`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[54],on:{NodeClass(e,{report:t}){for(let{path:n,term:r}of au(e)){let i=h(r.name),a=Object.entries(v(r.tags)??{});if(i===void 0&&r.id===void 0&&a.length>0&&a.every(([,e])=>e===`*`)){t({at:e.keySpan([...n,`tags`,a[0][0]]),message:`\`${a[0][0]}: "*"\` matches every image with this tag, and Karpenter launches the newest one`,help:"Replace `*` with a value that only the images for these nodes have."});continue}if(i===void 0||r.tags!==void 0||d(i)||!/[*?]/.test(i))continue;let o=Ff.map(e=>e.filter(e=>Rf(i,e))).find(If);o&&t({at:e.span([...n,`name`]),message:`\`${i}\` matches images for different purposes, such as \`${Lf(o[0])}\` and \`${Lf(o.at(-1))}\`, and Karpenter launches the newest one for every instance type`,help:"Write the whole name up to the version, or select the images with an `alias`, which chooses the right one for each instance type."})}}},docs:{summary:`An image is selected by a pattern that matches images for different purposes.`,why:`AWS builds several images for each Kubernetes version: standard ones, ones with drivers for NVIDIA GPUs or Neuron, and ones with FIPS. For a name, Karpenter only looks at the architecture, and launches the newest image that matches. If the pattern leaves the purpose open, ordinary nodes may start with the image for Neuron, and GPU nodes without a driver. Which image is the newest changes with every release.`,help:"Write the purpose in the name, or use an `alias`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:Bf}),Ff=[[`amazon-eks-node-al2023-x86_64-standard-1.##-v##`,`amazon-eks-node-al2023-x86_64-nvidia-1.##-v##`,`amazon-eks-node-al2023-x86_64-neuron-1.##-v##`],[`amazon-eks-node-al2023-arm64-standard-1.##-v##`,`amazon-eks-node-al2023-arm64-nvidia-1.##-v##`],[`amazon-eks-node-1.##-v##`,`amazon-eks-gpu-node-1.##-v##`],[`bottlerocket-aws-k8s-1.##-x86_64-v##`,`bottlerocket-aws-k8s-1.##-nvidia-x86_64-v##`],[`bottlerocket-aws-k8s-1.##-aarch64-v##`,`bottlerocket-aws-k8s-1.##-nvidia-aarch64-v##`]],If=e=>e.length>1,Lf=e=>e.replaceAll(`##`,`*`);function Rf(e,t){let n=e.replace(/1\.(?:\d{2}|\d[*?]|[*?]+)/,`1.##`).replace(/v(?:\d[\w.-]*[*?]*|[*?]+)$/,`v##`).replaceAll(/\*{2,}/g,`*`);return n.length<=200&&ro(n,t)}const zf=(e,t=`AL2023`)=>Y(W`
    amiFamily: ${t}
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - name: ${e}
        owner: amazon
  `);function Bf(){return{bad:[U(zf(`amazon-eks-node-al2023-x86_64-*-1.33-v20260715`),{"64-*-1.33":`64-standard-1.33`}),U(zf(`bottlerocket-aws-k8s-1.33-*-v1.44.0-*`,`Bottlerocket`),{"1.33-*":`1.33-x86_64`})],good:[zf(`amazon-eks-node-al2023-*-standard-1.33-v20260715`),zf(`bottlerocket-aws-k8s-1.33-nvidia-x86_64-v1.44.0-*`,`Bottlerocket`),zf(`platform-node-1.33-*`)]}}const Vf=e=>e?.provider===`aws`?e:null,Hf=q({id:`ami-older-than-kubernetes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,t){let{report:n,settings:r,catalog:i}=t,{kubernetesVersion:a=``}=r;Uf(e,t);let o=Vf(i)?.fees,s=zd(a,o);for(let{path:t,term:r}of au(e)){let i=h(r.alias);i!==void 0&&Bd(i,a,o)&&n({at:e.span([...t,`alias`]),message:`\`${i}\` has no image for Kubernetes ${a}, which EKS has offered since ${s}, so \`${e.name}\` does not become ready and Karpenter launches no nodes with it`,help:`Pin a release from ${s} or later.`})}}},docs:{summary:`A pinned image is too old for the cluster’s Kubernetes version.`,why:"AWS builds the images of a release for the Kubernetes versions that EKS offers at that time. After an upgrade of the control plane, the alias of an older release selects no image. The node class is not ready, its NodePools launch no nodes, and Karpenter does not replace running nodes. Bottlerocket has a list of its first releases for each version, so a missing image is an error, also in a name or an SSM parameter. An alias is reported only when the repository or `--kubernetes-version` names the Kubernetes version.",help:`Pin a release from the day when EKS began to offer this version, or later, and upgrade the control plane in a later change.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions.html`},examples:Wf});function Uf(e,t){let n=au(e).flatMap(({path:e,term:n})=>{let r=/^bottlerocket@(v?\d.*)$/.exec(h(n.alias)??``)?.[1];return r===void 0?[]:[{path:[...e,`alias`],release:r,kubernetes:t.settings.kubernetesVersion}]}),r=kd(e,t).map(({path:e,bottlerocket:t,kubernetes:n})=>({path:e,release:t,kubernetes:n}));for(let{path:i,release:a,kubernetes:o}of[...n,...r]){let n=a&&o&&Hd(a,o);n&&t.report({severity:`error`,at:e.span(i),message:`Bottlerocket ${a.replace(/^v/,``)} has no image for Kubernetes ${o}, so \`${e.name}\` does not become ready and Karpenter launches no nodes with it`,help:`Pin Bottlerocket ${n} or later.`})}}function Wf(){return{bad:[U(Gf(`1.34`,`al2023@v20250403`),{"al2023@v20250403":`al2023@v20260715`}),U(Gf(`1.35`,`bottlerocket@v1.44.0`),{"v1.44.0":`v1.53.0`})],good:[Gf(`1.34`,`al2023@v20260715`),Gf(`1.33`,`bottlerocket@v1.44.0`),Gf(`1.32`,`al2023@v20250403`)]}}const Gf=(e,t)=>G`
  module "eks" {
    source             = "terraform-aws-modules/eks/aws"
    version            = "~> 21.0"
    name               = "demo"
    kubernetes_version = "${e}"
  }

  ${Q(`class`,Kf(t))}
`,Kf=e=>Y(W`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${e}
  `),qf=[`general-purpose`,`system`],Jf=e=>e.flatMap(e=>Yf(e).map(t=>({name:t,manifest:e})));function Yf(e){if(e.kind===`ClusterConfig`){let{enabled:t,nodePools:n}=v(e.get([`autoModeConfig`]))??{};return Xf(t,n??[...qf])}return e.kind!==`aws_eks_cluster`&&B(e)!==`eks`?[]:[`compute_config`,`cluster_compute_config`].flatMap(t=>{let n=e.get([`spec`,t]),{enabled:r,node_pools:i}=v(Array.isArray(n)?n[0]:n)??{};return Xf(r,i)})}function Xf(e,t){if(e===!1||e===`false`||e===void 0||t==null)return[];let n=_(t).map(e=>h(e)),r=!Array.isArray(t)||n.some(e=>e===void 0||d(e));return qf.filter(e=>r||n.includes(e))}const Zf=q({id:`auto-mode-built-in`,severity:`warning`,since:`0.1.0`,providers:[`eks-auto-mode`],theme:`All objects`,mistakes:[108],on:{NodePool(e,{report:t}){qf.includes(e.name)&&!e.isPartial&&t({at:e.span([`metadata`,`name`]),message:`EKS manages the NodePool \`${e.name}\` of Auto Mode itself, so changes to it do not last`,help:`Give the NodePool another name, and disable the one of EKS if you do not need it.`})},NodeClass(e,{report:t}){e.name!=="default"||e.isPartial||t({at:e.span([`metadata`,`name`]),message:"EKS Auto Mode has a NodeClass `default` of its own, which EKS creates and changes",help:"Give the NodeClass another name, and refer to it in `nodeClassRef` of the NodePools."})}},docs:{summary:`An object has the name of one that EKS Auto Mode creates itself.`,why:"With its built-in NodePools, EKS Auto Mode creates the NodePools `general-purpose` and `system` and the NodeClass `default`. EKS does not allow changes to the NodePools, and advises against a NodeClass of your own with that name. Whoever writes last decides.",help:`Choose another name.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/create-node-class.html`},examples:Qf});function Qf(){return{bad:[U(bd({name:`general-purpose`}),{"general-purpose":`web`}),U(xd(`role: AmazonEKSAutoNodeRole`),{"name: default":`name: web`})],good:[bd({name:`web`}),xd(`role: AmazonEKSAutoNodeRole`,`web`)]}}const $f={ns:1n,us:1000n,µs:1000n,ms:1000000n,s:1000000000n,m:60000000000n,h:3600000000000n},ep=/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/y,tp=2n**63n-1n;function np(e){let[,t,n]=/^([+-]?)(.*)$/s.exec(e);if(n===`0`)return 0n;if(!n||n.length>128)return;let r=0n,i=0;for(;i<n.length;){ep.lastIndex=i;let e=ep.exec(n);if(!e)return;r+=rp(e[1],$f[e[2]]),i=ep.lastIndex}if(!(r>tp))return t===`-`?-r:r}function rp(e,t){let[n=``,r=``]=e.split(`.`);return BigInt(n||`0`)*t+BigInt(r||`0`)*t/10n**BigInt(r.length)}function ip(e,t){let n=np(e);return n!==void 0&&n===np(t)}const ap=q({id:`auto-mode-expiry`,severity:`warning`,since:`0.1.0`,providers:[`eks-auto-mode`],theme:`Disruption`,mistakes:[106],on:{NodePool(e,{report:t}){let n=[`spec`,`template`,`spec`,`expireAfter`],{value:r,isKnown:i}=Hl(e,n);if(!i||typeof r!=`string`)return;let a=np(r);(r===`Never`||a!==void 0&&a>504n*3600000000000n)&&t({at:e.span(n),message:`NodePool \`${e.name}\` sets \`expireAfter: ${r}\`, but nodes of EKS Auto Mode live at most 21 days`,help:"Set `expireAfter` to `504h` or less, and expect that every node is replaced at least every 21 days."})}},docs:{summary:"A NodePool of EKS Auto Mode sets `expireAfter` to more than 21 days.",why:"EKS replaces every node of Auto Mode after at most 21 days, so that nodes run a recent image. A longer `expireAfter`, or `Never`, does not keep nodes longer. Without the field, nodes live 14 days. Workloads that must not be interrupted need a window or more replicas instead.",help:"Set `expireAfter` to `504h` or less.",url:`https://docs.aws.amazon.com/eks/latest/userguide/automode-learn-instances.html`},examples:op});function op(){return{bad:[U(bd({expireAfter:`720h`}),{"720h":`504h`}),U(bd({expireAfter:`Never`}),{Never:`504h`})],good:[bd({expireAfter:`504h`}),bd({expireAfter:`336h`})]}}const sp=new Set([`c8id c8i c8i-flex c8gd c8gn c8g c8a c8gb c7a c7g c7gn c7gd c7i c7i-flex c6a c6g c6i c6gn c6id c6in c6gd c5 c5a c5d c5ad c5n c4`,`m8id m8i m8i-flex m8a m8azn m8gn m8gb m8gd m8g m7i m7a m7g m7gd m7i-flex m6a m6i m6in m6g m6idn m6id m6gd m5 m5a m5ad m5n m5dn m5d m5zn m4`,`r8id r8i r8i-flex r8gn r8gb r8gd r8g r8a r7a r7iz r7gd r7i r7g r6a r6i r6id r6in r6idn r6g r6gd r5 r5n r5a r5dn r5b r5ad r5d r4`,`t4g t3 t3a t2 z1d x8aedz x8g x8i x2gd x2iezn x2iedn x2idn i8ge i7i i8g i7ie i4g i4i i3 i3en is4gen d3 d3en im4gn`,`p6-b200 p6-b300 p5 p5e p5en p4d p4de p3dn g7e g6 gr6 g6e g5g g5 g4dn g4ad inf2 inf1 trn1 trn1n trn2 hpc8a`].flatMap(e=>e.split(` `))),cp=new Set([`nano`,`micro`,`small`]),lp=e=>sp.has(e),up=e=>!cp.has(e),dp=({family:e,size:t,vcpus:n})=>lp(e)&&n>1&&up(t),fp=q({id:`auto-mode-instance-types`,severity:`warning`,since:`0.1.0`,providers:[`eks-auto-mode`],theme:`Instance types and zones`,mistakes:[107],on:{NodePool:hp},docs:{summary:`A NodePool of EKS Auto Mode requires instance types or an operating system that Auto Mode does not launch.`,why:`EKS Auto Mode launches only listed families, only types with more than one vCPU, and no nano, micro or small types. It runs Linux only. A NodePool that allows nothing else is ready but never launches a node.`,help:`List families and sizes that EKS Auto Mode supports, or run the pods on nodes of your own.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/automode-learn-instances.html`},examples:_p}),pp=/^[a-z]+\d[a-z0-9-]*$/,mp=new Map([[S.instanceType,e=>{let[t=``,n=``]=e.split(`.`);return!pp.test(t)||lp(t)&&up(n)}],[Fe(S.instanceFamily),e=>!pp.test(e)||lp(e)],[Fe(S.instanceSize),up],[S.os,e=>e!==`windows`]]);function hp(e,{report:t}){for(let n of H(e)){let r=gp(n);if(r.length===0)continue;let i=r.length===n.values.length,a=g(r.map(({text:e})=>e));t({at:e.span(r[0].path),severity:i?`error`:`warning`,message:i?`EKS Auto Mode launches no nodes with \`${n.key}\` ${a}, so NodePool \`${e.name}\` launches nothing`:`EKS Auto Mode launches no nodes with \`${n.key}\` ${a}`,help:i?`List values that EKS Auto Mode supports, or refer to an EC2NodeClass of a Karpenter that you run yourself.`:`Remove ${a} from the values.`})}}function gp({key:e,operator:t,values:n,isKnown:r}){let i=mp.get(x(e));return i===void 0||t!==`In`||!r?[]:n.filter(({text:e})=>!i(e))}function _p(){return{bad:[U(bd({requirements:[`node.kubernetes.io/instance-type In [t3.small]`]}),{"t3.small":`t3.medium`}),U(bd({requirements:[`eks.amazonaws.com/instance-family In [m7i, p3]`]}),{"m7i, p3":`m7i`}),U(bd({requirements:[`kubernetes.io/os In [windows]`]}),{windows:`linux`})],good:[bd({requirements:[`node.kubernetes.io/instance-type In [m7i.large, c7g.xlarge]`]}),bd({requirements:[`eks.amazonaws.com/instance-family In [m7i, p5, g6]`,`kubernetes.io/os In [linux]`]}),bd({requirements:[`eks.amazonaws.com/instance-family NotIn [p3]`]})]}}const vp=q({id:`auto-mode-labels`,severity:`warning`,since:`0.1.0`,providers:[`aws`,`eks-auto-mode`],theme:`Instance types and zones`,mistakes:[105],on:{NodePool:yp},docs:{summary:`A requirement names a label of instances that only the other mode sets: EKS Auto Mode, or a Karpenter that you run yourself.`,why:"EKS Auto Mode sets labels such as `eks.amazonaws.com/instance-category`, and Karpenter sets `karpenter.k8s.aws/instance-category`. In the other mode, no instance type has the label. A requirement for it chooses no instance types there.",help:"Use the label of the mode that launches the nodes: the group in `nodeClassRef` decides it.",url:`https://docs.aws.amazon.com/eks/latest/userguide/create-node-pool.html`},examples:bp});function yp(e,{report:t}){let n=Xl(e);if(!n)return;let r=n.group===Ee;for(let{key:n,path:i,isKnown:a}of H(e)){let o=r?Fe(n):Le(n);if(!a||o===n)continue;let s=[...i,`key`];t({at:e.span(s),message:r?`\`${n}\` is a label of a Karpenter that you run yourself. EKS Auto Mode does not set it, so the requirement chooses no instance types of NodePool \`${e.name}\``:`\`${n}\` is a label of EKS Auto Mode. Karpenter does not set it, so the requirement chooses no instance types of NodePool \`${e.name}\``,help:`Write \`${o}\`.`,fix:{description:`Replace with \`${o}\``,edits:b(e,s,o)}})}}function bp(){return{bad:[bd({requirements:[`karpenter.k8s.aws/instance-family In [c7i, m7i, r7i]`]}),J({requirements:[`eks.amazonaws.com/instance-family In [c7i, m7i, r7i]`]})],good:[bd({requirements:[`eks.amazonaws.com/instance-category In [c, m, r]`,`kubernetes.io/arch In [arm64]`]}),J({requirements:[`karpenter.k8s.aws/instance-family In [c7i, m7i, r7i]`]})]}}function xp(e,t){let n=e.get(t),r=_(n).map((e,n)=>({path:[...t,n],value:e})),i=r.filter(({value:e})=>ue(e)||!d(e)),a=d(n)||i.length<r.length;return Wt(i,[...a?[`\`${t.at(-1)}\` of \`${e.name}\` is a placeholder`]:[],...e.isPartial?[`template lines of \`${e.name}\` may add some`]:[]])}const Sp=({source:{file:e,origin:t}})=>t?`${t.tool} ${t.root}`:e;function Cp({all:e,clusterOf:t}){let n=new Map;return[...Te(V(e),e=>{let r=t(e),i=n.get(r)??wp(r);return n.set(r,i),i&&!Tp(e)?r:Sp(e)}).values()].filter(e=>e.length>1&&new Set(e.map(({name:e})=>e)).size===e.length)}const wp=({isExample:e,manifests:t})=>!e&&t.some(({kind:e})=>oe(e)),Tp=({source:{file:e,origin:t}})=>!t&&e.slice(e.lastIndexOf(`/`)+1).split(/[-_.]/).some(Ko),Ep=/(?:^|\.)(?:kubernetes\.io|k8s\.io|karpenter\.sh|karpenter\.k8s\.aws)\//;function Dp(e){let t=[...H(e),...Jl(e)],n=xp(e,[`spec`,`template`,`spec`,`taints`]);return!ql(e)&&Yt(n,()=>!0)===!1&&t.every(({key:e,isKnown:t})=>t&&Ep.test(e))}const Op=q({id:`auto-mode-migration`,severity:`note`,since:`0.1.0`,providers:[`eks-auto-mode`],theme:`Taints and overlapping NodePools`,mistakes:[109],on:{Manifests(e,t){for(let e of Cp(t)){let n=e.filter(kp),r=n.find(e=>Xl(e)?.group===Ee),i=n.find(e=>Xl(e)?.group===`karpenter.k8s.aws`);r!==void 0&&i!==void 0&&t.report({manifest:r,at:r.span([`spec`,`template`,`spec`,`nodeClassRef`,`group`]),message:`Both EKS Auto Mode (NodePool \`${r.name}\`) and Karpenter (NodePool \`${i.name}\`) launch nodes for the same pods`,labels:[{span:i.span([`metadata`,`name`]),message:`this NodePool has no taint either`}],help:`Add a taint to \`${r.name}\`, and tolerate it in the pods that move. In requirements and in selectors of these pods, replace \`karpenter.k8s.aws/\` with \`eks.amazonaws.com/\`. EKS Auto Mode has no custom images, user data or kubelet settings. Its nodes live at most 21 days, and AWS bills a fee for each.`})}}},docs:{summary:`A cluster has NodePools of EKS Auto Mode and of a Karpenter of its own, and neither has a taint.`,why:`Both can run side by side, for example while workloads move. Each sees a pending pod that fits its NodePools and launches a node for it. One of the nodes stays empty, and which mode runs the pod is open. Labels of instances, images, user data, the hop limit of the metadata service, the lifetime of nodes, and the bill differ between the modes.`,help:`Add a taint to the NodePools of one mode until its pods are moved on purpose.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/auto-migrate-karpenter.html`},examples:Mp}),kp=e=>!e.isPartial&&_(e.get([`spec`,`template`,`spec`,`taints`])).length===0,Ap=J({name:`karpenter`,nodeClassRef:`default`}),jp=W`
  - key: eks-auto-mode
    effect: NoSchedule
`;function Mp(){return{bad:[U($(Ap,bd({name:`auto`}),X),{"nodeClassRef:\n        group: eks.amazonaws.com":`taints:
  - key: eks-auto-mode
    effect: NoSchedule
nodeClassRef:
  group: eks.amazonaws.com`})],good:[$(Ap,bd({name:`auto`,taints:jp}),X)]}}const Np=q({id:`aws-auth-groups`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[71],on:{Manifests(e,t){for(let n of e.manifests)n.kind===`ConfigMap`&&n.name===`aws-auth`&&Pp(n,[`data`,`mapRoles`],t),n.kind===`kubernetes_config_map`&&Pp(n,[`spec`,`data`,`mapRoles`],t),n.kind===`ClusterConfig`&&_(n.get([`iamIdentityMappings`])).forEach((e,r)=>{Ip(e,{manifest:n,path:[`iamIdentityMappings`,r]},t)})}},docs:{summary:`The mapping of a node role lacks a group that nodes need to join the cluster.`,why:"A kubelet can register its node only as a member of `system:bootstrappers` and `system:nodes`. If the mapping of its role lacks one of them, instances start but never become nodes. Karpenter terminates them after 15 minutes and launches others. This rule checks the ConfigMap `aws-auth`, also in Terraform, and the `iamIdentityMappings` of eksctl.",help:"Add both groups to the mapping, or use an access entry of type `EC2_LINUX` instead, which includes them.",url:`https://docs.aws.amazon.com/eks/latest/userguide/auth-configmap.html`},examples:Rp});function Pp(e,t,n){for(let r of Dl(e.get(t))??[])Ip(r,{manifest:e,path:t},n)}const Fp=[`system:bootstrappers`,`system:nodes`];function Ip(e,{manifest:t,path:n},{report:r}){let i=v(e),a=h(i?.username)??``;if(!i||!/^system:node:\{\{\s*EC2PrivateDNSName\s*\}\}$/.test(a)||i.groups!==void 0&&ge([i.groups]))return;let o=_(i.groups).map(h),s=Fp.filter(e=>!o.includes(e));if(s.length===0)return;let c=h(i.rolearn??i.arn)??``;r({manifest:t,at:t.span(n),message:`Nodes with the role \`${Lp(c)}\` cannot join the cluster, because its mapping lacks ${g(s,` and `)}`,help:`Add ${g(s,` and `)} to the groups of the mapping.`})}const Lp=e=>e.split(`/`).at(-1).replace(/^\$\{([^}]{1,200}?)(?:\.arn)?\}$/,`$1`);function Rp(){return{bad:[U(W`
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
      `]}}function zp(e,{product:t,version:n}){let r=n.replace(/^v(?=\d+\.)/,``).replace(/-eksbuild\.\d+$/,``);return e.find(e=>e.product===t&&e.version===r)}const Bp=({fixedIn:e,source:t})=>`${e===void 0?`Use another release.`:`Use ${e} or later.`} Source: ${t}.`,Vp=q({id:`bad-release`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,t){for(let{path:n,term:r}of au(e)){let[i=``,a=``]=(h(r.alias)??``).split(`@`);Hp(e,{product:i,version:a,path:[...n,`alias`]},t)}},Manifests({manifests:e},t){for(let n of e){if(n.kind!==`aws_eks_addon`)continue;let e=[`spec`,`addon_version`];Hp(n,{product:h(n.get([`spec`,`addon_name`]))??``,version:h(n.get(e))??``,path:e},t)}}},docs:{summary:`A node class or an EKS add-on pins a release that its publisher withdrew or advises not to use.`,why:`Some releases of Bottlerocket and Amazon Linux were rolled back: nodes did not boot, or programs on them stopped. Some releases of the VPC CNI lost addresses. The images stay available, so Karpenter launches nodes with them, and a change of the alias replaces all nodes of the class with such nodes. The list has the source and the date of each release.`,help:`Pin a release that has the fix.`,url:`https://karpenter.sh/docs/tasks/managing-amis/`},examples:Up});function Hp(e,{path:t,...n},{badReleases:r,report:i}){let a=zp(r,n);a!==void 0&&i({manifest:e,at:e.span(t),message:`\`${e.name}\` pins a bad release: ${a.product} ${a.version} of ${a.date} ${a.what}`,help:Bp(a)})}function Up(){return{bad:[U(Wp(`bottlerocket@1.21.0`),{"bottlerocket@1.21.0":`bottlerocket@1.21.1`}),U(Wp(`bottlerocket@v1.26.0`),{"bottlerocket@v1.26.0":`bottlerocket@v1.26.1`}),U(Gp(`v1.10.2-eksbuild.1`),{"v1.10.2-eksbuild.1":`v1.10.3-eksbuild.1`})],good:[Wp(`bottlerocket@1.21.1`),Gp(`v1.10.3-eksbuild.1`)]}}const Wp=e=>Y(W`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${e}
  `),Gp=e=>G`
  resource "aws_eks_addon" "cni" {
    cluster_name  = "orders"
    addon_name    = "vpc-cni"
    addon_version = "${e}"
  }

  ${Q(`default`,Y(`role: KarpenterNodeRole-demo`))}
`,Kp=`1.22`,qp=q({id:`bottlerocket-raid`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[96],on:{NodeClass(e,t){let{report:n,karpenter:r}=t,i=e.get([`spec`,`instanceStorePolicy`]);if(r.bottlerocketRaid&&i===`RAID0`&&su(e)===`Bottlerocket`){for(let{path:t,term:r}of au(e)){let i=/^bottlerocket@v?(\d+\.\d+)\.\d+$/.exec(h(r.alias)??``)?.[1];i===void 0||F(i,Kp)>=0||n({at:e.span([...t,`alias`]),message:`Bottlerocket ${i} does not understand the user data for \`instanceStorePolicy: RAID0\`, so its nodes never join the cluster`,labels:[{span:e.span([`spec`,`instanceStorePolicy`]),message:`Karpenter writes user data for this policy`}],help:`Pin Bottlerocket ${Kp}.0 or newer, or remove \`instanceStorePolicy\`.`})}for(let{path:r,text:i,bottlerocket:a}of kd(e,t))a===void 0||F(a,Kp)>=0||n({at:e.span(r),message:`Bottlerocket ${a}, which \`${i}\` selects, does not understand the user data for \`instanceStorePolicy: RAID0\`, so its nodes never join the cluster`,help:`Select Bottlerocket ${Kp}.0 or newer, or remove \`instanceStorePolicy\`.`})}}},docs:{summary:`A node class asks for a RAID of instance stores on a Bottlerocket release that does not support it.`,why:"For `instanceStorePolicy: RAID0` Karpenter writes a bootstrap command into the user data. Bottlerocket understands that command from 1.22.0 on. Older images reject their settings, and the nodes never join the cluster.",help:"Pin Bottlerocket 1.22.0 or newer, or remove `instanceStorePolicy`.",url:`https://karpenter.sh/docs/upgrading/upgrade-guide/`},examples:Jp});function Jp(){return{bad:[U(Y(W`
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.21.1
        `),{"bottlerocket@v1.21.1":`bottlerocket@v1.22.0`},{"instanceStorePolicy: RAID0":``}),U(Y(W`
          amiFamily: Bottlerocket
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - name: bottlerocket-aws-k8s-1.30-x86_64-v1.20.3-5d9ac849
        `),{"v1.20.3-5d9ac849":`v1.44.0-5d9ac849`})],good:[Y(W`
        instanceStorePolicy: RAID0
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
      `),K({karpenter:`1.0`},Y(W`
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.21.1
        `))]}}const Yp=1000000000n,Xp=1000000n,Zp=(2n**63n-1n)*Yp,Qp=[`n`,`u`,`m`,``,`k`,`M`,`G`,`T`,`P`,`E`],$p=[``,`Ki`,`Mi`,`Gi`,`Ti`,`Pi`,`Ei`],em=/^([+-]?)(\d+(?:\.\d*)?|\.\d+)(n|u|m|k|M|G|T|P|E|[KMGTPE]i|[eE][+-]?\d+)?$/;function tm(e){let t=cm(e);return t&&fm(t.nanos)}function nm(e,t){let n=cm(t);if(n===void 0)return;let{nanos:r}=n;return e===`cpu`?Number(dm(r,Xp)):r%Yp==0n?Number(r/Yp):Number(dm(r,Xp))/1e3}function rm(e,t){let n=cm(e),r=cm(t);return n!==void 0&&r!==void 0&&n.nanos===r.nanos}function im(e){let t=cm(e);return t&&pm(t)}function am(e,t,n){if(!Number.isFinite(t))return`unknown`;let r=om(e)?`BinarySI`:`DecimalSI`,i=(n===void 0?void 0:cm(n)?.format)??r;return pm({nanos:sm(t,e===`cpu`?Xp:Yp),format:i})}const om=e=>e===`memory`||e===`ephemeral-storage`||e===`storage`||e.startsWith(`hugepages-`),sm=(e,t)=>Number.isInteger(e)?BigInt(e)*t:BigInt(Math.round(e*1e3))*t/1000n;function cm(e){let t=typeof e==`number`?String(e):e;if(t.length>128)return;let n=em.exec(t);if(!n)return;let[,r=``,i=``,a=``]=n,{base:o,exponent:s,format:c}=lm(a),l=um(i,o,s);return{nanos:r===`-`?-l:l,format:c}}function lm(e){let t=$p.indexOf(e);if(t>0)return{base:1024n,exponent:t,format:`BinarySI`};let n=Qp.indexOf(e);return n>=0?{base:10n,exponent:(n-3)*3,format:`DecimalSI`}:{base:10n,exponent:Number(e.slice(1)),format:`DecimalExponent`}}function um(e,t,n){let[r=``,i=``]=e.split(`.`),a=BigInt(r+i);if(a===0n)return 0n;if(t===1024n){let e=dm(a*1024n**BigInt(n)*Yp,10n**BigInt(i.length));return e>Zp?Zp:e}let o=Math.min(n,300)-i.length+9;return o>=0?a*10n**BigInt(o):o<-129?1n:dm(a,10n**BigInt(-o))}function dm(e,t){return e<0n?-dm(-e,t):(e+t-1n)/t}function fm(e){let t=e/Yp;return e%Yp==0n?Number(t):Number(e)/1e9}function pm({nanos:e,format:t}){let n=e<0n?`-`:``,r=e<0n?-e:e;return t===`BinarySI`&&r>=1024n*Yp&&r%Yp==0n?n+mm(r/Yp):n+hm(r,t===`DecimalExponent`)}function mm(e){let t=0,n=e;for(;n%1024n==0n&&t<$p.length-1;)n/=1024n,t++;return`${n}${$p[t]}`}function hm(e,t){if(e===0n)return`0`;let n=0,r=e;for(;r%1000n==0n&&(t||n<Qp.length-1);)r/=1000n,n++;return t?n===3?`${r}`:`${r}e${(n-3)*3}`:`${r}${Qp[n]}`}const gm=`/dev/xvda`,_m=`/dev/xvdb`,vm=8*2**30,ym=q({id:`bottlerocket-volumes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[62],on:{NodeClass(e,{report:t}){let n=[`spec`,`blockDeviceMappings`],r=_(e.get(n)).map(e=>h(v(e)?.deviceName)??``),i=r.indexOf(gm);su(e)!==`Bottlerocket`||i===-1||e.isPartial||e.get([`spec`,`instanceStorePolicy`])===void 0&&(r.includes(_m)||r.some(e=>d(e))||bm(e,[...n,i,`ebs`,`volumeSize`])&&t({at:e.span([...n,i,`deviceName`]),message:`\`${gm}\` of Bottlerocket holds only the operating system, so containers and images still have only the 20 GiB of \`${_m}\``,help:`Map \`${_m}\` with this size, and set \`volumeSize\` of \`${gm}\` to \`4Gi\`.`}))}},docs:{summary:`A Bottlerocket node class enlarges the volume of the operating system, not the volume of the containers.`,why:"Bottlerocket has two volumes: `/dev/xvda` for the operating system, and `/dev/xvdb` for images, containers and logs. If a node class maps only `/dev/xvda`, the second volume keeps the 20 GiB of the AMI, and Karpenter works out ephemeral storage from it. Nodes evict pods because the disk is full, or pods fit on no node at all.",help:"Map `/dev/xvdb` with the size that containers need, and set `/dev/xvda` to about 4 GiB.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:xm});function bm(e,t){let n=e.get(t);return typeof n==`string`&&(tm(n)??0)>vm}function xm(){return{bad:[U(Y(W`
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
        `,`encrypted`)]}}const Sm=e=>[...e,`nodeAffinity`,`requiredDuringSchedulingIgnoredDuringExecution`,`nodeSelectorTerms`],Cm=(e,t)=>{let n=xp(e,Sm(t));return![n,...E(n).flatMap(({path:t})=>[`matchExpressions`,`matchFields`].map(n=>xp(e,[...t,n])))].every(e=>Kt(e))},wm=(e,t)=>_(e.get(Sm(t))).map((n,r)=>{let i=n=>{let i=[...Sm(t),r,n];return _(e.get(i)).map((e,t)=>Tm(e,[...i,t]))};return{expressions:i(`matchExpressions`),fields:i(`matchFields`)}});function Tm(e,t){let{key:n,operator:r,values:i}=v(e)??{};return{path:t,key:h(n)??``,operator:h(r)??``,values:_(i).map(e=>h(e)??``)}}const Em=e=>eu(e).filter(({key:e})=>x(e)===S.capacityType),Dm=e=>Em(e).find(({operator:e,values:t,isKnown:n})=>n&&e===`In`&&t.length>0&&t.every(({text:e})=>e===`reserved`)),Om=({manifest:e,template:t})=>km(e,[...t,`spec`]);function km(e,t){let n=[...t,`nodeSelector`],r=wm(e,[...t,`affinity`]);return[...Object.entries(v(e.get(n))??{}).map(([e,t])=>({key:e,values:[h(t)??``],path:[...n,e]})),...(r.length===1?r[0].expressions:[]).filter(({operator:e})=>e===`In`)].filter(({key:e,values:t})=>!d([e,...t].join(` `)))}const Am=e=>e===S.nodePool||e===S.capacityType||!/(?:^|\.)(?:kubernetes\.io|k8s\.io|karpenter\.sh|karpenter\.k8s\.aws|amazonaws\.com)\//.test(e),jm=({manifest:e,template:t},n)=>Mm(e,[...t,`spec`],n);function Mm(e,t,n){let r=km(e,t).filter(({key:e})=>Am(e));if(r.length===0)return;let i=Jt(Gt(V(n)),e=>{let t=r.map(t=>Nm(e,t));return t.includes(!1)?!1:!t.includes(void 0)||void 0});return Kt(i)&&i.all.length===1?i.all[0]:void 0}function Nm(e,{key:t,values:n}){if(t===S.nodePool)return d(e.name)?void 0:n.includes(e.name);if(t===S.capacityType)return Pm(e,n);let r=[...Jl(e),...H(e)];return r.some(e=>e.key===t&&e.isKnown&&e.operator===`In`&&e.values.some(({text:e})=>n.includes(e)))?!0:r.some(e=>!e.isKnown&&(e.key===t||d(e.key)))||ql(e)?void 0:!1}function Pm(e,t){let n=Em(e);return n.length===0?t.includes(`on-demand`):n.every(({operator:e,values:n,isKnown:r})=>{if(!r||e!==`In`&&e!==`NotIn`)return!0;let i=new Set(n.map(({text:e})=>e));return t.some(t=>i.has(t)===(e===`In`))})}const Fm=[`spec`,`capacityReservationSelectorTerms`],Im=q({id:`capacity-reservations`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Capacity reservations`,mistakes:[19],on:{Manifests(e,t){if(t.karpenter.capacityReservations){for(let n of mu(e))Lm(n,e,t);for(let n of V(e))Rm(n,e,t);for(let n of pf(e))zm(n,e,t)}}},docs:{summary:`A node class selects capacity reservations that its NodePools or their pods do not use, or a NodePool needs reservations that its node class does not select.`,why:"Reserved capacity has its own capacity type, `reserved`. If every NodePool of a node class allows only `on-demand` or `spot`, the reservations that the node class selects cost money and stay idle. Pods that select `karpenter.sh/capacity-type: on-demand` do not use reservations either. A NodePool that allows only `reserved` launches nothing while its node class selects no reservations.",help:"Add `reserved` to the capacity types of the NodePool, or `capacityReservationSelectorTerms` to its node class.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:Vm});function Lm(e,t,{report:n}){if(_(e.get(Fm)).length===0)return;let r=gu(t,e);if(!Kt(r))return;let i=r.all,a=i.map(Bm),[o]=a;!o||i.some(({isPartial:e})=>e)||a.includes(void 0)||n({manifest:e,at:e.keySpan(Fm),message:`No NodePool of \`${e.name}\` allows the capacity type \`reserved\`, so the reservations selected here stay idle`,labels:[{span:i[0].span(o.path),message:"these capacity types exclude `reserved`"}],help:"Add `reserved` to the capacity types of the NodePool that should use them."})}function Rm(e,t,{report:n}){let r=Dm(e),i=r&&_u(t,e);i&&!i.isPartial&&i.get(Fm)===void 0&&n({manifest:e,at:e.span(r.path),message:`\`${e.name}\` allows only reserved capacity, but its node class \`${i.name}\` selects no reservations, so Karpenter launches nothing for it`,help:"Add `capacityReservationSelectorTerms` to the node class, or another capacity type to the NodePool."})}function zm(e,t,{report:n,clusterOf:r}){let{manifest:i}=e,a=Om(e),o=a.find(({key:e})=>x(e)===S.capacityType);if(!o||i.isPartial||o.values.includes(`reserved`)||!o.values.includes(`on-demand`))return;let s=a.filter(e=>e!==o),c=jm(e,t),l=V(t).filter(e=>r(e)===r(i)&&(s.length>0?e===c:Dp(e))).find(e=>{let n=_u(t,e);return n&&_(n.get(Fm)).length>0&&!e.isPartial&&!Bm(e)});l&&n({manifest:i,at:i.span(o.path),severity:`note`,message:`${i.kind} \`${i.name}\` does not allow the capacity type \`reserved\`, so its pods do not use the reservations of \`${l.name}\``,labels:[{span:_u(t,l).keySpan(Fm),message:`these reservations`}],help:"To use them, replace the selection with required node affinity for `karpenter.sh/capacity-type In [reserved, on-demand]`."})}const Bm=e=>Em(e).find(({operator:e,values:t,isKnown:n})=>{let r=t.some(({text:e})=>e===`reserved`);return n&&(e===`In`&&!r||e===`NotIn`&&r)});function Vm(){return{bad:[U($(J({requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),Y(W`
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
        `)),$(J({requirements:[`karpenter.sh/capacity-type In [reserved, on-demand, spot]`],nodeClassRef:`default`}),Y(`role: KarpenterNodeRole`))]}}const[Hm,Um]=[`0.32`,`1.14`],Wm={karpenter:`
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
    webhook.enabled:0.33-1.0 webhook.port:0.33-1.0 webhook.serviceName:0.33-1.0 webhook.serviceNamespace:0.33-1.0`},Gm=e=>e.trim().split(/\s+/).map(qm),Km={karpenter:Gm(Wm.karpenter),"karpenter-crd":Gm(Wm[`karpenter-crd`])};function qm(e){let[t=``,n=``]=e.split(`:`),[r,i]=n.split(`-`);return{path:t,since:r||Hm,until:i||Um}}var Jm=class{#e;#t;constructor(e,t){this.#e=Km[e],this.#t=t}get isTooOld(){return this.#t!==void 0&&F(this.#t,Hm)<0}get isComplete(){return this.#n(Hm,Um)}#n(e,t){let n=this.#t;return n!==void 0&&F(n,e)>=0&&F(n,t)<=0}#r({since:e,until:t}){let n=this.#t;return n===void 0||F(n,e)>=0&&(t===Um||F(n,t)<=0)}get paths(){return this.#e.filter(e=>this.#r(e)).map(({path:e})=>e)}readElsewhere(e){let t=this.#t,[n]=this.#e.filter(t=>Ym(e,t.path)&&!this.#r(t)).sort((e,t)=>F(t.until,e.until));return n&&t!==void 0?{...n,isOver:F(t,n.until)>0}:void 0}unread(e){let t=this.paths,n=[],r=(e,i)=>{if(ue(e))for(let a of Object.keys(e)){let o=[...i,a],s=o.join(`.`);d(a)||t.includes(s)||(t.some(e=>e.startsWith(`${s}.`))?r(be(e,[a]),o):n.push(o))}};return r(e,[]),n}};const Ym=(e,t)=>e===t||e.startsWith(`${t}.`)||t.startsWith(`${e}.`),Xm=q({id:`chart-values`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests(e,t){for(let n of L(e))Qm(n,t)}},docs:{summary:`The version of Karpenter’s chart does not read a value, which is misspelled, in the wrong place, or of another version.`,why:"Helm does not check values, and a template ignores what it does not read. A value in the wrong place has no effect: `resources` at the top instead of `controller.resources` leaves the controller without requests, and `settings.assumeRoleARN` is gone since 1.0. plumbline knows the keys of the charts `karpenter` and `karpenter-crd` from 0.32 on. Values files are not judged, because another chart may read them, too. Keys that nothing resembles are reported only for charts from Karpenter’s own registry.",help:`Write the value where the chart reads it, or remove it.`,url:`https://github.com/aws/karpenter-provider-aws/blob/main/charts/karpenter/values.yaml`},examples:ih}),Zm=new Set([`settings.aws`,`settings.interruptionQueueName`,`global`]);function Qm(e,{report:t,nearest:n}){let{manifest:r,chart:i,version:a,values:o}=e,s=eh(e);if(r.kind===`HelmValues`||ba(s??``))return;let c=(a&&R(r,a))??``,l=new Jm(i,Ia(c));if(!l.isTooOld)for(let e of l.unread(r.get(o))){let a=e.join(`.`);if(Zm.has(a))continue;let u=nh(e,{known:l,nearest:n,isPublic:$m.test(s??``)});if(u===void 0)continue;let d=c===``?`The chart \`${i}\``:`The chart \`${i}\` ${c}`;t({manifest:r,at:r.keySpan([...o,...e]),...u,message:`${d} does not read \`${a}\`${u.message}`})}}const $m=/public\.ecr\.aws\/karpenter|charts\.karpenter\.sh/;function eh({manifest:e,values:t}){return[[`repo`],[`spec`,`chart`,`spec`,`repository`],[...t.slice(0,t[1]===`source`?2:3),`repoURL`]].map(t=>R(e,t)).find(e=>e!==void 0)}const th={replicaCount:`replicas`,image:`controller.image`,metrics:`controller.metrics`,securityContext:`controller.securityContext`,"controller.logLevel":`logLevel`,"controller.outputPaths":`logOutputPaths`,"controller.errorOutputPaths":`logErrorOutputPaths`,logConfig:`logLevel`,"settings.featureGates.driftEnabled":`settings.featureGates.drift`};function nh(e,t){let{known:n,isPublic:r}=t,i=e.join(`.`),a=rh(e,t),o=n.readElsewhere(i);if(o!==void 0&&!o.isOver)return{message:`, which charts read since ${o.since}`,help:`Upgrade Karpenter, or remove the value.`};let s=a===void 0?`Remove it.`:`Set \`${a}\` instead.`;if(o!==void 0){let e=i.startsWith(`settings.assumeRole`)||a!==void 0;return{message:`, which charts read until ${o.until}`,help:s,...!e&&{severity:`note`}}}return a===void 0?r&&n.isComplete?{message:`, so it has no effect`,help:s}:void 0:{message:`, so it has no effect`,help:s}}function rh(e,{known:t,nearest:n}){let r=e.join(`.`),{paths:i}=t,a=Be(th,r);if(a!==void 0&&i.some(e=>e===a||e.startsWith(`${a}.`)))return a;let o=String(e.at(-1)),s=i.filter(e=>e.split(`.`).at(-1).toLowerCase()===o.toLowerCase());if(s.length===1&&o.length>3)return s[0];let c=e.slice(0,-1).join(`.`),l=c===``?``:`${c}.`,u=n(o,[...new Set(i.filter(e=>e.startsWith(l)).map(e=>e.slice(l.length).split(`.`)[0]))]);return u===void 0?void 0:`${l}${u}`}function ih(){return{bad:[U(Z(`karpenter`,{version:`1.8.1`,values:W`
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
        `})]}}const ah=q({id:`cluster-name`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[83],on:{Manifests(e,t){for(let n of L(e))oh(n,t)}},docs:{summary:"Karpenter’s `clusterName` does not match the cluster’s name.",why:`Karpenter tags the instances that it launches with the name of the cluster, asks EKS for the cluster of that name, and writes the name into the user data of nodes. With a wrong name, IAM denies the launch because its conditions name the real cluster, or nodes try to join a cluster that does not exist. Reported only when the repository creates the cluster with Terraform, eksctl or kOps. The values may be in another folder if an environment, a similar name, or being the only cluster relates both.`,help:"Set `clusterName` to the name of the cluster. In Terraform, refer to it, such as `module.eks.cluster_name`.",url:`https://karpenter.sh/docs/reference/settings/`},examples:ch});function oh(e,t){let{manifest:n}=e,r=Ja(e,`clusterName`).find(e=>n.get(e)!==void 0),i=r&&R(n,r);if(!r||!i)return;let a=t.clusterOf(n).manifests.filter(jc),[o]=a,s=o&&Pc(o).find(e=>o.get(e)!==void 0),c=o&&s&&R(o,s);a.length===1&&o&&s&&c!==void 0&&c!==i&&t.report({manifest:n,at:n.span(r),message:`\`clusterName\` is \`${i}\`, but the cluster is named \`${c}\``,help:vu(n,o)?`Refer to the cluster’s name: \`${sh(o)}\`.`:`Set \`clusterName: ${c}\`.`,labels:[{span:o.span(s),message:`the name of the cluster${yu(n,o,t)}`}]})}const sh=({kind:e,name:t})=>e===`module`?`module.${t}.cluster_name`:`${e}.${t}.name`;function ch(){return{bad:[U(G`
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
      `]}}const lh=q({id:`controller-conditions`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[73],on:{Manifests(e,t){for(let n of ku(t))for(let r of E(n))ph(r,{policy:n,all:e,context:t}),mh(r,{policy:n,all:e,context:t})}},docs:{summary:`The IAM policy of Karpenter’s controller requires a tag that Karpenter does not set, or sets to another value.`,why:"A condition on a tag holds only if Karpenter sets that tag. Since v1beta1, instances have the tag `karpenter.sh/nodepool` and no longer `karpenter.sh/provisioner-name`. If a policy still requires the old tag, Karpenter can launch nodes but never terminate them, or cannot even launch them. Karpenter sets your own tags only if `spec.tags` of the EC2NodeClass lists them. A class can also give a tag such as `Name` another value than the condition allows, and its instances then stay forever.",help:"Require `karpenter.sh/nodepool` instead, and list your own tags in `spec.tags` of every EC2NodeClass.",url:`https://karpenter.sh/docs/reference/cloudformation/`},examples:yh}),uh=/^(?:aws|ec2):(RequestTag|ResourceTag)\/(.+)$/i,dh=/IfExists$|^Null$|^ForAllValues:|Not/,fh=[`ec2:RunInstances`,`ec2:CreateFleet`,`ec2:CreateLaunchTemplate`,`ec2:TerminateInstances`];function ph(e,t){let{statement:n,policy:r,path:i}=e,a=fh.filter(t=>Pu([e],t));for(let{operator:o,key:s}of n.conditions){let[,n,c]=uh.exec(s)??[];if(c===void 0||n===void 0||dh.test(o)||d(o)||!_h(n,c,t))continue;let l=(zu(c)?a.filter(e=>gh.includes(e)):a).filter(n=>Yt(t.policy,t=>t!==e&&Pu([t],n))===!1);l.length!==0&&t.context.report({manifest:r,at:r.keySpan([...i,`Condition`,o,s]),message:`${g(l)} ${l.length>1?`are`:`is`} allowed only with the tag \`${c}\`, which Karpenter does not set`,help:c.startsWith(`karpenter.sh/`)?"Require `karpenter.sh/nodepool` instead.":"Add the tag to `spec.tags` of every EC2NodeClass."})}}function mh(e,{policy:t,all:n,context:r}){let{policy:i,path:a}=e;for(let{operator:o,key:s,values:c}of e.statement.conditions){let[,l=``,u]=uh.exec(s)??[];if(u===void 0||!hh.test(o)||c.some(d))continue;let f=(l.toLowerCase()===`resourcetag`?gh:fh).filter(n=>Pu([e],n)&&Yt(t,t=>t!==e&&Pu([t],n))===!1);if(f.length!==0)for(let e of mu(n)){let t=[`spec`,`tags`,u],n=R(e,t),l=r.clusterOf(e)===r.clusterOf(i);n!==void 0&&l&&!c.some(e=>ro(e,n))&&r.report({manifest:e,at:e.span(t),message:`Karpenter may not call ${g(f)} for instances of \`${e.name}\`: its policy wants the tag \`${u}\` to be \`${c.join("` or `")}\`, and this class sets it to \`${n}\``,help:"Set the tag to a value that the policy allows, or let the condition compare `karpenter.sh/nodepool`.",labels:[{span:i.keySpan([...a,`Condition`,o,s]),message:`the condition`}]})}}}const hh=/^(?:ForAnyValue:)?String(?:Equals|Like)$/,gh=[`ec2:TerminateInstances`];function _h(e,t,{all:n,context:r}){if(t===`karpenter.sh/provisioner-name`)return r.karpenter.v1;let i=mu(n),a=i.length>0&&i.every(e=>!e.isPartial&&!vh(e.get([`spec`,`tags`]),t));return e.toLowerCase()===`resourcetag`&&zu(t)?a:e.toLowerCase()!==`requesttag`||d(t)||/^(?:kubernetes\.io\/cluster\/|karpenter\.|eks:|topology\.kubernetes\.io\/|Name$)/.test(t)?!1:a}function vh(e,t){let n=v(e);return n?Object.keys(n).some(e=>e===t||d(e)):e!==void 0}function yh(){return{bad:[U(G`
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
          `})],good:[dd`
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
      `]}}const bh=({kind:e,apiVersion:t})=>e===`ClusterConfig`&&l(t)===`eksctl.io`,xh=(e,t)=>_(e.get(t)).map((e,n)=>[...t,n]);function Sh(e){if(e.kind===`aws_eks_pod_identity_association`)return[Ch(e,[`spec`],[`namespace`,`service_account`])];if(e.kind===`PodIdentityAssociation`)return wh(e);if(bh(e))return xh(e,[`iam`,`podIdentityAssociations`]).map(t=>Ch(e,t,[`namespace`,`serviceAccountName`]));let t=B(e);return t===`karpenter`?Dh(e):t===`eks-pod-identity`?Oh(e):[]}const Ch=(e,t,[n,r])=>({manifest:e,path:[...t,n],namespace:R(e,[...t,n]),serviceAccount:R(e,[...t,r])});function wh(e){return[[[`spec`],[`namespace`,`serviceAccount`]],[[`spec`,`forProvider`],[`namespace`,`serviceAccount`]],[[`Properties`],[`Namespace`,`ServiceAccount`]]].filter(([t,[n]])=>v(e.get(t))?.[n]!==void 0).slice(0,1).map(([t,n])=>Ch(e,t,n))}function Th(e){return nl(e,`create`,!0)!==!1&&nl(e,`create_pod_identity_association`,(el(e)??0)>=21)}const Eh=e=>[`spec`,[`namespace`,`create_pod_identity_association`].find(t=>e.get([`spec`,t])!==void 0)??`source`];function Dh(e){if(Th(e)===!1)return[];let t=(t,n)=>e.get([`spec`,t])===void 0?n:R(e,[`spec`,t]),n=Th(e)===!0;return[{manifest:e,path:Eh(e),namespace:n?t(`namespace`,`kube-system`):void 0,serviceAccount:t(`service_account`,`karpenter`)}]}function Oh(e){let t=[`spec`,`associations`],n=v(e.get(t));return n?Object.keys(n).map(n=>{let r=r=>{let i=[...t,n,r],a=[`spec`,`association_defaults`,r];return R(e,e.get(i)===void 0?a:i)};return{manifest:e,path:[...t,n],namespace:r(`namespace`),serviceAccount:r(`service_account`)}}):e.get(t)===void 0?[]:[{manifest:e,path:t,namespace:void 0,serviceAccount:void 0}]}const kh=new WeakMap;function Ah(e){let t=kh.get(e);if(t)return t;let n=jh(e),r=e.manifests.map(Ph),i={podIdentities:Wt(e.manifests.flatMap(Sh),n),fargateProfiles:Wt(e.manifests.flatMap(Mh),n),addons:Wt(r.flatMap(e=>e??[]),[...n,...r.includes(void 0)?[`a list of add-ons is unknown`]:[]])};return kh.set(e,i),i}const jh=e=>[...e.createsCluster?[]:[`the cluster is created elsewhere`],...Wc(e)];function Mh(e){if(e.kind===`aws_eks_fargate_profile`)return[{manifest:e,path:[`spec`,`selector`]}];if(e.kind===`FargateProfile`)return[[`spec`,`selectors`],[`spec`,`forProvider`,`selector`]].filter(t=>e.get(t)!==void 0).map(t=>({manifest:e,path:t}));if(bh(e))return xh(e,[`fargateProfiles`]).map(t=>({manifest:e,path:[...t,`selectors`]}));if(B(e)!==`eks`)return[];let t=[`spec`,`fargate_profiles`];return Object.entries(v(e.get(t))??{}).filter(([,e])=>v(e)?.create!==!1).map(([n])=>({manifest:e,path:[...t,n,`selectors`]}))}const Nh=[`cluster_addons`,`addons`];function Ph(e){if(e.kind===`aws_eks_addon`)return Fh(e,[`spec`,`addon_name`]);if(bh(e))return xh(e,[`addons`]).flatMap(t=>Fh(e,[...t,`name`])??[]);if(B(e)!==`eks`)return[];let t=Nh.map(t=>Ih(e,[`spec`,t]));return t.includes(void 0)?void 0:t.flatMap(e=>e??[])}function Fh(e,t){let n=R(e,t);return n===void 0?void 0:[{manifest:e,path:t,name:n}]}function Ih(e,t){let n=e.get(t);if(n==null)return[];let r=Object.keys(v(n)??{});if(v(n)&&!r.some(d))return r.map(n=>({manifest:e,path:[...t,n],name:n}))}function Lh({source:{file:e,origin:t}}){if(!t)return{file:e,near:e};let n=t.trace(0,1).span.file;if(t.tool!==`terraform`)return{file:n,near:n};let r=t.place??``;return{file:n,near:r.endsWith(`.tfvars`)?r:r===``?`main.tf`:`${r}/main.tf`}}function Rh(e,t){for(let n=ye(e);;n=ye(n)){let e=t.filter(({near:e})=>n===``||e.startsWith(`${n}/`));if(e.length>0||n===``)return e}}function zh(e){return L(e).flatMap(e=>{let{manifest:t,chart:n}=e;return n!==`karpenter`||t.kind===`HelmValues`||t.kind===`KustomizeChart`?[]:[{...Lh(t),release:`${t.kind} ${t.name}`,...Bh(e)}]})}function Bh({manifest:e,values:t,isOpen:n}){let r=[...t,`serviceAccount`,`name`],i=e.get(r)!==void 0;return{namespace:Hh(e),serviceAccount:i||n||e.isPartial?R(e,r):Uh(e)}}function Vh(e,t){let n=Rh(e,t),[r]=n;return n.every(e=>e.namespace===r?.namespace&&e.serviceAccount===r?.serviceAccount)?r:void 0}function Hh(e){let t=e.kind===`Application`?[`spec`,`destination`,`namespace`]:[`spec`,`targetNamespace`];return e.get(t)===void 0?e.kind===`HelmRelease`?e.namespace:void 0:R(e,t)}function Uh(e){let t=e.kind===`HelmRelease`?[`spec`,`releaseName`]:[`spec`,`source`,`helm`,`releaseName`],n=e.get(t)===void 0?Wh(e):R(e,t),r=/\b(?:fullnameOverride|nameOverride)\b/.test(JSON.stringify(e.get([`spec`])??null));if(!(n===void 0||r))return n.includes(`karpenter`)?n:`${n}-karpenter`}function Wh(e){let t=[`spec`,`targetNamespace`];if(e.kind!==`HelmRelease`||e.source.origin?.tool===`terraform`||e.get(t)===void 0)return e.name;let n=R(e,t);return n===void 0?void 0:`${n}-${e.name}`}const Gh=`eks.amazonaws.com/role-arn`;function Kh(e,t){let{namespace:n,serviceAccount:r}=Bh(e),{podIdentities:i}=Ah(t),a=({namespace:e,serviceAccount:t})=>Jh(qh(e,n),qh(t,r)),o=E(i),s=[...Xh(e),...eg(t)];return{namespace:n,serviceAccount:r,sources:Wt([...s.flatMap(({certain:e})=>e??[]),...o.filter(e=>a(e)===!0).map(({manifest:e,path:t})=>({manifest:e,path:t,by:`Pod Identity`}))],qt(i)),possible:[...s.flatMap(({possible:e})=>e??[]),...o.filter(e=>a(e)===void 0)],elsewhere:o.filter(e=>a(e)===!1&&Yh(e))}}const qh=(e,t)=>e===void 0||t===void 0?void 0:e===t;function Jh(e,t){return e===!1||t===!1?!1:e===void 0||t===void 0?void 0:!0}const Yh=({manifest:e,serviceAccount:t})=>/karpenter/.test(`${e.name} ${t??``}`);function Xh(e){let{manifest:t,values:n}=e;return[...Zh(e),...Qh(e),...$h(e,!1,`serviceAccount`,`create`)?[{possible:{manifest:t,path:[...n,`serviceAccount`]}}]:[]]}function Zh(e){let{manifest:t,values:n}=e,r=[...n,`serviceAccount`,`annotations`],i=Za(e,`serviceAccount`,`annotations`);if(!Ut(i))return[{possible:{manifest:t,path:r}}];let a=v(i.value)??{},o=a[Gh];return o!=null&&o!==``?[{certain:{manifest:t,path:[...r,Gh],by:`role annotation`}}]:Object.keys(a).some(d)?[{possible:{manifest:t,path:r}}]:[]}function Qh(e){let{manifest:t,values:n}=e,[r,i]=[`env`,`envFrom`].map(t=>Za(e,`controller`,t)),a=[...n,`controller`];if(!r||!i||!Ut(r)||!Ut(i))return[{possible:{manifest:t,path:a}}];let o=_(r.value).map(e=>h(v(e)?.name)??"${unknown}");return o.some(e=>/^AWS_(?:ACCESS_KEY_ID|WEB_IDENTITY_TOKEN_FILE|ROLE_ARN|PROFILE)$/.test(e))?[{certain:{manifest:t,path:[...a,`env`],by:`variables`}}]:o.some(e=>/^AWS_(?!REGION$)|[${]/.test(e))||_(i.value).length>0?[{possible:{manifest:t,path:a}}]:[]}function $h(e,t,...n){let r=Za(e,...n);return Ut(r)&&r.value===t}const eg=e=>e.manifests.flatMap(e=>e.kind===`ServiceAccount`&&/karpenter/.test(e.name)?[tg(e)]:bh(e)?xh(e,[`iam`,`serviceAccounts`]).filter(t=>/karpenter/.test(h(e.get([...t,`metadata`,`name`]))??``)).map(t=>({certain:{manifest:e,path:t,by:`service account`}})):[]);function tg(e){let t=[`metadata`,`annotations`,Gh];return e.get(t)!==void 0&&R(e,t)!==``?{certain:{manifest:e,path:t,by:`service account`}}:{possible:{manifest:e,path:[`metadata`,`name`]}}}function ng({manifest:e,reference:t,serviceAccount:n},r){let i=/^((?:module|aws_iam_role)\.[\w-]+)\.(?:arn|iam_role_arn|irsa_arn)$/.exec(t)?.[1];if(i===void 0)return;let a=t=>t.source.origin?.root===e.source.origin?.root,o=jo(e).replace(/(?<![^.])[^.]+\.[^.]+$/,``),s=r.find(e=>a(e)&&jo(e)===`${o}${i}`);if(s===void 0)return;if(B(s)===`karpenter`&&!ag(s))return og(s);let c=new Map(r.map(e=>[e.source.file,e])),l=s.kind===`aws_iam_role`?Mo(s,c):Ao({files:[],manifests:[s]}).find(e=>e.manifest===s),u=l?.statements&&sg(l.statements);if(l&&u&&!u.some(e=>ro(e,n)))return{manifest:l.manifest,path:l.path,trusted:u,because:`the role trusts ${rg(u)}`}}const rg=e=>e.length===0?`no service account`:`only ${e.map(e=>`\`${e}\``).join(`, `)}`,ig=[`iam_role_override_assume_policy_documents`,`iam_role_source_assume_policy_documents`];function ag(e){if(ig.some(t=>e.get([`spec`,t])!==void 0))return!0;let t=el(e);if(t===void 0||t<20)return!0;let n=e.get([`spec`,`enable_irsa`]);return t===20&&n!==void 0&&n!==!1}function og(e){let t=(el(e)??0)>=21,n=t?[`spec`,`version`]:[`spec`,`source`],r=t?`since v21, the role of the module trusts only EKS Pod Identity`:"the role of the module trusts only EKS Pod Identity without `enable_irsa`";return{manifest:e,path:e.get(n)===void 0?[`spec`,`source`]:n,because:r,trusted:[]}}function sg(e){let t=[];for(let n of e){let{effect:e,actions:r,conditions:i,unknown:a,isNegated:o,principals:s}=n;if(a.length>0||o||r.some(d))return;if(e===`Deny`||!uo(n,`sts:AssumeRoleWithWebIdentity`)||!s.has(`Federated`))continue;let c=i.filter(({key:e})=>e.endsWith(`:sub`)),l=c.every(({operator:e})=>/^(?:ForAnyValue:)?String(?:Equals|Like)$/.test(e));if(c.length===0||!l)return;t.push(...c.flatMap(({values:e})=>e.map(cg)))}return t.some(e=>d(e)||e===``)?void 0:t}const cg=e=>e.replace(/^system:serviceaccount:/,``),lg=q({id:`controller-credentials`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests(e,t){for(let n of L(e))dg(n,t)}},docs:{summary:`Karpenter’s controller has no credentials for AWS, or loses them with this change.`,why:"The controller gets its role through the annotation `eks.amazonaws.com/role-arn` of its service account (IRSA) or through an association of EKS Pod Identity. Both name its namespace and service account. If the annotation, the association or the agent of Pod Identity goes, or if the role trusts another service account, AWS denies every call. Karpenter then launches and removes no nodes. A loss is a warning if something outside of these files may give the controller a role, and an error otherwise. The role of the node that the controller runs on is not counted.",help:`Set the annotation to a role that trusts the service account, or create an association for its namespace and name.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/pod-id-association.html`},examples:Dg}),ug=`Without credentials, it launches and removes no nodes`;function dg(e,t){let{manifest:n,chart:r}=e;if(r!==`karpenter`||fg(e,t))return;let i=t.clusterOf(n),a=Kh(e,i),o=E(a.sources);if(o.length>0){xg(e,{sources:o,now:a,cluster:i,context:t}),Cg(e,{sources:o,now:a,cluster:i,context:t});return}if(a.possible.length>0)return;let s=gg(e,t),[c]=a.elsewhere;c===void 0?s.length>0&&!pg(a,t)&&vg(e,{lost:s,now:a,context:t}):bg(e,{other:c,now:a,isLoss:s.length>0,context:t})}const fg=({manifest:e},{all:t,clusterOf:n})=>e.kind===`HelmValues`&&L(t).some(t=>t.manifest.kind!==`HelmValues`&&n(t.manifest)===n(e)),pg=({namespace:e,serviceAccount:t},{all:n,clusterOf:r})=>[...new Set(n.manifests.map(r))].flatMap(e=>E(Ah(e).podIdentities)).some(n=>(n.namespace===void 0||n.namespace===e)&&(n.serviceAccount===void 0||n.serviceAccount===t));function mg({manifest:e},{base:t,all:n}){let r=t?hg(L(t)):[],{kind:i,name:a,source:o}=e,s=r.find(({manifest:e})=>e.kind===i&&e.name===a&&e.source.file===o.file),c=r.length===1&&hg(L(n)).length===1;return s??(c?r[0]:void 0)}const hg=e=>e.filter(({chart:e})=>e===`karpenter`);function gg(e,t){let n=mg(e,t);return n?E(Kh(n,t.baseClusterOf(n.manifest)).sources):[]}const _g=({namespace:e,serviceAccount:t})=>e===void 0||t===void 0?void 0:`${e}:${t}`;function vg(e,{lost:t,now:n,context:r}){let{manifest:i}=e,[a]=t,o=Kt(n.sources),s=_g(n);r.report({manifest:i,...!o&&{severity:`warning`},at:i.span([`metadata`,`name`]),message:`This change removes ${yg(a,s)}, and ${o?`nothing else gives`:`no file gives`} Karpenter’s controller a role. ${ug}${o?``:`, unless something else gives it a role (${qt(n.sources)[0]})`}`,help:`Keep it, or give ${s===void 0?`the service account`:`\`${s}\``} a role: set \`${Gh}\` under \`serviceAccount.annotations\` of the chart, or create an association of EKS Pod Identity.`})}function yg({by:e,manifest:t},n){let r=n===void 0?``:` of \`${n}\``;return e===`role annotation`?`the annotation \`${Gh}\`${n===void 0?``:` from \`${n}\``}`:e===`variables`?`the credentials in the variables of the controller`:e===`service account`?`the role of the service account in \`${t.kind}/${t.name}\``:`the Pod Identity association${r}`}function bg(e,{other:t,now:n,isLoss:r,context:i}){let{manifest:a}=e,o=_g(n);if(o===void 0||t.namespace===void 0||t.serviceAccount===void 0)return;let s=r||Kt(n.sources),c=[...t.namespace===n.namespace?[]:[`the namespace of the association to \`${n.namespace}\``],...t.serviceAccount===n.serviceAccount?[]:[`its service account to \`${n.serviceAccount}\``]];i.report({manifest:t.manifest,...!s&&{severity:`warning`},at:t.manifest.span(t.path),message:`The Pod Identity association is for \`${t.namespace}:${t.serviceAccount}\`, but Karpenter runs as \`${o}\`, which has no role. ${ug}`,help:`Set ${c.join(` and `)}.`,labels:[{span:a.span([`metadata`,`name`]),message:`Karpenter’s release${yu(t.manifest,a,i)}`}]})}function xg(e,{sources:t,now:n,cluster:r,context:i}){let a=t.find(({by:e})=>e===`role annotation`),o=_g(n),s=a&&no(a.manifest,a.path);if(!a||s===void 0||o===void 0)return;let c=ng({manifest:a.manifest,reference:s,serviceAccount:o},r.manifests);if(!c)return;let l=c.trusted.length===0;i.report({manifest:e.manifest,at:a.manifest.span(a.path),message:`\`${o}\` cannot assume the role \`${s}\`: ${c.because}. ${ug}`,help:l?`Remove the annotation and use an association of EKS Pod Identity for \`${o}\`, or name a role that trusts it.`:`Let the role trust \`${o}\`.`,labels:[{span:c.manifest.span(c.path),message:`whom the role trusts`}]})}const Sg=`eks-pod-identity-agent`;function Cg(e,{sources:t,cluster:n,context:r}){let[i]=t;if(!t.every(({by:e})=>e===`Pod Identity`)||!i||wg(n)!==!0)return;let a=mg(e,r),o=a!==void 0&&wg(r.baseClusterOf(a.manifest))===!1;if(!o&&E(Ah(n).addons).length===0)return;let{manifest:s,path:c}=i;r.report({manifest:s,...!o&&{severity:`warning`},at:s.span(c),message:o?`This change removes the add-on \`${Sg}\`, without which this association gives Karpenter no role. ${ug}`:`This association gives Karpenter no role without the add-on \`${Sg}\`, which is not among the add-ons of the cluster`,help:`Add the EKS add-on \`${Sg}\`.`})}function wg(e){let{addons:t}=Ah(e);return E(t).some(({name:e})=>e===Sg)||e.manifests.some(Tg)?!1:Kt(t)?!0:void 0}function Tg(e){return e.name.includes(Sg)||R(e,[`spec`,`chart`,`spec`,`chart`])?.includes(Sg)?!0:[`compute_config`,`cluster_compute_config`].some(t=>Eg(e.get([`spec`,t])))||v(e.get([`autoModeConfig`]))?.enabled===!0}function Eg(e){return e!=null&&(Array.isArray(e)?e:[e]).some(e=>v(e)?.enabled!==!1)}function Dg(){let e=(e,t)=>G`
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
  `,t=`serviceAccount = { annotations = { "eks.amazonaws.com/role-arn" = module.karpenter.iam_role_arn } }`;return{bad:[U(e(``,`namespace = "kube-system"`),{'"kube-system"':`"karpenter"`}),U(e(t,`namespace = "karpenter"`),{[t]:``})],good:[e(``,`namespace = "karpenter"`)]}}function Og({manifest:e,path:t},n){let r=e.get(t),i=(Array.isArray(r)?r:[r]).map(e=>kg(e,n));return i.includes(!0)?!0:i.includes(void 0)?void 0:!1}function kg(e,t){let{namespace:n,labels:r}=v(e)??{};if(typeof n!=`string`||d(n))return;if(!ro(n,t))return!1;let i=Object.entries(v(r)??{});if(!(d(r)||i.some(e=>e.some(d))))return i.every(([e,t])=>e===`app.kubernetes.io/name`&&ro(String(t),`karpenter`))}const Ag=q({id:`controller-nodes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests(e,t){for(let n of L(e))jg(n,t)}},docs:{summary:`No node or Fargate profile can run Karpenter’s controller, or this change removes the last one.`,why:`The chart keeps the controller off nodes that Karpenter launches. Without a node group or a Fargate profile for its namespace, the controller is pending, and nothing launches nodes for the other pods either. Reported when the files have Fargate profiles for other namespaces only, or when they lose the last node group or profile for the controller. Instances that something else starts may be enough, so it is a warning.`,help:`Keep a managed node group of two small nodes for the controller, or a Fargate profile for its namespace.`,url:`https://docs.aws.amazon.com/eks/latest/best-practices/karpenter.html`},examples:Ig});function jg(e,t){let{manifest:n,chart:r,values:i}=e,{namespace:a}=Bh(e),o=[`affinity`,`nodeSelector`].some(e=>n.get([...i,e])!==void 0);if(r!==`karpenter`||n.kind===`HelmValues`||o||a===void 0)return;let s=t.clusterOf(n),c=Ng(s,a);if(c.certain.length>0||c.mayBeMore)return;let l=Mg(e,a,t),[u]=qt(Ah(s).fargateProfiles);if(l===void 0&&(c.others===0||u!==void 0))return;let d=l===void 0?`No Fargate profile takes the namespace \`${a}\`, and no file has other nodes`:`This change removes ${l}, and no file has other nodes`;t.report({manifest:n,at:n.span([`metadata`,`name`]),message:`${d} that Karpenter’s controller can run on. It stays pending then, and launches no nodes${u===void 0?``:`, unless there are others (${u})`}`,help:`Add a Fargate profile for the namespace \`${a}\`, or a node group for the controller.`})}function Mg({manifest:e},t,{base:n,baseClusterOf:r}){let i=(n?L(n):[]).find(t=>t.chart===`karpenter`&&t.manifest.source.file===e.source.file);return i&&Ng(r(i.manifest),t).certain[0]}function Ng(e,t){let n=e.ofKind(`ManagedNodeGroup`,`InstanceGroup`).map(({name:e})=>`the node group \`${e}\``),r=e.manifests.filter(bh).flatMap(e=>[`managedNodeGroups`,`nodeGroups`].flatMap(t=>_(e.get([t])))).map(e=>`the node group \`${h(v(e)?.name)??``}\``),i=E(Ah(e).fargateProfiles).map(e=>Og(e,t));return{certain:[...n,...r,...i.flatMap(e=>e===!0?[`the Fargate profile for Karpenter`]:[])],others:i.filter(e=>e===!1).length,mayBeMore:i.includes(void 0)||e.manifests.some(Pg)}}function Pg(e){let t=[`compute_config`,`cluster_compute_config`,`self_managed_node_groups`,`worker_groups`,`node_groups`],n=B(e)===`eks`||e.kind===`aws_eks_cluster`;if(n&&t.some(t=>Fg(e.get([`spec`,t]))))return!0;let r=e.get([`spec`,`eks_managed_node_groups`]);return n&&typeof r==`string`||v(e.get([`autoModeConfig`]))?.enabled===!0}const Fg=e=>e!=null&&Object.keys(v(e)??{a:e}).length>0;function Ig(){let e=e=>G`
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
  `;return{bad:[U(e(`kube-system`),{'"kube-system"':`"karpenter"`})],good:[e(`karpenter`)]}}const Lg=q({id:`controller-permissions`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[74,75],on:{Manifests(e,t){if(!(Rg(e)||t.isKarpenterAssumed&&!zg(e)))for(let n of ku(t))Kt(n)&&(Gg(n.all,e,t),Kg(n.all,t))}},docs:{summary:`The IAM policy of Karpenter’s controller lacks a permission that this version of Karpenter needs.`,why:"New versions of Karpenter may need more permissions, which is easy to forget in an upgrade. The controller then logs errors and cannot act. Without `ec2:CreateTags` on spot requests, it launches no spot instances. Without permissions for instance profiles, no node class with a `role` becomes ready. If Karpenter’s values name an interruption queue, it also has to read that queue. This rule combines all policies of a cluster. It assumes that they are complete if they allow `ec2:DescribeInstanceTypes`.",help:`Update the policy to the one that Karpenter publishes for this version.`,url:`https://karpenter.sh/docs/reference/cloudformation/`},examples:qg}),Rg=({manifests:e})=>e.some(({kind:e})=>e===`Provisioner`||e===`AWSNodeTemplate`);function zg({manifests:e}){let t=e.filter(({apiVersion:e})=>l(e).startsWith(`karpenter.`));return t.length>0&&t.every(({apiVersion:e})=>Ce(e)===`v1`)}const Bg=[`ec2:CreateFleet`,`ec2:CreateLaunchTemplate`,`ec2:CreateTags`,`ec2:DeleteLaunchTemplate`,`ec2:DescribeImages`,`ec2:DescribeInstances`,`ec2:DescribeInstanceTypeOfferings`,`ec2:DescribeLaunchTemplates`,`ec2:DescribeSecurityGroups`,`ec2:DescribeSubnets`,`ec2:RunInstances`,`ec2:TerminateInstances`],Vg=[`iam:AddRoleToInstanceProfile`,`iam:CreateInstanceProfile`,`iam:DeleteInstanceProfile`,`iam:GetInstanceProfile`,`iam:RemoveRoleFromInstanceProfile`,`iam:TagInstanceProfile`],Hg=[`sqs:DeleteMessage`,`sqs:GetQueueUrl`,`sqs:ReceiveMessage`];function Ug({karpenter:e,isKarpenterAssumed:t},{hasRoles:n,hasQueue:r,hasPlacementGroups:i}){let a=[...Bg,...n&&e.v1?Vg:[],...r?Hg:[]];return t?a:[...a,...n&&e.listInstanceProfiles?[`iam:ListInstanceProfiles`]:[],...i&&e.placementGroupSelector?[`ec2:DescribePlacementGroups`]:[],...e.describeInstanceStatus?[`ec2:DescribeInstanceStatus`]:[]]}function Wg(e,t,{clusterOf:n}){let r=e=>e.get([`spec`,`role`])!==void 0&&e.get([`spec`,`instanceProfile`])===void 0,i=mu(t),a=i.filter(t=>n(t)===n(e));return a.length>0?a.some(r):i.length>0&&i.every(r)}function Gg(e,t,n){let r=e.filter(e=>Pu([e],`ec2:DescribeInstanceTypes`)),i=new Set(e.flatMap(e=>Pu([e],`ec2:RunInstances`)?[e.policy]:[])),a=r.find(({policy:e})=>i.has(e))??r[0];if(!a)return;let o=Ug(n,{hasRoles:Wg(a.policy,t,n),hasQueue:Bc(n.clusterOf(a.policy)),hasPlacementGroups:mu(t).some(e=>e.get([`spec`,`placementGroupSelector`])!==void 0)}).filter(t=>!Pu(e,t));if(o.length===0)return;let{policy:s,path:c}=a;n.report({manifest:s,at:s.span([...c,`Action`]),message:`Karpenter${n.isKarpenterAssumed?``:` ${n.karpenter.version}`} needs permissions that this policy does not grant: ${g(o)}`,help:`Allow these actions, as in the policy that Karpenter publishes for this version.`})}function Kg(e,{report:t,karpenter:n}){if(!n.v1)return;let r=e.filter(e=>Pu([e],`ec2:CreateTags`)),[i]=r,a=`spot-instances-request`,o=r.some(({statement:e})=>Lu(e,`fleet`)===!0);if(!i||!o||r.some(({statement:e})=>Lu(e,a)!==!1))return;let{policy:s,path:c,statement:l}=i,u=l.resources.flatMap(e=>/^arn:(aws[a-z-]{0,20}):/.exec(e)?.[1]??[])[0]??`aws`;t({manifest:s,at:s.span([...c,`Resource`]),message:`\`ec2:CreateTags\` is not allowed on \`${a}\`, so AWS denies every launch of a spot instance`,help:`Add \`arn:${u}:ec2:*:*:${a}/*\` to the resources of this statement.`})}function qg(){return{bad:[U(dd`
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
      `,{'"ec2:DescribeInstances",':dd`
        "ec2:DescribeInstances",
        "ec2:DescribeInstanceStatus",
        "ec2:DescribeInstanceTypeOfferings",
      `}),U(G`
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
"arn:aws:ec2:*:*:spot-instances-request/*",`}),U(G`
        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions = [
              "ec2:RunInstances", "ec2:CreateLaunchTemplate", "ec2:CreateTags", "ec2:TerminateInstances",
              "ec2:DeleteLaunchTemplate", "ec2:Describe*", "pricing:GetProducts",
            ]
            resources = ["*"]
          }
        }
      `,{'"ec2:RunInstances",':`"ec2:CreateFleet", "ec2:RunInstances",`})],good:[G`
        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions = [
              "ec2:CreateFleet", "ec2:RunInstances", "ec2:CreateLaunchTemplate", "ec2:CreateTags",
              "ec2:TerminateInstances", "ec2:DeleteLaunchTemplate", "ec2:Describe*",
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
      `,dd`
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
      `]}}const Jg=q({id:`custom-registration`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[55],on:{NodeClass(e,{report:t,karpenter:n}){let r=cu(e);n.v1&&su(e)===`Custom`&&r!==void 0&&Yg.test(r)&&!r.includes(`karpenter.sh/unregistered`)&&t({at:e.keySpan([`spec`,`userData`]),message:"This user data joins the cluster without the taint `karpenter.sh/unregistered:NoExecute`, so Karpenter does not register its nodes and terminates them after 15 minutes",help:"Register the kubelet with the taint, for example with `--register-with-taints=karpenter.sh/unregistered:NoExecute`."})}},docs:{summary:"The user data of a `Custom` node class joins the cluster without the taint that Karpenter requires.",why:"Since Karpenter 1.0 a node must register with the taint `karpenter.sh/unregistered:NoExecute`. Karpenter removes the taint once the labels of the node are in place. For other AMI families, Karpenter writes the taint into the user data. For `Custom`, you have to do it. Karpenter does not register a node without the taint. It terminates the node after 15 minutes while the next one starts.",help:"Register nodes with the taint: pass `--register-with-taints=karpenter.sh/unregistered:NoExecute` to the kubelet, or set it in the kubelet’s configuration.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#custom`},examples:Xg}),Yg=/\/etc\/eks\/bootstrap\.sh|kind: NodeConfig|\bnodeadm init\b|Start-EKSBootstrap|EKS\\Start-|\bkubeadm join\b|\bsystemctl\b[^\n]{0,80}\b(?:start|restart|enable --now)\b[^\n]{0,80}\bkubelet\b|^[ \t]*\[settings\.kubernetes\]/m;function Xg(){return{bad:[U(Y(W`
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
        `)]}}const Zg=`karpenter.sh/discovery`,Qg=[`subnet`,`securityGroup`],$g={subnet:`subnets`,securityGroup:`security groups`},e_=q({id:`discovery-selectors`,severity:`warning`,since:`0.1.0`,providers:[`aws`,`eks-auto-mode`],theme:`Network`,mistakes:[76,77],on:{NodeClass:t_,NodeTemplate:t_,Provisioner:t_},docs:{summary:`A node class selects its subnets and security groups by tags that do not fit together.`,why:"Karpenter uses every subnet and security group that the selector terms find. Terms that name different clusters find subnets of one VPC and security groups of another, so every launch fails. Terms that name no cluster may find subnets or security groups that belong to somebody else, and `*` matches those of every VPC.",help:"Select both by the same cluster tag, such as `karpenter.sh/discovery`, as the other node classes in the repository do.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:g_});function t_(e,t){if(e.isPartial)return;let n=Qg.filter(n=>n_(e,n,t));if(!(e.kind===`NodeClass`||i_(e,t)))for(let r of Qg)n.includes(r)||o_(e,r,t)}function n_(e,t,{report:n}){for(let{path:r,tags:i,hasOther:a}of gc(e,t)){let o=[...r,`name`],s=e.get(o)===`*`,c=!a&&i.every(({key:e,value:t})=>t===`*`&&!e.startsWith(`kubernetes.io/cluster/`)),[l]=i;if(!s&&!(c&&l))continue;let[u,d]=s?[o,`name: "*"`]:[l.path,`${l.key}: "*"`],f=l&&xc(l.key,`*`)!==void 0;return n({at:e.keySpan(u),message:`\`${d}\` selects ${$g[t]} of every ${f?`cluster`:`VPC`} in the account`,help:`Select the ${$g[t]} of one cluster: replace \`*\` with a name, or use a tag such as \`${Zg}\` with the name of the cluster.`}),!0}return!1}const r_=(e,t)=>gc(e,t).flatMap(wc);function i_(e,{report:t}){let[n,r]=Qg.map(t=>r_(e,t));for(let i of r){let a=n.filter(e=>e.scheme===i.scheme),o=[...a,...r.filter(({scheme:e})=>e===i.scheme)];if(a.length===0||!o.every(({tag:e})=>e.isKnown))continue;let s=new Set(a.flatMap(({cluster:t})=>[t,`${t}-${e.name}`]));if(r.some(e=>e.scheme===i.scheme&&s.has(e.cluster)))continue;let c=a[0];return t({at:e.span(i.tag.path),message:`\`${e.name}\` selects security groups of cluster \`${i.cluster}\` but subnets of cluster \`${c.cluster}\``,labels:[{span:e.span(c.tag.path),message:`this value selects the subnets`}],help:a_(i)}),!0}return!1}function a_({scheme:e,tag:{key:t}}){return e===`Name`?`Select the subnets and the security groups of one cluster.`:`Select both by the same \`${t.startsWith(`kubernetes.io/`)?e:t}\` tag.`}function o_(e,t,{report:n,all:r,clusterOf:i}){let a=gc(e,t),o=Qg.flatMap(t=>gc(e,t)).flatMap(s_),{name:s=``}=i(e),c=new Set([...o.map(({cluster:e})=>e),s]),l=a.filter(e=>e.tags.length>0&&!e.hasOther&&s_(e).length===0&&!u_(e,c));if(l.length===0||l.some(({tags:e})=>e.some(e=>!e.isKnown&&!e.value.includes(`*`))))return;let{classes:u,naming:d}=h_(r),f=u.length-+!!u.includes(e),p=d[t].length-+!!d[t].includes(e);if(f>0&&p===0)return;let m=d[t].find(t=>t!==e),ee=o.find(e=>c_(t,e)&&l_(e)),te=ee?.scheme??(m&&r_(m,t).find(e=>c_(t,e)&&l_(e))?.scheme)??Zg,ne=ee!==void 0||!o.some(e=>c_(t,e))&&f>0&&p===f;n({at:e.keySpan(l[0].tags[0].path),...!ne&&{severity:`note`},message:`\`${e.name}\` selects ${$g[t]} by tags that name no cluster${f_(ee,m)}`,help:`Add the tag \`${te}\` to these terms, so that they do not select resources of other clusters in the account.`})}const s_=e=>wc(e).filter(({cluster:e})=>e!==`*`),c_=(e,{scheme:t})=>e===`securityGroup`||t!==`aws:eks:cluster-name`,l_=({scheme:e})=>e!==`aws:eks:cluster-name`&&e!==`Name`,u_=({tags:e},t)=>e.some(({value:e})=>[...t].some(t=>d_(e,t))),d_=(e,t)=>{let n=t===``?-1:e.indexOf(t);return n>=0&&!/[a-z0-9]/i.test(e.charAt(n-1))&&!/[a-z0-9]/i.test(e.charAt(n+t.length))};function f_(e,t){return e?`, although its other terms use \`${e.scheme}\``:t?`, although node class \`${t.name}\` names one`:``}const p_=({kind:e,apiVersion:t})=>(e===`EC2NodeClass`||e===`AWSNodeTemplate`)&&l(t)===`karpenter.k8s.aws`,m_=new WeakMap;function h_(e){let t=m_.get(e);if(t)return t;let n=e.manifests.filter(e=>p_(e)&&Qg.some(t=>gc(e,t).length>0)),r=e=>n.filter(t=>r_(t,e).some(({scheme:e})=>e!==Sc)),i={classes:n,naming:{subnet:r(`subnet`),securityGroup:r(`securityGroup`)}};return m_.set(e,i),i}function g_(){return{bad:[U(Y(W`
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
        `,`kops`)]}}const __={subnet:new WeakMap,securityGroup:new WeakMap};function v_(e,t){let n=__[t].get(e)??y_(e,t);return __[t].set(e,n),n}function y_(e,t){let n=e.manifests.flatMap(n=>t===`subnet`?A_(n):Y_(n,e)),r=D_(e,t),i=n.map(e=>k_(e,r)),a=i.length===0||t===`subnet`&&!iv(e,i);return Wt(i,[...x_(e,t),...a?[`the network of the cluster comes from elsewhere`]:[]])}const b_=/\/modules\/|blueprints-addons?|\b(?:irsa|iam|s3|ecr|kms|acm|route53|argocd|helm|label|pod-identity|rds|dynamodb)\b/,x_=(e,t)=>mc(e,e=>{let n=h(e.get([`spec`,`source`]))??``;if(n.includes(`security-group`))return t===`securityGroup`;let r=/\bterraform-aws-modules\/(?:terraform-aws-)?([\w-]+)/.exec(n)?.[1];return(r===void 0||/^(?:vpc|eks)$/.test(r))&&!b_.test(n)});function S_({manifest:e,fields:t}){let n=new Map,r=e.isPartial?[``]:[];for(let i of t){let t=e.get(i),a=v(t);if(!a)t!=null&&r.push(``);else for(let[t,o]of Object.entries(a)){let a=[...i,t],s=h(o);d(t)?r.push(t.split(/\$\{|\{\{/)[0]):n.set(t,{manifest:e,path:a,value:s===void 0||d(s)?void 0:s})}}return{tags:n,unknownKeys:r}}const C_=({path:e})=>e[1]===`tags`||e[1]===`cloudLabels`,w_=/^(?!)/,T_=/^(?:aws:|kubernetes\.io\/cluster\/)/;function E_(e,{tool:t=`Terraform`,setByOthers:n=T_,setOverAll:r=w_,...i}){let{manifest:a,fields:o}=e,{tags:s,unknownKeys:c}=S_(e),l=e=>r.test(e);return{manifest:a,tool:t,tags:new Map([...s].filter(([e,t])=>!(l(e)&&C_(t)))),tagsAt:o.toReversed().find(e=>a.get(e)!==void 0)??[`metadata`,`name`],setsItself:l,mayAlsoHave:e=>n.test(e)||c.some(t=>e.startsWith(t)),...i}}function D_(e,t){let n=e.ofKind(`aws_default_tags`).map(e=>S_({manifest:e,fields:[[`spec`,`default_tags`,0,`tags`]]})),r=e.ofKind(`aws_ec2_tag`).filter(e=>O_(e,t)).map(e=>h(e.get([`spec`,`key`]))??"${unknown}");return{tags:new Map(n.flatMap(({tags:e})=>[...e])),mayAlsoHave:e=>r.some(t=>t===e||d(t))||n.some(({unknownKeys:t})=>t.some(t=>e.startsWith(t)))}}function O_(e,t){let n=h(e.get([`spec`,`resource_id`]))??``;return t===`subnet`?!/security_group/.test(n):!/subnet/.test(n)}const k_=(e,t)=>({...e,tags:new Map([...[...t.tags].filter(([t])=>!e.setsItself(t)),...e.tags]),mayAlsoHave:n=>e.mayAlsoHave(n)||t.mayAlsoHave(n),...e.asWritten&&{asWritten:k_(e.asWritten,t)}});function A_(e){return e.kind===`aws_subnet`?[j_(e)]:B(e)===`vpc`?N_(e):R_(e)?H_(e):B_(e)?K_(e):[]}function j_(e){let t=h(e.get([`spec`,`availability_zone`])),n=e.get([`spec`,`map_public_ip_on_launch`]);return E_({manifest:e,fields:[[`spec`,`tags`]]},{tagsIn:`\`tags\` of \`aws_subnet.${e.name}\``,isPreferred:n!==!0&&!/public/i.test(e.name),zones:t===void 0||d(t)?void 0:[t],isPublic:n===!0||!/private/i.test(e.name)&&void 0})}const M_=[`private`,`public`,`intra`,`database`,`elasticache`,`redshift`,`outpost`];function N_(e){return M_.filter(t=>P_(e,`${t}_subnets`)).map(t=>{let n=`${t}_subnet_tags`,r=[`spec`,`${n}_per_az`],i=E_({manifest:e,fields:[[`spec`,`tags`],[`spec`,n]]},{tagsIn:`\`${n}\` of \`module.${e.name}\``,isPreferred:t===`private`,zones:F_(e,`${t}_subnets`),isPublic:t===`public`,setByOthers:/^(?:aws:|kubernetes\.io\/cluster\/|Name$)/});return e.get(r)===void 0?i:{...i,mayAlsoHave:()=>!0}})}const P_=(e,t)=>{let n=e.get([`spec`,t]);return n!=null&&!(Array.isArray(n)&&n.length===0)};function F_(e,t){let[n,r]=[`azs`,t].map(t=>e.get([`spec`,t]));if(!Array.isArray(n)||!Array.isArray(r)||e.isPartial)return;let i=n.slice(0,r.length).map(e=>h(e)??``);return i.length>0&&i.every(e=>/^[a-z0-9-]+$/.test(e))?i:void 0}const I_=[`nodeGroups`,`managedNodeGroups`,`fargateProfiles`,`autoModeConfig`,`karpenter`,`vpc`,`availabilityZones`,`localZones`,`kubernetesNetworkConfig`,`privateCluster`],L_=[`iam`,`addons`,`iamIdentityMappings`,`accessConfig`,`identityProviders`,`gitops`];function R_(e){if(e.kind!==`ClusterConfig`||l(e.apiVersion)!==`eksctl.io`)return!1;let t=t=>t.some(t=>e.get([t])!==void 0);return z_(e)?!1:t(I_)||!t(L_)}const z_=e=>e.get([`vpc`])===void 0&&[`nodeGroups`,`managedNodeGroups`].flatMap(t=>_(e.get([t]))).some(e=>_(v(e)?.subnets).length>0),B_=({kind:e,apiVersion:t})=>e===`Cluster`&&l(t)===`kops.k8s.io`,V_=/^(?:aws:|alpha\.eksctl\.io\/|eksctl\.|kubernetes\.io\/|Name$)/;function H_(e){return e.get([`vpc`,`id`])!==void 0||e.get([`vpc`,`subnets`])!==void 0?[]:[U_(e)]}function U_(e){let t=W_([`availabilityZones`,`localZones`].flatMap(t=>_(e.get([t])))),n=E_({manifest:e,fields:[[`metadata`,`tags`]]},{tool:`eksctl`,tagsIn:"`metadata.tags` of the ClusterConfig",isPreferred:!0,setByOthers:V_,setOverAll:V_,zones:e.get([`availabilityZones`])===void 0||e.isPartial?void 0:t});return J_(n,`alpha.eksctl.io/cluster-name`)}function W_(e){let t=e.map(e=>h(e)??``);return t.some(e=>e===``||d(e))?void 0:t}const G_=/^(?:aws:|kops\.k8s\.io\/|kubernetes\.io\/|k8s\.io\/|Name$|SubnetType$)/;function K_(e){let t=_(e.get([`spec`,`subnets`]));return t.some(e=>v(e)?.id!==void 0)||t.length===0?[]:[q_(e)]}function q_(e){let t=E_({manifest:e,fields:[[`spec`,`cloudLabels`]]},{tool:`kOps`,tagsIn:"`spec.cloudLabels` of the Cluster",isPreferred:!0,setByOthers:G_,setOverAll:G_,zones:W_(_(e.get([`spec`,`subnets`])).map(e=>v(e)?.zone))});return J_(t,`KubernetesCluster`)}const J_=(e,t)=>{let{manifest:n,tags:r}=e,i=[`metadata`,`name`],a=h(n.get(i))??``;return a!==``&&!d(a)?{...e,tags:new Map([...r,[t,{manifest:n,path:i,value:a}]])}:e};function Y_(e,t){if(e.kind===`aws_security_group`){let n=X_(e);return nv(t)?[n]:[{...n,mayAlsoHave:e=>!n.tags.has(e),asWritten:n}]}return e.kind===`aws_eks_cluster`?[Q_(e)]:B(e)===`eks`?ev(e):R_(e)?[U_(e)]:B_(e)?[{...q_(e),mayAlsoHave:e=>G_.test(e)}]:[]}const X_=e=>E_({manifest:e,fields:[[`spec`,`tags`]]},{tagsIn:`\`tags\` of \`aws_security_group.${e.name}\``,isPreferred:/node|worker/i.test(e.name)}),Z_=/^(?:aws:|kubernetes\.io\/|Name$)/,Q_=e=>E_({manifest:e,fields:[[`spec`,`tags`]]},{tagsIn:`an \`aws_ec2_tag\` for the cluster security group of \`aws_eks_cluster.${e.name}\``,isPreferred:!1,setByOthers:Z_,setOverAll:Z_}),$_=[{off:[`create_node_security_group`],tags:[`node_security_group_tags`]},{off:[`create_cluster_security_group`,`create_security_group`],tags:[`cluster_security_group_tags`,`security_group_tags`]},{off:[`create_cluster_primary_security_group_tags`,`create_primary_security_group_tags`],tags:[`cluster_tags`]}],ev=e=>$_.filter(({off:t})=>t.every(t=>e.get([`spec`,t])!==!1)).map(({tags:t})=>E_({manifest:e,fields:[`tags`,...t].map(e=>[`spec`,e])},{tagsIn:`\`${t[0]}\` of \`module.${e.name}\``,isPreferred:t.includes(`node_security_group_tags`),setByOthers:Z_,setOverAll:Z_})),tv=e=>e.kind===`aws_eks_cluster`||B(e)===`eks`,nv=({manifests:e})=>e.some(tv),rv=e=>/^(?:kubernetes\.io|karpenter\.sh|k8s\.io)\//.test(e);function iv(e,t){if(t.some(({tool:e})=>e!==`Terraform`))return!0;let n=t.some(({tags:e})=>[...e.keys()].some(rv)),r=e.manifests.filter(tv).map(e=>av(e,t));return r.includes(`elsewhere`)?!1:r.includes(`here`)||n}function av(e,t){let n=[...[`subnet_ids`,`control_plane_subnet_ids`,`subnets`].map(t=>e.get([`spec`,t])),..._(e.get([`spec`,`vpc_config`])).map(e=>v(e)?.subnet_ids)].flatMap(e=>Array.isArray(e)?e:[e]).flatMap(e=>h(e)??[]);return n.some(e=>t.some(({manifest:t})=>e.includes(`${ov(t)}.`)||e.includes(`${ov(t)}}`)))?`here`:t.some(({manifest:t})=>t.source.origin?.root===e.source.origin?.root)&&n.some(e=>/^(?:subnet-|\$\{(?:data|var)\.)/.test(e))?`elsewhere`:`unknown`}const ov=({kind:e,name:t})=>`${e}.${t}`;function sv(e,t){if(e.length>300||t.length>300)return!1;let[n,r,i,a]=[0,0,-1,0];for(;n<e.length;)if(t[r]===`*`)i=r++,a=n;else if(t[r]===`?`||t[r]===e[n])n++,r++;else if(i===-1)return!1;else r=i+1,n=++a;return/^\**$/.test(t.slice(r))}function cv(e,t){if(d(t.key)||t.value===``)return;let n=e.tags.get(t.key);if(!n)return e.mayAlsoHave(t.key)?void 0:!1;if(!(n.value===void 0||d(t.value)))return lv(t).some(e=>sv(n.value,e))}const lv=({value:e})=>e.split(`,`).map(e=>e.trim());function uv(e,t,n){let r=gc(e,t);return r.length===0||r.some(({hasOther:e,tags:t})=>e||t.length===0)?Wt([],[`\`${e.name}\` does not select by tags alone`]):Jt(n,e=>Yt(Gt(r),({tags:t})=>dv(t.map(t=>cv(e,t)))))}function dv(e){return e.includes(!1)?!1:!e.includes(void 0)||void 0}const fv=q({id:`discovery-tags`,severity:`error`,since:`0.1.0`,providers:[`aws`,`eks-auto-mode`],theme:`Network`,mistakes:[76],on:{Manifests(e,t){for(let n of e.manifests)if(hc(n)&&!n.isPartial)for(let e of[`subnet`,`securityGroup`])mv(n,e,t)}},docs:{summary:`A node class selects subnets or security groups by a tag that none of them has.`,why:`Karpenter finds subnets and security groups by their tags. If none has the tag with exactly this value, the node class is not ready, and no NodePool that uses it launches anything. A tag that is missing on what eksctl or kOps creates is a warning, because a script may add it, and it stays. So is one of security groups in a network that is created elsewhere. Reported only when the repository creates the cluster’s subnets or security groups with Terraform, eksctl or kOps, and all their tags are known. The node class may be in another folder if an environment, the name of the cluster, or being the only cluster relates both.`,help:`Add the tag to the subnets and security groups in which nodes run, or select them by a tag that they have.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:Dv}),pv={subnet:[`subnet`,`subnets`],securityGroup:[`security group`,`security groups`]};function mv(e,t,n){let r=gc(e,t);if(r.length===0||r.some(({hasOther:e,tags:t})=>e||t.length===0))return;let i=v_(n.clusterOf(e),t);if(!Kt(i)){hv(e,t,r,n);return}let a=i.all,o=t===`subnet`||Kt(v_(n.clusterOf(e),`subnet`));r.some(e=>a.some(t=>e.tags.every(e=>gv(t,e))))||n.report({manifest:e,..._v({nodeClass:e,selected:t,resources:a,isNetworkHere:o},r[0],n)})}function hv(e,t,n,r){let i=r.base?.manifests.find(({kind:t,name:n,apiVersion:r})=>t===e.kind&&n===e.name&&r===e.apiVersion),a=E(v_(r.clusterOf(e),t)),o=a.some(e=>n.some(t=>t.tags.every(t=>gv(e,t))));if(!i||o)return;let s=E(v_(r.baseClusterOf(i),t)),c=n.find(({tags:e})=>s.some(t=>e.every(e=>cv(t,e)===!0))),l=c&&s.find(e=>c.tags.every(t=>cv(e,t)===!0)),u=l&&r.all.manifests.some(e=>vu(e,l.manifest));if(!c||!l||!u)return;let d=a.find(({manifest:{kind:e,name:t}})=>e===l.manifest.kind&&t===l.manifest.name),f=d?.manifest??e,[p,m]=pv[t];r.report({manifest:f,severity:`warning`,at:d?f.span([`metadata`,`name`]):e.span(c.tags[0].path),message:`\`${e.name}\` selects ${m} by \`${c.tags.map(vv).join("`, `")}\`, and this change removes the last ${p} of these files that has it. Unless another ${p} of the network has it, Karpenter launches no nodes`,help:`Keep the tag on the ${m} in which nodes run, or select them by a tag that they have.`,labels:d?[{span:e.span(c.tags[0].path),message:`what selects by it`}]:[]})}const gv=(e,t)=>cv(e,t)!==!1;function _v(e,t,n){let{resources:r}=e,i=t.tags.find(e=>!r.some(t=>gv(t,e)));if(!i)return Ev(e,t,n);let a=r.flatMap(e=>e.tags.get(i.key)??[]);return a.length>0?yv(e,{tag:i,given:a},n):wv(e,i,n)}const vv=({key:e,value:t})=>d(t)?e:`${e}: ${t}`;function yv({nodeClass:e,selected:t,resources:n},{tag:r,given:i},a){let[o]=i,{tool:s}=n.find(({tags:e})=>e.get(r.key)===o);return{at:e.span(r.path),message:`\`${e.name}\` selects ${pv[t][1]} by \`${vv(r)}\`, but ${s} sets the tag to \`${o.value}\``,help:`Use the same value in both places, for example from one local value.`,labels:[{span:o.manifest.span(o.path),message:`${s} sets the tag here${yu(e,o.manifest,a)}`}]}}const bv=e=>e===`Terraform`,xv=({isNetworkHere:e},t)=>e&&bv(t),Sv=(e,t)=>xv(e,t)?{}:{severity:`warning`};function Cv(e,t){return xv(e,t)?`, so Karpenter launches no nodes`:`. Unless ${bv(t)?`another ${pv[e.selected][0]} of the network has it`:`something else adds it`}, Karpenter launches no nodes`}function wv(e,t,n){let{nodeClass:r,selected:i,resources:a}=e,[o]=pv[i],s=a.find(({isPreferred:e})=>e)??a[0],c=({manifest:{source:e,kind:t,name:n}})=>`${e.origin?.root??e.file} ${t} ${n}`,l=[s,...[...new Map(a.filter(({isPreferred:e})=>e).map(e=>[c(e),e]))].flatMap(([e,t])=>e===c(s)?[]:[t])].slice(0,3),{tool:u}=s;return{at:r.keySpan(t.path),message:`\`${r.name}\` selects ${pv[i][1]} by \`${vv(t)}\`, but no ${o} that ${u} creates has this tag${Cv(e,u)}`,...Sv(e,u),help:`Add ${Tv(t,u)} to ${s.tagsIn}.`,labels:l.map(({manifest:e,tagsAt:i},a)=>({span:e.keySpan(i),message:`has no tag \`${t.key}\`${a===0?yu(r,e,n):``}`}))}}function Tv({key:e,value:t},n){return d(t)||/[*?,]/.test(t)?`the tag \`${e}\``:n===`Terraform`?`\`"${e}" = "${t}"\``:`\`${e}: ${t}\``}function Ev(e,t,n){let{nodeClass:r,selected:i,resources:a}=e,{tool:o,manifest:s,tagsAt:c}=a[0];return{at:r.span(t.path),message:`\`${r.name}\` selects ${pv[i][1]} that have all these tags, but no ${pv[i][0]} that ${o} creates has all of them${Cv(e,o)}`,...Sv(e,o),help:`Remove the tags that do not belong together, or write them as separate terms.`,labels:[{span:s.keySpan(c),message:`has not all of the tags${yu(r,s,n)}`}]}}function Dv(){return{bad:[U(G`
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
      `]}}const Ov=q({id:`fargate-pod-identity`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests(e,t){for(let n of L(e))kv(n,t)}},docs:{summary:`Karpenter runs on Fargate and gets its role from EKS Pod Identity, which does not work there.`,why:"The agent of EKS Pod Identity runs on EC2 instances only. On Fargate, a service account needs the annotation `eks.amazonaws.com/role-arn` (IRSA). Without it, the controller has no credentials: it launches no nodes and removes none. Version 21 of the EKS module for Terraform no longer creates roles for IRSA, so an upgrade can remove the annotation. Reported only when the files have a Fargate profile for Karpenter’s namespace and a Pod Identity association for its service account, and all values of the chart are known.",help:`Create a role for IRSA and set the annotation, or run Karpenter on a managed node group.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/pod-identities.html`},examples:Av});function kv(e,t){let{manifest:n,chart:r}=e;if(r!==`karpenter`||n.kind===`HelmValues`)return;let i=t.clusterOf(n),{namespace:a,sources:o,possible:s}=Kh(e,i),[c]=E(o),l=E(o).every(({by:e})=>e===`Pod Identity`)&&s.length===0;if(a===void 0||c===void 0||!l)return;let u=E(Ah(i).fargateProfiles).find(e=>Og(e,a)===!0);u!==void 0&&t.report({manifest:n,at:n.span([`metadata`,`name`]),message:`Karpenter runs on Fargate, where EKS Pod Identity does not work, and its service account has no role. Without credentials, it launches and removes no nodes`,help:`Set \`serviceAccount.annotations\` of the chart to \`${Gh}\` with a role that trusts the service account (IRSA), or run Karpenter on a managed node group.`,labels:[{span:u.manifest.span(u.path),message:`this Fargate profile takes the pods of \`${a}\`${yu(n,u.manifest,t)}`},{span:c.manifest.span(c.path),message:`the only role for them`}]})}function Av(){return{bad:[U(G`
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
      `]}}const jv=q({id:`helm-settings`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[81,82,98,99],on:{Manifests(e,t){for(let n of L(e)){let{manifest:e,chart:r,values:i}=n,a=[...i,`settings`];r===`karpenter`&&v(e.get(a))&&(Pv(e,a,t),Iv(e,a,t),Lv(e,a,t),zv(n,a,t),Bv(e,a,t),Vv(e,a,t))}}},docs:{summary:`A value for Karpenter’s Helm chart has no effect, or not the intended one.`,why:"The chart passes values on without checking them. Karpenter does not find a queue by its ARN or URL, so it misses interruption warnings. The chart silently drops keys that it does not read. An overhead of 7.5 means 750%, which leaves no instance type any memory. This rule checks HelmReleases, Argo CD Applications, `helmCharts` of kustomizations, Terraform’s `helm_release` and values files of the chart `karpenter`.",help:`Use the keys that the chart reads, the name of the queue, and a fraction such as 0.075 for the overhead.`,url:`https://karpenter.sh/docs/reference/settings/`},examples:Hv}),Mv={interruptionQueue:/^(?:aws_sqs_queue\.[\w-]+\.(arn|url|id)|module\.[\w-]+\.(queue_arn|queue_url))$/,clusterName:/^(?:aws_eks_cluster\.[\w-]+\.(arn|endpoint)|module\.[\w-]+\.(cluster_arn|cluster_endpoint))$/},Nv={queue_arn:`queue_name`,queue_url:`queue_name`,cluster_arn:`cluster_name`,cluster_endpoint:`cluster_name`};function Pv(e,t,{report:n}){for(let[r,i]of Object.entries(Mv)){let a=[...t,r],o=no(e,a)??``,s=i.exec(o);if(!s)continue;let c=s[1]??s[2],l=`${o.slice(0,-c.length)}${Be(Nv,c)??`name`}`;n({manifest:e,at:e.span(a),message:`\`${r}\` must be a name, but \`${o}\` is not one`,help:`Use \`${l}\`.`})}}const Fv=/^(?:arn:[\w-]+:sqs:|https?:\/\/)/;function Iv(e,t,{report:n}){let r=[...t,`interruptionQueue`],i=h(e.get(r));if(i===void 0||!Fv.test(i))return;let a=i.split(/[:/]/).at(-1),o=a!==``&&!d(a);n({manifest:e,at:e.span(r),message:`\`interruptionQueue\` is ${i.startsWith(`arn:`)?`an ARN`:`a URL`}, but Karpenter finds a queue only by its name`,help:o?`Use \`${a}\`.`:`Use only the name, which is the last part of the ARN or URL.`,...o&&{fix:{description:`Replace with \`${a}\``,edits:b(e,r,a)}}})}function Lv(e,t,{report:n}){let r=[...t,`interruptionQueueName`],i=e.get([...t,`interruptionQueue`])!==void 0;e.get(r)===void 0||i||n({manifest:e,at:e.keySpan(r),message:"The chart does not read `interruptionQueueName`, so Karpenter misses interruption warnings",help:"Rename it to `interruptionQueue`.",fix:{description:"Rename to `interruptionQueue`",edits:je(e,r,`interruptionQueue`)}})}const Rv=new Set([`clusterName`,`clusterEndpoint`,`clusterCABundle`,`interruptionQueueName`,`isolatedVPC`,`vmMemoryOverheadPercent`,`reservedENIs`]);function zv(e,t,{report:n}){let{manifest:r,version:i}=e,a=[...t,`aws`],o=Object.keys(v(r.get(a))??{});if(o.length===0||Ya(e)!==!1)return;let s=`interruptionQueueName`,c=Xa(e,`interruptionQueue`).some(e=>r.get(e)!==void 0),l=o.includes(s)&&!c,u=o.filter(e=>Rv.has(e)).map(e=>e===s?`interruptionQueue`:e);n({manifest:r,at:r.keySpan([...a,o.includes(s)?s:o[0]]),message:`The chart ${R(r,i)} does not read \`settings.aws\`, so ${g(o,` and `)} ${o.length===1?`has`:`have`} no effect${l?`, and Karpenter misses interruption warnings`:``}`,help:u.length===0?"Remove `settings.aws`, and set what it should do in the node classes.":`Set ${g(u,` and `)} under \`settings\` instead, and remove \`settings.aws\`.`})}function Bv(e,t,{report:n}){let r=[...t,`vmMemoryOverheadPercent`],i=e.get(r),a=Number(i);if(!(i===null||typeof i!=`number`&&typeof i!=`string`)){if(a>=1&&a<=100){let t=String(Number((a/100).toFixed(4)));n({manifest:e,at:e.span(r),message:`\`vmMemoryOverheadPercent\` is a fraction, so ${i} leaves no instance type any memory`,help:`Use \`${t}\` for ${i}%.`,fix:{description:`Replace with \`${t}\``,edits:b(e,r,t)}})}i===0&&n({manifest:e,at:e.span(r),message:"The chart ignores the number `0` for `vmMemoryOverheadPercent`, so the default of 0.075 applies",help:'Put the value in quotes: `"0"`. Or remove it to keep the default.',fix:{description:`Put the value in quotes`,edits:b(e,r,`"0"`)}})}}function Vv(e,t,{report:n}){let r=[...t,`ignoreDRARequests`];e.get(r)===!1&&n({manifest:e,at:e.span(r),message:"The chart ignores `ignoreDRARequests: false`, so the default applies",help:'Remove it, and set `IGNORE_DRA_REQUESTS` to `"false"` in `controller.env` instead.'})}function Hv(){return{bad:[Z(`karpenter`,{values:W`
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
        `})]}}const Uv=q({id:`idle-reservations`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Capacity reservations`,mistakes:[20],on:{Manifests(e,t){for(let n of e.manifests)n.kind===`aws_ec2_capacity_reservation`&&Wv(n,t)}},docs:{summary:`Terraform creates a capacity reservation that no node class selects.`,why:`A capacity reservation costs money whether instances run in it or not. Since Karpenter supports reservations, its launches use only those that a node class selects, and no other open reservations. Reported only when the repository has node classes of the cluster for which Terraform creates the reservation. The rule does not know what else may run in the reservation.`,help:"Select it with `capacityReservationSelectorTerms`, and allow the capacity type `reserved` in the NodePool.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:Gv});function Wv(e,{clusterOf:t,report:n,karpenter:r}){let i=e.get([`spec`,`instance_match_criteria`])??`open`;if(!r.reservedCapacityByDefault||i!==`open`||e.isPartial)return;let a=t(e).ofKind(`EC2NodeClass`);if(a.length===0||a.some(e=>e.isPartial||e.get([`spec`,`capacityReservationSelectorTerms`])!==void 0))return;let[o]=a;n({manifest:e,at:e.span([`metadata`,`name`]),message:`No node class of the cluster selects the capacity reservation \`${e.name}\`, so Karpenter does not launch instances into it`,help:"Select it with `capacityReservationSelectorTerms`, and allow the capacity type `reserved` in the NodePool.",labels:[{span:o.span([`metadata`,`name`]),message:`selects no reservations`}]})}function Gv(){return{bad:[U(G`
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
      `]}}const Kv=[{source:`aws.ec2`,type:`EC2 Spot Instance Interruption Warning`},{source:`aws.ec2`,type:`EC2 Instance State-change Notification`},{source:`aws.health`,type:`AWS Health Event`}],qv=(e,t)=>e.source.origin?.root===t.source.origin?.root,Jv=(e,t)=>{let[,n,r]=/^\$\{(aws_\w+)\.([\w-]+)\.\w+\}$/.exec(e)??[];return n===t?r:void 0};function Yv(e,{manifest:t,text:n}){let r=Jv(n,`aws_sqs_queue`);if(r!==void 0)return r===e.name&&qv(e,t);if(/^\$\{aws_\w+\./.test(n))return!1;let i=R(e,[`spec`,`name`]);return d(n)||i===void 0?void 0:n.split(/[:/]/).at(-1)===i}function Xv(e,t){let n=t.ofKind(`aws_cloudwatch_event_rule`),r=[],i=new Set;for(let a of t.ofKind(`aws_cloudwatch_event_target`)){let t=Yv(e,{manifest:a,text:h(a.get([`spec`,`arn`]))??"${unknown}"});if(t===!1)continue;let o=t?Zv(a,n):[];if(o.length===0)return;r.push(a);for(let e of o)i.add(e)}let a=Kv.filter(e=>![...i].some(t=>ey(t,e))),o=t.ofKind(`aws_cloudwatch_event_target`).map(e=>Zv(e,n)),s=o.some(e=>e.length===0),c=new Set(o.flat());return{targets:r,missing:a,withoutTarget:s?[]:n.filter(e=>!c.has(e)&&a.some(t=>ty(e,t)))}}function Zv(e,t){let n=h(e.get([`spec`,`rule`]))??``,r=Jv(n,`aws_cloudwatch_event_rule`);return t.filter(t=>r===void 0?R(t,[`spec`,`name`])===n:t.name===r&&qv(t,e))}function Qv(e){let t=e.get([`spec`,`event_pattern`]);if(t==null)return null;if(!(typeof t!=`string`||d(t)||t.length>$v))try{return JSON.parse(t)}catch{return}}const $v=1e4;function ey(e,{source:t,type:n}){let r=Qv(e);if(r===void 0)return!0;let i=v(r),a=(e,t)=>{let n=i?.[e];return n===void 0||!Array.isArray(n)||n.some(e=>e===t||v(e))};return i!==void 0&&a(`source`,t)&&a(`detail-type`,n)}const ty=(e,{type:t})=>_(v(Qv(e))?.[`detail-type`]).includes(t);function ny(e,t){let n=t.ofKind(`aws_sqs_queue_policy`).flatMap(t=>{let n=Yv(e,{manifest:t,text:h(t.get([`spec`,`queue_url`]))??"${unknown}"});return n===!1?[]:[{manifest:t,isOwn:n}]});if(!n.some(({isOwn:e})=>e===void 0))return[...e.get([`spec`,`policy`])===void 0?[]:[e],...n.map(({manifest:e})=>e)].map(e=>({manifest:e,allowsEvents:ry(e,t)}))}function ry(e,t){let n=iy(e,t);if(!n)return;let r=n.filter(e=>e.effect===`Allow`&&(uo(e,`sqs:SendMessage`)||e.actions.some(d))).map(({actions:e,principals:t,isNegated:n})=>{let r=[...t].flatMap(([e,t])=>[e,...t]);if(!e.some(d)&&!(n||r.length===0||r.some(d)))return(t.get(`Service`)??[]).includes(`events.amazonaws.com`)||r.includes(`*`)});return r.includes(!0)?!0:r.includes(void 0)?void 0:!1}function iy(e,t){let n=e.get([`spec`,`policy`]);if(e.isPartial||n===void 0)return;if(typeof n!=`string`)return ay(n);let[,r]=/^\$\{data\.aws_iam_policy_document\.([\w-]+)\.json\}$/.exec(n)??[],i=t.ofKind(`IamPolicy`).filter(t=>t.name===r&&qv(t,e));if(i.length>0){let e=i.map(e=>e.isPartial?void 0:ay(e.get([`spec`])));return e.includes(void 0)?void 0:e.flatMap(e=>e??[])}if(d(n))return;let a=oo(n);return`statements`in a?a.statements:void 0}function ay(e){let t=v(e)?.Statement;if(!Array.isArray(t)||t.some(e=>!v(e)&&ge(e))||t.some(e=>d(v(e)?.Effect??null)))return;let n=oo(JSON.stringify({Statement:t}));return`statements`in n?n.statements:void 0}const oy=q({id:`interruption-events`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests(e,t){let n=e.manifests.filter(({kind:e})=>e===`aws_sqs_queue`);for(let e of new Set(n.map(t.clusterOf)))cy(e,t)}},docs:{summary:`Some events that Karpenter needs do not reach its interruption queue.`,why:`EventBridge sends spot interruption warnings, health events and changes of instance states to the queue that Karpenter reads. It needs a rule for each event, a target for each rule, and a policy of the queue that lets it send. If one of them is missing, EventBridge drops the events without an error, and Karpenter does not drain the node. Karpenter only counts rebalance recommendations, so they are not required. Reported only when Terraform creates the queue without Karpenter’s module, and at least one of the rules, targets and policies.`,help:"Create a rule and a target for each event, and a queue policy that allows `events.amazonaws.com` the action `sqs:SendMessage`.",url:`https://karpenter.sh/docs/reference/cloudformation/#interruption-handling`},examples:my}),sy=/event|sqs|queue|notif|interrupt|spot/i;function cy(e,t){let n=Lc(e).map(({manifest:e})=>e);if(!(e.ofKind(`unread_module`).some(e=>sy.test(h(e.get([`spec`,`source`]))??``))||Wc(e).length>0||n.some(({kind:e})=>e===`module`)))for(let r of n)ly(r)||uy(r,e,t)}const ly=e=>/dlq|dead/i.test(`${e.name} ${h(e.get([`spec`,`name`]))??``}`);function uy(e,t,n){let r=Xv(e,t),i=ny(e,t);if(!(r&&i&&(r.targets.length>0||r.withoutTarget.length>0||i.length>0))||e.isPartial||(r.missing.length>0&&py(e,r,n),r.targets.length===0||r.targets.some(e=>e.get([`spec`,`role_arn`])!==void 0))||i.some(({allowsEvents:e})=>e!==!1))return;let[a]=i;n.report({manifest:e,at:e.span(dy(e)),message:`No policy lets EventBridge send events to the queue ${fy(e)}, so the queue stays empty and Karpenter does not drain nodes that AWS stops`,help:a?"Allow `events.amazonaws.com` the action `sqs:SendMessage` in the policy of the queue.":`Create an \`aws_sqs_queue_policy\` for \`aws_sqs_queue.${e.name}\` that allows \`events.amazonaws.com\` the action \`sqs:SendMessage\`.`,labels:a?[{span:a.manifest.span([`spec`,`policy`]),message:`the policy of the queue`}]:[]})}const dy=e=>e.get([`spec`,`name`])===void 0?[`metadata`,`name`]:[`spec`,`name`],fy=e=>`\`${R(e,[`spec`,`name`])??e.name}\``;function py(e,{missing:t,withoutTarget:n},r){let[i]=n,a=t.length>1;r.report({manifest:e,at:e.span(dy(e)),message:`No EventBridge rule sends ${g(t.map(({type:e})=>e),` and `)} to the queue ${fy(e)}, so Karpenter does not drain nodes after ${a?`these events`:`this event`}`,help:i?`Create an \`aws_cloudwatch_event_target\` with this queue for \`aws_cloudwatch_event_rule.${i.name}\`.`:`Create an \`aws_cloudwatch_event_rule\` for ${a?`each of them`:`it`}, with this queue as its target.`,labels:n.slice(0,3).map(e=>({span:e.span([`metadata`,`name`]),message:`this rule does not have the queue as a target`}))})}function my(){let e=(e,t,n)=>G`
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
      `,a(``)]}}const hy=q({id:`interruption-queue`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[81],on:{Manifests(e,t){for(let n of L(e))gy(n,t)}},docs:{summary:"Karpenter’s `interruptionQueue` is not the queue that Terraform creates for it, or is not set although a NodePool launches spot nodes.",why:`AWS sends spot interruptions, health events and rebalance recommendations through an SQS queue. If Karpenter has the name of another queue, or of a queue that does not exist, it receives nothing. When AWS then reclaims a spot node, Karpenter does not move its pods in the two minutes before. Older versions of Karpenter do not even start with a wrong name. A name that is not set is a warning. It is reported only if a NodePool launches spot nodes, all values of the chart are known, and no node termination handler is in the repository. A wrong name is reported only when Terraform creates the queue for the cluster of the release. The values may be in another folder.`,help:"Set `interruptionQueue` to the name of the queue. In Terraform, refer to the queue’s name, such as `module.karpenter.queue_name` or `aws_sqs_queue.karpenter.name`.",url:`https://karpenter.sh/docs/concepts/disruption/#interruption`},examples:Ty});function gy(e,t){let{manifest:n}=e,r=Ja(e,`interruptionQueue`).find(e=>n.get(e)!==void 0);if(!r){vy(e,t);return}_y(n,r,t);let i=R(n,r);if(!i||/[:/]/.test(i))return;let a=Lc(t.clusterOf(n)),[o]=a;o&&!a.some(({name:e})=>e===void 0||e===i)&&t.report({manifest:n,at:n.span(r),message:`\`${r.at(-1)}\` is \`${i}\`, but the queue that Terraform creates for Karpenter is named \`${o.name}\``,help:vu(n,o.manifest)?`Refer to the queue’s name: \`${wy(o.manifest)}\`.`:`Set \`${r.at(-1)}: ${o.name}\`.`,labels:[{span:o.manifest.span(o.path),message:`the queue${yu(n,o.manifest,t)}`}]})}function _y(e,t,n){let r=/^module\.([\w-]+)\.queue_name$/.exec(no(e,t)??``)?.[1],i=n.clusterOf(e),a=i.ofKind(`module`).find(t=>t.name===r&&vu(t,e)&&B(t)===`karpenter`),o=[`spec`,`enable_spot_termination`],s=i.ofKind(`NodePool`).find(e=>Cy(e,n));a&&s&&a.get(o)===!1&&n.report({manifest:a,severity:`warning`,at:a.span(o),message:`Without \`enable_spot_termination\`, the module creates no queue. Karpenter does not move the pods of \`${s.name}\` before AWS reclaims a spot node`,help:"Remove `enable_spot_termination`, so that the module creates the queue.",labels:[{span:e.span(t),message:`the name is empty`}]})}function vy(e,t){let{chart:n,manifest:r,values:i,isOpen:a}=e;if(n!==`karpenter`||a||r.isPartial||yy(e))return;let o=v(r.get([...i,`settings`]));if(!o||o.interruptionQueueName!==void 0)return;let s=t.clusterOf(r),c=s.ofKind(`NodePool`).find(e=>Cy(e,t));if(!c)return;let[l,...u]=Lc(s);u.length>0||(l?by(e,{queue:l,spot:c,context:t}):xy(e,{spot:c,cluster:s,context:t}))}function yy({manifest:e,values:t}){let n=[...t,`controller`],r=e.get([...n,`env`]);return _(e.get([...n,`envFrom`])).length>0||r!==void 0&&!Array.isArray(r)||_(r).some(e=>{let t=h(v(e)?.name);return t===void 0||/^INTERRUPTION_QUEUE$|[${]/.test(t)})}function by({manifest:e,values:t},{queue:n,spot:r,context:i}){i.report({manifest:e,severity:`warning`,at:e.keySpan([...t,`settings`]),message:`Karpenter does not read the queue that Terraform creates for it, because \`interruptionQueue\` is not set. It does not move the pods of \`${r.name}\` before AWS reclaims a spot node`,help:vu(e,n.manifest)?`Set \`settings.interruptionQueue\` to the queue’s name: \`${wy(n.manifest)}\`.`:`Set \`settings.interruptionQueue\` to the queue’s name${n.name===void 0?``:`: \`${n.name}\``}.`,labels:[{span:n.manifest.span(n.path),message:`the queue${yu(e,n.manifest,i)}`}]})}function xy(e,{spot:t,cluster:n,context:r}){let{manifest:i,values:a}=e;Ja(e,`clusterName`).some(e=>Qa(i,e))&&!n.manifests.some(Sy)&&r.report({manifest:i,severity:`warning`,at:i.keySpan([...a,`settings`]),message:`Karpenter does not move the pods of \`${t.name}\` before AWS reclaims a spot node, because \`interruptionQueue\` is not set`,help:"Create an SQS queue that receives the interruption events of AWS, and set `settings.interruptionQueue` to its name.",labels:[{span:t.span([`spec`]),message:`this NodePool launches spot nodes${yu(i,t,r)}`}]})}const Sy=e=>/termination-handler/.test(e.name)||Wa({manifests:[e]},`aws-node-termination-handler`).length>0,Cy=(e,{compatible:t})=>eu(e).some(({key:e,values:t})=>x(e)===S.capacityType&&t.some(({text:e})=>e===`spot`))&&(t(e)?.count(`spot`).instanceTypes??0)>0,wy=({kind:e,name:t})=>e===`module`?`module.${t}.queue_name`:`${e}.${t}.name`;function Ty(){let e=J({requirements:[`karpenter.k8s.aws/instance-family In [c6i, c7i, m6i, m7i, r6i, r7i]`,`karpenter.sh/capacity-type In [spot]`]});return{bad:[U(G`
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
      `]}}const Ey=/(?:^|\/)(karpenter|karpenter-crd|cilium|aws-vpc-cni|aws-node-termination-handler)$/,Dy=e=>Ey.exec((e&&k(e))??``)?.[1],Oy=e=>{let t=Bo(e),{head:n,labels:r}=e.block,[i,a]=[e.address,r[1]??``],o=Zs(a,t,n),s=M(t,`repository`);if(s&&ba(k(s)??``))return[{name:i,text:void 0,unread:o}];if(Dy(M(t,`chart`))!==void 0)return[{name:i,text:Ny({name:a,at:n,spec:t}),unread:o}];let c=Ay(t)?My(Fy(t),ky):[];if(c.length===0)return[{name:i,text:void 0,unread:o}];let l=[[`apiVersion`,{value:ln(`v1`,n)}],[`kind`,{value:ln(`List`,n)}],[`items`,{value:{kind:`list`,at:n,items:c}}]];return[{name:i,text:Nn(j(l,n))}]},ky=4;function Ay(e){let t=e.entries.get(`values`)?.value;return t?.kind===`list`&&t.items.some(e=>e.kind===`string`&&jy(e))}const jy=e=>/\bkarpenter\.(?:sh|k8s\.aws)\/v/.test(dn(e));function My(e,t){if(e.kind===`string`)return jy(e)?My(Sn(e),0):[];let n=k(M(e,`apiVersion`));return n===void 0?t===0?[]:(e.kind===`list`?e.items:e.kind===`object`?[...e.entries.values()].map(e=>e.value):[]).flatMap(e=>My(e,t-1)):/^karpenter\./.test(n)?[e]:[]}function Ny({name:e,at:t,spec:n}){let r=[`chart`,`version`,`repository`].flatMap(e=>{let t=n.entries.get(e);return t?[[e,e===`chart`?{value:ln(Dy(t.value)??``,t.value.at)}:t]]:[]}),i=Fy(n);return Nn(Uo(`HelmRelease`,{name:e,at:t,spec:j([[`chart`,{value:j([[`spec`,{value:j(r,t)}]],t)}],...Py(n),[`values`,{value:i}]],t)}))}const Py=({entries:e})=>[[`name`,`releaseName`],[`namespace`,`targetNamespace`]].flatMap(([t,n])=>{let r=e.get(t);return r?[[n,{value:r.value}]]:[]});function Fy(e){let t=e.entries.get(`values`)?.value,n=(t?.kind===`list`?t.items:t?[t]:[]).map(e=>e.kind===`string`?Sn(e):e),r=n.some(({kind:e})=>e===`unknown`)||t!==void 0&&t.kind!==`list`||Ry(e),i=n.reduce((e,t)=>t.kind===`object`?Iy(e,t):e,j([],e.at,r));return Ly(e).reduce((e,t)=>zy(e,t),i)}function Iy(e,t){let n=new Map(e.entries);for(let[e,r]of t.entries){let t=n.get(e)?.value,i=t?.kind===`object`&&r.value.kind===`object`;n.set(e,i?{...r,value:Iy(t,r.value)}:r)}return j(n,t.at,e.isPartial||t.isPartial)}function Ly(e){return[`set`,`set_list`].flatMap(t=>{let n=e.entries.get(t)?.value;return n?.kind===`list`?n.items:[]}).filter(e=>e.kind===`object`&&e.entries.has(`name`))}const Ry=({entries:e})=>[`set`,`set_list`].some(t=>{let n=e.get(t)?.value;return n===void 0?!1:n.kind!==`list`||n.items.some(e=>e.kind===`unknown`||M(e,`name`)?.kind===`unknown`)});function zy(e,t){let n=t.entries.get(`name`).value,r=t.entries.get(`value`)?.value,i=k(n);if(i===void 0||!r||i.includes(`[`))return e;let a=i.split(/(?<!\\)\./).map(e=>e.replaceAll(`\\.`,`.`)),o=k(M(t,`type`)??O(null,t.at))===`string`,s=n.kind===`string`?n.pieces[0]?.at??n.at:n.at;return Vy(e,a,{value:o?r:By(r),key:{text:a.at(-1),at:s,form:`made`}})}function By(e){let t=e.kind===`string`?k(e):void 0;return t===`true`||t===`false`?O(t===`true`,e.at):t!==void 0&&/^-?(?:0|[1-9]\d{0,14})$/.test(t)?O(Number(t),e.at):e}function Vy(e,[t,...n],r){let i=new Map(e.entries);if(t===void 0)return e;let a=i.get(t)?.value,o=a?.kind===`object`?a:j([],r.value.at);return i.set(t,n.length===0?r:{value:Vy(o,n,r),...r.key&&{key:{...r.key,text:t}}}),j(i,e.at,e.isPartial)}function Hy(e){let t=M(Bo(e),`karpenter`);if(t?.kind!==`object`)return;let n=t.entries.get(`chart_version`),r={value:ln(`karpenter`,t.at)},i=[...t.entries,[`chart`,r],...n?[[`version`,n]]:[]];return Ny({name:`karpenter`,at:e.block.head,spec:j(i,t.at)})}function Uy(e){let t=Bo(e);return Yy({name:k(M(t,`node_group_name`)??D(t.at))??e.block.labels[1]??``,at:e.block.head,instanceTypes:t.entries.get(`instance_types`),count:qy(M(t,`scaling_config`,0)),ignoresCount:sc(e.block).includes(`scaling_config`),subnets:t.entries.get(`subnet_ids`),labels:t.entries.get(`labels`),taints:Jy(M(t,`taint`)),cluster:t.entries.get(`cluster_name`),role:t.entries.get(`node_role_arn`),capacityType:t.entries.get(`capacity_type`),amiType:t.entries.get(`ami_type`),diskSize:t.entries.get(`disk_size`)})}function Wy(e){let t=Bo(e),n=M(t,`eks_managed_node_groups`),r=M(t,`eks_managed_node_group_defaults`);return n?.kind===`object`?[...n.entries].flatMap(([e,{value:n,key:i}])=>{if(n.kind!==`object`)return[];let a=r?.kind===`object`?j([...r.entries,...n.entries],n.at):n,o=k(M(a,`name`)??D(n.at))??e,s=t.entries.get(`cluster_name`)??t.entries.get(`name`),c=a.entries.get(`subnet_ids`)??t.entries.get(`subnet_ids`);return[{name:e,text:Gy(a,{name:o,at:i?.at??n.at,cluster:s,subnets:c})}]}):[]}const Gy=(e,{name:t,at:n,cluster:r,subnets:i})=>Yy({name:t,at:n,cluster:r,subnets:i,ignoresCount:!0,instanceTypes:e.entries.get(`instance_types`),count:qy(e)??{value:O(1,n)},labels:e.entries.get(`labels`),taints:Jy(M(e,`taints`)),capacityType:e.entries.get(`capacity_type`),amiType:e.entries.get(`ami_type`),diskSize:Ky(e)?e.entries.get(`disk_size`):void 0}),Ky=e=>k(M(e,`use_custom_launch_template`))===`false`,qy=e=>e?.kind===`object`?e.entries.get(`desired_size`)??e.entries.get(`min_size`):void 0,Jy=e=>e?.kind===`object`?{kind:`list`,items:[...e.entries.values()].map(e=>e.value),at:e.at}:e;function Yy(e){let{name:t,at:n,instanceTypes:r,count:i,labels:a,taints:o,cluster:s,role:c,subnets:l,ignoresCount:u,capacityType:d,amiType:f,diskSize:p}=e,m=r?.value,ee=[[`instanceType`,{value:(m?.kind===`list`?m.items[0]:m)??ln(`t3.medium`,n)}],...m?.kind===`list`&&m.items.length>1?[[`instanceTypes`,{value:m}]]:[],[`count`,i??{value:D(n)}],[`capacityType`,d??{value:ln(`ON_DEMAND`,n)}],...f?[[`amiType`,f]]:[],...p?[[`diskSize`,p]]:[],...a?[[`labels`,a]]:[],...o?[[`taints`,{value:o}]]:[],...s?[[`clusterName`,s]]:[],...c?[[`nodeRole`,c]]:[],...u?[[`ignoresCount`,{value:O(!0,n)}]]:[],...l?[[`subnetIds`,{value:Xy(l.value)}]]:[]];return Nn(Uo(`ManagedNodeGroup`,{name:t,at:n,spec:j(ee,n)}))}function Xy(e){if(e.kind!==`list`)return e;let t=e.items.toSorted((e,t)=>y(Zy(e),Zy(t)));return{...e,items:t}}const Zy=e=>e.kind===`string`?dn(e):``,Qy=(e,t,n)=>Nn(Uo(`IamPolicy`,{name:e,at:t,spec:n}));function $y(e){let{labels:t,head:n}=e.block,r=Bo(e),i=M(r,`statement`),a=i?.kind===`list`?i.items.map(ab):[],o=r.entries.has(`source_policy_documents`)||r.entries.has(`override_policy_documents`),s={value:{kind:`list`,items:a,at:n}};return Qy(t[1]??``,n,j([[`Statement`,s]],n,o))}function eb({block:e,scope:t}){let{labels:n,head:r}=e,i=rb(e.body,`policy`,t);return i&&Qy(n[1]??``,r,i)}function tb(e){let{block:t,scope:n,address:r}=e,{labels:i,head:a,body:o}=t,{entries:s,at:c,isPartial:l}=Bo(e),u=`assume_role_policy`,d=rb(o,u,n),f=d?new Map([...s,[u,{...s.get(u),value:d}]]):s,p=Uo(`aws_iam_role`,{name:i[1]??``,at:a,spec:j(f,c,l)}),m=o.blocks.flatMap((e,t)=>{let a=e.type===`inline_policy`?rb(e.body,`policy`,n):void 0;return a?[{name:`${r}.inline_policy[${t}]`,text:Qy(i[1]??``,e.head,a)}]:[]});return[{name:r,text:Nn(p)},...m]}const nb=e=>{let{block:t,scope:n,address:r}=e,{entries:i,at:a,isPartial:o}=oc(Bo(e),t),s=`policy`,c=rb(t.body,s,n),l=c?new Map([...i,[s,{...i.get(s),value:c}]]):i,u=j(l,a,o),[d=``,f=``]=t.labels;return[{name:r,text:Nn(Uo(d,{name:f,at:t.head,spec:u}))}]};function rb({attributes:e},t,n){let r=e.get(t)?.value;if(!r)return;let i={...n,keepsPartialKeys:!0},a=P(r.kind===`call`&&r.name===`jsonencode`&&r.args.length===1?r.args[0]:r,i),o=a.kind===`string`&&a.pieces.every(({form:e})=>e===`file`),s=a.kind===`string`&&!o?Sn(a):a;if(s.kind!==`object`||!s.entries.has(`Statement`))return;let{yaml:c,...l}=s;return l}const ib={sid:`Sid`,effect:`Effect`,actions:`Action`,not_actions:`NotAction`,resources:`Resource`,not_resources:`NotResource`};function ab(e){if(e.kind!==`object`)return e;let t=[...e.entries].flatMap(([e,t])=>{let n=Be(ib,e);return n===void 0?[]:[[n,t]]}),n=e.entries.has(`effect`)?[]:[[`Effect`,{value:ln(`Allow`,e.at)}]],r=[`principals`,`not_principals`].flatMap(t=>{let n=M(e,t);return n?.kind===`list`?[[ob[t],{value:sb(n)}]]:[]}),i=M(e,`condition`),a=i?.kind===`list`?[[`Condition`,{value:lb(i)}]]:[];return j([...t,...n,...r,...a],e.at,e.isPartial)}const ob={principals:`Principal`,not_principals:`NotPrincipal`};function sb(e){let t=new Map;for(let n of e.items){let e=cb(M(n,`type`),n),r=M(n,`identifiers`)??D(n.at),i=[t.get(e)?.value,r].flatMap(e=>e?.kind===`list`?e.items:e?[e]:[]);t.set(e,{value:{kind:`list`,items:i,at:n.at}})}return j(t,e.at)}const cb=(e,{at:t})=>e?.kind===`string`?dn(e):fn(e?.kind===`unknown`?e:D(t)).text;function lb(e){let t=new Map;for(let n of e.items){let e=cb(M(n,`test`),n),r=cb(M(n,`variable`),n),i=t.get(e)?.value,a=i?.kind===`object`?[...i.entries]:[],o=M(n,`values`)??D(n.at);t.set(e,{value:j([...a,[r,{value:o}]],n.at)})}return j(t,e.at)}const ub=/./,db={aws_default_tags:ub,aws_vpc:/^(?:tags|cidr_block)/,aws_vpc_endpoint:/^(?:service_name|vpc_id)/,aws_nat_gateway:ub,aws_internet_gateway:ub,aws_egress_only_internet_gateway:ub,aws_vpn_gateway:ub,aws_vpc_peering_connection:ub,aws_ec2_transit_gateway_vpc_attachment:ub,aws_networkmanager_vpc_attachment:ub,aws_subnet:/^(?:tags|cidr_block|availability_zone|vpc_id|map_public_ip_on_launch)/,aws_security_group:/^(?:tags|name|vpc_id)/,aws_ec2_tag:ub,aws_eks_cluster:/^(?:name|version|role_arn|tags|vpc_config|access_config|kubernetes_network_config|bootstrap_self_managed_addons|encryption_config|remote_network_config|outpost_config)/,aws_eks_addon:/^(?:addon_name|addon_version|cluster_name|configuration_values)/,aws_eks_access_entry:/^(?:cluster_name|principal_arn|type)/,aws_eks_node_group:/^(?:cluster_name|node_group_name|node_role_arn|subnet_ids|instance_types|capacity_type|ami_type|disk_size|labels|taint|scaling_config\.(?:desired_size|min_size)|scaling_config$)/,aws_eks_fargate_profile:/^selector/,aws_eks_pod_identity_association:/^(?:cluster_name|namespace|service_account|role_arn)/,aws_ec2_capacity_reservation:ub,aws_iam_role:/^(?:name|name_prefix|path|assume_role_policy|inline_policy)/,aws_iam_policy:/^(?:name|policy)/,aws_iam_role_policy:/^(?:policy|role)/,aws_iam_policy_document:ub,aws_iam_instance_profile:/^(?:name|role)/,aws_kms_grant:ub,aws_kms_key:/^policy/,aws_kms_key_policy:ub,aws_sqs_queue:/^(?:name|policy)/,aws_sqs_queue_policy:ub,aws_cloudwatch_event_rule:/^(?:name|event_pattern)/,aws_cloudwatch_event_target:/^(?:rule|arn)/,aws_ami:ub,aws_ssm_parameter:/^name/,kubernetes_config_map:/^data/},fb={eks:/^(?:cluster_name|name|cluster_version|kubernetes_version|cluster_tags|node_security_group_tags|(?:cluster_)?security_group_tags|create_(?:node_|cluster_)?security_group|create_(?:cluster_)?primary_security_group_tags|subnet_ids|control_plane_subnet_ids|(?:cluster_)?addons(?:\.configuration_values.*)?$|access_entries|aws_auth_roles|authentication_mode|(?:cluster_)?ip_family|endpoint_public_access|cluster_endpoint_public_access|fargate_profiles(?:\.selectors.*|\.name)?$|eks_managed_node_groups(?:\.(?:name|instance_types|capacity_type|ami_type|labels|taints|min_size|desired_size|subnet_ids).*)?$|bootstrap_self_managed_addons|(?:cluster_)?compute_config)/,karpenter:/^(?:cluster_name|queue_name|create_iam_role|iam_role_\w+|node_iam_role_(?:name|arn|use_name_prefix)|create_node_iam_role|create_instance_profile|create_access_entry|access_entry_type|enable_irsa|create_irsa|irsa_\w+|enable_spot_termination|create_pod_identity_association|namespace|service_account)/,"eks-pod-identity":/^(?:associations|association_defaults)/,vpc:/^(?:name|cidr|azs|private_subnets|public_subnets|intra_subnets|(?:private_|public_|intra_)?subnet_tags|enable_nat_gateway|single_nat_gateway|enable_vpn_gateway|propagate_private_route_tables_vgw|create_egress_only_igw|enable_ipv6|map_public_ip_on_launch)/};function pb(e,t,n){let r=mb(e,t);return r!==void 0&&(n===``||r.test(n))}function mb(e,t){let n=e===`module`?Ec(t??``):void 0;return n?fb[n]:Object.hasOwn(db,e)?db[e]:void 0}const hb=e=>{let t=M(Bo(e),`default_tags`);if(t===void 0)return[];let{head:n}=e.block,r=j([[`default_tags`,{value:t}]],n);return[{name:e.address,text:Nn(Uo(`aws_default_tags`,{name:`aws`,at:n,spec:r}))}]},gb=e=>{let t=M(Bo(e),`metadata`,0);return k(M(t,`name`))===`aws-auth`?ac(`kubernetes_config_map`)(e):[]},_b=e=>{let t=k(M(Bo(e),`name`))??``;return e.block.labels[0]===`aws_ssm_parameter`&&!t.startsWith(`/aws/service/`)?[]:ic(e)},vb=e=>va(k(M(Bo(e),`url`)))===void 0?[]:ic(e),yb=[`aws_nat_gateway`,`aws_internet_gateway`,`aws_egress_only_internet_gateway`,`aws_vpn_gateway`,`aws_vpc_peering_connection`,`aws_ec2_transit_gateway_vpc_attachment`,`aws_networkmanager_vpc_attachment`],bb={"provider.aws":hb,...Object.fromEntries([...yb,`aws_vpc`,`aws_vpc_endpoint`].map(e=>[`resource.${e}`,ic])),"resource.aws_eks_cluster":ic,"resource.aws_eks_node_group":nc(Uy),"resource.aws_eks_access_entry":ic,"resource.aws_ec2_capacity_reservation":ic,"resource.aws_ec2_tag":ic,"resource.aws_eks_addon":ic,"resource.aws_iam_instance_profile":ic,"resource.aws_kms_grant":ic,"resource.aws_kms_key":ic,"resource.aws_kms_key_policy":ic,"resource.aws_cloudwatch_event_rule":ic,"resource.aws_cloudwatch_event_target":ic,"resource.aws_sqs_queue":nb,"resource.aws_sqs_queue_policy":nb,"resource.aws_security_group":ic,"resource.aws_subnet":ic,"resource.aws_eks_fargate_profile":ic,"resource.aws_eks_pod_identity_association":ic,"resource.aws_iam_role":tb,"resource.aws_iam_policy":rc(eb),"resource.aws_iam_role_policy":rc(eb),"resource.kubernetes_config_map":gb,"resource.kubernetes_config_map_v1":gb,"resource.kubernetes_config_map_v1_data":gb,"data.aws_ami":_b,"data.aws_ssm_parameter":_b,"data.http":vb,"data.aws_iam_policy_document":nc($y)};function xb(e){let t=Ec(e);if(t)return t===`eks`?Cb:pc;if(/terraform-aws-modules\/(?:terraform-aws-)?iam\b.*\/\/modules\/iam-role-for-service-accounts\b/.test(e))return pc;if(/eks-blueprints-addons/.test(e)&&!e.includes(`//`))return Sb}const Sb=e=>[...rc(Hy)(e),fc(e)],Cb=e=>[...pc(e),...Wy(e).map(({name:t,text:n})=>({name:`${e.address}.eks_managed_node_group["${t}"]`,text:n}))],wb={makers:bb,moduleMaker:xb,readsArgument:pb},Tb=q({id:`isolated-vpc`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[97],on:{Manifests(e,{clusterOf:t,report:n}){for(let{manifest:r,chart:i,values:a,isOpen:o}of L(e)){let e=r.isPartial||o&&r.kind!==`HelmValues`;if(i!==`karpenter`||e)continue;let s=[...a,`settings`,`isolatedVPC`];if(r.get(s)!==void 0)continue;let c=Eb(t(r));c&&n({manifest:r,at:r.span(s),message:`${c.what}, but \`isolatedVPC\` is not set, so Karpenter waits for prices that it cannot fetch`,help:"Set `settings.isolatedVPC` to `true`, unless traffic leaves the VPC in another way.",labels:[{span:c.manifest.span(c.path),message:c.label}]})}}},docs:{summary:"Karpenter runs in a VPC without internet access, but `isolatedVPC` is not set.",why:"Karpenter asks the AWS Pricing API for on-demand prices, and there is no VPC endpoint for that API. If nodes cannot reach the internet, each attempt waits until it times out, and errors fill the log. With `isolatedVPC` Karpenter uses the prices that it was built with. Reported only when the files create the VPC of the cluster without a way out: in Terraform with private subnets or VPC endpoints and without a gateway, or with `privateCluster` of eksctl.",help:"Set `settings.isolatedVPC` to `true`, unless traffic leaves the VPC in another way, such as through a transit gateway.",url:`https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/#private-clusters`},examples:Nb}),Eb=e=>kb(e)??Ab(e)??jb(e),Db=[`public_subnets`,`enable_nat_gateway`,`enable_vpn_gateway`,`enable_ipv6`,`create_egress_only_igw`,`propagate_private_route_tables_vgw`],Ob=e=>!!e&&!(Array.isArray(e)&&e.length===0);function kb(e){let t=e.ofKind(`module`).filter(e=>B(e)===`vpc`),[n]=t,r=[`spec`,`private_subnets`];if(t.length===1&&n&&!n.isPartial&&_(n.get(r)).length!==0&&!Db.some(e=>Ob(n.get([`spec`,e]))))return Mb(e)?void 0:{what:`The VPC of the cluster has only private subnets and no NAT gateway`,manifest:n,path:r,label:`the private subnets`}}function Ab(e){let[t,...n]=e.ofKind(`aws_vpc`),r=e.ofKind(`aws_vpc_endpoint`).find(e=>/\.(?:sts|ec2|eks|ecr\.api)$/.test(h(e.get([`spec`,`service_name`]))??``)),i=e.ofKind(dc).length>0;if(!(!t||n.length>0||!r||i||Mb(e)))return{what:`The VPC of the cluster has endpoints for the APIs of AWS and no NAT gateway`,manifest:r,path:[`spec`,`service_name`],label:`an endpoint of the VPC`}}function jb(e){let t=[`privateCluster`,`enabled`],n=e.ofKind(`ClusterConfig`).find(e=>e.get(t)===!0&&e.get([`privateCluster`,`skipEndpointCreation`])!==!0);return n&&{what:`eksctl creates the cluster without internet access`,manifest:n,path:t,label:`the private cluster`}}const Mb=e=>yb.some(t=>e.ofKind(t).length>0);function Nb(){return{bad:[U(G`
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
      `]}}const Pb=q({id:`kops-karpenter`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests:Ib},docs:{summary:`A kOps specification uses Karpenter in a way that kOps or Karpenter does not support.`,why:"For each InstanceGroup with `manager: Karpenter`, kOps creates a NodePool. It installs Karpenter if the cluster enables it. Karpenter needs permissions for its service account there, and it cannot manage control plane nodes. Without a mixed instances policy, it can launch only the one `machineType`.",help:"Enable Karpenter and `iam.useServiceAccountExternalPermissions` in the Cluster. Remove `manager: Karpenter` from groups of the control plane, and list instance types under `mixedInstancesPolicy`.",url:`https://kops.sigs.k8s.io/operations/karpenter/`},examples:Bb}),Fb=({apiVersion:e})=>l(e)===`kops.k8s.io`;function Ib(e,t){let n=e.manifests.filter(e=>e.kind===`Cluster`&&Fb(e)&&!e.isPartial),r=e.manifests.filter(e=>e.kind===`InstanceGroup`&&Fb(e)&&e.get([`spec`,`manager`])===`Karpenter`);for(let e of n)Lb(e,r,t);for(let e of r)zb(e,t)}function Lb(e,t,{report:n,clusterOf:r}){let i=e.get([`spec`,`karpenter`,`enabled`]),a=i===!0,o=t.find(t=>r(t)===r(e)&&Rb(t)===e.name);o&&!a&&!d(i)&&n({manifest:e,at:e.span([`spec`,`karpenter`,`enabled`]),message:`InstanceGroup \`${o.name}\` has \`manager: Karpenter\`, but \`${e.name}\` does not enable Karpenter, so nothing launches nodes for this group`,help:"Set `spec.karpenter.enabled: true`.",labels:[{span:o.span([`spec`,`manager`]),message:`this group expects Karpenter`}]});let s=[`spec`,`iam`,`useServiceAccountExternalPermissions`],c=e.get(s);a&&(c===void 0||c===!1)&&n({manifest:e,at:e.span(s),message:`Karpenter needs external permissions for service accounts, which this cluster does not enable, so kOps rejects it`,help:"Set `spec.iam.useServiceAccountExternalPermissions: true`, and set a discovery store in `spec.serviceAccountIssuerDiscovery`."})}const Rb=e=>h(v(e.get([`metadata`,`labels`]))?.[`kops.k8s.io/cluster`]);function zb(e,{report:t}){let n=h(e.get([`spec`,`role`]))??``;/^(?:control-?plane|master|apiserver)$/i.test(n)&&t({manifest:e,at:e.span([`spec`,`manager`]),message:`InstanceGroup \`${e.name}\` belongs to the control plane, whose nodes Karpenter cannot manage`,help:"Remove `manager`, so that an auto scaling group manages these nodes."});let r=h(e.get([`spec`,`machineType`]))??``,i=/^[a-z][\w-]*\.[\w-]+$/.test(r);n===`Node`&&i&&e.get([`spec`,`mixedInstancesPolicy`])===void 0&&!e.isPartial&&t({manifest:e,at:e.span([`spec`,`machineType`]),severity:`note`,message:`Karpenter can launch only ${r} for InstanceGroup \`${e.name}\`, so it has no choice when AWS runs out of this type`,help:"List several instance types under `mixedInstancesPolicy.instances`."})}function Bb(){return{bad:[U(W`
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
      `]}}const Vb=[{field:`maxPods`,spelt:/--max-pods[= ]\d|^[ \t]*maxPods:|^[ \t]*"?max-pods"?\s*=/m},{field:`kubeReserved`,spelt:/--kube-reserved[= ]|^[ \t]*kubeReserved:|^[ \t]*\[settings\.kubernetes\.kube-reserved\]/m},{field:`systemReserved`,spelt:/--system-reserved[= ]|^[ \t]*systemReserved:|^[ \t]*\[settings\.kubernetes\.system-reserved\]/m},{field:`evictionHard`,spelt:/--eviction-hard[= ]|^[ \t]*evictionHard:|^[ \t]*\[settings\.kubernetes\.eviction-hard\]/m}],Hb=q({id:`kubelet-in-user-data`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[56],on:{NodeClass(e,{report:t}){let n=cu(e);if(n===void 0||su(e)===void 0)return;let r=n.replaceAll(/^[ \t]*#.*$/gm,``);if(e.apiVersion!==`karpenter.k8s.aws/v1`)return;let i=v(e.get([`spec`,`kubelet`]))??{},a=Vb.filter(({field:e,spelt:t})=>!Object.hasOwn(i,e)&&t.test(r));if(a.length===0)return;let o=a.map(({field:e})=>`\`${e}\``).join(`, `);t({at:e.keySpan([`spec`,`userData`]),message:`User data sets ${o}, which Karpenter does not read there, so it sizes nodes incorrectly`,help:`Move ${o} to \`spec.kubelet\`.`})}},docs:{summary:`User data sets kubelet settings that Karpenter does not read there, so it sizes nodes incorrectly.`,why:"Karpenter works out what fits on a node from `spec.kubelet` of the EC2NodeClass, and never from user data. With another `maxPods` or another reservation there, nodes are smaller or larger than Karpenter assumes. If they are smaller, pods stay pending and Karpenter launches more nodes. If they are larger, they stay half empty. For Amazon Linux 2023 Karpenter’s own settings win anyway, so those in the user data have no effect.",help:"Move the setting to `spec.kubelet`. Karpenter then writes it into the user data itself.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:Ub});function Ub(){return{bad:[U(Y(W`
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
        `,`ubuntu`)]}}const Wb=[S.instanceType,S.instanceFamily,S.instanceCategory,S.instanceGeneration],Gb=q({id:`lost-defaults`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[9],on:{Manifests(e,{report:t,base:n}){let r=new Map([...n?Kb(n):[],...Kb(e)].map(e=>[e.name,e]));for(let n of V(e)){let e=r.get(n.name);if(!e||ql(n)||ql(e)||eu(n).some(({key:e})=>d(e)))continue;let i=eu(n).map(({key:e})=>x(e)),a=qb(e).filter(({key:e})=>!i.some(t=>Jb(t,e)));a.length!==0&&t({manifest:n,at:n.keySpan([`spec`,`template`,`spec`,`requirements`]),message:`Provisioner \`${n.name}\` had the defaults ${a.map(Yb).join(`, `)}, which NodePool \`${n.name}\` does not have`,help:`Add a requirement for each of these keys, with the old value or the one that you want.`})}}},docs:{summary:`A NodePool replaces a Provisioner, but does not have the requirements that v1alpha5 added by default.`,why:`A Provisioner had defaults: amd64, on-demand and the newer generations of the categories c, m and r. A NodePool has none of them. Once it replaces the Provisioner, Karpenter may launch arm64 nodes for images that are built for amd64, and spot nodes for workloads that cannot handle interruptions. It may also launch burstable, GPU or old instance types if they are cheap.`,help:`Add the old defaults as requirements of the NodePool, or the requirements that should replace them.`,url:`https://karpenter.sh/v0.32/upgrading/v1beta1-migration/`},examples:Xb}),Kb=e=>e.manifests.filter(({kind:e,apiVersion:t})=>e===`Provisioner`&&l(t)===`karpenter.sh`),qb=e=>eu(e).filter(({path:e,key:t})=>e.length===1&&t!==S.os),Jb=(e,t)=>e===t||Wb.includes(t)&&Wb.includes(e),Yb=({key:e,operator:t,values:n})=>`\`${e} ${t} ${n.map(({text:e})=>e).join(`, `)}\``;function Xb(){return{bad:[U(K({karpenter:`0.32`},$(W`
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
          `,J({apiVersion:`karpenter.sh/v1beta1`,requirements:[`kubernetes.io/arch In [amd64]`,`karpenter.sh/capacity-type In [on-demand]`,`karpenter.k8s.aws/instance-family In [m5, c5]`]}))),K({karpenter:`0.37`},J({apiVersion:`karpenter.sh/v1beta1`,name:`never-was-a-provisioner`}))]}}const Zb=[`spec`,`metadataOptions`],Qb=[...Zb,`httpPutResponseHopLimit`],$b=q({id:`metadata-options`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Security`,mistakes:[67],controls:[`AWS FSBP EC2.8`,`AWS FSBP EC2.170`,`CIS AWS Foundations 5.7`],on:{NodeClass(e,{report:t}){let n=[...Zb,`httpTokens`];e.get(n)===`optional`&&t({at:e.span(n),message:`Instances of \`${e.name}\` answer requests for their metadata without a token (IMDSv1), so a program that fetches URLs for others can leak the node’s credentials`,help:"Set `httpTokens: required`.",fix:{description:"Replace with `required`",edits:b(e,n,`required`)}});let r=e.get(Qb);typeof r!=`number`||r<=2||t({at:e.span(Qb),severity:`note`,message:`The hop limit of ${r} lets containers and proxies behind a node of \`${e.name}\` read the node’s credentials`,help:"Set `httpPutResponseHopLimit: 1`, or 2 if pods need the instance metadata.",fix:{description:`Replace with 2`,edits:b(e,Qb,`2`)}})},Manifests(e,{report:t}){let n=new Map(V(e).map(t=>[t,ex(_u(e,t))]));if(![...n.values()].every(e=>e===void 0))for(let{manifest:r,pod:i,path:a}of nx(e)){let o=n.get(Mm(r,i,e));o&&t({manifest:r,at:r.span(a),message:`Pods of ${r.kind} \`${r.name}\` ask for the instance metadata, but the hop limit of \`${o.name}\` is 1, so they get no answer`,help:`Set \`httpPutResponseHopLimit: 2\` in \`metadataOptions\` of \`${o.name}\`, or configure the pods so that they do not need the instance metadata.`,labels:[{span:o.span(Qb),message:`the hop limit, which is 1 by default`}]})}}},docs:{summary:`A node class allows version 1 of the instance metadata service, or a hop limit above 2 or too low for its pods.`,why:`The instance metadata contains the credentials of the node’s role. Version 1 answers any HTTP request, so a server that can be made to fetch a URL gives them away. Version 2 requires a token, and its hop limit decides how far the token travels. With a limit of 1 only the node itself gets one, with 2 also its pods. Karpenter requires version 2 by default. A limit of 2 is not reported, because some pods need it. A limit of 1 is reported if pods of this NodePool alone need the metadata. They request its address, or they are the AWS Load Balancer Controller without the id of its VPC.`,help:"Set `httpTokens: required` and a hop limit of 1, or 2 if pods need the instance metadata.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specmetadataoptions`},examples:ox});function ex(e){if(e&&!e.isPartial&&e.apiVersion.endsWith(`/v1`))return e.get([...Zb,`httpTokens`])!==`optional`&&[1,void 0].includes(e.get(Qb))?e:void 0}const tx=/http:\/\/(?:169\.254\.169\.254|\[fd00:ec2::254\])/,nx=e=>[...pf(e).flatMap(({manifest:e,template:t})=>{let n=[...t,`spec`],r=e.get([...n,`hostNetwork`])===!0?void 0:rx(e,n);return r?[{manifest:e,pod:n,path:r}]:[]}),...Wa(e,`aws-load-balancer-controller`).flatMap(({manifest:e,values:t,isOpen:n})=>{let r=[`vpcId`,`vpcTags`,`hostNetwork`].some(n=>e.get([...t,n])!==void 0);return n||r?[]:[{manifest:e,pod:t,path:[...t,`nodeSelector`]}]})];function rx(e,t){let n=[`initContainers`,`containers`].flatMap(n=>_(e.get([...t,n])).map((e,r)=>[...t,n,r]));for(let t of n){let n=[...[`command`,`args`].flatMap(n=>_(e.get([...t,n])).map((e,r)=>[...t,n,r])),..._(e.get([...t,`env`])).map((e,n)=>[...t,`env`,n,`value`])],r=n.find(t=>tx.test(h(e.get(t))??``));if(r)return r;let i=n.some(t=>/^--aws-vpc-(?:id|tags)\b/.test(h(e.get(t))??``)),a=[...t,`image`];if(!i&&/(?:^|\/)aws-load-balancer-controller:/.test(h(e.get(a))??``))return a}}const ix=e=>Y(W`
    role: KarpenterNodeRole-demo
    metadataOptions:
      ${e}
  `),ax=e=>$(J({name:`agents`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),ix(`httpPutResponseHopLimit: ${e}`),W`
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
    `);function ox(){return{bad:[ix(`httpTokens: optional`),U(ix(`httpPutResponseHopLimit: 64`),{"httpPutResponseHopLimit: 64":`httpPutResponseHopLimit: 1`}),U(ax(1),{"httpPutResponseHopLimit: 1":`httpPutResponseHopLimit: 2`})],good:[ax(2),ix(`httpPutResponseHopLimit: 2`),ix(`httpTokens: required`)]}}const sx=(e,t)=>e.price(t,`on-demand`,e.zonesOf(t)[0]??``)?.hourlyUsd;function cx(e){let t=new WeakMap;return(n,r)=>{let i=t.get(n)??{value:e(n,r)};return t.set(n,i),i.value}}const lx=q({id:`min-values-exotic`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[24],on:{NodePool:ux},docs:{summary:"A NodePool with `minValues` allows bare metal and accelerators, which Karpenter otherwise avoids.",why:"If ordinary instance types are enough, Karpenter removes bare metal types and types with accelerators from the candidates of a launch. It also removes spot types that cost more than on-demand. With `minValues` it removes neither, to keep enough variety. A small pod may then get a machine with 96 cores that takes minutes to start.",help:"List only the instance categories that you want, and exclude bare metal with `karpenter.k8s.aws/instance-hypervisor In [nitro]`.",url:`https://karpenter.sh/docs/concepts/nodepools/#min-values`},examples:mx});function ux(e,{report:t,catalog:n,compatible:r,settings:i}){let a=Vf(n),o=H(e).find(({path:t})=>e.get([...t,`minValues`])!==void 0),s=o&&r(e);if(!a||!s?.isExact||i.karpenter.minValuesPolicy===`BestEffort`)return;let c=dx(s,a);c!==void 0&&t({at:e.span([...o.path,`minValues`]),message:`With \`minValues\`, Karpenter may also launch the ${c.count} of ${s.names.length} instance types of \`${e.name}\` that ${c.kind}${c.gap}`,help:"If you do not want them, list only the categories that you want, and exclude bare metal with `karpenter.k8s.aws/instance-hypervisor In [nitro]`."})}const dx=cx(({names:e},t)=>{let n=e.map(e=>t.type(e)),r=new Set(n.filter(px).map(({name:e})=>e));if(r.size===0||r.size===n.length)return;let i=e.map(e=>({name:e,usd:sx(t,e)??0})).filter(({usd:e})=>e>0).sort((e,t)=>e.usd-t.usd||y(e.name,t.name)),a=i.slice(0,60).some(({name:e})=>r.has(e));if(!n.some(fx)&&!a)return;let[o]=i,s=i.findLast(({name:e})=>r.has(e)),c=o&&s?`, up to ${s.name} at $${s.usd.toFixed(2)}/hour, while ${o.name} costs $${o.usd.toFixed(4)}/hour`:``,l=n.some(fx)?`are bare metal or have accelerators`:`are bare metal`;return{count:r.size,kind:l,gap:c}}),fx=({gpus:e,accelerator:t,neuron:n})=>e.length>0||t!==void 0||n!==void 0,px=e=>e.isBareMetal||fx(e);function mx(){return{bad:[U($(J({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:W`
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
          `}),X),$(J({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand, spot]`,`karpenter.k8s.aws/instance-category In [c, m, g]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`]}),X)]}}const hx=q({id:`node-access`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[70],on:{Manifests(e,t){for(let n of mu(e))gx(n,t)}},docs:{summary:`The role of a node class has no access to the cluster, or loses it with this change.`,why:"A node can join a cluster only if its role has an access entry or is listed in the ConfigMap `aws-auth`. Without it, instances start, but the API server rejects their kubelets. Managed node groups need neither, because EKS adds their role itself. When the last node group with a role goes, EKS removes the role again, and all Karpenter nodes that share it lose the cluster. This loss is an error. A role that has no access at all is reported only when the files create the role and list who may join.",help:"Create an access entry of type `EC2_LINUX` for the role, or list the role in `aws-auth` as the other roles of nodes.",url:`https://docs.aws.amazon.com/eks/latest/userguide/access-entries.html`},examples:wx});function gx(e,t){let n=t.clusterOf(e),r=e.isPartial?void 0:fl(e,n);if(!r||_l(r,ml(n))!==!1)return;let i=yx(e,r,t);i.length>0?Sx(e,{role:r,lost:i},t):Cx(e,r,t)}const _x=({name:e,address:t})=>`\`${e??t?.split(`: `)[1]??``}\``,vx=e=>e.get([`spec`,`role`])===void 0?`instanceProfile`:`role`;function yx(e,t,n){let r=bx(e,n.base),i=r&&n.baseClusterOf(r),a=r&&fl(r,i);if(!i||!a||dl(a,t)!==!0)return[];let o=E(ml(i)).filter(e=>dl(e.role,a)===!0),s=n.clusterOf(e);return o.every(({manifest:e})=>xx(e,s))?o:[]}function bx(e,t){let n=t?mu(t).filter(({name:t})=>t===e.name):[];return n.find(({source:t})=>t.file===e.source.file)??(n.length===1?n[0]:void 0)}const xx=(e,{manifests:t})=>t.some(t=>t.source.file===e.source.file||vu(t,e));function Sx(e,{role:t,lost:n},{report:r}){let i=n.some(({by:e})=>e===`nodeGroup`);r({manifest:e,severity:`error`,at:e.span([`spec`,vx(e)]),message:i?`All nodes of \`${e.name}\` lose access to the cluster, because this change removes the last node group with the role ${_x(t)}. EKS removes the access of a role with its last node group`:`All nodes of \`${e.name}\` lose access to the cluster, because this change removes the access of the role ${_x(t)}`,help:"Create an access entry of type `EC2_LINUX` for this role in the same change."})}function Cx(e,t,n){let r=n.clusterOf(e),i=E(Hc(r).roles).find(({address:e})=>e===t.address),a=E(ml(r)).find(({by:e})=>e===`entry`);if(i?.manifest.kind!==`aws_iam_role`||!(a||Rl(r))||t.name!==void 0&&Yt(bl(n),e=>e===t.name)!==!1)return;let o=a?.manifest.kind===`ConfigMap`||a?.manifest.kind===`kubernetes_config_map`;n.report({manifest:e,at:e.span([`spec`,vx(e)]),message:`The role ${_x(t)} of \`${e.name}\` has no access to the cluster, so its nodes never join`,help:o?"Add the role to `mapRoles`, with the same user name and groups as the other roles of nodes.":"Create an access entry of type `EC2_LINUX` for this role.",labels:[{span:i.manifest.span(i.path),message:`the role${yu(e,i.manifest,n)}`},...a?[{span:a.manifest.span(a.path),message:`the access of other nodes`}]:[]]})}function wx(){let e=e=>G`
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
        }`),e(t(`nodes`,`nodes`).replace(`aws_iam_role.nodes.arn`,`var.node_role_arn`)),e(``)]}}const Tx=e=>Ko(e)||e.length<5||/\d/.test(e)||/^(?:north|south|east|west|central)/.test(e);function Ex(e,t){if(e===t)return!0;if(Math.max(e.length,t.length)>100)return!1;let[n,r]=[Dx(e),Dx(t)],[i,a]=n.length<=r.length?[n,r]:[r,n];return i.length<a.length?i.every(e=>a.includes(e)):i.every((e,t)=>Ox(e,a[t]))}const Dx=e=>e.toLowerCase().split(/[-_./]/),Ox=(e,t)=>e===t||!Tx(e)&&!Tx(t)&&r(e,t)<=2,kx=e=>e.toLowerCase().replace(/\bpre-prod\b/,`preprod`).split(/[-_.]/).map(qo).sort().join(`-`);function Ax(e,t){if(e===t)return!0;let[n,r]=[e.split(`-`),t.split(`-`)],[i,a]=n.length<=r.length?[n,r]:[r,n];return i.length<a.length&&i.some(Ko)&&i.every(e=>a.includes(e))}const jx=q({id:`node-role-exists`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[68],on:{Manifests(e,t){for(let n of mu(e))for(let e of[`role`,`instanceProfile`])Nx(n,e,t)}},docs:{summary:`A node class names a role or instance profile that is almost the one that the files create, or that of the cluster of another environment.`,why:`Karpenter launches nodes only with a role or instance profile that exists. If the name has a typing mistake, or is that of another environment, the node class is not ready, or its nodes cannot join the cluster. Karpenter’s Terraform module also adds a random suffix to the name of the role by default. Reported only when the files of the cluster create the role and its name is known. A completely different name may be that of a role from elsewhere. Also reported if the name ends with that of the cluster in another environment.`,help:"Use the name of the role that the files create. With Karpenter’s module, set `node_iam_role_use_name_prefix = false`, or refer to the output `node_iam_role_name`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specrole`},examples:Ux}),Mx={role:`role`,instanceProfile:`instance profile`};function Nx(e,t,n){let r=R(e,[`spec`,t]);if(e.isPartial||r===void 0||/[:/]/.test(r)||Yt(bl(n),e=>e===r)!==!1)return;let{roles:i,profiles:a}=Hc(n.clusterOf(e)),[o,s]=t===`role`?[i,a]:[a,i];if(Yt(o,e=>e.canBeNamed(r))!==!1)return;let[c,l]=[E(o),E(s)];if(Fx({nodeClass:e,field:t,written:r},n))return;let u={nodeClass:e,field:t,written:r,created:c},d=c.find(({prefix:e})=>e===r||e===`${r}-`);d?Ix(u,d,n):Lx(u,l,n)}const Px=e=>[`subnet`,`securityGroup`].flatMap(t=>gc(e,t)).flatMap(wc).flatMap(({cluster:e,tag:t})=>t.isKnown?[e]:[]);function Fx({nodeClass:e,field:t,written:n},{report:r}){let[i=``,a]=new Set(Px(e)),o=Rx(n).slice(-Rx(i).length).join(`-`),[s,c]=zx(o,Rx(i).join(`-`))??[];return a!==void 0||s===void 0||![c,s].every(Ko)||kx(s)===kx(c)?!1:(r({manifest:e,at:e.span([`spec`,t]),message:`The ${Mx[t]} \`${n}\` is named after \`${o}\`, but \`${e.name}\` selects resources of the cluster \`${i}\``,help:`Use the ${Mx[t]} of \`${i}\`, so that nodes of one cluster get no rights in the other.`}),!0)}function Ix({nodeClass:e,field:t,written:n},r,i){let{manifest:a,path:o}=r,s=a.kind===`module`,c=s?`module.${a.name}`:`${a.kind}.${a.name}`,l=s?t===`role`?`node_iam_role_name`:`instance_profile_name`:`name`,u=vu(e,a)?`, or refer to \`${c}.${l}\``:``;i.report({manifest:e,at:e.span([`spec`,t]),message:`\`${e.name}\` uses the ${Mx[t]} \`${n}\`, but Terraform adds a suffix to this name, so there is no ${Mx[t]} with exactly this name`,help:s?`Set \`${tl(a).usesPrefix} = false\` in \`${c}\`${u}.`:`Set \`name = "${n}"\` instead of \`name_prefix\` in \`${c}\`${u}.`,labels:[{span:a.span(o),message:`the beginning of its name${yu(e,a,i)}`}]})}function Lx(e,t,n){let{nodeClass:r,field:i,written:a,created:o}=e,s=n.clusterOf(r).environment??``,c=n.all.manifests.some(e=>e.kind===`aws_iam_role`&&R(e,[`spec`,`name`])===a),l=o.filter(({name:e})=>e!==void 0),u=t.some(({name:e})=>e===a),d=l.filter(({name:e})=>u||!c&&Bx(a,e)||Hx(s,{written:a,name:e})&&!Vx(r,a,e)),[f]=d;!f||new Set(d.map(({name:e})=>e)).size>1||n.report({manifest:r,at:r.span([`spec`,i]),message:u?`\`${a}\` is the name of ${i===`role`?`an instance profile`:`a role`}. The ${Mx[i]} that ${f.tool} creates is named \`${f.name}\``:`\`${r.name}\` uses the ${Mx[i]} \`${a}\` instead of \`${f.name}\`, which ${f.tool} creates`,help:`Set \`${i}: ${f.name}\`.`,labels:[{span:f.manifest.span(f.path),message:`the ${Mx[i]}${yu(r,f.manifest,n)}`}]})}const Rx=e=>e.split(/[-_.,+=@]/);function zx(e,t){let[n,r]=[Rx(e),Rx(t)];if(n.length!==r.length)return;let i=n.flatMap((e,t)=>e===r[t]?[]:[[e,r[t]]]);return i.length===1?i[0]:void 0}function Bx(e,t){let[n,i]=[e,t].map(e=>Rx(e.toLowerCase()));if(n.join(``)===i.join(``))return!0;let a=zx(e.toLowerCase(),t.toLowerCase());return a===void 0?!1:a[0]===`${a[1]}s`||a[1]===`${a[0]}s`||!a.some(Tx)&&r(...a)===1}function Vx(e,t,n){let[r=``]=zx(t,n)??[],i=e.span([]).file.split(`/`).at(-1);return[...Rx(e.name),...Rx(i)].some(e=>kx(e)===kx(r))}function Hx(e,{written:t,name:n}){let[r,i]=zx(t,n)??[];if(r===void 0||i===void 0||![r,i].every(Ko))return!1;let a=kx(e).split(`-`);return a.includes(kx(i))&&!a.includes(kx(r))}function Ux(){let e=(e,t)=>G`
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
      `]}}const Wx=q({id:`older-generation`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[],on:{NodePool:Gx,Provisioner:Gx},docs:{summary:`Every instance type of a NodePool is of an old generation, and a newer one costs less.`,why:`Newer generations cost less than those from a decade ago, are faster, and are less often short in supply. A NodePool that names only old families pays more for less, and nothing in the cluster shows it. This rule compares the prices of the region for instance types of similar size and memory with CPUs of the same manufacturer.`,help:"Allow the newer families, by name or with `karpenter.k8s.aws/instance-generation`.",url:`https://karpenter.sh/docs/concepts/nodepools/#instance-types`},examples:Qx});function Gx(e,{report:t,catalog:n,compatible:r}){let i=Vf(n),a=r(e);if(!i||!a?.isExact||a.names.length===0||a.names.length>60)return;let o=Kx(a,i);o&&t({at:e.span(ru(e)),message:`All instance types of \`${e.name}\` are of old generations: ${o.newer} is newer than ${o.name} and costs ${o.percent}% less per vCPU`,help:`Allow newer families, such as \`${o.newer.split(`.`)[0]}\`.`})}const Kx=cx(({names:e},t)=>{let[n,...r]=e.map(e=>qx(t.type(e),t));return r.every(e=>e!==void 0)?n:void 0});function qx(e,t){let n=Yx(e),r=Zx(e,t);if(!n||r===void 0||e.gpus.length>0)return;let[i]=t.types.filter(t=>Jx(e,t)&&Xx(n,Yx(t))).flatMap(e=>{let n=Zx(e,t);return n===void 0||n>r*.97?[]:[{name:e.name,cost:n}]}).sort((e,t)=>e.cost-t.cost||y(e.name,t.name));return i&&{name:e.name,newer:i.name,percent:Math.round((1-i.cost/r)*100)}}const Jx=(e,t)=>t.vcpus>=e.vcpus*.75&&t.vcpus<=e.vcpus*1.25&&t.memoryMib/t.vcpus>=e.memoryMib/e.vcpus*.97&&t.architecture===e.architecture&&t.cpuManufacturer===e.cpuManufacturer&&t.isBareMetal===e.isBareMetal&&t.gpus.length===0&&(t.instanceStoreGb??0)>=(e.instanceStoreGb??0);function Yx({family:e}){let t=/^([a-z]+)(\d+)([a-z-]*)$/.exec(e);return t?{category:t[1],generation:Number(t[2]),suffix:t[3]}:void 0}function Xx(e,t){let n=[...e.suffix].filter(e=>!`aig`.includes(e));return t!==void 0&&t.category===e.category&&t.generation>e.generation&&!t.suffix.includes(`flex`)&&n.every(e=>t.suffix.includes(e))}function Zx({name:e,vcpus:t},n){let r=sx(n,e);return r===void 0?void 0:r/t}function Qx(){return{bad:[U($(J({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m4, c4]`,`karpenter.sh/capacity-type In [on-demand]`]}),X),{"[m4, c4]":`[m4, c4, c5]`})],good:[$(J({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m4, m5]`,`karpenter.sh/capacity-type In [on-demand]`]}),X),$(J({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m5, c5]`,`karpenter.sh/capacity-type In [on-demand]`]}),X)]}}const $x=q({id:`open-generation`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[9],on:{NodePool:nS},docs:{summary:`A NodePool names categories of instance types but no generation, so Karpenter also launches the first ones.`,why:"EC2 still has the instance types of its first two generations, such as `m1.small`. Karpenter launches whichever type is cheapest, and for a small pod that is one of them. They are slow, have old CPUs and little network bandwidth, and are often short in supply. The finding is a warning if the change removes the requirement.",help:'Add a requirement for `karpenter.k8s.aws/instance-generation`, such as `Gt ["4"]`.',url:`https://karpenter.sh/docs/concepts/nodepools/#instance-types`},examples:aS}),eS=e=>eu(e).some(({key:e})=>x(e)===S.instanceGeneration),tS=e=>eu(e).find(({key:e,operator:t})=>x(e)===S.instanceCategory&&t===`In`);function nS(e,{report:t,base:n,catalog:r,compatible:i}){let a=Vf(r),o=i(e),s=tS(e);if(!a||!o?.isExact||eS(e)||!s)return;let c=iS(o.names.filter(rS),a);if(c===void 0)return;let l=n?.manifests.find(({kind:t,name:n})=>t===e.kind&&n===e.name),u=l!==void 0&&!l.isPartial&&eS(l);t({at:e.span(s.path),...u&&{severity:`warning`},message:`\`${e.name}\` ${u?`no longer limits the generation`:`does not limit the generation`} of its instance types, so Karpenter also launches old ones such as \`${c}\``,help:'Add the requirement `karpenter.k8s.aws/instance-generation Gt ["4"]`, or name the families.'})}const rS=e=>/^[cmr][12]\./.test(e);function iS(e,t){return e.map(e=>({name:e,usd:sx(t,e)??1/0})).sort((e,t)=>e.usd===t.usd?y(e.name,t.name):e.usd-t.usd)[0]?.name}function aS(){let e=`karpenter.k8s.aws/instance-category In [c, m, r]`,t=(...e)=>$(J({nodeClassRef:`default`,requirements:[...e,`karpenter.sh/capacity-type In [on-demand]`]}),X);return{bad:[U(t(e),{"requirements:":`requirements:
  - {key: karpenter.k8s.aws/instance-generation, operator: Gt, values: ["4"]}`},{"key: karpenter.k8s.aws/instance-category":`key: karpenter.k8s.aws/instance-family`,"[c, m, r]":`[c7i, m7i, r7i]`})],good:[t(e,`karpenter.k8s.aws/instance-generation Gt ["2"]`),t()]}}const oS=q({id:`owned-security-groups`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[78],on:{Manifests(e,t){for(let n of mu(e))cS(n,t)}},docs:{summary:"A node class selects several security groups with the tag `kubernetes.io/cluster/NAME`.",why:"The AWS load balancer controller and the in-tree controller expect exactly one security group with the tag `kubernetes.io/cluster/NAME` on a node. If a node has two, they stop with “multiple tagged security groups” and no longer register targets. Reported only when Terraform creates the security groups, for the cluster of the node class.",help:`Remove the tag from all of them but one.`,url:`https://karpenter.sh/docs/troubleshooting/`},examples:lS}),sS=`kubernetes.io/cluster/`;function cS(e,{clusterOf:t,report:n}){if(e.isPartial)return;let r=gc(e,`securityGroup`).filter(({tags:e,hasOther:t})=>!t&&e.length>0&&e.every(({isKnown:e})=>e)),[i,a]=t(e).ofKind(`aws_security_group`).filter(e=>{let t=v(e.get([`spec`,`tags`]))??{};return r.some(e=>e.tags.every(({key:e,value:n})=>h(t[e])===n))&&Object.keys(t).some(e=>e.startsWith(sS)&&!d(e))});i&&a&&n({manifest:e,at:e.keySpan([`spec`,`securityGroupSelectorTerms`]),message:`\`${e.name}\` selects the security groups \`${i.name}\` and \`${a.name}\`, which both have a tag \`${sS}…\`, but the load balancer controller accepts only one`,help:`Remove the tag \`${sS}…\` from one of them.`,labels:[i,a].map(e=>({span:e.span([`spec`,`tags`]),message:`has the tag`}))})}function lS(){return{bad:[U(G`
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
      `]}}const uS=q({id:`pass-role`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[72],on:{Manifests(e,t){for(let n of new Set(mu(e).map(t.clusterOf)))dS(n,t)}},docs:{summary:"The controller’s `iam:PassRole` permission does not include the role that node classes name.",why:"To launch an instance with a role, the controller needs `iam:PassRole` on exactly that role. If the policy names another role, such as the controller’s own, AWS denies every launch with the role of the nodes. The policy of Karpenter’s Terraform module allows only the role that the module creates or is given. Reported only when the policy and the node class are of the same cluster and all roles are known. It is a warning if no file creates the role of the node class. They may be in different folders.",help:"Add the role of the nodes to the resources of `iam:PassRole`.",url:`https://karpenter.sh/docs/reference/cloudformation/#allowpassinginstancerole`},examples:xS});function dS(e,t){let n=[...e.ofKind(`IamPolicy`).flatMap(t=>gS(t,e)),...e.ofKind(`module`).flatMap(t=>vS(t,e))],r=n.find(({manifest:e})=>fS(e,t)),i=n.map(({roles:e})=>e);if(!r||i.includes(void 0)||Wc(e).length>0)return;let a=new Set;for(let n of e.ofKind(`EC2NodeClass`)){let o=n.isPartial?void 0:fl(n,e);if(!o||i.some(e=>e.some(e=>bS(e,o)!==!1)))continue;let s=o.name??o.address;if(!a.has(s)){let e=mS(r,o);e===void 0?pS(n,r,t):Bx(o.name,e)||hS(n,{permission:r,role:o.name,own:e},t)}a.add(s)}}function fS(e,t){let n=t.clusterOf(e);if(e.kind===`module`)return!0;let r=ku(t).some(e=>E(e).some(e=>t.clusterOf(e.policy)===n)),i=mu(t.all).every(e=>t.clusterOf(e)===n);return r&&(e.source.origin?.tool===`terraform`||i)}function pS(e,{manifest:t,path:n},r){r.report({manifest:t,at:t.span(n),message:`\`iam:PassRole\` is not allowed on the role of \`${e.name}\`, so AWS denies every launch with this role`,help:t.kind===`module`?`Set \`${tl(t).creates} = false\` and \`${tl(t).arn}\` to the ARN of this role in \`module.${t.name}\`.`:`Add the role of the nodes to the resources of this statement.`,labels:[{span:e.span([`spec`,e.get([`spec`,`role`])===void 0?`instanceProfile`:`role`]),message:`the role of the nodes${yu(t,e,r)}`}]})}const mS=({manifest:e,roles:t},n)=>e.kind===`module`&&n.address===void 0&&n.name!==void 0?t?.[0]?.name:void 0;function hS(e,{permission:t,role:n,own:r},i){let{manifest:a,path:o}=t,s=tl(a),c=e.get([`spec`,`role`])===void 0?`instanceProfile`:`role`;i.report({manifest:e,severity:`warning`,at:e.span([`spec`,c]),message:`\`module.${a.name}\` does not allow Karpenter to pass the role \`${n}\` of \`${e.name}\`, only \`${r}\`, so AWS denies every launch`,help:`Set \`role: ${r}\`. If \`${n}\` exists, set \`${s.creates} = false\` and \`${s.arn}\` to its ARN in \`module.${a.name}\`.`,labels:[{span:a.span(o),message:`the role that Karpenter may pass${yu(e,a,i)}`}]})}function gS(e,t){return Nu(e).filter(e=>Pu([e],`iam:PassRole`)||e.statement.actions.some(d)).map(({path:n,statement:r})=>{let i=r.resources.map(n=>ll(n,{manifest:e,cluster:t})),a=r.isNegated||r.actions.some(d),o=e.isPartial||a||i.includes(void 0);return{manifest:e,path:[...n,`Resource`],roles:o?void 0:i.flatMap(e=>e??[])}})}const _S=/^(?!node_).*(?:policy_statements|policies|policy_documents|policy_arns?)$/;function vS(e,t){if(B(e)!==`karpenter`||nl(e,`create`,!0)===!1)return[];let n=tl(e),r=n.creates===`create_iam_role`?nl(e,`create_irsa`,!0):nl(e,`create_iam_role`,!0);if(r===!1)return[];let i=Object.keys(v(e.get([`spec`]))??{}),a=r===!0&&!i.some(e=>_S.test(e)),o=nl(e,n.creates,!0),s=[`spec`,n.arn],c=o===!1?cl(e,s,t):void 0,l=o===!0?yS(e,t):c;return[{manifest:e,path:o===!1?s:[`metadata`,`name`],roles:a&&l?[l]:void 0}]}function yS(e,t){let n=E(Hc(t).roles).find(({manifest:t})=>t===e)?.name;return{address:Gc(e,`module.${e.name}`),...n!==void 0&&{name:n}}}const bS=(e,t)=>e.name!==void 0&&(t.name!==void 0||e.name===`*`)?ro(e.name,t.name??``):dl(e,t);function xS(){return{bad:[U(G`
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
      `]}}const SS=q({id:`pin-ami-alias`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[49],on:{NodeClass(e,t){let{report:n}=t,[r]=au(e).flatMap(e=>TS(e)??[]);r===void 0?CS(e,t):n({at:e.span(r.path),message:`\`${r.text}\` follows every AMI release, and each new release makes Karpenter replace all nodes of \`${e.name}\``,help:`Pin a release, ${r.pinned}, and update it by pull request.`})}},docs:{summary:`An EC2NodeClass follows the latest AMI instead of a pinned release.`,why:"With `@latest`, every AMI release makes all nodes of the node class drift. Karpenter replaces them within the disruption budgets, in every environment at the same time. There is no change to review and nothing to revert. The same holds for an SSM parameter of AWS that names the newest release. It also holds for a name with `*` where images of AWS or Canonical have their release, and for a data source of Terraform.",help:"Pin a release, such as `al2023@v20260715`, and update it by pull request, one environment after the other.",url:`https://karpenter.sh/docs/tasks/managing-amis/`},examples:IS});function CS(e,t){let n=kd(e,t).find(({path:e,text:t})=>e.at(-1)===`id`&&wS(t));n!==void 0&&t.report({at:e.span(n.path),message:`\`${n.text}\` follows every AMI release, and each apply of Terraform after a release makes Karpenter replace all nodes of \`${e.name}\``,help:`Pin a release in the data source, ${wS(n.text)}, and update it by pull request.`})}const wS=e=>e.startsWith(`/`)?AS(e):FS(e,{});function TS({path:e,term:t}){for(let[n,r]of Object.entries(ES)){let i=h(t[n]),a=i===void 0||d(i)?void 0:r(i,t);if(i!==void 0&&a!==void 0)return{path:[...e,n],text:i,pinned:a}}}const ES={alias:OS,ssmParameter:AS,name:FS},DS={al2:`v20251112`,al2023:`v20260715`,bottlerocket:`v1.66.0`};function OS(e){let[t=``,n]=e.split(`@`);if(n===`latest`&&Object.hasOwn(DS,t))return`such as \`${t}@${DS[t]}\``}const kS={eks:/^(\/aws\/service\/eks\/optimized-ami\/(1\.\d{2})\/amazon-linux-2023\/([^/]+)\/([^/]+))\/recommended\/image_id$/,bottlerocket:/^(\/aws\/service\/bottlerocket\/aws-k8s-[^/]+\/[^/]+)\/latest\/image_id$/,others:/^\/aws\/service\/(?:eks\/optimized-ami\/.+\/recommended\/image_id$|canonical\/ubuntu\/.+\/current\/)/};function AS(e){let[,t,n,r,i]=kS.eks.exec(e)??[];if(t!==void 0)return`such as \`${t}/${`amazon-eks-node-al2023-${r}-${i}-${n}-${DS.al2023}`}/image_id\``;let[,a]=kS.bottlerocket.exec(e)??[];return a===void 0?kS.others.test(e)?`with the parameter that contains it`:void 0:`such as \`${a}/${DS.bottlerocket.slice(1)}/image_id\``}const jS=/^(?:amazon-eks-(?:arm64-|gpu-)?node-|bottlerocket-aws-k8s-|ubuntu-eks(?:-pro)?\/k8s_)/,MS=/(?<!\d)1\.\d\d(?!\d)/,NS=/(?:v|-)\d{8}|v\d+\.\d+\.\d+/,PS=new Set([`amazon`,`602401143452`,`092701018921`,`099720109477`]);function FS(e,{tags:t,owner:n}){let r=n===void 0||PS.has(String(n));if(t!==void 0||!r||!jS.test(e)||!MS.test(e)||!/[*?]/.test(e)||NS.test(e))return;let i=e.replace(/(?<![-v])[-v]*\*$/,``);return/[*?]/.test(i)||e.startsWith(`ubuntu`)?`by writing it into the name`:`such as \`${i}-${e.startsWith(`bottlerocket`)?`${DS.bottlerocket}-*`:DS.al2023}\``}function IS(){return{bad:[U(Y(W`
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
      `)]}}function LS(e){return[...Wa(e,`aws-vpc-cni`).map(({manifest:e,values:t,isOpen:n})=>{let r=[...t,`env`];return zS(e,r,{written:e.get(r),isOpen:n})}),...e.manifests.flatMap(e=>BS(e))]}function RS(e,t){let n=e.variable(t);return Ut(n)?n.value===`true`:void 0}function zS(e,t,{written:n,isOpen:r=!1}){let i=v(n),a=!r&&!e.isPartial&&(n==null||i!==void 0),o=Object.keys(i??{}).some(d);return{manifest:e,path:t,variable(t){let n=i&&Object.hasOwn(i,t)?i[t]:void 0,r=h(n);return r===void 0?n===void 0&&a&&!o?Vt(void 0):Ht(`\`${e.name}\` may set \`${t}\``):d(r)?Ht(`\`${t}\` is \`${r}\``):Vt(r)}}}function BS(e){return e.kind===`aws_eks_addon`&&e.get([`spec`,`addon_name`])===`vpc-cni`?[US(e,[`spec`],`configuration_values`)]:e.kind===`module`?[`addons`,`cluster_addons`].flatMap(t=>VS(e,t)):e.kind===`ClusterConfig`?_(e.get([`addons`])).flatMap((t,n)=>v(t)?.name===`vpc-cni`?[US(e,[`addons`,n],`configurationValues`)]:[]):e.kind===`DaemonSet`&&e.name===`aws-node`?GS(e):[]}function VS(e,t){let n=e.get([`spec`,t]);if(n==null)return[];let r=[`spec`,t,`vpc-cni`];return v(e.get(r))?[US(e,r,`configuration_values`)]:!v(n)||e.get(r)!==void 0||HS(n)?[zS(e,[`spec`,t],{written:void 0,isOpen:!0})]:[]}const HS=e=>Object.keys(v(e)??{}).some(d);function US(e,t,n){let r=[...t,n],i=e.get(r);if(i==null)return zS(e,t,{written:void 0});let a=v(typeof i==`string`?WS(i):i);return a?zS(e,r,{written:a.env,isOpen:HS(a)}):zS(e,r,{written:void 0,isOpen:!0})}function WS(e){try{return JSON.parse(e.replaceAll(/(?<=[:,[])\$\{[^"{}]{1,300}\}(?=[,}\]])/g,e=>JSON.stringify(e)))}catch{return}}function GS(e){let t=[`spec`,`template`,`spec`,`containers`];return _(e.get(t)).flatMap((n,r)=>{if(v(n)?.name!==`aws-node`)return[];let i=[...t,r,`env`],a=_(e.get(i)).map(e=>v(e)),o=a.flatMap(e=>typeof e?.name==`string`?[[e.name,e.value??"${from a reference}"]]:[]),s=a.includes(void 0)||d(e.get(i))||e.get([...t,r,`envFrom`])!==void 0;return[zS(e,i,{written:Object.fromEntries(o),isOpen:s})]})}const KS=G`
  kubelet:
    maxPods: 110
`,qS=q({id:`pods-and-addresses`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[59,60,61],on:{Manifests(e,t){if(!Ga(e,`cilium`))for(let n of LS(e))JS(n,t)}},docs:{summary:`The number of pods per node that Karpenter assumes does not match the addresses of the VPC CNI.`,why:"Karpenter works out how many pods fit on a node from its network interfaces, or from `maxPods` if the node class sets it. If there are more pods than addresses, pods hang in `ContainerCreating`. With prefix delegation and no `maxPods`, nodes have room that Karpenter does not use. With custom networking, the first interface carries no pods, which Karpenter knows only from `reservedENIs`. Reported only when the CNI is configured in the repository, for the cluster of the node class.",help:"Set `maxPods` together with prefix delegation, and `settings.reservedENIs` together with custom networking.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:nC});function JS(e,t){let n=t.clusterOf(e.manifest).ofKind(`EC2NodeClass`).filter(({isPartial:e})=>!e),r=RS(e,`ENABLE_PREFIX_DELEGATION`);RS(e,`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`)===!0&&tC(e,n,t);for(let i of n){let n=i.get([`spec`,`kubelet`,`maxPods`])??void 0;typeof n==`number`&&r===!1&&$S(i,{cni:e,maxPods:n},t),n===void 0&&r===!0&&YS(i)&&eC(i,e,t)}}const YS=e=>!/^(?:Custom|Windows)/.test(su(e)??``),XS=({enis:e,ipv4PerEni:t})=>e*(t-1)+2;function ZS(e,{all:t,catalog:n,compatible:r}){let i=hu(t,e).flatMap(e=>QS(e,{catalog:Vf(n),compatible:r}));if(!i.includes(void 0))return i.sort((e,t)=>XS(e)-XS(t)||y(e.name,t.name))[0]}function QS(e,{catalog:t,compatible:n}){let r=n(e);return!t||!r?.isExact?[void 0]:r.names.map(e=>t.type(e))}function $S(e,{cni:t,maxPods:n},r){let i=ZS(e,r);!i||XS(i)>=n||r.report({manifest:e,at:e.span([`spec`,`kubelet`,`maxPods`]),message:`\`maxPods: ${n}\` is more than the ${XS(i)} pods that ${i.name} has addresses for without prefix delegation`,help:"Remove `maxPods`, allow only larger instance types that have enough addresses, or turn on prefix delegation in the VPC CNI.",labels:[{span:t.manifest.span(t.path),message:`the VPC CNI has no prefix delegation`}]})}function eC(e,t,n){let r=ZS(e,n);!r||XS(r)>=110||n.report({manifest:e,at:e.span([`spec`,`kubelet`]),severity:`note`,message:`The VPC CNI uses prefix delegation, but \`${e.name}\` has no \`maxPods\`, so Karpenter places at most ${XS(r)} pods on ${r.name}`,help:"Set `maxPods: 110` under `spec.kubelet` if more pods should fit.",labels:[{span:t.manifest.span(t.path),message:`prefix delegation is on`}]})}function tC(e,t,{clusterOf:n,report:r}){if(!(t.length===0||t.every(e=>e.get([`spec`,`kubelet`,`maxPods`])!==void 0)))for(let t of n(e.manifest).manifests.flatMap(Ua)){let{manifest:n,chart:i,values:a}=t,o=Za(t,`settings`,`reservedENIs`);i===`karpenter`&&Ut(o)&&(h(o.value)??`0`)===`0`&&r({manifest:n,at:n.span([...a,`settings`,`reservedENIs`]),message:`The VPC CNI uses custom networking, but Karpenter reserves no network interface for it, so it places more pods on nodes than they have addresses for`,help:'Set `settings.reservedENIs` to `"1"`.',labels:[{span:e.manifest.span(e.path),message:`custom networking is on`}]})}}function nC(){return{bad:[U(lC({addon:aC,kubelet:KS}),{"kubelet:\n        maxPods: 110":``},{[rC]:`${iC.text}${rC}`},{"most_recent = true":oC(`ENABLE_PREFIX_DELEGATION`)}),U(lC({addon:oC(`ENABLE_PREFIX_DELEGATION`)}),{"role: KarpenterNodeRole-demo":`role: KarpenterNodeRole-demo\n${KS.text}`}),U(lC({addon:oC(`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`),release:cC(sC)}),{[sC]:`${sC}\n{ name = "settings.reservedENIs", value = "1" },`})],good:[lC({addon:oC(`ENABLE_PREFIX_DELEGATION`),kubelet:KS}),lC({addon:aC}),lC({addon:oC(`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`),release:cC(G`
          ${sC}
          { name = "settings.reservedENIs", value = "1" },
        `)})]}}const rC=`- key: karpenter.k8s.aws/instance-family`,iC=G`
  - key: karpenter.k8s.aws/instance-cpu
    operator: Gt
    values: ["15"]
`,aC=`most_recent = true`,oC=e=>G`
  configuration_values = jsonencode({
    env = {
      ${e} = "true"
    }
  })
`,sC=`{ name = "settings.clusterName", value = "demo" },`,cC=e=>G`
  resource "helm_release" "karpenter" {
    repository = "oci://public.ecr.aws/karpenter"
    chart      = "karpenter"

    set = [
      ${e}
    ]
  }
`,lC=({addon:e,kubelet:t,release:n})=>G`
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
`,uC=[[`spec`,`associatePublicIPAddress`],[`spec`,`advancedNetworking`,`associatePublicIPAddress`]],dC=q({id:`public-address`,severity:`note`,since:`0.1.0`,providers:[`aws`,`eks-auto-mode`],theme:`Security`,mistakes:[],controls:[`AWS FSBP EC2.9`,`AWS FSBP EC2.25`,`CIS EKS 5.4.3`],on:{NodeClass(e,{report:t}){let n=uC.find(t=>e.get(t)===!0);n&&t({at:e.span(n),message:`Every node of \`${e.name}\` gets a public IPv4 address, so its security groups alone protect it from the internet. AWS also charges for each address`,help:"Set `associatePublicIPAddress: false`, and select private subnets with a NAT gateway."})}},docs:{summary:`A node class gives its instances public IPv4 addresses.`,why:`A node with a public address can be reached from the internet as far as its security groups allow. Load balancers do not need it, because they reach nodes by private addresses. AWS charges $0.005 per hour for each public IPv4 address. It is a note, because a cluster without a NAT gateway needs public addresses.`,help:"Set `associatePublicIPAddress: false`, and select private subnets.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specassociatepublicipaddress`},examples:pC}),fC=e=>Y(W`
    role: KarpenterNodeRole-demo
    associatePublicIPAddress: ${e}
  `);function pC(){return{bad:[U(fC(`true`),{"associatePublicIPAddress: true":`associatePublicIPAddress: false`})],good:[fC(`false`),Y(`role: KarpenterNodeRole-demo`)]}}const mC=1024**3,hC=(e,t)=>({name:e,limitsPodsByEnis:!0,reservesMemoryByEnis:e!==`Bottlerocket`,hasPodsPerCore:e!==`Bottlerocket`,takesAnyKubeletSetting:e===`AL2023`||e===`Custom`,ephemeralDevice:t,defaultVolumeBytes:20*mC,windowsBuild:void 0}),gC=(e,t)=>({name:e,limitsPodsByEnis:!1,reservesMemoryByEnis:!1,hasPodsPerCore:!0,takesAnyKubeletSetting:!1,ephemeralDevice:`/dev/sda1`,defaultVolumeBytes:50*mC,windowsBuild:t}),_C=hC(`AL2`,`/dev/xvda`),vC=hC(`Custom`,void 0),yC=[_C,hC(`AL2023`,`/dev/xvda`),hC(`Bottlerocket`,`/dev/xvdb`),gC(`Windows2019`,`10.0.17763`),gC(`Windows2022`,`10.0.20348`),gC(`Windows2025`,`10.0.26100`),vC];function bC(e){let{amiFamily:t,amiSelectorTerms:n}=e.spec;if(t!==void 0)return yC.find(e=>e.name===t)??_C;let r=n?.find(e=>e.alias)?.alias?.split(`@`)[0];return yC.find(e=>e!==vC&&e.name.toLowerCase()===r)??vC}function xC(e){let{maxPods:t}=e,n=typeof t==`string`&&!d(t)?[[`maxPods`]]:[],r=[`kubeReserved`,`systemReserved`].flatMap(t=>{let n=e[t];return ue(n)?Object.entries(n).filter(([e,t])=>typeof t==`string`&&![e,t].some(e=>d(e))&&tm(t)===void 0).map(([e])=>[t,e]):[]});return[...n,...r]}const SC=new Map(Object.entries({boolean:`
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
  `}).flatMap(([e,t])=>t.trim().split(/\s+/).map(t=>[t,e]))),CC=new Set([`clusterDNS`,`cpuCFSQuota`,`maxPods`,`podsPerCore`,`kubeReserved`,`systemReserved`,`evictionHard`,`evictionSoft`,`evictionSoftGracePeriod`,`evictionMaxPodGracePeriod`,`imageGCHighThresholdPercent`,`imageGCLowThresholdPercent`]),wC={boolean:`true or false`,whole:`a whole number below 2³¹`,large:`a whole number`,number:`a number`,text:`a string`,duration:"a duration such as `90s`",texts:`a list of strings`,textMap:`a mapping of names to strings`,flags:`a mapping of names to true or false`,list:`a list`,mapping:`a mapping`};function TC(e,t){let n=e=>typeof e==`string`||e===null;switch(t){case`whole`:return typeof e==`number`&&(e|0)===e;case`large`:return Number.isInteger(e);case`text`:return n(e);case`duration`:return typeof e==`string`&&np(e)!==void 0;case`texts`:return Array.isArray(e)&&e.every(n);case`list`:return Array.isArray(e);case`textMap`:return ue(e)&&Object.values(e).every(n);case`flags`:return ue(e)&&Object.values(e).every(e=>typeof e==`boolean`||e===null||d(e));case`mapping`:return ue(e);default:return typeof e===t}}function EC(e,t){let n=Object.keys(e).filter(e=>!d(e));return[...n.flatMap(n=>DC(n,e,t)??[]),...jC.flatMap(t=>FC(e,t,NC)),...zC(e),...MC.flatMap(t=>FC(e,t,PC)),...VC(e),...n.flatMap(t=>WC(t,e[t]))]}function DC(e,t,n){let r=[e];if(!SC.has(e))return{path:r,why:`is not a kubelet setting`,names:AC(SC.keys(),t)};if(e===`registerWithTaints`)return{path:r,why:`is a setting that Karpenter sets itself`,help:"Remove it, and set the taints in `taints` or `startupTaints` under `spec.template.spec` of the NodePool."};if(n.takesAnyKubeletSetting)return;if(e===`podsPerCore`?kC(t[e])&&!n.hasPodsPerCore:!OC(e))return{path:r,why:`does not reach nodes of the AMI family \`${n.name}\``,help:`Remove it, or use AL2023, whose nodes accept any setting.`};let i=t[e];if(!(e!==`clusterDNS`||!Array.isArray(i)||i.length<2))return{path:r,why:`may have only one address with the AMI family \`${n.name}\``,help:`Keep only one address.`}}const OC=e=>CC.has(e),kC=e=>e!=null,AC=(e,t)=>[...e].filter(e=>!Object.hasOwn(t,e)),jC=[`evictionHard`,`evictionSoft`,`evictionSoftGracePeriod`,`evictionMinimumReclaim`],MC=[`kubeReserved`,`systemReserved`],NC={names:[`memory.available`,`nodefs.available`,`nodefs.inodesFree`,`imagefs.available`,`imagefs.inodesFree`,`pid.available`],wrongName:`is not an eviction signal`,wrongValue:(e,t)=>e===`evictionSoftGracePeriod`?RC(t):LC(t)},PC={names:[`cpu`,`memory`,`ephemeral-storage`,`pid`],wrongName:`is not a resource that a kubelet can reserve`,wrongValue:(e,t)=>t.startsWith(`-`)?`is negative`:void 0};function FC(e,t,{names:n,wrongName:r,wrongValue:i}){let a=e[t]??{};return ue(a)?Object.entries(a).flatMap(([e,o])=>{let s=[t,e];if(d(e))return[];if(!n.includes(e))return[{path:s,why:r,names:AC(n,a)}];let c=o??``;if(typeof c!=`string`){let e={path:s,why:`has a value that is not a string`};return[typeof c==`number`?{...e,number:c,help:`Put the number in quotes.`}:e]}let l=d(c)?void 0:i(t,c);return l===void 0?[]:[{path:s,why:l}]}):d(a)?[]:[{path:[t],why:`is not a mapping of names to values`}]}const IC=/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;function LC(e){if(!e.endsWith(`%`)){let t=tm(e);return t===void 0?`is neither a percentage nor a quantity`:t<0?`is negative`:void 0}let t=e.slice(0,-1).replaceAll(/(?<=\d)_(?=\d)/g,``),n=IC.test(t)?Number(t):NaN;return n>=0&&n<=100?void 0:`is not a percentage from 0% to 100%`}function RC(e){let t=np(e);return t===void 0?"is not a duration such as `90s`":t<0n?`is negative`:void 0}function zC({evictionSoft:e,evictionSoftGracePeriod:t}){let[n,r]=[e??{},t??{}];return!ue(n)||!ue(r)||[...Object.keys(n),...Object.keys(r)].some(e=>d(e))?[]:[...AC(Object.keys(n),r).map(e=>({path:[`evictionSoft`,e],why:`has no grace period`,help:`Add a grace period under \`evictionSoftGracePeriod\`, such as \`${e}: 90s\`.`})),...AC(Object.keys(r),n).map(e=>({path:[`evictionSoftGracePeriod`,e],why:"has no threshold under `evictionSoft`",help:`Add the threshold, or remove the grace period.`}))]}const BC={maxPods:2**31-1,podsPerCore:2**31-1,evictionMaxPodGracePeriod:2**31-1,imageGCHighThresholdPercent:100,imageGCLowThresholdPercent:100};function VC(e){let t=Object.entries(BC).flatMap(([t,n])=>{let r=e[t],i=t===`maxPods`&&typeof r==`string`;return!kC(r)||i||d(r)||HC(r,n)?[]:[{path:[t],why:n===100?`is not a whole number from 0 to 100`:`is not a whole number of at least 0`}]}),{imageGCHighThresholdPercent:n,imageGCLowThresholdPercent:r}=e;return t.length>0||typeof n!=`number`||typeof r!=`number`||n>r?t:[{path:[`imageGCHighThresholdPercent`],why:`is not above \`imageGCLowThresholdPercent\`, which is ${r}`}]}const HC=(e,t)=>typeof e==`number`&&Number.isInteger(e)&&e>=0&&e<=t,UC=new Set([`registerWithTaints`,...jC,...MC,...Object.keys(BC)]);function WC(e,t){let n=SC.get(e);if(n===void 0||UC.has(e)||!kC(t)||d(t)||TC(t,n))return[];let r={path:[e],why:`is not ${wC[n]}`};return[n===`text`&&typeof t==`number`?{...r,number:t,help:`Put the number in quotes.`}:r]}const GC=[`spec`,`kubelet`],KC=q({id:`refused-kubelet-settings`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t,karpenter:n,settings:r,nearest:i}){let a=v(e.get(GC));if(!n.opensKubelet||!a||e.isPartial)return;let o=bC({metadata:{name:``},spec:{amiFamily:su(e)??`Custom`}});for(let n of EC(a,o)){let r=[...GC,...n.path],a=n.names&&i(String(r.at(-1)),n.names);t({at:e.keySpan(r),message:`\`${n.path.join(`.`)}\` ${n.why}, so Karpenter rejects this node class and launches nothing with it`,help:JC(n,a),...qC(e,r,{wanted:a,number:n.number})})}let{featureGates:s}=r.karpenter;if(!s?.nodeClassCEL)for(let n of xC(a))t({...s===void 0&&{severity:`warning`},at:e.span([...GC,...n]),message:`\`${n.join(`.`)}\` is an expression, but the feature gate \`NodeClassCEL\` is ${s===void 0?`off by default`:`off`}, so Karpenter rejects this node class and launches nothing with it`,help:"Use a fixed value, or turn the gate on with `settings.awsFeatureGates.nodeClassCEL` in Karpenter’s Helm values. If it is already on, set `karpenter.settings.featureGates.nodeClassCEL` in plumbline.yaml."})}},docs:{summary:"Karpenter rejects an EC2NodeClass because of a setting under `kubelet`.",why:"From Karpenter 1.15 on, `spec.kubelet` accepts any kubelet setting, and the API server checks none of them. Karpenter’s controller does. It rejects names that the kubelet does not know, and settings that Karpenter sets itself or that the AMI family does not pass on. It also rejects invalid values, and expressions while the feature gate `NodeClassCEL` is off. The node class then gets the condition `ValidationSucceeded=False`. The API server gives no warning, and the NodePools of the class launch nothing.",help:`Use the names and values of a KubeletConfiguration, without the settings that Karpenter sets itself.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:YC});function qC(e,t,{wanted:n,number:r}){return n===void 0?r===void 0?{}:{fix:{description:`Put the number in quotes`,edits:b(e,t,`"${r}"`)}}:{fix:{description:`Rename to \`${n}\``,edits:je(e,t,n)}}}function JC({names:e=[],help:t},n){return n===void 0?t===void 0?e.length===0?`Use a value that the kubelet accepts.`:e.length>6?`Remove it.`:`Use one of: ${g(e)}.`:t:`Did you mean \`${n}\`?`}function YC(){return{bad:[U(K({karpenter:`1.15`},Y(W`
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
      `)]}}const XC={[S.instanceMemory]:{unit:`MiB`,meant:`GiB`,factor:1024},[S.instanceGpuMemory]:{unit:`MiB`,meant:`GiB`,factor:1024},[S.instanceNetworkBandwidth]:{unit:`Mbit/s`,meant:`Gbit/s`,factor:1e3},[S.instanceEbsBandwidth]:{unit:`Mbit/s`,meant:`Gbit/s`,factor:1e3}},ZC=q({id:`requirement-units`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[93],on:{NodePool:QC,Provisioner:QC},docs:{summary:`A bound for memory or bandwidth is so low that it excludes nothing, probably because it is in the wrong unit.`,why:"The label `instance-memory` is in MiB, and the bandwidth labels are in Mbit/s. `Gt 8` for memory, meant as more than 8 GiB, is true for every instance type, so Karpenter also launches the smallest ones.",help:'Write the bound in MiB or Mbit/s, such as `"8192"` for 8 GiB.',url:`https://karpenter.sh/docs/reference/instance-types/`},examples:ew});function QC(e,{report:t,catalog:n}){if(n)for(let{key:r,operator:i,values:a,isKnown:o}of H(e)){let s=Object.hasOwn(XC,r)?XC[r]:void 0,[c]=a;if(!s||!o||!c||i!==`Gt`&&i!==`Gte`)continue;let l=/^\d+$/.test(c.text)?Number(c.text):0,u=$C(n.labels.get(r)??[]);if(l<2||l>=u)continue;let d=String(l*s.factor);t({at:e.span(c.path),message:`\`${r}\` is in ${s.unit}, and every instance type has more than ${l} ${s.unit}, so this requirement excludes nothing`,help:`Use \`"${d}"\` if you mean ${l} ${s.meant}.`,fix:{description:`Replace with \`"${d}"\``,edits:b(e,c.path,`"${d}"`)}})}}const $C=e=>e.reduce((e,t)=>t.reduce((e,t)=>Math.min(e,Number(t)),e),1/0);function ew(){return{bad:[J({requirements:[`karpenter.k8s.aws/instance-memory Gt ["8"]`]})],good:[J({requirements:[`karpenter.k8s.aws/instance-memory Gt ["8191"]`,`karpenter.k8s.aws/instance-cpu Gt ["1"]`]}),J({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-gpu-memory Gt ["0"]`],taints:W`
          - key: nvidia.com/gpu
            effect: NoSchedule
        `})]}}const tw=q({id:`role-name`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[68],on:{NodeClass:rw,NodeTemplate:rw},docs:{summary:`A node class has an ARN where Karpenter expects the name of a role or an instance profile.`,why:`The API server accepts any text. Karpenter adds the role to an instance profile by its name, and IAM rejects an ARN there. The node class is not ready, and no NodePool that uses it launches anything.`,help:`Use only the name: the part of the ARN after the last slash.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specrole`},examples:sw}),nw=/^arn:[\w-]+:iam::.{0,200}:(?:role|instance-profile)\/(?:.{0,600}\/)?([^/]{1,200})$/;function rw(e,{report:t}){for(let n of[`role`,`instanceProfile`]){let r=[`spec`,n];ow(e,n,t),aw(e,r,t);let i=e.get(r),a=typeof i==`string`?nw.exec(i)?.[1]:void 0;if(a===void 0)continue;let o=!d(a);t({at:e.span(r),message:`\`${n}\` is an ARN instead of a name, so IAM rejects it and \`${e.name}\` never becomes ready`,help:o?`Use \`${a}\`.`:`Use only the part after the last slash.`,...o&&{fix:{description:`Replace with \`${a}\``,edits:b(e,r,a)}}})}}const iw=/^(?:KarpenterController(?:Role)?-|[\w+=,.@-]{1,60}[-_]karpenter[-_]controller(?:[-_]role)?$)/i;function aw(e,t,n){let r=h(e.get(t))??``;iw.test(r)&&n({at:e.span(t),severity:`warning`,message:`\`${r}\` seems to be the role of the controller. Nodes with this role cannot join the cluster, and every pod that reads the instance metadata could launch instances`,help:"Use the role of the nodes, such as `KarpenterNodeRole-demo`."})}function ow(e,t,n){let r=[`spec`,t],i=no(e,r);if(i===void 0)return;let a=e.span(r);/^module\.[\w-]+\.iam_role_(?:name|arn)$/.test(i)&&/karpenter/i.test(i)?n({at:a,message:`\`${i}\` is the role of the controller. Nodes with this role cannot join the cluster`,help:`Use \`${i.replace(/iam_role_\w{1,100}$/,`node_iam_role_name`)}\`.`}):/(?:\.|_)arn$/.test(i)&&n({at:a,message:`\`${t}\` must be a name, but \`${i}\` is an ARN, so IAM rejects it and \`${e.name}\` never becomes ready`,help:`Use \`${i.replace(/arn$/,`name`)}\`.`})}function sw(){return{bad:[Y(`role: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo`),Y(`instanceProfile: arn:aws:iam::111122223333:instance-profile/KarpenterNode`),U(G`
          ${Q(`default`,Y("role: ${aws_iam_role.karpenter_node.arn}"))}
        `,{"aws_iam_role.karpenter_node.arn":`aws_iam_role.karpenter_node.name`}),U(G`
          ${Q(`default`,Y("role: ${module.karpenter.iam_role_name}"))}
        `,{"module.karpenter.iam_role_name":`module.karpenter.node_iam_role_name`}),U(Y(`role: KarpenterControllerRole-demo`),{"KarpenterControllerRole-demo":`KarpenterNodeRole-demo`})],good:[G`
        ${Q(`default`,Y("role: ${module.karpenter.node_iam_role_name}"))}
      `,X,Y("role: ${NODE_ROLE}")]}}const cw={AL2:`/dev/xvda`,AL2023:`/dev/xvda`,Bottlerocket:`/dev/xvda`,Windows2019:`/dev/sda1`,Windows2022:`/dev/sda1`,Windows2025:`/dev/sda1`},lw=[`/dev/sda`,`/dev/sda1`,`/dev/xvda`,`/dev/xvda1`,`/dev/nvme0n1`],uw=q({id:`root-device`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[64],on:{NodeClass(e,{report:t}){let n=su(e)??``,r=Object.hasOwn(cw,n)?cw[n]:void 0,i=[`spec`,`blockDeviceMappings`],a=_(e.get(i)).map(e=>v(e)),o=a.map(e=>h(e?.deviceName)??``);if(r===void 0||e.isPartial||o.includes(r)||a.some(e=>e?.rootVolume===!0))return;let s=o.findIndex(e=>lw.includes(e));if(s===-1)return;let c=[...i,s,`deviceName`],l=au(e).every(({term:e})=>e.alias!==void 0);t({at:e.span(c),...!l&&{severity:`note`},message:`The root device of ${n} is \`${r}\`, so \`${o[s]}\` adds an empty volume and the root volume keeps the size of the AMI`,help:`Set \`deviceName\` to \`${r}\`.`,fix:{description:`Replace with \`${r}\``,edits:b(e,c,r)}})}},docs:{summary:`A block device mapping names the root device of another AMI family.`,why:`EC2 attaches a device with an unknown name as an additional, empty volume. The root volume keeps the size, type and encryption of the AMI, and Karpenter works out ephemeral storage from its default of 20 GiB. The additional volume costs money, and nothing uses it.`,help:"Use `/dev/xvda` for Amazon Linux and Bottlerocket, and `/dev/sda1` for Windows.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:dw});function dw(){return{bad:[Y(W`
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
        `,`ubuntu`)]}}const fw=q({id:`root-encryption`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[63],controls:[`AWS FSBP EC2.3`,`AWS FSBP EC2.181`],on:{NodeClass(e,{report:t}){let n=[`spec`,`blockDeviceMappings`],r=_(e.get(n)).map(e=>v(e)),i=r.map(e=>h(e?.deviceName)??``),a=i.indexOf(`/dev/xvdb`);su(e)!==`Bottlerocket`||a===-1||e.isPartial||i.includes(`/dev/xvda`)||i.some(e=>d(e))||v(r[a]?.ebs)?.encrypted===!0&&t({at:e.span([...n,a,`ebs`,`encrypted`]),message:`\`${e.name}\` encrypts \`/dev/xvdb\` but does not map \`/dev/xvda\`, so the root volume is encrypted only if the account encrypts volumes by default`,help:"Map `/dev/xvda` too, with `encrypted: true` and `volumeSize: 4Gi`."})}},docs:{summary:`A Bottlerocket node class encrypts the volume of the containers, but does not configure the root volume.`,why:"Volumes that a node class does not map stay as the AMI defines them, because Karpenter does not add its defaults to existing mappings. If a node class encrypts `/dev/xvdb` of Bottlerocket and does not map `/dev/xvda`, the root volume is not encrypted, unless the account encrypts every volume by default.",help:"Map `/dev/xvda` too, with `encrypted: true` and about 4 GiB.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:pw});function pw(){return{bad:[U(Y(W`
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
      `)]}}const mw=[`subnetSelectorTerms`,`securityGroupSelectorTerms`,`amiSelectorTerms`],hw=q({id:`selector-term-id`,severity:`warning`,since:`0.1.0`,providers:[`aws`,`eks-auto-mode`],theme:`Network`,mistakes:[80],on:{NodeClass(e,{report:t}){for(let n of mw.map(e=>[`spec`,e])){let r=_(e.get(n)).map(e=>Object.keys(v(e)??{})),i=e=>e.includes(`id`)&&e.length>1;if(!r.every(i))for(let[a,o]of r.entries()){if(!i(o))continue;let r=o.filter(e=>e!==`id`);t({at:e.keySpan([...n,a,r[0]]),message:`Karpenter ignores ${g(r,` and `)} in a term with an \`id\`, because the id alone selects`,labels:[{span:e.span([...n,a,`id`]),message:`the id alone selects`}],help:`Remove ${g(r,` and `)}, or move ${r.length===1?`it`:`them`} to a separate term.`})}}}},docs:{summary:"A selector term has an `id` and other fields, which Karpenter ignores.",why:`An id alone selects one object. The API server should reject other fields in the same term. But its rule looks at all terms together and accepts the list as soon as one of them is valid. Karpenter then uses the id, and tags or a name in the same term narrow nothing.`,help:`Remove the other fields, or move them to a separate term.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:gw});function gw(){return{bad:[U(Y(W`
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
      `)]}}const _w=q({id:`termination-handler`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[84],on:{Manifests(e,t){let{report:n}=t;for(let r of e.manifests.filter(xw)){let e=vw(r,t);e&&!Sw(r)&&n({manifest:r,at:r.span([`metadata`,`name`]),...yw(r,e,t)})}for(let r of Wa(e,`aws-node-termination-handler`)){let{manifest:e}=r,i=Za(r,`enableSqsTerminationDraining`),a=!Ut(i)||i.value===!0,o=[`nodeSelector`,`linuxNodeSelector`,`daemonsetNodeSelector`,`affinity`,`linuxAffinity`,`daemonsetAffinity`].some(e=>{let t=Za(r,e);return!Ut(t)||Object.keys(v(t.value)??{}).length>0});if(a||o)continue;let s=vw(e,t);s&&n({manifest:e,at:e.span([`metadata`,`name`]),...yw(e,s,t)})}}},docs:{summary:`The node termination handler runs on Karpenter’s nodes, although Karpenter handles interruptions itself.`,why:"With `interruptionQueue`, Karpenter launches another node and drains the old one when AWS announces an interruption. The AWS node termination handler also drains every node that it runs on, so pods are evicted twice. The handler also cordons nodes on a rebalance recommendation, which Karpenter ignores. Reported only when the charts of both are installed in the same cluster, and the handler has no node selector or affinity.",help:"Keep the handler off Karpenter’s nodes with an affinity for `karpenter.sh/nodepool`, or remove the handler.",url:`https://karpenter.sh/docs/faq/#should-i-use-karpenter-interruption-handling-alongside-node-termination-handler`},examples:kw}),vw=(e,{all:t,clusterOf:n})=>L(t).find(t=>t.chart===`karpenter`&&n(t.manifest)===n(e)&&Cw(t)),yw=(e,t,n)=>({message:`The node termination handler runs on all nodes, so both it and Karpenter drain Karpenter’s nodes when AWS interrupts them`,help:"Set `affinity` so that the handler does not run on nodes with the label `karpenter.sh/nodepool`, or remove the handler.",labels:[{span:t.manifest.span([...t.values,`settings`,`interruptionQueue`]),message:`Karpenter handles interruptions itself${yu(e,t.manifest,n)}`}]}),bw=[`spec`,`template`,`spec`],xw=({kind:e,apiVersion:t,name:n,source:r})=>e===`DaemonSet`&&t===`apps/v1`&&/^aws-node-termination-handler/.test(n)&&r.origin?.tool!==`helm`,Sw=e=>e.isPartial||Object.keys(v(e.get([...bw,`nodeSelector`]))??{}).some(e=>!/kubernetes\.io\/(?:os|arch)$/.test(e))||e.get([...bw,`affinity`,`nodeAffinity`])!==void 0;function Cw({manifest:e,values:t}){let n=[...t,`settings`,`interruptionQueue`];return Qa(e,n)&&(h(e.get(n))??``)!==``}const ww=Z(`aws-node-termination-handler`),Tw=Z(`karpenter`,{values:W`
    settings:
      clusterName: demo
      interruptionQueue: demo
  `}),Ew=e=>W`
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
`,Dw=`      chart: aws-node-termination-handler
`,Ow=W`
  values:
    affinity:
      nodeAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          nodeSelectorTerms:
            - matchExpressions:
                - key: karpenter.sh/nodepool
                  operator: DoesNotExist
`;function kw(){return{bad:[U($(Z(`karpenter`,{values:W`
              settings:
                clusterName: demo
                interruptionQueue: demo
            `}),ww),{[Dw]:`${Dw}  ${Ow.text.replaceAll(/\n(?=.)/g,`
  `)}`},{[`---\n${ww.text}`]:``}),U($(Tw,Ew(``)),{"containers:":`affinity:
  nodeAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      nodeSelectorTerms:
        - matchExpressions:
            - {key: karpenter.sh/nodepool, operator: DoesNotExist}
containers:`})],good:[$(Tw,Ew(W`
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
        `)]}}const Aw=/^(?:mac|[a-z]\d+g[a-z]*-flex|i3\.metal$)/,jw=/^(?:cc1|cc2|cg1|cg2|cr1|g1|g2|g3|g3s|hi1|hs1|p2)$/,Mw=q({id:`unknown-instance-type`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[],on:{NodePool:Nw,Provisioner:Nw,NodeOverlay:Nw},docs:{summary:`A requirement names an instance type or family that does not exist, or that the region does not offer.`,why:`The API server accepts any text. Karpenter never chooses a value that no instance type has, and does not warn about it. The NodePool then allows less than it seems to, or launches nothing at all.`,help:`Correct the name, or use one that the region offers.`,url:`https://karpenter.sh/docs/reference/instance-types/`},examples:Iw});function Nw(e,t){let{catalog:n}=t;if(n)for(let r of H(e)){let i=x(r.key);if(i===S.instanceType)Pw({pool:e,requirement:r,what:`instance type`,known:n.names,isOffered:e=>n.zonesOf(e).length>0},t,n);else if(i===S.instanceFamily){let i=[...new Set(n.types.map(e=>e.family))],a=new Set(n.types.filter(e=>n.zonesOf(e.name).length>0).map(e=>e.family));Pw({pool:e,requirement:r,what:`instance family`,known:i,isOffered:e=>a.has(e)},t,n)}}}function Pw({pool:e,requirement:t,what:n,known:r,isOffered:i},{report:a,nearest:o,isRegionAssumed:s},c){let{operator:l,values:u}=t;if(l!==`In`&&l!==`NotIn`)return;let d=new Set(r);for(let{path:t,text:f,isKnown:p}of u)if(!(!p||Aw.test(f)||l===`NotIn`&&jw.test(f))){if(d.has(f))l===`In`&&!i(f)&&!s&&a({at:e.span(t),message:`Region ${c.region} does not offer the ${n} \`${f}\`, so Karpenter never launches it`,help:`Replace it with one that ${c.region} offers, or remove it.`});else{let i=Fw(o(f,r),f,r);a({at:e.span(t),message:`\`${f}\` is not a known EC2 ${n}`,help:i?`Did you mean \`${i}\`?`:`Correct the name. If it is newer than plumbline’s catalog, silence this finding.`,...i&&{fix:{description:`Replace with \`${i}\``,edits:b(e,t,i)}}})}}}function Fw(e,t,n){if(e===void 0)return;let i=r(t,e);return n.some(n=>n!==e&&r(t,n)===i)?void 0:e}function Iw(){return{bad:[J({requirements:[`node.kubernetes.io/instance-type In [m5.large, m5.xlrage]`,`karpenter.sh/capacity-type In [on-demand]`]}),J({requirements:[`karpenter.k8s.aws/instance-family NotIn [t2, t3, tg4]`]}),U(K({region:`ap-northeast-2`},J({requirements:[`karpenter.k8s.aws/instance-family In [c7i, c7a]`,`karpenter.sh/capacity-type In [on-demand]`]})),{"[c7i, c7a]":`[c7i, c6i]`},{"[c7i, c7a]":`[c7i]`})],good:[J({requirements:[`karpenter.k8s.aws/instance-family In [m5, m6i]`]}),J({requirements:[`karpenter.k8s.aws/instance-family NotIn [c1, cc1, cc2, g2, p2, t1]`]})]}}const Lw=String.raw`(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')`,Rw=`${Lw}(?:\\s*\\.\\s*${Lw})*`,zw=RegExp(`^(?:\\[\\s*${Rw}\\s*\\]|\\[\\[\\s*${Rw}\\s*\\]\\])\\s*(?:#.*)?$`),Bw=RegExp(`^${Rw}\\s*=\\s*(.*)$`),Vw=/^(?:true|false|[+-]?(?:inf|nan)|[+-]?\d[\w.+:-]*(?: \d[\w.+:-]*)?)\s*(?:#.*)?$/,Hw=/^("""|''')/,Uw=/^(?:"(?:[^"\\]|\\.)*"|'[^']*')\s*(?:#.*)?$/,Ww={characters:5e4,lines:2e3};function Gw(e){if(e.length>Ww.characters)return;let t=e.split(`
`).slice(0,Ww.lines);for(let e=0;e<t.length;e++){let n=t[e].trim();if(n===``||n.startsWith(`#`)||zw.test(n))continue;let r=Bw.exec(n)?.[1];if(r===void 0)return n;if(Hw.test(r)){let n=r.slice(0,3);if(r.indexOf(n,3)===-1)for(;++e<t.length&&!t[e].includes(n););}else if(/^[[{]/.test(r))e=qw(t,e,r);else if(!Vw.test(r)&&!Uw.test(r))return n}}function Kw(e){if(e.length>Ww.characters||[`[[`,`"""`,`'''`].some(t=>e.includes(t)))return;let t=new Set;for(let n of e.split(`
`).slice(0,Ww.lines)){let e=/^\s*\[(?!\[)([^\]]*)\]\s*(?:#.*)?$/.exec(n)?.[1];if(e===void 0)continue;let r=e.replaceAll(/["'\s]/g,``);if(t.has(r))return n.trim();t.add(r)}}function qw(e,t,n){let r=0;for(let i=t;i<e.length;i++){let a=(i===t?n:e[i]).replace(/"(?:[^"\\]|\\.)*(?:"|$)|'[^']*(?:'|$)/g,``).split(`#`,1)[0];for(let e of a)r+=`[{`.includes(e)?1:`]}`.includes(e)?-1:0;if(r<=0)return i}return e.length}const Jw=q({id:`user-data-format`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[57,58],on:{NodeClass(e,{report:t}){let n=cu(e),r=n===void 0?void 0:Yw(e,n);r&&t({at:e.keySpan([`spec`,`userData`]),...r})}},docs:{summary:`User data has a format that the AMI family does not understand.`,why:"Karpenter merges `userData` into the user data that it writes for the AMI family. Bottlerocket reads TOML, and a node class with another format never launches a node. On Amazon Linux 2023, `/etc/eks/bootstrap.sh` only fails, so its flags never reach the kubelet. If the parts of a MIME text do not start with the boundary that it declares, none of them runs.",help:"For Bottlerocket, write TOML. For Amazon Linux 2023, write a `NodeConfig` or a script without `bootstrap.sh`. Start each part of a MIME text with two dashes and the declared boundary.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specuserdata`},examples:eT});function Yw(e,t){let n=su(e);return n===`Bottlerocket`?Xw(t):n===`AL2023`&&Qw(t)?{message:"`/etc/eks/bootstrap.sh` only fails on Amazon Linux 2023, so its arguments have no effect",help:"Remove the call, because Karpenter joins the node to the cluster itself. Set kubelet settings under `spec.kubelet`, and labels in the NodePool."}:n===`AL2`||n===`AL2023`?$w(t):void 0}function Xw(e){let[t=``]=e.trimStart().split(`
`);if(!/^(?:#!|MIME-Version:|Content-Type:|#cloud-config)/i.test(t)){let t=Gw(e);return t===void 0?Zw(e):{message:`Bottlerocket expects user data in TOML, but \`${t.slice(0,60)}\` is neither a table nor a key with a value`,help:'Write TOML: tables such as `[settings.kubernetes]`, and entries such as `name = "text"`, with texts in quotes.'}}return{message:`Bottlerocket expects user data in TOML, but this starts with \`${t.trim().slice(0,60)}\``,help:"Write TOML settings, such as `[settings.kubernetes]`. Bottlerocket runs no scripts."}}function Zw(e){let t=Kw(e);if(t!==void 0)return{message:`The user data has the table \`${t.slice(0,60)}\` twice, which TOML does not allow, so Karpenter launches no nodes`,help:`Merge the entries of both into one table.`}}const Qw=e=>!/-[efx] \/etc\/eks\/bootstrap\.sh/.test(e)&&/^[ \t]*(?:sudo\s+|bash\s+)?\/etc\/eks\/bootstrap\.sh\b/m.test(e);function $w(e){if(!/^\s*(?:MIME-Version|Content-Type): /i.test(e))return;let t=/boundary="?([^"\s;]{1,200})"?/i.exec(e)?.[1],n=e.split(`
`).map(e=>e.trimEnd());if(!(t===void 0||n.includes(`--${t}`)))return{message:`This MIME text declares the boundary \`${t}\`, but no line is \`--${t}\`, so none of its parts runs`,help:`Start every part with \`--${t}\`, and end the last one with \`--${t}--\`.`}}function eT(){return{bad:[U(Y(W`
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
        `),{"--==BOUNDARY==--":`--BOUNDARY--`,"--==BOUNDARY==":`--BOUNDARY`})],good:[Y(W`
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
        `,`bottlerocket`)]}}const tT=[[`a private key`,/-----BEGIN (?:[A-Z]{1,20} )?PRIVATE KEY-----/],[`an AWS access key`,/\b(?:AKIA|ASIA)(?![A-Z0-9]{0,12}EXAMPLE)[A-Z0-9]{16}\b/],[`a GitHub token`,/\bgh[pousr]_[A-Za-z0-9]{36}/],[`a GitLab token`,/\bglpat-[\w-]{20}/],[`a Slack token`,/\bxox[abprs]-[\w-]{10}/],[`a password in a URL`,/\b[a-z][a-z0-9+]{1,20}:\/\/[^\s:@/${}<]{1,100}:(?![$<{%])[^\s:@/]{4,100}@/],[`a token to join a cluster`,/--token[ =]["']?[a-z0-9]{6}\.[a-z0-9]{16}\b/]],nT=/(?:^|[\s"'{,;])((?:[A-Za-z]\w{0,60}[_-])?(?:password|passwd|secret|secret[_-]?(?:access[_-]?)?key|token|api[_-]?key|access[_-]?key|license[_-]?key))["']?\s{0,5}[=:]\s{0,5}(?:"([^"\s]{8,200})"|'([^'\s]{8,200})'|([^\s"'#;,]{8,200}))/i,rT=e=>/[A-Za-z]/.test(e)&&/[\d!@#%^&*+=-]/.test(e)&&!/[$`<>{}()[\]]|%[{s]|^[/~.]|^[a-z]+:\/\/|^arn:|^(?:ssm|vault|secretsmanager|file):|EXAMPLE|changeme|placeholder|redacted|x{4}|\*{3}/i.test(e);function iT(e){for(let[t,n]of e.split(`
`).slice(0,2e3).entries()){let e=n.slice(0,2e3),r=tT.find(([,t])=>t.test(e));if(r)return{kind:r[0],line:t+1};let i=nT.exec(e),a=i?.[2]??i?.[3]??i?.[4];if(i&&a!==void 0&&rT(a))return{kind:`a value for \`${i[1]}\``,line:t+1}}}const aT=[`spec`,`userData`],oT=q({id:`user-data-secrets`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Security`,mistakes:[],controls:[`CWE-798`],on:{NodeClass(e,{report:t}){let n=e.get(aT),r=typeof n==`string`?iT(n):void 0;r&&t({at:sT(e),message:`Line ${r.line} of the user data of \`${e.name}\` seems to contain ${r.kind}. Every pod that reaches the instance metadata can read it, and so can everybody who may describe the node class or its launch templates`,help:`Store the secret in AWS Secrets Manager or the Parameter Store, and let the user data fetch it with the node’s role. Replace the secret, because it is in the history of the repository.`})}},docs:{summary:`User data contains what looks like a password, a token or a key.`,why:`User data is not secret. The instance metadata serves it to every process on the node and, with a hop limit of 2, to every pod. It is also in the EC2NodeClass, in launch templates, and in the repository. plumbline does not print the secret, and points at the field instead of the line.`,help:`Let the user data fetch secrets from AWS Secrets Manager or the Parameter Store with the node’s role.`,url:`https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/user-data.html`},examples:uT});function sT(e){let{text:t}=e.source,{start:n,end:r}=e.keySpan(aT);return/^\s*:\s*[|>][\d+-]*\s*(?:#.*)?$/.test(/^.*/.exec(t.slice(r))[0])&&/^\s*(?:- )?["']?$/.test(t.slice(t.lastIndexOf(`
`,n-1)+1,n))?e.keySpan(aT):e.span([`metadata`,`name`])}const cT=e=>Y(W`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: al2023@v20260715
    userData: |
      #!/bin/bash
      ${e}
      /opt/install
  `),lT=`export DB_PASSWORD=$(aws secretsmanager get-secret-value --secret-id db --query SecretString --output text)`;function uT(){return{bad:[U(cT(`export DB_PASSWORD='correct-horse-battery-9'`),{"export DB_PASSWORD='correct-horse-battery-9'":lT}),U(cT(`curl -sf https://agent:s3cr3t-4gent@get.example.com/agent | bash`),{"agent:s3cr3t-4gent@":``})],good:[cT(lT),cT(`TOKEN=$(curl -X PUT http://169.254.169.254/latest/api/token -H "X-aws-ec2-metadata-token-ttl-seconds: 60")`),cT(`export API_TOKEN_FILE=/run/secrets/api-token-1`)]}}const dT=`ebs.csi.aws.com`,fT=[dT,`ebs.csi.eks.amazonaws.com`],pT=e=>e===`kubernetes.io/aws-ebs`?dT:e,mT=`WaitForFirstConsumer`,hT=q({id:`volume-binding-mode`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Workloads`,mistakes:[104],on:{Manifests(e,{report:t}){if(mf(e))for(let n of e.manifests){if(n.kind!==`StorageClass`||l(n.apiVersion)!==`storage.k8s.io`)continue;let e=[`volumeBindingMode`],r=n.get(e),i=r===`Immediate`||r===void 0&&!n.isPartial;fT.includes(pT(h(n.get([`provisioner`])))??``)&&i&&(n.get([`allowedTopologies`])!==void 0||d(n.name)||t({manifest:n,at:r===void 0?n.keySpan([`provisioner`]):n.span(e),message:`StorageClass \`${n.name}\` creates a volume in any zone before the scheduler knows where its pod can run`,help:`Set \`volumeBindingMode: ${mT}\`. If the StorageClass already exists in a cluster, delete it there first, because the field cannot be changed.`,fix:{description:`Set \`volumeBindingMode: ${mT}\``,edits:r===void 0?Ne(n,[],`volumeBindingMode`,mT):b(n,e,mT)}}))}}},docs:{summary:`A StorageClass creates EBS volumes before the scheduler knows where their pod runs.`,why:"With `Immediate`, the default, a volume is created in any zone as soon as its claim exists. While a claim is unbound, Karpenter ignores its pod. Afterwards the pod can run only in the zone of the volume, whether or not a NodePool allows that zone.",help:"Set `volumeBindingMode: WaitForFirstConsumer`. The field cannot be changed on an existing StorageClass, so delete the StorageClass and create it again. Its volumes are not affected.",url:`https://kubernetes.io/docs/concepts/storage/storage-classes/#volume-binding-mode`},examples:gT});function gT(){return{bad:[$(J(),W`
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
        `)]}}const _T=[`spec`,`blockDeviceMappings`],vT=q({id:`volume-encryption`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Security`,mistakes:[],controls:[`AWS FSBP EC2.3`,`AWS FSBP EC2.181`],on:{NodeClass(e,t){if(!e.isPartial)for(let n of _(e.get(_T)).keys()){let r=[..._T,n,`ebs`];v(e.get(r))!==void 0&&yT(e,r,t)}}},docs:{summary:`A node class maps a volume without encryption.`,why:"Karpenter encrypts the volumes of a node class that has no `blockDeviceMappings`. If it has some, a volume is encrypted only if its mapping says so, or if the account encrypts every volume by default. `encrypted: false` is a warning, and a missing field is a note. EC2 refuses a key for a volume that is not encrypted, so nothing is launched.",help:"Set `encrypted: true` for each volume.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:xT});function yT(e,t,{report:n}){let r=e=>[...t,e],i=e.get(r(`encrypted`))??void 0,a="Set `encrypted: true`.";if(i!==void 0&&i!==!1)return;let o=`\`${e.get([...t.slice(0,-1),`deviceName`])??`This volume`}\` of \`${e.name}\``;e.get(r(`kmsKeyID`))===void 0?i===!1?n({at:e.span(r(`encrypted`)),message:`${o} is not encrypted, so whoever gets a copy of the volume can read what pods wrote to the disk of a node`,help:a}):e.get(r(`snapshotID`))===void 0&&n({at:e.keySpan(t),severity:`note`,message:`${o} does not say whether it is encrypted, so that depends on the default of the account`,help:a}):n({at:e.span(r(`kmsKeyID`)),message:`${o} has a key but is not encrypted, so EC2 refuses to launch its instances unless the account encrypts every volume`,help:a})}const bT=e=>Y(W`
    role: KarpenterNodeRole-demo
    blockDeviceMappings:
      - deviceName: /dev/xvda
        ebs:
          volumeSize: 50Gi
          ${e}
  `);function xT(){return{bad:[U(bT(`encrypted: false`),{"encrypted: false":`encrypted: true`}),U(bT(`volumeType: gp3`),{"volumeType: gp3":`volumeType: gp3
encrypted: true`}),U(bT(`kmsKeyID: arn:aws:kms:us-east-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab`),{"volumeSize: 50Gi":`volumeSize: 50Gi
encrypted: true`})],good:[bT(`encrypted: true`),bT(`snapshotID: snap-0123456789abcdef0`),Y(`role: KarpenterNodeRole-demo`)]}}const ST=q({id:`volume-key`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[66],on:{Manifests(e,t){for(let n of mu(e))wT(n,t),ET(n,t)}},docs:{summary:`A node class encrypts volumes with a KMS key that the controller may not use, or that is in another region.`,why:"EC2 encrypts a volume with the permissions of whoever launches the instance. If the controller may not use a customer managed key, the instance terminates within seconds with `Client.InternalError`. Karpenter launches another one, which fails in the same way. Reported only when Terraform creates the key without a key policy or grant, and the controller’s policy has no permission for it. A key in another region than the cluster never works.",help:"Allow the controller `kms:CreateGrant`, `kms:Decrypt`, `kms:DescribeKey`, `kms:GenerateDataKeyWithoutPlaintext` and `kms:ReEncrypt*` on the key, in its IAM policy or in the policy of the key.",url:`https://karpenter.sh/docs/troubleshooting/#node-terminates-before-ready-on-failed-encrypted-ebs-volume`},examples:DT}),CT=[`spec`,`blockDeviceMappings`];function wT(e,{all:t,clusterOf:n,report:r}){let i=n(e);if(i.ofKind(`aws_kms_grant`,`aws_kms_key_policy`).length>0)return;let a=ku({all:t,clusterOf:n}).filter(e=>E(e).some(e=>n(e.policy)===i));if(a.length===1&&Iu(a[0],`kms:CreateGrant`)===!1)for(let t of _(e.get(CT)).keys()){let n=[...CT,t,`ebs`,`kmsKeyID`],a=/^aws_kms_key\.([\w-]+)\.(?:arn|id|key_id)$/.exec(no(e,n)??``)?.[1],o=i.ofKind(`aws_kms_key`).find(e=>e.name===a);o&&o.get([`spec`,`policy`])===void 0&&r({manifest:e,at:e.span(n),message:`Nothing allows the controller to use the key \`${o.name}\`, so instances terminate right after their launch`,help:"Allow the controller `kms:CreateGrant`, `kms:Decrypt`, `kms:DescribeKey`, `kms:GenerateDataKeyWithoutPlaintext` and `kms:ReEncrypt*` on the key, in its IAM policy or in the policy of the key.",labels:[{span:o.span([`metadata`,`name`]),message:`the key`}]})}}const TT=/^arn:aws[\w-]*:kms:([a-z]{2}(?:-[a-z]+){1,3}-\d):/;function ET(e,{catalog:t,isRegionAssumed:n,report:r}){if(t&&!n)for(let n of _(e.get(CT)).keys()){let i=[...CT,n,`ebs`,`kmsKeyID`],a=TT.exec(R(e,i)??``)?.[1];a!==void 0&&a!==t.region&&r({manifest:e,at:e.span(i),message:`The key is in ${a}, but the volumes are in ${t.region}, so instances terminate right after their launch`,help:`Use a key of ${t.region}, or set the region if \`${e.name}\` belongs to a cluster in ${a}.`})}}function DT(){return{bad:[U(Y(W`
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
      `]}}const OT=q({id:`volume-size`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[],explains:[`schema/type`,`schema/pattern`],on:{NodeClass(e,t){let{report:n}=t;for(let r of _(e.get([`spec`,`blockDeviceMappings`])).keys()){let i=[`spec`,`blockDeviceMappings`,r,`ebs`,`volumeSize`],a=String(e.get(i));kT({nodeClass:e,path:i,size:a},t),!/^[1-9]\d{0,4}$/.test(a)||Number(a)>65536||n({at:e.span(i),message:`\`volumeSize: ${a}\` has no unit. The API server refuses it, or takes a number as bytes before Karpenter 0.37`,help:`Write the unit: \`volumeSize: ${a}Gi\`.`,fix:{description:`Replace with \`${a}Gi\``,edits:b(e,i,`${a}Gi`)},explains:{paths:[i]}})}}},docs:{summary:`The size of a volume has no unit.`,why:`The CRD requires a unit, so the API server refuses the EC2NodeClass. Before Karpenter 0.37, the API server accepts a number as bytes: a root volume of 1 GiB is smaller than every image, so EC2 launches no instances.`,help:"Write the unit, such as `50Gi`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:jT});function kT({nodeClass:e,path:t,size:n},{report:r,karpenter:i}){let a=/^\d{9,16}$/.test(n)?Number(n):0;if(a<2**30||!i.v1)return;let o=`${Math.ceil(a/2**30)}Gi`;r({at:e.span(t),message:`\`volumeSize: ${n}\` is a number of bytes, which the API server refuses`,help:`Write the unit: \`volumeSize: ${o}\`.`,fix:{description:`Replace with \`${o}\``,edits:b(e,t,o)},explains:{paths:[t]}})}const AT=e=>Y(W`
    role: KarpenterNodeRole-demo
    blockDeviceMappings:
      - deviceName: /dev/xvda
        ebs:
          volumeSize: ${e}
          volumeType: gp3
          encrypted: true
  `);function jT(){return{bad:[AT(`50`),AT(`53687091200`)],good:[AT(`50Gi`),K({karpenter:`0.36`},AT(`53687091200`))]}}const MT=q({id:`windows-taint`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Taints and overlapping NodePools`,mistakes:[9],on:{Manifests(e,{report:t,clusterOf:n}){for(let r of V(e)){let i=_u(e,r),a=Hl(r,[`spec`,`template`,`spec`,`taints`]);if(!i||!/^Windows/.test(su(i)??``)||!a.isKnown||_(a.value).length>0)continue;let o=pf(e).find(e=>NT(e)&&n(e.manifest)===n(r));t({manifest:r,...o===void 0&&{severity:`note`},at:r.span([...$l(r).path,`name`]),message:`The nodes of \`${r.name}\` run Windows, but no taint keeps Linux pods away that do not select an operating system`,help:"Add a taint such as `os=windows:NoSchedule` to the NodePool, and a toleration to the pods for Windows.",labels:[{span:i.span([`metadata`,`name`]),message:`selects Windows images`},...o===void 0?[]:[{span:o.manifest.span([`metadata`,`name`]),message:`selects no operating system, so it can run there`}]]})}}},docs:{summary:`A NodePool for Windows has no taint.`,why:"Most Linux pods do not select an operating system. Karpenter then may launch a Windows node for them, on which their images cannot start. The nodes also cost more, because of the license. It is a note if no workload of the cluster runs on any node, because all Linux pods may select `kubernetes.io/os: linux`.",help:`Add a taint to the NodePool, and a toleration to the pods for Windows.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/windows-support.html`},examples:IT});function NT({manifest:e,template:t}){let{nodeSelector:n,affinity:r,nodeName:i}=v(e.get([...t,`spec`]))??{};return!e.isPartial&&[n,v(r)?.nodeAffinity,i].every(e=>e==null)}const PT=Y(W`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: windows2022@v1.0.0
  `,`windows`),FT=W`
  - key: os
    value: windows
    effect: NoSchedule
`;function IT(){return{bad:[U($(J({nodeClassRef:`windows`}),PT),{"nodeClassRef:":`taints:
  - {key: os, value: windows, effect: NoSchedule}
nodeClassRef:`})],good:[$(J({nodeClassRef:`windows`,taints:FT}),PT)]}}const LT=(e,t)=>RT(e,t)??zT(e,t);function RT(e,t){let n=uv(e,`subnet`,v_(t,`subnet`));if(!Kt(n))return;let[r]=n.all,i=n.all.map(e=>e.zones);if(r&&!i.includes(void 0))return{zones:new Set(i.flatMap(e=>e??[])),manifest:r.manifest,path:r.tagsAt}}function zT(e,t){let n=[`spec`,`subnetSelectorTerms`],r=_(e.get(n)).map((r,i)=>BT(e,[...n,i,`id`],t)),[i]=r.flat();if(!i||r.some(e=>e.length===0))return;let a=r.flat().map(e=>e.zones);return a.includes(void 0)?void 0:{...i,zones:new Set(a.flatMap(e=>e??[]))}}function BT(e,t,n){let r=({source:t})=>t.origin?.root===e.source.origin?.root,i=no(e,t)??``,a=/^aws_subnet\.([\w-]+)\.id$/.exec(i)?.[1];if(a!==void 0)return n.ofKind(`aws_subnet`).filter(e=>e.name===a&&r(e)).map(e=>({manifest:e,path:[`spec`,`availability_zone`],zones:HT(e,[`spec`,`availability_zone`])}));let o=/^module\.([\w-]+)\.\w+_subnets$/.exec(i)?.[1];if(o!==void 0)return n.ofKind(`module`).filter(e=>e.name===o&&B(e)===`vpc`&&r(e)).map(e=>({manifest:e,path:[`spec`,`azs`],zones:HT(e,[`spec`,`azs`])}));let s=R(e,t);return s===void 0?[]:VT(n).filter(e=>e.id===s)}const VT=e=>[...e.ofKind(`ClusterConfig`).flatMap(e=>[`private`,`public`].flatMap(t=>{let n=[`vpc`,`subnets`,t];return Object.entries(v(e.get(n))??{}).flatMap(([t,r])=>{let{id:i,az:a=t}=v(r)??{},o=typeof a==`string`&&/^[a-z]{2}(?:-[a-z]+){1,3}-\d[a-z0-9-]*$/.test(a);return typeof i==`string`?[{manifest:e,path:[...n,t],id:i,zones:o?[a]:void 0}]:[]})})),...e.ofKind(`Cluster`).flatMap(e=>{let t=[`spec`,`subnets`];return _(e.get(t)).flatMap((n,r)=>{let{id:i}=v(n)??{},a=HT(e,[...t,r,`zone`]);return typeof i==`string`?[{manifest:e,path:[...t,r],id:i,zones:a}]:[]})})];function HT(e,t){let n=e.get(t),r=(Array.isArray(n)?n:[n]).map(e=>h(e)??``);return r.some(e=>e===``||d(e))?void 0:r}const UT=q({id:`zones-without-subnets`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[25],on:{NodePool:WT},docs:{summary:`A NodePool allows a zone in which its node class selects no subnet.`,why:`Karpenter launches nodes only in the zones of the selected subnets. It still counts every zone of the requirements as a topology domain, so a zonal topology spread constraint can keep pods pending. A NodePool with no other zone launches nothing. Reported only when the repository shows the zones of the subnets: in Terraform, or in the files of eksctl or kOps.`,help:`Remove the zone from the requirements, or create a subnet in it that the node class selects.`,url:`https://karpenter.sh/docs/concepts/nodepools/#availability-zones`},examples:GT});function WT(e,{all:t,clusterOf:n,relation:r,report:i}){let a=e.isPartial?void 0:_u(t,e);if(!a||a.isPartial||r(e,a)===void 0)return;let o=LT(a,n(a));if(!o)return;let{zones:s}=o;for(let{key:t,operator:n,values:r}of H(e)){if(x(t)!==S.zone||n!==`In`)continue;let c=r.filter(({isKnown:e,text:t})=>e&&!s.has(t)),l=c.length===r.length;for(let{path:t,text:n}of c)i({at:e.span(t),...l&&{severity:`error`},message:`\`${a.name}\` selects no subnet in zone \`${n}\`, so Karpenter never launches nodes there`,help:`Use zones in which it selects subnets: ${g([...s].sort(),` and `)}.`,labels:[{span:o.manifest.keySpan(o.path),message:`the subnets that it selects`}]})}}function GT(){let e=e=>G`
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
  `;return{bad:[U(e(`us-east-1a, us-east-1c`),{"us-east-1a, us-east-1c":`us-east-1a, us-east-1b`})],good:[e(`us-east-1a, us-east-1b`)]}}const KT=[Sd,Ud,Xd,rf,yf,kf,Pf,Hf,Zf,ap,fp,vp,Op,Np,Vp,qp,ym,Im,Xm,ah,lh,lg,Ag,Lg,Jg,e_,fv,Ov,jv,Uv,oy,hy,Tb,Pb,Hb,Gb,$b,lx,hx,jx,Wx,$x,oS,uS,SS,qS,dC,KC,ZC,tw,uw,fw,hw,_w,Mw,Jw,oT,hT,vT,ST,OT,MT,UT];function qT(e,t){if(e===void 0)return!1;for(let[n,r]of Object.entries(e.matchLabels??{}))if(JT(t,n)!==r)return!1;return(e.matchExpressions??[]).every(({key:e,operator:n,values:r=[]})=>{let i=JT(t,e);switch(n){case`In`:return i!==void 0&&r.includes(i);case`NotIn`:return i===void 0||!r.includes(i);case`Exists`:return i!==void 0;case`DoesNotExist`:return i===void 0;default:return!1}})}const JT=(e,t)=>Object.hasOwn(e,t)?e[t]:void 0;function YT(e){if(e===void 0)return``;let t=Object.entries(e.matchLabels??{}).map(e=>JSON.stringify(e)),n=(e.matchExpressions??[]).map(({key:e,operator:t,values:n=[]})=>JSON.stringify([e,t,[...n].sort()]));return JSON.stringify([t.sort(),[...new Set(n)].sort()])}const XT=({kind:e,apiVersion:t})=>e===`PodDisruptionBudget`&&l(t)===`policy`;function ZT(e){let t=new Map,n=new Map;for(let t of e.manifests.filter(ff))ve(n,QT(t),t.name);for(let r of pf(e)){let e=hf(r);if(e===void 0||d(r.namespace)){ve(n,QT(r.manifest),r.manifest.name);continue}let i=QT(r.manifest);for(let n of[``,...Object.entries(e).map(e=>e.join(`=`))]){let a=JSON.stringify([i,n]),o=t.get(a)??[];t.set(a,o),o.length<200&&o.push({workload:r,labels:e})}}let r=new Map,i=new Map;for(let a of e.manifests.filter(XT)){let e=_f(a,[`spec`,`selector`]),[o]=Object.entries(e?.matchLabels??{}),s=(t.get(JSON.stringify([QT(a),o?.join(`=`)??``]))??[]).filter(({labels:t})=>qT(e,t)).map(({workload:e})=>e),c=n.get(QT(a))??[];r.set(a,Wt(s,c.map(e=>`the labels of \`${e}\` are unknown`)));for(let e of s)i.set(e,[...i.get(e)??[],a].slice(0,2))}return{byBudget:r,byWorkload:i}}const QT=e=>`${df(e)} ${e.source.file.slice(0,Math.max(0,e.source.file.lastIndexOf(`/`)))}`;function $T(e){let t=e.length;for(;;){let n=e.lastIndexOf(`
`,t-1);if(n===-1||t===0||!/^\n[ \t]*(?:#[^\n]*)?$/.test(e.slice(n,t)))return e.slice(0,t);t=n}}function eE(e,t){let n=new we(e.source.text),{start:r,end:i}=e.span(t),a=$T(e.source.text.slice(r,i)),[o,s]=[n.position(r).line,n.position(r+a.trimEnd().length).line];return[...iE(n,o),...rE(n,o,s)].join(` 
 `).trim()}function tE(e,t){let{origin:n,text:r}=e.source;if(!n)return eE(e,t);let{start:i,end:a}=e.span(t),o=i+r.slice(i,a).trimEnd().length,s=[n.trace(i,i+1),n.trace(Math.max(i,o-1),o)].map(({span:e,isExact:t})=>{let r=t?n.textOf?.(e.file):void 0;if(r===void 0)return;let i=new we(r),{line:a}=i.position(e.start);return i.line(a).includes(`{{`)||i.line(a).includes("${")?void 0:[...iE(i,a),...rE(i,a,a)].join(` 
 `)});return s.includes(void 0)?void 0:s.join(` 
 `).trim()}function nE(e,t){let n=new we(e.source.text),{line:r}=n.position(e.keySpan(t).start);return[...iE(n,r),...rE(n,r,r)].join(` 
 `).trim()}const rE=(e,t,n)=>Array.from({length:Math.min(20,n-t+1)},(n,r)=>/(?:^|\s)#(.*)$/.exec(e.line(t+r))?.[1]??``);function iE(e,t){let n=[];for(let r=t-1;r>0&&n.length<20;r--){let t=/^\s*#(.*)$/.exec(e.line(r))?.[1];if(t===void 0)break;n.unshift(t)}return n}const aE=[`spec`,`template`,`spec`];function oE(e){if(Xl(e)?.group===`eks.amazonaws.com`||Ce(e.apiVersion)!==`v1`)return!1;let t=Hl(e,[...aE,`terminationGracePeriod`]);return t.isKnown&&t.value===void 0}function sE(e){let t=Hl(e,[...aE,`expireAfter`]);return t.isKnown&&t.value!==`Never`&&oE(e)}const cE=q({id:`blocking-pdb`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[41,43,44],on:{Manifests(e,t){if(!mf(e))return;let{byBudget:n,byWorkload:r}=ZT(e),i=_E(e),a=uE(e);for(let[e,r]of n)fE(e,a,t)||pE({budget:e,workloads:r,replicas:i},t);let o=Te([...r].filter(([,e])=>e.length>1),([,[e,t]])=>`${e.name} ${t.name} ${e.namespace??``} ${t.source.file}`);for(let e of o.values())hE(e.map(([e])=>e).sort((e,t)=>y(gE(e.manifest),gE(t.manifest))),e[0][1],t)}},docs:{summary:`A PodDisruptionBudget allows no evictions, or two of them select the same pods.`,why:"Karpenter drains nodes with the eviction API. It never consolidates a node with a pod that it cannot evict. If such a node has no `terminationGracePeriod`, Karpenter does not replace it when it drifts, and it stays half-drained when it expires. With one, Karpenter deletes the pod at the end of the period. If two budgets select one pod, the API refuses every eviction. `maxUnavailable: 0` and `minAvailable: 100%` may be intended. They are only notes if a NodePool has a `terminationGracePeriod`, or if its nodes never expire and a comment next to the field gives the reason.",help:"Allow at least one pod to be unavailable, run more replicas than `minAvailable`, and select each pod with only one budget.",url:`https://karpenter.sh/docs/concepts/disruption/#pod-disruption-budgets`},examples:vE}),lE={maxUnavailable:/^0%?$/,minAvailable:/^100%$/};function uE(e){let t=V(e);if(t.length!==0&&t.every(oE))return t.every(sE)?`stuck expiry`:`no drift`}const dE={"stuck expiry":"an expired one stays half-drained, because no NodePool has a `terminationGracePeriod`","no drift":"never replaces a drifted one, because no NodePool has a `terminationGracePeriod`",none:"replaces a drifted one only if it has a `terminationGracePeriod`"};function fE(e,t,{report:n}){let r=Object.keys(lE).find(t=>lE[t].test(h(e.get([`spec`,t]))??``));if(r===void 0)return!1;let i=tE(e,[`spec`,r])!==``,a=t===void 0||t===`no drift`&&i;return n({manifest:e,at:e.span([`spec`,r]),...a&&{severity:`note`},message:`\`${r}: ${e.get([`spec`,r])}\` allows no evictions. Karpenter never consolidates a node with one of these pods, and ${dE[t??`none`]}`,help:t?"Replace it with `maxUnavailable: 1`, or set `terminationGracePeriod` in the NodePools.":"Replace it with `maxUnavailable: 1`."}),!0}function pE({budget:e,workloads:t,replicas:n},{report:r}){if(!Kt(t))return;let i=[`spec`,`minAvailable`],a=t.all.map(({manifest:e})=>/^(?:Deployment|StatefulSet)$/.test(e.kind)&&!e.isPartial?n.get(gE(e)):void 0),o=a.filter(e=>e!==void 0);if(o.length===0||o.length<a.length||o.length>=200)return;let s=o.reduce((e,t)=>e+t.most,0),c=mE(e.get(i),s);if(c===void 0||c<1||s===0||s>c)return;let l=o.some(({at:e})=>e.isMost),[{at:u}]=o,d=o.length===1?``:` of ${Se(o.length,`workload`)}`;r({manifest:e,at:e.span(i),message:`\`minAvailable: ${e.get(i)}\` of ${l?`at most `:``}${Se(s,`pod`)}${d} allows no evictions. Karpenter never consolidates a node with one of these pods, and replaces a drifted one only if it has a \`terminationGracePeriod\``,labels:o.map(e=>({span:e.at.manifest.span(e.at.path),message:`the number of pods`})),help:o.length===1?`Set \`${u.path.at(-1)}\` to at least ${c+1}, or replace \`minAvailable\` with \`maxUnavailable: 1\`.`:"Give each workload its own PodDisruptionBudget with `maxUnavailable: 1`, or replace `minAvailable` with `maxUnavailable: 1`."})}function mE(e,t){if(typeof e==`number`)return e;let n=/^(\d{1,3})%$/.exec(h(e)??``)?.[1];return n===void 0?void 0:Math.ceil(Number(n)*t/100)}function hE(e,[t,n],{report:r}){if(t.name===n.name)return;let[{manifest:i}]=e,a=e.length-1;r({manifest:n,at:n.span([`spec`,`selector`]),message:`Two PodDisruptionBudgets, \`${t.name}\` and \`${n.name}\`, select the pods of ${i.kind} \`${i.name}\`${a===0?``:` and ${Se(a,`more workload`)}`}. The API refuses every eviction`,labels:[{span:t.span([`spec`,`selector`]),message:`also selects these pods`}],help:`Delete one of the two budgets, or change its selector.`})}const gE=({kind:e,name:t})=>`${e}/${t}`;function _E(e){let t=new Map,n=[`spec`,`replicas`];for(let r of e.manifests){let e=r.get(n),i=gE(r);if(e===void 0)continue;let a=!t.has(i)||t.get(i)?.most===e,o={manifest:r,path:n,isMost:!1};t.set(i,a&&typeof e==`number`?{most:e,at:o}:void 0)}for(let n of e.manifests){if(n.kind!==`HorizontalPodAutoscaler`&&n.kind!==`ScaledObject`)continue;let e=[`spec`,`scaleTargetRef`];if([`kind`,`name`].some(t=>d(n.get([...e,t]))))return new Map;let r=h(n.get([...e,`kind`]))??`Deployment`,i=n.kind===`ScaledObject`?`maxReplicaCount`:`maxReplicas`,a=n.get([`spec`,i]),o=gE({kind:r,name:h(n.get([...e,`name`]))??``}),s={manifest:n,path:[`spec`,i],isMost:!0};t.set(o,typeof a==`number`&&!n.isPartial?{most:a,at:s}:void 0)}return t}function vE(){return{bad:[U($(J(),xE,SE(`minAvailable: 1`)),{"replicas: 1":`replicas: 2`},{"minAvailable: 1":`maxUnavailable: 1`}),U($(J(),SE(`maxUnavailable: 0`)),{"maxUnavailable: 0":`maxUnavailable: 1`},{"requirements: []":`requirements: []
terminationGracePeriod: 1h`,"maxUnavailable: 0":`maxUnavailable: 1`}),U($(J({expireAfter:`Never`}),SE(`minAvailable: 100%`)),{"minAvailable: 100%":`maxUnavailable: 1`}),U($(J(),xE,yE(1,3),SE(`minAvailable: 75%`)),{"minAvailable: 75%":`maxUnavailable: 1`},{"maxReplicas: 3":`maxReplicas: 4`}),U($(J(),xE,bE(`web-canary`),SE(`minAvailable: 2`)),{"minAvailable: 2":`maxUnavailable: 1`})],good:[$(J(),xE,bE(`web-canary`),SE(`minAvailable: 1`)),$(J(),xE,yE(2,10),SE(`minAvailable: 1`)),SE(`maxUnavailable: 0`,`no-karpenter-here`)]}}const yE=(e,t)=>W`
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
`,bE=e=>W`
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
`,xE=bE(`web`),SE=(e,t=`web`)=>W`
  apiVersion: policy/v1
  kind: PodDisruptionBudget
  metadata:
    name: ${t}
  spec:
    ${e}
    selector:
      matchLabels:
        app: web
`,CE=q({id:`bound-comment`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[16],on:{NodePool:TE,Provisioner:TE},docs:{summary:"A comment says that a bound is included, but `Gt` or `Lt` excludes it.",why:"`Gt` means greater than, not at least: `instance-generation Gt 5` starts at generation 6. If a comment on the line says “at least 5” or “5 and newer”, one of the two is wrong. Karpenter never launches instance types with exactly this value.",help:"Use the next lower number with `Gt` or the next higher one with `Lt`. Since Karpenter 1.9 you can also use `Gte` and `Lte`.",url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:EE}),wE={Gt:/(?:>=|≥|=>|\bat least|\bminimum(?: of)?|\bno less than|\bstarting (?:at|with))\s*(?:gen(?:eration)?\s*)?(\d+)\b|\b(\d+)(?:\+|\s*(?:and|or)\s+(?:newer|later|up|above|more|higher|greater)\b)/i,Lt:/(?:<=|≤|=<|\bat most|\bmaximum(?: of)?|\bno more than|\bup to)\s*(?:gen(?:eration)?\s*)?(\d+)\b|\b(\d+)\s*(?:and|or)\s+(?:older|earlier|below|less|lower|fewer|smaller)\b/i};function TE(e,{report:t,karpenter:n,isKarpenterAssumed:r}){if(!e.source.origin)for(let i of H(e)){let{operator:a,values:o}=i,[s]=o,c=Object.hasOwn(wE,a)?wE[a]:void 0;if(!c||!s?.isKnown||o.length!==1||!/^\d{1,9}$/.test(s.text))continue;let l=c.exec(eE(e,i.path));if(!l||(l[1]??l[2])!==s.text)continue;let u=String(Number(s.text)+(a===`Gt`?-1:1)),d=n.gteLteOperators&&!r?` or \`${a}e ${s.text}\``:``;t({at:e.span(s.path),message:`The comment says “${l[0].trim()}”, but \`${a} ${s.text}\` excludes ${s.text}`,help:`Write \`${a} ${u}\`${d}.`,fix:{description:`Replace with \`${u}\``,edits:b(e,s.path,`"${u}"`)}})}}function EE(){return{bad:[$(J({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:W`
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
          `}),X)]}}const DE=[`jan`,`feb`,`mar`,`apr`,`may`,`jun`,`jul`,`aug`,`sep`,`oct`,`nov`,`dec`],OE=[`sun`,`mon`,`tue`,`wed`,`thu`,`fri`,`sat`],kE=[{name:`minute`,min:0,max:59,names:[]},{name:`hour`,min:0,max:23,names:[]},{name:`day of month`,min:1,max:31,names:[]},{name:`month`,min:1,max:12,names:DE},{name:`day of week`,min:0,max:6,names:OE}],AE={"@yearly":`0 0 1 1 *`,"@annually":`0 0 1 1 *`,"@monthly":`0 0 1 * *`,"@weekly":`0 0 * * 0`,"@daily":`0 0 * * *`,"@midnight":`0 0 * * *`,"@hourly":`0 * * * *`},jE=e=>`reason`in e;function ME(e){let t=e.startsWith(`@`)?AE[e]:e;if(t===void 0)return NE(e,0,void 0,`is not one of ${Object.keys(AE).join(`, `)}`);let n=/^\s*(?:CRON_)?TZ=\S*/.exec(t);if(n)return NE(n[0].trim(),t.indexOf(n[0].trim()),void 0,`is not allowed, because schedules are in UTC`);let r=[...t.matchAll(/\S+/g)];if(r.length!==kE.length)return NE(t,0,void 0,`has ${r.length} fields instead of 5`);let i=[];for(let[e,t]of kE.entries()){let n=PE(r[e][0],t);if(`reason`in n)return{...n,start:n.start+r[e].index};i.push([...n].sort((e,t)=>e-t))}let a=e=>/(^|,)[*?](-[^,/]*)?(\/0*1)?(,|$)/.test(r[e][0]);return{minutes:i[0],hours:i[1],daysOfMonth:i[2],months:i[3],daysOfWeek:i[4],isAnyDayOfMonth:a(2),isAnyDayOfWeek:a(4)}}const NE=(e,t,n,r)=>({part:e,start:t,field:n,reason:r});function PE(e,t){let n=new Set;for(let r of e.matchAll(/[^,]+/g)){let e=FE(r[0],t);if(typeof e==`string`)return NE(r[0],r.index,t.name,e);for(let t=e.from;t<=e.to;t+=e.step)n.add(t)}return n}function FE(e,t){let[n=``,r,...i]=e.split(`/`),[a=``,o,...s]=n.split(`-`);if(i.length>0)return"has more than one `/`";let c=a===`*`||a===`?`;if(s.length>0&&!c)return"has more than one `-`";let l=c?t.min:IE(a,t),u=r===void 0?1:LE(r),d=c?t.max:o===void 0?r===void 0?l:t.max:IE(o,t);return l===void 0||d===void 0||u===void 0?`is not a number or a name`:l<t.min?`starts below ${t.min}`:d>t.max?`goes beyond ${t.max}`:l>d?`ends before it starts`:u===0?`has a step of 0`:{from:l,to:d,step:u}}function IE(e,t){let n=t.names.indexOf(e.toLowerCase());return n===-1?LE(e):n+t.min}const LE=e=>/^\+?\d{1,9}$/.test(e)?Number(e):void 0,RE=6e4;function zE(e,t){let n=(Math.floor(t/RE)+1)*RE,r=new Date(n),i=r.getUTCFullYear()+5;for(let t=0;t<2196;t++){let a=new Date(Date.UTC(r.getUTCFullYear(),r.getUTCMonth(),r.getUTCDate()+t));if(a.getUTCFullYear()>i)break;let o=BE(e,a)?VE(e,a.getTime(),n):void 0;if(o!==void 0)return o}}function BE(e,t){if(!e.months.includes(t.getUTCMonth()+1))return!1;let n=e.daysOfMonth.includes(t.getUTCDate()),r=e.daysOfWeek.includes(t.getUTCDay());return e.isAnyDayOfMonth||e.isAnyDayOfWeek?n&&r:n||r}function VE({hours:e,minutes:t},n,r){for(let i of e)for(let e of t){let t=n+(i*60+e)*RE;if(t>=r)return t}}function HE(e,{start:t,end:n}){let r=[];for(let{cron:i,durationMs:a}of e){let e=zE(i,t-a);for(let t=0;e!==void 0&&e<n;t++){if(t>2e4)return;r.push({start:e,end:e+a}),e=zE(i,e)}}r.sort((e,t)=>e.start-t.start||e.end-t.end);let i=[];for(let e of r){let t=i.at(-1);t&&e.start<=t.end?i[i.length-1]={start:t.start,end:Math.max(t.end,e.end)}:i.push(e)}return i}function UE(e,{start:t,end:n}){let r=[],i=t;for(let t of e)t.start>i&&r.push({start:i,end:Math.min(t.start,n)}),i=Math.max(i,t.end);return i<n?[...r,{start:i,end:n}]:r}const WE={discounts:[],savingsPlans:[],perNodeMonthlyUsd:0,teamLabel:`team`},GE=({regions:e,families:t},n,r)=>(e.length===0||e.includes(n))&&(t.length===0||t.includes(r)),KE=e=>e.slice(0,e.indexOf(`.`)),qE={preferencePolicy:`Respect`,minValuesPolicy:`Strict`,vmMemoryOverheadPercent:.075,reservedENIs:0,clusterCABundle:void 0,featureGates:{reservedCapacity:!0}},JE={approvals:1,monthlyIncreaseUsd:void 0,nodesReplaced:void 0,unschedulablePods:void 0,freeze:[],attention:{monthlyIncreaseUsd:500,monthlyIncreasePercent:50,nodesAdded:void 0},teams:{}},YE={region:void 0,zones:void 0,nodeClassZones:{},nodeClassAddresses:{},vcpuQuotas:{},karpenterVersion:void 0,kubernetesVersion:void 0,karpenter:{},existingNodes:void 0,systemPods:void 0,capacityReservations:{},describedReservations:{},snapshot:void 0,catalog:void 0,crds:[],spotPricing:`advisor`,pricing:WE,currency:void 0,rules:{},customRules:[],ignore:[],overrides:[],neverSuppress:[],changedLines:!1,firstRound:!1,set:{},failOn:`error`,comment:`update`,notify:`block`,environments:{},gate:JE,sources:{render:!0,roots:[],ignore:[],chartRepositories:[]},timeZone:void 0,scorecard:void 0,today:`1970-01-01`},XE=[`spec`,`disruption`,`budgets`],ZE=[`Drifted`,`Underutilized`,`Empty`],QE=e=>_(e.get(XE)).map((e,t)=>{let n=v(e)??{},r=_(n.reasons).map(e=>h(e)??``);return{path:[...XE,t],isZero:/^0%?$/.test(h(n.nodes)??``),hours:$E(n),appliesTo:e=>r.length===0||r.some(t=>t===e||d(t))}});function $E({schedule:e,duration:t}){if(e===void 0&&t===void 0)return`always`;if(typeof e!=`string`||typeof t!=`string`||d(e)||d(t))return`unknown`;let n=ME(e),r=/^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:0s)?$/.exec(t);return jE(n)||!r?`unknown`:{cron:n,durationMs:(60*Number(r[1]??0)+Number(r[2]??0))*6e4}}const eD=Date.UTC(2024,0,1);function tD(e){if(e.some(({hours:e})=>e===`always`))return!1;if(e.some(({hours:e})=>e===`unknown`))return;let t=e.map(({hours:e})=>e),n=t.every(({cron:e})=>e.isAnyDayOfMonth&&e.months.length===12),r={start:eD,end:eD+(n?7:366)*864e5},i=HE(t,r);return i&&UE(i,r).length>0}function nD(e,t){let n=`${rD(e,`UTC`)} UTC`;return t===void 0||t===`UTC`?n:`${n} (${rD(e,t)} ${t})`}function rD({start:e,end:t},n){let[r,i]=[iD(e,n),iD(t,n)];return`${r.day} ${r.time} to ${r.day===i.day?``:`${i.day} `}${i.time}`}function iD(e,t){let n=new Intl.DateTimeFormat(`en-US`,{timeZone:t,hourCycle:`h23`,weekday:`short`,month:`short`,day:`numeric`,hour:`2-digit`,minute:`2-digit`}),r=new Map(n.formatToParts(e).map(({type:e,value:t})=>[e,t])),i=e=>r.get(e)??``;return{day:`${i(`weekday`)} ${i(`day`)} ${i(`month`)}`,time:`${i(`hour`)}:${i(`minute`)}`}}const aD=q({id:`budget-gaps`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[37],on:{NodePool(e,{report:t,settings:n}){let r=QE(e);if(r.length===0||e.isPartial)return;let i=ZE.filter(e=>tD(r.filter(t=>t.appliesTo(e))));if(i.every(e=>e===`Empty`))return;let a=i.length===ZE.length,o=r.filter(e=>e.appliesTo(i[0])).map(({hours:e})=>e),s=o.length===0?``:` outside of the ${o.length===1?`window of its budget`:`windows of its budgets`}`,c=a?``:` for the ${i.length===1?`reason`:`reasons`} ${g(i)}`;t({at:e.keySpan(XE),message:`Karpenter may disrupt any number of nodes of \`${e.name}\` at the same time${c}${s}`,help:`Add a budget without a schedule${a?``:` or reasons`}, such as \`nodes: 10%\`.${oD(o,n)}`})}},docs:{summary:`All disruption budgets of a NodePool have schedules or reasons, so nothing limits disruption at other times or for other reasons.`,why:`A budget applies only while its window is open, and only to its reasons. When no budget applies, disruption is unlimited. Explicit budgets replace the default of 10%. If they freeze a NodePool during the day, Karpenter may replace all its nodes at the same time at night.`,help:"Add a budget without a schedule, such as `nodes: 10%`. The smallest of the budgets that apply is used.",url:`https://karpenter.sh/docs/concepts/disruption/#schedule`},examples:sD});function oD(e,{today:t,timeZone:n}){if(t===YE.today||e.length===0)return``;let r=Date.parse(`${t}T00:00:00Z`),i={start:r,end:r+3024e6},a=HE(e,i),[o]=a?UE(a,i):[],s=(a?.filter(({start:e})=>e>=r).slice(0,2)??[]).map(e=>nD(e,n));return[...s.length>0?[` The next ${s.length===1?`window is`:`windows are`} ${s.join(`, then `)}.`]:[],...o?[` The next time without a limit is ${nD(o,n)}.`]:[]].join(``)}function sD(){return{bad:[U(J({disruption:W`
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
        `})]}}const cD=q({id:`budget-rounding`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[38],on:{NodePool(e,{report:t}){let n=lD(e),r=[`spec`,`disruption`,`budgets`];if(!(n===void 0||n<2))for(let[i,a]of _(e.get(r)).entries()){let o=v(a)?.nodes,s=typeof o==`string`?Number(/^(\d{1,3})%$/.exec(o)?.[1]??0):0;s===0||s*n>=100||100/n<=2*s||t({at:e.span([...r,i,`nodes`]),message:`\`${o}\` of at most ${n} nodes is rounded up to one node, which is ${Math.round(100/n)}% of \`${e.name}\``,help:'Set `nodes: "1"` to disrupt one node at a time.'})}}},docs:{summary:`Karpenter rounds a small percentage of a small NodePool up to one node.`,why:"Karpenter rounds the percentages of a budget up: 10% of three nodes is one node, a third of them. If `replicas` or `limits.nodes` limits the number of nodes, a small percentage never has the effect that it suggests.",help:"Set `nodes` to the number of nodes that may be disrupted at the same time.",url:`https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets`},examples:uD});function lD(e){let[t,n]=[e.get([`spec`,`replicas`]),e.get([`spec`,`limits`,`nodes`])],r=t??n;return typeof r==`number`||typeof r==`string`&&/^\d{1,6}$/.test(r)?Number(r):void 0}function uD(){return{bad:[U($(J({disruption:W`
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
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),X)]}}const dD=q({id:`budget-schedule`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[35,36],on:{NodePool(e,{report:t}){let n=[`spec`,`disruption`,`budgets`];for(let[r,i]of _(e.get(n)).entries()){let a=v(i)?.schedule;if(typeof a!=`string`||d(a)||!pD(a))continue;let o=ME(a);if(!jE(o)){zE(o,fD)===void 0&&t({at:e.span([...n,r,`schedule`]),severity:`warning`,message:`\`${a}\` never occurs, so Karpenter applies the budget at all times`,help:`Use a day that exists in the months of the schedule.`});continue}let s=o.field===`day of week`?mD(a,o):void 0;t({at:e.span([...n,r,`schedule`]),message:`Karpenter cannot parse this schedule, so no budget of \`${e.name}\` allows any disruption: ${o.field?`${o.field} `:``}\`${o.part}\` ${o.reason}`,help:s?`Write \`${s}\`. Days are 0 (Sunday) to 6, and ranges do not wrap around.`:`Write five fields in UTC: minute, hour, day of month, month and day of week.`,...s&&{fix:{description:`Replace with \`${s}\``,edits:b(e,[...n,r,`schedule`],`"${s}"`)}}})}}},docs:{summary:`Karpenter cannot parse the schedule of a disruption budget.`,why:"The API server only checks that a schedule has five parts. Karpenter parses it when it evaluates budgets. On an error, every budget of the NodePool allows 0 nodes: Karpenter consolidates nothing and rolls out no drift, and only an event says so. Days of the week are 0 to 6 and ranges do not wrap around, so `7`, `1-7` and `sat-sun` are errors. Schedules are always in UTC.",help:`Write five valid fields, list days instead of wrapping around, and convert times to UTC.`,url:`https://karpenter.sh/docs/concepts/disruption/#schedule`},examples:gD}),fD=Date.UTC(2024,0,1),pD=e=>/^@(annually|yearly|monthly|weekly|daily|midnight|hourly)/.test(e)||e.trim().split(/\s+/).length>=5;function mD(e,{part:t,start:n}){let r=t.split(`-`).map(hD),[i,a=i]=r;if(r.length>2||i===void 0||a===void 0)return;let o=[],s=/[a-z]/i.test(t);for(let e=i;o.push(s?OE[e%7]:String(e%7)),e%7!=a%7&&o.length!==7;e=(e+1)%7);let c=o.length===7?`*`:o.join(`,`),l=e.slice(0,n)+c+e.slice(n+t.length);return jE(ME(l))?void 0:l}const hD=e=>{let t=OE.indexOf(e.toLowerCase());return t===-1?/^[0-7]$/.test(e)?Number(e):void 0:t};function gD(){return{bad:[J({disruption:W`
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
        `})]}}const _D=({kind:e,apiVersion:t})=>e===`CapacityBuffer`&&l(t)===`autoscaling.x-k8s.io`,vD=`autoscaling.x-k8s.io/v1beta1`;function yD(e){let{apiGroup:t,kind:n,name:r}=v(e.get([`spec`,`scalableRef`]))??{},[i,a]=[h(n),h(r)];if(!(i===void 0||a===void 0||d(i)||d(t)))return{kind:i,name:a,isSupported:(h(t)||`apps`)===`apps`&&[`Deployment`,`StatefulSet`,`ReplicaSet`].includes(i)}}const bD=q({id:`capacity-buffer`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[],on:{Manifests(e,t){let n=e.manifests.filter(_D);if(n.length!==0&&xD(e))for(let r of n){let n=[SD(r,e),TD(r,t),ED(r)];for(let e of n)e&&t.report({...e,manifest:r})}}},docs:{summary:`Karpenter ignores a CapacityBuffer.`,why:"Karpenter handles CapacityBuffers from 1.14 on, and only with the feature gate `CapacityBuffer`, which is off by default. Its CRD serves only `v1beta1`, although the page about CapacityBuffers in Karpenter’s documentation shows `v1alpha1`. A buffer that Karpenter ignores looks right, but keeps no node, so pods still wait for new nodes. Nothing is reported next to Cluster Autoscaler, which also reads CapacityBuffers.",help:"Turn the feature gate on, and write `apiVersion: autoscaling.x-k8s.io/v1beta1`.",url:`https://karpenter.sh/docs/concepts/capacitybuffers/`},examples:DD}),xD=e=>(mf(e)||L(e).length>0)&&Wa(e,`cluster-autoscaler`).length===0&&!e.manifests.some(({kind:e,name:t})=>e===`Deployment`&&t.includes(`cluster-autoscaler`));function SD(e,t){let{apiVersion:n}=e,r=t.manifests.some(({kind:e,name:t})=>e===`CustomResourceDefinition`&&t===`capacitybuffers.autoscaling.x-k8s.io`);if(n===`autoscaling.x-k8s.io/v1beta1`||r||d(n))return;let i=b(e,[`apiVersion`],vD);return{at:e.span([`apiVersion`]),message:`Karpenter’s CRD serves CapacityBuffers only as \`${vD}\`. Unless another CRD of them is installed, the API server rejects \`${n}\``,help:`Write \`apiVersion: ${vD}\`. The fields are the same.`,fix:{description:`Write \`${vD}\``,edits:i}}}const CD=[`settings`,`featureGates`,`capacityBuffer`],wD=e=>L(e).some(({manifest:e,values:t})=>{let n=e.get([...t,...CD]);return n===!0||d(n)});function TD(e,{karpenter:t,isKarpenterAssumed:n,settings:r,all:i}){let a=e.span([`metadata`,`name`]),o=`CapacityBuffer \`${e.name}\` keeps no nodes`,s=`\`${CD.join(`.`)}: true\``;if(!t.capacityBuffers)return n?void 0:{at:a,message:`${o}: Karpenter ${t.version} does not know CapacityBuffers`,help:`Upgrade Karpenter to 1.14 or later, and set ${s} in its Helm values.`};let c=r.karpenter.featureGates?.capacityBuffer;if(c===!0||c===void 0&&wD(i))return;let l=c===!1||L(i).some(({chart:e})=>e===`karpenter`),u="Karpenter’s feature gate `CapacityBuffer`";return{at:a,message:l?`${o}, because ${u} is off${c===!1?``:` by default`}`:`${o} unless ${u} is on, and it is off by default`,help:`Set ${s} in Karpenter’s Helm values. If the gate is already on, set \`karpenter.${CD.join(`.`)}: true\` in plumbline.yaml.`}}function ED(e){let t=[`spec`,`scalableRef`],n=yD(e);if(n===void 0)return;let r=[`replicas`,`percentage`,`limits`].some(t=>e.get([`spec`,t])!==void 0);if(!n.isSupported)return{at:e.span(t),message:`CapacityBuffer \`${e.name}\` keeps no nodes, because Karpenter supports only a Deployment, StatefulSet or ReplicaSet in \`scalableRef\``,help:"Name one of these, or use `podTemplateRef` with a PodTemplate.",severity:`warning`};if(!r)return{at:e.span([`metadata`,`name`]),message:`CapacityBuffer \`${e.name}\` keeps no nodes, because nothing says for how many pods`,help:"Set `replicas`, `percentage` or `limits` in its `spec`.",severity:`warning`}}function DD(){let e=e=>Z(`karpenter`,{values:W`
        settings:
          clusterName: demo
          ${e}
      `}),t=(e,t=vD)=>W`
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
          `})],good:[$(e(r),t(n)),$(e(``),Z(`cluster-autoscaler`),t(n,`autoscaling.x-k8s.io/v1alpha1`))]}}const OD=e=>e.manifests.flatMap(e=>[...kD(e),...AD(e)]),kD=e=>Ua(e).flatMap(({chart:t,version:n})=>{let r=t===`karpenter-crd`&&n?R(e,n):void 0;return n&&r!==void 0?[{manifest:e,path:n,version:r,isChart:!0}]:[]});function AD(e){return(Object.hasOwn(jD,`${e.kind}.${l(e.apiVersion)}`)?jD[`${e.kind}.${l(e.apiVersion)}`](e):[]).flatMap(t=>{let n=R(e,t),r=n===void 0?void 0:va(n)??(/^v?\d+\.\d+\.\d+$/.test(n)?n:void 0);return r===void 0?[]:[{manifest:e,path:t,version:r,isChart:!1}]})}const jD={"Kustomization.kustomize.config.k8s.io":e=>_(e.get([`resources`])).map((e,t)=>[`resources`,t]),"http.terraform":()=>[[`spec`,`url`]],"GitRepository.source.toolkit.fluxcd.io":e=>MD(Ma(e.get([])??null)),"Application.argoproj.io":e=>[...MD(Ca(e.get([`spec`,`source`]),[`spec`,`source`])),..._(e.get([`spec`,`sources`])).flatMap((e,t)=>MD(Ca(e,[`spec`,`sources`,t])))]},MD=e=>e.filter(({isOfCrds:e})=>e).map(({path:e})=>e),ND=q({id:`chart-crds`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Karpenter installation`,mistakes:[85],on:{Manifests(e,t){let n=Te(OD(e),({manifest:e})=>t.clusterOf(e));for(let e of n.values())FD(e,t)}},docs:{summary:`Karpenter and its CRDs have different versions.`,why:"The API server drops fields that the CRDs do not have. If the CRDs are older than the controller, the API server silently drops new fields of NodePools and EC2NodeClasses. If they are newer, the controller gets fields that it does not know. Reported when the files of one cluster install both, also in different folders: the chart `karpenter`, and either the chart `karpenter-crd` or the CRDs at a tag of Karpenter’s source code.",help:`Use the same version for both, and upgrade the CRDs first.`,url:`https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades`},examples:ID}),PD=e=>/^v?(\d+\.\d+\.\d+)$/.exec(e??``)?.[1];function FD(e,t){let[n]=e,[r,...i]=L(t.all).filter(({manifest:e,chart:r,version:i})=>r===`karpenter`&&i!==void 0&&t.clusterOf(e)===t.clusterOf(n.manifest));if(!r||i.length>0||e.filter(({isChart:e})=>e).length>1)return;let a=new Set(e.map(({version:e})=>PD(e))),[o]=a,s=PD(R(r.manifest,r.version));if(o===void 0||a.size>1||s===void 0||o===s)return;let{manifest:c,path:l,isChart:u}=n;t.report({manifest:c,at:c.span(l),message:`The CRDs have version ${o}, but the controller has version ${s}`,help:u?`Set the version of \`karpenter-crd\` to ${s}, or that of \`karpenter\` to ${o}.`:`Take the CRDs of version ${s}, or set the version of \`karpenter\` to ${o}.`,labels:[{span:r.manifest.span(r.version),message:`version of the controller${yu(c,r.manifest,t)}`}]})}function ID(){return{bad:[U(G`
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
      `,{"1.6.2":`1.11.1`},{"1.11.1":`1.6.2`}),U($(Z(`karpenter-crd`,{version:`1.6.2`}),Z(`karpenter`,{version:`1.7.1`})),{"1.6.2":`1.7.1`},{"1.7.1":`1.6.2`})],good:[G`
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
      `]}}const LD=e=>{let t=({kind:e,apiVersion:t})=>`${e}.${l(t)}`,n=e.manifests.filter(e=>Object.hasOwn(BD,t(e))),r=n.length>0?pf(e):[];return n.flatMap(e=>BD[t(e)](e,r).flatMap(t=>{let n=UD(h(e.get(t.schedule))??``);return n===void 0?[]:[{...t,manifest:e,every:n}]}))},RD={ends:`ends`,again:`runs again`},zD={ends:`scales down`,again:`scales up again`},BD={"CronJob.batch":e=>VD(e,[[`spec`,`schedule`]]),"CronWorkflow.argoproj.io":e=>{let t=_(e.get([`spec`,`schedules`])).map((e,t)=>[`spec`,`schedules`,t]);return VD(e,t.length>0?t:[[`spec`,`schedule`]])},"ScaledObject.keda.sh":(e,t)=>{let{kind:n=`Deployment`,name:r}=v(e.get([`spec`,`scaleTargetRef`]))??{},i=t.find(({manifest:t,namespace:i})=>t.kind===n&&t.name===r&&i===df(e));if(!i||typeof e.get([`metadata`,`annotations`,`autoscaling.keda.sh/paused`])==`string`)return[];let a=[...i.template,`spec`];return HD(e).map(e=>({...zD,schedule:e,pods:i.manifest,pod:a}))},"ScaledJob.keda.sh":e=>HD(e).map(t=>({...zD,schedule:t,pods:e,pod:he[e.kind].spec}))},VD=(e,t)=>e.get([`spec`,`suspend`])===!0?[]:t.map(t=>({...RD,schedule:t,pods:e,pod:he[e.kind].spec}));function HD(e){let t=_(e.get([`spec`,`triggers`])).map(e=>v(e)??{});return t.some(({type:e})=>e!==`cron`)?[]:t.map((e,t)=>[`spec`,`triggers`,t,`metadata`,`start`])}function UD(e){let t=ME(e);if(jE(t))return;let n=zE(t,0),r=n===void 0?void 0:zE(t,n);return n===void 0||r===void 0?void 0:r-n}const WD=q({id:`consolidate-after-load`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[46,47],on:{Manifests:GD},docs:{summary:"`consolidateAfter` of a NodePool does not suit the scheduled pods that run on it.",why:"`consolidateAfter` counts from the last time a pod was added to a node or removed from it. With `0s`, Karpenter may remove a node as soon as a run ends. The next run then waits for a new node. With a duration above the interval of the runs, their nodes never stay unchanged for long enough, so Karpenter never consolidates them. Reported for CronJobs, CronWorkflows of Argo Workflows and cron triggers of KEDA whose pods are meant for this NodePool. They select it by its name, or by a label or capacity type that no other has, or they tolerate a taint that only it has.",help:"Set `consolidateAfter` to a duration above `0s` and below the interval of the pods’ schedule.",url:`https://karpenter.sh/docs/concepts/disruption/#consolidation`},examples:YD});function GD(e,t){let n=LD(e);if(n.length!==0)for(let r of V(e)){let i=[`spec`,`disruption`,`consolidateAfter`],a=np(h(r.get(i))??``),o=Number(a??0)/1e6,s=o>0&&r.get([`spec`,`disruption`,`consolidationPolicy`])===`WhenEmpty`;if(a===void 0||s)continue;let[c]=n.filter(({pods:t,pod:n})=>Mm(t,n,e)===r||KD(r,[t,n],e)).filter(({every:e})=>o===0?e<=9e5:e<o).sort((e,t)=>e.every-t.every||y(e.manifest.name,t.manifest.name));if(!c)continue;let{kind:l,name:u}=c.manifest,d=JD(c.every);t.report({manifest:r,at:r.span(i),message:o===0?`Karpenter may remove nodes of \`${r.name}\` as soon as ${l} \`${u}\` ${c.ends}, and \`${u}\` ${c.again} every ${d}`:`\`consolidateAfter\` of \`${r.name}\` is longer than ${d}, the interval of ${l} \`${u}\`, so Karpenter never consolidates the nodes that run it`,help:`Set \`consolidateAfter\` to a duration above \`0s\` and below ${d}, the interval of ${l} \`${u}\`.`,labels:[{span:c.manifest.span(c.schedule),message:`schedule of the ${l}`}]})}}function KD(e,[t,n],r){let i=_(t.get([...n,`tolerations`])).map(e=>h(v(e)?.key)??``);return qD(e).some(t=>i.includes(t)&&V(r).every(n=>n===e||!qD(n).includes(t)))}const qD=e=>_(e.get([`spec`,`template`,`spec`,`taints`])).flatMap(e=>h(v(e)?.key)??[]),JD=e=>{let t=e/6e4;return t%60==0?`${t/60}h`:`${t}m`};function YD(){return{bad:[U($(J({name:`batch`,disruption:W`
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
        `,X)]}}const XD=[`spec`,`disruption`],ZD=[...XD,`consolidateAfter`],QD=q({id:`consolidate-after-policy`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[2,3],explains:[`schema/cel`,`schema/required`],on:{NodePool(e,t){let n=Hl(e,[...XD,`consolidationPolicy`]),r=Hl(e,ZD);if(!v(e.get(XD))||!n.isKnown||!r.isKnown)return;let i=(r.value??null)===null;Ce(e.apiVersion)===`v1beta1`?$D(e,t,n.value??null,i):i&&eO(e,t)}},docs:{summary:"`consolidateAfter` is missing, or not allowed with this `consolidationPolicy`.",why:"In v1beta1, `consolidateAfter` belongs only to `WhenEmpty`. The API server refuses a duration with `WhenUnderutilized`, the default policy, and refuses `WhenEmpty` without a duration. In v1 up to Karpenter 1.14, every `disruption` block must have `consolidateAfter`. Since 1.15 the default is `0s`, so Karpenter consolidates nodes as soon as a pod leaves.",help:"In v1beta1, set `consolidateAfter` only with `WhenEmpty`. In v1, set it in every `disruption` block.",url:`https://karpenter.sh/docs/concepts/disruption/#consolidation`},examples:tO});function $D(e,{report:t},n,r){if(n===`WhenEmpty`&&r&&t({at:e.keySpan([...XD,`consolidationPolicy`]),message:"`consolidationPolicy: WhenEmpty` requires `consolidateAfter` in v1beta1. Without it, the API server refuses the NodePool",help:"Set `consolidateAfter` to the time for which a node must be empty before Karpenter deletes it, such as `30s`.",fix:{description:"Add `consolidateAfter: 30s`",edits:Ne(e,XD,`consolidateAfter`,`30s`)},explains:{paths:[XD]}}),n!==null&&n!==`WhenUnderutilized`||r||e.get(ZD)===`Never`)return;let i=n===null?"`WhenUnderutilized`, the default policy,":"`consolidationPolicy: WhenUnderutilized`";t({at:e.keySpan(ZD),message:`\`consolidateAfter\` is not allowed with ${i} in v1beta1. The API server refuses the NodePool`,help:"Remove `consolidateAfter`, or set `consolidationPolicy: WhenEmpty` to delete only empty nodes. v1 allows it with `WhenEmptyOrUnderutilized`.",...n!==null&&{labels:[{span:e.span([...XD,`consolidationPolicy`]),message:"this policy does not allow `consolidateAfter`"}]},fix:{description:"Remove `consolidateAfter`",edits:Pe(e,ZD)},explains:{paths:[XD]}})}function eO(e,{report:t,karpenter:n}){let r={description:"Add `consolidateAfter: 0s`",edits:Ne(e,XD,`consolidateAfter`,`0s`)};n.consolidateAfterDefaulted?t({at:e.keySpan(XD),severity:`note`,message:"`disruption` has no `consolidateAfter`. The default is `0s`, so Karpenter consolidates nodes as soon as a pod leaves",help:"Set `consolidateAfter` explicitly: `0s`, or a longer time to avoid churn.",fix:r}):t({at:e.keySpan(XD),message:"`disruption` requires `consolidateAfter` up to Karpenter 1.14. Without it, the API server refuses the NodePool",help:"Set `consolidateAfter`. With `0s` Karpenter acts immediately, which is also the default if there is no `disruption` block.",fix:r,explains:{paths:[ZD,XD]}})}function tO(){return{bad:[K({karpenter:`0.37`},J({apiVersion:`karpenter.sh/v1beta1`,disruption:W`
            consolidationPolicy: WhenUnderutilized
            consolidateAfter: 60s
          `})),J({disruption:`consolidationPolicy: WhenEmpty`}),K({karpenter:`0.37`},J({apiVersion:`karpenter.sh/v1beta1`,disruption:`consolidationPolicy: WhenEmpty`}))],good:[J({disruption:W`
          consolidationPolicy: WhenEmptyOrUnderutilized
          consolidateAfter: 60s
        `}),K({karpenter:`0.37`},J({apiVersion:`karpenter.sh/v1beta1`,disruption:W`
            consolidationPolicy: WhenUnderutilized
            consolidateAfter: Never
          `}))]}}const nO=q({id:`controller-placement`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Karpenter installation`,mistakes:[86],on:{Manifests(e,t){let{report:n}=t;for(let n of e.manifests.filter(aO))oO(n,t);for(let{manifest:t,chart:r,values:i}of L(e)){if(r!==`karpenter`)continue;let e=[...i,`nodeSelector`],a=Object.keys(v(t.get(e))??{});rO({manifest:t,selector:e},n);let o=[...i,`affinity`];a.length===0&&!t.isPartial&&lO({manifest:t,affinity:o},n);let s=[o,[...o,`nodeAffinity`]].find(e=>t.get(e)===null);a.length>0||!s||n({manifest:t,at:t.keySpan(s),message:`Without the chart’s default affinity, the controller can run on nodes that Karpenter launches`,help:`Remove \`${s.at(-1)}\`, so that the chart’s default applies.`})}}},docs:{summary:`The values of the chart, or the Deployment, let Karpenter run on nodes that it launches itself.`,why:`By default, the chart keeps the controller off nodes that Karpenter launches. If values place it there, a cluster without such a node never gets one, because the controller itself is pending. Consolidation may also delete the node that the controller runs on.`,help:`Run the controller on a managed node group, a kOps InstanceGroup or Fargate.`,url:`https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/`},examples:gO});function rO({manifest:e,selector:t},n){let r=Object.keys(v(e.get(t))??{}).find(e=>dO.has(e));if(r===void 0)return;let i=`Only nodes that Karpenter launches have the label \`${r}\`. If there are none, the controller stays pending`;n({manifest:e,at:e.keySpan([...t,r]),message:i,help:sO})}const iO=[`spec`,`template`,`spec`],aO=({kind:e,apiVersion:t,object:n,source:r})=>e===`Deployment`&&t===`apps/v1`&&r.origin?.tool!==`helm`&&_(be(n,[...iO,`containers`])).some(e=>/\/karpenter\/controller(?:[:@]|$)/.test(h(v(e)?.image)??``));function oO(e,{clusterOf:t,report:n}){let r=[...iO,`nodeSelector`],i=[...iO,`affinity`];rO({manifest:e,selector:r},n);let a=Object.keys(v(e.get(r))??{});if(e.isPartial||d(e.get(r))||!a.every(cO)||Cm(e,i))return;let o=wm(e,i),s=o.find(uO),{manifests:c}=t(e),l=c.some(({object:e})=>/fargate/i.test(JSON.stringify(e))),u=c.find(e=>e.kind===`NodePool`&&!e.isPartial&&Dp(e));o.length>0&&!s||l||!u||n({manifest:e,at:s?e.keySpan(Sm(i)):e.span(iO),message:`Nothing keeps the controller off the nodes that it launches itself for \`${u.name}\`, so it may remove the node that it runs on`,help:"Add required node affinity with the expression `{key: karpenter.sh/nodepool, operator: DoesNotExist}`, which the chart has."})}const sO=`Select nodes that Karpenter does not launch, such as those of a managed node group.`,cO=e=>/^(?:(?:beta\.)?kubernetes\.io\/(?:arch|os|hostname|instance-type)|node\.kubernetes\.io\/instance-type|(?:topology|failure-domain\.beta)\.kubernetes\.io\/(?:region|zone))$/.test(e);function lO({manifest:e,affinity:t},n){!Cm(e,t)&&wm(e,t).some(uO)&&n({manifest:e,at:e.keySpan(Sm(t)),message:`These terms replace the chart’s own, which keep the controller off nodes that Karpenter launches, so Karpenter may remove the node that it runs on`,help:"Add `{key: karpenter.sh/nodepool, operator: DoesNotExist}` to each term."})}const uO=({expressions:e,fields:t})=>[...e,...t].every(({key:e,operator:t})=>!d(e)&&(cO(e)||dO.has(e)&&/^(?:Exists|In)$/.test(t))),dO=new Set([`karpenter.sh/capacity-type`,`karpenter.sh/initialized`,`karpenter.sh/nodepool`,`karpenter.sh/registered`]),fO=[`karpenter.sh/capacity-type In [on-demand]`],pO=`{key: karpenter.sh/nodepool, operator: DoesNotExist}`,mO=e=>`affinity:
  nodeAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      nodeSelectorTerms:
        - matchExpressions: [${e}]`,hO=e=>W`
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
`;function gO(){return{bad:[U(Z(`karpenter`,{values:W`
          nodeSelector:
            karpenter.sh/nodepool: system
        `}),{"karpenter.sh/nodepool: system":`eks.amazonaws.com/nodegroup: system`}),U(Z(`karpenter`,{values:`affinity: null`}),{"affinity: null":``}),U(Z(`karpenter`,{values:W`
            affinity:
              nodeAffinity:
                requiredDuringSchedulingIgnoredDuringExecution:
                  nodeSelectorTerms:
                    - matchExpressions: [{key: kubernetes.io/arch, operator: In, values: [amd64]}]
          `}),{"values: [amd64]}":`values: [amd64]}, {key: karpenter.sh/nodepool, operator: DoesNotExist}`}),U(hO(`nodeSelector: {karpenter.sh/nodepool: system}`),{"karpenter.sh/nodepool: system":`eks.amazonaws.com/nodegroup: system`}),U($(J({nodeClassRef:`default`,requirements:fO}),hO(``),X),{"containers:":`${mO(pO)}\ncontainers:`}),U($(J({nodeClassRef:`default`,requirements:fO}),hO(mO(`{key: kubernetes.io/arch, operator: In, values: [arm64]}`)),X),{"values: [arm64]}":`values: [arm64]}, ${pO}`})],good:[$(J({nodeClassRef:`default`,requirements:fO}),hO(mO(pO)),X),$(J({nodeClassRef:`default`,requirements:fO}),hO(`nodeSelector: {eks.amazonaws.com/nodegroup: system}`),X),Z(`karpenter`,{values:W`
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
        `})]}}const _O=new Set([S.windowsBuild,S.capacityReservationId,S.capacityReservationType,S.capacityReservationInterruptible,S.placementGroupId,S.placementGroupPartition]);function vO(e,t){let n=t.slice(0,yO).filter(t=>RO(e,t)),r=[],i=xO(e),a=new Map,o;for(let t of n){let a=i.length;i=i.filter(n=>OO(e,n,t)),i.length===0&&a>0&&(o=AO(e,t,r,n)),r.push({requirement:t,instanceTypes:i.length})}return{steps:r,names:i.map(({info:e})=>e.name).sort(),isExact:t.length<=yO&&t.every(t=>zO(e,t)),emptied:o,count:t=>{let n=a.get(t)??PO(e,i,t);return a.set(t,n),n}}}const yO=100,bO=new WeakMap;function xO(e){let t=bO.get(e)??e.types.flatMap((t,n)=>e.zonesOf(t.name).length>0?[{info:t,index:n}]:[]);return bO.set(e,t),t.map(({info:e,index:t})=>({info:e,index:t,left:void 0}))}const SO=[`linux`,`windows`],CO=[`linux`],wO=[`on-demand`,`spot`],TO=[`on-demand`];function EO(e,t,n){let r=x(n);if(r===S.zoneId){let n=EO(e,t,S.zone);return e.zones.flatMap(({zone:e,zoneId:t})=>t!==void 0&&n.includes(e)?[t]:[])}return t.left?.get(r)??DO(e,t,r)}function DO(e,{info:t,index:n},r){return r===S.zone?e.zonesOf(t.name):r===S.capacityType?t.hasSpot?wO:TO:r===S.os?t.architecture===`amd64`?SO:CO:e.labels.get(r)?.[n]??[]}function OO(e,t,n){let r=x(n.key),i=EO(e,t,r);if(i.length===0)return n.operator===`NotIn`||n.operator===`DoesNotExist`;let a=i.filter(e=>VO(n,e));return a.length===i.length||(t.left??=new Map,r===S.zoneId?t.left.set(S.zone,kO(e,t,a)):t.left.set(r,a),a.length>0)}function kO(e,t,n){let r=new Map(e.zones.map(({zone:e,zoneId:t})=>[e,t]));return EO(e,t,S.zone).filter(e=>n.includes(r.get(e)??``))}function AO(e,t,n,r){let i=n.map(e=>e.requirement),a=t=>xO(e).filter(n=>t.every(t=>OO(e,n,t))),o=a(i),s=a([t]).length===0;return{requirement:t,before:o.length,values:NO(o.flatMap(n=>EO(e,n,t.key))),isUnknownValue:s,conflicts:s?[]:i.filter(e=>a([e,t]).length===0),isInEveryRegion:!MO(e,r)}}const jO=new Set([S.zone,S.zoneId,S.region]);function MO(e,t){if(!t.every(t=>zO(e,t)))return!0;let n=t.filter(({key:e})=>!jO.has(x(e)));return e.types.some((t,r)=>{let i={info:t,index:r,left:void 0};return n.every(t=>OO(e,i,t))})}const NO=e=>[...new Set(e)].sort((e,t)=>BO(e)&&BO(t)?Number(e)-Number(t):y(e,t));function PO(e,t,n){let r=t.filter(t=>EO(e,t,S.capacityType).includes(n)),i=r.flatMap(t=>EO(e,t,S.zone));return{instanceTypes:r.length,zones:NO(i)}}const FO={Gt:(e,t)=>e>t,Gte:(e,t)=>e>=t,Lt:(e,t)=>e<t,Lte:(e,t)=>e<=t},IO=new Set([S.zone,S.zoneId,S.capacityType,S.os]),LO=(e,{key:t,isKnown:n})=>{let r=x(t);return n&&!IO.has(r)&&!e.labels.has(r)&&!_O.has(r)};function RO(e,t){let{operator:n,values:r,isKnown:i}=t,a=x(t.key);return!i||_O.has(a)||LO(e,t)||a===S.capacityType&&r.some(e=>e.text===`reserved`)?!1:n===`In`?r.length>0:Object.hasOwn(FO,n)?r.length===1&&BO(r[0].text):n===`NotIn`||n===`Exists`||n===`DoesNotExist`}function zO(e,t){if(!RO(e,t))return LO(e,t);let n=x(t.key);if(t.operator!==`In`||n!==S.instanceType&&n!==S.instanceFamily)return!0;let r=new Set(e.types.map(e=>n===S.instanceType?e.name:e.family));return t.values.every(({text:e})=>r.has(e))}const BO=e=>/^-?\d+$/.test(e);function VO({operator:e,values:t},n){return e===`In`?t.some(e=>e.text===n):e===`NotIn`?!t.some(e=>e.text===n):e===`Exists`||e!==`DoesNotExist`&&BO(n)&&FO[e](Number(n),Number(t[0].text))}const HO=q({id:`dead-values`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[93],on:{NodePool:WO,Provisioner:WO},docs:{summary:`A requirement names instance types, families, sizes or architectures that another requirement of the NodePool excludes.`,why:"Karpenter applies all requirements together. The family `r5` with `instance-generation Gt 5` is never launched, so the NodePool has fewer instance types to choose from than it seems. If only such values are left, nothing is launched at all.",help:`Remove the values, or relax the requirement that excludes them.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:JO}),UO=new Set([S.instanceType,S.instanceFamily,S.instanceSize,S.instanceCategory,S.instanceGeneration,S.arch]);function WO(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i||i.names.length===0)return;let a=eu(e),o=GO(i,n);for(let[r,i]of a.entries()){let s=n.labels.get(x(i.key)),c=UO.has(x(i.key))&&i.operator===`In`;if(!s||!c||!i.isKnown)continue;let l=o.get(r)??KO(n,{requirement:i,all:a,column:s});o.set(r,l),l.length!==0&&t({at:e.span(i.path),message:`\`${e.name}\` never launches ${qO(l)}: its other requirements exclude ${l.length===1?`this value`:`these values`}`,help:`Remove ${qO(l)}, or relax the other requirements.`})}}const GO=cx(()=>new Map);function KO(e,{requirement:t,all:n,column:r}){let i=vO(e,n.filter(e=>e!==t)),a=new Set(i.names),o=new Set,s=new Set;for(let[t,{name:n}]of e.types.entries())if(e.zonesOf(n).length!==0)for(let e of r[t]??[])o.add(e),a.has(n)&&s.add(e);return[...new Set(t.values.map(({text:e})=>e))].filter(e=>o.has(e)&&!s.has(e)).sort()}function qO(e){let t=e.slice(0,4).map(ee);return`${t.join(`, `)}${e.length>t.length?` and ${e.length-t.length} more`:``}`}function JO(){return{bad:[U(J({requirements:[`karpenter.k8s.aws/instance-family In [c6i, m6i, r5]`,`karpenter.k8s.aws/instance-generation Gt ["5"]`,`karpenter.sh/capacity-type In [on-demand]`]}),{"[c6i, m6i, r5]":`[c6i, m6i]`},{'["5"]':`["4"]`}),U(J({requirements:[`karpenter.k8s.aws/instance-family In [c6i, m6i, r6i]`,`kubernetes.io/arch In [amd64, arm64]`,`karpenter.sh/capacity-type In [on-demand]`]}),{"[amd64, arm64]":`[amd64]`}),U(J({requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.k8s.aws/instance-size In [large, xlarge, 2xlarge]`,`karpenter.k8s.aws/instance-cpu Gt ["3"]`,`karpenter.sh/capacity-type In [on-demand]`]}),{"[large, xlarge, 2xlarge]":`[xlarge, 2xlarge]`})],good:[J({requirements:[`karpenter.k8s.aws/instance-family In [c6i, m6i, r6i]`,`karpenter.k8s.aws/instance-generation Gt ["5"]`,`karpenter.sh/capacity-type In [on-demand]`]})]}}const YO=e=>JSON.stringify([l(e.apiVersion),e.kind,e.namespace??``,e.name]);function XO(e,t){return QO(e.replace(/^\.?\//,``).replace(/\/$/,``).split(`/`),t.split(`/`))}const ZO=(e,t)=>e===``||XO(e,t);function QO(e,t){let n=0,r;for(let i=0;i<t.length;){if(n===e.length)return!0;if(e[n]===`**`)r={at:n++,step:i};else if($O(e[n],t[i]))[n,i]=[n+1,i+1];else if(r)[n,i]=[r.at+1,++r.step];else return!1}return e.slice(n).every(e=>e===`**`)}function $O(e,t){let[n=``,...r]=e.split(`*`);if(r.length===0)return t===n;let i=r.pop();if(!t.startsWith(n)||t.length<n.length+i.length||!t.endsWith(i))return!1;let a=n.length;for(let e of r){let n=t.indexOf(e,a);if(n===-1||n+e.length>t.length-i.length)return!1;a=n+e.length}return!0}function ek({file:e,origin:t},n){let r=t?.environment;return r!==void 0&&Object.hasOwn(n,r)?[r]:Object.keys(n).filter(r=>tk(n[r],t?.place??e)).sort()}const tk=({paths:e},t)=>e.length===0||e.some(e=>ZO(e,t));function nk(e,t){let n=Object.hasOwn(e.environments,t)?e.environments[t]:void 0;if(n===void 0)return e;let{rules:r,gate:i,karpenter:a,...o}=n.own,s=o.region??ok(n)??e.region;return{...e,...s!==e.region&&{zones:void 0,nodeClassZones:{},nodeClassAddresses:{},vcpuQuotas:{}},...o,region:s,karpenter:{...e.karpenter,...a},rules:{...e.rules,...r},gate:rk(e.gate,n)}}const rk=(e,t)=>ik(e??JE,t?.own.gate),ik=(e,{attention:t,...n}={})=>({...e,...n,attention:{...e.attention,...t}}),ak=/^arn:aws[\w-]*:eks:([a-z0-9-]+):(\d{12}):cluster\//,ok=({clusterArn:e})=>ak.exec(e??``)?.[1];function sk({clusterArn:e,allowedAccountIds:t}){let n=ak.exec(e??``)?.[2];return n===void 0?[...new Set(t)].sort():[n]}const ck=/^(?:[a-z]{2}|[a-z]{2,3}\d{1,2}|us|eu|north|south|east|west|central|(?:north|south)(?:east|west)|\d+|cluster|eks|env)$/i;function lk(e){let t=e.replace(/\.(?:tfvars|ya?ml)$/,``);if(Ko(t))return t;let n=t.split(/[-_.]/);return n.filter(Ko).length===1&&n.every(e=>Ko(e)||ck.test(e))?t:void 0}function uk(e){let t=e.split(`/`),n=t.findLastIndex(e=>lk(e)!==void 0);return n===-1?void 0:{name:lk(t[n]),folder:t.slice(0,n+1).join(`/`)}}const dk=e=>uk(e)?.name;function fk(e,t){let{file:n,origin:r}=e,i=ek(e,t),a=i.length===1?i[0]:mk(e);return r?pk(`root`,r.root,a):i.length===1&&t[i[0]].paths.length>0?pk(`environment`,i[0],a):{...pk(`folder`,ye(n),a),unit:`file ${n}`}}function pk(e,t,n){let r=`${e} ${t}`;return{key:r,unit:r,kind:e,name:t,environment:n}}const mk=({file:e,origin:t})=>t?.guessedEnvironment??dk(t?t.place??t.root:ye(e)),hk=q({id:`duplicate-object`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],on:{Manifests:gk},docs:{summary:`One place defines an object twice, with different content.`,why:`All manifests of a file, of a rendered root or of a configured environment are applied together, so the two definitions overwrite each other. The last one wins, and the other one has no effect. Two files of one folder may be alternatives, so they are only a note. Objects of the same name in different folders, environments or roots are different objects, and are not reported. Folders with examples are not reported either.`,help:`Remove one of the definitions, or rename it.`,url:`https://kubernetes.io/docs/concepts/overview/working-with-objects/names/`},examples:bk});function gk(e,{report:t,settings:n}){let r=new Map;for(let i of e.manifests){if(i.isPartial||i.isInValues||i.name===``||d(i.name))continue;let e=m(i)?.role;if(e===void 0||e===`node claim`)continue;let a=fk(i.source,n.environments),o=JSON.stringify([a.key,YO(i)]),s=e=>a.kind===`folder`&&e.source.file!==i.source.file,c=r.get(o);c===void 0&&r.set(o,i),c===void 0||_k(c,i)||vk(a)||t({manifest:i,...s(c)&&{severity:`note`},at:i.span([`metadata`,`name`]),message:`${i.kind} \`${i.name}\` is defined twice in ${yk(a)}, with different content. The definition that is applied last overwrites the other`,labels:[{span:c.span([`metadata`,`name`]),message:`the other definition`}],help:`Remove one of the two definitions, or rename one of them.`})}}const _k=(e,t)=>JSON.stringify(e.object)===JSON.stringify(t.object),vk=({kind:e,name:t})=>e===`folder`&&/(?:^|\/)(?:docs?|examples?|samples?|tests?|testdata|demos?|fixtures)(?:\/|$)/i.test(t);function yk({kind:e,name:t}){return e===`environment`?`environment \`${t}\``:e===`root`?`\`${t}\``:t===``?`one folder`:`folder \`${t}\``}function bk(){return{bad:[U($(J({requirements:[`kubernetes.io/arch In ["amd64"]`]}),J({requirements:[`kubernetes.io/arch In ["arm64"]`]})),{"---\napiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: default":`---
apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: arm`})],good:[$(J(),Y(`role: nodes`))]}}const xk=[`spec`,`disruption`,`consolidateAfter`],Sk=q({id:`empty-reserved-nodes`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Capacity reservations`,mistakes:[],on:{Manifests(e,{report:t}){for(let n of V(e)){let e=h(n.get(xk)),r=n.isPartial?void 0:Dm(n);r&&e!==void 0&&Ck(e)&&t({manifest:n,at:n.span(xk),message:`\`${n.name}\` removes a node that has been empty for ${e}, although it launches only into capacity reservations. An idle reservation costs the same, so this saves nothing, and the next pod waits for a new node`,help:"Set `consolidateAfter: Never`. If other clusters share the reservations, set at least `1h`.",labels:[{span:n.span(r.path),message:`only reserved capacity`}]})}}},docs:{summary:`A NodePool that launches only into capacity reservations removes its empty nodes soon.`,why:"A capacity reservation is billed whether instances run in it or not. Removing an empty node of it saves nothing. The next pod waits until a new instance has started, which takes many minutes for large GPU instances. If somebody else uses the reservation meanwhile, or if a Capacity Block is about to end, the node does not come back. Reported for NodePools that allow only `reserved` and wait less than an hour.",help:"Set `consolidateAfter: Never` in the NodePool.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:wk});function Ck(e){let t=np(e);return t!==void 0&&t<3600000000000n}function wk(){let e=(e,t)=>$(J({name:`training`,limits:`cpu: 384`,nodeClassRef:`default`,disruption:W`
          consolidationPolicy: WhenEmpty
          consolidateAfter: ${e}
        `,requirements:[`karpenter.sh/capacity-type In [${t}]`]}),Y(W`
        role: KarpenterNodeRole-demo
        capacityReservationSelectorTerms:
          - id: cr-0123456789abcdef0
      `));return{bad:[U(e(`30s`,`reserved`),{"consolidateAfter: 30s":`consolidateAfter: Never`})],good:[e(`Never`,`reserved`),e(`2h`,`reserved`),e(`30s`,`reserved, on-demand`)]}}const Tk=[`spec`,`template`,`spec`],Ek=q({id:`expiry-blocked`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[41],on:{Manifests(e,{report:t}){let n=V(e);if(n.length!==0&&n.every(sE))for(let{manifest:r,template:i}of pf(e)){let e=[...i,`metadata`,`annotations`,Ae];r.kind!==`Deployment`&&r.kind!==`StatefulSet`||h(r.get(e))!==`true`||t({manifest:r,at:r.keySpan(e),message:`Expired nodes with pods of ${r.kind} \`${r.name}\` stay half-drained, because no NodePool has a \`terminationGracePeriod\``,labels:[{span:n[0].keySpan(Tk),message:`for example, this NodePool`}],help:"Set `terminationGracePeriod` in the NodePool that these pods run on."})}}},docs:{summary:"Pods that must not be disrupted run on nodes that expire, and no `terminationGracePeriod` ends the wait.",why:"Karpenter taints and drains an expired node whatever the budgets say, after 30 days unless `expireAfter` differs. It does not evict a pod with `karpenter.sh/do-not-disrupt`. The node stays half-drained and costs money as long as the pod exists. For a Deployment or a StatefulSet, that is until somebody deletes the pod.",help:"Set `terminationGracePeriod` in the NodePool, after which Karpenter also deletes such a pod. Or set `expireAfter: Never`, and replace nodes in another way.",url:`https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod`},examples:Dk});function Dk(){return{bad:[U($(J(),W`
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
        `)]}}const Ok=q({id:`exported-object`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],on:{Manifests(e,t){let n=mf(e),r=new Set(pf(e).map(({manifest:e})=>e));for(let i of e.manifests)(Nk(i)||n&&r.has(i))&&Mk(i,t)}},docs:{summary:`An object has fields that only the API server sets, because it was exported from a cluster.`,why:"The API server refuses an update whose `metadata.resourceVersion` is not the current one, and one whose `metadata.uid` belongs to a deleted object. The file can then no longer be applied, and never to another cluster. Karpenter compares nodes with the hash in its annotations, so an old hash makes them look drifted until Karpenter writes the right one.",help:"Remove `uid`, `resourceVersion`, `generation`, `creationTimestamp`, `managedFields` and `status`.",url:`https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions`},examples:Pk}),kk=[`uid`,`resourceVersion`],Ak=[`generation`,`creationTimestamp`,`managedFields`,`selfLink`],jk=/^karpenter\.(?:sh\/nodepool-hash|k8s\.aws\/ec2nodeclass-hash)(?:-version)?$|^karpenter\.sh\/stored-version-migrated$/;function Mk(e,{report:t}){let n=t=>t.map(e=>[`metadata`,e]).filter(t=>{let n=e.get(t);return n!==void 0&&!d(n)}),r=Object.keys(v(e.get([`metadata`,`annotations`]))??{}).filter(e=>jk.test(e)).map(e=>[`metadata`,`annotations`,e]),[i]=n(kk).filter(t=>typeof e.get(t)==`string`),[a]=r;if(i===void 0&&a===void 0)return;let o=e.get([`status`])===void 0?[]:[[`status`]],s=[...n([...kk,...Ak]),...r,...o];t({manifest:e,at:e.keySpan(i??a),...i===void 0&&{severity:`note`},message:i?`\`${e.name}\` was exported from a cluster: with \`${i.join(`.`)}\`, the API server refuses it once the object has changed or was created again`:`\`${e.name}\` was exported from a cluster: Karpenter writes \`${a.at(-1)}\` itself, and applying an old value makes its nodes look drifted`,help:`Remove ${s.map(e=>`\`${e.join(`.`)}\``).join(`, `)}.`,fix:{description:`Remove them`,edits:s.flatMap(t=>Pe(e,t))}})}const Nk=({apiVersion:e})=>/^karpenter\./.test(l(e));function Pk(){return{bad:[W`
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
      `],good:[W`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
          creationTimestamp: null
        spec:
          role: KarpenterNodeRole-demo
      `]}}const Fk=q({id:`fixed-by-label`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[],on:{NodePool:Ik,Provisioner:Ik},docs:{summary:`A label of the template fixes the value of a requirement that allows several.`,why:"Karpenter treats the labels of the template as requirements with a single value. With the label `karpenter.sh/capacity-type: spot`, a requirement that allows spot and on-demand allows only spot: when spot capacity runs out, there is no fallback, and pods stay pending.",help:`Remove the label, because Karpenter sets it on every node anyway. If only one value is meant, remove the others from the requirement.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatemetadatalabels`},examples:Hk});function Ik(e,{report:t}){let n=H(e);for(let{key:r,path:i,values:a,isKnown:o}of Jl(e)){let[s]=a;if(!o||!s)continue;let c=n.filter(e=>e.isKnown&&!Lk(e,r)&&x(e.key)===x(r)),l=c.find(e=>Bk(e,s.text));if(!l||!c.every(e=>zk(e,s.text)))continue;let u=l.operator===`In`?Rk(l,s.text):[];t({at:e.span(i),message:`The label \`${r}: ${s.text}\` of the template fixes the value, so \`${e.name}\` never launches nodes with ${u.length>0?Vk(u):`another value`}`,labels:[{span:e.span(l.path),message:`allows several values`}],help:`Remove the label, or ${u.length>0?`remove ${Vk(u)} from the requirement`:`replace the requirement with \`In [${s.text}]\``}.`})}}const Lk=({operator:e},t)=>e===`Exists`&&/(?:^|\.)kubernetes\.io\//.test(t),Rk=({values:e},t)=>[...new Set(e.map(e=>e.text))].filter(e=>e!==t);function zk({operator:e,values:t},n){let r=t.map(e=>e.text);return e===`In`?r.includes(n):e===`NotIn`?!r.includes(n):e===`Gt`?Number(n)>Number(r[0]):e===`Lt`?Number(n)<Number(r[0]):e===`Exists`}const Bk=(e,t)=>zk(e,t)&&(e.operator!==`In`||Rk(e,t).length>0);function Vk(e){let t=e.slice(0,3).map(ee),n=e.length-t.length;return n>0?`${t.join(`, `)} or ${n} more`:t.length===1?t[0]:`${t.slice(0,-1).join(`, `)} or ${t.at(-1)}`}function Hk(){return{bad:[U(J({labels:`karpenter.sh/capacity-type: spot`,requirements:[`karpenter.sh/capacity-type In [spot, on-demand]`]}),{"[spot, on-demand]":`[spot]`}),U(J({labels:`example.com/team: web`,requirements:[`example.com/team Exists`]}),{"operator: Exists":`operator: In
values: [web]`})],good:[J({labels:`karpenter.sh/capacity-type: spot`,requirements:[`karpenter.sh/capacity-type In [spot]`]}),J({labels:`team: web`,requirements:[`karpenter.sh/capacity-type In [spot, on-demand]`]})]}}function Uk(e){let[t,n]=[`consolidationPolicy`,`consolidateAfter`].map(t=>h(e.get([`spec`,`disruption`,t])));return e.isPartial||t===`WhenEmpty`||n===`Never`||[t,n,e.get([`spec`,`disruption`,`budgets`])].some(d)?!1:!_(e.get([`spec`,`disruption`,`budgets`])).some(e=>{let{nodes:t,schedule:n,reasons:r}=v(e)??{},i=_(r).length===0||_(r).includes(`Underutilized`);return/^0%?$/.test(h(t)??``)&&n===void 0&&i})}const Wk=[{key:`node.kubernetes.io/not-ready`,effect:`NoSchedule`},{key:`node.kubernetes.io/not-ready`,effect:`NoExecute`},{key:`node.kubernetes.io/unreachable`,effect:`NoSchedule`},{key:`node.cloudprovider.kubernetes.io/uninitialized`,effect:`NoSchedule`,value:`true`},{key:`karpenter.sh/unregistered`,effect:`NoExecute`}],Gk=(e,t)=>e.key===t.key&&e.effect===t.effect,Kk=e=>Wk.some(t=>Gk(t,e))||e.key.startsWith(`readiness.k8s.io/`),qk=(e,t)=>e.filter(e=>!Kk(e)&&!t.some(t=>Gk(t,e)));function Jk(e,t){if(e.effect&&e.effect!==t.effect||e.key&&e.key!==t.key)return!1;switch(e.operator??``){case``:case`Equal`:return(e.value??``)===(t.value??``);case`Exists`:return!0;case`Gt`:return Yk(e,t,(e,t)=>t>e);case`Lt`:return Yk(e,t,(e,t)=>t<e);default:return!1}}function Yk(e,t,n){let[r=``,i=``]=[e.value,t.value];return/^-?\d{1,19}$/.test(r)&&/^-?\d{1,19}$/.test(i)&&n(BigInt(r),BigInt(i))}const Xk=(e,t)=>e.filter(e=>!t.some(t=>Jk(t,e))),Zk=(e,t)=>Xk(e,t).length===0,Qk=({key:e,value:t,effect:n})=>t?`${e}=${t}:${n}`:`${e}:${n}`;function $k(e,t,n){let{all:r,hasOthers:i}=tA(n),a=Mm(e,t,r);if(a)return{pools:[a],isOnly:!0};let o=[`nodeSelector`,`affinity`,`tolerations`].map(n=>e.get([...t,n])??null),s=e.get([...t,`nodeSelector`])??v(e.get([...t,`affinity`]))?.nodeAffinity;if(o.some(ge)||s!=null)return;let c=_(e.get([...t,`tolerations`])).map(aA);return{pools:n.ofKind(`NodePool`).filter(e=>rA(e).every(e=>c.some(t=>Jk(t,e)))),isOnly:!i}}const eA=new WeakMap;function tA(e){let{manifests:t}=e,n=eA.get(e)??{all:{files:[],manifests:t},hasOthers:t.some(nA)};return eA.set(e,n),n}const nA=e=>e.kind===`ManagedNodeGroup`||e.kind===`InstanceGroup`||e.kind===`ClusterConfig`&&[`managedNodeGroups`,`nodeGroups`].some(t=>_(e.get([t])).length>0),rA=e=>_(e.get([`spec`,`template`,`spec`,`taints`])).map(iA).filter(({effect:e})=>e!==`PreferNoSchedule`),iA=e=>{let{key:t,value:n,effect:r}=v(e)??{};return{key:h(t)??``,value:h(n)??``,effect:h(r)??`NoSchedule`}},aA=e=>{let t=Object.entries(v(e)??{}).map(([e,t])=>[e,h(t)]);return Object.fromEntries(t.filter(([,e])=>e!==void 0))},oA=q({id:`foreign-annotations`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[],on:{Manifests(e,t){for(let n of V(e))lA(n,t);dA(e,t)}},docs:{summary:`An annotation or label that protects pods from another autoscaler does not protect them from Karpenter.`,why:'Karpenter reads `karpenter.sh/do-not-disrupt` only. It evicts pods with `cluster-autoscaler.kubernetes.io/safe-to-evict: "false"` like all others when it consolidates, replaces or expires their nodes. Long jobs and sessions end that used to be safe. It is a note if the files also have the other autoscaler or node groups, on which the pods may run.',help:'Add the annotation `karpenter.sh/do-not-disrupt: "true"`. Keep the other one while the other autoscaler removes nodes, too.',url:`https://karpenter.sh/docs/concepts/disruption/#pod-level-controls`},examples:mA}),sA=[[`annotations`,`cluster-autoscaler.kubernetes.io/safe-to-evict`,`false`],[`labels`,`spotinst.io/restrict-scale-down`,`true`],[`annotations`,`autoscaling.cast.ai/removal-disabled`,`true`],[`labels`,`autoscaling.cast.ai/removal-disabled`,`true`]],cA=`cluster-autoscaler.kubernetes.io/scale-down-disabled`;function lA(e,{report:t}){let n=[`spec`,`template`,`metadata`,`annotations`];h(e.get([...n,cA]))!==`true`||uA(e,n)||t({manifest:e,at:e.keySpan([...n,cA]),message:`Karpenter does not read \`${cA}\`, so it disrupts the nodes of \`${e.name}\``,help:`Use \`${Ae}: "true"\` instead.`,fix:{description:`Add \`${Ae}: "true"\``,edits:Ne(e,n,Ae,`"true"`)}})}const uA=(e,t)=>Object.keys(v(e.get(t))??{}).some(e=>e===`karpenter.sh/do-not-disrupt`||d(e));function dA(e,t){let n=Ga(e,`cluster-autoscaler`)||e.manifests.some(fA);for(let{manifest:r,template:i}of pf(e)){let e=[...i,`metadata`,`annotations`],a=sA.find(([e,t,n])=>h(r.get([...i,`metadata`,e,t]))===n);if(!a||r.kind===`DaemonSet`||uA(r,e))continue;let o=t.clusterOf(r),s=$k(r,[...i,`spec`],o),c=s?.pools.find(e=>!e.isPartial);if(!s||!c||Object.hasOwn(he,r.kind)&&Uk(c))continue;let[l,u]=a,d=n||!s.isOnly;t.report({manifest:r,...d&&{severity:`note`},at:r.keySpan([...i,`metadata`,l,u]),message:`Karpenter does not read \`${u}\`, so it evicts these pods when it disrupts nodes of \`${c.name}\``,help:`Add the annotation \`${Ae}: "true"\` to the pods.`,labels:[{span:c.span([`metadata`,`name`]),message:`the pods may run on nodes of this NodePool${yu(r,c,t)}`}],fix:{description:`Add \`${Ae}: "true"\``,edits:Ne(r,e,Ae,`"true"`)}})}}const fA=({kind:e,name:t})=>e===`Deployment`&&/cluster-?autoscaler|spot-?ocean|castai/.test(t),pA=e=>W`
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
`;function mA(){let e=J({nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`],terminationGracePeriod:`24h`}),t=W`cluster-autoscaler.kubernetes.io/safe-to-evict: "false"`;return{bad:[$(e,pA(t),X)],good:[$(e,pA(W`
          cluster-autoscaler.kubernetes.io/safe-to-evict: "false"
          karpenter.sh/do-not-disrupt: "true"
        `),X),$(e,pA(W`cluster-autoscaler.kubernetes.io/safe-to-evict: "true"`),X)]}}const hA=q({id:`frozen-nodes`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[39],on:{NodePool(e,{report:t}){if(e.isPartial)return;let n=Hl(e,[`spec`,`template`,`spec`,`expireAfter`]),r=_A(e,ZE),i=r||n.value===`Never`?vA(e,r):void 0,[a]=i??[];if(!i||!a)return;let o=n.value===`Never`||Ce(e.apiVersion)===`v1beta1`,s=i.some(({path:t})=>tE(e,t)!==``);t({at:e.span([...a.path,`nodes`]),...s&&{severity:`note`},message:`${i.length===1?`This budget blocks`:`Budgets of 0 block`} ${r?`all voluntary disruption`:`drift`} of \`${e.name}\` at all times, ${r?``:"and `expireAfter` is `Never`, "}so ${o?`its nodes are never patched`:`only expiry replaces its nodes`}`,help:r?"Set `reasons` to the disruption reasons that you want to block, or set `schedule` and `duration`. Then add a budget such as `nodes: 10%` for everything else. If nothing should be disrupted, write the reason in a comment next to the budget.":"Limit the budget with `schedule` and `duration`, or set `expireAfter` to a duration. If nothing should be patched, write the reason in a comment next to the budget."})}},docs:{summary:`Disruption budgets of 0 apply at all times, to all reasons or to drift of nodes that never expire.`,why:"Karpenter never consolidates such a NodePool and never rolls out its drift. New AMIs and changed node classes do not reach running nodes. Only expiry, which ignores budgets, replaces them. With `expireAfter: Never`, nothing does: the nodes are never patched. If a comment next to the budget gives the reason, the finding is a note.",help:"Set `reasons` to the disruption reasons that you want to block, or limit the budget with `schedule` and `duration`. Then add a budget for everything else.",url:`https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets`},examples:yA}),gA=e=>QE(e).filter(({isZero:e})=>e),_A=(e,t)=>t.every(t=>{let n=gA(e).filter(e=>e.appliesTo(t));return n.length>0&&tD(n)===!1});function vA(e,t){return t?gA(e):_A(e,[`Drifted`])?gA(e).filter(e=>e.appliesTo(`Drifted`)):void 0}function yA(){return{bad:[U(J({requirements:[],expireAfter:`Never`,disruption:W`
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
        `})]}}const bA=q({id:`full-reservations`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Capacity reservations`,mistakes:[],on:{Manifests(e,t){let{karpenter:n,report:r}=t;if(n.offersFullReservations)for(let e of Cp(t)){let t=e.filter(e=>xA(e)&&Dp(e));for(let e of t){let n=Dm(e),i=n&&t.find(t=>Dm(t)===void 0&&SA(e,t));i&&r({manifest:e,at:e.span(n.path),message:`While its reservations are full, \`${e.name}\` keeps pods pending that \`${i.name}\` could run`,help:"Also allow `on-demand` here. Karpenter uses reserved capacity first.",labels:[{span:i.span([`metadata`,`name`]),message:`Karpenter does not try this NodePool`}]})}}}},docs:{summary:`While its reservations are full, a NodePool that allows only reserved capacity keeps pods pending that another NodePool could run.`,why:`Up to Karpenter 1.14, a full reservation was not available, so pods went to the NodePool with the next lower weight. Since 1.15, Karpenter waits for full reservations. If a NodePool has only full reservations for a pod, the pod stays pending until one has room. Meanwhile, Karpenter does not try the NodePools after it. If the NodePool also allows another capacity type, Karpenter launches that.`,help:"Also allow `on-demand` in the same NodePool. Karpenter uses reserved capacity first.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:CA}),xA=e=>!e.isPartial&&Hl(e,[`spec`,`weight`]).isKnown&&e.get([`spec`,`replicas`])===void 0,SA=(e,t)=>iu(e)>iu(t)||iu(e)===iu(t)&&y(e.name,t.name)>0;function CA(){return{bad:[U(K({karpenter:`1.15`},$(J({name:`reserved`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved]`]}),J({name:`fallback`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),Y(W`
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
          `)))]}}const wA=q({id:`gpu-taint`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[90],on:{NodePool:TA,Provisioner:TA},docs:{summary:`A NodePool in which all instance types have GPUs or other accelerators has no taint.`,why:`Karpenter may launch a node of this NodePool for any pod that fits nowhere else. An ordinary web server then runs on an instance that costs many times what it needs. Consolidation cannot remove the node while the pod runs there.`,help:"Add a taint to the NodePool, such as `nvidia.com/gpu:NoSchedule`, and a toleration to the pods that need its nodes.",url:`https://karpenter.sh/docs/concepts/scheduling/#acceleratorsgpu-resources`},examples:EA});function TA(e,{report:t,catalog:n,compatible:r}){let i=r(e),a=e.kind===`NodePool`?[`spec`,`template`,`spec`]:[`spec`],o=Hl(e,[...a,`taints`]);n&&i?.isExact&&i.names.length!==0&&(!o.isKnown||_(o.value).length>0||i.names.every(e=>{let{gpus:t,accelerator:r}=n.type(e);return t.length>0||r!==void 0})&&t({at:e.keySpan(a),message:`Every instance type of \`${e.name}\` has GPUs or other accelerators, but no taint keeps ordinary pods away`,help:"Add a taint such as `nvidia.com/gpu:NoSchedule`, and a toleration to the pods that need these nodes."}))}function EA(){return{bad:[U(J({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6, g6e]`]}),{"requirements:":`taints:
  - key: nvidia.com/gpu
    effect: NoSchedule
requirements:`})],good:[J({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6, g6e]`],taints:W`
          - key: nvidia.com/gpu
            effect: NoSchedule
        `}),J({name:`mixed`,requirements:[`karpenter.k8s.aws/instance-family In [g6, m7i]`]})]}}const DA=q({id:`interrupted-jobs`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[],on:{Manifests(e,{report:t,clusterOf:n}){for(let r of OA(e,n))t({manifest:r.manifest,...HA(r)})}},docs:{summary:`Jobs, workflows or CI runners are placed on a NodePool that Karpenter consolidates while they run.`,why:"With `consolidationPolicy: WhenEmptyOrUnderutilized`, Karpenter evicts running pods to use fewer or cheaper nodes. A Job starts again from the beginning, and a CI job or a step of a workflow fails. The annotation does not stop AWS from taking spot nodes back. Reported for pods that select or tolerate the NodePool, and for Jobs without retries (`backoffLimit: 0`) if the cluster has no other nodes. Not reported if the pods end before `consolidateAfter`, because of `activeDeadlineSeconds`, or if they start again more often. `consolidateAfter` counts from the last time a pod was added to a node or removed from it.",help:'Add the annotation `karpenter.sh/do-not-disrupt: "true"` to the pods, or set `consolidationPolicy: WhenEmpty` in the NodePool.',url:`https://karpenter.sh/docs/concepts/disruption/#pod-level-controls`},examples:nj});function OA(e,t){let n=V(e).filter(e=>Uk(e)&&kA(e));if(n.length===0)return[];let r=LD(e);return e.manifests.flatMap(e=>{let i=Object.hasOwn(he,e.kind)?he[e.kind]:void 0;if(i===void 0||i.group!==l(e.apiVersion)||e.isPartial||typeof e.get(i.spec)==`string`||MA(e,i).some(ge)||NA(e,i))return[];let a=r.flatMap(({pods:t,every:n})=>t===e?[n]:[]),o=t=>!PA(e,i,t,a),s=n.find(t=>FA(t,e,i.spec)&&o(t))??(AA(e,i)?jA(e,i,t(e)).find(o):void 0);return s===void 0?[]:[{manifest:e,pool:s,kind:i}]})}const kA=e=>[[`spec`],[`spec`,`template`],[`spec`,`template`,`spec`]].every(t=>typeof e.get(t)!=`string`),AA=(e,{spec:t})=>e.get([...t.slice(0,-2),`backoffLimit`])===0;function jA(e,{spec:t},n){let r=$k(e,t,n);return r?.isOnly&&r.pools.every(Uk)?r.pools:[]}const MA=(e,{spec:t,annotations:n})=>[...[`nodeSelector`,`affinity`,`tolerations`].map(e=>[...t,e]),n].map(t=>e.get(t)??null);function NA(e,{spec:t,annotations:n}){let r=h(e.get([...n,Ae])),i=JSON.stringify(e.get([...t.slice(0,-2),`podFailurePolicy`])??null);return r!==void 0||i.includes(`DisruptionTarget`)}function PA(e,{spec:t},n,r){let i=Number(np(h(n.get([`spec`,`disruption`,`consolidateAfter`]))??``)??0)/1e6;return i===0?!1:[t,t.slice(0,-2)].map(t=>e.get([...t,`activeDeadlineSeconds`])??null).some(e=>e!==null&&!(Number(e)*1e3>i))||r.some(e=>e<i)}function FA(e,t,n){let r=RA(t,n),i=IA(t,[...n,`tolerations`]),a=IA(e,[`spec`,`template`,`spec`,`taints`]).filter(LA),o=a.filter(({effect:e})=>e!==`PreferNoSchedule`);if(!Zk(o,i)||!r.some(t=>t.every(t=>zA(e,t))))return!1;let s=VA(e),c=({key:t,operator:n,values:r})=>n===`In`&&r.some(n=>t===S.nodePool?n===e.name:s.get(t)?.has(n)),l=i.filter(({key:e=``})=>e!==``);return r.some(e=>e.some(c))||a.some(e=>Zk([e],l))}const IA=(e,t)=>_(e.get(t)).flatMap(e=>v(e)??[]),LA=e=>!ge(Object.values(e));function RA(e,t){let n=Object.entries(v(e.get([...t,`nodeSelector`]))??{}).map(([e,t])=>({key:e,operator:`In`,values:[h(t)??``]})),r=wm(e,[...t,`affinity`]);return r.length===0?[n]:r.map(({expressions:e})=>[...n,...e])}function zA(e,{key:t,operator:n,values:r}){if(ql(e)||n!==`In`&&n!==`Exists`)return!0;let i=x(t);if(i===S.nodePool)return n===`Exists`||r.includes(e.name);let a=[...Jl(e),...H(e)].filter(e=>x(e.key)===i);return a.some(({isKnown:e})=>!e)?!0:a.length===0?BA(t):n===`Exists`?a.every(e=>e.operator!==`DoesNotExist`):a.every(e=>{let t=e.values.map(({text:e})=>e);return e.operator===`In`?r.some(e=>t.includes(e)):e.operator===`NotIn`?r.some(e=>!t.includes(e)):e.operator!==`DoesNotExist`})}const BA=e=>/(^|\.)(kubernetes\.io|k8s\.aws|karpenter\.sh|amazonaws\.com|azure\.com)\//.test(x(e));function VA(e){return new Map([...Jl(e),...H(e)].filter(({key:e,operator:t})=>t===`In`&&!BA(e)).map(({key:e,values:t})=>[e,new Set(t.map(({text:e})=>e))]))}function HA({manifest:e,pool:t,kind:{spec:n,annotations:r,pods:i}}){let a=h(t.get([`spec`,`disruption`,`consolidationPolicy`]))??`the default policy`,o=H(t).some(({key:e,values:t})=>x(e)===S.capacityType&&t.some(({text:e})=>e===`spot`));return{at:e.keySpan(n.length>1&&n.at(-1)===`spec`?n.slice(0,-1):n),message:`Karpenter evicts running ${i} of ${e.kind} \`${e.name}\` when it consolidates NodePool \`${t.name}\` (\`${a}\`)`,labels:[{span:t.span([`spec`,`disruption`]),message:`moves running pods to save money`}],help:`Add the annotation \`${Ae}: "true"\` to the pods. Or set \`consolidationPolicy: WhenEmpty\` in the NodePool.${o?` AWS can still reclaim spot nodes.`:``}`,fix:{description:`Add \`${Ae}: "true"\``,edits:Ne(e,r,Ae,`"true"`)}}}const UA=e=>J({name:`builds`,labels:`example.com/team: builds`,nodeClassRef:`default`,taints:W`
      - key: example.com/ci
        effect: NoSchedule
    `,requirements:[`karpenter.sh/capacity-type In [on-demand]`],disruption:`consolidationPolicy: ${e}\nconsolidateAfter: 1m`}),WA=(e,t=``)=>W`
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
`,GA=W`
  tolerations:
    - key: example.com/ci
      operator: Exists
`,KA=W`
  nodeSelector:
    example.com/team: builds
  ${GA}
`,qA=W`
  nodeSelector:
    example.com/team: reports
  ${GA}
`,JA=W`
  tolerations:
    - key: example.com/ci
      value: reports
`,YA=W`
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
          - matchExpressions: [{key: example.com/size, operator: In, values: [large]}]
  ${GA}
`,XA=W`
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
          - matchExpressions: [{key: example.com/team, operator: In, values: [reports]}]
          - matchExpressions: [{key: example.com/team, operator: In, values: [builds]}]
  ${GA}
`,ZA=W`
  metadata:
    annotations:
      karpenter.sh/do-not-disrupt: "true"
`,QA=(e=``)=>W`
  apiVersion: argoproj.io/v1alpha1
  kind: WorkflowTemplate
  metadata:
    name: build
  spec:
    entrypoint: build
    ${e}
    ${GA}
    templates:
      - name: build
        container:
          image: example.com/build
`,$A=W`
  podMetadata:
    annotations:
      karpenter.sh/do-not-disrupt: "true"
`,ej=ZA.text.trim().replaceAll(`
`,`
    `),tj=e=>U($(UA(`WhenEmptyOrUnderutilized`),WA(e),X),{"consolidationPolicy: WhenEmptyOrUnderutilized":`consolidationPolicy: WhenEmpty`},{"    spec:\n      restartPolicy":`    ${ej}\n    spec:\n      restartPolicy`});function nj(){return{bad:[tj(GA),tj(KA),tj(XA),U($(UA(`WhenEmptyOrUnderutilized`),QA(),X),{"consolidationPolicy: WhenEmptyOrUnderutilized":`consolidationPolicy: WhenEmpty`})],good:[$(UA(`WhenEmptyOrUnderutilized`),WA(KA,ZA),X),$(UA(`WhenEmpty`),WA(KA),X),$(UA(`WhenEmptyOrUnderutilized`),WA(qA),X),$(UA(`WhenEmptyOrUnderutilized`),WA(JA),X),$(UA(`WhenEmptyOrUnderutilized`),WA(YA),X),$(UA(`WhenEmptyOrUnderutilized`),QA($A),X)]}}const rj=q({id:`limit-fit`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[28],on:{NodePool:oj,Provisioner:oj},docs:{summary:`A limit is not a multiple of the NodePool’s node size, so a part of it is never used.`,why:"Karpenter launches a node only if the whole node stays within `limits`. If the sizes of all instance types are multiples of a large step, a remainder below that step is never used. The NodePool then stays smaller than its limit, by up to one node.",help:`Set the limit to a multiple of the step, or allow smaller instance types.`,url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:lj}),ij={cpu:{unit:`vCPU`,of:({vcpus:e})=>e},"nvidia.com/gpu":{unit:`GPUs`,of:({gpus:e})=>e.reduce((e,t)=>e+(t.manufacturer===`nvidia`?t.count:0),0)}},aj={cpu:16,"nvidia.com/gpu":4};function oj(e,{report:t,catalog:n,compatible:r}){let i=Yl(e),a=r(e);if(n&&a?.isExact&&a.names.length!==0)for(let[r,o]of Object.entries(v(i.value)??{})){let s=Object.hasOwn(ij,r)?ij[r]:void 0,c=typeof o==`string`||typeof o==`number`?tm(o):void 0;if(!s||!c)continue;let l=sj(a,n)[r],u=l.reduce(cj,0),d=Math.floor(c%u);if(u<aj[r]||c<Math.min(...l)||d===0)continue;let f=Math.floor(c/u),p=l.length===1?`allows ${Se(f,`node`)} of ${u} ${s.unit}`:`is not a multiple of ${u} ${s.unit}, the common step of its instance types`;t({at:e.span([...i.path,r]),message:`\`${r}: ${o}\` of \`${e.name}\` ${p}. The remaining ${d} ${s.unit} are never used`,help:`Set the limit to ${f*u} or ${(f+1)*u}, or allow smaller instance types.`})}}const sj=cx(({names:e},t)=>Object.fromEntries(Object.entries(ij).map(([n,{of:r}])=>[n,[...new Set(e.map(e=>r(t.type(e))))]]))),cj=(e,t)=>t===0?e:cj(t,e%t);function lj(){return{bad:[U($(J({limits:`cpu: 2063`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["32"]`]}),X),{"cpu: 2063":`cpu: 2048`},{"cpu: 2063":`cpu: 2080`},{'["32"]':`["4", "32"]`})],good:[$(J({limits:`cpu: 2048`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["32"]`]}),J({name:`small`,weight:10,limits:`cpu: 2063`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["4", "8"]`,`karpenter.sh/capacity-type In [on-demand]`]}),X)]}}const uj={cpu:({vcpus:e})=>e,memory:({memoryMib:e})=>e*2**20*.85,"nvidia.com/gpu":({gpus:e})=>e.reduce((e,{count:t,manufacturer:n})=>e+(n===`nvidia`?t:0),0)},dj=q({id:`limits-below-one-node`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[28],on:{NodePool:fj,Provisioner:fj},docs:{summary:`The limits of a NodePool are below the size of its smallest instance type.`,why:"Karpenter launches a node only if the whole node stays within `limits`. If a limit is below the smallest allowed instance type, Karpenter launches nothing for the NodePool, and only an event says so. Amounts of memory without a unit are bytes. A limit of 0 is not reported, because it turns a NodePool off.",help:`Raise the limit to the size of several nodes, with its unit, or allow smaller instance types.`,url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:mj});function fj(e,{report:t,catalog:n,compatible:r}){let i=Yl(e),a=r(e);if(n&&a?.isExact&&a.names.length!==0)for(let[r,o]of Object.entries(v(i.value)??{})){let s=typeof o==`string`||typeof o==`number`?tm(o):void 0;if(!Object.hasOwn(uj,r)||!s)continue;let c=pj(a,n)[r];if(c.amount<=s)continue;let l=r===`memory`&&/^\d+$/.test(String(o));t({at:e.span([...i.path,r]),message:`The limit \`${r}: ${o}\`${l?` (bytes)`:``} of \`${e.name}\` is below the size of its smallest instance type, ${c.name}. Karpenter launches nothing for this NodePool`,help:l?`Add a unit, such as \`${o}Gi\`.`:"Raise the limit to the size of several nodes, or allow smaller instance types. If nothing should be launched, set it to `0`."})}}const pj=cx(({names:e},t)=>Object.fromEntries(Object.entries(uj).map(([n,r])=>{let[i]=e.map(e=>({name:e,amount:r(t.type(e))})).sort((e,t)=>e.amount-t.amount||y(e.name,t.name));return[n,i]})));function mj(){return{bad:[U(J({requirements:[`node.kubernetes.io/instance-type In [m7i.8xlarge, m7i.16xlarge]`,`karpenter.sh/capacity-type In [on-demand]`],limits:`cpu: 16`}),{"cpu: 16":`cpu: 320`},{"cpu: 16":`cpu: 0`},{"[m7i.8xlarge, m7i.16xlarge]":`[m7i.xlarge, m7i.2xlarge]`}),U(J({limits:W`
          cpu: 100
          memory: 1000
        `}),{"memory: 1000":`memory: 1000Gi`})],good:[J({requirements:[`node.kubernetes.io/instance-type In [m7i.8xlarge]`,`karpenter.sh/capacity-type In [on-demand]`],limits:W`
          cpu: 32
          memory: 128Gi
        `}),J({name:`switched-off`,limits:`cpu: 0`})]}}const hj=q({id:`min-values`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[23],explains:[`provisioning/nodepool-empty`],on:{NodePool(e,{report:t,catalog:n,compatible:r,settings:i,isRegionAssumed:a}){let o=r(e);if(n&&o?.isExact&&o.names.length!==0&&i.karpenter.minValuesPolicy!==`BestEffort`)for(let{path:r,key:i}of H(e)){let s=e.get([...r,`minValues`]),c=gj(n,o.names,x(i));typeof s!=`number`||c===void 0||c>=s||t({at:e.span([...r,`minValues`]),...a&&{severity:`note`},message:`\`${e.name}\` requires ${s} different values of \`${i}\`, but its instance types in ${n.region} have only ${c}. Karpenter launches nothing for this NodePool`,help:`Lower \`minValues\` to ${c} or less, or allow more instance types.`,explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}})}}},docs:{summary:"`minValues` is higher than the number of values that the allowed instance types have.",why:"Karpenter launches a node only if the instance types to choose from have at least `minValues` different values of the label. If the requirements of the NodePool already leave fewer, Karpenter skips the NodePool and its pods stay pending. With `minValuesPolicy: BestEffort`, Karpenter launches nodes anyway.",help:"Lower `minValues`, or allow more instance types.",url:`https://karpenter.sh/docs/concepts/nodepools/#min-values`},examples:_j});function gj(e,t,n){if(n===S.instanceType)return t.length;let r=e.labels.get(n);if(r===void 0)return;let i=new Set(t);return new Set(e.types.flatMap(({name:e},t)=>i.has(e)?r[t]:[])).size}function _j(){return{bad:[U(J({requirements:W`
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
        `})]}}function vj(e,t){let{origin:n,text:r}=e.source;if(!n)return!1;let{start:i,end:a}=e.keySpan(t),o=Math.max(a,e.span(t).end),[s]=/^:?(?:\s|#[^\n]*)*/.exec(r.slice(o)),c=o+s.length+1,{span:l,isExact:u}=n.trace(i,c);return!u||l.end-l.start!==c-i}function yj(e,t){let{origin:n}=e.source,r=t.at(-1);if(!n||typeof r!=`string`||!/^[\w.-]{1,100}$/.test(r))return!1;let{start:i,end:a}=e.keySpan([`apiVersion`]),{span:o}=n.trace(i,a),s=n.textOf?.(o.file);if(s===void 0)return!1;let c=s.indexOf(`
---`,o.start),l=s.slice(o.start,c===-1?void 0:c);return[...l.matchAll(RegExp(`^[ \\t]*(?:- )?["']?${r.replaceAll(`.`,`\\.`)}["']?[ \\t]*:`,`gm`))].some(({index:e})=>bj(l.slice(0,e))>0)}function bj(e){let t=0;for(let[,n]of e.matchAll(/\{\{-?\s*(if|with|range|end)\b/g))t=n===`end`?Math.max(0,t-1):t+1;return t}const xj=q({id:`no-empty-fields`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],yieldsTo:[`schema/required`],on:{NodePool:Sj,Provisioner:Sj,NodeClass:Sj,NodeTemplate:Sj,NodeOverlay:Sj},docs:{summary:`A field has no value.`,why:`A key without a value is null. The API server drops it, so the default applies, not what the key suggests. Often the value is missing, or the lines below the key are not indented.`,help:`Add a value, or remove the field.`,url:`https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting-and-nullable`},examples:Tj});function Sj(e,{report:t,karpenter:n}){if(!e.isPartial)for(let r of wj(e.get([`spec`]),[`spec`])){if(n.opensKubelet&&Cj(r)||vj(e,r))continue;let i=String(r.at(-1));t({at:e.keySpan(r),message:`\`${r.join(`.`)}\` has no value, so the API server drops it`,help:`Add a value, or remove the field.`,fix:{description:`Remove \`${i}\``,edits:Pe(e,r)},explains:{paths:[r],mentioning:i}})}}const Cj=([,e,...t])=>e===`kubelet`&&t.length>1;function wj(e,t){return Array.isArray(e)?e.flatMap((e,n)=>wj(e,[...t,n])):Object.entries(v(e)??{}).flatMap(([e,n])=>n===null?e===`tags`&&/SelectorTerms$/.test(String(t.at(-2)))||d(e)?[]:[[...t,e]]:wj(n,[...t,e]))}function Tj(){return{bad:[W`
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
        `))]}}function Ej({group:e,kind:t},n){let[r]=n[0]?.nodeClasses??[];for(let i of n){let n=i.nodeClasses.find(n=>n.kind===(t??r?.kind)&&(e===void 0||n.group===e));if(n!==void 0)return{provider:i,kind:n}}}const Dj=({name:e,catalog:t=e},n)=>t===n.provider,Oj=({apiVersion:e},t)=>t.find(({nodeClasses:t})=>t.some(({group:t})=>t===l(e))),kj=e=>e.flatMap(({terraform:e})=>e??[]);function Aj(e,t){let n=t.filter(e=>e.launching!==void 0),r=new Set(n.flatMap(({nodeClasses:e})=>e.map(({group:e})=>e)));return e.flatMap(e=>[l(e.apiVersion),...e.kind===`NodePool`?jj(e):[]]).filter(e=>/^karpenter\.(?!sh$)/.test(e)&&!r.has(e)).sort(y)[0]}const jj=e=>_(e.get([`spec`,`template`,`spec`,`requirements`])).map(e=>l(h(v(e)?.key)??``)),Mj=({apiVersion:e,kind:t},n)=>t===n.kind&&l(e)===n.group,Nj=({group:e=``,kind:t=``})=>`${e}/${t.toLowerCase()}`,Pj=[`NodePool`,`Provisioner`,`NodeOverlay`],Fj=(e,t)=>e.manifests.flatMap(e=>Ij(e,t)??[]);function Ij(e,t){if(l(e.apiVersion)===`karpenter.sh`){let n=Pj.find(t=>t===e.kind);return n===void 0?void 0:{manifest:e,handler:n,provider:n===`NodeOverlay`?void 0:Rj(e,t)}}for(let{name:n,nodeClasses:r,nodeTemplate:i}of t){if(r.some(t=>Mj(e,t)))return{manifest:e,handler:`NodeClass`,provider:n};if(i&&Mj(e,i))return{manifest:e,handler:`NodeTemplate`,provider:n}}}const Lj=({nodeClasses:e,nodeTemplate:t})=>t?[...e,t]:e;function Rj(e,t){let{group:n,kind:r}=Zl(e);if(n===void 0&&r===void 0)return t[0]?.name??null;let i=t.find(e=>Lj(e).some(e=>e.group===n||e.kind===r)),a=i===void 0&&(d(n)||d(r));return i?.name??(a?t[0]?.name??null:null)}const zj=({providers:e},t)=>e===`every`||t===void 0||t!==null&&e.includes(t);function Bj({providers:e},t){if(e===`every`)return!0;let n=t.flatMap(({provider:e})=>e===void 0?[]:[e]);return n.length===0||n.some(t=>t!==null&&e.includes(t))}const Vj=q({id:`node-class-exists`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],explains:[`provisioning/nodepool-not-ready`],on:{Manifests(e,t){let{report:n,nearest:r,providers:i}=t;for(let a of i.flatMap(Lj)){let{kind:o,builtIn:s=[]}=a,c=Xj(e,a,i).filter(({name:e,pool:t})=>!s.includes(e)&&!Uj(t,a,i)),l=eM(e,a),u=c[0];if(l===void 0||u===void 0)continue;let d=Kj(a,t);if(l.length===0&&!c.some(d)){n({manifest:u.pool,at:u.pool.span([...u.path,`name`]),severity:`note`,message:`No ${o} is among these manifests, so ${Se(c.length,`reference`)} cannot be checked`,help:`Review the manifests of the ${o} together with the NodePools that use it.`});continue}let f=new Set(l),p=c.filter(({name:e})=>!f.has(e)).map(e=>({...e,wanted:r(e.name,l)})),m=Gj(a,t),ee=e=>e.wanted!==void 0||m(e);Wj(p.filter(e=>!ee(e)),o,t);for(let{pool:e,path:t,name:r,wanted:i}of p.filter(ee))n({manifest:e,at:e.span([...t,`name`]),...d({pool:e,path:t,name:r})&&{severity:`error`},message:`${e.kind} \`${e.name}\` refers to ${o} \`${r}\`, which is not among these manifests`,help:d({pool:e,path:t,name:r})?`Keep this ${o}, or let the NodePool refer to another one in the same change.`:Hj(o,i,l),explains:{paths:[[...t,`name`]]},...i&&{fix:{description:`Replace with \`${i}\``,edits:b(e,[...t,`name`],i)}}})}}},docs:{summary:`A NodePool refers to a node class that is not among the manifests.`,why:"A NodePool whose EC2NodeClass does not exist is not ready (`NodeClassNotFound`) and launches nothing. If the class comes from elsewhere, such as Terraform, a note says that the reference cannot be checked.",help:`Correct the name, or add the EC2NodeClass.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecnodeclassref`},examples:tM}),Hj=(e,t,n)=>t?`Did you mean \`${t}\`?`:`Add this ${e}, or refer to an existing one: ${n.join(`, `)}.`;function Uj(e,{group:t},n){let r=Aj([e],n);return r!==void 0&&r!==t}function Wj(e,t,{report:n}){let[r]=e;r&&n({manifest:r.pool,at:r.pool.span([...r.path,`name`]),severity:`note`,message:`${t} \`${r.name}\` is not among these manifests, so ${Se(e.length,`reference`)} cannot be checked`,help:`Review the manifests of the ${t} together with the NodePools that use it.`})}function Gj(e,{all:t,base:n,providers:r}){let i=new Set(n?$j(n,e).map(({name:e})=>e):[]),a=new Set(t.manifests.filter(Yj).map(Jj)),o=new Set($j(t,e).map(Jj)),s=new Set([...o].filter(e=>!a.has(e)).map(ye)),c=new Map;for(let{name:n,pool:i}of Xj(t,e,r))c.set(n,(c.get(n)??new Set).add(Jj(i)));return({pool:e,name:t})=>{if(i.has(t))return!0;if((c.get(t)?.size??0)>1)return!1;let n=Jj(e);return o.has(n)||qj(n).some(e=>s.has(e))}}function Kj(e,{all:t,base:n}){let r=new Set(n?$j(n,e).map(({name:e})=>e):[]),i=new Set($j(t,e).map(({name:e})=>e)),a=!t.files.some(({isBroken:e})=>e);return({pool:e,name:t})=>a&&!e.isPartial&&r.has(t)&&!i.has(t)}function qj(e){let t=e===``?[]:e.split(`/`);return[``,...t.map((e,n)=>t.slice(0,n+1).join(`/`))]}function Jj({source:{file:e,origin:t}}){return t?.tool===`terraform`?t.root===`.`?``:t.root:ye(e)}const Yj=({kind:e,apiVersion:t})=>(e===`NodePool`||e===`Provisioner`)&&l(t)===`karpenter.sh`,Xj=(e,t,n)=>e.manifests.filter(Yj).flatMap(e=>{let r=$l(e);return r!==void 0&&Qj(r,t,Zj(e,n))?[{pool:e,path:r.path,name:r.name}]:[]}),Zj=(e,[t])=>e.kind===`Provisioner`?t?.nodeTemplate:t?.nodeClasses[0],Qj=({group:e,kind:t},n,r)=>(t??r?.kind)===n.kind&&(e??n.group)===n.group,$j=(e,t)=>e.manifests.filter(e=>Mj(e,t));function eM(e,t){if(e.files.some(e=>e.isBroken))return;let n=$j(e,t).map(e=>e.name);return n.some(e=>e===``||d(e))?void 0:[...new Set(n)].sort()}function tM(){return{bad:[$(J({requirements:[],nodeClassRef:`defualt`}),W`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `),U(J({requirements:[],nodeClassRef:`default`}),{"apiVersion: karpenter.sh/v1":`${nM.text}---\napiVersion: karpenter.sh/v1`})],good:[$(J({requirements:[],nodeClassRef:`default`}),W`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `)]}}const nM=Y(W`
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
`),rM=q({id:`open-architecture`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[9],on:{NodePool:cM,Manifests(e,t){mM(e,t),hM(e,t)}},docs:{summary:`A NodePool launches arm64 and amd64 nodes, and nothing shows that pods run on both.`,why:"Without a requirement for `kubernetes.io/arch`, Karpenter launches whichever architecture is cheaper, which is often arm64. A pod whose image is built only for amd64 then crashes with `exec format error`. The finding is a warning if the change removes the requirement. It is a note if the workloads of the cluster select no architecture, because their images may be built for both. If a change moves pods from one architecture to the other, the images are named whose names do not say that they fit. It is a warning at the image if its name or tag says that it is built for one of them, such as `web:1.2-amd64`.",help:"Add a requirement for `kubernetes.io/arch`: with one architecture, or with both if every image is built for both.",url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:CM}),iM=[`spec`,`template`,`spec`,`requirements`],aM=e=>eu(e).some(({key:e})=>x(e)===S.arch),oM=new Set([S.instanceType,S.instanceFamily,S.instanceCategory,S.instanceGeneration]),sM=e=>eu(e).some(({key:e})=>oM.has(x(e)));function cM(e,t){let{report:n,base:r}=t;if(!Hl(e,iM).isKnown||aM(e)||!lM(e,t))return;let i=r?.manifests.find(({kind:t,name:n})=>t===e.kind&&n===e.name),a=i!==void 0&&!i.isPartial&&aM(i);(a||sM(e)&&uM(e,t))&&n({at:e.keySpan(iM),...a&&{severity:`warning`},message:`\`${e.name}\` ${a?`no longer limits the architecture`:`does not limit the architecture`}, so Karpenter also launches arm64 nodes, on which images that are built only for amd64 crash`,help:"Add the requirement `kubernetes.io/arch In [amd64]`, or `In [amd64, arm64]` if all images are built for both."})}function lM(e,{catalog:t,compatible:n}){let r=n(e);return!t||!r?.isExact?!1:new Set(r.names.map(e=>t.type(e).architecture)).size>1}function uM(e,{all:t,clusterOf:n}){let r=n(e),i=pf(t).filter(({manifest:e})=>n(e)===r);return i.length===0||i.some(vf)?!1:V(t).every(e=>n(e)!==r||!(aM(e)||ql(e)))}const dM=/(?:^|[/:._-])(amd64|x86_64|x86-64|arm64v8|arm64|aarch64)(?:$|[/:@._-])/;function fM(e){let{manifest:t,template:n}=e,r=[`initContainers`,`containers`].flatMap(e=>{let r=[...n,`spec`,e];return _(t.get(r)).map((e,t)=>[...r,t,`image`])});for(let n of r){let r=h(t.get(n))??``,i=d(r)?void 0:dM.exec(r)?.[1];if(i!==void 0&&!vf(e))return{path:n,image:r,architecture:/^(?:arm|aarch)/.test(i)?`arm64`:`amd64`}}}function pM(e,t,n){let{manifest:r,template:i}=t,a=[`nodeSelector`,`affinity`].every(e=>r.get([...i,`spec`,e])===void 0),o=Yt(xp(e,[`spec`,`template`,`spec`,`taints`]),()=>!0)===!1;return jm(t,n)===e||a&&o}function mM(e,t){for(let n of pf(e)){let r=fM(n);if(!r)continue;let{manifest:i}=n,a=t.clusterOf(i),o=V(e).find(r=>t.clusterOf(r)===a&&pM(r,n,e)&&lM(r,t));if(!o)continue;let{path:s,image:c,architecture:l}=r,u=l===`amd64`?`arm64`:`amd64`;t.report({manifest:i,at:i.span(s),severity:`warning`,message:`\`${c}\` is built for ${l}, but \`${o.name}\` also launches ${u} nodes, on which it crashes`,help:`Add the node selector \`kubernetes.io/arch: ${l}\` to the pods.`,labels:[{span:o.span([`metadata`,`name`]),message:`this NodePool has instance types of both architectures`}]})}}function hM(e,t){let{base:n,clusterOf:r,baseClusterOf:i}=t;if(n===null)return;let a=new Map(pf(n).map(e=>[gM(e),e])),o=new Map;for(let n of pf(e)){let e=a.get(gM(n));if(!e||vf(n)||fM(n))continue;let s=_M(e,i(e.manifest),t),c=_M(n,r(n.manifest),t);s&&c&&![...c.architectures].some(e=>s.architectures.has(e))&&ve(o,c.pool,{workload:n,from:[...s.architectures].join(` and `),to:[...c.architectures].join(` and `)})}for(let[e,n]of o)yM(e,n,t)}const gM=({manifest:{kind:e,namespace:t=``,name:n}})=>JSON.stringify([e,t,n]);function _M({manifest:e,template:t},n,r){let i=$k(e,[...t,`spec`],n),[a]=i?.pools??[];if(!i?.isOnly||!a)return;let o=i.pools.map(e=>vM(e,r));return o.includes(void 0)?void 0:{pool:a,architectures:new Set(o.flatMap(e=>e??[]))}}function vM(e,{catalog:t,compatible:n}){let r=eu(e).filter(({key:e})=>x(e)===S.arch),[i]=r;if(i&&r.length===1)return i.isKnown&&i.operator===`In`?i.values.map(({text:e})=>e):void 0;let a=r.length===0?n(e):null;if(t&&a?.isExact)return[...new Set(a.names.map(e=>t.type(e).architecture))]}function yM(e,t,{report:n}){let[{from:r,to:i}]=t,a=[...new Set(t.flatMap(({workload:e})=>bM(e)))].sort();if(a.length===0)return;let o=eu(e).find(({key:e})=>x(e)===S.arch);n({manifest:e,severity:`warning`,at:o?e.span([...o.path,`values`]):e.keySpan(iM),message:`This change moves pods from ${r} to ${i}, and nothing in these files says that their images are built for ${i}: ${se(a.map(ee))}`,help:`Check that each image is built for ${i}, for example with \`docker manifest inspect\`. Keep the other pods on a NodePool with ${r}.`,labels:t.slice(0,3).map(({workload:{manifest:e,template:t}})=>({span:e.span([...t,`spec`,`containers`,0,`image`]),message:`pods of ${e.kind} \`${e.name}\``}))})}const bM=({manifest:e,template:t})=>[`initContainers`,`containers`].flatMap(n=>_(e.get([...t,`spec`,n])).flatMap(e=>h(v(e)?.image)??[])),xM=W`
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
`,SM=e=>W`
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
`;function CM(){let e=`karpenter.k8s.aws/instance-category In [c, m, r]`,t=`karpenter.k8s.aws/instance-generation Gt ["4"]`,n=`kubernetes.io/arch In [amd64, arm64]`;return{bad:[U($(J({requirements:[e,t]}),xM),{"requirements:":`requirements:
  - {key: kubernetes.io/arch, operator: In, values: [amd64]}`},{"requirements:":`requirements:
  - {key: kubernetes.io/arch, operator: In, values: [amd64, arm64]}`}),U($(J({requirements:[t,n]}),SM(`restartPolicy: Always`)),{"restartPolicy: Always":`nodeSelector:
  kubernetes.io/arch: amd64`})],good:[$(J({requirements:[t,n]}),SM(`nodeSelector: {kubernetes.io/arch: amd64}`)),$(J({requirements:[e,t,`kubernetes.io/arch In [amd64]`]}),xM),J({requirements:[e,t]})]}}const wM=q({id:`overlapping-pools`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[32],on:{Manifests(e,t){for(let e of TM(t))EM(e,t)}},docs:{summary:`Several NodePools can run the same pods, and only their names decide which comes first.`,why:"Karpenter tries NodePools by weight. With the same weight, it sorts them by name in reverse order: `spot` before `general`, `on-demand` before `gpu`. If NodePools do not differ in weight, taints or labels, their names decide which nodes Karpenter launches, and renaming one changes the cost. Only NodePools that certainly belong to one cluster are compared: those of one file or rendered root, or of files next to their node classes.",help:"Give the NodePool that should come first a higher `weight`, or separate their pods with taints.",url:`https://karpenter.sh/docs/concepts/nodepools/#specweight`},examples:jM});function TM(e){return Cp(e).flatMap(e=>{let t=new Map;for(let n of e){let e=Hl(n,[`spec`,`weight`]);if(n.isPartial||!e.isKnown||n.get([`spec`,`replicas`])!==void 0||!Dp(n))continue;let r=JSON.stringify(e.value??0);ve(t,r,n)}return[...t.values()].filter(e=>e.length>1)})}function EM(e,t){let n=e.slice(0,60).flatMap(e=>DM(e,t)??[]),r=n.filter(e=>n.some(t=>t!==e&&OM(e,t))).sort((e,t)=>y(t.pool.name,e.pool.name)),[i,...a]=r;if(!i||a.length===0)return;let o=e=>g(e.map(({pool:e})=>e.name),e.length===2?` and `:`, `);t.report({manifest:i.pool,at:i.pool.span([`metadata`,`name`]),message:`${o(r)} can run the same pods and have the same weight. Karpenter sorts them by name and tries \`${i.pool.name}\` first, then ${o(a)}`,help:`Give the one that should come first a higher \`weight\`, or separate their pods with taints. ${kM(r)}`,labels:a.slice(0,5).map(({pool:e})=>({span:e.span([`metadata`,`name`]),message:`can run the same pods`}))})}function DM(e,{compatible:t,catalog:n}){let r=t(e);if(!r?.isExact||!n||r.names.length===0||r.names.filter(e=>(n.type(e)?.gpus.length??0)>0).length===r.names.length)return;let i=[`on-demand`,`spot`].map(e=>({type:e,...r.count(e)}));return{pool:e,names:new Set(r.names),architectures:new Set(r.names.flatMap(e=>n.type(e)?.architecture??[])),zones:new Set(i.flatMap(({zones:e})=>e)),capacityTypes:i.filter(({instanceTypes:e})=>e>0).map(({type:e})=>e)}}const OM=(e,t)=>[...e.architectures].some(e=>t.architectures.has(e))&&[...e.zones].some(e=>t.zones.has(e));function kM(e){let t=e.flatMap((t,n)=>e.slice(n+1).filter(e=>OM(t,e)).map(e=>[t,e])),n=t.length>6?`; and ${Se(t.length-6,`more pair`)}`:``;return`${t.slice(0,6).map(([e,t])=>AM(e,t)).join(`; `)}${n}.`}function AM(e,t){let n=[...e.names].filter(e=>t.names.has(e)).length,r=[...e.zones].filter(e=>t.zones.has(e)).length,i=e.capacityTypes.filter(e=>t.capacityTypes.includes(e)),a=i.length>0?`as ${i.join(` and `)}`:`with different capacity types`;return`\`${e.pool.name}\` and \`${t.pool.name}\` share ${Se(n,`instance type`)} in ${Se(r,`zone`)}, ${a}`}function jM(){return{bad:[U($(J({name:`on-demand`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [on-demand]`,`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`],nodeClassRef:`default`}),J({name:`spot`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [spot]`,`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`],nodeClassRef:`default`}),X),{"metadata:\n  name: spot\nspec:":`metadata:
  name: spot
spec:
  weight: 10`})],good:[$(J({name:`on-demand`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),J({name:`spot`,weight:10,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [spot]`],nodeClassRef:`default`}),J({name:`team-search`,limits:`cpu: 100`,labels:`team: search`,requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),X)]}}const MM=q({id:`pod-grace-period`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[42],on:{Manifests(e,{report:t}){let n=[`spec`,`template`,`spec`,`terminationGracePeriod`],r=V(e).map(e=>({pool:e,seconds:NM(Hl(e,n))})),i=r.flatMap(({pool:e,seconds:t})=>t===void 0?[]:[{pool:e,seconds:t}]),a=i.toSorted((e,t)=>t.seconds-e.seconds)[0];if(!(!a||i.length<r.length))for(let{manifest:r,template:i}of pf(e)){let e=[...i,`spec`,`terminationGracePeriodSeconds`],o=r.get(e),s=[`nodeSelector`,`affinity`].some(e=>r.get([...i,`spec`,e])!==void 0);typeof o!=`number`||o<=a.seconds||s||t({manifest:r,at:r.span(e),message:`Pods of ${r.kind} \`${r.name}\` may take ${o}s to terminate, but no NodePool gives its nodes more than ${a.seconds}s. Karpenter kills the pods early`,labels:[{span:a.pool.span(n),message:"the longest `terminationGracePeriod`"}],help:`Set \`terminationGracePeriod\` of the NodePool that runs these pods to at least \`${o}s\`.`})}}},docs:{summary:`Pods may take more time to terminate than any NodePool gives its nodes.`,why:"The `terminationGracePeriod` of a NodePool limits how long a node may drain, whatever PodDisruptionBudgets say. When a node drains, Karpenter immediately deletes pods with a longer `terminationGracePeriodSeconds`. They are killed when the node’s time is up, before their own period ends.",help:"Set `terminationGracePeriod` of the NodePool to at least the longest `terminationGracePeriodSeconds` of its pods.",url:`https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod`},examples:PM});function NM({value:e}){let t=typeof e==`string`?np(e):void 0;return t===void 0?void 0:Number(t/1000000000n)}function PM(){return{bad:[U($(J({requirements:[],terminationGracePeriod:`30m`}),W`
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
        `)]}}function FM(e){let t=new Map,n=e.filter(({kind:e,apiVersion:t})=>e===`LimitRange`&&l(t)===``);for(let e of n.toSorted((e,t)=>y(e.name,t.name))){let n=e.namespace??`default`,r=_(e.get([`spec`,`limits`])).map(v).filter(e=>e?.type===`Container`);for(let e of r.toReversed()){let r=[`min`,`max`,`default`,`defaultRequest`].map(t=>IM(v(e?.[t])));t.set(n,Object.assign({},...r,t.get(n)))}}return t}const IM=e=>Object.fromEntries(Object.entries(e??{}).filter(e=>typeof e[1]==`string`||typeof e[1]==`number`)),LM=q({id:`pod-requests`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[92],on:{Manifests(e,{report:t}){if(!mf(e))return;let n=FM(e.manifests);for(let{manifest:r,template:i,namespace:a}of pf(e)){if(n.has(a)||v(r.get([`metadata`,`annotations`]))?.[`helm.sh/hook`]!==void 0)continue;let e=[...i,`spec`],o=[...e,`containers`],s=_(r.get(o));if(s.some(e=>v(e)?.image===void 0))continue;let c=[...s.keys()].filter(e=>!zM(r,[...o,e])),l=c.map(e=>h(v(s[e])?.name)??String(e)),[u=0]=c;r.isPartial||zM(r,e)||(l.length===0?RM({manifest:r,path:o,containers:s},t):t({manifest:r,at:l.length===s.length?r.keySpan(o):r.span([...o,u,`name`]),message:`${l.length===1?`Container`:`Containers`} ${g(l)} of ${r.kind} \`${r.name}\` ${l.length===1?`requests`:`request`} neither CPU nor memory, so Karpenter reserves no room for ${l.length===1?`it`:`them`}`,help:"Set `resources.requests` for `cpu` and `memory`."}))}}},docs:{summary:`Containers of a workload request neither CPU nor memory, or no memory.`,why:`Karpenter sizes nodes only by the requests of pods. A pod without requests fits anywhere. Nodes are then too small, run out of memory, and pods are killed. A LimitRange of the namespace counts if it is among the manifests. A VerticalPodAutoscaler may add requests, too, which manifests do not show.`,help:"Set `resources.requests` for `cpu` and `memory`.",url:`https://karpenter.sh/docs/troubleshooting/`},examples:BM});function RM({manifest:e,path:t,containers:n},r){let i=(n,r)=>v(e.get([...t,n,`resources`,r]))??{},a=n.findIndex((n,r)=>{let a=[`requests`,`limits`].flatMap(e=>Object.keys(i(r,e)));return a.includes(`cpu`)&&a.every(e=>e===`cpu`)&&![[],[`requests`],[`limits`]].some(n=>d(e.get([...t,r,`resources`,...n])))});if(a===-1)return;let o=[...t,a,`resources`];r({manifest:e,at:e.keySpan([...o,i(a,`requests`).cpu===void 0?`limits`:`requests`]),message:`Container \`${h(v(n[a])?.name)??a}\` of ${e.kind} \`${e.name}\` requests CPU but no memory, so Karpenter reserves no memory for it`,help:"Set `resources.requests.memory`."})}function zM(e,t){let n=e.get([...t,`resources`]);return d(n)?!0:[`requests`,`limits`].some(e=>{let t=v(n)?.[e],r=Object.keys(v(t)??{});return d(t)||r.some(e=>e!==`ephemeral-storage`)})}function BM(){return{bad:[U($(J(),W`
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
      `]}}const VM=q({id:`price-gap`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[],on:{NodePool:HM,Provisioner:HM},docs:{summary:`A NodePool has cheap and very expensive instance types, and none in between.`,why:"Karpenter launches the cheapest available instance type. When AWS has no capacity for it, Karpenter uses the next one of the NodePool, whatever it costs. A NodePool with only `large` and `24xlarge` then pays for a machine 48 times as large, to run one small pod.",help:`Allow the sizes in between, or move the large ones to another NodePool.`,url:`https://karpenter.sh/docs/concepts/nodepools/#instance-types`},examples:GM});function HM(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i?.isExact||i.names.length<2)return;let a=UM(i,n);if(!a)return;let{cheap:o,expensive:s}=a,c=Math.floor(s.hourlyUsd/o.hourlyUsd);t({at:e.span(ru(e)),message:`\`${e.name}\` has no instance type between ${o.name} (${WM(o.hourlyUsd)}/hour) and ${s.name} (${WM(s.hourlyUsd)}/hour). When AWS runs out of the first, its pods cost ${c} times as much`,help:`Allow the sizes in between, or move the large ones to another NodePool.`})}const UM=cx(({names:e},t)=>{let n=[];for(let r of e){let e=sx(t,r);if(e===void 0)return;n.push({name:r,hourlyUsd:e})}n.sort((e,t)=>e.hourlyUsd-t.hourlyUsd||y(e.name,t.name));let r=n.findIndex(({hourlyUsd:e},t)=>t>0&&e>=8*n[t-1].hourlyUsd),[i,a]=[n[r-1],n[r]];return i&&a&&{cheap:i,expensive:a}}),WM=e=>`$${e.toFixed(e<.1?4:2)}`;function GM(){return{bad:[U($(J({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`node.kubernetes.io/instance-type In [m7i.large, m7i.24xlarge]`,`karpenter.sh/capacity-type In [on-demand]`]}),X),{"[m7i.large, m7i.24xlarge]":`[m7i.large, m7i.2xlarge, m7i.8xlarge, m7i.24xlarge]`})],good:[$(J({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m7i]`,`karpenter.sh/capacity-type In [on-demand]`]}),X),$(J({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`node.kubernetes.io/instance-type In [m7i.large, m7i.2xlarge]`,`karpenter.sh/capacity-type In [on-demand]`]}),X)]}}const KM=q({id:`removed-pod-keys`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[10,11,12],on:{Manifests(e,t){if(!t.karpenter.v1)return;let n=V(e).map(({name:e})=>e);for(let n of V(e))for(let e of qM(n,[`spec`,`template`,`metadata`,`annotations`]))eN(n,e,ke,t);for(let{manifest:n,path:r}of YM(e))eN(n,r,ke,t);for(let{manifest:r,template:i}of pf(e)){let e=(...e)=>[...i,...e];for(let i of qM(r,e(`spec`,`nodeSelector`)))nN({manifest:r,path:i,pools:n},t);for(let{expressions:n}of wm(r,e(`spec`,`affinity`)))if(!n.some(({key:e})=>e===S.nodePool))for(let{path:e}of n)tN(r,[...e,`key`],Ve,t);for(let[n]of _(r.get(e(`spec`,`tolerations`))).entries())tN(r,e(`spec`,`tolerations`,n,`key`),Ie,t)}}},docs:{summary:`A pod or a NodePool uses an annotation, label or taint that Karpenter no longer supports.`,why:"Karpenter renamed them on the way to v1 and ignores the old names. `do-not-evict` protects no pods, and `do-not-consolidate` no nodes. A pod that selects `karpenter.sh/provisioner-name` finds no node, and one that uses this label to avoid Karpenter’s nodes no longer avoids them. A toleration of `karpenter.sh/disruption` no longer matches the taint of a node that Karpenter removes.",help:`Use the new name.`,url:`https://karpenter.sh/docs/upgrading/v1-migration/`},examples:rN}),qM=(e,t)=>Object.keys(v(e.get(t))??{}).map(e=>[...t,e]),JM=new Set([`AutoscalingRunnerSet`,`RunnerDeployment`,`RunnerSet`]);function YM(e){return[...[...pf(e),...e.manifests.filter(({kind:e})=>JM.has(e)).map(e=>({manifest:e,template:[`spec`,`template`]}))].flatMap(({manifest:e,template:t})=>qM(e,[...t,`metadata`,`annotations`]).map(t=>({manifest:e,path:t}))),...e.manifests.filter(({kind:e})=>XM.has(e)).flatMap(e=>ZM(e,[]).map(t=>({manifest:e,path:t})))]}const XM=new Set([`Application`,`HelmRelease`,`HelmValues`,`KustomizeChart`]);function ZM(e,t){let n=e.get(t);return typeof n!=`object`||!n||t.length>12?[]:(Array.isArray(n)?[...n.keys()]:Object.keys(n)).flatMap(n=>{let r=[...t,n];return Object.hasOwn(ke,n)?[r]:ZM(e,r)})}const QM=(e,t)=>t!==void 0&&Object.hasOwn(e,t)?e[t]:void 0,$M=(e,t)=>({message:`Karpenter no longer supports \`${e}\`, so it has no effect`,help:`Use \`${t}\` instead.`});function eN(e,t,n,{report:r}){let i=String(t.at(-1)),a=QM(n,i);a!==void 0&&e.get([...t.slice(0,-1),a])===void 0&&r({manifest:e,at:e.keySpan(t),...$M(i,a),fix:{description:`Rename to \`${a}\``,edits:je(e,t,a)}})}function tN(e,t,n,{report:r}){let i=h(e.get(t)),a=QM(n,i);i!==void 0&&a!==void 0&&(_(e.get(t.slice(0,-2))).some(e=>v(e)?.key===a)||r({manifest:e,at:e.span(t),...$M(i,a),...e.get([...t.slice(0,-1),`value`])===void 0&&{fix:{description:`Replace with \`${a}\``,edits:b(e,t,a)}}}))}function nN({manifest:e,path:t,pools:n},{report:r}){let i=String(t.at(-1)),a=QM(Ve,i);if(a===void 0)return;let o=h(e.get(t));r({manifest:e,at:e.keySpan(t),message:`Nodes no longer have the label \`${i}\`, so these pods stay pending`,help:`Use \`${a}\` with the name of the NodePool instead.`,...o!==void 0&&n.includes(o)&&{fix:{description:`Rename to \`${a}\``,edits:je(e,t,a)}}})}function rN(){return{bad:[Z(`redis`,{values:W`
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
        `)]}}const iN=q({id:`replicas-above-limit`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[111],on:{NodePool(e,{report:t}){let n=[...Yl(e).path,`nodes`],[r,i]=[e.get([`spec`,`replicas`]),e.get(n)],a=typeof i==`number`||typeof i==`string`?tm(i):void 0;typeof r!=`number`||a===void 0||r<=a||t({at:e.span(n),message:`NodePool \`${e.name}\` should have ${Se(r,`node`)}, but its limit allows only ${Math.floor(a)}`,help:"Raise `limits.nodes` above `replicas`, so that Karpenter can also launch nodes that replace others.",labels:[{span:e.span([`spec`,`replicas`]),message:`more than the limit`}]})}},docs:{summary:"A static NodePool has more `replicas` than its `limits.nodes` allow.",why:"Karpenter launches nodes of a static NodePool up to `limits.nodes`, and only its log says that the others are missing. While the limit is reached, Karpenter cannot replace drifted nodes either, because it launches the new node first.",help:"Raise `limits.nodes` above `replicas`, or lower `replicas`.",url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:aN});function aN(){return{bad:[U(J({limits:W`nodes: 8`,replicas:10}),{"nodes: 8":`nodes: 12`}),U(J({limits:W`nodes: "3"`,replicas:4}),{'nodes: "3"':`nodes: "5"`})],good:[J({limits:W`nodes: 10`,replicas:10}),J({limits:W`nodes: 12`,replicas:10}),J({limits:null,replicas:10}),J({limits:W`
          cpu: 100
          nodes: 8
        `})]}}const oN=[`cpu`,`memory`,`nodes`,`pods`,`ephemeral-storage`],sN={mem:`memory`,ram:`memory`,gpu:`nvidia.com/gpu`},cN=q({id:`require-limits`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[29,30],on:{NodePool:lN,Provisioner:lN},docs:{summary:`A NodePool has no limits, or its limits have no effect.`,why:"Karpenter launches nodes for every pending pod. Without `limits`, a runaway Deployment, a HorizontalPodAutoscaler with a wrong target or a crash loop gets more and more nodes, up to the AWS quota. The keys of `limits` are free-form, so the API server accepts a misspelled resource, which limits nothing.",help:"Set `limits.cpu` and `limits.memory` to the most that this NodePool may use.",url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:gN});function lN(e,t){let{report:n}=t,r=Yl(e);if(!r.isKnown||hN(e)||e.get([`spec`,`replicas`])!==void 0)return;let i=Object.keys(v(r.value)??{});if(i.length===0&&uN(e))return;if(i.length===0){n({at:e.keySpan(e.get(r.path)===void 0?[`spec`]:r.path),message:`${e.kind} \`${e.name}\` has no limits, so Karpenter may launch any number of nodes for it`,help:"Set `limits.cpu` and `limits.memory` to the most that this NodePool may use."});return}let a=i.filter(e=>!oN.includes(e)&&!/[/{$]|^hugepages-/.test(e));for(let n of a)mN(e,n,t);if(pN(e,t),a.length===0&&!i.some(e=>e===`cpu`||e===`memory`||e.includes(`/`))){let t=i.includes(`nodes`);n({at:e.keySpan(r.path),message:`The limits of ${e.kind} \`${e.name}\` include neither \`cpu\` nor \`memory\`, so the size of its nodes is unlimited${t?`. Their number is only roughly limited, because nodes launched at the same time do not count each other`:``}`,help:"Add `cpu` and `memory` to the limits.",...t&&{severity:`note`}})}}const uN=e=>eu(e).some(({key:e,operator:t,values:n})=>x(e)===S.capacityType&&t===`In`&&n.length>0&&n.every(({text:e})=>e===`reserved`)),dN=/\b(?:exact(?:ly)?|at most|no more than|never (?:more|exceed)|maximum|max|hard (?:limit|cap)|licen[cs]es?|contract)\b/i,fN=/\b(?:exact(?:ly)?|never (?:more|exceed)|hard (?:limit|cap)|licen[cs]es?|contract)\b/i;function pN(e,{report:t}){let n=Yl(e).path,r=[...n,`nodes`];if(e.get(r)===void 0)return;let i=nE(e,n),a=eE(e,r)||(/\bnodes?\b/i.test(i)?i:``),o=(fN.exec(a)??dN.exec(a))?.[0];o!==void 0&&t({at:e.span(r),...!fN.test(a)&&{severity:`note`},message:`The comment says “${o}”, but Karpenter may exceed \`limits.nodes\`, because nodes launched at the same time do not count each other`,help:"Leave room for a few more nodes, or set `replicas` for a fixed number of nodes."})}function mN(e,t,{report:n,nearest:r}){let i=Yl(e),a=Be(sN,t.toLowerCase())??r(t,oN),o=a!==void 0&&e.get([...i.path,a])===void 0;n({at:e.keySpan([...i.path,t]),message:`\`${t}\` is not a resource of nodes, so this entry limits nothing`,help:a?`Did you mean \`${a}\`?`:"Use `cpu`, `memory` or an extended resource such as `nvidia.com/gpu`.",...o&&{fix:{description:`Rename to \`${a}\``,edits:je(e,[...i.path,t],a)}}})}function hN(e){let t=v(e.get([`spec`]))??{};if(Object.keys(t).some(e=>e!==`limits`&&o(e,[`limits`])!==void 0))return!0;let n=Object.keys(v(t.limits)??{});return e.kind===`Provisioner`&&n.length>0&&!n.includes(`resources`)}function gN(){return{bad:[U(J({limits:null}),{"spec:\n  template:":`spec:
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
        `}),J({name:`gpu`,limits:`nvidia.com/gpu: 8`})]}}const _N=new Set([S.zone,S.zoneId,S.capacityType,S.instanceType,S.instanceFamily]),vN=q({id:`satisfiable-requirements`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[93],explains:[`provisioning/nodepool-empty`],on:{NodePool:yN,Provisioner:yN},docs:{summary:`No instance type of the region satisfies all requirements of a NodePool.`,why:`Each requirement is valid on its own, so the API server accepts the NodePool and Karpenter reports it as ready. But Karpenter never launches a node for it, and its pods stay pending.`,help:`Relax the requirement that excludes the last instance types, or the earlier ones that conflict with it.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:CN});function yN(e,{report:t,catalog:n,compatible:r,isRegionAssumed:i}){let a=r(e),o=a?.emptied;if(!n||!a||!o)return;let{requirement:s,before:c,values:l,isUnknownValue:u,isInEveryRegion:d}=o,f=x(s.key);if(u&&_N.has(f))return;let p=s.path.length===1;t({at:p?e.keySpan(s.path):e.span(s.path),...i&&!d&&{severity:H(e).some(e=>Oe(e.key))?`note`:`warning`},message:`No instance type${i&&d?``:` in ${n.region}`} satisfies the requirements of \`${e.name}\`: ${bN(s)}${p?`, which v1alpha5 adds by default,`:``} excludes the remaining ${Se(c,`instance type`)}`,labels:o.conflicts.map(t=>({span:e.span(t.path),message:`no instance type satisfies both this and \`${s.key}\``})),help:xN(f,l,u),explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}})}const bN=({key:e,operator:t,values:n})=>`\`${[e,t,n.map(e=>e.text).join(`, `)].filter(Boolean).join(` `)}\``;function xN(e,t,n){return t.length===0?`The remaining instance types have no \`${e}\`. Relax this requirement or an earlier one.`:n?`Use a value of \`${e}\` that exists: ${SN(t)}.`:`Allow a value of \`${e}\` that the remaining instance types have (${SN(t)}), or relax an earlier requirement.`}const SN=e=>se(e,6);function CN(){return{bad:[U(J({requirements:[`karpenter.k8s.aws/instance-family In [m7g, c7g]`,`kubernetes.io/arch In [amd64]`]}),{"[amd64]":`[arm64]`},{"[m7g, c7g]":`[m7i, c7i]`}),U(J({requirements:[`karpenter.k8s.aws/instance-cpu In ["5"]`]}),{'["5"]':`["4"]`})],good:[J({requirements:[`karpenter.k8s.aws/instance-family In [m7g, c7g]`,`kubernetes.io/arch In [arm64]`]})]}}const wN=q({id:`short-expiry`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[],on:{Manifests(e,t){let n=ON(e,t);for(let[e,r]of n)jN(e,r,t)}},docs:{summary:`Nodes expire within a day, and with each of them a workload with only one pod stops.`,why:"Karpenter drains a node when it reaches `expireAfter`, whatever the budgets say, and starts the replacement at the same time. The only pod of a Deployment or StatefulSet is down until it runs on another node. With `expireAfter: 10h`, that happens more than twice a day. Reported only for pods that run on such nodes alone and that no autoscaler scales.",help:"Use a longer `expireAfter`, run two replicas with a PodDisruptionBudget, or place these pods on a NodePool whose nodes live longer.",url:`https://karpenter.sh/docs/concepts/disruption/#expiration`},examples:MN}),TN=36e5,EN=[`spec`,`template`,`spec`,`expireAfter`];function DN(e){let t=h(e.get(EN));if(t===void 0||d(t))return;let n=np(t),r=n===void 0?0:Number(n)/1e6;return r>0&&r<24*TN?r:void 0}function ON(e,{clusterOf:t}){let n=new Map;if(!V(e).some(e=>DN(e)!==void 0))return n;let r=new Set(e.manifests.filter(({kind:e})=>kN.has(e)).map(e=>h(e.get([`spec`,`scaleTargetRef`,`name`]))));for(let i of pf(e)){if(r.has(i.manifest.name)||!AN(i))continue;let{manifest:e,template:a}=i,{pools:o,isOnly:s}=$k(e,[...a,`spec`],t(e))??{pools:[],isOnly:!1},[c]=o;s&&c&&o.every(e=>DN(e)!==void 0)&&n.set(c,[...n.get(c)??[],i])}return n}const kN=new Set([`HorizontalPodAutoscaler`,`ScaledObject`]);function AN({manifest:e,template:t}){if(e.kind!==`Deployment`&&e.kind!==`StatefulSet`)return!1;let n=e.get([`spec`,`replicas`]);return n!==void 0&&n!==1||e.isPartial?!1:!Object.keys(v(e.get([...t,`metadata`,`annotations`]))??{}).some(e=>e===`karpenter.sh/do-not-disrupt`||d(e))}function jN(e,t,{report:n}){let r=t.map(({manifest:e})=>`${e.kind} \`${e.name}\``),i=Math.round(168*TN/DN(e)),a=t.length===1?`the only pod of`:`the only pods of`;n({manifest:e,at:e.span(EN),message:`\`expireAfter: ${h(e.get(EN))}\` stops ${a} ${se(r)} about ${i} times a week`,help:"Use a longer `expireAfter`, such as `720h`, or run at least two replicas with a PodDisruptionBudget.",labels:t.slice(0,3).map(({manifest:e})=>({span:e.span([`metadata`,`name`]),message:`it has one replica`}))})}function MN(){let e=e=>W`
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
  `,t=e=>J({nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`],expireAfter:e});return{bad:[U($(t(`10h`),e(1),X),{"expireAfter: 10h":`expireAfter: 720h`},{"replicas: 1":`replicas: 2`})],good:[$(t(`720h`),e(1),X),$(t(`10h`),e(2),X)]}}const NN=q({id:`spot-flexibility`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[21],on:{NodePool:PN,Provisioner:PN},docs:{summary:`A NodePool allows spot but has few instance types or a single zone to choose from.`,why:`Spot capacity varies by instance type and zone. With few of them, AWS interrupts nodes at the same time and replacements find no capacity. Karpenter moves a spot node to a cheaper spot node only if at least 15 cheaper instance types remain.`,help:`Allow at least 15 instance types in several families, sizes and zones. If you cannot, also allow on-demand.`,url:`https://karpenter.sh/docs/concepts/disruption/#spot-consolidation`},examples:IN});function PN(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i?.isExact||i.names.length===0)return;let{instanceTypes:a,zones:o}=i.count(`spot`);if(a===0||a>=15&&o.length>1)return;let s=i.count(`on-demand`).instanceTypes===0;t({at:e.span(FN(e)),severity:a<15&&(s||a<5)?`warning`:`note`,message:`\`${e.name}\` allows spot, but has only ${Se(a,`instance type`)} in ${Se(o.length,`zone`)} of ${n.region} to choose from`,measures:[{value:a,better:`more`},{value:o.length,better:`more`}],help:a<15?`Allow at least 15 instance types in several families, sizes and zones. With fewer, nodes are interrupted together, and Karpenter does not move them to cheaper spot nodes.`:`Allow more zones. Spot capacity runs out in one zone at a time.`})}const FN=e=>eu(e).find(({key:e})=>x(e)===S.capacityType)?.path??(e.kind===`NodePool`?[`spec`,`template`,`spec`,`requirements`]:[`spec`,`requirements`]);function IN(){return{bad:[U(J({requirements:[`karpenter.k8s.aws/instance-family In [t4g]`,`karpenter.sh/capacity-type In [spot, on-demand]`,`topology.kubernetes.io/zone In [us-east-1a]`]}),{"[t4g]":`[c6g, c7g, m6g, m7g, r6g, r7g]`,"[us-east-1a]":`[us-east-1a, us-east-1b]`}),U(K({region:`eu-central-1`},J({requirements:[`node.kubernetes.io/instance-type In [m6i.large, m6i.xlarge]`,`karpenter.sh/capacity-type In [spot]`]})),{"node.kubernetes.io/instance-type":`karpenter.k8s.aws/instance-family`,"[m6i.large, m6i.xlarge]":`[c6i, c7i, m6i, m7i, r6i, r7i]`})],good:[J({requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [spot, on-demand]`]}),J({requirements:[`karpenter.k8s.aws/instance-family In [t4g]`,`karpenter.sh/capacity-type In [on-demand]`]})]}}const LN=q({id:`startup-taints`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[87,88],on:{Manifests(e,t){for(let n of V(e))VN(n,t),HN(n,t);let n=Wa(e,`cilium`);for(let e of n)UN(e,t);if(!(n.length===0&&Ga(e,`cilium`)))for(let r of e.manifests.filter(WN))n.some(e=>t.clusterOf(e.manifest)===t.clusterOf(r))||GN(r,t)}},docs:{summary:"An agent’s taint is missing from `startupTaints` or in `taints`, or a startup taint is misspelled.",why:"Karpenter waits until startup taints are removed, and meanwhile expects pods to run on the node. Cilium’s operator taints nodes on which its agent does not run yet. If `startupTaints` does not include this taint, Karpenter assumes that its pods cannot use the node, and launches another. If the taint is in `taints`, Karpenter expects it to stay, and launches no node for pods that do not tolerate it. No agent removes a misspelled startup taint. The node then never becomes initialized, so Karpenter never consolidates or replaces it.",help:"Add the taint to `startupTaints`, with the key that the agent uses.",url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecstartuptaints`},examples:qN}),RN=[`spec`,`template`,`spec`,`startupTaints`],zN=[`node.cilium.io/agent-not-ready`,`ebs.csi.aws.com/agent-not-ready`,`efs.csi.aws.com/agent-not-ready`,`fsx.csi.aws.com/agent-not-ready`,`s3.csi.aws.com/agent-not-ready`],BN=e=>e.split(`.`)[0];function VN(e,{report:t,nearest:n}){for(let r of _(e.get(RN)).keys()){let i=[...RN,r,`key`],a=h(e.get(i))??``,o=zN.includes(a)?void 0:n(a,zN);o!==void 0&&BN(o)===BN(a)&&t({manifest:e,at:e.span(i),message:`Nothing removes the startup taint \`${a}\`, so the nodes of \`${e.name}\` never become initialized`,help:`Did you mean \`${o}\`?`,fix:{description:`Replace with \`${o}\``,edits:b(e,i,o)}})}}function HN(e,{report:t}){let n=[`spec`,`template`,`spec`,`taints`],r=new Set(_(e.get(RN)).map((t,n)=>h(e.get([...RN,n,`key`]))));for(let i of _(e.get(n)).keys()){let a=[...n,i,`key`],o=h(e.get(a))??``;zN.includes(o)&&!r.has(o)&&t({manifest:e,at:e.span(a),message:`An agent removes the taint \`${o}\` when it runs, but it is in \`taints\`. Karpenter expects it to stay, so it launches no node of \`${e.name}\` for pods that do not tolerate it`,help:"Move it from `taints` to `startupTaints`."})}}function UN(e,t){let n=Za(e,`agentNotReadyTaintKey`),r=[`setNodeTaints`,`enabled`].map(t=>Za(e,`operator`,t));Ut(n)&&r.every(e=>Ut(e)&&e.value!==!1)&&KN({manifest:e.manifest,key:h(n.value)??zN[0]},t)}const WN=({kind:e,apiVersion:t,name:n})=>e===`ConfigMap`&&t===`v1`&&n===`cilium-config`;function GN(e,t){let n=h(e.get([`data`,`agent-not-ready-taint-key`]))??zN[0];h(e.get([`data`,`set-cilium-node-taints`]))===`true`&&!e.isPartial&&!d(n)&&KN({manifest:e,key:n},t)}function KN({manifest:e,key:t},n){let{all:r,report:i,clusterOf:a}=n;for(let o of V(r))a(o)===a(e)&&Yt(xp(o,RN),({value:e})=>{let n=h(v(e)?.key);return n===void 0||d(n)?void 0:n===t})===!1&&i({manifest:o,at:o.span(RN),message:`Cilium adds the taint \`${t}\` to new nodes, but it is not in \`startupTaints\` of \`${o.name}\`. Karpenter launches a second node for the same pods`,help:`Add \`{key: ${t}, effect: NoExecute}\` to \`startupTaints\`.`,labels:[{span:e.span([`metadata`,`name`]),message:`Cilium${yu(o,e,n)}`}]})}function qN(){return{bad:[U($(J({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),Z(`cilium`),X),{"requirements:":`startupTaints:
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
requirements:`})],good:[$(J({limits:`cpu: 1000`,nodeClassRef:`default`,startupTaints:W`
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
        `,X)]}}const JN=[`spec`,`template`,`spec`],YN=q({id:`taint-pairs`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[89],explains:[`provisioning/nodepool-not-ready`],on:{NodePool(e,{report:t}){let n=new Map;for(let r of[`taints`,`startupTaints`].flatMap(t=>XN(e.get([...JN,t]),t))){let{key:i,effect:a}=v(e.get(r))??{},o=`${h(i)}:${h(a)}`;if(h(i)===void 0||d(o))continue;let s=n.get(o);if(s===void 0){n.set(o,r);continue}let c=s.at(-2)===r.at(-2)&&e.get([...s,`value`])===e.get([...r,`value`]);t({at:e.span([...r,`key`]),message:`\`${e.name}\` has the taint \`${o}\` twice. Karpenter rejects the NodePool and launches nothing for it`,labels:[{span:e.span([...s,`key`]),message:`first used here`}],help:`Remove one of the two taints.`,...c&&{fix:{description:`Remove the duplicate`,edits:Pe(e,r)}},explains:{paths:[JN],mentioning:``}})}}},docs:{summary:`Two taints of a NodePool have the same key and effect.`,why:"The API server accepts this. Karpenter allows each pair of key and effect only once in `taints` and `startupTaints` together. The NodePool fails Karpenter’s validation and launches nothing.",help:`Remove one of them. Keep the startup taint if something on the node removes it, otherwise keep the taint.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespectaints`},examples:ZN}),XN=(e,t)=>_(e).map((e,n)=>[...JN,t,n]);function ZN(){return{bad:[U(J({requirements:[],taints:W`
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
        `})]}}const QN=q({id:`taint-tolerations`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[],on:{Manifests:eP},docs:{summary:`A toleration nearly matches the taint of a NodePool, or no pod tolerates the taint.`,why:"A toleration must match the key, the value and the effect of a taint. One that nearly matches has no effect, and nothing reports it. The pods stay pending or run on another NodePool, and Karpenter launches no node for the NodePool with the taint. The default operator is `Equal`, for which a missing value is the empty string.",help:"Set the value and the effect of the taint in the toleration, or use `operator: Exists`.",url:`https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/`},examples:cP}),$N=2e3;function eP(e,t){let n=V(e).slice(0,$N).flatMap(nP);if(n.length===0)return;let r=pf(e).slice(0,$N),i=r.map(e=>rP(e));for(let e of i)oP(e,n,t);let a=i.flat(),o=new Set(r.filter(({manifest:e})=>e.kind!==`DaemonSet`).map(({manifest:e})=>Sp(e))),s=new Set(e.manifests.filter(tP).map(Sp));for(let e of n)e.effect===`PreferNoSchedule`||s.has(Sp(e.pool))||o.has(Sp(e.pool))&&!a.some(t=>!t.isKnown||t.key===``||t.key===e.key)&&t.report({manifest:e.pool,at:e.pool.span(e.path),severity:`note`,message:`No pod in these manifests tolerates the taint \`${e.key}\` of \`${e.pool.name}\`, so Karpenter launches no node for this NodePool until one does`,help:`Add a toleration to the pods that should run there, or remove the taint.`})}const tP=({apiVersion:e,kind:t})=>t===`HelmRelease`&&l(e)===`helm.toolkit.fluxcd.io`||/^Application(?:Set)?$/.test(t)&&l(e)===`argoproj.io`;function nP(e){let t=[`spec`,`template`,`spec`,`taints`];return _(e.get(t)).flatMap((n,r)=>{let i=[...t,r],[a,o,s]=[`key`,`value`,`effect`].map(t=>h(e.get([...i,t]))??``);return d(`${a}${o}${s}`)||a===``||/(?:^|\.)(?:kubernetes|k8s)\.io\//.test(a)?[]:[{pool:e,path:i,key:a,value:o,effect:s}]})}function rP(e){let{manifest:t,template:n}=e,r=[...n,`spec`,`tolerations`],i=t.get(r);return i!==void 0&&!Array.isArray(i)?[{...iP,workload:e,path:r,isKnown:!1}]:_(i).map((n,i)=>{let{key:a,operator:o,value:s,effect:c}=v(n)??{},l=[a,o,s,c].map(e=>h(e)??``);return{workload:e,path:[...r,i],key:l[0],value:l[2],effect:l[3],isExists:o===`Exists`,isKnown:v(n)!==void 0&&!t.isPartial&&!l.some(e=>d(e))}})}const iP={key:``,isExists:!0,value:``,effect:``},aP=(e,t)=>(e.key===``||e.key===t.key)&&(e.effect===``||e.effect===t.effect)&&(e.isExists||e.value===t.value);function oP(e,t,{report:n,nearest:r}){if(!e.some(({isKnown:e})=>!e))for(let i of e){let a=t.filter(({key:e})=>e===i.key);if(a.length===0||a.some(t=>e.some(e=>aP(e,t))))continue;let[o]=a.flatMap(e=>sP(i,e,r)??[]);if(!o)continue;let{taint:s,reason:c,help:l}=o,{manifest:u}=i.workload;n({manifest:u,at:u.span(i.path),message:`${u.kind} \`${u.name}\` does not tolerate the taint \`${s.key}=${s.value}:${s.effect}\` of \`${s.pool.name}\`, because its toleration ${c}`,help:l,labels:[{span:s.pool.span(s.path),message:`the taint`}]})}}function sP(e,t,n){let r=e.isExists||e.value===t.value,i=e.effect===``||e.effect===t.effect;if(r&&!i)return{taint:t,reason:`has the effect \`${e.effect}\``,help:`Set \`effect: ${t.effect}\`.`};if(!i||r)return;let a=`\`value: ${t.value||`""`}\``;return e.value===``?{taint:t,reason:`has no value`,help:`Set ${a}, or \`operator: Exists\`.`}:n(e.value,[t.value])===void 0?void 0:{taint:t,reason:`has the value \`${e.value}\``,help:`Set ${a}.`}}function cP(){return{bad:[U(fP(W`
        - key: example.com/dedicated
          value: batch
          effect: NoExecute
      `),{"effect: NoExecute":`effect: NoSchedule`}),U(fP(W`
        - key: example.com/dedicated
          value: batches
          effect: NoSchedule
      `),{"value: batches":`value: batch`}),U(fP(W`
        - key: example.com/dedicated
          effect: NoSchedule
      `),{"tolerations:\n        - key":`tolerations:
  - value: batch
    key`},{"tolerations:\n        - key":`tolerations:
  - operator: Exists
    key`}),U(fP(),{"containers:":`tolerations:
  - key: example.com/dedicated
    operator: Exists
containers:`},{"      taints:\n        - key: example.com/dedicated\n          value: batch\n          effect: NoSchedule\n":``})],good:[fP(W`
        - key: example.com/dedicated
          operator: Exists
      `),W`
        ${uP}
        ---
        ${dP(`train`,W`
            - key: example.com/dedicated
              value: batch
          `)}
        ---
        ${dP(`proxy`,W`
            - key: example.com/dedicated
              value: system
              effect: NoSchedule
          `)}
        ---
        ${X}
      `,W`
        ${lP(`PreferNoSchedule`)}
        ---
        ${dP(`train`)}
        ---
        ${X}
      `,W`
        ${uP}
        ---
        ${dP(`proxy`)}
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
      `]}}const lP=e=>J({name:`batch`,limits:`cpu: 1000`,nodeClassRef:`default`,taints:W`
      - key: example.com/dedicated
        value: batch
        effect: ${e}
    `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),uP=lP(`NoSchedule`);function dP(e,t){return W`
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
  `}const fP=e=>W`
  ${uP}
  ---
  ${dP(`train`,e)}
  ---
  ${X}
`,pP=[...Re.get(S.capacityType)].sort(),mP=q({id:`unknown-capacity-type`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[18],on:{NodePool:hP,Provisioner:hP},docs:{summary:`A requirement names a capacity type that does not exist.`,why:"The API server accepts any text. Karpenter ignores the unknown value and only logs it, so `[spot, ondemand]` means only spot. If all values are unknown, the NodePool is not ready and launches nothing.",help:"Use `on-demand`, `spot` or `reserved`.",url:`https://karpenter.sh/docs/concepts/nodepools/#capacity-type`},examples:_P});function hP(e,{report:t,nearest:n}){for(let{key:r,operator:i,values:a}of H(e)){if(x(r)!==S.capacityType||i!==`In`&&i!==`NotIn`)continue;let o=a.filter(e=>e.isKnown&&!pP.includes(e.text)),s=a.filter(e=>!o.includes(e)).map(e=>`\`${e.text}\``);for(let r of o){let a=n(r.text,pP);t({at:e.span(r.path),message:`\`${r.text}\` is not a capacity type. ${gP(i,s)}`,help:a?`Did you mean \`${a}\`?`:"Use `on-demand`, `spot` or `reserved`.",...a&&{fix:{description:`Replace with \`${a}\``,edits:b(e,r.path,a)}}})}}}function gP(e,t){return e===`NotIn`?`It excludes nothing`:t.length===0?`The NodePool never becomes ready`:`Karpenter ignores it and uses only ${t.join(` and `)}`}function _P(){return{bad:[J({requirements:[`karpenter.sh/capacity-type In [spot, ondemand]`]})],good:[J({requirements:[`karpenter.sh/capacity-type In [spot, on-demand]`]})]}}const vP=q({id:`unknown-label`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[],on:{NodePool:SP,Provisioner:SP},docs:{summary:`A requirement names a label that resembles one of Karpenter’s labels but does not exist.`,why:`Karpenter treats a label that it does not know as a custom label. It puts any of the values on the nodes, and chooses instance types as if the requirement did not exist. Running nodes do not have the label, so all of them drift.`,help:`Correct the name of the label.`,url:`https://karpenter.sh/docs/concepts/scheduling/#well-known-labels`},examples:jP}),yP=/^(?:(?!node-restriction\.)[\w-]+\.)*kubernetes\.io$|^eks\.amazonaws\.com$/,bP=e=>e.slice(e.indexOf(`/`)+1),xP=new Map([...ze].map(e=>[bP(e),e]));function SP(e,{report:t,nearest:n}){if(d(e.get([`spec`,`template`,`metadata`,`labels`])))return;let r=new Set(Jl(e).map(({key:e})=>e));for(let{key:i,path:a,isKnown:o}of H(e)){if(!o||r.has(i))continue;let s=EP(e,i)??(OP(i)?void 0:CP(i,n));if(s===void 0)continue;let c=[...a,`key`];t({at:e.span(c),message:`\`${i}\` is not a label that Karpenter knows. It does not filter instance types, and new nodes get any of its values`,help:`Did you mean \`${s}\`?`,fix:{description:`Replace with \`${s}\``,edits:b(e,c,s)}})}}function CP(e,t){let n=t(bP(e),[...xP.keys()]);return n!==void 0&&DP(bP(e),n)?xP.get(n):void 0}const wP=new Set([`eks.amazon.com`,`eks.aws.com`,`eks.aws`,`eks.amazonaws`,`eks.k8s.aws`,`amazonaws.com`,`karpenter.aws`,`karpenter.k8s.io`,`karpenter.io`,`karpenter.amazonaws.com`,`karpenter.aws.com`]),TP=`eks.amazonaws.com`;function EP(e,t){let[n,i]=[Me(t),bP(t)],a=xP.get(i);if(a===void 0||n===``||n.length>40||yP.test(n))return;let o=Me(a)===`karpenter.k8s.aws`&&i.startsWith(`instance-`),s=o&&kP(e)===TP?`${TP}/${i}`:a,c=o?[TP,Me(a)]:[Me(a)];if(!c.includes(n))return wP.has(n)||c.some(e=>r(n,e)<=2)?s:void 0}const DP=(e,t)=>r(e,t)<=(e.length<8?1:2);function OP(e){return ze.has(x(e))||!yP.test(Me(e))?!0:e.startsWith(`eks.`)}const kP=e=>v(e.get([`spec`,`template`,`spec`,`nodeClassRef`]))?.group,AP=e=>W`
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
`;function jP(){return{bad:[J({requirements:[`node.kubernetes.io/instance-family In [c7i, m7i, r7i]`]}),J({requirements:[`karpenter.aws/instance-family In [c7i, m7i, r7i]`]}),AP(`eks.amazonaw.com/instance-category`),$(J({nodeClassRef:`default`,requirements:[`topology.kubernetes.io/zones In [us-east-1a, us-east-1b]`]}),W`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `)],good:[J({labels:`node.kubernetes.io/instance-sizes: web`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.k8s.gcp/instance-size In [large]`,`beta.kubernetes.io/arch In [amd64]`,`example.com/instance-type In [large]`,`node.kubernetes.io/instance-sizes Exists`,`node.kubernetes.io/role In [web]`,`node-restriction.kubernetes.io/zone In [a]`]}),AP(`eks.amazonaws.com/instance-category`)]}}const MP=/^([a-z]{2,3}(?:-[a-z]+){1,3}-\d)[a-z]$/,NP=/^[a-z]{2,3}(?:-[a-z]+){1,3}-\d-[a-z]/,PP=q({id:`unknown-zone`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[25],explains:[`provisioning/nodepool-empty`],on:{NodePool:FP,Provisioner:FP},docs:{summary:`A requirement or label names a zone that the region does not have.`,why:`The API server accepts any text. Karpenter counts the zone as a topology domain, although nothing can ever run there. Every zonal topology spread constraint in the cluster then counts a zone that stays empty, which can keep pods pending. A NodePool with no other zone launches nothing.`,help:`Use zones of the region, and only those in which the node class has subnets.`,url:`https://karpenter.sh/docs/concepts/nodepools/#availability-zones`},examples:LP});function FP(e,t){let{catalog:n}=t;if(!n)return;let r=n.zones.map(e=>e.zone);for(let{key:i,operator:a,values:o}of[...H(e),...Jl(e)]){if(x(i)!==S.zone||d(a))continue;let s=e=>!r.includes(e)&&!n.otherZones.includes(e)&&!NP.test(e),c=a===`In`&&o.every(e=>e.isKnown&&s(e.text));for(let{path:n,text:i,isKnown:l}of o)l&&s(i)&&IP({pool:e,path:n,text:i,zones:r,isExcluded:a===`NotIn`,leavesNone:c},t)}}function IP({pool:e,path:t,text:n,zones:r,isExcluded:i,leavesNone:a},{report:o,catalog:s,nearest:c,isRegionAssumed:l}){let{region:u}=s,d=i?`excluding it has no effect`:`Karpenter never launches nodes for this value`,f=MP.exec(n)?.[1];if(f!==void 0&&f!==u){if(l)return;o({at:e.span(t),severity:`warning`,message:`Zone \`${n}\` is not in ${u}, so ${d}`,help:`Use a zone of ${u} (${r.join(`, `)}), or set the region if this NodePool belongs to ${f}.`});return}let p=f===void 0&&n!==u?c(n,r):void 0,m=n===u?`\`${n}\` is a region, not a zone`:`Region ${u} has no zone \`${n}\``;o({at:e.span(t),...i&&{severity:`warning`},message:`${m}, so ${d}`,help:p?`Did you mean \`${p}\`?`:`Use a zone of ${u}: ${r.join(`, `)}.`,...p&&{fix:{description:`Replace with \`${p}\``,edits:b(e,t,p)}},...a&&{explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}}})}function LP(){return{bad:[U(J({requirements:[`topology.kubernetes.io/zone In [us-east-1a, us-east-1b, us-east-1z]`]}),{"[us-east-1a, us-east-1b, us-east-1z]":`[us-east-1a, us-east-1b]`}),U(J({requirements:[`topology.kubernetes.io/zone In [us-east-1]`]}),{"[us-east-1]":`[us-east-1a, us-east-1b]`})],good:[J({requirements:[`topology.kubernetes.io/zone In [us-east-1a, us-east-1b]`]}),K({region:`us-west-1`},J({requirements:[`topology.kubernetes.io/zone In [us-west-1c]`]}))]}}const RP=q({id:`unreachable-pool`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[32],on:{Manifests(e,t){for(let e of Cp(t))zP(e,t)}},docs:{summary:`A NodePool is never used, because another one comes first, has no limits, and can launch everything that it can.`,why:`Karpenter uses a NodePool with a lower weight only if those before it cannot run a pod: their limits are reached, or AWS has no capacity. Suppose that the first one has no limits and allows every instance type, zone and capacity type that the other allows. Then it runs out of capacity only when the other does too, so the fallback never happens.`,help:`Set limits for the first NodePool, or allow something else in the fallback: another capacity type, other families, or other zones.`,url:`https://karpenter.sh/docs/concepts/nodepools/#specweight`},examples:WP});function zP(e,t){let n=e.slice(0,60).filter(e=>BP(e)&&Dp(e));for(let e of n){let r=n.find(n=>iu(n)>iu(e)&&VP(n)&&HP(n,e,t));r&&t.report({manifest:e,at:e.span([`metadata`,`name`]),message:`\`${e.name}\` is never used, because \`${r.name}\` comes first, has no limits, and can launch everything that \`${e.name}\` can`,help:`Set limits for \`${r.name}\`, or allow instance types, zones or capacity types in \`${e.name}\` that \`${r.name}\` does not allow.`,labels:[{span:r.span([`metadata`,`name`]),message:`comes first`}]})}}const BP=e=>!e.isPartial&&Hl(e,[`spec`,`weight`]).isKnown&&e.get([`spec`,`replicas`])===void 0&&H(e).every(({path:t})=>e.get([...t,`minValues`])===void 0);function VP(e){let{value:t,isKnown:n}=Yl(e),r=Object.keys(v(t)??{});return n&&typeof(t??{})==`object`&&r.every(e=>e.includes(`/`))}function HP(e,t,{compatible:n,catalog:r}){let[i,a]=[n(e),n(t)];if(!r||!i?.isExact||!a?.isExact||a.names.length===0||a.names.some(e=>(r.type(e)?.gpus.length??0)>0)||$l(e)===void 0||$l(e)?.name!==$l(t)?.name||UP(e)!==UP(t))return!1;let o=new Set(i.names);return a.names.every(e=>o.has(e))&&[`on-demand`,`spot`].every(e=>{let{zones:t}=i.count(e);return a.count(e).zones.every(e=>t.includes(e))})}const UP=e=>JSON.stringify(H(e).filter(({key:e})=>x(e)===S.os).map(({operator:e,values:t})=>[e,t.map(({text:e})=>e).sort()]));function WP(){return{bad:[U($(J({name:`general`,weight:50,limits:`nvidia.com/gpu: 8`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [on-demand]`]}),J({name:`fallback`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [on-demand]`]}),X),{"nvidia.com/gpu: 8":`nvidia.com/gpu: 8
cpu: 1000`},{"[c, m]":`[c, m, i]`})],good:[$(J({name:`spot`,weight:50,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [spot]`]}),J({name:`on-demand`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [on-demand]`]}),X),$(J({name:`reserved-by-limits`,weight:50,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [on-demand]`]}),J({name:`fallback`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [on-demand]`]}),X)]}}const GP=q({id:`unused-budget`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[110],on:{NodePool(e,{report:t}){let n=_(e.get(XE));if(e.isPartial||n.some(ge))return;let r=n.map(e=>v(e)?.nodes),i=QE(e).map((e,t)=>({field:e,nodes:r[t]}));for(let n of i){let r=typeof n.field.hours==`object`?i.find(e=>KP(e,n)):void 0;r&&t({at:e.span([...n.field.path,`nodes`]),message:`This budget of \`${e.name}\` never allows ${n.nodes}: the budget of ${r.nodes} always applies, and the smallest one counts`,labels:[{span:e.span([...r.field.path,`nodes`]),message:`always applies`}],help:`Remove it. To allow more at these times, give the budget of ${r.nodes} a \`schedule\` and \`duration\` for all other times.`})}}},docs:{summary:`A disruption budget with a schedule allows more than a budget that always applies.`,why:`Of all budgets that apply at a time, Karpenter uses the one that allows the fewest nodes. A window with a larger budget does not replace a smaller budget without a schedule, so nothing is different in the window. Drift takes as long as before.`,help:`Give the smaller budget a schedule for all times outside of the window, or remove the larger one.`,url:`https://karpenter.sh/docs/concepts/disruption/#nodes`},examples:JP}),KP=(e,{field:t,nodes:n})=>e.field.hours===`always`&&!e.field.isZero&&qP(e.nodes,n)&&ZE.every(n=>!t.appliesTo(n)||e.field.appliesTo(n));function qP(e,t){let[n,r]=[e,t].map(e=>typeof e==`string`?/^(\d{1,6})(%?)$/.exec(e):null);return n!=null&&r!=null&&n[2]===r[2]&&Number(n[1])<Number(r[1])}function JP(){return{bad:[U(J({disruption:W`
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
        `})]}}const YP=[cE,CE,aD,cD,dD,bD,ND,WD,QD,nO,HO,hk,Sk,Ek,Ok,Fk,oA,hA,bA,wA,DA,rj,dj,hj,xj,Vj,rM,wM,MM,LM,VM,KM,iN,cN,vN,wN,NN,LN,YN,QN,mP,vP,PP,RP,GP,...KT].sort((e,t)=>y(e.id,t.id)),XP=[ud],ZP=new Map([...Bt,...YP.map(QP)].map(e=>[e.code,e]));function QP(e){let{summary:t,why:n,help:r,url:i}=e.docs;return{code:`lint/${e.id}`,summary:t,why:n,help:r,url:i,rule:e}}const $P=[...ZP.keys()].sort(),eF=(e,t=[])=>ZP.has(e)||t.some(t=>zt(t)===e);function tF(e,t=[]){let n=ZP.get(e)??ZP.get(`lint/${e}`);if(n)return n;let r=t.find(t=>[zt(t),t.id].includes(e));return r&&nF(r)}const nF=e=>({code:zt(e),summary:e.message,why:e.description??`This is a rule of \`${e.origin}\`.`,help:e.help??`Change the object so that the rule holds.`,...e.url!==void 0&&{url:e.url},custom:e});function rF(e,t=[]){let n=[...$P,...t];if(e.includes(`/`))return o(e,n);let r=new Map(n.map(e=>[e.slice(e.indexOf(`/`)+1),e])),i=o(e,r.keys());return i&&r.get(i)}function iF(e,t=[]){return[...e].filter(e=>!tF(e)).map(e=>({name:e,nearest:rF(e,t)}))}const aF=e=>`# plumbline-ignore ${e.replace(/^lint\//,``)} until=2027-03-31: why this is acceptable here`,oF=e=>e.includes(`/`)?e:`lint/${e}`,sF=({paths:e,resources:t},{span:n,resource:r})=>(e===void 0||e.some(e=>XO(e,n.file)))&&(t===void 0||r!==null&&t.some(e=>cF(e,r)));function cF(e,{kind:t,namespace:n,name:r}){return XO(e,(e.split(`/`).length>2?[t,n??``,r]:[t,r]).join(`/`))}const lF=(e,t)=>t[e]??t[e.replace(/^lint\//,``)],uF=(e,{rules:t,overrides:n})=>lF(e,t)===`off`&&n.every(t=>(lF(e,t.rules)??`off`)===`off`),dF=(e,t,{rules:n,overrides:r})=>lF(e,n)===`off`||r.some(n=>lF(e,n.rules)===`off`&&(n.paths===void 0||n.paths.some(e=>XO(e,t))));function fF(e,{rules:t,overrides:n}){if(n.length===0)return[...e];let r=e=>lF(e,t)===`off`&&n.some(t=>lF(e,t.rules)!==void 0);return e.flatMap(e=>{if(!/^(?:lint|custom)\//.test(e.code))return[e];let t=n.filter(t=>sF(t,e)).map(t=>lF(e.code,t.rules)).findLast(e=>e!==void 0);return t===`off`||t===void 0&&r(e.code)?[]:[t===void 0?e:{...e,severity:t}]})}function pF({rules:e,ignore:t=[],overrides:n=[],neverSuppress:r=[],environments:i={}},a,o=[]){let s={reader:a,custom:o.map(zt)};hF(e,[`rules`],s);for(let[e,t]of n.entries())hF(t.rules,[`overrides`,e,`rules`],s);for(let[e,t]of Object.entries(i))hF(t.rules,[`environments`,e,`rules`],s);for(let[e,t]of r.entries())mF(t,[`neverSuppress`,e],s);let c=new Set(r.map(oF));t.forEach(({code:e,reason:t,until:n},r)=>{mF(e,[`ignore`,r,`code`],s),c.has(oF(e))&&a.fail([`ignore`,r,`code`],`\`${e}\` is in \`neverSuppress\`, so \`ignore\` cannot silence it`,`Remove it from one of the two lists.`),t.trim()===``&&a.fail([`ignore`,r,`reason`],`\`ignore[${r}].reason\` is empty`,`Write why the finding is ignored.`),n!==void 0&&!/^\d{4}-\d{2}-\d{2}$/.test(n)&&a.fail([`ignore`,r,`until`],`\`until: ${n}\` is not a date`,"Write it like `2027-03-31`.")})}function mF(e,t,{reader:n,custom:r}){if(r.includes(e))return;let[i]=iF([e],r);i&&n.fail(t,`\`${e}\` is not the code of a finding`,gF(i.nearest))}function hF(e={},t,{reader:n,custom:r}){for(let i of Object.keys(e)){if(r.includes(i))continue;let[e]=iF([i],r);e&&n.fail([...t,i],`\`${i}\` is not a rule`,gF(e.nearest)),tF(i)?.rule||n.fail([...t,i],`\`${i}\` is not a lint rule, so its severity cannot be changed`,"To silence it, add an entry to `ignore`.")}}const gF=e=>e?i(e):"Run `plumbline rules` to list the rules.",_F=/\?|\{[^{},]*,/;function vF({environments:e={}},t){for(let[n,{paths:r=[]}]of Object.entries(e))for(let[e,i]of r.entries())_F.test(i)&&t.fail([`environments`,n,`paths`,e],`\`${i}\` contains a pattern that plumbline does not know`,"Write one entry for each folder. `*` stands for any characters of a name, and `**` for any folders.")}function yF(e,t){let n=t===void 0?void 0:ra(t);if(t===void 0||n!==void 0)return n;throw new s(`config`,`\`${t}\` is not a version of ${e}`,{help:`Write a minor version, such as \`${e===`Karpenter`?`1.14`:`1.34`}\`.`})}function bF(e){let{karpenter:t,existingNodes:n,systemPods:r,capacityReservations:i,catalog:a,crds:o,prices:s,...c}=e,{extends:l,pricing:u,customRules:d,sources:f,environments:p,gate:m,...ee}=c;return{...ee,...t?.version!==void 0&&{karpenterVersion:t.version},...t?.settings&&{karpenter:t.settings},...n&&{existingNodes:n.map(OF)},...r&&{systemPods:r.map(kF)},...i&&xF(i),...a!==void 0&&{catalog:a.replace(/^\.\/|(?<!\/)\/+$/g,``)},...o&&{crds:o.map(e=>e.replace(/^\.\//,``))},...s?.spot&&{spotPricing:s.spot},...u&&{pricing:DF(u)},...d&&{customRules:d},...f&&{sources:TF(f)},...p&&{environments:SF(p)},...m&&{gate:ik(JE,m)}}}function xF(e){let t=Object.entries(e);return{capacityReservations:Object.fromEntries(t.map(([e,t])=>[e,typeof t==`number`?t:t.count])),describedReservations:Object.fromEntries(t.flatMap(([e,t])=>typeof t==`number`?[]:[[e,{instanceType:t.instanceType,zone:t.zone}]]))}}const SF=e=>Object.fromEntries(Object.entries(e).map(([e,t])=>[e,CF(t)])),CF=e=>({paths:(e.paths??[]).map(e=>e.replace(/^\.?\/+|(?<!\/)\/+$/g,``)),clusterArn:e.clusterArn,roleArn:e.roleArn,allowedAccountIds:e.allowedAccountIds??[],context:e.context,delivery:e.delivery,leaseNamespace:e.leaseNamespace??`kube-system`,readyMinutes:e.readyMinutes??10,own:wF(e)});function wF(e){let{region:t,zones:n,nodeClassAddresses:r,vcpuQuotas:i,capacityReservations:a}=e,{karpenter:o,kubernetesVersion:s,snapshot:c,rules:l,gate:u}=e;return{...t!==void 0&&{region:t},...n&&{zones:n},...r&&{nodeClassAddresses:r},...i&&{vcpuQuotas:i},...a&&xF(a),...o?.version!==void 0&&{karpenterVersion:yF(`Karpenter`,o.version)},...o?.settings&&{karpenter:o.settings},...s!==void 0&&{kubernetesVersion:yF(`Kubernetes`,s)},...c!==void 0&&{snapshot:c},...l&&{rules:l},...u&&{gate:u}}}const TF=({render:e,roots:t,ignore:n,chartRepositories:r})=>({render:e??!0,roots:(t??[]).map(({path:e,values:t,release:n,namespace:r,environment:i})=>({path:e.replace(/^\.\/|\/$/g,``),values:t??[],release:n,namespace:r,environment:i})),ignore:(n??[]).map(e=>e.replace(/^\.\/|\/$/g,``)),chartRepositories:r??[]}),EF={regions:[],families:[]},DF=({discounts:e=[],savingsPlans:t=[],perNodeMonthlyUsd:n,teamLabel:r})=>({discounts:e.map(e=>({...EF,capacityTypes:[],...e})),savingsPlans:t.map(e=>({...EF,...e})),perNodeMonthlyUsd:n??WE.perNodeMonthlyUsd,teamLabel:r??WE.teamLabel}),OF=e=>({name:e.name,instanceType:e.instanceType,count:e.count??1,zone:e.zone,labels:e.labels??{},taints:e.taints??[],requested:e.requested??{}}),kF=({name:e,requests:t,replicas:n,daemonSet:r})=>({name:e,requests:t??{},replicas:n??1,daemonSet:r??!1});function AF({gate:e,environments:t={}},n){jF(e,[`gate`],n);for(let[e,r]of Object.entries(t))jF(r.gate,[`environments`,e,`gate`],n)}function jF(e,t,n){e?.freeze?.forEach((e,r)=>{for(let i of[`from`,`to`])NF(e[i])||n.fail([...t,`freeze`,r,i],`\`${i}: ${e[i]}\` is not a date or time`,"Write it like `2026-12-20` or `2026-12-20T16:00Z`.");e.to<e.from&&n.fail([...t,`freeze`,r,`to`],"`to` is before `from`",`Swap them.`)})}const MF=e=>/^\d{4}-\d{2}-\d{2}$/.test(e)&&!Number.isNaN(Date.parse(e)),NF=e=>/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/.test(e)&&!Number.isNaN(Date.parse(e)),PF={rules:100,expressions:40},FF=(e,t)=>e.map(({tests:e,...n})=>({severity:`warning`,matchConditions:[],variables:[],fix:[],...n,tests:{good:e?.good??[],bad:e?.bad??[]},origin:t}));function IF({customRules:e=[]},t){let n=new Set;e.forEach((e,r)=>{let i=[`customRules`,r];(!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(e.id)||e.id.length>60)&&t.fail([...i,`id`],`\`${e.id}\` is not the name of a rule`,e.id.startsWith(`custom/`)?"Leave `custom/` out. The code of its findings gets it.":`Use lower-case letters, digits and single hyphens.`),n.has(e.id)&&t.fail([...i,`id`],`two rules have the name \`${e.id}\``,`Rename one of them.`),n.add(e.id),e.on.length===0&&t.fail([...i,`on`],`\`on\` of rule \`${e.id}\` is empty`,"Name the kinds that it judges, such as `NodePool`."),zF(e,i,t),e.message.trim()===``&&t.fail([...i,`message`],`the message of rule \`${e.id}\` is empty`),e.url!==void 0&&!/^https?:\/\/\S+$/.test(e.url)&&t.fail([...i,`url`],`\`url\` of rule \`${e.id}\` is not a URL`,"Write it as in `https://example.com/rules`."),LF(e)>PF.expressions&&t.fail(i,`rule \`${e.id}\` has more than ${PF.expressions} expressions`,`Split it into several rules.`),HF(e,i,t),BF(e,i,t),e.fieldPath!==void 0&&!/^\.?[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*|\['[^']*'\]|\["[^"]*"\]|\[\d+\])*$/.test(e.fieldPath)&&t.fail([...i,`fieldPath`],`\`${e.fieldPath}\` in rule \`${e.id}\` is not the path of a field`,"Write it as in `.spec.limits.cpu`, `.spec.list[0]` or `.metadata.labels['example.com/team']`.")}),e.length>PF.rules&&t.fail([`customRules`,PF.rules],`there are more than ${PF.rules} rules`,`Remove some of them.`)}const LF=({variables:e=[],matchConditions:t=[],fix:n=[]})=>e.length+t.length+n.length+2,RF=[`NodePool`,`EC2NodeClass`,`NodeClass`,`NodeClaim`,`NodeOverlay`,`CapacityBuffer`,`Provisioner`,`AWSNodeTemplate`,`Deployment`,`StatefulSet`,`DaemonSet`,`ReplicaSet`,`Job`,`CronJob`,`Pod`,`PodDisruptionBudget`,`Service`,`ConfigMap`,`Namespace`,`PriorityClass`,`StorageClass`,`HorizontalPodAutoscaler`,`ServiceAccount`];function zF({id:e,on:t},n,r){t.forEach((t,a)=>{if(RF.includes(t))return;let s=t.toLowerCase().replace(/(?:ies|s)$/,e=>e===`s`?``:`y`),c=RF.find(e=>[t.toLowerCase(),s].includes(e.toLowerCase()))??(t.includes(`/`)?t.split(`/`).at(-1):void 0);c===void 0&&/^[A-Z]\w*$/.test(t)||r.fail([...n,`on`,a],`\`${t}\` in \`on\` of rule \`${e}\` is not a kind`,i(c??o(t,RF)??`NodePool`))})}function BF(e,t,n){let{id:r,variables:i=[],matchConditions:a=[],fix:s=[]}=e,c=i.map(({name:e})=>e);c.forEach((e,i)=>{(!/^[A-Za-z_]\w*$/.test(e)||c.indexOf(e)<i)&&n.fail([...t,`variables`,i,`name`],`variable \`${e}\` of rule \`${r}\` ${c.indexOf(e)<i?`exists twice`:`is not a name`}`,"Use letters, digits and `_`, and each name once.")});let l=[...i.map(({expression:e},t)=>[[`variables`,t,`expression`],e]),...a.map(({expression:e},t)=>[[`matchConditions`,t,`expression`],e]),[[`expression`],e.expression],[[`messageExpression`],e.messageExpression],...s.map(({valueExpression:e},t)=>[[`fix`,t,`valueExpression`],e])];for(let[e,i=``]of l){let a=i.replaceAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g,``);for(let[,i]of a.matchAll(/(?<![\w.])variables\.([A-Za-z_]\w*)/g))c.includes(i)||n.fail([...t,...e],`\`variables.${i}\` is not a variable of rule \`${r}\``,VF(o(i,c),"Add it to `variables`."))}}const VF=(e,t)=>e===void 0?t:i(e);function HF({id:e,fix:t=[]},n,r){t.forEach(({op:t,path:i,value:a,valueExpression:o},s)=>{let c=[...n,`fix`,s];i.startsWith(`/`)||r.fail([...c,`path`],`\`${i}\` in \`fix\` of rule \`${e}\` is not a JSON Pointer`,"Write it as in `/spec/limits/cpu`."),[a,o].filter(e=>e!==void 0).length!==(t===`remove`?0:1)&&r.fail(c,`\`${t} ${i}\` in \`fix\` of rule \`${e}\` needs ${t===`remove`?`no value`:"either `value` or `valueExpression`"}`)})}const UF=[{name:`cost`,summary:`For teams that watch the bill: it blocks a change that costs $200/month more, and warns about expensive choices.`,config:{rules:{"full-reservations":`warning`,"idle-reservations":`warning`,"limit-fit":`note`,"limits-below-one-node":`error`,"min-values-exotic":`warning`,"older-generation":`warning`,"overlapping-pools":`warning`,"pod-requests":`warning`,"price-gap":`warning`,"require-limits":`error`,"unreachable-pool":`error`},gate:{monthlyIncreaseUsd:200}}},{name:`production-eks`,summary:`For production clusters on EKS: what endangers availability is an error, and a change may replace at most 50 nodes and leave no pod unschedulable.`,config:{rules:{"al2-end-of-life":`warning`,"ami-name-kubernetes":`error`,"ami-older-than-kubernetes":`error`,"blocking-pdb":`error`,"budget-gaps":`error`,"controller-placement":`error`,"expiry-blocked":`warning`,"frozen-nodes":`warning`,"interruption-events":`error`,"node-access":`error`,"pin-ami-alias":`error`,"pod-grace-period":`error`,"require-limits":`error`,"spot-flexibility":`error`,"startup-taints":`error`,"termination-handler":`error`,"zones-without-subnets":`error`},gate:{nodesReplaced:50,unschedulablePods:0}}},{name:`recommended`,summary:`For every repository: three notes become warnings, and it blocks a change that costs $1,000/month more.`,config:{rules:{"expiry-blocked":`warning`,"frozen-nodes":`warning`,"pod-requests":`warning`},gate:{monthlyIncreaseUsd:1e3}}},{name:`security`,summary:`For clusters with security reviews: images, volumes, IAM and access are errors that no comment can suppress.`,config:{rules:{"al2-end-of-life":`error`,"ami-name-kubernetes":`error`,"custom-registration":`error`,"node-access":`error`,"node-role-exists":`error`,"owned-security-groups":`warning`,"pin-ami-alias":`error`,"root-encryption":`error`,"volume-key":`error`},neverSuppress:[`controller-permissions`,`node-access`,`pass-role`,`pin-ami-alias`,`root-encryption`,`volume-key`]}},{name:`strict`,summary:`For repositories without old findings: every new warning fails the review, most notes are warnings, and a change may replace at most 20 nodes.`,config:{rules:{"al2-end-of-life":`warning`,"budget-rounding":`warning`,"consolidate-after-load":`warning`,"dead-values":`warning`,"expiry-blocked":`warning`,"exported-object":`warning`,"frozen-nodes":`warning`,"idle-reservations":`warning`,"isolated-vpc":`warning`,"limit-fit":`warning`,"overlapping-pools":`warning`,"pod-requests":`warning`,"price-gap":`warning`,"root-encryption":`warning`},failOn:`warning`,gate:{nodesReplaced:20,unschedulablePods:0}}}],WF=/^([\w.-]+)\/([\w.-]+)\/([^@#\s]+)@([^@#\s]+?)(?:#sha256:([^@#\s]+))?$/;function GF(e){let t=UF.find(({name:t})=>t===e);if(t)return{preset:t};if(e.startsWith(`./`)&&!e.split(`/`).includes(`..`))return{file:e.replace(/^(?:\.\/+)+/,``)};let[,n,r,i,a,o]=WF.exec(e)??[];return a===void 0?{fault:`\`${e}\` in \`extends\` is neither a preset nor a file`,help:KF(e)}:/^[0-9a-f]{40}$/.test(a)?o!==void 0&&!/^[0-9a-f]{64}$/.test(o)?{fault:`the digest of \`${e}\` in \`extends\` is not a SHA-256`,help:`Write its 64 digits.`}:i.split(`/`).some(e=>e===`..`||e===`.`||e===``)?{fault:`\`${i}\` in \`extends\` is not the path of a file`,help:qF}:{shared:{owner:n,repo:r,path:i,commit:a,digest:o,text:e}}:{fault:`\`${e}\` in \`extends\` is not pinned to a commit`,help:"Write the 40 digits of a commit after `@`. A branch or a tag can change without a review."}}function KF(e){let t=o(e.replaceAll(`_`,`-`),UF.map(e=>e.name));if(t!==void 0)return i(t);let[,n]=/^(?:https:\/\/github\.com\/|github:)([\w.-]+\/[\w.-]+)\//.exec(e)??[];return n===void 0?/^\/?[\w.-]+(?:\/[\w.-]+)*\.ya?ml$/.test(e)&&!e.split(`/`).includes(`..`)?`Write \`./${e.replace(/^\//,``)}\` for a file of this repository${/^[^/]+\/[^/]+\/./.test(e)?`, or \`${e}@COMMIT\` for one of another repository`:``}.`:qF:`Write \`${n}/rules.yaml@COMMIT\`, without the server, and with the 40 digits of a commit.`}const qF=`Write a preset (${UF.map(({name:e})=>`\`${e}\``).join(`, `)}), a file from the root of the repository (\`./rules.yaml\`), or a file of another repository at a commit (\`OWNER/NAME/rules.yaml@COMMIT\`). Packages and other URLs are not read.`,JF=[`customRules`,`rules`,`overrides`,`neverSuppress`,`changedLines`,`failOn`,`gate`],YF={...gt,properties:Object.fromEntries(JF.map(e=>[e,gt.properties[e]]))};async function XF(e,t){if(!/\bextends\b/.test(e.text))return[];let n=new vt(e),{extends:r=[]}=n.read();r.length>10&&n.fail([`extends`,10],"`extends` has more than 10 entries",`Merge some of the files.`);let i=[];for(let[e,a]of r.entries()){let r=(t,r)=>n.fail([`extends`,e],t,r),o=i.flatMap(({customRules:e=[]})=>e.map(({id:e})=>({id:e})));i.push(await ZF(a,t,{fail:r,earlier:o}))}return i}async function ZF(e,{file:t,shared:n},{fail:r,earlier:i}){let a=GF(e);if(`fault`in a)return r(a.fault,a.help);if(`preset`in a)return a.preset.config;if(`file`in a){let n=await t(a.file);return n?QF({...n,file:a.file},{origin:e,earlier:i}):r(`\`${e}\` in \`extends\` was not found`,`Write the path from the root of the repository. The file must also be at the base.`)}if(!n)return r(`\`${e}\` in \`extends\` cannot be read here`,`Use a file of this repository.`);let{owner:o,repo:s,path:c}=a.shared;return QF({file:`${o}/${s}/${c}`,text:await n(a.shared)},{origin:e,earlier:i})}function QF(e,{origin:t,earlier:n}){let r=new vt(e,YF),i=r.read();IF(i,r),AF(i,r),vF(i,r);let a=FF(i.customRules??[],t);return pF(i,r,[...n,...a]),{...i,customRules:a}}const $F=(e,t={})=>({...e,...t,...(e.attention??t.attention)&&{attention:{...e.attention,...t.attention}},...(e.teams??t.teams)&&{teams:{...e.teams,...t.teams}}});function eI(e){let t=new Map(e.flatMap(({customRules:e=[]})=>e.map(e=>[e.id,e]))),n={overrides:e.flatMap(({overrides:e=[]})=>e),neverSuppress:[...new Set(e.flatMap(({neverSuppress:e=[]})=>e))]};return{...Object.assign({},...e),...t.size>0&&{customRules:[...t.values()]},...e.some(e=>e.rules)&&{rules:Object.assign({},...e.map(e=>e.rules))},...e.some(({gate:e})=>e)&&{gate:e.reduce((e,{gate:t})=>$F(e,t),{})},...n.overrides.length>0&&{overrides:n.overrides},...n.neverSuppress.length>0&&{neverSuppress:n.neverSuppress}}}function tI(e,t=[]){let n=new vt(e),{extends:r,...i}=n.read();IF(i,n);let a={...i,...i.customRules&&{customRules:FF(i.customRules,iI(e))}},o=eI([...t,a]);return pF(i,n,o.customRules),AF(i,n),vF(i,n),i.timeZone!==void 0&&!aI(i.timeZone)&&n.fail([`timeZone`],`\`${i.timeZone}\` is not a time zone`,"Write a name like `Europe/Berlin`."),nI(i,n),o.scorecard!==void 0&&!rI(o.scorecard)&&n.fail([`scorecard`],`\`${o.scorecard}\` is not the name of a branch`,"Write a name like `plumbline-scorecard`."),bF(o)}function nI({currency:e},t){if(e===void 0)return;let{code:n,asOf:r,source:i}=e,a=(e,n,r)=>t.fail([`currency`,e],n,r);/^[A-Z]{3}$/.test(n)||a(`code`,"`currency.code` is not the code of a currency","Write three capital letters, such as `EUR`."),n===`USD`&&a(`code`,`costs are in USD already`,"Remove `currency`."),r!==void 0&&!MF(r)&&a(`asOf`,"`currency.asOf` is not a date","Write it like `2026-11-02`."),i!==void 0&&!/^[^\p{C}]{1,80}$/u.test(i)&&a(`source`,"`currency.source` must be at most 80 characters on one line","Write a name, such as `ECB`.")}const rI=e=>/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}(\/[A-Za-z0-9][A-Za-z0-9._-]{0,99}){0,4}$/.test(e)&&!/\.\.|\.lock(\/|$)|\.(\/|$)/.test(e),iI=({file:e})=>e.split(/[/:\\]/).at(-1);function aI(e){try{return new Intl.DateTimeFormat(`en-GB`,{timeZone:e})!==void 0}catch{return!1}}const oI=[`region`,`karpenterVersion`,`kubernetesVersion`];function sI(...e){let t={...YE};for(let n of e)for(let[e,r]of Object.entries(n))r!==void 0&&(t[e]=r);let n={...t,karpenterVersion:yF(`Karpenter`,t.karpenterVersion),kubernetesVersion:yF(`Kubernetes`,t.kubernetesVersion)},r=oI.filter(t=>e.slice(1).some(e=>e[t]!==void 0));return{...n,environments:cI(n,r)}}function cI(e,t){if(t.length===0)return e.environments;let n=Object.fromEntries(t.map(t=>[t,e[t]]));return Object.fromEntries(Object.entries(e.environments).map(([e,t])=>[e,{...t,own:{...t.own,...n}}]))}const lI=e=>async t=>(await e([t]))[0];function uI(e,t){let n=new Map((e.customRules??[]).map(e=>[zt(e),e])),r=new Map((t.customRules??[]).map(e=>[zt(e),e]));return[...[...new Set([...n.keys(),...r.keys()])].sort().flatMap(e=>{let[t,i]=[n.get(e),r.get(e)];return t&&i?dI(t,i)?[]:[`changes \`${e}\``]:[i?`adds \`${e}\``:`removes \`${e}\``]}),...fI(e.rules??{},t.rules??{})]}const dI=({tests:e,origin:t,...n},{tests:r,origin:i,...a})=>JSON.stringify(n)===JSON.stringify(a),fI=(e,t)=>[...new Set([...Object.keys(e),...Object.keys(t)])].sort().flatMap(n=>{let[r=`its default`,i=`its default`]=[e[n],t[n]];return r===i?[]:[`sets \`${n}\` from ${r} to ${i}`]});async function pI(e,{over:t,fallback:n},r){let{rules:i,onNote:a}=r,o=await mI(e.current,i.brokenConfiguration===`fails`);!o.source&&o.fault===void 0&&e.named!==void 0&&a({about:`no configuration`,path:e.named});let{config:s,error:c}=o.source?await gI(o.source,hI(e.files,e)):{config:{}},l=c?.message??o.fault,u=c!==void 0&&i.brokenConfiguration===`fails`;if(l!==void 0&&!u&&a({about:`broken configuration`,at:`base`,fault:l}),i.proposedConfiguration===`reported`&&e.proposed&&await _I(e,{current:o,config:s},a),u)throw c;let d=yI(s,t,r);return sI({...n,...s},{...t,set:{...s.set,...t.set},...t.ignore&&{ignore:[...s.ignore??[],...t.ignore]},...d!==void 0&&{failOn:d}})}async function mI(e,n){try{return{source:await e()}}catch(e){if(n||!t(e))throw e;return{fault:e.message}}}const hI=(e,{shared:t})=>({file:lI(e),shared:t});async function gI(e,n){try{let t=tI(e,await XF(e,n));return sI(t),{config:t}}catch(e){if(!t(e))throw e;return{config:{},error:e}}}async function _I({proposed:e,proposedFiles:t,shared:n},{current:r,config:i},a){if(e===void 0)return;let o=await mI(e,!1),s=e=>{e!==void 0&&e!==r.fault&&a({about:`broken configuration`,at:`head`,fault:e})};if(s(o.fault),!o.source)return;let c=o.source.text===r.source?.text;if(c||a({about:`proposed configuration`,file:o.source.file,hasCurrent:r.source!==void 0}),c&&i.customRules===void 0&&!/\bextends\b/.test(o.source.text))return;let l=bI(n,r.source?.text??``),u=await gI(o.source,hI(t??(async()=>[]),l));if(l.isRefused())return;s(u.error?.message);let d=u.error?[]:uI(i,u.config);d.length>0&&a({about:`proposed rules`,changes:d})}const vI=[`never`,`error`,`warning`,`note`];function yI({failOn:e},{failOn:t},{rules:n,onNote:r}){return e===void 0||t===void 0?t??e:n.failOn===`set`||vI.indexOf(t)>=vI.indexOf(e)?t:(r({about:`weaker failOn`,wanted:t,current:e}),e)}function bI(e,t){if(e===void 0)return{shared:e,isRefused:()=>!1};let n=!1;return{shared:async r=>{if(t.includes(r.text))return e(r);throw n=!0,new s(`config`,`\`${r.text}\` is read once the configuration is merged`)},isRefused:()=>n}}async function xI(e,t,{what:n,help:r}){let i=t.filter(e=>!/[\r\n]/.test(e)),a=[],o=0,c=await ce(e,i,e=>{o+=e.length,o<=33554432&&a.push(e)}).then(()=>i.length>0,()=>!1);if(o>33554432)throw new s(`config`,`${n} is longer than ${me(pe)} MB`,{help:r});return c?SI(Buffer.concat(a),i):new Map}function SI(e,t){let n=new Map,r=0;for(let i of t){let t=e.indexOf(`
`,r);if(t===-1)break;let a=/^([0-9a-f]+) (commit|tree|blob|tag) (\d+)$/.exec(e.toString(`utf8`,r,t));if(r=t+1,!a)continue;let o=r+Number(a[3]);if(o>e.length)break;n.set(i,{sha:a[1],type:a[2],content:e.subarray(r,o)}),r=o+1}return n}function CI(e,t){if(/[\r\n\0]/.test(t))return;let n=`${t}^{commit}`,r=re(e,[`cat-file`,`--batch`],`${n}\n`),i=r&&SI(r,[n]).get(n);if(!i)return;let[a=``]=i.content.toString(`utf8`).split(`

`);return{sha:i.sha,parents:[...a.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([,e])=>e)}}const wI=e=>/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(e);function TI(e,t,n){if([t,n].every(wI))return re(e,[`rev-parse`,`--is-shallow-repository`])?.toString().trim()===`false`&&re(e,[`merge-base`,t,n])?.toString().trim()||void 0}function EI(e){switch(e.about){case`no configuration`:return`the base has no \`${e.path}\`, so the defaults apply`;case`proposed configuration`:return`the change's own \`${e.file}\` takes effect once it is merged`;case`proposed rules`:return`once it is merged, this change ${se(e.changes,DI)}`;case`broken configuration`:return e.at===`base`?`${e.fault} (at the base, so this review uses the defaults)`:e.fault;case`weaker failOn`:return`the input \`fail-on: ${e.wanted}\` is ignored, because \`failOn: ${e.current}\` at the base is stricter`;case`missing snapshot`:return`the snapshot \`${e.path}\` was not found at the base, so this review does not use it`;case`proposed catalog`:return`this change edits the prices in \`${e.folder}\`, which take effect once it is merged`;case`unusable catalog`:return e.at===`base`?`${e.fault}, so this review uses the built-in prices`:e.fault;case`proposed crds`:return`this change edits ${g(e.files,` and `)}, whose definitions take effect once it is merged`;case`unusable crds`:return e.at===`base`?`${e.fault}, so this review does not use the definitions in \`crds\``:e.fault;case`missing path`:return`file or folder to review not found: \`${e.path}\``}}const DI=8;async function OI(e,t,n){let r=n===void 0?await MI(e):await jI(e,t,n);return t.flatMap(e=>{let t=r(e);return t===void 0?[]:[{file:e,text:t}]})}const kI=(e,t)=>new s(`config`,`The snapshot \`${e}\` was not found${t===void 0?``:` at \`${t}\``}`,{help:"Set `snapshot` in plumbline.yaml to a path from the root of the repository. Run `plumbline snapshot` to write the file."}),AI="If it is a snapshot, run `plumbline snapshot` to write it again. The result is smaller, because it groups equal pods.";async function jI(e,t,n){let r=await e.commit(n),i=t.map(e=>`${r}:${e}`),a=await xI(await e.root(),i,{what:`\`${t[0]}\``,help:AI});return e=>{let t=a.get(`${r}:${e}`);return t?.type===`blob`?t.content.toString(`utf8`):void 0}}async function MI(e){let t=le(Qe(e.folder));return e=>NI(Qe(t,e))}function NI(e){try{let t=`\`${e}\``;return de({path:e,name:t,maxBytes:pe,code:`config`,help:AI})}catch(e){if(e instanceof s)throw e;return}}async function PI(e,t){let n=await e.commit(t),r=await e.root(),i=wt(Ze(r,await et(e.folder)).replaceAll(`\\`,`/`)),a=await xI(r,i.map(e=>`${n}:${e}`),{what:`The configuration at the base`,help:"Check that it is the right file. `--config FILE` names a different one."}),o=i.find(e=>a.get(`${n}:${e}`)?.type===`blob`);if(o!==void 0)return{file:`${t}:${o}`,text:a.get(`${n}:${o}`).content.toString(`utf8`)}}const FI=e=>Xe(process.env.XDG_CACHE_HOME??Xe($e(),`.cache`),`plumbline`,e);function II(e,t){try{Ue(Ye(e),{recursive:!0}),qe(`${e}.${process.pid}`,t),Ge(`${e}.${process.pid}`,e)}catch{}}async function LI(e,t,n=FI(`extends`)){let r=Xe(n,`${kt(`${e.owner}/${e.repo}/${e.path}@${e.commit}`)}.json`),i=RI(r,e);if(i!==void 0)return i;let a=await t();return II(r,JSON.stringify({digest:kt(a),text:a})),a}function RI(e,{digest:t}){try{let{digest:n,text:r}=JSON.parse(We(e,`utf8`));return kt(r)===n&&(t===void 0||t===n)?r:void 0}catch{return}}const zI=e=>t=>LI(t,async()=>{let[{githubOf:n},{sharedFile:r}]=await Promise.all([import(`./repository-facts-exports.js`),import(`./shared-file-exports.js`)]),i=n(e);if(i!==void 0)return r(i,t);throw new s(`config`,`\`${t.text}\` in \`extends\` is not in the cache, and there is no GitHub token`,{help:"Set GITHUB_TOKEN to a token that can read the repository, such as the output of `gh auth token`. Later runs need no network."})});async function BI(e,t,n){let r=GI(e,t,n),i={rules:Lt,onNote:KI(e,t,n)},a=await pI(r,VI(e,t),i);return e.isOn(`quiet`)||HI(a,t),a}function VI(e,t){let[n,r]=[UI(e),WI(t)];return{over:{region:e.text(`region`),karpenterVersion:e.text(`karpenter-version`),kubernetesVersion:e.text(`kubernetes-version`),failOn:e.text(`fail-on`),set:a(e.texts(`set`)),...e.isOn(`changed-lines`)===!0&&{changedLines:!0},...e.isOn(`first-round`)===!0&&{firstRound:!0},...n!==void 0&&{timeZone:n},today:tt()},...r!==void 0&&{fallback:{timeZone:r}}}}function HI({karpenterVersion:e},{stderr:t}){let n=e&&ia(e);n!==e&&t.write(`note: Karpenter ${e} is not known to this plumbline; using the rules of ${n}\n`)}function UI(e){let t=e.text(`time-zone`);if(t===void 0||aI(t))return t;throw new s(`usage`,`\`${t}\` is not a time zone`,{help:"Write it as in `Europe/Berlin`."})}const WI=({env:{TZ:e}})=>e&&aI(e)?e:void 0;function GI(e,t,{repository:n,ref:r}){let{cwd:i}=t,a=e.text(`config`),o=async()=>{let e=Tt(n.folder);return e===void 0?void 0:Dt(e)},s={files:e=>OI(n,e,r),shared:zI(t)};return a===void 0?r===void 0?{current:o,...s}:{current:()=>PI(n,r),proposed:o,proposedFiles:e=>OI(n,e,void 0),...s,at:r}:{current:async()=>({...Dt(Qe(i,a)),file:a}),...s,at:r}}const KI=(e,{stderr:t},{ref:n})=>r=>{e.isOn(`quiet`)||t.write(qI(r,n))};function qI(e,t){return e.about===`proposed configuration`?`note: plumbline.yaml differs from \`${t}\`: ${e.hasCurrent?`the one there is used`:`there is none there, so the defaults are used`}\n  help: Yours takes effect once it is merged. Pass \`--config plumbline.yaml\` to try it now.\n`:`note: ${EI(e)}\n`}const JI=e=>{let[,t]=/^#?([1-9]\d{0,8})$/.exec(e)??[];return t===void 0?void 0:Number(t)};async function YI(e,t){return(await BI(e,t,{repository:new _e(t.cwd),ref:void 0})).customRules}async function XI(e,t){let{stdout:r}=t,[a]=e.positionals;if(a===void 0)throw new s(`usage`,"`explain` needs a code or a pull request",{help:"Run for example `plumbline explain schema/unknown-field`."});let o=JI(a);if(o!==void 0)return(await import(`./explain-pull.js`)).runExplainPull(o,e,t);let c=tF(a),l=c?[]:await YI(e.flags,t),u=c??tF(a,l);if(!u){let e=rF(a,l.map(zt));throw new s(`usage`,`\`${a}\` is not the code of a finding`,{help:e?i(e):"Run `plumbline rules` to list the lint rules."})}return r.write(ZI(u)),n.ok}function ZI({code:e,summary:t,why:n,help:r,url:i,rule:a,custom:o}){let s=a?[...a.examples().bad.slice(0,1).flatMap(({text:e})=>[``,`Bad:`,eL(e)]),...a.examples().good.slice(0,1).flatMap(({text:e})=>[``,`Good:`,eL(e)]),...$I(e)]:o?[``,`Rule of ${o.origin}:`,...QI(o),...$I(e)]:[],l=(a??o)?.severity,u=l?` (${l})`:``,d=i?[``,`More: ${i}`]:[],f=o?e=>e.split(`
`).map(c).join(`
`):e=>e;return`${[`${e}${u}`,``,t,``,n,``,`What to do: ${r}`,...s,...d].map(f).join(`
`)}\n`}const QI=({matchConditions:e,variables:t,expression:n})=>[...e.map(e=>eL(`if ${e.name}: ${e.expression}`)),...t.map(e=>eL(`variables.${e.name}: ${e.expression}`)),eL(n)],$I=e=>[``,`To suppress it in one place, add this comment to the line above:`,`  ${aF(e)}`],eL=e=>e.trimEnd().replace(/^(?=.)/gm,`  `),tL=[`Instance types and zones`,`Limits`,`Taints and overlapping NodePools`,`Disruption`,`Workloads`,`Images and user data`,`Volumes`,`Network`,`Capacity reservations`,`IAM and cluster access`,`Security`,`Karpenter installation`,`All objects`];async function nL(e,t){let[r]=e.positionals;if(r===`test`)return(await import(`./rules-test.js`)).runRulesTest(e,t);if(r!==void 0)throw new s(`usage`,`\`${r}\` is not an action of \`rules\``,{help:i(`rules test`)});let{stdout:a}=t,o=Math.max(...YP.map(({id:e})=>e.length));for(let e of tL){a.write(`${e}\n`);for(let{id:t,severity:n,docs:r}of YP.filter(t=>t.theme===e))a.write(`  ${t.padEnd(o)}  ${n.padEnd(7)}  ${r.summary}\n`);a.write(`
`)}let l=await YI(e.flags,t);l.length>0&&a.write(`Your own rules
`);for(let e of l)a.write(`  ${zt(e).padEnd(o)}  ${e.severity.padEnd(7)}  ${c(e.message)}\n`);return l.length>0&&a.write(`
`),a.write("Run `plumbline explain RULE` to see why a rule matters and what to do.\n"),n.ok}export{sk as $,Va as $n,At as $r,pf as $t,zj as A,jo as An,wn as Ar,Ax as At,Ej as B,ho as Bn,D as Br,Rh as Bt,tF as C,cs as Cn,P as Cr,dT as Ct,XP as D,Zo as Dn,kn as Dr,bC as Dt,rF as E,Ko as En,fi as Er,CC as Et,Nj as F,ko as Fn,j as Fr,uv as Ft,Zk as G,ro as Gn,Gt as Gr,nm as Gt,yj as H,po as Hn,$t as Hr,rm as Ht,Oj as I,yo as In,pn as Ir,v_ as It,Uk as J,R as Jn,E as Jr,dp as Jt,Jk as K,Ua as Kn,Kt as Kr,zp as Kt,kj as L,mo as Ln,O as Lr,Vh as Lt,Fj as M,bo as Mn,un as Mr,Ex as Mt,Rj as N,xo as Nn,k as Nr,wb as Nt,YP as O,Yo as On,Sn as Or,LS as Ot,Mj as P,Co as Pn,ln as Pr,Oy as Pt,dk as Q,Ra as Qn,Mt as Qr,Vf as Qt,Dj as R,go as Rn,dn as Rr,zh as Rt,fF as S,us as Sn,Xi as Sr,pT as St,eF as T,qo as Tn,hi as Tr,EC as Tt,Qk as U,uo as Un,Qt as Ur,am as Ut,vj as V,vo as Vn,Xt as Vr,im as Vt,qk as W,oo as Wn,Zt as Wr,tm as Wt,uk as X,Ja as Xn,jt as Xr,np as Xt,fk as Y,no as Yn,zt as Yr,ip as Yt,lk as Z,Ba as Zn,Nt as Zr,Jf as Zt,oF as _,Us as _n,oa as _r,zE as _t,BI as a,kt as ai,su as an,ja as ar,vO as at,dF as b,Fs as bn,ea as br,qT as bt,II as c,wt as ci,kc as cn,Ma as cr,yD as ct,EI as d,_t as di,mc as dn,na as dr,qE as dt,Ft as ei,Bd as en,La as er,rk as et,CI as f,nt as fi,nc as fn,sa as fr,YE as ft,sI as g,$s as gn,ra as gr,jE as gt,lI as h,Ys as hn,ca as hr,HE as ht,GI as i,It as ii,vu as in,fa as ir,YO as it,Bj as j,Ao as jn,A as jr,kx as jt,FM as k,Bo as kn,Nn as kr,RS as kt,OI as l,Tt as li,B as ln,ua as lr,nD as lt,pI as m,tc as mn,ia as mr,GE as mt,XI as n,Lt as ni,Pu as nn,Na as nr,nk as nt,KI as o,Ot as oi,$l as on,ba as or,vD as ot,TI as p,tt as pi,fc as pn,ta as pr,KE as pt,Xk as q,L as qn,Ut as qr,Bp as qt,YI as r,Rt as ri,Nu as rn,Ca as rr,ZO as rt,FI as s,Ct as si,eu as sn,ma as sr,_D as st,nL as t,Pt as ti,Rd as tn,Ia as tr,ek as tt,kI as u,Dt as ui,gc as un,F as ur,JE as ut,lF as v,Gs as vn,aa as vr,ME as vt,$P as w,ls as wn,pi as wr,fT as wt,sF as x,Hs as xn,Zi as xr,YT as xt,uF as y,Is as yn,Gi as yr,XT as yt,Aj as z,fo as zn,M as zr,Lh as zt};
import{o as e}from"./rolldown-runtime-B09viugM.js";import{L as t,S as n,_ as r,g as i,p as a,v as o,x as s}from"./command-CM041PLi.js";import{$t as c,E as l,Jt as u,O as d,P as f,Qt as ee,R as p,Ut as te,an as m,bt as ne,cn as re,d as ie,dn as ae,fn as oe,gn as se,hn as ce,in as h,jt as le,l as ue,mn as g,nn as _,on as de,pn as fe,rn as v,sn as pe,tn as y,un as me,yt as he,z as ge}from"./read-BfGeW_ff.js";import{B as _e,C as ve,F as ye,H as be,K as xe,L as Se,M as Ce,N as b,S as we,T as Te,U as x,V as S,j as Ee,k as De,q as Oe,x as ke}from"./manifests-CiPhpUBp.js";import{existsSync as Ae,mkdirSync as je,readFileSync as Me,renameSync as Ne,statSync as Pe,writeFileSync as Fe}from"node:fs";import{createHash as Ie}from"node:crypto";import{dirname as Le,join as Re,relative as ze,resolve as Be}from"node:path";import{homedir as Ve}from"node:os";import{realpath as He}from"node:fs/promises";const Ue=(e=new Date,t=process.env)=>We(e,t).toISOString().slice(0,10);function We(e=new Date,t=process.env){let n=t.SOURCE_DATE_EPOCH;if(!n)return e;if(!/^\d{1,11}$/.test(n))throw new s(`usage`,"`SOURCE_DATE_EPOCH` is not a number of seconds",{help:"Set it to seconds since 1970, such as the output of `date +%s`, or unset it."});return new Date(Number(n)*1e3)}var C=e(se(),1);const w=e=>({type:`string`,...e&&{description:e}}),Ge=(e,t)=>({type:`string`,enum:e,...t&&{description:t}}),T=(e,t)=>({type:`array`,items:e,description:t}),Ke=(e,t)=>({type:`object`,additionalProperties:e,...t&&{description:t}}),E=(e,{description:t,required:n=[]}={})=>({type:`object`,properties:e,additionalProperties:!1,...n.length>0&&{required:n},...t&&{description:t}}),qe=[`error`,`warning`,`note`],Je=E({...Object.fromEntries([[`standard`,`vCPUs of standard instances: families A, C, D, H, I, M, R, T and Z`],[`g`,`vCPUs of families G and VT`],...[`dl`,`f`,`hpc`,`inf`,`p`,`trn`,`x`].map(e=>[e,`vCPUs of family ${e.toUpperCase()}`])].map(([e,t])=>[e,{type:`integer`,minimum:0,description:t}]))}),Ye=E({version:w(`Karpenter version that runs in the cluster, such as 1.14`),settings:E({preferencePolicy:Ge([`Respect`,`Ignore`],"`Respect` treats preferences of pods as requirements until they cannot be met; `Ignore` ignores them"),minValuesPolicy:Ge([`Strict`,`BestEffort`],`What Karpenter does if it cannot meet minValues: give up, or launch with fewer values`),vmMemoryOverheadPercent:{type:`number`,minimum:0,description:`Fraction of memory that Karpenter subtracts for the VM: 0.075 is 7.5%`},reservedENIs:{type:`integer`,minimum:0,description:`Network interfaces per node that pods cannot use`},clusterCABundle:w(`CA bundle of the cluster, which is part of the hash of an EC2NodeClass`),featureGates:Ke({type:`boolean`},`Feature gate → true or false, including those of the AWS provider`)},{description:`Karpenter's settings, named as in the Helm chart. Values take effect as written: 0 is 0, not the default`})}),Xe={approvals:{type:`integer`,minimum:0,description:`Approvals that a plan needs before it is applied (default: 1)`},monthlyIncreaseUsd:{type:`number`,minimum:0,description:`Block a change that adds more than this to the cost per month, in USD`},nodesReplaced:{type:`integer`,minimum:0,description:`Block a change that replaces more nodes than this`},attention:E({monthlyIncreaseUsd:{type:`number`,minimum:0,description:`In USD per month (default: 500)`},monthlyIncreasePercent:{type:`number`,minimum:0,description:`In percent of the cost before (default: 50)`},nodesAdded:{type:`integer`,minimum:0,description:`Number of new nodes (default: no limit)`}},{description:`Warn about a change that exceeds both increases of cost, or adds more nodes than this`}),teams:Ke(E({monthlyIncreaseUsd:{type:`number`,minimum:0}},{required:[`monthlyIncreaseUsd`]}),"Value of the team label (`pricing.teamLabel`) → block a change that adds more than this to the team’s share of the cost per month, in USD"),unschedulablePods:{type:`integer`,minimum:0,description:`Block a change that leaves more pods than this unschedulable`},freeze:T(E({from:w(),to:w(),reason:w()},{required:[`from`,`to`,`reason`]}),`Periods in which plumbline applies nothing: ISO dates or times in UTC, including the last one`)},Ze=e=>({type:`any`,description:e}),Qe=e=>T(E({name:w(),expression:w()},{required:[`name`,`expression`]}),e),$e=e=>T(E({object:Ze(`The object`),oldObject:Ze(`The object before the change (default: the object is new)`),environment:Ze("Values of `environment` that differ from the defaults"),review:Ze("The value of `review` (default: unknown)")},{required:[`object`]}),e),et=E({id:w("Name of the rule in lower case with hyphens. The code of its findings is `custom/<id>`"),severity:Ge(qe,`Severity of its findings (default: warning)`),on:T(w(),`Kinds of the objects that it judges, such as NodePool`),matchConditions:Qe(`CEL expressions that must all be true for the rule to apply`),variables:Qe("CEL expressions whose values other expressions read as `variables.<name>`"),expression:w(`CEL expression that is true if the object is as it should be`),message:w(`What is wrong and why it matters`),messageExpression:w(`CEL expression that returns the message, with values of the object`),fieldPath:w(`Field that the finding points at, such as .spec.limits (default: the object)`),help:w(`What to do, as an instruction`),fix:T(E({op:Ge([`add`,`replace`,`remove`]),path:w(`JSON Pointer of the field, such as /spec/weight`),value:Ze(`The new value`),valueExpression:w(`CEL expression that returns the new value`)},{required:[`op`,`path`]}),"JSON Patch that corrects the object; `--fix` applies it and a comment suggests it"),description:w("Why the rule exists; `plumbline explain` shows it"),url:w(`Documentation of the rule`),tests:E({good:$e(`Objects for which the rule finds nothing`),bad:$e(`Objects for which the rule has a finding`)},{description:"Examples that `plumbline rules test` checks"})},{required:[`id`,`on`,`expression`,`message`]}),tt={nodeClassAddresses:Ke({type:`integer`,minimum:0},"EC2NodeClass name → addresses that its subnets have for its nodes and pods, as `plumbline doctor` prints them. If they need more, the finding is an error"),vcpuQuotas:E({"on-demand":Je,spot:Je},{description:"Quotas of the AWS account for vCPUs in the region, as `plumbline doctor` prints them. If the nodes need more, the finding is an error"}),capacityReservations:Ke({type:`integer`,minimum:0,orMap:E({instanceType:w(`Instance type of the reservation`),zone:w(`Availability zone of the reservation`),count:{type:`integer`,minimum:0,description:`Instances for Karpenter: free ones, and those that its nodes use if no snapshot shows these nodes`}},{required:[`instanceType`,`zone`,`count`]})},`Capacity reservation ID → instances for Karpenter, or its instance type, zone and count. Needed where node classes select reservations and no snapshot shows them`)},nt=E({extends:T(w(),"Presets, files of this repository (`./rules.yaml`) and files of other repositories at a commit (`OWNER/NAME/rules.yaml@COMMIT`), whose rules and limits apply; later entries and this file override earlier ones"),customRules:T(et,`Your own rules, in CEL`),region:w(`AWS region, which determines instance types and prices`),zones:T(w(),`Availability zones of the subnets (default: those that the manifests name, else the region's first three)`),nodeClassZones:Ke(T(w(),`Zones`),`EC2NodeClass name → availability zones of its subnets`),...tt,karpenter:Ye,kubernetesVersion:w(`Kubernetes version of the cluster, such as 1.34`),existingNodes:T(E({name:w(),instanceType:w(),count:{type:`integer`,minimum:0},zone:w(),labels:Ke(w()),taints:T(E({key:w(),value:w(),effect:w()},{required:[`key`,`effect`]}),`Taints of each node`),requested:Ke(w(),`Resources that pods outside the manifests already request on each node`)},{required:[`name`,`instanceType`]}),`Nodes that Karpenter does not manage. Pods are scheduled on them before Karpenter launches new nodes`),systemPods:T(E({name:w(),requests:Ke(w(),`Resources that each pod requests`),replicas:{type:`integer`,minimum:0,description:`Number of pods (default: 1)`},daemonSet:{type:`boolean`,description:`If true, one pod runs on each node, including Karpenter's`}},{required:[`name`]}),`Pods that the cluster runs and no manifest contains, instead of the add-ons that plumbline assumes on node groups in the repository; an empty list assumes none`),snapshot:w("Path of a `plumbline snapshot` file from the root of the repository, read from the base"),catalog:w("Folder of instance types and prices that `plumbline catalog refresh` wrote, from the root of the repository, read from the base"),crds:T(w(),`Files with CustomResourceDefinitions of other providers and tools, from the root of the repository, read from the base. Objects of these kinds are validated`),prices:E({spot:Ge([`advisor`,`flat`,`zoned`],"Source of spot prices. `flat` and `zoned` are artificial and only for tests")}),pricing:E({discounts:T(E({percent:{type:`number`,minimum:0,maximum:100,description:`Discount on the public price, in percent`},regions:T(w(),`Regions (default: all)`),families:T(w(),`Instance families, such as m7g (default: all)`),capacityTypes:T(Ge([`on-demand`,`spot`]),`Capacity types (default: both)`)},{required:[`percent`]}),`Discounts on instances. If several match the same price, all of them apply`),savingsPlans:T(E({hourlyUsd:{type:`number`,minimum:0,description:`Commitment per hour that this cluster can use, in USD`},percent:{type:`number`,minimum:0,maximum:99,description:`How far the price is below the on-demand price, in percent`},regions:T(w(),`Regions (default: all)`),families:T(w(),`Instance families of an EC2 Instance Savings Plan (default: all)`)},{required:[`hourlyUsd`,`percent`]}),`Savings Plans. You pay the commitment in any case, and it covers on-demand instances first`),perNodeMonthlyUsd:{type:`number`,minimum:0,description:`What each node costs per month in addition to its instance, in USD: licenses of agents, for example`},teamLabel:w("Pod label that names who pays (default: `team`)")},{description:`How your prices differ from the public prices. Karpenter itself always decides by the public prices`}),currency:E({code:w(`ISO 4217 code of the currency, such as EUR`),perUsd:{type:`number`,minimum:.001,maximum:1e6,description:`What one USD costs in this currency, such as 0.92`},asOf:w(`Date of this rate, such as 2026-11-02`),source:w(`Who published this rate, such as ECB`)},{description:`Currency in which comments, pages and other texts show costs. Prices, limits and the JSON document stay in USD`,required:[`code`,`perUsd`]}),rules:Ke(Ge([...qe,`off`]),"Rule → its severity, or `off`"),ignore:T(E({code:w(`Code of the finding, or the name of a lint rule`),path:w("A file, a folder, or a pattern with `*` and `**`"),resource:w("`Kind/name` or `Kind/namespace/name`, with `*`"),reason:w(`Why the finding does not apply here`),until:w("Last day on which the entry is in effect, such as `2027-03-31`")},{required:[`code`,`reason`]}),`Findings to suppress, each with a reason`),overrides:T(E({paths:T(w(),"Files, folders, and patterns with `*` and `**` (default: all files)"),resources:T(w(),"`Kind/name` or `Kind/namespace/name`, with `*` (default: all objects)"),rules:Ke(Ge([...qe,`off`]),"Rule → its severity for these files and objects, or `off`")},{required:[`rules`]}),`Rule severities for some files or objects, such as third-party charts. The last matching entry decides`),neverSuppress:T(w(),`Rules and other codes that neither a comment nor a baseline can suppress`),changedLines:{type:`boolean`,description:`If true, list and count only findings on lines that the change adds or edits`},timeZone:w(`Time zone in which the hours of disruption budgets are shown in addition to UTC, such as Europe/Berlin`),scorecard:w("Branch of this repository on which `mode: apply` and `mode: drift` record predictions and what became of them, such as plumbline-scorecard"),failOn:Ge([...qe,`never`],`Fail on new findings of this severity or higher`),comment:Ge([`update`,`new`,`hide`,`delete`,`off`],"What happens to the comment on a pull request with each new commit (default: update). `update` keeps one comment up to date. `new` writes a new one, `hide` also hides the older ones as outdated, and `delete` deletes them. `off` writes none"),notify:Ge([`block`,`warn`,`pass`,`off`],"Verdict from which on a message is sent to the webhook of the input `notify-url` or of the bot (default: block). `pass` sends one for each review, and `off` none"),set:Ke(w(),`Placeholder → value`),sources:E({render:{type:`boolean`,description:`If false, review kustomizations and charts as files, without rendering them`},roots:T(E({path:w(`Folder of a kustomization or a chart, from the root of the repository`),values:T(w(),`Values files of the chart; later files override earlier ones`),release:w(`Name of the Helm release`),namespace:w(`Namespace of the Helm release`),environment:w(`Environment that this root is deployed to, such as dev or prod`)},{required:[`path`]}),`Kustomizations and charts to render, instead of those that plumbline detects by file names; one entry per environment`),ignore:T(w(),`Folders whose kustomizations and charts are not rendered`),chartRepositories:T(w(),"Helm repositories and OCI registries (`oci://…`) that plumbline may download charts from")},{description:"What plumbline renders; `plumbline sources` lists it"}),environments:Ke(E({paths:T(w(),`Folders and files whose objects are applied to this environment (default: all files)`),clusterArn:w(`ARN of the EKS cluster; plumbline writes to no other cluster`),roleArn:w(`IAM role that the job assumes with OIDC`),allowedAccountIds:T(w(),`AWS accounts that plumbline may act in (default: the cluster's account)`),context:w("Context of the kubeconfig, if `clusterArn` is not set"),delivery:Ge([`apply`,`verify`],"`apply` writes the objects. `verify` waits until Argo CD, Flux or Helm has delivered what was reviewed. By default, plumbline detects this for each object"),leaseNamespace:w(`Namespace of the Lease that ensures only one apply runs at a time (default: kube-system)`),readyMinutes:{type:`number`,minimum:0,description:`How many minutes to wait for Ready (default: 10)`},region:w(`AWS region of this environment (default: the cluster's region)`),zones:T(w(),`Availability zones of its subnets`),...tt,karpenter:Ye,kubernetesVersion:w(`Kubernetes version of its cluster, such as 1.34`),snapshot:w(`Path of a snapshot of its cluster, from the root of the repository`),rules:Ke(Ge([...qe,`off`]),"Rule → its severity for the files in `paths`; it overrides the general one"),gate:E(Xe,{description:`Limits of this environment; they override the general ones`})}),`Environment → its files, its cluster, and the settings that differ from the general ones`),gate:E(Xe,{description:`Conditions for merging and applying a change; read from the base`})}),rt=262144;var it=class{#e;#t=new C.LineCounter;#n;#r;constructor(e,t=nt){this.#e=e.file,this.#r=t,e.text.length>262144&&this.#f(0,`the configuration is longer than ${rt/1024} kB`,`Check that this is the right file.`),this.#n=this.#i(e.text)}#i(e){try{return(0,C.parseDocument)(e,{lineCounter:this.#t,prettyErrors:!1})}catch{return this.#f(0,`the configuration cannot be parsed`,`Fix the YAML. It may be nested too deeply.`)}}read(){let e=this.#n.errors[0];return e&&this.#f(e.pos[0],e.message,`Fix the YAML.`),this.#n.contents===null?{}:this.#a(this.#n.contents,this.#r,``)}fail(e,t,n){return this.#d(this.#n.getIn(e,!0),t,n)}#a(e,t,n){let r=(0,C.isAlias)(e)?e.resolve(this.#n)??null:e;return t.orMap&&(0,C.isMap)(r)?this.#c(r,t.orMap,n):t.type===`object`?this.#c(r,t,n):t.type===`array`?this.#s(r,t,n):t.type===`any`?this.#o(r,n):this.#l(r,t,n)}#o(e,t){try{return e===null?null:e.toJS(this.#n,{maxAliasCount:100})}catch{return this.#d(e,`\`${t}\` has too many aliases`)}}#s(e,t,n){return(0,C.isSeq)(e)?e.items.map((e,r)=>this.#a(e,t.items,`${n}[${r}]`)):this.#d(e,`\`${n}\` must be a list`)}#c(e,t,n){if(!(0,C.isMap)(e))return this.#d(e,n?`\`${n}\` must be a map`:`the configuration must be a map`);let r=t.required?.find(t=>!e.has(t));return r&&this.#d(e,`\`${n}\` needs \`${r}\``),Object.fromEntries(e.items.map(({key:e,value:r})=>{let i=String((0,C.isScalar)(e)?e.value:e),a=n?`${n}.${i}`:i,o=(t.properties&&Object.hasOwn(t.properties,i)?t.properties[i]:void 0)??t.additionalProperties;return o?[i,this.#a(r,o,a)]:this.#u(e,i,a,Object.keys(t.properties??{}))}))}#l(e,t,n){let r=(0,C.isScalar)(e)&&e.value!==null?e:void 0,i=t.type===`string`?r&&(r.source??String(r.value)):r?.value;return(t.type===`integer`?Number.isSafeInteger(i):typeof i===t.type&&(typeof i!=`number`||Number.isFinite(i)))?t.minimum!==void 0&&i<t.minimum?this.#d(e,`\`${n}\` must be at least ${t.minimum}`):t.maximum!==void 0&&i>t.maximum?this.#d(e,`\`${n}\` must be at most ${t.maximum}`):t.enum&&!t.enum.includes(i)?this.#d(e,`\`${n}: ${i}\` is not one of ${t.enum.join(`, `)}`,ot(i,t.enum)):i:this.#d(e,`\`${n}\` must be ${at[t.type]}`)}#u(e,t,n,r){let i=ot(t,r)??`Known keys here are ${r.join(`, `)}.`;return this.#d(e,`\`${n}\` is not a key of the configuration`,i)}#d(e,t,n){return this.#f(e?.range?.[0]??0,t,n)}#f(e,t,n){let{line:r}=this.#t.linePos(e);throw new s(`config`,`${this.#e}:${Math.max(1,r)}: ${t}`,n?{help:n}:{})}};const at={string:`a string`,number:`a number`,integer:`a whole number`,boolean:`true or false`,object:`a map`,array:`a list`,any:`a value`};function ot(e,t){let n=o(e,t);return n?i(n):void 0}const st=[`plumbline.yaml`,`plumbline.yml`,`.plumbline.yaml`];function ct(e){for(let t=Be(e);;t=Le(t)){let e=st.map(e=>Re(t,e)).find(lt);if(e)return e;if(Le(t)===t||Ae(Re(t,`.git`)))return}}const lt=e=>Pe(e,{throwIfNoEntry:!1})?.isFile()??!1;function ut(e){try{let t=`The configuration \`${e}\``;return{file:e,text:oe({path:e,name:t,maxBytes:rt,code:`config`,help:`Check that this is the right file.`})}}catch(t){throw t instanceof s?t:new s(`config`,`\`${e}\` cannot be read`,{cause:t,help:"Pass an existing, readable file to `--config`."})}}const dt={host:"Action, `mode: review`",compares:`two commits`,reads:`a clone and GitHub`,token:`the caller's`,rendering:`rendered`,withoutRendering:`as plain files`,brokenConfiguration:`fails`,proposedConfiguration:`reported`,failOn:`tightened`,missingFacts:`fails`,unchanged:`no review`,withoutBase:`everything is new`,verdicts:`in another thread`},ft={...dt,host:"Action, `mode: comment`",reads:`GitHub`,rendering:`in isolation`},pt={...dt,host:"Action, `mode: render`",rendering:`in isolation`,withoutRendering:`with a note`,proposedConfiguration:`ignored`,unchanged:`reviewed`},mt={...dt,host:"Action, `mode: drift`",rendering:`by another job`,missingFacts:`reported`},ht={host:`Bot`,compares:`two commits`,reads:`GitHub`,token:`the app's`,rendering:`in isolation`,withoutRendering:`with a note`,brokenConfiguration:`defaults apply`,proposedConfiguration:`reported`,failOn:`tightened`,missingFacts:`reported`,unchanged:`no review`,withoutBase:`everything is new`,verdicts:`in the thread of the review`},gt={host:`Apply`,compares:`two commits`,reads:`a clone and GitHub`,token:`the caller's`,rendering:`by another job`,withoutRendering:`with a note`,brokenConfiguration:`fails`,proposedConfiguration:`ignored`,failOn:`tightened`,missingFacts:`reported`,unchanged:`reviewed`,withoutBase:`an empty repository`,verdicts:`in the thread of the review`},_t={...gt,host:`Bot, deployment gate`,reads:`GitHub`,token:`the app's`,rendering:`in isolation`},vt={host:`Command line`,compares:`commits, folders or the working tree`,reads:`the disk`,token:"the caller's, for `extends`",rendering:`rendered`,withoutRendering:`as plain files`,brokenConfiguration:`fails`,proposedConfiguration:`reported`,failOn:`set`,missingFacts:`fails`,unchanged:`reviewed`,withoutBase:`everything is new`,verdicts:`in another thread`},yt={...vt,host:`Language server`,token:`none`,brokenConfiguration:`defaults apply`,missingFacts:`reported`,verdicts:`in the thread of the review`},bt=({id:e})=>`custom/${e}`,xt=[{code:`admission/denied`,summary:`A ValidatingAdmissionPolicy of the cluster denies an object.`,why:`The snapshot of the cluster contains its ValidatingAdmissionPolicies. The API server refuses the object when somebody applies it, so the change would be merged and never take effect. If the binding only warns or audits, the finding is a warning or a note.`,help:`Change the object so that it meets the policy, or ask the owner of the policy.`},{code:`admission/not-judged`,summary:`A ValidatingAdmissionPolicy of the cluster could not be judged.`,why:`It needs something that is unknown before somebody applies the object: who sends the request, parameters, what the sender is authorized to do, or an object in another version. Whether the API server accepts the object is unknown.`,help:"Apply with a dry run to see what the API server says: `kubectl apply --server-side --dry-run=server -f FILE`."},{code:`disruption/consolidates-less`,summary:`New disruption settings make Karpenter keep running nodes that it would consolidate now.`,why:"With `consolidateAfter: Never`, `consolidationPolicy: WhenEmpty` or a budget of 0 for `Underutilized`, nodes stay although their pods fit on fewer or cheaper nodes. The cost does not change, but the savings are lost. It is a warning if the cost would be more than $500/month and 50% higher than with consolidation. Reported only if the running nodes are known.",help:'If restarts are the problem, keep `WhenEmptyOrUnderutilized` and set a disruption budget of `nodes: "1"` for the reason `Underutilized`.'},{code:`disruption/consolidates-more`,summary:`New disruption settings let Karpenter consolidate running nodes that it keeps now.`,why:"A changed `consolidationPolicy`, `consolidateAfter` or budget replaces no nodes by itself, but decides which nodes Karpenter may remove to save money. Their pods restart soon after the change is applied.",help:"Expect these restarts, or limit them with a disruption budget for the reason `Underutilized`."},{code:`disruption/expiry-in-window`,summary:`Nodes expire in windows in which disruption budgets allow no disruption.`,why:"Until v1beta1, disruption budgets also limited expiry. From v1 on, Karpenter drains a node as soon as it reaches `expireAfter`, whatever the budgets and their windows say. A window that protected weekends or working hours no longer does.",help:"Set `expireAfter: Never` and let drift replace nodes, which respects the windows. Or protect the pods with PodDisruptionBudgets, which apply to expiry up to `terminationGracePeriod`."},{code:`disruption/expiry-stampede`,summary:`Many nodes of a NodePool expire at the same time.`,why:"Karpenter deletes a node that reaches `expireAfter`, whatever the disruption budgets say, and launches no replacement first. Nodes that one change or one burst created have the same age, so they all expire within minutes of each other.",help:"Set a longer `expireAfter`, or `Never` and replace nodes by drift, which respects the budgets. PodDisruptionBudgets also apply to expiry, up to `terminationGracePeriod`."},{code:`disruption/no-targets`,summary:`All nodes that a load balancer sends traffic to are replaced at the same time.`,why:"Karpenter excludes a node from load balancers with the label `node.kubernetes.io/exclude-from-external-load-balancers` as soon as it starts to drain it. If a Service has `externalTrafficPolicy: Local` and nodes as targets, only nodes with its pods get traffic. A PodDisruptionBudget keeps the pods, but not the targets.",help:`Let a disruption budget replace one of these nodes at a time, run the pods on more nodes, or use IP addresses of pods as targets.`},{code:`disruption/replicas-together`,summary:`All pods of a workload, or so many that it loses its quorum, stop at the same time.`,why:`Karpenter evicts the pods of a node as soon as the replacement is ready. If nothing limits the evictions, all pods on nodes of the same wave stop together, and so do all pods on one node. Their replacements need time to start.`,help:"Create a PodDisruptionBudget with `maxUnavailable: 1`, and spread the pods over several nodes."},{code:`disruption/rollout-held`,summary:`Nodes must be replaced, but something keeps Karpenter from replacing them.`,why:`A change that does not reach running nodes looks complete and is not: they keep the old image, settings or instance types. The cause may be a disruption budget of 0, a PodDisruptionBudget, an annotation, or a limit that leaves no room for replacements.`,help:`Change what the finding names. It says which value is enough.`},{code:`disruption/single-replica`,summary:`A workload with one pod is down while its node is replaced.`,why:`Karpenter evicts the pod before another one runs, because a Deployment creates its replacement only afterwards. A PodDisruptionBudget cannot help: it blocks the eviction, and the node stays.`,help:`Run two or more replicas on different nodes, or accept the interruption.`},{code:`disruption/unprotected-replicas`,summary:`All pods of a workload may be on one node that is replaced, and no PodDisruptionBudget protects them.`,why:`Karpenter evicts the pods of a node as soon as the replacement is ready. plumbline does not know on which nodes the pods run, but they fit on one, and nothing keeps them apart.`,help:"Create a PodDisruptionBudget with `maxUnavailable: 1`, and spread the pods over several nodes."},{code:`io/encoding`,summary:`A file is not UTF-8 text.`,why:`plumbline cannot review a file that it cannot read as text. A manifest in it would reach the cluster without a review.`,help:`Save the file as UTF-8, or exclude it from the reviewed paths.`},{code:`io/kustomization`,summary:`A kustomization does not show which files it loads.`,why:`A kustomization may load files of any name. One that plumbline cannot read may load manifests that nobody reviews.`,help:`Write the kustomization as plain YAML of less than 1 MB, without escapes and tags.`},{code:`io/lfs-pointer`,summary:`A file with manifests is now stored in Git LFS.`,why:`Git contains only a pointer to the file. A review cannot see its content, and neither can most tools that deploy from git.`,help:`Keep manifests out of Git LFS: remove the path from .gitattributes, and add the file again.`},{code:`io/not-a-file`,summary:`A path is neither a file nor a folder.`,why:`plumbline does not read devices, sockets and pipes, because reading them may block or never end.`,help:`Pass a file or a folder.`},{code:`io/symlink`,summary:`A symbolic link was not followed.`,why:`plumbline does not trust the content of a pull request, and a link may point outside of the repository.`,help:`Replace the link with the file itself, or pass the target of the link as a path.`},{code:`io/too-large`,summary:`The input is larger than plumbline reads.`,why:`Time and memory of a review are limited, whatever a pull request contains. plumbline does not review what is beyond the limit.`,help:`Split the file, or pass only the folders that contain manifests.`},{code:`io/unreadable`,summary:`A file could not be read.`,why:`plumbline cannot review a file that it cannot read.`,help:`Check that the file exists and that its permissions allow reading.`},{code:`lint/bad-suppression`,summary:"A `plumbline-ignore` comment does not have the required form.",why:`A suppression names its rule and gives a reason, so that later readers know why it exists. A comment without them silences nothing.`,help:"Write `# plumbline-ignore RULE[,RULE] [until=YYYY-MM-DD]: reason` above the line that it applies to."},{code:`lint/expired-suppression`,summary:`A suppression has expired.`,why:"Its `until` date has passed, so the finding that it silenced is reported again.",help:`Fix the finding and remove the suppression, or set a later date.`},{code:`lint/forbidden-suppression`,summary:`A comment tries to silence a finding that must not be silenced.`,why:"The configuration lists the code under `neverSuppress`, so comments cannot silence it. Only the configuration can change that.",help:`Fix the finding and remove the comment.`},{code:`lint/rule-failed`,summary:`A rule of your configuration could not be evaluated.`,why:`An expression of the rule does not compile, reads a field that the object does not have, or is too expensive. The object was not judged by it, so the finding has the severity of the rule.`,help:"Test the rule with `plumbline rules test`. Use `has(object.spec.field)` or `object.spec.?field` before you read a field that may be missing."},{code:`lint/rule-not-judged`,summary:`A rule of your configuration needs a value that is unknown.`,why:`The value is a placeholder, comes from a template that was not rendered, or is a figure that plumbline does not know. Whether the object breaks the rule is unknown.`,help:"Give the placeholder a value with `set`, or render the chart or kustomization."},{code:`lint/unknown-rule`,summary:`A suppression names a rule that does not exist.`,why:`It silences nothing, although its author expects it to.`,help:"Correct the name. `plumbline rules` lists all rules."},{code:`lint/unused-suppression`,summary:`A suppression silences nothing.`,why:`The finding that it was written for is fixed or has moved. If the comment stays, it silences the next finding of that rule, which nobody has accepted.`,help:`Remove the comment.`},{code:`migration/changed`,summary:`The migration cannot express a setting exactly as it was.`,why:`The new API has no exact equivalent, so the migration writes the closest one.`,help:`Check the line, and correct the migrated manifest if it is not what you want.`},{code:`migration/dropped`,summary:`The migration removes a field.`,why:`The new API does not have the field, or the old API silently ignored it and the new one would act on it.`,help:`Check whether you rely on the field. If not, there is nothing to do.`},{code:`migration/impossible`,summary:`An object cannot be migrated automatically.`,why:`The manifest does not contain what the new API needs, such as the content of a launch template, a placeholder’s value, or a class in another repository. plumbline leaves the whole file unchanged rather than migrate half of it.`,help:"Make the decision that the message asks for, then run `plumbline migrate` again."},{code:`migration/kept`,summary:`The migration writes down an old default so that nothing changes.`,why:`Defaults differ between API versions, and Karpenter’s own conversion changes behavior in some places. The migration writes the old default explicitly.`,help:`Remove the line if you want the new default. Otherwise, there is nothing to do.`},{code:`migration/renamed`,summary:`A label, annotation or taint has a new name.`,why:`Karpenter renamed it on the way to v1 and ignores the old name.`,help:`Update other tools that read the old name.`},{code:`provisioning/addresses`,summary:`The subnets of a node class have fewer addresses than its nodes and pods need.`,why:"With the VPC CNI, every node and every pod takes an address of a subnet. By default, each node also keeps a whole network interface of free addresses. If a subnet is full, EC2 launches no instances in it, and pods on running nodes stay in `ContainerCreating`. It is an error if the nodes and pods alone need more addresses than the subnets have, and a warning if the warm pool does not fit. Reported only when the repository creates all subnets of the cluster, with known ranges, or when `nodeClassAddresses` in the configuration has the number. Addresses of DaemonSets, load balancers and everything else in the subnets are not counted.",help:`Add larger subnets to the selection, or set the warm targets of the VPC CNI.`},{code:`provisioning/bad-replicas`,summary:`The number of pods of a workload is not a whole number.`,why:`The API server refuses it. Without it, the number of nodes for the workload is unknown, and so are the figures that depend on it.`,help:"Write a whole number of at least 0, or give the placeholder a value with `--set NAME=VALUE`."},{code:`provisioning/bad-request`,summary:`A container requests an amount that Kubernetes cannot parse.`,why:`The API server refuses the pod. Without the amount, the size of the pod is unknown, and so are the figures that depend on it.`,help:"Write an amount such as `500m` or `1Gi`."},{code:`provisioning/budget-rounding`,summary:`A disruption budget is a small percentage of only a few nodes.`,why:`Karpenter rounds the percentages of a budget up. In the simulation, the NodePool has two or three nodes, so 10% of them is one node: a third or a half. The percentage suggests more protection than it gives.`,help:"Set `nodes` to the number of nodes that may be disrupted at the same time, and protect the pods with PodDisruptionBudgets."},{code:`provisioning/costly-preferences`,summary:`The preferences of a workload cost several nodes.`,why:`Karpenter treats a preference as a requirement as long as a new node can fulfil it. Pods that prefer to be on different nodes get a node each, even if all fit on one. The figure is the difference between two simulations: with the preferences, and without them.`,help:"Remove the preferences if they are not worth their cost, spread the pods over zones, or set `preferencePolicy: Ignore`."},{code:`provisioning/daemonset-room`,summary:`Running nodes have no room for the pods of a DaemonSet that grows.`,why:`Karpenter launches no nodes for DaemonSets, and does not replace nodes that are too small for them. The scheduler evicts pods with a lower priority to make room. If there are none, the pod of the DaemonSet stays pending. If the nodes are known, from a snapshot or the configuration, it is a warning. Otherwise the nodes are those that the files imply, and it is a note.`,help:`Give the DaemonSet a priority class, and replace the nodes that have no room.`},{code:`provisioning/daemonset-share`,summary:`DaemonSets take half of the smallest node or more.`,why:`Every node runs the DaemonSets, so you pay for them once for each node. On small nodes, little is left for other pods, and the kubelet evicts them when memory runs out.`,help:`Lower the requests of the DaemonSets, or require larger instance types.`},{code:`provisioning/launch-failed`,summary:`A NodePool would create a node that cannot be launched.`,why:"Karpenter assigns the pods to a new node, but its last filters exclude every instance type. For example, `minValues` may require more variety than the cheapest types have. The pods stay pending.",help:"Fix the reason that the finding names: lower `minValues`, or allow more instance types, zones or capacity types."},{code:`provisioning/limit-reached`,summary:`The limits of a NodePool are too low for its pods.`,why:"Karpenter launches no node that would exceed `spec.limits`. The remaining pods stay pending or go to another NodePool. Until a node is launched, Karpenter counts the largest instance type that it might become. A limit near the size of one node may therefore allow none.",help:"Raise `spec.limits`, or lower the requests of the pods."},{code:`provisioning/nodepool-empty`,summary:`No instance type meets all requirements of a NodePool.`,why:`Karpenter skips the NodePool and launches no nodes for it.`,help:"Relax the requirement that excludes the remaining types. The lint rule `satisfiable-requirements` names it."},{code:`provisioning/nodepool-not-ready`,summary:`A NodePool is not ready, so Karpenter does not use it.`,why:`Karpenter validates more than the API server does. A NodePool that fails its validation, or whose node class is missing or not ready, gets a condition. The provisioner then silently skips it.`,help:`Fix the reason that the finding names.`},{code:`provisioning/one-node`,summary:`A change of NodePools moves all pods of a workload to one node.`,why:`Karpenter launches the cheapest node that fits, and one large node may be cheaper than several small ones. If it fails or is replaced, all pods stop.`,help:"Add a topology spread constraint over `kubernetes.io/hostname`, or limit the size of nodes."},{code:`provisioning/pod-ignored`,summary:`Karpenter ignores these pods.`,why:`Karpenter ignores pods that are bound to a node, use another scheduler, or have an unsupported volume or an unknown topology key. They stay pending, and Karpenter launches no node for them.`,help:`Fix the reason that the finding gives for each workload.`},{code:`provisioning/pod-unschedulable`,summary:`No node that Karpenter could launch can run a pod.`,why:`The pod stays pending. Karpenter tried every NodePool in its order, and the finding names the constraint that excluded each. It is an error if the existing nodes are known, or if no node of any kind can run the pod. Otherwise the pod may run on nodes that plumbline does not know: it is a warning in a review, and a note without a base.`,help:`Change the named constraint in the workload or in the NodePool.`},{code:`provisioning/status-ignored`,summary:"The `status` in a manifest was not used.",why:`A status comes from the cluster, not from a repository. The API server drops it when the manifest is applied, and an outdated one would distort the figures.`,help:"Pass the object from the cluster with `--cluster`, or set `zones` and `capacityReservations` in the configuration."},{code:`provisioning/too-many-pods`,summary:`A workload has more pods than plumbline simulates.`,why:`Time and memory of a review are limited. Such a number is nearly always a typing error. The figures that depend on it are unknown.`,help:`Check the number of replicas.`},{code:`provisioning/vcpu-quota`,summary:`The nodes need more vCPUs than a quota of the account allows.`,why:"AWS limits the vCPUs of running instances for each account and region: one quota for standard families, others for G, P and other families, each for on-demand and for spot. If a quota is used up, EC2 refuses every further launch, and pods stay pending. Reported only for quotas that `vcpuQuotas` in the configuration names. Instances that Karpenter does not launch are not counted.",help:`Ask AWS for a higher quota, or let the NodePool launch instances of another quota.`},{code:`render/conflict`,summary:`Two roots render the same object with different content.`,why:`The last one that is applied wins, and the files do not say which that is. The object flips between two states.`,help:`Remove the object from one of the roots, or give the two different names or clusters.`},{code:`render/cycle`,summary:`A kustomization includes itself, directly or through others.`,why:`Kustomize refuses to build it, so none of it is applied.`,help:`Remove one of the entries.`},{code:`render/failed`,summary:`A kustomization or a chart fails to render.`,why:`A kustomization or chart that does not render is not applied, or fails during the rollout. Its objects are unknown, so plumbline does not review them.`,help:"Fix the error of kustomize or helm. `kustomize build` and `helm template` show it in full."},{code:`render/limit`,summary:`Rendering takes too long or produces too much.`,why:`Time and memory of a review are limited, whatever a pull request contains. plumbline does not review what is beyond the limit.`,help:`Split it, or review the rendered manifests.`},{code:`render/missing-file`,summary:`A referenced file or folder does not exist.`,why:`Kustomize and helm refuse to render, so nothing is applied.`,help:`Add the file, or remove the reference.`},{code:`render/not-here`,summary:`Roots were not rendered here.`,why:"A job with the rights of the base repository runs programs on the content of a pull request only where they cannot reach its credentials. A job that can sign in to a cluster runs none, and takes what a job with `mode: render` hands over.",help:"Do what the note says, add a job with `mode: render`, or see the review of the `pull_request` job, which renders."},{code:`render/refused`,summary:`Something was not rendered, because that would run code, leave the repository or use the network.`,why:`plumbline does not trust the content of a pull request. Plugins, functions, post-renderers and remote bases run or download whatever it names. It is a note, because the change cannot help it. It is a warning if the change adds such a root with Karpenter objects, and an error if the root renders before the change.`,help:`Copy it into the repository, or review the rendered manifests.`},{code:`render/tool-missing`,summary:`Kustomize or helm is not installed.`,why:`plumbline renders with the real programs, so that it reviews what is applied. Without them, what the cluster gets is unknown: it reads templates with placeholders, and judges neither patches nor what they change.`,help:`Install them and add them to PATH. GitHub’s runners have both.`},{code:`render/unknown`,summary:`plumbline does not support a generator of manifests, so their content is not reviewed.`,why:`Generators that query a cluster, a Git host or a plugin produce content that the repository does not contain.`,help:"Review the rendered manifests, or set the values in `sources` of plumbline.yaml."},{code:`schema/cel`,summary:`An object violates a validation rule of its CustomResourceDefinition.`,why:`The API server evaluates the rules when it receives the object, and refuses it.`,help:`Do what the message says. It is the rule’s own message.`},{code:`schema/duplicate`,summary:`A list that must not contain duplicates contains an item twice.`,why:`The API server refuses the object.`,help:`Remove one of the two.`},{code:`schema/enum`,summary:`A field has a value that is not one of the allowed values.`,why:`The API server refuses the object.`,help:`Use one of the values that the message lists.`},{code:`schema/format`,summary:`A value does not have the format that its field requires.`,why:`The API server refuses the object.`,help:`Write the value in that format.`},{code:`schema/future-version`,summary:`The target Karpenter does not serve this API version yet.`,why:"The API server does not know this version of the kind, so applying the object fails. Karpenter 1.0 introduced `v1`, and late patches of 0.33 to 0.37 also serve it, for rollbacks from 1.0. For these minors the finding is a note, because the patch is unknown.",help:"Upgrade Karpenter first, or set `karpenter.version` to the version that you run."},{code:`schema/length`,summary:`A string, list or mapping is too short or too long.`,why:`The API server refuses the object.`,help:`Keep within the bounds that the message gives.`},{code:`schema/metadata`,summary:`The metadata of an object is not valid.`,why:`Names, labels and annotations follow the same rules for all Kubernetes objects. The API server refuses an object that breaks them.`,help:`Correct the name, label or annotation that the message names.`},{code:`schema/missing-spec`,summary:"An object has no `spec`.",why:"Without a `spec`, Karpenter cannot do anything with a NodePool or EC2NodeClass.",help:"Add the `spec`, or remove the object."},{code:`schema/pattern`,summary:`A string does not match the pattern of its field.`,why:`The API server refuses the object.`,help:"Write the value as the message shows, such as `720h` for 30 days."},{code:`schema/range`,summary:`A number is out of bounds.`,why:`The API server refuses the object.`,help:`Keep within the bounds that the message gives.`},{code:`schema/refused`,summary:`The API server refuses the object.`,why:`The object cannot be decoded, or it fails a check of Kubernetes itself. Examples are a selector that does not match, a request above its limit, or a changed immutable field.`,help:`Fix what the finding says. It contains the server’s own message.`},{code:`schema/removed-version`,summary:`The target Karpenter or Kubernetes no longer serves this API version.`,why:`Applying the object fails. Karpenter also ignores its old objects that are still in the cluster. It is a note if nothing names the version of Karpenter or Kubernetes and an older one still serves the object.`,help:"Write the object in a version that is served. For Karpenter’s objects, `plumbline migrate` does it and keeps comments and order."},{code:`schema/required`,summary:`A required field is missing.`,why:`The API server refuses the object.`,help:`Add the field.`},{code:`schema/type`,summary:`A value does not have the type of its field.`,why:'The API server refuses the object. In YAML the notation decides the type: `10` is a number and `"10"` a string.',help:`Add or remove quotes, or write a list or mapping if the field requires one.`},{code:`schema/unjudged`,summary:`The object could not be validated.`,why:`The definition of its kind is missing or does not compile, or the object makes the API server’s own code fail. The verdict of a cluster is unknown, so plumbline reports it.`,help:`Add or fix the definition, or make the object smaller and less nested.`},{code:`schema/unknown-field`,summary:`An object has a field that its kind does not have.`,why:"The API server accepts the object and drops the field, with a warning at most, so the field has no effect. With a misspelled `limits`, a NodePool has no limits.",help:`Correct the name, or move the field to the right place.`},{code:`schema/unknown-kind`,summary:`Karpenter does not have this kind in this API version.`,why:`The API server does not know the kind, so applying the object fails.`,help:"Correct `apiVersion` or `kind`."},{code:`schema/warning`,summary:`The API server accepts the object with a warning.`,why:`The message is the API server’s own. kubectl prints it, but most pipelines lose it. It reports a deprecated field, a value that is read differently from how it is written, or a name that may collide with another.`,help:`Do what the warning says.`},{code:`terraform/limit`,summary:`The Terraform code is larger than plumbline evaluates.`,why:`Time and memory of a review are limited. plumbline did not evaluate the last part, so its objects are unknown, not removed.`,help:`Review fewer folders at once.`},{code:`terraform/syntax`,summary:`A Terraform file that concerns Karpenter cannot be parsed.`,why:`plumbline cannot evaluate its module. It does not review the NodePools in it, and whether existing ones still exist is unknown.`,help:"Run `terraform validate` and fix what it reports. The message shows where parsing stopped."},{code:`upgrade/bad-release`,summary:`The repository installs a release of Karpenter that its maintainers advise not to use.`,why:`A patch release may have a regression that later ones fix. The upgrade guide of Karpenter and its issues name such releases. The list in plumbline has the source and the date of each.`,help:`Use a release that has the fix.`},{code:`upgrade/choice`,summary:`Another Karpenter version chooses other nodes for the same pods.`,why:`Karpenter changes from version to version which instance types it launches and which nodes it consolidates first. The manifests stay the same, and so do the figures of a simulation that ignores the version. plumbline simulates each side as its own version. Versions before 1.10 consolidate like themselves, but launch nodes like 1.10, and the finding says so.`,help:`Upgrade a test cluster first, and compare the number and the sizes of its nodes.`},{code:`upgrade/compatibility`,summary:`Karpenter is too old for the cluster’s Kubernetes version.`,why:`Each Karpenter release supports a range of Kubernetes versions and reports newer ones as incompatible. It still selects images for the newer version, but with the labels, defaults and kubelet settings of an older one. Reported only when the repository names both versions.`,help:`Upgrade Karpenter to at least the release that the message names, and then upgrade the control plane.`},{code:`upgrade/karpenter`,summary:`The change upgrades or downgrades Karpenter to another minor version.`,why:`Another minor may refuse or drop what the current one accepts: APIs, fields and defaults change. plumbline validates and simulates the base with its Karpenter and the head with the new one. Findings that only the new one has count as new. If the hash of EC2NodeClasses changes, Karpenter rewrites the hashes of running nodes instead of comparing them.`,help:`Read the upgrade guide of each minor in between, upgrade the CRDs, and change node classes in a separate change.`},{code:`upgrade/kubernetes`,summary:`The change upgrades or downgrades Kubernetes to another minor version.`,why:"An alias such as `al2023@v20260715`, pinned or not, selects images for the Kubernetes version of the cluster. After the control plane upgrade, Karpenter selects images of the new minor. Every node of that node class then drifts and is replaced within the budgets of its NodePool. Images by id, name, tags or SSM parameter stay the same, and so does their kubelet. Reported only when Terraform, eksctl, kOps, ACK, Crossplane or Cluster API names the version on both sides of the change.",help:`Check the waves in the review, and merge at a suitable time. Update other images in a separate change.`},{code:`upgrade/path`,summary:`The change skips a version of Karpenter or Kubernetes that has to run in between.`,why:`Karpenter before 1.0 stores its objects as v1beta1. Only 1.0 can convert them, and 1.1 and later can neither read nor serve them. So an upgrade from any older version has to stop at 1.0, and one from 0.32 or older also at 0.37. A downgrade below 1.0 is possible only from 1.0. EKS upgrades a control plane by one minor version at a time and refuses to skip one. The report lists what to do at each step.`,help:`Make one change for each version that the message names, and wait until the cluster runs it.`},{code:`upgrade/settings`,summary:`The change modifies a setting of Karpenter that affects the figures.`,why:"The settings of Karpenter’s chart affect the usable memory and the number of pods of an instance type. They also affect how Karpenter treats preferences, `minValues` and reservations. plumbline simulates the base with the settings of its Helm values and the head with its own. The difference in nodes and cost comes from these settings.",help:"Check the figures. Settings under `karpenter` in plumbline.yaml override the Helm values."},{code:`yaml/alias-bomb`,summary:`Aliases expand the document beyond the limit.`,why:`A few lines of nested aliases can expand to gigabytes. The API server also refuses such documents.`,help:`Replace the aliases with their values.`},{code:`yaml/duplicate-key`,summary:`A mapping contains a key twice.`,why:`Only one of the two values is used, and tools disagree about which.`,help:`Remove one of them, or merge their values.`},{code:`yaml/syntax`,summary:`A document is not valid YAML.`,why:`plumbline cannot read anything in the document, so the effect of its changes is unknown. There is no plan until it is fixed.`,help:`Fix the place that the message names. The cause is often the indentation of the line before.`},{code:`yaml/template`,summary:`A document is a template that must be rendered before it is YAML or a Karpenter object.`,why:`The manifest depends on the values of the template, so its content is unknown.`,help:"Review the rendered manifests, or give values with `--set NAME=VALUE`."},{code:`yaml/too-deep`,summary:`A document is nested too deeply.`,why:`Time and memory of a review are limited. Kubernetes’ own decoder has a similar limit.`,help:`Check whether the document is correct.`},{code:`yaml/too-large`,summary:`A file is too large or contains too many objects.`,why:`Time and memory of a review are limited. plumbline does not review what is beyond the limit.`,help:`Split the file.`}],D=(e,...t)=>({...e,corrections:t});function O(e,...t){return{text:wt(Ct(e.raw,t)),region:`us-east-1`,karpenter:`1.14`}}const k=(e,...t)=>({...O(e,...t),language:`terraform`}),St=e=>({...O(e),language:`json`}),A=(e,t)=>({...t,...e});function Ct(e,t){return t.reduce((t,n,r)=>{let i=(typeof n==`string`?n:n.text).trimEnd(),a=t.slice(t.lastIndexOf(`
`)+1),o=e[r+1],s=a.trim()===``&&/^\s*(?:\n|$)/.test(o);if(i===``&&s)return t.slice(0,t.length-a.length)+o.replace(/^\s*?\n/,``);let c=/^ *(?:- )*/.exec(a)[0].length;return t+i.replaceAll(/\n(?=.)/g,`\n${` `.repeat(c)}`)+o},e[0])}function wt(e){let t=e.replaceAll(`\\$`,`$`).replaceAll("\\`","`").replace(/^\n/,``).trimEnd().split(`
`),n=t.filter(e=>e.trim()!==``).map(e=>e.search(/\S/)),r=Math.min(...n);return`${t.map(e=>e.slice(r)).join(`
`)}\n`}const Tt=e=>e.chart===`karpenter`||e.chart===`karpenter-crd`,Et=e=>e.manifests.flatMap(Dt),Dt=e=>At(e).filter(Tt),Ot=(e,t)=>e.manifests.flatMap(At).filter(e=>e.chart===t),kt=e=>typeof e==`string`?/(?:^|\/)([\w.-]+)$/.exec(e)?.[1]:void 0;function At(e){if(e.kind===`HelmRelease`){let t=[`spec`,`chart`,`spec`],n=kt(e.get([...t,`chart`])),r=y(e.get([`spec`,`valuesFrom`])).length>0;return n?[{manifest:e,chart:n,version:[...t,`version`],values:[`spec`,`values`],isOpen:r}]:[]}if(e.kind===`HelmValues`)return[{manifest:e,chart:`karpenter`,version:void 0,values:e.get([`settings`])===void 0?[`karpenter`]:[],isOpen:!0}];if(e.kind===`KustomizeChart`){let t=kt(e.get([`name`])),n=[`valuesFile`,`additionalValuesFiles`].some(t=>e.get([t])!==void 0);return t?[{manifest:e,chart:t,version:[`version`],values:[`valuesInline`],isOpen:n}]:[]}return e.kind===`Application`?jt(e):[]}function jt(e){return[[`spec`,`source`],...y(e.get([`spec`,`sources`])).map((e,t)=>[`spec`,`sources`,t])].flatMap(t=>{let n=kt(e.get([...t,`chart`]));if(!n)return[];let r=[...t,`helm`],i=e.get([...r,`valuesObject`])===void 0&&v(e.get([...r,`values`])),a=i?[...r,`values`,`|`]:[...r,`valuesObject`],o=[`valueFiles`,`parameters`,`fileParameters`].some(t=>y(e.get([...r,t])).length>0)||!!i&&_(e.get(a))===void 0;return[{manifest:e,chart:n,version:[...t,`targetRevision`],values:a,isOpen:o}]})}function j(e,t){let n=v(e.get(t));return n===void 0||p(n)?void 0:n}const Mt=(e,t)=>e.source.origin?.tool===`terraform`?/^\$\{([a-z_][\w-]*(?:\.[\w-]+)+)\}$/i.exec(v(e.get(t))??``)?.[1]:void 0,M=e=>e,Nt=new Set([`nodeClassRef`,`classRef`,`requirements`,`labels`,`taints`,`startupTaints`,`expireAfter`,`terminationGracePeriod`]);function N({apiVersion:e,name:t=`default`,...n}={}){let r=Object.entries({...Pt(n)?{}:{requirements:[]},...n}),i=Ft(r.filter(([e])=>Nt.has(e))),a=`limits`in n?``:`
limits:
  cpu: 100`,o=r.find(([e])=>Nt.has(e))?.[0],s=r.flatMap(([e,t])=>e===o?[i+a]:Nt.has(e)||t===null?[]:[It(e,t)]);return O`
    apiVersion: ${e??`karpenter.sh/v1`}
    kind: NodePool
    metadata:
      name: ${t}
    spec:
      ${s.join(`
`)}
  `}const Pt=e=>Object.keys(e).some(e=>Nt.has(e));function Ft(e){let t=e.filter(([e])=>e===`labels`).map(([e,t])=>It(e,t)),n=e.filter(([e])=>e!==`labels`).map(([e,t])=>It(e,t));return[`template:`,...t.length>0?[`  metadata:`,Rt(t.join(`
`),4)]:[],`  spec:`,Rt(n.join(`
`),4)].join(`
`)}function It(e,t){if(e===`nodeClassRef`)return`nodeClassRef:\n  group: karpenter.k8s.aws\n  kind: EC2NodeClass\n  name: ${String(t)}`;if(e===`classRef`)return`nodeClassRef:\n${Rt(String(t),2)}`;if(Array.isArray(t))return t.length===0?`${e}: []`:`${e}:\n${Rt(t.map(Lt).join(`
`),2)}`;let n=typeof t==`object`?t.text.trimEnd():String(t);return/^\S+:|\n/.test(n)?`${e}:\n${Rt(n,2)}`:`${e}: ${n}`}function Lt(e){let[t,n,...r]=e.split(` `);return`- key: ${t}\n  operator: ${n}${r.length===0?``:`\n  values: ${r.join(` `)}`}`}const Rt=(e,t)=>e.replaceAll(/^(?=.)/gm,` `.repeat(t)),P=(e={})=>N({...e,classRef:`group: eks.amazonaws.com
kind: NodeClass
name: default`}),zt=(e,t=`default`)=>O`
  apiVersion: eks.amazonaws.com/v1
  kind: NodeClass
  metadata:
    name: ${t}
  spec:
    ${e}
`,F=(e,t=`default`)=>O`
  apiVersion: karpenter.k8s.aws/v1
  kind: EC2NodeClass
  metadata:
    name: ${t}
  spec:
    ${e}
`,I=F(`role: KarpenterNodeRole-demo`),L=(e,{version:t=``,values:n=``}={})=>O`
  apiVersion: helm.toolkit.fluxcd.io/v2
  kind: HelmRelease
  metadata:
    name: ${e}
  spec:
    chart:
      spec:
        chart: ${e}
        ${t&&`version: ${t}`}
    ${n&&O`
      values:
        ${n}
    `}
`,R=(e,t)=>O`
  resource "kubectl_manifest" "${e}" {
    yaml_body = <<-YAML
      ${t}
    YAML
  }
`,z=(...e)=>({...e[0],text:e.map(({text:e})=>e).join(`---
`)}),Bt=new WeakMap;function B(e){let t=Bt.get(e);if(t)return t;let n=e.manifests.filter(Vt);return Bt.set(e,n),n}const Vt=({kind:e,apiVersion:t})=>e===`NodePool`&&h(t)===`karpenter.sh`,Ht=e=>{let t=v(e);return t!==void 0&&!p(t)};function V(e,t){let n=t.every((n,r)=>{let i=e.get(t.slice(0,r+1));return typeof i!=`string`||!p(i)}),r=e.get(t);return{path:t,value:r,isKnown:n&&!(r===void 0&&e.isPartial)}}const Ut=e=>e.kind===`NodePool`?[`spec`,`template`,`spec`]:[`spec`];function H(e){let t=[...Ut(e),`requirements`];return y(e.get(t)).map((n,r)=>Wt(e,[...t,r]))}function Wt(e,t){let[n,r,i]=[`key`,`operator`,`values`].map(n=>e.get([...t,n])),a=y(i).map((e,n)=>({path:[...t,`values`,n],text:v(e)??``,isKnown:Ht(e)})),o=Ht(n)&&Ht(r)&&a.every(e=>e.isKnown)&&(i==null||Array.isArray(i));return{path:t,key:v(n)??``,operator:v(r)??``,values:a,isKnown:o}}function Gt(e){let t=e.kind===`NodePool`?[`spec`,`template`,`metadata`,`labels`]:[`spec`,`labels`];return Object.entries(_(e.get(t))??{}).map(([e,n])=>{let r=[...t,e],i=Ht(n)&&!p(e);return{path:r,key:e,operator:`In`,values:[{path:r,text:v(n)??``,isKnown:i}],isKnown:i}})}const Kt=e=>V(e,e.kind===`Provisioner`?[`spec`,`limits`,`resources`]:[`spec`,`limits`]);function qt(e){let t=_(e.get(Jt(e))),n=v(t?.group)??v(t?.apiVersion)?.split(`/`)[0],r=v(t?.kind);return p(`${n} ${r}`)?void 0:{group:n,kind:r}}const Jt=e=>e.kind===`Provisioner`?[`spec`,`providerRef`]:[`spec`,`template`,`spec`,`nodeClassRef`];function Yt(e){let t=Jt(e),n=e.get([...t,`name`]),r=qt(e);return r&&typeof n==`string`&&!p(n)?{path:t,...r,name:n}:void 0}function Xt(e){let t=[...H(e),...Gt(e)];return e.kind===`Provisioner`?[...t,...Zt(t)]:t}function Zt(e){let t=new Set(e.map(e=>x(e.key))),n=[S.instanceType,S.instanceFamily,S.instanceCategory,S.instanceGeneration],r=[],i=(e,t,n)=>{let i=[`spec`];r.push({path:i,key:e,operator:t,values:n.map(e=>({path:i,text:e,isKnown:!0})),isKnown:!0})};return t.has(S.os)||i(S.os,`In`,[`linux`]),t.has(S.arch)||i(S.arch,`In`,[`amd64`]),t.has(S.capacityType)||i(S.capacityType,`In`,[`on-demand`]),n.some(e=>t.has(e))||(i(S.instanceCategory,`In`,[`c`,`m`,`r`]),i(S.instanceGeneration,`Gt`,[`2`])),r}const Qt=new Set([S.instanceType,S.instanceFamily,S.instanceSize]),$t=e=>Xt(e).find(({key:e})=>Qt.has(x(e)))?.path??[`spec`],en=e=>Number(e.get([`spec`,`weight`])??0),tn=e=>{let t=[`spec`,`amiSelectorTerms`];return y(e.get(t)).flatMap((e,n)=>{let r=_(e);return r?[{path:[...t,n],term:r}]:[]})},nn=[`AL2`,`AL2023`,`Bottlerocket`,`Windows2019`,`Windows2022`,`Windows2025`,`Custom`,`Ubuntu`];function rn(e){let t=v(e.get([`spec`,`amiFamily`]));if(t!==void 0)return nn.includes(t)?t:void 0;let[n]=tn(e).flatMap(({term:e})=>v(e.alias)??[]),r=n?.split(`@`)[0];return nn.find(e=>e.toLowerCase()===r)}function an(e){let t=e.get([`spec`,`userData`]);return typeof t==`string`&&!e.isPartial&&!p(t)?t:void 0}const on=({kind:e,apiVersion:t})=>e===`EC2NodeClass`&&h(t)===`karpenter.k8s.aws`,sn=new WeakMap;function cn(e){let t=sn.get(e);if(t)return t;let n=e.manifests.filter(on),r={classes:n,poolsByClass:un(B(e),ln),classesByName:un(n,({name:e})=>e)};return sn.set(e,r),r}function ln(e){let{group:t=`karpenter.k8s.aws`,name:n}=Yt(e)??{};return t===`karpenter.k8s.aws`?n:void 0}function un(e,t){let n=new Map;for(let r of e){let e=t(r);if(e===void 0)continue;let i=n.get(e);i?i.push(r):n.set(e,[r])}return n}const dn=e=>cn(e).classes,fn=(e,t)=>cn(e).poolsByClass.get(t.name)??[];function pn(e,t){let n=cn(e).classesByName.get(ln(t)??``)??[];return n.length===1?n[0]:void 0}const mn=M({id:`access-entry-type`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[70],on:{Manifests(e,t){let n=vn(e);for(let r of e.manifests){if(r.kind===`aws_eks_access_entry`&&yn(r,[`spec`],`principal_arn`,{roles:n,context:t}),r.kind===`module`&&bn(r,t),r.kind!==`ClusterConfig`)continue;let e=[`accessConfig`,`accessEntries`];y(r.get(e)).forEach((i,a)=>{yn(r,[...e,a],`principalARN`,{roles:n,context:t})})}}},docs:{summary:"The access entry of Karpenter’s node role has the type `STANDARD`, so nodes cannot join the cluster.",why:"An access entry of type `EC2_LINUX` or `EC2_WINDOWS` gives nodes the groups and the user name that they need. `STANDARD`, the default of EKS, is meant for people. With it, instances start, but the API server rejects their kubelets. Karpenter terminates them after 15 minutes and launches others, which fail in the same way.",help:"Set the type of the access entry to `EC2_LINUX`, or to `EC2_WINDOWS` for Windows nodes.",url:`https://docs.aws.amazon.com/eks/latest/userguide/creating-access-entries.html`},examples:xn}),hn=/^(module\.[\w-]{0,200}karpenter[\w-]{0,200})\.node_iam_role_(?:name|arn)$/i,gn=/^(aws_iam_role\.[\w-]+)\.(?:name|arn|id)$/,_n=e=>(hn.exec(e??``)??gn.exec(e??``))?.[1];function vn(e){let t=[`spec`,`role`],n=dn(e).flatMap(e=>j(e,t)??_n(Mt(e,t))??[]);return new Set(n)}function yn(e,t,n,{roles:r,context:i}){let a=[...t,n],o=/:role\/(?:.{0,600}\/)?([^/]{1,200})$/.exec(j(e,a)??``)?.[1],s=_n(Mt(e,a));if(!(o!==void 0&&r.has(o)||s!==void 0&&r.has(s))&&!s?.startsWith(`module.`))return;let c=v(e.get([...t,`type`]));(c===void 0||c===`STANDARD`)&&i.report({manifest:e,at:e.span(c===void 0?a:[...t,`type`]),message:c===void 0?"The access entry of the node role has no type, so EKS makes it `STANDARD` and nodes cannot join the cluster":"The access entry of the node role has the type `STANDARD`, so nodes cannot join the cluster",help:"Set the type to `EC2_LINUX`, or to `EC2_WINDOWS` for Windows nodes."})}function bn(e,{report:t}){let n=[`spec`,`access_entry_type`];e.get(n)===`STANDARD`&&t({manifest:e,at:e.span(n),message:"The access entry of the node role has the type `STANDARD`, so nodes cannot join the cluster",help:"Remove `access_entry_type`, so that the module uses `EC2_LINUX`."})}function xn(){return{bad:[D(k`
          resource "aws_eks_access_entry" "nodes" {
            cluster_name  = "demo"
            principal_arn = aws_iam_role.karpenter_node.arn
          }

          ${R(`default`,F("role: ${aws_iam_role.karpenter_node.name}"))}
        `,{"principal_arn = aws_iam_role.karpenter_node.arn":`principal_arn = aws_iam_role.karpenter_node.arn
type          = "EC2_LINUX"`}),D(k`
          module "karpenter" {
            source = "terraform-aws-modules/eks/aws//modules/karpenter"

            cluster_name      = module.eks.cluster_name
            access_entry_type = "STANDARD"
          }
        `,{'access_entry_type = "STANDARD"':``}),D(z(O`
          apiVersion: eksctl.io/v1alpha5
          kind: ClusterConfig
          metadata:
            name: demo
            region: us-east-1
          accessConfig:
            accessEntries:
              - principalARN: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo
                type: STANDARD
        `,I),{"type: STANDARD":`type: EC2_LINUX`})],good:[k`
        resource "aws_eks_access_entry" "nodes" {
          cluster_name  = "demo"
          principal_arn = aws_iam_role.karpenter_node.arn
          type          = "EC2_LINUX"
        }

        resource "aws_eks_access_entry" "people" {
          cluster_name  = "demo"
          principal_arn = aws_iam_role.admin.arn
        }

        ${R(`default`,F("role: ${aws_iam_role.karpenter_node.name}"))}
      `]}}const Sn=[`0.32`,`0.33`,`0.34`,`0.35`,`0.36`,`0.37`,`1.0`,`1.1`,`1.2`,`1.3`,`1.4`,`1.5`,`1.6`,`1.7`,`1.8`,`1.9`,`1.10`,`1.11`,`1.12`,`1.13`,`1.14`,`1.15`],Cn=`1.14`;function wn(e){let t=/^\s*v?(\d{1,4})\.(\d{1,4})(\.(\d+|x|\*)([-+].*)?)?\s*$/i.exec(e);return t===null?void 0:`${Number(t[1])}.${Number(t[2])}`}function Tn(e,t){let[n=0,r=0]=e.split(`.`).map(Number),[i=0,a=0]=t.split(`.`).map(Number);return n-i||r-a}function En(e){return Sn.findLast(t=>Tn(t,e)<=0)??Sn[0]}const Dn=c.flatMap(({kind:e,group:t,versions:n})=>n.map(({version:n,first:r,last:i,...a})=>({apiVersion:`${t}/${n}`,kind:e,first:r,last:i,...a}))).sort((e,t)=>g(e.apiVersion,t.apiVersion)||g(e.kind,t.kind)),On=(e,t)=>Dn.find(n=>n.apiVersion===e&&n.kind===t);function kn(e,t){return e.first!==void 0&&Tn(t,e.first)<0?!1:e.last===void 0||Tn(t,e.last)<=0}const An=e=>Sn.find(t=>Tn(t,e)>0);function jn(e){let t=Mn(e),{length:n}=tn(e);return n>0&&t.length===n&&!e.isPartial?t:void 0}const Mn=e=>tn(e).flatMap(({path:e,term:t})=>{let n=t.name===void 0?`ssmParameter`:`name`,r=v(t[n])??``;return r===``||p(r)||t.id!==void 0?[]:[Nn([...e,n],r)]});function Nn(e,t){return{path:e,text:t,architecture:In(t),kubernetes:Pn.map(e=>e.exec(t)?.[1]).find(e=>e!==void 0),bottlerocket:/^(?:bottlerocket-aws-k8s-.*-v|\/aws\/service\/bottlerocket\/.*\/)(\d+\.\d+)\.\d+(?:[-/]|$)/.exec(t)?.[1],isStandard:Fn.some(e=>e.test(t))}}const Pn=[/^amazon-eks-(?:gpu-|arm64-)?node-(1\.\d{2})(?:[-*]|$)/,/^amazon-eks-node-al2023-.*-(1\.\d{2})(?:[-*]|$)/,/^bottlerocket-aws-k8s-(1\.\d{2})(?:[-*]|$)/,/^\/aws\/service\/eks\/optimized-ami\/(1\.\d{2})\//,/^\/aws\/service\/bottlerocket\/aws-k8s-(1\.\d{2})[-/]/,/^ubuntu-eks\/k8s_(1\.\d{2})\//],Fn=[/^amazon-eks-node-al2023-.*-standard-/,/^amazon-eks-(?:arm64-)?node-1\.\d{2}(?:[-*]|$)/,/^bottlerocket-aws-k8s-1\.\d{2}-(?:fips-)?(?:x86_64|aarch64)-/,/^\/aws\/service\/eks\/optimized-ami\/1\.\d{2}\/amazon-linux-2023\/[^/]+\/standard\//,/^\/aws\/service\/eks\/optimized-ami\/1\.\d{2}\/amazon-linux-2(?:-arm64)?\//,/^\/aws\/service\/bottlerocket\/aws-k8s-1\.\d{2}(?:-fips)?\//];function In(e){let t=/arm64|aarch64/i.test(e);return t===/x86_64|amd64/i.test(e)?void 0:t?`arm64`:`amd64`}const Ln=`1.33`,Rn=M({id:`al2-end-of-life`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[51],on:{NodeTemplate(e,{report:t,settings:n}){let{kubernetesVersion:r}=n,i=e.get([`spec`,`amiFamily`])??`AL2`,a=[`amiSelector`,`launchTemplate`].some(t=>e.get([`spec`,t])!==void 0);i!==`AL2`||a||e.isPartial||!zn(r)||t({at:e.span(e.get([`spec`,`amiFamily`])===void 0?[`metadata`,`name`]:[`spec`,`amiFamily`]),severity:`error`,message:Hn(e,r),help:"Set `amiFamily: Bottlerocket`, or migrate to an EC2NodeClass with `al2023`."})},NodeClass(e,{report:t,settings:n}){let{kubernetesVersion:r}=n,i=zn(r);if(r===void 0||i){i&&Vn(e)&&t({at:e.span([`spec`,`amiFamily`]),severity:`error`,message:Hn(e,r),help:"Set `amiFamily: AL2023`, and check that `userData` is in its format."});for(let{path:n,text:r,kubernetes:i}of Mn(e))Bn(r)&&zn(i)&&t({at:e.span(n),severity:`error`,message:Hn(e,i),help:"Select an image of Amazon Linux 2023 or Bottlerocket instead, with an alias such as `al2023@v20260715`."});for(let{path:n,term:a}of tn(e)){let o=v(a.alias);o!==void 0&&/^al2@/.test(o)&&t({at:e.span([...n,`alias`]),...i&&{severity:`error`},message:i?Hn(e,r):`\`${o}\` has no image for Kubernetes ${Ln} and newer`,help:"Use an alias of `al2023` or `bottlerocket` instead, such as `al2023@v20260715`."})}}}},docs:{summary:`An EC2NodeClass selects Amazon Linux 2, which has no images for Kubernetes 1.33 and newer.`,why:"AWS built the last EKS images of Amazon Linux 2 in November 2025, for Kubernetes 1.32. On newer clusters the alias selects no image, so the node class is not ready. After an upgrade of the control plane, no new node starts. The severity is error when the repository or `--kubernetes-version` says that the cluster is that new.",help:"Switch to an alias of `al2023` or `bottlerocket` before you upgrade the cluster to 1.33.",url:`https://docs.aws.amazon.com/eks/latest/userguide/eks-ami-deprecation-faqs.html`},examples:Wn}),zn=e=>e!==void 0&&Tn(e,Ln)>=0,Bn=e=>/^amazon-eks-(?:gpu-|arm64-)?node-1\.|^\/aws\/service\/eks\/optimized-ami\/[^/]+\/amazon-linux-2(?:-|\/)/.test(e),Vn=e=>e.apiVersion===`karpenter.k8s.aws/v1beta1`&&!e.isPartial&&e.get([`spec`,`amiFamily`])===`AL2`&&e.get([`spec`,`amiSelectorTerms`])===void 0,Hn=({name:e},t)=>`Amazon Linux 2 has no image for Kubernetes ${t}, so \`${e}\` never becomes ready`,Un=(e,t)=>k`
  module "eks" {
    source             = "terraform-aws-modules/eks/aws"
    version            = "~> 21.0"
    name               = "demo"
    kubernetes_version = "${e}"
  }

  ${R(`class`,O`
      apiVersion: karpenter.k8s.aws/v1beta1
      kind: EC2NodeClass
      metadata:
        name: default
      spec:
        amiFamily: ${t}
        role: KarpenterNodeRole-demo
    `)}
`;function Wn(){return{bad:[D(F(O`
          amiSelectorTerms:
            - alias: al2@v20251112
        `),{"al2@v20251112":`al2023@v20260715`},{"al2@v20251112":`bottlerocket@v1.44.0`}),D(A({karpenter:`0.37`},Un(`1.33`,`AL2`)),{"amiFamily: AL2":`amiFamily: AL2023`}),D(F(O`
          amiFamily: AL2
          amiSelectorTerms:
            - name: amazon-eks-node-1.33-v*
        `),{"amiFamily: AL2":`amiFamily: AL2023`,"name: amazon-eks-node-1.33-v*":`alias: al2023@v20260715`})],good:[A({karpenter:`0.37`},Un(`1.29`,`AL2`)),F(O`
        amiSelectorTerms:
          - alias: al2023@v20260715
      `),F(O`
          amiFamily: AL2
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
        `,`own`)]}}const Gn=M({id:`ami-alias-release`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t}){for(let{path:n,term:r}of tn(e)){let i=v(r.alias)??``,[a=``,o=``]=i.split(`@`),s=qn.get(a);s===void 0||o===``||o===`latest`||p(i)||s.pattern.test(o)||t({at:e.span([...n,`alias`]),message:`\`${o}\` is not a release of ${s.name}, so \`${e.name}\` finds no image and Karpenter launches no nodes with it`,help:`Use a release, such as \`${a}@${s.example}\`.`})}}},docs:{summary:`A pinned alias does not name a release of its AMI family.`,why:"The API server accepts any text after the `@`. Karpenter looks for the image of the release with that name: a date for Amazon Linux, a version number for Bottlerocket. The Kubernetes version is not part of an alias. If no release has the name, the node class does not become ready, and its NodePools launch no nodes.",help:"Use a release such as `al2023@v20260715` or `bottlerocket@v1.44.0`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:Jn}),Kn={name:`Amazon Linux`,pattern:/^v20\d{6}$/},qn=new Map([[`al2`,{...Kn,example:`v20251112`}],[`al2023`,{...Kn,example:`v20260715`}],[`bottlerocket`,{name:`Bottlerocket`,pattern:/^v?\d+\.\d+\.\d+(?:-\w+)?$/,example:`v1.44.0`}]]);function Jn(){return{bad:[D(Yn(`al2023@v1.33`),{"al2023@v1.33":`al2023@v20260715`}),D(Yn(`al2023@20260715`),{"al2023@20260715":`al2023@v20260715`}),D(Yn(`bottlerocket@v20260715`),{"bottlerocket@v20260715":`bottlerocket@v1.44.0`})],good:[Yn(`al2023@v20260715`),Yn(`bottlerocket@v1.44.0`),Yn(`bottlerocket@1.44.0`)]}}const Yn=e=>F(O`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${e}
  `),Xn=[{name:/ubuntu-eks/i,what:`an EKS image of Ubuntu`,families:[`AL2`,`Ubuntu`]},{name:/ubuntu/i,what:`a plain Ubuntu image`,families:[`Ubuntu`]},{name:/amazon-eks-(?:[a-z0-9]+-)?node-al2023/i,what:`an AL2023 image`,families:[`AL2023`]},{name:/amazon-eks-(?:gpu-|arm64-)?node-\d/i,what:`an AL2 image`,families:[`AL2`]},{name:/bottlerocket/i,what:`a Bottlerocket image`,families:[`Bottlerocket`]},{name:/Windows_Server-2019/i,what:`a Windows Server 2019 image`,families:[`Windows2019`]},{name:/Windows_Server-2022/i,what:`a Windows Server 2022 image`,families:[`Windows2022`]},{name:/Windows_Server-2025/i,what:`a Windows Server 2025 image`,families:[`Windows2025`]}],Zn={al2:`AL2`,al2023:`AL2023`,bottlerocket:`Bottlerocket`,windows2019:`Windows2019`,windows2022:`Windows2022`,windows2025:`Windows2025`},Qn=M({id:`ami-family-mismatch`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[52],explains:[`schema/cel`],on:{NodeClass(e,t){let n=v(e.get([`spec`,`amiFamily`]));if(n===void 0||n===`Custom`||p(n))return;let r=y(e.get([`spec`,`amiSelectorTerms`]));for(let[i,a]of r.entries()){let r=[`spec`,`amiSelectorTerms`,i],{name:o,alias:s}=_(a)??{};er(e,{path:[...r,`name`],name:v(o),family:n},t),tr(e,{path:[...r,`alias`],name:v(s),family:n},t)}},NodeTemplate(e,t){let n=v(e.get([`spec`,`amiFamily`]));if(n===void 0||n===`Custom`||p(n))return;let r=[`spec`,`amiSelector`,`aws::name`];er(e,{path:r,name:v(e.get(r)),family:n},t)}},docs:{summary:"`amiFamily` does not match the family of the selected AMI.",why:`The AMI family decides which bootstrap user data Karpenter writes, and which block device it treats as the root volume. An AMI of another family does not understand that user data. Its instances run and cost money, but never join the cluster. Karpenter replaces them after 15 minutes, again and again.`,help:"Set `amiFamily` to the family of the image. Or set it to `Custom`, and write user data that joins the node to the cluster.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamifamily`},examples:rr}),$n=[`spec`,`amiFamily`];function er(e,{path:t,name:n,family:r},{report:i}){if(n===void 0||p(n))return;let a=Xn.find(e=>e.name.test(n));if(!a||a.families.includes(r))return;let o=a.families[0],s=a.families.includes(`Ubuntu`);i({at:e.span(t),message:`\`${n}\` is ${a.what}, which does not understand the user data of \`amiFamily: ${r}\``,labels:[{span:e.span($n),message:`Karpenter writes user data for this family`}],help:s?"Set `amiFamily: Custom`, and write user data that joins the node to the cluster.":`Set \`amiFamily: ${o}\`, or set \`Custom\` and write user data that joins the node to the cluster.`,...!s&&{fix:{description:`Set \`amiFamily: ${o}\``,edits:b(e,$n,o)}}})}function tr(e,{path:t,name:n,family:r},{report:i}){if(n===void 0||p(n))return;let a=Zn[n.split(`@`)[0]];a!==void 0&&a!==r&&i({at:e.span(t),severity:`error`,message:`\`${n}\` selects ${a} images, but \`amiFamily\` is \`${r}\`, so the API server rejects the node class`,labels:[{span:e.span($n),message:`this family does not match`}],help:"Remove `amiFamily`, because the alias implies it, or use an alias of that family.",fix:{description:"Remove `amiFamily`",edits:Ee(e,$n)},explains:{paths:[[`spec`]],mentioning:`amiFamily must be`}})}const nr=O`
  amiFamily: Custom
  userData: |
    #!/bin/bash
    /opt/company/join-cluster
`;function rr(){return{bad:[D(F(O`
          amiFamily: AL2
          amiSelectorTerms:
            - name: ubuntu/images/hvm-ssd/ubuntu-jammy-22.04-amd64-server-20241211
        `),{"amiFamily: AL2":nr}),D(F(O`
          amiFamily: AL2
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-*
        `),{"amiFamily: AL2":nr}),D(F(O`
          amiFamily: Bottlerocket
          amiSelectorTerms:
            - alias: al2023@v20260715
        `),{"al2023@v20260715":`bottlerocket@v1.44.0`})],good:[F(O`
        amiFamily: Custom
        amiSelectorTerms:
          - name: ubuntu/images/hvm-ssd/ubuntu-jammy-22.04-amd64-server-20241211
      `),F(O`
        amiFamily: AL2023
        amiSelectorTerms:
          - alias: al2023@v20260715
      `)]}}const ir={CronJob:{group:`batch`,path:[`spec`,`jobTemplate`,`spec`,`template`]},DaemonSet:{group:`apps`,path:[`spec`,`template`]},Deployment:{group:`apps`,path:[`spec`,`template`]},Job:{group:`batch`,path:[`spec`,`template`]},Pod:{group:``,path:[]},ReplicaSet:{group:`apps`,path:[`spec`,`template`]},Rollout:{group:`argoproj.io`,path:[`spec`,`template`]},StatefulSet:{group:`apps`,path:[`spec`,`template`]}},ar=({namespace:e})=>e??`default`;function U(e){return e.manifests.flatMap(e=>{let t=Object.hasOwn(ir,e.kind)?ir[e.kind]:void 0;return!t||t.group!==h(e.apiVersion)||!_(e.get([...t.path,`spec`]))||e.kind===`Pod`&&e.get([`spec`,`nodeName`])!==void 0?[]:[{manifest:e,template:t.path,namespace:ar(e)}]})}const or=e=>e.manifests.some(({kind:e,apiVersion:t})=>(e===`NodePool`||e===`Provisioner`)&&h(t)===`karpenter.sh`);function sr({manifest:e,template:t}){return cr(e.get([...t,`metadata`,`labels`]))}function cr(e){let t=Object.entries(_(e)??{}).map(([e,t])=>[e,v(t)??``]);return t.some(([e,t])=>p(e)||p(t))?void 0:Object.fromEntries(t)}function lr(e,t){let n=_(e.get(t)),r=cr(n?.matchLabels);if(!n||!r||e.isPartial)return;let i=y(n.matchExpressions).map(e=>{let{key:t,operator:n,values:r}=_(e)??{};return{key:v(t)??``,operator:v(n)??``,values:y(r).map(e=>v(e)??``)}});return i.flatMap(({key:e,operator:t,values:n})=>[e,t,...n]).some(e=>p(e))?void 0:{matchLabels:r,matchExpressions:i}}function ur({manifest:e,template:t}){let{nodeSelector:n,affinity:r,tolerations:i}=_(e.get([...t,`spec`]))??{};return/kubernetes\.io\/arch"|arm64/.test(JSON.stringify([n,r,i]))}const dr=M({id:`ami-for-instance-types`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[54,91],on:{Manifests(e,t){let n=B(e).flatMap(e=>fr(e,t)??[]);if(n.length===0)return;let r=n.length===B(e).length&&gr(e);for(let e of n){let n=mr(e)??hr(e,r);if(!n)continue;let{pool:i,nodeClass:a,images:o}=e,s=[{span:a.span(o[0].path),message:`this selects the image`}];t.report({...n,manifest:i,at:i.span([...Yt(i).path,`name`]),labels:s})}}},docs:{summary:`The AMIs of a node class do not fit the instance types of a NodePool that uses it.`,why:"An AMI is built for one architecture. If all instance types of a NodePool have the other architecture, Karpenter finds no image for them and launches nothing for the NodePool. The standard images of EKS have no GPU driver, so nodes start but never offer `nvidia.com/gpu`.",help:"Add a selector term for the image of the other architecture, or select the `nvidia` image for GPUs. An alias selects the right image for each instance type.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:vr});function fr(e,{all:t,catalog:n,compatible:r}){let i=pn(t,e),a=i&&jn(i),o=a&&r(e);if(n&&o?.isExact&&o.names.length!==0&&Yt(e)!==void 0)return{pool:e,nodeClass:i,images:a,types:o.names.map(e=>n.type(e))}}const pr=({gpus:e})=>e.some(({manufacturer:e})=>e===`nvidia`);function mr({pool:e,nodeClass:t,images:n,types:r}){let i=new Set(n.map(({architecture:e})=>e)),a=r.filter(({architecture:e})=>!i.has(e)),[o]=a;if(i.has(void 0)||o===void 0)return;let s=`Add an AMI selector term for the ${o.architecture} image, or use an alias, which selects the right image for each instance type.`;if(a.length===r.length)return{message:`The instance types of \`${e.name}\` are ${o.architecture}, but the images of \`${t.name}\` are ${n[0].architecture}, so Karpenter cannot launch nodes for \`${e.name}\``,help:s};if(H(e).some(({key:e,operator:t,values:n})=>x(e)===S.arch&&t===`In`&&n.some(({text:e})=>e===o.architecture)))return{severity:`note`,message:`\`${e.name}\` allows ${o.architecture}, but the images of \`${t.name}\` are only ${n[0].architecture}, so Karpenter never launches ${a.length} of its ${r.length} instance types`,help:`${s} Or remove ${o.architecture} from the requirements.`}}function hr({pool:e,nodeClass:t,images:n,types:r},i){let a=r.every(pr);if(n.every(({isStandard:e})=>e)&&(a||i&&r.some(pr)))return{message:a?`Every instance type of \`${e.name}\` has NVIDIA GPUs, but \`${t.name}\` selects the standard image, which has no driver for them`:`Pods request GPUs, and \`${e.name}\` has instance types with NVIDIA GPUs, but \`${t.name}\` selects the standard image, which has no driver for them`,help:"Select the `nvidia` image of the family, or use an alias, which selects it for these instance types."}}const gr=e=>U(e).some(({manifest:e,template:t})=>{let n=[...t,`spec`,`containers`];return y(e.get(n)).some((t,r)=>[`requests`,`limits`].some(t=>e.get([...n,r,`resources`,t,`nvidia.com/gpu`])!==void 0))}),_r=`- name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715`;function vr(){return{bad:[D(z(N({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),F(O`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
        `)),{[_r]:`${_r}\n- name: amazon-eks-node-al2023-arm64-standard-1.33-v20260715`},{[_r]:`- alias: al2023@v20260715`}),D(z(N({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6]`,`karpenter.sh/capacity-type In [on-demand]`],taints:O`
            - key: nvidia.com/gpu
              effect: NoSchedule
          `,nodeClassRef:`default`}),F(O`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
        `)),{[_r]:`- name: amazon-eks-node-al2023-x86_64-nvidia-1.33-v20260715`},{[_r]:`- alias: al2023@v20260715`}),D(z(N({name:`both`,requirements:[`kubernetes.io/arch In [amd64, arm64]`,`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),F(O`
          amiFamily: AL2023
          amiSelectorTerms:
            - ssmParameter: /aws/service/eks/optimized-ami/1.33/amazon-linux-2023/x86_64/standard/recommended/image_id
        `)),{"[amd64, arm64]":`[amd64]`})],good:[z(N({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),F(O`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
            - name: amazon-eks-node-al2023-arm64-standard-1.33-v20260715
        `)),z(N({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),F(O`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: golden-al2023-*
        `))]}}const yr=/^(?:amazon-eks-(?:arm64-|gpu-)?node-|bottlerocket-aws-k8s-|ubuntu-eks(?:-pro)?\/k8s_)/,br=/(?<!\d)1\.\d\d(?!\d)/,xr=M({id:`ami-name-kubernetes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,t){let{report:n}=t;for(let n of Mn(e))Sr(e,n,t);for(let{path:t,term:r}of tn(e)){let i=v(r.name);i===void 0||r.tags!==void 0||p(i)||yr.test(i)&&/[*?]/.test(i)&&!br.test(i)&&n({at:e.span([...t,`name`]),message:`\`${i}\` matches images for every Kubernetes version, and Karpenter launches the newest one, whatever version the cluster has`,help:"Write the Kubernetes version of the cluster in the name, or select the images with an `alias`, which follows the cluster."})}}},docs:{summary:`The name of an image matches images for several Kubernetes versions, or for one that the cluster cannot use.`,why:"The names of EKS images contain the Kubernetes version. If a pattern leaves it open, Karpenter launches the newest image of all versions. Its kubelet can be newer than the control plane, which Kubernetes does not support, and nodes are replaced whenever AWS releases images for another version. The same holds for a name with a version that is newer than the cluster, or more than three minor versions older. That is reported only when the repository or `--kubernetes-version` names the version of the cluster.",help:"Write the Kubernetes version in the name, or use an `alias`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:Tr});function Sr(e,{path:t,text:n,kubernetes:r},{report:i,settings:{kubernetesVersion:a}}){if(r===void 0||a===void 0)return;let o=Number(r.split(`.`)[1])-Number(a.split(`.`)[1]);o<=0&&o>=-3||i({at:e.span(t),message:`\`${n}\` is an image for Kubernetes ${r}, but the cluster has ${a}. Kubernetes does not support a kubelet that is ${o>0?`newer than the API server`:`more than 3 minor versions older`}`,help:`Select an image for Kubernetes ${a}, or use an \`alias\`, which follows the cluster.`})}const Cr=e=>F(O`
    amiFamily: AL2023
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - name: ${e}
  `),wr=(e,t)=>k`
  module "eks" {
    source             = "terraform-aws-modules/eks/aws"
    version            = "~> 21.0"
    name               = "demo"
    kubernetes_version = "${e}"
  }

  ${R(`class`,F(O`
      amiFamily: AL2023
      role: KarpenterNodeRole-demo
      amiSelectorTerms:
        - ${t.startsWith(`/`)?`ssmParameter`:`name`}: ${t}
    `))}
`;function Tr(){return{bad:[D(Cr(`amazon-eks-node-al2023-x86_64-standard-*`),{"standard-*":`standard-1.33-*`}),D(wr(`1.32`,`amazon-eks-node-al2023-x86_64-standard-1.34-v20260715`),{"standard-1.34":`standard-1.32`}),D(wr(`1.34`,`/aws/service/eks/optimized-ami/1.30/amazon-linux-2023/x86_64/standard/recommended/image_id`),{"optimized-ami/1.30":`optimized-ami/1.34`})],good:[wr(`1.34`,`amazon-eks-node-al2023-x86_64-standard-1.33-v20260715`),Cr(`amazon-eks-node-al2023-x86_64-standard-1.33-*`),Cr(`platform-node-*`)]}}const Er=[`Sid`,`Effect`,`Principal`,`NotPrincipal`,`Action`,`NotAction`,`Resource`,`NotResource`,`Condition`],Dr=e=>(Array.isArray(e)?e:e===void 0?[]:[e]).map(e=>String(e));function Or(e){if(e.length>65536)return{fault:`is too long to be an IAM policy`};let t;try{t=JSON.parse(e)}catch{return{fault:`is not JSON`}}let n=m(t)&&m(t.Role)?t.Role.AssumeRolePolicyDocument:t;if(!m(n)||n.Statement===void 0)return{fault:"has no `Statement`"};let r=Array.isArray(n.Statement)?n.Statement:[n.Statement];return r.every(m)?{statements:r.map(kr)}:{fault:`has a statement that is not an object`}}const kr=(e,t)=>({name:typeof e.Sid==`string`&&e.Sid!==``?`\`${e.Sid}\``:`statement ${t+1}`,effect:e.Effect===`Allow`?`Allow`:`Deny`,principals:Ar(e.Principal??e.NotPrincipal),actions:Dr(e.Action??e.NotAction),isNegated:e.NotAction!==void 0||e.NotResource!==void 0||e.NotPrincipal!==void 0,resources:Dr(e.Resource??e.NotResource),conditions:jr(e.Condition),unknown:Object.keys(e).filter(e=>!Er.includes(e))});function Ar(e){return m(e)?new Map(Object.entries(e).map(([e,t])=>[e,Dr(t)])):new Map(e===void 0?[]:[[`AWS`,Dr(e)]])}function jr(e){return m(e)?Object.entries(e).flatMap(([e,t])=>m(t)?Object.entries(t).map(([t,n])=>({operator:e,key:t,values:Dr(n)})):[]):[]}function Mr(e,t){let[n,r,i,a]=[0,0,-1,0];for(;r<t.length;)if(e[n]===`*`)[i,a,n]=[n,r,n+1];else if(n<e.length&&(e[n]===`?`||e[n]===t[r]))[n,r]=[n+1,r+1];else if(i>=0)[a,n,r]=[a+1,i+1,a+1];else return!1;for(;e[n]===`*`;)n++;return n===e.length}const Nr=({actions:e,isNegated:t},n)=>e.some(e=>Mr(e.toLowerCase(),n.toLowerCase()))!==t,Pr=M({id:`ami-name-variants`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[54],on:{NodeClass(e,{report:t}){for(let{path:n,term:r}of tn(e)){let i=v(r.name);if(i===void 0||r.tags!==void 0||p(i)||!/[*?]/.test(i))continue;let a=Fr.map(e=>e.filter(e=>Rr(i,e))).find(Ir);a&&t({at:e.span([...n,`name`]),message:`\`${i}\` matches images for different purposes, such as \`${Lr(a[0])}\` and \`${Lr(a.at(-1))}\`, and Karpenter launches the newest one for every instance type`,help:"Write the whole name up to the version, or select the images with an `alias`, which chooses the right one for each instance type."})}}},docs:{summary:`The name of an image is a pattern that matches images for different purposes.`,why:`AWS builds several images for each Kubernetes version: standard ones, ones with drivers for NVIDIA GPUs or Neuron, and ones with FIPS. For a name, Karpenter only looks at the architecture, and launches the newest image that matches. If the pattern leaves the purpose open, ordinary nodes may start with the image for Neuron, and GPU nodes without a driver. Which image is the newest changes with every release.`,help:"Write the purpose in the name, or use an `alias`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:Br}),Fr=[[`amazon-eks-node-al2023-x86_64-standard-1.##-v##`,`amazon-eks-node-al2023-x86_64-nvidia-1.##-v##`,`amazon-eks-node-al2023-x86_64-neuron-1.##-v##`],[`amazon-eks-node-al2023-arm64-standard-1.##-v##`,`amazon-eks-node-al2023-arm64-nvidia-1.##-v##`],[`amazon-eks-node-1.##-v##`,`amazon-eks-gpu-node-1.##-v##`],[`bottlerocket-aws-k8s-1.##-x86_64-v##`,`bottlerocket-aws-k8s-1.##-nvidia-x86_64-v##`],[`bottlerocket-aws-k8s-1.##-aarch64-v##`,`bottlerocket-aws-k8s-1.##-nvidia-aarch64-v##`]],Ir=e=>e.length>1,Lr=e=>e.replaceAll(`##`,`*`);function Rr(e,t){let n=e.replace(/1\.(?:\d{2}|\d[*?]|[*?]+)/,`1.##`).replace(/v(?:\d[\w.-]*[*?]*|[*?]+)$/,`v##`).replaceAll(/\*{2,}/g,`*`);return n.length<=200&&Mr(n,t)}const zr=(e,t=`AL2023`)=>F(O`
    amiFamily: ${t}
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - name: ${e}
        owner: amazon
  `);function Br(){return{bad:[D(zr(`amazon-eks-node-al2023-x86_64-*-1.33-v20260715`),{"64-*-1.33":`64-standard-1.33`}),D(zr(`bottlerocket-aws-k8s-1.33-*`,`Bottlerocket`),{"1.33-*":`1.33-x86_64-*`})],good:[zr(`amazon-eks-node-al2023-*-standard-1.33-v*`),zr(`bottlerocket-aws-k8s-1.33-nvidia-x86_64-v1.4*`,`Bottlerocket`),zr(`platform-node-1.33-*`)]}}const Vr=e=>e?.provider===`aws`?e:null;function Hr(e,t){let n=t?.eks.versions[e]?.standardUntil;if(n===void 0)return;let r=new Date(n);return r.setUTCMonth(r.getUTCMonth()-14),r.toISOString().slice(0,10)}function Ur(e,t,n){let[,r,i,a]=/^al2(?:023)?@v(\d{4})(\d\d)(\d\d)$/.exec(e)??[];return Date.parse(`${r}-${i}-${a}`)<Date.parse(Hr(t,n)??``)-5184e6}const Wr=M({id:`ami-older-than-kubernetes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t,settings:n,catalog:r}){let{kubernetesVersion:i=``}=n,a=Vr(r)?.fees,o=Hr(i,a);for(let{path:n,term:r}of tn(e)){let s=v(r.alias);s!==void 0&&Ur(s,i,a)&&t({at:e.span([...n,`alias`]),message:`\`${s}\` has no image for Kubernetes ${i}, which EKS has offered since ${o}, so \`${e.name}\` does not become ready and Karpenter launches no nodes with it`,help:`Pin a release from ${o} or later.`})}}},docs:{summary:`A pinned alias is too old to have an image for the cluster’s Kubernetes version.`,why:"AWS builds the images of a release for the Kubernetes versions that EKS offers at that time. After an upgrade of the control plane, the alias of an older release selects no image. The node class is not ready, its NodePools launch no nodes, and Karpenter does not replace running nodes. Reported only when the repository or `--kubernetes-version` names the Kubernetes version.",help:`Pin a release from the day when EKS began to offer this version, or later, and upgrade the control plane in a later change.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions.html`},examples:Gr});function Gr(){return{bad:[D(Kr(`1.34`,`al2023@v20250403`),{"al2023@v20250403":`al2023@v20260715`})],good:[Kr(`1.34`,`al2023@v20260715`),Kr(`1.32`,`al2023@v20250403`)]}}const Kr=(e,t)=>k`
  module "eks" {
    source             = "terraform-aws-modules/eks/aws"
    version            = "~> 21.0"
    name               = "demo"
    kubernetes_version = "${e}"
  }

  ${R(`class`,qr(t))}
`,qr=e=>F(O`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${e}
  `),Jr=[`general-purpose`,`system`],Yr=M({id:`auto-mode-built-in`,severity:`warning`,since:`0.1.0`,providers:[`eks-auto-mode`],theme:`All objects`,mistakes:[108],on:{NodePool(e,{report:t}){Jr.includes(e.name)&&!e.isPartial&&t({at:e.span([`metadata`,`name`]),message:`EKS manages the NodePool \`${e.name}\` of Auto Mode itself, so changes to it do not last`,help:`Give the NodePool another name, and disable the one of EKS if you do not need it.`})},NodeClass(e,{report:t}){e.name!=="default"||e.isPartial||t({at:e.span([`metadata`,`name`]),message:"EKS Auto Mode has a NodeClass `default` of its own, which EKS creates and changes",help:"Give the NodeClass another name, and refer to it in `nodeClassRef` of the NodePools."})}},docs:{summary:`An object has the name of one that EKS Auto Mode creates itself.`,why:"With its built-in NodePools, EKS Auto Mode creates the NodePools `general-purpose` and `system` and the NodeClass `default`. EKS does not allow changes to the NodePools, and advises against a NodeClass of your own with that name. Whoever writes last decides.",help:`Choose another name.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/create-node-class.html`},examples:Xr});function Xr(){return{bad:[D(P({name:`general-purpose`}),{"general-purpose":`web`}),D(zt(`role: AmazonEKSAutoNodeRole`),{"name: default":`name: web`})],good:[P({name:`web`}),zt(`role: AmazonEKSAutoNodeRole`,`web`)]}}const Zr={ns:1n,us:1000n,µs:1000n,ms:1000000n,s:1000000000n,m:60000000000n,h:3600000000000n},Qr=/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/y,$r=2n**63n-1n;function ei(e){let[,t,n]=/^([+-]?)(.*)$/s.exec(e);if(n===`0`)return 0n;if(!n||n.length>128)return;let r=0n,i=0;for(;i<n.length;){Qr.lastIndex=i;let e=Qr.exec(n);if(!e)return;r+=ti(e[1],Zr[e[2]]),i=Qr.lastIndex}if(!(r>$r))return t===`-`?-r:r}function ti(e,t){let[n=``,r=``]=e.split(`.`);return BigInt(n||`0`)*t+BigInt(r||`0`)*t/10n**BigInt(r.length)}function ni(e,t){let n=ei(e);return n!==void 0&&n===ei(t)}const ri=M({id:`auto-mode-expiry`,severity:`warning`,since:`0.1.0`,providers:[`eks-auto-mode`],theme:`Disruption`,mistakes:[106],on:{NodePool(e,{report:t}){let n=[`spec`,`template`,`spec`,`expireAfter`],{value:r,isKnown:i}=V(e,n);if(!i||typeof r!=`string`)return;let a=ei(r);(r===`Never`||a!==void 0&&a>504n*3600000000000n)&&t({at:e.span(n),message:`NodePool \`${e.name}\` sets \`expireAfter: ${r}\`, but nodes of EKS Auto Mode live at most 21 days`,help:"Set `expireAfter` to `504h` or less, and expect that every node is replaced at least every 21 days."})}},docs:{summary:"A NodePool of EKS Auto Mode sets `expireAfter` to more than 21 days.",why:"EKS replaces every node of Auto Mode after at most 21 days, so that nodes run a recent image. A longer `expireAfter`, or `Never`, does not keep nodes longer. Without the field, nodes live 14 days. Workloads that must not be interrupted need a window or more replicas instead.",help:"Set `expireAfter` to `504h` or less.",url:`https://docs.aws.amazon.com/eks/latest/userguide/automode-learn-instances.html`},examples:ii});function ii(){return{bad:[D(P({expireAfter:`720h`}),{"720h":`504h`}),D(P({expireAfter:`Never`}),{Never:`504h`})],good:[P({expireAfter:`504h`}),P({expireAfter:`336h`})]}}const W=(e,t=`, `)=>e.map(e=>`\`${e}\``).join(t),ai=new Set([`c8id c8i c8i-flex c8gd c8gn c8g c8a c8gb c7a c7g c7gn c7gd c7i c7i-flex c6a c6g c6i c6gn c6id c6in c6gd c5 c5a c5d c5ad c5n c4`,`m8id m8i m8i-flex m8a m8azn m8gn m8gb m8gd m8g m7i m7a m7g m7gd m7i-flex m6a m6i m6in m6g m6idn m6id m6gd m5 m5a m5ad m5n m5dn m5d m5zn m4`,`r8id r8i r8i-flex r8gn r8gb r8gd r8g r8a r7a r7iz r7gd r7i r7g r6a r6i r6id r6in r6idn r6g r6gd r5 r5n r5a r5dn r5b r5ad r5d r4`,`t4g t3 t3a t2 z1d x8aedz x8g x8i x2gd x2iezn x2iedn x2idn i8ge i7i i8g i7ie i4g i4i i3 i3en is4gen d3 d3en im4gn`,`p6-b200 p6-b300 p5 p5e p5en p4d p4de p3dn g7e g6 gr6 g6e g5g g5 g4dn g4ad inf2 inf1 trn1 trn1n trn2 hpc8a`].flatMap(e=>e.split(` `))),oi=new Set([`nano`,`micro`,`small`]),si=e=>ai.has(e),ci=e=>!oi.has(e),li=({family:e,size:t,vcpus:n})=>si(e)&&n>1&&ci(t),ui=M({id:`auto-mode-instance-types`,severity:`warning`,since:`0.1.0`,providers:[`eks-auto-mode`],theme:`Instance types and zones`,mistakes:[107],on:{NodePool:pi},docs:{summary:`A NodePool of EKS Auto Mode requires instance types or an operating system that Auto Mode does not launch.`,why:`EKS Auto Mode launches only listed families, only types with more than one vCPU, and no nano, micro or small types. It runs Linux only. A NodePool that allows nothing else is ready but never launches a node.`,help:`List families and sizes that EKS Auto Mode supports, or run the pods on nodes of your own.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/automode-learn-instances.html`},examples:hi}),di=/^[a-z]+\d+[a-z0-9-]*$/,fi=new Map([[S.instanceType,e=>{let[t=``,n=``]=e.split(`.`);return!di.test(t)||si(t)&&ci(n)}],[ye(S.instanceFamily),e=>!di.test(e)||si(e)],[ye(S.instanceSize),ci],[S.os,e=>e!==`windows`]]);function pi(e,{report:t}){for(let n of H(e)){let r=mi(n);if(r.length===0)continue;let i=r.length===n.values.length,a=W(r.map(({text:e})=>e));t({at:e.span(r[0].path),severity:i?`error`:`warning`,message:i?`EKS Auto Mode launches no nodes with \`${n.key}\` ${a}, so NodePool \`${e.name}\` launches nothing`:`EKS Auto Mode launches no nodes with \`${n.key}\` ${a}`,help:i?`List values that EKS Auto Mode supports, or refer to an EC2NodeClass of a Karpenter that you run yourself.`:`Remove ${a} from the values.`})}}function mi({key:e,operator:t,values:n,isKnown:r}){let i=fi.get(x(e));return i===void 0||t!==`In`||!r?[]:n.filter(({text:e})=>!i(e))}function hi(){return{bad:[D(P({requirements:[`node.kubernetes.io/instance-type In [t3.small]`]}),{"t3.small":`t3.medium`}),D(P({requirements:[`eks.amazonaws.com/instance-family In [m7i, p3]`]}),{"m7i, p3":`m7i`}),D(P({requirements:[`kubernetes.io/os In [windows]`]}),{windows:`linux`})],good:[P({requirements:[`node.kubernetes.io/instance-type In [m7i.large, c7g.xlarge]`]}),P({requirements:[`eks.amazonaws.com/instance-family In [m7i, p5, g6]`,`kubernetes.io/os In [linux]`]}),P({requirements:[`eks.amazonaws.com/instance-family NotIn [p3]`]})]}}const gi=M({id:`auto-mode-labels`,severity:`warning`,since:`0.1.0`,providers:[`aws`,`eks-auto-mode`],theme:`Instance types and zones`,mistakes:[105],on:{NodePool:_i},docs:{summary:`A requirement names a label of instances that only the other mode sets: EKS Auto Mode, or a Karpenter that you run yourself.`,why:"EKS Auto Mode sets labels such as `eks.amazonaws.com/instance-category`, and Karpenter sets `karpenter.k8s.aws/instance-category`. In the other mode, no instance type has the label. A requirement for it chooses no instance types there.",help:"Use the label of the mode that launches the nodes: the group in `nodeClassRef` decides it.",url:`https://docs.aws.amazon.com/eks/latest/userguide/create-node-pool.html`},examples:vi});function _i(e,{report:t}){let n=qt(e)?.group===te;for(let{key:r,path:i,isKnown:a}of H(e)){let o=n?ye(r):_e(r);if(!a||o===r)continue;let s=[...i,`key`];t({at:e.span(s),message:n?`\`${r}\` is a label of a Karpenter that you run yourself. EKS Auto Mode does not set it, so the requirement chooses no instance types of NodePool \`${e.name}\``:`\`${r}\` is a label of EKS Auto Mode. Karpenter does not set it, so the requirement chooses no instance types of NodePool \`${e.name}\``,help:`Write \`${o}\`.`,fix:{description:`Replace with \`${o}\``,edits:b(e,s,o)}})}}function vi(){return{bad:[P({requirements:[`karpenter.k8s.aws/instance-family In [c7i, m7i, r7i]`]}),N({requirements:[`eks.amazonaws.com/instance-family In [c7i, m7i, r7i]`]})],good:[P({requirements:[`eks.amazonaws.com/instance-category In [c, m, r]`,`kubernetes.io/arch In [arm64]`]}),N({requirements:[`karpenter.k8s.aws/instance-family In [c7i, m7i, r7i]`]})]}}const yi=/^(?:dev|develop|development|test|testing|qa|int|integration|sandbox|stage|staging|stg|uat|preprod|pre-prod|perf|prod|production|prd|live)$/i,bi=e=>yi.test(e),xi=({source:{file:e,origin:t}})=>t?`${t.tool} ${t.root}`:e;function Si({all:e,clusterOf:t}){let n=new Map;return[...ae(B(e),e=>{let r=t(e),i=n.get(r)??Ci(r);return n.set(r,i),i&&!wi(e)?r:xi(e)}).values()].filter(e=>e.length>1&&new Set(e.map(({name:e})=>e)).size===e.length)}const Ci=({isExample:e,manifests:t})=>!e&&t.some(({kind:e})=>u(e)),wi=({source:{file:e,origin:t}})=>!t&&/[^/]*$/.exec(e)[0].split(/[-_.]/).some(bi),Ti=/(?:^|\.)(?:kubernetes\.io|k8s\.io|karpenter\.sh|karpenter\.k8s\.aws)\//;function Ei(e){let t=[...H(e),...Gt(e)];return y(e.get([`spec`,`template`,`spec`,`taints`])).length===0&&t.every(({key:e,isKnown:t})=>t&&Ti.test(e))}const Di=M({id:`auto-mode-migration`,severity:`note`,since:`0.1.0`,providers:[`eks-auto-mode`],theme:`Taints and overlapping NodePools`,mistakes:[109],on:{Manifests(e,t){for(let e of Si(t)){let n=e.filter(Oi),r=n.find(e=>qt(e)?.group===te),i=n.find(e=>qt(e)?.group===`karpenter.k8s.aws`);r!==void 0&&i!==void 0&&t.report({manifest:r,at:r.span([`spec`,`template`,`spec`,`nodeClassRef`,`group`]),message:`Both EKS Auto Mode (NodePool \`${r.name}\`) and Karpenter (NodePool \`${i.name}\`) launch nodes for the same pods`,labels:[{span:i.span([`metadata`,`name`]),message:`this NodePool has no taint either`}],help:`Add a taint to \`${r.name}\`, and tolerate it in the pods that move. In requirements and in selectors of these pods, replace \`karpenter.k8s.aws/\` with \`eks.amazonaws.com/\`. EKS Auto Mode has no custom images, user data or kubelet settings. Its nodes live at most 21 days, and AWS bills a fee for each.`})}}},docs:{summary:`A cluster has NodePools of EKS Auto Mode and of a Karpenter of its own, and neither has a taint.`,why:`Both can run side by side, for example while workloads move. Each sees a pending pod that fits its NodePools and launches a node for it. One of the nodes stays empty, and which mode runs the pod is open. Labels of instances, images, user data, the hop limit of the metadata service, the lifetime of nodes, and the bill differ between the modes.`,help:`Add a taint to the NodePools of one mode until its pods are moved on purpose.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/auto-migrate-karpenter.html`},examples:ji}),Oi=e=>!e.isPartial&&y(e.get([`spec`,`template`,`spec`,`taints`])).length===0,ki=N({name:`karpenter`,nodeClassRef:`default`}),Ai=O`
  - key: eks-auto-mode
    effect: NoSchedule
`;function ji(){return{bad:[D(z(ki,P({name:`auto`}),I),{"nodeClassRef:\n        group: eks.amazonaws.com":`taints:
  - key: eks-auto-mode
    effect: NoSchedule
nodeClassRef:
  group: eks.amazonaws.com`})],good:[z(ki,P({name:`auto`,taints:Ai}),I)]}}const G=(e,t=`unknown`)=>({kind:`unknown`,at:e,name:t}),K=(e,t)=>({kind:`scalar`,value:e,at:t,isLiteral:!1}),Mi=(e,t)=>({kind:`string`,pieces:e===``?[]:[{text:e,at:t,form:`made`}],at:t}),Ni=e=>e.kind===`scalar`&&e.value===null,Pi=({pieces:e})=>e.map(({text:e})=>e).join(``),Fi=e=>e?.kind===`string`&&e.pieces.every(({isUnknown:e})=>!e)?Pi(e):void 0;function q(e){return e.kind===`scalar`?e.value===null?void 0:String(e.value):Fi(e)}const Ii=({name:e,at:t})=>({text:`\${${e}}`,at:t,form:`made`,isUnknown:!0});function Li(e){switch(e.kind){case`scalar`:return e.value;case`string`:return Fi(e);case`list`:{let t=e.items.map(Li);return t.some(e=>e===void 0)?void 0:t}case`object`:{let t=[...e.entries].map(([e,t])=>[e,Li(t.value)]);return e.isPartial||t.some(([,e])=>e===void 0)?void 0:Object.fromEntries(t)}case`unknown`:return}}const J=(e,t,n=!1)=>({kind:`object`,entries:new Map(e),at:t,isPartial:n});function Ri(e,t){let[n,r]=[Li(e),Li(t)];return n===void 0||r===void 0?void 0:zi(n)===zi(r)}const zi=e=>JSON.stringify(e,(e,t)=>typeof t==`object`&&t&&!Array.isArray(t)?Object.fromEntries(Object.entries(t).sort(([e],[t])=>g(e,t))):t);function Bi(e,...t){return t.reduce((e,t)=>e?.kind===`object`?e.entries.get(String(t))?.value:e?.kind===`list`?e.items[Number(t)]:void 0,e)}function Vi(e){if(e.kind===`scalar`||e.kind===`unknown`)return 1;let t=Hi.get(e);if(t!==void 0)return t;let n=1+Ui(e);return Hi.set(e,n),n}const Hi=new WeakMap;function Ui(e){let t=0;if(e.kind===`string`)for(let{text:n}of e.pieces)t+=1+n.length/64;else if(e.kind===`list`)for(let n of e.items)t+=Vi(n);else for(let[n,r]of e.entries)t+=1+n.length/64+Vi(r.value);return t}const Wi=e=>({...G(e),isExcess:!0}),Gi=e=>`isExcess`in e||Vi(e)>5e4;function Ki(e){let t=Pi(e);if(f(t)!==void 0)return G(e.at);let n=(0,C.parseDocument)(t,{version:`1.2`,merge:!0,strict:!1});if(n.errors.length>0)return G(e.at);let r={places:new Qi(e),nodes:0,at:e.at},i=Ji(n.contents,r);return i.kind===`object`?{...i,yaml:e}:i}function qi(e){let t=Pi(e),n=new Qi(e),r=[0,...[...t.matchAll(/^---(?:[ \t].*)?$\n?/gm)].map(({index:e,0:t})=>e+t.length)];return{kind:`list`,items:r.map((e,i)=>{let a=r[i+1]===void 0?t.length:t.lastIndexOf(`---`,r[i+1]);return{kind:`string`,pieces:n.slice(e,a),at:n.span(e,a)}}).filter(e=>/^[ \t]*[^#\s]/m.test(Pi(e))).map(Ki),at:e.at}}function Ji(e,t){let n=e?t.places.span(e.range[0],e.range[1]):t.at;if(++t.nodes>5e4||e===null)return e===null?K(null,n):G(n);if((0,C.isMap)(e))return Yi(e.items,n,t);if((0,C.isSeq)(e))return{kind:`list`,items:e.items.map(e=>Ji(e,t)),at:n};if(!(0,C.isScalar)(e))return G(n);let{value:r}=e;if(typeof r==`string`)return Zi(r,e,t);let i=Xi(e,String(r),t);return{...K(r,n),...i&&{piece:i}}}function Yi(e,t,n){let r=e.flatMap(({key:e,value:t})=>{if(!(0,C.isScalar)(e))return[];let r=String(e.value),i=n.places.span(e.range[0],e.range[1]),a=Xi(e,r,n)??{text:r,at:i,form:`made`};return[[r,{value:Ji(t,n),key:a}]]});return J(r,t)}function Xi({range:e},t,{places:n}){let[r,...i]=n.slice(e[0],e[1]);return i.length===0&&r?.text===t&&r.form!==`made`?r:void 0}function Zi(e,t,{places:n,at:r}){let[i,a]=t.range,o=n.slice(i,a),s=(o.map(({text:e})=>e).join(``).length-2===e.length?n.slice(i+1,a-1):[]).map(e=>({...e,form:`made`})),c=n.span(i,a);for(let t of[o,s])if(t.map(({text:e})=>e).join(``)===e)return{kind:`string`,pieces:t,at:c};return o.some(({isUnknown:e})=>e)?{kind:`string`,pieces:[{text:e,at:r,form:`made`,isUnknown:!0}],at:c}:Mi(e,c)}var Qi=class{#e;#t=[];#n;constructor({pieces:e,at:t}){this.#e=e,this.#n=t;let n=0;for(let{text:t}of e)this.#t.push(n),n+=t.length}#r(e){let t=0,n=this.#t.length-1;for(;t<n;){let r=t+n+1>>1;this.#t[r]<=e?t=r:n=r-1}return t}piece(e){let t=this.#r(e),n=this.#e[t];return n&&{piece:n,within:e-this.#t[t],index:t}}slice(e,t){let n=[];for(let r=this.#r(e);r<this.#e.length&&this.#t[r]<t;r++){let i=this.#e[r],a=Math.max(0,e-this.#t[r]),o=Math.min(i.text.length,t-this.#t[r]);o>a&&n.push(a===0&&o===i.text.length?i:ta(i,a,o))}return n}span(e,t){let n=this.piece(e),r=this.piece(Math.max(e,t-1));if(!n||!r)return this.#n;let i=ea(n.piece,n.within,n.within+ +(t>e)),a=ea(r.piece,r.within,r.within+ +(t>e));return i.file===a.file&&i.start<=a.start?{...i,end:a.end}:i}};const $i=({form:e})=>e!==`made`;function ea(e,t,n){let{at:r}=e;return $i(e)&&r.end-r.start===e.text.length?{file:r.file,start:r.start+t,end:r.start+n}:r}function ta(e,t,n){let r=ea(e,t,n);return{...e,text:e.text.slice(t,n),at:r}}function na(e){if(e.kind===`object`&&e.yaml)return e.yaml;let t={pieces:[],at:e.at};return ia(e,``,t),{kind:`string`,pieces:t.pieces,at:e.at}}const ra=(e,t,n)=>{e.pieces.push({text:t,at:n,form:`made`})};function ia(e,t,n){if(e.kind===`object`&&(e.entries.size>0||e.isPartial))t!==``&&ra(n,`
`,e.at),aa(e,t,n);else if(e.kind===`list`&&e.items.length>0){ra(n,`
`,e.at);for(let r of e.items)ra(n,`${t}-`,r.at),ia(r,`${t}  `,n)}else t!==``&&ra(n,` `,e.at),n.pieces.push(...la(e)),ra(n,`
`,e.at)}function aa({entries:e,isPartial:t,at:n},r,i){for(let[t,{value:n,key:a}]of e){ra(i,r,n.at);let e=/^[A-Za-z_][\w./-]*$/.test(t)&&!da.test(t);i.pieces.push({text:e?t:JSON.stringify(t),at:a?.at??n.at,form:a?.form??`made`}),ra(i,`:`,a?.at??n.at),ia(n,`${r}  `,i)}t&&ra(i,`${r}{{ unknown }}\n`,n)}function oa(e){let t=sa(e);return t&&{kind:`string`,pieces:t,at:e.at}}function sa(e){return e.kind===`object`?e.isPartial?void 0:ca([...e.entries].map(([e,{value:t,key:n}])=>{let r=n?.at??t.at,i=sa(t);return i&&[{text:`${JSON.stringify(e)}:`,at:r,form:`made`},...i]}),`{}`,e.at):e.kind===`list`?ca(e.items.map(sa),`[]`,e.at):la(e)}function ca(e,t,n){if(e.some(e=>e===void 0))return;let r={text:`,`,at:n,form:`made`};return[{text:t[0],at:n,form:`made`},...e.flatMap((e,t)=>t===0?e:[r,...e]),{text:t[1],at:n,form:`made`}]}function la(e){let{at:t}=e;switch(e.kind){case`unknown`:return[Ii(e)];case`list`:return[{text:`[]`,at:t,form:`made`}];case`object`:return[{text:`{}`,at:t,form:`made`}];case`scalar`:return[e.piece??{text:String(e.value),at:t,form:e.isLiteral?`scalar`:`made`}];case`string`:return fa(e)}}const ua=/^[A-Za-z][\w./-]*$/,da=/^(?:true|false|null|yes|no|on|off|y|n)$/i;function fa(e){let{pieces:t,at:n}=e,[r]=t,i=t.length===1&&r.form===`quoted`&&r.at.end-r.at.start===n.end-n.start-2,a=Fi(e);return i&&a!==void 0&&JSON.stringify(a)===`"${a}"`?[{text:`"${a}"`,at:n,form:`scalar`}]:t.length===1&&/^(?:file|template|heredoc)$/.test(r.form)&&a!==void 0&&ua.test(a)&&!da.test(a)?[...t]:[{text:`"`,at:n,form:`made`},...t.map(e=>pa(e)),{text:`"`,at:n,form:`made`}]}function pa(e){let t=JSON.stringify(e.text).slice(1,-1);return t===e.text?{...e,form:e.form===`quoted`?`quoted`:`made`}:{...e,text:t,form:`made`}}const ma=(e,t)=>e.length>2e4?Wi(t):{kind:`list`,items:e,at:t},Y=e=>e?.kind===`list`,ha=e=>e?.kind===`object`,ga=e=>(t,n)=>t.every(Y)?ma(e(t.map(({items:e})=>e),n),n):G(n),_a=(e,t)=>{let n=e.filter(ha),r=e.some(e=>e.kind===`unknown`)||n.some(e=>e.isPartial);if(n.length===0&&r)return G(t);let i=e.findLastIndex(e=>e.kind===`unknown`||e.kind===`object`&&e.isPartial),a=new Map;return e.forEach((e,t)=>{if(ha(e))for(let[n,r]of e.entries)a.set(n,t<i?{...r,value:G(r.value.at)}:r)}),J(a,n.at(-1)?.at??t,r)},va=(e,t)=>ma(e.flatMap(e=>Y(e)?e.items:[e]),e.find(Y)?.at??t),ya=([e,t,n],r)=>{let i=t&&q(t);return!ha(e)||i===void 0?G(r):e.entries.get(i)?.value??(e.isPartial?G(r):n??G(r))},ba=([e],t)=>ha(e)&&!e.isPartial?ma([...e.entries].sort(xa).map(([e,{value:t,key:n}])=>Mi(e,n?.at??t.at)),t):G(t),xa=([e],[t])=>g(e,t),Sa=([e],t)=>ha(e)&&!e.isPartial?ma([...e.entries].sort(xa).map(([,{value:e}])=>e),t):G(t),Ca=([e],t)=>{if(Y(e))return e.items.every(({kind:e})=>e!==`unknown`)?K(e.items.length,t):G(t);if(ha(e))return e.isPartial?G(t):K(e.entries.size,t);let n=e&&Fi(e);return n===void 0?G(t):K(n.length,t)},wa=([e,t],n)=>{if(!Y(e)||!t)return G(n);let r=e.items.map(e=>Ri(e,t));return r.includes(!0)?K(!0,n):r.includes(void 0)?G(n):K(!1,n)},Ta=([e,t],n)=>{let r=t&&Number(q(t));return!Y(e)||r===void 0||Number.isNaN(r)||e.items.length===0?G(n):e.items.at(r%e.items.length)??G(n)};function Ea(e,t=0){return e.flatMap(e=>Y(e)&&t<20?Ea(e.items,t+1):[e])}function Da(e){let t=new Set;return e.filter(e=>{let n=La(e);return n!==void 0&&t.has(n)?!1:(n!==void 0&&t.add(n),!0)})}const Oa=([e],t)=>Y(e)?ma(ka(Da(e.items)),e.at):G(t),ka=e=>{let t=new Map(e.map(e=>[e,q(e)]));return[...t.values()].some(e=>e===void 0)?[...e]:[...e].sort((e,n)=>g(t.get(e),t.get(n)))},Aa=([e],t)=>Y(e)?e:G(t),ja=([e],t)=>ha(e)?e:G(t),Ma=([e,t],n)=>{if(!Y(e)||!Y(t))return G(n);let r=e.items.map(q);return r.some(e=>e===void 0)||r.length!==t.items.length?G(n):J(r.map((e,n)=>[e,{value:t.items[n]}]),n)},Na=([e],t)=>Y(e)?ma(e.items.filter(e=>!Ni(e)&&(e.kind!==`string`||Pi(e)!==``)),e.at):G(t),Pa=([e,t,n],r)=>{let[i,a]=[Number(t&&q(t)),Number(n&&q(n))];return Y(e)&&!Number.isNaN(i+a)?ma(e.items.slice(i,a),e.at):G(r)},Fa=(e,t)=>{let n=e.map(e=>Number(q(e))),[r,i,a]=n.length===1?[0,n[0],1]:[n[0],n[1],n[2]??1],o=Math.ceil((i-r)/a);return!Number.isFinite(o)||o>1e3?G(t):ma(Array.from({length:Math.max(0,o)},(e,n)=>K(r+n*a,t)),t)},Ia=([e],t)=>!Y(e)||e.items.length>1?G(t):e.items[0]??K(null,t),La=e=>{let t=Li(e);return t===void 0?void 0:zi(t)};function Ra(e){let t=new Set(e.map(La));return e=>{let n=La(e);return n!==void 0&&t.has(n)}}const za=(e,t)=>{let n=e.filter(Y).map(({items:e})=>e),r=n.reduce((e,t)=>e*t.length,1);if(n.length<e.length)return G(t);if(r*n.length>1e5)return Wi(t);let i=n.reduce((e,t)=>e.flatMap(e=>t.map(t=>[...e,t])),[[]]);return ma(i.map(e=>({kind:`list`,items:e,at:t})),t)},Ba=(e,t)=>{for(let n of e){if(!Y(n))return G(t);if(n.items.length>0)return n}return G(t)},Va=(e,t,n)=>{let r=e.map(q);return r.includes(String(t))?K(t,n):r.includes(void 0)?G(n):K(!t,n)},Ha={merge:_a,concat:va,lookup:ya,keys:ba,values:Sa,length:Ca,contains:wa,element:Ta,toset:Oa,tolist:Aa,tomap:ja,zipmap:Ma,compact:Na,slice:Pa,range:Fa,one:Ia,setproduct:za,coalescelist:Ba,alltrue:([e],t)=>Y(e)?Va(e.items,!1,t):G(t),anytrue:([e],t)=>Y(e)?Va(e.items,!0,t):G(t),flatten:([e],t)=>Y(e)?ma(Ea(e.items),e.at):G(t),distinct:([e],t)=>Y(e)?ma(Da(e.items),e.at):G(t),reverse:ga(([e])=>[...e??[]].reverse()),sort:ga(([e])=>ka(e??[])),setunion:ga(e=>ka(Da(e.flat()))),setsubtract:ga(([e,t])=>{let n=Ra(t??[]);return(e??[]).filter(e=>!n(e))}),setintersection:ga(([e,...t])=>{let n=t.map(Ra);return(e??[]).filter(e=>n.every(t=>t(e)))})},Ua=4194304,Wa=(e,t)=>e.length>Ua?Wi(t):Mi(e,t),X=e=>(t,n)=>{let r=t.map(q);if(r.some(e=>e===void 0))return G(n);let i=e(...r);return i===void 0?Wi(n):typeof i==`string`?Wa(i,n):K(i,n)};function Ga(e,t,n){let r=n.length-t.length,i=r>0?(Ua-e.length)/r:1/0;return Ka(e,t,i)>i?void 0:e.replaceAll(t,()=>n)}function Ka(e,t,n){if(t===``)return e.length+1;let r=0;for(let i=e.indexOf(t);i!==-1&&r<=n;i=e.indexOf(t,i+t.length))r++;return r}function qa(e){if(e.kind===`string`)return e.pieces;if(e.kind===`unknown`)return[Ii(e)];let t=q(e);return t===void 0?void 0:[{text:t,at:e.at,form:`made`}]}function Ja(e,t){let n=[],r=0;for(let i of e){for(let e of i??[])r+=e.text.length,n.push({...e,form:`made`});if(i===void 0)return G(t);if(n.length>5e4||r>Ua)return Wi(t)}return{kind:`string`,pieces:n,at:t}}const Ya=([e,...t],n)=>{let r=e&&Fi(e);if(r===void 0||t.some(({kind:e})=>e!==`list`))return G(n);let i=t.flatMap(e=>e.items);return i.length>5e4?Wi(n):Ja(i.flatMap((e,t)=>[...t>0?[[{text:r,at:n,form:`made`}]]:[],qa(e)]),n)},Xa=([e,t],n)=>{let[r,i]=[e&&Fi(e),t&&Fi(t)];return r===void 0||i===void 0?G(n):Ka(i,r,5e4)>5e4?Wi(n):{kind:`list`,items:i.split(r).map(e=>Mi(e,t.at)),at:n}},Za=([e,...t],n)=>{let r=e&&Fi(e);if(r===void 0)return G(n);let i=[],a=0,o=0;for(let e of r.matchAll(/%(?:%|(0?)(\d*)([sdvqt]))|%/g))e.index>o&&i.push([{text:r.slice(o,e.index),at:n,form:`made`}]),o=e.index+e[0].length,e[0]===`%%`?i.push([{text:`%`,at:n,form:`made`}]):i.push(e[3]===void 0?void 0:Qa(e,t[a++],n));return o<r.length&&i.push([{text:r.slice(o),at:n,form:`made`}]),Ja(i,n)};function Qa(e,t,n){if(!t)return;let r=qa(t),[,i,a,o]=e;if(a===``&&o!==`q`||t.kind===`unknown`)return r;let s=q(t);if(s!==void 0)return[{text:(o===`q`?JSON.stringify(s):s).padStart(Math.min(Number(a),100),i?`0`:` `),at:n,form:`made`}]}const $a=([e,t],n)=>{let r=e?.kind===`scalar`&&typeof e.value==`number`?` `.repeat(Math.min(e.value,100)):void 0;return r===void 0||t?.kind!==`string`?G(n):t.pieces.some(({text:e})=>Ka(e,`
`,5e4)>5e4)?Wi(n):{kind:`string`,pieces:t.pieces.flatMap(e=>eo(e,r)),at:t.at}};function eo(e,t){let n=e.text.split(/(?<=\n)/),r=e.form!==`made`&&e.at.end-e.at.start===e.text.length,i=0;return n.flatMap(n=>{let a=r?{...e.at,start:e.at.start+i,end:e.at.start+i+n.length}:e.at;i+=n.length;let o={...e,text:n,at:a};return n.endsWith(`
`)?[o,{text:t,at:a,form:`made`}]:[o]})}const to=(e,t)=>{for(let n of e){if(n.kind===`unknown`)return G(t);if(!Ni(n)&&Fi(n)!==``)return n}return G(t)},no=e=>e.replace(/(^|\s)(\S)/g,(e,t,n)=>t+n.toUpperCase()),ro=(e,t)=>{let n=new Set(t),r=e=>e!==void 0&&n.has(e),[i,a]=[0,e.length];for(;i<a&&r(e[i]);)i++;for(;a>i&&r(e[a-1]);)a--;return e.slice(i,a)};function io(e){let t=e.length;for(;e[t-1]===`
`;)t-=e[t-2]===`\r`?2:1;return e.slice(0,t)}const ao={join:Ya,split:Xa,format:Za,indent:$a,coalesce:to,lower:X(e=>e.toLowerCase()),upper:X(e=>e.toUpperCase()),title:X(no),trimspace:X(e=>e.trim()),chomp:X(io),trim:X(ro),trimprefix:X((e,t)=>e.startsWith(t)?e.slice(t.length):e),trimsuffix:X((e,t)=>t!==``&&e.endsWith(t)?e.slice(0,-t.length):e),startswith:X((e,t)=>e.startsWith(t)),endswith:X((e,t)=>e.endsWith(t)),strcontains:X((e,t)=>e.includes(t)),replace:X(Ga),substr:X((e,t,n)=>{let r=Number(t)<0?e.length+Number(t):Number(t);return Number(n)<0?e.slice(r):e.slice(r,r+Number(n))}),basename:X(e=>e.split(`/`).at(-1)),dirname:X(e=>e.split(`/`).slice(0,-1).join(`/`)||`.`)},oo=e=>{let t=e&&q(e);return t===void 0||t.trim()===``||Number.isNaN(Number(t))?void 0:Number(t)},so=e=>(t,n)=>{let r=t.map(oo);return r.some(e=>e===void 0)?G(n):K(e(...r),n)};function co(e){try{return JSON.parse(e)}catch{return}}const lo=([e],t)=>e&&e.kind!==`unknown`&&oa(e)||G(t),uo=([e],t)=>{if(e?.kind!==`string`)return G(t);let n=Fi(e),r=Ki(e);return n!==void 0&&co(n)===void 0?G(t):fo(r)},fo=e=>{if(e.kind!==`object`)return e;let{yaml:t,...n}=e;return n},po=([e],t)=>e?.kind===`string`?Ki(e):G(t),mo=([e],t)=>e?.kind===`string`?qi(e):G(t),ho=([e],t)=>!e||e.kind===`unknown`?G(t):na(e),go=([e],t)=>{if(!e||e.kind===`string`||e.kind===`scalar`&&e.value===null)return e??G(t);let n=q(e);return n===void 0?G(t):Mi(n,e.at)},_o=([e],t)=>{let n=oo(e);return e?.kind===`scalar`?e:n===void 0?G(t):K(n,e.at)},vo=([e],t)=>{let n=e&&q(e);return n===`true`||n===`false`?K(n===`true`,e.at):G(t)},yo=([e],t)=>e??G(t),bo=([e,t],n)=>{let r=Number.parseInt((e&&q(e))??``,oo(t)??10);return Number.isNaN(r)?G(n):K(r,n)},xo=new Map([...Object.entries(ao),...Object.entries(Ha),[`jsonencode`,lo],[`jsondecode`,uo],[`yamlencode`,ho],[`yamldecode`,po],[`provider::kubernetes::manifest_decode`,po],[`provider::kubernetes::manifest_decode_multi`,mo],[`provider::kubernetes::manifest_encode`,ho],[`tostring`,go],[`tonumber`,_o],[`tobool`,vo],[`sensitive`,yo],[`nonsensitive`,yo],[`parseint`,bo],[`max`,so(Math.max)],[`min`,so(Math.min)],[`ceil`,so(Math.ceil)],[`floor`,so(Math.floor)],[`abs`,so(Math.abs)],[`signum`,so(Math.sign)],[`pow`,so((e,t)=>e**t)],[`sum`,([e],t)=>e?.kind===`list`?so((...e)=>e.reduce((e,t)=>e+t,0))(e.items,t):G(t)]]),So=(e,t)=>({...G(e,t),isError:!0}),Co=e=>e.kind===`unknown`&&`isError`in e;function wo(e,t,n){return e.kind===`unknown`?{...e,name:`${e.name}.${t}`}:e.kind===`object`?e.entries.get(t)?.value??(e.isPartial?G(n,t):So(n,t)):So(n,t)}function To(e,t,n){return e.kind===`unknown`?G(n,e.name):{kind:`list`,items:(e.kind===`list`?e.items:Ni(e)?[]:[e]).map(e=>t.reduce((e,t)=>wo(e,t,n),e)),at:n}}const Eo={"+":(e,t)=>e+t,"-":(e,t)=>e-t,"*":(e,t)=>e*t,"/":(e,t)=>e/t,"%":(e,t)=>e%t,"<":(e,t)=>e<t,"<=":(e,t)=>e<=t,">":(e,t)=>e>t,">=":(e,t)=>e>=t};function Do(e,[t,n],r){if(e===`==`||e===`!=`){let i=Ri(t,n);return i===void 0?Oo(t,n,e,r):K(i===(e===`==`),r)}if(e===`&&`||e===`||`)return ko([t,n],e===`||`,r);let[i,a]=[Number(q(t)??NaN),Number(q(n)??NaN)],o=Eo[e]?.(i,a);return o===void 0||Number.isNaN(i+a)?G(r):K(o,r)}function Oo(e,t,n,r){let i=e=>e.kind===`object`||e.kind===`list`||e.kind===`string`;return Ni(e)&&i(t)||Ni(t)&&i(e)?K(n===`!=`,r):G(r)}function ko(e,t,n){let r=e.map(q);return r.includes(String(t))?K(t,n):r.includes(void 0)?G(n):K(!t,n)}function Ao(e,t,n){let r=q(t);return e===`!`?r===`true`||r===`false`?K(r===`false`,n):G(n):r===void 0||Number.isNaN(Number(r))?G(n):K(-Number(r),n)}function jo(e,t){return Gi(e)?(t.spend(1/0),G(e.at)):e}const Mo=1e4;function No(e){if(e.kind===`list`)return e.items.slice(0,Mo).map((e,t)=>({key:K(t,e.at),value:e}));if(e.kind===`object`)return[...e.entries].sort(([e],[t])=>g(e,t)).slice(0,Mo).map(([e,t])=>({key:Po(e,t),value:t.value}))}const Po=(e,{key:t,value:n})=>({kind:`string`,pieces:e===``?[]:[{text:e,at:t?.at??n.at,form:`made`}],at:t?.at??n.at});function Fo(e,t,{key:n,value:r}){let[i,a]=t,o=a===void 0?[[i,r]]:[[i,n],[a,r]];return{...e,names:new Map([...e.names,...o])}}const Io={quoted:`quoted`,heredoc:`heredoc`,file:`template`},Lo=4194304;function Ro(e,t,n){let r={pieces:[],form:t,evaluate:n.evaluate,length:0};return Bo(e,n.scope,r),r.length>Lo?Wi(n.at):{kind:`string`,pieces:r.pieces,at:n.at}}function zo(e,t){for(let n of t)e.length+=n.text.length,n.text!==``&&e.length<=Lo&&e.pieces.push(n)}function Bo(e,t,n){for(let[r,i]of e.entries()){if(n.length>Lo||!t.spend())return;if(i.kind===`text`){let{text:e,at:t,isLiteral:r}=i,{style:a,indent:o}=n.form;zo(n,[{text:e,at:t,form:r?Io[a]:`made`,...o>0&&{indent:o}}])}else if(i.kind===`value`){let a=n.evaluate(i.expression,t);Vo(a,n,e[r+1])?zo(n,[Jo(n,i.at)]):Uo(a,i.at,{scope:t,writer:n})}i.kind===`if`&&Ko(i,t,n),i.kind===`for`&&qo(i,t,n)}}function Vo(e,{pieces:t},n){if(e.kind!==`unknown`||n!==void 0&&!(n.kind===`text`&&/^[ \t]*\n/.test(n.text)))return!1;let r=t.slice(-40).map(({text:e})=>e).join(``).split(`
`),i=r.pop();if(i.trim()!==``)return!1;let a=r.findLast(e=>e.trim()!==``&&Ho(e)<=i.length);return a!==void 0&&Ho(a)===i.length&&/^(?:- |[\w./"'-]+:(?: |$))/.test(a.trimStart())}const Ho=e=>e.length-e.trimStart().length;function Uo(e,t,{scope:n,writer:r}){n.spend(Vi(e))&&zo(r,Wo(e,t))}function Wo(e,t){if(e.kind===`string`&&e.pieces.length>1)return e.pieces.map(e=>Go(e,t));let n=q(e);return n===void 0?e.kind===`string`?e.pieces.map(e=>({...e,at:t,form:`made`})):[{...Ii(e.kind===`unknown`?e:G(t)),at:t}]:[{text:n,at:t,form:`made`}]}const Go=(e,t)=>e.isUnknown?{...e,at:t}:e;function Ko(e,t,n){let r=q(n.evaluate(e.condition,t));r===void 0?zo(n,[Jo(n,e.at)]):Bo(r===`true`?e.whenTrue:e.whenFalse,t,n)}function qo(e,t,n){let r=No(n.evaluate(e.of,t));if(!r||e.names.length===0)zo(n,[Jo(n,e.at)]);else for(let i of r)Bo(e.parts,Fo(t,e.names,i),n)}function Jo({pieces:e},t){let n=e.slice(-3).map(({text:e})=>e).join(``);return{text:/(?:^|\n)[ \t]*$/.test(n)?`{{ unknown }}
`:"${unknown}",at:t,form:`made`,isUnknown:!0}}function Z(e,t){return t.spend()?jo(Yo(e,t),t):G(e.at)}function Yo(e,t){let{at:n}=e;switch(e.kind){case`literal`:return{kind:`scalar`,value:e.value,at:n,isLiteral:!0};case`template`:return ls(e.parts,e.form,{at:n,scope:t});case`tuple`:return{kind:`list`,items:e.items.map(e=>Z(e,t)),at:n};case`object`:return Xo(e.entries,n,t);case`variable`:case`attribute`:return es(e,t);case`index`:return ts(e,t);case`splat`:return To(Z(e.of,t),e.path,n);case`call`:return is(e,t);case`conditional`:return os(e,t);case`binary`:return ns(e,t);case`unary`:return Ao(e.operator,Z(e.operand,t),n);case`for`:return ss(e,t);case`unreadable`:return G(n)}}function Xo(e,t,n){let r=new Map,i=!1;for(let{key:t,value:a}of e){let e=Z(t,n),o=q(e)??(n.keepsPartialKeys?Zo(e):void 0);o===void 0?i=!0:r.set(o,{value:Z(a,n),key:Qo(o,e,t.at)})}return J(r,t,i)}const Zo=e=>e.kind===`string`?Pi(e):e.kind===`unknown`?Ii(e).text:void 0;function Qo(e,t,n){if(n.end-n.start===e.length)return{text:e,at:n,form:`key`};let[r]=t.kind===`string`?t.pieces:[];return r?.form===`quoted`&&r.text===e?r:{text:e,at:n,form:`made`}}function $o(e){if(e.kind===`variable`)return[e.name];if(e.kind===`attribute`){let t=$o(e.of);return t&&[...t,e.name]}}function es(e,t){let{at:n}=e,r=$o(e);if(r===void 0){let{of:r,name:i}=e;return wo(Z(r,t),i,n)}let i=t.names.get(r[0]),{value:a,steps:o}=i?{value:i,steps:1}:t.resolve(r,n);return r.slice(o).reduce((e,t)=>wo(e,t,n),a)}function ts({of:e,key:t,at:n},r){let[i,a]=[Z(e,r),Z(t,r)];if(i.kind===`unknown`)return Co(i)?i:G(n,i.name);let o=q(a);return o===void 0?G(n):i.kind===`list`?i.items[Number(o)]??So(n,o):wo(i,o,n)}function ns({operator:e,left:t,right:n,at:r},i){let a=[Z(t,i),Z(n,i)];return i.spend(rs(a))?Do(e,a,r):G(r)}const rs=e=>e.reduce((e,t)=>e+Vi(t),0)/16;function is({name:e,args:t,isExpanded:n,at:r},i){if(e===`try`)return as(t,r,i);let a=t.map(e=>Z(e,i)),o=a.at(-1);if(n&&o?.kind!==`list`)return G(r);let s=n&&o?.kind===`list`?[...a.slice(0,-1),...o.items]:a;if(e===`can`)return s.some(Co)?K(!1,r):s.some(({kind:e})=>e===`unknown`)?G(r):K(!0,r);let c=i.hostFunction(e)??xo.get(e);if(!c||!i.spend(rs(s)))return G(r);let l=c(s,r);return i.spend(Vi(l))?l:G(r)}function as(e,t,n){for(let t of e){let e=Z(t,n);if(!Co(e))return e}return G(t)}function os({condition:e,whenTrue:t,whenFalse:n,at:r},i){let a=q(Z(e,i));if(a===`true`)return Z(t,i);if(a===`false`)return Z(n,i);let[o,s]=[Z(t,i),Z(n,i)];return i.spend(rs([o,s]))&&Ri(o,s)?o:G(r)}function ss(e,t){let{at:n,of:r,names:i,condition:a}=e,o=Z(r,t),s=No(o);if(!s||i.length===0)return G(n);let c=s.map(e=>Fo(t,i,e)),l=c.map(e=>a?q(Z(a,e)):`true`),u=o.kind===`object`&&o.isPartial||l.includes(void 0),d=c.filter((e,t)=>l[t]===`true`);if(!e.key){let t=d.map(t=>Z(e.value,t));return{kind:`list`,items:u?[...t,G(n)]:t,at:n}}return cs({...e,key:e.key},d,u)}function cs({key:e,value:t,isGrouped:n,at:r},i,a){let o=new Map,s=new Map,c=!1;for(let a of i){let i=Z(e,a),l=q(i);if(l===void 0){c=!0;continue}let u=Z(t,a),d={text:l,at:i.at,form:`made`},f=s.get(l)??[];s.set(l,f),f.push(u),o.set(l,{value:n?{kind:`list`,items:f,at:r}:u,key:d})}return J(o,r,a||c)}function ls(e,t,{at:n,scope:r}){let[i]=e;return e.length===1&&i?.kind===`value`&&t.style===`quoted`?Z(i.expression,r):Ro(e,t,{at:n,scope:r,evaluate:Z})}const us=new Set([`count`,`for_each`,`provider`,`providers`,`depends_on`,`lifecycle`,`provisioner`]);function ds({block:e,scope:t}){let n=jo(fs(e.body,t,e.head),t);return n.kind===`object`?n:J([],e.head,!0)}function fs(e,t,n){let r=new Map;for(let[n,{value:i,nameAt:a}]of e.attributes)us.has(n)||r.set(n,{value:Z(i,t),key:{text:n,at:a,form:`key`}});for(let n of e.blocks){let e=n.type===`dynamic`?n.labels[0]??``:n.type;if(us.has(e))continue;let i=n.type===`dynamic`?ps(n,t):[fs(n.body,t,n.head)],a=r.get(e)?.value,o=a?.kind===`list`?a.items:[],s={text:e,at:n.head,form:`made`};r.set(e,{value:{kind:`list`,items:[...o,...i],at:n.head},key:s})}return J(r,n)}function ps({body:e,labels:t,head:n},r){let i=e.attributes.get(`for_each`)?.value,a=e.blocks.find(({type:e})=>e===`content`),o=i&&No(Z(i,r));return!o||!a?[G(n)]:o.map(({key:e,value:i})=>{let o=J([[`key`,{value:e}],[`value`,{value:i}]],i.at);return fs(a.body,Fo(r,[t[0]??``],{key:e,value:o}),n)})}function ms(e,{name:t,at:n,spec:r}){let i=e=>({value:Mi(e,n)});return J([[`apiVersion`,i(`terraform/v1`)],[`kind`,i(e)],[`metadata`,{value:J([[`name`,i(t)]],n)}],[`spec`,{value:r}]],n)}const hs=e=>t=>[{name:t.address,text:e(t)}],gs=e=>t=>{let n=e(t);return n?[{name:t.address,text:n}]:[]},_s=e=>vs(e.block.labels[0]??e.block.type)(e),vs=e=>t=>{let{block:n,address:r}=t,i=n.labels.at(-1)??``,a=ys(ds(t),n);return[{name:r,text:na(ms(e,{name:i,at:n.head,spec:a}))}]};function ys(e,{body:t}){let n=t.blocks.find(({type:e})=>e===`lifecycle`)?.body.attributes.get(`ignore_changes`)?.value;if(n?.kind!==`tuple`)return e;let r=n.items.flatMap(e=>{let t=e.kind===`index`||e.kind===`attribute`?e.of:e;return t.kind===`variable`?[t.name]:[]}).map(e=>[e,{value:G(n.at,`ignored.${e}`)}]);return J([...e.entries,...r],e.at,e.isPartial)}const bs=`unread_module`;function xs({block:e,scope:t,address:n}){let r=e.body.attributes.get(`source`),i=r?[[`source`,{value:Z(r.value,t)}]]:[],a=J(i,e.head);return{name:n,text:na(ms(bs,{name:e.labels[0]??``,at:e.head,spec:a}))}}const Ss=e=>{let{block:t,address:n}=e,r=ds(e);return[{name:n,text:na(ms(`module`,{name:t.labels[0]??``,at:t.head,spec:J(r.entries,r.at)}))}]},Cs=`token.actions.githubusercontent.com`,ws=`plumbline-prices`,Ts=`sts.amazonaws.com`,Es=`2026-07-15`;function Ds({owner:e,name:t,ids:n},r){let i=`environment:${r.replaceAll(`:`,`%3A`)}`;return{byName:`repo:${e}/${t}:${i}`,byId:n&&`repo:${e}@${n.owner}/${t}@${n.repository}:${i}`}}const Os=/^repo:([^/:@]+)(?:@([^/:]+))?\/([^/:@]+)(?:@([^/:]+))?(?::(.*))?$/;function ks(e){let[,t,n,r,i,a=``]=Os.exec(e)??[];return t===void 0?void 0:{owner:t,name:r,ownerId:n,repositoryId:i,context:a}}const As=`sts:AssumeRoleWithWebIdentity`,js=e=>e.replace(/^arn:[^:]+:iam::[^/]{0,200}:oidc-provider\//,``).replace(/^https:\/\//,``).replace(/\/$/,``);function Ms(e,t){try{let n=JSON.parse(t(e.split(`.`)[1]??``));return typeof n!=`object`||!n?void 0:Object.fromEntries(Object.entries(n).filter(([,e])=>Array.isArray(e)||typeof e!=`object`).map(([e,t])=>[e,Array.isArray(t)?t.map(String):String(t)]))}catch{return}}const Ns=e=>e===void 0?[]:typeof e==`string`?[e]:e;function Ps(e,t){let n=js(Ns(t.iss)[0]??``),r=e.filter(e=>e.effect===`Allow`&&Nr(e,`sts:AssumeRoleWithWebIdentity`));if(r.length===0)return[`no statement allows \`${As}\``];let i=r.filter(e=>Fs(e).some(e=>js(e)===n));return i.length===0?[`it trusts ${[...new Set(r.flatMap(Fs).map(js))].map(e=>`\`${e}\``).join(`, `)||`no identity provider`}, but the token is from \`${n}\``]:i.map(e=>e.conditions.flatMap(e=>Is(e,n,t))).sort((e,t)=>e.length-t.length)[0]}const Fs=e=>e.principals.get(`Federated`)??[];function Is(e,t,n){let{operator:r,key:i,values:a}=e,o=Ls(i,t);if(o===void 0)return[`it requires \`${i}\`, which no token of \`${t}\` has`];let s=Ns(n[o]),c=W(a,` or `),l=s.length===0?`does not have it`:`has \`${s.join(`, `)}\``;return Rs(r,s,a)===!1?[`\`${o}\` must be ${c}, but the token ${l}`]:[]}function Ls(e,t){let n=e.lastIndexOf(`:`);return e.slice(0,n).toLowerCase()===t.toLowerCase()?e.slice(n+1).toLowerCase():void 0}function Rs(e,t,n){let[,r=``,i=``,a=``]=/^(ForAnyValue:|ForAllValues:)?(\w+?)(IfExists)?$/.exec(e)??[],o=zs[i];if(o===void 0)return;if(t.length===0)return a!==``||r===`ForAllValues:`;let s=e=>n.some(t=>o(t,e));return r===`ForAllValues:`?t.every(s):t.some(s)}const zs={StringEquals:(e,t)=>e===t,StringEqualsIgnoreCase:(e,t)=>e.toLowerCase()===t.toLowerCase(),StringLike:Mr};function Bs(e){let[t=``]=Ns(e.sub);if(js(Ns(e.iss)[0]??``)!==`token.actions.githubusercontent.com`)return;let n=ks(t);if(!n)return`The subject is customized, so the trust policy must spell it the same way.`;if(!n.context.startsWith(`environment:`))return"The job names no environment. Add `environment: NAME` to it, because the trust policy requires one.";if(n.ownerId!==void 0)return"The subject contains ids (`repo:owner@ID/name@ID:…`), as in repositories created or renamed since 15 July 2026. The trust policy must use this format."}function Vs({manifests:e}){let t=new Map(e.map(e=>[e.source.file,e]));return e.filter(({source:e})=>e.origin?.tool===`terraform`).flatMap(e=>e.kind===`aws_iam_role`?[Us(e,t)]:e.kind===`module`?qs(e):[])}const Hs=({source:e})=>e.file.slice(e.file.indexOf(`: `)+2).replace(/ \(\d+\)$/,``);function Us(e,t){let n=[`spec`,`assume_role_policy`],r=e.get(n),i={address:Hs(e),manifest:e,path:n,name:v(e.get([`spec`,`name`]))};if(_(r))return{...i,statements:Ws(r)};let a=/^\$\{(data\.aws_iam_policy_document\.[\w-]+)\.json\}$/.exec(v(r)??``)?.[1];if(a===void 0)return{...i,statements:void 0};let[o]=e.source.file.split(/(?:data\.)?aws_iam_role\./),s=[``,`[0]`].flatMap(e=>t.get(`${o}${a}${e}`)??[])[0];if(s===void 0||s.isPartial)return{...i,statements:void 0};let c=[`spec`,`Statement`];return{...i,manifest:s,path:c,statements:Ws({Statement:y(s.get(c))})}}function Ws(e){let t=Or(JSON.stringify(e));return`statements`in t?t.statements:void 0}const Gs=/\/\/modules\/iam-role-for-service-accounts\b/,Ks=/\/\/modules\/karpenter\b/;function qs(e){let t=v(e.get([`spec`,`source`]))??``,n={address:Hs(e),manifest:e,name:v(e.get([`spec`,`role_name`]))};if(Gs.test(t)){let t=[`spec`,`oidc_providers`],r=_(e.get(t));if(!r)return e.get(t)===void 0?[]:[{...n,path:t,statements:void 0}];let i=v(e.get([`spec`,`assume_role_condition_test`]))??`StringEquals`,a=Object.values(r).map(e=>{let t=_(e)??{},n=y(t.namespace_service_accounts).map(e=>v(e)??``);return Ys(v(t.provider_arn),{accounts:n,condition:i})});return[{...n,path:t,statements:a}]}if(!Ks.test(t)||!Js(e))return[];let r=[`spec`,`irsa_namespace_service_accounts`],i=e.get(r),a=i===void 0?[`karpenter:karpenter`]:y(i).map(e=>v(e)??``),o=v(e.get([`spec`,`irsa_assume_role_condition_test`]))??`StringEquals`,s=i===void 0?[`spec`,`irsa_oidc_provider_arn`]:r,c=v(e.get([`spec`,`irsa_oidc_provider_arn`]));return[{...n,path:s,statements:[Ys(c,{accounts:a,condition:o})]}]}function Js(e){let t=Number(/\d+/.exec(v(e.get([`spec`,`version`]))??``)?.[0]??NaN);return e.get([`spec`,`enable_irsa`])===!0?!(t>=21):t<=19&&e.get([`spec`,`create_irsa`])!==!1}function Ys(e,{accounts:t,condition:n}){let r=e??"${unknown}",i=/:oidc-provider\/(.+)$/.exec(r)?.[1]??"${issuer}";return{name:`the module`,effect:`Allow`,principals:new Map([[`Federated`,[r]]]),actions:[As],isNegated:!1,resources:[],conditions:[{operator:n,key:`${i}:sub`,values:t.map(e=>`system:serviceaccount:${e}`)},{operator:`StringEquals`,key:`${i}:aud`,values:[`sts.amazonaws.com`]}],unknown:[]}}const Xs=({kind:e,apiVersion:t})=>e===`NodeClass`&&h(t)===`eks.amazonaws.com`||/^(?:EC2NodeClass|AWSNodeTemplate|Provisioner)$/.test(e)&&/^karpenter\./.test(h(t));function Zs(e,t){if(e.kind===`EC2NodeClass`||e.kind===`NodeClass`){let n=[`spec`,`${t}SelectorTerms`];return y(e.get(n)).map((e,t)=>Qs(e,[...n,t]))}let n=[...e.kind===`Provisioner`?[`spec`,`provider`]:[`spec`],`${t}Selector`],r=_(e.get(n));if(!r)return[];let i=([e])=>!/^aws(::|-)ids$/.test(e),a=Object.entries(r);return[{path:n,tags:$s(a.filter(i),n),hasOther:!a.every(i)}]}function Qs(e,t){let{tags:n,...r}=_(e)??{};return{path:t,tags:$s(Object.entries(_(n)??{}),[...t,`tags`]),hasOther:Object.keys(r).some(e=>e===`id`||e===`name`)}}const $s=(e,t)=>e.map(([e,n])=>{let r=v(n)??``,i=r!==``&&!r.includes(`*`)&&!p(r)&&!p(e);return{path:[...t,e],key:e,value:r,isKnown:i}}),ec=[`karpenter.sh/discovery`,`KubernetesCluster`,`aws:eks:cluster-name`,`eks:cluster-name`],tc=`kubernetes.io/cluster/`;function nc(e,t){return ec.includes(e)?t:e.startsWith(tc)?e.slice(22):void 0}const rc=e=>e.tags.flatMap(e=>{let t=nc(e.key,e.value);return t===void 0?[]:[{scheme:e.key.startsWith(tc)?`${tc}…`:e.key,cluster:t,tag:e}]}),ic=[[`karpenter`,/terraform-aws-modules\/(?:terraform-aws-)?eks\b.*\/\/modules\/karpenter\b/],[`eks`,/terraform-aws-modules\/(?:terraform-aws-)?eks(?:\/aws|\.git)?(?:\?.*)?$/],[`vpc`,/terraform-aws-modules\/(?:terraform-aws-)?vpc(?:\/aws|\.git)?(?:\?.*)?$/]],ac=e=>ic.find(([,t])=>t.test(e))?.[0],oc=e=>e.kind===`module`?ac(v(e.get([`spec`,`source`]))??``):void 0,sc={aws_eks_cluster:[`name`],aws_eks_addon:[`cluster_name`],aws_eks_access_entry:[`cluster_name`]},cc={eks:[`cluster_name`,`name`],karpenter:[`cluster_name`],vpc:[]};function lc(e){let t=[...pc(e),..._c(e)].filter(({name:e})=>!uc.test(e)&&!p(e)),n=dc(e);return t.length>0||n?{names:t,...n&&{createsCluster:n}}:void 0}const uc=/^(?:|true|false|yes|no|enabled|owned|shared|\d+)$/i,dc=e=>e.kind===`aws_eks_cluster`||oc(e)===`eks`||fc(e),fc=({kind:e,apiVersion:t})=>e===`ClusterConfig`&&h(t)===`eksctl.io`||e===`Cluster`&&h(t)===`kops.k8s.io`;function pc(e){return[...mc(e),...gc(e)].flatMap(t=>{let n=v(e.get(t));return n===void 0?[]:[{name:n,isDefined:!0}]})}function mc(e){let{kind:t}=e;if(fc(e))return[[`metadata`,`name`]];if(t===`InstanceGroup`)return[[`metadata`,`labels`,`kops.k8s.io/cluster`]];let n=oc(e);return(n?cc[n]:sc[t]??[]).map(e=>[`spec`,e])}const hc=({chart:e,values:t})=>e===`karpenter`?[[`settings`,`clusterName`],[`settings`,`aws`,`clusterName`],[`clusterName`]].map(e=>[...t,...e]):[],gc=e=>Dt(e).flatMap(hc);function _c(e){return[...Xs(e)?[`subnet`,`securityGroup`].flatMap(t=>Zs(e,t).flatMap(e=>rc(e).flatMap(({cluster:e})=>/[*,]/.test(e)?[]:[e]))):[],...vc(e)].map(e=>({name:e,isDefined:!1}))}function vc(e){if(e.apiVersion!==`terraform/v1`)return[];let t=_(e.get([`spec`]))??{};return Object.entries(t).flatMap(([e,t])=>/(?:^|_)tags$/.test(e)?Object.entries(_(t)??{}).flatMap(([e,t])=>nc(e,v(t))??[]):[])}const yc=e=>e.ofKind(`aws_sqs_queue`,`module`).flatMap(t=>bc(t,e));function bc(e,t){let n=(...t)=>({manifest:e,path:t,name:j(e,t)});if(e.kind===`aws_sqs_queue`){let t=n(`spec`,`name`);return/karpenter/i.test(`${e.name} ${t.name??``}`)?[t]:[]}if(oc(e)!==`karpenter`||e.get([`spec`,`enable_spot_termination`])===!1)return[];if(e.get([`spec`,`queue_name`])!==void 0)return[n(`spec`,`queue_name`)];let r=[`spec`,`cluster_name`],i=xc(e,r,t);return[{manifest:e,path:r,name:i&&`Karpenter-${i}`}]}function xc(e,t,n){let r=j(e,t),[,i,a]=/^(?:module\.([\w-]+)\.cluster_(?:name|id)|aws_eks_cluster\.([\w-]+)\.(?:name|id))$/.exec(Mt(e,t)??``)??[];if(r!==void 0||(i??a)===void 0)return r;let o=n.ofKind(i===void 0?`aws_eks_cluster`:`module`).filter(e=>e.name===(i??a)&&(i===void 0||oc(e)===`eks`)),[s]=o,c=s&&mc(s).find(e=>s.get(e)!==void 0);return o.length===1&&s&&c?j(s,c):void 0}const Sc=({chart:e,values:t})=>e===`karpenter`?[[...t,`settings`,`interruptionQueue`],[...t,`settings`,`aws`,`interruptionQueueName`]]:[],Cc=({manifests:e})=>e.flatMap(Dt).some(e=>Sc(e).some(t=>v(e.manifest.get(t)))),wc=new WeakMap;function Tc(e){let t=wc.get(e)??{roles:[...Mc(e),...e.manifests.flatMap(t=>Pc(t,e,`role`)??[])],profiles:[...e.ofKind(`aws_iam_instance_profile`).map(jc),...e.manifests.flatMap(t=>Pc(t,e,`profile`)??[])],mayBeMore:Dc(e)};return wc.set(e,t),t}const Ec=/\bterraform-aws-modules\/(?:terraform-aws-)?(?!iam\b|eks\b)[\w-]+|\b(?:vpc|subnets?|s3|ecr|kms|acm|route53|argocd|helm|label|rds|dynamodb|security-group)\b/,Dc=e=>e.ofKind(bs).some(e=>!Ec.test(v(e.get([`spec`,`source`]))??``)),Oc=({source:e},t)=>`${e.origin?.root??e.file}: ${t}`;function kc(e,t,n){let{name:r,prefix:i}=n,a=i===void 0?n.pattern?.replaceAll(/\$\{[^}]{0,200}\}/g,`*`):`${i}*`;return{manifest:e,path:t,tool:`Terraform`,address:Oc(e,`${e.kind}.${e.name}`),...r!==void 0&&{name:r},...i!==void 0&&{prefix:i},canBeNamed:e=>r===void 0?Mr(a??`*`,e):r===e}}const Ac=e=>[`spec`,e];function jc(e){let[t,n]=[Ac(`name`),Ac(`name_prefix`)],r=v(e.get(t));if(r!==void 0)return kc(e,t,{name:j(e,t),pattern:r});let i=v(e.get(n));return i===void 0?kc(e,[`metadata`,`name`],{prefix:`terraform-`}):kc(e,n,p(i)?{pattern:`${i}*`}:{prefix:i})}function Mc(e){let t=e.ofKind(`aws_iam_role`),n=new Map(e.manifests.map(e=>[e.source.file,e]));return t.flatMap(e=>{let{statements:t}=Us(e,n);return t?.every(({principals:e})=>![...e.values()].flat().some(Nc))?[]:[jc(e)]})}const Nc=e=>/^(?:ec2\.|\*$)/.test(e)||p(e);function Pc(e,t,n){if(oc(e)===`karpenter`)return Bc(e,t,n);let r=h(e.apiVersion),i=[`metadata`,`name`],a=j(e,i);if(e.kind===`ClusterConfig`&&r===`eksctl.io`&&e.get([`karpenter`])!==void 0)return{...kc(e,i,Fc(n===`role`?`eksctl-KarpenterNodeRole-`:`eksctl-KarpenterNodeInstanceProfile-`,a)),tool:`eksctl`};if(e.kind===`Cluster`&&r===`kops.k8s.io`)return{...kc(e,i,Fc(`nodes.`,a)),tool:`kOps`}}const Fc=(e,t)=>t===void 0?{pattern:`${e}*`}:{name:`${e}${t}`},Ic={new:{creates:`create_node_iam_role`,arn:`node_iam_role_arn`,name:`node_iam_role_name`,usesPrefix:`node_iam_role_use_name_prefix`},old:{creates:`create_iam_role`,arn:`iam_role_arn`,name:`iam_role_name`,usesPrefix:`iam_role_use_name_prefix`}};function Lc(e){let t=j(e,Ac(`version`))??v(e.get(Ac(`source`)))??``,n=/(?:^|ref=v?)[~=\s]{0,5}(\d+)/.exec(t)?.[1];return n===void 0?void 0:Number(n)}const Rc=e=>(Lc(e)??20)<20?Ic.old:Ic.new;function zc(e,t,n){let r=e.get(Ac(t));return r==null?n:typeof r==`boolean`?r:void 0}function Bc(e,t,n){let r=Rc(e),i=r===Ic.old,a=n===`role`?zc(e,r.creates,!0):Hc(e,i);if(a===!1||zc(e,`create`,!0)===!1)return;let o=zc(e,r.usesPrefix,!0),s=Ac(r.name),c=e.get(s)!==void 0&&e.get(s)!==null,l=c?s:Ac(`cluster_name`),u=c?j(e,s):Vc(e,t),d=Lc(e)===void 0&&!c&&e.get(Ac(`iam_role_name`))!==void 0;return u===void 0||o===void 0||a!==!0||d?kc(e,l,{}):kc(e,l,o?{prefix:`${u}-`}:{name:u})}function Vc(e,t){let n=xc(e,Ac(`cluster_name`),t);return n===void 0?void 0:`Karpenter-${n}`}const Hc=(e,t)=>zc(e,`create_instance_profile`,t),Uc=/^\$\{(aws_iam_(?:role|instance_profile)\.[\w-]+)\.(?:name|arn|id)\}$/,Wc=/^\$\{(module\.[\w-]+)\.(?:node_iam_role_(?:name|arn)|role_(?:name|arn)|instance_profile_(?:name|arn|id))\}$/,Gc=(e,t,n)=>Kc(v(e.get(t)),{manifest:e,cluster:n});function Kc(e,{manifest:t,cluster:n}){let r=/:(?:role|instance-profile)\/(?:.{0,600}\/)?([^/]{1,200})$/.exec(e??``)?.[1]??e;if(r===void 0)return;let{roles:i}=Tc(n),a=(Uc.exec(r)??Wc.exec(r))?.[1];if(a!==void 0){let e=Oc(t,a);return{address:e,...qc(i.filter(t=>t.address===e))}}if(p(r)||/[:/]/.test(r))return;let o=i.filter(({name:e})=>e===r);return{name:r,...o.length===1&&{address:o[0].address}}}const qc=([e,...t])=>e?.name!==void 0&&t.length===0?{name:e.name}:{};function Jc(e,t){return e.name!==void 0&&t.name!==void 0?e.name===t.name:e.address!==void 0&&t.address!==void 0?e.address===t.address:void 0}function Yc(e,t){let n=[`spec`,`role`];if(e.get(n)!==void 0)return Gc(e,n,t);let r=Gc(e,[`spec`,`instanceProfile`],t),[i,...a]=Tc(t).profiles.filter(({name:e,address:t})=>r?.name===void 0?t===r?.address:e===r.name);return i?.manifest.kind===`aws_iam_instance_profile`&&a.length===0?Gc(i.manifest,n,t):void 0}const Xc=new WeakMap;function Zc(e){let t=Xc.get(e)??Qc(e);return Xc.set(e,t),t}function Qc(e){let t=e.manifests.flatMap(t=>il(t,e));return{grants:t.filter(e=>e!==Q),mayBeMore:Dc(e)||t.includes(Q)}}function $c(e,{grants:t,mayBeMore:n}){let{names:r,addresses:i,unnamed:a,unaddressed:o}=tl(t),{name:s,address:c}=e;if(s!==void 0&&r.has(s)||c!==void 0&&(s===void 0?i:a).has(c))return!0;let l=s===void 0?o:c===void 0&&a.size>0;return n||l?void 0:!1}const el=new WeakMap;function tl(e){let t=e.map(({role:e})=>e),n=el.get(e)??{names:new Set(t.flatMap(({name:e})=>e??[])),addresses:new Set(t.flatMap(({address:e})=>e??[])),unnamed:new Set(t.flatMap(({name:e,address:t})=>e===void 0?t??[]:[])),unaddressed:t.some(({address:e})=>e===void 0)};return el.set(e,n),n}function nl({all:e,clusterOf:t}){let n=rl.get(e);if(n)return n;let r=[...new Set(e.manifests.map(t))],i=new Set(r.flatMap(e=>[...tl(Zc(e).grants).names]));return rl.set(e,i),i}const rl=new WeakMap,Q=`unknown`;function il(e,t){let n={manifest:e,cluster:t},r=h(e.apiVersion);switch(e.kind){case`aws_eks_access_entry`:return ol(n,[`spec`],`principal_arn`);case`ManagedNodeGroup`:return r===`terraform`?sl(n,[`spec`,`nodeRole`]):[];case`ConfigMap`:return e.name===`aws-auth`?ll(n,[`data`,`mapRoles`]):[];case`kubernetes_config_map`:return dl(n);case`ClusterConfig`:return r===`eksctl.io`?fl(n):[];case`Cluster`:return r===`kops.k8s.io`?[Q]:[];case`module`:return ml(n);default:return[]}}const al=e=>e!=null&&![`STANDARD`,`FARGATE_LINUX`].includes(v(e)??``);function ol({manifest:e,cluster:t},n,r){let i=[...n,r],a=Gc(e,i,t),o=al(e.get([...n,`type`]));return a?[{manifest:e,path:i,role:a,by:o?`entry`:`otherEntry`}]:o?[Q]:[]}function sl({manifest:e,cluster:t},n){if(e.get(n)===void 0)return[];let r=Gc(e,n,t);return[r?{manifest:e,path:n,role:r,by:`nodeGroup`}:Q]}function cl(e){if(Array.isArray(e))return e;let t=v(e),n=/^\s*\$\{[^}]*\}\s*$|\{%|\{\{(?!\s*(?:EC2PrivateDNSName|SessionName|AccountID))/.test(t??``);if(!(t===void 0||t.length>1048576||n))try{let e=(0,C.parse)(t,{maxAliasCount:10});return e===null?[]:Array.isArray(e)?e:void 0}catch{return}}function ll({manifest:e,cluster:t},n){if(e.isPartial)return[Q];let r=e.get(n);if(r===void 0)return[];let i=cl(r);return i?i.flatMap(r=>{let{rolearn:i,username:a}=_(r)??{},o=Kc(v(i),{manifest:e,cluster:t});return o?[{manifest:e,path:n,role:o,by:ul(a)?`entry`:`otherEntry`}]:typeof a==`string`&&!p(a)&&!ul(a)?[]:[Q]}):[Q]}const ul=e=>typeof e==`string`&&e.startsWith(`system:node:`);function dl(e){let{manifest:t}=e,n=t.get([`spec`,`data`]);return n===void 0||typeof n==`string`&&n.startsWith("${ignored.")?[]:_(n)?ll(e,[`spec`,`data`,`mapRoles`]):[Q]}function fl(e){let{manifest:t}=e,n=(...e)=>y(t.get(e)).map((t,n)=>[...e,n]),r=v(t.get([`metadata`,`name`]));return[...n(`accessConfig`,`accessEntries`).flatMap(t=>ol(e,t,`principalARN`)),...n(`iamIdentityMappings`).flatMap(n=>{let r=[...n,`arn`],i=Gc(t,r,e.cluster),a=ul(t.get([...n,`username`]))?`entry`:`otherEntry`;return[i?{manifest:t,path:r,role:i,by:a}:Q]}),...[...n(`managedNodeGroups`),...n(`nodeGroups`)].flatMap(t=>[`instanceRoleARN`,`instanceRoleName`,`instanceProfileARN`].flatMap(n=>sl(e,[...t,`iam`,n]))),...t.get([`karpenter`])===void 0||r===void 0?[]:[pl({name:`eksctl-KarpenterNodeRole-${r}`},t,[`karpenter`])]]}const pl=(e,t,n)=>({manifest:t,path:n,role:e,by:`entry`});function ml(e){let t=oc(e.manifest);return t===`karpenter`?hl(e):t===`eks`?_l(e):[]}function hl(e){let{manifest:t,cluster:n}=e;if(zc(t,`create`,!0)===!1||zc(t,`create_access_entry`,!((Lc(t)??20)<20))===!1)return[];let r=Rc(t);if(zc(t,r.creates,!0)===!1){let e=[`spec`,r.arn],i=Gc(t,e,n);return[i?pl(i,t,e):Q]}let i=Oc(t,`module.${t.name}`),a=t.get([`spec`,`create_access_entry`])===void 0?[`metadata`,`name`]:[`spec`,`create_access_entry`];return[pl({address:i},t,a)]}const gl=[`aws_auth_roles`,`map_roles`];function _l(e){let{manifest:t}=e,n=t.get([`spec`,`access_entries`]);return[...n!=null&&!_(n)?[Q]:[],...Object.keys(_(n)??{}).flatMap(t=>p(t)?[Q]:ol(e,[`spec`,`access_entries`,t],`principal_arn`)),...gl.flatMap(t=>ll(e,[`spec`,t])),...[`node_groups`,`node_groups_defaults`,`worker_groups`,`worker_groups_launch_template`].filter(e=>t.get([`spec`,e])!==void 0).map(()=>Q),...[`eks_managed_node_groups`,`self_managed_node_groups`].flatMap(t=>vl(e,t))]}function vl(e,t){let{manifest:n}=e,r=[`spec`,t],i=n.get(r);if(i==null)return[];let a=_(i),o=sl(e,[`spec`,`${t.replace(/s$/,``)}_defaults`,`iam_role_arn`]);return a?[...o,...Object.entries(a).flatMap(([t,n])=>_(n)?sl(e,[...r,t,`iam_role_arn`]):[Q])]:[Q]}const yl=({manifests:e})=>e.some(e=>e.get([`spec`,`authentication_mode`])===`API`||y(e.get([`spec`,`access_config`])).some(e=>_(e)?.authentication_mode===`API`)||e.kind===`ClusterConfig`&&e.get([`accessConfig`,`authenticationMode`])===`API`),bl=M({id:`aws-auth-groups`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[71],on:{Manifests(e,t){for(let n of e.manifests)n.kind===`ConfigMap`&&n.name===`aws-auth`&&xl(n,[`data`,`mapRoles`],t),n.kind===`kubernetes_config_map`&&xl(n,[`spec`,`data`,`mapRoles`],t),n.kind===`ClusterConfig`&&y(n.get([`iamIdentityMappings`])).forEach((e,r)=>{Cl(e,{manifest:n,path:[`iamIdentityMappings`,r]},t)})}},docs:{summary:`The mapping of a node role lacks a group that nodes need to join the cluster.`,why:"A kubelet can register its node only as a member of `system:bootstrappers` and `system:nodes`. If the mapping of its role lacks one of them, instances start but never become nodes. Karpenter terminates them after 15 minutes and launches others. This rule checks the ConfigMap `aws-auth`, also in Terraform, and the `iamIdentityMappings` of eksctl.",help:"Add both groups to the mapping, or use an access entry of type `EC2_LINUX` instead, which includes them.",url:`https://docs.aws.amazon.com/eks/latest/userguide/auth-configmap.html`},examples:Tl});function xl(e,t,n){for(let r of cl(e.get(t))??[])Cl(r,{manifest:e,path:t},n)}const Sl=[`system:bootstrappers`,`system:nodes`];function Cl(e,{manifest:t,path:n},{report:r}){let i=_(e),a=v(i?.username)??``;if(!i||!/^system:node:\{\{\s*EC2PrivateDNSName\s*\}\}$/.test(a)||i.groups!==void 0&&ge([i.groups]))return;let o=y(i.groups).map(v),s=Sl.filter(e=>!o.includes(e));if(s.length===0)return;let c=v(i.rolearn??i.arn)??``;r({manifest:t,at:t.span(n),message:`Nodes with the role \`${wl(c)}\` cannot join the cluster, because its mapping lacks ${W(s,` and `)}`,help:`Add ${W(s,` and `)} to the groups of the mapping.`})}const wl=e=>e.split(`/`).at(-1).replace(/^\$\{([^}]{1,200}?)(?:\.arn)?\}$/,`$1`);function Tl(){return{bad:[D(O`
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
- system:bootstrappers`}),D(O`
          apiVersion: eksctl.io/v1alpha5
          kind: ClusterConfig
          metadata:
            name: demo
            region: us-east-1
          iamIdentityMappings:
            - arn: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo
              username: system:node:{{EC2PrivateDNSName}}
        `,{"username: system:node:{{EC2PrivateDNSName}}":O`
            username: system:node:{{EC2PrivateDNSName}}
            groups: [system:bootstrappers, system:nodes]
          `}),D(k`
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
        `,{'["system:nodes"]':`["system:bootstrappers", "system:nodes"]`})],good:[k`
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
      `,O`
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
      `]}}function El(e,{product:t,version:n}){let r=n.replace(/^v(?=\d+\.)/,``).replace(/-eksbuild\.\d+$/,``);return e.find(e=>e.product===t&&e.version===r)}const Dl=({fixedIn:e,source:t})=>`${e===void 0?`Use another release.`:`Use ${e} or later.`} Source: ${t}.`,Ol=M({id:`bad-release`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,t){for(let{path:n,term:r}of tn(e)){let[i=``,a=``]=(v(r.alias)??``).split(`@`);kl(e,{product:i,version:a,path:[...n,`alias`]},t)}},Manifests({manifests:e},t){for(let n of e){if(n.kind!==`aws_eks_addon`)continue;let e=[`spec`,`addon_version`];kl(n,{product:v(n.get([`spec`,`addon_name`]))??``,version:v(n.get(e))??``,path:e},t)}}},docs:{summary:`A node class or an EKS add-on pins a release that its publisher withdrew or advises not to use.`,why:`Some releases of Bottlerocket and Amazon Linux were rolled back: nodes did not boot, or programs on them stopped. Some releases of the VPC CNI lost addresses. The images stay available, so Karpenter launches nodes with them, and a change of the alias replaces all nodes of the class with such nodes. The list has the source and the date of each release.`,help:`Pin a release that has the fix.`,url:`https://karpenter.sh/docs/tasks/managing-amis/`},examples:Al});function kl(e,{path:t,...n},{badReleases:r,report:i}){let a=El(r,n);a!==void 0&&i({manifest:e,at:e.span(t),message:`\`${e.name}\` pins a bad release: ${a.product} ${a.version} of ${a.date} ${a.what}`,help:Dl(a)})}function Al(){return{bad:[D(jl(`bottlerocket@1.21.0`),{"bottlerocket@1.21.0":`bottlerocket@1.21.1`}),D(jl(`bottlerocket@v1.26.0`),{"bottlerocket@v1.26.0":`bottlerocket@v1.26.1`}),D(Ml(`v1.10.2-eksbuild.1`),{"v1.10.2-eksbuild.1":`v1.10.3-eksbuild.1`})],good:[jl(`bottlerocket@1.21.1`),Ml(`v1.10.3-eksbuild.1`)]}}const jl=e=>F(O`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${e}
  `),Ml=e=>k`
  resource "aws_eks_addon" "cni" {
    cluster_name  = "orders"
    addon_name    = "vpc-cni"
    addon_version = "${e}"
  }

  ${R(`default`,F(`role: KarpenterNodeRole-demo`))}
`,Nl=`1.22`,Pl=M({id:`bottlerocket-raid`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[96],on:{NodeClass(e,{report:t,karpenter:n}){let r=e.get([`spec`,`instanceStorePolicy`]);if(n.bottlerocketRaid&&r===`RAID0`&&rn(e)===`Bottlerocket`){for(let{path:n,term:r}of tn(e)){let i=/^bottlerocket@v?(\d+\.\d+)\.\d+$/.exec(v(r.alias)??``)?.[1];i===void 0||Tn(i,Nl)>=0||t({at:e.span([...n,`alias`]),message:`Bottlerocket ${i} does not understand the user data for \`instanceStorePolicy: RAID0\`, so its nodes never join the cluster`,labels:[{span:e.span([`spec`,`instanceStorePolicy`]),message:`Karpenter writes user data for this policy`}],help:`Pin Bottlerocket ${Nl}.0 or newer, or remove \`instanceStorePolicy\`.`})}for(let{path:n,text:r,bottlerocket:i}of Mn(e))i===void 0||Tn(i,Nl)>=0||t({at:e.span(n),message:`Bottlerocket ${i}, which \`${r}\` selects, does not understand the user data for \`instanceStorePolicy: RAID0\`, so its nodes never join the cluster`,help:`Select Bottlerocket ${Nl}.0 or newer, or remove \`instanceStorePolicy\`.`})}}},docs:{summary:`A node class asks for a RAID of instance stores on a Bottlerocket release that does not support it.`,why:"For `instanceStorePolicy: RAID0` Karpenter writes a bootstrap command into the user data. Bottlerocket understands that command from 1.22.0 on. Older images reject their settings, and the nodes never join the cluster.",help:"Pin Bottlerocket 1.22.0 or newer, or remove `instanceStorePolicy`.",url:`https://karpenter.sh/docs/upgrading/upgrade-guide/`},examples:Fl});function Fl(){return{bad:[D(F(O`
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.21.1
        `),{"bottlerocket@v1.21.1":`bottlerocket@v1.22.0`},{"instanceStorePolicy: RAID0":``}),D(F(O`
          amiFamily: Bottlerocket
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - name: bottlerocket-aws-k8s-1.30-x86_64-v1.20.3-5d9ac849
        `),{"v1.20.3-5d9ac849":`v1.44.0-5d9ac849`})],good:[F(O`
        instanceStorePolicy: RAID0
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
      `),A({karpenter:`1.0`},F(O`
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.21.1
        `))]}}const Il=1000000000n,Ll=1000000n,Rl=(2n**63n-1n)*Il,zl=[`n`,`u`,`m`,``,`k`,`M`,`G`,`T`,`P`,`E`],Bl=[``,`Ki`,`Mi`,`Gi`,`Ti`,`Pi`,`Ei`],Vl=/^([+-]?)(\d+(?:\.\d*)?|\.\d+)(n|u|m|k|M|G|T|P|E|[KMGTPE]i|[eE][+-]?\d+)?$/;function Hl(e){let t=Yl(e);return t&&$l(t.nanos)}function Ul(e,t){let n=Yl(t);if(n===void 0)return;let{nanos:r}=n;return e===`cpu`?Number(Ql(r,Ll)):r%Il==0n?Number(r/Il):Number(Ql(r,Ll))/1e3}function Wl(e,t){let n=Yl(e),r=Yl(t);return n!==void 0&&r!==void 0&&n.nanos===r.nanos}function Gl(e){let t=Yl(e);return t&&eu(t)}function Kl(e,t,n){if(!Number.isFinite(t))return`unknown`;let r=ql(e)?`BinarySI`:`DecimalSI`,i=(n===void 0?void 0:Yl(n)?.format)??r;return eu({nanos:Jl(t,e===`cpu`?Ll:Il),format:i})}const ql=e=>e===`memory`||e===`ephemeral-storage`||e===`storage`||e.startsWith(`hugepages-`),Jl=(e,t)=>Number.isInteger(e)?BigInt(e)*t:BigInt(Math.round(e*1e3))*t/1000n;function Yl(e){let t=typeof e==`number`?String(e):e;if(t.length>128)return;let n=Vl.exec(t);if(!n)return;let[,r=``,i=``,a=``]=n,{base:o,exponent:s,format:c}=Xl(a),l=Zl(i,o,s);return{nanos:r===`-`?-l:l,format:c}}function Xl(e){let t=Bl.indexOf(e);if(t>0)return{base:1024n,exponent:t,format:`BinarySI`};let n=zl.indexOf(e);return n>=0?{base:10n,exponent:(n-3)*3,format:`DecimalSI`}:{base:10n,exponent:Number(e.slice(1)),format:`DecimalExponent`}}function Zl(e,t,n){let[r=``,i=``]=e.split(`.`),a=BigInt(r+i);if(a===0n)return 0n;if(t===1024n){let e=Ql(a*1024n**BigInt(n)*Il,10n**BigInt(i.length));return e>Rl?Rl:e}let o=Math.min(n,300)-i.length+9;return o>=0?a*10n**BigInt(o):o<-129?1n:Ql(a,10n**BigInt(-o))}function Ql(e,t){return e<0n?-Ql(-e,t):(e+t-1n)/t}function $l(e){let t=e/Il;return e%Il==0n?Number(t):Number(e)/1e9}function eu({nanos:e,format:t}){let n=e<0n?`-`:``,r=e<0n?-e:e;return t===`BinarySI`&&r>=1024n*Il&&r%Il==0n?n+tu(r/Il):n+nu(r,t===`DecimalExponent`)}function tu(e){let t=0,n=e;for(;n%1024n==0n&&t<Bl.length-1;)n/=1024n,t++;return`${n}${Bl[t]}`}function nu(e,t){if(e===0n)return`0`;let n=0,r=e;for(;r%1000n==0n&&(t||n<zl.length-1);)r/=1000n,n++;return t?n===3?`${r}`:`${r}e${(n-3)*3}`:`${r}${zl[n]}`}const ru=`/dev/xvda`,iu=`/dev/xvdb`,au=8*2**30,ou=M({id:`bottlerocket-volumes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[62],on:{NodeClass(e,{report:t}){let n=[`spec`,`blockDeviceMappings`],r=y(e.get(n)).map(e=>v(_(e)?.deviceName)??``),i=r.indexOf(ru);rn(e)!==`Bottlerocket`||i===-1||e.isPartial||e.get([`spec`,`instanceStorePolicy`])===void 0&&(r.includes(iu)||r.some(e=>p(e))||su(e,[...n,i,`ebs`,`volumeSize`])&&t({at:e.span([...n,i,`deviceName`]),message:`\`${ru}\` of Bottlerocket holds only the operating system, so containers and images still have only the 20 GiB of \`${iu}\``,help:`Map \`${iu}\` with this size, and set \`volumeSize\` of \`${ru}\` to \`4Gi\`.`}))}},docs:{summary:`A Bottlerocket node class enlarges the volume of the operating system, not the volume of the containers.`,why:"Bottlerocket has two volumes: `/dev/xvda` for the operating system, and `/dev/xvdb` for images, containers and logs. If a node class maps only `/dev/xvda`, the second volume keeps the 20 GiB of the AMI, and Karpenter works out ephemeral storage from it. Nodes evict pods because the disk is full, or pods fit on no node at all.",help:"Map `/dev/xvdb` with the size that containers need, and set `/dev/xvda` to about 4 GiB.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:cu});function su(e,t){let n=e.get(t);return typeof n==`string`&&(Hl(n)??0)>au}function cu(){return{bad:[D(F(O`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 100Gi
                encrypted: true
        `),{"volumeSize: 100Gi":`volumeSize: 4Gi`,"- deviceName: /dev/xvda":O`
            - deviceName: /dev/xvdb
              ebs:
                volumeSize: 100Gi
                encrypted: true
            - deviceName: /dev/xvda
          `})],good:[F(O`
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
      `),F(O`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          instanceStorePolicy: RAID0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 20Gi
                encrypted: true
        `,`nvme`),F(O`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 4Gi
                encrypted: true
        `,`encrypted`)]}}const lu=e=>[...e,`nodeAffinity`,`requiredDuringSchedulingIgnoredDuringExecution`,`nodeSelectorTerms`],uu=(e,t)=>y(e.get(lu(t))).map((n,r)=>{let i=n=>{let i=[...lu(t),r,n];return y(e.get(i)).map((e,t)=>du(e,[...i,t]))};return{expressions:i(`matchExpressions`),fields:i(`matchFields`)}});function du(e,t){let{key:n,operator:r,values:i}=_(e)??{};return{path:t,key:v(n)??``,operator:v(r)??``,values:y(i).map(e=>v(e)??``)}}const fu=e=>Xt(e).filter(({key:e})=>x(e)===S.capacityType),pu=e=>fu(e).find(({operator:e,values:t,isKnown:n})=>n&&e===`In`&&t.length>0&&t.every(({text:e})=>e===`reserved`));function mu({manifest:e,template:t}){let n=[...t,`spec`,`nodeSelector`],r=uu(e,[...t,`spec`,`affinity`]);return[...Object.entries(_(e.get(n))??{}).map(([e,t])=>({key:e,values:[v(t)??``],path:[...n,e]})),...(r.length===1?r[0].expressions:[]).filter(({operator:e})=>e===`In`)].filter(({key:e,values:t})=>!p([e,...t].join(` `)))}const hu=e=>e===S.nodePool||e===S.capacityType||!/(?:^|\.)(?:kubernetes\.io|k8s\.io|karpenter\.sh|karpenter\.k8s\.aws|amazonaws\.com)\//.test(e);function gu(e,t){let n=mu(e).filter(({key:e})=>hu(e));if(n.length===0)return;let r=B(t).filter(e=>n.every(t=>_u(e,t)));return r.length===1?r[0]:void 0}function _u(e,{key:t,values:n}){return t===S.nodePool?n.includes(e.name):t===S.capacityType?vu(e,n):[...Gt(e),...H(e)].some(e=>e.key===t&&e.isKnown&&e.operator===`In`&&e.values.some(({text:e})=>n.includes(e)))}function vu(e,t){let n=fu(e);return n.length===0?t.includes(`on-demand`):n.every(({operator:e,values:n,isKnown:r})=>{if(!r||e!==`In`&&e!==`NotIn`)return!0;let i=new Set(n.map(({text:e})=>e));return t.some(t=>i.has(t)===(e===`In`))})}const yu=[`spec`,`capacityReservationSelectorTerms`],bu=M({id:`capacity-reservations`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Capacity reservations`,mistakes:[19],on:{Manifests(e,t){if(t.karpenter.capacityReservations){for(let n of dn(e))xu(n,e,t);for(let n of B(e))Su(n,e,t);for(let n of U(e))Cu(n,e,t)}}},docs:{summary:`A node class selects capacity reservations that its NodePools or their pods do not use, or a NodePool needs reservations that its node class does not select.`,why:"Reserved capacity has its own capacity type, `reserved`. If every NodePool of a node class allows only `on-demand` or `spot`, the reservations that the node class selects cost money and stay idle. Pods that select `karpenter.sh/capacity-type: on-demand` do not use reservations either. A NodePool that allows only `reserved` launches nothing while its node class selects no reservations.",help:"Add `reserved` to the capacity types of the NodePool, or `capacityReservationSelectorTerms` to its node class.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:Tu});function xu(e,t,{report:n}){if(y(e.get(yu)).length===0)return;let r=fn(t,e),i=r.map(wu),[a]=i;!a||r.some(({isPartial:e})=>e)||i.includes(void 0)||n({manifest:e,at:e.keySpan(yu),message:`No NodePool of \`${e.name}\` allows the capacity type \`reserved\`, so the reservations selected here stay idle`,labels:[{span:r[0].span(a.path),message:"these capacity types exclude `reserved`"}],help:"Add `reserved` to the capacity types of the NodePool that should use them."})}function Su(e,t,{report:n}){let r=pu(e),i=r&&pn(t,e);i&&!i.isPartial&&i.get(yu)===void 0&&n({manifest:e,at:e.span(r.path),message:`\`${e.name}\` allows only reserved capacity, but its node class \`${i.name}\` selects no reservations, so Karpenter launches nothing for it`,help:"Add `capacityReservationSelectorTerms` to the node class, or another capacity type to the NodePool."})}function Cu(e,t,{report:n,clusterOf:r}){let{manifest:i}=e,a=mu(e),o=a.find(({key:e})=>x(e)===S.capacityType);if(!o||i.isPartial||o.values.includes(`reserved`)||!o.values.includes(`on-demand`))return;let s=a.filter(e=>e!==o),c=gu(e,t),l=B(t).filter(e=>r(e)===r(i)&&(s.length>0?e===c:Ei(e))).find(e=>{let n=pn(t,e);return n&&y(n.get(yu)).length>0&&!e.isPartial&&!wu(e)});l&&n({manifest:i,at:i.span(o.path),severity:`note`,message:`${i.kind} \`${i.name}\` does not allow the capacity type \`reserved\`, so its pods do not use the reservations of \`${l.name}\``,labels:[{span:pn(t,l).keySpan(yu),message:`these reservations`}],help:"To use them, replace the selection with required node affinity for `karpenter.sh/capacity-type In [reserved, on-demand]`."})}const wu=e=>fu(e).find(({operator:e,values:t,isKnown:n})=>{let r=t.some(({text:e})=>e===`reserved`);return n&&(e===`In`&&!r||e===`NotIn`&&r)});function Tu(){return{bad:[D(z(N({requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),F(O`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `)),{"[on-demand]":`[reserved, on-demand]`}),D(z(N({requirements:[`karpenter.sh/capacity-type In [reserved]`],nodeClassRef:`default`}),F(`role: KarpenterNodeRole`)),{"role: KarpenterNodeRole":O`
            role: KarpenterNodeRole
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `},{"[reserved]":`[reserved, on-demand]`}),D(z(N({requirements:[`karpenter.sh/capacity-type In [reserved, on-demand]`],nodeClassRef:`default`}),F(O`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `),O`
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
          `),{"values: [on-demand]}":`values: [reserved, on-demand]}`})],good:[z(N({requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),N({name:`reserved`,requirements:[`karpenter.sh/capacity-type In [reserved, on-demand]`],nodeClassRef:`default`}),F(O`
          capacityReservationSelectorTerms:
            - id: cr-0123456789abcdef0
        `)),z(N({requirements:[`karpenter.sh/capacity-type In [reserved, on-demand, spot]`],nodeClassRef:`default`}),F(`role: KarpenterNodeRole`))]}}const Eu=(e,t)=>e.source.origin!==void 0&&e.source.origin.root===t.source.origin?.root;function $(e,t,{relation:n}){if(Eu(e,t))return``;let r=n(e,t);return r===void 0?``:`. It is related to \`${e.name||e.kind}\` because ${r}`}const Du=M({id:`cluster-name`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[83],on:{Manifests(e,t){for(let n of Et(e))Ou(n,t)}},docs:{summary:"Karpenter’s `clusterName` does not match the cluster’s name.",why:`Karpenter tags the instances that it launches with the name of the cluster, asks EKS for the cluster of that name, and writes the name into the user data of nodes. With a wrong name, IAM denies the launch because its conditions name the real cluster, or nodes try to join a cluster that does not exist. Reported only when the repository creates the cluster with Terraform, eksctl or kOps. The values may be in another folder if an environment, a similar name, or being the only cluster relates both.`,help:"Set `clusterName` to the name of the cluster. In Terraform, refer to it, such as `module.eks.cluster_name`.",url:`https://karpenter.sh/docs/reference/settings/`},examples:Au});function Ou(e,t){let{manifest:n}=e,r=hc(e).find(e=>n.get(e)!==void 0),i=r&&j(n,r);if(!r||!i)return;let a=t.clusterOf(n).manifests.filter(dc),[o]=a,s=o&&mc(o).find(e=>o.get(e)!==void 0),c=o&&s&&j(o,s);a.length===1&&o&&s&&c!==void 0&&c!==i&&t.report({manifest:n,at:n.span(r),message:`\`clusterName\` is \`${i}\`, but the cluster is named \`${c}\``,help:Eu(n,o)?`Refer to the cluster’s name: \`${ku(o)}\`.`:`Set \`clusterName: ${c}\`.`,labels:[{span:o.span(s),message:`the name of the cluster${$(n,o,t)}`}]})}const ku=({kind:e,name:t})=>e===`module`?`module.${t}.cluster_name`:`${e}.${t}.name`;function Au(){return{bad:[D(k`
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
        `,{'"orders"':`module.eks.cluster_name`},{'"orders"':`"orders-prod"`}),D(z(O`
            apiVersion: eksctl.io/v1alpha5
            kind: ClusterConfig
            metadata:
              name: orders-prod
              region: us-east-1
          `,L(`karpenter`,{values:O`
              settings:
                clusterName: orders
            `})),{"clusterName: orders":`clusterName: orders-prod`})],good:[k`
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
      `,k`
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
      `]}}const ju=new WeakMap;function Mu({all:e,clusterOf:t}){let n=ju.get(e);if(n)return n;let r=new Map;for(let n of e.manifests)if(n.kind===`IamPolicy`)for(let e of Pu(n))me(r,t(n),e);let i=[...r.values()].filter(Nu);return ju.set(e,i),i}const Nu=e=>Fu(e,`ec2:CreateFleet`)||[`ec2:RunInstances`,`ec2:CreateLaunchTemplate`,`pricing:GetProducts`].every(t=>Fu(e,t));function Pu(e){let t=e.get([`Statement`])===void 0?[`spec`,`Statement`]:[`Statement`],n=Or(JSON.stringify({Statement:y(e.get(t))}));return`fault`in n?[]:n.statements.map((n,r)=>({policy:e,path:[...t,r],statement:n}))}const Fu=(e,t)=>e.some(({statement:e})=>e.effect===`Allow`&&Nr(e,t)),Iu=e=>e.every(({policy:e,statement:t})=>!e.isPartial&&!t.actions.some(p));function Lu({resources:e},t){return e.some(e=>e===`*`||Ru(e,t))?!0:e.some(e=>/^\$\{[^}]*\}$/.test(e))?void 0:!1}const Ru=(e,t)=>Mr(e.replace(/\$\{[^}]{0,200}\}/g,`*`).split(`:`).slice(5).join(`:`).split(`/`)[0]??``,t),zu=M({id:`controller-conditions`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[73],on:{Manifests(e,t){for(let n of Mu(t))for(let r of n)Uu(r,{statements:n,all:e,context:t})}},docs:{summary:`The IAM policy of Karpenter’s controller requires a tag that Karpenter does not set.`,why:"A condition on a tag holds only if Karpenter sets that tag. Since v1beta1, instances have the tag `karpenter.sh/nodepool` and no longer `karpenter.sh/provisioner-name`. If a policy still requires the old tag, Karpenter can launch nodes but never terminate them, or cannot even launch them. Karpenter sets your own tags only if `spec.tags` of the EC2NodeClass lists them.",help:"Require `karpenter.sh/nodepool` instead, and list your own tags in `spec.tags` of every EC2NodeClass.",url:`https://karpenter.sh/docs/reference/cloudformation/`},examples:Ku}),Bu=/^(?:aws|ec2):(RequestTag|ResourceTag)\/(.+)$/i,Vu=/IfExists$|^Null$|^ForAllValues:|Not/,Hu=[`ec2:RunInstances`,`ec2:CreateFleet`,`ec2:CreateLaunchTemplate`,`ec2:TerminateInstances`];function Uu(e,t){let{statement:n,policy:r,path:i}=e,a=Hu.filter(t=>Fu([e],t));for(let{operator:o,key:s}of n.conditions){let[,n,c]=Bu.exec(s)??[];if(c===void 0||n===void 0||Vu.test(o)||!Wu(n,c,t))continue;let l=a.filter(n=>!t.statements.some(t=>t!==e&&Fu([t],n)));l.length!==0&&t.context.report({manifest:r,at:r.keySpan([...i,`Condition`,o,s]),message:`${W(l)} ${l.length>1?`are`:`is`} allowed only with the tag \`${c}\`, which Karpenter does not set`,help:c.startsWith(`karpenter.sh/`)?"Require `karpenter.sh/nodepool` instead.":"Add the tag to `spec.tags` of every EC2NodeClass."})}}function Wu(e,t,{all:n,context:r}){if(t===`karpenter.sh/provisioner-name`)return r.karpenter.v1;if(e.toLowerCase()!==`requesttag`||p(t)||/^(?:kubernetes\.io\/cluster\/|karpenter\.|eks:|topology\.kubernetes\.io\/|Name$)/.test(t))return!1;let i=dn(n);return i.length>0&&i.every(e=>!e.isPartial&&!Gu(e.get([`spec`,`tags`]),t))}function Gu(e,t){let n=_(e);return n?Object.keys(n).some(e=>e===t||p(e)):e!==void 0}function Ku(){return{bad:[D(k`
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
        `,{"karpenter.sh/provisioner-name":`karpenter.sh/nodepool`}),D(k`
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

          ${R(`default`,I)}
        `,{"role: KarpenterNodeRole-demo":O`
            role: KarpenterNodeRole-demo
            tags:
              team: search
          `})],good:[St`
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
      `]}}const qu=M({id:`controller-permissions`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[74,75],on:{Manifests(e,t){if(!(Ju(e)||t.isKarpenterAssumed&&!Yu(e)))for(let n of Mu(t))Iu(n)&&(td(n,e,t),nd(n,t))}},docs:{summary:`The IAM policy of Karpenter’s controller lacks a permission that this version of Karpenter needs.`,why:"New versions of Karpenter may need more permissions, which is easy to forget in an upgrade. The controller then logs errors and cannot act. Without `ec2:CreateTags` on spot requests, it launches no spot instances. Without permissions for instance profiles, no node class with a `role` becomes ready. If Karpenter’s values name an interruption queue, it also has to read that queue. This rule combines all policies of a cluster. It assumes that they are complete if they allow `ec2:DescribeInstanceTypes`.",help:`Update the policy to the one that Karpenter publishes for this version.`,url:`https://karpenter.sh/docs/reference/cloudformation/`},examples:rd}),Ju=({manifests:e})=>e.some(({kind:e})=>e===`Provisioner`||e===`AWSNodeTemplate`);function Yu({manifests:e}){let t=e.filter(({apiVersion:e})=>h(e).startsWith(`karpenter.`));return t.length>0&&t.every(({apiVersion:e})=>pe(e)===`v1`)}const Xu=[`ec2:CreateFleet`,`ec2:CreateLaunchTemplate`,`ec2:CreateTags`,`ec2:DeleteLaunchTemplate`,`ec2:DescribeImages`,`ec2:DescribeInstances`,`ec2:DescribeInstanceTypeOfferings`,`ec2:DescribeLaunchTemplates`,`ec2:DescribeSecurityGroups`,`ec2:DescribeSubnets`,`ec2:RunInstances`,`ec2:TerminateInstances`],Zu=[`iam:AddRoleToInstanceProfile`,`iam:CreateInstanceProfile`,`iam:DeleteInstanceProfile`,`iam:GetInstanceProfile`,`iam:RemoveRoleFromInstanceProfile`,`iam:TagInstanceProfile`],Qu=[`sqs:DeleteMessage`,`sqs:GetQueueUrl`,`sqs:ReceiveMessage`];function $u({karpenter:e,isKarpenterAssumed:t},{hasRoles:n,hasQueue:r}){let i=[...Xu,...n&&e.v1?Zu:[],...r?Qu:[]];return t?i:[...i,...n&&e.listInstanceProfiles?[`iam:ListInstanceProfiles`]:[],...e.placementGroupSelector?[`ec2:DescribePlacementGroups`]:[],...e.describeInstanceStatus?[`ec2:DescribeInstanceStatus`]:[]]}function ed(e,t,{clusterOf:n}){let r=e=>e.get([`spec`,`role`])!==void 0&&e.get([`spec`,`instanceProfile`])===void 0,i=dn(t),a=i.filter(t=>n(t)===n(e));return a.length>0?a.some(r):i.length>0&&i.every(r)}function td(e,t,n){let r=e.filter(e=>Fu([e],`ec2:DescribeInstanceTypes`)),i=new Set(e.flatMap(e=>Fu([e],`ec2:RunInstances`)?[e.policy]:[])),a=r.find(({policy:e})=>i.has(e))??r[0];if(!a)return;let o=$u(n,{hasRoles:ed(a.policy,t,n),hasQueue:Cc(n.clusterOf(a.policy))}).filter(t=>!Fu(e,t));if(o.length===0)return;let{policy:s,path:c}=a;n.report({manifest:s,at:s.span([...c,`Action`]),message:`Karpenter${n.isKarpenterAssumed?``:` ${n.karpenter.version}`} needs permissions that this policy does not grant: ${W(o)}`,help:`Allow these actions, as in the policy that Karpenter publishes for this version.`})}function nd(e,{report:t,karpenter:n}){if(!n.v1)return;let r=e.filter(e=>Fu([e],`ec2:CreateTags`)),[i]=r,a=`spot-instances-request`,o=r.some(({statement:e})=>Lu(e,`fleet`)===!0);if(!i||!o||r.some(({statement:e})=>Lu(e,a)!==!1))return;let{policy:s,path:c}=i;t({manifest:s,at:s.span([...c,`Resource`]),message:`\`ec2:CreateTags\` is not allowed on \`${a}\`, so AWS denies every launch of a spot instance`,help:`Add \`arn:aws:ec2:*:*:${a}/*\` to the resources of this statement.`})}function rd(){return{bad:[D(St`
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
      `,{'"ec2:DescribeInstances",':St`
        "ec2:DescribeInstances",
        "ec2:DescribeInstanceStatus",
        "ec2:DescribeInstanceTypeOfferings",
        "ec2:DescribePlacementGroups",
      `}),D(k`
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
"arn:aws:ec2:*:*:spot-instances-request/*",`}),D(k`
        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions = [
              "ec2:RunInstances", "ec2:CreateLaunchTemplate", "ec2:CreateTags", "ec2:TerminateInstances",
              "ec2:DeleteLaunchTemplate", "ec2:Describe*", "pricing:GetProducts",
            ]
            resources = ["*"]
          }
        }
      `,{'"ec2:RunInstances",':`"ec2:CreateFleet", "ec2:RunInstances",`})],good:[k`
        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions = [
              "ec2:CreateFleet", "ec2:RunInstances", "ec2:CreateLaunchTemplate", "ec2:CreateTags",
              "ec2:TerminateInstances", "ec2:DeleteLaunchTemplate", "ec2:Describe*",
            ]
            resources = ["*"]
          }
        }
      `,k`
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
      `,St`
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
      `]}}const id=M({id:`custom-registration`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[55],on:{NodeClass(e,{report:t,karpenter:n}){let r=an(e);n.v1&&rn(e)===`Custom`&&r!==void 0&&ad.test(r)&&!r.includes(`karpenter.sh/unregistered`)&&t({at:e.keySpan([`spec`,`userData`]),message:"This user data joins the cluster without the taint `karpenter.sh/unregistered:NoExecute`, so Karpenter does not register its nodes and terminates them after 15 minutes",help:"Register the kubelet with the taint, for example with `--register-with-taints=karpenter.sh/unregistered:NoExecute`."})}},docs:{summary:"The user data of a `Custom` node class joins the cluster without the taint that Karpenter requires.",why:"Since Karpenter 1.0 a node must register with the taint `karpenter.sh/unregistered:NoExecute`. Karpenter removes the taint once the labels of the node are in place. For other AMI families, Karpenter writes the taint into the user data. For `Custom`, you have to do it. Karpenter does not register a node without the taint. It terminates the node after 15 minutes while the next one starts.",help:"Register nodes with the taint: pass `--register-with-taints=karpenter.sh/unregistered:NoExecute` to the kubelet, or set it in the kubelet’s configuration.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#custom`},examples:od}),ad=/\/etc\/eks\/bootstrap\.sh|kind: NodeConfig|\bnodeadm init\b|Start-EKSBootstrap|EKS\\Start-|\bkubeadm join\b|\bsystemctl\b[^\n]{0,80}\b(?:start|restart|enable --now)\b[^\n]{0,80}\bkubelet\b|^\s*\[settings\.kubernetes\]/m;function od(){return{bad:[D(F(O`
            amiFamily: Custom
            amiSelectorTerms:
              - id: ami-0123456789abcdef0
            userData: |
              #!/bin/bash
              /etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'
          `,`ubuntu`),{"--node-labels=team=a":`--node-labels=team=a --register-with-taints=karpenter.sh/unregistered:NoExecute`}),D(F(O`
            amiFamily: Custom
            amiSelectorTerms:
              - id: ami-0123456789abcdef0
            userData: |
              #!/bin/bash
              echo 'KUBELET_EXTRA_ARGS=--node-labels=team=a' > /etc/default/kubelet
              systemctl restart kubelet
          `,`own`),{"--node-labels=team=a":`--node-labels=team=a --register-with-taints=karpenter.sh/unregistered:NoExecute`})],good:[F(O`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          userData: |
            #!/bin/bash
            /etc/eks/bootstrap.sh demo --kubelet-extra-args '--register-with-taints=karpenter.sh/unregistered:NoExecute'
        `,`ubuntu`),F(O`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          userData: |
            #!/bin/bash
            /opt/company/join-cluster
        `,`prepared`),A({karpenter:`0.37`},O`
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
        `)]}}const sd=[`subnet`,`securityGroup`],cd={subnet:`subnets`,securityGroup:`security groups`},ld=M({id:`discovery-selectors`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[76,77],on:{NodeClass:ud,NodeTemplate:ud,Provisioner:ud},docs:{summary:`A node class selects its subnets and security groups by tags that do not fit together.`,why:`Karpenter uses every subnet and security group that the selector terms find. Terms that name different clusters find subnets of one VPC and security groups of another, so every launch fails. Terms that name no cluster may find subnets or security groups that belong to somebody else.`,help:"Select both by the same cluster tag, such as `karpenter.sh/discovery`, as the other node classes in the repository do.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:Cd});function ud(e,t){if(!(e.isPartial||fd(e,t)))for(let n of sd)pd(e,n,t)}const dd=(e,t)=>Zs(e,t).flatMap(rc);function fd(e,{report:t}){let[n,r]=sd.map(t=>dd(e,t));for(let i of r){let a=n.filter(e=>e.scheme===i.scheme),o=[...a,...r.filter(({scheme:e})=>e===i.scheme)];if(a.length===0||!o.every(({tag:e})=>e.isKnown))continue;let s=new Set(a.flatMap(({cluster:t})=>[t,`${t}-${e.name}`]));if(r.some(e=>e.scheme===i.scheme&&s.has(e.cluster)))continue;let c=a[0];return t({at:e.span(i.tag.path),message:`\`${e.name}\` selects security groups of cluster \`${i.cluster}\` but subnets of cluster \`${c.cluster}\``,labels:[{span:e.span(c.tag.path),message:`this value selects the subnets`}],help:`Select both by the same \`${i.tag.key.startsWith(`kubernetes.io/`)?i.scheme:i.tag.key}\` tag.`}),!0}return!1}function pd(e,t,{report:n,all:r}){let i=Zs(e,t),a=sd.flatMap(t=>Zs(e,t)).flatMap(md),o=new Set(a.map(({cluster:e})=>e)),s=i.filter(e=>e.tags.length>0&&!e.hasOther&&md(e).length===0&&!_d(e,o));if(s.length===0||s.some(({tags:e})=>e.some(e=>!e.isKnown&&!e.value.includes(`*`))))return;let{classes:c,naming:l}=Sd(r),u=c.length-+!!c.includes(e),d=l[t].length-+!!l[t].includes(e);if(u>0&&d===0)return;let f=l[t].find(t=>t!==e),ee=a.find(e=>hd(t,e)&&gd(e)),p=s.flatMap(rc)[0],te=ee?.scheme??(f&&dd(f,t).find(e=>hd(t,e)&&gd(e))?.scheme)??`karpenter.sh/discovery`,m=ee!==void 0||!a.some(e=>hd(t,e))&&u>0&&d===u;n({at:e.keySpan(s[0].tags[0].path),...!m&&{severity:`note`},message:p?`\`${p.tag.key}: "*"\` selects ${cd[t]} of every cluster in the account`:`\`${e.name}\` selects ${cd[t]} by tags that name no cluster${yd(ee,f)}`,help:p?"Replace `*` with the name of the cluster, so that nodes get nothing of another cluster.":`Add the tag \`${te}\` to these terms, so that they do not select resources of other clusters in the account.`})}const md=e=>rc(e).filter(({cluster:e})=>e!==`*`),hd=(e,{scheme:t})=>e===`securityGroup`||t!==`aws:eks:cluster-name`,gd=({scheme:e})=>e!==`aws:eks:cluster-name`,_d=({tags:e},t)=>e.some(({value:e})=>[...t].some(t=>vd(e,t))),vd=(e,t)=>{let n=t===``?-1:e.indexOf(t);return n>=0&&!/[a-z0-9]/i.test(e.charAt(n-1))&&!/[a-z0-9]/i.test(e.charAt(n+t.length))};function yd(e,t){return e?`, although its other terms use \`${e.scheme}\``:t?`, although node class \`${t.name}\` names one`:``}const bd=({kind:e,apiVersion:t})=>(e===`EC2NodeClass`||e===`AWSNodeTemplate`)&&h(t)===`karpenter.k8s.aws`,xd=new WeakMap;function Sd(e){let t=xd.get(e);if(t)return t;let n=e.manifests.filter(e=>bd(e)&&sd.some(t=>Zs(e,t).length>0)),r=e=>n.filter(t=>dd(t,e).length>0),i={classes:n,naming:{subnet:r(`subnet`),securityGroup:r(`securityGroup`)}};return xd.set(e,i),i}function Cd(){return{bad:[D(F(O`
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: staging
        `),{staging:`production`}),D(F(O`
          subnetSelectorTerms:
            - tags:
                Name: "*private*"
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
        `),{'Name: "*private*"':`Name: "*private*"
karpenter.sh/discovery: production`}),D(F(O`
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: "*"
        `),{'"*"':`production`})],good:[F(O`
        subnetSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
        securityGroupSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
      `),F(O`
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: production-gpu
        `,`gpu`),F(O`
        subnetSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
        securityGroupSelectorTerms:
          - tags:
              Name: production-node
      `),F(O`
          subnetSelectorTerms:
            - tags:
                KubernetesCluster: demo1.k8s.local
          securityGroupSelectorTerms:
            - tags:
                Name: nodes.demo1.k8s.local
                KubernetesCluster: demo1.k8s.local
        `,`kops`)]}}const wd={subnet:new WeakMap,securityGroup:new WeakMap};function Td(e,t){let n=wd[t].get(e)??Ed(e,t);return wd[t].set(e,n),n}function Ed(e,t){if(Od(e,t))return[];let n=e.manifests.flatMap(n=>t===`subnet`?Fd(n):Zd(n,e)),r=Md(e,t),i=n.map(e=>Pd(e,r));return t===`subnet`&&!of(e,i)?[]:i}const Dd=/\/modules\/|blueprints-addons?|\b(?:irsa|iam|s3|ecr|kms|acm|route53|argocd|helm|label|pod-identity|rds|dynamodb)\b/,Od=(e,t)=>e.ofKind(bs).some(e=>{let n=v(e.get([`spec`,`source`]))??``;if(n.includes(`security-group`))return t===`securityGroup`;let r=/\bterraform-aws-modules\/(?:terraform-aws-)?([\w-]+)/.exec(n)?.[1];return(r===void 0||/^(?:vpc|eks)$/.test(r))&&!Dd.test(n)});function kd({manifest:e,fields:t}){let n=new Map,r=e.isPartial?[``]:[];for(let i of t){let t=e.get(i),a=_(t);if(!a)t!=null&&r.push(``);else for(let[t,o]of Object.entries(a)){let a=[...i,t],s=v(o);p(t)?r.push(t.split(/\$\{|\{\{/)[0]):n.set(t,{manifest:e,path:a,value:s===void 0||p(s)?void 0:s})}}return{tags:n,unknownKeys:r}}const Ad=/^(?:aws:|kubernetes\.io\/cluster\/)/;function jd(e,{tool:t=`Terraform`,setByOthers:n=Ad,...r}){let{manifest:i,fields:a}=e,{tags:o,unknownKeys:s}=kd(e);return{manifest:i,tool:t,tags:o,tagsAt:a.toReversed().find(e=>i.get(e)!==void 0)??[`metadata`,`name`],mayAlsoHave:e=>n.test(e)||s.some(t=>e.startsWith(t)),...r}}function Md(e,t){let n=e.ofKind(`aws_default_tags`).map(e=>kd({manifest:e,fields:[[`spec`,`default_tags`,0,`tags`]]})),r=e.ofKind(`aws_ec2_tag`).filter(e=>Nd(e,t)).map(e=>v(e.get([`spec`,`key`]))??"${unknown}");return{tags:new Map(n.flatMap(({tags:e})=>[...e])),mayAlsoHave:e=>r.some(t=>t===e||p(t))||n.some(({unknownKeys:t})=>t.some(t=>e.startsWith(t)))}}function Nd(e,t){let n=v(e.get([`spec`,`resource_id`]))??``;return t===`subnet`?!/security_group/.test(n):!/subnet/.test(n)}const Pd=(e,t)=>({...e,tags:new Map([...t.tags,...e.tags]),mayAlsoHave:n=>e.mayAlsoHave(n)||t.mayAlsoHave(n)});function Fd(e){return e.kind===`aws_subnet`?[Id(e)]:oc(e)===`vpc`?Rd(e):Ud(e)?Kd(e):Wd(e)?Yd(e):[]}function Id(e){let t=v(e.get([`spec`,`availability_zone`])),n=e.get([`spec`,`map_public_ip_on_launch`]);return jd({manifest:e,fields:[[`spec`,`tags`]]},{tagsIn:`\`tags\` of \`aws_subnet.${e.name}\``,isPreferred:n!==!0&&!/public/i.test(e.name),zones:t===void 0||p(t)?void 0:[t],isPublic:n===!0||!/private/i.test(e.name)&&void 0})}const Ld=[`private`,`public`,`intra`,`database`,`elasticache`,`redshift`,`outpost`];function Rd(e){return Ld.filter(t=>zd(e,`${t}_subnets`)).map(t=>{let n=`${t}_subnet_tags`,r=[`spec`,`${n}_per_az`],i=jd({manifest:e,fields:[[`spec`,`tags`],[`spec`,n]]},{tagsIn:`\`${n}\` of \`module.${e.name}\``,isPreferred:t===`private`,zones:Bd(e,`${t}_subnets`),isPublic:t===`public`,setByOthers:/^(?:aws:|kubernetes\.io\/cluster\/|Name$)/});return e.get(r)===void 0?i:{...i,mayAlsoHave:()=>!0}})}const zd=(e,t)=>{let n=e.get([`spec`,t]);return n!=null&&!(Array.isArray(n)&&n.length===0)};function Bd(e,t){let[n,r]=[`azs`,t].map(t=>e.get([`spec`,t]));if(!Array.isArray(n)||!Array.isArray(r)||e.isPartial)return;let i=n.slice(0,r.length).map(e=>v(e)??``);return i.length>0&&i.every(e=>/^[a-z0-9-]+$/.test(e))?i:void 0}const Vd=[`nodeGroups`,`managedNodeGroups`,`fargateProfiles`,`autoModeConfig`,`karpenter`,`vpc`,`availabilityZones`,`localZones`,`kubernetesNetworkConfig`,`privateCluster`],Hd=[`iam`,`addons`,`iamIdentityMappings`,`accessConfig`,`identityProviders`,`gitops`];function Ud(e){if(e.kind!==`ClusterConfig`||h(e.apiVersion)!==`eksctl.io`)return!1;let t=t=>t.some(t=>e.get([t])!==void 0);return t(Vd)||!t(Hd)}const Wd=({kind:e,apiVersion:t})=>e===`Cluster`&&h(t)===`kops.k8s.io`,Gd=/^(?:aws:|alpha\.eksctl\.io\/|eksctl\.|kubernetes\.io\/|Name$)/;function Kd(e){return e.get([`vpc`,`id`])!==void 0||e.get([`vpc`,`subnets`])!==void 0?[]:[qd(e)]}const qd=e=>jd({manifest:e,fields:[[`metadata`,`tags`]]},{tool:`eksctl`,tagsIn:"`metadata.tags` of the ClusterConfig",isPreferred:!0,setByOthers:Gd}),Jd=/^(?:aws:|kops\.k8s\.io\/|kubernetes\.io\/|k8s\.io\/|Name$|SubnetType$)/;function Yd(e){let t=y(e.get([`spec`,`subnets`]));return t.some(e=>_(e)?.id!==void 0)||t.length===0?[]:[Xd(e)]}function Xd(e){let t=jd({manifest:e,fields:[[`spec`,`cloudLabels`]]},{tool:`kOps`,tagsIn:"`spec.cloudLabels` of the Cluster",isPreferred:!0,setByOthers:Jd}),n={manifest:e,path:[`metadata`,`name`],value:e.name};return{...t,tags:new Map([...t.tags,[`KubernetesCluster`,n]])}}function Zd(e,t){if(e.kind===`aws_security_group`){let n=Qd(e);return rf(t)?[n]:[{...n,mayAlsoHave:e=>!n.tags.has(e)}]}return e.kind===`aws_eks_cluster`?[$d(e)]:oc(e)===`eks`?tf(e):Ud(e)?[qd(e)]:Wd(e)?[{...Xd(e),mayAlsoHave:e=>Jd.test(e)}]:[]}const Qd=e=>jd({manifest:e,fields:[[`spec`,`tags`]]},{tagsIn:`\`tags\` of \`aws_security_group.${e.name}\``,isPreferred:/node|worker/i.test(e.name)}),$d=e=>jd({manifest:e,fields:[[`spec`,`tags`]]},{tagsIn:`an \`aws_ec2_tag\` for the cluster security group of \`aws_eks_cluster.${e.name}\``,isPreferred:!1,setByOthers:/^(?:aws:|kubernetes\.io\/|Name$)/}),ef=[{off:[`create_node_security_group`],tags:[`node_security_group_tags`]},{off:[`create_cluster_security_group`,`create_security_group`],tags:[`cluster_security_group_tags`,`security_group_tags`]},{off:[`create_cluster_primary_security_group_tags`,`create_primary_security_group_tags`],tags:[`cluster_tags`]}],tf=e=>ef.filter(({off:t})=>t.every(t=>e.get([`spec`,t])!==!1)).map(({tags:t})=>jd({manifest:e,fields:[`tags`,...t].map(e=>[`spec`,e])},{tagsIn:`\`${t[0]}\` of \`module.${e.name}\``,isPreferred:t.includes(`node_security_group_tags`),setByOthers:/^(?:aws:|kubernetes\.io\/|Name$)/})),nf=e=>e.kind===`aws_eks_cluster`||oc(e)===`eks`,rf=({manifests:e})=>e.some(nf),af=e=>/^(?:kubernetes\.io|karpenter\.sh|k8s\.io)\//.test(e);function of(e,t){if(t.some(({tool:e})=>e!==`Terraform`))return!0;let n=t.some(({tags:e})=>[...e.keys()].some(af)),r=e.manifests.filter(nf).map(e=>sf(e,t));return r.includes(`elsewhere`)?!1:r.includes(`here`)||n}function sf(e,t){let n=[...[`subnet_ids`,`control_plane_subnet_ids`,`subnets`].map(t=>e.get([`spec`,t])),...y(e.get([`spec`,`vpc_config`])).map(e=>_(e)?.subnet_ids)].flatMap(e=>Array.isArray(e)?e:[e]).flatMap(e=>v(e)??[]);return n.some(e=>t.some(({manifest:t})=>e.includes(`${cf(t)}.`)||e.includes(`${cf(t)}}`)))?`here`:t.some(({manifest:t})=>t.source.origin?.root===e.source.origin?.root)&&n.some(e=>/^(?:subnet-|\$\{(?:data|var)\.)/.test(e))?`elsewhere`:`unknown`}const cf=({kind:e,name:t})=>`${e}.${t}`;function lf(e,t){if(e.length>300||t.length>300)return!1;let[n,r,i,a]=[0,0,-1,0];for(;n<e.length;)if(t[r]===`*`)i=r++,a=n;else if(t[r]===`?`||t[r]===e[n])n++,r++;else if(i===-1)return!1;else r=i+1,n=++a;return/^\**$/.test(t.slice(r))}function uf(e,t){if(p(t.key)||t.value===``)return;let n=e.tags.get(t.key);if(!n)return e.mayAlsoHave(t.key)?void 0:!1;if(!(n.value===void 0||p(t.value)))return df(t).some(e=>lf(n.value,e))}const df=({value:e})=>e.split(`,`).map(e=>e.trim());function ff(e,t,n){let r=Zs(e,t);if(r.length===0||r.some(({hasOther:e,tags:t})=>e||t.length===0))return;let i=[];for(let e of n){let t=r.map(({tags:t})=>{let n=t.map(t=>uf(e,t));return n.includes(!1)?!1:!n.includes(void 0)||void 0});if(t.includes(!0))i.push(e);else if(t.includes(void 0))return}return i}const pf=M({id:`discovery-tags`,severity:`error`,since:`0.1.0`,providers:[`aws`,`eks-auto-mode`],theme:`Network`,mistakes:[76],on:{Manifests(e,t){for(let n of e.manifests)if(Xs(n)&&!n.isPartial)for(let e of[`subnet`,`securityGroup`])hf(n,e,t)}},docs:{summary:`A node class selects subnets or security groups by a tag that none of them has.`,why:`Karpenter finds subnets and security groups by their tags. If none has the tag with exactly this value, the node class is not ready, and no NodePool that uses it launches anything. Reported only when the repository creates the cluster’s subnets or security groups with Terraform, eksctl or kOps, and all their tags are known. The node class may be in another folder if an environment, the name of the cluster, or being the only cluster relates both.`,help:`Add the tag to the subnets and security groups in which nodes run, or select them by a tag that they have.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:Cf}),mf={subnet:[`subnet`,`subnets`],securityGroup:[`security group`,`security groups`]};function hf(e,t,n){let r=Zs(e,t);if(r.length===0||r.some(({hasOther:e,tags:t})=>e||t.length===0))return;let i=Td(n.clusterOf(e),t);i.length===0||r.some(e=>i.some(t=>e.tags.every(e=>gf(t,e))))||n.report({manifest:e,..._f({nodeClass:e,selected:t,resources:i},r[0],n)})}const gf=(e,t)=>uf(e,t)!==!1;function _f(e,t,n){let{resources:r}=e,i=t.tags.find(e=>!r.some(t=>gf(t,e)));if(!i)return Sf(e,t,n);let a=r.flatMap(e=>e.tags.get(i.key)??[]);return a.length>0?yf(e,{tag:i,given:a},n):bf(e,i,n)}const vf=({key:e,value:t})=>p(t)?e:`${e}: ${t}`;function yf({nodeClass:e,selected:t,resources:n},{tag:r,given:i},a){let[o]=i,{tool:s}=n.find(({tags:e})=>e.get(r.key)===o);return{at:e.span(r.path),message:`\`${e.name}\` selects ${mf[t][1]} by \`${vf(r)}\`, but ${s} sets the tag to \`${o.value}\``,help:`Use the same value in both places, for example from one local value.`,labels:[{span:o.manifest.span(o.path),message:`${s} sets the tag here${$(e,o.manifest,a)}`}]}}function bf({nodeClass:e,selected:t,resources:n},r,i){let[a]=mf[t],o=n.find(({isPreferred:e})=>e)??n[0],s=({manifest:{source:e,kind:t,name:n}})=>`${e.origin?.root??e.file} ${t} ${n}`,c=[o,...[...new Map(n.filter(({isPreferred:e})=>e).map(e=>[s(e),e]))].flatMap(([e,t])=>e===s(o)?[]:[t])].slice(0,3),{tool:l}=o;return{at:e.keySpan(r.path),message:`\`${e.name}\` selects ${mf[t][1]} by \`${vf(r)}\`, but no ${a} that ${l} creates has this tag, so Karpenter launches no nodes`,help:`Add ${xf(r,l)} to ${o.tagsIn}.`,labels:c.map(({manifest:t,tagsAt:n},a)=>({span:t.keySpan(n),message:`has no tag \`${r.key}\`${a===0?$(e,t,i):``}`}))}}function xf({key:e,value:t},n){return p(t)||/[*?,]/.test(t)?`the tag \`${e}\``:n===`Terraform`?`\`"${e}" = "${t}"\``:`\`${e}: ${t}\``}function Sf({nodeClass:e,selected:t,resources:n},r,i){let{tool:a,manifest:o,tagsAt:s}=n[0];return{at:e.span(r.path),message:`\`${e.name}\` selects ${mf[t][1]} that have all these tags, but no ${mf[t][0]} that ${a} creates has all of them, so Karpenter launches no nodes`,help:`Remove the tags that do not belong together, or write them as separate terms.`,labels:[{span:o.keySpan(s),message:`has not all of the tags${$(e,o,i)}`}]}}function Cf(){return{bad:[D(k`
          module "vpc" {
            source          = "terraform-aws-modules/vpc/aws"
            private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]

            private_subnet_tags = {
              "karpenter.sh/discovery" = "orders-prod"
            }
          }

          ${R(`default`,F(O`
              role: KarpenterNodeRole-orders
              subnetSelectorTerms:
                - tags:
                    karpenter.sh/discovery: orders
            `))}
        `,{'"orders-prod"':`local.cluster`,'module "vpc" {':`locals {
  cluster = "orders-prod"
}

module "vpc" {`,"karpenter.sh/discovery: orders":"karpenter.sh/discovery: ${local.cluster}"},{"karpenter.sh/discovery: orders":`karpenter.sh/discovery: orders-prod`}),D(k`
          module "vpc" {
            source          = "terraform-aws-modules/vpc/aws"
            private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]

            private_subnet_tags = {
              "kubernetes.io/role/internal-elb" = 1
            }
          }

          ${R(`default`,F(O`
              role: KarpenterNodeRole-orders
              subnetSelectorTerms:
                - tags:
                    karpenter.sh/discovery: orders
            `))}
        `,{'"kubernetes.io/role/internal-elb" = 1':`"kubernetes.io/role/internal-elb" = 1
"karpenter.sh/discovery" = "orders"`})],good:[k`
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

        ${R(`default`,F(O`
            role: KarpenterNodeRole-orders
            subnetSelectorTerms:
              - tags:
                  karpenter.sh/discovery: orders
          `))}
      `,k`
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

        ${R(`default`,F(O`
            role: KarpenterNodeRole-orders
            subnetSelectorTerms:
              - tags:
                  karpenter.sh/discovery: \${local.name}
            securityGroupSelectorTerms:
              - tags:
                  karpenter.sh/discovery: \${local.name}
          `))}
      `,k`
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

        ${R(`default`,F(O`
            role: KarpenterNodeRole-orders
            securityGroupSelectorTerms:
              - tags:
                  Name: orders-node
                  karpenter.sh/discovery: orders
          `))}
      `]}}const wf=M({id:`helm-settings`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[81,82,98,99],on:{Manifests(e,t){for(let{manifest:n,chart:r,values:i}of Et(e)){let e=[...i,`settings`];r===`karpenter`&&_(n.get(e))&&(Df(n,e,t),kf(n,e,t),Af(n,e,t),jf(n,e,t),Mf(n,e,t))}}},docs:{summary:`A value for Karpenter’s Helm chart has no effect, or not the intended one.`,why:"The chart passes values on without checking them. Karpenter does not find a queue by its ARN or URL, so it misses interruption warnings. The chart silently drops keys that it does not read. An overhead of 7.5 means 750%, which leaves no instance type any memory. This rule checks HelmReleases, Argo CD Applications, `helmCharts` of kustomizations, Terraform’s `helm_release` and values files of the chart `karpenter`.",help:`Use the keys that the chart reads, the name of the queue, and a fraction such as 0.075 for the overhead.`,url:`https://karpenter.sh/docs/reference/settings/`},examples:Nf}),Tf={interruptionQueue:/^(?:aws_sqs_queue\.[\w-]+\.(arn|url|id)|module\.[\w-]+\.(queue_arn|queue_url))$/,clusterName:/^(?:aws_eks_cluster\.[\w-]+\.(arn|endpoint)|module\.[\w-]+\.(cluster_arn|cluster_endpoint))$/},Ef={queue_arn:`queue_name`,queue_url:`queue_name`,cluster_arn:`cluster_name`,cluster_endpoint:`cluster_name`};function Df(e,t,{report:n}){for(let[r,i]of Object.entries(Tf)){let a=[...t,r],o=Mt(e,a)??``,s=i.exec(o);if(!s)continue;let c=s[1]??s[2],l=`${o.slice(0,-c.length)}${Ef[c]??`name`}`;n({manifest:e,at:e.span(a),message:`\`${r}\` must be a name, but \`${o}\` is not one`,help:`Use \`${l}\`.`})}}const Of=/^(?:arn:[\w-]+:sqs:|https?:\/\/)/;function kf(e,t,{report:n}){let r=[...t,`interruptionQueue`],i=v(e.get(r));if(i===void 0||!Of.test(i))return;let a=i.split(/[:/]/).at(-1),o=a!==``&&!p(a);n({manifest:e,at:e.span(r),message:`\`interruptionQueue\` is ${i.startsWith(`arn:`)?`an ARN`:`a URL`}, but Karpenter finds a queue only by its name`,help:o?`Use \`${a}\`.`:`Use only the name, which is the last part of the ARN or URL.`,...o&&{fix:{description:`Replace with \`${a}\``,edits:b(e,r,a)}}})}function Af(e,t,{report:n}){let r=[...t,`interruptionQueueName`],i=e.get([...t,`interruptionQueue`])!==void 0;e.get(r)===void 0||i||n({manifest:e,at:e.keySpan(r),message:"The chart does not read `interruptionQueueName`, so Karpenter misses interruption warnings",help:"Rename it to `interruptionQueue`.",fix:{description:"Rename to `interruptionQueue`",edits:Ce(e,r,`interruptionQueue`)}})}function jf(e,t,{report:n}){let r=[...t,`vmMemoryOverheadPercent`],i=e.get(r),a=Number(i);if(!(i===null||typeof i!=`number`&&typeof i!=`string`)){if(a>=1&&a<=100){let t=String(Number((a/100).toFixed(4)));n({manifest:e,at:e.span(r),message:`\`vmMemoryOverheadPercent\` is a fraction, so ${i} leaves no instance type any memory`,help:`Use \`${t}\` for ${i}%.`,fix:{description:`Replace with \`${t}\``,edits:b(e,r,t)}})}i===0&&n({manifest:e,at:e.span(r),message:"The chart ignores the number `0` for `vmMemoryOverheadPercent`, so the default of 0.075 applies",help:'Put the value in quotes: `"0"`. Or remove it to keep the default.',fix:{description:`Put the value in quotes`,edits:b(e,r,`"0"`)}})}}function Mf(e,t,{report:n}){let r=[...t,`ignoreDRARequests`];e.get(r)===!1&&n({manifest:e,at:e.span(r),message:"The chart ignores `ignoreDRARequests: false`, so the default applies",help:'Remove it, and set `IGNORE_DRA_REQUESTS` to `"false"` in `controller.env` instead.'})}function Nf(){return{bad:[L(`karpenter`,{values:O`
          settings:
            clusterName: demo
            interruptionQueue: arn:aws:sqs:us-east-1:111122223333:karpenter-demo
            vmMemoryOverheadPercent: 7.5
        `}),O`
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
      `,D(k`
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

          ${R(`spot`,N({requirements:[`karpenter.sh/capacity-type In [spot]`]}))}
        `,{interruptionQueueName:`interruptionQueue`}),D(L(`karpenter`,{values:O`
            settings:
              clusterName: demo
              vmMemoryOverheadPercent: 0
          `}),{"vmMemoryOverheadPercent: 0":``}),D(L(`karpenter`,{values:O`
            settings:
              clusterName: demo
              ignoreDRARequests: false
          `}),{"ignoreDRARequests: false":``,"values:":O`
            values:
              controller:
                env:
                  - name: IGNORE_DRA_REQUESTS
                    value: "false"
          `}),D(k`
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
        `,{"aws_sqs_queue.interruption.url":`aws_sqs_queue.interruption.name`})],good:[k`
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
      `,L(`karpenter`,{values:O`
          settings:
            clusterName: demo
            interruptionQueue: karpenter-demo
            vmMemoryOverheadPercent: 0.075
        `}),L(`something-else`,{values:O`
          settings:
            vmMemoryOverheadPercent: 7.5
        `})]}}const Pf=M({id:`idle-reservations`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Capacity reservations`,mistakes:[20],on:{Manifests(e,t){for(let n of e.manifests)n.kind===`aws_ec2_capacity_reservation`&&Ff(n,t)}},docs:{summary:`Terraform creates a capacity reservation that no node class selects.`,why:`A capacity reservation costs money whether instances run in it or not. Since Karpenter supports reservations, its launches use only those that a node class selects, and no other open reservations. Reported only when the repository has node classes of the cluster for which Terraform creates the reservation. The rule does not know what else may run in the reservation.`,help:"Select it with `capacityReservationSelectorTerms`, and allow the capacity type `reserved` in the NodePool.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:If});function Ff(e,{clusterOf:t,report:n,karpenter:r}){let i=e.get([`spec`,`instance_match_criteria`])??`open`;if(!r.reservedCapacityByDefault||i!==`open`||e.isPartial)return;let a=t(e).ofKind(`EC2NodeClass`);if(a.length===0||a.some(e=>e.isPartial||e.get([`spec`,`capacityReservationSelectorTerms`])!==void 0))return;let[o]=a;n({manifest:e,at:e.span([`metadata`,`name`]),message:`No node class of the cluster selects the capacity reservation \`${e.name}\`, so Karpenter does not launch instances into it`,help:"Select it with `capacityReservationSelectorTerms`, and allow the capacity type `reserved` in the NodePool.",labels:[{span:o.span([`metadata`,`name`]),message:`selects no reservations`}]})}function If(){return{bad:[D(k`
          resource "aws_ec2_capacity_reservation" "nodes" {
            instance_type     = "m7i.large"
            instance_platform = "Linux/UNIX"
            availability_zone = "us-east-1a"
            instance_count    = 4
          }

          ${R(`default`,I)}
        `,{"role: KarpenterNodeRole-demo":O`
            role: KarpenterNodeRole-demo
            capacityReservationSelectorTerms:
              - id: \${aws_ec2_capacity_reservation.nodes.id}
          `})],good:[k`
        resource "aws_ec2_capacity_reservation" "nodes" {
          instance_type     = "m7i.large"
          instance_platform = "Linux/UNIX"
          availability_zone = "us-east-1a"
          instance_count    = 4
        }

        ${R(`default`,F(O`
            role: KarpenterNodeRole-demo
            capacityReservationSelectorTerms:
              - tags:
                  team: search
          `))}
      `,k`
        resource "aws_ec2_capacity_reservation" "nodes" {
          instance_type     = "m7i.large"
          instance_platform = "Linux/UNIX"
          availability_zone = "us-east-1a"
          instance_count    = 4
          instance_match_criteria = "targeted"
        }

        ${R(`default`,I)}
      `]}}const Lf=[{source:`aws.ec2`,type:`EC2 Spot Instance Interruption Warning`},{source:`aws.ec2`,type:`EC2 Instance State-change Notification`},{source:`aws.health`,type:`AWS Health Event`}],Rf=(e,t)=>e.source.origin?.root===t.source.origin?.root,zf=(e,t)=>{let[,n,r]=/^\$\{(aws_\w+)\.([\w-]+)\.\w+\}$/.exec(e)??[];return n===t?r:void 0};function Bf(e,{manifest:t,text:n}){let r=zf(n,`aws_sqs_queue`);if(r!==void 0)return r===e.name&&Rf(e,t);if(/^\$\{aws_\w+\./.test(n))return!1;let i=j(e,[`spec`,`name`]);return p(n)||i===void 0?void 0:n.split(/[:/]/).at(-1)===i}function Vf(e,t){let n=t.ofKind(`aws_cloudwatch_event_rule`),r=[],i=new Set;for(let a of t.ofKind(`aws_cloudwatch_event_target`)){let t=Bf(e,{manifest:a,text:v(a.get([`spec`,`arn`]))??"${unknown}"});if(t===!1)continue;let o=t?Hf(a,n):[];if(o.length===0)return;r.push(a);for(let e of o)i.add(e)}let a=Lf.filter(e=>![...i].some(t=>Gf(t,e))),o=t.ofKind(`aws_cloudwatch_event_target`).map(e=>Hf(e,n)),s=o.some(e=>e.length===0),c=new Set(o.flat());return{targets:r,missing:a,withoutTarget:s?[]:n.filter(e=>!c.has(e)&&a.some(t=>Kf(e,t)))}}function Hf(e,t){let n=v(e.get([`spec`,`rule`]))??``,r=zf(n,`aws_cloudwatch_event_rule`);return t.filter(t=>r===void 0?j(t,[`spec`,`name`])===n:t.name===r&&Rf(t,e))}function Uf(e){let t=e.get([`spec`,`event_pattern`]);if(t==null)return null;if(!(typeof t!=`string`||p(t)||t.length>Wf))try{return JSON.parse(t)}catch{return}}const Wf=1e4;function Gf(e,{source:t,type:n}){let r=Uf(e);if(r===void 0)return!0;let i=_(r),a=(e,t)=>{let n=i?.[e];return n===void 0||!Array.isArray(n)||n.some(e=>e===t||_(e))};return i!==void 0&&a(`source`,t)&&a(`detail-type`,n)}const Kf=(e,{type:t})=>y(_(Uf(e))?.[`detail-type`]).includes(t);function qf(e,t){let n=t.ofKind(`aws_sqs_queue_policy`).flatMap(t=>{let n=Bf(e,{manifest:t,text:v(t.get([`spec`,`queue_url`]))??"${unknown}"});return n===!1?[]:[{manifest:t,isOwn:n}]});if(!n.some(({isOwn:e})=>e===void 0))return[...e.get([`spec`,`policy`])===void 0?[]:[e],...n.map(({manifest:e})=>e)].map(e=>({manifest:e,allowsEvents:Jf(e,t)}))}function Jf(e,t){let n=Yf(e,t);if(!n)return;let r=n.filter(e=>e.effect===`Allow`&&Nr(e,`sqs:SendMessage`)).map(({principals:e,isNegated:t})=>{let n=[...e.values()].flat();if(!(t||n.length===0||n.some(p)))return(e.get(`Service`)??[]).includes(`events.amazonaws.com`)||n.includes(`*`)});return r.includes(!0)?!0:r.includes(void 0)?void 0:!1}function Yf(e,t){let n=e.get([`spec`,`policy`]);if(e.isPartial||n===void 0)return;if(typeof n!=`string`)return Xf(n);let[,r]=/^\$\{data\.aws_iam_policy_document\.([\w-]+)\.json\}$/.exec(n)??[],i=t.ofKind(`IamPolicy`).filter(t=>t.name===r&&Rf(t,e));if(i.length>0){let e=i.map(e=>e.isPartial?void 0:Xf(e.get([`spec`])));return e.includes(void 0)?void 0:e.flatMap(e=>e??[])}if(p(n))return;let a=Or(n);return`statements`in a?a.statements:void 0}function Xf(e){let t=_(e)?.Statement;if(!Array.isArray(t)||t.some(e=>!_(e)&&ge(e)))return;let n=Or(JSON.stringify({Statement:t}));return`statements`in n?n.statements:void 0}const Zf=M({id:`interruption-events`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests(e,t){let n=e.manifests.filter(({kind:e})=>e===`aws_sqs_queue`);for(let e of new Set(n.map(t.clusterOf)))$f(e,t)}},docs:{summary:`Some events that Karpenter needs do not reach its interruption queue.`,why:`EventBridge sends spot interruption warnings, health events and changes of instance states to the queue that Karpenter reads. It needs a rule for each event, a target for each rule, and a policy of the queue that lets it send. If one of them is missing, EventBridge drops the events without an error, and Karpenter does not drain the node. Karpenter only counts rebalance recommendations, so they are not required. Reported only when Terraform creates the queue without Karpenter’s module, and at least one of the rules, targets and policies.`,help:"Create a rule and a target for each event, and a queue policy that allows `events.amazonaws.com` the action `sqs:SendMessage`.",url:`https://karpenter.sh/docs/reference/cloudformation/#interruption-handling`},examples:ap}),Qf=/event|sqs|queue|notif|interrupt|spot/i;function $f(e,t){let n=yc(e).map(({manifest:e})=>e);if(!(e.ofKind(`unread_module`).some(e=>Qf.test(v(e.get([`spec`,`source`]))??``))||Dc(e)||n.some(({kind:e})=>e===`module`)))for(let r of n)ep(r)||tp(r,e,t)}const ep=e=>/dlq|dead/i.test(`${e.name} ${v(e.get([`spec`,`name`]))??``}`);function tp(e,t,n){let r=Vf(e,t),i=qf(e,t);if(!(r&&i&&(r.targets.length>0||r.withoutTarget.length>0||i.length>0))||e.isPartial||(r.missing.length>0&&ip(e,r,n),r.targets.length===0||r.targets.some(e=>e.get([`spec`,`role_arn`])!==void 0))||i.some(({allowsEvents:e})=>e!==!1))return;let[a]=i;n.report({manifest:e,at:e.span(np(e)),message:`No policy lets EventBridge send events to the queue ${rp(e)}, so the queue stays empty and Karpenter does not drain nodes that AWS stops`,help:a?"Allow `events.amazonaws.com` the action `sqs:SendMessage` in the policy of the queue.":`Create an \`aws_sqs_queue_policy\` for \`aws_sqs_queue.${e.name}\` that allows \`events.amazonaws.com\` the action \`sqs:SendMessage\`.`,labels:a?[{span:a.manifest.span([`spec`,`policy`]),message:`the policy of the queue`}]:[]})}const np=e=>e.get([`spec`,`name`])===void 0?[`metadata`,`name`]:[`spec`,`name`],rp=e=>`\`${j(e,[`spec`,`name`])??e.name}\``;function ip(e,{missing:t,withoutTarget:n},r){let[i]=n,a=t.length>1;r.report({manifest:e,at:e.span(np(e)),message:`No EventBridge rule sends ${W(t.map(({type:e})=>e),` and `)} to the queue ${rp(e)}, so Karpenter does not drain nodes after ${a?`these events`:`this event`}`,help:i?`Create an \`aws_cloudwatch_event_target\` with this queue for \`aws_cloudwatch_event_rule.${i.name}\`.`:`Create an \`aws_cloudwatch_event_rule\` for ${a?`each of them`:`it`}, with this queue as its target.`,labels:n.slice(0,3).map(e=>({span:e.span([`metadata`,`name`]),message:`this rule does not have the queue as a target`}))})}function ap(){let e=(e,t,n)=>k`
      resource "aws_cloudwatch_event_rule" "${e}" {
        event_pattern = jsonencode({ source = ["${t}"], detail-type = ["${n}"] })
      }
    `.text,t=e=>k`
      resource "aws_cloudwatch_event_target" "${e}" {
        rule = aws_cloudwatch_event_rule.${e}.name
        arn  = aws_sqs_queue.karpenter.arn
      }
    `.text,n=e(`spot`,`aws.ec2`,`EC2 Spot Instance Interruption Warning`),r=e(`state`,`aws.ec2`,`EC2 Instance State-change Notification`),i=e(`health`,`aws.health`,`AWS Health Event`),a=e=>k`
    resource "aws_sqs_queue" "karpenter" {
      name = "karpenter-orders"
    }

    ${e}
  `,o=e=>k`
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
`),c=o(`events.amazonaws.com`),l=`resource "aws_sqs_queue" "karpenter" {`;return{bad:[D(a([n,r,t(`state`),i,t(`health`),c].join(`
`)),{[l]:`${t(`spot`)}\n${l}`}),D(a([n,t(`spot`),r,t(`state`),c].join(`
`)),{[l]:`${i}\n${t(`health`)}\n${l}`}),D(a(s),{[l]:`${c}\n${l}`}),D(a(`${s}\n${o(`sns.amazonaws.com`)}`),{"sns.amazonaws.com":`events.amazonaws.com`})],good:[a(`${s}\n${c}`),k`
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
      `,a(``)]}}const op=M({id:`interruption-queue`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[81],on:{Manifests(e,t){for(let n of Et(e))sp(n,t)}},docs:{summary:"Karpenter’s `interruptionQueue` is not the queue that Terraform creates for it, or is not set.",why:`AWS sends spot interruptions, health events and rebalance recommendations through an SQS queue. If Karpenter has the name of another queue, or of a queue that does not exist, it receives nothing. When AWS then reclaims a spot node, Karpenter does not move its pods in the two minutes before. Older versions of Karpenter do not even start with a wrong name. A name that is not set is a warning, and is reported only if a NodePool launches spot nodes. Reported only when Terraform creates the queue for the cluster of the release. The values may be in another folder.`,help:"Set `interruptionQueue` to the name of the queue. In Terraform, refer to the queue’s name, such as `module.karpenter.queue_name` or `aws_sqs_queue.karpenter.name`.",url:`https://karpenter.sh/docs/concepts/disruption/#interruption`},examples:dp});function sp(e,t){let{manifest:n}=e,r=Sc(e).find(e=>n.get(e)!==void 0);if(!r){cp(e,t);return}let i=j(n,r);if(!i||/[:/]/.test(i))return;let a=yc(t.clusterOf(n)),[o]=a;o&&!a.some(({name:e})=>e===void 0||e===i)&&t.report({manifest:n,at:n.span(r),message:`\`${r.at(-1)}\` is \`${i}\`, but the queue that Terraform creates for Karpenter is named \`${o.name}\``,help:Eu(n,o.manifest)?`Refer to the queue’s name: \`${up(o.manifest)}\`.`:`Set \`${r.at(-1)}: ${o.name}\`.`,labels:[{span:o.manifest.span(o.path),message:`the queue${$(n,o.manifest,t)}`}]})}function cp({chart:e,manifest:t,values:n,isOpen:r},i){if(e!==`karpenter`||r||t.isPartial)return;let a=_(t.get([...n,`settings`])),o=i.clusterOf(t),[s,...c]=yc(o);if(!a||a.interruptionQueueName!==void 0||!s||c.length>0||t.get([...n,`controller`])!==void 0)return;let l=o.ofKind(`NodePool`).find(e=>lp(e,i));l&&i.report({manifest:t,severity:`warning`,at:t.keySpan([...n,`settings`]),message:`Karpenter does not read the queue that Terraform creates for it, because \`interruptionQueue\` is not set. It does not move the pods of \`${l.name}\` before AWS reclaims a spot node`,help:Eu(t,s.manifest)?`Set \`settings.interruptionQueue\` to the queue’s name: \`${up(s.manifest)}\`.`:`Set \`settings.interruptionQueue\` to the queue’s name${s.name===void 0?``:`: \`${s.name}\``}.`,labels:[{span:s.manifest.span(s.path),message:`the queue${$(t,s.manifest,i)}`}]})}const lp=(e,{compatible:t})=>Xt(e).some(({key:e,values:t})=>x(e)===S.capacityType&&t.some(({text:e})=>e===`spot`))&&(t(e)?.count(`spot`).instanceTypes??0)>0,up=({kind:e,name:t})=>e===`module`?`module.${t}.queue_name`:`${e}.${t}.name`;function dp(){let e=N({requirements:[`karpenter.k8s.aws/instance-family In [c6i, c7i, m6i, m7i, r6i, r7i]`,`karpenter.sh/capacity-type In [spot]`]});return{bad:[D(k`
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
        `,{'"karpenter-prod"':`aws_sqs_queue.karpenter.name`}),D(k`
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

          ${R(`spot`,e)}
        `,{'value = "demo" },':`value = "demo" },
{ name = "settings.interruptionQueue", value = aws_sqs_queue.karpenter.name },`})],good:[k`
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
      `,k`
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
      `]}}const fp=M({id:`isolated-vpc`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[97],on:{Manifests(e,{clusterOf:t,report:n}){for(let{manifest:r,chart:i,values:a,isOpen:o}of Et(e)){let e=r.isPartial||o&&r.kind!==`HelmValues`;if(i!==`karpenter`||e)continue;let s=[...a,`settings`,`isolatedVPC`];if(r.get(s)!==void 0)continue;let c=t(r).ofKind(`module`).filter(e=>oc(e)===`vpc`),[l]=c;c.length===1&&l&&!l.isPartial&&y(l.get([`spec`,`private_subnets`])).length!==0&&(pp.some(e=>![void 0,!1].includes(l.get([`spec`,e])))||n({manifest:r,at:r.span(s),message:"The VPC of the cluster has only private subnets and no NAT gateway, but `isolatedVPC` is not set, so Karpenter waits for prices that it cannot fetch",help:"Set `settings.isolatedVPC` to `true`, unless traffic leaves the VPC in another way.",labels:[{span:l.span([`spec`,`private_subnets`]),message:`the private subnets`}]}))}}},docs:{summary:"Karpenter runs in a VPC without internet access, but `isolatedVPC` is not set.",why:"Karpenter asks the AWS Pricing API for on-demand prices, and there is no VPC endpoint for that API. If nodes cannot reach the internet, each attempt waits until it times out, and errors fill the log. With `isolatedVPC` Karpenter uses the prices that it was built with. Reported only when Terraform creates the VPC of the cluster with only private subnets and no NAT gateway.",help:"Set `settings.isolatedVPC` to `true`, unless traffic leaves the VPC in another way, such as through a transit gateway.",url:`https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/#private-clusters`},examples:mp}),pp=[`public_subnets`,`enable_nat_gateway`,`enable_vpn_gateway`,`enable_ipv6`,`create_egress_only_igw`,`propagate_private_route_tables_vgw`];function mp(){return{bad:[D(k`
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
{ name = "settings.isolatedVPC", value = "true" },`})],good:[k`
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
      `,k`
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
      `]}}const hp=M({id:`kops-karpenter`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests:_p},docs:{summary:`A kOps specification uses Karpenter in a way that kOps or Karpenter does not support.`,why:"For each InstanceGroup with `manager: Karpenter`, kOps creates a NodePool. It installs Karpenter if the cluster enables it. Karpenter needs permissions for its service account there, and it cannot manage control plane nodes. Without a mixed instances policy, it can launch only the one `machineType`.",help:"Enable Karpenter and `iam.useServiceAccountExternalPermissions` in the Cluster. Remove `manager: Karpenter` from groups of the control plane, and list instance types under `mixedInstancesPolicy`.",url:`https://kops.sigs.k8s.io/operations/karpenter/`},examples:xp}),gp=({apiVersion:e})=>h(e)===`kops.k8s.io`;function _p(e,t){let n=e.manifests.filter(e=>e.kind===`Cluster`&&gp(e)&&!e.isPartial),r=e.manifests.filter(e=>e.kind===`InstanceGroup`&&gp(e)&&e.get([`spec`,`manager`])===`Karpenter`);for(let e of n)vp(e,r,t);for(let e of r)bp(e,t)}function vp(e,t,{report:n,clusterOf:r}){let i=e.get([`spec`,`karpenter`,`enabled`])===!0,a=t.find(t=>r(t)===r(e)&&yp(t)===e.name);a&&!i&&n({manifest:e,at:e.span([`spec`,`karpenter`,`enabled`]),message:`InstanceGroup \`${a.name}\` has \`manager: Karpenter\`, but \`${e.name}\` does not enable Karpenter, so nothing launches nodes for this group`,help:"Set `spec.karpenter.enabled: true`.",labels:[{span:a.span([`spec`,`manager`]),message:`this group expects Karpenter`}]});let o=[`spec`,`iam`,`useServiceAccountExternalPermissions`],s=e.get(o);i&&(s===void 0||s===!1)&&n({manifest:e,at:e.span(o),message:`Karpenter needs external permissions for service accounts, which this cluster does not enable, so kOps rejects it`,help:"Set `spec.iam.useServiceAccountExternalPermissions: true`, and set a discovery store in `spec.serviceAccountIssuerDiscovery`."})}const yp=e=>v(_(e.get([`metadata`,`labels`]))?.[`kops.k8s.io/cluster`]);function bp(e,{report:t}){let n=v(e.get([`spec`,`role`]))??``;/^(?:control-?plane|master|apiserver)$/i.test(n)&&t({manifest:e,at:e.span([`spec`,`manager`]),message:`InstanceGroup \`${e.name}\` belongs to the control plane, whose nodes Karpenter cannot manage`,help:"Remove `manager`, so that an auto scaling group manages these nodes."});let r=v(e.get([`spec`,`machineType`]))??``,i=/^[a-z][\w-]*\.[\w-]+$/.test(r);n===`Node`&&i&&e.get([`spec`,`mixedInstancesPolicy`])===void 0&&!e.isPartial&&t({manifest:e,at:e.span([`spec`,`machineType`]),severity:`note`,message:`Karpenter can launch only ${r} for InstanceGroup \`${e.name}\`, so it has no choice when AWS runs out of this type`,help:"List several instance types under `mixedInstancesPolicy.instances`."})}function xp(){return{bad:[D(O`
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
        `,{"cloudProvider: aws":O`
            cloudProvider: aws
            karpenter:
              enabled: true
          `}),D(O`
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
        `,{"cloudProvider: aws":O`
            cloudProvider: aws
            iam:
              useServiceAccountExternalPermissions: true
            serviceAccountIssuerDiscovery:
              discoveryStore: s3://demo-oidc
          `}),D(O`
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
        `,{"manager: Karpenter":``}),D(O`
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
        `,{"machineType: m7i.large":O`
            machineType: m7i.large
            mixedInstancesPolicy:
              instances: [m7i.large, m7a.large]
          `})],good:[O`
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
      `,O`
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
      `]}}const Sp=[{field:`maxPods`,spelt:/--max-pods[= ]\d|^[ \t]*maxPods:|^[ \t]*"?max-pods"?\s*=/m},{field:`kubeReserved`,spelt:/--kube-reserved[= ]|^[ \t]*kubeReserved:|^[ \t]*\[settings\.kubernetes\.kube-reserved\]/m},{field:`systemReserved`,spelt:/--system-reserved[= ]|^[ \t]*systemReserved:|^[ \t]*\[settings\.kubernetes\.system-reserved\]/m},{field:`evictionHard`,spelt:/--eviction-hard[= ]|^[ \t]*evictionHard:|^[ \t]*\[settings\.kubernetes\.eviction-hard\]/m}],Cp=M({id:`kubelet-in-user-data`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[56],on:{NodeClass(e,{report:t}){let n=an(e);if(n===void 0||rn(e)===void 0)return;let r=n.replaceAll(/^[ \t]*#.*$/gm,``);if(e.apiVersion!==`karpenter.k8s.aws/v1`)return;let i=_(e.get([`spec`,`kubelet`]))??{},a=Sp.filter(({field:e,spelt:t})=>!Object.hasOwn(i,e)&&t.test(r));if(a.length===0)return;let o=a.map(({field:e})=>`\`${e}\``).join(`, `);t({at:e.keySpan([`spec`,`userData`]),message:`User data sets ${o}, which Karpenter does not read there, so it sizes nodes incorrectly`,help:`Move ${o} to \`spec.kubelet\`.`})}},docs:{summary:`User data sets kubelet settings that Karpenter does not read there, so it sizes nodes incorrectly.`,why:"Karpenter works out what fits on a node from `spec.kubelet` of the EC2NodeClass, and never from user data. With another `maxPods` or another reservation there, nodes are smaller or larger than Karpenter assumes. If they are smaller, pods stay pending and Karpenter launches more nodes. If they are larger, they stay half empty. For Amazon Linux 2023 Karpenter’s own settings win anyway, so those in the user data have no effect.",help:"Move the setting to `spec.kubelet`. Karpenter then writes it into the user data itself.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:wp});function wp(){return{bad:[D(F(O`
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
userData: |`}),D(F(O`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            [settings.kubernetes]
            kube-api-qps = 30
            max-pods = 42
        `),{"max-pods = 42":``,"userData: |":`kubelet:
  maxPods: 42
userData: |`})],good:[F(O`
        amiSelectorTerms:
          - alias: al2023@v20260715
        kubelet:
          maxPods: 42
      `),F(O`
        amiSelectorTerms:
          - alias: al2023@v20260715
        userData: |
          apiVersion: node.eks.aws/v1alpha1
          kind: NodeConfig
          spec:
            kubelet:
              config:
                shutdownGracePeriod: 30s
      `),F(O`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          kubelet:
            maxPods: 42
          userData: |
            #!/bin/bash
            /opt/company/join-cluster --max-pods=42
        `,`ubuntu`)]}}const Tp=[S.instanceType,S.instanceFamily,S.instanceCategory,S.instanceGeneration],Ep=M({id:`lost-defaults`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[9],on:{Manifests(e,{report:t,base:n}){let r=new Map([...n?Dp(n):[],...Dp(e)].map(e=>[e.name,e]));for(let n of B(e)){let e=r.get(n.name);if(!e||n.isPartial||e.isPartial)continue;let i=Xt(n).map(({key:e})=>x(e)),a=Op(e).filter(({key:e})=>!i.some(t=>kp(t,e)));a.length!==0&&t({manifest:n,at:n.keySpan([`spec`,`template`,`spec`,`requirements`]),message:`Provisioner \`${n.name}\` had the defaults ${a.map(Ap).join(`, `)}, which NodePool \`${n.name}\` does not have`,help:`Add a requirement for each of these keys, with the old value or the one that you want.`})}}},docs:{summary:`A NodePool replaces a Provisioner, but does not have the requirements that v1alpha5 added by default.`,why:`A Provisioner had defaults: amd64, on-demand and the newer generations of the categories c, m and r. A NodePool has none of them. Once it replaces the Provisioner, Karpenter may launch arm64 nodes for images that are built for amd64, and spot nodes for workloads that cannot handle interruptions. It may also launch burstable, GPU or old instance types if they are cheap.`,help:`Add the old defaults as requirements of the NodePool, or the requirements that should replace them.`,url:`https://karpenter.sh/v0.32/upgrading/v1beta1-migration/`},examples:jp}),Dp=e=>e.manifests.filter(({kind:e,apiVersion:t})=>e===`Provisioner`&&h(t)===`karpenter.sh`),Op=e=>Xt(e).filter(({path:e,key:t})=>e.length===1&&t!==S.os),kp=(e,t)=>e===t||Tp.includes(t)&&Tp.includes(e),Ap=({key:e,operator:t,values:n})=>`\`${e} ${t} ${n.map(({text:e})=>e).join(`, `)}\``;function jp(){return{bad:[D(A({karpenter:`0.32`},z(O`
              apiVersion: karpenter.sh/v1alpha5
              kind: Provisioner
              metadata:
                name: default
              spec:
                limits:
                  resources:
                    cpu: 100
            `,N({apiVersion:`karpenter.sh/v1beta1`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`]}))),{"requirements:":O`
            requirements:
              - key: kubernetes.io/arch
                operator: In
                values: [amd64]
              - key: karpenter.sh/capacity-type
                operator: In
                values: [on-demand]
          `})],good:[A({karpenter:`0.32`},z(O`
            apiVersion: karpenter.sh/v1alpha5
            kind: Provisioner
            metadata:
              name: default
            spec:
              limits:
                resources:
                  cpu: 100
          `,N({apiVersion:`karpenter.sh/v1beta1`,requirements:[`kubernetes.io/arch In [amd64]`,`karpenter.sh/capacity-type In [on-demand]`,`karpenter.k8s.aws/instance-family In [m5, c5]`]}))),A({karpenter:`0.37`},N({apiVersion:`karpenter.sh/v1beta1`,name:`never-was-a-provisioner`}))]}}const Mp=[`spec`,`metadataOptions`],Np=M({id:`metadata-options`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Security`,mistakes:[],controls:[`AWS FSBP EC2.8`,`AWS FSBP EC2.170`,`CIS AWS Foundations 5.7`],on:{NodeClass(e,{report:t}){let n=[...Mp,`httpTokens`];e.get(n)===`optional`&&t({at:e.span(n),message:`Instances of \`${e.name}\` answer requests for their metadata without a token (IMDSv1), so a program that fetches URLs for others can leak the node’s credentials`,help:"Set `httpTokens: required`.",fix:{description:"Replace with `required`",edits:b(e,n,`required`)}});let r=[...Mp,`httpPutResponseHopLimit`],i=e.get(r);typeof i!=`number`||i<=2||t({at:e.span(r),severity:`note`,message:`The hop limit of ${i} lets containers and proxies behind a node of \`${e.name}\` read the node’s credentials`,help:"Set `httpPutResponseHopLimit: 1`, or 2 if pods need the instance metadata.",fix:{description:`Replace with 2`,edits:b(e,r,`2`)}})}},docs:{summary:`A node class allows version 1 of the instance metadata service, or a hop limit above 2.`,why:`The instance metadata contains the credentials of the node’s role. Version 1 answers any HTTP request, so a server that can be made to fetch a URL gives them away. Version 2 requires a token, and its hop limit decides how far the token travels. With a limit of 1 only the node itself gets one, with 2 also its pods. Karpenter requires version 2 by default. A limit of 2 is not reported, because some pods need it.`,help:"Set `httpTokens: required` and a hop limit of 1, or 2 if pods need the instance metadata.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specmetadataoptions`},examples:Fp}),Pp=e=>F(O`
    role: KarpenterNodeRole-demo
    metadataOptions:
      ${e}
  `);function Fp(){return{bad:[Pp(`httpTokens: optional`),D(Pp(`httpPutResponseHopLimit: 64`),{"httpPutResponseHopLimit: 64":`httpPutResponseHopLimit: 1`})],good:[Pp(`httpPutResponseHopLimit: 2`),Pp(`httpTokens: required`)]}}const Ip=(e,t)=>e.price(t,`on-demand`,e.zonesOf(t)[0]??``)?.hourlyUsd;function Lp(e){let t=new WeakMap;return(n,r)=>{let i=t.get(n)??{value:e(n,r)};return t.set(n,i),i.value}}const Rp=M({id:`min-values-exotic`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[24],on:{NodePool:zp},docs:{summary:"A NodePool with `minValues` allows bare metal and accelerators, which Karpenter otherwise avoids.",why:"If ordinary instance types are enough, Karpenter removes bare metal types and types with accelerators from the candidates of a launch. It also removes spot types that cost more than on-demand. With `minValues` it removes neither, to keep enough variety. A small pod may then get a machine with 96 cores that takes minutes to start.",help:"List only the instance categories that you want, and exclude bare metal with `karpenter.k8s.aws/instance-hypervisor In [nitro]`.",url:`https://karpenter.sh/docs/concepts/nodepools/#min-values`},examples:Up});function zp(e,{report:t,catalog:n,compatible:r,settings:i}){let a=Vr(n),o=H(e).find(({path:t})=>e.get([...t,`minValues`])!==void 0),s=o&&r(e);if(!a||!s?.isExact||i.karpenter.minValuesPolicy===`BestEffort`)return;let c=Bp(s,a);c!==void 0&&t({at:e.span([...o.path,`minValues`]),message:`With \`minValues\`, Karpenter may also launch the ${c.count} of ${s.names.length} instance types of \`${e.name}\` that ${c.kind}${c.gap}`,help:"If you do not want them, list only the categories that you want, and exclude bare metal with `karpenter.k8s.aws/instance-hypervisor In [nitro]`."})}const Bp=Lp(({names:e},t)=>{let n=e.map(e=>t.type(e)),r=new Set(n.filter(Hp).map(({name:e})=>e));if(r.size===0||r.size===n.length)return;let i=e.map(e=>({name:e,usd:Ip(t,e)??0})).filter(({usd:e})=>e>0).sort((e,t)=>e.usd-t.usd||g(e.name,t.name)),a=i.slice(0,60).some(({name:e})=>r.has(e));if(!n.some(Vp)&&!a)return;let[o]=i,s=i.findLast(({name:e})=>r.has(e)),c=o&&s?`, up to ${s.name} at $${s.usd.toFixed(2)}/hour, while ${o.name} costs $${o.usd.toFixed(4)}/hour`:``,l=n.some(Vp)?`are bare metal or have accelerators`:`are bare metal`;return{count:r.size,kind:l,gap:c}}),Vp=({gpus:e,accelerator:t,neuron:n})=>e.length>0||t!==void 0||n!==void 0,Hp=e=>e.isBareMetal||Vp(e);function Up(){return{bad:[D(z(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:O`
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
            `}),I),{"[c, m, g]":`[c, m]`,"requirements:":O`
            requirements:
              - key: karpenter.k8s.aws/instance-hypervisor
                operator: In
                values: [nitro]
          `}),D(z(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:O`
              - key: karpenter.sh/capacity-type
                operator: In
                values: [on-demand, spot]
              - key: karpenter.k8s.aws/instance-family
                operator: In
                values: [c6i, m6i, r6i]
                minValues: 3
            `}),I),{"requirements:":O`
            requirements:
              - key: karpenter.k8s.aws/instance-hypervisor
                operator: In
                values: [nitro]
          `})],good:[z(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:O`
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
          `}),I),z(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:O`
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
          `}),I),z(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand, spot]`,`karpenter.k8s.aws/instance-category In [c, m, g]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`]}),I)]}}const Wp=M({id:`node-access`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[70],on:{Manifests(e,t){for(let n of dn(e))Gp(n,t)}},docs:{summary:`The role of a node class has no access to the cluster, or loses it with this change.`,why:"A node can join a cluster only if its role has an access entry or is listed in the ConfigMap `aws-auth`. Without it, instances start, but the API server rejects their kubelets. Managed node groups need neither, because EKS adds their role itself. When the last node group with a role goes, EKS removes the role again, and all Karpenter nodes that share it lose the cluster. This loss is an error. A role that has no access at all is reported only when the files create the role and list who may join.",help:"Create an access entry of type `EC2_LINUX` for the role, or list the role in `aws-auth` as the other roles of nodes.",url:`https://docs.aws.amazon.com/eks/latest/userguide/access-entries.html`},examples:$p});function Gp(e,t){let n=t.clusterOf(e),r=e.isPartial?void 0:Yc(e,n);if(!r||$c(r,Zc(n))!==!1)return;let i=Jp(e,r,t);i.length>0?Zp(e,{role:r,lost:i},t):Qp(e,r,t)}const Kp=({name:e,address:t})=>`\`${e??t?.split(`: `)[1]??``}\``,qp=e=>e.get([`spec`,`role`])===void 0?`instanceProfile`:`role`;function Jp(e,t,n){let r=Yp(e,n.base),i=r&&n.baseClusterOf(r),a=r&&Yc(r,i);if(!i||!a||Jc(a,t)!==!0)return[];let o=Zc(i).grants.filter(e=>Jc(e.role,a)===!0),s=n.clusterOf(e);return o.every(({manifest:e})=>Xp(e,s))?o:[]}function Yp(e,t){let n=t?dn(t).filter(({name:t})=>t===e.name):[];return n.find(({source:t})=>t.file===e.source.file)??(n.length===1?n[0]:void 0)}const Xp=(e,{manifests:t})=>t.some(t=>t.source.file===e.source.file||Eu(t,e));function Zp(e,{role:t,lost:n},{report:r}){let i=n.some(({by:e})=>e===`nodeGroup`);r({manifest:e,severity:`error`,at:e.span([`spec`,qp(e)]),message:i?`All nodes of \`${e.name}\` lose access to the cluster, because this change removes the last node group with the role ${Kp(t)}. EKS removes the access of a role with its last node group`:`All nodes of \`${e.name}\` lose access to the cluster, because this change removes the access of the role ${Kp(t)}`,help:"Create an access entry of type `EC2_LINUX` for this role in the same change."})}function Qp(e,t,n){let r=n.clusterOf(e),i=Tc(r).roles.find(({address:e})=>e===t.address),{grants:a}=Zc(r),o=a.find(({by:e})=>e===`entry`);if(i?.manifest.kind!==`aws_iam_role`||!(o||yl(r))||t.name!==void 0&&nl(n).has(t.name))return;let s=o?.manifest.kind===`ConfigMap`||o?.manifest.kind===`kubernetes_config_map`;n.report({manifest:e,at:e.span([`spec`,qp(e)]),message:`The role ${Kp(t)} of \`${e.name}\` has no access to the cluster, so its nodes never join`,help:s?"Add the role to `mapRoles`, with the same user name and groups as the other roles of nodes.":"Create an access entry of type `EC2_LINUX` for this role.",labels:[{span:i.manifest.span(i.path),message:`the role${$(e,i.manifest,n)}`},...o?[{span:o.manifest.span(o.path),message:`the access of other nodes`}]:[]]})}function $p(){let e=e=>k`
    resource "aws_iam_role" "nodes" {
      name = "orders-nodes"
    }

    resource "aws_iam_role" "karpenter" {
      name = "orders-karpenter-nodes"
    }

    ${e}

    ${R(`default`,F(`role: orders-karpenter-nodes`))}
  `,t=(e,t)=>k`
    resource "aws_eks_access_entry" "${e}" {
      cluster_name  = "orders"
      principal_arn = aws_iam_role.${t}.arn
      type          = "EC2_LINUX"
    }
  `.text,n=k`
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
  `.text;return{bad:[D(e(t(`nodes`,`nodes`)),{'resource "aws_eks_access_entry" "nodes" {':`${t(`karpenter`,`karpenter`)}\nresource "aws_eks_access_entry" "nodes" {`}),D(e(n),{"mapRoles = yamlencode([":`mapRoles = yamlencode([
          {
            rolearn  = aws_iam_role.karpenter.arn
            username = "system:node:{{EC2PrivateDNSName}}"
            groups   = ["system:bootstrappers", "system:nodes"]
          },`})],good:[e(`${t(`nodes`,`nodes`)}\n${t(`karpenter`,`karpenter`)}`),e(`${t(`nodes`,`nodes`)}
        resource "aws_eks_node_group" "system" {
          cluster_name    = "orders"
          node_group_name = "system"
          node_role_arn   = aws_iam_role.karpenter.arn
        }`),e(t(`nodes`,`nodes`).replace(`aws_iam_role.nodes.arn`,`var.node_role_arn`)),e(``)]}}const em=e=>bi(e)||e.length<5||/\d/.test(e)||/^(?:north|south|east|west|central)/.test(e);function tm(e,t){if(e===t)return!0;if(Math.max(e.length,t.length)>100)return!1;let[n,r]=[nm(e),nm(t)],[i,a]=n.length<=r.length?[n,r]:[r,n];return i.length<a.length?i.every(e=>a.includes(e)):i.every((e,t)=>rm(e,a[t]))}const nm=e=>e.toLowerCase().split(/[-_./]/),rm=(e,t)=>e===t||!em(e)&&!em(t)&&r(e,t)<=2,im=[[`dev`,`develop`,`development`],[`test`,`testing`],[`int`,`integration`],[`stage`,`staging`,`stg`],[`prod`,`production`,`prd`]],am=e=>im.find(t=>t.includes(e))?.[0]??e,om=e=>e.toLowerCase().replace(/\bpre-prod\b/,`preprod`).split(/[-_.]/).map(am).sort().join(`-`);function sm(e,t){if(e===t)return!0;let[n,r]=[e.split(`-`),t.split(`-`)],[i,a]=n.length<=r.length?[n,r]:[r,n];return i.length<a.length&&i.some(bi)&&i.every(e=>a.includes(e))}const cm=M({id:`node-role-exists`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[68],on:{Manifests(e,t){for(let n of dn(e))for(let e of[`role`,`instanceProfile`])um(n,e,t)}},docs:{summary:`A node class names a role or instance profile that is almost, but not exactly, the one that the files create.`,why:`Karpenter launches nodes only with a role or instance profile that exists. If the name has a typing mistake, or is that of another environment, the node class is not ready, or its nodes cannot join the cluster. Karpenter’s Terraform module also adds a random suffix to the name of the role by default. Reported only when the files of the cluster create the role and its name is known. A completely different name may be that of a role from elsewhere.`,help:"Use the name of the role that the files create. With Karpenter’s module, set `node_iam_role_use_name_prefix = false`, or refer to the output `node_iam_role_name`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specrole`},examples:vm}),lm={role:`role`,instanceProfile:`instance profile`};function um(e,t,n){let r=j(e,[`spec`,t]);if(e.isPartial||r===void 0||/[:/]/.test(r)||nl(n).has(r))return;let{roles:i,profiles:a,mayBeMore:o}=Tc(n.clusterOf(e)),[s,c]=t===`role`?[i,a]:[a,i];if(o||s.some(e=>e.canBeNamed(r)))return;let l={nodeClass:e,field:t,written:r,created:s},u=s.find(({prefix:e})=>e===r||e===`${r}-`);u?dm(l,u,n):fm(l,c,n)}function dm({nodeClass:e,field:t,written:n},r,i){let{manifest:a,path:o}=r,s=a.kind===`module`,c=s?`module.${a.name}`:`${a.kind}.${a.name}`,l=s?t===`role`?`node_iam_role_name`:`instance_profile_name`:`name`,u=Eu(e,a)?`, or refer to \`${c}.${l}\``:``;i.report({manifest:e,at:e.span([`spec`,t]),message:`\`${e.name}\` uses the ${lm[t]} \`${n}\`, but Terraform adds a suffix to this name, so there is no ${lm[t]} with exactly this name`,help:s?`Set \`${Rc(a).usesPrefix} = false\` in \`${c}\`${u}.`:`Set \`name = "${n}"\` instead of \`name_prefix\` in \`${c}\`${u}.`,labels:[{span:a.span(o),message:`the beginning of its name${$(e,a,i)}`}]})}function fm(e,t,n){let{nodeClass:r,field:i,written:a,created:o}=e,s=n.clusterOf(r).environment??``,c=n.all.manifests.some(e=>e.kind===`aws_iam_role`&&j(e,[`spec`,`name`])===a),l=o.filter(({name:e})=>e!==void 0),u=t.some(({name:e})=>e===a),d=l.filter(({name:e})=>u||!c&&hm(a,e)||_m(s,{written:a,name:e})&&!gm(r,a,e)),[f]=d;!f||new Set(d.map(({name:e})=>e)).size>1||n.report({manifest:r,at:r.span([`spec`,i]),message:u?`\`${a}\` is the name of ${i===`role`?`an instance profile`:`a role`}. The ${lm[i]} that ${f.tool} creates is named \`${f.name}\``:`\`${r.name}\` uses the ${lm[i]} \`${a}\` instead of \`${f.name}\`, which ${f.tool} creates`,help:`Set \`${i}: ${f.name}\`.`,labels:[{span:f.manifest.span(f.path),message:`the ${lm[i]}${$(r,f.manifest,n)}`}]})}const pm=e=>e.split(/[-_.,+=@]/);function mm(e,t){let[n,r]=[pm(e),pm(t)];if(n.length!==r.length)return;let i=n.flatMap((e,t)=>e===r[t]?[]:[[e,r[t]]]);return i.length===1?i[0]:void 0}function hm(e,t){let[n,i]=[e,t].map(e=>pm(e.toLowerCase()));if(n.join(``)===i.join(``))return!0;let a=mm(e.toLowerCase(),t.toLowerCase());return a===void 0?!1:a[0]===`${a[1]}s`||a[1]===`${a[0]}s`||!a.some(em)&&r(...a)===1}function gm(e,t,n){let[r=``]=mm(t,n)??[],i=e.span([]).file.split(`/`).at(-1);return[...pm(e.name),...pm(i)].some(e=>om(e)===om(r))}function _m(e,{written:t,name:n}){let[r,i]=mm(t,n)??[];if(r===void 0||i===void 0||![r,i].every(bi))return!1;let a=om(e).split(`-`);return a.includes(om(i))&&!a.includes(om(r))}function vm(){let e=(e,t)=>k`
    module "karpenter" {
      source  = "terraform-aws-modules/eks/aws//modules/karpenter"
      version = "~> 21.0"

      cluster_name = "orders"
      ${e}
    }

    ${R(`default`,F(`role: ${t}`))}
  `;return{bad:[D(e(``,`Karpenter-orders`),{'cluster_name = "orders"':`cluster_name = "orders"
node_iam_role_use_name_prefix = false`},{"role: Karpenter-orders":"role: ${module.karpenter.node_iam_role_name}"}),D(k`
          resource "aws_iam_role" "nodes" {
            name = "KarpenterNodeRole-orders"
          }

          ${R(`default`,F(`role: KarpenterNodesRole-orders`))}
        `,{"role: KarpenterNodesRole-orders":`role: KarpenterNodeRole-orders`}),D(k`
          resource "aws_iam_role" "nodes" {
            name = "KarpenterNodeRole-orders"
          }

          resource "aws_iam_instance_profile" "nodes" {
            name = "KarpenterNodeInstanceProfile-orders"
            role = aws_iam_role.nodes.name
          }

          ${R(`default`,F(`instanceProfile: KarpenterNodeRole-orders`))}
        `,{"instanceProfile: KarpenterNodeRole-orders":`instanceProfile: KarpenterNodeInstanceProfile-orders`})],good:[e(`node_iam_role_use_name_prefix = false`,`Karpenter-orders`),e(`node_iam_role_name = var.role`,`Karpenter-orders`),e(``,`KarpenterNodeRole-of-another-team`),k`
        resource "aws_iam_role" "nodes" {
          name = "KarpenterNodeRole-orders-1"
        }

        ${R(`default`,F(`role: KarpenterNodeRole-orders-2`))}
      `]}}const ym=M({id:`older-generation`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[],on:{NodePool:bm,Provisioner:bm},docs:{summary:`Every instance type of a NodePool is of an old generation, and a newer one costs less.`,why:`Newer generations cost less than those from a decade ago, are faster, and are less often short in supply. A NodePool that names only old families pays more for less, and nothing in the cluster shows it. This rule compares the prices of the region for instance types of similar size and memory with CPUs of the same manufacturer.`,help:"Allow the newer families, by name or with `karpenter.k8s.aws/instance-generation`.",url:`https://karpenter.sh/docs/concepts/nodepools/#instance-types`},examples:Dm});function bm(e,{report:t,catalog:n,compatible:r}){let i=Vr(n),a=r(e);if(!i||!a?.isExact||a.names.length===0||a.names.length>60)return;let o=xm(a,i);o&&t({at:e.span($t(e)),message:`All instance types of \`${e.name}\` are of old generations: ${o.newer} is newer than ${o.name} and costs ${o.percent}% less per vCPU`,help:`Allow newer families, such as \`${o.newer.split(`.`)[0]}\`.`})}const xm=Lp(({names:e},t)=>{let[n,...r]=e.map(e=>Sm(t.type(e),t));return r.every(e=>e!==void 0)?n:void 0});function Sm(e,t){let n=wm(e),r=Em(e,t);if(!n||r===void 0||e.gpus.length>0)return;let[i]=t.types.filter(t=>Cm(e,t)&&Tm(n,wm(t))).flatMap(e=>{let n=Em(e,t);return n===void 0||n>r*.97?[]:[{name:e.name,cost:n}]}).sort((e,t)=>e.cost-t.cost||g(e.name,t.name));return i&&{name:e.name,newer:i.name,percent:Math.round((1-i.cost/r)*100)}}const Cm=(e,t)=>t.vcpus>=e.vcpus*.75&&t.vcpus<=e.vcpus*1.25&&t.memoryMib/t.vcpus>=e.memoryMib/e.vcpus*.97&&t.architecture===e.architecture&&t.cpuManufacturer===e.cpuManufacturer&&t.isBareMetal===e.isBareMetal&&t.gpus.length===0&&(t.instanceStoreGb??0)>=(e.instanceStoreGb??0);function wm({family:e}){let t=/^([a-z]+)(\d+)([a-z-]*)$/.exec(e);return t?{category:t[1],generation:Number(t[2]),suffix:t[3]}:void 0}function Tm(e,t){let n=[...e.suffix].filter(e=>!`aig`.includes(e));return t!==void 0&&t.category===e.category&&t.generation>e.generation&&!t.suffix.includes(`flex`)&&n.every(e=>t.suffix.includes(e))}function Em({name:e,vcpus:t},n){let r=Ip(n,e);return r===void 0?void 0:r/t}function Dm(){return{bad:[D(z(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m4, c4]`,`karpenter.sh/capacity-type In [on-demand]`]}),I),{"[m4, c4]":`[m4, c4, c5]`})],good:[z(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m4, m5]`,`karpenter.sh/capacity-type In [on-demand]`]}),I),z(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m5, c5]`,`karpenter.sh/capacity-type In [on-demand]`]}),I)]}}const Om=M({id:`open-generation`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[9],on:{NodePool:jm},docs:{summary:`A NodePool names categories of instance types but no generation, so Karpenter also launches the first ones.`,why:"EC2 still has the instance types of its first two generations, such as `m1.small`. Karpenter launches whichever type is cheapest, and for a small pod that is one of them. They are slow, have old CPUs and little network bandwidth, and are often short in supply. The finding is a warning if the change removes the requirement.",help:'Add a requirement for `karpenter.k8s.aws/instance-generation`, such as `Gt ["4"]`.',url:`https://karpenter.sh/docs/concepts/nodepools/#instance-types`},examples:Pm}),km=e=>Xt(e).some(({key:e})=>x(e)===S.instanceGeneration),Am=e=>Xt(e).find(({key:e,operator:t})=>x(e)===S.instanceCategory&&t===`In`);function jm(e,{report:t,base:n,catalog:r,compatible:i}){let a=Vr(r),o=i(e),s=Am(e);if(!a||!o?.isExact||km(e)||!s)return;let c=Nm(o.names.filter(Mm),a);if(c===void 0)return;let l=n?.manifests.find(({kind:t,name:n})=>t===e.kind&&n===e.name),u=l!==void 0&&!l.isPartial&&km(l);t({at:e.span(s.path),...u&&{severity:`warning`},message:`\`${e.name}\` ${u?`no longer limits the generation`:`does not limit the generation`} of its instance types, so Karpenter also launches old ones such as \`${c}\``,help:'Add the requirement `karpenter.k8s.aws/instance-generation Gt ["4"]`, or name the families.'})}const Mm=e=>/^[cmr][12]\./.test(e);function Nm(e,t){return e.map(e=>({name:e,usd:Ip(t,e)??1/0})).sort((e,t)=>e.usd===t.usd?g(e.name,t.name):e.usd-t.usd)[0]?.name}function Pm(){let e=`karpenter.k8s.aws/instance-category In [c, m, r]`,t=(...e)=>z(N({nodeClassRef:`default`,requirements:[...e,`karpenter.sh/capacity-type In [on-demand]`]}),I);return{bad:[D(t(e),{"requirements:":`requirements:
  - {key: karpenter.k8s.aws/instance-generation, operator: Gt, values: ["4"]}`},{"key: karpenter.k8s.aws/instance-category":`key: karpenter.k8s.aws/instance-family`,"[c, m, r]":`[c7i, m7i, r7i]`})],good:[t(e,`karpenter.k8s.aws/instance-generation Gt ["2"]`),t()]}}const Fm=M({id:`owned-security-groups`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[78],on:{Manifests(e,t){for(let n of dn(e))Lm(n,t)}},docs:{summary:"A node class selects several security groups with the tag `kubernetes.io/cluster/NAME`.",why:"The AWS load balancer controller and the in-tree controller expect exactly one security group with the tag `kubernetes.io/cluster/NAME` on a node. If a node has two, they stop with “multiple tagged security groups” and no longer register targets. Reported only when Terraform creates the security groups, for the cluster of the node class.",help:`Remove the tag from all of them but one.`,url:`https://karpenter.sh/docs/troubleshooting/`},examples:Rm}),Im=`kubernetes.io/cluster/`;function Lm(e,{clusterOf:t,report:n}){if(e.isPartial)return;let r=Zs(e,`securityGroup`).filter(({tags:e,hasOther:t})=>!t&&e.length>0&&e.every(({isKnown:e})=>e)),[i,a]=t(e).ofKind(`aws_security_group`).filter(e=>{let t=_(e.get([`spec`,`tags`]))??{};return r.some(e=>e.tags.every(({key:e,value:n})=>v(t[e])===n))&&Object.keys(t).some(e=>e.startsWith(Im)&&!p(e))});i&&a&&n({manifest:e,at:e.keySpan([`spec`,`securityGroupSelectorTerms`]),message:`\`${e.name}\` selects the security groups \`${i.name}\` and \`${a.name}\`, which both have a tag \`${Im}…\`, but the load balancer controller accepts only one`,help:`Remove the tag \`${Im}…\` from one of them.`,labels:[i,a].map(e=>({span:e.span([`spec`,`tags`]),message:`has the tag`}))})}function Rm(){return{bad:[D(k`
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

          ${R(`default`,F(O`
              role: KarpenterNodeRole-demo
              securityGroupSelectorTerms:
                - tags:
                    karpenter.sh/discovery: demo
            `))}
        `,{'tags = {\n    "kubernetes.io/cluster/demo" = "owned"\n':`tags = {
`})],good:[k`
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

        ${R(`default`,F(O`
            role: KarpenterNodeRole-demo
            securityGroupSelectorTerms:
              - tags:
                  karpenter.sh/discovery: demo
          `))}
      `,k`
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

        ${R(`default`,F(O`
            role: KarpenterNodeRole-demo
            securityGroupSelectorTerms:
              - tags:
                  karpenter.sh/discovery: demo
          `))}
      `]}}const zm=M({id:`pass-role`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[72],on:{Manifests(e,t){for(let n of new Set(dn(e).map(t.clusterOf)))Bm(n,t)}},docs:{summary:"The controller’s `iam:PassRole` permission does not include the role that node classes name.",why:"To launch an instance with a role, the controller needs `iam:PassRole` on exactly that role. If the policy names another role, such as the controller’s own, AWS denies every launch with the role of the nodes. The policy of Karpenter’s Terraform module allows only the role that the module creates or is given. Reported only when the policy and the node class are of the same cluster and all roles are known. It is a warning if no file creates the role of the node class. They may be in different folders.",help:"Add the role of the nodes to the resources of `iam:PassRole`.",url:`https://karpenter.sh/docs/reference/cloudformation/#allowpassinginstancerole`},examples:Xm});function Bm(e,t){let n=[...e.ofKind(`IamPolicy`).flatMap(t=>Gm(t,e)),...e.ofKind(`module`).flatMap(t=>qm(t,e))],r=n.find(({manifest:e})=>Vm(e,t)),i=n.map(({roles:e})=>e);if(!r||i.includes(void 0)||Dc(e))return;let a=new Set;for(let n of e.ofKind(`EC2NodeClass`)){let o=n.isPartial?void 0:Yc(n,e);if(!o||i.some(e=>e.some(e=>Ym(e,o)!==!1)))continue;let s=o.name??o.address;if(!a.has(s)){let e=Um(r,o);e===void 0?Hm(n,r,t):hm(o.name,e)||Wm(n,{permission:r,role:o.name,own:e},t)}a.add(s)}}function Vm(e,t){let n=t.clusterOf(e);if(e.kind===`module`)return!0;let r=Mu(t).some(([e])=>t.clusterOf(e.policy)===n),i=dn(t.all).every(e=>t.clusterOf(e)===n);return r&&(e.source.origin?.tool===`terraform`||i)}function Hm(e,{manifest:t,path:n},r){r.report({manifest:t,at:t.span(n),message:`\`iam:PassRole\` is not allowed on the role of \`${e.name}\`, so AWS denies every launch with this role`,help:t.kind===`module`?`Set \`${Rc(t).creates} = false\` and \`${Rc(t).arn}\` to the ARN of this role in \`module.${t.name}\`.`:`Add the role of the nodes to the resources of this statement.`,labels:[{span:e.span([`spec`,e.get([`spec`,`role`])===void 0?`instanceProfile`:`role`]),message:`the role of the nodes${$(t,e,r)}`}]})}const Um=({manifest:e,roles:t},n)=>e.kind===`module`&&n.address===void 0&&n.name!==void 0?t?.[0]?.name:void 0;function Wm(e,{permission:t,role:n,own:r},i){let{manifest:a,path:o}=t,s=Rc(a),c=e.get([`spec`,`role`])===void 0?`instanceProfile`:`role`;i.report({manifest:e,severity:`warning`,at:e.span([`spec`,c]),message:`\`module.${a.name}\` does not allow Karpenter to pass the role \`${n}\` of \`${e.name}\`, only \`${r}\`, so AWS denies every launch`,help:`Set \`role: ${r}\`. If \`${n}\` exists, set \`${s.creates} = false\` and \`${s.arn}\` to its ARN in \`module.${a.name}\`.`,labels:[{span:a.span(o),message:`the role that Karpenter may pass${$(e,a,i)}`}]})}function Gm(e,t){return Pu(e).filter(e=>Fu([e],`iam:PassRole`)).map(({path:n,statement:r})=>{let i=r.resources.map(n=>Kc(n,{manifest:e,cluster:t})),a=e.isPartial||r.isNegated||i.includes(void 0);return{manifest:e,path:[...n,`Resource`],roles:a?void 0:i.flatMap(e=>e??[])}})}const Km=/^(?!node_).*(?:policy_statements|policies|policy_documents|policy_arns?)$/;function qm(e,t){if(oc(e)!==`karpenter`||zc(e,`create`,!0)===!1)return[];let n=Rc(e),r=n.creates===`create_iam_role`?zc(e,`create_irsa`,!0):zc(e,`create_iam_role`,!0);if(r===!1)return[];let i=Object.keys(_(e.get([`spec`]))??{}),a=r===!0&&!i.some(e=>Km.test(e)),o=zc(e,n.creates,!0),s=[`spec`,n.arn],c=o===!1?Gc(e,s,t):void 0,l=o===!0?Jm(e,t):c;return[{manifest:e,path:o===!1?s:[`metadata`,`name`],roles:a&&l?[l]:void 0}]}function Jm(e,t){let n=Tc(t).roles.find(({manifest:t})=>t===e)?.name;return{address:Oc(e,`module.${e.name}`),...n!==void 0&&{name:n}}}const Ym=(e,t)=>e.name!==void 0&&(t.name!==void 0||e.name===`*`)?Mr(e.name,t.name??``):Jc(e,t);function Xm(){return{bad:[D(k`
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

          ${R(`default`,F("role: ${aws_iam_role.karpenter_node.name}"))}
        `,{"aws_iam_role.karpenter_controller.arn":`aws_iam_role.karpenter_node.arn`}),D(k`
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

          ${R(`default`,F(`role: orders-nodes`))}
        `,{"create_access_entry = false":`create_access_entry = false
create_node_iam_role = false
node_iam_role_arn = aws_iam_role.nodes.arn`}),D(k`
          module "karpenter" {
            source  = "terraform-aws-modules/eks/aws//modules/karpenter"
            version = "~> 21.0"

            cluster_name                  = "orders"
            node_iam_role_use_name_prefix = false
            node_iam_role_name            = "orders-nodes"
          }

          ${R(`default`,F(`role: KarpenterNodeRole-orders`))}
        `,{"role: KarpenterNodeRole-orders":`role: orders-nodes`})],good:[k`
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

        ${R(`default`,F("role: ${aws_iam_role.karpenter_node.name}"))}
      `,k`
        resource "aws_iam_policy" "controller" {
          policy = jsonencode({
            Version = "2012-10-17"
            Statement = [
              { Effect = "Allow", Action = ["ec2:CreateFleet", "ec2:RunInstances"], Resource = "*" },
              { Effect = "Allow", Action = "iam:PassRole", Resource = "arn:aws:iam::111122223333:role/Karpenter*" },
            ]
          })
        }

        ${R(`default`,F(`role: KarpenterNodes`))}
      `]}}const Zm=M({id:`pin-ami-alias`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[49],on:{NodeClass(e,{report:t}){let n=y(e.get([`spec`,`amiSelectorTerms`]));for(let[r,i]of n.entries()){let n=v(_(i)?.alias);if(n===void 0||p(n)||!n.endsWith(`@latest`))continue;let a=n.slice(0,n.indexOf(`@`));Object.hasOwn(Qm,a)&&t({at:e.span([`spec`,`amiSelectorTerms`,r,`alias`]),message:`\`${n}\` follows every AMI release, and each new release makes Karpenter replace all nodes of \`${e.name}\``,help:`Pin a release, such as \`${a}@${Qm[a]??Qm.al2023}\`, and update it by pull request.`})}}},docs:{summary:`An EC2NodeClass follows the latest AMI instead of a pinned release.`,why:"With `@latest`, every AMI release makes all nodes of the node class drift. Karpenter replaces them within the disruption budgets, in every environment at the same time. There is no change to review and nothing to revert.",help:"Pin a release, such as `al2023@v20260715`, and update it by pull request, one environment after the other.",url:`https://karpenter.sh/docs/tasks/managing-amis/`},examples:$m}),Qm={al2:`v20251112`,al2023:`v20260715`,bottlerocket:`v1.44.0`};function $m(){return{bad:[D(F(O`
          amiSelectorTerms:
            - alias: al2023@latest
        `),{"al2023@latest":`al2023@v20260715`})],good:[F(O`
        amiSelectorTerms:
          - alias: al2023@v20260715
      `),F(O`
          amiSelectorTerms:
            - alias: windows2022@latest
        `,`windows`),F(O`
        amiSelectorTerms:
          - alias: ubuntu@latest
      `)]}}function eh(e){return[...Ot(e,`aws-vpc-cni`).map(({manifest:e,values:t})=>({manifest:e,path:[...t,`env`]})).flatMap(({manifest:e,path:t})=>th(e,t,_(e.get(t)))),...e.manifests.flatMap(e=>nh(e))]}function th(e,t,n){let r=Object.entries(n??{}).map(([e,t])=>[e,v(t)]);return!e.isPartial&&r.every(([,e])=>e!==void 0&&!p(e))?[{manifest:e,path:t,env:Object.fromEntries(r)}]:[]}function nh(e){return e.kind===`aws_eks_addon`&&e.get([`spec`,`addon_name`])===`vpc-cni`?rh(e,[`spec`],`configuration_values`):e.kind===`module`?[`addons`,`cluster_addons`].map(e=>[`spec`,e,`vpc-cni`]).filter(t=>_(e.get(t))).flatMap(t=>rh(e,t,`configuration_values`)):e.kind===`ClusterConfig`?y(e.get([`addons`])).flatMap((t,n)=>_(t)?.name===`vpc-cni`?rh(e,[`addons`,n],`configurationValues`):[]):e.kind===`DaemonSet`&&e.name===`aws-node`?ah(e):[]}function rh(e,t,n){let r=[...t,n],i=e.get(r);if(i===void 0)return th(e,t,{});let a=typeof i==`string`?ih(i):i,o=_(a)?.env;return!_(a)||o!==void 0&&!_(o)?[]:th(e,r,_(o)??{})}function ih(e){try{return JSON.parse(e)}catch{return}}function ah(e){let t=[`spec`,`template`,`spec`,`containers`];return y(e.get(t)).flatMap((n,r)=>{if(_(n)?.name!==`aws-node`)return[];let i=[...t,r,`env`],a=y(e.get(i)).map(e=>_(e)??{});return th(e,i,Object.fromEntries(a.flatMap(({name:e,value:t})=>typeof e==`string`&&t!==void 0?[[e,t]]:[])))})}const oh=k`
  kubelet:
    maxPods: 110
`,sh=M({id:`pods-and-addresses`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[59,60,61],on:{Manifests(e,t){if(!(Ot(e,`cilium`).length>0))for(let n of eh(e))lh(n,t)}},docs:{summary:`The number of pods per node that Karpenter assumes does not match the addresses of the VPC CNI.`,why:"Karpenter works out how many pods fit on a node from its network interfaces, or from `maxPods` if the node class sets it. If there are more pods than addresses, pods hang in `ContainerCreating`. With prefix delegation and no `maxPods`, nodes have room that Karpenter does not use. With custom networking, the first interface carries no pods, which Karpenter knows only from `reservedENIs`. Reported only when the CNI is configured in the repository, for the cluster of the node class.",help:"Set `maxPods` together with prefix delegation, and `settings.reservedENIs` together with custom networking.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:_h}),ch=(e,t)=>e.env[t]===`true`;function lh(e,t){let n=t.clusterOf(e.manifest).ofKind(`EC2NodeClass`).filter(({isPartial:e})=>!e),r=ch(e,`ENABLE_PREFIX_DELEGATION`);ch(e,`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`)&&gh(e,n,t);for(let i of n){let n=i.get([`spec`,`kubelet`,`maxPods`])??void 0;typeof n==`number`&&!r&&mh(i,{cni:e,maxPods:n},t),n===void 0&&r&&uh(i)&&hh(i,e,t)}}const uh=e=>!/^(?:Custom|Windows)/.test(v(e.get([`spec`,`amiFamily`]))??``),dh=({enis:e,ipv4PerEni:t})=>e*(t-1)+2;function fh(e,{all:t,catalog:n,compatible:r}){let i=fn(t,e).flatMap(e=>ph(e,{catalog:Vr(n),compatible:r}));if(!i.includes(void 0))return i.sort((e,t)=>dh(e)-dh(t)||g(e.name,t.name))[0]}function ph(e,{catalog:t,compatible:n}){let r=n(e);return!t||!r?.isExact?[void 0]:r.names.map(e=>t.type(e))}function mh(e,{cni:t,maxPods:n},r){let i=fh(e,r);!i||dh(i)>=n||r.report({manifest:e,at:e.span([`spec`,`kubelet`,`maxPods`]),message:`\`maxPods: ${n}\` is more than the ${dh(i)} pods that ${i.name} has addresses for without prefix delegation`,help:"Remove `maxPods`, allow only larger instance types that have enough addresses, or turn on prefix delegation in the VPC CNI.",labels:[{span:t.manifest.span(t.path),message:`the VPC CNI has no prefix delegation`}]})}function hh(e,t,n){let r=fh(e,n);!r||dh(r)>=110||n.report({manifest:e,at:e.span([`spec`,`kubelet`]),severity:`note`,message:`The VPC CNI uses prefix delegation, but \`${e.name}\` has no \`maxPods\`, so Karpenter places at most ${dh(r)} pods on ${r.name}`,help:"Set `maxPods: 110` under `spec.kubelet` if more pods should fit.",labels:[{span:t.manifest.span(t.path),message:`prefix delegation is on`}]})}function gh(e,t,{clusterOf:n,report:r}){if(!(t.length===0||t.every(e=>e.get([`spec`,`kubelet`,`maxPods`])!==void 0)))for(let{manifest:t,chart:i,values:a}of n(e.manifest).manifests.flatMap(Dt)){let n=[...a,`settings`,`reservedENIs`],o=v(t.get(n))??`0`;i!==`karpenter`||t.isPartial||o!==`0`||p(o)||r({manifest:t,at:t.span(n),message:`The VPC CNI uses custom networking, but Karpenter reserves no network interface for it, so it places more pods on nodes than they have addresses for`,help:'Set `settings.reservedENIs` to `"1"`.',labels:[{span:e.manifest.span(e.path),message:`custom networking is on`}]})}}function _h(){return{bad:[D(wh({addon:bh,kubelet:oh}),{"kubelet:\n        maxPods: 110":``},{[vh]:`${yh.text}${vh}`},{"most_recent = true":xh(`ENABLE_PREFIX_DELEGATION`)}),D(wh({addon:xh(`ENABLE_PREFIX_DELEGATION`)}),{"role: KarpenterNodeRole-demo":`role: KarpenterNodeRole-demo\n${oh.text}`}),D(wh({addon:xh(`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`),release:Ch(Sh)}),{[Sh]:`${Sh}\n{ name = "settings.reservedENIs", value = "1" },`})],good:[wh({addon:xh(`ENABLE_PREFIX_DELEGATION`),kubelet:oh}),wh({addon:bh}),wh({addon:xh(`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`),release:Ch(k`
          ${Sh}
          { name = "settings.reservedENIs", value = "1" },
        `)})]}}const vh=`- key: karpenter.k8s.aws/instance-family`,yh=k`
  - key: karpenter.k8s.aws/instance-cpu
    operator: Gt
    values: ["15"]
`,bh=`most_recent = true`,xh=e=>k`
  configuration_values = jsonencode({
    env = {
      ${e} = "true"
    }
  })
`,Sh=`{ name = "settings.clusterName", value = "demo" },`,Ch=e=>k`
  resource "helm_release" "karpenter" {
    repository = "oci://public.ecr.aws/karpenter"
    chart      = "karpenter"

    set = [
      ${e}
    ]
  }
`,wh=({addon:e,kubelet:t,release:n})=>k`
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
`,Th=[`spec`,`associatePublicIPAddress`],Eh=M({id:`public-address`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Security`,mistakes:[],controls:[`AWS FSBP EC2.9`,`AWS FSBP EC2.25`,`CIS EKS 5.4.3`],on:{NodeClass(e,{report:t}){e.get(Th)===!0&&t({at:e.span(Th),message:`Every node of \`${e.name}\` gets a public IPv4 address, so its security groups alone protect it from the internet. AWS also charges for each address`,help:"Set `associatePublicIPAddress: false`, and select private subnets with a NAT gateway."})}},docs:{summary:`A node class gives its instances public IPv4 addresses.`,why:`A node with a public address can be reached from the internet as far as its security groups allow. Load balancers do not need it, because they reach nodes by private addresses. AWS charges $0.005 per hour for each public IPv4 address. It is a note, because a cluster without a NAT gateway needs public addresses.`,help:"Set `associatePublicIPAddress: false`, and select private subnets.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specassociatepublicipaddress`},examples:Oh}),Dh=e=>F(O`
    role: KarpenterNodeRole-demo
    associatePublicIPAddress: ${e}
  `);function Oh(){return{bad:[D(Dh(`true`),{"associatePublicIPAddress: true":`associatePublicIPAddress: false`})],good:[Dh(`false`),F(`role: KarpenterNodeRole-demo`)]}}const kh=1024**3,Ah=(e,t)=>({name:e,limitsPodsByEnis:!0,reservesMemoryByEnis:e!==`Bottlerocket`,hasPodsPerCore:e!==`Bottlerocket`,takesAnyKubeletSetting:e===`AL2023`||e===`Custom`,ephemeralDevice:t,defaultVolumeBytes:20*kh,windowsBuild:void 0}),jh=(e,t)=>({name:e,limitsPodsByEnis:!1,reservesMemoryByEnis:!1,hasPodsPerCore:!0,takesAnyKubeletSetting:!1,ephemeralDevice:`/dev/sda1`,defaultVolumeBytes:50*kh,windowsBuild:t}),Mh=Ah(`AL2`,`/dev/xvda`),Nh=Ah(`Custom`,void 0),Ph=[Mh,Ah(`AL2023`,`/dev/xvda`),Ah(`Bottlerocket`,`/dev/xvdb`),jh(`Windows2019`,`10.0.17763`),jh(`Windows2022`,`10.0.20348`),jh(`Windows2025`,`10.0.26100`),Nh];function Fh(e){let{amiFamily:t,amiSelectorTerms:n}=e.spec;if(t!==void 0)return Ph.find(e=>e.name===t)??Mh;let r=n?.find(e=>e.alias)?.alias?.split(`@`)[0];return Ph.find(e=>e!==Nh&&e.name.toLowerCase()===r)??Nh}function Ih(e){let{maxPods:t}=e,n=typeof t==`string`&&!p(t)?[[`maxPods`]]:[],r=[`kubeReserved`,`systemReserved`].flatMap(t=>{let n=e[t];return m(n)?Object.entries(n).filter(([e,t])=>typeof t==`string`&&![e,t].some(e=>p(e))&&Hl(t)===void 0).map(([e])=>[t,e]):[]});return[...n,...r]}const Lh=new Map(Object.entries({boolean:`
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
  `}).flatMap(([e,t])=>t.trim().split(/\s+/).map(t=>[t,e]))),Rh=new Set([`clusterDNS`,`cpuCFSQuota`,`maxPods`,`podsPerCore`,`kubeReserved`,`systemReserved`,`evictionHard`,`evictionSoft`,`evictionSoftGracePeriod`,`evictionMaxPodGracePeriod`,`imageGCHighThresholdPercent`,`imageGCLowThresholdPercent`]),zh={boolean:`true or false`,whole:`a whole number below 2³¹`,large:`a whole number`,number:`a number`,text:`a string`,duration:"a duration such as `90s`",texts:`a list of strings`,textMap:`a mapping of names to strings`,flags:`a mapping of names to true or false`,list:`a list`,mapping:`a mapping`};function Bh(e,t){let n=e=>typeof e==`string`||e===null;switch(t){case`whole`:return typeof e==`number`&&(e|0)===e;case`large`:return Number.isInteger(e);case`text`:return n(e);case`duration`:return typeof e==`string`&&ei(e)!==void 0;case`texts`:return Array.isArray(e)&&e.every(n);case`list`:return Array.isArray(e);case`textMap`:return m(e)&&Object.values(e).every(n);case`flags`:return m(e)&&Object.values(e).every(e=>typeof e==`boolean`||e===null||p(e));case`mapping`:return m(e);default:return typeof e===t}}function Vh(e,t){let n=Object.keys(e).filter(e=>!p(e));return[...n.flatMap(n=>Hh(n,e,t)??[]),...Kh.flatMap(t=>Xh(e,t,Jh)),...eg(e),...qh.flatMap(t=>Xh(e,t,Yh)),...ng(e),...n.flatMap(t=>ag(t,e[t]))]}function Hh(e,t,n){let r=[e];if(!Lh.has(e))return{path:r,why:`is not a kubelet setting`,names:Gh(Lh.keys(),t)};if(e===`registerWithTaints`)return{path:r,why:`is a setting that Karpenter sets itself`,help:"Remove it, and set the taints in `taints` or `startupTaints` under `spec.template.spec` of the NodePool."};if(n.takesAnyKubeletSetting)return;if(e===`podsPerCore`?Wh(t[e])&&!n.hasPodsPerCore:!Uh(e))return{path:r,why:`does not reach nodes of the AMI family \`${n.name}\``,help:`Remove it, or use AL2023, whose nodes accept any setting.`};let i=t[e];if(!(e!==`clusterDNS`||!Array.isArray(i)||i.length<2))return{path:r,why:`may have only one address with the AMI family \`${n.name}\``,help:`Keep only one address.`}}const Uh=e=>Rh.has(e),Wh=e=>e!=null,Gh=(e,t)=>[...e].filter(e=>!Object.hasOwn(t,e)),Kh=[`evictionHard`,`evictionSoft`,`evictionSoftGracePeriod`,`evictionMinimumReclaim`],qh=[`kubeReserved`,`systemReserved`],Jh={names:[`memory.available`,`nodefs.available`,`nodefs.inodesFree`,`imagefs.available`,`imagefs.inodesFree`,`pid.available`],wrongName:`is not an eviction signal`,wrongValue:(e,t)=>e===`evictionSoftGracePeriod`?$h(t):Qh(t)},Yh={names:[`cpu`,`memory`,`ephemeral-storage`,`pid`],wrongName:`is not a resource that a kubelet can reserve`,wrongValue:(e,t)=>t.startsWith(`-`)?`is negative`:void 0};function Xh(e,t,{names:n,wrongName:r,wrongValue:i}){let a=e[t]??{};return m(a)?Object.entries(a).flatMap(([e,o])=>{let s=[t,e];if(p(e))return[];if(!n.includes(e))return[{path:s,why:r,names:Gh(n,a)}];let c=o??``;if(typeof c!=`string`){let e={path:s,why:`has a value that is not a string`};return[typeof c==`number`?{...e,number:c,help:`Put the number in quotes.`}:e]}let l=p(c)?void 0:i(t,c);return l===void 0?[]:[{path:s,why:l}]}):p(a)?[]:[{path:[t],why:`is not a mapping of names to values`}]}const Zh=/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;function Qh(e){if(!e.endsWith(`%`)){let t=Hl(e);return t===void 0?`is neither a percentage nor a quantity`:t<0?`is negative`:void 0}let t=e.slice(0,-1).replaceAll(/(?<=\d)_(?=\d)/g,``),n=Zh.test(t)?Number(t):NaN;return n>=0&&n<=100?void 0:`is not a percentage from 0% to 100%`}function $h(e){let t=ei(e);return t===void 0?"is not a duration such as `90s`":t<0n?`is negative`:void 0}function eg({evictionSoft:e,evictionSoftGracePeriod:t}){let[n,r]=[e??{},t??{}];return!m(n)||!m(r)||[...Object.keys(n),...Object.keys(r)].some(e=>p(e))?[]:[...Gh(Object.keys(n),r).map(e=>({path:[`evictionSoft`,e],why:`has no grace period`,help:`Add a grace period under \`evictionSoftGracePeriod\`, such as \`${e}: 90s\`.`})),...Gh(Object.keys(r),n).map(e=>({path:[`evictionSoftGracePeriod`,e],why:"has no threshold under `evictionSoft`",help:`Add the threshold, or remove the grace period.`}))]}const tg={maxPods:2**31-1,podsPerCore:2**31-1,evictionMaxPodGracePeriod:2**31-1,imageGCHighThresholdPercent:100,imageGCLowThresholdPercent:100};function ng(e){let t=Object.entries(tg).flatMap(([t,n])=>{let r=e[t],i=t===`maxPods`&&typeof r==`string`;return!Wh(r)||i||p(r)||rg(r,n)?[]:[{path:[t],why:n===100?`is not a whole number from 0 to 100`:`is not a whole number of at least 0`}]}),{imageGCHighThresholdPercent:n,imageGCLowThresholdPercent:r}=e;return t.length>0||typeof n!=`number`||typeof r!=`number`||n>r?t:[{path:[`imageGCHighThresholdPercent`],why:`is not above \`imageGCLowThresholdPercent\`, which is ${r}`}]}const rg=(e,t)=>typeof e==`number`&&Number.isInteger(e)&&e>=0&&e<=t,ig=new Set([`registerWithTaints`,...Kh,...qh,...Object.keys(tg)]);function ag(e,t){let n=Lh.get(e);if(n===void 0||ig.has(e)||!Wh(t)||p(t)||Bh(t,n))return[];let r={path:[e],why:`is not ${zh[n]}`};return[n===`text`&&typeof t==`number`?{...r,number:t,help:`Put the number in quotes.`}:r]}const og=[`spec`,`kubelet`],sg=M({id:`refused-kubelet-settings`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t,karpenter:n,settings:r,nearest:i}){let a=_(e.get(og));if(!n.opensKubelet||!a||e.isPartial)return;let o=Fh({metadata:{name:``},spec:{amiFamily:rn(e)??`Custom`}});for(let n of Vh(a,o)){let r=[...og,...n.path],a=n.names&&i(String(r.at(-1)),n.names);t({at:e.keySpan(r),message:`\`${n.path.join(`.`)}\` ${n.why}, so Karpenter rejects this node class and launches nothing with it`,help:lg(n,a),...cg(e,r,{wanted:a,number:n.number})})}let{featureGates:s}=r.karpenter;if(!s?.nodeClassCEL)for(let n of Ih(a))t({...s===void 0&&{severity:`warning`},at:e.span([...og,...n]),message:`\`${n.join(`.`)}\` is an expression, but the feature gate \`NodeClassCEL\` is ${s===void 0?`off by default`:`off`}, so Karpenter rejects this node class and launches nothing with it`,help:"Use a fixed value, or turn the gate on with `settings.awsFeatureGates.nodeClassCEL` in Karpenter’s Helm values. If it is already on, set `karpenter.settings.featureGates.nodeClassCEL` in plumbline.yaml."})}},docs:{summary:"Karpenter rejects an EC2NodeClass because of a setting under `kubelet`.",why:"From Karpenter 1.15 on, `spec.kubelet` accepts any kubelet setting, and the API server checks none of them. Karpenter’s controller does. It rejects names that the kubelet does not know, and settings that Karpenter sets itself or that the AMI family does not pass on. It also rejects invalid values, and expressions while the feature gate `NodeClassCEL` is off. The node class then gets the condition `ValidationSucceeded=False`. The API server gives no warning, and the NodePools of the class launch nothing.",help:`Use the names and values of a KubeletConfiguration, without the settings that Karpenter sets itself.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:ug});function cg(e,t,{wanted:n,number:r}){return n===void 0?r===void 0?{}:{fix:{description:`Put the number in quotes`,edits:b(e,t,`"${r}"`)}}:{fix:{description:`Rename to \`${n}\``,edits:Ce(e,t,n)}}}function lg({names:e=[],help:t},n){return n===void 0?t===void 0?e.length===0?`Use a value that the kubelet accepts.`:e.length>6?`Remove it.`:`Use one of: ${W(e)}.`:t:`Did you mean \`${n}\`?`}function ug(){return{bad:[D(A({karpenter:`1.15`},F(O`
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
          `)),{"maxPod:":`maxPods:`,"registerWithTaints: []":``,"memory.avail:":`memory.available:`,"10 percent":`10%`,"kubeReserved:":O`
            evictionSoftGracePeriod:
              pid.available: 90s
            kubeReserved:
          `,"cpu: 1":`cpu: "1"`,"imageGCHighThresholdPercent: 70":`imageGCHighThresholdPercent: 85`}),D(A({karpenter:`1.15`},F(O`
            amiSelectorTerms:
              - alias: bottlerocket@v1.44.0
            kubelet:
              podsPerCore: 10
              shutdownGracePeriod: 30s
              clusterDNS: [10.0.0.10, 10.0.0.11]
          `)),{"podsPerCore: 10":``,"shutdownGracePeriod: 30s":``,"[10.0.0.10, 10.0.0.11]":`[10.0.0.10]`},{"bottlerocket@v1.44.0":`al2023@v20260715`}),D(A({karpenter:`1.15`},F(O`
            amiSelectorTerms:
              - alias: al2023@v20260715
            kubelet:
              maxPods: min(max_pods, 110)
              kubeReserved:
                memory: 11 * max_pods + 255
          `)),{"min(max_pods, 110)":`110`,"11 * max_pods + 255":`1465Mi`})],good:[A({karpenter:`1.15`},F(O`
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
        `)),A({karpenter:`1.15`},F(O`
            amiFamily: Custom
            amiSelectorTerms:
              - id: ami-0123456789abcdef0
            kubelet:
              podsPerCore: 10
              shutdownGracePeriod: 30s
          `,`ubuntu`)),F(O`
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        kubelet:
          podsPerCore: 10
      `)]}}const dg={[S.instanceMemory]:{unit:`MiB`,meant:`GiB`,factor:1024},[S.instanceGpuMemory]:{unit:`MiB`,meant:`GiB`,factor:1024},[S.instanceNetworkBandwidth]:{unit:`Mbit/s`,meant:`Gbit/s`,factor:1e3},[S.instanceEbsBandwidth]:{unit:`Mbit/s`,meant:`Gbit/s`,factor:1e3}},fg=M({id:`requirement-units`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[93],on:{NodePool:pg,Provisioner:pg},docs:{summary:`A bound for memory or bandwidth is so low that it excludes nothing, probably because it is in the wrong unit.`,why:"The label `instance-memory` is in MiB, and the bandwidth labels are in Mbit/s. `Gt 8` for memory, meant as more than 8 GiB, is true for every instance type, so Karpenter also launches the smallest ones.",help:'Write the bound in MiB or Mbit/s, such as `"8192"` for 8 GiB.',url:`https://karpenter.sh/docs/reference/instance-types/`},examples:hg});function pg(e,{report:t,catalog:n}){if(n)for(let{key:r,operator:i,values:a,isKnown:o}of H(e)){let s=Object.hasOwn(dg,r)?dg[r]:void 0,[c]=a;if(!s||!o||!c||i!==`Gt`&&i!==`Gte`)continue;let l=/^\d+$/.test(c.text)?Number(c.text):0,u=mg(n.labels.get(r)??[]);if(l<2||l>=u)continue;let d=String(l*s.factor);t({at:e.span(c.path),message:`\`${r}\` is in ${s.unit}, and every instance type has more than ${l} ${s.unit}, so this requirement excludes nothing`,help:`Use \`"${d}"\` if you mean ${l} ${s.meant}.`,fix:{description:`Replace with \`"${d}"\``,edits:b(e,c.path,`"${d}"`)}})}}const mg=e=>e.reduce((e,t)=>t.reduce((e,t)=>Math.min(e,Number(t)),e),1/0);function hg(){return{bad:[N({requirements:[`karpenter.k8s.aws/instance-memory Gt ["8"]`]})],good:[N({requirements:[`karpenter.k8s.aws/instance-memory Gt ["8191"]`,`karpenter.k8s.aws/instance-cpu Gt ["1"]`]}),N({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-gpu-memory Gt ["0"]`],taints:O`
          - key: nvidia.com/gpu
            effect: NoSchedule
        `})]}}const gg=M({id:`role-name`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[68],on:{NodeClass:vg,NodeTemplate:vg},docs:{summary:`A node class has an ARN where Karpenter expects the name of a role or an instance profile.`,why:`The API server accepts any text. Karpenter adds the role to an instance profile by its name, and IAM rejects an ARN there. The node class is not ready, and no NodePool that uses it launches anything.`,help:`Use only the name: the part of the ARN after the last slash.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specrole`},examples:Sg}),_g=/^arn:[\w-]+:iam::.{0,200}:(?:role|instance-profile)\/(?:.{0,600}\/)?([^/]{1,200})$/;function vg(e,{report:t}){for(let n of[`role`,`instanceProfile`]){let r=[`spec`,n];xg(e,n,t),bg(e,r,t);let i=e.get(r),a=typeof i==`string`?_g.exec(i)?.[1]:void 0;if(a===void 0)continue;let o=!p(a);t({at:e.span(r),message:`\`${n}\` is an ARN instead of a name, so IAM rejects it and \`${e.name}\` never becomes ready`,help:o?`Use \`${a}\`.`:`Use only the part after the last slash.`,...o&&{fix:{description:`Replace with \`${a}\``,edits:b(e,r,a)}}})}}const yg=/^(?:KarpenterController(?:Role)?-|[\w+=,.@-]{1,60}[-_]karpenter[-_]controller(?:[-_]role)?$)/i;function bg(e,t,n){let r=v(e.get(t))??``;yg.test(r)&&n({at:e.span(t),severity:`warning`,message:`\`${r}\` seems to be the role of the controller. Nodes with this role cannot join the cluster, and every pod that reads the instance metadata could launch instances`,help:"Use the role of the nodes, such as `KarpenterNodeRole-demo`."})}function xg(e,t,n){let r=[`spec`,t],i=Mt(e,r);if(i===void 0)return;let a=e.span(r);/^module\.[\w-]+\.iam_role_(?:name|arn)$/.test(i)&&/karpenter/i.test(i)?n({at:a,message:`\`${i}\` is the role of the controller. Nodes with this role cannot join the cluster`,help:`Use \`${i.replace(/iam_role_\w{1,100}$/,`node_iam_role_name`)}\`.`}):/(?:\.|_)arn$/.test(i)&&n({at:a,message:`\`${t}\` must be a name, but \`${i}\` is an ARN, so IAM rejects it and \`${e.name}\` never becomes ready`,help:`Use \`${i.replace(/arn$/,`name`)}\`.`})}function Sg(){return{bad:[F(`role: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo`),F(`instanceProfile: arn:aws:iam::111122223333:instance-profile/KarpenterNode`),D(k`
          ${R(`default`,F("role: ${aws_iam_role.karpenter_node.arn}"))}
        `,{"aws_iam_role.karpenter_node.arn":`aws_iam_role.karpenter_node.name`}),D(k`
          ${R(`default`,F("role: ${module.karpenter.iam_role_name}"))}
        `,{"module.karpenter.iam_role_name":`module.karpenter.node_iam_role_name`}),D(F(`role: KarpenterControllerRole-demo`),{"KarpenterControllerRole-demo":`KarpenterNodeRole-demo`})],good:[k`
        ${R(`default`,F("role: ${module.karpenter.node_iam_role_name}"))}
      `,I,F("role: ${NODE_ROLE}")]}}const Cg={AL2:`/dev/xvda`,AL2023:`/dev/xvda`,Bottlerocket:`/dev/xvda`,Windows2019:`/dev/sda1`,Windows2022:`/dev/sda1`,Windows2025:`/dev/sda1`},wg=[`/dev/sda`,`/dev/sda1`,`/dev/xvda`,`/dev/xvda1`,`/dev/nvme0n1`],Tg=M({id:`root-device`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[64],on:{NodeClass(e,{report:t}){let n=rn(e)??``,r=Object.hasOwn(Cg,n)?Cg[n]:void 0,i=[`spec`,`blockDeviceMappings`],a=y(e.get(i)).map(e=>_(e)),o=a.map(e=>v(e?.deviceName)??``);if(r===void 0||e.isPartial||o.includes(r)||a.some(e=>e?.rootVolume===!0))return;let s=o.findIndex(e=>wg.includes(e));if(s===-1)return;let c=[...i,s,`deviceName`],l=tn(e).every(({term:e})=>e.alias!==void 0);t({at:e.span(c),...!l&&{severity:`note`},message:`The root device of ${n} is \`${r}\`, so \`${o[s]}\` adds an empty volume and the root volume keeps the size of the AMI`,help:`Set \`deviceName\` to \`${r}\`.`,fix:{description:`Replace with \`${r}\``,edits:b(e,c,r)}})}},docs:{summary:`A block device mapping names the root device of another AMI family.`,why:`EC2 attaches a device with an unknown name as an additional, empty volume. The root volume keeps the size, type and encryption of the AMI, and Karpenter works out ephemeral storage from its default of 20 GiB. The additional volume costs money, and nothing uses it.`,help:"Use `/dev/xvda` for Amazon Linux and Bottlerocket, and `/dev/sda1` for Windows.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:Eg});function Eg(){return{bad:[F(O`
        amiSelectorTerms:
          - alias: al2023@v20260715
        blockDeviceMappings:
          - deviceName: /dev/sda1
            ebs:
              volumeSize: 100Gi
              encrypted: true
              volumeType: gp3
      `)],good:[F(O`
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
      `),F(O`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          blockDeviceMappings:
            - deviceName: /dev/sda1
              ebs:
                volumeSize: 100Gi
                encrypted: true
        `,`ubuntu`)]}}const Dg=M({id:`root-encryption`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[63],controls:[`AWS FSBP EC2.3`,`AWS FSBP EC2.181`],on:{NodeClass(e,{report:t}){let n=[`spec`,`blockDeviceMappings`],r=y(e.get(n)).map(e=>_(e)),i=r.map(e=>v(e?.deviceName)??``),a=i.indexOf(`/dev/xvdb`);rn(e)!==`Bottlerocket`||a===-1||e.isPartial||i.includes(`/dev/xvda`)||i.some(e=>p(e))||_(r[a]?.ebs)?.encrypted===!0&&t({at:e.span([...n,a,`ebs`,`encrypted`]),message:`\`${e.name}\` encrypts \`/dev/xvdb\` but does not map \`/dev/xvda\`, so the root volume is encrypted only if the account encrypts volumes by default`,help:"Map `/dev/xvda` too, with `encrypted: true` and `volumeSize: 4Gi`."})}},docs:{summary:`A Bottlerocket node class encrypts the volume of the containers, but does not configure the root volume.`,why:"Volumes that a node class does not map stay as the AMI defines them, because Karpenter does not add its defaults to existing mappings. If a node class encrypts `/dev/xvdb` of Bottlerocket and does not map `/dev/xvda`, the root volume is not encrypted, unless the account encrypts every volume by default.",help:"Map `/dev/xvda` too, with `encrypted: true` and about 4 GiB.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:Og});function Og(){return{bad:[D(F(O`
          role: KarpenterNodeRole-demo
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          blockDeviceMappings:
            - deviceName: /dev/xvdb
              ebs:
                volumeSize: 100Gi
                encrypted: true
        `),{"blockDeviceMappings:":O`
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  volumeSize: 4Gi
                  encrypted: true
          `})],good:[F(O`
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
      `),F(O`
        role: KarpenterNodeRole-demo
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        blockDeviceMappings:
          - deviceName: /dev/xvdb
            ebs:
              snapshotID: snap-0123456789abcdef0
              volumeSize: 100Gi
      `)]}}const kg=[`subnetSelectorTerms`,`securityGroupSelectorTerms`,`amiSelectorTerms`],Ag=M({id:`selector-term-id`,severity:`warning`,since:`0.1.0`,providers:[`aws`,`eks-auto-mode`],theme:`Network`,mistakes:[80],on:{NodeClass(e,{report:t}){for(let n of kg.map(e=>[`spec`,e])){let r=y(e.get(n)).map(e=>Object.keys(_(e)??{})),i=e=>e.includes(`id`)&&e.length>1;if(!r.every(i))for(let[a,o]of r.entries()){if(!i(o))continue;let r=o.filter(e=>e!==`id`);t({at:e.keySpan([...n,a,r[0]]),message:`Karpenter ignores ${W(r,` and `)} in a term with an \`id\`, because the id alone selects`,labels:[{span:e.span([...n,a,`id`]),message:`the id alone selects`}],help:`Remove ${W(r,` and `)}, or move ${r.length===1?`it`:`them`} to a separate term.`})}}}},docs:{summary:"A selector term has an `id` and other fields, which Karpenter ignores.",why:`An id alone selects one object. The API server should reject other fields in the same term. But its rule looks at all terms together and accepts the list as soon as one of them is valid. Karpenter then uses the id, and tags or a name in the same term narrow nothing.`,help:`Remove the other fields, or move them to a separate term.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:jg});function jg(){return{bad:[D(F(O`
          subnetSelectorTerms:
            - id: subnet-0123456789abcdef0
              tags:
                karpenter.sh/discovery: demo
            - id: subnet-0123456789abcdef1
        `),{"  tags:\n        karpenter.sh/discovery: demo":``},{"  tags:\n        karpenter.sh/discovery: demo":`- tags:
    karpenter.sh/discovery: demo`})],good:[F(O`
        subnetSelectorTerms:
          - id: subnet-0123456789abcdef0
          - tags:
              karpenter.sh/discovery: demo
      `),F(O`
        amiFamily: AL2023
        amiSelectorTerms:
          - name: golden-*
            owner: self
      `)]}}const Mg=M({id:`termination-handler`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[84],on:{Manifests(e,t){let{report:n}=t;for(let r of e.manifests.filter(Ig)){let e=Ng(r,t);e&&!Lg(r)&&n({manifest:r,at:r.span([`metadata`,`name`]),...Pg(r,e,t)})}for(let r of Ot(e,`aws-node-termination-handler`)){let{manifest:e,values:i}=r,a=(...t)=>e.get([...i,...t]),o=e.isPartial||r.isOpen||typeof a()==`string`||a(`enableSqsTerminationDraining`)===!0,s=[`nodeSelector`,`linuxNodeSelector`,`daemonsetNodeSelector`,`affinity`,`linuxAffinity`,`daemonsetAffinity`].some(e=>Object.keys(_(a(e))??{}).length>0);if(o||s)continue;let c=Ng(e,t);c&&n({manifest:e,at:e.span([`metadata`,`name`]),...Pg(e,c,t)})}}},docs:{summary:`The node termination handler runs on Karpenter’s nodes, although Karpenter handles interruptions itself.`,why:"With `interruptionQueue`, Karpenter launches another node and drains the old one when AWS announces an interruption. The AWS node termination handler also drains every node that it runs on, so pods are evicted twice. The handler also cordons nodes on a rebalance recommendation, which Karpenter ignores. Reported only when the charts of both are installed in the same cluster, and the handler has no node selector or affinity.",help:"Keep the handler off Karpenter’s nodes with an affinity for `karpenter.sh/nodepool`, or remove the handler.",url:`https://karpenter.sh/docs/faq/#should-i-use-karpenter-interruption-handling-alongside-node-termination-handler`},examples:Wg}),Ng=(e,{all:t,clusterOf:n})=>Et(t).find(t=>t.chart===`karpenter`&&n(t.manifest)===n(e)&&Rg(t)),Pg=(e,t,n)=>({message:`The node termination handler runs on all nodes, so both it and Karpenter drain Karpenter’s nodes when AWS interrupts them`,help:"Set `affinity` so that the handler does not run on nodes with the label `karpenter.sh/nodepool`, or remove the handler.",labels:[{span:t.manifest.span([...t.values,`settings`,`interruptionQueue`]),message:`Karpenter handles interruptions itself${$(e,t.manifest,n)}`}]}),Fg=[`spec`,`template`,`spec`],Ig=({kind:e,apiVersion:t,name:n,source:r})=>e===`DaemonSet`&&t===`apps/v1`&&/^aws-node-termination-handler/.test(n)&&r.origin?.tool!==`helm`,Lg=e=>e.isPartial||Object.keys(_(e.get([...Fg,`nodeSelector`]))??{}).some(e=>!/kubernetes\.io\/(?:os|arch)$/.test(e))||e.get([...Fg,`affinity`,`nodeAffinity`])!==void 0,Rg=({manifest:e,values:t})=>(v(e.get([...t,`settings`,`interruptionQueue`]))??``)!==``,zg=L(`aws-node-termination-handler`),Bg=L(`karpenter`,{values:O`
    settings:
      clusterName: demo
      interruptionQueue: demo
  `}),Vg=e=>O`
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
`,Hg=`      chart: aws-node-termination-handler
`,Ug=O`
  values:
    affinity:
      nodeAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          nodeSelectorTerms:
            - matchExpressions:
                - key: karpenter.sh/nodepool
                  operator: DoesNotExist
`;function Wg(){return{bad:[D(z(L(`karpenter`,{values:O`
              settings:
                clusterName: demo
                interruptionQueue: demo
            `}),zg),{[Hg]:`${Hg}  ${Ug.text.replaceAll(/\n(?=.)/g,`
  `)}`},{[`---\n${zg.text}`]:``}),D(z(Bg,Vg(``)),{"containers:":`affinity:
  nodeAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      nodeSelectorTerms:
        - matchExpressions:
            - {key: karpenter.sh/nodepool, operator: DoesNotExist}
containers:`})],good:[z(Bg,Vg(O`
          affinity:
            nodeAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
                nodeSelectorTerms:
                  - matchExpressions:
                      - {key: karpenter.sh/nodepool, operator: DoesNotExist}
        `)),z(L(`karpenter`,{values:O`
            settings:
              clusterName: demo
              interruptionQueue: demo
          `}),O`
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
        `),z(L(`karpenter`,{values:O`
            settings:
              clusterName: demo
          `}),O`
          apiVersion: helm.toolkit.fluxcd.io/v2
          kind: HelmRelease
          metadata:
            name: node-termination-handler
          spec:
            chart:
              spec:
                chart: aws-node-termination-handler
        `),z(L(`karpenter`,{values:O`
            settings:
              clusterName: demo
              interruptionQueue: demo
          `}),O`
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
        `)]}}const Gg=/^(?:mac|[a-z]\d+g[a-z]*-flex|i3\.metal$)/,Kg=/^(?:cc1|cc2|cg1|cg2|cr1|g1|g2|hi1|hs1)$/,qg=M({id:`unknown-instance-type`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[],on:{NodePool:Jg,Provisioner:Jg,NodeOverlay:Jg},docs:{summary:`A requirement names an instance type or family that does not exist, or that the region does not offer.`,why:`The API server accepts any text. Karpenter never chooses a value that no instance type has, and does not warn about it. The NodePool then allows less than it seems to, or launches nothing at all.`,help:`Correct the name, or use one that the region offers.`,url:`https://karpenter.sh/docs/reference/instance-types/`},examples:Zg});function Jg(e,t){let{catalog:n}=t;if(n)for(let r of H(e)){let i=x(r.key);if(i===S.instanceType)Yg({pool:e,requirement:r,what:`instance type`,known:n.names,isOffered:e=>n.zonesOf(e).length>0},t,n);else if(i===S.instanceFamily){let i=[...new Set(n.types.map(e=>e.family))],a=new Set(n.types.filter(e=>n.zonesOf(e.name).length>0).map(e=>e.family));Yg({pool:e,requirement:r,what:`instance family`,known:i,isOffered:e=>a.has(e)},t,n)}}}function Yg({pool:e,requirement:t,what:n,known:r,isOffered:i},{report:a,nearest:o,isRegionAssumed:s},c){let{operator:l,values:u}=t;if(l!==`In`&&l!==`NotIn`)return;let d=new Set(r);for(let{path:t,text:f,isKnown:ee}of u)if(!(!ee||Gg.test(f)||l===`NotIn`&&Kg.test(f))){if(d.has(f))l===`In`&&!i(f)&&!s&&a({at:e.span(t),message:`Region ${c.region} does not offer the ${n} \`${f}\`, so Karpenter never launches it`,help:`Replace it with one that ${c.region} offers, or remove it.`});else{let i=Xg(o(f,r),f,r);a({at:e.span(t),message:`\`${f}\` is not a known EC2 ${n}`,help:i?`Did you mean \`${i}\`?`:`Correct the name. If it is newer than plumbline’s catalog, silence this finding.`,...i&&{fix:{description:`Replace with \`${i}\``,edits:b(e,t,i)}}})}}}function Xg(e,t,n){if(e===void 0)return;let i=r(t,e);return n.some(n=>n!==e&&r(t,n)===i)?void 0:e}function Zg(){return{bad:[N({requirements:[`node.kubernetes.io/instance-type In [m5.large, m5.xlrage]`,`karpenter.sh/capacity-type In [on-demand]`]}),N({requirements:[`karpenter.k8s.aws/instance-family NotIn [t2, t3, tg4]`]}),D(A({region:`ap-northeast-2`},N({requirements:[`karpenter.k8s.aws/instance-family In [c7i, c7a]`,`karpenter.sh/capacity-type In [on-demand]`]})),{"[c7i, c7a]":`[c7i, c6i]`},{"[c7i, c7a]":`[c7i]`})],good:[N({requirements:[`karpenter.k8s.aws/instance-family In [m5, m6i]`]}),N({requirements:[`karpenter.k8s.aws/instance-family NotIn [c1, cc1, cc2, g2, t1]`]})]}}const Qg=String.raw`(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')`,$g=`${Qg}(?:\\s*\\.\\s*${Qg})*`,e_=RegExp(`^(?:\\[\\s*${$g}\\s*\\]|\\[\\[\\s*${$g}\\s*\\]\\])\\s*(?:#.*)?$`),t_=RegExp(`^${$g}\\s*=\\s*(.*)$`),n_=/^(?:true|false|[+-]?(?:inf|nan)|[+-]?\d[\w.+:-]*(?: \d[\w.+:-]*)?)\s*(?:#.*)?$/,r_=/^("""|''')/,i_=/^(?:"(?:[^"\\]|\\.)*"|'[^']*')\s*(?:#.*)?$/,a_={characters:5e4,lines:2e3};function o_(e){if(e.length>a_.characters)return;let t=e.split(`
`).slice(0,a_.lines);for(let e=0;e<t.length;e++){let n=t[e].trim();if(n===``||n.startsWith(`#`)||e_.test(n))continue;let r=t_.exec(n)?.[1];if(r===void 0)return n;if(r_.test(r)){let n=r.slice(0,3);if(r.indexOf(n,3)===-1)for(;++e<t.length&&!t[e].includes(n););}else if(/^[[{]/.test(r))e=c_(t,e,r);else if(!n_.test(r)&&!i_.test(r))return n}}function s_(e){if(e.length>a_.characters||[`[[`,`"""`,`'''`].some(t=>e.includes(t)))return;let t=new Set;for(let n of e.split(`
`).slice(0,a_.lines)){let e=/^\s*\[(?!\[)([^\]]*)\]\s*(?:#.*)?$/.exec(n)?.[1];if(e===void 0)continue;let r=e.replaceAll(/["'\s]/g,``);if(t.has(r))return n.trim();t.add(r)}}function c_(e,t,n){let r=0;for(let i=t;i<e.length;i++){let a=(i===t?n:e[i]).replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g,``).replace(/#.*$/,``);for(let e of a)r+=`[{`.includes(e)?1:`]}`.includes(e)?-1:0;if(r<=0)return i}return e.length}const l_=M({id:`user-data-format`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[57,58],on:{NodeClass(e,{report:t}){let n=an(e),r=n===void 0?void 0:u_(e,n);r&&t({at:e.keySpan([`spec`,`userData`]),...r})}},docs:{summary:`User data has a format that the AMI family does not understand.`,why:"Karpenter merges `userData` into the user data that it writes for the AMI family. Bottlerocket reads TOML, and a node class with another format never launches a node. On Amazon Linux 2023, `/etc/eks/bootstrap.sh` only fails, so its flags never reach the kubelet. If the parts of a MIME text do not start with the boundary that it declares, none of them runs.",help:"For Bottlerocket, write TOML. For Amazon Linux 2023, write a `NodeConfig` or a script without `bootstrap.sh`. Start each part of a MIME text with two dashes and the declared boundary.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specuserdata`},examples:h_});function u_(e,t){let n=rn(e);return n===`Bottlerocket`?d_(t):n===`AL2023`&&p_(t)?{message:"`/etc/eks/bootstrap.sh` only fails on Amazon Linux 2023, so its arguments have no effect",help:"Remove the call, because Karpenter joins the node to the cluster itself. Set kubelet settings under `spec.kubelet`, and labels in the NodePool."}:n===`AL2`||n===`AL2023`?m_(t):void 0}function d_(e){let[t=``]=e.trimStart().split(`
`);if(!/^(?:#!|MIME-Version:|Content-Type:|#cloud-config)/i.test(t)){let t=o_(e);return t===void 0?f_(e):{message:`Bottlerocket expects user data in TOML, but \`${t.slice(0,60)}\` is neither a table nor a key with a value`,help:'Write TOML: tables such as `[settings.kubernetes]`, and entries such as `name = "text"`, with texts in quotes.'}}return{message:`Bottlerocket expects user data in TOML, but this starts with \`${t.trim().slice(0,60)}\``,help:"Write TOML settings, such as `[settings.kubernetes]`. Bottlerocket runs no scripts."}}function f_(e){let t=s_(e);if(t!==void 0)return{message:`The user data has the table \`${t.slice(0,60)}\` twice, which TOML does not allow, so Karpenter launches no nodes`,help:`Merge the entries of both into one table.`}}const p_=e=>!/-[efx] \/etc\/eks\/bootstrap\.sh/.test(e)&&/^[ \t]*(?:sudo\s+|bash\s+)?\/etc\/eks\/bootstrap\.sh\b/m.test(e);function m_(e){if(!/^\s*(?:MIME-Version|Content-Type): /i.test(e))return;let t=/boundary="?([^"\s;]{1,200})"?/i.exec(e)?.[1],n=e.split(`
`).map(e=>e.trimEnd());if(!(t===void 0||n.includes(`--${t}`)))return{message:`This MIME text declares the boundary \`${t}\`, but no line is \`--${t}\`, so none of its parts runs`,help:`Start every part with \`--${t}\`, and end the last one with \`--${t}--\`.`}}function h_(){return{bad:[D(F(O`
          amiSelectorTerms:
            - alias: al2023@v20260715
          userData: |
            #!/bin/bash
            /etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'
            echo hello
        `),{"/etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'":``}),D(F(O`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            #!/bin/bash
            sysctl -w vm.max_map_count=262144
        `),{"#!/bin/bash":`[settings.kernel.sysctl]`,"sysctl -w vm.max_map_count=262144":`"vm.max_map_count" = "262144"`}),D(F(O`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            [settings.kubernetes]
            cluster-domain = cluster.local
        `),{"= cluster.local":`= "cluster.local"`}),D(F(O`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            [settings.kernel.sysctl]
            "vm.max_map_count" = "262144"
            [settings.kernel.sysctl]
            "net.core.somaxconn" = "1024"
        `),{'"262144"\n    [settings.kernel.sysctl]':`"262144"`}),D(F(O`
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
        `),{"--==BOUNDARY==--":`--BOUNDARY--`,"--==BOUNDARY==":`--BOUNDARY`})],good:[F(O`
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
      `),F(O`
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
        `,`bottlerocket`)]}}const g_=[[`a private key`,/-----BEGIN (?:[A-Z]{1,20} )?PRIVATE KEY-----/],[`an AWS access key`,/\b(?:AKIA|ASIA)(?![A-Z0-9]{0,12}EXAMPLE)[A-Z0-9]{16}\b/],[`a GitHub token`,/\bgh[pousr]_[A-Za-z0-9]{36}/],[`a GitLab token`,/\bglpat-[\w-]{20}/],[`a Slack token`,/\bxox[abprs]-[\w-]{10}/],[`a password in a URL`,/\b[a-z][a-z0-9+]{1,20}:\/\/[^\s:@/${}<]{1,100}:(?![$<{%])[^\s:@/]{4,100}@/],[`a token to join a cluster`,/--token[ =]["']?[a-z0-9]{6}\.[a-z0-9]{16}\b/]],__=/(?:^|[\s"'{,;])((?:[A-Za-z]\w{0,60}[_-])?(?:password|passwd|secret|secret[_-]?(?:access[_-]?)?key|token|api[_-]?key|access[_-]?key|license[_-]?key))["']?\s{0,5}[=:]\s{0,5}(?:"([^"\s]{8,200})"|'([^'\s]{8,200})'|([^\s"'#;,]{8,200}))/i,v_=e=>/[A-Za-z]/.test(e)&&/[\d!@#%^&*+=-]/.test(e)&&!/[$`<>{}()[\]]|%[{s]|^[/~.]|^[a-z]+:\/\/|^arn:|^(?:ssm|vault|secretsmanager|file):|EXAMPLE|changeme|placeholder|redacted|x{4}|\*{3}/i.test(e);function y_(e){for(let[t,n]of e.split(`
`).slice(0,2e3).entries()){let e=n.slice(0,2e3),r=g_.find(([,t])=>t.test(e));if(r)return{kind:r[0],line:t+1};let i=__.exec(e),a=i?.[2]??i?.[3]??i?.[4];if(i&&a!==void 0&&v_(a))return{kind:`a value for \`${i[1]}\``,line:t+1}}}const b_=[`spec`,`userData`],x_=M({id:`user-data-secrets`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Security`,mistakes:[],controls:[`CWE-798`],on:{NodeClass(e,{report:t}){let n=e.get(b_),r=typeof n==`string`?y_(n):void 0;r&&t({at:S_(e),message:`Line ${r.line} of the user data of \`${e.name}\` seems to contain ${r.kind}. Every pod that reaches the instance metadata can read it, and so can everybody who may describe the node class or its launch templates`,help:`Store the secret in AWS Secrets Manager or the Parameter Store, and let the user data fetch it with the node’s role. Replace the secret, because it is in the history of the repository.`})}},docs:{summary:`User data contains what looks like a password, a token or a key.`,why:`User data is not secret. The instance metadata serves it to every process on the node and, with a hop limit of 2, to every pod. It is also in the EC2NodeClass, in launch templates, and in the repository. plumbline does not print the secret, and points at the field instead of the line.`,help:`Let the user data fetch secrets from AWS Secrets Manager or the Parameter Store with the node’s role.`,url:`https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/user-data.html`},examples:T_});function S_(e){let{text:t}=e.source,{start:n,end:r}=e.keySpan(b_);return/^\s*:\s*[|>][\d+-]*\s*(?:#.*)?$/.test(/^.*/.exec(t.slice(r))[0])&&/^\s*(?:- )?["']?$/.test(t.slice(t.lastIndexOf(`
`,n-1)+1,n))?e.keySpan(b_):e.span([`metadata`,`name`])}const C_=e=>F(O`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: al2023@v20260715
    userData: |
      #!/bin/bash
      ${e}
      /opt/install
  `),w_=`export DB_PASSWORD=$(aws secretsmanager get-secret-value --secret-id db --query SecretString --output text)`;function T_(){return{bad:[D(C_(`export DB_PASSWORD='correct-horse-battery-9'`),{"export DB_PASSWORD='correct-horse-battery-9'":w_}),D(C_(`curl -sf https://agent:s3cr3t-4gent@get.example.com/agent | bash`),{"agent:s3cr3t-4gent@":``})],good:[C_(w_),C_(`TOKEN=$(curl -X PUT http://169.254.169.254/latest/api/token -H "X-aws-ec2-metadata-token-ttl-seconds: 60")`),C_(`export API_TOKEN_FILE=/run/secrets/api-token-1`)]}}const E_=[`ebs.csi.aws.com`,`ebs.csi.eks.amazonaws.com`,`kubernetes.io/aws-ebs`],D_=`WaitForFirstConsumer`,O_=M({id:`volume-binding-mode`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Workloads`,mistakes:[104],on:{Manifests(e,{report:t}){if(or(e))for(let n of e.manifests){if(n.kind!==`StorageClass`||h(n.apiVersion)!==`storage.k8s.io`)continue;let e=[`volumeBindingMode`],r=n.get(e),i=r===`Immediate`||r===void 0&&!n.isPartial;E_.includes(v(n.get([`provisioner`]))??``)&&i&&(n.get([`allowedTopologies`])!==void 0||p(n.name)||t({manifest:n,at:r===void 0?n.keySpan([`provisioner`]):n.span(e),message:`StorageClass \`${n.name}\` creates a volume in any zone before the scheduler knows where its pod can run`,help:`Set \`volumeBindingMode: ${D_}\`. If the StorageClass already exists in a cluster, delete it there first, because the field cannot be changed.`,fix:{description:`Set \`volumeBindingMode: ${D_}\``,edits:r===void 0?De(n,[],`volumeBindingMode`,D_):b(n,e,D_)}}))}}},docs:{summary:`A StorageClass creates EBS volumes before the scheduler knows where their pod runs.`,why:"With `Immediate`, the default, a volume is created in any zone as soon as its claim exists. While a claim is unbound, Karpenter ignores its pod. Afterwards the pod can run only in the zone of the volume, whether or not a NodePool allows that zone.",help:"Set `volumeBindingMode: WaitForFirstConsumer`. The field cannot be changed on an existing StorageClass, so delete the StorageClass and create it again. Its volumes are not affected.",url:`https://kubernetes.io/docs/concepts/storage/storage-classes/#volume-binding-mode`},examples:k_});function k_(){return{bad:[z(N(),O`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
          volumeBindingMode: Immediate
        `),z(N(),O`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
        `)],good:[z(N(),O`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
          volumeBindingMode: WaitForFirstConsumer
        `),z(N(),O`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: efs
          provisioner: efs.csi.aws.com
          volumeBindingMode: Immediate
        `)]}}const A_=[`spec`,`blockDeviceMappings`],j_=M({id:`volume-encryption`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Security`,mistakes:[],controls:[`AWS FSBP EC2.3`,`AWS FSBP EC2.181`],on:{NodeClass(e,t){if(!e.isPartial)for(let n of y(e.get(A_)).keys()){let r=[...A_,n,`ebs`];_(e.get(r))!==void 0&&M_(e,r,t)}}},docs:{summary:`A node class maps a volume without encryption.`,why:"Karpenter encrypts the volumes of a node class that has no `blockDeviceMappings`. If it has some, a volume is encrypted only if its mapping says so, or if the account encrypts every volume by default. `encrypted: false` is a warning, and a missing field is a note. EC2 refuses a key for a volume that is not encrypted, so nothing is launched.",help:"Set `encrypted: true` for each volume.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:P_});function M_(e,t,{report:n}){let r=e=>[...t,e],i=e.get(r(`encrypted`))??void 0,a="Set `encrypted: true`.";if(i!==void 0&&i!==!1)return;let o=`\`${e.get([...t.slice(0,-1),`deviceName`])??`This volume`}\` of \`${e.name}\``;e.get(r(`kmsKeyID`))===void 0?i===!1?n({at:e.span(r(`encrypted`)),message:`${o} is not encrypted, so whoever gets a copy of the volume can read what pods wrote to the disk of a node`,help:a}):e.get(r(`snapshotID`))===void 0&&n({at:e.keySpan(t),severity:`note`,message:`${o} does not say whether it is encrypted, so that depends on the default of the account`,help:a}):n({at:e.span(r(`kmsKeyID`)),message:`${o} has a key but is not encrypted, so EC2 refuses to launch its instances unless the account encrypts every volume`,help:a})}const N_=e=>F(O`
    role: KarpenterNodeRole-demo
    blockDeviceMappings:
      - deviceName: /dev/xvda
        ebs:
          volumeSize: 50Gi
          ${e}
  `);function P_(){return{bad:[D(N_(`encrypted: false`),{"encrypted: false":`encrypted: true`}),D(N_(`volumeType: gp3`),{"volumeType: gp3":`volumeType: gp3
encrypted: true`}),D(N_(`kmsKeyID: arn:aws:kms:us-east-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab`),{"volumeSize: 50Gi":`volumeSize: 50Gi
encrypted: true`})],good:[N_(`encrypted: true`),N_(`snapshotID: snap-0123456789abcdef0`),F(`role: KarpenterNodeRole-demo`)]}}const F_=M({id:`volume-key`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[66],on:{Manifests(e,t){for(let n of dn(e))L_(n,t),z_(n,t)}},docs:{summary:`A node class encrypts volumes with a KMS key that the controller may not use, or that is in another region.`,why:"EC2 encrypts a volume with the permissions of whoever launches the instance. If the controller may not use a customer managed key, the instance terminates within seconds with `Client.InternalError`. Karpenter launches another one, which fails in the same way. Reported only when Terraform creates the key without a key policy or grant, and the controller’s policy has no permission for it. A key in another region than the cluster never works.",help:"Allow the controller `kms:CreateGrant`, `kms:Decrypt`, `kms:DescribeKey`, `kms:GenerateDataKeyWithoutPlaintext` and `kms:ReEncrypt*` on the key, in its IAM policy or in the policy of the key.",url:`https://karpenter.sh/docs/troubleshooting/#node-terminates-before-ready-on-failed-encrypted-ebs-volume`},examples:B_}),I_=[`spec`,`blockDeviceMappings`];function L_(e,{all:t,clusterOf:n,report:r}){let i=n(e);if(i.ofKind(`aws_kms_grant`,`aws_kms_key_policy`).length>0)return;let a=Mu({all:t,clusterOf:n}).filter(([e])=>e&&n(e.policy)===i);if(a.length===1&&Iu(a[0])&&!Fu(a[0],`kms:CreateGrant`))for(let t of y(e.get(I_)).keys()){let n=[...I_,t,`ebs`,`kmsKeyID`],a=/^aws_kms_key\.([\w-]+)\.(?:arn|id|key_id)$/.exec(Mt(e,n)??``)?.[1],o=i.ofKind(`aws_kms_key`).find(e=>e.name===a);o&&o.get([`spec`,`policy`])===void 0&&r({manifest:e,at:e.span(n),message:`Nothing allows the controller to use the key \`${o.name}\`, so instances terminate right after their launch`,help:"Allow the controller `kms:CreateGrant`, `kms:Decrypt`, `kms:DescribeKey`, `kms:GenerateDataKeyWithoutPlaintext` and `kms:ReEncrypt*` on the key, in its IAM policy or in the policy of the key.",labels:[{span:o.span([`metadata`,`name`]),message:`the key`}]})}}const R_=/^arn:aws[\w-]*:kms:([a-z]{2}(?:-[a-z]+){1,3}-\d):/;function z_(e,{catalog:t,isRegionAssumed:n,report:r}){if(t&&!n)for(let n of y(e.get(I_)).keys()){let i=[...I_,n,`ebs`,`kmsKeyID`],a=R_.exec(j(e,i)??``)?.[1];a!==void 0&&a!==t.region&&r({manifest:e,at:e.span(i),message:`The key is in ${a}, but the volumes are in ${t.region}, so instances terminate right after their launch`,help:`Use a key of ${t.region}, or set the region if \`${e.name}\` belongs to a cluster in ${a}.`})}}function B_(){return{bad:[D(F(O`
          role: KarpenterNodeRole-demo
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                encrypted: true
                kmsKeyID: arn:aws:kms:eu-central-1:111122223333:alias/volumes
        `),{"kms:eu-central-1":`kms:us-east-1`}),D(k`
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

        ${R(`default`,F(O`
            role: KarpenterNodeRole-demo
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  encrypted: true
                  kmsKeyID: \${aws_kms_key.nodes.arn}
          `))}
      `,{'data "aws_iam_policy_document" "karpenter" {':k`
            data "aws_iam_policy_document" "karpenter" {
              statement {
                actions   = ["kms:CreateGrant", "kms:Decrypt", "kms:DescribeKey", "kms:GenerateDataKeyWithoutPlaintext", "kms:ReEncrypt*"]
                resources = [aws_kms_key.nodes.arn]
              }
          `},{'description = "volumes of nodes"':`description = "volumes of nodes"
policy      = data.aws_iam_policy_document.key.json`})],good:[k`
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

        ${R(`default`,F(O`
            role: KarpenterNodeRole-demo
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  encrypted: true
                  kmsKeyID: \${aws_kms_key.nodes.arn}
          `))}
      `,k`
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

        ${R(`default`,F(O`
            role: KarpenterNodeRole-demo
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  encrypted: true
                  kmsKeyID: \${aws_kms_key.nodes.arn}
          `))}
      `]}}const V_=M({id:`volume-size`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[],explains:[`schema/type`,`schema/pattern`],on:{NodeClass(e,t){let{report:n}=t;for(let r of y(e.get([`spec`,`blockDeviceMappings`])).keys()){let i=[`spec`,`blockDeviceMappings`,r,`ebs`,`volumeSize`],a=String(e.get(i));H_({nodeClass:e,path:i,size:a},t),!/^[1-9]\d{0,4}$/.test(a)||Number(a)>65536||n({at:e.span(i),message:`\`volumeSize: ${a}\` has no unit. The API server refuses it, or takes a number as bytes before Karpenter 0.37`,help:`Write the unit: \`volumeSize: ${a}Gi\`.`,fix:{description:`Replace with \`${a}Gi\``,edits:b(e,i,`${a}Gi`)},explains:{paths:[i]}})}}},docs:{summary:`The size of a volume has no unit.`,why:`The CRD requires a unit, so the API server refuses the EC2NodeClass. Before Karpenter 0.37, the API server accepts a number as bytes: a root volume of 1 GiB is smaller than every image, so EC2 launches no instances.`,help:"Write the unit, such as `50Gi`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:W_});function H_({nodeClass:e,path:t,size:n},{report:r,karpenter:i}){let a=/^\d{9,16}$/.test(n)?Number(n):0;if(a<2**30||!i.v1)return;let o=`${Math.ceil(a/2**30)}Gi`;r({at:e.span(t),message:`\`volumeSize: ${n}\` is a number of bytes, which the API server refuses`,help:`Write the unit: \`volumeSize: ${o}\`.`,fix:{description:`Replace with \`${o}\``,edits:b(e,t,o)},explains:{paths:[t]}})}const U_=e=>F(O`
    role: KarpenterNodeRole-demo
    blockDeviceMappings:
      - deviceName: /dev/xvda
        ebs:
          volumeSize: ${e}
          volumeType: gp3
          encrypted: true
  `);function W_(){return{bad:[U_(`50`),U_(`53687091200`)],good:[U_(`50Gi`),A({karpenter:`0.36`},U_(`53687091200`))]}}const G_=M({id:`windows-taint`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Taints and overlapping NodePools`,mistakes:[9],on:{Manifests(e,{report:t,clusterOf:n}){for(let r of B(e)){let i=pn(e,r),a=V(r,[`spec`,`template`,`spec`,`taints`]);if(!i||!/^Windows/.test(rn(i)??``)||!a.isKnown||y(a.value).length>0)continue;let o=U(e).find(e=>K_(e)&&n(e.manifest)===n(r));t({manifest:r,...o===void 0&&{severity:`note`},at:r.span([...Yt(r).path,`name`]),message:`The nodes of \`${r.name}\` run Windows, but no taint keeps Linux pods away that do not select an operating system`,help:"Add a taint such as `os=windows:NoSchedule` to the NodePool, and a toleration to the pods for Windows.",labels:[{span:i.span([`metadata`,`name`]),message:`selects Windows images`},...o===void 0?[]:[{span:o.manifest.span([`metadata`,`name`]),message:`selects no operating system, so it can run there`}]]})}}},docs:{summary:`A NodePool for Windows has no taint.`,why:"Most Linux pods do not select an operating system. Karpenter then may launch a Windows node for them, on which their images cannot start. The nodes also cost more, because of the license. It is a note if no workload of the cluster runs on any node, because all Linux pods may select `kubernetes.io/os: linux`.",help:`Add a taint to the NodePool, and a toleration to the pods for Windows.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/windows-support.html`},examples:Y_});function K_({manifest:e,template:t}){let{nodeSelector:n,affinity:r,nodeName:i}=_(e.get([...t,`spec`]))??{};return!e.isPartial&&[n,_(r)?.nodeAffinity,i].every(e=>e==null)}const q_=F(O`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: windows2022@v1.0.0
  `,`windows`),J_=O`
  - key: os
    value: windows
    effect: NoSchedule
`;function Y_(){return{bad:[D(z(N({nodeClassRef:`windows`}),q_),{"nodeClassRef:":`taints:
  - {key: os, value: windows, effect: NoSchedule}
nodeClassRef:`})],good:[z(N({nodeClassRef:`windows`,taints:J_}),q_)]}}const X_=M({id:`zones-without-subnets`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[25],on:{NodePool:Z_},docs:{summary:`A NodePool allows a zone in which its node class selects no subnet.`,why:`Karpenter launches nodes only in the zones of the selected subnets. It still counts every zone of the requirements as a topology domain, so a zonal topology spread constraint can keep pods pending. A NodePool with no other zone launches nothing. Reported only when the repository creates the subnets of the cluster and their zones are known.`,help:`Remove the zone from the requirements, or create a subnet in it that the node class selects.`,url:`https://karpenter.sh/docs/concepts/nodepools/#availability-zones`},examples:$_});function Z_(e,{all:t,clusterOf:n,relation:r,report:i}){let a=e.isPartial?void 0:pn(t,e);if(!a||a.isPartial||r(e,a)===void 0)return;let o=ff(a,`subnet`,Td(n(a),`subnet`)),s=o&&Q_(o);if(s)for(let{key:t,operator:n,values:r}of H(e)){if(x(t)!==S.zone||n!==`In`)continue;let c=r.filter(({isKnown:e,text:t})=>e&&!s.has(t)),l=c.length===r.length;for(let{path:t,text:n}of c)i({at:e.span(t),...l&&{severity:`error`},message:`\`${a.name}\` selects no subnet in zone \`${n}\`, so Karpenter never launches nodes there`,help:`Use zones in which it selects subnets: ${W([...s].sort(),` and `)}.`,labels:o.slice(0,1).map(({manifest:e,tagsAt:t})=>({span:e.keySpan(t),message:`the subnets that it selects`}))})}}function Q_(e){let t=e.map(e=>e.zones);return t.length===0||t.includes(void 0)?void 0:new Set(t.flatMap(e=>e??[]))}function $_(){let e=e=>k`
    module "vpc" {
      source          = "terraform-aws-modules/vpc/aws"
      azs             = ["us-east-1a", "us-east-1b"]
      private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]

      private_subnet_tags = {
        "karpenter.sh/discovery" = "orders"
      }
    }

    ${R(`default`,F(O`
        role: KarpenterNodeRole-orders
        subnetSelectorTerms:
          - tags:
              karpenter.sh/discovery: orders
      `))}

    ${R(`pool`,N({limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`topology.kubernetes.io/zone In [${e}]`]}))}
  `;return{bad:[D(e(`us-east-1a, us-east-1c`),{"us-east-1a, us-east-1c":`us-east-1a, us-east-1b`})],good:[e(`us-east-1a, us-east-1b`)]}}const ev=[mn,Rn,Gn,Qn,dr,xr,Pr,Wr,Yr,ri,ui,gi,Di,bl,Ol,Pl,ou,bu,Du,zu,qu,id,ld,pf,wf,Pf,Zf,op,fp,hp,Cp,Ep,Np,Rp,Wp,cm,ym,Om,Fm,zm,Zm,sh,Eh,sg,fg,gg,Tg,Dg,Ag,Mg,qg,l_,x_,O_,j_,F_,V_,G_,X_];function tv(e,t){if(e===void 0)return!1;for(let[n,r]of Object.entries(e.matchLabels??{}))if(nv(t,n)!==r)return!1;return(e.matchExpressions??[]).every(({key:e,operator:n,values:r=[]})=>{let i=nv(t,e);switch(n){case`In`:return i!==void 0&&r.includes(i);case`NotIn`:return i===void 0||!r.includes(i);case`Exists`:return i!==void 0;case`DoesNotExist`:return i===void 0;default:return!1}})}const nv=(e,t)=>Object.hasOwn(e,t)?e[t]:void 0;function rv(e){if(e===void 0)return``;let t=Object.entries(e.matchLabels??{}).map(e=>JSON.stringify(e)),n=(e.matchExpressions??[]).map(({key:e,operator:t,values:n=[]})=>JSON.stringify([e,t,[...n].sort()]));return JSON.stringify([t.sort(),[...new Set(n)].sort()])}const iv=({kind:e,apiVersion:t})=>e===`PodDisruptionBudget`&&h(t)===`policy`;function av(e){let t=new Map;for(let n of U(e)){let e=sr(n);if(e===void 0||p(n.namespace))continue;let r=ov(n.manifest);for(let i of[``,...Object.entries(e).map(e=>e.join(`=`))]){let a=JSON.stringify([r,i]),o=t.get(a)??[];t.set(a,o),o.length<200&&o.push({workload:n,labels:e})}}let n=new Map,r=new Map;for(let i of e.manifests.filter(iv)){let e=lr(i,[`spec`,`selector`]),[a]=Object.entries(e?.matchLabels??{}),o=(t.get(JSON.stringify([ov(i),a?.join(`=`)??``]))??[]).filter(({labels:t})=>tv(e,t)).map(({workload:e})=>e);n.set(i,o);for(let e of o)r.set(e,[...r.get(e)??[],i].slice(0,2))}return{byBudget:n,byWorkload:r}}const ov=e=>`${ar(e)} ${e.source.file.slice(0,Math.max(0,e.source.file.lastIndexOf(`/`)))}`;function sv(e,t){let n=new he(e.source.text),{start:r,end:i}=e.span(t),[a,o]=[n.position(r).line,n.position(i).line];return[...dv(n,a),...uv(n,a,o)].join(` 
 `).trim()}function cv(e,t){let{origin:n,text:r}=e.source;if(!n)return sv(e,t);let{start:i,end:a}=e.span(t),o=i+r.slice(i,a).trimEnd().length,s=[n.trace(i,i+1),n.trace(Math.max(i,o-1),o)].map(({span:e,isExact:t})=>{let r=t?n.textOf?.(e.file):void 0;if(r===void 0)return;let i=new he(r),{line:a}=i.position(e.start);return i.line(a).includes(`{{`)||i.line(a).includes("${")?void 0:[...dv(i,a),...uv(i,a,a)].join(` 
 `)});return s.includes(void 0)?void 0:s.join(` 
 `).trim()}function lv(e,t){let n=new he(e.source.text),{line:r}=n.position(e.keySpan(t).start);return[...dv(n,r),...uv(n,r,r)].join(` 
 `).trim()}const uv=(e,t,n)=>Array.from({length:Math.min(20,n-t+1)},(n,r)=>/(?:^|\s)#(.*)$/.exec(e.line(t+r))?.[1]??``);function dv(e,t){let n=[];for(let r=t-1;r>0&&n.length<20;r--){let t=/^\s*#(.*)$/.exec(e.line(r))?.[1];if(t===void 0)break;n.unshift(t)}return n}const fv=[`spec`,`template`,`spec`];function pv(e){if(qt(e)?.group===`eks.amazonaws.com`||pe(e.apiVersion)!==`v1`)return!1;let t=V(e,[...fv,`terminationGracePeriod`]);return t.isKnown&&t.value===void 0}function mv(e){let t=V(e,[...fv,`expireAfter`]);return t.isKnown&&t.value!==`Never`&&pv(e)}const hv=M({id:`blocking-pdb`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[41,43,44],on:{Manifests(e,t){if(!or(e))return;let{byBudget:n,byWorkload:r}=av(e),i=wv(e),a=_v(e);for(let[e,r]of n)yv(e,a,t)||bv({budget:e,workloads:r,replicas:i},t);let o=ae([...r].filter(([,e])=>e.length>1),([,[e,t]])=>`${e.name} ${t.name} ${e.namespace??``} ${t.source.file}`);for(let e of o.values())Sv(e.map(([e])=>e),e[0][1],t)}},docs:{summary:`A PodDisruptionBudget allows no evictions, or two of them select the same pods.`,why:"Karpenter drains nodes with the eviction API. It never consolidates a node with a pod that it cannot evict. If such a node has no `terminationGracePeriod`, Karpenter does not replace it when it drifts, and it stays half-drained when it expires. With one, Karpenter deletes the pod at the end of the period. If two budgets select one pod, the API refuses every eviction. `maxUnavailable: 0` and `minAvailable: 100%` may be intended. They are only notes if a NodePool has a `terminationGracePeriod`, or if its nodes never expire and a comment next to the field gives the reason.",help:"Allow at least one pod to be unavailable, run more replicas than `minAvailable`, and select each pod with only one budget.",url:`https://karpenter.sh/docs/concepts/disruption/#pod-disruption-budgets`},examples:Tv}),gv={maxUnavailable:/^0%?$/,minAvailable:/^100%$/};function _v(e){let t=B(e);if(t.length!==0&&t.every(pv))return t.every(mv)?`stuck expiry`:`no drift`}const vv={"stuck expiry":"an expired one stays half-drained, because no NodePool has a `terminationGracePeriod`","no drift":"never replaces a drifted one, because no NodePool has a `terminationGracePeriod`",none:"replaces a drifted one only if it has a `terminationGracePeriod`"};function yv(e,t,{report:n}){let r=Object.keys(gv).find(t=>gv[t].test(v(e.get([`spec`,t]))??``));if(r===void 0)return!1;let i=cv(e,[`spec`,r])!==``,a=t===void 0||t===`no drift`&&i;return n({manifest:e,at:e.span([`spec`,r]),...a&&{severity:`note`},message:`\`${r}: ${e.get([`spec`,r])}\` allows no evictions. Karpenter never consolidates a node with one of these pods, and ${vv[t??`none`]}`,help:t?"Replace it with `maxUnavailable: 1`, or set `terminationGracePeriod` in the NodePools.":"Replace it with `maxUnavailable: 1`."}),!0}function bv({budget:e,workloads:t,replicas:n},{report:r}){let i=[`spec`,`minAvailable`],a=t.map(({manifest:e})=>/^(?:Deployment|StatefulSet)$/.test(e.kind)&&!e.isPartial?n.get(Cv(e)):void 0),o=a.filter(e=>e!==void 0);if(o.length===0||o.length<a.length||o.length>=200)return;let s=o.reduce((e,t)=>e+t.most,0),c=xv(e.get(i),s);if(c===void 0||c<1||s===0||s>c)return;let l=o.some(({at:e})=>e.isMost),[{at:u}]=o,d=o.length===1?``:` of ${fe(o.length,`workload`)}`;r({manifest:e,at:e.span(i),message:`\`minAvailable: ${e.get(i)}\` of ${l?`at most `:``}${fe(s,`pod`)}${d} allows no evictions. Karpenter never consolidates a node with one of these pods, and replaces a drifted one only if it has a \`terminationGracePeriod\``,labels:o.map(e=>({span:e.at.manifest.span(e.at.path),message:`the number of pods`})),help:o.length===1?`Set \`${u.path.at(-1)}\` to at least ${c+1}, or replace \`minAvailable\` with \`maxUnavailable: 1\`.`:"Give each workload its own PodDisruptionBudget with `maxUnavailable: 1`, or replace `minAvailable` with `maxUnavailable: 1`."})}function xv(e,t){if(typeof e==`number`)return e;let n=/^(\d{1,3})%$/.exec(v(e)??``)?.[1];return n===void 0?void 0:Math.ceil(Number(n)*t/100)}function Sv([e,...t],n,{report:r}){let[i,a]=n;e&&i&&a&&i.name!==a.name&&r({manifest:a,at:a.span([`spec`,`selector`]),message:`Two PodDisruptionBudgets, \`${i.name}\` and \`${a.name}\`, select the pods of ${e.manifest.kind} \`${e.manifest.name}\`${t.length===0?``:` and ${fe(t.length,`more workload`)}`}. The API refuses every eviction`,labels:[{span:i.span([`spec`,`selector`]),message:`also selects these pods`}],help:`Delete one of the two budgets, or change its selector.`})}const Cv=({kind:e,name:t})=>`${e}/${t}`;function wv(e){let t=new Map,n=[`spec`,`replicas`];for(let r of e.manifests){let e=r.get(n),i=Cv(r);if(e===void 0)continue;let a=!t.has(i)||t.get(i)?.most===e,o={manifest:r,path:n,isMost:!1};t.set(i,a&&typeof e==`number`?{most:e,at:o}:void 0)}for(let n of e.manifests){if(n.kind!==`HorizontalPodAutoscaler`&&n.kind!==`ScaledObject`)continue;let e=[`spec`,`scaleTargetRef`],r=v(n.get([...e,`kind`]))??`Deployment`,i=n.kind===`ScaledObject`?`maxReplicaCount`:`maxReplicas`,a=n.get([`spec`,i]),o=Cv({kind:r,name:v(n.get([...e,`name`]))??``}),s={manifest:n,path:[`spec`,i],isMost:!0};t.set(o,typeof a==`number`&&!n.isPartial?{most:a,at:s}:void 0)}return t}function Tv(){return{bad:[D(z(N(),Ov,kv(`minAvailable: 1`)),{"replicas: 1":`replicas: 2`},{"minAvailable: 1":`maxUnavailable: 1`}),D(z(N(),kv(`maxUnavailable: 0`)),{"maxUnavailable: 0":`maxUnavailable: 1`},{"requirements: []":`requirements: []
terminationGracePeriod: 1h`,"maxUnavailable: 0":`maxUnavailable: 1`}),D(z(N({expireAfter:`Never`}),kv(`minAvailable: 100%`)),{"minAvailable: 100%":`maxUnavailable: 1`}),D(z(N(),Ov,Ev(1,3),kv(`minAvailable: 75%`)),{"minAvailable: 75%":`maxUnavailable: 1`},{"maxReplicas: 3":`maxReplicas: 4`}),D(z(N(),Ov,Dv(`web-canary`),kv(`minAvailable: 2`)),{"minAvailable: 2":`maxUnavailable: 1`})],good:[z(N(),Ov,Dv(`web-canary`),kv(`minAvailable: 1`)),z(N(),Ov,Ev(2,10),kv(`minAvailable: 1`)),kv(`maxUnavailable: 0`,`no-karpenter-here`)]}}const Ev=(e,t)=>O`
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
`,Dv=e=>O`
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
`,Ov=Dv(`web`),kv=(e,t=`web`)=>O`
  apiVersion: policy/v1
  kind: PodDisruptionBudget
  metadata:
    name: ${t}
  spec:
    ${e}
    selector:
      matchLabels:
        app: web
`,Av=M({id:`bound-comment`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[16],on:{NodePool:Mv,Provisioner:Mv},docs:{summary:"A comment says that a bound is included, but `Gt` or `Lt` excludes it.",why:"`Gt` means greater than, not at least: `instance-generation Gt 5` starts at generation 6. If a comment on the line says “at least 5” or “5 and newer”, one of the two is wrong. Karpenter never launches instance types with exactly this value.",help:"Use the next lower number with `Gt` or the next higher one with `Lt`. Since Karpenter 1.9 you can also use `Gte` and `Lte`.",url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:Nv}),jv={Gt:/(?:>=|≥|=>|\bat least|\bminimum(?: of)?|\bno less than|\bstarting (?:at|with))\s*(?:gen(?:eration)?\s*)?(\d+)\b|\b(\d+)(?:\+|\s*(?:and|or)\s+(?:newer|later|up|above|more|higher|greater)\b)/i,Lt:/(?:<=|≤|=<|\bat most|\bmaximum(?: of)?|\bno more than|\bup to)\s*(?:gen(?:eration)?\s*)?(\d+)\b|\b(\d+)\s*(?:and|or)\s+(?:older|earlier|below|less|lower|fewer|smaller)\b/i};function Mv(e,{report:t,karpenter:n,isKarpenterAssumed:r}){if(!e.source.origin)for(let i of H(e)){let{operator:a,values:o}=i,[s]=o,c=Object.hasOwn(jv,a)?jv[a]:void 0;if(!c||!s?.isKnown||o.length!==1||!/^\d{1,9}$/.test(s.text))continue;let l=c.exec(sv(e,i.path));if(!l||(l[1]??l[2])!==s.text)continue;let u=String(Number(s.text)+(a===`Gt`?-1:1)),d=n.gteLteOperators&&!r?` or \`${a}e ${s.text}\``:``;t({at:e.span(s.path),message:`The comment says “${l[0].trim()}”, but \`${a} ${s.text}\` excludes ${s.text}`,help:`Write \`${a} ${u}\`${d}.`,fix:{description:`Replace with \`${u}\``,edits:b(e,s.path,`"${u}"`)}})}}function Nv(){return{bad:[z(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:O`
            - key: karpenter.sh/capacity-type
              operator: In
              values: [on-demand]
            # generation 5 and newer
            - key: karpenter.k8s.aws/instance-generation
              operator: Gt
              values: ["5"]
          `}),I)],good:[z(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:O`
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
          `}),I)]}}const Pv=[`jan`,`feb`,`mar`,`apr`,`may`,`jun`,`jul`,`aug`,`sep`,`oct`,`nov`,`dec`],Fv=[`sun`,`mon`,`tue`,`wed`,`thu`,`fri`,`sat`],Iv=[{name:`minute`,min:0,max:59,names:[]},{name:`hour`,min:0,max:23,names:[]},{name:`day of month`,min:1,max:31,names:[]},{name:`month`,min:1,max:12,names:Pv},{name:`day of week`,min:0,max:6,names:Fv}],Lv={"@yearly":`0 0 1 1 *`,"@annually":`0 0 1 1 *`,"@monthly":`0 0 1 * *`,"@weekly":`0 0 * * 0`,"@daily":`0 0 * * *`,"@midnight":`0 0 * * *`,"@hourly":`0 * * * *`},Rv=e=>`reason`in e;function zv(e){let t=e.startsWith(`@`)?Lv[e]:e;if(t===void 0)return Bv(e,0,void 0,`is not one of ${Object.keys(Lv).join(`, `)}`);let n=/^\s*(?:CRON_)?TZ=\S*/.exec(t);if(n)return Bv(n[0].trim(),t.indexOf(n[0].trim()),void 0,`is not allowed, because schedules are in UTC`);let r=[...t.matchAll(/\S+/g)];if(r.length!==Iv.length)return Bv(t,0,void 0,`has ${r.length} fields instead of 5`);let i=[];for(let[e,t]of Iv.entries()){let n=Vv(r[e][0],t);if(`reason`in n)return{...n,start:n.start+r[e].index};i.push([...n].sort((e,t)=>e-t))}let a=e=>/(^|,)[*?](-[^,/]*)?(\/0*1)?(,|$)/.test(r[e][0]);return{minutes:i[0],hours:i[1],daysOfMonth:i[2],months:i[3],daysOfWeek:i[4],isAnyDayOfMonth:a(2),isAnyDayOfWeek:a(4)}}const Bv=(e,t,n,r)=>({part:e,start:t,field:n,reason:r});function Vv(e,t){let n=new Set;for(let r of e.matchAll(/[^,]+/g)){let e=Hv(r[0],t);if(typeof e==`string`)return Bv(r[0],r.index,t.name,e);for(let t=e.from;t<=e.to;t+=e.step)n.add(t)}return n}function Hv(e,t){let[n=``,r,...i]=e.split(`/`),[a=``,o,...s]=n.split(`-`);if(i.length>0)return"has more than one `/`";let c=a===`*`||a===`?`;if(s.length>0&&!c)return"has more than one `-`";let l=c?t.min:Uv(a,t),u=r===void 0?1:Wv(r),d=c?t.max:o===void 0?r===void 0?l:t.max:Uv(o,t);return l===void 0||d===void 0||u===void 0?`is not a number or a name`:l<t.min?`starts below ${t.min}`:d>t.max?`goes beyond ${t.max}`:l>d?`ends before it starts`:u===0?`has a step of 0`:{from:l,to:d,step:u}}function Uv(e,t){let n=t.names.indexOf(e.toLowerCase());return n===-1?Wv(e):n+t.min}const Wv=e=>/^\+?\d{1,9}$/.test(e)?Number(e):void 0,Gv=6e4;function Kv(e,t){let n=(Math.floor(t/Gv)+1)*Gv,r=new Date(n),i=r.getUTCFullYear()+5;for(let t=0;t<2196;t++){let a=new Date(Date.UTC(r.getUTCFullYear(),r.getUTCMonth(),r.getUTCDate()+t));if(a.getUTCFullYear()>i)break;let o=qv(e,a)?Jv(e,a.getTime(),n):void 0;if(o!==void 0)return o}}function qv(e,t){if(!e.months.includes(t.getUTCMonth()+1))return!1;let n=e.daysOfMonth.includes(t.getUTCDate()),r=e.daysOfWeek.includes(t.getUTCDay());return e.isAnyDayOfMonth||e.isAnyDayOfWeek?n&&r:n||r}function Jv({hours:e,minutes:t},n,r){for(let i of e)for(let e of t){let t=n+(i*60+e)*Gv;if(t>=r)return t}}function Yv(e,{start:t,end:n}){let r=[];for(let{cron:i,durationMs:a}of e){let e=Kv(i,t-a);for(let t=0;e!==void 0&&e<n;t++){if(t>2e4)return;r.push({start:e,end:e+a}),e=Kv(i,e)}}r.sort((e,t)=>e.start-t.start||e.end-t.end);let i=[];for(let e of r){let t=i.at(-1);t&&e.start<=t.end?i[i.length-1]={start:t.start,end:Math.max(t.end,e.end)}:i.push(e)}return i}function Xv(e,{start:t,end:n}){let r=[],i=t;for(let t of e)t.start>i&&r.push({start:i,end:Math.min(t.start,n)}),i=Math.max(i,t.end);return i<n?[...r,{start:i,end:n}]:r}const Zv={discounts:[],savingsPlans:[],perNodeMonthlyUsd:0,teamLabel:`team`},Qv=({regions:e,families:t},n,r)=>(e.length===0||e.includes(n))&&(t.length===0||t.includes(r)),$v=e=>e.slice(0,e.indexOf(`.`)),ey={preferencePolicy:`Respect`,minValuesPolicy:`Strict`,vmMemoryOverheadPercent:.075,reservedENIs:0,clusterCABundle:void 0,featureGates:{reservedCapacity:!0}},ty={approvals:1,monthlyIncreaseUsd:void 0,nodesReplaced:void 0,unschedulablePods:void 0,freeze:[],attention:{monthlyIncreaseUsd:500,monthlyIncreasePercent:50,nodesAdded:void 0},teams:{}},ny={region:void 0,zones:void 0,nodeClassZones:{},nodeClassAddresses:{},vcpuQuotas:{},karpenterVersion:void 0,kubernetesVersion:void 0,karpenter:{},existingNodes:void 0,systemPods:void 0,capacityReservations:{},describedReservations:{},snapshot:void 0,catalog:void 0,crds:[],spotPricing:`advisor`,pricing:Zv,currency:void 0,rules:{},customRules:[],ignore:[],overrides:[],neverSuppress:[],changedLines:!1,firstRound:!1,set:{},failOn:`error`,comment:`update`,notify:`block`,environments:{},gate:ty,sources:{render:!0,roots:[],ignore:[],chartRepositories:[]},timeZone:void 0,scorecard:void 0,today:`1970-01-01`},ry=[`spec`,`disruption`,`budgets`],iy=[`Drifted`,`Underutilized`,`Empty`],ay=e=>y(e.get(ry)).map((e,t)=>{let n=_(e)??{},r=y(n.reasons).map(e=>v(e)??``);return{path:[...ry,t],isZero:/^0%?$/.test(v(n.nodes)??``),hours:oy(n),appliesTo:e=>r.length===0||r.some(t=>t===e||p(t))}});function oy({schedule:e,duration:t}){if(e===void 0&&t===void 0)return`always`;if(typeof e!=`string`||typeof t!=`string`||p(e)||p(t))return`unknown`;let n=zv(e),r=/^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:0s)?$/.exec(t);return Rv(n)||!r?`unknown`:{cron:n,durationMs:(60*Number(r[1]??0)+Number(r[2]??0))*6e4}}const sy=Date.UTC(2024,0,1);function cy(e){if(e.some(({hours:e})=>e===`always`))return!1;if(e.some(({hours:e})=>e===`unknown`))return;let t=e.map(({hours:e})=>e),n=t.every(({cron:e})=>e.isAnyDayOfMonth&&e.months.length===12),r={start:sy,end:sy+(n?7:366)*864e5},i=Yv(t,r);return i&&Xv(i,r).length>0}function ly(e,t){let n=`${uy(e,`UTC`)} UTC`;return t===void 0||t===`UTC`?n:`${n} (${uy(e,t)} ${t})`}function uy({start:e,end:t},n){let[r,i]=[dy(e,n),dy(t,n)];return`${r.day} ${r.time} to ${r.day===i.day?``:`${i.day} `}${i.time}`}function dy(e,t){let n=new Intl.DateTimeFormat(`en-US`,{timeZone:t,hourCycle:`h23`,weekday:`short`,month:`short`,day:`numeric`,hour:`2-digit`,minute:`2-digit`}),r=new Map(n.formatToParts(e).map(({type:e,value:t})=>[e,t])),i=e=>r.get(e)??``;return{day:`${i(`weekday`)} ${i(`day`)} ${i(`month`)}`,time:`${i(`hour`)}:${i(`minute`)}`}}const fy=M({id:`budget-gaps`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[37],on:{NodePool(e,{report:t,settings:n}){let r=ay(e);if(r.length===0||e.isPartial)return;let i=iy.filter(e=>cy(r.filter(t=>t.appliesTo(e))));if(i.every(e=>e===`Empty`))return;let a=i.length===iy.length,o=r.filter(e=>e.appliesTo(i[0])).map(({hours:e})=>e),s=o.length===0?``:` outside of the ${o.length===1?`window of its budget`:`windows of its budgets`}`,c=a?``:` for the ${i.length===1?`reason`:`reasons`} ${W(i)}`;t({at:e.keySpan(ry),message:`Karpenter may disrupt any number of nodes of \`${e.name}\` at the same time${c}${s}`,help:`Add a budget without a schedule${a?``:` or reasons`}, such as \`nodes: 10%\`.${py(o,n)}`})}},docs:{summary:`All disruption budgets of a NodePool have schedules or reasons, so nothing limits disruption at other times or for other reasons.`,why:`A budget applies only while its window is open, and only to its reasons. When no budget applies, disruption is unlimited. Explicit budgets replace the default of 10%. If they freeze a NodePool during the day, Karpenter may replace all its nodes at the same time at night.`,help:"Add a budget without a schedule, such as `nodes: 10%`. The smallest of the budgets that apply is used.",url:`https://karpenter.sh/docs/concepts/disruption/#schedule`},examples:my});function py(e,{today:t,timeZone:n}){if(t===ny.today||e.length===0)return``;let r=Date.parse(`${t}T00:00:00Z`),i={start:r,end:r+3024e6},a=Yv(e,i),[o]=a?Xv(a,i):[],s=(a?.filter(({start:e})=>e>=r).slice(0,2)??[]).map(e=>ly(e,n));return[...s.length>0?[` The next ${s.length===1?`window is`:`windows are`} ${s.join(`, then `)}.`]:[],...o?[` The next time without a limit is ${ly(o,n)}.`]:[]].join(``)}function my(){return{bad:[D(N({disruption:O`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
        `}),{"budgets:":`budgets:
  - nodes: 10%`}),D(N({disruption:O`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
              reasons: [Drifted]
            - nodes: "0"
              reasons: [Empty, Underutilized]
              schedule: 0 9 * * mon-fri
              duration: 8h
        `}),{"budgets:":`budgets:
  - nodes: 20%`})],good:[N({disruption:O`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
        `}),N({disruption:O`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
              schedule: 0 8 * * *
              duration: 12h
            - nodes: 20%
              schedule: 0 20 * * *
              duration: 12h
        `})]}}const hy=M({id:`budget-rounding`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[38],on:{NodePool(e,{report:t}){let n=gy(e),r=[`spec`,`disruption`,`budgets`];if(!(n===void 0||n<2))for(let[i,a]of y(e.get(r)).entries()){let o=_(a)?.nodes,s=typeof o==`string`?Number(/^(\d{1,3})%$/.exec(o)?.[1]??0):0;s===0||s*n>=100||100/n<2*s||t({at:e.span([...r,i,`nodes`]),message:`\`${o}\` of at most ${n} nodes is rounded up to one node, which is ${Math.round(100/n)}% of \`${e.name}\``,help:'Set `nodes: "1"` to disrupt one node at a time.'})}}},docs:{summary:`Karpenter rounds a small percentage of a small NodePool up to one node.`,why:"Karpenter rounds the percentages of a budget up: 10% of three nodes is one node, a third of them. If `replicas` or `limits.nodes` limits the number of nodes, a small percentage never has the effect that it suggests.",help:"Set `nodes` to the number of nodes that may be disrupted at the same time.",url:`https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets`},examples:_y});function gy(e){let[t,n]=[e.get([`spec`,`replicas`]),e.get([`spec`,`limits`,`nodes`])],r=t??n;return typeof r==`number`||typeof r==`string`&&/^\d{1,6}$/.test(r)?Number(r):void 0}function _y(){return{bad:[D(z(N({disruption:O`
            consolidateAfter: 1m
            budgets:
              - nodes: 10%
          `,limits:O`
            cpu: 100
            nodes: 4
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),I),{"nodes: 10%":`nodes: "1"`})],good:[z(N({disruption:O`
            consolidateAfter: 1m
            budgets:
              - nodes: 10%
          `,limits:O`
            cpu: 100
            nodes: 40
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),I),z(N({disruption:O`
            consolidateAfter: 1m
            budgets:
              - nodes: "1"
          `,limits:O`
            cpu: 100
            nodes: 4
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),I)]}}const vy=M({id:`budget-schedule`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[35,36],on:{NodePool(e,{report:t}){let n=[`spec`,`disruption`,`budgets`];for(let[r,i]of y(e.get(n)).entries()){let a=_(i)?.schedule;if(typeof a!=`string`||p(a)||!by(a))continue;let o=zv(a);if(!Rv(o)){Kv(o,yy)===void 0&&t({at:e.span([...n,r,`schedule`]),severity:`warning`,message:`\`${a}\` never occurs, so Karpenter applies the budget at all times`,help:`Use a day that exists in the months of the schedule.`});continue}let s=o.field===`day of week`?xy(a,o):void 0;t({at:e.span([...n,r,`schedule`]),message:`Karpenter cannot parse this schedule, so no budget of \`${e.name}\` allows any disruption: ${o.field?`${o.field} `:``}\`${o.part}\` ${o.reason}`,help:s?`Write \`${s}\`. Days are 0 (Sunday) to 6, and ranges do not wrap around.`:`Write five fields in UTC: minute, hour, day of month, month and day of week.`,...s&&{fix:{description:`Replace with \`${s}\``,edits:b(e,[...n,r,`schedule`],`"${s}"`)}}})}}},docs:{summary:`Karpenter cannot parse the schedule of a disruption budget.`,why:"The API server only checks that a schedule has five parts. Karpenter parses it when it evaluates budgets. On an error, every budget of the NodePool allows 0 nodes: Karpenter consolidates nothing and rolls out no drift, and only an event says so. Days of the week are 0 to 6 and ranges do not wrap around, so `7`, `1-7` and `sat-sun` are errors. Schedules are always in UTC.",help:`Write five valid fields, list days instead of wrapping around, and convert times to UTC.`,url:`https://karpenter.sh/docs/concepts/disruption/#schedule`},examples:Cy}),yy=Date.UTC(2024,0,1),by=e=>/^@(annually|yearly|monthly|weekly|daily|midnight|hourly)/.test(e)||e.trim().split(/\s+/).length>=5;function xy(e,{part:t,start:n}){let r=t.split(`-`).map(Sy),[i,a=i]=r;if(r.length>2||i===void 0||a===void 0)return;let o=[],s=/[a-z]/i.test(t);for(let e=i;o.push(s?Fv[e%7]:String(e%7)),e%7!=a%7&&o.length!==7;e=(e+1)%7);let c=o.length===7?`*`:o.join(`,`),l=e.slice(0,n)+c+e.slice(n+t.length);return Rv(zv(l))?void 0:l}const Sy=e=>{let t=Fv.indexOf(e.toLowerCase());return t===-1?/^[0-7]$/.test(e)?Number(e):void 0:t};function Cy(){return{bad:[N({disruption:O`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * sat-sun
              duration: 8h
        `}),D(N({disruption:O`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: TZ=Europe/Berlin 0 9 * * 1-5
              duration: 8h
        `}),{"TZ=Europe/Berlin 0 9 * * 1-5":`0 8 * * 1-5`}),D(N({disruption:O`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 30 2 *
              duration: 8h
        `}),{"0 9 30 2 *":`0 9 28 2 *`})],good:[N({disruption:O`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
            - nodes: "1"
              schedule: "@daily"
              duration: 1h
        `})]}}const wy=({kind:e,apiVersion:t})=>e===`CapacityBuffer`&&h(t)===`autoscaling.x-k8s.io`,Ty=`autoscaling.x-k8s.io/v1beta1`;function Ey(e){let{apiGroup:t,kind:n,name:r}=_(e.get([`spec`,`scalableRef`]))??{},[i,a]=[v(n),v(r)];if(i!==void 0&&a!==void 0)return{kind:i,name:a,isSupported:(v(t)||`apps`)===`apps`&&[`Deployment`,`StatefulSet`,`ReplicaSet`].includes(i)}}const Dy=M({id:`capacity-buffer`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[],on:{Manifests(e,t){let n=e.manifests.filter(wy);if(n.length!==0&&Oy(e))for(let r of n){let n=[ky(r,e),My(r,t),Ny(r)];for(let e of n)e&&t.report({...e,manifest:r})}}},docs:{summary:`Karpenter ignores a CapacityBuffer.`,why:"Karpenter handles CapacityBuffers from 1.14 on, and only with the feature gate `CapacityBuffer`, which is off by default. Its CRD serves only `v1beta1`, although the page about CapacityBuffers in Karpenter’s documentation shows `v1alpha1`. A buffer that Karpenter ignores looks right, but keeps no node, so pods still wait for new nodes. Nothing is reported next to Cluster Autoscaler, which also reads CapacityBuffers.",help:"Turn the feature gate on, and write `apiVersion: autoscaling.x-k8s.io/v1beta1`.",url:`https://karpenter.sh/docs/concepts/capacitybuffers/`},examples:Py}),Oy=e=>(or(e)||Et(e).length>0)&&Ot(e,`cluster-autoscaler`).length===0&&!e.manifests.some(({kind:e,name:t})=>e===`Deployment`&&t.includes(`cluster-autoscaler`));function ky(e,t){let{apiVersion:n}=e,r=t.manifests.some(({kind:e,name:t})=>e===`CustomResourceDefinition`&&t===`capacitybuffers.autoscaling.x-k8s.io`);if(n===`autoscaling.x-k8s.io/v1beta1`||r||p(n))return;let i=b(e,[`apiVersion`],Ty);return{at:e.span([`apiVersion`]),message:`Karpenter’s CRD serves CapacityBuffers only as \`${Ty}\`. Unless another CRD of them is installed, the API server rejects \`${n}\``,help:`Write \`apiVersion: ${Ty}\`. The fields are the same.`,fix:{description:`Write \`${Ty}\``,edits:i}}}const Ay=[`settings`,`featureGates`,`capacityBuffer`],jy=e=>Et(e).some(({manifest:e,values:t})=>{let n=e.get([...t,...Ay]);return n===!0||p(n)});function My(e,{karpenter:t,isKarpenterAssumed:n,settings:r,all:i}){let a=e.span([`metadata`,`name`]),o=`CapacityBuffer \`${e.name}\` keeps no nodes`,s=`\`${Ay.join(`.`)}: true\``;if(!t.capacityBuffers)return n?void 0:{at:a,message:`${o}: Karpenter ${t.version} does not know CapacityBuffers`,help:`Upgrade Karpenter to 1.14 or later, and set ${s} in its Helm values.`};let c=r.karpenter.featureGates?.capacityBuffer;if(c===!0||c===void 0&&jy(i))return;let l=c===!1||Et(i).some(({chart:e})=>e===`karpenter`),u="Karpenter’s feature gate `CapacityBuffer`";return{at:a,message:l?`${o}, because ${u} is off${c===!1?``:` by default`}`:`${o} unless ${u} is on, and it is off by default`,help:`Set ${s} in Karpenter’s Helm values. If the gate is already on, set \`karpenter.${Ay.join(`.`)}: true\` in plumbline.yaml.`}}function Ny(e){let t=[`spec`,`scalableRef`],n=Ey(e);if(n===void 0)return;let r=[`replicas`,`percentage`,`limits`].some(t=>e.get([`spec`,t])!==void 0);if(!n.isSupported)return{at:e.span(t),message:`CapacityBuffer \`${e.name}\` keeps no nodes, because Karpenter supports only a Deployment, StatefulSet or ReplicaSet in \`scalableRef\``,help:"Name one of these, or use `podTemplateRef` with a PodTemplate.",severity:`warning`};if(!r)return{at:e.span([`metadata`,`name`]),message:`CapacityBuffer \`${e.name}\` keeps no nodes, because nothing says for how many pods`,help:"Set `replicas`, `percentage` or `limits` in its `spec`.",severity:`warning`}}function Py(){let e=e=>L(`karpenter`,{values:O`
        settings:
          clusterName: demo
          ${e}
      `}),t=(e,t=Ty)=>O`
    apiVersion: ${t}
    kind: CapacityBuffer
    metadata:
      name: web
    spec:
      ${e}
  `,n=O`
    scalableRef:
      apiGroup: apps
      kind: Deployment
      name: web
    replicas: 5
  `,r=`featureGates: {capacityBuffer: true}`,i=z(e(`featureGates: {nodeOverlay: true}`),t(n));return{bad:[D(i,{"{nodeOverlay: true}":`{nodeOverlay: true, capacityBuffer: true}`}),z(e(r),t(n,`autoscaling.x-k8s.io/v1alpha1`)),D(z(e(r),t(O`
            scalableRef:
              apiGroup: argoproj.io
              kind: Rollout
              name: web
            replicas: 5
          `)),{"scalableRef:":O`podTemplateRef:`,"apiGroup: argoproj.io":``,"kind: Rollout":``}),D(z(e(r),t(O`
            scalableRef:
              kind: Deployment
              name: web
          `)),{"scalableRef:":O`
            percentage: 20
            scalableRef:
          `})],good:[z(e(r),t(n)),z(e(``),L(`cluster-autoscaler`),t(n,`autoscaling.x-k8s.io/v1alpha1`))]}}const Fy=M({id:`chart-crds`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Karpenter installation`,mistakes:[85],on:{Manifests(e,t){let n=ae(Et(e),({manifest:e})=>t.clusterOf(e));for(let e of n.values())Ly(e,t)}},docs:{summary:`Karpenter and its CRDs have different versions.`,why:"The API server drops fields that the CRDs do not have. If the CRDs are older than the controller, the API server silently drops new fields of NodePools and EC2NodeClasses. If they are newer, the controller gets fields that it does not know. Reported only when the charts `karpenter` and `karpenter-crd` belong to the same cluster, also in different folders.",help:`Use the same version for both charts, and upgrade the CRDs first.`,url:`https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades`},examples:Ry}),Iy=({manifest:e,version:t})=>{let n=t&&j(e,t)?.replace(/^v/,``);return n!==void 0&&/^\d+\.\d+\.\d+$/.test(n)?n:void 0};function Ly(e,t){let n=t=>e.filter(e=>e.chart===t&&e.version),[r,...i]=n(`karpenter-crd`),[a,...o]=n(`karpenter`);if(!r||!a||i.length>0||o.length>0)return;let[s,c]=[Iy(r),Iy(a)];s!==void 0&&c!==void 0&&s!==c&&t.report({manifest:r.manifest,at:r.manifest.span(r.version),message:`The CRDs have version ${s}, but the controller has version ${c}`,help:`Set the version of \`karpenter-crd\` to ${c}, or that of \`karpenter\` to ${s}.`,labels:[{span:a.manifest.span(a.version),message:`version of the controller${$(r.manifest,a.manifest,t)}`}]})}function Ry(){return{bad:[D(k`
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
      `,{"1.6.2":`1.11.1`},{"1.11.1":`1.6.2`}),D(z(L(`karpenter-crd`,{version:`1.6.2`}),L(`karpenter`,{version:`1.7.1`})),{"1.6.2":`1.7.1`},{"1.7.1":`1.6.2`})],good:[k`
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
      `]}}const zy=M({id:`consolidate-after-load`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[46,47],on:{Manifests:By},docs:{summary:"`consolidateAfter` of a NodePool does not suit the CronJobs that run on it.",why:"`consolidateAfter` counts from the last time a pod was added to a node or removed from it. With `0s`, Karpenter may remove a node as soon as a job ends. The next run of the job then waits for a new node. With a duration above the interval of the job, its nodes never stay unchanged for long enough, so Karpenter never consolidates them. Reported only when a CronJob can run on no other NodePool. It selects this one by its name, or by a label or capacity type that no other has.",help:"Set `consolidateAfter` to a duration above `0s` and below the interval of the CronJobs.",url:`https://karpenter.sh/docs/concepts/disruption/#consolidation`},examples:Uy});function By(e,t){let n=U(e).filter(({manifest:e})=>e.kind===`CronJob`);if(n.length!==0)for(let r of B(e)){let i=[`spec`,`disruption`,`consolidateAfter`],a=ei(v(r.get(i))??``),o=Number(a??0)/1e6,s=o>0&&r.get([`spec`,`disruption`,`consolidationPolicy`])===`WhenEmpty`;if(a===void 0||s)continue;let[c]=n.filter(t=>gu(t,e)===r).flatMap(e=>({job:e.manifest,every:Hy(e.manifest)??NaN})).filter(({every:e})=>o===0?e<=9e5:e<o).sort((e,t)=>e.every-t.every||g(e.job.name,t.job.name));if(!c)continue;let{name:l}=c.job,u=Vy(c.every);t.report({manifest:r,at:r.span(i),message:o===0?`Karpenter may remove nodes of \`${r.name}\` as soon as CronJob \`${l}\` ends, and \`${l}\` runs again every ${u}`:`\`consolidateAfter\` of \`${r.name}\` is longer than ${u}, the interval of CronJob \`${l}\`, so Karpenter never consolidates the nodes that run it`,help:`Set \`consolidateAfter\` to a duration above \`0s\` and below ${u}, the interval of CronJob \`${l}\`.`,labels:[{span:c.job.span([`spec`,`schedule`]),message:`schedule of the CronJob`}]})}}const Vy=e=>{let t=e/6e4;return t%60==0?`${t/60}h`:`${t}m`};function Hy(e){let t=zv(v(e.get([`spec`,`schedule`]))??``);if(Rv(t)||e.get([`spec`,`suspend`])===!0)return;let n=Kv(t,0),r=n===void 0?void 0:Kv(t,n);return n===void 0||r===void 0?void 0:r-n}function Uy(){return{bad:[D(z(N({name:`batch`,disruption:O`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 0s
          `,limits:`cpu: 1000`,nodeClassRef:`default`,taints:O`
            - key: example.com/batch
              effect: NoSchedule
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),O`
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
        `,I),{"consolidateAfter: 0s":`consolidateAfter: 2m`}),D(z(N({name:`batch`,disruption:O`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 30m
          `,limits:`cpu: 1000`,nodeClassRef:`default`,taints:O`
            - key: example.com/batch
              effect: NoSchedule
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),O`
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
        `,I),{"consolidateAfter: 30m":`consolidateAfter: 5m`})],good:[z(N({name:`batch`,disruption:O`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 5m
          `,limits:`cpu: 1000`,nodeClassRef:`default`,taints:O`
            - key: example.com/batch
              effect: NoSchedule
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),O`
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
        `,I),z(N({name:`batch`,disruption:O`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 0s
          `,limits:`cpu: 1000`,nodeClassRef:`default`,taints:O`
            - key: example.com/batch
              effect: NoSchedule
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),O`
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
        `,I)]}}const Wy=[`spec`,`disruption`],Gy=[...Wy,`consolidateAfter`],Ky=M({id:`consolidate-after-policy`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[2,3],explains:[`schema/cel`,`schema/required`],on:{NodePool(e,t){let n=V(e,[...Wy,`consolidationPolicy`]),r=V(e,Gy);if(!_(e.get(Wy))||!n.isKnown||!r.isKnown)return;let i=(r.value??null)===null;pe(e.apiVersion)===`v1beta1`?qy(e,t,n.value??null,i):i&&Jy(e,t)}},docs:{summary:"`consolidateAfter` is missing, or not allowed with this `consolidationPolicy`.",why:"In v1beta1, `consolidateAfter` belongs only to `WhenEmpty`. The API server refuses a duration with `WhenUnderutilized`, the default policy, and refuses `WhenEmpty` without a duration. In v1 up to Karpenter 1.14, every `disruption` block must have `consolidateAfter`. Since 1.15 the default is `0s`, so Karpenter consolidates nodes as soon as a pod leaves.",help:"In v1beta1, set `consolidateAfter` only with `WhenEmpty`. In v1, set it in every `disruption` block.",url:`https://karpenter.sh/docs/concepts/disruption/#consolidation`},examples:Yy});function qy(e,{report:t},n,r){if(n===`WhenEmpty`&&r&&t({at:e.keySpan([...Wy,`consolidationPolicy`]),message:"`consolidationPolicy: WhenEmpty` requires `consolidateAfter` in v1beta1. Without it, the API server refuses the NodePool",help:"Set `consolidateAfter` to the time for which a node must be empty before Karpenter deletes it, such as `30s`.",fix:{description:"Add `consolidateAfter: 30s`",edits:De(e,Wy,`consolidateAfter`,`30s`)},explains:{paths:[Wy]}}),n!==null&&n!==`WhenUnderutilized`||r||e.get(Gy)===`Never`)return;let i=n===null?"`WhenUnderutilized`, the default policy,":"`consolidationPolicy: WhenUnderutilized`";t({at:e.keySpan(Gy),message:`\`consolidateAfter\` is not allowed with ${i} in v1beta1. The API server refuses the NodePool`,help:"Remove `consolidateAfter`, or set `consolidationPolicy: WhenEmpty` to delete only empty nodes. v1 allows it with `WhenEmptyOrUnderutilized`.",...n!==null&&{labels:[{span:e.span([...Wy,`consolidationPolicy`]),message:"this policy does not allow `consolidateAfter`"}]},fix:{description:"Remove `consolidateAfter`",edits:Ee(e,Gy)},explains:{paths:[Wy]}})}function Jy(e,{report:t,karpenter:n}){let r={description:"Add `consolidateAfter: 0s`",edits:De(e,Wy,`consolidateAfter`,`0s`)};n.consolidateAfterDefaulted?t({at:e.keySpan(Wy),severity:`note`,message:"`disruption` has no `consolidateAfter`. The default is `0s`, so Karpenter consolidates nodes as soon as a pod leaves",help:"Set `consolidateAfter` explicitly: `0s`, or a longer time to avoid churn.",fix:r}):t({at:e.keySpan(Wy),message:"`disruption` requires `consolidateAfter` up to Karpenter 1.14. Without it, the API server refuses the NodePool",help:"Set `consolidateAfter`. With `0s` Karpenter acts immediately, which is also the default if there is no `disruption` block.",fix:r,explains:{paths:[Gy,Wy]}})}function Yy(){return{bad:[A({karpenter:`0.37`},N({apiVersion:`karpenter.sh/v1beta1`,disruption:O`
            consolidationPolicy: WhenUnderutilized
            consolidateAfter: 60s
          `})),N({disruption:`consolidationPolicy: WhenEmpty`}),A({karpenter:`0.37`},N({apiVersion:`karpenter.sh/v1beta1`,disruption:`consolidationPolicy: WhenEmpty`}))],good:[N({disruption:O`
          consolidationPolicy: WhenEmptyOrUnderutilized
          consolidateAfter: 60s
        `}),A({karpenter:`0.37`},N({apiVersion:`karpenter.sh/v1beta1`,disruption:O`
            consolidationPolicy: WhenUnderutilized
            consolidateAfter: Never
          `}))]}}const Xy=M({id:`controller-placement`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Karpenter installation`,mistakes:[86],on:{Manifests(e,t){let{report:n}=t;for(let n of e.manifests.filter($y))eb(n,t);for(let{manifest:t,chart:r,values:i}of Et(e)){if(r!==`karpenter`)continue;let e=[...i,`nodeSelector`],a=Object.keys(_(t.get(e))??{});Zy({manifest:t,selector:e},n);let o=[...i,`affinity`];a.length===0&&!t.isPartial&&rb({manifest:t,affinity:o},n),a.length>0||t.get(o)!==null||n({manifest:t,at:t.keySpan(o),message:`Without the chart’s default affinity, the controller can run on nodes that Karpenter launches`,help:"Remove `affinity`, so that the chart’s default applies."})}}},docs:{summary:`The values of the chart, or the Deployment, let Karpenter run on nodes that it launches itself.`,why:`By default, the chart keeps the controller off nodes that Karpenter launches. If values place it there, a cluster without such a node never gets one, because the controller itself is pending. Consolidation may also delete the node that the controller runs on.`,help:`Run the controller on a managed node group, a kOps InstanceGroup or Fargate.`,url:`https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/`},examples:ub});function Zy({manifest:e,selector:t},n){let r=Object.keys(_(e.get(t))??{}).find(e=>ab.has(e));if(r===void 0)return;let i=`Only nodes that Karpenter launches have the label \`${r}\`. If there are none, the controller stays pending`;n({manifest:e,at:e.keySpan([...t,r]),message:i,help:tb})}const Qy=[`spec`,`template`,`spec`],$y=({kind:e,apiVersion:t,object:n,source:r})=>e===`Deployment`&&t===`apps/v1`&&r.origin?.tool!==`helm`&&y(de(n,[...Qy,`containers`])).some(e=>/\/karpenter\/controller(?:[:@]|$)/.test(v(_(e)?.image)??``));function eb(e,{clusterOf:t,report:n}){let r=[...Qy,`nodeSelector`],i=[...Qy,`affinity`];Zy({manifest:e,selector:r},n);let a=Object.keys(_(e.get(r))??{});if(e.isPartial||!a.every(nb))return;let o=uu(e,i),s=o.find(ib),{manifests:c}=t(e),l=c.some(({object:e})=>/fargate/i.test(JSON.stringify(e))),u=c.find(e=>e.kind===`NodePool`&&!e.isPartial&&Ei(e));o.length>0&&!s||l||!u||n({manifest:e,at:s?e.keySpan(lu(i)):e.span(Qy),message:`Nothing keeps the controller off the nodes that it launches itself for \`${u.name}\`, so it may remove the node that it runs on`,help:"Add required node affinity with the expression `{key: karpenter.sh/nodepool, operator: DoesNotExist}`, which the chart has."})}const tb=`Select nodes that Karpenter does not launch, such as those of a managed node group.`,nb=e=>/^(?:kubernetes\.io|beta\.kubernetes\.io|topology\.kubernetes\.io|node\.kubernetes\.io|failure-domain\.beta\.kubernetes\.io)\//.test(e);function rb({manifest:e,affinity:t},n){uu(e,t).some(ib)&&n({manifest:e,at:e.keySpan(lu(t)),message:`These terms replace the chart’s own, which keep the controller off nodes that Karpenter launches, so Karpenter may remove the node that it runs on`,help:"Add `{key: karpenter.sh/nodepool, operator: DoesNotExist}` to each term."})}const ib=({expressions:e,fields:t})=>[...e,...t].every(({key:e,operator:t})=>!p(e)&&(nb(e)||ab.has(e)&&t===`Exists`)),ab=new Set([`karpenter.sh/capacity-type`,`karpenter.sh/initialized`,`karpenter.sh/nodepool`,`karpenter.sh/registered`]),ob=[`karpenter.sh/capacity-type In [on-demand]`],sb=`{key: karpenter.sh/nodepool, operator: DoesNotExist}`,cb=e=>`affinity:
  nodeAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      nodeSelectorTerms:
        - matchExpressions: [${e}]`,lb=e=>O`
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
`;function ub(){return{bad:[D(L(`karpenter`,{values:O`
          nodeSelector:
            karpenter.sh/nodepool: system
        `}),{"karpenter.sh/nodepool: system":`eks.amazonaws.com/nodegroup: system`}),D(L(`karpenter`,{values:`affinity: null`}),{"affinity: null":``}),D(L(`karpenter`,{values:O`
            affinity:
              nodeAffinity:
                requiredDuringSchedulingIgnoredDuringExecution:
                  nodeSelectorTerms:
                    - matchExpressions: [{key: kubernetes.io/arch, operator: In, values: [amd64]}]
          `}),{"values: [amd64]}":`values: [amd64]}, {key: karpenter.sh/nodepool, operator: DoesNotExist}`}),D(lb(`nodeSelector: {karpenter.sh/nodepool: system}`),{"karpenter.sh/nodepool: system":`eks.amazonaws.com/nodegroup: system`}),D(z(N({nodeClassRef:`default`,requirements:ob}),lb(``),I),{"containers:":`${cb(sb)}\ncontainers:`}),D(z(N({nodeClassRef:`default`,requirements:ob}),lb(cb(`{key: kubernetes.io/arch, operator: In, values: [arm64]}`)),I),{"values: [arm64]}":`values: [arm64]}, ${sb}`})],good:[z(N({nodeClassRef:`default`,requirements:ob}),lb(cb(sb)),I),z(N({nodeClassRef:`default`,requirements:ob}),lb(`nodeSelector: {eks.amazonaws.com/nodegroup: system}`),I),L(`karpenter`,{values:O`
          nodeSelector:
            karpenter.sh/controller: "true"
        `}),L(`karpenter`,{values:O`
          nodeSelector:
            eks.amazonaws.com/nodegroup: system
          affinity: null
        `}),L(`karpenter`,{values:O`
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
        `})]}}const db=new Set([S.windowsBuild,S.capacityReservationId,S.capacityReservationType,S.capacityReservationInterruptible,S.placementGroupId,S.placementGroupPartition]);function fb(e,t){let n=t.slice(0,pb).filter(t=>Ab(e,t)),r=[],i=hb(e),a=new Map,o;for(let t of n){let n=i.length;i=i.filter(n=>Sb(e,n,t)),i.length===0&&n>0&&(o=wb(e,t,r)),r.push({requirement:t,instanceTypes:i.length})}return{steps:r,names:i.map(({info:e})=>e.name).sort(),isExact:t.length<=pb&&t.every(t=>jb(e,t)),emptied:o,count:t=>{let n=a.get(t)??Eb(e,i,t);return a.set(t,n),n}}}const pb=100,mb=new WeakMap;function hb(e){let t=mb.get(e)??e.types.flatMap((t,n)=>e.zonesOf(t.name).length>0?[{info:t,index:n}]:[]);return mb.set(e,t),t.map(({info:e,index:t})=>({info:e,index:t,left:void 0}))}const gb=[`linux`,`windows`],_b=[`linux`],vb=[`on-demand`,`spot`],yb=[`on-demand`];function bb(e,t,n){let r=x(n);if(r===S.zoneId){let n=bb(e,t,S.zone);return e.zones.flatMap(({zone:e,zoneId:t})=>t!==void 0&&n.includes(e)?[t]:[])}return t.left?.get(r)??xb(e,t,r)}function xb(e,{info:t,index:n},r){return r===S.zone?e.zonesOf(t.name):r===S.capacityType?t.hasSpot?vb:yb:r===S.os?t.architecture===`amd64`?gb:_b:e.labels.get(r)?.[n]??[]}function Sb(e,t,n){let r=x(n.key),i=bb(e,t,r);if(i.length===0)return n.operator===`NotIn`||n.operator===`DoesNotExist`;let a=i.filter(e=>Nb(n,e));return a.length===i.length||(t.left??=new Map,r===S.zoneId?t.left.set(S.zone,Cb(e,t,a)):t.left.set(r,a),a.length>0)}function Cb(e,t,n){let r=new Map(e.zones.map(({zone:e,zoneId:t})=>[e,t]));return bb(e,t,S.zone).filter(e=>n.includes(r.get(e)??``))}function wb(e,t,n){let r=n.map(e=>e.requirement),i=t=>hb(e).filter(n=>t.every(t=>Sb(e,n,t))),a=i(r),o=i([t]).length===0;return{requirement:t,before:a.length,values:Tb(a.flatMap(n=>bb(e,n,t.key))),isUnknownValue:o,conflicts:o?[]:r.filter(e=>i([e,t]).length===0)}}const Tb=e=>[...new Set(e)].sort((e,t)=>Mb(e)&&Mb(t)?Number(e)-Number(t):g(e,t));function Eb(e,t,n){let r=t.filter(t=>bb(e,t,S.capacityType).includes(n)),i=r.flatMap(t=>bb(e,t,S.zone));return{instanceTypes:r.length,zones:Tb(i)}}const Db={Gt:(e,t)=>e>t,Gte:(e,t)=>e>=t,Lt:(e,t)=>e<t,Lte:(e,t)=>e<=t},Ob=new Set([S.zone,S.zoneId,S.capacityType,S.os]),kb=(e,{key:t,isKnown:n})=>{let r=x(t);return n&&!Ob.has(r)&&!e.labels.has(r)&&!db.has(r)};function Ab(e,t){let{operator:n,values:r,isKnown:i}=t,a=x(t.key);return!i||db.has(a)||kb(e,t)||a===S.capacityType&&r.some(e=>e.text===`reserved`)?!1:n===`In`?r.length>0:Object.hasOwn(Db,n)?r.length===1&&Mb(r[0].text):n===`NotIn`||n===`Exists`||n===`DoesNotExist`}function jb(e,t){if(!Ab(e,t))return kb(e,t);let n=x(t.key);if(t.operator!==`In`||n!==S.instanceType&&n!==S.instanceFamily)return!0;let r=new Set(e.types.map(e=>n===S.instanceType?e.name:e.family));return t.values.every(({text:e})=>r.has(e))}const Mb=e=>/^-?\d+$/.test(e);function Nb({operator:e,values:t},n){return e===`In`?t.some(e=>e.text===n):e===`NotIn`?!t.some(e=>e.text===n):e===`Exists`||e!==`DoesNotExist`&&Mb(n)&&Db[e](Number(n),Number(t[0].text))}const Pb=M({id:`dead-values`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[93],on:{NodePool:Ib,Provisioner:Ib},docs:{summary:`A requirement names instance types, families, sizes or architectures that another requirement of the NodePool excludes.`,why:"Karpenter applies all requirements together. The family `r5` with `instance-generation Gt 5` is never launched, so the NodePool has fewer instance types to choose from than it seems. If only such values are left, nothing is launched at all.",help:`Remove the values, or relax the requirement that excludes them.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:zb}),Fb=new Set([S.instanceType,S.instanceFamily,S.instanceSize,S.instanceCategory,S.instanceGeneration,S.arch]);function Ib(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i||i.names.length===0)return;let a=Xt(e);for(let r of a){let i=n.labels.get(x(r.key)),o=Fb.has(x(r.key))&&r.operator===`In`;if(!i||!o||!r.isKnown)continue;let s=Lb(n,{requirement:r,all:a,column:i});s.length!==0&&t({at:e.span(r.path),message:`\`${e.name}\` never launches ${Rb(s)}: its other requirements exclude ${s.length===1?`this value`:`these values`}`,help:`Remove ${Rb(s)}, or relax the other requirements.`})}}function Lb(e,{requirement:t,all:n,column:r}){let i=fb(e,n.filter(e=>e!==t)),a=new Set(i.names),o=new Set,s=new Set;for(let[t,{name:n}]of e.types.entries())if(e.zonesOf(n).length!==0)for(let e of r[t]??[])o.add(e),a.has(n)&&s.add(e);return[...new Set(t.values.map(({text:e})=>e))].filter(e=>o.has(e)&&!s.has(e)).sort()}function Rb(e){let t=e.slice(0,4).map(e=>`\`${e}\``);return`${t.join(`, `)}${e.length>t.length?` and ${e.length-t.length} more`:``}`}function zb(){return{bad:[D(N({requirements:[`karpenter.k8s.aws/instance-family In [c6i, m6i, r5]`,`karpenter.k8s.aws/instance-generation Gt ["5"]`,`karpenter.sh/capacity-type In [on-demand]`]}),{"[c6i, m6i, r5]":`[c6i, m6i]`},{'["5"]':`["4"]`}),D(N({requirements:[`karpenter.k8s.aws/instance-family In [c6i, m6i, r6i]`,`kubernetes.io/arch In [amd64, arm64]`,`karpenter.sh/capacity-type In [on-demand]`]}),{"[amd64, arm64]":`[amd64]`}),D(N({requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.k8s.aws/instance-size In [large, xlarge, 2xlarge]`,`karpenter.k8s.aws/instance-cpu Gt ["3"]`,`karpenter.sh/capacity-type In [on-demand]`]}),{"[large, xlarge, 2xlarge]":`[xlarge, 2xlarge]`})],good:[N({requirements:[`karpenter.k8s.aws/instance-family In [c6i, m6i, r6i]`,`karpenter.k8s.aws/instance-generation Gt ["5"]`,`karpenter.sh/capacity-type In [on-demand]`]})]}}const Bb=e=>JSON.stringify([h(e.apiVersion),e.kind,e.namespace??``,e.name]);function Vb({file:e,origin:t},n){let r=t?.environment;return r!==void 0&&Object.hasOwn(n,r)?[r]:Object.keys(n).filter(r=>Hb(n[r],t?.place??e)).sort()}const Hb=({paths:e},t)=>e.length===0||e.some(e=>e===``||t===e||t.startsWith(`${e}/`));function Ub(e,t){let n=Object.hasOwn(e.environments,t)?e.environments[t]:void 0;if(n===void 0)return e;let{rules:r,gate:i,karpenter:a,...o}=n.own,s=o.region??qb(n)??e.region;return{...e,...s!==e.region&&{zones:void 0,nodeClassZones:{},nodeClassAddresses:{},vcpuQuotas:{}},...o,region:s,karpenter:{...e.karpenter,...a},rules:{...e.rules,...r},gate:Wb(e.gate,n)}}const Wb=(e,t)=>Gb(e??ty,t?.own.gate),Gb=(e,{attention:t,...n}={})=>({...e,...n,attention:{...e.attention,...t}}),Kb=/^arn:aws[\w-]*:eks:([a-z0-9-]+):(\d{12}):cluster\//,qb=({clusterArn:e})=>Kb.exec(e??``)?.[1];function Jb({clusterArn:e,allowedAccountIds:t}){let n=Kb.exec(e??``)?.[2];return n===void 0?[...new Set(t)].sort():[n]}const Yb=/^(?:[a-z]{2}|[a-z]{2,3}\d{1,2}|us|eu|north|south|east|west|central|(?:north|south)(?:east|west)|\d+|cluster|eks|env)$/i;function Xb(e){let t=e.replace(/\.(?:tfvars|ya?ml)$/,``);if(bi(t))return t;let n=t.split(/[-_.]/);return n.filter(bi).length===1&&n.every(e=>bi(e)||Yb.test(e))?t:void 0}function Zb(e){let t=e.split(`/`),n=t.findLastIndex(e=>Xb(e)!==void 0);return n===-1?void 0:{name:Xb(t[n]),folder:t.slice(0,n+1).join(`/`)}}const Qb=e=>Zb(e)?.name;function $b(e,t){let{file:n,origin:r}=e,i=Vb(e,t),a=i.length===1?i[0]:tx(e);return r?ex(`root`,r.root,a):i.length===1&&t[i[0]].paths.length>0?ex(`environment`,i[0],a):{...ex(`folder`,ne(n),a),unit:`file ${n}`}}function ex(e,t,n){let r=`${e} ${t}`;return{key:r,unit:r,kind:e,name:t,environment:n}}const tx=({file:e,origin:t})=>t?.guessedEnvironment??Qb(t?t.place??t.root:ne(e)),nx=M({id:`duplicate-object`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],on:{Manifests:rx},docs:{summary:`One place defines an object twice, with different content.`,why:`All manifests of a file, of a rendered root or of a configured environment are applied together, so the two definitions overwrite each other. The last one wins, and the other one has no effect. Two files of one folder may be alternatives, so they are only a note. Objects of the same name in different folders, environments or roots are different objects, and are not reported. Folders with examples are not reported either.`,help:`Remove one of the definitions, or rename it.`,url:`https://kubernetes.io/docs/concepts/overview/working-with-objects/names/`},examples:sx});function rx(e,{report:t,settings:n}){let r=new Map;for(let i of e.manifests){if(i.isPartial||i.isInValues||i.name===``||p(i.name))continue;let e=ee(i)?.role;if(e===void 0||e===`node claim`)continue;let a=$b(i.source,n.environments),o=JSON.stringify([a.key,Bb(i)]),s=e=>a.kind===`folder`&&e.source.file!==i.source.file,c=r.get(o);c===void 0&&r.set(o,i),c===void 0||ix(c,i)||ax(a)||t({manifest:i,...s(c)&&{severity:`note`},at:i.span([`metadata`,`name`]),message:`${i.kind} \`${i.name}\` is defined twice in ${ox(a)}, with different content. The definition that is applied last overwrites the other`,labels:[{span:c.span([`metadata`,`name`]),message:`the other definition`}],help:`Remove one of the two definitions, or rename one of them.`})}}const ix=(e,t)=>JSON.stringify(e.object)===JSON.stringify(t.object),ax=({kind:e,name:t})=>e===`folder`&&/(?:^|\/)(?:docs?|examples?|samples?|tests?|testdata|demos?|fixtures)(?:\/|$)/i.test(t);function ox({kind:e,name:t}){return e===`environment`?`environment \`${t}\``:e===`root`?`\`${t}\``:t===``?`one folder`:`folder \`${t}\``}function sx(){return{bad:[D(z(N({requirements:[`kubernetes.io/arch In ["amd64"]`]}),N({requirements:[`kubernetes.io/arch In ["arm64"]`]})),{"---\napiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: default":`---
apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: arm`})],good:[z(N(),F(`role: nodes`))]}}const cx=[`spec`,`disruption`,`consolidateAfter`],lx=M({id:`empty-reserved-nodes`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Capacity reservations`,mistakes:[],on:{Manifests(e,{report:t}){for(let n of B(e)){let e=v(n.get(cx)),r=n.isPartial?void 0:pu(n);r&&e!==void 0&&ux(e)&&t({manifest:n,at:n.span(cx),message:`\`${n.name}\` removes a node that has been empty for ${e}, although it launches only into capacity reservations. An idle reservation costs the same, so this saves nothing, and the next pod waits for a new node`,help:"Set `consolidateAfter: Never`. If other clusters share the reservations, set at least `1h`.",labels:[{span:n.span(r.path),message:`only reserved capacity`}]})}}},docs:{summary:`A NodePool that launches only into capacity reservations removes its empty nodes soon.`,why:"A capacity reservation is billed whether instances run in it or not. Removing an empty node of it saves nothing. The next pod waits until a new instance has started, which takes many minutes for large GPU instances. If somebody else uses the reservation meanwhile, or if a Capacity Block is about to end, the node does not come back. Reported for NodePools that allow only `reserved` and wait less than an hour.",help:"Set `consolidateAfter: Never` in the NodePool.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:dx});function ux(e){let t=ei(e);return t!==void 0&&t<3600000000000n}function dx(){let e=(e,t)=>z(N({name:`training`,limits:`cpu: 384`,nodeClassRef:`default`,disruption:O`
          consolidationPolicy: WhenEmpty
          consolidateAfter: ${e}
        `,requirements:[`karpenter.sh/capacity-type In [${t}]`]}),F(O`
        role: KarpenterNodeRole-demo
        capacityReservationSelectorTerms:
          - id: cr-0123456789abcdef0
      `));return{bad:[D(e(`30s`,`reserved`),{"consolidateAfter: 30s":`consolidateAfter: Never`})],good:[e(`Never`,`reserved`),e(`2h`,`reserved`),e(`30s`,`reserved, on-demand`)]}}const fx=[`spec`,`template`,`spec`],px=M({id:`expiry-blocked`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[41],on:{Manifests(e,{report:t}){let n=B(e);if(n.length!==0&&n.every(mv))for(let{manifest:r,template:i}of U(e)){let e=[...i,`metadata`,`annotations`,Te];r.kind!==`Deployment`&&r.kind!==`StatefulSet`||v(r.get(e))!==`true`||t({manifest:r,at:r.keySpan(e),message:`Expired nodes with pods of ${r.kind} \`${r.name}\` stay half-drained, because no NodePool has a \`terminationGracePeriod\``,labels:[{span:n[0].keySpan(fx),message:`for example, this NodePool`}],help:"Set `terminationGracePeriod` in the NodePool that these pods run on."})}}},docs:{summary:"Pods that must not be disrupted run on nodes that expire, and no `terminationGracePeriod` ends the wait.",why:"Karpenter taints and drains an expired node whatever the budgets say, after 30 days unless `expireAfter` differs. It does not evict a pod with `karpenter.sh/do-not-disrupt`. The node stays half-drained and costs money as long as the pod exists. For a Deployment or a StatefulSet, that is until somebody deletes the pod.",help:"Set `terminationGracePeriod` in the NodePool, after which Karpenter also deletes such a pod. Or set `expireAfter: Never`, and replace nodes in another way.",url:`https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod`},examples:mx});function mx(){return{bad:[D(z(N(),O`
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
terminationGracePeriod: 24h`})],good:[z(N({requirements:[],terminationGracePeriod:`24h`}),O`
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
        `),z(N(),O`
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
        `)]}}const hx=M({id:`exported-object`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],on:{Manifests(e,t){let n=or(e),r=new Set(U(e).map(({manifest:e})=>e));for(let i of e.manifests)(bx(i)||n&&r.has(i))&&yx(i,t)}},docs:{summary:`An object has fields that only the API server sets, because it was exported from a cluster.`,why:"The API server refuses an update whose `metadata.resourceVersion` is not the current one, and one whose `metadata.uid` belongs to a deleted object. The file can then no longer be applied, and never to another cluster. Karpenter compares nodes with the hash in its annotations, so an old hash makes them look drifted until Karpenter writes the right one.",help:"Remove `uid`, `resourceVersion`, `generation`, `creationTimestamp`, `managedFields` and `status`.",url:`https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions`},examples:xx}),gx=[`uid`,`resourceVersion`],_x=[`generation`,`creationTimestamp`,`managedFields`,`selfLink`],vx=/^karpenter\.(?:sh\/nodepool-hash|k8s\.aws\/ec2nodeclass-hash)(?:-version)?$|^karpenter\.sh\/stored-version-migrated$/;function yx(e,{report:t}){if(e.source.origin)return;let n=t=>t.map(e=>[`metadata`,e]).filter(t=>e.get(t)!==void 0),r=Object.keys(_(e.get([`metadata`,`annotations`]))??{}).filter(e=>vx.test(e)).map(e=>[`metadata`,`annotations`,e]),[i]=n(gx).filter(t=>typeof e.get(t)==`string`),[a]=r;if(i===void 0&&a===void 0)return;let o=e.get([`status`])===void 0?[]:[[`status`]],s=[...n([...gx,..._x]),...r,...o];t({manifest:e,at:e.keySpan(i??a),...i===void 0&&{severity:`note`},message:i?`\`${e.name}\` was exported from a cluster: with \`${i.join(`.`)}\`, the API server refuses it once the object has changed or was created again`:`\`${e.name}\` was exported from a cluster: Karpenter writes \`${a.at(-1)}\` itself, and applying an old value makes its nodes look drifted`,help:`Remove ${s.map(e=>`\`${e.join(`.`)}\``).join(`, `)}.`,fix:{description:`Remove them`,edits:s.flatMap(t=>Ee(e,t))}})}const bx=({apiVersion:e})=>/^karpenter\./.test(h(e));function xx(){return{bad:[O`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
          uid: 5b6bd8a1-5d2c-4b8e-9f0a-0d7c7b1f4c11
          resourceVersion: "81234"
          creationTimestamp: "2026-01-02T03:04:05Z"
        spec:
          role: KarpenterNodeRole-demo
      `,O`
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
      `],good:[O`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
          creationTimestamp: null
        spec:
          role: KarpenterNodeRole-demo
      `]}}const Sx=M({id:`fixed-by-label`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[],on:{NodePool:Cx,Provisioner:Cx},docs:{summary:`A label of the template fixes the value of a requirement that allows several.`,why:"Karpenter treats the labels of the template as requirements with a single value. With the label `karpenter.sh/capacity-type: spot`, a requirement that allows spot and on-demand allows only spot: when spot capacity runs out, there is no fallback, and pods stay pending.",help:`Remove the label, because Karpenter sets it on every node anyway. If only one value is meant, remove the others from the requirement.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatemetadatalabels`},examples:kx});function Cx(e,{report:t}){let n=H(e);for(let{key:r,path:i,values:a,isKnown:o}of Gt(e)){let[s]=a;if(!o||!s)continue;let c=n.filter(e=>e.isKnown&&!wx(e,r)&&x(e.key)===x(r)),l=c.find(e=>Dx(e,s.text));if(!l||!c.every(e=>Ex(e,s.text)))continue;let u=l.operator===`In`?Tx(l,s.text):[];t({at:e.span(i),message:`The label \`${r}: ${s.text}\` of the template fixes the value, so \`${e.name}\` never launches nodes with ${u.length>0?Ox(u):`another value`}`,labels:[{span:e.span(l.path),message:`allows several values`}],help:`Remove the label, or ${u.length>0?`remove ${Ox(u)} from the requirement`:`replace the requirement with \`In [${s.text}]\``}.`})}}const wx=({operator:e},t)=>e===`Exists`&&/(?:^|\.)kubernetes\.io\//.test(t),Tx=({values:e},t)=>[...new Set(e.map(e=>e.text))].filter(e=>e!==t);function Ex({operator:e,values:t},n){let r=t.map(e=>e.text);return e===`In`?r.includes(n):e===`NotIn`?!r.includes(n):e===`Gt`?Number(n)>Number(r[0]):e===`Lt`?Number(n)<Number(r[0]):e===`Exists`}const Dx=(e,t)=>Ex(e,t)&&(e.operator!==`In`||Tx(e,t).length>0);function Ox(e){let t=e.slice(0,3).map(e=>`\`${e}\``),n=e.length-t.length;return n>0?`${t.join(`, `)} or ${n} more`:t.length===1?t[0]:`${t.slice(0,-1).join(`, `)} or ${t.at(-1)}`}function kx(){return{bad:[D(N({labels:`karpenter.sh/capacity-type: spot`,requirements:[`karpenter.sh/capacity-type In [spot, on-demand]`]}),{"[spot, on-demand]":`[spot]`}),D(N({labels:`example.com/team: web`,requirements:[`example.com/team Exists`]}),{"operator: Exists":`operator: In
values: [web]`})],good:[N({labels:`karpenter.sh/capacity-type: spot`,requirements:[`karpenter.sh/capacity-type In [spot]`]}),N({labels:`team: web`,requirements:[`karpenter.sh/capacity-type In [spot, on-demand]`]})]}}const Ax=M({id:`frozen-nodes`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[39],on:{NodePool(e,{report:t}){if(e.isPartial)return;let n=V(e,[`spec`,`template`,`spec`,`expireAfter`]),r=Mx(e,iy),i=r||n.value===`Never`?Nx(e,r):void 0,[a]=i??[];if(!i||!a)return;let o=n.value===`Never`||pe(e.apiVersion)===`v1beta1`,s=i.some(({path:t})=>cv(e,t)!==``);t({at:e.span([...a.path,`nodes`]),...s&&{severity:`note`},message:`${i.length===1?`This budget blocks`:`Budgets of 0 block`} ${r?`all voluntary disruption`:`drift`} of \`${e.name}\` at all times, ${r?``:"and `expireAfter` is `Never`, "}so ${o?`its nodes are never patched`:`only expiry replaces its nodes`}`,help:r?"Set `reasons` to the disruption reasons that you want to block, or set `schedule` and `duration`. Then add a budget such as `nodes: 10%` for everything else. If nothing should be disrupted, write the reason in a comment next to the budget.":"Limit the budget with `schedule` and `duration`, or set `expireAfter` to a duration. If nothing should be patched, write the reason in a comment next to the budget."})}},docs:{summary:`Disruption budgets of 0 apply at all times, to all reasons or to drift of nodes that never expire.`,why:"Karpenter never consolidates such a NodePool and never rolls out its drift. New AMIs and changed node classes do not reach running nodes. Only expiry, which ignores budgets, replaces them. With `expireAfter: Never`, nothing does: the nodes are never patched. If a comment next to the budget gives the reason, the finding is a note.",help:"Set `reasons` to the disruption reasons that you want to block, or limit the budget with `schedule` and `duration`. Then add a budget for everything else.",url:`https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets`},examples:Px}),jx=e=>ay(e).filter(({isZero:e})=>e),Mx=(e,t)=>t.every(t=>{let n=jx(e).filter(e=>e.appliesTo(t));return n.length>0&&cy(n)===!1});function Nx(e,t){return t?jx(e):Mx(e,[`Drifted`])?jx(e).filter(e=>e.appliesTo(`Drifted`)):void 0}function Px(){return{bad:[D(N({requirements:[],expireAfter:`Never`,disruption:O`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
        `}),{"budgets:":`budgets:
  - nodes: 10%`,'nodes: "0"':`nodes: "0"
reasons: [Underutilized]`},{"budgets:":`budgets:
  - nodes: 10%`,'nodes: "0"':`nodes: "0"
schedule: 0 9 * * mon-fri
duration: 8h`}),D(N({disruption:O`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
              schedule: 0 0 * * *
              duration: 24h
            - nodes: 20%
        `}),{"duration: 24h":`duration: 8h`}),D(N({expireAfter:`Never`,disruption:O`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              reasons: [Drifted]
        `}),{"expireAfter: Never":`expireAfter: 720h`},{"reasons: [Drifted]":`reasons: [Drifted]
schedule: 0 9 * * mon-fri
duration: 8h`})],good:[N({disruption:O`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              reasons: [Underutilized]
        `}),N({name:`business-hours`,disruption:O`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
        `})]}}const Fx=M({id:`full-reservations`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Capacity reservations`,mistakes:[],on:{Manifests(e,t){let{karpenter:n,report:r}=t;if(n.offersFullReservations)for(let e of Si(t)){let t=e.filter(e=>Ix(e)&&Ei(e));for(let e of t){let n=pu(e),i=n&&t.find(t=>pu(t)===void 0&&Lx(e,t));i&&r({manifest:e,at:e.span(n.path),message:`While its reservations are full, \`${e.name}\` keeps pods pending that \`${i.name}\` could run`,help:"Also allow `on-demand` here. Karpenter uses reserved capacity first.",labels:[{span:i.span([`metadata`,`name`]),message:`Karpenter does not try this NodePool`}]})}}}},docs:{summary:`While its reservations are full, a NodePool that allows only reserved capacity keeps pods pending that another NodePool could run.`,why:`Up to Karpenter 1.14, a full reservation was not available, so pods went to the NodePool with the next lower weight. Since 1.15, Karpenter waits for full reservations. If a NodePool has only full reservations for a pod, the pod stays pending until one has room. Meanwhile, Karpenter does not try the NodePools after it. If the NodePool also allows another capacity type, Karpenter launches that.`,help:"Also allow `on-demand` in the same NodePool. Karpenter uses reserved capacity first.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:Rx}),Ix=e=>!e.isPartial&&V(e,[`spec`,`weight`]).isKnown&&e.get([`spec`,`replicas`])===void 0,Lx=(e,t)=>en(e)>en(t)||en(e)===en(t)&&g(e.name,t.name)>0;function Rx(){return{bad:[D(A({karpenter:`1.15`},z(N({name:`reserved`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved]`]}),N({name:`fallback`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),F(O`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `))),{"[reserved]":`[reserved, on-demand]`})],good:[A({karpenter:`1.15`},z(N({name:`reserved`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved, on-demand]`]}),N({name:`fallback`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [spot]`]}),F(O`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `))),A({karpenter:`1.15`},z(N({name:`training`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,taints:O`
              - key: example.com/training
                effect: NoSchedule
            `,requirements:[`karpenter.sh/capacity-type In [reserved]`]}),N({name:`general`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),F(O`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `))),A({karpenter:`1.15`},z(N({name:`reserved`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved]`]}),N({name:`general`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),F(O`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `)))]}}const zx=M({id:`gpu-taint`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[90],on:{NodePool:Bx,Provisioner:Bx},docs:{summary:`A NodePool in which all instance types have GPUs or other accelerators has no taint.`,why:`Karpenter may launch a node of this NodePool for any pod that fits nowhere else. An ordinary web server then runs on an instance that costs many times what it needs. Consolidation cannot remove the node while the pod runs there.`,help:"Add a taint to the NodePool, such as `nvidia.com/gpu:NoSchedule`, and a toleration to the pods that need its nodes.",url:`https://karpenter.sh/docs/concepts/scheduling/#acceleratorsgpu-resources`},examples:Vx});function Bx(e,{report:t,catalog:n,compatible:r}){let i=r(e),a=e.kind===`NodePool`?[`spec`,`template`,`spec`]:[`spec`],o=V(e,[...a,`taints`]);n&&i?.isExact&&i.names.length!==0&&(!o.isKnown||y(o.value).length>0||i.names.every(e=>{let{gpus:t,accelerator:r}=n.type(e);return t.length>0||r!==void 0})&&t({at:e.keySpan(a),message:`Every instance type of \`${e.name}\` has GPUs or other accelerators, but no taint keeps ordinary pods away`,help:"Add a taint such as `nvidia.com/gpu:NoSchedule`, and a toleration to the pods that need these nodes."}))}function Vx(){return{bad:[D(N({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6, g6e]`]}),{"requirements:":`taints:
  - key: nvidia.com/gpu
    effect: NoSchedule
requirements:`})],good:[N({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6, g6e]`],taints:O`
          - key: nvidia.com/gpu
            effect: NoSchedule
        `}),N({name:`mixed`,requirements:[`karpenter.k8s.aws/instance-family In [g6, m7i]`]})]}}function Hx(e){let[t,n]=[`consolidationPolicy`,`consolidateAfter`].map(t=>v(e.get([`spec`,`disruption`,t])));return e.isPartial||t===`WhenEmpty`||n===`Never`?!1:!y(e.get([`spec`,`disruption`,`budgets`])).some(e=>{let{nodes:t,schedule:n,reasons:r}=_(e)??{},i=y(r).length===0||y(r).includes(`Underutilized`);return/^0%?$/.test(v(t)??``)&&n===void 0&&i})}const Ux=M({id:`interrupted-jobs`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[],on:{Manifests(e,{report:t}){for(let n of Wx(e))t({manifest:n.manifest,...Yx(n)})}},docs:{summary:`Jobs, workflows or CI runners are placed on a NodePool that Karpenter consolidates while they run.`,why:"With `consolidationPolicy: WhenEmptyOrUnderutilized`, Karpenter evicts running pods to use fewer or cheaper nodes. A Job starts again from the beginning, and a CI job or a step of a workflow fails. The annotation does not stop AWS from taking spot nodes back.",help:'Add the annotation `karpenter.sh/do-not-disrupt: "true"` to the pods, or set `consolidationPolicy: WhenEmpty` in the NodePool.',url:`https://karpenter.sh/docs/concepts/disruption/#pod-level-controls`},examples:aS});function Wx(e){let t=B(e).filter(Hx);return t.length===0?[]:e.manifests.flatMap(e=>{let n=Object.hasOwn(re,e.kind)?re[e.kind]:void 0;if(n===void 0||n.group!==h(e.apiVersion)||e.isPartial||Gx(e,n).some(ge)||Kx(e,n))return[];let r=t.find(t=>qx(t,e,n.spec));return r===void 0?[]:[{manifest:e,pool:r,kind:n}]})}const Gx=(e,{spec:t,annotations:n})=>[...[`nodeSelector`,`affinity`,`tolerations`].map(e=>[...t,e]),n].map(t=>e.get(t)??null);function Kx(e,{spec:t,annotations:n}){let r=v(e.get([...n,Te])),i=JSON.stringify(e.get([...t.slice(0,-2),`podFailurePolicy`])??null);return r!==void 0||i.includes(`DisruptionTarget`)}function qx(e,t,n){let r=Jx(e),i=(t,n)=>t===S.nodePool?n.includes(e.name):n.some(e=>r.get(t)?.has(e)===!0);if(Object.entries(_(t.get([...n,`nodeSelector`]))??{}).some(([e,t])=>i(e,[v(t)??``]))||uu(t,[...n,`affinity`]).flatMap(({expressions:e})=>e).some(({key:e,operator:t,values:n})=>t===`In`&&i(e,n)))return!0;let a=y(t.get([...n,`tolerations`])).map(e=>v(_(e)?.key)??``);return y(e.get([`spec`,`template`,`spec`,`taints`])).map(e=>v(_(e)?.key)??``).some(e=>e!==``&&a.includes(e))}function Jx(e){let t=e=>/(^|\.)(kubernetes\.io|k8s\.aws|karpenter\.sh)\//.test(x(e));return new Map([...Gt(e),...H(e)].filter(({key:e,operator:n})=>n===`In`&&!t(e)).map(({key:e,values:t})=>[e,new Set(t.map(({text:e})=>e))]))}function Yx({manifest:e,pool:t,kind:{spec:n,annotations:r,pods:i}}){let a=v(t.get([`spec`,`disruption`,`consolidationPolicy`]))??`the default policy`,o=H(t).some(({key:e,values:t})=>x(e)===S.capacityType&&t.some(({text:e})=>e===`spot`));return{at:e.keySpan(n.length>1&&n.at(-1)===`spec`?n.slice(0,-1):n),message:`Karpenter evicts running ${i} of ${e.kind} \`${e.name}\` when it consolidates NodePool \`${t.name}\` (\`${a}\`)`,labels:[{span:t.span([`spec`,`disruption`]),message:`moves running pods to save money`}],help:`Add the annotation \`${Te}: "true"\` to the pods. Or set \`consolidationPolicy: WhenEmpty\` in the NodePool.${o?` AWS can still reclaim spot nodes.`:``}`,fix:{description:`Add \`${Te}: "true"\``,edits:De(e,r,Te,`"true"`)}}}const Xx=e=>N({name:`builds`,labels:`example.com/team: builds`,nodeClassRef:`default`,taints:O`
      - key: example.com/ci
        effect: NoSchedule
    `,requirements:[`karpenter.sh/capacity-type In [on-demand]`],disruption:`consolidationPolicy: ${e}\nconsolidateAfter: 1m`}),Zx=(e,t=``)=>O`
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
`,Qx=O`
  tolerations:
    - key: example.com/ci
      operator: Exists
`,$x=O`
  nodeSelector:
    example.com/team: builds
  ${Qx}
`,eS=O`
  metadata:
    annotations:
      karpenter.sh/do-not-disrupt: "true"
`,tS=(e=``)=>O`
  apiVersion: argoproj.io/v1alpha1
  kind: WorkflowTemplate
  metadata:
    name: build
  spec:
    entrypoint: build
    ${e}
    ${Qx}
    templates:
      - name: build
        container:
          image: example.com/build
`,nS=O`
  podMetadata:
    annotations:
      karpenter.sh/do-not-disrupt: "true"
`,rS=eS.text.trim().replaceAll(`
`,`
    `),iS=e=>D(z(Xx(`WhenEmptyOrUnderutilized`),Zx(e),I),{"consolidationPolicy: WhenEmptyOrUnderutilized":`consolidationPolicy: WhenEmpty`},{"    spec:\n      restartPolicy":`    ${rS}\n    spec:\n      restartPolicy`});function aS(){return{bad:[iS(Qx),iS($x),D(z(Xx(`WhenEmptyOrUnderutilized`),tS(),I),{"consolidationPolicy: WhenEmptyOrUnderutilized":`consolidationPolicy: WhenEmpty`})],good:[z(Xx(`WhenEmptyOrUnderutilized`),Zx($x,eS),I),z(Xx(`WhenEmpty`),Zx($x),I),z(Xx(`WhenEmptyOrUnderutilized`),tS(nS),I)]}}const oS=M({id:`limit-fit`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[28],on:{NodePool:lS,Provisioner:lS},docs:{summary:`A limit is not a multiple of the NodePool’s node size, so a part of it is never used.`,why:"Karpenter launches a node only if the whole node stays within `limits`. If the sizes of all instance types are multiples of a large step, a remainder below that step is never used. The NodePool then stays smaller than its limit, by up to one node.",help:`Set the limit to a multiple of the step, or allow smaller instance types.`,url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:fS}),sS={cpu:{unit:`vCPU`,of:({vcpus:e})=>e},"nvidia.com/gpu":{unit:`GPUs`,of:({gpus:e})=>e.reduce((e,t)=>e+(t.manufacturer===`nvidia`?t.count:0),0)}},cS={cpu:16,"nvidia.com/gpu":4};function lS(e,{report:t,catalog:n,compatible:r}){let i=Kt(e),a=r(e);if(n&&a?.isExact&&a.names.length!==0)for(let[r,o]of Object.entries(_(i.value)??{})){let s=Object.hasOwn(sS,r)?sS[r]:void 0,c=typeof o==`string`||typeof o==`number`?Hl(o):void 0;if(!s||!c)continue;let l=uS(a,n)[r],u=l.reduce(dS,0),d=Math.floor(c%u);if(u<cS[r]||c<Math.min(...l)||d===0)continue;let f=Math.floor(c/u),ee=l.length===1?`allows ${fe(f,`node`)} of ${u} ${s.unit}`:`is not a multiple of ${u} ${s.unit}, the common step of its instance types`;t({at:e.span([...i.path,r]),message:`\`${r}: ${o}\` of \`${e.name}\` ${ee}. The remaining ${d} ${s.unit} are never used`,help:`Set the limit to ${f*u} or ${(f+1)*u}, or allow smaller instance types.`})}}const uS=Lp(({names:e},t)=>Object.fromEntries(Object.entries(sS).map(([n,{of:r}])=>[n,[...new Set(e.map(e=>r(t.type(e))))]]))),dS=(e,t)=>t===0?e:dS(t,e%t);function fS(){return{bad:[D(z(N({limits:`cpu: 2063`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["32"]`]}),I),{"cpu: 2063":`cpu: 2048`},{"cpu: 2063":`cpu: 2080`},{'["32"]':`["4", "32"]`})],good:[z(N({limits:`cpu: 2048`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["32"]`]}),N({name:`small`,weight:10,limits:`cpu: 2063`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["4", "8"]`,`karpenter.sh/capacity-type In [on-demand]`]}),I)]}}const pS={cpu:({vcpus:e})=>e,memory:({memoryMib:e})=>e*2**20*.85,"nvidia.com/gpu":({gpus:e})=>e.reduce((e,{count:t,manufacturer:n})=>e+(n===`nvidia`?t:0),0)},mS=M({id:`limits-below-one-node`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[28],on:{NodePool:hS,Provisioner:hS},docs:{summary:`The limits of a NodePool are below the size of its smallest instance type.`,why:"Karpenter launches a node only if the whole node stays within `limits`. If a limit is below the smallest allowed instance type, Karpenter launches nothing for the NodePool, and only an event says so. Amounts of memory without a unit are bytes. A limit of 0 is not reported, because it turns a NodePool off.",help:`Raise the limit to the size of several nodes, with its unit, or allow smaller instance types.`,url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:_S});function hS(e,{report:t,catalog:n,compatible:r}){let i=Kt(e),a=r(e);if(n&&a?.isExact&&a.names.length!==0)for(let[r,o]of Object.entries(_(i.value)??{})){let s=typeof o==`string`||typeof o==`number`?Hl(o):void 0;if(!Object.hasOwn(pS,r)||!s)continue;let c=gS(a,n)[r];if(c.amount<=s)continue;let l=r===`memory`&&/^\d+$/.test(String(o));t({at:e.span([...i.path,r]),message:`The limit \`${r}: ${o}\`${l?` (bytes)`:``} of \`${e.name}\` is below the size of its smallest instance type, ${c.name}. Karpenter launches nothing for this NodePool`,help:l?`Add a unit, such as \`${o}Gi\`.`:"Raise the limit to the size of several nodes, or allow smaller instance types. If nothing should be launched, set it to `0`."})}}const gS=Lp(({names:e},t)=>Object.fromEntries(Object.entries(pS).map(([n,r])=>{let[i]=e.map(e=>({name:e,amount:r(t.type(e))})).sort((e,t)=>e.amount-t.amount||g(e.name,t.name));return[n,i]})));function _S(){return{bad:[D(N({requirements:[`node.kubernetes.io/instance-type In [m7i.8xlarge, m7i.16xlarge]`,`karpenter.sh/capacity-type In [on-demand]`],limits:`cpu: 16`}),{"cpu: 16":`cpu: 320`},{"cpu: 16":`cpu: 0`},{"[m7i.8xlarge, m7i.16xlarge]":`[m7i.xlarge, m7i.2xlarge]`}),D(N({limits:O`
          cpu: 100
          memory: 1000
        `}),{"memory: 1000":`memory: 1000Gi`})],good:[N({requirements:[`node.kubernetes.io/instance-type In [m7i.8xlarge]`,`karpenter.sh/capacity-type In [on-demand]`],limits:O`
          cpu: 32
          memory: 128Gi
        `}),N({name:`switched-off`,limits:`cpu: 0`})]}}const vS=M({id:`min-values`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[23],explains:[`provisioning/nodepool-empty`],on:{NodePool(e,{report:t,catalog:n,compatible:r,settings:i,isRegionAssumed:a}){let o=r(e);if(n&&o?.isExact&&o.names.length!==0&&i.karpenter.minValuesPolicy!==`BestEffort`)for(let{path:r,key:i}of H(e)){let s=e.get([...r,`minValues`]),c=yS(n,o.names,x(i));typeof s!=`number`||c===void 0||c>=s||t({at:e.span([...r,`minValues`]),...a&&{severity:`note`},message:`\`${e.name}\` requires ${s} different values of \`${i}\`, but its instance types in ${n.region} have only ${c}. Karpenter launches nothing for this NodePool`,help:`Lower \`minValues\` to ${c} or less, or allow more instance types.`,explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}})}}},docs:{summary:"`minValues` is higher than the number of values that the allowed instance types have.",why:"Karpenter launches a node only if the instance types to choose from have at least `minValues` different values of the label. If the requirements of the NodePool already leave fewer, Karpenter skips the NodePool and its pods stay pending. With `minValuesPolicy: BestEffort`, Karpenter launches nodes anyway.",help:"Lower `minValues`, or allow more instance types.",url:`https://karpenter.sh/docs/concepts/nodepools/#min-values`},examples:bS});function yS(e,t,n){if(n===S.instanceType)return t.length;let r=e.labels.get(n);if(r===void 0)return;let i=new Set(t);return new Set(e.types.flatMap(({name:e},t)=>i.has(e)?r[t]:[])).size}function bS(){return{bad:[D(N({requirements:O`
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
        `}),{"minValues: 20":`minValues: 5`},{"[m]":`[c, m, r]`,'["5"]':`["5", "6", "7"]`})],good:[N({requirements:O`
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
        `}),N({name:`own-label`,requirements:O`
          - key: karpenter.k8s.aws/instance-category
            operator: In
            values: [c, m, r]
          - key: karpenter.k8s.aws/instance-generation
            operator: Gt
            values: ["4"]
          - key: example.com/team
            operator: Exists
            minValues: 2
        `})]}}function xS(e,t){let{origin:n,text:r}=e.source;if(!n)return!1;let{start:i,end:a}=e.keySpan(t),o=Math.max(a,e.span(t).end),[s]=/^:?(?:\s|#[^\n]*)*/.exec(r.slice(o)),c=o+s.length+1,{span:l,isExact:u}=n.trace(i,c);return!u||l.end-l.start!==c-i}const SS=M({id:`no-empty-fields`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],yieldsTo:[`schema/required`],on:{NodePool:CS,Provisioner:CS,NodeClass:CS,NodeTemplate:CS,NodeOverlay:CS},docs:{summary:`A field has no value.`,why:`A key without a value is null. The API server drops it, so the default applies, not what the key suggests. Often the value is missing, or the lines below the key are not indented.`,help:`Add a value, or remove the field.`,url:`https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting-and-nullable`},examples:ES});function CS(e,{report:t,karpenter:n}){if(!e.isPartial)for(let r of TS(e.get([`spec`]),[`spec`])){if(n.opensKubelet&&wS(r)||xS(e,r))continue;let i=String(r.at(-1));t({at:e.keySpan(r),message:`\`${r.join(`.`)}\` has no value, so the API server drops it`,help:`Add a value, or remove the field.`,fix:{description:`Remove \`${i}\``,edits:Ee(e,r)},explains:{paths:[r],mentioning:i}})}}const wS=([,e,...t])=>e===`kubelet`&&t.length>1;function TS(e,t){return Array.isArray(e)?e.flatMap((e,n)=>TS(e,[...t,n])):Object.entries(_(e)??{}).flatMap(([e,n])=>n===null?e===`tags`&&/SelectorTerms$/.test(String(t.at(-2)))?[]:[[...t,e]]:TS(n,[...t,e]))}function ES(){return{bad:[O`
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
      `],good:[k`
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
      `,N({weight:10}),A({karpenter:`1.15`},F(O`
          role: karpenter-nodes
          amiSelectorTerms:
            - alias: al2023@v20260701
          kubelet:
            reservedMemory:
              - numaNode: 0
                limits:
        `))]}}const DS=({apiVersion:e,kind:t},n)=>t===n.kind&&h(e)===n.group,OS=({group:e=``,kind:t=``})=>`${e}/${t.toLowerCase()}`,kS=[`NodePool`,`Provisioner`,`NodeOverlay`],AS=(e,t)=>e.manifests.flatMap(e=>jS(e,t)??[]);function jS(e,t){if(h(e.apiVersion)===`karpenter.sh`){let n=kS.find(t=>t===e.kind);return n===void 0?void 0:{manifest:e,handler:n,provider:n===`NodeOverlay`?void 0:NS(e,t)}}for(let{name:n,nodeClasses:r,nodeTemplate:i}of t){if(r.some(t=>DS(e,t)))return{manifest:e,handler:`NodeClass`,provider:n};if(i&&DS(e,i))return{manifest:e,handler:`NodeTemplate`,provider:n}}}const MS=({nodeClasses:e,nodeTemplate:t})=>t?[...e,t]:e;function NS(e,t){let{group:n,kind:r}=qt(e)??{};return n===void 0&&r===void 0?t[0]?.name??null:t.find(e=>MS(e).some(e=>e.group===n||e.kind===r))?.name??null}const PS=({providers:e},t)=>e===`every`||t===void 0||t!==null&&e.includes(t);function FS({providers:e},t){if(e===`every`)return!0;let n=t.flatMap(({provider:e})=>e===void 0?[]:[e]);return n.length===0||n.some(t=>t!==null&&e.includes(t))}const IS=M({id:`node-class-exists`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],explains:[`provisioning/nodepool-not-ready`],on:{Manifests(e,t){let{report:n,nearest:r,providers:i}=t;for(let a of i.flatMap(MS)){let{kind:o,builtIn:s=[]}=a,c=HS(e,a,i).filter(({name:e})=>!s.includes(e)),l=KS(e,a),u=c[0];if(l===void 0||u===void 0)continue;if(l.length===0){n({manifest:u.pool,at:u.pool.span([...u.path,`name`]),severity:`note`,message:`No ${o} is among these manifests, so ${fe(c.length,`reference`)} cannot be checked`,help:`Review the manifests of the ${o} together with the NodePools that use it.`});continue}let d=new Set(l),f=c.filter(({name:e})=>!d.has(e)).map(e=>({...e,wanted:r(e.name,l)})),ee=RS(a,t),p=e=>e.wanted!==void 0||ee(e);LS(f.filter(e=>!p(e)),o,t);for(let{pool:e,path:t,name:r,wanted:i}of f.filter(p))n({manifest:e,at:e.span([...t,`name`]),message:`${e.kind} \`${e.name}\` refers to ${o} \`${r}\`, which is not among these manifests`,help:i?`Did you mean \`${i}\`?`:`Add this ${o}, or refer to an existing one: ${l.join(`, `)}.`,explains:{paths:[[...t,`name`]]},...i&&{fix:{description:`Replace with \`${i}\``,edits:b(e,[...t,`name`],i)}}})}}},docs:{summary:`A NodePool refers to a node class that is not among the manifests.`,why:"A NodePool whose EC2NodeClass does not exist is not ready (`NodeClassNotFound`) and launches nothing. If the class comes from elsewhere, such as Terraform, a note says that the reference cannot be checked.",help:`Correct the name, or add the EC2NodeClass.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecnodeclassref`},examples:qS});function LS(e,t,{report:n}){let[r]=e;r&&n({manifest:r.pool,at:r.pool.span([...r.path,`name`]),severity:`note`,message:`${t} \`${r.name}\` is not among these manifests, so ${fe(e.length,`reference`)} cannot be checked`,help:`Review the manifests of the ${t} together with the NodePools that use it.`})}function RS(e,{all:t,base:n,providers:r}){let i=new Set(n?GS(n,e).map(({name:e})=>e):[]),a=new Set(t.manifests.filter(VS).map(BS)),o=new Set(GS(t,e).map(BS)),s=new Set([...o].filter(e=>!a.has(e)).map(ne)),c=new Map;for(let{name:n,pool:i}of HS(t,e,r))c.set(n,(c.get(n)??new Set).add(BS(i)));return({pool:e,name:t})=>{if(i.has(t))return!0;if((c.get(t)?.size??0)>1)return!1;let n=BS(e);return o.has(n)||zS(n).some(e=>s.has(e))}}function zS(e){let t=e===``?[]:e.split(`/`);return[``,...t.map((e,n)=>t.slice(0,n+1).join(`/`))]}const BS=({source:e})=>ne(e.file),VS=({kind:e,apiVersion:t})=>(e===`NodePool`||e===`Provisioner`)&&h(t)===`karpenter.sh`,HS=(e,t,n)=>e.manifests.filter(VS).flatMap(e=>{let r=Yt(e);return r!==void 0&&WS(r,t,US(e,n))?[{pool:e,path:r.path,name:r.name}]:[]}),US=(e,[t])=>e.kind===`Provisioner`?t?.nodeTemplate:t?.nodeClasses[0],WS=({group:e,kind:t},n,r)=>(t??r?.kind)===n.kind&&(e??n.group)===n.group,GS=(e,t)=>e.manifests.filter(e=>DS(e,t));function KS(e,t){if(e.files.some(e=>e.isBroken))return;let n=GS(e,t).map(e=>e.name);return n.some(e=>e===``||p(e))?void 0:[...new Set(n)].sort()}function qS(){return{bad:[z(N({requirements:[],nodeClassRef:`defualt`}),O`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `),D(N({requirements:[],nodeClassRef:`default`}),{"apiVersion: karpenter.sh/v1":`${JS.text}---\napiVersion: karpenter.sh/v1`})],good:[z(N({requirements:[],nodeClassRef:`default`}),O`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `)]}}const JS=F(O`
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
`),YS=M({id:`open-architecture`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[9],on:{NodePool:eC},docs:{summary:`A NodePool allows arm64 and amd64 without saying so, and nothing shows that pods run on both.`,why:"Without a requirement for `kubernetes.io/arch`, Karpenter launches whichever architecture is cheaper, which is often arm64. A pod whose image is built only for amd64 then crashes with `exec format error`. The finding is a warning if the change removes the requirement. It is a note if the workloads of the cluster select no architecture, because their images may be built for both.",help:"Add a requirement for `kubernetes.io/arch`: with one architecture, or with both if every image is built for both.",url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:iC}),XS=[`spec`,`template`,`spec`,`requirements`],ZS=e=>Xt(e).some(({key:e})=>x(e)===S.arch),QS=new Set([S.instanceType,S.instanceFamily,S.instanceCategory,S.instanceGeneration]),$S=e=>Xt(e).some(({key:e})=>QS.has(x(e)));function eC(e,t){let{report:n,base:r}=t;if(!V(e,XS).isKnown||ZS(e)||!tC(e,t))return;let i=r?.manifests.find(({kind:t,name:n})=>t===e.kind&&n===e.name),a=i!==void 0&&!i.isPartial&&ZS(i);(a||$S(e)&&nC(e,t))&&n({at:e.keySpan(XS),...a&&{severity:`warning`},message:`\`${e.name}\` ${a?`no longer limits the architecture`:`does not limit the architecture`}, so Karpenter also launches arm64 nodes, on which images that are built only for amd64 crash`,help:"Add the requirement `kubernetes.io/arch In [amd64]`, or `In [amd64, arm64]` if all images are built for both."})}function tC(e,{catalog:t,compatible:n}){let r=n(e);return!t||!r?.isExact?!1:new Set(r.names.map(e=>t.type(e).architecture)).size>1}function nC(e,{all:t,clusterOf:n}){let r=n(e),i=U(t).filter(({manifest:e})=>n(e)===r);return i.length===0||i.some(ur)?!1:B(t).every(e=>n(e)!==r||!ZS(e))}const rC=O`
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
`;function iC(){let e=`karpenter.k8s.aws/instance-category In [c, m, r]`,t=`karpenter.k8s.aws/instance-generation Gt ["4"]`;return{bad:[D(z(N({requirements:[e,t]}),rC),{"requirements:":`requirements:
  - {key: kubernetes.io/arch, operator: In, values: [amd64]}`},{"requirements:":`requirements:
  - {key: kubernetes.io/arch, operator: In, values: [amd64, arm64]}`})],good:[z(N({requirements:[e,t,`kubernetes.io/arch In [amd64]`]}),rC),N({requirements:[e,t]})]}}const aC=M({id:`overlapping-pools`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[32],on:{Manifests(e,t){for(let e of oC(t))sC(e,t)}},docs:{summary:`Several NodePools can run the same pods, and only their names decide which comes first.`,why:"Karpenter tries NodePools by weight. With the same weight, it sorts them by name in reverse order: `spot` before `general`, `on-demand` before `gpu`. If NodePools do not differ in weight, taints or labels, their names decide which nodes Karpenter launches, and renaming one changes the cost. Only NodePools that certainly belong to one cluster are compared: those of one file or rendered root, or of files next to their node classes.",help:"Give the NodePool that should come first a higher `weight`, or separate their pods with taints.",url:`https://karpenter.sh/docs/concepts/nodepools/#specweight`},examples:fC});function oC(e){return Si(e).flatMap(e=>{let t=new Map;for(let n of e){let e=V(n,[`spec`,`weight`]);if(n.isPartial||!e.isKnown||n.get([`spec`,`replicas`])!==void 0||!Ei(n))continue;let r=JSON.stringify(e.value??0);me(t,r,n)}return[...t.values()].filter(e=>e.length>1)})}function sC(e,t){let n=e.slice(0,60).flatMap(e=>cC(e,t)??[]),r=n.filter(e=>n.some(t=>t!==e&&lC(e,t))).sort((e,t)=>g(t.pool.name,e.pool.name)),[i,...a]=r;if(!i||a.length===0)return;let o=e=>W(e.map(({pool:e})=>e.name),e.length===2?` and `:`, `);t.report({manifest:i.pool,at:i.pool.span([`metadata`,`name`]),message:`${o(r)} can run the same pods and have the same weight. Karpenter sorts them by name and tries \`${i.pool.name}\` first, then ${o(a)}`,help:`Give the one that should come first a higher \`weight\`, or separate their pods with taints. ${uC(r)}`,labels:a.slice(0,5).map(({pool:e})=>({span:e.span([`metadata`,`name`]),message:`can run the same pods`}))})}function cC(e,{compatible:t,catalog:n}){let r=t(e);if(!r?.isExact||!n||r.names.length===0||r.names.filter(e=>(n.type(e)?.gpus.length??0)>0).length===r.names.length)return;let i=[`on-demand`,`spot`].map(e=>({type:e,...r.count(e)}));return{pool:e,names:new Set(r.names),architectures:new Set(r.names.flatMap(e=>n.type(e)?.architecture??[])),zones:new Set(i.flatMap(({zones:e})=>e)),capacityTypes:i.filter(({instanceTypes:e})=>e>0).map(({type:e})=>e)}}const lC=(e,t)=>[...e.architectures].some(e=>t.architectures.has(e))&&[...e.zones].some(e=>t.zones.has(e));function uC(e){let t=e.flatMap((t,n)=>e.slice(n+1).filter(e=>lC(t,e)).map(e=>[t,e])),n=t.length>6?`; and ${fe(t.length-6,`more pair`)}`:``;return`${t.slice(0,6).map(([e,t])=>dC(e,t)).join(`; `)}${n}.`}function dC(e,t){let n=[...e.names].filter(e=>t.names.has(e)).length,r=[...e.zones].filter(e=>t.zones.has(e)).length,i=e.capacityTypes.filter(e=>t.capacityTypes.includes(e)),a=i.length>0?`as ${i.join(` and `)}`:`with different capacity types`;return`\`${e.pool.name}\` and \`${t.pool.name}\` share ${fe(n,`instance type`)} in ${fe(r,`zone`)}, ${a}`}function fC(){return{bad:[D(z(N({name:`on-demand`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [on-demand]`,`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`],nodeClassRef:`default`}),N({name:`spot`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [spot]`,`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`],nodeClassRef:`default`}),I),{"metadata:\n  name: spot\nspec:":`metadata:
  name: spot
spec:
  weight: 10`})],good:[z(N({name:`on-demand`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),N({name:`spot`,weight:10,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [spot]`],nodeClassRef:`default`}),N({name:`team-search`,limits:`cpu: 100`,labels:`team: search`,requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),I)]}}const pC=M({id:`pod-grace-period`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[42],on:{Manifests(e,{report:t}){let n=[`spec`,`template`,`spec`,`terminationGracePeriod`],r=B(e).map(e=>({pool:e,seconds:mC(V(e,n))})),i=r.flatMap(({pool:e,seconds:t})=>t===void 0?[]:[{pool:e,seconds:t}]),a=i.toSorted((e,t)=>t.seconds-e.seconds)[0];if(!(!a||i.length<r.length))for(let{manifest:r,template:i}of U(e)){let e=[...i,`spec`,`terminationGracePeriodSeconds`],o=r.get(e),s=[`nodeSelector`,`affinity`].some(e=>r.get([...i,`spec`,e])!==void 0);typeof o!=`number`||o<=a.seconds||s||t({manifest:r,at:r.span(e),message:`Pods of ${r.kind} \`${r.name}\` may take ${o}s to terminate, but no NodePool gives its nodes more than ${a.seconds}s. Karpenter kills the pods early`,labels:[{span:a.pool.span(n),message:"the longest `terminationGracePeriod`"}],help:`Set \`terminationGracePeriod\` of the NodePool that runs these pods to at least \`${o}s\`.`})}}},docs:{summary:`Pods may take more time to terminate than any NodePool gives its nodes.`,why:"The `terminationGracePeriod` of a NodePool limits how long a node may drain, whatever PodDisruptionBudgets say. When a node drains, Karpenter immediately deletes pods with a longer `terminationGracePeriodSeconds`. They are killed when the node’s time is up, before their own period ends.",help:"Set `terminationGracePeriod` of the NodePool to at least the longest `terminationGracePeriodSeconds` of its pods.",url:`https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod`},examples:hC});function mC({value:e}){let t=typeof e==`string`?ei(e):void 0;return t===void 0?void 0:Number(t/1000000000n)}function hC(){return{bad:[D(z(N({requirements:[],terminationGracePeriod:`30m`}),O`
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
        `),{"terminationGracePeriod: 30m":`terminationGracePeriod: 7200s`})],good:[z(N({requirements:[],terminationGracePeriod:`30m`}),N({name:`patient`,weight:10,requirements:[],terminationGracePeriod:`4h`}),O`
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
        `),z(N({requirements:[],terminationGracePeriod:`30m`}),O`
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
        `)]}}const gC=M({id:`pod-requests`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[92],on:{Manifests(e,{report:t}){if(or(e))for(let{manifest:n,template:r}of U(e)){if(_(n.get([`metadata`,`annotations`]))?.[`helm.sh/hook`]!==void 0)continue;let e=[...r,`spec`],i=[...e,`containers`],a=y(n.get(i));if(a.some(e=>_(e)?.image===void 0))continue;let o=[...a.keys()].filter(e=>!vC(n,[...i,e])),s=o.map(e=>v(_(a[e])?.name)??String(e)),[c=0]=o;n.isPartial||vC(n,e)||(s.length===0?_C({manifest:n,path:i,containers:a},t):t({manifest:n,at:s.length===a.length?n.keySpan(i):n.span([...i,c,`name`]),message:`${s.length===1?`Container`:`Containers`} ${W(s)} of ${n.kind} \`${n.name}\` ${s.length===1?`requests`:`request`} neither CPU nor memory, so Karpenter reserves no room for ${s.length===1?`it`:`them`}`,help:"Set `resources.requests` for `cpu` and `memory`."}))}}},docs:{summary:`Containers of a workload request neither CPU nor memory, or no memory.`,why:`Karpenter sizes nodes only by the requests of pods. A pod without requests fits anywhere. Nodes are then too small, run out of memory, and pods are killed. A LimitRange or a VerticalPodAutoscaler may add requests, which manifests do not show.`,help:"Set `resources.requests` for `cpu` and `memory`.",url:`https://karpenter.sh/docs/troubleshooting/`},examples:yC});function _C({manifest:e,path:t,containers:n},r){let i=(n,r)=>_(e.get([...t,n,`resources`,r]))??{},a=n.findIndex((n,r)=>{let a=[`requests`,`limits`].flatMap(e=>Object.keys(i(r,e)));return a.includes(`cpu`)&&a.every(e=>e===`cpu`)&&!p(e.get([...t,r,`resources`]))});if(a===-1)return;let o=[...t,a,`resources`];r({manifest:e,at:e.keySpan([...o,i(a,`requests`).cpu===void 0?`limits`:`requests`]),message:`Container \`${v(_(n[a])?.name)??a}\` of ${e.kind} \`${e.name}\` requests CPU but no memory, so Karpenter reserves no memory for it`,help:"Set `resources.requests.memory`."})}function vC(e,t){let n=e.get([...t,`resources`]);return p(n)?!0:[`requests`,`limits`].some(e=>{let t=_(n)?.[e],r=Object.keys(_(t)??{});return p(t)||r.some(e=>e!==`ephemeral-storage`)})}function yC(){return{bad:[D(z(N(),O`
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
    memory: 100Mi`}),D(z(N(),O`
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
memory: 100Mi`})],good:[z(N(),O`
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
        `),z(N(),O`
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
        `),z(N({name:`with-a-chart-test`}),O`
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
        `),O`
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
      `]}}const bC=M({id:`price-gap`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[],on:{NodePool:xC,Provisioner:xC},docs:{summary:`A NodePool has cheap and very expensive instance types, and none in between.`,why:"Karpenter launches the cheapest available instance type. When AWS has no capacity for it, Karpenter uses the next one of the NodePool, whatever it costs. A NodePool with only `large` and `24xlarge` then pays for a machine 48 times as large, to run one small pod.",help:`Allow the sizes in between, or move the large ones to another NodePool.`,url:`https://karpenter.sh/docs/concepts/nodepools/#instance-types`},examples:wC});function xC(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i?.isExact||i.names.length<2)return;let a=SC(i,n);if(!a)return;let{cheap:o,expensive:s}=a,c=Math.floor(s.hourlyUsd/o.hourlyUsd);t({at:e.span($t(e)),message:`\`${e.name}\` has no instance type between ${o.name} (${CC(o.hourlyUsd)}/hour) and ${s.name} (${CC(s.hourlyUsd)}/hour). When AWS runs out of the first, its pods cost ${c} times as much`,help:`Allow the sizes in between, or move the large ones to another NodePool.`})}const SC=Lp(({names:e},t)=>{let n=[];for(let r of e){let e=Ip(t,r);if(e===void 0)return;n.push({name:r,hourlyUsd:e})}n.sort((e,t)=>e.hourlyUsd-t.hourlyUsd||g(e.name,t.name));let r=n.findIndex(({hourlyUsd:e},t)=>t>0&&e>=8*n[t-1].hourlyUsd),[i,a]=[n[r-1],n[r]];return i&&a&&{cheap:i,expensive:a}}),CC=e=>`$${e.toFixed(e<.1?4:2)}`;function wC(){return{bad:[D(z(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`node.kubernetes.io/instance-type In [m7i.large, m7i.24xlarge]`,`karpenter.sh/capacity-type In [on-demand]`]}),I),{"[m7i.large, m7i.24xlarge]":`[m7i.large, m7i.2xlarge, m7i.8xlarge, m7i.24xlarge]`})],good:[z(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m7i]`,`karpenter.sh/capacity-type In [on-demand]`]}),I),z(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`node.kubernetes.io/instance-type In [m7i.large, m7i.2xlarge]`,`karpenter.sh/capacity-type In [on-demand]`]}),I)]}}const TC=M({id:`removed-pod-keys`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[10,11,12],on:{Manifests(e,t){if(!t.karpenter.v1)return;let n=B(e).map(({name:e})=>e);for(let n of B(e))for(let e of EC(n,[`spec`,`template`,`metadata`,`annotations`]))NC(n,e,ke,t);for(let{manifest:n,path:r}of OC(e))NC(n,r,ke,t);for(let{manifest:r,template:i}of U(e)){let e=(...e)=>[...i,...e];for(let i of EC(r,e(`spec`,`nodeSelector`)))FC({manifest:r,path:i,pools:n},t);for(let{expressions:n}of uu(r,e(`spec`,`affinity`)))if(!n.some(({key:e})=>e===S.nodePool))for(let{path:e}of n)PC(r,[...e,`key`],we,t);for(let[n]of y(r.get(e(`spec`,`tolerations`))).entries())PC(r,e(`spec`,`tolerations`,n,`key`),ve,t)}}},docs:{summary:`A pod or a NodePool uses an annotation, label or taint that Karpenter no longer supports.`,why:"Karpenter renamed them on the way to v1 and ignores the old names. `do-not-evict` protects no pods, and `do-not-consolidate` no nodes. A pod that selects `karpenter.sh/provisioner-name` finds no node, and one that uses this label to avoid Karpenter’s nodes no longer avoids them. A toleration of `karpenter.sh/disruption` no longer matches the taint of a node that Karpenter removes.",help:`Use the new name.`,url:`https://karpenter.sh/docs/upgrading/v1-migration/`},examples:IC}),EC=(e,t)=>Object.keys(_(e.get(t))??{}).map(e=>[...t,e]),DC=new Set([`AutoscalingRunnerSet`,`RunnerDeployment`,`RunnerSet`]);function OC(e){return[...[...U(e),...e.manifests.filter(({kind:e})=>DC.has(e)).map(e=>({manifest:e,template:[`spec`,`template`]}))].flatMap(({manifest:e,template:t})=>EC(e,[...t,`metadata`,`annotations`]).map(t=>({manifest:e,path:t}))),...e.manifests.filter(({kind:e})=>kC.has(e)).flatMap(e=>AC(e,[]).map(t=>({manifest:e,path:t})))]}const kC=new Set([`Application`,`HelmRelease`,`HelmValues`,`KustomizeChart`]);function AC(e,t){let n=e.get(t);return typeof n!=`object`||!n||t.length>12?[]:(Array.isArray(n)?[...n.keys()]:Object.keys(n)).flatMap(n=>{let r=[...t,n];return Object.hasOwn(ke,n)?[r]:AC(e,r)})}const jC=(e,t)=>t!==void 0&&Object.hasOwn(e,t)?e[t]:void 0,MC=(e,t)=>({message:`Karpenter no longer supports \`${e}\`, so it has no effect`,help:`Use \`${t}\` instead.`});function NC(e,t,n,{report:r}){let i=String(t.at(-1)),a=jC(n,i);a!==void 0&&e.get([...t.slice(0,-1),a])===void 0&&r({manifest:e,at:e.keySpan(t),...MC(i,a),fix:{description:`Rename to \`${a}\``,edits:Ce(e,t,a)}})}function PC(e,t,n,{report:r}){let i=v(e.get(t)),a=jC(n,i);i!==void 0&&a!==void 0&&(y(e.get(t.slice(0,-2))).some(e=>_(e)?.key===a)||r({manifest:e,at:e.span(t),...MC(i,a),...e.get([...t.slice(0,-1),`value`])===void 0&&{fix:{description:`Replace with \`${a}\``,edits:b(e,t,a)}}}))}function FC({manifest:e,path:t,pools:n},{report:r}){let i=String(t.at(-1)),a=jC(we,i);if(a===void 0)return;let o=v(e.get(t));r({manifest:e,at:e.keySpan(t),message:`Nodes no longer have the label \`${i}\`, so these pods stay pending`,help:`Use \`${a}\` with the name of the NodePool instead.`,...o!==void 0&&n.includes(o)&&{fix:{description:`Rename to \`${a}\``,edits:Ce(e,t,a)}}})}function IC(){return{bad:[L(`redis`,{values:O`
          master:
            podAnnotations:
              karpenter.sh/do-not-evict: "true"
        `}),O`
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
      `,O`
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
      `,O`
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
      `,O`
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
      `],good:[L(`redis`,{values:O`
          master:
            podAnnotations:
              karpenter.sh/do-not-disrupt: "true"
        `}),O`
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
      `,O`
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
      `,A({karpenter:`0.32`},O`
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
        `)]}}const LC=[`cpu`,`memory`,`nodes`,`pods`,`ephemeral-storage`],RC={mem:`memory`,ram:`memory`,gpu:`nvidia.com/gpu`},zC=M({id:`require-limits`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[29,30],on:{NodePool:BC,Provisioner:BC},docs:{summary:`A NodePool has no limits, or its limits have no effect.`,why:"Karpenter launches nodes for every pending pod. Without `limits`, a runaway Deployment, a HorizontalPodAutoscaler with a wrong target or a crash loop gets more and more nodes, up to the AWS quota. The keys of `limits` are free-form, so the API server accepts a misspelled resource, which limits nothing.",help:"Set `limits.cpu` and `limits.memory` to the most that this NodePool may use.",url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:KC});function BC(e,t){let{report:n}=t,r=Kt(e);if(!r.isKnown||GC(e)||e.get([`spec`,`replicas`])!==void 0)return;let i=Object.keys(_(r.value)??{});if(i.length===0){n({at:e.keySpan(e.get(r.path)===void 0?[`spec`]:r.path),message:`${e.kind} \`${e.name}\` has no limits, so Karpenter may launch any number of nodes for it`,help:"Set `limits.cpu` and `limits.memory` to the most that this NodePool may use."});return}let a=i.filter(e=>!LC.includes(e)&&!/[/{$]|^hugepages-/.test(e));for(let n of a)WC(e,n,t);if(UC(e,t),a.length===0&&!i.some(e=>e===`cpu`||e===`memory`||e.includes(`/`))){let t=i.includes(`nodes`);n({at:e.keySpan(r.path),message:`The limits of ${e.kind} \`${e.name}\` include neither \`cpu\` nor \`memory\`, so the size of its nodes is unlimited${t?`. Their number is only roughly limited, because nodes launched at the same time do not count each other`:``}`,help:"Add `cpu` and `memory` to the limits.",...t&&{severity:`note`}})}}const VC=/\b(?:exact(?:ly)?|at most|no more than|never (?:more|exceed)|maximum|max|hard (?:limit|cap)|licen[cs]es?|contract)\b/i,HC=/\b(?:exact(?:ly)?|never (?:more|exceed)|hard (?:limit|cap)|licen[cs]es?|contract)\b/i;function UC(e,{report:t}){let n=Kt(e).path,r=[...n,`nodes`];if(e.get(r)===void 0)return;let i=lv(e,n),a=sv(e,r)||(/\bnodes?\b/i.test(i)?i:``),o=(HC.exec(a)??VC.exec(a))?.[0];o!==void 0&&t({at:e.span(r),...!HC.test(a)&&{severity:`note`},message:`The comment says “${o}”, but Karpenter may exceed \`limits.nodes\`, because nodes launched at the same time do not count each other`,help:"Leave room for a few more nodes, or set `replicas` for a fixed number of nodes."})}function WC(e,t,{report:n,nearest:r}){let i=Kt(e),a=RC[t.toLowerCase()]??r(t,LC),o=a!==void 0&&e.get([...i.path,a])===void 0;n({at:e.keySpan([...i.path,t]),message:`\`${t}\` is not a resource of nodes, so this entry limits nothing`,help:a?`Did you mean \`${a}\`?`:"Use `cpu`, `memory` or an extended resource such as `nvidia.com/gpu`.",...o&&{fix:{description:`Rename to \`${a}\``,edits:Ce(e,[...i.path,t],a)}}})}function GC(e){let t=_(e.get([`spec`]))??{};if(Object.keys(t).some(e=>e!==`limits`&&o(e,[`limits`])!==void 0))return!0;let n=Object.keys(_(t.limits)??{});return e.kind===`Provisioner`&&n.length>0&&!n.includes(`resources`)}function KC(){return{bad:[D(N({limits:null}),{"spec:\n  template:":`spec:
  limits:
    cpu: 100
    memory: 400Gi
  template:`}),N({limits:O`
          cpu: 100
          mem: 400Gi
        `}),D(N({limits:O`
            cpu: 100
            # the license covers 10 nodes
            nodes: 10
          `}),{"# the license covers 10 nodes":`# leaves room for 2 more`,"nodes: 10":`nodes: 8`}),D(O`
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
memory: 400Gi`})],good:[N({limits:O`
          cpu: 100
          memory: 400Gi
        `}),N({name:`gpu`,limits:`nvidia.com/gpu: 8`})]}}const qC=new Set([S.zone,S.zoneId,S.capacityType,S.instanceType,S.instanceFamily]),JC=M({id:`satisfiable-requirements`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[93],explains:[`provisioning/nodepool-empty`],on:{NodePool:YC,Provisioner:YC},docs:{summary:`No instance type of the region satisfies all requirements of a NodePool.`,why:`Each requirement is valid on its own, so the API server accepts the NodePool and Karpenter reports it as ready. But Karpenter never launches a node for it, and its pods stay pending.`,help:`Relax the requirement that excludes the last instance types, or the earlier ones that conflict with it.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:$C});function YC(e,{report:t,catalog:n,compatible:r,isRegionAssumed:i}){let a=r(e),o=a?.emptied;if(!n||!a||!o)return;let{requirement:s,before:c,values:l,isUnknownValue:u}=o,d=x(s.key);if(u&&qC.has(d))return;let f=s.path.length===1;t({at:f?e.keySpan(s.path):e.span(s.path),...i&&{severity:H(e).some(e=>Se(e.key))?`note`:`warning`},message:`No instance type in ${n.region} satisfies the requirements of \`${e.name}\`: ${XC(s)}${f?`, which v1alpha5 adds by default,`:``} excludes the remaining ${fe(c,`instance type`)}`,labels:o.conflicts.map(t=>({span:e.span(t.path),message:`no instance type satisfies both this and \`${s.key}\``})),help:ZC(d,l,u),explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}})}const XC=({key:e,operator:t,values:n})=>`\`${[e,t,n.map(e=>e.text).join(`, `)].filter(Boolean).join(` `)}\``;function ZC(e,t,n){return t.length===0?`The remaining instance types have no \`${e}\`. Relax this requirement or an earlier one.`:n?`Use a value of \`${e}\` that exists: ${QC(t)}.`:`Allow a value of \`${e}\` that the remaining instance types have (${QC(t)}), or relax an earlier requirement.`}function QC(e){let t=e.slice(0,6).join(`, `);return e.length>6?`${t} and ${e.length-6} more`:t}function $C(){return{bad:[D(N({requirements:[`karpenter.k8s.aws/instance-family In [m7g, c7g]`,`kubernetes.io/arch In [amd64]`]}),{"[amd64]":`[arm64]`},{"[m7g, c7g]":`[m7i, c7i]`}),D(N({requirements:[`karpenter.k8s.aws/instance-cpu In ["5"]`]}),{'["5"]':`["4"]`})],good:[N({requirements:[`karpenter.k8s.aws/instance-family In [m7g, c7g]`,`kubernetes.io/arch In [arm64]`]})]}}const ew=M({id:`spot-flexibility`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[21],on:{NodePool:tw,Provisioner:tw},docs:{summary:`A NodePool allows spot but has few instance types or a single zone to choose from.`,why:`Spot capacity varies by instance type and zone. With few of them, AWS interrupts nodes at the same time and replacements find no capacity. Karpenter moves a spot node to a cheaper spot node only if at least 15 cheaper instance types remain.`,help:`Allow at least 15 instance types in several families, sizes and zones. If you cannot, also allow on-demand.`,url:`https://karpenter.sh/docs/concepts/disruption/#spot-consolidation`},examples:rw});function tw(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i?.isExact||i.names.length===0)return;let{instanceTypes:a,zones:o}=i.count(`spot`);if(a===0||a>=15&&o.length>1)return;let s=i.count(`on-demand`).instanceTypes===0;t({at:e.span(nw(e)),severity:a<15&&(s||a<5)?`warning`:`note`,message:`\`${e.name}\` allows spot, but has only ${fe(a,`instance type`)} in ${fe(o.length,`zone`)} of ${n.region} to choose from`,help:a<15?`Allow at least 15 instance types in several families, sizes and zones. With fewer, nodes are interrupted together, and Karpenter does not move them to cheaper spot nodes.`:`Allow more zones. Spot capacity runs out in one zone at a time.`})}const nw=e=>Xt(e).find(({key:e})=>x(e)===S.capacityType)?.path??(e.kind===`NodePool`?[`spec`,`template`,`spec`,`requirements`]:[`spec`,`requirements`]);function rw(){return{bad:[D(N({requirements:[`karpenter.k8s.aws/instance-family In [t4g]`,`karpenter.sh/capacity-type In [spot, on-demand]`,`topology.kubernetes.io/zone In [us-east-1a]`]}),{"[t4g]":`[c6g, c7g, m6g, m7g, r6g, r7g]`,"[us-east-1a]":`[us-east-1a, us-east-1b]`}),D(A({region:`eu-central-1`},N({requirements:[`node.kubernetes.io/instance-type In [m6i.large, m6i.xlarge]`,`karpenter.sh/capacity-type In [spot]`]})),{"node.kubernetes.io/instance-type":`karpenter.k8s.aws/instance-family`,"[m6i.large, m6i.xlarge]":`[c6i, c7i, m6i, m7i, r6i, r7i]`})],good:[N({requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [spot, on-demand]`]}),N({requirements:[`karpenter.k8s.aws/instance-family In [t4g]`,`karpenter.sh/capacity-type In [on-demand]`]})]}}const iw=M({id:`startup-taints`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[87,88],on:{Manifests(e,t){for(let n of B(e))cw(n,t),lw(n,t);let n=Ot(e,`cilium`);for(let e of n)uw(e,t);for(let r of e.manifests.filter(dw))n.some(e=>t.clusterOf(e.manifest)===t.clusterOf(r))||fw(r,t)}},docs:{summary:"An agent’s taint is missing from `startupTaints` or in `taints`, or a startup taint is misspelled.",why:"Karpenter waits until startup taints are removed, and meanwhile expects pods to run on the node. Cilium’s operator taints nodes on which its agent does not run yet. If `startupTaints` does not include this taint, Karpenter assumes that its pods cannot use the node, and launches another. If the taint is in `taints`, Karpenter expects it to stay, and launches no node for pods that do not tolerate it. No agent removes a misspelled startup taint. The node then never becomes initialized, so Karpenter never consolidates or replaces it.",help:"Add the taint to `startupTaints`, with the key that the agent uses.",url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecstartuptaints`},examples:mw}),aw=[`spec`,`template`,`spec`,`startupTaints`],ow=[`node.cilium.io/agent-not-ready`,`ebs.csi.aws.com/agent-not-ready`,`efs.csi.aws.com/agent-not-ready`,`fsx.csi.aws.com/agent-not-ready`,`s3.csi.aws.com/agent-not-ready`],sw=e=>e.split(`.`)[0];function cw(e,{report:t,nearest:n}){for(let r of y(e.get(aw)).keys()){let i=[...aw,r,`key`],a=v(e.get(i))??``,o=ow.includes(a)?void 0:n(a,ow);o!==void 0&&sw(o)===sw(a)&&t({manifest:e,at:e.span(i),message:`Nothing removes the startup taint \`${a}\`, so the nodes of \`${e.name}\` never become initialized`,help:`Did you mean \`${o}\`?`,fix:{description:`Replace with \`${o}\``,edits:b(e,i,o)}})}}function lw(e,{report:t}){let n=[`spec`,`template`,`spec`,`taints`],r=new Set(y(e.get(aw)).map((t,n)=>v(e.get([...aw,n,`key`]))));for(let i of y(e.get(n)).keys()){let a=[...n,i,`key`],o=v(e.get(a))??``;ow.includes(o)&&!r.has(o)&&t({manifest:e,at:e.span(a),message:`An agent removes the taint \`${o}\` when it runs, but it is in \`taints\`. Karpenter expects it to stay, so it launches no node of \`${e.name}\` for pods that do not tolerate it`,help:"Move it from `taints` to `startupTaints`."})}}function uw({manifest:e,values:t,isOpen:n},r){let i=(...n)=>e.get([...t,...n]),a=v(i(`agentNotReadyTaintKey`))??ow[0];e.isPartial||n||typeof i()==`string`||a.includes(`$`)||i(`operator`,`setNodeTaints`)===!1||i(`operator`,`enabled`)===!1||pw({manifest:e,key:a},r)}const dw=({kind:e,apiVersion:t,name:n})=>e===`ConfigMap`&&t===`v1`&&n===`cilium-config`;function fw(e,t){let n=v(e.get([`data`,`agent-not-ready-taint-key`]))??ow[0];v(e.get([`data`,`set-cilium-node-taints`]))===`true`&&!e.isPartial&&!p(n)&&pw({manifest:e,key:n},t)}function pw({manifest:e,key:t},n){let{all:r,report:i,clusterOf:a}=n;for(let o of B(r))a(o)!==a(e)||o.isPartial||y(o.get(aw)).map((e,t)=>v(o.get([...aw,t,`key`]))).some(e=>e===void 0||e===t)||i({manifest:o,at:o.span(aw),message:`Cilium adds the taint \`${t}\` to new nodes, but it is not in \`startupTaints\` of \`${o.name}\`. Karpenter launches a second node for the same pods`,help:`Add \`{key: ${t}, effect: NoExecute}\` to \`startupTaints\`.`,labels:[{span:e.span([`metadata`,`name`]),message:`Cilium${$(o,e,n)}`}]})}function mw(){return{bad:[D(z(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),L(`cilium`),I),{"requirements:":`startupTaints:
  - key: node.cilium.io/agent-not-ready
    effect: NoExecute
requirements:`}),z(N({limits:`cpu: 1000`,nodeClassRef:`default`,startupTaints:O`
            - key: ebs.csi.aws.com/agent-notready
              effect: NoExecute
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),I),D(z(N({limits:`cpu: 1000`,nodeClassRef:`default`,taints:O`
              - key: node.cilium.io/agent-not-ready
                value: "true"
                effect: NoExecute
            `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),I),{"taints:":`startupTaints:`}),D(z(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),O`
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: cilium-config
            data:
              agent-not-ready-taint-key: example.com/cilium-not-ready
              set-cilium-node-taints: "true"
          `,I),{"requirements:":`startupTaints:
  - key: example.com/cilium-not-ready
    effect: NoExecute
requirements:`})],good:[z(N({limits:`cpu: 1000`,nodeClassRef:`default`,startupTaints:O`
            - key: node.cilium.io/agent-not-ready
              effect: NoExecute
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),L(`cilium`),I),z(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),L(`cilium`,{values:O`
            operator:
              setNodeTaints: false
          `}),I),z(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),O`
          apiVersion: v1
          kind: ConfigMap
          metadata:
            name: cilium-config
          data:
            set-cilium-node-taints: "false"
        `,I)]}}const hw=[`spec`,`template`,`spec`],gw=M({id:`taint-pairs`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[89],explains:[`provisioning/nodepool-not-ready`],on:{NodePool(e,{report:t}){let n=new Map;for(let r of[`taints`,`startupTaints`].flatMap(t=>_w(e.get([...hw,t]),t))){let{key:i,effect:a}=_(e.get(r))??{},o=`${v(i)}:${v(a)}`;if(v(i)===void 0||p(o))continue;let s=n.get(o);if(s===void 0){n.set(o,r);continue}let c=s.at(-2)===r.at(-2)&&e.get([...s,`value`])===e.get([...r,`value`]);t({at:e.span([...r,`key`]),message:`\`${e.name}\` has the taint \`${o}\` twice. Karpenter rejects the NodePool and launches nothing for it`,labels:[{span:e.span([...s,`key`]),message:`first used here`}],help:`Remove one of the two taints.`,...c&&{fix:{description:`Remove the duplicate`,edits:Ee(e,r)}},explains:{paths:[hw],mentioning:``}})}}},docs:{summary:`Two taints of a NodePool have the same key and effect.`,why:"The API server accepts this. Karpenter allows each pair of key and effect only once in `taints` and `startupTaints` together. The NodePool fails Karpenter’s validation and launches nothing.",help:`Remove one of them. Keep the startup taint if something on the node removes it, otherwise keep the taint.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespectaints`},examples:vw}),_w=(e,t)=>y(e).map((e,n)=>[...hw,t,n]);function vw(){return{bad:[D(N({requirements:[],taints:O`
          - key: node.cilium.io/agent-not-ready
            effect: NoExecute
        `,startupTaints:O`
          - key: node.cilium.io/agent-not-ready
            value: "true"
            effect: NoExecute
        `}),{"      taints:\n        - key: node.cilium.io/agent-not-ready\n          effect: NoExecute\n":``})],good:[N({requirements:[],taints:O`
          - key: example.com/team
            value: a
            effect: NoSchedule
          - key: example.com/team
            value: a
            effect: NoExecute
        `,startupTaints:O`
          - key: node.cilium.io/agent-not-ready
            value: "true"
            effect: NoExecute
        `}),N({name:`another-key`,requirements:[],taints:O`
          - key: example.com/team
            effect: NoSchedule
        `,startupTaints:O`
          - key: example.com/agent-not-ready
            effect: NoSchedule
        `})]}}const yw=M({id:`taint-tolerations`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[],on:{Manifests:xw},docs:{summary:`A toleration nearly matches the taint of a NodePool, or no pod tolerates the taint.`,why:"A toleration must match the key, the value and the effect of a taint. One that nearly matches has no effect, and nothing reports it. The pods stay pending or run on another NodePool, and the NodePool with the taint stays empty. The default operator is `Equal`, for which a missing value is the empty string.",help:"Set the value and the effect of the taint in the toleration, or use `operator: Exists`.",url:`https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/`},examples:kw}),bw=2e3;function xw(e,t){let n=B(e).slice(0,bw).flatMap(Cw);if(n.length===0)return;let r=U(e).slice(0,bw),i=r.map(e=>ww(e));for(let e of i)Dw(e,n,t);let a=i.flat(),o=new Set(r.filter(({manifest:e})=>e.kind!==`DaemonSet`).map(({manifest:e})=>xi(e))),s=new Set(e.manifests.filter(Sw).map(xi));for(let e of n)s.has(xi(e.pool))||o.has(xi(e.pool))&&!a.some(t=>!t.isKnown||t.key===``||t.key===e.key)&&t.report({manifest:e.pool,at:e.pool.span(e.path),severity:`note`,message:`No pod in these manifests tolerates the taint \`${e.key}\` of \`${e.pool.name}\`, so this NodePool stays empty until one does`,help:`Add a toleration to the pods that should run there, or remove the taint.`})}const Sw=({apiVersion:e,kind:t})=>t===`HelmRelease`&&h(e)===`helm.toolkit.fluxcd.io`||/^Application(?:Set)?$/.test(t)&&h(e)===`argoproj.io`;function Cw(e){let t=[`spec`,`template`,`spec`,`taints`];return y(e.get(t)).flatMap((n,r)=>{let i=[...t,r],[a,o,s]=[`key`,`value`,`effect`].map(t=>v(e.get([...i,t]))??``);return p(`${a}${o}${s}`)||a===``||/(?:^|\.)(?:kubernetes|k8s)\.io\//.test(a)?[]:[{pool:e,path:i,key:a,value:o,effect:s}]})}function ww(e){let{manifest:t,template:n}=e,r=[...n,`spec`,`tolerations`],i=t.get(r);return i!==void 0&&!Array.isArray(i)?[{...Tw,workload:e,path:r,isKnown:!1}]:y(i).map((n,i)=>{let{key:a,operator:o,value:s,effect:c}=_(n)??{},l=[a,o,s,c].map(e=>v(e)??``);return{workload:e,path:[...r,i],key:l[0],value:l[2],effect:l[3],isExists:o===`Exists`,isKnown:_(n)!==void 0&&!t.isPartial&&!l.some(e=>p(e))}})}const Tw={key:``,isExists:!0,value:``,effect:``},Ew=(e,t)=>(e.key===``||e.key===t.key)&&(e.effect===``||e.effect===t.effect)&&(e.isExists||e.value===t.value);function Dw(e,t,{report:n,nearest:r}){if(!e.some(({isKnown:e})=>!e))for(let i of e){let a=t.filter(({key:e})=>e===i.key);if(a.length===0||a.some(t=>e.some(e=>Ew(e,t))))continue;let[o]=a.flatMap(e=>Ow(i,e,r)??[]);if(!o)continue;let{taint:s,reason:c,help:l}=o,{manifest:u}=i.workload;n({manifest:u,at:u.span(i.path),message:`${u.kind} \`${u.name}\` does not tolerate the taint \`${s.key}=${s.value}:${s.effect}\` of \`${s.pool.name}\`, because its toleration ${c}`,help:l,labels:[{span:s.pool.span(s.path),message:`the taint`}]})}}function Ow(e,t,n){let r=e.isExists||e.value===t.value,i=e.effect===``||e.effect===t.effect;if(r&&!i)return{taint:t,reason:`has the effect \`${e.effect}\``,help:`Set \`effect: ${t.effect}\`.`};if(!i||r)return;let a=`\`value: ${t.value||`""`}\``;return e.value===``?{taint:t,reason:`has no value`,help:`Set ${a}, or \`operator: Exists\`.`}:n(e.value,[t.value])===void 0?void 0:{taint:t,reason:`has the value \`${e.value}\``,help:`Set ${a}.`}}function kw(){return{bad:[D(Mw(O`
        - key: example.com/dedicated
          value: batch
          effect: NoExecute
      `),{"effect: NoExecute":`effect: NoSchedule`}),D(Mw(O`
        - key: example.com/dedicated
          value: batches
          effect: NoSchedule
      `),{"value: batches":`value: batch`}),D(Mw(O`
        - key: example.com/dedicated
          effect: NoSchedule
      `),{"tolerations:\n        - key":`tolerations:
  - value: batch
    key`},{"tolerations:\n        - key":`tolerations:
  - operator: Exists
    key`}),D(Mw(),{"containers:":`tolerations:
  - key: example.com/dedicated
    operator: Exists
containers:`},{"      taints:\n        - key: example.com/dedicated\n          value: batch\n          effect: NoSchedule\n":``})],good:[Mw(O`
        - key: example.com/dedicated
          operator: Exists
      `),O`
        ${Aw}
        ---
        ${jw(`train`,O`
            - key: example.com/dedicated
              value: batch
          `)}
        ---
        ${jw(`proxy`,O`
            - key: example.com/dedicated
              value: system
              effect: NoSchedule
          `)}
        ---
        ${I}
      `,O`
        ${Aw}
        ---
        ${jw(`proxy`)}
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
        ${I}
      `]}}const Aw=N({name:`batch`,limits:`cpu: 1000`,nodeClassRef:`default`,taints:O`
    - key: example.com/dedicated
      value: batch
      effect: NoSchedule
  `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]});function jw(e,t){return O`
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
          ${t?O`
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
  `}const Mw=e=>O`
  ${Aw}
  ---
  ${jw(`train`,e)}
  ---
  ${I}
`,Nw=[...Oe.get(S.capacityType)].sort(),Pw=M({id:`unknown-capacity-type`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[18],on:{NodePool:Fw,Provisioner:Fw},docs:{summary:`A requirement names a capacity type that does not exist.`,why:"The API server accepts any text. Karpenter ignores the unknown value and only logs it, so `[spot, ondemand]` means only spot. If all values are unknown, the NodePool is not ready and launches nothing.",help:"Use `on-demand`, `spot` or `reserved`.",url:`https://karpenter.sh/docs/concepts/nodepools/#capacity-type`},examples:Lw});function Fw(e,{report:t,nearest:n}){for(let{key:r,operator:i,values:a}of H(e)){if(x(r)!==S.capacityType||i!==`In`&&i!==`NotIn`)continue;let o=a.filter(e=>e.isKnown&&!Nw.includes(e.text)),s=a.filter(e=>!o.includes(e)).map(e=>`\`${e.text}\``);for(let r of o){let a=n(r.text,Nw);t({at:e.span(r.path),message:`\`${r.text}\` is not a capacity type. ${Iw(i,s)}`,help:a?`Did you mean \`${a}\`?`:"Use `on-demand`, `spot` or `reserved`.",...a&&{fix:{description:`Replace with \`${a}\``,edits:b(e,r.path,a)}}})}}}function Iw(e,t){return e===`NotIn`?`It excludes nothing`:t.length===0?`The NodePool never becomes ready`:`Karpenter ignores it and uses only ${t.join(` and `)}`}function Lw(){return{bad:[N({requirements:[`karpenter.sh/capacity-type In [spot, ondemand]`]})],good:[N({requirements:[`karpenter.sh/capacity-type In [spot, on-demand]`]})]}}const Rw=M({id:`unknown-label`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[],on:{NodePool:Hw,Provisioner:Hw},docs:{summary:`A requirement names a label that resembles one of Karpenter’s labels but does not exist.`,why:`Karpenter treats a label that it does not know as a custom label. It puts any of the values on the nodes, and chooses instance types as if the requirement did not exist. Running nodes do not have the label, so all of them drift.`,help:`Correct the name of the label.`,url:`https://karpenter.sh/docs/concepts/scheduling/#well-known-labels`},examples:Zw}),zw=/^(?:(?!node-restriction\.)[\w-]+\.)*kubernetes\.io$|^eks\.amazonaws\.com$/,Bw=e=>e.slice(e.indexOf(`/`)+1),Vw=new Map([...xe].map(e=>[Bw(e),e]));function Hw(e,{report:t,nearest:n}){let r=new Set(Gt(e).map(({key:e})=>e));for(let{key:i,path:a,isKnown:o}of H(e)){if(!o||r.has(i))continue;let s=Kw(e,i)??(Jw(i)?void 0:Uw(i,n));if(s===void 0)continue;let c=[...a,`key`];t({at:e.span(c),message:`\`${i}\` is not a label that Karpenter knows. It does not filter instance types, and new nodes get any of its values`,help:`Did you mean \`${s}\`?`,fix:{description:`Replace with \`${s}\``,edits:b(e,c,s)}})}}function Uw(e,t){let n=t(Bw(e),[...Vw.keys()]);return n!==void 0&&qw(Bw(e),n)?Vw.get(n):void 0}const Ww=new Set([`eks.amazon.com`,`eks.aws.com`,`eks.aws`,`eks.amazonaws`,`eks.k8s.aws`,`amazonaws.com`,`karpenter.aws`,`karpenter.k8s.io`,`karpenter.io`,`karpenter.amazonaws.com`,`karpenter.aws.com`]),Gw=`eks.amazonaws.com`;function Kw(e,t){let[n,i]=[be(t),Bw(t)],a=Vw.get(i);if(a===void 0||n===``||n.length>40||zw.test(n))return;let o=be(a)===`karpenter.k8s.aws`&&i.startsWith(`instance-`),s=o&&Yw(e)===Gw?`${Gw}/${i}`:a,c=o?[Gw,be(a)]:[be(a)];if(!c.includes(n))return Ww.has(n)||c.some(e=>r(n,e)<=2)?s:void 0}const qw=(e,t)=>r(e,t)<=(e.length<8?1:2);function Jw(e){return xe.has(x(e))||!zw.test(be(e))?!0:e.startsWith(`eks.`)}const Yw=e=>_(e.get([`spec`,`template`,`spec`,`nodeClassRef`]))?.group,Xw=e=>O`
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
`;function Zw(){return{bad:[N({requirements:[`node.kubernetes.io/instance-family In [c7i, m7i, r7i]`]}),N({requirements:[`karpenter.aws/instance-family In [c7i, m7i, r7i]`]}),Xw(`eks.amazonaw.com/instance-category`),z(N({nodeClassRef:`default`,requirements:[`topology.kubernetes.io/zones In [us-east-1a, us-east-1b]`]}),O`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `)],good:[N({labels:`node.kubernetes.io/instance-sizes: web`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.k8s.gcp/instance-size In [large]`,`beta.kubernetes.io/arch In [amd64]`,`example.com/instance-type In [large]`,`node.kubernetes.io/instance-sizes Exists`,`node.kubernetes.io/role In [web]`,`node-restriction.kubernetes.io/zone In [a]`]}),Xw(`eks.amazonaws.com/instance-category`)]}}const Qw=/^([a-z]{2,3}(?:-[a-z]+){1,3}-\d)[a-z]$/,$w=/^[a-z]{2,3}(?:-[a-z]+){1,3}-\d-[a-z]/,eT=M({id:`unknown-zone`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[25],explains:[`provisioning/nodepool-empty`],on:{NodePool:tT,Provisioner:tT},docs:{summary:`A requirement or label names a zone that the region does not have.`,why:`The API server accepts any text. Karpenter counts the zone as a topology domain, although nothing can ever run there. Every zonal topology spread constraint in the cluster then counts a zone that stays empty, which can keep pods pending. A NodePool with no other zone launches nothing.`,help:`Use zones of the region, and only those in which the node class has subnets.`,url:`https://karpenter.sh/docs/concepts/nodepools/#availability-zones`},examples:rT});function tT(e,t){let{catalog:n}=t;if(!n)return;let r=n.zones.map(e=>e.zone);for(let{key:i,operator:a,values:o}of[...H(e),...Gt(e)]){if(x(i)!==S.zone)continue;let s=e=>!r.includes(e)&&!n.otherZones.includes(e)&&!$w.test(e),c=a===`In`&&o.every(e=>e.isKnown&&s(e.text));for(let{path:n,text:i,isKnown:l}of o)l&&s(i)&&nT({pool:e,path:n,text:i,zones:r,isExcluded:a===`NotIn`,leavesNone:c},t)}}function nT({pool:e,path:t,text:n,zones:r,isExcluded:i,leavesNone:a},{report:o,catalog:s,nearest:c,isRegionAssumed:l}){let{region:u}=s,d=i?`excluding it has no effect`:`Karpenter never launches nodes for this value`,f=Qw.exec(n)?.[1];if(f!==void 0&&f!==u){if(l)return;o({at:e.span(t),severity:`warning`,message:`Zone \`${n}\` is not in ${u}, so ${d}`,help:`Use a zone of ${u} (${r.join(`, `)}), or set the region if this NodePool belongs to ${f}.`});return}let ee=f===void 0&&n!==u?c(n,r):void 0,p=n===u?`\`${n}\` is a region, not a zone`:`Region ${u} has no zone \`${n}\``;o({at:e.span(t),...i&&{severity:`warning`},message:`${p}, so ${d}`,help:ee?`Did you mean \`${ee}\`?`:`Use a zone of ${u}: ${r.join(`, `)}.`,...ee&&{fix:{description:`Replace with \`${ee}\``,edits:b(e,t,ee)}},...a&&{explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}}})}function rT(){return{bad:[D(N({requirements:[`topology.kubernetes.io/zone In [us-east-1a, us-east-1b, us-east-1z]`]}),{"[us-east-1a, us-east-1b, us-east-1z]":`[us-east-1a, us-east-1b]`}),D(N({requirements:[`topology.kubernetes.io/zone In [us-east-1]`]}),{"[us-east-1]":`[us-east-1a, us-east-1b]`})],good:[N({requirements:[`topology.kubernetes.io/zone In [us-east-1a, us-east-1b]`]}),A({region:`us-west-1`},N({requirements:[`topology.kubernetes.io/zone In [us-west-1c]`]}))]}}const iT=M({id:`unreachable-pool`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[32],on:{Manifests(e,t){for(let e of Si(t))aT(e,t)}},docs:{summary:`A NodePool is never used, because another one comes first, has no limits, and can launch everything that it can.`,why:`Karpenter uses a NodePool with a lower weight only if those before it cannot run a pod: their limits are reached, or AWS has no capacity. Suppose that the first one has no limits and allows every instance type, zone and capacity type that the other allows. Then it runs out of capacity only when the other does too, so the fallback never happens.`,help:`Set limits for the first NodePool, or allow something else in the fallback: another capacity type, other families, or other zones.`,url:`https://karpenter.sh/docs/concepts/nodepools/#specweight`},examples:uT});function aT(e,t){let n=e.slice(0,60).filter(e=>oT(e)&&Ei(e));for(let e of n){let r=n.find(n=>en(n)>en(e)&&sT(n)&&cT(n,e,t));r&&t.report({manifest:e,at:e.span([`metadata`,`name`]),message:`\`${e.name}\` is never used, because \`${r.name}\` comes first, has no limits, and can launch everything that \`${e.name}\` can`,help:`Set limits for \`${r.name}\`, or allow instance types, zones or capacity types in \`${e.name}\` that \`${r.name}\` does not allow.`,labels:[{span:r.span([`metadata`,`name`]),message:`comes first`}]})}}const oT=e=>!e.isPartial&&V(e,[`spec`,`weight`]).isKnown&&e.get([`spec`,`replicas`])===void 0&&H(e).every(({path:t})=>e.get([...t,`minValues`])===void 0);function sT(e){let{value:t,isKnown:n}=Kt(e),r=Object.keys(_(t)??{});return n&&typeof(t??{})==`object`&&r.every(e=>e.includes(`/`))}function cT(e,t,{compatible:n,catalog:r}){let[i,a]=[n(e),n(t)];if(!r||!i?.isExact||!a?.isExact||a.names.length===0||a.names.some(e=>(r.type(e)?.gpus.length??0)>0)||Yt(e)===void 0||Yt(e)?.name!==Yt(t)?.name||lT(e)!==lT(t))return!1;let o=new Set(i.names);return a.names.every(e=>o.has(e))&&[`on-demand`,`spot`].every(e=>{let[t,n]=[i.count(e),a.count(e)];return(n.instanceTypes===0||t.instanceTypes>=n.instanceTypes)&&n.zones.every(e=>t.zones.includes(e))})}const lT=e=>JSON.stringify(H(e).filter(({key:e})=>x(e)===S.os).map(({operator:e,values:t})=>[e,t.map(({text:e})=>e).sort()]));function uT(){return{bad:[D(z(N({name:`general`,weight:50,limits:`nvidia.com/gpu: 8`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [on-demand]`]}),N({name:`fallback`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [on-demand]`]}),I),{"nvidia.com/gpu: 8":`nvidia.com/gpu: 8
cpu: 1000`},{"[c, m]":`[c, m, i]`})],good:[z(N({name:`spot`,weight:50,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [spot]`]}),N({name:`on-demand`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [on-demand]`]}),I),z(N({name:`reserved-by-limits`,weight:50,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [on-demand]`]}),N({name:`fallback`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m]`,`karpenter.k8s.aws/instance-generation Gt ["4"]`,`karpenter.sh/capacity-type In [on-demand]`]}),I)]}}const dT=[hv,Av,fy,hy,vy,Dy,Fy,zy,Ky,Xy,Pb,nx,lx,px,hx,Sx,Ax,Fx,zx,Ux,oS,mS,vS,SS,IS,YS,aC,pC,gC,bC,TC,zC,JC,ew,iw,gw,yw,Pw,Rw,eT,iT,...ev].sort((e,t)=>g(e.id,t.id)),fT=new Map([...xt,...dT.map(pT)].map(e=>[e.code,e]));function pT(e){let{summary:t,why:n,help:r,url:i}=e.docs;return{code:`lint/${e.id}`,summary:t,why:n,help:r,url:i,rule:e}}const mT=[...fT.keys()].sort(),hT=(e,t=[])=>fT.has(e)||t.some(t=>bt(t)===e);function gT(e,t=[]){let n=fT.get(e)??fT.get(`lint/${e}`);if(n)return n;let r=t.find(t=>[bt(t),t.id].includes(e));return r&&_T(r)}const _T=e=>({code:bt(e),summary:e.message,why:e.description??`This is a rule of \`${e.origin}\`.`,help:e.help??`Change the object so that the rule holds.`,...e.url!==void 0&&{url:e.url},custom:e});function vT(e,t=[]){let n=[...mT,...t];if(e.includes(`/`))return o(e,n);let r=new Map(n.map(e=>[e.slice(e.indexOf(`/`)+1),e])),i=o(e,r.keys());return i&&r.get(i)}function yT(e,t=[]){return[...e].filter(e=>!gT(e)).map(e=>({name:e,nearest:vT(e,t)}))}const bT=e=>`# plumbline-ignore ${e.replace(/^lint\//,``)} until=2027-03-31: why this is acceptable here`;function xT(e,t){return ST(e.replace(/^\.?\//,``).replace(/\/$/,``).split(`/`),t.split(`/`))}function ST(e,t){let n=0,r;for(let i=0;i<t.length;){if(n===e.length)return!0;if(e[n]===`**`)r={at:n++,step:i};else if(CT(e[n],t[i]))[n,i]=[n+1,i+1];else if(r)[n,i]=[r.at+1,++r.step];else return!1}return e.slice(n).every(e=>e===`**`)}function CT(e,t){let[n=``,...r]=e.split(`*`);if(r.length===0)return t===n;let i=r.pop();if(!t.startsWith(n)||t.length<n.length+i.length||!t.endsWith(i))return!1;let a=n.length;for(let e of r){let n=t.indexOf(e,a);if(n===-1||n+e.length>t.length-i.length)return!1;a=n+e.length}return!0}const wT=e=>e.includes(`/`)?e:`lint/${e}`,TT=({paths:e,resources:t},{span:n,resource:r})=>(e===void 0||e.some(e=>xT(e,n.file)))&&(t===void 0||r!==null&&t.some(e=>ET(e,r)));function ET(e,{kind:t,namespace:n,name:r}){return xT(e,(e.split(`/`).length>2?[t,n??``,r]:[t,r]).join(`/`))}const DT=(e,t)=>t[e]??t[e.replace(/^lint\//,``)],OT=(e,{rules:t,overrides:n})=>DT(e,t)===`off`&&n.every(t=>(DT(e,t.rules)??`off`)===`off`),kT=(e,t,{rules:n,overrides:r})=>DT(e,n)===`off`||r.some(n=>DT(e,n.rules)===`off`&&(n.paths===void 0||n.paths.some(e=>xT(e,t))));function AT(e,{rules:t,overrides:n}){if(n.length===0)return[...e];let r=e=>DT(e,t)===`off`&&n.some(t=>DT(e,t.rules)!==void 0);return e.flatMap(e=>{if(!/^(?:lint|custom)\//.test(e.code))return[e];let t=n.filter(t=>TT(t,e)).map(t=>DT(e.code,t.rules)).findLast(e=>e!==void 0);return t===`off`||t===void 0&&r(e.code)?[]:[t===void 0?e:{...e,severity:t}]})}function jT({rules:e,ignore:t=[],overrides:n=[],neverSuppress:r=[],environments:i={}},a,o=[]){let s={reader:a,custom:o.map(bt)};NT(e,[`rules`],s);for(let[e,t]of n.entries())NT(t.rules,[`overrides`,e,`rules`],s);for(let[e,t]of Object.entries(i))NT(t.rules,[`environments`,e,`rules`],s);for(let[e,t]of r.entries())MT(t,[`neverSuppress`,e],s);let c=new Set(r.map(wT));t.forEach(({code:e,reason:t,until:n},r)=>{MT(e,[`ignore`,r,`code`],s),c.has(wT(e))&&a.fail([`ignore`,r,`code`],`\`${e}\` is in \`neverSuppress\`, so \`ignore\` cannot silence it`,`Remove it from one of the two lists.`),t.trim()===``&&a.fail([`ignore`,r,`reason`],`\`ignore[${r}].reason\` is empty`,`Write why the finding is ignored.`),n!==void 0&&!/^\d{4}-\d{2}-\d{2}$/.test(n)&&a.fail([`ignore`,r,`until`],`\`until: ${n}\` is not a date`,"Write it like `2027-03-31`.")})}function MT(e,t,{reader:n,custom:r}){if(r.includes(e))return;let[i]=yT([e],r);i&&n.fail(t,`\`${e}\` is not the code of a finding`,PT(i.nearest))}function NT(e={},t,{reader:n,custom:r}){for(let i of Object.keys(e)){if(r.includes(i))continue;let[e]=yT([i],r);e&&n.fail([...t,i],`\`${i}\` is not a rule`,PT(e.nearest)),gT(i)?.rule||n.fail([...t,i],`\`${i}\` is not a lint rule, so its severity cannot be changed`,"To silence it, add an entry to `ignore`.")}}const PT=e=>e?i(e):"Run `plumbline rules` to list the rules.";function FT(e,t){let n=t===void 0?void 0:wn(t);if(t===void 0||n!==void 0)return n;throw new s(`config`,`\`${t}\` is not a version of ${e}`,{help:`Write a minor version, such as \`${e===`Karpenter`?`1.14`:`1.34`}\`.`})}function IT(e){let t={};return e.region!==void 0&&(t.region=e.region),e.zones&&(t.zones=e.zones),e.nodeClassZones&&(t.nodeClassZones=e.nodeClassZones),e.nodeClassAddresses&&(t.nodeClassAddresses=e.nodeClassAddresses),e.vcpuQuotas&&(t.vcpuQuotas=e.vcpuQuotas),e.karpenter?.version!==void 0&&(t.karpenterVersion=e.karpenter.version),e.karpenter?.settings&&(t.karpenter=e.karpenter.settings),e.kubernetesVersion!==void 0&&(t.kubernetesVersion=e.kubernetesVersion),e.existingNodes&&(t.existingNodes=e.existingNodes.map(WT)),e.systemPods&&(t.systemPods=e.systemPods.map(GT)),e.capacityReservations&&Object.assign(t,LT(e.capacityReservations)),e.snapshot!==void 0&&(t.snapshot=e.snapshot),e.catalog!==void 0&&(t.catalog=e.catalog.replace(/^\.\/|\/+$/g,``)),e.crds&&(t.crds=e.crds.map(e=>e.replace(/^\.\//,``))),e.prices?.spot&&(t.spotPricing=e.prices.spot),e.pricing&&(t.pricing=UT(e.pricing)),e.currency&&(t.currency=e.currency),e.rules&&(t.rules=e.rules),e.customRules&&(t.customRules=e.customRules),e.ignore&&(t.ignore=e.ignore),e.overrides&&(t.overrides=e.overrides),e.neverSuppress&&(t.neverSuppress=e.neverSuppress),e.changedLines!==void 0&&(t.changedLines=e.changedLines),e.timeZone!==void 0&&(t.timeZone=e.timeZone),e.scorecard!==void 0&&(t.scorecard=e.scorecard),e.failOn&&(t.failOn=e.failOn),e.comment&&(t.comment=e.comment),e.notify&&(t.notify=e.notify),e.set&&(t.set=e.set),e.sources&&(t.sources=VT(e.sources)),e.environments&&(t.environments=RT(e.environments)),e.gate&&(t.gate=Gb(ty,e.gate)),t}function LT(e){let t=Object.entries(e);return{capacityReservations:Object.fromEntries(t.map(([e,t])=>[e,typeof t==`number`?t:t.count])),describedReservations:Object.fromEntries(t.flatMap(([e,t])=>typeof t==`number`?[]:[[e,{instanceType:t.instanceType,zone:t.zone}]]))}}const RT=e=>Object.fromEntries(Object.entries(e).map(([e,t])=>[e,zT(t)])),zT=e=>({paths:(e.paths??[]).map(e=>e.replace(/^\.?\/+|\/+$/g,``)),clusterArn:e.clusterArn,roleArn:e.roleArn,allowedAccountIds:e.allowedAccountIds??[],context:e.context,delivery:e.delivery,leaseNamespace:e.leaseNamespace??`kube-system`,readyMinutes:e.readyMinutes??10,own:BT(e)});function BT(e){let{region:t,zones:n,nodeClassAddresses:r,vcpuQuotas:i,capacityReservations:a}=e,{karpenter:o,kubernetesVersion:s,snapshot:c,rules:l,gate:u}=e;return{...t!==void 0&&{region:t},...n&&{zones:n},...r&&{nodeClassAddresses:r},...i&&{vcpuQuotas:i},...a&&LT(a),...o?.version!==void 0&&{karpenterVersion:FT(`Karpenter`,o.version)},...o?.settings&&{karpenter:o.settings},...s!==void 0&&{kubernetesVersion:FT(`Kubernetes`,s)},...c!==void 0&&{snapshot:c},...l&&{rules:l},...u&&{gate:u}}}const VT=({render:e,roots:t,ignore:n,chartRepositories:r})=>({render:e??!0,roots:(t??[]).map(({path:e,values:t,release:n,namespace:r,environment:i})=>({path:e.replace(/^\.\/|\/$/g,``),values:t??[],release:n,namespace:r,environment:i})),ignore:(n??[]).map(e=>e.replace(/^\.\/|\/$/g,``)),chartRepositories:r??[]}),HT={regions:[],families:[]},UT=({discounts:e=[],savingsPlans:t=[],perNodeMonthlyUsd:n,teamLabel:r})=>({discounts:e.map(e=>({...HT,capacityTypes:[],...e})),savingsPlans:t.map(e=>({...HT,...e})),perNodeMonthlyUsd:n??Zv.perNodeMonthlyUsd,teamLabel:r??Zv.teamLabel}),WT=e=>({name:e.name,instanceType:e.instanceType,count:e.count??1,zone:e.zone,labels:e.labels??{},taints:e.taints??[],requested:e.requested??{}}),GT=({name:e,requests:t,replicas:n,daemonSet:r})=>({name:e,requests:t??{},replicas:n??1,daemonSet:r??!1});function KT({gate:e,environments:t={}},n){qT(e,[`gate`],n);for(let[e,r]of Object.entries(t))qT(r.gate,[`environments`,e,`gate`],n)}function qT(e,t,n){e?.freeze?.forEach((e,r)=>{for(let i of[`from`,`to`])YT(e[i])||n.fail([...t,`freeze`,r,i],`\`${i}: ${e[i]}\` is not a date or time`,"Write it like `2026-12-20` or `2026-12-20T16:00Z`.");e.to<e.from&&n.fail([...t,`freeze`,r,`to`],"`to` is before `from`",`Swap them.`)})}const JT=e=>/^\d{4}-\d{2}-\d{2}$/.test(e)&&!Number.isNaN(Date.parse(e)),YT=e=>/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/.test(e)&&!Number.isNaN(Date.parse(e)),XT={rules:100,expressions:40},ZT=(e,t)=>e.map(({tests:e,...n})=>({severity:`warning`,matchConditions:[],variables:[],fix:[],...n,tests:{good:e?.good??[],bad:e?.bad??[]},origin:t}));function QT({customRules:e=[]},t){let n=new Set;e.forEach((e,r)=>{let i=[`customRules`,r];(!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(e.id)||e.id.length>60)&&t.fail([...i,`id`],`\`${e.id}\` is not the name of a rule`,`Use lower-case letters, digits and single hyphens.`),n.has(e.id)&&t.fail([...i,`id`],`two rules have the name \`${e.id}\``,`Rename one of them.`),n.add(e.id),e.on.length===0&&t.fail([...i,`on`],`\`on\` of rule \`${e.id}\` is empty`,"Name the kinds that it judges, such as `NodePool`."),tE(e,i,t),e.message.trim()===``&&t.fail([...i,`message`],`the message of rule \`${e.id}\` is empty`),e.url!==void 0&&!/^https?:\/\/\S+$/.test(e.url)&&t.fail([...i,`url`],`\`url\` of rule \`${e.id}\` is not a URL`,"Write it as in `https://example.com/rules`."),$T(e)>XT.expressions&&t.fail(i,`rule \`${e.id}\` has more than ${XT.expressions} expressions`,`Split it into several rules.`),nE(e,i,t)}),e.length>XT.rules&&t.fail([`customRules`,XT.rules],`there are more than ${XT.rules} rules`,`Remove some of them.`)}const $T=({variables:e=[],matchConditions:t=[],fix:n=[]})=>e.length+t.length+n.length+2,eE=[`NodePool`,`EC2NodeClass`,`NodeClass`,`NodeClaim`,`NodeOverlay`,`CapacityBuffer`,`Provisioner`,`AWSNodeTemplate`,`Deployment`,`StatefulSet`,`DaemonSet`,`ReplicaSet`,`Job`,`CronJob`,`Pod`,`PodDisruptionBudget`,`Service`,`ConfigMap`,`Namespace`,`PriorityClass`,`StorageClass`,`HorizontalPodAutoscaler`,`ServiceAccount`];function tE({id:e,on:t},n,r){t.forEach((t,a)=>{if(eE.includes(t))return;let s=eE.find(e=>e.toLowerCase()===t.toLowerCase())??(t.includes(`/`)?t.split(`/`).at(-1):void 0);s===void 0&&/^[A-Za-z]\w*$/.test(t)||r.fail([...n,`on`,a],`\`${t}\` in \`on\` of rule \`${e}\` is not a kind`,i(s??o(t,eE)??`NodePool`))})}function nE({id:e,fix:t=[]},n,r){t.forEach(({op:t,path:i,value:a,valueExpression:o},s)=>{let c=[...n,`fix`,s];i.startsWith(`/`)||r.fail([...c,`path`],`\`${i}\` in \`fix\` of rule \`${e}\` is not a JSON Pointer`,"Write it as in `/spec/limits/cpu`."),[a,o].filter(e=>e!==void 0).length!==(t===`remove`?0:1)&&r.fail(c,`\`${t} ${i}\` in \`fix\` of rule \`${e}\` needs ${t===`remove`?`no value`:"either `value` or `valueExpression`"}`)})}const rE=[{name:`cost`,summary:`For teams that watch the bill: a change that costs $200/month more needs another look, and so do expensive choices.`,config:{rules:{"full-reservations":`warning`,"idle-reservations":`warning`,"limit-fit":`note`,"limits-below-one-node":`error`,"min-values-exotic":`warning`,"older-generation":`warning`,"overlapping-pools":`warning`,"pod-requests":`warning`,"price-gap":`warning`,"require-limits":`error`,"unreachable-pool":`error`},gate:{monthlyIncreaseUsd:200}}},{name:`production-eks`,summary:`For production clusters on EKS: what endangers availability is an error, and a change may replace at most 50 nodes.`,config:{rules:{"al2-end-of-life":`warning`,"ami-name-kubernetes":`error`,"ami-older-than-kubernetes":`error`,"blocking-pdb":`error`,"budget-gaps":`error`,"controller-placement":`error`,"expiry-blocked":`warning`,"frozen-nodes":`warning`,"interruption-events":`error`,"node-access":`error`,"pin-ami-alias":`error`,"pod-grace-period":`error`,"require-limits":`error`,"spot-flexibility":`error`,"startup-taints":`error`,"termination-handler":`error`,"zones-without-subnets":`error`},gate:{nodesReplaced:50,unschedulablePods:0}}},{name:`recommended`,summary:`For every repository: three notes become warnings, and a change that costs $1000/month more needs another look.`,config:{rules:{"expiry-blocked":`warning`,"frozen-nodes":`warning`,"pod-requests":`warning`},gate:{monthlyIncreaseUsd:1e3}}},{name:`security`,summary:`For clusters with security reviews: images, volumes, IAM and access are errors that no comment can suppress.`,config:{rules:{"al2-end-of-life":`error`,"ami-name-kubernetes":`error`,"custom-registration":`error`,"node-access":`error`,"node-role-exists":`error`,"owned-security-groups":`warning`,"pin-ami-alias":`error`,"root-encryption":`error`,"volume-key":`error`},neverSuppress:[`controller-permissions`,`node-access`,`pass-role`,`pin-ami-alias`,`root-encryption`,`volume-key`]}},{name:`strict`,summary:`For repositories without old findings: every new warning fails the review, and most notes are warnings.`,config:{rules:{"al2-end-of-life":`warning`,"budget-rounding":`warning`,"consolidate-after-load":`warning`,"dead-values":`warning`,"expiry-blocked":`warning`,"exported-object":`warning`,"frozen-nodes":`warning`,"idle-reservations":`warning`,"isolated-vpc":`warning`,"limit-fit":`warning`,"overlapping-pools":`warning`,"pod-requests":`warning`,"price-gap":`warning`,"root-encryption":`warning`},failOn:`warning`,gate:{nodesReplaced:20,unschedulablePods:0}}}],iE=/^([\w.-]+)\/([\w.-]+)\/([^@#\s]+)@([^@#\s]+?)(?:#sha256:([^@#\s]+))?$/;function aE(e){let t=rE.find(({name:t})=>t===e);if(t)return{preset:t};if(e.startsWith(`./`)&&!e.split(`/`).includes(`..`))return{file:e.replace(/^(?:\.\/+)+/,``)};let[,n,r,i,a,o]=iE.exec(e)??[];return a===void 0?{fault:`\`${e}\` in \`extends\` is neither a preset nor a file`,help:oE}:/^[0-9a-f]{40}$/.test(a)?o!==void 0&&!/^[0-9a-f]{64}$/.test(o)?{fault:`the digest of \`${e}\` in \`extends\` is not a SHA-256`,help:`Write its 64 digits.`}:i.split(`/`).some(e=>e===`..`||e===`.`||e===``)?{fault:`\`${i}\` in \`extends\` is not the path of a file`,help:oE}:{shared:{owner:n,repo:r,path:i,commit:a,digest:o,text:e}}:{fault:`\`${e}\` in \`extends\` is not pinned to a commit`,help:"Write the 40 digits of a commit after `@`. A branch or a tag can change without a review."}}const oE=`Write a preset (${rE.map(({name:e})=>`\`${e}\``).join(`, `)}), a file from the root of the repository (\`./rules.yaml\`), or a file of another repository at a commit (\`OWNER/NAME/rules.yaml@COMMIT\`).`,sE=[`customRules`,`rules`,`overrides`,`neverSuppress`,`changedLines`,`failOn`,`gate`],cE={...nt,properties:Object.fromEntries(sE.map(e=>[e,nt.properties[e]]))};async function lE(e,t){if(!/\bextends\b/.test(e.text))return[];let n=new it(e),{extends:r=[]}=n.read();r.length>10&&n.fail([`extends`,10],"`extends` has more than 10 entries",`Merge some of the files.`);let i=[];for(let[e,a]of r.entries())i.push(await uE(a,t,(t,r)=>n.fail([`extends`,e],t,r)));return i}async function uE(e,{file:t,shared:n},r){let i=aE(e);if(`fault`in i)return r(i.fault,i.help);if(`preset`in i)return i.preset.config;if(`file`in i){let n=await t(i.file);return n?dE({...n,file:i.file},e):r(`\`${e}\` in \`extends\` was not found`,`Write the path from the root of the repository. The file must also be at the base.`)}if(!n)return r(`\`${e}\` in \`extends\` cannot be read here`,`Use a file of this repository.`);let{owner:a,repo:o,path:s}=i.shared;return dE({file:`${a}/${o}/${s}`,text:await n(i.shared)},e)}function dE(e,t){let n=new it(e,cE),r=n.read();QT(r,n),KT(r,n);let i=ZT(r.customRules??[],t);return jT(r,n,i),{...r,customRules:i}}function fE(e){let t=new Map(e.flatMap(({customRules:e=[]})=>e.map(e=>[e.id,e]))),n={overrides:e.flatMap(({overrides:e=[]})=>e),neverSuppress:[...new Set(e.flatMap(({neverSuppress:e=[]})=>e))]};return{...Object.assign({},...e),...t.size>0&&{customRules:[...t.values()]},...e.some(e=>e.rules)&&{rules:Object.assign({},...e.map(e=>e.rules))},...e.some(({gate:e})=>e)&&{gate:Object.assign({},...e.map(({gate:e})=>e))},...n.overrides.length>0&&{overrides:n.overrides},...n.neverSuppress.length>0&&{neverSuppress:n.neverSuppress}}}function pE(e,t=[]){let n=new it(e),{extends:r,...i}=n.read();QT(i,n);let a={...i,...i.customRules&&{customRules:ZT(i.customRules,gE(e))}},o=fE([...t,a]);return jT(i,n,o.customRules),KT(i,n),i.timeZone!==void 0&&!_E(i.timeZone)&&n.fail([`timeZone`],`\`${i.timeZone}\` is not a time zone`,"Write a name like `Europe/Berlin`."),mE(i,n),o.scorecard!==void 0&&!hE(o.scorecard)&&n.fail([`scorecard`],`\`${o.scorecard}\` is not the name of a branch`,"Write a name like `plumbline-scorecard`."),IT(o)}function mE({currency:e},t){if(e===void 0)return;let{code:n,asOf:r,source:i}=e,a=(e,n,r)=>t.fail([`currency`,e],n,r);/^[A-Z]{3}$/.test(n)||a(`code`,"`currency.code` is not the code of a currency","Write three capital letters, such as `EUR`."),n===`USD`&&a(`code`,`costs are in USD already`,"Remove `currency`."),r!==void 0&&!JT(r)&&a(`asOf`,"`currency.asOf` is not a date","Write it like `2026-11-02`."),i!==void 0&&!/^[^\p{C}]{1,80}$/u.test(i)&&a(`source`,"`currency.source` must be at most 80 characters on one line","Write a name, such as `ECB`.")}const hE=e=>/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}(\/[A-Za-z0-9][A-Za-z0-9._-]{0,99}){0,4}$/.test(e)&&!/\.\.|\.lock(\/|$)|\.(\/|$)/.test(e),gE=({file:e})=>e.split(/[/:\\]/).at(-1);function _E(e){try{return new Intl.DateTimeFormat(`en-GB`,{timeZone:e})!==void 0}catch{return!1}}const vE=[`region`,`karpenterVersion`,`kubernetesVersion`];function yE(...e){let t={...ny};for(let n of e)for(let[e,r]of Object.entries(n))r!==void 0&&(t[e]=r);let n={...t,karpenterVersion:FT(`Karpenter`,t.karpenterVersion),kubernetesVersion:FT(`Kubernetes`,t.kubernetesVersion)},r=vE.filter(t=>e.slice(1).some(e=>e[t]!==void 0));return{...n,environments:bE(n,r)}}function bE(e,t){if(t.length===0)return e.environments;let n=Object.fromEntries(t.map(t=>[t,e[t]]));return Object.fromEntries(Object.entries(e.environments).map(([e,t])=>[e,{...t,own:{...t.own,...n}}]))}const xE=e=>async t=>(await e([t]))[0];function SE(e,t){let n=new Map((e.customRules??[]).map(e=>[bt(e),e])),r=new Map((t.customRules??[]).map(e=>[bt(e),e]));return[...[...new Set([...n.keys(),...r.keys()])].sort().flatMap(e=>{let[t,i]=[n.get(e),r.get(e)];return t&&i?CE(t,i)?[]:[`changes \`${e}\``]:[i?`adds \`${e}\``:`removes \`${e}\``]}),...wE(e.rules??{},t.rules??{})]}const CE=({tests:e,origin:t,...n},{tests:r,origin:i,...a})=>JSON.stringify(n)===JSON.stringify(a),wE=(e,t)=>[...new Set([...Object.keys(e),...Object.keys(t)])].sort().flatMap(n=>{let[r=`its default`,i=`its default`]=[e[n],t[n]];return r===i?[]:[`sets \`${n}\` from ${r} to ${i}`]});async function TE(e,{over:t,fallback:n},r){let{rules:i,onNote:a}=r,o=await EE(e.current,i.brokenConfiguration===`fails`);!o.source&&o.fault===void 0&&e.named!==void 0&&a({about:`no configuration`,path:e.named});let{config:s,error:c}=o.source?await kE(o.source,OE(e.files,e)):{config:{}},l=c?.message??o.fault,u=c!==void 0&&i.brokenConfiguration===`fails`;if(l!==void 0&&!u&&a({about:`broken configuration`,at:`base`,fault:l}),i.proposedConfiguration===`reported`&&e.proposed&&await AE(e,{current:o,config:s},a),u)throw c;let d=ME(s,t,r);return yE({...n,...s},{...t,set:{...s.set,...t.set},...t.ignore&&{ignore:[...s.ignore??[],...t.ignore]},...d!==void 0&&{failOn:d}})}async function EE(e,t){try{return{source:await e()}}catch(e){if(t||!DE(e))throw e;return{fault:e.message}}}const DE=e=>e instanceof s&&e.code===`config`,OE=(e,{shared:t})=>({file:xE(e),shared:t});async function kE(e,t){try{let n=pE(e,await lE(e,t));return yE(n),{config:n}}catch(e){if(!DE(e))throw e;return{config:{},error:e}}}async function AE({proposed:e,proposedFiles:t,shared:n},{current:r,config:i},a){if(e===void 0)return;let o=await EE(e,!1),s=e=>{e!==void 0&&e!==r.fault&&a({about:`broken configuration`,at:`head`,fault:e})};if(s(o.fault),!o.source)return;let c=o.source.text===r.source?.text;if(c||a({about:`proposed configuration`,file:o.source.file,hasCurrent:r.source!==void 0}),c&&i.customRules===void 0&&!/\bextends\b/.test(o.source.text))return;let l=await kE(o.source,OE(t??(async()=>[]),{shared:n}));s(l.error?.message);let u=l.error?[]:SE(i,l.config);u.length>0&&a({about:`proposed rules`,changes:u})}const jE=[`never`,`error`,`warning`,`note`];function ME({failOn:e},{failOn:t},{rules:n,onNote:r}){return e===void 0||t===void 0?t??e:n.failOn===`set`||jE.indexOf(t)>=jE.indexOf(e)?t:(r({about:`weaker failOn`,wanted:t,current:e}),e)}async function NE(e,t,{what:n,help:r}){let i=t.filter(e=>!/[\r\n]/.test(e)),a=[],o=0,c=await l(e,i,e=>{o+=e.length,o<=33554432&&a.push(e)}).then(()=>i.length>0,()=>!1);if(o>33554432)throw new s(`config`,`${n} is longer than ${ce(le)} MB`,{help:r});return c?PE(Buffer.concat(a),i):new Map}function PE(e,t){let n=new Map,r=0;for(let i of t){let t=e.indexOf(`
`,r);if(t===-1)break;let a=/^([0-9a-f]+) (commit|tree|blob|tag) (\d+)$/.exec(e.toString(`utf8`,r,t));if(r=t+1,!a)continue;let o=r+Number(a[3]);if(o>e.length)break;n.set(i,{sha:a[1],type:a[2],content:e.subarray(r,o)}),r=o+1}return n}function FE(e,t){if(/[\r\n\0]/.test(t))return;let n=`${t}^{commit}`,r=d(e,[`cat-file`,`--batch`],`${n}\n`),i=r&&PE(r,[n]).get(n);if(!i)return;let[a=``]=i.content.toString(`utf8`).split(`

`);return{sha:i.sha,parents:[...a.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([,e])=>e)}}const IE=e=>/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(e);function LE(e,t,n){if([t,n].every(IE))return d(e,[`rev-parse`,`--is-shallow-repository`])?.toString().trim()===`false`&&d(e,[`merge-base`,t,n])?.toString().trim()||void 0}function RE(e){switch(e.about){case`no configuration`:return`the base has no \`${e.path}\`, so the defaults apply`;case`proposed configuration`:return`the change's own \`${e.file}\` takes effect once it is merged`;case`proposed rules`:return`once it is merged, this change ${zE(e.changes)}`;case`broken configuration`:return e.at===`base`?`${e.fault} (at the base, so this review uses the defaults)`:e.fault;case`weaker failOn`:return`the input \`fail-on: ${e.wanted}\` is ignored, because \`failOn: ${e.current}\` at the base is stricter`;case`missing snapshot`:return`the snapshot \`${e.path}\` was not found at the base, so this review does not use it`;case`proposed catalog`:return`this change edits the prices in \`${e.folder}\`, which take effect once it is merged`;case`unusable catalog`:return e.at===`base`?`${e.fault}, so this review uses the built-in prices`:e.fault;case`proposed crds`:return`this change edits ${W(e.files,` and `)}, whose definitions take effect once it is merged`;case`unusable crds`:return e.at===`base`?`${e.fault}, so this review does not use the definitions in \`crds\``:e.fault;case`missing path`:return`file or folder to review not found: \`${e.path}\``}}const zE=e=>e.length<=8?e.join(`, `):`${e.slice(0,8).join(`, `)}, and ${e.length-8} more`;async function BE(e,t,n){let r=n===void 0?await WE(e):await UE(e,t,n);return t.flatMap(e=>{let t=r(e);return t===void 0?[]:[{file:e,text:t}]})}const VE=(e,t)=>new s(`config`,`The snapshot \`${e}\` was not found${t===void 0?``:` at \`${t}\``}`,{help:"Set `snapshot` in plumbline.yaml to a path from the root of the repository. Run `plumbline snapshot` to write the file."}),HE="If it is a snapshot, run `plumbline snapshot` to write it again. The result is smaller, because it groups equal pods.";async function UE(e,t,n){let r=await e.commit(n),i=t.map(e=>`${r}:${e}`),a=await NE(await e.root(),i,{what:`\`${t[0]}\``,help:HE});return e=>{let t=a.get(`${r}:${e}`);return t?.type===`blob`?t.content.toString(`utf8`):void 0}}async function WE(e){let t=await ie(Be(e.folder));return e=>GE(Be(t,e))}function GE(e){try{let t=`\`${e}\``;return oe({path:e,name:t,maxBytes:le,code:`config`,help:HE})}catch(e){if(e instanceof s)throw e;return}}async function KE(e,t){let n=ze(e,await He(t)).replaceAll(`\\`,`/`),r=n===``?[]:n.split(`/`);return Array.from({length:r.length+1},(e,t)=>r.slice(0,r.length-t)).flatMap(e=>st.map(t=>[...e,t].join(`/`)))}async function qE(e,t){let n=await e.commit(t),r=await e.root(),i=await KE(r,e.folder),a=await NE(r,i.map(e=>`${n}:${e}`),{what:`The configuration at the base`,help:"Check that it is the right file. `--config FILE` names a different one."}),o=i.find(e=>a.get(`${n}:${e}`)?.type===`blob`);if(o!==void 0)return{file:`${t}:${o}`,text:a.get(`${n}:${o}`).content.toString(`utf8`)}}const JE=e=>Ie(`sha256`).update(e).digest(`hex`),YE=()=>Re(process.env.XDG_CACHE_HOME??Re(Ve(),`.cache`),`plumbline`,`extends`);async function XE(e,t,n=YE()){let r=Re(n,`${JE(`${e.owner}/${e.repo}/${e.path}@${e.commit}`)}.json`),i=ZE(r,e);if(i!==void 0)return i;let a=await t();return QE(r,{digest:JE(a),text:a},n),a}function ZE(e,{digest:t}){try{let{digest:n,text:r}=JSON.parse(Me(e,`utf8`));return JE(r)===n&&(t===void 0||t===n)?r:void 0}catch{return}}function QE(e,t,n){try{je(n,{recursive:!0}),Fe(`${e}.${process.pid}`,JSON.stringify(t)),Ne(`${e}.${process.pid}`,e)}catch{}}const $E=e=>t=>XE(t,async()=>{let[{githubOf:n},{sharedFile:r}]=await Promise.all([import(`./repository-facts-B8afg2wC.js`),import(`./shared-file-BJ-rG_Gt.js`)]),i=n(e);if(i!==void 0)return r(i,t);throw new s(`config`,`\`${t.text}\` in \`extends\` is not in the cache, and there is no GitHub token`,{help:"Set GITHUB_TOKEN to a token that can read the repository, such as the output of `gh auth token`. Later runs need no network."})});async function eD(e,t,n){let r=aD(e,t,n),i={rules:vt,onNote:oD(e,t,n)},a=await TE(r,tD(e,t),i);return e.isOn(`quiet`)||nD(a,t),a}function tD(e,t){let[n,r]=[rD(e),iD(t)];return{over:{region:e.text(`region`),karpenterVersion:e.text(`karpenter-version`),kubernetesVersion:e.text(`kubernetes-version`),failOn:e.text(`fail-on`),set:a(e.texts(`set`)),...e.isOn(`changed-lines`)===!0&&{changedLines:!0},...e.isOn(`first-round`)===!0&&{firstRound:!0},...n!==void 0&&{timeZone:n},today:Ue()},...r!==void 0&&{fallback:{timeZone:r}}}}function nD({karpenterVersion:e},{stderr:t}){let n=e&&En(e);n!==e&&t.write(`note: Karpenter ${e} is not known to this plumbline; using the rules of ${n}\n`)}function rD(e){let t=e.text(`time-zone`);if(t===void 0||_E(t))return t;throw new s(`usage`,`\`${t}\` is not a time zone`,{help:"Write it as in `Europe/Berlin`."})}const iD=({env:{TZ:e}})=>e&&_E(e)?e:void 0;function aD(e,t,{repository:n,ref:r}){let{cwd:i}=t,a=e.text(`config`),o=async()=>{let e=ct(n.folder);return e===void 0?void 0:ut(e)},s={files:e=>BE(n,e,r),shared:$E(t)};return a===void 0?r===void 0?{current:o,...s}:{current:()=>qE(n,r),proposed:o,proposedFiles:e=>BE(n,e,void 0),...s,at:r}:{current:async()=>({...ut(Be(i,a)),file:a}),...s,at:r}}const oD=(e,{stderr:t},{ref:n})=>r=>{e.isOn(`quiet`)||t.write(sD(r,n))};function sD(e,t){return e.about===`proposed configuration`?`note: plumbline.yaml differs from \`${t}\`: ${e.hasCurrent?`the one there is used`:`there is none there, so the defaults are used`}\n  help: Yours takes effect once it is merged. Pass \`--config plumbline.yaml\` to try it now.\n`:`note: ${RE(e)}\n`}const cD=e=>{let[,t]=/^#?([1-9]\d{0,8})$/.exec(e)??[];return t===void 0?void 0:Number(t)};async function lD(e,t){return(await eD(e,t,{repository:new ue(t.cwd),ref:void 0})).customRules}async function uD(e,t){let{stdout:r}=t,[a]=e.positionals;if(a===void 0)throw new s(`usage`,"`explain` needs a code or a pull request",{help:"Run for example `plumbline explain schema/unknown-field`."});let o=cD(a);if(o!==void 0)return(await import(`./explain-pull-BPt3B9sn.js`)).runExplainPull(o,e,t);let c=gT(a),l=c?[]:await lD(e.flags,t),u=c??gT(a,l);if(!u){let e=vT(a,l.map(bt));throw new s(`usage`,`\`${a}\` is not the code of a finding`,{help:e?i(e):"Run `plumbline rules` to list the lint rules."})}return r.write(dD(u)),n.ok}function dD({code:e,summary:n,why:r,help:i,url:a,rule:o,custom:s}){let c=o?[...o.examples().bad.slice(0,1).flatMap(({text:e})=>[``,`Bad:`,pD(e)]),...o.examples().good.slice(0,1).flatMap(({text:e})=>[``,`Good:`,pD(e)]),...fD(e)]:s?[``,`Rule of ${s.origin}:`,pD(s.expression),...fD(e)]:[],l=(o??s)?.severity,u=l?` (${l})`:``,d=a?[``,`More: ${a}`]:[],f=s?e=>e.split(`
`).map(t).join(`
`):e=>e;return`${[`${e}${u}`,``,n,``,r,``,`What to do: ${i}`,...c,...d].map(f).join(`
`)}\n`}const fD=e=>[``,`To suppress it in one place, add this comment to the line above:`,`  ${bT(e)}`],pD=e=>e.trimEnd().replace(/^(?=.)/gm,`  `),mD=[`Instance types and zones`,`Limits`,`Taints and overlapping NodePools`,`Disruption`,`Workloads`,`Images and user data`,`Volumes`,`Network`,`Capacity reservations`,`IAM and cluster access`,`Security`,`Karpenter installation`,`All objects`];async function hD(e,r){let[a]=e.positionals;if(a===`test`)return(await import(`./rules-test-DEfZ3gWF.js`)).runRulesTest(e,r);if(a!==void 0)throw new s(`usage`,`\`${a}\` is not an action of \`rules\``,{help:i(`rules test`)});let{stdout:o}=r,c=Math.max(...dT.map(({id:e})=>e.length));for(let e of mD){o.write(`${e}\n`);for(let{id:t,severity:n,docs:r}of dT.filter(t=>t.theme===e))o.write(`  ${t.padEnd(c)}  ${n.padEnd(7)}  ${r.summary}\n`);o.write(`
`)}let l=await lD(e.flags,r);l.length>0&&o.write(`Your own rules
`);for(let e of l)o.write(`  ${bt(e).padEnd(c)}  ${e.severity.padEnd(7)}  ${t(e.message)}\n`);return l.length>0&&o.write(`
`),o.write("Run `plumbline explain RULE` to see why a rule matters and what to do.\n"),n.ok}export{Rv as $,na as $t,DS as A,Dn as An,Bs as At,Ub as B,dt as Bn,gs as Bt,hT as C,Cn,oc as Ct,FS as D,An as Dn,js as Dt,PS as E,En,Vs as Et,Zb as F,j as Fn,Es as Ft,Ey as G,_t as Gn,ds as Gt,fb as H,ht as Hn,vs as Ht,Qb as I,bt as In,ks as It,ey as J,ut as Jn,ls as Jt,ly as K,st as Kn,ms as Kt,Jb as L,ft as Ln,ws as Lt,xS as M,Yt as Mn,Ts as Mt,Hx as N,Xt as Nn,Ds as Nt,AS as O,wn as On,Ms as Ot,$b as P,Et as Pn,Cs as Pt,Yv as Q,Ki as Qt,Wb as R,mt as Rn,Ss as Rt,mT as S,Tn as Sn,lc as St,dT as T,Sn as Tn,Hs as Tt,Ty as U,vt as Un,xs as Ut,Bb as V,gt as Vn,_s as Vt,wy as W,yt as Wn,ys as Wt,$v as X,We as Xn,ao as Xt,ny as Y,rt as Yn,No as Yt,Qv as Z,Ue as Zn,Qi as Zt,OT as _,Vr as _n,Kl as _t,eD as a,J as an,Rh as at,AT as b,Or as bn,El as bt,VE as c,Pi as cn,sm as ct,LE as d,bi as dn,ff as dt,Wi as en,Kv as et,TE as f,li as fn,Td as ft,DT as g,Ur as gn,Wl as gt,wT as h,ei as hn,Gl as ht,aD as i,Mi as in,Vh as it,OS as j,rn as jn,As as jt,NS as k,On as kn,Ps as kt,RE as l,Bi as ln,om as lt,yE as m,ni as mn,Pu as mt,uD as n,Ni as nn,tv as nt,oD as o,Ii as on,Fh as ot,xE as p,W as pn,Fu as pt,ty as q,ct as qn,Z as qt,lD as r,Fi as rn,rv as rt,BE as s,K as sn,eh as st,hD as t,q as tn,zv as tt,FE as u,G as un,tm as ut,kT as v,Mr as vn,Hl as vt,vT as w,kn as wn,ac as wt,gT as x,U as xn,Dl as xt,TT as y,Nr as yn,Ul as yt,Vb as z,pt as zn,hs as zt};
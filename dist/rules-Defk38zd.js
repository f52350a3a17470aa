import{o as e}from"./rolldown-runtime-B09viugM.js";import{L as t,S as n,_ as r,g as i,p as a,v as o,x as s}from"./command-CkGmv73N.js";import{Gt as c,Jt as l,Kt as u,Ot as d,P as f,Qt as p,R as m,Vt as ee,Xt as h,Yt as g,Zt as _,_t as te,an as ne,cn as re,d as ie,en as ae,in as oe,j as se,k as ce,l as le,nn as ue,on as v,rn as de,sn as fe,vt as pe,z as me}from"./read-bfrqtovL.js";import{A as he,B as ge,C as _e,D as ve,F as y,I as ye,L as b,M as be,N as xe,b as Se,j as x,k as Ce,x as we,y as Te,z as Ee}from"./manifests-DOWOdp7U.js";import{existsSync as De,mkdirSync as Oe,readFileSync as ke,renameSync as Ae,statSync as je,writeFileSync as Me}from"node:fs";import{createHash as Ne}from"node:crypto";import{dirname as Pe,join as Fe,relative as Ie,resolve as Le}from"node:path";import{homedir as Re}from"node:os";import{realpath as ze}from"node:fs/promises";function Be(e=new Date,t=process.env){let n=t.SOURCE_DATE_EPOCH;if(!n)return Ve(e);if(!/^\d{1,11}$/.test(n))throw new s(`usage`,"`SOURCE_DATE_EPOCH` is not a number of seconds",{help:"Set it to seconds since 1970, such as the output of `date +%s`, or unset it."});return Ve(new Date(Number(n)*1e3))}const Ve=e=>e.toISOString().slice(0,10);var S=e(re(),1);const C=e=>({type:`string`,...e&&{description:e}}),He=(e,t)=>({type:`string`,enum:e,...t&&{description:t}}),w=(e,t)=>({type:`array`,items:e,description:t}),T=(e,t)=>({type:`object`,additionalProperties:e,...t&&{description:t}}),E=(e,{description:t,required:n=[]}={})=>({type:`object`,properties:e,additionalProperties:!1,...n.length>0&&{required:n},...t&&{description:t}}),Ue=[`error`,`warning`,`note`],We=E({version:C(`Karpenter version that runs in the cluster, such as 1.14`),settings:E({preferencePolicy:He([`Respect`,`Ignore`],"`Respect` treats preferences of pods as requirements until they cannot be met; `Ignore` ignores them"),minValuesPolicy:He([`Strict`,`BestEffort`],`What Karpenter does if it cannot meet minValues: give up, or launch with fewer values`),vmMemoryOverheadPercent:{type:`number`,minimum:0,description:`Fraction of memory that Karpenter subtracts for the VM: 0.075 is 7.5%`},reservedENIs:{type:`integer`,minimum:0,description:`Network interfaces per node that pods cannot use`},clusterCABundle:C(`CA bundle of the cluster, which is part of the hash of an EC2NodeClass`),featureGates:T({type:`boolean`},`Feature gate → true or false, including those of the AWS provider`)},{description:`Karpenter's settings, named as in the Helm chart. Values take effect as written: 0 is 0, not the default`})}),Ge={approvals:{type:`integer`,minimum:0,description:`Approvals that a plan needs before it is applied (default: 1)`},monthlyIncreaseUsd:{type:`number`,minimum:0,description:`Block a change that adds more than this to the cost per month, in USD`},nodesReplaced:{type:`integer`,minimum:0,description:`Block a change that replaces more nodes than this`},attention:E({monthlyIncreaseUsd:{type:`number`,minimum:0,description:`In USD per month (default: 500)`},monthlyIncreasePercent:{type:`number`,minimum:0,description:`In percent of the cost before (default: 50)`},nodesAdded:{type:`integer`,minimum:0,description:`Number of new nodes (default: no limit)`}},{description:`Warn about a change that exceeds both increases of cost, or adds more nodes than this`}),teams:T(E({monthlyIncreaseUsd:{type:`number`,minimum:0}},{required:[`monthlyIncreaseUsd`]}),"Value of the team label (`pricing.teamLabel`) → block a change that adds more than this to the team’s share of the cost per month, in USD"),unschedulablePods:{type:`integer`,minimum:0,description:`Block a change that leaves more pods than this unschedulable`},freeze:w(E({from:C(),to:C(),reason:C()},{required:[`from`,`to`,`reason`]}),`Periods in which plumbline applies nothing: ISO dates or times in UTC, including the last one`)},Ke=e=>({type:`any`,description:e}),qe=e=>w(E({name:C(),expression:C()},{required:[`name`,`expression`]}),e),Je=e=>w(E({object:Ke(`The object`),oldObject:Ke(`The object before the change (default: the object is new)`),environment:Ke("Values of `environment` that differ from the defaults"),review:Ke("The value of `review` (default: unknown)")},{required:[`object`]}),e),Ye=E({id:C("Name of the rule in lower case with hyphens. The code of its findings is `custom/<id>`"),severity:He(Ue,`Severity of its findings (default: warning)`),on:w(C(),`Kinds of the objects that it judges, such as NodePool`),matchConditions:qe(`CEL expressions that must all be true for the rule to apply`),variables:qe("CEL expressions whose values other expressions read as `variables.<name>`"),expression:C(`CEL expression that is true if the object is as it should be`),message:C(`What is wrong and why it matters`),messageExpression:C(`CEL expression that returns the message, with values of the object`),fieldPath:C(`Field that the finding points at, such as .spec.limits (default: the object)`),help:C(`What to do, as an instruction`),fix:w(E({op:He([`add`,`replace`,`remove`]),path:C(`JSON Pointer of the field, such as /spec/weight`),value:Ke(`The new value`),valueExpression:C(`CEL expression that returns the new value`)},{required:[`op`,`path`]}),"JSON Patch that corrects the object; `--fix` applies it and a comment suggests it"),description:C("Why the rule exists; `plumbline explain` shows it"),url:C(`Documentation of the rule`),tests:E({good:Je(`Objects for which the rule finds nothing`),bad:Je(`Objects for which the rule has a finding`)},{description:"Examples that `plumbline rules test` checks"})},{required:[`id`,`on`,`expression`,`message`]}),Xe=E({extends:w(C(),"Presets, files of this repository (`./rules.yaml`) and files of other repositories at a commit (`OWNER/NAME/rules.yaml@COMMIT`), whose rules and limits apply; later entries and this file override earlier ones"),customRules:w(Ye,`Your own rules, in CEL`),region:C(`AWS region, which determines instance types and prices`),zones:w(C(),`Availability zones of the subnets (default: those that the manifests name, else the region's first three)`),nodeClassZones:T(w(C(),`Zones`),`EC2NodeClass name → availability zones of its subnets`),karpenter:We,kubernetesVersion:C(`Kubernetes version of the cluster, such as 1.34`),existingNodes:w(E({name:C(),instanceType:C(),count:{type:`integer`,minimum:0},zone:C(),labels:T(C()),taints:w(E({key:C(),value:C(),effect:C()},{required:[`key`,`effect`]}),`Taints of each node`),requested:T(C(),`Resources that pods outside the manifests already request on each node`)},{required:[`name`,`instanceType`]}),`Nodes that Karpenter does not manage. Pods are scheduled on them before Karpenter launches new nodes`),systemPods:w(E({name:C(),requests:T(C(),`Resources that each pod requests`),replicas:{type:`integer`,minimum:0,description:`Number of pods (default: 1)`},daemonSet:{type:`boolean`,description:`If true, one pod runs on each node, including Karpenter's`}},{required:[`name`]}),`Pods that the cluster runs and no manifest contains, instead of the add-ons that plumbline assumes on node groups in the repository; an empty list assumes none`),capacityReservations:T({type:`integer`,minimum:0,orMap:E({instanceType:C(`Instance type of the reservation`),zone:C(`Availability zone of the reservation`),count:{type:`integer`,minimum:0,description:`Free instances`}},{required:[`instanceType`,`zone`,`count`]})},`Capacity reservation ID → free instances, or its instance type, zone and free instances. Needed where node classes select reservations and no snapshot shows them`),snapshot:C("Path of a `plumbline snapshot` file from the root of the repository, read from the base"),prices:E({spot:He([`advisor`,`flat`,`zoned`],"Source of spot prices. `flat` and `zoned` are artificial and only for tests")}),pricing:E({discounts:w(E({percent:{type:`number`,minimum:0,maximum:100,description:`Discount on the public price, in percent`},regions:w(C(),`Regions (default: all)`),families:w(C(),`Instance families, such as m7g (default: all)`),capacityTypes:w(He([`on-demand`,`spot`]),`Capacity types (default: both)`)},{required:[`percent`]}),`Discounts on instances. If several match the same price, all of them apply`),savingsPlans:w(E({hourlyUsd:{type:`number`,minimum:0,description:`Commitment per hour that this cluster can use, in USD`},percent:{type:`number`,minimum:0,maximum:99,description:`How far the price is below the on-demand price, in percent`},regions:w(C(),`Regions (default: all)`),families:w(C(),`Instance families of an EC2 Instance Savings Plan (default: all)`)},{required:[`hourlyUsd`,`percent`]}),`Savings Plans. You pay the commitment in any case, and it covers on-demand instances first`),perNodeMonthlyUsd:{type:`number`,minimum:0,description:`What each node costs per month in addition to its instance, in USD: licenses of agents, for example`},teamLabel:C("Pod label that names who pays (default: `team`)")},{description:`How your prices differ from the public prices. Karpenter itself always decides by the public prices`}),rules:T(He([...Ue,`off`]),"Rule → its severity, or `off`"),ignore:w(E({code:C(`Code of the finding, or the name of a lint rule`),path:C("A file, a folder, or a pattern with `*` and `**`"),resource:C("`Kind/name` or `Kind/namespace/name`, with `*`"),reason:C(`Why the finding does not apply here`),until:C("Last day on which the entry is in effect, such as `2027-03-31`")},{required:[`code`,`reason`]}),`Findings to suppress, each with a reason`),overrides:w(E({paths:w(C(),"Files, folders, and patterns with `*` and `**` (default: all files)"),resources:w(C(),"`Kind/name` or `Kind/namespace/name`, with `*` (default: all objects)"),rules:T(He([...Ue,`off`]),"Rule → its severity for these files and objects, or `off`")},{required:[`rules`]}),`Rule severities for some files or objects, such as third-party charts. The last matching entry decides`),neverSuppress:w(C(),`Rules and other codes that neither a comment nor a baseline can suppress`),changedLines:{type:`boolean`,description:`If true, list and count only findings on lines that the change adds or edits`},timeZone:C(`Time zone in which the hours of disruption budgets are shown in addition to UTC, such as Europe/Berlin`),scorecard:C("Branch of this repository on which `mode: apply` and `mode: drift` record predictions and what became of them, such as plumbline-scorecard"),failOn:He([...Ue,`never`],`Fail on new findings of this severity or higher`),set:T(C(),`Placeholder → value`),sources:E({render:{type:`boolean`,description:`If false, review kustomizations and charts as files, without rendering them`},roots:w(E({path:C(`Folder of a kustomization or a chart, from the root of the repository`),values:w(C(),`Values files of the chart; later files override earlier ones`),release:C(`Name of the Helm release`),namespace:C(`Namespace of the Helm release`),environment:C(`Environment that this root is deployed to, such as dev or prod`)},{required:[`path`]}),`Kustomizations and charts to render, instead of those that plumbline detects by file names; one entry per environment`),ignore:w(C(),`Folders whose kustomizations and charts are not rendered`),chartRepositories:w(C(),"Helm repositories and OCI registries (`oci://…`) that plumbline may download charts from")},{description:"What plumbline renders; `plumbline sources` lists it"}),environments:T(E({paths:w(C(),`Folders and files whose objects are applied to this environment (default: all files)`),clusterArn:C(`ARN of the EKS cluster; plumbline writes to no other cluster`),roleArn:C(`IAM role that the job assumes with OIDC`),allowedAccountIds:w(C(),`AWS accounts that plumbline may act in (default: the cluster's account)`),context:C("Context of the kubeconfig, if `clusterArn` is not set"),delivery:He([`apply`,`verify`],"`apply` writes the objects. `verify` waits until Argo CD, Flux or Helm has delivered what was reviewed. By default, plumbline detects this for each object"),leaseNamespace:C(`Namespace of the Lease that ensures only one apply runs at a time (default: kube-system)`),readyMinutes:{type:`number`,minimum:0,description:`How many minutes to wait for Ready (default: 10)`},region:C(`AWS region of this environment (default: the cluster's region)`),zones:w(C(),`Availability zones of its subnets`),karpenter:We,kubernetesVersion:C(`Kubernetes version of its cluster, such as 1.34`),snapshot:C(`Path of a snapshot of its cluster, from the root of the repository`),rules:T(He([...Ue,`off`]),"Rule → its severity for the files in `paths`; it overrides the general one"),gate:E(Ge,{description:`Limits of this environment; they override the general ones`})}),`Environment → its files, its cluster, and the settings that differ from the general ones`),gate:E(Ge,{description:`Conditions for merging and applying a change; read from the base`})}),Ze=262144;var Qe=class{#e;#t=new S.LineCounter;#n;#r;constructor(e,t=Xe){this.#e=e.file,this.#r=t,e.text.length>262144&&this.#f(0,`the configuration is longer than ${Ze/1024} kB`,`Check that this is the right file.`),this.#n=this.#i(e.text)}#i(e){try{return(0,S.parseDocument)(e,{lineCounter:this.#t,prettyErrors:!1})}catch{return this.#f(0,`the configuration cannot be parsed`,`Fix the YAML. It may be nested too deeply.`)}}read(){let e=this.#n.errors[0];return e&&this.#f(e.pos[0],e.message,`Fix the YAML.`),this.#n.contents===null?{}:this.#a(this.#n.contents,this.#r,``)}fail(e,t,n){return this.#d(this.#n.getIn(e,!0),t,n)}#a(e,t,n){let r=(0,S.isAlias)(e)?e.resolve(this.#n)??null:e;return t.orMap&&(0,S.isMap)(r)?this.#c(r,t.orMap,n):t.type===`object`?this.#c(r,t,n):t.type===`array`?this.#s(r,t,n):t.type===`any`?this.#o(r,n):this.#l(r,t,n)}#o(e,t){try{return e===null?null:e.toJS(this.#n,{maxAliasCount:100})}catch{return this.#d(e,`\`${t}\` has too many aliases`)}}#s(e,t,n){return(0,S.isSeq)(e)?e.items.map((e,r)=>this.#a(e,t.items,`${n}[${r}]`)):this.#d(e,`\`${n}\` must be a list`)}#c(e,t,n){if(!(0,S.isMap)(e))return this.#d(e,n?`\`${n}\` must be a map`:`the configuration must be a map`);let r=t.required?.find(t=>!e.has(t));return r&&this.#d(e,`\`${n}\` needs \`${r}\``),Object.fromEntries(e.items.map(({key:e,value:r})=>{let i=String((0,S.isScalar)(e)?e.value:e),a=n?`${n}.${i}`:i,o=(t.properties&&Object.hasOwn(t.properties,i)?t.properties[i]:void 0)??t.additionalProperties;return o?[i,this.#a(r,o,a)]:this.#u(e,i,a,Object.keys(t.properties??{}))}))}#l(e,t,n){let r=(0,S.isScalar)(e)&&e.value!==null?e:void 0,i=t.type===`string`?r&&(r.source??String(r.value)):r?.value;return(t.type===`integer`?Number.isSafeInteger(i):typeof i===t.type)?t.minimum!==void 0&&i<t.minimum?this.#d(e,`\`${n}\` must be at least ${t.minimum}`):t.maximum!==void 0&&i>t.maximum?this.#d(e,`\`${n}\` must be at most ${t.maximum}`):t.enum&&!t.enum.includes(i)?this.#d(e,`\`${n}: ${i}\` is not one of ${t.enum.join(`, `)}`,et(i,t.enum)):i:this.#d(e,`\`${n}\` must be ${$e[t.type]}`)}#u(e,t,n,r){let i=et(t,r)??`Known keys here are ${r.join(`, `)}.`;return this.#d(e,`\`${n}\` is not a key of the configuration`,i)}#d(e,t,n){return this.#f(e?.range?.[0]??0,t,n)}#f(e,t,n){let{line:r}=this.#t.linePos(e);throw new s(`config`,`${this.#e}:${Math.max(1,r)}: ${t}`,n?{help:n}:{})}};const $e={string:`a string`,number:`a number`,integer:`a whole number`,boolean:`true or false`,object:`a map`,array:`a list`,any:`a value`};function et(e,t){let n=o(e,t);return n?i(n):void 0}const tt=[`plumbline.yaml`,`plumbline.yml`,`.plumbline.yaml`];function nt(e){for(let t=Le(e);;t=Pe(t)){let e=tt.map(e=>Fe(t,e)).find(rt);if(e)return e;if(Pe(t)===t||De(Fe(t,`.git`)))return}}const rt=e=>je(e,{throwIfNoEntry:!1})?.isFile()??!1;function it(e){try{let t=`The configuration \`${e}\``;return{file:e,text:oe({path:e,name:t,maxBytes:Ze,code:`config`,help:`Check that this is the right file.`})}}catch(t){throw t instanceof s?t:new s(`config`,`\`${e}\` cannot be read`,{cause:t,help:"Pass an existing, readable file to `--config`."})}}const at={host:"Action, `mode: review`",compares:`two commits`,reads:`a clone and GitHub`,token:`the caller's`,rendering:`rendered`,withoutRendering:`as plain files`,brokenConfiguration:`fails`,proposedConfiguration:`reported`,failOn:`tightened`,missingSnapshot:`fails`,unchanged:`no review`,withoutBase:`everything is new`,verdicts:`in another thread`},ot={...at,host:"Action, `mode: comment`",reads:`GitHub`,rendering:`in isolation`},st={...at,host:"Action, `mode: render`",rendering:`in isolation`,withoutRendering:`with a note`,proposedConfiguration:`ignored`,unchanged:`reviewed`},ct={...at,host:"Action, `mode: drift`",rendering:`by another job`},lt={host:`Bot`,compares:`two commits`,reads:`GitHub`,token:`the app's`,rendering:`in isolation`,withoutRendering:`with a note`,brokenConfiguration:`defaults apply`,proposedConfiguration:`reported`,failOn:`tightened`,missingSnapshot:`reported`,unchanged:`no review`,withoutBase:`everything is new`,verdicts:`in the thread of the review`},ut={host:`Apply`,compares:`two commits`,reads:`a clone and GitHub`,token:`the caller's`,rendering:`by another job`,withoutRendering:`with a note`,brokenConfiguration:`fails`,proposedConfiguration:`ignored`,failOn:`tightened`,missingSnapshot:`reported`,unchanged:`reviewed`,withoutBase:`an empty repository`,verdicts:`in the thread of the review`},dt={...ut,host:`Bot, deployment gate`,reads:`GitHub`,token:`the app's`,rendering:`with a note`},ft={host:`Command line`,compares:`commits, folders or the working tree`,reads:`the disk`,token:"the caller's, for `extends`",rendering:`rendered`,withoutRendering:`as plain files`,brokenConfiguration:`fails`,proposedConfiguration:`reported`,failOn:`set`,missingSnapshot:`fails`,unchanged:`reviewed`,withoutBase:`everything is new`,verdicts:`in another thread`},pt={...ft,host:`Language server`,token:`none`,brokenConfiguration:`defaults apply`,missingSnapshot:`reported`,verdicts:`in the thread of the review`},mt=({id:e})=>`custom/${e}`,ht=[{code:`disruption/consolidates-more`,summary:`New disruption settings let Karpenter consolidate running nodes that it keeps now.`,why:"A changed `consolidationPolicy`, `consolidateAfter` or budget replaces no nodes by itself, but decides which nodes Karpenter may remove to save money. Their pods restart soon after the change is applied.",help:"Expect these restarts, or limit them with a disruption budget for the reason `Underutilized`."},{code:`disruption/expiry-in-window`,summary:`Nodes expire in windows in which disruption budgets allow no disruption.`,why:"Until v1beta1, disruption budgets also limited expiry. From v1 on, Karpenter drains a node as soon as it reaches `expireAfter`, whatever the budgets and their windows say. A window that protected weekends or working hours no longer does.",help:"Set `expireAfter: Never` and let drift replace nodes, which respects the windows. Or protect the pods with PodDisruptionBudgets, which apply to expiry up to `terminationGracePeriod`."},{code:`disruption/expiry-stampede`,summary:`Many nodes of a NodePool expire at the same time.`,why:"Karpenter deletes a node that reaches `expireAfter`, whatever the disruption budgets say, and launches no replacement first. Nodes that one change or one burst created have the same age, so they all expire within minutes of each other.",help:"Set a longer `expireAfter`, or `Never` and replace nodes by drift, which respects the budgets. PodDisruptionBudgets also apply to expiry, up to `terminationGracePeriod`."},{code:`disruption/no-targets`,summary:`All nodes that a load balancer sends traffic to are replaced at the same time.`,why:"Karpenter excludes a node from load balancers with the label `node.kubernetes.io/exclude-from-external-load-balancers` as soon as it starts to drain it. If a Service has `externalTrafficPolicy: Local` and nodes as targets, only nodes with its pods get traffic. A PodDisruptionBudget keeps the pods, but not the targets.",help:`Let a disruption budget replace one of these nodes at a time, run the pods on more nodes, or use IP addresses of pods as targets.`},{code:`disruption/replicas-together`,summary:`All pods of a workload, or so many that it loses its quorum, stop at the same time.`,why:`Karpenter evicts the pods of a node as soon as the replacement is ready. If nothing limits the evictions, all pods on nodes of the same wave stop together, and so do all pods on one node. Their replacements need time to start.`,help:"Create a PodDisruptionBudget with `maxUnavailable: 1`, and spread the pods over several nodes."},{code:`disruption/rollout-held`,summary:`Nodes must be replaced, but something keeps Karpenter from replacing them.`,why:`A change that does not reach running nodes looks complete and is not: they keep the old image, settings or instance types. The cause may be a disruption budget of 0, a PodDisruptionBudget, an annotation, or a limit that leaves no room for replacements.`,help:`Change what the finding names. It says which value is enough.`},{code:`disruption/single-replica`,summary:`A workload with one pod is down while its node is replaced.`,why:`Karpenter evicts the pod before another one runs, because a Deployment creates its replacement only afterwards. A PodDisruptionBudget cannot help: it blocks the eviction, and the node stays.`,help:`Run two or more replicas on different nodes, or accept the interruption.`},{code:`disruption/unprotected-replicas`,summary:`All pods of a workload may be on one node that is replaced, and no PodDisruptionBudget protects them.`,why:`Karpenter evicts the pods of a node as soon as the replacement is ready. plumbline does not know on which nodes the pods run, but they fit on one, and nothing keeps them apart.`,help:"Create a PodDisruptionBudget with `maxUnavailable: 1`, and spread the pods over several nodes."},{code:`io/encoding`,summary:`A file is not UTF-8 text.`,why:`plumbline cannot review a file that it cannot read as text. A manifest in it would reach the cluster without a review.`,help:`Save the file as UTF-8, or exclude it from the reviewed paths.`},{code:`io/kustomization`,summary:`A kustomization does not show which files it loads.`,why:`A kustomization may load files of any name. One that plumbline cannot read may load manifests that nobody reviews.`,help:`Write the kustomization as plain YAML of less than 1 MB, without escapes and tags.`},{code:`io/lfs-pointer`,summary:`A file with manifests is now stored in Git LFS.`,why:`Git contains only a pointer to the file. A review cannot see its content, and neither can most tools that deploy from git.`,help:`Keep manifests out of Git LFS: remove the path from .gitattributes, and add the file again.`},{code:`io/not-a-file`,summary:`A path is neither a file nor a folder.`,why:`plumbline does not read devices, sockets and pipes, because reading them may block or never end.`,help:`Pass a file or a folder.`},{code:`io/symlink`,summary:`A symbolic link was not followed.`,why:`plumbline does not trust the content of a pull request, and a link may point outside of the repository.`,help:`Replace the link with the file itself, or pass the target of the link as a path.`},{code:`io/too-large`,summary:`The input is larger than plumbline reads.`,why:`Time and memory of a review are limited, whatever a pull request contains. plumbline does not review what is beyond the limit.`,help:`Split the file, or pass only the folders that contain manifests.`},{code:`io/unreadable`,summary:`A file could not be read.`,why:`plumbline cannot review a file that it cannot read.`,help:`Check that the file exists and that its permissions allow reading.`},{code:`lint/bad-suppression`,summary:"A `plumbline-ignore` comment does not have the required form.",why:`A suppression names its rule and gives a reason, so that later readers know why it exists. A comment without them silences nothing.`,help:"Write `# plumbline-ignore RULE[,RULE] [until=YYYY-MM-DD]: reason` above the line that it applies to."},{code:`lint/expired-suppression`,summary:`A suppression has expired.`,why:"Its `until` date has passed, so the finding that it silenced is reported again.",help:`Fix the finding and remove the suppression, or set a later date.`},{code:`lint/forbidden-suppression`,summary:`A comment tries to silence a finding that must not be silenced.`,why:"The configuration lists the code under `neverSuppress`, so comments cannot silence it. Only the configuration can change that.",help:`Fix the finding and remove the comment.`},{code:`lint/rule-failed`,summary:`A rule of your configuration could not be evaluated.`,why:`An expression of the rule does not compile, reads a field that the object does not have, or is too expensive. The object was not judged by it, so the finding has the severity of the rule.`,help:"Test the rule with `plumbline rules test`. Use `has(object.spec.field)` or `object.spec.?field` before you read a field that may be missing."},{code:`lint/rule-not-judged`,summary:`A rule of your configuration needs a value that is unknown.`,why:`The value is a placeholder, comes from a template that was not rendered, or is a figure that plumbline does not know. Whether the object breaks the rule is unknown.`,help:"Give the placeholder a value with `set`, or render the chart or kustomization."},{code:`lint/unknown-rule`,summary:`A suppression names a rule that does not exist.`,why:`It silences nothing, although its author expects it to.`,help:"Correct the name. `plumbline rules` lists all rules."},{code:`lint/unused-suppression`,summary:`A suppression silences nothing.`,why:`The finding that it was written for is fixed or has moved. If the comment stays, it silences the next finding of that rule, which nobody has accepted.`,help:`Remove the comment.`},{code:`migration/changed`,summary:`The migration cannot express a setting exactly as it was.`,why:`The new API has no exact equivalent, so the migration writes the closest one.`,help:`Check the line, and correct the migrated manifest if it is not what you want.`},{code:`migration/dropped`,summary:`The migration removes a field.`,why:`The new API does not have the field, or the old API silently ignored it and the new one would act on it.`,help:`Check whether you rely on the field. If not, there is nothing to do.`},{code:`migration/impossible`,summary:`An object cannot be migrated automatically.`,why:`The manifest does not contain what the new API needs, such as the content of a launch template, a placeholder’s value, or a class in another repository. plumbline leaves the whole file unchanged rather than migrate half of it.`,help:"Make the decision that the message asks for, then run `plumbline migrate` again."},{code:`migration/kept`,summary:`The migration writes down an old default so that nothing changes.`,why:`Defaults differ between API versions, and Karpenter’s own conversion changes behavior in some places. The migration writes the old default explicitly.`,help:`Remove the line if you want the new default. Otherwise, there is nothing to do.`},{code:`migration/renamed`,summary:`A label, annotation or taint has a new name.`,why:`Karpenter renamed it on the way to v1 and ignores the old name.`,help:`Update other tools that read the old name.`},{code:`provisioning/addresses`,summary:`The subnets of a node class have fewer addresses than its nodes and pods need.`,why:"With the VPC CNI, every node and every pod takes an address of a subnet. By default, each node also keeps a whole network interface of free addresses. If a subnet is full, EC2 launches no instances in it, and pods on running nodes stay in `ContainerCreating`. It is an error if the nodes and pods alone need more addresses than the subnets have, and a warning if the warm pool does not fit. Reported only when the repository creates all subnets of the cluster, with known ranges. Addresses of DaemonSets, load balancers and everything else in the subnets are not counted.",help:`Add larger subnets to the selection, or set the warm targets of the VPC CNI.`},{code:`provisioning/bad-replicas`,summary:`The number of pods of a workload is not a whole number.`,why:`The API server refuses it. Without it, the number of nodes for the workload is unknown, and so are the figures that depend on it.`,help:"Write a whole number of at least 0, or give the placeholder a value with `--set NAME=VALUE`."},{code:`provisioning/bad-request`,summary:`A container requests an amount that Kubernetes cannot parse.`,why:`The API server refuses the pod. Without the amount, the size of the pod is unknown, and so are the figures that depend on it.`,help:"Write an amount such as `500m` or `1Gi`."},{code:`provisioning/budget-rounding`,summary:`A disruption budget is a small percentage of only a few nodes.`,why:`Karpenter rounds the percentages of a budget up. In the simulation, the NodePool has two or three nodes, so 10% of them is one node: a third or a half. The percentage suggests more protection than it gives.`,help:"Set `nodes` to the number of nodes that may be disrupted at the same time, and protect the pods with PodDisruptionBudgets."},{code:`provisioning/costly-preferences`,summary:`The preferences of a workload cost several nodes.`,why:`Karpenter treats a preference as a requirement as long as a new node can fulfil it. Pods that prefer to be on different nodes get a node each, even if all fit on one. The figure is the difference between two simulations: with the preferences, and without them.`,help:"Remove the preferences if they are not worth their cost, spread the pods over zones, or set `preferencePolicy: Ignore`."},{code:`provisioning/daemonset-room`,summary:`Running nodes have no room for the pods of a DaemonSet that grows.`,why:`Karpenter launches no nodes for DaemonSets, and does not replace nodes that are too small for them. The scheduler evicts pods with a lower priority to make room. If there are none, the pod of the DaemonSet stays pending.`,help:`Give the DaemonSet a priority class, and replace the nodes that have no room.`},{code:`provisioning/daemonset-share`,summary:`DaemonSets take half of the smallest node or more.`,why:`Every node runs the DaemonSets, so you pay for them once for each node. On small nodes, little is left for other pods, and the kubelet evicts them when memory runs out.`,help:`Lower the requests of the DaemonSets, or require larger instance types.`},{code:`provisioning/launch-failed`,summary:`A NodePool would create a node that cannot be launched.`,why:"Karpenter assigns the pods to a new node, but its last filters exclude every instance type. For example, `minValues` may require more variety than the cheapest types have. The pods stay pending.",help:"Fix the reason that the finding names: lower `minValues`, or allow more instance types, zones or capacity types."},{code:`provisioning/limit-reached`,summary:`The limits of a NodePool are too low for its pods.`,why:"Karpenter launches no node that would exceed `spec.limits`. The remaining pods stay pending or go to another NodePool. Until a node is launched, Karpenter counts the largest instance type that it might become. A limit near the size of one node may therefore allow none.",help:"Raise `spec.limits`, or lower the requests of the pods."},{code:`provisioning/nodepool-empty`,summary:`No instance type meets all requirements of a NodePool.`,why:`Karpenter skips the NodePool and launches no nodes for it.`,help:"Relax the requirement that excludes the remaining types. The lint rule `satisfiable-requirements` names it."},{code:`provisioning/nodepool-not-ready`,summary:`A NodePool is not ready, so Karpenter does not use it.`,why:`Karpenter validates more than the API server does. A NodePool that fails its validation, or whose node class is missing or not ready, gets a condition. The provisioner then silently skips it.`,help:`Fix the reason that the finding names.`},{code:`provisioning/one-node`,summary:`A change of NodePools moves all pods of a workload to one node.`,why:`Karpenter launches the cheapest node that fits, and one large node may be cheaper than several small ones. If it fails or is replaced, all pods stop.`,help:"Add a topology spread constraint over `kubernetes.io/hostname`, or limit the size of nodes."},{code:`provisioning/pod-ignored`,summary:`Karpenter ignores these pods.`,why:`Karpenter ignores pods that are bound to a node, use another scheduler, or have an unsupported volume or an unknown topology key. They stay pending, and Karpenter launches no node for them.`,help:`Fix the reason that the finding gives for each workload.`},{code:`provisioning/pod-unschedulable`,summary:`No node that Karpenter could launch can run a pod.`,why:`The pod stays pending. Karpenter tried every NodePool in its order, and the finding names the constraint that excluded each. It is an error if the existing nodes are known, or if no node of any kind can run the pod. Otherwise the pod may run on nodes that plumbline does not know: it is a warning in a review, and a note without a base.`,help:`Change the named constraint in the workload or in the NodePool.`},{code:`provisioning/status-ignored`,summary:"The `status` in a manifest was not used.",why:`A status comes from the cluster, not from a repository. The API server drops it when the manifest is applied, and an outdated one would distort the figures.`,help:"Pass the object from the cluster with `--cluster`, or set `zones` and `capacityReservations` in the configuration."},{code:`provisioning/too-many-pods`,summary:`A workload has more pods than plumbline simulates.`,why:`Time and memory of a review are limited. Such a number is nearly always a typing error. The figures that depend on it are unknown.`,help:`Check the number of replicas.`},{code:`render/conflict`,summary:`Two roots render the same object with different content.`,why:`The last one that is applied wins, and the files do not say which that is. The object flips between two states.`,help:`Remove the object from one of the roots, or give the two different names or clusters.`},{code:`render/cycle`,summary:`A kustomization includes itself, directly or through others.`,why:`Kustomize refuses to build it, so none of it is applied.`,help:`Remove one of the entries.`},{code:`render/failed`,summary:`A kustomization or a chart fails to render.`,why:`A kustomization or chart that does not render is not applied, or fails during the rollout. Its objects are unknown, so plumbline does not review them.`,help:"Fix the error of kustomize or helm. `kustomize build` and `helm template` show it in full."},{code:`render/limit`,summary:`Rendering takes too long or produces too much.`,why:`Time and memory of a review are limited, whatever a pull request contains. plumbline does not review what is beyond the limit.`,help:`Split it, or review the rendered manifests.`},{code:`render/missing-file`,summary:`A referenced file or folder does not exist.`,why:`Kustomize and helm refuse to render, so nothing is applied.`,help:`Add the file, or remove the reference.`},{code:`render/not-here`,summary:`Roots were not rendered here.`,why:"A job with the rights of the base repository runs programs on the content of a pull request only where they cannot reach its credentials. A job that can sign in to a cluster runs none, and takes what a job with `mode: render` hands over.",help:"Do what the note says, add a job with `mode: render`, or see the review of the `pull_request` job, which renders."},{code:`render/refused`,summary:`Something was not rendered, because that would run code, leave the repository or use the network.`,why:`plumbline does not trust the content of a pull request. Plugins, functions, post-renderers and remote bases run or download whatever it names.`,help:`Copy it into the repository, or review the rendered manifests.`},{code:`render/tool-missing`,summary:`Kustomize or helm is not installed.`,why:`plumbline renders with the real programs, so that it reviews what is applied. Without them, what the cluster gets is unknown: it reads templates with placeholders, and judges neither patches nor what they change.`,help:`Install them and add them to PATH. GitHub’s runners have both.`},{code:`render/unknown`,summary:`plumbline does not support a generator of manifests, so their content is not reviewed.`,why:`Generators that query a cluster, a Git host or a plugin produce content that the repository does not contain.`,help:"Review the rendered manifests, or set the values in `sources` of plumbline.yaml."},{code:`schema/cel`,summary:`An object violates a validation rule of its CustomResourceDefinition.`,why:`The API server evaluates the rules when it receives the object, and refuses it.`,help:`Do what the message says. It is the rule’s own message.`},{code:`schema/duplicate`,summary:`A list that must not contain duplicates contains an item twice.`,why:`The API server refuses the object.`,help:`Remove one of the two.`},{code:`schema/enum`,summary:`A field has a value that is not one of the allowed values.`,why:`The API server refuses the object.`,help:`Use one of the values that the message lists.`},{code:`schema/format`,summary:`A value does not have the format that its field requires.`,why:`The API server refuses the object.`,help:`Write the value in that format.`},{code:`schema/future-version`,summary:`The target Karpenter does not serve this API version yet.`,why:"The API server does not know this version of the kind, so applying the object fails. Karpenter 1.0 introduced `v1`, and late patches of 0.33 to 0.37 also serve it, for rollbacks from 1.0. For these minors the finding is a note, because the patch is unknown.",help:"Upgrade Karpenter first, or set `karpenter.version` to the version that you run."},{code:`schema/length`,summary:`A string, list or mapping is too short or too long.`,why:`The API server refuses the object.`,help:`Keep within the bounds that the message gives.`},{code:`schema/metadata`,summary:`The metadata of an object is not valid.`,why:`Names, labels and annotations follow the same rules for all Kubernetes objects. The API server refuses an object that breaks them.`,help:`Correct the name, label or annotation that the message names.`},{code:`schema/missing-spec`,summary:"An object has no `spec`.",why:"Without a `spec`, Karpenter cannot do anything with a NodePool or EC2NodeClass.",help:"Add the `spec`, or remove the object."},{code:`schema/pattern`,summary:`A string does not match the pattern of its field.`,why:`The API server refuses the object.`,help:"Write the value as the message shows, such as `720h` for 30 days."},{code:`schema/range`,summary:`A number is out of bounds.`,why:`The API server refuses the object.`,help:`Keep within the bounds that the message gives.`},{code:`schema/refused`,summary:`The API server refuses the object.`,why:`The object cannot be decoded, or it fails a check of Kubernetes itself. Examples are a selector that does not match, a request above its limit, or a changed immutable field.`,help:`Fix what the finding says. It contains the server’s own message.`},{code:`schema/removed-version`,summary:`The target Karpenter or Kubernetes no longer serves this API version.`,why:`Applying the object fails. Karpenter also ignores its old objects that are still in the cluster.`,help:"Write the object in a version that is served. For Karpenter’s objects, `plumbline migrate` does it and keeps comments and order."},{code:`schema/required`,summary:`A required field is missing.`,why:`The API server refuses the object.`,help:`Add the field.`},{code:`schema/type`,summary:`A value does not have the type of its field.`,why:'The API server refuses the object. In YAML the notation decides the type: `10` is a number and `"10"` a string.',help:`Add or remove quotes, or write a list or mapping if the field requires one.`},{code:`schema/unjudged`,summary:`The API server’s own code could not validate the object.`,why:`The definition of its kind does not compile, or the object makes the code fail. The verdict of a cluster is unknown, so plumbline reports it.`,help:`Fix the definition, or make the object smaller and less nested.`},{code:`schema/unknown-field`,summary:`An object has a field that its kind does not have.`,why:"The API server accepts the object and drops the field, with a warning at most, so the field has no effect. With a misspelled `limits`, a NodePool has no limits.",help:`Correct the name, or move the field to the right place.`},{code:`schema/unknown-kind`,summary:`Karpenter does not have this kind in this API version.`,why:`The API server does not know the kind, so applying the object fails.`,help:"Correct `apiVersion` or `kind`."},{code:`schema/warning`,summary:`The API server accepts the object with a warning.`,why:`The message is the API server’s own. kubectl prints it, but most pipelines lose it. It reports a deprecated field, a value that is read differently from how it is written, or a name that may collide with another.`,help:`Do what the warning says.`},{code:`terraform/limit`,summary:`The Terraform code is larger than plumbline evaluates.`,why:`Time and memory of a review are limited. plumbline did not evaluate the last part, so its objects are unknown, not removed.`,help:`Review fewer folders at once.`},{code:`terraform/syntax`,summary:`A Terraform file that concerns Karpenter cannot be parsed.`,why:`plumbline cannot evaluate its module. It does not review the NodePools in it, and whether existing ones still exist is unknown.`,help:"Run `terraform validate` and fix what it reports. The message shows where parsing stopped."},{code:`upgrade/bad-release`,summary:`The repository installs a release of Karpenter that its maintainers advise not to use.`,why:`A patch release may have a regression that later ones fix. The upgrade guide of Karpenter and its issues name such releases. The list in plumbline has the source and the date of each.`,help:`Use a release that has the fix.`},{code:`upgrade/choice`,summary:`Another Karpenter version chooses other nodes for the same pods.`,why:`Karpenter changes from version to version which instance types it launches and which nodes it consolidates first. The manifests stay the same, and so do the figures of a simulation that ignores the version. plumbline simulates each side as its own version from 1.10 on. Before 1.10, it launches nodes like 1.10 and does not consolidate, and the finding says so.`,help:`Upgrade a test cluster first, and compare the number and the sizes of its nodes.`},{code:`upgrade/compatibility`,summary:`Karpenter is too old for the cluster’s Kubernetes version.`,why:`Each Karpenter release supports a range of Kubernetes versions and reports newer ones as incompatible. It still selects images for the newer version, but with the labels, defaults and kubelet settings of an older one. Reported only when the repository names both versions.`,help:`Upgrade Karpenter to at least the release that the message names, and then upgrade the control plane.`},{code:`upgrade/karpenter`,summary:`The change upgrades or downgrades Karpenter to another minor version.`,why:`Another minor may refuse or drop what the current one accepts: APIs, fields and defaults change. plumbline validates and simulates the base with its Karpenter and the head with the new one. Findings that only the new one has count as new. If the hash of EC2NodeClasses changes, Karpenter rewrites the hashes of running nodes instead of comparing them.`,help:`Read the upgrade guide of each minor in between, upgrade the CRDs, and change node classes in a separate change.`},{code:`upgrade/kubernetes`,summary:`The change upgrades or downgrades Kubernetes to another minor version.`,why:"An alias such as `al2023@v20260715`, pinned or not, selects images for the Kubernetes version of the cluster. After the control plane upgrade, Karpenter selects images of the new minor. Every node of that node class then drifts and is replaced within the budgets of its NodePool. Images by id, name, tags or SSM parameter stay the same, and so does their kubelet. Reported only when Terraform, eksctl, kOps, ACK, Crossplane or Cluster API names the version on both sides of the change.",help:`Check the waves in the review, and merge at a suitable time. Update other images in a separate change.`},{code:`upgrade/path`,summary:`The change skips a version of Karpenter or Kubernetes that has to run in between.`,why:`Karpenter before 1.0 stores its objects as v1beta1. Only 1.0 can convert them, and 1.1 and later can neither read nor serve them. So an upgrade from any older version has to stop at 1.0, and one from 0.32 or older also at 0.37. A downgrade below 1.0 is possible only from 1.0. EKS upgrades a control plane by one minor version at a time and refuses to skip one. The report lists what to do at each step.`,help:`Make one change for each version that the message names, and wait until the cluster runs it.`},{code:`upgrade/settings`,summary:`The change modifies a setting of Karpenter that affects the figures.`,why:"The settings of Karpenter’s chart affect the usable memory and the number of pods of an instance type. They also affect how Karpenter treats preferences, `minValues` and reservations. plumbline simulates the base with the settings of its Helm values and the head with its own. The difference in nodes and cost comes from these settings.",help:"Check the figures. Settings under `karpenter` in plumbline.yaml override the Helm values."},{code:`yaml/alias-bomb`,summary:`Aliases expand the document beyond the limit.`,why:`A few lines of nested aliases can expand to gigabytes. The API server also refuses such documents.`,help:`Replace the aliases with their values.`},{code:`yaml/duplicate-key`,summary:`A mapping contains a key twice.`,why:`Only one of the two values is used, and tools disagree about which.`,help:`Remove one of them, or merge their values.`},{code:`yaml/syntax`,summary:`A document is not valid YAML.`,why:`plumbline cannot read anything in the document, so the effect of its changes is unknown. There is no plan until it is fixed.`,help:`Fix the place that the message names. The cause is often the indentation of the line before.`},{code:`yaml/template`,summary:`A document is a template that must be rendered before it is YAML or a Karpenter object.`,why:`The manifest depends on the values of the template, so its content is unknown.`,help:"Review the rendered manifests, or give values with `--set NAME=VALUE`."},{code:`yaml/too-deep`,summary:`A document is nested too deeply.`,why:`Time and memory of a review are limited. Kubernetes’ own decoder has a similar limit.`,help:`Check whether the document is correct.`},{code:`yaml/too-large`,summary:`A file is too large or contains too many objects.`,why:`Time and memory of a review are limited. plumbline does not review what is beyond the limit.`,help:`Split the file.`}],D=(e,...t)=>({...e,corrections:t});function O(e,...t){return{text:vt(_t(e.raw,t)),region:`us-east-1`,karpenter:`1.14`}}const k=(e,...t)=>({...O(e,...t),language:`terraform`}),gt=e=>({...O(e),language:`json`}),A=(e,t)=>({...t,...e});function _t(e,t){return t.reduce((t,n,r)=>{let i=(typeof n==`string`?n:n.text).trimEnd(),a=t.slice(t.lastIndexOf(`
`)+1),o=e[r+1],s=a.trim()===``&&/^\s*(?:\n|$)/.test(o);if(i===``&&s)return t.slice(0,t.length-a.length)+o.replace(/^\s*?\n/,``);let c=/^ *(?:- )*/.exec(a)[0].length;return t+i.replaceAll(/\n(?=.)/g,`\n${` `.repeat(c)}`)+o},e[0])}function vt(e){let t=e.replaceAll(`\\$`,`$`).replaceAll("\\`","`").replace(/^\n/,``).trimEnd().split(`
`),n=t.filter(e=>e.trim()!==``).map(e=>e.search(/\S/)),r=Math.min(...n);return`${t.map(e=>e.slice(r)).join(`
`)}\n`}const yt=e=>e.chart===`karpenter`||e.chart===`karpenter-crd`,bt=e=>e.manifests.flatMap(xt),xt=e=>wt(e).filter(yt),St=(e,t)=>e.manifests.flatMap(wt).filter(e=>e.chart===t),Ct=e=>typeof e==`string`?/(?:^|\/)([\w.-]+)$/.exec(e)?.[1]:void 0;function wt(e){if(e.kind===`HelmRelease`){let t=[`spec`,`chart`,`spec`],n=Ct(e.get([...t,`chart`]));return n?[{manifest:e,chart:n,version:[...t,`version`],values:[`spec`,`values`]}]:[]}return e.kind===`HelmValues`?[{manifest:e,chart:`karpenter`,version:void 0,values:e.get([`settings`])===void 0?[`karpenter`]:[]}]:e.kind===`Application`?Tt(e):[]}function Tt(e){return[[`spec`,`source`],...l(e.get([`spec`,`sources`])).map((e,t)=>[`spec`,`sources`,t])].flatMap(t=>{let n=Ct(e.get([...t,`chart`])),r=[...t,`helm`,`valuesObject`];return n?[{manifest:e,chart:n,version:[...t,`targetRevision`],values:r}]:[]})}function j(e,t){let n=h(e.get(t));return n===void 0||m(n)?void 0:n}const Et=(e,t)=>e.source.origin?.tool===`terraform`?/^\$\{([a-z_][\w-]*(?:\.[\w-]+)+)\}$/i.exec(h(e.get(t))??``)?.[1]:void 0,M=e=>e,Dt=new Set([`nodeClassRef`,`requirements`,`labels`,`taints`,`startupTaints`,`expireAfter`,`terminationGracePeriod`]);function N({apiVersion:e,name:t=`default`,...n}={}){let r=Object.entries({...Ot(n)?{}:{requirements:[]},...n}),i=kt(r.filter(([e])=>Dt.has(e))),a=`limits`in n?``:`
limits:
  cpu: 100`,o=r.find(([e])=>Dt.has(e))?.[0],s=r.flatMap(([e,t])=>e===o?[i+a]:Dt.has(e)||t===null?[]:[At(e,t)]);return O`
    apiVersion: ${e??`karpenter.sh/v1`}
    kind: NodePool
    metadata:
      name: ${t}
    spec:
      ${s.join(`
`)}
  `}const Ot=e=>Object.keys(e).some(e=>Dt.has(e));function kt(e){let t=e.filter(([e])=>e===`labels`).map(([e,t])=>At(e,t)),n=e.filter(([e])=>e!==`labels`).map(([e,t])=>At(e,t));return[`template:`,...t.length>0?[`  metadata:`,Mt(t.join(`
`),4)]:[],`  spec:`,Mt(n.join(`
`),4)].join(`
`)}function At(e,t){if(e===`nodeClassRef`)return`nodeClassRef:\n  group: karpenter.k8s.aws\n  kind: EC2NodeClass\n  name: ${String(t)}`;if(Array.isArray(t))return t.length===0?`${e}: []`:`${e}:\n${Mt(t.map(jt).join(`
`),2)}`;let n=typeof t==`object`?t.text.trimEnd():String(t);return/^\S+:|\n/.test(n)?`${e}:\n${Mt(n,2)}`:`${e}: ${n}`}function jt(e){let[t,n,...r]=e.split(` `);return`- key: ${t}\n  operator: ${n}${r.length===0?``:`\n  values: ${r.join(` `)}`}`}const Mt=(e,t)=>e.replaceAll(/^(?=.)/gm,` `.repeat(t)),P=(e,t=`default`)=>O`
  apiVersion: karpenter.k8s.aws/v1
  kind: EC2NodeClass
  metadata:
    name: ${t}
  spec:
    ${e}
`,F=P(`role: KarpenterNodeRole-demo`),I=(e,{version:t=``,values:n=``}={})=>O`
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
`,L=(e,t)=>O`
  resource "kubectl_manifest" "${e}" {
    yaml_body = <<-YAML
      ${t}
    YAML
  }
`,R=(...e)=>({...e[0],text:e.map(({text:e})=>e).join(`---
`)}),Nt=new WeakMap;function z(e){let t=Nt.get(e);if(t)return t;let n=e.manifests.filter(Pt);return Nt.set(e,n),n}const Pt=({kind:e,apiVersion:t})=>e===`NodePool`&&_(t)===`karpenter.sh`,Ft=e=>{let t=h(e);return t!==void 0&&!m(t)};function B(e,t){let n=t.every((n,r)=>{let i=e.get(t.slice(0,r+1));return typeof i!=`string`||!m(i)}),r=e.get(t);return{path:t,value:r,isKnown:n&&!(r===void 0&&e.isPartial)}}const It=e=>e.kind===`NodePool`?[`spec`,`template`,`spec`]:[`spec`];function V(e){let t=[...It(e),`requirements`];return l(e.get(t)).map((n,r)=>Lt(e,[...t,r]))}function Lt(e,t){let[n,r,i]=[`key`,`operator`,`values`].map(n=>e.get([...t,n])),a=l(i).map((e,n)=>({path:[...t,`values`,n],text:h(e)??``,isKnown:Ft(e)})),o=Ft(n)&&Ft(r)&&a.every(e=>e.isKnown)&&(i==null||Array.isArray(i));return{path:t,key:h(n)??``,operator:h(r)??``,values:a,isKnown:o}}function Rt(e){let t=e.kind===`NodePool`?[`spec`,`template`,`metadata`,`labels`]:[`spec`,`labels`];return Object.entries(g(e.get(t))??{}).map(([e,n])=>{let r=[...t,e],i=Ft(n)&&!m(e);return{path:r,key:e,operator:`In`,values:[{path:r,text:h(n)??``,isKnown:i}],isKnown:i}})}const zt=e=>B(e,e.kind===`Provisioner`?[`spec`,`limits`,`resources`]:[`spec`,`limits`]);function Bt(e){let t=g(e.get(Vt(e))),n=h(t?.group)??h(t?.apiVersion)?.split(`/`)[0],r=h(t?.kind);return m(`${n} ${r}`)?void 0:{group:n,kind:r}}const Vt=e=>e.kind===`Provisioner`?[`spec`,`providerRef`]:[`spec`,`template`,`spec`,`nodeClassRef`];function Ht(e){let t=Vt(e),n=e.get([...t,`name`]),r=Bt(e);return r&&typeof n==`string`&&!m(n)?{path:t,...r,name:n}:void 0}function Ut(e){let t=[...V(e),...Rt(e)];return e.kind===`Provisioner`?[...t,...Wt(t)]:t}function Wt(e){let t=new Set(e.map(e=>b(e.key))),n=[y.instanceType,y.instanceFamily,y.instanceCategory,y.instanceGeneration],r=[],i=(e,t,n)=>{let i=[`spec`];r.push({path:i,key:e,operator:t,values:n.map(e=>({path:i,text:e,isKnown:!0})),isKnown:!0})};return t.has(y.os)||i(y.os,`In`,[`linux`]),t.has(y.arch)||i(y.arch,`In`,[`amd64`]),t.has(y.capacityType)||i(y.capacityType,`In`,[`on-demand`]),n.some(e=>t.has(e))||(i(y.instanceCategory,`In`,[`c`,`m`,`r`]),i(y.instanceGeneration,`Gt`,[`2`])),r}const Gt=new Set([y.instanceType,y.instanceFamily,y.instanceSize]),Kt=e=>Ut(e).find(({key:e})=>Gt.has(b(e)))?.path??[`spec`],qt=e=>Number(e.get([`spec`,`weight`])??0),Jt=e=>{let t=[`spec`,`amiSelectorTerms`];return l(e.get(t)).flatMap((e,n)=>{let r=g(e);return r?[{path:[...t,n],term:r}]:[]})},Yt=[`AL2`,`AL2023`,`Bottlerocket`,`Windows2019`,`Windows2022`,`Windows2025`,`Custom`,`Ubuntu`];function Xt(e){let t=h(e.get([`spec`,`amiFamily`]));if(t!==void 0)return Yt.includes(t)?t:void 0;let[n]=Jt(e).flatMap(({term:e})=>h(e.alias)??[]),r=n?.split(`@`)[0];return Yt.find(e=>e.toLowerCase()===r)}function Zt(e){let t=e.get([`spec`,`userData`]);return typeof t==`string`&&!e.isPartial&&!m(t)?t:void 0}const Qt=({kind:e,apiVersion:t})=>e===`EC2NodeClass`&&_(t)===`karpenter.k8s.aws`,$t=new WeakMap;function en(e){let t=$t.get(e);if(t)return t;let n=e.manifests.filter(Qt),r={classes:n,poolsByClass:nn(z(e),tn),classesByName:nn(n,({name:e})=>e)};return $t.set(e,r),r}function tn(e){let{group:t=`karpenter.k8s.aws`,name:n}=Ht(e)??{};return t===`karpenter.k8s.aws`?n:void 0}function nn(e,t){let n=new Map;for(let r of e){let e=t(r);if(e===void 0)continue;let i=n.get(e);i?i.push(r):n.set(e,[r])}return n}const rn=e=>en(e).classes,an=(e,t)=>en(e).poolsByClass.get(t.name)??[];function on(e,t){let n=en(e).classesByName.get(tn(t)??``)??[];return n.length===1?n[0]:void 0}const sn=M({id:`access-entry-type`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[70],on:{Manifests(e,t){let n=dn(e);for(let r of e.manifests){if(r.kind===`aws_eks_access_entry`&&fn(r,[`spec`],`principal_arn`,{roles:n,context:t}),r.kind===`module`&&pn(r,t),r.kind!==`ClusterConfig`)continue;let e=[`accessConfig`,`accessEntries`];l(r.get(e)).forEach((i,a)=>{fn(r,[...e,a],`principalARN`,{roles:n,context:t})})}}},docs:{summary:"The access entry of Karpenter’s node role has the type `STANDARD`, so nodes cannot join the cluster.",why:"An access entry of type `EC2_LINUX` or `EC2_WINDOWS` gives nodes the groups and the user name that they need. `STANDARD`, the default of EKS, is meant for people. With it, instances start, but the API server rejects their kubelets. Karpenter terminates them after 15 minutes and launches others, which fail in the same way.",help:"Set the type of the access entry to `EC2_LINUX`, or to `EC2_WINDOWS` for Windows nodes.",url:`https://docs.aws.amazon.com/eks/latest/userguide/creating-access-entries.html`},examples:mn}),cn=/^(module\.[\w-]{0,200}karpenter[\w-]{0,200})\.node_iam_role_(?:name|arn)$/i,ln=/^(aws_iam_role\.[\w-]+)\.(?:name|arn|id)$/,un=e=>(cn.exec(e??``)??ln.exec(e??``))?.[1];function dn(e){let t=[`spec`,`role`],n=rn(e).flatMap(e=>j(e,t)??un(Et(e,t))??[]);return new Set(n)}function fn(e,t,n,{roles:r,context:i}){let a=[...t,n],o=/:role\/(?:.{0,600}\/)?([^/]{1,200})$/.exec(j(e,a)??``)?.[1],s=un(Et(e,a));if(!(o!==void 0&&r.has(o)||s!==void 0&&r.has(s))&&!s?.startsWith(`module.`))return;let c=h(e.get([...t,`type`]));(c===void 0||c===`STANDARD`)&&i.report({manifest:e,at:e.span(c===void 0?a:[...t,`type`]),message:c===void 0?"The access entry of the node role has no type, so EKS makes it `STANDARD` and nodes cannot join the cluster":"The access entry of the node role has the type `STANDARD`, so nodes cannot join the cluster",help:"Set the type to `EC2_LINUX`, or to `EC2_WINDOWS` for Windows nodes."})}function pn(e,{report:t}){let n=[`spec`,`access_entry_type`];e.get(n)===`STANDARD`&&t({manifest:e,at:e.span(n),message:"The access entry of the node role has the type `STANDARD`, so nodes cannot join the cluster",help:"Remove `access_entry_type`, so that the module uses `EC2_LINUX`."})}function mn(){return{bad:[D(k`
          resource "aws_eks_access_entry" "nodes" {
            cluster_name  = "demo"
            principal_arn = aws_iam_role.karpenter_node.arn
          }

          ${L(`default`,P("role: ${aws_iam_role.karpenter_node.name}"))}
        `,{"principal_arn = aws_iam_role.karpenter_node.arn":`principal_arn = aws_iam_role.karpenter_node.arn
type          = "EC2_LINUX"`}),D(k`
          module "karpenter" {
            source = "terraform-aws-modules/eks/aws//modules/karpenter"

            cluster_name      = module.eks.cluster_name
            access_entry_type = "STANDARD"
          }
        `,{'access_entry_type = "STANDARD"':``}),D(R(O`
          apiVersion: eksctl.io/v1alpha5
          kind: ClusterConfig
          metadata:
            name: demo
            region: us-east-1
          accessConfig:
            accessEntries:
              - principalARN: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo
                type: STANDARD
        `,F),{"type: STANDARD":`type: EC2_LINUX`})],good:[k`
        resource "aws_eks_access_entry" "nodes" {
          cluster_name  = "demo"
          principal_arn = aws_iam_role.karpenter_node.arn
          type          = "EC2_LINUX"
        }

        resource "aws_eks_access_entry" "people" {
          cluster_name  = "demo"
          principal_arn = aws_iam_role.admin.arn
        }

        ${L(`default`,P("role: ${aws_iam_role.karpenter_node.name}"))}
      `]}}const hn=[`0.32`,`0.33`,`0.34`,`0.35`,`0.36`,`0.37`,`1.0`,`1.1`,`1.2`,`1.3`,`1.4`,`1.5`,`1.6`,`1.7`,`1.8`,`1.9`,`1.10`,`1.11`,`1.12`,`1.13`,`1.14`,`1.15`],gn=`1.14`;function _n(e){let t=/^\s*v?(\d{1,4})\.(\d{1,4})(\.(\d+|x|\*)([-+].*)?)?\s*$/i.exec(e);return t===null?void 0:`${Number(t[1])}.${Number(t[2])}`}function vn(e,t){let[n=0,r=0]=e.split(`.`).map(Number),[i=0,a=0]=t.split(`.`).map(Number);return n-i||r-a}function yn(e){return hn.findLast(t=>vn(t,e)<=0)??hn[0]}const bn=u.flatMap(({kind:e,group:t,versions:n})=>n.map(({version:n,first:r,last:i,...a})=>({apiVersion:`${t}/${n}`,kind:e,first:r,last:i,...a}))).sort((e,t)=>v(e.apiVersion,t.apiVersion)||v(e.kind,t.kind)),xn=(e,t)=>bn.find(n=>n.apiVersion===e&&n.kind===t);function Sn(e,t){return e.first!==void 0&&vn(t,e.first)<0?!1:e.last===void 0||vn(t,e.last)<=0}const Cn=e=>hn.find(t=>vn(t,e)>0);function wn(e){let t=Tn(e),{length:n}=Jt(e);return n>0&&t.length===n&&!e.isPartial?t:void 0}const Tn=e=>Jt(e).flatMap(({path:e,term:t})=>{let n=t.name===void 0?`ssmParameter`:`name`,r=h(t[n])??``;return r===``||m(r)||t.id!==void 0?[]:[En([...e,n],r)]});function En(e,t){return{path:e,text:t,architecture:kn(t),kubernetes:Dn.map(e=>e.exec(t)?.[1]).find(e=>e!==void 0),bottlerocket:/^(?:bottlerocket-aws-k8s-.*-v|\/aws\/service\/bottlerocket\/.*\/)(\d+\.\d+)\.\d+(?:[-/]|$)/.exec(t)?.[1],isStandard:On.some(e=>e.test(t))}}const Dn=[/^amazon-eks-(?:gpu-|arm64-)?node-(1\.\d{2})(?:[-*]|$)/,/^amazon-eks-node-al2023-.*-(1\.\d{2})(?:[-*]|$)/,/^bottlerocket-aws-k8s-(1\.\d{2})(?:[-*]|$)/,/^\/aws\/service\/eks\/optimized-ami\/(1\.\d{2})\//,/^\/aws\/service\/bottlerocket\/aws-k8s-(1\.\d{2})[-/]/,/^ubuntu-eks\/k8s_(1\.\d{2})\//],On=[/^amazon-eks-node-al2023-.*-standard-/,/^amazon-eks-(?:arm64-)?node-1\.\d{2}(?:[-*]|$)/,/^bottlerocket-aws-k8s-1\.\d{2}-(?:fips-)?(?:x86_64|aarch64)-/,/^\/aws\/service\/eks\/optimized-ami\/1\.\d{2}\/amazon-linux-2023\/[^/]+\/standard\//,/^\/aws\/service\/eks\/optimized-ami\/1\.\d{2}\/amazon-linux-2(?:-arm64)?\//,/^\/aws\/service\/bottlerocket\/aws-k8s-1\.\d{2}(?:-fips)?\//];function kn(e){let t=/arm64|aarch64/i.test(e);return t===/x86_64|amd64/i.test(e)?void 0:t?`arm64`:`amd64`}const An=`1.33`,jn=M({id:`al2-end-of-life`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[51],on:{NodeTemplate(e,{report:t,settings:n}){let{kubernetesVersion:r}=n,i=e.get([`spec`,`amiFamily`])??`AL2`,a=[`amiSelector`,`launchTemplate`].some(t=>e.get([`spec`,t])!==void 0);i!==`AL2`||a||e.isPartial||!Mn(r)||t({at:e.span(e.get([`spec`,`amiFamily`])===void 0?[`metadata`,`name`]:[`spec`,`amiFamily`]),severity:`error`,message:Fn(e,r),help:"Set `amiFamily: Bottlerocket`, or migrate to an EC2NodeClass with `al2023`."})},NodeClass(e,{report:t,settings:n}){let{kubernetesVersion:r}=n,i=Mn(r);if(r===void 0||i){i&&Pn(e)&&t({at:e.span([`spec`,`amiFamily`]),severity:`error`,message:Fn(e,r),help:"Set `amiFamily: AL2023`, and check that `userData` is in its format."});for(let{path:n,text:r,kubernetes:i}of Tn(e))Nn(r)&&Mn(i)&&t({at:e.span(n),severity:`error`,message:Fn(e,i),help:"Select an image of Amazon Linux 2023 or Bottlerocket instead, with an alias such as `al2023@v20260715`."});for(let{path:n,term:a}of Jt(e)){let o=h(a.alias);o!==void 0&&/^al2@/.test(o)&&t({at:e.span([...n,`alias`]),...i&&{severity:`error`},message:i?Fn(e,r):`\`${o}\` has no image for Kubernetes ${An} and newer`,help:"Use an alias of `al2023` or `bottlerocket` instead, such as `al2023@v20260715`."})}}}},docs:{summary:`An EC2NodeClass selects Amazon Linux 2, which has no images for Kubernetes 1.33 and newer.`,why:"AWS built the last EKS images of Amazon Linux 2 in November 2025, for Kubernetes 1.32. On newer clusters the alias selects no image, so the node class is not ready. After an upgrade of the control plane, no new node starts. The severity is error when the repository or `--kubernetes-version` says that the cluster is that new.",help:"Switch to an alias of `al2023` or `bottlerocket` before you upgrade the cluster to 1.33.",url:`https://docs.aws.amazon.com/eks/latest/userguide/eks-ami-deprecation-faqs.html`},examples:Ln}),Mn=e=>e!==void 0&&vn(e,An)>=0,Nn=e=>/^amazon-eks-(?:gpu-|arm64-)?node-1\.|^\/aws\/service\/eks\/optimized-ami\/[^/]+\/amazon-linux-2(?:-|\/)/.test(e),Pn=e=>e.apiVersion===`karpenter.k8s.aws/v1beta1`&&!e.isPartial&&e.get([`spec`,`amiFamily`])===`AL2`&&e.get([`spec`,`amiSelectorTerms`])===void 0,Fn=({name:e},t)=>`Amazon Linux 2 has no image for Kubernetes ${t}, so \`${e}\` never becomes ready`,In=(e,t)=>k`
  module "eks" {
    source             = "terraform-aws-modules/eks/aws"
    version            = "~> 21.0"
    name               = "demo"
    kubernetes_version = "${e}"
  }

  ${L(`class`,O`
      apiVersion: karpenter.k8s.aws/v1beta1
      kind: EC2NodeClass
      metadata:
        name: default
      spec:
        amiFamily: ${t}
        role: KarpenterNodeRole-demo
    `)}
`;function Ln(){return{bad:[D(P(O`
          amiSelectorTerms:
            - alias: al2@v20251112
        `),{"al2@v20251112":`al2023@v20260715`},{"al2@v20251112":`bottlerocket@v1.44.0`}),D(A({karpenter:`0.37`},In(`1.33`,`AL2`)),{"amiFamily: AL2":`amiFamily: AL2023`}),D(P(O`
          amiFamily: AL2
          amiSelectorTerms:
            - name: amazon-eks-node-1.33-v*
        `),{"amiFamily: AL2":`amiFamily: AL2023`,"name: amazon-eks-node-1.33-v*":`alias: al2023@v20260715`})],good:[A({karpenter:`0.37`},In(`1.29`,`AL2`)),P(O`
        amiSelectorTerms:
          - alias: al2023@v20260715
      `),P(O`
          amiFamily: AL2
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
        `,`own`)]}}const Rn=M({id:`ami-alias-release`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t}){for(let{path:n,term:r}of Jt(e)){let i=h(r.alias)??``,[a=``,o=``]=i.split(`@`),s=Bn.get(a);s===void 0||o===``||o===`latest`||m(i)||s.pattern.test(o)||t({at:e.span([...n,`alias`]),message:`\`${o}\` is not a release of ${s.name}, so \`${e.name}\` finds no image and Karpenter launches no nodes with it`,help:`Use a release, such as \`${a}@${s.example}\`.`})}}},docs:{summary:`A pinned alias does not name a release of its AMI family.`,why:"The API server accepts any text after the `@`. Karpenter looks for the image of the release with that name: a date for Amazon Linux, a version number for Bottlerocket. The Kubernetes version is not part of an alias. If no release has the name, the node class does not become ready, and its NodePools launch no nodes.",help:"Use a release such as `al2023@v20260715` or `bottlerocket@v1.44.0`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:Vn}),zn={name:`Amazon Linux`,pattern:/^v20\d{6}$/},Bn=new Map([[`al2`,{...zn,example:`v20251112`}],[`al2023`,{...zn,example:`v20260715`}],[`bottlerocket`,{name:`Bottlerocket`,pattern:/^v?\d+\.\d+\.\d+(?:-\w+)?$/,example:`v1.44.0`}]]);function Vn(){return{bad:[D(Hn(`al2023@v1.33`),{"al2023@v1.33":`al2023@v20260715`}),D(Hn(`al2023@20260715`),{"al2023@20260715":`al2023@v20260715`}),D(Hn(`bottlerocket@v20260715`),{"bottlerocket@v20260715":`bottlerocket@v1.44.0`})],good:[Hn(`al2023@v20260715`),Hn(`bottlerocket@v1.44.0`),Hn(`bottlerocket@1.44.0`)]}}const Hn=e=>P(O`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${e}
  `),Un=[{name:/ubuntu-eks/i,what:`an EKS image of Ubuntu`,families:[`AL2`,`Ubuntu`]},{name:/ubuntu/i,what:`a plain Ubuntu image`,families:[`Ubuntu`]},{name:/amazon-eks-(?:[a-z0-9]+-)?node-al2023/i,what:`an AL2023 image`,families:[`AL2023`]},{name:/amazon-eks-(?:gpu-|arm64-)?node-\d/i,what:`an AL2 image`,families:[`AL2`]},{name:/bottlerocket/i,what:`a Bottlerocket image`,families:[`Bottlerocket`]},{name:/Windows_Server-2019/i,what:`a Windows Server 2019 image`,families:[`Windows2019`]},{name:/Windows_Server-2022/i,what:`a Windows Server 2022 image`,families:[`Windows2022`]},{name:/Windows_Server-2025/i,what:`a Windows Server 2025 image`,families:[`Windows2025`]}],Wn={al2:`AL2`,al2023:`AL2023`,bottlerocket:`Bottlerocket`,windows2019:`Windows2019`,windows2022:`Windows2022`,windows2025:`Windows2025`},Gn=M({id:`ami-family-mismatch`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[52],explains:[`schema/cel`],on:{NodeClass(e,t){let n=h(e.get([`spec`,`amiFamily`]));if(n===void 0||n===`Custom`||m(n))return;let r=l(e.get([`spec`,`amiSelectorTerms`]));for(let[i,a]of r.entries()){let r=[`spec`,`amiSelectorTerms`,i],{name:o,alias:s}=g(a)??{};qn(e,{path:[...r,`name`],name:h(o),family:n},t),Jn(e,{path:[...r,`alias`],name:h(s),family:n},t)}},NodeTemplate(e,t){let n=h(e.get([`spec`,`amiFamily`]));if(n===void 0||n===`Custom`||m(n))return;let r=[`spec`,`amiSelector`,`aws::name`];qn(e,{path:r,name:h(e.get(r)),family:n},t)}},docs:{summary:"`amiFamily` does not match the family of the selected AMI.",why:`The AMI family decides which bootstrap user data Karpenter writes, and which block device it treats as the root volume. An AMI of another family does not understand that user data. Its instances run and cost money, but never join the cluster. Karpenter replaces them after 15 minutes, again and again.`,help:"Set `amiFamily` to the family of the image. Or set it to `Custom`, and write user data that joins the node to the cluster.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamifamily`},examples:Xn}),Kn=[`spec`,`amiFamily`];function qn(e,{path:t,name:n,family:r},{report:i}){if(n===void 0||m(n))return;let a=Un.find(e=>e.name.test(n));if(!a||a.families.includes(r))return;let o=a.families[0],s=a.families.includes(`Ubuntu`);i({at:e.span(t),message:`\`${n}\` is ${a.what}, which does not understand the user data of \`amiFamily: ${r}\``,labels:[{span:e.span(Kn),message:`Karpenter writes user data for this family`}],help:s?"Set `amiFamily: Custom`, and write user data that joins the node to the cluster.":`Set \`amiFamily: ${o}\`, or set \`Custom\` and write user data that joins the node to the cluster.`,...!s&&{fix:{description:`Set \`amiFamily: ${o}\``,edits:x(e,Kn,o)}}})}function Jn(e,{path:t,name:n,family:r},{report:i}){if(n===void 0||m(n))return;let a=Wn[n.split(`@`)[0]];a!==void 0&&a!==r&&i({at:e.span(t),severity:`error`,message:`\`${n}\` selects ${a} images, but \`amiFamily\` is \`${r}\`, so the API server rejects the node class`,labels:[{span:e.span(Kn),message:`this family does not match`}],help:"Remove `amiFamily`, because the alias implies it, or use an alias of that family.",fix:{description:"Remove `amiFamily`",edits:Ce(e,Kn)},explains:{paths:[[`spec`]],mentioning:`amiFamily must be`}})}const Yn=O`
  amiFamily: Custom
  userData: |
    #!/bin/bash
    /opt/company/join-cluster
`;function Xn(){return{bad:[D(P(O`
          amiFamily: AL2
          amiSelectorTerms:
            - name: ubuntu/images/hvm-ssd/ubuntu-jammy-22.04-amd64-server-20241211
        `),{"amiFamily: AL2":Yn}),D(P(O`
          amiFamily: AL2
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-*
        `),{"amiFamily: AL2":Yn}),D(P(O`
          amiFamily: Bottlerocket
          amiSelectorTerms:
            - alias: al2023@v20260715
        `),{"al2023@v20260715":`bottlerocket@v1.44.0`})],good:[P(O`
        amiFamily: Custom
        amiSelectorTerms:
          - name: ubuntu/images/hvm-ssd/ubuntu-jammy-22.04-amd64-server-20241211
      `),P(O`
        amiFamily: AL2023
        amiSelectorTerms:
          - alias: al2023@v20260715
      `)]}}const Zn={CronJob:{group:`batch`,path:[`spec`,`jobTemplate`,`spec`,`template`]},DaemonSet:{group:`apps`,path:[`spec`,`template`]},Deployment:{group:`apps`,path:[`spec`,`template`]},Job:{group:`batch`,path:[`spec`,`template`]},Pod:{group:``,path:[]},ReplicaSet:{group:`apps`,path:[`spec`,`template`]},Rollout:{group:`argoproj.io`,path:[`spec`,`template`]},StatefulSet:{group:`apps`,path:[`spec`,`template`]}},Qn=({namespace:e})=>e??`default`;function H(e){return e.manifests.flatMap(e=>{let t=Object.hasOwn(Zn,e.kind)?Zn[e.kind]:void 0;return!t||t.group!==_(e.apiVersion)||!g(e.get([...t.path,`spec`]))||e.kind===`Pod`&&e.get([`spec`,`nodeName`])!==void 0?[]:[{manifest:e,template:t.path,namespace:Qn(e)}]})}const $n=e=>e.manifests.some(({kind:e,apiVersion:t})=>(e===`NodePool`||e===`Provisioner`)&&_(t)===`karpenter.sh`);function er({manifest:e,template:t}){return tr(e.get([...t,`metadata`,`labels`]))}function tr(e){let t=Object.entries(g(e)??{}).map(([e,t])=>[e,h(t)??``]);return t.some(([e,t])=>m(e)||m(t))?void 0:Object.fromEntries(t)}function nr(e,t){let n=g(e.get(t)),r=tr(n?.matchLabels);if(!n||!r||e.isPartial)return;let i=l(n.matchExpressions).map(e=>{let{key:t,operator:n,values:r}=g(e)??{};return{key:h(t)??``,operator:h(n)??``,values:l(r).map(e=>h(e)??``)}});return i.flatMap(({key:e,operator:t,values:n})=>[e,t,...n]).some(e=>m(e))?void 0:{matchLabels:r,matchExpressions:i}}function rr({manifest:e,template:t}){let{nodeSelector:n,affinity:r,tolerations:i}=g(e.get([...t,`spec`]))??{};return/kubernetes\.io\/arch"|arm64/.test(JSON.stringify([n,r,i]))}const ir=M({id:`ami-for-instance-types`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[54,91],on:{Manifests(e,t){let n=z(e).flatMap(e=>ar(e,t)??[]);if(n.length===0)return;let r=n.length===z(e).length&&lr(e);for(let e of n){let n=sr(e)??cr(e,r);if(!n)continue;let{pool:i,nodeClass:a,images:o}=e,s=[{span:a.span(o[0].path),message:`this selects the image`}];t.report({...n,manifest:i,at:i.span([...Ht(i).path,`name`]),labels:s})}}},docs:{summary:`The AMIs of a node class do not fit the instance types of a NodePool that uses it.`,why:"An AMI is built for one architecture. If all instance types of a NodePool have the other architecture, Karpenter finds no image for them and launches nothing for the NodePool. The standard images of EKS have no GPU driver, so nodes start but never offer `nvidia.com/gpu`.",help:"Add a selector term for the image of the other architecture, or select the `nvidia` image for GPUs. An alias selects the right image for each instance type.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:dr});function ar(e,{all:t,catalog:n,compatible:r}){let i=on(t,e),a=i&&wn(i),o=a&&r(e);if(n&&o?.isExact&&o.names.length!==0&&Ht(e)!==void 0)return{pool:e,nodeClass:i,images:a,types:o.names.map(e=>n.type(e))}}const or=({gpus:e})=>e.some(({manufacturer:e})=>e===`nvidia`);function sr({pool:e,nodeClass:t,images:n,types:r}){let i=new Set(n.map(({architecture:e})=>e)),a=r.filter(({architecture:e})=>!i.has(e)),[o]=a;if(i.has(void 0)||o===void 0)return;let s=`Add an AMI selector term for the ${o.architecture} image, or use an alias, which selects the right image for each instance type.`;if(a.length===r.length)return{message:`The instance types of \`${e.name}\` are ${o.architecture}, but the images of \`${t.name}\` are ${n[0].architecture}, so Karpenter cannot launch nodes for \`${e.name}\``,help:s};if(V(e).some(({key:e,operator:t,values:n})=>b(e)===y.arch&&t===`In`&&n.some(({text:e})=>e===o.architecture)))return{severity:`note`,message:`\`${e.name}\` allows ${o.architecture}, but the images of \`${t.name}\` are only ${n[0].architecture}, so Karpenter never launches ${a.length} of its ${r.length} instance types`,help:`${s} Or remove ${o.architecture} from the requirements.`}}function cr({pool:e,nodeClass:t,images:n,types:r},i){let a=r.every(or);if(n.every(({isStandard:e})=>e)&&(a||i&&r.some(or)))return{message:a?`Every instance type of \`${e.name}\` has NVIDIA GPUs, but \`${t.name}\` selects the standard image, which has no driver for them`:`Pods request GPUs, and \`${e.name}\` has instance types with NVIDIA GPUs, but \`${t.name}\` selects the standard image, which has no driver for them`,help:"Select the `nvidia` image of the family, or use an alias, which selects it for these instance types."}}const lr=e=>H(e).some(({manifest:e,template:t})=>{let n=[...t,`spec`,`containers`];return l(e.get(n)).some((t,r)=>[`requests`,`limits`].some(t=>e.get([...n,r,`resources`,t,`nvidia.com/gpu`])!==void 0))}),ur=`- name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715`;function dr(){return{bad:[D(R(N({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),P(O`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
        `)),{[ur]:`${ur}\n- name: amazon-eks-node-al2023-arm64-standard-1.33-v20260715`},{[ur]:`- alias: al2023@v20260715`}),D(R(N({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6]`,`karpenter.sh/capacity-type In [on-demand]`],taints:O`
            - key: nvidia.com/gpu
              effect: NoSchedule
          `,nodeClassRef:`default`}),P(O`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
        `)),{[ur]:`- name: amazon-eks-node-al2023-x86_64-nvidia-1.33-v20260715`},{[ur]:`- alias: al2023@v20260715`}),D(R(N({name:`both`,requirements:[`kubernetes.io/arch In [amd64, arm64]`,`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),P(O`
          amiFamily: AL2023
          amiSelectorTerms:
            - ssmParameter: /aws/service/eks/optimized-ami/1.33/amazon-linux-2023/x86_64/standard/recommended/image_id
        `)),{"[amd64, arm64]":`[amd64]`})],good:[R(N({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),P(O`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
            - name: amazon-eks-node-al2023-arm64-standard-1.33-v20260715
        `)),R(N({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),P(O`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: golden-al2023-*
        `))]}}const fr=/^(?:amazon-eks-(?:arm64-|gpu-)?node-|bottlerocket-aws-k8s-|ubuntu-eks(?:-pro)?\/k8s_)/,pr=/(?<!\d)1\.\d\d(?!\d)/,mr=M({id:`ami-name-kubernetes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,t){let{report:n}=t;for(let n of Tn(e))hr(e,n,t);for(let{path:t,term:r}of Jt(e)){let i=h(r.name);i===void 0||r.tags!==void 0||m(i)||fr.test(i)&&/[*?]/.test(i)&&!pr.test(i)&&n({at:e.span([...t,`name`]),message:`\`${i}\` matches images for every Kubernetes version, and Karpenter launches the newest one, whatever version the cluster has`,help:"Write the Kubernetes version of the cluster in the name, or select the images with an `alias`, which follows the cluster."})}}},docs:{summary:`The name of an image matches images for several Kubernetes versions, or for one that the cluster cannot use.`,why:"The names of EKS images contain the Kubernetes version. If a pattern leaves it open, Karpenter launches the newest image of all versions. Its kubelet can be newer than the control plane, which Kubernetes does not support, and nodes are replaced whenever AWS releases images for another version. The same holds for a name with a version that is newer than the cluster, or more than three minor versions older. That is reported only when the repository or `--kubernetes-version` names the version of the cluster.",help:"Write the Kubernetes version in the name, or use an `alias`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:vr});function hr(e,{path:t,text:n,kubernetes:r},{report:i,settings:{kubernetesVersion:a}}){if(r===void 0||a===void 0)return;let o=Number(r.split(`.`)[1])-Number(a.split(`.`)[1]);o<=0&&o>=-3||i({at:e.span(t),message:`\`${n}\` is an image for Kubernetes ${r}, but the cluster has ${a}. Kubernetes does not support a kubelet that is ${o>0?`newer than the API server`:`more than 3 minor versions older`}`,help:`Select an image for Kubernetes ${a}, or use an \`alias\`, which follows the cluster.`})}const gr=e=>P(O`
    amiFamily: AL2023
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - name: ${e}
  `),_r=(e,t)=>k`
  module "eks" {
    source             = "terraform-aws-modules/eks/aws"
    version            = "~> 21.0"
    name               = "demo"
    kubernetes_version = "${e}"
  }

  ${L(`class`,P(O`
      amiFamily: AL2023
      role: KarpenterNodeRole-demo
      amiSelectorTerms:
        - ${t.startsWith(`/`)?`ssmParameter`:`name`}: ${t}
    `))}
`;function vr(){return{bad:[D(gr(`amazon-eks-node-al2023-x86_64-standard-*`),{"standard-*":`standard-1.33-*`}),D(_r(`1.32`,`amazon-eks-node-al2023-x86_64-standard-1.34-v20260715`),{"standard-1.34":`standard-1.32`}),D(_r(`1.34`,`/aws/service/eks/optimized-ami/1.30/amazon-linux-2023/x86_64/standard/recommended/image_id`),{"optimized-ami/1.30":`optimized-ami/1.34`})],good:[_r(`1.34`,`amazon-eks-node-al2023-x86_64-standard-1.33-v20260715`),gr(`amazon-eks-node-al2023-x86_64-standard-1.33-*`),gr(`platform-node-*`)]}}const yr=[`Sid`,`Effect`,`Principal`,`NotPrincipal`,`Action`,`NotAction`,`Resource`,`NotResource`,`Condition`],br=e=>(Array.isArray(e)?e:e===void 0?[]:[e]).map(e=>String(e));function xr(e){if(e.length>65536)return{fault:`is too long to be an IAM policy`};let t;try{t=JSON.parse(e)}catch{return{fault:`is not JSON`}}let n=p(t)&&p(t.Role)?t.Role.AssumeRolePolicyDocument:t;if(!p(n)||n.Statement===void 0)return{fault:"has no `Statement`"};let r=Array.isArray(n.Statement)?n.Statement:[n.Statement];return r.every(p)?{statements:r.map(Sr)}:{fault:`has a statement that is not an object`}}const Sr=(e,t)=>({name:typeof e.Sid==`string`&&e.Sid!==``?`\`${e.Sid}\``:`statement ${t+1}`,effect:e.Effect===`Allow`?`Allow`:`Deny`,principals:Cr(e.Principal??e.NotPrincipal),actions:br(e.Action??e.NotAction),isNegated:e.NotAction!==void 0||e.NotResource!==void 0||e.NotPrincipal!==void 0,resources:br(e.Resource??e.NotResource),conditions:wr(e.Condition),unknown:Object.keys(e).filter(e=>!yr.includes(e))});function Cr(e){return p(e)?new Map(Object.entries(e).map(([e,t])=>[e,br(t)])):new Map(e===void 0?[]:[[`AWS`,br(e)]])}function wr(e){return p(e)?Object.entries(e).flatMap(([e,t])=>p(t)?Object.entries(t).map(([t,n])=>({operator:e,key:t,values:br(n)})):[]):[]}function Tr(e,t){let[n,r,i,a]=[0,0,-1,0];for(;r<t.length;)if(e[n]===`*`)[i,a,n]=[n,r,n+1];else if(n<e.length&&(e[n]===`?`||e[n]===t[r]))[n,r]=[n+1,r+1];else if(i>=0)[a,n,r]=[a+1,i+1,a+1];else return!1;for(;e[n]===`*`;)n++;return n===e.length}const Er=({actions:e,isNegated:t},n)=>e.some(e=>Tr(e.toLowerCase(),n.toLowerCase()))!==t,Dr=M({id:`ami-name-variants`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[54],on:{NodeClass(e,{report:t}){for(let{path:n,term:r}of Jt(e)){let i=h(r.name);if(i===void 0||r.tags!==void 0||m(i)||!/[*?]/.test(i))continue;let a=Or.map(e=>e.filter(e=>jr(i,e))).find(kr);a&&t({at:e.span([...n,`name`]),message:`\`${i}\` matches images for different purposes, such as \`${Ar(a[0])}\` and \`${Ar(a.at(-1))}\`, and Karpenter launches the newest one for every instance type`,help:"Write the whole name up to the version, or select the images with an `alias`, which chooses the right one for each instance type."})}}},docs:{summary:`The name of an image is a pattern that matches images for different purposes.`,why:`AWS builds several images for each Kubernetes version: standard ones, ones with drivers for NVIDIA GPUs or Neuron, and ones with FIPS. For a name, Karpenter only looks at the architecture, and launches the newest image that matches. If the pattern leaves the purpose open, ordinary nodes may start with the image for Neuron, and GPU nodes without a driver. Which image is the newest changes with every release.`,help:"Write the purpose in the name, or use an `alias`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:Nr}),Or=[[`amazon-eks-node-al2023-x86_64-standard-1.##-v##`,`amazon-eks-node-al2023-x86_64-nvidia-1.##-v##`,`amazon-eks-node-al2023-x86_64-neuron-1.##-v##`],[`amazon-eks-node-al2023-arm64-standard-1.##-v##`,`amazon-eks-node-al2023-arm64-nvidia-1.##-v##`],[`amazon-eks-node-1.##-v##`,`amazon-eks-gpu-node-1.##-v##`],[`bottlerocket-aws-k8s-1.##-x86_64-v##`,`bottlerocket-aws-k8s-1.##-nvidia-x86_64-v##`],[`bottlerocket-aws-k8s-1.##-aarch64-v##`,`bottlerocket-aws-k8s-1.##-nvidia-aarch64-v##`]],kr=e=>e.length>1,Ar=e=>e.replaceAll(`##`,`*`);function jr(e,t){let n=e.replace(/1\.(?:\d{2}|\d[*?]|[*?]+)/,`1.##`).replace(/v(?:\d[\w.-]*[*?]*|[*?]+)$/,`v##`).replaceAll(/\*{2,}/g,`*`);return n.length<=200&&Tr(n,t)}const Mr=(e,t=`AL2023`)=>P(O`
    amiFamily: ${t}
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - name: ${e}
        owner: amazon
  `);function Nr(){return{bad:[D(Mr(`amazon-eks-node-al2023-x86_64-*-1.33-v20260715`),{"64-*-1.33":`64-standard-1.33`}),D(Mr(`bottlerocket-aws-k8s-1.33-*`,`Bottlerocket`),{"1.33-*":`1.33-x86_64-*`})],good:[Mr(`amazon-eks-node-al2023-*-standard-1.33-v*`),Mr(`bottlerocket-aws-k8s-1.33-nvidia-x86_64-v1.4*`,`Bottlerocket`),Mr(`platform-node-1.33-*`)]}}const Pr=e=>e?.provider===`aws`?e:null;function Fr(e,t){let n=t?.eks.versions[e]?.standardUntil;if(n===void 0)return;let r=new Date(n);return r.setUTCMonth(r.getUTCMonth()-14),r.toISOString().slice(0,10)}function Ir(e,t,n){let[,r,i,a]=/^al2(?:023)?@v(\d{4})(\d\d)(\d\d)$/.exec(e)??[];return Date.parse(`${r}-${i}-${a}`)<Date.parse(Fr(t,n)??``)-5184e6}const Lr=M({id:`ami-older-than-kubernetes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t,settings:n,catalog:r}){let{kubernetesVersion:i=``}=n,a=Pr(r)?.fees,o=Fr(i,a);for(let{path:n,term:r}of Jt(e)){let s=h(r.alias);s!==void 0&&Ir(s,i,a)&&t({at:e.span([...n,`alias`]),message:`\`${s}\` has no image for Kubernetes ${i}, which EKS has offered since ${o}, so \`${e.name}\` does not become ready and Karpenter launches no nodes with it`,help:`Pin a release from ${o} or later.`})}}},docs:{summary:`A pinned alias is too old to have an image for the cluster’s Kubernetes version.`,why:"AWS builds the images of a release for the Kubernetes versions that EKS offers at that time. After an upgrade of the control plane, the alias of an older release selects no image. The node class is not ready, its NodePools launch no nodes, and Karpenter does not replace running nodes. Reported only when the repository or `--kubernetes-version` names the Kubernetes version.",help:`Pin a release from the day when EKS began to offer this version, or later, and upgrade the control plane in a later change.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions.html`},examples:Rr});function Rr(){return{bad:[D(zr(`1.34`,`al2023@v20250403`),{"al2023@v20250403":`al2023@v20260715`})],good:[zr(`1.34`,`al2023@v20260715`),zr(`1.32`,`al2023@v20250403`)]}}const zr=(e,t)=>k`
  module "eks" {
    source             = "terraform-aws-modules/eks/aws"
    version            = "~> 21.0"
    name               = "demo"
    kubernetes_version = "${e}"
  }

  ${L(`class`,Br(t))}
`,Br=e=>P(O`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${e}
  `),U=(e,t=`, `)=>e.map(e=>`\`${e}\``).join(t),W=(e,t=`unknown`)=>({kind:`unknown`,at:e,name:t}),G=(e,t)=>({kind:`scalar`,value:e,at:t,isLiteral:!1}),Vr=(e,t)=>({kind:`string`,pieces:e===``?[]:[{text:e,at:t,form:`made`}],at:t}),Hr=e=>e.kind===`scalar`&&e.value===null,Ur=({pieces:e})=>e.map(({text:e})=>e).join(``),Wr=e=>e?.kind===`string`&&e.pieces.every(({isUnknown:e})=>!e)?Ur(e):void 0;function K(e){return e.kind===`scalar`?e.value===null?void 0:String(e.value):Wr(e)}const Gr=({name:e,at:t})=>({text:`\${${e}}`,at:t,form:`made`,isUnknown:!0});function Kr(e){switch(e.kind){case`scalar`:return e.value;case`string`:return Wr(e);case`list`:{let t=e.items.map(Kr);return t.some(e=>e===void 0)?void 0:t}case`object`:{let t=[...e.entries].map(([e,t])=>[e,Kr(t.value)]);return e.isPartial||t.some(([,e])=>e===void 0)?void 0:Object.fromEntries(t)}case`unknown`:return}}const q=(e,t,n=!1)=>({kind:`object`,entries:new Map(e),at:t,isPartial:n});function qr(e,t){let[n,r]=[Kr(e),Kr(t)];return n===void 0||r===void 0?void 0:Jr(n)===Jr(r)}const Jr=e=>JSON.stringify(e,(e,t)=>typeof t==`object`&&t&&!Array.isArray(t)?Object.fromEntries(Object.entries(t).sort(([e],[t])=>v(e,t))):t);function Yr(e,...t){return t.reduce((e,t)=>e?.kind===`object`?e.entries.get(String(t))?.value:e?.kind===`list`?e.items[Number(t)]:void 0,e)}function Xr(e){if(e.kind===`scalar`||e.kind===`unknown`)return 1;let t=Zr.get(e);if(t!==void 0)return t;let n=1+Qr(e);return Zr.set(e,n),n}const Zr=new WeakMap;function Qr(e){let t=0;if(e.kind===`string`)for(let{text:n}of e.pieces)t+=1+n.length/64;else if(e.kind===`list`)for(let n of e.items)t+=Xr(n);else for(let[n,r]of e.entries)t+=1+n.length/64+Xr(r.value);return t}const $r=e=>({...W(e),isExcess:!0}),ei=e=>`isExcess`in e||Xr(e)>5e4;function ti(e){let t=Ur(e);if(f(t)!==void 0)return W(e.at);let n=(0,S.parseDocument)(t,{version:`1.2`,merge:!0,strict:!1});if(n.errors.length>0)return W(e.at);let r={places:new si(e),nodes:0,at:e.at},i=ri(n.contents,r);return i.kind===`object`?{...i,yaml:e}:i}function ni(e){let t=Ur(e),n=new si(e),r=[0,...[...t.matchAll(/^---(?:[ \t].*)?$\n?/gm)].map(({index:e,0:t})=>e+t.length)];return{kind:`list`,items:r.map((e,i)=>{let a=r[i+1]===void 0?t.length:t.lastIndexOf(`---`,r[i+1]);return{kind:`string`,pieces:n.slice(e,a),at:n.span(e,a)}}).filter(e=>/^[ \t]*[^#\s]/m.test(Ur(e))).map(ti),at:e.at}}function ri(e,t){let n=e?t.places.span(e.range[0],e.range[1]):t.at;if(++t.nodes>5e4||e===null)return e===null?G(null,n):W(n);if((0,S.isMap)(e))return ii(e.items,n,t);if((0,S.isSeq)(e))return{kind:`list`,items:e.items.map(e=>ri(e,t)),at:n};if(!(0,S.isScalar)(e))return W(n);let{value:r}=e;if(typeof r==`string`)return oi(r,e,t);let i=ai(e,String(r),t);return{...G(r,n),...i&&{piece:i}}}function ii(e,t,n){let r=e.flatMap(({key:e,value:t})=>{if(!(0,S.isScalar)(e))return[];let r=String(e.value),i=n.places.span(e.range[0],e.range[1]),a=ai(e,r,n)??{text:r,at:i,form:`made`};return[[r,{value:ri(t,n),key:a}]]});return q(r,t)}function ai({range:e},t,{places:n}){let[r,...i]=n.slice(e[0],e[1]);return i.length===0&&r?.text===t&&r.form!==`made`?r:void 0}function oi(e,t,{places:n,at:r}){let[i,a]=t.range,o=n.slice(i,a),s=(o.map(({text:e})=>e).join(``).length-2===e.length?n.slice(i+1,a-1):[]).map(e=>({...e,form:`made`})),c=n.span(i,a);for(let t of[o,s])if(t.map(({text:e})=>e).join(``)===e)return{kind:`string`,pieces:t,at:c};return o.some(({isUnknown:e})=>e)?{kind:`string`,pieces:[{text:e,at:r,form:`made`,isUnknown:!0}],at:c}:Vr(e,c)}var si=class{#e;#t=[];#n;constructor({pieces:e,at:t}){this.#e=e,this.#n=t;let n=0;for(let{text:t}of e)this.#t.push(n),n+=t.length}#r(e){let t=0,n=this.#t.length-1;for(;t<n;){let r=t+n+1>>1;this.#t[r]<=e?t=r:n=r-1}return t}piece(e){let t=this.#r(e),n=this.#e[t];return n&&{piece:n,within:e-this.#t[t],index:t}}slice(e,t){let n=[];for(let r=this.#r(e);r<this.#e.length&&this.#t[r]<t;r++){let i=this.#e[r],a=Math.max(0,e-this.#t[r]),o=Math.min(i.text.length,t-this.#t[r]);o>a&&n.push(a===0&&o===i.text.length?i:ui(i,a,o))}return n}span(e,t){let n=this.piece(e),r=this.piece(Math.max(e,t-1));if(!n||!r)return this.#n;let i=li(n.piece,n.within,n.within+ +(t>e)),a=li(r.piece,r.within,r.within+ +(t>e));return i.file===a.file&&i.start<=a.start?{...i,end:a.end}:i}};const ci=({form:e})=>e!==`made`;function li(e,t,n){let{at:r}=e;return ci(e)&&r.end-r.start===e.text.length?{file:r.file,start:r.start+t,end:r.start+n}:r}function ui(e,t,n){let r=li(e,t,n);return{...e,text:e.text.slice(t,n),at:r}}function di(e){if(e.kind===`object`&&e.yaml)return e.yaml;let t={pieces:[],at:e.at};return pi(e,``,t),{kind:`string`,pieces:t.pieces,at:e.at}}const fi=(e,t,n)=>{e.pieces.push({text:t,at:n,form:`made`})};function pi(e,t,n){if(e.kind===`object`&&(e.entries.size>0||e.isPartial))t!==``&&fi(n,`
`,e.at),mi(e,t,n);else if(e.kind===`list`&&e.items.length>0){fi(n,`
`,e.at);for(let r of e.items)fi(n,`${t}-`,r.at),pi(r,`${t}  `,n)}else t!==``&&fi(n,` `,e.at),n.pieces.push(...vi(e)),fi(n,`
`,e.at)}function mi({entries:e,isPartial:t,at:n},r,i){for(let[t,{value:n,key:a}]of e){fi(i,r,n.at);let e=/^[A-Za-z_][\w./-]*$/.test(t)&&!bi.test(t);i.pieces.push({text:e?t:JSON.stringify(t),at:a?.at??n.at,form:a?.form??`made`}),fi(i,`:`,a?.at??n.at),pi(n,`${r}  `,i)}t&&fi(i,`${r}{{ unknown }}\n`,n)}function hi(e){let t=gi(e);return t&&{kind:`string`,pieces:t,at:e.at}}function gi(e){return e.kind===`object`?e.isPartial?void 0:_i([...e.entries].map(([e,{value:t,key:n}])=>{let r=n?.at??t.at,i=gi(t);return i&&[{text:`${JSON.stringify(e)}:`,at:r,form:`made`},...i]}),`{}`,e.at):e.kind===`list`?_i(e.items.map(gi),`[]`,e.at):vi(e)}function _i(e,t,n){if(e.some(e=>e===void 0))return;let r={text:`,`,at:n,form:`made`};return[{text:t[0],at:n,form:`made`},...e.flatMap((e,t)=>t===0?e:[r,...e]),{text:t[1],at:n,form:`made`}]}function vi(e){let{at:t}=e;switch(e.kind){case`unknown`:return[Gr(e)];case`list`:return[{text:`[]`,at:t,form:`made`}];case`object`:return[{text:`{}`,at:t,form:`made`}];case`scalar`:return[e.piece??{text:String(e.value),at:t,form:e.isLiteral?`scalar`:`made`}];case`string`:return xi(e)}}const yi=/^[A-Za-z][\w./-]*$/,bi=/^(?:true|false|null|yes|no|on|off|y|n)$/i;function xi(e){let{pieces:t,at:n}=e,[r]=t,i=t.length===1&&r.form===`quoted`&&r.at.end-r.at.start===n.end-n.start-2,a=Wr(e);return i&&a!==void 0&&JSON.stringify(a)===`"${a}"`?[{text:`"${a}"`,at:n,form:`scalar`}]:t.length===1&&/^(?:file|template|heredoc)$/.test(r.form)&&a!==void 0&&yi.test(a)&&!bi.test(a)?[...t]:[{text:`"`,at:n,form:`made`},...t.map(e=>Si(e)),{text:`"`,at:n,form:`made`}]}function Si(e){let t=JSON.stringify(e.text).slice(1,-1);return t===e.text?{...e,form:e.form===`quoted`?`quoted`:`made`}:{...e,text:t,form:`made`}}const Ci=(e,t)=>e.length>2e4?$r(t):{kind:`list`,items:e,at:t},J=e=>e?.kind===`list`,wi=e=>e?.kind===`object`,Ti=e=>(t,n)=>t.every(J)?Ci(e(t.map(({items:e})=>e),n),n):W(n),Ei=(e,t)=>{let n=e.filter(wi),r=e.some(e=>e.kind===`unknown`)||n.some(e=>e.isPartial);if(n.length===0&&r)return W(t);let i=e.findLastIndex(e=>e.kind===`unknown`||e.kind===`object`&&e.isPartial),a=new Map;return e.forEach((e,t)=>{if(wi(e))for(let[n,r]of e.entries)a.set(n,t<i?{...r,value:W(r.value.at)}:r)}),q(a,n.at(-1)?.at??t,r)},Di=(e,t)=>Ci(e.flatMap(e=>J(e)?e.items:[e]),e.find(J)?.at??t),Oi=([e,t,n],r)=>{let i=t&&K(t);return!wi(e)||i===void 0?W(r):e.entries.get(i)?.value??(e.isPartial?W(r):n??W(r))},ki=([e],t)=>wi(e)&&!e.isPartial?Ci([...e.entries].sort(Ai).map(([e,{value:t,key:n}])=>Vr(e,n?.at??t.at)),t):W(t),Ai=([e],[t])=>v(e,t),ji=([e],t)=>wi(e)&&!e.isPartial?Ci([...e.entries].sort(Ai).map(([,{value:e}])=>e),t):W(t),Mi=([e],t)=>{if(J(e))return e.items.every(({kind:e})=>e!==`unknown`)?G(e.items.length,t):W(t);if(wi(e))return e.isPartial?W(t):G(e.entries.size,t);let n=e&&Wr(e);return n===void 0?W(t):G(n.length,t)},Ni=([e,t],n)=>{if(!J(e)||!t)return W(n);let r=e.items.map(e=>qr(e,t));return r.includes(!0)?G(!0,n):r.includes(void 0)?W(n):G(!1,n)},Pi=([e,t],n)=>{let r=t&&Number(K(t));return!J(e)||r===void 0||Number.isNaN(r)||e.items.length===0?W(n):e.items.at(r%e.items.length)??W(n)};function Fi(e,t=0){return e.flatMap(e=>J(e)&&t<20?Fi(e.items,t+1):[e])}function Ii(e){let t=new Set;return e.filter(e=>{let n=Ki(e);return n!==void 0&&t.has(n)?!1:(n!==void 0&&t.add(n),!0)})}const Li=([e],t)=>J(e)?Ci(Ri(Ii(e.items)),e.at):W(t),Ri=e=>{let t=new Map(e.map(e=>[e,K(e)]));return[...t.values()].some(e=>e===void 0)?[...e]:[...e].sort((e,n)=>v(t.get(e),t.get(n)))},zi=([e],t)=>J(e)?e:W(t),Bi=([e],t)=>wi(e)?e:W(t),Vi=([e,t],n)=>{if(!J(e)||!J(t))return W(n);let r=e.items.map(K);return r.some(e=>e===void 0)||r.length!==t.items.length?W(n):q(r.map((e,n)=>[e,{value:t.items[n]}]),n)},Hi=([e],t)=>J(e)?Ci(e.items.filter(e=>!Hr(e)&&(e.kind!==`string`||Ur(e)!==``)),e.at):W(t),Ui=([e,t,n],r)=>{let[i,a]=[Number(t&&K(t)),Number(n&&K(n))];return J(e)&&!Number.isNaN(i+a)?Ci(e.items.slice(i,a),e.at):W(r)},Wi=(e,t)=>{let n=e.map(e=>Number(K(e))),[r,i,a]=n.length===1?[0,n[0],1]:[n[0],n[1],n[2]??1],o=Math.ceil((i-r)/a);return!Number.isFinite(o)||o>1e3?W(t):Ci(Array.from({length:Math.max(0,o)},(e,n)=>G(r+n*a,t)),t)},Gi=([e],t)=>!J(e)||e.items.length>1?W(t):e.items[0]??G(null,t),Ki=e=>{let t=Kr(e);return t===void 0?void 0:Jr(t)};function qi(e){let t=new Set(e.map(Ki));return e=>{let n=Ki(e);return n!==void 0&&t.has(n)}}const Ji=(e,t)=>{let n=e.filter(J).map(({items:e})=>e),r=n.reduce((e,t)=>e*t.length,1);if(n.length<e.length)return W(t);if(r*n.length>1e5)return $r(t);let i=n.reduce((e,t)=>e.flatMap(e=>t.map(t=>[...e,t])),[[]]);return Ci(i.map(e=>({kind:`list`,items:e,at:t})),t)},Yi=(e,t)=>{for(let n of e){if(!J(n))return W(t);if(n.items.length>0)return n}return W(t)},Xi=(e,t,n)=>{let r=e.map(K);return r.includes(String(t))?G(t,n):r.includes(void 0)?W(n):G(!t,n)},Zi={merge:Ei,concat:Di,lookup:Oi,keys:ki,values:ji,length:Mi,contains:Ni,element:Pi,toset:Li,tolist:zi,tomap:Bi,zipmap:Vi,compact:Hi,slice:Ui,range:Wi,one:Gi,setproduct:Ji,coalescelist:Yi,alltrue:([e],t)=>J(e)?Xi(e.items,!1,t):W(t),anytrue:([e],t)=>J(e)?Xi(e.items,!0,t):W(t),flatten:([e],t)=>J(e)?Ci(Fi(e.items),e.at):W(t),distinct:([e],t)=>J(e)?Ci(Ii(e.items),e.at):W(t),reverse:Ti(([e])=>[...e??[]].reverse()),sort:Ti(([e])=>Ri(e??[])),setunion:Ti(e=>Ri(Ii(e.flat()))),setsubtract:Ti(([e,t])=>{let n=qi(t??[]);return(e??[]).filter(e=>!n(e))}),setintersection:Ti(([e,...t])=>{let n=t.map(qi);return(e??[]).filter(e=>n.every(t=>t(e)))})},Qi=4194304,$i=(e,t)=>e.length>Qi?$r(t):Vr(e,t),Y=e=>(t,n)=>{let r=t.map(K);if(r.some(e=>e===void 0))return W(n);let i=e(...r);return i===void 0?$r(n):typeof i==`string`?$i(i,n):G(i,n)};function ea(e,t,n){let r=n.length-t.length,i=r>0?(Qi-e.length)/r:1/0;return ta(e,t,i)>i?void 0:e.replaceAll(t,()=>n)}function ta(e,t,n){if(t===``)return e.length+1;let r=0;for(let i=e.indexOf(t);i!==-1&&r<=n;i=e.indexOf(t,i+t.length))r++;return r}function na(e){if(e.kind===`string`)return e.pieces;if(e.kind===`unknown`)return[Gr(e)];let t=K(e);return t===void 0?void 0:[{text:t,at:e.at,form:`made`}]}function ra(e,t){let n=[],r=0;for(let i of e){for(let e of i??[])r+=e.text.length,n.push({...e,form:`made`});if(i===void 0)return W(t);if(n.length>5e4||r>Qi)return $r(t)}return{kind:`string`,pieces:n,at:t}}const ia=([e,...t],n)=>{let r=e&&Wr(e);if(r===void 0||t.some(({kind:e})=>e!==`list`))return W(n);let i=t.flatMap(e=>e.items);return i.length>5e4?$r(n):ra(i.flatMap((e,t)=>[...t>0?[[{text:r,at:n,form:`made`}]]:[],na(e)]),n)},aa=([e,t],n)=>{let[r,i]=[e&&Wr(e),t&&Wr(t)];return r===void 0||i===void 0?W(n):ta(i,r,5e4)>5e4?$r(n):{kind:`list`,items:i.split(r).map(e=>Vr(e,t.at)),at:n}},oa=([e,...t],n)=>{let r=e&&Wr(e);if(r===void 0)return W(n);let i=[],a=0,o=0;for(let e of r.matchAll(/%(?:%|(0?)(\d*)([sdvqt]))|%/g))e.index>o&&i.push([{text:r.slice(o,e.index),at:n,form:`made`}]),o=e.index+e[0].length,e[0]===`%%`?i.push([{text:`%`,at:n,form:`made`}]):i.push(e[3]===void 0?void 0:sa(e,t[a++],n));return o<r.length&&i.push([{text:r.slice(o),at:n,form:`made`}]),ra(i,n)};function sa(e,t,n){if(!t)return;let r=na(t),[,i,a,o]=e;if(a===``&&o!==`q`||t.kind===`unknown`)return r;let s=K(t);if(s!==void 0)return[{text:(o===`q`?JSON.stringify(s):s).padStart(Math.min(Number(a),100),i?`0`:` `),at:n,form:`made`}]}const ca=([e,t],n)=>{let r=e?.kind===`scalar`&&typeof e.value==`number`?` `.repeat(Math.min(e.value,100)):void 0;return r===void 0||t?.kind!==`string`?W(n):t.pieces.some(({text:e})=>ta(e,`
`,5e4)>5e4)?$r(n):{kind:`string`,pieces:t.pieces.flatMap(e=>la(e,r)),at:t.at}};function la(e,t){let n=e.text.split(/(?<=\n)/),r=e.form!==`made`&&e.at.end-e.at.start===e.text.length,i=0;return n.flatMap(n=>{let a=r?{...e.at,start:e.at.start+i,end:e.at.start+i+n.length}:e.at;i+=n.length;let o={...e,text:n,at:a};return n.endsWith(`
`)?[o,{text:t,at:a,form:`made`}]:[o]})}const ua=(e,t)=>{for(let n of e){if(n.kind===`unknown`)return W(t);if(!Hr(n)&&Wr(n)!==``)return n}return W(t)},da=e=>e.replace(/(^|\s)(\S)/g,(e,t,n)=>t+n.toUpperCase()),fa=(e,t)=>{let n=new Set(t),r=e=>e!==void 0&&n.has(e),[i,a]=[0,e.length];for(;i<a&&r(e[i]);)i++;for(;a>i&&r(e[a-1]);)a--;return e.slice(i,a)};function pa(e){let t=e.length;for(;e[t-1]===`
`;)t-=e[t-2]===`\r`?2:1;return e.slice(0,t)}const ma={join:ia,split:aa,format:oa,indent:ca,coalesce:ua,lower:Y(e=>e.toLowerCase()),upper:Y(e=>e.toUpperCase()),title:Y(da),trimspace:Y(e=>e.trim()),chomp:Y(pa),trim:Y(fa),trimprefix:Y((e,t)=>e.startsWith(t)?e.slice(t.length):e),trimsuffix:Y((e,t)=>t!==``&&e.endsWith(t)?e.slice(0,-t.length):e),startswith:Y((e,t)=>e.startsWith(t)),endswith:Y((e,t)=>e.endsWith(t)),strcontains:Y((e,t)=>e.includes(t)),replace:Y(ea),substr:Y((e,t,n)=>{let r=Number(t)<0?e.length+Number(t):Number(t);return Number(n)<0?e.slice(r):e.slice(r,r+Number(n))}),basename:Y(e=>e.split(`/`).at(-1)),dirname:Y(e=>e.split(`/`).slice(0,-1).join(`/`)||`.`)},ha=e=>{let t=e&&K(e);return t===void 0||t.trim()===``||Number.isNaN(Number(t))?void 0:Number(t)},ga=e=>(t,n)=>{let r=t.map(ha);return r.some(e=>e===void 0)?W(n):G(e(...r),n)};function _a(e){try{return JSON.parse(e)}catch{return}}const va=([e],t)=>e&&e.kind!==`unknown`&&hi(e)||W(t),ya=([e],t)=>{if(e?.kind!==`string`)return W(t);let n=Wr(e),r=ti(e);return n!==void 0&&_a(n)===void 0?W(t):ba(r)},ba=e=>{if(e.kind!==`object`)return e;let{yaml:t,...n}=e;return n},xa=([e],t)=>e?.kind===`string`?ti(e):W(t),Sa=([e],t)=>e?.kind===`string`?ni(e):W(t),Ca=([e],t)=>!e||e.kind===`unknown`?W(t):di(e),wa=([e],t)=>{if(!e||e.kind===`string`||e.kind===`scalar`&&e.value===null)return e??W(t);let n=K(e);return n===void 0?W(t):Vr(n,e.at)},Ta=([e],t)=>{let n=ha(e);return e?.kind===`scalar`?e:n===void 0?W(t):G(n,e.at)},Ea=([e],t)=>{let n=e&&K(e);return n===`true`||n===`false`?G(n===`true`,e.at):W(t)},Da=([e],t)=>e??W(t),Oa=([e,t],n)=>{let r=Number.parseInt((e&&K(e))??``,ha(t)??10);return Number.isNaN(r)?W(n):G(r,n)},ka=new Map([...Object.entries(ma),...Object.entries(Zi),[`jsonencode`,va],[`jsondecode`,ya],[`yamlencode`,Ca],[`yamldecode`,xa],[`provider::kubernetes::manifest_decode`,xa],[`provider::kubernetes::manifest_decode_multi`,Sa],[`provider::kubernetes::manifest_encode`,Ca],[`tostring`,wa],[`tonumber`,Ta],[`tobool`,Ea],[`sensitive`,Da],[`nonsensitive`,Da],[`parseint`,Oa],[`max`,ga(Math.max)],[`min`,ga(Math.min)],[`ceil`,ga(Math.ceil)],[`floor`,ga(Math.floor)],[`abs`,ga(Math.abs)],[`signum`,ga(Math.sign)],[`pow`,ga((e,t)=>e**t)],[`sum`,([e],t)=>e?.kind===`list`?ga((...e)=>e.reduce((e,t)=>e+t,0))(e.items,t):W(t)]]),Aa=(e,t)=>({...W(e,t),isError:!0}),ja=e=>e.kind===`unknown`&&`isError`in e;function Ma(e,t,n){return e.kind===`unknown`?{...e,name:`${e.name}.${t}`}:e.kind===`object`?e.entries.get(t)?.value??(e.isPartial?W(n,t):Aa(n,t)):Aa(n,t)}function Na(e,t,n){return e.kind===`unknown`?W(n,e.name):{kind:`list`,items:(e.kind===`list`?e.items:Hr(e)?[]:[e]).map(e=>t.reduce((e,t)=>Ma(e,t,n),e)),at:n}}const Pa={"+":(e,t)=>e+t,"-":(e,t)=>e-t,"*":(e,t)=>e*t,"/":(e,t)=>e/t,"%":(e,t)=>e%t,"<":(e,t)=>e<t,"<=":(e,t)=>e<=t,">":(e,t)=>e>t,">=":(e,t)=>e>=t};function Fa(e,[t,n],r){if(e===`==`||e===`!=`){let i=qr(t,n);return i===void 0?Ia(t,n,e,r):G(i===(e===`==`),r)}if(e===`&&`||e===`||`)return La([t,n],e===`||`,r);let[i,a]=[Number(K(t)??NaN),Number(K(n)??NaN)],o=Pa[e]?.(i,a);return o===void 0||Number.isNaN(i+a)?W(r):G(o,r)}function Ia(e,t,n,r){let i=e=>e.kind===`object`||e.kind===`list`||e.kind===`string`;return Hr(e)&&i(t)||Hr(t)&&i(e)?G(n===`!=`,r):W(r)}function La(e,t,n){let r=e.map(K);return r.includes(String(t))?G(t,n):r.includes(void 0)?W(n):G(!t,n)}function Ra(e,t,n){let r=K(t);return e===`!`?r===`true`||r===`false`?G(r===`false`,n):W(n):r===void 0||Number.isNaN(Number(r))?W(n):G(-Number(r),n)}function za(e,t){return ei(e)?(t.spend(1/0),W(e.at)):e}const Ba=1e4;function Va(e){if(e.kind===`list`)return e.items.slice(0,Ba).map((e,t)=>({key:G(t,e.at),value:e}));if(e.kind===`object`)return[...e.entries].sort(([e],[t])=>v(e,t)).slice(0,Ba).map(([e,t])=>({key:Ha(e,t),value:t.value}))}const Ha=(e,{key:t,value:n})=>({kind:`string`,pieces:e===``?[]:[{text:e,at:t?.at??n.at,form:`made`}],at:t?.at??n.at});function Ua(e,t,{key:n,value:r}){let[i,a]=t,o=a===void 0?[[i,r]]:[[i,n],[a,r]];return{...e,names:new Map([...e.names,...o])}}const Wa={quoted:`quoted`,heredoc:`heredoc`,file:`template`},Ga=4194304;function Ka(e,t,n){let r={pieces:[],form:t,evaluate:n.evaluate,length:0};return Ja(e,n.scope,r),r.length>Ga?$r(n.at):{kind:`string`,pieces:r.pieces,at:n.at}}function qa(e,t){for(let n of t)e.length+=n.text.length,n.text!==``&&e.length<=Ga&&e.pieces.push(n)}function Ja(e,t,n){for(let[r,i]of e.entries()){if(n.length>Ga||!t.spend())return;if(i.kind===`text`){let{text:e,at:t,isLiteral:r}=i,{style:a,indent:o}=n.form;qa(n,[{text:e,at:t,form:r?Wa[a]:`made`,...o>0&&{indent:o}}])}else if(i.kind===`value`){let a=n.evaluate(i.expression,t);Ya(a,n,e[r+1])?qa(n,[no(n,i.at)]):Za(a,i.at,{scope:t,writer:n})}i.kind===`if`&&eo(i,t,n),i.kind===`for`&&to(i,t,n)}}function Ya(e,{pieces:t},n){if(e.kind!==`unknown`||n!==void 0&&!(n.kind===`text`&&/^[ \t]*\n/.test(n.text)))return!1;let r=t.slice(-40).map(({text:e})=>e).join(``).split(`
`),i=r.pop();if(i.trim()!==``)return!1;let a=r.findLast(e=>e.trim()!==``&&Xa(e)<=i.length);return a!==void 0&&Xa(a)===i.length&&/^(?:- |[\w./"'-]+:(?: |$))/.test(a.trimStart())}const Xa=e=>e.length-e.trimStart().length;function Za(e,t,{scope:n,writer:r}){n.spend(Xr(e))&&qa(r,Qa(e,t))}function Qa(e,t){if(e.kind===`string`&&e.pieces.length>1)return e.pieces.map(e=>$a(e,t));let n=K(e);return n===void 0?e.kind===`string`?e.pieces.map(e=>({...e,at:t,form:`made`})):[{...Gr(e.kind===`unknown`?e:W(t)),at:t}]:[{text:n,at:t,form:`made`}]}const $a=(e,t)=>e.isUnknown?{...e,at:t}:e;function eo(e,t,n){let r=K(n.evaluate(e.condition,t));r===void 0?qa(n,[no(n,e.at)]):Ja(r===`true`?e.whenTrue:e.whenFalse,t,n)}function to(e,t,n){let r=Va(n.evaluate(e.of,t));if(!r||e.names.length===0)qa(n,[no(n,e.at)]);else for(let i of r)Ja(e.parts,Ua(t,e.names,i),n)}function no({pieces:e},t){let n=e.slice(-3).map(({text:e})=>e).join(``);return{text:/(?:^|\n)[ \t]*$/.test(n)?`{{ unknown }}
`:"${unknown}",at:t,form:`made`,isUnknown:!0}}function X(e,t){return t.spend()?za(ro(e,t),t):W(e.at)}function ro(e,t){let{at:n}=e;switch(e.kind){case`literal`:return{kind:`scalar`,value:e.value,at:n,isLiteral:!0};case`template`:return vo(e.parts,e.form,{at:n,scope:t});case`tuple`:return{kind:`list`,items:e.items.map(e=>X(e,t)),at:n};case`object`:return io(e.entries,n,t);case`variable`:case`attribute`:return co(e,t);case`index`:return lo(e,t);case`splat`:return Na(X(e.of,t),e.path,n);case`call`:return po(e,t);case`conditional`:return ho(e,t);case`binary`:return uo(e,t);case`unary`:return Ra(e.operator,X(e.operand,t),n);case`for`:return go(e,t);case`unreadable`:return W(n)}}function io(e,t,n){let r=new Map,i=!1;for(let{key:t,value:a}of e){let e=X(t,n),o=K(e)??(n.keepsPartialKeys?ao(e):void 0);o===void 0?i=!0:r.set(o,{value:X(a,n),key:oo(o,e,t.at)})}return q(r,t,i)}const ao=e=>e.kind===`string`?Ur(e):e.kind===`unknown`?Gr(e).text:void 0;function oo(e,t,n){if(n.end-n.start===e.length)return{text:e,at:n,form:`key`};let[r]=t.kind===`string`?t.pieces:[];return r?.form===`quoted`&&r.text===e?r:{text:e,at:n,form:`made`}}function so(e){if(e.kind===`variable`)return[e.name];if(e.kind===`attribute`){let t=so(e.of);return t&&[...t,e.name]}}function co(e,t){let{at:n}=e,r=so(e);if(r===void 0){let{of:r,name:i}=e;return Ma(X(r,t),i,n)}let i=t.names.get(r[0]),{value:a,steps:o}=i?{value:i,steps:1}:t.resolve(r,n);return r.slice(o).reduce((e,t)=>Ma(e,t,n),a)}function lo({of:e,key:t,at:n},r){let[i,a]=[X(e,r),X(t,r)];if(i.kind===`unknown`)return ja(i)?i:W(n,i.name);let o=K(a);return o===void 0?W(n):i.kind===`list`?i.items[Number(o)]??Aa(n,o):Ma(i,o,n)}function uo({operator:e,left:t,right:n,at:r},i){let a=[X(t,i),X(n,i)];return i.spend(fo(a))?Fa(e,a,r):W(r)}const fo=e=>e.reduce((e,t)=>e+Xr(t),0)/16;function po({name:e,args:t,isExpanded:n,at:r},i){if(e===`try`)return mo(t,r,i);let a=t.map(e=>X(e,i)),o=a.at(-1);if(n&&o?.kind!==`list`)return W(r);let s=n&&o?.kind===`list`?[...a.slice(0,-1),...o.items]:a;if(e===`can`)return s.some(ja)?G(!1,r):s.some(({kind:e})=>e===`unknown`)?W(r):G(!0,r);let c=i.hostFunction(e)??ka.get(e);if(!c||!i.spend(fo(s)))return W(r);let l=c(s,r);return i.spend(Xr(l))?l:W(r)}function mo(e,t,n){for(let t of e){let e=X(t,n);if(!ja(e))return e}return W(t)}function ho({condition:e,whenTrue:t,whenFalse:n,at:r},i){let a=K(X(e,i));if(a===`true`)return X(t,i);if(a===`false`)return X(n,i);let[o,s]=[X(t,i),X(n,i)];return i.spend(fo([o,s]))&&qr(o,s)?o:W(r)}function go(e,t){let{at:n,of:r,names:i,condition:a}=e,o=X(r,t),s=Va(o);if(!s||i.length===0)return W(n);let c=s.map(e=>Ua(t,i,e)),l=c.map(e=>a?K(X(a,e)):`true`),u=o.kind===`object`&&o.isPartial||l.includes(void 0),d=c.filter((e,t)=>l[t]===`true`);if(!e.key){let t=d.map(t=>X(e.value,t));return{kind:`list`,items:u?[...t,W(n)]:t,at:n}}return _o({...e,key:e.key},d,u)}function _o({key:e,value:t,isGrouped:n,at:r},i,a){let o=new Map,s=new Map,c=!1;for(let a of i){let i=X(e,a),l=K(i);if(l===void 0){c=!0;continue}let u=X(t,a),d={text:l,at:i.at,form:`made`},f=s.get(l)??[];s.set(l,f),f.push(u),o.set(l,{value:n?{kind:`list`,items:f,at:r}:u,key:d})}return q(o,r,a||c)}function vo(e,t,{at:n,scope:r}){let[i]=e;return e.length===1&&i?.kind===`value`&&t.style===`quoted`?X(i.expression,r):Ka(e,t,{at:n,scope:r,evaluate:X})}const yo=new Set([`count`,`for_each`,`provider`,`providers`,`depends_on`,`lifecycle`,`provisioner`]);function bo({block:e,scope:t}){let n=za(xo(e.body,t,e.head),t);return n.kind===`object`?n:q([],e.head,!0)}function xo(e,t,n){let r=new Map;for(let[n,{value:i,nameAt:a}]of e.attributes)yo.has(n)||r.set(n,{value:X(i,t),key:{text:n,at:a,form:`key`}});for(let n of e.blocks){let e=n.type===`dynamic`?n.labels[0]??``:n.type;if(yo.has(e))continue;let i=n.type===`dynamic`?So(n,t):[xo(n.body,t,n.head)],a=r.get(e)?.value,o=a?.kind===`list`?a.items:[],s={text:e,at:n.head,form:`made`};r.set(e,{value:{kind:`list`,items:[...o,...i],at:n.head},key:s})}return q(r,n)}function So({body:e,labels:t,head:n},r){let i=e.attributes.get(`for_each`)?.value,a=e.blocks.find(({type:e})=>e===`content`),o=i&&Va(X(i,r));return!o||!a?[W(n)]:o.map(({key:e,value:i})=>{let o=q([[`key`,{value:e}],[`value`,{value:i}]],i.at);return xo(a.body,Ua(r,[t[0]??``],{key:e,value:o}),n)})}function Co(e,{name:t,at:n,spec:r}){let i=e=>({value:Vr(e,n)});return q([[`apiVersion`,i(`terraform/v1`)],[`kind`,i(e)],[`metadata`,{value:q([[`name`,i(t)]],n)}],[`spec`,{value:r}]],n)}const wo=e=>t=>[{name:t.address,text:e(t)}],To=e=>t=>{let n=e(t);return n?[{name:t.address,text:n}]:[]},Eo=e=>Do(e.block.labels[0]??e.block.type)(e),Do=e=>t=>{let{block:n,address:r}=t,i=n.labels.at(-1)??``,a=Oo(bo(t),n);return[{name:r,text:di(Co(e,{name:i,at:n.head,spec:a}))}]};function Oo(e,{body:t}){let n=t.blocks.find(({type:e})=>e===`lifecycle`)?.body.attributes.get(`ignore_changes`)?.value;if(n?.kind!==`tuple`)return e;let r=n.items.flatMap(e=>{let t=e.kind===`index`||e.kind===`attribute`?e.of:e;return t.kind===`variable`?[t.name]:[]}).map(e=>[e,{value:W(n.at,`ignored.${e}`)}]);return q([...e.entries,...r],e.at,e.isPartial)}const ko=`unread_module`;function Ao({block:e,scope:t,address:n}){let r=e.body.attributes.get(`source`),i=r?[[`source`,{value:X(r.value,t)}]]:[],a=q(i,e.head);return{name:n,text:di(Co(ko,{name:e.labels[0]??``,at:e.head,spec:a}))}}const jo=e=>{let{block:t,address:n}=e,r=bo(e);return[{name:n,text:di(Co(`module`,{name:t.labels[0]??``,at:t.head,spec:q(r.entries,r.at)}))}]},Mo=`token.actions.githubusercontent.com`,No=`sts.amazonaws.com`,Po=`2026-07-15`;function Fo({owner:e,name:t,ids:n},r){let i=`environment:${r.replaceAll(`:`,`%3A`)}`;return{byName:`repo:${e}/${t}:${i}`,byId:n&&`repo:${e}@${n.owner}/${t}@${n.repository}:${i}`}}const Io=/^repo:([^/:@]+)(?:@([^/:]+))?\/([^/:@]+)(?:@([^/:]+))?(?::(.*))?$/;function Lo(e){let[,t,n,r,i,a=``]=Io.exec(e)??[];return t===void 0?void 0:{owner:t,name:r,ownerId:n,repositoryId:i,context:a}}const Ro=`sts:AssumeRoleWithWebIdentity`,zo=e=>e.replace(/^arn:[^:]+:iam::[^/]{0,200}:oidc-provider\//,``).replace(/^https:\/\//,``).replace(/\/$/,``);function Bo(e,t){try{let n=JSON.parse(t(e.split(`.`)[1]??``));return typeof n!=`object`||!n?void 0:Object.fromEntries(Object.entries(n).filter(([,e])=>Array.isArray(e)||typeof e!=`object`).map(([e,t])=>[e,Array.isArray(t)?t.map(String):String(t)]))}catch{return}}const Vo=e=>e===void 0?[]:typeof e==`string`?[e]:e;function Ho(e,t){let n=zo(Vo(t.iss)[0]??``),r=e.filter(e=>e.effect===`Allow`&&Er(e,`sts:AssumeRoleWithWebIdentity`));if(r.length===0)return[`no statement allows \`${Ro}\``];let i=r.filter(e=>Uo(e).some(e=>zo(e)===n));return i.length===0?[`it trusts ${[...new Set(r.flatMap(Uo).map(zo))].map(e=>`\`${e}\``).join(`, `)||`no identity provider`}, but the token is from \`${n}\``]:i.map(e=>e.conditions.flatMap(e=>Wo(e,n,t))).sort((e,t)=>e.length-t.length)[0]}const Uo=e=>e.principals.get(`Federated`)??[];function Wo(e,t,n){let{operator:r,key:i,values:a}=e,o=Go(i,t);if(o===void 0)return[`it requires \`${i}\`, which no token of \`${t}\` has`];let s=Vo(n[o]),c=U(a,` or `),l=s.length===0?`does not have it`:`has \`${s.join(`, `)}\``;return Ko(r,s,a)===!1?[`\`${o}\` must be ${c}, but the token ${l}`]:[]}function Go(e,t){let n=e.lastIndexOf(`:`);return e.slice(0,n).toLowerCase()===t.toLowerCase()?e.slice(n+1).toLowerCase():void 0}function Ko(e,t,n){let[,r=``,i=``,a=``]=/^(ForAnyValue:|ForAllValues:)?(\w+?)(IfExists)?$/.exec(e)??[],o=qo[i];if(o===void 0)return;if(t.length===0)return a!==``||r===`ForAllValues:`;let s=e=>n.some(t=>o(t,e));return r===`ForAllValues:`?t.every(s):t.some(s)}const qo={StringEquals:(e,t)=>e===t,StringEqualsIgnoreCase:(e,t)=>e.toLowerCase()===t.toLowerCase(),StringLike:Tr};function Jo(e){let[t=``]=Vo(e.sub);if(zo(Vo(e.iss)[0]??``)!==`token.actions.githubusercontent.com`)return;let n=Lo(t);if(!n)return`The subject is customized, so the trust policy must spell it the same way.`;if(!n.context.startsWith(`environment:`))return"The job names no environment. Add `environment: NAME` to it, because the trust policy requires one.";if(n.ownerId!==void 0)return"The subject contains ids (`repo:owner@ID/name@ID:…`), as in repositories created or renamed since 15 July 2026. The trust policy must use this format."}function Yo({manifests:e}){let t=new Map(e.map(e=>[e.source.file,e]));return e.filter(({source:e})=>e.origin?.tool===`terraform`).flatMap(e=>e.kind===`aws_iam_role`?[Zo(e,t)]:e.kind===`module`?ts(e):[])}const Xo=({source:e})=>e.file.slice(e.file.indexOf(`: `)+2).replace(/ \(\d+\)$/,``);function Zo(e,t){let n=[`spec`,`assume_role_policy`],r=e.get(n),i={address:Xo(e),manifest:e,path:n,name:h(e.get([`spec`,`name`]))};if(g(r))return{...i,statements:Qo(r)};let a=/^\$\{(data\.aws_iam_policy_document\.[\w-]+)\.json\}$/.exec(h(r)??``)?.[1];if(a===void 0)return{...i,statements:void 0};let[o]=e.source.file.split(/(?:data\.)?aws_iam_role\./),s=[``,`[0]`].flatMap(e=>t.get(`${o}${a}${e}`)??[])[0];if(s===void 0||s.isPartial)return{...i,statements:void 0};let c=[`spec`,`Statement`];return{...i,manifest:s,path:c,statements:Qo({Statement:l(s.get(c))})}}function Qo(e){let t=xr(JSON.stringify(e));return`statements`in t?t.statements:void 0}const $o=/\/\/modules\/iam-role-for-service-accounts\b/,es=/\/\/modules\/karpenter\b/;function ts(e){let t=h(e.get([`spec`,`source`]))??``,n={address:Xo(e),manifest:e,name:h(e.get([`spec`,`role_name`]))};if($o.test(t)){let t=[`spec`,`oidc_providers`],r=g(e.get(t));if(!r)return e.get(t)===void 0?[]:[{...n,path:t,statements:void 0}];let i=h(e.get([`spec`,`assume_role_condition_test`]))??`StringEquals`,a=Object.values(r).map(e=>{let t=g(e)??{},n=l(t.namespace_service_accounts).map(e=>h(e)??``);return rs(h(t.provider_arn),{accounts:n,condition:i})});return[{...n,path:t,statements:a}]}if(!es.test(t)||!ns(e))return[];let r=[`spec`,`irsa_namespace_service_accounts`],i=e.get(r),a=i===void 0?[`karpenter:karpenter`]:l(i).map(e=>h(e)??``),o=h(e.get([`spec`,`irsa_assume_role_condition_test`]))??`StringEquals`,s=i===void 0?[`spec`,`irsa_oidc_provider_arn`]:r,c=h(e.get([`spec`,`irsa_oidc_provider_arn`]));return[{...n,path:s,statements:[rs(c,{accounts:a,condition:o})]}]}function ns(e){let t=Number(/\d+/.exec(h(e.get([`spec`,`version`]))??``)?.[0]??NaN);return e.get([`spec`,`enable_irsa`])===!0?!(t>=21):t<=19&&e.get([`spec`,`create_irsa`])!==!1}function rs(e,{accounts:t,condition:n}){let r=e??"${unknown}",i=/:oidc-provider\/(.+)$/.exec(r)?.[1]??"${issuer}";return{name:`the module`,effect:`Allow`,principals:new Map([[`Federated`,[r]]]),actions:[Ro],isNegated:!1,resources:[],conditions:[{operator:n,key:`${i}:sub`,values:t.map(e=>`system:serviceaccount:${e}`)},{operator:`StringEquals`,key:`${i}:aud`,values:[`sts.amazonaws.com`]}],unknown:[]}}const is=({kind:e,apiVersion:t})=>/^(?:EC2NodeClass|AWSNodeTemplate|Provisioner)$/.test(e)&&/^karpenter\./.test(_(t));function as(e,t){if(e.kind===`EC2NodeClass`){let n=[`spec`,`${t}SelectorTerms`];return l(e.get(n)).map((e,t)=>os(e,[...n,t]))}let n=[...e.kind===`Provisioner`?[`spec`,`provider`]:[`spec`],`${t}Selector`],r=g(e.get(n));if(!r)return[];let i=([e])=>!/^aws(::|-)ids$/.test(e),a=Object.entries(r);return[{path:n,tags:ss(a.filter(i),n),hasOther:!a.every(i)}]}function os(e,t){let{tags:n,...r}=g(e)??{};return{path:t,tags:ss(Object.entries(g(n)??{}),[...t,`tags`]),hasOther:Object.keys(r).some(e=>e===`id`||e===`name`)}}const ss=(e,t)=>e.map(([e,n])=>{let r=h(n)??``,i=r!==``&&!r.includes(`*`)&&!m(r)&&!m(e);return{path:[...t,e],key:e,value:r,isKnown:i}}),cs=[`karpenter.sh/discovery`,`KubernetesCluster`,`aws:eks:cluster-name`,`eks:cluster-name`],ls=`kubernetes.io/cluster/`;function us(e,t){return cs.includes(e)?t:e.startsWith(ls)?e.slice(22):void 0}const ds=e=>e.tags.flatMap(e=>{let t=us(e.key,e.value);return t===void 0?[]:[{scheme:e.key.startsWith(ls)?`${ls}…`:e.key,cluster:t,tag:e}]}),fs=[[`karpenter`,/terraform-aws-modules\/(?:terraform-aws-)?eks\b.*\/\/modules\/karpenter\b/],[`eks`,/terraform-aws-modules\/(?:terraform-aws-)?eks(?:\/aws|\.git)?(?:\?.*)?$/],[`vpc`,/terraform-aws-modules\/(?:terraform-aws-)?vpc(?:\/aws|\.git)?(?:\?.*)?$/]],ps=e=>fs.find(([,t])=>t.test(e))?.[0],Z=e=>e.kind===`module`?ps(h(e.get([`spec`,`source`]))??``):void 0,ms={aws_eks_cluster:[`name`],aws_eks_addon:[`cluster_name`],aws_eks_access_entry:[`cluster_name`]},hs={eks:[`cluster_name`,`name`],karpenter:[`cluster_name`],vpc:[]};function gs(e){let t=[...bs(e),...ws(e)].filter(({name:e})=>!_s.test(e)&&!m(e)),n=vs(e);return t.length>0||n?{names:t,...n&&{createsCluster:n}}:void 0}const _s=/^(?:|true|false|yes|no|enabled|owned|shared|\d+)$/i,vs=e=>e.kind===`aws_eks_cluster`||Z(e)===`eks`||ys(e),ys=({kind:e,apiVersion:t})=>e===`ClusterConfig`&&_(t)===`eksctl.io`||e===`Cluster`&&_(t)===`kops.k8s.io`;function bs(e){return[...xs(e),...Cs(e)].flatMap(t=>{let n=h(e.get(t));return n===void 0?[]:[{name:n,isDefined:!0}]})}function xs(e){let{kind:t}=e;if(ys(e))return[[`metadata`,`name`]];if(t===`InstanceGroup`)return[[`metadata`,`labels`,`kops.k8s.io/cluster`]];let n=Z(e);return(n?hs[n]:ms[t]??[]).map(e=>[`spec`,e])}const Ss=({chart:e,values:t})=>e===`karpenter`?[[`settings`,`clusterName`],[`settings`,`aws`,`clusterName`],[`clusterName`]].map(e=>[...t,...e]):[],Cs=e=>xt(e).flatMap(Ss);function ws(e){return[...is(e)?[`subnet`,`securityGroup`].flatMap(t=>as(e,t).flatMap(e=>ds(e).flatMap(({cluster:e})=>/[*,]/.test(e)?[]:[e]))):[],...Ts(e)].map(e=>({name:e,isDefined:!1}))}function Ts(e){if(e.apiVersion!==`terraform/v1`)return[];let t=g(e.get([`spec`]))??{};return Object.entries(t).flatMap(([e,t])=>/(?:^|_)tags$/.test(e)?Object.entries(g(t)??{}).flatMap(([e,t])=>us(e,h(t))??[]):[])}const Es=e=>e.ofKind(`aws_sqs_queue`,`module`).flatMap(t=>Ds(t,e));function Ds(e,t){let n=(...t)=>({manifest:e,path:t,name:j(e,t)});if(e.kind===`aws_sqs_queue`){let t=n(`spec`,`name`);return/karpenter/i.test(`${e.name} ${t.name??``}`)?[t]:[]}if(Z(e)!==`karpenter`||e.get([`spec`,`enable_spot_termination`])===!1)return[];if(e.get([`spec`,`queue_name`])!==void 0)return[n(`spec`,`queue_name`)];let r=[`spec`,`cluster_name`],i=Os(e,r,t);return[{manifest:e,path:r,name:i&&`Karpenter-${i}`}]}function Os(e,t,n){let r=j(e,t),[,i,a]=/^(?:module\.([\w-]+)\.cluster_(?:name|id)|aws_eks_cluster\.([\w-]+)\.(?:name|id))$/.exec(Et(e,t)??``)??[];if(r!==void 0||(i??a)===void 0)return r;let o=n.ofKind(i===void 0?`aws_eks_cluster`:`module`).filter(e=>e.name===(i??a)&&(i===void 0||Z(e)===`eks`)),[s]=o,c=s&&xs(s).find(e=>s.get(e)!==void 0);return o.length===1&&s&&c?j(s,c):void 0}const ks=new WeakMap;function As(e){let t=ks.get(e)??{roles:[...Ls(e),...e.manifests.flatMap(t=>zs(t,e,`role`)??[])],profiles:[...e.ofKind(`aws_iam_instance_profile`).map(Is),...e.manifests.flatMap(t=>zs(t,e,`profile`)??[])],mayBeMore:Ms(e)};return ks.set(e,t),t}const js=/\bterraform-aws-modules\/(?:terraform-aws-)?(?!iam\b|eks\b)[\w-]+|\b(?:vpc|subnets?|s3|ecr|kms|acm|route53|argocd|helm|label|rds|dynamodb|security-group)\b/,Ms=e=>e.ofKind(ko).some(e=>!js.test(h(e.get([`spec`,`source`]))??``)),Ns=({source:e},t)=>`${e.origin?.root??e.file}: ${t}`;function Ps(e,t,n){let{name:r,prefix:i}=n,a=i===void 0?n.pattern?.replaceAll(/\$\{[^}]{0,200}\}/g,`*`):`${i}*`;return{manifest:e,path:t,tool:`Terraform`,address:Ns(e,`${e.kind}.${e.name}`),...r!==void 0&&{name:r},...i!==void 0&&{prefix:i},canBeNamed:e=>r===void 0?Tr(a??`*`,e):r===e}}const Fs=e=>[`spec`,e];function Is(e){let[t,n]=[Fs(`name`),Fs(`name_prefix`)],r=h(e.get(t));if(r!==void 0)return Ps(e,t,{name:j(e,t),pattern:r});let i=h(e.get(n));return i===void 0?Ps(e,[`metadata`,`name`],{prefix:`terraform-`}):Ps(e,n,m(i)?{pattern:`${i}*`}:{prefix:i})}function Ls(e){let t=e.ofKind(`aws_iam_role`),n=new Map(e.manifests.map(e=>[e.source.file,e]));return t.flatMap(e=>{let{statements:t}=Zo(e,n);return t?.every(({principals:e})=>![...e.values()].flat().some(Rs))?[]:[Is(e)]})}const Rs=e=>/^(?:ec2\.|\*$)/.test(e)||m(e);function zs(e,t,n){if(Z(e)===`karpenter`)return Gs(e,t,n);let r=_(e.apiVersion),i=[`metadata`,`name`],a=j(e,i);if(e.kind===`ClusterConfig`&&r===`eksctl.io`&&e.get([`karpenter`])!==void 0)return{...Ps(e,i,Bs(n===`role`?`eksctl-KarpenterNodeRole-`:`eksctl-KarpenterNodeInstanceProfile-`,a)),tool:`eksctl`};if(e.kind===`Cluster`&&r===`kops.k8s.io`)return{...Ps(e,i,Bs(`nodes.`,a)),tool:`kOps`}}const Bs=(e,t)=>t===void 0?{pattern:`${e}*`}:{name:`${e}${t}`},Vs={new:{creates:`create_node_iam_role`,arn:`node_iam_role_arn`,name:`node_iam_role_name`,usesPrefix:`node_iam_role_use_name_prefix`},old:{creates:`create_iam_role`,arn:`iam_role_arn`,name:`iam_role_name`,usesPrefix:`iam_role_use_name_prefix`}};function Hs(e){let t=j(e,Fs(`version`))??h(e.get(Fs(`source`)))??``,n=/(?:^|ref=v?)[~=\s]{0,5}(\d+)/.exec(t)?.[1];return n===void 0?void 0:Number(n)}const Us=e=>(Hs(e)??20)<20?Vs.old:Vs.new;function Ws(e,t,n){let r=e.get(Fs(t));return r==null?n:typeof r==`boolean`?r:void 0}function Gs(e,t,n){let r=Us(e),i=r===Vs.old,a=n===`role`?Ws(e,r.creates,!0):qs(e,i);if(a===!1||Ws(e,`create`,!0)===!1)return;let o=Ws(e,r.usesPrefix,!0),s=Fs(r.name),c=e.get(s)!==void 0&&e.get(s)!==null,l=c?s:Fs(`cluster_name`),u=c?j(e,s):Ks(e,t),d=Hs(e)===void 0&&!c&&e.get(Fs(`iam_role_name`))!==void 0;return u===void 0||o===void 0||a!==!0||d?Ps(e,l,{}):Ps(e,l,o?{prefix:`${u}-`}:{name:u})}function Ks(e,t){let n=Os(e,Fs(`cluster_name`),t);return n===void 0?void 0:`Karpenter-${n}`}const qs=(e,t)=>Ws(e,`create_instance_profile`,t),Js=/^\$\{(aws_iam_(?:role|instance_profile)\.[\w-]+)\.(?:name|arn|id)\}$/,Ys=/^\$\{(module\.[\w-]+)\.(?:node_iam_role_(?:name|arn)|role_(?:name|arn)|instance_profile_(?:name|arn|id))\}$/,Xs=(e,t,n)=>Zs(h(e.get(t)),{manifest:e,cluster:n});function Zs(e,{manifest:t,cluster:n}){let r=/:(?:role|instance-profile)\/(?:.{0,600}\/)?([^/]{1,200})$/.exec(e??``)?.[1]??e;if(r===void 0)return;let{roles:i}=As(n),a=(Js.exec(r)??Ys.exec(r))?.[1];if(a!==void 0){let e=Ns(t,a);return{address:e,...Qs(i.filter(t=>t.address===e))}}if(m(r)||/[:/]/.test(r))return;let o=i.filter(({name:e})=>e===r);return{name:r,...o.length===1&&{address:o[0].address}}}const Qs=([e,...t])=>e?.name!==void 0&&t.length===0?{name:e.name}:{};function $s(e,t){return e.name!==void 0&&t.name!==void 0?e.name===t.name:e.address!==void 0&&t.address!==void 0?e.address===t.address:void 0}function ec(e,t){let n=[`spec`,`role`];if(e.get(n)!==void 0)return Xs(e,n,t);let r=Xs(e,[`spec`,`instanceProfile`],t),[i,...a]=As(t).profiles.filter(({name:e,address:t})=>r?.name===void 0?t===r?.address:e===r.name);return i?.manifest.kind===`aws_iam_instance_profile`&&a.length===0?Xs(i.manifest,n,t):void 0}const tc=new WeakMap;function nc(e){let t=tc.get(e)??rc(e);return tc.set(e,t),t}function rc(e){let t=e.manifests.flatMap(t=>lc(t,e));return{grants:t.filter(e=>e!==Q),mayBeMore:Ms(e)||t.includes(Q)}}function ic(e,{grants:t,mayBeMore:n}){let{names:r,addresses:i,unnamed:a,unaddressed:o}=oc(t),{name:s,address:c}=e;if(s!==void 0&&r.has(s)||c!==void 0&&(s===void 0?i:a).has(c))return!0;let l=s===void 0?o:c===void 0&&a.size>0;return n||l?void 0:!1}const ac=new WeakMap;function oc(e){let t=e.map(({role:e})=>e),n=ac.get(e)??{names:new Set(t.flatMap(({name:e})=>e??[])),addresses:new Set(t.flatMap(({address:e})=>e??[])),unnamed:new Set(t.flatMap(({name:e,address:t})=>e===void 0?t??[]:[])),unaddressed:t.some(({address:e})=>e===void 0)};return ac.set(e,n),n}function sc({all:e,clusterOf:t}){let n=cc.get(e);if(n)return n;let r=[...new Set(e.manifests.map(t))],i=new Set(r.flatMap(e=>[...oc(nc(e).grants).names]));return cc.set(e,i),i}const cc=new WeakMap,Q=`unknown`;function lc(e,t){let n={manifest:e,cluster:t},r=_(e.apiVersion);switch(e.kind){case`aws_eks_access_entry`:return dc(n,[`spec`],`principal_arn`);case`ManagedNodeGroup`:return r===`terraform`?fc(n,[`spec`,`nodeRole`]):[];case`ConfigMap`:return e.name===`aws-auth`?mc(n,[`data`,`mapRoles`]):[];case`kubernetes_config_map`:return gc(n);case`ClusterConfig`:return r===`eksctl.io`?_c(n):[];case`Cluster`:return r===`kops.k8s.io`?[Q]:[];case`module`:return yc(n);default:return[]}}const uc=e=>e!=null&&![`STANDARD`,`FARGATE_LINUX`].includes(h(e)??``);function dc({manifest:e,cluster:t},n,r){let i=[...n,r],a=Xs(e,i,t),o=uc(e.get([...n,`type`]));return a?[{manifest:e,path:i,role:a,by:o?`entry`:`otherEntry`}]:o?[Q]:[]}function fc({manifest:e,cluster:t},n){if(e.get(n)===void 0)return[];let r=Xs(e,n,t);return[r?{manifest:e,path:n,role:r,by:`nodeGroup`}:Q]}function pc(e){if(Array.isArray(e))return e;let t=h(e),n=/^\s*\$\{[^}]*\}\s*$|\{%|\{\{(?!\s*(?:EC2PrivateDNSName|SessionName|AccountID))/.test(t??``);if(!(t===void 0||t.length>1048576||n))try{let e=(0,S.parse)(t,{maxAliasCount:10});return e===null?[]:Array.isArray(e)?e:void 0}catch{return}}function mc({manifest:e,cluster:t},n){if(e.isPartial)return[Q];let r=e.get(n);if(r===void 0)return[];let i=pc(r);return i?i.flatMap(r=>{let{rolearn:i,username:a}=g(r)??{},o=Zs(h(i),{manifest:e,cluster:t});return o?[{manifest:e,path:n,role:o,by:hc(a)?`entry`:`otherEntry`}]:typeof a==`string`&&!m(a)&&!hc(a)?[]:[Q]}):[Q]}const hc=e=>typeof e==`string`&&e.startsWith(`system:node:`);function gc(e){let{manifest:t}=e,n=t.get([`spec`,`data`]);return n===void 0||typeof n==`string`&&n.startsWith("${ignored.")?[]:g(n)?mc(e,[`spec`,`data`,`mapRoles`]):[Q]}function _c(e){let{manifest:t}=e,n=(...e)=>l(t.get(e)).map((t,n)=>[...e,n]),r=h(t.get([`metadata`,`name`]));return[...n(`accessConfig`,`accessEntries`).flatMap(t=>dc(e,t,`principalARN`)),...n(`iamIdentityMappings`).flatMap(n=>{let r=[...n,`arn`],i=Xs(t,r,e.cluster),a=hc(t.get([...n,`username`]))?`entry`:`otherEntry`;return[i?{manifest:t,path:r,role:i,by:a}:Q]}),...[...n(`managedNodeGroups`),...n(`nodeGroups`)].flatMap(t=>[`instanceRoleARN`,`instanceRoleName`,`instanceProfileARN`].flatMap(n=>fc(e,[...t,`iam`,n]))),...t.get([`karpenter`])===void 0||r===void 0?[]:[vc({name:`eksctl-KarpenterNodeRole-${r}`},t,[`karpenter`])]]}const vc=(e,t,n)=>({manifest:t,path:n,role:e,by:`entry`});function yc(e){let t=Z(e.manifest);return t===`karpenter`?bc(e):t===`eks`?Sc(e):[]}function bc(e){let{manifest:t,cluster:n}=e;if(Ws(t,`create`,!0)===!1||Ws(t,`create_access_entry`,!((Hs(t)??20)<20))===!1)return[];let r=Us(t);if(Ws(t,r.creates,!0)===!1){let e=[`spec`,r.arn],i=Xs(t,e,n);return[i?vc(i,t,e):Q]}let i=Ns(t,`module.${t.name}`),a=t.get([`spec`,`create_access_entry`])===void 0?[`metadata`,`name`]:[`spec`,`create_access_entry`];return[vc({address:i},t,a)]}const xc=[`aws_auth_roles`,`map_roles`];function Sc(e){let{manifest:t}=e,n=t.get([`spec`,`access_entries`]);return[...n!=null&&!g(n)?[Q]:[],...Object.keys(g(n)??{}).flatMap(t=>m(t)?[Q]:dc(e,[`spec`,`access_entries`,t],`principal_arn`)),...xc.flatMap(t=>mc(e,[`spec`,t])),...[`node_groups`,`node_groups_defaults`,`worker_groups`,`worker_groups_launch_template`].filter(e=>t.get([`spec`,e])!==void 0).map(()=>Q),...[`eks_managed_node_groups`,`self_managed_node_groups`].flatMap(t=>Cc(e,t))]}function Cc(e,t){let{manifest:n}=e,r=[`spec`,t],i=n.get(r);if(i==null)return[];let a=g(i),o=fc(e,[`spec`,`${t.replace(/s$/,``)}_defaults`,`iam_role_arn`]);return a?[...o,...Object.entries(a).flatMap(([t,n])=>g(n)?fc(e,[...r,t,`iam_role_arn`]):[Q])]:[Q]}const wc=({manifests:e})=>e.some(e=>e.get([`spec`,`authentication_mode`])===`API`||l(e.get([`spec`,`access_config`])).some(e=>g(e)?.authentication_mode===`API`)||e.kind===`ClusterConfig`&&e.get([`accessConfig`,`authenticationMode`])===`API`),Tc=M({id:`aws-auth-groups`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[71],on:{Manifests(e,t){for(let n of e.manifests)n.kind===`ConfigMap`&&n.name===`aws-auth`&&Ec(n,[`data`,`mapRoles`],t),n.kind===`kubernetes_config_map`&&Ec(n,[`spec`,`data`,`mapRoles`],t),n.kind===`ClusterConfig`&&l(n.get([`iamIdentityMappings`])).forEach((e,r)=>{Oc(e,{manifest:n,path:[`iamIdentityMappings`,r]},t)})}},docs:{summary:`The mapping of a node role lacks a group that nodes need to join the cluster.`,why:"A kubelet can register its node only as a member of `system:bootstrappers` and `system:nodes`. If the mapping of its role lacks one of them, instances start but never become nodes. Karpenter terminates them after 15 minutes and launches others. This rule checks the ConfigMap `aws-auth`, also in Terraform, and the `iamIdentityMappings` of eksctl.",help:"Add both groups to the mapping, or use an access entry of type `EC2_LINUX` instead, which includes them.",url:`https://docs.aws.amazon.com/eks/latest/userguide/auth-configmap.html`},examples:Ac});function Ec(e,t,n){for(let r of pc(e.get(t))??[])Oc(r,{manifest:e,path:t},n)}const Dc=[`system:bootstrappers`,`system:nodes`];function Oc(e,{manifest:t,path:n},{report:r}){let i=g(e),a=h(i?.username)??``;if(!i||!/^system:node:\{\{\s*EC2PrivateDNSName\s*\}\}$/.test(a)||i.groups!==void 0&&me([i.groups]))return;let o=l(i.groups).map(h),s=Dc.filter(e=>!o.includes(e));if(s.length===0)return;let c=h(i.rolearn??i.arn)??``;r({manifest:t,at:t.span(n),message:`Nodes with the role \`${kc(c)}\` cannot join the cluster, because its mapping lacks ${U(s,` and `)}`,help:`Add ${U(s,` and `)} to the groups of the mapping.`})}const kc=e=>e.split(`/`).at(-1).replace(/^\$\{([^}]{1,200}?)(?:\.arn)?\}$/,`$1`);function Ac(){return{bad:[D(O`
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
      `]}}function jc(e,{product:t,version:n}){let r=n.replace(/^v(?=\d+\.)/,``).replace(/-eksbuild\.\d+$/,``);return e.find(e=>e.product===t&&e.version===r)}const Mc=({fixedIn:e,source:t})=>`${e===void 0?`Use another release.`:`Use ${e} or later.`} Source: ${t}.`,Nc=M({id:`bad-release`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,t){for(let{path:n,term:r}of Jt(e)){let[i=``,a=``]=(h(r.alias)??``).split(`@`);Pc(e,{product:i,version:a,path:[...n,`alias`]},t)}},Manifests({manifests:e},t){for(let n of e){if(n.kind!==`aws_eks_addon`)continue;let e=[`spec`,`addon_version`];Pc(n,{product:h(n.get([`spec`,`addon_name`]))??``,version:h(n.get(e))??``,path:e},t)}}},docs:{summary:`A node class or an EKS add-on pins a release that its publisher withdrew or advises not to use.`,why:`Some releases of Bottlerocket and Amazon Linux were rolled back: nodes did not boot, or programs on them stopped. Some releases of the VPC CNI lost addresses. The images stay available, so Karpenter launches nodes with them, and a change of the alias replaces all nodes of the class with such nodes. The list has the source and the date of each release.`,help:`Pin a release that has the fix.`,url:`https://karpenter.sh/docs/tasks/managing-amis/`},examples:Fc});function Pc(e,{path:t,...n},{badReleases:r,report:i}){let a=jc(r,n);a!==void 0&&i({manifest:e,at:e.span(t),message:`\`${e.name}\` pins a bad release: ${a.product} ${a.version} of ${a.date} ${a.what}`,help:Mc(a)})}function Fc(){return{bad:[D(Ic(`bottlerocket@1.21.0`),{"bottlerocket@1.21.0":`bottlerocket@1.21.1`}),D(Ic(`bottlerocket@v1.26.0`),{"bottlerocket@v1.26.0":`bottlerocket@v1.26.1`}),D(Lc(`v1.10.2-eksbuild.1`),{"v1.10.2-eksbuild.1":`v1.10.3-eksbuild.1`})],good:[Ic(`bottlerocket@1.21.1`),Lc(`v1.10.3-eksbuild.1`)]}}const Ic=e=>P(O`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${e}
  `),Lc=e=>k`
  resource "aws_eks_addon" "cni" {
    cluster_name  = "orders"
    addon_name    = "vpc-cni"
    addon_version = "${e}"
  }

  ${L(`default`,P(`role: KarpenterNodeRole-demo`))}
`,Rc=`1.22`,zc=M({id:`bottlerocket-raid`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[96],on:{NodeClass(e,{report:t,karpenter:n}){let r=e.get([`spec`,`instanceStorePolicy`]);if(n.bottlerocketRaid&&r===`RAID0`&&Xt(e)===`Bottlerocket`){for(let{path:n,term:r}of Jt(e)){let i=/^bottlerocket@v?(\d+\.\d+)\.\d+$/.exec(h(r.alias)??``)?.[1];i===void 0||vn(i,Rc)>=0||t({at:e.span([...n,`alias`]),message:`Bottlerocket ${i} does not understand the user data for \`instanceStorePolicy: RAID0\`, so its nodes never join the cluster`,labels:[{span:e.span([`spec`,`instanceStorePolicy`]),message:`Karpenter writes user data for this policy`}],help:`Pin Bottlerocket ${Rc}.0 or newer, or remove \`instanceStorePolicy\`.`})}for(let{path:n,text:r,bottlerocket:i}of Tn(e))i===void 0||vn(i,Rc)>=0||t({at:e.span(n),message:`Bottlerocket ${i}, which \`${r}\` selects, does not understand the user data for \`instanceStorePolicy: RAID0\`, so its nodes never join the cluster`,help:`Select Bottlerocket ${Rc}.0 or newer, or remove \`instanceStorePolicy\`.`})}}},docs:{summary:`A node class asks for a RAID of instance stores on a Bottlerocket release that does not support it.`,why:"For `instanceStorePolicy: RAID0` Karpenter writes a bootstrap command into the user data. Bottlerocket understands that command from 1.22.0 on. Older images reject their settings, and the nodes never join the cluster.",help:"Pin Bottlerocket 1.22.0 or newer, or remove `instanceStorePolicy`.",url:`https://karpenter.sh/docs/upgrading/upgrade-guide/`},examples:Bc});function Bc(){return{bad:[D(P(O`
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.21.1
        `),{"bottlerocket@v1.21.1":`bottlerocket@v1.22.0`},{"instanceStorePolicy: RAID0":``}),D(P(O`
          amiFamily: Bottlerocket
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - name: bottlerocket-aws-k8s-1.30-x86_64-v1.20.3-5d9ac849
        `),{"v1.20.3-5d9ac849":`v1.44.0-5d9ac849`})],good:[P(O`
        instanceStorePolicy: RAID0
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
      `),A({karpenter:`1.0`},P(O`
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.21.1
        `))]}}const Vc=1000000000n,Hc=1000000n,Uc=(2n**63n-1n)*Vc,Wc=[`n`,`u`,`m`,``,`k`,`M`,`G`,`T`,`P`,`E`],Gc=[``,`Ki`,`Mi`,`Gi`,`Ti`,`Pi`,`Ei`],Kc=/^([+-]?)(\d+(?:\.\d*)?|\.\d+)(n|u|m|k|M|G|T|P|E|[KMGTPE]i|[eE][+-]?\d+)?$/;function qc(e){let t=el(e);return t&&il(t.nanos)}function Jc(e,t){let n=el(t);if(n===void 0)return;let{nanos:r}=n;return e===`cpu`?Number(rl(r,Hc)):r%Vc==0n?Number(r/Vc):Number(rl(r,Hc))/1e3}function Yc(e,t){let n=el(e),r=el(t);return n!==void 0&&r!==void 0&&n.nanos===r.nanos}function Xc(e){let t=el(e);return t&&al(t)}function Zc(e,t,n){if(!Number.isFinite(t))return`unknown`;let r=Qc(e)?`BinarySI`:`DecimalSI`,i=(n===void 0?void 0:el(n)?.format)??r;return al({nanos:$c(t,e===`cpu`?Hc:Vc),format:i})}const Qc=e=>e===`memory`||e===`ephemeral-storage`||e===`storage`||e.startsWith(`hugepages-`),$c=(e,t)=>Number.isInteger(e)?BigInt(e)*t:BigInt(Math.round(e*1e3))*t/1000n;function el(e){let t=typeof e==`number`?String(e):e;if(t.length>128)return;let n=Kc.exec(t);if(!n)return;let[,r=``,i=``,a=``]=n,{base:o,exponent:s,format:c}=tl(a),l=nl(i,o,s);return{nanos:r===`-`?-l:l,format:c}}function tl(e){let t=Gc.indexOf(e);if(t>0)return{base:1024n,exponent:t,format:`BinarySI`};let n=Wc.indexOf(e);return n>=0?{base:10n,exponent:(n-3)*3,format:`DecimalSI`}:{base:10n,exponent:Number(e.slice(1)),format:`DecimalExponent`}}function nl(e,t,n){let[r=``,i=``]=e.split(`.`),a=BigInt(r+i);if(a===0n)return 0n;if(t===1024n){let e=rl(a*1024n**BigInt(n)*Vc,10n**BigInt(i.length));return e>Uc?Uc:e}let o=Math.min(n,300)-i.length+9;return o>=0?a*10n**BigInt(o):o<-129?1n:rl(a,10n**BigInt(-o))}function rl(e,t){return e<0n?-rl(-e,t):(e+t-1n)/t}function il(e){let t=e/Vc;return e%Vc==0n?Number(t):Number(e)/1e9}function al({nanos:e,format:t}){let n=e<0n?`-`:``,r=e<0n?-e:e;return t===`BinarySI`&&r>=1024n*Vc&&r%Vc==0n?n+ol(r/Vc):n+sl(r,t===`DecimalExponent`)}function ol(e){let t=0,n=e;for(;n%1024n==0n&&t<Gc.length-1;)n/=1024n,t++;return`${n}${Gc[t]}`}function sl(e,t){if(e===0n)return`0`;let n=0,r=e;for(;r%1000n==0n&&(t||n<Wc.length-1);)r/=1000n,n++;return t?n===3?`${r}`:`${r}e${(n-3)*3}`:`${r}${Wc[n]}`}const cl=`/dev/xvda`,ll=`/dev/xvdb`,ul=8*2**30,dl=M({id:`bottlerocket-volumes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[62],on:{NodeClass(e,{report:t}){let n=[`spec`,`blockDeviceMappings`],r=l(e.get(n)).map(e=>h(g(e)?.deviceName)??``),i=r.indexOf(cl);Xt(e)!==`Bottlerocket`||i===-1||e.isPartial||e.get([`spec`,`instanceStorePolicy`])===void 0&&(r.includes(ll)||r.some(e=>m(e))||fl(e,[...n,i,`ebs`,`volumeSize`])&&t({at:e.span([...n,i,`deviceName`]),message:`\`${cl}\` of Bottlerocket holds only the operating system, so containers and images still have only the 20 GiB of \`${ll}\``,help:`Map \`${ll}\` with this size, and set \`volumeSize\` of \`${cl}\` to \`4Gi\`.`}))}},docs:{summary:`A Bottlerocket node class enlarges the volume of the operating system, not the volume of the containers.`,why:"Bottlerocket has two volumes: `/dev/xvda` for the operating system, and `/dev/xvdb` for images, containers and logs. If a node class maps only `/dev/xvda`, the second volume keeps the 20 GiB of the AMI, and Karpenter works out ephemeral storage from it. Nodes evict pods because the disk is full, or pods fit on no node at all.",help:"Map `/dev/xvdb` with the size that containers need, and set `/dev/xvda` to about 4 GiB.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:pl});function fl(e,t){let n=e.get(t);return typeof n==`string`&&(qc(n)??0)>ul}function pl(){return{bad:[D(P(O`
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
          `})],good:[P(O`
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
      `),P(O`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          instanceStorePolicy: RAID0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 20Gi
                encrypted: true
        `,`nvme`),P(O`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 4Gi
                encrypted: true
        `,`encrypted`)]}}function ml({manifest:e,template:t}){let n=[...t,`spec`,`nodeSelector`],r=[...t,`spec`,`affinity`,`nodeAffinity`,`requiredDuringSchedulingIgnoredDuringExecution`,`nodeSelectorTerms`],i=[...r,0,`matchExpressions`];return[...Object.entries(g(e.get(n))??{}).map(([e,t])=>({key:e,values:[h(t)??``],path:[...n,e]})),...(l(e.get(r)).length===1?l(e.get(i)):[]).flatMap((e,t)=>{let{key:n,operator:r,values:a}=g(e)??{};if(r!==`In`)return[];let o=l(a).map(e=>h(e)??``);return[{key:h(n)??``,values:o,path:[...i,t]}]})].filter(({key:e,values:t})=>!m([e,...t].join(` `)))}const hl=e=>e===y.nodePool||!/(?:^|\.)(?:kubernetes\.io|k8s\.io|karpenter\.sh|karpenter\.k8s\.aws|amazonaws\.com)\//.test(e);function gl(e,t){let n=ml(e).filter(({key:e})=>hl(e));if(n.length===0)return;let r=z(t).filter(e=>n.every(t=>_l(e,t)));return r.length===1?r[0]:void 0}function _l(e,{key:t,values:n}){return t===y.nodePool?n.includes(e.name):[...Rt(e),...V(e)].some(e=>e.key===t&&e.isKnown&&e.operator===`In`&&e.values.some(({text:e})=>n.includes(e)))}const vl=/^(?:dev|develop|development|test|testing|qa|int|integration|sandbox|stage|staging|stg|uat|preprod|pre-prod|perf|prod|production|prd|live)$/i,yl=e=>vl.test(e),bl=({source:{file:e,origin:t}})=>t?`${t.tool} ${t.root}`:e;function xl({all:e,clusterOf:t}){let n=new Map;return[...de(z(e),e=>{let r=t(e),i=n.get(r)??Sl(r);return n.set(r,i),i&&!Cl(e)?r:bl(e)}).values()].filter(e=>e.length>1&&new Set(e.map(({name:e})=>e)).size===e.length)}const Sl=({isExample:e,manifests:t})=>!e&&t.some(({kind:e})=>ee(e)),Cl=({source:{file:e,origin:t}})=>!t&&/[^/]*$/.exec(e)[0].split(/[-_.]/).some(yl),wl=/(?:^|\.)(?:kubernetes\.io|k8s\.io|karpenter\.sh|karpenter\.k8s\.aws)\//;function Tl(e){let t=[...V(e),...Rt(e)];return l(e.get([`spec`,`template`,`spec`,`taints`])).length===0&&t.every(({key:e,isKnown:t})=>t&&wl.test(e))}const El=e=>Ut(e).filter(({key:e})=>b(e)===y.capacityType),Dl=e=>El(e).find(({operator:e,values:t,isKnown:n})=>n&&e===`In`&&t.length>0&&t.every(({text:e})=>e===`reserved`)),Ol=[`spec`,`capacityReservationSelectorTerms`],kl=M({id:`capacity-reservations`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Capacity reservations`,mistakes:[19],on:{Manifests(e,t){if(t.karpenter.capacityReservations){for(let n of rn(e))Al(n,e,t);for(let n of z(e))jl(n,e,t);for(let n of H(e))Ml(n,e,t)}}},docs:{summary:`A node class selects capacity reservations that its NodePools or their pods do not use, or a NodePool needs reservations that its node class does not select.`,why:"Reserved capacity has its own capacity type, `reserved`. If every NodePool of a node class allows only `on-demand` or `spot`, the reservations that the node class selects cost money and stay idle. Pods that select `karpenter.sh/capacity-type: on-demand` do not use reservations either. A NodePool that allows only `reserved` launches nothing while its node class selects no reservations.",help:"Add `reserved` to the capacity types of the NodePool, or `capacityReservationSelectorTerms` to its node class.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:Pl});function Al(e,t,{report:n}){if(l(e.get(Ol)).length===0)return;let r=an(t,e),i=r.map(Nl),[a]=i;!a||r.some(({isPartial:e})=>e)||i.includes(void 0)||n({manifest:e,at:e.keySpan(Ol),message:`No NodePool of \`${e.name}\` allows the capacity type \`reserved\`, so the reservations selected here stay idle`,labels:[{span:r[0].span(a.path),message:"these capacity types exclude `reserved`"}],help:"Add `reserved` to the capacity types of the NodePool that should use them."})}function jl(e,t,{report:n}){let r=Dl(e),i=r&&on(t,e);i&&!i.isPartial&&i.get(Ol)===void 0&&n({manifest:e,at:e.span(r.path),message:`\`${e.name}\` allows only reserved capacity, but its node class \`${i.name}\` selects no reservations, so Karpenter launches nothing for it`,help:"Add `capacityReservationSelectorTerms` to the node class, or another capacity type to the NodePool."})}function Ml(e,t,{report:n,clusterOf:r}){let{manifest:i}=e,a=ml(e),o=a.find(({key:e})=>b(e)===y.capacityType);if(!o||i.isPartial||o.values.includes(`reserved`)||!o.values.includes(`on-demand`))return;let s=a.filter(e=>e!==o),c=gl(e,t),u=z(t).filter(e=>r(e)===r(i)&&(s.length>0?e===c:Tl(e))).find(e=>{let n=on(t,e);return n&&l(n.get(Ol)).length>0&&!e.isPartial&&!Nl(e)});u&&n({manifest:i,at:i.span(o.path),severity:`note`,message:`${i.kind} \`${i.name}\` does not allow the capacity type \`reserved\`, so its pods do not use the reservations of \`${u.name}\``,labels:[{span:on(t,u).keySpan(Ol),message:`these reservations`}],help:"To use them, replace the selection with required node affinity for `karpenter.sh/capacity-type In [reserved, on-demand]`."})}const Nl=e=>El(e).find(({operator:e,values:t,isKnown:n})=>{let r=t.some(({text:e})=>e===`reserved`);return n&&(e===`In`&&!r||e===`NotIn`&&r)});function Pl(){return{bad:[D(R(N({requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),P(O`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `)),{"[on-demand]":`[reserved, on-demand]`}),D(R(N({requirements:[`karpenter.sh/capacity-type In [reserved]`],nodeClassRef:`default`}),P(`role: KarpenterNodeRole`)),{"role: KarpenterNodeRole":O`
            role: KarpenterNodeRole
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `},{"[reserved]":`[reserved, on-demand]`}),D(R(N({requirements:[`karpenter.sh/capacity-type In [reserved, on-demand]`],nodeClassRef:`default`}),P(O`
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
          `),{"values: [on-demand]}":`values: [reserved, on-demand]}`})],good:[R(N({requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),N({name:`reserved`,requirements:[`karpenter.sh/capacity-type In [reserved, on-demand]`],nodeClassRef:`default`}),P(O`
          capacityReservationSelectorTerms:
            - id: cr-0123456789abcdef0
        `)),R(N({requirements:[`karpenter.sh/capacity-type In [reserved, on-demand, spot]`],nodeClassRef:`default`}),P(`role: KarpenterNodeRole`))]}}const Fl=(e,t)=>e.source.origin!==void 0&&e.source.origin.root===t.source.origin?.root;function $(e,t,{relation:n}){if(Fl(e,t))return``;let r=n(e,t);return r===void 0?``:`. It is related to \`${e.name||e.kind}\` because ${r}`}const Il=M({id:`cluster-name`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[83],on:{Manifests(e,t){for(let n of bt(e))Ll(n,t)}},docs:{summary:"Karpenter’s `clusterName` does not match the cluster’s name.",why:`Karpenter tags the instances that it launches with the name of the cluster, asks EKS for the cluster of that name, and writes the name into the user data of nodes. With a wrong name, IAM denies the launch because its conditions name the real cluster, or nodes try to join a cluster that does not exist. Reported only when the repository creates the cluster with Terraform, eksctl or kOps. The values may be in another folder if an environment, a similar name, or being the only cluster relates both.`,help:"Set `clusterName` to the name of the cluster. In Terraform, refer to it, such as `module.eks.cluster_name`.",url:`https://karpenter.sh/docs/reference/settings/`},examples:zl});function Ll(e,t){let{manifest:n}=e,r=Ss(e).find(e=>n.get(e)!==void 0),i=r&&j(n,r);if(!r||!i)return;let a=t.clusterOf(n).manifests.filter(vs),[o]=a,s=o&&xs(o).find(e=>o.get(e)!==void 0),c=o&&s&&j(o,s);a.length===1&&o&&s&&c!==void 0&&c!==i&&t.report({manifest:n,at:n.span(r),message:`\`clusterName\` is \`${i}\`, but the cluster is named \`${c}\``,help:Fl(n,o)?`Refer to the cluster’s name: \`${Rl(o)}\`.`:`Set \`clusterName: ${c}\`.`,labels:[{span:o.span(s),message:`the name of the cluster${$(n,o,t)}`}]})}const Rl=({kind:e,name:t})=>e===`module`?`module.${t}.cluster_name`:`${e}.${t}.name`;function zl(){return{bad:[D(k`
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
        `,{'"orders"':`module.eks.cluster_name`},{'"orders"':`"orders-prod"`}),D(R(O`
            apiVersion: eksctl.io/v1alpha5
            kind: ClusterConfig
            metadata:
              name: orders-prod
              region: us-east-1
          `,I(`karpenter`,{values:O`
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
      `]}}const Bl=new WeakMap;function Vl({all:e,clusterOf:t}){let n=Bl.get(e);if(n)return n;let r=new Map;for(let n of e.manifests)if(n.kind===`IamPolicy`)for(let e of Ul(n))ue(r,t(n),e);let i=[...r.values()].filter(Hl);return Bl.set(e,i),i}const Hl=e=>Wl(e,`ec2:CreateFleet`)||[`ec2:RunInstances`,`ec2:CreateLaunchTemplate`,`pricing:GetProducts`].every(t=>Wl(e,t));function Ul(e){let t=e.get([`Statement`])===void 0?[`spec`,`Statement`]:[`Statement`],n=xr(JSON.stringify({Statement:l(e.get(t))}));return`fault`in n?[]:n.statements.map((n,r)=>({policy:e,path:[...t,r],statement:n}))}const Wl=(e,t)=>e.some(({statement:e})=>e.effect===`Allow`&&Er(e,t)),Gl=e=>e.every(({policy:e,statement:t})=>!e.isPartial&&!t.actions.some(m));function Kl({resources:e},t){return e.some(e=>e===`*`||ql(e,t))?!0:e.some(e=>/^\$\{[^}]*\}$/.test(e))?void 0:!1}const ql=(e,t)=>Tr(e.replace(/\$\{[^}]{0,200}\}/g,`*`).split(`:`).slice(5).join(`:`).split(`/`)[0]??``,t),Jl=M({id:`controller-conditions`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[73],on:{Manifests(e,t){for(let n of Vl(t))for(let r of n)Ql(r,{statements:n,all:e,context:t})}},docs:{summary:`The IAM policy of Karpenter’s controller requires a tag that Karpenter does not set.`,why:"A condition on a tag holds only if Karpenter sets that tag. Since v1beta1, instances have the tag `karpenter.sh/nodepool` and no longer `karpenter.sh/provisioner-name`. If a policy still requires the old tag, Karpenter can launch nodes but never terminate them, or cannot even launch them. Karpenter sets your own tags only if `spec.tags` of the EC2NodeClass lists them.",help:"Require `karpenter.sh/nodepool` instead, and list your own tags in `spec.tags` of every EC2NodeClass.",url:`https://karpenter.sh/docs/reference/cloudformation/`},examples:tu}),Yl=/^(?:aws|ec2):(RequestTag|ResourceTag)\/(.+)$/i,Xl=/IfExists$|^Null$|^ForAllValues:|Not/,Zl=[`ec2:RunInstances`,`ec2:CreateFleet`,`ec2:CreateLaunchTemplate`,`ec2:TerminateInstances`];function Ql(e,t){let{statement:n,policy:r,path:i}=e,a=Zl.filter(t=>Wl([e],t));for(let{operator:o,key:s}of n.conditions){let[,n,c]=Yl.exec(s)??[];if(c===void 0||n===void 0||Xl.test(o)||!$l(n,c,t))continue;let l=a.filter(n=>!t.statements.some(t=>t!==e&&Wl([t],n)));l.length!==0&&t.context.report({manifest:r,at:r.keySpan([...i,`Condition`,o,s]),message:`${U(l)} ${l.length>1?`are`:`is`} allowed only with the tag \`${c}\`, which Karpenter does not set`,help:c.startsWith(`karpenter.sh/`)?"Require `karpenter.sh/nodepool` instead.":"Add the tag to `spec.tags` of every EC2NodeClass."})}}function $l(e,t,{all:n,context:r}){if(t===`karpenter.sh/provisioner-name`)return r.karpenter.v1;if(e.toLowerCase()!==`requesttag`||m(t)||/^(?:kubernetes\.io\/cluster\/|karpenter\.|eks:|topology\.kubernetes\.io\/|Name$)/.test(t))return!1;let i=rn(n);return i.length>0&&i.every(e=>!e.isPartial&&!eu(e.get([`spec`,`tags`]),t))}function eu(e,t){let n=g(e);return n?Object.keys(n).some(e=>e===t||m(e)):e!==void 0}function tu(){return{bad:[D(k`
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

          ${L(`default`,F)}
        `,{"role: KarpenterNodeRole-demo":O`
            role: KarpenterNodeRole-demo
            tags:
              team: search
          `})],good:[gt`
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
      `]}}const nu=M({id:`controller-permissions`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[74,75],on:{Manifests(e,t){if(!(ru(e)||t.isKarpenterAssumed&&!iu(e)))for(let n of Vl(t))Gl(n)&&(lu(n,e,t),uu(n,t))}},docs:{summary:`The IAM policy of Karpenter’s controller lacks a permission that this version of Karpenter needs.`,why:"New versions of Karpenter may need more permissions, which is easy to forget in an upgrade. The controller then logs errors and cannot act. Without `ec2:CreateTags` on spot requests, it launches no spot instances. Without permissions for instance profiles, no node class with a `role` becomes ready. This rule combines all policies of a cluster. It assumes that they are complete if they allow `ec2:DescribeInstanceTypes`.",help:`Update the policy to the one that Karpenter publishes for this version.`,url:`https://karpenter.sh/docs/reference/cloudformation/`},examples:du}),ru=({manifests:e})=>e.some(({kind:e})=>e===`Provisioner`||e===`AWSNodeTemplate`);function iu({manifests:e}){let t=e.filter(({apiVersion:e})=>_(e).startsWith(`karpenter.`));return t.length>0&&t.every(({apiVersion:e})=>ae(e)===`v1`)}const au=[`ec2:CreateFleet`,`ec2:CreateLaunchTemplate`,`ec2:CreateTags`,`ec2:DeleteLaunchTemplate`,`ec2:DescribeImages`,`ec2:DescribeInstances`,`ec2:DescribeInstanceTypeOfferings`,`ec2:DescribeLaunchTemplates`,`ec2:DescribeSecurityGroups`,`ec2:DescribeSubnets`,`ec2:RunInstances`,`ec2:TerminateInstances`],ou=[`iam:AddRoleToInstanceProfile`,`iam:CreateInstanceProfile`,`iam:DeleteInstanceProfile`,`iam:GetInstanceProfile`,`iam:RemoveRoleFromInstanceProfile`,`iam:TagInstanceProfile`];function su({karpenter:e,isKarpenterAssumed:t},n){let r=[...au,...n&&e.v1?ou:[]];return t?r:[...r,...n&&e.listInstanceProfiles?[`iam:ListInstanceProfiles`]:[],...e.placementGroupSelector?[`ec2:DescribePlacementGroups`]:[],...e.describeInstanceStatus?[`ec2:DescribeInstanceStatus`]:[]]}function cu(e,t,{clusterOf:n}){let r=e=>e.get([`spec`,`role`])!==void 0&&e.get([`spec`,`instanceProfile`])===void 0,i=rn(t),a=i.filter(t=>n(t)===n(e));return a.length>0?a.some(r):i.length>0&&i.every(r)}function lu(e,t,n){let r=e.find(e=>Wl([e],`ec2:DescribeInstanceTypes`));if(!r)return;let i=su(n,cu(r.policy,t,n)).filter(t=>!Wl(e,t));if(i.length===0)return;let{policy:a,path:o}=r;n.report({manifest:a,at:a.span([...o,`Action`]),message:`Karpenter${n.isKarpenterAssumed?``:` ${n.karpenter.version}`} needs permissions that this policy does not grant: ${U(i)}`,help:`Allow these actions, as in the policy that Karpenter publishes for this version.`})}function uu(e,{report:t,karpenter:n}){if(!n.v1)return;let r=e.filter(e=>Wl([e],`ec2:CreateTags`)),[i]=r,a=`spot-instances-request`,o=r.some(({statement:e})=>Kl(e,`fleet`)===!0);if(!i||!o||r.some(({statement:e})=>Kl(e,a)!==!1))return;let{policy:s,path:c}=i;t({manifest:s,at:s.span([...c,`Resource`]),message:`\`ec2:CreateTags\` is not allowed on \`${a}\`, so AWS denies every launch of a spot instance`,help:`Add \`arn:aws:ec2:*:*:${a}/*\` to the resources of this statement.`})}function du(){return{bad:[D(gt`
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
      `,{'"ec2:DescribeInstances",':gt`
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
      `,gt`
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
      `]}}const fu=M({id:`custom-registration`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[55],on:{NodeClass(e,{report:t,karpenter:n}){let r=Zt(e);n.v1&&Xt(e)===`Custom`&&r!==void 0&&pu.test(r)&&!r.includes(`karpenter.sh/unregistered`)&&t({at:e.keySpan([`spec`,`userData`]),message:"This user data joins the cluster without the taint `karpenter.sh/unregistered:NoExecute`, so Karpenter does not register its nodes and terminates them after 15 minutes",help:"Register the kubelet with the taint, for example with `--register-with-taints=karpenter.sh/unregistered:NoExecute`."})}},docs:{summary:"The user data of a `Custom` node class joins the cluster without the taint that Karpenter requires.",why:"Since Karpenter 1.0 a node must register with the taint `karpenter.sh/unregistered:NoExecute`. Karpenter removes the taint once the labels of the node are in place. For other AMI families, Karpenter writes the taint into the user data. For `Custom`, you have to do it. Karpenter does not register a node without the taint. It terminates the node after 15 minutes while the next one starts.",help:"Register nodes with the taint: pass `--register-with-taints=karpenter.sh/unregistered:NoExecute` to the kubelet, or set it in the kubelet’s configuration.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#custom`},examples:mu}),pu=/\/etc\/eks\/bootstrap\.sh|kind: NodeConfig|\bnodeadm init\b|Start-EKSBootstrap|EKS\\Start-|\bkubeadm join\b|\bsystemctl\b[^\n]{0,80}\b(?:start|restart|enable --now)\b[^\n]{0,80}\bkubelet\b|^\s*\[settings\.kubernetes\]/m;function mu(){return{bad:[D(P(O`
            amiFamily: Custom
            amiSelectorTerms:
              - id: ami-0123456789abcdef0
            userData: |
              #!/bin/bash
              /etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'
          `,`ubuntu`),{"--node-labels=team=a":`--node-labels=team=a --register-with-taints=karpenter.sh/unregistered:NoExecute`}),D(P(O`
            amiFamily: Custom
            amiSelectorTerms:
              - id: ami-0123456789abcdef0
            userData: |
              #!/bin/bash
              echo 'KUBELET_EXTRA_ARGS=--node-labels=team=a' > /etc/default/kubelet
              systemctl restart kubelet
          `,`own`),{"--node-labels=team=a":`--node-labels=team=a --register-with-taints=karpenter.sh/unregistered:NoExecute`})],good:[P(O`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          userData: |
            #!/bin/bash
            /etc/eks/bootstrap.sh demo --kubelet-extra-args '--register-with-taints=karpenter.sh/unregistered:NoExecute'
        `,`ubuntu`),P(O`
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
        `)]}}const hu=[`subnet`,`securityGroup`],gu={subnet:`subnets`,securityGroup:`security groups`},_u=M({id:`discovery-selectors`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[76,77],on:{NodeClass:vu,NodeTemplate:vu,Provisioner:vu},docs:{summary:`A node class selects its subnets and security groups by tags that do not fit together.`,why:`Karpenter uses every subnet and security group that the selector terms find. Terms that name different clusters find subnets of one VPC and security groups of another, so every launch fails. Terms that name no cluster may find subnets or security groups that belong to somebody else.`,help:"Select both by the same cluster tag, such as `karpenter.sh/discovery`, as the other node classes in the repository do.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:ku});function vu(e,t){if(!(e.isPartial||bu(e,t)))for(let n of hu)xu(e,n,t)}const yu=(e,t)=>as(e,t).flatMap(ds);function bu(e,{report:t}){let[n,r]=hu.map(t=>yu(e,t));for(let i of r){let a=n.filter(e=>e.scheme===i.scheme),o=[...a,...r.filter(({scheme:e})=>e===i.scheme)];if(a.length===0||!o.every(({tag:e})=>e.isKnown))continue;let s=new Set(a.flatMap(({cluster:t})=>[t,`${t}-${e.name}`]));if(r.some(e=>e.scheme===i.scheme&&s.has(e.cluster)))continue;let c=a[0];return t({at:e.span(i.tag.path),message:`\`${e.name}\` selects security groups of cluster \`${i.cluster}\` but subnets of cluster \`${c.cluster}\``,labels:[{span:e.span(c.tag.path),message:`this value selects the subnets`}],help:`Select both by the same \`${i.tag.key.startsWith(`kubernetes.io/`)?i.scheme:i.tag.key}\` tag.`}),!0}return!1}function xu(e,t,{report:n,all:r}){let i=as(e,t),a=new Set(hu.flatMap(t=>yu(e,t)).map(({cluster:e})=>e)),o=i.filter(e=>e.tags.length>0&&!e.hasOther&&ds(e).length===0&&!Cu(e,a));if(o.length===0||o.some(({tags:e})=>e.some(e=>!e.isKnown&&!e.value.includes(`*`))))return;let{classes:s,naming:c}=Ou(r),l=s.length-+!!s.includes(e),u=c[t].length-+!!c[t].includes(e);if(l>0&&u===0)return;let d=c[t].find(t=>t!==e),f=hu.flatMap(t=>yu(e,t)).find(e=>Su(t,e)),p=f?.scheme??(d&&yu(d,t).find(e=>Su(t,e))?.scheme)??`karpenter.sh/discovery`,m=f!==void 0||l>0&&u===l;n({at:e.keySpan(o[0].tags[0].path),...!m&&{severity:`note`},message:`\`${e.name}\` selects ${gu[t]} by tags that name no cluster${Tu(f,d)}`,help:`Add the tag \`${p}\` to these terms, so that they do not select resources of other clusters in the account.`})}const Su=(e,{scheme:t})=>e===`securityGroup`||t!==`aws:eks:cluster-name`,Cu=({tags:e},t)=>e.some(({value:e})=>[...t].some(t=>wu(e,t))),wu=(e,t)=>{let n=t===``?-1:e.indexOf(t);return n>=0&&!/[a-z0-9]/i.test(e.charAt(n-1))&&!/[a-z0-9]/i.test(e.charAt(n+t.length))};function Tu(e,t){return e?`, although its other terms use \`${e.scheme}\``:t?`, although node class \`${t.name}\` names one`:``}const Eu=({kind:e,apiVersion:t})=>(e===`EC2NodeClass`||e===`AWSNodeTemplate`)&&_(t)===`karpenter.k8s.aws`,Du=new WeakMap;function Ou(e){let t=Du.get(e);if(t)return t;let n=e.manifests.filter(e=>Eu(e)&&hu.some(t=>as(e,t).length>0)),r=e=>n.filter(t=>yu(t,e).length>0),i={classes:n,naming:{subnet:r(`subnet`),securityGroup:r(`securityGroup`)}};return Du.set(e,i),i}function ku(){return{bad:[D(P(O`
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: staging
        `),{staging:`production`}),D(P(O`
          subnetSelectorTerms:
            - tags:
                Name: "*private*"
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
        `),{'Name: "*private*"':`Name: "*private*"
karpenter.sh/discovery: production`})],good:[P(O`
        subnetSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
        securityGroupSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
      `),P(O`
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: production-gpu
        `,`gpu`),P(O`
        subnetSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
        securityGroupSelectorTerms:
          - tags:
              Name: production-node
      `),P(O`
          subnetSelectorTerms:
            - tags:
                KubernetesCluster: demo1.k8s.local
          securityGroupSelectorTerms:
            - tags:
                Name: nodes.demo1.k8s.local
                KubernetesCluster: demo1.k8s.local
        `,`kops`)]}}const Au={subnet:new WeakMap,securityGroup:new WeakMap};function ju(e,t){let n=Au[t].get(e)??Mu(e,t);return Au[t].set(e,n),n}function Mu(e,t){if(Pu(e,t))return[];let n=e.manifests.flatMap(n=>t===`subnet`?Vu(n):rd(n,e)),r=Ru(e,t),i=n.map(e=>Bu(e,r));return t===`subnet`&&!dd(e,i)?[]:i}const Nu=/\/modules\/|blueprints-addons?|\b(?:irsa|iam|s3|ecr|kms|acm|route53|argocd|helm|label|pod-identity|rds|dynamodb)\b/,Pu=(e,t)=>e.ofKind(ko).some(e=>{let n=h(e.get([`spec`,`source`]))??``;if(n.includes(`security-group`))return t===`securityGroup`;let r=/\bterraform-aws-modules\/(?:terraform-aws-)?([\w-]+)/.exec(n)?.[1];return(r===void 0||/^(?:vpc|eks)$/.test(r))&&!Nu.test(n)});function Fu({manifest:e,fields:t}){let n=new Map,r=e.isPartial?[``]:[];for(let i of t){let t=e.get(i),a=g(t);if(!a)t!=null&&r.push(``);else for(let[t,o]of Object.entries(a)){let a=[...i,t],s=h(o);m(t)?r.push(t.split(/\$\{|\{\{/)[0]):n.set(t,{manifest:e,path:a,value:s===void 0||m(s)?void 0:s})}}return{tags:n,unknownKeys:r}}const Iu=/^(?:aws:|kubernetes\.io\/cluster\/)/;function Lu(e,{tool:t=`Terraform`,setByOthers:n=Iu,...r}){let{manifest:i,fields:a}=e,{tags:o,unknownKeys:s}=Fu(e);return{manifest:i,tool:t,tags:o,tagsAt:a.toReversed().find(e=>i.get(e)!==void 0)??[`metadata`,`name`],mayAlsoHave:e=>n.test(e)||s.some(t=>e.startsWith(t)),...r}}function Ru(e,t){let n=e.ofKind(`aws_default_tags`).map(e=>Fu({manifest:e,fields:[[`spec`,`default_tags`,0,`tags`]]})),r=e.ofKind(`aws_ec2_tag`).filter(e=>zu(e,t)).map(e=>h(e.get([`spec`,`key`]))??"${unknown}");return{tags:new Map(n.flatMap(({tags:e})=>[...e])),mayAlsoHave:e=>r.some(t=>t===e||m(t))||n.some(({unknownKeys:t})=>t.some(t=>e.startsWith(t)))}}function zu(e,t){let n=h(e.get([`spec`,`resource_id`]))??``;return t===`subnet`?!/security_group/.test(n):!/subnet/.test(n)}const Bu=(e,t)=>({...e,tags:new Map([...t.tags,...e.tags]),mayAlsoHave:n=>e.mayAlsoHave(n)||t.mayAlsoHave(n)});function Vu(e){return e.kind===`aws_subnet`?[Hu(e)]:Z(e)===`vpc`?Wu(e):Yu(e)?Qu(e):Xu(e)?td(e):[]}function Hu(e){let t=h(e.get([`spec`,`availability_zone`])),n=e.get([`spec`,`map_public_ip_on_launch`]);return Lu({manifest:e,fields:[[`spec`,`tags`]]},{tagsIn:`\`tags\` of \`aws_subnet.${e.name}\``,isPreferred:n!==!0&&!/public/i.test(e.name),zones:t===void 0||m(t)?void 0:[t],isPublic:n===!0||!/private/i.test(e.name)&&void 0})}const Uu=[`private`,`public`,`intra`,`database`,`elasticache`,`redshift`,`outpost`];function Wu(e){return Uu.filter(t=>Gu(e,`${t}_subnets`)).map(t=>{let n=`${t}_subnet_tags`,r=[`spec`,`${n}_per_az`],i=Lu({manifest:e,fields:[[`spec`,`tags`],[`spec`,n]]},{tagsIn:`\`${n}\` of \`module.${e.name}\``,isPreferred:t===`private`,zones:Ku(e,`${t}_subnets`),isPublic:t===`public`,setByOthers:/^(?:aws:|kubernetes\.io\/cluster\/|Name$)/});return e.get(r)===void 0?i:{...i,mayAlsoHave:()=>!0}})}const Gu=(e,t)=>{let n=e.get([`spec`,t]);return n!=null&&!(Array.isArray(n)&&n.length===0)};function Ku(e,t){let[n,r]=[`azs`,t].map(t=>e.get([`spec`,t]));if(!Array.isArray(n)||!Array.isArray(r)||e.isPartial)return;let i=n.slice(0,r.length).map(e=>h(e)??``);return i.length>0&&i.every(e=>/^[a-z0-9-]+$/.test(e))?i:void 0}const qu=[`nodeGroups`,`managedNodeGroups`,`fargateProfiles`,`autoModeConfig`,`karpenter`,`vpc`,`availabilityZones`,`localZones`,`kubernetesNetworkConfig`,`privateCluster`],Ju=[`iam`,`addons`,`iamIdentityMappings`,`accessConfig`,`identityProviders`,`gitops`];function Yu(e){if(e.kind!==`ClusterConfig`||_(e.apiVersion)!==`eksctl.io`)return!1;let t=t=>t.some(t=>e.get([t])!==void 0);return t(qu)||!t(Ju)}const Xu=({kind:e,apiVersion:t})=>e===`Cluster`&&_(t)===`kops.k8s.io`,Zu=/^(?:aws:|alpha\.eksctl\.io\/|eksctl\.|kubernetes\.io\/|Name$)/;function Qu(e){return e.get([`vpc`,`id`])!==void 0||e.get([`vpc`,`subnets`])!==void 0?[]:[$u(e)]}const $u=e=>Lu({manifest:e,fields:[[`metadata`,`tags`]]},{tool:`eksctl`,tagsIn:"`metadata.tags` of the ClusterConfig",isPreferred:!0,setByOthers:Zu}),ed=/^(?:aws:|kops\.k8s\.io\/|kubernetes\.io\/|k8s\.io\/|Name$|SubnetType$)/;function td(e){let t=l(e.get([`spec`,`subnets`]));return t.some(e=>g(e)?.id!==void 0)||t.length===0?[]:[nd(e)]}function nd(e){let t=Lu({manifest:e,fields:[[`spec`,`cloudLabels`]]},{tool:`kOps`,tagsIn:"`spec.cloudLabels` of the Cluster",isPreferred:!0,setByOthers:ed}),n={manifest:e,path:[`metadata`,`name`],value:e.name};return{...t,tags:new Map([...t.tags,[`KubernetesCluster`,n]])}}function rd(e,t){if(e.kind===`aws_security_group`){let n=id(e);return ld(t)?[n]:[{...n,mayAlsoHave:e=>!n.tags.has(e)}]}return e.kind===`aws_eks_cluster`?[ad(e)]:Z(e)===`eks`?sd(e):Yu(e)?[$u(e)]:Xu(e)?[{...nd(e),mayAlsoHave:e=>ed.test(e)}]:[]}const id=e=>Lu({manifest:e,fields:[[`spec`,`tags`]]},{tagsIn:`\`tags\` of \`aws_security_group.${e.name}\``,isPreferred:/node|worker/i.test(e.name)}),ad=e=>Lu({manifest:e,fields:[[`spec`,`tags`]]},{tagsIn:`an \`aws_ec2_tag\` for the cluster security group of \`aws_eks_cluster.${e.name}\``,isPreferred:!1,setByOthers:/^(?:aws:|kubernetes\.io\/|Name$)/}),od=[{off:[`create_node_security_group`],tags:[`node_security_group_tags`]},{off:[`create_cluster_security_group`,`create_security_group`],tags:[`cluster_security_group_tags`,`security_group_tags`]},{off:[`create_cluster_primary_security_group_tags`,`create_primary_security_group_tags`],tags:[`cluster_tags`]}],sd=e=>od.filter(({off:t})=>t.every(t=>e.get([`spec`,t])!==!1)).map(({tags:t})=>Lu({manifest:e,fields:[`tags`,...t].map(e=>[`spec`,e])},{tagsIn:`\`${t[0]}\` of \`module.${e.name}\``,isPreferred:t.includes(`node_security_group_tags`),setByOthers:/^(?:aws:|kubernetes\.io\/|Name$)/})),cd=e=>e.kind===`aws_eks_cluster`||Z(e)===`eks`,ld=({manifests:e})=>e.some(cd),ud=e=>/^(?:kubernetes\.io|karpenter\.sh|k8s\.io)\//.test(e);function dd(e,t){if(t.some(({tool:e})=>e!==`Terraform`))return!0;let n=t.some(({tags:e})=>[...e.keys()].some(ud)),r=e.manifests.filter(cd).map(e=>fd(e,t));return r.includes(`elsewhere`)?!1:r.includes(`here`)||n}function fd(e,t){let n=[...[`subnet_ids`,`control_plane_subnet_ids`,`subnets`].map(t=>e.get([`spec`,t])),...l(e.get([`spec`,`vpc_config`])).map(e=>g(e)?.subnet_ids)].flatMap(e=>Array.isArray(e)?e:[e]).flatMap(e=>h(e)??[]);return n.some(e=>t.some(({manifest:t})=>e.includes(`${pd(t)}.`)||e.includes(`${pd(t)}}`)))?`here`:t.some(({manifest:t})=>t.source.origin?.root===e.source.origin?.root)&&n.some(e=>/^(?:subnet-|\$\{(?:data|var)\.)/.test(e))?`elsewhere`:`unknown`}const pd=({kind:e,name:t})=>`${e}.${t}`;function md(e,t){if(e.length>300||t.length>300)return!1;let[n,r,i,a]=[0,0,-1,0];for(;n<e.length;)if(t[r]===`*`)i=r++,a=n;else if(t[r]===`?`||t[r]===e[n])n++,r++;else if(i===-1)return!1;else r=i+1,n=++a;return/^\**$/.test(t.slice(r))}function hd(e,t){if(m(t.key)||t.value===``)return;let n=e.tags.get(t.key);if(!n)return e.mayAlsoHave(t.key)?void 0:!1;if(!(n.value===void 0||m(t.value)))return gd(t).some(e=>md(n.value,e))}const gd=({value:e})=>e.split(`,`).map(e=>e.trim());function _d(e,t,n){let r=as(e,t);if(r.length===0||r.some(({hasOther:e,tags:t})=>e||t.length===0))return;let i=[];for(let e of n){let t=r.map(({tags:t})=>{let n=t.map(t=>hd(e,t));return n.includes(!1)?!1:!n.includes(void 0)||void 0});if(t.includes(!0))i.push(e);else if(t.includes(void 0))return}return i}const vd=M({id:`discovery-tags`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[76],on:{Manifests(e,t){for(let n of e.manifests)if(is(n)&&!n.isPartial)for(let e of[`subnet`,`securityGroup`])bd(n,e,t)}},docs:{summary:`A node class selects subnets or security groups by a tag that none of them has.`,why:`Karpenter finds subnets and security groups by their tags. If none has the tag with exactly this value, the node class is not ready, and no NodePool that uses it launches anything. Reported only when the repository creates the cluster’s subnets or security groups with Terraform, eksctl or kOps, and all their tags are known. The node class may be in another folder if an environment, the name of the cluster, or being the only cluster relates both.`,help:`Add the tag to the subnets and security groups in which nodes run, or select them by a tag that they have.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:Od}),yd={subnet:[`subnet`,`subnets`],securityGroup:[`security group`,`security groups`]};function bd(e,t,n){let r=as(e,t);if(r.length===0||r.some(({hasOther:e,tags:t})=>e||t.length===0))return;let i=ju(n.clusterOf(e),t);i.length===0||r.some(e=>i.some(t=>e.tags.every(e=>xd(t,e))))||n.report({manifest:e,...Sd({nodeClass:e,selected:t,resources:i},r[0],n)})}const xd=(e,t)=>hd(e,t)!==!1;function Sd(e,t,n){let{resources:r}=e,i=t.tags.find(e=>!r.some(t=>xd(t,e)));if(!i)return Dd(e,t,n);let a=r.flatMap(e=>e.tags.get(i.key)??[]);return a.length>0?wd(e,{tag:i,given:a},n):Td(e,i,n)}const Cd=({key:e,value:t})=>m(t)?e:`${e}: ${t}`;function wd({nodeClass:e,selected:t,resources:n},{tag:r,given:i},a){let[o]=i,{tool:s}=n.find(({tags:e})=>e.get(r.key)===o);return{at:e.span(r.path),message:`\`${e.name}\` selects ${yd[t][1]} by \`${Cd(r)}\`, but ${s} sets the tag to \`${o.value}\``,help:`Use the same value in both places, for example from one local value.`,labels:[{span:o.manifest.span(o.path),message:`${s} sets the tag here${$(e,o.manifest,a)}`}]}}function Td({nodeClass:e,selected:t,resources:n},r,i){let[a]=yd[t],o=n.find(({isPreferred:e})=>e)??n[0],s=n.filter(e=>e.isPreferred&&e.manifest!==o.manifest),c=[o,...new Map(s.map(e=>[e.manifest,e])).values()].slice(0,3),{tool:l}=o;return{at:e.keySpan(r.path),message:`\`${e.name}\` selects ${yd[t][1]} by \`${Cd(r)}\`, but no ${a} that ${l} creates has this tag, so Karpenter launches no nodes`,help:`Add ${Ed(r,l)} to ${o.tagsIn}.`,labels:c.map(({manifest:t,tagsAt:n},a)=>({span:t.keySpan(n),message:`has no tag \`${r.key}\`${a===0?$(e,t,i):``}`}))}}function Ed({key:e,value:t},n){return m(t)||/[*?,]/.test(t)?`the tag \`${e}\``:n===`Terraform`?`\`"${e}" = "${t}"\``:`\`${e}: ${t}\``}function Dd({nodeClass:e,selected:t,resources:n},r,i){let{tool:a,manifest:o,tagsAt:s}=n[0];return{at:e.span(r.path),message:`\`${e.name}\` selects ${yd[t][1]} that have all these tags, but no ${yd[t][0]} that ${a} creates has all of them, so Karpenter launches no nodes`,help:`Remove the tags that do not belong together, or write them as separate terms.`,labels:[{span:o.keySpan(s),message:`has not all of the tags${$(e,o,i)}`}]}}function Od(){return{bad:[D(k`
          module "vpc" {
            source          = "terraform-aws-modules/vpc/aws"
            private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]

            private_subnet_tags = {
              "karpenter.sh/discovery" = "orders-prod"
            }
          }

          ${L(`default`,P(O`
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

          ${L(`default`,P(O`
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

        ${L(`default`,P(O`
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

        ${L(`default`,P(O`
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

        ${L(`default`,P(O`
            role: KarpenterNodeRole-orders
            securityGroupSelectorTerms:
              - tags:
                  Name: orders-node
                  karpenter.sh/discovery: orders
          `))}
      `]}}const kd=M({id:`helm-settings`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[81,82,98,99],on:{Manifests(e,t){for(let{manifest:n,chart:r,values:i}of bt(e)){let e=[...i,`settings`];r===`karpenter`&&g(n.get(e))&&(Md(n,e,t),Pd(n,e,t),Fd(n,e,t),Id(n,e,t),Ld(n,e,t))}}},docs:{summary:`A value for Karpenter’s Helm chart has no effect, or not the intended one.`,why:"The chart passes values on without checking them. Karpenter does not find a queue by its ARN or URL, so it misses interruption warnings. The chart silently drops keys that it does not read. An overhead of 7.5 means 750%, which leaves no instance type any memory. This rule checks HelmReleases, Argo CD Applications, Terraform’s `helm_release` and values files of the chart `karpenter`.",help:`Use the keys that the chart reads, the name of the queue, and a fraction such as 0.075 for the overhead.`,url:`https://karpenter.sh/docs/reference/settings/`},examples:Rd}),Ad={interruptionQueue:/^(?:aws_sqs_queue\.[\w-]+\.(arn|url|id)|module\.[\w-]+\.(queue_arn|queue_url))$/,clusterName:/^(?:aws_eks_cluster\.[\w-]+\.(arn|endpoint)|module\.[\w-]+\.(cluster_arn|cluster_endpoint))$/},jd={queue_arn:`queue_name`,queue_url:`queue_name`,cluster_arn:`cluster_name`,cluster_endpoint:`cluster_name`};function Md(e,t,{report:n}){for(let[r,i]of Object.entries(Ad)){let a=[...t,r],o=Et(e,a)??``,s=i.exec(o);if(!s)continue;let c=s[1]??s[2],l=`${o.slice(0,-c.length)}${jd[c]??`name`}`;n({manifest:e,at:e.span(a),message:`\`${r}\` must be a name, but \`${o}\` is not one`,help:`Use \`${l}\`.`})}}const Nd=/^(?:arn:[\w-]+:sqs:|https?:\/\/)/;function Pd(e,t,{report:n}){let r=[...t,`interruptionQueue`],i=h(e.get(r));if(i===void 0||!Nd.test(i))return;let a=i.split(/[:/]/).at(-1),o=a!==``&&!m(a);n({manifest:e,at:e.span(r),message:`\`interruptionQueue\` is ${i.startsWith(`arn:`)?`an ARN`:`a URL`}, but Karpenter finds a queue only by its name`,help:o?`Use \`${a}\`.`:`Use only the name, which is the last part of the ARN or URL.`,...o&&{fix:{description:`Replace with \`${a}\``,edits:x(e,r,a)}}})}function Fd(e,t,{report:n,karpenter:r}){let i=[...t,`interruptionQueueName`],a=e.get([...t,`interruptionQueue`])!==void 0;e.get(i)!==void 0&&!a&&r.v1&&n({manifest:e,at:e.keySpan(i),message:"The chart does not read `interruptionQueueName`, so Karpenter misses interruption warnings",help:"Rename it to `interruptionQueue`.",fix:{description:"Rename to `interruptionQueue`",edits:he(e,i,`interruptionQueue`)}})}function Id(e,t,{report:n}){let r=[...t,`vmMemoryOverheadPercent`],i=e.get(r),a=Number(i);if(!(i===null||typeof i!=`number`&&typeof i!=`string`)){if(a>=1&&a<=100){let t=String(Number((a/100).toFixed(4)));n({manifest:e,at:e.span(r),message:`\`vmMemoryOverheadPercent\` is a fraction, so ${i} leaves no instance type any memory`,help:`Use \`${t}\` for ${i}%.`,fix:{description:`Replace with \`${t}\``,edits:x(e,r,t)}})}i===0&&n({manifest:e,at:e.span(r),message:"The chart ignores the number `0` for `vmMemoryOverheadPercent`, so the default of 0.075 applies",help:'Put the value in quotes: `"0"`. Or remove it to keep the default.',fix:{description:`Put the value in quotes`,edits:x(e,r,`"0"`)}})}}function Ld(e,t,{report:n}){let r=[...t,`ignoreDRARequests`];e.get(r)===!1&&n({manifest:e,at:e.span(r),message:"The chart ignores `ignoreDRARequests: false`, so the default applies",help:'Remove it, and set `IGNORE_DRA_REQUESTS` to `"false"` in `controller.env` instead.'})}function Rd(){return{bad:[I(`karpenter`,{values:O`
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
      `,D(I(`karpenter`,{values:O`
            settings:
              clusterName: demo
              vmMemoryOverheadPercent: 0
          `}),{"vmMemoryOverheadPercent: 0":``}),D(I(`karpenter`,{values:O`
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
      `,I(`karpenter`,{values:O`
          settings:
            clusterName: demo
            interruptionQueue: karpenter-demo
            vmMemoryOverheadPercent: 0.075
        `}),I(`something-else`,{values:O`
          settings:
            vmMemoryOverheadPercent: 7.5
        `})]}}const zd=M({id:`idle-reservations`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Capacity reservations`,mistakes:[20],on:{Manifests(e,t){for(let n of e.manifests)n.kind===`aws_ec2_capacity_reservation`&&Bd(n,t)}},docs:{summary:`Terraform creates a capacity reservation that no node class selects.`,why:`A capacity reservation costs money whether instances run in it or not. Since Karpenter supports reservations, its launches use only those that a node class selects, and no other open reservations. Reported only when the repository has node classes of the cluster for which Terraform creates the reservation. The rule does not know what else may run in the reservation.`,help:"Select it with `capacityReservationSelectorTerms`, and allow the capacity type `reserved` in the NodePool.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:Vd});function Bd(e,{clusterOf:t,report:n,karpenter:r}){let i=e.get([`spec`,`instance_match_criteria`])??`open`;if(!r.reservedCapacityByDefault||i!==`open`||e.isPartial)return;let a=t(e).ofKind(`EC2NodeClass`);if(a.length===0||a.some(e=>e.isPartial||e.get([`spec`,`capacityReservationSelectorTerms`])!==void 0))return;let[o]=a;n({manifest:e,at:e.span([`metadata`,`name`]),message:`No node class of the cluster selects the capacity reservation \`${e.name}\`, so Karpenter does not launch instances into it`,help:"Select it with `capacityReservationSelectorTerms`, and allow the capacity type `reserved` in the NodePool.",labels:[{span:o.span([`metadata`,`name`]),message:`selects no reservations`}]})}function Vd(){return{bad:[D(k`
          resource "aws_ec2_capacity_reservation" "nodes" {
            instance_type     = "m7i.large"
            instance_platform = "Linux/UNIX"
            availability_zone = "us-east-1a"
            instance_count    = 4
          }

          ${L(`default`,F)}
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

        ${L(`default`,P(O`
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

        ${L(`default`,F)}
      `]}}const Hd=[{source:`aws.ec2`,type:`EC2 Spot Instance Interruption Warning`},{source:`aws.ec2`,type:`EC2 Instance State-change Notification`},{source:`aws.health`,type:`AWS Health Event`}],Ud=(e,t)=>e.source.origin?.root===t.source.origin?.root,Wd=(e,t)=>{let[,n,r]=/^\$\{(aws_\w+)\.([\w-]+)\.\w+\}$/.exec(e)??[];return n===t?r:void 0};function Gd(e,{manifest:t,text:n}){let r=Wd(n,`aws_sqs_queue`);if(r!==void 0)return r===e.name&&Ud(e,t);if(/^\$\{aws_\w+\./.test(n))return!1;let i=j(e,[`spec`,`name`]);return m(n)||i===void 0?void 0:n.split(/[:/]/).at(-1)===i}function Kd(e,t){let n=t.ofKind(`aws_cloudwatch_event_rule`),r=[],i=new Set;for(let a of t.ofKind(`aws_cloudwatch_event_target`)){let t=Gd(e,{manifest:a,text:h(a.get([`spec`,`arn`]))??"${unknown}"});if(t===!1)continue;let o=t?qd(a,n):[];if(o.length===0)return;r.push(a);for(let e of o)i.add(e)}let a=Hd.filter(e=>![...i].some(t=>Xd(t,e))),o=t.ofKind(`aws_cloudwatch_event_target`).map(e=>qd(e,n)),s=o.some(e=>e.length===0),c=new Set(o.flat());return{targets:r,missing:a,withoutTarget:s?[]:n.filter(e=>!c.has(e)&&a.some(t=>Zd(e,t)))}}function qd(e,t){let n=h(e.get([`spec`,`rule`]))??``,r=Wd(n,`aws_cloudwatch_event_rule`);return t.filter(t=>r===void 0?j(t,[`spec`,`name`])===n:t.name===r&&Ud(t,e))}function Jd(e){let t=e.get([`spec`,`event_pattern`]);if(t==null)return null;if(!(typeof t!=`string`||m(t)||t.length>Yd))try{return JSON.parse(t)}catch{return}}const Yd=1e4;function Xd(e,{source:t,type:n}){let r=Jd(e);if(r===void 0)return!0;let i=g(r),a=(e,t)=>{let n=i?.[e];return n===void 0||!Array.isArray(n)||n.some(e=>e===t||g(e))};return i!==void 0&&a(`source`,t)&&a(`detail-type`,n)}const Zd=(e,{type:t})=>l(g(Jd(e))?.[`detail-type`]).includes(t);function Qd(e,t){let n=t.ofKind(`aws_sqs_queue_policy`).flatMap(t=>{let n=Gd(e,{manifest:t,text:h(t.get([`spec`,`queue_url`]))??"${unknown}"});return n===!1?[]:[{manifest:t,isOwn:n}]});if(!n.some(({isOwn:e})=>e===void 0))return[...e.get([`spec`,`policy`])===void 0?[]:[e],...n.map(({manifest:e})=>e)].map(e=>({manifest:e,allowsEvents:$d(e,t)}))}function $d(e,t){let n=ef(e,t);if(!n)return;let r=n.filter(e=>e.effect===`Allow`&&Er(e,`sqs:SendMessage`)).map(({principals:e,isNegated:t})=>{let n=[...e.values()].flat();if(!(t||n.length===0||n.some(m)))return(e.get(`Service`)??[]).includes(`events.amazonaws.com`)||n.includes(`*`)});return r.includes(!0)?!0:r.includes(void 0)?void 0:!1}function ef(e,t){let n=e.get([`spec`,`policy`]);if(e.isPartial||n===void 0)return;if(typeof n!=`string`)return tf(n);let[,r]=/^\$\{data\.aws_iam_policy_document\.([\w-]+)\.json\}$/.exec(n)??[],i=t.ofKind(`IamPolicy`).filter(t=>t.name===r&&Ud(t,e));if(i.length>0){let e=i.map(e=>e.isPartial?void 0:tf(e.get([`spec`])));return e.includes(void 0)?void 0:e.flatMap(e=>e??[])}if(m(n))return;let a=xr(n);return`statements`in a?a.statements:void 0}function tf(e){let t=g(e)?.Statement;if(!Array.isArray(t)||t.some(e=>!g(e)&&me(e)))return;let n=xr(JSON.stringify({Statement:t}));return`statements`in n?n.statements:void 0}const nf=M({id:`interruption-events`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests(e,t){let n=e.manifests.filter(({kind:e})=>e===`aws_sqs_queue`);for(let e of new Set(n.map(t.clusterOf)))af(e,t)}},docs:{summary:`Some events that Karpenter needs do not reach its interruption queue.`,why:`EventBridge sends spot interruption warnings, health events and changes of instance states to the queue that Karpenter reads. It needs a rule for each event, a target for each rule, and a policy of the queue that lets it send. If one of them is missing, EventBridge drops the events without an error, and Karpenter does not drain the node. Karpenter only counts rebalance recommendations, so they are not required. Reported only when Terraform creates the queue without Karpenter’s module, and at least one of the rules, targets and policies.`,help:"Create a rule and a target for each event, and a queue policy that allows `events.amazonaws.com` the action `sqs:SendMessage`.",url:`https://karpenter.sh/docs/reference/cloudformation/#interruption-handling`},examples:df}),rf=/event|sqs|queue|notif|interrupt|spot/i;function af(e,t){let n=Es(e).map(({manifest:e})=>e);if(!(e.ofKind(`unread_module`).some(e=>rf.test(h(e.get([`spec`,`source`]))??``))||Ms(e)||n.some(({kind:e})=>e===`module`)))for(let r of n)of(r)||sf(r,e,t)}const of=e=>/dlq|dead/i.test(`${e.name} ${h(e.get([`spec`,`name`]))??``}`);function sf(e,t,n){let r=Kd(e,t),i=Qd(e,t);if(!(r&&i&&(r.targets.length>0||r.withoutTarget.length>0||i.length>0))||e.isPartial||(r.missing.length>0&&uf(e,r,n),r.targets.length===0||r.targets.some(e=>e.get([`spec`,`role_arn`])!==void 0))||i.some(({allowsEvents:e})=>e!==!1))return;let[a]=i;n.report({manifest:e,at:e.span(cf(e)),message:`No policy lets EventBridge send events to the queue ${lf(e)}, so the queue stays empty and Karpenter does not drain nodes that AWS stops`,help:a?"Allow `events.amazonaws.com` the action `sqs:SendMessage` in the policy of the queue.":`Create an \`aws_sqs_queue_policy\` for \`aws_sqs_queue.${e.name}\` that allows \`events.amazonaws.com\` the action \`sqs:SendMessage\`.`,labels:a?[{span:a.manifest.span([`spec`,`policy`]),message:`the policy of the queue`}]:[]})}const cf=e=>e.get([`spec`,`name`])===void 0?[`metadata`,`name`]:[`spec`,`name`],lf=e=>`\`${j(e,[`spec`,`name`])??e.name}\``;function uf(e,{missing:t,withoutTarget:n},r){let[i]=n,a=t.length>1;r.report({manifest:e,at:e.span(cf(e)),message:`No EventBridge rule sends ${U(t.map(({type:e})=>e),` and `)} to the queue ${lf(e)}, so Karpenter does not drain nodes after ${a?`these events`:`this event`}`,help:i?`Create an \`aws_cloudwatch_event_target\` with this queue for \`aws_cloudwatch_event_rule.${i.name}\`.`:`Create an \`aws_cloudwatch_event_rule\` for ${a?`each of them`:`it`}, with this queue as its target.`,labels:n.slice(0,3).map(e=>({span:e.span([`metadata`,`name`]),message:`this rule does not have the queue as a target`}))})}function df(){let e=(e,t,n)=>k`
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
      `,a(``)]}}const ff=M({id:`interruption-queue`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[81],on:{Manifests(e,t){for(let n of bt(e))pf(n,t)}},docs:{summary:"Karpenter’s `interruptionQueue` is not the queue that Terraform creates for it.",why:`AWS sends spot interruptions, health events and rebalance recommendations through an SQS queue. If Karpenter has the name of another queue, or of a queue that does not exist, it receives nothing. When AWS then reclaims a spot node, Karpenter does not move its pods in the two minutes before. Older versions of Karpenter do not even start. Reported only when Terraform creates the queue for the cluster of the release. The values may be in another folder.`,help:"Set `interruptionQueue` to the name of the queue. In Terraform, refer to the queue’s name, such as `module.karpenter.queue_name` or `aws_sqs_queue.karpenter.name`.",url:`https://karpenter.sh/docs/concepts/disruption/#interruption`},examples:gf});function pf(e,t){let{manifest:n}=e,r=mf(e).find(e=>n.get(e)!==void 0),i=r&&j(n,r);if(!r||!i||/[:/]/.test(i))return;let a=Es(t.clusterOf(n)),[o]=a;o&&!a.some(({name:e})=>e===void 0||e===i)&&t.report({manifest:n,at:n.span(r),message:`\`${r.at(-1)}\` is \`${i}\`, but the queue that Terraform creates for Karpenter is named \`${o.name}\``,help:Fl(n,o.manifest)?`Refer to the queue’s name: \`${hf(o.manifest)}\`.`:`Set \`${r.at(-1)}: ${o.name}\`.`,labels:[{span:o.manifest.span(o.path),message:`the queue${$(n,o.manifest,t)}`}]})}const mf=({chart:e,values:t})=>e===`karpenter`?[[...t,`settings`,`interruptionQueue`],[...t,`settings`,`aws`,`interruptionQueueName`]]:[],hf=({kind:e,name:t})=>e===`module`?`module.${t}.queue_name`:`${e}.${t}.name`;function gf(){return{bad:[D(k`
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
        `,{'"karpenter-prod"':`aws_sqs_queue.karpenter.name`})],good:[k`
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
      `]}}const _f=M({id:`isolated-vpc`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[97],on:{Manifests(e,{clusterOf:t,report:n}){for(let{manifest:r,chart:i,values:a}of bt(e)){if(i!==`karpenter`||r.isPartial)continue;let e=[...a,`settings`,`isolatedVPC`];if(r.get(e)!==void 0)continue;let o=t(r).ofKind(`module`).filter(e=>Z(e)===`vpc`),[s]=o;o.length===1&&s&&!s.isPartial&&l(s.get([`spec`,`private_subnets`])).length!==0&&(vf.some(e=>![void 0,!1].includes(s.get([`spec`,e])))||n({manifest:r,at:r.span(e),message:"The VPC of the cluster has only private subnets and no NAT gateway, but `isolatedVPC` is not set, so Karpenter waits for prices that it cannot fetch",help:"Set `settings.isolatedVPC` to `true`, unless traffic leaves the VPC in another way.",labels:[{span:s.span([`spec`,`private_subnets`]),message:`the private subnets`}]}))}}},docs:{summary:"Karpenter runs in a VPC without internet access, but `isolatedVPC` is not set.",why:"Karpenter asks the AWS Pricing API for on-demand prices, and there is no VPC endpoint for that API. If nodes cannot reach the internet, each attempt waits until it times out, and errors fill the log. With `isolatedVPC` Karpenter uses the prices that it was built with. Reported only when Terraform creates the VPC of the cluster with only private subnets and no NAT gateway.",help:"Set `settings.isolatedVPC` to `true`, unless traffic leaves the VPC in another way, such as through a transit gateway.",url:`https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/#private-clusters`},examples:yf}),vf=[`public_subnets`,`enable_nat_gateway`,`enable_vpn_gateway`,`enable_ipv6`,`create_egress_only_igw`,`propagate_private_route_tables_vgw`];function yf(){return{bad:[D(k`
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
      `]}}const bf=M({id:`kops-karpenter`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests:Sf},docs:{summary:`A kOps specification uses Karpenter in a way that kOps or Karpenter does not support.`,why:"For each InstanceGroup with `manager: Karpenter`, kOps creates a NodePool. It installs Karpenter if the cluster enables it. Karpenter needs permissions for its service account there, and it cannot manage control plane nodes. Without a mixed instances policy, it can launch only the one `machineType`.",help:"Enable Karpenter and `iam.useServiceAccountExternalPermissions` in the Cluster. Remove `manager: Karpenter` from groups of the control plane, and list instance types under `mixedInstancesPolicy`.",url:`https://kops.sigs.k8s.io/operations/karpenter/`},examples:Ef}),xf=({apiVersion:e})=>_(e)===`kops.k8s.io`;function Sf(e,t){let n=e.manifests.filter(e=>e.kind===`Cluster`&&xf(e)&&!e.isPartial),r=e.manifests.filter(e=>e.kind===`InstanceGroup`&&xf(e)&&e.get([`spec`,`manager`])===`Karpenter`);for(let e of n)Cf(e,r,t);for(let e of r)Tf(e,t)}function Cf(e,t,{report:n,clusterOf:r}){let i=e.get([`spec`,`karpenter`,`enabled`])===!0,a=t.find(t=>r(t)===r(e)&&wf(t)===e.name);a&&!i&&n({manifest:e,at:e.span([`spec`,`karpenter`,`enabled`]),message:`InstanceGroup \`${a.name}\` has \`manager: Karpenter\`, but \`${e.name}\` does not enable Karpenter, so nothing launches nodes for this group`,help:"Set `spec.karpenter.enabled: true`.",labels:[{span:a.span([`spec`,`manager`]),message:`this group expects Karpenter`}]});let o=[`spec`,`iam`,`useServiceAccountExternalPermissions`],s=e.get(o);i&&(s===void 0||s===!1)&&n({manifest:e,at:e.span(o),message:`Karpenter needs external permissions for service accounts, which this cluster does not enable, so kOps rejects it`,help:"Set `spec.iam.useServiceAccountExternalPermissions: true`, and set a discovery store in `spec.serviceAccountIssuerDiscovery`."})}const wf=e=>h(g(e.get([`metadata`,`labels`]))?.[`kops.k8s.io/cluster`]);function Tf(e,{report:t}){let n=h(e.get([`spec`,`role`]))??``;/^(?:control-?plane|master|apiserver)$/i.test(n)&&t({manifest:e,at:e.span([`spec`,`manager`]),message:`InstanceGroup \`${e.name}\` belongs to the control plane, whose nodes Karpenter cannot manage`,help:"Remove `manager`, so that an auto scaling group manages these nodes."});let r=h(e.get([`spec`,`machineType`]))??``,i=/^[a-z][\w-]*\.[\w-]+$/.test(r);n===`Node`&&i&&e.get([`spec`,`mixedInstancesPolicy`])===void 0&&!e.isPartial&&t({manifest:e,at:e.span([`spec`,`machineType`]),severity:`note`,message:`Karpenter can launch only ${r} for InstanceGroup \`${e.name}\`, so it has no choice when AWS runs out of this type`,help:"List several instance types under `mixedInstancesPolicy.instances`."})}function Ef(){return{bad:[D(O`
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
      `]}}const Df=[{field:`maxPods`,spelt:/--max-pods[= ]\d|^[ \t]*maxPods:|^[ \t]*"?max-pods"?\s*=/m},{field:`kubeReserved`,spelt:/--kube-reserved[= ]|^[ \t]*kubeReserved:|^[ \t]*\[settings\.kubernetes\.kube-reserved\]/m},{field:`systemReserved`,spelt:/--system-reserved[= ]|^[ \t]*systemReserved:|^[ \t]*\[settings\.kubernetes\.system-reserved\]/m},{field:`evictionHard`,spelt:/--eviction-hard[= ]|^[ \t]*evictionHard:|^[ \t]*\[settings\.kubernetes\.eviction-hard\]/m}],Of=M({id:`kubelet-in-user-data`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[56],on:{NodeClass(e,{report:t}){let n=Zt(e);if(n===void 0||Xt(e)===void 0)return;let r=n.replaceAll(/^[ \t]*#.*$/gm,``);if(e.apiVersion!==`karpenter.k8s.aws/v1`)return;let i=g(e.get([`spec`,`kubelet`]))??{},a=Df.filter(({field:e,spelt:t})=>!Object.hasOwn(i,e)&&t.test(r));if(a.length===0)return;let o=a.map(({field:e})=>`\`${e}\``).join(`, `);t({at:e.keySpan([`spec`,`userData`]),message:`User data sets ${o}, which Karpenter does not read there, so it sizes nodes incorrectly`,help:`Move ${o} to \`spec.kubelet\`.`})}},docs:{summary:`User data sets kubelet settings that Karpenter does not read there, so it sizes nodes incorrectly.`,why:"Karpenter works out what fits on a node from `spec.kubelet` of the EC2NodeClass, and never from user data. With another `maxPods` or another reservation there, nodes are smaller or larger than Karpenter assumes. If they are smaller, pods stay pending and Karpenter launches more nodes. If they are larger, they stay half empty. For Amazon Linux 2023 Karpenter’s own settings win anyway, so those in the user data have no effect.",help:"Move the setting to `spec.kubelet`. Karpenter then writes it into the user data itself.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:kf});function kf(){return{bad:[D(P(O`
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
userData: |`}),D(P(O`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            [settings.kubernetes]
            kube-api-qps = 30
            max-pods = 42
        `),{"max-pods = 42":``,"userData: |":`kubelet:
  maxPods: 42
userData: |`})],good:[P(O`
        amiSelectorTerms:
          - alias: al2023@v20260715
        kubelet:
          maxPods: 42
      `),P(O`
        amiSelectorTerms:
          - alias: al2023@v20260715
        userData: |
          apiVersion: node.eks.aws/v1alpha1
          kind: NodeConfig
          spec:
            kubelet:
              config:
                shutdownGracePeriod: 30s
      `),P(O`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          kubelet:
            maxPods: 42
          userData: |
            #!/bin/bash
            /opt/company/join-cluster --max-pods=42
        `,`ubuntu`)]}}const Af=[y.instanceType,y.instanceFamily,y.instanceCategory,y.instanceGeneration],jf=M({id:`lost-defaults`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[9],on:{Manifests(e,{report:t,base:n}){let r=new Map([...n?Mf(n):[],...Mf(e)].map(e=>[e.name,e]));for(let n of z(e)){let e=r.get(n.name);if(!e||n.isPartial||e.isPartial)continue;let i=Ut(n).map(({key:e})=>b(e)),a=Nf(e).filter(({key:e})=>!i.some(t=>Pf(t,e)));a.length!==0&&t({manifest:n,at:n.keySpan([`spec`,`template`,`spec`,`requirements`]),message:`Provisioner \`${n.name}\` had the defaults ${a.map(Ff).join(`, `)}, which NodePool \`${n.name}\` does not have`,help:`Add a requirement for each of these keys, with the old value or the one that you want.`})}}},docs:{summary:`A NodePool replaces a Provisioner, but does not have the requirements that v1alpha5 added by default.`,why:`A Provisioner had defaults: amd64, on-demand and the newer generations of the categories c, m and r. A NodePool has none of them. Once it replaces the Provisioner, Karpenter may launch arm64 nodes for images that are built for amd64, and spot nodes for workloads that cannot handle interruptions. It may also launch burstable, GPU or old instance types if they are cheap.`,help:`Add the old defaults as requirements of the NodePool, or the requirements that should replace them.`,url:`https://karpenter.sh/v0.32/upgrading/v1beta1-migration/`},examples:If}),Mf=e=>e.manifests.filter(({kind:e,apiVersion:t})=>e===`Provisioner`&&_(t)===`karpenter.sh`),Nf=e=>Ut(e).filter(({path:e,key:t})=>e.length===1&&t!==y.os),Pf=(e,t)=>e===t||Af.includes(t)&&Af.includes(e),Ff=({key:e,operator:t,values:n})=>`\`${e} ${t} ${n.map(({text:e})=>e).join(`, `)}\``;function If(){return{bad:[D(A({karpenter:`0.32`},R(O`
              apiVersion: karpenter.sh/v1alpha5
              kind: Provisioner
              metadata:
                name: default
              spec:
                limits:
                  resources:
                    cpu: 100
            `,N({apiVersion:`karpenter.sh/v1beta1`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`]}))),{"requirements:":O`
            requirements:
              - key: kubernetes.io/arch
                operator: In
                values: [amd64]
              - key: karpenter.sh/capacity-type
                operator: In
                values: [on-demand]
          `})],good:[A({karpenter:`0.32`},R(O`
            apiVersion: karpenter.sh/v1alpha5
            kind: Provisioner
            metadata:
              name: default
            spec:
              limits:
                resources:
                  cpu: 100
          `,N({apiVersion:`karpenter.sh/v1beta1`,requirements:[`kubernetes.io/arch In [amd64]`,`karpenter.sh/capacity-type In [on-demand]`,`karpenter.k8s.aws/instance-family In [m5, c5]`]}))),A({karpenter:`0.37`},N({apiVersion:`karpenter.sh/v1beta1`,name:`never-was-a-provisioner`}))]}}const Lf=[`spec`,`metadataOptions`],Rf=M({id:`metadata-options`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Security`,mistakes:[],controls:[`AWS FSBP EC2.8`,`AWS FSBP EC2.170`,`CIS AWS Foundations 5.7`],on:{NodeClass(e,{report:t}){let n=[...Lf,`httpTokens`];e.get(n)===`optional`&&t({at:e.span(n),message:`Instances of \`${e.name}\` answer requests for their metadata without a token (IMDSv1), so a program that fetches URLs for others can leak the node’s credentials`,help:"Set `httpTokens: required`.",fix:{description:"Replace with `required`",edits:x(e,n,`required`)}});let r=[...Lf,`httpPutResponseHopLimit`],i=e.get(r);typeof i!=`number`||i<=2||t({at:e.span(r),severity:`note`,message:`The hop limit of ${i} lets containers and proxies behind a node of \`${e.name}\` read the node’s credentials`,help:"Set `httpPutResponseHopLimit: 1`, or 2 if pods need the instance metadata.",fix:{description:`Replace with 2`,edits:x(e,r,`2`)}})}},docs:{summary:`A node class allows version 1 of the instance metadata service, or a hop limit above 2.`,why:`The instance metadata contains the credentials of the node’s role. Version 1 answers any HTTP request, so a server that can be made to fetch a URL gives them away. Version 2 requires a token, and its hop limit decides how far the token travels. With a limit of 1 only the node itself gets one, with 2 also its pods. Karpenter requires version 2 by default. A limit of 2 is not reported, because some pods need it.`,help:"Set `httpTokens: required` and a hop limit of 1, or 2 if pods need the instance metadata.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specmetadataoptions`},examples:Bf}),zf=e=>P(O`
    role: KarpenterNodeRole-demo
    metadataOptions:
      ${e}
  `);function Bf(){return{bad:[zf(`httpTokens: optional`),D(zf(`httpPutResponseHopLimit: 64`),{"httpPutResponseHopLimit: 64":`httpPutResponseHopLimit: 1`})],good:[zf(`httpPutResponseHopLimit: 2`),zf(`httpTokens: required`)]}}const Vf=(e,t)=>e.price(t,`on-demand`,e.zonesOf(t)[0]??``)?.hourlyUsd;function Hf(e){let t=new WeakMap;return(n,r)=>{let i=t.get(n)??{value:e(n,r)};return t.set(n,i),i.value}}const Uf=M({id:`min-values-exotic`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[24],on:{NodePool:Wf},docs:{summary:"A NodePool with `minValues` allows bare metal and accelerators, which Karpenter otherwise avoids.",why:"If ordinary instance types are enough, Karpenter removes bare metal types and types with accelerators from the candidates of a launch. It also removes spot types that cost more than on-demand. With `minValues` it removes neither, to keep enough variety. A small pod may then get a machine with 96 cores that takes minutes to start.",help:"List only the instance categories that you want, and exclude bare metal with `karpenter.k8s.aws/instance-hypervisor In [nitro]`.",url:`https://karpenter.sh/docs/concepts/nodepools/#min-values`},examples:Jf});function Wf(e,{report:t,catalog:n,compatible:r,settings:i}){let a=Pr(n),o=V(e).find(({path:t})=>e.get([...t,`minValues`])!==void 0),s=o&&r(e);if(!a||!s?.isExact||i.karpenter.minValuesPolicy===`BestEffort`)return;let c=Gf(s,a);c!==void 0&&t({at:e.span([...o.path,`minValues`]),message:`With \`minValues\`, Karpenter may also launch the ${c.count} of ${s.names.length} instance types of \`${e.name}\` that ${c.kind}${c.gap}`,help:"If you do not want them, list only the categories that you want, and exclude bare metal with `karpenter.k8s.aws/instance-hypervisor In [nitro]`."})}const Gf=Hf(({names:e},t)=>{let n=e.map(e=>t.type(e)),r=new Set(n.filter(qf).map(({name:e})=>e));if(r.size===0||r.size===n.length)return;let i=e.map(e=>({name:e,usd:Vf(t,e)??0})).filter(({usd:e})=>e>0).sort((e,t)=>e.usd-t.usd||v(e.name,t.name)),a=i.slice(0,60).some(({name:e})=>r.has(e));if(!n.some(Kf)&&!a)return;let[o]=i,s=i.findLast(({name:e})=>r.has(e)),c=o&&s?`, up to ${s.name} at $${s.usd.toFixed(2)}/hour, while ${o.name} costs $${o.usd.toFixed(4)}/hour`:``,l=n.some(Kf)?`are bare metal or have accelerators`:`are bare metal`;return{count:r.size,kind:l,gap:c}}),Kf=({gpus:e,accelerator:t,neuron:n})=>e.length>0||t!==void 0||n!==void 0,qf=e=>e.isBareMetal||Kf(e);function Jf(){return{bad:[D(R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:O`
              - key: karpenter.sh/capacity-type
                operator: In
                values: [on-demand, spot]
              - key: karpenter.k8s.aws/instance-category
                operator: In
                values: [c, m, g]
              - key: karpenter.k8s.aws/instance-family
                operator: Exists
                minValues: 5
            `}),F),{"[c, m, g]":`[c, m]`,"requirements:":O`
            requirements:
              - key: karpenter.k8s.aws/instance-hypervisor
                operator: In
                values: [nitro]
          `}),D(R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:O`
              - key: karpenter.sh/capacity-type
                operator: In
                values: [on-demand, spot]
              - key: karpenter.k8s.aws/instance-family
                operator: In
                values: [c6i, m6i, r6i]
                minValues: 3
            `}),F),{"requirements:":O`
            requirements:
              - key: karpenter.k8s.aws/instance-hypervisor
                operator: In
                values: [nitro]
          `})],good:[R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:O`
            - key: karpenter.sh/capacity-type
              operator: In
              values: [on-demand, spot]
            - key: karpenter.k8s.aws/instance-category
              operator: In
              values: [c, m, r]
            - key: karpenter.k8s.aws/instance-family
              operator: Exists
              minValues: 5
          `}),F),R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:O`
            - key: karpenter.sh/capacity-type
              operator: In
              values: [on-demand, spot]
            - key: karpenter.k8s.aws/instance-category
              operator: In
              values: [c, m]
            - key: karpenter.k8s.aws/instance-hypervisor
              operator: In
              values: [nitro]
            - key: karpenter.k8s.aws/instance-family
              operator: Exists
              minValues: 5
          `}),F),R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand, spot]`,`karpenter.k8s.aws/instance-category In [c, m, g]`]}),F)]}}const Yf=M({id:`node-access`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[70],on:{Manifests(e,t){for(let n of rn(e))Xf(n,t)}},docs:{summary:`The role of a node class has no access to the cluster, or loses it with this change.`,why:"A node can join a cluster only if its role has an access entry or is listed in the ConfigMap `aws-auth`. Without it, instances start, but the API server rejects their kubelets. Managed node groups need neither, because EKS adds their role itself. When the last node group with a role goes, EKS removes the role again, and all Karpenter nodes that share it lose the cluster. This loss is an error. A role that has no access at all is reported only when the files create the role and list who may join.",help:"Create an access entry of type `EC2_LINUX` for the role, or list the role in `aws-auth` as the other roles of nodes.",url:`https://docs.aws.amazon.com/eks/latest/userguide/access-entries.html`},examples:ip});function Xf(e,t){let n=t.clusterOf(e),r=e.isPartial?void 0:ec(e,n);if(!r||ic(r,nc(n))!==!1)return;let i=$f(e,r,t);i.length>0?np(e,{role:r,lost:i},t):rp(e,r,t)}const Zf=({name:e,address:t})=>`\`${e??t?.split(`: `)[1]??``}\``,Qf=e=>e.get([`spec`,`role`])===void 0?`instanceProfile`:`role`;function $f(e,t,n){let r=ep(e,n.base),i=r&&n.baseClusterOf(r),a=r&&ec(r,i);if(!i||!a||$s(a,t)!==!0)return[];let o=nc(i).grants.filter(e=>$s(e.role,a)===!0),s=n.clusterOf(e);return o.every(({manifest:e})=>tp(e,s))?o:[]}function ep(e,t){let n=t?rn(t).filter(({name:t})=>t===e.name):[];return n.find(({source:t})=>t.file===e.source.file)??(n.length===1?n[0]:void 0)}const tp=(e,{manifests:t})=>t.some(t=>t.source.file===e.source.file||Fl(t,e));function np(e,{role:t,lost:n},{report:r}){let i=n.some(({by:e})=>e===`nodeGroup`);r({manifest:e,severity:`error`,at:e.span([`spec`,Qf(e)]),message:i?`All nodes of \`${e.name}\` lose access to the cluster, because this change removes the last node group with the role ${Zf(t)}. EKS removes the access of a role with its last node group`:`All nodes of \`${e.name}\` lose access to the cluster, because this change removes the access of the role ${Zf(t)}`,help:"Create an access entry of type `EC2_LINUX` for this role in the same change."})}function rp(e,t,n){let r=n.clusterOf(e),i=As(r).roles.find(({address:e})=>e===t.address),{grants:a}=nc(r),o=a.find(({by:e})=>e===`entry`);if(i?.manifest.kind!==`aws_iam_role`||!(o||wc(r))||t.name!==void 0&&sc(n).has(t.name))return;let s=o?.manifest.kind===`ConfigMap`||o?.manifest.kind===`kubernetes_config_map`;n.report({manifest:e,at:e.span([`spec`,Qf(e)]),message:`The role ${Zf(t)} of \`${e.name}\` has no access to the cluster, so its nodes never join`,help:s?"Add the role to `mapRoles`, with the same user name and groups as the other roles of nodes.":"Create an access entry of type `EC2_LINUX` for this role.",labels:[{span:i.manifest.span(i.path),message:`the role${$(e,i.manifest,n)}`},...o?[{span:o.manifest.span(o.path),message:`the access of other nodes`}]:[]]})}function ip(){let e=e=>k`
    resource "aws_iam_role" "nodes" {
      name = "orders-nodes"
    }

    resource "aws_iam_role" "karpenter" {
      name = "orders-karpenter-nodes"
    }

    ${e}

    ${L(`default`,P(`role: orders-karpenter-nodes`))}
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
        }`),e(t(`nodes`,`nodes`).replace(`aws_iam_role.nodes.arn`,`var.node_role_arn`)),e(``)]}}const ap=e=>yl(e)||e.length<5||/\d/.test(e)||/^(?:north|south|east|west|central)/.test(e);function op(e,t){if(e===t)return!0;if(Math.max(e.length,t.length)>100)return!1;let[n,r]=[sp(e),sp(t)],[i,a]=n.length<=r.length?[n,r]:[r,n];return i.length<a.length?i.every(e=>a.includes(e)):i.every((e,t)=>cp(e,a[t]))}const sp=e=>e.toLowerCase().split(/[-_./]/),cp=(e,t)=>e===t||!ap(e)&&!ap(t)&&r(e,t)<=2,lp=[[`dev`,`develop`,`development`],[`test`,`testing`],[`int`,`integration`],[`stage`,`staging`,`stg`],[`prod`,`production`,`prd`]],up=e=>lp.find(t=>t.includes(e))?.[0]??e,dp=e=>e.toLowerCase().replace(/\bpre-prod\b/,`preprod`).split(/[-_.]/).map(up).sort().join(`-`);function fp(e,t){if(e===t)return!0;let[n,r]=[e.split(`-`),t.split(`-`)],[i,a]=n.length<=r.length?[n,r]:[r,n];return i.length<a.length&&i.some(yl)&&i.every(e=>a.includes(e))}const pp=M({id:`node-role-exists`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[68],on:{Manifests(e,t){for(let n of rn(e))for(let e of[`role`,`instanceProfile`])hp(n,e,t)}},docs:{summary:`A node class names a role or instance profile that is almost, but not exactly, the one that the files create.`,why:`Karpenter launches nodes only with a role or instance profile that exists. If the name has a typing mistake, or is that of another environment, the node class is not ready, or its nodes cannot join the cluster. Karpenter’s Terraform module also adds a random suffix to the name of the role by default. Reported only when the files of the cluster create the role and its name is known. A completely different name may be that of a role from elsewhere.`,help:"Use the name of the role that the files create. With Karpenter’s module, set `node_iam_role_use_name_prefix = false`, or refer to the output `node_iam_role_name`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specrole`},examples:Cp}),mp={role:`role`,instanceProfile:`instance profile`};function hp(e,t,n){let r=j(e,[`spec`,t]);if(e.isPartial||r===void 0||/[:/]/.test(r)||sc(n).has(r))return;let{roles:i,profiles:a,mayBeMore:o}=As(n.clusterOf(e)),[s,c]=t===`role`?[i,a]:[a,i];if(o||s.some(e=>e.canBeNamed(r)))return;let l={nodeClass:e,field:t,written:r,created:s},u=s.find(({prefix:e})=>e===r||e===`${r}-`);u?gp(l,u,n):_p(l,c,n)}function gp({nodeClass:e,field:t,written:n},r,i){let{manifest:a,path:o}=r,s=a.kind===`module`,c=s?`module.${a.name}`:`${a.kind}.${a.name}`,l=s?t===`role`?`node_iam_role_name`:`instance_profile_name`:`name`,u=Fl(e,a)?`, or refer to \`${c}.${l}\``:``;i.report({manifest:e,at:e.span([`spec`,t]),message:`\`${e.name}\` uses the ${mp[t]} \`${n}\`, but Terraform adds a suffix to this name, so there is no ${mp[t]} with exactly this name`,help:s?`Set \`${Us(a).usesPrefix} = false\` in \`${c}\`${u}.`:`Set \`name = "${n}"\` instead of \`name_prefix\` in \`${c}\`${u}.`,labels:[{span:a.span(o),message:`the beginning of its name${$(e,a,i)}`}]})}function _p(e,t,n){let{nodeClass:r,field:i,written:a,created:o}=e,s=n.clusterOf(r).environment??``,c=n.all.manifests.some(e=>e.kind===`aws_iam_role`&&j(e,[`spec`,`name`])===a),l=o.filter(({name:e})=>e!==void 0),u=t.some(({name:e})=>e===a),d=l.filter(({name:e})=>u||!c&&bp(a,e)||Sp(s,{written:a,name:e})&&!xp(r,a,e)),[f]=d;!f||new Set(d.map(({name:e})=>e)).size>1||n.report({manifest:r,at:r.span([`spec`,i]),message:u?`\`${a}\` is the name of ${i===`role`?`an instance profile`:`a role`}. The ${mp[i]} that ${f.tool} creates is named \`${f.name}\``:`\`${r.name}\` uses the ${mp[i]} \`${a}\` instead of \`${f.name}\`, which ${f.tool} creates`,help:`Set \`${i}: ${f.name}\`.`,labels:[{span:f.manifest.span(f.path),message:`the ${mp[i]}${$(r,f.manifest,n)}`}]})}const vp=e=>e.split(/[-_.,+=@]/);function yp(e,t){let[n,r]=[vp(e),vp(t)];if(n.length!==r.length)return;let i=n.flatMap((e,t)=>e===r[t]?[]:[[e,r[t]]]);return i.length===1?i[0]:void 0}function bp(e,t){let[n,i]=[e,t].map(e=>vp(e.toLowerCase()));if(n.join(``)===i.join(``))return!0;let a=yp(e.toLowerCase(),t.toLowerCase());return a!==void 0&&!a.some(ap)&&r(...a)===1}function xp(e,t,n){let[r=``]=yp(t,n)??[],i=e.span([]).file.split(`/`).at(-1);return[...vp(e.name),...vp(i)].some(e=>dp(e)===dp(r))}function Sp(e,{written:t,name:n}){let[r,i]=yp(t,n)??[];if(r===void 0||i===void 0||![r,i].every(yl))return!1;let a=dp(e).split(`-`);return a.includes(dp(i))&&!a.includes(dp(r))}function Cp(){let e=(e,t)=>k`
    module "karpenter" {
      source  = "terraform-aws-modules/eks/aws//modules/karpenter"
      version = "~> 21.0"

      cluster_name = "orders"
      ${e}
    }

    ${L(`default`,P(`role: ${t}`))}
  `;return{bad:[D(e(``,`Karpenter-orders`),{'cluster_name = "orders"':`cluster_name = "orders"
node_iam_role_use_name_prefix = false`},{"role: Karpenter-orders":"role: ${module.karpenter.node_iam_role_name}"}),D(k`
          resource "aws_iam_role" "nodes" {
            name = "KarpenterNodeRole-orders"
          }

          ${L(`default`,P(`role: KarpenterNodesRole-orders`))}
        `,{"role: KarpenterNodesRole-orders":`role: KarpenterNodeRole-orders`}),D(k`
          resource "aws_iam_role" "nodes" {
            name = "KarpenterNodeRole-orders"
          }

          resource "aws_iam_instance_profile" "nodes" {
            name = "KarpenterNodeInstanceProfile-orders"
            role = aws_iam_role.nodes.name
          }

          ${L(`default`,P(`instanceProfile: KarpenterNodeRole-orders`))}
        `,{"instanceProfile: KarpenterNodeRole-orders":`instanceProfile: KarpenterNodeInstanceProfile-orders`})],good:[e(`node_iam_role_use_name_prefix = false`,`Karpenter-orders`),e(`node_iam_role_name = var.role`,`Karpenter-orders`),e(``,`KarpenterNodeRole-of-another-team`),k`
        resource "aws_iam_role" "nodes" {
          name = "KarpenterNodeRole-orders-1"
        }

        ${L(`default`,P(`role: KarpenterNodeRole-orders-2`))}
      `]}}const wp=M({id:`older-generation`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[],on:{NodePool:Tp,Provisioner:Tp},docs:{summary:`Every instance type of a NodePool is of an old generation, and a newer one costs less.`,why:`Newer generations cost less than those from a decade ago, are faster, and are less often short in supply. A NodePool that names only old families pays more for less, and nothing in the cluster shows it. This rule compares the prices of the region for instance types of similar size and memory with CPUs of the same manufacturer.`,help:"Allow the newer families, by name or with `karpenter.k8s.aws/instance-generation`.",url:`https://karpenter.sh/docs/concepts/nodepools/#instance-types`},examples:Mp});function Tp(e,{report:t,catalog:n,compatible:r}){let i=Pr(n),a=r(e);if(!i||!a?.isExact||a.names.length===0||a.names.length>60)return;let o=Ep(a,i);o&&t({at:e.span(Kt(e)),message:`All instance types of \`${e.name}\` are of old generations: ${o.newer} is newer than ${o.name} and costs ${o.percent}% less per vCPU`,help:`Allow newer families, such as \`${o.newer.split(`.`)[0]}\`.`})}const Ep=Hf(({names:e},t)=>{let[n,...r]=e.map(e=>Dp(t.type(e),t));return r.every(e=>e!==void 0)?n:void 0});function Dp(e,t){let n=kp(e),r=jp(e,t);if(!n||r===void 0||e.gpus.length>0)return;let[i]=t.types.filter(t=>Op(e,t)&&Ap(n,kp(t))).flatMap(e=>{let n=jp(e,t);return n===void 0||n>r*.97?[]:[{name:e.name,cost:n}]}).sort((e,t)=>e.cost-t.cost||v(e.name,t.name));return i&&{name:e.name,newer:i.name,percent:Math.round((1-i.cost/r)*100)}}const Op=(e,t)=>t.vcpus>=e.vcpus*.75&&t.vcpus<=e.vcpus*1.25&&t.memoryMib/t.vcpus>=e.memoryMib/e.vcpus*.97&&t.architecture===e.architecture&&t.cpuManufacturer===e.cpuManufacturer&&t.isBareMetal===e.isBareMetal&&t.gpus.length===0&&(t.instanceStoreGb??0)>=(e.instanceStoreGb??0);function kp({family:e}){let t=/^([a-z]+)(\d+)([a-z-]*)$/.exec(e);return t?{category:t[1],generation:Number(t[2]),suffix:t[3]}:void 0}function Ap(e,t){let n=[...e.suffix].filter(e=>!`aig`.includes(e));return t!==void 0&&t.category===e.category&&t.generation>e.generation&&!t.suffix.includes(`flex`)&&n.every(e=>t.suffix.includes(e))}function jp({name:e,vcpus:t},n){let r=Vf(n,e);return r===void 0?void 0:r/t}function Mp(){return{bad:[D(R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m4, c4]`,`karpenter.sh/capacity-type In [on-demand]`]}),F),{"[m4, c4]":`[m4, c4, c5]`})],good:[R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m4, m5]`,`karpenter.sh/capacity-type In [on-demand]`]}),F),R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m5, c5]`,`karpenter.sh/capacity-type In [on-demand]`]}),F)]}}const Np=M({id:`owned-security-groups`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[78],on:{Manifests(e,t){for(let n of rn(e))Fp(n,t)}},docs:{summary:"A node class selects several security groups with the tag `kubernetes.io/cluster/NAME`.",why:"The AWS load balancer controller and the in-tree controller expect exactly one security group with the tag `kubernetes.io/cluster/NAME` on a node. If a node has two, they stop with “multiple tagged security groups” and no longer register targets. Reported only when Terraform creates the security groups, for the cluster of the node class.",help:`Remove the tag from all of them but one.`,url:`https://karpenter.sh/docs/troubleshooting/`},examples:Ip}),Pp=`kubernetes.io/cluster/`;function Fp(e,{clusterOf:t,report:n}){if(e.isPartial)return;let r=as(e,`securityGroup`).filter(({tags:e,hasOther:t})=>!t&&e.length>0&&e.every(({isKnown:e})=>e)),[i,a]=t(e).ofKind(`aws_security_group`).filter(e=>{let t=g(e.get([`spec`,`tags`]))??{};return r.some(e=>e.tags.every(({key:e,value:n})=>h(t[e])===n))&&Object.keys(t).some(e=>e.startsWith(Pp)&&!m(e))});i&&a&&n({manifest:e,at:e.keySpan([`spec`,`securityGroupSelectorTerms`]),message:`\`${e.name}\` selects the security groups \`${i.name}\` and \`${a.name}\`, which both have a tag \`${Pp}…\`, but the load balancer controller accepts only one`,help:`Remove the tag \`${Pp}…\` from one of them.`,labels:[i,a].map(e=>({span:e.span([`spec`,`tags`]),message:`has the tag`}))})}function Ip(){return{bad:[D(k`
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

          ${L(`default`,P(O`
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

        ${L(`default`,P(O`
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

        ${L(`default`,P(O`
            role: KarpenterNodeRole-demo
            securityGroupSelectorTerms:
              - tags:
                  karpenter.sh/discovery: demo
          `))}
      `]}}const Lp=M({id:`pass-role`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[72],on:{Manifests(e,t){for(let n of new Set(rn(e).map(t.clusterOf)))Rp(n,t)}},docs:{summary:"The controller’s `iam:PassRole` permission does not include the role that node classes name.",why:"To launch an instance with a role, the controller needs `iam:PassRole` on exactly that role. If the policy names another role, such as the controller’s own, AWS denies every launch with the role of the nodes. The policy of Karpenter’s Terraform module allows only the role that the module creates or is given. Reported only when the policy and the node class are of the same cluster and all roles are known. They may be in different folders.",help:"Add the role of the nodes to the resources of `iam:PassRole`.",url:`https://karpenter.sh/docs/reference/cloudformation/#allowpassinginstancerole`},examples:Gp});function Rp(e,t){let n=[...e.ofKind(`IamPolicy`).flatMap(t=>Vp(t,e)),...e.ofKind(`module`).flatMap(t=>Up(t,e))],r=n.find(({manifest:e})=>zp(e,t)),i=n.map(({roles:e})=>e);if(!r||i.includes(void 0)||Ms(e))return;let a=new Set;for(let n of e.ofKind(`EC2NodeClass`)){let o=n.isPartial?void 0:ec(n,e);if(!o||i.some(e=>e.some(e=>Wp(e,o)!==!1)))continue;let s=o.name??o.address;a.has(s)||Bp(n,r,t),a.add(s)}}function zp(e,t){let n=t.clusterOf(e);if(e.kind===`module`)return!0;let r=Vl(t).some(([e])=>t.clusterOf(e.policy)===n),i=rn(t.all).every(e=>t.clusterOf(e)===n);return r&&(e.source.origin?.tool===`terraform`||i)}function Bp(e,{manifest:t,path:n},r){r.report({manifest:t,at:t.span(n),message:`\`iam:PassRole\` is not allowed on the role of \`${e.name}\`, so AWS denies every launch with this role`,help:t.kind===`module`?`Set \`${Us(t).creates} = false\` and \`${Us(t).arn}\` to the ARN of this role in \`module.${t.name}\`.`:`Add the role of the nodes to the resources of this statement.`,labels:[{span:e.span([`spec`,e.get([`spec`,`role`])===void 0?`instanceProfile`:`role`]),message:`the role of the nodes${$(t,e,r)}`}]})}function Vp(e,t){return Ul(e).filter(e=>Wl([e],`iam:PassRole`)).map(({path:n,statement:r})=>{let i=r.resources.map(n=>Zs(n,{manifest:e,cluster:t})),a=e.isPartial||r.isNegated||i.includes(void 0);return{manifest:e,path:[...n,`Resource`],roles:a?void 0:i.flatMap(e=>e??[])}})}const Hp=/^(?!node_).*(?:policy_statements|policies|policy_documents|policy_arns?)$/;function Up(e,t){if(Z(e)!==`karpenter`||Ws(e,`create`,!0)===!1)return[];let n=Us(e),r=n.creates===`create_iam_role`?Ws(e,`create_irsa`,!0):Ws(e,`create_iam_role`,!0);if(r===!1)return[];let i=Object.keys(g(e.get([`spec`]))??{}),a=r===!0&&!i.some(e=>Hp.test(e)),o=Ws(e,n.creates,!0),s=[`spec`,n.arn],c=o===!1?Xs(e,s,t):void 0,l=o===!0?{address:Ns(e,`module.${e.name}`)}:c;return[{manifest:e,path:o===!1?s:[`metadata`,`name`],roles:a&&l?[l]:void 0}]}const Wp=(e,t)=>e.name!==void 0&&(t.name!==void 0||e.name===`*`)?Tr(e.name,t.name??``):$s(e,t);function Gp(){return{bad:[D(k`
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

          ${L(`default`,P("role: ${aws_iam_role.karpenter_node.name}"))}
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

          ${L(`default`,P(`role: orders-nodes`))}
        `,{"create_access_entry = false":`create_access_entry = false
create_node_iam_role = false
node_iam_role_arn = aws_iam_role.nodes.arn`})],good:[k`
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

        ${L(`default`,P("role: ${aws_iam_role.karpenter_node.name}"))}
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

        ${L(`default`,P(`role: KarpenterNodes`))}
      `]}}const Kp=M({id:`pin-ami-alias`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[49],on:{NodeClass(e,{report:t}){let n=l(e.get([`spec`,`amiSelectorTerms`]));for(let[r,i]of n.entries()){let n=h(g(i)?.alias);if(n===void 0||m(n)||!n.endsWith(`@latest`))continue;let a=n.slice(0,n.indexOf(`@`));Object.hasOwn(qp,a)&&t({at:e.span([`spec`,`amiSelectorTerms`,r,`alias`]),message:`\`${n}\` follows every AMI release, and each new release makes Karpenter replace all nodes of \`${e.name}\``,help:`Pin a release, such as \`${a}@${qp[a]??qp.al2023}\`, and update it by pull request.`})}}},docs:{summary:`An EC2NodeClass follows the latest AMI instead of a pinned release.`,why:"With `@latest`, every AMI release makes all nodes of the node class drift. Karpenter replaces them within the disruption budgets, in every environment at the same time. There is no change to review and nothing to revert.",help:"Pin a release, such as `al2023@v20260715`, and update it by pull request, one environment after the other.",url:`https://karpenter.sh/docs/tasks/managing-amis/`},examples:Jp}),qp={al2:`v20251112`,al2023:`v20260715`,bottlerocket:`v1.44.0`};function Jp(){return{bad:[D(P(O`
          amiSelectorTerms:
            - alias: al2023@latest
        `),{"al2023@latest":`al2023@v20260715`})],good:[P(O`
        amiSelectorTerms:
          - alias: al2023@v20260715
      `),P(O`
          amiSelectorTerms:
            - alias: windows2022@latest
        `,`windows`),P(O`
        amiSelectorTerms:
          - alias: ubuntu@latest
      `)]}}function Yp(e){return[...St(e,`aws-vpc-cni`).map(({manifest:e,values:t})=>({manifest:e,path:[...t,`env`]})).flatMap(({manifest:e,path:t})=>Xp(e,t,g(e.get(t)))),...e.manifests.flatMap(e=>Zp(e))]}function Xp(e,t,n){let r=Object.entries(n??{}).map(([e,t])=>[e,h(t)]);return!e.isPartial&&r.every(([,e])=>e!==void 0&&!m(e))?[{manifest:e,path:t,env:Object.fromEntries(r)}]:[]}function Zp(e){return e.kind===`aws_eks_addon`&&e.get([`spec`,`addon_name`])===`vpc-cni`?Qp(e,[`spec`],`configuration_values`):e.kind===`module`?[`addons`,`cluster_addons`].map(e=>[`spec`,e,`vpc-cni`]).filter(t=>g(e.get(t))).flatMap(t=>Qp(e,t,`configuration_values`)):e.kind===`ClusterConfig`?l(e.get([`addons`])).flatMap((t,n)=>g(t)?.name===`vpc-cni`?Qp(e,[`addons`,n],`configurationValues`):[]):e.kind===`DaemonSet`&&e.name===`aws-node`?em(e):[]}function Qp(e,t,n){let r=[...t,n],i=e.get(r);if(i===void 0)return Xp(e,t,{});let a=typeof i==`string`?$p(i):i,o=g(a)?.env;return!g(a)||o!==void 0&&!g(o)?[]:Xp(e,r,g(o)??{})}function $p(e){try{return JSON.parse(e)}catch{return}}function em(e){let t=[`spec`,`template`,`spec`,`containers`];return l(e.get(t)).flatMap((n,r)=>{if(g(n)?.name!==`aws-node`)return[];let i=[...t,r,`env`],a=l(e.get(i)).map(e=>g(e)??{});return Xp(e,i,Object.fromEntries(a.flatMap(({name:e,value:t})=>typeof e==`string`&&t!==void 0?[[e,t]]:[])))})}const tm=k`
  kubelet:
    maxPods: 110
`,nm=M({id:`pods-and-addresses`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[59,60,61],on:{Manifests(e,t){if(!(St(e,`cilium`).length>0))for(let n of Yp(e))im(n,t)}},docs:{summary:`The number of pods per node that Karpenter assumes does not match the addresses of the VPC CNI.`,why:"Karpenter works out how many pods fit on a node from its network interfaces, or from `maxPods` if the node class sets it. If there are more pods than addresses, pods hang in `ContainerCreating`. With prefix delegation and no `maxPods`, nodes have room that Karpenter does not use. With custom networking, the first interface carries no pods, which Karpenter knows only from `reservedENIs`. Reported only when the CNI is configured in the repository, for the cluster of the node class.",help:"Set `maxPods` together with prefix delegation, and `settings.reservedENIs` together with custom networking.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:fm}),rm=(e,t)=>e.env[t]===`true`;function im(e,t){let n=t.clusterOf(e.manifest).ofKind(`EC2NodeClass`).filter(({isPartial:e})=>!e),r=rm(e,`ENABLE_PREFIX_DELEGATION`);rm(e,`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`)&&dm(e,n,t);for(let i of n){let n=i.get([`spec`,`kubelet`,`maxPods`])??void 0;typeof n==`number`&&!r&&lm(i,{cni:e,maxPods:n},t),n===void 0&&r&&am(i)&&um(i,e,t)}}const am=e=>!/^(?:Custom|Windows)/.test(h(e.get([`spec`,`amiFamily`]))??``),om=({enis:e,ipv4PerEni:t})=>e*(t-1)+2;function sm(e,{all:t,catalog:n,compatible:r}){let i=an(t,e).flatMap(e=>cm(e,{catalog:Pr(n),compatible:r}));if(!i.includes(void 0))return i.sort((e,t)=>om(e)-om(t)||v(e.name,t.name))[0]}function cm(e,{catalog:t,compatible:n}){let r=n(e);return!t||!r?.isExact?[void 0]:r.names.map(e=>t.type(e))}function lm(e,{cni:t,maxPods:n},r){let i=sm(e,r);!i||om(i)>=n||r.report({manifest:e,at:e.span([`spec`,`kubelet`,`maxPods`]),message:`\`maxPods: ${n}\` is more than the ${om(i)} pods that ${i.name} has addresses for without prefix delegation`,help:"Remove `maxPods`, allow only larger instance types that have enough addresses, or turn on prefix delegation in the VPC CNI.",labels:[{span:t.manifest.span(t.path),message:`the VPC CNI has no prefix delegation`}]})}function um(e,t,n){let r=sm(e,n);!r||om(r)>=110||n.report({manifest:e,at:e.span([`spec`,`kubelet`]),severity:`note`,message:`The VPC CNI uses prefix delegation, but \`${e.name}\` has no \`maxPods\`, so Karpenter places at most ${om(r)} pods on ${r.name}`,help:"Set `maxPods: 110` under `spec.kubelet` if more pods should fit.",labels:[{span:t.manifest.span(t.path),message:`prefix delegation is on`}]})}function dm(e,t,{clusterOf:n,report:r}){if(!(t.length===0||t.every(e=>e.get([`spec`,`kubelet`,`maxPods`])!==void 0)))for(let{manifest:t,chart:i,values:a}of n(e.manifest).manifests.flatMap(xt)){let n=[...a,`settings`,`reservedENIs`],o=h(t.get(n))??`0`;i!==`karpenter`||t.isPartial||o!==`0`||m(o)||r({manifest:t,at:t.span(n),message:`The VPC CNI uses custom networking, but Karpenter reserves no network interface for it, so it places more pods on nodes than they have addresses for`,help:'Set `settings.reservedENIs` to `"1"`.',labels:[{span:e.manifest.span(e.path),message:`custom networking is on`}]})}}function fm(){return{bad:[D(ym({addon:hm,kubelet:tm}),{"kubelet:\n        maxPods: 110":``},{[pm]:`${mm.text}${pm}`},{"most_recent = true":gm(`ENABLE_PREFIX_DELEGATION`)}),D(ym({addon:gm(`ENABLE_PREFIX_DELEGATION`)}),{"role: KarpenterNodeRole-demo":`role: KarpenterNodeRole-demo\n${tm.text}`}),D(ym({addon:gm(`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`),release:vm(_m)}),{[_m]:`${_m}\n{ name = "settings.reservedENIs", value = "1" },`})],good:[ym({addon:gm(`ENABLE_PREFIX_DELEGATION`),kubelet:tm}),ym({addon:hm}),ym({addon:gm(`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`),release:vm(k`
          ${_m}
          { name = "settings.reservedENIs", value = "1" },
        `)})]}}const pm=`- key: karpenter.k8s.aws/instance-family`,mm=k`
  - key: karpenter.k8s.aws/instance-cpu
    operator: Gt
    values: ["15"]
`,hm=`most_recent = true`,gm=e=>k`
  configuration_values = jsonencode({
    env = {
      ${e} = "true"
    }
  })
`,_m=`{ name = "settings.clusterName", value = "demo" },`,vm=e=>k`
  resource "helm_release" "karpenter" {
    repository = "oci://public.ecr.aws/karpenter"
    chart      = "karpenter"

    set = [
      ${e}
    ]
  }
`,ym=({addon:e,kubelet:t,release:n})=>k`
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
`,bm=[`spec`,`associatePublicIPAddress`],xm=M({id:`public-address`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Security`,mistakes:[],controls:[`AWS FSBP EC2.9`,`AWS FSBP EC2.25`,`CIS EKS 5.4.3`],on:{NodeClass(e,{report:t}){e.get(bm)===!0&&t({at:e.span(bm),message:`Every node of \`${e.name}\` gets a public IPv4 address, so its security groups alone protect it from the internet. AWS also charges for each address`,help:"Set `associatePublicIPAddress: false`, and select private subnets with a NAT gateway."})}},docs:{summary:`A node class gives its instances public IPv4 addresses.`,why:`A node with a public address can be reached from the internet as far as its security groups allow. Load balancers do not need it, because they reach nodes by private addresses. AWS charges $0.005 per hour for each public IPv4 address. It is a note, because a cluster without a NAT gateway needs public addresses.`,help:"Set `associatePublicIPAddress: false`, and select private subnets.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specassociatepublicipaddress`},examples:Cm}),Sm=e=>P(O`
    role: KarpenterNodeRole-demo
    associatePublicIPAddress: ${e}
  `);function Cm(){return{bad:[D(Sm(`true`),{"associatePublicIPAddress: true":`associatePublicIPAddress: false`})],good:[Sm(`false`),P(`role: KarpenterNodeRole-demo`)]}}const wm=1024**3,Tm=(e,t)=>({name:e,limitsPodsByEnis:!0,reservesMemoryByEnis:e!==`Bottlerocket`,hasPodsPerCore:e!==`Bottlerocket`,takesAnyKubeletSetting:e===`AL2023`||e===`Custom`,ephemeralDevice:t,defaultVolumeBytes:20*wm,windowsBuild:void 0}),Em=(e,t)=>({name:e,limitsPodsByEnis:!1,reservesMemoryByEnis:!1,hasPodsPerCore:!0,takesAnyKubeletSetting:!1,ephemeralDevice:`/dev/sda1`,defaultVolumeBytes:50*wm,windowsBuild:t}),Dm=Tm(`AL2`,`/dev/xvda`),Om=Tm(`Custom`,void 0),km=[Dm,Tm(`AL2023`,`/dev/xvda`),Tm(`Bottlerocket`,`/dev/xvdb`),Em(`Windows2019`,`10.0.17763`),Em(`Windows2022`,`10.0.20348`),Em(`Windows2025`,`10.0.26100`),Om];function Am(e){let{amiFamily:t,amiSelectorTerms:n}=e.spec;if(t!==void 0)return km.find(e=>e.name===t)??Dm;let r=n?.find(e=>e.alias)?.alias?.split(`@`)[0];return km.find(e=>e!==Om&&e.name.toLowerCase()===r)??Om}function jm(e){let{maxPods:t}=e,n=typeof t==`string`&&!m(t)?[[`maxPods`]]:[],r=[`kubeReserved`,`systemReserved`].flatMap(t=>{let n=e[t];return p(n)?Object.entries(n).filter(([e,t])=>typeof t==`string`&&![e,t].some(e=>m(e))&&qc(t)===void 0).map(([e])=>[t,e]):[]});return[...n,...r]}const Mm={ns:1n,us:1000n,µs:1000n,ms:1000000n,s:1000000000n,m:60000000000n,h:3600000000000n},Nm=/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/y,Pm=2n**63n-1n;function Fm(e){let[,t,n]=/^([+-]?)(.*)$/s.exec(e);if(n===`0`)return 0n;if(!n||n.length>128)return;let r=0n,i=0;for(;i<n.length;){Nm.lastIndex=i;let e=Nm.exec(n);if(!e)return;r+=Im(e[1],Mm[e[2]]),i=Nm.lastIndex}if(!(r>Pm))return t===`-`?-r:r}function Im(e,t){let[n=``,r=``]=e.split(`.`);return BigInt(n||`0`)*t+BigInt(r||`0`)*t/10n**BigInt(r.length)}function Lm(e,t){let n=Fm(e);return n!==void 0&&n===Fm(t)}const Rm=new Map(Object.entries({boolean:`
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
  `}).flatMap(([e,t])=>t.trim().split(/\s+/).map(t=>[t,e]))),zm=new Set([`clusterDNS`,`cpuCFSQuota`,`maxPods`,`podsPerCore`,`kubeReserved`,`systemReserved`,`evictionHard`,`evictionSoft`,`evictionSoftGracePeriod`,`evictionMaxPodGracePeriod`,`imageGCHighThresholdPercent`,`imageGCLowThresholdPercent`]),Bm={boolean:`true or false`,whole:`a whole number below 2³¹`,large:`a whole number`,number:`a number`,text:`a string`,duration:"a duration such as `90s`",texts:`a list of strings`,textMap:`a mapping of names to strings`,flags:`a mapping of names to true or false`,list:`a list`,mapping:`a mapping`};function Vm(e,t){let n=e=>typeof e==`string`||e===null;switch(t){case`whole`:return typeof e==`number`&&(e|0)===e;case`large`:return Number.isInteger(e);case`text`:return n(e);case`duration`:return typeof e==`string`&&Fm(e)!==void 0;case`texts`:return Array.isArray(e)&&e.every(n);case`list`:return Array.isArray(e);case`textMap`:return p(e)&&Object.values(e).every(n);case`flags`:return p(e)&&Object.values(e).every(e=>typeof e==`boolean`||e===null||m(e));case`mapping`:return p(e);default:return typeof e===t}}function Hm(e,t){let n=Object.keys(e).filter(e=>!m(e));return[...n.flatMap(n=>Um(n,e,t)??[]),...qm.flatMap(t=>Zm(e,t,Ym)),...th(e),...Jm.flatMap(t=>Zm(e,t,Xm)),...rh(e),...n.flatMap(t=>oh(t,e[t]))]}function Um(e,t,n){let r=[e];if(!Rm.has(e))return{path:r,why:`is not a kubelet setting`,names:Km(Rm.keys(),t)};if(e===`registerWithTaints`)return{path:r,why:`is a setting that Karpenter sets itself`,help:"Remove it, and set the taints in `taints` or `startupTaints` under `spec.template.spec` of the NodePool."};if(n.takesAnyKubeletSetting)return;if(e===`podsPerCore`?Gm(t[e])&&!n.hasPodsPerCore:!Wm(e))return{path:r,why:`does not reach nodes of the AMI family \`${n.name}\``,help:`Remove it, or use AL2023, whose nodes accept any setting.`};let i=t[e];if(!(e!==`clusterDNS`||!Array.isArray(i)||i.length<2))return{path:r,why:`may have only one address with the AMI family \`${n.name}\``,help:`Keep only one address.`}}const Wm=e=>zm.has(e),Gm=e=>e!=null,Km=(e,t)=>[...e].filter(e=>!Object.hasOwn(t,e)),qm=[`evictionHard`,`evictionSoft`,`evictionSoftGracePeriod`,`evictionMinimumReclaim`],Jm=[`kubeReserved`,`systemReserved`],Ym={names:[`memory.available`,`nodefs.available`,`nodefs.inodesFree`,`imagefs.available`,`imagefs.inodesFree`,`pid.available`],wrongName:`is not an eviction signal`,wrongValue:(e,t)=>e===`evictionSoftGracePeriod`?eh(t):$m(t)},Xm={names:[`cpu`,`memory`,`ephemeral-storage`,`pid`],wrongName:`is not a resource that a kubelet can reserve`,wrongValue:(e,t)=>t.startsWith(`-`)?`is negative`:void 0};function Zm(e,t,{names:n,wrongName:r,wrongValue:i}){let a=e[t]??{};return p(a)?Object.entries(a).flatMap(([e,o])=>{let s=[t,e];if(m(e))return[];if(!n.includes(e))return[{path:s,why:r,names:Km(n,a)}];let c=o??``;if(typeof c!=`string`){let e={path:s,why:`has a value that is not a string`};return[typeof c==`number`?{...e,number:c,help:`Put the number in quotes.`}:e]}let l=m(c)?void 0:i(t,c);return l===void 0?[]:[{path:s,why:l}]}):m(a)?[]:[{path:[t],why:`is not a mapping of names to values`}]}const Qm=/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;function $m(e){if(!e.endsWith(`%`)){let t=qc(e);return t===void 0?`is neither a percentage nor a quantity`:t<0?`is negative`:void 0}let t=e.slice(0,-1).replaceAll(/(?<=\d)_(?=\d)/g,``),n=Qm.test(t)?Number(t):NaN;return n>=0&&n<=100?void 0:`is not a percentage from 0% to 100%`}function eh(e){let t=Fm(e);return t===void 0?"is not a duration such as `90s`":t<0n?`is negative`:void 0}function th({evictionSoft:e,evictionSoftGracePeriod:t}){let[n,r]=[e??{},t??{}];return!p(n)||!p(r)||[...Object.keys(n),...Object.keys(r)].some(e=>m(e))?[]:[...Km(Object.keys(n),r).map(e=>({path:[`evictionSoft`,e],why:`has no grace period`,help:`Add a grace period under \`evictionSoftGracePeriod\`, such as \`${e}: 90s\`.`})),...Km(Object.keys(r),n).map(e=>({path:[`evictionSoftGracePeriod`,e],why:"has no threshold under `evictionSoft`",help:`Add the threshold, or remove the grace period.`}))]}const nh={maxPods:2**31-1,podsPerCore:2**31-1,evictionMaxPodGracePeriod:2**31-1,imageGCHighThresholdPercent:100,imageGCLowThresholdPercent:100};function rh(e){let t=Object.entries(nh).flatMap(([t,n])=>{let r=e[t],i=t===`maxPods`&&typeof r==`string`;return!Gm(r)||i||m(r)||ih(r,n)?[]:[{path:[t],why:n===100?`is not a whole number from 0 to 100`:`is not a whole number of at least 0`}]}),{imageGCHighThresholdPercent:n,imageGCLowThresholdPercent:r}=e;return t.length>0||typeof n!=`number`||typeof r!=`number`||n>r?t:[{path:[`imageGCHighThresholdPercent`],why:`is not above \`imageGCLowThresholdPercent\`, which is ${r}`}]}const ih=(e,t)=>typeof e==`number`&&Number.isInteger(e)&&e>=0&&e<=t,ah=new Set([`registerWithTaints`,...qm,...Jm,...Object.keys(nh)]);function oh(e,t){let n=Rm.get(e);if(n===void 0||ah.has(e)||!Gm(t)||m(t)||Vm(t,n))return[];let r={path:[e],why:`is not ${Bm[n]}`};return[n===`text`&&typeof t==`number`?{...r,number:t,help:`Put the number in quotes.`}:r]}const sh=[`spec`,`kubelet`],ch=M({id:`refused-kubelet-settings`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t,karpenter:n,settings:r,nearest:i}){let a=g(e.get(sh));if(!n.opensKubelet||!a||e.isPartial)return;let o=Am({metadata:{name:``},spec:{amiFamily:Xt(e)??`Custom`}});for(let n of Hm(a,o)){let r=[...sh,...n.path],a=n.names&&i(String(r.at(-1)),n.names);t({at:e.keySpan(r),message:`\`${n.path.join(`.`)}\` ${n.why}, so Karpenter rejects this node class and launches nothing with it`,help:uh(n,a),...lh(e,r,{wanted:a,number:n.number})})}let{featureGates:s}=r.karpenter;if(!s?.nodeClassCEL)for(let n of jm(a))t({...s===void 0&&{severity:`warning`},at:e.span([...sh,...n]),message:`\`${n.join(`.`)}\` is an expression, but the feature gate \`NodeClassCEL\` is ${s===void 0?`off by default`:`off`}, so Karpenter rejects this node class and launches nothing with it`,help:"Use a fixed value, or turn the gate on with `settings.awsFeatureGates.nodeClassCEL` in Karpenter’s Helm values. If it is already on, set `karpenter.settings.featureGates.nodeClassCEL` in plumbline.yaml."})}},docs:{summary:"Karpenter rejects an EC2NodeClass because of a setting under `kubelet`.",why:"From Karpenter 1.15 on, `spec.kubelet` accepts any kubelet setting, and the API server checks none of them. Karpenter’s controller does. It rejects names that the kubelet does not know, and settings that Karpenter sets itself or that the AMI family does not pass on. It also rejects invalid values, and expressions while the feature gate `NodeClassCEL` is off. The node class then gets the condition `ValidationSucceeded=False`. The API server gives no warning, and the NodePools of the class launch nothing.",help:`Use the names and values of a KubeletConfiguration, without the settings that Karpenter sets itself.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:dh});function lh(e,t,{wanted:n,number:r}){return n===void 0?r===void 0?{}:{fix:{description:`Put the number in quotes`,edits:x(e,t,`"${r}"`)}}:{fix:{description:`Rename to \`${n}\``,edits:he(e,t,n)}}}function uh({names:e=[],help:t},n){return n===void 0?t===void 0?e.length===0?`Use a value that the kubelet accepts.`:e.length>6?`Remove it.`:`Use one of: ${U(e)}.`:t:`Did you mean \`${n}\`?`}function dh(){return{bad:[D(A({karpenter:`1.15`},P(O`
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
          `,"cpu: 1":`cpu: "1"`,"imageGCHighThresholdPercent: 70":`imageGCHighThresholdPercent: 85`}),D(A({karpenter:`1.15`},P(O`
            amiSelectorTerms:
              - alias: bottlerocket@v1.44.0
            kubelet:
              podsPerCore: 10
              shutdownGracePeriod: 30s
              clusterDNS: [10.0.0.10, 10.0.0.11]
          `)),{"podsPerCore: 10":``,"shutdownGracePeriod: 30s":``,"[10.0.0.10, 10.0.0.11]":`[10.0.0.10]`},{"bottlerocket@v1.44.0":`al2023@v20260715`}),D(A({karpenter:`1.15`},P(O`
            amiSelectorTerms:
              - alias: al2023@v20260715
            kubelet:
              maxPods: min(max_pods, 110)
              kubeReserved:
                memory: 11 * max_pods + 255
          `)),{"min(max_pods, 110)":`110`,"11 * max_pods + 255":`1465Mi`})],good:[A({karpenter:`1.15`},P(O`
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
        `)),A({karpenter:`1.15`},P(O`
            amiFamily: Custom
            amiSelectorTerms:
              - id: ami-0123456789abcdef0
            kubelet:
              podsPerCore: 10
              shutdownGracePeriod: 30s
          `,`ubuntu`)),P(O`
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        kubelet:
          podsPerCore: 10
      `)]}}const fh={[y.instanceMemory]:{unit:`MiB`,meant:`GiB`,factor:1024},[y.instanceGpuMemory]:{unit:`MiB`,meant:`GiB`,factor:1024},[y.instanceNetworkBandwidth]:{unit:`Mbit/s`,meant:`Gbit/s`,factor:1e3},[y.instanceEbsBandwidth]:{unit:`Mbit/s`,meant:`Gbit/s`,factor:1e3}},ph=M({id:`requirement-units`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[93],on:{NodePool:mh,Provisioner:mh},docs:{summary:`A bound for memory or bandwidth is so low that it excludes nothing, probably because it is in the wrong unit.`,why:"The label `instance-memory` is in MiB, and the bandwidth labels are in Mbit/s. `Gt 8` for memory, meant as more than 8 GiB, is true for every instance type, so Karpenter also launches the smallest ones.",help:'Write the bound in MiB or Mbit/s, such as `"8192"` for 8 GiB.',url:`https://karpenter.sh/docs/reference/instance-types/`},examples:gh});function mh(e,{report:t,catalog:n}){if(n)for(let{key:r,operator:i,values:a,isKnown:o}of V(e)){let s=Object.hasOwn(fh,r)?fh[r]:void 0,[c]=a;if(!s||!o||!c||i!==`Gt`&&i!==`Gte`)continue;let l=/^\d+$/.test(c.text)?Number(c.text):0,u=hh(n.labels.get(r)??[]);if(l<2||l>=u)continue;let d=String(l*s.factor);t({at:e.span(c.path),message:`\`${r}\` is in ${s.unit}, and every instance type has more than ${l} ${s.unit}, so this requirement excludes nothing`,help:`Use \`"${d}"\` if you mean ${l} ${s.meant}.`,fix:{description:`Replace with \`"${d}"\``,edits:x(e,c.path,`"${d}"`)}})}}const hh=e=>e.reduce((e,t)=>t.reduce((e,t)=>Math.min(e,Number(t)),e),1/0);function gh(){return{bad:[N({requirements:[`karpenter.k8s.aws/instance-memory Gt ["8"]`]})],good:[N({requirements:[`karpenter.k8s.aws/instance-memory Gt ["8191"]`,`karpenter.k8s.aws/instance-cpu Gt ["1"]`]}),N({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-gpu-memory Gt ["0"]`],taints:O`
          - key: nvidia.com/gpu
            effect: NoSchedule
        `})]}}const _h=M({id:`role-name`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[68],on:{NodeClass:yh,NodeTemplate:yh},docs:{summary:`A node class has an ARN where Karpenter expects the name of a role or an instance profile.`,why:`The API server accepts any text. Karpenter adds the role to an instance profile by its name, and IAM rejects an ARN there. The node class is not ready, and no NodePool that uses it launches anything.`,help:`Use only the name: the part of the ARN after the last slash.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specrole`},examples:Ch}),vh=/^arn:[\w-]+:iam::.{0,200}:(?:role|instance-profile)\/(?:.{0,600}\/)?([^/]{1,200})$/;function yh(e,{report:t}){for(let n of[`role`,`instanceProfile`]){let r=[`spec`,n];Sh(e,n,t),xh(e,r,t);let i=e.get(r),a=typeof i==`string`?vh.exec(i)?.[1]:void 0;if(a===void 0)continue;let o=!m(a);t({at:e.span(r),message:`\`${n}\` is an ARN instead of a name, so IAM rejects it and \`${e.name}\` never becomes ready`,help:o?`Use \`${a}\`.`:`Use only the part after the last slash.`,...o&&{fix:{description:`Replace with \`${a}\``,edits:x(e,r,a)}}})}}const bh=/^(?:KarpenterController(?:Role)?-|[\w+=,.@-]{1,60}[-_]karpenter[-_]controller(?:[-_]role)?$)/i;function xh(e,t,n){let r=h(e.get(t))??``;bh.test(r)&&n({at:e.span(t),severity:`warning`,message:`\`${r}\` seems to be the role of the controller. Nodes with this role cannot join the cluster, and every pod that reads the instance metadata could launch instances`,help:"Use the role of the nodes, such as `KarpenterNodeRole-demo`."})}function Sh(e,t,n){let r=[`spec`,t],i=Et(e,r);if(i===void 0)return;let a=e.span(r);/^module\.[\w-]+\.iam_role_(?:name|arn)$/.test(i)&&/karpenter/i.test(i)?n({at:a,message:`\`${i}\` is the role of the controller. Nodes with this role cannot join the cluster`,help:`Use \`${i.replace(/iam_role_\w{1,100}$/,`node_iam_role_name`)}\`.`}):/(?:\.|_)arn$/.test(i)&&n({at:a,message:`\`${t}\` must be a name, but \`${i}\` is an ARN, so IAM rejects it and \`${e.name}\` never becomes ready`,help:`Use \`${i.replace(/arn$/,`name`)}\`.`})}function Ch(){return{bad:[P(`role: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo`),P(`instanceProfile: arn:aws:iam::111122223333:instance-profile/KarpenterNode`),D(k`
          ${L(`default`,P("role: ${aws_iam_role.karpenter_node.arn}"))}
        `,{"aws_iam_role.karpenter_node.arn":`aws_iam_role.karpenter_node.name`}),D(k`
          ${L(`default`,P("role: ${module.karpenter.iam_role_name}"))}
        `,{"module.karpenter.iam_role_name":`module.karpenter.node_iam_role_name`}),D(P(`role: KarpenterControllerRole-demo`),{"KarpenterControllerRole-demo":`KarpenterNodeRole-demo`})],good:[k`
        ${L(`default`,P("role: ${module.karpenter.node_iam_role_name}"))}
      `,F,P("role: ${NODE_ROLE}")]}}const wh={AL2:`/dev/xvda`,AL2023:`/dev/xvda`,Bottlerocket:`/dev/xvda`,Windows2019:`/dev/sda1`,Windows2022:`/dev/sda1`,Windows2025:`/dev/sda1`},Th=[`/dev/sda`,`/dev/sda1`,`/dev/xvda`,`/dev/xvda1`,`/dev/nvme0n1`],Eh=M({id:`root-device`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[64],on:{NodeClass(e,{report:t}){let n=Xt(e)??``,r=Object.hasOwn(wh,n)?wh[n]:void 0,i=[`spec`,`blockDeviceMappings`],a=l(e.get(i)).map(e=>g(e)),o=a.map(e=>h(e?.deviceName)??``);if(r===void 0||e.isPartial||o.includes(r)||a.some(e=>e?.rootVolume===!0))return;let s=o.findIndex(e=>Th.includes(e));if(s===-1)return;let c=[...i,s,`deviceName`],u=Jt(e).every(({term:e})=>e.alias!==void 0);t({at:e.span(c),...!u&&{severity:`note`},message:`The root device of ${n} is \`${r}\`, so \`${o[s]}\` adds an empty volume and the root volume keeps the size of the AMI`,help:`Set \`deviceName\` to \`${r}\`.`,fix:{description:`Replace with \`${r}\``,edits:x(e,c,r)}})}},docs:{summary:`A block device mapping names the root device of another AMI family.`,why:`EC2 attaches a device with an unknown name as an additional, empty volume. The root volume keeps the size, type and encryption of the AMI, and Karpenter works out ephemeral storage from its default of 20 GiB. The additional volume costs money, and nothing uses it.`,help:"Use `/dev/xvda` for Amazon Linux and Bottlerocket, and `/dev/sda1` for Windows.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:Dh});function Dh(){return{bad:[P(O`
        amiSelectorTerms:
          - alias: al2023@v20260715
        blockDeviceMappings:
          - deviceName: /dev/sda1
            ebs:
              volumeSize: 100Gi
              encrypted: true
              volumeType: gp3
      `)],good:[P(O`
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
      `),P(O`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          blockDeviceMappings:
            - deviceName: /dev/sda1
              ebs:
                volumeSize: 100Gi
                encrypted: true
        `,`ubuntu`)]}}const Oh=M({id:`root-encryption`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[63],on:{NodeClass(e,{report:t}){let n=[`spec`,`blockDeviceMappings`],r=l(e.get(n)).map(e=>g(e)),i=r.map(e=>h(e?.deviceName)??``),a=i.indexOf(`/dev/xvdb`);Xt(e)!==`Bottlerocket`||a===-1||e.isPartial||i.includes(`/dev/xvda`)||i.some(e=>m(e))||g(r[a]?.ebs)?.encrypted===!0&&t({at:e.span([...n,a,`ebs`,`encrypted`]),message:`\`${e.name}\` encrypts \`/dev/xvdb\` but does not map \`/dev/xvda\`, so the root volume is encrypted only if the account encrypts volumes by default`,help:"Map `/dev/xvda` too, with `encrypted: true` and `volumeSize: 4Gi`."})}},docs:{summary:`A Bottlerocket node class encrypts the volume of the containers, but does not configure the root volume.`,why:"Volumes that a node class does not map stay as the AMI defines them, because Karpenter does not add its defaults to existing mappings. If a node class encrypts `/dev/xvdb` of Bottlerocket and does not map `/dev/xvda`, the root volume is not encrypted, unless the account encrypts every volume by default.",help:"Map `/dev/xvda` too, with `encrypted: true` and about 4 GiB.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:kh});function kh(){return{bad:[D(P(O`
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
          `})],good:[P(O`
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
      `),P(O`
        role: KarpenterNodeRole-demo
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        blockDeviceMappings:
          - deviceName: /dev/xvdb
            ebs:
              snapshotID: snap-0123456789abcdef0
              volumeSize: 100Gi
      `)]}}const Ah=[`subnetSelectorTerms`,`securityGroupSelectorTerms`,`amiSelectorTerms`],jh=M({id:`selector-term-id`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[80],on:{NodeClass(e,{report:t}){for(let n of Ah.map(e=>[`spec`,e])){let r=l(e.get(n)).map(e=>Object.keys(g(e)??{})),i=e=>e.includes(`id`)&&e.length>1;if(!r.every(i))for(let[a,o]of r.entries()){if(!i(o))continue;let r=o.filter(e=>e!==`id`);t({at:e.keySpan([...n,a,r[0]]),message:`Karpenter ignores ${U(r,` and `)} in a term with an \`id\`, because the id alone selects`,labels:[{span:e.span([...n,a,`id`]),message:`the id alone selects`}],help:`Remove ${U(r,` and `)}, or move ${r.length===1?`it`:`them`} to a separate term.`})}}}},docs:{summary:"A selector term has an `id` and other fields, which Karpenter ignores.",why:`An id alone selects one object. The API server should reject other fields in the same term. But its rule looks at all terms together and accepts the list as soon as one of them is valid. Karpenter then uses the id, and tags or a name in the same term narrow nothing.`,help:`Remove the other fields, or move them to a separate term.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:Mh});function Mh(){return{bad:[D(P(O`
          subnetSelectorTerms:
            - id: subnet-0123456789abcdef0
              tags:
                karpenter.sh/discovery: demo
            - id: subnet-0123456789abcdef1
        `),{"  tags:\n        karpenter.sh/discovery: demo":``},{"  tags:\n        karpenter.sh/discovery: demo":`- tags:
    karpenter.sh/discovery: demo`})],good:[P(O`
        subnetSelectorTerms:
          - id: subnet-0123456789abcdef0
          - tags:
              karpenter.sh/discovery: demo
      `),P(O`
        amiFamily: AL2023
        amiSelectorTerms:
          - name: golden-*
            owner: self
      `)]}}const Nh=M({id:`termination-handler`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[84],on:{Manifests(e,t){let{report:n}=t;for(let r of e.manifests.filter(Lh)){let e=Ph(r,t);e&&!Rh(r)&&n({manifest:r,at:r.span([`metadata`,`name`]),...Fh(r,e,t)})}for(let r of St(e,`aws-node-termination-handler`)){let{manifest:e,values:i}=r,a=(...t)=>e.get([...i,...t]),o=e.isPartial||typeof a()==`string`||a(`enableSqsTerminationDraining`)===!0,s=[`nodeSelector`,`linuxNodeSelector`,`daemonsetNodeSelector`,`affinity`,`linuxAffinity`,`daemonsetAffinity`].some(e=>Object.keys(g(a(e))??{}).length>0);if(o||s)continue;let c=Ph(e,t);c&&n({manifest:e,at:e.span([`metadata`,`name`]),...Fh(e,c,t)})}}},docs:{summary:`The node termination handler runs on Karpenter’s nodes, although Karpenter handles interruptions itself.`,why:"With `interruptionQueue`, Karpenter launches another node and drains the old one when AWS announces an interruption. The AWS node termination handler also drains every node that it runs on, so pods are evicted twice. The handler also cordons nodes on a rebalance recommendation, which Karpenter ignores. Reported only when the charts of both are installed in the same cluster, and the handler has no node selector or affinity.",help:"Keep the handler off Karpenter’s nodes with an affinity for `karpenter.sh/nodepool`, or remove the handler.",url:`https://karpenter.sh/docs/faq/#should-i-use-karpenter-interruption-handling-alongside-node-termination-handler`},examples:Gh}),Ph=(e,{all:t,clusterOf:n})=>bt(t).find(t=>t.chart===`karpenter`&&n(t.manifest)===n(e)&&zh(t)),Fh=(e,t,n)=>({message:`The node termination handler runs on all nodes, so both it and Karpenter drain Karpenter’s nodes when AWS interrupts them`,help:"Set `affinity` so that the handler does not run on nodes with the label `karpenter.sh/nodepool`, or remove the handler.",labels:[{span:t.manifest.span([...t.values,`settings`,`interruptionQueue`]),message:`Karpenter handles interruptions itself${$(e,t.manifest,n)}`}]}),Ih=[`spec`,`template`,`spec`],Lh=({kind:e,apiVersion:t,name:n,source:r})=>e===`DaemonSet`&&t===`apps/v1`&&/^aws-node-termination-handler/.test(n)&&r.origin?.tool!==`helm`,Rh=e=>e.isPartial||Object.keys(g(e.get([...Ih,`nodeSelector`]))??{}).some(e=>!/kubernetes\.io\/(?:os|arch)$/.test(e))||e.get([...Ih,`affinity`,`nodeAffinity`])!==void 0,zh=({manifest:e,values:t})=>(h(e.get([...t,`settings`,`interruptionQueue`]))??``)!==``,Bh=I(`aws-node-termination-handler`),Vh=I(`karpenter`,{values:O`
    settings:
      clusterName: demo
      interruptionQueue: demo
  `}),Hh=e=>O`
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
`,Uh=`      chart: aws-node-termination-handler
`,Wh=O`
  values:
    affinity:
      nodeAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          nodeSelectorTerms:
            - matchExpressions:
                - key: karpenter.sh/nodepool
                  operator: DoesNotExist
`;function Gh(){return{bad:[D(R(I(`karpenter`,{values:O`
              settings:
                clusterName: demo
                interruptionQueue: demo
            `}),Bh),{[Uh]:`${Uh}  ${Wh.text.replaceAll(/\n(?=.)/g,`
  `)}`},{[`---\n${Bh.text}`]:``}),D(R(Vh,Hh(``)),{"containers:":`affinity:
  nodeAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      nodeSelectorTerms:
        - matchExpressions:
            - {key: karpenter.sh/nodepool, operator: DoesNotExist}
containers:`})],good:[R(Vh,Hh(O`
          affinity:
            nodeAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
                nodeSelectorTerms:
                  - matchExpressions:
                      - {key: karpenter.sh/nodepool, operator: DoesNotExist}
        `)),R(I(`karpenter`,{values:O`
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
        `),R(I(`karpenter`,{values:O`
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
        `),R(I(`karpenter`,{values:O`
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
        `)]}}const Kh=/^(?:mac|[a-z]\d+g[a-z]*-flex|i3\.metal$)/,qh=/^(?:cc1|cc2|cg1|cg2|cr1|g1|g2|hi1|hs1)$/,Jh=M({id:`unknown-instance-type`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[],on:{NodePool:Yh,Provisioner:Yh,NodeOverlay:Yh},docs:{summary:`A requirement names an instance type or family that does not exist, or that the region does not offer.`,why:`The API server accepts any text. Karpenter never chooses a value that no instance type has, and does not warn about it. The NodePool then allows less than it seems to, or launches nothing at all.`,help:`Correct the name, or use one that the region offers.`,url:`https://karpenter.sh/docs/reference/instance-types/`},examples:Qh});function Yh(e,t){let{catalog:n}=t;if(n)for(let r of V(e)){let i=b(r.key);if(i===y.instanceType)Xh({pool:e,requirement:r,what:`instance type`,known:n.names,isOffered:e=>n.zonesOf(e).length>0},t,n);else if(i===y.instanceFamily){let i=[...new Set(n.types.map(e=>e.family))],a=new Set(n.types.filter(e=>n.zonesOf(e.name).length>0).map(e=>e.family));Xh({pool:e,requirement:r,what:`instance family`,known:i,isOffered:e=>a.has(e)},t,n)}}}function Xh({pool:e,requirement:t,what:n,known:r,isOffered:i},{report:a,nearest:o,isRegionAssumed:s},c){let{operator:l,values:u}=t;if(l!==`In`&&l!==`NotIn`)return;let d=new Set(r);for(let{path:t,text:f,isKnown:p}of u)if(!(!p||Kh.test(f)||l===`NotIn`&&qh.test(f))){if(d.has(f))l===`In`&&!i(f)&&!s&&a({at:e.span(t),message:`Region ${c.region} does not offer the ${n} \`${f}\`, so Karpenter never launches it`,help:`Replace it with one that ${c.region} offers, or remove it.`});else{let i=Zh(o(f,r),f,r);a({at:e.span(t),message:`\`${f}\` is not a known EC2 ${n}`,help:i?`Did you mean \`${i}\`?`:`Correct the name. If it is newer than plumbline’s catalog, silence this finding.`,...i&&{fix:{description:`Replace with \`${i}\``,edits:x(e,t,i)}}})}}}function Zh(e,t,n){if(e===void 0)return;let i=r(t,e);return n.some(n=>n!==e&&r(t,n)===i)?void 0:e}function Qh(){return{bad:[N({requirements:[`node.kubernetes.io/instance-type In [m5.large, m5.xlrage]`,`karpenter.sh/capacity-type In [on-demand]`]}),N({requirements:[`karpenter.k8s.aws/instance-family NotIn [t2, t3, tg4]`]}),D(A({region:`ap-northeast-2`},N({requirements:[`karpenter.k8s.aws/instance-family In [c7i, c7a]`,`karpenter.sh/capacity-type In [on-demand]`]})),{"[c7i, c7a]":`[c7i, c6i]`},{"[c7i, c7a]":`[c7i]`})],good:[N({requirements:[`karpenter.k8s.aws/instance-family In [m5, m6i]`]}),N({requirements:[`karpenter.k8s.aws/instance-family NotIn [c1, cc1, cc2, g2, t1]`]})]}}const $h=String.raw`(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')`,eg=`${$h}(?:\\s*\\.\\s*${$h})*`,tg=RegExp(`^(?:\\[\\s*${eg}\\s*\\]|\\[\\[\\s*${eg}\\s*\\]\\])\\s*(?:#.*)?$`),ng=RegExp(`^${eg}\\s*=\\s*(.*)$`),rg=/^(?:true|false|[+-]?(?:inf|nan)|[+-]?\d[\w.+:-]*(?: \d[\w.+:-]*)?)\s*(?:#.*)?$/,ig=/^("""|''')/,ag=/^(?:"(?:[^"\\]|\\.)*"|'[^']*')\s*(?:#.*)?$/,og={characters:5e4,lines:2e3};function sg(e){if(e.length>og.characters)return;let t=e.split(`
`).slice(0,og.lines);for(let e=0;e<t.length;e++){let n=t[e].trim();if(n===``||n.startsWith(`#`)||tg.test(n))continue;let r=ng.exec(n)?.[1];if(r===void 0)return n;if(ig.test(r)){let n=r.slice(0,3);if(r.indexOf(n,3)===-1)for(;++e<t.length&&!t[e].includes(n););}else if(/^[[{]/.test(r))e=cg(t,e,r);else if(!rg.test(r)&&!ag.test(r))return n}}function cg(e,t,n){let r=0;for(let i=t;i<e.length;i++){let a=(i===t?n:e[i]).replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g,``).replace(/#.*$/,``);for(let e of a)r+=`[{`.includes(e)?1:`]}`.includes(e)?-1:0;if(r<=0)return i}return e.length}const lg=M({id:`user-data-format`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[57,58],on:{NodeClass(e,{report:t}){let n=Zt(e),r=n===void 0?void 0:ug(e,n);r&&t({at:e.keySpan([`spec`,`userData`]),...r})}},docs:{summary:`User data has a format that the AMI family does not understand.`,why:"Karpenter merges `userData` into the user data that it writes for the AMI family. Bottlerocket reads TOML, and a node class with another format never launches a node. On Amazon Linux 2023, `/etc/eks/bootstrap.sh` only fails, so its flags never reach the kubelet. If the parts of a MIME text do not start with the boundary that it declares, none of them runs.",help:"For Bottlerocket, write TOML. For Amazon Linux 2023, write a `NodeConfig` or a script without `bootstrap.sh`. Start each part of a MIME text with two dashes and the declared boundary.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specuserdata`},examples:mg});function ug(e,t){let n=Xt(e);return n===`Bottlerocket`?dg(t):n===`AL2023`&&fg(t)?{message:"`/etc/eks/bootstrap.sh` only fails on Amazon Linux 2023, so its arguments have no effect",help:"Remove the call, because Karpenter joins the node to the cluster itself. Set kubelet settings under `spec.kubelet`, and labels in the NodePool."}:n===`AL2`||n===`AL2023`?pg(t):void 0}function dg(e){let[t=``]=e.trimStart().split(`
`);if(!/^(?:#!|MIME-Version:|Content-Type:|#cloud-config)/i.test(t)){let t=sg(e);return t===void 0?void 0:{message:`Bottlerocket expects user data in TOML, but \`${t.slice(0,60)}\` is neither a table nor a key with a value`,help:'Write TOML: tables such as `[settings.kubernetes]`, and entries such as `name = "text"`, with texts in quotes.'}}return{message:`Bottlerocket expects user data in TOML, but this starts with \`${t.trim().slice(0,60)}\``,help:"Write TOML settings, such as `[settings.kubernetes]`. Bottlerocket runs no scripts."}}const fg=e=>!/-[efx] \/etc\/eks\/bootstrap\.sh/.test(e)&&/^[ \t]*(?:sudo\s+|bash\s+)?\/etc\/eks\/bootstrap\.sh\b/m.test(e);function pg(e){if(!/^\s*(?:MIME-Version|Content-Type): /i.test(e))return;let t=/boundary="?([^"\s;]{1,200})"?/i.exec(e)?.[1],n=e.split(`
`).map(e=>e.trimEnd());if(!(t===void 0||n.includes(`--${t}`)))return{message:`This MIME text declares the boundary \`${t}\`, but no line is \`--${t}\`, so none of its parts runs`,help:`Start every part with \`--${t}\`, and end the last one with \`--${t}--\`.`}}function mg(){return{bad:[D(P(O`
          amiSelectorTerms:
            - alias: al2023@v20260715
          userData: |
            #!/bin/bash
            /etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'
            echo hello
        `),{"/etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'":``}),D(P(O`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            #!/bin/bash
            sysctl -w vm.max_map_count=262144
        `),{"#!/bin/bash":`[settings.kernel.sysctl]`,"sysctl -w vm.max_map_count=262144":`"vm.max_map_count" = "262144"`}),D(P(O`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            [settings.kubernetes]
            cluster-domain = cluster.local
        `),{"= cluster.local":`= "cluster.local"`}),D(P(O`
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
        `),{"--==BOUNDARY==--":`--BOUNDARY--`,"--==BOUNDARY==":`--BOUNDARY`})],good:[P(O`
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
      `),P(O`
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
        `,`bottlerocket`)]}}const hg=[[`a private key`,/-----BEGIN (?:[A-Z]{1,20} )?PRIVATE KEY-----/],[`an AWS access key`,/\b(?:AKIA|ASIA)(?![A-Z0-9]{0,12}EXAMPLE)[A-Z0-9]{16}\b/],[`a GitHub token`,/\bgh[pousr]_[A-Za-z0-9]{36}/],[`a GitLab token`,/\bglpat-[\w-]{20}/],[`a Slack token`,/\bxox[abprs]-[\w-]{10}/],[`a password in a URL`,/\b[a-z][a-z0-9+]{1,20}:\/\/[^\s:@/${}<]{1,100}:(?![$<{%])[^\s:@/]{4,100}@/],[`a token to join a cluster`,/--token[ =]["']?[a-z0-9]{6}\.[a-z0-9]{16}\b/]],gg=/(?:^|[\s"'{,;])((?:[A-Za-z]\w{0,60}[_-])?(?:password|passwd|secret|secret[_-]?(?:access[_-]?)?key|token|api[_-]?key|access[_-]?key|license[_-]?key))["']?\s{0,5}[=:]\s{0,5}(?:"([^"\s]{8,200})"|'([^'\s]{8,200})'|([^\s"'#;,]{8,200}))/i,_g=e=>/[A-Za-z]/.test(e)&&/[\d!@#%^&*+=-]/.test(e)&&!/[$`<>{}()[\]]|%[{s]|^[/~.]|^[a-z]+:\/\/|^arn:|^(?:ssm|vault|secretsmanager|file):|EXAMPLE|changeme|placeholder|redacted|x{4}|\*{3}/i.test(e);function vg(e){for(let[t,n]of e.split(`
`).slice(0,2e3).entries()){let e=n.slice(0,2e3),r=hg.find(([,t])=>t.test(e));if(r)return{kind:r[0],line:t+1};let i=gg.exec(e),a=i?.[2]??i?.[3]??i?.[4];if(i&&a!==void 0&&_g(a))return{kind:`a value for \`${i[1]}\``,line:t+1}}}const yg=[`spec`,`userData`],bg=M({id:`user-data-secrets`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Security`,mistakes:[],controls:[`CWE-798`],on:{NodeClass(e,{report:t}){let n=e.get(yg),r=typeof n==`string`?vg(n):void 0;r&&t({at:xg(e),message:`Line ${r.line} of the user data of \`${e.name}\` seems to contain ${r.kind}. Every pod that reaches the instance metadata can read it, and so can everybody who may describe the node class or its launch templates`,help:`Store the secret in AWS Secrets Manager or the Parameter Store, and let the user data fetch it with the node’s role. Replace the secret, because it is in the history of the repository.`})}},docs:{summary:`User data contains what looks like a password, a token or a key.`,why:`User data is not secret. The instance metadata serves it to every process on the node and, with a hop limit of 2, to every pod. It is also in the EC2NodeClass, in launch templates, and in the repository. plumbline does not print the secret, and points at the field instead of the line.`,help:`Let the user data fetch secrets from AWS Secrets Manager or the Parameter Store with the node’s role.`,url:`https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/user-data.html`},examples:wg});function xg(e){let{text:t}=e.source,{start:n,end:r}=e.keySpan(yg);return/^\s*:\s*[|>][\d+-]*\s*(?:#.*)?$/.test(/^.*/.exec(t.slice(r))[0])&&/^\s*(?:- )?["']?$/.test(t.slice(t.lastIndexOf(`
`,n-1)+1,n))?e.keySpan(yg):e.span([`metadata`,`name`])}const Sg=e=>P(O`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: al2023@v20260715
    userData: |
      #!/bin/bash
      ${e}
      /opt/install
  `),Cg=`export DB_PASSWORD=$(aws secretsmanager get-secret-value --secret-id db --query SecretString --output text)`;function wg(){return{bad:[D(Sg(`export DB_PASSWORD='correct-horse-battery-9'`),{"export DB_PASSWORD='correct-horse-battery-9'":Cg}),D(Sg(`curl -sf https://agent:s3cr3t-4gent@get.example.com/agent | bash`),{"agent:s3cr3t-4gent@":``})],good:[Sg(Cg),Sg(`TOKEN=$(curl -X PUT http://169.254.169.254/latest/api/token -H "X-aws-ec2-metadata-token-ttl-seconds: 60")`),Sg(`export API_TOKEN_FILE=/run/secrets/api-token-1`)]}}const Tg=[`ebs.csi.aws.com`,`ebs.csi.eks.amazonaws.com`,`kubernetes.io/aws-ebs`],Eg=`WaitForFirstConsumer`,Dg=M({id:`volume-binding-mode`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Workloads`,mistakes:[104],on:{Manifests(e,{report:t}){if($n(e))for(let n of e.manifests){if(n.kind!==`StorageClass`||_(n.apiVersion)!==`storage.k8s.io`)continue;let e=[`volumeBindingMode`],r=n.get(e),i=r===`Immediate`||r===void 0&&!n.isPartial;Tg.includes(h(n.get([`provisioner`]))??``)&&i&&(n.get([`allowedTopologies`])!==void 0||m(n.name)||t({manifest:n,at:r===void 0?n.keySpan([`provisioner`]):n.span(e),message:`StorageClass \`${n.name}\` creates a volume in any zone before the scheduler knows where its pod can run`,help:`Set \`volumeBindingMode: ${Eg}\`. If the StorageClass already exists in a cluster, delete it there first, because the field cannot be changed.`,fix:{description:`Set \`volumeBindingMode: ${Eg}\``,edits:r===void 0?ve(n,[],`volumeBindingMode`,Eg):x(n,e,Eg)}}))}}},docs:{summary:`A StorageClass creates EBS volumes before the scheduler knows where their pod runs.`,why:"With `Immediate`, the default, a volume is created in any zone as soon as its claim exists. While a claim is unbound, Karpenter ignores its pod. Afterwards the pod can run only in the zone of the volume, whether or not a NodePool allows that zone.",help:"Set `volumeBindingMode: WaitForFirstConsumer`. The field cannot be changed on an existing StorageClass, so delete the StorageClass and create it again. Its volumes are not affected.",url:`https://kubernetes.io/docs/concepts/storage/storage-classes/#volume-binding-mode`},examples:Og});function Og(){return{bad:[R(N(),O`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
          volumeBindingMode: Immediate
        `),R(N(),O`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
        `)],good:[R(N(),O`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
          volumeBindingMode: WaitForFirstConsumer
        `),R(N(),O`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: efs
          provisioner: efs.csi.aws.com
          volumeBindingMode: Immediate
        `)]}}const kg=[`spec`,`blockDeviceMappings`],Ag=M({id:`volume-encryption`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Security`,mistakes:[],controls:[`AWS FSBP EC2.3`,`AWS FSBP EC2.7`,`AWS FSBP EC2.181`,`CIS AWS Foundations 5.1.1`],on:{NodeClass(e,t){if(!e.isPartial)for(let n of l(e.get(kg)).keys()){let r=[...kg,n,`ebs`];g(e.get(r))!==void 0&&jg(e,r,t)}}},docs:{summary:`A node class maps a volume without encryption.`,why:"Karpenter encrypts the volumes of a node class that has no `blockDeviceMappings`. If it has some, a volume is encrypted only if its mapping says so, or if the account encrypts every volume by default. `encrypted: false` is a warning, and a missing field is a note. EC2 refuses a key for a volume that is not encrypted, so nothing is launched.",help:"Set `encrypted: true` for each volume.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:Ng});function jg(e,t,{report:n}){let r=e=>[...t,e],i=e.get(r(`encrypted`))??void 0,a="Set `encrypted: true`.";if(i!==void 0&&i!==!1)return;let o=`\`${e.get([...t.slice(0,-1),`deviceName`])??`This volume`}\` of \`${e.name}\``;e.get(r(`kmsKeyID`))===void 0?i===!1?n({at:e.span(r(`encrypted`)),message:`${o} is not encrypted, so whoever gets a copy of the volume can read what pods wrote to the disk of a node`,help:a}):e.get(r(`snapshotID`))===void 0&&n({at:e.keySpan(t),severity:`note`,message:`${o} does not say whether it is encrypted, so that depends on the default of the account`,help:a}):n({at:e.span(r(`kmsKeyID`)),message:`${o} has a key but is not encrypted, so EC2 refuses to launch its instances unless the account encrypts every volume`,help:a})}const Mg=e=>P(O`
    role: KarpenterNodeRole-demo
    blockDeviceMappings:
      - deviceName: /dev/xvda
        ebs:
          volumeSize: 50Gi
          ${e}
  `);function Ng(){return{bad:[D(Mg(`encrypted: false`),{"encrypted: false":`encrypted: true`}),D(Mg(`volumeType: gp3`),{"volumeType: gp3":`volumeType: gp3
encrypted: true`}),D(Mg(`kmsKeyID: arn:aws:kms:us-east-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab`),{"volumeSize: 50Gi":`volumeSize: 50Gi
encrypted: true`})],good:[Mg(`encrypted: true`),Mg(`snapshotID: snap-0123456789abcdef0`),P(`role: KarpenterNodeRole-demo`)]}}const Pg=M({id:`volume-key`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[66],on:{Manifests(e,t){for(let n of rn(e))Ig(n,t)}},docs:{summary:`A node class encrypts volumes with a KMS key that the controller may not use.`,why:"EC2 encrypts a volume with the permissions of whoever launches the instance. If the controller may not use a customer managed key, the instance terminates within seconds with `Client.InternalError`. Karpenter launches another one, which fails in the same way. Reported only when Terraform creates the key without a key policy or grant, and the controller’s policy has no permission for it.",help:"Allow the controller `kms:CreateGrant`, `kms:Decrypt`, `kms:DescribeKey`, `kms:GenerateDataKeyWithoutPlaintext` and `kms:ReEncrypt*` on the key, in its IAM policy or in the policy of the key.",url:`https://karpenter.sh/docs/troubleshooting/#node-terminates-before-ready-on-failed-encrypted-ebs-volume`},examples:Lg}),Fg=[`spec`,`blockDeviceMappings`];function Ig(e,{all:t,clusterOf:n,report:r}){let i=n(e);if(i.ofKind(`aws_kms_grant`,`aws_kms_key_policy`).length>0)return;let a=Vl({all:t,clusterOf:n}).filter(([e])=>e&&n(e.policy)===i);if(a.length===1&&Gl(a[0])&&!Wl(a[0],`kms:CreateGrant`))for(let t of l(e.get(Fg)).keys()){let n=[...Fg,t,`ebs`,`kmsKeyID`],a=/^aws_kms_key\.([\w-]+)\.(?:arn|id|key_id)$/.exec(Et(e,n)??``)?.[1],o=i.ofKind(`aws_kms_key`).find(e=>e.name===a);o&&o.get([`spec`,`policy`])===void 0&&r({manifest:e,at:e.span(n),message:`Nothing allows the controller to use the key \`${o.name}\`, so instances terminate right after their launch`,help:"Allow the controller `kms:CreateGrant`, `kms:Decrypt`, `kms:DescribeKey`, `kms:GenerateDataKeyWithoutPlaintext` and `kms:ReEncrypt*` on the key, in its IAM policy or in the policy of the key.",labels:[{span:o.span([`metadata`,`name`]),message:`the key`}]})}}function Lg(){return{bad:[D(k`
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

        ${L(`default`,P(O`
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

        ${L(`default`,P(O`
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

        ${L(`default`,P(O`
            role: KarpenterNodeRole-demo
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  encrypted: true
                  kmsKeyID: \${aws_kms_key.nodes.arn}
          `))}
      `]}}const Rg=M({id:`volume-size`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[],explains:[`schema/type`,`schema/pattern`],on:{NodeClass(e,t){let{report:n}=t;for(let r of l(e.get([`spec`,`blockDeviceMappings`])).keys()){let i=[`spec`,`blockDeviceMappings`,r,`ebs`,`volumeSize`],a=String(e.get(i));zg({nodeClass:e,path:i,size:a},t),!/^[1-9]\d{0,4}$/.test(a)||Number(a)>65536||n({at:e.span(i),message:`\`volumeSize: ${a}\` has no unit. The API server refuses it, or takes a number as bytes before Karpenter 0.37`,help:`Write the unit: \`volumeSize: ${a}Gi\`.`,fix:{description:`Replace with \`${a}Gi\``,edits:x(e,i,`${a}Gi`)},explains:{paths:[i]}})}}},docs:{summary:`The size of a volume has no unit.`,why:`The CRD requires a unit, so the API server refuses the EC2NodeClass. Before Karpenter 0.37, the API server accepts a number as bytes: a root volume of 1 GiB is smaller than every image, so EC2 launches no instances.`,help:"Write the unit, such as `50Gi`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:Vg});function zg({nodeClass:e,path:t,size:n},{report:r,karpenter:i}){let a=/^\d{9,16}$/.test(n)?Number(n):0;if(a<2**30||!i.v1)return;let o=`${Math.ceil(a/2**30)}Gi`;r({at:e.span(t),message:`\`volumeSize: ${n}\` is a number of bytes, which the API server refuses`,help:`Write the unit: \`volumeSize: ${o}\`.`,fix:{description:`Replace with \`${o}\``,edits:x(e,t,o)},explains:{paths:[t]}})}const Bg=e=>P(O`
    role: KarpenterNodeRole-demo
    blockDeviceMappings:
      - deviceName: /dev/xvda
        ebs:
          volumeSize: ${e}
          volumeType: gp3
          encrypted: true
  `);function Vg(){return{bad:[Bg(`50`),Bg(`53687091200`)],good:[Bg(`50Gi`),A({karpenter:`0.36`},Bg(`53687091200`))]}}const Hg=M({id:`windows-taint`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Taints and overlapping NodePools`,mistakes:[9],on:{Manifests(e,{report:t}){for(let n of z(e)){let r=on(e,n),i=B(n,[`spec`,`template`,`spec`,`taints`]);r&&/^Windows/.test(Xt(r)??``)&&(!i.isKnown||l(i.value).length>0||t({manifest:n,at:n.span([...Ht(n).path,`name`]),message:`The nodes of \`${n.name}\` run Windows, but no taint keeps Linux pods away that do not select an operating system`,help:"Add a taint such as `os=windows:NoSchedule` to the NodePool, and a toleration to the pods for Windows.",labels:[{span:r.span([`metadata`,`name`]),message:`selects Windows images`}]}))}}},docs:{summary:`A NodePool for Windows has no taint.`,why:"Most Linux pods do not select an operating system. Karpenter then may launch a Windows node for them, on which their images cannot start. The nodes also cost more, because of the license. A note, because all Linux pods of a cluster may select `kubernetes.io/os: linux`.",help:`Add a taint to the NodePool, and a toleration to the pods for Windows.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/windows-support.html`},examples:Gg}),Ug=P(O`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: windows2022@v1.0.0
  `,`windows`),Wg=O`
  - key: os
    value: windows
    effect: NoSchedule
`;function Gg(){return{bad:[D(R(N({nodeClassRef:`windows`}),Ug),{"nodeClassRef:":`taints:
  - {key: os, value: windows, effect: NoSchedule}
nodeClassRef:`})],good:[R(N({nodeClassRef:`windows`,taints:Wg}),Ug)]}}const Kg=M({id:`zones-without-subnets`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[25],on:{NodePool:qg},docs:{summary:`A NodePool allows a zone in which its node class selects no subnet.`,why:`Karpenter launches nodes only in the zones of the selected subnets. It still counts every zone of the requirements as a topology domain, so a zonal topology spread constraint can keep pods pending. A NodePool with no other zone launches nothing. Reported only when the repository creates the subnets of the cluster and their zones are known.`,help:`Remove the zone from the requirements, or create a subnet in it that the node class selects.`,url:`https://karpenter.sh/docs/concepts/nodepools/#availability-zones`},examples:Yg});function qg(e,{all:t,clusterOf:n,relation:r,report:i}){let a=e.isPartial?void 0:on(t,e);if(!a||a.isPartial||r(e,a)===void 0)return;let o=_d(a,`subnet`,ju(n(a),`subnet`)),s=o&&Jg(o);if(s)for(let{key:t,operator:n,values:r}of V(e)){if(b(t)!==y.zone||n!==`In`)continue;let c=r.filter(({isKnown:e,text:t})=>e&&!s.has(t)),l=c.length===r.length;for(let{path:t,text:n}of c)i({at:e.span(t),...l&&{severity:`error`},message:`\`${a.name}\` selects no subnet in zone \`${n}\`, so Karpenter never launches nodes there`,help:`Use zones in which it selects subnets: ${U([...s].sort(),` and `)}.`,labels:o.slice(0,1).map(({manifest:e,tagsAt:t})=>({span:e.keySpan(t),message:`the subnets that it selects`}))})}}function Jg(e){let t=e.map(e=>e.zones);return t.length===0||t.includes(void 0)?void 0:new Set(t.flatMap(e=>e??[]))}function Yg(){let e=e=>k`
    module "vpc" {
      source          = "terraform-aws-modules/vpc/aws"
      azs             = ["us-east-1a", "us-east-1b"]
      private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]

      private_subnet_tags = {
        "karpenter.sh/discovery" = "orders"
      }
    }

    ${L(`default`,P(O`
        role: KarpenterNodeRole-orders
        subnetSelectorTerms:
          - tags:
              karpenter.sh/discovery: orders
      `))}

    ${L(`pool`,N({limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`topology.kubernetes.io/zone In [${e}]`]}))}
  `;return{bad:[D(e(`us-east-1a, us-east-1c`),{"us-east-1a, us-east-1c":`us-east-1a, us-east-1b`})],good:[e(`us-east-1a, us-east-1b`)]}}const Xg=[sn,jn,Rn,Gn,ir,mr,Dr,Lr,Tc,Nc,zc,dl,kl,Il,Jl,nu,fu,_u,vd,kd,zd,nf,ff,_f,bf,Of,jf,Rf,Uf,Yf,pp,wp,Np,Lp,Kp,nm,xm,ch,ph,_h,Eh,Oh,jh,Nh,Jh,lg,bg,Dg,Ag,Pg,Rg,Hg,Kg];function Zg(e,t){if(e===void 0)return!1;for(let[n,r]of Object.entries(e.matchLabels??{}))if(Qg(t,n)!==r)return!1;return(e.matchExpressions??[]).every(({key:e,operator:n,values:r=[]})=>{let i=Qg(t,e);switch(n){case`In`:return i!==void 0&&r.includes(i);case`NotIn`:return i===void 0||!r.includes(i);case`Exists`:return i!==void 0;case`DoesNotExist`:return i===void 0;default:return!1}})}const Qg=(e,t)=>Object.hasOwn(e,t)?e[t]:void 0;function $g(e){if(e===void 0)return``;let t=Object.entries(e.matchLabels??{}).map(e=>JSON.stringify(e)),n=(e.matchExpressions??[]).map(({key:e,operator:t,values:n=[]})=>JSON.stringify([e,t,[...n].sort()]));return JSON.stringify([t.sort(),[...new Set(n)].sort()])}const e_=({kind:e,apiVersion:t})=>e===`PodDisruptionBudget`&&_(t)===`policy`;function t_(e){let t=new Map;for(let n of H(e)){let e=er(n);if(e===void 0||m(n.namespace))continue;let r=n_(n.manifest);for(let i of[``,...Object.entries(e).map(e=>e.join(`=`))]){let a=JSON.stringify([r,i]),o=t.get(a)??[];t.set(a,o),o.length<200&&o.push({workload:n,labels:e})}}let n=new Map,r=new Map;for(let i of e.manifests.filter(e_)){let e=nr(i,[`spec`,`selector`]),[a]=Object.entries(e?.matchLabels??{}),o=(t.get(JSON.stringify([n_(i),a?.join(`=`)??``]))??[]).filter(({labels:t})=>Zg(e,t)).map(({workload:e})=>e);n.set(i,o);for(let e of o)r.set(e,[...r.get(e)??[],i].slice(0,2))}return{byBudget:n,byWorkload:r}}const n_=e=>`${Qn(e)} ${e.source.file.slice(0,Math.max(0,e.source.file.lastIndexOf(`/`)))}`;function r_(e){let t=[`spec`,`template`,`spec`],n=B(e,[...t,`expireAfter`]),r=B(e,[...t,`terminationGracePeriod`]);return n.isKnown&&r.isKnown&&ae(e.apiVersion)===`v1`&&n.value!==`Never`&&r.value===void 0}const i_=M({id:`blocking-pdb`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[41,43,44],on:{Manifests(e,t){if(!$n(e))return;let{byBudget:n,byWorkload:r}=t_(e),i=f_(e),a=o_(e);for(let[e,r]of n)s_(e,a,t)||c_({budget:e,workloads:r,replicas:i},t);for(let[e,n]of r)u_(e,n,t)}},docs:{summary:`A PodDisruptionBudget allows no evictions, or two of them select the same pods.`,why:"Karpenter drains nodes with the eviction API. It never consolidates a node with a pod that it cannot evict. If such a node has no `terminationGracePeriod`, Karpenter does not replace it when it drifts, and it stays half-drained when it expires. With one, Karpenter deletes the pod at the end of the period. If two budgets select one pod, the API refuses every eviction. `maxUnavailable: 0` and `minAvailable: 100%` may be intended. They are only notes, unless nodes of every NodePool expire and none has a `terminationGracePeriod`.",help:"Allow at least one pod to be unavailable, run more replicas than `minAvailable`, and select each pod with only one budget.",url:`https://karpenter.sh/docs/concepts/disruption/#pod-disruption-budgets`},examples:p_}),a_={maxUnavailable:/^0%?$/,minAvailable:/^100%$/};function o_(e){let t=z(e);return t.length>0&&t.every(r_)}function s_(e,t,{report:n}){let r=Object.keys(a_).find(t=>a_[t].test(h(e.get([`spec`,t]))??``));return r!==void 0&&(n({manifest:e,at:e.span([`spec`,r]),...!t&&{severity:`note`},message:`\`${r}: ${e.get([`spec`,r])}\` allows no evictions. Karpenter never consolidates a node with one of these pods, and ${t?"an expired one stays half-drained, because no NodePool has a `terminationGracePeriod`":"replaces a drifted one only if it has a `terminationGracePeriod`"}`,help:t?"Replace it with `maxUnavailable: 1`, or set `terminationGracePeriod` in the NodePools.":"Replace it with `maxUnavailable: 1`."}),!0)}function c_({budget:e,workloads:t,replicas:n},{report:r}){let i=[`spec`,`minAvailable`],[a]=t;if(!a||t.length>1)return;let{manifest:o}=a,s=(o.kind===`Deployment`||o.kind===`StatefulSet`)&&!o.isPartial?n.get(d_(o)):void 0,c=s&&l_(e.get(i),s.most);if(!s||c===void 0||c<1||s.most===0||s.most>c)return;let{most:l,at:u}=s;r({manifest:e,at:e.span(i),message:`\`minAvailable: ${e.get(i)}\` of ${u.isMost?`at most `:``}${ne(l,`pod`)} allows no evictions. Karpenter never consolidates a node with one of these pods, and replaces a drifted one only if it has a \`terminationGracePeriod\``,labels:[{span:u.manifest.span(u.path),message:`the number of pods`}],help:`Set \`${u.path.at(-1)}\` to at least ${c+1}, or replace \`minAvailable\` with \`maxUnavailable: 1\`.`})}function l_(e,t){if(typeof e==`number`)return e;let n=/^(\d{1,3})%$/.exec(h(e)??``)?.[1];return n===void 0?void 0:Math.ceil(Number(n)*t/100)}function u_(e,t,{report:n}){let[r,i]=t;r&&i&&r.name!==i.name&&n({manifest:i,at:i.span([`spec`,`selector`]),message:`Two PodDisruptionBudgets, \`${r.name}\` and \`${i.name}\`, select the pods of ${e.manifest.kind} \`${e.manifest.name}\`. The API refuses every eviction`,labels:[{span:r.span([`spec`,`selector`]),message:`also selects these pods`}],help:`Delete one of the two budgets, or change its selector.`})}const d_=({kind:e,name:t})=>`${e}/${t}`;function f_(e){let t=new Map,n=[`spec`,`replicas`];for(let r of e.manifests){let e=r.get(n),i=d_(r);if(e===void 0)continue;let a=!t.has(i)||t.get(i)?.most===e,o={manifest:r,path:n,isMost:!1};t.set(i,a&&typeof e==`number`?{most:e,at:o}:void 0)}for(let n of e.manifests){if(n.kind!==`HorizontalPodAutoscaler`&&n.kind!==`ScaledObject`)continue;let e=[`spec`,`scaleTargetRef`],r=h(n.get([...e,`kind`]))??`Deployment`,i=n.kind===`ScaledObject`?`maxReplicaCount`:`maxReplicas`,a=n.get([`spec`,i]),o=d_({kind:r,name:h(n.get([...e,`name`]))??``}),s={manifest:n,path:[`spec`,i],isMost:!0};t.set(o,typeof a==`number`&&!n.isPartial?{most:a,at:s}:void 0)}return t}function p_(){return{bad:[D(R(N(),h_,g_(`minAvailable: 1`)),{"replicas: 1":`replicas: 2`},{"minAvailable: 1":`maxUnavailable: 1`}),D(R(N(),g_(`maxUnavailable: 0`)),{"maxUnavailable: 0":`maxUnavailable: 1`},{"requirements: []":`requirements: []
terminationGracePeriod: 1h`,"maxUnavailable: 0":`maxUnavailable: 1`}),D(R(N({expireAfter:`Never`}),g_(`minAvailable: 100%`)),{"minAvailable: 100%":`maxUnavailable: 1`}),D(R(N(),h_,m_(1,3),g_(`minAvailable: 75%`)),{"minAvailable: 75%":`maxUnavailable: 1`},{"maxReplicas: 3":`maxReplicas: 4`})],good:[R(N(),h_,m_(2,10),g_(`minAvailable: 1`)),g_(`maxUnavailable: 0`,`no-karpenter-here`)]}}const m_=(e,t)=>O`
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
`,h_=O`
  apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web
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
`,g_=(e,t=`web`)=>O`
  apiVersion: policy/v1
  kind: PodDisruptionBudget
  metadata:
    name: ${t}
  spec:
    ${e}
    selector:
      matchLabels:
        app: web
`;function __(e,t){let n=new te(e.source.text),{start:r,end:i}=e.span(t),[a,o]=[n.position(r).line,n.position(i).line],s=Array.from({length:Math.min(20,o-a+1)},(e,t)=>/(?:^|\s)#(.*)$/.exec(n.line(a+t))?.[1]??``),c=[];for(let e=a-1;e>0&&c.length<20;e--){let t=/^\s*#(.*)$/.exec(n.line(e))?.[1];if(t===void 0)break;c.unshift(t)}return[...c,...s].join(` 
 `).trim()}const v_=M({id:`bound-comment`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[16],on:{NodePool:b_,Provisioner:b_},docs:{summary:"A comment says that a bound is included, but `Gt` or `Lt` excludes it.",why:"`Gt` means greater than, not at least: `instance-generation Gt 5` starts at generation 6. If a comment on the line says “at least 5” or “5 and newer”, one of the two is wrong. Karpenter never launches instance types with exactly this value.",help:"Use the next lower number with `Gt` or the next higher one with `Lt`. Since Karpenter 1.9 you can also use `Gte` and `Lte`.",url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:x_}),y_={Gt:/(?:>=|≥|=>|\bat least|\bminimum(?: of)?|\bno less than|\bstarting (?:at|with))\s*(?:gen(?:eration)?\s*)?(\d+)\b|\b(\d+)(?:\+|\s*(?:and|or)\s+(?:newer|later|up|above|more|higher|greater)\b)/i,Lt:/(?:<=|≤|=<|\bat most|\bmaximum(?: of)?|\bno more than|\bup to)\s*(?:gen(?:eration)?\s*)?(\d+)\b|\b(\d+)\s*(?:and|or)\s+(?:older|earlier|below|less|lower|fewer|smaller)\b/i};function b_(e,{report:t,karpenter:n,isKarpenterAssumed:r}){if(!e.source.origin)for(let i of V(e)){let{operator:a,values:o}=i,[s]=o,c=Object.hasOwn(y_,a)?y_[a]:void 0;if(!c||!s?.isKnown||o.length!==1||!/^\d{1,9}$/.test(s.text))continue;let l=c.exec(__(e,i.path));if(!l||(l[1]??l[2])!==s.text)continue;let u=String(Number(s.text)+(a===`Gt`?-1:1)),d=n.gteLteOperators&&!r?` or \`${a}e ${s.text}\``:``;t({at:e.span(s.path),message:`The comment says “${l[0].trim()}”, but \`${a} ${s.text}\` excludes ${s.text}`,help:`Write \`${a} ${u}\`${d}.`,fix:{description:`Replace with \`${u}\``,edits:x(e,s.path,`"${u}"`)}})}}function x_(){return{bad:[R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:O`
            - key: karpenter.sh/capacity-type
              operator: In
              values: [on-demand]
            # generation 5 and newer
            - key: karpenter.k8s.aws/instance-generation
              operator: Gt
              values: ["5"]
          `}),F)],good:[R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:O`
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
          `}),F)]}}const S_=[`jan`,`feb`,`mar`,`apr`,`may`,`jun`,`jul`,`aug`,`sep`,`oct`,`nov`,`dec`],C_=[`sun`,`mon`,`tue`,`wed`,`thu`,`fri`,`sat`],w_=[{name:`minute`,min:0,max:59,names:[]},{name:`hour`,min:0,max:23,names:[]},{name:`day of month`,min:1,max:31,names:[]},{name:`month`,min:1,max:12,names:S_},{name:`day of week`,min:0,max:6,names:C_}],T_={"@yearly":`0 0 1 1 *`,"@annually":`0 0 1 1 *`,"@monthly":`0 0 1 * *`,"@weekly":`0 0 * * 0`,"@daily":`0 0 * * *`,"@midnight":`0 0 * * *`,"@hourly":`0 * * * *`},E_=e=>`reason`in e;function D_(e){let t=e.startsWith(`@`)?T_[e]:e;if(t===void 0)return O_(e,0,void 0,`is not one of ${Object.keys(T_).join(`, `)}`);let n=/^\s*(?:CRON_)?TZ=\S*/.exec(t);if(n)return O_(n[0].trim(),t.indexOf(n[0].trim()),void 0,`is not allowed, because schedules are in UTC`);let r=[...t.matchAll(/\S+/g)];if(r.length!==w_.length)return O_(t,0,void 0,`has ${r.length} fields instead of 5`);let i=[];for(let[e,t]of w_.entries()){let n=k_(r[e][0],t);if(`reason`in n)return{...n,start:n.start+r[e].index};i.push([...n].sort((e,t)=>e-t))}let a=e=>/(^|,)[*?](-[^,/]*)?(\/0*1)?(,|$)/.test(r[e][0]);return{minutes:i[0],hours:i[1],daysOfMonth:i[2],months:i[3],daysOfWeek:i[4],isAnyDayOfMonth:a(2),isAnyDayOfWeek:a(4)}}const O_=(e,t,n,r)=>({part:e,start:t,field:n,reason:r});function k_(e,t){let n=new Set;for(let r of e.matchAll(/[^,]+/g)){let e=A_(r[0],t);if(typeof e==`string`)return O_(r[0],r.index,t.name,e);for(let t=e.from;t<=e.to;t+=e.step)n.add(t)}return n}function A_(e,t){let[n=``,r,...i]=e.split(`/`),[a=``,o,...s]=n.split(`-`);if(i.length>0)return"has more than one `/`";let c=a===`*`||a===`?`;if(s.length>0&&!c)return"has more than one `-`";let l=c?t.min:j_(a,t),u=r===void 0?1:M_(r),d=c?t.max:o===void 0?r===void 0?l:t.max:j_(o,t);return l===void 0||d===void 0||u===void 0?`is not a number or a name`:l<t.min?`starts below ${t.min}`:d>t.max?`goes beyond ${t.max}`:l>d?`ends before it starts`:u===0?`has a step of 0`:{from:l,to:d,step:u}}function j_(e,t){let n=t.names.indexOf(e.toLowerCase());return n===-1?M_(e):n+t.min}const M_=e=>/^\+?\d{1,9}$/.test(e)?Number(e):void 0,N_=6e4;function P_(e,t){let n=(Math.floor(t/N_)+1)*N_,r=new Date(n),i=r.getUTCFullYear()+5;for(let t=0;t<2196;t++){let a=new Date(Date.UTC(r.getUTCFullYear(),r.getUTCMonth(),r.getUTCDate()+t));if(a.getUTCFullYear()>i)break;let o=F_(e,a)?I_(e,a.getTime(),n):void 0;if(o!==void 0)return o}}function F_(e,t){if(!e.months.includes(t.getUTCMonth()+1))return!1;let n=e.daysOfMonth.includes(t.getUTCDate()),r=e.daysOfWeek.includes(t.getUTCDay());return e.isAnyDayOfMonth||e.isAnyDayOfWeek?n&&r:n||r}function I_({hours:e,minutes:t},n,r){for(let i of e)for(let e of t){let t=n+(i*60+e)*N_;if(t>=r)return t}}function L_(e,{start:t,end:n}){let r=[];for(let{cron:i,durationMs:a}of e){let e=P_(i,t-a);for(let t=0;e!==void 0&&e<n;t++){if(t>2e4)return;r.push({start:e,end:e+a}),e=P_(i,e)}}r.sort((e,t)=>e.start-t.start||e.end-t.end);let i=[];for(let e of r){let t=i.at(-1);t&&e.start<=t.end?i[i.length-1]={start:t.start,end:Math.max(t.end,e.end)}:i.push(e)}return i}function R_(e,{start:t,end:n}){let r=[],i=t;for(let t of e)t.start>i&&r.push({start:i,end:Math.min(t.start,n)}),i=Math.max(i,t.end);return i<n?[...r,{start:i,end:n}]:r}const z_={discounts:[],savingsPlans:[],perNodeMonthlyUsd:0,teamLabel:`team`},B_=({regions:e,families:t},n,r)=>(e.length===0||e.includes(n))&&(t.length===0||t.includes(r)),V_=e=>e.slice(0,e.indexOf(`.`)),H_={preferencePolicy:`Respect`,minValuesPolicy:`Strict`,vmMemoryOverheadPercent:.075,reservedENIs:0,clusterCABundle:void 0,featureGates:{reservedCapacity:!0}},U_={approvals:1,monthlyIncreaseUsd:void 0,nodesReplaced:void 0,unschedulablePods:void 0,freeze:[],attention:{monthlyIncreaseUsd:500,monthlyIncreasePercent:50,nodesAdded:void 0},teams:{}},W_={region:void 0,zones:void 0,nodeClassZones:{},karpenterVersion:void 0,kubernetesVersion:void 0,karpenter:{},existingNodes:void 0,systemPods:void 0,capacityReservations:{},describedReservations:{},snapshot:void 0,spotPricing:`advisor`,pricing:z_,rules:{},customRules:[],ignore:[],overrides:[],neverSuppress:[],changedLines:!1,firstRound:!1,set:{},failOn:`error`,environments:{},gate:U_,sources:{render:!0,roots:[],ignore:[],chartRepositories:[]},timeZone:void 0,scorecard:void 0,today:`1970-01-01`},G_=[`spec`,`disruption`,`budgets`],K_=[`Drifted`,`Underutilized`,`Empty`],q_=e=>l(e.get(G_)).map((e,t)=>{let n=g(e)??{},r=l(n.reasons).map(e=>h(e)??``);return{path:[...G_,t],isZero:/^0%?$/.test(h(n.nodes)??``),hours:J_(n),appliesTo:e=>r.length===0||r.some(t=>t===e||m(t))}});function J_({schedule:e,duration:t}){if(e===void 0&&t===void 0)return`always`;if(typeof e!=`string`||typeof t!=`string`||m(e)||m(t))return`unknown`;let n=D_(e),r=/^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:0s)?$/.exec(t);return E_(n)||!r?`unknown`:{cron:n,durationMs:(60*Number(r[1]??0)+Number(r[2]??0))*6e4}}const Y_=Date.UTC(2024,0,1);function X_(e){if(e.some(({hours:e})=>e===`always`))return!1;if(e.some(({hours:e})=>e===`unknown`))return;let t=e.map(({hours:e})=>e),n=t.every(({cron:e})=>e.isAnyDayOfMonth&&e.months.length===12),r={start:Y_,end:Y_+(n?7:366)*864e5},i=L_(t,r);return i&&R_(i,r).length>0}function Z_(e,t){let n=`${Q_(e,`UTC`)} UTC`;return t===void 0||t===`UTC`?n:`${n} (${Q_(e,t)} ${t})`}function Q_({start:e,end:t},n){let[r,i]=[$_(e,n),$_(t,n)];return`${r.day} ${r.time} to ${r.day===i.day?``:`${i.day} `}${i.time}`}function $_(e,t){let n=new Intl.DateTimeFormat(`en-US`,{timeZone:t,hourCycle:`h23`,weekday:`short`,month:`short`,day:`numeric`,hour:`2-digit`,minute:`2-digit`}),r=new Map(n.formatToParts(e).map(({type:e,value:t})=>[e,t])),i=e=>r.get(e)??``;return{day:`${i(`weekday`)} ${i(`day`)} ${i(`month`)}`,time:`${i(`hour`)}:${i(`minute`)}`}}const ev=M({id:`budget-gaps`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[37],on:{NodePool(e,{report:t,settings:n}){let r=q_(e);if(r.length===0||e.isPartial)return;let i=K_.filter(e=>X_(r.filter(t=>t.appliesTo(e))));if(i.every(e=>e===`Empty`))return;let a=i.length===K_.length,o=r.filter(e=>e.appliesTo(i[0])).map(({hours:e})=>e),s=o.length===0?``:` outside of the ${o.length===1?`window of its budget`:`windows of its budgets`}`,c=a?``:` for the ${i.length===1?`reason`:`reasons`} ${U(i)}`;t({at:e.keySpan(G_),message:`Karpenter may disrupt any number of nodes of \`${e.name}\` at the same time${c}${s}`,help:`Add a budget without a schedule${a?``:` or reasons`}, such as \`nodes: 10%\`.${tv(o,n)}`})}},docs:{summary:`All disruption budgets of a NodePool have schedules or reasons, so nothing limits disruption at other times or for other reasons.`,why:`A budget applies only while its window is open, and only to its reasons. When no budget applies, disruption is unlimited. Explicit budgets replace the default of 10%. If they freeze a NodePool during the day, Karpenter may replace all its nodes at the same time at night.`,help:"Add a budget without a schedule, such as `nodes: 10%`. The smallest of the budgets that apply is used.",url:`https://karpenter.sh/docs/concepts/disruption/#schedule`},examples:nv});function tv(e,{today:t,timeZone:n}){if(t===W_.today||e.length===0)return``;let r=Date.parse(`${t}T00:00:00Z`),i={start:r,end:r+3024e6},a=L_(e,i),[o]=a?R_(a,i):[],s=(a?.filter(({start:e})=>e>=r).slice(0,2)??[]).map(e=>Z_(e,n));return[...s.length>0?[` The next ${s.length===1?`window is`:`windows are`} ${s.join(`, then `)}.`]:[],...o?[` The next time without a limit is ${Z_(o,n)}.`]:[]].join(``)}function nv(){return{bad:[D(N({disruption:O`
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
        `})]}}const rv=M({id:`budget-rounding`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[38],on:{NodePool(e,{report:t}){let n=iv(e),r=[`spec`,`disruption`,`budgets`];if(!(n===void 0||n<2))for(let[i,a]of l(e.get(r)).entries()){let o=g(a)?.nodes,s=typeof o==`string`?Number(/^(\d{1,3})%$/.exec(o)?.[1]??0):0;s===0||s*n>=100||100/n<2*s||t({at:e.span([...r,i,`nodes`]),message:`\`${o}\` of at most ${n} nodes is rounded up to one node, which is ${Math.round(100/n)}% of \`${e.name}\``,help:'Set `nodes: "1"` to disrupt one node at a time.'})}}},docs:{summary:`Karpenter rounds a small percentage of a small NodePool up to one node.`,why:"Karpenter rounds the percentages of a budget up: 10% of three nodes is one node, a third of them. If `replicas` or `limits.nodes` limits the number of nodes, a small percentage never has the effect that it suggests.",help:"Set `nodes` to the number of nodes that may be disrupted at the same time.",url:`https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets`},examples:av});function iv(e){let[t,n]=[e.get([`spec`,`replicas`]),e.get([`spec`,`limits`,`nodes`])],r=t??n;return typeof r==`number`||typeof r==`string`&&/^\d{1,6}$/.test(r)?Number(r):void 0}function av(){return{bad:[D(R(N({disruption:O`
            consolidateAfter: 1m
            budgets:
              - nodes: 10%
          `,limits:O`
            cpu: 100
            nodes: 4
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),F),{"nodes: 10%":`nodes: "1"`})],good:[R(N({disruption:O`
            consolidateAfter: 1m
            budgets:
              - nodes: 10%
          `,limits:O`
            cpu: 100
            nodes: 40
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),F),R(N({disruption:O`
            consolidateAfter: 1m
            budgets:
              - nodes: "1"
          `,limits:O`
            cpu: 100
            nodes: 4
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),F)]}}const ov=M({id:`budget-schedule`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[35,36],on:{NodePool(e,{report:t}){let n=[`spec`,`disruption`,`budgets`];for(let[r,i]of l(e.get(n)).entries()){let a=g(i)?.schedule;if(typeof a!=`string`||m(a)||!cv(a))continue;let o=D_(a);if(!E_(o)){P_(o,sv)===void 0&&t({at:e.span([...n,r,`schedule`]),severity:`warning`,message:`\`${a}\` never occurs, so Karpenter applies the budget at all times`,help:`Use a day that exists in the months of the schedule.`});continue}let s=o.field===`day of week`?lv(a,o):void 0;t({at:e.span([...n,r,`schedule`]),message:`Karpenter cannot parse this schedule, so no budget of \`${e.name}\` allows any disruption: ${o.field?`${o.field} `:``}\`${o.part}\` ${o.reason}`,help:s?`Write \`${s}\`. Days are 0 (Sunday) to 6, and ranges do not wrap around.`:`Write five fields in UTC: minute, hour, day of month, month and day of week.`,...s&&{fix:{description:`Replace with \`${s}\``,edits:x(e,[...n,r,`schedule`],`"${s}"`)}}})}}},docs:{summary:`Karpenter cannot parse the schedule of a disruption budget.`,why:"The API server only checks that a schedule has five parts. Karpenter parses it when it evaluates budgets. On an error, every budget of the NodePool allows 0 nodes: Karpenter consolidates nothing and rolls out no drift, and only an event says so. Days of the week are 0 to 6 and ranges do not wrap around, so `7`, `1-7` and `sat-sun` are errors. Schedules are always in UTC.",help:`Write five valid fields, list days instead of wrapping around, and convert times to UTC.`,url:`https://karpenter.sh/docs/concepts/disruption/#schedule`},examples:dv}),sv=Date.UTC(2024,0,1),cv=e=>/^@(annually|yearly|monthly|weekly|daily|midnight|hourly)/.test(e)||e.trim().split(/\s+/).length>=5;function lv(e,{part:t,start:n}){let r=t.split(`-`).map(uv),[i,a=i]=r;if(r.length>2||i===void 0||a===void 0)return;let o=[],s=/[a-z]/i.test(t);for(let e=i;o.push(s?C_[e%7]:String(e%7)),e%7!=a%7&&o.length!==7;e=(e+1)%7);let c=o.length===7?`*`:o.join(`,`),l=e.slice(0,n)+c+e.slice(n+t.length);return E_(D_(l))?void 0:l}const uv=e=>{let t=C_.indexOf(e.toLowerCase());return t===-1?/^[0-7]$/.test(e)?Number(e):void 0:t};function dv(){return{bad:[N({disruption:O`
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
        `})]}}const fv=M({id:`chart-crds`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Karpenter installation`,mistakes:[85],on:{Manifests(e,t){let n=de(bt(e),({manifest:e})=>t.clusterOf(e));for(let e of n.values())mv(e,t)}},docs:{summary:`Karpenter and its CRDs have different versions.`,why:"The API server drops fields that the CRDs do not have. If the CRDs are older than the controller, the API server silently drops new fields of NodePools and EC2NodeClasses. If they are newer, the controller gets fields that it does not know. Reported only when the charts `karpenter` and `karpenter-crd` belong to the same cluster, also in different folders.",help:`Use the same version for both charts, and upgrade the CRDs first.`,url:`https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades`},examples:hv}),pv=({manifest:e,version:t})=>{let n=t&&j(e,t)?.replace(/^v/,``);return n!==void 0&&/^\d+\.\d+\.\d+$/.test(n)?n:void 0};function mv(e,t){let n=t=>e.filter(e=>e.chart===t&&e.version),[r,...i]=n(`karpenter-crd`),[a,...o]=n(`karpenter`);if(!r||!a||i.length>0||o.length>0)return;let[s,c]=[pv(r),pv(a)];s!==void 0&&c!==void 0&&s!==c&&t.report({manifest:r.manifest,at:r.manifest.span(r.version),message:`The CRDs have version ${s}, but the controller has version ${c}`,help:`Set the version of \`karpenter-crd\` to ${c}, or that of \`karpenter\` to ${s}.`,labels:[{span:a.manifest.span(a.version),message:`version of the controller${$(r.manifest,a.manifest,t)}`}]})}function hv(){return{bad:[D(k`
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
      `,{"1.6.2":`1.11.1`},{"1.11.1":`1.6.2`}),D(R(I(`karpenter-crd`,{version:`1.6.2`}),I(`karpenter`,{version:`1.7.1`})),{"1.6.2":`1.7.1`},{"1.7.1":`1.6.2`})],good:[k`
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
      `]}}const gv=M({id:`consolidate-after-load`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[46,47],on:{Manifests:_v},docs:{summary:"`consolidateAfter` of a NodePool does not suit the CronJobs that run on it.",why:"`consolidateAfter` counts from the last time a pod was added to a node or removed from it. With `0s`, Karpenter may remove a node as soon as a job ends. The next run of the job then waits for a new node. With a duration above the interval of the job, its nodes never stay unchanged for long enough, so Karpenter never consolidates them. Reported only when a CronJob can run on no other NodePool: it selects this one by its name, or by a label that no other has.",help:"Set `consolidateAfter` to a duration above `0s` and below the interval of the CronJobs.",url:`https://karpenter.sh/docs/concepts/disruption/#consolidation`},examples:bv});function _v(e,t){let n=H(e).filter(({manifest:e})=>e.kind===`CronJob`);if(n.length!==0)for(let r of z(e)){let i=[`spec`,`disruption`,`consolidateAfter`],a=Fm(h(r.get(i))??``),o=Number(a??0)/1e6;if(a===void 0||r.get([`spec`,`disruption`,`consolidationPolicy`])===`WhenEmpty`)continue;let[s]=n.filter(t=>gl(t,e)===r).flatMap(e=>({job:e.manifest,every:yv(e.manifest)??NaN})).filter(({every:e})=>o===0?e<=9e5:e<o).sort((e,t)=>e.every-t.every||v(e.job.name,t.job.name));if(!s)continue;let{name:c}=s.job,l=vv(s.every);t.report({manifest:r,at:r.span(i),message:o===0?`Karpenter may remove nodes of \`${r.name}\` as soon as CronJob \`${c}\` ends, and \`${c}\` runs again every ${l}`:`\`consolidateAfter\` of \`${r.name}\` is longer than ${l}, the interval of CronJob \`${c}\`, so Karpenter never consolidates the nodes that run it`,help:`Set \`consolidateAfter\` to a duration above \`0s\` and below ${l}, the interval of CronJob \`${c}\`.`,labels:[{span:s.job.span([`spec`,`schedule`]),message:`schedule of the CronJob`}]})}}const vv=e=>{let t=e/6e4;return t%60==0?`${t/60}h`:`${t}m`};function yv(e){let t=D_(h(e.get([`spec`,`schedule`]))??``);if(E_(t)||e.get([`spec`,`suspend`])===!0)return;let n=P_(t,0),r=n===void 0?void 0:P_(t,n);return n===void 0||r===void 0?void 0:r-n}function bv(){return{bad:[D(R(N({name:`batch`,disruption:O`
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
        `,F),{"consolidateAfter: 0s":`consolidateAfter: 2m`}),D(R(N({name:`batch`,disruption:O`
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
        `,F),{"consolidateAfter: 30m":`consolidateAfter: 5m`})],good:[R(N({name:`batch`,disruption:O`
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
        `,F),R(N({name:`batch`,disruption:O`
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
        `,F)]}}const xv=[`spec`,`disruption`],Sv=[...xv,`consolidateAfter`],Cv=M({id:`consolidate-after-policy`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[2,3],explains:[`schema/cel`,`schema/required`],on:{NodePool(e,t){let n=B(e,[...xv,`consolidationPolicy`]),r=B(e,Sv);if(!g(e.get(xv))||!n.isKnown||!r.isKnown)return;let i=(r.value??null)===null;ae(e.apiVersion)===`v1beta1`?wv(e,t,n.value??null,i):i&&Tv(e,t)}},docs:{summary:"`consolidateAfter` is missing, or not allowed with this `consolidationPolicy`.",why:"In v1beta1, `consolidateAfter` belongs only to `WhenEmpty`. The API server refuses a duration with `WhenUnderutilized`, the default policy, and refuses `WhenEmpty` without a duration. In v1 up to Karpenter 1.14, every `disruption` block must have `consolidateAfter`. Since 1.15 the default is `0s`, so Karpenter consolidates nodes as soon as a pod leaves.",help:"In v1beta1, set `consolidateAfter` only with `WhenEmpty`. In v1, set it in every `disruption` block.",url:`https://karpenter.sh/docs/concepts/disruption/#consolidation`},examples:Ev});function wv(e,{report:t},n,r){if(n===`WhenEmpty`&&r&&t({at:e.keySpan([...xv,`consolidationPolicy`]),message:"`consolidationPolicy: WhenEmpty` requires `consolidateAfter` in v1beta1. Without it, the API server refuses the NodePool",help:"Set `consolidateAfter` to the time for which a node must be empty before Karpenter deletes it, such as `30s`.",fix:{description:"Add `consolidateAfter: 30s`",edits:ve(e,xv,`consolidateAfter`,`30s`)},explains:{paths:[xv]}}),n!==null&&n!==`WhenUnderutilized`||r||e.get(Sv)===`Never`)return;let i=n===null?"`WhenUnderutilized`, the default policy,":"`consolidationPolicy: WhenUnderutilized`";t({at:e.keySpan(Sv),message:`\`consolidateAfter\` is not allowed with ${i} in v1beta1. The API server refuses the NodePool`,help:"Remove `consolidateAfter`, or set `consolidationPolicy: WhenEmpty` to delete only empty nodes. v1 allows it with `WhenEmptyOrUnderutilized`.",...n!==null&&{labels:[{span:e.span([...xv,`consolidationPolicy`]),message:"this policy does not allow `consolidateAfter`"}]},fix:{description:"Remove `consolidateAfter`",edits:Ce(e,Sv)},explains:{paths:[xv]}})}function Tv(e,{report:t,karpenter:n}){let r={description:"Add `consolidateAfter: 0s`",edits:ve(e,xv,`consolidateAfter`,`0s`)};n.consolidateAfterDefaulted?t({at:e.keySpan(xv),severity:`note`,message:"`disruption` has no `consolidateAfter`. The default is `0s`, so Karpenter consolidates nodes as soon as a pod leaves",help:"Set `consolidateAfter` explicitly: `0s`, or a longer time to avoid churn.",fix:r}):t({at:e.keySpan(xv),message:"`disruption` requires `consolidateAfter` up to Karpenter 1.14. Without it, the API server refuses the NodePool",help:"Set `consolidateAfter`. With `0s` Karpenter acts immediately, which is also the default if there is no `disruption` block.",fix:r,explains:{paths:[Sv,xv]}})}function Ev(){return{bad:[A({karpenter:`0.37`},N({apiVersion:`karpenter.sh/v1beta1`,disruption:O`
            consolidationPolicy: WhenUnderutilized
            consolidateAfter: 60s
          `})),N({disruption:`consolidationPolicy: WhenEmpty`}),A({karpenter:`0.37`},N({apiVersion:`karpenter.sh/v1beta1`,disruption:`consolidationPolicy: WhenEmpty`}))],good:[N({disruption:O`
          consolidationPolicy: WhenEmptyOrUnderutilized
          consolidateAfter: 60s
        `}),A({karpenter:`0.37`},N({apiVersion:`karpenter.sh/v1beta1`,disruption:O`
            consolidationPolicy: WhenUnderutilized
            consolidateAfter: Never
          `}))]}}const Dv=M({id:`controller-placement`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Karpenter installation`,mistakes:[86],on:{Manifests(e,{report:t}){for(let{manifest:n,chart:r,values:i}of bt(e)){if(r!==`karpenter`)continue;let e=[...i,`nodeSelector`],a=Object.keys(g(n.get(e))??{}),o=a.find(e=>jv.has(e));if(o!==void 0){let r=`Only nodes that Karpenter launches have the label \`${o}\`. If there are none, the controller stays pending`;t({manifest:n,at:n.keySpan([...e,o]),message:r,help:Ov})}let s=[...i,`affinity`];a.length===0&&!n.isPartial&&Av({manifest:n,affinity:s},t),a.length>0||n.get(s)!==null||t({manifest:n,at:n.keySpan(s),message:`Without the chart’s default affinity, the controller can run on nodes that Karpenter launches`,help:"Remove `affinity`, so that the chart’s default applies."})}}},docs:{summary:`The values of the chart let Karpenter run on nodes that it launches itself.`,why:`By default, the chart keeps the controller off nodes that Karpenter launches. If values place it there, a cluster without such a node never gets one, because the controller itself is pending. Consolidation may also delete the node that the controller runs on.`,help:`Run the controller on a managed node group, a kOps InstanceGroup or Fargate.`,url:`https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/`},examples:Mv}),Ov=`Select nodes that Karpenter does not launch, such as those of a managed node group.`,kv=e=>/^(?:kubernetes\.io|beta\.kubernetes\.io|topology\.kubernetes\.io|node\.kubernetes\.io|failure-domain\.beta\.kubernetes\.io)\//.test(e);function Av({manifest:e,affinity:t},n){let r=[...t,`nodeAffinity`,`requiredDuringSchedulingIgnoredDuringExecution`,`nodeSelectorTerms`];l(e.get(r)).some(e=>[...l(g(e)?.matchExpressions),...l(g(e)?.matchFields)].every(e=>{let{key:t,operator:n}=g(e)??{};return!m(t)&&(kv(h(t)??``)||jv.has(h(t)??``)&&n===`Exists`)}))&&n({manifest:e,at:e.keySpan(r),message:`These terms replace the chart’s own, which keep the controller off nodes that Karpenter launches, so Karpenter may remove the node that it runs on`,help:"Add `{key: karpenter.sh/nodepool, operator: DoesNotExist}` to each term."})}const jv=new Set([`karpenter.sh/capacity-type`,`karpenter.sh/initialized`,`karpenter.sh/nodepool`,`karpenter.sh/registered`]);function Mv(){return{bad:[D(I(`karpenter`,{values:O`
          nodeSelector:
            karpenter.sh/nodepool: system
        `}),{"karpenter.sh/nodepool: system":`eks.amazonaws.com/nodegroup: system`}),D(I(`karpenter`,{values:`affinity: null`}),{"affinity: null":``}),D(I(`karpenter`,{values:O`
            affinity:
              nodeAffinity:
                requiredDuringSchedulingIgnoredDuringExecution:
                  nodeSelectorTerms:
                    - matchExpressions: [{key: kubernetes.io/arch, operator: In, values: [amd64]}]
          `}),{"values: [amd64]}":`values: [amd64]}, {key: karpenter.sh/nodepool, operator: DoesNotExist}`})],good:[I(`karpenter`,{values:O`
          nodeSelector:
            karpenter.sh/controller: "true"
        `}),I(`karpenter`,{values:O`
          nodeSelector:
            eks.amazonaws.com/nodegroup: system
          affinity: null
        `}),I(`karpenter`,{values:O`
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
        `})]}}const Nv=new Set([y.windowsBuild,y.capacityReservationId,y.capacityReservationType,y.capacityReservationInterruptible,y.placementGroupId,y.placementGroupPartition]);function Pv(e,t){let n=t.slice(0,Fv).filter(t=>Qv(e,t)),r=[],i=Lv(e),a=new Map,o;for(let t of n){let n=i.length;i=i.filter(n=>Wv(e,n,t)),i.length===0&&n>0&&(o=Kv(e,t,r)),r.push({requirement:t,instanceTypes:i.length})}return{steps:r,names:i.map(({info:e})=>e.name).sort(),isExact:t.length<=Fv&&t.every(t=>$v(e,t)),emptied:o,count:t=>{let n=a.get(t)??Jv(e,i,t);return a.set(t,n),n}}}const Fv=100,Iv=new WeakMap;function Lv(e){let t=Iv.get(e)??e.types.flatMap((t,n)=>e.zonesOf(t.name).length>0?[{info:t,index:n}]:[]);return Iv.set(e,t),t.map(({info:e,index:t})=>({info:e,index:t,left:void 0}))}const Rv=[`linux`,`windows`],zv=[`linux`],Bv=[`on-demand`,`spot`],Vv=[`on-demand`];function Hv(e,t,n){let r=b(n);if(r===y.zoneId){let n=Hv(e,t,y.zone);return e.zones.flatMap(({zone:e,zoneId:t})=>t!==void 0&&n.includes(e)?[t]:[])}return t.left?.get(r)??Uv(e,t,r)}function Uv(e,{info:t,index:n},r){return r===y.zone?e.zonesOf(t.name):r===y.capacityType?t.hasSpot?Bv:Vv:r===y.os?t.architecture===`amd64`?Rv:zv:e.labels.get(r)?.[n]??[]}function Wv(e,t,n){let r=b(n.key),i=Hv(e,t,r);if(i.length===0)return n.operator===`NotIn`||n.operator===`DoesNotExist`;let a=i.filter(e=>ty(n,e));return a.length===i.length||(t.left??=new Map,r===y.zoneId?t.left.set(y.zone,Gv(e,t,a)):t.left.set(r,a),a.length>0)}function Gv(e,t,n){let r=new Map(e.zones.map(({zone:e,zoneId:t})=>[e,t]));return Hv(e,t,y.zone).filter(e=>n.includes(r.get(e)??``))}function Kv(e,t,n){let r=n.map(e=>e.requirement),i=t=>Lv(e).filter(n=>t.every(t=>Wv(e,n,t))),a=i(r),o=i([t]).length===0;return{requirement:t,before:a.length,values:qv(a.flatMap(n=>Hv(e,n,t.key))),isUnknownValue:o,conflicts:o?[]:r.filter(e=>i([e,t]).length===0)}}const qv=e=>[...new Set(e)].sort((e,t)=>ey(e)&&ey(t)?Number(e)-Number(t):v(e,t));function Jv(e,t,n){let r=t.filter(t=>Hv(e,t,y.capacityType).includes(n)),i=r.flatMap(t=>Hv(e,t,y.zone));return{instanceTypes:r.length,zones:qv(i)}}const Yv={Gt:(e,t)=>e>t,Gte:(e,t)=>e>=t,Lt:(e,t)=>e<t,Lte:(e,t)=>e<=t},Xv=new Set([y.zone,y.zoneId,y.capacityType,y.os]),Zv=(e,{key:t,isKnown:n})=>{let r=b(t);return n&&!Xv.has(r)&&!e.labels.has(r)&&!Nv.has(r)};function Qv(e,t){let{operator:n,values:r,isKnown:i}=t,a=b(t.key);return!i||Nv.has(a)||Zv(e,t)||a===y.capacityType&&r.some(e=>e.text===`reserved`)?!1:n===`In`?r.length>0:Object.hasOwn(Yv,n)?r.length===1&&ey(r[0].text):n===`NotIn`||n===`Exists`||n===`DoesNotExist`}function $v(e,t){if(!Qv(e,t))return Zv(e,t);let n=b(t.key);if(t.operator!==`In`||n!==y.instanceType&&n!==y.instanceFamily)return!0;let r=new Set(e.types.map(e=>n===y.instanceType?e.name:e.family));return t.values.every(({text:e})=>r.has(e))}const ey=e=>/^-?\d+$/.test(e);function ty({operator:e,values:t},n){return e===`In`?t.some(e=>e.text===n):e===`NotIn`?!t.some(e=>e.text===n):e===`Exists`||e!==`DoesNotExist`&&ey(n)&&Yv[e](Number(n),Number(t[0].text))}const ny=M({id:`dead-values`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[93],on:{NodePool:iy,Provisioner:iy},docs:{summary:`A requirement names instance types, families, sizes or architectures that another requirement of the NodePool excludes.`,why:"Karpenter applies all requirements together. The family `r5` with `instance-generation Gt 5` is never launched, so the NodePool has fewer instance types to choose from than it seems. If only such values are left, nothing is launched at all.",help:`Remove the values, or relax the requirement that excludes them.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:sy}),ry=new Set([y.instanceType,y.instanceFamily,y.instanceSize,y.instanceCategory,y.instanceGeneration,y.arch]);function iy(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i||i.names.length===0)return;let a=Ut(e);for(let r of a){let i=n.labels.get(b(r.key)),o=ry.has(b(r.key))&&r.operator===`In`;if(!i||!o||!r.isKnown)continue;let s=ay(n,{requirement:r,all:a,column:i});s.length!==0&&t({at:e.span(r.path),message:`\`${e.name}\` never launches ${oy(s)}: its other requirements exclude ${s.length===1?`this value`:`these values`}`,help:`Remove ${oy(s)}, or relax the other requirements.`})}}function ay(e,{requirement:t,all:n,column:r}){let i=Pv(e,n.filter(e=>e!==t)),a=new Set(i.names),o=new Set,s=new Set;for(let[t,{name:n}]of e.types.entries())if(e.zonesOf(n).length!==0)for(let e of r[t]??[])o.add(e),a.has(n)&&s.add(e);return[...new Set(t.values.map(({text:e})=>e))].filter(e=>o.has(e)&&!s.has(e)).sort()}function oy(e){let t=e.slice(0,4).map(e=>`\`${e}\``);return`${t.join(`, `)}${e.length>t.length?` and ${e.length-t.length} more`:``}`}function sy(){return{bad:[D(N({requirements:[`karpenter.k8s.aws/instance-family In [c6i, m6i, r5]`,`karpenter.k8s.aws/instance-generation Gt ["5"]`,`karpenter.sh/capacity-type In [on-demand]`]}),{"[c6i, m6i, r5]":`[c6i, m6i]`},{'["5"]':`["4"]`}),D(N({requirements:[`karpenter.k8s.aws/instance-family In [c6i, m6i, r6i]`,`kubernetes.io/arch In [amd64, arm64]`,`karpenter.sh/capacity-type In [on-demand]`]}),{"[amd64, arm64]":`[amd64]`}),D(N({requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-size In [large, xlarge, 2xlarge]`,`karpenter.k8s.aws/instance-cpu Gt ["3"]`,`karpenter.sh/capacity-type In [on-demand]`]}),{"[large, xlarge, 2xlarge]":`[xlarge, 2xlarge]`})],good:[N({requirements:[`karpenter.k8s.aws/instance-family In [c6i, m6i, r6i]`,`karpenter.k8s.aws/instance-generation Gt ["5"]`,`karpenter.sh/capacity-type In [on-demand]`]})]}}const cy=e=>JSON.stringify([_(e.apiVersion),e.kind,e.namespace??``,e.name]);function ly({file:e,origin:t},n){let r=t?.environment;return r!==void 0&&Object.hasOwn(n,r)?[r]:Object.keys(n).filter(r=>uy(n[r],t?.place??e)).sort()}const uy=({paths:e},t)=>e.length===0||e.some(e=>e===``||t===e||t.startsWith(`${e}/`));function dy(e,t){let n=Object.hasOwn(e.environments,t)?e.environments[t]:void 0;if(n===void 0)return e;let{rules:r,gate:i,karpenter:a,...o}=n.own,s=o.region??hy(n)??e.region;return{...e,...s!==e.region&&{zones:void 0,nodeClassZones:{}},...o,region:s,karpenter:{...e.karpenter,...a},rules:{...e.rules,...r},gate:fy(e.gate,n)}}const fy=(e,t)=>py(e??U_,t?.own.gate),py=(e,{attention:t,...n}={})=>({...e,...n,attention:{...e.attention,...t}}),my=/^arn:aws[\w-]*:eks:([a-z0-9-]+):(\d{12}):cluster\//,hy=({clusterArn:e})=>my.exec(e??``)?.[1];function gy({clusterArn:e,allowedAccountIds:t}){let n=my.exec(e??``)?.[2];return n===void 0?[...new Set(t)].sort():[n]}const _y=/^(?:[a-z]{2}|[a-z]{2,3}\d{1,2}|us|eu|north|south|east|west|central|(?:north|south)(?:east|west)|\d+|cluster|eks|env)$/i;function vy(e){let t=e.replace(/\.(?:tfvars|ya?ml)$/,``);if(yl(t))return t;let n=t.split(/[-_.]/);return n.filter(yl).length===1&&n.every(e=>yl(e)||_y.test(e))?t:void 0}function yy(e){let t=e.split(`/`),n=t.findLastIndex(e=>vy(e)!==void 0);return n===-1?void 0:{name:vy(t[n]),folder:t.slice(0,n+1).join(`/`)}}const by=e=>yy(e)?.name;function xy(e,t){let{file:n,origin:r}=e,i=ly(e,t),a=i.length===1?i[0]:Cy(e);return r?Sy(`root`,r.root,a):i.length===1&&t[i[0]].paths.length>0?Sy(`environment`,i[0],a):{...Sy(`folder`,pe(n),a),unit:`file ${n}`}}function Sy(e,t,n){let r=`${e} ${t}`;return{key:r,unit:r,kind:e,name:t,environment:n}}const Cy=({file:e,origin:t})=>t?.guessedEnvironment??by(t?t.place??t.root:pe(e)),wy=M({id:`duplicate-object`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],on:{Manifests:Ty},docs:{summary:`One place defines an object twice, with different content.`,why:`All manifests of a file, of a rendered root or of a configured environment are applied together, so the two definitions overwrite each other. The last one wins, and the other one has no effect. Two files of one folder may be alternatives, so they are only a note. Objects of the same name in different folders, environments or roots are different objects, and are not reported. Folders with examples are not reported either.`,help:`Remove one of the definitions, or rename it.`,url:`https://kubernetes.io/docs/concepts/overview/working-with-objects/names/`},examples:ky});function Ty(e,{report:t,settings:n}){let r=new Map;for(let i of e.manifests){if(i.isPartial||i.name===``||m(i.name))continue;let e=c(i)?.role;if(e===void 0||e===`node claim`)continue;let a=xy(i.source,n.environments),o=JSON.stringify([a.key,cy(i)]),s=e=>a.kind===`folder`&&e.source.file!==i.source.file,l=r.get(o);l===void 0&&r.set(o,i),l===void 0||Ey(l,i)||Dy(a)||t({manifest:i,...s(l)&&{severity:`note`},at:i.span([`metadata`,`name`]),message:`${i.kind} \`${i.name}\` is defined twice in ${Oy(a)}, with different content. The definition that is applied last overwrites the other`,labels:[{span:l.span([`metadata`,`name`]),message:`the other definition`}],help:`Remove one of the two definitions, or rename one of them.`})}}const Ey=(e,t)=>JSON.stringify(e.object)===JSON.stringify(t.object),Dy=({kind:e,name:t})=>e===`folder`&&/(?:^|\/)(?:docs?|examples?|samples?|tests?|testdata|demos?|fixtures)(?:\/|$)/i.test(t);function Oy({kind:e,name:t}){return e===`environment`?`environment \`${t}\``:e===`root`?`\`${t}\``:t===``?`one folder`:`folder \`${t}\``}function ky(){return{bad:[D(R(N({requirements:[`kubernetes.io/arch In ["amd64"]`]}),N({requirements:[`kubernetes.io/arch In ["arm64"]`]})),{"---\napiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: default":`---
apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: arm`})],good:[R(N(),P(`role: nodes`))]}}const Ay=[`spec`,`disruption`,`consolidateAfter`],jy=M({id:`empty-reserved-nodes`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Capacity reservations`,mistakes:[],on:{Manifests(e,{report:t}){for(let n of z(e)){let e=h(n.get(Ay)),r=n.isPartial?void 0:Dl(n);r&&e!==void 0&&My(e)&&t({manifest:n,at:n.span(Ay),message:`\`${n.name}\` removes a node that has been empty for ${e}, although it launches only into capacity reservations. An idle reservation costs the same, so this saves nothing, and the next pod waits for a new node`,help:"Set `consolidateAfter: Never`. If other clusters share the reservations, set at least `1h`.",labels:[{span:n.span(r.path),message:`only reserved capacity`}]})}}},docs:{summary:`A NodePool that launches only into capacity reservations removes its empty nodes soon.`,why:"A capacity reservation is billed whether instances run in it or not. Removing an empty node of it saves nothing. The next pod waits until a new instance has started, which takes many minutes for large GPU instances. If somebody else uses the reservation meanwhile, or if a Capacity Block is about to end, the node does not come back. Reported for NodePools that allow only `reserved` and wait less than an hour.",help:"Set `consolidateAfter: Never` in the NodePool.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:Ny});function My(e){let t=Fm(e);return t!==void 0&&t<3600000000000n}function Ny(){let e=(e,t)=>R(N({name:`training`,limits:`cpu: 384`,nodeClassRef:`default`,disruption:O`
          consolidationPolicy: WhenEmpty
          consolidateAfter: ${e}
        `,requirements:[`karpenter.sh/capacity-type In [${t}]`]}),P(O`
        role: KarpenterNodeRole-demo
        capacityReservationSelectorTerms:
          - id: cr-0123456789abcdef0
      `));return{bad:[D(e(`30s`,`reserved`),{"consolidateAfter: 30s":`consolidateAfter: Never`})],good:[e(`Never`,`reserved`),e(`2h`,`reserved`),e(`30s`,`reserved, on-demand`)]}}const Py=[`spec`,`template`,`spec`],Fy=M({id:`expiry-blocked`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[41],on:{Manifests(e,{report:t}){let n=z(e);if(n.length!==0&&n.every(r_))for(let{manifest:r,template:i}of H(e)){let e=[...i,`metadata`,`annotations`,_e];r.kind!==`Deployment`&&r.kind!==`StatefulSet`||h(r.get(e))!==`true`||t({manifest:r,at:r.keySpan(e),message:`Expired nodes with pods of ${r.kind} \`${r.name}\` stay half-drained, because no NodePool has a \`terminationGracePeriod\``,labels:[{span:n[0].keySpan(Py),message:`for example, this NodePool`}],help:"Set `terminationGracePeriod` in the NodePool that these pods run on."})}}},docs:{summary:"Pods that must not be disrupted run on nodes that expire, and no `terminationGracePeriod` ends the wait.",why:"Karpenter taints and drains an expired node whatever the budgets say, after 30 days unless `expireAfter` differs. It does not evict a pod with `karpenter.sh/do-not-disrupt`. The node stays half-drained and costs money as long as the pod exists. For a Deployment or a StatefulSet, that is until somebody deletes the pod.",help:"Set `terminationGracePeriod` in the NodePool, after which Karpenter also deletes such a pod. Or set `expireAfter: Never`, and replace nodes in another way.",url:`https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod`},examples:Iy});function Iy(){return{bad:[D(R(N(),O`
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
terminationGracePeriod: 24h`})],good:[R(N({requirements:[],terminationGracePeriod:`24h`}),O`
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
        `),R(N(),O`
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
        `)]}}const Ly=M({id:`exported-object`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],on:{Manifests(e,t){let n=$n(e),r=new Set(H(e).map(({manifest:e})=>e));for(let i of e.manifests)(Hy(i)||n&&r.has(i))&&Vy(i,t)}},docs:{summary:`An object has fields that only the API server sets, because it was exported from a cluster.`,why:"The API server refuses an update whose `metadata.resourceVersion` is not the current one, and one whose `metadata.uid` belongs to a deleted object. The file can then no longer be applied, and never to another cluster. Karpenter compares nodes with the hash in its annotations, so an old hash makes them look drifted until Karpenter writes the right one.",help:"Remove `uid`, `resourceVersion`, `generation`, `creationTimestamp`, `managedFields` and `status`.",url:`https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions`},examples:Uy}),Ry=[`uid`,`resourceVersion`],zy=[`generation`,`creationTimestamp`,`managedFields`,`selfLink`],By=/^karpenter\.(?:sh\/nodepool-hash|k8s\.aws\/ec2nodeclass-hash)(?:-version)?$|^karpenter\.sh\/stored-version-migrated$/;function Vy(e,{report:t}){if(e.source.origin)return;let n=t=>t.map(e=>[`metadata`,e]).filter(t=>e.get(t)!==void 0),r=Object.keys(g(e.get([`metadata`,`annotations`]))??{}).filter(e=>By.test(e)).map(e=>[`metadata`,`annotations`,e]),[i]=n(Ry).filter(t=>typeof e.get(t)==`string`),[a]=r;if(i===void 0&&a===void 0)return;let o=e.get([`status`])===void 0?[]:[[`status`]],s=[...n([...Ry,...zy]),...r,...o];t({manifest:e,at:e.keySpan(i??a),message:i?`\`${e.name}\` was exported from a cluster: with \`${i.join(`.`)}\`, the API server refuses it once the object has changed or was created again`:`\`${e.name}\` was exported from a cluster: Karpenter writes \`${a.at(-1)}\` itself, and applying an old value makes its nodes look drifted`,help:`Remove ${s.map(e=>`\`${e.join(`.`)}\``).join(`, `)}.`,fix:{description:`Remove them`,edits:s.flatMap(t=>Ce(e,t))}})}const Hy=({apiVersion:e})=>/^karpenter\./.test(_(e));function Uy(){return{bad:[O`
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
      `]}}const Wy=M({id:`fixed-by-label`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[],on:{NodePool:Gy,Provisioner:Gy},docs:{summary:`A label of the template fixes the value of a requirement that allows several.`,why:"Karpenter treats the labels of the template as requirements with a single value. With the label `karpenter.sh/capacity-type: spot`, a requirement that allows spot and on-demand allows only spot: when spot capacity runs out, there is no fallback, and pods stay pending.",help:`Remove the label, because Karpenter sets it on every node anyway. If only one value is meant, remove the others from the requirement.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatemetadatalabels`},examples:Zy});function Gy(e,{report:t}){let n=V(e);for(let{key:r,path:i,values:a,isKnown:o}of Rt(e)){let[s]=a;if(!o||!s)continue;let c=n.filter(e=>e.isKnown&&!Ky(e,r)&&b(e.key)===b(r)),l=c.find(e=>Yy(e,s.text));if(!l||!c.every(e=>Jy(e,s.text)))continue;let u=l.operator===`In`?qy(l,s.text):[];t({at:e.span(i),message:`The label \`${r}: ${s.text}\` of the template fixes the value, so \`${e.name}\` never launches nodes with ${u.length>0?Xy(u):`another value`}`,labels:[{span:e.span(l.path),message:`allows several values`}],help:`Remove the label, or ${u.length>0?`remove ${Xy(u)} from the requirement`:`replace the requirement with \`In [${s.text}]\``}.`})}}const Ky=({operator:e},t)=>e===`Exists`&&/(?:^|\.)kubernetes\.io\//.test(t),qy=({values:e},t)=>[...new Set(e.map(e=>e.text))].filter(e=>e!==t);function Jy({operator:e,values:t},n){let r=t.map(e=>e.text);return e===`In`?r.includes(n):e===`NotIn`?!r.includes(n):e===`Gt`?Number(n)>Number(r[0]):e===`Lt`?Number(n)<Number(r[0]):e===`Exists`}const Yy=(e,t)=>Jy(e,t)&&(e.operator!==`In`||qy(e,t).length>0);function Xy(e){let t=e.slice(0,3).map(e=>`\`${e}\``),n=e.length-t.length;return n>0?`${t.join(`, `)} or ${n} more`:t.length===1?t[0]:`${t.slice(0,-1).join(`, `)} or ${t.at(-1)}`}function Zy(){return{bad:[D(N({labels:`karpenter.sh/capacity-type: spot`,requirements:[`karpenter.sh/capacity-type In [spot, on-demand]`]}),{"[spot, on-demand]":`[spot]`}),D(N({labels:`example.com/team: web`,requirements:[`example.com/team Exists`]}),{"operator: Exists":`operator: In
values: [web]`})],good:[N({labels:`karpenter.sh/capacity-type: spot`,requirements:[`karpenter.sh/capacity-type In [spot]`]}),N({labels:`team: web`,requirements:[`karpenter.sh/capacity-type In [spot, on-demand]`]})]}}const Qy=M({id:`frozen-nodes`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[39],on:{NodePool(e,{report:t}){let n=e.isPartial?void 0:$y(e),[r]=n??[];if(!n||!r)return;let i=B(e,[`spec`,`template`,`spec`,`expireAfter`]).value===`Never`||ae(e.apiVersion)===`v1beta1`,a=e.source.origin!==void 0||n.some(({path:t})=>__(e,t)!==``);t({at:e.span([...r.path,`nodes`]),...a&&{severity:`note`},message:`${n.length===1?`This budget blocks`:`Budgets of 0 block`} all voluntary disruption of \`${e.name}\` at all times, so ${i?`its nodes are never patched`:`only expiry replaces its nodes`}`,help:"Set `reasons` to the disruption reasons that you want to block, or set `schedule` and `duration`. Then add a budget such as `nodes: 10%` for everything else. If nothing should be disrupted, write the reason in a comment next to the budget."})}},docs:{summary:`Disruption budgets of 0 apply at all times and to all reasons.`,why:"Karpenter never consolidates such a NodePool and never rolls out its drift. New AMIs and changed node classes do not reach running nodes. Only expiry, which ignores budgets, replaces them. With `expireAfter: Never`, nothing does: the nodes are never patched. If a comment next to the budget gives the reason, the finding is a note.",help:"Set `reasons` to the disruption reasons that you want to block, or limit the budget with `schedule` and `duration`. Then add a budget for everything else.",url:`https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets`},examples:eb});function $y(e){let t=q_(e).filter(({isZero:e})=>e);return K_.every(e=>{let n=t.filter(t=>t.appliesTo(e));return n.length>0&&X_(n)===!1})?t:void 0}function eb(){return{bad:[D(N({requirements:[],expireAfter:`Never`,disruption:O`
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
        `}),{"duration: 24h":`duration: 8h`})],good:[N({disruption:O`
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
        `})]}}const tb=M({id:`full-reservations`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Capacity reservations`,mistakes:[],on:{Manifests(e,t){let{karpenter:n,report:r}=t;if(n.offersFullReservations)for(let e of xl(t)){let t=e.filter(e=>nb(e)&&Tl(e));for(let e of t){let n=Dl(e),i=n&&t.find(t=>Dl(t)===void 0&&rb(e,t));i&&r({manifest:e,at:e.span(n.path),message:`While its reservations are full, \`${e.name}\` keeps pods pending that \`${i.name}\` could run`,help:"Also allow `on-demand` here. Karpenter uses reserved capacity first.",labels:[{span:i.span([`metadata`,`name`]),message:`Karpenter does not try this NodePool`}]})}}}},docs:{summary:`While its reservations are full, a NodePool that allows only reserved capacity keeps pods pending that another NodePool could run.`,why:`Up to Karpenter 1.14, a full reservation was not available, so pods went to the NodePool with the next lower weight. Since 1.15, Karpenter waits for full reservations. If a NodePool has only full reservations for a pod, the pod stays pending until one has room. Meanwhile, Karpenter does not try the NodePools after it. If the NodePool also allows another capacity type, Karpenter launches that.`,help:"Also allow `on-demand` in the same NodePool. Karpenter uses reserved capacity first.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:ib}),nb=e=>!e.isPartial&&B(e,[`spec`,`weight`]).isKnown&&e.get([`spec`,`replicas`])===void 0,rb=(e,t)=>qt(e)>qt(t)||qt(e)===qt(t)&&v(e.name,t.name)>0;function ib(){return{bad:[D(A({karpenter:`1.15`},R(N({name:`reserved`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved]`]}),N({name:`fallback`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),P(O`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `))),{"[reserved]":`[reserved, on-demand]`})],good:[A({karpenter:`1.15`},R(N({name:`reserved`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved, on-demand]`]}),N({name:`fallback`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [spot]`]}),P(O`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `))),A({karpenter:`1.15`},R(N({name:`training`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,taints:O`
              - key: example.com/training
                effect: NoSchedule
            `,requirements:[`karpenter.sh/capacity-type In [reserved]`]}),N({name:`general`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),P(O`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `))),A({karpenter:`1.15`},R(N({name:`reserved`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved]`]}),N({name:`general`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),P(O`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `)))]}}const ab=M({id:`gpu-taint`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[90],on:{NodePool:ob,Provisioner:ob},docs:{summary:`A NodePool in which all instance types have GPUs or other accelerators has no taint.`,why:`Karpenter may launch a node of this NodePool for any pod that fits nowhere else. An ordinary web server then runs on an instance that costs many times what it needs. Consolidation cannot remove the node while the pod runs there.`,help:"Add a taint to the NodePool, such as `nvidia.com/gpu:NoSchedule`, and a toleration to the pods that need its nodes.",url:`https://karpenter.sh/docs/concepts/scheduling/#acceleratorsgpu-resources`},examples:sb});function ob(e,{report:t,catalog:n,compatible:r}){let i=r(e),a=e.kind===`NodePool`?[`spec`,`template`,`spec`]:[`spec`],o=B(e,[...a,`taints`]);n&&i?.isExact&&i.names.length!==0&&(!o.isKnown||l(o.value).length>0||i.names.every(e=>{let{gpus:t,accelerator:r}=n.type(e);return t.length>0||r!==void 0})&&t({at:e.keySpan(a),message:`Every instance type of \`${e.name}\` has GPUs or other accelerators, but no taint keeps ordinary pods away`,help:"Add a taint such as `nvidia.com/gpu:NoSchedule`, and a toleration to the pods that need these nodes."}))}function sb(){return{bad:[D(N({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6, g6e]`]}),{"requirements:":`taints:
  - key: nvidia.com/gpu
    effect: NoSchedule
requirements:`})],good:[N({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6, g6e]`],taints:O`
          - key: nvidia.com/gpu
            effect: NoSchedule
        `}),N({name:`mixed`,requirements:[`karpenter.k8s.aws/instance-family In [g6, m7i]`]})]}}const cb={AutoscalingRunnerSet:{group:`actions.github.com`,path:[`spec`,`template`],pods:`CI jobs`},CronJob:{group:`batch`,path:[`spec`,`jobTemplate`,`spec`,`template`],pods:`Jobs`},Job:{group:`batch`,path:[`spec`,`template`],pods:`Jobs`},RunnerDeployment:{group:`actions.summerwind.dev`,path:[`spec`,`template`],pods:`CI jobs`},RunnerSet:{group:`actions.summerwind.dev`,path:[`spec`,`template`],pods:`CI jobs`}},lb=M({id:`interrupted-jobs`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[],on:{Manifests(e,{report:t}){for(let n of ub(e))t({manifest:n.manifest,...gb(n)})}},docs:{summary:`Jobs or CI runners are placed on a NodePool that Karpenter consolidates while they run.`,why:"With `consolidationPolicy: WhenEmptyOrUnderutilized`, Karpenter evicts running pods to use fewer or cheaper nodes. A Job starts again from the beginning, and a CI job fails. The annotation does not stop AWS from taking spot nodes back.",help:'Add the annotation `karpenter.sh/do-not-disrupt: "true"` to the pods, or set `consolidationPolicy: WhenEmpty` in the NodePool.',url:`https://karpenter.sh/docs/concepts/disruption/#pod-level-controls`},examples:Cb});function ub(e){let t=z(e).filter(db);return t.length===0?[]:e.manifests.flatMap(e=>{let n=Object.hasOwn(cb,e.kind)?cb[e.kind]:void 0;if(n===void 0||n.group!==_(e.apiVersion)||e.isPartial)return[];let{path:r,pods:i}=n;if(me(e.get(r)??null)||fb(e,r))return[];let a=t.find(t=>pb(t,e,r));return a===void 0?[]:[{manifest:e,pool:a,path:r,pods:i}]})}function db(e){let[t,n]=[`consolidationPolicy`,`consolidateAfter`].map(t=>h(e.get([`spec`,`disruption`,t])));return e.isPartial||t===`WhenEmpty`||n===`Never`?!1:!l(e.get([`spec`,`disruption`,`budgets`])).some(e=>{let{nodes:t,schedule:n,reasons:r}=g(e)??{},i=l(r).length===0||l(r).includes(`Underutilized`);return/^0%?$/.test(h(t)??``)&&n===void 0&&i})}function fb(e,t){let n=h(e.get([...t,`metadata`,`annotations`,_e])),r=JSON.stringify(e.get([...t.slice(0,-1),`podFailurePolicy`])??null);return n!==void 0||r.includes(`DisruptionTarget`)}function pb(e,t,n){let r=mb(e),i=(t,n)=>t===y.nodePool?n.includes(e.name):n.some(e=>r.get(t)?.has(e)===!0),a=[...n,`spec`];if(Object.entries(g(t.get([...a,`nodeSelector`]))??{}).some(([e,t])=>i(e,[h(t)??``]))||hb(t,a).some(({key:e,values:t})=>i(e,t)))return!0;let o=l(t.get([...a,`tolerations`])).map(e=>h(g(e)?.key)??``);return l(e.get([`spec`,`template`,`spec`,`taints`])).map(e=>h(g(e)?.key)??``).some(e=>e!==``&&o.includes(e))}function mb(e){let t=e=>/(^|\.)(kubernetes\.io|k8s\.aws|karpenter\.sh)\//.test(b(e));return new Map([...Rt(e),...V(e)].filter(({key:e,operator:n})=>n===`In`&&!t(e)).map(({key:e,values:t})=>[e,new Set(t.map(({text:e})=>e))]))}function hb(e,t){let n=[`affinity`,`nodeAffinity`,`requiredDuringSchedulingIgnoredDuringExecution`,`nodeSelectorTerms`];return l(e.get([...t,...n])).flatMap(e=>l(g(e)?.matchExpressions).flatMap(e=>{let{key:t,operator:n,values:r}=g(e)??{};return n===`In`?[{key:h(t)??``,values:l(r).map(e=>h(e)??``)}]:[]}))}function gb({manifest:e,pool:t,path:n,pods:r}){let i=h(t.get([`spec`,`disruption`,`consolidationPolicy`]))??`the default policy`;return{at:e.keySpan(n),message:`Karpenter evicts running ${r} of ${e.kind} \`${e.name}\` when it consolidates NodePool \`${t.name}\` (\`${i}\`)`,labels:[{span:t.span([`spec`,`disruption`]),message:`moves running pods to save money`}],help:`Add the annotation \`${_e}: "true"\` to the pods. Or set \`consolidationPolicy: WhenEmpty\` in the NodePool.`,fix:{description:`Add \`${_e}: "true"\``,edits:ve(e,[...n,`metadata`,`annotations`],_e,`"true"`)}}}const _b=(e,t=`ci`)=>O`
  apiVersion: karpenter.sh/v1
  kind: NodePool
  metadata:
    name: builds
  spec:
    limits:
      cpu: 100
    template:
      metadata:
        labels:
          example.com/team: builds
      spec:
        taints:
          - key: example.com/${t}
            effect: NoSchedule
        requirements: []
    disruption:
      ${e}
  ---
`,vb=(e,t)=>O`
  apiVersion: batch/v1
  kind: Job
  metadata:
    name: report
  spec:
    template:
      ${e}
      spec:
        ${t}
        restartPolicy: Never
        containers:
          - name: report
            image: report
`,yb=O`
  consolidationPolicy: WhenEmptyOrUnderutilized
  consolidateAfter: 1m
`,bb=O`
  tolerations:
    - key: example.com/ci
      operator: Exists
`,xb=O`
  nodeSelector:
    example.com/team: builds
`,Sb=O`
  metadata:
    annotations:
      karpenter.sh/do-not-disrupt: "true"
`;function Cb(){let e=(e,t)=>O`
    ${e}
    ${t}
  `;return{bad:[e(_b(yb),vb(``,bb)),e(_b(yb),vb(``,xb))],good:[e(_b(yb),vb(Sb,bb)),e(_b(O`consolidationPolicy: WhenEmpty\nconsolidateAfter: 1m`),vb(``,xb)),e(_b(yb),vb(``,O`dnsPolicy: ClusterFirst`)),e(_b(yb,`other`),vb(``,bb))]}}const wb=M({id:`limit-fit`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[28],on:{NodePool:Db,Provisioner:Db},docs:{summary:`A limit is not a multiple of the NodePool’s node size, so a part of it is never used.`,why:"Karpenter launches a node only if the whole node stays within `limits`. If the sizes of all instance types are multiples of a large step, a remainder below that step is never used. The NodePool then stays smaller than its limit, by up to one node.",help:`Set the limit to a multiple of the step, or allow smaller instance types.`,url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:Ab}),Tb={cpu:{unit:`vCPU`,of:({vcpus:e})=>e},"nvidia.com/gpu":{unit:`GPUs`,of:({gpus:e})=>e.reduce((e,t)=>e+(t.manufacturer===`nvidia`?t.count:0),0)}},Eb={cpu:16,"nvidia.com/gpu":4};function Db(e,{report:t,catalog:n,compatible:r}){let i=zt(e),a=r(e);if(n&&a?.isExact&&a.names.length!==0)for(let[r,o]of Object.entries(g(i.value)??{})){let s=Object.hasOwn(Tb,r)?Tb[r]:void 0,c=typeof o==`string`||typeof o==`number`?qc(o):void 0;if(!s||!c)continue;let l=Ob(a,n)[r],u=l.reduce(kb,0),d=Math.floor(c%u);if(u<Eb[r]||c<Math.min(...l)||d===0)continue;let f=Math.floor(c/u),p=l.length===1?`allows ${ne(f,`node`)} of ${u} ${s.unit}`:`is not a multiple of ${u} ${s.unit}, the common step of its instance types`;t({at:e.span([...i.path,r]),message:`\`${r}: ${o}\` of \`${e.name}\` ${p}. The remaining ${d} ${s.unit} are never used`,help:`Set the limit to ${f*u} or ${(f+1)*u}, or allow smaller instance types.`})}}const Ob=Hf(({names:e},t)=>Object.fromEntries(Object.entries(Tb).map(([n,{of:r}])=>[n,[...new Set(e.map(e=>r(t.type(e))))]]))),kb=(e,t)=>t===0?e:kb(t,e%t);function Ab(){return{bad:[D(R(N({limits:`cpu: 2063`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["32"]`]}),F),{"cpu: 2063":`cpu: 2048`},{"cpu: 2063":`cpu: 2080`},{'["32"]':`["4", "32"]`})],good:[R(N({limits:`cpu: 2048`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["32"]`]}),N({name:`small`,weight:10,limits:`cpu: 2063`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["4", "8"]`,`karpenter.sh/capacity-type In [on-demand]`]}),F)]}}const jb={cpu:({vcpus:e})=>e,memory:({memoryMib:e})=>e*2**20*.85,"nvidia.com/gpu":({gpus:e})=>e.reduce((e,{count:t,manufacturer:n})=>e+(n===`nvidia`?t:0),0)},Mb=M({id:`limits-below-one-node`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[28],on:{NodePool:Nb,Provisioner:Nb},docs:{summary:`The limits of a NodePool are below the size of its smallest instance type.`,why:"Karpenter launches a node only if the whole node stays within `limits`. If a limit is below the smallest allowed instance type, Karpenter launches nothing for the NodePool, and only an event says so. Amounts of memory without a unit are bytes. A limit of 0 is not reported, because it turns a NodePool off.",help:`Raise the limit to the size of several nodes, with its unit, or allow smaller instance types.`,url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:Fb});function Nb(e,{report:t,catalog:n,compatible:r}){let i=zt(e),a=r(e);if(n&&a?.isExact&&a.names.length!==0)for(let[r,o]of Object.entries(g(i.value)??{})){let s=typeof o==`string`||typeof o==`number`?qc(o):void 0;if(!Object.hasOwn(jb,r)||!s)continue;let c=Pb(a,n)[r];if(c.amount<=s)continue;let l=r===`memory`&&/^\d+$/.test(String(o));t({at:e.span([...i.path,r]),message:`The limit \`${r}: ${o}\`${l?` (bytes)`:``} of \`${e.name}\` is below the size of its smallest instance type, ${c.name}. Karpenter launches nothing for this NodePool`,help:l?`Add a unit, such as \`${o}Gi\`.`:"Raise the limit to the size of several nodes, or allow smaller instance types. If nothing should be launched, set it to `0`."})}}const Pb=Hf(({names:e},t)=>Object.fromEntries(Object.entries(jb).map(([n,r])=>{let[i]=e.map(e=>({name:e,amount:r(t.type(e))})).sort((e,t)=>e.amount-t.amount||v(e.name,t.name));return[n,i]})));function Fb(){return{bad:[D(N({requirements:[`node.kubernetes.io/instance-type In [m7i.8xlarge, m7i.16xlarge]`,`karpenter.sh/capacity-type In [on-demand]`],limits:`cpu: 16`}),{"cpu: 16":`cpu: 320`},{"cpu: 16":`cpu: 0`},{"[m7i.8xlarge, m7i.16xlarge]":`[m7i.xlarge, m7i.2xlarge]`}),D(N({limits:O`
          cpu: 100
          memory: 1000
        `}),{"memory: 1000":`memory: 1000Gi`})],good:[N({requirements:[`node.kubernetes.io/instance-type In [m7i.8xlarge]`,`karpenter.sh/capacity-type In [on-demand]`],limits:O`
          cpu: 32
          memory: 128Gi
        `}),N({name:`switched-off`,limits:`cpu: 0`})]}}const Ib=M({id:`min-values`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[23],explains:[`provisioning/nodepool-empty`],on:{NodePool(e,{report:t,catalog:n,compatible:r,settings:i,isRegionAssumed:a}){let o=r(e);if(n&&o?.isExact&&o.names.length!==0&&i.karpenter.minValuesPolicy!==`BestEffort`)for(let{path:r,key:i}of V(e)){let s=e.get([...r,`minValues`]),c=Lb(n,o.names,b(i));typeof s!=`number`||c===void 0||c>=s||t({at:e.span([...r,`minValues`]),...a&&{severity:`note`},message:`\`${e.name}\` requires ${s} different values of \`${i}\`, but its instance types in ${n.region} have only ${c}. Karpenter launches nothing for this NodePool`,help:`Lower \`minValues\` to ${c} or less, or allow more instance types.`,explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}})}}},docs:{summary:"`minValues` is higher than the number of values that the allowed instance types have.",why:"Karpenter launches a node only if the instance types to choose from have at least `minValues` different values of the label. If the requirements of the NodePool already leave fewer, Karpenter skips the NodePool and its pods stay pending. With `minValuesPolicy: BestEffort`, Karpenter launches nodes anyway.",help:"Lower `minValues`, or allow more instance types.",url:`https://karpenter.sh/docs/concepts/nodepools/#min-values`},examples:Rb});function Lb(e,t,n){if(n===y.instanceType)return t.length;let r=e.labels.get(n);if(r===void 0)return;let i=new Set(t);return new Set(e.types.flatMap(({name:e},t)=>i.has(e)?r[t]:[])).size}function Rb(){return{bad:[D(N({requirements:O`
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
          - key: example.com/team
            operator: Exists
            minValues: 2
        `})]}}function zb(e,t){let{origin:n,text:r}=e.source;if(!n)return!1;let{start:i,end:a}=e.keySpan(t),o=Math.max(a,e.span(t).end),[s]=/^:?(?:\s|#[^\n]*)*/.exec(r.slice(o)),c=o+s.length+1,{span:l,isExact:u}=n.trace(i,c);return!u||l.end-l.start!==c-i}const Bb=M({id:`no-empty-fields`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],yieldsTo:[`schema/required`],on:{NodePool:Vb,Provisioner:Vb,NodeClass:Vb,NodeTemplate:Vb,NodeOverlay:Vb},docs:{summary:`A field has no value.`,why:`A key without a value is null. The API server drops it, so the default applies, not what the key suggests. Often the value is missing, or the lines below the key are not indented.`,help:`Add a value, or remove the field.`,url:`https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting-and-nullable`},examples:Wb});function Vb(e,{report:t,karpenter:n}){if(!e.isPartial)for(let r of Ub(e.get([`spec`]),[`spec`])){if(n.opensKubelet&&Hb(r)||zb(e,r))continue;let i=String(r.at(-1));t({at:e.keySpan(r),message:`\`${r.join(`.`)}\` has no value, so the API server drops it`,help:`Add a value, or remove the field.`,fix:{description:`Remove \`${i}\``,edits:Ce(e,r)},explains:{paths:[r],mentioning:i}})}}const Hb=([,e,...t])=>e===`kubelet`&&t.length>1;function Ub(e,t){return Array.isArray(e)?e.flatMap((e,n)=>Ub(e,[...t,n])):Object.entries(g(e)??{}).flatMap(([e,n])=>n===null?e===`tags`&&/SelectorTerms$/.test(String(t.at(-2)))?[]:[[...t,e]]:Ub(n,[...t,e]))}function Wb(){return{bad:[O`
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
      `,N({weight:10}),A({karpenter:`1.15`},P(O`
          role: karpenter-nodes
          amiSelectorTerms:
            - alias: al2023@v20260701
          kubelet:
            reservedMemory:
              - numaNode: 0
                limits:
        `))]}}const Gb=({apiVersion:e,kind:t},n)=>t===n.kind&&_(e)===n.group,Kb=({group:e=``,kind:t=``})=>`${e}/${t.toLowerCase()}`,qb=[`NodePool`,`Provisioner`,`NodeOverlay`],Jb=(e,t)=>e.manifests.flatMap(e=>Yb(e,t)??[]);function Yb(e,t){if(_(e.apiVersion)===`karpenter.sh`){let n=qb.find(t=>t===e.kind);return n===void 0?void 0:{manifest:e,handler:n,provider:n===`NodeOverlay`?void 0:Zb(e,t)}}for(let{name:n,nodeClasses:r,nodeTemplate:i}of t){if(r.some(t=>Gb(e,t)))return{manifest:e,handler:`NodeClass`,provider:n};if(i&&Gb(e,i))return{manifest:e,handler:`NodeTemplate`,provider:n}}}const Xb=({nodeClasses:e,nodeTemplate:t})=>t?[...e,t]:e;function Zb(e,t){let{group:n,kind:r}=Bt(e)??{};return n===void 0&&r===void 0?t[0]?.name??null:t.find(e=>Xb(e).some(e=>e.group===n||e.kind===r))?.name??null}const Qb=({providers:e},t)=>e===`every`||t===void 0||t!==null&&e.includes(t);function $b({providers:e},t){if(e===`every`)return!0;let n=t.flatMap(({provider:e})=>e===void 0?[]:[e]);return n.length===0||n.some(t=>t!==null&&e.includes(t))}const ex=M({id:`node-class-exists`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],explains:[`provisioning/nodepool-not-ready`],on:{Manifests(e,t){let{report:n,nearest:r,providers:i}=t;for(let a of i.flatMap(Xb)){let{kind:o}=a,s=ox(e,a,i),c=ux(e,a),l=s[0];if(c===void 0||l===void 0)continue;if(c.length===0){n({manifest:l.pool,at:l.pool.span([...l.path,`name`]),severity:`note`,message:`No ${o} is among these manifests, so ${ne(s.length,`reference`)} cannot be checked`,help:`Review the manifests of the ${o} together with the NodePools that use it.`});continue}let u=new Set(c),d=s.filter(({name:e})=>!u.has(e)).map(e=>({...e,wanted:r(e.name,c)})),f=nx(a,t),p=e=>e.wanted!==void 0||f(e);tx(d.filter(e=>!p(e)),o,t);for(let{pool:e,path:t,name:r,wanted:i}of d.filter(p))n({manifest:e,at:e.span([...t,`name`]),message:`${e.kind} \`${e.name}\` refers to ${o} \`${r}\`, which is not among these manifests`,help:i?`Did you mean \`${i}\`?`:`Add this ${o}, or refer to an existing one: ${c.join(`, `)}.`,explains:{paths:[[...t,`name`]]},...i&&{fix:{description:`Replace with \`${i}\``,edits:x(e,[...t,`name`],i)}}})}}},docs:{summary:`A NodePool refers to a node class that is not among the manifests.`,why:"A NodePool whose EC2NodeClass does not exist is not ready (`NodeClassNotFound`) and launches nothing. If the class comes from elsewhere, such as Terraform, a note says that the reference cannot be checked.",help:`Correct the name, or add the EC2NodeClass.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecnodeclassref`},examples:dx});function tx(e,t,{report:n}){let[r]=e;r&&n({manifest:r.pool,at:r.pool.span([...r.path,`name`]),severity:`note`,message:`${t} \`${r.name}\` is not among these manifests, so ${ne(e.length,`reference`)} cannot be checked`,help:`Review the manifests of the ${t} together with the NodePools that use it.`})}function nx(e,{all:t,base:n,providers:r}){let i=new Set(n?lx(n,e).map(({name:e})=>e):[]),a=new Set(t.manifests.filter(ax).map(ix)),o=new Set(lx(t,e).map(ix)),s=new Set([...o].filter(e=>!a.has(e)).map(pe)),c=new Map;for(let{name:n,pool:i}of ox(t,e,r))c.set(n,(c.get(n)??new Set).add(ix(i)));return({pool:e,name:t})=>{if(i.has(t))return!0;if((c.get(t)?.size??0)>1)return!1;let n=ix(e);return o.has(n)||rx(n).some(e=>s.has(e))}}function rx(e){let t=e===``?[]:e.split(`/`);return[``,...t.map((e,n)=>t.slice(0,n+1).join(`/`))]}const ix=({source:e})=>pe(e.file),ax=({kind:e,apiVersion:t})=>(e===`NodePool`||e===`Provisioner`)&&_(t)===`karpenter.sh`,ox=(e,t,n)=>e.manifests.filter(ax).flatMap(e=>{let r=Ht(e);return r!==void 0&&cx(r,t,sx(e,n))?[{pool:e,path:r.path,name:r.name}]:[]}),sx=(e,[t])=>e.kind===`Provisioner`?t?.nodeTemplate:t?.nodeClasses[0],cx=({group:e,kind:t},n,r)=>(t??r?.kind)===n.kind&&(e??n.group)===n.group,lx=(e,t)=>e.manifests.filter(e=>Gb(e,t));function ux(e,t){if(e.files.some(e=>e.isBroken))return;let n=lx(e,t).map(e=>e.name);return n.some(e=>e===``||m(e))?void 0:[...new Set(n)].sort()}function dx(){return{bad:[R(N({requirements:[],nodeClassRef:`defualt`}),O`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `),D(N({requirements:[],nodeClassRef:`default`}),{"apiVersion: karpenter.sh/v1":`${fx.text}---\napiVersion: karpenter.sh/v1`})],good:[R(N({requirements:[],nodeClassRef:`default`}),O`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `)]}}const fx=P(O`
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
`),px=M({id:`open-architecture`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[9],on:{NodePool:vx},docs:{summary:`A NodePool allows arm64 and amd64 without saying so, and nothing shows that pods run on both.`,why:"Without a requirement for `kubernetes.io/arch`, Karpenter launches whichever architecture is cheaper, which is often arm64. A pod whose image is built only for amd64 then crashes with `exec format error`. The finding is a warning if the change removes the requirement. It is a note if the workloads of the cluster select no architecture, because their images may be built for both.",help:"Add a requirement for `kubernetes.io/arch`: with one architecture, or with both if every image is built for both.",url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:Sx}),mx=[`spec`,`template`,`spec`,`requirements`],hx=e=>Ut(e).some(({key:e})=>b(e)===y.arch),gx=new Set([y.instanceType,y.instanceFamily,y.instanceCategory,y.instanceGeneration]),_x=e=>Ut(e).some(({key:e})=>gx.has(b(e)));function vx(e,t){let{report:n,base:r}=t;if(!B(e,mx).isKnown||hx(e)||!yx(e,t))return;let i=r?.manifests.find(({kind:t,name:n})=>t===e.kind&&n===e.name),a=i!==void 0&&!i.isPartial&&hx(i);(a||_x(e)&&bx(e,t))&&n({at:e.keySpan(mx),...a&&{severity:`warning`},message:`\`${e.name}\` ${a?`no longer limits the architecture`:`does not limit the architecture`}, so Karpenter also launches arm64 nodes, on which images that are built only for amd64 crash`,help:"Add the requirement `kubernetes.io/arch In [amd64]`, or `In [amd64, arm64]` if all images are built for both."})}function yx(e,{catalog:t,compatible:n}){let r=n(e);return!t||!r?.isExact?!1:new Set(r.names.map(e=>t.type(e).architecture)).size>1}function bx(e,{all:t,clusterOf:n}){let r=n(e),i=H(t).filter(({manifest:e})=>n(e)===r);return i.length===0||i.some(rr)?!1:z(t).every(e=>n(e)!==r||!hx(e))}const xx=O`
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
`;function Sx(){let e=`karpenter.k8s.aws/instance-category In [c, m, r]`;return{bad:[D(R(N({requirements:[e]}),xx),{"requirements:":`requirements:
  - {key: kubernetes.io/arch, operator: In, values: [amd64]}`},{"requirements:":`requirements:
  - {key: kubernetes.io/arch, operator: In, values: [amd64, arm64]}`})],good:[R(N({requirements:[e,`kubernetes.io/arch In [amd64]`]}),xx),N({requirements:[e]})]}}const Cx=M({id:`overlapping-pools`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[32],on:{Manifests(e,t){for(let e of wx(t))Tx(e,t)}},docs:{summary:`Several NodePools can run the same pods, and only their names decide which comes first.`,why:"Karpenter tries NodePools by weight. With the same weight, it sorts them by name in reverse order: `spot` before `general`, `on-demand` before `gpu`. If NodePools do not differ in weight, taints or labels, their names decide which nodes Karpenter launches, and renaming one changes the cost. Only NodePools that certainly belong to one cluster are compared: those of one file or rendered root, or of files next to their node classes.",help:"Give the NodePool that should come first a higher `weight`, or separate their pods with taints.",url:`https://karpenter.sh/docs/concepts/nodepools/#specweight`},examples:Ax});function wx(e){return xl(e).flatMap(e=>{let t=new Map;for(let n of e){let e=B(n,[`spec`,`weight`]);if(n.isPartial||!e.isKnown||n.get([`spec`,`replicas`])!==void 0||!Tl(n))continue;let r=JSON.stringify(e.value??0);ue(t,r,n)}return[...t.values()].filter(e=>e.length>1)})}function Tx(e,t){let n=e.slice(0,60).flatMap(e=>Ex(e,t)??[]),r=n.filter(e=>n.some(t=>t!==e&&Dx(e,t))).sort((e,t)=>v(t.pool.name,e.pool.name)),[i,...a]=r;if(!i||a.length===0)return;let o=e=>U(e.map(({pool:e})=>e.name),e.length===2?` and `:`, `);t.report({manifest:i.pool,at:i.pool.span([`metadata`,`name`]),message:`${o(r)} can run the same pods and have the same weight. Karpenter sorts them by name and tries \`${i.pool.name}\` first, then ${o(a)}`,help:`Give the one that should come first a higher \`weight\`, or separate their pods with taints. ${Ox(r)}`,labels:a.slice(0,5).map(({pool:e})=>({span:e.span([`metadata`,`name`]),message:`can run the same pods`}))})}function Ex(e,{compatible:t,catalog:n}){let r=t(e);if(!r?.isExact||!n||r.names.length===0||r.names.filter(e=>(n.type(e)?.gpus.length??0)>0).length===r.names.length)return;let i=[`on-demand`,`spot`].map(e=>({type:e,...r.count(e)}));return{pool:e,names:new Set(r.names),architectures:new Set(r.names.flatMap(e=>n.type(e)?.architecture??[])),zones:new Set(i.flatMap(({zones:e})=>e)),capacityTypes:i.filter(({instanceTypes:e})=>e>0).map(({type:e})=>e)}}const Dx=(e,t)=>[...e.architectures].some(e=>t.architectures.has(e))&&[...e.zones].some(e=>t.zones.has(e));function Ox(e){let t=e.flatMap((t,n)=>e.slice(n+1).filter(e=>Dx(t,e)).map(e=>[t,e])),n=t.length>6?`; and ${ne(t.length-6,`more pair`)}`:``;return`${t.slice(0,6).map(([e,t])=>kx(e,t)).join(`; `)}${n}.`}function kx(e,t){let n=[...e.names].filter(e=>t.names.has(e)).length,r=[...e.zones].filter(e=>t.zones.has(e)).length,i=e.capacityTypes.filter(e=>t.capacityTypes.includes(e)),a=i.length>0?`as ${i.join(` and `)}`:`with different capacity types`;return`\`${e.pool.name}\` and \`${t.pool.name}\` share ${ne(n,`instance type`)} in ${ne(r,`zone`)}, ${a}`}function Ax(){return{bad:[D(R(N({name:`on-demand`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [on-demand]`,`karpenter.k8s.aws/instance-category In [c, m, r]`],nodeClassRef:`default`}),N({name:`spot`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [spot]`,`karpenter.k8s.aws/instance-category In [c, m, r]`],nodeClassRef:`default`}),F),{"metadata:\n  name: spot\nspec:":`metadata:
  name: spot
spec:
  weight: 10`})],good:[R(N({name:`on-demand`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),N({name:`spot`,weight:10,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [spot]`],nodeClassRef:`default`}),N({name:`team-search`,limits:`cpu: 100`,labels:`team: search`,requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),F)]}}const jx=M({id:`pod-grace-period`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[42],on:{Manifests(e,{report:t}){let n=[`spec`,`template`,`spec`,`terminationGracePeriod`],r=z(e).map(e=>({pool:e,seconds:Mx(B(e,n))})),i=r.flatMap(({pool:e,seconds:t})=>t===void 0?[]:[{pool:e,seconds:t}]),a=i.toSorted((e,t)=>t.seconds-e.seconds)[0];if(!(!a||i.length<r.length))for(let{manifest:r,template:i}of H(e)){let e=[...i,`spec`,`terminationGracePeriodSeconds`],o=r.get(e),s=[`nodeSelector`,`affinity`].some(e=>r.get([...i,`spec`,e])!==void 0);typeof o!=`number`||o<=a.seconds||s||t({manifest:r,at:r.span(e),message:`Pods of ${r.kind} \`${r.name}\` may take ${o}s to terminate, but no NodePool gives its nodes more than ${a.seconds}s. Karpenter kills the pods early`,labels:[{span:a.pool.span(n),message:"the longest `terminationGracePeriod`"}],help:`Set \`terminationGracePeriod\` of the NodePool that runs these pods to at least \`${o}s\`.`})}}},docs:{summary:`Pods may take more time to terminate than any NodePool gives its nodes.`,why:"The `terminationGracePeriod` of a NodePool limits how long a node may drain, whatever PodDisruptionBudgets say. When a node drains, Karpenter immediately deletes pods with a longer `terminationGracePeriodSeconds`. They are killed when the node’s time is up, before their own period ends.",help:"Set `terminationGracePeriod` of the NodePool to at least the longest `terminationGracePeriodSeconds` of its pods.",url:`https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod`},examples:Nx});function Mx({value:e}){let t=typeof e==`string`?Fm(e):void 0;return t===void 0?void 0:Number(t/1000000000n)}function Nx(){return{bad:[D(R(N({requirements:[],terminationGracePeriod:`30m`}),O`
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
        `),{"terminationGracePeriod: 30m":`terminationGracePeriod: 7200s`})],good:[R(N({requirements:[],terminationGracePeriod:`30m`}),N({name:`patient`,weight:10,requirements:[],terminationGracePeriod:`4h`}),O`
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
        `),R(N({requirements:[],terminationGracePeriod:`30m`}),O`
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
        `)]}}const Px=M({id:`pod-requests`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[92],on:{Manifests(e,{report:t}){if($n(e))for(let{manifest:n,template:r}of H(e)){if(g(n.get([`metadata`,`annotations`]))?.[`helm.sh/hook`]!==void 0)continue;let e=[...r,`spec`],i=[...e,`containers`],a=l(n.get(i));if(a.some(e=>g(e)?.image===void 0))continue;let o=a.flatMap((e,t)=>Ix(n,[...i,t])?[]:[h(g(e)?.name)??String(t)]);n.isPartial||Ix(n,e)||(o.length===0?Fx({manifest:n,path:i,containers:a},t):t({manifest:n,at:n.keySpan(i),message:`${o.length===1?`Container`:`Containers`} ${U(o)} of ${n.kind} \`${n.name}\` ${o.length===1?`requests`:`request`} neither CPU nor memory, so Karpenter reserves no room for ${o.length===1?`it`:`them`}`,help:"Set `resources.requests` for `cpu` and `memory`."}))}}},docs:{summary:`Containers of a workload request neither CPU nor memory, or no memory.`,why:`Karpenter sizes nodes only by the requests of pods. A pod without requests fits anywhere. Nodes are then too small, run out of memory, and pods are killed. A LimitRange or a VerticalPodAutoscaler may add requests, which manifests do not show.`,help:"Set `resources.requests` for `cpu` and `memory`.",url:`https://karpenter.sh/docs/troubleshooting/`},examples:Lx});function Fx({manifest:e,path:t,containers:n},r){let i=(n,r)=>g(e.get([...t,n,`resources`,r]))??{},a=n.findIndex((n,r)=>{let a=[`requests`,`limits`].flatMap(e=>Object.keys(i(r,e)));return a.includes(`cpu`)&&a.every(e=>e===`cpu`)&&!m(e.get([...t,r,`resources`]))});if(a===-1)return;let o=[...t,a,`resources`];r({manifest:e,at:e.keySpan([...o,i(a,`requests`).cpu===void 0?`limits`:`requests`]),message:`Container \`${h(g(n[a])?.name)??a}\` of ${e.kind} \`${e.name}\` requests CPU but no memory, so Karpenter reserves no memory for it`,help:"Set `resources.requests.memory`."})}function Ix(e,t){let n=e.get([...t,`resources`]);return m(n)?!0:[`requests`,`limits`].some(e=>{let t=g(n)?.[e],r=Object.keys(g(t)??{});return m(t)||r.some(e=>e!==`ephemeral-storage`)})}function Lx(){return{bad:[D(R(N(),O`
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
    memory: 100Mi`}),D(R(N(),O`
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
memory: 100Mi`})],good:[R(N(),O`
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
        `),R(N(),O`
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
        `),R(N({name:`with-a-chart-test`}),O`
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
      `]}}const Rx=M({id:`price-gap`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[],on:{NodePool:zx,Provisioner:zx},docs:{summary:`A NodePool has cheap and very expensive instance types, and none in between.`,why:"Karpenter launches the cheapest available instance type. When AWS has no capacity for it, Karpenter uses the next one of the NodePool, whatever it costs. A NodePool with only `large` and `24xlarge` then pays for a machine 48 times as large, to run one small pod.",help:`Allow the sizes in between, or move the large ones to another NodePool.`,url:`https://karpenter.sh/docs/concepts/nodepools/#instance-types`},examples:Hx});function zx(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i?.isExact||i.names.length<2)return;let a=Bx(i,n);if(!a)return;let{cheap:o,expensive:s}=a,c=Math.floor(s.hourlyUsd/o.hourlyUsd);t({at:e.span(Kt(e)),message:`\`${e.name}\` has no instance type between ${o.name} (${Vx(o.hourlyUsd)}/hour) and ${s.name} (${Vx(s.hourlyUsd)}/hour). When AWS runs out of the first, its pods cost ${c} times as much`,help:`Allow the sizes in between, or move the large ones to another NodePool.`})}const Bx=Hf(({names:e},t)=>{let n=[];for(let r of e){let e=Vf(t,r);if(e===void 0)return;n.push({name:r,hourlyUsd:e})}n.sort((e,t)=>e.hourlyUsd-t.hourlyUsd||v(e.name,t.name));let r=n.findIndex(({hourlyUsd:e},t)=>t>0&&e>=8*n[t-1].hourlyUsd),[i,a]=[n[r-1],n[r]];return i&&a&&{cheap:i,expensive:a}}),Vx=e=>`$${e.toFixed(e<.1?4:2)}`;function Hx(){return{bad:[D(R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`node.kubernetes.io/instance-type In [m7i.large, m7i.24xlarge]`,`karpenter.sh/capacity-type In [on-demand]`]}),F),{"[m7i.large, m7i.24xlarge]":`[m7i.large, m7i.2xlarge, m7i.8xlarge, m7i.24xlarge]`})],good:[R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m7i]`,`karpenter.sh/capacity-type In [on-demand]`]}),F),R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`node.kubernetes.io/instance-type In [m7i.large, m7i.2xlarge]`,`karpenter.sh/capacity-type In [on-demand]`]}),F)]}}const Ux=M({id:`removed-pod-keys`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[10,11,12],on:{Manifests(e,t){if(!t.karpenter.v1)return;let n=z(e).map(({name:e})=>e);for(let n of z(e))for(let e of Wx(n,[`spec`,`template`,`metadata`,`annotations`]))Yx(n,e,Te,t);for(let{manifest:r,template:i}of H(e)){let e=(...e)=>[...i,...e];for(let n of Wx(r,e(`metadata`,`annotations`)))Yx(r,n,Te,t);for(let i of Wx(r,e(`spec`,`nodeSelector`)))Zx({manifest:r,path:i,pools:n},t);for(let n of Gx(r,e(`spec`)))for(let e of Kx(r,n))Xx(r,e,Se,t);for(let[n]of l(r.get(e(`spec`,`tolerations`))).entries())Xx(r,e(`spec`,`tolerations`,n,`key`),we,t)}}},docs:{summary:`A pod or a NodePool uses an annotation, label or taint that Karpenter no longer supports.`,why:"Karpenter renamed them on the way to v1 and ignores the old names. `do-not-evict` protects no pods, and `do-not-consolidate` no nodes. A pod that selects `karpenter.sh/provisioner-name` finds no node, and one that uses this label to avoid Karpenter’s nodes no longer avoids them. A toleration of `karpenter.sh/disruption` no longer matches the taint of a node that Karpenter removes.",help:`Use the new name.`,url:`https://karpenter.sh/docs/upgrading/v1-migration/`},examples:Qx}),Wx=(e,t)=>Object.keys(g(e.get(t))??{}).map(e=>[...t,e]);function Gx(e,t){let n=[...t,`affinity`,`nodeAffinity`,`requiredDuringSchedulingIgnoredDuringExecution`,`nodeSelectorTerms`];return l(e.get(n)).map((e,t)=>[...n,t,`matchExpressions`])}function Kx(e,t){let n=l(e.get(t)).map((e,n)=>[...t,n,`key`]);return n.some(t=>e.get(t)===y.nodePool)?[]:n}const qx=(e,t)=>t!==void 0&&Object.hasOwn(e,t)?e[t]:void 0,Jx=(e,t)=>({message:`Karpenter no longer supports \`${e}\`, so it has no effect`,help:`Use \`${t}\` instead.`});function Yx(e,t,n,{report:r}){let i=String(t.at(-1)),a=qx(n,i);a!==void 0&&e.get([...t.slice(0,-1),a])===void 0&&r({manifest:e,at:e.keySpan(t),...Jx(i,a),fix:{description:`Rename to \`${a}\``,edits:he(e,t,a)}})}function Xx(e,t,n,{report:r}){let i=h(e.get(t)),a=qx(n,i);i!==void 0&&a!==void 0&&(l(e.get(t.slice(0,-2))).some(e=>g(e)?.key===a)||r({manifest:e,at:e.span(t),...Jx(i,a),...e.get([...t.slice(0,-1),`value`])===void 0&&{fix:{description:`Replace with \`${a}\``,edits:x(e,t,a)}}}))}function Zx({manifest:e,path:t,pools:n},{report:r}){let i=String(t.at(-1)),a=qx(Se,i);if(a===void 0)return;let o=h(e.get(t));r({manifest:e,at:e.keySpan(t),message:`Nodes no longer have the label \`${i}\`, so these pods stay pending`,help:`Use \`${a}\` with the name of the NodePool instead.`,...o!==void 0&&n.includes(o)&&{fix:{description:`Rename to \`${a}\``,edits:he(e,t,a)}}})}function Qx(){return{bad:[O`
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
      `],good:[O`
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
        `)]}}const $x=[`cpu`,`memory`,`nodes`,`pods`,`ephemeral-storage`],eS={mem:`memory`,ram:`memory`,gpu:`nvidia.com/gpu`},tS=M({id:`require-limits`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[29,30],on:{NodePool:nS,Provisioner:nS},docs:{summary:`A NodePool has no limits, or its limits have no effect.`,why:"Karpenter launches nodes for every pending pod. Without `limits`, a runaway Deployment, a HorizontalPodAutoscaler with a wrong target or a crash loop gets more and more nodes, up to the AWS quota. The keys of `limits` are free-form, so the API server accepts a misspelled resource, which limits nothing.",help:"Set `limits.cpu` and `limits.memory` to the most that this NodePool may use.",url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:sS});function nS(e,t){let{report:n}=t,r=zt(e);if(!r.isKnown||oS(e)||e.get([`spec`,`replicas`])!==void 0)return;let i=Object.keys(g(r.value)??{});if(i.length===0){n({at:e.keySpan(e.get(r.path)===void 0?[`spec`]:r.path),message:`${e.kind} \`${e.name}\` has no limits, so Karpenter may launch any number of nodes for it`,help:"Set `limits.cpu` and `limits.memory` to the most that this NodePool may use."});return}let a=i.filter(e=>!$x.includes(e)&&!/[/{$]|^hugepages-/.test(e));for(let n of a)aS(e,n,t);if(iS(e,t),a.length===0&&!i.some(e=>e===`cpu`||e===`memory`||e.includes(`/`))){let t=i.includes(`nodes`);n({at:e.keySpan(r.path),message:`The limits of ${e.kind} \`${e.name}\` include neither \`cpu\` nor \`memory\`, so the size of its nodes is unlimited${t?`. Their number is only roughly limited, because nodes launched at the same time do not count each other`:``}`,help:"Add `cpu` and `memory` to the limits.",...t&&{severity:`note`}})}}const rS=/\b(?:exact(?:ly)?|at most|no more than|never more|never exceed|maximum|max|hard (?:limit|cap)|licen[cs]es?)\b/i;function iS(e,{report:t}){let n=[...zt(e).path,`nodes`],r=e.get(n)===void 0?void 0:rS.exec(__(e,n))?.[0];r!==void 0&&t({at:e.span(n),severity:`note`,message:`The comment says “${r}”, but Karpenter may exceed \`limits.nodes\`, because nodes launched at the same time do not count each other`,help:"Leave room for a few more nodes, or set `replicas` for a fixed number of nodes."})}function aS(e,t,{report:n,nearest:r}){let i=zt(e),a=eS[t.toLowerCase()]??r(t,$x),o=a!==void 0&&e.get([...i.path,a])===void 0;n({at:e.keySpan([...i.path,t]),message:`\`${t}\` is not a resource of nodes, so this entry limits nothing`,help:a?`Did you mean \`${a}\`?`:"Use `cpu`, `memory` or an extended resource such as `nvidia.com/gpu`.",...o&&{fix:{description:`Rename to \`${a}\``,edits:he(e,[...i.path,t],a)}}})}function oS(e){let t=g(e.get([`spec`]))??{};if(Object.keys(t).some(e=>e!==`limits`&&o(e,[`limits`])!==void 0))return!0;let n=Object.keys(g(t.limits)??{});return e.kind===`Provisioner`&&n.length>0&&!n.includes(`resources`)}function sS(){return{bad:[D(N({limits:null}),{"spec:\n  template:":`spec:
  limits:
    cpu: 100
    memory: 400Gi
  template:`}),N({limits:O`
          cpu: 100
          mem: 400Gi
        `}),D(O`
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
        `}),N({name:`gpu`,limits:`nvidia.com/gpu: 8`})]}}const cS=new Set([y.zone,y.zoneId,y.capacityType,y.instanceType,y.instanceFamily]),lS=M({id:`satisfiable-requirements`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[93],explains:[`provisioning/nodepool-empty`],on:{NodePool:uS,Provisioner:uS},docs:{summary:`No instance type of the region satisfies all requirements of a NodePool.`,why:`Each requirement is valid on its own, so the API server accepts the NodePool and Karpenter reports it as ready. But Karpenter never launches a node for it, and its pods stay pending.`,help:`Relax the requirement that excludes the last instance types, or the earlier ones that conflict with it.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:mS});function uS(e,{report:t,catalog:n,compatible:r,isRegionAssumed:i}){let a=r(e),o=a?.emptied;if(!n||!a||!o)return;let{requirement:s,before:c,values:l,isUnknownValue:u}=o,d=b(s.key);if(u&&cS.has(d))return;let f=s.path.length===1;t({at:f?e.keySpan(s.path):e.span(s.path),...i&&{severity:V(e).some(e=>xe(e.key))?`note`:`warning`},message:`No instance type in ${n.region} satisfies the requirements of \`${e.name}\`: ${dS(s)}${f?`, which v1alpha5 adds by default,`:``} excludes the remaining ${ne(c,`instance type`)}`,labels:o.conflicts.map(t=>({span:e.span(t.path),message:`no instance type satisfies both this and \`${s.key}\``})),help:fS(d,l,u),explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}})}const dS=({key:e,operator:t,values:n})=>`\`${[e,t,n.map(e=>e.text).join(`, `)].filter(Boolean).join(` `)}\``;function fS(e,t,n){return t.length===0?`The remaining instance types have no \`${e}\`. Relax this requirement or an earlier one.`:n?`Use a value of \`${e}\` that exists: ${pS(t)}.`:`Allow a value of \`${e}\` that the remaining instance types have (${pS(t)}), or relax an earlier requirement.`}function pS(e){let t=e.slice(0,6).join(`, `);return e.length>6?`${t} and ${e.length-6} more`:t}function mS(){return{bad:[D(N({requirements:[`karpenter.k8s.aws/instance-family In [m7g, c7g]`,`kubernetes.io/arch In [amd64]`]}),{"[amd64]":`[arm64]`},{"[m7g, c7g]":`[m7i, c7i]`}),D(N({requirements:[`karpenter.k8s.aws/instance-cpu In ["5"]`]}),{'["5"]':`["4"]`})],good:[N({requirements:[`karpenter.k8s.aws/instance-family In [m7g, c7g]`,`kubernetes.io/arch In [arm64]`]})]}}const hS=M({id:`spot-flexibility`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[21],on:{NodePool:gS,Provisioner:gS},docs:{summary:`A NodePool allows spot but has few instance types or a single zone to choose from.`,why:`Spot capacity varies by instance type and zone. With few of them, AWS interrupts nodes at the same time and replacements find no capacity. Karpenter moves a spot node to a cheaper spot node only if at least 15 cheaper instance types remain.`,help:`Allow at least 15 instance types in several families, sizes and zones. If you cannot, also allow on-demand.`,url:`https://karpenter.sh/docs/concepts/disruption/#spot-consolidation`},examples:vS});function gS(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i?.isExact||i.names.length===0)return;let{instanceTypes:a,zones:o}=i.count(`spot`);if(a===0||a>=15&&o.length>1)return;let s=i.count(`on-demand`).instanceTypes===0;t({at:e.span(_S(e)),severity:a<15&&(s||a<5)?`warning`:`note`,message:`\`${e.name}\` allows spot, but has only ${ne(a,`instance type`)} in ${ne(o.length,`zone`)} of ${n.region} to choose from`,help:a<15?`Allow at least 15 instance types in several families, sizes and zones. With fewer, nodes are interrupted together, and Karpenter does not move them to cheaper spot nodes.`:`Allow more zones. Spot capacity runs out in one zone at a time.`})}const _S=e=>Ut(e).find(({key:e})=>b(e)===y.capacityType)?.path??(e.kind===`NodePool`?[`spec`,`template`,`spec`,`requirements`]:[`spec`,`requirements`]);function vS(){return{bad:[D(N({requirements:[`karpenter.k8s.aws/instance-family In [t4g]`,`karpenter.sh/capacity-type In [spot, on-demand]`,`topology.kubernetes.io/zone In [us-east-1a]`]}),{"karpenter.k8s.aws/instance-family":`karpenter.k8s.aws/instance-category`,"[t4g]":`[c, m, r]`,"[us-east-1a]":`[us-east-1a, us-east-1b]`}),D(A({region:`eu-central-1`},N({requirements:[`node.kubernetes.io/instance-type In [m6i.large, m6i.xlarge]`,`karpenter.sh/capacity-type In [spot]`]})),{"node.kubernetes.io/instance-type":`karpenter.k8s.aws/instance-category`,"[m6i.large, m6i.xlarge]":`[c, m, r]`})],good:[N({requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [spot, on-demand]`]}),N({requirements:[`karpenter.k8s.aws/instance-family In [t4g]`,`karpenter.sh/capacity-type In [on-demand]`]})]}}const yS=M({id:`startup-taints`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[87,88],on:{Manifests(e,t){for(let n of z(e))CS(n,t);for(let n of St(e,`cilium`))wS(n,t)}},docs:{summary:"Cilium’s taint is missing from `startupTaints`, or a startup taint is misspelled.",why:"Karpenter waits until startup taints are removed, and meanwhile expects pods to run on the node. Cilium’s operator taints nodes on which its agent does not run yet. If `startupTaints` does not include this taint, Karpenter assumes that its pods cannot use the node, and launches another. No agent removes a misspelled startup taint. The node then never becomes initialized, so Karpenter never consolidates or replaces it.",help:"Add the taint to `startupTaints`, with the key that the agent uses.",url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecstartuptaints`},examples:TS}),bS=[`spec`,`template`,`spec`,`startupTaints`],xS=[`node.cilium.io/agent-not-ready`,`ebs.csi.aws.com/agent-not-ready`,`efs.csi.aws.com/agent-not-ready`,`fsx.csi.aws.com/agent-not-ready`,`s3.csi.aws.com/agent-not-ready`],SS=e=>e.split(`.`)[0];function CS(e,{report:t,nearest:n}){for(let r of l(e.get(bS)).keys()){let i=[...bS,r,`key`],a=h(e.get(i))??``,o=xS.includes(a)?void 0:n(a,xS);o!==void 0&&SS(o)===SS(a)&&t({manifest:e,at:e.span(i),message:`Nothing removes the startup taint \`${a}\`, so the nodes of \`${e.name}\` never become initialized`,help:`Did you mean \`${o}\`?`,fix:{description:`Replace with \`${o}\``,edits:x(e,i,o)}})}}function wS({manifest:e,values:t},n){let{all:r,report:i,clusterOf:a}=n,o=(...n)=>e.get([...t,...n]),s=h(o(`agentNotReadyTaintKey`))??xS[0];if(!(e.isPartial||typeof o()==`string`||s.includes(`$`)||o(`operator`,`setNodeTaints`)===!1||o(`operator`,`enabled`)===!1))for(let t of z(r))a(t)!==a(e)||t.isPartial||l(t.get(bS)).map((e,n)=>h(t.get([...bS,n,`key`]))).some(e=>e===void 0||e===s)||i({manifest:t,at:t.span(bS),message:`Cilium adds the taint \`${s}\` to new nodes, but it is not in \`startupTaints\` of \`${t.name}\`. Karpenter launches a second node for the same pods`,help:`Add \`{key: ${s}, effect: NoExecute}\` to \`startupTaints\`.`,labels:[{span:e.span([`metadata`,`name`]),message:`Cilium${$(t,e,n)}`}]})}function TS(){return{bad:[D(R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),I(`cilium`),F),{"requirements:":`startupTaints:
  - key: node.cilium.io/agent-not-ready
    effect: NoExecute
requirements:`}),R(N({limits:`cpu: 1000`,nodeClassRef:`default`,startupTaints:O`
            - key: ebs.csi.aws.com/agent-notready
              effect: NoExecute
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),F)],good:[R(N({limits:`cpu: 1000`,nodeClassRef:`default`,startupTaints:O`
            - key: node.cilium.io/agent-not-ready
              effect: NoExecute
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),I(`cilium`),F),R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),I(`cilium`,{values:O`
            operator:
              setNodeTaints: false
          `}),F)]}}const ES=[`spec`,`template`,`spec`],DS=M({id:`taint-pairs`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[89],explains:[`provisioning/nodepool-not-ready`],on:{NodePool(e,{report:t}){let n=new Map;for(let r of[`taints`,`startupTaints`].flatMap(t=>OS(e.get([...ES,t]),t))){let{key:i,effect:a}=g(e.get(r))??{},o=`${h(i)}:${h(a)}`;if(h(i)===void 0||m(o))continue;let s=n.get(o);if(s===void 0){n.set(o,r);continue}let c=s.at(-2)===r.at(-2)&&e.get([...s,`value`])===e.get([...r,`value`]);t({at:e.span([...r,`key`]),message:`\`${e.name}\` has the taint \`${o}\` twice. Karpenter rejects the NodePool and launches nothing for it`,labels:[{span:e.span([...s,`key`]),message:`first used here`}],help:`Remove one of the two taints.`,...c&&{fix:{description:`Remove the duplicate`,edits:Ce(e,r)}},explains:{paths:[ES],mentioning:``}})}}},docs:{summary:`Two taints of a NodePool have the same key and effect.`,why:"The API server accepts this. Karpenter allows each pair of key and effect only once in `taints` and `startupTaints` together. The NodePool fails Karpenter’s validation and launches nothing.",help:`Remove one of them. Keep the startup taint if something on the node removes it, otherwise keep the taint.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespectaints`},examples:kS}),OS=(e,t)=>l(e).map((e,n)=>[...ES,t,n]);function kS(){return{bad:[D(N({requirements:[],taints:O`
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
        `})]}}const AS=M({id:`taint-tolerations`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[],on:{Manifests:MS},docs:{summary:`A toleration nearly matches the taint of a NodePool, or no pod tolerates the taint.`,why:"A toleration must match the key, the value and the effect of a taint. One that nearly matches has no effect, and nothing reports it. The pods stay pending or run on another NodePool, and the NodePool with the taint stays empty. The default operator is `Equal`, for which a missing value is the empty string.",help:"Set the value and the effect of the taint in the toleration, or use `operator: Exists`.",url:`https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/`},examples:BS}),jS=2e3;function MS(e,t){let n=z(e).slice(0,jS).flatMap(PS);if(n.length===0)return;let r=H(e).slice(0,jS),i=r.map(e=>FS(e));for(let e of i)RS(e,n,t);let a=i.flat(),o=new Set(r.filter(({manifest:e})=>e.kind!==`DaemonSet`).map(({manifest:e})=>bl(e))),s=new Set(e.manifests.filter(NS).map(bl));for(let e of n)s.has(bl(e.pool))||o.has(bl(e.pool))&&!a.some(t=>!t.isKnown||t.key===``||t.key===e.key)&&t.report({manifest:e.pool,at:e.pool.span(e.path),severity:`note`,message:`No pod in these manifests tolerates the taint \`${e.key}\` of \`${e.pool.name}\`, so this NodePool stays empty until one does`,help:`Add a toleration to the pods that should run there, or remove the taint.`})}const NS=({apiVersion:e,kind:t})=>t===`HelmRelease`&&_(e)===`helm.toolkit.fluxcd.io`||/^Application(?:Set)?$/.test(t)&&_(e)===`argoproj.io`;function PS(e){let t=[`spec`,`template`,`spec`,`taints`];return l(e.get(t)).flatMap((n,r)=>{let i=[...t,r],[a,o,s]=[`key`,`value`,`effect`].map(t=>h(e.get([...i,t]))??``);return m(`${a}${o}${s}`)||a===``||/(?:^|\.)(?:kubernetes|k8s)\.io\//.test(a)?[]:[{pool:e,path:i,key:a,value:o,effect:s}]})}function FS(e){let{manifest:t,template:n}=e,r=[...n,`spec`,`tolerations`],i=t.get(r);return i!==void 0&&!Array.isArray(i)?[{...IS,workload:e,path:r,isKnown:!1}]:l(i).map((n,i)=>{let{key:a,operator:o,value:s,effect:c}=g(n)??{},l=[a,o,s,c].map(e=>h(e)??``);return{workload:e,path:[...r,i],key:l[0],value:l[2],effect:l[3],isExists:o===`Exists`,isKnown:g(n)!==void 0&&!t.isPartial&&!l.some(e=>m(e))}})}const IS={key:``,isExists:!0,value:``,effect:``},LS=(e,t)=>(e.key===``||e.key===t.key)&&(e.effect===``||e.effect===t.effect)&&(e.isExists||e.value===t.value);function RS(e,t,{report:n,nearest:r}){if(!e.some(({isKnown:e})=>!e))for(let i of e){let a=t.filter(({key:e})=>e===i.key);if(a.length===0||a.some(t=>e.some(e=>LS(e,t))))continue;let[o]=a.flatMap(e=>zS(i,e,r)??[]);if(!o)continue;let{taint:s,reason:c,help:l}=o,{manifest:u}=i.workload;n({manifest:u,at:u.span(i.path),message:`${u.kind} \`${u.name}\` does not tolerate the taint \`${s.key}=${s.value}:${s.effect}\` of \`${s.pool.name}\`, because its toleration ${c}`,help:l,labels:[{span:s.pool.span(s.path),message:`the taint`}]})}}function zS(e,t,n){let r=e.isExists||e.value===t.value,i=e.effect===``||e.effect===t.effect;if(r&&!i)return{taint:t,reason:`has the effect \`${e.effect}\``,help:`Set \`effect: ${t.effect}\`.`};if(!i||r)return;let a=`\`value: ${t.value||`""`}\``;return e.value===``?{taint:t,reason:`has no value`,help:`Set ${a}, or \`operator: Exists\`.`}:n(e.value,[t.value])===void 0?void 0:{taint:t,reason:`has the value \`${e.value}\``,help:`Set ${a}.`}}function BS(){return{bad:[D(US(O`
        - key: example.com/dedicated
          value: batch
          effect: NoExecute
      `),{"effect: NoExecute":`effect: NoSchedule`}),D(US(O`
        - key: example.com/dedicated
          value: batches
          effect: NoSchedule
      `),{"value: batches":`value: batch`}),D(US(O`
        - key: example.com/dedicated
          effect: NoSchedule
      `),{"tolerations:\n        - key":`tolerations:
  - value: batch
    key`},{"tolerations:\n        - key":`tolerations:
  - operator: Exists
    key`}),D(US(),{"containers:":`tolerations:
  - key: example.com/dedicated
    operator: Exists
containers:`},{"      taints:\n        - key: example.com/dedicated\n          value: batch\n          effect: NoSchedule\n":``})],good:[US(O`
        - key: example.com/dedicated
          operator: Exists
      `),O`
        ${VS}
        ---
        ${HS(`train`,O`
            - key: example.com/dedicated
              value: batch
          `)}
        ---
        ${HS(`proxy`,O`
            - key: example.com/dedicated
              value: system
              effect: NoSchedule
          `)}
        ---
        ${F}
      `,O`
        ${VS}
        ---
        ${HS(`proxy`)}
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
        ${F}
      `]}}const VS=N({name:`batch`,limits:`cpu: 1000`,nodeClassRef:`default`,taints:O`
    - key: example.com/dedicated
      value: batch
      effect: NoSchedule
  `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]});function HS(e,t){return O`
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
  `}const US=e=>O`
  ${VS}
  ---
  ${HS(`train`,e)}
  ---
  ${F}
`,WS=[...ge.get(y.capacityType)].sort(),GS=M({id:`unknown-capacity-type`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[18],on:{NodePool:KS,Provisioner:KS},docs:{summary:`A requirement names a capacity type that does not exist.`,why:"The API server accepts any text. Karpenter ignores the unknown value and only logs it, so `[spot, ondemand]` means only spot. If all values are unknown, the NodePool is not ready and launches nothing.",help:"Use `on-demand`, `spot` or `reserved`.",url:`https://karpenter.sh/docs/concepts/nodepools/#capacity-type`},examples:JS});function KS(e,{report:t,nearest:n}){for(let{key:r,operator:i,values:a}of V(e)){if(b(r)!==y.capacityType||i!==`In`&&i!==`NotIn`)continue;let o=a.filter(e=>e.isKnown&&!WS.includes(e.text)),s=a.filter(e=>!o.includes(e)).map(e=>`\`${e.text}\``);for(let r of o){let a=n(r.text,WS);t({at:e.span(r.path),message:`\`${r.text}\` is not a capacity type. ${qS(i,s)}`,help:a?`Did you mean \`${a}\`?`:"Use `on-demand`, `spot` or `reserved`.",...a&&{fix:{description:`Replace with \`${a}\``,edits:x(e,r.path,a)}}})}}}function qS(e,t){return e===`NotIn`?`It excludes nothing`:t.length===0?`The NodePool never becomes ready`:`Karpenter ignores it and uses only ${t.join(` and `)}`}function JS(){return{bad:[N({requirements:[`karpenter.sh/capacity-type In [spot, ondemand]`]})],good:[N({requirements:[`karpenter.sh/capacity-type In [spot, on-demand]`]})]}}const YS=M({id:`unknown-label`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[],on:{NodePool:$S,Provisioner:$S},docs:{summary:`A requirement names a label that resembles one of Karpenter’s labels but does not exist.`,why:`Karpenter treats a label that it does not know as a custom label. It puts any of the values on the nodes, and chooses instance types as if the requirement did not exist. Running nodes do not have the label, so all of them drift.`,help:`Correct the name of the label.`,url:`https://karpenter.sh/docs/concepts/scheduling/#well-known-labels`},examples:cC}),XS=/^(?:(?!node-restriction\.)[\w-]+\.)*kubernetes\.io$|^eks\.amazonaws\.com$/,ZS=e=>e.slice(e.indexOf(`/`)+1),QS=new Map([...Ee].map(e=>[ZS(e),e]));function $S(e,{report:t,nearest:n}){let r=new Set(Rt(e).map(({key:e})=>e));for(let{key:i,path:a,isKnown:o}of V(e)){if(!o||r.has(i))continue;let s=rC(e,i)??(aC(e,i)?void 0:eC(i,n));if(s===void 0)continue;let c=[...a,`key`];t({at:e.span(c),message:`\`${i}\` is not a label that Karpenter knows. It does not filter instance types, and new nodes get any of its values`,help:`Did you mean \`${s}\`?`,fix:{description:`Replace with \`${s}\``,edits:x(e,c,s)}})}}function eC(e,t){let n=t(ZS(e),[...QS.keys()]);return n!==void 0&&iC(ZS(e),n)?QS.get(n):void 0}const tC=new Set([`eks.amazon.com`,`eks.aws.com`,`eks.aws`,`eks.amazonaws`,`eks.k8s.aws`,`amazonaws.com`,`karpenter.aws`,`karpenter.k8s.io`,`karpenter.io`,`karpenter.amazonaws.com`,`karpenter.aws.com`]),nC=`eks.amazonaws.com`;function rC(e,t){let[n,i]=[ye(t),ZS(t)],a=QS.get(i);if(a===void 0||n===``||n.length>40||XS.test(n))return;let o=ye(a)===`karpenter.k8s.aws`&&i.startsWith(`instance-`),s=o&&oC(e)===nC?`${nC}/${i}`:a,c=o?[nC,ye(a)]:[ye(a)];if(!c.includes(n))return tC.has(n)||c.some(e=>r(n,e)<=2)?s:void 0}const iC=(e,t)=>r(e,t)<=(e.length<8?1:2);function aC(e,t){return Ee.has(b(t))||!XS.test(ye(t))?!0:t.startsWith(`eks.`)?!be.test(t)||oC(e)!==`karpenter.k8s.aws`:!1}const oC=e=>g(e.get([`spec`,`template`,`spec`,`nodeClassRef`]))?.group,sC=e=>O`
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
`;function cC(){return{bad:[N({requirements:[`node.kubernetes.io/instance-category In [c, m, r]`]}),N({requirements:[`karpenter.aws/instance-category In [c, m, r]`]}),sC(`eks.amazonaw.com/instance-category`),R(N({nodeClassRef:`default`,requirements:[`topology.kubernetes.io/zones In [us-east-1a, us-east-1b]`]}),O`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `)],good:[N({labels:`node.kubernetes.io/instance-sizes: web`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.gcp/instance-size In [large]`,`beta.kubernetes.io/arch In [amd64]`,`example.com/instance-type In [large]`,`node.kubernetes.io/instance-sizes Exists`,`node.kubernetes.io/role In [web]`,`node-restriction.kubernetes.io/zone In [a]`]}),sC(`eks.amazonaws.com/instance-category`)]}}const lC=/^([a-z]{2,3}(?:-[a-z]+){1,3}-\d)[a-z]$/,uC=/^[a-z]{2,3}(?:-[a-z]+){1,3}-\d-[a-z]/,dC=M({id:`unknown-zone`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[25],explains:[`provisioning/nodepool-empty`],on:{NodePool:fC,Provisioner:fC},docs:{summary:`A requirement or label names a zone that the region does not have.`,why:`The API server accepts any text. Karpenter counts the zone as a topology domain, although nothing can ever run there. Every zonal topology spread constraint in the cluster then counts a zone that stays empty, which can keep pods pending. A NodePool with no other zone launches nothing.`,help:`Use zones of the region, and only those in which the node class has subnets.`,url:`https://karpenter.sh/docs/concepts/nodepools/#availability-zones`},examples:mC});function fC(e,t){let{catalog:n}=t;if(!n)return;let r=n.zones.map(e=>e.zone);for(let{key:i,operator:a,values:o}of[...V(e),...Rt(e)]){if(b(i)!==y.zone)continue;let s=e=>!r.includes(e)&&!n.otherZones.includes(e)&&!uC.test(e),c=a===`In`&&o.every(e=>e.isKnown&&s(e.text));for(let{path:n,text:i,isKnown:l}of o)l&&s(i)&&pC({pool:e,path:n,text:i,zones:r,isExcluded:a===`NotIn`,leavesNone:c},t)}}function pC({pool:e,path:t,text:n,zones:r,isExcluded:i,leavesNone:a},{report:o,catalog:s,nearest:c,isRegionAssumed:l}){let{region:u}=s,d=i?`excluding it has no effect`:`Karpenter never launches nodes for this value`,f=lC.exec(n)?.[1];if(f!==void 0&&f!==u){if(l)return;o({at:e.span(t),severity:`warning`,message:`Zone \`${n}\` is not in ${u}, so ${d}`,help:`Use a zone of ${u} (${r.join(`, `)}), or set the region if this NodePool belongs to ${f}.`});return}let p=f===void 0&&n!==u?c(n,r):void 0,m=n===u?`\`${n}\` is a region, not a zone`:`Region ${u} has no zone \`${n}\``;o({at:e.span(t),...i&&{severity:`warning`},message:`${m}, so ${d}`,help:p?`Did you mean \`${p}\`?`:`Use a zone of ${u}: ${r.join(`, `)}.`,...p&&{fix:{description:`Replace with \`${p}\``,edits:x(e,t,p)}},...a&&{explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}}})}function mC(){return{bad:[D(N({requirements:[`topology.kubernetes.io/zone In [us-east-1a, us-east-1b, us-east-1z]`]}),{"[us-east-1a, us-east-1b, us-east-1z]":`[us-east-1a, us-east-1b]`}),D(N({requirements:[`topology.kubernetes.io/zone In [us-east-1]`]}),{"[us-east-1]":`[us-east-1a, us-east-1b]`})],good:[N({requirements:[`topology.kubernetes.io/zone In [us-east-1a, us-east-1b]`]}),A({region:`us-west-1`},N({requirements:[`topology.kubernetes.io/zone In [us-west-1c]`]}))]}}const hC=M({id:`unreachable-pool`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[32],on:{Manifests(e,t){for(let e of xl(t))gC(e,t)}},docs:{summary:`A NodePool is never used, because another one comes first, has no limits, and can launch everything that it can.`,why:`Karpenter uses a NodePool with a lower weight only if those before it cannot run a pod: their limits are reached, or AWS has no capacity. Suppose that the first one has no limits and allows every instance type, zone and capacity type that the other allows. Then it runs out of capacity only when the other does too, so the fallback never happens.`,help:`Set limits for the first NodePool, or allow something else in the fallback: another capacity type, other families, or other zones.`,url:`https://karpenter.sh/docs/concepts/nodepools/#specweight`},examples:xC});function gC(e,t){let n=e.slice(0,60).filter(e=>_C(e)&&Tl(e));for(let e of n){let r=n.find(n=>qt(n)>qt(e)&&vC(n)&&yC(n,e,t));r&&t.report({manifest:e,at:e.span([`metadata`,`name`]),message:`\`${e.name}\` is never used, because \`${r.name}\` comes first, has no limits, and can launch everything that \`${e.name}\` can`,help:`Set limits for \`${r.name}\`, or allow instance types, zones or capacity types in \`${e.name}\` that \`${r.name}\` does not allow.`,labels:[{span:r.span([`metadata`,`name`]),message:`comes first`}]})}}const _C=e=>!e.isPartial&&B(e,[`spec`,`weight`]).isKnown&&e.get([`spec`,`replicas`])===void 0&&V(e).every(({path:t})=>e.get([...t,`minValues`])===void 0);function vC(e){let{value:t,isKnown:n}=zt(e),r=Object.keys(g(t)??{});return n&&typeof(t??{})==`object`&&r.every(e=>e.includes(`/`))}function yC(e,t,{compatible:n,catalog:r}){let[i,a]=[n(e),n(t)];if(!r||!i?.isExact||!a?.isExact||a.names.length===0||a.names.some(e=>(r.type(e)?.gpus.length??0)>0)||Ht(e)===void 0||Ht(e)?.name!==Ht(t)?.name||bC(e)!==bC(t))return!1;let o=new Set(i.names);return a.names.every(e=>o.has(e))&&[`on-demand`,`spot`].every(e=>{let[t,n]=[i.count(e),a.count(e)];return(n.instanceTypes===0||t.instanceTypes>=n.instanceTypes)&&n.zones.every(e=>t.zones.includes(e))})}const bC=e=>JSON.stringify(V(e).filter(({key:e})=>b(e)===y.os).map(({operator:e,values:t})=>[e,t.map(({text:e})=>e).sort()]));function xC(){return{bad:[D(R(N({name:`general`,weight:50,limits:`nvidia.com/gpu: 8`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [on-demand]`]}),N({name:`fallback`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m]`,`karpenter.sh/capacity-type In [on-demand]`]}),F),{"nvidia.com/gpu: 8":`nvidia.com/gpu: 8
cpu: 1000`},{"[c, m]":`[c, m, i]`})],good:[R(N({name:`spot`,weight:50,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [spot]`]}),N({name:`on-demand`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [on-demand]`]}),F),R(N({name:`reserved-by-limits`,weight:50,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [on-demand]`]}),N({name:`fallback`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m]`,`karpenter.sh/capacity-type In [on-demand]`]}),F)]}}const SC=[i_,v_,ev,rv,ov,fv,gv,Cv,Dv,ny,wy,jy,Fy,Ly,Wy,Qy,tb,ab,lb,wb,Mb,Ib,Bb,ex,px,Cx,jx,Px,Rx,Ux,tS,lS,hS,yS,DS,AS,GS,YS,dC,hC,...Xg].sort((e,t)=>v(e.id,t.id)),CC=new Map([...ht,...SC.map(wC)].map(e=>[e.code,e]));function wC(e){let{summary:t,why:n,help:r,url:i}=e.docs;return{code:`lint/${e.id}`,summary:t,why:n,help:r,url:i,rule:e}}const TC=[...CC.keys()].sort(),EC=(e,t=[])=>CC.has(e)||t.some(t=>mt(t)===e);function DC(e,t=[]){let n=CC.get(e)??CC.get(`lint/${e}`);if(n)return n;let r=t.find(t=>[mt(t),t.id].includes(e));return r&&OC(r)}const OC=e=>({code:mt(e),summary:e.message,why:e.description??`This is a rule of \`${e.origin}\`.`,help:e.help??`Change the object so that the rule holds.`,...e.url!==void 0&&{url:e.url},custom:e});function kC(e,t=[]){let n=[...TC,...t];if(e.includes(`/`))return o(e,n);let r=new Map(n.map(e=>[e.slice(e.indexOf(`/`)+1),e])),i=o(e,r.keys());return i&&r.get(i)}function AC(e,t=[]){return[...e].filter(e=>!DC(e)).map(e=>({name:e,nearest:kC(e,t)}))}const jC=e=>`# plumbline-ignore ${e.replace(/^lint\//,``)} until=2027-03-31: why this is acceptable here`;function MC(e,t){return NC(e.replace(/^\.?\//,``).replace(/\/$/,``).split(`/`),t.split(`/`))}function NC(e,t){let n=0,r;for(let i=0;i<t.length;){if(n===e.length)return!0;if(e[n]===`**`)r={at:n++,step:i};else if(PC(e[n],t[i]))[n,i]=[n+1,i+1];else if(r)[n,i]=[r.at+1,++r.step];else return!1}return e.slice(n).every(e=>e===`**`)}function PC(e,t){let[n=``,...r]=e.split(`*`);if(r.length===0)return t===n;let i=r.pop();if(!t.startsWith(n)||t.length<n.length+i.length||!t.endsWith(i))return!1;let a=n.length;for(let e of r){let n=t.indexOf(e,a);if(n===-1||n+e.length>t.length-i.length)return!1;a=n+e.length}return!0}const FC=e=>e.includes(`/`)?e:`lint/${e}`,IC=({paths:e,resources:t},{span:n,resource:r})=>(e===void 0||e.some(e=>MC(e,n.file)))&&(t===void 0||r!==null&&t.some(e=>LC(e,r)));function LC(e,{kind:t,namespace:n,name:r}){return MC(e,(e.split(`/`).length>2?[t,n??``,r]:[t,r]).join(`/`))}const RC=(e,t)=>t[e]??t[e.replace(/^lint\//,``)],zC=(e,{rules:t,overrides:n})=>RC(e,t)===`off`&&n.every(t=>(RC(e,t.rules)??`off`)===`off`),BC=(e,t,{rules:n,overrides:r})=>RC(e,n)===`off`||r.some(n=>RC(e,n.rules)===`off`&&(n.paths===void 0||n.paths.some(e=>MC(e,t))));function VC(e,{rules:t,overrides:n}){if(n.length===0)return[...e];let r=e=>RC(e,t)===`off`&&n.some(t=>RC(e,t.rules)!==void 0);return e.flatMap(e=>{if(!/^(?:lint|custom)\//.test(e.code))return[e];let t=n.filter(t=>IC(t,e)).map(t=>RC(e.code,t.rules)).findLast(e=>e!==void 0);return t===`off`||t===void 0&&r(e.code)?[]:[t===void 0?e:{...e,severity:t}]})}function HC({rules:e,ignore:t=[],overrides:n=[],neverSuppress:r=[],environments:i={}},a,o=[]){let s={reader:a,custom:o.map(mt)};WC(e,[`rules`],s);for(let[e,t]of n.entries())WC(t.rules,[`overrides`,e,`rules`],s);for(let[e,t]of Object.entries(i))WC(t.rules,[`environments`,e,`rules`],s);for(let[e,t]of r.entries())UC(t,[`neverSuppress`,e],s);let c=new Set(r.map(FC));t.forEach(({code:e,reason:t,until:n},r)=>{UC(e,[`ignore`,r,`code`],s),c.has(FC(e))&&a.fail([`ignore`,r,`code`],`\`${e}\` is in \`neverSuppress\`, so \`ignore\` cannot silence it`,`Remove it from one of the two lists.`),t.trim()===``&&a.fail([`ignore`,r,`reason`],`\`ignore[${r}].reason\` is empty`,`Write why the finding is ignored.`),n!==void 0&&!/^\d{4}-\d{2}-\d{2}$/.test(n)&&a.fail([`ignore`,r,`until`],`\`until: ${n}\` is not a date`,"Write it like `2027-03-31`.")})}function UC(e,t,{reader:n,custom:r}){if(r.includes(e))return;let[i]=AC([e],r);i&&n.fail(t,`\`${e}\` is not the code of a finding`,GC(i.nearest))}function WC(e={},t,{reader:n,custom:r}){for(let i of Object.keys(e)){if(r.includes(i))continue;let[e]=AC([i],r);e&&n.fail([...t,i],`\`${i}\` is not a rule`,GC(e.nearest)),DC(i)?.rule||n.fail([...t,i],`\`${i}\` is not a lint rule, so its severity cannot be changed`,"To silence it, add an entry to `ignore`.")}}const GC=e=>e?i(e):"Run `plumbline rules` to list the rules.";function KC(e,t){let n=t===void 0?void 0:_n(t);if(t===void 0||n!==void 0)return n;throw new s(`config`,`\`${t}\` is not a version of ${e}`,{help:`Write a minor version, such as \`${e===`Karpenter`?`1.14`:`1.34`}\`.`})}function qC(e){let t={};return e.region!==void 0&&(t.region=e.region),e.zones&&(t.zones=e.zones),e.nodeClassZones&&(t.nodeClassZones=e.nodeClassZones),e.karpenter?.version!==void 0&&(t.karpenterVersion=e.karpenter.version),e.karpenter?.settings&&(t.karpenter=e.karpenter.settings),e.kubernetesVersion!==void 0&&(t.kubernetesVersion=e.kubernetesVersion),e.existingNodes&&(t.existingNodes=e.existingNodes.map(tw)),e.systemPods&&(t.systemPods=e.systemPods.map(nw)),e.capacityReservations&&Object.assign(t,JC(e.capacityReservations)),e.snapshot!==void 0&&(t.snapshot=e.snapshot),e.prices?.spot&&(t.spotPricing=e.prices.spot),e.pricing&&(t.pricing=ew(e.pricing)),e.rules&&(t.rules=e.rules),e.customRules&&(t.customRules=e.customRules),e.ignore&&(t.ignore=e.ignore),e.overrides&&(t.overrides=e.overrides),e.neverSuppress&&(t.neverSuppress=e.neverSuppress),e.changedLines!==void 0&&(t.changedLines=e.changedLines),e.timeZone!==void 0&&(t.timeZone=e.timeZone),e.scorecard!==void 0&&(t.scorecard=e.scorecard),e.failOn&&(t.failOn=e.failOn),e.set&&(t.set=e.set),e.sources&&(t.sources=QC(e.sources)),e.environments&&(t.environments=YC(e.environments)),e.gate&&(t.gate=py(U_,e.gate)),t}function JC(e){let t=Object.entries(e);return{capacityReservations:Object.fromEntries(t.map(([e,t])=>[e,typeof t==`number`?t:t.count])),describedReservations:Object.fromEntries(t.flatMap(([e,t])=>typeof t==`number`?[]:[[e,{instanceType:t.instanceType,zone:t.zone}]]))}}const YC=e=>Object.fromEntries(Object.entries(e).map(([e,t])=>[e,XC(t)])),XC=e=>({paths:(e.paths??[]).map(e=>e.replace(/^\.?\/+|\/+$/g,``)),clusterArn:e.clusterArn,roleArn:e.roleArn,allowedAccountIds:e.allowedAccountIds??[],context:e.context,delivery:e.delivery,leaseNamespace:e.leaseNamespace??`kube-system`,readyMinutes:e.readyMinutes??10,own:ZC(e)});function ZC(e){let{region:t,zones:n,karpenter:r,kubernetesVersion:i,snapshot:a,rules:o,gate:s}=e;return{...t!==void 0&&{region:t},...n&&{zones:n},...r?.version!==void 0&&{karpenterVersion:KC(`Karpenter`,r.version)},...r?.settings&&{karpenter:r.settings},...i!==void 0&&{kubernetesVersion:KC(`Kubernetes`,i)},...a!==void 0&&{snapshot:a},...o&&{rules:o},...s&&{gate:s}}}const QC=({render:e,roots:t,ignore:n,chartRepositories:r})=>({render:e??!0,roots:(t??[]).map(({path:e,values:t,release:n,namespace:r,environment:i})=>({path:e.replace(/^\.\/|\/$/g,``),values:t??[],release:n,namespace:r,environment:i})),ignore:(n??[]).map(e=>e.replace(/^\.\/|\/$/g,``)),chartRepositories:r??[]}),$C={regions:[],families:[]},ew=({discounts:e=[],savingsPlans:t=[],perNodeMonthlyUsd:n,teamLabel:r})=>({discounts:e.map(e=>({...$C,capacityTypes:[],...e})),savingsPlans:t.map(e=>({...$C,...e})),perNodeMonthlyUsd:n??z_.perNodeMonthlyUsd,teamLabel:r??z_.teamLabel}),tw=e=>({name:e.name,instanceType:e.instanceType,count:e.count??1,zone:e.zone,labels:e.labels??{},taints:e.taints??[],requested:e.requested??{}}),nw=({name:e,requests:t,replicas:n,daemonSet:r})=>({name:e,requests:t??{},replicas:n??1,daemonSet:r??!1});function rw({gate:e,environments:t={}},n){iw(e,[`gate`],n);for(let[e,r]of Object.entries(t))iw(r.gate,[`environments`,e,`gate`],n)}function iw(e,t,n){e?.freeze?.forEach((e,r)=>{for(let i of[`from`,`to`])aw(e[i])||n.fail([...t,`freeze`,r,i],`\`${i}: ${e[i]}\` is not a date or time`,"Write it like `2026-12-20` or `2026-12-20T16:00Z`.");e.to<e.from&&n.fail([...t,`freeze`,r,`to`],"`to` is before `from`",`Swap them.`)})}const aw=e=>/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/.test(e)&&!Number.isNaN(Date.parse(e)),ow={rules:100,expressions:40},sw=(e,t)=>e.map(({tests:e,...n})=>({severity:`warning`,matchConditions:[],variables:[],fix:[],...n,tests:{good:e?.good??[],bad:e?.bad??[]},origin:t}));function cw({customRules:e=[]},t){let n=new Set;e.forEach((e,r)=>{let i=[`customRules`,r];(!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(e.id)||e.id.length>60)&&t.fail([...i,`id`],`\`${e.id}\` is not the name of a rule`,`Use lower-case letters, digits and single hyphens.`),n.has(e.id)&&t.fail([...i,`id`],`two rules have the name \`${e.id}\``,`Rename one of them.`),n.add(e.id),e.on.length===0&&t.fail([...i,`on`],`\`on\` of rule \`${e.id}\` is empty`,"Name the kinds that it judges, such as `NodePool`."),dw(e,i,t),e.message.trim()===``&&t.fail([...i,`message`],`the message of rule \`${e.id}\` is empty`),e.url!==void 0&&!/^https?:\/\/\S+$/.test(e.url)&&t.fail([...i,`url`],`\`url\` of rule \`${e.id}\` is not a URL`,"Write it as in `https://example.com/rules`."),lw(e)>ow.expressions&&t.fail(i,`rule \`${e.id}\` has more than ${ow.expressions} expressions`,`Split it into several rules.`),fw(e,i,t)}),e.length>ow.rules&&t.fail([`customRules`,ow.rules],`there are more than ${ow.rules} rules`,`Remove some of them.`)}const lw=({variables:e=[],matchConditions:t=[],fix:n=[]})=>e.length+t.length+n.length+2,uw=[`NodePool`,`EC2NodeClass`,`NodeClass`,`NodeClaim`,`NodeOverlay`,`CapacityBuffer`,`Provisioner`,`AWSNodeTemplate`,`Deployment`,`StatefulSet`,`DaemonSet`,`ReplicaSet`,`Job`,`CronJob`,`Pod`,`PodDisruptionBudget`,`Service`,`ConfigMap`,`Namespace`,`PriorityClass`,`StorageClass`,`HorizontalPodAutoscaler`,`ServiceAccount`];function dw({id:e,on:t},n,r){t.forEach((t,a)=>{if(uw.includes(t))return;let s=uw.find(e=>e.toLowerCase()===t.toLowerCase())??(t.includes(`/`)?t.split(`/`).at(-1):void 0);s===void 0&&/^[A-Za-z]\w*$/.test(t)||r.fail([...n,`on`,a],`\`${t}\` in \`on\` of rule \`${e}\` is not a kind`,i(s??o(t,uw)??`NodePool`))})}function fw({id:e,fix:t=[]},n,r){t.forEach(({op:t,path:i,value:a,valueExpression:o},s)=>{let c=[...n,`fix`,s];i.startsWith(`/`)||r.fail([...c,`path`],`\`${i}\` in \`fix\` of rule \`${e}\` is not a JSON Pointer`,"Write it as in `/spec/limits/cpu`."),[a,o].filter(e=>e!==void 0).length!==(t===`remove`?0:1)&&r.fail(c,`\`${t} ${i}\` in \`fix\` of rule \`${e}\` needs ${t===`remove`?`no value`:"either `value` or `valueExpression`"}`)})}const pw=[{name:`cost`,summary:`For teams that watch the bill: a change that costs $200/month more needs another look, and so do expensive choices.`,config:{rules:{"full-reservations":`warning`,"idle-reservations":`warning`,"limit-fit":`note`,"limits-below-one-node":`error`,"min-values-exotic":`warning`,"older-generation":`warning`,"overlapping-pools":`warning`,"pod-requests":`warning`,"price-gap":`warning`,"require-limits":`error`,"unreachable-pool":`error`},gate:{monthlyIncreaseUsd:200}}},{name:`production-eks`,summary:`For production clusters on EKS: what endangers availability is an error, and a change may replace at most 50 nodes.`,config:{rules:{"al2-end-of-life":`warning`,"ami-name-kubernetes":`error`,"ami-older-than-kubernetes":`error`,"blocking-pdb":`error`,"budget-gaps":`error`,"controller-placement":`error`,"expiry-blocked":`warning`,"frozen-nodes":`warning`,"interruption-events":`error`,"node-access":`error`,"pin-ami-alias":`error`,"pod-grace-period":`error`,"require-limits":`error`,"spot-flexibility":`error`,"startup-taints":`error`,"termination-handler":`error`,"zones-without-subnets":`error`},gate:{nodesReplaced:50,unschedulablePods:0}}},{name:`recommended`,summary:`For every repository: three notes become warnings, and a change that costs $1000/month more needs another look.`,config:{rules:{"expiry-blocked":`warning`,"frozen-nodes":`warning`,"pod-requests":`warning`},gate:{monthlyIncreaseUsd:1e3}}},{name:`security`,summary:`For clusters with security reviews: images, volumes, IAM and access are errors that no comment can suppress.`,config:{rules:{"al2-end-of-life":`error`,"ami-name-kubernetes":`error`,"custom-registration":`error`,"node-access":`error`,"node-role-exists":`error`,"owned-security-groups":`warning`,"pin-ami-alias":`error`,"root-encryption":`error`,"volume-key":`error`},neverSuppress:[`controller-permissions`,`node-access`,`pass-role`,`pin-ami-alias`,`root-encryption`,`volume-key`]}},{name:`strict`,summary:`For repositories without old findings: every new warning fails the review, and most notes are warnings.`,config:{rules:{"al2-end-of-life":`warning`,"budget-rounding":`warning`,"consolidate-after-load":`warning`,"dead-values":`warning`,"expiry-blocked":`warning`,"exported-object":`warning`,"frozen-nodes":`warning`,"idle-reservations":`warning`,"isolated-vpc":`warning`,"limit-fit":`warning`,"overlapping-pools":`warning`,"pod-requests":`warning`,"price-gap":`warning`,"root-encryption":`warning`},failOn:`warning`,gate:{nodesReplaced:20,unschedulablePods:0}}}],mw=/^([\w.-]+)\/([\w.-]+)\/([^@#\s]+)@([^@#\s]+?)(?:#sha256:([^@#\s]+))?$/;function hw(e){let t=pw.find(({name:t})=>t===e);if(t)return{preset:t};if(e.startsWith(`./`)&&!e.split(`/`).includes(`..`))return{file:e.replace(/^(?:\.\/+)+/,``)};let[,n,r,i,a,o]=mw.exec(e)??[];return a===void 0?{fault:`\`${e}\` in \`extends\` is neither a preset nor a file`,help:gw}:/^[0-9a-f]{40}$/.test(a)?o!==void 0&&!/^[0-9a-f]{64}$/.test(o)?{fault:`the digest of \`${e}\` in \`extends\` is not a SHA-256`,help:`Write its 64 digits.`}:i.split(`/`).some(e=>e===`..`||e===`.`||e===``)?{fault:`\`${i}\` in \`extends\` is not the path of a file`,help:gw}:{shared:{owner:n,repo:r,path:i,commit:a,digest:o,text:e}}:{fault:`\`${e}\` in \`extends\` is not pinned to a commit`,help:"Write the 40 digits of a commit after `@`. A branch or a tag can change without a review."}}const gw=`Write a preset (${pw.map(({name:e})=>`\`${e}\``).join(`, `)}), a file from the root of the repository (\`./rules.yaml\`), or a file of another repository at a commit (\`OWNER/NAME/rules.yaml@COMMIT\`).`,_w=[`customRules`,`rules`,`overrides`,`neverSuppress`,`changedLines`,`failOn`,`gate`],vw={...Xe,properties:Object.fromEntries(_w.map(e=>[e,Xe.properties[e]]))};async function yw(e,t){if(!/\bextends\b/.test(e.text))return[];let n=new Qe(e),{extends:r=[]}=n.read();r.length>10&&n.fail([`extends`,10],"`extends` has more than 10 entries",`Merge some of the files.`);let i=[];for(let[e,a]of r.entries())i.push(await bw(a,t,(t,r)=>n.fail([`extends`,e],t,r)));return i}async function bw(e,{file:t,shared:n},r){let i=hw(e);if(`fault`in i)return r(i.fault,i.help);if(`preset`in i)return i.preset.config;if(`file`in i){let n=await t(i.file);return n?xw({...n,file:i.file},e):r(`\`${e}\` in \`extends\` was not found`,`Write the path from the root of the repository. The file must also be at the base.`)}if(!n)return r(`\`${e}\` in \`extends\` cannot be read here`,`Use a file of this repository.`);let{owner:a,repo:o,path:s}=i.shared;return xw({file:`${a}/${o}/${s}`,text:await n(i.shared)},e)}function xw(e,t){let n=new Qe(e,vw),r=n.read();cw(r,n),rw(r,n);let i=sw(r.customRules??[],t);return HC(r,n,i),{...r,customRules:i}}function Sw(e){let t=new Map(e.flatMap(({customRules:e=[]})=>e.map(e=>[e.id,e]))),n={overrides:e.flatMap(({overrides:e=[]})=>e),neverSuppress:[...new Set(e.flatMap(({neverSuppress:e=[]})=>e))]};return{...Object.assign({},...e),...t.size>0&&{customRules:[...t.values()]},...e.some(e=>e.rules)&&{rules:Object.assign({},...e.map(e=>e.rules))},...e.some(({gate:e})=>e)&&{gate:Object.assign({},...e.map(({gate:e})=>e))},...n.overrides.length>0&&{overrides:n.overrides},...n.neverSuppress.length>0&&{neverSuppress:n.neverSuppress}}}function Cw(e,t=[]){let n=new Qe(e),{extends:r,...i}=n.read();cw(i,n);let a={...i,...i.customRules&&{customRules:sw(i.customRules,Tw(e))}},o=Sw([...t,a]);return HC(i,n,o.customRules),rw(i,n),i.timeZone!==void 0&&!Ew(i.timeZone)&&n.fail([`timeZone`],`\`${i.timeZone}\` is not a time zone`,"Write a name like `Europe/Berlin`."),o.scorecard!==void 0&&!ww(o.scorecard)&&n.fail([`scorecard`],`\`${o.scorecard}\` is not the name of a branch`,"Write a name like `plumbline-scorecard`."),qC(o)}const ww=e=>/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}(\/[A-Za-z0-9][A-Za-z0-9._-]{0,99}){0,4}$/.test(e)&&!/\.\.|\.lock(\/|$)|\.(\/|$)/.test(e),Tw=({file:e})=>e.split(/[/:\\]/).at(-1);function Ew(e){try{return new Intl.DateTimeFormat(`en-GB`,{timeZone:e})!==void 0}catch{return!1}}const Dw=[`region`,`karpenterVersion`,`kubernetesVersion`];function Ow(...e){let t={...W_};for(let n of e)for(let[e,r]of Object.entries(n))r!==void 0&&(t[e]=r);let n={...t,karpenterVersion:KC(`Karpenter`,t.karpenterVersion),kubernetesVersion:KC(`Kubernetes`,t.kubernetesVersion)},r=Dw.filter(t=>e.slice(1).some(e=>e[t]!==void 0));return{...n,environments:kw(n,r)}}function kw(e,t){if(t.length===0)return e.environments;let n=Object.fromEntries(t.map(t=>[t,e[t]]));return Object.fromEntries(Object.entries(e.environments).map(([e,t])=>[e,{...t,own:{...t.own,...n}}]))}function Aw(e,t){let n=new Map((e.customRules??[]).map(e=>[mt(e),e])),r=new Map((t.customRules??[]).map(e=>[mt(e),e]));return[...[...new Set([...n.keys(),...r.keys()])].sort().flatMap(e=>{let[t,i]=[n.get(e),r.get(e)];return t&&i?jw(t,i)?[]:[`changes \`${e}\``]:[i?`adds \`${e}\``:`removes \`${e}\``]}),...Mw(e.rules??{},t.rules??{})]}const jw=({tests:e,origin:t,...n},{tests:r,origin:i,...a})=>JSON.stringify(n)===JSON.stringify(a),Mw=(e,t)=>[...new Set([...Object.keys(e),...Object.keys(t)])].sort().flatMap(n=>{let[r=`its default`,i=`its default`]=[e[n],t[n]];return r===i?[]:[`sets \`${n}\` from ${r} to ${i}`]});async function Nw(e,{over:t,fallback:n},r){let{rules:i,onNote:a}=r,o=await Pw(e.current,i.brokenConfiguration===`fails`);!o.source&&o.fault===void 0&&e.named!==void 0&&a({about:`no configuration`,path:e.named});let{config:s,error:c}=o.source?await Iw(o.source,e):{config:{}},l=c?.message??o.fault,u=c!==void 0&&i.brokenConfiguration===`fails`;if(l!==void 0&&!u&&a({about:`broken configuration`,at:`base`,fault:l}),i.proposedConfiguration===`reported`&&e.proposed&&await Lw(e,{current:o,config:s},a),u)throw c;let d=zw(s,t,r);return Ow({...n,...s},{...t,set:{...s.set,...t.set},...t.ignore&&{ignore:[...s.ignore??[],...t.ignore]},...d!==void 0&&{failOn:d}})}async function Pw(e,t){try{return{source:await e()}}catch(e){if(t||!Fw(e))throw e;return{fault:e.message}}}const Fw=e=>e instanceof s&&e.code===`config`;async function Iw(e,t){try{let n=Cw(e,await yw(e,t));return Ow(n),{config:n}}catch(e){if(!Fw(e))throw e;return{config:{},error:e}}}async function Lw({proposed:e,proposedFile:t,shared:n},{current:r,config:i},a){if(e===void 0)return;let o=await Pw(e,!1),s=e=>{e!==void 0&&e!==r.fault&&a({about:`broken configuration`,at:`head`,fault:e})};if(s(o.fault),!o.source)return;let c=o.source.text===r.source?.text;if(c||a({about:`proposed configuration`,file:o.source.file,hasCurrent:r.source!==void 0}),c&&i.customRules===void 0&&!/\bextends\b/.test(o.source.text))return;let l=await Iw(o.source,{file:t??(async()=>void 0),shared:n});s(l.error?.message);let u=l.error?[]:Aw(i,l.config);u.length>0&&a({about:`proposed rules`,changes:u})}const Rw=[`never`,`error`,`warning`,`note`];function zw({failOn:e},{failOn:t},{rules:n,onNote:r}){return e===void 0||t===void 0?t??e:n.failOn===`set`||Rw.indexOf(t)>=Rw.indexOf(e)?t:(r({about:`weaker failOn`,wanted:t,current:e}),e)}async function Bw(e,t,{what:n,help:r}){let i=t.filter(e=>!/[\r\n]/.test(e)),a=[],o=0,c=await ce(e,i,e=>{o+=e.length,o<=33554432&&a.push(e)}).then(()=>i.length>0,()=>!1);if(o>33554432)throw new s(`config`,`${n} is longer than ${fe(d)} MB`,{help:r});return c?Vw(Buffer.concat(a),i):new Map}function Vw(e,t){let n=new Map,r=0;for(let i of t){let t=e.indexOf(`
`,r);if(t===-1)break;let a=/^([0-9a-f]+) (commit|tree|blob|tag) (\d+)$/.exec(e.toString(`utf8`,r,t));if(r=t+1,!a)continue;let o=r+Number(a[3]);if(o>e.length)break;n.set(i,{sha:a[1],type:a[2],content:e.subarray(r,o)}),r=o+1}return n}function Hw(e,t){if(/[\r\n\0]/.test(t))return;let n=`${t}^{commit}`,r=se(e,[`cat-file`,`--batch`],`${n}\n`),i=r&&Vw(r,[n]).get(n);if(!i)return;let[a=``]=i.content.toString(`utf8`).split(`

`);return{sha:i.sha,parents:[...a.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([,e])=>e)}}const Uw=e=>/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(e);function Ww(e,t,n){if([t,n].every(Uw))return se(e,[`rev-parse`,`--is-shallow-repository`])?.toString().trim()===`false`&&se(e,[`merge-base`,t,n])?.toString().trim()||void 0}function Gw(e){switch(e.about){case`no configuration`:return`the base has no \`${e.path}\`, so the defaults apply`;case`proposed configuration`:return`the change's own \`${e.file}\` takes effect once it is merged`;case`proposed rules`:return`once it is merged, this change ${Kw(e.changes)}`;case`broken configuration`:return e.at===`base`?`${e.fault} (at the base, so this review uses the defaults)`:e.fault;case`weaker failOn`:return`the input \`fail-on: ${e.wanted}\` is ignored, because \`failOn: ${e.current}\` at the base is stricter`;case`missing snapshot`:return`the snapshot \`${e.path}\` was not found at the base, so this review does not use it`;case`missing path`:return`file or folder to review not found: \`${e.path}\``}}const Kw=e=>e.length<=8?e.join(`, `):`${e.slice(0,8).join(`, `)}, and ${e.length-8} more`;async function qw(e,t,n){let r=n===void 0?Zw(Le(await ie(Le(e.folder)),t)):await Xw(e,t,n);return r===void 0?void 0:{file:t,text:r}}const Jw=(e,t)=>new s(`config`,`The snapshot \`${e}\` was not found${t===void 0?``:` at \`${t}\``}`,{help:"Set `snapshot` in plumbline.yaml to a path from the root of the repository. Run `plumbline snapshot` to write the file."}),Yw="If it is a snapshot, run `plumbline snapshot` to write it again. The result is smaller, because it groups equal pods.";async function Xw(e,t,n){let r=`${await e.commit(n)}:${t}`,i=(await Bw(await e.root(),[r],{what:`\`${t}\``,help:Yw})).get(r);return i?.type===`blob`?i.content.toString(`utf8`):void 0}function Zw(e){try{let t=`\`${e}\``;return oe({path:e,name:t,maxBytes:d,code:`config`,help:Yw})}catch(e){if(e instanceof s)throw e;return}}async function Qw(e,t){let n=Ie(e,await ze(t)).replaceAll(`\\`,`/`),r=n===``?[]:n.split(`/`);return Array.from({length:r.length+1},(e,t)=>r.slice(0,r.length-t)).flatMap(e=>tt.map(t=>[...e,t].join(`/`)))}async function $w(e,t){let n=await e.commit(t),r=await e.root(),i=await Qw(r,e.folder),a=await Bw(r,i.map(e=>`${n}:${e}`),{what:`The configuration at the base`,help:"Check that it is the right file. `--config FILE` names a different one."}),o=i.find(e=>a.get(`${n}:${e}`)?.type===`blob`);if(o!==void 0)return{file:`${t}:${o}`,text:a.get(`${n}:${o}`).content.toString(`utf8`)}}const eT=e=>Ne(`sha256`).update(e).digest(`hex`),tT=()=>Fe(process.env.XDG_CACHE_HOME??Fe(Re(),`.cache`),`plumbline`,`extends`);async function nT(e,t,n=tT()){let r=Fe(n,`${eT(`${e.owner}/${e.repo}/${e.path}@${e.commit}`)}.json`),i=rT(r,e);if(i!==void 0)return i;let a=await t();return iT(r,{digest:eT(a),text:a},n),a}function rT(e,{digest:t}){try{let{digest:n,text:r}=JSON.parse(ke(e,`utf8`));return eT(r)===n&&(t===void 0||t===n)?r:void 0}catch{return}}function iT(e,t,n){try{Oe(n,{recursive:!0}),Me(`${e}.${process.pid}`,JSON.stringify(t)),Ae(`${e}.${process.pid}`,e)}catch{}}const aT=e=>t=>nT(t,async()=>{let[{githubOf:n},{sharedFile:r}]=await Promise.all([import(`./repository-facts-BnEcmeJi.js`),import(`./shared-file-Bpq5pTAy.js`)]),i=n(e);if(i!==void 0)return r(i,t);throw new s(`config`,`\`${t.text}\` in \`extends\` is not in the cache, and there is no GitHub token`,{help:"Set GITHUB_TOKEN to a token that can read the repository, such as the output of `gh auth token`. Later runs need no network."})});async function oT(e,t,n){let r=dT(e,t,n),i={rules:ft,onNote:fT(e,t,n)},a=await Nw(r,sT(e,t),i);return e.isOn(`quiet`)||cT(a,t),a}function sT(e,t){let[n,r]=[lT(e),uT(t)];return{over:{region:e.text(`region`),karpenterVersion:e.text(`karpenter-version`),kubernetesVersion:e.text(`kubernetes-version`),failOn:e.text(`fail-on`),set:a(e.texts(`set`)),...e.isOn(`changed-lines`)===!0&&{changedLines:!0},...e.isOn(`first-round`)===!0&&{firstRound:!0},...n!==void 0&&{timeZone:n},today:Be()},...r!==void 0&&{fallback:{timeZone:r}}}}function cT({karpenterVersion:e},{stderr:t}){let n=e&&yn(e);n!==e&&t.write(`note: Karpenter ${e} is not known to this plumbline; using the rules of ${n}\n`)}function lT(e){let t=e.text(`time-zone`);if(t===void 0||Ew(t))return t;throw new s(`usage`,`\`${t}\` is not a time zone`,{help:"Write it as in `Europe/Berlin`."})}const uT=({env:{TZ:e}})=>e&&Ew(e)?e:void 0;function dT(e,t,{repository:n,ref:r}){let{cwd:i}=t,a=e.text(`config`),o=async()=>{let e=nt(n.folder);return e===void 0?void 0:it(e)},s={file:e=>qw(n,e,r),shared:aT(t)};return a===void 0?r===void 0?{current:o,...s}:{current:()=>$w(n,r),proposed:o,proposedFile:e=>qw(n,e,void 0),...s,at:r}:{current:async()=>({...it(Le(i,a)),file:a}),...s,at:r}}const fT=(e,{stderr:t},{ref:n})=>r=>{e.isOn(`quiet`)||t.write(pT(r,n))};function pT(e,t){return e.about===`proposed configuration`?`note: plumbline.yaml differs from \`${t}\`: ${e.hasCurrent?`the one there is used`:`there is none there, so the defaults are used`}\n  help: Yours takes effect once it is merged. Pass \`--config plumbline.yaml\` to try it now.\n`:`note: ${Gw(e)}\n`}const mT=e=>{let[,t]=/^#?([1-9]\d{0,8})$/.exec(e)??[];return t===void 0?void 0:Number(t)};async function hT(e,t){return(await oT(e,t,{repository:new le(t.cwd),ref:void 0})).customRules}async function gT(e,t){let{stdout:r}=t,[a]=e.positionals;if(a===void 0)throw new s(`usage`,"`explain` needs a code or a pull request",{help:"Run for example `plumbline explain schema/unknown-field`."});let o=mT(a);if(o!==void 0)return(await import(`./explain-pull-Bk3sH2QA.js`)).runExplainPull(o,e,t);let c=DC(a),l=c?[]:await hT(e.flags,t),u=c??DC(a,l);if(!u){let e=kC(a,l.map(mt));throw new s(`usage`,`\`${a}\` is not the code of a finding`,{help:e?i(e):"Run `plumbline rules` to list the lint rules."})}return r.write(_T(u)),n.ok}function _T({code:e,summary:n,why:r,help:i,url:a,rule:o,custom:s}){let c=o?[...o.examples().bad.slice(0,1).flatMap(({text:e})=>[``,`Bad:`,yT(e)]),...o.examples().good.slice(0,1).flatMap(({text:e})=>[``,`Good:`,yT(e)]),...vT(e)]:s?[``,`Rule of ${s.origin}:`,yT(s.expression),...vT(e)]:[],l=(o??s)?.severity,u=l?` (${l})`:``,d=a?[``,`More: ${a}`]:[],f=s?e=>e.split(`
`).map(t).join(`
`):e=>e;return`${[`${e}${u}`,``,n,``,r,``,`What to do: ${i}`,...c,...d].map(f).join(`
`)}\n`}const vT=e=>[``,`To suppress it in one place, add this comment to the line above:`,`  ${jC(e)}`],yT=e=>e.trimEnd().replace(/^(?=.)/gm,`  `),bT=[`Instance types and zones`,`Limits`,`Taints and overlapping NodePools`,`Disruption`,`Workloads`,`Images and user data`,`Volumes`,`Network`,`Capacity reservations`,`IAM and cluster access`,`Security`,`Karpenter installation`,`All objects`];async function xT(e,r){let[a]=e.positionals;if(a===`test`)return(await import(`./rules-test-Dq_IVIYP.js`)).runRulesTest(e,r);if(a!==void 0)throw new s(`usage`,`\`${a}\` is not an action of \`rules\``,{help:i(`rules test`)});let{stdout:o}=r,c=Math.max(...SC.map(({id:e})=>e.length));for(let e of bT){o.write(`${e}\n`);for(let{id:t,severity:n,docs:r}of SC.filter(t=>t.theme===e))o.write(`  ${t.padEnd(c)}  ${n.padEnd(7)}  ${r.summary}\n`);o.write(`
`)}let l=await hT(e.flags,r);l.length>0&&o.write(`Your own rules
`);for(let e of l)o.write(`  ${mt(e).padEnd(c)}  ${e.severity.padEnd(7)}  ${t(e.message)}\n`);return l.length>0&&o.write(`
`),o.write("Run `plumbline explain RULE` to see why a rule matters and what to do.\n"),n.ok}export{Hm as $,Hr as $t,Kb as A,ot as An,No as At,Pv as B,nt as Bn,Ao as Bt,kC as C,bn as Cn,Xo as Ct,Jb as D,bt as Dn,Ho as Dt,$b as E,Ut as En,Bo as Et,gy as F,lt as Fn,jo as Ft,V_ as G,vo as Gt,U_ as H,Ze as Hn,bo as Ht,fy as I,ft as In,wo as It,E_ as J,si as Jt,B_ as K,Va as Kt,ly as L,pt as Ln,To as Lt,xy as M,st as Mn,Mo as Mt,yy as N,at as Nn,Po as Nt,Zb as O,j as On,Jo as Ot,by as P,ut as Pn,Lo as Pt,$g as Q,K as Qt,dy as R,dt as Rn,Eo as Rt,EC as S,xn as Sn,ps as St,Qb as T,Ht as Tn,zo as Tt,H_ as U,Be as Un,Co as Ut,Z_ as V,it as Vn,Oo as Vt,W_ as W,X as Wt,D_ as X,di as Xt,P_ as Y,ti as Yt,Zg as Z,$r as Zt,BC as _,Sn as _n,Jc as _t,oT as a,Ur as an,fp as at,DC as b,Cn as bn,gs as bt,Jw as c,U as cn,_d as ct,Ww as d,Tr as dn,Ul as dt,Wr as en,zm as et,Nw as f,Er as fn,yl as ft,zC as g,gn,qc as gt,RC as h,vn as hn,Zc as ht,dT as i,G as in,Yp as it,zb as j,ct as jn,Fo as jt,Gb as k,mt as kn,Ro as kt,Gw as l,Ir as ln,ju as lt,FC as m,H as mn,Yc as mt,gT as n,q as nn,Fm as nt,fT as o,Yr as on,dp as ot,Ow as p,xr as pn,Xc as pt,L_ as q,ma as qt,hT as r,Gr as rn,Am as rt,qw as s,W as sn,op as st,xT as t,Vr as tn,Lm as tt,Hw as u,Pr as un,Wl as ut,IC as v,hn as vn,jc as vt,SC as w,Xt as wn,Yo as wt,TC as x,_n as xn,Z as xt,VC as y,yn,Mc as yt,cy as z,tt as zn,Do as zt};
import{o as e}from"./rolldown-runtime-B09viugM.js";import{L as t,S as n,_ as r,g as i,p as a,v as o,x as s}from"./command-X8905PR2.js";import{Gt as c,Jt as l,Kt as u,Ot as d,P as f,Qt as p,R as m,Vt as ee,Xt as h,Yt as g,Zt as _,_t as te,an as ne,cn as re,d as ie,en as ae,in as oe,j as se,k as ce,l as le,nn as ue,on as v,rn as de,sn as fe,vt as pe,z as me}from"./read-BW6anUOp.js";import{A as he,B as ge,C as _e,D as ve,F as y,I as ye,L as b,M as be,N as xe,b as Se,j as x,k as Ce,x as we,y as Te,z as Ee}from"./manifests-CTxGDNzV.js";import{existsSync as De,mkdirSync as Oe,readFileSync as ke,renameSync as Ae,statSync as je,writeFileSync as Me}from"node:fs";import{createHash as Ne}from"node:crypto";import{dirname as Pe,join as Fe,relative as Ie,resolve as Le}from"node:path";import{homedir as Re}from"node:os";import{realpath as ze}from"node:fs/promises";const Be=(e=new Date)=>e.toISOString().slice(0,10);var S=e(re(),1);const C=e=>({type:`string`,...e&&{description:e}}),Ve=(e,t)=>({type:`string`,enum:e,...t&&{description:t}}),w=(e,t)=>({type:`array`,items:e,description:t}),He=(e,t)=>({type:`object`,additionalProperties:e,...t&&{description:t}}),T=(e,{description:t,required:n=[]}={})=>({type:`object`,properties:e,additionalProperties:!1,...n.length>0&&{required:n},...t&&{description:t}}),Ue=[`error`,`warning`,`note`],We=T({version:C(`Karpenter version that runs in the cluster, such as 1.14`),settings:T({preferencePolicy:Ve([`Respect`,`Ignore`],"`Respect` treats preferences of pods as requirements until they cannot be met; `Ignore` ignores them"),minValuesPolicy:Ve([`Strict`,`BestEffort`],`What Karpenter does if it cannot meet minValues: give up, or launch with fewer values`),vmMemoryOverheadPercent:{type:`number`,minimum:0,description:`Fraction of memory that Karpenter subtracts for the VM: 0.075 is 7.5%`},reservedENIs:{type:`integer`,minimum:0,description:`Network interfaces per node that pods cannot use`},clusterCABundle:C(`CA bundle of the cluster, which is part of the hash of an EC2NodeClass`),featureGates:He({type:`boolean`},`Feature gate → true or false, including those of the AWS provider`)},{description:`Karpenter's settings, named as in the Helm chart. Values take effect as written: 0 is 0, not the default`})}),Ge={approvals:{type:`integer`,minimum:0,description:`Approvals that a plan needs before it is applied (default: 1)`},monthlyIncreaseUsd:{type:`number`,minimum:0,description:`Block a change that adds more than this to the cost per month, in USD`},nodesReplaced:{type:`integer`,minimum:0,description:`Block a change that replaces more nodes than this`},attention:T({monthlyIncreaseUsd:{type:`number`,minimum:0,description:`In USD per month (default: 500)`},monthlyIncreasePercent:{type:`number`,minimum:0,description:`In percent of the cost before (default: 50)`},nodesAdded:{type:`integer`,minimum:0,description:`Number of new nodes (default: no limit)`}},{description:`Warn about a change that exceeds both increases of cost, or adds more nodes than this`}),teams:He(T({monthlyIncreaseUsd:{type:`number`,minimum:0}},{required:[`monthlyIncreaseUsd`]}),"Value of the team label (`pricing.teamLabel`) → block a change that adds more than this to the team’s share of the cost per month, in USD"),unschedulablePods:{type:`integer`,minimum:0,description:`Block a change that leaves more pods than this unschedulable`},freeze:w(T({from:C(),to:C(),reason:C()},{required:[`from`,`to`,`reason`]}),`Periods in which plumbline applies nothing: ISO dates or times in UTC, including the last one`)},Ke=e=>({type:`any`,description:e}),qe=e=>w(T({name:C(),expression:C()},{required:[`name`,`expression`]}),e),Je=e=>w(T({object:Ke(`The object`),oldObject:Ke(`The object before the change (default: the object is new)`),environment:Ke("Values of `environment` that differ from the defaults"),review:Ke("The value of `review` (default: unknown)")},{required:[`object`]}),e),Ye=T({id:C("Name of the rule in lower case with hyphens. The code of its findings is `custom/<id>`"),severity:Ve(Ue,`Severity of its findings (default: warning)`),on:w(C(),`Kinds of the objects that it judges, such as NodePool`),matchConditions:qe(`CEL expressions that must all be true for the rule to apply`),variables:qe("CEL expressions whose values other expressions read as `variables.<name>`"),expression:C(`CEL expression that is true if the object is as it should be`),message:C(`What is wrong and why it matters`),messageExpression:C(`CEL expression that returns the message, with values of the object`),fieldPath:C(`Field that the finding points at, such as .spec.limits (default: the object)`),help:C(`What to do, as an instruction`),fix:w(T({op:Ve([`add`,`replace`,`remove`]),path:C(`JSON Pointer of the field, such as /spec/weight`),value:Ke(`The new value`),valueExpression:C(`CEL expression that returns the new value`)},{required:[`op`,`path`]}),"JSON Patch that corrects the object; `--fix` applies it and a comment suggests it"),description:C("Why the rule exists; `plumbline explain` shows it"),url:C(`Documentation of the rule`),tests:T({good:Je(`Objects for which the rule finds nothing`),bad:Je(`Objects for which the rule has a finding`)},{description:"Examples that `plumbline rules test` checks"})},{required:[`id`,`on`,`expression`,`message`]}),Xe=T({extends:w(C(),"Presets, files of this repository (`./rules.yaml`) and files of other repositories at a commit (`OWNER/NAME/rules.yaml@COMMIT`), whose rules and limits apply; later entries and this file override earlier ones"),customRules:w(Ye,`Your own rules, in CEL`),region:C(`AWS region, which determines instance types and prices`),zones:w(C(),`Availability zones of the subnets (default: those that the manifests name, else the region's first three)`),nodeClassZones:He(w(C(),`Zones`),`EC2NodeClass name → availability zones of its subnets`),karpenter:We,kubernetesVersion:C(`Kubernetes version of the cluster, such as 1.34`),existingNodes:w(T({name:C(),instanceType:C(),count:{type:`integer`,minimum:0},zone:C(),labels:He(C()),taints:w(T({key:C(),value:C(),effect:C()},{required:[`key`,`effect`]}),`Taints of each node`),requested:He(C(),`Resources that pods outside the manifests already request on each node`)},{required:[`name`,`instanceType`]}),`Nodes that Karpenter does not manage. Pods are scheduled on them before Karpenter launches new nodes`),systemPods:w(T({name:C(),requests:He(C(),`Resources that each pod requests`),replicas:{type:`integer`,minimum:0,description:`Number of pods (default: 1)`},daemonSet:{type:`boolean`,description:`If true, one pod runs on each node, including Karpenter's`}},{required:[`name`]}),`Pods that the cluster runs and no manifest contains, instead of the add-ons that plumbline assumes on node groups in the repository; an empty list assumes none`),capacityReservations:He({type:`integer`,minimum:0,orMap:T({instanceType:C(`Instance type of the reservation`),zone:C(`Availability zone of the reservation`),count:{type:`integer`,minimum:0,description:`Free instances`}},{required:[`instanceType`,`zone`,`count`]})},`Capacity reservation ID → free instances, or its instance type, zone and free instances. Needed where node classes select reservations and no snapshot shows them`),snapshot:C("Path of a `plumbline snapshot` file from the root of the repository, read from the base"),prices:T({spot:Ve([`advisor`,`flat`,`zoned`],"Source of spot prices. `flat` and `zoned` are artificial and only for tests")}),pricing:T({discounts:w(T({percent:{type:`number`,minimum:0,maximum:100,description:`Discount on the public price, in percent`},regions:w(C(),`Regions (default: all)`),families:w(C(),`Instance families, such as m7g (default: all)`),capacityTypes:w(Ve([`on-demand`,`spot`]),`Capacity types (default: both)`)},{required:[`percent`]}),`Discounts on instances. If several match the same price, all of them apply`),savingsPlans:w(T({hourlyUsd:{type:`number`,minimum:0,description:`Commitment per hour that this cluster can use, in USD`},percent:{type:`number`,minimum:0,maximum:99,description:`How far the price is below the on-demand price, in percent`},regions:w(C(),`Regions (default: all)`),families:w(C(),`Instance families of an EC2 Instance Savings Plan (default: all)`)},{required:[`hourlyUsd`,`percent`]}),`Savings Plans. You pay the commitment in any case, and it covers on-demand instances first`),perNodeMonthlyUsd:{type:`number`,minimum:0,description:`What each node costs per month in addition to its instance, in USD: licenses of agents, for example`},teamLabel:C("Pod label that names who pays (default: `team`)")},{description:`How your prices differ from the public prices. Karpenter itself always decides by the public prices`}),rules:He(Ve([...Ue,`off`]),"Rule → its severity, or `off`"),ignore:w(T({code:C(`Code of the finding, or the name of a lint rule`),path:C("A file, a folder, or a pattern with `*` and `**`"),resource:C("`Kind/name` or `Kind/namespace/name`, with `*`"),reason:C(`Why the finding does not apply here`),until:C("Last day on which the entry is in effect, such as `2027-03-31`")},{required:[`code`,`reason`]}),`Findings to suppress, each with a reason`),overrides:w(T({paths:w(C(),"Files, folders, and patterns with `*` and `**` (default: all files)"),resources:w(C(),"`Kind/name` or `Kind/namespace/name`, with `*` (default: all objects)"),rules:He(Ve([...Ue,`off`]),"Rule → its severity for these files and objects, or `off`")},{required:[`rules`]}),`Rule severities for some files or objects, such as third-party charts. The last matching entry decides`),neverSuppress:w(C(),`Rules and other codes that neither a comment nor a baseline can suppress`),changedLines:{type:`boolean`,description:`If true, list and count only findings on lines that the change adds or edits`},timeZone:C(`Time zone in which the hours of disruption budgets are shown in addition to UTC, such as Europe/Berlin`),scorecard:C("Branch of this repository on which `mode: apply` and `mode: drift` record predictions and what became of them, such as plumbline-scorecard"),failOn:Ve([...Ue,`never`],`Fail on new findings of this severity or higher`),set:He(C(),`Placeholder → value`),sources:T({render:{type:`boolean`,description:`If false, review kustomizations and charts as files, without rendering them`},roots:w(T({path:C(`Folder of a kustomization or a chart, from the root of the repository`),values:w(C(),`Values files of the chart; later files override earlier ones`),release:C(`Name of the Helm release`),namespace:C(`Namespace of the Helm release`),environment:C(`Environment that this root is deployed to, such as dev or prod`)},{required:[`path`]}),`Kustomizations and charts to render, instead of those that plumbline detects by file names; one entry per environment`),ignore:w(C(),`Folders whose kustomizations and charts are not rendered`),chartRepositories:w(C(),"Helm repositories and OCI registries (`oci://…`) that plumbline may download charts from")},{description:"What plumbline renders; `plumbline sources` lists it"}),environments:He(T({paths:w(C(),`Folders and files whose objects are applied to this environment (default: all files)`),clusterArn:C(`ARN of the EKS cluster; plumbline writes to no other cluster`),roleArn:C(`IAM role that the job assumes with OIDC`),allowedAccountIds:w(C(),`AWS accounts that plumbline may act in (default: the cluster's account)`),context:C("Context of the kubeconfig, if `clusterArn` is not set"),delivery:Ve([`apply`,`verify`],"`apply` writes the objects. `verify` waits until Argo CD, Flux or Helm has delivered what was reviewed. By default, plumbline detects this for each object"),leaseNamespace:C(`Namespace of the Lease that ensures only one apply runs at a time (default: kube-system)`),readyMinutes:{type:`number`,minimum:0,description:`How many minutes to wait for Ready (default: 10)`},region:C(`AWS region of this environment (default: the cluster's region)`),zones:w(C(),`Availability zones of its subnets`),karpenter:We,kubernetesVersion:C(`Kubernetes version of its cluster, such as 1.34`),snapshot:C(`Path of a snapshot of its cluster, from the root of the repository`),rules:He(Ve([...Ue,`off`]),"Rule → its severity for the files in `paths`; it overrides the general one"),gate:T(Ge,{description:`Limits of this environment; they override the general ones`})}),`Environment → its files, its cluster, and the settings that differ from the general ones`),gate:T(Ge,{description:`Conditions for merging and applying a change; read from the base`})}),Ze=262144;var Qe=class{#e;#t=new S.LineCounter;#n;#r;constructor(e,t=Xe){this.#e=e.file,this.#r=t,e.text.length>262144&&this.#f(0,`the configuration is longer than ${Ze/1024} kB`,`Check that this is the right file.`),this.#n=this.#i(e.text)}#i(e){try{return(0,S.parseDocument)(e,{lineCounter:this.#t,prettyErrors:!1})}catch{return this.#f(0,`the configuration cannot be parsed`,`Fix the YAML. It may be nested too deeply.`)}}read(){let e=this.#n.errors[0];return e&&this.#f(e.pos[0],e.message,`Fix the YAML.`),this.#n.contents===null?{}:this.#a(this.#n.contents,this.#r,``)}fail(e,t,n){return this.#d(this.#n.getIn(e,!0),t,n)}#a(e,t,n){let r=(0,S.isAlias)(e)?e.resolve(this.#n)??null:e;return t.orMap&&(0,S.isMap)(r)?this.#c(r,t.orMap,n):t.type===`object`?this.#c(r,t,n):t.type===`array`?this.#s(r,t,n):t.type===`any`?this.#o(r,n):this.#l(r,t,n)}#o(e,t){try{return e===null?null:e.toJS(this.#n,{maxAliasCount:100})}catch{return this.#d(e,`\`${t}\` has too many aliases`)}}#s(e,t,n){return(0,S.isSeq)(e)?e.items.map((e,r)=>this.#a(e,t.items,`${n}[${r}]`)):this.#d(e,`\`${n}\` must be a list`)}#c(e,t,n){if(!(0,S.isMap)(e))return this.#d(e,n?`\`${n}\` must be a map`:`the configuration must be a map`);let r=t.required?.find(t=>!e.has(t));return r&&this.#d(e,`\`${n}\` needs \`${r}\``),Object.fromEntries(e.items.map(({key:e,value:r})=>{let i=String((0,S.isScalar)(e)?e.value:e),a=n?`${n}.${i}`:i,o=(t.properties&&Object.hasOwn(t.properties,i)?t.properties[i]:void 0)??t.additionalProperties;return o?[i,this.#a(r,o,a)]:this.#u(e,i,a,Object.keys(t.properties??{}))}))}#l(e,t,n){let r=(0,S.isScalar)(e)&&e.value!==null?e:void 0,i=t.type===`string`?r&&(r.source??String(r.value)):r?.value;return(t.type===`integer`?Number.isSafeInteger(i):typeof i===t.type)?t.minimum!==void 0&&i<t.minimum?this.#d(e,`\`${n}\` must be at least ${t.minimum}`):t.maximum!==void 0&&i>t.maximum?this.#d(e,`\`${n}\` must be at most ${t.maximum}`):t.enum&&!t.enum.includes(i)?this.#d(e,`\`${n}: ${i}\` is not one of ${t.enum.join(`, `)}`,et(i,t.enum)):i:this.#d(e,`\`${n}\` must be ${$e[t.type]}`)}#u(e,t,n,r){let i=et(t,r)??`Known keys here are ${r.join(`, `)}.`;return this.#d(e,`\`${n}\` is not a key of the configuration`,i)}#d(e,t,n){return this.#f(e?.range?.[0]??0,t,n)}#f(e,t,n){let{line:r}=this.#t.linePos(e);throw new s(`config`,`${this.#e}:${Math.max(1,r)}: ${t}`,n?{help:n}:{})}};const $e={string:`a string`,number:`a number`,integer:`a whole number`,boolean:`true or false`,object:`a map`,array:`a list`,any:`a value`};function et(e,t){let n=o(e,t);return n?i(n):void 0}const tt=[`plumbline.yaml`,`plumbline.yml`,`.plumbline.yaml`];function nt(e){for(let t=Le(e);;t=Pe(t)){let e=tt.map(e=>Fe(t,e)).find(rt);if(e)return e;if(Pe(t)===t||De(Fe(t,`.git`)))return}}const rt=e=>je(e,{throwIfNoEntry:!1})?.isFile()??!1;function it(e){try{let t=`The configuration \`${e}\``;return{file:e,text:oe({path:e,name:t,maxBytes:Ze,code:`config`,help:`Check that this is the right file.`})}}catch(t){throw t instanceof s?t:new s(`config`,`\`${e}\` cannot be read`,{cause:t,help:"Pass an existing, readable file to `--config`."})}}const at={host:"Action, `mode: review`",compares:`two commits`,reads:`a clone and GitHub`,token:`the caller's`,rendering:`rendered`,withoutRendering:`as plain files`,brokenConfiguration:`fails`,proposedConfiguration:`reported`,failOn:`tightened`,missingSnapshot:`fails`,unchanged:`no review`,withoutBase:`everything is new`,verdicts:`in another thread`},ot={...at,host:"Action, `mode: comment`",reads:`GitHub`,rendering:`in isolation`},st={host:`Bot`,compares:`two commits`,reads:`GitHub`,token:`the app's`,rendering:`in isolation`,withoutRendering:`with a note`,brokenConfiguration:`defaults apply`,proposedConfiguration:`reported`,failOn:`tightened`,missingSnapshot:`reported`,unchanged:`no review`,withoutBase:`everything is new`,verdicts:`in the thread of the review`},ct={host:`Apply`,compares:`two commits`,reads:`a clone and GitHub`,token:`the caller's`,rendering:`with a note`,withoutRendering:`with a note`,brokenConfiguration:`fails`,proposedConfiguration:`ignored`,failOn:`tightened`,missingSnapshot:`reported`,unchanged:`reviewed`,withoutBase:`an empty repository`,verdicts:`in the thread of the review`},lt={...ct,host:`Bot, deployment gate`,reads:`GitHub`,token:`the app's`},ut={host:`Command line`,compares:`commits, folders or the working tree`,reads:`the disk`,token:`none`,rendering:`rendered`,withoutRendering:`as plain files`,brokenConfiguration:`fails`,proposedConfiguration:`reported`,failOn:`set`,missingSnapshot:`fails`,unchanged:`reviewed`,withoutBase:`everything is new`,verdicts:`in another thread`},dt={...ut,host:`Language server`,brokenConfiguration:`defaults apply`,missingSnapshot:`reported`,verdicts:`in the thread of the review`},ft=({id:e})=>`custom/${e}`,pt=[{code:`disruption/consolidates-more`,summary:`New disruption settings let Karpenter consolidate running nodes that it keeps now.`,why:"A changed `consolidationPolicy`, `consolidateAfter` or budget replaces no nodes by itself, but decides which nodes Karpenter may remove to save money. Their pods restart soon after the change is applied.",help:"Expect these restarts, or limit them with a disruption budget for the reason `Underutilized`."},{code:`disruption/expiry-in-window`,summary:`Nodes expire in windows in which disruption budgets allow no disruption.`,why:"Until v1beta1, disruption budgets also limited expiry. From v1 on, Karpenter drains a node as soon as it reaches `expireAfter`, whatever the budgets and their windows say. A window that protected weekends or working hours no longer does.",help:"Set `expireAfter: Never` and let drift replace nodes, which respects the windows. Or protect the pods with PodDisruptionBudgets, which apply to expiry up to `terminationGracePeriod`."},{code:`disruption/expiry-stampede`,summary:`Many nodes of a NodePool expire at the same time.`,why:"Karpenter deletes a node that reaches `expireAfter`, whatever the disruption budgets say, and launches no replacement first. Nodes that one change or one burst created have the same age, so they all expire within minutes of each other.",help:"Set a longer `expireAfter`, or `Never` and replace nodes by drift, which respects the budgets. PodDisruptionBudgets also apply to expiry, up to `terminationGracePeriod`."},{code:`disruption/interrupted-jobs`,summary:`Jobs or CI runners are placed on a NodePool that Karpenter consolidates while they run.`,why:"With `consolidationPolicy: WhenEmptyOrUnderutilized`, Karpenter evicts running pods to use fewer or cheaper nodes. A Job starts again from the beginning, and a CI job fails. On spot capacity, AWS can still stop the node.",help:'Add the annotation `karpenter.sh/do-not-disrupt: "true"` to the pods, or set `consolidationPolicy: WhenEmpty` in the NodePool.'},{code:`disruption/no-targets`,summary:`All nodes that a load balancer sends traffic to are replaced at the same time.`,why:"Karpenter excludes a node from load balancers with the label `node.kubernetes.io/exclude-from-external-load-balancers` as soon as it starts to drain it. If a Service has `externalTrafficPolicy: Local` and nodes as targets, only nodes with its pods get traffic. A PodDisruptionBudget keeps the pods, but not the targets.",help:`Let a disruption budget replace one of these nodes at a time, run the pods on more nodes, or use IP addresses of pods as targets.`},{code:`disruption/replicas-together`,summary:`All pods of a workload, or so many that it loses its quorum, stop at the same time.`,why:`Karpenter evicts the pods of a node as soon as the replacement is ready. If nothing limits the evictions, all pods on nodes of the same wave stop together, and so do all pods on one node. Their replacements need time to start.`,help:"Create a PodDisruptionBudget with `maxUnavailable: 1`, and spread the pods over several nodes."},{code:`disruption/rollout-held`,summary:`Nodes must be replaced, but something keeps Karpenter from replacing them.`,why:`A change that does not reach running nodes looks complete and is not: they keep the old image, settings or instance types. The cause may be a disruption budget of 0, a PodDisruptionBudget, an annotation, or a limit that leaves no room for replacements.`,help:`Change what the finding names. It says which value is enough.`},{code:`disruption/single-replica`,summary:`A workload with one pod is down while its node is replaced.`,why:`Karpenter evicts the pod before another one runs, because a Deployment creates its replacement only afterwards. A PodDisruptionBudget cannot help: it blocks the eviction, and the node stays.`,help:`Run two or more replicas on different nodes, or accept the interruption.`},{code:`disruption/unprotected-replicas`,summary:`All pods of a workload may be on one node that is replaced, and no PodDisruptionBudget protects them.`,why:`Karpenter evicts the pods of a node as soon as the replacement is ready. plumbline does not know on which nodes the pods run, but they fit on one, and nothing keeps them apart.`,help:"Create a PodDisruptionBudget with `maxUnavailable: 1`, and spread the pods over several nodes."},{code:`io/encoding`,summary:`A file is not UTF-8 text.`,why:`plumbline cannot review a file that it cannot read as text. A manifest in it would reach the cluster without a review.`,help:`Save the file as UTF-8, or exclude it from the reviewed paths.`},{code:`io/kustomization`,summary:`A kustomization does not show which files it loads.`,why:`A kustomization may load files of any name. One that plumbline cannot read may load manifests that nobody reviews.`,help:`Write the kustomization as plain YAML of less than 1 MB, without escapes and tags.`},{code:`io/lfs-pointer`,summary:`A file with manifests is now stored in Git LFS.`,why:`Git contains only a pointer to the file. A review cannot see its content, and neither can most tools that deploy from git.`,help:`Keep manifests out of Git LFS: remove the path from .gitattributes, and add the file again.`},{code:`io/not-a-file`,summary:`A path is neither a file nor a folder.`,why:`plumbline does not read devices, sockets and pipes, because reading them may block or never end.`,help:`Pass a file or a folder.`},{code:`io/symlink`,summary:`A symbolic link was not followed.`,why:`plumbline does not trust the content of a pull request, and a link may point outside of the repository.`,help:`Replace the link with the file itself, or pass the target of the link as a path.`},{code:`io/too-large`,summary:`The input is larger than plumbline reads.`,why:`Time and memory of a review are limited, whatever a pull request contains. plumbline does not review what is beyond the limit.`,help:`Split the file, or pass only the folders that contain manifests.`},{code:`io/unreadable`,summary:`A file could not be read.`,why:`plumbline cannot review a file that it cannot read.`,help:`Check that the file exists and that its permissions allow reading.`},{code:`lint/bad-suppression`,summary:"A `plumbline-ignore` comment does not have the required form.",why:`A suppression names its rule and gives a reason, so that later readers know why it exists. A comment without them silences nothing.`,help:"Write `# plumbline-ignore RULE[,RULE] [until=YYYY-MM-DD]: reason` above the line that it applies to."},{code:`lint/expired-suppression`,summary:`A suppression has expired.`,why:"Its `until` date has passed, so the finding that it silenced is reported again.",help:`Fix the finding and remove the suppression, or set a later date.`},{code:`lint/forbidden-suppression`,summary:`A comment tries to silence a finding that must not be silenced.`,why:"The configuration lists the code under `neverSuppress`, so comments cannot silence it. Only the configuration can change that.",help:`Fix the finding and remove the comment.`},{code:`lint/rule-failed`,summary:`A rule of your configuration could not be evaluated.`,why:`An expression of the rule does not compile, reads a field that the object does not have, or is too expensive. The object was not judged by it, so the finding has the severity of the rule.`,help:"Test the rule with `plumbline rules test`. Use `has(object.spec.field)` or `object.spec.?field` before you read a field that may be missing."},{code:`lint/rule-not-judged`,summary:`A rule of your configuration needs a value that is unknown.`,why:`The value is a placeholder, comes from a template that was not rendered, or is a figure that plumbline does not know. Whether the object breaks the rule is unknown.`,help:"Give the placeholder a value with `set`, or render the chart or kustomization."},{code:`lint/unknown-rule`,summary:`A suppression names a rule that does not exist.`,why:`It silences nothing, although its author expects it to.`,help:"Correct the name. `plumbline rules` lists all rules."},{code:`lint/unused-suppression`,summary:`A suppression silences nothing.`,why:`The finding that it was written for is fixed or has moved. If the comment stays, it silences the next finding of that rule, which nobody has accepted.`,help:`Remove the comment.`},{code:`migration/changed`,summary:`The migration cannot express a setting exactly as it was.`,why:`The new API has no exact equivalent, so the migration writes the closest one.`,help:`Check the line, and correct the migrated manifest if it is not what you want.`},{code:`migration/dropped`,summary:`The migration removes a field.`,why:`The new API does not have the field, or the old API silently ignored it and the new one would act on it.`,help:`Check whether you rely on the field. If not, there is nothing to do.`},{code:`migration/impossible`,summary:`An object cannot be migrated automatically.`,why:`The manifest does not contain what the new API needs, such as the content of a launch template, a placeholder’s value, or a class in another repository. plumbline leaves the whole file unchanged rather than migrate half of it.`,help:"Make the decision that the message asks for, then run `plumbline migrate` again."},{code:`migration/kept`,summary:`The migration writes down an old default so that nothing changes.`,why:`Defaults differ between API versions, and Karpenter’s own conversion changes behavior in some places. The migration writes the old default explicitly.`,help:`Remove the line if you want the new default. Otherwise, there is nothing to do.`},{code:`migration/renamed`,summary:`A label, annotation or taint has a new name.`,why:`Karpenter renamed it on the way to v1 and ignores the old name.`,help:`Update other tools that read the old name.`},{code:`provisioning/addresses`,summary:`The subnets of a node class have fewer addresses than its nodes and pods need.`,why:"With the VPC CNI, every node and every pod takes an address of a subnet. By default, each node also keeps a whole network interface of free addresses. If a subnet is full, EC2 launches no instances in it, and pods on running nodes stay in `ContainerCreating`. It is an error if the nodes and pods alone need more addresses than the subnets have, and a warning if the warm pool does not fit. Reported only when the repository creates all subnets of the cluster, with known ranges. Addresses of DaemonSets, load balancers and everything else in the subnets are not counted.",help:`Add larger subnets to the selection, or set the warm targets of the VPC CNI.`},{code:`provisioning/bad-replicas`,summary:`The number of pods of a workload is not a whole number.`,why:`The API server refuses it. Without it, the number of nodes for the workload is unknown, and so are the figures that depend on it.`,help:"Write a whole number of at least 0, or give the placeholder a value with `--set NAME=VALUE`."},{code:`provisioning/bad-request`,summary:`A container requests an amount that Kubernetes cannot parse.`,why:`The API server refuses the pod. Without the amount, the size of the pod is unknown, and so are the figures that depend on it.`,help:"Write an amount such as `500m` or `1Gi`."},{code:`provisioning/budget-rounding`,summary:`A disruption budget is a small percentage of only a few nodes.`,why:`Karpenter rounds the percentages of a budget up. In the simulation, the NodePool has two or three nodes, so 10% of them is one node: a third or a half. The percentage suggests more protection than it gives.`,help:"Set `nodes` to the number of nodes that may be disrupted at the same time, and protect the pods with PodDisruptionBudgets."},{code:`provisioning/costly-preferences`,summary:`The preferences of a workload cost several nodes.`,why:`Karpenter treats a preference as a requirement as long as a new node can fulfil it. Pods that prefer to be on different nodes get a node each, even if all fit on one. The figure is the difference between two simulations: with the preferences, and without them.`,help:"Remove the preferences if they are not worth their cost, spread the pods over zones, or set `preferencePolicy: Ignore`."},{code:`provisioning/daemonset-room`,summary:`Running nodes have no room for the pods of a DaemonSet that grows.`,why:`Karpenter launches no nodes for DaemonSets, and does not replace nodes that are too small for them. The scheduler evicts pods with a lower priority to make room. If there are none, the pod of the DaemonSet stays pending.`,help:`Give the DaemonSet a priority class, and replace the nodes that have no room.`},{code:`provisioning/daemonset-share`,summary:`DaemonSets take half of the smallest node or more.`,why:`Every node runs the DaemonSets, so you pay for them once for each node. On small nodes, little is left for other pods, and the kubelet evicts them when memory runs out.`,help:`Lower the requests of the DaemonSets, or require larger instance types.`},{code:`provisioning/launch-failed`,summary:`A NodePool would create a node that cannot be launched.`,why:"Karpenter assigns the pods to a new node, but its last filters exclude every instance type. For example, `minValues` may require more variety than the cheapest types have. The pods stay pending.",help:"Fix the reason that the finding names: lower `minValues`, or allow more instance types, zones or capacity types."},{code:`provisioning/limit-reached`,summary:`The limits of a NodePool are too low for its pods.`,why:"Karpenter launches no node that would exceed `spec.limits`. The remaining pods stay pending or go to another NodePool. Until a node is launched, Karpenter counts the largest instance type that it might become. A limit near the size of one node may therefore allow none.",help:"Raise `spec.limits`, or lower the requests of the pods."},{code:`provisioning/nodepool-empty`,summary:`No instance type meets all requirements of a NodePool.`,why:`Karpenter skips the NodePool and launches no nodes for it.`,help:"Relax the requirement that excludes the remaining types. The lint rule `satisfiable-requirements` names it."},{code:`provisioning/nodepool-not-ready`,summary:`A NodePool is not ready, so Karpenter does not use it.`,why:`Karpenter validates more than the API server does. A NodePool that fails its validation, or whose node class is missing or not ready, gets a condition. The provisioner then silently skips it.`,help:`Fix the reason that the finding names.`},{code:`provisioning/one-node`,summary:`A change of NodePools moves all pods of a workload to one node.`,why:`Karpenter launches the cheapest node that fits, and one large node may be cheaper than several small ones. If it fails or is replaced, all pods stop.`,help:"Add a topology spread constraint over `kubernetes.io/hostname`, or limit the size of nodes."},{code:`provisioning/pod-ignored`,summary:`Karpenter ignores these pods.`,why:`Karpenter ignores pods that are bound to a node, use another scheduler, or have an unsupported volume or an unknown topology key. They stay pending, and Karpenter launches no node for them.`,help:`Fix the reason that the finding gives for each workload.`},{code:`provisioning/pod-unschedulable`,summary:`No node that Karpenter could launch can run a pod.`,why:`The pod stays pending. Karpenter tried every NodePool in its order, and the finding names the constraint that excluded each. It is an error if the existing nodes are known, or if no node of any kind can run the pod. Otherwise the pod may run on nodes that plumbline does not know: it is a warning in a review, and a note without a base.`,help:`Change the named constraint in the workload or in the NodePool.`},{code:`provisioning/status-ignored`,summary:"The `status` in a manifest was not used.",why:`A status comes from the cluster, not from a repository. The API server drops it when the manifest is applied, and an outdated one would distort the figures.`,help:"Pass the object from the cluster with `--cluster`, or set `zones` and `capacityReservations` in the configuration."},{code:`provisioning/too-many-pods`,summary:`A workload has more pods than plumbline simulates.`,why:`Time and memory of a review are limited. Such a number is nearly always a typing error. The figures that depend on it are unknown.`,help:`Check the number of replicas.`},{code:`render/conflict`,summary:`Two roots render the same object with different content.`,why:`The last one that is applied wins, and the files do not say which that is. The object flips between two states.`,help:`Remove the object from one of the roots, or give the two different names or clusters.`},{code:`render/cycle`,summary:`A kustomization includes itself, directly or through others.`,why:`Kustomize refuses to build it, so none of it is applied.`,help:`Remove one of the entries.`},{code:`render/failed`,summary:`A kustomization or a chart fails to render.`,why:`A kustomization or chart that does not render is not applied, or fails during the rollout. Its objects are unknown, so plumbline does not review them.`,help:"Fix the error of kustomize or helm. `kustomize build` and `helm template` show it in full."},{code:`render/limit`,summary:`Rendering takes too long or produces too much.`,why:`Time and memory of a review are limited, whatever a pull request contains. plumbline does not review what is beyond the limit.`,help:`Split it, or review the rendered manifests.`},{code:`render/missing-file`,summary:`A referenced file or folder does not exist.`,why:`Kustomize and helm refuse to render, so nothing is applied.`,help:`Add the file, or remove the reference.`},{code:`render/not-here`,summary:`Roots were not rendered here.`,why:`A job with the rights of the base repository runs programs on the content of a pull request only where they cannot reach its credentials. Apply runs none.`,help:"Do what the note says, or see the review of the `pull_request` job, which renders."},{code:`render/refused`,summary:`Something was not rendered, because that would run code, leave the repository or use the network.`,why:`plumbline does not trust the content of a pull request. Plugins, functions, post-renderers and remote bases run or download whatever it names.`,help:`Copy it into the repository, or review the rendered manifests.`},{code:`render/tool-missing`,summary:`Kustomize or helm is not installed.`,why:`plumbline renders with the real programs, so that it reviews what is applied. Without them, what the cluster gets is unknown: it reads templates with placeholders, and judges neither patches nor what they change.`,help:`Install them and add them to PATH. GitHub’s runners have both.`},{code:`render/unknown`,summary:`plumbline does not support a generator of manifests, so their content is not reviewed.`,why:`Generators that query a cluster, a Git host or a plugin produce content that the repository does not contain.`,help:"Review the rendered manifests, or set the values in `sources` of plumbline.yaml."},{code:`schema/cel`,summary:`An object violates a validation rule of its CustomResourceDefinition.`,why:`The API server evaluates the rules when it receives the object, and refuses it.`,help:`Do what the message says. It is the rule’s own message.`},{code:`schema/duplicate`,summary:`A list that must not contain duplicates contains an item twice.`,why:`The API server refuses the object.`,help:`Remove one of the two.`},{code:`schema/enum`,summary:`A field has a value that is not one of the allowed values.`,why:`The API server refuses the object.`,help:`Use one of the values that the message lists.`},{code:`schema/format`,summary:`A value does not have the format that its field requires.`,why:`The API server refuses the object.`,help:`Write the value in that format.`},{code:`schema/future-version`,summary:`The target Karpenter does not serve this API version yet.`,why:"The API server does not know this version of the kind, so applying the object fails. Karpenter 1.0 introduced `v1`, and late patches of 0.33 to 0.37 also serve it, for rollbacks from 1.0. For these minors the finding is a note, because the patch is unknown.",help:"Upgrade Karpenter first, or set `karpenter.version` to the version that you run."},{code:`schema/length`,summary:`A string, list or mapping is too short or too long.`,why:`The API server refuses the object.`,help:`Keep within the bounds that the message gives.`},{code:`schema/metadata`,summary:`The metadata of an object is not valid.`,why:`Names, labels and annotations follow the same rules for all Kubernetes objects. The API server refuses an object that breaks them.`,help:`Correct the name, label or annotation that the message names.`},{code:`schema/missing-spec`,summary:"An object has no `spec`.",why:"Without a `spec`, Karpenter cannot do anything with a NodePool or EC2NodeClass.",help:"Add the `spec`, or remove the object."},{code:`schema/pattern`,summary:`A string does not match the pattern of its field.`,why:`The API server refuses the object.`,help:"Write the value as the message shows, such as `720h` for 30 days."},{code:`schema/range`,summary:`A number is out of bounds.`,why:`The API server refuses the object.`,help:`Keep within the bounds that the message gives.`},{code:`schema/refused`,summary:`The API server refuses the object.`,why:`The object cannot be decoded, or it fails a check of Kubernetes itself. Examples are a selector that does not match, a request above its limit, or a changed immutable field.`,help:`Fix what the finding says. It contains the server’s own message.`},{code:`schema/removed-version`,summary:`The target Karpenter or Kubernetes no longer serves this API version.`,why:`Applying the object fails. Karpenter also ignores its old objects that are still in the cluster.`,help:"Write the object in a version that is served. For Karpenter’s objects, `plumbline migrate` does it and keeps comments and order."},{code:`schema/required`,summary:`A required field is missing.`,why:`The API server refuses the object.`,help:`Add the field.`},{code:`schema/type`,summary:`A value does not have the type of its field.`,why:'The API server refuses the object. In YAML the notation decides the type: `10` is a number and `"10"` a string.',help:`Add or remove quotes, or write a list or mapping if the field requires one.`},{code:`schema/unjudged`,summary:`The API server’s own code could not validate the object.`,why:`The definition of its kind does not compile, or the object makes the code fail. The verdict of a cluster is unknown, so plumbline reports it.`,help:`Fix the definition, or make the object smaller and less nested.`},{code:`schema/unknown-field`,summary:`An object has a field that its kind does not have.`,why:"The API server accepts the object and drops the field, with a warning at most, so the field has no effect. With a misspelled `limits`, a NodePool has no limits.",help:`Correct the name, or move the field to the right place.`},{code:`schema/unknown-kind`,summary:`Karpenter does not have this kind in this API version.`,why:`The API server does not know the kind, so applying the object fails.`,help:"Correct `apiVersion` or `kind`."},{code:`schema/warning`,summary:`The API server accepts the object with a warning.`,why:`The message is the API server’s own. kubectl prints it, but most pipelines lose it. It reports a deprecated field, a value that is read differently from how it is written, or a name that may collide with another.`,help:`Do what the warning says.`},{code:`terraform/limit`,summary:`The Terraform code is larger than plumbline evaluates.`,why:`Time and memory of a review are limited. plumbline did not evaluate the last part, so its objects are unknown, not removed.`,help:`Review fewer folders at once.`},{code:`terraform/syntax`,summary:`A Terraform file that concerns Karpenter cannot be parsed.`,why:`plumbline cannot evaluate its module. It does not review the NodePools in it, and whether existing ones still exist is unknown.`,help:"Run `terraform validate` and fix what it reports. The message shows where parsing stopped."},{code:`upgrade/bad-release`,summary:`The repository installs a release of Karpenter that its maintainers advise not to use.`,why:`A patch release may have a regression that later ones fix. The upgrade guide of Karpenter and its issues name such releases. The list in plumbline has the source and the date of each.`,help:`Use a release that has the fix.`},{code:`upgrade/choice`,summary:`Another Karpenter version chooses other nodes for the same pods.`,why:`Karpenter changes from version to version which instance types it launches and which nodes it consolidates first. The manifests stay the same, and so do the figures of a simulation that ignores the version. plumbline simulates each side as its own version from 1.10 on. Before 1.10, it launches nodes like 1.10 and does not consolidate, and the finding says so.`,help:`Upgrade a test cluster first, and compare the number and the sizes of its nodes.`},{code:`upgrade/compatibility`,summary:`Karpenter is too old for the cluster’s Kubernetes version.`,why:`Each Karpenter release supports a range of Kubernetes versions and reports newer ones as incompatible. It still selects images for the newer version, but with the labels, defaults and kubelet settings of an older one. Reported only when the repository names both versions.`,help:`Upgrade Karpenter to at least the release that the message names, and then upgrade the control plane.`},{code:`upgrade/karpenter`,summary:`The change upgrades or downgrades Karpenter to another minor version.`,why:`Another minor may refuse or drop what the current one accepts: APIs, fields and defaults change. plumbline validates and simulates the base with its Karpenter and the head with the new one. Findings that only the new one has count as new. If the hash of EC2NodeClasses changes, Karpenter rewrites the hashes of running nodes instead of comparing them.`,help:`Read the upgrade guide of each minor in between, upgrade the CRDs, and change node classes in a separate change.`},{code:`upgrade/kubernetes`,summary:`The change upgrades or downgrades Kubernetes to another minor version.`,why:"An alias such as `al2023@v20260715`, pinned or not, selects images for the Kubernetes version of the cluster. After the control plane upgrade, Karpenter selects images of the new minor. Every node of that node class then drifts and is replaced within the budgets of its NodePool. Images by id, name, tags or SSM parameter stay the same, and so does their kubelet. Reported only when Terraform, eksctl, kOps, ACK, Crossplane or Cluster API names the version on both sides of the change.",help:`Check the waves in the review, and merge at a suitable time. Update other images in a separate change.`},{code:`upgrade/path`,summary:`The change skips a version of Karpenter or Kubernetes that has to run in between.`,why:`Karpenter before 1.0 stores its objects as v1beta1. Only 1.0 can convert them, and 1.1 and later can neither read nor serve them. So an upgrade from any older version has to stop at 1.0, and one from 0.32 or older also at 0.37. A downgrade below 1.0 is possible only from 1.0. EKS upgrades a control plane by one minor version at a time and refuses to skip one. The report lists what to do at each step.`,help:`Make one change for each version that the message names, and wait until the cluster runs it.`},{code:`upgrade/settings`,summary:`The change modifies a setting of Karpenter that affects the figures.`,why:"The settings of Karpenter’s chart affect the usable memory and the number of pods of an instance type. They also affect how Karpenter treats preferences, `minValues` and reservations. plumbline simulates the base with the settings of its Helm values and the head with its own. The difference in nodes and cost comes from these settings.",help:"Check the figures. Settings under `karpenter` in plumbline.yaml override the Helm values."},{code:`yaml/alias-bomb`,summary:`Aliases expand the document beyond the limit.`,why:`A few lines of nested aliases can expand to gigabytes. The API server also refuses such documents.`,help:`Replace the aliases with their values.`},{code:`yaml/duplicate-key`,summary:`A mapping contains a key twice.`,why:`Only one of the two values is used, and tools disagree about which.`,help:`Remove one of them, or merge their values.`},{code:`yaml/syntax`,summary:`A document is not valid YAML.`,why:`plumbline cannot read anything in the document, so the effect of its changes is unknown. There is no plan until it is fixed.`,help:`Fix the place that the message names. The cause is often the indentation of the line before.`},{code:`yaml/template`,summary:`A document is a template that must be rendered before it is YAML or a Karpenter object.`,why:`The manifest depends on the values of the template, so its content is unknown.`,help:"Review the rendered manifests, or give values with `--set NAME=VALUE`."},{code:`yaml/too-deep`,summary:`A document is nested too deeply.`,why:`Time and memory of a review are limited. Kubernetes’ own decoder has a similar limit.`,help:`Check whether the document is correct.`},{code:`yaml/too-large`,summary:`A file is too large or contains too many objects.`,why:`Time and memory of a review are limited. plumbline does not review what is beyond the limit.`,help:`Split the file.`}],E=(e,...t)=>({...e,corrections:t});function D(e,...t){return{text:gt(ht(e.raw,t)),region:`us-east-1`,karpenter:`1.14`}}const O=(e,...t)=>({...D(e,...t),language:`terraform`}),mt=e=>({...D(e),language:`json`}),k=(e,t)=>({...t,...e});function ht(e,t){return t.reduce((t,n,r)=>{let i=(typeof n==`string`?n:n.text).trimEnd(),a=t.slice(t.lastIndexOf(`
`)+1),o=e[r+1],s=a.trim()===``&&/^\s*(?:\n|$)/.test(o);if(i===``&&s)return t.slice(0,t.length-a.length)+o.replace(/^\s*?\n/,``);let c=/^ *(?:- )*/.exec(a)[0].length;return t+i.replaceAll(/\n(?=.)/g,`\n${` `.repeat(c)}`)+o},e[0])}function gt(e){let t=e.replaceAll(`\\$`,`$`).replaceAll("\\`","`").replace(/^\n/,``).trimEnd().split(`
`),n=t.filter(e=>e.trim()!==``).map(e=>e.search(/\S/)),r=Math.min(...n);return`${t.map(e=>e.slice(r)).join(`
`)}\n`}const _t=e=>e.chart===`karpenter`||e.chart===`karpenter-crd`,vt=e=>e.manifests.flatMap(yt),yt=e=>St(e).filter(_t),bt=(e,t)=>e.manifests.flatMap(St).filter(e=>e.chart===t),xt=e=>typeof e==`string`?/(?:^|\/)([\w.-]+)$/.exec(e)?.[1]:void 0;function St(e){if(e.kind===`HelmRelease`){let t=[`spec`,`chart`,`spec`],n=xt(e.get([...t,`chart`]));return n?[{manifest:e,chart:n,version:[...t,`version`],values:[`spec`,`values`]}]:[]}return e.kind===`HelmValues`?[{manifest:e,chart:`karpenter`,version:void 0,values:e.get([`settings`])===void 0?[`karpenter`]:[]}]:e.kind===`Application`?Ct(e):[]}function Ct(e){return[[`spec`,`source`],...l(e.get([`spec`,`sources`])).map((e,t)=>[`spec`,`sources`,t])].flatMap(t=>{let n=xt(e.get([...t,`chart`])),r=[...t,`helm`,`valuesObject`];return n?[{manifest:e,chart:n,version:[...t,`targetRevision`],values:r}]:[]})}function A(e,t){let n=h(e.get(t));return n===void 0||m(n)?void 0:n}const wt=(e,t)=>e.source.origin?.tool===`terraform`?/^\$\{([a-z_][\w-]*(?:\.[\w-]+)+)\}$/i.exec(h(e.get(t))??``)?.[1]:void 0,j=e=>e,Tt=new Set([`nodeClassRef`,`requirements`,`labels`,`taints`,`startupTaints`,`expireAfter`,`terminationGracePeriod`]);function M({apiVersion:e,name:t=`default`,...n}={}){let r=Object.entries({...Et(n)?{}:{requirements:[]},...n}),i=Dt(r.filter(([e])=>Tt.has(e))),a=`limits`in n?``:`
limits:
  cpu: 100`,o=r.find(([e])=>Tt.has(e))?.[0],s=r.flatMap(([e,t])=>e===o?[i+a]:Tt.has(e)||t===null?[]:[Ot(e,t)]);return D`
    apiVersion: ${e??`karpenter.sh/v1`}
    kind: NodePool
    metadata:
      name: ${t}
    spec:
      ${s.join(`
`)}
  `}const Et=e=>Object.keys(e).some(e=>Tt.has(e));function Dt(e){let t=e.filter(([e])=>e===`labels`).map(([e,t])=>Ot(e,t)),n=e.filter(([e])=>e!==`labels`).map(([e,t])=>Ot(e,t));return[`template:`,...t.length>0?[`  metadata:`,At(t.join(`
`),4)]:[],`  spec:`,At(n.join(`
`),4)].join(`
`)}function Ot(e,t){if(e===`nodeClassRef`)return`nodeClassRef:\n  group: karpenter.k8s.aws\n  kind: EC2NodeClass\n  name: ${String(t)}`;if(Array.isArray(t))return t.length===0?`${e}: []`:`${e}:\n${At(t.map(kt).join(`
`),2)}`;let n=typeof t==`object`?t.text.trimEnd():String(t);return/^\S+:|\n/.test(n)?`${e}:\n${At(n,2)}`:`${e}: ${n}`}function kt(e){let[t,n,...r]=e.split(` `);return`- key: ${t}\n  operator: ${n}${r.length===0?``:`\n  values: ${r.join(` `)}`}`}const At=(e,t)=>e.replaceAll(/^(?=.)/gm,` `.repeat(t)),N=(e,t=`default`)=>D`
  apiVersion: karpenter.k8s.aws/v1
  kind: EC2NodeClass
  metadata:
    name: ${t}
  spec:
    ${e}
`,P=N(`role: KarpenterNodeRole-demo`),F=(e,{version:t=``,values:n=``}={})=>D`
  apiVersion: helm.toolkit.fluxcd.io/v2
  kind: HelmRelease
  metadata:
    name: ${e}
  spec:
    chart:
      spec:
        chart: ${e}
        ${t&&`version: ${t}`}
    ${n&&D`
      values:
        ${n}
    `}
`,I=(e,t)=>D`
  resource "kubectl_manifest" "${e}" {
    yaml_body = <<-YAML
      ${t}
    YAML
  }
`,L=(...e)=>({...e[0],text:e.map(({text:e})=>e).join(`---
`)}),jt=new WeakMap;function R(e){let t=jt.get(e);if(t)return t;let n=e.manifests.filter(Mt);return jt.set(e,n),n}const Mt=({kind:e,apiVersion:t})=>e===`NodePool`&&_(t)===`karpenter.sh`,Nt=e=>{let t=h(e);return t!==void 0&&!m(t)};function z(e,t){let n=t.every((n,r)=>{let i=e.get(t.slice(0,r+1));return typeof i!=`string`||!m(i)}),r=e.get(t);return{path:t,value:r,isKnown:n&&!(r===void 0&&e.isPartial)}}const Pt=e=>e.kind===`NodePool`?[`spec`,`template`,`spec`]:[`spec`];function B(e){let t=[...Pt(e),`requirements`];return l(e.get(t)).map((n,r)=>Ft(e,[...t,r]))}function Ft(e,t){let[n,r,i]=[`key`,`operator`,`values`].map(n=>e.get([...t,n])),a=l(i).map((e,n)=>({path:[...t,`values`,n],text:h(e)??``,isKnown:Nt(e)})),o=Nt(n)&&Nt(r)&&a.every(e=>e.isKnown)&&(i==null||Array.isArray(i));return{path:t,key:h(n)??``,operator:h(r)??``,values:a,isKnown:o}}function It(e){let t=e.kind===`NodePool`?[`spec`,`template`,`metadata`,`labels`]:[`spec`,`labels`];return Object.entries(g(e.get(t))??{}).map(([e,n])=>{let r=[...t,e],i=Nt(n)&&!m(e);return{path:r,key:e,operator:`In`,values:[{path:r,text:h(n)??``,isKnown:i}],isKnown:i}})}const Lt=e=>z(e,e.kind===`Provisioner`?[`spec`,`limits`,`resources`]:[`spec`,`limits`]);function Rt(e){let t=g(e.get(zt(e))),n=h(t?.group)??h(t?.apiVersion)?.split(`/`)[0],r=h(t?.kind);return m(`${n} ${r}`)?void 0:{group:n,kind:r}}const zt=e=>e.kind===`Provisioner`?[`spec`,`providerRef`]:[`spec`,`template`,`spec`,`nodeClassRef`];function Bt(e){let t=zt(e),n=e.get([...t,`name`]),r=Rt(e);return r&&typeof n==`string`&&!m(n)?{path:t,...r,name:n}:void 0}function Vt(e){let t=[...B(e),...It(e)];return e.kind===`Provisioner`?[...t,...Ht(t)]:t}function Ht(e){let t=new Set(e.map(e=>b(e.key))),n=[y.instanceType,y.instanceFamily,y.instanceCategory,y.instanceGeneration],r=[],i=(e,t,n)=>{let i=[`spec`];r.push({path:i,key:e,operator:t,values:n.map(e=>({path:i,text:e,isKnown:!0})),isKnown:!0})};return t.has(y.os)||i(y.os,`In`,[`linux`]),t.has(y.arch)||i(y.arch,`In`,[`amd64`]),t.has(y.capacityType)||i(y.capacityType,`In`,[`on-demand`]),n.some(e=>t.has(e))||(i(y.instanceCategory,`In`,[`c`,`m`,`r`]),i(y.instanceGeneration,`Gt`,[`2`])),r}const Ut=new Set([y.instanceType,y.instanceFamily,y.instanceSize]),Wt=e=>Vt(e).find(({key:e})=>Ut.has(b(e)))?.path??[`spec`],Gt=e=>Number(e.get([`spec`,`weight`])??0),Kt=e=>{let t=[`spec`,`amiSelectorTerms`];return l(e.get(t)).flatMap((e,n)=>{let r=g(e);return r?[{path:[...t,n],term:r}]:[]})},qt=[`AL2`,`AL2023`,`Bottlerocket`,`Windows2019`,`Windows2022`,`Windows2025`,`Custom`,`Ubuntu`];function Jt(e){let t=h(e.get([`spec`,`amiFamily`]));if(t!==void 0)return qt.includes(t)?t:void 0;let[n]=Kt(e).flatMap(({term:e})=>h(e.alias)??[]),r=n?.split(`@`)[0];return qt.find(e=>e.toLowerCase()===r)}function Yt(e){let t=e.get([`spec`,`userData`]);return typeof t==`string`&&!e.isPartial&&!m(t)?t:void 0}const Xt=({kind:e,apiVersion:t})=>e===`EC2NodeClass`&&_(t)===`karpenter.k8s.aws`,Zt=new WeakMap;function Qt(e){let t=Zt.get(e);if(t)return t;let n=e.manifests.filter(Xt),r={classes:n,poolsByClass:en(R(e),$t),classesByName:en(n,({name:e})=>e)};return Zt.set(e,r),r}function $t(e){let{group:t=`karpenter.k8s.aws`,name:n}=Bt(e)??{};return t===`karpenter.k8s.aws`?n:void 0}function en(e,t){let n=new Map;for(let r of e){let e=t(r);if(e===void 0)continue;let i=n.get(e);i?i.push(r):n.set(e,[r])}return n}const tn=e=>Qt(e).classes,nn=(e,t)=>Qt(e).poolsByClass.get(t.name)??[];function rn(e,t){let n=Qt(e).classesByName.get($t(t)??``)??[];return n.length===1?n[0]:void 0}const an=j({id:`access-entry-type`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[70],on:{Manifests(e,t){let n=ln(e);for(let r of e.manifests){if(r.kind===`aws_eks_access_entry`&&un(r,[`spec`],`principal_arn`,{roles:n,context:t}),r.kind===`module`&&dn(r,t),r.kind!==`ClusterConfig`)continue;let e=[`accessConfig`,`accessEntries`];l(r.get(e)).forEach((i,a)=>{un(r,[...e,a],`principalARN`,{roles:n,context:t})})}}},docs:{summary:"The access entry of Karpenter’s node role has the type `STANDARD`, so nodes cannot join the cluster.",why:"An access entry of type `EC2_LINUX` or `EC2_WINDOWS` gives nodes the groups and the user name that they need. `STANDARD`, the default of EKS, is meant for people. With it, instances start, but the API server rejects their kubelets. Karpenter terminates them after 15 minutes and launches others, which fail in the same way.",help:"Set the type of the access entry to `EC2_LINUX`, or to `EC2_WINDOWS` for Windows nodes.",url:`https://docs.aws.amazon.com/eks/latest/userguide/creating-access-entries.html`},examples:fn}),on=/^(module\.[\w-]{0,200}karpenter[\w-]{0,200})\.node_iam_role_(?:name|arn)$/i,sn=/^(aws_iam_role\.[\w-]+)\.(?:name|arn|id)$/,cn=e=>(on.exec(e??``)??sn.exec(e??``))?.[1];function ln(e){let t=[`spec`,`role`],n=tn(e).flatMap(e=>A(e,t)??cn(wt(e,t))??[]);return new Set(n)}function un(e,t,n,{roles:r,context:i}){let a=[...t,n],o=/:role\/(?:.{0,600}\/)?([^/]{1,200})$/.exec(A(e,a)??``)?.[1],s=cn(wt(e,a));if(!(o!==void 0&&r.has(o)||s!==void 0&&r.has(s))&&!s?.startsWith(`module.`))return;let c=h(e.get([...t,`type`]));(c===void 0||c===`STANDARD`)&&i.report({manifest:e,at:e.span(c===void 0?a:[...t,`type`]),message:c===void 0?"The access entry of the node role has no type, so EKS makes it `STANDARD` and nodes cannot join the cluster":"The access entry of the node role has the type `STANDARD`, so nodes cannot join the cluster",help:"Set the type to `EC2_LINUX`, or to `EC2_WINDOWS` for Windows nodes."})}function dn(e,{report:t}){let n=[`spec`,`access_entry_type`];e.get(n)===`STANDARD`&&t({manifest:e,at:e.span(n),message:"The access entry of the node role has the type `STANDARD`, so nodes cannot join the cluster",help:"Remove `access_entry_type`, so that the module uses `EC2_LINUX`."})}function fn(){return{bad:[E(O`
          resource "aws_eks_access_entry" "nodes" {
            cluster_name  = "demo"
            principal_arn = aws_iam_role.karpenter_node.arn
          }

          ${I(`default`,N("role: ${aws_iam_role.karpenter_node.name}"))}
        `,{"principal_arn = aws_iam_role.karpenter_node.arn":`principal_arn = aws_iam_role.karpenter_node.arn
type          = "EC2_LINUX"`}),E(O`
          module "karpenter" {
            source = "terraform-aws-modules/eks/aws//modules/karpenter"

            cluster_name      = module.eks.cluster_name
            access_entry_type = "STANDARD"
          }
        `,{'access_entry_type = "STANDARD"':``}),E(L(D`
          apiVersion: eksctl.io/v1alpha5
          kind: ClusterConfig
          metadata:
            name: demo
            region: us-east-1
          accessConfig:
            accessEntries:
              - principalARN: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo
                type: STANDARD
        `,P),{"type: STANDARD":`type: EC2_LINUX`})],good:[O`
        resource "aws_eks_access_entry" "nodes" {
          cluster_name  = "demo"
          principal_arn = aws_iam_role.karpenter_node.arn
          type          = "EC2_LINUX"
        }

        resource "aws_eks_access_entry" "people" {
          cluster_name  = "demo"
          principal_arn = aws_iam_role.admin.arn
        }

        ${I(`default`,N("role: ${aws_iam_role.karpenter_node.name}"))}
      `]}}const pn=[`0.32`,`0.33`,`0.34`,`0.35`,`0.36`,`0.37`,`1.0`,`1.1`,`1.2`,`1.3`,`1.4`,`1.5`,`1.6`,`1.7`,`1.8`,`1.9`,`1.10`,`1.11`,`1.12`,`1.13`,`1.14`,`1.15`],mn=`1.14`;function hn(e){let t=/^\s*v?(\d{1,4})\.(\d{1,4})(\.(\d+|x|\*)([-+].*)?)?\s*$/i.exec(e);return t===null?void 0:`${Number(t[1])}.${Number(t[2])}`}function gn(e,t){let[n=0,r=0]=e.split(`.`).map(Number),[i=0,a=0]=t.split(`.`).map(Number);return n-i||r-a}function _n(e){return pn.findLast(t=>gn(t,e)<=0)??pn[0]}const vn=u.flatMap(({kind:e,group:t,versions:n})=>n.map(({version:n,first:r,last:i,...a})=>({apiVersion:`${t}/${n}`,kind:e,first:r,last:i,...a}))).sort((e,t)=>v(e.apiVersion,t.apiVersion)||v(e.kind,t.kind)),yn=(e,t)=>vn.find(n=>n.apiVersion===e&&n.kind===t);function bn(e,t){return e.first!==void 0&&gn(t,e.first)<0?!1:e.last===void 0||gn(t,e.last)<=0}const xn=e=>pn.find(t=>gn(t,e)>0);function Sn(e){let t=Cn(e),{length:n}=Kt(e);return n>0&&t.length===n&&!e.isPartial?t:void 0}const Cn=e=>Kt(e).flatMap(({path:e,term:t})=>{let n=t.name===void 0?`ssmParameter`:`name`,r=h(t[n])??``;return r===``||m(r)||t.id!==void 0?[]:[wn([...e,n],r)]});function wn(e,t){return{path:e,text:t,architecture:Dn(t),kubernetes:Tn.map(e=>e.exec(t)?.[1]).find(e=>e!==void 0),bottlerocket:/^(?:bottlerocket-aws-k8s-.*-v|\/aws\/service\/bottlerocket\/.*\/)(\d+\.\d+)\.\d+(?:[-/]|$)/.exec(t)?.[1],isStandard:En.some(e=>e.test(t))}}const Tn=[/^amazon-eks-(?:gpu-|arm64-)?node-(1\.\d{2})(?:[-*]|$)/,/^amazon-eks-node-al2023-.*-(1\.\d{2})(?:[-*]|$)/,/^bottlerocket-aws-k8s-(1\.\d{2})(?:[-*]|$)/,/^\/aws\/service\/eks\/optimized-ami\/(1\.\d{2})\//,/^\/aws\/service\/bottlerocket\/aws-k8s-(1\.\d{2})[-/]/,/^ubuntu-eks\/k8s_(1\.\d{2})\//],En=[/^amazon-eks-node-al2023-.*-standard-/,/^amazon-eks-(?:arm64-)?node-1\.\d{2}(?:[-*]|$)/,/^bottlerocket-aws-k8s-1\.\d{2}-(?:fips-)?(?:x86_64|aarch64)-/,/^\/aws\/service\/eks\/optimized-ami\/1\.\d{2}\/amazon-linux-2023\/[^/]+\/standard\//,/^\/aws\/service\/eks\/optimized-ami\/1\.\d{2}\/amazon-linux-2(?:-arm64)?\//,/^\/aws\/service\/bottlerocket\/aws-k8s-1\.\d{2}(?:-fips)?\//];function Dn(e){let t=/arm64|aarch64/i.test(e);return t===/x86_64|amd64/i.test(e)?void 0:t?`arm64`:`amd64`}const On=`1.33`,kn=j({id:`al2-end-of-life`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[51],on:{NodeTemplate(e,{report:t,settings:n}){let{kubernetesVersion:r}=n,i=e.get([`spec`,`amiFamily`])??`AL2`,a=[`amiSelector`,`launchTemplate`].some(t=>e.get([`spec`,t])!==void 0);i!==`AL2`||a||e.isPartial||!An(r)||t({at:e.span(e.get([`spec`,`amiFamily`])===void 0?[`metadata`,`name`]:[`spec`,`amiFamily`]),severity:`error`,message:Nn(e,r),help:"Set `amiFamily: Bottlerocket`, or migrate to an EC2NodeClass with `al2023`."})},NodeClass(e,{report:t,settings:n}){let{kubernetesVersion:r}=n,i=An(r);if(r===void 0||i){i&&Mn(e)&&t({at:e.span([`spec`,`amiFamily`]),severity:`error`,message:Nn(e,r),help:"Set `amiFamily: AL2023`, and check that `userData` is in its format."});for(let{path:n,text:r,kubernetes:i}of Cn(e))jn(r)&&An(i)&&t({at:e.span(n),severity:`error`,message:Nn(e,i),help:"Select an image of Amazon Linux 2023 or Bottlerocket instead, with an alias such as `al2023@v20260715`."});for(let{path:n,term:a}of Kt(e)){let o=h(a.alias);o!==void 0&&/^al2@/.test(o)&&t({at:e.span([...n,`alias`]),...i&&{severity:`error`},message:i?Nn(e,r):`\`${o}\` has no image for Kubernetes ${On} and newer`,help:"Use an alias of `al2023` or `bottlerocket` instead, such as `al2023@v20260715`."})}}}},docs:{summary:`An EC2NodeClass selects Amazon Linux 2, which has no images for Kubernetes 1.33 and newer.`,why:"AWS built the last EKS images of Amazon Linux 2 in November 2025, for Kubernetes 1.32. On newer clusters the alias selects no image, so the node class is not ready. After an upgrade of the control plane, no new node starts. The severity is error when the repository or `--kubernetes-version` says that the cluster is that new.",help:"Switch to an alias of `al2023` or `bottlerocket` before you upgrade the cluster to 1.33.",url:`https://docs.aws.amazon.com/eks/latest/userguide/eks-ami-deprecation-faqs.html`},examples:Fn}),An=e=>e!==void 0&&gn(e,On)>=0,jn=e=>/^amazon-eks-(?:gpu-|arm64-)?node-1\.|^\/aws\/service\/eks\/optimized-ami\/[^/]+\/amazon-linux-2(?:-|\/)/.test(e),Mn=e=>e.apiVersion===`karpenter.k8s.aws/v1beta1`&&!e.isPartial&&e.get([`spec`,`amiFamily`])===`AL2`&&e.get([`spec`,`amiSelectorTerms`])===void 0,Nn=({name:e},t)=>`Amazon Linux 2 has no image for Kubernetes ${t}, so \`${e}\` never becomes ready`,Pn=(e,t)=>O`
  module "eks" {
    source             = "terraform-aws-modules/eks/aws"
    version            = "~> 21.0"
    name               = "demo"
    kubernetes_version = "${e}"
  }

  ${I(`class`,D`
      apiVersion: karpenter.k8s.aws/v1beta1
      kind: EC2NodeClass
      metadata:
        name: default
      spec:
        amiFamily: ${t}
        role: KarpenterNodeRole-demo
    `)}
`;function Fn(){return{bad:[E(N(D`
          amiSelectorTerms:
            - alias: al2@v20251112
        `),{"al2@v20251112":`al2023@v20260715`},{"al2@v20251112":`bottlerocket@v1.44.0`}),E(k({karpenter:`0.37`},Pn(`1.33`,`AL2`)),{"amiFamily: AL2":`amiFamily: AL2023`}),E(N(D`
          amiFamily: AL2
          amiSelectorTerms:
            - name: amazon-eks-node-1.33-v*
        `),{"amiFamily: AL2":`amiFamily: AL2023`,"name: amazon-eks-node-1.33-v*":`alias: al2023@v20260715`})],good:[k({karpenter:`0.37`},Pn(`1.29`,`AL2`)),N(D`
        amiSelectorTerms:
          - alias: al2023@v20260715
      `),N(D`
          amiFamily: AL2
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
        `,`own`)]}}const In=j({id:`ami-alias-release`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t}){for(let{path:n,term:r}of Kt(e)){let i=h(r.alias)??``,[a=``,o=``]=i.split(`@`),s=Rn.get(a);s===void 0||o===``||o===`latest`||m(i)||s.pattern.test(o)||t({at:e.span([...n,`alias`]),message:`\`${o}\` is not a release of ${s.name}, so \`${e.name}\` finds no image and Karpenter launches no nodes with it`,help:`Use a release, such as \`${a}@${s.example}\`.`})}}},docs:{summary:`A pinned alias does not name a release of its AMI family.`,why:"The API server accepts any text after the `@`. Karpenter looks for the image of the release with that name: a date for Amazon Linux, a version number for Bottlerocket. The Kubernetes version is not part of an alias. If no release has the name, the node class does not become ready, and its NodePools launch no nodes.",help:"Use a release such as `al2023@v20260715` or `bottlerocket@v1.44.0`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:zn}),Ln={name:`Amazon Linux`,pattern:/^v20\d{6}$/},Rn=new Map([[`al2`,{...Ln,example:`v20251112`}],[`al2023`,{...Ln,example:`v20260715`}],[`bottlerocket`,{name:`Bottlerocket`,pattern:/^v?\d+\.\d+\.\d+(?:-\w+)?$/,example:`v1.44.0`}]]);function zn(){return{bad:[E(Bn(`al2023@v1.33`),{"al2023@v1.33":`al2023@v20260715`}),E(Bn(`al2023@20260715`),{"al2023@20260715":`al2023@v20260715`}),E(Bn(`bottlerocket@v20260715`),{"bottlerocket@v20260715":`bottlerocket@v1.44.0`})],good:[Bn(`al2023@v20260715`),Bn(`bottlerocket@v1.44.0`),Bn(`bottlerocket@1.44.0`)]}}const Bn=e=>N(D`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${e}
  `),Vn=[{name:/ubuntu-eks/i,what:`an EKS image of Ubuntu`,families:[`AL2`,`Ubuntu`]},{name:/ubuntu/i,what:`a plain Ubuntu image`,families:[`Ubuntu`]},{name:/amazon-eks-(?:[a-z0-9]+-)?node-al2023/i,what:`an AL2023 image`,families:[`AL2023`]},{name:/amazon-eks-(?:gpu-|arm64-)?node-\d/i,what:`an AL2 image`,families:[`AL2`]},{name:/bottlerocket/i,what:`a Bottlerocket image`,families:[`Bottlerocket`]},{name:/Windows_Server-2019/i,what:`a Windows Server 2019 image`,families:[`Windows2019`]},{name:/Windows_Server-2022/i,what:`a Windows Server 2022 image`,families:[`Windows2022`]},{name:/Windows_Server-2025/i,what:`a Windows Server 2025 image`,families:[`Windows2025`]}],Hn={al2:`AL2`,al2023:`AL2023`,bottlerocket:`Bottlerocket`,windows2019:`Windows2019`,windows2022:`Windows2022`,windows2025:`Windows2025`},Un=j({id:`ami-family-mismatch`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[52],explains:[`schema/cel`],on:{NodeClass(e,t){let n=h(e.get([`spec`,`amiFamily`]));if(n===void 0||n===`Custom`||m(n))return;let r=l(e.get([`spec`,`amiSelectorTerms`]));for(let[i,a]of r.entries()){let r=[`spec`,`amiSelectorTerms`,i],{name:o,alias:s}=g(a)??{};Gn(e,{path:[...r,`name`],name:h(o),family:n},t),Kn(e,{path:[...r,`alias`],name:h(s),family:n},t)}},NodeTemplate(e,t){let n=h(e.get([`spec`,`amiFamily`]));if(n===void 0||n===`Custom`||m(n))return;let r=[`spec`,`amiSelector`,`aws::name`];Gn(e,{path:r,name:h(e.get(r)),family:n},t)}},docs:{summary:"`amiFamily` does not match the family of the selected AMI.",why:`The AMI family decides which bootstrap user data Karpenter writes, and which block device it treats as the root volume. An AMI of another family does not understand that user data. Its instances run and cost money, but never join the cluster. Karpenter replaces them after 15 minutes, again and again.`,help:"Set `amiFamily` to the family of the image. Or set it to `Custom`, and write user data that joins the node to the cluster.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamifamily`},examples:Jn}),Wn=[`spec`,`amiFamily`];function Gn(e,{path:t,name:n,family:r},{report:i}){if(n===void 0||m(n))return;let a=Vn.find(e=>e.name.test(n));if(!a||a.families.includes(r))return;let o=a.families[0],s=a.families.includes(`Ubuntu`);i({at:e.span(t),message:`\`${n}\` is ${a.what}, which does not understand the user data of \`amiFamily: ${r}\``,labels:[{span:e.span(Wn),message:`Karpenter writes user data for this family`}],help:s?"Set `amiFamily: Custom`, and write user data that joins the node to the cluster.":`Set \`amiFamily: ${o}\`, or set \`Custom\` and write user data that joins the node to the cluster.`,...!s&&{fix:{description:`Set \`amiFamily: ${o}\``,edits:x(e,Wn,o)}}})}function Kn(e,{path:t,name:n,family:r},{report:i}){if(n===void 0||m(n))return;let a=Hn[n.split(`@`)[0]];a!==void 0&&a!==r&&i({at:e.span(t),severity:`error`,message:`\`${n}\` selects ${a} images, but \`amiFamily\` is \`${r}\`, so the API server rejects the node class`,labels:[{span:e.span(Wn),message:`this family does not match`}],help:"Remove `amiFamily`, because the alias implies it, or use an alias of that family.",fix:{description:"Remove `amiFamily`",edits:Ce(e,Wn)},explains:{paths:[[`spec`]],mentioning:`amiFamily must be`}})}const qn=D`
  amiFamily: Custom
  userData: |
    #!/bin/bash
    /opt/company/join-cluster
`;function Jn(){return{bad:[E(N(D`
          amiFamily: AL2
          amiSelectorTerms:
            - name: ubuntu/images/hvm-ssd/ubuntu-jammy-22.04-amd64-server-20241211
        `),{"amiFamily: AL2":qn}),E(N(D`
          amiFamily: AL2
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-*
        `),{"amiFamily: AL2":qn}),E(N(D`
          amiFamily: Bottlerocket
          amiSelectorTerms:
            - alias: al2023@v20260715
        `),{"al2023@v20260715":`bottlerocket@v1.44.0`})],good:[N(D`
        amiFamily: Custom
        amiSelectorTerms:
          - name: ubuntu/images/hvm-ssd/ubuntu-jammy-22.04-amd64-server-20241211
      `),N(D`
        amiFamily: AL2023
        amiSelectorTerms:
          - alias: al2023@v20260715
      `)]}}const Yn={CronJob:{group:`batch`,path:[`spec`,`jobTemplate`,`spec`,`template`]},DaemonSet:{group:`apps`,path:[`spec`,`template`]},Deployment:{group:`apps`,path:[`spec`,`template`]},Job:{group:`batch`,path:[`spec`,`template`]},Pod:{group:``,path:[]},ReplicaSet:{group:`apps`,path:[`spec`,`template`]},Rollout:{group:`argoproj.io`,path:[`spec`,`template`]},StatefulSet:{group:`apps`,path:[`spec`,`template`]}},Xn=({namespace:e})=>e??`default`;function V(e){return e.manifests.flatMap(e=>{let t=Object.hasOwn(Yn,e.kind)?Yn[e.kind]:void 0;return!t||t.group!==_(e.apiVersion)||!g(e.get([...t.path,`spec`]))||e.kind===`Pod`&&e.get([`spec`,`nodeName`])!==void 0?[]:[{manifest:e,template:t.path,namespace:Xn(e)}]})}const Zn=e=>e.manifests.some(({kind:e,apiVersion:t})=>(e===`NodePool`||e===`Provisioner`)&&_(t)===`karpenter.sh`);function Qn({manifest:e,template:t}){return $n(e.get([...t,`metadata`,`labels`]))}function $n(e){let t=Object.entries(g(e)??{}).map(([e,t])=>[e,h(t)??``]);return t.some(([e,t])=>m(e)||m(t))?void 0:Object.fromEntries(t)}function er(e,t){let n=g(e.get(t)),r=$n(n?.matchLabels);if(!n||!r||e.isPartial)return;let i=l(n.matchExpressions).map(e=>{let{key:t,operator:n,values:r}=g(e)??{};return{key:h(t)??``,operator:h(n)??``,values:l(r).map(e=>h(e)??``)}});return i.flatMap(({key:e,operator:t,values:n})=>[e,t,...n]).some(e=>m(e))?void 0:{matchLabels:r,matchExpressions:i}}function tr({manifest:e,template:t}){let{nodeSelector:n,affinity:r,tolerations:i}=g(e.get([...t,`spec`]))??{};return/kubernetes\.io\/arch"|arm64/.test(JSON.stringify([n,r,i]))}const nr=j({id:`ami-for-instance-types`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[54,91],on:{Manifests(e,t){let n=R(e).flatMap(e=>rr(e,t)??[]);if(n.length===0)return;let r=n.length===R(e).length&&sr(e);for(let e of n){let n=ar(e)??or(e,r);if(!n)continue;let{pool:i,nodeClass:a,images:o}=e,s=[{span:a.span(o[0].path),message:`this selects the image`}];t.report({...n,manifest:i,at:i.span([...Bt(i).path,`name`]),labels:s})}}},docs:{summary:`The AMIs of a node class do not fit the instance types of a NodePool that uses it.`,why:"An AMI is built for one architecture. If all instance types of a NodePool have the other architecture, Karpenter finds no image for them and launches nothing for the NodePool. The standard images of EKS have no GPU driver, so nodes start but never offer `nvidia.com/gpu`.",help:"Add a selector term for the image of the other architecture, or select the `nvidia` image for GPUs. An alias selects the right image for each instance type.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:lr});function rr(e,{all:t,catalog:n,compatible:r}){let i=rn(t,e),a=i&&Sn(i),o=a&&r(e);if(n&&o?.isExact&&o.names.length!==0&&Bt(e)!==void 0)return{pool:e,nodeClass:i,images:a,types:o.names.map(e=>n.type(e))}}const ir=({gpus:e})=>e.some(({manufacturer:e})=>e===`nvidia`);function ar({pool:e,nodeClass:t,images:n,types:r}){let i=new Set(n.map(({architecture:e})=>e)),a=r.filter(({architecture:e})=>!i.has(e)),[o]=a;if(i.has(void 0)||o===void 0)return;let s=`Add an AMI selector term for the ${o.architecture} image, or use an alias, which selects the right image for each instance type.`;if(a.length===r.length)return{message:`The instance types of \`${e.name}\` are ${o.architecture}, but the images of \`${t.name}\` are ${n[0].architecture}, so Karpenter cannot launch nodes for \`${e.name}\``,help:s};if(B(e).some(({key:e,operator:t,values:n})=>b(e)===y.arch&&t===`In`&&n.some(({text:e})=>e===o.architecture)))return{severity:`note`,message:`\`${e.name}\` allows ${o.architecture}, but the images of \`${t.name}\` are only ${n[0].architecture}, so Karpenter never launches ${a.length} of its ${r.length} instance types`,help:`${s} Or remove ${o.architecture} from the requirements.`}}function or({pool:e,nodeClass:t,images:n,types:r},i){let a=r.every(ir);if(n.every(({isStandard:e})=>e)&&(a||i&&r.some(ir)))return{message:a?`Every instance type of \`${e.name}\` has NVIDIA GPUs, but \`${t.name}\` selects the standard image, which has no driver for them`:`Pods request GPUs, and \`${e.name}\` has instance types with NVIDIA GPUs, but \`${t.name}\` selects the standard image, which has no driver for them`,help:"Select the `nvidia` image of the family, or use an alias, which selects it for these instance types."}}const sr=e=>V(e).some(({manifest:e,template:t})=>{let n=[...t,`spec`,`containers`];return l(e.get(n)).some((t,r)=>[`requests`,`limits`].some(t=>e.get([...n,r,`resources`,t,`nvidia.com/gpu`])!==void 0))}),cr=`- name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715`;function lr(){return{bad:[E(L(M({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),N(D`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
        `)),{[cr]:`${cr}\n- name: amazon-eks-node-al2023-arm64-standard-1.33-v20260715`},{[cr]:`- alias: al2023@v20260715`}),E(L(M({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6]`,`karpenter.sh/capacity-type In [on-demand]`],taints:D`
            - key: nvidia.com/gpu
              effect: NoSchedule
          `,nodeClassRef:`default`}),N(D`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
        `)),{[cr]:`- name: amazon-eks-node-al2023-x86_64-nvidia-1.33-v20260715`},{[cr]:`- alias: al2023@v20260715`}),E(L(M({name:`both`,requirements:[`kubernetes.io/arch In [amd64, arm64]`,`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),N(D`
          amiFamily: AL2023
          amiSelectorTerms:
            - ssmParameter: /aws/service/eks/optimized-ami/1.33/amazon-linux-2023/x86_64/standard/recommended/image_id
        `)),{"[amd64, arm64]":`[amd64]`})],good:[L(M({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),N(D`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
            - name: amazon-eks-node-al2023-arm64-standard-1.33-v20260715
        `)),L(M({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),N(D`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: golden-al2023-*
        `))]}}const ur=/^(?:amazon-eks-(?:arm64-|gpu-)?node-|bottlerocket-aws-k8s-|ubuntu-eks(?:-pro)?\/k8s_)/,dr=/(?<!\d)1\.\d\d(?!\d)/,fr=j({id:`ami-name-kubernetes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,t){let{report:n}=t;for(let n of Cn(e))pr(e,n,t);for(let{path:t,term:r}of Kt(e)){let i=h(r.name);i===void 0||r.tags!==void 0||m(i)||ur.test(i)&&/[*?]/.test(i)&&!dr.test(i)&&n({at:e.span([...t,`name`]),message:`\`${i}\` matches images for every Kubernetes version, and Karpenter launches the newest one, whatever version the cluster has`,help:"Write the Kubernetes version of the cluster in the name, or select the images with an `alias`, which follows the cluster."})}}},docs:{summary:`The name of an image matches images for several Kubernetes versions, or for one that the cluster cannot use.`,why:"The names of EKS images contain the Kubernetes version. If a pattern leaves it open, Karpenter launches the newest image of all versions. Its kubelet can be newer than the control plane, which Kubernetes does not support, and nodes are replaced whenever AWS releases images for another version. The same holds for a name with a version that is newer than the cluster, or more than three minor versions older. That is reported only when the repository or `--kubernetes-version` names the version of the cluster.",help:"Write the Kubernetes version in the name, or use an `alias`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:gr});function pr(e,{path:t,text:n,kubernetes:r},{report:i,settings:{kubernetesVersion:a}}){if(r===void 0||a===void 0)return;let o=Number(r.split(`.`)[1])-Number(a.split(`.`)[1]);o<=0&&o>=-3||i({at:e.span(t),message:`\`${n}\` is an image for Kubernetes ${r}, but the cluster has ${a}. Kubernetes does not support a kubelet that is ${o>0?`newer than the API server`:`more than 3 minor versions older`}`,help:`Select an image for Kubernetes ${a}, or use an \`alias\`, which follows the cluster.`})}const mr=e=>N(D`
    amiFamily: AL2023
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - name: ${e}
  `),hr=(e,t)=>O`
  module "eks" {
    source             = "terraform-aws-modules/eks/aws"
    version            = "~> 21.0"
    name               = "demo"
    kubernetes_version = "${e}"
  }

  ${I(`class`,N(D`
      amiFamily: AL2023
      role: KarpenterNodeRole-demo
      amiSelectorTerms:
        - ${t.startsWith(`/`)?`ssmParameter`:`name`}: ${t}
    `))}
`;function gr(){return{bad:[E(mr(`amazon-eks-node-al2023-x86_64-standard-*`),{"standard-*":`standard-1.33-*`}),E(hr(`1.32`,`amazon-eks-node-al2023-x86_64-standard-1.34-v20260715`),{"standard-1.34":`standard-1.32`}),E(hr(`1.34`,`/aws/service/eks/optimized-ami/1.30/amazon-linux-2023/x86_64/standard/recommended/image_id`),{"optimized-ami/1.30":`optimized-ami/1.34`})],good:[hr(`1.34`,`amazon-eks-node-al2023-x86_64-standard-1.33-v20260715`),mr(`amazon-eks-node-al2023-x86_64-standard-1.33-*`),mr(`platform-node-*`)]}}const _r=[`Sid`,`Effect`,`Principal`,`NotPrincipal`,`Action`,`NotAction`,`Resource`,`NotResource`,`Condition`],vr=e=>(Array.isArray(e)?e:e===void 0?[]:[e]).map(e=>String(e));function yr(e){if(e.length>65536)return{fault:`is too long to be an IAM policy`};let t;try{t=JSON.parse(e)}catch{return{fault:`is not JSON`}}let n=p(t)&&p(t.Role)?t.Role.AssumeRolePolicyDocument:t;if(!p(n)||n.Statement===void 0)return{fault:"has no `Statement`"};let r=Array.isArray(n.Statement)?n.Statement:[n.Statement];return r.every(p)?{statements:r.map(br)}:{fault:`has a statement that is not an object`}}const br=(e,t)=>({name:typeof e.Sid==`string`&&e.Sid!==``?`\`${e.Sid}\``:`statement ${t+1}`,effect:e.Effect===`Allow`?`Allow`:`Deny`,principals:xr(e.Principal??e.NotPrincipal),actions:vr(e.Action??e.NotAction),isNegated:e.NotAction!==void 0||e.NotResource!==void 0||e.NotPrincipal!==void 0,resources:vr(e.Resource??e.NotResource),conditions:Sr(e.Condition),unknown:Object.keys(e).filter(e=>!_r.includes(e))});function xr(e){return p(e)?new Map(Object.entries(e).map(([e,t])=>[e,vr(t)])):new Map(e===void 0?[]:[[`AWS`,vr(e)]])}function Sr(e){return p(e)?Object.entries(e).flatMap(([e,t])=>p(t)?Object.entries(t).map(([t,n])=>({operator:e,key:t,values:vr(n)})):[]):[]}function Cr(e,t){let[n,r,i,a]=[0,0,-1,0];for(;r<t.length;)if(e[n]===`*`)[i,a,n]=[n,r,n+1];else if(n<e.length&&(e[n]===`?`||e[n]===t[r]))[n,r]=[n+1,r+1];else if(i>=0)[a,n,r]=[a+1,i+1,a+1];else return!1;for(;e[n]===`*`;)n++;return n===e.length}const wr=({actions:e,isNegated:t},n)=>e.some(e=>Cr(e.toLowerCase(),n.toLowerCase()))!==t,Tr=j({id:`ami-name-variants`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[54],on:{NodeClass(e,{report:t}){for(let{path:n,term:r}of Kt(e)){let i=h(r.name);if(i===void 0||r.tags!==void 0||m(i)||!/[*?]/.test(i))continue;let a=Er.map(e=>e.filter(e=>kr(i,e))).find(Dr);a&&t({at:e.span([...n,`name`]),message:`\`${i}\` matches images for different purposes, such as \`${Or(a[0])}\` and \`${Or(a.at(-1))}\`, and Karpenter launches the newest one for every instance type`,help:"Write the whole name up to the version, or select the images with an `alias`, which chooses the right one for each instance type."})}}},docs:{summary:`The name of an image is a pattern that matches images for different purposes.`,why:`AWS builds several images for each Kubernetes version: standard ones, ones with drivers for NVIDIA GPUs or Neuron, and ones with FIPS. For a name, Karpenter only looks at the architecture, and launches the newest image that matches. If the pattern leaves the purpose open, ordinary nodes may start with the image for Neuron, and GPU nodes without a driver. Which image is the newest changes with every release.`,help:"Write the purpose in the name, or use an `alias`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:jr}),Er=[[`amazon-eks-node-al2023-x86_64-standard-1.##-v##`,`amazon-eks-node-al2023-x86_64-nvidia-1.##-v##`,`amazon-eks-node-al2023-x86_64-neuron-1.##-v##`],[`amazon-eks-node-al2023-arm64-standard-1.##-v##`,`amazon-eks-node-al2023-arm64-nvidia-1.##-v##`],[`amazon-eks-node-1.##-v##`,`amazon-eks-gpu-node-1.##-v##`],[`bottlerocket-aws-k8s-1.##-x86_64-v##`,`bottlerocket-aws-k8s-1.##-nvidia-x86_64-v##`],[`bottlerocket-aws-k8s-1.##-aarch64-v##`,`bottlerocket-aws-k8s-1.##-nvidia-aarch64-v##`]],Dr=e=>e.length>1,Or=e=>e.replaceAll(`##`,`*`);function kr(e,t){let n=e.replace(/1\.(?:\d{2}|\d[*?]|[*?]+)/,`1.##`).replace(/v(?:\d[\w.-]*[*?]*|[*?]+)$/,`v##`).replaceAll(/\*{2,}/g,`*`);return n.length<=200&&Cr(n,t)}const Ar=(e,t=`AL2023`)=>N(D`
    amiFamily: ${t}
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - name: ${e}
        owner: amazon
  `);function jr(){return{bad:[E(Ar(`amazon-eks-node-al2023-x86_64-*-1.33-v20260715`),{"64-*-1.33":`64-standard-1.33`}),E(Ar(`bottlerocket-aws-k8s-1.33-*`,`Bottlerocket`),{"1.33-*":`1.33-x86_64-*`})],good:[Ar(`amazon-eks-node-al2023-*-standard-1.33-v*`),Ar(`bottlerocket-aws-k8s-1.33-nvidia-x86_64-v1.4*`,`Bottlerocket`),Ar(`platform-node-1.33-*`)]}}const Mr=e=>e?.provider===`aws`?e:null;function Nr(e,t){let n=t?.eks.versions[e]?.standardUntil;if(n===void 0)return;let r=new Date(n);return r.setUTCMonth(r.getUTCMonth()-14),r.toISOString().slice(0,10)}function Pr(e,t,n){let[,r,i,a]=/^al2(?:023)?@v(\d{4})(\d\d)(\d\d)$/.exec(e)??[];return Date.parse(`${r}-${i}-${a}`)<Date.parse(Nr(t,n)??``)-5184e6}const Fr=j({id:`ami-older-than-kubernetes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t,settings:n,catalog:r}){let{kubernetesVersion:i=``}=n,a=Mr(r)?.fees,o=Nr(i,a);for(let{path:n,term:r}of Kt(e)){let s=h(r.alias);s!==void 0&&Pr(s,i,a)&&t({at:e.span([...n,`alias`]),message:`\`${s}\` has no image for Kubernetes ${i}, which EKS has offered since ${o}, so \`${e.name}\` does not become ready and Karpenter launches no nodes with it`,help:`Pin a release from ${o} or later.`})}}},docs:{summary:`A pinned alias is too old to have an image for the cluster’s Kubernetes version.`,why:"AWS builds the images of a release for the Kubernetes versions that EKS offers at that time. After an upgrade of the control plane, the alias of an older release selects no image. The node class is not ready, its NodePools launch no nodes, and Karpenter does not replace running nodes. Reported only when the repository or `--kubernetes-version` names the Kubernetes version.",help:`Pin a release from the day when EKS began to offer this version, or later, and upgrade the control plane in a later change.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions.html`},examples:Ir});function Ir(){return{bad:[E(Lr(`1.34`,`al2023@v20250403`),{"al2023@v20250403":`al2023@v20260715`})],good:[Lr(`1.34`,`al2023@v20260715`),Lr(`1.32`,`al2023@v20250403`)]}}const Lr=(e,t)=>O`
  module "eks" {
    source             = "terraform-aws-modules/eks/aws"
    version            = "~> 21.0"
    name               = "demo"
    kubernetes_version = "${e}"
  }

  ${I(`class`,Rr(t))}
`,Rr=e=>N(D`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${e}
  `),H=(e,t=`, `)=>e.map(e=>`\`${e}\``).join(t),U=(e,t=`unknown`)=>({kind:`unknown`,at:e,name:t}),W=(e,t)=>({kind:`scalar`,value:e,at:t,isLiteral:!1}),zr=(e,t)=>({kind:`string`,pieces:e===``?[]:[{text:e,at:t,form:`made`}],at:t}),Br=e=>e.kind===`scalar`&&e.value===null,Vr=({pieces:e})=>e.map(({text:e})=>e).join(``),Hr=e=>e?.kind===`string`&&e.pieces.every(({isUnknown:e})=>!e)?Vr(e):void 0;function G(e){return e.kind===`scalar`?e.value===null?void 0:String(e.value):Hr(e)}const Ur=({name:e,at:t})=>({text:`\${${e}}`,at:t,form:`made`,isUnknown:!0});function Wr(e){switch(e.kind){case`scalar`:return e.value;case`string`:return Hr(e);case`list`:{let t=e.items.map(Wr);return t.some(e=>e===void 0)?void 0:t}case`object`:{let t=[...e.entries].map(([e,t])=>[e,Wr(t.value)]);return e.isPartial||t.some(([,e])=>e===void 0)?void 0:Object.fromEntries(t)}case`unknown`:return}}const K=(e,t,n=!1)=>({kind:`object`,entries:new Map(e),at:t,isPartial:n});function Gr(e,t){let[n,r]=[Wr(e),Wr(t)];return n===void 0||r===void 0?void 0:Kr(n)===Kr(r)}const Kr=e=>JSON.stringify(e,(e,t)=>typeof t==`object`&&t&&!Array.isArray(t)?Object.fromEntries(Object.entries(t).sort(([e],[t])=>v(e,t))):t);function qr(e,...t){return t.reduce((e,t)=>e?.kind===`object`?e.entries.get(String(t))?.value:e?.kind===`list`?e.items[Number(t)]:void 0,e)}function Jr(e){if(e.kind===`scalar`||e.kind===`unknown`)return 1;let t=Yr.get(e);if(t!==void 0)return t;let n=1+Xr(e);return Yr.set(e,n),n}const Yr=new WeakMap;function Xr(e){let t=0;if(e.kind===`string`)for(let{text:n}of e.pieces)t+=1+n.length/64;else if(e.kind===`list`)for(let n of e.items)t+=Jr(n);else for(let[n,r]of e.entries)t+=1+n.length/64+Jr(r.value);return t}const Zr=e=>({...U(e),isExcess:!0}),Qr=e=>`isExcess`in e||Jr(e)>5e4;function $r(e){let t=Vr(e);if(f(t)!==void 0)return U(e.at);let n=(0,S.parseDocument)(t,{version:`1.2`,merge:!0,strict:!1});if(n.errors.length>0)return U(e.at);let r={places:new ai(e),nodes:0,at:e.at},i=ti(n.contents,r);return i.kind===`object`?{...i,yaml:e}:i}function ei(e){let t=Vr(e),n=new ai(e),r=[0,...[...t.matchAll(/^---(?:[ \t].*)?$\n?/gm)].map(({index:e,0:t})=>e+t.length)];return{kind:`list`,items:r.map((e,i)=>{let a=r[i+1]===void 0?t.length:t.lastIndexOf(`---`,r[i+1]);return{kind:`string`,pieces:n.slice(e,a),at:n.span(e,a)}}).filter(e=>/^[ \t]*[^#\s]/m.test(Vr(e))).map($r),at:e.at}}function ti(e,t){let n=e?t.places.span(e.range[0],e.range[1]):t.at;if(++t.nodes>5e4||e===null)return e===null?W(null,n):U(n);if((0,S.isMap)(e))return ni(e.items,n,t);if((0,S.isSeq)(e))return{kind:`list`,items:e.items.map(e=>ti(e,t)),at:n};if(!(0,S.isScalar)(e))return U(n);let{value:r}=e;if(typeof r==`string`)return ii(r,e,t);let i=ri(e,String(r),t);return{...W(r,n),...i&&{piece:i}}}function ni(e,t,n){let r=e.flatMap(({key:e,value:t})=>{if(!(0,S.isScalar)(e))return[];let r=String(e.value),i=n.places.span(e.range[0],e.range[1]),a=ri(e,r,n)??{text:r,at:i,form:`made`};return[[r,{value:ti(t,n),key:a}]]});return K(r,t)}function ri({range:e},t,{places:n}){let[r,...i]=n.slice(e[0],e[1]);return i.length===0&&r?.text===t&&r.form!==`made`?r:void 0}function ii(e,t,{places:n,at:r}){let[i,a]=t.range,o=n.slice(i,a),s=(o.map(({text:e})=>e).join(``).length-2===e.length?n.slice(i+1,a-1):[]).map(e=>({...e,form:`made`})),c=n.span(i,a);for(let t of[o,s])if(t.map(({text:e})=>e).join(``)===e)return{kind:`string`,pieces:t,at:c};return o.some(({isUnknown:e})=>e)?{kind:`string`,pieces:[{text:e,at:r,form:`made`,isUnknown:!0}],at:c}:zr(e,c)}var ai=class{#e;#t=[];#n;constructor({pieces:e,at:t}){this.#e=e,this.#n=t;let n=0;for(let{text:t}of e)this.#t.push(n),n+=t.length}#r(e){let t=0,n=this.#t.length-1;for(;t<n;){let r=t+n+1>>1;this.#t[r]<=e?t=r:n=r-1}return t}piece(e){let t=this.#r(e),n=this.#e[t];return n&&{piece:n,within:e-this.#t[t],index:t}}slice(e,t){let n=[];for(let r=this.#r(e);r<this.#e.length&&this.#t[r]<t;r++){let i=this.#e[r],a=Math.max(0,e-this.#t[r]),o=Math.min(i.text.length,t-this.#t[r]);o>a&&n.push(a===0&&o===i.text.length?i:ci(i,a,o))}return n}span(e,t){let n=this.piece(e),r=this.piece(Math.max(e,t-1));if(!n||!r)return this.#n;let i=si(n.piece,n.within,n.within+ +(t>e)),a=si(r.piece,r.within,r.within+ +(t>e));return i.file===a.file&&i.start<=a.start?{...i,end:a.end}:i}};const oi=({form:e})=>e!==`made`;function si(e,t,n){let{at:r}=e;return oi(e)&&r.end-r.start===e.text.length?{file:r.file,start:r.start+t,end:r.start+n}:r}function ci(e,t,n){let r=si(e,t,n);return{...e,text:e.text.slice(t,n),at:r}}function li(e){if(e.kind===`object`&&e.yaml)return e.yaml;let t={pieces:[],at:e.at};return di(e,``,t),{kind:`string`,pieces:t.pieces,at:e.at}}const ui=(e,t,n)=>{e.pieces.push({text:t,at:n,form:`made`})};function di(e,t,n){if(e.kind===`object`&&(e.entries.size>0||e.isPartial))t!==``&&ui(n,`
`,e.at),fi(e,t,n);else if(e.kind===`list`&&e.items.length>0){ui(n,`
`,e.at);for(let r of e.items)ui(n,`${t}-`,r.at),di(r,`${t}  `,n)}else t!==``&&ui(n,` `,e.at),n.pieces.push(...gi(e)),ui(n,`
`,e.at)}function fi({entries:e,isPartial:t,at:n},r,i){for(let[t,{value:n,key:a}]of e){ui(i,r,n.at);let e=/^[A-Za-z_][\w./-]*$/.test(t)&&!vi.test(t);i.pieces.push({text:e?t:JSON.stringify(t),at:a?.at??n.at,form:a?.form??`made`}),ui(i,`:`,a?.at??n.at),di(n,`${r}  `,i)}t&&ui(i,`${r}{{ unknown }}\n`,n)}function pi(e){let t=mi(e);return t&&{kind:`string`,pieces:t,at:e.at}}function mi(e){return e.kind===`object`?e.isPartial?void 0:hi([...e.entries].map(([e,{value:t,key:n}])=>{let r=n?.at??t.at,i=mi(t);return i&&[{text:`${JSON.stringify(e)}:`,at:r,form:`made`},...i]}),`{}`,e.at):e.kind===`list`?hi(e.items.map(mi),`[]`,e.at):gi(e)}function hi(e,t,n){if(e.some(e=>e===void 0))return;let r={text:`,`,at:n,form:`made`};return[{text:t[0],at:n,form:`made`},...e.flatMap((e,t)=>t===0?e:[r,...e]),{text:t[1],at:n,form:`made`}]}function gi(e){let{at:t}=e;switch(e.kind){case`unknown`:return[Ur(e)];case`list`:return[{text:`[]`,at:t,form:`made`}];case`object`:return[{text:`{}`,at:t,form:`made`}];case`scalar`:return[e.piece??{text:String(e.value),at:t,form:e.isLiteral?`scalar`:`made`}];case`string`:return yi(e)}}const _i=/^[A-Za-z][\w./-]*$/,vi=/^(?:true|false|null|yes|no|on|off|y|n)$/i;function yi(e){let{pieces:t,at:n}=e,[r]=t,i=t.length===1&&r.form===`quoted`&&r.at.end-r.at.start===n.end-n.start-2,a=Hr(e);return i&&a!==void 0&&JSON.stringify(a)===`"${a}"`?[{text:`"${a}"`,at:n,form:`scalar`}]:t.length===1&&/^(?:file|template|heredoc)$/.test(r.form)&&a!==void 0&&_i.test(a)&&!vi.test(a)?[...t]:[{text:`"`,at:n,form:`made`},...t.map(e=>bi(e)),{text:`"`,at:n,form:`made`}]}function bi(e){let t=JSON.stringify(e.text).slice(1,-1);return t===e.text?{...e,form:e.form===`quoted`?`quoted`:`made`}:{...e,text:t,form:`made`}}const xi=(e,t)=>e.length>2e4?Zr(t):{kind:`list`,items:e,at:t},q=e=>e?.kind===`list`,Si=e=>e?.kind===`object`,Ci=e=>(t,n)=>t.every(q)?xi(e(t.map(({items:e})=>e),n),n):U(n),wi=(e,t)=>{let n=e.filter(Si),r=e.some(e=>e.kind===`unknown`)||n.some(e=>e.isPartial);if(n.length===0&&r)return U(t);let i=e.findLastIndex(e=>e.kind===`unknown`||e.kind===`object`&&e.isPartial),a=new Map;return e.forEach((e,t)=>{if(Si(e))for(let[n,r]of e.entries)a.set(n,t<i?{...r,value:U(r.value.at)}:r)}),K(a,n.at(-1)?.at??t,r)},Ti=(e,t)=>xi(e.flatMap(e=>q(e)?e.items:[e]),e.find(q)?.at??t),Ei=([e,t,n],r)=>{let i=t&&G(t);return!Si(e)||i===void 0?U(r):e.entries.get(i)?.value??(e.isPartial?U(r):n??U(r))},Di=([e],t)=>Si(e)&&!e.isPartial?xi([...e.entries].sort(Oi).map(([e,{value:t,key:n}])=>zr(e,n?.at??t.at)),t):U(t),Oi=([e],[t])=>v(e,t),ki=([e],t)=>Si(e)&&!e.isPartial?xi([...e.entries].sort(Oi).map(([,{value:e}])=>e),t):U(t),Ai=([e],t)=>{if(q(e))return e.items.every(({kind:e})=>e!==`unknown`)?W(e.items.length,t):U(t);if(Si(e))return e.isPartial?U(t):W(e.entries.size,t);let n=e&&Hr(e);return n===void 0?U(t):W(n.length,t)},ji=([e,t],n)=>{if(!q(e)||!t)return U(n);let r=e.items.map(e=>Gr(e,t));return r.includes(!0)?W(!0,n):r.includes(void 0)?U(n):W(!1,n)},Mi=([e,t],n)=>{let r=t&&Number(G(t));return!q(e)||r===void 0||Number.isNaN(r)||e.items.length===0?U(n):e.items.at(r%e.items.length)??U(n)};function Ni(e,t=0){return e.flatMap(e=>q(e)&&t<20?Ni(e.items,t+1):[e])}function Pi(e){let t=new Set;return e.filter(e=>{let n=Wi(e);return n!==void 0&&t.has(n)?!1:(n!==void 0&&t.add(n),!0)})}const Fi=([e],t)=>q(e)?xi(Ii(Pi(e.items)),e.at):U(t),Ii=e=>{let t=new Map(e.map(e=>[e,G(e)]));return[...t.values()].some(e=>e===void 0)?[...e]:[...e].sort((e,n)=>v(t.get(e),t.get(n)))},Li=([e],t)=>q(e)?e:U(t),Ri=([e],t)=>Si(e)?e:U(t),zi=([e,t],n)=>{if(!q(e)||!q(t))return U(n);let r=e.items.map(G);return r.some(e=>e===void 0)||r.length!==t.items.length?U(n):K(r.map((e,n)=>[e,{value:t.items[n]}]),n)},Bi=([e],t)=>q(e)?xi(e.items.filter(e=>!Br(e)&&(e.kind!==`string`||Vr(e)!==``)),e.at):U(t),Vi=([e,t,n],r)=>{let[i,a]=[Number(t&&G(t)),Number(n&&G(n))];return q(e)&&!Number.isNaN(i+a)?xi(e.items.slice(i,a),e.at):U(r)},Hi=(e,t)=>{let n=e.map(e=>Number(G(e))),[r,i,a]=n.length===1?[0,n[0],1]:[n[0],n[1],n[2]??1],o=Math.ceil((i-r)/a);return!Number.isFinite(o)||o>1e3?U(t):xi(Array.from({length:Math.max(0,o)},(e,n)=>W(r+n*a,t)),t)},Ui=([e],t)=>!q(e)||e.items.length>1?U(t):e.items[0]??W(null,t),Wi=e=>{let t=Wr(e);return t===void 0?void 0:Kr(t)};function Gi(e){let t=new Set(e.map(Wi));return e=>{let n=Wi(e);return n!==void 0&&t.has(n)}}const Ki=(e,t)=>{let n=e.filter(q).map(({items:e})=>e),r=n.reduce((e,t)=>e*t.length,1);if(n.length<e.length)return U(t);if(r*n.length>1e5)return Zr(t);let i=n.reduce((e,t)=>e.flatMap(e=>t.map(t=>[...e,t])),[[]]);return xi(i.map(e=>({kind:`list`,items:e,at:t})),t)},qi=(e,t)=>{for(let n of e){if(!q(n))return U(t);if(n.items.length>0)return n}return U(t)},Ji=(e,t,n)=>{let r=e.map(G);return r.includes(String(t))?W(t,n):r.includes(void 0)?U(n):W(!t,n)},Yi={merge:wi,concat:Ti,lookup:Ei,keys:Di,values:ki,length:Ai,contains:ji,element:Mi,toset:Fi,tolist:Li,tomap:Ri,zipmap:zi,compact:Bi,slice:Vi,range:Hi,one:Ui,setproduct:Ki,coalescelist:qi,alltrue:([e],t)=>q(e)?Ji(e.items,!1,t):U(t),anytrue:([e],t)=>q(e)?Ji(e.items,!0,t):U(t),flatten:([e],t)=>q(e)?xi(Ni(e.items),e.at):U(t),distinct:([e],t)=>q(e)?xi(Pi(e.items),e.at):U(t),reverse:Ci(([e])=>[...e??[]].reverse()),sort:Ci(([e])=>Ii(e??[])),setunion:Ci(e=>Ii(Pi(e.flat()))),setsubtract:Ci(([e,t])=>{let n=Gi(t??[]);return(e??[]).filter(e=>!n(e))}),setintersection:Ci(([e,...t])=>{let n=t.map(Gi);return(e??[]).filter(e=>n.every(t=>t(e)))})},Xi=4194304,Zi=(e,t)=>e.length>Xi?Zr(t):zr(e,t),J=e=>(t,n)=>{let r=t.map(G);if(r.some(e=>e===void 0))return U(n);let i=e(...r);return i===void 0?Zr(n):typeof i==`string`?Zi(i,n):W(i,n)};function Qi(e,t,n){let r=n.length-t.length,i=r>0?(Xi-e.length)/r:1/0;return $i(e,t,i)>i?void 0:e.replaceAll(t,()=>n)}function $i(e,t,n){if(t===``)return e.length+1;let r=0;for(let i=e.indexOf(t);i!==-1&&r<=n;i=e.indexOf(t,i+t.length))r++;return r}function ea(e){if(e.kind===`string`)return e.pieces;if(e.kind===`unknown`)return[Ur(e)];let t=G(e);return t===void 0?void 0:[{text:t,at:e.at,form:`made`}]}function ta(e,t){let n=[],r=0;for(let i of e){for(let e of i??[])r+=e.text.length,n.push({...e,form:`made`});if(i===void 0)return U(t);if(n.length>5e4||r>Xi)return Zr(t)}return{kind:`string`,pieces:n,at:t}}const na=([e,...t],n)=>{let r=e&&Hr(e);if(r===void 0||t.some(({kind:e})=>e!==`list`))return U(n);let i=t.flatMap(e=>e.items);return i.length>5e4?Zr(n):ta(i.flatMap((e,t)=>[...t>0?[[{text:r,at:n,form:`made`}]]:[],ea(e)]),n)},ra=([e,t],n)=>{let[r,i]=[e&&Hr(e),t&&Hr(t)];return r===void 0||i===void 0?U(n):$i(i,r,5e4)>5e4?Zr(n):{kind:`list`,items:i.split(r).map(e=>zr(e,t.at)),at:n}},ia=([e,...t],n)=>{let r=e&&Hr(e);if(r===void 0)return U(n);let i=[],a=0,o=0;for(let e of r.matchAll(/%(?:%|(0?)(\d*)([sdvqt]))|%/g))e.index>o&&i.push([{text:r.slice(o,e.index),at:n,form:`made`}]),o=e.index+e[0].length,e[0]===`%%`?i.push([{text:`%`,at:n,form:`made`}]):i.push(e[3]===void 0?void 0:aa(e,t[a++],n));return o<r.length&&i.push([{text:r.slice(o),at:n,form:`made`}]),ta(i,n)};function aa(e,t,n){if(!t)return;let r=ea(t),[,i,a,o]=e;if(a===``&&o!==`q`||t.kind===`unknown`)return r;let s=G(t);if(s!==void 0)return[{text:(o===`q`?JSON.stringify(s):s).padStart(Math.min(Number(a),100),i?`0`:` `),at:n,form:`made`}]}const oa=([e,t],n)=>{let r=e?.kind===`scalar`&&typeof e.value==`number`?` `.repeat(Math.min(e.value,100)):void 0;return r===void 0||t?.kind!==`string`?U(n):t.pieces.some(({text:e})=>$i(e,`
`,5e4)>5e4)?Zr(n):{kind:`string`,pieces:t.pieces.flatMap(e=>sa(e,r)),at:t.at}};function sa(e,t){let n=e.text.split(/(?<=\n)/),r=e.form!==`made`&&e.at.end-e.at.start===e.text.length,i=0;return n.flatMap(n=>{let a=r?{...e.at,start:e.at.start+i,end:e.at.start+i+n.length}:e.at;i+=n.length;let o={...e,text:n,at:a};return n.endsWith(`
`)?[o,{text:t,at:a,form:`made`}]:[o]})}const ca=(e,t)=>{for(let n of e){if(n.kind===`unknown`)return U(t);if(!Br(n)&&Hr(n)!==``)return n}return U(t)},la=e=>e.replace(/(^|\s)(\S)/g,(e,t,n)=>t+n.toUpperCase()),ua=(e,t)=>{let n=new Set(t),r=e=>e!==void 0&&n.has(e),[i,a]=[0,e.length];for(;i<a&&r(e[i]);)i++;for(;a>i&&r(e[a-1]);)a--;return e.slice(i,a)};function da(e){let t=e.length;for(;e[t-1]===`
`;)t-=e[t-2]===`\r`?2:1;return e.slice(0,t)}const fa={join:na,split:ra,format:ia,indent:oa,coalesce:ca,lower:J(e=>e.toLowerCase()),upper:J(e=>e.toUpperCase()),title:J(la),trimspace:J(e=>e.trim()),chomp:J(da),trim:J(ua),trimprefix:J((e,t)=>e.startsWith(t)?e.slice(t.length):e),trimsuffix:J((e,t)=>t!==``&&e.endsWith(t)?e.slice(0,-t.length):e),startswith:J((e,t)=>e.startsWith(t)),endswith:J((e,t)=>e.endsWith(t)),strcontains:J((e,t)=>e.includes(t)),replace:J(Qi),substr:J((e,t,n)=>{let r=Number(t)<0?e.length+Number(t):Number(t);return Number(n)<0?e.slice(r):e.slice(r,r+Number(n))}),basename:J(e=>e.split(`/`).at(-1)),dirname:J(e=>e.split(`/`).slice(0,-1).join(`/`)||`.`)},pa=e=>{let t=e&&G(e);return t===void 0||t.trim()===``||Number.isNaN(Number(t))?void 0:Number(t)},ma=e=>(t,n)=>{let r=t.map(pa);return r.some(e=>e===void 0)?U(n):W(e(...r),n)};function ha(e){try{return JSON.parse(e)}catch{return}}const ga=([e],t)=>e&&e.kind!==`unknown`&&pi(e)||U(t),_a=([e],t)=>{if(e?.kind!==`string`)return U(t);let n=Hr(e),r=$r(e);return n!==void 0&&ha(n)===void 0?U(t):va(r)},va=e=>{if(e.kind!==`object`)return e;let{yaml:t,...n}=e;return n},ya=([e],t)=>e?.kind===`string`?$r(e):U(t),ba=([e],t)=>e?.kind===`string`?ei(e):U(t),xa=([e],t)=>!e||e.kind===`unknown`?U(t):li(e),Sa=([e],t)=>{if(!e||e.kind===`string`||e.kind===`scalar`&&e.value===null)return e??U(t);let n=G(e);return n===void 0?U(t):zr(n,e.at)},Ca=([e],t)=>{let n=pa(e);return e?.kind===`scalar`?e:n===void 0?U(t):W(n,e.at)},wa=([e],t)=>{let n=e&&G(e);return n===`true`||n===`false`?W(n===`true`,e.at):U(t)},Ta=([e],t)=>e??U(t),Ea=([e,t],n)=>{let r=Number.parseInt((e&&G(e))??``,pa(t)??10);return Number.isNaN(r)?U(n):W(r,n)},Da=new Map([...Object.entries(fa),...Object.entries(Yi),[`jsonencode`,ga],[`jsondecode`,_a],[`yamlencode`,xa],[`yamldecode`,ya],[`provider::kubernetes::manifest_decode`,ya],[`provider::kubernetes::manifest_decode_multi`,ba],[`provider::kubernetes::manifest_encode`,xa],[`tostring`,Sa],[`tonumber`,Ca],[`tobool`,wa],[`sensitive`,Ta],[`nonsensitive`,Ta],[`parseint`,Ea],[`max`,ma(Math.max)],[`min`,ma(Math.min)],[`ceil`,ma(Math.ceil)],[`floor`,ma(Math.floor)],[`abs`,ma(Math.abs)],[`signum`,ma(Math.sign)],[`pow`,ma((e,t)=>e**t)],[`sum`,([e],t)=>e?.kind===`list`?ma((...e)=>e.reduce((e,t)=>e+t,0))(e.items,t):U(t)]]),Oa=(e,t)=>({...U(e,t),isError:!0}),ka=e=>e.kind===`unknown`&&`isError`in e;function Aa(e,t,n){return e.kind===`unknown`?{...e,name:`${e.name}.${t}`}:e.kind===`object`?e.entries.get(t)?.value??(e.isPartial?U(n,t):Oa(n,t)):Oa(n,t)}function ja(e,t,n){return e.kind===`unknown`?U(n,e.name):{kind:`list`,items:(e.kind===`list`?e.items:Br(e)?[]:[e]).map(e=>t.reduce((e,t)=>Aa(e,t,n),e)),at:n}}const Ma={"+":(e,t)=>e+t,"-":(e,t)=>e-t,"*":(e,t)=>e*t,"/":(e,t)=>e/t,"%":(e,t)=>e%t,"<":(e,t)=>e<t,"<=":(e,t)=>e<=t,">":(e,t)=>e>t,">=":(e,t)=>e>=t};function Na(e,[t,n],r){if(e===`==`||e===`!=`){let i=Gr(t,n);return i===void 0?Pa(t,n,e,r):W(i===(e===`==`),r)}if(e===`&&`||e===`||`)return Fa([t,n],e===`||`,r);let[i,a]=[Number(G(t)??NaN),Number(G(n)??NaN)],o=Ma[e]?.(i,a);return o===void 0||Number.isNaN(i+a)?U(r):W(o,r)}function Pa(e,t,n,r){let i=e=>e.kind===`object`||e.kind===`list`||e.kind===`string`;return Br(e)&&i(t)||Br(t)&&i(e)?W(n===`!=`,r):U(r)}function Fa(e,t,n){let r=e.map(G);return r.includes(String(t))?W(t,n):r.includes(void 0)?U(n):W(!t,n)}function Ia(e,t,n){let r=G(t);return e===`!`?r===`true`||r===`false`?W(r===`false`,n):U(n):r===void 0||Number.isNaN(Number(r))?U(n):W(-Number(r),n)}function La(e,t){return Qr(e)?(t.spend(1/0),U(e.at)):e}const Ra=1e4;function za(e){if(e.kind===`list`)return e.items.slice(0,Ra).map((e,t)=>({key:W(t,e.at),value:e}));if(e.kind===`object`)return[...e.entries].sort(([e],[t])=>v(e,t)).slice(0,Ra).map(([e,t])=>({key:Ba(e,t),value:t.value}))}const Ba=(e,{key:t,value:n})=>({kind:`string`,pieces:e===``?[]:[{text:e,at:t?.at??n.at,form:`made`}],at:t?.at??n.at});function Va(e,t,{key:n,value:r}){let[i,a]=t,o=a===void 0?[[i,r]]:[[i,n],[a,r]];return{...e,names:new Map([...e.names,...o])}}const Ha={quoted:`quoted`,heredoc:`heredoc`,file:`template`},Ua=4194304;function Wa(e,t,n){let r={pieces:[],form:t,evaluate:n.evaluate,length:0};return Ka(e,n.scope,r),r.length>Ua?Zr(n.at):{kind:`string`,pieces:r.pieces,at:n.at}}function Ga(e,t){for(let n of t)e.length+=n.text.length,n.text!==``&&e.length<=Ua&&e.pieces.push(n)}function Ka(e,t,n){for(let[r,i]of e.entries()){if(n.length>Ua||!t.spend())return;if(i.kind===`text`){let{text:e,at:t,isLiteral:r}=i,{style:a,indent:o}=n.form;Ga(n,[{text:e,at:t,form:r?Ha[a]:`made`,...o>0&&{indent:o}}])}else if(i.kind===`value`){let a=n.evaluate(i.expression,t);qa(a,n,e[r+1])?Ga(n,[eo(n,i.at)]):Ya(a,i.at,{scope:t,writer:n})}i.kind===`if`&&Qa(i,t,n),i.kind===`for`&&$a(i,t,n)}}function qa(e,{pieces:t},n){if(e.kind!==`unknown`||n!==void 0&&!(n.kind===`text`&&/^[ \t]*\n/.test(n.text)))return!1;let r=t.slice(-40).map(({text:e})=>e).join(``).split(`
`),i=r.pop();if(i.trim()!==``)return!1;let a=r.findLast(e=>e.trim()!==``&&Ja(e)<=i.length);return a!==void 0&&Ja(a)===i.length&&/^(?:- |[\w./"'-]+:(?: |$))/.test(a.trimStart())}const Ja=e=>e.length-e.trimStart().length;function Ya(e,t,{scope:n,writer:r}){n.spend(Jr(e))&&Ga(r,Xa(e,t))}function Xa(e,t){if(e.kind===`string`&&e.pieces.length>1)return e.pieces.map(e=>Za(e,t));let n=G(e);return n===void 0?e.kind===`string`?e.pieces.map(e=>({...e,at:t,form:`made`})):[{...Ur(e.kind===`unknown`?e:U(t)),at:t}]:[{text:n,at:t,form:`made`}]}const Za=(e,t)=>e.isUnknown?{...e,at:t}:e;function Qa(e,t,n){let r=G(n.evaluate(e.condition,t));r===void 0?Ga(n,[eo(n,e.at)]):Ka(r===`true`?e.whenTrue:e.whenFalse,t,n)}function $a(e,t,n){let r=za(n.evaluate(e.of,t));if(!r||e.names.length===0)Ga(n,[eo(n,e.at)]);else for(let i of r)Ka(e.parts,Va(t,e.names,i),n)}function eo({pieces:e},t){let n=e.slice(-3).map(({text:e})=>e).join(``);return{text:/(?:^|\n)[ \t]*$/.test(n)?`{{ unknown }}
`:"${unknown}",at:t,form:`made`,isUnknown:!0}}function Y(e,t){return t.spend()?La(to(e,t),t):U(e.at)}function to(e,t){let{at:n}=e;switch(e.kind){case`literal`:return{kind:`scalar`,value:e.value,at:n,isLiteral:!0};case`template`:return go(e.parts,e.form,{at:n,scope:t});case`tuple`:return{kind:`list`,items:e.items.map(e=>Y(e,t)),at:n};case`object`:return no(e.entries,n,t);case`variable`:case`attribute`:return oo(e,t);case`index`:return so(e,t);case`splat`:return ja(Y(e.of,t),e.path,n);case`call`:return uo(e,t);case`conditional`:return po(e,t);case`binary`:return co(e,t);case`unary`:return Ia(e.operator,Y(e.operand,t),n);case`for`:return mo(e,t);case`unreadable`:return U(n)}}function no(e,t,n){let r=new Map,i=!1;for(let{key:t,value:a}of e){let e=Y(t,n),o=G(e)??(n.keepsPartialKeys?ro(e):void 0);o===void 0?i=!0:r.set(o,{value:Y(a,n),key:io(o,e,t.at)})}return K(r,t,i)}const ro=e=>e.kind===`string`?Vr(e):e.kind===`unknown`?Ur(e).text:void 0;function io(e,t,n){if(n.end-n.start===e.length)return{text:e,at:n,form:`key`};let[r]=t.kind===`string`?t.pieces:[];return r?.form===`quoted`&&r.text===e?r:{text:e,at:n,form:`made`}}function ao(e){if(e.kind===`variable`)return[e.name];if(e.kind===`attribute`){let t=ao(e.of);return t&&[...t,e.name]}}function oo(e,t){let{at:n}=e,r=ao(e);if(r===void 0){let{of:r,name:i}=e;return Aa(Y(r,t),i,n)}let i=t.names.get(r[0]),{value:a,steps:o}=i?{value:i,steps:1}:t.resolve(r,n);return r.slice(o).reduce((e,t)=>Aa(e,t,n),a)}function so({of:e,key:t,at:n},r){let[i,a]=[Y(e,r),Y(t,r)];if(i.kind===`unknown`)return ka(i)?i:U(n,i.name);let o=G(a);return o===void 0?U(n):i.kind===`list`?i.items[Number(o)]??Oa(n,o):Aa(i,o,n)}function co({operator:e,left:t,right:n,at:r},i){let a=[Y(t,i),Y(n,i)];return i.spend(lo(a))?Na(e,a,r):U(r)}const lo=e=>e.reduce((e,t)=>e+Jr(t),0)/16;function uo({name:e,args:t,isExpanded:n,at:r},i){if(e===`try`)return fo(t,r,i);let a=t.map(e=>Y(e,i)),o=a.at(-1);if(n&&o?.kind!==`list`)return U(r);let s=n&&o?.kind===`list`?[...a.slice(0,-1),...o.items]:a;if(e===`can`)return s.some(ka)?W(!1,r):s.some(({kind:e})=>e===`unknown`)?U(r):W(!0,r);let c=i.hostFunction(e)??Da.get(e);if(!c||!i.spend(lo(s)))return U(r);let l=c(s,r);return i.spend(Jr(l))?l:U(r)}function fo(e,t,n){for(let t of e){let e=Y(t,n);if(!ka(e))return e}return U(t)}function po({condition:e,whenTrue:t,whenFalse:n,at:r},i){let a=G(Y(e,i));if(a===`true`)return Y(t,i);if(a===`false`)return Y(n,i);let[o,s]=[Y(t,i),Y(n,i)];return i.spend(lo([o,s]))&&Gr(o,s)?o:U(r)}function mo(e,t){let{at:n,of:r,names:i,condition:a}=e,o=Y(r,t),s=za(o);if(!s||i.length===0)return U(n);let c=s.map(e=>Va(t,i,e)),l=c.map(e=>a?G(Y(a,e)):`true`),u=o.kind===`object`&&o.isPartial||l.includes(void 0),d=c.filter((e,t)=>l[t]===`true`);if(!e.key){let t=d.map(t=>Y(e.value,t));return{kind:`list`,items:u?[...t,U(n)]:t,at:n}}return ho({...e,key:e.key},d,u)}function ho({key:e,value:t,isGrouped:n,at:r},i,a){let o=new Map,s=new Map,c=!1;for(let a of i){let i=Y(e,a),l=G(i);if(l===void 0){c=!0;continue}let u=Y(t,a),d={text:l,at:i.at,form:`made`},f=s.get(l)??[];s.set(l,f),f.push(u),o.set(l,{value:n?{kind:`list`,items:f,at:r}:u,key:d})}return K(o,r,a||c)}function go(e,t,{at:n,scope:r}){let[i]=e;return e.length===1&&i?.kind===`value`&&t.style===`quoted`?Y(i.expression,r):Wa(e,t,{at:n,scope:r,evaluate:Y})}const _o=new Set([`count`,`for_each`,`provider`,`providers`,`depends_on`,`lifecycle`,`provisioner`]);function vo({block:e,scope:t}){let n=La(yo(e.body,t,e.head),t);return n.kind===`object`?n:K([],e.head,!0)}function yo(e,t,n){let r=new Map;for(let[n,{value:i,nameAt:a}]of e.attributes)_o.has(n)||r.set(n,{value:Y(i,t),key:{text:n,at:a,form:`key`}});for(let n of e.blocks){let e=n.type===`dynamic`?n.labels[0]??``:n.type;if(_o.has(e))continue;let i=n.type===`dynamic`?bo(n,t):[yo(n.body,t,n.head)],a=r.get(e)?.value,o=a?.kind===`list`?a.items:[],s={text:e,at:n.head,form:`made`};r.set(e,{value:{kind:`list`,items:[...o,...i],at:n.head},key:s})}return K(r,n)}function bo({body:e,labels:t,head:n},r){let i=e.attributes.get(`for_each`)?.value,a=e.blocks.find(({type:e})=>e===`content`),o=i&&za(Y(i,r));return!o||!a?[U(n)]:o.map(({key:e,value:i})=>{let o=K([[`key`,{value:e}],[`value`,{value:i}]],i.at);return yo(a.body,Va(r,[t[0]??``],{key:e,value:o}),n)})}function xo(e,{name:t,at:n,spec:r}){let i=e=>({value:zr(e,n)});return K([[`apiVersion`,i(`terraform/v1`)],[`kind`,i(e)],[`metadata`,{value:K([[`name`,i(t)]],n)}],[`spec`,{value:r}]],n)}const So=e=>t=>[{name:t.address,text:e(t)}],Co=e=>t=>{let n=e(t);return n?[{name:t.address,text:n}]:[]},wo=e=>To(e.block.labels[0]??e.block.type)(e),To=e=>t=>{let{block:n,address:r}=t,i=n.labels.at(-1)??``,a=Eo(vo(t),n);return[{name:r,text:li(xo(e,{name:i,at:n.head,spec:a}))}]};function Eo(e,{body:t}){let n=t.blocks.find(({type:e})=>e===`lifecycle`)?.body.attributes.get(`ignore_changes`)?.value;if(n?.kind!==`tuple`)return e;let r=n.items.flatMap(e=>{let t=e.kind===`index`||e.kind===`attribute`?e.of:e;return t.kind===`variable`?[t.name]:[]}).map(e=>[e,{value:U(n.at,`ignored.${e}`)}]);return K([...e.entries,...r],e.at,e.isPartial)}const Do=`unread_module`;function Oo({block:e,scope:t,address:n}){let r=e.body.attributes.get(`source`),i=r?[[`source`,{value:Y(r.value,t)}]]:[],a=K(i,e.head);return{name:n,text:li(xo(Do,{name:e.labels[0]??``,at:e.head,spec:a}))}}const ko=e=>{let{block:t,address:n}=e,r=vo(e);return[{name:n,text:li(xo(`module`,{name:t.labels[0]??``,at:t.head,spec:K(r.entries,r.at)}))}]},Ao=`token.actions.githubusercontent.com`,jo=`sts.amazonaws.com`,Mo=`2026-07-15`;function No({owner:e,name:t,ids:n},r){let i=`environment:${r.replaceAll(`:`,`%3A`)}`;return{byName:`repo:${e}/${t}:${i}`,byId:n&&`repo:${e}@${n.owner}/${t}@${n.repository}:${i}`}}const Po=/^repo:([^/:@]+)(?:@([^/:]+))?\/([^/:@]+)(?:@([^/:]+))?(?::(.*))?$/;function Fo(e){let[,t,n,r,i,a=``]=Po.exec(e)??[];return t===void 0?void 0:{owner:t,name:r,ownerId:n,repositoryId:i,context:a}}const Io=`sts:AssumeRoleWithWebIdentity`,Lo=e=>e.replace(/^arn:[^:]+:iam::[^/]{0,200}:oidc-provider\//,``).replace(/^https:\/\//,``).replace(/\/$/,``);function Ro(e,t){try{let n=JSON.parse(t(e.split(`.`)[1]??``));return typeof n!=`object`||!n?void 0:Object.fromEntries(Object.entries(n).filter(([,e])=>Array.isArray(e)||typeof e!=`object`).map(([e,t])=>[e,Array.isArray(t)?t.map(String):String(t)]))}catch{return}}const zo=e=>e===void 0?[]:typeof e==`string`?[e]:e;function Bo(e,t){let n=Lo(zo(t.iss)[0]??``),r=e.filter(e=>e.effect===`Allow`&&wr(e,`sts:AssumeRoleWithWebIdentity`));if(r.length===0)return[`no statement allows \`${Io}\``];let i=r.filter(e=>Vo(e).some(e=>Lo(e)===n));return i.length===0?[`it trusts ${[...new Set(r.flatMap(Vo).map(Lo))].map(e=>`\`${e}\``).join(`, `)||`no identity provider`}, but the token is from \`${n}\``]:i.map(e=>e.conditions.flatMap(e=>Ho(e,n,t))).sort((e,t)=>e.length-t.length)[0]}const Vo=e=>e.principals.get(`Federated`)??[];function Ho(e,t,n){let{operator:r,key:i,values:a}=e,o=Uo(i,t);if(o===void 0)return[`it requires \`${i}\`, which no token of \`${t}\` has`];let s=zo(n[o]),c=H(a,` or `),l=s.length===0?`does not have it`:`has \`${s.join(`, `)}\``;return Wo(r,s,a)===!1?[`\`${o}\` must be ${c}, but the token ${l}`]:[]}function Uo(e,t){let n=e.lastIndexOf(`:`);return e.slice(0,n).toLowerCase()===t.toLowerCase()?e.slice(n+1).toLowerCase():void 0}function Wo(e,t,n){let[,r=``,i=``,a=``]=/^(ForAnyValue:|ForAllValues:)?(\w+?)(IfExists)?$/.exec(e)??[],o=Go[i];if(o===void 0)return;if(t.length===0)return a!==``||r===`ForAllValues:`;let s=e=>n.some(t=>o(t,e));return r===`ForAllValues:`?t.every(s):t.some(s)}const Go={StringEquals:(e,t)=>e===t,StringEqualsIgnoreCase:(e,t)=>e.toLowerCase()===t.toLowerCase(),StringLike:Cr};function Ko(e){let[t=``]=zo(e.sub);if(Lo(zo(e.iss)[0]??``)!==`token.actions.githubusercontent.com`)return;let n=Fo(t);if(!n)return`The subject is customized, so the trust policy must spell it the same way.`;if(!n.context.startsWith(`environment:`))return"The job names no environment. Add `environment: NAME` to it, because the trust policy requires one.";if(n.ownerId!==void 0)return"The subject contains ids (`repo:owner@ID/name@ID:…`), as in repositories created or renamed since 15 July 2026. The trust policy must use this format."}function qo({manifests:e}){let t=new Map(e.map(e=>[e.source.file,e]));return e.filter(({source:e})=>e.origin?.tool===`terraform`).flatMap(e=>e.kind===`aws_iam_role`?[Yo(e,t)]:e.kind===`module`?$o(e):[])}const Jo=({source:e})=>e.file.slice(e.file.indexOf(`: `)+2).replace(/ \(\d+\)$/,``);function Yo(e,t){let n=[`spec`,`assume_role_policy`],r=e.get(n),i={address:Jo(e),manifest:e,path:n,name:h(e.get([`spec`,`name`]))};if(g(r))return{...i,statements:Xo(r)};let a=/^\$\{(data\.aws_iam_policy_document\.[\w-]+)\.json\}$/.exec(h(r)??``)?.[1];if(a===void 0)return{...i,statements:void 0};let[o]=e.source.file.split(/(?:data\.)?aws_iam_role\./),s=[``,`[0]`].flatMap(e=>t.get(`${o}${a}${e}`)??[])[0];if(s===void 0||s.isPartial)return{...i,statements:void 0};let c=[`spec`,`Statement`];return{...i,manifest:s,path:c,statements:Xo({Statement:l(s.get(c))})}}function Xo(e){let t=yr(JSON.stringify(e));return`statements`in t?t.statements:void 0}const Zo=/\/\/modules\/iam-role-for-service-accounts\b/,Qo=/\/\/modules\/karpenter\b/;function $o(e){let t=h(e.get([`spec`,`source`]))??``,n={address:Jo(e),manifest:e,name:h(e.get([`spec`,`role_name`]))};if(Zo.test(t)){let t=[`spec`,`oidc_providers`],r=g(e.get(t));if(!r)return e.get(t)===void 0?[]:[{...n,path:t,statements:void 0}];let i=h(e.get([`spec`,`assume_role_condition_test`]))??`StringEquals`,a=Object.values(r).map(e=>{let t=g(e)??{},n=l(t.namespace_service_accounts).map(e=>h(e)??``);return ts(h(t.provider_arn),{accounts:n,condition:i})});return[{...n,path:t,statements:a}]}if(!Qo.test(t)||!es(e))return[];let r=[`spec`,`irsa_namespace_service_accounts`],i=e.get(r),a=i===void 0?[`karpenter:karpenter`]:l(i).map(e=>h(e)??``),o=h(e.get([`spec`,`irsa_assume_role_condition_test`]))??`StringEquals`,s=i===void 0?[`spec`,`irsa_oidc_provider_arn`]:r,c=h(e.get([`spec`,`irsa_oidc_provider_arn`]));return[{...n,path:s,statements:[ts(c,{accounts:a,condition:o})]}]}function es(e){let t=Number(/\d+/.exec(h(e.get([`spec`,`version`]))??``)?.[0]??NaN);return e.get([`spec`,`enable_irsa`])===!0?!(t>=21):t<=19&&e.get([`spec`,`create_irsa`])!==!1}function ts(e,{accounts:t,condition:n}){let r=e??"${unknown}",i=/:oidc-provider\/(.+)$/.exec(r)?.[1]??"${issuer}";return{name:`the module`,effect:`Allow`,principals:new Map([[`Federated`,[r]]]),actions:[Io],isNegated:!1,resources:[],conditions:[{operator:n,key:`${i}:sub`,values:t.map(e=>`system:serviceaccount:${e}`)},{operator:`StringEquals`,key:`${i}:aud`,values:[`sts.amazonaws.com`]}],unknown:[]}}const ns=({kind:e,apiVersion:t})=>/^(?:EC2NodeClass|AWSNodeTemplate|Provisioner)$/.test(e)&&/^karpenter\./.test(_(t));function rs(e,t){if(e.kind===`EC2NodeClass`){let n=[`spec`,`${t}SelectorTerms`];return l(e.get(n)).map((e,t)=>is(e,[...n,t]))}let n=[...e.kind===`Provisioner`?[`spec`,`provider`]:[`spec`],`${t}Selector`],r=g(e.get(n));if(!r)return[];let i=([e])=>!/^aws(::|-)ids$/.test(e),a=Object.entries(r);return[{path:n,tags:as(a.filter(i),n),hasOther:!a.every(i)}]}function is(e,t){let{tags:n,...r}=g(e)??{};return{path:t,tags:as(Object.entries(g(n)??{}),[...t,`tags`]),hasOther:Object.keys(r).some(e=>e===`id`||e===`name`)}}const as=(e,t)=>e.map(([e,n])=>{let r=h(n)??``,i=r!==``&&!r.includes(`*`)&&!m(r)&&!m(e);return{path:[...t,e],key:e,value:r,isKnown:i}}),os=[`karpenter.sh/discovery`,`KubernetesCluster`,`aws:eks:cluster-name`,`eks:cluster-name`],ss=`kubernetes.io/cluster/`;function cs(e,t){return os.includes(e)?t:e.startsWith(ss)?e.slice(22):void 0}const ls=e=>e.tags.flatMap(e=>{let t=cs(e.key,e.value);return t===void 0?[]:[{scheme:e.key.startsWith(ss)?`${ss}…`:e.key,cluster:t,tag:e}]}),us=[[`karpenter`,/terraform-aws-modules\/(?:terraform-aws-)?eks\b.*\/\/modules\/karpenter\b/],[`eks`,/terraform-aws-modules\/(?:terraform-aws-)?eks(?:\/aws|\.git)?(?:\?.*)?$/],[`vpc`,/terraform-aws-modules\/(?:terraform-aws-)?vpc(?:\/aws|\.git)?(?:\?.*)?$/]],ds=e=>us.find(([,t])=>t.test(e))?.[0],X=e=>e.kind===`module`?ds(h(e.get([`spec`,`source`]))??``):void 0,fs={aws_eks_cluster:[`name`],aws_eks_addon:[`cluster_name`],aws_eks_access_entry:[`cluster_name`]},ps={eks:[`cluster_name`,`name`],karpenter:[`cluster_name`],vpc:[]};function ms(e){let t=[...vs(e),...Ss(e)].filter(({name:e})=>!hs.test(e)&&!m(e)),n=gs(e);return t.length>0||n?{names:t,...n&&{createsCluster:n}}:void 0}const hs=/^(?:|true|false|yes|no|enabled|owned|shared|\d+)$/i,gs=e=>e.kind===`aws_eks_cluster`||X(e)===`eks`||_s(e),_s=({kind:e,apiVersion:t})=>e===`ClusterConfig`&&_(t)===`eksctl.io`||e===`Cluster`&&_(t)===`kops.k8s.io`;function vs(e){return[...ys(e),...xs(e)].flatMap(t=>{let n=h(e.get(t));return n===void 0?[]:[{name:n,isDefined:!0}]})}function ys(e){let{kind:t}=e;if(_s(e))return[[`metadata`,`name`]];if(t===`InstanceGroup`)return[[`metadata`,`labels`,`kops.k8s.io/cluster`]];let n=X(e);return(n?ps[n]:fs[t]??[]).map(e=>[`spec`,e])}const bs=({chart:e,values:t})=>e===`karpenter`?[[`settings`,`clusterName`],[`settings`,`aws`,`clusterName`],[`clusterName`]].map(e=>[...t,...e]):[],xs=e=>yt(e).flatMap(bs);function Ss(e){return[...ns(e)?[`subnet`,`securityGroup`].flatMap(t=>rs(e,t).flatMap(e=>ls(e).flatMap(({cluster:e})=>/[*,]/.test(e)?[]:[e]))):[],...Cs(e)].map(e=>({name:e,isDefined:!1}))}function Cs(e){if(e.apiVersion!==`terraform/v1`)return[];let t=g(e.get([`spec`]))??{};return Object.entries(t).flatMap(([e,t])=>/(?:^|_)tags$/.test(e)?Object.entries(g(t)??{}).flatMap(([e,t])=>cs(e,h(t))??[]):[])}const ws=e=>e.ofKind(`aws_sqs_queue`,`module`).flatMap(t=>Ts(t,e));function Ts(e,t){let n=(...t)=>({manifest:e,path:t,name:A(e,t)});if(e.kind===`aws_sqs_queue`){let t=n(`spec`,`name`);return/karpenter/i.test(`${e.name} ${t.name??``}`)?[t]:[]}if(X(e)!==`karpenter`||e.get([`spec`,`enable_spot_termination`])===!1)return[];if(e.get([`spec`,`queue_name`])!==void 0)return[n(`spec`,`queue_name`)];let r=[`spec`,`cluster_name`],i=Es(e,r,t);return[{manifest:e,path:r,name:i&&`Karpenter-${i}`}]}function Es(e,t,n){let r=A(e,t),[,i,a]=/^(?:module\.([\w-]+)\.cluster_(?:name|id)|aws_eks_cluster\.([\w-]+)\.(?:name|id))$/.exec(wt(e,t)??``)??[];if(r!==void 0||(i??a)===void 0)return r;let o=n.ofKind(i===void 0?`aws_eks_cluster`:`module`).filter(e=>e.name===(i??a)&&(i===void 0||X(e)===`eks`)),[s]=o,c=s&&ys(s).find(e=>s.get(e)!==void 0);return o.length===1&&s&&c?A(s,c):void 0}const Ds=new WeakMap;function Os(e){let t=Ds.get(e)??{roles:[...Fs(e),...e.manifests.flatMap(t=>Ls(t,e,`role`)??[])],profiles:[...e.ofKind(`aws_iam_instance_profile`).map(Ps),...e.manifests.flatMap(t=>Ls(t,e,`profile`)??[])],mayBeMore:As(e)};return Ds.set(e,t),t}const ks=/\bterraform-aws-modules\/(?:terraform-aws-)?(?!iam\b|eks\b)[\w-]+|\b(?:vpc|subnets?|s3|ecr|kms|acm|route53|argocd|helm|label|rds|dynamodb|security-group)\b/,As=e=>e.ofKind(Do).some(e=>!ks.test(h(e.get([`spec`,`source`]))??``)),js=({source:e},t)=>`${e.origin?.root??e.file}: ${t}`;function Ms(e,t,n){let{name:r,prefix:i}=n,a=i===void 0?n.pattern?.replaceAll(/\$\{[^}]{0,200}\}/g,`*`):`${i}*`;return{manifest:e,path:t,tool:`Terraform`,address:js(e,`${e.kind}.${e.name}`),...r!==void 0&&{name:r},...i!==void 0&&{prefix:i},canBeNamed:e=>r===void 0?Cr(a??`*`,e):r===e}}const Ns=e=>[`spec`,e];function Ps(e){let[t,n]=[Ns(`name`),Ns(`name_prefix`)],r=h(e.get(t));if(r!==void 0)return Ms(e,t,{name:A(e,t),pattern:r});let i=h(e.get(n));return i===void 0?Ms(e,[`metadata`,`name`],{prefix:`terraform-`}):Ms(e,n,m(i)?{pattern:`${i}*`}:{prefix:i})}function Fs(e){let t=e.ofKind(`aws_iam_role`),n=new Map(e.manifests.map(e=>[e.source.file,e]));return t.flatMap(e=>{let{statements:t}=Yo(e,n);return t?.every(({principals:e})=>![...e.values()].flat().some(Is))?[]:[Ps(e)]})}const Is=e=>/^(?:ec2\.|\*$)/.test(e)||m(e);function Ls(e,t,n){if(X(e)===`karpenter`)return Us(e,t,n);let r=_(e.apiVersion),i=[`metadata`,`name`],a=A(e,i);if(e.kind===`ClusterConfig`&&r===`eksctl.io`&&e.get([`karpenter`])!==void 0)return{...Ms(e,i,Rs(n===`role`?`eksctl-KarpenterNodeRole-`:`eksctl-KarpenterNodeInstanceProfile-`,a)),tool:`eksctl`};if(e.kind===`Cluster`&&r===`kops.k8s.io`)return{...Ms(e,i,Rs(`nodes.`,a)),tool:`kOps`}}const Rs=(e,t)=>t===void 0?{pattern:`${e}*`}:{name:`${e}${t}`},zs={new:{creates:`create_node_iam_role`,arn:`node_iam_role_arn`,name:`node_iam_role_name`,usesPrefix:`node_iam_role_use_name_prefix`},old:{creates:`create_iam_role`,arn:`iam_role_arn`,name:`iam_role_name`,usesPrefix:`iam_role_use_name_prefix`}};function Bs(e){let t=A(e,Ns(`version`))??h(e.get(Ns(`source`)))??``,n=/(?:^|ref=v?)[~=\s]{0,5}(\d+)/.exec(t)?.[1];return n===void 0?void 0:Number(n)}const Vs=e=>(Bs(e)??20)<20?zs.old:zs.new;function Hs(e,t,n){let r=e.get(Ns(t));return r==null?n:typeof r==`boolean`?r:void 0}function Us(e,t,n){let r=Vs(e),i=r===zs.old,a=n===`role`?Hs(e,r.creates,!0):Gs(e,i);if(a===!1||Hs(e,`create`,!0)===!1)return;let o=Hs(e,r.usesPrefix,!0),s=Ns(r.name),c=e.get(s)!==void 0&&e.get(s)!==null,l=c?s:Ns(`cluster_name`),u=c?A(e,s):Ws(e,t),d=Bs(e)===void 0&&!c&&e.get(Ns(`iam_role_name`))!==void 0;return u===void 0||o===void 0||a!==!0||d?Ms(e,l,{}):Ms(e,l,o?{prefix:`${u}-`}:{name:u})}function Ws(e,t){let n=Es(e,Ns(`cluster_name`),t);return n===void 0?void 0:`Karpenter-${n}`}const Gs=(e,t)=>Hs(e,`create_instance_profile`,t),Ks=/^\$\{(aws_iam_(?:role|instance_profile)\.[\w-]+)\.(?:name|arn|id)\}$/,qs=/^\$\{(module\.[\w-]+)\.(?:node_iam_role_(?:name|arn)|role_(?:name|arn)|instance_profile_(?:name|arn|id))\}$/,Js=(e,t,n)=>Ys(h(e.get(t)),{manifest:e,cluster:n});function Ys(e,{manifest:t,cluster:n}){let r=/:(?:role|instance-profile)\/(?:.{0,600}\/)?([^/]{1,200})$/.exec(e??``)?.[1]??e;if(r===void 0)return;let{roles:i}=Os(n),a=(Ks.exec(r)??qs.exec(r))?.[1];if(a!==void 0){let e=js(t,a);return{address:e,...Xs(i.filter(t=>t.address===e))}}if(m(r)||/[:/]/.test(r))return;let o=i.filter(({name:e})=>e===r);return{name:r,...o.length===1&&{address:o[0].address}}}const Xs=([e,...t])=>e?.name!==void 0&&t.length===0?{name:e.name}:{};function Zs(e,t){return e.name!==void 0&&t.name!==void 0?e.name===t.name:e.address!==void 0&&t.address!==void 0?e.address===t.address:void 0}function Qs(e,t){let n=[`spec`,`role`];if(e.get(n)!==void 0)return Js(e,n,t);let r=Js(e,[`spec`,`instanceProfile`],t),[i,...a]=Os(t).profiles.filter(({name:e,address:t})=>r?.name===void 0?t===r?.address:e===r.name);return i?.manifest.kind===`aws_iam_instance_profile`&&a.length===0?Js(i.manifest,n,t):void 0}const $s=new WeakMap;function ec(e){let t=$s.get(e)??tc(e);return $s.set(e,t),t}function tc(e){let t=e.manifests.flatMap(t=>sc(t,e));return{grants:t.filter(e=>e!==Z),mayBeMore:As(e)||t.includes(Z)}}function nc(e,{grants:t,mayBeMore:n}){let{names:r,addresses:i,unnamed:a,unaddressed:o}=ic(t),{name:s,address:c}=e;if(s!==void 0&&r.has(s)||c!==void 0&&(s===void 0?i:a).has(c))return!0;let l=s===void 0?o:c===void 0&&a.size>0;return n||l?void 0:!1}const rc=new WeakMap;function ic(e){let t=e.map(({role:e})=>e),n=rc.get(e)??{names:new Set(t.flatMap(({name:e})=>e??[])),addresses:new Set(t.flatMap(({address:e})=>e??[])),unnamed:new Set(t.flatMap(({name:e,address:t})=>e===void 0?t??[]:[])),unaddressed:t.some(({address:e})=>e===void 0)};return rc.set(e,n),n}function ac({all:e,clusterOf:t}){let n=oc.get(e);if(n)return n;let r=[...new Set(e.manifests.map(t))],i=new Set(r.flatMap(e=>[...ic(ec(e).grants).names]));return oc.set(e,i),i}const oc=new WeakMap,Z=`unknown`;function sc(e,t){let n={manifest:e,cluster:t},r=_(e.apiVersion);switch(e.kind){case`aws_eks_access_entry`:return lc(n,[`spec`],`principal_arn`);case`ManagedNodeGroup`:return r===`terraform`?uc(n,[`spec`,`nodeRole`]):[];case`ConfigMap`:return e.name===`aws-auth`?fc(n,[`data`,`mapRoles`]):[];case`kubernetes_config_map`:return mc(n);case`ClusterConfig`:return r===`eksctl.io`?hc(n):[];case`Cluster`:return r===`kops.k8s.io`?[Z]:[];case`module`:return _c(n);default:return[]}}const cc=e=>e!=null&&![`STANDARD`,`FARGATE_LINUX`].includes(h(e)??``);function lc({manifest:e,cluster:t},n,r){let i=[...n,r],a=Js(e,i,t),o=cc(e.get([...n,`type`]));return a?[{manifest:e,path:i,role:a,by:o?`entry`:`otherEntry`}]:o?[Z]:[]}function uc({manifest:e,cluster:t},n){if(e.get(n)===void 0)return[];let r=Js(e,n,t);return[r?{manifest:e,path:n,role:r,by:`nodeGroup`}:Z]}function dc(e){if(Array.isArray(e))return e;let t=h(e),n=/^\s*\$\{[^}]*\}\s*$|\{%|\{\{(?!\s*(?:EC2PrivateDNSName|SessionName|AccountID))/.test(t??``);if(!(t===void 0||t.length>1048576||n))try{let e=(0,S.parse)(t,{maxAliasCount:10});return e===null?[]:Array.isArray(e)?e:void 0}catch{return}}function fc({manifest:e,cluster:t},n){if(e.isPartial)return[Z];let r=e.get(n);if(r===void 0)return[];let i=dc(r);return i?i.flatMap(r=>{let{rolearn:i,username:a}=g(r)??{},o=Ys(h(i),{manifest:e,cluster:t});return o?[{manifest:e,path:n,role:o,by:pc(a)?`entry`:`otherEntry`}]:typeof a==`string`&&!m(a)&&!pc(a)?[]:[Z]}):[Z]}const pc=e=>typeof e==`string`&&e.startsWith(`system:node:`);function mc(e){let{manifest:t}=e,n=t.get([`spec`,`data`]);return n===void 0||typeof n==`string`&&n.startsWith("${ignored.")?[]:g(n)?fc(e,[`spec`,`data`,`mapRoles`]):[Z]}function hc(e){let{manifest:t}=e,n=(...e)=>l(t.get(e)).map((t,n)=>[...e,n]),r=h(t.get([`metadata`,`name`]));return[...n(`accessConfig`,`accessEntries`).flatMap(t=>lc(e,t,`principalARN`)),...n(`iamIdentityMappings`).flatMap(n=>{let r=[...n,`arn`],i=Js(t,r,e.cluster),a=pc(t.get([...n,`username`]))?`entry`:`otherEntry`;return[i?{manifest:t,path:r,role:i,by:a}:Z]}),...[...n(`managedNodeGroups`),...n(`nodeGroups`)].flatMap(t=>[`instanceRoleARN`,`instanceRoleName`,`instanceProfileARN`].flatMap(n=>uc(e,[...t,`iam`,n]))),...t.get([`karpenter`])===void 0||r===void 0?[]:[gc({name:`eksctl-KarpenterNodeRole-${r}`},t,[`karpenter`])]]}const gc=(e,t,n)=>({manifest:t,path:n,role:e,by:`entry`});function _c(e){let t=X(e.manifest);return t===`karpenter`?vc(e):t===`eks`?bc(e):[]}function vc(e){let{manifest:t,cluster:n}=e;if(Hs(t,`create`,!0)===!1||Hs(t,`create_access_entry`,!((Bs(t)??20)<20))===!1)return[];let r=Vs(t);if(Hs(t,r.creates,!0)===!1){let e=[`spec`,r.arn],i=Js(t,e,n);return[i?gc(i,t,e):Z]}let i=js(t,`module.${t.name}`),a=t.get([`spec`,`create_access_entry`])===void 0?[`metadata`,`name`]:[`spec`,`create_access_entry`];return[gc({address:i},t,a)]}const yc=[`aws_auth_roles`,`map_roles`];function bc(e){let{manifest:t}=e,n=t.get([`spec`,`access_entries`]);return[...n!=null&&!g(n)?[Z]:[],...Object.keys(g(n)??{}).flatMap(t=>m(t)?[Z]:lc(e,[`spec`,`access_entries`,t],`principal_arn`)),...yc.flatMap(t=>fc(e,[`spec`,t])),...[`node_groups`,`node_groups_defaults`,`worker_groups`,`worker_groups_launch_template`].filter(e=>t.get([`spec`,e])!==void 0).map(()=>Z),...[`eks_managed_node_groups`,`self_managed_node_groups`].flatMap(t=>xc(e,t))]}function xc(e,t){let{manifest:n}=e,r=[`spec`,t],i=n.get(r);if(i==null)return[];let a=g(i),o=uc(e,[`spec`,`${t.replace(/s$/,``)}_defaults`,`iam_role_arn`]);return a?[...o,...Object.entries(a).flatMap(([t,n])=>g(n)?uc(e,[...r,t,`iam_role_arn`]):[Z])]:[Z]}const Sc=({manifests:e})=>e.some(e=>e.get([`spec`,`authentication_mode`])===`API`||l(e.get([`spec`,`access_config`])).some(e=>g(e)?.authentication_mode===`API`)||e.kind===`ClusterConfig`&&e.get([`accessConfig`,`authenticationMode`])===`API`),Cc=j({id:`aws-auth-groups`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[71],on:{Manifests(e,t){for(let n of e.manifests)n.kind===`ConfigMap`&&n.name===`aws-auth`&&wc(n,[`data`,`mapRoles`],t),n.kind===`kubernetes_config_map`&&wc(n,[`spec`,`data`,`mapRoles`],t),n.kind===`ClusterConfig`&&l(n.get([`iamIdentityMappings`])).forEach((e,r)=>{Ec(e,{manifest:n,path:[`iamIdentityMappings`,r]},t)})}},docs:{summary:`The mapping of a node role lacks a group that nodes need to join the cluster.`,why:"A kubelet can register its node only as a member of `system:bootstrappers` and `system:nodes`. If the mapping of its role lacks one of them, instances start but never become nodes. Karpenter terminates them after 15 minutes and launches others. This rule checks the ConfigMap `aws-auth`, also in Terraform, and the `iamIdentityMappings` of eksctl.",help:"Add both groups to the mapping, or use an access entry of type `EC2_LINUX` instead, which includes them.",url:`https://docs.aws.amazon.com/eks/latest/userguide/auth-configmap.html`},examples:Oc});function wc(e,t,n){for(let r of dc(e.get(t))??[])Ec(r,{manifest:e,path:t},n)}const Tc=[`system:bootstrappers`,`system:nodes`];function Ec(e,{manifest:t,path:n},{report:r}){let i=g(e),a=h(i?.username)??``;if(!i||!/^system:node:\{\{\s*EC2PrivateDNSName\s*\}\}$/.test(a)||i.groups!==void 0&&me([i.groups]))return;let o=l(i.groups).map(h),s=Tc.filter(e=>!o.includes(e));if(s.length===0)return;let c=h(i.rolearn??i.arn)??``;r({manifest:t,at:t.span(n),message:`Nodes with the role \`${Dc(c)}\` cannot join the cluster, because its mapping lacks ${H(s,` and `)}`,help:`Add ${H(s,` and `)} to the groups of the mapping.`})}const Dc=e=>e.split(`/`).at(-1).replace(/^\$\{([^}]{1,200}?)(?:\.arn)?\}$/,`$1`);function Oc(){return{bad:[E(D`
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
- system:bootstrappers`}),E(D`
          apiVersion: eksctl.io/v1alpha5
          kind: ClusterConfig
          metadata:
            name: demo
            region: us-east-1
          iamIdentityMappings:
            - arn: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo
              username: system:node:{{EC2PrivateDNSName}}
        `,{"username: system:node:{{EC2PrivateDNSName}}":D`
            username: system:node:{{EC2PrivateDNSName}}
            groups: [system:bootstrappers, system:nodes]
          `}),E(O`
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
        `,{'["system:nodes"]':`["system:bootstrappers", "system:nodes"]`})],good:[O`
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
      `,D`
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
      `]}}function kc(e,{product:t,version:n}){let r=n.replace(/^v(?=\d+\.)/,``).replace(/-eksbuild\.\d+$/,``);return e.find(e=>e.product===t&&e.version===r)}const Ac=({fixedIn:e,source:t})=>`${e===void 0?`Use another release.`:`Use ${e} or later.`} Source: ${t}.`,jc=j({id:`bad-release`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,t){for(let{path:n,term:r}of Kt(e)){let[i=``,a=``]=(h(r.alias)??``).split(`@`);Mc(e,{product:i,version:a,path:[...n,`alias`]},t)}},Manifests({manifests:e},t){for(let n of e){if(n.kind!==`aws_eks_addon`)continue;let e=[`spec`,`addon_version`];Mc(n,{product:h(n.get([`spec`,`addon_name`]))??``,version:h(n.get(e))??``,path:e},t)}}},docs:{summary:`A node class or an EKS add-on pins a release that its publisher withdrew or advises not to use.`,why:`Some releases of Bottlerocket and Amazon Linux were rolled back: nodes did not boot, or programs on them stopped. Some releases of the VPC CNI lost addresses. The images stay available, so Karpenter launches nodes with them, and a change of the alias replaces all nodes of the class with such nodes. The list has the source and the date of each release.`,help:`Pin a release that has the fix.`,url:`https://karpenter.sh/docs/tasks/managing-amis/`},examples:Nc});function Mc(e,{path:t,...n},{badReleases:r,report:i}){let a=kc(r,n);a!==void 0&&i({manifest:e,at:e.span(t),message:`\`${e.name}\` pins a bad release: ${a.product} ${a.version} of ${a.date} ${a.what}`,help:Ac(a)})}function Nc(){return{bad:[E(Pc(`bottlerocket@1.21.0`),{"bottlerocket@1.21.0":`bottlerocket@1.21.1`}),E(Pc(`bottlerocket@v1.26.0`),{"bottlerocket@v1.26.0":`bottlerocket@v1.26.1`}),E(Fc(`v1.10.2-eksbuild.1`),{"v1.10.2-eksbuild.1":`v1.10.3-eksbuild.1`})],good:[Pc(`bottlerocket@1.21.1`),Fc(`v1.10.3-eksbuild.1`)]}}const Pc=e=>N(D`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${e}
  `),Fc=e=>O`
  resource "aws_eks_addon" "cni" {
    cluster_name  = "orders"
    addon_name    = "vpc-cni"
    addon_version = "${e}"
  }

  ${I(`default`,N(`role: KarpenterNodeRole-demo`))}
`,Ic=`1.22`,Lc=j({id:`bottlerocket-raid`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[96],on:{NodeClass(e,{report:t,karpenter:n}){let r=e.get([`spec`,`instanceStorePolicy`]);if(n.bottlerocketRaid&&r===`RAID0`&&Jt(e)===`Bottlerocket`){for(let{path:n,term:r}of Kt(e)){let i=/^bottlerocket@v?(\d+\.\d+)\.\d+$/.exec(h(r.alias)??``)?.[1];i===void 0||gn(i,Ic)>=0||t({at:e.span([...n,`alias`]),message:`Bottlerocket ${i} does not understand the user data for \`instanceStorePolicy: RAID0\`, so its nodes never join the cluster`,labels:[{span:e.span([`spec`,`instanceStorePolicy`]),message:`Karpenter writes user data for this policy`}],help:`Pin Bottlerocket ${Ic}.0 or newer, or remove \`instanceStorePolicy\`.`})}for(let{path:n,text:r,bottlerocket:i}of Cn(e))i===void 0||gn(i,Ic)>=0||t({at:e.span(n),message:`Bottlerocket ${i}, which \`${r}\` selects, does not understand the user data for \`instanceStorePolicy: RAID0\`, so its nodes never join the cluster`,help:`Select Bottlerocket ${Ic}.0 or newer, or remove \`instanceStorePolicy\`.`})}}},docs:{summary:`A node class asks for a RAID of instance stores on a Bottlerocket release that does not support it.`,why:"For `instanceStorePolicy: RAID0` Karpenter writes a bootstrap command into the user data. Bottlerocket understands that command from 1.22.0 on. Older images reject their settings, and the nodes never join the cluster.",help:"Pin Bottlerocket 1.22.0 or newer, or remove `instanceStorePolicy`.",url:`https://karpenter.sh/docs/upgrading/upgrade-guide/`},examples:Rc});function Rc(){return{bad:[E(N(D`
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.21.1
        `),{"bottlerocket@v1.21.1":`bottlerocket@v1.22.0`},{"instanceStorePolicy: RAID0":``}),E(N(D`
          amiFamily: Bottlerocket
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - name: bottlerocket-aws-k8s-1.30-x86_64-v1.20.3-5d9ac849
        `),{"v1.20.3-5d9ac849":`v1.44.0-5d9ac849`})],good:[N(D`
        instanceStorePolicy: RAID0
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
      `),k({karpenter:`1.0`},N(D`
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.21.1
        `))]}}const zc=1000000000n,Bc=1000000n,Vc=(2n**63n-1n)*zc,Hc=[`n`,`u`,`m`,``,`k`,`M`,`G`,`T`,`P`,`E`],Uc=[``,`Ki`,`Mi`,`Gi`,`Ti`,`Pi`,`Ei`],Wc=/^([+-]?)(\d+(?:\.\d*)?|\.\d+)(n|u|m|k|M|G|T|P|E|[KMGTPE]i|[eE][+-]?\d+)?$/;function Gc(e){let t=Qc(e);return t&&nl(t.nanos)}function Kc(e,t){let n=Qc(t);if(n===void 0)return;let{nanos:r}=n;return e===`cpu`?Number(tl(r,Bc)):r%zc==0n?Number(r/zc):Number(tl(r,Bc))/1e3}function qc(e,t){let n=Qc(e),r=Qc(t);return n!==void 0&&r!==void 0&&n.nanos===r.nanos}function Jc(e){let t=Qc(e);return t&&rl(t)}function Yc(e,t,n){if(!Number.isFinite(t))return`unknown`;let r=Xc(e)?`BinarySI`:`DecimalSI`,i=(n===void 0?void 0:Qc(n)?.format)??r;return rl({nanos:Zc(t,e===`cpu`?Bc:zc),format:i})}const Xc=e=>e===`memory`||e===`ephemeral-storage`||e===`storage`||e.startsWith(`hugepages-`),Zc=(e,t)=>Number.isInteger(e)?BigInt(e)*t:BigInt(Math.round(e*1e3))*t/1000n;function Qc(e){let t=typeof e==`number`?String(e):e;if(t.length>128)return;let n=Wc.exec(t);if(!n)return;let[,r=``,i=``,a=``]=n,{base:o,exponent:s,format:c}=$c(a),l=el(i,o,s);return{nanos:r===`-`?-l:l,format:c}}function $c(e){let t=Uc.indexOf(e);if(t>0)return{base:1024n,exponent:t,format:`BinarySI`};let n=Hc.indexOf(e);return n>=0?{base:10n,exponent:(n-3)*3,format:`DecimalSI`}:{base:10n,exponent:Number(e.slice(1)),format:`DecimalExponent`}}function el(e,t,n){let[r=``,i=``]=e.split(`.`),a=BigInt(r+i);if(a===0n)return 0n;if(t===1024n){let e=tl(a*1024n**BigInt(n)*zc,10n**BigInt(i.length));return e>Vc?Vc:e}let o=Math.min(n,300)-i.length+9;return o>=0?a*10n**BigInt(o):o<-129?1n:tl(a,10n**BigInt(-o))}function tl(e,t){return e<0n?-tl(-e,t):(e+t-1n)/t}function nl(e){let t=e/zc;return e%zc==0n?Number(t):Number(e)/1e9}function rl({nanos:e,format:t}){let n=e<0n?`-`:``,r=e<0n?-e:e;return t===`BinarySI`&&r>=1024n*zc&&r%zc==0n?n+il(r/zc):n+al(r,t===`DecimalExponent`)}function il(e){let t=0,n=e;for(;n%1024n==0n&&t<Uc.length-1;)n/=1024n,t++;return`${n}${Uc[t]}`}function al(e,t){if(e===0n)return`0`;let n=0,r=e;for(;r%1000n==0n&&(t||n<Hc.length-1);)r/=1000n,n++;return t?n===3?`${r}`:`${r}e${(n-3)*3}`:`${r}${Hc[n]}`}const ol=`/dev/xvda`,sl=`/dev/xvdb`,cl=8*2**30,ll=j({id:`bottlerocket-volumes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[62],on:{NodeClass(e,{report:t}){let n=[`spec`,`blockDeviceMappings`],r=l(e.get(n)).map(e=>h(g(e)?.deviceName)??``),i=r.indexOf(ol);Jt(e)!==`Bottlerocket`||i===-1||e.isPartial||e.get([`spec`,`instanceStorePolicy`])===void 0&&(r.includes(sl)||r.some(e=>m(e))||ul(e,[...n,i,`ebs`,`volumeSize`])&&t({at:e.span([...n,i,`deviceName`]),message:`\`${ol}\` of Bottlerocket holds only the operating system, so containers and images still have only the 20 GiB of \`${sl}\``,help:`Map \`${sl}\` with this size, and set \`volumeSize\` of \`${ol}\` to \`4Gi\`.`}))}},docs:{summary:`A Bottlerocket node class enlarges the volume of the operating system, not the volume of the containers.`,why:"Bottlerocket has two volumes: `/dev/xvda` for the operating system, and `/dev/xvdb` for images, containers and logs. If a node class maps only `/dev/xvda`, the second volume keeps the 20 GiB of the AMI, and Karpenter works out ephemeral storage from it. Nodes evict pods because the disk is full, or pods fit on no node at all.",help:"Map `/dev/xvdb` with the size that containers need, and set `/dev/xvda` to about 4 GiB.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:dl});function ul(e,t){let n=e.get(t);return typeof n==`string`&&(Gc(n)??0)>cl}function dl(){return{bad:[E(N(D`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 100Gi
                encrypted: true
        `),{"volumeSize: 100Gi":`volumeSize: 4Gi`,"- deviceName: /dev/xvda":D`
            - deviceName: /dev/xvdb
              ebs:
                volumeSize: 100Gi
                encrypted: true
            - deviceName: /dev/xvda
          `})],good:[N(D`
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
      `),N(D`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          instanceStorePolicy: RAID0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 20Gi
                encrypted: true
        `,`nvme`),N(D`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 4Gi
                encrypted: true
        `,`encrypted`)]}}function fl({manifest:e,template:t}){let n=[...t,`spec`,`nodeSelector`],r=[...t,`spec`,`affinity`,`nodeAffinity`,`requiredDuringSchedulingIgnoredDuringExecution`,`nodeSelectorTerms`],i=[...r,0,`matchExpressions`];return[...Object.entries(g(e.get(n))??{}).map(([e,t])=>({key:e,values:[h(t)??``],path:[...n,e]})),...(l(e.get(r)).length===1?l(e.get(i)):[]).flatMap((e,t)=>{let{key:n,operator:r,values:a}=g(e)??{};if(r!==`In`)return[];let o=l(a).map(e=>h(e)??``);return[{key:h(n)??``,values:o,path:[...i,t]}]})].filter(({key:e,values:t})=>!m([e,...t].join(` `)))}const pl=e=>e===y.nodePool||!/(?:^|\.)(?:kubernetes\.io|k8s\.io|karpenter\.sh|karpenter\.k8s\.aws|amazonaws\.com)\//.test(e);function ml(e,t){let n=fl(e).filter(({key:e})=>pl(e));if(n.length===0)return;let r=R(t).filter(e=>n.every(t=>hl(e,t)));return r.length===1?r[0]:void 0}function hl(e,{key:t,values:n}){return t===y.nodePool?n.includes(e.name):[...It(e),...B(e)].some(e=>e.key===t&&e.isKnown&&e.operator===`In`&&e.values.some(({text:e})=>n.includes(e)))}const gl=/^(?:dev|develop|development|test|testing|qa|int|integration|sandbox|stage|staging|stg|uat|preprod|pre-prod|perf|prod|production|prd|live)$/i,_l=e=>gl.test(e),vl=({source:{file:e,origin:t}})=>t?`${t.tool} ${t.root}`:e;function yl({all:e,clusterOf:t}){let n=new Map;return[...de(R(e),e=>{let r=t(e),i=n.get(r)??bl(r);return n.set(r,i),i&&!xl(e)?r:vl(e)}).values()].filter(e=>e.length>1&&new Set(e.map(({name:e})=>e)).size===e.length)}const bl=({isExample:e,manifests:t})=>!e&&t.some(({kind:e})=>ee(e)),xl=({source:{file:e,origin:t}})=>!t&&/[^/]*$/.exec(e)[0].split(/[-_.]/).some(_l),Sl=/(?:^|\.)(?:kubernetes\.io|k8s\.io|karpenter\.sh|karpenter\.k8s\.aws)\//;function Cl(e){let t=[...B(e),...It(e)];return l(e.get([`spec`,`template`,`spec`,`taints`])).length===0&&t.every(({key:e,isKnown:t})=>t&&Sl.test(e))}const wl=e=>Vt(e).filter(({key:e})=>b(e)===y.capacityType),Tl=e=>wl(e).find(({operator:e,values:t,isKnown:n})=>n&&e===`In`&&t.length>0&&t.every(({text:e})=>e===`reserved`)),El=[`spec`,`capacityReservationSelectorTerms`],Dl=j({id:`capacity-reservations`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Capacity reservations`,mistakes:[19],on:{Manifests(e,t){if(t.karpenter.capacityReservations){for(let n of tn(e))Ol(n,e,t);for(let n of R(e))kl(n,e,t);for(let n of V(e))Al(n,e,t)}}},docs:{summary:`A node class selects capacity reservations that its NodePools or their pods do not use, or a NodePool needs reservations that its node class does not select.`,why:"Reserved capacity has its own capacity type, `reserved`. If every NodePool of a node class allows only `on-demand` or `spot`, the reservations that the node class selects cost money and stay idle. Pods that select `karpenter.sh/capacity-type: on-demand` do not use reservations either. A NodePool that allows only `reserved` launches nothing while its node class selects no reservations.",help:"Add `reserved` to the capacity types of the NodePool, or `capacityReservationSelectorTerms` to its node class.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:Ml});function Ol(e,t,{report:n}){if(l(e.get(El)).length===0)return;let r=nn(t,e),i=r.map(jl),[a]=i;!a||r.some(({isPartial:e})=>e)||i.includes(void 0)||n({manifest:e,at:e.keySpan(El),message:`No NodePool of \`${e.name}\` allows the capacity type \`reserved\`, so the reservations selected here stay idle`,labels:[{span:r[0].span(a.path),message:"these capacity types exclude `reserved`"}],help:"Add `reserved` to the capacity types of the NodePool that should use them."})}function kl(e,t,{report:n}){let r=Tl(e),i=r&&rn(t,e);i&&!i.isPartial&&i.get(El)===void 0&&n({manifest:e,at:e.span(r.path),message:`\`${e.name}\` allows only reserved capacity, but its node class \`${i.name}\` selects no reservations, so Karpenter launches nothing for it`,help:"Add `capacityReservationSelectorTerms` to the node class, or another capacity type to the NodePool."})}function Al(e,t,{report:n,clusterOf:r}){let{manifest:i}=e,a=fl(e),o=a.find(({key:e})=>b(e)===y.capacityType);if(!o||i.isPartial||o.values.includes(`reserved`)||!o.values.includes(`on-demand`))return;let s=a.filter(e=>e!==o),c=ml(e,t),u=R(t).filter(e=>r(e)===r(i)&&(s.length>0?e===c:Cl(e))).find(e=>{let n=rn(t,e);return n&&l(n.get(El)).length>0&&!e.isPartial&&!jl(e)});u&&n({manifest:i,at:i.span(o.path),severity:`note`,message:`${i.kind} \`${i.name}\` does not allow the capacity type \`reserved\`, so its pods do not use the reservations of \`${u.name}\``,labels:[{span:rn(t,u).keySpan(El),message:`these reservations`}],help:"To use them, replace the selection with required node affinity for `karpenter.sh/capacity-type In [reserved, on-demand]`."})}const jl=e=>wl(e).find(({operator:e,values:t,isKnown:n})=>{let r=t.some(({text:e})=>e===`reserved`);return n&&(e===`In`&&!r||e===`NotIn`&&r)});function Ml(){return{bad:[E(L(M({requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),N(D`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `)),{"[on-demand]":`[reserved, on-demand]`}),E(L(M({requirements:[`karpenter.sh/capacity-type In [reserved]`],nodeClassRef:`default`}),N(`role: KarpenterNodeRole`)),{"role: KarpenterNodeRole":D`
            role: KarpenterNodeRole
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `},{"[reserved]":`[reserved, on-demand]`}),E(L(M({requirements:[`karpenter.sh/capacity-type In [reserved, on-demand]`],nodeClassRef:`default`}),N(D`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `),D`
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
          `),{"values: [on-demand]}":`values: [reserved, on-demand]}`})],good:[L(M({requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),M({name:`reserved`,requirements:[`karpenter.sh/capacity-type In [reserved, on-demand]`],nodeClassRef:`default`}),N(D`
          capacityReservationSelectorTerms:
            - id: cr-0123456789abcdef0
        `)),L(M({requirements:[`karpenter.sh/capacity-type In [reserved, on-demand, spot]`],nodeClassRef:`default`}),N(`role: KarpenterNodeRole`))]}}const Nl=(e,t)=>e.source.origin!==void 0&&e.source.origin.root===t.source.origin?.root;function Q(e,t,{relation:n}){if(Nl(e,t))return``;let r=n(e,t);return r===void 0?``:`. It is related to \`${e.name||e.kind}\` because ${r}`}const Pl=j({id:`cluster-name`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[83],on:{Manifests(e,t){for(let n of vt(e))Fl(n,t)}},docs:{summary:"Karpenter’s `clusterName` does not match the cluster’s name.",why:`Karpenter tags the instances that it launches with the name of the cluster, asks EKS for the cluster of that name, and writes the name into the user data of nodes. With a wrong name, IAM denies the launch because its conditions name the real cluster, or nodes try to join a cluster that does not exist. Reported only when the repository creates the cluster with Terraform, eksctl or kOps. The values may be in another folder if an environment, a similar name, or being the only cluster relates both.`,help:"Set `clusterName` to the name of the cluster. In Terraform, refer to it, such as `module.eks.cluster_name`.",url:`https://karpenter.sh/docs/reference/settings/`},examples:Ll});function Fl(e,t){let{manifest:n}=e,r=bs(e).find(e=>n.get(e)!==void 0),i=r&&A(n,r);if(!r||!i)return;let a=t.clusterOf(n).manifests.filter(gs),[o]=a,s=o&&ys(o).find(e=>o.get(e)!==void 0),c=o&&s&&A(o,s);a.length===1&&o&&s&&c!==void 0&&c!==i&&t.report({manifest:n,at:n.span(r),message:`\`clusterName\` is \`${i}\`, but the cluster is named \`${c}\``,help:Nl(n,o)?`Refer to the cluster’s name: \`${Il(o)}\`.`:`Set \`clusterName: ${c}\`.`,labels:[{span:o.span(s),message:`the name of the cluster${Q(n,o,t)}`}]})}const Il=({kind:e,name:t})=>e===`module`?`module.${t}.cluster_name`:`${e}.${t}.name`;function Ll(){return{bad:[E(O`
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
        `,{'"orders"':`module.eks.cluster_name`},{'"orders"':`"orders-prod"`}),E(L(D`
            apiVersion: eksctl.io/v1alpha5
            kind: ClusterConfig
            metadata:
              name: orders-prod
              region: us-east-1
          `,F(`karpenter`,{values:D`
              settings:
                clusterName: orders
            `})),{"clusterName: orders":`clusterName: orders-prod`})],good:[O`
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
      `,O`
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
      `]}}const Rl=new WeakMap;function zl({all:e,clusterOf:t}){let n=Rl.get(e);if(n)return n;let r=new Map;for(let n of e.manifests)if(n.kind===`IamPolicy`)for(let e of Vl(n))ue(r,t(n),e);let i=[...r.values()].filter(Bl);return Rl.set(e,i),i}const Bl=e=>Hl(e,`ec2:CreateFleet`)||[`ec2:RunInstances`,`ec2:CreateLaunchTemplate`,`pricing:GetProducts`].every(t=>Hl(e,t));function Vl(e){let t=e.get([`Statement`])===void 0?[`spec`,`Statement`]:[`Statement`],n=yr(JSON.stringify({Statement:l(e.get(t))}));return`fault`in n?[]:n.statements.map((n,r)=>({policy:e,path:[...t,r],statement:n}))}const Hl=(e,t)=>e.some(({statement:e})=>e.effect===`Allow`&&wr(e,t)),Ul=e=>e.every(({policy:e,statement:t})=>!e.isPartial&&!t.actions.some(m));function Wl({resources:e},t){return e.some(e=>e===`*`||Gl(e,t))?!0:e.some(e=>/^\$\{[^}]*\}$/.test(e))?void 0:!1}const Gl=(e,t)=>Cr(e.replace(/\$\{[^}]{0,200}\}/g,`*`).split(`:`).slice(5).join(`:`).split(`/`)[0]??``,t),Kl=j({id:`controller-conditions`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[73],on:{Manifests(e,t){for(let n of zl(t))for(let r of n)Xl(r,{statements:n,all:e,context:t})}},docs:{summary:`The IAM policy of Karpenter’s controller requires a tag that Karpenter does not set.`,why:"A condition on a tag holds only if Karpenter sets that tag. Since v1beta1, instances have the tag `karpenter.sh/nodepool` and no longer `karpenter.sh/provisioner-name`. If a policy still requires the old tag, Karpenter can launch nodes but never terminate them, or cannot even launch them. Karpenter sets your own tags only if `spec.tags` of the EC2NodeClass lists them.",help:"Require `karpenter.sh/nodepool` instead, and list your own tags in `spec.tags` of every EC2NodeClass.",url:`https://karpenter.sh/docs/reference/cloudformation/`},examples:$l}),ql=/^(?:aws|ec2):(RequestTag|ResourceTag)\/(.+)$/i,Jl=/IfExists$|^Null$|^ForAllValues:|Not/,Yl=[`ec2:RunInstances`,`ec2:CreateFleet`,`ec2:CreateLaunchTemplate`,`ec2:TerminateInstances`];function Xl(e,t){let{statement:n,policy:r,path:i}=e,a=Yl.filter(t=>Hl([e],t));for(let{operator:o,key:s}of n.conditions){let[,n,c]=ql.exec(s)??[];if(c===void 0||n===void 0||Jl.test(o)||!Zl(n,c,t))continue;let l=a.filter(n=>!t.statements.some(t=>t!==e&&Hl([t],n)));l.length!==0&&t.context.report({manifest:r,at:r.keySpan([...i,`Condition`,o,s]),message:`${H(l)} ${l.length>1?`are`:`is`} allowed only with the tag \`${c}\`, which Karpenter does not set`,help:c.startsWith(`karpenter.sh/`)?"Require `karpenter.sh/nodepool` instead.":"Add the tag to `spec.tags` of every EC2NodeClass."})}}function Zl(e,t,{all:n,context:r}){if(t===`karpenter.sh/provisioner-name`)return r.karpenter.v1;if(e.toLowerCase()!==`requesttag`||m(t)||/^(?:kubernetes\.io\/cluster\/|karpenter\.|eks:|topology\.kubernetes\.io\/|Name$)/.test(t))return!1;let i=tn(n);return i.length>0&&i.every(e=>!e.isPartial&&!Ql(e.get([`spec`,`tags`]),t))}function Ql(e,t){let n=g(e);return n?Object.keys(n).some(e=>e===t||m(e)):e!==void 0}function $l(){return{bad:[E(O`
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
        `,{"karpenter.sh/provisioner-name":`karpenter.sh/nodepool`}),E(O`
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

          ${I(`default`,P)}
        `,{"role: KarpenterNodeRole-demo":D`
            role: KarpenterNodeRole-demo
            tags:
              team: search
          `})],good:[mt`
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
      `]}}const eu=j({id:`controller-permissions`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[74,75],on:{Manifests(e,t){if(!(tu(e)||t.isKarpenterAssumed&&!nu(e)))for(let n of zl(t))Ul(n)&&(su(n,e,t),cu(n,t))}},docs:{summary:`The IAM policy of Karpenter’s controller lacks a permission that this version of Karpenter needs.`,why:"New versions of Karpenter may need more permissions, which is easy to forget in an upgrade. The controller then logs errors and cannot act. Without `ec2:CreateTags` on spot requests, it launches no spot instances. Without permissions for instance profiles, no node class with a `role` becomes ready. This rule combines all policies of a cluster. It assumes that they are complete if they allow `ec2:DescribeInstanceTypes`.",help:`Update the policy to the one that Karpenter publishes for this version.`,url:`https://karpenter.sh/docs/reference/cloudformation/`},examples:lu}),tu=({manifests:e})=>e.some(({kind:e})=>e===`Provisioner`||e===`AWSNodeTemplate`);function nu({manifests:e}){let t=e.filter(({apiVersion:e})=>_(e).startsWith(`karpenter.`));return t.length>0&&t.every(({apiVersion:e})=>ae(e)===`v1`)}const ru=[`ec2:CreateFleet`,`ec2:CreateLaunchTemplate`,`ec2:CreateTags`,`ec2:DeleteLaunchTemplate`,`ec2:DescribeImages`,`ec2:DescribeInstances`,`ec2:DescribeInstanceTypeOfferings`,`ec2:DescribeLaunchTemplates`,`ec2:DescribeSecurityGroups`,`ec2:DescribeSubnets`,`ec2:RunInstances`,`ec2:TerminateInstances`],iu=[`iam:AddRoleToInstanceProfile`,`iam:CreateInstanceProfile`,`iam:DeleteInstanceProfile`,`iam:GetInstanceProfile`,`iam:RemoveRoleFromInstanceProfile`,`iam:TagInstanceProfile`];function au({karpenter:e,isKarpenterAssumed:t},n){let r=[...ru,...n&&e.v1?iu:[]];return t?r:[...r,...n&&e.listInstanceProfiles?[`iam:ListInstanceProfiles`]:[],...e.placementGroupSelector?[`ec2:DescribePlacementGroups`]:[],...e.describeInstanceStatus?[`ec2:DescribeInstanceStatus`]:[]]}function ou(e,t,{clusterOf:n}){let r=e=>e.get([`spec`,`role`])!==void 0&&e.get([`spec`,`instanceProfile`])===void 0,i=tn(t),a=i.filter(t=>n(t)===n(e));return a.length>0?a.some(r):i.length>0&&i.every(r)}function su(e,t,n){let r=e.find(e=>Hl([e],`ec2:DescribeInstanceTypes`));if(!r)return;let i=au(n,ou(r.policy,t,n)).filter(t=>!Hl(e,t));if(i.length===0)return;let{policy:a,path:o}=r;n.report({manifest:a,at:a.span([...o,`Action`]),message:`Karpenter${n.isKarpenterAssumed?``:` ${n.karpenter.version}`} needs permissions that this policy does not grant: ${H(i)}`,help:`Allow these actions, as in the policy that Karpenter publishes for this version.`})}function cu(e,{report:t,karpenter:n}){if(!n.v1)return;let r=e.filter(e=>Hl([e],`ec2:CreateTags`)),[i]=r,a=`spot-instances-request`,o=r.some(({statement:e})=>Wl(e,`fleet`)===!0);if(!i||!o||r.some(({statement:e})=>Wl(e,a)!==!1))return;let{policy:s,path:c}=i;t({manifest:s,at:s.span([...c,`Resource`]),message:`\`ec2:CreateTags\` is not allowed on \`${a}\`, so AWS denies every launch of a spot instance`,help:`Add \`arn:aws:ec2:*:*:${a}/*\` to the resources of this statement.`})}function lu(){return{bad:[E(mt`
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
      `,{'"ec2:DescribeInstances",':mt`
        "ec2:DescribeInstances",
        "ec2:DescribeInstanceStatus",
        "ec2:DescribeInstanceTypeOfferings",
        "ec2:DescribePlacementGroups",
      `}),E(O`
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
"arn:aws:ec2:*:*:spot-instances-request/*",`}),E(O`
        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions = [
              "ec2:RunInstances", "ec2:CreateLaunchTemplate", "ec2:CreateTags", "ec2:TerminateInstances",
              "ec2:DeleteLaunchTemplate", "ec2:Describe*", "pricing:GetProducts",
            ]
            resources = ["*"]
          }
        }
      `,{'"ec2:RunInstances",':`"ec2:CreateFleet", "ec2:RunInstances",`})],good:[O`
        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions = [
              "ec2:CreateFleet", "ec2:RunInstances", "ec2:CreateLaunchTemplate", "ec2:CreateTags",
              "ec2:TerminateInstances", "ec2:DeleteLaunchTemplate", "ec2:Describe*",
            ]
            resources = ["*"]
          }
        }
      `,O`
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
      `,mt`
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
      `]}}const uu=j({id:`custom-registration`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[55],on:{NodeClass(e,{report:t,karpenter:n}){let r=Yt(e);n.v1&&Jt(e)===`Custom`&&r!==void 0&&du.test(r)&&!r.includes(`karpenter.sh/unregistered`)&&t({at:e.keySpan([`spec`,`userData`]),message:"This user data joins the cluster without the taint `karpenter.sh/unregistered:NoExecute`, so Karpenter does not register its nodes and terminates them after 15 minutes",help:"Register the kubelet with the taint, for example with `--register-with-taints=karpenter.sh/unregistered:NoExecute`."})}},docs:{summary:"The user data of a `Custom` node class joins the cluster without the taint that Karpenter requires.",why:"Since Karpenter 1.0 a node must register with the taint `karpenter.sh/unregistered:NoExecute`. Karpenter removes the taint once the labels of the node are in place. For other AMI families, Karpenter writes the taint into the user data. For `Custom`, you have to do it. Karpenter does not register a node without the taint. It terminates the node after 15 minutes while the next one starts.",help:"Register nodes with the taint: pass `--register-with-taints=karpenter.sh/unregistered:NoExecute` to the kubelet, or set it in the kubelet’s configuration.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#custom`},examples:fu}),du=/\/etc\/eks\/bootstrap\.sh|kind: NodeConfig|\bnodeadm init\b|Start-EKSBootstrap|EKS\\Start-|\bkubeadm join\b|\bsystemctl\b[^\n]{0,80}\b(?:start|restart|enable --now)\b[^\n]{0,80}\bkubelet\b|^\s*\[settings\.kubernetes\]/m;function fu(){return{bad:[E(N(D`
            amiFamily: Custom
            amiSelectorTerms:
              - id: ami-0123456789abcdef0
            userData: |
              #!/bin/bash
              /etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'
          `,`ubuntu`),{"--node-labels=team=a":`--node-labels=team=a --register-with-taints=karpenter.sh/unregistered:NoExecute`}),E(N(D`
            amiFamily: Custom
            amiSelectorTerms:
              - id: ami-0123456789abcdef0
            userData: |
              #!/bin/bash
              echo 'KUBELET_EXTRA_ARGS=--node-labels=team=a' > /etc/default/kubelet
              systemctl restart kubelet
          `,`own`),{"--node-labels=team=a":`--node-labels=team=a --register-with-taints=karpenter.sh/unregistered:NoExecute`})],good:[N(D`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          userData: |
            #!/bin/bash
            /etc/eks/bootstrap.sh demo --kubelet-extra-args '--register-with-taints=karpenter.sh/unregistered:NoExecute'
        `,`ubuntu`),N(D`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          userData: |
            #!/bin/bash
            /opt/company/join-cluster
        `,`prepared`),k({karpenter:`0.37`},D`
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
        `)]}}const pu=[`subnet`,`securityGroup`],mu={subnet:`subnets`,securityGroup:`security groups`},hu=j({id:`discovery-selectors`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[76,77],on:{NodeClass:gu,NodeTemplate:gu,Provisioner:gu},docs:{summary:`A node class selects its subnets and security groups by tags that do not fit together.`,why:`Karpenter uses every subnet and security group that the selector terms find. Terms that name different clusters find subnets of one VPC and security groups of another, so every launch fails. Terms that name no cluster may find subnets or security groups that belong to somebody else.`,help:"Select both by the same cluster tag, such as `karpenter.sh/discovery`, as the other node classes in the repository do.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:Du});function gu(e,t){if(!(e.isPartial||vu(e,t)))for(let n of pu)yu(e,n,t)}const _u=(e,t)=>rs(e,t).flatMap(ls);function vu(e,{report:t}){let[n,r]=pu.map(t=>_u(e,t));for(let i of r){let a=n.filter(e=>e.scheme===i.scheme),o=[...a,...r.filter(({scheme:e})=>e===i.scheme)];if(a.length===0||!o.every(({tag:e})=>e.isKnown))continue;let s=new Set(a.flatMap(({cluster:t})=>[t,`${t}-${e.name}`]));if(r.some(e=>e.scheme===i.scheme&&s.has(e.cluster)))continue;let c=a[0];return t({at:e.span(i.tag.path),message:`\`${e.name}\` selects security groups of cluster \`${i.cluster}\` but subnets of cluster \`${c.cluster}\``,labels:[{span:e.span(c.tag.path),message:`this value selects the subnets`}],help:`Select both by the same \`${i.tag.key.startsWith(`kubernetes.io/`)?i.scheme:i.tag.key}\` tag.`}),!0}return!1}function yu(e,t,{report:n,all:r}){let i=rs(e,t),a=new Set(pu.flatMap(t=>_u(e,t)).map(({cluster:e})=>e)),o=i.filter(e=>e.tags.length>0&&!e.hasOther&&ls(e).length===0&&!xu(e,a));if(o.length===0||o.some(({tags:e})=>e.some(e=>!e.isKnown&&!e.value.includes(`*`))))return;let{classes:s,naming:c}=Eu(r),l=s.length-+!!s.includes(e),u=c[t].length-+!!c[t].includes(e);if(l>0&&u===0)return;let d=c[t].find(t=>t!==e),f=pu.flatMap(t=>_u(e,t)).find(e=>bu(t,e)),p=f?.scheme??(d&&_u(d,t).find(e=>bu(t,e))?.scheme)??`karpenter.sh/discovery`,m=f!==void 0||l>0&&u===l;n({at:e.keySpan(o[0].tags[0].path),...!m&&{severity:`note`},message:`\`${e.name}\` selects ${mu[t]} by tags that name no cluster${Cu(f,d)}`,help:`Add the tag \`${p}\` to these terms, so that they do not select resources of other clusters in the account.`})}const bu=(e,{scheme:t})=>e===`securityGroup`||t!==`aws:eks:cluster-name`,xu=({tags:e},t)=>e.some(({value:e})=>[...t].some(t=>Su(e,t))),Su=(e,t)=>{let n=t===``?-1:e.indexOf(t);return n>=0&&!/[a-z0-9]/i.test(e.charAt(n-1))&&!/[a-z0-9]/i.test(e.charAt(n+t.length))};function Cu(e,t){return e?`, although its other terms use \`${e.scheme}\``:t?`, although node class \`${t.name}\` names one`:``}const wu=({kind:e,apiVersion:t})=>(e===`EC2NodeClass`||e===`AWSNodeTemplate`)&&_(t)===`karpenter.k8s.aws`,Tu=new WeakMap;function Eu(e){let t=Tu.get(e);if(t)return t;let n=e.manifests.filter(e=>wu(e)&&pu.some(t=>rs(e,t).length>0)),r=e=>n.filter(t=>_u(t,e).length>0),i={classes:n,naming:{subnet:r(`subnet`),securityGroup:r(`securityGroup`)}};return Tu.set(e,i),i}function Du(){return{bad:[E(N(D`
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: staging
        `),{staging:`production`}),E(N(D`
          subnetSelectorTerms:
            - tags:
                Name: "*private*"
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
        `),{'Name: "*private*"':`Name: "*private*"
karpenter.sh/discovery: production`})],good:[N(D`
        subnetSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
        securityGroupSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
      `),N(D`
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: production-gpu
        `,`gpu`),N(D`
        subnetSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
        securityGroupSelectorTerms:
          - tags:
              Name: production-node
      `),N(D`
          subnetSelectorTerms:
            - tags:
                KubernetesCluster: demo1.k8s.local
          securityGroupSelectorTerms:
            - tags:
                Name: nodes.demo1.k8s.local
                KubernetesCluster: demo1.k8s.local
        `,`kops`)]}}const Ou={subnet:new WeakMap,securityGroup:new WeakMap};function ku(e,t){let n=Ou[t].get(e)??Au(e,t);return Ou[t].set(e,n),n}function Au(e,t){if(Mu(e,t))return[];let n=e.manifests.flatMap(n=>t===`subnet`?zu(n):td(n,e)),r=Iu(e,t),i=n.map(e=>Ru(e,r));return t===`subnet`&&!ld(e,i)?[]:i}const ju=/\/modules\/|blueprints-addons?|\b(?:irsa|iam|s3|ecr|kms|acm|route53|argocd|helm|label|pod-identity|rds|dynamodb)\b/,Mu=(e,t)=>e.ofKind(Do).some(e=>{let n=h(e.get([`spec`,`source`]))??``;if(n.includes(`security-group`))return t===`securityGroup`;let r=/\bterraform-aws-modules\/(?:terraform-aws-)?([\w-]+)/.exec(n)?.[1];return(r===void 0||/^(?:vpc|eks)$/.test(r))&&!ju.test(n)});function Nu({manifest:e,fields:t}){let n=new Map,r=e.isPartial?[``]:[];for(let i of t){let t=e.get(i),a=g(t);if(!a)t!=null&&r.push(``);else for(let[t,o]of Object.entries(a)){let a=[...i,t],s=h(o);m(t)?r.push(t.split(/\$\{|\{\{/)[0]):n.set(t,{manifest:e,path:a,value:s===void 0||m(s)?void 0:s})}}return{tags:n,unknownKeys:r}}const Pu=/^(?:aws:|kubernetes\.io\/cluster\/)/;function Fu(e,{tool:t=`Terraform`,setByOthers:n=Pu,...r}){let{manifest:i,fields:a}=e,{tags:o,unknownKeys:s}=Nu(e);return{manifest:i,tool:t,tags:o,tagsAt:a.toReversed().find(e=>i.get(e)!==void 0)??[`metadata`,`name`],mayAlsoHave:e=>n.test(e)||s.some(t=>e.startsWith(t)),...r}}function Iu(e,t){let n=e.ofKind(`aws_default_tags`).map(e=>Nu({manifest:e,fields:[[`spec`,`default_tags`,0,`tags`]]})),r=e.ofKind(`aws_ec2_tag`).filter(e=>Lu(e,t)).map(e=>h(e.get([`spec`,`key`]))??"${unknown}");return{tags:new Map(n.flatMap(({tags:e})=>[...e])),mayAlsoHave:e=>r.some(t=>t===e||m(t))||n.some(({unknownKeys:t})=>t.some(t=>e.startsWith(t)))}}function Lu(e,t){let n=h(e.get([`spec`,`resource_id`]))??``;return t===`subnet`?!/security_group/.test(n):!/subnet/.test(n)}const Ru=(e,t)=>({...e,tags:new Map([...t.tags,...e.tags]),mayAlsoHave:n=>e.mayAlsoHave(n)||t.mayAlsoHave(n)});function zu(e){return e.kind===`aws_subnet`?[Bu(e)]:X(e)===`vpc`?Hu(e):qu(e)?Xu(e):Ju(e)?$u(e):[]}function Bu(e){let t=h(e.get([`spec`,`availability_zone`])),n=e.get([`spec`,`map_public_ip_on_launch`]);return Fu({manifest:e,fields:[[`spec`,`tags`]]},{tagsIn:`\`tags\` of \`aws_subnet.${e.name}\``,isPreferred:n!==!0&&!/public/i.test(e.name),zones:t===void 0||m(t)?void 0:[t],isPublic:n===!0||!/private/i.test(e.name)&&void 0})}const Vu=[`private`,`public`,`intra`,`database`,`elasticache`,`redshift`,`outpost`];function Hu(e){return Vu.filter(t=>Uu(e,`${t}_subnets`)).map(t=>{let n=`${t}_subnet_tags`,r=[`spec`,`${n}_per_az`],i=Fu({manifest:e,fields:[[`spec`,`tags`],[`spec`,n]]},{tagsIn:`\`${n}\` of \`module.${e.name}\``,isPreferred:t===`private`,zones:Wu(e,`${t}_subnets`),isPublic:t===`public`,setByOthers:/^(?:aws:|kubernetes\.io\/cluster\/|Name$)/});return e.get(r)===void 0?i:{...i,mayAlsoHave:()=>!0}})}const Uu=(e,t)=>{let n=e.get([`spec`,t]);return n!=null&&!(Array.isArray(n)&&n.length===0)};function Wu(e,t){let[n,r]=[`azs`,t].map(t=>e.get([`spec`,t]));if(!Array.isArray(n)||!Array.isArray(r)||e.isPartial)return;let i=n.slice(0,r.length).map(e=>h(e)??``);return i.length>0&&i.every(e=>/^[a-z0-9-]+$/.test(e))?i:void 0}const Gu=[`nodeGroups`,`managedNodeGroups`,`fargateProfiles`,`autoModeConfig`,`karpenter`,`vpc`,`availabilityZones`,`localZones`,`kubernetesNetworkConfig`,`privateCluster`],Ku=[`iam`,`addons`,`iamIdentityMappings`,`accessConfig`,`identityProviders`,`gitops`];function qu(e){if(e.kind!==`ClusterConfig`||_(e.apiVersion)!==`eksctl.io`)return!1;let t=t=>t.some(t=>e.get([t])!==void 0);return t(Gu)||!t(Ku)}const Ju=({kind:e,apiVersion:t})=>e===`Cluster`&&_(t)===`kops.k8s.io`,Yu=/^(?:aws:|alpha\.eksctl\.io\/|eksctl\.|kubernetes\.io\/|Name$)/;function Xu(e){return e.get([`vpc`,`id`])!==void 0||e.get([`vpc`,`subnets`])!==void 0?[]:[Zu(e)]}const Zu=e=>Fu({manifest:e,fields:[[`metadata`,`tags`]]},{tool:`eksctl`,tagsIn:"`metadata.tags` of the ClusterConfig",isPreferred:!0,setByOthers:Yu}),Qu=/^(?:aws:|kops\.k8s\.io\/|kubernetes\.io\/|k8s\.io\/|Name$|SubnetType$)/;function $u(e){let t=l(e.get([`spec`,`subnets`]));return t.some(e=>g(e)?.id!==void 0)||t.length===0?[]:[ed(e)]}function ed(e){let t=Fu({manifest:e,fields:[[`spec`,`cloudLabels`]]},{tool:`kOps`,tagsIn:"`spec.cloudLabels` of the Cluster",isPreferred:!0,setByOthers:Qu}),n={manifest:e,path:[`metadata`,`name`],value:e.name};return{...t,tags:new Map([...t.tags,[`KubernetesCluster`,n]])}}function td(e,t){if(e.kind===`aws_security_group`){let n=nd(e);return sd(t)?[n]:[{...n,mayAlsoHave:e=>!n.tags.has(e)}]}return e.kind===`aws_eks_cluster`?[rd(e)]:X(e)===`eks`?ad(e):qu(e)?[Zu(e)]:Ju(e)?[{...ed(e),mayAlsoHave:e=>Qu.test(e)}]:[]}const nd=e=>Fu({manifest:e,fields:[[`spec`,`tags`]]},{tagsIn:`\`tags\` of \`aws_security_group.${e.name}\``,isPreferred:/node|worker/i.test(e.name)}),rd=e=>Fu({manifest:e,fields:[[`spec`,`tags`]]},{tagsIn:`an \`aws_ec2_tag\` for the cluster security group of \`aws_eks_cluster.${e.name}\``,isPreferred:!1,setByOthers:/^(?:aws:|kubernetes\.io\/|Name$)/}),id=[{off:[`create_node_security_group`],tags:[`node_security_group_tags`]},{off:[`create_cluster_security_group`,`create_security_group`],tags:[`cluster_security_group_tags`,`security_group_tags`]},{off:[`create_cluster_primary_security_group_tags`,`create_primary_security_group_tags`],tags:[`cluster_tags`]}],ad=e=>id.filter(({off:t})=>t.every(t=>e.get([`spec`,t])!==!1)).map(({tags:t})=>Fu({manifest:e,fields:[`tags`,...t].map(e=>[`spec`,e])},{tagsIn:`\`${t[0]}\` of \`module.${e.name}\``,isPreferred:t.includes(`node_security_group_tags`),setByOthers:/^(?:aws:|kubernetes\.io\/|Name$)/})),od=e=>e.kind===`aws_eks_cluster`||X(e)===`eks`,sd=({manifests:e})=>e.some(od),cd=e=>/^(?:kubernetes\.io|karpenter\.sh|k8s\.io)\//.test(e);function ld(e,t){if(t.some(({tool:e})=>e!==`Terraform`))return!0;let n=t.some(({tags:e})=>[...e.keys()].some(cd)),r=e.manifests.filter(od).map(e=>ud(e,t));return r.includes(`elsewhere`)?!1:r.includes(`here`)||n}function ud(e,t){let n=[...[`subnet_ids`,`control_plane_subnet_ids`,`subnets`].map(t=>e.get([`spec`,t])),...l(e.get([`spec`,`vpc_config`])).map(e=>g(e)?.subnet_ids)].flatMap(e=>Array.isArray(e)?e:[e]).flatMap(e=>h(e)??[]);return n.some(e=>t.some(({manifest:t})=>e.includes(`${dd(t)}.`)||e.includes(`${dd(t)}}`)))?`here`:t.some(({manifest:t})=>t.source.origin?.root===e.source.origin?.root)&&n.some(e=>/^(?:subnet-|\$\{(?:data|var)\.)/.test(e))?`elsewhere`:`unknown`}const dd=({kind:e,name:t})=>`${e}.${t}`;function fd(e,t){if(e.length>300||t.length>300)return!1;let[n,r,i,a]=[0,0,-1,0];for(;n<e.length;)if(t[r]===`*`)i=r++,a=n;else if(t[r]===`?`||t[r]===e[n])n++,r++;else if(i===-1)return!1;else r=i+1,n=++a;return/^\**$/.test(t.slice(r))}function pd(e,t){if(m(t.key)||t.value===``)return;let n=e.tags.get(t.key);if(!n)return e.mayAlsoHave(t.key)?void 0:!1;if(!(n.value===void 0||m(t.value)))return md(t).some(e=>fd(n.value,e))}const md=({value:e})=>e.split(`,`).map(e=>e.trim());function hd(e,t,n){let r=rs(e,t);if(r.length===0||r.some(({hasOther:e,tags:t})=>e||t.length===0))return;let i=[];for(let e of n){let t=r.map(({tags:t})=>{let n=t.map(t=>pd(e,t));return n.includes(!1)?!1:!n.includes(void 0)||void 0});if(t.includes(!0))i.push(e);else if(t.includes(void 0))return}return i}const gd=j({id:`discovery-tags`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[76],on:{Manifests(e,t){for(let n of e.manifests)if(ns(n)&&!n.isPartial)for(let e of[`subnet`,`securityGroup`])vd(n,e,t)}},docs:{summary:`A node class selects subnets or security groups by a tag that none of them has.`,why:`Karpenter finds subnets and security groups by their tags. If none has the tag with exactly this value, the node class is not ready, and no NodePool that uses it launches anything. Reported only when the repository creates the cluster’s subnets or security groups with Terraform, eksctl or kOps, and all their tags are known. The node class may be in another folder if an environment, the name of the cluster, or being the only cluster relates both.`,help:`Add the tag to the subnets and security groups in which nodes run, or select them by a tag that they have.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:Ed}),_d={subnet:[`subnet`,`subnets`],securityGroup:[`security group`,`security groups`]};function vd(e,t,n){let r=rs(e,t);if(r.length===0||r.some(({hasOther:e,tags:t})=>e||t.length===0))return;let i=ku(n.clusterOf(e),t);i.length===0||r.some(e=>i.some(t=>e.tags.every(e=>yd(t,e))))||n.report({manifest:e,...bd({nodeClass:e,selected:t,resources:i},r[0],n)})}const yd=(e,t)=>pd(e,t)!==!1;function bd(e,t,n){let{resources:r}=e,i=t.tags.find(e=>!r.some(t=>yd(t,e)));if(!i)return Td(e,t,n);let a=r.flatMap(e=>e.tags.get(i.key)??[]);return a.length>0?Sd(e,{tag:i,given:a},n):Cd(e,i,n)}const xd=({key:e,value:t})=>m(t)?e:`${e}: ${t}`;function Sd({nodeClass:e,selected:t,resources:n},{tag:r,given:i},a){let[o]=i,{tool:s}=n.find(({tags:e})=>e.get(r.key)===o);return{at:e.span(r.path),message:`\`${e.name}\` selects ${_d[t][1]} by \`${xd(r)}\`, but ${s} sets the tag to \`${o.value}\``,help:`Use the same value in both places, for example from one local value.`,labels:[{span:o.manifest.span(o.path),message:`${s} sets the tag here${Q(e,o.manifest,a)}`}]}}function Cd({nodeClass:e,selected:t,resources:n},r,i){let[a]=_d[t],o=n.find(({isPreferred:e})=>e)??n[0],s=n.filter(e=>e.isPreferred&&e.manifest!==o.manifest),c=[o,...new Map(s.map(e=>[e.manifest,e])).values()].slice(0,3),{tool:l}=o;return{at:e.keySpan(r.path),message:`\`${e.name}\` selects ${_d[t][1]} by \`${xd(r)}\`, but no ${a} that ${l} creates has this tag, so Karpenter launches no nodes`,help:`Add ${wd(r,l)} to ${o.tagsIn}.`,labels:c.map(({manifest:t,tagsAt:n},a)=>({span:t.keySpan(n),message:`has no tag \`${r.key}\`${a===0?Q(e,t,i):``}`}))}}function wd({key:e,value:t},n){return m(t)||/[*?,]/.test(t)?`the tag \`${e}\``:n===`Terraform`?`\`"${e}" = "${t}"\``:`\`${e}: ${t}\``}function Td({nodeClass:e,selected:t,resources:n},r,i){let{tool:a,manifest:o,tagsAt:s}=n[0];return{at:e.span(r.path),message:`\`${e.name}\` selects ${_d[t][1]} that have all these tags, but no ${_d[t][0]} that ${a} creates has all of them, so Karpenter launches no nodes`,help:`Remove the tags that do not belong together, or write them as separate terms.`,labels:[{span:o.keySpan(s),message:`has not all of the tags${Q(e,o,i)}`}]}}function Ed(){return{bad:[E(O`
          module "vpc" {
            source          = "terraform-aws-modules/vpc/aws"
            private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]

            private_subnet_tags = {
              "karpenter.sh/discovery" = "orders-prod"
            }
          }

          ${I(`default`,N(D`
              role: KarpenterNodeRole-orders
              subnetSelectorTerms:
                - tags:
                    karpenter.sh/discovery: orders
            `))}
        `,{'"orders-prod"':`local.cluster`,'module "vpc" {':`locals {
  cluster = "orders-prod"
}

module "vpc" {`,"karpenter.sh/discovery: orders":"karpenter.sh/discovery: ${local.cluster}"},{"karpenter.sh/discovery: orders":`karpenter.sh/discovery: orders-prod`}),E(O`
          module "vpc" {
            source          = "terraform-aws-modules/vpc/aws"
            private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]

            private_subnet_tags = {
              "kubernetes.io/role/internal-elb" = 1
            }
          }

          ${I(`default`,N(D`
              role: KarpenterNodeRole-orders
              subnetSelectorTerms:
                - tags:
                    karpenter.sh/discovery: orders
            `))}
        `,{'"kubernetes.io/role/internal-elb" = 1':`"kubernetes.io/role/internal-elb" = 1
"karpenter.sh/discovery" = "orders"`})],good:[O`
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

        ${I(`default`,N(D`
            role: KarpenterNodeRole-orders
            subnetSelectorTerms:
              - tags:
                  karpenter.sh/discovery: orders
          `))}
      `,O`
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

        ${I(`default`,N(D`
            role: KarpenterNodeRole-orders
            subnetSelectorTerms:
              - tags:
                  karpenter.sh/discovery: \${local.name}
            securityGroupSelectorTerms:
              - tags:
                  karpenter.sh/discovery: \${local.name}
          `))}
      `,O`
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

        ${I(`default`,N(D`
            role: KarpenterNodeRole-orders
            securityGroupSelectorTerms:
              - tags:
                  Name: orders-node
                  karpenter.sh/discovery: orders
          `))}
      `]}}const Dd=j({id:`helm-settings`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[81,82,98,99],on:{Manifests(e,t){for(let{manifest:n,chart:r,values:i}of vt(e)){let e=[...i,`settings`];r===`karpenter`&&g(n.get(e))&&(Ad(n,e,t),Md(n,e,t),Nd(n,e,t),Pd(n,e,t),Fd(n,e,t))}}},docs:{summary:`A value for Karpenter’s Helm chart has no effect, or not the intended one.`,why:"The chart passes values on without checking them. Karpenter does not find a queue by its ARN or URL, so it misses interruption warnings. The chart silently drops keys that it does not read. An overhead of 7.5 means 750%, which leaves no instance type any memory. This rule checks HelmReleases, Argo CD Applications, Terraform’s `helm_release` and values files of the chart `karpenter`.",help:`Use the keys that the chart reads, the name of the queue, and a fraction such as 0.075 for the overhead.`,url:`https://karpenter.sh/docs/reference/settings/`},examples:Id}),Od={interruptionQueue:/^(?:aws_sqs_queue\.[\w-]+\.(arn|url|id)|module\.[\w-]+\.(queue_arn|queue_url))$/,clusterName:/^(?:aws_eks_cluster\.[\w-]+\.(arn|endpoint)|module\.[\w-]+\.(cluster_arn|cluster_endpoint))$/},kd={queue_arn:`queue_name`,queue_url:`queue_name`,cluster_arn:`cluster_name`,cluster_endpoint:`cluster_name`};function Ad(e,t,{report:n}){for(let[r,i]of Object.entries(Od)){let a=[...t,r],o=wt(e,a)??``,s=i.exec(o);if(!s)continue;let c=s[1]??s[2],l=`${o.slice(0,-c.length)}${kd[c]??`name`}`;n({manifest:e,at:e.span(a),message:`\`${r}\` must be a name, but \`${o}\` is not one`,help:`Use \`${l}\`.`})}}const jd=/^(?:arn:[\w-]+:sqs:|https?:\/\/)/;function Md(e,t,{report:n}){let r=[...t,`interruptionQueue`],i=h(e.get(r));if(i===void 0||!jd.test(i))return;let a=i.split(/[:/]/).at(-1),o=a!==``&&!m(a);n({manifest:e,at:e.span(r),message:`\`interruptionQueue\` is ${i.startsWith(`arn:`)?`an ARN`:`a URL`}, but Karpenter finds a queue only by its name`,help:o?`Use \`${a}\`.`:`Use only the name, which is the last part of the ARN or URL.`,...o&&{fix:{description:`Replace with \`${a}\``,edits:x(e,r,a)}}})}function Nd(e,t,{report:n,karpenter:r}){let i=[...t,`interruptionQueueName`],a=e.get([...t,`interruptionQueue`])!==void 0;e.get(i)!==void 0&&!a&&r.v1&&n({manifest:e,at:e.keySpan(i),message:"The chart does not read `interruptionQueueName`, so Karpenter misses interruption warnings",help:"Rename it to `interruptionQueue`.",fix:{description:"Rename to `interruptionQueue`",edits:he(e,i,`interruptionQueue`)}})}function Pd(e,t,{report:n}){let r=[...t,`vmMemoryOverheadPercent`],i=e.get(r),a=Number(i);if(!(i===null||typeof i!=`number`&&typeof i!=`string`)){if(a>=1&&a<=100){let t=String(Number((a/100).toFixed(4)));n({manifest:e,at:e.span(r),message:`\`vmMemoryOverheadPercent\` is a fraction, so ${i} leaves no instance type any memory`,help:`Use \`${t}\` for ${i}%.`,fix:{description:`Replace with \`${t}\``,edits:x(e,r,t)}})}i===0&&n({manifest:e,at:e.span(r),message:"The chart ignores the number `0` for `vmMemoryOverheadPercent`, so the default of 0.075 applies",help:'Put the value in quotes: `"0"`. Or remove it to keep the default.',fix:{description:`Put the value in quotes`,edits:x(e,r,`"0"`)}})}}function Fd(e,t,{report:n}){let r=[...t,`ignoreDRARequests`];e.get(r)===!1&&n({manifest:e,at:e.span(r),message:"The chart ignores `ignoreDRARequests: false`, so the default applies",help:'Remove it, and set `IGNORE_DRA_REQUESTS` to `"false"` in `controller.env` instead.'})}function Id(){return{bad:[F(`karpenter`,{values:D`
          settings:
            clusterName: demo
            interruptionQueue: arn:aws:sqs:us-east-1:111122223333:karpenter-demo
            vmMemoryOverheadPercent: 7.5
        `}),D`
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
      `,E(F(`karpenter`,{values:D`
            settings:
              clusterName: demo
              vmMemoryOverheadPercent: 0
          `}),{"vmMemoryOverheadPercent: 0":``}),E(F(`karpenter`,{values:D`
            settings:
              clusterName: demo
              ignoreDRARequests: false
          `}),{"ignoreDRARequests: false":``,"values:":D`
            values:
              controller:
                env:
                  - name: IGNORE_DRA_REQUESTS
                    value: "false"
          `}),E(O`
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
        `,{"aws_sqs_queue.interruption.url":`aws_sqs_queue.interruption.name`})],good:[O`
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
      `,F(`karpenter`,{values:D`
          settings:
            clusterName: demo
            interruptionQueue: karpenter-demo
            vmMemoryOverheadPercent: 0.075
        `}),F(`something-else`,{values:D`
          settings:
            vmMemoryOverheadPercent: 7.5
        `})]}}const Ld=j({id:`idle-reservations`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Capacity reservations`,mistakes:[20],on:{Manifests(e,t){for(let n of e.manifests)n.kind===`aws_ec2_capacity_reservation`&&Rd(n,t)}},docs:{summary:`Terraform creates a capacity reservation that no node class selects.`,why:`A capacity reservation costs money whether instances run in it or not. Since Karpenter supports reservations, its launches use only those that a node class selects, and no other open reservations. Reported only when the repository has node classes of the cluster for which Terraform creates the reservation. The rule does not know what else may run in the reservation.`,help:"Select it with `capacityReservationSelectorTerms`, and allow the capacity type `reserved` in the NodePool.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:zd});function Rd(e,{clusterOf:t,report:n,karpenter:r}){let i=e.get([`spec`,`instance_match_criteria`])??`open`;if(!r.reservedCapacityByDefault||i!==`open`||e.isPartial)return;let a=t(e).ofKind(`EC2NodeClass`);if(a.length===0||a.some(e=>e.isPartial||e.get([`spec`,`capacityReservationSelectorTerms`])!==void 0))return;let[o]=a;n({manifest:e,at:e.span([`metadata`,`name`]),message:`No node class of the cluster selects the capacity reservation \`${e.name}\`, so Karpenter does not launch instances into it`,help:"Select it with `capacityReservationSelectorTerms`, and allow the capacity type `reserved` in the NodePool.",labels:[{span:o.span([`metadata`,`name`]),message:`selects no reservations`}]})}function zd(){return{bad:[E(O`
          resource "aws_ec2_capacity_reservation" "nodes" {
            instance_type     = "m7i.large"
            instance_platform = "Linux/UNIX"
            availability_zone = "us-east-1a"
            instance_count    = 4
          }

          ${I(`default`,P)}
        `,{"role: KarpenterNodeRole-demo":D`
            role: KarpenterNodeRole-demo
            capacityReservationSelectorTerms:
              - id: \${aws_ec2_capacity_reservation.nodes.id}
          `})],good:[O`
        resource "aws_ec2_capacity_reservation" "nodes" {
          instance_type     = "m7i.large"
          instance_platform = "Linux/UNIX"
          availability_zone = "us-east-1a"
          instance_count    = 4
        }

        ${I(`default`,N(D`
            role: KarpenterNodeRole-demo
            capacityReservationSelectorTerms:
              - tags:
                  team: search
          `))}
      `,O`
        resource "aws_ec2_capacity_reservation" "nodes" {
          instance_type     = "m7i.large"
          instance_platform = "Linux/UNIX"
          availability_zone = "us-east-1a"
          instance_count    = 4
          instance_match_criteria = "targeted"
        }

        ${I(`default`,P)}
      `]}}const Bd=[{source:`aws.ec2`,type:`EC2 Spot Instance Interruption Warning`},{source:`aws.ec2`,type:`EC2 Instance State-change Notification`},{source:`aws.health`,type:`AWS Health Event`}],Vd=(e,t)=>e.source.origin?.root===t.source.origin?.root,Hd=(e,t)=>{let[,n,r]=/^\$\{(aws_\w+)\.([\w-]+)\.\w+\}$/.exec(e)??[];return n===t?r:void 0};function Ud(e,{manifest:t,text:n}){let r=Hd(n,`aws_sqs_queue`);if(r!==void 0)return r===e.name&&Vd(e,t);if(/^\$\{aws_\w+\./.test(n))return!1;let i=A(e,[`spec`,`name`]);return m(n)||i===void 0?void 0:n.split(/[:/]/).at(-1)===i}function Wd(e,t){let n=t.ofKind(`aws_cloudwatch_event_rule`),r=[],i=new Set;for(let a of t.ofKind(`aws_cloudwatch_event_target`)){let t=Ud(e,{manifest:a,text:h(a.get([`spec`,`arn`]))??"${unknown}"});if(t===!1)continue;let o=t?Gd(a,n):[];if(o.length===0)return;r.push(a);for(let e of o)i.add(e)}let a=Bd.filter(e=>![...i].some(t=>Jd(t,e))),o=t.ofKind(`aws_cloudwatch_event_target`).map(e=>Gd(e,n)),s=o.some(e=>e.length===0),c=new Set(o.flat());return{targets:r,missing:a,withoutTarget:s?[]:n.filter(e=>!c.has(e)&&a.some(t=>Yd(e,t)))}}function Gd(e,t){let n=h(e.get([`spec`,`rule`]))??``,r=Hd(n,`aws_cloudwatch_event_rule`);return t.filter(t=>r===void 0?A(t,[`spec`,`name`])===n:t.name===r&&Vd(t,e))}function Kd(e){let t=e.get([`spec`,`event_pattern`]);if(t==null)return null;if(!(typeof t!=`string`||m(t)||t.length>qd))try{return JSON.parse(t)}catch{return}}const qd=1e4;function Jd(e,{source:t,type:n}){let r=Kd(e);if(r===void 0)return!0;let i=g(r),a=(e,t)=>{let n=i?.[e];return n===void 0||!Array.isArray(n)||n.some(e=>e===t||g(e))};return i!==void 0&&a(`source`,t)&&a(`detail-type`,n)}const Yd=(e,{type:t})=>l(g(Kd(e))?.[`detail-type`]).includes(t);function Xd(e,t){let n=t.ofKind(`aws_sqs_queue_policy`).flatMap(t=>{let n=Ud(e,{manifest:t,text:h(t.get([`spec`,`queue_url`]))??"${unknown}"});return n===!1?[]:[{manifest:t,isOwn:n}]});if(!n.some(({isOwn:e})=>e===void 0))return[...e.get([`spec`,`policy`])===void 0?[]:[e],...n.map(({manifest:e})=>e)].map(e=>({manifest:e,allowsEvents:Zd(e,t)}))}function Zd(e,t){let n=Qd(e,t);if(!n)return;let r=n.filter(e=>e.effect===`Allow`&&wr(e,`sqs:SendMessage`)).map(({principals:e,isNegated:t})=>{let n=[...e.values()].flat();if(!(t||n.length===0||n.some(m)))return(e.get(`Service`)??[]).includes(`events.amazonaws.com`)||n.includes(`*`)});return r.includes(!0)?!0:r.includes(void 0)?void 0:!1}function Qd(e,t){let n=e.get([`spec`,`policy`]);if(e.isPartial||n===void 0)return;if(typeof n!=`string`)return $d(n);let[,r]=/^\$\{data\.aws_iam_policy_document\.([\w-]+)\.json\}$/.exec(n)??[],i=t.ofKind(`IamPolicy`).filter(t=>t.name===r&&Vd(t,e));if(i.length>0){let e=i.map(e=>e.isPartial?void 0:$d(e.get([`spec`])));return e.includes(void 0)?void 0:e.flatMap(e=>e??[])}if(m(n))return;let a=yr(n);return`statements`in a?a.statements:void 0}function $d(e){let t=g(e)?.Statement;if(!Array.isArray(t)||t.some(e=>!g(e)&&me(e)))return;let n=yr(JSON.stringify({Statement:t}));return`statements`in n?n.statements:void 0}const ef=j({id:`interruption-events`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests(e,t){let n=e.manifests.filter(({kind:e})=>e===`aws_sqs_queue`);for(let e of new Set(n.map(t.clusterOf)))nf(e,t)}},docs:{summary:`Some events that Karpenter needs do not reach its interruption queue.`,why:`EventBridge sends spot interruption warnings, health events and changes of instance states to the queue that Karpenter reads. It needs a rule for each event, a target for each rule, and a policy of the queue that lets it send. If one of them is missing, EventBridge drops the events without an error, and Karpenter does not drain the node. Karpenter only counts rebalance recommendations, so they are not required. Reported only when Terraform creates the queue without Karpenter’s module, and at least one of the rules, targets and policies.`,help:"Create a rule and a target for each event, and a queue policy that allows `events.amazonaws.com` the action `sqs:SendMessage`.",url:`https://karpenter.sh/docs/reference/cloudformation/#interruption-handling`},examples:lf}),tf=/event|sqs|queue|notif|interrupt|spot/i;function nf(e,t){let n=ws(e).map(({manifest:e})=>e);if(!(e.ofKind(`unread_module`).some(e=>tf.test(h(e.get([`spec`,`source`]))??``))||As(e)||n.some(({kind:e})=>e===`module`)))for(let r of n)rf(r)||af(r,e,t)}const rf=e=>/dlq|dead/i.test(`${e.name} ${h(e.get([`spec`,`name`]))??``}`);function af(e,t,n){let r=Wd(e,t),i=Xd(e,t);if(!(r&&i&&(r.targets.length>0||r.withoutTarget.length>0||i.length>0))||e.isPartial||(r.missing.length>0&&cf(e,r,n),r.targets.length===0||r.targets.some(e=>e.get([`spec`,`role_arn`])!==void 0))||i.some(({allowsEvents:e})=>e!==!1))return;let[a]=i;n.report({manifest:e,at:e.span(of(e)),message:`No policy lets EventBridge send events to the queue ${sf(e)}, so the queue stays empty and Karpenter does not drain nodes that AWS stops`,help:a?"Allow `events.amazonaws.com` the action `sqs:SendMessage` in the policy of the queue.":`Create an \`aws_sqs_queue_policy\` for \`aws_sqs_queue.${e.name}\` that allows \`events.amazonaws.com\` the action \`sqs:SendMessage\`.`,labels:a?[{span:a.manifest.span([`spec`,`policy`]),message:`the policy of the queue`}]:[]})}const of=e=>e.get([`spec`,`name`])===void 0?[`metadata`,`name`]:[`spec`,`name`],sf=e=>`\`${A(e,[`spec`,`name`])??e.name}\``;function cf(e,{missing:t,withoutTarget:n},r){let[i]=n,a=t.length>1;r.report({manifest:e,at:e.span(of(e)),message:`No EventBridge rule sends ${H(t.map(({type:e})=>e),` and `)} to the queue ${sf(e)}, so Karpenter does not drain nodes after ${a?`these events`:`this event`}`,help:i?`Create an \`aws_cloudwatch_event_target\` with this queue for \`aws_cloudwatch_event_rule.${i.name}\`.`:`Create an \`aws_cloudwatch_event_rule\` for ${a?`each of them`:`it`}, with this queue as its target.`,labels:n.slice(0,3).map(e=>({span:e.span([`metadata`,`name`]),message:`this rule does not have the queue as a target`}))})}function lf(){let e=(e,t,n)=>O`
      resource "aws_cloudwatch_event_rule" "${e}" {
        event_pattern = jsonencode({ source = ["${t}"], detail-type = ["${n}"] })
      }
    `.text,t=e=>O`
      resource "aws_cloudwatch_event_target" "${e}" {
        rule = aws_cloudwatch_event_rule.${e}.name
        arn  = aws_sqs_queue.karpenter.arn
      }
    `.text,n=e(`spot`,`aws.ec2`,`EC2 Spot Instance Interruption Warning`),r=e(`state`,`aws.ec2`,`EC2 Instance State-change Notification`),i=e(`health`,`aws.health`,`AWS Health Event`),a=e=>O`
    resource "aws_sqs_queue" "karpenter" {
      name = "karpenter-orders"
    }

    ${e}
  `,o=e=>O`
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
`),c=o(`events.amazonaws.com`),l=`resource "aws_sqs_queue" "karpenter" {`;return{bad:[E(a([n,r,t(`state`),i,t(`health`),c].join(`
`)),{[l]:`${t(`spot`)}\n${l}`}),E(a([n,t(`spot`),r,t(`state`),c].join(`
`)),{[l]:`${i}\n${t(`health`)}\n${l}`}),E(a(s),{[l]:`${c}\n${l}`}),E(a(`${s}\n${o(`sns.amazonaws.com`)}`),{"sns.amazonaws.com":`events.amazonaws.com`})],good:[a(`${s}\n${c}`),O`
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
      `,a(``)]}}const uf=j({id:`interruption-queue`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[81],on:{Manifests(e,t){for(let n of vt(e))df(n,t)}},docs:{summary:"Karpenter’s `interruptionQueue` is not the queue that Terraform creates for it.",why:`AWS sends spot interruptions, health events and rebalance recommendations through an SQS queue. If Karpenter has the name of another queue, or of a queue that does not exist, it receives nothing. When AWS then reclaims a spot node, Karpenter does not move its pods in the two minutes before. Older versions of Karpenter do not even start. Reported only when Terraform creates the queue for the cluster of the release. The values may be in another folder.`,help:"Set `interruptionQueue` to the name of the queue. In Terraform, refer to the queue’s name, such as `module.karpenter.queue_name` or `aws_sqs_queue.karpenter.name`.",url:`https://karpenter.sh/docs/concepts/disruption/#interruption`},examples:mf});function df(e,t){let{manifest:n}=e,r=ff(e).find(e=>n.get(e)!==void 0),i=r&&A(n,r);if(!r||!i||/[:/]/.test(i))return;let a=ws(t.clusterOf(n)),[o]=a;o&&!a.some(({name:e})=>e===void 0||e===i)&&t.report({manifest:n,at:n.span(r),message:`\`${r.at(-1)}\` is \`${i}\`, but the queue that Terraform creates for Karpenter is named \`${o.name}\``,help:Nl(n,o.manifest)?`Refer to the queue’s name: \`${pf(o.manifest)}\`.`:`Set \`${r.at(-1)}: ${o.name}\`.`,labels:[{span:o.manifest.span(o.path),message:`the queue${Q(n,o.manifest,t)}`}]})}const ff=({chart:e,values:t})=>e===`karpenter`?[[...t,`settings`,`interruptionQueue`],[...t,`settings`,`aws`,`interruptionQueueName`]]:[],pf=({kind:e,name:t})=>e===`module`?`module.${t}.queue_name`:`${e}.${t}.name`;function mf(){return{bad:[E(O`
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
        `,{'"karpenter-prod"':`aws_sqs_queue.karpenter.name`})],good:[O`
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
      `,O`
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
      `]}}const hf=j({id:`isolated-vpc`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[97],on:{Manifests(e,{clusterOf:t,report:n}){for(let{manifest:r,chart:i,values:a}of vt(e)){if(i!==`karpenter`||r.isPartial)continue;let e=[...a,`settings`,`isolatedVPC`];if(r.get(e)!==void 0)continue;let o=t(r).ofKind(`module`).filter(e=>X(e)===`vpc`),[s]=o;o.length===1&&s&&!s.isPartial&&l(s.get([`spec`,`private_subnets`])).length!==0&&(gf.some(e=>![void 0,!1].includes(s.get([`spec`,e])))||n({manifest:r,at:r.span(e),message:"The VPC of the cluster has only private subnets and no NAT gateway, but `isolatedVPC` is not set, so Karpenter waits for prices that it cannot fetch",help:"Set `settings.isolatedVPC` to `true`, unless traffic leaves the VPC in another way.",labels:[{span:s.span([`spec`,`private_subnets`]),message:`the private subnets`}]}))}}},docs:{summary:"Karpenter runs in a VPC without internet access, but `isolatedVPC` is not set.",why:"Karpenter asks the AWS Pricing API for on-demand prices, and there is no VPC endpoint for that API. If nodes cannot reach the internet, each attempt waits until it times out, and errors fill the log. With `isolatedVPC` Karpenter uses the prices that it was built with. Reported only when Terraform creates the VPC of the cluster with only private subnets and no NAT gateway.",help:"Set `settings.isolatedVPC` to `true`, unless traffic leaves the VPC in another way, such as through a transit gateway.",url:`https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/#private-clusters`},examples:_f}),gf=[`public_subnets`,`enable_nat_gateway`,`enable_vpn_gateway`,`enable_ipv6`,`create_egress_only_igw`,`propagate_private_route_tables_vgw`];function _f(){return{bad:[E(O`
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
{ name = "settings.isolatedVPC", value = "true" },`})],good:[O`
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
      `,O`
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
      `]}}const vf=j({id:`kops-karpenter`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests:bf},docs:{summary:`A kOps specification uses Karpenter in a way that kOps or Karpenter does not support.`,why:"For each InstanceGroup with `manager: Karpenter`, kOps creates a NodePool. It installs Karpenter if the cluster enables it. Karpenter needs permissions for its service account there, and it cannot manage control plane nodes. Without a mixed instances policy, it can launch only the one `machineType`.",help:"Enable Karpenter and `iam.useServiceAccountExternalPermissions` in the Cluster. Remove `manager: Karpenter` from groups of the control plane, and list instance types under `mixedInstancesPolicy`.",url:`https://kops.sigs.k8s.io/operations/karpenter/`},examples:wf}),yf=({apiVersion:e})=>_(e)===`kops.k8s.io`;function bf(e,t){let n=e.manifests.filter(e=>e.kind===`Cluster`&&yf(e)&&!e.isPartial),r=e.manifests.filter(e=>e.kind===`InstanceGroup`&&yf(e)&&e.get([`spec`,`manager`])===`Karpenter`);for(let e of n)xf(e,r,t);for(let e of r)Cf(e,t)}function xf(e,t,{report:n,clusterOf:r}){let i=e.get([`spec`,`karpenter`,`enabled`])===!0,a=t.find(t=>r(t)===r(e)&&Sf(t)===e.name);a&&!i&&n({manifest:e,at:e.span([`spec`,`karpenter`,`enabled`]),message:`InstanceGroup \`${a.name}\` has \`manager: Karpenter\`, but \`${e.name}\` does not enable Karpenter, so nothing launches nodes for this group`,help:"Set `spec.karpenter.enabled: true`.",labels:[{span:a.span([`spec`,`manager`]),message:`this group expects Karpenter`}]});let o=[`spec`,`iam`,`useServiceAccountExternalPermissions`],s=e.get(o);i&&(s===void 0||s===!1)&&n({manifest:e,at:e.span(o),message:`Karpenter needs external permissions for service accounts, which this cluster does not enable, so kOps rejects it`,help:"Set `spec.iam.useServiceAccountExternalPermissions: true`, and set a discovery store in `spec.serviceAccountIssuerDiscovery`."})}const Sf=e=>h(g(e.get([`metadata`,`labels`]))?.[`kops.k8s.io/cluster`]);function Cf(e,{report:t}){let n=h(e.get([`spec`,`role`]))??``;/^(?:control-?plane|master|apiserver)$/i.test(n)&&t({manifest:e,at:e.span([`spec`,`manager`]),message:`InstanceGroup \`${e.name}\` belongs to the control plane, whose nodes Karpenter cannot manage`,help:"Remove `manager`, so that an auto scaling group manages these nodes."});let r=h(e.get([`spec`,`machineType`]))??``,i=/^[a-z][\w-]*\.[\w-]+$/.test(r);n===`Node`&&i&&e.get([`spec`,`mixedInstancesPolicy`])===void 0&&!e.isPartial&&t({manifest:e,at:e.span([`spec`,`machineType`]),severity:`note`,message:`Karpenter can launch only ${r} for InstanceGroup \`${e.name}\`, so it has no choice when AWS runs out of this type`,help:"List several instance types under `mixedInstancesPolicy.instances`."})}function wf(){return{bad:[E(D`
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
        `,{"cloudProvider: aws":D`
            cloudProvider: aws
            karpenter:
              enabled: true
          `}),E(D`
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
        `,{"cloudProvider: aws":D`
            cloudProvider: aws
            iam:
              useServiceAccountExternalPermissions: true
            serviceAccountIssuerDiscovery:
              discoveryStore: s3://demo-oidc
          `}),E(D`
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
        `,{"manager: Karpenter":``}),E(D`
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
        `,{"machineType: m7i.large":D`
            machineType: m7i.large
            mixedInstancesPolicy:
              instances: [m7i.large, m7a.large]
          `})],good:[D`
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
      `,D`
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
      `]}}const Tf=[{field:`maxPods`,spelt:/--max-pods[= ]\d|^[ \t]*maxPods:|^[ \t]*"?max-pods"?\s*=/m},{field:`kubeReserved`,spelt:/--kube-reserved[= ]|^[ \t]*kubeReserved:|^[ \t]*\[settings\.kubernetes\.kube-reserved\]/m},{field:`systemReserved`,spelt:/--system-reserved[= ]|^[ \t]*systemReserved:|^[ \t]*\[settings\.kubernetes\.system-reserved\]/m},{field:`evictionHard`,spelt:/--eviction-hard[= ]|^[ \t]*evictionHard:|^[ \t]*\[settings\.kubernetes\.eviction-hard\]/m}],Ef=j({id:`kubelet-in-user-data`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[56],on:{NodeClass(e,{report:t}){let n=Yt(e);if(n===void 0||Jt(e)===void 0)return;let r=n.replaceAll(/^[ \t]*#.*$/gm,``);if(e.apiVersion!==`karpenter.k8s.aws/v1`)return;let i=g(e.get([`spec`,`kubelet`]))??{},a=Tf.filter(({field:e,spelt:t})=>!Object.hasOwn(i,e)&&t.test(r));if(a.length===0)return;let o=a.map(({field:e})=>`\`${e}\``).join(`, `);t({at:e.keySpan([`spec`,`userData`]),message:`User data sets ${o}, which Karpenter does not read there, so it sizes nodes incorrectly`,help:`Move ${o} to \`spec.kubelet\`.`})}},docs:{summary:`User data sets kubelet settings that Karpenter does not read there, so it sizes nodes incorrectly.`,why:"Karpenter works out what fits on a node from `spec.kubelet` of the EC2NodeClass, and never from user data. With another `maxPods` or another reservation there, nodes are smaller or larger than Karpenter assumes. If they are smaller, pods stay pending and Karpenter launches more nodes. If they are larger, they stay half empty. For Amazon Linux 2023 Karpenter’s own settings win anyway, so those in the user data have no effect.",help:"Move the setting to `spec.kubelet`. Karpenter then writes it into the user data itself.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:Df});function Df(){return{bad:[E(N(D`
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
userData: |`}),E(N(D`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            [settings.kubernetes]
            kube-api-qps = 30
            max-pods = 42
        `),{"max-pods = 42":``,"userData: |":`kubelet:
  maxPods: 42
userData: |`})],good:[N(D`
        amiSelectorTerms:
          - alias: al2023@v20260715
        kubelet:
          maxPods: 42
      `),N(D`
        amiSelectorTerms:
          - alias: al2023@v20260715
        userData: |
          apiVersion: node.eks.aws/v1alpha1
          kind: NodeConfig
          spec:
            kubelet:
              config:
                shutdownGracePeriod: 30s
      `),N(D`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          kubelet:
            maxPods: 42
          userData: |
            #!/bin/bash
            /opt/company/join-cluster --max-pods=42
        `,`ubuntu`)]}}const Of=[y.instanceType,y.instanceFamily,y.instanceCategory,y.instanceGeneration],kf=j({id:`lost-defaults`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[9],on:{Manifests(e,{report:t,base:n}){let r=new Map([...n?Af(n):[],...Af(e)].map(e=>[e.name,e]));for(let n of R(e)){let e=r.get(n.name);if(!e||n.isPartial||e.isPartial)continue;let i=Vt(n).map(({key:e})=>b(e)),a=jf(e).filter(({key:e})=>!i.some(t=>Mf(t,e)));a.length!==0&&t({manifest:n,at:n.keySpan([`spec`,`template`,`spec`,`requirements`]),message:`Provisioner \`${n.name}\` had the defaults ${a.map(Nf).join(`, `)}, which NodePool \`${n.name}\` does not have`,help:`Add a requirement for each of these keys, with the old value or the one that you want.`})}}},docs:{summary:`A NodePool replaces a Provisioner, but does not have the requirements that v1alpha5 added by default.`,why:`A Provisioner had defaults: amd64, on-demand and the newer generations of the categories c, m and r. A NodePool has none of them. Once it replaces the Provisioner, Karpenter may launch arm64 nodes for images that are built for amd64, and spot nodes for workloads that cannot handle interruptions. It may also launch burstable, GPU or old instance types if they are cheap.`,help:`Add the old defaults as requirements of the NodePool, or the requirements that should replace them.`,url:`https://karpenter.sh/v0.32/upgrading/v1beta1-migration/`},examples:Pf}),Af=e=>e.manifests.filter(({kind:e,apiVersion:t})=>e===`Provisioner`&&_(t)===`karpenter.sh`),jf=e=>Vt(e).filter(({path:e,key:t})=>e.length===1&&t!==y.os),Mf=(e,t)=>e===t||Of.includes(t)&&Of.includes(e),Nf=({key:e,operator:t,values:n})=>`\`${e} ${t} ${n.map(({text:e})=>e).join(`, `)}\``;function Pf(){return{bad:[E(k({karpenter:`0.32`},L(D`
              apiVersion: karpenter.sh/v1alpha5
              kind: Provisioner
              metadata:
                name: default
              spec:
                limits:
                  resources:
                    cpu: 100
            `,M({apiVersion:`karpenter.sh/v1beta1`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`]}))),{"requirements:":D`
            requirements:
              - key: kubernetes.io/arch
                operator: In
                values: [amd64]
              - key: karpenter.sh/capacity-type
                operator: In
                values: [on-demand]
          `})],good:[k({karpenter:`0.32`},L(D`
            apiVersion: karpenter.sh/v1alpha5
            kind: Provisioner
            metadata:
              name: default
            spec:
              limits:
                resources:
                  cpu: 100
          `,M({apiVersion:`karpenter.sh/v1beta1`,requirements:[`kubernetes.io/arch In [amd64]`,`karpenter.sh/capacity-type In [on-demand]`,`karpenter.k8s.aws/instance-family In [m5, c5]`]}))),k({karpenter:`0.37`},M({apiVersion:`karpenter.sh/v1beta1`,name:`never-was-a-provisioner`}))]}}const Ff=[`spec`,`metadataOptions`],If=j({id:`metadata-options`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Security`,mistakes:[],controls:[`AWS FSBP EC2.8`,`AWS FSBP EC2.170`,`CIS AWS Foundations 5.7`],on:{NodeClass(e,{report:t}){let n=[...Ff,`httpTokens`];e.get(n)===`optional`&&t({at:e.span(n),message:`Instances of \`${e.name}\` answer requests for their metadata without a token (IMDSv1), so a program that fetches URLs for others can leak the node’s credentials`,help:"Set `httpTokens: required`.",fix:{description:"Replace with `required`",edits:x(e,n,`required`)}});let r=[...Ff,`httpPutResponseHopLimit`],i=e.get(r);typeof i!=`number`||i<=2||t({at:e.span(r),severity:`note`,message:`The hop limit of ${i} lets containers and proxies behind a node of \`${e.name}\` read the node’s credentials`,help:"Set `httpPutResponseHopLimit: 1`, or 2 if pods need the instance metadata.",fix:{description:`Replace with 2`,edits:x(e,r,`2`)}})}},docs:{summary:`A node class allows version 1 of the instance metadata service, or a hop limit above 2.`,why:`The instance metadata contains the credentials of the node’s role. Version 1 answers any HTTP request, so a server that can be made to fetch a URL gives them away. Version 2 requires a token, and its hop limit decides how far the token travels. With a limit of 1 only the node itself gets one, with 2 also its pods. Karpenter requires version 2 by default. A limit of 2 is not reported, because some pods need it.`,help:"Set `httpTokens: required` and a hop limit of 1, or 2 if pods need the instance metadata.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specmetadataoptions`},examples:Rf}),Lf=e=>N(D`
    role: KarpenterNodeRole-demo
    metadataOptions:
      ${e}
  `);function Rf(){return{bad:[Lf(`httpTokens: optional`),E(Lf(`httpPutResponseHopLimit: 64`),{"httpPutResponseHopLimit: 64":`httpPutResponseHopLimit: 1`})],good:[Lf(`httpPutResponseHopLimit: 2`),Lf(`httpTokens: required`)]}}const zf=(e,t)=>e.price(t,`on-demand`,e.zonesOf(t)[0]??``)?.hourlyUsd;function Bf(e){let t=new WeakMap;return(n,r)=>{let i=t.get(n)??{value:e(n,r)};return t.set(n,i),i.value}}const Vf=j({id:`min-values-exotic`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[24],on:{NodePool:Hf},docs:{summary:"A NodePool with `minValues` allows bare metal and accelerators, which Karpenter otherwise avoids.",why:"If ordinary instance types are enough, Karpenter removes bare metal types and types with accelerators from the candidates of a launch. It also removes spot types that cost more than on-demand. With `minValues` it removes neither, to keep enough variety. A small pod may then get a machine with 96 cores that takes minutes to start.",help:"List only the instance categories that you want, and exclude bare metal with `karpenter.k8s.aws/instance-hypervisor In [nitro]`.",url:`https://karpenter.sh/docs/concepts/nodepools/#min-values`},examples:Kf});function Hf(e,{report:t,catalog:n,compatible:r,settings:i}){let a=Mr(n),o=B(e).find(({path:t})=>e.get([...t,`minValues`])!==void 0),s=o&&r(e);if(!a||!s?.isExact||i.karpenter.minValuesPolicy===`BestEffort`)return;let c=Uf(s,a);c!==void 0&&t({at:e.span([...o.path,`minValues`]),message:`With \`minValues\`, Karpenter may also launch the ${c.count} of ${s.names.length} instance types of \`${e.name}\` that ${c.kind}${c.gap}`,help:"If you do not want them, list only the categories that you want, and exclude bare metal with `karpenter.k8s.aws/instance-hypervisor In [nitro]`."})}const Uf=Bf(({names:e},t)=>{let n=e.map(e=>t.type(e)),r=new Set(n.filter(Gf).map(({name:e})=>e));if(r.size===0||r.size===n.length)return;let i=e.map(e=>({name:e,usd:zf(t,e)??0})).filter(({usd:e})=>e>0).sort((e,t)=>e.usd-t.usd||v(e.name,t.name)),a=i.slice(0,60).some(({name:e})=>r.has(e));if(!n.some(Wf)&&!a)return;let[o]=i,s=i.findLast(({name:e})=>r.has(e)),c=o&&s?`, up to ${s.name} at $${s.usd.toFixed(2)}/hour, while ${o.name} costs $${o.usd.toFixed(4)}/hour`:``,l=n.some(Wf)?`are bare metal or have accelerators`:`are bare metal`;return{count:r.size,kind:l,gap:c}}),Wf=({gpus:e,accelerator:t,neuron:n})=>e.length>0||t!==void 0||n!==void 0,Gf=e=>e.isBareMetal||Wf(e);function Kf(){return{bad:[E(L(M({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:D`
              - key: karpenter.sh/capacity-type
                operator: In
                values: [on-demand, spot]
              - key: karpenter.k8s.aws/instance-category
                operator: In
                values: [c, m, g]
              - key: karpenter.k8s.aws/instance-family
                operator: Exists
                minValues: 5
            `}),P),{"[c, m, g]":`[c, m]`,"requirements:":D`
            requirements:
              - key: karpenter.k8s.aws/instance-hypervisor
                operator: In
                values: [nitro]
          `}),E(L(M({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:D`
              - key: karpenter.sh/capacity-type
                operator: In
                values: [on-demand, spot]
              - key: karpenter.k8s.aws/instance-family
                operator: In
                values: [c6i, m6i, r6i]
                minValues: 3
            `}),P),{"requirements:":D`
            requirements:
              - key: karpenter.k8s.aws/instance-hypervisor
                operator: In
                values: [nitro]
          `})],good:[L(M({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:D`
            - key: karpenter.sh/capacity-type
              operator: In
              values: [on-demand, spot]
            - key: karpenter.k8s.aws/instance-category
              operator: In
              values: [c, m, r]
            - key: karpenter.k8s.aws/instance-family
              operator: Exists
              minValues: 5
          `}),P),L(M({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:D`
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
          `}),P),L(M({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand, spot]`,`karpenter.k8s.aws/instance-category In [c, m, g]`]}),P)]}}const qf=j({id:`node-access`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[70],on:{Manifests(e,t){for(let n of tn(e))Jf(n,t)}},docs:{summary:`The role of a node class has no access to the cluster, or loses it with this change.`,why:"A node can join a cluster only if its role has an access entry or is listed in the ConfigMap `aws-auth`. Without it, instances start, but the API server rejects their kubelets. Managed node groups need neither, because EKS adds their role itself. When the last node group with a role goes, EKS removes the role again, and all Karpenter nodes that share it lose the cluster. This loss is an error. A role that has no access at all is reported only when the files create the role and list who may join.",help:"Create an access entry of type `EC2_LINUX` for the role, or list the role in `aws-auth` as the other roles of nodes.",url:`https://docs.aws.amazon.com/eks/latest/userguide/access-entries.html`},examples:np});function Jf(e,t){let n=t.clusterOf(e),r=e.isPartial?void 0:Qs(e,n);if(!r||nc(r,ec(n))!==!1)return;let i=Zf(e,r,t);i.length>0?ep(e,{role:r,lost:i},t):tp(e,r,t)}const Yf=({name:e,address:t})=>`\`${e??t?.split(`: `)[1]??``}\``,Xf=e=>e.get([`spec`,`role`])===void 0?`instanceProfile`:`role`;function Zf(e,t,n){let r=Qf(e,n.base),i=r&&n.baseClusterOf(r),a=r&&Qs(r,i);if(!i||!a||Zs(a,t)!==!0)return[];let o=ec(i).grants.filter(e=>Zs(e.role,a)===!0),s=n.clusterOf(e);return o.every(({manifest:e})=>$f(e,s))?o:[]}function Qf(e,t){let n=t?tn(t).filter(({name:t})=>t===e.name):[];return n.find(({source:t})=>t.file===e.source.file)??(n.length===1?n[0]:void 0)}const $f=(e,{manifests:t})=>t.some(t=>t.source.file===e.source.file||Nl(t,e));function ep(e,{role:t,lost:n},{report:r}){let i=n.some(({by:e})=>e===`nodeGroup`);r({manifest:e,severity:`error`,at:e.span([`spec`,Xf(e)]),message:i?`All nodes of \`${e.name}\` lose access to the cluster, because this change removes the last node group with the role ${Yf(t)}. EKS removes the access of a role with its last node group`:`All nodes of \`${e.name}\` lose access to the cluster, because this change removes the access of the role ${Yf(t)}`,help:"Create an access entry of type `EC2_LINUX` for this role in the same change."})}function tp(e,t,n){let r=n.clusterOf(e),i=Os(r).roles.find(({address:e})=>e===t.address),{grants:a}=ec(r),o=a.find(({by:e})=>e===`entry`);if(i?.manifest.kind!==`aws_iam_role`||!(o||Sc(r))||t.name!==void 0&&ac(n).has(t.name))return;let s=o?.manifest.kind===`ConfigMap`||o?.manifest.kind===`kubernetes_config_map`;n.report({manifest:e,at:e.span([`spec`,Xf(e)]),message:`The role ${Yf(t)} of \`${e.name}\` has no access to the cluster, so its nodes never join`,help:s?"Add the role to `mapRoles`, with the same user name and groups as the other roles of nodes.":"Create an access entry of type `EC2_LINUX` for this role.",labels:[{span:i.manifest.span(i.path),message:`the role${Q(e,i.manifest,n)}`},...o?[{span:o.manifest.span(o.path),message:`the access of other nodes`}]:[]]})}function np(){let e=e=>O`
    resource "aws_iam_role" "nodes" {
      name = "orders-nodes"
    }

    resource "aws_iam_role" "karpenter" {
      name = "orders-karpenter-nodes"
    }

    ${e}

    ${I(`default`,N(`role: orders-karpenter-nodes`))}
  `,t=(e,t)=>O`
    resource "aws_eks_access_entry" "${e}" {
      cluster_name  = "orders"
      principal_arn = aws_iam_role.${t}.arn
      type          = "EC2_LINUX"
    }
  `.text,n=O`
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
  `.text;return{bad:[E(e(t(`nodes`,`nodes`)),{'resource "aws_eks_access_entry" "nodes" {':`${t(`karpenter`,`karpenter`)}\nresource "aws_eks_access_entry" "nodes" {`}),E(e(n),{"mapRoles = yamlencode([":`mapRoles = yamlencode([
          {
            rolearn  = aws_iam_role.karpenter.arn
            username = "system:node:{{EC2PrivateDNSName}}"
            groups   = ["system:bootstrappers", "system:nodes"]
          },`})],good:[e(`${t(`nodes`,`nodes`)}\n${t(`karpenter`,`karpenter`)}`),e(`${t(`nodes`,`nodes`)}
        resource "aws_eks_node_group" "system" {
          cluster_name    = "orders"
          node_group_name = "system"
          node_role_arn   = aws_iam_role.karpenter.arn
        }`),e(t(`nodes`,`nodes`).replace(`aws_iam_role.nodes.arn`,`var.node_role_arn`)),e(``)]}}const rp=e=>_l(e)||e.length<5||/\d/.test(e)||/^(?:north|south|east|west|central)/.test(e);function ip(e,t){if(e===t)return!0;if(Math.max(e.length,t.length)>100)return!1;let[n,r]=[ap(e),ap(t)],[i,a]=n.length<=r.length?[n,r]:[r,n];return i.length<a.length?i.every(e=>a.includes(e)):i.every((e,t)=>op(e,a[t]))}const ap=e=>e.toLowerCase().split(/[-_./]/),op=(e,t)=>e===t||!rp(e)&&!rp(t)&&r(e,t)<=2,sp=[[`dev`,`develop`,`development`],[`test`,`testing`],[`int`,`integration`],[`stage`,`staging`,`stg`],[`prod`,`production`,`prd`]],cp=e=>sp.find(t=>t.includes(e))?.[0]??e,lp=e=>e.toLowerCase().replace(/\bpre-prod\b/,`preprod`).split(/[-_.]/).map(cp).sort().join(`-`);function up(e,t){if(e===t)return!0;let[n,r]=[e.split(`-`),t.split(`-`)],[i,a]=n.length<=r.length?[n,r]:[r,n];return i.length<a.length&&i.some(_l)&&i.every(e=>a.includes(e))}const dp=j({id:`node-role-exists`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[68],on:{Manifests(e,t){for(let n of tn(e))for(let e of[`role`,`instanceProfile`])pp(n,e,t)}},docs:{summary:`A node class names a role or instance profile that is almost, but not exactly, the one that the files create.`,why:`Karpenter launches nodes only with a role or instance profile that exists. If the name has a typing mistake, or is that of another environment, the node class is not ready, or its nodes cannot join the cluster. Karpenter’s Terraform module also adds a random suffix to the name of the role by default. Reported only when the files of the cluster create the role and its name is known. A completely different name may be that of a role from elsewhere.`,help:"Use the name of the role that the files create. With Karpenter’s module, set `node_iam_role_use_name_prefix = false`, or refer to the output `node_iam_role_name`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specrole`},examples:xp}),fp={role:`role`,instanceProfile:`instance profile`};function pp(e,t,n){let r=A(e,[`spec`,t]);if(e.isPartial||r===void 0||/[:/]/.test(r)||ac(n).has(r))return;let{roles:i,profiles:a,mayBeMore:o}=Os(n.clusterOf(e)),[s,c]=t===`role`?[i,a]:[a,i];if(o||s.some(e=>e.canBeNamed(r)))return;let l={nodeClass:e,field:t,written:r,created:s},u=s.find(({prefix:e})=>e===r||e===`${r}-`);u?mp(l,u,n):hp(l,c,n)}function mp({nodeClass:e,field:t,written:n},r,i){let{manifest:a,path:o}=r,s=a.kind===`module`,c=s?`module.${a.name}`:`${a.kind}.${a.name}`,l=s?t===`role`?`node_iam_role_name`:`instance_profile_name`:`name`,u=Nl(e,a)?`, or refer to \`${c}.${l}\``:``;i.report({manifest:e,at:e.span([`spec`,t]),message:`\`${e.name}\` uses the ${fp[t]} \`${n}\`, but Terraform adds a suffix to this name, so there is no ${fp[t]} with exactly this name`,help:s?`Set \`${Vs(a).usesPrefix} = false\` in \`${c}\`${u}.`:`Set \`name = "${n}"\` instead of \`name_prefix\` in \`${c}\`${u}.`,labels:[{span:a.span(o),message:`the beginning of its name${Q(e,a,i)}`}]})}function hp(e,t,n){let{nodeClass:r,field:i,written:a,created:o}=e,s=n.clusterOf(r).environment??``,c=n.all.manifests.some(e=>e.kind===`aws_iam_role`&&A(e,[`spec`,`name`])===a),l=o.filter(({name:e})=>e!==void 0),u=t.some(({name:e})=>e===a),d=l.filter(({name:e})=>u||!c&&vp(a,e)||bp(s,{written:a,name:e})&&!yp(r,a,e)),[f]=d;!f||new Set(d.map(({name:e})=>e)).size>1||n.report({manifest:r,at:r.span([`spec`,i]),message:u?`\`${a}\` is the name of ${i===`role`?`an instance profile`:`a role`}. The ${fp[i]} that ${f.tool} creates is named \`${f.name}\``:`\`${r.name}\` uses the ${fp[i]} \`${a}\` instead of \`${f.name}\`, which ${f.tool} creates`,help:`Set \`${i}: ${f.name}\`.`,labels:[{span:f.manifest.span(f.path),message:`the ${fp[i]}${Q(r,f.manifest,n)}`}]})}const gp=e=>e.split(/[-_.,+=@]/);function _p(e,t){let[n,r]=[gp(e),gp(t)];if(n.length!==r.length)return;let i=n.flatMap((e,t)=>e===r[t]?[]:[[e,r[t]]]);return i.length===1?i[0]:void 0}function vp(e,t){let[n,i]=[e,t].map(e=>gp(e.toLowerCase()));if(n.join(``)===i.join(``))return!0;let a=_p(e.toLowerCase(),t.toLowerCase());return a!==void 0&&!a.some(rp)&&r(...a)===1}function yp(e,t,n){let[r=``]=_p(t,n)??[],i=e.span([]).file.split(`/`).at(-1);return[...gp(e.name),...gp(i)].some(e=>lp(e)===lp(r))}function bp(e,{written:t,name:n}){let[r,i]=_p(t,n)??[];if(r===void 0||i===void 0||![r,i].every(_l))return!1;let a=lp(e).split(`-`);return a.includes(lp(i))&&!a.includes(lp(r))}function xp(){let e=(e,t)=>O`
    module "karpenter" {
      source  = "terraform-aws-modules/eks/aws//modules/karpenter"
      version = "~> 21.0"

      cluster_name = "orders"
      ${e}
    }

    ${I(`default`,N(`role: ${t}`))}
  `;return{bad:[E(e(``,`Karpenter-orders`),{'cluster_name = "orders"':`cluster_name = "orders"
node_iam_role_use_name_prefix = false`},{"role: Karpenter-orders":"role: ${module.karpenter.node_iam_role_name}"}),E(O`
          resource "aws_iam_role" "nodes" {
            name = "KarpenterNodeRole-orders"
          }

          ${I(`default`,N(`role: KarpenterNodesRole-orders`))}
        `,{"role: KarpenterNodesRole-orders":`role: KarpenterNodeRole-orders`}),E(O`
          resource "aws_iam_role" "nodes" {
            name = "KarpenterNodeRole-orders"
          }

          resource "aws_iam_instance_profile" "nodes" {
            name = "KarpenterNodeInstanceProfile-orders"
            role = aws_iam_role.nodes.name
          }

          ${I(`default`,N(`instanceProfile: KarpenterNodeRole-orders`))}
        `,{"instanceProfile: KarpenterNodeRole-orders":`instanceProfile: KarpenterNodeInstanceProfile-orders`})],good:[e(`node_iam_role_use_name_prefix = false`,`Karpenter-orders`),e(`node_iam_role_name = var.role`,`Karpenter-orders`),e(``,`KarpenterNodeRole-of-another-team`),O`
        resource "aws_iam_role" "nodes" {
          name = "KarpenterNodeRole-orders-1"
        }

        ${I(`default`,N(`role: KarpenterNodeRole-orders-2`))}
      `]}}const Sp=j({id:`older-generation`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[],on:{NodePool:Cp,Provisioner:Cp},docs:{summary:`Every instance type of a NodePool is of an old generation, and a newer one costs less.`,why:`Newer generations cost less than those from a decade ago, are faster, and are less often short in supply. A NodePool that names only old families pays more for less, and nothing in the cluster shows it. This rule compares the prices of the region for instance types of similar size and memory with CPUs of the same manufacturer.`,help:"Allow the newer families, by name or with `karpenter.k8s.aws/instance-generation`.",url:`https://karpenter.sh/docs/concepts/nodepools/#instance-types`},examples:Ap});function Cp(e,{report:t,catalog:n,compatible:r}){let i=Mr(n),a=r(e);if(!i||!a?.isExact||a.names.length===0||a.names.length>60)return;let o=wp(a,i);o&&t({at:e.span(Wt(e)),message:`All instance types of \`${e.name}\` are of old generations: ${o.newer} is newer than ${o.name} and costs ${o.percent}% less per vCPU`,help:`Allow newer families, such as \`${o.newer.split(`.`)[0]}\`.`})}const wp=Bf(({names:e},t)=>{let[n,...r]=e.map(e=>Tp(t.type(e),t));return r.every(e=>e!==void 0)?n:void 0});function Tp(e,t){let n=Dp(e),r=kp(e,t);if(!n||r===void 0||e.gpus.length>0)return;let[i]=t.types.filter(t=>Ep(e,t)&&Op(n,Dp(t))).flatMap(e=>{let n=kp(e,t);return n===void 0||n>r*.97?[]:[{name:e.name,cost:n}]}).sort((e,t)=>e.cost-t.cost||v(e.name,t.name));return i&&{name:e.name,newer:i.name,percent:Math.round((1-i.cost/r)*100)}}const Ep=(e,t)=>t.vcpus>=e.vcpus*.75&&t.vcpus<=e.vcpus*1.25&&t.memoryMib/t.vcpus>=e.memoryMib/e.vcpus*.97&&t.architecture===e.architecture&&t.cpuManufacturer===e.cpuManufacturer&&t.isBareMetal===e.isBareMetal&&t.gpus.length===0&&(t.instanceStoreGb??0)>=(e.instanceStoreGb??0);function Dp({family:e}){let t=/^([a-z]+)(\d+)([a-z-]*)$/.exec(e);return t?{category:t[1],generation:Number(t[2]),suffix:t[3]}:void 0}function Op(e,t){let n=[...e.suffix].filter(e=>!`aig`.includes(e));return t!==void 0&&t.category===e.category&&t.generation>e.generation&&!t.suffix.includes(`flex`)&&n.every(e=>t.suffix.includes(e))}function kp({name:e,vcpus:t},n){let r=zf(n,e);return r===void 0?void 0:r/t}function Ap(){return{bad:[E(L(M({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m4, c4]`,`karpenter.sh/capacity-type In [on-demand]`]}),P),{"[m4, c4]":`[m4, c4, c5]`})],good:[L(M({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m4, m5]`,`karpenter.sh/capacity-type In [on-demand]`]}),P),L(M({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m5, c5]`,`karpenter.sh/capacity-type In [on-demand]`]}),P)]}}const jp=j({id:`owned-security-groups`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[78],on:{Manifests(e,t){for(let n of tn(e))Np(n,t)}},docs:{summary:"A node class selects several security groups with the tag `kubernetes.io/cluster/NAME`.",why:"The AWS load balancer controller and the in-tree controller expect exactly one security group with the tag `kubernetes.io/cluster/NAME` on a node. If a node has two, they stop with “multiple tagged security groups” and no longer register targets. Reported only when Terraform creates the security groups, for the cluster of the node class.",help:`Remove the tag from all of them but one.`,url:`https://karpenter.sh/docs/troubleshooting/`},examples:Pp}),Mp=`kubernetes.io/cluster/`;function Np(e,{clusterOf:t,report:n}){if(e.isPartial)return;let r=rs(e,`securityGroup`).filter(({tags:e,hasOther:t})=>!t&&e.length>0&&e.every(({isKnown:e})=>e)),[i,a]=t(e).ofKind(`aws_security_group`).filter(e=>{let t=g(e.get([`spec`,`tags`]))??{};return r.some(e=>e.tags.every(({key:e,value:n})=>h(t[e])===n))&&Object.keys(t).some(e=>e.startsWith(Mp)&&!m(e))});i&&a&&n({manifest:e,at:e.keySpan([`spec`,`securityGroupSelectorTerms`]),message:`\`${e.name}\` selects the security groups \`${i.name}\` and \`${a.name}\`, which both have a tag \`${Mp}…\`, but the load balancer controller accepts only one`,help:`Remove the tag \`${Mp}…\` from one of them.`,labels:[i,a].map(e=>({span:e.span([`spec`,`tags`]),message:`has the tag`}))})}function Pp(){return{bad:[E(O`
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

          ${I(`default`,N(D`
              role: KarpenterNodeRole-demo
              securityGroupSelectorTerms:
                - tags:
                    karpenter.sh/discovery: demo
            `))}
        `,{'tags = {\n    "kubernetes.io/cluster/demo" = "owned"\n':`tags = {
`})],good:[O`
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

        ${I(`default`,N(D`
            role: KarpenterNodeRole-demo
            securityGroupSelectorTerms:
              - tags:
                  karpenter.sh/discovery: demo
          `))}
      `,O`
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

        ${I(`default`,N(D`
            role: KarpenterNodeRole-demo
            securityGroupSelectorTerms:
              - tags:
                  karpenter.sh/discovery: demo
          `))}
      `]}}const Fp=j({id:`pass-role`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[72],on:{Manifests(e,t){for(let n of new Set(tn(e).map(t.clusterOf)))Ip(n,t)}},docs:{summary:"The controller’s `iam:PassRole` permission does not include the role that node classes name.",why:"To launch an instance with a role, the controller needs `iam:PassRole` on exactly that role. If the policy names another role, such as the controller’s own, AWS denies every launch with the role of the nodes. The policy of Karpenter’s Terraform module allows only the role that the module creates or is given. Reported only when the policy and the node class are of the same cluster and all roles are known. They may be in different folders.",help:"Add the role of the nodes to the resources of `iam:PassRole`.",url:`https://karpenter.sh/docs/reference/cloudformation/#allowpassinginstancerole`},examples:Up});function Ip(e,t){let n=[...e.ofKind(`IamPolicy`).flatMap(t=>zp(t,e)),...e.ofKind(`module`).flatMap(t=>Vp(t,e))],r=n.find(({manifest:e})=>Lp(e,t)),i=n.map(({roles:e})=>e);if(!r||i.includes(void 0)||As(e))return;let a=new Set;for(let n of e.ofKind(`EC2NodeClass`)){let o=n.isPartial?void 0:Qs(n,e);if(!o||i.some(e=>e.some(e=>Hp(e,o)!==!1)))continue;let s=o.name??o.address;a.has(s)||Rp(n,r,t),a.add(s)}}function Lp(e,t){let n=t.clusterOf(e);if(e.kind===`module`)return!0;let r=zl(t).some(([e])=>t.clusterOf(e.policy)===n),i=tn(t.all).every(e=>t.clusterOf(e)===n);return r&&(e.source.origin?.tool===`terraform`||i)}function Rp(e,{manifest:t,path:n},r){r.report({manifest:t,at:t.span(n),message:`\`iam:PassRole\` is not allowed on the role of \`${e.name}\`, so AWS denies every launch with this role`,help:t.kind===`module`?`Set \`${Vs(t).creates} = false\` and \`${Vs(t).arn}\` to the ARN of this role in \`module.${t.name}\`.`:`Add the role of the nodes to the resources of this statement.`,labels:[{span:e.span([`spec`,e.get([`spec`,`role`])===void 0?`instanceProfile`:`role`]),message:`the role of the nodes${Q(t,e,r)}`}]})}function zp(e,t){return Vl(e).filter(e=>Hl([e],`iam:PassRole`)).map(({path:n,statement:r})=>{let i=r.resources.map(n=>Ys(n,{manifest:e,cluster:t})),a=e.isPartial||r.isNegated||i.includes(void 0);return{manifest:e,path:[...n,`Resource`],roles:a?void 0:i.flatMap(e=>e??[])}})}const Bp=/^(?!node_).*(?:policy_statements|policies|policy_documents|policy_arns?)$/;function Vp(e,t){if(X(e)!==`karpenter`||Hs(e,`create`,!0)===!1)return[];let n=Vs(e),r=n.creates===`create_iam_role`?Hs(e,`create_irsa`,!0):Hs(e,`create_iam_role`,!0);if(r===!1)return[];let i=Object.keys(g(e.get([`spec`]))??{}),a=r===!0&&!i.some(e=>Bp.test(e)),o=Hs(e,n.creates,!0),s=[`spec`,n.arn],c=o===!1?Js(e,s,t):void 0,l=o===!0?{address:js(e,`module.${e.name}`)}:c;return[{manifest:e,path:o===!1?s:[`metadata`,`name`],roles:a&&l?[l]:void 0}]}const Hp=(e,t)=>e.name!==void 0&&(t.name!==void 0||e.name===`*`)?Cr(e.name,t.name??``):Zs(e,t);function Up(){return{bad:[E(O`
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

          ${I(`default`,N("role: ${aws_iam_role.karpenter_node.name}"))}
        `,{"aws_iam_role.karpenter_controller.arn":`aws_iam_role.karpenter_node.arn`}),E(O`
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

          ${I(`default`,N(`role: orders-nodes`))}
        `,{"create_access_entry = false":`create_access_entry = false
create_node_iam_role = false
node_iam_role_arn = aws_iam_role.nodes.arn`})],good:[O`
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

        ${I(`default`,N("role: ${aws_iam_role.karpenter_node.name}"))}
      `,O`
        resource "aws_iam_policy" "controller" {
          policy = jsonencode({
            Version = "2012-10-17"
            Statement = [
              { Effect = "Allow", Action = ["ec2:CreateFleet", "ec2:RunInstances"], Resource = "*" },
              { Effect = "Allow", Action = "iam:PassRole", Resource = "arn:aws:iam::111122223333:role/Karpenter*" },
            ]
          })
        }

        ${I(`default`,N(`role: KarpenterNodes`))}
      `]}}const Wp=j({id:`pin-ami-alias`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[49],on:{NodeClass(e,{report:t}){let n=l(e.get([`spec`,`amiSelectorTerms`]));for(let[r,i]of n.entries()){let n=h(g(i)?.alias);if(n===void 0||m(n)||!n.endsWith(`@latest`))continue;let a=n.slice(0,n.indexOf(`@`));Object.hasOwn(Gp,a)&&t({at:e.span([`spec`,`amiSelectorTerms`,r,`alias`]),message:`\`${n}\` follows every AMI release, and each new release makes Karpenter replace all nodes of \`${e.name}\``,help:`Pin a release, such as \`${a}@${Gp[a]??Gp.al2023}\`, and update it by pull request.`})}}},docs:{summary:`An EC2NodeClass follows the latest AMI instead of a pinned release.`,why:"With `@latest`, every AMI release makes all nodes of the node class drift. Karpenter replaces them within the disruption budgets, in every environment at the same time. There is no change to review and nothing to revert.",help:"Pin a release, such as `al2023@v20260715`, and update it by pull request, one environment after the other.",url:`https://karpenter.sh/docs/tasks/managing-amis/`},examples:Kp}),Gp={al2:`v20251112`,al2023:`v20260715`,bottlerocket:`v1.44.0`};function Kp(){return{bad:[E(N(D`
          amiSelectorTerms:
            - alias: al2023@latest
        `),{"al2023@latest":`al2023@v20260715`})],good:[N(D`
        amiSelectorTerms:
          - alias: al2023@v20260715
      `),N(D`
          amiSelectorTerms:
            - alias: windows2022@latest
        `,`windows`),N(D`
        amiSelectorTerms:
          - alias: ubuntu@latest
      `)]}}function qp(e){return[...bt(e,`aws-vpc-cni`).map(({manifest:e,values:t})=>({manifest:e,path:[...t,`env`]})).flatMap(({manifest:e,path:t})=>Jp(e,t,g(e.get(t)))),...e.manifests.flatMap(e=>Yp(e))]}function Jp(e,t,n){let r=Object.entries(n??{}).map(([e,t])=>[e,h(t)]);return!e.isPartial&&r.every(([,e])=>e!==void 0&&!m(e))?[{manifest:e,path:t,env:Object.fromEntries(r)}]:[]}function Yp(e){return e.kind===`aws_eks_addon`&&e.get([`spec`,`addon_name`])===`vpc-cni`?Xp(e,[`spec`],`configuration_values`):e.kind===`module`?[`addons`,`cluster_addons`].map(e=>[`spec`,e,`vpc-cni`]).filter(t=>g(e.get(t))).flatMap(t=>Xp(e,t,`configuration_values`)):e.kind===`ClusterConfig`?l(e.get([`addons`])).flatMap((t,n)=>g(t)?.name===`vpc-cni`?Xp(e,[`addons`,n],`configurationValues`):[]):e.kind===`DaemonSet`&&e.name===`aws-node`?Qp(e):[]}function Xp(e,t,n){let r=[...t,n],i=e.get(r);if(i===void 0)return Jp(e,t,{});let a=typeof i==`string`?Zp(i):i,o=g(a)?.env;return!g(a)||o!==void 0&&!g(o)?[]:Jp(e,r,g(o)??{})}function Zp(e){try{return JSON.parse(e)}catch{return}}function Qp(e){let t=[`spec`,`template`,`spec`,`containers`];return l(e.get(t)).flatMap((n,r)=>{if(g(n)?.name!==`aws-node`)return[];let i=[...t,r,`env`],a=l(e.get(i)).map(e=>g(e)??{});return Jp(e,i,Object.fromEntries(a.flatMap(({name:e,value:t})=>typeof e==`string`&&t!==void 0?[[e,t]]:[])))})}const $p=O`
  kubelet:
    maxPods: 110
`,em=j({id:`pods-and-addresses`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[59,60,61],on:{Manifests(e,t){if(!(bt(e,`cilium`).length>0))for(let n of qp(e))nm(n,t)}},docs:{summary:`The number of pods per node that Karpenter assumes does not match the addresses of the VPC CNI.`,why:"Karpenter works out how many pods fit on a node from its network interfaces, or from `maxPods` if the node class sets it. If there are more pods than addresses, pods hang in `ContainerCreating`. With prefix delegation and no `maxPods`, nodes have room that Karpenter does not use. With custom networking, the first interface carries no pods, which Karpenter knows only from `reservedENIs`. Reported only when the CNI is configured in the repository, for the cluster of the node class.",help:"Set `maxPods` together with prefix delegation, and `settings.reservedENIs` together with custom networking.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:um}),tm=(e,t)=>e.env[t]===`true`;function nm(e,t){let n=t.clusterOf(e.manifest).ofKind(`EC2NodeClass`).filter(({isPartial:e})=>!e),r=tm(e,`ENABLE_PREFIX_DELEGATION`);tm(e,`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`)&&lm(e,n,t);for(let i of n){let n=i.get([`spec`,`kubelet`,`maxPods`])??void 0;typeof n==`number`&&!r&&sm(i,{cni:e,maxPods:n},t),n===void 0&&r&&rm(i)&&cm(i,e,t)}}const rm=e=>!/^(?:Custom|Windows)/.test(h(e.get([`spec`,`amiFamily`]))??``),im=({enis:e,ipv4PerEni:t})=>e*(t-1)+2;function am(e,{all:t,catalog:n,compatible:r}){let i=nn(t,e).flatMap(e=>om(e,{catalog:Mr(n),compatible:r}));if(!i.includes(void 0))return i.sort((e,t)=>im(e)-im(t)||v(e.name,t.name))[0]}function om(e,{catalog:t,compatible:n}){let r=n(e);return!t||!r?.isExact?[void 0]:r.names.map(e=>t.type(e))}function sm(e,{cni:t,maxPods:n},r){let i=am(e,r);!i||im(i)>=n||r.report({manifest:e,at:e.span([`spec`,`kubelet`,`maxPods`]),message:`\`maxPods: ${n}\` is more than the ${im(i)} pods that ${i.name} has addresses for without prefix delegation`,help:"Remove `maxPods`, allow only larger instance types that have enough addresses, or turn on prefix delegation in the VPC CNI.",labels:[{span:t.manifest.span(t.path),message:`the VPC CNI has no prefix delegation`}]})}function cm(e,t,n){let r=am(e,n);!r||im(r)>=110||n.report({manifest:e,at:e.span([`spec`,`kubelet`]),severity:`note`,message:`The VPC CNI uses prefix delegation, but \`${e.name}\` has no \`maxPods\`, so Karpenter places at most ${im(r)} pods on ${r.name}`,help:"Set `maxPods: 110` under `spec.kubelet` if more pods should fit.",labels:[{span:t.manifest.span(t.path),message:`prefix delegation is on`}]})}function lm(e,t,{clusterOf:n,report:r}){if(!(t.length===0||t.every(e=>e.get([`spec`,`kubelet`,`maxPods`])!==void 0)))for(let{manifest:t,chart:i,values:a}of n(e.manifest).manifests.flatMap(yt)){let n=[...a,`settings`,`reservedENIs`],o=h(t.get(n))??`0`;i!==`karpenter`||t.isPartial||o!==`0`||m(o)||r({manifest:t,at:t.span(n),message:`The VPC CNI uses custom networking, but Karpenter reserves no network interface for it, so it places more pods on nodes than they have addresses for`,help:'Set `settings.reservedENIs` to `"1"`.',labels:[{span:e.manifest.span(e.path),message:`custom networking is on`}]})}}function um(){return{bad:[E(_m({addon:pm,kubelet:$p}),{"kubelet:\n        maxPods: 110":``},{[dm]:`${fm.text}${dm}`},{"most_recent = true":mm(`ENABLE_PREFIX_DELEGATION`)}),E(_m({addon:mm(`ENABLE_PREFIX_DELEGATION`)}),{"role: KarpenterNodeRole-demo":`role: KarpenterNodeRole-demo\n${$p.text}`}),E(_m({addon:mm(`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`),release:gm(hm)}),{[hm]:`${hm}\n{ name = "settings.reservedENIs", value = "1" },`})],good:[_m({addon:mm(`ENABLE_PREFIX_DELEGATION`),kubelet:$p}),_m({addon:pm}),_m({addon:mm(`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`),release:gm(O`
          ${hm}
          { name = "settings.reservedENIs", value = "1" },
        `)})]}}const dm=`- key: karpenter.k8s.aws/instance-family`,fm=O`
  - key: karpenter.k8s.aws/instance-cpu
    operator: Gt
    values: ["15"]
`,pm=`most_recent = true`,mm=e=>O`
  configuration_values = jsonencode({
    env = {
      ${e} = "true"
    }
  })
`,hm=`{ name = "settings.clusterName", value = "demo" },`,gm=e=>O`
  resource "helm_release" "karpenter" {
    repository = "oci://public.ecr.aws/karpenter"
    chart      = "karpenter"

    set = [
      ${e}
    ]
  }
`,_m=({addon:e,kubelet:t,release:n})=>O`
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
`,vm=[`spec`,`associatePublicIPAddress`],ym=j({id:`public-address`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Security`,mistakes:[],controls:[`AWS FSBP EC2.9`,`AWS FSBP EC2.25`,`CIS EKS 5.4.3`],on:{NodeClass(e,{report:t}){e.get(vm)===!0&&t({at:e.span(vm),message:`Every node of \`${e.name}\` gets a public IPv4 address, so its security groups alone protect it from the internet. AWS also charges for each address`,help:"Set `associatePublicIPAddress: false`, and select private subnets with a NAT gateway."})}},docs:{summary:`A node class gives its instances public IPv4 addresses.`,why:`A node with a public address can be reached from the internet as far as its security groups allow. Load balancers do not need it, because they reach nodes by private addresses. AWS charges $0.005 per hour for each public IPv4 address. It is a note, because a cluster without a NAT gateway needs public addresses.`,help:"Set `associatePublicIPAddress: false`, and select private subnets.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specassociatepublicipaddress`},examples:xm}),bm=e=>N(D`
    role: KarpenterNodeRole-demo
    associatePublicIPAddress: ${e}
  `);function xm(){return{bad:[E(bm(`true`),{"associatePublicIPAddress: true":`associatePublicIPAddress: false`})],good:[bm(`false`),N(`role: KarpenterNodeRole-demo`)]}}const Sm=1024**3,Cm=(e,t)=>({name:e,limitsPodsByEnis:!0,reservesMemoryByEnis:e!==`Bottlerocket`,hasPodsPerCore:e!==`Bottlerocket`,takesAnyKubeletSetting:e===`AL2023`||e===`Custom`,ephemeralDevice:t,defaultVolumeBytes:20*Sm,windowsBuild:void 0}),wm=(e,t)=>({name:e,limitsPodsByEnis:!1,reservesMemoryByEnis:!1,hasPodsPerCore:!0,takesAnyKubeletSetting:!1,ephemeralDevice:`/dev/sda1`,defaultVolumeBytes:50*Sm,windowsBuild:t}),Tm=Cm(`AL2`,`/dev/xvda`),Em=Cm(`Custom`,void 0),Dm=[Tm,Cm(`AL2023`,`/dev/xvda`),Cm(`Bottlerocket`,`/dev/xvdb`),wm(`Windows2019`,`10.0.17763`),wm(`Windows2022`,`10.0.20348`),wm(`Windows2025`,`10.0.26100`),Em];function Om(e){let{amiFamily:t,amiSelectorTerms:n}=e.spec;if(t!==void 0)return Dm.find(e=>e.name===t)??Tm;let r=n?.find(e=>e.alias)?.alias?.split(`@`)[0];return Dm.find(e=>e!==Em&&e.name.toLowerCase()===r)??Em}function km(e){let{maxPods:t}=e,n=typeof t==`string`&&!m(t)?[[`maxPods`]]:[],r=[`kubeReserved`,`systemReserved`].flatMap(t=>{let n=e[t];return p(n)?Object.entries(n).filter(([e,t])=>typeof t==`string`&&![e,t].some(e=>m(e))&&Gc(t)===void 0).map(([e])=>[t,e]):[]});return[...n,...r]}const Am={ns:1n,us:1000n,µs:1000n,ms:1000000n,s:1000000000n,m:60000000000n,h:3600000000000n},jm=/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/y,Mm=2n**63n-1n;function Nm(e){let[,t,n]=/^([+-]?)(.*)$/s.exec(e);if(n===`0`)return 0n;if(!n||n.length>128)return;let r=0n,i=0;for(;i<n.length;){jm.lastIndex=i;let e=jm.exec(n);if(!e)return;r+=Pm(e[1],Am[e[2]]),i=jm.lastIndex}if(!(r>Mm))return t===`-`?-r:r}function Pm(e,t){let[n=``,r=``]=e.split(`.`);return BigInt(n||`0`)*t+BigInt(r||`0`)*t/10n**BigInt(r.length)}function Fm(e,t){let n=Nm(e);return n!==void 0&&n===Nm(t)}const Im=new Map(Object.entries({boolean:`
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
  `}).flatMap(([e,t])=>t.trim().split(/\s+/).map(t=>[t,e]))),Lm=new Set([`clusterDNS`,`cpuCFSQuota`,`maxPods`,`podsPerCore`,`kubeReserved`,`systemReserved`,`evictionHard`,`evictionSoft`,`evictionSoftGracePeriod`,`evictionMaxPodGracePeriod`,`imageGCHighThresholdPercent`,`imageGCLowThresholdPercent`]),Rm={boolean:`true or false`,whole:`a whole number below 2³¹`,large:`a whole number`,number:`a number`,text:`a string`,duration:"a duration such as `90s`",texts:`a list of strings`,textMap:`a mapping of names to strings`,flags:`a mapping of names to true or false`,list:`a list`,mapping:`a mapping`};function zm(e,t){let n=e=>typeof e==`string`||e===null;switch(t){case`whole`:return typeof e==`number`&&(e|0)===e;case`large`:return Number.isInteger(e);case`text`:return n(e);case`duration`:return typeof e==`string`&&Nm(e)!==void 0;case`texts`:return Array.isArray(e)&&e.every(n);case`list`:return Array.isArray(e);case`textMap`:return p(e)&&Object.values(e).every(n);case`flags`:return p(e)&&Object.values(e).every(e=>typeof e==`boolean`||e===null||m(e));case`mapping`:return p(e);default:return typeof e===t}}function Bm(e,t){let n=Object.keys(e).filter(e=>!m(e));return[...n.flatMap(n=>Vm(n,e,t)??[]),...Gm.flatMap(t=>Ym(e,t,qm)),...$m(e),...Km.flatMap(t=>Ym(e,t,Jm)),...th(e),...n.flatMap(t=>ih(t,e[t]))]}function Vm(e,t,n){let r=[e];if(!Im.has(e))return{path:r,why:`is not a kubelet setting`,names:Wm(Im.keys(),t)};if(e===`registerWithTaints`)return{path:r,why:`is a setting that Karpenter sets itself`,help:"Remove it, and set the taints in `taints` or `startupTaints` under `spec.template.spec` of the NodePool."};if(n.takesAnyKubeletSetting)return;if(e===`podsPerCore`?Um(t[e])&&!n.hasPodsPerCore:!Hm(e))return{path:r,why:`does not reach nodes of the AMI family \`${n.name}\``,help:`Remove it, or use AL2023, whose nodes accept any setting.`};let i=t[e];if(!(e!==`clusterDNS`||!Array.isArray(i)||i.length<2))return{path:r,why:`may have only one address with the AMI family \`${n.name}\``,help:`Keep only one address.`}}const Hm=e=>Lm.has(e),Um=e=>e!=null,Wm=(e,t)=>[...e].filter(e=>!Object.hasOwn(t,e)),Gm=[`evictionHard`,`evictionSoft`,`evictionSoftGracePeriod`,`evictionMinimumReclaim`],Km=[`kubeReserved`,`systemReserved`],qm={names:[`memory.available`,`nodefs.available`,`nodefs.inodesFree`,`imagefs.available`,`imagefs.inodesFree`,`pid.available`],wrongName:`is not an eviction signal`,wrongValue:(e,t)=>e===`evictionSoftGracePeriod`?Qm(t):Zm(t)},Jm={names:[`cpu`,`memory`,`ephemeral-storage`,`pid`],wrongName:`is not a resource that a kubelet can reserve`,wrongValue:(e,t)=>t.startsWith(`-`)?`is negative`:void 0};function Ym(e,t,{names:n,wrongName:r,wrongValue:i}){let a=e[t]??{};return p(a)?Object.entries(a).flatMap(([e,o])=>{let s=[t,e];if(m(e))return[];if(!n.includes(e))return[{path:s,why:r,names:Wm(n,a)}];let c=o??``;if(typeof c!=`string`){let e={path:s,why:`has a value that is not a string`};return[typeof c==`number`?{...e,number:c,help:`Put the number in quotes.`}:e]}let l=m(c)?void 0:i(t,c);return l===void 0?[]:[{path:s,why:l}]}):m(a)?[]:[{path:[t],why:`is not a mapping of names to values`}]}const Xm=/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;function Zm(e){if(!e.endsWith(`%`)){let t=Gc(e);return t===void 0?`is neither a percentage nor a quantity`:t<0?`is negative`:void 0}let t=e.slice(0,-1).replaceAll(/(?<=\d)_(?=\d)/g,``),n=Xm.test(t)?Number(t):NaN;return n>=0&&n<=100?void 0:`is not a percentage from 0% to 100%`}function Qm(e){let t=Nm(e);return t===void 0?"is not a duration such as `90s`":t<0n?`is negative`:void 0}function $m({evictionSoft:e,evictionSoftGracePeriod:t}){let[n,r]=[e??{},t??{}];return!p(n)||!p(r)||[...Object.keys(n),...Object.keys(r)].some(e=>m(e))?[]:[...Wm(Object.keys(n),r).map(e=>({path:[`evictionSoft`,e],why:`has no grace period`,help:`Add a grace period under \`evictionSoftGracePeriod\`, such as \`${e}: 90s\`.`})),...Wm(Object.keys(r),n).map(e=>({path:[`evictionSoftGracePeriod`,e],why:"has no threshold under `evictionSoft`",help:`Add the threshold, or remove the grace period.`}))]}const eh={maxPods:2**31-1,podsPerCore:2**31-1,evictionMaxPodGracePeriod:2**31-1,imageGCHighThresholdPercent:100,imageGCLowThresholdPercent:100};function th(e){let t=Object.entries(eh).flatMap(([t,n])=>{let r=e[t],i=t===`maxPods`&&typeof r==`string`;return!Um(r)||i||m(r)||nh(r,n)?[]:[{path:[t],why:n===100?`is not a whole number from 0 to 100`:`is not a whole number of at least 0`}]}),{imageGCHighThresholdPercent:n,imageGCLowThresholdPercent:r}=e;return t.length>0||typeof n!=`number`||typeof r!=`number`||n>r?t:[{path:[`imageGCHighThresholdPercent`],why:`is not above \`imageGCLowThresholdPercent\`, which is ${r}`}]}const nh=(e,t)=>typeof e==`number`&&Number.isInteger(e)&&e>=0&&e<=t,rh=new Set([`registerWithTaints`,...Gm,...Km,...Object.keys(eh)]);function ih(e,t){let n=Im.get(e);if(n===void 0||rh.has(e)||!Um(t)||m(t)||zm(t,n))return[];let r={path:[e],why:`is not ${Rm[n]}`};return[n===`text`&&typeof t==`number`?{...r,number:t,help:`Put the number in quotes.`}:r]}const ah=[`spec`,`kubelet`],oh=j({id:`refused-kubelet-settings`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t,karpenter:n,settings:r,nearest:i}){let a=g(e.get(ah));if(!n.opensKubelet||!a||e.isPartial)return;let o=Om({metadata:{name:``},spec:{amiFamily:Jt(e)??`Custom`}});for(let n of Bm(a,o)){let r=[...ah,...n.path],a=n.names&&i(String(r.at(-1)),n.names);t({at:e.keySpan(r),message:`\`${n.path.join(`.`)}\` ${n.why}, so Karpenter rejects this node class and launches nothing with it`,help:ch(n,a),...sh(e,r,{wanted:a,number:n.number})})}let{featureGates:s}=r.karpenter;if(!s?.nodeClassCEL)for(let n of km(a))t({...s===void 0&&{severity:`warning`},at:e.span([...ah,...n]),message:`\`${n.join(`.`)}\` is an expression, but the feature gate \`NodeClassCEL\` is ${s===void 0?`off by default`:`off`}, so Karpenter rejects this node class and launches nothing with it`,help:"Use a fixed value, or turn the gate on with `settings.awsFeatureGates.nodeClassCEL` in Karpenter’s Helm values. If it is already on, set `karpenter.settings.featureGates.nodeClassCEL` in plumbline.yaml."})}},docs:{summary:"Karpenter rejects an EC2NodeClass because of a setting under `kubelet`.",why:"From Karpenter 1.15 on, `spec.kubelet` accepts any kubelet setting, and the API server checks none of them. Karpenter’s controller does. It rejects names that the kubelet does not know, and settings that Karpenter sets itself or that the AMI family does not pass on. It also rejects invalid values, and expressions while the feature gate `NodeClassCEL` is off. The node class then gets the condition `ValidationSucceeded=False`. The API server gives no warning, and the NodePools of the class launch nothing.",help:`Use the names and values of a KubeletConfiguration, without the settings that Karpenter sets itself.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:lh});function sh(e,t,{wanted:n,number:r}){return n===void 0?r===void 0?{}:{fix:{description:`Put the number in quotes`,edits:x(e,t,`"${r}"`)}}:{fix:{description:`Rename to \`${n}\``,edits:he(e,t,n)}}}function ch({names:e=[],help:t},n){return n===void 0?t===void 0?e.length===0?`Use a value that the kubelet accepts.`:e.length>6?`Remove it.`:`Use one of: ${H(e)}.`:t:`Did you mean \`${n}\`?`}function lh(){return{bad:[E(k({karpenter:`1.15`},N(D`
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
          `)),{"maxPod:":`maxPods:`,"registerWithTaints: []":``,"memory.avail:":`memory.available:`,"10 percent":`10%`,"kubeReserved:":D`
            evictionSoftGracePeriod:
              pid.available: 90s
            kubeReserved:
          `,"cpu: 1":`cpu: "1"`,"imageGCHighThresholdPercent: 70":`imageGCHighThresholdPercent: 85`}),E(k({karpenter:`1.15`},N(D`
            amiSelectorTerms:
              - alias: bottlerocket@v1.44.0
            kubelet:
              podsPerCore: 10
              shutdownGracePeriod: 30s
              clusterDNS: [10.0.0.10, 10.0.0.11]
          `)),{"podsPerCore: 10":``,"shutdownGracePeriod: 30s":``,"[10.0.0.10, 10.0.0.11]":`[10.0.0.10]`},{"bottlerocket@v1.44.0":`al2023@v20260715`}),E(k({karpenter:`1.15`},N(D`
            amiSelectorTerms:
              - alias: al2023@v20260715
            kubelet:
              maxPods: min(max_pods, 110)
              kubeReserved:
                memory: 11 * max_pods + 255
          `)),{"min(max_pods, 110)":`110`,"11 * max_pods + 255":`1465Mi`})],good:[k({karpenter:`1.15`},N(D`
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
        `)),k({karpenter:`1.15`},N(D`
            amiFamily: Custom
            amiSelectorTerms:
              - id: ami-0123456789abcdef0
            kubelet:
              podsPerCore: 10
              shutdownGracePeriod: 30s
          `,`ubuntu`)),N(D`
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        kubelet:
          podsPerCore: 10
      `)]}}const uh={[y.instanceMemory]:{unit:`MiB`,meant:`GiB`,factor:1024},[y.instanceGpuMemory]:{unit:`MiB`,meant:`GiB`,factor:1024},[y.instanceNetworkBandwidth]:{unit:`Mbit/s`,meant:`Gbit/s`,factor:1e3},[y.instanceEbsBandwidth]:{unit:`Mbit/s`,meant:`Gbit/s`,factor:1e3}},dh=j({id:`requirement-units`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[93],on:{NodePool:fh,Provisioner:fh},docs:{summary:`A bound for memory or bandwidth is so low that it excludes nothing, probably because it is in the wrong unit.`,why:"The label `instance-memory` is in MiB, and the bandwidth labels are in Mbit/s. `Gt 8` for memory, meant as more than 8 GiB, is true for every instance type, so Karpenter also launches the smallest ones.",help:'Write the bound in MiB or Mbit/s, such as `"8192"` for 8 GiB.',url:`https://karpenter.sh/docs/reference/instance-types/`},examples:mh});function fh(e,{report:t,catalog:n}){if(n)for(let{key:r,operator:i,values:a,isKnown:o}of B(e)){let s=Object.hasOwn(uh,r)?uh[r]:void 0,[c]=a;if(!s||!o||!c||i!==`Gt`&&i!==`Gte`)continue;let l=/^\d+$/.test(c.text)?Number(c.text):0,u=ph(n.labels.get(r)??[]);if(l<2||l>=u)continue;let d=String(l*s.factor);t({at:e.span(c.path),message:`\`${r}\` is in ${s.unit}, and every instance type has more than ${l} ${s.unit}, so this requirement excludes nothing`,help:`Use \`"${d}"\` if you mean ${l} ${s.meant}.`,fix:{description:`Replace with \`"${d}"\``,edits:x(e,c.path,`"${d}"`)}})}}const ph=e=>e.reduce((e,t)=>t.reduce((e,t)=>Math.min(e,Number(t)),e),1/0);function mh(){return{bad:[M({requirements:[`karpenter.k8s.aws/instance-memory Gt ["8"]`]})],good:[M({requirements:[`karpenter.k8s.aws/instance-memory Gt ["8191"]`,`karpenter.k8s.aws/instance-cpu Gt ["1"]`]}),M({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-gpu-memory Gt ["0"]`],taints:D`
          - key: nvidia.com/gpu
            effect: NoSchedule
        `})]}}const hh=j({id:`role-name`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[68],on:{NodeClass:_h,NodeTemplate:_h},docs:{summary:`A node class has an ARN where Karpenter expects the name of a role or an instance profile.`,why:`The API server accepts any text. Karpenter adds the role to an instance profile by its name, and IAM rejects an ARN there. The node class is not ready, and no NodePool that uses it launches anything.`,help:`Use only the name: the part of the ARN after the last slash.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specrole`},examples:xh}),gh=/^arn:[\w-]+:iam::.{0,200}:(?:role|instance-profile)\/(?:.{0,600}\/)?([^/]{1,200})$/;function _h(e,{report:t}){for(let n of[`role`,`instanceProfile`]){let r=[`spec`,n];bh(e,n,t),yh(e,r,t);let i=e.get(r),a=typeof i==`string`?gh.exec(i)?.[1]:void 0;if(a===void 0)continue;let o=!m(a);t({at:e.span(r),message:`\`${n}\` is an ARN instead of a name, so IAM rejects it and \`${e.name}\` never becomes ready`,help:o?`Use \`${a}\`.`:`Use only the part after the last slash.`,...o&&{fix:{description:`Replace with \`${a}\``,edits:x(e,r,a)}}})}}const vh=/^(?:KarpenterController(?:Role)?-|[\w+=,.@-]{1,60}[-_]karpenter[-_]controller(?:[-_]role)?$)/i;function yh(e,t,n){let r=h(e.get(t))??``;vh.test(r)&&n({at:e.span(t),severity:`warning`,message:`\`${r}\` seems to be the role of the controller. Nodes with this role cannot join the cluster, and every pod that reads the instance metadata could launch instances`,help:"Use the role of the nodes, such as `KarpenterNodeRole-demo`."})}function bh(e,t,n){let r=[`spec`,t],i=wt(e,r);if(i===void 0)return;let a=e.span(r);/^module\.[\w-]+\.iam_role_(?:name|arn)$/.test(i)&&/karpenter/i.test(i)?n({at:a,message:`\`${i}\` is the role of the controller. Nodes with this role cannot join the cluster`,help:`Use \`${i.replace(/iam_role_\w{1,100}$/,`node_iam_role_name`)}\`.`}):/(?:\.|_)arn$/.test(i)&&n({at:a,message:`\`${t}\` must be a name, but \`${i}\` is an ARN, so IAM rejects it and \`${e.name}\` never becomes ready`,help:`Use \`${i.replace(/arn$/,`name`)}\`.`})}function xh(){return{bad:[N(`role: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo`),N(`instanceProfile: arn:aws:iam::111122223333:instance-profile/KarpenterNode`),E(O`
          ${I(`default`,N("role: ${aws_iam_role.karpenter_node.arn}"))}
        `,{"aws_iam_role.karpenter_node.arn":`aws_iam_role.karpenter_node.name`}),E(O`
          ${I(`default`,N("role: ${module.karpenter.iam_role_name}"))}
        `,{"module.karpenter.iam_role_name":`module.karpenter.node_iam_role_name`}),E(N(`role: KarpenterControllerRole-demo`),{"KarpenterControllerRole-demo":`KarpenterNodeRole-demo`})],good:[O`
        ${I(`default`,N("role: ${module.karpenter.node_iam_role_name}"))}
      `,P,N("role: ${NODE_ROLE}")]}}const Sh={AL2:`/dev/xvda`,AL2023:`/dev/xvda`,Bottlerocket:`/dev/xvda`,Windows2019:`/dev/sda1`,Windows2022:`/dev/sda1`,Windows2025:`/dev/sda1`},Ch=[`/dev/sda`,`/dev/sda1`,`/dev/xvda`,`/dev/xvda1`,`/dev/nvme0n1`],wh=j({id:`root-device`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[64],on:{NodeClass(e,{report:t}){let n=Jt(e)??``,r=Object.hasOwn(Sh,n)?Sh[n]:void 0,i=[`spec`,`blockDeviceMappings`],a=l(e.get(i)).map(e=>g(e)),o=a.map(e=>h(e?.deviceName)??``);if(r===void 0||e.isPartial||o.includes(r)||a.some(e=>e?.rootVolume===!0))return;let s=o.findIndex(e=>Ch.includes(e));if(s===-1)return;let c=[...i,s,`deviceName`],u=Kt(e).every(({term:e})=>e.alias!==void 0);t({at:e.span(c),...!u&&{severity:`note`},message:`The root device of ${n} is \`${r}\`, so \`${o[s]}\` adds an empty volume and the root volume keeps the size of the AMI`,help:`Set \`deviceName\` to \`${r}\`.`,fix:{description:`Replace with \`${r}\``,edits:x(e,c,r)}})}},docs:{summary:`A block device mapping names the root device of another AMI family.`,why:`EC2 attaches a device with an unknown name as an additional, empty volume. The root volume keeps the size, type and encryption of the AMI, and Karpenter works out ephemeral storage from its default of 20 GiB. The additional volume costs money, and nothing uses it.`,help:"Use `/dev/xvda` for Amazon Linux and Bottlerocket, and `/dev/sda1` for Windows.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:Th});function Th(){return{bad:[N(D`
        amiSelectorTerms:
          - alias: al2023@v20260715
        blockDeviceMappings:
          - deviceName: /dev/sda1
            ebs:
              volumeSize: 100Gi
              encrypted: true
              volumeType: gp3
      `)],good:[N(D`
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
      `),N(D`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          blockDeviceMappings:
            - deviceName: /dev/sda1
              ebs:
                volumeSize: 100Gi
                encrypted: true
        `,`ubuntu`)]}}const Eh=j({id:`root-encryption`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[63],on:{NodeClass(e,{report:t}){let n=[`spec`,`blockDeviceMappings`],r=l(e.get(n)).map(e=>g(e)),i=r.map(e=>h(e?.deviceName)??``),a=i.indexOf(`/dev/xvdb`);Jt(e)!==`Bottlerocket`||a===-1||e.isPartial||i.includes(`/dev/xvda`)||i.some(e=>m(e))||g(r[a]?.ebs)?.encrypted===!0&&t({at:e.span([...n,a,`ebs`,`encrypted`]),message:`\`${e.name}\` encrypts \`/dev/xvdb\` but does not map \`/dev/xvda\`, so the root volume is encrypted only if the account encrypts volumes by default`,help:"Map `/dev/xvda` too, with `encrypted: true` and `volumeSize: 4Gi`."})}},docs:{summary:`A Bottlerocket node class encrypts the volume of the containers, but does not configure the root volume.`,why:"Volumes that a node class does not map stay as the AMI defines them, because Karpenter does not add its defaults to existing mappings. If a node class encrypts `/dev/xvdb` of Bottlerocket and does not map `/dev/xvda`, the root volume is not encrypted, unless the account encrypts every volume by default.",help:"Map `/dev/xvda` too, with `encrypted: true` and about 4 GiB.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:Dh});function Dh(){return{bad:[E(N(D`
          role: KarpenterNodeRole-demo
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          blockDeviceMappings:
            - deviceName: /dev/xvdb
              ebs:
                volumeSize: 100Gi
                encrypted: true
        `),{"blockDeviceMappings:":D`
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  volumeSize: 4Gi
                  encrypted: true
          `})],good:[N(D`
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
      `),N(D`
        role: KarpenterNodeRole-demo
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        blockDeviceMappings:
          - deviceName: /dev/xvdb
            ebs:
              snapshotID: snap-0123456789abcdef0
              volumeSize: 100Gi
      `)]}}const Oh=[`subnetSelectorTerms`,`securityGroupSelectorTerms`,`amiSelectorTerms`],kh=j({id:`selector-term-id`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[80],on:{NodeClass(e,{report:t}){for(let n of Oh.map(e=>[`spec`,e])){let r=l(e.get(n)).map(e=>Object.keys(g(e)??{})),i=e=>e.includes(`id`)&&e.length>1;if(!r.every(i))for(let[a,o]of r.entries()){if(!i(o))continue;let r=o.filter(e=>e!==`id`);t({at:e.keySpan([...n,a,r[0]]),message:`Karpenter ignores ${H(r,` and `)} in a term with an \`id\`, because the id alone selects`,labels:[{span:e.span([...n,a,`id`]),message:`the id alone selects`}],help:`Remove ${H(r,` and `)}, or move ${r.length===1?`it`:`them`} to a separate term.`})}}}},docs:{summary:"A selector term has an `id` and other fields, which Karpenter ignores.",why:`An id alone selects one object. The API server should reject other fields in the same term. But its rule looks at all terms together and accepts the list as soon as one of them is valid. Karpenter then uses the id, and tags or a name in the same term narrow nothing.`,help:`Remove the other fields, or move them to a separate term.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:Ah});function Ah(){return{bad:[E(N(D`
          subnetSelectorTerms:
            - id: subnet-0123456789abcdef0
              tags:
                karpenter.sh/discovery: demo
            - id: subnet-0123456789abcdef1
        `),{"  tags:\n        karpenter.sh/discovery: demo":``},{"  tags:\n        karpenter.sh/discovery: demo":`- tags:
    karpenter.sh/discovery: demo`})],good:[N(D`
        subnetSelectorTerms:
          - id: subnet-0123456789abcdef0
          - tags:
              karpenter.sh/discovery: demo
      `),N(D`
        amiFamily: AL2023
        amiSelectorTerms:
          - name: golden-*
            owner: self
      `)]}}const jh=j({id:`termination-handler`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[84],on:{Manifests(e,t){let{report:n}=t;for(let r of e.manifests.filter(Fh)){let e=Mh(r,t);e&&!Ih(r)&&n({manifest:r,at:r.span([`metadata`,`name`]),...Nh(r,e,t)})}for(let r of bt(e,`aws-node-termination-handler`)){let{manifest:e,values:i}=r,a=(...t)=>e.get([...i,...t]),o=e.isPartial||typeof a()==`string`||a(`enableSqsTerminationDraining`)===!0,s=[`nodeSelector`,`linuxNodeSelector`,`daemonsetNodeSelector`,`affinity`,`linuxAffinity`,`daemonsetAffinity`].some(e=>Object.keys(g(a(e))??{}).length>0);if(o||s)continue;let c=Mh(e,t);c&&n({manifest:e,at:e.span([`metadata`,`name`]),...Nh(e,c,t)})}}},docs:{summary:`The node termination handler runs on Karpenter’s nodes, although Karpenter handles interruptions itself.`,why:"With `interruptionQueue`, Karpenter launches another node and drains the old one when AWS announces an interruption. The AWS node termination handler also drains every node that it runs on, so pods are evicted twice. The handler also cordons nodes on a rebalance recommendation, which Karpenter ignores. Reported only when the charts of both are installed in the same cluster, and the handler has no node selector or affinity.",help:"Keep the handler off Karpenter’s nodes with an affinity for `karpenter.sh/nodepool`, or remove the handler.",url:`https://karpenter.sh/docs/faq/#should-i-use-karpenter-interruption-handling-alongside-node-termination-handler`},examples:Uh}),Mh=(e,{all:t,clusterOf:n})=>vt(t).find(t=>t.chart===`karpenter`&&n(t.manifest)===n(e)&&Lh(t)),Nh=(e,t,n)=>({message:`The node termination handler runs on all nodes, so both it and Karpenter drain Karpenter’s nodes when AWS interrupts them`,help:"Set `affinity` so that the handler does not run on nodes with the label `karpenter.sh/nodepool`, or remove the handler.",labels:[{span:t.manifest.span([...t.values,`settings`,`interruptionQueue`]),message:`Karpenter handles interruptions itself${Q(e,t.manifest,n)}`}]}),Ph=[`spec`,`template`,`spec`],Fh=({kind:e,apiVersion:t,name:n,source:r})=>e===`DaemonSet`&&t===`apps/v1`&&/^aws-node-termination-handler/.test(n)&&r.origin?.tool!==`helm`,Ih=e=>e.isPartial||Object.keys(g(e.get([...Ph,`nodeSelector`]))??{}).some(e=>!/kubernetes\.io\/(?:os|arch)$/.test(e))||e.get([...Ph,`affinity`,`nodeAffinity`])!==void 0,Lh=({manifest:e,values:t})=>(h(e.get([...t,`settings`,`interruptionQueue`]))??``)!==``,Rh=F(`aws-node-termination-handler`),zh=F(`karpenter`,{values:D`
    settings:
      clusterName: demo
      interruptionQueue: demo
  `}),Bh=e=>D`
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
`,Vh=`      chart: aws-node-termination-handler
`,Hh=D`
  values:
    affinity:
      nodeAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          nodeSelectorTerms:
            - matchExpressions:
                - key: karpenter.sh/nodepool
                  operator: DoesNotExist
`;function Uh(){return{bad:[E(L(F(`karpenter`,{values:D`
              settings:
                clusterName: demo
                interruptionQueue: demo
            `}),Rh),{[Vh]:`${Vh}  ${Hh.text.replaceAll(/\n(?=.)/g,`
  `)}`},{[`---\n${Rh.text}`]:``}),E(L(zh,Bh(``)),{"containers:":`affinity:
  nodeAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      nodeSelectorTerms:
        - matchExpressions:
            - {key: karpenter.sh/nodepool, operator: DoesNotExist}
containers:`})],good:[L(zh,Bh(D`
          affinity:
            nodeAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
                nodeSelectorTerms:
                  - matchExpressions:
                      - {key: karpenter.sh/nodepool, operator: DoesNotExist}
        `)),L(F(`karpenter`,{values:D`
            settings:
              clusterName: demo
              interruptionQueue: demo
          `}),D`
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
        `),L(F(`karpenter`,{values:D`
            settings:
              clusterName: demo
          `}),D`
          apiVersion: helm.toolkit.fluxcd.io/v2
          kind: HelmRelease
          metadata:
            name: node-termination-handler
          spec:
            chart:
              spec:
                chart: aws-node-termination-handler
        `),L(F(`karpenter`,{values:D`
            settings:
              clusterName: demo
              interruptionQueue: demo
          `}),D`
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
        `)]}}const Wh=/^(?:mac|[a-z]\d+g[a-z]*-flex|i3\.metal$)/,Gh=/^(?:cc1|cc2|cg1|cg2|cr1|g1|g2|hi1|hs1)$/,Kh=j({id:`unknown-instance-type`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[],on:{NodePool:qh,Provisioner:qh,NodeOverlay:qh},docs:{summary:`A requirement names an instance type or family that does not exist, or that the region does not offer.`,why:`The API server accepts any text. Karpenter never chooses a value that no instance type has, and does not warn about it. The NodePool then allows less than it seems to, or launches nothing at all.`,help:`Correct the name, or use one that the region offers.`,url:`https://karpenter.sh/docs/reference/instance-types/`},examples:Xh});function qh(e,t){let{catalog:n}=t;if(n)for(let r of B(e)){let i=b(r.key);if(i===y.instanceType)Jh({pool:e,requirement:r,what:`instance type`,known:n.names,isOffered:e=>n.zonesOf(e).length>0},t,n);else if(i===y.instanceFamily){let i=[...new Set(n.types.map(e=>e.family))],a=new Set(n.types.filter(e=>n.zonesOf(e.name).length>0).map(e=>e.family));Jh({pool:e,requirement:r,what:`instance family`,known:i,isOffered:e=>a.has(e)},t,n)}}}function Jh({pool:e,requirement:t,what:n,known:r,isOffered:i},{report:a,nearest:o,isRegionAssumed:s},c){let{operator:l,values:u}=t;if(l!==`In`&&l!==`NotIn`)return;let d=new Set(r);for(let{path:t,text:f,isKnown:p}of u)if(!(!p||Wh.test(f)||l===`NotIn`&&Gh.test(f))){if(d.has(f))l===`In`&&!i(f)&&!s&&a({at:e.span(t),message:`Region ${c.region} does not offer the ${n} \`${f}\`, so Karpenter never launches it`,help:`Replace it with one that ${c.region} offers, or remove it.`});else{let i=Yh(o(f,r),f,r);a({at:e.span(t),message:`\`${f}\` is not a known EC2 ${n}`,help:i?`Did you mean \`${i}\`?`:`Correct the name. If it is newer than plumbline’s catalog, silence this finding.`,...i&&{fix:{description:`Replace with \`${i}\``,edits:x(e,t,i)}}})}}}function Yh(e,t,n){if(e===void 0)return;let i=r(t,e);return n.some(n=>n!==e&&r(t,n)===i)?void 0:e}function Xh(){return{bad:[M({requirements:[`node.kubernetes.io/instance-type In [m5.large, m5.xlrage]`,`karpenter.sh/capacity-type In [on-demand]`]}),M({requirements:[`karpenter.k8s.aws/instance-family NotIn [t2, t3, tg4]`]}),E(k({region:`ap-northeast-2`},M({requirements:[`karpenter.k8s.aws/instance-family In [c7i, c7a]`,`karpenter.sh/capacity-type In [on-demand]`]})),{"[c7i, c7a]":`[c7i, c6i]`},{"[c7i, c7a]":`[c7i]`})],good:[M({requirements:[`karpenter.k8s.aws/instance-family In [m5, m6i]`]}),M({requirements:[`karpenter.k8s.aws/instance-family NotIn [c1, cc1, cc2, g2, t1]`]})]}}const Zh=String.raw`(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')`,Qh=`${Zh}(?:\\s*\\.\\s*${Zh})*`,$h=RegExp(`^(?:\\[\\s*${Qh}\\s*\\]|\\[\\[\\s*${Qh}\\s*\\]\\])\\s*(?:#.*)?$`),eg=RegExp(`^${Qh}\\s*=\\s*(.*)$`),tg=/^(?:true|false|[+-]?(?:inf|nan)|[+-]?\d[\w.+:-]*(?: \d[\w.+:-]*)?)\s*(?:#.*)?$/,ng=/^("""|''')/,rg=/^(?:"(?:[^"\\]|\\.)*"|'[^']*')\s*(?:#.*)?$/,ig={characters:5e4,lines:2e3};function ag(e){if(e.length>ig.characters)return;let t=e.split(`
`).slice(0,ig.lines);for(let e=0;e<t.length;e++){let n=t[e].trim();if(n===``||n.startsWith(`#`)||$h.test(n))continue;let r=eg.exec(n)?.[1];if(r===void 0)return n;if(ng.test(r)){let n=r.slice(0,3);if(r.indexOf(n,3)===-1)for(;++e<t.length&&!t[e].includes(n););}else if(/^[[{]/.test(r))e=og(t,e,r);else if(!tg.test(r)&&!rg.test(r))return n}}function og(e,t,n){let r=0;for(let i=t;i<e.length;i++){let a=(i===t?n:e[i]).replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g,``).replace(/#.*$/,``);for(let e of a)r+=`[{`.includes(e)?1:`]}`.includes(e)?-1:0;if(r<=0)return i}return e.length}const sg=j({id:`user-data-format`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[57,58],on:{NodeClass(e,{report:t}){let n=Yt(e),r=n===void 0?void 0:cg(e,n);r&&t({at:e.keySpan([`spec`,`userData`]),...r})}},docs:{summary:`User data has a format that the AMI family does not understand.`,why:"Karpenter merges `userData` into the user data that it writes for the AMI family. Bottlerocket reads TOML, and a node class with another format never launches a node. On Amazon Linux 2023, `/etc/eks/bootstrap.sh` only fails, so its flags never reach the kubelet. If the parts of a MIME text do not start with the boundary that it declares, none of them runs.",help:"For Bottlerocket, write TOML. For Amazon Linux 2023, write a `NodeConfig` or a script without `bootstrap.sh`. Start each part of a MIME text with two dashes and the declared boundary.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specuserdata`},examples:fg});function cg(e,t){let n=Jt(e);return n===`Bottlerocket`?lg(t):n===`AL2023`&&ug(t)?{message:"`/etc/eks/bootstrap.sh` only fails on Amazon Linux 2023, so its arguments have no effect",help:"Remove the call, because Karpenter joins the node to the cluster itself. Set kubelet settings under `spec.kubelet`, and labels in the NodePool."}:n===`AL2`||n===`AL2023`?dg(t):void 0}function lg(e){let[t=``]=e.trimStart().split(`
`);if(!/^(?:#!|MIME-Version:|Content-Type:|#cloud-config)/i.test(t)){let t=ag(e);return t===void 0?void 0:{message:`Bottlerocket expects user data in TOML, but \`${t.slice(0,60)}\` is neither a table nor a key with a value`,help:'Write TOML: tables such as `[settings.kubernetes]`, and entries such as `name = "text"`, with texts in quotes.'}}return{message:`Bottlerocket expects user data in TOML, but this starts with \`${t.trim().slice(0,60)}\``,help:"Write TOML settings, such as `[settings.kubernetes]`. Bottlerocket runs no scripts."}}const ug=e=>!/-[efx] \/etc\/eks\/bootstrap\.sh/.test(e)&&/^[ \t]*(?:sudo\s+|bash\s+)?\/etc\/eks\/bootstrap\.sh\b/m.test(e);function dg(e){if(!/^\s*(?:MIME-Version|Content-Type): /i.test(e))return;let t=/boundary="?([^"\s;]{1,200})"?/i.exec(e)?.[1],n=e.split(`
`).map(e=>e.trimEnd());if(!(t===void 0||n.includes(`--${t}`)))return{message:`This MIME text declares the boundary \`${t}\`, but no line is \`--${t}\`, so none of its parts runs`,help:`Start every part with \`--${t}\`, and end the last one with \`--${t}--\`.`}}function fg(){return{bad:[E(N(D`
          amiSelectorTerms:
            - alias: al2023@v20260715
          userData: |
            #!/bin/bash
            /etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'
            echo hello
        `),{"/etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'":``}),E(N(D`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            #!/bin/bash
            sysctl -w vm.max_map_count=262144
        `),{"#!/bin/bash":`[settings.kernel.sysctl]`,"sysctl -w vm.max_map_count=262144":`"vm.max_map_count" = "262144"`}),E(N(D`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            [settings.kubernetes]
            cluster-domain = cluster.local
        `),{"= cluster.local":`= "cluster.local"`}),E(N(D`
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
        `),{"--==BOUNDARY==--":`--BOUNDARY--`,"--==BOUNDARY==":`--BOUNDARY`})],good:[N(D`
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
      `),N(D`
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
        `,`bottlerocket`)]}}const pg=[[`a private key`,/-----BEGIN (?:[A-Z]{1,20} )?PRIVATE KEY-----/],[`an AWS access key`,/\b(?:AKIA|ASIA)(?![A-Z0-9]{0,12}EXAMPLE)[A-Z0-9]{16}\b/],[`a GitHub token`,/\bgh[pousr]_[A-Za-z0-9]{36}/],[`a GitLab token`,/\bglpat-[\w-]{20}/],[`a Slack token`,/\bxox[abprs]-[\w-]{10}/],[`a password in a URL`,/\b[a-z][a-z0-9+]{1,20}:\/\/[^\s:@/${}<]{1,100}:(?![$<{%])[^\s:@/]{4,100}@/],[`a token to join a cluster`,/--token[ =]["']?[a-z0-9]{6}\.[a-z0-9]{16}\b/]],mg=/(?:^|[\s"'{,;])((?:[A-Za-z]\w{0,60}[_-])?(?:password|passwd|secret|secret[_-]?(?:access[_-]?)?key|token|api[_-]?key|access[_-]?key|license[_-]?key))["']?\s{0,5}[=:]\s{0,5}(?:"([^"\s]{8,200})"|'([^'\s]{8,200})'|([^\s"'#;,]{8,200}))/i,hg=e=>/[A-Za-z]/.test(e)&&/[\d!@#%^&*+=-]/.test(e)&&!/[$`<>{}()[\]]|%[{s]|^[/~.]|^[a-z]+:\/\/|^arn:|^(?:ssm|vault|secretsmanager|file):|EXAMPLE|changeme|placeholder|redacted|x{4}|\*{3}/i.test(e);function gg(e){for(let[t,n]of e.split(`
`).slice(0,2e3).entries()){let e=n.slice(0,2e3),r=pg.find(([,t])=>t.test(e));if(r)return{kind:r[0],line:t+1};let i=mg.exec(e),a=i?.[2]??i?.[3]??i?.[4];if(i&&a!==void 0&&hg(a))return{kind:`a value for \`${i[1]}\``,line:t+1}}}const _g=[`spec`,`userData`],vg=j({id:`user-data-secrets`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Security`,mistakes:[],controls:[`CWE-798`],on:{NodeClass(e,{report:t}){let n=e.get(_g),r=typeof n==`string`?gg(n):void 0;r&&t({at:yg(e),message:`Line ${r.line} of the user data of \`${e.name}\` seems to contain ${r.kind}. Every pod that reaches the instance metadata can read it, and so can everybody who may describe the node class or its launch templates`,help:`Store the secret in AWS Secrets Manager or the Parameter Store, and let the user data fetch it with the node’s role. Replace the secret, because it is in the history of the repository.`})}},docs:{summary:`User data contains what looks like a password, a token or a key.`,why:`User data is not secret. The instance metadata serves it to every process on the node and, with a hop limit of 2, to every pod. It is also in the EC2NodeClass, in launch templates, and in the repository. plumbline does not print the secret, and points at the field instead of the line.`,help:`Let the user data fetch secrets from AWS Secrets Manager or the Parameter Store with the node’s role.`,url:`https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/user-data.html`},examples:Sg});function yg(e){let{text:t}=e.source,{start:n,end:r}=e.keySpan(_g);return/^\s*:\s*[|>][\d+-]*\s*(?:#.*)?$/.test(/^.*/.exec(t.slice(r))[0])&&/^\s*(?:- )?["']?$/.test(t.slice(t.lastIndexOf(`
`,n-1)+1,n))?e.keySpan(_g):e.span([`metadata`,`name`])}const bg=e=>N(D`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: al2023@v20260715
    userData: |
      #!/bin/bash
      ${e}
      /opt/install
  `),xg=`export DB_PASSWORD=$(aws secretsmanager get-secret-value --secret-id db --query SecretString --output text)`;function Sg(){return{bad:[E(bg(`export DB_PASSWORD='correct-horse-battery-9'`),{"export DB_PASSWORD='correct-horse-battery-9'":xg}),E(bg(`curl -sf https://agent:s3cr3t-4gent@get.example.com/agent | bash`),{"agent:s3cr3t-4gent@":``})],good:[bg(xg),bg(`TOKEN=$(curl -X PUT http://169.254.169.254/latest/api/token -H "X-aws-ec2-metadata-token-ttl-seconds: 60")`),bg(`export API_TOKEN_FILE=/run/secrets/api-token-1`)]}}const Cg=[`ebs.csi.aws.com`,`ebs.csi.eks.amazonaws.com`,`kubernetes.io/aws-ebs`],wg=`WaitForFirstConsumer`,Tg=j({id:`volume-binding-mode`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Workloads`,mistakes:[104],on:{Manifests(e,{report:t}){if(Zn(e))for(let n of e.manifests){if(n.kind!==`StorageClass`||_(n.apiVersion)!==`storage.k8s.io`)continue;let e=[`volumeBindingMode`],r=n.get(e),i=r===`Immediate`||r===void 0&&!n.isPartial;Cg.includes(h(n.get([`provisioner`]))??``)&&i&&(n.get([`allowedTopologies`])!==void 0||m(n.name)||t({manifest:n,at:r===void 0?n.keySpan([`provisioner`]):n.span(e),message:`StorageClass \`${n.name}\` creates a volume in any zone before the scheduler knows where its pod can run`,help:`Set \`volumeBindingMode: ${wg}\`. If the StorageClass already exists in a cluster, delete it there first, because the field cannot be changed.`,fix:{description:`Set \`volumeBindingMode: ${wg}\``,edits:r===void 0?ve(n,[],`volumeBindingMode`,wg):x(n,e,wg)}}))}}},docs:{summary:`A StorageClass creates EBS volumes before the scheduler knows where their pod runs.`,why:"With `Immediate`, the default, a volume is created in any zone as soon as its claim exists. While a claim is unbound, Karpenter ignores its pod. Afterwards the pod can run only in the zone of the volume, whether or not a NodePool allows that zone.",help:"Set `volumeBindingMode: WaitForFirstConsumer`. The field cannot be changed on an existing StorageClass, so delete the StorageClass and create it again. Its volumes are not affected.",url:`https://kubernetes.io/docs/concepts/storage/storage-classes/#volume-binding-mode`},examples:Eg});function Eg(){return{bad:[L(M(),D`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
          volumeBindingMode: Immediate
        `),L(M(),D`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
        `)],good:[L(M(),D`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
          volumeBindingMode: WaitForFirstConsumer
        `),L(M(),D`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: efs
          provisioner: efs.csi.aws.com
          volumeBindingMode: Immediate
        `)]}}const Dg=[`spec`,`blockDeviceMappings`],Og=j({id:`volume-encryption`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Security`,mistakes:[],controls:[`AWS FSBP EC2.3`,`AWS FSBP EC2.7`,`AWS FSBP EC2.181`,`CIS AWS Foundations 5.1.1`],on:{NodeClass(e,t){if(!e.isPartial)for(let n of l(e.get(Dg)).keys()){let r=[...Dg,n,`ebs`];g(e.get(r))!==void 0&&kg(e,r,t)}}},docs:{summary:`A node class maps a volume without encryption.`,why:"Karpenter encrypts the volumes of a node class that has no `blockDeviceMappings`. If it has some, a volume is encrypted only if its mapping says so, or if the account encrypts every volume by default. `encrypted: false` is a warning, and a missing field is a note. EC2 refuses a key for a volume that is not encrypted, so nothing is launched.",help:"Set `encrypted: true` for each volume.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:jg});function kg(e,t,{report:n}){let r=e=>[...t,e],i=e.get(r(`encrypted`))??void 0,a="Set `encrypted: true`.";if(i!==void 0&&i!==!1)return;let o=`\`${e.get([...t.slice(0,-1),`deviceName`])??`This volume`}\` of \`${e.name}\``;e.get(r(`kmsKeyID`))===void 0?i===!1?n({at:e.span(r(`encrypted`)),message:`${o} is not encrypted, so whoever gets a copy of the volume can read what pods wrote to the disk of a node`,help:a}):e.get(r(`snapshotID`))===void 0&&n({at:e.keySpan(t),severity:`note`,message:`${o} does not say whether it is encrypted, so that depends on the default of the account`,help:a}):n({at:e.span(r(`kmsKeyID`)),message:`${o} has a key but is not encrypted, so EC2 refuses to launch its instances unless the account encrypts every volume`,help:a})}const Ag=e=>N(D`
    role: KarpenterNodeRole-demo
    blockDeviceMappings:
      - deviceName: /dev/xvda
        ebs:
          volumeSize: 50Gi
          ${e}
  `);function jg(){return{bad:[E(Ag(`encrypted: false`),{"encrypted: false":`encrypted: true`}),E(Ag(`volumeType: gp3`),{"volumeType: gp3":`volumeType: gp3
encrypted: true`}),E(Ag(`kmsKeyID: arn:aws:kms:us-east-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab`),{"volumeSize: 50Gi":`volumeSize: 50Gi
encrypted: true`})],good:[Ag(`encrypted: true`),Ag(`snapshotID: snap-0123456789abcdef0`),N(`role: KarpenterNodeRole-demo`)]}}const Mg=j({id:`volume-key`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[66],on:{Manifests(e,t){for(let n of tn(e))Pg(n,t)}},docs:{summary:`A node class encrypts volumes with a KMS key that the controller may not use.`,why:"EC2 encrypts a volume with the permissions of whoever launches the instance. If the controller may not use a customer managed key, the instance terminates within seconds with `Client.InternalError`. Karpenter launches another one, which fails in the same way. Reported only when Terraform creates the key without a key policy or grant, and the controller’s policy has no permission for it.",help:"Allow the controller `kms:CreateGrant`, `kms:Decrypt`, `kms:DescribeKey`, `kms:GenerateDataKeyWithoutPlaintext` and `kms:ReEncrypt*` on the key, in its IAM policy or in the policy of the key.",url:`https://karpenter.sh/docs/troubleshooting/#node-terminates-before-ready-on-failed-encrypted-ebs-volume`},examples:Fg}),Ng=[`spec`,`blockDeviceMappings`];function Pg(e,{all:t,clusterOf:n,report:r}){let i=n(e);if(i.ofKind(`aws_kms_grant`,`aws_kms_key_policy`).length>0)return;let a=zl({all:t,clusterOf:n}).filter(([e])=>e&&n(e.policy)===i);if(a.length===1&&Ul(a[0])&&!Hl(a[0],`kms:CreateGrant`))for(let t of l(e.get(Ng)).keys()){let n=[...Ng,t,`ebs`,`kmsKeyID`],a=/^aws_kms_key\.([\w-]+)\.(?:arn|id|key_id)$/.exec(wt(e,n)??``)?.[1],o=i.ofKind(`aws_kms_key`).find(e=>e.name===a);o&&o.get([`spec`,`policy`])===void 0&&r({manifest:e,at:e.span(n),message:`Nothing allows the controller to use the key \`${o.name}\`, so instances terminate right after their launch`,help:"Allow the controller `kms:CreateGrant`, `kms:Decrypt`, `kms:DescribeKey`, `kms:GenerateDataKeyWithoutPlaintext` and `kms:ReEncrypt*` on the key, in its IAM policy or in the policy of the key.",labels:[{span:o.span([`metadata`,`name`]),message:`the key`}]})}}function Fg(){return{bad:[E(O`
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

        ${I(`default`,N(D`
            role: KarpenterNodeRole-demo
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  encrypted: true
                  kmsKeyID: \${aws_kms_key.nodes.arn}
          `))}
      `,{'data "aws_iam_policy_document" "karpenter" {':O`
            data "aws_iam_policy_document" "karpenter" {
              statement {
                actions   = ["kms:CreateGrant", "kms:Decrypt", "kms:DescribeKey", "kms:GenerateDataKeyWithoutPlaintext", "kms:ReEncrypt*"]
                resources = [aws_kms_key.nodes.arn]
              }
          `},{'description = "volumes of nodes"':`description = "volumes of nodes"
policy      = data.aws_iam_policy_document.key.json`})],good:[O`
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

        ${I(`default`,N(D`
            role: KarpenterNodeRole-demo
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  encrypted: true
                  kmsKeyID: \${aws_kms_key.nodes.arn}
          `))}
      `,O`
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

        ${I(`default`,N(D`
            role: KarpenterNodeRole-demo
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  encrypted: true
                  kmsKeyID: \${aws_kms_key.nodes.arn}
          `))}
      `]}}const Ig=j({id:`volume-size`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[],explains:[`schema/type`,`schema/pattern`],on:{NodeClass(e,t){let{report:n}=t;for(let r of l(e.get([`spec`,`blockDeviceMappings`])).keys()){let i=[`spec`,`blockDeviceMappings`,r,`ebs`,`volumeSize`],a=String(e.get(i));Lg({nodeClass:e,path:i,size:a},t),!/^[1-9]\d{0,4}$/.test(a)||Number(a)>65536||n({at:e.span(i),message:`\`volumeSize: ${a}\` has no unit. The API server refuses it, or takes a number as bytes before Karpenter 0.37`,help:`Write the unit: \`volumeSize: ${a}Gi\`.`,fix:{description:`Replace with \`${a}Gi\``,edits:x(e,i,`${a}Gi`)},explains:{paths:[i]}})}}},docs:{summary:`The size of a volume has no unit.`,why:`The CRD requires a unit, so the API server refuses the EC2NodeClass. Before Karpenter 0.37, the API server accepts a number as bytes: a root volume of 1 GiB is smaller than every image, so EC2 launches no instances.`,help:"Write the unit, such as `50Gi`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:zg});function Lg({nodeClass:e,path:t,size:n},{report:r,karpenter:i}){let a=/^\d{9,16}$/.test(n)?Number(n):0;if(a<2**30||!i.v1)return;let o=`${Math.ceil(a/2**30)}Gi`;r({at:e.span(t),message:`\`volumeSize: ${n}\` is a number of bytes, which the API server refuses`,help:`Write the unit: \`volumeSize: ${o}\`.`,fix:{description:`Replace with \`${o}\``,edits:x(e,t,o)},explains:{paths:[t]}})}const Rg=e=>N(D`
    role: KarpenterNodeRole-demo
    blockDeviceMappings:
      - deviceName: /dev/xvda
        ebs:
          volumeSize: ${e}
          volumeType: gp3
          encrypted: true
  `);function zg(){return{bad:[Rg(`50`),Rg(`53687091200`)],good:[Rg(`50Gi`),k({karpenter:`0.36`},Rg(`53687091200`))]}}const Bg=j({id:`windows-taint`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Taints and overlapping NodePools`,mistakes:[9],on:{Manifests(e,{report:t}){for(let n of R(e)){let r=rn(e,n),i=z(n,[`spec`,`template`,`spec`,`taints`]);r&&/^Windows/.test(Jt(r)??``)&&(!i.isKnown||l(i.value).length>0||t({manifest:n,at:n.span([...Bt(n).path,`name`]),message:`The nodes of \`${n.name}\` run Windows, but no taint keeps Linux pods away that do not select an operating system`,help:"Add a taint such as `os=windows:NoSchedule` to the NodePool, and a toleration to the pods for Windows.",labels:[{span:r.span([`metadata`,`name`]),message:`selects Windows images`}]}))}}},docs:{summary:`A NodePool for Windows has no taint.`,why:"Most Linux pods do not select an operating system. Karpenter then may launch a Windows node for them, on which their images cannot start. The nodes also cost more, because of the license. A note, because all Linux pods of a cluster may select `kubernetes.io/os: linux`.",help:`Add a taint to the NodePool, and a toleration to the pods for Windows.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/windows-support.html`},examples:Ug}),Vg=N(D`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: windows2022@v1.0.0
  `,`windows`),Hg=D`
  - key: os
    value: windows
    effect: NoSchedule
`;function Ug(){return{bad:[E(L(M({nodeClassRef:`windows`}),Vg),{"nodeClassRef:":`taints:
  - {key: os, value: windows, effect: NoSchedule}
nodeClassRef:`})],good:[L(M({nodeClassRef:`windows`,taints:Hg}),Vg)]}}const Wg=j({id:`zones-without-subnets`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[25],on:{NodePool:Gg},docs:{summary:`A NodePool allows a zone in which its node class selects no subnet.`,why:`Karpenter launches nodes only in the zones of the selected subnets. It still counts every zone of the requirements as a topology domain, so a zonal topology spread constraint can keep pods pending. A NodePool with no other zone launches nothing. Reported only when the repository creates the subnets of the cluster and their zones are known.`,help:`Remove the zone from the requirements, or create a subnet in it that the node class selects.`,url:`https://karpenter.sh/docs/concepts/nodepools/#availability-zones`},examples:qg});function Gg(e,{all:t,clusterOf:n,relation:r,report:i}){let a=e.isPartial?void 0:rn(t,e);if(!a||a.isPartial||r(e,a)===void 0)return;let o=hd(a,`subnet`,ku(n(a),`subnet`)),s=o&&Kg(o);if(s)for(let{key:t,operator:n,values:r}of B(e)){if(b(t)!==y.zone||n!==`In`)continue;let c=r.filter(({isKnown:e,text:t})=>e&&!s.has(t)),l=c.length===r.length;for(let{path:t,text:n}of c)i({at:e.span(t),...l&&{severity:`error`},message:`\`${a.name}\` selects no subnet in zone \`${n}\`, so Karpenter never launches nodes there`,help:`Use zones in which it selects subnets: ${H([...s].sort(),` and `)}.`,labels:o.slice(0,1).map(({manifest:e,tagsAt:t})=>({span:e.keySpan(t),message:`the subnets that it selects`}))})}}function Kg(e){let t=e.map(e=>e.zones);return t.length===0||t.includes(void 0)?void 0:new Set(t.flatMap(e=>e??[]))}function qg(){let e=e=>O`
    module "vpc" {
      source          = "terraform-aws-modules/vpc/aws"
      azs             = ["us-east-1a", "us-east-1b"]
      private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]

      private_subnet_tags = {
        "karpenter.sh/discovery" = "orders"
      }
    }

    ${I(`default`,N(D`
        role: KarpenterNodeRole-orders
        subnetSelectorTerms:
          - tags:
              karpenter.sh/discovery: orders
      `))}

    ${I(`pool`,M({limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`topology.kubernetes.io/zone In [${e}]`]}))}
  `;return{bad:[E(e(`us-east-1a, us-east-1c`),{"us-east-1a, us-east-1c":`us-east-1a, us-east-1b`})],good:[e(`us-east-1a, us-east-1b`)]}}const Jg=[an,kn,In,Un,nr,fr,Tr,Fr,Cc,jc,Lc,ll,Dl,Pl,Kl,eu,uu,hu,gd,Dd,Ld,ef,uf,hf,vf,Ef,kf,If,Vf,qf,dp,Sp,jp,Fp,Wp,em,ym,oh,dh,hh,wh,Eh,kh,jh,Kh,sg,vg,Tg,Og,Mg,Ig,Bg,Wg];function Yg(e,t){if(e===void 0)return!1;for(let[n,r]of Object.entries(e.matchLabels??{}))if(Xg(t,n)!==r)return!1;return(e.matchExpressions??[]).every(({key:e,operator:n,values:r=[]})=>{let i=Xg(t,e);switch(n){case`In`:return i!==void 0&&r.includes(i);case`NotIn`:return i===void 0||!r.includes(i);case`Exists`:return i!==void 0;case`DoesNotExist`:return i===void 0;default:return!1}})}const Xg=(e,t)=>Object.hasOwn(e,t)?e[t]:void 0;function Zg(e){if(e===void 0)return``;let t=Object.entries(e.matchLabels??{}).map(e=>JSON.stringify(e)),n=(e.matchExpressions??[]).map(({key:e,operator:t,values:n=[]})=>JSON.stringify([e,t,[...n].sort()]));return JSON.stringify([t.sort(),[...new Set(n)].sort()])}const Qg=({kind:e,apiVersion:t})=>e===`PodDisruptionBudget`&&_(t)===`policy`;function $g(e){let t=new Map;for(let n of V(e)){let e=Qn(n);if(e===void 0||m(n.namespace))continue;let r=e_(n.manifest);for(let i of[``,...Object.entries(e).map(e=>e.join(`=`))]){let a=JSON.stringify([r,i]),o=t.get(a)??[];t.set(a,o),o.length<200&&o.push({workload:n,labels:e})}}let n=new Map,r=new Map;for(let i of e.manifests.filter(Qg)){let e=er(i,[`spec`,`selector`]),[a]=Object.entries(e?.matchLabels??{}),o=(t.get(JSON.stringify([e_(i),a?.join(`=`)??``]))??[]).filter(({labels:t})=>Yg(e,t)).map(({workload:e})=>e);n.set(i,o);for(let e of o)r.set(e,[...r.get(e)??[],i].slice(0,2))}return{byBudget:n,byWorkload:r}}const e_=e=>`${Xn(e)} ${e.source.file.slice(0,Math.max(0,e.source.file.lastIndexOf(`/`)))}`;function t_(e){let t=[`spec`,`template`,`spec`],n=z(e,[...t,`expireAfter`]),r=z(e,[...t,`terminationGracePeriod`]);return n.isKnown&&r.isKnown&&ae(e.apiVersion)===`v1`&&n.value!==`Never`&&r.value===void 0}const n_=j({id:`blocking-pdb`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[41,43,44],on:{Manifests(e,t){if(!Zn(e))return;let{byBudget:n,byWorkload:r}=$g(e),i=u_(e),a=i_(e);for(let[e,r]of n)a_(e,a,t)||o_({budget:e,workloads:r,replicas:i},t);for(let[e,n]of r)c_(e,n,t)}},docs:{summary:`A PodDisruptionBudget allows no evictions, or two of them select the same pods.`,why:"Karpenter drains nodes with the eviction API. It never consolidates a node with a pod that it cannot evict. If such a node has no `terminationGracePeriod`, Karpenter does not replace it when it drifts, and it stays half-drained when it expires. With one, Karpenter deletes the pod at the end of the period. If two budgets select one pod, the API refuses every eviction. `maxUnavailable: 0` and `minAvailable: 100%` may be intended. They are only notes, unless nodes of every NodePool expire and none has a `terminationGracePeriod`.",help:"Allow at least one pod to be unavailable, run more replicas than `minAvailable`, and select each pod with only one budget.",url:`https://karpenter.sh/docs/concepts/disruption/#pod-disruption-budgets`},examples:d_}),r_={maxUnavailable:/^0%?$/,minAvailable:/^100%$/};function i_(e){let t=R(e);return t.length>0&&t.every(t_)}function a_(e,t,{report:n}){let r=Object.keys(r_).find(t=>r_[t].test(h(e.get([`spec`,t]))??``));return r!==void 0&&(n({manifest:e,at:e.span([`spec`,r]),...!t&&{severity:`note`},message:`\`${r}: ${e.get([`spec`,r])}\` allows no evictions. Karpenter never consolidates a node with one of these pods, and ${t?"an expired one stays half-drained, because no NodePool has a `terminationGracePeriod`":"replaces a drifted one only if it has a `terminationGracePeriod`"}`,help:t?"Replace it with `maxUnavailable: 1`, or set `terminationGracePeriod` in the NodePools.":"Replace it with `maxUnavailable: 1`."}),!0)}function o_({budget:e,workloads:t,replicas:n},{report:r}){let i=[`spec`,`minAvailable`],[a]=t;if(!a||t.length>1)return;let{manifest:o}=a,s=(o.kind===`Deployment`||o.kind===`StatefulSet`)&&!o.isPartial?n.get(l_(o)):void 0,c=s&&s_(e.get(i),s.most);if(!s||c===void 0||c<1||s.most===0||s.most>c)return;let{most:l,at:u}=s;r({manifest:e,at:e.span(i),message:`\`minAvailable: ${e.get(i)}\` of ${u.isMost?`at most `:``}${ne(l,`pod`)} allows no evictions. Karpenter never consolidates a node with one of these pods, and replaces a drifted one only if it has a \`terminationGracePeriod\``,labels:[{span:u.manifest.span(u.path),message:`the number of pods`}],help:`Set \`${u.path.at(-1)}\` to at least ${c+1}, or replace \`minAvailable\` with \`maxUnavailable: 1\`.`})}function s_(e,t){if(typeof e==`number`)return e;let n=/^(\d{1,3})%$/.exec(h(e)??``)?.[1];return n===void 0?void 0:Math.ceil(Number(n)*t/100)}function c_(e,t,{report:n}){let[r,i]=t;r&&i&&r.name!==i.name&&n({manifest:i,at:i.span([`spec`,`selector`]),message:`Two PodDisruptionBudgets, \`${r.name}\` and \`${i.name}\`, select the pods of ${e.manifest.kind} \`${e.manifest.name}\`. The API refuses every eviction`,labels:[{span:r.span([`spec`,`selector`]),message:`also selects these pods`}],help:`Delete one of the two budgets, or change its selector.`})}const l_=({kind:e,name:t})=>`${e}/${t}`;function u_(e){let t=new Map,n=[`spec`,`replicas`];for(let r of e.manifests){let e=r.get(n),i=l_(r);if(e===void 0)continue;let a=!t.has(i)||t.get(i)?.most===e,o={manifest:r,path:n,isMost:!1};t.set(i,a&&typeof e==`number`?{most:e,at:o}:void 0)}for(let n of e.manifests){if(n.kind!==`HorizontalPodAutoscaler`&&n.kind!==`ScaledObject`)continue;let e=[`spec`,`scaleTargetRef`],r=h(n.get([...e,`kind`]))??`Deployment`,i=n.kind===`ScaledObject`?`maxReplicaCount`:`maxReplicas`,a=n.get([`spec`,i]),o=l_({kind:r,name:h(n.get([...e,`name`]))??``}),s={manifest:n,path:[`spec`,i],isMost:!0};t.set(o,typeof a==`number`&&!n.isPartial?{most:a,at:s}:void 0)}return t}function d_(){return{bad:[E(L(M(),p_,m_(`minAvailable: 1`)),{"replicas: 1":`replicas: 2`},{"minAvailable: 1":`maxUnavailable: 1`}),E(L(M(),m_(`maxUnavailable: 0`)),{"maxUnavailable: 0":`maxUnavailable: 1`},{"requirements: []":`requirements: []
terminationGracePeriod: 1h`,"maxUnavailable: 0":`maxUnavailable: 1`}),E(L(M({expireAfter:`Never`}),m_(`minAvailable: 100%`)),{"minAvailable: 100%":`maxUnavailable: 1`}),E(L(M(),p_,f_(1,3),m_(`minAvailable: 75%`)),{"minAvailable: 75%":`maxUnavailable: 1`},{"maxReplicas: 3":`maxReplicas: 4`})],good:[L(M(),p_,f_(2,10),m_(`minAvailable: 1`)),m_(`maxUnavailable: 0`,`no-karpenter-here`)]}}const f_=(e,t)=>D`
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
`,p_=D`
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
`,m_=(e,t=`web`)=>D`
  apiVersion: policy/v1
  kind: PodDisruptionBudget
  metadata:
    name: ${t}
  spec:
    ${e}
    selector:
      matchLabels:
        app: web
`;function h_(e,t){let n=new te(e.source.text),{start:r,end:i}=e.span(t),[a,o]=[n.position(r).line,n.position(i).line],s=Array.from({length:Math.min(20,o-a+1)},(e,t)=>/(?:^|\s)#(.*)$/.exec(n.line(a+t))?.[1]??``),c=[];for(let e=a-1;e>0&&c.length<20;e--){let t=/^\s*#(.*)$/.exec(n.line(e))?.[1];if(t===void 0)break;c.unshift(t)}return[...c,...s].join(` 
 `).trim()}const g_=j({id:`bound-comment`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[16],on:{NodePool:v_,Provisioner:v_},docs:{summary:"A comment says that a bound is included, but `Gt` or `Lt` excludes it.",why:"`Gt` means greater than, not at least: `instance-generation Gt 5` starts at generation 6. If a comment on the line says “at least 5” or “5 and newer”, one of the two is wrong. Karpenter never launches instance types with exactly this value.",help:"Use the next lower number with `Gt` or the next higher one with `Lt`. Since Karpenter 1.9 you can also use `Gte` and `Lte`.",url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:y_}),__={Gt:/(?:>=|≥|=>|\bat least|\bminimum(?: of)?|\bno less than|\bstarting (?:at|with))\s*(?:gen(?:eration)?\s*)?(\d+)\b|\b(\d+)(?:\+|\s*(?:and|or)\s+(?:newer|later|up|above|more|higher|greater)\b)/i,Lt:/(?:<=|≤|=<|\bat most|\bmaximum(?: of)?|\bno more than|\bup to)\s*(?:gen(?:eration)?\s*)?(\d+)\b|\b(\d+)\s*(?:and|or)\s+(?:older|earlier|below|less|lower|fewer|smaller)\b/i};function v_(e,{report:t,karpenter:n,isKarpenterAssumed:r}){if(!e.source.origin)for(let i of B(e)){let{operator:a,values:o}=i,[s]=o,c=Object.hasOwn(__,a)?__[a]:void 0;if(!c||!s?.isKnown||o.length!==1||!/^\d{1,9}$/.test(s.text))continue;let l=c.exec(h_(e,i.path));if(!l||(l[1]??l[2])!==s.text)continue;let u=String(Number(s.text)+(a===`Gt`?-1:1)),d=n.gteLteOperators&&!r?` or \`${a}e ${s.text}\``:``;t({at:e.span(s.path),message:`The comment says “${l[0].trim()}”, but \`${a} ${s.text}\` excludes ${s.text}`,help:`Write \`${a} ${u}\`${d}.`,fix:{description:`Replace with \`${u}\``,edits:x(e,s.path,`"${u}"`)}})}}function y_(){return{bad:[L(M({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:D`
            - key: karpenter.sh/capacity-type
              operator: In
              values: [on-demand]
            # generation 5 and newer
            - key: karpenter.k8s.aws/instance-generation
              operator: Gt
              values: ["5"]
          `}),P)],good:[L(M({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:D`
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
          `}),P)]}}const b_=[`jan`,`feb`,`mar`,`apr`,`may`,`jun`,`jul`,`aug`,`sep`,`oct`,`nov`,`dec`],x_=[`sun`,`mon`,`tue`,`wed`,`thu`,`fri`,`sat`],S_=[{name:`minute`,min:0,max:59,names:[]},{name:`hour`,min:0,max:23,names:[]},{name:`day of month`,min:1,max:31,names:[]},{name:`month`,min:1,max:12,names:b_},{name:`day of week`,min:0,max:6,names:x_}],C_={"@yearly":`0 0 1 1 *`,"@annually":`0 0 1 1 *`,"@monthly":`0 0 1 * *`,"@weekly":`0 0 * * 0`,"@daily":`0 0 * * *`,"@midnight":`0 0 * * *`,"@hourly":`0 * * * *`},w_=e=>`reason`in e;function T_(e){let t=e.startsWith(`@`)?C_[e]:e;if(t===void 0)return E_(e,0,void 0,`is not one of ${Object.keys(C_).join(`, `)}`);let n=/^\s*(?:CRON_)?TZ=\S*/.exec(t);if(n)return E_(n[0].trim(),t.indexOf(n[0].trim()),void 0,`is not allowed, because schedules are in UTC`);let r=[...t.matchAll(/\S+/g)];if(r.length!==S_.length)return E_(t,0,void 0,`has ${r.length} fields instead of 5`);let i=[];for(let[e,t]of S_.entries()){let n=D_(r[e][0],t);if(`reason`in n)return{...n,start:n.start+r[e].index};i.push([...n].sort((e,t)=>e-t))}let a=e=>/(^|,)[*?](-[^,/]*)?(\/0*1)?(,|$)/.test(r[e][0]);return{minutes:i[0],hours:i[1],daysOfMonth:i[2],months:i[3],daysOfWeek:i[4],isAnyDayOfMonth:a(2),isAnyDayOfWeek:a(4)}}const E_=(e,t,n,r)=>({part:e,start:t,field:n,reason:r});function D_(e,t){let n=new Set;for(let r of e.matchAll(/[^,]+/g)){let e=O_(r[0],t);if(typeof e==`string`)return E_(r[0],r.index,t.name,e);for(let t=e.from;t<=e.to;t+=e.step)n.add(t)}return n}function O_(e,t){let[n=``,r,...i]=e.split(`/`),[a=``,o,...s]=n.split(`-`);if(i.length>0)return"has more than one `/`";let c=a===`*`||a===`?`;if(s.length>0&&!c)return"has more than one `-`";let l=c?t.min:k_(a,t),u=r===void 0?1:A_(r),d=c?t.max:o===void 0?r===void 0?l:t.max:k_(o,t);return l===void 0||d===void 0||u===void 0?`is not a number or a name`:l<t.min?`starts below ${t.min}`:d>t.max?`goes beyond ${t.max}`:l>d?`ends before it starts`:u===0?`has a step of 0`:{from:l,to:d,step:u}}function k_(e,t){let n=t.names.indexOf(e.toLowerCase());return n===-1?A_(e):n+t.min}const A_=e=>/^\+?\d{1,9}$/.test(e)?Number(e):void 0,j_=6e4;function M_(e,t){let n=(Math.floor(t/j_)+1)*j_,r=new Date(n),i=r.getUTCFullYear()+5;for(let t=0;t<2196;t++){let a=new Date(Date.UTC(r.getUTCFullYear(),r.getUTCMonth(),r.getUTCDate()+t));if(a.getUTCFullYear()>i)break;let o=N_(e,a)?P_(e,a.getTime(),n):void 0;if(o!==void 0)return o}}function N_(e,t){if(!e.months.includes(t.getUTCMonth()+1))return!1;let n=e.daysOfMonth.includes(t.getUTCDate()),r=e.daysOfWeek.includes(t.getUTCDay());return e.isAnyDayOfMonth||e.isAnyDayOfWeek?n&&r:n||r}function P_({hours:e,minutes:t},n,r){for(let i of e)for(let e of t){let t=n+(i*60+e)*j_;if(t>=r)return t}}function F_(e,{start:t,end:n}){let r=[];for(let{cron:i,durationMs:a}of e){let e=M_(i,t-a);for(let t=0;e!==void 0&&e<n;t++){if(t>2e4)return;r.push({start:e,end:e+a}),e=M_(i,e)}}r.sort((e,t)=>e.start-t.start||e.end-t.end);let i=[];for(let e of r){let t=i.at(-1);t&&e.start<=t.end?i[i.length-1]={start:t.start,end:Math.max(t.end,e.end)}:i.push(e)}return i}function I_(e,{start:t,end:n}){let r=[],i=t;for(let t of e)t.start>i&&r.push({start:i,end:Math.min(t.start,n)}),i=Math.max(i,t.end);return i<n?[...r,{start:i,end:n}]:r}const L_={discounts:[],savingsPlans:[],perNodeMonthlyUsd:0,teamLabel:`team`},R_=({regions:e,families:t},n,r)=>(e.length===0||e.includes(n))&&(t.length===0||t.includes(r)),z_=e=>e.slice(0,e.indexOf(`.`)),B_={preferencePolicy:`Respect`,minValuesPolicy:`Strict`,vmMemoryOverheadPercent:.075,reservedENIs:0,clusterCABundle:void 0,featureGates:{reservedCapacity:!0}},V_={approvals:1,monthlyIncreaseUsd:void 0,nodesReplaced:void 0,unschedulablePods:void 0,freeze:[],attention:{monthlyIncreaseUsd:500,monthlyIncreasePercent:50,nodesAdded:void 0},teams:{}},H_={region:void 0,zones:void 0,nodeClassZones:{},karpenterVersion:void 0,kubernetesVersion:void 0,karpenter:{},existingNodes:void 0,systemPods:void 0,capacityReservations:{},describedReservations:{},snapshot:void 0,spotPricing:`advisor`,pricing:L_,rules:{},customRules:[],ignore:[],overrides:[],neverSuppress:[],changedLines:!1,firstRound:!1,set:{},failOn:`error`,environments:{},gate:V_,sources:{render:!0,roots:[],ignore:[],chartRepositories:[]},timeZone:void 0,scorecard:void 0,today:`1970-01-01`},U_=[`spec`,`disruption`,`budgets`],W_=[`Drifted`,`Underutilized`,`Empty`],G_=e=>l(e.get(U_)).map((e,t)=>{let n=g(e)??{},r=l(n.reasons).map(e=>h(e)??``);return{path:[...U_,t],isZero:/^0%?$/.test(h(n.nodes)??``),hours:K_(n),appliesTo:e=>r.length===0||r.some(t=>t===e||m(t))}});function K_({schedule:e,duration:t}){if(e===void 0&&t===void 0)return`always`;if(typeof e!=`string`||typeof t!=`string`||m(e)||m(t))return`unknown`;let n=T_(e),r=/^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:0s)?$/.exec(t);return w_(n)||!r?`unknown`:{cron:n,durationMs:(60*Number(r[1]??0)+Number(r[2]??0))*6e4}}const q_=Date.UTC(2024,0,1);function J_(e){if(e.some(({hours:e})=>e===`always`))return!1;if(e.some(({hours:e})=>e===`unknown`))return;let t=e.map(({hours:e})=>e),n=t.every(({cron:e})=>e.isAnyDayOfMonth&&e.months.length===12),r={start:q_,end:q_+(n?7:366)*864e5},i=F_(t,r);return i&&I_(i,r).length>0}function Y_(e,t){let n=`${X_(e,`UTC`)} UTC`;return t===void 0||t===`UTC`?n:`${n} (${X_(e,t)} ${t})`}function X_({start:e,end:t},n){let[r,i]=[Z_(e,n),Z_(t,n)];return`${r.day} ${r.time} to ${r.day===i.day?``:`${i.day} `}${i.time}`}function Z_(e,t){let n=new Intl.DateTimeFormat(`en-US`,{timeZone:t,hourCycle:`h23`,weekday:`short`,month:`short`,day:`numeric`,hour:`2-digit`,minute:`2-digit`}),r=new Map(n.formatToParts(e).map(({type:e,value:t})=>[e,t])),i=e=>r.get(e)??``;return{day:`${i(`weekday`)} ${i(`day`)} ${i(`month`)}`,time:`${i(`hour`)}:${i(`minute`)}`}}const Q_=j({id:`budget-gaps`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[37],on:{NodePool(e,{report:t,settings:n}){let r=G_(e);if(r.length===0||e.isPartial)return;let i=W_.filter(e=>J_(r.filter(t=>t.appliesTo(e))));if(i.every(e=>e===`Empty`))return;let a=i.length===W_.length,o=r.filter(e=>e.appliesTo(i[0])).map(({hours:e})=>e),s=o.length===0?``:` outside of the ${o.length===1?`window of its budget`:`windows of its budgets`}`,c=a?``:` for the ${i.length===1?`reason`:`reasons`} ${H(i)}`;t({at:e.keySpan(U_),message:`Karpenter may disrupt any number of nodes of \`${e.name}\` at the same time${c}${s}`,help:`Add a budget without a schedule${a?``:` or reasons`}, such as \`nodes: 10%\`.${$_(o,n)}`})}},docs:{summary:`All disruption budgets of a NodePool have schedules or reasons, so nothing limits disruption at other times or for other reasons.`,why:`A budget applies only while its window is open, and only to its reasons. When no budget applies, disruption is unlimited. Explicit budgets replace the default of 10%. If they freeze a NodePool during the day, Karpenter may replace all its nodes at the same time at night.`,help:"Add a budget without a schedule, such as `nodes: 10%`. The smallest of the budgets that apply is used.",url:`https://karpenter.sh/docs/concepts/disruption/#schedule`},examples:ev});function $_(e,{today:t,timeZone:n}){if(t===H_.today||e.length===0)return``;let r=Date.parse(`${t}T00:00:00Z`),i={start:r,end:r+3024e6},a=F_(e,i),[o]=a?I_(a,i):[],s=(a?.filter(({start:e})=>e>=r).slice(0,2)??[]).map(e=>Y_(e,n));return[...s.length>0?[` The next ${s.length===1?`window is`:`windows are`} ${s.join(`, then `)}.`]:[],...o?[` The next time without a limit is ${Y_(o,n)}.`]:[]].join(``)}function ev(){return{bad:[E(M({disruption:D`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
        `}),{"budgets:":`budgets:
  - nodes: 10%`}),E(M({disruption:D`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
              reasons: [Drifted]
            - nodes: "0"
              reasons: [Empty, Underutilized]
              schedule: 0 9 * * mon-fri
              duration: 8h
        `}),{"budgets:":`budgets:
  - nodes: 20%`})],good:[M({disruption:D`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
        `}),M({disruption:D`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
              schedule: 0 8 * * *
              duration: 12h
            - nodes: 20%
              schedule: 0 20 * * *
              duration: 12h
        `})]}}const tv=j({id:`budget-rounding`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[38],on:{NodePool(e,{report:t}){let n=nv(e),r=[`spec`,`disruption`,`budgets`];if(!(n===void 0||n<2))for(let[i,a]of l(e.get(r)).entries()){let o=g(a)?.nodes,s=typeof o==`string`?Number(/^(\d{1,3})%$/.exec(o)?.[1]??0):0;s===0||s*n>=100||100/n<2*s||t({at:e.span([...r,i,`nodes`]),message:`\`${o}\` of at most ${n} nodes is rounded up to one node, which is ${Math.round(100/n)}% of \`${e.name}\``,help:'Set `nodes: "1"` to disrupt one node at a time.'})}}},docs:{summary:`Karpenter rounds a small percentage of a small NodePool up to one node.`,why:"Karpenter rounds the percentages of a budget up: 10% of three nodes is one node, a third of them. If `replicas` or `limits.nodes` limits the number of nodes, a small percentage never has the effect that it suggests.",help:"Set `nodes` to the number of nodes that may be disrupted at the same time.",url:`https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets`},examples:rv});function nv(e){let[t,n]=[e.get([`spec`,`replicas`]),e.get([`spec`,`limits`,`nodes`])],r=t??n;return typeof r==`number`||typeof r==`string`&&/^\d{1,6}$/.test(r)?Number(r):void 0}function rv(){return{bad:[E(L(M({disruption:D`
            consolidateAfter: 1m
            budgets:
              - nodes: 10%
          `,limits:D`
            cpu: 100
            nodes: 4
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),P),{"nodes: 10%":`nodes: "1"`})],good:[L(M({disruption:D`
            consolidateAfter: 1m
            budgets:
              - nodes: 10%
          `,limits:D`
            cpu: 100
            nodes: 40
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),P),L(M({disruption:D`
            consolidateAfter: 1m
            budgets:
              - nodes: "1"
          `,limits:D`
            cpu: 100
            nodes: 4
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),P)]}}const iv=j({id:`budget-schedule`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[35,36],on:{NodePool(e,{report:t}){let n=[`spec`,`disruption`,`budgets`];for(let[r,i]of l(e.get(n)).entries()){let a=g(i)?.schedule;if(typeof a!=`string`||m(a)||!ov(a))continue;let o=T_(a);if(!w_(o)){M_(o,av)===void 0&&t({at:e.span([...n,r,`schedule`]),severity:`warning`,message:`\`${a}\` never occurs, so Karpenter applies the budget at all times`,help:`Use a day that exists in the months of the schedule.`});continue}let s=o.field===`day of week`?sv(a,o):void 0;t({at:e.span([...n,r,`schedule`]),message:`Karpenter cannot parse this schedule, so no budget of \`${e.name}\` allows any disruption: ${o.field?`${o.field} `:``}\`${o.part}\` ${o.reason}`,help:s?`Write \`${s}\`. Days are 0 (Sunday) to 6, and ranges do not wrap around.`:`Write five fields in UTC: minute, hour, day of month, month and day of week.`,...s&&{fix:{description:`Replace with \`${s}\``,edits:x(e,[...n,r,`schedule`],`"${s}"`)}}})}}},docs:{summary:`Karpenter cannot parse the schedule of a disruption budget.`,why:"The API server only checks that a schedule has five parts. Karpenter parses it when it evaluates budgets. On an error, every budget of the NodePool allows 0 nodes: Karpenter consolidates nothing and rolls out no drift, and only an event says so. Days of the week are 0 to 6 and ranges do not wrap around, so `7`, `1-7` and `sat-sun` are errors. Schedules are always in UTC.",help:`Write five valid fields, list days instead of wrapping around, and convert times to UTC.`,url:`https://karpenter.sh/docs/concepts/disruption/#schedule`},examples:lv}),av=Date.UTC(2024,0,1),ov=e=>/^@(annually|yearly|monthly|weekly|daily|midnight|hourly)/.test(e)||e.trim().split(/\s+/).length>=5;function sv(e,{part:t,start:n}){let r=t.split(`-`).map(cv),[i,a=i]=r;if(r.length>2||i===void 0||a===void 0)return;let o=[],s=/[a-z]/i.test(t);for(let e=i;o.push(s?x_[e%7]:String(e%7)),e%7!=a%7&&o.length!==7;e=(e+1)%7);let c=o.length===7?`*`:o.join(`,`),l=e.slice(0,n)+c+e.slice(n+t.length);return w_(T_(l))?void 0:l}const cv=e=>{let t=x_.indexOf(e.toLowerCase());return t===-1?/^[0-7]$/.test(e)?Number(e):void 0:t};function lv(){return{bad:[M({disruption:D`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * sat-sun
              duration: 8h
        `}),E(M({disruption:D`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: TZ=Europe/Berlin 0 9 * * 1-5
              duration: 8h
        `}),{"TZ=Europe/Berlin 0 9 * * 1-5":`0 8 * * 1-5`}),E(M({disruption:D`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 30 2 *
              duration: 8h
        `}),{"0 9 30 2 *":`0 9 28 2 *`})],good:[M({disruption:D`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
            - nodes: "1"
              schedule: "@daily"
              duration: 1h
        `})]}}const uv=j({id:`chart-crds`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Karpenter installation`,mistakes:[85],on:{Manifests(e,t){let n=de(vt(e),({manifest:e})=>t.clusterOf(e));for(let e of n.values())fv(e,t)}},docs:{summary:`Karpenter and its CRDs have different versions.`,why:"The API server drops fields that the CRDs do not have. If the CRDs are older than the controller, the API server silently drops new fields of NodePools and EC2NodeClasses. If they are newer, the controller gets fields that it does not know. Reported only when the charts `karpenter` and `karpenter-crd` belong to the same cluster, also in different folders.",help:`Use the same version for both charts, and upgrade the CRDs first.`,url:`https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades`},examples:pv}),dv=({manifest:e,version:t})=>{let n=t&&A(e,t)?.replace(/^v/,``);return n!==void 0&&/^\d+\.\d+\.\d+$/.test(n)?n:void 0};function fv(e,t){let n=t=>e.filter(e=>e.chart===t&&e.version),[r,...i]=n(`karpenter-crd`),[a,...o]=n(`karpenter`);if(!r||!a||i.length>0||o.length>0)return;let[s,c]=[dv(r),dv(a)];s!==void 0&&c!==void 0&&s!==c&&t.report({manifest:r.manifest,at:r.manifest.span(r.version),message:`The CRDs have version ${s}, but the controller has version ${c}`,help:`Set the version of \`karpenter-crd\` to ${c}, or that of \`karpenter\` to ${s}.`,labels:[{span:a.manifest.span(a.version),message:`version of the controller${Q(r.manifest,a.manifest,t)}`}]})}function pv(){return{bad:[E(O`
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
      `,{"1.6.2":`1.11.1`},{"1.11.1":`1.6.2`}),E(L(F(`karpenter-crd`,{version:`1.6.2`}),F(`karpenter`,{version:`1.7.1`})),{"1.6.2":`1.7.1`},{"1.7.1":`1.6.2`})],good:[O`
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
      `]}}const mv=j({id:`consolidate-after-load`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[46,47],on:{Manifests:hv},docs:{summary:"`consolidateAfter` of a NodePool does not suit the CronJobs that run on it.",why:"`consolidateAfter` counts from the last time a pod was added to a node or removed from it. With `0s`, Karpenter may remove a node as soon as a job ends. The next run of the job then waits for a new node. With a duration above the interval of the job, its nodes never stay unchanged for long enough, so Karpenter never consolidates them. Reported only when a CronJob can run on no other NodePool: it selects this one by its name, or by a label that no other has.",help:"Set `consolidateAfter` to a duration above `0s` and below the interval of the CronJobs.",url:`https://karpenter.sh/docs/concepts/disruption/#consolidation`},examples:vv});function hv(e,t){let n=V(e).filter(({manifest:e})=>e.kind===`CronJob`);if(n.length!==0)for(let r of R(e)){let i=[`spec`,`disruption`,`consolidateAfter`],a=Nm(h(r.get(i))??``),o=Number(a??0)/1e6;if(a===void 0||r.get([`spec`,`disruption`,`consolidationPolicy`])===`WhenEmpty`)continue;let[s]=n.filter(t=>ml(t,e)===r).flatMap(e=>({job:e.manifest,every:_v(e.manifest)??NaN})).filter(({every:e})=>o===0?e<=9e5:e<o).sort((e,t)=>e.every-t.every||v(e.job.name,t.job.name));if(!s)continue;let{name:c}=s.job,l=gv(s.every);t.report({manifest:r,at:r.span(i),message:o===0?`Karpenter may remove nodes of \`${r.name}\` as soon as CronJob \`${c}\` ends, and \`${c}\` runs again every ${l}`:`\`consolidateAfter\` of \`${r.name}\` is longer than ${l}, the interval of CronJob \`${c}\`, so Karpenter never consolidates the nodes that run it`,help:`Set \`consolidateAfter\` to a duration above \`0s\` and below ${l}, the interval of CronJob \`${c}\`.`,labels:[{span:s.job.span([`spec`,`schedule`]),message:`schedule of the CronJob`}]})}}const gv=e=>{let t=e/6e4;return t%60==0?`${t/60}h`:`${t}m`};function _v(e){let t=T_(h(e.get([`spec`,`schedule`]))??``);if(w_(t)||e.get([`spec`,`suspend`])===!0)return;let n=M_(t,0),r=n===void 0?void 0:M_(t,n);return n===void 0||r===void 0?void 0:r-n}function vv(){return{bad:[E(L(M({name:`batch`,disruption:D`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 0s
          `,limits:`cpu: 1000`,nodeClassRef:`default`,taints:D`
            - key: example.com/batch
              effect: NoSchedule
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),D`
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
        `,P),{"consolidateAfter: 0s":`consolidateAfter: 2m`}),E(L(M({name:`batch`,disruption:D`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 30m
          `,limits:`cpu: 1000`,nodeClassRef:`default`,taints:D`
            - key: example.com/batch
              effect: NoSchedule
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),D`
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
        `,P),{"consolidateAfter: 30m":`consolidateAfter: 5m`})],good:[L(M({name:`batch`,disruption:D`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 5m
          `,limits:`cpu: 1000`,nodeClassRef:`default`,taints:D`
            - key: example.com/batch
              effect: NoSchedule
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),D`
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
        `,P),L(M({name:`batch`,disruption:D`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 0s
          `,limits:`cpu: 1000`,nodeClassRef:`default`,taints:D`
            - key: example.com/batch
              effect: NoSchedule
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),D`
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
        `,P)]}}const $=[`spec`,`disruption`],yv=[...$,`consolidateAfter`],bv=j({id:`consolidate-after-policy`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[2,3],explains:[`schema/cel`,`schema/required`],on:{NodePool(e,t){let n=z(e,[...$,`consolidationPolicy`]),r=z(e,yv);if(!g(e.get($))||!n.isKnown||!r.isKnown)return;let i=(r.value??null)===null;ae(e.apiVersion)===`v1beta1`?xv(e,t,n.value??null,i):i&&Sv(e,t)}},docs:{summary:"`consolidateAfter` is missing, or not allowed with this `consolidationPolicy`.",why:"In v1beta1, `consolidateAfter` belongs only to `WhenEmpty`. The API server refuses a duration with `WhenUnderutilized`, the default policy, and refuses `WhenEmpty` without a duration. In v1 up to Karpenter 1.14, every `disruption` block must have `consolidateAfter`. Since 1.15 the default is `0s`, so Karpenter consolidates nodes as soon as a pod leaves.",help:"In v1beta1, set `consolidateAfter` only with `WhenEmpty`. In v1, set it in every `disruption` block.",url:`https://karpenter.sh/docs/concepts/disruption/#consolidation`},examples:Cv});function xv(e,{report:t},n,r){if(n===`WhenEmpty`&&r&&t({at:e.keySpan([...$,`consolidationPolicy`]),message:"`consolidationPolicy: WhenEmpty` requires `consolidateAfter` in v1beta1. Without it, the API server refuses the NodePool",help:"Set `consolidateAfter` to the time for which a node must be empty before Karpenter deletes it, such as `30s`.",fix:{description:"Add `consolidateAfter: 30s`",edits:ve(e,$,`consolidateAfter`,`30s`)},explains:{paths:[$]}}),n!==null&&n!==`WhenUnderutilized`||r||e.get(yv)===`Never`)return;let i=n===null?"`WhenUnderutilized`, the default policy,":"`consolidationPolicy: WhenUnderutilized`";t({at:e.keySpan(yv),message:`\`consolidateAfter\` is not allowed with ${i} in v1beta1. The API server refuses the NodePool`,help:"Remove `consolidateAfter`, or set `consolidationPolicy: WhenEmpty` to delete only empty nodes. v1 allows it with `WhenEmptyOrUnderutilized`.",...n!==null&&{labels:[{span:e.span([...$,`consolidationPolicy`]),message:"this policy does not allow `consolidateAfter`"}]},fix:{description:"Remove `consolidateAfter`",edits:Ce(e,yv)},explains:{paths:[$]}})}function Sv(e,{report:t,karpenter:n}){let r={description:"Add `consolidateAfter: 0s`",edits:ve(e,$,`consolidateAfter`,`0s`)};n.consolidateAfterDefaulted?t({at:e.keySpan($),severity:`note`,message:"`disruption` has no `consolidateAfter`. The default is `0s`, so Karpenter consolidates nodes as soon as a pod leaves",help:"Set `consolidateAfter` explicitly: `0s`, or a longer time to avoid churn.",fix:r}):t({at:e.keySpan($),message:"`disruption` requires `consolidateAfter` up to Karpenter 1.14. Without it, the API server refuses the NodePool",help:"Set `consolidateAfter`. With `0s` Karpenter acts immediately, which is also the default if there is no `disruption` block.",fix:r,explains:{paths:[yv,$]}})}function Cv(){return{bad:[k({karpenter:`0.37`},M({apiVersion:`karpenter.sh/v1beta1`,disruption:D`
            consolidationPolicy: WhenUnderutilized
            consolidateAfter: 60s
          `})),M({disruption:`consolidationPolicy: WhenEmpty`}),k({karpenter:`0.37`},M({apiVersion:`karpenter.sh/v1beta1`,disruption:`consolidationPolicy: WhenEmpty`}))],good:[M({disruption:D`
          consolidationPolicy: WhenEmptyOrUnderutilized
          consolidateAfter: 60s
        `}),k({karpenter:`0.37`},M({apiVersion:`karpenter.sh/v1beta1`,disruption:D`
            consolidationPolicy: WhenUnderutilized
            consolidateAfter: Never
          `}))]}}const wv=j({id:`controller-placement`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Karpenter installation`,mistakes:[86],on:{Manifests(e,{report:t}){for(let{manifest:n,chart:r,values:i}of vt(e)){if(r!==`karpenter`)continue;let e=[...i,`nodeSelector`],a=Object.keys(g(n.get(e))??{}),o=a.find(e=>Ov.has(e));if(o!==void 0){let r=`Only nodes that Karpenter launches have the label \`${o}\`. If there are none, the controller stays pending`;t({manifest:n,at:n.keySpan([...e,o]),message:r,help:Tv})}let s=[...i,`affinity`];a.length===0&&!n.isPartial&&Dv({manifest:n,affinity:s},t),a.length>0||n.get(s)!==null||t({manifest:n,at:n.keySpan(s),message:`Without the chart’s default affinity, the controller can run on nodes that Karpenter launches`,help:"Remove `affinity`, so that the chart’s default applies."})}}},docs:{summary:`The values of the chart let Karpenter run on nodes that it launches itself.`,why:`By default, the chart keeps the controller off nodes that Karpenter launches. If values place it there, a cluster without such a node never gets one, because the controller itself is pending. Consolidation may also delete the node that the controller runs on.`,help:`Run the controller on a managed node group, a kOps InstanceGroup or Fargate.`,url:`https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/`},examples:kv}),Tv=`Select nodes that Karpenter does not launch, such as those of a managed node group.`,Ev=e=>/^(?:kubernetes\.io|beta\.kubernetes\.io|topology\.kubernetes\.io|node\.kubernetes\.io|failure-domain\.beta\.kubernetes\.io)\//.test(e);function Dv({manifest:e,affinity:t},n){let r=[...t,`nodeAffinity`,`requiredDuringSchedulingIgnoredDuringExecution`,`nodeSelectorTerms`];l(e.get(r)).some(e=>[...l(g(e)?.matchExpressions),...l(g(e)?.matchFields)].every(e=>{let{key:t,operator:n}=g(e)??{};return!m(t)&&(Ev(h(t)??``)||Ov.has(h(t)??``)&&n===`Exists`)}))&&n({manifest:e,at:e.keySpan(r),message:`These terms replace the chart’s own, which keep the controller off nodes that Karpenter launches, so Karpenter may remove the node that it runs on`,help:"Add `{key: karpenter.sh/nodepool, operator: DoesNotExist}` to each term."})}const Ov=new Set([`karpenter.sh/capacity-type`,`karpenter.sh/initialized`,`karpenter.sh/nodepool`,`karpenter.sh/registered`]);function kv(){return{bad:[E(F(`karpenter`,{values:D`
          nodeSelector:
            karpenter.sh/nodepool: system
        `}),{"karpenter.sh/nodepool: system":`eks.amazonaws.com/nodegroup: system`}),E(F(`karpenter`,{values:`affinity: null`}),{"affinity: null":``}),E(F(`karpenter`,{values:D`
            affinity:
              nodeAffinity:
                requiredDuringSchedulingIgnoredDuringExecution:
                  nodeSelectorTerms:
                    - matchExpressions: [{key: kubernetes.io/arch, operator: In, values: [amd64]}]
          `}),{"values: [amd64]}":`values: [amd64]}, {key: karpenter.sh/nodepool, operator: DoesNotExist}`})],good:[F(`karpenter`,{values:D`
          nodeSelector:
            karpenter.sh/controller: "true"
        `}),F(`karpenter`,{values:D`
          nodeSelector:
            eks.amazonaws.com/nodegroup: system
          affinity: null
        `}),F(`karpenter`,{values:D`
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
        `})]}}const Av=new Set([y.windowsBuild,y.capacityReservationId,y.capacityReservationType,y.capacityReservationInterruptible,y.placementGroupId,y.placementGroupPartition]);function jv(e,t){let n=t.slice(0,Mv).filter(t=>Yv(e,t)),r=[],i=Pv(e),a=new Map,o;for(let t of n){let n=i.length;i=i.filter(n=>Vv(e,n,t)),i.length===0&&n>0&&(o=Uv(e,t,r)),r.push({requirement:t,instanceTypes:i.length})}return{steps:r,names:i.map(({info:e})=>e.name).sort(),isExact:t.length<=Mv&&t.every(t=>Xv(e,t)),emptied:o,count:t=>{let n=a.get(t)??Gv(e,i,t);return a.set(t,n),n}}}const Mv=100,Nv=new WeakMap;function Pv(e){let t=Nv.get(e)??e.types.flatMap((t,n)=>e.zonesOf(t.name).length>0?[{info:t,index:n}]:[]);return Nv.set(e,t),t.map(({info:e,index:t})=>({info:e,index:t,left:void 0}))}const Fv=[`linux`,`windows`],Iv=[`linux`],Lv=[`on-demand`,`spot`],Rv=[`on-demand`];function zv(e,t,n){let r=b(n);if(r===y.zoneId){let n=zv(e,t,y.zone);return e.zones.flatMap(({zone:e,zoneId:t})=>t!==void 0&&n.includes(e)?[t]:[])}return t.left?.get(r)??Bv(e,t,r)}function Bv(e,{info:t,index:n},r){return r===y.zone?e.zonesOf(t.name):r===y.capacityType?t.hasSpot?Lv:Rv:r===y.os?t.architecture===`amd64`?Fv:Iv:e.labels.get(r)?.[n]??[]}function Vv(e,t,n){let r=b(n.key),i=zv(e,t,r);if(i.length===0)return n.operator===`NotIn`||n.operator===`DoesNotExist`;let a=i.filter(e=>Qv(n,e));return a.length===i.length||(t.left??=new Map,r===y.zoneId?t.left.set(y.zone,Hv(e,t,a)):t.left.set(r,a),a.length>0)}function Hv(e,t,n){let r=new Map(e.zones.map(({zone:e,zoneId:t})=>[e,t]));return zv(e,t,y.zone).filter(e=>n.includes(r.get(e)??``))}function Uv(e,t,n){let r=n.map(e=>e.requirement),i=t=>Pv(e).filter(n=>t.every(t=>Vv(e,n,t))),a=i(r),o=i([t]).length===0;return{requirement:t,before:a.length,values:Wv(a.flatMap(n=>zv(e,n,t.key))),isUnknownValue:o,conflicts:o?[]:r.filter(e=>i([e,t]).length===0)}}const Wv=e=>[...new Set(e)].sort((e,t)=>Zv(e)&&Zv(t)?Number(e)-Number(t):v(e,t));function Gv(e,t,n){let r=t.filter(t=>zv(e,t,y.capacityType).includes(n)),i=r.flatMap(t=>zv(e,t,y.zone));return{instanceTypes:r.length,zones:Wv(i)}}const Kv={Gt:(e,t)=>e>t,Gte:(e,t)=>e>=t,Lt:(e,t)=>e<t,Lte:(e,t)=>e<=t},qv=new Set([y.zone,y.zoneId,y.capacityType,y.os]),Jv=(e,{key:t,isKnown:n})=>{let r=b(t);return n&&!qv.has(r)&&!e.labels.has(r)&&!Av.has(r)};function Yv(e,t){let{operator:n,values:r,isKnown:i}=t,a=b(t.key);return!i||Av.has(a)||Jv(e,t)||a===y.capacityType&&r.some(e=>e.text===`reserved`)?!1:n===`In`?r.length>0:Object.hasOwn(Kv,n)?r.length===1&&Zv(r[0].text):n===`NotIn`||n===`Exists`||n===`DoesNotExist`}function Xv(e,t){if(!Yv(e,t))return Jv(e,t);let n=b(t.key);if(t.operator!==`In`||n!==y.instanceType&&n!==y.instanceFamily)return!0;let r=new Set(e.types.map(e=>n===y.instanceType?e.name:e.family));return t.values.every(({text:e})=>r.has(e))}const Zv=e=>/^-?\d+$/.test(e);function Qv({operator:e,values:t},n){return e===`In`?t.some(e=>e.text===n):e===`NotIn`?!t.some(e=>e.text===n):e===`Exists`||e!==`DoesNotExist`&&Zv(n)&&Kv[e](Number(n),Number(t[0].text))}const $v=j({id:`dead-values`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[93],on:{NodePool:ty,Provisioner:ty},docs:{summary:`A requirement names instance types, families, sizes or architectures that another requirement of the NodePool excludes.`,why:"Karpenter applies all requirements together. The family `r5` with `instance-generation Gt 5` is never launched, so the NodePool has fewer instance types to choose from than it seems. If only such values are left, nothing is launched at all.",help:`Remove the values, or relax the requirement that excludes them.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:iy}),ey=new Set([y.instanceType,y.instanceFamily,y.instanceSize,y.instanceCategory,y.instanceGeneration,y.arch]);function ty(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i||i.names.length===0)return;let a=Vt(e);for(let r of a){let i=n.labels.get(b(r.key)),o=ey.has(b(r.key))&&r.operator===`In`;if(!i||!o||!r.isKnown)continue;let s=ny(n,{requirement:r,all:a,column:i});s.length!==0&&t({at:e.span(r.path),message:`\`${e.name}\` never launches ${ry(s)}: its other requirements exclude ${s.length===1?`this value`:`these values`}`,help:`Remove ${ry(s)}, or relax the other requirements.`})}}function ny(e,{requirement:t,all:n,column:r}){let i=jv(e,n.filter(e=>e!==t)),a=new Set(i.names),o=new Set,s=new Set;for(let[t,{name:n}]of e.types.entries())if(e.zonesOf(n).length!==0)for(let e of r[t]??[])o.add(e),a.has(n)&&s.add(e);return[...new Set(t.values.map(({text:e})=>e))].filter(e=>o.has(e)&&!s.has(e)).sort()}function ry(e){let t=e.slice(0,4).map(e=>`\`${e}\``);return`${t.join(`, `)}${e.length>t.length?` and ${e.length-t.length} more`:``}`}function iy(){return{bad:[E(M({requirements:[`karpenter.k8s.aws/instance-family In [c6i, m6i, r5]`,`karpenter.k8s.aws/instance-generation Gt ["5"]`,`karpenter.sh/capacity-type In [on-demand]`]}),{"[c6i, m6i, r5]":`[c6i, m6i]`},{'["5"]':`["4"]`}),E(M({requirements:[`karpenter.k8s.aws/instance-family In [c6i, m6i, r6i]`,`kubernetes.io/arch In [amd64, arm64]`,`karpenter.sh/capacity-type In [on-demand]`]}),{"[amd64, arm64]":`[amd64]`}),E(M({requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.aws/instance-size In [large, xlarge, 2xlarge]`,`karpenter.k8s.aws/instance-cpu Gt ["3"]`,`karpenter.sh/capacity-type In [on-demand]`]}),{"[large, xlarge, 2xlarge]":`[xlarge, 2xlarge]`})],good:[M({requirements:[`karpenter.k8s.aws/instance-family In [c6i, m6i, r6i]`,`karpenter.k8s.aws/instance-generation Gt ["5"]`,`karpenter.sh/capacity-type In [on-demand]`]})]}}const ay=e=>JSON.stringify([_(e.apiVersion),e.kind,e.namespace??``,e.name]);function oy({file:e,origin:t},n){let r=t?.environment;return r!==void 0&&Object.hasOwn(n,r)?[r]:Object.keys(n).filter(r=>sy(n[r],t?.place??e)).sort()}const sy=({paths:e},t)=>e.length===0||e.some(e=>e===``||t===e||t.startsWith(`${e}/`));function cy(e,t){let n=Object.hasOwn(e.environments,t)?e.environments[t]:void 0;if(n===void 0)return e;let{rules:r,gate:i,karpenter:a,...o}=n.own,s=o.region??fy(n)??e.region;return{...e,...s!==e.region&&{zones:void 0,nodeClassZones:{}},...o,region:s,karpenter:{...e.karpenter,...a},rules:{...e.rules,...r},gate:ly(e.gate,n)}}const ly=(e,t)=>uy(e??V_,t?.own.gate),uy=(e,{attention:t,...n}={})=>({...e,...n,attention:{...e.attention,...t}}),dy=/^arn:aws[\w-]*:eks:([a-z0-9-]+):(\d{12}):cluster\//,fy=({clusterArn:e})=>dy.exec(e??``)?.[1];function py({clusterArn:e,allowedAccountIds:t}){let n=dy.exec(e??``)?.[2];return n===void 0?[...new Set(t)].sort():[n]}const my=/^(?:[a-z]{2}|[a-z]{2,3}\d{1,2}|us|eu|north|south|east|west|central|(?:north|south)(?:east|west)|\d+|cluster|eks|env)$/i;function hy(e){let t=e.replace(/\.(?:tfvars|ya?ml)$/,``);if(_l(t))return t;let n=t.split(/[-_.]/);return n.filter(_l).length===1&&n.every(e=>_l(e)||my.test(e))?t:void 0}function gy(e){let t=e.split(`/`),n=t.findLastIndex(e=>hy(e)!==void 0);return n===-1?void 0:{name:hy(t[n]),folder:t.slice(0,n+1).join(`/`)}}const _y=e=>gy(e)?.name;function vy(e,t){let{file:n,origin:r}=e,i=oy(e,t),a=i.length===1?i[0]:by(e);return r?yy(`root`,r.root,a):i.length===1&&t[i[0]].paths.length>0?yy(`environment`,i[0],a):{...yy(`folder`,pe(n),a),unit:`file ${n}`}}function yy(e,t,n){let r=`${e} ${t}`;return{key:r,unit:r,kind:e,name:t,environment:n}}const by=({file:e,origin:t})=>t?.guessedEnvironment??_y(t?t.place??t.root:pe(e)),xy=j({id:`duplicate-object`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],on:{Manifests:Sy},docs:{summary:`One place defines an object twice, with different content.`,why:`All manifests of a file, of a rendered root or of a configured environment are applied together, so the two definitions overwrite each other. The last one wins, and the other one has no effect. Two files of one folder may be alternatives, so they are only a note. Objects of the same name in different folders, environments or roots are different objects, and are not reported. Folders with examples are not reported either.`,help:`Remove one of the definitions, or rename it.`,url:`https://kubernetes.io/docs/concepts/overview/working-with-objects/names/`},examples:Ey});function Sy(e,{report:t,settings:n}){let r=new Map;for(let i of e.manifests){if(i.isPartial||i.name===``||m(i.name))continue;let e=c(i)?.role;if(e===void 0||e===`node claim`)continue;let a=vy(i.source,n.environments),o=JSON.stringify([a.key,ay(i)]),s=e=>a.kind===`folder`&&e.source.file!==i.source.file,l=r.get(o);l===void 0&&r.set(o,i),l===void 0||Cy(l,i)||wy(a)||t({manifest:i,...s(l)&&{severity:`note`},at:i.span([`metadata`,`name`]),message:`${i.kind} \`${i.name}\` is defined twice in ${Ty(a)}, with different content. The definition that is applied last overwrites the other`,labels:[{span:l.span([`metadata`,`name`]),message:`the other definition`}],help:`Remove one of the two definitions, or rename one of them.`})}}const Cy=(e,t)=>JSON.stringify(e.object)===JSON.stringify(t.object),wy=({kind:e,name:t})=>e===`folder`&&/(?:^|\/)(?:docs?|examples?|samples?|tests?|testdata|demos?|fixtures)(?:\/|$)/i.test(t);function Ty({kind:e,name:t}){return e===`environment`?`environment \`${t}\``:e===`root`?`\`${t}\``:t===``?`one folder`:`folder \`${t}\``}function Ey(){return{bad:[E(L(M({requirements:[`kubernetes.io/arch In ["amd64"]`]}),M({requirements:[`kubernetes.io/arch In ["arm64"]`]})),{"---\napiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: default":`---
apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: arm`})],good:[L(M(),N(`role: nodes`))]}}const Dy=[`spec`,`disruption`,`consolidateAfter`],Oy=j({id:`empty-reserved-nodes`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Capacity reservations`,mistakes:[],on:{Manifests(e,{report:t}){for(let n of R(e)){let e=h(n.get(Dy)),r=n.isPartial?void 0:Tl(n);r&&e!==void 0&&ky(e)&&t({manifest:n,at:n.span(Dy),message:`\`${n.name}\` removes a node that has been empty for ${e}, although it launches only into capacity reservations. An idle reservation costs the same, so this saves nothing, and the next pod waits for a new node`,help:"Set `consolidateAfter: Never`. If other clusters share the reservations, set at least `1h`.",labels:[{span:n.span(r.path),message:`only reserved capacity`}]})}}},docs:{summary:`A NodePool that launches only into capacity reservations removes its empty nodes soon.`,why:"A capacity reservation is billed whether instances run in it or not. Removing an empty node of it saves nothing. The next pod waits until a new instance has started, which takes many minutes for large GPU instances. If somebody else uses the reservation meanwhile, or if a Capacity Block is about to end, the node does not come back. Reported for NodePools that allow only `reserved` and wait less than an hour.",help:"Set `consolidateAfter: Never` in the NodePool.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:Ay});function ky(e){let t=Nm(e);return t!==void 0&&t<3600000000000n}function Ay(){let e=(e,t)=>L(M({name:`training`,limits:`cpu: 384`,nodeClassRef:`default`,disruption:D`
          consolidationPolicy: WhenEmpty
          consolidateAfter: ${e}
        `,requirements:[`karpenter.sh/capacity-type In [${t}]`]}),N(D`
        role: KarpenterNodeRole-demo
        capacityReservationSelectorTerms:
          - id: cr-0123456789abcdef0
      `));return{bad:[E(e(`30s`,`reserved`),{"consolidateAfter: 30s":`consolidateAfter: Never`})],good:[e(`Never`,`reserved`),e(`2h`,`reserved`),e(`30s`,`reserved, on-demand`)]}}const jy=[`spec`,`template`,`spec`],My=j({id:`expiry-blocked`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[41],on:{Manifests(e,{report:t}){let n=R(e);if(n.length!==0&&n.every(t_))for(let{manifest:r,template:i}of V(e)){let e=[...i,`metadata`,`annotations`,_e];r.kind!==`Deployment`&&r.kind!==`StatefulSet`||h(r.get(e))!==`true`||t({manifest:r,at:r.keySpan(e),message:`Expired nodes with pods of ${r.kind} \`${r.name}\` stay half-drained, because no NodePool has a \`terminationGracePeriod\``,labels:[{span:n[0].keySpan(jy),message:`for example, this NodePool`}],help:"Set `terminationGracePeriod` in the NodePool that these pods run on."})}}},docs:{summary:"Pods that must not be disrupted run on nodes that expire, and no `terminationGracePeriod` ends the wait.",why:"Karpenter taints and drains an expired node whatever the budgets say, after 30 days unless `expireAfter` differs. It does not evict a pod with `karpenter.sh/do-not-disrupt`. The node stays half-drained and costs money as long as the pod exists. For a Deployment or a StatefulSet, that is until somebody deletes the pod.",help:"Set `terminationGracePeriod` in the NodePool, after which Karpenter also deletes such a pod. Or set `expireAfter: Never`, and replace nodes in another way.",url:`https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod`},examples:Ny});function Ny(){return{bad:[E(L(M(),D`
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
terminationGracePeriod: 24h`})],good:[L(M({requirements:[],terminationGracePeriod:`24h`}),D`
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
        `),L(M(),D`
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
        `)]}}const Py=j({id:`exported-object`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],on:{Manifests(e,t){let n=Zn(e),r=new Set(V(e).map(({manifest:e})=>e));for(let i of e.manifests)(zy(i)||n&&r.has(i))&&Ry(i,t)}},docs:{summary:`An object has fields that only the API server sets, because it was exported from a cluster.`,why:"The API server refuses an update whose `metadata.resourceVersion` is not the current one, and one whose `metadata.uid` belongs to a deleted object. The file can then no longer be applied, and never to another cluster. Karpenter compares nodes with the hash in its annotations, so an old hash makes them look drifted until Karpenter writes the right one.",help:"Remove `uid`, `resourceVersion`, `generation`, `creationTimestamp`, `managedFields` and `status`.",url:`https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions`},examples:By}),Fy=[`uid`,`resourceVersion`],Iy=[`generation`,`creationTimestamp`,`managedFields`,`selfLink`],Ly=/^karpenter\.(?:sh\/nodepool-hash|k8s\.aws\/ec2nodeclass-hash)(?:-version)?$|^karpenter\.sh\/stored-version-migrated$/;function Ry(e,{report:t}){if(e.source.origin)return;let n=t=>t.map(e=>[`metadata`,e]).filter(t=>e.get(t)!==void 0),r=Object.keys(g(e.get([`metadata`,`annotations`]))??{}).filter(e=>Ly.test(e)).map(e=>[`metadata`,`annotations`,e]),[i]=n(Fy).filter(t=>typeof e.get(t)==`string`),[a]=r;if(i===void 0&&a===void 0)return;let o=e.get([`status`])===void 0?[]:[[`status`]],s=[...n([...Fy,...Iy]),...r,...o];t({manifest:e,at:e.keySpan(i??a),message:i?`\`${e.name}\` was exported from a cluster: with \`${i.join(`.`)}\`, the API server refuses it once the object has changed or was created again`:`\`${e.name}\` was exported from a cluster: Karpenter writes \`${a.at(-1)}\` itself, and applying an old value makes its nodes look drifted`,help:`Remove ${s.map(e=>`\`${e.join(`.`)}\``).join(`, `)}.`,fix:{description:`Remove them`,edits:s.flatMap(t=>Ce(e,t))}})}const zy=({apiVersion:e})=>/^karpenter\./.test(_(e));function By(){return{bad:[D`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
          uid: 5b6bd8a1-5d2c-4b8e-9f0a-0d7c7b1f4c11
          resourceVersion: "81234"
          creationTimestamp: "2026-01-02T03:04:05Z"
        spec:
          role: KarpenterNodeRole-demo
      `,D`
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
      `],good:[D`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
          creationTimestamp: null
        spec:
          role: KarpenterNodeRole-demo
      `]}}const Vy=j({id:`fixed-by-label`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[],on:{NodePool:Hy,Provisioner:Hy},docs:{summary:`A label of the template fixes the value of a requirement that allows several.`,why:"Karpenter treats the labels of the template as requirements with a single value. With the label `karpenter.sh/capacity-type: spot`, a requirement that allows spot and on-demand allows only spot: when spot capacity runs out, there is no fallback, and pods stay pending.",help:`Remove the label, because Karpenter sets it on every node anyway. If only one value is meant, remove the others from the requirement.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatemetadatalabels`},examples:Jy});function Hy(e,{report:t}){let n=B(e);for(let{key:r,path:i,values:a,isKnown:o}of It(e)){let[s]=a;if(!o||!s)continue;let c=n.filter(e=>e.isKnown&&!Uy(e,r)&&b(e.key)===b(r)),l=c.find(e=>Ky(e,s.text));if(!l||!c.every(e=>Gy(e,s.text)))continue;let u=l.operator===`In`?Wy(l,s.text):[];t({at:e.span(i),message:`The label \`${r}: ${s.text}\` of the template fixes the value, so \`${e.name}\` never launches nodes with ${u.length>0?qy(u):`another value`}`,labels:[{span:e.span(l.path),message:`allows several values`}],help:`Remove the label, or ${u.length>0?`remove ${qy(u)} from the requirement`:`replace the requirement with \`In [${s.text}]\``}.`})}}const Uy=({operator:e},t)=>e===`Exists`&&/(?:^|\.)kubernetes\.io\//.test(t),Wy=({values:e},t)=>[...new Set(e.map(e=>e.text))].filter(e=>e!==t);function Gy({operator:e,values:t},n){let r=t.map(e=>e.text);return e===`In`?r.includes(n):e===`NotIn`?!r.includes(n):e===`Gt`?Number(n)>Number(r[0]):e===`Lt`?Number(n)<Number(r[0]):e===`Exists`}const Ky=(e,t)=>Gy(e,t)&&(e.operator!==`In`||Wy(e,t).length>0);function qy(e){let t=e.slice(0,3).map(e=>`\`${e}\``),n=e.length-t.length;return n>0?`${t.join(`, `)} or ${n} more`:t.length===1?t[0]:`${t.slice(0,-1).join(`, `)} or ${t.at(-1)}`}function Jy(){return{bad:[E(M({labels:`karpenter.sh/capacity-type: spot`,requirements:[`karpenter.sh/capacity-type In [spot, on-demand]`]}),{"[spot, on-demand]":`[spot]`}),E(M({labels:`example.com/team: web`,requirements:[`example.com/team Exists`]}),{"operator: Exists":`operator: In
values: [web]`})],good:[M({labels:`karpenter.sh/capacity-type: spot`,requirements:[`karpenter.sh/capacity-type In [spot]`]}),M({labels:`team: web`,requirements:[`karpenter.sh/capacity-type In [spot, on-demand]`]})]}}const Yy=j({id:`frozen-nodes`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[39],on:{NodePool(e,{report:t}){let n=e.isPartial?void 0:Xy(e),[r]=n??[];if(!n||!r)return;let i=z(e,[`spec`,`template`,`spec`,`expireAfter`]).value===`Never`||ae(e.apiVersion)===`v1beta1`,a=e.source.origin!==void 0||n.some(({path:t})=>h_(e,t)!==``);t({at:e.span([...r.path,`nodes`]),...a&&{severity:`note`},message:`${n.length===1?`This budget blocks`:`Budgets of 0 block`} all voluntary disruption of \`${e.name}\` at all times, so ${i?`its nodes are never patched`:`only expiry replaces its nodes`}`,help:"Set `reasons` to the disruption reasons that you want to block, or set `schedule` and `duration`. Then add a budget such as `nodes: 10%` for everything else. If nothing should be disrupted, write the reason in a comment next to the budget."})}},docs:{summary:`Disruption budgets of 0 apply at all times and to all reasons.`,why:"Karpenter never consolidates such a NodePool and never rolls out its drift. New AMIs and changed node classes do not reach running nodes. Only expiry, which ignores budgets, replaces them. With `expireAfter: Never`, nothing does: the nodes are never patched. If a comment next to the budget gives the reason, the finding is a note.",help:"Set `reasons` to the disruption reasons that you want to block, or limit the budget with `schedule` and `duration`. Then add a budget for everything else.",url:`https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets`},examples:Zy});function Xy(e){let t=G_(e).filter(({isZero:e})=>e);return W_.every(e=>{let n=t.filter(t=>t.appliesTo(e));return n.length>0&&J_(n)===!1})?t:void 0}function Zy(){return{bad:[E(M({requirements:[],expireAfter:`Never`,disruption:D`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
        `}),{"budgets:":`budgets:
  - nodes: 10%`,'nodes: "0"':`nodes: "0"
reasons: [Underutilized]`},{"budgets:":`budgets:
  - nodes: 10%`,'nodes: "0"':`nodes: "0"
schedule: 0 9 * * mon-fri
duration: 8h`}),E(M({disruption:D`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
              schedule: 0 0 * * *
              duration: 24h
            - nodes: 20%
        `}),{"duration: 24h":`duration: 8h`})],good:[M({disruption:D`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              reasons: [Underutilized]
        `}),M({name:`business-hours`,disruption:D`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
        `})]}}const Qy=j({id:`full-reservations`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Capacity reservations`,mistakes:[],on:{Manifests(e,t){let{karpenter:n,report:r}=t;if(n.offersFullReservations)for(let e of yl(t)){let t=e.filter(e=>$y(e)&&Cl(e));for(let e of t){let n=Tl(e),i=n&&t.find(t=>Tl(t)===void 0&&eb(e,t));i&&r({manifest:e,at:e.span(n.path),message:`While its reservations are full, \`${e.name}\` keeps pods pending that \`${i.name}\` could run`,help:"Also allow `on-demand` here. Karpenter uses reserved capacity first.",labels:[{span:i.span([`metadata`,`name`]),message:`Karpenter does not try this NodePool`}]})}}}},docs:{summary:`While its reservations are full, a NodePool that allows only reserved capacity keeps pods pending that another NodePool could run.`,why:`Up to Karpenter 1.14, a full reservation was not available, so pods went to the NodePool with the next lower weight. Since 1.15, Karpenter waits for full reservations. If a NodePool has only full reservations for a pod, the pod stays pending until one has room. Meanwhile, Karpenter does not try the NodePools after it. If the NodePool also allows another capacity type, Karpenter launches that.`,help:"Also allow `on-demand` in the same NodePool. Karpenter uses reserved capacity first.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:tb}),$y=e=>!e.isPartial&&z(e,[`spec`,`weight`]).isKnown&&e.get([`spec`,`replicas`])===void 0,eb=(e,t)=>Gt(e)>Gt(t)||Gt(e)===Gt(t)&&v(e.name,t.name)>0;function tb(){return{bad:[E(k({karpenter:`1.15`},L(M({name:`reserved`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved]`]}),M({name:`fallback`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),N(D`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `))),{"[reserved]":`[reserved, on-demand]`})],good:[k({karpenter:`1.15`},L(M({name:`reserved`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved, on-demand]`]}),M({name:`fallback`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [spot]`]}),N(D`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `))),k({karpenter:`1.15`},L(M({name:`training`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,taints:D`
              - key: example.com/training
                effect: NoSchedule
            `,requirements:[`karpenter.sh/capacity-type In [reserved]`]}),M({name:`general`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),N(D`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `))),k({karpenter:`1.15`},L(M({name:`reserved`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved]`]}),M({name:`general`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),N(D`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `)))]}}const nb=j({id:`gpu-taint`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[90],on:{NodePool:rb,Provisioner:rb},docs:{summary:`A NodePool in which all instance types have GPUs or other accelerators has no taint.`,why:`Karpenter may launch a node of this NodePool for any pod that fits nowhere else. An ordinary web server then runs on an instance that costs many times what it needs. Consolidation cannot remove the node while the pod runs there.`,help:"Add a taint to the NodePool, such as `nvidia.com/gpu:NoSchedule`, and a toleration to the pods that need its nodes.",url:`https://karpenter.sh/docs/concepts/scheduling/#acceleratorsgpu-resources`},examples:ib});function rb(e,{report:t,catalog:n,compatible:r}){let i=r(e),a=e.kind===`NodePool`?[`spec`,`template`,`spec`]:[`spec`],o=z(e,[...a,`taints`]);n&&i?.isExact&&i.names.length!==0&&(!o.isKnown||l(o.value).length>0||i.names.every(e=>{let{gpus:t,accelerator:r}=n.type(e);return t.length>0||r!==void 0})&&t({at:e.keySpan(a),message:`Every instance type of \`${e.name}\` has GPUs or other accelerators, but no taint keeps ordinary pods away`,help:"Add a taint such as `nvidia.com/gpu:NoSchedule`, and a toleration to the pods that need these nodes."}))}function ib(){return{bad:[E(M({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6, g6e]`]}),{"requirements:":`taints:
  - key: nvidia.com/gpu
    effect: NoSchedule
requirements:`})],good:[M({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6, g6e]`],taints:D`
          - key: nvidia.com/gpu
            effect: NoSchedule
        `}),M({name:`mixed`,requirements:[`karpenter.k8s.aws/instance-family In [g6, m7i]`]})]}}const ab=j({id:`limit-fit`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[28],on:{NodePool:cb,Provisioner:cb},docs:{summary:`A limit is not a multiple of the NodePool’s node size, so a part of it is never used.`,why:"Karpenter launches a node only if the whole node stays within `limits`. If the sizes of all instance types are multiples of a large step, a remainder below that step is never used. The NodePool then stays smaller than its limit, by up to one node.",help:`Set the limit to a multiple of the step, or allow smaller instance types.`,url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:db}),ob={cpu:{unit:`vCPU`,of:({vcpus:e})=>e},"nvidia.com/gpu":{unit:`GPUs`,of:({gpus:e})=>e.reduce((e,t)=>e+(t.manufacturer===`nvidia`?t.count:0),0)}},sb={cpu:16,"nvidia.com/gpu":4};function cb(e,{report:t,catalog:n,compatible:r}){let i=Lt(e),a=r(e);if(n&&a?.isExact&&a.names.length!==0)for(let[r,o]of Object.entries(g(i.value)??{})){let s=Object.hasOwn(ob,r)?ob[r]:void 0,c=typeof o==`string`||typeof o==`number`?Gc(o):void 0;if(!s||!c)continue;let l=lb(a,n)[r],u=l.reduce(ub,0),d=Math.floor(c%u);if(u<sb[r]||c<Math.min(...l)||d===0)continue;let f=Math.floor(c/u),p=l.length===1?`allows ${ne(f,`node`)} of ${u} ${s.unit}`:`is not a multiple of ${u} ${s.unit}, the common step of its instance types`;t({at:e.span([...i.path,r]),message:`\`${r}: ${o}\` of \`${e.name}\` ${p}. The remaining ${d} ${s.unit} are never used`,help:`Set the limit to ${f*u} or ${(f+1)*u}, or allow smaller instance types.`})}}const lb=Bf(({names:e},t)=>Object.fromEntries(Object.entries(ob).map(([n,{of:r}])=>[n,[...new Set(e.map(e=>r(t.type(e))))]]))),ub=(e,t)=>t===0?e:ub(t,e%t);function db(){return{bad:[E(L(M({limits:`cpu: 2063`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["32"]`]}),P),{"cpu: 2063":`cpu: 2048`},{"cpu: 2063":`cpu: 2080`},{'["32"]':`["4", "32"]`})],good:[L(M({limits:`cpu: 2048`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["32"]`]}),M({name:`small`,weight:10,limits:`cpu: 2063`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["4", "8"]`,`karpenter.sh/capacity-type In [on-demand]`]}),P)]}}const fb={cpu:({vcpus:e})=>e,memory:({memoryMib:e})=>e*2**20*.85,"nvidia.com/gpu":({gpus:e})=>e.reduce((e,{count:t,manufacturer:n})=>e+(n===`nvidia`?t:0),0)},pb=j({id:`limits-below-one-node`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[28],on:{NodePool:mb,Provisioner:mb},docs:{summary:`The limits of a NodePool are below the size of its smallest instance type.`,why:"Karpenter launches a node only if the whole node stays within `limits`. If a limit is below the smallest allowed instance type, Karpenter launches nothing for the NodePool, and only an event says so. Amounts of memory without a unit are bytes. A limit of 0 is not reported, because it turns a NodePool off.",help:`Raise the limit to the size of several nodes, with its unit, or allow smaller instance types.`,url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:gb});function mb(e,{report:t,catalog:n,compatible:r}){let i=Lt(e),a=r(e);if(n&&a?.isExact&&a.names.length!==0)for(let[r,o]of Object.entries(g(i.value)??{})){let s=typeof o==`string`||typeof o==`number`?Gc(o):void 0;if(!Object.hasOwn(fb,r)||!s)continue;let c=hb(a,n)[r];if(c.amount<=s)continue;let l=r===`memory`&&/^\d+$/.test(String(o));t({at:e.span([...i.path,r]),message:`The limit \`${r}: ${o}\`${l?` (bytes)`:``} of \`${e.name}\` is below the size of its smallest instance type, ${c.name}. Karpenter launches nothing for this NodePool`,help:l?`Add a unit, such as \`${o}Gi\`.`:"Raise the limit to the size of several nodes, or allow smaller instance types. If nothing should be launched, set it to `0`."})}}const hb=Bf(({names:e},t)=>Object.fromEntries(Object.entries(fb).map(([n,r])=>{let[i]=e.map(e=>({name:e,amount:r(t.type(e))})).sort((e,t)=>e.amount-t.amount||v(e.name,t.name));return[n,i]})));function gb(){return{bad:[E(M({requirements:[`node.kubernetes.io/instance-type In [m7i.8xlarge, m7i.16xlarge]`,`karpenter.sh/capacity-type In [on-demand]`],limits:`cpu: 16`}),{"cpu: 16":`cpu: 320`},{"cpu: 16":`cpu: 0`},{"[m7i.8xlarge, m7i.16xlarge]":`[m7i.xlarge, m7i.2xlarge]`}),E(M({limits:D`
          cpu: 100
          memory: 1000
        `}),{"memory: 1000":`memory: 1000Gi`})],good:[M({requirements:[`node.kubernetes.io/instance-type In [m7i.8xlarge]`,`karpenter.sh/capacity-type In [on-demand]`],limits:D`
          cpu: 32
          memory: 128Gi
        `}),M({name:`switched-off`,limits:`cpu: 0`})]}}const _b=j({id:`min-values`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[23],explains:[`provisioning/nodepool-empty`],on:{NodePool(e,{report:t,catalog:n,compatible:r,settings:i,isRegionAssumed:a}){let o=r(e);if(n&&o?.isExact&&o.names.length!==0&&i.karpenter.minValuesPolicy!==`BestEffort`)for(let{path:r,key:i}of B(e)){let s=e.get([...r,`minValues`]),c=vb(n,o.names,b(i));typeof s!=`number`||c===void 0||c>=s||t({at:e.span([...r,`minValues`]),...a&&{severity:`note`},message:`\`${e.name}\` requires ${s} different values of \`${i}\`, but its instance types in ${n.region} have only ${c}. Karpenter launches nothing for this NodePool`,help:`Lower \`minValues\` to ${c} or less, or allow more instance types.`,explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}})}}},docs:{summary:"`minValues` is higher than the number of values that the allowed instance types have.",why:"Karpenter launches a node only if the instance types to choose from have at least `minValues` different values of the label. If the requirements of the NodePool already leave fewer, Karpenter skips the NodePool and its pods stay pending. With `minValuesPolicy: BestEffort`, Karpenter launches nodes anyway.",help:"Lower `minValues`, or allow more instance types.",url:`https://karpenter.sh/docs/concepts/nodepools/#min-values`},examples:yb});function vb(e,t,n){if(n===y.instanceType)return t.length;let r=e.labels.get(n);if(r===void 0)return;let i=new Set(t);return new Set(e.types.flatMap(({name:e},t)=>i.has(e)?r[t]:[])).size}function yb(){return{bad:[E(M({requirements:D`
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
        `}),{"minValues: 20":`minValues: 5`},{"[m]":`[c, m, r]`,'["5"]':`["5", "6", "7"]`})],good:[M({requirements:D`
          - key: karpenter.k8s.aws/instance-category
            operator: In
            values: [c, m, r]
          - key: karpenter.k8s.aws/instance-family
            operator: Exists
            minValues: 5
          - key: node.kubernetes.io/instance-type
            operator: Exists
            minValues: 20
        `}),M({name:`own-label`,requirements:D`
          - key: karpenter.k8s.aws/instance-category
            operator: In
            values: [c, m, r]
          - key: example.com/team
            operator: Exists
            minValues: 2
        `})]}}function bb(e,t){let{origin:n,text:r}=e.source;if(!n)return!1;let{start:i,end:a}=e.keySpan(t),o=Math.max(a,e.span(t).end),[s]=/^:?(?:\s|#[^\n]*)*/.exec(r.slice(o)),c=o+s.length+1,{span:l,isExact:u}=n.trace(i,c);return!u||l.end-l.start!==c-i}const xb=j({id:`no-empty-fields`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],yieldsTo:[`schema/required`],on:{NodePool:Sb,Provisioner:Sb,NodeClass:Sb,NodeTemplate:Sb,NodeOverlay:Sb},docs:{summary:`A field has no value.`,why:`A key without a value is null. The API server drops it, so the default applies, not what the key suggests. Often the value is missing, or the lines below the key are not indented.`,help:`Add a value, or remove the field.`,url:`https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting-and-nullable`},examples:Tb});function Sb(e,{report:t,karpenter:n}){if(!e.isPartial)for(let r of wb(e.get([`spec`]),[`spec`])){if(n.opensKubelet&&Cb(r)||bb(e,r))continue;let i=String(r.at(-1));t({at:e.keySpan(r),message:`\`${r.join(`.`)}\` has no value, so the API server drops it`,help:`Add a value, or remove the field.`,fix:{description:`Remove \`${i}\``,edits:Ce(e,r)},explains:{paths:[r],mentioning:i}})}}const Cb=([,e,...t])=>e===`kubelet`&&t.length>1;function wb(e,t){return Array.isArray(e)?e.flatMap((e,n)=>wb(e,[...t,n])):Object.entries(g(e)??{}).flatMap(([e,n])=>n===null?e===`tags`&&/SelectorTerms$/.test(String(t.at(-2)))?[]:[[...t,e]]:wb(n,[...t,e]))}function Tb(){return{bad:[D`
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
      `],good:[O`
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
      `,M({weight:10}),k({karpenter:`1.15`},N(D`
          role: karpenter-nodes
          amiSelectorTerms:
            - alias: al2023@v20260701
          kubelet:
            reservedMemory:
              - numaNode: 0
                limits:
        `))]}}const Eb=({apiVersion:e,kind:t},n)=>t===n.kind&&_(e)===n.group,Db=({group:e=``,kind:t=``})=>`${e}/${t.toLowerCase()}`,Ob=[`NodePool`,`Provisioner`,`NodeOverlay`],kb=(e,t)=>e.manifests.flatMap(e=>Ab(e,t)??[]);function Ab(e,t){if(_(e.apiVersion)===`karpenter.sh`){let n=Ob.find(t=>t===e.kind);return n===void 0?void 0:{manifest:e,handler:n,provider:n===`NodeOverlay`?void 0:Mb(e,t)}}for(let{name:n,nodeClasses:r,nodeTemplate:i}of t){if(r.some(t=>Eb(e,t)))return{manifest:e,handler:`NodeClass`,provider:n};if(i&&Eb(e,i))return{manifest:e,handler:`NodeTemplate`,provider:n}}}const jb=({nodeClasses:e,nodeTemplate:t})=>t?[...e,t]:e;function Mb(e,t){let{group:n,kind:r}=Rt(e)??{};return n===void 0&&r===void 0?t[0]?.name??null:t.find(e=>jb(e).some(e=>e.group===n||e.kind===r))?.name??null}const Nb=({providers:e},t)=>e===`every`||t===void 0||t!==null&&e.includes(t);function Pb({providers:e},t){if(e===`every`)return!0;let n=t.flatMap(({provider:e})=>e===void 0?[]:[e]);return n.length===0||n.some(t=>t!==null&&e.includes(t))}const Fb=j({id:`node-class-exists`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],explains:[`provisioning/nodepool-not-ready`],on:{Manifests(e,t){let{report:n,nearest:r,providers:i}=t;for(let a of i.flatMap(jb)){let{kind:o}=a,s=Vb(e,a,i),c=Gb(e,a),l=s[0];if(c===void 0||l===void 0)continue;if(c.length===0){n({manifest:l.pool,at:l.pool.span([...l.path,`name`]),severity:`note`,message:`No ${o} is among these manifests, so ${ne(s.length,`reference`)} cannot be checked`,help:`Review the manifests of the ${o} together with the NodePools that use it.`});continue}let u=new Set(c),d=s.filter(({name:e})=>!u.has(e)).map(e=>({...e,wanted:r(e.name,c)})),f=Lb(a,t),p=e=>e.wanted!==void 0||f(e);Ib(d.filter(e=>!p(e)),o,t);for(let{pool:e,path:t,name:r,wanted:i}of d.filter(p))n({manifest:e,at:e.span([...t,`name`]),message:`${e.kind} \`${e.name}\` refers to ${o} \`${r}\`, which is not among these manifests`,help:i?`Did you mean \`${i}\`?`:`Add this ${o}, or refer to an existing one: ${c.join(`, `)}.`,explains:{paths:[[...t,`name`]]},...i&&{fix:{description:`Replace with \`${i}\``,edits:x(e,[...t,`name`],i)}}})}}},docs:{summary:`A NodePool refers to a node class that is not among the manifests.`,why:"A NodePool whose EC2NodeClass does not exist is not ready (`NodeClassNotFound`) and launches nothing. If the class comes from elsewhere, such as Terraform, a note says that the reference cannot be checked.",help:`Correct the name, or add the EC2NodeClass.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecnodeclassref`},examples:Kb});function Ib(e,t,{report:n}){let[r]=e;r&&n({manifest:r.pool,at:r.pool.span([...r.path,`name`]),severity:`note`,message:`${t} \`${r.name}\` is not among these manifests, so ${ne(e.length,`reference`)} cannot be checked`,help:`Review the manifests of the ${t} together with the NodePools that use it.`})}function Lb(e,{all:t,base:n,providers:r}){let i=new Set(n?Wb(n,e).map(({name:e})=>e):[]),a=new Set(t.manifests.filter(Bb).map(zb)),o=new Set(Wb(t,e).map(zb)),s=new Set([...o].filter(e=>!a.has(e)).map(pe)),c=new Map;for(let{name:n,pool:i}of Vb(t,e,r))c.set(n,(c.get(n)??new Set).add(zb(i)));return({pool:e,name:t})=>{if(i.has(t))return!0;if((c.get(t)?.size??0)>1)return!1;let n=zb(e);return o.has(n)||Rb(n).some(e=>s.has(e))}}function Rb(e){let t=e===``?[]:e.split(`/`);return[``,...t.map((e,n)=>t.slice(0,n+1).join(`/`))]}const zb=({source:e})=>pe(e.file),Bb=({kind:e,apiVersion:t})=>(e===`NodePool`||e===`Provisioner`)&&_(t)===`karpenter.sh`,Vb=(e,t,n)=>e.manifests.filter(Bb).flatMap(e=>{let r=Bt(e);return r!==void 0&&Ub(r,t,Hb(e,n))?[{pool:e,path:r.path,name:r.name}]:[]}),Hb=(e,[t])=>e.kind===`Provisioner`?t?.nodeTemplate:t?.nodeClasses[0],Ub=({group:e,kind:t},n,r)=>(t??r?.kind)===n.kind&&(e??n.group)===n.group,Wb=(e,t)=>e.manifests.filter(e=>Eb(e,t));function Gb(e,t){if(e.files.some(e=>e.isBroken))return;let n=Wb(e,t).map(e=>e.name);return n.some(e=>e===``||m(e))?void 0:[...new Set(n)].sort()}function Kb(){return{bad:[L(M({requirements:[],nodeClassRef:`defualt`}),D`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `),E(M({requirements:[],nodeClassRef:`default`}),{"apiVersion: karpenter.sh/v1":`${qb.text}---\napiVersion: karpenter.sh/v1`})],good:[L(M({requirements:[],nodeClassRef:`default`}),D`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `)]}}const qb=N(D`
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
`),Jb=j({id:`open-architecture`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[9],on:{NodePool:$b},docs:{summary:`A NodePool allows arm64 and amd64 without saying so, and nothing shows that pods run on both.`,why:"Without a requirement for `kubernetes.io/arch`, Karpenter launches whichever architecture is cheaper, which is often arm64. A pod whose image is built only for amd64 then crashes with `exec format error`. The finding is a warning if the change removes the requirement. It is a note if the workloads of the cluster select no architecture, because their images may be built for both.",help:"Add a requirement for `kubernetes.io/arch`: with one architecture, or with both if every image is built for both.",url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:rx}),Yb=[`spec`,`template`,`spec`,`requirements`],Xb=e=>Vt(e).some(({key:e})=>b(e)===y.arch),Zb=new Set([y.instanceType,y.instanceFamily,y.instanceCategory,y.instanceGeneration]),Qb=e=>Vt(e).some(({key:e})=>Zb.has(b(e)));function $b(e,t){let{report:n,base:r}=t;if(!z(e,Yb).isKnown||Xb(e)||!ex(e,t))return;let i=r?.manifests.find(({kind:t,name:n})=>t===e.kind&&n===e.name),a=i!==void 0&&!i.isPartial&&Xb(i);(a||Qb(e)&&tx(e,t))&&n({at:e.keySpan(Yb),...a&&{severity:`warning`},message:`\`${e.name}\` ${a?`no longer limits the architecture`:`does not limit the architecture`}, so Karpenter also launches arm64 nodes, on which images that are built only for amd64 crash`,help:"Add the requirement `kubernetes.io/arch In [amd64]`, or `In [amd64, arm64]` if all images are built for both."})}function ex(e,{catalog:t,compatible:n}){let r=n(e);return!t||!r?.isExact?!1:new Set(r.names.map(e=>t.type(e).architecture)).size>1}function tx(e,{all:t,clusterOf:n}){let r=n(e),i=V(t).filter(({manifest:e})=>n(e)===r);return i.length===0||i.some(tr)?!1:R(t).every(e=>n(e)!==r||!Xb(e))}const nx=D`
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
`;function rx(){let e=`karpenter.k8s.aws/instance-category In [c, m, r]`;return{bad:[E(L(M({requirements:[e]}),nx),{"requirements:":`requirements:
  - {key: kubernetes.io/arch, operator: In, values: [amd64]}`},{"requirements:":`requirements:
  - {key: kubernetes.io/arch, operator: In, values: [amd64, arm64]}`})],good:[L(M({requirements:[e,`kubernetes.io/arch In [amd64]`]}),nx),M({requirements:[e]})]}}const ix=j({id:`overlapping-pools`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[32],on:{Manifests(e,t){for(let e of ax(t))ox(e,t)}},docs:{summary:`Several NodePools can run the same pods, and only their names decide which comes first.`,why:"Karpenter tries NodePools by weight. With the same weight, it sorts them by name in reverse order: `spot` before `general`, `on-demand` before `gpu`. If NodePools do not differ in weight, taints or labels, their names decide which nodes Karpenter launches, and renaming one changes the cost. Only NodePools that certainly belong to one cluster are compared: those of one file or rendered root, or of files next to their node classes.",help:"Give the NodePool that should come first a higher `weight`, or separate their pods with taints.",url:`https://karpenter.sh/docs/concepts/nodepools/#specweight`},examples:dx});function ax(e){return yl(e).flatMap(e=>{let t=new Map;for(let n of e){let e=z(n,[`spec`,`weight`]);if(n.isPartial||!e.isKnown||n.get([`spec`,`replicas`])!==void 0||!Cl(n))continue;let r=JSON.stringify(e.value??0);ue(t,r,n)}return[...t.values()].filter(e=>e.length>1)})}function ox(e,t){let n=e.slice(0,60).flatMap(e=>sx(e,t)??[]),r=n.filter(e=>n.some(t=>t!==e&&cx(e,t))).sort((e,t)=>v(t.pool.name,e.pool.name)),[i,...a]=r;if(!i||a.length===0)return;let o=e=>H(e.map(({pool:e})=>e.name),e.length===2?` and `:`, `);t.report({manifest:i.pool,at:i.pool.span([`metadata`,`name`]),message:`${o(r)} can run the same pods and have the same weight. Karpenter sorts them by name and tries \`${i.pool.name}\` first, then ${o(a)}`,help:`Give the one that should come first a higher \`weight\`, or separate their pods with taints. ${lx(r)}`,labels:a.slice(0,5).map(({pool:e})=>({span:e.span([`metadata`,`name`]),message:`can run the same pods`}))})}function sx(e,{compatible:t,catalog:n}){let r=t(e);if(!r?.isExact||!n||r.names.length===0||r.names.filter(e=>(n.type(e)?.gpus.length??0)>0).length===r.names.length)return;let i=[`on-demand`,`spot`].map(e=>({type:e,...r.count(e)}));return{pool:e,names:new Set(r.names),architectures:new Set(r.names.flatMap(e=>n.type(e)?.architecture??[])),zones:new Set(i.flatMap(({zones:e})=>e)),capacityTypes:i.filter(({instanceTypes:e})=>e>0).map(({type:e})=>e)}}const cx=(e,t)=>[...e.architectures].some(e=>t.architectures.has(e))&&[...e.zones].some(e=>t.zones.has(e));function lx(e){let t=e.flatMap((t,n)=>e.slice(n+1).filter(e=>cx(t,e)).map(e=>[t,e])),n=t.length>6?`; and ${ne(t.length-6,`more pair`)}`:``;return`${t.slice(0,6).map(([e,t])=>ux(e,t)).join(`; `)}${n}.`}function ux(e,t){let n=[...e.names].filter(e=>t.names.has(e)).length,r=[...e.zones].filter(e=>t.zones.has(e)).length,i=e.capacityTypes.filter(e=>t.capacityTypes.includes(e)),a=i.length>0?`as ${i.join(` and `)}`:`with different capacity types`;return`\`${e.pool.name}\` and \`${t.pool.name}\` share ${ne(n,`instance type`)} in ${ne(r,`zone`)}, ${a}`}function dx(){return{bad:[E(L(M({name:`on-demand`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [on-demand]`,`karpenter.k8s.aws/instance-category In [c, m, r]`],nodeClassRef:`default`}),M({name:`spot`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [spot]`,`karpenter.k8s.aws/instance-category In [c, m, r]`],nodeClassRef:`default`}),P),{"metadata:\n  name: spot\nspec:":`metadata:
  name: spot
spec:
  weight: 10`})],good:[L(M({name:`on-demand`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),M({name:`spot`,weight:10,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [spot]`],nodeClassRef:`default`}),M({name:`team-search`,limits:`cpu: 100`,labels:`team: search`,requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),P)]}}const fx=j({id:`pod-grace-period`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[42],on:{Manifests(e,{report:t}){let n=[`spec`,`template`,`spec`,`terminationGracePeriod`],r=R(e).map(e=>({pool:e,seconds:px(z(e,n))})),i=r.flatMap(({pool:e,seconds:t})=>t===void 0?[]:[{pool:e,seconds:t}]),a=i.toSorted((e,t)=>t.seconds-e.seconds)[0];if(!(!a||i.length<r.length))for(let{manifest:r,template:i}of V(e)){let e=[...i,`spec`,`terminationGracePeriodSeconds`],o=r.get(e),s=[`nodeSelector`,`affinity`].some(e=>r.get([...i,`spec`,e])!==void 0);typeof o!=`number`||o<=a.seconds||s||t({manifest:r,at:r.span(e),message:`Pods of ${r.kind} \`${r.name}\` may take ${o}s to terminate, but no NodePool gives its nodes more than ${a.seconds}s. Karpenter kills the pods early`,labels:[{span:a.pool.span(n),message:"the longest `terminationGracePeriod`"}],help:`Set \`terminationGracePeriod\` of the NodePool that runs these pods to at least \`${o}s\`.`})}}},docs:{summary:`Pods may take more time to terminate than any NodePool gives its nodes.`,why:"The `terminationGracePeriod` of a NodePool limits how long a node may drain, whatever PodDisruptionBudgets say. When a node drains, Karpenter immediately deletes pods with a longer `terminationGracePeriodSeconds`. They are killed when the node’s time is up, before their own period ends.",help:"Set `terminationGracePeriod` of the NodePool to at least the longest `terminationGracePeriodSeconds` of its pods.",url:`https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod`},examples:mx});function px({value:e}){let t=typeof e==`string`?Nm(e):void 0;return t===void 0?void 0:Number(t/1000000000n)}function mx(){return{bad:[E(L(M({requirements:[],terminationGracePeriod:`30m`}),D`
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
        `),{"terminationGracePeriod: 30m":`terminationGracePeriod: 7200s`})],good:[L(M({requirements:[],terminationGracePeriod:`30m`}),M({name:`patient`,weight:10,requirements:[],terminationGracePeriod:`4h`}),D`
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
        `),L(M({requirements:[],terminationGracePeriod:`30m`}),D`
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
        `)]}}const hx=j({id:`pod-requests`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[92],on:{Manifests(e,{report:t}){if(Zn(e))for(let{manifest:n,template:r}of V(e)){if(g(n.get([`metadata`,`annotations`]))?.[`helm.sh/hook`]!==void 0)continue;let e=[...r,`spec`],i=[...e,`containers`],a=l(n.get(i));if(a.some(e=>g(e)?.image===void 0))continue;let o=a.flatMap((e,t)=>_x(n,[...i,t])?[]:[h(g(e)?.name)??String(t)]);n.isPartial||_x(n,e)||(o.length===0?gx({manifest:n,path:i,containers:a},t):t({manifest:n,at:n.keySpan(i),message:`${o.length===1?`Container`:`Containers`} ${H(o)} of ${n.kind} \`${n.name}\` ${o.length===1?`requests`:`request`} neither CPU nor memory, so Karpenter reserves no room for ${o.length===1?`it`:`them`}`,help:"Set `resources.requests` for `cpu` and `memory`."}))}}},docs:{summary:`Containers of a workload request neither CPU nor memory, or no memory.`,why:`Karpenter sizes nodes only by the requests of pods. A pod without requests fits anywhere. Nodes are then too small, run out of memory, and pods are killed. A LimitRange or a VerticalPodAutoscaler may add requests, which manifests do not show.`,help:"Set `resources.requests` for `cpu` and `memory`.",url:`https://karpenter.sh/docs/troubleshooting/`},examples:vx});function gx({manifest:e,path:t,containers:n},r){let i=(n,r)=>g(e.get([...t,n,`resources`,r]))??{},a=n.findIndex((n,r)=>{let a=[`requests`,`limits`].flatMap(e=>Object.keys(i(r,e)));return a.includes(`cpu`)&&a.every(e=>e===`cpu`)&&!m(e.get([...t,r,`resources`]))});if(a===-1)return;let o=[...t,a,`resources`];r({manifest:e,at:e.keySpan([...o,i(a,`requests`).cpu===void 0?`limits`:`requests`]),message:`Container \`${h(g(n[a])?.name)??a}\` of ${e.kind} \`${e.name}\` requests CPU but no memory, so Karpenter reserves no memory for it`,help:"Set `resources.requests.memory`."})}function _x(e,t){let n=e.get([...t,`resources`]);return m(n)?!0:[`requests`,`limits`].some(e=>{let t=g(n)?.[e],r=Object.keys(g(t)??{});return m(t)||r.some(e=>e!==`ephemeral-storage`)})}function vx(){return{bad:[E(L(M(),D`
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
    memory: 100Mi`}),E(L(M(),D`
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
memory: 100Mi`})],good:[L(M(),D`
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
        `),L(M(),D`
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
        `),L(M({name:`with-a-chart-test`}),D`
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
        `),D`
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
      `]}}const yx=j({id:`price-gap`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[],on:{NodePool:bx,Provisioner:bx},docs:{summary:`A NodePool has cheap and very expensive instance types, and none in between.`,why:"Karpenter launches the cheapest available instance type. When AWS has no capacity for it, Karpenter uses the next one of the NodePool, whatever it costs. A NodePool with only `large` and `24xlarge` then pays for a machine 48 times as large, to run one small pod.",help:`Allow the sizes in between, or move the large ones to another NodePool.`,url:`https://karpenter.sh/docs/concepts/nodepools/#instance-types`},examples:Cx});function bx(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i?.isExact||i.names.length<2)return;let a=xx(i,n);if(!a)return;let{cheap:o,expensive:s}=a,c=Math.floor(s.hourlyUsd/o.hourlyUsd);t({at:e.span(Wt(e)),message:`\`${e.name}\` has no instance type between ${o.name} (${Sx(o.hourlyUsd)}/hour) and ${s.name} (${Sx(s.hourlyUsd)}/hour). When AWS runs out of the first, its pods cost ${c} times as much`,help:`Allow the sizes in between, or move the large ones to another NodePool.`})}const xx=Bf(({names:e},t)=>{let n=[];for(let r of e){let e=zf(t,r);if(e===void 0)return;n.push({name:r,hourlyUsd:e})}n.sort((e,t)=>e.hourlyUsd-t.hourlyUsd||v(e.name,t.name));let r=n.findIndex(({hourlyUsd:e},t)=>t>0&&e>=8*n[t-1].hourlyUsd),[i,a]=[n[r-1],n[r]];return i&&a&&{cheap:i,expensive:a}}),Sx=e=>`$${e.toFixed(e<.1?4:2)}`;function Cx(){return{bad:[E(L(M({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`node.kubernetes.io/instance-type In [m7i.large, m7i.24xlarge]`,`karpenter.sh/capacity-type In [on-demand]`]}),P),{"[m7i.large, m7i.24xlarge]":`[m7i.large, m7i.2xlarge, m7i.8xlarge, m7i.24xlarge]`})],good:[L(M({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m7i]`,`karpenter.sh/capacity-type In [on-demand]`]}),P),L(M({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`node.kubernetes.io/instance-type In [m7i.large, m7i.2xlarge]`,`karpenter.sh/capacity-type In [on-demand]`]}),P)]}}const wx=j({id:`removed-pod-keys`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[10,11,12],on:{Manifests(e,t){if(!t.karpenter.v1)return;let n=R(e).map(({name:e})=>e);for(let n of R(e))for(let e of Tx(n,[`spec`,`template`,`metadata`,`annotations`]))Ax(n,e,Te,t);for(let{manifest:r,template:i}of V(e)){let e=(...e)=>[...i,...e];for(let n of Tx(r,e(`metadata`,`annotations`)))Ax(r,n,Te,t);for(let i of Tx(r,e(`spec`,`nodeSelector`)))Mx({manifest:r,path:i,pools:n},t);for(let n of Ex(r,e(`spec`)))for(let e of Dx(r,n))jx(r,e,Se,t);for(let[n]of l(r.get(e(`spec`,`tolerations`))).entries())jx(r,e(`spec`,`tolerations`,n,`key`),we,t)}}},docs:{summary:`A pod or a NodePool uses an annotation, label or taint that Karpenter no longer supports.`,why:"Karpenter renamed them on the way to v1 and ignores the old names. `do-not-evict` protects no pods, and `do-not-consolidate` no nodes. A pod that selects `karpenter.sh/provisioner-name` finds no node, and one that uses this label to avoid Karpenter’s nodes no longer avoids them. A toleration of `karpenter.sh/disruption` no longer matches the taint of a node that Karpenter removes.",help:`Use the new name.`,url:`https://karpenter.sh/docs/upgrading/v1-migration/`},examples:Nx}),Tx=(e,t)=>Object.keys(g(e.get(t))??{}).map(e=>[...t,e]);function Ex(e,t){let n=[...t,`affinity`,`nodeAffinity`,`requiredDuringSchedulingIgnoredDuringExecution`,`nodeSelectorTerms`];return l(e.get(n)).map((e,t)=>[...n,t,`matchExpressions`])}function Dx(e,t){let n=l(e.get(t)).map((e,n)=>[...t,n,`key`]);return n.some(t=>e.get(t)===y.nodePool)?[]:n}const Ox=(e,t)=>t!==void 0&&Object.hasOwn(e,t)?e[t]:void 0,kx=(e,t)=>({message:`Karpenter no longer supports \`${e}\`, so it has no effect`,help:`Use \`${t}\` instead.`});function Ax(e,t,n,{report:r}){let i=String(t.at(-1)),a=Ox(n,i);a!==void 0&&e.get([...t.slice(0,-1),a])===void 0&&r({manifest:e,at:e.keySpan(t),...kx(i,a),fix:{description:`Rename to \`${a}\``,edits:he(e,t,a)}})}function jx(e,t,n,{report:r}){let i=h(e.get(t)),a=Ox(n,i);i!==void 0&&a!==void 0&&(l(e.get(t.slice(0,-2))).some(e=>g(e)?.key===a)||r({manifest:e,at:e.span(t),...kx(i,a),...e.get([...t.slice(0,-1),`value`])===void 0&&{fix:{description:`Replace with \`${a}\``,edits:x(e,t,a)}}}))}function Mx({manifest:e,path:t,pools:n},{report:r}){let i=String(t.at(-1)),a=Ox(Se,i);if(a===void 0)return;let o=h(e.get(t));r({manifest:e,at:e.keySpan(t),message:`Nodes no longer have the label \`${i}\`, so these pods stay pending`,help:`Use \`${a}\` with the name of the NodePool instead.`,...o!==void 0&&n.includes(o)&&{fix:{description:`Rename to \`${a}\``,edits:he(e,t,a)}}})}function Nx(){return{bad:[D`
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
      `,D`
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
      `,D`
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
      `],good:[D`
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
      `,D`
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
      `,k({karpenter:`0.32`},D`
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
        `)]}}const Px=[`cpu`,`memory`,`nodes`,`pods`,`ephemeral-storage`],Fx={mem:`memory`,ram:`memory`,gpu:`nvidia.com/gpu`},Ix=j({id:`require-limits`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[29,30],on:{NodePool:Lx,Provisioner:Lx},docs:{summary:`A NodePool has no limits, or its limits have no effect.`,why:"Karpenter launches nodes for every pending pod. Without `limits`, a runaway Deployment, a HorizontalPodAutoscaler with a wrong target or a crash loop gets more and more nodes, up to the AWS quota. The keys of `limits` are free-form, so the API server accepts a misspelled resource, which limits nothing.",help:"Set `limits.cpu` and `limits.memory` to the most that this NodePool may use.",url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:Hx});function Lx(e,t){let{report:n}=t,r=Lt(e);if(!r.isKnown||Vx(e)||e.get([`spec`,`replicas`])!==void 0)return;let i=Object.keys(g(r.value)??{});if(i.length===0){n({at:e.keySpan(e.get(r.path)===void 0?[`spec`]:r.path),message:`${e.kind} \`${e.name}\` has no limits, so Karpenter may launch any number of nodes for it`,help:"Set `limits.cpu` and `limits.memory` to the most that this NodePool may use."});return}let a=i.filter(e=>!Px.includes(e)&&!/[/{$]|^hugepages-/.test(e));for(let n of a)Bx(e,n,t);if(zx(e,t),a.length===0&&!i.some(e=>e===`cpu`||e===`memory`||e.includes(`/`))){let t=i.includes(`nodes`);n({at:e.keySpan(r.path),message:`The limits of ${e.kind} \`${e.name}\` include neither \`cpu\` nor \`memory\`, so the size of its nodes is unlimited${t?`. Their number is only roughly limited, because nodes launched at the same time do not count each other`:``}`,help:"Add `cpu` and `memory` to the limits.",...t&&{severity:`note`}})}}const Rx=/\b(?:exact(?:ly)?|at most|no more than|never more|never exceed|maximum|max|hard (?:limit|cap)|licen[cs]es?)\b/i;function zx(e,{report:t}){let n=[...Lt(e).path,`nodes`],r=e.get(n)===void 0?void 0:Rx.exec(h_(e,n))?.[0];r!==void 0&&t({at:e.span(n),severity:`note`,message:`The comment says “${r}”, but Karpenter may exceed \`limits.nodes\`, because nodes launched at the same time do not count each other`,help:"Leave room for a few more nodes, or set `replicas` for a fixed number of nodes."})}function Bx(e,t,{report:n,nearest:r}){let i=Lt(e),a=Fx[t.toLowerCase()]??r(t,Px),o=a!==void 0&&e.get([...i.path,a])===void 0;n({at:e.keySpan([...i.path,t]),message:`\`${t}\` is not a resource of nodes, so this entry limits nothing`,help:a?`Did you mean \`${a}\`?`:"Use `cpu`, `memory` or an extended resource such as `nvidia.com/gpu`.",...o&&{fix:{description:`Rename to \`${a}\``,edits:he(e,[...i.path,t],a)}}})}function Vx(e){let t=g(e.get([`spec`]))??{};if(Object.keys(t).some(e=>e!==`limits`&&o(e,[`limits`])!==void 0))return!0;let n=Object.keys(g(t.limits)??{});return e.kind===`Provisioner`&&n.length>0&&!n.includes(`resources`)}function Hx(){return{bad:[E(M({limits:null}),{"spec:\n  template:":`spec:
  limits:
    cpu: 100
    memory: 400Gi
  template:`}),M({limits:D`
          cpu: 100
          mem: 400Gi
        `}),E(D`
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
memory: 400Gi`})],good:[M({limits:D`
          cpu: 100
          memory: 400Gi
        `}),M({name:`gpu`,limits:`nvidia.com/gpu: 8`})]}}const Ux=new Set([y.zone,y.zoneId,y.capacityType,y.instanceType,y.instanceFamily]),Wx=j({id:`satisfiable-requirements`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[93],explains:[`provisioning/nodepool-empty`],on:{NodePool:Gx,Provisioner:Gx},docs:{summary:`No instance type of the region satisfies all requirements of a NodePool.`,why:`Each requirement is valid on its own, so the API server accepts the NodePool and Karpenter reports it as ready. But Karpenter never launches a node for it, and its pods stay pending.`,help:`Relax the requirement that excludes the last instance types, or the earlier ones that conflict with it.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:Yx});function Gx(e,{report:t,catalog:n,compatible:r,isRegionAssumed:i}){let a=r(e),o=a?.emptied;if(!n||!a||!o)return;let{requirement:s,before:c,values:l,isUnknownValue:u}=o,d=b(s.key);if(u&&Ux.has(d))return;let f=s.path.length===1;t({at:f?e.keySpan(s.path):e.span(s.path),...i&&{severity:B(e).some(e=>xe(e.key))?`note`:`warning`},message:`No instance type in ${n.region} satisfies the requirements of \`${e.name}\`: ${Kx(s)}${f?`, which v1alpha5 adds by default,`:``} excludes the remaining ${ne(c,`instance type`)}`,labels:o.conflicts.map(t=>({span:e.span(t.path),message:`no instance type satisfies both this and \`${s.key}\``})),help:qx(d,l,u),explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}})}const Kx=({key:e,operator:t,values:n})=>`\`${[e,t,n.map(e=>e.text).join(`, `)].filter(Boolean).join(` `)}\``;function qx(e,t,n){return t.length===0?`The remaining instance types have no \`${e}\`. Relax this requirement or an earlier one.`:n?`Use a value of \`${e}\` that exists: ${Jx(t)}.`:`Allow a value of \`${e}\` that the remaining instance types have (${Jx(t)}), or relax an earlier requirement.`}function Jx(e){let t=e.slice(0,6).join(`, `);return e.length>6?`${t} and ${e.length-6} more`:t}function Yx(){return{bad:[E(M({requirements:[`karpenter.k8s.aws/instance-family In [m7g, c7g]`,`kubernetes.io/arch In [amd64]`]}),{"[amd64]":`[arm64]`},{"[m7g, c7g]":`[m7i, c7i]`}),E(M({requirements:[`karpenter.k8s.aws/instance-cpu In ["5"]`]}),{'["5"]':`["4"]`})],good:[M({requirements:[`karpenter.k8s.aws/instance-family In [m7g, c7g]`,`kubernetes.io/arch In [arm64]`]})]}}const Xx=j({id:`spot-flexibility`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[21],on:{NodePool:Zx,Provisioner:Zx},docs:{summary:`A NodePool allows spot but has few instance types or a single zone to choose from.`,why:`Spot capacity varies by instance type and zone. With few of them, AWS interrupts nodes at the same time and replacements find no capacity. Karpenter moves a spot node to a cheaper spot node only if at least 15 cheaper instance types remain.`,help:`Allow at least 15 instance types in several families, sizes and zones. If you cannot, also allow on-demand.`,url:`https://karpenter.sh/docs/concepts/disruption/#spot-consolidation`},examples:$x});function Zx(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i?.isExact||i.names.length===0)return;let{instanceTypes:a,zones:o}=i.count(`spot`);if(a===0||a>=15&&o.length>1)return;let s=i.count(`on-demand`).instanceTypes===0;t({at:e.span(Qx(e)),severity:a<15&&(s||a<5)?`warning`:`note`,message:`\`${e.name}\` allows spot, but has only ${ne(a,`instance type`)} in ${ne(o.length,`zone`)} of ${n.region} to choose from`,help:a<15?`Allow at least 15 instance types in several families, sizes and zones. With fewer, nodes are interrupted together, and Karpenter does not move them to cheaper spot nodes.`:`Allow more zones. Spot capacity runs out in one zone at a time.`})}const Qx=e=>Vt(e).find(({key:e})=>b(e)===y.capacityType)?.path??(e.kind===`NodePool`?[`spec`,`template`,`spec`,`requirements`]:[`spec`,`requirements`]);function $x(){return{bad:[E(M({requirements:[`karpenter.k8s.aws/instance-family In [t4g]`,`karpenter.sh/capacity-type In [spot, on-demand]`,`topology.kubernetes.io/zone In [us-east-1a]`]}),{"karpenter.k8s.aws/instance-family":`karpenter.k8s.aws/instance-category`,"[t4g]":`[c, m, r]`,"[us-east-1a]":`[us-east-1a, us-east-1b]`}),E(k({region:`eu-central-1`},M({requirements:[`node.kubernetes.io/instance-type In [m6i.large, m6i.xlarge]`,`karpenter.sh/capacity-type In [spot]`]})),{"node.kubernetes.io/instance-type":`karpenter.k8s.aws/instance-category`,"[m6i.large, m6i.xlarge]":`[c, m, r]`})],good:[M({requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [spot, on-demand]`]}),M({requirements:[`karpenter.k8s.aws/instance-family In [t4g]`,`karpenter.sh/capacity-type In [on-demand]`]})]}}const eS=j({id:`startup-taints`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[87,88],on:{Manifests(e,t){for(let n of R(e))iS(n,t);for(let n of bt(e,`cilium`))aS(n,t)}},docs:{summary:"Cilium’s taint is missing from `startupTaints`, or a startup taint is misspelled.",why:"Karpenter waits until startup taints are removed, and meanwhile expects pods to run on the node. Cilium’s operator taints nodes on which its agent does not run yet. If `startupTaints` does not include this taint, Karpenter assumes that its pods cannot use the node, and launches another. No agent removes a misspelled startup taint. The node then never becomes initialized, so Karpenter never consolidates or replaces it.",help:"Add the taint to `startupTaints`, with the key that the agent uses.",url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecstartuptaints`},examples:oS}),tS=[`spec`,`template`,`spec`,`startupTaints`],nS=[`node.cilium.io/agent-not-ready`,`ebs.csi.aws.com/agent-not-ready`,`efs.csi.aws.com/agent-not-ready`,`fsx.csi.aws.com/agent-not-ready`,`s3.csi.aws.com/agent-not-ready`],rS=e=>e.split(`.`)[0];function iS(e,{report:t,nearest:n}){for(let r of l(e.get(tS)).keys()){let i=[...tS,r,`key`],a=h(e.get(i))??``,o=nS.includes(a)?void 0:n(a,nS);o!==void 0&&rS(o)===rS(a)&&t({manifest:e,at:e.span(i),message:`Nothing removes the startup taint \`${a}\`, so the nodes of \`${e.name}\` never become initialized`,help:`Did you mean \`${o}\`?`,fix:{description:`Replace with \`${o}\``,edits:x(e,i,o)}})}}function aS({manifest:e,values:t},n){let{all:r,report:i,clusterOf:a}=n,o=(...n)=>e.get([...t,...n]),s=h(o(`agentNotReadyTaintKey`))??nS[0];if(!(e.isPartial||typeof o()==`string`||s.includes(`$`)||o(`operator`,`setNodeTaints`)===!1||o(`operator`,`enabled`)===!1))for(let t of R(r))a(t)!==a(e)||t.isPartial||l(t.get(tS)).map((e,n)=>h(t.get([...tS,n,`key`]))).some(e=>e===void 0||e===s)||i({manifest:t,at:t.span(tS),message:`Cilium adds the taint \`${s}\` to new nodes, but it is not in \`startupTaints\` of \`${t.name}\`. Karpenter launches a second node for the same pods`,help:`Add \`{key: ${s}, effect: NoExecute}\` to \`startupTaints\`.`,labels:[{span:e.span([`metadata`,`name`]),message:`Cilium${Q(t,e,n)}`}]})}function oS(){return{bad:[E(L(M({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),F(`cilium`),P),{"requirements:":`startupTaints:
  - key: node.cilium.io/agent-not-ready
    effect: NoExecute
requirements:`}),L(M({limits:`cpu: 1000`,nodeClassRef:`default`,startupTaints:D`
            - key: ebs.csi.aws.com/agent-notready
              effect: NoExecute
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),P)],good:[L(M({limits:`cpu: 1000`,nodeClassRef:`default`,startupTaints:D`
            - key: node.cilium.io/agent-not-ready
              effect: NoExecute
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),F(`cilium`),P),L(M({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),F(`cilium`,{values:D`
            operator:
              setNodeTaints: false
          `}),P)]}}const sS=[`spec`,`template`,`spec`],cS=j({id:`taint-pairs`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[89],explains:[`provisioning/nodepool-not-ready`],on:{NodePool(e,{report:t}){let n=new Map;for(let r of[`taints`,`startupTaints`].flatMap(t=>lS(e.get([...sS,t]),t))){let{key:i,effect:a}=g(e.get(r))??{},o=`${h(i)}:${h(a)}`;if(h(i)===void 0||m(o))continue;let s=n.get(o);if(s===void 0){n.set(o,r);continue}let c=s.at(-2)===r.at(-2)&&e.get([...s,`value`])===e.get([...r,`value`]);t({at:e.span([...r,`key`]),message:`\`${e.name}\` has the taint \`${o}\` twice. Karpenter rejects the NodePool and launches nothing for it`,labels:[{span:e.span([...s,`key`]),message:`first used here`}],help:`Remove one of the two taints.`,...c&&{fix:{description:`Remove the duplicate`,edits:Ce(e,r)}},explains:{paths:[sS],mentioning:``}})}}},docs:{summary:`Two taints of a NodePool have the same key and effect.`,why:"The API server accepts this. Karpenter allows each pair of key and effect only once in `taints` and `startupTaints` together. The NodePool fails Karpenter’s validation and launches nothing.",help:`Remove one of them. Keep the startup taint if something on the node removes it, otherwise keep the taint.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespectaints`},examples:uS}),lS=(e,t)=>l(e).map((e,n)=>[...sS,t,n]);function uS(){return{bad:[E(M({requirements:[],taints:D`
          - key: node.cilium.io/agent-not-ready
            effect: NoExecute
        `,startupTaints:D`
          - key: node.cilium.io/agent-not-ready
            value: "true"
            effect: NoExecute
        `}),{"      taints:\n        - key: node.cilium.io/agent-not-ready\n          effect: NoExecute\n":``})],good:[M({requirements:[],taints:D`
          - key: example.com/team
            value: a
            effect: NoSchedule
          - key: example.com/team
            value: a
            effect: NoExecute
        `,startupTaints:D`
          - key: node.cilium.io/agent-not-ready
            value: "true"
            effect: NoExecute
        `}),M({name:`another-key`,requirements:[],taints:D`
          - key: example.com/team
            effect: NoSchedule
        `,startupTaints:D`
          - key: example.com/agent-not-ready
            effect: NoSchedule
        `})]}}const dS=j({id:`taint-tolerations`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[],on:{Manifests:pS},docs:{summary:`A toleration nearly matches the taint of a NodePool, or no pod tolerates the taint.`,why:"A toleration must match the key, the value and the effect of a taint. One that nearly matches has no effect, and nothing reports it. The pods stay pending or run on another NodePool, and the NodePool with the taint stays empty. The default operator is `Equal`, for which a missing value is the empty string.",help:"Set the value and the effect of the taint in the toleration, or use `operator: Exists`.",url:`https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/`},examples:xS}),fS=2e3;function pS(e,t){let n=R(e).slice(0,fS).flatMap(hS);if(n.length===0)return;let r=V(e).slice(0,fS),i=r.map(e=>gS(e));for(let e of i)yS(e,n,t);let a=i.flat(),o=new Set(r.filter(({manifest:e})=>e.kind!==`DaemonSet`).map(({manifest:e})=>vl(e))),s=new Set(e.manifests.filter(mS).map(vl));for(let e of n)s.has(vl(e.pool))||o.has(vl(e.pool))&&!a.some(t=>!t.isKnown||t.key===``||t.key===e.key)&&t.report({manifest:e.pool,at:e.pool.span(e.path),severity:`note`,message:`No pod in these manifests tolerates the taint \`${e.key}\` of \`${e.pool.name}\`, so this NodePool stays empty until one does`,help:`Add a toleration to the pods that should run there, or remove the taint.`})}const mS=({apiVersion:e,kind:t})=>t===`HelmRelease`&&_(e)===`helm.toolkit.fluxcd.io`||/^Application(?:Set)?$/.test(t)&&_(e)===`argoproj.io`;function hS(e){let t=[`spec`,`template`,`spec`,`taints`];return l(e.get(t)).flatMap((n,r)=>{let i=[...t,r],[a,o,s]=[`key`,`value`,`effect`].map(t=>h(e.get([...i,t]))??``);return m(`${a}${o}${s}`)||a===``||/(?:^|\.)(?:kubernetes|k8s)\.io\//.test(a)?[]:[{pool:e,path:i,key:a,value:o,effect:s}]})}function gS(e){let{manifest:t,template:n}=e,r=[...n,`spec`,`tolerations`],i=t.get(r);return i!==void 0&&!Array.isArray(i)?[{..._S,workload:e,path:r,isKnown:!1}]:l(i).map((n,i)=>{let{key:a,operator:o,value:s,effect:c}=g(n)??{},l=[a,o,s,c].map(e=>h(e)??``);return{workload:e,path:[...r,i],key:l[0],value:l[2],effect:l[3],isExists:o===`Exists`,isKnown:g(n)!==void 0&&!t.isPartial&&!l.some(e=>m(e))}})}const _S={key:``,isExists:!0,value:``,effect:``},vS=(e,t)=>(e.key===``||e.key===t.key)&&(e.effect===``||e.effect===t.effect)&&(e.isExists||e.value===t.value);function yS(e,t,{report:n,nearest:r}){if(!e.some(({isKnown:e})=>!e))for(let i of e){let a=t.filter(({key:e})=>e===i.key);if(a.length===0||a.some(t=>e.some(e=>vS(e,t))))continue;let[o]=a.flatMap(e=>bS(i,e,r)??[]);if(!o)continue;let{taint:s,reason:c,help:l}=o,{manifest:u}=i.workload;n({manifest:u,at:u.span(i.path),message:`${u.kind} \`${u.name}\` does not tolerate the taint \`${s.key}=${s.value}:${s.effect}\` of \`${s.pool.name}\`, because its toleration ${c}`,help:l,labels:[{span:s.pool.span(s.path),message:`the taint`}]})}}function bS(e,t,n){let r=e.isExists||e.value===t.value,i=e.effect===``||e.effect===t.effect;if(r&&!i)return{taint:t,reason:`has the effect \`${e.effect}\``,help:`Set \`effect: ${t.effect}\`.`};if(!i||r)return;let a=`\`value: ${t.value||`""`}\``;return e.value===``?{taint:t,reason:`has no value`,help:`Set ${a}, or \`operator: Exists\`.`}:n(e.value,[t.value])===void 0?void 0:{taint:t,reason:`has the value \`${e.value}\``,help:`Set ${a}.`}}function xS(){return{bad:[E(wS(D`
        - key: example.com/dedicated
          value: batch
          effect: NoExecute
      `),{"effect: NoExecute":`effect: NoSchedule`}),E(wS(D`
        - key: example.com/dedicated
          value: batches
          effect: NoSchedule
      `),{"value: batches":`value: batch`}),E(wS(D`
        - key: example.com/dedicated
          effect: NoSchedule
      `),{"tolerations:\n        - key":`tolerations:
  - value: batch
    key`},{"tolerations:\n        - key":`tolerations:
  - operator: Exists
    key`}),E(wS(),{"containers:":`tolerations:
  - key: example.com/dedicated
    operator: Exists
containers:`},{"      taints:\n        - key: example.com/dedicated\n          value: batch\n          effect: NoSchedule\n":``})],good:[wS(D`
        - key: example.com/dedicated
          operator: Exists
      `),D`
        ${SS}
        ---
        ${CS(`train`,D`
            - key: example.com/dedicated
              value: batch
          `)}
        ---
        ${CS(`proxy`,D`
            - key: example.com/dedicated
              value: system
              effect: NoSchedule
          `)}
        ---
        ${P}
      `,D`
        ${SS}
        ---
        ${CS(`proxy`)}
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
        ${P}
      `]}}const SS=M({name:`batch`,limits:`cpu: 1000`,nodeClassRef:`default`,taints:D`
    - key: example.com/dedicated
      value: batch
      effect: NoSchedule
  `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]});function CS(e,t){return D`
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
          ${t?D`
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
  `}const wS=e=>D`
  ${SS}
  ---
  ${CS(`train`,e)}
  ---
  ${P}
`,TS=[...ge.get(y.capacityType)].sort(),ES=j({id:`unknown-capacity-type`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[18],on:{NodePool:DS,Provisioner:DS},docs:{summary:`A requirement names a capacity type that does not exist.`,why:"The API server accepts any text. Karpenter ignores the unknown value and only logs it, so `[spot, ondemand]` means only spot. If all values are unknown, the NodePool is not ready and launches nothing.",help:"Use `on-demand`, `spot` or `reserved`.",url:`https://karpenter.sh/docs/concepts/nodepools/#capacity-type`},examples:kS});function DS(e,{report:t,nearest:n}){for(let{key:r,operator:i,values:a}of B(e)){if(b(r)!==y.capacityType||i!==`In`&&i!==`NotIn`)continue;let o=a.filter(e=>e.isKnown&&!TS.includes(e.text)),s=a.filter(e=>!o.includes(e)).map(e=>`\`${e.text}\``);for(let r of o){let a=n(r.text,TS);t({at:e.span(r.path),message:`\`${r.text}\` is not a capacity type. ${OS(i,s)}`,help:a?`Did you mean \`${a}\`?`:"Use `on-demand`, `spot` or `reserved`.",...a&&{fix:{description:`Replace with \`${a}\``,edits:x(e,r.path,a)}}})}}}function OS(e,t){return e===`NotIn`?`It excludes nothing`:t.length===0?`The NodePool never becomes ready`:`Karpenter ignores it and uses only ${t.join(` and `)}`}function kS(){return{bad:[M({requirements:[`karpenter.sh/capacity-type In [spot, ondemand]`]})],good:[M({requirements:[`karpenter.sh/capacity-type In [spot, on-demand]`]})]}}const AS=j({id:`unknown-label`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[],on:{NodePool:PS,Provisioner:PS},docs:{summary:`A requirement names a label that resembles one of Karpenter’s labels but does not exist.`,why:`Karpenter treats a label that it does not know as a custom label. It puts any of the values on the nodes, and chooses instance types as if the requirement did not exist. Running nodes do not have the label, so all of them drift.`,help:`Correct the name of the label.`,url:`https://karpenter.sh/docs/concepts/scheduling/#well-known-labels`},examples:US}),jS=/^(?:(?!node-restriction\.)[\w-]+\.)*kubernetes\.io$|^eks\.amazonaws\.com$/,MS=e=>e.slice(e.indexOf(`/`)+1),NS=new Map([...Ee].map(e=>[MS(e),e]));function PS(e,{report:t,nearest:n}){let r=new Set(It(e).map(({key:e})=>e));for(let{key:i,path:a,isKnown:o}of B(e)){if(!o||r.has(i))continue;let s=RS(e,i)??(BS(e,i)?void 0:FS(i,n));if(s===void 0)continue;let c=[...a,`key`];t({at:e.span(c),message:`\`${i}\` is not a label that Karpenter knows. It does not filter instance types, and new nodes get any of its values`,help:`Did you mean \`${s}\`?`,fix:{description:`Replace with \`${s}\``,edits:x(e,c,s)}})}}function FS(e,t){let n=t(MS(e),[...NS.keys()]);return n!==void 0&&zS(MS(e),n)?NS.get(n):void 0}const IS=new Set([`eks.amazon.com`,`eks.aws.com`,`eks.aws`,`eks.amazonaws`,`eks.k8s.aws`,`amazonaws.com`,`karpenter.aws`,`karpenter.k8s.io`,`karpenter.io`,`karpenter.amazonaws.com`,`karpenter.aws.com`]),LS=`eks.amazonaws.com`;function RS(e,t){let[n,i]=[ye(t),MS(t)],a=NS.get(i);if(a===void 0||n===``||n.length>40||jS.test(n))return;let o=ye(a)===`karpenter.k8s.aws`&&i.startsWith(`instance-`),s=o&&VS(e)===LS?`${LS}/${i}`:a,c=o?[LS,ye(a)]:[ye(a)];if(!c.includes(n))return IS.has(n)||c.some(e=>r(n,e)<=2)?s:void 0}const zS=(e,t)=>r(e,t)<=(e.length<8?1:2);function BS(e,t){return Ee.has(b(t))||!jS.test(ye(t))?!0:t.startsWith(`eks.`)?!be.test(t)||VS(e)!==`karpenter.k8s.aws`:!1}const VS=e=>g(e.get([`spec`,`template`,`spec`,`nodeClassRef`]))?.group,HS=e=>D`
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
`;function US(){return{bad:[M({requirements:[`node.kubernetes.io/instance-category In [c, m, r]`]}),M({requirements:[`karpenter.aws/instance-category In [c, m, r]`]}),HS(`eks.amazonaw.com/instance-category`),L(M({nodeClassRef:`default`,requirements:[`topology.kubernetes.io/zones In [us-east-1a, us-east-1b]`]}),D`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `)],good:[M({labels:`node.kubernetes.io/instance-sizes: web`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.gcp/instance-size In [large]`,`beta.kubernetes.io/arch In [amd64]`,`example.com/instance-type In [large]`,`node.kubernetes.io/instance-sizes Exists`,`node.kubernetes.io/role In [web]`,`node-restriction.kubernetes.io/zone In [a]`]}),HS(`eks.amazonaws.com/instance-category`)]}}const WS=/^([a-z]{2,3}(?:-[a-z]+){1,3}-\d)[a-z]$/,GS=/^[a-z]{2,3}(?:-[a-z]+){1,3}-\d-[a-z]/,KS=j({id:`unknown-zone`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[25],explains:[`provisioning/nodepool-empty`],on:{NodePool:qS,Provisioner:qS},docs:{summary:`A requirement or label names a zone that the region does not have.`,why:`The API server accepts any text. Karpenter counts the zone as a topology domain, although nothing can ever run there. Every zonal topology spread constraint in the cluster then counts a zone that stays empty, which can keep pods pending. A NodePool with no other zone launches nothing.`,help:`Use zones of the region, and only those in which the node class has subnets.`,url:`https://karpenter.sh/docs/concepts/nodepools/#availability-zones`},examples:YS});function qS(e,t){let{catalog:n}=t;if(!n)return;let r=n.zones.map(e=>e.zone);for(let{key:i,operator:a,values:o}of[...B(e),...It(e)]){if(b(i)!==y.zone)continue;let s=e=>!r.includes(e)&&!n.otherZones.includes(e)&&!GS.test(e),c=a===`In`&&o.every(e=>e.isKnown&&s(e.text));for(let{path:n,text:i,isKnown:l}of o)l&&s(i)&&JS({pool:e,path:n,text:i,zones:r,isExcluded:a===`NotIn`,leavesNone:c},t)}}function JS({pool:e,path:t,text:n,zones:r,isExcluded:i,leavesNone:a},{report:o,catalog:s,nearest:c,isRegionAssumed:l}){let{region:u}=s,d=i?`excluding it has no effect`:`Karpenter never launches nodes for this value`,f=WS.exec(n)?.[1];if(f!==void 0&&f!==u){if(l)return;o({at:e.span(t),severity:`warning`,message:`Zone \`${n}\` is not in ${u}, so ${d}`,help:`Use a zone of ${u} (${r.join(`, `)}), or set the region if this NodePool belongs to ${f}.`});return}let p=f===void 0&&n!==u?c(n,r):void 0,m=n===u?`\`${n}\` is a region, not a zone`:`Region ${u} has no zone \`${n}\``;o({at:e.span(t),...i&&{severity:`warning`},message:`${m}, so ${d}`,help:p?`Did you mean \`${p}\`?`:`Use a zone of ${u}: ${r.join(`, `)}.`,...p&&{fix:{description:`Replace with \`${p}\``,edits:x(e,t,p)}},...a&&{explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}}})}function YS(){return{bad:[E(M({requirements:[`topology.kubernetes.io/zone In [us-east-1a, us-east-1b, us-east-1z]`]}),{"[us-east-1a, us-east-1b, us-east-1z]":`[us-east-1a, us-east-1b]`}),E(M({requirements:[`topology.kubernetes.io/zone In [us-east-1]`]}),{"[us-east-1]":`[us-east-1a, us-east-1b]`})],good:[M({requirements:[`topology.kubernetes.io/zone In [us-east-1a, us-east-1b]`]}),k({region:`us-west-1`},M({requirements:[`topology.kubernetes.io/zone In [us-west-1c]`]}))]}}const XS=j({id:`unreachable-pool`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[32],on:{Manifests(e,t){for(let e of yl(t))ZS(e,t)}},docs:{summary:`A NodePool is never used, because another one comes first, has no limits, and can launch everything that it can.`,why:`Karpenter uses a NodePool with a lower weight only if those before it cannot run a pod: their limits are reached, or AWS has no capacity. Suppose that the first one has no limits and allows every instance type, zone and capacity type that the other allows. Then it runs out of capacity only when the other does too, so the fallback never happens.`,help:`Set limits for the first NodePool, or allow something else in the fallback: another capacity type, other families, or other zones.`,url:`https://karpenter.sh/docs/concepts/nodepools/#specweight`},examples:nC});function ZS(e,t){let n=e.slice(0,60).filter(e=>QS(e)&&Cl(e));for(let e of n){let r=n.find(n=>Gt(n)>Gt(e)&&$S(n)&&eC(n,e,t));r&&t.report({manifest:e,at:e.span([`metadata`,`name`]),message:`\`${e.name}\` is never used, because \`${r.name}\` comes first, has no limits, and can launch everything that \`${e.name}\` can`,help:`Set limits for \`${r.name}\`, or allow instance types, zones or capacity types in \`${e.name}\` that \`${r.name}\` does not allow.`,labels:[{span:r.span([`metadata`,`name`]),message:`comes first`}]})}}const QS=e=>!e.isPartial&&z(e,[`spec`,`weight`]).isKnown&&e.get([`spec`,`replicas`])===void 0&&B(e).every(({path:t})=>e.get([...t,`minValues`])===void 0);function $S(e){let{value:t,isKnown:n}=Lt(e),r=Object.keys(g(t)??{});return n&&typeof(t??{})==`object`&&r.every(e=>e.includes(`/`))}function eC(e,t,{compatible:n,catalog:r}){let[i,a]=[n(e),n(t)];if(!r||!i?.isExact||!a?.isExact||a.names.length===0||a.names.some(e=>(r.type(e)?.gpus.length??0)>0)||Bt(e)===void 0||Bt(e)?.name!==Bt(t)?.name||tC(e)!==tC(t))return!1;let o=new Set(i.names);return a.names.every(e=>o.has(e))&&[`on-demand`,`spot`].every(e=>{let[t,n]=[i.count(e),a.count(e)];return(n.instanceTypes===0||t.instanceTypes>=n.instanceTypes)&&n.zones.every(e=>t.zones.includes(e))})}const tC=e=>JSON.stringify(B(e).filter(({key:e})=>b(e)===y.os).map(({operator:e,values:t})=>[e,t.map(({text:e})=>e).sort()]));function nC(){return{bad:[E(L(M({name:`general`,weight:50,limits:`nvidia.com/gpu: 8`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [on-demand]`]}),M({name:`fallback`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m]`,`karpenter.sh/capacity-type In [on-demand]`]}),P),{"nvidia.com/gpu: 8":`nvidia.com/gpu: 8
cpu: 1000`},{"[c, m]":`[c, m, i]`})],good:[L(M({name:`spot`,weight:50,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [spot]`]}),M({name:`on-demand`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [on-demand]`]}),P),L(M({name:`reserved-by-limits`,weight:50,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [on-demand]`]}),M({name:`fallback`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m]`,`karpenter.sh/capacity-type In [on-demand]`]}),P)]}}const rC=[n_,g_,Q_,tv,iv,uv,mv,bv,wv,$v,xy,Oy,My,Py,Vy,Yy,Qy,nb,ab,pb,_b,xb,Fb,Jb,ix,fx,hx,yx,wx,Ix,Wx,Xx,eS,cS,dS,ES,AS,KS,XS,...Jg].sort((e,t)=>v(e.id,t.id)),iC=new Map([...pt,...rC.map(aC)].map(e=>[e.code,e]));function aC(e){let{summary:t,why:n,help:r,url:i}=e.docs;return{code:`lint/${e.id}`,summary:t,why:n,help:r,url:i,rule:e}}const oC=[...iC.keys()].sort(),sC=(e,t=[])=>iC.has(e)||t.some(t=>ft(t)===e);function cC(e,t=[]){let n=iC.get(e)??iC.get(`lint/${e}`);if(n)return n;let r=t.find(t=>[ft(t),t.id].includes(e));return r&&lC(r)}const lC=e=>({code:ft(e),summary:e.message,why:e.description??`This is a rule of \`${e.origin}\`.`,help:e.help??`Change the object so that the rule holds.`,...e.url!==void 0&&{url:e.url},custom:e});function uC(e,t=[]){let n=[...oC,...t];if(e.includes(`/`))return o(e,n);let r=new Map(n.map(e=>[e.slice(e.indexOf(`/`)+1),e])),i=o(e,r.keys());return i&&r.get(i)}function dC(e,t=[]){return[...e].filter(e=>!cC(e)).map(e=>({name:e,nearest:uC(e,t)}))}const fC=e=>`# plumbline-ignore ${e.replace(/^lint\//,``)} until=2027-03-31: why this is acceptable here`;function pC(e,t){return mC(e.replace(/^\.?\//,``).replace(/\/$/,``).split(`/`),t.split(`/`))}function mC(e,t){let n=0,r;for(let i=0;i<t.length;){if(n===e.length)return!0;if(e[n]===`**`)r={at:n++,step:i};else if(hC(e[n],t[i]))[n,i]=[n+1,i+1];else if(r)[n,i]=[r.at+1,++r.step];else return!1}return e.slice(n).every(e=>e===`**`)}function hC(e,t){let[n=``,...r]=e.split(`*`);if(r.length===0)return t===n;let i=r.pop();if(!t.startsWith(n)||t.length<n.length+i.length||!t.endsWith(i))return!1;let a=n.length;for(let e of r){let n=t.indexOf(e,a);if(n===-1||n+e.length>t.length-i.length)return!1;a=n+e.length}return!0}const gC=e=>e.includes(`/`)?e:`lint/${e}`,_C=({paths:e,resources:t},{span:n,resource:r})=>(e===void 0||e.some(e=>pC(e,n.file)))&&(t===void 0||r!==null&&t.some(e=>vC(e,r)));function vC(e,{kind:t,namespace:n,name:r}){return pC(e,(e.split(`/`).length>2?[t,n??``,r]:[t,r]).join(`/`))}const yC=(e,t)=>t[e]??t[e.replace(/^lint\//,``)],bC=(e,{rules:t,overrides:n})=>yC(e,t)===`off`&&n.every(t=>(yC(e,t.rules)??`off`)===`off`),xC=(e,t,{rules:n,overrides:r})=>yC(e,n)===`off`||r.some(n=>yC(e,n.rules)===`off`&&(n.paths===void 0||n.paths.some(e=>pC(e,t))));function SC(e,{rules:t,overrides:n}){if(n.length===0)return[...e];let r=e=>yC(e,t)===`off`&&n.some(t=>yC(e,t.rules)!==void 0);return e.flatMap(e=>{if(!/^(?:lint|custom)\//.test(e.code))return[e];let t=n.filter(t=>_C(t,e)).map(t=>yC(e.code,t.rules)).findLast(e=>e!==void 0);return t===`off`||t===void 0&&r(e.code)?[]:[t===void 0?e:{...e,severity:t}]})}function CC({rules:e,ignore:t=[],overrides:n=[],neverSuppress:r=[],environments:i={}},a,o=[]){let s={reader:a,custom:o.map(ft)};TC(e,[`rules`],s);for(let[e,t]of n.entries())TC(t.rules,[`overrides`,e,`rules`],s);for(let[e,t]of Object.entries(i))TC(t.rules,[`environments`,e,`rules`],s);for(let[e,t]of r.entries())wC(t,[`neverSuppress`,e],s);let c=new Set(r.map(gC));t.forEach(({code:e,reason:t,until:n},r)=>{wC(e,[`ignore`,r,`code`],s),c.has(gC(e))&&a.fail([`ignore`,r,`code`],`\`${e}\` is in \`neverSuppress\`, so \`ignore\` cannot silence it`,`Remove it from one of the two lists.`),t.trim()===``&&a.fail([`ignore`,r,`reason`],`\`ignore[${r}].reason\` is empty`,`Write why the finding is ignored.`),n!==void 0&&!/^\d{4}-\d{2}-\d{2}$/.test(n)&&a.fail([`ignore`,r,`until`],`\`until: ${n}\` is not a date`,"Write it like `2027-03-31`.")})}function wC(e,t,{reader:n,custom:r}){if(r.includes(e))return;let[i]=dC([e],r);i&&n.fail(t,`\`${e}\` is not the code of a finding`,EC(i.nearest))}function TC(e={},t,{reader:n,custom:r}){for(let i of Object.keys(e)){if(r.includes(i))continue;let[e]=dC([i],r);e&&n.fail([...t,i],`\`${i}\` is not a rule`,EC(e.nearest)),cC(i)?.rule||n.fail([...t,i],`\`${i}\` is not a lint rule, so its severity cannot be changed`,"To silence it, add an entry to `ignore`.")}}const EC=e=>e?i(e):"Run `plumbline rules` to list the rules.";function DC(e,t){let n=t===void 0?void 0:hn(t);if(t===void 0||n!==void 0)return n;throw new s(`config`,`\`${t}\` is not a version of ${e}`,{help:`Write a minor version, such as \`${e===`Karpenter`?`1.14`:`1.34`}\`.`})}function OC(e){let t={};return e.region!==void 0&&(t.region=e.region),e.zones&&(t.zones=e.zones),e.nodeClassZones&&(t.nodeClassZones=e.nodeClassZones),e.karpenter?.version!==void 0&&(t.karpenterVersion=e.karpenter.version),e.karpenter?.settings&&(t.karpenter=e.karpenter.settings),e.kubernetesVersion!==void 0&&(t.kubernetesVersion=e.kubernetesVersion),e.existingNodes&&(t.existingNodes=e.existingNodes.map(IC)),e.systemPods&&(t.systemPods=e.systemPods.map(LC)),e.capacityReservations&&Object.assign(t,kC(e.capacityReservations)),e.snapshot!==void 0&&(t.snapshot=e.snapshot),e.prices?.spot&&(t.spotPricing=e.prices.spot),e.pricing&&(t.pricing=FC(e.pricing)),e.rules&&(t.rules=e.rules),e.customRules&&(t.customRules=e.customRules),e.ignore&&(t.ignore=e.ignore),e.overrides&&(t.overrides=e.overrides),e.neverSuppress&&(t.neverSuppress=e.neverSuppress),e.changedLines!==void 0&&(t.changedLines=e.changedLines),e.timeZone!==void 0&&(t.timeZone=e.timeZone),e.scorecard!==void 0&&(t.scorecard=e.scorecard),e.failOn&&(t.failOn=e.failOn),e.set&&(t.set=e.set),e.sources&&(t.sources=NC(e.sources)),e.environments&&(t.environments=AC(e.environments)),e.gate&&(t.gate=uy(V_,e.gate)),t}function kC(e){let t=Object.entries(e);return{capacityReservations:Object.fromEntries(t.map(([e,t])=>[e,typeof t==`number`?t:t.count])),describedReservations:Object.fromEntries(t.flatMap(([e,t])=>typeof t==`number`?[]:[[e,{instanceType:t.instanceType,zone:t.zone}]]))}}const AC=e=>Object.fromEntries(Object.entries(e).map(([e,t])=>[e,jC(t)])),jC=e=>({paths:(e.paths??[]).map(e=>e.replace(/^\.?\/+|\/+$/g,``)),clusterArn:e.clusterArn,roleArn:e.roleArn,allowedAccountIds:e.allowedAccountIds??[],context:e.context,delivery:e.delivery,leaseNamespace:e.leaseNamespace??`kube-system`,readyMinutes:e.readyMinutes??10,own:MC(e)});function MC(e){let{region:t,zones:n,karpenter:r,kubernetesVersion:i,snapshot:a,rules:o,gate:s}=e;return{...t!==void 0&&{region:t},...n&&{zones:n},...r?.version!==void 0&&{karpenterVersion:DC(`Karpenter`,r.version)},...r?.settings&&{karpenter:r.settings},...i!==void 0&&{kubernetesVersion:DC(`Kubernetes`,i)},...a!==void 0&&{snapshot:a},...o&&{rules:o},...s&&{gate:s}}}const NC=({render:e,roots:t,ignore:n,chartRepositories:r})=>({render:e??!0,roots:(t??[]).map(({path:e,values:t,release:n,namespace:r,environment:i})=>({path:e.replace(/^\.\/|\/$/g,``),values:t??[],release:n,namespace:r,environment:i})),ignore:(n??[]).map(e=>e.replace(/^\.\/|\/$/g,``)),chartRepositories:r??[]}),PC={regions:[],families:[]},FC=({discounts:e=[],savingsPlans:t=[],perNodeMonthlyUsd:n,teamLabel:r})=>({discounts:e.map(e=>({...PC,capacityTypes:[],...e})),savingsPlans:t.map(e=>({...PC,...e})),perNodeMonthlyUsd:n??L_.perNodeMonthlyUsd,teamLabel:r??L_.teamLabel}),IC=e=>({name:e.name,instanceType:e.instanceType,count:e.count??1,zone:e.zone,labels:e.labels??{},taints:e.taints??[],requested:e.requested??{}}),LC=({name:e,requests:t,replicas:n,daemonSet:r})=>({name:e,requests:t??{},replicas:n??1,daemonSet:r??!1});function RC({gate:e,environments:t={}},n){zC(e,[`gate`],n);for(let[e,r]of Object.entries(t))zC(r.gate,[`environments`,e,`gate`],n)}function zC(e,t,n){e?.freeze?.forEach((e,r)=>{for(let i of[`from`,`to`])BC(e[i])||n.fail([...t,`freeze`,r,i],`\`${i}: ${e[i]}\` is not a date or time`,"Write it like `2026-12-20` or `2026-12-20T16:00Z`.");e.to<e.from&&n.fail([...t,`freeze`,r,`to`],"`to` is before `from`",`Swap them.`)})}const BC=e=>/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/.test(e)&&!Number.isNaN(Date.parse(e)),VC={rules:100,expressions:40},HC=(e,t)=>e.map(({tests:e,...n})=>({severity:`warning`,matchConditions:[],variables:[],fix:[],...n,tests:{good:e?.good??[],bad:e?.bad??[]},origin:t}));function UC({customRules:e=[]},t){let n=new Set;e.forEach((e,r)=>{let i=[`customRules`,r];(!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(e.id)||e.id.length>60)&&t.fail([...i,`id`],`\`${e.id}\` is not the name of a rule`,`Use lower-case letters, digits and single hyphens.`),n.has(e.id)&&t.fail([...i,`id`],`two rules have the name \`${e.id}\``,`Rename one of them.`),n.add(e.id),e.on.length===0&&t.fail([...i,`on`],`\`on\` of rule \`${e.id}\` is empty`,"Name the kinds that it judges, such as `NodePool`."),KC(e,i,t),e.message.trim()===``&&t.fail([...i,`message`],`the message of rule \`${e.id}\` is empty`),e.url!==void 0&&!/^https?:\/\/\S+$/.test(e.url)&&t.fail([...i,`url`],`\`url\` of rule \`${e.id}\` is not a URL`,"Write it as in `https://example.com/rules`."),WC(e)>VC.expressions&&t.fail(i,`rule \`${e.id}\` has more than ${VC.expressions} expressions`,`Split it into several rules.`),qC(e,i,t)}),e.length>VC.rules&&t.fail([`customRules`,VC.rules],`there are more than ${VC.rules} rules`,`Remove some of them.`)}const WC=({variables:e=[],matchConditions:t=[],fix:n=[]})=>e.length+t.length+n.length+2,GC=[`NodePool`,`EC2NodeClass`,`NodeClass`,`NodeClaim`,`NodeOverlay`,`CapacityBuffer`,`Provisioner`,`AWSNodeTemplate`,`Deployment`,`StatefulSet`,`DaemonSet`,`ReplicaSet`,`Job`,`CronJob`,`Pod`,`PodDisruptionBudget`,`Service`,`ConfigMap`,`Namespace`,`PriorityClass`,`StorageClass`,`HorizontalPodAutoscaler`,`ServiceAccount`];function KC({id:e,on:t},n,r){t.forEach((t,a)=>{if(GC.includes(t))return;let s=GC.find(e=>e.toLowerCase()===t.toLowerCase())??(t.includes(`/`)?t.split(`/`).at(-1):void 0);s===void 0&&/^[A-Za-z]\w*$/.test(t)||r.fail([...n,`on`,a],`\`${t}\` in \`on\` of rule \`${e}\` is not a kind`,i(s??o(t,GC)??`NodePool`))})}function qC({id:e,fix:t=[]},n,r){t.forEach(({op:t,path:i,value:a,valueExpression:o},s)=>{let c=[...n,`fix`,s];i.startsWith(`/`)||r.fail([...c,`path`],`\`${i}\` in \`fix\` of rule \`${e}\` is not a JSON Pointer`,"Write it as in `/spec/limits/cpu`."),[a,o].filter(e=>e!==void 0).length!==(t===`remove`?0:1)&&r.fail(c,`\`${t} ${i}\` in \`fix\` of rule \`${e}\` needs ${t===`remove`?`no value`:"either `value` or `valueExpression`"}`)})}const JC=[{name:`cost`,summary:`For teams that watch the bill: a change that costs $200/month more needs another look, and so do expensive choices.`,config:{rules:{"full-reservations":`warning`,"idle-reservations":`warning`,"limit-fit":`note`,"limits-below-one-node":`error`,"min-values-exotic":`warning`,"older-generation":`warning`,"overlapping-pools":`warning`,"pod-requests":`warning`,"price-gap":`warning`,"require-limits":`error`,"unreachable-pool":`error`},gate:{monthlyIncreaseUsd:200}}},{name:`production-eks`,summary:`For production clusters on EKS: what endangers availability is an error, and a change may replace at most 50 nodes.`,config:{rules:{"al2-end-of-life":`warning`,"ami-name-kubernetes":`error`,"ami-older-than-kubernetes":`error`,"blocking-pdb":`error`,"budget-gaps":`error`,"controller-placement":`error`,"expiry-blocked":`warning`,"frozen-nodes":`warning`,"interruption-events":`error`,"node-access":`error`,"pin-ami-alias":`error`,"pod-grace-period":`error`,"require-limits":`error`,"spot-flexibility":`error`,"startup-taints":`error`,"termination-handler":`error`,"zones-without-subnets":`error`},gate:{nodesReplaced:50,unschedulablePods:0}}},{name:`recommended`,summary:`For every repository: three notes become warnings, and a change that costs $1000/month more needs another look.`,config:{rules:{"expiry-blocked":`warning`,"frozen-nodes":`warning`,"pod-requests":`warning`},gate:{monthlyIncreaseUsd:1e3}}},{name:`security`,summary:`For clusters with security reviews: images, volumes, IAM and access are errors that no comment can suppress.`,config:{rules:{"al2-end-of-life":`error`,"ami-name-kubernetes":`error`,"custom-registration":`error`,"node-access":`error`,"node-role-exists":`error`,"owned-security-groups":`warning`,"pin-ami-alias":`error`,"root-encryption":`error`,"volume-key":`error`},neverSuppress:[`controller-permissions`,`node-access`,`pass-role`,`pin-ami-alias`,`root-encryption`,`volume-key`]}},{name:`strict`,summary:`For repositories without old findings: every new warning fails the review, and most notes are warnings.`,config:{rules:{"al2-end-of-life":`warning`,"budget-rounding":`warning`,"consolidate-after-load":`warning`,"dead-values":`warning`,"expiry-blocked":`warning`,"exported-object":`warning`,"frozen-nodes":`warning`,"idle-reservations":`warning`,"isolated-vpc":`warning`,"limit-fit":`warning`,"overlapping-pools":`warning`,"pod-requests":`warning`,"price-gap":`warning`,"root-encryption":`warning`},failOn:`warning`,gate:{nodesReplaced:20,unschedulablePods:0}}}],YC=/^([\w.-]+)\/([\w.-]+)\/([^@#\s]+)@([^@#\s]+?)(?:#sha256:([^@#\s]+))?$/;function XC(e){let t=JC.find(({name:t})=>t===e);if(t)return{preset:t};if(e.startsWith(`./`)&&!e.split(`/`).includes(`..`))return{file:e.replace(/^(?:\.\/+)+/,``)};let[,n,r,i,a,o]=YC.exec(e)??[];return a===void 0?{fault:`\`${e}\` in \`extends\` is neither a preset nor a file`,help:ZC}:/^[0-9a-f]{40}$/.test(a)?o!==void 0&&!/^[0-9a-f]{64}$/.test(o)?{fault:`the digest of \`${e}\` in \`extends\` is not a SHA-256`,help:`Write its 64 digits.`}:i.split(`/`).some(e=>e===`..`||e===`.`||e===``)?{fault:`\`${i}\` in \`extends\` is not the path of a file`,help:ZC}:{shared:{owner:n,repo:r,path:i,commit:a,digest:o,text:e}}:{fault:`\`${e}\` in \`extends\` is not pinned to a commit`,help:"Write the 40 digits of a commit after `@`. A branch or a tag can change without a review."}}const ZC=`Write a preset (${JC.map(({name:e})=>`\`${e}\``).join(`, `)}), a file from the root of the repository (\`./rules.yaml\`), or a file of another repository at a commit (\`OWNER/NAME/rules.yaml@COMMIT\`).`,QC=[`customRules`,`rules`,`overrides`,`neverSuppress`,`changedLines`,`failOn`,`gate`],$C={...Xe,properties:Object.fromEntries(QC.map(e=>[e,Xe.properties[e]]))};async function ew(e,t){if(!/\bextends\b/.test(e.text))return[];let n=new Qe(e),{extends:r=[]}=n.read();r.length>10&&n.fail([`extends`,10],"`extends` has more than 10 entries",`Merge some of the files.`);let i=[];for(let[e,a]of r.entries())i.push(await tw(a,t,(t,r)=>n.fail([`extends`,e],t,r)));return i}async function tw(e,{file:t,shared:n},r){let i=XC(e);if(`fault`in i)return r(i.fault,i.help);if(`preset`in i)return i.preset.config;if(`file`in i){let n=await t(i.file);return n?nw({...n,file:i.file},e):r(`\`${e}\` in \`extends\` was not found`,`Write the path from the root of the repository. The file must also be at the base.`)}if(!n)return r(`\`${e}\` in \`extends\` cannot be read here`,`Use a file of this repository.`);let{owner:a,repo:o,path:s}=i.shared;return nw({file:`${a}/${o}/${s}`,text:await n(i.shared)},e)}function nw(e,t){let n=new Qe(e,$C),r=n.read();UC(r,n),RC(r,n);let i=HC(r.customRules??[],t);return CC(r,n,i),{...r,customRules:i}}function rw(e){let t=new Map(e.flatMap(({customRules:e=[]})=>e.map(e=>[e.id,e]))),n={overrides:e.flatMap(({overrides:e=[]})=>e),neverSuppress:[...new Set(e.flatMap(({neverSuppress:e=[]})=>e))]};return{...Object.assign({},...e),...t.size>0&&{customRules:[...t.values()]},...e.some(e=>e.rules)&&{rules:Object.assign({},...e.map(e=>e.rules))},...e.some(({gate:e})=>e)&&{gate:Object.assign({},...e.map(({gate:e})=>e))},...n.overrides.length>0&&{overrides:n.overrides},...n.neverSuppress.length>0&&{neverSuppress:n.neverSuppress}}}function iw(e,t=[]){let n=new Qe(e),{extends:r,...i}=n.read();UC(i,n);let a={...i,...i.customRules&&{customRules:HC(i.customRules,ow(e))}},o=rw([...t,a]);return CC(i,n,o.customRules),RC(i,n),i.timeZone!==void 0&&!sw(i.timeZone)&&n.fail([`timeZone`],`\`${i.timeZone}\` is not a time zone`,"Write a name like `Europe/Berlin`."),o.scorecard!==void 0&&!aw(o.scorecard)&&n.fail([`scorecard`],`\`${o.scorecard}\` is not the name of a branch`,"Write a name like `plumbline-scorecard`."),OC(o)}const aw=e=>/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}(\/[A-Za-z0-9][A-Za-z0-9._-]{0,99}){0,4}$/.test(e)&&!/\.\.|\.lock(\/|$)|\.(\/|$)/.test(e),ow=({file:e})=>e.split(/[/:\\]/).at(-1);function sw(e){try{return new Intl.DateTimeFormat(`en-GB`,{timeZone:e})!==void 0}catch{return!1}}const cw=[`region`,`karpenterVersion`,`kubernetesVersion`];function lw(...e){let t={...H_};for(let n of e)for(let[e,r]of Object.entries(n))r!==void 0&&(t[e]=r);let n={...t,karpenterVersion:DC(`Karpenter`,t.karpenterVersion),kubernetesVersion:DC(`Kubernetes`,t.kubernetesVersion)},r=cw.filter(t=>e.slice(1).some(e=>e[t]!==void 0));return{...n,environments:uw(n,r)}}function uw(e,t){if(t.length===0)return e.environments;let n=Object.fromEntries(t.map(t=>[t,e[t]]));return Object.fromEntries(Object.entries(e.environments).map(([e,t])=>[e,{...t,own:{...t.own,...n}}]))}function dw(e,t){let n=new Map((e.customRules??[]).map(e=>[ft(e),e])),r=new Map((t.customRules??[]).map(e=>[ft(e),e]));return[...[...new Set([...n.keys(),...r.keys()])].sort().flatMap(e=>{let[t,i]=[n.get(e),r.get(e)];return t&&i?fw(t,i)?[]:[`changes \`${e}\``]:[i?`adds \`${e}\``:`removes \`${e}\``]}),...pw(e.rules??{},t.rules??{})]}const fw=({tests:e,origin:t,...n},{tests:r,origin:i,...a})=>JSON.stringify(n)===JSON.stringify(a),pw=(e,t)=>[...new Set([...Object.keys(e),...Object.keys(t)])].sort().flatMap(n=>{let[r=`its default`,i=`its default`]=[e[n],t[n]];return r===i?[]:[`sets \`${n}\` from ${r} to ${i}`]});async function mw(e,{over:t,fallback:n},r){let{rules:i,onNote:a}=r,o=await hw(e.current,i.brokenConfiguration===`fails`);!o.source&&o.fault===void 0&&e.named!==void 0&&a({about:`no configuration`,path:e.named});let{config:s,error:c}=o.source?await _w(o.source,e):{config:{}},l=c?.message??o.fault,u=c!==void 0&&i.brokenConfiguration===`fails`;if(l!==void 0&&!u&&a({about:`broken configuration`,at:`base`,fault:l}),i.proposedConfiguration===`reported`&&e.proposed&&await vw(e,{current:o,config:s},a),u)throw c;let d=bw(s,t,r);return lw({...n,...s},{...t,set:{...s.set,...t.set},...t.ignore&&{ignore:[...s.ignore??[],...t.ignore]},...d!==void 0&&{failOn:d}})}async function hw(e,t){try{return{source:await e()}}catch(e){if(t||!gw(e))throw e;return{fault:e.message}}}const gw=e=>e instanceof s&&e.code===`config`;async function _w(e,t){try{let n=iw(e,await ew(e,t));return lw(n),{config:n}}catch(e){if(!gw(e))throw e;return{config:{},error:e}}}async function vw({proposed:e,proposedFile:t,shared:n},{current:r,config:i},a){if(e===void 0)return;let o=await hw(e,!1),s=e=>{e!==void 0&&e!==r.fault&&a({about:`broken configuration`,at:`head`,fault:e})};if(s(o.fault),!o.source)return;let c=o.source.text===r.source?.text;if(c||a({about:`proposed configuration`,file:o.source.file,hasCurrent:r.source!==void 0}),c&&i.customRules===void 0&&!/\bextends\b/.test(o.source.text))return;let l=await _w(o.source,{file:t??(async()=>void 0),shared:n});s(l.error?.message);let u=l.error?[]:dw(i,l.config);u.length>0&&a({about:`proposed rules`,changes:u})}const yw=[`never`,`error`,`warning`,`note`];function bw({failOn:e},{failOn:t},{rules:n,onNote:r}){return e===void 0||t===void 0?t??e:n.failOn===`set`||yw.indexOf(t)>=yw.indexOf(e)?t:(r({about:`weaker failOn`,wanted:t,current:e}),e)}async function xw(e,t,{what:n,help:r}){let i=t.filter(e=>!/[\r\n]/.test(e)),a=[],o=0,c=await ce(e,i,e=>{o+=e.length,o<=33554432&&a.push(e)}).then(()=>i.length>0,()=>!1);if(o>33554432)throw new s(`config`,`${n} is longer than ${fe(d)} MB`,{help:r});return c?Sw(Buffer.concat(a),i):new Map}function Sw(e,t){let n=new Map,r=0;for(let i of t){let t=e.indexOf(`
`,r);if(t===-1)break;let a=/^([0-9a-f]+) (commit|tree|blob|tag) (\d+)$/.exec(e.toString(`utf8`,r,t));if(r=t+1,!a)continue;let o=r+Number(a[3]);if(o>e.length)break;n.set(i,{sha:a[1],type:a[2],content:e.subarray(r,o)}),r=o+1}return n}function Cw(e,t){if(/[\r\n\0]/.test(t))return;let n=`${t}^{commit}`,r=se(e,[`cat-file`,`--batch`],`${n}\n`),i=r&&Sw(r,[n]).get(n);if(!i)return;let[a=``]=i.content.toString(`utf8`).split(`

`);return{sha:i.sha,parents:[...a.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([,e])=>e)}}const ww=e=>/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(e);function Tw(e,t,n){if([t,n].every(ww))return se(e,[`rev-parse`,`--is-shallow-repository`])?.toString().trim()===`false`&&se(e,[`merge-base`,t,n])?.toString().trim()||void 0}function Ew(e){switch(e.about){case`no configuration`:return`the base has no \`${e.path}\`, so the defaults apply`;case`proposed configuration`:return`the change's own \`${e.file}\` takes effect once it is merged`;case`proposed rules`:return`once it is merged, this change ${Dw(e.changes)}`;case`broken configuration`:return e.at===`base`?`${e.fault} (at the base, so this review uses the defaults)`:e.fault;case`weaker failOn`:return`the input \`fail-on: ${e.wanted}\` is ignored, because \`failOn: ${e.current}\` at the base is stricter`;case`missing snapshot`:return`the snapshot \`${e.path}\` was not found at the base, so this review does not use it`;case`missing path`:return`file or folder to review not found: \`${e.path}\``}}const Dw=e=>e.length<=8?e.join(`, `):`${e.slice(0,8).join(`, `)}, and ${e.length-8} more`;async function Ow(e,t,n){let r=n===void 0?Mw(Le(await ie(Le(e.folder)),t)):await jw(e,t,n);return r===void 0?void 0:{file:t,text:r}}const kw=(e,t)=>new s(`config`,`The snapshot \`${e}\` was not found${t===void 0?``:` at \`${t}\``}`,{help:"Set `snapshot` in plumbline.yaml to a path from the root of the repository. Run `plumbline snapshot` to write the file."}),Aw="If it is a snapshot, run `plumbline snapshot` to write it again. The result is smaller, because it groups equal pods.";async function jw(e,t,n){let r=`${await e.commit(n)}:${t}`,i=(await xw(await e.root(),[r],{what:`\`${t}\``,help:Aw})).get(r);return i?.type===`blob`?i.content.toString(`utf8`):void 0}function Mw(e){try{let t=`\`${e}\``;return oe({path:e,name:t,maxBytes:d,code:`config`,help:Aw})}catch(e){if(e instanceof s)throw e;return}}async function Nw(e,t){let n=Ie(e,await ze(t)).replaceAll(`\\`,`/`),r=n===``?[]:n.split(`/`);return Array.from({length:r.length+1},(e,t)=>r.slice(0,r.length-t)).flatMap(e=>tt.map(t=>[...e,t].join(`/`)))}async function Pw(e,t){let n=await e.commit(t),r=await e.root(),i=await Nw(r,e.folder),a=await xw(r,i.map(e=>`${n}:${e}`),{what:`The configuration at the base`,help:"Check that it is the right file. `--config FILE` names a different one."}),o=i.find(e=>a.get(`${n}:${e}`)?.type===`blob`);if(o!==void 0)return{file:`${t}:${o}`,text:a.get(`${n}:${o}`).content.toString(`utf8`)}}const Fw=e=>Ne(`sha256`).update(e).digest(`hex`),Iw=()=>Fe(process.env.XDG_CACHE_HOME??Fe(Re(),`.cache`),`plumbline`,`extends`);async function Lw(e,t,n=Iw()){let r=Fe(n,`${Fw(`${e.owner}/${e.repo}/${e.path}@${e.commit}`)}.json`),i=Rw(r,e);if(i!==void 0)return i;let a=await t();return zw(r,{digest:Fw(a),text:a},n),a}function Rw(e,{digest:t}){try{let{digest:n,text:r}=JSON.parse(ke(e,`utf8`));return Fw(r)===n&&(t===void 0||t===n)?r:void 0}catch{return}}function zw(e,t,n){try{Oe(n,{recursive:!0}),Me(`${e}.${process.pid}`,JSON.stringify(t)),Ae(`${e}.${process.pid}`,e)}catch{}}const Bw=e=>t=>Lw(t,async()=>{let[{githubOf:n},{sharedFile:r}]=await Promise.all([import(`./repository-facts-XPrs-AlK.js`),import(`./shared-file-uOuDkqW9.js`)]),i=n(e);if(i!==void 0)return r(i,t);throw new s(`config`,`\`${t.text}\` in \`extends\` is not in the cache, and there is no GitHub token`,{help:"Set GITHUB_TOKEN to a token that can read the repository, such as the output of `gh auth token`. Later runs need no network."})});async function Vw(e,t,n){let r=Kw(e,t,n),i={rules:ut,onNote:qw(e,t,n)},a=await mw(r,Hw(e,t),i);return e.isOn(`quiet`)||Uw(a,t),a}function Hw(e,t){let[n,r]=[Ww(e),Gw(t)];return{over:{region:e.text(`region`),karpenterVersion:e.text(`karpenter-version`),kubernetesVersion:e.text(`kubernetes-version`),failOn:e.text(`fail-on`),set:a(e.texts(`set`)),...e.isOn(`changed-lines`)===!0&&{changedLines:!0},...e.isOn(`first-round`)===!0&&{firstRound:!0},...n!==void 0&&{timeZone:n},today:Be()},...r!==void 0&&{fallback:{timeZone:r}}}}function Uw({karpenterVersion:e},{stderr:t}){let n=e&&_n(e);n!==e&&t.write(`note: Karpenter ${e} is not known to this plumbline; using the rules of ${n}\n`)}function Ww(e){let t=e.text(`time-zone`);if(t===void 0||sw(t))return t;throw new s(`usage`,`\`${t}\` is not a time zone`,{help:"Write it as in `Europe/Berlin`."})}const Gw=({env:{TZ:e}})=>e&&sw(e)?e:void 0;function Kw(e,t,{repository:n,ref:r}){let{cwd:i}=t,a=e.text(`config`),o=async()=>{let e=nt(n.folder);return e===void 0?void 0:it(e)},s={file:e=>Ow(n,e,r),shared:Bw(t)};return a===void 0?r===void 0?{current:o,...s}:{current:()=>Pw(n,r),proposed:o,proposedFile:e=>Ow(n,e,void 0),...s,at:r}:{current:async()=>({...it(Le(i,a)),file:a}),...s,at:r}}const qw=(e,{stderr:t},{ref:n})=>r=>{e.isOn(`quiet`)||t.write(Jw(r,n))};function Jw(e,t){return e.about===`proposed configuration`?`note: plumbline.yaml differs from \`${t}\`: ${e.hasCurrent?`the one there is used`:`there is none there, so the defaults are used`}\n  help: Yours takes effect once it is merged. Pass \`--config plumbline.yaml\` to try it now.\n`:`note: ${Ew(e)}\n`}const Yw=e=>{let[,t]=/^#?([1-9]\d{0,8})$/.exec(e)??[];return t===void 0?void 0:Number(t)};async function Xw(e,t){return(await Vw(e,t,{repository:new le(t.cwd),ref:void 0})).customRules}async function Zw(e,t){let{stdout:r}=t,[a]=e.positionals;if(a===void 0)throw new s(`usage`,"`explain` needs a code or a pull request",{help:"Run for example `plumbline explain schema/unknown-field`."});let o=Yw(a);if(o!==void 0)return(await import(`./explain-pull-xLPh5Mb3.js`)).runExplainPull(o,e,t);let c=cC(a),l=c?[]:await Xw(e.flags,t),u=c??cC(a,l);if(!u){let e=uC(a,l.map(ft));throw new s(`usage`,`\`${a}\` is not the code of a finding`,{help:e?i(e):"Run `plumbline rules` to list the lint rules."})}return r.write(Qw(u)),n.ok}function Qw({code:e,summary:n,why:r,help:i,url:a,rule:o,custom:s}){let c=o?[...o.examples().bad.slice(0,1).flatMap(({text:e})=>[``,`Bad:`,eT(e)]),...o.examples().good.slice(0,1).flatMap(({text:e})=>[``,`Good:`,eT(e)]),...$w(e)]:s?[``,`Rule of ${s.origin}:`,eT(s.expression),...$w(e)]:[],l=(o??s)?.severity,u=l?` (${l})`:``,d=a?[``,`More: ${a}`]:[],f=s?e=>e.split(`
`).map(t).join(`
`):e=>e;return`${[`${e}${u}`,``,n,``,r,``,`What to do: ${i}`,...c,...d].map(f).join(`
`)}\n`}const $w=e=>[``,`To suppress it in one place, add this comment to the line above:`,`  ${fC(e)}`],eT=e=>e.trimEnd().replace(/^(?=.)/gm,`  `),tT=[`Instance types and zones`,`Limits`,`Taints and overlapping NodePools`,`Disruption`,`Workloads`,`Images and user data`,`Volumes`,`Network`,`Capacity reservations`,`IAM and cluster access`,`Security`,`Karpenter installation`,`All objects`];async function nT(e,r){let[a]=e.positionals;if(a===`test`)return(await import(`./rules-test-BHFiHs-X.js`)).runRulesTest(e,r);if(a!==void 0)throw new s(`usage`,`\`${a}\` is not an action of \`rules\``,{help:i(`rules test`)});let{stdout:o}=r,c=Math.max(...rC.map(({id:e})=>e.length));for(let e of tT){o.write(`${e}\n`);for(let{id:t,severity:n,docs:r}of rC.filter(t=>t.theme===e))o.write(`  ${t.padEnd(c)}  ${n.padEnd(7)}  ${r.summary}\n`);o.write(`
`)}let l=await Xw(e.flags,r);l.length>0&&o.write(`Your own rules
`);for(let e of l)o.write(`  ${ft(e).padEnd(c)}  ${e.severity.padEnd(7)}  ${t(e.message)}\n`);return l.length>0&&o.write(`
`),o.write("Run `plumbline explain RULE` to see why a rule matters and what to do.\n"),n.ok}export{Bm as $,Br as $t,Db as A,R as An,jo as At,jv as B,lt as Bn,Oo as Bt,uC as C,yn as Cn,Jo as Ct,kb as D,Vt as Dn,Bo as Dt,Pb as E,Bt as En,Ro as Et,py as F,at as Fn,ko as Ft,z_ as G,Be as Gn,go as Gt,V_ as H,nt as Hn,vo as Ht,ly as I,ct as In,So as It,w_ as J,ai as Jt,R_ as K,za as Kt,oy as L,st as Ln,Co as Lt,vy as M,A as Mn,Ao as Mt,gy as N,ft as Nn,Mo as Nt,Mb as O,B as On,Ko as Ot,_y as P,ot as Pn,Fo as Pt,Zg as Q,G as Qt,cy as R,ut as Rn,wo as Rt,sC as S,hn as Sn,ds as St,Nb as T,Jt as Tn,Lo as Tt,B_ as U,it as Un,xo as Ut,Y_ as V,tt as Vn,Eo as Vt,H_ as W,Ze as Wn,Y as Wt,T_ as X,li as Xt,M_ as Y,$r as Yt,Yg as Z,Zr as Zt,xC as _,mn as _n,Kc as _t,Vw as a,Vr as an,up as at,cC as b,_n as bn,ms as bt,kw as c,H as cn,hd as ct,Tw as d,Cr as dn,Vl as dt,Hr as en,Lm as et,mw as f,wr as fn,_l as ft,bC as g,gn,Gc as gt,yC as h,V as hn,Yc as ht,Kw as i,W as in,qp as it,bb as j,vt as jn,No as jt,Eb as k,It as kn,Io as kt,Ew as l,Pr as ln,ku as lt,gC as m,Xn as mn,qc as mt,Zw as n,K as nn,Nm as nt,qw as o,qr as on,lp as ot,lw as p,yr as pn,Jc as pt,F_ as q,fa as qt,Xw as r,Ur as rn,Om as rt,Ow as s,U as sn,ip as st,nT as t,zr as tn,Fm as tt,Cw as u,Mr as un,Hl as ut,_C as v,bn as vn,kc as vt,rC as w,vn as wn,qo as wt,oC as x,xn,X as xt,SC as y,pn as yn,Ac as yt,ay as z,dt as zn,To as zt};
import{o as e}from"./rolldown-runtime-B09viugM.js";import{S as t,_ as n,g as r,v as i,x as a}from"./command-DlXdGhB0.js";import{$t as o,C as s,Gt as c,Ht as l,Jt as u,Kt as d,Qt as f,Rt as p,Ut as ee,Zt as m,an as h,en as g,in as _,jt as v,qt as te,rn as ne,sn as re,tn as y}from"./read-lCjchp3N.js";import{A as b,E as ie,F as ae,I as x,M as oe,O as se,P as S,R as ce,S as le,b as ue,j as de,k as fe,v as pe,y as me,z as he}from"./manifests-BwloxF6A.js";var ge=e(re(),1);const C=1000000000n,_e=1000000n,ve=(2n**63n-1n)*C,ye=[`n`,`u`,`m`,``,`k`,`M`,`G`,`T`,`P`,`E`],be=[``,`Ki`,`Mi`,`Gi`,`Ti`,`Pi`,`Ei`],xe=/^([+-]?)(\d+(?:\.\d*)?|\.\d+)(n|u|m|k|M|G|T|P|E|[KMGTPE]i|[eE][+-]?\d+)?$/;function Se(e){let t=ke(e);return t&&Ne(t.nanos)}function Ce(e,t){let n=ke(t);if(n===void 0)return;let{nanos:r}=n;return e===`cpu`?Number(Me(r,_e)):r%C==0n?Number(r/C):Number(Me(r,_e))/1e3}function we(e,t){let n=ke(e),r=ke(t);return n!==void 0&&r!==void 0&&n.nanos===r.nanos}function Te(e){let t=ke(e);return t&&Pe(t)}function Ee(e,t,n){if(!Number.isFinite(t))return`unknown`;let r=De(e)?`BinarySI`:`DecimalSI`,i=(n===void 0?void 0:ke(n)?.format)??r;return Pe({nanos:Oe(t,e===`cpu`?_e:C),format:i})}const De=e=>e===`memory`||e===`ephemeral-storage`||e===`storage`||e.startsWith(`hugepages-`),Oe=(e,t)=>Number.isInteger(e)?BigInt(e)*t:BigInt(Math.round(e*1e3))*t/1000n;function ke(e){let t=typeof e==`number`?String(e):e;if(t.length>128)return;let n=xe.exec(t);if(!n)return;let[,r=``,i=``,a=``]=n,{base:o,exponent:s,format:c}=Ae(a),l=je(i,o,s);return{nanos:r===`-`?-l:l,format:c}}function Ae(e){let t=be.indexOf(e);if(t>0)return{base:1024n,exponent:t,format:`BinarySI`};let n=ye.indexOf(e);return n>=0?{base:10n,exponent:(n-3)*3,format:`DecimalSI`}:{base:10n,exponent:Number(e.slice(1)),format:`DecimalExponent`}}function je(e,t,n){let[r=``,i=``]=e.split(`.`),a=BigInt(r+i);if(a===0n)return 0n;if(t===1024n){let e=Me(a*1024n**BigInt(n)*C,10n**BigInt(i.length));return e>ve?ve:e}let o=Math.min(n,300)-i.length+9;return o>=0?a*10n**BigInt(o):o<-129?1n:Me(a,10n**BigInt(-o))}function Me(e,t){return e<0n?-Me(-e,t):(e+t-1n)/t}function Ne(e){let t=e/C;return e%C==0n?Number(t):Number(e)/1e9}function Pe({nanos:e,format:t}){let n=e<0n?`-`:``,r=e<0n?-e:e;return t===`BinarySI`&&r>=1024n*C&&r%C==0n?n+Fe(r/C):n+Ie(r,t===`DecimalExponent`)}function Fe(e){let t=0,n=e;for(;n%1024n==0n&&t<be.length-1;)n/=1024n,t++;return`${n}${be[t]}`}function Ie(e,t){if(e===0n)return`0`;let n=0,r=e;for(;r%1000n==0n&&(t||n<ye.length-1);)r/=1000n,n++;return t?n===3?`${r}`:`${r}e${(n-3)*3}`:`${r}${ye[n]}`}const Le={discounts:[],savingsPlans:[],teamLabel:`team`},Re=({regions:e,families:t},n,r)=>(e.length===0||e.includes(n))&&(t.length===0||t.includes(r)),ze=e=>e.slice(0,e.indexOf(`.`)),Be={preferencePolicy:`Respect`,minValuesPolicy:`Strict`,vmMemoryOverheadPercent:.075,reservedENIs:0,clusterCABundle:void 0,featureGates:{reservedCapacity:!0}},Ve={approvals:1,monthlyIncreaseUsd:void 0,nodesReplaced:void 0,unschedulablePods:void 0,freeze:[]},He={region:void 0,zones:void 0,nodeClassZones:{},karpenterVersion:void 0,kubernetesVersion:void 0,karpenter:{},existingNodes:void 0,systemPods:void 0,capacityReservations:{},snapshot:void 0,spotPricing:`advisor`,pricing:Le,rules:{},ignore:[],overrides:[],neverSuppress:[],changedLines:!1,firstRound:!1,set:{},failOn:`error`,environments:{},gate:Ve,sources:{render:!0,roots:[],ignore:[],chartRepositories:[]},timeZone:void 0,today:`1970-01-01`};function Ue({file:e,origin:t},n){let r=t?.environment;return r!==void 0&&Object.hasOwn(n,r)?[r]:Object.keys(n).filter(r=>We(n[r],t?.place??e)).sort()}const We=({paths:e},t)=>e.length===0||e.some(e=>e===``||t===e||t.startsWith(`${e}/`));function Ge(e,t){let n=Object.hasOwn(e.environments,t)?e.environments[t]:void 0;if(n===void 0)return e;let{rules:r,gate:i,karpenter:a,...o}=n.own,s=o.region??Je(n)??e.region;return{...e,...s!==e.region&&{zones:void 0,nodeClassZones:{}},...o,region:s,karpenter:{...e.karpenter,...a},rules:{...e.rules,...r},gate:Ke(e.gate,n)}}const Ke=(e,t)=>({...e??Ve,...t?.own.gate}),qe=/^arn:aws[\w-]*:eks:([a-z0-9-]+):(\d{12}):cluster\//,Je=({clusterArn:e})=>qe.exec(e??``)?.[1];function Ye({clusterArn:e,allowedAccountIds:t}){let n=qe.exec(e??``)?.[2];return n===void 0?[...new Set(t)].sort():[n]}const Xe=/^(?:dev|develop|development|test|testing|qa|int|integration|sandbox|stage|staging|stg|uat|preprod|pre-prod|perf|prod|production|prd|live)$/i,Ze=e=>Xe.test(e),Qe=/^(?:[a-z]{2}|[a-z]{2,3}\d{1,2}|us|eu|north|south|east|west|central|(?:north|south)(?:east|west)|\d+|cluster|eks|env)$/i;function $e(e){let t=e.replace(/\.(?:tfvars|ya?ml)$/,``);if(Ze(t))return t;let n=t.split(/[-_.]/);return n.filter(Ze).length===1&&n.every(e=>Ze(e)||Qe.test(e))?t:void 0}function et(e){let t=e.split(`/`),n=t.findLastIndex(e=>$e(e)!==void 0);return n===-1?void 0:{name:$e(t[n]),folder:t.slice(0,n+1).join(`/`)}}const tt=e=>et(e)?.name;function nt(e,t){let{file:n,origin:r}=e,i=Ue(e,t),a=i.length===1?i[0]:it(e);return r?rt(`root`,r.root,a):i.length===1&&t[i[0]].paths.length>0?rt(`environment`,i[0],a):{...rt(`folder`,u(n),a),unit:`file ${n}`}}function rt(e,t,n){let r=`${e} ${t}`;return{key:r,unit:r,kind:e,name:t,environment:n}}const it=({file:e,origin:t})=>t?.guessedEnvironment??tt(t?t.place??t.root:u(e)),at={ns:1n,us:1000n,µs:1000n,ms:1000000n,s:1000000000n,m:60000000000n,h:3600000000000n},ot=/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/y,st=2n**63n-1n;function ct(e){let[,t,n]=/^([+-]?)(.*)$/s.exec(e);if(n===`0`)return 0n;if(!n||n.length>128)return;let r=0n,i=0;for(;i<n.length;){ot.lastIndex=i;let e=ot.exec(n);if(!e)return;r+=lt(e[1],at[e[2]]),i=ot.lastIndex}if(!(r>st))return t===`-`?-r:r}function lt(e,t){let[n=``,r=``]=e.split(`.`);return BigInt(n||`0`)*t+BigInt(r||`0`)*t/10n**BigInt(r.length)}function ut(e,t){let n=ct(e);return n!==void 0&&n===ct(t)}const dt=[{code:`disruption/expiry-stampede`,summary:`Many nodes of a NodePool expire at the same time.`,why:"Karpenter deletes a node that reaches `expireAfter`, whatever the disruption budgets say, and launches no replacement first. Nodes that one change or one burst created have the same age, so they all expire within minutes of each other.",help:"Set a longer `expireAfter`, or `Never` and replace nodes by drift, which respects the budgets. PodDisruptionBudgets also apply to expiry, up to `terminationGracePeriod`."},{code:`io/encoding`,summary:`A file is not UTF-8 text.`,why:`plumbline cannot review a file that it cannot read as text. A manifest in it would reach the cluster without a review.`,help:`Save the file as UTF-8, or exclude it from the reviewed paths.`},{code:`io/kustomization`,summary:`A kustomization does not show which files it loads.`,why:`A kustomization may load files of any name. One that plumbline cannot read may load manifests that nobody reviews.`,help:`Write the kustomization as plain YAML of less than 1 MB, without escapes and tags.`},{code:`io/lfs-pointer`,summary:`A file with manifests is now stored in Git LFS.`,why:`Git contains only a pointer to the file. A review cannot see its content, and neither can most tools that deploy from git.`,help:`Keep manifests out of Git LFS: remove the path from .gitattributes, and add the file again.`},{code:`io/not-a-file`,summary:`A path is neither a file nor a folder.`,why:`plumbline does not read devices, sockets and pipes, because reading them may block or never end.`,help:`Pass a file or a folder.`},{code:`io/symlink`,summary:`A symbolic link was not followed.`,why:`plumbline does not trust the content of a pull request, and a link may point outside of the repository.`,help:`Replace the link with the file itself, or pass the target of the link as a path.`},{code:`io/too-large`,summary:`The input is larger than plumbline reads.`,why:`Time and memory of a review are limited, whatever a pull request contains. plumbline does not review what is beyond the limit.`,help:`Split the file, or pass only the folders that contain manifests.`},{code:`io/unreadable`,summary:`A file could not be read.`,why:`plumbline cannot review a file that it cannot read.`,help:`Check that the file exists and that its permissions allow reading.`},{code:`lint/bad-suppression`,summary:"A `plumbline-ignore` comment does not have the required form.",why:`A suppression names its rule and gives a reason, so that later readers know why it exists. A comment without them silences nothing.`,help:"Write `# plumbline-ignore RULE[,RULE] [until=YYYY-MM-DD]: reason` above the line that it applies to."},{code:`lint/expired-suppression`,summary:`A suppression has expired.`,why:"Its `until` date has passed, so the finding that it silenced is reported again.",help:`Fix the finding and remove the suppression, or set a later date.`},{code:`lint/forbidden-suppression`,summary:`A comment tries to silence a finding that must not be silenced.`,why:"The configuration lists the code under `neverSuppress`, so comments cannot silence it. Only the configuration can change that.",help:`Fix the finding and remove the comment.`},{code:`lint/unknown-rule`,summary:`A suppression names a rule that does not exist.`,why:`It silences nothing, although its author expects it to.`,help:"Correct the name. `plumbline rules` lists all rules."},{code:`lint/unused-suppression`,summary:`A suppression silences nothing.`,why:`The finding that it was written for is fixed or has moved. If the comment stays, it silences the next finding of that rule, which nobody has accepted.`,help:`Remove the comment.`},{code:`migration/changed`,summary:`The migration cannot express a setting exactly as it was.`,why:`The new API has no exact equivalent, so the migration writes the closest one.`,help:`Check the line, and correct the migrated manifest if it is not what you want.`},{code:`migration/dropped`,summary:`The migration removes a field.`,why:`The new API does not have the field, or the old API silently ignored it and the new one would act on it.`,help:`Check whether you rely on the field. If not, there is nothing to do.`},{code:`migration/impossible`,summary:`An object cannot be migrated automatically.`,why:`The manifest does not contain what the new API needs, such as the content of a launch template, a placeholder’s value, or a class in another repository. plumbline leaves the whole file unchanged rather than migrate half of it.`,help:"Make the decision that the message asks for, then run `plumbline migrate` again."},{code:`migration/kept`,summary:`The migration writes down an old default so that nothing changes.`,why:`Defaults differ between API versions, and Karpenter’s own conversion changes behavior in some places. The migration writes the old default explicitly.`,help:`Remove the line if you want the new default. Otherwise, there is nothing to do.`},{code:`migration/renamed`,summary:`A label, annotation or taint has a new name.`,why:`Karpenter renamed it on the way to v1 and ignores the old name.`,help:`Update other tools that read the old name.`},{code:`provisioning/bad-replicas`,summary:`The number of pods of a workload is not a whole number.`,why:`The API server refuses it. Without it, the number of nodes for the workload is unknown, and so are the figures that depend on it.`,help:"Write a whole number of at least 0, or give the placeholder a value with `--set NAME=VALUE`."},{code:`provisioning/bad-request`,summary:`A container requests an amount that Kubernetes cannot parse.`,why:`The API server refuses the pod. Without the amount, the size of the pod is unknown, and so are the figures that depend on it.`,help:"Write an amount such as `500m` or `1Gi`."},{code:`provisioning/launch-failed`,summary:`A NodePool would create a node that cannot be launched.`,why:"Karpenter assigns the pods to a new node, but its last filters exclude every instance type. For example, `minValues` may require more variety than the cheapest types have. The pods stay pending.",help:"Fix the reason that the finding names: lower `minValues`, or allow more instance types, zones or capacity types."},{code:`provisioning/limit-reached`,summary:`The limits of a NodePool are too low for its pods.`,why:"Karpenter launches no node that would exceed `spec.limits`. The remaining pods stay pending or go to another NodePool. Until a node is launched, Karpenter counts the largest instance type that it might become. A limit near the size of one node may therefore allow none.",help:"Raise `spec.limits`, or lower the requests of the pods."},{code:`provisioning/nodepool-empty`,summary:`No instance type meets all requirements of a NodePool.`,why:`Karpenter skips the NodePool and launches no nodes for it.`,help:"Relax the requirement that excludes the remaining types. The lint rule `satisfiable-requirements` names it."},{code:`provisioning/nodepool-not-ready`,summary:`A NodePool is not ready, so Karpenter does not use it.`,why:`Karpenter validates more than the API server does. A NodePool that fails its validation, or whose node class is missing or not ready, gets a condition. The provisioner then silently skips it.`,help:`Fix the reason that the finding names.`},{code:`provisioning/pod-ignored`,summary:`Karpenter ignores these pods.`,why:`Karpenter ignores pods that are bound to a node, use another scheduler, or have an unsupported volume or an unknown topology key. They stay pending, and Karpenter launches no node for them.`,help:`Fix the reason that the finding gives for each workload.`},{code:`provisioning/pod-unschedulable`,summary:`No node that Karpenter could launch can run a pod.`,why:`The pod stays pending. Karpenter tried every NodePool in its order, and the finding names the constraint that excluded each. It is an error if the existing nodes are known, or if no node of any kind can run the pod. Otherwise the pod may run on nodes that plumbline does not know: it is a warning in a review, and a note without a base.`,help:`Change the named constraint in the workload or in the NodePool.`},{code:`provisioning/status-ignored`,summary:"The `status` in a manifest was not used.",why:`A status comes from the cluster, not from a repository. The API server drops it when the manifest is applied, and an outdated one would distort the figures.`,help:"Pass the object from the cluster with `--cluster`, or set `zones` and `capacityReservations` in the configuration."},{code:`provisioning/too-many-pods`,summary:`A workload has more pods than plumbline simulates.`,why:`Time and memory of a review are limited. Such a number is nearly always a typing error. The figures that depend on it are unknown.`,help:`Check the number of replicas.`},{code:`render/conflict`,summary:`Two roots render the same object with different content.`,why:`The last one that is applied wins, and the files do not say which that is. The object flips between two states.`,help:`Remove the object from one of the roots, or give the two different names or clusters.`},{code:`render/cycle`,summary:`A kustomization includes itself, directly or through others.`,why:`Kustomize refuses to build it, so none of it is applied.`,help:`Remove one of the entries.`},{code:`render/failed`,summary:`A kustomization or a chart fails to render.`,why:`A kustomization or chart that does not render is not applied, or fails during the rollout. Its objects are unknown, so plumbline does not review them.`,help:"Fix the error of kustomize or helm. `kustomize build` and `helm template` show it in full."},{code:`render/limit`,summary:`Rendering takes too long or produces too much.`,why:`Time and memory of a review are limited, whatever a pull request contains. plumbline does not review what is beyond the limit.`,help:`Split it, or review the rendered manifests.`},{code:`render/missing-file`,summary:`A referenced file or folder does not exist.`,why:`Kustomize and helm refuse to render, so nothing is applied.`,help:`Add the file, or remove the reference.`},{code:`render/not-here`,summary:`Roots were not rendered here.`,why:`A job with the rights of the base repository runs programs on the content of a pull request only where they cannot reach its credentials. Apply runs none.`,help:"Do what the note says, or see the review of the `pull_request` job, which renders."},{code:`render/refused`,summary:`Something was not rendered, because that would run code, leave the repository or use the network.`,why:`plumbline does not trust the content of a pull request. Plugins, functions, post-renderers and remote bases run or download whatever it names.`,help:`Copy it into the repository, or review the rendered manifests.`},{code:`render/tool-missing`,summary:`Kustomize or helm is not installed.`,why:`plumbline renders with the real programs, so that it reviews what is applied. Without them, what the cluster gets is unknown: it reads templates with placeholders, and judges neither patches nor what they change.`,help:`Install them and add them to PATH. GitHub’s runners have both.`},{code:`render/unknown`,summary:`plumbline does not support a generator of manifests, so their content is not reviewed.`,why:`Generators that query a cluster, a Git host or a plugin produce content that the repository does not contain.`,help:"Review the rendered manifests, or set the values in `sources` of plumbline.yaml."},{code:`schema/cel`,summary:`An object violates a validation rule of its CustomResourceDefinition.`,why:`The API server evaluates the rules when it receives the object, and refuses it.`,help:`Do what the message says. It is the rule’s own message.`},{code:`schema/duplicate`,summary:`A list that must not contain duplicates contains an item twice.`,why:`The API server refuses the object.`,help:`Remove one of the two.`},{code:`schema/enum`,summary:`A field has a value that is not one of the allowed values.`,why:`The API server refuses the object.`,help:`Use one of the values that the message lists.`},{code:`schema/format`,summary:`A value does not have the format that its field requires.`,why:`The API server refuses the object.`,help:`Write the value in that format.`},{code:`schema/future-version`,summary:`The target Karpenter does not serve this API version yet.`,why:"The API server does not know this version of the kind, so applying the object fails. Karpenter 1.0 introduced `v1`, and late patches of 0.33 to 0.37 also serve it, for rollbacks from 1.0. For these minors the finding is a note, because the patch is unknown.",help:"Upgrade Karpenter first, or set `karpenter.version` to the version that you run."},{code:`schema/length`,summary:`A string, list or mapping is too short or too long.`,why:`The API server refuses the object.`,help:`Keep within the bounds that the message gives.`},{code:`schema/metadata`,summary:`The metadata of an object is not valid.`,why:`Names, labels and annotations follow the same rules for all Kubernetes objects. The API server refuses an object that breaks them.`,help:`Correct the name, label or annotation that the message names.`},{code:`schema/missing-spec`,summary:"An object has no `spec`.",why:"Without a `spec`, Karpenter cannot do anything with a NodePool or EC2NodeClass.",help:"Add the `spec`, or remove the object."},{code:`schema/pattern`,summary:`A string does not match the pattern of its field.`,why:`The API server refuses the object.`,help:"Write the value as the message shows, such as `720h` for 30 days."},{code:`schema/range`,summary:`A number is out of bounds.`,why:`The API server refuses the object.`,help:`Keep within the bounds that the message gives.`},{code:`schema/refused`,summary:`The API server refuses the object.`,why:`The object cannot be decoded, or it fails a check of Kubernetes itself. Examples are a selector that does not match, a request above its limit, or a changed immutable field.`,help:`Fix what the finding says. It contains the server’s own message.`},{code:`schema/removed-version`,summary:`The target Karpenter or Kubernetes no longer serves this API version.`,why:`Applying the object fails. Karpenter also ignores its old objects that are still in the cluster.`,help:"Write the object in a version that is served. For Karpenter’s objects, `plumbline migrate` does it and keeps comments and order."},{code:`schema/required`,summary:`A required field is missing.`,why:`The API server refuses the object.`,help:`Add the field.`},{code:`schema/type`,summary:`A value does not have the type of its field.`,why:'The API server refuses the object. In YAML the notation decides the type: `10` is a number and `"10"` a string.',help:`Add or remove quotes, or write a list or mapping if the field requires one.`},{code:`schema/unjudged`,summary:`The API server’s own code could not validate the object.`,why:`The definition of its kind does not compile, or the object makes the code fail. The verdict of a cluster is unknown, so plumbline reports it.`,help:`Fix the definition, or make the object smaller and less nested.`},{code:`schema/unknown-field`,summary:`An object has a field that its kind does not have.`,why:"The API server accepts the object and drops the field, with a warning at most, so the field has no effect. With a misspelled `limits`, a NodePool has no limits.",help:`Correct the name, or move the field to the right place.`},{code:`schema/unknown-kind`,summary:`Karpenter does not have this kind in this API version.`,why:`The API server does not know the kind, so applying the object fails.`,help:"Correct `apiVersion` or `kind`."},{code:`schema/warning`,summary:`The API server accepts the object with a warning.`,why:`The message is the API server’s own. kubectl prints it, but most pipelines lose it. It reports a deprecated field, a value that is read differently from how it is written, or a name that may collide with another.`,help:`Do what the warning says.`},{code:`terraform/limit`,summary:`The Terraform code is larger than plumbline evaluates.`,why:`Time and memory of a review are limited. plumbline did not evaluate the last part, so its objects are unknown, not removed.`,help:`Review fewer folders at once.`},{code:`terraform/syntax`,summary:`A Terraform file that concerns Karpenter cannot be parsed.`,why:`plumbline cannot evaluate its module. It does not review the NodePools in it, and whether existing ones still exist is unknown.`,help:"Run `terraform validate` and fix what it reports. The message shows where parsing stopped."},{code:`upgrade/compatibility`,summary:`Karpenter is too old for the cluster’s Kubernetes version.`,why:`Each Karpenter release supports a range of Kubernetes versions and reports newer ones as incompatible. It still selects images for the newer version, but with the labels, defaults and kubelet settings of an older one. Reported only when the repository names both versions.`,help:`Upgrade Karpenter to at least the release that the message names, and then upgrade the control plane.`},{code:`upgrade/karpenter`,summary:`The change upgrades or downgrades Karpenter to another minor version.`,why:`Another minor may refuse or drop what the current one accepts: APIs, fields and defaults change. plumbline validates and simulates the base with its Karpenter and the head with the new one. Findings that only the new one has count as new. If the hash of EC2NodeClasses changes, Karpenter rewrites the hashes of running nodes instead of comparing them.`,help:`Read the upgrade guide of each minor in between, upgrade the CRDs, and change node classes in a separate change.`},{code:`upgrade/kubernetes`,summary:`The change upgrades or downgrades Kubernetes to another minor version.`,why:"An alias such as `al2023@v20260715`, pinned or not, selects images for the Kubernetes version of the cluster. After the control plane upgrade, Karpenter selects images of the new minor. Every node of that node class then drifts and is replaced within the budgets of its NodePool. Images by id, name, tags or SSM parameter stay the same, and so does their kubelet. Reported only when Terraform, eksctl, kOps, ACK, Crossplane or Cluster API names the version on both sides of the change.",help:`Check the waves in the review, and merge at a suitable time. Update other images in a separate change.`},{code:`upgrade/settings`,summary:`The change modifies a setting of Karpenter that affects the figures.`,why:"The settings of Karpenter’s chart affect the usable memory and the number of pods of an instance type. They also affect how Karpenter treats preferences, `minValues` and reservations. plumbline simulates the base with the settings of its Helm values and the head with its own. The difference in nodes and cost comes from these settings.",help:"Check the figures. Settings under `karpenter` in plumbline.yaml override the Helm values."},{code:`yaml/alias-bomb`,summary:`Aliases expand the document beyond the limit.`,why:`A few lines of nested aliases can expand to gigabytes. The API server also refuses such documents.`,help:`Replace the aliases with their values.`},{code:`yaml/duplicate-key`,summary:`A mapping contains a key twice.`,why:`Only one of the two values is used, and tools disagree about which.`,help:`Remove one of them, or merge their values.`},{code:`yaml/syntax`,summary:`A document is not valid YAML.`,why:`plumbline cannot read anything in the document, so the effect of its changes is unknown. There is no plan until it is fixed.`,help:`Fix the place that the message names. The cause is often the indentation of the line before.`},{code:`yaml/template`,summary:`A document is a template that must be rendered before it is YAML or a Karpenter object.`,why:`The manifest depends on the values of the template, so its content is unknown.`,help:"Review the rendered manifests, or give values with `--set NAME=VALUE`."},{code:`yaml/too-deep`,summary:`A document is nested too deeply.`,why:`Time and memory of a review are limited. Kubernetes’ own decoder has a similar limit.`,help:`Check whether the document is correct.`},{code:`yaml/too-large`,summary:`A file is too large or contains too many objects.`,why:`Time and memory of a review are limited. plumbline does not review what is beyond the limit.`,help:`Split the file.`}],w=(e,...t)=>({...e,corrections:t});function T(e,...t){return{text:mt(pt(e.raw,t)),region:`us-east-1`,karpenter:`1.14`}}const E=(e,...t)=>({...T(e,...t),language:`terraform`}),ft=e=>({...T(e),language:`json`}),D=(e,t)=>({...t,...e});function pt(e,t){return t.reduce((t,n,r)=>{let i=(typeof n==`string`?n:n.text).trimEnd(),a=t.slice(t.lastIndexOf(`
`)+1),o=e[r+1],s=a.trim()===``&&/^\s*(?:\n|$)/.test(o);if(i===``&&s)return t.slice(0,t.length-a.length)+o.replace(/^\s*?\n/,``);let c=/^ *(?:- )*/.exec(a)[0].length;return t+i.replaceAll(/\n(?=.)/g,`\n${` `.repeat(c)}`)+o},e[0])}function mt(e){let t=e.replaceAll(`\\$`,`$`).replaceAll("\\`","`").replace(/^\n/,``).trimEnd().split(`
`),n=t.filter(e=>e.trim()!==``).map(e=>e.search(/\S/)),r=Math.min(...n);return`${t.map(e=>e.slice(r)).join(`
`)}\n`}const ht=e=>e.chart===`karpenter`||e.chart===`karpenter-crd`,gt=e=>e.manifests.flatMap(_t),_t=e=>bt(e).filter(ht),vt=(e,t)=>e.manifests.flatMap(bt).filter(e=>e.chart===t),yt=e=>typeof e==`string`?/(?:^|\/)([\w.-]+)$/.exec(e)?.[1]:void 0;function bt(e){if(e.kind===`HelmRelease`){let t=[`spec`,`chart`,`spec`],n=yt(e.get([...t,`chart`]));return n?[{manifest:e,chart:n,version:[...t,`version`],values:[`spec`,`values`]}]:[]}return e.kind===`HelmValues`?[{manifest:e,chart:`karpenter`,version:void 0,values:e.get([`settings`])===void 0?[`karpenter`]:[]}]:e.kind===`Application`?xt(e):[]}function xt(e){return[[`spec`,`source`],...m(e.get([`spec`,`sources`])).map((e,t)=>[`spec`,`sources`,t])].flatMap(t=>{let n=yt(e.get([...t,`chart`])),r=[...t,`helm`,`valuesObject`];return n?[{manifest:e,chart:n,version:[...t,`targetRevision`],values:r}]:[]})}function O(e,t){let n=o(e.get(t));return n===void 0||v(n)?void 0:n}const St=(e,t)=>e.source.origin?.tool===`terraform`?/^\$\{([a-z_][\w-]*(?:\.[\w-]+)+)\}$/i.exec(o(e.get(t))??``)?.[1]:void 0,k=e=>e,Ct=new Set([`nodeClassRef`,`requirements`,`labels`,`taints`,`startupTaints`,`expireAfter`,`terminationGracePeriod`]);function A({apiVersion:e,name:t=`default`,...n}={}){let r=Object.entries({...wt(n)?{}:{requirements:[]},...n}),i=Tt(r.filter(([e])=>Ct.has(e))),a=`limits`in n?``:`
limits:
  cpu: 100`,o=r.find(([e])=>Ct.has(e))?.[0],s=r.flatMap(([e,t])=>e===o?[i+a]:Ct.has(e)||t===null?[]:[Et(e,t)]);return T`
    apiVersion: ${e??`karpenter.sh/v1`}
    kind: NodePool
    metadata:
      name: ${t}
    spec:
      ${s.join(`
`)}
  `}const wt=e=>Object.keys(e).some(e=>Ct.has(e));function Tt(e){let t=e.filter(([e])=>e===`labels`).map(([e,t])=>Et(e,t)),n=e.filter(([e])=>e!==`labels`).map(([e,t])=>Et(e,t));return[`template:`,...t.length>0?[`  metadata:`,Ot(t.join(`
`),4)]:[],`  spec:`,Ot(n.join(`
`),4)].join(`
`)}function Et(e,t){if(e===`nodeClassRef`)return`nodeClassRef:\n  group: karpenter.k8s.aws\n  kind: EC2NodeClass\n  name: ${String(t)}`;if(Array.isArray(t))return t.length===0?`${e}: []`:`${e}:\n${Ot(t.map(Dt).join(`
`),2)}`;let n=typeof t==`object`?t.text.trimEnd():String(t);return/^\S+:|\n/.test(n)?`${e}:\n${Ot(n,2)}`:`${e}: ${n}`}function Dt(e){let[t,n,...r]=e.split(` `);return`- key: ${t}\n  operator: ${n}${r.length===0?``:`\n  values: ${r.join(` `)}`}`}const Ot=(e,t)=>e.replaceAll(/^(?=.)/gm,` `.repeat(t)),j=(e,t=`default`)=>T`
  apiVersion: karpenter.k8s.aws/v1
  kind: EC2NodeClass
  metadata:
    name: ${t}
  spec:
    ${e}
`,M=j(`role: KarpenterNodeRole-demo`),N=(e,{version:t=``,values:n=``}={})=>T`
  apiVersion: helm.toolkit.fluxcd.io/v2
  kind: HelmRelease
  metadata:
    name: ${e}
  spec:
    chart:
      spec:
        chart: ${e}
        ${t&&`version: ${t}`}
    ${n&&T`
      values:
        ${n}
    `}
`,P=(e,t)=>T`
  resource "kubectl_manifest" "${e}" {
    yaml_body = <<-YAML
      ${t}
    YAML
  }
`,F=(...e)=>({...e[0],text:e.map(({text:e})=>e).join(`---
`)}),kt=new WeakMap;function I(e){let t=kt.get(e);if(t)return t;let n=e.manifests.filter(At);return kt.set(e,n),n}const At=({kind:e,apiVersion:t})=>e===`NodePool`&&g(t)===`karpenter.sh`,jt=e=>{let t=o(e);return t!==void 0&&!v(t)};function L(e,t){let n=t.every((n,r)=>{let i=e.get(t.slice(0,r+1));return typeof i!=`string`||!v(i)}),r=e.get(t);return{path:t,value:r,isKnown:n&&!(r===void 0&&e.isPartial)}}const Mt=e=>e.kind===`NodePool`?[`spec`,`template`,`spec`]:[`spec`];function R(e){let t=[...Mt(e),`requirements`];return m(e.get(t)).map((n,r)=>Nt(e,[...t,r]))}function Nt(e,t){let[n,r,i]=[`key`,`operator`,`values`].map(n=>e.get([...t,n])),a=m(i).map((e,n)=>({path:[...t,`values`,n],text:o(e)??``,isKnown:jt(e)})),s=jt(n)&&jt(r)&&a.every(e=>e.isKnown)&&(i==null||Array.isArray(i));return{path:t,key:o(n)??``,operator:o(r)??``,values:a,isKnown:s}}function Pt(e){let t=e.kind===`NodePool`?[`spec`,`template`,`metadata`,`labels`]:[`spec`,`labels`];return Object.entries(f(e.get(t))??{}).map(([e,n])=>{let r=[...t,e],i=jt(n)&&!v(e);return{path:r,key:e,operator:`In`,values:[{path:r,text:o(n)??``,isKnown:i}],isKnown:i}})}const Ft=e=>L(e,e.kind===`Provisioner`?[`spec`,`limits`,`resources`]:[`spec`,`limits`]);function It(e){let t=f(e.get(Lt(e))),n=o(t?.group)??o(t?.apiVersion)?.split(`/`)[0],r=o(t?.kind);return v(`${n} ${r}`)?void 0:{group:n,kind:r}}const Lt=e=>e.kind===`Provisioner`?[`spec`,`providerRef`]:[`spec`,`template`,`spec`,`nodeClassRef`];function Rt(e){let t=Lt(e),n=e.get([...t,`name`]),r=It(e);return r&&typeof n==`string`&&!v(n)?{path:t,...r,name:n}:void 0}function zt(e){let t=[...R(e),...Pt(e)];return e.kind===`Provisioner`?[...t,...Bt(t)]:t}function Bt(e){let t=new Set(e.map(e=>x(e.key))),n=[S.instanceType,S.instanceFamily,S.instanceCategory,S.instanceGeneration],r=[],i=(e,t,n)=>{let i=[`spec`];r.push({path:i,key:e,operator:t,values:n.map(e=>({path:i,text:e,isKnown:!0})),isKnown:!0})};return t.has(S.os)||i(S.os,`In`,[`linux`]),t.has(S.arch)||i(S.arch,`In`,[`amd64`]),t.has(S.capacityType)||i(S.capacityType,`In`,[`on-demand`]),n.some(e=>t.has(e))||(i(S.instanceCategory,`In`,[`c`,`m`,`r`]),i(S.instanceGeneration,`Gt`,[`2`])),r}const Vt=new Set([S.instanceType,S.instanceFamily,S.instanceSize]),Ht=e=>zt(e).find(({key:e})=>Vt.has(x(e)))?.path??[`spec`],Ut=e=>Number(e.get([`spec`,`weight`])??0),Wt=e=>{let t=[`spec`,`amiSelectorTerms`];return m(e.get(t)).flatMap((e,n)=>{let r=f(e);return r?[{path:[...t,n],term:r}]:[]})},Gt=[`AL2`,`AL2023`,`Bottlerocket`,`Windows2019`,`Windows2022`,`Windows2025`,`Custom`,`Ubuntu`];function z(e){let t=o(e.get([`spec`,`amiFamily`]));if(t!==void 0)return Gt.includes(t)?t:void 0;let[n]=Wt(e).flatMap(({term:e})=>o(e.alias)??[]),r=n?.split(`@`)[0];return Gt.find(e=>e.toLowerCase()===r)}function Kt(e){let t=e.get([`spec`,`userData`]);return typeof t==`string`&&!e.isPartial&&!v(t)?t:void 0}const qt=({kind:e,apiVersion:t})=>e===`EC2NodeClass`&&g(t)===`karpenter.k8s.aws`,Jt=new WeakMap;function Yt(e){let t=Jt.get(e);if(t)return t;let n=e.manifests.filter(qt),r={classes:n,poolsByClass:Zt(I(e),Xt),classesByName:Zt(n,({name:e})=>e)};return Jt.set(e,r),r}function Xt(e){let{group:t=`karpenter.k8s.aws`,name:n}=Rt(e)??{};return t===`karpenter.k8s.aws`?n:void 0}function Zt(e,t){let n=new Map;for(let r of e){let e=t(r);if(e===void 0)continue;let i=n.get(e);i?i.push(r):n.set(e,[r])}return n}const Qt=e=>Yt(e).classes,$t=(e,t)=>Yt(e).poolsByClass.get(t.name)??[];function en(e,t){let n=Yt(e).classesByName.get(Xt(t)??``)??[];return n.length===1?n[0]:void 0}const tn=k({id:`access-entry-type`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[70],on:{Manifests(e,t){let n=on(e);for(let r of e.manifests){if(r.kind===`aws_eks_access_entry`&&sn(r,[`spec`],`principal_arn`,{roles:n,context:t}),r.kind===`module`&&cn(r,t),r.kind!==`ClusterConfig`)continue;let e=[`accessConfig`,`accessEntries`];m(r.get(e)).forEach((i,a)=>{sn(r,[...e,a],`principalARN`,{roles:n,context:t})})}}},docs:{summary:"The access entry of Karpenter’s node role has the type `STANDARD`, so nodes cannot join the cluster.",why:"An access entry of type `EC2_LINUX` or `EC2_WINDOWS` gives nodes the groups and the user name that they need. `STANDARD`, the default of EKS, is meant for people. With it, instances start, but the API server rejects their kubelets. Karpenter terminates them after 15 minutes and launches others, which fail in the same way.",help:"Set the type of the access entry to `EC2_LINUX`, or to `EC2_WINDOWS` for Windows nodes.",url:`https://docs.aws.amazon.com/eks/latest/userguide/creating-access-entries.html`},examples:ln}),nn=/^(module\.[\w-]{0,200}karpenter[\w-]{0,200})\.node_iam_role_(?:name|arn)$/i,rn=/^(aws_iam_role\.[\w-]+)\.(?:name|arn|id)$/,an=e=>(nn.exec(e??``)??rn.exec(e??``))?.[1];function on(e){let t=[`spec`,`role`],n=Qt(e).flatMap(e=>O(e,t)??an(St(e,t))??[]);return new Set(n)}function sn(e,t,n,{roles:r,context:i}){let a=[...t,n],s=/:role\/(?:.{0,600}\/)?([^/]{1,200})$/.exec(O(e,a)??``)?.[1],c=an(St(e,a));if(!(s!==void 0&&r.has(s)||c!==void 0&&r.has(c))&&!c?.startsWith(`module.`))return;let l=o(e.get([...t,`type`]));(l===void 0||l===`STANDARD`)&&i.report({manifest:e,at:e.span(l===void 0?a:[...t,`type`]),message:l===void 0?"The access entry of the node role has no type, so EKS makes it `STANDARD` and nodes cannot join the cluster":"The access entry of the node role has the type `STANDARD`, so nodes cannot join the cluster",help:"Set the type to `EC2_LINUX`, or to `EC2_WINDOWS` for Windows nodes."})}function cn(e,{report:t}){let n=[`spec`,`access_entry_type`];e.get(n)===`STANDARD`&&t({manifest:e,at:e.span(n),message:"The access entry of the node role has the type `STANDARD`, so nodes cannot join the cluster",help:"Remove `access_entry_type`, so that the module uses `EC2_LINUX`."})}function ln(){return{bad:[w(E`
          resource "aws_eks_access_entry" "nodes" {
            cluster_name  = "demo"
            principal_arn = aws_iam_role.karpenter_node.arn
          }

          ${P(`default`,j("role: ${aws_iam_role.karpenter_node.name}"))}
        `,{"principal_arn = aws_iam_role.karpenter_node.arn":`principal_arn = aws_iam_role.karpenter_node.arn
type          = "EC2_LINUX"`}),w(E`
          module "karpenter" {
            source = "terraform-aws-modules/eks/aws//modules/karpenter"

            cluster_name      = module.eks.cluster_name
            access_entry_type = "STANDARD"
          }
        `,{'access_entry_type = "STANDARD"':``}),w(F(T`
          apiVersion: eksctl.io/v1alpha5
          kind: ClusterConfig
          metadata:
            name: demo
            region: us-east-1
          accessConfig:
            accessEntries:
              - principalARN: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo
                type: STANDARD
        `,M),{"type: STANDARD":`type: EC2_LINUX`})],good:[E`
        resource "aws_eks_access_entry" "nodes" {
          cluster_name  = "demo"
          principal_arn = aws_iam_role.karpenter_node.arn
          type          = "EC2_LINUX"
        }

        resource "aws_eks_access_entry" "people" {
          cluster_name  = "demo"
          principal_arn = aws_iam_role.admin.arn
        }

        ${P(`default`,j("role: ${aws_iam_role.karpenter_node.name}"))}
      `]}}const un=[`0.32`,`0.33`,`0.34`,`0.35`,`0.36`,`0.37`,`1.0`,`1.1`,`1.2`,`1.3`,`1.4`,`1.5`,`1.6`,`1.7`,`1.8`,`1.9`,`1.10`,`1.11`,`1.12`,`1.13`,`1.14`,`1.15`],dn=`1.14`;function fn(e){let t=/^\s*v?(\d{1,4})\.(\d{1,4})(\.(\d+|x|\*)([-+].*)?)?\s*$/i.exec(e);return t===null?void 0:`${Number(t[1])}.${Number(t[2])}`}function pn(e,t){let[n=0,r=0]=e.split(`.`).map(Number),[i=0,a=0]=t.split(`.`).map(Number);return n-i||r-a}function mn(e){return un.findLast(t=>pn(t,e)<=0)??un[0]}const hn=ee.flatMap(({kind:e,group:t,versions:n})=>n.map(({version:n,first:r,last:i,...a})=>({apiVersion:`${t}/${n}`,kind:e,first:r,last:i,...a}))).sort((e,t)=>h(e.apiVersion,t.apiVersion)||h(e.kind,t.kind)),gn=(e,t)=>hn.find(n=>n.apiVersion===e&&n.kind===t);function _n(e,t){return e.first!==void 0&&pn(t,e.first)<0?!1:e.last===void 0||pn(t,e.last)<=0}const vn=e=>un.find(t=>pn(t,e)>0),yn=`1.33`,bn=k({id:`al2-end-of-life`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[51],on:{NodeClass(e,{report:t,settings:n}){let{kubernetesVersion:r}=n,i=r!==void 0&&pn(r,yn)>=0;if(r===void 0||i){i&&xn(e)&&t({at:e.span([`spec`,`amiFamily`]),severity:`error`,message:Sn(e,r),help:"Set `amiFamily: AL2023`, and check that `userData` is in its format."});for(let{path:n,term:a}of Wt(e)){let s=o(a.alias);s!==void 0&&/^al2@/.test(s)&&t({at:e.span([...n,`alias`]),...i&&{severity:`error`},message:i?Sn(e,r):`\`${s}\` has no image for Kubernetes ${yn} and newer`,help:"Use an alias of `al2023` or `bottlerocket` instead, such as `al2023@v20260715`."})}}}},docs:{summary:`An EC2NodeClass selects Amazon Linux 2, which has no images for Kubernetes 1.33 and newer.`,why:"AWS built the last EKS images of Amazon Linux 2 in November 2025, for Kubernetes 1.32. On newer clusters the alias selects no image, so the node class is not ready. After an upgrade of the control plane, no new node starts. The severity is error when the repository or `--kubernetes-version` says that the cluster is that new.",help:"Switch to an alias of `al2023` or `bottlerocket` before you upgrade the cluster to 1.33.",url:`https://docs.aws.amazon.com/eks/latest/userguide/eks-ami-deprecation-faqs.html`},examples:wn}),xn=e=>e.apiVersion===`karpenter.k8s.aws/v1beta1`&&!e.isPartial&&e.get([`spec`,`amiFamily`])===`AL2`&&e.get([`spec`,`amiSelectorTerms`])===void 0,Sn=({name:e},t)=>`Amazon Linux 2 has no image for Kubernetes ${t}, so \`${e}\` never becomes ready`,Cn=(e,t)=>E`
  module "eks" {
    source             = "terraform-aws-modules/eks/aws"
    version            = "~> 21.0"
    name               = "demo"
    kubernetes_version = "${e}"
  }

  ${P(`class`,T`
      apiVersion: karpenter.k8s.aws/v1beta1
      kind: EC2NodeClass
      metadata:
        name: default
      spec:
        amiFamily: ${t}
        role: KarpenterNodeRole-demo
    `)}
`;function wn(){return{bad:[w(j(T`
          amiSelectorTerms:
            - alias: al2@v20251112
        `),{"al2@v20251112":`al2023@v20260715`},{"al2@v20251112":`bottlerocket@v1.44.0`}),w(D({karpenter:`0.37`},Cn(`1.33`,`AL2`)),{"amiFamily: AL2":`amiFamily: AL2023`})],good:[D({karpenter:`0.37`},Cn(`1.29`,`AL2`)),j(T`
        amiSelectorTerms:
          - alias: al2023@v20260715
      `),j(T`
          amiFamily: AL2
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
        `,`own`)]}}const Tn=k({id:`ami-alias-release`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t}){for(let{path:n,term:r}of Wt(e)){let i=o(r.alias)??``,[a=``,s=``]=i.split(`@`),c=Dn.get(a);c===void 0||s===``||s===`latest`||v(i)||c.pattern.test(s)||t({at:e.span([...n,`alias`]),message:`\`${s}\` is not a release of ${c.name}, so \`${e.name}\` finds no image and Karpenter launches no nodes with it`,help:`Use a release, such as \`${a}@${c.example}\`.`})}}},docs:{summary:`A pinned alias does not name a release of its AMI family.`,why:"The API server accepts any text after the `@`. Karpenter looks for the image of the release with that name: a date for Amazon Linux, a version number for Bottlerocket. The Kubernetes version is not part of an alias. If no release has the name, the node class does not become ready, and its NodePools launch no nodes.",help:"Use a release such as `al2023@v20260715` or `bottlerocket@v1.44.0`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:On}),En={name:`Amazon Linux`,pattern:/^v20\d{6}$/},Dn=new Map([[`al2`,{...En,example:`v20251112`}],[`al2023`,{...En,example:`v20260715`}],[`bottlerocket`,{name:`Bottlerocket`,pattern:/^v?\d+\.\d+\.\d+(?:-\w+)?$/,example:`v1.44.0`}]]);function On(){return{bad:[w(kn(`al2023@v1.33`),{"al2023@v1.33":`al2023@v20260715`}),w(kn(`al2023@20260715`),{"al2023@20260715":`al2023@v20260715`}),w(kn(`bottlerocket@v20260715`),{"bottlerocket@v20260715":`bottlerocket@v1.44.0`})],good:[kn(`al2023@v20260715`),kn(`bottlerocket@v1.44.0`),kn(`bottlerocket@1.44.0`)]}}const kn=e=>j(T`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${e}
  `),An=[{name:/ubuntu-eks/i,what:`an EKS image of Ubuntu`,families:[`AL2`,`Ubuntu`]},{name:/ubuntu/i,what:`a plain Ubuntu image`,families:[`Ubuntu`]},{name:/amazon-eks-(?:[a-z0-9]+-)?node-al2023/i,what:`an AL2023 image`,families:[`AL2023`]},{name:/amazon-eks-(?:gpu-|arm64-)?node-\d/i,what:`an AL2 image`,families:[`AL2`]},{name:/bottlerocket/i,what:`a Bottlerocket image`,families:[`Bottlerocket`]},{name:/Windows_Server-2019/i,what:`a Windows Server 2019 image`,families:[`Windows2019`]},{name:/Windows_Server-2022/i,what:`a Windows Server 2022 image`,families:[`Windows2022`]},{name:/Windows_Server-2025/i,what:`a Windows Server 2025 image`,families:[`Windows2025`]}],jn={al2:`AL2`,al2023:`AL2023`,bottlerocket:`Bottlerocket`,windows2019:`Windows2019`,windows2022:`Windows2022`,windows2025:`Windows2025`},Mn=k({id:`ami-family-mismatch`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[52],explains:[`schema/cel`],on:{NodeClass(e,t){let n=o(e.get([`spec`,`amiFamily`]));if(n===void 0||n===`Custom`||v(n))return;let r=m(e.get([`spec`,`amiSelectorTerms`]));for(let[i,a]of r.entries()){let r=[`spec`,`amiSelectorTerms`,i],{name:s,alias:c}=f(a)??{};Pn(e,{path:[...r,`name`],name:o(s),family:n},t),Fn(e,{path:[...r,`alias`],name:o(c),family:n},t)}},NodeTemplate(e,t){let n=o(e.get([`spec`,`amiFamily`]));if(n===void 0||n===`Custom`||v(n))return;let r=[`spec`,`amiSelector`,`aws::name`];Pn(e,{path:r,name:o(e.get(r)),family:n},t)}},docs:{summary:"`amiFamily` does not match the family of the selected AMI.",why:`The AMI family decides which bootstrap user data Karpenter writes, and which block device it treats as the root volume. An AMI of another family does not understand that user data. Its instances run and cost money, but never join the cluster. Karpenter replaces them after 15 minutes, again and again.`,help:"Set `amiFamily` to the family of the image. Or set it to `Custom`, and write user data that joins the node to the cluster.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamifamily`},examples:Ln}),Nn=[`spec`,`amiFamily`];function Pn(e,{path:t,name:n,family:r},{report:i}){if(n===void 0||v(n))return;let a=An.find(e=>e.name.test(n));if(!a||a.families.includes(r))return;let o=a.families[0],s=a.families.includes(`Ubuntu`);i({at:e.span(t),message:`\`${n}\` is ${a.what}, which does not understand the user data of \`amiFamily: ${r}\``,labels:[{span:e.span(Nn),message:`Karpenter writes user data for this family`}],help:s?"Set `amiFamily: Custom`, and write user data that joins the node to the cluster.":`Set \`amiFamily: ${o}\`, or set \`Custom\` and write user data that joins the node to the cluster.`,...!s&&{fix:{description:`Set \`amiFamily: ${o}\``,edits:b(e,Nn,o)}}})}function Fn(e,{path:t,name:n,family:r},{report:i}){if(n===void 0||v(n))return;let a=jn[n.split(`@`)[0]];a!==void 0&&a!==r&&i({at:e.span(t),severity:`error`,message:`\`${n}\` selects ${a} images, but \`amiFamily\` is \`${r}\`, so the API server rejects the node class`,labels:[{span:e.span(Nn),message:`this family does not match`}],help:"Remove `amiFamily`, because the alias implies it, or use an alias of that family.",fix:{description:"Remove `amiFamily`",edits:se(e,Nn)},explains:{paths:[[`spec`]],mentioning:`amiFamily must be`}})}const In=T`
  amiFamily: Custom
  userData: |
    #!/bin/bash
    /opt/company/join-cluster
`;function Ln(){return{bad:[w(j(T`
          amiFamily: AL2
          amiSelectorTerms:
            - name: ubuntu/images/hvm-ssd/ubuntu-jammy-22.04-amd64-server-20241211
        `),{"amiFamily: AL2":In}),w(j(T`
          amiFamily: AL2
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-*
        `),{"amiFamily: AL2":In}),w(j(T`
          amiFamily: Bottlerocket
          amiSelectorTerms:
            - alias: al2023@v20260715
        `),{"al2023@v20260715":`bottlerocket@v1.44.0`})],good:[j(T`
        amiFamily: Custom
        amiSelectorTerms:
          - name: ubuntu/images/hvm-ssd/ubuntu-jammy-22.04-amd64-server-20241211
      `),j(T`
        amiFamily: AL2023
        amiSelectorTerms:
          - alias: al2023@v20260715
      `)]}}const Rn=k({id:`ami-for-instance-types`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[54,91],on:{Manifests(e,t){for(let n of I(e)){let r=en(e,n),i=r&&zn(r);i&&Bn({pool:n,nodeClass:r,images:i},t)}}},docs:{summary:`The AMIs of a node class do not fit the instance types of a NodePool that uses it.`,why:"An AMI is built for one architecture. If all instance types of a NodePool have the other architecture, Karpenter finds no image for them and launches nothing for the NodePool. The standard image of Amazon Linux 2023 has no GPU driver, so nodes start but never offer `nvidia.com/gpu`.",help:"Add a selector term for the image of the other architecture, or select the `nvidia` image for GPUs. An alias selects the right image for each instance type.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:Un});function zn(e){let t=Wt(e).map(e=>({...e,name:o(e.term.name)??``}));return t.every(({name:e,term:t})=>e!==``&&!v(e)&&t.id===void 0)&&t.length>0&&!e.isPartial?t:void 0}function Bn({pool:e,nodeClass:t,images:n},{catalog:r,compatible:i,report:a}){let o=i(e),s=o?.isExact?o.names.map(e=>r.type(e)):[],c=Rt(e)?.path;if(s.length===0||c===void 0)return;let l=[{span:t.span([...n[0].path,`name`]),message:`this selects the image`}],u=e.span([...c,`name`]),d=n.map(({name:e})=>Vn(e));!d.includes(void 0)&&!s.some(({architecture:e})=>d.includes(e))?a({manifest:e,at:u,labels:l,message:`The instance types of \`${e.name}\` are ${s[0].architecture}, but the images of \`${t.name}\` are ${d[0]}, so Karpenter cannot launch nodes for \`${e.name}\``,help:`Add an AMI selector term for the ${s[0].architecture} image, or use an alias, which selects the right image for each instance type.`}):s.every(({gpus:e})=>e.some(({manufacturer:e})=>e===`nvidia`))&&n.every(({name:e})=>/^amazon-eks-node-al2023-.*-standard-/.test(e))&&a({manifest:e,at:u,labels:l,message:`Every instance type of \`${e.name}\` has NVIDIA GPUs, but \`${t.name}\` selects the standard image, which has no driver for them`,help:"Select the `nvidia` image of Amazon Linux 2023, or use an alias, which selects it for these instance types."})}function Vn(e){let t=/arm64|aarch64/i.test(e);return t===/x86_64|amd64/i.test(e)?void 0:t?`arm64`:`amd64`}const Hn=`- name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715`;function Un(){return{bad:[w(F(A({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),j(T`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
        `)),{[Hn]:`${Hn}\n- name: amazon-eks-node-al2023-arm64-standard-1.33-v20260715`},{[Hn]:`- alias: al2023@v20260715`}),w(F(A({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6]`,`karpenter.sh/capacity-type In [on-demand]`],taints:T`
            - key: nvidia.com/gpu
              effect: NoSchedule
          `,nodeClassRef:`default`}),j(T`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
        `)),{[Hn]:`- name: amazon-eks-node-al2023-x86_64-nvidia-1.33-v20260715`},{[Hn]:`- alias: al2023@v20260715`})],good:[F(A({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),j(T`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
            - name: amazon-eks-node-al2023-arm64-standard-1.33-v20260715
        `)),F(A({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),j(T`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: golden-al2023-*
        `))]}}const Wn=/^(?:amazon-eks-(?:arm64-|gpu-)?node-|bottlerocket-aws-k8s-|ubuntu-eks(?:-pro)?\/k8s_)/,Gn=/(?<!\d)1\.\d\d(?!\d)/,Kn=k({id:`ami-name-kubernetes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t}){for(let{path:n,term:r}of Wt(e)){let i=o(r.name);i===void 0||r.tags!==void 0||v(i)||Wn.test(i)&&/[*?]/.test(i)&&!Gn.test(i)&&t({at:e.span([...n,`name`]),message:`\`${i}\` matches images for every Kubernetes version, and Karpenter launches the newest one, whatever version the cluster has`,help:"Write the Kubernetes version of the cluster in the name, or select the images with an `alias`, which follows the cluster."})}}},docs:{summary:`The name of an image is a pattern that matches images for several Kubernetes versions.`,why:`The names of EKS images contain the Kubernetes version. If a pattern leaves it open, Karpenter launches the newest image of all versions. Its kubelet can be newer than the control plane, which Kubernetes does not support, and nodes are replaced whenever AWS releases images for another version.`,help:"Write the Kubernetes version in the name, or use an `alias`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:Jn}),qn=e=>j(T`
    amiFamily: AL2023
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - name: ${e}
  `);function Jn(){return{bad:[w(qn(`amazon-eks-node-al2023-x86_64-standard-*`),{"standard-*":`standard-1.33-*`})],good:[qn(`amazon-eks-node-al2023-x86_64-standard-1.33-*`),qn(`platform-node-*`)]}}const Yn=e=>e?.provider===`aws`?e:null;function Xn(e,t){let n=t?.eks.versions[e]?.standardUntil;if(n===void 0)return;let r=new Date(n);return r.setUTCMonth(r.getUTCMonth()-14),r.toISOString().slice(0,10)}function Zn(e,t,n){let[,r,i,a]=/^al2(?:023)?@v(\d{4})(\d\d)(\d\d)$/.exec(e)??[];return Date.parse(`${r}-${i}-${a}`)<Date.parse(Xn(t,n)??``)-5184e6}const Qn=k({id:`ami-older-than-kubernetes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t,settings:n,catalog:r}){let{kubernetesVersion:i=``}=n,a=Yn(r)?.fees,s=Xn(i,a);for(let{path:n,term:r}of Wt(e)){let c=o(r.alias);c!==void 0&&Zn(c,i,a)&&t({at:e.span([...n,`alias`]),message:`\`${c}\` has no image for Kubernetes ${i}, which EKS has offered since ${s}, so \`${e.name}\` does not become ready and Karpenter launches no nodes with it`,help:`Pin a release from ${s} or later.`})}}},docs:{summary:`A pinned alias is too old to have an image for the cluster’s Kubernetes version.`,why:"AWS builds the images of a release for the Kubernetes versions that EKS offers at that time. After an upgrade of the control plane, the alias of an older release selects no image. The node class is not ready, its NodePools launch no nodes, and Karpenter does not replace running nodes. Reported only when the repository or `--kubernetes-version` names the Kubernetes version.",help:`Pin a release from the day when EKS began to offer this version, or later, and upgrade the control plane in a later change.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions.html`},examples:$n});function $n(){return{bad:[w(er(`1.34`,`al2023@v20250403`),{"al2023@v20250403":`al2023@v20260715`})],good:[er(`1.34`,`al2023@v20260715`),er(`1.32`,`al2023@v20250403`)]}}const er=(e,t)=>E`
  module "eks" {
    source             = "terraform-aws-modules/eks/aws"
    version            = "~> 21.0"
    name               = "demo"
    kubernetes_version = "${e}"
  }

  ${P(`class`,tr(t))}
`,tr=e=>j(T`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${e}
  `),B=(e,t=`, `)=>e.map(e=>`\`${e}\``).join(t),nr=k({id:`aws-auth-groups`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[71],on:{Manifests(e,t){for(let n of e.manifests)n.kind===`ConfigMap`&&n.name===`aws-auth`&&rr(n,t),n.kind===`ClusterConfig`&&m(n.get([`iamIdentityMappings`])).forEach((e,r)=>{or(e,{manifest:n,path:[`iamIdentityMappings`,r]},t)})}},docs:{summary:`The mapping of a node role lacks a group that nodes need to join the cluster.`,why:"A kubelet can register its node only as a member of `system:bootstrappers` and `system:nodes`. If the mapping of its role lacks one of them, instances start but never become nodes. Karpenter terminates them after 15 minutes and launches others. This rule checks the ConfigMap `aws-auth` and the `iamIdentityMappings` of eksctl.",help:"Add both groups to the mapping, or use an access entry of type `EC2_LINUX` instead, which includes them.",url:`https://docs.aws.amazon.com/eks/latest/userguide/auth-configmap.html`},examples:sr});function rr(e,t){let n=[`data`,`mapRoles`],r=o(e.get(n));if(!(r===void 0||/\{\{(?!\s*(?:EC2PrivateDNSName|SessionName|AccountID))|\$\{/.test(r)))for(let i of m(ir(r)))or(i,{manifest:e,path:n},t)}function ir(e){if(!(e.length>1048576))try{return(0,ge.parse)(e,{maxAliasCount:10})}catch{return}}const ar=[`system:bootstrappers`,`system:nodes`];function or(e,{manifest:t,path:n},{report:r}){let i=f(e),a=o(i?.username)??``;if(!i||!/^system:node:\{\{\s*EC2PrivateDNSName\s*\}\}$/.test(a))return;let s=m(i.groups).map(o),c=ar.filter(e=>!s.includes(e));if(c.length===0)return;let l=o(i.rolearn??i.arn)??``;r({manifest:t,at:t.span(n),message:`Nodes with the role \`${l.split(`/`).at(-1)}\` cannot join the cluster, because its mapping lacks ${B(c,` and `)}`,help:`Add ${B(c,` and `)} to the groups of the mapping.`})}function sr(){return{bad:[w(T`
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
- system:bootstrappers`}),w(T`
          apiVersion: eksctl.io/v1alpha5
          kind: ClusterConfig
          metadata:
            name: demo
            region: us-east-1
          iamIdentityMappings:
            - arn: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo
              username: system:node:{{EC2PrivateDNSName}}
        `,{"username: system:node:{{EC2PrivateDNSName}}":T`
            username: system:node:{{EC2PrivateDNSName}}
            groups: [system:bootstrappers, system:nodes]
          `})],good:[T`
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
      `]}}const cr=`1.22`,lr=k({id:`bottlerocket-raid`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[96],on:{NodeClass(e,{report:t,karpenter:n}){let r=e.get([`spec`,`instanceStorePolicy`]);if(n.bottlerocketRaid&&r===`RAID0`&&z(e)===`Bottlerocket`)for(let{path:n,term:r}of Wt(e)){let i=/^bottlerocket@v?(\d+\.\d+)\.\d+$/.exec(o(r.alias)??``)?.[1];i===void 0||pn(i,cr)>=0||t({at:e.span([...n,`alias`]),message:`Bottlerocket ${i} does not understand the user data for \`instanceStorePolicy: RAID0\`, so its nodes never join the cluster`,labels:[{span:e.span([`spec`,`instanceStorePolicy`]),message:`Karpenter writes user data for this policy`}],help:`Pin Bottlerocket ${cr}.0 or newer, or remove \`instanceStorePolicy\`.`})}}},docs:{summary:`A node class asks for a RAID of instance stores on a Bottlerocket release that does not support it.`,why:"For `instanceStorePolicy: RAID0` Karpenter writes a bootstrap command into the user data. Bottlerocket understands that command from 1.22.0 on. Older images reject their settings, and the nodes never join the cluster.",help:"Pin Bottlerocket 1.22.0 or newer, or remove `instanceStorePolicy`.",url:`https://karpenter.sh/docs/upgrading/upgrade-guide/`},examples:ur});function ur(){return{bad:[w(j(T`
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.21.1
        `),{"bottlerocket@v1.21.1":`bottlerocket@v1.22.0`},{"instanceStorePolicy: RAID0":``})],good:[j(T`
        instanceStorePolicy: RAID0
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
      `),D({karpenter:`1.0`},j(T`
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.21.1
        `))]}}const dr=`/dev/xvda`,fr=`/dev/xvdb`,pr=8*2**30,mr=k({id:`bottlerocket-volumes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[62],on:{NodeClass(e,{report:t}){let n=[`spec`,`blockDeviceMappings`],r=m(e.get(n)).map(e=>o(f(e)?.deviceName)??``),i=r.indexOf(dr);z(e)!==`Bottlerocket`||i===-1||e.isPartial||e.get([`spec`,`instanceStorePolicy`])===void 0&&(r.includes(fr)||r.some(e=>v(e))||hr(e,[...n,i,`ebs`,`volumeSize`])&&t({at:e.span([...n,i,`deviceName`]),message:`\`${dr}\` of Bottlerocket holds only the operating system, so containers and images still have only the 20 GiB of \`${fr}\``,help:`Map \`${fr}\` with this size, and set \`volumeSize\` of \`${dr}\` to \`4Gi\`.`}))}},docs:{summary:`A Bottlerocket node class enlarges the volume of the operating system, not the volume of the containers.`,why:"Bottlerocket has two volumes: `/dev/xvda` for the operating system, and `/dev/xvdb` for images, containers and logs. If a node class maps only `/dev/xvda`, the second volume keeps the 20 GiB of the AMI, and Karpenter works out ephemeral storage from it. Nodes evict pods because the disk is full, or pods fit on no node at all.",help:"Map `/dev/xvdb` with the size that containers need, and set `/dev/xvda` to about 4 GiB.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:gr});function hr(e,t){let n=e.get(t);return typeof n==`string`&&(Se(n)??0)>pr}function gr(){return{bad:[w(j(T`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 100Gi
        `),{"volumeSize: 100Gi":`volumeSize: 4Gi`,"- deviceName: /dev/xvda":T`
            - deviceName: /dev/xvdb
              ebs:
                volumeSize: 100Gi
            - deviceName: /dev/xvda
          `})],good:[j(T`
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        blockDeviceMappings:
          - deviceName: /dev/xvda
            ebs:
              volumeSize: 4Gi
          - deviceName: /dev/xvdb
            ebs:
              volumeSize: 100Gi
      `),j(T`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          instanceStorePolicy: RAID0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 20Gi
        `,`nvme`),j(T`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 4Gi
                encrypted: true
        `,`encrypted`)]}}const _r=e=>zt(e).filter(({key:e})=>x(e)===S.capacityType),vr=e=>_r(e).find(({operator:e,values:t,isKnown:n})=>n&&e===`In`&&t.length>0&&t.every(({text:e})=>e===`reserved`)),yr=[`spec`,`capacityReservationSelectorTerms`],br=k({id:`capacity-reservations`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Capacity reservations`,mistakes:[19],on:{Manifests(e,t){if(t.karpenter.capacityReservations){for(let n of Qt(e))xr(n,e,t);for(let n of I(e))Sr(n,e,t)}}},docs:{summary:`A node class selects capacity reservations that its NodePools cannot use, or a NodePool needs reservations that its node class does not select.`,why:"Reserved capacity has its own capacity type, `reserved`. If every NodePool of a node class allows only `on-demand` or `spot`, the reservations that the node class selects cost money and stay idle. A NodePool that allows only `reserved` launches nothing while its node class selects no reservations.",help:"Add `reserved` to the capacity types of the NodePool, or `capacityReservationSelectorTerms` to its node class.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:wr});function xr(e,t,{report:n}){if(m(e.get(yr)).length===0)return;let r=$t(t,e),i=r.map(Cr),[a]=i;!a||r.some(({isPartial:e})=>e)||i.includes(void 0)||n({manifest:e,at:e.keySpan(yr),message:`No NodePool of \`${e.name}\` allows the capacity type \`reserved\`, so the reservations selected here stay idle`,labels:[{span:r[0].span(a.path),message:"these capacity types exclude `reserved`"}],help:"Add `reserved` to the capacity types of the NodePool that should use them."})}function Sr(e,t,{report:n}){let r=vr(e),i=r&&en(t,e);i&&!i.isPartial&&i.get(yr)===void 0&&n({manifest:e,at:e.span(r.path),message:`\`${e.name}\` allows only reserved capacity, but its node class \`${i.name}\` selects no reservations, so Karpenter launches nothing for it`,help:"Add `capacityReservationSelectorTerms` to the node class, or another capacity type to the NodePool."})}const Cr=e=>_r(e).find(({operator:e,values:t,isKnown:n})=>{let r=t.some(({text:e})=>e===`reserved`);return n&&(e===`In`&&!r||e===`NotIn`&&r)});function wr(){return{bad:[w(F(A({requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),j(T`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `)),{"[on-demand]":`[reserved, on-demand]`}),w(F(A({requirements:[`karpenter.sh/capacity-type In [reserved]`],nodeClassRef:`default`}),j(`role: KarpenterNodeRole`)),{"role: KarpenterNodeRole":T`
            role: KarpenterNodeRole
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `},{"[reserved]":`[reserved, on-demand]`})],good:[F(A({requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),A({name:`reserved`,requirements:[`karpenter.sh/capacity-type In [reserved, on-demand]`],nodeClassRef:`default`}),j(T`
          capacityReservationSelectorTerms:
            - id: cr-0123456789abcdef0
        `)),F(A({requirements:[`karpenter.sh/capacity-type In [reserved, on-demand, spot]`],nodeClassRef:`default`}),j(`role: KarpenterNodeRole`))]}}const Tr=(e,t)=>e.source.origin!==void 0&&e.source.origin.root===t.source.origin?.root;function V(e,t,{relation:n}){if(Tr(e,t))return``;let r=n(e,t);return r===void 0?``:`. It is related to \`${e.name||e.kind}\` because ${r}`}const Er=({kind:e,apiVersion:t})=>/^(?:EC2NodeClass|AWSNodeTemplate|Provisioner)$/.test(e)&&/^karpenter\./.test(g(t));function Dr(e,t){if(e.kind===`EC2NodeClass`){let n=[`spec`,`${t}SelectorTerms`];return m(e.get(n)).map((e,t)=>Or(e,[...n,t]))}let n=[...e.kind===`Provisioner`?[`spec`,`provider`]:[`spec`],`${t}Selector`],r=f(e.get(n));if(!r)return[];let i=([e])=>!/^aws(::|-)ids$/.test(e),a=Object.entries(r);return[{path:n,tags:kr(a.filter(i),n),hasOther:!a.every(i)}]}function Or(e,t){let{tags:n,...r}=f(e)??{};return{path:t,tags:kr(Object.entries(f(n)??{}),[...t,`tags`]),hasOther:Object.keys(r).some(e=>e===`id`||e===`name`)}}const kr=(e,t)=>e.map(([e,n])=>{let r=o(n)??``,i=r!==``&&!r.includes(`*`)&&!v(r)&&!v(e);return{path:[...t,e],key:e,value:r,isKnown:i}}),Ar=[`karpenter.sh/discovery`,`KubernetesCluster`,`aws:eks:cluster-name`,`eks:cluster-name`],jr=`kubernetes.io/cluster/`;function Mr(e,t){return Ar.includes(e)?t:e.startsWith(jr)?e.slice(22):void 0}const Nr=e=>e.tags.flatMap(e=>{let t=Mr(e.key,e.value);return t===void 0?[]:[{scheme:e.key.startsWith(jr)?`${jr}…`:e.key,cluster:t,tag:e}]}),Pr=[[`karpenter`,/terraform-aws-modules\/(?:terraform-aws-)?eks\b.*\/\/modules\/karpenter\b/],[`eks`,/terraform-aws-modules\/(?:terraform-aws-)?eks(?:\/aws|\.git)?(?:\?.*)?$/],[`vpc`,/terraform-aws-modules\/(?:terraform-aws-)?vpc(?:\/aws|\.git)?(?:\?.*)?$/]],Fr=e=>Pr.find(([,t])=>t.test(e))?.[0],Ir=e=>e.kind===`module`?Fr(o(e.get([`spec`,`source`]))??``):void 0,Lr={aws_eks_cluster:[`name`],aws_eks_addon:[`cluster_name`],aws_eks_access_entry:[`cluster_name`]},Rr={eks:[`cluster_name`,`name`],karpenter:[`cluster_name`],vpc:[]};function zr(e){let t=[...Ur(e),...qr(e)].filter(({name:e})=>!Br.test(e)&&!v(e)),n=Vr(e);return t.length>0||n?{names:t,...n&&{createsCluster:n}}:void 0}const Br=/^(?:|true|false|yes|no|enabled|owned|shared|\d+)$/i,Vr=e=>e.kind===`aws_eks_cluster`||Ir(e)===`eks`||Hr(e),Hr=({kind:e,apiVersion:t})=>e===`ClusterConfig`&&g(t)===`eksctl.io`||e===`Cluster`&&g(t)===`kops.k8s.io`;function Ur(e){return[...Wr(e),...Kr(e)].flatMap(t=>{let n=o(e.get(t));return n===void 0?[]:[{name:n,isDefined:!0}]})}function Wr(e){let{kind:t}=e;if(Hr(e))return[[`metadata`,`name`]];if(t===`InstanceGroup`)return[[`metadata`,`labels`,`kops.k8s.io/cluster`]];let n=Ir(e);return(n?Rr[n]:Lr[t]??[]).map(e=>[`spec`,e])}const Gr=({chart:e,values:t})=>e===`karpenter`?[[`settings`,`clusterName`],[`settings`,`aws`,`clusterName`],[`clusterName`]].map(e=>[...t,...e]):[],Kr=e=>_t(e).flatMap(Gr);function qr(e){return[...Er(e)?[`subnet`,`securityGroup`].flatMap(t=>Dr(e,t).flatMap(e=>Nr(e).flatMap(({cluster:e})=>/[*,]/.test(e)?[]:[e]))):[],...Jr(e)].map(e=>({name:e,isDefined:!1}))}function Jr(e){if(e.apiVersion!==`terraform/v1`)return[];let t=f(e.get([`spec`]))??{};return Object.entries(t).flatMap(([e,t])=>/(?:^|_)tags$/.test(e)?Object.entries(f(t)??{}).flatMap(([e,t])=>Mr(e,o(t))??[]):[])}const Yr=k({id:`cluster-name`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[83],on:{Manifests(e,t){for(let n of gt(e))Xr(n,t)}},docs:{summary:"Karpenter’s `clusterName` does not match the cluster’s name.",why:`Karpenter tags the instances that it launches with the name of the cluster, asks EKS for the cluster of that name, and writes the name into the user data of nodes. With a wrong name, IAM denies the launch because its conditions name the real cluster, or nodes try to join a cluster that does not exist. Reported only when the repository creates the cluster with Terraform, eksctl or kOps. The values may be in another folder if an environment, a similar name, or being the only cluster relates both.`,help:"Set `clusterName` to the name of the cluster. In Terraform, refer to it, such as `module.eks.cluster_name`.",url:`https://karpenter.sh/docs/reference/settings/`},examples:Qr});function Xr(e,t){let{manifest:n}=e,r=Gr(e).find(e=>n.get(e)!==void 0),i=r&&O(n,r);if(!r||!i)return;let a=t.clusterOf(n).manifests.filter(Vr),[o]=a,s=o&&Wr(o).find(e=>o.get(e)!==void 0),c=o&&s&&O(o,s);a.length===1&&o&&s&&c!==void 0&&c!==i&&t.report({manifest:n,at:n.span(r),message:`\`clusterName\` is \`${i}\`, but the cluster is named \`${c}\``,help:Tr(n,o)?`Refer to the cluster’s name: \`${Zr(o)}\`.`:`Set \`clusterName: ${c}\`.`,labels:[{span:o.span(s),message:`the name of the cluster${V(n,o,t)}`}]})}const Zr=({kind:e,name:t})=>e===`module`?`module.${t}.cluster_name`:`${e}.${t}.name`;function Qr(){return{bad:[w(E`
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
        `,{'"orders"':`module.eks.cluster_name`},{'"orders"':`"orders-prod"`}),w(F(T`
            apiVersion: eksctl.io/v1alpha5
            kind: ClusterConfig
            metadata:
              name: orders-prod
              region: us-east-1
          `,N(`karpenter`,{values:T`
              settings:
                clusterName: orders
            `})),{"clusterName: orders":`clusterName: orders-prod`})],good:[E`
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
      `,E`
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
      `]}}const $r=[`Sid`,`Effect`,`Principal`,`NotPrincipal`,`Action`,`NotAction`,`Resource`,`NotResource`,`Condition`],ei=e=>(Array.isArray(e)?e:e===void 0?[]:[e]).map(e=>String(e));function ti(e){if(e.length>65536)return{fault:`is too long to be an IAM policy`};let t;try{t=JSON.parse(e)}catch{return{fault:`is not JSON`}}let n=y(t)&&y(t.Role)?t.Role.AssumeRolePolicyDocument:t;if(!y(n)||n.Statement===void 0)return{fault:"has no `Statement`"};let r=Array.isArray(n.Statement)?n.Statement:[n.Statement];return r.every(y)?{statements:r.map(ni)}:{fault:`has a statement that is not an object`}}const ni=(e,t)=>({name:typeof e.Sid==`string`&&e.Sid!==``?`\`${e.Sid}\``:`statement ${t+1}`,effect:e.Effect===`Allow`?`Allow`:`Deny`,principals:ri(e.Principal??e.NotPrincipal),actions:ei(e.Action??e.NotAction),isNegated:e.NotAction!==void 0||e.NotResource!==void 0||e.NotPrincipal!==void 0,resources:ei(e.Resource??e.NotResource),conditions:ii(e.Condition),unknown:Object.keys(e).filter(e=>!$r.includes(e))});function ri(e){return y(e)?new Map(Object.entries(e).map(([e,t])=>[e,ei(t)])):new Map(e===void 0?[]:[[`AWS`,ei(e)]])}function ii(e){return y(e)?Object.entries(e).flatMap(([e,t])=>y(t)?Object.entries(t).map(([t,n])=>({operator:e,key:t,values:ei(n)})):[]):[]}function ai(e,t){let[n,r,i,a]=[0,0,-1,0];for(;r<t.length;)if(e[n]===`*`)[i,a,n]=[n,r,n+1];else if(n<e.length&&(e[n]===`?`||e[n]===t[r]))[n,r]=[n+1,r+1];else if(i>=0)[a,n,r]=[a+1,i+1,a+1];else return!1;for(;e[n]===`*`;)n++;return n===e.length}const oi=({actions:e,isNegated:t},n)=>e.some(e=>ai(e.toLowerCase(),n.toLowerCase()))!==t,si=new WeakMap;function ci({all:e,clusterOf:t}){let n=si.get(e);if(n)return n;let r=new Map;for(let n of e.manifests)if(n.kind===`IamPolicy`)for(let e of li(n))c(r,t(n),e);let i=[...r.values()].filter(e=>H(e,`ec2:CreateFleet`));return si.set(e,i),i}function li(e){let t=e.get([`Statement`])===void 0?[`spec`,`Statement`]:[`Statement`],n=ti(JSON.stringify({Statement:m(e.get(t))}));return`fault`in n?[]:n.statements.map((n,r)=>({policy:e,path:[...t,r],statement:n}))}const H=(e,t)=>e.some(({statement:e})=>e.effect===`Allow`&&oi(e,t)),ui=e=>e.every(({policy:e,statement:t})=>!e.isPartial&&!t.actions.some(v));function di({resources:e},t){return e.some(e=>e===`*`||fi(e,t))?!0:e.some(e=>/^\$\{[^}]*\}$/.test(e))?void 0:!1}const fi=(e,t)=>ai(e.replace(/\$\{[^}]{0,200}\}/g,`*`).split(`:`).slice(5).join(`:`).split(`/`)[0]??``,t),pi=k({id:`controller-conditions`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[73],on:{Manifests(e,t){for(let n of ci(t))for(let r of n)_i(r,{statements:n,all:e,context:t})}},docs:{summary:`The IAM policy of Karpenter’s controller requires a tag that Karpenter does not set.`,why:"A condition on a tag holds only if Karpenter sets that tag. Since v1beta1, instances have the tag `karpenter.sh/nodepool` and no longer `karpenter.sh/provisioner-name`. If a policy still requires the old tag, Karpenter can launch nodes but never terminate them, or cannot even launch them. Karpenter sets your own tags only if `spec.tags` of the EC2NodeClass lists them.",help:"Require `karpenter.sh/nodepool` instead, and list your own tags in `spec.tags` of every EC2NodeClass.",url:`https://karpenter.sh/docs/reference/cloudformation/`},examples:bi}),mi=/^(?:aws|ec2):(RequestTag|ResourceTag)\/(.+)$/i,hi=/IfExists$|^Null$|^ForAllValues:|Not/,gi=[`ec2:RunInstances`,`ec2:CreateFleet`,`ec2:CreateLaunchTemplate`,`ec2:TerminateInstances`];function _i(e,t){let{statement:n,policy:r,path:i}=e,a=gi.filter(t=>H([e],t));for(let{operator:o,key:s}of n.conditions){let[,n,c]=mi.exec(s)??[];if(c===void 0||n===void 0||hi.test(o)||!vi(n,c,t))continue;let l=a.filter(n=>!t.statements.some(t=>t!==e&&H([t],n)));l.length!==0&&t.context.report({manifest:r,at:r.keySpan([...i,`Condition`,o,s]),message:`${B(l)} ${l.length>1?`are`:`is`} allowed only with the tag \`${c}\`, which Karpenter does not set`,help:c.startsWith(`karpenter.sh/`)?"Require `karpenter.sh/nodepool` instead.":"Add the tag to `spec.tags` of every EC2NodeClass."})}}function vi(e,t,{all:n,context:r}){if(t===`karpenter.sh/provisioner-name`)return r.karpenter.v1;if(e.toLowerCase()!==`requesttag`||v(t)||/^(?:kubernetes\.io\/cluster\/|karpenter\.|eks:|topology\.kubernetes\.io\/|Name$)/.test(t))return!1;let i=Qt(n);return i.length>0&&i.every(e=>!e.isPartial&&!yi(e.get([`spec`,`tags`]),t))}function yi(e,t){let n=f(e);return n?Object.keys(n).some(e=>e===t||v(e)):e!==void 0}function bi(){return{bad:[w(E`
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
        `,{"karpenter.sh/provisioner-name":`karpenter.sh/nodepool`}),w(E`
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

          ${P(`default`,M)}
        `,{"role: KarpenterNodeRole-demo":T`
            role: KarpenterNodeRole-demo
            tags:
              team: search
          `})],good:[ft`
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
      `]}}const xi=k({id:`controller-permissions`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[74,75],on:{Manifests(e,t){if(!(Si(e)||t.isKarpenterAssumed&&!Ci(e)))for(let n of ci(t))ui(n)&&(Di(n,e,t),Oi(n,t))}},docs:{summary:`The IAM policy of Karpenter’s controller lacks a permission that this version of Karpenter needs.`,why:"New versions of Karpenter may need more permissions, which is easy to forget in an upgrade. The controller then logs errors and cannot act. Without `ec2:CreateTags` on spot requests, it launches no spot instances. Without permissions for instance profiles, no node class with a `role` becomes ready. This rule combines all policies of a cluster. It assumes that they are complete if they allow `ec2:DescribeInstanceTypes`.",help:`Update the policy to the one that Karpenter publishes for this version.`,url:`https://karpenter.sh/docs/reference/cloudformation/`},examples:ki}),Si=({manifests:e})=>e.some(({kind:e})=>e===`Provisioner`||e===`AWSNodeTemplate`);function Ci({manifests:e}){let t=e.filter(({apiVersion:e})=>g(e).startsWith(`karpenter.`));return t.length>0&&t.every(({apiVersion:e})=>ne(e)===`v1`)}const wi=[`ec2:CreateLaunchTemplate`,`ec2:CreateTags`,`ec2:DeleteLaunchTemplate`,`ec2:DescribeImages`,`ec2:DescribeInstances`,`ec2:DescribeInstanceTypeOfferings`,`ec2:DescribeLaunchTemplates`,`ec2:DescribeSecurityGroups`,`ec2:DescribeSubnets`,`ec2:RunInstances`,`ec2:TerminateInstances`],Ti=[`iam:AddRoleToInstanceProfile`,`iam:CreateInstanceProfile`,`iam:DeleteInstanceProfile`,`iam:GetInstanceProfile`,`iam:RemoveRoleFromInstanceProfile`,`iam:TagInstanceProfile`];function Ei({karpenter:e,isKarpenterAssumed:t},n){let r=[...wi,...n&&e.v1?Ti:[]];return t?r:[...r,...n&&e.listInstanceProfiles?[`iam:ListInstanceProfiles`]:[],...e.placementGroupSelector?[`ec2:DescribePlacementGroups`]:[],...e.describeInstanceStatus?[`ec2:DescribeInstanceStatus`]:[]]}function Di(e,t,n){let r=e.find(e=>H([e],`ec2:DescribeInstanceTypes`));if(!r)return;let i=Ei(n,Qt(t).some(e=>e.get([`spec`,`role`])!==void 0&&e.get([`spec`,`instanceProfile`])===void 0)).filter(t=>!H(e,t));if(i.length===0)return;let{policy:a,path:o}=r;n.report({manifest:a,at:a.span([...o,`Action`]),message:`Karpenter${n.isKarpenterAssumed?``:` ${n.karpenter.version}`} needs permissions that this policy does not grant: ${B(i)}`,help:`Allow these actions, as in the policy that Karpenter publishes for this version.`})}function Oi(e,{report:t,karpenter:n}){if(!n.v1)return;let r=e.filter(e=>H([e],`ec2:CreateTags`)),[i]=r,a=`spot-instances-request`,o=r.some(({statement:e})=>di(e,`fleet`)===!0);if(!i||!o||r.some(({statement:e})=>di(e,a)!==!1))return;let{policy:s,path:c}=i;t({manifest:s,at:s.span([...c,`Resource`]),message:`\`ec2:CreateTags\` is not allowed on \`${a}\`, so AWS denies every launch of a spot instance`,help:`Add \`arn:aws:ec2:*:*:${a}/*\` to the resources of this statement.`})}function ki(){return{bad:[w(ft`
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
      `,{'"ec2:DescribeInstances",':ft`
        "ec2:DescribeInstances",
        "ec2:DescribeInstanceStatus",
        "ec2:DescribeInstanceTypeOfferings",
        "ec2:DescribePlacementGroups",
      `}),w(E`
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
"arn:aws:ec2:*:*:spot-instances-request/*",`})],good:[E`
        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions = [
              "ec2:CreateFleet", "ec2:RunInstances", "ec2:CreateLaunchTemplate", "ec2:CreateTags",
              "ec2:TerminateInstances", "ec2:DeleteLaunchTemplate", "ec2:Describe*",
            ]
            resources = ["*"]
          }
        }
      `,E`
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
      `,ft`
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
      `]}}const Ai=k({id:`custom-registration`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[55],on:{NodeClass(e,{report:t,karpenter:n}){let r=Kt(e);n.v1&&z(e)===`Custom`&&r!==void 0&&ji.test(r)&&!r.includes(`karpenter.sh/unregistered`)&&t({at:e.keySpan([`spec`,`userData`]),message:"This user data joins the cluster without the taint `karpenter.sh/unregistered:NoExecute`, so Karpenter does not register its nodes and terminates them after 15 minutes",help:"Register the kubelet with the taint, for example with `--register-with-taints=karpenter.sh/unregistered:NoExecute`."})}},docs:{summary:"The user data of a `Custom` node class joins the cluster without the taint that Karpenter requires.",why:"Since Karpenter 1.0 a node must register with the taint `karpenter.sh/unregistered:NoExecute`. Karpenter removes the taint once the labels of the node are in place. For other AMI families, Karpenter writes the taint into the user data. For `Custom`, you have to do it. Karpenter does not register a node without the taint. It terminates the node after 15 minutes while the next one starts.",help:"Register nodes with the taint: pass `--register-with-taints=karpenter.sh/unregistered:NoExecute` to the kubelet, or set it in the kubelet’s configuration.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#custom`},examples:Mi}),ji=/\/etc\/eks\/bootstrap\.sh|kind: NodeConfig|\bnodeadm init\b|Start-EKSBootstrap|EKS\\Start-/;function Mi(){return{bad:[w(j(T`
            amiFamily: Custom
            amiSelectorTerms:
              - id: ami-0123456789abcdef0
            userData: |
              #!/bin/bash
              /etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'
          `,`ubuntu`),{"--node-labels=team=a":`--node-labels=team=a --register-with-taints=karpenter.sh/unregistered:NoExecute`})],good:[j(T`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          userData: |
            #!/bin/bash
            /etc/eks/bootstrap.sh demo --kubelet-extra-args '--register-with-taints=karpenter.sh/unregistered:NoExecute'
        `,`ubuntu`),j(T`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          userData: |
            #!/bin/bash
            /opt/company/join-cluster
        `,`prepared`),D({karpenter:`0.37`},T`
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
        `)]}}const Ni=[`subnet`,`securityGroup`],Pi={subnet:`subnets`,securityGroup:`security groups`},Fi=k({id:`discovery-selectors`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[76,77],on:{NodeClass:Ii,NodeTemplate:Ii,Provisioner:Ii},docs:{summary:`A node class selects its subnets and security groups by tags that do not fit together.`,why:`Karpenter uses every subnet and security group that the selector terms find. Terms that name different clusters find subnets of one VPC and security groups of another, so every launch fails. Terms that name no cluster may find subnets or security groups that belong to somebody else.`,help:"Select both by the same cluster tag, such as `karpenter.sh/discovery`, as the other node classes in the repository do.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:qi});function Ii(e,t){if(!(e.isPartial||Ri(e,t)))for(let n of Ni)zi(e,n,t)}const Li=(e,t)=>Dr(e,t).flatMap(Nr);function Ri(e,{report:t}){let[n,r]=Ni.map(t=>Li(e,t));for(let i of r){let a=n.filter(e=>e.scheme===i.scheme),o=[...a,...r.filter(({scheme:e})=>e===i.scheme)];if(a.length===0||!o.every(({tag:e})=>e.isKnown))continue;let s=new Set(a.flatMap(({cluster:t})=>[t,`${t}-${e.name}`]));if(r.some(e=>e.scheme===i.scheme&&s.has(e.cluster)))continue;let c=a[0];return t({at:e.span(i.tag.path),message:`\`${e.name}\` selects security groups of cluster \`${i.cluster}\` but subnets of cluster \`${c.cluster}\``,labels:[{span:e.span(c.tag.path),message:`this value selects the subnets`}],help:`Select both by the same \`${i.tag.key.startsWith(`kubernetes.io/`)?i.scheme:i.tag.key}\` tag.`}),!0}return!1}function zi(e,t,{report:n,all:r}){let i=Dr(e,t),a=new Set(Ni.flatMap(t=>Li(e,t)).map(({cluster:e})=>e)),o=i.filter(e=>e.tags.length>0&&!e.hasOther&&Nr(e).length===0&&!Vi(e,a));if(o.length===0||o.some(({tags:e})=>e.some(e=>!e.isKnown&&!e.value.includes(`*`))))return;let{classes:s,naming:c}=Ki(r),l=s.length-+!!s.includes(e),u=c[t].length-+!!c[t].includes(e);if(l>0&&u===0)return;let d=c[t].find(t=>t!==e),f=Ni.flatMap(t=>Li(e,t)).find(e=>Bi(t,e)),p=f?.scheme??(d&&Li(d,t).find(e=>Bi(t,e))?.scheme)??`karpenter.sh/discovery`,ee=f!==void 0||l>0&&u===l;n({at:e.keySpan(o[0].tags[0].path),...!ee&&{severity:`note`},message:`\`${e.name}\` selects ${Pi[t]} by tags that name no cluster${Ui(f,d)}`,help:`Add the tag \`${p}\` to these terms, so that they do not select resources of other clusters in the account.`})}const Bi=(e,{scheme:t})=>e===`securityGroup`||t!==`aws:eks:cluster-name`,Vi=({tags:e},t)=>e.some(({value:e})=>[...t].some(t=>Hi(e,t))),Hi=(e,t)=>{let n=t===``?-1:e.indexOf(t);return n>=0&&!/[a-z0-9]/i.test(e.charAt(n-1))&&!/[a-z0-9]/i.test(e.charAt(n+t.length))};function Ui(e,t){return e?`, although its other terms use \`${e.scheme}\``:t?`, although node class \`${t.name}\` names one`:``}const Wi=({kind:e,apiVersion:t})=>(e===`EC2NodeClass`||e===`AWSNodeTemplate`)&&g(t)===`karpenter.k8s.aws`,Gi=new WeakMap;function Ki(e){let t=Gi.get(e);if(t)return t;let n=e.manifests.filter(e=>Wi(e)&&Ni.some(t=>Dr(e,t).length>0)),r=e=>n.filter(t=>Li(t,e).length>0),i={classes:n,naming:{subnet:r(`subnet`),securityGroup:r(`securityGroup`)}};return Gi.set(e,i),i}function qi(){return{bad:[w(j(T`
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: staging
        `),{staging:`production`}),w(j(T`
          subnetSelectorTerms:
            - tags:
                Name: "*private*"
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
        `),{'Name: "*private*"':`Name: "*private*"
karpenter.sh/discovery: production`})],good:[j(T`
        subnetSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
        securityGroupSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
      `),j(T`
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: production-gpu
        `,`gpu`),j(T`
        subnetSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
        securityGroupSelectorTerms:
          - tags:
              Name: production-node
      `),j(T`
          subnetSelectorTerms:
            - tags:
                KubernetesCluster: demo1.k8s.local
          securityGroupSelectorTerms:
            - tags:
                Name: nodes.demo1.k8s.local
                KubernetesCluster: demo1.k8s.local
        `,`kops`)]}}const U=(e,t=`unknown`)=>({kind:`unknown`,at:e,name:t}),W=(e,t)=>({kind:`scalar`,value:e,at:t,isLiteral:!1}),Ji=(e,t)=>({kind:`string`,pieces:e===``?[]:[{text:e,at:t,form:`made`}],at:t}),Yi=e=>e.kind===`scalar`&&e.value===null,Xi=({pieces:e})=>e.map(({text:e})=>e).join(``),G=e=>e?.kind===`string`&&e.pieces.every(({isUnknown:e})=>!e)?Xi(e):void 0;function K(e){return e.kind===`scalar`?e.value===null?void 0:String(e.value):G(e)}const Zi=({name:e,at:t})=>({text:`\${${e}}`,at:t,form:`made`,isUnknown:!0});function Qi(e){switch(e.kind){case`scalar`:return e.value;case`string`:return G(e);case`list`:{let t=e.items.map(Qi);return t.some(e=>e===void 0)?void 0:t}case`object`:{let t=[...e.entries].map(([e,t])=>[e,Qi(t.value)]);return e.isPartial||t.some(([,e])=>e===void 0)?void 0:Object.fromEntries(t)}case`unknown`:return}}const q=(e,t,n=!1)=>({kind:`object`,entries:new Map(e),at:t,isPartial:n});function $i(e,t){let[n,r]=[Qi(e),Qi(t)];return n===void 0||r===void 0?void 0:ea(n)===ea(r)}const ea=e=>JSON.stringify(e,(e,t)=>typeof t==`object`&&t&&!Array.isArray(t)?Object.fromEntries(Object.entries(t).sort(([e],[t])=>h(e,t))):t);function ta(e,...t){return t.reduce((e,t)=>e?.kind===`object`?e.entries.get(String(t))?.value:e?.kind===`list`?e.items[Number(t)]:void 0,e)}function na(e){if(e.kind===`scalar`||e.kind===`unknown`)return 1;let t=ra.get(e);if(t!==void 0)return t;let n=1+ia(e);return ra.set(e,n),n}const ra=new WeakMap;function ia(e){let t=0;if(e.kind===`string`)for(let{text:n}of e.pieces)t+=1+n.length/64;else if(e.kind===`list`)for(let n of e.items)t+=na(n);else for(let[n,r]of e.entries)t+=1+n.length/64+na(r.value);return t}const J=e=>({...U(e),isExcess:!0}),aa=e=>`isExcess`in e||na(e)>5e4;function oa(e){let t=Xi(e);if(s(t)!==void 0)return U(e.at);let n=(0,ge.parseDocument)(t,{version:`1.2`,merge:!0,strict:!1});if(n.errors.length>0)return U(e.at);let r={places:new fa(e),nodes:0,at:e.at},i=ca(n.contents,r);return i.kind===`object`?{...i,yaml:e}:i}function sa(e){let t=Xi(e),n=new fa(e),r=[0,...[...t.matchAll(/^---(?:[ \t].*)?$\n?/gm)].map(({index:e,0:t})=>e+t.length)];return{kind:`list`,items:r.map((e,i)=>{let a=r[i+1]===void 0?t.length:t.lastIndexOf(`---`,r[i+1]);return{kind:`string`,pieces:n.slice(e,a),at:n.span(e,a)}}).filter(e=>/^[ \t]*[^#\s]/m.test(Xi(e))).map(oa),at:e.at}}function ca(e,t){let n=e?t.places.span(e.range[0],e.range[1]):t.at;if(++t.nodes>5e4||e===null)return e===null?W(null,n):U(n);if((0,ge.isMap)(e))return la(e.items,n,t);if((0,ge.isSeq)(e))return{kind:`list`,items:e.items.map(e=>ca(e,t)),at:n};if(!(0,ge.isScalar)(e))return U(n);let{value:r}=e;if(typeof r==`string`)return da(r,e,t);let i=ua(e,String(r),t);return{...W(r,n),...i&&{piece:i}}}function la(e,t,n){let r=e.flatMap(({key:e,value:t})=>{if(!(0,ge.isScalar)(e))return[];let r=String(e.value),i=n.places.span(e.range[0],e.range[1]),a=ua(e,r,n)??{text:r,at:i,form:`made`};return[[r,{value:ca(t,n),key:a}]]});return q(r,t)}function ua({range:e},t,{places:n}){let[r,...i]=n.slice(e[0],e[1]);return i.length===0&&r?.text===t&&r.form!==`made`?r:void 0}function da(e,t,{places:n,at:r}){let[i,a]=t.range,o=n.slice(i,a),s=(o.map(({text:e})=>e).join(``).length-2===e.length?n.slice(i+1,a-1):[]).map(e=>({...e,form:`made`})),c=n.span(i,a);for(let t of[o,s])if(t.map(({text:e})=>e).join(``)===e)return{kind:`string`,pieces:t,at:c};return o.some(({isUnknown:e})=>e)?{kind:`string`,pieces:[{text:e,at:r,form:`made`,isUnknown:!0}],at:c}:Ji(e,c)}var fa=class{#e;#t=[];#n;constructor({pieces:e,at:t}){this.#e=e,this.#n=t;let n=0;for(let{text:t}of e)this.#t.push(n),n+=t.length}#r(e){let t=0,n=this.#t.length-1;for(;t<n;){let r=t+n+1>>1;this.#t[r]<=e?t=r:n=r-1}return t}piece(e){let t=this.#r(e),n=this.#e[t];return n&&{piece:n,within:e-this.#t[t],index:t}}slice(e,t){let n=[];for(let r=this.#r(e);r<this.#e.length&&this.#t[r]<t;r++){let i=this.#e[r],a=Math.max(0,e-this.#t[r]),o=Math.min(i.text.length,t-this.#t[r]);o>a&&n.push(a===0&&o===i.text.length?i:ha(i,a,o))}return n}span(e,t){let n=this.piece(e),r=this.piece(Math.max(e,t-1));if(!n||!r)return this.#n;let i=ma(n.piece,n.within,n.within+ +(t>e)),a=ma(r.piece,r.within,r.within+ +(t>e));return i.file===a.file&&i.start<=a.start?{...i,end:a.end}:i}};const pa=({form:e})=>e!==`made`;function ma(e,t,n){let{at:r}=e;return pa(e)&&r.end-r.start===e.text.length?{file:r.file,start:r.start+t,end:r.start+n}:r}function ha(e,t,n){let r=ma(e,t,n);return{...e,text:e.text.slice(t,n),at:r}}function ga(e){if(e.kind===`object`&&e.yaml)return e.yaml;let t={pieces:[],at:e.at};return va(e,``,t),{kind:`string`,pieces:t.pieces,at:e.at}}const _a=(e,t,n)=>{e.pieces.push({text:t,at:n,form:`made`})};function va(e,t,n){if(e.kind===`object`&&(e.entries.size>0||e.isPartial))t!==``&&_a(n,`
`,e.at),ya(e,t,n);else if(e.kind===`list`&&e.items.length>0){_a(n,`
`,e.at);for(let r of e.items)_a(n,`${t}-`,r.at),va(r,`${t}  `,n)}else t!==``&&_a(n,` `,e.at),n.pieces.push(...Ca(e)),_a(n,`
`,e.at)}function ya({entries:e,isPartial:t,at:n},r,i){for(let[t,{value:n,key:a}]of e){_a(i,r,n.at);let e=/^[A-Za-z_][\w./-]*$/.test(t)&&!Ta.test(t);i.pieces.push({text:e?t:JSON.stringify(t),at:a?.at??n.at,form:a?.form??`made`}),_a(i,`:`,a?.at??n.at),va(n,`${r}  `,i)}t&&_a(i,`${r}{{ unknown }}\n`,n)}function ba(e){let t=xa(e);return t&&{kind:`string`,pieces:t,at:e.at}}function xa(e){return e.kind===`object`?e.isPartial?void 0:Sa([...e.entries].map(([e,{value:t,key:n}])=>{let r=n?.at??t.at,i=xa(t);return i&&[{text:`${JSON.stringify(e)}:`,at:r,form:`made`},...i]}),`{}`,e.at):e.kind===`list`?Sa(e.items.map(xa),`[]`,e.at):Ca(e)}function Sa(e,t,n){if(e.some(e=>e===void 0))return;let r={text:`,`,at:n,form:`made`};return[{text:t[0],at:n,form:`made`},...e.flatMap((e,t)=>t===0?e:[r,...e]),{text:t[1],at:n,form:`made`}]}function Ca(e){let{at:t}=e;switch(e.kind){case`unknown`:return[Zi(e)];case`list`:return[{text:`[]`,at:t,form:`made`}];case`object`:return[{text:`{}`,at:t,form:`made`}];case`scalar`:return[e.piece??{text:String(e.value),at:t,form:e.isLiteral?`scalar`:`made`}];case`string`:return Ea(e)}}const wa=/^[A-Za-z][\w./-]*$/,Ta=/^(?:true|false|null|yes|no|on|off|y|n)$/i;function Ea(e){let{pieces:t,at:n}=e,[r]=t,i=t.length===1&&r.form===`quoted`&&r.at.end-r.at.start===n.end-n.start-2,a=G(e);return i&&a!==void 0&&JSON.stringify(a)===`"${a}"`?[{text:`"${a}"`,at:n,form:`scalar`}]:t.length===1&&/^(?:file|template|heredoc)$/.test(r.form)&&a!==void 0&&wa.test(a)&&!Ta.test(a)?[...t]:[{text:`"`,at:n,form:`made`},...t.map(e=>Da(e)),{text:`"`,at:n,form:`made`}]}function Da(e){let t=JSON.stringify(e.text).slice(1,-1);return t===e.text?{...e,form:e.form===`quoted`?`quoted`:`made`}:{...e,text:t,form:`made`}}const Y=(e,t)=>e.length>2e4?J(t):{kind:`list`,items:e,at:t},X=e=>e?.kind===`list`,Oa=e=>e?.kind===`object`,ka=e=>(t,n)=>t.every(X)?Y(e(t.map(({items:e})=>e),n),n):U(n),Aa=(e,t)=>{let n=e.filter(Oa),r=e.some(e=>e.kind===`unknown`)||n.some(e=>e.isPartial);if(n.length===0&&r)return U(t);let i=e.findLastIndex(e=>e.kind===`unknown`||e.kind===`object`&&e.isPartial),a=new Map;return e.forEach((e,t)=>{if(Oa(e))for(let[n,r]of e.entries)a.set(n,t<i?{...r,value:U(r.value.at)}:r)}),q(a,n.at(-1)?.at??t,r)},ja=(e,t)=>Y(e.flatMap(e=>X(e)?e.items:[e]),e.find(X)?.at??t),Ma=([e,t,n],r)=>{let i=t&&K(t);return!Oa(e)||i===void 0?U(r):e.entries.get(i)?.value??(e.isPartial?U(r):n??U(r))},Na=([e],t)=>Oa(e)&&!e.isPartial?Y([...e.entries].sort(Pa).map(([e,{value:t,key:n}])=>Ji(e,n?.at??t.at)),t):U(t),Pa=([e],[t])=>h(e,t),Fa=([e],t)=>Oa(e)&&!e.isPartial?Y([...e.entries].sort(Pa).map(([,{value:e}])=>e),t):U(t),Ia=([e],t)=>{if(X(e))return e.items.every(({kind:e})=>e!==`unknown`)?W(e.items.length,t):U(t);if(Oa(e))return e.isPartial?U(t):W(e.entries.size,t);let n=e&&G(e);return n===void 0?U(t):W(n.length,t)},La=([e,t],n)=>{if(!X(e)||!t)return U(n);let r=e.items.map(e=>$i(e,t));return r.includes(!0)?W(!0,n):r.includes(void 0)?U(n):W(!1,n)},Ra=([e,t],n)=>{let r=t&&Number(K(t));return!X(e)||r===void 0||Number.isNaN(r)||e.items.length===0?U(n):e.items.at(r%e.items.length)??U(n)};function za(e,t=0){return e.flatMap(e=>X(e)&&t<20?za(e.items,t+1):[e])}function Ba(e){let t=new Set;return e.filter(e=>{let n=Xa(e);return n!==void 0&&t.has(n)?!1:(n!==void 0&&t.add(n),!0)})}const Va=([e],t)=>X(e)?Y(Ha(Ba(e.items)),e.at):U(t),Ha=e=>{let t=new Map(e.map(e=>[e,K(e)]));return[...t.values()].some(e=>e===void 0)?[...e]:[...e].sort((e,n)=>h(t.get(e),t.get(n)))},Ua=([e],t)=>X(e)?e:U(t),Wa=([e],t)=>Oa(e)?e:U(t),Ga=([e,t],n)=>{if(!X(e)||!X(t))return U(n);let r=e.items.map(K);return r.some(e=>e===void 0)||r.length!==t.items.length?U(n):q(r.map((e,n)=>[e,{value:t.items[n]}]),n)},Ka=([e],t)=>X(e)?Y(e.items.filter(e=>!Yi(e)&&(e.kind!==`string`||Xi(e)!==``)),e.at):U(t),qa=([e,t,n],r)=>{let[i,a]=[Number(t&&K(t)),Number(n&&K(n))];return X(e)&&!Number.isNaN(i+a)?Y(e.items.slice(i,a),e.at):U(r)},Ja=(e,t)=>{let n=e.map(e=>Number(K(e))),[r,i,a]=n.length===1?[0,n[0],1]:[n[0],n[1],n[2]??1],o=Math.ceil((i-r)/a);return!Number.isFinite(o)||o>1e3?U(t):Y(Array.from({length:Math.max(0,o)},(e,n)=>W(r+n*a,t)),t)},Ya=([e],t)=>!X(e)||e.items.length>1?U(t):e.items[0]??W(null,t),Xa=e=>{let t=Qi(e);return t===void 0?void 0:ea(t)};function Za(e){let t=new Set(e.map(Xa));return e=>{let n=Xa(e);return n!==void 0&&t.has(n)}}const Qa=(e,t)=>{let n=e.filter(X).map(({items:e})=>e),r=n.reduce((e,t)=>e*t.length,1);if(n.length<e.length)return U(t);if(r*n.length>1e5)return J(t);let i=n.reduce((e,t)=>e.flatMap(e=>t.map(t=>[...e,t])),[[]]);return Y(i.map(e=>({kind:`list`,items:e,at:t})),t)},$a=(e,t)=>{for(let n of e){if(!X(n))return U(t);if(n.items.length>0)return n}return U(t)},eo=(e,t,n)=>{let r=e.map(K);return r.includes(String(t))?W(t,n):r.includes(void 0)?U(n):W(!t,n)},to={merge:Aa,concat:ja,lookup:Ma,keys:Na,values:Fa,length:Ia,contains:La,element:Ra,toset:Va,tolist:Ua,tomap:Wa,zipmap:Ga,compact:Ka,slice:qa,range:Ja,one:Ya,setproduct:Qa,coalescelist:$a,alltrue:([e],t)=>X(e)?eo(e.items,!1,t):U(t),anytrue:([e],t)=>X(e)?eo(e.items,!0,t):U(t),flatten:([e],t)=>X(e)?Y(za(e.items),e.at):U(t),distinct:([e],t)=>X(e)?Y(Ba(e.items),e.at):U(t),reverse:ka(([e])=>[...e??[]].reverse()),sort:ka(([e])=>Ha(e??[])),setunion:ka(e=>Ha(Ba(e.flat()))),setsubtract:ka(([e,t])=>{let n=Za(t??[]);return(e??[]).filter(e=>!n(e))}),setintersection:ka(([e,...t])=>{let n=t.map(Za);return(e??[]).filter(e=>n.every(t=>t(e)))})},no=4194304,ro=(e,t)=>e.length>no?J(t):Ji(e,t),Z=e=>(t,n)=>{let r=t.map(K);if(r.some(e=>e===void 0))return U(n);let i=e(...r);return i===void 0?J(n):typeof i==`string`?ro(i,n):W(i,n)};function io(e,t,n){let r=n.length-t.length,i=r>0?(no-e.length)/r:1/0;return ao(e,t,i)>i?void 0:e.replaceAll(t,()=>n)}function ao(e,t,n){if(t===``)return e.length+1;let r=0;for(let i=e.indexOf(t);i!==-1&&r<=n;i=e.indexOf(t,i+t.length))r++;return r}function oo(e){if(e.kind===`string`)return e.pieces;if(e.kind===`unknown`)return[Zi(e)];let t=K(e);return t===void 0?void 0:[{text:t,at:e.at,form:`made`}]}function so(e,t){let n=[],r=0;for(let i of e){for(let e of i??[])r+=e.text.length,n.push({...e,form:`made`});if(i===void 0)return U(t);if(n.length>5e4||r>no)return J(t)}return{kind:`string`,pieces:n,at:t}}const co=([e,...t],n)=>{let r=e&&G(e);if(r===void 0||t.some(({kind:e})=>e!==`list`))return U(n);let i=t.flatMap(e=>e.items);return i.length>5e4?J(n):so(i.flatMap((e,t)=>[...t>0?[[{text:r,at:n,form:`made`}]]:[],oo(e)]),n)},lo=([e,t],n)=>{let[r,i]=[e&&G(e),t&&G(t)];return r===void 0||i===void 0?U(n):ao(i,r,5e4)>5e4?J(n):{kind:`list`,items:i.split(r).map(e=>Ji(e,t.at)),at:n}},uo=([e,...t],n)=>{let r=e&&G(e);if(r===void 0)return U(n);let i=[],a=0,o=0;for(let e of r.matchAll(/%(?:%|(0?)(\d*)([sdvqt]))|%/g))e.index>o&&i.push([{text:r.slice(o,e.index),at:n,form:`made`}]),o=e.index+e[0].length,e[0]===`%%`?i.push([{text:`%`,at:n,form:`made`}]):i.push(e[3]===void 0?void 0:fo(e,t[a++],n));return o<r.length&&i.push([{text:r.slice(o),at:n,form:`made`}]),so(i,n)};function fo(e,t,n){if(!t)return;let r=oo(t),[,i,a,o]=e;if(a===``&&o!==`q`||t.kind===`unknown`)return r;let s=K(t);if(s!==void 0)return[{text:(o===`q`?JSON.stringify(s):s).padStart(Math.min(Number(a),100),i?`0`:` `),at:n,form:`made`}]}const po=([e,t],n)=>{let r=e?.kind===`scalar`&&typeof e.value==`number`?` `.repeat(Math.min(e.value,100)):void 0;return r===void 0||t?.kind!==`string`?U(n):t.pieces.some(({text:e})=>ao(e,`
`,5e4)>5e4)?J(n):{kind:`string`,pieces:t.pieces.flatMap(e=>mo(e,r)),at:t.at}};function mo(e,t){let n=e.text.split(/(?<=\n)/),r=e.form!==`made`&&e.at.end-e.at.start===e.text.length,i=0;return n.flatMap(n=>{let a=r?{...e.at,start:e.at.start+i,end:e.at.start+i+n.length}:e.at;i+=n.length;let o={...e,text:n,at:a};return n.endsWith(`
`)?[o,{text:t,at:a,form:`made`}]:[o]})}const ho=(e,t)=>{for(let n of e){if(n.kind===`unknown`)return U(t);if(!Yi(n)&&G(n)!==``)return n}return U(t)},go=e=>e.replace(/(^|\s)(\S)/g,(e,t,n)=>t+n.toUpperCase()),_o=(e,t)=>{let n=new Set(t),r=e=>e!==void 0&&n.has(e),[i,a]=[0,e.length];for(;i<a&&r(e[i]);)i++;for(;a>i&&r(e[a-1]);)a--;return e.slice(i,a)};function vo(e){let t=e.length;for(;e[t-1]===`
`;)t-=e[t-2]===`\r`?2:1;return e.slice(0,t)}const yo={join:co,split:lo,format:uo,indent:po,coalesce:ho,lower:Z(e=>e.toLowerCase()),upper:Z(e=>e.toUpperCase()),title:Z(go),trimspace:Z(e=>e.trim()),chomp:Z(vo),trim:Z(_o),trimprefix:Z((e,t)=>e.startsWith(t)?e.slice(t.length):e),trimsuffix:Z((e,t)=>t!==``&&e.endsWith(t)?e.slice(0,-t.length):e),startswith:Z((e,t)=>e.startsWith(t)),endswith:Z((e,t)=>e.endsWith(t)),strcontains:Z((e,t)=>e.includes(t)),replace:Z(io),substr:Z((e,t,n)=>{let r=Number(t)<0?e.length+Number(t):Number(t);return Number(n)<0?e.slice(r):e.slice(r,r+Number(n))}),basename:Z(e=>e.split(`/`).at(-1)),dirname:Z(e=>e.split(`/`).slice(0,-1).join(`/`)||`.`)},bo=e=>{let t=e&&K(e);return t===void 0||t.trim()===``||Number.isNaN(Number(t))?void 0:Number(t)},xo=e=>(t,n)=>{let r=t.map(bo);return r.some(e=>e===void 0)?U(n):W(e(...r),n)};function So(e){try{return JSON.parse(e)}catch{return}}const Co=([e],t)=>e&&e.kind!==`unknown`&&ba(e)||U(t),wo=([e],t)=>{if(e?.kind!==`string`)return U(t);let n=G(e),r=oa(e);return n!==void 0&&So(n)===void 0?U(t):To(r)},To=e=>{if(e.kind!==`object`)return e;let{yaml:t,...n}=e;return n},Eo=([e],t)=>e?.kind===`string`?oa(e):U(t),Do=([e],t)=>e?.kind===`string`?sa(e):U(t),Oo=([e],t)=>!e||e.kind===`unknown`?U(t):ga(e),ko=([e],t)=>{if(!e||e.kind===`string`||e.kind===`scalar`&&e.value===null)return e??U(t);let n=K(e);return n===void 0?U(t):Ji(n,e.at)},Ao=([e],t)=>{let n=bo(e);return e?.kind===`scalar`?e:n===void 0?U(t):W(n,e.at)},jo=([e],t)=>{let n=e&&K(e);return n===`true`||n===`false`?W(n===`true`,e.at):U(t)},Mo=([e],t)=>e??U(t),No=([e,t],n)=>{let r=Number.parseInt((e&&K(e))??``,bo(t)??10);return Number.isNaN(r)?U(n):W(r,n)},Po=new Map([...Object.entries(yo),...Object.entries(to),[`jsonencode`,Co],[`jsondecode`,wo],[`yamlencode`,Oo],[`yamldecode`,Eo],[`provider::kubernetes::manifest_decode`,Eo],[`provider::kubernetes::manifest_decode_multi`,Do],[`provider::kubernetes::manifest_encode`,Oo],[`tostring`,ko],[`tonumber`,Ao],[`tobool`,jo],[`sensitive`,Mo],[`nonsensitive`,Mo],[`parseint`,No],[`max`,xo(Math.max)],[`min`,xo(Math.min)],[`ceil`,xo(Math.ceil)],[`floor`,xo(Math.floor)],[`abs`,xo(Math.abs)],[`signum`,xo(Math.sign)],[`pow`,xo((e,t)=>e**t)],[`sum`,([e],t)=>e?.kind===`list`?xo((...e)=>e.reduce((e,t)=>e+t,0))(e.items,t):U(t)]]),Fo=(e,t)=>({...U(e,t),isError:!0}),Io=e=>e.kind===`unknown`&&`isError`in e;function Lo(e,t,n){return e.kind===`unknown`?{...e,name:`${e.name}.${t}`}:e.kind===`object`?e.entries.get(t)?.value??(e.isPartial?U(n,t):Fo(n,t)):Fo(n,t)}function Ro(e,t,n){return e.kind===`unknown`?U(n,e.name):{kind:`list`,items:(e.kind===`list`?e.items:Yi(e)?[]:[e]).map(e=>t.reduce((e,t)=>Lo(e,t,n),e)),at:n}}const zo={"+":(e,t)=>e+t,"-":(e,t)=>e-t,"*":(e,t)=>e*t,"/":(e,t)=>e/t,"%":(e,t)=>e%t,"<":(e,t)=>e<t,"<=":(e,t)=>e<=t,">":(e,t)=>e>t,">=":(e,t)=>e>=t};function Bo(e,[t,n],r){if(e===`==`||e===`!=`){let i=$i(t,n);return i===void 0?Vo(t,n,e,r):W(i===(e===`==`),r)}if(e===`&&`||e===`||`)return Ho([t,n],e===`||`,r);let[i,a]=[Number(K(t)??NaN),Number(K(n)??NaN)],o=zo[e]?.(i,a);return o===void 0||Number.isNaN(i+a)?U(r):W(o,r)}function Vo(e,t,n,r){let i=e=>e.kind===`object`||e.kind===`list`||e.kind===`string`;return Yi(e)&&i(t)||Yi(t)&&i(e)?W(n===`!=`,r):U(r)}function Ho(e,t,n){let r=e.map(K);return r.includes(String(t))?W(t,n):r.includes(void 0)?U(n):W(!t,n)}function Uo(e,t,n){let r=K(t);return e===`!`?r===`true`||r===`false`?W(r===`false`,n):U(n):r===void 0||Number.isNaN(Number(r))?U(n):W(-Number(r),n)}function Wo(e,t){return aa(e)?(t.spend(1/0),U(e.at)):e}const Go=1e4;function Ko(e){if(e.kind===`list`)return e.items.slice(0,Go).map((e,t)=>({key:W(t,e.at),value:e}));if(e.kind===`object`)return[...e.entries].sort(([e],[t])=>h(e,t)).slice(0,Go).map(([e,t])=>({key:qo(e,t),value:t.value}))}const qo=(e,{key:t,value:n})=>({kind:`string`,pieces:e===``?[]:[{text:e,at:t?.at??n.at,form:`made`}],at:t?.at??n.at});function Jo(e,t,{key:n,value:r}){let[i,a]=t,o=a===void 0?[[i,r]]:[[i,n],[a,r]];return{...e,names:new Map([...e.names,...o])}}const Yo={quoted:`quoted`,heredoc:`heredoc`,file:`template`},Xo=4194304;function Zo(e,t,n){let r={pieces:[],form:t,evaluate:n.evaluate,length:0};return $o(e,n.scope,r),r.length>Xo?J(n.at):{kind:`string`,pieces:r.pieces,at:n.at}}function Qo(e,t){for(let n of t)e.length+=n.text.length,n.text!==``&&e.length<=Xo&&e.pieces.push(n)}function $o(e,t,n){for(let r of e){if(n.length>Xo||!t.spend())return;if(r.kind===`text`){let{text:e,at:t,isLiteral:i}=r,{style:a,indent:o}=n.form;Qo(n,[{text:e,at:t,form:i?Yo[a]:`made`,...o>0&&{indent:o}}])}else r.kind===`value`?es(n.evaluate(r.expression,t),r.at,{scope:t,writer:n}):r.kind===`if`?rs(r,t,n):is(r,t,n)}}function es(e,t,{scope:n,writer:r}){n.spend(na(e))&&Qo(r,ts(e,t))}function ts(e,t){if(e.kind===`string`&&e.pieces.length>1)return e.pieces.map(e=>ns(e,t));let n=K(e);return n===void 0?e.kind===`string`?e.pieces.map(e=>({...e,at:t,form:`made`})):[{...Zi(e.kind===`unknown`?e:U(t)),at:t}]:[{text:n,at:t,form:`made`}]}const ns=(e,t)=>e.isUnknown?{...e,at:t}:e;function rs(e,t,n){let r=K(n.evaluate(e.condition,t));r===void 0?Qo(n,[as(n,e.at)]):$o(r===`true`?e.whenTrue:e.whenFalse,t,n)}function is(e,t,n){let r=Ko(n.evaluate(e.of,t));if(!r||e.names.length===0)Qo(n,[as(n,e.at)]);else for(let i of r)$o(e.parts,Jo(t,e.names,i),n)}function as({pieces:e},t){let n=e.slice(-3).map(({text:e})=>e).join(``);return{text:/(?:^|\n)[ \t]*$/.test(n)?`{{ unknown }}
`:"${unknown}",at:t,form:`made`,isUnknown:!0}}function Q(e,t){return t.spend()?Wo(os(e,t),t):U(e.at)}function os(e,t){let{at:n}=e;switch(e.kind){case`literal`:return{kind:`scalar`,value:e.value,at:n,isLiteral:!0};case`template`:return bs(e.parts,e.form,{at:n,scope:t});case`tuple`:return{kind:`list`,items:e.items.map(e=>Q(e,t)),at:n};case`object`:return ss(e.entries,n,t);case`variable`:case`attribute`:return ds(e,t);case`index`:return fs(e,t);case`splat`:return Ro(Q(e.of,t),e.path,n);case`call`:return hs(e,t);case`conditional`:return _s(e,t);case`binary`:return ps(e,t);case`unary`:return Uo(e.operator,Q(e.operand,t),n);case`for`:return vs(e,t);case`unreadable`:return U(n)}}function ss(e,t,n){let r=new Map,i=!1;for(let{key:t,value:a}of e){let e=Q(t,n),o=K(e)??(n.keepsPartialKeys?cs(e):void 0);o===void 0?i=!0:r.set(o,{value:Q(a,n),key:ls(o,e,t.at)})}return q(r,t,i)}const cs=e=>e.kind===`string`?Xi(e):e.kind===`unknown`?Zi(e).text:void 0;function ls(e,t,n){if(n.end-n.start===e.length)return{text:e,at:n,form:`key`};let[r]=t.kind===`string`?t.pieces:[];return r?.form===`quoted`&&r.text===e?r:{text:e,at:n,form:`made`}}function us(e){if(e.kind===`variable`)return[e.name];if(e.kind===`attribute`){let t=us(e.of);return t&&[...t,e.name]}}function ds(e,t){let{at:n}=e,r=us(e);if(r===void 0){let{of:r,name:i}=e;return Lo(Q(r,t),i,n)}let i=t.names.get(r[0]),{value:a,steps:o}=i?{value:i,steps:1}:t.resolve(r,n);return r.slice(o).reduce((e,t)=>Lo(e,t,n),a)}function fs({of:e,key:t,at:n},r){let[i,a]=[Q(e,r),Q(t,r)];if(i.kind===`unknown`)return Io(i)?i:U(n,i.name);let o=K(a);return o===void 0?U(n):i.kind===`list`?i.items[Number(o)]??Fo(n,o):Lo(i,o,n)}function ps({operator:e,left:t,right:n,at:r},i){let a=[Q(t,i),Q(n,i)];return i.spend(ms(a))?Bo(e,a,r):U(r)}const ms=e=>e.reduce((e,t)=>e+na(t),0)/16;function hs({name:e,args:t,isExpanded:n,at:r},i){if(e===`try`)return gs(t,r,i);let a=t.map(e=>Q(e,i)),o=a.at(-1);if(n&&o?.kind!==`list`)return U(r);let s=n&&o?.kind===`list`?[...a.slice(0,-1),...o.items]:a;if(e===`can`)return s.some(Io)?W(!1,r):s.some(({kind:e})=>e===`unknown`)?U(r):W(!0,r);let c=i.hostFunction(e)??Po.get(e);if(!c||!i.spend(ms(s)))return U(r);let l=c(s,r);return i.spend(na(l))?l:U(r)}function gs(e,t,n){for(let t of e){let e=Q(t,n);if(!Io(e))return e}return U(t)}function _s({condition:e,whenTrue:t,whenFalse:n,at:r},i){let a=K(Q(e,i));if(a===`true`)return Q(t,i);if(a===`false`)return Q(n,i);let[o,s]=[Q(t,i),Q(n,i)];return i.spend(ms([o,s]))&&$i(o,s)?o:U(r)}function vs(e,t){let{at:n,of:r,names:i,condition:a}=e,o=Q(r,t),s=Ko(o);if(!s||i.length===0)return U(n);let c=s.map(e=>Jo(t,i,e)),l=c.map(e=>a?K(Q(a,e)):`true`),u=o.kind===`object`&&o.isPartial||l.includes(void 0),d=c.filter((e,t)=>l[t]===`true`);if(!e.key){let t=d.map(t=>Q(e.value,t));return{kind:`list`,items:u?[...t,U(n)]:t,at:n}}return ys({...e,key:e.key},d,u)}function ys({key:e,value:t,isGrouped:n,at:r},i,a){let o=new Map,s=new Map,c=!1;for(let a of i){let i=Q(e,a),l=K(i);if(l===void 0){c=!0;continue}let u=Q(t,a),d={text:l,at:i.at,form:`made`},f=s.get(l)??[];s.set(l,f),f.push(u),o.set(l,{value:n?{kind:`list`,items:f,at:r}:u,key:d})}return q(o,r,a||c)}function bs(e,t,{at:n,scope:r}){let[i]=e;return e.length===1&&i?.kind===`value`&&t.style===`quoted`?Q(i.expression,r):Zo(e,t,{at:n,scope:r,evaluate:Q})}const xs=new Set([`count`,`for_each`,`provider`,`providers`,`depends_on`,`lifecycle`,`provisioner`]);function Ss({block:e,scope:t}){let n=Wo(Cs(e.body,t,e.head),t);return n.kind===`object`?n:q([],e.head,!0)}function Cs(e,t,n){let r=new Map;for(let[n,{value:i,nameAt:a}]of e.attributes)xs.has(n)||r.set(n,{value:Q(i,t),key:{text:n,at:a,form:`key`}});for(let n of e.blocks){let e=n.type===`dynamic`?n.labels[0]??``:n.type;if(xs.has(e))continue;let i=n.type===`dynamic`?ws(n,t):[Cs(n.body,t,n.head)],a=r.get(e)?.value,o=a?.kind===`list`?a.items:[],s={text:e,at:n.head,form:`made`};r.set(e,{value:{kind:`list`,items:[...o,...i],at:n.head},key:s})}return q(r,n)}function ws({body:e,labels:t,head:n},r){let i=e.attributes.get(`for_each`)?.value,a=e.blocks.find(({type:e})=>e===`content`),o=i&&Ko(Q(i,r));return!o||!a?[U(n)]:o.map(({key:e,value:i})=>{let o=q([[`key`,{value:e}],[`value`,{value:i}]],i.at);return Cs(a.body,Jo(r,[t[0]??``],{key:e,value:o}),n)})}function Ts(e,{name:t,at:n,spec:r}){let i=e=>({value:Ji(e,n)});return q([[`apiVersion`,i(`terraform/v1`)],[`kind`,i(e)],[`metadata`,{value:q([[`name`,i(t)]],n)}],[`spec`,{value:r}]],n)}const Es=e=>t=>[{name:t.address,text:e(t)}],Ds=e=>t=>{let n=e(t);return n?[{name:t.address,text:n}]:[]},Os=e=>{let{block:t,address:n}=e,r=t.labels.at(-1)??``,i=ks(Ss(e),t);return[{name:n,text:ga(Ts(t.labels[0]??t.type,{name:r,at:t.head,spec:i}))}]};function ks(e,{body:t}){let n=t.blocks.find(({type:e})=>e===`lifecycle`)?.body.attributes.get(`ignore_changes`)?.value;if(n?.kind!==`tuple`)return e;let r=n.items.flatMap(e=>{let t=e.kind===`index`||e.kind===`attribute`?e.of:e;return t.kind===`variable`?[t.name]:[]}).map(e=>[e,{value:U(n.at,`ignored.${e}`)}]);return q([...e.entries,...r],e.at,e.isPartial)}const As=`unread_module`;function js({block:e,scope:t,address:n}){let r=e.body.attributes.get(`source`),i=r?[[`source`,{value:Q(r.value,t)}]]:[],a=q(i,e.head);return{name:n,text:ga(Ts(As,{name:e.labels[0]??``,at:e.head,spec:a}))}}const Ms=e=>{let{block:t,address:n}=e,r=Ss(e);return[{name:n,text:ga(Ts(`module`,{name:t.labels[0]??``,at:t.head,spec:q(r.entries,r.at)}))}]},Ns={subnet:new WeakMap,securityGroup:new WeakMap};function Ps(e,t){let n=Ns[t].get(e)??Fs(e,t);return Ns[t].set(e,n),n}function Fs(e,t){if(Ls(e,t))return[];let n=e.manifests.flatMap(n=>t===`subnet`?Ws(n):ic(n,e)),r=Vs(e,t),i=n.map(e=>Us(e,r));return t===`subnet`&&!fc(e,i)?[]:i}const Is=/\/modules\/|blueprints-addons?|\b(?:irsa|iam|s3|ecr|kms|acm|route53|argocd|helm|label|pod-identity|rds|dynamodb)\b/,Ls=(e,t)=>e.ofKind(As).some(e=>{let n=o(e.get([`spec`,`source`]))??``;if(n.includes(`security-group`))return t===`securityGroup`;let r=/\bterraform-aws-modules\/(?:terraform-aws-)?([\w-]+)/.exec(n)?.[1];return(r===void 0||/^(?:vpc|eks)$/.test(r))&&!Is.test(n)});function Rs({manifest:e,fields:t}){let n=new Map,r=e.isPartial?[``]:[];for(let i of t){let t=e.get(i),a=f(t);if(!a)t!=null&&r.push(``);else for(let[t,s]of Object.entries(a)){let a=[...i,t],c=o(s);v(t)?r.push(t.split(/\$\{|\{\{/)[0]):n.set(t,{manifest:e,path:a,value:c===void 0||v(c)?void 0:c})}}return{tags:n,unknownKeys:r}}const zs=/^(?:aws:|kubernetes\.io\/cluster\/)/;function Bs(e,{tool:t=`Terraform`,setByOthers:n=zs,...r}){let{manifest:i,fields:a}=e,{tags:o,unknownKeys:s}=Rs(e);return{manifest:i,tool:t,tags:o,tagsAt:a.toReversed().find(e=>i.get(e)!==void 0)??[`metadata`,`name`],mayAlsoHave:e=>n.test(e)||s.some(t=>e.startsWith(t)),...r}}function Vs(e,t){let n=e.ofKind(`aws_default_tags`).map(e=>Rs({manifest:e,fields:[[`spec`,`default_tags`,0,`tags`]]})),r=e.ofKind(`aws_ec2_tag`).filter(e=>Hs(e,t)).map(e=>o(e.get([`spec`,`key`]))??"${unknown}");return{tags:new Map(n.flatMap(({tags:e})=>[...e])),mayAlsoHave:e=>r.some(t=>t===e||v(t))||n.some(({unknownKeys:t})=>t.some(t=>e.startsWith(t)))}}function Hs(e,t){let n=o(e.get([`spec`,`resource_id`]))??``;return t===`subnet`?!/security_group/.test(n):!/subnet/.test(n)}const Us=(e,t)=>({...e,tags:new Map([...t.tags,...e.tags]),mayAlsoHave:n=>e.mayAlsoHave(n)||t.mayAlsoHave(n)});function Ws(e){return e.kind===`aws_subnet`?[Gs(e)]:Ir(e)===`vpc`?qs(e):Xs(e)?$s(e):Zs(e)?nc(e):[]}function Gs(e){let t=o(e.get([`spec`,`availability_zone`])),n=e.get([`spec`,`map_public_ip_on_launch`]);return Bs({manifest:e,fields:[[`spec`,`tags`]]},{tagsIn:`\`tags\` of \`aws_subnet.${e.name}\``,isPreferred:n!==!0&&!/public/i.test(e.name),zones:t===void 0||v(t)?void 0:[t],isPublic:n===!0||!/private/i.test(e.name)&&void 0})}const Ks=[`private`,`public`,`intra`,`database`,`elasticache`,`redshift`,`outpost`];function qs(e){return Ks.filter(t=>Js(e,`${t}_subnets`)).map(t=>{let n=`${t}_subnet_tags`,r=[`spec`,`${n}_per_az`],i=Bs({manifest:e,fields:[[`spec`,`tags`],[`spec`,n]]},{tagsIn:`\`${n}\` of \`module.${e.name}\``,isPreferred:t===`private`,zones:Ys(e,`${t}_subnets`),isPublic:t===`public`,setByOthers:/^(?:aws:|kubernetes\.io\/cluster\/|Name$)/});return e.get(r)===void 0?i:{...i,mayAlsoHave:()=>!0}})}const Js=(e,t)=>{let n=e.get([`spec`,t]);return n!=null&&!(Array.isArray(n)&&n.length===0)};function Ys(e,t){let[n,r]=[`azs`,t].map(t=>e.get([`spec`,t]));if(!Array.isArray(n)||!Array.isArray(r)||e.isPartial)return;let i=n.slice(0,r.length).map(e=>o(e)??``);return i.length>0&&i.every(e=>/^[a-z0-9-]+$/.test(e))?i:void 0}const Xs=({kind:e,apiVersion:t})=>e===`ClusterConfig`&&g(t)===`eksctl.io`,Zs=({kind:e,apiVersion:t})=>e===`Cluster`&&g(t)===`kops.k8s.io`,Qs=/^(?:aws:|alpha\.eksctl\.io\/|eksctl\.|kubernetes\.io\/|Name$)/;function $s(e){return e.get([`vpc`,`id`])!==void 0||e.get([`vpc`,`subnets`])!==void 0?[]:[ec(e)]}const ec=e=>Bs({manifest:e,fields:[[`metadata`,`tags`]]},{tool:`eksctl`,tagsIn:"`metadata.tags` of the ClusterConfig",isPreferred:!0,setByOthers:Qs}),tc=/^(?:aws:|kops\.k8s\.io\/|kubernetes\.io\/|k8s\.io\/|Name$|SubnetType$)/;function nc(e){let t=m(e.get([`spec`,`subnets`]));return t.some(e=>f(e)?.id!==void 0)||t.length===0?[]:[rc(e)]}function rc(e){let t=Bs({manifest:e,fields:[[`spec`,`cloudLabels`]]},{tool:`kOps`,tagsIn:"`spec.cloudLabels` of the Cluster",isPreferred:!0,setByOthers:tc}),n={manifest:e,path:[`metadata`,`name`],value:e.name};return{...t,tags:new Map([...t.tags,[`KubernetesCluster`,n]])}}function ic(e,t){if(e.kind===`aws_security_group`){let n=ac(e);return uc(t)?[n]:[{...n,mayAlsoHave:e=>!n.tags.has(e)}]}return e.kind===`aws_eks_cluster`?[oc(e)]:Ir(e)===`eks`?cc(e):Xs(e)?[ec(e)]:Zs(e)?[{...rc(e),mayAlsoHave:e=>tc.test(e)}]:[]}const ac=e=>Bs({manifest:e,fields:[[`spec`,`tags`]]},{tagsIn:`\`tags\` of \`aws_security_group.${e.name}\``,isPreferred:/node|worker/i.test(e.name)}),oc=e=>Bs({manifest:e,fields:[[`spec`,`tags`]]},{tagsIn:`an \`aws_ec2_tag\` for the cluster security group of \`aws_eks_cluster.${e.name}\``,isPreferred:!1,setByOthers:/^(?:aws:|kubernetes\.io\/|Name$)/}),sc=[{off:[`create_node_security_group`],tags:[`node_security_group_tags`]},{off:[`create_cluster_security_group`,`create_security_group`],tags:[`cluster_security_group_tags`,`security_group_tags`]},{off:[`create_cluster_primary_security_group_tags`,`create_primary_security_group_tags`],tags:[`cluster_tags`]}],cc=e=>sc.filter(({off:t})=>t.every(t=>e.get([`spec`,t])!==!1)).map(({tags:t})=>Bs({manifest:e,fields:[`tags`,...t].map(e=>[`spec`,e])},{tagsIn:`\`${t[0]}\` of \`module.${e.name}\``,isPreferred:t.includes(`node_security_group_tags`),setByOthers:/^(?:aws:|kubernetes\.io\/|Name$)/})),lc=e=>e.kind===`aws_eks_cluster`||Ir(e)===`eks`,uc=({manifests:e})=>e.some(lc),dc=e=>/^(?:kubernetes\.io|karpenter\.sh|k8s\.io)\//.test(e);function fc(e,t){if(t.some(({tool:e})=>e!==`Terraform`))return!0;let n=t.some(({tags:e})=>[...e.keys()].some(dc)),r=e.manifests.filter(lc).map(e=>pc(e,t));return r.includes(`elsewhere`)?!1:r.includes(`here`)||n}function pc(e,t){let n=[...[`subnet_ids`,`control_plane_subnet_ids`,`subnets`].map(t=>e.get([`spec`,t])),...m(e.get([`spec`,`vpc_config`])).map(e=>f(e)?.subnet_ids)].flatMap(e=>Array.isArray(e)?e:[e]).flatMap(e=>o(e)??[]);return n.some(e=>t.some(({manifest:t})=>e.includes(`${mc(t)}.`)||e.includes(`${mc(t)}}`)))?`here`:t.some(({manifest:t})=>t.source.origin?.root===e.source.origin?.root)&&n.some(e=>/^(?:subnet-|\$\{(?:data|var)\.)/.test(e))?`elsewhere`:`unknown`}const mc=({kind:e,name:t})=>`${e}.${t}`;function hc(e,t){if(e.length>300||t.length>300)return!1;let[n,r,i,a]=[0,0,-1,0];for(;n<e.length;)if(t[r]===`*`)i=r++,a=n;else if(t[r]===`?`||t[r]===e[n])n++,r++;else if(i===-1)return!1;else r=i+1,n=++a;return/^\**$/.test(t.slice(r))}function gc(e,t){if(v(t.key)||t.value===``)return;let n=e.tags.get(t.key);if(!n)return e.mayAlsoHave(t.key)?void 0:!1;if(!(n.value===void 0||v(t.value)))return _c(t).some(e=>hc(n.value,e))}const _c=({value:e})=>e.split(`,`).map(e=>e.trim());function vc(e,t,n){let r=Dr(e,t);if(r.length===0||r.some(({hasOther:e,tags:t})=>e||t.length===0))return;let i=[];for(let e of n){let t=r.map(({tags:t})=>{let n=t.map(t=>gc(e,t));return n.includes(!1)?!1:!n.includes(void 0)||void 0});if(t.includes(!0))i.push(e);else if(t.includes(void 0))return}return i}const yc=k({id:`discovery-tags`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[76],on:{Manifests(e,t){for(let n of e.manifests)if(Er(n)&&!n.isPartial)for(let e of[`subnet`,`securityGroup`])xc(n,e,t)}},docs:{summary:`A node class selects subnets or security groups by a tag that none of them has.`,why:`Karpenter finds subnets and security groups by their tags. If none has the tag with exactly this value, the node class is not ready, and no NodePool that uses it launches anything. Reported only when the repository creates the cluster’s subnets or security groups with Terraform, eksctl or kOps, and all their tags are known. The node class may be in another folder if an environment, the name of the cluster, or being the only cluster relates both.`,help:`Add the tag to the subnets and security groups in which nodes run, or select them by a tag that they have.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:kc}),bc={subnet:[`subnet`,`subnets`],securityGroup:[`security group`,`security groups`]};function xc(e,t,n){let r=Dr(e,t);if(r.length===0||r.some(({hasOther:e,tags:t})=>e||t.length===0))return;let i=Ps(n.clusterOf(e),t);i.length===0||r.some(e=>i.some(t=>e.tags.every(e=>Sc(t,e))))||n.report({manifest:e,...Cc({nodeClass:e,selected:t,resources:i},r[0],n)})}const Sc=(e,t)=>gc(e,t)!==!1;function Cc(e,t,n){let{resources:r}=e,i=t.tags.find(e=>!r.some(t=>Sc(t,e)));if(!i)return Oc(e,t,n);let a=r.flatMap(e=>e.tags.get(i.key)??[]);return a.length>0?Tc(e,{tag:i,given:a},n):Ec(e,i,n)}const wc=({key:e,value:t})=>v(t)?e:`${e}: ${t}`;function Tc({nodeClass:e,selected:t,resources:n},{tag:r,given:i},a){let[o]=i,{tool:s}=n.find(({tags:e})=>e.get(r.key)===o);return{at:e.span(r.path),message:`\`${e.name}\` selects ${bc[t][1]} by \`${wc(r)}\`, but ${s} sets the tag to \`${o.value}\``,help:`Use the same value in both places, for example from one local value.`,labels:[{span:o.manifest.span(o.path),message:`${s} sets the tag here${V(e,o.manifest,a)}`}]}}function Ec({nodeClass:e,selected:t,resources:n},r,i){let[a]=bc[t],o=n.find(({isPreferred:e})=>e)??n[0],s=n.filter(e=>e.isPreferred&&e.manifest!==o.manifest),c=[o,...new Map(s.map(e=>[e.manifest,e])).values()].slice(0,3),{tool:l}=o;return{at:e.keySpan(r.path),message:`\`${e.name}\` selects ${bc[t][1]} by \`${wc(r)}\`, but no ${a} that ${l} creates has this tag, so Karpenter launches no nodes`,help:`Add ${Dc(r,l)} to ${o.tagsIn}.`,labels:c.map(({manifest:t,tagsAt:n},a)=>({span:t.keySpan(n),message:`has no tag \`${r.key}\`${a===0?V(e,t,i):``}`}))}}function Dc({key:e,value:t},n){return v(t)||/[*?,]/.test(t)?`the tag \`${e}\``:n===`Terraform`?`\`"${e}" = "${t}"\``:`\`${e}: ${t}\``}function Oc({nodeClass:e,selected:t,resources:n},r,i){let{tool:a,manifest:o,tagsAt:s}=n[0];return{at:e.span(r.path),message:`\`${e.name}\` selects ${bc[t][1]} that have all these tags, but no ${bc[t][0]} that ${a} creates has all of them, so Karpenter launches no nodes`,help:`Remove the tags that do not belong together, or write them as separate terms.`,labels:[{span:o.keySpan(s),message:`has not all of the tags${V(e,o,i)}`}]}}function kc(){return{bad:[w(E`
          module "vpc" {
            source          = "terraform-aws-modules/vpc/aws"
            private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]

            private_subnet_tags = {
              "karpenter.sh/discovery" = "orders-prod"
            }
          }

          ${P(`default`,j(T`
              role: KarpenterNodeRole-orders
              subnetSelectorTerms:
                - tags:
                    karpenter.sh/discovery: orders
            `))}
        `,{'"orders-prod"':`local.cluster`,'module "vpc" {':`locals {
  cluster = "orders-prod"
}

module "vpc" {`,"karpenter.sh/discovery: orders":"karpenter.sh/discovery: ${local.cluster}"},{"karpenter.sh/discovery: orders":`karpenter.sh/discovery: orders-prod`}),w(E`
          module "vpc" {
            source          = "terraform-aws-modules/vpc/aws"
            private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]

            private_subnet_tags = {
              "kubernetes.io/role/internal-elb" = 1
            }
          }

          ${P(`default`,j(T`
              role: KarpenterNodeRole-orders
              subnetSelectorTerms:
                - tags:
                    karpenter.sh/discovery: orders
            `))}
        `,{'"kubernetes.io/role/internal-elb" = 1':`"kubernetes.io/role/internal-elb" = 1
"karpenter.sh/discovery" = "orders"`})],good:[E`
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

        ${P(`default`,j(T`
            role: KarpenterNodeRole-orders
            subnetSelectorTerms:
              - tags:
                  karpenter.sh/discovery: orders
          `))}
      `,E`
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

        ${P(`default`,j(T`
            role: KarpenterNodeRole-orders
            subnetSelectorTerms:
              - tags:
                  karpenter.sh/discovery: \${local.name}
            securityGroupSelectorTerms:
              - tags:
                  karpenter.sh/discovery: \${local.name}
          `))}
      `,E`
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

        ${P(`default`,j(T`
            role: KarpenterNodeRole-orders
            securityGroupSelectorTerms:
              - tags:
                  Name: orders-node
                  karpenter.sh/discovery: orders
          `))}
      `]}}const Ac=k({id:`helm-settings`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[81,82,98,99],on:{Manifests(e,t){for(let{manifest:n,chart:r,values:i}of gt(e)){let e=[...i,`settings`];r===`karpenter`&&f(n.get(e))&&(Nc(n,e,t),Fc(n,e,t),Ic(n,e,t),Lc(n,e,t),Rc(n,e,t))}}},docs:{summary:`A value for Karpenter’s Helm chart has no effect, or not the intended one.`,why:"The chart passes values on without checking them. Karpenter does not find a queue by its ARN or URL, so it misses interruption warnings. The chart silently drops keys that it does not read. An overhead of 7.5 means 750%, which leaves no instance type any memory. This rule checks HelmReleases, Argo CD Applications, Terraform’s `helm_release` and values files of the chart `karpenter`.",help:`Use the keys that the chart reads, the name of the queue, and a fraction such as 0.075 for the overhead.`,url:`https://karpenter.sh/docs/reference/settings/`},examples:zc}),jc={interruptionQueue:/^(?:aws_sqs_queue\.[\w-]+\.(arn|url|id)|module\.[\w-]+\.(queue_arn|queue_url))$/,clusterName:/^(?:aws_eks_cluster\.[\w-]+\.(arn|endpoint)|module\.[\w-]+\.(cluster_arn|cluster_endpoint))$/},Mc={queue_arn:`queue_name`,queue_url:`queue_name`,cluster_arn:`cluster_name`,cluster_endpoint:`cluster_name`};function Nc(e,t,{report:n}){for(let[r,i]of Object.entries(jc)){let a=[...t,r],o=St(e,a)??``,s=i.exec(o);if(!s)continue;let c=s[1]??s[2],l=`${o.slice(0,-c.length)}${Mc[c]??`name`}`;n({manifest:e,at:e.span(a),message:`\`${r}\` must be a name, but \`${o}\` is not one`,help:`Use \`${l}\`.`})}}const Pc=/^(?:arn:[\w-]+:sqs:|https?:\/\/)/;function Fc(e,t,{report:n}){let r=[...t,`interruptionQueue`],i=o(e.get(r));if(i===void 0||!Pc.test(i))return;let a=i.split(/[:/]/).at(-1),s=a!==``&&!v(a);n({manifest:e,at:e.span(r),message:`\`interruptionQueue\` is ${i.startsWith(`arn:`)?`an ARN`:`a URL`}, but Karpenter finds a queue only by its name`,help:s?`Use \`${a}\`.`:`Use only the name, which is the last part of the ARN or URL.`,...s&&{fix:{description:`Replace with \`${a}\``,edits:b(e,r,a)}}})}function Ic(e,t,{report:n,karpenter:r}){let i=[...t,`interruptionQueueName`],a=e.get([...t,`interruptionQueue`])!==void 0;e.get(i)!==void 0&&!a&&r.v1&&n({manifest:e,at:e.keySpan(i),message:"The chart does not read `interruptionQueueName`, so Karpenter misses interruption warnings",help:"Rename it to `interruptionQueue`.",fix:{description:"Rename to `interruptionQueue`",edits:fe(e,i,`interruptionQueue`)}})}function Lc(e,t,{report:n}){let r=[...t,`vmMemoryOverheadPercent`],i=e.get(r),a=Number(i);if(!(i===null||typeof i!=`number`&&typeof i!=`string`)){if(a>=1&&a<=100){let t=String(Number((a/100).toFixed(4)));n({manifest:e,at:e.span(r),message:`\`vmMemoryOverheadPercent\` is a fraction, so ${i} leaves no instance type any memory`,help:`Use \`${t}\` for ${i}%.`,fix:{description:`Replace with \`${t}\``,edits:b(e,r,t)}})}i===0&&n({manifest:e,at:e.span(r),message:"The chart ignores the number `0` for `vmMemoryOverheadPercent`, so the default of 0.075 applies",help:'Put the value in quotes: `"0"`. Or remove it to keep the default.',fix:{description:`Put the value in quotes`,edits:b(e,r,`"0"`)}})}}function Rc(e,t,{report:n}){let r=[...t,`ignoreDRARequests`];e.get(r)===!1&&n({manifest:e,at:e.span(r),message:"The chart ignores `ignoreDRARequests: false`, so the default applies",help:'Remove it, and set `IGNORE_DRA_REQUESTS` to `"false"` in `controller.env` instead.'})}function zc(){return{bad:[N(`karpenter`,{values:T`
          settings:
            clusterName: demo
            interruptionQueue: arn:aws:sqs:us-east-1:111122223333:karpenter-demo
            vmMemoryOverheadPercent: 7.5
        `}),T`
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
      `,w(N(`karpenter`,{values:T`
            settings:
              clusterName: demo
              vmMemoryOverheadPercent: 0
          `}),{"vmMemoryOverheadPercent: 0":``}),w(N(`karpenter`,{values:T`
            settings:
              clusterName: demo
              ignoreDRARequests: false
          `}),{"ignoreDRARequests: false":``,"values:":T`
            values:
              controller:
                env:
                  - name: IGNORE_DRA_REQUESTS
                    value: "false"
          `}),w(E`
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
        `,{"aws_sqs_queue.interruption.url":`aws_sqs_queue.interruption.name`})],good:[E`
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
      `,N(`karpenter`,{values:T`
          settings:
            clusterName: demo
            interruptionQueue: karpenter-demo
            vmMemoryOverheadPercent: 0.075
        `}),N(`something-else`,{values:T`
          settings:
            vmMemoryOverheadPercent: 7.5
        `})]}}const Bc=k({id:`idle-reservations`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Capacity reservations`,mistakes:[20],on:{Manifests(e,t){for(let n of e.manifests)n.kind===`aws_ec2_capacity_reservation`&&Vc(n,t)}},docs:{summary:`Terraform creates a capacity reservation that no node class selects.`,why:`A capacity reservation costs money whether instances run in it or not. Since Karpenter supports reservations, its launches use only those that a node class selects, and no other open reservations. Reported only when the repository has node classes of the cluster for which Terraform creates the reservation. The rule does not know what else may run in the reservation.`,help:"Select it with `capacityReservationSelectorTerms`, and allow the capacity type `reserved` in the NodePool.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:Hc});function Vc(e,{clusterOf:t,report:n,karpenter:r}){let i=e.get([`spec`,`instance_match_criteria`])??`open`;if(!r.reservedCapacityByDefault||i!==`open`||e.isPartial)return;let a=t(e).ofKind(`EC2NodeClass`);if(a.length===0||a.some(e=>e.isPartial||e.get([`spec`,`capacityReservationSelectorTerms`])!==void 0))return;let[o]=a;n({manifest:e,at:e.span([`metadata`,`name`]),message:`No node class of the cluster selects the capacity reservation \`${e.name}\`, so Karpenter does not launch instances into it`,help:"Select it with `capacityReservationSelectorTerms`, and allow the capacity type `reserved` in the NodePool.",labels:[{span:o.span([`metadata`,`name`]),message:`selects no reservations`}]})}function Hc(){return{bad:[w(E`
          resource "aws_ec2_capacity_reservation" "nodes" {
            instance_type     = "m7i.large"
            instance_platform = "Linux/UNIX"
            availability_zone = "us-east-1a"
            instance_count    = 4
          }

          ${P(`default`,M)}
        `,{"role: KarpenterNodeRole-demo":T`
            role: KarpenterNodeRole-demo
            capacityReservationSelectorTerms:
              - id: \${aws_ec2_capacity_reservation.nodes.id}
          `})],good:[E`
        resource "aws_ec2_capacity_reservation" "nodes" {
          instance_type     = "m7i.large"
          instance_platform = "Linux/UNIX"
          availability_zone = "us-east-1a"
          instance_count    = 4
        }

        ${P(`default`,j(T`
            role: KarpenterNodeRole-demo
            capacityReservationSelectorTerms:
              - tags:
                  team: search
          `))}
      `,E`
        resource "aws_ec2_capacity_reservation" "nodes" {
          instance_type     = "m7i.large"
          instance_platform = "Linux/UNIX"
          availability_zone = "us-east-1a"
          instance_count    = 4
          instance_match_criteria = "targeted"
        }

        ${P(`default`,M)}
      `]}}const Uc=e=>e.ofKind(`aws_sqs_queue`,`module`).flatMap(t=>Wc(t,e));function Wc(e,t){let n=(...t)=>({manifest:e,path:t,name:O(e,t)});if(e.kind===`aws_sqs_queue`){let t=n(`spec`,`name`);return/karpenter/i.test(`${e.name} ${t.name??``}`)?[t]:[]}if(Ir(e)!==`karpenter`||e.get([`spec`,`enable_spot_termination`])===!1)return[];if(e.get([`spec`,`queue_name`])!==void 0)return[n(`spec`,`queue_name`)];let r=[`spec`,`cluster_name`],i=Gc(e,r,t);return[{manifest:e,path:r,name:i&&`Karpenter-${i}`}]}function Gc(e,t,n){let r=O(e,t),[,i,a]=/^(?:module\.([\w-]+)\.cluster_(?:name|id)|aws_eks_cluster\.([\w-]+)\.(?:name|id))$/.exec(St(e,t)??``)??[];if(r!==void 0||(i??a)===void 0)return r;let o=n.ofKind(i===void 0?`aws_eks_cluster`:`module`).filter(e=>e.name===(i??a)&&(i===void 0||Ir(e)===`eks`)),[s]=o,c=s&&Wr(s).find(e=>s.get(e)!==void 0);return o.length===1&&s&&c?O(s,c):void 0}const Kc=k({id:`interruption-queue`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[81],on:{Manifests(e,t){for(let n of gt(e))qc(n,t)}},docs:{summary:"Karpenter’s `interruptionQueue` is not the queue that Terraform creates for it.",why:`AWS sends spot interruptions, health events and rebalance recommendations through an SQS queue. If Karpenter has the name of another queue, or of a queue that does not exist, it receives nothing. When AWS then reclaims a spot node, Karpenter does not move its pods in the two minutes before. Older versions of Karpenter do not even start. Reported only when Terraform creates the queue for the cluster of the release. The values may be in another folder.`,help:"Set `interruptionQueue` to the name of the queue. In Terraform, refer to the queue’s name, such as `module.karpenter.queue_name` or `aws_sqs_queue.karpenter.name`.",url:`https://karpenter.sh/docs/concepts/disruption/#interruption`},examples:Xc});function qc(e,t){let{manifest:n}=e,r=Jc(e).find(e=>n.get(e)!==void 0),i=r&&O(n,r);if(!r||!i||/[:/]/.test(i))return;let a=Uc(t.clusterOf(n)),[o]=a;o&&!a.some(({name:e})=>e===void 0||e===i)&&t.report({manifest:n,at:n.span(r),message:`\`${r.at(-1)}\` is \`${i}\`, but the queue that Terraform creates for Karpenter is named \`${o.name}\``,help:Tr(n,o.manifest)?`Refer to the queue’s name: \`${Yc(o.manifest)}\`.`:`Set \`${r.at(-1)}: ${o.name}\`.`,labels:[{span:o.manifest.span(o.path),message:`the queue${V(n,o.manifest,t)}`}]})}const Jc=({chart:e,values:t})=>e===`karpenter`?[[...t,`settings`,`interruptionQueue`],[...t,`settings`,`aws`,`interruptionQueueName`]]:[],Yc=({kind:e,name:t})=>e===`module`?`module.${t}.queue_name`:`${e}.${t}.name`;function Xc(){return{bad:[w(E`
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
        `,{'"karpenter-prod"':`aws_sqs_queue.karpenter.name`})],good:[E`
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
      `,E`
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
      `]}}const Zc=k({id:`isolated-vpc`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[97],on:{Manifests(e,{clusterOf:t,report:n}){for(let{manifest:r,chart:i,values:a}of gt(e)){if(i!==`karpenter`||r.isPartial)continue;let e=[...a,`settings`,`isolatedVPC`];if(r.get(e)!==void 0)continue;let o=t(r).ofKind(`module`).filter(e=>Ir(e)===`vpc`),[s]=o;o.length===1&&s&&!s.isPartial&&m(s.get([`spec`,`private_subnets`])).length!==0&&(Qc.some(e=>![void 0,!1].includes(s.get([`spec`,e])))||n({manifest:r,at:r.span(e),message:"The VPC of the cluster has only private subnets and no NAT gateway, but `isolatedVPC` is not set, so Karpenter waits for prices that it cannot fetch",help:"Set `settings.isolatedVPC` to `true`, unless traffic leaves the VPC in another way.",labels:[{span:s.span([`spec`,`private_subnets`]),message:`the private subnets`}]}))}}},docs:{summary:"Karpenter runs in a VPC without internet access, but `isolatedVPC` is not set.",why:"Karpenter asks the AWS Pricing API for on-demand prices, and there is no VPC endpoint for that API. If nodes cannot reach the internet, each attempt waits until it times out, and errors fill the log. With `isolatedVPC` Karpenter uses the prices that it was built with. Reported only when Terraform creates the VPC of the cluster with only private subnets and no NAT gateway.",help:"Set `settings.isolatedVPC` to `true`, unless traffic leaves the VPC in another way, such as through a transit gateway.",url:`https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/#private-clusters`},examples:$c}),Qc=[`public_subnets`,`enable_nat_gateway`,`enable_vpn_gateway`,`enable_ipv6`,`create_egress_only_igw`,`propagate_private_route_tables_vgw`];function $c(){return{bad:[w(E`
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
{ name = "settings.isolatedVPC", value = "true" },`})],good:[E`
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
      `,E`
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
      `]}}const el=k({id:`kops-karpenter`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests:nl},docs:{summary:`A kOps specification uses Karpenter in a way that kOps or Karpenter does not support.`,why:"For each InstanceGroup with `manager: Karpenter`, kOps creates a NodePool. It installs Karpenter if the cluster enables it. Karpenter needs permissions for its service account there, and it cannot manage control plane nodes. Without a mixed instances policy, it can launch only the one `machineType`.",help:"Enable Karpenter and `iam.useServiceAccountExternalPermissions` in the Cluster. Remove `manager: Karpenter` from groups of the control plane, and list instance types under `mixedInstancesPolicy`.",url:`https://kops.sigs.k8s.io/operations/karpenter/`},examples:ol}),tl=({apiVersion:e})=>g(e)===`kops.k8s.io`;function nl(e,t){let n=e.manifests.filter(e=>e.kind===`Cluster`&&tl(e)&&!e.isPartial),r=e.manifests.filter(e=>e.kind===`InstanceGroup`&&tl(e)&&e.get([`spec`,`manager`])===`Karpenter`);for(let e of n)rl(e,r,t);for(let e of r)al(e,t)}function rl(e,t,{report:n,clusterOf:r}){let i=e.get([`spec`,`karpenter`,`enabled`])===!0,a=t.find(t=>r(t)===r(e)&&il(t)===e.name);a&&!i&&n({manifest:e,at:e.span([`spec`,`karpenter`,`enabled`]),message:`InstanceGroup \`${a.name}\` has \`manager: Karpenter\`, but \`${e.name}\` does not enable Karpenter, so nothing launches nodes for this group`,help:"Set `spec.karpenter.enabled: true`.",labels:[{span:a.span([`spec`,`manager`]),message:`this group expects Karpenter`}]});let o=[`spec`,`iam`,`useServiceAccountExternalPermissions`],s=e.get(o);i&&(s===void 0||s===!1)&&n({manifest:e,at:e.span(o),message:`Karpenter needs external permissions for service accounts, which this cluster does not enable, so kOps rejects it`,help:"Set `spec.iam.useServiceAccountExternalPermissions: true`, and set a discovery store in `spec.serviceAccountIssuerDiscovery`."})}const il=e=>o(f(e.get([`metadata`,`labels`]))?.[`kops.k8s.io/cluster`]);function al(e,{report:t}){let n=o(e.get([`spec`,`role`]))??``;/^(?:control-?plane|master|apiserver)$/i.test(n)&&t({manifest:e,at:e.span([`spec`,`manager`]),message:`InstanceGroup \`${e.name}\` belongs to the control plane, whose nodes Karpenter cannot manage`,help:"Remove `manager`, so that an auto scaling group manages these nodes."});let r=o(e.get([`spec`,`machineType`]))??``,i=/^[a-z][\w-]*\.[\w-]+$/.test(r);n===`Node`&&i&&e.get([`spec`,`mixedInstancesPolicy`])===void 0&&!e.isPartial&&t({manifest:e,at:e.span([`spec`,`machineType`]),severity:`note`,message:`Karpenter can launch only ${r} for InstanceGroup \`${e.name}\`, so it has no choice when AWS runs out of this type`,help:"List several instance types under `mixedInstancesPolicy.instances`."})}function ol(){return{bad:[w(T`
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
        `,{"cloudProvider: aws":T`
            cloudProvider: aws
            karpenter:
              enabled: true
          `}),w(T`
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
        `,{"cloudProvider: aws":T`
            cloudProvider: aws
            iam:
              useServiceAccountExternalPermissions: true
            serviceAccountIssuerDiscovery:
              discoveryStore: s3://demo-oidc
          `}),w(T`
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
        `,{"manager: Karpenter":``}),w(T`
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
        `,{"machineType: m7i.large":T`
            machineType: m7i.large
            mixedInstancesPolicy:
              instances: [m7i.large, m7a.large]
          `})],good:[T`
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
      `,T`
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
      `]}}const sl=[{field:`maxPods`,spelt:/--max-pods[= ]\d|^[ \t]*maxPods:|^[ \t]*"?max-pods"?\s*=/m},{field:`kubeReserved`,spelt:/--kube-reserved[= ]|^[ \t]*kubeReserved:|^[ \t]*\[settings\.kubernetes\.kube-reserved\]/m},{field:`systemReserved`,spelt:/--system-reserved[= ]|^[ \t]*systemReserved:|^[ \t]*\[settings\.kubernetes\.system-reserved\]/m},{field:`evictionHard`,spelt:/--eviction-hard[= ]|^[ \t]*evictionHard:|^[ \t]*\[settings\.kubernetes\.eviction-hard\]/m}],cl=k({id:`kubelet-in-user-data`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[56],on:{NodeClass(e,{report:t}){let n=Kt(e);if(n===void 0||z(e)===void 0)return;let r=n.replaceAll(/^[ \t]*#.*$/gm,``);if(e.apiVersion!==`karpenter.k8s.aws/v1`)return;let i=f(e.get([`spec`,`kubelet`]))??{},a=sl.filter(({field:e,spelt:t})=>!Object.hasOwn(i,e)&&t.test(r));if(a.length===0)return;let o=a.map(({field:e})=>`\`${e}\``).join(`, `);t({at:e.keySpan([`spec`,`userData`]),message:`User data sets ${o}, which Karpenter does not read there, so it sizes nodes incorrectly`,help:`Move ${o} to \`spec.kubelet\`.`})}},docs:{summary:`User data sets kubelet settings that Karpenter does not read there, so it sizes nodes incorrectly.`,why:"Karpenter works out what fits on a node from `spec.kubelet` of the EC2NodeClass, and never from user data. With another `maxPods` or another reservation there, nodes are smaller or larger than Karpenter assumes. If they are smaller, pods stay pending and Karpenter launches more nodes. If they are larger, they stay half empty. For Amazon Linux 2023 Karpenter’s own settings win anyway, so those in the user data have no effect.",help:"Move the setting to `spec.kubelet`. Karpenter then writes it into the user data itself.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:ll});function ll(){return{bad:[w(j(T`
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
userData: |`}),w(j(T`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            [settings.kubernetes]
            kube-api-qps = 30
            max-pods = 42
        `),{"max-pods = 42":``,"userData: |":`kubelet:
  maxPods: 42
userData: |`})],good:[j(T`
        amiSelectorTerms:
          - alias: al2023@v20260715
        kubelet:
          maxPods: 42
      `),j(T`
        amiSelectorTerms:
          - alias: al2023@v20260715
        userData: |
          apiVersion: node.eks.aws/v1alpha1
          kind: NodeConfig
          spec:
            kubelet:
              config:
                shutdownGracePeriod: 30s
      `),j(T`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          kubelet:
            maxPods: 42
          userData: |
            #!/bin/bash
            /opt/company/join-cluster --max-pods=42
        `,`ubuntu`)]}}const ul=[S.instanceType,S.instanceFamily,S.instanceCategory,S.instanceGeneration],dl=k({id:`lost-defaults`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[9],on:{Manifests(e,{report:t,base:n}){let r=new Map([...n?fl(n):[],...fl(e)].map(e=>[e.name,e]));for(let n of I(e)){let e=r.get(n.name);if(!e||n.isPartial||e.isPartial)continue;let i=zt(n).map(({key:e})=>x(e)),a=pl(e).filter(({key:e})=>!i.some(t=>ml(t,e)));a.length!==0&&t({manifest:n,at:n.keySpan([`spec`,`template`,`spec`,`requirements`]),message:`Provisioner \`${n.name}\` had the defaults ${a.map(hl).join(`, `)}, which NodePool \`${n.name}\` does not have`,help:`Add a requirement for each of these keys, with the old value or the one that you want.`})}}},docs:{summary:`A NodePool replaces a Provisioner, but does not have the requirements that v1alpha5 added by default.`,why:`A Provisioner had defaults: amd64, on-demand and the newer generations of the categories c, m and r. A NodePool has none of them. Once it replaces the Provisioner, Karpenter may launch arm64 nodes for images that are built for amd64, and spot nodes for workloads that cannot handle interruptions. It may also launch burstable, GPU or old instance types if they are cheap.`,help:`Add the old defaults as requirements of the NodePool, or the requirements that should replace them.`,url:`https://karpenter.sh/v0.32/upgrading/v1beta1-migration/`},examples:gl}),fl=e=>e.manifests.filter(({kind:e,apiVersion:t})=>e===`Provisioner`&&g(t)===`karpenter.sh`),pl=e=>zt(e).filter(({path:e,key:t})=>e.length===1&&t!==S.os),ml=(e,t)=>e===t||ul.includes(t)&&ul.includes(e),hl=({key:e,operator:t,values:n})=>`\`${e} ${t} ${n.map(({text:e})=>e).join(`, `)}\``;function gl(){return{bad:[w(D({karpenter:`0.32`},F(T`
              apiVersion: karpenter.sh/v1alpha5
              kind: Provisioner
              metadata:
                name: default
              spec:
                limits:
                  resources:
                    cpu: 100
            `,A({apiVersion:`karpenter.sh/v1beta1`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`]}))),{"requirements:":T`
            requirements:
              - key: kubernetes.io/arch
                operator: In
                values: [amd64]
              - key: karpenter.sh/capacity-type
                operator: In
                values: [on-demand]
          `})],good:[D({karpenter:`0.32`},F(T`
            apiVersion: karpenter.sh/v1alpha5
            kind: Provisioner
            metadata:
              name: default
            spec:
              limits:
                resources:
                  cpu: 100
          `,A({apiVersion:`karpenter.sh/v1beta1`,requirements:[`kubernetes.io/arch In [amd64]`,`karpenter.sh/capacity-type In [on-demand]`,`karpenter.k8s.aws/instance-family In [m5, c5]`]}))),D({karpenter:`0.37`},A({apiVersion:`karpenter.sh/v1beta1`,name:`never-was-a-provisioner`}))]}}const _l=(e,t)=>e.price(t,`on-demand`,e.zonesOf(t)[0]??``)?.hourlyUsd;function vl(e){let t=new WeakMap;return(n,r)=>{let i=t.get(n)??{value:e(n,r)};return t.set(n,i),i.value}}const yl=k({id:`min-values-exotic`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[24],on:{NodePool:bl},docs:{summary:"A NodePool with `minValues` allows bare metal and accelerators, which Karpenter otherwise avoids.",why:"If ordinary instance types are enough, Karpenter removes bare metal types and types with accelerators from the candidates of a launch. It also removes spot types that cost more than on-demand. With `minValues` it removes neither, to keep enough variety. A small pod may then get a machine with 96 cores that takes minutes to start.",help:"List only the instance categories that you want, and exclude bare metal with `karpenter.k8s.aws/instance-hypervisor In [nitro]`.",url:`https://karpenter.sh/docs/concepts/nodepools/#min-values`},examples:wl});function bl(e,{report:t,catalog:n,compatible:r,settings:i}){let a=Yn(n),o=R(e).find(({path:t})=>e.get([...t,`minValues`])!==void 0),s=o&&r(e);if(!a||!s?.isExact||i.karpenter.minValuesPolicy===`BestEffort`)return;let c=xl(s,a);c!==void 0&&t({at:e.span([...o.path,`minValues`]),message:`With \`minValues\`, Karpenter may also launch the ${c.count} of ${s.names.length} instance types of \`${e.name}\` that are bare metal or have accelerators${c.gap}`,help:"If you do not want them, list only the categories that you want, and exclude bare metal with `karpenter.k8s.aws/instance-hypervisor In [nitro]`."})}const xl=vl(({names:e},t)=>{let n=e.map(e=>t.type(e)),r=new Set(n.filter(Cl).map(({name:e})=>e));if(!n.some(Sl)||r.size===n.length)return;let i=e.map(e=>({name:e,usd:_l(t,e)??0})).filter(({usd:e})=>e>0).sort((e,t)=>e.usd-t.usd||h(e.name,t.name)),[a]=i,o=i.findLast(({name:e})=>r.has(e)),s=a&&o?`, up to ${o.name} at $${o.usd.toFixed(2)}/hour, while ${a.name} costs $${a.usd.toFixed(4)}/hour`:``;return{count:r.size,gap:s}}),Sl=({gpus:e,accelerator:t,neuron:n})=>e.length>0||t!==void 0||n!==void 0,Cl=e=>e.isBareMetal||Sl(e);function wl(){return{bad:[w(F(A({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:T`
              - key: karpenter.sh/capacity-type
                operator: In
                values: [on-demand, spot]
              - key: karpenter.k8s.aws/instance-category
                operator: In
                values: [c, m, g]
              - key: karpenter.k8s.aws/instance-family
                operator: Exists
                minValues: 5
            `}),M),{"[c, m, g]":`[c, m]`,"requirements:":T`
            requirements:
              - key: karpenter.k8s.aws/instance-hypervisor
                operator: In
                values: [nitro]
          `})],good:[F(A({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:T`
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
          `}),M),F(A({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand, spot]`,`karpenter.k8s.aws/instance-category In [c, m, g]`]}),M)]}}const Tl=k({id:`older-generation`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[],on:{NodePool:El,Provisioner:El},docs:{summary:`Every instance type of a NodePool is of an old generation, and a newer one costs less.`,why:`Newer generations cost less than those from a decade ago, are faster, and are less often short in supply. A NodePool that names only old families pays more for less, and nothing in the cluster shows it. This rule compares the prices of the region for instance types of similar size and memory with CPUs of the same manufacturer.`,help:"Allow the newer families, by name or with `karpenter.k8s.aws/instance-generation`.",url:`https://karpenter.sh/docs/concepts/nodepools/#instance-types`},examples:Nl});function El(e,{report:t,catalog:n,compatible:r}){let i=Yn(n),a=r(e);if(!i||!a?.isExact||a.names.length===0||a.names.length>60)return;let o=Dl(a,i);o&&t({at:e.span(Ht(e)),message:`All instance types of \`${e.name}\` are of old generations: ${o.newer} is newer than ${o.name} and costs ${o.percent}% less per vCPU`,help:`Allow newer families, such as \`${o.newer.split(`.`)[0]}\`.`})}const Dl=vl(({names:e},t)=>{let[n,...r]=e.map(e=>Ol(t.type(e),t));return r.every(e=>e!==void 0)?n:void 0});function Ol(e,t){let n=Al(e),r=Ml(e,t);if(!n||r===void 0||e.gpus.length>0)return;let[i]=t.types.filter(t=>kl(e,t)&&jl(n,Al(t))).flatMap(e=>{let n=Ml(e,t);return n===void 0||n>r*.97?[]:[{name:e.name,cost:n}]}).sort((e,t)=>e.cost-t.cost||h(e.name,t.name));return i&&{name:e.name,newer:i.name,percent:Math.round((1-i.cost/r)*100)}}const kl=(e,t)=>t.vcpus>=e.vcpus*.75&&t.vcpus<=e.vcpus*1.25&&t.memoryMib/t.vcpus>=e.memoryMib/e.vcpus*.97&&t.architecture===e.architecture&&t.cpuManufacturer===e.cpuManufacturer&&t.isBareMetal===e.isBareMetal&&t.gpus.length===0&&(t.instanceStoreGb??0)>=(e.instanceStoreGb??0);function Al({family:e}){let t=/^([a-z]+)(\d+)([a-z-]*)$/.exec(e);return t?{category:t[1],generation:Number(t[2]),suffix:t[3]}:void 0}function jl(e,t){let n=[...e.suffix].filter(e=>!`aig`.includes(e));return t!==void 0&&t.category===e.category&&t.generation>e.generation&&!t.suffix.includes(`flex`)&&n.every(e=>t.suffix.includes(e))}function Ml({name:e,vcpus:t},n){let r=_l(n,e);return r===void 0?void 0:r/t}function Nl(){return{bad:[w(F(A({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m4, c4]`,`karpenter.sh/capacity-type In [on-demand]`]}),M),{"[m4, c4]":`[m4, c4, c5]`})],good:[F(A({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m4, m5]`,`karpenter.sh/capacity-type In [on-demand]`]}),M),F(A({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m5, c5]`,`karpenter.sh/capacity-type In [on-demand]`]}),M)]}}const Pl=k({id:`owned-security-groups`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[78],on:{Manifests(e,t){for(let n of Qt(e))Il(n,t)}},docs:{summary:"A node class selects several security groups with the tag `kubernetes.io/cluster/NAME`.",why:"The AWS load balancer controller and the in-tree controller expect exactly one security group with the tag `kubernetes.io/cluster/NAME` on a node. If a node has two, they stop with “multiple tagged security groups” and no longer register targets. Reported only when Terraform creates the security groups, for the cluster of the node class.",help:`Remove the tag from all of them but one.`,url:`https://karpenter.sh/docs/troubleshooting/`},examples:Ll}),Fl=`kubernetes.io/cluster/`;function Il(e,{clusterOf:t,report:n}){if(e.isPartial)return;let r=Dr(e,`securityGroup`).filter(({tags:e,hasOther:t})=>!t&&e.length>0&&e.every(({isKnown:e})=>e)),[i,a]=t(e).ofKind(`aws_security_group`).filter(e=>{let t=f(e.get([`spec`,`tags`]))??{};return r.some(e=>e.tags.every(({key:e,value:n})=>o(t[e])===n))&&Object.keys(t).some(e=>e.startsWith(Fl)&&!v(e))});i&&a&&n({manifest:e,at:e.keySpan([`spec`,`securityGroupSelectorTerms`]),message:`\`${e.name}\` selects the security groups \`${i.name}\` and \`${a.name}\`, which both have a tag \`${Fl}…\`, but the load balancer controller accepts only one`,help:`Remove the tag \`${Fl}…\` from one of them.`,labels:[i,a].map(e=>({span:e.span([`spec`,`tags`]),message:`has the tag`}))})}function Ll(){return{bad:[w(E`
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

          ${P(`default`,j(T`
              role: KarpenterNodeRole-demo
              securityGroupSelectorTerms:
                - tags:
                    karpenter.sh/discovery: demo
            `))}
        `,{'tags = {\n    "kubernetes.io/cluster/demo" = "owned"\n':`tags = {
`})],good:[E`
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

        ${P(`default`,j(T`
            role: KarpenterNodeRole-demo
            securityGroupSelectorTerms:
              - tags:
                  karpenter.sh/discovery: demo
          `))}
      `,E`
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

        ${P(`default`,j(T`
            role: KarpenterNodeRole-demo
            securityGroupSelectorTerms:
              - tags:
                  karpenter.sh/discovery: demo
          `))}
      `]}}const Rl=k({id:`pass-role`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[72],on:{Manifests(e,t){for(let n of ci(t))zl(n,e,t)}},docs:{summary:"The controller’s `iam:PassRole` permission does not include the role that node classes name.",why:"To launch an instance with a role, the controller needs `iam:PassRole` on exactly that role. If the policy names another role, such as the controller’s own, AWS denies every launch with the role of the nodes. Reported only when Terraform creates the policy and the node class is of the same cluster. It may be in another folder.",help:"Set the resource of `iam:PassRole` to the role of the nodes.",url:`https://karpenter.sh/docs/reference/cloudformation/#allowpassinginstancerole`},examples:Gl});function zl(e,t,n){let r=e.filter(e=>H([e],`iam:PassRole`)),[i]=r;if(i?.policy.source.origin?.tool!==`terraform`)return;let a=n.clusterOf(i.policy),o=Qt(t).filter(e=>n.clusterOf(e)===a&&e.get([`spec`,`role`])!==void 0),s=Hl(a),c=o.map(e=>s(Vl(e))),l=r.flatMap(Ul).map(s);if(c.length===0||c.includes(void 0)||l.includes(void 0)||c.some(e=>l.some(t=>Wl(t,e))))return;let{policy:u,path:d}=i,[f]=o;n.report({manifest:u,at:u.span([...d,`Resource`]),message:`\`iam:PassRole\` is not allowed on the role of \`${f.name}\`, so AWS denies every launch with this role`,help:`Set the resource of this statement to the role of the nodes.`,labels:[{span:f.span([`spec`,`role`]),message:`the role of the nodes${V(u,f,n)}`}]})}const Bl=/^(aws_iam_role\.[\w-]+)\.(?:name|arn|id)$/;function Vl(e){let t=[`spec`,`role`],n=Bl.exec(St(e,t)??``)?.[1];if(n!==void 0)return{resource:n};let r=o(e.get(t));return r===void 0||r.includes(`$`)?void 0:{name:r}}function Hl(e){let t=d(e.ofKind(`aws_iam_role`),({name:e})=>`aws_iam_role.${e}`);return e=>{if(!e||`name`in e)return e;let[n,...r]=t.get(e.resource)??[],i=n&&r.length===0?O(n,[`spec`,`name`]):void 0;return i===void 0?e:{name:i}}}function Ul({policy:e,path:t}){let n=[...t,`Resource`],r=e.get(n);return(Array.isArray(r)?m(r).map((e,t)=>[...n,t]):[n]).map(t=>{let n=Bl.exec(St(e,t)??``)?.[1];if(n!==void 0)return{resource:n};let r=o(e.get(t))??``,i=r===`*`?`*`:/:role\/(?:.{0,600}\/)?([^/$]{1,200})$/.exec(r)?.[1];return i===void 0?void 0:{name:i}})}const Wl=(e,t)=>`name`in e&&`name`in t?ai(e.name,t.name):`resource`in e&&`resource`in t?e.resource===t.resource:!0;function Gl(){return{bad:[w(E`
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

          ${P(`default`,j("role: ${aws_iam_role.karpenter_node.name}"))}
        `,{"aws_iam_role.karpenter_controller.arn":`aws_iam_role.karpenter_node.arn`})],good:[E`
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

        ${P(`default`,j("role: ${aws_iam_role.karpenter_node.name}"))}
      `,E`
        resource "aws_iam_policy" "controller" {
          policy = jsonencode({
            Version = "2012-10-17"
            Statement = [
              { Effect = "Allow", Action = ["ec2:CreateFleet", "ec2:RunInstances"], Resource = "*" },
              { Effect = "Allow", Action = "iam:PassRole", Resource = "arn:aws:iam::111122223333:role/Karpenter*" },
            ]
          })
        }

        ${P(`default`,j(`role: KarpenterNodes`))}
      `]}}const Kl=k({id:`pin-ami-alias`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[49],on:{NodeClass(e,{report:t}){let n=m(e.get([`spec`,`amiSelectorTerms`]));for(let[r,i]of n.entries()){let n=o(f(i)?.alias);if(n===void 0||v(n)||!n.endsWith(`@latest`))continue;let a=n.slice(0,n.indexOf(`@`));a.startsWith(`windows`)||t({at:e.span([`spec`,`amiSelectorTerms`,r,`alias`]),message:`\`${n}\` follows every AMI release, and each new release makes Karpenter replace all nodes of \`${e.name}\``,help:`Pin a release, such as \`${a}@${ql[a]??ql.al2023}\`, and update it by pull request.`})}}},docs:{summary:`An EC2NodeClass follows the latest AMI instead of a pinned release.`,why:"With `@latest`, every AMI release makes all nodes of the node class drift. Karpenter replaces them within the disruption budgets, in every environment at the same time. There is no change to review and nothing to revert.",help:"Pin a release, such as `al2023@v20260715`, and update it by pull request, one environment after the other.",url:`https://karpenter.sh/docs/tasks/managing-amis/`},examples:Jl}),ql={al2:`v20251112`,al2023:`v20260715`,bottlerocket:`v1.44.0`};function Jl(){return{bad:[w(j(T`
          amiSelectorTerms:
            - alias: al2023@latest
        `),{"al2023@latest":`al2023@v20260715`})],good:[j(T`
        amiSelectorTerms:
          - alias: al2023@v20260715
      `),j(T`
          amiSelectorTerms:
            - alias: windows2022@latest
        `,`windows`)]}}function Yl(e){return[...vt(e,`aws-vpc-cni`).map(({manifest:e,values:t})=>({manifest:e,path:[...t,`env`]})).flatMap(({manifest:e,path:t})=>Xl(e,t,f(e.get(t)))),...e.manifests.flatMap(e=>Zl(e))]}function Xl(e,t,n){let r=Object.entries(n??{}).map(([e,t])=>[e,o(t)]);return!e.isPartial&&r.every(([,e])=>e!==void 0&&!v(e))?[{manifest:e,path:t,env:Object.fromEntries(r)}]:[]}function Zl(e){return e.kind===`aws_eks_addon`&&e.get([`spec`,`addon_name`])===`vpc-cni`?Ql(e,[`spec`],`configuration_values`):e.kind===`module`?[`addons`,`cluster_addons`].map(e=>[`spec`,e,`vpc-cni`]).filter(t=>f(e.get(t))).flatMap(t=>Ql(e,t,`configuration_values`)):e.kind===`ClusterConfig`?m(e.get([`addons`])).flatMap((t,n)=>f(t)?.name===`vpc-cni`?Ql(e,[`addons`,n],`configurationValues`):[]):e.kind===`DaemonSet`&&e.name===`aws-node`?eu(e):[]}function Ql(e,t,n){let r=[...t,n],i=e.get(r);if(i===void 0)return Xl(e,t,{});let a=typeof i==`string`?$l(i):i,o=f(a)?.env;return!f(a)||o!==void 0&&!f(o)?[]:Xl(e,r,f(o)??{})}function $l(e){try{return JSON.parse(e)}catch{return}}function eu(e){let t=[`spec`,`template`,`spec`,`containers`];return m(e.get(t)).flatMap((n,r)=>{if(f(n)?.name!==`aws-node`)return[];let i=[...t,r,`env`],a=m(e.get(i)).map(e=>f(e)??{});return Xl(e,i,Object.fromEntries(a.flatMap(({name:e,value:t})=>typeof e==`string`&&t!==void 0?[[e,t]]:[])))})}const tu=E`
  kubelet:
    maxPods: 110
`,nu=k({id:`pods-and-addresses`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[59,60,61],on:{Manifests(e,t){if(!(vt(e,`cilium`).length>0))for(let n of Yl(e))iu(n,t)}},docs:{summary:`The number of pods per node that Karpenter assumes does not match the addresses of the VPC CNI.`,why:"Karpenter works out how many pods fit on a node from its network interfaces, or from `maxPods` if the node class sets it. If there are more pods than addresses, pods hang in `ContainerCreating`. With prefix delegation and no `maxPods`, nodes have room that Karpenter does not use. With custom networking, the first interface carries no pods, which Karpenter knows only from `reservedENIs`. Reported only when the CNI is configured in the repository, for the cluster of the node class.",help:"Set `maxPods` together with prefix delegation, and `settings.reservedENIs` together with custom networking.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:fu}),ru=(e,t)=>e.env[t]===`true`;function iu(e,t){let n=t.clusterOf(e.manifest).ofKind(`EC2NodeClass`).filter(({isPartial:e})=>!e),r=ru(e,`ENABLE_PREFIX_DELEGATION`);ru(e,`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`)&&du(e,n,t);for(let i of n){let n=i.get([`spec`,`kubelet`,`maxPods`])??void 0;typeof n==`number`&&!r&&lu(i,{cni:e,maxPods:n},t),n===void 0&&r&&au(i)&&uu(i,e,t)}}const au=e=>!/^(?:Custom|Windows)/.test(o(e.get([`spec`,`amiFamily`]))??``),ou=({enis:e,ipv4PerEni:t})=>e*(t-1)+2;function su(e,{all:t,catalog:n,compatible:r}){let i=$t(t,e).flatMap(e=>cu(e,{catalog:Yn(n),compatible:r}));if(!i.includes(void 0))return i.sort((e,t)=>ou(e)-ou(t)||h(e.name,t.name))[0]}function cu(e,{catalog:t,compatible:n}){let r=n(e);return!t||!r?.isExact?[void 0]:r.names.map(e=>t.type(e))}function lu(e,{cni:t,maxPods:n},r){let i=su(e,r);!i||ou(i)>=n||r.report({manifest:e,at:e.span([`spec`,`kubelet`,`maxPods`]),message:`\`maxPods: ${n}\` is more than the ${ou(i)} pods that ${i.name} has addresses for without prefix delegation`,help:"Remove `maxPods`, allow only larger instance types that have enough addresses, or turn on prefix delegation in the VPC CNI.",labels:[{span:t.manifest.span(t.path),message:`the VPC CNI has no prefix delegation`}]})}function uu(e,t,n){let r=su(e,n);!r||ou(r)>=110||n.report({manifest:e,at:e.span([`spec`,`kubelet`]),severity:`note`,message:`The VPC CNI uses prefix delegation, but \`${e.name}\` has no \`maxPods\`, so Karpenter places at most ${ou(r)} pods on ${r.name}`,help:"Set `maxPods: 110` under `spec.kubelet` if more pods should fit.",labels:[{span:t.manifest.span(t.path),message:`prefix delegation is on`}]})}function du(e,t,{clusterOf:n,report:r}){if(!(t.length===0||t.every(e=>e.get([`spec`,`kubelet`,`maxPods`])!==void 0)))for(let{manifest:t,chart:i,values:a}of n(e.manifest).manifests.flatMap(_t)){let n=[...a,`settings`,`reservedENIs`],s=o(t.get(n))??`0`;i!==`karpenter`||t.isPartial||s!==`0`||v(s)||r({manifest:t,at:t.span(n),message:`The VPC CNI uses custom networking, but Karpenter reserves no network interface for it, so it places more pods on nodes than they have addresses for`,help:'Set `settings.reservedENIs` to `"1"`.',labels:[{span:e.manifest.span(e.path),message:`custom networking is on`}]})}}function fu(){return{bad:[w(yu({addon:hu,kubelet:tu}),{"kubelet:\n        maxPods: 110":``},{[pu]:`${mu.text}${pu}`},{"most_recent = true":gu(`ENABLE_PREFIX_DELEGATION`)}),w(yu({addon:gu(`ENABLE_PREFIX_DELEGATION`)}),{"role: KarpenterNodeRole-demo":`role: KarpenterNodeRole-demo\n${tu.text}`}),w(yu({addon:gu(`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`),release:vu(_u)}),{[_u]:`${_u}\n{ name = "settings.reservedENIs", value = "1" },`})],good:[yu({addon:gu(`ENABLE_PREFIX_DELEGATION`),kubelet:tu}),yu({addon:hu}),yu({addon:gu(`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`),release:vu(E`
          ${_u}
          { name = "settings.reservedENIs", value = "1" },
        `)})]}}const pu=`- key: karpenter.k8s.aws/instance-family`,mu=E`
  - key: karpenter.k8s.aws/instance-cpu
    operator: Gt
    values: ["15"]
`,hu=`most_recent = true`,gu=e=>E`
  configuration_values = jsonencode({
    env = {
      ${e} = "true"
    }
  })
`,_u=`{ name = "settings.clusterName", value = "demo" },`,vu=e=>E`
  resource "helm_release" "karpenter" {
    repository = "oci://public.ecr.aws/karpenter"
    chart      = "karpenter"

    set = [
      ${e}
    ]
  }
`,yu=({addon:e,kubelet:t,release:n})=>E`
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
`,bu=1024**3,xu=(e,t)=>({name:e,limitsPodsByEnis:!0,reservesMemoryByEnis:e!==`Bottlerocket`,hasPodsPerCore:e!==`Bottlerocket`,takesAnyKubeletSetting:e===`AL2023`||e===`Custom`,ephemeralDevice:t,defaultVolumeBytes:20*bu,windowsBuild:void 0}),Su=(e,t)=>({name:e,limitsPodsByEnis:!1,reservesMemoryByEnis:!1,hasPodsPerCore:!0,takesAnyKubeletSetting:!1,ephemeralDevice:`/dev/sda1`,defaultVolumeBytes:50*bu,windowsBuild:t}),Cu=xu(`AL2`,`/dev/xvda`),wu=xu(`Custom`,void 0),Tu=[Cu,xu(`AL2023`,`/dev/xvda`),xu(`Bottlerocket`,`/dev/xvdb`),Su(`Windows2019`,`10.0.17763`),Su(`Windows2022`,`10.0.20348`),Su(`Windows2025`,`10.0.26100`),wu];function Eu(e){let{amiFamily:t,amiSelectorTerms:n}=e.spec;if(t!==void 0)return Tu.find(e=>e.name===t)??Cu;let r=n?.find(e=>e.alias)?.alias?.split(`@`)[0];return Tu.find(e=>e!==wu&&e.name.toLowerCase()===r)??wu}function Du(e){let{maxPods:t}=e,n=typeof t==`string`&&!v(t)?[[`maxPods`]]:[],r=[`kubeReserved`,`systemReserved`].flatMap(t=>{let n=e[t];return y(n)?Object.entries(n).filter(([e,t])=>typeof t==`string`&&![e,t].some(e=>v(e))&&Se(t)===void 0).map(([e])=>[t,e]):[]});return[...n,...r]}const Ou=new Map(Object.entries({boolean:`
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
  `}).flatMap(([e,t])=>t.trim().split(/\s+/).map(t=>[t,e]))),ku=new Set([`clusterDNS`,`cpuCFSQuota`,`maxPods`,`podsPerCore`,`kubeReserved`,`systemReserved`,`evictionHard`,`evictionSoft`,`evictionSoftGracePeriod`,`evictionMaxPodGracePeriod`,`imageGCHighThresholdPercent`,`imageGCLowThresholdPercent`]),Au={boolean:`true or false`,whole:`a whole number below 2³¹`,large:`a whole number`,number:`a number`,text:`a string`,duration:"a duration such as `90s`",texts:`a list of strings`,textMap:`a mapping of names to strings`,flags:`a mapping of names to true or false`,list:`a list`,mapping:`a mapping`};function ju(e,t){let n=e=>typeof e==`string`||e===null;switch(t){case`whole`:return typeof e==`number`&&(e|0)===e;case`large`:return Number.isInteger(e);case`text`:return n(e);case`duration`:return typeof e==`string`&&ct(e)!==void 0;case`texts`:return Array.isArray(e)&&e.every(n);case`list`:return Array.isArray(e);case`textMap`:return y(e)&&Object.values(e).every(n);case`flags`:return y(e)&&Object.values(e).every(e=>typeof e==`boolean`||e===null||v(e));case`mapping`:return y(e);default:return typeof e===t}}function Mu(e,t){let n=Object.keys(e).filter(e=>!v(e));return[...n.flatMap(n=>Nu(n,e,t)??[]),...Lu.flatMap(t=>Vu(e,t,zu)),...Gu(e),...Ru.flatMap(t=>Vu(e,t,Bu)),...qu(e),...n.flatMap(t=>Xu(t,e[t]))]}function Nu(e,t,n){let r=[e];if(!Ou.has(e))return{path:r,why:`is not a kubelet setting`,names:Iu(Ou.keys(),t)};if(e===`registerWithTaints`)return{path:r,why:`is a setting that Karpenter sets itself`,help:"Remove it, and set the taints in `taints` or `startupTaints` under `spec.template.spec` of the NodePool."};if(n.takesAnyKubeletSetting)return;if(e===`podsPerCore`?Fu(t[e])&&!n.hasPodsPerCore:!Pu(e))return{path:r,why:`does not reach nodes of the AMI family \`${n.name}\``,help:`Remove it, or use AL2023, whose nodes accept any setting.`};let i=t[e];if(!(e!==`clusterDNS`||!Array.isArray(i)||i.length<2))return{path:r,why:`may have only one address with the AMI family \`${n.name}\``,help:`Keep only one address.`}}const Pu=e=>ku.has(e),Fu=e=>e!=null,Iu=(e,t)=>[...e].filter(e=>!Object.hasOwn(t,e)),Lu=[`evictionHard`,`evictionSoft`,`evictionSoftGracePeriod`,`evictionMinimumReclaim`],Ru=[`kubeReserved`,`systemReserved`],zu={names:[`memory.available`,`nodefs.available`,`nodefs.inodesFree`,`imagefs.available`,`imagefs.inodesFree`,`pid.available`],wrongName:`is not an eviction signal`,wrongValue:(e,t)=>e===`evictionSoftGracePeriod`?Wu(t):Uu(t)},Bu={names:[`cpu`,`memory`,`ephemeral-storage`,`pid`],wrongName:`is not a resource that a kubelet can reserve`,wrongValue:(e,t)=>t.startsWith(`-`)?`is negative`:void 0};function Vu(e,t,{names:n,wrongName:r,wrongValue:i}){let a=e[t]??{};return y(a)?Object.entries(a).flatMap(([e,o])=>{let s=[t,e];if(v(e))return[];if(!n.includes(e))return[{path:s,why:r,names:Iu(n,a)}];let c=o??``;if(typeof c!=`string`){let e={path:s,why:`has a value that is not a string`};return[typeof c==`number`?{...e,number:c,help:`Put the number in quotes.`}:e]}let l=v(c)?void 0:i(t,c);return l===void 0?[]:[{path:s,why:l}]}):v(a)?[]:[{path:[t],why:`is not a mapping of names to values`}]}const Hu=/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;function Uu(e){if(!e.endsWith(`%`)){let t=Se(e);return t===void 0?`is neither a percentage nor a quantity`:t<0?`is negative`:void 0}let t=e.slice(0,-1).replaceAll(/(?<=\d)_(?=\d)/g,``),n=Hu.test(t)?Number(t):NaN;return n>=0&&n<=100?void 0:`is not a percentage from 0% to 100%`}function Wu(e){let t=ct(e);return t===void 0?"is not a duration such as `90s`":t<0n?`is negative`:void 0}function Gu({evictionSoft:e,evictionSoftGracePeriod:t}){let[n,r]=[e??{},t??{}];return!y(n)||!y(r)||[...Object.keys(n),...Object.keys(r)].some(e=>v(e))?[]:[...Iu(Object.keys(n),r).map(e=>({path:[`evictionSoft`,e],why:`has no grace period`,help:`Add a grace period under \`evictionSoftGracePeriod\`, such as \`${e}: 90s\`.`})),...Iu(Object.keys(r),n).map(e=>({path:[`evictionSoftGracePeriod`,e],why:"has no threshold under `evictionSoft`",help:`Add the threshold, or remove the grace period.`}))]}const Ku={maxPods:2**31-1,podsPerCore:2**31-1,evictionMaxPodGracePeriod:2**31-1,imageGCHighThresholdPercent:100,imageGCLowThresholdPercent:100};function qu(e){let t=Object.entries(Ku).flatMap(([t,n])=>{let r=e[t],i=t===`maxPods`&&typeof r==`string`;return!Fu(r)||i||v(r)||Ju(r,n)?[]:[{path:[t],why:n===100?`is not a whole number from 0 to 100`:`is not a whole number of at least 0`}]}),{imageGCHighThresholdPercent:n,imageGCLowThresholdPercent:r}=e;return t.length>0||typeof n!=`number`||typeof r!=`number`||n>r?t:[{path:[`imageGCHighThresholdPercent`],why:`is not above \`imageGCLowThresholdPercent\`, which is ${r}`}]}const Ju=(e,t)=>typeof e==`number`&&Number.isInteger(e)&&e>=0&&e<=t,Yu=new Set([`registerWithTaints`,...Lu,...Ru,...Object.keys(Ku)]);function Xu(e,t){let n=Ou.get(e);if(n===void 0||Yu.has(e)||!Fu(t)||v(t)||ju(t,n))return[];let r={path:[e],why:`is not ${Au[n]}`};return[n===`text`&&typeof t==`number`?{...r,number:t,help:`Put the number in quotes.`}:r]}const Zu=[`spec`,`kubelet`],Qu=k({id:`refused-kubelet-settings`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t,karpenter:n,settings:r,nearest:i}){let a=f(e.get(Zu));if(!n.opensKubelet||!a||e.isPartial)return;let o=Eu({metadata:{name:``},spec:{amiFamily:z(e)??`Custom`}});for(let n of Mu(a,o)){let r=[...Zu,...n.path],a=n.names&&i(String(r.at(-1)),n.names);t({at:e.keySpan(r),message:`\`${n.path.join(`.`)}\` ${n.why}, so Karpenter rejects this node class and launches nothing with it`,help:ed(n,a),...$u(e,r,{wanted:a,number:n.number})})}let{featureGates:s}=r.karpenter;if(!s?.nodeClassCEL)for(let n of Du(a))t({...s===void 0&&{severity:`warning`},at:e.span([...Zu,...n]),message:`\`${n.join(`.`)}\` is an expression, but the feature gate \`NodeClassCEL\` is ${s===void 0?`off by default`:`off`}, so Karpenter rejects this node class and launches nothing with it`,help:"Use a fixed value, or turn the gate on with `settings.awsFeatureGates.nodeClassCEL` in Karpenter’s Helm values. If it is already on, set `karpenter.settings.featureGates.nodeClassCEL` in plumbline.yaml."})}},docs:{summary:"Karpenter rejects an EC2NodeClass because of a setting under `kubelet`.",why:"From Karpenter 1.15 on, `spec.kubelet` accepts any kubelet setting, and the API server checks none of them. Karpenter’s controller does. It rejects names that the kubelet does not know, and settings that Karpenter sets itself or that the AMI family does not pass on. It also rejects invalid values, and expressions while the feature gate `NodeClassCEL` is off. The node class then gets the condition `ValidationSucceeded=False`. The API server gives no warning, and the NodePools of the class launch nothing.",help:`Use the names and values of a KubeletConfiguration, without the settings that Karpenter sets itself.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:td});function $u(e,t,{wanted:n,number:r}){return n===void 0?r===void 0?{}:{fix:{description:`Put the number in quotes`,edits:b(e,t,`"${r}"`)}}:{fix:{description:`Rename to \`${n}\``,edits:fe(e,t,n)}}}function ed({names:e=[],help:t},n){return n===void 0?t===void 0?e.length===0?`Use a value that the kubelet accepts.`:e.length>6?`Remove it.`:`Use one of: ${B(e)}.`:t:`Did you mean \`${n}\`?`}function td(){return{bad:[w(D({karpenter:`1.15`},j(T`
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
          `)),{"maxPod:":`maxPods:`,"registerWithTaints: []":``,"memory.avail:":`memory.available:`,"10 percent":`10%`,"kubeReserved:":T`
            evictionSoftGracePeriod:
              pid.available: 90s
            kubeReserved:
          `,"cpu: 1":`cpu: "1"`,"imageGCHighThresholdPercent: 70":`imageGCHighThresholdPercent: 85`}),w(D({karpenter:`1.15`},j(T`
            amiSelectorTerms:
              - alias: bottlerocket@v1.44.0
            kubelet:
              podsPerCore: 10
              shutdownGracePeriod: 30s
              clusterDNS: [10.0.0.10, 10.0.0.11]
          `)),{"podsPerCore: 10":``,"shutdownGracePeriod: 30s":``,"[10.0.0.10, 10.0.0.11]":`[10.0.0.10]`},{"bottlerocket@v1.44.0":`al2023@v20260715`}),w(D({karpenter:`1.15`},j(T`
            amiSelectorTerms:
              - alias: al2023@v20260715
            kubelet:
              maxPods: min(max_pods, 110)
              kubeReserved:
                memory: 11 * max_pods + 255
          `)),{"min(max_pods, 110)":`110`,"11 * max_pods + 255":`1465Mi`})],good:[D({karpenter:`1.15`},j(T`
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
        `)),D({karpenter:`1.15`},j(T`
            amiFamily: Custom
            amiSelectorTerms:
              - id: ami-0123456789abcdef0
            kubelet:
              podsPerCore: 10
              shutdownGracePeriod: 30s
          `,`ubuntu`)),j(T`
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        kubelet:
          podsPerCore: 10
      `)]}}const nd={[S.instanceMemory]:{unit:`MiB`,meant:`GiB`,factor:1024},[S.instanceGpuMemory]:{unit:`MiB`,meant:`GiB`,factor:1024},[S.instanceNetworkBandwidth]:{unit:`Mbit/s`,meant:`Gbit/s`,factor:1e3},[S.instanceEbsBandwidth]:{unit:`Mbit/s`,meant:`Gbit/s`,factor:1e3}},rd=k({id:`requirement-units`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[93],on:{NodePool:id,Provisioner:id},docs:{summary:`A bound for memory or bandwidth is so low that it excludes nothing, probably because it is in the wrong unit.`,why:"The label `instance-memory` is in MiB, and the bandwidth labels are in Mbit/s. `Gt 8` for memory, meant as more than 8 GiB, is true for every instance type, so Karpenter also launches the smallest ones.",help:'Write the bound in MiB or Mbit/s, such as `"8192"` for 8 GiB.',url:`https://karpenter.sh/docs/reference/instance-types/`},examples:od});function id(e,{report:t,catalog:n}){if(n)for(let{key:r,operator:i,values:a,isKnown:o}of R(e)){let s=Object.hasOwn(nd,r)?nd[r]:void 0,[c]=a;if(!s||!o||!c||i!==`Gt`&&i!==`Gte`)continue;let l=/^\d+$/.test(c.text)?Number(c.text):0,u=ad(n.labels.get(r)??[]);if(l<2||l>=u)continue;let d=String(l*s.factor);t({at:e.span(c.path),message:`\`${r}\` is in ${s.unit}, and every instance type has more than ${l} ${s.unit}, so this requirement excludes nothing`,help:`Use \`"${d}"\` if you mean ${l} ${s.meant}.`,fix:{description:`Replace with \`"${d}"\``,edits:b(e,c.path,`"${d}"`)}})}}const ad=e=>e.reduce((e,t)=>t.reduce((e,t)=>Math.min(e,Number(t)),e),1/0);function od(){return{bad:[A({requirements:[`karpenter.k8s.aws/instance-memory Gt ["8"]`]})],good:[A({requirements:[`karpenter.k8s.aws/instance-memory Gt ["8191"]`,`karpenter.k8s.aws/instance-cpu Gt ["1"]`]}),A({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-gpu-memory Gt ["0"]`],taints:T`
          - key: nvidia.com/gpu
            effect: NoSchedule
        `})]}}const sd=k({id:`role-name`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[68],on:{NodeClass:ld,NodeTemplate:ld},docs:{summary:`A node class has an ARN where Karpenter expects the name of a role or an instance profile.`,why:`The API server accepts any text. Karpenter adds the role to an instance profile by its name, and IAM rejects an ARN there. The node class is not ready, and no NodePool that uses it launches anything.`,help:`Use only the name: the part of the ARN after the last slash.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specrole`},examples:dd}),cd=/^arn:[\w-]+:iam::.{0,200}:(?:role|instance-profile)\/(?:.{0,600}\/)?([^/]{1,200})$/;function ld(e,{report:t}){for(let n of[`role`,`instanceProfile`]){let r=[`spec`,n];ud(e,n,t);let i=e.get(r),a=typeof i==`string`?cd.exec(i)?.[1]:void 0;if(a===void 0)continue;let o=!v(a);t({at:e.span(r),message:`\`${n}\` is an ARN instead of a name, so IAM rejects it and \`${e.name}\` never becomes ready`,help:o?`Use \`${a}\`.`:`Use only the part after the last slash.`,...o&&{fix:{description:`Replace with \`${a}\``,edits:b(e,r,a)}}})}}function ud(e,t,n){let r=[`spec`,t],i=St(e,r);if(i===void 0)return;let a=e.span(r);/^module\.[\w-]+\.iam_role_(?:name|arn)$/.test(i)&&/karpenter/i.test(i)?n({at:a,message:`\`${i}\` is the role of the controller. Nodes with this role cannot join the cluster`,help:`Use \`${i.replace(/iam_role_\w{1,100}$/,`node_iam_role_name`)}\`.`}):/(?:\.|_)arn$/.test(i)&&n({at:a,message:`\`${t}\` must be a name, but \`${i}\` is an ARN, so IAM rejects it and \`${e.name}\` never becomes ready`,help:`Use \`${i.replace(/arn$/,`name`)}\`.`})}function dd(){return{bad:[j(`role: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo`),j(`instanceProfile: arn:aws:iam::111122223333:instance-profile/KarpenterNode`),w(E`
          ${P(`default`,j("role: ${aws_iam_role.karpenter_node.arn}"))}
        `,{"aws_iam_role.karpenter_node.arn":`aws_iam_role.karpenter_node.name`}),w(E`
          ${P(`default`,j("role: ${module.karpenter.iam_role_name}"))}
        `,{"module.karpenter.iam_role_name":`module.karpenter.node_iam_role_name`})],good:[E`
        ${P(`default`,j("role: ${module.karpenter.node_iam_role_name}"))}
      `,M,j("role: ${NODE_ROLE}")]}}const fd={AL2:`/dev/xvda`,AL2023:`/dev/xvda`,Bottlerocket:`/dev/xvda`,Windows2019:`/dev/sda1`,Windows2022:`/dev/sda1`,Windows2025:`/dev/sda1`},pd=[`/dev/sda`,`/dev/sda1`,`/dev/xvda`,`/dev/xvda1`,`/dev/nvme0n1`],md=k({id:`root-device`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[64],on:{NodeClass(e,{report:t}){let n=z(e)??``,r=Object.hasOwn(fd,n)?fd[n]:void 0,i=[`spec`,`blockDeviceMappings`],a=m(e.get(i)).map(e=>f(e)),s=a.map(e=>o(e?.deviceName)??``);if(r===void 0||e.isPartial||s.includes(r)||a.some(e=>e?.rootVolume===!0))return;let c=s.findIndex(e=>pd.includes(e));if(c===-1)return;let l=[...i,c,`deviceName`],u=Wt(e).every(({term:e})=>e.alias!==void 0);t({at:e.span(l),...!u&&{severity:`note`},message:`The root device of ${n} is \`${r}\`, so \`${s[c]}\` adds an empty volume and the root volume keeps the size of the AMI`,help:`Set \`deviceName\` to \`${r}\`.`,fix:{description:`Replace with \`${r}\``,edits:b(e,l,r)}})}},docs:{summary:`A block device mapping names the root device of another AMI family.`,why:`EC2 attaches a device with an unknown name as an additional, empty volume. The root volume keeps the size, type and encryption of the AMI, and Karpenter works out ephemeral storage from its default of 20 GiB. The additional volume costs money, and nothing uses it.`,help:"Use `/dev/xvda` for Amazon Linux and Bottlerocket, and `/dev/sda1` for Windows.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:hd});function hd(){return{bad:[j(T`
        amiSelectorTerms:
          - alias: al2023@v20260715
        blockDeviceMappings:
          - deviceName: /dev/sda1
            ebs:
              volumeSize: 100Gi
              volumeType: gp3
      `)],good:[j(T`
        amiSelectorTerms:
          - alias: al2023@v20260715
        blockDeviceMappings:
          - deviceName: /dev/xvda
            ebs:
              volumeSize: 100Gi
          - deviceName: /dev/sdb
            ebs:
              volumeSize: 10Gi
      `),j(T`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          blockDeviceMappings:
            - deviceName: /dev/sda1
              ebs:
                volumeSize: 100Gi
        `,`ubuntu`)]}}const gd=k({id:`root-encryption`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[63],on:{NodeClass(e,{report:t}){let n=[`spec`,`blockDeviceMappings`],r=m(e.get(n)).map(e=>f(e)),i=r.map(e=>o(e?.deviceName)??``),a=i.indexOf(`/dev/xvdb`);z(e)!==`Bottlerocket`||a===-1||e.isPartial||i.includes(`/dev/xvda`)||i.some(e=>v(e))||f(r[a]?.ebs)?.encrypted===!0&&t({at:e.span([...n,a,`ebs`,`encrypted`]),message:`\`${e.name}\` encrypts \`/dev/xvdb\` but does not map \`/dev/xvda\`, so the root volume is encrypted only if the account encrypts volumes by default`,help:"Map `/dev/xvda` too, with `encrypted: true` and `volumeSize: 4Gi`."})}},docs:{summary:`A Bottlerocket node class encrypts the volume of the containers, but does not configure the root volume.`,why:"Volumes that a node class does not map stay as the AMI defines them, because Karpenter does not add its defaults to existing mappings. If a node class encrypts `/dev/xvdb` of Bottlerocket and does not map `/dev/xvda`, the root volume is not encrypted, unless the account encrypts every volume by default.",help:"Map `/dev/xvda` too, with `encrypted: true` and about 4 GiB.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:_d});function _d(){return{bad:[w(j(T`
          role: KarpenterNodeRole-demo
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          blockDeviceMappings:
            - deviceName: /dev/xvdb
              ebs:
                volumeSize: 100Gi
                encrypted: true
        `),{"blockDeviceMappings:":T`
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  volumeSize: 4Gi
                  encrypted: true
          `})],good:[j(T`
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
      `),j(T`
        role: KarpenterNodeRole-demo
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        blockDeviceMappings:
          - deviceName: /dev/xvdb
            ebs:
              volumeSize: 100Gi
      `)]}}const vd=[`subnetSelectorTerms`,`securityGroupSelectorTerms`,`amiSelectorTerms`],yd=k({id:`selector-term-id`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[80],on:{NodeClass(e,{report:t}){for(let n of vd.map(e=>[`spec`,e])){let r=m(e.get(n)).map(e=>Object.keys(f(e)??{})),i=e=>e.includes(`id`)&&e.length>1;if(!r.every(i))for(let[a,o]of r.entries()){if(!i(o))continue;let r=o.filter(e=>e!==`id`);t({at:e.keySpan([...n,a,r[0]]),message:`Karpenter ignores ${B(r,` and `)} in a term with an \`id\`, because the id alone selects`,labels:[{span:e.span([...n,a,`id`]),message:`the id alone selects`}],help:`Remove ${B(r,` and `)}, or move ${r.length===1?`it`:`them`} to a separate term.`})}}}},docs:{summary:"A selector term has an `id` and other fields, which Karpenter ignores.",why:`An id alone selects one object. The API server should reject other fields in the same term. But its rule looks at all terms together and accepts the list as soon as one of them is valid. Karpenter then uses the id, and tags or a name in the same term narrow nothing.`,help:`Remove the other fields, or move them to a separate term.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:bd});function bd(){return{bad:[w(j(T`
          subnetSelectorTerms:
            - id: subnet-0123456789abcdef0
              tags:
                karpenter.sh/discovery: demo
            - id: subnet-0123456789abcdef1
        `),{"  tags:\n        karpenter.sh/discovery: demo":``},{"  tags:\n        karpenter.sh/discovery: demo":`- tags:
    karpenter.sh/discovery: demo`})],good:[j(T`
        subnetSelectorTerms:
          - id: subnet-0123456789abcdef0
          - tags:
              karpenter.sh/discovery: demo
      `),j(T`
        amiFamily: AL2023
        amiSelectorTerms:
          - name: golden-*
            owner: self
      `)]}}const xd=k({id:`termination-handler`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[84],on:{Manifests(e,t){let{report:n,clusterOf:r}=t;for(let i of vt(e,`aws-node-termination-handler`)){let{manifest:a,values:o}=i,s=(...e)=>a.get([...o,...e]),c=a.isPartial||typeof s()==`string`||s(`enableSqsTerminationDraining`)===!0,l=[`nodeSelector`,`linuxNodeSelector`,`daemonsetNodeSelector`,`affinity`,`linuxAffinity`,`daemonsetAffinity`].some(e=>Object.keys(f(s(e))??{}).length>0);if(c||l)continue;let u=gt(e).find(e=>e.chart===`karpenter`&&r(e.manifest)===r(a)&&Sd(e));u&&n({manifest:a,at:a.span([`metadata`,`name`]),message:`The node termination handler runs on all nodes, so both it and Karpenter drain Karpenter’s nodes when AWS interrupts them`,help:"Set `affinity` so that the handler does not run on nodes with the label `karpenter.sh/nodepool`, or remove the handler.",labels:[{span:u.manifest.span([...u.values,`settings`,`interruptionQueue`]),message:`Karpenter handles interruptions itself${V(a,u.manifest,t)}`}]})}}},docs:{summary:`The node termination handler runs on Karpenter’s nodes, although Karpenter handles interruptions itself.`,why:"With `interruptionQueue`, Karpenter launches another node and drains the old one when AWS announces an interruption. The AWS node termination handler also drains every node that it runs on, so pods are evicted twice. The handler also cordons nodes on a rebalance recommendation, which Karpenter ignores. Reported only when the charts of both are installed in the same cluster, and the handler has no node selector or affinity.",help:"Keep the handler off Karpenter’s nodes with an affinity for `karpenter.sh/nodepool`, or remove the handler.",url:`https://karpenter.sh/docs/faq/#should-i-use-karpenter-interruption-handling-alongside-node-termination-handler`},examples:Ed}),Sd=({manifest:e,values:t})=>(o(e.get([...t,`settings`,`interruptionQueue`]))??``)!==``,Cd=N(`aws-node-termination-handler`),wd=`      chart: aws-node-termination-handler
`,Td=T`
  values:
    affinity:
      nodeAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          nodeSelectorTerms:
            - matchExpressions:
                - key: karpenter.sh/nodepool
                  operator: DoesNotExist
`;function Ed(){return{bad:[w(F(N(`karpenter`,{values:T`
              settings:
                clusterName: demo
                interruptionQueue: demo
            `}),Cd),{[wd]:`${wd}  ${Td.text.replaceAll(/\n(?=.)/g,`
  `)}`},{[`---\n${Cd.text}`]:``})],good:[F(N(`karpenter`,{values:T`
            settings:
              clusterName: demo
              interruptionQueue: demo
          `}),T`
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
        `),F(N(`karpenter`,{values:T`
            settings:
              clusterName: demo
          `}),T`
          apiVersion: helm.toolkit.fluxcd.io/v2
          kind: HelmRelease
          metadata:
            name: node-termination-handler
          spec:
            chart:
              spec:
                chart: aws-node-termination-handler
        `),F(N(`karpenter`,{values:T`
            settings:
              clusterName: demo
              interruptionQueue: demo
          `}),T`
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
        `)]}}const Dd=/^(?:mac|[a-z]\d+g[a-z]*-flex|i3\.metal$)/,Od=/^(?:cc1|cc2|cg1|cg2|cr1|g1|g2|hi1|hs1)$/,kd=k({id:`unknown-instance-type`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[],on:{NodePool:Ad,Provisioner:Ad,NodeOverlay:Ad},docs:{summary:`A requirement names an instance type or family that does not exist, or that the region does not offer.`,why:`The API server accepts any text. Karpenter never chooses a value that no instance type has, and does not warn about it. The NodePool then allows less than it seems to, or launches nothing at all.`,help:`Correct the name, or use one that the region offers.`,url:`https://karpenter.sh/docs/reference/instance-types/`},examples:Nd});function Ad(e,t){let{catalog:n}=t;if(n)for(let r of R(e)){let i=x(r.key);if(i===S.instanceType)jd({pool:e,requirement:r,what:`instance type`,known:n.names,isOffered:e=>n.zonesOf(e).length>0},t,n);else if(i===S.instanceFamily){let i=[...new Set(n.types.map(e=>e.family))],a=new Set(n.types.filter(e=>n.zonesOf(e.name).length>0).map(e=>e.family));jd({pool:e,requirement:r,what:`instance family`,known:i,isOffered:e=>a.has(e)},t,n)}}}function jd({pool:e,requirement:t,what:n,known:r,isOffered:i},{report:a,nearest:o,isRegionAssumed:s},c){let{operator:l,values:u}=t;if(l!==`In`&&l!==`NotIn`)return;let d=new Set(r);for(let{path:t,text:f,isKnown:p}of u)if(!(!p||Dd.test(f)||l===`NotIn`&&Od.test(f))){if(d.has(f))l===`In`&&!i(f)&&!s&&a({at:e.span(t),message:`Region ${c.region} does not offer the ${n} \`${f}\`, so Karpenter never launches it`,help:`Replace it with one that ${c.region} offers, or remove it.`});else{let i=Md(o(f,r),f,r);a({at:e.span(t),message:`\`${f}\` is not a known EC2 ${n}`,help:i?`Did you mean \`${i}\`?`:`Correct the name. If it is newer than plumbline’s catalog, silence this finding.`,...i&&{fix:{description:`Replace with \`${i}\``,edits:b(e,t,i)}}})}}}function Md(e,t,r){if(e===void 0)return;let i=n(t,e);return r.some(r=>r!==e&&n(t,r)===i)?void 0:e}function Nd(){return{bad:[A({requirements:[`node.kubernetes.io/instance-type In [m5.large, m5.xlrage]`,`karpenter.sh/capacity-type In [on-demand]`]}),A({requirements:[`karpenter.k8s.aws/instance-family NotIn [t2, t3, tg4]`]}),w(D({region:`ap-northeast-2`},A({requirements:[`karpenter.k8s.aws/instance-family In [c7i, c7a]`,`karpenter.sh/capacity-type In [on-demand]`]})),{"[c7i, c7a]":`[c7i, c6i]`},{"[c7i, c7a]":`[c7i]`})],good:[A({requirements:[`karpenter.k8s.aws/instance-family In [m5, m6i]`]}),A({requirements:[`karpenter.k8s.aws/instance-family NotIn [c1, cc1, cc2, g2, t1]`]})]}}const Pd=k({id:`user-data-format`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[57,58],on:{NodeClass(e,{report:t}){let n=Kt(e),r=n===void 0?void 0:Fd(e,n);r&&t({at:e.keySpan([`spec`,`userData`]),...r})}},docs:{summary:`User data has a format that the AMI family does not understand.`,why:"Karpenter merges `userData` into the user data that it writes for the AMI family. Bottlerocket reads TOML, and a node class with another format never launches a node. On Amazon Linux 2023, `/etc/eks/bootstrap.sh` only fails, so its flags never reach the kubelet. If the parts of a MIME text do not start with the boundary that it declares, none of them runs.",help:"For Bottlerocket, write TOML. For Amazon Linux 2023, write a `NodeConfig` or a script without `bootstrap.sh`. Start each part of a MIME text with two dashes and the declared boundary.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specuserdata`},examples:zd});function Fd(e,t){let n=z(e);return n===`Bottlerocket`?Id(t):n===`AL2023`&&Ld(t)?{message:"`/etc/eks/bootstrap.sh` only fails on Amazon Linux 2023, so its arguments have no effect",help:"Remove the call, because Karpenter joins the node to the cluster itself. Set kubelet settings under `spec.kubelet`, and labels in the NodePool."}:n===`AL2`||n===`AL2023`?Rd(t):void 0}function Id(e){let[t=``]=e.trimStart().split(`
`);if(/^(?:#!|MIME-Version:|Content-Type:|#cloud-config)/i.test(t))return{message:`Bottlerocket expects user data in TOML, but this starts with \`${t.trim().slice(0,60)}\``,help:"Write TOML settings, such as `[settings.kubernetes]`. Bottlerocket runs no scripts."}}const Ld=e=>!/-[efx] \/etc\/eks\/bootstrap\.sh/.test(e)&&/^[ \t]*(?:sudo\s+|bash\s+)?\/etc\/eks\/bootstrap\.sh\b/m.test(e);function Rd(e){if(!/^\s*(?:MIME-Version|Content-Type): /i.test(e))return;let t=/boundary="?([^"\s;]{1,200})"?/i.exec(e)?.[1],n=e.split(`
`).map(e=>e.trimEnd());if(!(t===void 0||n.includes(`--${t}`)))return{message:`This MIME text declares the boundary \`${t}\`, but no line is \`--${t}\`, so none of its parts runs`,help:`Start every part with \`--${t}\`, and end the last one with \`--${t}--\`.`}}function zd(){return{bad:[w(j(T`
          amiSelectorTerms:
            - alias: al2023@v20260715
          userData: |
            #!/bin/bash
            /etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'
            echo hello
        `),{"/etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'":``}),w(j(T`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            #!/bin/bash
            sysctl -w vm.max_map_count=262144
        `),{"#!/bin/bash":`[settings.kernel.sysctl]`,"sysctl -w vm.max_map_count=262144":`"vm.max_map_count" = "262144"`}),w(j(T`
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
        `),{"--==BOUNDARY==--":`--BOUNDARY--`,"--==BOUNDARY==":`--BOUNDARY`})],good:[j(T`
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
      `),j(T`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            # A comment
            [settings.kubernetes]
            kube-api-qps = 30
        `,`bottlerocket`)]}}const Bd={CronJob:{group:`batch`,path:[`spec`,`jobTemplate`,`spec`,`template`]},DaemonSet:{group:`apps`,path:[`spec`,`template`]},Deployment:{group:`apps`,path:[`spec`,`template`]},Job:{group:`batch`,path:[`spec`,`template`]},Pod:{group:``,path:[]},ReplicaSet:{group:`apps`,path:[`spec`,`template`]},Rollout:{group:`argoproj.io`,path:[`spec`,`template`]},StatefulSet:{group:`apps`,path:[`spec`,`template`]}},Vd=({namespace:e})=>e??`default`;function Hd(e){return e.manifests.flatMap(e=>{let t=Object.hasOwn(Bd,e.kind)?Bd[e.kind]:void 0;return!t||t.group!==g(e.apiVersion)||!f(e.get([...t.path,`spec`]))||e.kind===`Pod`&&e.get([`spec`,`nodeName`])!==void 0?[]:[{manifest:e,template:t.path,namespace:Vd(e)}]})}const Ud=e=>e.manifests.some(({kind:e,apiVersion:t})=>(e===`NodePool`||e===`Provisioner`)&&g(t)===`karpenter.sh`);function Wd({manifest:e,template:t}){return Gd(e.get([...t,`metadata`,`labels`]))}function Gd(e){let t=Object.entries(f(e)??{}).map(([e,t])=>[e,o(t)??``]);return t.some(([e,t])=>v(e)||v(t))?void 0:Object.fromEntries(t)}function Kd(e,t){let n=f(e.get(t)),r=Gd(n?.matchLabels);if(!n||!r||e.isPartial)return;let i=m(n.matchExpressions).map(e=>{let{key:t,operator:n,values:r}=f(e)??{};return{key:o(t)??``,operator:o(n)??``,values:m(r).map(e=>o(e)??``)}});return i.flatMap(({key:e,operator:t,values:n})=>[e,t,...n]).some(e=>v(e))?void 0:{matchLabels:r,matchExpressions:i}}const qd=[`ebs.csi.aws.com`,`ebs.csi.eks.amazonaws.com`,`kubernetes.io/aws-ebs`],Jd=`WaitForFirstConsumer`,Yd=k({id:`volume-binding-mode`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Workloads`,mistakes:[104],on:{Manifests(e,{report:t}){if(Ud(e))for(let n of e.manifests){if(n.kind!==`StorageClass`||g(n.apiVersion)!==`storage.k8s.io`)continue;let e=[`volumeBindingMode`],r=n.get(e),i=r===`Immediate`||r===void 0&&!n.isPartial;qd.includes(o(n.get([`provisioner`]))??``)&&i&&(n.get([`allowedTopologies`])!==void 0||v(n.name)||t({manifest:n,at:r===void 0?n.keySpan([`provisioner`]):n.span(e),message:`StorageClass \`${n.name}\` creates a volume in any zone before the scheduler knows where its pod can run`,help:`Set \`volumeBindingMode: ${Jd}\`. If the StorageClass already exists in a cluster, delete it there first, because the field cannot be changed.`,fix:{description:`Set \`volumeBindingMode: ${Jd}\``,edits:r===void 0?ie(n,[],`volumeBindingMode`,Jd):b(n,e,Jd)}}))}}},docs:{summary:`A StorageClass creates EBS volumes before the scheduler knows where their pod runs.`,why:"With `Immediate`, the default, a volume is created in any zone as soon as its claim exists. While a claim is unbound, Karpenter ignores its pod. Afterwards the pod can run only in the zone of the volume, whether or not a NodePool allows that zone.",help:"Set `volumeBindingMode: WaitForFirstConsumer`. The field cannot be changed on an existing StorageClass, so delete the StorageClass and create it again. Its volumes are not affected.",url:`https://kubernetes.io/docs/concepts/storage/storage-classes/#volume-binding-mode`},examples:Xd});function Xd(){return{bad:[F(A(),T`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
          volumeBindingMode: Immediate
        `),F(A(),T`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
        `)],good:[F(A(),T`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
          volumeBindingMode: WaitForFirstConsumer
        `),F(A(),T`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: efs
          provisioner: efs.csi.aws.com
          volumeBindingMode: Immediate
        `)]}}const Zd=k({id:`volume-key`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[66],on:{Manifests(e,t){for(let n of Qt(e))$d(n,t)}},docs:{summary:`A node class encrypts volumes with a KMS key that the controller may not use.`,why:"EC2 encrypts a volume with the permissions of whoever launches the instance. If the controller may not use a customer managed key, the instance terminates within seconds with `Client.InternalError`. Karpenter launches another one, which fails in the same way. Reported only when Terraform creates the key without a key policy or grant, and the controller’s policy has no permission for it.",help:"Allow the controller `kms:CreateGrant`, `kms:Decrypt`, `kms:DescribeKey`, `kms:GenerateDataKeyWithoutPlaintext` and `kms:ReEncrypt*` on the key, in its IAM policy or in the policy of the key.",url:`https://karpenter.sh/docs/troubleshooting/#node-terminates-before-ready-on-failed-encrypted-ebs-volume`},examples:ef}),Qd=[`spec`,`blockDeviceMappings`];function $d(e,{all:t,clusterOf:n,report:r}){let i=n(e);if(i.ofKind(`aws_kms_grant`,`aws_kms_key_policy`).length>0)return;let a=ci({all:t,clusterOf:n}).filter(([e])=>e&&n(e.policy)===i);if(a.length===1&&ui(a[0])&&!H(a[0],`kms:CreateGrant`))for(let t of m(e.get(Qd)).keys()){let n=[...Qd,t,`ebs`,`kmsKeyID`],a=/^aws_kms_key\.([\w-]+)\.(?:arn|id|key_id)$/.exec(St(e,n)??``)?.[1],o=i.ofKind(`aws_kms_key`).find(e=>e.name===a);o&&o.get([`spec`,`policy`])===void 0&&r({manifest:e,at:e.span(n),message:`Nothing allows the controller to use the key \`${o.name}\`, so instances terminate right after their launch`,help:"Allow the controller `kms:CreateGrant`, `kms:Decrypt`, `kms:DescribeKey`, `kms:GenerateDataKeyWithoutPlaintext` and `kms:ReEncrypt*` on the key, in its IAM policy or in the policy of the key.",labels:[{span:o.span([`metadata`,`name`]),message:`the key`}]})}}function ef(){return{bad:[w(E`
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

        ${P(`default`,j(T`
            role: KarpenterNodeRole-demo
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  encrypted: true
                  kmsKeyID: \${aws_kms_key.nodes.arn}
          `))}
      `,{'data "aws_iam_policy_document" "karpenter" {':E`
            data "aws_iam_policy_document" "karpenter" {
              statement {
                actions   = ["kms:CreateGrant", "kms:Decrypt", "kms:DescribeKey", "kms:GenerateDataKeyWithoutPlaintext", "kms:ReEncrypt*"]
                resources = [aws_kms_key.nodes.arn]
              }
          `},{'description = "volumes of nodes"':`description = "volumes of nodes"
policy      = data.aws_iam_policy_document.key.json`})],good:[E`
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

        ${P(`default`,j(T`
            role: KarpenterNodeRole-demo
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  encrypted: true
                  kmsKeyID: \${aws_kms_key.nodes.arn}
          `))}
      `,E`
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

        ${P(`default`,j(T`
            role: KarpenterNodeRole-demo
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  encrypted: true
                  kmsKeyID: \${aws_kms_key.nodes.arn}
          `))}
      `]}}const tf=k({id:`volume-size`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[],explains:[`schema/type`,`schema/pattern`],on:{NodeClass(e,{report:t}){for(let n of m(e.get([`spec`,`blockDeviceMappings`])).keys()){let r=[`spec`,`blockDeviceMappings`,n,`ebs`,`volumeSize`],i=String(e.get(r));!/^[1-9]\d{0,4}$/.test(i)||Number(i)>65536||t({at:e.span(r),message:`\`volumeSize: ${i}\` has no unit. The API server refuses it, or takes a number as bytes before Karpenter 0.37`,help:`Write the unit: \`volumeSize: ${i}Gi\`.`,fix:{description:`Replace with \`${i}Gi\``,edits:b(e,r,`${i}Gi`)},explains:{paths:[r]}})}}},docs:{summary:`The size of a volume has no unit.`,why:`The CRD requires a unit, so the API server refuses the EC2NodeClass. Before Karpenter 0.37, the API server accepts a number as bytes: a root volume of 1 GiB is smaller than every image, so EC2 launches no instances.`,help:"Write the unit, such as `50Gi`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:rf}),nf=e=>j(T`
    role: KarpenterNodeRole-demo
    blockDeviceMappings:
      - deviceName: /dev/xvda
        ebs:
          volumeSize: ${e}
          volumeType: gp3
          encrypted: true
  `);function rf(){return{bad:[nf(`50`)],good:[nf(`50Gi`),nf(`53687091200`)]}}const af=k({id:`zones-without-subnets`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[25],on:{NodePool:of},docs:{summary:`A NodePool allows a zone in which its node class selects no subnet.`,why:`Karpenter launches nodes only in the zones of the selected subnets. It still counts every zone of the requirements as a topology domain, so a zonal topology spread constraint can keep pods pending. A NodePool with no other zone launches nothing. Reported only when the repository creates the subnets of the cluster and their zones are known.`,help:`Remove the zone from the requirements, or create a subnet in it that the node class selects.`,url:`https://karpenter.sh/docs/concepts/nodepools/#availability-zones`},examples:cf});function of(e,{all:t,clusterOf:n,relation:r,report:i}){let a=e.isPartial?void 0:en(t,e);if(!a||a.isPartial||r(e,a)===void 0)return;let o=vc(a,`subnet`,Ps(n(a),`subnet`)),s=o&&sf(o);if(s)for(let{key:t,operator:n,values:r}of R(e)){if(x(t)!==S.zone||n!==`In`)continue;let c=r.filter(({isKnown:e,text:t})=>e&&!s.has(t)),l=c.length===r.length;for(let{path:t,text:n}of c)i({at:e.span(t),...l&&{severity:`error`},message:`\`${a.name}\` selects no subnet in zone \`${n}\`, so Karpenter never launches nodes there`,help:`Use zones in which it selects subnets: ${B([...s].sort(),` and `)}.`,labels:o.slice(0,1).map(({manifest:e,tagsAt:t})=>({span:e.keySpan(t),message:`the subnets that it selects`}))})}}function sf(e){let t=e.map(e=>e.zones);return t.length===0||t.includes(void 0)?void 0:new Set(t.flatMap(e=>e??[]))}function cf(){let e=e=>E`
    module "vpc" {
      source          = "terraform-aws-modules/vpc/aws"
      azs             = ["us-east-1a", "us-east-1b"]
      private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]

      private_subnet_tags = {
        "karpenter.sh/discovery" = "orders"
      }
    }

    ${P(`default`,j(T`
        role: KarpenterNodeRole-orders
        subnetSelectorTerms:
          - tags:
              karpenter.sh/discovery: orders
      `))}

    ${P(`pool`,A({limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`topology.kubernetes.io/zone In [${e}]`]}))}
  `;return{bad:[w(e(`us-east-1a, us-east-1c`),{"us-east-1a, us-east-1c":`us-east-1a, us-east-1b`})],good:[e(`us-east-1a, us-east-1b`)]}}const lf=[tn,bn,Tn,Mn,Rn,Kn,Qn,nr,lr,mr,br,Yr,pi,xi,Ai,Fi,yc,Ac,Bc,Kc,Zc,el,cl,dl,yl,Tl,Pl,Rl,Kl,nu,Qu,rd,sd,md,gd,yd,xd,kd,Pd,Yd,Zd,tf,af];function uf(e,t){if(e===void 0)return!1;for(let[n,r]of Object.entries(e.matchLabels??{}))if(df(t,n)!==r)return!1;return(e.matchExpressions??[]).every(({key:e,operator:n,values:r=[]})=>{let i=df(t,e);switch(n){case`In`:return i!==void 0&&r.includes(i);case`NotIn`:return i===void 0||!r.includes(i);case`Exists`:return i!==void 0;case`DoesNotExist`:return i===void 0;default:return!1}})}const df=(e,t)=>Object.hasOwn(e,t)?e[t]:void 0;function ff(e){if(e===void 0)return``;let t=Object.entries(e.matchLabels??{}).map(e=>JSON.stringify(e)),n=(e.matchExpressions??[]).map(({key:e,operator:t,values:n=[]})=>JSON.stringify([e,t,[...n].sort()]));return JSON.stringify([t.sort(),[...new Set(n)].sort()])}const pf=({kind:e,apiVersion:t})=>e===`PodDisruptionBudget`&&g(t)===`policy`;function mf(e){let t=new Map;for(let n of Hd(e)){let e=Wd(n);if(e===void 0||v(n.namespace))continue;let r=hf(n.manifest);for(let i of[``,...Object.entries(e).map(e=>e.join(`=`))]){let a=JSON.stringify([r,i]),o=t.get(a)??[];t.set(a,o),o.length<200&&o.push({workload:n,labels:e})}}let n=new Map,r=new Map;for(let i of e.manifests.filter(pf)){let e=Kd(i,[`spec`,`selector`]),[a]=Object.entries(e?.matchLabels??{}),o=(t.get(JSON.stringify([hf(i),a?.join(`=`)??``]))??[]).filter(({labels:t})=>uf(e,t)).map(({workload:e})=>e);n.set(i,o);for(let e of o)r.set(e,[...r.get(e)??[],i].slice(0,2))}return{byBudget:n,byWorkload:r}}const hf=e=>`${Vd(e)} ${e.source.file.slice(0,Math.max(0,e.source.file.lastIndexOf(`/`)))}`,gf=k({id:`blocking-pdb`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[41,43,44],on:{Manifests(e,t){if(!Ud(e))return;let{byBudget:n,byWorkload:r}=mf(e),i=Sf(e);for(let[e,r]of n)vf(e,t)||yf({budget:e,workloads:r,replicas:i},t);for(let[e,n]of r)bf(e,n,t)}},docs:{summary:`A PodDisruptionBudget allows no evictions, or two of them select the same pods.`,why:"Karpenter drains nodes with the eviction API. It never consolidates a node with a pod that it cannot evict. If such a node has no `terminationGracePeriod`, Karpenter does not replace it when it drifts, and it stays half-drained when it expires. With one, Karpenter deletes the pod at the end of the period. If two budgets select one pod, the API refuses every eviction. `maxUnavailable: 0` and `minAvailable: 100%` are only notes, because they may be intended.",help:"Allow at least one pod to be unavailable, run more replicas than `minAvailable`, and select each pod with only one budget.",url:`https://karpenter.sh/docs/concepts/disruption/#pod-disruption-budgets`},examples:Cf}),_f={maxUnavailable:/^0%?$/,minAvailable:/^100%$/};function vf(e,{report:t}){let n=Object.keys(_f).find(t=>_f[t].test(o(e.get([`spec`,t]))??``));return n!==void 0&&(t({manifest:e,at:e.span([`spec`,n]),severity:`note`,message:`\`${n}: ${e.get([`spec`,n])}\` allows no evictions. Karpenter never consolidates a node with one of these pods, and replaces a drifted one only if it has a \`terminationGracePeriod\``,help:"Replace it with `maxUnavailable: 1`."}),!0)}function yf({budget:e,workloads:t,replicas:n},{report:r}){let i=[`spec`,`minAvailable`],a=e.get(i),[o]=t;if(typeof a!=`number`||a<1||!o||t.length>1)return;let{manifest:s}=o,c=(s.kind===`Deployment`||s.kind===`StatefulSet`)&&!s.isPartial?n.get(xf(s)):void 0;c!==void 0&&(c===0||c>a||r({manifest:e,at:e.span(i),message:`\`minAvailable: ${a}\` of ${_(c,`pod`)} allows no evictions. Karpenter never consolidates a node with one of these pods, and replaces a drifted one only if it has a \`terminationGracePeriod\``,labels:[{span:s.span([`spec`,`replicas`]),message:`the number of pods`}],help:`Set \`replicas\` to at least ${a+1}, or replace \`minAvailable\` with \`maxUnavailable: 1\`.`}))}function bf(e,t,{report:n}){let[r,i]=t;r&&i&&r.name!==i.name&&n({manifest:i,at:i.span([`spec`,`selector`]),message:`Two PodDisruptionBudgets, \`${r.name}\` and \`${i.name}\`, select the pods of ${e.manifest.kind} \`${e.manifest.name}\`. The API refuses every eviction`,labels:[{span:r.span([`spec`,`selector`]),message:`also selects these pods`}],help:`Delete one of the two budgets, or change its selector.`})}const xf=({kind:e,name:t})=>`${e}/${t}`;function Sf(e){let t=new Map;for(let n of e.manifests){let e=n.get([`spec`,`replicas`]),r=xf(n);if(e===void 0)continue;let i=!t.has(r)||t.get(r)===e;t.set(r,i&&typeof e==`number`?e:void 0)}for(let n of e.manifests){if(n.kind!==`HorizontalPodAutoscaler`&&n.kind!==`ScaledObject`)continue;let e=[`spec`,`scaleTargetRef`],r=o(n.get([...e,`kind`]))??`Deployment`;t.delete(xf({kind:r,name:o(n.get([...e,`name`]))??``}))}return t}function Cf(){return{bad:[w(F(A(),wf,Tf(`minAvailable: 1`)),{"replicas: 1":`replicas: 2`},{"minAvailable: 1":`maxUnavailable: 1`}),w(F(A(),Tf(`maxUnavailable: 0`)),{"maxUnavailable: 0":`maxUnavailable: 1`})],good:[F(A(),wf,T`
          apiVersion: autoscaling/v2
          kind: HorizontalPodAutoscaler
          metadata:
            name: web
          spec:
            scaleTargetRef:
              apiVersion: apps/v1
              kind: Deployment
              name: web
            minReplicas: 2
            maxReplicas: 10
        `,Tf(`minAvailable: 1`)),Tf(`maxUnavailable: 0`,`no-karpenter-here`)]}}const wf=T`
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
`,Tf=(e,t=`web`)=>T`
  apiVersion: policy/v1
  kind: PodDisruptionBudget
  metadata:
    name: ${t}
  spec:
    ${e}
    selector:
      matchLabels:
        app: web
`,Ef=k({id:`bound-comment`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[16],on:{NodePool:Of,Provisioner:Of},docs:{summary:"A comment says that a bound is included, but `Gt` or `Lt` excludes it.",why:"`Gt` means greater than, not at least: `instance-generation Gt 5` starts at generation 6. If a comment on the line says “at least 5” or “5 and newer”, one of the two is wrong. Karpenter never launches instance types with exactly this value.",help:"Use the next lower number with `Gt` or the next higher one with `Lt`. Since Karpenter 1.9 you can also use `Gte` and `Lte`.",url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:Af}),Df={Gt:/(?:>=|≥|=>|\bat least|\bminimum(?: of)?|\bno less than|\bstarting (?:at|with))\s*(?:gen(?:eration)?\s*)?(\d+)\b|\b(\d+)(?:\+|\s*(?:and|or)\s+(?:newer|later|up|above|more|higher|greater)\b)/i,Lt:/(?:<=|≤|=<|\bat most|\bmaximum(?: of)?|\bno more than|\bup to)\s*(?:gen(?:eration)?\s*)?(\d+)\b|\b(\d+)\s*(?:and|or)\s+(?:older|earlier|below|less|lower|fewer|smaller)\b/i};function Of(e,{report:t,karpenter:n,isKarpenterAssumed:r}){if(!e.source.origin)for(let i of R(e)){let{operator:a,values:o}=i,[s]=o,c=Object.hasOwn(Df,a)?Df[a]:void 0;if(!c||!s?.isKnown||o.length!==1||!/^\d{1,9}$/.test(s.text))continue;let l=c.exec(kf(e,i));if(!l||(l[1]??l[2])!==s.text)continue;let u=String(Number(s.text)+(a===`Gt`?-1:1)),d=n.gteLteOperators&&!r?` or \`${a}e ${s.text}\``:``;t({at:e.span(s.path),message:`The comment says “${l[0].trim()}”, but \`${a} ${s.text}\` excludes ${s.text}`,help:`Write \`${a} ${u}\`${d}.`,fix:{description:`Replace with \`${u}\``,edits:b(e,s.path,`"${u}"`)}})}}function kf(e,{path:t}){let n=new te(e.source.text),{start:r,end:i}=e.span(t),[a,o]=[n.position(r).line,n.position(i).line],s=Array.from({length:Math.min(20,o-a+1)},(e,t)=>/(?:^|\s)#(.*)$/.exec(n.line(a+t))?.[1]??``);return[a>1?/^\s*#(.*)$/.exec(n.line(a-1))?.[1]??``:``,...s].join(` 
 `)}function Af(){return{bad:[F(A({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:T`
            - key: karpenter.sh/capacity-type
              operator: In
              values: [on-demand]
            # generation 5 and newer
            - key: karpenter.k8s.aws/instance-generation
              operator: Gt
              values: ["5"]
          `}),M)],good:[F(A({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:T`
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
          `}),M)]}}const jf=[`jan`,`feb`,`mar`,`apr`,`may`,`jun`,`jul`,`aug`,`sep`,`oct`,`nov`,`dec`],Mf=[`sun`,`mon`,`tue`,`wed`,`thu`,`fri`,`sat`],Nf=[{name:`minute`,min:0,max:59,names:[]},{name:`hour`,min:0,max:23,names:[]},{name:`day of month`,min:1,max:31,names:[]},{name:`month`,min:1,max:12,names:jf},{name:`day of week`,min:0,max:6,names:Mf}],Pf={"@yearly":`0 0 1 1 *`,"@annually":`0 0 1 1 *`,"@monthly":`0 0 1 * *`,"@weekly":`0 0 * * 0`,"@daily":`0 0 * * *`,"@midnight":`0 0 * * *`,"@hourly":`0 * * * *`},Ff=e=>`reason`in e;function If(e){let t=e.startsWith(`@`)?Pf[e]:e;if(t===void 0)return Lf(e,0,void 0,`is not one of ${Object.keys(Pf).join(`, `)}`);let n=/^\s*(?:CRON_)?TZ=\S*/.exec(t);if(n)return Lf(n[0].trim(),t.indexOf(n[0].trim()),void 0,`is not allowed, because schedules are in UTC`);let r=[...t.matchAll(/\S+/g)];if(r.length!==Nf.length)return Lf(t,0,void 0,`has ${r.length} fields instead of 5`);let i=[];for(let[e,t]of Nf.entries()){let n=Rf(r[e][0],t);if(`reason`in n)return{...n,start:n.start+r[e].index};i.push([...n].sort((e,t)=>e-t))}let a=e=>/(^|,)[*?](-[^,/]*)?(\/0*1)?(,|$)/.test(r[e][0]);return{minutes:i[0],hours:i[1],daysOfMonth:i[2],months:i[3],daysOfWeek:i[4],isAnyDayOfMonth:a(2),isAnyDayOfWeek:a(4)}}const Lf=(e,t,n,r)=>({part:e,start:t,field:n,reason:r});function Rf(e,t){let n=new Set;for(let r of e.matchAll(/[^,]+/g)){let e=zf(r[0],t);if(typeof e==`string`)return Lf(r[0],r.index,t.name,e);for(let t=e.from;t<=e.to;t+=e.step)n.add(t)}return n}function zf(e,t){let[n=``,r,...i]=e.split(`/`),[a=``,o,...s]=n.split(`-`);if(i.length>0)return"has more than one `/`";let c=a===`*`||a===`?`;if(s.length>0&&!c)return"has more than one `-`";let l=c?t.min:Bf(a,t),u=r===void 0?1:Vf(r),d=c?t.max:o===void 0?r===void 0?l:t.max:Bf(o,t);return l===void 0||d===void 0||u===void 0?`is not a number or a name`:l<t.min?`starts below ${t.min}`:d>t.max?`goes beyond ${t.max}`:l>d?`ends before it starts`:u===0?`has a step of 0`:{from:l,to:d,step:u}}function Bf(e,t){let n=t.names.indexOf(e.toLowerCase());return n===-1?Vf(e):n+t.min}const Vf=e=>/^\+?\d{1,9}$/.test(e)?Number(e):void 0,Hf=6e4;function Uf(e,t){let n=(Math.floor(t/Hf)+1)*Hf,r=new Date(n),i=r.getUTCFullYear()+5;for(let t=0;t<2196;t++){let a=new Date(Date.UTC(r.getUTCFullYear(),r.getUTCMonth(),r.getUTCDate()+t));if(a.getUTCFullYear()>i)break;let o=Wf(e,a)?Gf(e,a.getTime(),n):void 0;if(o!==void 0)return o}}function Wf(e,t){if(!e.months.includes(t.getUTCMonth()+1))return!1;let n=e.daysOfMonth.includes(t.getUTCDate()),r=e.daysOfWeek.includes(t.getUTCDay());return e.isAnyDayOfMonth||e.isAnyDayOfWeek?n&&r:n||r}function Gf({hours:e,minutes:t},n,r){for(let i of e)for(let e of t){let t=n+(i*60+e)*Hf;if(t>=r)return t}}function Kf(e,{start:t,end:n}){let r=[];for(let{cron:i,durationMs:a}of e){let e=Uf(i,t-a);for(let t=0;e!==void 0&&e<n;t++){if(t>2e4)return;r.push({start:e,end:e+a}),e=Uf(i,e)}}r.sort((e,t)=>e.start-t.start||e.end-t.end);let i=[];for(let e of r){let t=i.at(-1);t&&e.start<=t.end?i[i.length-1]={start:t.start,end:Math.max(t.end,e.end)}:i.push(e)}return i}function qf(e,{start:t,end:n}){let r=[],i=t;for(let t of e)t.start>i&&r.push({start:i,end:Math.min(t.start,n)}),i=Math.max(i,t.end);return i<n?[...r,{start:i,end:n}]:r}function Jf(e,t){let n=`${Yf(e,`UTC`)} UTC`;return t===void 0||t===`UTC`?n:`${n} (${Yf(e,t)} ${t})`}function Yf({start:e,end:t},n){let[r,i]=[Xf(e,n),Xf(t,n)];return`${r.day} ${r.time} to ${r.day===i.day?``:`${i.day} `}${i.time}`}function Xf(e,t){let n=new Intl.DateTimeFormat(`en-US`,{timeZone:t,hourCycle:`h23`,weekday:`short`,month:`short`,day:`numeric`,hour:`2-digit`,minute:`2-digit`}),r=new Map(n.formatToParts(e).map(({type:e,value:t})=>[e,t])),i=e=>r.get(e)??``;return{day:`${i(`weekday`)} ${i(`day`)} ${i(`month`)}`,time:`${i(`hour`)}:${i(`minute`)}`}}const Zf=[`spec`,`disruption`,`budgets`],Qf=k({id:`budget-gaps`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[37],on:{NodePool(e,{report:t,settings:n}){let r=m(e.get(Zf)),i=r.map($f);r.length!==0&&!e.isPartial&&i.every(e=>e!==void 0)&&np(i)&&t({at:e.keySpan(Zf),message:`Karpenter may disrupt any number of nodes of \`${e.name}\` at the same time outside of the ${r.length===1?`window of its budget`:`windows of its budgets`}`,help:`Add a budget without a schedule, such as \`nodes: 10%\`.${rp(i,n)}`})}},docs:{summary:`All disruption budgets of a NodePool have schedules, so nothing limits disruption outside of their windows.`,why:`A budget applies only while its window is open. When no budget applies, disruption is unlimited. Explicit budgets replace the default of 10%. If they freeze a NodePool during the day, Karpenter may replace all its nodes at the same time at night.`,help:"Add a budget without a schedule, such as `nodes: 10%`. The smallest of the budgets that apply is used.",url:`https://karpenter.sh/docs/concepts/disruption/#schedule`},examples:ip});function $f(e){let{schedule:t,duration:n}=f(e)??{};if(typeof t!=`string`||typeof n!=`string`||v(t)||v(n))return;let r=If(t),i=/^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:0s)?$/.exec(n);if(!Ff(r)&&i)return{cron:r,durationMs:(60*Number(i[1]??0)+Number(i[2]??0))*6e4}}const ep=864e5,tp=Date.UTC(2024,0,1);function np(e){let t=e.every(({cron:e})=>e.isAnyDayOfMonth&&e.months.length===12),n={start:tp,end:tp+(t?7:366)*ep},r=Kf(e,n);return r!==void 0&&qf(r,n).length>0}function rp(e,{today:t,timeZone:n}){if(t===He.today)return``;let r=Date.parse(`${t}T00:00:00Z`),i={start:r,end:r+35*ep},a=Kf(e,i),[o]=a?qf(a,i):[],s=(a?.filter(({start:e})=>e>=r).slice(0,2)??[]).map(e=>Jf(e,n));return[...s.length>0?[` The next ${s.length===1?`window is`:`windows are`} ${s.join(`, then `)}.`]:[],...o?[` The next time without a limit is ${Jf(o,n)}.`]:[]].join(``)}function ip(){return{bad:[w(A({disruption:T`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
        `}),{"budgets:":`budgets:
  - nodes: 10%`})],good:[A({disruption:T`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
        `}),A({disruption:T`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
              schedule: 0 8 * * *
              duration: 12h
            - nodes: 20%
              schedule: 0 20 * * *
              duration: 12h
        `})]}}const ap=k({id:`budget-rounding`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[38],on:{NodePool(e,{report:t}){let n=op(e),r=[`spec`,`disruption`,`budgets`];if(!(n===void 0||n<2))for(let[i,a]of m(e.get(r)).entries()){let o=f(a)?.nodes,s=typeof o==`string`?Number(/^(\d{1,3})%$/.exec(o)?.[1]??0):0;s===0||s*n>=100||100/n<2*s||t({at:e.span([...r,i,`nodes`]),message:`\`${o}\` of at most ${n} nodes is rounded up to one node, which is ${Math.round(100/n)}% of \`${e.name}\``,help:'Set `nodes: "1"` to disrupt one node at a time.'})}}},docs:{summary:`Karpenter rounds a small percentage of a small NodePool up to one node.`,why:"Karpenter rounds the percentages of a budget up: 10% of three nodes is one node, a third of them. If `replicas` or `limits.nodes` limits the number of nodes, a small percentage never has the effect that it suggests.",help:"Set `nodes` to the number of nodes that may be disrupted at the same time.",url:`https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets`},examples:sp});function op(e){let[t,n]=[e.get([`spec`,`replicas`]),e.get([`spec`,`limits`,`nodes`])],r=t??n;return typeof r==`number`||typeof r==`string`&&/^\d{1,6}$/.test(r)?Number(r):void 0}function sp(){return{bad:[w(F(A({disruption:T`
            consolidateAfter: 1m
            budgets:
              - nodes: 10%
          `,limits:T`
            cpu: 100
            nodes: 4
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),M),{"nodes: 10%":`nodes: "1"`})],good:[F(A({disruption:T`
            consolidateAfter: 1m
            budgets:
              - nodes: 10%
          `,limits:T`
            cpu: 100
            nodes: 40
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),M),F(A({disruption:T`
            consolidateAfter: 1m
            budgets:
              - nodes: "1"
          `,limits:T`
            cpu: 100
            nodes: 4
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),M)]}}const cp=k({id:`budget-schedule`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[35,36],on:{NodePool(e,{report:t}){let n=[`spec`,`disruption`,`budgets`];for(let[r,i]of m(e.get(n)).entries()){let a=f(i)?.schedule;if(typeof a!=`string`||v(a)||!up(a))continue;let o=If(a);if(!Ff(o)){Uf(o,lp)===void 0&&t({at:e.span([...n,r,`schedule`]),severity:`warning`,message:`\`${a}\` never occurs, so Karpenter applies the budget at all times`,help:`Use a day that exists in the months of the schedule.`});continue}let s=o.field===`day of week`?dp(a,o):void 0;t({at:e.span([...n,r,`schedule`]),message:`Karpenter cannot parse this schedule, so no budget of \`${e.name}\` allows any disruption: ${o.field?`${o.field} `:``}\`${o.part}\` ${o.reason}`,help:s?`Write \`${s}\`. Days are 0 (Sunday) to 6, and ranges do not wrap around.`:`Write five fields in UTC: minute, hour, day of month, month and day of week.`,...s&&{fix:{description:`Replace with \`${s}\``,edits:b(e,[...n,r,`schedule`],`"${s}"`)}}})}}},docs:{summary:`Karpenter cannot parse the schedule of a disruption budget.`,why:"The API server only checks that a schedule has five parts. Karpenter parses it when it evaluates budgets. On an error, every budget of the NodePool allows 0 nodes: Karpenter consolidates nothing and rolls out no drift, and only an event says so. Days of the week are 0 to 6 and ranges do not wrap around, so `7`, `1-7` and `sat-sun` are errors. Schedules are always in UTC.",help:`Write five valid fields, list days instead of wrapping around, and convert times to UTC.`,url:`https://karpenter.sh/docs/concepts/disruption/#schedule`},examples:pp}),lp=Date.UTC(2024,0,1),up=e=>/^@(annually|yearly|monthly|weekly|daily|midnight|hourly)/.test(e)||e.trim().split(/\s+/).length>=5;function dp(e,{part:t,start:n}){let r=t.split(`-`).map(fp),[i,a=i]=r;if(r.length>2||i===void 0||a===void 0)return;let o=[],s=/[a-z]/i.test(t);for(let e=i;o.push(s?Mf[e%7]:String(e%7)),e%7!=a%7&&o.length!==7;e=(e+1)%7);let c=o.length===7?`*`:o.join(`,`),l=e.slice(0,n)+c+e.slice(n+t.length);return Ff(If(l))?void 0:l}const fp=e=>{let t=Mf.indexOf(e.toLowerCase());return t===-1?/^[0-7]$/.test(e)?Number(e):void 0:t};function pp(){return{bad:[A({disruption:T`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * sat-sun
              duration: 8h
        `}),w(A({disruption:T`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: TZ=Europe/Berlin 0 9 * * 1-5
              duration: 8h
        `}),{"TZ=Europe/Berlin 0 9 * * 1-5":`0 8 * * 1-5`}),w(A({disruption:T`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 30 2 *
              duration: 8h
        `}),{"0 9 30 2 *":`0 9 28 2 *`})],good:[A({disruption:T`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
            - nodes: "1"
              schedule: "@daily"
              duration: 1h
        `})]}}const mp=k({id:`chart-crds`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Karpenter installation`,mistakes:[85],on:{Manifests(e,t){let n=d(gt(e),({manifest:e})=>t.clusterOf(e));for(let e of n.values())gp(e,t)}},docs:{summary:`Karpenter and its CRDs have different versions.`,why:"The API server drops fields that the CRDs do not have. If the CRDs are older than the controller, the API server silently drops new fields of NodePools and EC2NodeClasses. If they are newer, the controller gets fields that it does not know. Reported only when the charts `karpenter` and `karpenter-crd` belong to the same cluster, also in different folders.",help:`Use the same version for both charts, and upgrade the CRDs first.`,url:`https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades`},examples:_p}),hp=({manifest:e,version:t})=>{let n=t&&O(e,t)?.replace(/^v/,``);return n!==void 0&&/^\d+\.\d+\.\d+$/.test(n)?n:void 0};function gp(e,t){let n=t=>e.filter(e=>e.chart===t&&e.version),[r,...i]=n(`karpenter-crd`),[a,...o]=n(`karpenter`);if(!r||!a||i.length>0||o.length>0)return;let[s,c]=[hp(r),hp(a)];s!==void 0&&c!==void 0&&s!==c&&t.report({manifest:r.manifest,at:r.manifest.span(r.version),message:`The CRDs have version ${s}, but the controller has version ${c}`,help:`Set the version of \`karpenter-crd\` to ${c}, or that of \`karpenter\` to ${s}.`,labels:[{span:a.manifest.span(a.version),message:`version of the controller${V(r.manifest,a.manifest,t)}`}]})}function _p(){return{bad:[w(E`
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
      `,{"1.6.2":`1.11.1`},{"1.11.1":`1.6.2`}),w(F(N(`karpenter-crd`,{version:`1.6.2`}),N(`karpenter`,{version:`1.7.1`})),{"1.6.2":`1.7.1`},{"1.7.1":`1.6.2`})],good:[E`
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
      `]}}const vp=k({id:`consolidate-after-load`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[46,47],on:{Manifests:yp},docs:{summary:"`consolidateAfter` of a NodePool does not suit the CronJobs that run on it.",why:"`consolidateAfter` counts from the last time a pod was added to a node or removed from it. With `0s`, Karpenter may remove a node as soon as a job ends. The next run of the job then waits for a new node. With a duration above the interval of the job, its nodes never stay unchanged for long enough, so Karpenter never consolidates them. Reported only when a CronJob selects the NodePool by name.",help:"Set `consolidateAfter` to a duration above `0s` and below the interval of the CronJobs.",url:`https://karpenter.sh/docs/concepts/disruption/#consolidation`},examples:Cp});function yp(e,t){let n=Hd(e).filter(({manifest:e})=>e.kind===`CronJob`);if(n.length!==0)for(let r of I(e)){let e=[`spec`,`disruption`,`consolidateAfter`],i=ct(o(r.get(e))??``),a=Number(i??0)/1e6;if(i===void 0||r.get([`spec`,`disruption`,`consolidationPolicy`])===`WhenEmpty`)continue;let[s]=n.filter(e=>xp(r,e)).flatMap(e=>({job:e.manifest,every:Sp(e.manifest)??NaN})).filter(({every:e})=>a===0?e<=9e5:e<a).sort((e,t)=>e.every-t.every||h(e.job.name,t.job.name));if(!s)continue;let{name:c}=s.job,l=bp(s.every);t.report({manifest:r,at:r.span(e),message:a===0?`Karpenter may remove nodes of \`${r.name}\` as soon as CronJob \`${c}\` ends, and \`${c}\` runs again every ${l}`:`\`consolidateAfter\` of \`${r.name}\` is longer than ${l}, the interval of CronJob \`${c}\`, so Karpenter never consolidates the nodes that run it`,help:`Set \`consolidateAfter\` to a duration above \`0s\` and below ${l}, the interval of CronJob \`${c}\`.`,labels:[{span:s.job.span([`spec`,`schedule`]),message:`schedule of the CronJob`}]})}}const bp=e=>{let t=e/6e4;return t%60==0?`${t/60}h`:`${t}m`};function xp(e,{manifest:t,template:n}){let r=f(t.get([...n,`spec`,`nodeSelector`]));return o(r?.[`karpenter.sh/nodepool`])===e.name}function Sp(e){let t=If(o(e.get([`spec`,`schedule`]))??``);if(Ff(t)||e.get([`spec`,`suspend`])===!0)return;let n=Uf(t,0),r=n===void 0?void 0:Uf(t,n);return n===void 0||r===void 0?void 0:r-n}function Cp(){return{bad:[w(F(A({name:`batch`,disruption:T`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 0s
          `,limits:`cpu: 1000`,nodeClassRef:`default`,taints:T`
            - key: example.com/batch
              effect: NoSchedule
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),T`
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
        `,M),{"consolidateAfter: 0s":`consolidateAfter: 2m`}),w(F(A({name:`batch`,disruption:T`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 30m
          `,limits:`cpu: 1000`,nodeClassRef:`default`,taints:T`
            - key: example.com/batch
              effect: NoSchedule
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),T`
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
        `,M),{"consolidateAfter: 30m":`consolidateAfter: 5m`})],good:[F(A({name:`batch`,disruption:T`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 5m
          `,limits:`cpu: 1000`,nodeClassRef:`default`,taints:T`
            - key: example.com/batch
              effect: NoSchedule
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),T`
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
        `,M),F(A({name:`batch`,disruption:T`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 0s
          `,limits:`cpu: 1000`,nodeClassRef:`default`,taints:T`
            - key: example.com/batch
              effect: NoSchedule
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),T`
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
        `,M)]}}const $=[`spec`,`disruption`],wp=[...$,`consolidateAfter`],Tp=k({id:`consolidate-after-policy`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[2,3],explains:[`schema/cel`,`schema/required`],on:{NodePool(e,t){let n=L(e,[...$,`consolidationPolicy`]),r=L(e,wp);if(!f(e.get($))||!n.isKnown||!r.isKnown)return;let i=(r.value??null)===null;ne(e.apiVersion)===`v1beta1`?Ep(e,t,n.value??null,i):i&&Dp(e,t)}},docs:{summary:"`consolidateAfter` is missing, or not allowed with this `consolidationPolicy`.",why:"In v1beta1, `consolidateAfter` belongs only to `WhenEmpty`. The API server refuses a duration with `WhenUnderutilized`, the default policy, and refuses `WhenEmpty` without a duration. In v1 up to Karpenter 1.14, every `disruption` block must have `consolidateAfter`. Since 1.15 the default is `0s`, so Karpenter consolidates nodes as soon as a pod leaves.",help:"In v1beta1, set `consolidateAfter` only with `WhenEmpty`. In v1, set it in every `disruption` block.",url:`https://karpenter.sh/docs/concepts/disruption/#consolidation`},examples:Op});function Ep(e,{report:t},n,r){if(n===`WhenEmpty`&&r&&t({at:e.keySpan([...$,`consolidationPolicy`]),message:"`consolidationPolicy: WhenEmpty` requires `consolidateAfter` in v1beta1. Without it, the API server refuses the NodePool",help:"Set `consolidateAfter` to the time for which a node must be empty before Karpenter deletes it, such as `30s`.",fix:{description:"Add `consolidateAfter: 30s`",edits:ie(e,$,`consolidateAfter`,`30s`)},explains:{paths:[$]}}),n!==null&&n!==`WhenUnderutilized`||r||e.get(wp)===`Never`)return;let i=n===null?"`WhenUnderutilized`, the default policy,":"`consolidationPolicy: WhenUnderutilized`";t({at:e.keySpan(wp),message:`\`consolidateAfter\` is not allowed with ${i} in v1beta1. The API server refuses the NodePool`,help:"Remove `consolidateAfter`, or set `consolidationPolicy: WhenEmpty` to delete only empty nodes. v1 allows it with `WhenEmptyOrUnderutilized`.",...n!==null&&{labels:[{span:e.span([...$,`consolidationPolicy`]),message:"this policy does not allow `consolidateAfter`"}]},fix:{description:"Remove `consolidateAfter`",edits:se(e,wp)},explains:{paths:[$]}})}function Dp(e,{report:t,karpenter:n}){let r={description:"Add `consolidateAfter: 0s`",edits:ie(e,$,`consolidateAfter`,`0s`)};n.consolidateAfterDefaulted?t({at:e.keySpan($),severity:`note`,message:"`disruption` has no `consolidateAfter`. The default is `0s`, so Karpenter consolidates nodes as soon as a pod leaves",help:"Set `consolidateAfter` explicitly: `0s`, or a longer time to avoid churn.",fix:r}):t({at:e.keySpan($),message:"`disruption` requires `consolidateAfter` up to Karpenter 1.14. Without it, the API server refuses the NodePool",help:"Set `consolidateAfter`. With `0s` Karpenter acts immediately, which is also the default if there is no `disruption` block.",fix:r,explains:{paths:[wp,$]}})}function Op(){return{bad:[D({karpenter:`0.37`},A({apiVersion:`karpenter.sh/v1beta1`,disruption:T`
            consolidationPolicy: WhenUnderutilized
            consolidateAfter: 60s
          `})),A({disruption:`consolidationPolicy: WhenEmpty`}),D({karpenter:`0.37`},A({apiVersion:`karpenter.sh/v1beta1`,disruption:`consolidationPolicy: WhenEmpty`}))],good:[A({disruption:T`
          consolidationPolicy: WhenEmptyOrUnderutilized
          consolidateAfter: 60s
        `}),D({karpenter:`0.37`},A({apiVersion:`karpenter.sh/v1beta1`,disruption:T`
            consolidationPolicy: WhenUnderutilized
            consolidateAfter: Never
          `}))]}}const kp=k({id:`controller-placement`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Karpenter installation`,mistakes:[86],on:{Manifests(e,{report:t}){for(let{manifest:n,chart:r,values:i}of gt(e)){if(r!==`karpenter`)continue;let e=[...i,`nodeSelector`],a=Object.keys(f(n.get(e))??{}),o=a.find(e=>Ap.has(e));if(o!==void 0){let r=`Only nodes that Karpenter launches have the label \`${o}\`. If there are none, the controller stays pending`;t({manifest:n,at:n.keySpan([...e,o]),message:r,help:`Select nodes that Karpenter does not launch, such as those of a managed node group.`})}let s=[...i,`affinity`];a.length>0||n.get(s)!==null||t({manifest:n,at:n.keySpan(s),message:`Without the chart’s default affinity, the controller can run on nodes that Karpenter launches`,help:"Remove `affinity`, so that the chart’s default applies."})}}},docs:{summary:`The values of the chart let Karpenter run on nodes that it launches itself.`,why:`By default, the chart keeps the controller off nodes that Karpenter launches. If values place it there, a cluster without such a node never gets one, because the controller itself is pending. Consolidation may also delete the node that the controller runs on.`,help:`Run the controller on a managed node group, a kOps InstanceGroup or Fargate.`,url:`https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/`},examples:jp}),Ap=new Set([`karpenter.sh/capacity-type`,`karpenter.sh/initialized`,`karpenter.sh/nodepool`,`karpenter.sh/registered`]);function jp(){return{bad:[w(N(`karpenter`,{values:T`
          nodeSelector:
            karpenter.sh/nodepool: system
        `}),{"karpenter.sh/nodepool: system":`eks.amazonaws.com/nodegroup: system`}),w(N(`karpenter`,{values:`affinity: null`}),{"affinity: null":``})],good:[N(`karpenter`,{values:T`
          nodeSelector:
            karpenter.sh/controller: "true"
        `}),N(`karpenter`,{values:T`
          nodeSelector:
            eks.amazonaws.com/nodegroup: system
          affinity: null
        `})]}}const Mp=new Set([S.windowsBuild,S.capacityReservationId,S.capacityReservationType,S.capacityReservationInterruptible,S.placementGroupId,S.placementGroupPartition]);function Np(e,t){let n=t.slice(0,Pp).filter(t=>Zp(e,t)),r=[],i=Ip(e),a=new Map,o;for(let t of n){let n=i.length;i=i.filter(n=>Up(e,n,t)),i.length===0&&n>0&&(o=Gp(e,t,r)),r.push({requirement:t,instanceTypes:i.length})}return{steps:r,names:i.map(({info:e})=>e.name).sort(),isExact:t.length<=Pp&&t.every(t=>Qp(e,t)),emptied:o,count:t=>{let n=a.get(t)??qp(e,i,t);return a.set(t,n),n}}}const Pp=100,Fp=new WeakMap;function Ip(e){let t=Fp.get(e)??e.types.flatMap((t,n)=>e.zonesOf(t.name).length>0?[{info:t,index:n}]:[]);return Fp.set(e,t),t.map(({info:e,index:t})=>({info:e,index:t,left:void 0}))}const Lp=[`linux`,`windows`],Rp=[`linux`],zp=[`on-demand`,`spot`],Bp=[`on-demand`];function Vp(e,t,n){let r=x(n);if(r===S.zoneId){let n=Vp(e,t,S.zone);return e.zones.flatMap(({zone:e,zoneId:t})=>t!==void 0&&n.includes(e)?[t]:[])}return t.left?.get(r)??Hp(e,t,r)}function Hp(e,{info:t,index:n},r){return r===S.zone?e.zonesOf(t.name):r===S.capacityType?t.hasSpot?zp:Bp:r===S.os?t.architecture===`amd64`?Lp:Rp:e.labels.get(r)?.[n]??[]}function Up(e,t,n){let r=x(n.key),i=Vp(e,t,r);if(i.length===0)return n.operator===`NotIn`||n.operator===`DoesNotExist`;let a=i.filter(e=>em(n,e));return a.length===i.length||(t.left??=new Map,r===S.zoneId?t.left.set(S.zone,Wp(e,t,a)):t.left.set(r,a),a.length>0)}function Wp(e,t,n){let r=new Map(e.zones.map(({zone:e,zoneId:t})=>[e,t]));return Vp(e,t,S.zone).filter(e=>n.includes(r.get(e)??``))}function Gp(e,t,n){let r=n.map(e=>e.requirement),i=t=>Ip(e).filter(n=>t.every(t=>Up(e,n,t))),a=i(r),o=i([t]).length===0;return{requirement:t,before:a.length,values:Kp(a.flatMap(n=>Vp(e,n,t.key))),isUnknownValue:o,conflicts:o?[]:r.filter(e=>i([e,t]).length===0)}}const Kp=e=>[...new Set(e)].sort((e,t)=>$p(e)&&$p(t)?Number(e)-Number(t):h(e,t));function qp(e,t,n){let r=t.filter(t=>Vp(e,t,S.capacityType).includes(n)),i=r.flatMap(t=>Vp(e,t,S.zone));return{instanceTypes:r.length,zones:Kp(i)}}const Jp={Gt:(e,t)=>e>t,Gte:(e,t)=>e>=t,Lt:(e,t)=>e<t,Lte:(e,t)=>e<=t},Yp=new Set([S.zone,S.zoneId,S.capacityType,S.os]),Xp=(e,{key:t,isKnown:n})=>{let r=x(t);return n&&!Yp.has(r)&&!e.labels.has(r)&&!Mp.has(r)};function Zp(e,t){let{operator:n,values:r,isKnown:i}=t,a=x(t.key);return!i||Mp.has(a)||Xp(e,t)||a===S.capacityType&&r.some(e=>e.text===`reserved`)?!1:n===`In`?r.length>0:Object.hasOwn(Jp,n)?r.length===1&&$p(r[0].text):n===`NotIn`||n===`Exists`||n===`DoesNotExist`}function Qp(e,t){if(!Zp(e,t))return Xp(e,t);let n=x(t.key);if(t.operator!==`In`||n!==S.instanceType&&n!==S.instanceFamily)return!0;let r=new Set(e.types.map(e=>n===S.instanceType?e.name:e.family));return t.values.every(({text:e})=>r.has(e))}const $p=e=>/^-?\d+$/.test(e);function em({operator:e,values:t},n){return e===`In`?t.some(e=>e.text===n):e===`NotIn`?!t.some(e=>e.text===n):e===`Exists`||e!==`DoesNotExist`&&$p(n)&&Jp[e](Number(n),Number(t[0].text))}const tm=k({id:`dead-values`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[93],on:{NodePool:rm,Provisioner:rm},docs:{summary:`A requirement names instance types or families that another requirement of the NodePool excludes.`,why:"Karpenter applies all requirements together. The family `r5` with `instance-generation Gt 5` is never launched, so the NodePool has fewer instance types to choose from than it seems. If only such values are left, nothing is launched at all.",help:`Remove the values, or relax the requirement that excludes them.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:om}),nm=new Map([[S.instanceType,({name:e})=>e],[S.instanceFamily,({family:e})=>e]]);function rm(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i||i.names.length===0)return;let a=zt(e);for(let r of a){let i=nm.get(x(r.key));if(!i||r.operator!==`In`||!r.isKnown)continue;let o=im(n,{requirement:r,all:a,valueIn:i});o.length!==0&&t({at:e.span(r.path),message:`\`${e.name}\` never launches ${am(o)}: its other requirements exclude ${o.length===1?`this value`:`these values`}`,help:`Remove ${am(o)}, or relax the other requirements.`})}}function im(e,{requirement:t,all:n,valueIn:r}){let i=Np(e,n.filter(e=>e!==t)),a=new Set(i.names),o=e.types.filter(({name:t})=>e.zonesOf(t).length>0),s=new Set(o.map(r)),c=new Set(o.filter(({name:e})=>a.has(e)).map(r));return[...new Set(t.values.map(({text:e})=>e))].filter(e=>s.has(e)&&!c.has(e)).sort()}function am(e){let t=e.slice(0,4).map(e=>`\`${e}\``);return`${t.join(`, `)}${e.length>t.length?` and ${e.length-t.length} more`:``}`}function om(){return{bad:[w(A({requirements:[`karpenter.k8s.aws/instance-family In [c6i, m6i, r5]`,`karpenter.k8s.aws/instance-generation Gt ["5"]`,`karpenter.sh/capacity-type In [on-demand]`]}),{"[c6i, m6i, r5]":`[c6i, m6i]`},{'["5"]':`["4"]`})],good:[A({requirements:[`karpenter.k8s.aws/instance-family In [c6i, m6i, r6i]`,`karpenter.k8s.aws/instance-generation Gt ["5"]`,`karpenter.sh/capacity-type In [on-demand]`]})]}}const sm=e=>JSON.stringify([g(e.apiVersion),e.kind,e.namespace??``,e.name]),cm=k({id:`duplicate-object`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],on:{Manifests:lm},docs:{summary:`One place defines an object twice, with different content.`,why:`All manifests of a file, of a rendered root or of a configured environment are applied together, so the two definitions overwrite each other. The last one wins, and the other one has no effect. Two files of one folder may be alternatives, so they are only a note. Objects of the same name in different folders, environments or roots are different objects, and are not reported. Folders with examples are not reported either.`,help:`Remove one of the definitions, or rename it.`,url:`https://kubernetes.io/docs/concepts/overview/working-with-objects/names/`},examples:pm});function lm(e,{report:t,settings:n}){let r=new Map;for(let i of e.manifests){if(i.isPartial||i.name===``||v(i.name))continue;let e=l(i)?.role;if(e===void 0||e===`node claim`)continue;let a=nt(i.source,n.environments),o=JSON.stringify([a.key,sm(i)]),s=e=>a.kind===`folder`&&e.source.file!==i.source.file,c=r.get(o);c===void 0&&r.set(o,i),c===void 0||um(c,i)||dm(a)||t({manifest:i,...s(c)&&{severity:`note`},at:i.span([`metadata`,`name`]),message:`${i.kind} \`${i.name}\` is defined twice in ${fm(a)}, with different content. The definition that is applied last overwrites the other`,labels:[{span:c.span([`metadata`,`name`]),message:`the other definition`}],help:`Remove one of the two definitions, or rename one of them.`})}}const um=(e,t)=>JSON.stringify(e.object)===JSON.stringify(t.object),dm=({kind:e,name:t})=>e===`folder`&&/(?:^|\/)(?:docs?|examples?|samples?|tests?|testdata|demos?|fixtures)(?:\/|$)/i.test(t);function fm({kind:e,name:t}){return e===`environment`?`environment \`${t}\``:e===`root`?`\`${t}\``:t===``?`one folder`:`folder \`${t}\``}function pm(){return{bad:[w(F(A({requirements:[`kubernetes.io/arch In ["amd64"]`]}),A({requirements:[`kubernetes.io/arch In ["arm64"]`]})),{"---\napiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: default":`---
apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: arm`})],good:[F(A(),j(`role: nodes`))]}}const mm=[`spec`,`template`,`spec`],hm=k({id:`expiry-blocked`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[41],on:{Manifests(e,{report:t}){let n=I(e),r=n.map(e=>{let t=L(e,[...mm,`expireAfter`]),n=L(e,[...mm,`terminationGracePeriod`]);return t.isKnown&&n.isKnown&&ne(e.apiVersion)===`v1`&&t.value!==`Never`&&n.value===void 0});if(!(n.length===0||r.includes(!1)))for(let{manifest:r,template:i}of Hd(e)){let e=[...i,`metadata`,`annotations`,le];r.kind!==`Deployment`&&r.kind!==`StatefulSet`||o(r.get(e))!==`true`||t({manifest:r,at:r.keySpan(e),message:`Expired nodes with pods of ${r.kind} \`${r.name}\` stay half-drained, because no NodePool has a \`terminationGracePeriod\``,labels:[{span:n[0].keySpan(mm),message:`for example, this NodePool`}],help:"Set `terminationGracePeriod` in the NodePool that these pods run on."})}}},docs:{summary:"Pods that must not be disrupted run on nodes that expire, and no `terminationGracePeriod` ends the wait.",why:"Karpenter taints and drains an expired node whatever the budgets say, after 30 days unless `expireAfter` differs. It does not evict a pod with `karpenter.sh/do-not-disrupt`. The node stays half-drained and costs money as long as the pod exists. For a Deployment or a StatefulSet, that is until somebody deletes the pod.",help:"Set `terminationGracePeriod` in the NodePool, after which Karpenter also deletes such a pod. Or set `expireAfter: Never`, and replace nodes in another way.",url:`https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod`},examples:gm});function gm(){return{bad:[w(F(A(),T`
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
terminationGracePeriod: 24h`})],good:[F(A({requirements:[],terminationGracePeriod:`24h`}),T`
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
        `),F(A(),T`
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
        `)]}}const _m=k({id:`exported-object`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],on:{NodePool:bm,Provisioner:bm,NodeOverlay:bm,NodeClass:bm,NodeTemplate:bm},docs:{summary:`An object has fields that only the API server sets, because it was exported from a cluster.`,why:"The API server refuses an update whose `metadata.resourceVersion` is not the current one, and one whose `metadata.uid` belongs to a deleted object. The file can then no longer be applied, and never to another cluster.",help:"Remove `uid`, `resourceVersion`, `generation`, `creationTimestamp`, `managedFields` and `status`.",url:`https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions`},examples:xm}),vm=[`uid`,`resourceVersion`],ym=[`generation`,`creationTimestamp`,`managedFields`,`selfLink`];function bm(e,{report:t}){let n=t=>t.map(e=>[`metadata`,e]).filter(t=>e.get(t)!==void 0),[r]=n(vm);if(r===void 0||typeof e.get(r)!=`string`||e.source.origin)return;let i=e.get([`status`])===void 0?[]:[[`status`]],a=[...n([...vm,...ym]),...i];t({at:e.keySpan(r),message:`\`${e.name}\` was exported from a cluster: with \`${r.join(`.`)}\`, the API server refuses it once the object has changed or was created again`,help:`Remove ${a.map(e=>`\`${e.join(`.`)}\``).join(`, `)}.`,fix:{description:`Remove them`,edits:a.flatMap(t=>se(e,t))}})}function xm(){return{bad:[T`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
          uid: 5b6bd8a1-5d2c-4b8e-9f0a-0d7c7b1f4c11
          resourceVersion: "81234"
          creationTimestamp: "2026-01-02T03:04:05Z"
        spec:
          role: KarpenterNodeRole-demo
      `],good:[T`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
          creationTimestamp: null
        spec:
          role: KarpenterNodeRole-demo
      `]}}const Sm=k({id:`fixed-by-label`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[],on:{NodePool:Cm,Provisioner:Cm},docs:{summary:`A label of the template fixes the value of a requirement that allows several.`,why:"Karpenter treats the labels of the template as requirements with a single value. With the label `karpenter.sh/capacity-type: spot`, a requirement that allows spot and on-demand allows only spot: when spot capacity runs out, there is no fallback, and pods stay pending.",help:`Remove the label, because Karpenter sets it on every node anyway. If only one value is meant, remove the others from the requirement.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatemetadatalabels`},examples:Tm});function Cm(e,{report:t}){let n=R(e);for(let{key:r,path:i,values:a,isKnown:o}of Pt(e)){let[s]=a;if(!o||!s)continue;let c=n.find(e=>e.isKnown&&e.operator===`In`&&x(e.key)===x(r));if(!c?.values.some(({text:e})=>e===s.text))continue;let l=[...new Set(c.values.map(({text:e})=>e))].filter(e=>e!==s.text);l.length!==0&&t({at:e.span(i),message:`The label \`${r}: ${s.text}\` of the template fixes the value, so \`${e.name}\` never launches nodes with ${wm(l)}`,labels:[{span:e.span(c.path),message:`allows several values`}],help:`Remove the label, or remove ${wm(l)} from the requirement.`})}}function wm(e){let t=e.slice(0,3).map(e=>`\`${e}\``),n=e.length-t.length;return n>0?`${t.join(`, `)} or ${n} more`:t.length===1?t[0]:`${t.slice(0,-1).join(`, `)} or ${t.at(-1)}`}function Tm(){return{bad:[w(A({labels:`karpenter.sh/capacity-type: spot`,requirements:[`karpenter.sh/capacity-type In [spot, on-demand]`]}),{"[spot, on-demand]":`[spot]`})],good:[A({labels:`karpenter.sh/capacity-type: spot`,requirements:[`karpenter.sh/capacity-type In [spot]`]}),A({labels:`team: web`,requirements:[`karpenter.sh/capacity-type In [spot, on-demand]`]})]}}const Em=[`spec`,`disruption`,`budgets`],Dm=k({id:`frozen-nodes`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[39],on:{NodePool(e,{report:t}){if(e.isPartial)return;let n=m(e.get(Em)).map(e=>f(e)??{}).findIndex(({nodes:e,schedule:t,reasons:n})=>/^0%?$/.test(o(e)??``)&&t===void 0&&m(n).length===0);if(n===-1)return;let r=L(e,[`spec`,`template`,`spec`,`expireAfter`]).value===`Never`||ne(e.apiVersion)===`v1beta1`;t({at:e.span([...Em,n,`nodes`]),...r&&{severity:`warning`},message:`This budget blocks all voluntary disruption of \`${e.name}\` at all times, so ${r?`its nodes are never patched`:`only expiry replaces its nodes`}`,help:"Set `reasons` to the disruption reasons that you want to block. Or set `schedule` and `duration`, and add a budget for the rest of the time."})}},docs:{summary:`A disruption budget of 0 applies at all times and to all reasons.`,why:"Karpenter never consolidates such a NodePool and never rolls out its drift. New AMIs and changed node classes do not reach running nodes. Only expiry, which ignores budgets, replaces them. With `expireAfter: Never`, nothing does: the nodes are never patched, and the finding is a warning.",help:"Set `reasons` to the disruption reasons that you want to block. Or limit the budget with `schedule` and `duration`, and add a budget for the rest of the time.",url:`https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets`},examples:Om});function Om(){return{bad:[w(A({requirements:[],expireAfter:`Never`,disruption:T`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
        `}),{'nodes: "0"':`nodes: "0"
reasons: [Underutilized]`},{"budgets:":`budgets:
  - nodes: 10%`,'nodes: "0"':`nodes: "0"
schedule: 0 9 * * mon-fri
duration: 8h`})],good:[A({disruption:T`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              reasons: [Underutilized]
        `}),A({name:`business-hours`,disruption:T`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
        `})]}}const km=({source:{file:e,origin:t}})=>t?`${t.tool} ${t.root}`:e;function Am({all:e,clusterOf:t}){let n=new Map;return[...d(I(e),e=>{let r=t(e),i=n.get(r)??jm(r);return n.set(r,i),i&&!Mm(e)?r:km(e)}).values()].filter(e=>e.length>1&&new Set(e.map(({name:e})=>e)).size===e.length)}const jm=({isExample:e,manifests:t})=>!e&&t.some(({kind:e})=>p(e)),Mm=({source:{file:e,origin:t}})=>!t&&/[^/]*$/.exec(e)[0].split(/[-_.]/).some(Ze),Nm=/(?:^|\.)(?:kubernetes\.io|k8s\.io|karpenter\.sh|karpenter\.k8s\.aws)\//;function Pm(e){let t=[...R(e),...Pt(e)];return m(e.get([`spec`,`template`,`spec`,`taints`])).length===0&&t.every(({key:e,isKnown:t})=>t&&Nm.test(e))}const Fm=k({id:`full-reservations`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Capacity reservations`,mistakes:[],on:{Manifests(e,t){let{karpenter:n,report:r}=t;if(n.offersFullReservations)for(let e of Am(t)){let t=e.filter(e=>Im(e)&&Pm(e));for(let e of t){let n=vr(e),i=n&&t.find(t=>vr(t)===void 0&&Lm(e,t));i&&r({manifest:e,at:e.span(n.path),message:`While its reservations are full, \`${e.name}\` keeps pods pending that \`${i.name}\` could run`,help:"Also allow `on-demand` here. Karpenter uses reserved capacity first.",labels:[{span:i.span([`metadata`,`name`]),message:`Karpenter does not try this NodePool`}]})}}}},docs:{summary:`While its reservations are full, a NodePool that allows only reserved capacity keeps pods pending that another NodePool could run.`,why:`Up to Karpenter 1.14, a full reservation was not available, so pods went to the NodePool with the next lower weight. Since 1.15, Karpenter waits for full reservations. If a NodePool has only full reservations for a pod, the pod stays pending until one has room. Meanwhile, Karpenter does not try the NodePools after it. If the NodePool also allows another capacity type, Karpenter launches that.`,help:"Also allow `on-demand` in the same NodePool. Karpenter uses reserved capacity first.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:Rm}),Im=e=>!e.isPartial&&L(e,[`spec`,`weight`]).isKnown&&e.get([`spec`,`replicas`])===void 0,Lm=(e,t)=>Ut(e)>Ut(t)||Ut(e)===Ut(t)&&h(e.name,t.name)>0;function Rm(){return{bad:[w(D({karpenter:`1.15`},F(A({name:`reserved`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved]`]}),A({name:`fallback`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),j(T`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `))),{"[reserved]":`[reserved, on-demand]`})],good:[D({karpenter:`1.15`},F(A({name:`reserved`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved, on-demand]`]}),A({name:`fallback`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [spot]`]}),j(T`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `))),D({karpenter:`1.15`},F(A({name:`training`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,taints:T`
              - key: example.com/training
                effect: NoSchedule
            `,requirements:[`karpenter.sh/capacity-type In [reserved]`]}),A({name:`general`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),j(T`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `))),D({karpenter:`1.15`},F(A({name:`reserved`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved]`]}),A({name:`general`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),j(T`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `)))]}}const zm=k({id:`gpu-taint`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[90],on:{NodePool:Bm,Provisioner:Bm},docs:{summary:`A NodePool in which all instance types have GPUs or other accelerators has no taint.`,why:`Karpenter may launch a node of this NodePool for any pod that fits nowhere else. An ordinary web server then runs on an instance that costs many times what it needs. Consolidation cannot remove the node while the pod runs there.`,help:"Add a taint to the NodePool, such as `nvidia.com/gpu:NoSchedule`, and a toleration to the pods that need its nodes.",url:`https://karpenter.sh/docs/concepts/scheduling/#acceleratorsgpu-resources`},examples:Vm});function Bm(e,{report:t,catalog:n,compatible:r}){let i=r(e),a=e.kind===`NodePool`?[`spec`,`template`,`spec`]:[`spec`],o=L(e,[...a,`taints`]);n&&i?.isExact&&i.names.length!==0&&(!o.isKnown||m(o.value).length>0||i.names.every(e=>{let{gpus:t,accelerator:r}=n.type(e);return t.length>0||r!==void 0})&&t({at:e.keySpan(a),message:`Every instance type of \`${e.name}\` has GPUs or other accelerators, but no taint keeps ordinary pods away`,help:"Add a taint such as `nvidia.com/gpu:NoSchedule`, and a toleration to the pods that need these nodes."}))}function Vm(){return{bad:[w(A({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6, g6e]`]}),{"requirements:":`taints:
  - key: nvidia.com/gpu
    effect: NoSchedule
requirements:`})],good:[A({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6, g6e]`],taints:T`
          - key: nvidia.com/gpu
            effect: NoSchedule
        `}),A({name:`mixed`,requirements:[`karpenter.k8s.aws/instance-family In [g6, m7i]`]})]}}const Hm=k({id:`limit-fit`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[28],on:{NodePool:Gm,Provisioner:Gm},docs:{summary:`A limit is not a multiple of the NodePool’s node size, so a part of it is never used.`,why:"Karpenter launches a node only if the whole node stays within `limits`. If the sizes of all instance types are multiples of a large step, a remainder below that step is never used. The NodePool then stays smaller than its limit, by up to one node.",help:`Set the limit to a multiple of the step, or allow smaller instance types.`,url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:Jm}),Um={cpu:{unit:`vCPU`,of:({vcpus:e})=>e},"nvidia.com/gpu":{unit:`GPUs`,of:({gpus:e})=>e.reduce((e,t)=>e+(t.manufacturer===`nvidia`?t.count:0),0)}},Wm={cpu:16,"nvidia.com/gpu":4};function Gm(e,{report:t,catalog:n,compatible:r}){let i=Ft(e),a=r(e);if(n&&a?.isExact&&a.names.length!==0)for(let[r,o]of Object.entries(f(i.value)??{})){let s=Object.hasOwn(Um,r)?Um[r]:void 0,c=typeof o==`string`||typeof o==`number`?Se(o):void 0;if(!s||!c)continue;let l=Km(a,n)[r],u=l.reduce(qm,0),d=Math.floor(c%u);if(u<Wm[r]||c<Math.min(...l)||d===0)continue;let f=Math.floor(c/u),p=l.length===1?`allows ${_(f,`node`)} of ${u} ${s.unit}`:`is not a multiple of ${u} ${s.unit}, the common step of its instance types`;t({at:e.span([...i.path,r]),message:`\`${r}: ${o}\` of \`${e.name}\` ${p}. The remaining ${d} ${s.unit} are never used`,help:`Set the limit to ${f*u} or ${(f+1)*u}, or allow smaller instance types.`})}}const Km=vl(({names:e},t)=>Object.fromEntries(Object.entries(Um).map(([n,{of:r}])=>[n,[...new Set(e.map(e=>r(t.type(e))))]]))),qm=(e,t)=>t===0?e:qm(t,e%t);function Jm(){return{bad:[w(F(A({limits:`cpu: 2063`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["32"]`]}),M),{"cpu: 2063":`cpu: 2048`},{"cpu: 2063":`cpu: 2080`},{'["32"]':`["4", "32"]`})],good:[F(A({limits:`cpu: 2048`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["32"]`]}),A({name:`small`,weight:10,limits:`cpu: 2063`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["4", "8"]`,`karpenter.sh/capacity-type In [on-demand]`]}),M)]}}const Ym={cpu:({vcpus:e})=>e,memory:({memoryMib:e})=>e*2**20*.85,"nvidia.com/gpu":({gpus:e})=>e.reduce((e,{count:t,manufacturer:n})=>e+(n===`nvidia`?t:0),0)},Xm=k({id:`limits-below-one-node`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[28],on:{NodePool:Zm,Provisioner:Zm},docs:{summary:`The limits of a NodePool are below the size of its smallest instance type.`,why:"Karpenter launches a node only if the whole node stays within `limits`. If a limit is below the smallest allowed instance type, Karpenter launches nothing for the NodePool, and only an event says so. Amounts of memory without a unit are bytes. A limit of 0 is not reported, because it turns a NodePool off.",help:`Raise the limit to the size of several nodes, with its unit, or allow smaller instance types.`,url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:$m});function Zm(e,{report:t,catalog:n,compatible:r}){let i=Ft(e),a=r(e);if(n&&a?.isExact&&a.names.length!==0)for(let[r,o]of Object.entries(f(i.value)??{})){let s=typeof o==`string`||typeof o==`number`?Se(o):void 0;if(!Object.hasOwn(Ym,r)||!s)continue;let c=Qm(a,n)[r];if(c.amount<=s)continue;let l=r===`memory`&&/^\d+$/.test(String(o));t({at:e.span([...i.path,r]),message:`The limit \`${r}: ${o}\`${l?` (bytes)`:``} of \`${e.name}\` is below the size of its smallest instance type, ${c.name}. Karpenter launches nothing for this NodePool`,help:l?`Add a unit, such as \`${o}Gi\`.`:"Raise the limit to the size of several nodes, or allow smaller instance types. If nothing should be launched, set it to `0`."})}}const Qm=vl(({names:e},t)=>Object.fromEntries(Object.entries(Ym).map(([n,r])=>{let[i]=e.map(e=>({name:e,amount:r(t.type(e))})).sort((e,t)=>e.amount-t.amount||h(e.name,t.name));return[n,i]})));function $m(){return{bad:[w(A({requirements:[`node.kubernetes.io/instance-type In [m7i.8xlarge, m7i.16xlarge]`,`karpenter.sh/capacity-type In [on-demand]`],limits:`cpu: 16`}),{"cpu: 16":`cpu: 320`},{"cpu: 16":`cpu: 0`},{"[m7i.8xlarge, m7i.16xlarge]":`[m7i.xlarge, m7i.2xlarge]`}),w(A({limits:T`
          cpu: 100
          memory: 1000
        `}),{"memory: 1000":`memory: 1000Gi`})],good:[A({requirements:[`node.kubernetes.io/instance-type In [m7i.8xlarge]`,`karpenter.sh/capacity-type In [on-demand]`],limits:T`
          cpu: 32
          memory: 128Gi
        `}),A({name:`switched-off`,limits:`cpu: 0`})]}}const eh=k({id:`min-values`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[23],explains:[`provisioning/nodepool-empty`],on:{NodePool(e,{report:t,catalog:n,compatible:r,settings:i,isRegionAssumed:a}){let o=r(e);if(n&&o?.isExact&&o.names.length!==0&&i.karpenter.minValuesPolicy!==`BestEffort`)for(let{path:r,key:i}of R(e)){let s=e.get([...r,`minValues`]),c=th(n,o.names,x(i));typeof s!=`number`||c===void 0||c>=s||t({at:e.span([...r,`minValues`]),...a&&{severity:`note`},message:`\`${e.name}\` requires ${s} different values of \`${i}\`, but its instance types in ${n.region} have only ${c}. Karpenter launches nothing for this NodePool`,help:`Lower \`minValues\` to ${c} or less, or allow more instance types.`,explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}})}}},docs:{summary:"`minValues` is higher than the number of values that the allowed instance types have.",why:"Karpenter launches a node only if the instance types to choose from have at least `minValues` different values of the label. If the requirements of the NodePool already leave fewer, Karpenter skips the NodePool and its pods stay pending. With `minValuesPolicy: BestEffort`, Karpenter launches nodes anyway.",help:"Lower `minValues`, or allow more instance types.",url:`https://karpenter.sh/docs/concepts/nodepools/#min-values`},examples:nh});function th(e,t,n){if(n===S.instanceType)return t.length;let r=e.labels.get(n);if(r===void 0)return;let i=new Set(t);return new Set(e.types.flatMap(({name:e},t)=>i.has(e)?r[t]:[])).size}function nh(){return{bad:[w(A({requirements:T`
          - key: karpenter.k8s.aws/instance-category
            operator: In
            values: [m]
          - key: karpenter.k8s.aws/instance-generation
            operator: In
            values: ["5"]
          - key: karpenter.k8s.aws/instance-family
            operator: Exists
            minValues: 20
        `}),{"minValues: 20":`minValues: 5`},{"[m]":`[c, m, r]`,'["5"]':`["5", "6", "7"]`})],good:[A({requirements:T`
          - key: karpenter.k8s.aws/instance-category
            operator: In
            values: [c, m, r]
          - key: karpenter.k8s.aws/instance-family
            operator: Exists
            minValues: 5
          - key: node.kubernetes.io/instance-type
            operator: Exists
            minValues: 20
        `}),A({name:`own-label`,requirements:T`
          - key: karpenter.k8s.aws/instance-category
            operator: In
            values: [c, m, r]
          - key: example.com/team
            operator: Exists
            minValues: 2
        `})]}}function rh(e,t){let{origin:n,text:r}=e.source;if(!n)return!1;let{start:i,end:a}=e.keySpan(t),o=Math.max(a,e.span(t).end),[s]=/^:?(?:\s|#[^\n]*)*/.exec(r.slice(o)),c=o+s.length+1,{span:l,isExact:u}=n.trace(i,c);return!u||l.end-l.start!==c-i}const ih=k({id:`no-empty-fields`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],yieldsTo:[`schema/required`],on:{NodePool:ah,Provisioner:ah,NodeClass:ah,NodeTemplate:ah,NodeOverlay:ah},docs:{summary:`A field has no value.`,why:`A key without a value is null. The API server drops it, so the default applies, not what the key suggests. Often the value is missing, or the lines below the key are not indented.`,help:`Add a value, or remove the field.`,url:`https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting-and-nullable`},examples:ch});function ah(e,{report:t,karpenter:n}){if(!e.isPartial)for(let r of sh(e.get([`spec`]),[`spec`])){if(n.opensKubelet&&oh(r)||rh(e,r))continue;let i=String(r.at(-1));t({at:e.keySpan(r),message:`\`${r.join(`.`)}\` has no value, so the API server drops it`,help:`Add a value, or remove the field.`,fix:{description:`Remove \`${i}\``,edits:se(e,r)},explains:{paths:[r],mentioning:i}})}}const oh=([,e,...t])=>e===`kubelet`&&t.length>1;function sh(e,t){return Array.isArray(e)?e.flatMap((e,n)=>sh(e,[...t,n])):Object.entries(f(e)??{}).flatMap(([e,n])=>n===null?e===`tags`&&/SelectorTerms$/.test(String(t.at(-2)))?[]:[[...t,e]]:sh(n,[...t,e]))}function ch(){return{bad:[T`
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
      `],good:[E`
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
      `,A({weight:10}),D({karpenter:`1.15`},j(T`
          role: karpenter-nodes
          amiSelectorTerms:
            - alias: al2023@v20260701
          kubelet:
            reservedMemory:
              - numaNode: 0
                limits:
        `))]}}const lh=({apiVersion:e,kind:t},n)=>t===n.kind&&g(e)===n.group,uh=({group:e=``,kind:t=``})=>`${e}/${t.toLowerCase()}`,dh=[`NodePool`,`Provisioner`,`NodeOverlay`],fh=(e,t)=>e.manifests.flatMap(e=>ph(e,t)??[]);function ph(e,t){if(g(e.apiVersion)===`karpenter.sh`){let n=dh.find(t=>t===e.kind);return n===void 0?void 0:{manifest:e,handler:n,provider:n===`NodeOverlay`?void 0:hh(e,t)}}for(let{name:n,nodeClasses:r,nodeTemplate:i}of t){if(r.some(t=>lh(e,t)))return{manifest:e,handler:`NodeClass`,provider:n};if(i&&lh(e,i))return{manifest:e,handler:`NodeTemplate`,provider:n}}}const mh=({nodeClasses:e,nodeTemplate:t})=>t?[...e,t]:e;function hh(e,t){let{group:n,kind:r}=It(e)??{};return n===void 0&&r===void 0?t[0]?.name??null:t.find(e=>mh(e).some(e=>e.group===n||e.kind===r))?.name??null}const gh=({providers:e},t)=>e===`every`||t===void 0||t!==null&&e.includes(t);function _h({providers:e},t){if(e===`every`)return!0;let n=t.flatMap(({provider:e})=>e===void 0?[]:[e]);return n.length===0||n.some(t=>t!==null&&e.includes(t))}const vh=k({id:`node-class-exists`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],explains:[`provisioning/nodepool-not-ready`],on:{Manifests(e,t){let{report:n,nearest:r,providers:i}=t;for(let a of i.flatMap(mh)){let{kind:o}=a,s=wh(e,a,i),c=Oh(e,a),l=s[0];if(c===void 0||l===void 0)continue;if(c.length===0){n({manifest:l.pool,at:l.pool.span([...l.path,`name`]),severity:`note`,message:`No ${o} is among these manifests, so ${_(s.length,`reference`)} cannot be checked`,help:`Review the manifests of the ${o} together with the NodePools that use it.`});continue}let u=new Set(c),d=s.filter(({name:e})=>!u.has(e)).map(e=>({...e,wanted:r(e.name,c)})),f=bh(a,t),p=e=>e.wanted!==void 0||f(e);yh(d.filter(e=>!p(e)),o,t);for(let{pool:e,path:t,name:r,wanted:i}of d.filter(p))n({manifest:e,at:e.span([...t,`name`]),message:`${e.kind} \`${e.name}\` refers to ${o} \`${r}\`, which is not among these manifests`,help:i?`Did you mean \`${i}\`?`:`Add this ${o}, or refer to an existing one: ${c.join(`, `)}.`,explains:{paths:[[...t,`name`]]},...i&&{fix:{description:`Replace with \`${i}\``,edits:b(e,[...t,`name`],i)}}})}}},docs:{summary:`A NodePool refers to a node class that is not among the manifests.`,why:"A NodePool whose EC2NodeClass does not exist is not ready (`NodeClassNotFound`) and launches nothing. If the class comes from elsewhere, such as Terraform, a note says that the reference cannot be checked.",help:`Correct the name, or add the EC2NodeClass.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecnodeclassref`},examples:kh});function yh(e,t,{report:n}){let[r]=e;r&&n({manifest:r.pool,at:r.pool.span([...r.path,`name`]),severity:`note`,message:`${t} \`${r.name}\` is not among these manifests, so ${_(e.length,`reference`)} cannot be checked`,help:`Review the manifests of the ${t} together with the NodePools that use it.`})}function bh(e,{all:t,base:n,providers:r}){let i=new Set(n?Dh(n,e).map(({name:e})=>e):[]),a=new Set(t.manifests.filter(Ch).map(Sh)),o=new Set(Dh(t,e).map(Sh)),s=new Set([...o].filter(e=>!a.has(e)).map(u)),c=new Map;for(let{name:n,pool:i}of wh(t,e,r))c.set(n,(c.get(n)??new Set).add(Sh(i)));return({pool:e,name:t})=>{if(i.has(t))return!0;if((c.get(t)?.size??0)>1)return!1;let n=Sh(e);return o.has(n)||xh(n).some(e=>s.has(e))}}function xh(e){let t=e===``?[]:e.split(`/`);return[``,...t.map((e,n)=>t.slice(0,n+1).join(`/`))]}const Sh=({source:e})=>u(e.file),Ch=({kind:e,apiVersion:t})=>(e===`NodePool`||e===`Provisioner`)&&g(t)===`karpenter.sh`,wh=(e,t,n)=>e.manifests.filter(Ch).flatMap(e=>{let r=Rt(e);return r!==void 0&&Eh(r,t,Th(e,n))?[{pool:e,path:r.path,name:r.name}]:[]}),Th=(e,[t])=>e.kind===`Provisioner`?t?.nodeTemplate:t?.nodeClasses[0],Eh=({group:e,kind:t},n,r)=>(t??r?.kind)===n.kind&&(e??n.group)===n.group,Dh=(e,t)=>e.manifests.filter(e=>lh(e,t));function Oh(e,t){if(e.files.some(e=>e.isBroken))return;let n=Dh(e,t).map(e=>e.name);return n.some(e=>e===``||v(e))?void 0:[...new Set(n)].sort()}function kh(){return{bad:[F(A({requirements:[],nodeClassRef:`defualt`}),T`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `),w(A({requirements:[],nodeClassRef:`default`}),{"apiVersion: karpenter.sh/v1":`${Ah.text}---\napiVersion: karpenter.sh/v1`})],good:[F(A({requirements:[],nodeClassRef:`default`}),T`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `)]}}const Ah=j(T`
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
`),jh=k({id:`overlapping-pools`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[32],on:{Manifests(e,t){for(let e of Mh(t))Nh(e,t)}},docs:{summary:`Several NodePools can run the same pods, and only their names decide which comes first.`,why:"Karpenter tries NodePools by weight. With the same weight, it sorts them by name in reverse order: `spot` before `general`, `on-demand` before `gpu`. If NodePools do not differ in weight, taints or labels, their names decide which nodes Karpenter launches, and renaming one changes the cost. Only NodePools that certainly belong to one cluster are compared: those of one file or rendered root, or of files next to their node classes.",help:"Give the NodePool that should come first a higher `weight`, or separate their pods with taints.",url:`https://karpenter.sh/docs/concepts/nodepools/#specweight`},examples:Rh});function Mh(e){return Am(e).flatMap(e=>{let t=new Map;for(let n of e){let e=L(n,[`spec`,`weight`]);if(n.isPartial||!e.isKnown||n.get([`spec`,`replicas`])!==void 0||!Pm(n))continue;let r=JSON.stringify(e.value??0);c(t,r,n)}return[...t.values()].filter(e=>e.length>1)})}function Nh(e,t){let n=e.slice(0,60).flatMap(e=>Ph(e,t)??[]),r=n.filter(e=>n.some(t=>t!==e&&Fh(e,t))).sort((e,t)=>h(t.pool.name,e.pool.name)),[i,...a]=r;if(!i||a.length===0)return;let o=e=>B(e.map(({pool:e})=>e.name),e.length===2?` and `:`, `);t.report({manifest:i.pool,at:i.pool.span([`metadata`,`name`]),message:`${o(r)} can run the same pods and have the same weight. Karpenter sorts them by name and tries \`${i.pool.name}\` first, then ${o(a)}`,help:`Give the one that should come first a higher \`weight\`, or separate their pods with taints. ${Ih(r)}`,labels:a.slice(0,5).map(({pool:e})=>({span:e.span([`metadata`,`name`]),message:`can run the same pods`}))})}function Ph(e,{compatible:t,catalog:n}){let r=t(e);if(!r?.isExact||!n||r.names.length===0||r.names.filter(e=>(n.type(e)?.gpus.length??0)>0).length===r.names.length)return;let i=[`on-demand`,`spot`].map(e=>({type:e,...r.count(e)}));return{pool:e,names:new Set(r.names),architectures:new Set(r.names.flatMap(e=>n.type(e)?.architecture??[])),zones:new Set(i.flatMap(({zones:e})=>e)),capacityTypes:i.filter(({instanceTypes:e})=>e>0).map(({type:e})=>e)}}const Fh=(e,t)=>[...e.architectures].some(e=>t.architectures.has(e))&&[...e.zones].some(e=>t.zones.has(e));function Ih(e){let t=e.flatMap((t,n)=>e.slice(n+1).filter(e=>Fh(t,e)).map(e=>[t,e])),n=t.length>6?`; and ${_(t.length-6,`more pair`)}`:``;return`${t.slice(0,6).map(([e,t])=>Lh(e,t)).join(`; `)}${n}.`}function Lh(e,t){let n=[...e.names].filter(e=>t.names.has(e)).length,r=[...e.zones].filter(e=>t.zones.has(e)).length,i=e.capacityTypes.filter(e=>t.capacityTypes.includes(e)),a=i.length>0?`as ${i.join(` and `)}`:`with different capacity types`;return`\`${e.pool.name}\` and \`${t.pool.name}\` share ${_(n,`instance type`)} in ${_(r,`zone`)}, ${a}`}function Rh(){return{bad:[w(F(A({name:`on-demand`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [on-demand]`,`karpenter.k8s.aws/instance-category In [c, m, r]`],nodeClassRef:`default`}),A({name:`spot`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [spot]`,`karpenter.k8s.aws/instance-category In [c, m, r]`],nodeClassRef:`default`}),M),{"metadata:\n  name: spot\nspec:":`metadata:
  name: spot
spec:
  weight: 10`})],good:[F(A({name:`on-demand`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),A({name:`spot`,weight:10,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [spot]`],nodeClassRef:`default`}),A({name:`team-search`,limits:`cpu: 100`,labels:`team: search`,requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),M)]}}const zh=k({id:`pod-grace-period`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[42],on:{Manifests(e,{report:t}){let n=[`spec`,`template`,`spec`,`terminationGracePeriod`],r=I(e).map(e=>({pool:e,seconds:Bh(L(e,n))})),i=r.flatMap(({pool:e,seconds:t})=>t===void 0?[]:[{pool:e,seconds:t}]),a=i.toSorted((e,t)=>t.seconds-e.seconds)[0];if(!(!a||i.length<r.length))for(let{manifest:r,template:i}of Hd(e)){let e=[...i,`spec`,`terminationGracePeriodSeconds`],o=r.get(e),s=[`nodeSelector`,`affinity`].some(e=>r.get([...i,`spec`,e])!==void 0);typeof o!=`number`||o<=a.seconds||s||t({manifest:r,at:r.span(e),message:`Pods of ${r.kind} \`${r.name}\` may take ${o}s to terminate, but no NodePool gives its nodes more than ${a.seconds}s. Karpenter kills the pods early`,labels:[{span:a.pool.span(n),message:"the longest `terminationGracePeriod`"}],help:`Set \`terminationGracePeriod\` of the NodePool that runs these pods to at least \`${o}s\`.`})}}},docs:{summary:`Pods may take more time to terminate than any NodePool gives its nodes.`,why:"The `terminationGracePeriod` of a NodePool limits how long a node may drain, whatever PodDisruptionBudgets say. When a node drains, Karpenter immediately deletes pods with a longer `terminationGracePeriodSeconds`. They are killed when the node’s time is up, before their own period ends.",help:"Set `terminationGracePeriod` of the NodePool to at least the longest `terminationGracePeriodSeconds` of its pods.",url:`https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod`},examples:Vh});function Bh({value:e}){let t=typeof e==`string`?ct(e):void 0;return t===void 0?void 0:Number(t/1000000000n)}function Vh(){return{bad:[w(F(A({requirements:[],terminationGracePeriod:`30m`}),T`
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
        `),{"terminationGracePeriod: 30m":`terminationGracePeriod: 7200s`})],good:[F(A({requirements:[],terminationGracePeriod:`30m`}),A({name:`patient`,weight:10,requirements:[],terminationGracePeriod:`4h`}),T`
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
        `),F(A({requirements:[],terminationGracePeriod:`30m`}),T`
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
        `)]}}const Hh=k({id:`pod-requests`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[92],on:{Manifests(e,{report:t}){if(Ud(e))for(let{manifest:n,template:r}of Hd(e)){if(f(n.get([`metadata`,`annotations`]))?.[`helm.sh/hook`]!==void 0)continue;let e=[...r,`spec`],i=[...e,`containers`],a=m(n.get(i));if(a.some(e=>f(e)?.image===void 0))continue;let s=a.flatMap((e,t)=>Uh(n,[...i,t])?[]:[o(f(e)?.name)??String(t)]);s.length===0||n.isPartial||Uh(n,e)||t({manifest:n,at:n.keySpan(i),message:`${s.length===1?`Container`:`Containers`} ${B(s)} of ${n.kind} \`${n.name}\` ${s.length===1?`requests`:`request`} neither CPU nor memory, so Karpenter reserves no room for ${s.length===1?`it`:`them`}`,help:"Set `resources.requests` for `cpu` and `memory`."})}}},docs:{summary:`Containers of a workload request neither CPU nor memory.`,why:`Karpenter sizes nodes only by the requests of pods. A pod without requests fits anywhere. Nodes are then too small, run out of memory, and pods are killed. A LimitRange or a VerticalPodAutoscaler may add requests, which manifests do not show.`,help:"Set `resources.requests` for `cpu` and `memory`.",url:`https://karpenter.sh/docs/troubleshooting/`},examples:Wh});function Uh(e,t){let n=e.get([...t,`resources`]);return v(n)?!0:[`requests`,`limits`].some(e=>{let t=f(n)?.[e],r=Object.keys(f(t)??{});return v(t)||r.some(e=>e!==`ephemeral-storage`)})}function Wh(){return{bad:[w(F(A(),T`
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
    memory: 100Mi`})],good:[F(A(),T`
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
        `),F(A(),T`
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
        `),F(A({name:`with-a-chart-test`}),T`
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
        `),T`
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
      `]}}const Gh=k({id:`price-gap`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[],on:{NodePool:Kh,Provisioner:Kh},docs:{summary:`A NodePool has cheap and very expensive instance types, and none in between.`,why:"Karpenter launches the cheapest available instance type. When AWS has no capacity for it, Karpenter uses the next one of the NodePool, whatever it costs. A NodePool with only `large` and `24xlarge` then pays for a machine 48 times as large, to run one small pod.",help:`Allow the sizes in between, or move the large ones to another NodePool.`,url:`https://karpenter.sh/docs/concepts/nodepools/#instance-types`},examples:Yh});function Kh(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i?.isExact||i.names.length<2)return;let a=qh(i,n);if(!a)return;let{cheap:o,expensive:s}=a,c=Math.floor(s.hourlyUsd/o.hourlyUsd);t({at:e.span(Ht(e)),message:`\`${e.name}\` has no instance type between ${o.name} (${Jh(o.hourlyUsd)}/hour) and ${s.name} (${Jh(s.hourlyUsd)}/hour). When AWS runs out of the first, its pods cost ${c} times as much`,help:`Allow the sizes in between, or move the large ones to another NodePool.`})}const qh=vl(({names:e},t)=>{let n=[];for(let r of e){let e=_l(t,r);if(e===void 0)return;n.push({name:r,hourlyUsd:e})}n.sort((e,t)=>e.hourlyUsd-t.hourlyUsd||h(e.name,t.name));let r=n.findIndex(({hourlyUsd:e},t)=>t>0&&e>=8*n[t-1].hourlyUsd),[i,a]=[n[r-1],n[r]];return i&&a&&{cheap:i,expensive:a}}),Jh=e=>`$${e.toFixed(e<.1?4:2)}`;function Yh(){return{bad:[w(F(A({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`node.kubernetes.io/instance-type In [m7i.large, m7i.24xlarge]`,`karpenter.sh/capacity-type In [on-demand]`]}),M),{"[m7i.large, m7i.24xlarge]":`[m7i.large, m7i.2xlarge, m7i.8xlarge, m7i.24xlarge]`})],good:[F(A({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m7i]`,`karpenter.sh/capacity-type In [on-demand]`]}),M),F(A({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`node.kubernetes.io/instance-type In [m7i.large, m7i.2xlarge]`,`karpenter.sh/capacity-type In [on-demand]`]}),M)]}}const Xh=k({id:`removed-pod-keys`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[10,11,12],on:{Manifests(e,t){if(!t.karpenter.v1)return;let n=I(e).map(({name:e})=>e);for(let{manifest:r,template:i}of Hd(e)){let e=(...e)=>[...i,...e];for(let n of Zh(r,e(`metadata`,`annotations`)))ng(r,n,pe,t);for(let i of Zh(r,e(`spec`,`nodeSelector`)))ig({manifest:r,path:i,pools:n},t);for(let n of Qh(r,e(`spec`)))for(let e of $h(r,n))rg(r,e,me,t);for(let[n]of m(r.get(e(`spec`,`tolerations`))).entries())rg(r,e(`spec`,`tolerations`,n,`key`),ue,t)}}},docs:{summary:`A pod uses an annotation, label or taint that Karpenter no longer supports.`,why:"Karpenter renamed them on the way to v1 and ignores the old names. `do-not-evict` protects no pods. A pod that selects `karpenter.sh/provisioner-name` finds no node, and one that uses this label to avoid Karpenter’s nodes no longer avoids them. A toleration of `karpenter.sh/disruption` no longer matches the taint of a node that Karpenter removes.",help:`Use the new name.`,url:`https://karpenter.sh/docs/upgrading/v1-migration/`},examples:ag}),Zh=(e,t)=>Object.keys(f(e.get(t))??{}).map(e=>[...t,e]);function Qh(e,t){let n=[...t,`affinity`,`nodeAffinity`,`requiredDuringSchedulingIgnoredDuringExecution`,`nodeSelectorTerms`];return m(e.get(n)).map((e,t)=>[...n,t,`matchExpressions`])}function $h(e,t){let n=m(e.get(t)).map((e,n)=>[...t,n,`key`]);return n.some(t=>e.get(t)===S.nodePool)?[]:n}const eg=(e,t)=>t!==void 0&&Object.hasOwn(e,t)?e[t]:void 0,tg=(e,t)=>({message:`Karpenter no longer supports \`${e}\`, so it has no effect`,help:`Use \`${t}\` instead.`});function ng(e,t,n,{report:r}){let i=String(t.at(-1)),a=eg(n,i);a!==void 0&&e.get([...t.slice(0,-1),a])===void 0&&r({manifest:e,at:e.keySpan(t),...tg(i,a),fix:{description:`Rename to \`${a}\``,edits:fe(e,t,a)}})}function rg(e,t,n,{report:r}){let i=o(e.get(t)),a=eg(n,i);i!==void 0&&a!==void 0&&(m(e.get(t.slice(0,-2))).some(e=>f(e)?.key===a)||r({manifest:e,at:e.span(t),...tg(i,a),...e.get([...t.slice(0,-1),`value`])===void 0&&{fix:{description:`Replace with \`${a}\``,edits:b(e,t,a)}}}))}function ig({manifest:e,path:t,pools:n},{report:r}){let i=String(t.at(-1)),a=eg(me,i);if(a===void 0)return;let s=o(e.get(t));r({manifest:e,at:e.keySpan(t),message:`Nodes no longer have the label \`${i}\`, so these pods stay pending`,help:`Use \`${a}\` with the name of the NodePool instead.`,...s!==void 0&&n.includes(s)&&{fix:{description:`Rename to \`${a}\``,edits:fe(e,t,a)}}})}function ag(){return{bad:[T`
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
      `,T`
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
      `],good:[T`
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
      `,T`
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
      `,D({karpenter:`0.32`},T`
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
        `)]}}const og=[`cpu`,`memory`,`nodes`,`pods`,`ephemeral-storage`],sg={mem:`memory`,ram:`memory`,gpu:`nvidia.com/gpu`},cg=k({id:`require-limits`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[29,30],on:{NodePool:lg,Provisioner:lg},docs:{summary:`A NodePool has no limits, or its limits have no effect.`,why:"Karpenter launches nodes for every pending pod. Without `limits`, a runaway Deployment, a HorizontalPodAutoscaler with a wrong target or a crash loop gets more and more nodes, up to the AWS quota. The keys of `limits` are free-form, so the API server accepts a misspelled resource, which limits nothing.",help:"Set `limits.cpu` and `limits.memory` to the most that this NodePool may use.",url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:fg});function lg(e,t){let{report:n}=t,r=Ft(e);if(!r.isKnown||dg(e)||e.get([`spec`,`replicas`])!==void 0)return;let i=Object.keys(f(r.value)??{});if(i.length===0){n({at:e.keySpan(e.get(r.path)===void 0?[`spec`]:r.path),message:`${e.kind} \`${e.name}\` has no limits, so Karpenter may launch any number of nodes for it`,help:"Set `limits.cpu` and `limits.memory` to the most that this NodePool may use."});return}let a=i.filter(e=>!og.includes(e)&&!/[/{$]|^hugepages-/.test(e));for(let n of a)ug(e,n,t);if(a.length===0&&!i.some(e=>e===`cpu`||e===`memory`||e.includes(`/`))){let t=i.includes(`nodes`);n({at:e.keySpan(r.path),message:`The limits of ${e.kind} \`${e.name}\` include neither \`cpu\` nor \`memory\`, so the size of its nodes is unlimited${t?`. Their number is only roughly limited, because nodes launched at the same time do not count each other`:``}`,help:"Add `cpu` and `memory` to the limits.",...t&&{severity:`note`}})}}function ug(e,t,{report:n,nearest:r}){let i=Ft(e),a=sg[t.toLowerCase()]??r(t,og),o=a!==void 0&&e.get([...i.path,a])===void 0;n({at:e.keySpan([...i.path,t]),message:`\`${t}\` is not a resource of nodes, so this entry limits nothing`,help:a?`Did you mean \`${a}\`?`:"Use `cpu`, `memory` or an extended resource such as `nvidia.com/gpu`.",...o&&{fix:{description:`Rename to \`${a}\``,edits:fe(e,[...i.path,t],a)}}})}function dg(e){let t=f(e.get([`spec`]))??{};if(Object.keys(t).some(e=>e!==`limits`&&i(e,[`limits`])!==void 0))return!0;let n=Object.keys(f(t.limits)??{});return e.kind===`Provisioner`&&n.length>0&&!n.includes(`resources`)}function fg(){return{bad:[w(A({limits:null}),{"spec:\n  template:":`spec:
  limits:
    cpu: 100
    memory: 400Gi
  template:`}),A({limits:T`
          cpu: 100
          mem: 400Gi
        `}),w(T`
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
memory: 400Gi`})],good:[A({limits:T`
          cpu: 100
          memory: 400Gi
        `}),A({name:`gpu`,limits:`nvidia.com/gpu: 8`})]}}const pg=new Set([S.zone,S.zoneId,S.capacityType,S.instanceType,S.instanceFamily]),mg=k({id:`satisfiable-requirements`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[93],explains:[`provisioning/nodepool-empty`],on:{NodePool:hg,Provisioner:hg},docs:{summary:`No instance type of the region satisfies all requirements of a NodePool.`,why:`Each requirement is valid on its own, so the API server accepts the NodePool and Karpenter reports it as ready. But Karpenter never launches a node for it, and its pods stay pending.`,help:`Relax the requirement that excludes the last instance types, or the earlier ones that conflict with it.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:yg});function hg(e,{report:t,catalog:n,compatible:r,isRegionAssumed:i}){let a=r(e),o=a?.emptied;if(!n||!a||!o)return;let{requirement:s,before:c,values:l,isUnknownValue:u}=o,d=x(s.key);if(u&&pg.has(d))return;let f=s.path.length===1;t({at:f?e.keySpan(s.path):e.span(s.path),...i&&{severity:R(e).some(e=>oe(e.key))?`note`:`warning`},message:`No instance type in ${n.region} satisfies the requirements of \`${e.name}\`: ${gg(s)}${f?`, which v1alpha5 adds by default,`:``} excludes the remaining ${_(c,`instance type`)}`,labels:o.conflicts.map(t=>({span:e.span(t.path),message:`no instance type satisfies both this and \`${s.key}\``})),help:_g(d,l,u),explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}})}const gg=({key:e,operator:t,values:n})=>`\`${[e,t,n.map(e=>e.text).join(`, `)].filter(Boolean).join(` `)}\``;function _g(e,t,n){return t.length===0?`The remaining instance types have no \`${e}\`. Relax this requirement or an earlier one.`:n?`Use a value of \`${e}\` that exists: ${vg(t)}.`:`Allow a value of \`${e}\` that the remaining instance types have (${vg(t)}), or relax an earlier requirement.`}function vg(e){let t=e.slice(0,6).join(`, `);return e.length>6?`${t} and ${e.length-6} more`:t}function yg(){return{bad:[w(A({requirements:[`karpenter.k8s.aws/instance-family In [m7g, c7g]`,`kubernetes.io/arch In [amd64]`]}),{"[amd64]":`[arm64]`},{"[m7g, c7g]":`[m7i, c7i]`}),w(A({requirements:[`karpenter.k8s.aws/instance-cpu In ["5"]`]}),{'["5"]':`["4"]`})],good:[A({requirements:[`karpenter.k8s.aws/instance-family In [m7g, c7g]`,`kubernetes.io/arch In [arm64]`]})]}}const bg=k({id:`spot-flexibility`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[21],on:{NodePool:xg,Provisioner:xg},docs:{summary:`A NodePool allows spot but has few instance types or a single zone to choose from.`,why:`Spot capacity varies by instance type and zone. With few of them, AWS interrupts nodes at the same time and replacements find no capacity. Karpenter moves a spot node to a cheaper spot node only if at least 15 cheaper instance types remain.`,help:`Allow at least 15 instance types in several families, sizes and zones. If you cannot, also allow on-demand.`,url:`https://karpenter.sh/docs/concepts/disruption/#spot-consolidation`},examples:Cg});function xg(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i?.isExact||i.names.length===0)return;let{instanceTypes:a,zones:o}=i.count(`spot`);if(a===0||a>=15&&o.length>1)return;let s=i.count(`on-demand`).instanceTypes===0;t({at:e.span(Sg(e)),severity:s||a<5?`warning`:`note`,message:`\`${e.name}\` allows spot, but has only ${_(a,`instance type`)} in ${_(o.length,`zone`)} of ${n.region} to choose from`,help:a<15?`Allow at least 15 instance types in several families, sizes and zones. With fewer, nodes are interrupted together, and Karpenter does not move them to cheaper spot nodes.`:`Allow more zones. Spot capacity runs out in one zone at a time.`})}const Sg=e=>zt(e).find(({key:e})=>x(e)===S.capacityType)?.path??(e.kind===`NodePool`?[`spec`,`template`,`spec`,`requirements`]:[`spec`,`requirements`]);function Cg(){return{bad:[w(A({requirements:[`karpenter.k8s.aws/instance-family In [t4g]`,`karpenter.sh/capacity-type In [spot, on-demand]`,`topology.kubernetes.io/zone In [us-east-1a]`]}),{"karpenter.k8s.aws/instance-family":`karpenter.k8s.aws/instance-category`,"[t4g]":`[c, m, r]`,"[us-east-1a]":`[us-east-1a, us-east-1b]`}),w(D({region:`eu-central-1`},A({requirements:[`node.kubernetes.io/instance-type In [m6i.large, m6i.xlarge]`,`karpenter.sh/capacity-type In [spot]`]})),{"node.kubernetes.io/instance-type":`karpenter.k8s.aws/instance-category`,"[m6i.large, m6i.xlarge]":`[c, m, r]`})],good:[A({requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [spot, on-demand]`]}),A({requirements:[`karpenter.k8s.aws/instance-family In [t4g]`,`karpenter.sh/capacity-type In [on-demand]`]})]}}const wg=k({id:`startup-taints`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[87,88],on:{Manifests(e,t){for(let n of I(e))Og(n,t);for(let n of vt(e,`cilium`))kg(n,t)}},docs:{summary:"Cilium’s taint is missing from `startupTaints`, or a startup taint is misspelled.",why:"Karpenter waits until startup taints are removed, and meanwhile expects pods to run on the node. Cilium’s operator taints nodes on which its agent does not run yet. If `startupTaints` does not include this taint, Karpenter assumes that its pods cannot use the node, and launches another. No agent removes a misspelled startup taint. The node then never becomes initialized, so Karpenter never consolidates or replaces it.",help:"Add the taint to `startupTaints`, with the key that the agent uses.",url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecstartuptaints`},examples:Ag}),Tg=[`spec`,`template`,`spec`,`startupTaints`],Eg=[`node.cilium.io/agent-not-ready`,`ebs.csi.aws.com/agent-not-ready`,`efs.csi.aws.com/agent-not-ready`,`fsx.csi.aws.com/agent-not-ready`,`s3.csi.aws.com/agent-not-ready`],Dg=e=>e.split(`.`)[0];function Og(e,{report:t,nearest:n}){for(let r of m(e.get(Tg)).keys()){let i=[...Tg,r,`key`],a=o(e.get(i))??``,s=Eg.includes(a)?void 0:n(a,Eg);s!==void 0&&Dg(s)===Dg(a)&&t({manifest:e,at:e.span(i),message:`Nothing removes the startup taint \`${a}\`, so the nodes of \`${e.name}\` never become initialized`,help:`Did you mean \`${s}\`?`,fix:{description:`Replace with \`${s}\``,edits:b(e,i,s)}})}}function kg({manifest:e,values:t},n){let{all:r,report:i,clusterOf:a}=n,s=(...n)=>e.get([...t,...n]),c=o(s(`agentNotReadyTaintKey`))??Eg[0];if(!(e.isPartial||typeof s()==`string`||c.includes(`$`)||s(`operator`,`setNodeTaints`)===!1||s(`operator`,`enabled`)===!1))for(let t of I(r))a(t)!==a(e)||t.isPartial||m(t.get(Tg)).map((e,n)=>o(t.get([...Tg,n,`key`]))).some(e=>e===void 0||e===c)||i({manifest:t,at:t.span(Tg),message:`Cilium adds the taint \`${c}\` to new nodes, but it is not in \`startupTaints\` of \`${t.name}\`. Karpenter launches a second node for the same pods`,help:`Add \`{key: ${c}, effect: NoExecute}\` to \`startupTaints\`.`,labels:[{span:e.span([`metadata`,`name`]),message:`Cilium${V(t,e,n)}`}]})}function Ag(){return{bad:[w(F(A({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),N(`cilium`),M),{"requirements:":`startupTaints:
  - key: node.cilium.io/agent-not-ready
    effect: NoExecute
requirements:`}),F(A({limits:`cpu: 1000`,nodeClassRef:`default`,startupTaints:T`
            - key: ebs.csi.aws.com/agent-notready
              effect: NoExecute
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),M)],good:[F(A({limits:`cpu: 1000`,nodeClassRef:`default`,startupTaints:T`
            - key: node.cilium.io/agent-not-ready
              effect: NoExecute
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),N(`cilium`),M),F(A({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),N(`cilium`,{values:T`
            operator:
              setNodeTaints: false
          `}),M)]}}const jg=[`spec`,`template`,`spec`],Mg=k({id:`taint-pairs`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[89],explains:[`provisioning/nodepool-not-ready`],on:{NodePool(e,{report:t}){let n=new Map;for(let r of[`taints`,`startupTaints`].flatMap(t=>Ng(e.get([...jg,t]),t))){let{key:i,effect:a}=f(e.get(r))??{},s=`${o(i)}:${o(a)}`;if(o(i)===void 0||v(s))continue;let c=n.get(s);if(c===void 0){n.set(s,r);continue}let l=c.at(-2)===r.at(-2)&&e.get([...c,`value`])===e.get([...r,`value`]);t({at:e.span([...r,`key`]),message:`\`${e.name}\` has the taint \`${s}\` twice. Karpenter rejects the NodePool and launches nothing for it`,labels:[{span:e.span([...c,`key`]),message:`first used here`}],help:`Remove one of the two taints.`,...l&&{fix:{description:`Remove the duplicate`,edits:se(e,r)}},explains:{paths:[jg],mentioning:``}})}}},docs:{summary:`Two taints of a NodePool have the same key and effect.`,why:"The API server accepts this. Karpenter allows each pair of key and effect only once in `taints` and `startupTaints` together. The NodePool fails Karpenter’s validation and launches nothing.",help:`Remove one of them. Keep the startup taint if something on the node removes it, otherwise keep the taint.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespectaints`},examples:Pg}),Ng=(e,t)=>m(e).map((e,n)=>[...jg,t,n]);function Pg(){return{bad:[w(A({requirements:[],taints:T`
          - key: node.cilium.io/agent-not-ready
            effect: NoExecute
        `,startupTaints:T`
          - key: node.cilium.io/agent-not-ready
            value: "true"
            effect: NoExecute
        `}),{"      taints:\n        - key: node.cilium.io/agent-not-ready\n          effect: NoExecute\n":``})],good:[A({requirements:[],taints:T`
          - key: example.com/team
            value: a
            effect: NoSchedule
          - key: example.com/team
            value: a
            effect: NoExecute
        `,startupTaints:T`
          - key: node.cilium.io/agent-not-ready
            value: "true"
            effect: NoExecute
        `}),A({name:`another-key`,requirements:[],taints:T`
          - key: example.com/team
            effect: NoSchedule
        `,startupTaints:T`
          - key: example.com/agent-not-ready
            effect: NoSchedule
        `})]}}const Fg=k({id:`taint-tolerations`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[],on:{Manifests:Lg},docs:{summary:`A toleration nearly matches the taint of a NodePool, or no pod tolerates the taint.`,why:"A toleration must match the key, the value and the effect of a taint. One that nearly matches has no effect, and nothing reports it. The pods stay pending or run on another NodePool, and the NodePool with the taint stays empty. The default operator is `Equal`, for which a missing value is the empty string.",help:"Set the value and the effect of the taint in the toleration, or use `operator: Exists`.",url:`https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/`},examples:Gg}),Ig=2e3;function Lg(e,t){let n=I(e).slice(0,Ig).flatMap(zg);if(n.length===0)return;let r=Hd(e).slice(0,Ig),i=r.map(e=>Bg(e));for(let e of i)Ug(e,n,t);let a=i.flat(),o=new Set(r.filter(({manifest:e})=>e.kind!==`DaemonSet`).map(({manifest:e})=>km(e))),s=new Set(e.manifests.filter(Rg).map(km));for(let e of n)s.has(km(e.pool))||o.has(km(e.pool))&&!a.some(t=>!t.isKnown||t.key===``||t.key===e.key)&&t.report({manifest:e.pool,at:e.pool.span(e.path),severity:`note`,message:`No pod in these manifests tolerates the taint \`${e.key}\` of \`${e.pool.name}\`, so this NodePool stays empty until one does`,help:`Add a toleration to the pods that should run there, or remove the taint.`})}const Rg=({apiVersion:e,kind:t})=>t===`HelmRelease`&&g(e)===`helm.toolkit.fluxcd.io`||/^Application(?:Set)?$/.test(t)&&g(e)===`argoproj.io`;function zg(e){let t=[`spec`,`template`,`spec`,`taints`];return m(e.get(t)).flatMap((n,r)=>{let i=[...t,r],[a,s,c]=[`key`,`value`,`effect`].map(t=>o(e.get([...i,t]))??``);return v(`${a}${s}${c}`)||a===``||/(?:^|\.)(?:kubernetes|k8s)\.io\//.test(a)?[]:[{pool:e,path:i,key:a,value:s,effect:c}]})}function Bg(e){let{manifest:t,template:n}=e,r=[...n,`spec`,`tolerations`],i=t.get(r);return i!==void 0&&!Array.isArray(i)?[{...Vg,workload:e,path:r,isKnown:!1}]:m(i).map((n,i)=>{let{key:a,operator:s,value:c,effect:l}=f(n)??{},u=[a,s,c,l].map(e=>o(e)??``);return{workload:e,path:[...r,i],key:u[0],value:u[2],effect:u[3],isExists:s===`Exists`,isKnown:f(n)!==void 0&&!t.isPartial&&!u.some(e=>v(e))}})}const Vg={key:``,isExists:!0,value:``,effect:``},Hg=(e,t)=>(e.key===``||e.key===t.key)&&(e.effect===``||e.effect===t.effect)&&(e.isExists||e.value===t.value);function Ug(e,t,{report:n,nearest:r}){if(!e.some(({isKnown:e})=>!e))for(let i of e){let a=t.filter(({key:e})=>e===i.key);if(a.length===0||a.some(t=>e.some(e=>Hg(e,t))))continue;let[o]=a.flatMap(e=>Wg(i,e,r)??[]);if(!o)continue;let{taint:s,reason:c,help:l}=o,{manifest:u}=i.workload;n({manifest:u,at:u.span(i.path),message:`${u.kind} \`${u.name}\` does not tolerate the taint \`${s.key}=${s.value}:${s.effect}\` of \`${s.pool.name}\`, because its toleration ${c}`,help:l,labels:[{span:s.pool.span(s.path),message:`the taint`}]})}}function Wg(e,t,n){let r=e.isExists||e.value===t.value,i=e.effect===``||e.effect===t.effect;if(r&&!i)return{taint:t,reason:`has the effect \`${e.effect}\``,help:`Set \`effect: ${t.effect}\`.`};if(!i||r)return;let a=`\`value: ${t.value||`""`}\``;return e.value===``?{taint:t,reason:`has no value`,help:`Set ${a}, or \`operator: Exists\`.`}:n(e.value,[t.value])===void 0?void 0:{taint:t,reason:`has the value \`${e.value}\``,help:`Set ${a}.`}}function Gg(){return{bad:[w(Jg(T`
        - key: example.com/dedicated
          value: batch
          effect: NoExecute
      `),{"effect: NoExecute":`effect: NoSchedule`}),w(Jg(T`
        - key: example.com/dedicated
          value: batches
          effect: NoSchedule
      `),{"value: batches":`value: batch`}),w(Jg(T`
        - key: example.com/dedicated
          effect: NoSchedule
      `),{"tolerations:\n        - key":`tolerations:
  - value: batch
    key`},{"tolerations:\n        - key":`tolerations:
  - operator: Exists
    key`}),w(Jg(),{"containers:":`tolerations:
  - key: example.com/dedicated
    operator: Exists
containers:`},{"      taints:\n        - key: example.com/dedicated\n          value: batch\n          effect: NoSchedule\n":``})],good:[Jg(T`
        - key: example.com/dedicated
          operator: Exists
      `),T`
        ${Kg}
        ---
        ${qg(`train`,T`
            - key: example.com/dedicated
              value: batch
          `)}
        ---
        ${qg(`proxy`,T`
            - key: example.com/dedicated
              value: system
              effect: NoSchedule
          `)}
        ---
        ${M}
      `,T`
        ${Kg}
        ---
        ${qg(`proxy`)}
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
        ${M}
      `]}}const Kg=A({name:`batch`,limits:`cpu: 1000`,nodeClassRef:`default`,taints:T`
    - key: example.com/dedicated
      value: batch
      effect: NoSchedule
  `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]});function qg(e,t){return T`
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
          ${t?T`
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
  `}const Jg=e=>T`
  ${Kg}
  ---
  ${qg(`train`,e)}
  ---
  ${M}
`,Yg=[...he.get(S.capacityType)].sort(),Xg=k({id:`unknown-capacity-type`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[18],on:{NodePool:Zg,Provisioner:Zg},docs:{summary:`A requirement names a capacity type that does not exist.`,why:"The API server accepts any text. Karpenter ignores the unknown value and only logs it, so `[spot, ondemand]` means only spot. If all values are unknown, the NodePool is not ready and launches nothing.",help:"Use `on-demand`, `spot` or `reserved`.",url:`https://karpenter.sh/docs/concepts/nodepools/#capacity-type`},examples:$g});function Zg(e,{report:t,nearest:n}){for(let{key:r,operator:i,values:a}of R(e)){if(x(r)!==S.capacityType||i!==`In`&&i!==`NotIn`)continue;let o=a.filter(e=>e.isKnown&&!Yg.includes(e.text)),s=a.filter(e=>!o.includes(e)).map(e=>`\`${e.text}\``);for(let r of o){let a=n(r.text,Yg);t({at:e.span(r.path),message:`\`${r.text}\` is not a capacity type. ${Qg(i,s)}`,help:a?`Did you mean \`${a}\`?`:"Use `on-demand`, `spot` or `reserved`.",...a&&{fix:{description:`Replace with \`${a}\``,edits:b(e,r.path,a)}}})}}}function Qg(e,t){return e===`NotIn`?`It excludes nothing`:t.length===0?`The NodePool never becomes ready`:`Karpenter ignores it and uses only ${t.join(` and `)}`}function $g(){return{bad:[A({requirements:[`karpenter.sh/capacity-type In [spot, ondemand]`]})],good:[A({requirements:[`karpenter.sh/capacity-type In [spot, on-demand]`]})]}}const e_=k({id:`unknown-label`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[],on:{NodePool:i_,Provisioner:i_},docs:{summary:`A requirement names a label that resembles one of Karpenter’s labels but does not exist.`,why:`Karpenter treats a label that it does not know as a custom label. It puts any of the values on the nodes, and chooses instance types as if the requirement did not exist. Running nodes do not have the label, so all of them drift.`,help:`Correct the name of the label.`,url:`https://karpenter.sh/docs/concepts/scheduling/#well-known-labels`},examples:p_}),t_=/^(?:(?!node-restriction\.)[\w-]+\.)*kubernetes\.io$|^eks\.amazonaws\.com$/,n_=e=>e.slice(e.indexOf(`/`)+1),r_=new Map([...ce].map(e=>[n_(e),e]));function i_(e,{report:t,nearest:n}){let r=new Set(Pt(e).map(({key:e})=>e));for(let{key:i,path:a,isKnown:o}of R(e)){if(!o||r.has(i))continue;let s=c_(e,i)??(u_(e,i)?void 0:a_(i,n));if(s===void 0)continue;let c=[...a,`key`];t({at:e.span(c),message:`\`${i}\` is not a label that Karpenter knows. It does not filter instance types, and new nodes get any of its values`,help:`Did you mean \`${s}\`?`,fix:{description:`Replace with \`${s}\``,edits:b(e,c,s)}})}}function a_(e,t){let n=t(n_(e),[...r_.keys()]);return n!==void 0&&l_(n_(e),n)?r_.get(n):void 0}const o_=new Set([`eks.amazon.com`,`eks.aws.com`,`eks.aws`,`eks.amazonaws`,`eks.k8s.aws`,`amazonaws.com`,`karpenter.aws`,`karpenter.k8s.io`,`karpenter.io`,`karpenter.amazonaws.com`,`karpenter.aws.com`]),s_=`eks.amazonaws.com`;function c_(e,t){let[r,i]=[ae(t),n_(t)],a=r_.get(i);if(a===void 0||r===``||r.length>40||t_.test(r))return;let o=ae(a)===`karpenter.k8s.aws`&&i.startsWith(`instance-`),s=o&&d_(e)===s_?`${s_}/${i}`:a,c=o?[s_,ae(a)]:[ae(a)];if(!c.includes(r))return o_.has(r)||c.some(e=>n(r,e)<=2)?s:void 0}const l_=(e,t)=>n(e,t)<=(e.length<8?1:2);function u_(e,t){return ce.has(x(t))||!t_.test(ae(t))?!0:t.startsWith(`eks.`)?!de.test(t)||d_(e)!==`karpenter.k8s.aws`:!1}const d_=e=>f(e.get([`spec`,`template`,`spec`,`nodeClassRef`]))?.group,f_=e=>T`
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
`;function p_(){return{bad:[A({requirements:[`node.kubernetes.io/instance-category In [c, m, r]`]}),A({requirements:[`karpenter.aws/instance-category In [c, m, r]`]}),f_(`eks.amazonaw.com/instance-category`),F(A({nodeClassRef:`default`,requirements:[`topology.kubernetes.io/zones In [us-east-1a, us-east-1b]`]}),T`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `)],good:[A({labels:`node.kubernetes.io/instance-sizes: web`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.gcp/instance-size In [large]`,`beta.kubernetes.io/arch In [amd64]`,`example.com/instance-type In [large]`,`node.kubernetes.io/instance-sizes Exists`,`node.kubernetes.io/role In [web]`,`node-restriction.kubernetes.io/zone In [a]`]}),f_(`eks.amazonaws.com/instance-category`)]}}const m_=/^([a-z]{2,3}(?:-[a-z]+){1,3}-\d)[a-z]$/,h_=/^[a-z]{2,3}(?:-[a-z]+){1,3}-\d-[a-z]/,g_=k({id:`unknown-zone`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[25],explains:[`provisioning/nodepool-empty`],on:{NodePool:__,Provisioner:__},docs:{summary:`A requirement or label names a zone that the region does not have.`,why:`The API server accepts any text. Karpenter counts the zone as a topology domain, although nothing can ever run there. Every zonal topology spread constraint in the cluster then counts a zone that stays empty, which can keep pods pending. A NodePool with no other zone launches nothing.`,help:`Use zones of the region, and only those in which the node class has subnets.`,url:`https://karpenter.sh/docs/concepts/nodepools/#availability-zones`},examples:y_});function __(e,t){let{catalog:n}=t;if(!n)return;let r=n.zones.map(e=>e.zone);for(let{key:n,operator:i,values:a}of[...R(e),...Pt(e)]){if(x(n)!==S.zone)continue;let o=e=>!r.includes(e)&&!h_.test(e),s=i===`In`&&a.every(e=>e.isKnown&&o(e.text));for(let{path:n,text:c,isKnown:l}of a)l&&o(c)&&v_({pool:e,path:n,text:c,zones:r,isExcluded:i===`NotIn`,leavesNone:s},t)}}function v_({pool:e,path:t,text:n,zones:r,isExcluded:i,leavesNone:a},{report:o,catalog:s,nearest:c,isRegionAssumed:l}){let{region:u}=s,d=i?`excluding it has no effect`:`Karpenter never launches nodes for this value`,f=m_.exec(n)?.[1];if(f!==void 0&&f!==u){if(l)return;o({at:e.span(t),severity:`warning`,message:`Zone \`${n}\` is not in ${u}, so ${d}`,help:`Use a zone of ${u} (${r.join(`, `)}), or set the region if this NodePool belongs to ${f}.`});return}let p=f===void 0&&n!==u?c(n,r):void 0,ee=n===u?`\`${n}\` is a region, not a zone`:`Region ${u} has no zone \`${n}\``;o({at:e.span(t),...i&&{severity:`warning`},message:`${ee}, so ${d}`,help:p?`Did you mean \`${p}\`?`:`Use a zone of ${u}: ${r.join(`, `)}.`,...p&&{fix:{description:`Replace with \`${p}\``,edits:b(e,t,p)}},...a&&{explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}}})}function y_(){return{bad:[w(A({requirements:[`topology.kubernetes.io/zone In [us-east-1a, us-east-1b, us-east-1z]`]}),{"[us-east-1a, us-east-1b, us-east-1z]":`[us-east-1a, us-east-1b]`}),w(A({requirements:[`topology.kubernetes.io/zone In [us-east-1]`]}),{"[us-east-1]":`[us-east-1a, us-east-1b]`})],good:[A({requirements:[`topology.kubernetes.io/zone In [us-east-1a, us-east-1b]`]})]}}const b_=k({id:`unreachable-pool`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[32],on:{Manifests(e,t){for(let e of Am(t))x_(e,t)}},docs:{summary:`A NodePool is never used, because another one comes first, has no limits, and can launch everything that it can.`,why:`Karpenter uses a NodePool with a lower weight only if those before it cannot run a pod: their limits are reached, or AWS has no capacity. Suppose that the first one has no limits and allows every instance type, zone and capacity type that the other allows. Then it runs out of capacity only when the other does too, so the fallback never happens.`,help:`Set limits for the first NodePool, or allow something else in the fallback: another capacity type, other families, or other zones.`,url:`https://karpenter.sh/docs/concepts/nodepools/#specweight`},examples:E_});function x_(e,t){let n=e.slice(0,60).filter(e=>S_(e)&&Pm(e));for(let e of n){let r=n.find(n=>Ut(n)>Ut(e)&&C_(n)&&w_(n,e,t));r&&t.report({manifest:e,at:e.span([`metadata`,`name`]),message:`\`${e.name}\` is never used, because \`${r.name}\` comes first, has no limits, and can launch everything that \`${e.name}\` can`,help:`Set limits for \`${r.name}\`, or allow instance types, zones or capacity types in \`${e.name}\` that \`${r.name}\` does not allow.`,labels:[{span:r.span([`metadata`,`name`]),message:`comes first`}]})}}const S_=e=>!e.isPartial&&L(e,[`spec`,`weight`]).isKnown&&e.get([`spec`,`replicas`])===void 0&&R(e).every(({path:t})=>e.get([...t,`minValues`])===void 0);function C_(e){let{value:t,isKnown:n}=Ft(e),r=Object.keys(f(t)??{});return n&&typeof(t??{})==`object`&&r.every(e=>e.includes(`/`))}function w_(e,t,{compatible:n,catalog:r}){let[i,a]=[n(e),n(t)];if(!r||!i?.isExact||!a?.isExact||a.names.length===0||a.names.some(e=>(r.type(e)?.gpus.length??0)>0)||Rt(e)===void 0||Rt(e)?.name!==Rt(t)?.name||T_(e)!==T_(t))return!1;let o=new Set(i.names);return a.names.every(e=>o.has(e))&&[`on-demand`,`spot`].every(e=>{let[t,n]=[i.count(e),a.count(e)];return(n.instanceTypes===0||t.instanceTypes>=n.instanceTypes)&&n.zones.every(e=>t.zones.includes(e))})}const T_=e=>JSON.stringify(R(e).filter(({key:e})=>x(e)===S.os).map(({operator:e,values:t})=>[e,t.map(({text:e})=>e).sort()]));function E_(){return{bad:[w(F(A({name:`general`,weight:50,limits:`nvidia.com/gpu: 8`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [on-demand]`]}),A({name:`fallback`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m]`,`karpenter.sh/capacity-type In [on-demand]`]}),M),{"nvidia.com/gpu: 8":`nvidia.com/gpu: 8
cpu: 1000`},{"[c, m]":`[c, m, i]`})],good:[F(A({name:`spot`,weight:50,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [spot]`]}),A({name:`on-demand`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [on-demand]`]}),M),F(A({name:`reserved-by-limits`,weight:50,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [on-demand]`]}),A({name:`fallback`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m]`,`karpenter.sh/capacity-type In [on-demand]`]}),M)]}}const D_=[gf,Ef,Qf,ap,cp,mp,vp,Tp,kp,tm,cm,hm,_m,Sm,Dm,Fm,zm,Hm,Xm,eh,ih,vh,jh,zh,Hh,Gh,Xh,cg,mg,bg,wg,Mg,Fg,Xg,e_,g_,b_,...lf].sort((e,t)=>h(e.id,t.id)),O_=new Map([...dt,...D_.map(k_)].map(e=>[e.code,e]));function k_(e){let{summary:t,why:n,help:r,url:i}=e.docs;return{code:`lint/${e.id}`,summary:t,why:n,help:r,url:i,rule:e}}const A_=[...O_.keys()].sort(),j_=e=>O_.has(e),M_=e=>O_.get(e)??O_.get(`lint/${e}`);function N_(e){if(e.includes(`/`))return i(e,A_);let t=new Map(A_.map(e=>[e.slice(e.indexOf(`/`)+1),e])),n=i(e,t.keys());return n&&t.get(n)}function P_(e){return[...e].filter(e=>!M_(e)).map(e=>({name:e,nearest:N_(e)}))}const F_=e=>`# plumbline-ignore ${e.replace(/^lint\//,``)} until=2027-03-31: why this is acceptable here`,I_=e=>{let[,t]=/^#?([1-9]\d{0,8})$/.exec(e)??[];return t===void 0?void 0:Number(t)};async function L_(e,n){let{stdout:i}=n,[o]=e.positionals;if(o===void 0)throw new a(`usage`,"`explain` needs a code or a pull request",{help:"Run for example `plumbline explain schema/unknown-field`."});let s=I_(o);if(s!==void 0)return(await import(`./explain-pull-dvJGMdd5.js`)).runExplainPull(s,e,n);let c=M_(o);if(!c){let e=N_(o);throw new a(`usage`,`\`${o}\` is not the code of a finding`,{help:e?r(e):"Run `plumbline rules` to list the lint rules."})}return i.write(R_(c)),t.ok}function R_({code:e,summary:t,why:n,help:r,url:i,rule:a}){let o=a?[...a.examples().bad.slice(0,1).flatMap(({text:e})=>[``,`Bad:`,z_(e)]),...a.examples().good.slice(0,1).flatMap(({text:e})=>[``,`Good:`,z_(e)]),``,`To suppress it in one place, add this comment to the line above:`,`  ${F_(e)}`]:[],s=a?` (${a.severity})`:``,c=i?[``,`More: ${i}`]:[];return`${[`${e}${s}`,``,t,``,n,``,`What to do: ${r}`,...o,...c].join(`
`)}\n`}const z_=e=>e.trimEnd().replace(/^(?=.)/gm,`  `),B_=[`Instance types and zones`,`Limits`,`Taints and overlapping NodePools`,`Disruption`,`Workloads`,`Images and user data`,`Volumes`,`Network`,`Capacity reservations`,`IAM and cluster access`,`Karpenter installation`,`All objects`];async function V_(e,{stdout:n}){let r=Math.max(...D_.map(({id:e})=>e.length));for(let e of B_){n.write(`${e}\n`);for(let{id:t,severity:i,docs:a}of D_.filter(t=>t.theme===e))n.write(`  ${t.padEnd(r)}  ${i.padEnd(7)}  ${a.summary}\n`);n.write(`
`)}return n.write("Run `plumbline explain RULE` to see why a rule matters and what to do.\n"),t.ok}export{H as $,Ds as A,Ke as At,oa as B,we as Bt,ff as C,ut as Ct,Eu as D,tt as Dt,ku as E,et as Et,Q as F,He as Ft,G,J as H,Se as Ht,bs as I,Le as It,Zi as J,Ji as K,Ko as L,ze as Lt,js as M,Ge as Mt,Ss as N,Ve as Nt,Ms as O,Ze as Ot,Ts as P,Be as Pt,U as Q,yo as R,Re as Rt,uf as S,O as St,Mu as T,nt as Tt,K as U,Ce as Ut,ga as V,Ee as Vt,Yi as W,Xi as X,W as Y,ta as Z,Np as _,hn as _t,j_ as a,Fr as at,Uf as b,zt as bt,D_ as c,Yn as ct,fh as d,_n as dt,li as et,hh as f,un as ft,sm as g,gn as gt,rh as h,fn as ht,A_ as i,zr as it,Os as j,Ue as jt,Es as k,Ye as kt,gh as l,pn as lt,uh as m,vn as mt,L_ as n,oi as nt,N_ as o,B as ot,lh as p,mn as pt,q,M_ as r,ti as rt,P_ as s,Zn as st,V_ as t,ai as tt,_h as u,dn as ut,Kf as v,z as vt,Hd as w,ct as wt,If as x,gt as xt,Ff as y,Rt as yt,fa as z,Te as zt};
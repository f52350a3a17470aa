import{o as e}from"./rolldown-runtime-B09viugM.js";import{S as t,_ as n,g as r,v as i,x as a}from"./command-DOzI3jcm.js";import{$t as o,C as s,Jt as c,Kt as l,Mt as u,Nt as d,Qt as f,Ut as p,Wt as ee,Yt as te,an as m,cn as ne,en as h,in as re,nn as g,on as _,qt as ie,tn as v,zt as ae}from"./read-_6wCHp08.js";import{A as y,E as oe,F as se,I as b,M as ce,O as le,P as x,R as ue,S as de,b as fe,j as pe,k as me,v as he,y as ge,z as _e}from"./manifests-BFfZXlm2.js";var ve=e(ne(),1);const ye=1000000000n,be=1000000n,xe=(2n**63n-1n)*ye,Se=[`n`,`u`,`m`,``,`k`,`M`,`G`,`T`,`P`,`E`],Ce=[``,`Ki`,`Mi`,`Gi`,`Ti`,`Pi`,`Ei`],we=/^([+-]?)(\d+(?:\.\d*)?|\.\d+)(n|u|m|k|M|G|T|P|E|[KMGTPE]i|[eE][+-]?\d+)?$/;function Te(e){let t=Me(e);return t&&Ie(t.nanos)}function Ee(e,t){let n=Me(t);if(n===void 0)return;let{nanos:r}=n;return e===`cpu`?Number(Fe(r,be)):r%ye==0n?Number(r/ye):Number(Fe(r,be))/1e3}function De(e,t){let n=Me(e),r=Me(t);return n!==void 0&&r!==void 0&&n.nanos===r.nanos}function Oe(e){let t=Me(e);return t&&Le(t)}function ke(e,t,n){if(!Number.isFinite(t))return`unknown`;let r=Ae(e)?`BinarySI`:`DecimalSI`,i=(n===void 0?void 0:Me(n)?.format)??r;return Le({nanos:je(t,e===`cpu`?be:ye),format:i})}const Ae=e=>e===`memory`||e===`ephemeral-storage`||e===`storage`||e.startsWith(`hugepages-`),je=(e,t)=>Number.isInteger(e)?BigInt(e)*t:BigInt(Math.round(e*1e3))*t/1000n;function Me(e){let t=typeof e==`number`?String(e):e;if(t.length>128)return;let n=we.exec(t);if(!n)return;let[,r=``,i=``,a=``]=n,{base:o,exponent:s,format:c}=Ne(a),l=Pe(i,o,s);return{nanos:r===`-`?-l:l,format:c}}function Ne(e){let t=Ce.indexOf(e);if(t>0)return{base:1024n,exponent:t,format:`BinarySI`};let n=Se.indexOf(e);return n>=0?{base:10n,exponent:(n-3)*3,format:`DecimalSI`}:{base:10n,exponent:Number(e.slice(1)),format:`DecimalExponent`}}function Pe(e,t,n){let[r=``,i=``]=e.split(`.`),a=BigInt(r+i);if(a===0n)return 0n;if(t===1024n){let e=Fe(a*1024n**BigInt(n)*ye,10n**BigInt(i.length));return e>xe?xe:e}let o=Math.min(n,300)-i.length+9;return o>=0?a*10n**BigInt(o):o<-129?1n:Fe(a,10n**BigInt(-o))}function Fe(e,t){return e<0n?-Fe(-e,t):(e+t-1n)/t}function Ie(e){let t=e/ye;return e%ye==0n?Number(t):Number(e)/1e9}function Le({nanos:e,format:t}){let n=e<0n?`-`:``,r=e<0n?-e:e;return t===`BinarySI`&&r>=1024n*ye&&r%ye==0n?n+Re(r/ye):n+ze(r,t===`DecimalExponent`)}function Re(e){let t=0,n=e;for(;n%1024n==0n&&t<Ce.length-1;)n/=1024n,t++;return`${n}${Ce[t]}`}function ze(e,t){if(e===0n)return`0`;let n=0,r=e;for(;r%1000n==0n&&(t||n<Se.length-1);)r/=1000n,n++;return t?n===3?`${r}`:`${r}e${(n-3)*3}`:`${r}${Se[n]}`}const Be={discounts:[],savingsPlans:[],teamLabel:`team`},Ve=({regions:e,families:t},n,r)=>(e.length===0||e.includes(n))&&(t.length===0||t.includes(r)),He=e=>e.slice(0,e.indexOf(`.`)),Ue={preferencePolicy:`Respect`,minValuesPolicy:`Strict`,vmMemoryOverheadPercent:.075,reservedENIs:0,clusterCABundle:void 0,featureGates:{reservedCapacity:!0}},We={approvals:1,monthlyIncreaseUsd:void 0,nodesReplaced:void 0,unschedulablePods:void 0,freeze:[]},Ge={region:void 0,zones:void 0,nodeClassZones:{},karpenterVersion:void 0,kubernetesVersion:void 0,karpenter:{},existingNodes:void 0,systemPods:void 0,capacityReservations:{},snapshot:void 0,spotPricing:`advisor`,pricing:Be,rules:{},ignore:[],overrides:[],neverSuppress:[],changedLines:!1,firstRound:!1,set:{},failOn:`error`,environments:{},gate:We,sources:{render:!0,roots:[],ignore:[],chartRepositories:[]},timeZone:void 0,today:`1970-01-01`};function Ke({file:e,origin:t},n){let r=t?.environment;return r!==void 0&&Object.hasOwn(n,r)?[r]:Object.keys(n).filter(r=>qe(n[r],t?.place??e)).sort()}const qe=({paths:e},t)=>e.length===0||e.some(e=>e===``||t===e||t.startsWith(`${e}/`));function Je(e,t){let n=Object.hasOwn(e.environments,t)?e.environments[t]:void 0;if(n===void 0)return e;let{rules:r,gate:i,karpenter:a,...o}=n.own,s=o.region??Ze(n)??e.region;return{...e,...s!==e.region&&{zones:void 0,nodeClassZones:{}},...o,region:s,karpenter:{...e.karpenter,...a},rules:{...e.rules,...r},gate:Ye(e.gate,n)}}const Ye=(e,t)=>({...e??We,...t?.own.gate}),Xe=/^arn:aws[\w-]*:eks:([a-z0-9-]+):(\d{12}):cluster\//,Ze=({clusterArn:e})=>Xe.exec(e??``)?.[1];function Qe({clusterArn:e,allowedAccountIds:t}){let n=Xe.exec(e??``)?.[2];return n===void 0?[...new Set(t)].sort():[n]}const $e=/^(?:dev|develop|development|test|testing|qa|int|integration|sandbox|stage|staging|stg|uat|preprod|pre-prod|perf|prod|production|prd|live)$/i,et=e=>$e.test(e),tt=/^(?:[a-z]{2}|[a-z]{2,3}\d{1,2}|us|eu|north|south|east|west|central|(?:north|south)(?:east|west)|\d+|cluster|eks|env)$/i;function nt(e){let t=e.replace(/\.(?:tfvars|ya?ml)$/,``);if(et(t))return t;let n=t.split(/[-_.]/);return n.filter(et).length===1&&n.every(e=>et(e)||tt.test(e))?t:void 0}function rt(e){let t=e.split(`/`),n=t.findLastIndex(e=>nt(e)!==void 0);return n===-1?void 0:{name:nt(t[n]),folder:t.slice(0,n+1).join(`/`)}}const it=e=>rt(e)?.name;function at(e,t){let{file:n,origin:r}=e,i=Ke(e,t),a=i.length===1?i[0]:st(e);return r?ot(`root`,r.root,a):i.length===1&&t[i[0]].paths.length>0?ot(`environment`,i[0],a):{...ot(`folder`,te(n),a),unit:`file ${n}`}}function ot(e,t,n){let r=`${e} ${t}`;return{key:r,unit:r,kind:e,name:t,environment:n}}const st=({file:e,origin:t})=>t?.guessedEnvironment??it(t?t.place??t.root:te(e)),ct={ns:1n,us:1000n,µs:1000n,ms:1000000n,s:1000000000n,m:60000000000n,h:3600000000000n},lt=/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/y,ut=2n**63n-1n;function dt(e){let[,t,n]=/^([+-]?)(.*)$/s.exec(e);if(n===`0`)return 0n;if(!n||n.length>128)return;let r=0n,i=0;for(;i<n.length;){lt.lastIndex=i;let e=lt.exec(n);if(!e)return;r+=ft(e[1],ct[e[2]]),i=lt.lastIndex}if(!(r>ut))return t===`-`?-r:r}function ft(e,t){let[n=``,r=``]=e.split(`.`);return BigInt(n||`0`)*t+BigInt(r||`0`)*t/10n**BigInt(r.length)}function pt(e,t){let n=dt(e);return n!==void 0&&n===dt(t)}const mt=[{code:`disruption/expiry-stampede`,summary:`Many nodes of a NodePool expire at the same time.`,why:"Karpenter deletes a node that reaches `expireAfter`, whatever the disruption budgets say, and launches no replacement first. Nodes that one change or one burst created have the same age, so they all expire within minutes of each other.",help:"Set a longer `expireAfter`, or `Never` and replace nodes by drift, which respects the budgets. PodDisruptionBudgets also apply to expiry, up to `terminationGracePeriod`."},{code:`io/encoding`,summary:`A file is not UTF-8 text.`,why:`plumbline cannot review a file that it cannot read as text. A manifest in it would reach the cluster without a review.`,help:`Save the file as UTF-8, or exclude it from the reviewed paths.`},{code:`io/kustomization`,summary:`A kustomization does not show which files it loads.`,why:`A kustomization may load files of any name. One that plumbline cannot read may load manifests that nobody reviews.`,help:`Write the kustomization as plain YAML of less than 1 MB, without escapes and tags.`},{code:`io/lfs-pointer`,summary:`A file with manifests is now stored in Git LFS.`,why:`Git contains only a pointer to the file. A review cannot see its content, and neither can most tools that deploy from git.`,help:`Keep manifests out of Git LFS: remove the path from .gitattributes, and add the file again.`},{code:`io/not-a-file`,summary:`A path is neither a file nor a folder.`,why:`plumbline does not read devices, sockets and pipes, because reading them may block or never end.`,help:`Pass a file or a folder.`},{code:`io/symlink`,summary:`A symbolic link was not followed.`,why:`plumbline does not trust the content of a pull request, and a link may point outside of the repository.`,help:`Replace the link with the file itself, or pass the target of the link as a path.`},{code:`io/too-large`,summary:`The input is larger than plumbline reads.`,why:`Time and memory of a review are limited, whatever a pull request contains. plumbline does not review what is beyond the limit.`,help:`Split the file, or pass only the folders that contain manifests.`},{code:`io/unreadable`,summary:`A file could not be read.`,why:`plumbline cannot review a file that it cannot read.`,help:`Check that the file exists and that its permissions allow reading.`},{code:`lint/bad-suppression`,summary:"A `plumbline-ignore` comment does not have the required form.",why:`A suppression names its rule and gives a reason, so that later readers know why it exists. A comment without them silences nothing.`,help:"Write `# plumbline-ignore RULE[,RULE] [until=YYYY-MM-DD]: reason` above the line that it applies to."},{code:`lint/expired-suppression`,summary:`A suppression has expired.`,why:"Its `until` date has passed, so the finding that it silenced is reported again.",help:`Fix the finding and remove the suppression, or set a later date.`},{code:`lint/forbidden-suppression`,summary:`A comment tries to silence a finding that must not be silenced.`,why:"The configuration lists the code under `neverSuppress`, so comments cannot silence it. Only the configuration can change that.",help:`Fix the finding and remove the comment.`},{code:`lint/unknown-rule`,summary:`A suppression names a rule that does not exist.`,why:`It silences nothing, although its author expects it to.`,help:"Correct the name. `plumbline rules` lists all rules."},{code:`lint/unused-suppression`,summary:`A suppression silences nothing.`,why:`The finding that it was written for is fixed or has moved. If the comment stays, it silences the next finding of that rule, which nobody has accepted.`,help:`Remove the comment.`},{code:`migration/changed`,summary:`The migration cannot express a setting exactly as it was.`,why:`The new API has no exact equivalent, so the migration writes the closest one.`,help:`Check the line, and correct the migrated manifest if it is not what you want.`},{code:`migration/dropped`,summary:`The migration removes a field.`,why:`The new API does not have the field, or the old API silently ignored it and the new one would act on it.`,help:`Check whether you rely on the field. If not, there is nothing to do.`},{code:`migration/impossible`,summary:`An object cannot be migrated automatically.`,why:`The manifest does not contain what the new API needs, such as the content of a launch template, a placeholder’s value, or a class in another repository. plumbline leaves the whole file unchanged rather than migrate half of it.`,help:"Make the decision that the message asks for, then run `plumbline migrate` again."},{code:`migration/kept`,summary:`The migration writes down an old default so that nothing changes.`,why:`Defaults differ between API versions, and Karpenter’s own conversion changes behavior in some places. The migration writes the old default explicitly.`,help:`Remove the line if you want the new default. Otherwise, there is nothing to do.`},{code:`migration/renamed`,summary:`A label, annotation or taint has a new name.`,why:`Karpenter renamed it on the way to v1 and ignores the old name.`,help:`Update other tools that read the old name.`},{code:`provisioning/bad-replicas`,summary:`The number of pods of a workload is not a whole number.`,why:`The API server refuses it. Without it, the number of nodes for the workload is unknown, and so are the figures that depend on it.`,help:"Write a whole number of at least 0, or give the placeholder a value with `--set NAME=VALUE`."},{code:`provisioning/bad-request`,summary:`A container requests an amount that Kubernetes cannot parse.`,why:`The API server refuses the pod. Without the amount, the size of the pod is unknown, and so are the figures that depend on it.`,help:"Write an amount such as `500m` or `1Gi`."},{code:`provisioning/launch-failed`,summary:`A NodePool would create a node that cannot be launched.`,why:"Karpenter assigns the pods to a new node, but its last filters exclude every instance type. For example, `minValues` may require more variety than the cheapest types have. The pods stay pending.",help:"Fix the reason that the finding names: lower `minValues`, or allow more instance types, zones or capacity types."},{code:`provisioning/limit-reached`,summary:`The limits of a NodePool are too low for its pods.`,why:"Karpenter launches no node that would exceed `spec.limits`. The remaining pods stay pending or go to another NodePool. Until a node is launched, Karpenter counts the largest instance type that it might become. A limit near the size of one node may therefore allow none.",help:"Raise `spec.limits`, or lower the requests of the pods."},{code:`provisioning/nodepool-empty`,summary:`No instance type meets all requirements of a NodePool.`,why:`Karpenter skips the NodePool and launches no nodes for it.`,help:"Relax the requirement that excludes the remaining types. The lint rule `satisfiable-requirements` names it."},{code:`provisioning/nodepool-not-ready`,summary:`A NodePool is not ready, so Karpenter does not use it.`,why:`Karpenter validates more than the API server does. A NodePool that fails its validation, or whose node class is missing or not ready, gets a condition. The provisioner then silently skips it.`,help:`Fix the reason that the finding names.`},{code:`provisioning/pod-ignored`,summary:`Karpenter ignores these pods.`,why:`Karpenter ignores pods that are bound to a node, use another scheduler, or have an unsupported volume or an unknown topology key. They stay pending, and Karpenter launches no node for them.`,help:`Fix the reason that the finding gives for each workload.`},{code:`provisioning/pod-unschedulable`,summary:`No node that Karpenter could launch can run a pod.`,why:`The pod stays pending. Karpenter tried every NodePool in its order, and the finding names the constraint that excluded each. It is an error if the existing nodes are known, or if no node of any kind can run the pod. Otherwise the pod may run on nodes that plumbline does not know: it is a warning in a review, and a note without a base.`,help:`Change the named constraint in the workload or in the NodePool.`},{code:`provisioning/status-ignored`,summary:"The `status` in a manifest was not used.",why:`A status comes from the cluster, not from a repository. The API server drops it when the manifest is applied, and an outdated one would distort the figures.`,help:"Pass the object from the cluster with `--cluster`, or set `zones` and `capacityReservations` in the configuration."},{code:`provisioning/too-many-pods`,summary:`A workload has more pods than plumbline simulates.`,why:`Time and memory of a review are limited. Such a number is nearly always a typing error. The figures that depend on it are unknown.`,help:`Check the number of replicas.`},{code:`render/conflict`,summary:`Two roots render the same object with different content.`,why:`The last one that is applied wins, and the files do not say which that is. The object flips between two states.`,help:`Remove the object from one of the roots, or give the two different names or clusters.`},{code:`render/cycle`,summary:`A kustomization includes itself, directly or through others.`,why:`Kustomize refuses to build it, so none of it is applied.`,help:`Remove one of the entries.`},{code:`render/failed`,summary:`A kustomization or a chart fails to render.`,why:`A kustomization or chart that does not render is not applied, or fails during the rollout. Its objects are unknown, so plumbline does not review them.`,help:"Fix the error of kustomize or helm. `kustomize build` and `helm template` show it in full."},{code:`render/limit`,summary:`Rendering takes too long or produces too much.`,why:`Time and memory of a review are limited, whatever a pull request contains. plumbline does not review what is beyond the limit.`,help:`Split it, or review the rendered manifests.`},{code:`render/missing-file`,summary:`A referenced file or folder does not exist.`,why:`Kustomize and helm refuse to render, so nothing is applied.`,help:`Add the file, or remove the reference.`},{code:`render/not-here`,summary:`Roots were not rendered here.`,why:`A job with the rights of the base repository runs programs on the content of a pull request only where they cannot reach its credentials. Apply runs none.`,help:"Do what the note says, or see the review of the `pull_request` job, which renders."},{code:`render/refused`,summary:`Something was not rendered, because that would run code, leave the repository or use the network.`,why:`plumbline does not trust the content of a pull request. Plugins, functions, post-renderers and remote bases run or download whatever it names.`,help:`Copy it into the repository, or review the rendered manifests.`},{code:`render/tool-missing`,summary:`Kustomize or helm is not installed.`,why:`plumbline renders with the real programs, so that it reviews what is applied. Without them, what the cluster gets is unknown: it reads templates with placeholders, and judges neither patches nor what they change.`,help:`Install them and add them to PATH. GitHub’s runners have both.`},{code:`render/unknown`,summary:`plumbline does not support a generator of manifests, so their content is not reviewed.`,why:`Generators that query a cluster, a Git host or a plugin produce content that the repository does not contain.`,help:"Review the rendered manifests, or set the values in `sources` of plumbline.yaml."},{code:`schema/cel`,summary:`An object violates a validation rule of its CustomResourceDefinition.`,why:`The API server evaluates the rules when it receives the object, and refuses it.`,help:`Do what the message says. It is the rule’s own message.`},{code:`schema/duplicate`,summary:`A list that must not contain duplicates contains an item twice.`,why:`The API server refuses the object.`,help:`Remove one of the two.`},{code:`schema/enum`,summary:`A field has a value that is not one of the allowed values.`,why:`The API server refuses the object.`,help:`Use one of the values that the message lists.`},{code:`schema/format`,summary:`A value does not have the format that its field requires.`,why:`The API server refuses the object.`,help:`Write the value in that format.`},{code:`schema/future-version`,summary:`The target Karpenter does not serve this API version yet.`,why:"The API server does not know this version of the kind, so applying the object fails. Karpenter 1.0 introduced `v1`, and late patches of 0.33 to 0.37 also serve it, for rollbacks from 1.0. For these minors the finding is a note, because the patch is unknown.",help:"Upgrade Karpenter first, or set `karpenter.version` to the version that you run."},{code:`schema/length`,summary:`A string, list or mapping is too short or too long.`,why:`The API server refuses the object.`,help:`Keep within the bounds that the message gives.`},{code:`schema/metadata`,summary:`The metadata of an object is not valid.`,why:`Names, labels and annotations follow the same rules for all Kubernetes objects. The API server refuses an object that breaks them.`,help:`Correct the name, label or annotation that the message names.`},{code:`schema/missing-spec`,summary:"An object has no `spec`.",why:"Without a `spec`, Karpenter cannot do anything with a NodePool or EC2NodeClass.",help:"Add the `spec`, or remove the object."},{code:`schema/pattern`,summary:`A string does not match the pattern of its field.`,why:`The API server refuses the object.`,help:"Write the value as the message shows, such as `720h` for 30 days."},{code:`schema/range`,summary:`A number is out of bounds.`,why:`The API server refuses the object.`,help:`Keep within the bounds that the message gives.`},{code:`schema/refused`,summary:`The API server refuses the object.`,why:`The object cannot be decoded, or it fails a check of Kubernetes itself. Examples are a selector that does not match, a request above its limit, or a changed immutable field.`,help:`Fix what the finding says. It contains the server’s own message.`},{code:`schema/removed-version`,summary:`The target Karpenter or Kubernetes no longer serves this API version.`,why:`Applying the object fails. Karpenter also ignores its old objects that are still in the cluster.`,help:"Write the object in a version that is served. For Karpenter’s objects, `plumbline migrate` does it and keeps comments and order."},{code:`schema/required`,summary:`A required field is missing.`,why:`The API server refuses the object.`,help:`Add the field.`},{code:`schema/type`,summary:`A value does not have the type of its field.`,why:'The API server refuses the object. In YAML the notation decides the type: `10` is a number and `"10"` a string.',help:`Add or remove quotes, or write a list or mapping if the field requires one.`},{code:`schema/unjudged`,summary:`The API server’s own code could not validate the object.`,why:`The definition of its kind does not compile, or the object makes the code fail. The verdict of a cluster is unknown, so plumbline reports it.`,help:`Fix the definition, or make the object smaller and less nested.`},{code:`schema/unknown-field`,summary:`An object has a field that its kind does not have.`,why:"The API server accepts the object and drops the field, with a warning at most, so the field has no effect. With a misspelled `limits`, a NodePool has no limits.",help:`Correct the name, or move the field to the right place.`},{code:`schema/unknown-kind`,summary:`Karpenter does not have this kind in this API version.`,why:`The API server does not know the kind, so applying the object fails.`,help:"Correct `apiVersion` or `kind`."},{code:`schema/warning`,summary:`The API server accepts the object with a warning.`,why:`The message is the API server’s own. kubectl prints it, but most pipelines lose it. It reports a deprecated field, a value that is read differently from how it is written, or a name that may collide with another.`,help:`Do what the warning says.`},{code:`terraform/limit`,summary:`The Terraform code is larger than plumbline evaluates.`,why:`Time and memory of a review are limited. plumbline did not evaluate the last part, so its objects are unknown, not removed.`,help:`Review fewer folders at once.`},{code:`terraform/syntax`,summary:`A Terraform file that concerns Karpenter cannot be parsed.`,why:`plumbline cannot evaluate its module. It does not review the NodePools in it, and whether existing ones still exist is unknown.`,help:"Run `terraform validate` and fix what it reports. The message shows where parsing stopped."},{code:`upgrade/bad-release`,summary:`The repository installs a release of Karpenter that its maintainers advise not to use.`,why:`A patch release may have a regression that later ones fix. The upgrade guide of Karpenter and its issues name such releases. The list in plumbline has the source and the date of each.`,help:`Use a release that has the fix.`},{code:`upgrade/choice`,summary:`Another Karpenter version chooses other nodes for the same pods.`,why:`Karpenter changes from version to version which instance types it launches and which nodes it consolidates first. The manifests stay the same, and so do the figures of a simulation that ignores the version. plumbline simulates each side as its own version from 1.10 on. Before 1.10, it launches nodes like 1.10 and does not consolidate, and the finding says so.`,help:`Upgrade a test cluster first, and compare the number and the sizes of its nodes.`},{code:`upgrade/compatibility`,summary:`Karpenter is too old for the cluster’s Kubernetes version.`,why:`Each Karpenter release supports a range of Kubernetes versions and reports newer ones as incompatible. It still selects images for the newer version, but with the labels, defaults and kubelet settings of an older one. Reported only when the repository names both versions.`,help:`Upgrade Karpenter to at least the release that the message names, and then upgrade the control plane.`},{code:`upgrade/karpenter`,summary:`The change upgrades or downgrades Karpenter to another minor version.`,why:`Another minor may refuse or drop what the current one accepts: APIs, fields and defaults change. plumbline validates and simulates the base with its Karpenter and the head with the new one. Findings that only the new one has count as new. If the hash of EC2NodeClasses changes, Karpenter rewrites the hashes of running nodes instead of comparing them.`,help:`Read the upgrade guide of each minor in between, upgrade the CRDs, and change node classes in a separate change.`},{code:`upgrade/kubernetes`,summary:`The change upgrades or downgrades Kubernetes to another minor version.`,why:"An alias such as `al2023@v20260715`, pinned or not, selects images for the Kubernetes version of the cluster. After the control plane upgrade, Karpenter selects images of the new minor. Every node of that node class then drifts and is replaced within the budgets of its NodePool. Images by id, name, tags or SSM parameter stay the same, and so does their kubelet. Reported only when Terraform, eksctl, kOps, ACK, Crossplane or Cluster API names the version on both sides of the change.",help:`Check the waves in the review, and merge at a suitable time. Update other images in a separate change.`},{code:`upgrade/path`,summary:`The change skips a version of Karpenter or Kubernetes that has to run in between.`,why:`Karpenter before 1.0 stores its objects as v1beta1. Only 1.0 can convert them, and 1.1 and later can neither read nor serve them. So an upgrade from any older version has to stop at 1.0, and one from 0.32 or older also at 0.37. A downgrade below 1.0 is possible only from 1.0. EKS upgrades a control plane by one minor version at a time and refuses to skip one. The report lists what to do at each step.`,help:`Make one change for each version that the message names, and wait until the cluster runs it.`},{code:`upgrade/settings`,summary:`The change modifies a setting of Karpenter that affects the figures.`,why:"The settings of Karpenter’s chart affect the usable memory and the number of pods of an instance type. They also affect how Karpenter treats preferences, `minValues` and reservations. plumbline simulates the base with the settings of its Helm values and the head with its own. The difference in nodes and cost comes from these settings.",help:"Check the figures. Settings under `karpenter` in plumbline.yaml override the Helm values."},{code:`yaml/alias-bomb`,summary:`Aliases expand the document beyond the limit.`,why:`A few lines of nested aliases can expand to gigabytes. The API server also refuses such documents.`,help:`Replace the aliases with their values.`},{code:`yaml/duplicate-key`,summary:`A mapping contains a key twice.`,why:`Only one of the two values is used, and tools disagree about which.`,help:`Remove one of them, or merge their values.`},{code:`yaml/syntax`,summary:`A document is not valid YAML.`,why:`plumbline cannot read anything in the document, so the effect of its changes is unknown. There is no plan until it is fixed.`,help:`Fix the place that the message names. The cause is often the indentation of the line before.`},{code:`yaml/template`,summary:`A document is a template that must be rendered before it is YAML or a Karpenter object.`,why:`The manifest depends on the values of the template, so its content is unknown.`,help:"Review the rendered manifests, or give values with `--set NAME=VALUE`."},{code:`yaml/too-deep`,summary:`A document is nested too deeply.`,why:`Time and memory of a review are limited. Kubernetes’ own decoder has a similar limit.`,help:`Check whether the document is correct.`},{code:`yaml/too-large`,summary:`A file is too large or contains too many objects.`,why:`Time and memory of a review are limited. plumbline does not review what is beyond the limit.`,help:`Split the file.`}],S=(e,...t)=>({...e,corrections:t});function C(e,...t){return{text:_t(gt(e.raw,t)),region:`us-east-1`,karpenter:`1.14`}}const w=(e,...t)=>({...C(e,...t),language:`terraform`}),ht=e=>({...C(e),language:`json`}),T=(e,t)=>({...t,...e});function gt(e,t){return t.reduce((t,n,r)=>{let i=(typeof n==`string`?n:n.text).trimEnd(),a=t.slice(t.lastIndexOf(`
`)+1),o=e[r+1],s=a.trim()===``&&/^\s*(?:\n|$)/.test(o);if(i===``&&s)return t.slice(0,t.length-a.length)+o.replace(/^\s*?\n/,``);let c=/^ *(?:- )*/.exec(a)[0].length;return t+i.replaceAll(/\n(?=.)/g,`\n${` `.repeat(c)}`)+o},e[0])}function _t(e){let t=e.replaceAll(`\\$`,`$`).replaceAll("\\`","`").replace(/^\n/,``).trimEnd().split(`
`),n=t.filter(e=>e.trim()!==``).map(e=>e.search(/\S/)),r=Math.min(...n);return`${t.map(e=>e.slice(r)).join(`
`)}\n`}const vt=e=>e.chart===`karpenter`||e.chart===`karpenter-crd`,yt=e=>e.manifests.flatMap(bt),bt=e=>Ct(e).filter(vt),xt=(e,t)=>e.manifests.flatMap(Ct).filter(e=>e.chart===t),St=e=>typeof e==`string`?/(?:^|\/)([\w.-]+)$/.exec(e)?.[1]:void 0;function Ct(e){if(e.kind===`HelmRelease`){let t=[`spec`,`chart`,`spec`],n=St(e.get([...t,`chart`]));return n?[{manifest:e,chart:n,version:[...t,`version`],values:[`spec`,`values`]}]:[]}return e.kind===`HelmValues`?[{manifest:e,chart:`karpenter`,version:void 0,values:e.get([`settings`])===void 0?[`karpenter`]:[]}]:e.kind===`Application`?wt(e):[]}function wt(e){return[[`spec`,`source`],...f(e.get([`spec`,`sources`])).map((e,t)=>[`spec`,`sources`,t])].flatMap(t=>{let n=St(e.get([...t,`chart`])),r=[...t,`helm`,`valuesObject`];return n?[{manifest:e,chart:n,version:[...t,`targetRevision`],values:r}]:[]})}function E(e,t){let n=h(e.get(t));return n===void 0||u(n)?void 0:n}const Tt=(e,t)=>e.source.origin?.tool===`terraform`?/^\$\{([a-z_][\w-]*(?:\.[\w-]+)+)\}$/i.exec(h(e.get(t))??``)?.[1]:void 0,D=e=>e,Et=new Set([`nodeClassRef`,`requirements`,`labels`,`taints`,`startupTaints`,`expireAfter`,`terminationGracePeriod`]);function O({apiVersion:e,name:t=`default`,...n}={}){let r=Object.entries({...Dt(n)?{}:{requirements:[]},...n}),i=Ot(r.filter(([e])=>Et.has(e))),a=`limits`in n?``:`
limits:
  cpu: 100`,o=r.find(([e])=>Et.has(e))?.[0],s=r.flatMap(([e,t])=>e===o?[i+a]:Et.has(e)||t===null?[]:[kt(e,t)]);return C`
    apiVersion: ${e??`karpenter.sh/v1`}
    kind: NodePool
    metadata:
      name: ${t}
    spec:
      ${s.join(`
`)}
  `}const Dt=e=>Object.keys(e).some(e=>Et.has(e));function Ot(e){let t=e.filter(([e])=>e===`labels`).map(([e,t])=>kt(e,t)),n=e.filter(([e])=>e!==`labels`).map(([e,t])=>kt(e,t));return[`template:`,...t.length>0?[`  metadata:`,jt(t.join(`
`),4)]:[],`  spec:`,jt(n.join(`
`),4)].join(`
`)}function kt(e,t){if(e===`nodeClassRef`)return`nodeClassRef:\n  group: karpenter.k8s.aws\n  kind: EC2NodeClass\n  name: ${String(t)}`;if(Array.isArray(t))return t.length===0?`${e}: []`:`${e}:\n${jt(t.map(At).join(`
`),2)}`;let n=typeof t==`object`?t.text.trimEnd():String(t);return/^\S+:|\n/.test(n)?`${e}:\n${jt(n,2)}`:`${e}: ${n}`}function At(e){let[t,n,...r]=e.split(` `);return`- key: ${t}\n  operator: ${n}${r.length===0?``:`\n  values: ${r.join(` `)}`}`}const jt=(e,t)=>e.replaceAll(/^(?=.)/gm,` `.repeat(t)),k=(e,t=`default`)=>C`
  apiVersion: karpenter.k8s.aws/v1
  kind: EC2NodeClass
  metadata:
    name: ${t}
  spec:
    ${e}
`,A=k(`role: KarpenterNodeRole-demo`),j=(e,{version:t=``,values:n=``}={})=>C`
  apiVersion: helm.toolkit.fluxcd.io/v2
  kind: HelmRelease
  metadata:
    name: ${e}
  spec:
    chart:
      spec:
        chart: ${e}
        ${t&&`version: ${t}`}
    ${n&&C`
      values:
        ${n}
    `}
`,M=(e,t)=>C`
  resource "kubectl_manifest" "${e}" {
    yaml_body = <<-YAML
      ${t}
    YAML
  }
`,N=(...e)=>({...e[0],text:e.map(({text:e})=>e).join(`---
`)}),Mt=new WeakMap;function P(e){let t=Mt.get(e);if(t)return t;let n=e.manifests.filter(Nt);return Mt.set(e,n),n}const Nt=({kind:e,apiVersion:t})=>e===`NodePool`&&v(t)===`karpenter.sh`,Pt=e=>{let t=h(e);return t!==void 0&&!u(t)};function F(e,t){let n=t.every((n,r)=>{let i=e.get(t.slice(0,r+1));return typeof i!=`string`||!u(i)}),r=e.get(t);return{path:t,value:r,isKnown:n&&!(r===void 0&&e.isPartial)}}const Ft=e=>e.kind===`NodePool`?[`spec`,`template`,`spec`]:[`spec`];function I(e){let t=[...Ft(e),`requirements`];return f(e.get(t)).map((n,r)=>It(e,[...t,r]))}function It(e,t){let[n,r,i]=[`key`,`operator`,`values`].map(n=>e.get([...t,n])),a=f(i).map((e,n)=>({path:[...t,`values`,n],text:h(e)??``,isKnown:Pt(e)})),o=Pt(n)&&Pt(r)&&a.every(e=>e.isKnown)&&(i==null||Array.isArray(i));return{path:t,key:h(n)??``,operator:h(r)??``,values:a,isKnown:o}}function Lt(e){let t=e.kind===`NodePool`?[`spec`,`template`,`metadata`,`labels`]:[`spec`,`labels`];return Object.entries(o(e.get(t))??{}).map(([e,n])=>{let r=[...t,e],i=Pt(n)&&!u(e);return{path:r,key:e,operator:`In`,values:[{path:r,text:h(n)??``,isKnown:i}],isKnown:i}})}const Rt=e=>F(e,e.kind===`Provisioner`?[`spec`,`limits`,`resources`]:[`spec`,`limits`]);function zt(e){let t=o(e.get(Bt(e))),n=h(t?.group)??h(t?.apiVersion)?.split(`/`)[0],r=h(t?.kind);return u(`${n} ${r}`)?void 0:{group:n,kind:r}}const Bt=e=>e.kind===`Provisioner`?[`spec`,`providerRef`]:[`spec`,`template`,`spec`,`nodeClassRef`];function Vt(e){let t=Bt(e),n=e.get([...t,`name`]),r=zt(e);return r&&typeof n==`string`&&!u(n)?{path:t,...r,name:n}:void 0}function Ht(e){let t=[...I(e),...Lt(e)];return e.kind===`Provisioner`?[...t,...Ut(t)]:t}function Ut(e){let t=new Set(e.map(e=>b(e.key))),n=[x.instanceType,x.instanceFamily,x.instanceCategory,x.instanceGeneration],r=[],i=(e,t,n)=>{let i=[`spec`];r.push({path:i,key:e,operator:t,values:n.map(e=>({path:i,text:e,isKnown:!0})),isKnown:!0})};return t.has(x.os)||i(x.os,`In`,[`linux`]),t.has(x.arch)||i(x.arch,`In`,[`amd64`]),t.has(x.capacityType)||i(x.capacityType,`In`,[`on-demand`]),n.some(e=>t.has(e))||(i(x.instanceCategory,`In`,[`c`,`m`,`r`]),i(x.instanceGeneration,`Gt`,[`2`])),r}const Wt=new Set([x.instanceType,x.instanceFamily,x.instanceSize]),Gt=e=>Ht(e).find(({key:e})=>Wt.has(b(e)))?.path??[`spec`],Kt=e=>Number(e.get([`spec`,`weight`])??0),qt=e=>{let t=[`spec`,`amiSelectorTerms`];return f(e.get(t)).flatMap((e,n)=>{let r=o(e);return r?[{path:[...t,n],term:r}]:[]})},Jt=[`AL2`,`AL2023`,`Bottlerocket`,`Windows2019`,`Windows2022`,`Windows2025`,`Custom`,`Ubuntu`];function Yt(e){let t=h(e.get([`spec`,`amiFamily`]));if(t!==void 0)return Jt.includes(t)?t:void 0;let[n]=qt(e).flatMap(({term:e})=>h(e.alias)??[]),r=n?.split(`@`)[0];return Jt.find(e=>e.toLowerCase()===r)}function Xt(e){let t=e.get([`spec`,`userData`]);return typeof t==`string`&&!e.isPartial&&!u(t)?t:void 0}const Zt=({kind:e,apiVersion:t})=>e===`EC2NodeClass`&&v(t)===`karpenter.k8s.aws`,Qt=new WeakMap;function $t(e){let t=Qt.get(e);if(t)return t;let n=e.manifests.filter(Zt),r={classes:n,poolsByClass:tn(P(e),en),classesByName:tn(n,({name:e})=>e)};return Qt.set(e,r),r}function en(e){let{group:t=`karpenter.k8s.aws`,name:n}=Vt(e)??{};return t===`karpenter.k8s.aws`?n:void 0}function tn(e,t){let n=new Map;for(let r of e){let e=t(r);if(e===void 0)continue;let i=n.get(e);i?i.push(r):n.set(e,[r])}return n}const L=e=>$t(e).classes,nn=(e,t)=>$t(e).poolsByClass.get(t.name)??[];function rn(e,t){let n=$t(e).classesByName.get(en(t)??``)??[];return n.length===1?n[0]:void 0}const an=D({id:`access-entry-type`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[70],on:{Manifests(e,t){let n=ln(e);for(let r of e.manifests){if(r.kind===`aws_eks_access_entry`&&un(r,[`spec`],`principal_arn`,{roles:n,context:t}),r.kind===`module`&&dn(r,t),r.kind!==`ClusterConfig`)continue;let e=[`accessConfig`,`accessEntries`];f(r.get(e)).forEach((i,a)=>{un(r,[...e,a],`principalARN`,{roles:n,context:t})})}}},docs:{summary:"The access entry of Karpenter’s node role has the type `STANDARD`, so nodes cannot join the cluster.",why:"An access entry of type `EC2_LINUX` or `EC2_WINDOWS` gives nodes the groups and the user name that they need. `STANDARD`, the default of EKS, is meant for people. With it, instances start, but the API server rejects their kubelets. Karpenter terminates them after 15 minutes and launches others, which fail in the same way.",help:"Set the type of the access entry to `EC2_LINUX`, or to `EC2_WINDOWS` for Windows nodes.",url:`https://docs.aws.amazon.com/eks/latest/userguide/creating-access-entries.html`},examples:fn}),on=/^(module\.[\w-]{0,200}karpenter[\w-]{0,200})\.node_iam_role_(?:name|arn)$/i,sn=/^(aws_iam_role\.[\w-]+)\.(?:name|arn|id)$/,cn=e=>(on.exec(e??``)??sn.exec(e??``))?.[1];function ln(e){let t=[`spec`,`role`],n=L(e).flatMap(e=>E(e,t)??cn(Tt(e,t))??[]);return new Set(n)}function un(e,t,n,{roles:r,context:i}){let a=[...t,n],o=/:role\/(?:.{0,600}\/)?([^/]{1,200})$/.exec(E(e,a)??``)?.[1],s=cn(Tt(e,a));if(!(o!==void 0&&r.has(o)||s!==void 0&&r.has(s))&&!s?.startsWith(`module.`))return;let c=h(e.get([...t,`type`]));(c===void 0||c===`STANDARD`)&&i.report({manifest:e,at:e.span(c===void 0?a:[...t,`type`]),message:c===void 0?"The access entry of the node role has no type, so EKS makes it `STANDARD` and nodes cannot join the cluster":"The access entry of the node role has the type `STANDARD`, so nodes cannot join the cluster",help:"Set the type to `EC2_LINUX`, or to `EC2_WINDOWS` for Windows nodes."})}function dn(e,{report:t}){let n=[`spec`,`access_entry_type`];e.get(n)===`STANDARD`&&t({manifest:e,at:e.span(n),message:"The access entry of the node role has the type `STANDARD`, so nodes cannot join the cluster",help:"Remove `access_entry_type`, so that the module uses `EC2_LINUX`."})}function fn(){return{bad:[S(w`
          resource "aws_eks_access_entry" "nodes" {
            cluster_name  = "demo"
            principal_arn = aws_iam_role.karpenter_node.arn
          }

          ${M(`default`,k("role: ${aws_iam_role.karpenter_node.name}"))}
        `,{"principal_arn = aws_iam_role.karpenter_node.arn":`principal_arn = aws_iam_role.karpenter_node.arn
type          = "EC2_LINUX"`}),S(w`
          module "karpenter" {
            source = "terraform-aws-modules/eks/aws//modules/karpenter"

            cluster_name      = module.eks.cluster_name
            access_entry_type = "STANDARD"
          }
        `,{'access_entry_type = "STANDARD"':``}),S(N(C`
          apiVersion: eksctl.io/v1alpha5
          kind: ClusterConfig
          metadata:
            name: demo
            region: us-east-1
          accessConfig:
            accessEntries:
              - principalARN: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo
                type: STANDARD
        `,A),{"type: STANDARD":`type: EC2_LINUX`})],good:[w`
        resource "aws_eks_access_entry" "nodes" {
          cluster_name  = "demo"
          principal_arn = aws_iam_role.karpenter_node.arn
          type          = "EC2_LINUX"
        }

        resource "aws_eks_access_entry" "people" {
          cluster_name  = "demo"
          principal_arn = aws_iam_role.admin.arn
        }

        ${M(`default`,k("role: ${aws_iam_role.karpenter_node.name}"))}
      `]}}const pn=[`0.32`,`0.33`,`0.34`,`0.35`,`0.36`,`0.37`,`1.0`,`1.1`,`1.2`,`1.3`,`1.4`,`1.5`,`1.6`,`1.7`,`1.8`,`1.9`,`1.10`,`1.11`,`1.12`,`1.13`,`1.14`,`1.15`],mn=`1.14`;function hn(e){let t=/^\s*v?(\d{1,4})\.(\d{1,4})(\.(\d+|x|\*)([-+].*)?)?\s*$/i.exec(e);return t===null?void 0:`${Number(t[1])}.${Number(t[2])}`}function gn(e,t){let[n=0,r=0]=e.split(`.`).map(Number),[i=0,a=0]=t.split(`.`).map(Number);return n-i||r-a}function _n(e){return pn.findLast(t=>gn(t,e)<=0)??pn[0]}const vn=ee.flatMap(({kind:e,group:t,versions:n})=>n.map(({version:n,first:r,last:i,...a})=>({apiVersion:`${t}/${n}`,kind:e,first:r,last:i,...a}))).sort((e,t)=>_(e.apiVersion,t.apiVersion)||_(e.kind,t.kind)),yn=(e,t)=>vn.find(n=>n.apiVersion===e&&n.kind===t);function bn(e,t){return e.first!==void 0&&gn(t,e.first)<0?!1:e.last===void 0||gn(t,e.last)<=0}const xn=e=>pn.find(t=>gn(t,e)>0),Sn=`1.33`,Cn=D({id:`al2-end-of-life`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[51],on:{NodeClass(e,{report:t,settings:n}){let{kubernetesVersion:r}=n,i=r!==void 0&&gn(r,Sn)>=0;if(r===void 0||i){i&&wn(e)&&t({at:e.span([`spec`,`amiFamily`]),severity:`error`,message:Tn(e,r),help:"Set `amiFamily: AL2023`, and check that `userData` is in its format."});for(let{path:n,term:a}of qt(e)){let o=h(a.alias);o!==void 0&&/^al2@/.test(o)&&t({at:e.span([...n,`alias`]),...i&&{severity:`error`},message:i?Tn(e,r):`\`${o}\` has no image for Kubernetes ${Sn} and newer`,help:"Use an alias of `al2023` or `bottlerocket` instead, such as `al2023@v20260715`."})}}}},docs:{summary:`An EC2NodeClass selects Amazon Linux 2, which has no images for Kubernetes 1.33 and newer.`,why:"AWS built the last EKS images of Amazon Linux 2 in November 2025, for Kubernetes 1.32. On newer clusters the alias selects no image, so the node class is not ready. After an upgrade of the control plane, no new node starts. The severity is error when the repository or `--kubernetes-version` says that the cluster is that new.",help:"Switch to an alias of `al2023` or `bottlerocket` before you upgrade the cluster to 1.33.",url:`https://docs.aws.amazon.com/eks/latest/userguide/eks-ami-deprecation-faqs.html`},examples:Dn}),wn=e=>e.apiVersion===`karpenter.k8s.aws/v1beta1`&&!e.isPartial&&e.get([`spec`,`amiFamily`])===`AL2`&&e.get([`spec`,`amiSelectorTerms`])===void 0,Tn=({name:e},t)=>`Amazon Linux 2 has no image for Kubernetes ${t}, so \`${e}\` never becomes ready`,En=(e,t)=>w`
  module "eks" {
    source             = "terraform-aws-modules/eks/aws"
    version            = "~> 21.0"
    name               = "demo"
    kubernetes_version = "${e}"
  }

  ${M(`class`,C`
      apiVersion: karpenter.k8s.aws/v1beta1
      kind: EC2NodeClass
      metadata:
        name: default
      spec:
        amiFamily: ${t}
        role: KarpenterNodeRole-demo
    `)}
`;function Dn(){return{bad:[S(k(C`
          amiSelectorTerms:
            - alias: al2@v20251112
        `),{"al2@v20251112":`al2023@v20260715`},{"al2@v20251112":`bottlerocket@v1.44.0`}),S(T({karpenter:`0.37`},En(`1.33`,`AL2`)),{"amiFamily: AL2":`amiFamily: AL2023`})],good:[T({karpenter:`0.37`},En(`1.29`,`AL2`)),k(C`
        amiSelectorTerms:
          - alias: al2023@v20260715
      `),k(C`
          amiFamily: AL2
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
        `,`own`)]}}const On=D({id:`ami-alias-release`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t}){for(let{path:n,term:r}of qt(e)){let i=h(r.alias)??``,[a=``,o=``]=i.split(`@`),s=An.get(a);s===void 0||o===``||o===`latest`||u(i)||s.pattern.test(o)||t({at:e.span([...n,`alias`]),message:`\`${o}\` is not a release of ${s.name}, so \`${e.name}\` finds no image and Karpenter launches no nodes with it`,help:`Use a release, such as \`${a}@${s.example}\`.`})}}},docs:{summary:`A pinned alias does not name a release of its AMI family.`,why:"The API server accepts any text after the `@`. Karpenter looks for the image of the release with that name: a date for Amazon Linux, a version number for Bottlerocket. The Kubernetes version is not part of an alias. If no release has the name, the node class does not become ready, and its NodePools launch no nodes.",help:"Use a release such as `al2023@v20260715` or `bottlerocket@v1.44.0`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:jn}),kn={name:`Amazon Linux`,pattern:/^v20\d{6}$/},An=new Map([[`al2`,{...kn,example:`v20251112`}],[`al2023`,{...kn,example:`v20260715`}],[`bottlerocket`,{name:`Bottlerocket`,pattern:/^v?\d+\.\d+\.\d+(?:-\w+)?$/,example:`v1.44.0`}]]);function jn(){return{bad:[S(Mn(`al2023@v1.33`),{"al2023@v1.33":`al2023@v20260715`}),S(Mn(`al2023@20260715`),{"al2023@20260715":`al2023@v20260715`}),S(Mn(`bottlerocket@v20260715`),{"bottlerocket@v20260715":`bottlerocket@v1.44.0`})],good:[Mn(`al2023@v20260715`),Mn(`bottlerocket@v1.44.0`),Mn(`bottlerocket@1.44.0`)]}}const Mn=e=>k(C`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${e}
  `),Nn=[{name:/ubuntu-eks/i,what:`an EKS image of Ubuntu`,families:[`AL2`,`Ubuntu`]},{name:/ubuntu/i,what:`a plain Ubuntu image`,families:[`Ubuntu`]},{name:/amazon-eks-(?:[a-z0-9]+-)?node-al2023/i,what:`an AL2023 image`,families:[`AL2023`]},{name:/amazon-eks-(?:gpu-|arm64-)?node-\d/i,what:`an AL2 image`,families:[`AL2`]},{name:/bottlerocket/i,what:`a Bottlerocket image`,families:[`Bottlerocket`]},{name:/Windows_Server-2019/i,what:`a Windows Server 2019 image`,families:[`Windows2019`]},{name:/Windows_Server-2022/i,what:`a Windows Server 2022 image`,families:[`Windows2022`]},{name:/Windows_Server-2025/i,what:`a Windows Server 2025 image`,families:[`Windows2025`]}],Pn={al2:`AL2`,al2023:`AL2023`,bottlerocket:`Bottlerocket`,windows2019:`Windows2019`,windows2022:`Windows2022`,windows2025:`Windows2025`},Fn=D({id:`ami-family-mismatch`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[52],explains:[`schema/cel`],on:{NodeClass(e,t){let n=h(e.get([`spec`,`amiFamily`]));if(n===void 0||n===`Custom`||u(n))return;let r=f(e.get([`spec`,`amiSelectorTerms`]));for(let[i,a]of r.entries()){let r=[`spec`,`amiSelectorTerms`,i],{name:s,alias:c}=o(a)??{};Ln(e,{path:[...r,`name`],name:h(s),family:n},t),Rn(e,{path:[...r,`alias`],name:h(c),family:n},t)}},NodeTemplate(e,t){let n=h(e.get([`spec`,`amiFamily`]));if(n===void 0||n===`Custom`||u(n))return;let r=[`spec`,`amiSelector`,`aws::name`];Ln(e,{path:r,name:h(e.get(r)),family:n},t)}},docs:{summary:"`amiFamily` does not match the family of the selected AMI.",why:`The AMI family decides which bootstrap user data Karpenter writes, and which block device it treats as the root volume. An AMI of another family does not understand that user data. Its instances run and cost money, but never join the cluster. Karpenter replaces them after 15 minutes, again and again.`,help:"Set `amiFamily` to the family of the image. Or set it to `Custom`, and write user data that joins the node to the cluster.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamifamily`},examples:Bn}),In=[`spec`,`amiFamily`];function Ln(e,{path:t,name:n,family:r},{report:i}){if(n===void 0||u(n))return;let a=Nn.find(e=>e.name.test(n));if(!a||a.families.includes(r))return;let o=a.families[0],s=a.families.includes(`Ubuntu`);i({at:e.span(t),message:`\`${n}\` is ${a.what}, which does not understand the user data of \`amiFamily: ${r}\``,labels:[{span:e.span(In),message:`Karpenter writes user data for this family`}],help:s?"Set `amiFamily: Custom`, and write user data that joins the node to the cluster.":`Set \`amiFamily: ${o}\`, or set \`Custom\` and write user data that joins the node to the cluster.`,...!s&&{fix:{description:`Set \`amiFamily: ${o}\``,edits:y(e,In,o)}}})}function Rn(e,{path:t,name:n,family:r},{report:i}){if(n===void 0||u(n))return;let a=Pn[n.split(`@`)[0]];a!==void 0&&a!==r&&i({at:e.span(t),severity:`error`,message:`\`${n}\` selects ${a} images, but \`amiFamily\` is \`${r}\`, so the API server rejects the node class`,labels:[{span:e.span(In),message:`this family does not match`}],help:"Remove `amiFamily`, because the alias implies it, or use an alias of that family.",fix:{description:"Remove `amiFamily`",edits:le(e,In)},explains:{paths:[[`spec`]],mentioning:`amiFamily must be`}})}const zn=C`
  amiFamily: Custom
  userData: |
    #!/bin/bash
    /opt/company/join-cluster
`;function Bn(){return{bad:[S(k(C`
          amiFamily: AL2
          amiSelectorTerms:
            - name: ubuntu/images/hvm-ssd/ubuntu-jammy-22.04-amd64-server-20241211
        `),{"amiFamily: AL2":zn}),S(k(C`
          amiFamily: AL2
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-*
        `),{"amiFamily: AL2":zn}),S(k(C`
          amiFamily: Bottlerocket
          amiSelectorTerms:
            - alias: al2023@v20260715
        `),{"al2023@v20260715":`bottlerocket@v1.44.0`})],good:[k(C`
        amiFamily: Custom
        amiSelectorTerms:
          - name: ubuntu/images/hvm-ssd/ubuntu-jammy-22.04-amd64-server-20241211
      `),k(C`
        amiFamily: AL2023
        amiSelectorTerms:
          - alias: al2023@v20260715
      `)]}}const Vn=D({id:`ami-for-instance-types`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[54,91],on:{Manifests(e,t){for(let n of P(e)){let r=rn(e,n),i=r&&Hn(r);i&&Un({pool:n,nodeClass:r,images:i},t)}}},docs:{summary:`The AMIs of a node class do not fit the instance types of a NodePool that uses it.`,why:"An AMI is built for one architecture. If all instance types of a NodePool have the other architecture, Karpenter finds no image for them and launches nothing for the NodePool. The standard image of Amazon Linux 2023 has no GPU driver, so nodes start but never offer `nvidia.com/gpu`.",help:"Add a selector term for the image of the other architecture, or select the `nvidia` image for GPUs. An alias selects the right image for each instance type.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:Kn});function Hn(e){let t=qt(e).map(e=>({...e,name:h(e.term.name)??``}));return t.every(({name:e,term:t})=>e!==``&&!u(e)&&t.id===void 0)&&t.length>0&&!e.isPartial?t:void 0}function Un({pool:e,nodeClass:t,images:n},{catalog:r,compatible:i,report:a}){let o=i(e),s=o?.isExact?o.names.map(e=>r.type(e)):[],c=Vt(e)?.path;if(s.length===0||c===void 0)return;let l=[{span:t.span([...n[0].path,`name`]),message:`this selects the image`}],u=e.span([...c,`name`]),d=n.map(({name:e})=>Wn(e));!d.includes(void 0)&&!s.some(({architecture:e})=>d.includes(e))?a({manifest:e,at:u,labels:l,message:`The instance types of \`${e.name}\` are ${s[0].architecture}, but the images of \`${t.name}\` are ${d[0]}, so Karpenter cannot launch nodes for \`${e.name}\``,help:`Add an AMI selector term for the ${s[0].architecture} image, or use an alias, which selects the right image for each instance type.`}):s.every(({gpus:e})=>e.some(({manufacturer:e})=>e===`nvidia`))&&n.every(({name:e})=>/^amazon-eks-node-al2023-.*-standard-/.test(e))&&a({manifest:e,at:u,labels:l,message:`Every instance type of \`${e.name}\` has NVIDIA GPUs, but \`${t.name}\` selects the standard image, which has no driver for them`,help:"Select the `nvidia` image of Amazon Linux 2023, or use an alias, which selects it for these instance types."})}function Wn(e){let t=/arm64|aarch64/i.test(e);return t===/x86_64|amd64/i.test(e)?void 0:t?`arm64`:`amd64`}const Gn=`- name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715`;function Kn(){return{bad:[S(N(O({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),k(C`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
        `)),{[Gn]:`${Gn}\n- name: amazon-eks-node-al2023-arm64-standard-1.33-v20260715`},{[Gn]:`- alias: al2023@v20260715`}),S(N(O({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6]`,`karpenter.sh/capacity-type In [on-demand]`],taints:C`
            - key: nvidia.com/gpu
              effect: NoSchedule
          `,nodeClassRef:`default`}),k(C`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
        `)),{[Gn]:`- name: amazon-eks-node-al2023-x86_64-nvidia-1.33-v20260715`},{[Gn]:`- alias: al2023@v20260715`})],good:[N(O({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),k(C`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
            - name: amazon-eks-node-al2023-arm64-standard-1.33-v20260715
        `)),N(O({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),k(C`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: golden-al2023-*
        `))]}}const qn=/^(?:amazon-eks-(?:arm64-|gpu-)?node-|bottlerocket-aws-k8s-|ubuntu-eks(?:-pro)?\/k8s_)/,Jn=/(?<!\d)1\.\d\d(?!\d)/,Yn=D({id:`ami-name-kubernetes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t}){for(let{path:n,term:r}of qt(e)){let i=h(r.name);i===void 0||r.tags!==void 0||u(i)||qn.test(i)&&/[*?]/.test(i)&&!Jn.test(i)&&t({at:e.span([...n,`name`]),message:`\`${i}\` matches images for every Kubernetes version, and Karpenter launches the newest one, whatever version the cluster has`,help:"Write the Kubernetes version of the cluster in the name, or select the images with an `alias`, which follows the cluster."})}}},docs:{summary:`The name of an image is a pattern that matches images for several Kubernetes versions.`,why:`The names of EKS images contain the Kubernetes version. If a pattern leaves it open, Karpenter launches the newest image of all versions. Its kubelet can be newer than the control plane, which Kubernetes does not support, and nodes are replaced whenever AWS releases images for another version.`,help:"Write the Kubernetes version in the name, or use an `alias`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:Zn}),Xn=e=>k(C`
    amiFamily: AL2023
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - name: ${e}
  `);function Zn(){return{bad:[S(Xn(`amazon-eks-node-al2023-x86_64-standard-*`),{"standard-*":`standard-1.33-*`})],good:[Xn(`amazon-eks-node-al2023-x86_64-standard-1.33-*`),Xn(`platform-node-*`)]}}const Qn=e=>e?.provider===`aws`?e:null;function $n(e,t){let n=t?.eks.versions[e]?.standardUntil;if(n===void 0)return;let r=new Date(n);return r.setUTCMonth(r.getUTCMonth()-14),r.toISOString().slice(0,10)}function er(e,t,n){let[,r,i,a]=/^al2(?:023)?@v(\d{4})(\d\d)(\d\d)$/.exec(e)??[];return Date.parse(`${r}-${i}-${a}`)<Date.parse($n(t,n)??``)-5184e6}const tr=D({id:`ami-older-than-kubernetes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t,settings:n,catalog:r}){let{kubernetesVersion:i=``}=n,a=Qn(r)?.fees,o=$n(i,a);for(let{path:n,term:r}of qt(e)){let s=h(r.alias);s!==void 0&&er(s,i,a)&&t({at:e.span([...n,`alias`]),message:`\`${s}\` has no image for Kubernetes ${i}, which EKS has offered since ${o}, so \`${e.name}\` does not become ready and Karpenter launches no nodes with it`,help:`Pin a release from ${o} or later.`})}}},docs:{summary:`A pinned alias is too old to have an image for the cluster’s Kubernetes version.`,why:"AWS builds the images of a release for the Kubernetes versions that EKS offers at that time. After an upgrade of the control plane, the alias of an older release selects no image. The node class is not ready, its NodePools launch no nodes, and Karpenter does not replace running nodes. Reported only when the repository or `--kubernetes-version` names the Kubernetes version.",help:`Pin a release from the day when EKS began to offer this version, or later, and upgrade the control plane in a later change.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions.html`},examples:nr});function nr(){return{bad:[S(rr(`1.34`,`al2023@v20250403`),{"al2023@v20250403":`al2023@v20260715`})],good:[rr(`1.34`,`al2023@v20260715`),rr(`1.32`,`al2023@v20250403`)]}}const rr=(e,t)=>w`
  module "eks" {
    source             = "terraform-aws-modules/eks/aws"
    version            = "~> 21.0"
    name               = "demo"
    kubernetes_version = "${e}"
  }

  ${M(`class`,ir(t))}
`,ir=e=>k(C`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${e}
  `),R=(e,t=`, `)=>e.map(e=>`\`${e}\``).join(t),z=(e,t=`unknown`)=>({kind:`unknown`,at:e,name:t}),B=(e,t)=>({kind:`scalar`,value:e,at:t,isLiteral:!1}),ar=(e,t)=>({kind:`string`,pieces:e===``?[]:[{text:e,at:t,form:`made`}],at:t}),or=e=>e.kind===`scalar`&&e.value===null,sr=({pieces:e})=>e.map(({text:e})=>e).join(``),V=e=>e?.kind===`string`&&e.pieces.every(({isUnknown:e})=>!e)?sr(e):void 0;function H(e){return e.kind===`scalar`?e.value===null?void 0:String(e.value):V(e)}const cr=({name:e,at:t})=>({text:`\${${e}}`,at:t,form:`made`,isUnknown:!0});function lr(e){switch(e.kind){case`scalar`:return e.value;case`string`:return V(e);case`list`:{let t=e.items.map(lr);return t.some(e=>e===void 0)?void 0:t}case`object`:{let t=[...e.entries].map(([e,t])=>[e,lr(t.value)]);return e.isPartial||t.some(([,e])=>e===void 0)?void 0:Object.fromEntries(t)}case`unknown`:return}}const U=(e,t,n=!1)=>({kind:`object`,entries:new Map(e),at:t,isPartial:n});function ur(e,t){let[n,r]=[lr(e),lr(t)];return n===void 0||r===void 0?void 0:dr(n)===dr(r)}const dr=e=>JSON.stringify(e,(e,t)=>typeof t==`object`&&t&&!Array.isArray(t)?Object.fromEntries(Object.entries(t).sort(([e],[t])=>_(e,t))):t);function fr(e,...t){return t.reduce((e,t)=>e?.kind===`object`?e.entries.get(String(t))?.value:e?.kind===`list`?e.items[Number(t)]:void 0,e)}function pr(e){if(e.kind===`scalar`||e.kind===`unknown`)return 1;let t=mr.get(e);if(t!==void 0)return t;let n=1+hr(e);return mr.set(e,n),n}const mr=new WeakMap;function hr(e){let t=0;if(e.kind===`string`)for(let{text:n}of e.pieces)t+=1+n.length/64;else if(e.kind===`list`)for(let n of e.items)t+=pr(n);else for(let[n,r]of e.entries)t+=1+n.length/64+pr(r.value);return t}const W=e=>({...z(e),isExcess:!0}),gr=e=>`isExcess`in e||pr(e)>5e4;function _r(e){let t=sr(e);if(s(t)!==void 0)return z(e.at);let n=(0,ve.parseDocument)(t,{version:`1.2`,merge:!0,strict:!1});if(n.errors.length>0)return z(e.at);let r={places:new Cr(e),nodes:0,at:e.at},i=yr(n.contents,r);return i.kind===`object`?{...i,yaml:e}:i}function vr(e){let t=sr(e),n=new Cr(e),r=[0,...[...t.matchAll(/^---(?:[ \t].*)?$\n?/gm)].map(({index:e,0:t})=>e+t.length)];return{kind:`list`,items:r.map((e,i)=>{let a=r[i+1]===void 0?t.length:t.lastIndexOf(`---`,r[i+1]);return{kind:`string`,pieces:n.slice(e,a),at:n.span(e,a)}}).filter(e=>/^[ \t]*[^#\s]/m.test(sr(e))).map(_r),at:e.at}}function yr(e,t){let n=e?t.places.span(e.range[0],e.range[1]):t.at;if(++t.nodes>5e4||e===null)return e===null?B(null,n):z(n);if((0,ve.isMap)(e))return br(e.items,n,t);if((0,ve.isSeq)(e))return{kind:`list`,items:e.items.map(e=>yr(e,t)),at:n};if(!(0,ve.isScalar)(e))return z(n);let{value:r}=e;if(typeof r==`string`)return Sr(r,e,t);let i=xr(e,String(r),t);return{...B(r,n),...i&&{piece:i}}}function br(e,t,n){let r=e.flatMap(({key:e,value:t})=>{if(!(0,ve.isScalar)(e))return[];let r=String(e.value),i=n.places.span(e.range[0],e.range[1]),a=xr(e,r,n)??{text:r,at:i,form:`made`};return[[r,{value:yr(t,n),key:a}]]});return U(r,t)}function xr({range:e},t,{places:n}){let[r,...i]=n.slice(e[0],e[1]);return i.length===0&&r?.text===t&&r.form!==`made`?r:void 0}function Sr(e,t,{places:n,at:r}){let[i,a]=t.range,o=n.slice(i,a),s=(o.map(({text:e})=>e).join(``).length-2===e.length?n.slice(i+1,a-1):[]).map(e=>({...e,form:`made`})),c=n.span(i,a);for(let t of[o,s])if(t.map(({text:e})=>e).join(``)===e)return{kind:`string`,pieces:t,at:c};return o.some(({isUnknown:e})=>e)?{kind:`string`,pieces:[{text:e,at:r,form:`made`,isUnknown:!0}],at:c}:ar(e,c)}var Cr=class{#e;#t=[];#n;constructor({pieces:e,at:t}){this.#e=e,this.#n=t;let n=0;for(let{text:t}of e)this.#t.push(n),n+=t.length}#r(e){let t=0,n=this.#t.length-1;for(;t<n;){let r=t+n+1>>1;this.#t[r]<=e?t=r:n=r-1}return t}piece(e){let t=this.#r(e),n=this.#e[t];return n&&{piece:n,within:e-this.#t[t],index:t}}slice(e,t){let n=[];for(let r=this.#r(e);r<this.#e.length&&this.#t[r]<t;r++){let i=this.#e[r],a=Math.max(0,e-this.#t[r]),o=Math.min(i.text.length,t-this.#t[r]);o>a&&n.push(a===0&&o===i.text.length?i:Er(i,a,o))}return n}span(e,t){let n=this.piece(e),r=this.piece(Math.max(e,t-1));if(!n||!r)return this.#n;let i=Tr(n.piece,n.within,n.within+ +(t>e)),a=Tr(r.piece,r.within,r.within+ +(t>e));return i.file===a.file&&i.start<=a.start?{...i,end:a.end}:i}};const wr=({form:e})=>e!==`made`;function Tr(e,t,n){let{at:r}=e;return wr(e)&&r.end-r.start===e.text.length?{file:r.file,start:r.start+t,end:r.start+n}:r}function Er(e,t,n){let r=Tr(e,t,n);return{...e,text:e.text.slice(t,n),at:r}}function Dr(e){if(e.kind===`object`&&e.yaml)return e.yaml;let t={pieces:[],at:e.at};return kr(e,``,t),{kind:`string`,pieces:t.pieces,at:e.at}}const Or=(e,t,n)=>{e.pieces.push({text:t,at:n,form:`made`})};function kr(e,t,n){if(e.kind===`object`&&(e.entries.size>0||e.isPartial))t!==``&&Or(n,`
`,e.at),Ar(e,t,n);else if(e.kind===`list`&&e.items.length>0){Or(n,`
`,e.at);for(let r of e.items)Or(n,`${t}-`,r.at),kr(r,`${t}  `,n)}else t!==``&&Or(n,` `,e.at),n.pieces.push(...Pr(e)),Or(n,`
`,e.at)}function Ar({entries:e,isPartial:t,at:n},r,i){for(let[t,{value:n,key:a}]of e){Or(i,r,n.at);let e=/^[A-Za-z_][\w./-]*$/.test(t)&&!Ir.test(t);i.pieces.push({text:e?t:JSON.stringify(t),at:a?.at??n.at,form:a?.form??`made`}),Or(i,`:`,a?.at??n.at),kr(n,`${r}  `,i)}t&&Or(i,`${r}{{ unknown }}\n`,n)}function jr(e){let t=Mr(e);return t&&{kind:`string`,pieces:t,at:e.at}}function Mr(e){return e.kind===`object`?e.isPartial?void 0:Nr([...e.entries].map(([e,{value:t,key:n}])=>{let r=n?.at??t.at,i=Mr(t);return i&&[{text:`${JSON.stringify(e)}:`,at:r,form:`made`},...i]}),`{}`,e.at):e.kind===`list`?Nr(e.items.map(Mr),`[]`,e.at):Pr(e)}function Nr(e,t,n){if(e.some(e=>e===void 0))return;let r={text:`,`,at:n,form:`made`};return[{text:t[0],at:n,form:`made`},...e.flatMap((e,t)=>t===0?e:[r,...e]),{text:t[1],at:n,form:`made`}]}function Pr(e){let{at:t}=e;switch(e.kind){case`unknown`:return[cr(e)];case`list`:return[{text:`[]`,at:t,form:`made`}];case`object`:return[{text:`{}`,at:t,form:`made`}];case`scalar`:return[e.piece??{text:String(e.value),at:t,form:e.isLiteral?`scalar`:`made`}];case`string`:return Lr(e)}}const Fr=/^[A-Za-z][\w./-]*$/,Ir=/^(?:true|false|null|yes|no|on|off|y|n)$/i;function Lr(e){let{pieces:t,at:n}=e,[r]=t,i=t.length===1&&r.form===`quoted`&&r.at.end-r.at.start===n.end-n.start-2,a=V(e);return i&&a!==void 0&&JSON.stringify(a)===`"${a}"`?[{text:`"${a}"`,at:n,form:`scalar`}]:t.length===1&&/^(?:file|template|heredoc)$/.test(r.form)&&a!==void 0&&Fr.test(a)&&!Ir.test(a)?[...t]:[{text:`"`,at:n,form:`made`},...t.map(e=>Rr(e)),{text:`"`,at:n,form:`made`}]}function Rr(e){let t=JSON.stringify(e.text).slice(1,-1);return t===e.text?{...e,form:e.form===`quoted`?`quoted`:`made`}:{...e,text:t,form:`made`}}const G=(e,t)=>e.length>2e4?W(t):{kind:`list`,items:e,at:t},K=e=>e?.kind===`list`,zr=e=>e?.kind===`object`,Br=e=>(t,n)=>t.every(K)?G(e(t.map(({items:e})=>e),n),n):z(n),Vr=(e,t)=>{let n=e.filter(zr),r=e.some(e=>e.kind===`unknown`)||n.some(e=>e.isPartial);if(n.length===0&&r)return z(t);let i=e.findLastIndex(e=>e.kind===`unknown`||e.kind===`object`&&e.isPartial),a=new Map;return e.forEach((e,t)=>{if(zr(e))for(let[n,r]of e.entries)a.set(n,t<i?{...r,value:z(r.value.at)}:r)}),U(a,n.at(-1)?.at??t,r)},Hr=(e,t)=>G(e.flatMap(e=>K(e)?e.items:[e]),e.find(K)?.at??t),Ur=([e,t,n],r)=>{let i=t&&H(t);return!zr(e)||i===void 0?z(r):e.entries.get(i)?.value??(e.isPartial?z(r):n??z(r))},Wr=([e],t)=>zr(e)&&!e.isPartial?G([...e.entries].sort(Gr).map(([e,{value:t,key:n}])=>ar(e,n?.at??t.at)),t):z(t),Gr=([e],[t])=>_(e,t),Kr=([e],t)=>zr(e)&&!e.isPartial?G([...e.entries].sort(Gr).map(([,{value:e}])=>e),t):z(t),qr=([e],t)=>{if(K(e))return e.items.every(({kind:e})=>e!==`unknown`)?B(e.items.length,t):z(t);if(zr(e))return e.isPartial?z(t):B(e.entries.size,t);let n=e&&V(e);return n===void 0?z(t):B(n.length,t)},Jr=([e,t],n)=>{if(!K(e)||!t)return z(n);let r=e.items.map(e=>ur(e,t));return r.includes(!0)?B(!0,n):r.includes(void 0)?z(n):B(!1,n)},Yr=([e,t],n)=>{let r=t&&Number(H(t));return!K(e)||r===void 0||Number.isNaN(r)||e.items.length===0?z(n):e.items.at(r%e.items.length)??z(n)};function Xr(e,t=0){return e.flatMap(e=>K(e)&&t<20?Xr(e.items,t+1):[e])}function Zr(e){let t=new Set;return e.filter(e=>{let n=si(e);return n!==void 0&&t.has(n)?!1:(n!==void 0&&t.add(n),!0)})}const Qr=([e],t)=>K(e)?G($r(Zr(e.items)),e.at):z(t),$r=e=>{let t=new Map(e.map(e=>[e,H(e)]));return[...t.values()].some(e=>e===void 0)?[...e]:[...e].sort((e,n)=>_(t.get(e),t.get(n)))},ei=([e],t)=>K(e)?e:z(t),ti=([e],t)=>zr(e)?e:z(t),ni=([e,t],n)=>{if(!K(e)||!K(t))return z(n);let r=e.items.map(H);return r.some(e=>e===void 0)||r.length!==t.items.length?z(n):U(r.map((e,n)=>[e,{value:t.items[n]}]),n)},ri=([e],t)=>K(e)?G(e.items.filter(e=>!or(e)&&(e.kind!==`string`||sr(e)!==``)),e.at):z(t),ii=([e,t,n],r)=>{let[i,a]=[Number(t&&H(t)),Number(n&&H(n))];return K(e)&&!Number.isNaN(i+a)?G(e.items.slice(i,a),e.at):z(r)},ai=(e,t)=>{let n=e.map(e=>Number(H(e))),[r,i,a]=n.length===1?[0,n[0],1]:[n[0],n[1],n[2]??1],o=Math.ceil((i-r)/a);return!Number.isFinite(o)||o>1e3?z(t):G(Array.from({length:Math.max(0,o)},(e,n)=>B(r+n*a,t)),t)},oi=([e],t)=>!K(e)||e.items.length>1?z(t):e.items[0]??B(null,t),si=e=>{let t=lr(e);return t===void 0?void 0:dr(t)};function ci(e){let t=new Set(e.map(si));return e=>{let n=si(e);return n!==void 0&&t.has(n)}}const li=(e,t)=>{let n=e.filter(K).map(({items:e})=>e),r=n.reduce((e,t)=>e*t.length,1);if(n.length<e.length)return z(t);if(r*n.length>1e5)return W(t);let i=n.reduce((e,t)=>e.flatMap(e=>t.map(t=>[...e,t])),[[]]);return G(i.map(e=>({kind:`list`,items:e,at:t})),t)},ui=(e,t)=>{for(let n of e){if(!K(n))return z(t);if(n.items.length>0)return n}return z(t)},di=(e,t,n)=>{let r=e.map(H);return r.includes(String(t))?B(t,n):r.includes(void 0)?z(n):B(!t,n)},fi={merge:Vr,concat:Hr,lookup:Ur,keys:Wr,values:Kr,length:qr,contains:Jr,element:Yr,toset:Qr,tolist:ei,tomap:ti,zipmap:ni,compact:ri,slice:ii,range:ai,one:oi,setproduct:li,coalescelist:ui,alltrue:([e],t)=>K(e)?di(e.items,!1,t):z(t),anytrue:([e],t)=>K(e)?di(e.items,!0,t):z(t),flatten:([e],t)=>K(e)?G(Xr(e.items),e.at):z(t),distinct:([e],t)=>K(e)?G(Zr(e.items),e.at):z(t),reverse:Br(([e])=>[...e??[]].reverse()),sort:Br(([e])=>$r(e??[])),setunion:Br(e=>$r(Zr(e.flat()))),setsubtract:Br(([e,t])=>{let n=ci(t??[]);return(e??[]).filter(e=>!n(e))}),setintersection:Br(([e,...t])=>{let n=t.map(ci);return(e??[]).filter(e=>n.every(t=>t(e)))})},pi=4194304,mi=(e,t)=>e.length>pi?W(t):ar(e,t),q=e=>(t,n)=>{let r=t.map(H);if(r.some(e=>e===void 0))return z(n);let i=e(...r);return i===void 0?W(n):typeof i==`string`?mi(i,n):B(i,n)};function hi(e,t,n){let r=n.length-t.length,i=r>0?(pi-e.length)/r:1/0;return gi(e,t,i)>i?void 0:e.replaceAll(t,()=>n)}function gi(e,t,n){if(t===``)return e.length+1;let r=0;for(let i=e.indexOf(t);i!==-1&&r<=n;i=e.indexOf(t,i+t.length))r++;return r}function _i(e){if(e.kind===`string`)return e.pieces;if(e.kind===`unknown`)return[cr(e)];let t=H(e);return t===void 0?void 0:[{text:t,at:e.at,form:`made`}]}function vi(e,t){let n=[],r=0;for(let i of e){for(let e of i??[])r+=e.text.length,n.push({...e,form:`made`});if(i===void 0)return z(t);if(n.length>5e4||r>pi)return W(t)}return{kind:`string`,pieces:n,at:t}}const yi=([e,...t],n)=>{let r=e&&V(e);if(r===void 0||t.some(({kind:e})=>e!==`list`))return z(n);let i=t.flatMap(e=>e.items);return i.length>5e4?W(n):vi(i.flatMap((e,t)=>[...t>0?[[{text:r,at:n,form:`made`}]]:[],_i(e)]),n)},bi=([e,t],n)=>{let[r,i]=[e&&V(e),t&&V(t)];return r===void 0||i===void 0?z(n):gi(i,r,5e4)>5e4?W(n):{kind:`list`,items:i.split(r).map(e=>ar(e,t.at)),at:n}},xi=([e,...t],n)=>{let r=e&&V(e);if(r===void 0)return z(n);let i=[],a=0,o=0;for(let e of r.matchAll(/%(?:%|(0?)(\d*)([sdvqt]))|%/g))e.index>o&&i.push([{text:r.slice(o,e.index),at:n,form:`made`}]),o=e.index+e[0].length,e[0]===`%%`?i.push([{text:`%`,at:n,form:`made`}]):i.push(e[3]===void 0?void 0:Si(e,t[a++],n));return o<r.length&&i.push([{text:r.slice(o),at:n,form:`made`}]),vi(i,n)};function Si(e,t,n){if(!t)return;let r=_i(t),[,i,a,o]=e;if(a===``&&o!==`q`||t.kind===`unknown`)return r;let s=H(t);if(s!==void 0)return[{text:(o===`q`?JSON.stringify(s):s).padStart(Math.min(Number(a),100),i?`0`:` `),at:n,form:`made`}]}const Ci=([e,t],n)=>{let r=e?.kind===`scalar`&&typeof e.value==`number`?` `.repeat(Math.min(e.value,100)):void 0;return r===void 0||t?.kind!==`string`?z(n):t.pieces.some(({text:e})=>gi(e,`
`,5e4)>5e4)?W(n):{kind:`string`,pieces:t.pieces.flatMap(e=>wi(e,r)),at:t.at}};function wi(e,t){let n=e.text.split(/(?<=\n)/),r=e.form!==`made`&&e.at.end-e.at.start===e.text.length,i=0;return n.flatMap(n=>{let a=r?{...e.at,start:e.at.start+i,end:e.at.start+i+n.length}:e.at;i+=n.length;let o={...e,text:n,at:a};return n.endsWith(`
`)?[o,{text:t,at:a,form:`made`}]:[o]})}const Ti=(e,t)=>{for(let n of e){if(n.kind===`unknown`)return z(t);if(!or(n)&&V(n)!==``)return n}return z(t)},Ei=e=>e.replace(/(^|\s)(\S)/g,(e,t,n)=>t+n.toUpperCase()),Di=(e,t)=>{let n=new Set(t),r=e=>e!==void 0&&n.has(e),[i,a]=[0,e.length];for(;i<a&&r(e[i]);)i++;for(;a>i&&r(e[a-1]);)a--;return e.slice(i,a)};function Oi(e){let t=e.length;for(;e[t-1]===`
`;)t-=e[t-2]===`\r`?2:1;return e.slice(0,t)}const ki={join:yi,split:bi,format:xi,indent:Ci,coalesce:Ti,lower:q(e=>e.toLowerCase()),upper:q(e=>e.toUpperCase()),title:q(Ei),trimspace:q(e=>e.trim()),chomp:q(Oi),trim:q(Di),trimprefix:q((e,t)=>e.startsWith(t)?e.slice(t.length):e),trimsuffix:q((e,t)=>t!==``&&e.endsWith(t)?e.slice(0,-t.length):e),startswith:q((e,t)=>e.startsWith(t)),endswith:q((e,t)=>e.endsWith(t)),strcontains:q((e,t)=>e.includes(t)),replace:q(hi),substr:q((e,t,n)=>{let r=Number(t)<0?e.length+Number(t):Number(t);return Number(n)<0?e.slice(r):e.slice(r,r+Number(n))}),basename:q(e=>e.split(`/`).at(-1)),dirname:q(e=>e.split(`/`).slice(0,-1).join(`/`)||`.`)},Ai=e=>{let t=e&&H(e);return t===void 0||t.trim()===``||Number.isNaN(Number(t))?void 0:Number(t)},ji=e=>(t,n)=>{let r=t.map(Ai);return r.some(e=>e===void 0)?z(n):B(e(...r),n)};function Mi(e){try{return JSON.parse(e)}catch{return}}const Ni=([e],t)=>e&&e.kind!==`unknown`&&jr(e)||z(t),Pi=([e],t)=>{if(e?.kind!==`string`)return z(t);let n=V(e),r=_r(e);return n!==void 0&&Mi(n)===void 0?z(t):Fi(r)},Fi=e=>{if(e.kind!==`object`)return e;let{yaml:t,...n}=e;return n},Ii=([e],t)=>e?.kind===`string`?_r(e):z(t),Li=([e],t)=>e?.kind===`string`?vr(e):z(t),Ri=([e],t)=>!e||e.kind===`unknown`?z(t):Dr(e),zi=([e],t)=>{if(!e||e.kind===`string`||e.kind===`scalar`&&e.value===null)return e??z(t);let n=H(e);return n===void 0?z(t):ar(n,e.at)},Bi=([e],t)=>{let n=Ai(e);return e?.kind===`scalar`?e:n===void 0?z(t):B(n,e.at)},Vi=([e],t)=>{let n=e&&H(e);return n===`true`||n===`false`?B(n===`true`,e.at):z(t)},Hi=([e],t)=>e??z(t),Ui=([e,t],n)=>{let r=Number.parseInt((e&&H(e))??``,Ai(t)??10);return Number.isNaN(r)?z(n):B(r,n)},Wi=new Map([...Object.entries(ki),...Object.entries(fi),[`jsonencode`,Ni],[`jsondecode`,Pi],[`yamlencode`,Ri],[`yamldecode`,Ii],[`provider::kubernetes::manifest_decode`,Ii],[`provider::kubernetes::manifest_decode_multi`,Li],[`provider::kubernetes::manifest_encode`,Ri],[`tostring`,zi],[`tonumber`,Bi],[`tobool`,Vi],[`sensitive`,Hi],[`nonsensitive`,Hi],[`parseint`,Ui],[`max`,ji(Math.max)],[`min`,ji(Math.min)],[`ceil`,ji(Math.ceil)],[`floor`,ji(Math.floor)],[`abs`,ji(Math.abs)],[`signum`,ji(Math.sign)],[`pow`,ji((e,t)=>e**t)],[`sum`,([e],t)=>e?.kind===`list`?ji((...e)=>e.reduce((e,t)=>e+t,0))(e.items,t):z(t)]]),Gi=(e,t)=>({...z(e,t),isError:!0}),Ki=e=>e.kind===`unknown`&&`isError`in e;function qi(e,t,n){return e.kind===`unknown`?{...e,name:`${e.name}.${t}`}:e.kind===`object`?e.entries.get(t)?.value??(e.isPartial?z(n,t):Gi(n,t)):Gi(n,t)}function Ji(e,t,n){return e.kind===`unknown`?z(n,e.name):{kind:`list`,items:(e.kind===`list`?e.items:or(e)?[]:[e]).map(e=>t.reduce((e,t)=>qi(e,t,n),e)),at:n}}const Yi={"+":(e,t)=>e+t,"-":(e,t)=>e-t,"*":(e,t)=>e*t,"/":(e,t)=>e/t,"%":(e,t)=>e%t,"<":(e,t)=>e<t,"<=":(e,t)=>e<=t,">":(e,t)=>e>t,">=":(e,t)=>e>=t};function Xi(e,[t,n],r){if(e===`==`||e===`!=`){let i=ur(t,n);return i===void 0?Zi(t,n,e,r):B(i===(e===`==`),r)}if(e===`&&`||e===`||`)return Qi([t,n],e===`||`,r);let[i,a]=[Number(H(t)??NaN),Number(H(n)??NaN)],o=Yi[e]?.(i,a);return o===void 0||Number.isNaN(i+a)?z(r):B(o,r)}function Zi(e,t,n,r){let i=e=>e.kind===`object`||e.kind===`list`||e.kind===`string`;return or(e)&&i(t)||or(t)&&i(e)?B(n===`!=`,r):z(r)}function Qi(e,t,n){let r=e.map(H);return r.includes(String(t))?B(t,n):r.includes(void 0)?z(n):B(!t,n)}function $i(e,t,n){let r=H(t);return e===`!`?r===`true`||r===`false`?B(r===`false`,n):z(n):r===void 0||Number.isNaN(Number(r))?z(n):B(-Number(r),n)}function ea(e,t){return gr(e)?(t.spend(1/0),z(e.at)):e}const ta=1e4;function na(e){if(e.kind===`list`)return e.items.slice(0,ta).map((e,t)=>({key:B(t,e.at),value:e}));if(e.kind===`object`)return[...e.entries].sort(([e],[t])=>_(e,t)).slice(0,ta).map(([e,t])=>({key:ra(e,t),value:t.value}))}const ra=(e,{key:t,value:n})=>({kind:`string`,pieces:e===``?[]:[{text:e,at:t?.at??n.at,form:`made`}],at:t?.at??n.at});function ia(e,t,{key:n,value:r}){let[i,a]=t,o=a===void 0?[[i,r]]:[[i,n],[a,r]];return{...e,names:new Map([...e.names,...o])}}const aa={quoted:`quoted`,heredoc:`heredoc`,file:`template`},oa=4194304;function sa(e,t,n){let r={pieces:[],form:t,evaluate:n.evaluate,length:0};return la(e,n.scope,r),r.length>oa?W(n.at):{kind:`string`,pieces:r.pieces,at:n.at}}function ca(e,t){for(let n of t)e.length+=n.text.length,n.text!==``&&e.length<=oa&&e.pieces.push(n)}function la(e,t,n){for(let[r,i]of e.entries()){if(n.length>oa||!t.spend())return;if(i.kind===`text`){let{text:e,at:t,isLiteral:r}=i,{style:a,indent:o}=n.form;ca(n,[{text:e,at:t,form:r?aa[a]:`made`,...o>0&&{indent:o}}])}else if(i.kind===`value`){let a=n.evaluate(i.expression,t);ua(a,n,e[r+1])?ca(n,[_a(n,i.at)]):fa(a,i.at,{scope:t,writer:n})}i.kind===`if`&&ha(i,t,n),i.kind===`for`&&ga(i,t,n)}}function ua(e,{pieces:t},n){if(e.kind!==`unknown`||n!==void 0&&!(n.kind===`text`&&/^[ \t]*\n/.test(n.text)))return!1;let r=t.slice(-40).map(({text:e})=>e).join(``).split(`
`),i=r.pop();if(i.trim()!==``)return!1;let a=r.findLast(e=>e.trim()!==``&&da(e)<=i.length);return a!==void 0&&da(a)===i.length&&/^(?:- |[\w./"'-]+:(?: |$))/.test(a.trimStart())}const da=e=>e.length-e.trimStart().length;function fa(e,t,{scope:n,writer:r}){n.spend(pr(e))&&ca(r,pa(e,t))}function pa(e,t){if(e.kind===`string`&&e.pieces.length>1)return e.pieces.map(e=>ma(e,t));let n=H(e);return n===void 0?e.kind===`string`?e.pieces.map(e=>({...e,at:t,form:`made`})):[{...cr(e.kind===`unknown`?e:z(t)),at:t}]:[{text:n,at:t,form:`made`}]}const ma=(e,t)=>e.isUnknown?{...e,at:t}:e;function ha(e,t,n){let r=H(n.evaluate(e.condition,t));r===void 0?ca(n,[_a(n,e.at)]):la(r===`true`?e.whenTrue:e.whenFalse,t,n)}function ga(e,t,n){let r=na(n.evaluate(e.of,t));if(!r||e.names.length===0)ca(n,[_a(n,e.at)]);else for(let i of r)la(e.parts,ia(t,e.names,i),n)}function _a({pieces:e},t){let n=e.slice(-3).map(({text:e})=>e).join(``);return{text:/(?:^|\n)[ \t]*$/.test(n)?`{{ unknown }}
`:"${unknown}",at:t,form:`made`,isUnknown:!0}}function J(e,t){return t.spend()?ea(va(e,t),t):z(e.at)}function va(e,t){let{at:n}=e;switch(e.kind){case`literal`:return{kind:`scalar`,value:e.value,at:n,isLiteral:!0};case`template`:return Ma(e.parts,e.form,{at:n,scope:t});case`tuple`:return{kind:`list`,items:e.items.map(e=>J(e,t)),at:n};case`object`:return ya(e.entries,n,t);case`variable`:case`attribute`:return Ca(e,t);case`index`:return wa(e,t);case`splat`:return Ji(J(e.of,t),e.path,n);case`call`:return Da(e,t);case`conditional`:return ka(e,t);case`binary`:return Ta(e,t);case`unary`:return $i(e.operator,J(e.operand,t),n);case`for`:return Aa(e,t);case`unreadable`:return z(n)}}function ya(e,t,n){let r=new Map,i=!1;for(let{key:t,value:a}of e){let e=J(t,n),o=H(e)??(n.keepsPartialKeys?ba(e):void 0);o===void 0?i=!0:r.set(o,{value:J(a,n),key:xa(o,e,t.at)})}return U(r,t,i)}const ba=e=>e.kind===`string`?sr(e):e.kind===`unknown`?cr(e).text:void 0;function xa(e,t,n){if(n.end-n.start===e.length)return{text:e,at:n,form:`key`};let[r]=t.kind===`string`?t.pieces:[];return r?.form===`quoted`&&r.text===e?r:{text:e,at:n,form:`made`}}function Sa(e){if(e.kind===`variable`)return[e.name];if(e.kind===`attribute`){let t=Sa(e.of);return t&&[...t,e.name]}}function Ca(e,t){let{at:n}=e,r=Sa(e);if(r===void 0){let{of:r,name:i}=e;return qi(J(r,t),i,n)}let i=t.names.get(r[0]),{value:a,steps:o}=i?{value:i,steps:1}:t.resolve(r,n);return r.slice(o).reduce((e,t)=>qi(e,t,n),a)}function wa({of:e,key:t,at:n},r){let[i,a]=[J(e,r),J(t,r)];if(i.kind===`unknown`)return Ki(i)?i:z(n,i.name);let o=H(a);return o===void 0?z(n):i.kind===`list`?i.items[Number(o)]??Gi(n,o):qi(i,o,n)}function Ta({operator:e,left:t,right:n,at:r},i){let a=[J(t,i),J(n,i)];return i.spend(Ea(a))?Xi(e,a,r):z(r)}const Ea=e=>e.reduce((e,t)=>e+pr(t),0)/16;function Da({name:e,args:t,isExpanded:n,at:r},i){if(e===`try`)return Oa(t,r,i);let a=t.map(e=>J(e,i)),o=a.at(-1);if(n&&o?.kind!==`list`)return z(r);let s=n&&o?.kind===`list`?[...a.slice(0,-1),...o.items]:a;if(e===`can`)return s.some(Ki)?B(!1,r):s.some(({kind:e})=>e===`unknown`)?z(r):B(!0,r);let c=i.hostFunction(e)??Wi.get(e);if(!c||!i.spend(Ea(s)))return z(r);let l=c(s,r);return i.spend(pr(l))?l:z(r)}function Oa(e,t,n){for(let t of e){let e=J(t,n);if(!Ki(e))return e}return z(t)}function ka({condition:e,whenTrue:t,whenFalse:n,at:r},i){let a=H(J(e,i));if(a===`true`)return J(t,i);if(a===`false`)return J(n,i);let[o,s]=[J(t,i),J(n,i)];return i.spend(Ea([o,s]))&&ur(o,s)?o:z(r)}function Aa(e,t){let{at:n,of:r,names:i,condition:a}=e,o=J(r,t),s=na(o);if(!s||i.length===0)return z(n);let c=s.map(e=>ia(t,i,e)),l=c.map(e=>a?H(J(a,e)):`true`),u=o.kind===`object`&&o.isPartial||l.includes(void 0),d=c.filter((e,t)=>l[t]===`true`);if(!e.key){let t=d.map(t=>J(e.value,t));return{kind:`list`,items:u?[...t,z(n)]:t,at:n}}return ja({...e,key:e.key},d,u)}function ja({key:e,value:t,isGrouped:n,at:r},i,a){let o=new Map,s=new Map,c=!1;for(let a of i){let i=J(e,a),l=H(i);if(l===void 0){c=!0;continue}let u=J(t,a),d={text:l,at:i.at,form:`made`},f=s.get(l)??[];s.set(l,f),f.push(u),o.set(l,{value:n?{kind:`list`,items:f,at:r}:u,key:d})}return U(o,r,a||c)}function Ma(e,t,{at:n,scope:r}){let[i]=e;return e.length===1&&i?.kind===`value`&&t.style===`quoted`?J(i.expression,r):sa(e,t,{at:n,scope:r,evaluate:J})}const Na=new Set([`count`,`for_each`,`provider`,`providers`,`depends_on`,`lifecycle`,`provisioner`]);function Pa({block:e,scope:t}){let n=ea(Fa(e.body,t,e.head),t);return n.kind===`object`?n:U([],e.head,!0)}function Fa(e,t,n){let r=new Map;for(let[n,{value:i,nameAt:a}]of e.attributes)Na.has(n)||r.set(n,{value:J(i,t),key:{text:n,at:a,form:`key`}});for(let n of e.blocks){let e=n.type===`dynamic`?n.labels[0]??``:n.type;if(Na.has(e))continue;let i=n.type===`dynamic`?Ia(n,t):[Fa(n.body,t,n.head)],a=r.get(e)?.value,o=a?.kind===`list`?a.items:[],s={text:e,at:n.head,form:`made`};r.set(e,{value:{kind:`list`,items:[...o,...i],at:n.head},key:s})}return U(r,n)}function Ia({body:e,labels:t,head:n},r){let i=e.attributes.get(`for_each`)?.value,a=e.blocks.find(({type:e})=>e===`content`),o=i&&na(J(i,r));return!o||!a?[z(n)]:o.map(({key:e,value:i})=>{let o=U([[`key`,{value:e}],[`value`,{value:i}]],i.at);return Fa(a.body,ia(r,[t[0]??``],{key:e,value:o}),n)})}function La(e,{name:t,at:n,spec:r}){let i=e=>({value:ar(e,n)});return U([[`apiVersion`,i(`terraform/v1`)],[`kind`,i(e)],[`metadata`,{value:U([[`name`,i(t)]],n)}],[`spec`,{value:r}]],n)}const Ra=e=>t=>[{name:t.address,text:e(t)}],za=e=>t=>{let n=e(t);return n?[{name:t.address,text:n}]:[]},Ba=e=>Va(e.block.labels[0]??e.block.type)(e),Va=e=>t=>{let{block:n,address:r}=t,i=n.labels.at(-1)??``,a=Ha(Pa(t),n);return[{name:r,text:Dr(La(e,{name:i,at:n.head,spec:a}))}]};function Ha(e,{body:t}){let n=t.blocks.find(({type:e})=>e===`lifecycle`)?.body.attributes.get(`ignore_changes`)?.value;if(n?.kind!==`tuple`)return e;let r=n.items.flatMap(e=>{let t=e.kind===`index`||e.kind===`attribute`?e.of:e;return t.kind===`variable`?[t.name]:[]}).map(e=>[e,{value:z(n.at,`ignored.${e}`)}]);return U([...e.entries,...r],e.at,e.isPartial)}const Ua=`unread_module`;function Wa({block:e,scope:t,address:n}){let r=e.body.attributes.get(`source`),i=r?[[`source`,{value:J(r.value,t)}]]:[],a=U(i,e.head);return{name:n,text:Dr(La(Ua,{name:e.labels[0]??``,at:e.head,spec:a}))}}const Ga=e=>{let{block:t,address:n}=e,r=Pa(e);return[{name:n,text:Dr(La(`module`,{name:t.labels[0]??``,at:t.head,spec:U(r.entries,r.at)}))}]},Ka=[`Sid`,`Effect`,`Principal`,`NotPrincipal`,`Action`,`NotAction`,`Resource`,`NotResource`,`Condition`],qa=e=>(Array.isArray(e)?e:e===void 0?[]:[e]).map(e=>String(e));function Ja(e){if(e.length>65536)return{fault:`is too long to be an IAM policy`};let t;try{t=JSON.parse(e)}catch{return{fault:`is not JSON`}}let n=g(t)&&g(t.Role)?t.Role.AssumeRolePolicyDocument:t;if(!g(n)||n.Statement===void 0)return{fault:"has no `Statement`"};let r=Array.isArray(n.Statement)?n.Statement:[n.Statement];return r.every(g)?{statements:r.map(Ya)}:{fault:`has a statement that is not an object`}}const Ya=(e,t)=>({name:typeof e.Sid==`string`&&e.Sid!==``?`\`${e.Sid}\``:`statement ${t+1}`,effect:e.Effect===`Allow`?`Allow`:`Deny`,principals:Xa(e.Principal??e.NotPrincipal),actions:qa(e.Action??e.NotAction),isNegated:e.NotAction!==void 0||e.NotResource!==void 0||e.NotPrincipal!==void 0,resources:qa(e.Resource??e.NotResource),conditions:Za(e.Condition),unknown:Object.keys(e).filter(e=>!Ka.includes(e))});function Xa(e){return g(e)?new Map(Object.entries(e).map(([e,t])=>[e,qa(t)])):new Map(e===void 0?[]:[[`AWS`,qa(e)]])}function Za(e){return g(e)?Object.entries(e).flatMap(([e,t])=>g(t)?Object.entries(t).map(([t,n])=>({operator:e,key:t,values:qa(n)})):[]):[]}function Qa(e,t){let[n,r,i,a]=[0,0,-1,0];for(;r<t.length;)if(e[n]===`*`)[i,a,n]=[n,r,n+1];else if(n<e.length&&(e[n]===`?`||e[n]===t[r]))[n,r]=[n+1,r+1];else if(i>=0)[a,n,r]=[a+1,i+1,a+1];else return!1;for(;e[n]===`*`;)n++;return n===e.length}const $a=({actions:e,isNegated:t},n)=>e.some(e=>Qa(e.toLowerCase(),n.toLowerCase()))!==t,eo=`token.actions.githubusercontent.com`,to=`sts.amazonaws.com`,no=`2026-07-15`;function ro({owner:e,name:t,ids:n},r){let i=`environment:${r.replaceAll(`:`,`%3A`)}`;return{byName:`repo:${e}/${t}:${i}`,byId:n&&`repo:${e}@${n.owner}/${t}@${n.repository}:${i}`}}const io=/^repo:([^/:@]+)(?:@([^/:]+))?\/([^/:@]+)(?:@([^/:]+))?(?::(.*))?$/;function ao(e){let[,t,n,r,i,a=``]=io.exec(e)??[];return t===void 0?void 0:{owner:t,name:r,ownerId:n,repositoryId:i,context:a}}const oo=`sts:AssumeRoleWithWebIdentity`,so=e=>e.replace(/^arn:[^:]+:iam::[^/]{0,200}:oidc-provider\//,``).replace(/^https:\/\//,``).replace(/\/$/,``);function co(e,t){try{let n=JSON.parse(t(e.split(`.`)[1]??``));return typeof n!=`object`||!n?void 0:Object.fromEntries(Object.entries(n).filter(([,e])=>Array.isArray(e)||typeof e!=`object`).map(([e,t])=>[e,Array.isArray(t)?t.map(String):String(t)]))}catch{return}}const lo=e=>e===void 0?[]:typeof e==`string`?[e]:e;function uo(e,t){let n=so(lo(t.iss)[0]??``),r=e.filter(e=>e.effect===`Allow`&&$a(e,`sts:AssumeRoleWithWebIdentity`));if(r.length===0)return[`no statement allows \`${oo}\``];let i=r.filter(e=>fo(e).some(e=>so(e)===n));return i.length===0?[`it trusts ${[...new Set(r.flatMap(fo).map(so))].map(e=>`\`${e}\``).join(`, `)||`no identity provider`}, but the token is from \`${n}\``]:i.map(e=>e.conditions.flatMap(e=>po(e,n,t))).sort((e,t)=>e.length-t.length)[0]}const fo=e=>e.principals.get(`Federated`)??[];function po(e,t,n){let{operator:r,key:i,values:a}=e,o=mo(i,t);if(o===void 0)return[`it requires \`${i}\`, which no token of \`${t}\` has`];let s=lo(n[o]),c=R(a,` or `),l=s.length===0?`does not have it`:`has \`${s.join(`, `)}\``;return ho(r,s,a)===!1?[`\`${o}\` must be ${c}, but the token ${l}`]:[]}function mo(e,t){let n=e.lastIndexOf(`:`);return e.slice(0,n).toLowerCase()===t.toLowerCase()?e.slice(n+1).toLowerCase():void 0}function ho(e,t,n){let[,r=``,i=``,a=``]=/^(ForAnyValue:|ForAllValues:)?(\w+?)(IfExists)?$/.exec(e)??[],o=go[i];if(o===void 0)return;if(t.length===0)return a!==``||r===`ForAllValues:`;let s=e=>n.some(t=>o(t,e));return r===`ForAllValues:`?t.every(s):t.some(s)}const go={StringEquals:(e,t)=>e===t,StringEqualsIgnoreCase:(e,t)=>e.toLowerCase()===t.toLowerCase(),StringLike:Qa};function _o(e){let[t=``]=lo(e.sub);if(so(lo(e.iss)[0]??``)!==`token.actions.githubusercontent.com`)return;let n=ao(t);if(!n)return`The subject is customized, so the trust policy must spell it the same way.`;if(!n.context.startsWith(`environment:`))return"The job names no environment. Add `environment: NAME` to it, because the trust policy requires one.";if(n.ownerId!==void 0)return"The subject contains ids (`repo:owner@ID/name@ID:…`), as in repositories created or renamed since 15 July 2026. The trust policy must use this format."}function vo({manifests:e}){let t=new Map(e.map(e=>[e.source.file,e]));return e.filter(({source:e})=>e.origin?.tool===`terraform`).flatMap(e=>e.kind===`aws_iam_role`?[bo(e,t)]:e.kind===`module`?wo(e):[])}const yo=({source:e})=>e.file.slice(e.file.indexOf(`: `)+2).replace(/ \(\d+\)$/,``);function bo(e,t){let n=[`spec`,`assume_role_policy`],r=e.get(n),i={address:yo(e),manifest:e,path:n,name:h(e.get([`spec`,`name`]))};if(o(r))return{...i,statements:xo(r)};let a=/^\$\{(data\.aws_iam_policy_document\.[\w-]+)\.json\}$/.exec(h(r)??``)?.[1];if(a===void 0)return{...i,statements:void 0};let[s]=e.source.file.split(/(?:data\.)?aws_iam_role\./),c=[``,`[0]`].flatMap(e=>t.get(`${s}${a}${e}`)??[])[0];if(c===void 0||c.isPartial)return{...i,statements:void 0};let l=[`spec`,`Statement`];return{...i,manifest:c,path:l,statements:xo({Statement:f(c.get(l))})}}function xo(e){let t=Ja(JSON.stringify(e));return`statements`in t?t.statements:void 0}const So=/\/\/modules\/iam-role-for-service-accounts\b/,Co=/\/\/modules\/karpenter\b/;function wo(e){let t=h(e.get([`spec`,`source`]))??``,n={address:yo(e),manifest:e,name:h(e.get([`spec`,`role_name`]))};if(So.test(t)){let t=[`spec`,`oidc_providers`],r=o(e.get(t));if(!r)return e.get(t)===void 0?[]:[{...n,path:t,statements:void 0}];let i=h(e.get([`spec`,`assume_role_condition_test`]))??`StringEquals`,a=Object.values(r).map(e=>{let t=o(e)??{},n=f(t.namespace_service_accounts).map(e=>h(e)??``);return Eo(h(t.provider_arn),{accounts:n,condition:i})});return[{...n,path:t,statements:a}]}if(!Co.test(t)||!To(e))return[];let r=[`spec`,`irsa_namespace_service_accounts`],i=e.get(r),a=i===void 0?[`karpenter:karpenter`]:f(i).map(e=>h(e)??``),s=h(e.get([`spec`,`irsa_assume_role_condition_test`]))??`StringEquals`,c=i===void 0?[`spec`,`irsa_oidc_provider_arn`]:r,l=h(e.get([`spec`,`irsa_oidc_provider_arn`]));return[{...n,path:c,statements:[Eo(l,{accounts:a,condition:s})]}]}function To(e){let t=Number(/\d+/.exec(h(e.get([`spec`,`version`]))??``)?.[0]??NaN);return e.get([`spec`,`enable_irsa`])===!0?!(t>=21):t<=19&&e.get([`spec`,`create_irsa`])!==!1}function Eo(e,{accounts:t,condition:n}){let r=e??"${unknown}",i=/:oidc-provider\/(.+)$/.exec(r)?.[1]??"${issuer}";return{name:`the module`,effect:`Allow`,principals:new Map([[`Federated`,[r]]]),actions:[oo],isNegated:!1,resources:[],conditions:[{operator:n,key:`${i}:sub`,values:t.map(e=>`system:serviceaccount:${e}`)},{operator:`StringEquals`,key:`${i}:aud`,values:[`sts.amazonaws.com`]}],unknown:[]}}const Do=({kind:e,apiVersion:t})=>/^(?:EC2NodeClass|AWSNodeTemplate|Provisioner)$/.test(e)&&/^karpenter\./.test(v(t));function Oo(e,t){if(e.kind===`EC2NodeClass`){let n=[`spec`,`${t}SelectorTerms`];return f(e.get(n)).map((e,t)=>ko(e,[...n,t]))}let n=[...e.kind===`Provisioner`?[`spec`,`provider`]:[`spec`],`${t}Selector`],r=o(e.get(n));if(!r)return[];let i=([e])=>!/^aws(::|-)ids$/.test(e),a=Object.entries(r);return[{path:n,tags:Ao(a.filter(i),n),hasOther:!a.every(i)}]}function ko(e,t){let{tags:n,...r}=o(e)??{};return{path:t,tags:Ao(Object.entries(o(n)??{}),[...t,`tags`]),hasOther:Object.keys(r).some(e=>e===`id`||e===`name`)}}const Ao=(e,t)=>e.map(([e,n])=>{let r=h(n)??``,i=r!==``&&!r.includes(`*`)&&!u(r)&&!u(e);return{path:[...t,e],key:e,value:r,isKnown:i}}),jo=[`karpenter.sh/discovery`,`KubernetesCluster`,`aws:eks:cluster-name`,`eks:cluster-name`],Mo=`kubernetes.io/cluster/`;function No(e,t){return jo.includes(e)?t:e.startsWith(Mo)?e.slice(22):void 0}const Po=e=>e.tags.flatMap(e=>{let t=No(e.key,e.value);return t===void 0?[]:[{scheme:e.key.startsWith(Mo)?`${Mo}…`:e.key,cluster:t,tag:e}]}),Fo=[[`karpenter`,/terraform-aws-modules\/(?:terraform-aws-)?eks\b.*\/\/modules\/karpenter\b/],[`eks`,/terraform-aws-modules\/(?:terraform-aws-)?eks(?:\/aws|\.git)?(?:\?.*)?$/],[`vpc`,/terraform-aws-modules\/(?:terraform-aws-)?vpc(?:\/aws|\.git)?(?:\?.*)?$/]],Io=e=>Fo.find(([,t])=>t.test(e))?.[0],Y=e=>e.kind===`module`?Io(h(e.get([`spec`,`source`]))??``):void 0,Lo={aws_eks_cluster:[`name`],aws_eks_addon:[`cluster_name`],aws_eks_access_entry:[`cluster_name`]},Ro={eks:[`cluster_name`,`name`],karpenter:[`cluster_name`],vpc:[]};function zo(e){let t=[...Uo(e),...qo(e)].filter(({name:e})=>!Bo.test(e)&&!u(e)),n=Vo(e);return t.length>0||n?{names:t,...n&&{createsCluster:n}}:void 0}const Bo=/^(?:|true|false|yes|no|enabled|owned|shared|\d+)$/i,Vo=e=>e.kind===`aws_eks_cluster`||Y(e)===`eks`||Ho(e),Ho=({kind:e,apiVersion:t})=>e===`ClusterConfig`&&v(t)===`eksctl.io`||e===`Cluster`&&v(t)===`kops.k8s.io`;function Uo(e){return[...Wo(e),...Ko(e)].flatMap(t=>{let n=h(e.get(t));return n===void 0?[]:[{name:n,isDefined:!0}]})}function Wo(e){let{kind:t}=e;if(Ho(e))return[[`metadata`,`name`]];if(t===`InstanceGroup`)return[[`metadata`,`labels`,`kops.k8s.io/cluster`]];let n=Y(e);return(n?Ro[n]:Lo[t]??[]).map(e=>[`spec`,e])}const Go=({chart:e,values:t})=>e===`karpenter`?[[`settings`,`clusterName`],[`settings`,`aws`,`clusterName`],[`clusterName`]].map(e=>[...t,...e]):[],Ko=e=>bt(e).flatMap(Go);function qo(e){return[...Do(e)?[`subnet`,`securityGroup`].flatMap(t=>Oo(e,t).flatMap(e=>Po(e).flatMap(({cluster:e})=>/[*,]/.test(e)?[]:[e]))):[],...Jo(e)].map(e=>({name:e,isDefined:!1}))}function Jo(e){if(e.apiVersion!==`terraform/v1`)return[];let t=o(e.get([`spec`]))??{};return Object.entries(t).flatMap(([e,t])=>/(?:^|_)tags$/.test(e)?Object.entries(o(t)??{}).flatMap(([e,t])=>No(e,h(t))??[]):[])}const Yo=e=>e.ofKind(`aws_sqs_queue`,`module`).flatMap(t=>Xo(t,e));function Xo(e,t){let n=(...t)=>({manifest:e,path:t,name:E(e,t)});if(e.kind===`aws_sqs_queue`){let t=n(`spec`,`name`);return/karpenter/i.test(`${e.name} ${t.name??``}`)?[t]:[]}if(Y(e)!==`karpenter`||e.get([`spec`,`enable_spot_termination`])===!1)return[];if(e.get([`spec`,`queue_name`])!==void 0)return[n(`spec`,`queue_name`)];let r=[`spec`,`cluster_name`],i=Zo(e,r,t);return[{manifest:e,path:r,name:i&&`Karpenter-${i}`}]}function Zo(e,t,n){let r=E(e,t),[,i,a]=/^(?:module\.([\w-]+)\.cluster_(?:name|id)|aws_eks_cluster\.([\w-]+)\.(?:name|id))$/.exec(Tt(e,t)??``)??[];if(r!==void 0||(i??a)===void 0)return r;let o=n.ofKind(i===void 0?`aws_eks_cluster`:`module`).filter(e=>e.name===(i??a)&&(i===void 0||Y(e)===`eks`)),[s]=o,c=s&&Wo(s).find(e=>s.get(e)!==void 0);return o.length===1&&s&&c?E(s,c):void 0}const Qo=new WeakMap;function $o(e){let t=Qo.get(e)??{roles:[...os(e),...e.manifests.flatMap(t=>cs(t,e,`role`)??[])],profiles:[...e.ofKind(`aws_iam_instance_profile`).map(as),...e.manifests.flatMap(t=>cs(t,e,`profile`)??[])],mayBeMore:ts(e)};return Qo.set(e,t),t}const es=/\bterraform-aws-modules\/(?:terraform-aws-)?(?!iam\b|eks\b)[\w-]+|\b(?:vpc|subnets?|s3|ecr|kms|acm|route53|argocd|helm|label|rds|dynamodb|security-group)\b/,ts=e=>e.ofKind(Ua).some(e=>!es.test(h(e.get([`spec`,`source`]))??``)),ns=({source:e},t)=>`${e.origin?.root??e.file}: ${t}`;function rs(e,t,n){let{name:r,prefix:i}=n,a=i===void 0?n.pattern?.replaceAll(/\$\{[^}]{0,200}\}/g,`*`):`${i}*`;return{manifest:e,path:t,tool:`Terraform`,address:ns(e,`${e.kind}.${e.name}`),...r!==void 0&&{name:r},...i!==void 0&&{prefix:i},canBeNamed:e=>r===void 0?Qa(a??`*`,e):r===e}}const is=e=>[`spec`,e];function as(e){let[t,n]=[is(`name`),is(`name_prefix`)],r=h(e.get(t));if(r!==void 0)return rs(e,t,{name:E(e,t),pattern:r});let i=h(e.get(n));return i===void 0?rs(e,[`metadata`,`name`],{prefix:`terraform-`}):rs(e,n,u(i)?{pattern:`${i}*`}:{prefix:i})}function os(e){let t=e.ofKind(`aws_iam_role`),n=new Map(e.manifests.map(e=>[e.source.file,e]));return t.flatMap(e=>{let{statements:t}=bo(e,n);return t?.every(({principals:e})=>![...e.values()].flat().some(ss))?[]:[as(e)]})}const ss=e=>/^(?:ec2\.|\*$)/.test(e)||u(e);function cs(e,t,n){if(Y(e)===`karpenter`)return ps(e,t,n);let r=v(e.apiVersion),i=[`metadata`,`name`],a=E(e,i);if(e.kind===`ClusterConfig`&&r===`eksctl.io`&&e.get([`karpenter`])!==void 0)return{...rs(e,i,ls(n===`role`?`eksctl-KarpenterNodeRole-`:`eksctl-KarpenterNodeInstanceProfile-`,a)),tool:`eksctl`};if(e.kind===`Cluster`&&r===`kops.k8s.io`)return{...rs(e,i,ls(`nodes.`,a)),tool:`kOps`}}const ls=(e,t)=>t===void 0?{pattern:`${e}*`}:{name:`${e}${t}`},us={new:{creates:`create_node_iam_role`,arn:`node_iam_role_arn`,name:`node_iam_role_name`,usesPrefix:`node_iam_role_use_name_prefix`},old:{creates:`create_iam_role`,arn:`iam_role_arn`,name:`iam_role_name`,usesPrefix:`iam_role_use_name_prefix`}};function ds(e){let t=E(e,is(`version`))??h(e.get(is(`source`)))??``,n=/(?:^|ref=v?)[~=\s]{0,5}(\d+)/.exec(t)?.[1];return n===void 0?void 0:Number(n)}const fs=e=>(ds(e)??20)<20?us.old:us.new;function X(e,t,n){let r=e.get(is(t));return r==null?n:typeof r==`boolean`?r:void 0}function ps(e,t,n){let r=fs(e),i=r===us.old,a=n===`role`?X(e,r.creates,!0):hs(e,i);if(a===!1||X(e,`create`,!0)===!1)return;let o=X(e,r.usesPrefix,!0),s=is(r.name),c=e.get(s)!==void 0&&e.get(s)!==null,l=c?s:is(`cluster_name`),u=c?E(e,s):ms(e,t),d=ds(e)===void 0&&!c&&e.get(is(`iam_role_name`))!==void 0;return u===void 0||o===void 0||a!==!0||d?rs(e,l,{}):rs(e,l,o?{prefix:`${u}-`}:{name:u})}function ms(e,t){let n=Zo(e,is(`cluster_name`),t);return n===void 0?void 0:`Karpenter-${n}`}const hs=(e,t)=>X(e,`create_instance_profile`,t),gs=/^\$\{(aws_iam_(?:role|instance_profile)\.[\w-]+)\.(?:name|arn|id)\}$/,_s=/^\$\{(module\.[\w-]+)\.(?:node_iam_role_(?:name|arn)|role_(?:name|arn)|instance_profile_(?:name|arn|id))\}$/,vs=(e,t,n)=>ys(h(e.get(t)),{manifest:e,cluster:n});function ys(e,{manifest:t,cluster:n}){let r=/:(?:role|instance-profile)\/(?:.{0,600}\/)?([^/]{1,200})$/.exec(e??``)?.[1]??e;if(r===void 0)return;let{roles:i}=$o(n),a=(gs.exec(r)??_s.exec(r))?.[1];if(a!==void 0){let e=ns(t,a);return{address:e,...bs(i.filter(t=>t.address===e))}}if(u(r)||/[:/]/.test(r))return;let o=i.filter(({name:e})=>e===r);return{name:r,...o.length===1&&{address:o[0].address}}}const bs=([e,...t])=>e?.name!==void 0&&t.length===0?{name:e.name}:{};function xs(e,t){return e.name!==void 0&&t.name!==void 0?e.name===t.name:e.address!==void 0&&t.address!==void 0?e.address===t.address:void 0}function Ss(e,t){let n=[`spec`,`role`];if(e.get(n)!==void 0)return vs(e,n,t);let r=vs(e,[`spec`,`instanceProfile`],t),[i,...a]=$o(t).profiles.filter(({name:e,address:t})=>r?.name===void 0?t===r?.address:e===r.name);return i?.manifest.kind===`aws_iam_instance_profile`&&a.length===0?vs(i.manifest,n,t):void 0}const Cs=new WeakMap;function ws(e){let t=Cs.get(e)??Ts(e);return Cs.set(e,t),t}function Ts(e){let t=e.manifests.flatMap(t=>js(t,e));return{grants:t.filter(e=>e!==Z),mayBeMore:ts(e)||t.includes(Z)}}function Es(e,{grants:t,mayBeMore:n}){let{names:r,addresses:i,unnamed:a,unaddressed:o}=Os(t),{name:s,address:c}=e;if(s!==void 0&&r.has(s)||c!==void 0&&(s===void 0?i:a).has(c))return!0;let l=s===void 0?o:c===void 0&&a.size>0;return n||l?void 0:!1}const Ds=new WeakMap;function Os(e){let t=e.map(({role:e})=>e),n=Ds.get(e)??{names:new Set(t.flatMap(({name:e})=>e??[])),addresses:new Set(t.flatMap(({address:e})=>e??[])),unnamed:new Set(t.flatMap(({name:e,address:t})=>e===void 0?t??[]:[])),unaddressed:t.some(({address:e})=>e===void 0)};return Ds.set(e,n),n}function ks({all:e,clusterOf:t}){let n=As.get(e);if(n)return n;let r=[...new Set(e.manifests.map(t))],i=new Set(r.flatMap(e=>[...Os(ws(e).grants).names]));return As.set(e,i),i}const As=new WeakMap,Z=`unknown`;function js(e,t){let n={manifest:e,cluster:t},r=v(e.apiVersion);switch(e.kind){case`aws_eks_access_entry`:return Ns(n,[`spec`],`principal_arn`);case`ManagedNodeGroup`:return r===`terraform`?Ps(n,[`spec`,`nodeRole`]):[];case`ConfigMap`:return e.name===`aws-auth`?Is(n,[`data`,`mapRoles`]):[];case`kubernetes_config_map`:return Rs(n);case`ClusterConfig`:return r===`eksctl.io`?zs(n):[];case`Cluster`:return r===`kops.k8s.io`?[Z]:[];case`module`:return Vs(n);default:return[]}}const Ms=e=>e!=null&&![`STANDARD`,`FARGATE_LINUX`].includes(h(e)??``);function Ns({manifest:e,cluster:t},n,r){let i=[...n,r],a=vs(e,i,t),o=Ms(e.get([...n,`type`]));return a?[{manifest:e,path:i,role:a,by:o?`entry`:`otherEntry`}]:o?[Z]:[]}function Ps({manifest:e,cluster:t},n){if(e.get(n)===void 0)return[];let r=vs(e,n,t);return[r?{manifest:e,path:n,role:r,by:`nodeGroup`}:Z]}function Fs(e){if(Array.isArray(e))return e;let t=h(e),n=/^\s*\$\{[^}]*\}\s*$|\{%|\{\{(?!\s*(?:EC2PrivateDNSName|SessionName|AccountID))/.test(t??``);if(!(t===void 0||t.length>1048576||n))try{let e=(0,ve.parse)(t,{maxAliasCount:10});return e===null?[]:Array.isArray(e)?e:void 0}catch{return}}function Is({manifest:e,cluster:t},n){if(e.isPartial)return[Z];let r=e.get(n);if(r===void 0)return[];let i=Fs(r);return i?i.flatMap(r=>{let{rolearn:i,username:a}=o(r)??{},s=ys(h(i),{manifest:e,cluster:t});return s?[{manifest:e,path:n,role:s,by:Ls(a)?`entry`:`otherEntry`}]:typeof a==`string`&&!u(a)&&!Ls(a)?[]:[Z]}):[Z]}const Ls=e=>typeof e==`string`&&e.startsWith(`system:node:`);function Rs(e){let{manifest:t}=e,n=t.get([`spec`,`data`]);return n===void 0||typeof n==`string`&&n.startsWith("${ignored.")?[]:o(n)?Is(e,[`spec`,`data`,`mapRoles`]):[Z]}function zs(e){let{manifest:t}=e,n=(...e)=>f(t.get(e)).map((t,n)=>[...e,n]),r=h(t.get([`metadata`,`name`]));return[...n(`accessConfig`,`accessEntries`).flatMap(t=>Ns(e,t,`principalARN`)),...n(`iamIdentityMappings`).flatMap(n=>{let r=[...n,`arn`],i=vs(t,r,e.cluster),a=Ls(t.get([...n,`username`]))?`entry`:`otherEntry`;return[i?{manifest:t,path:r,role:i,by:a}:Z]}),...[...n(`managedNodeGroups`),...n(`nodeGroups`)].flatMap(t=>[`instanceRoleARN`,`instanceRoleName`,`instanceProfileARN`].flatMap(n=>Ps(e,[...t,`iam`,n]))),...t.get([`karpenter`])===void 0||r===void 0?[]:[Bs({name:`eksctl-KarpenterNodeRole-${r}`},t,[`karpenter`])]]}const Bs=(e,t,n)=>({manifest:t,path:n,role:e,by:`entry`});function Vs(e){let t=Y(e.manifest);return t===`karpenter`?Hs(e):t===`eks`?Ws(e):[]}function Hs(e){let{manifest:t,cluster:n}=e;if(X(t,`create`,!0)===!1||X(t,`create_access_entry`,!((ds(t)??20)<20))===!1)return[];let r=fs(t);if(X(t,r.creates,!0)===!1){let e=[`spec`,r.arn],i=vs(t,e,n);return[i?Bs(i,t,e):Z]}let i=ns(t,`module.${t.name}`),a=t.get([`spec`,`create_access_entry`])===void 0?[`metadata`,`name`]:[`spec`,`create_access_entry`];return[Bs({address:i},t,a)]}const Us=[`aws_auth_roles`,`map_roles`];function Ws(e){let{manifest:t}=e,n=t.get([`spec`,`access_entries`]);return[...n!=null&&!o(n)?[Z]:[],...Object.keys(o(n)??{}).flatMap(t=>u(t)?[Z]:Ns(e,[`spec`,`access_entries`,t],`principal_arn`)),...Us.flatMap(t=>Is(e,[`spec`,t])),...[`node_groups`,`node_groups_defaults`,`worker_groups`,`worker_groups_launch_template`].filter(e=>t.get([`spec`,e])!==void 0).map(()=>Z),...[`eks_managed_node_groups`,`self_managed_node_groups`].flatMap(t=>Gs(e,t))]}function Gs(e,t){let{manifest:n}=e,r=[`spec`,t],i=n.get(r);if(i==null)return[];let a=o(i),s=Ps(e,[`spec`,`${t.replace(/s$/,``)}_defaults`,`iam_role_arn`]);return a?[...s,...Object.entries(a).flatMap(([t,n])=>o(n)?Ps(e,[...r,t,`iam_role_arn`]):[Z])]:[Z]}const Ks=({manifests:e})=>e.some(e=>e.get([`spec`,`authentication_mode`])===`API`||f(e.get([`spec`,`access_config`])).some(e=>o(e)?.authentication_mode===`API`)||e.kind===`ClusterConfig`&&e.get([`accessConfig`,`authenticationMode`])===`API`),qs=D({id:`aws-auth-groups`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[71],on:{Manifests(e,t){for(let n of e.manifests)n.kind===`ConfigMap`&&n.name===`aws-auth`&&Js(n,[`data`,`mapRoles`],t),n.kind===`kubernetes_config_map`&&Js(n,[`spec`,`data`,`mapRoles`],t),n.kind===`ClusterConfig`&&f(n.get([`iamIdentityMappings`])).forEach((e,r)=>{Xs(e,{manifest:n,path:[`iamIdentityMappings`,r]},t)})}},docs:{summary:`The mapping of a node role lacks a group that nodes need to join the cluster.`,why:"A kubelet can register its node only as a member of `system:bootstrappers` and `system:nodes`. If the mapping of its role lacks one of them, instances start but never become nodes. Karpenter terminates them after 15 minutes and launches others. This rule checks the ConfigMap `aws-auth`, also in Terraform, and the `iamIdentityMappings` of eksctl.",help:"Add both groups to the mapping, or use an access entry of type `EC2_LINUX` instead, which includes them.",url:`https://docs.aws.amazon.com/eks/latest/userguide/auth-configmap.html`},examples:Qs});function Js(e,t,n){for(let r of Fs(e.get(t))??[])Xs(r,{manifest:e,path:t},n)}const Ys=[`system:bootstrappers`,`system:nodes`];function Xs(e,{manifest:t,path:n},{report:r}){let i=o(e),a=h(i?.username)??``;if(!i||!/^system:node:\{\{\s*EC2PrivateDNSName\s*\}\}$/.test(a)||i.groups!==void 0&&d([i.groups]))return;let s=f(i.groups).map(h),c=Ys.filter(e=>!s.includes(e));if(c.length===0)return;let l=h(i.rolearn??i.arn)??``;r({manifest:t,at:t.span(n),message:`Nodes with the role \`${Zs(l)}\` cannot join the cluster, because its mapping lacks ${R(c,` and `)}`,help:`Add ${R(c,` and `)} to the groups of the mapping.`})}const Zs=e=>e.split(`/`).at(-1).replace(/^\$\{([^}]{1,200}?)(?:\.arn)?\}$/,`$1`);function Qs(){return{bad:[S(C`
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
- system:bootstrappers`}),S(C`
          apiVersion: eksctl.io/v1alpha5
          kind: ClusterConfig
          metadata:
            name: demo
            region: us-east-1
          iamIdentityMappings:
            - arn: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo
              username: system:node:{{EC2PrivateDNSName}}
        `,{"username: system:node:{{EC2PrivateDNSName}}":C`
            username: system:node:{{EC2PrivateDNSName}}
            groups: [system:bootstrappers, system:nodes]
          `}),S(w`
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
        `,{'["system:nodes"]':`["system:bootstrappers", "system:nodes"]`})],good:[w`
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
      `,C`
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
      `]}}function $s(e,{product:t,version:n}){let r=n.replace(/^v(?=\d+\.)/,``).replace(/-eksbuild\.\d+$/,``);return e.find(e=>e.product===t&&e.version===r)}const ec=({fixedIn:e,source:t})=>`${e===void 0?`Use another release.`:`Use ${e} or later.`} Source: ${t}.`,tc=D({id:`bad-release`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,t){for(let{path:n,term:r}of qt(e)){let[i=``,a=``]=(h(r.alias)??``).split(`@`);nc(e,{product:i,version:a,path:[...n,`alias`]},t)}},Manifests({manifests:e},t){for(let n of e){if(n.kind!==`aws_eks_addon`)continue;let e=[`spec`,`addon_version`];nc(n,{product:h(n.get([`spec`,`addon_name`]))??``,version:h(n.get(e))??``,path:e},t)}}},docs:{summary:`A node class or an EKS add-on pins a release that its publisher withdrew or advises not to use.`,why:`Some releases of Bottlerocket and Amazon Linux were rolled back: nodes did not boot, or programs on them stopped. Some releases of the VPC CNI lost addresses. The images stay available, so Karpenter launches nodes with them, and a change of the alias replaces all nodes of the class with such nodes. The list has the source and the date of each release.`,help:`Pin a release that has the fix.`,url:`https://karpenter.sh/docs/tasks/managing-amis/`},examples:rc});function nc(e,{path:t,...n},{badReleases:r,report:i}){let a=$s(r,n);a!==void 0&&i({manifest:e,at:e.span(t),message:`\`${e.name}\` pins a bad release: ${a.product} ${a.version} of ${a.date} ${a.what}`,help:ec(a)})}function rc(){return{bad:[S(ic(`bottlerocket@1.21.0`),{"bottlerocket@1.21.0":`bottlerocket@1.21.1`}),S(ic(`bottlerocket@v1.26.0`),{"bottlerocket@v1.26.0":`bottlerocket@v1.26.1`}),S(ac(`v1.10.2-eksbuild.1`),{"v1.10.2-eksbuild.1":`v1.10.3-eksbuild.1`})],good:[ic(`bottlerocket@1.21.1`),ac(`v1.10.3-eksbuild.1`)]}}const ic=e=>k(C`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${e}
  `),ac=e=>w`
  resource "aws_eks_addon" "cni" {
    cluster_name  = "orders"
    addon_name    = "vpc-cni"
    addon_version = "${e}"
  }

  ${M(`default`,k(`role: KarpenterNodeRole-demo`))}
`,oc=`1.22`,sc=D({id:`bottlerocket-raid`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[96],on:{NodeClass(e,{report:t,karpenter:n}){let r=e.get([`spec`,`instanceStorePolicy`]);if(n.bottlerocketRaid&&r===`RAID0`&&Yt(e)===`Bottlerocket`)for(let{path:n,term:r}of qt(e)){let i=/^bottlerocket@v?(\d+\.\d+)\.\d+$/.exec(h(r.alias)??``)?.[1];i===void 0||gn(i,oc)>=0||t({at:e.span([...n,`alias`]),message:`Bottlerocket ${i} does not understand the user data for \`instanceStorePolicy: RAID0\`, so its nodes never join the cluster`,labels:[{span:e.span([`spec`,`instanceStorePolicy`]),message:`Karpenter writes user data for this policy`}],help:`Pin Bottlerocket ${oc}.0 or newer, or remove \`instanceStorePolicy\`.`})}}},docs:{summary:`A node class asks for a RAID of instance stores on a Bottlerocket release that does not support it.`,why:"For `instanceStorePolicy: RAID0` Karpenter writes a bootstrap command into the user data. Bottlerocket understands that command from 1.22.0 on. Older images reject their settings, and the nodes never join the cluster.",help:"Pin Bottlerocket 1.22.0 or newer, or remove `instanceStorePolicy`.",url:`https://karpenter.sh/docs/upgrading/upgrade-guide/`},examples:cc});function cc(){return{bad:[S(k(C`
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.21.1
        `),{"bottlerocket@v1.21.1":`bottlerocket@v1.22.0`},{"instanceStorePolicy: RAID0":``})],good:[k(C`
        instanceStorePolicy: RAID0
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
      `),T({karpenter:`1.0`},k(C`
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.21.1
        `))]}}const lc=`/dev/xvda`,uc=`/dev/xvdb`,dc=8*2**30,fc=D({id:`bottlerocket-volumes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[62],on:{NodeClass(e,{report:t}){let n=[`spec`,`blockDeviceMappings`],r=f(e.get(n)).map(e=>h(o(e)?.deviceName)??``),i=r.indexOf(lc);Yt(e)!==`Bottlerocket`||i===-1||e.isPartial||e.get([`spec`,`instanceStorePolicy`])===void 0&&(r.includes(uc)||r.some(e=>u(e))||pc(e,[...n,i,`ebs`,`volumeSize`])&&t({at:e.span([...n,i,`deviceName`]),message:`\`${lc}\` of Bottlerocket holds only the operating system, so containers and images still have only the 20 GiB of \`${uc}\``,help:`Map \`${uc}\` with this size, and set \`volumeSize\` of \`${lc}\` to \`4Gi\`.`}))}},docs:{summary:`A Bottlerocket node class enlarges the volume of the operating system, not the volume of the containers.`,why:"Bottlerocket has two volumes: `/dev/xvda` for the operating system, and `/dev/xvdb` for images, containers and logs. If a node class maps only `/dev/xvda`, the second volume keeps the 20 GiB of the AMI, and Karpenter works out ephemeral storage from it. Nodes evict pods because the disk is full, or pods fit on no node at all.",help:"Map `/dev/xvdb` with the size that containers need, and set `/dev/xvda` to about 4 GiB.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:mc});function pc(e,t){let n=e.get(t);return typeof n==`string`&&(Te(n)??0)>dc}function mc(){return{bad:[S(k(C`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 100Gi
        `),{"volumeSize: 100Gi":`volumeSize: 4Gi`,"- deviceName: /dev/xvda":C`
            - deviceName: /dev/xvdb
              ebs:
                volumeSize: 100Gi
            - deviceName: /dev/xvda
          `})],good:[k(C`
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        blockDeviceMappings:
          - deviceName: /dev/xvda
            ebs:
              volumeSize: 4Gi
          - deviceName: /dev/xvdb
            ebs:
              volumeSize: 100Gi
      `),k(C`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          instanceStorePolicy: RAID0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 20Gi
        `,`nvme`),k(C`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 4Gi
                encrypted: true
        `,`encrypted`)]}}const hc=e=>Ht(e).filter(({key:e})=>b(e)===x.capacityType),gc=e=>hc(e).find(({operator:e,values:t,isKnown:n})=>n&&e===`In`&&t.length>0&&t.every(({text:e})=>e===`reserved`)),_c=[`spec`,`capacityReservationSelectorTerms`],vc=D({id:`capacity-reservations`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Capacity reservations`,mistakes:[19],on:{Manifests(e,t){if(t.karpenter.capacityReservations){for(let n of L(e))yc(n,e,t);for(let n of P(e))bc(n,e,t)}}},docs:{summary:`A node class selects capacity reservations that its NodePools cannot use, or a NodePool needs reservations that its node class does not select.`,why:"Reserved capacity has its own capacity type, `reserved`. If every NodePool of a node class allows only `on-demand` or `spot`, the reservations that the node class selects cost money and stay idle. A NodePool that allows only `reserved` launches nothing while its node class selects no reservations.",help:"Add `reserved` to the capacity types of the NodePool, or `capacityReservationSelectorTerms` to its node class.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:Sc});function yc(e,t,{report:n}){if(f(e.get(_c)).length===0)return;let r=nn(t,e),i=r.map(xc),[a]=i;!a||r.some(({isPartial:e})=>e)||i.includes(void 0)||n({manifest:e,at:e.keySpan(_c),message:`No NodePool of \`${e.name}\` allows the capacity type \`reserved\`, so the reservations selected here stay idle`,labels:[{span:r[0].span(a.path),message:"these capacity types exclude `reserved`"}],help:"Add `reserved` to the capacity types of the NodePool that should use them."})}function bc(e,t,{report:n}){let r=gc(e),i=r&&rn(t,e);i&&!i.isPartial&&i.get(_c)===void 0&&n({manifest:e,at:e.span(r.path),message:`\`${e.name}\` allows only reserved capacity, but its node class \`${i.name}\` selects no reservations, so Karpenter launches nothing for it`,help:"Add `capacityReservationSelectorTerms` to the node class, or another capacity type to the NodePool."})}const xc=e=>hc(e).find(({operator:e,values:t,isKnown:n})=>{let r=t.some(({text:e})=>e===`reserved`);return n&&(e===`In`&&!r||e===`NotIn`&&r)});function Sc(){return{bad:[S(N(O({requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),k(C`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `)),{"[on-demand]":`[reserved, on-demand]`}),S(N(O({requirements:[`karpenter.sh/capacity-type In [reserved]`],nodeClassRef:`default`}),k(`role: KarpenterNodeRole`)),{"role: KarpenterNodeRole":C`
            role: KarpenterNodeRole
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `},{"[reserved]":`[reserved, on-demand]`})],good:[N(O({requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),O({name:`reserved`,requirements:[`karpenter.sh/capacity-type In [reserved, on-demand]`],nodeClassRef:`default`}),k(C`
          capacityReservationSelectorTerms:
            - id: cr-0123456789abcdef0
        `)),N(O({requirements:[`karpenter.sh/capacity-type In [reserved, on-demand, spot]`],nodeClassRef:`default`}),k(`role: KarpenterNodeRole`))]}}const Cc=(e,t)=>e.source.origin!==void 0&&e.source.origin.root===t.source.origin?.root;function Q(e,t,{relation:n}){if(Cc(e,t))return``;let r=n(e,t);return r===void 0?``:`. It is related to \`${e.name||e.kind}\` because ${r}`}const wc=D({id:`cluster-name`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[83],on:{Manifests(e,t){for(let n of yt(e))Tc(n,t)}},docs:{summary:"Karpenter’s `clusterName` does not match the cluster’s name.",why:`Karpenter tags the instances that it launches with the name of the cluster, asks EKS for the cluster of that name, and writes the name into the user data of nodes. With a wrong name, IAM denies the launch because its conditions name the real cluster, or nodes try to join a cluster that does not exist. Reported only when the repository creates the cluster with Terraform, eksctl or kOps. The values may be in another folder if an environment, a similar name, or being the only cluster relates both.`,help:"Set `clusterName` to the name of the cluster. In Terraform, refer to it, such as `module.eks.cluster_name`.",url:`https://karpenter.sh/docs/reference/settings/`},examples:Dc});function Tc(e,t){let{manifest:n}=e,r=Go(e).find(e=>n.get(e)!==void 0),i=r&&E(n,r);if(!r||!i)return;let a=t.clusterOf(n).manifests.filter(Vo),[o]=a,s=o&&Wo(o).find(e=>o.get(e)!==void 0),c=o&&s&&E(o,s);a.length===1&&o&&s&&c!==void 0&&c!==i&&t.report({manifest:n,at:n.span(r),message:`\`clusterName\` is \`${i}\`, but the cluster is named \`${c}\``,help:Cc(n,o)?`Refer to the cluster’s name: \`${Ec(o)}\`.`:`Set \`clusterName: ${c}\`.`,labels:[{span:o.span(s),message:`the name of the cluster${Q(n,o,t)}`}]})}const Ec=({kind:e,name:t})=>e===`module`?`module.${t}.cluster_name`:`${e}.${t}.name`;function Dc(){return{bad:[S(w`
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
        `,{'"orders"':`module.eks.cluster_name`},{'"orders"':`"orders-prod"`}),S(N(C`
            apiVersion: eksctl.io/v1alpha5
            kind: ClusterConfig
            metadata:
              name: orders-prod
              region: us-east-1
          `,j(`karpenter`,{values:C`
              settings:
                clusterName: orders
            `})),{"clusterName: orders":`clusterName: orders-prod`})],good:[w`
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
      `,w`
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
      `]}}const Oc=new WeakMap;function kc({all:e,clusterOf:t}){let n=Oc.get(e);if(n)return n;let r=new Map;for(let n of e.manifests)if(n.kind===`IamPolicy`)for(let e of jc(n))l(r,t(n),e);let i=[...r.values()].filter(Ac);return Oc.set(e,i),i}const Ac=e=>Mc(e,`ec2:CreateFleet`)||[`ec2:RunInstances`,`ec2:CreateLaunchTemplate`,`pricing:GetProducts`].every(t=>Mc(e,t));function jc(e){let t=e.get([`Statement`])===void 0?[`spec`,`Statement`]:[`Statement`],n=Ja(JSON.stringify({Statement:f(e.get(t))}));return`fault`in n?[]:n.statements.map((n,r)=>({policy:e,path:[...t,r],statement:n}))}const Mc=(e,t)=>e.some(({statement:e})=>e.effect===`Allow`&&$a(e,t)),Nc=e=>e.every(({policy:e,statement:t})=>!e.isPartial&&!t.actions.some(u));function Pc({resources:e},t){return e.some(e=>e===`*`||Fc(e,t))?!0:e.some(e=>/^\$\{[^}]*\}$/.test(e))?void 0:!1}const Fc=(e,t)=>Qa(e.replace(/\$\{[^}]{0,200}\}/g,`*`).split(`:`).slice(5).join(`:`).split(`/`)[0]??``,t),Ic=D({id:`controller-conditions`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[73],on:{Manifests(e,t){for(let n of kc(t))for(let r of n)Bc(r,{statements:n,all:e,context:t})}},docs:{summary:`The IAM policy of Karpenter’s controller requires a tag that Karpenter does not set.`,why:"A condition on a tag holds only if Karpenter sets that tag. Since v1beta1, instances have the tag `karpenter.sh/nodepool` and no longer `karpenter.sh/provisioner-name`. If a policy still requires the old tag, Karpenter can launch nodes but never terminate them, or cannot even launch them. Karpenter sets your own tags only if `spec.tags` of the EC2NodeClass lists them.",help:"Require `karpenter.sh/nodepool` instead, and list your own tags in `spec.tags` of every EC2NodeClass.",url:`https://karpenter.sh/docs/reference/cloudformation/`},examples:Uc}),Lc=/^(?:aws|ec2):(RequestTag|ResourceTag)\/(.+)$/i,Rc=/IfExists$|^Null$|^ForAllValues:|Not/,zc=[`ec2:RunInstances`,`ec2:CreateFleet`,`ec2:CreateLaunchTemplate`,`ec2:TerminateInstances`];function Bc(e,t){let{statement:n,policy:r,path:i}=e,a=zc.filter(t=>Mc([e],t));for(let{operator:o,key:s}of n.conditions){let[,n,c]=Lc.exec(s)??[];if(c===void 0||n===void 0||Rc.test(o)||!Vc(n,c,t))continue;let l=a.filter(n=>!t.statements.some(t=>t!==e&&Mc([t],n)));l.length!==0&&t.context.report({manifest:r,at:r.keySpan([...i,`Condition`,o,s]),message:`${R(l)} ${l.length>1?`are`:`is`} allowed only with the tag \`${c}\`, which Karpenter does not set`,help:c.startsWith(`karpenter.sh/`)?"Require `karpenter.sh/nodepool` instead.":"Add the tag to `spec.tags` of every EC2NodeClass."})}}function Vc(e,t,{all:n,context:r}){if(t===`karpenter.sh/provisioner-name`)return r.karpenter.v1;if(e.toLowerCase()!==`requesttag`||u(t)||/^(?:kubernetes\.io\/cluster\/|karpenter\.|eks:|topology\.kubernetes\.io\/|Name$)/.test(t))return!1;let i=L(n);return i.length>0&&i.every(e=>!e.isPartial&&!Hc(e.get([`spec`,`tags`]),t))}function Hc(e,t){let n=o(e);return n?Object.keys(n).some(e=>e===t||u(e)):e!==void 0}function Uc(){return{bad:[S(w`
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
        `,{"karpenter.sh/provisioner-name":`karpenter.sh/nodepool`}),S(w`
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

          ${M(`default`,A)}
        `,{"role: KarpenterNodeRole-demo":C`
            role: KarpenterNodeRole-demo
            tags:
              team: search
          `})],good:[ht`
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
      `]}}const Wc=D({id:`controller-permissions`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[74,75],on:{Manifests(e,t){if(!(Gc(e)||t.isKarpenterAssumed&&!Kc(e)))for(let n of kc(t))Nc(n)&&(Zc(n,e,t),Qc(n,t))}},docs:{summary:`The IAM policy of Karpenter’s controller lacks a permission that this version of Karpenter needs.`,why:"New versions of Karpenter may need more permissions, which is easy to forget in an upgrade. The controller then logs errors and cannot act. Without `ec2:CreateTags` on spot requests, it launches no spot instances. Without permissions for instance profiles, no node class with a `role` becomes ready. This rule combines all policies of a cluster. It assumes that they are complete if they allow `ec2:DescribeInstanceTypes`.",help:`Update the policy to the one that Karpenter publishes for this version.`,url:`https://karpenter.sh/docs/reference/cloudformation/`},examples:$c}),Gc=({manifests:e})=>e.some(({kind:e})=>e===`Provisioner`||e===`AWSNodeTemplate`);function Kc({manifests:e}){let t=e.filter(({apiVersion:e})=>v(e).startsWith(`karpenter.`));return t.length>0&&t.every(({apiVersion:e})=>re(e)===`v1`)}const qc=[`ec2:CreateFleet`,`ec2:CreateLaunchTemplate`,`ec2:CreateTags`,`ec2:DeleteLaunchTemplate`,`ec2:DescribeImages`,`ec2:DescribeInstances`,`ec2:DescribeInstanceTypeOfferings`,`ec2:DescribeLaunchTemplates`,`ec2:DescribeSecurityGroups`,`ec2:DescribeSubnets`,`ec2:RunInstances`,`ec2:TerminateInstances`],Jc=[`iam:AddRoleToInstanceProfile`,`iam:CreateInstanceProfile`,`iam:DeleteInstanceProfile`,`iam:GetInstanceProfile`,`iam:RemoveRoleFromInstanceProfile`,`iam:TagInstanceProfile`];function Yc({karpenter:e,isKarpenterAssumed:t},n){let r=[...qc,...n&&e.v1?Jc:[]];return t?r:[...r,...n&&e.listInstanceProfiles?[`iam:ListInstanceProfiles`]:[],...e.placementGroupSelector?[`ec2:DescribePlacementGroups`]:[],...e.describeInstanceStatus?[`ec2:DescribeInstanceStatus`]:[]]}function Xc(e,t,{clusterOf:n}){let r=e=>e.get([`spec`,`role`])!==void 0&&e.get([`spec`,`instanceProfile`])===void 0,i=L(t),a=i.filter(t=>n(t)===n(e));return a.length>0?a.some(r):i.length>0&&i.every(r)}function Zc(e,t,n){let r=e.find(e=>Mc([e],`ec2:DescribeInstanceTypes`));if(!r)return;let i=Yc(n,Xc(r.policy,t,n)).filter(t=>!Mc(e,t));if(i.length===0)return;let{policy:a,path:o}=r;n.report({manifest:a,at:a.span([...o,`Action`]),message:`Karpenter${n.isKarpenterAssumed?``:` ${n.karpenter.version}`} needs permissions that this policy does not grant: ${R(i)}`,help:`Allow these actions, as in the policy that Karpenter publishes for this version.`})}function Qc(e,{report:t,karpenter:n}){if(!n.v1)return;let r=e.filter(e=>Mc([e],`ec2:CreateTags`)),[i]=r,a=`spot-instances-request`,o=r.some(({statement:e})=>Pc(e,`fleet`)===!0);if(!i||!o||r.some(({statement:e})=>Pc(e,a)!==!1))return;let{policy:s,path:c}=i;t({manifest:s,at:s.span([...c,`Resource`]),message:`\`ec2:CreateTags\` is not allowed on \`${a}\`, so AWS denies every launch of a spot instance`,help:`Add \`arn:aws:ec2:*:*:${a}/*\` to the resources of this statement.`})}function $c(){return{bad:[S(ht`
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
      `,{'"ec2:DescribeInstances",':ht`
        "ec2:DescribeInstances",
        "ec2:DescribeInstanceStatus",
        "ec2:DescribeInstanceTypeOfferings",
        "ec2:DescribePlacementGroups",
      `}),S(w`
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
"arn:aws:ec2:*:*:spot-instances-request/*",`}),S(w`
        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions = [
              "ec2:RunInstances", "ec2:CreateLaunchTemplate", "ec2:CreateTags", "ec2:TerminateInstances",
              "ec2:DeleteLaunchTemplate", "ec2:Describe*", "pricing:GetProducts",
            ]
            resources = ["*"]
          }
        }
      `,{'"ec2:RunInstances",':`"ec2:CreateFleet", "ec2:RunInstances",`})],good:[w`
        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions = [
              "ec2:CreateFleet", "ec2:RunInstances", "ec2:CreateLaunchTemplate", "ec2:CreateTags",
              "ec2:TerminateInstances", "ec2:DeleteLaunchTemplate", "ec2:Describe*",
            ]
            resources = ["*"]
          }
        }
      `,w`
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
      `,ht`
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
      `]}}const el=D({id:`custom-registration`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[55],on:{NodeClass(e,{report:t,karpenter:n}){let r=Xt(e);n.v1&&Yt(e)===`Custom`&&r!==void 0&&tl.test(r)&&!r.includes(`karpenter.sh/unregistered`)&&t({at:e.keySpan([`spec`,`userData`]),message:"This user data joins the cluster without the taint `karpenter.sh/unregistered:NoExecute`, so Karpenter does not register its nodes and terminates them after 15 minutes",help:"Register the kubelet with the taint, for example with `--register-with-taints=karpenter.sh/unregistered:NoExecute`."})}},docs:{summary:"The user data of a `Custom` node class joins the cluster without the taint that Karpenter requires.",why:"Since Karpenter 1.0 a node must register with the taint `karpenter.sh/unregistered:NoExecute`. Karpenter removes the taint once the labels of the node are in place. For other AMI families, Karpenter writes the taint into the user data. For `Custom`, you have to do it. Karpenter does not register a node without the taint. It terminates the node after 15 minutes while the next one starts.",help:"Register nodes with the taint: pass `--register-with-taints=karpenter.sh/unregistered:NoExecute` to the kubelet, or set it in the kubelet’s configuration.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#custom`},examples:nl}),tl=/\/etc\/eks\/bootstrap\.sh|kind: NodeConfig|\bnodeadm init\b|Start-EKSBootstrap|EKS\\Start-/;function nl(){return{bad:[S(k(C`
            amiFamily: Custom
            amiSelectorTerms:
              - id: ami-0123456789abcdef0
            userData: |
              #!/bin/bash
              /etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'
          `,`ubuntu`),{"--node-labels=team=a":`--node-labels=team=a --register-with-taints=karpenter.sh/unregistered:NoExecute`})],good:[k(C`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          userData: |
            #!/bin/bash
            /etc/eks/bootstrap.sh demo --kubelet-extra-args '--register-with-taints=karpenter.sh/unregistered:NoExecute'
        `,`ubuntu`),k(C`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          userData: |
            #!/bin/bash
            /opt/company/join-cluster
        `,`prepared`),T({karpenter:`0.37`},C`
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
        `)]}}const rl=[`subnet`,`securityGroup`],il={subnet:`subnets`,securityGroup:`security groups`},al=D({id:`discovery-selectors`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[76,77],on:{NodeClass:ol,NodeTemplate:ol,Provisioner:ol},docs:{summary:`A node class selects its subnets and security groups by tags that do not fit together.`,why:`Karpenter uses every subnet and security group that the selector terms find. Terms that name different clusters find subnets of one VPC and security groups of another, so every launch fails. Terms that name no cluster may find subnets or security groups that belong to somebody else.`,help:"Select both by the same cluster tag, such as `karpenter.sh/discovery`, as the other node classes in the repository do.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:_l});function ol(e,t){if(!(e.isPartial||cl(e,t)))for(let n of rl)ll(e,n,t)}const sl=(e,t)=>Oo(e,t).flatMap(Po);function cl(e,{report:t}){let[n,r]=rl.map(t=>sl(e,t));for(let i of r){let a=n.filter(e=>e.scheme===i.scheme),o=[...a,...r.filter(({scheme:e})=>e===i.scheme)];if(a.length===0||!o.every(({tag:e})=>e.isKnown))continue;let s=new Set(a.flatMap(({cluster:t})=>[t,`${t}-${e.name}`]));if(r.some(e=>e.scheme===i.scheme&&s.has(e.cluster)))continue;let c=a[0];return t({at:e.span(i.tag.path),message:`\`${e.name}\` selects security groups of cluster \`${i.cluster}\` but subnets of cluster \`${c.cluster}\``,labels:[{span:e.span(c.tag.path),message:`this value selects the subnets`}],help:`Select both by the same \`${i.tag.key.startsWith(`kubernetes.io/`)?i.scheme:i.tag.key}\` tag.`}),!0}return!1}function ll(e,t,{report:n,all:r}){let i=Oo(e,t),a=new Set(rl.flatMap(t=>sl(e,t)).map(({cluster:e})=>e)),o=i.filter(e=>e.tags.length>0&&!e.hasOther&&Po(e).length===0&&!dl(e,a));if(o.length===0||o.some(({tags:e})=>e.some(e=>!e.isKnown&&!e.value.includes(`*`))))return;let{classes:s,naming:c}=gl(r),l=s.length-+!!s.includes(e),u=c[t].length-+!!c[t].includes(e);if(l>0&&u===0)return;let d=c[t].find(t=>t!==e),f=rl.flatMap(t=>sl(e,t)).find(e=>ul(t,e)),p=f?.scheme??(d&&sl(d,t).find(e=>ul(t,e))?.scheme)??`karpenter.sh/discovery`,ee=f!==void 0||l>0&&u===l;n({at:e.keySpan(o[0].tags[0].path),...!ee&&{severity:`note`},message:`\`${e.name}\` selects ${il[t]} by tags that name no cluster${pl(f,d)}`,help:`Add the tag \`${p}\` to these terms, so that they do not select resources of other clusters in the account.`})}const ul=(e,{scheme:t})=>e===`securityGroup`||t!==`aws:eks:cluster-name`,dl=({tags:e},t)=>e.some(({value:e})=>[...t].some(t=>fl(e,t))),fl=(e,t)=>{let n=t===``?-1:e.indexOf(t);return n>=0&&!/[a-z0-9]/i.test(e.charAt(n-1))&&!/[a-z0-9]/i.test(e.charAt(n+t.length))};function pl(e,t){return e?`, although its other terms use \`${e.scheme}\``:t?`, although node class \`${t.name}\` names one`:``}const ml=({kind:e,apiVersion:t})=>(e===`EC2NodeClass`||e===`AWSNodeTemplate`)&&v(t)===`karpenter.k8s.aws`,hl=new WeakMap;function gl(e){let t=hl.get(e);if(t)return t;let n=e.manifests.filter(e=>ml(e)&&rl.some(t=>Oo(e,t).length>0)),r=e=>n.filter(t=>sl(t,e).length>0),i={classes:n,naming:{subnet:r(`subnet`),securityGroup:r(`securityGroup`)}};return hl.set(e,i),i}function _l(){return{bad:[S(k(C`
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: staging
        `),{staging:`production`}),S(k(C`
          subnetSelectorTerms:
            - tags:
                Name: "*private*"
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
        `),{'Name: "*private*"':`Name: "*private*"
karpenter.sh/discovery: production`})],good:[k(C`
        subnetSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
        securityGroupSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
      `),k(C`
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: production-gpu
        `,`gpu`),k(C`
        subnetSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
        securityGroupSelectorTerms:
          - tags:
              Name: production-node
      `),k(C`
          subnetSelectorTerms:
            - tags:
                KubernetesCluster: demo1.k8s.local
          securityGroupSelectorTerms:
            - tags:
                Name: nodes.demo1.k8s.local
                KubernetesCluster: demo1.k8s.local
        `,`kops`)]}}const vl={subnet:new WeakMap,securityGroup:new WeakMap};function yl(e,t){let n=vl[t].get(e)??bl(e,t);return vl[t].set(e,n),n}function bl(e,t){if(Sl(e,t))return[];let n=e.manifests.flatMap(n=>t===`subnet`?kl(n):Gl(n,e)),r=El(e,t),i=n.map(e=>Ol(e,r));return t===`subnet`&&!$l(e,i)?[]:i}const xl=/\/modules\/|blueprints-addons?|\b(?:irsa|iam|s3|ecr|kms|acm|route53|argocd|helm|label|pod-identity|rds|dynamodb)\b/,Sl=(e,t)=>e.ofKind(Ua).some(e=>{let n=h(e.get([`spec`,`source`]))??``;if(n.includes(`security-group`))return t===`securityGroup`;let r=/\bterraform-aws-modules\/(?:terraform-aws-)?([\w-]+)/.exec(n)?.[1];return(r===void 0||/^(?:vpc|eks)$/.test(r))&&!xl.test(n)});function Cl({manifest:e,fields:t}){let n=new Map,r=e.isPartial?[``]:[];for(let i of t){let t=e.get(i),a=o(t);if(!a)t!=null&&r.push(``);else for(let[t,o]of Object.entries(a)){let a=[...i,t],s=h(o);u(t)?r.push(t.split(/\$\{|\{\{/)[0]):n.set(t,{manifest:e,path:a,value:s===void 0||u(s)?void 0:s})}}return{tags:n,unknownKeys:r}}const wl=/^(?:aws:|kubernetes\.io\/cluster\/)/;function Tl(e,{tool:t=`Terraform`,setByOthers:n=wl,...r}){let{manifest:i,fields:a}=e,{tags:o,unknownKeys:s}=Cl(e);return{manifest:i,tool:t,tags:o,tagsAt:a.toReversed().find(e=>i.get(e)!==void 0)??[`metadata`,`name`],mayAlsoHave:e=>n.test(e)||s.some(t=>e.startsWith(t)),...r}}function El(e,t){let n=e.ofKind(`aws_default_tags`).map(e=>Cl({manifest:e,fields:[[`spec`,`default_tags`,0,`tags`]]})),r=e.ofKind(`aws_ec2_tag`).filter(e=>Dl(e,t)).map(e=>h(e.get([`spec`,`key`]))??"${unknown}");return{tags:new Map(n.flatMap(({tags:e})=>[...e])),mayAlsoHave:e=>r.some(t=>t===e||u(t))||n.some(({unknownKeys:t})=>t.some(t=>e.startsWith(t)))}}function Dl(e,t){let n=h(e.get([`spec`,`resource_id`]))??``;return t===`subnet`?!/security_group/.test(n):!/subnet/.test(n)}const Ol=(e,t)=>({...e,tags:new Map([...t.tags,...e.tags]),mayAlsoHave:n=>e.mayAlsoHave(n)||t.mayAlsoHave(n)});function kl(e){return e.kind===`aws_subnet`?[Al(e)]:Y(e)===`vpc`?Ml(e):Ll(e)?Bl(e):Rl(e)?Ul(e):[]}function Al(e){let t=h(e.get([`spec`,`availability_zone`])),n=e.get([`spec`,`map_public_ip_on_launch`]);return Tl({manifest:e,fields:[[`spec`,`tags`]]},{tagsIn:`\`tags\` of \`aws_subnet.${e.name}\``,isPreferred:n!==!0&&!/public/i.test(e.name),zones:t===void 0||u(t)?void 0:[t],isPublic:n===!0||!/private/i.test(e.name)&&void 0})}const jl=[`private`,`public`,`intra`,`database`,`elasticache`,`redshift`,`outpost`];function Ml(e){return jl.filter(t=>Nl(e,`${t}_subnets`)).map(t=>{let n=`${t}_subnet_tags`,r=[`spec`,`${n}_per_az`],i=Tl({manifest:e,fields:[[`spec`,`tags`],[`spec`,n]]},{tagsIn:`\`${n}\` of \`module.${e.name}\``,isPreferred:t===`private`,zones:Pl(e,`${t}_subnets`),isPublic:t===`public`,setByOthers:/^(?:aws:|kubernetes\.io\/cluster\/|Name$)/});return e.get(r)===void 0?i:{...i,mayAlsoHave:()=>!0}})}const Nl=(e,t)=>{let n=e.get([`spec`,t]);return n!=null&&!(Array.isArray(n)&&n.length===0)};function Pl(e,t){let[n,r]=[`azs`,t].map(t=>e.get([`spec`,t]));if(!Array.isArray(n)||!Array.isArray(r)||e.isPartial)return;let i=n.slice(0,r.length).map(e=>h(e)??``);return i.length>0&&i.every(e=>/^[a-z0-9-]+$/.test(e))?i:void 0}const Fl=[`nodeGroups`,`managedNodeGroups`,`fargateProfiles`,`autoModeConfig`,`karpenter`,`vpc`,`availabilityZones`,`localZones`,`kubernetesNetworkConfig`,`privateCluster`],Il=[`iam`,`addons`,`iamIdentityMappings`,`accessConfig`,`identityProviders`,`gitops`];function Ll(e){if(e.kind!==`ClusterConfig`||v(e.apiVersion)!==`eksctl.io`)return!1;let t=t=>t.some(t=>e.get([t])!==void 0);return t(Fl)||!t(Il)}const Rl=({kind:e,apiVersion:t})=>e===`Cluster`&&v(t)===`kops.k8s.io`,zl=/^(?:aws:|alpha\.eksctl\.io\/|eksctl\.|kubernetes\.io\/|Name$)/;function Bl(e){return e.get([`vpc`,`id`])!==void 0||e.get([`vpc`,`subnets`])!==void 0?[]:[Vl(e)]}const Vl=e=>Tl({manifest:e,fields:[[`metadata`,`tags`]]},{tool:`eksctl`,tagsIn:"`metadata.tags` of the ClusterConfig",isPreferred:!0,setByOthers:zl}),Hl=/^(?:aws:|kops\.k8s\.io\/|kubernetes\.io\/|k8s\.io\/|Name$|SubnetType$)/;function Ul(e){let t=f(e.get([`spec`,`subnets`]));return t.some(e=>o(e)?.id!==void 0)||t.length===0?[]:[Wl(e)]}function Wl(e){let t=Tl({manifest:e,fields:[[`spec`,`cloudLabels`]]},{tool:`kOps`,tagsIn:"`spec.cloudLabels` of the Cluster",isPreferred:!0,setByOthers:Hl}),n={manifest:e,path:[`metadata`,`name`],value:e.name};return{...t,tags:new Map([...t.tags,[`KubernetesCluster`,n]])}}function Gl(e,t){if(e.kind===`aws_security_group`){let n=Kl(e);return Zl(t)?[n]:[{...n,mayAlsoHave:e=>!n.tags.has(e)}]}return e.kind===`aws_eks_cluster`?[ql(e)]:Y(e)===`eks`?Yl(e):Ll(e)?[Vl(e)]:Rl(e)?[{...Wl(e),mayAlsoHave:e=>Hl.test(e)}]:[]}const Kl=e=>Tl({manifest:e,fields:[[`spec`,`tags`]]},{tagsIn:`\`tags\` of \`aws_security_group.${e.name}\``,isPreferred:/node|worker/i.test(e.name)}),ql=e=>Tl({manifest:e,fields:[[`spec`,`tags`]]},{tagsIn:`an \`aws_ec2_tag\` for the cluster security group of \`aws_eks_cluster.${e.name}\``,isPreferred:!1,setByOthers:/^(?:aws:|kubernetes\.io\/|Name$)/}),Jl=[{off:[`create_node_security_group`],tags:[`node_security_group_tags`]},{off:[`create_cluster_security_group`,`create_security_group`],tags:[`cluster_security_group_tags`,`security_group_tags`]},{off:[`create_cluster_primary_security_group_tags`,`create_primary_security_group_tags`],tags:[`cluster_tags`]}],Yl=e=>Jl.filter(({off:t})=>t.every(t=>e.get([`spec`,t])!==!1)).map(({tags:t})=>Tl({manifest:e,fields:[`tags`,...t].map(e=>[`spec`,e])},{tagsIn:`\`${t[0]}\` of \`module.${e.name}\``,isPreferred:t.includes(`node_security_group_tags`),setByOthers:/^(?:aws:|kubernetes\.io\/|Name$)/})),Xl=e=>e.kind===`aws_eks_cluster`||Y(e)===`eks`,Zl=({manifests:e})=>e.some(Xl),Ql=e=>/^(?:kubernetes\.io|karpenter\.sh|k8s\.io)\//.test(e);function $l(e,t){if(t.some(({tool:e})=>e!==`Terraform`))return!0;let n=t.some(({tags:e})=>[...e.keys()].some(Ql)),r=e.manifests.filter(Xl).map(e=>eu(e,t));return r.includes(`elsewhere`)?!1:r.includes(`here`)||n}function eu(e,t){let n=[...[`subnet_ids`,`control_plane_subnet_ids`,`subnets`].map(t=>e.get([`spec`,t])),...f(e.get([`spec`,`vpc_config`])).map(e=>o(e)?.subnet_ids)].flatMap(e=>Array.isArray(e)?e:[e]).flatMap(e=>h(e)??[]);return n.some(e=>t.some(({manifest:t})=>e.includes(`${tu(t)}.`)||e.includes(`${tu(t)}}`)))?`here`:t.some(({manifest:t})=>t.source.origin?.root===e.source.origin?.root)&&n.some(e=>/^(?:subnet-|\$\{(?:data|var)\.)/.test(e))?`elsewhere`:`unknown`}const tu=({kind:e,name:t})=>`${e}.${t}`;function nu(e,t){if(e.length>300||t.length>300)return!1;let[n,r,i,a]=[0,0,-1,0];for(;n<e.length;)if(t[r]===`*`)i=r++,a=n;else if(t[r]===`?`||t[r]===e[n])n++,r++;else if(i===-1)return!1;else r=i+1,n=++a;return/^\**$/.test(t.slice(r))}function ru(e,t){if(u(t.key)||t.value===``)return;let n=e.tags.get(t.key);if(!n)return e.mayAlsoHave(t.key)?void 0:!1;if(!(n.value===void 0||u(t.value)))return iu(t).some(e=>nu(n.value,e))}const iu=({value:e})=>e.split(`,`).map(e=>e.trim());function au(e,t,n){let r=Oo(e,t);if(r.length===0||r.some(({hasOther:e,tags:t})=>e||t.length===0))return;let i=[];for(let e of n){let t=r.map(({tags:t})=>{let n=t.map(t=>ru(e,t));return n.includes(!1)?!1:!n.includes(void 0)||void 0});if(t.includes(!0))i.push(e);else if(t.includes(void 0))return}return i}const ou=D({id:`discovery-tags`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[76],on:{Manifests(e,t){for(let n of e.manifests)if(Do(n)&&!n.isPartial)for(let e of[`subnet`,`securityGroup`])cu(n,e,t)}},docs:{summary:`A node class selects subnets or security groups by a tag that none of them has.`,why:`Karpenter finds subnets and security groups by their tags. If none has the tag with exactly this value, the node class is not ready, and no NodePool that uses it launches anything. Reported only when the repository creates the cluster’s subnets or security groups with Terraform, eksctl or kOps, and all their tags are known. The node class may be in another folder if an environment, the name of the cluster, or being the only cluster relates both.`,help:`Add the tag to the subnets and security groups in which nodes run, or select them by a tag that they have.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:gu}),su={subnet:[`subnet`,`subnets`],securityGroup:[`security group`,`security groups`]};function cu(e,t,n){let r=Oo(e,t);if(r.length===0||r.some(({hasOther:e,tags:t})=>e||t.length===0))return;let i=yl(n.clusterOf(e),t);i.length===0||r.some(e=>i.some(t=>e.tags.every(e=>lu(t,e))))||n.report({manifest:e,...uu({nodeClass:e,selected:t,resources:i},r[0],n)})}const lu=(e,t)=>ru(e,t)!==!1;function uu(e,t,n){let{resources:r}=e,i=t.tags.find(e=>!r.some(t=>lu(t,e)));if(!i)return hu(e,t,n);let a=r.flatMap(e=>e.tags.get(i.key)??[]);return a.length>0?fu(e,{tag:i,given:a},n):pu(e,i,n)}const du=({key:e,value:t})=>u(t)?e:`${e}: ${t}`;function fu({nodeClass:e,selected:t,resources:n},{tag:r,given:i},a){let[o]=i,{tool:s}=n.find(({tags:e})=>e.get(r.key)===o);return{at:e.span(r.path),message:`\`${e.name}\` selects ${su[t][1]} by \`${du(r)}\`, but ${s} sets the tag to \`${o.value}\``,help:`Use the same value in both places, for example from one local value.`,labels:[{span:o.manifest.span(o.path),message:`${s} sets the tag here${Q(e,o.manifest,a)}`}]}}function pu({nodeClass:e,selected:t,resources:n},r,i){let[a]=su[t],o=n.find(({isPreferred:e})=>e)??n[0],s=n.filter(e=>e.isPreferred&&e.manifest!==o.manifest),c=[o,...new Map(s.map(e=>[e.manifest,e])).values()].slice(0,3),{tool:l}=o;return{at:e.keySpan(r.path),message:`\`${e.name}\` selects ${su[t][1]} by \`${du(r)}\`, but no ${a} that ${l} creates has this tag, so Karpenter launches no nodes`,help:`Add ${mu(r,l)} to ${o.tagsIn}.`,labels:c.map(({manifest:t,tagsAt:n},a)=>({span:t.keySpan(n),message:`has no tag \`${r.key}\`${a===0?Q(e,t,i):``}`}))}}function mu({key:e,value:t},n){return u(t)||/[*?,]/.test(t)?`the tag \`${e}\``:n===`Terraform`?`\`"${e}" = "${t}"\``:`\`${e}: ${t}\``}function hu({nodeClass:e,selected:t,resources:n},r,i){let{tool:a,manifest:o,tagsAt:s}=n[0];return{at:e.span(r.path),message:`\`${e.name}\` selects ${su[t][1]} that have all these tags, but no ${su[t][0]} that ${a} creates has all of them, so Karpenter launches no nodes`,help:`Remove the tags that do not belong together, or write them as separate terms.`,labels:[{span:o.keySpan(s),message:`has not all of the tags${Q(e,o,i)}`}]}}function gu(){return{bad:[S(w`
          module "vpc" {
            source          = "terraform-aws-modules/vpc/aws"
            private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]

            private_subnet_tags = {
              "karpenter.sh/discovery" = "orders-prod"
            }
          }

          ${M(`default`,k(C`
              role: KarpenterNodeRole-orders
              subnetSelectorTerms:
                - tags:
                    karpenter.sh/discovery: orders
            `))}
        `,{'"orders-prod"':`local.cluster`,'module "vpc" {':`locals {
  cluster = "orders-prod"
}

module "vpc" {`,"karpenter.sh/discovery: orders":"karpenter.sh/discovery: ${local.cluster}"},{"karpenter.sh/discovery: orders":`karpenter.sh/discovery: orders-prod`}),S(w`
          module "vpc" {
            source          = "terraform-aws-modules/vpc/aws"
            private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]

            private_subnet_tags = {
              "kubernetes.io/role/internal-elb" = 1
            }
          }

          ${M(`default`,k(C`
              role: KarpenterNodeRole-orders
              subnetSelectorTerms:
                - tags:
                    karpenter.sh/discovery: orders
            `))}
        `,{'"kubernetes.io/role/internal-elb" = 1':`"kubernetes.io/role/internal-elb" = 1
"karpenter.sh/discovery" = "orders"`})],good:[w`
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

        ${M(`default`,k(C`
            role: KarpenterNodeRole-orders
            subnetSelectorTerms:
              - tags:
                  karpenter.sh/discovery: orders
          `))}
      `,w`
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

        ${M(`default`,k(C`
            role: KarpenterNodeRole-orders
            subnetSelectorTerms:
              - tags:
                  karpenter.sh/discovery: \${local.name}
            securityGroupSelectorTerms:
              - tags:
                  karpenter.sh/discovery: \${local.name}
          `))}
      `,w`
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

        ${M(`default`,k(C`
            role: KarpenterNodeRole-orders
            securityGroupSelectorTerms:
              - tags:
                  Name: orders-node
                  karpenter.sh/discovery: orders
          `))}
      `]}}const _u=D({id:`helm-settings`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[81,82,98,99],on:{Manifests(e,t){for(let{manifest:n,chart:r,values:i}of yt(e)){let e=[...i,`settings`];r===`karpenter`&&o(n.get(e))&&(bu(n,e,t),Su(n,e,t),Cu(n,e,t),wu(n,e,t),Tu(n,e,t))}}},docs:{summary:`A value for Karpenter’s Helm chart has no effect, or not the intended one.`,why:"The chart passes values on without checking them. Karpenter does not find a queue by its ARN or URL, so it misses interruption warnings. The chart silently drops keys that it does not read. An overhead of 7.5 means 750%, which leaves no instance type any memory. This rule checks HelmReleases, Argo CD Applications, Terraform’s `helm_release` and values files of the chart `karpenter`.",help:`Use the keys that the chart reads, the name of the queue, and a fraction such as 0.075 for the overhead.`,url:`https://karpenter.sh/docs/reference/settings/`},examples:Eu}),vu={interruptionQueue:/^(?:aws_sqs_queue\.[\w-]+\.(arn|url|id)|module\.[\w-]+\.(queue_arn|queue_url))$/,clusterName:/^(?:aws_eks_cluster\.[\w-]+\.(arn|endpoint)|module\.[\w-]+\.(cluster_arn|cluster_endpoint))$/},yu={queue_arn:`queue_name`,queue_url:`queue_name`,cluster_arn:`cluster_name`,cluster_endpoint:`cluster_name`};function bu(e,t,{report:n}){for(let[r,i]of Object.entries(vu)){let a=[...t,r],o=Tt(e,a)??``,s=i.exec(o);if(!s)continue;let c=s[1]??s[2],l=`${o.slice(0,-c.length)}${yu[c]??`name`}`;n({manifest:e,at:e.span(a),message:`\`${r}\` must be a name, but \`${o}\` is not one`,help:`Use \`${l}\`.`})}}const xu=/^(?:arn:[\w-]+:sqs:|https?:\/\/)/;function Su(e,t,{report:n}){let r=[...t,`interruptionQueue`],i=h(e.get(r));if(i===void 0||!xu.test(i))return;let a=i.split(/[:/]/).at(-1),o=a!==``&&!u(a);n({manifest:e,at:e.span(r),message:`\`interruptionQueue\` is ${i.startsWith(`arn:`)?`an ARN`:`a URL`}, but Karpenter finds a queue only by its name`,help:o?`Use \`${a}\`.`:`Use only the name, which is the last part of the ARN or URL.`,...o&&{fix:{description:`Replace with \`${a}\``,edits:y(e,r,a)}}})}function Cu(e,t,{report:n,karpenter:r}){let i=[...t,`interruptionQueueName`],a=e.get([...t,`interruptionQueue`])!==void 0;e.get(i)!==void 0&&!a&&r.v1&&n({manifest:e,at:e.keySpan(i),message:"The chart does not read `interruptionQueueName`, so Karpenter misses interruption warnings",help:"Rename it to `interruptionQueue`.",fix:{description:"Rename to `interruptionQueue`",edits:me(e,i,`interruptionQueue`)}})}function wu(e,t,{report:n}){let r=[...t,`vmMemoryOverheadPercent`],i=e.get(r),a=Number(i);if(!(i===null||typeof i!=`number`&&typeof i!=`string`)){if(a>=1&&a<=100){let t=String(Number((a/100).toFixed(4)));n({manifest:e,at:e.span(r),message:`\`vmMemoryOverheadPercent\` is a fraction, so ${i} leaves no instance type any memory`,help:`Use \`${t}\` for ${i}%.`,fix:{description:`Replace with \`${t}\``,edits:y(e,r,t)}})}i===0&&n({manifest:e,at:e.span(r),message:"The chart ignores the number `0` for `vmMemoryOverheadPercent`, so the default of 0.075 applies",help:'Put the value in quotes: `"0"`. Or remove it to keep the default.',fix:{description:`Put the value in quotes`,edits:y(e,r,`"0"`)}})}}function Tu(e,t,{report:n}){let r=[...t,`ignoreDRARequests`];e.get(r)===!1&&n({manifest:e,at:e.span(r),message:"The chart ignores `ignoreDRARequests: false`, so the default applies",help:'Remove it, and set `IGNORE_DRA_REQUESTS` to `"false"` in `controller.env` instead.'})}function Eu(){return{bad:[j(`karpenter`,{values:C`
          settings:
            clusterName: demo
            interruptionQueue: arn:aws:sqs:us-east-1:111122223333:karpenter-demo
            vmMemoryOverheadPercent: 7.5
        `}),C`
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
      `,S(j(`karpenter`,{values:C`
            settings:
              clusterName: demo
              vmMemoryOverheadPercent: 0
          `}),{"vmMemoryOverheadPercent: 0":``}),S(j(`karpenter`,{values:C`
            settings:
              clusterName: demo
              ignoreDRARequests: false
          `}),{"ignoreDRARequests: false":``,"values:":C`
            values:
              controller:
                env:
                  - name: IGNORE_DRA_REQUESTS
                    value: "false"
          `}),S(w`
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
        `,{"aws_sqs_queue.interruption.url":`aws_sqs_queue.interruption.name`})],good:[w`
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
      `,j(`karpenter`,{values:C`
          settings:
            clusterName: demo
            interruptionQueue: karpenter-demo
            vmMemoryOverheadPercent: 0.075
        `}),j(`something-else`,{values:C`
          settings:
            vmMemoryOverheadPercent: 7.5
        `})]}}const Du=D({id:`idle-reservations`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Capacity reservations`,mistakes:[20],on:{Manifests(e,t){for(let n of e.manifests)n.kind===`aws_ec2_capacity_reservation`&&Ou(n,t)}},docs:{summary:`Terraform creates a capacity reservation that no node class selects.`,why:`A capacity reservation costs money whether instances run in it or not. Since Karpenter supports reservations, its launches use only those that a node class selects, and no other open reservations. Reported only when the repository has node classes of the cluster for which Terraform creates the reservation. The rule does not know what else may run in the reservation.`,help:"Select it with `capacityReservationSelectorTerms`, and allow the capacity type `reserved` in the NodePool.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:ku});function Ou(e,{clusterOf:t,report:n,karpenter:r}){let i=e.get([`spec`,`instance_match_criteria`])??`open`;if(!r.reservedCapacityByDefault||i!==`open`||e.isPartial)return;let a=t(e).ofKind(`EC2NodeClass`);if(a.length===0||a.some(e=>e.isPartial||e.get([`spec`,`capacityReservationSelectorTerms`])!==void 0))return;let[o]=a;n({manifest:e,at:e.span([`metadata`,`name`]),message:`No node class of the cluster selects the capacity reservation \`${e.name}\`, so Karpenter does not launch instances into it`,help:"Select it with `capacityReservationSelectorTerms`, and allow the capacity type `reserved` in the NodePool.",labels:[{span:o.span([`metadata`,`name`]),message:`selects no reservations`}]})}function ku(){return{bad:[S(w`
          resource "aws_ec2_capacity_reservation" "nodes" {
            instance_type     = "m7i.large"
            instance_platform = "Linux/UNIX"
            availability_zone = "us-east-1a"
            instance_count    = 4
          }

          ${M(`default`,A)}
        `,{"role: KarpenterNodeRole-demo":C`
            role: KarpenterNodeRole-demo
            capacityReservationSelectorTerms:
              - id: \${aws_ec2_capacity_reservation.nodes.id}
          `})],good:[w`
        resource "aws_ec2_capacity_reservation" "nodes" {
          instance_type     = "m7i.large"
          instance_platform = "Linux/UNIX"
          availability_zone = "us-east-1a"
          instance_count    = 4
        }

        ${M(`default`,k(C`
            role: KarpenterNodeRole-demo
            capacityReservationSelectorTerms:
              - tags:
                  team: search
          `))}
      `,w`
        resource "aws_ec2_capacity_reservation" "nodes" {
          instance_type     = "m7i.large"
          instance_platform = "Linux/UNIX"
          availability_zone = "us-east-1a"
          instance_count    = 4
          instance_match_criteria = "targeted"
        }

        ${M(`default`,A)}
      `]}}const Au=[{source:`aws.ec2`,type:`EC2 Spot Instance Interruption Warning`},{source:`aws.ec2`,type:`EC2 Instance State-change Notification`},{source:`aws.health`,type:`AWS Health Event`}],ju=(e,t)=>e.source.origin?.root===t.source.origin?.root,Mu=(e,t)=>{let[,n,r]=/^\$\{(aws_\w+)\.([\w-]+)\.\w+\}$/.exec(e)??[];return n===t?r:void 0};function Nu(e,{manifest:t,text:n}){let r=Mu(n,`aws_sqs_queue`);if(r!==void 0)return r===e.name&&ju(e,t);if(/^\$\{aws_\w+\./.test(n))return!1;let i=E(e,[`spec`,`name`]);return u(n)||i===void 0?void 0:n.split(/[:/]/).at(-1)===i}function Pu(e,t){let n=t.ofKind(`aws_cloudwatch_event_rule`),r=[],i=new Set;for(let a of t.ofKind(`aws_cloudwatch_event_target`)){let t=Nu(e,{manifest:a,text:h(a.get([`spec`,`arn`]))??"${unknown}"});if(t===!1)continue;let o=t?Fu(a,n):[];if(o.length===0)return;r.push(a);for(let e of o)i.add(e)}let a=Au.filter(e=>![...i].some(t=>Ru(t,e))),o=t.ofKind(`aws_cloudwatch_event_target`).map(e=>Fu(e,n)),s=o.some(e=>e.length===0),c=new Set(o.flat());return{targets:r,missing:a,withoutTarget:s?[]:n.filter(e=>!c.has(e)&&a.some(t=>zu(e,t)))}}function Fu(e,t){let n=h(e.get([`spec`,`rule`]))??``,r=Mu(n,`aws_cloudwatch_event_rule`);return t.filter(t=>r===void 0?E(t,[`spec`,`name`])===n:t.name===r&&ju(t,e))}function Iu(e){let t=e.get([`spec`,`event_pattern`]);if(t==null)return null;if(!(typeof t!=`string`||u(t)||t.length>Lu))try{return JSON.parse(t)}catch{return}}const Lu=1e4;function Ru(e,{source:t,type:n}){let r=Iu(e);if(r===void 0)return!0;let i=o(r),a=(e,t)=>{let n=i?.[e];return n===void 0||!Array.isArray(n)||n.some(e=>e===t||o(e))};return i!==void 0&&a(`source`,t)&&a(`detail-type`,n)}const zu=(e,{type:t})=>f(o(Iu(e))?.[`detail-type`]).includes(t);function Bu(e,t){let n=t.ofKind(`aws_sqs_queue_policy`).flatMap(t=>{let n=Nu(e,{manifest:t,text:h(t.get([`spec`,`queue_url`]))??"${unknown}"});return n===!1?[]:[{manifest:t,isOwn:n}]});if(!n.some(({isOwn:e})=>e===void 0))return[...e.get([`spec`,`policy`])===void 0?[]:[e],...n.map(({manifest:e})=>e)].map(e=>({manifest:e,allowsEvents:Vu(e,t)}))}function Vu(e,t){let n=Hu(e,t);if(!n)return;let r=n.filter(e=>e.effect===`Allow`&&$a(e,`sqs:SendMessage`)).map(({principals:e,isNegated:t})=>{let n=[...e.values()].flat();if(!(t||n.length===0||n.some(u)))return(e.get(`Service`)??[]).includes(`events.amazonaws.com`)||n.includes(`*`)});return r.includes(!0)?!0:r.includes(void 0)?void 0:!1}function Hu(e,t){let n=e.get([`spec`,`policy`]);if(e.isPartial||n===void 0)return;if(typeof n!=`string`)return Uu(n);let[,r]=/^\$\{data\.aws_iam_policy_document\.([\w-]+)\.json\}$/.exec(n)??[],i=t.ofKind(`IamPolicy`).filter(t=>t.name===r&&ju(t,e));if(i.length>0){let e=i.map(e=>e.isPartial?void 0:Uu(e.get([`spec`])));return e.includes(void 0)?void 0:e.flatMap(e=>e??[])}if(u(n))return;let a=Ja(n);return`statements`in a?a.statements:void 0}function Uu(e){let t=o(e)?.Statement;if(!Array.isArray(t)||t.some(e=>!o(e)&&d(e)))return;let n=Ja(JSON.stringify({Statement:t}));return`statements`in n?n.statements:void 0}const Wu=D({id:`interruption-events`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests(e,t){let n=e.manifests.filter(({kind:e})=>e===`aws_sqs_queue`);for(let e of new Set(n.map(t.clusterOf)))Ku(e,t)}},docs:{summary:`Some events that Karpenter needs do not reach its interruption queue.`,why:`EventBridge sends spot interruption warnings, health events and changes of instance states to the queue that Karpenter reads. It needs a rule for each event, a target for each rule, and a policy of the queue that lets it send. If one of them is missing, EventBridge drops the events without an error, and Karpenter does not drain the node. Karpenter only counts rebalance recommendations, so they are not required. Reported only when Terraform creates the queue without Karpenter’s module, and at least one of the rules, targets and policies.`,help:"Create a rule and a target for each event, and a queue policy that allows `events.amazonaws.com` the action `sqs:SendMessage`.",url:`https://karpenter.sh/docs/reference/cloudformation/#interruption-handling`},examples:Qu}),Gu=/event|sqs|queue|notif|interrupt|spot/i;function Ku(e,t){let n=Yo(e).map(({manifest:e})=>e);if(!(e.ofKind(`unread_module`).some(e=>Gu.test(h(e.get([`spec`,`source`]))??``))||ts(e)||n.some(({kind:e})=>e===`module`)))for(let r of n)qu(r)||Ju(r,e,t)}const qu=e=>/dlq|dead/i.test(`${e.name} ${h(e.get([`spec`,`name`]))??``}`);function Ju(e,t,n){let r=Pu(e,t),i=Bu(e,t);if(!(r&&i&&(r.targets.length>0||r.withoutTarget.length>0||i.length>0))||e.isPartial||(r.missing.length>0&&Zu(e,r,n),r.targets.length===0||r.targets.some(e=>e.get([`spec`,`role_arn`])!==void 0))||i.some(({allowsEvents:e})=>e!==!1))return;let[a]=i;n.report({manifest:e,at:e.span(Yu(e)),message:`No policy lets EventBridge send events to the queue ${Xu(e)}, so the queue stays empty and Karpenter does not drain nodes that AWS stops`,help:a?"Allow `events.amazonaws.com` the action `sqs:SendMessage` in the policy of the queue.":`Create an \`aws_sqs_queue_policy\` for \`aws_sqs_queue.${e.name}\` that allows \`events.amazonaws.com\` the action \`sqs:SendMessage\`.`,labels:a?[{span:a.manifest.span([`spec`,`policy`]),message:`the policy of the queue`}]:[]})}const Yu=e=>e.get([`spec`,`name`])===void 0?[`metadata`,`name`]:[`spec`,`name`],Xu=e=>`\`${E(e,[`spec`,`name`])??e.name}\``;function Zu(e,{missing:t,withoutTarget:n},r){let[i]=n,a=t.length>1;r.report({manifest:e,at:e.span(Yu(e)),message:`No EventBridge rule sends ${R(t.map(({type:e})=>e),` and `)} to the queue ${Xu(e)}, so Karpenter does not drain nodes after ${a?`these events`:`this event`}`,help:i?`Create an \`aws_cloudwatch_event_target\` with this queue for \`aws_cloudwatch_event_rule.${i.name}\`.`:`Create an \`aws_cloudwatch_event_rule\` for ${a?`each of them`:`it`}, with this queue as its target.`,labels:n.slice(0,3).map(e=>({span:e.span([`metadata`,`name`]),message:`this rule does not have the queue as a target`}))})}function Qu(){let e=(e,t,n)=>w`
      resource "aws_cloudwatch_event_rule" "${e}" {
        event_pattern = jsonencode({ source = ["${t}"], detail-type = ["${n}"] })
      }
    `.text,t=e=>w`
      resource "aws_cloudwatch_event_target" "${e}" {
        rule = aws_cloudwatch_event_rule.${e}.name
        arn  = aws_sqs_queue.karpenter.arn
      }
    `.text,n=e(`spot`,`aws.ec2`,`EC2 Spot Instance Interruption Warning`),r=e(`state`,`aws.ec2`,`EC2 Instance State-change Notification`),i=e(`health`,`aws.health`,`AWS Health Event`),a=e=>w`
    resource "aws_sqs_queue" "karpenter" {
      name = "karpenter-orders"
    }

    ${e}
  `,o=e=>w`
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
`),c=o(`events.amazonaws.com`),l=`resource "aws_sqs_queue" "karpenter" {`;return{bad:[S(a([n,r,t(`state`),i,t(`health`),c].join(`
`)),{[l]:`${t(`spot`)}\n${l}`}),S(a([n,t(`spot`),r,t(`state`),c].join(`
`)),{[l]:`${i}\n${t(`health`)}\n${l}`}),S(a(s),{[l]:`${c}\n${l}`}),S(a(`${s}\n${o(`sns.amazonaws.com`)}`),{"sns.amazonaws.com":`events.amazonaws.com`})],good:[a(`${s}\n${c}`),w`
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
      `,a(``)]}}const $u=D({id:`interruption-queue`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[81],on:{Manifests(e,t){for(let n of yt(e))ed(n,t)}},docs:{summary:"Karpenter’s `interruptionQueue` is not the queue that Terraform creates for it.",why:`AWS sends spot interruptions, health events and rebalance recommendations through an SQS queue. If Karpenter has the name of another queue, or of a queue that does not exist, it receives nothing. When AWS then reclaims a spot node, Karpenter does not move its pods in the two minutes before. Older versions of Karpenter do not even start. Reported only when Terraform creates the queue for the cluster of the release. The values may be in another folder.`,help:"Set `interruptionQueue` to the name of the queue. In Terraform, refer to the queue’s name, such as `module.karpenter.queue_name` or `aws_sqs_queue.karpenter.name`.",url:`https://karpenter.sh/docs/concepts/disruption/#interruption`},examples:rd});function ed(e,t){let{manifest:n}=e,r=td(e).find(e=>n.get(e)!==void 0),i=r&&E(n,r);if(!r||!i||/[:/]/.test(i))return;let a=Yo(t.clusterOf(n)),[o]=a;o&&!a.some(({name:e})=>e===void 0||e===i)&&t.report({manifest:n,at:n.span(r),message:`\`${r.at(-1)}\` is \`${i}\`, but the queue that Terraform creates for Karpenter is named \`${o.name}\``,help:Cc(n,o.manifest)?`Refer to the queue’s name: \`${nd(o.manifest)}\`.`:`Set \`${r.at(-1)}: ${o.name}\`.`,labels:[{span:o.manifest.span(o.path),message:`the queue${Q(n,o.manifest,t)}`}]})}const td=({chart:e,values:t})=>e===`karpenter`?[[...t,`settings`,`interruptionQueue`],[...t,`settings`,`aws`,`interruptionQueueName`]]:[],nd=({kind:e,name:t})=>e===`module`?`module.${t}.queue_name`:`${e}.${t}.name`;function rd(){return{bad:[S(w`
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
        `,{'"karpenter-prod"':`aws_sqs_queue.karpenter.name`})],good:[w`
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
      `,w`
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
      `]}}const id=D({id:`isolated-vpc`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[97],on:{Manifests(e,{clusterOf:t,report:n}){for(let{manifest:r,chart:i,values:a}of yt(e)){if(i!==`karpenter`||r.isPartial)continue;let e=[...a,`settings`,`isolatedVPC`];if(r.get(e)!==void 0)continue;let o=t(r).ofKind(`module`).filter(e=>Y(e)===`vpc`),[s]=o;o.length===1&&s&&!s.isPartial&&f(s.get([`spec`,`private_subnets`])).length!==0&&(ad.some(e=>![void 0,!1].includes(s.get([`spec`,e])))||n({manifest:r,at:r.span(e),message:"The VPC of the cluster has only private subnets and no NAT gateway, but `isolatedVPC` is not set, so Karpenter waits for prices that it cannot fetch",help:"Set `settings.isolatedVPC` to `true`, unless traffic leaves the VPC in another way.",labels:[{span:s.span([`spec`,`private_subnets`]),message:`the private subnets`}]}))}}},docs:{summary:"Karpenter runs in a VPC without internet access, but `isolatedVPC` is not set.",why:"Karpenter asks the AWS Pricing API for on-demand prices, and there is no VPC endpoint for that API. If nodes cannot reach the internet, each attempt waits until it times out, and errors fill the log. With `isolatedVPC` Karpenter uses the prices that it was built with. Reported only when Terraform creates the VPC of the cluster with only private subnets and no NAT gateway.",help:"Set `settings.isolatedVPC` to `true`, unless traffic leaves the VPC in another way, such as through a transit gateway.",url:`https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/#private-clusters`},examples:od}),ad=[`public_subnets`,`enable_nat_gateway`,`enable_vpn_gateway`,`enable_ipv6`,`create_egress_only_igw`,`propagate_private_route_tables_vgw`];function od(){return{bad:[S(w`
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
{ name = "settings.isolatedVPC", value = "true" },`})],good:[w`
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
      `,w`
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
      `]}}const sd=D({id:`kops-karpenter`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests:ld},docs:{summary:`A kOps specification uses Karpenter in a way that kOps or Karpenter does not support.`,why:"For each InstanceGroup with `manager: Karpenter`, kOps creates a NodePool. It installs Karpenter if the cluster enables it. Karpenter needs permissions for its service account there, and it cannot manage control plane nodes. Without a mixed instances policy, it can launch only the one `machineType`.",help:"Enable Karpenter and `iam.useServiceAccountExternalPermissions` in the Cluster. Remove `manager: Karpenter` from groups of the control plane, and list instance types under `mixedInstancesPolicy`.",url:`https://kops.sigs.k8s.io/operations/karpenter/`},examples:pd}),cd=({apiVersion:e})=>v(e)===`kops.k8s.io`;function ld(e,t){let n=e.manifests.filter(e=>e.kind===`Cluster`&&cd(e)&&!e.isPartial),r=e.manifests.filter(e=>e.kind===`InstanceGroup`&&cd(e)&&e.get([`spec`,`manager`])===`Karpenter`);for(let e of n)ud(e,r,t);for(let e of r)fd(e,t)}function ud(e,t,{report:n,clusterOf:r}){let i=e.get([`spec`,`karpenter`,`enabled`])===!0,a=t.find(t=>r(t)===r(e)&&dd(t)===e.name);a&&!i&&n({manifest:e,at:e.span([`spec`,`karpenter`,`enabled`]),message:`InstanceGroup \`${a.name}\` has \`manager: Karpenter\`, but \`${e.name}\` does not enable Karpenter, so nothing launches nodes for this group`,help:"Set `spec.karpenter.enabled: true`.",labels:[{span:a.span([`spec`,`manager`]),message:`this group expects Karpenter`}]});let o=[`spec`,`iam`,`useServiceAccountExternalPermissions`],s=e.get(o);i&&(s===void 0||s===!1)&&n({manifest:e,at:e.span(o),message:`Karpenter needs external permissions for service accounts, which this cluster does not enable, so kOps rejects it`,help:"Set `spec.iam.useServiceAccountExternalPermissions: true`, and set a discovery store in `spec.serviceAccountIssuerDiscovery`."})}const dd=e=>h(o(e.get([`metadata`,`labels`]))?.[`kops.k8s.io/cluster`]);function fd(e,{report:t}){let n=h(e.get([`spec`,`role`]))??``;/^(?:control-?plane|master|apiserver)$/i.test(n)&&t({manifest:e,at:e.span([`spec`,`manager`]),message:`InstanceGroup \`${e.name}\` belongs to the control plane, whose nodes Karpenter cannot manage`,help:"Remove `manager`, so that an auto scaling group manages these nodes."});let r=h(e.get([`spec`,`machineType`]))??``,i=/^[a-z][\w-]*\.[\w-]+$/.test(r);n===`Node`&&i&&e.get([`spec`,`mixedInstancesPolicy`])===void 0&&!e.isPartial&&t({manifest:e,at:e.span([`spec`,`machineType`]),severity:`note`,message:`Karpenter can launch only ${r} for InstanceGroup \`${e.name}\`, so it has no choice when AWS runs out of this type`,help:"List several instance types under `mixedInstancesPolicy.instances`."})}function pd(){return{bad:[S(C`
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
        `,{"cloudProvider: aws":C`
            cloudProvider: aws
            karpenter:
              enabled: true
          `}),S(C`
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
        `,{"cloudProvider: aws":C`
            cloudProvider: aws
            iam:
              useServiceAccountExternalPermissions: true
            serviceAccountIssuerDiscovery:
              discoveryStore: s3://demo-oidc
          `}),S(C`
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
        `,{"manager: Karpenter":``}),S(C`
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
        `,{"machineType: m7i.large":C`
            machineType: m7i.large
            mixedInstancesPolicy:
              instances: [m7i.large, m7a.large]
          `})],good:[C`
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
      `,C`
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
      `]}}const md=[{field:`maxPods`,spelt:/--max-pods[= ]\d|^[ \t]*maxPods:|^[ \t]*"?max-pods"?\s*=/m},{field:`kubeReserved`,spelt:/--kube-reserved[= ]|^[ \t]*kubeReserved:|^[ \t]*\[settings\.kubernetes\.kube-reserved\]/m},{field:`systemReserved`,spelt:/--system-reserved[= ]|^[ \t]*systemReserved:|^[ \t]*\[settings\.kubernetes\.system-reserved\]/m},{field:`evictionHard`,spelt:/--eviction-hard[= ]|^[ \t]*evictionHard:|^[ \t]*\[settings\.kubernetes\.eviction-hard\]/m}],hd=D({id:`kubelet-in-user-data`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[56],on:{NodeClass(e,{report:t}){let n=Xt(e);if(n===void 0||Yt(e)===void 0)return;let r=n.replaceAll(/^[ \t]*#.*$/gm,``);if(e.apiVersion!==`karpenter.k8s.aws/v1`)return;let i=o(e.get([`spec`,`kubelet`]))??{},a=md.filter(({field:e,spelt:t})=>!Object.hasOwn(i,e)&&t.test(r));if(a.length===0)return;let s=a.map(({field:e})=>`\`${e}\``).join(`, `);t({at:e.keySpan([`spec`,`userData`]),message:`User data sets ${s}, which Karpenter does not read there, so it sizes nodes incorrectly`,help:`Move ${s} to \`spec.kubelet\`.`})}},docs:{summary:`User data sets kubelet settings that Karpenter does not read there, so it sizes nodes incorrectly.`,why:"Karpenter works out what fits on a node from `spec.kubelet` of the EC2NodeClass, and never from user data. With another `maxPods` or another reservation there, nodes are smaller or larger than Karpenter assumes. If they are smaller, pods stay pending and Karpenter launches more nodes. If they are larger, they stay half empty. For Amazon Linux 2023 Karpenter’s own settings win anyway, so those in the user data have no effect.",help:"Move the setting to `spec.kubelet`. Karpenter then writes it into the user data itself.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:gd});function gd(){return{bad:[S(k(C`
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
userData: |`}),S(k(C`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            [settings.kubernetes]
            kube-api-qps = 30
            max-pods = 42
        `),{"max-pods = 42":``,"userData: |":`kubelet:
  maxPods: 42
userData: |`})],good:[k(C`
        amiSelectorTerms:
          - alias: al2023@v20260715
        kubelet:
          maxPods: 42
      `),k(C`
        amiSelectorTerms:
          - alias: al2023@v20260715
        userData: |
          apiVersion: node.eks.aws/v1alpha1
          kind: NodeConfig
          spec:
            kubelet:
              config:
                shutdownGracePeriod: 30s
      `),k(C`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          kubelet:
            maxPods: 42
          userData: |
            #!/bin/bash
            /opt/company/join-cluster --max-pods=42
        `,`ubuntu`)]}}const _d=[x.instanceType,x.instanceFamily,x.instanceCategory,x.instanceGeneration],vd=D({id:`lost-defaults`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[9],on:{Manifests(e,{report:t,base:n}){let r=new Map([...n?yd(n):[],...yd(e)].map(e=>[e.name,e]));for(let n of P(e)){let e=r.get(n.name);if(!e||n.isPartial||e.isPartial)continue;let i=Ht(n).map(({key:e})=>b(e)),a=bd(e).filter(({key:e})=>!i.some(t=>xd(t,e)));a.length!==0&&t({manifest:n,at:n.keySpan([`spec`,`template`,`spec`,`requirements`]),message:`Provisioner \`${n.name}\` had the defaults ${a.map(Sd).join(`, `)}, which NodePool \`${n.name}\` does not have`,help:`Add a requirement for each of these keys, with the old value or the one that you want.`})}}},docs:{summary:`A NodePool replaces a Provisioner, but does not have the requirements that v1alpha5 added by default.`,why:`A Provisioner had defaults: amd64, on-demand and the newer generations of the categories c, m and r. A NodePool has none of them. Once it replaces the Provisioner, Karpenter may launch arm64 nodes for images that are built for amd64, and spot nodes for workloads that cannot handle interruptions. It may also launch burstable, GPU or old instance types if they are cheap.`,help:`Add the old defaults as requirements of the NodePool, or the requirements that should replace them.`,url:`https://karpenter.sh/v0.32/upgrading/v1beta1-migration/`},examples:Cd}),yd=e=>e.manifests.filter(({kind:e,apiVersion:t})=>e===`Provisioner`&&v(t)===`karpenter.sh`),bd=e=>Ht(e).filter(({path:e,key:t})=>e.length===1&&t!==x.os),xd=(e,t)=>e===t||_d.includes(t)&&_d.includes(e),Sd=({key:e,operator:t,values:n})=>`\`${e} ${t} ${n.map(({text:e})=>e).join(`, `)}\``;function Cd(){return{bad:[S(T({karpenter:`0.32`},N(C`
              apiVersion: karpenter.sh/v1alpha5
              kind: Provisioner
              metadata:
                name: default
              spec:
                limits:
                  resources:
                    cpu: 100
            `,O({apiVersion:`karpenter.sh/v1beta1`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`]}))),{"requirements:":C`
            requirements:
              - key: kubernetes.io/arch
                operator: In
                values: [amd64]
              - key: karpenter.sh/capacity-type
                operator: In
                values: [on-demand]
          `})],good:[T({karpenter:`0.32`},N(C`
            apiVersion: karpenter.sh/v1alpha5
            kind: Provisioner
            metadata:
              name: default
            spec:
              limits:
                resources:
                  cpu: 100
          `,O({apiVersion:`karpenter.sh/v1beta1`,requirements:[`kubernetes.io/arch In [amd64]`,`karpenter.sh/capacity-type In [on-demand]`,`karpenter.k8s.aws/instance-family In [m5, c5]`]}))),T({karpenter:`0.37`},O({apiVersion:`karpenter.sh/v1beta1`,name:`never-was-a-provisioner`}))]}}const wd=(e,t)=>e.price(t,`on-demand`,e.zonesOf(t)[0]??``)?.hourlyUsd;function Td(e){let t=new WeakMap;return(n,r)=>{let i=t.get(n)??{value:e(n,r)};return t.set(n,i),i.value}}const Ed=D({id:`min-values-exotic`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[24],on:{NodePool:Dd},docs:{summary:"A NodePool with `minValues` allows bare metal and accelerators, which Karpenter otherwise avoids.",why:"If ordinary instance types are enough, Karpenter removes bare metal types and types with accelerators from the candidates of a launch. It also removes spot types that cost more than on-demand. With `minValues` it removes neither, to keep enough variety. A small pod may then get a machine with 96 cores that takes minutes to start.",help:"List only the instance categories that you want, and exclude bare metal with `karpenter.k8s.aws/instance-hypervisor In [nitro]`.",url:`https://karpenter.sh/docs/concepts/nodepools/#min-values`},examples:jd});function Dd(e,{report:t,catalog:n,compatible:r,settings:i}){let a=Qn(n),o=I(e).find(({path:t})=>e.get([...t,`minValues`])!==void 0),s=o&&r(e);if(!a||!s?.isExact||i.karpenter.minValuesPolicy===`BestEffort`)return;let c=Od(s,a);c!==void 0&&t({at:e.span([...o.path,`minValues`]),message:`With \`minValues\`, Karpenter may also launch the ${c.count} of ${s.names.length} instance types of \`${e.name}\` that are bare metal or have accelerators${c.gap}`,help:"If you do not want them, list only the categories that you want, and exclude bare metal with `karpenter.k8s.aws/instance-hypervisor In [nitro]`."})}const Od=Td(({names:e},t)=>{let n=e.map(e=>t.type(e)),r=new Set(n.filter(Ad).map(({name:e})=>e));if(!n.some(kd)||r.size===n.length)return;let i=e.map(e=>({name:e,usd:wd(t,e)??0})).filter(({usd:e})=>e>0).sort((e,t)=>e.usd-t.usd||_(e.name,t.name)),[a]=i,o=i.findLast(({name:e})=>r.has(e)),s=a&&o?`, up to ${o.name} at $${o.usd.toFixed(2)}/hour, while ${a.name} costs $${a.usd.toFixed(4)}/hour`:``;return{count:r.size,gap:s}}),kd=({gpus:e,accelerator:t,neuron:n})=>e.length>0||t!==void 0||n!==void 0,Ad=e=>e.isBareMetal||kd(e);function jd(){return{bad:[S(N(O({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:C`
              - key: karpenter.sh/capacity-type
                operator: In
                values: [on-demand, spot]
              - key: karpenter.k8s.aws/instance-category
                operator: In
                values: [c, m, g]
              - key: karpenter.k8s.aws/instance-family
                operator: Exists
                minValues: 5
            `}),A),{"[c, m, g]":`[c, m]`,"requirements:":C`
            requirements:
              - key: karpenter.k8s.aws/instance-hypervisor
                operator: In
                values: [nitro]
          `})],good:[N(O({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:C`
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
          `}),A),N(O({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand, spot]`,`karpenter.k8s.aws/instance-category In [c, m, g]`]}),A)]}}const Md=D({id:`node-access`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[70],on:{Manifests(e,t){for(let n of L(e))Nd(n,t)}},docs:{summary:`The role of a node class has no access to the cluster, or loses it with this change.`,why:"A node can join a cluster only if its role has an access entry or is listed in the ConfigMap `aws-auth`. Without it, instances start, but the API server rejects their kubelets. Managed node groups need neither, because EKS adds their role itself. When the last node group with a role goes, EKS removes the role again, and all Karpenter nodes that share it lose the cluster. This loss is an error. A role that has no access at all is reported only when the files create the role and list who may join.",help:"Create an access entry of type `EC2_LINUX` for the role, or list the role in `aws-auth` as the other roles of nodes.",url:`https://docs.aws.amazon.com/eks/latest/userguide/access-entries.html`},examples:Vd});function Nd(e,t){let n=t.clusterOf(e),r=e.isPartial?void 0:Ss(e,n);if(!r||Es(r,ws(n))!==!1)return;let i=Id(e,r,t);i.length>0?zd(e,{role:r,lost:i},t):Bd(e,r,t)}const Pd=({name:e,address:t})=>`\`${e??t?.split(`: `)[1]??``}\``,Fd=e=>e.get([`spec`,`role`])===void 0?`instanceProfile`:`role`;function Id(e,t,n){let r=Ld(e,n.base),i=r&&n.baseClusterOf(r),a=r&&Ss(r,i);if(!i||!a||xs(a,t)!==!0)return[];let o=ws(i).grants.filter(e=>xs(e.role,a)===!0),s=n.clusterOf(e);return o.every(({manifest:e})=>Rd(e,s))?o:[]}function Ld(e,t){let n=t?L(t).filter(({name:t})=>t===e.name):[];return n.find(({source:t})=>t.file===e.source.file)??(n.length===1?n[0]:void 0)}const Rd=(e,{manifests:t})=>t.some(t=>t.source.file===e.source.file||Cc(t,e));function zd(e,{role:t,lost:n},{report:r}){let i=n.some(({by:e})=>e===`nodeGroup`);r({manifest:e,severity:`error`,at:e.span([`spec`,Fd(e)]),message:i?`All nodes of \`${e.name}\` lose access to the cluster, because this change removes the last node group with the role ${Pd(t)}. EKS removes the access of a role with its last node group`:`All nodes of \`${e.name}\` lose access to the cluster, because this change removes the access of the role ${Pd(t)}`,help:"Create an access entry of type `EC2_LINUX` for this role in the same change."})}function Bd(e,t,n){let r=n.clusterOf(e),i=$o(r).roles.find(({address:e})=>e===t.address),{grants:a}=ws(r),o=a.find(({by:e})=>e===`entry`);if(i?.manifest.kind!==`aws_iam_role`||!(o||Ks(r))||t.name!==void 0&&ks(n).has(t.name))return;let s=o?.manifest.kind===`ConfigMap`||o?.manifest.kind===`kubernetes_config_map`;n.report({manifest:e,at:e.span([`spec`,Fd(e)]),message:`The role ${Pd(t)} of \`${e.name}\` has no access to the cluster, so its nodes never join`,help:s?"Add the role to `mapRoles`, with the same user name and groups as the other roles of nodes.":"Create an access entry of type `EC2_LINUX` for this role.",labels:[{span:i.manifest.span(i.path),message:`the role${Q(e,i.manifest,n)}`},...o?[{span:o.manifest.span(o.path),message:`the access of other nodes`}]:[]]})}function Vd(){let e=e=>w`
    resource "aws_iam_role" "nodes" {
      name = "orders-nodes"
    }

    resource "aws_iam_role" "karpenter" {
      name = "orders-karpenter-nodes"
    }

    ${e}

    ${M(`default`,k(`role: orders-karpenter-nodes`))}
  `,t=(e,t)=>w`
    resource "aws_eks_access_entry" "${e}" {
      cluster_name  = "orders"
      principal_arn = aws_iam_role.${t}.arn
      type          = "EC2_LINUX"
    }
  `.text,n=w`
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
  `.text;return{bad:[S(e(t(`nodes`,`nodes`)),{'resource "aws_eks_access_entry" "nodes" {':`${t(`karpenter`,`karpenter`)}\nresource "aws_eks_access_entry" "nodes" {`}),S(e(n),{"mapRoles = yamlencode([":`mapRoles = yamlencode([
          {
            rolearn  = aws_iam_role.karpenter.arn
            username = "system:node:{{EC2PrivateDNSName}}"
            groups   = ["system:bootstrappers", "system:nodes"]
          },`})],good:[e(`${t(`nodes`,`nodes`)}\n${t(`karpenter`,`karpenter`)}`),e(`${t(`nodes`,`nodes`)}
        resource "aws_eks_node_group" "system" {
          cluster_name    = "orders"
          node_group_name = "system"
          node_role_arn   = aws_iam_role.karpenter.arn
        }`),e(t(`nodes`,`nodes`).replace(`aws_iam_role.nodes.arn`,`var.node_role_arn`)),e(``)]}}const Hd=e=>et(e)||e.length<5||/\d/.test(e)||/^(?:north|south|east|west|central)/.test(e);function Ud(e,t){if(e===t)return!0;if(Math.max(e.length,t.length)>100)return!1;let[n,r]=[Wd(e),Wd(t)],[i,a]=n.length<=r.length?[n,r]:[r,n];return i.length<a.length?i.every(e=>a.includes(e)):i.every((e,t)=>Gd(e,a[t]))}const Wd=e=>e.toLowerCase().split(/[-_./]/),Gd=(e,t)=>e===t||!Hd(e)&&!Hd(t)&&n(e,t)<=2,Kd=[[`dev`,`develop`,`development`],[`test`,`testing`],[`int`,`integration`],[`stage`,`staging`,`stg`],[`prod`,`production`,`prd`]],qd=e=>Kd.find(t=>t.includes(e))?.[0]??e,Jd=e=>e.toLowerCase().replace(/\bpre-prod\b/,`preprod`).split(/[-_.]/).map(qd).sort().join(`-`);function Yd(e,t){if(e===t)return!0;let[n,r]=[e.split(`-`),t.split(`-`)],[i,a]=n.length<=r.length?[n,r]:[r,n];return i.length<a.length&&i.some(et)&&i.every(e=>a.includes(e))}const Xd=D({id:`node-role-exists`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[68],on:{Manifests(e,t){for(let n of L(e))for(let e of[`role`,`instanceProfile`])Qd(n,e,t)}},docs:{summary:`A node class names a role or instance profile that is almost, but not exactly, the one that the files create.`,why:`Karpenter launches nodes only with a role or instance profile that exists. If the name has a typing mistake, or is that of another environment, the node class is not ready, or its nodes cannot join the cluster. Karpenter’s Terraform module also adds a random suffix to the name of the role by default. Reported only when the files of the cluster create the role and its name is known. A completely different name may be that of a role from elsewhere.`,help:"Use the name of the role that the files create. With Karpenter’s module, set `node_iam_role_use_name_prefix = false`, or refer to the output `node_iam_role_name`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specrole`},examples:sf}),Zd={role:`role`,instanceProfile:`instance profile`};function Qd(e,t,n){let r=E(e,[`spec`,t]);if(e.isPartial||r===void 0||/[:/]/.test(r)||ks(n).has(r))return;let{roles:i,profiles:a,mayBeMore:o}=$o(n.clusterOf(e)),[s,c]=t===`role`?[i,a]:[a,i];if(o||s.some(e=>e.canBeNamed(r)))return;let l={nodeClass:e,field:t,written:r,created:s},u=s.find(({prefix:e})=>e===r||e===`${r}-`);u?$d(l,u,n):ef(l,c,n)}function $d({nodeClass:e,field:t,written:n},r,i){let{manifest:a,path:o}=r,s=a.kind===`module`,c=s?`module.${a.name}`:`${a.kind}.${a.name}`,l=s?t===`role`?`node_iam_role_name`:`instance_profile_name`:`name`,u=Cc(e,a)?`, or refer to \`${c}.${l}\``:``;i.report({manifest:e,at:e.span([`spec`,t]),message:`\`${e.name}\` uses the ${Zd[t]} \`${n}\`, but Terraform adds a suffix to this name, so there is no ${Zd[t]} with exactly this name`,help:s?`Set \`${fs(a).usesPrefix} = false\` in \`${c}\`${u}.`:`Set \`name = "${n}"\` instead of \`name_prefix\` in \`${c}\`${u}.`,labels:[{span:a.span(o),message:`the beginning of its name${Q(e,a,i)}`}]})}function ef(e,t,n){let{nodeClass:r,field:i,written:a,created:o}=e,s=n.clusterOf(r).environment??``,c=n.all.manifests.some(e=>e.kind===`aws_iam_role`&&E(e,[`spec`,`name`])===a),l=o.filter(({name:e})=>e!==void 0),u=t.some(({name:e})=>e===a),d=l.filter(({name:e})=>u||!c&&rf(a,e)||of(s,{written:a,name:e})&&!af(r,a,e)),[f]=d;!f||new Set(d.map(({name:e})=>e)).size>1||n.report({manifest:r,at:r.span([`spec`,i]),message:u?`\`${a}\` is the name of ${i===`role`?`an instance profile`:`a role`}. The ${Zd[i]} that ${f.tool} creates is named \`${f.name}\``:`\`${r.name}\` uses the ${Zd[i]} \`${a}\` instead of \`${f.name}\`, which ${f.tool} creates`,help:`Set \`${i}: ${f.name}\`.`,labels:[{span:f.manifest.span(f.path),message:`the ${Zd[i]}${Q(r,f.manifest,n)}`}]})}const tf=e=>e.split(/[-_.,+=@]/);function nf(e,t){let[n,r]=[tf(e),tf(t)];if(n.length!==r.length)return;let i=n.flatMap((e,t)=>e===r[t]?[]:[[e,r[t]]]);return i.length===1?i[0]:void 0}function rf(e,t){let[r,i]=[e,t].map(e=>tf(e.toLowerCase()));if(r.join(``)===i.join(``))return!0;let a=nf(e.toLowerCase(),t.toLowerCase());return a!==void 0&&!a.some(Hd)&&n(...a)===1}function af(e,t,n){let[r=``]=nf(t,n)??[],i=e.span([]).file.split(`/`).at(-1);return[...tf(e.name),...tf(i)].some(e=>Jd(e)===Jd(r))}function of(e,{written:t,name:n}){let[r,i]=nf(t,n)??[];if(r===void 0||i===void 0||![r,i].every(et))return!1;let a=Jd(e).split(`-`);return a.includes(Jd(i))&&!a.includes(Jd(r))}function sf(){let e=(e,t)=>w`
    module "karpenter" {
      source  = "terraform-aws-modules/eks/aws//modules/karpenter"
      version = "~> 21.0"

      cluster_name = "orders"
      ${e}
    }

    ${M(`default`,k(`role: ${t}`))}
  `;return{bad:[S(e(``,`Karpenter-orders`),{'cluster_name = "orders"':`cluster_name = "orders"
node_iam_role_use_name_prefix = false`},{"role: Karpenter-orders":"role: ${module.karpenter.node_iam_role_name}"}),S(w`
          resource "aws_iam_role" "nodes" {
            name = "KarpenterNodeRole-orders"
          }

          ${M(`default`,k(`role: KarpenterNodesRole-orders`))}
        `,{"role: KarpenterNodesRole-orders":`role: KarpenterNodeRole-orders`}),S(w`
          resource "aws_iam_role" "nodes" {
            name = "KarpenterNodeRole-orders"
          }

          resource "aws_iam_instance_profile" "nodes" {
            name = "KarpenterNodeInstanceProfile-orders"
            role = aws_iam_role.nodes.name
          }

          ${M(`default`,k(`instanceProfile: KarpenterNodeRole-orders`))}
        `,{"instanceProfile: KarpenterNodeRole-orders":`instanceProfile: KarpenterNodeInstanceProfile-orders`})],good:[e(`node_iam_role_use_name_prefix = false`,`Karpenter-orders`),e(`node_iam_role_name = var.role`,`Karpenter-orders`),e(``,`KarpenterNodeRole-of-another-team`),w`
        resource "aws_iam_role" "nodes" {
          name = "KarpenterNodeRole-orders-1"
        }

        ${M(`default`,k(`role: KarpenterNodeRole-orders-2`))}
      `]}}const cf=D({id:`older-generation`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[],on:{NodePool:lf,Provisioner:lf},docs:{summary:`Every instance type of a NodePool is of an old generation, and a newer one costs less.`,why:`Newer generations cost less than those from a decade ago, are faster, and are less often short in supply. A NodePool that names only old families pays more for less, and nothing in the cluster shows it. This rule compares the prices of the region for instance types of similar size and memory with CPUs of the same manufacturer.`,help:"Allow the newer families, by name or with `karpenter.k8s.aws/instance-generation`.",url:`https://karpenter.sh/docs/concepts/nodepools/#instance-types`},examples:gf});function lf(e,{report:t,catalog:n,compatible:r}){let i=Qn(n),a=r(e);if(!i||!a?.isExact||a.names.length===0||a.names.length>60)return;let o=uf(a,i);o&&t({at:e.span(Gt(e)),message:`All instance types of \`${e.name}\` are of old generations: ${o.newer} is newer than ${o.name} and costs ${o.percent}% less per vCPU`,help:`Allow newer families, such as \`${o.newer.split(`.`)[0]}\`.`})}const uf=Td(({names:e},t)=>{let[n,...r]=e.map(e=>df(t.type(e),t));return r.every(e=>e!==void 0)?n:void 0});function df(e,t){let n=pf(e),r=hf(e,t);if(!n||r===void 0||e.gpus.length>0)return;let[i]=t.types.filter(t=>ff(e,t)&&mf(n,pf(t))).flatMap(e=>{let n=hf(e,t);return n===void 0||n>r*.97?[]:[{name:e.name,cost:n}]}).sort((e,t)=>e.cost-t.cost||_(e.name,t.name));return i&&{name:e.name,newer:i.name,percent:Math.round((1-i.cost/r)*100)}}const ff=(e,t)=>t.vcpus>=e.vcpus*.75&&t.vcpus<=e.vcpus*1.25&&t.memoryMib/t.vcpus>=e.memoryMib/e.vcpus*.97&&t.architecture===e.architecture&&t.cpuManufacturer===e.cpuManufacturer&&t.isBareMetal===e.isBareMetal&&t.gpus.length===0&&(t.instanceStoreGb??0)>=(e.instanceStoreGb??0);function pf({family:e}){let t=/^([a-z]+)(\d+)([a-z-]*)$/.exec(e);return t?{category:t[1],generation:Number(t[2]),suffix:t[3]}:void 0}function mf(e,t){let n=[...e.suffix].filter(e=>!`aig`.includes(e));return t!==void 0&&t.category===e.category&&t.generation>e.generation&&!t.suffix.includes(`flex`)&&n.every(e=>t.suffix.includes(e))}function hf({name:e,vcpus:t},n){let r=wd(n,e);return r===void 0?void 0:r/t}function gf(){return{bad:[S(N(O({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m4, c4]`,`karpenter.sh/capacity-type In [on-demand]`]}),A),{"[m4, c4]":`[m4, c4, c5]`})],good:[N(O({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m4, m5]`,`karpenter.sh/capacity-type In [on-demand]`]}),A),N(O({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m5, c5]`,`karpenter.sh/capacity-type In [on-demand]`]}),A)]}}const _f=D({id:`owned-security-groups`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[78],on:{Manifests(e,t){for(let n of L(e))yf(n,t)}},docs:{summary:"A node class selects several security groups with the tag `kubernetes.io/cluster/NAME`.",why:"The AWS load balancer controller and the in-tree controller expect exactly one security group with the tag `kubernetes.io/cluster/NAME` on a node. If a node has two, they stop with “multiple tagged security groups” and no longer register targets. Reported only when Terraform creates the security groups, for the cluster of the node class.",help:`Remove the tag from all of them but one.`,url:`https://karpenter.sh/docs/troubleshooting/`},examples:bf}),vf=`kubernetes.io/cluster/`;function yf(e,{clusterOf:t,report:n}){if(e.isPartial)return;let r=Oo(e,`securityGroup`).filter(({tags:e,hasOther:t})=>!t&&e.length>0&&e.every(({isKnown:e})=>e)),[i,a]=t(e).ofKind(`aws_security_group`).filter(e=>{let t=o(e.get([`spec`,`tags`]))??{};return r.some(e=>e.tags.every(({key:e,value:n})=>h(t[e])===n))&&Object.keys(t).some(e=>e.startsWith(vf)&&!u(e))});i&&a&&n({manifest:e,at:e.keySpan([`spec`,`securityGroupSelectorTerms`]),message:`\`${e.name}\` selects the security groups \`${i.name}\` and \`${a.name}\`, which both have a tag \`${vf}…\`, but the load balancer controller accepts only one`,help:`Remove the tag \`${vf}…\` from one of them.`,labels:[i,a].map(e=>({span:e.span([`spec`,`tags`]),message:`has the tag`}))})}function bf(){return{bad:[S(w`
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

          ${M(`default`,k(C`
              role: KarpenterNodeRole-demo
              securityGroupSelectorTerms:
                - tags:
                    karpenter.sh/discovery: demo
            `))}
        `,{'tags = {\n    "kubernetes.io/cluster/demo" = "owned"\n':`tags = {
`})],good:[w`
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

        ${M(`default`,k(C`
            role: KarpenterNodeRole-demo
            securityGroupSelectorTerms:
              - tags:
                  karpenter.sh/discovery: demo
          `))}
      `,w`
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

        ${M(`default`,k(C`
            role: KarpenterNodeRole-demo
            securityGroupSelectorTerms:
              - tags:
                  karpenter.sh/discovery: demo
          `))}
      `]}}const xf=D({id:`pass-role`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[72],on:{Manifests(e,t){for(let n of new Set(L(e).map(t.clusterOf)))Sf(n,t)}},docs:{summary:"The controller’s `iam:PassRole` permission does not include the role that node classes name.",why:"To launch an instance with a role, the controller needs `iam:PassRole` on exactly that role. If the policy names another role, such as the controller’s own, AWS denies every launch with the role of the nodes. The policy of Karpenter’s Terraform module allows only the role that the module creates or is given. Reported only when the policy and the node class are of the same cluster and all roles are known. They may be in different folders.",help:"Add the role of the nodes to the resources of `iam:PassRole`.",url:`https://karpenter.sh/docs/reference/cloudformation/#allowpassinginstancerole`},examples:kf});function Sf(e,t){let n=[...e.ofKind(`IamPolicy`).flatMap(t=>Tf(t,e)),...e.ofKind(`module`).flatMap(t=>Df(t,e))],r=n.find(({manifest:e})=>Cf(e,t)),i=n.map(({roles:e})=>e);if(!r||i.includes(void 0)||ts(e))return;let a=new Set;for(let n of e.ofKind(`EC2NodeClass`)){let o=n.isPartial?void 0:Ss(n,e);if(!o||i.some(e=>e.some(e=>Of(e,o)!==!1)))continue;let s=o.name??o.address;a.has(s)||wf(n,r,t),a.add(s)}}function Cf(e,t){let n=t.clusterOf(e);if(e.kind===`module`)return!0;let r=kc(t).some(([e])=>t.clusterOf(e.policy)===n),i=L(t.all).every(e=>t.clusterOf(e)===n);return r&&(e.source.origin?.tool===`terraform`||i)}function wf(e,{manifest:t,path:n},r){r.report({manifest:t,at:t.span(n),message:`\`iam:PassRole\` is not allowed on the role of \`${e.name}\`, so AWS denies every launch with this role`,help:t.kind===`module`?`Set \`${fs(t).creates} = false\` and \`${fs(t).arn}\` to the ARN of this role in \`module.${t.name}\`.`:`Add the role of the nodes to the resources of this statement.`,labels:[{span:e.span([`spec`,e.get([`spec`,`role`])===void 0?`instanceProfile`:`role`]),message:`the role of the nodes${Q(t,e,r)}`}]})}function Tf(e,t){return jc(e).filter(e=>Mc([e],`iam:PassRole`)).map(({path:n,statement:r})=>{let i=r.resources.map(n=>ys(n,{manifest:e,cluster:t})),a=e.isPartial||r.isNegated||i.includes(void 0);return{manifest:e,path:[...n,`Resource`],roles:a?void 0:i.flatMap(e=>e??[])}})}const Ef=/^(?!node_).*(?:policy_statements|policies|policy_documents|policy_arns?)$/;function Df(e,t){if(Y(e)!==`karpenter`||X(e,`create`,!0)===!1)return[];let n=fs(e),r=n.creates===`create_iam_role`?X(e,`create_irsa`,!0):X(e,`create_iam_role`,!0);if(r===!1)return[];let i=Object.keys(o(e.get([`spec`]))??{}),a=r===!0&&!i.some(e=>Ef.test(e)),s=X(e,n.creates,!0),c=[`spec`,n.arn],l=s===!1?vs(e,c,t):void 0,u=s===!0?{address:ns(e,`module.${e.name}`)}:l;return[{manifest:e,path:s===!1?c:[`metadata`,`name`],roles:a&&u?[u]:void 0}]}const Of=(e,t)=>e.name!==void 0&&(t.name!==void 0||e.name===`*`)?Qa(e.name,t.name??``):xs(e,t);function kf(){return{bad:[S(w`
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

          ${M(`default`,k("role: ${aws_iam_role.karpenter_node.name}"))}
        `,{"aws_iam_role.karpenter_controller.arn":`aws_iam_role.karpenter_node.arn`}),S(w`
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

          ${M(`default`,k(`role: orders-nodes`))}
        `,{"create_access_entry = false":`create_access_entry = false
create_node_iam_role = false
node_iam_role_arn = aws_iam_role.nodes.arn`})],good:[w`
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

        ${M(`default`,k("role: ${aws_iam_role.karpenter_node.name}"))}
      `,w`
        resource "aws_iam_policy" "controller" {
          policy = jsonencode({
            Version = "2012-10-17"
            Statement = [
              { Effect = "Allow", Action = ["ec2:CreateFleet", "ec2:RunInstances"], Resource = "*" },
              { Effect = "Allow", Action = "iam:PassRole", Resource = "arn:aws:iam::111122223333:role/Karpenter*" },
            ]
          })
        }

        ${M(`default`,k(`role: KarpenterNodes`))}
      `]}}const Af=D({id:`pin-ami-alias`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[49],on:{NodeClass(e,{report:t}){let n=f(e.get([`spec`,`amiSelectorTerms`]));for(let[r,i]of n.entries()){let n=h(o(i)?.alias);if(n===void 0||u(n)||!n.endsWith(`@latest`))continue;let a=n.slice(0,n.indexOf(`@`));a.startsWith(`windows`)||t({at:e.span([`spec`,`amiSelectorTerms`,r,`alias`]),message:`\`${n}\` follows every AMI release, and each new release makes Karpenter replace all nodes of \`${e.name}\``,help:`Pin a release, such as \`${a}@${jf[a]??jf.al2023}\`, and update it by pull request.`})}}},docs:{summary:`An EC2NodeClass follows the latest AMI instead of a pinned release.`,why:"With `@latest`, every AMI release makes all nodes of the node class drift. Karpenter replaces them within the disruption budgets, in every environment at the same time. There is no change to review and nothing to revert.",help:"Pin a release, such as `al2023@v20260715`, and update it by pull request, one environment after the other.",url:`https://karpenter.sh/docs/tasks/managing-amis/`},examples:Mf}),jf={al2:`v20251112`,al2023:`v20260715`,bottlerocket:`v1.44.0`};function Mf(){return{bad:[S(k(C`
          amiSelectorTerms:
            - alias: al2023@latest
        `),{"al2023@latest":`al2023@v20260715`})],good:[k(C`
        amiSelectorTerms:
          - alias: al2023@v20260715
      `),k(C`
          amiSelectorTerms:
            - alias: windows2022@latest
        `,`windows`)]}}function Nf(e){return[...xt(e,`aws-vpc-cni`).map(({manifest:e,values:t})=>({manifest:e,path:[...t,`env`]})).flatMap(({manifest:e,path:t})=>Pf(e,t,o(e.get(t)))),...e.manifests.flatMap(e=>Ff(e))]}function Pf(e,t,n){let r=Object.entries(n??{}).map(([e,t])=>[e,h(t)]);return!e.isPartial&&r.every(([,e])=>e!==void 0&&!u(e))?[{manifest:e,path:t,env:Object.fromEntries(r)}]:[]}function Ff(e){return e.kind===`aws_eks_addon`&&e.get([`spec`,`addon_name`])===`vpc-cni`?If(e,[`spec`],`configuration_values`):e.kind===`module`?[`addons`,`cluster_addons`].map(e=>[`spec`,e,`vpc-cni`]).filter(t=>o(e.get(t))).flatMap(t=>If(e,t,`configuration_values`)):e.kind===`ClusterConfig`?f(e.get([`addons`])).flatMap((t,n)=>o(t)?.name===`vpc-cni`?If(e,[`addons`,n],`configurationValues`):[]):e.kind===`DaemonSet`&&e.name===`aws-node`?Rf(e):[]}function If(e,t,n){let r=[...t,n],i=e.get(r);if(i===void 0)return Pf(e,t,{});let a=typeof i==`string`?Lf(i):i,s=o(a)?.env;return!o(a)||s!==void 0&&!o(s)?[]:Pf(e,r,o(s)??{})}function Lf(e){try{return JSON.parse(e)}catch{return}}function Rf(e){let t=[`spec`,`template`,`spec`,`containers`];return f(e.get(t)).flatMap((n,r)=>{if(o(n)?.name!==`aws-node`)return[];let i=[...t,r,`env`],a=f(e.get(i)).map(e=>o(e)??{});return Pf(e,i,Object.fromEntries(a.flatMap(({name:e,value:t})=>typeof e==`string`&&t!==void 0?[[e,t]]:[])))})}const zf=w`
  kubelet:
    maxPods: 110
`,Bf=D({id:`pods-and-addresses`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[59,60,61],on:{Manifests(e,t){if(!(xt(e,`cilium`).length>0))for(let n of Nf(e))Hf(n,t)}},docs:{summary:`The number of pods per node that Karpenter assumes does not match the addresses of the VPC CNI.`,why:"Karpenter works out how many pods fit on a node from its network interfaces, or from `maxPods` if the node class sets it. If there are more pods than addresses, pods hang in `ContainerCreating`. With prefix delegation and no `maxPods`, nodes have room that Karpenter does not use. With custom networking, the first interface carries no pods, which Karpenter knows only from `reservedENIs`. Reported only when the CNI is configured in the repository, for the cluster of the node class.",help:"Set `maxPods` together with prefix delegation, and `settings.reservedENIs` together with custom networking.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:Xf}),Vf=(e,t)=>e.env[t]===`true`;function Hf(e,t){let n=t.clusterOf(e.manifest).ofKind(`EC2NodeClass`).filter(({isPartial:e})=>!e),r=Vf(e,`ENABLE_PREFIX_DELEGATION`);Vf(e,`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`)&&Yf(e,n,t);for(let i of n){let n=i.get([`spec`,`kubelet`,`maxPods`])??void 0;typeof n==`number`&&!r&&qf(i,{cni:e,maxPods:n},t),n===void 0&&r&&Uf(i)&&Jf(i,e,t)}}const Uf=e=>!/^(?:Custom|Windows)/.test(h(e.get([`spec`,`amiFamily`]))??``),Wf=({enis:e,ipv4PerEni:t})=>e*(t-1)+2;function Gf(e,{all:t,catalog:n,compatible:r}){let i=nn(t,e).flatMap(e=>Kf(e,{catalog:Qn(n),compatible:r}));if(!i.includes(void 0))return i.sort((e,t)=>Wf(e)-Wf(t)||_(e.name,t.name))[0]}function Kf(e,{catalog:t,compatible:n}){let r=n(e);return!t||!r?.isExact?[void 0]:r.names.map(e=>t.type(e))}function qf(e,{cni:t,maxPods:n},r){let i=Gf(e,r);!i||Wf(i)>=n||r.report({manifest:e,at:e.span([`spec`,`kubelet`,`maxPods`]),message:`\`maxPods: ${n}\` is more than the ${Wf(i)} pods that ${i.name} has addresses for without prefix delegation`,help:"Remove `maxPods`, allow only larger instance types that have enough addresses, or turn on prefix delegation in the VPC CNI.",labels:[{span:t.manifest.span(t.path),message:`the VPC CNI has no prefix delegation`}]})}function Jf(e,t,n){let r=Gf(e,n);!r||Wf(r)>=110||n.report({manifest:e,at:e.span([`spec`,`kubelet`]),severity:`note`,message:`The VPC CNI uses prefix delegation, but \`${e.name}\` has no \`maxPods\`, so Karpenter places at most ${Wf(r)} pods on ${r.name}`,help:"Set `maxPods: 110` under `spec.kubelet` if more pods should fit.",labels:[{span:t.manifest.span(t.path),message:`prefix delegation is on`}]})}function Yf(e,t,{clusterOf:n,report:r}){if(!(t.length===0||t.every(e=>e.get([`spec`,`kubelet`,`maxPods`])!==void 0)))for(let{manifest:t,chart:i,values:a}of n(e.manifest).manifests.flatMap(bt)){let n=[...a,`settings`,`reservedENIs`],o=h(t.get(n))??`0`;i!==`karpenter`||t.isPartial||o!==`0`||u(o)||r({manifest:t,at:t.span(n),message:`The VPC CNI uses custom networking, but Karpenter reserves no network interface for it, so it places more pods on nodes than they have addresses for`,help:'Set `settings.reservedENIs` to `"1"`.',labels:[{span:e.manifest.span(e.path),message:`custom networking is on`}]})}}function Xf(){return{bad:[S(rp({addon:$f,kubelet:zf}),{"kubelet:\n        maxPods: 110":``},{[Zf]:`${Qf.text}${Zf}`},{"most_recent = true":ep(`ENABLE_PREFIX_DELEGATION`)}),S(rp({addon:ep(`ENABLE_PREFIX_DELEGATION`)}),{"role: KarpenterNodeRole-demo":`role: KarpenterNodeRole-demo\n${zf.text}`}),S(rp({addon:ep(`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`),release:np(tp)}),{[tp]:`${tp}\n{ name = "settings.reservedENIs", value = "1" },`})],good:[rp({addon:ep(`ENABLE_PREFIX_DELEGATION`),kubelet:zf}),rp({addon:$f}),rp({addon:ep(`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`),release:np(w`
          ${tp}
          { name = "settings.reservedENIs", value = "1" },
        `)})]}}const Zf=`- key: karpenter.k8s.aws/instance-family`,Qf=w`
  - key: karpenter.k8s.aws/instance-cpu
    operator: Gt
    values: ["15"]
`,$f=`most_recent = true`,ep=e=>w`
  configuration_values = jsonencode({
    env = {
      ${e} = "true"
    }
  })
`,tp=`{ name = "settings.clusterName", value = "demo" },`,np=e=>w`
  resource "helm_release" "karpenter" {
    repository = "oci://public.ecr.aws/karpenter"
    chart      = "karpenter"

    set = [
      ${e}
    ]
  }
`,rp=({addon:e,kubelet:t,release:n})=>w`
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
`,ip=1024**3,ap=(e,t)=>({name:e,limitsPodsByEnis:!0,reservesMemoryByEnis:e!==`Bottlerocket`,hasPodsPerCore:e!==`Bottlerocket`,takesAnyKubeletSetting:e===`AL2023`||e===`Custom`,ephemeralDevice:t,defaultVolumeBytes:20*ip,windowsBuild:void 0}),op=(e,t)=>({name:e,limitsPodsByEnis:!1,reservesMemoryByEnis:!1,hasPodsPerCore:!0,takesAnyKubeletSetting:!1,ephemeralDevice:`/dev/sda1`,defaultVolumeBytes:50*ip,windowsBuild:t}),sp=ap(`AL2`,`/dev/xvda`),cp=ap(`Custom`,void 0),lp=[sp,ap(`AL2023`,`/dev/xvda`),ap(`Bottlerocket`,`/dev/xvdb`),op(`Windows2019`,`10.0.17763`),op(`Windows2022`,`10.0.20348`),op(`Windows2025`,`10.0.26100`),cp];function up(e){let{amiFamily:t,amiSelectorTerms:n}=e.spec;if(t!==void 0)return lp.find(e=>e.name===t)??sp;let r=n?.find(e=>e.alias)?.alias?.split(`@`)[0];return lp.find(e=>e!==cp&&e.name.toLowerCase()===r)??cp}function dp(e){let{maxPods:t}=e,n=typeof t==`string`&&!u(t)?[[`maxPods`]]:[],r=[`kubeReserved`,`systemReserved`].flatMap(t=>{let n=e[t];return g(n)?Object.entries(n).filter(([e,t])=>typeof t==`string`&&![e,t].some(e=>u(e))&&Te(t)===void 0).map(([e])=>[t,e]):[]});return[...n,...r]}const fp=new Map(Object.entries({boolean:`
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
  `}).flatMap(([e,t])=>t.trim().split(/\s+/).map(t=>[t,e]))),pp=new Set([`clusterDNS`,`cpuCFSQuota`,`maxPods`,`podsPerCore`,`kubeReserved`,`systemReserved`,`evictionHard`,`evictionSoft`,`evictionSoftGracePeriod`,`evictionMaxPodGracePeriod`,`imageGCHighThresholdPercent`,`imageGCLowThresholdPercent`]),mp={boolean:`true or false`,whole:`a whole number below 2³¹`,large:`a whole number`,number:`a number`,text:`a string`,duration:"a duration such as `90s`",texts:`a list of strings`,textMap:`a mapping of names to strings`,flags:`a mapping of names to true or false`,list:`a list`,mapping:`a mapping`};function hp(e,t){let n=e=>typeof e==`string`||e===null;switch(t){case`whole`:return typeof e==`number`&&(e|0)===e;case`large`:return Number.isInteger(e);case`text`:return n(e);case`duration`:return typeof e==`string`&&dt(e)!==void 0;case`texts`:return Array.isArray(e)&&e.every(n);case`list`:return Array.isArray(e);case`textMap`:return g(e)&&Object.values(e).every(n);case`flags`:return g(e)&&Object.values(e).every(e=>typeof e==`boolean`||e===null||u(e));case`mapping`:return g(e);default:return typeof e===t}}function gp(e,t){let n=Object.keys(e).filter(e=>!u(e));return[...n.flatMap(n=>_p(n,e,t)??[]),...xp.flatMap(t=>Tp(e,t,Cp)),...kp(e),...Sp.flatMap(t=>Tp(e,t,wp)),...jp(e),...n.flatMap(t=>Pp(t,e[t]))]}function _p(e,t,n){let r=[e];if(!fp.has(e))return{path:r,why:`is not a kubelet setting`,names:bp(fp.keys(),t)};if(e===`registerWithTaints`)return{path:r,why:`is a setting that Karpenter sets itself`,help:"Remove it, and set the taints in `taints` or `startupTaints` under `spec.template.spec` of the NodePool."};if(n.takesAnyKubeletSetting)return;if(e===`podsPerCore`?yp(t[e])&&!n.hasPodsPerCore:!vp(e))return{path:r,why:`does not reach nodes of the AMI family \`${n.name}\``,help:`Remove it, or use AL2023, whose nodes accept any setting.`};let i=t[e];if(!(e!==`clusterDNS`||!Array.isArray(i)||i.length<2))return{path:r,why:`may have only one address with the AMI family \`${n.name}\``,help:`Keep only one address.`}}const vp=e=>pp.has(e),yp=e=>e!=null,bp=(e,t)=>[...e].filter(e=>!Object.hasOwn(t,e)),xp=[`evictionHard`,`evictionSoft`,`evictionSoftGracePeriod`,`evictionMinimumReclaim`],Sp=[`kubeReserved`,`systemReserved`],Cp={names:[`memory.available`,`nodefs.available`,`nodefs.inodesFree`,`imagefs.available`,`imagefs.inodesFree`,`pid.available`],wrongName:`is not an eviction signal`,wrongValue:(e,t)=>e===`evictionSoftGracePeriod`?Op(t):Dp(t)},wp={names:[`cpu`,`memory`,`ephemeral-storage`,`pid`],wrongName:`is not a resource that a kubelet can reserve`,wrongValue:(e,t)=>t.startsWith(`-`)?`is negative`:void 0};function Tp(e,t,{names:n,wrongName:r,wrongValue:i}){let a=e[t]??{};return g(a)?Object.entries(a).flatMap(([e,o])=>{let s=[t,e];if(u(e))return[];if(!n.includes(e))return[{path:s,why:r,names:bp(n,a)}];let c=o??``;if(typeof c!=`string`){let e={path:s,why:`has a value that is not a string`};return[typeof c==`number`?{...e,number:c,help:`Put the number in quotes.`}:e]}let l=u(c)?void 0:i(t,c);return l===void 0?[]:[{path:s,why:l}]}):u(a)?[]:[{path:[t],why:`is not a mapping of names to values`}]}const Ep=/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;function Dp(e){if(!e.endsWith(`%`)){let t=Te(e);return t===void 0?`is neither a percentage nor a quantity`:t<0?`is negative`:void 0}let t=e.slice(0,-1).replaceAll(/(?<=\d)_(?=\d)/g,``),n=Ep.test(t)?Number(t):NaN;return n>=0&&n<=100?void 0:`is not a percentage from 0% to 100%`}function Op(e){let t=dt(e);return t===void 0?"is not a duration such as `90s`":t<0n?`is negative`:void 0}function kp({evictionSoft:e,evictionSoftGracePeriod:t}){let[n,r]=[e??{},t??{}];return!g(n)||!g(r)||[...Object.keys(n),...Object.keys(r)].some(e=>u(e))?[]:[...bp(Object.keys(n),r).map(e=>({path:[`evictionSoft`,e],why:`has no grace period`,help:`Add a grace period under \`evictionSoftGracePeriod\`, such as \`${e}: 90s\`.`})),...bp(Object.keys(r),n).map(e=>({path:[`evictionSoftGracePeriod`,e],why:"has no threshold under `evictionSoft`",help:`Add the threshold, or remove the grace period.`}))]}const Ap={maxPods:2**31-1,podsPerCore:2**31-1,evictionMaxPodGracePeriod:2**31-1,imageGCHighThresholdPercent:100,imageGCLowThresholdPercent:100};function jp(e){let t=Object.entries(Ap).flatMap(([t,n])=>{let r=e[t],i=t===`maxPods`&&typeof r==`string`;return!yp(r)||i||u(r)||Mp(r,n)?[]:[{path:[t],why:n===100?`is not a whole number from 0 to 100`:`is not a whole number of at least 0`}]}),{imageGCHighThresholdPercent:n,imageGCLowThresholdPercent:r}=e;return t.length>0||typeof n!=`number`||typeof r!=`number`||n>r?t:[{path:[`imageGCHighThresholdPercent`],why:`is not above \`imageGCLowThresholdPercent\`, which is ${r}`}]}const Mp=(e,t)=>typeof e==`number`&&Number.isInteger(e)&&e>=0&&e<=t,Np=new Set([`registerWithTaints`,...xp,...Sp,...Object.keys(Ap)]);function Pp(e,t){let n=fp.get(e);if(n===void 0||Np.has(e)||!yp(t)||u(t)||hp(t,n))return[];let r={path:[e],why:`is not ${mp[n]}`};return[n===`text`&&typeof t==`number`?{...r,number:t,help:`Put the number in quotes.`}:r]}const Fp=[`spec`,`kubelet`],Ip=D({id:`refused-kubelet-settings`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t,karpenter:n,settings:r,nearest:i}){let a=o(e.get(Fp));if(!n.opensKubelet||!a||e.isPartial)return;let s=up({metadata:{name:``},spec:{amiFamily:Yt(e)??`Custom`}});for(let n of gp(a,s)){let r=[...Fp,...n.path],a=n.names&&i(String(r.at(-1)),n.names);t({at:e.keySpan(r),message:`\`${n.path.join(`.`)}\` ${n.why}, so Karpenter rejects this node class and launches nothing with it`,help:Rp(n,a),...Lp(e,r,{wanted:a,number:n.number})})}let{featureGates:c}=r.karpenter;if(!c?.nodeClassCEL)for(let n of dp(a))t({...c===void 0&&{severity:`warning`},at:e.span([...Fp,...n]),message:`\`${n.join(`.`)}\` is an expression, but the feature gate \`NodeClassCEL\` is ${c===void 0?`off by default`:`off`}, so Karpenter rejects this node class and launches nothing with it`,help:"Use a fixed value, or turn the gate on with `settings.awsFeatureGates.nodeClassCEL` in Karpenter’s Helm values. If it is already on, set `karpenter.settings.featureGates.nodeClassCEL` in plumbline.yaml."})}},docs:{summary:"Karpenter rejects an EC2NodeClass because of a setting under `kubelet`.",why:"From Karpenter 1.15 on, `spec.kubelet` accepts any kubelet setting, and the API server checks none of them. Karpenter’s controller does. It rejects names that the kubelet does not know, and settings that Karpenter sets itself or that the AMI family does not pass on. It also rejects invalid values, and expressions while the feature gate `NodeClassCEL` is off. The node class then gets the condition `ValidationSucceeded=False`. The API server gives no warning, and the NodePools of the class launch nothing.",help:`Use the names and values of a KubeletConfiguration, without the settings that Karpenter sets itself.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:zp});function Lp(e,t,{wanted:n,number:r}){return n===void 0?r===void 0?{}:{fix:{description:`Put the number in quotes`,edits:y(e,t,`"${r}"`)}}:{fix:{description:`Rename to \`${n}\``,edits:me(e,t,n)}}}function Rp({names:e=[],help:t},n){return n===void 0?t===void 0?e.length===0?`Use a value that the kubelet accepts.`:e.length>6?`Remove it.`:`Use one of: ${R(e)}.`:t:`Did you mean \`${n}\`?`}function zp(){return{bad:[S(T({karpenter:`1.15`},k(C`
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
          `)),{"maxPod:":`maxPods:`,"registerWithTaints: []":``,"memory.avail:":`memory.available:`,"10 percent":`10%`,"kubeReserved:":C`
            evictionSoftGracePeriod:
              pid.available: 90s
            kubeReserved:
          `,"cpu: 1":`cpu: "1"`,"imageGCHighThresholdPercent: 70":`imageGCHighThresholdPercent: 85`}),S(T({karpenter:`1.15`},k(C`
            amiSelectorTerms:
              - alias: bottlerocket@v1.44.0
            kubelet:
              podsPerCore: 10
              shutdownGracePeriod: 30s
              clusterDNS: [10.0.0.10, 10.0.0.11]
          `)),{"podsPerCore: 10":``,"shutdownGracePeriod: 30s":``,"[10.0.0.10, 10.0.0.11]":`[10.0.0.10]`},{"bottlerocket@v1.44.0":`al2023@v20260715`}),S(T({karpenter:`1.15`},k(C`
            amiSelectorTerms:
              - alias: al2023@v20260715
            kubelet:
              maxPods: min(max_pods, 110)
              kubeReserved:
                memory: 11 * max_pods + 255
          `)),{"min(max_pods, 110)":`110`,"11 * max_pods + 255":`1465Mi`})],good:[T({karpenter:`1.15`},k(C`
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
        `)),T({karpenter:`1.15`},k(C`
            amiFamily: Custom
            amiSelectorTerms:
              - id: ami-0123456789abcdef0
            kubelet:
              podsPerCore: 10
              shutdownGracePeriod: 30s
          `,`ubuntu`)),k(C`
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        kubelet:
          podsPerCore: 10
      `)]}}const Bp={[x.instanceMemory]:{unit:`MiB`,meant:`GiB`,factor:1024},[x.instanceGpuMemory]:{unit:`MiB`,meant:`GiB`,factor:1024},[x.instanceNetworkBandwidth]:{unit:`Mbit/s`,meant:`Gbit/s`,factor:1e3},[x.instanceEbsBandwidth]:{unit:`Mbit/s`,meant:`Gbit/s`,factor:1e3}},Vp=D({id:`requirement-units`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[93],on:{NodePool:Hp,Provisioner:Hp},docs:{summary:`A bound for memory or bandwidth is so low that it excludes nothing, probably because it is in the wrong unit.`,why:"The label `instance-memory` is in MiB, and the bandwidth labels are in Mbit/s. `Gt 8` for memory, meant as more than 8 GiB, is true for every instance type, so Karpenter also launches the smallest ones.",help:'Write the bound in MiB or Mbit/s, such as `"8192"` for 8 GiB.',url:`https://karpenter.sh/docs/reference/instance-types/`},examples:Wp});function Hp(e,{report:t,catalog:n}){if(n)for(let{key:r,operator:i,values:a,isKnown:o}of I(e)){let s=Object.hasOwn(Bp,r)?Bp[r]:void 0,[c]=a;if(!s||!o||!c||i!==`Gt`&&i!==`Gte`)continue;let l=/^\d+$/.test(c.text)?Number(c.text):0,u=Up(n.labels.get(r)??[]);if(l<2||l>=u)continue;let d=String(l*s.factor);t({at:e.span(c.path),message:`\`${r}\` is in ${s.unit}, and every instance type has more than ${l} ${s.unit}, so this requirement excludes nothing`,help:`Use \`"${d}"\` if you mean ${l} ${s.meant}.`,fix:{description:`Replace with \`"${d}"\``,edits:y(e,c.path,`"${d}"`)}})}}const Up=e=>e.reduce((e,t)=>t.reduce((e,t)=>Math.min(e,Number(t)),e),1/0);function Wp(){return{bad:[O({requirements:[`karpenter.k8s.aws/instance-memory Gt ["8"]`]})],good:[O({requirements:[`karpenter.k8s.aws/instance-memory Gt ["8191"]`,`karpenter.k8s.aws/instance-cpu Gt ["1"]`]}),O({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-gpu-memory Gt ["0"]`],taints:C`
          - key: nvidia.com/gpu
            effect: NoSchedule
        `})]}}const Gp=D({id:`role-name`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[68],on:{NodeClass:qp,NodeTemplate:qp},docs:{summary:`A node class has an ARN where Karpenter expects the name of a role or an instance profile.`,why:`The API server accepts any text. Karpenter adds the role to an instance profile by its name, and IAM rejects an ARN there. The node class is not ready, and no NodePool that uses it launches anything.`,help:`Use only the name: the part of the ARN after the last slash.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specrole`},examples:Yp}),Kp=/^arn:[\w-]+:iam::.{0,200}:(?:role|instance-profile)\/(?:.{0,600}\/)?([^/]{1,200})$/;function qp(e,{report:t}){for(let n of[`role`,`instanceProfile`]){let r=[`spec`,n];Jp(e,n,t);let i=e.get(r),a=typeof i==`string`?Kp.exec(i)?.[1]:void 0;if(a===void 0)continue;let o=!u(a);t({at:e.span(r),message:`\`${n}\` is an ARN instead of a name, so IAM rejects it and \`${e.name}\` never becomes ready`,help:o?`Use \`${a}\`.`:`Use only the part after the last slash.`,...o&&{fix:{description:`Replace with \`${a}\``,edits:y(e,r,a)}}})}}function Jp(e,t,n){let r=[`spec`,t],i=Tt(e,r);if(i===void 0)return;let a=e.span(r);/^module\.[\w-]+\.iam_role_(?:name|arn)$/.test(i)&&/karpenter/i.test(i)?n({at:a,message:`\`${i}\` is the role of the controller. Nodes with this role cannot join the cluster`,help:`Use \`${i.replace(/iam_role_\w{1,100}$/,`node_iam_role_name`)}\`.`}):/(?:\.|_)arn$/.test(i)&&n({at:a,message:`\`${t}\` must be a name, but \`${i}\` is an ARN, so IAM rejects it and \`${e.name}\` never becomes ready`,help:`Use \`${i.replace(/arn$/,`name`)}\`.`})}function Yp(){return{bad:[k(`role: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo`),k(`instanceProfile: arn:aws:iam::111122223333:instance-profile/KarpenterNode`),S(w`
          ${M(`default`,k("role: ${aws_iam_role.karpenter_node.arn}"))}
        `,{"aws_iam_role.karpenter_node.arn":`aws_iam_role.karpenter_node.name`}),S(w`
          ${M(`default`,k("role: ${module.karpenter.iam_role_name}"))}
        `,{"module.karpenter.iam_role_name":`module.karpenter.node_iam_role_name`})],good:[w`
        ${M(`default`,k("role: ${module.karpenter.node_iam_role_name}"))}
      `,A,k("role: ${NODE_ROLE}")]}}const Xp={AL2:`/dev/xvda`,AL2023:`/dev/xvda`,Bottlerocket:`/dev/xvda`,Windows2019:`/dev/sda1`,Windows2022:`/dev/sda1`,Windows2025:`/dev/sda1`},Zp=[`/dev/sda`,`/dev/sda1`,`/dev/xvda`,`/dev/xvda1`,`/dev/nvme0n1`],Qp=D({id:`root-device`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[64],on:{NodeClass(e,{report:t}){let n=Yt(e)??``,r=Object.hasOwn(Xp,n)?Xp[n]:void 0,i=[`spec`,`blockDeviceMappings`],a=f(e.get(i)).map(e=>o(e)),s=a.map(e=>h(e?.deviceName)??``);if(r===void 0||e.isPartial||s.includes(r)||a.some(e=>e?.rootVolume===!0))return;let c=s.findIndex(e=>Zp.includes(e));if(c===-1)return;let l=[...i,c,`deviceName`],u=qt(e).every(({term:e})=>e.alias!==void 0);t({at:e.span(l),...!u&&{severity:`note`},message:`The root device of ${n} is \`${r}\`, so \`${s[c]}\` adds an empty volume and the root volume keeps the size of the AMI`,help:`Set \`deviceName\` to \`${r}\`.`,fix:{description:`Replace with \`${r}\``,edits:y(e,l,r)}})}},docs:{summary:`A block device mapping names the root device of another AMI family.`,why:`EC2 attaches a device with an unknown name as an additional, empty volume. The root volume keeps the size, type and encryption of the AMI, and Karpenter works out ephemeral storage from its default of 20 GiB. The additional volume costs money, and nothing uses it.`,help:"Use `/dev/xvda` for Amazon Linux and Bottlerocket, and `/dev/sda1` for Windows.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:$p});function $p(){return{bad:[k(C`
        amiSelectorTerms:
          - alias: al2023@v20260715
        blockDeviceMappings:
          - deviceName: /dev/sda1
            ebs:
              volumeSize: 100Gi
              volumeType: gp3
      `)],good:[k(C`
        amiSelectorTerms:
          - alias: al2023@v20260715
        blockDeviceMappings:
          - deviceName: /dev/xvda
            ebs:
              volumeSize: 100Gi
          - deviceName: /dev/sdb
            ebs:
              volumeSize: 10Gi
      `),k(C`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          blockDeviceMappings:
            - deviceName: /dev/sda1
              ebs:
                volumeSize: 100Gi
        `,`ubuntu`)]}}const em=D({id:`root-encryption`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[63],on:{NodeClass(e,{report:t}){let n=[`spec`,`blockDeviceMappings`],r=f(e.get(n)).map(e=>o(e)),i=r.map(e=>h(e?.deviceName)??``),a=i.indexOf(`/dev/xvdb`);Yt(e)!==`Bottlerocket`||a===-1||e.isPartial||i.includes(`/dev/xvda`)||i.some(e=>u(e))||o(r[a]?.ebs)?.encrypted===!0&&t({at:e.span([...n,a,`ebs`,`encrypted`]),message:`\`${e.name}\` encrypts \`/dev/xvdb\` but does not map \`/dev/xvda\`, so the root volume is encrypted only if the account encrypts volumes by default`,help:"Map `/dev/xvda` too, with `encrypted: true` and `volumeSize: 4Gi`."})}},docs:{summary:`A Bottlerocket node class encrypts the volume of the containers, but does not configure the root volume.`,why:"Volumes that a node class does not map stay as the AMI defines them, because Karpenter does not add its defaults to existing mappings. If a node class encrypts `/dev/xvdb` of Bottlerocket and does not map `/dev/xvda`, the root volume is not encrypted, unless the account encrypts every volume by default.",help:"Map `/dev/xvda` too, with `encrypted: true` and about 4 GiB.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:tm});function tm(){return{bad:[S(k(C`
          role: KarpenterNodeRole-demo
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          blockDeviceMappings:
            - deviceName: /dev/xvdb
              ebs:
                volumeSize: 100Gi
                encrypted: true
        `),{"blockDeviceMappings:":C`
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  volumeSize: 4Gi
                  encrypted: true
          `})],good:[k(C`
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
      `),k(C`
        role: KarpenterNodeRole-demo
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        blockDeviceMappings:
          - deviceName: /dev/xvdb
            ebs:
              volumeSize: 100Gi
      `)]}}const nm=[`subnetSelectorTerms`,`securityGroupSelectorTerms`,`amiSelectorTerms`],rm=D({id:`selector-term-id`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[80],on:{NodeClass(e,{report:t}){for(let n of nm.map(e=>[`spec`,e])){let r=f(e.get(n)).map(e=>Object.keys(o(e)??{})),i=e=>e.includes(`id`)&&e.length>1;if(!r.every(i))for(let[a,o]of r.entries()){if(!i(o))continue;let r=o.filter(e=>e!==`id`);t({at:e.keySpan([...n,a,r[0]]),message:`Karpenter ignores ${R(r,` and `)} in a term with an \`id\`, because the id alone selects`,labels:[{span:e.span([...n,a,`id`]),message:`the id alone selects`}],help:`Remove ${R(r,` and `)}, or move ${r.length===1?`it`:`them`} to a separate term.`})}}}},docs:{summary:"A selector term has an `id` and other fields, which Karpenter ignores.",why:`An id alone selects one object. The API server should reject other fields in the same term. But its rule looks at all terms together and accepts the list as soon as one of them is valid. Karpenter then uses the id, and tags or a name in the same term narrow nothing.`,help:`Remove the other fields, or move them to a separate term.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:im});function im(){return{bad:[S(k(C`
          subnetSelectorTerms:
            - id: subnet-0123456789abcdef0
              tags:
                karpenter.sh/discovery: demo
            - id: subnet-0123456789abcdef1
        `),{"  tags:\n        karpenter.sh/discovery: demo":``},{"  tags:\n        karpenter.sh/discovery: demo":`- tags:
    karpenter.sh/discovery: demo`})],good:[k(C`
        subnetSelectorTerms:
          - id: subnet-0123456789abcdef0
          - tags:
              karpenter.sh/discovery: demo
      `),k(C`
        amiFamily: AL2023
        amiSelectorTerms:
          - name: golden-*
            owner: self
      `)]}}const am=D({id:`termination-handler`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[84],on:{Manifests(e,t){let{report:n,clusterOf:r}=t;for(let i of xt(e,`aws-node-termination-handler`)){let{manifest:a,values:s}=i,c=(...e)=>a.get([...s,...e]),l=a.isPartial||typeof c()==`string`||c(`enableSqsTerminationDraining`)===!0,u=[`nodeSelector`,`linuxNodeSelector`,`daemonsetNodeSelector`,`affinity`,`linuxAffinity`,`daemonsetAffinity`].some(e=>Object.keys(o(c(e))??{}).length>0);if(l||u)continue;let d=yt(e).find(e=>e.chart===`karpenter`&&r(e.manifest)===r(a)&&om(e));d&&n({manifest:a,at:a.span([`metadata`,`name`]),message:`The node termination handler runs on all nodes, so both it and Karpenter drain Karpenter’s nodes when AWS interrupts them`,help:"Set `affinity` so that the handler does not run on nodes with the label `karpenter.sh/nodepool`, or remove the handler.",labels:[{span:d.manifest.span([...d.values,`settings`,`interruptionQueue`]),message:`Karpenter handles interruptions itself${Q(a,d.manifest,t)}`}]})}}},docs:{summary:`The node termination handler runs on Karpenter’s nodes, although Karpenter handles interruptions itself.`,why:"With `interruptionQueue`, Karpenter launches another node and drains the old one when AWS announces an interruption. The AWS node termination handler also drains every node that it runs on, so pods are evicted twice. The handler also cordons nodes on a rebalance recommendation, which Karpenter ignores. Reported only when the charts of both are installed in the same cluster, and the handler has no node selector or affinity.",help:"Keep the handler off Karpenter’s nodes with an affinity for `karpenter.sh/nodepool`, or remove the handler.",url:`https://karpenter.sh/docs/faq/#should-i-use-karpenter-interruption-handling-alongside-node-termination-handler`},examples:um}),om=({manifest:e,values:t})=>(h(e.get([...t,`settings`,`interruptionQueue`]))??``)!==``,sm=j(`aws-node-termination-handler`),cm=`      chart: aws-node-termination-handler
`,lm=C`
  values:
    affinity:
      nodeAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          nodeSelectorTerms:
            - matchExpressions:
                - key: karpenter.sh/nodepool
                  operator: DoesNotExist
`;function um(){return{bad:[S(N(j(`karpenter`,{values:C`
              settings:
                clusterName: demo
                interruptionQueue: demo
            `}),sm),{[cm]:`${cm}  ${lm.text.replaceAll(/\n(?=.)/g,`
  `)}`},{[`---\n${sm.text}`]:``})],good:[N(j(`karpenter`,{values:C`
            settings:
              clusterName: demo
              interruptionQueue: demo
          `}),C`
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
        `),N(j(`karpenter`,{values:C`
            settings:
              clusterName: demo
          `}),C`
          apiVersion: helm.toolkit.fluxcd.io/v2
          kind: HelmRelease
          metadata:
            name: node-termination-handler
          spec:
            chart:
              spec:
                chart: aws-node-termination-handler
        `),N(j(`karpenter`,{values:C`
            settings:
              clusterName: demo
              interruptionQueue: demo
          `}),C`
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
        `)]}}const dm=/^(?:mac|[a-z]\d+g[a-z]*-flex|i3\.metal$)/,fm=/^(?:cc1|cc2|cg1|cg2|cr1|g1|g2|hi1|hs1)$/,pm=D({id:`unknown-instance-type`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[],on:{NodePool:mm,Provisioner:mm,NodeOverlay:mm},docs:{summary:`A requirement names an instance type or family that does not exist, or that the region does not offer.`,why:`The API server accepts any text. Karpenter never chooses a value that no instance type has, and does not warn about it. The NodePool then allows less than it seems to, or launches nothing at all.`,help:`Correct the name, or use one that the region offers.`,url:`https://karpenter.sh/docs/reference/instance-types/`},examples:_m});function mm(e,t){let{catalog:n}=t;if(n)for(let r of I(e)){let i=b(r.key);if(i===x.instanceType)hm({pool:e,requirement:r,what:`instance type`,known:n.names,isOffered:e=>n.zonesOf(e).length>0},t,n);else if(i===x.instanceFamily){let i=[...new Set(n.types.map(e=>e.family))],a=new Set(n.types.filter(e=>n.zonesOf(e.name).length>0).map(e=>e.family));hm({pool:e,requirement:r,what:`instance family`,known:i,isOffered:e=>a.has(e)},t,n)}}}function hm({pool:e,requirement:t,what:n,known:r,isOffered:i},{report:a,nearest:o,isRegionAssumed:s},c){let{operator:l,values:u}=t;if(l!==`In`&&l!==`NotIn`)return;let d=new Set(r);for(let{path:t,text:f,isKnown:p}of u)if(!(!p||dm.test(f)||l===`NotIn`&&fm.test(f))){if(d.has(f))l===`In`&&!i(f)&&!s&&a({at:e.span(t),message:`Region ${c.region} does not offer the ${n} \`${f}\`, so Karpenter never launches it`,help:`Replace it with one that ${c.region} offers, or remove it.`});else{let i=gm(o(f,r),f,r);a({at:e.span(t),message:`\`${f}\` is not a known EC2 ${n}`,help:i?`Did you mean \`${i}\`?`:`Correct the name. If it is newer than plumbline’s catalog, silence this finding.`,...i&&{fix:{description:`Replace with \`${i}\``,edits:y(e,t,i)}}})}}}function gm(e,t,r){if(e===void 0)return;let i=n(t,e);return r.some(r=>r!==e&&n(t,r)===i)?void 0:e}function _m(){return{bad:[O({requirements:[`node.kubernetes.io/instance-type In [m5.large, m5.xlrage]`,`karpenter.sh/capacity-type In [on-demand]`]}),O({requirements:[`karpenter.k8s.aws/instance-family NotIn [t2, t3, tg4]`]}),S(T({region:`ap-northeast-2`},O({requirements:[`karpenter.k8s.aws/instance-family In [c7i, c7a]`,`karpenter.sh/capacity-type In [on-demand]`]})),{"[c7i, c7a]":`[c7i, c6i]`},{"[c7i, c7a]":`[c7i]`})],good:[O({requirements:[`karpenter.k8s.aws/instance-family In [m5, m6i]`]}),O({requirements:[`karpenter.k8s.aws/instance-family NotIn [c1, cc1, cc2, g2, t1]`]})]}}const vm=D({id:`user-data-format`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[57,58],on:{NodeClass(e,{report:t}){let n=Xt(e),r=n===void 0?void 0:ym(e,n);r&&t({at:e.keySpan([`spec`,`userData`]),...r})}},docs:{summary:`User data has a format that the AMI family does not understand.`,why:"Karpenter merges `userData` into the user data that it writes for the AMI family. Bottlerocket reads TOML, and a node class with another format never launches a node. On Amazon Linux 2023, `/etc/eks/bootstrap.sh` only fails, so its flags never reach the kubelet. If the parts of a MIME text do not start with the boundary that it declares, none of them runs.",help:"For Bottlerocket, write TOML. For Amazon Linux 2023, write a `NodeConfig` or a script without `bootstrap.sh`. Start each part of a MIME text with two dashes and the declared boundary.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specuserdata`},examples:Cm});function ym(e,t){let n=Yt(e);return n===`Bottlerocket`?bm(t):n===`AL2023`&&xm(t)?{message:"`/etc/eks/bootstrap.sh` only fails on Amazon Linux 2023, so its arguments have no effect",help:"Remove the call, because Karpenter joins the node to the cluster itself. Set kubelet settings under `spec.kubelet`, and labels in the NodePool."}:n===`AL2`||n===`AL2023`?Sm(t):void 0}function bm(e){let[t=``]=e.trimStart().split(`
`);if(/^(?:#!|MIME-Version:|Content-Type:|#cloud-config)/i.test(t))return{message:`Bottlerocket expects user data in TOML, but this starts with \`${t.trim().slice(0,60)}\``,help:"Write TOML settings, such as `[settings.kubernetes]`. Bottlerocket runs no scripts."}}const xm=e=>!/-[efx] \/etc\/eks\/bootstrap\.sh/.test(e)&&/^[ \t]*(?:sudo\s+|bash\s+)?\/etc\/eks\/bootstrap\.sh\b/m.test(e);function Sm(e){if(!/^\s*(?:MIME-Version|Content-Type): /i.test(e))return;let t=/boundary="?([^"\s;]{1,200})"?/i.exec(e)?.[1],n=e.split(`
`).map(e=>e.trimEnd());if(!(t===void 0||n.includes(`--${t}`)))return{message:`This MIME text declares the boundary \`${t}\`, but no line is \`--${t}\`, so none of its parts runs`,help:`Start every part with \`--${t}\`, and end the last one with \`--${t}--\`.`}}function Cm(){return{bad:[S(k(C`
          amiSelectorTerms:
            - alias: al2023@v20260715
          userData: |
            #!/bin/bash
            /etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'
            echo hello
        `),{"/etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'":``}),S(k(C`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            #!/bin/bash
            sysctl -w vm.max_map_count=262144
        `),{"#!/bin/bash":`[settings.kernel.sysctl]`,"sysctl -w vm.max_map_count=262144":`"vm.max_map_count" = "262144"`}),S(k(C`
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
        `),{"--==BOUNDARY==--":`--BOUNDARY--`,"--==BOUNDARY==":`--BOUNDARY`})],good:[k(C`
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
      `),k(C`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            # A comment
            [settings.kubernetes]
            kube-api-qps = 30
        `,`bottlerocket`)]}}const wm={CronJob:{group:`batch`,path:[`spec`,`jobTemplate`,`spec`,`template`]},DaemonSet:{group:`apps`,path:[`spec`,`template`]},Deployment:{group:`apps`,path:[`spec`,`template`]},Job:{group:`batch`,path:[`spec`,`template`]},Pod:{group:``,path:[]},ReplicaSet:{group:`apps`,path:[`spec`,`template`]},Rollout:{group:`argoproj.io`,path:[`spec`,`template`]},StatefulSet:{group:`apps`,path:[`spec`,`template`]}},Tm=({namespace:e})=>e??`default`;function Em(e){return e.manifests.flatMap(e=>{let t=Object.hasOwn(wm,e.kind)?wm[e.kind]:void 0;return!t||t.group!==v(e.apiVersion)||!o(e.get([...t.path,`spec`]))||e.kind===`Pod`&&e.get([`spec`,`nodeName`])!==void 0?[]:[{manifest:e,template:t.path,namespace:Tm(e)}]})}const Dm=e=>e.manifests.some(({kind:e,apiVersion:t})=>(e===`NodePool`||e===`Provisioner`)&&v(t)===`karpenter.sh`);function Om({manifest:e,template:t}){return km(e.get([...t,`metadata`,`labels`]))}function km(e){let t=Object.entries(o(e)??{}).map(([e,t])=>[e,h(t)??``]);return t.some(([e,t])=>u(e)||u(t))?void 0:Object.fromEntries(t)}function Am(e,t){let n=o(e.get(t)),r=km(n?.matchLabels);if(!n||!r||e.isPartial)return;let i=f(n.matchExpressions).map(e=>{let{key:t,operator:n,values:r}=o(e)??{};return{key:h(t)??``,operator:h(n)??``,values:f(r).map(e=>h(e)??``)}});return i.flatMap(({key:e,operator:t,values:n})=>[e,t,...n]).some(e=>u(e))?void 0:{matchLabels:r,matchExpressions:i}}const jm=[`ebs.csi.aws.com`,`ebs.csi.eks.amazonaws.com`,`kubernetes.io/aws-ebs`],Mm=`WaitForFirstConsumer`,Nm=D({id:`volume-binding-mode`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Workloads`,mistakes:[104],on:{Manifests(e,{report:t}){if(Dm(e))for(let n of e.manifests){if(n.kind!==`StorageClass`||v(n.apiVersion)!==`storage.k8s.io`)continue;let e=[`volumeBindingMode`],r=n.get(e),i=r===`Immediate`||r===void 0&&!n.isPartial;jm.includes(h(n.get([`provisioner`]))??``)&&i&&(n.get([`allowedTopologies`])!==void 0||u(n.name)||t({manifest:n,at:r===void 0?n.keySpan([`provisioner`]):n.span(e),message:`StorageClass \`${n.name}\` creates a volume in any zone before the scheduler knows where its pod can run`,help:`Set \`volumeBindingMode: ${Mm}\`. If the StorageClass already exists in a cluster, delete it there first, because the field cannot be changed.`,fix:{description:`Set \`volumeBindingMode: ${Mm}\``,edits:r===void 0?oe(n,[],`volumeBindingMode`,Mm):y(n,e,Mm)}}))}}},docs:{summary:`A StorageClass creates EBS volumes before the scheduler knows where their pod runs.`,why:"With `Immediate`, the default, a volume is created in any zone as soon as its claim exists. While a claim is unbound, Karpenter ignores its pod. Afterwards the pod can run only in the zone of the volume, whether or not a NodePool allows that zone.",help:"Set `volumeBindingMode: WaitForFirstConsumer`. The field cannot be changed on an existing StorageClass, so delete the StorageClass and create it again. Its volumes are not affected.",url:`https://kubernetes.io/docs/concepts/storage/storage-classes/#volume-binding-mode`},examples:Pm});function Pm(){return{bad:[N(O(),C`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
          volumeBindingMode: Immediate
        `),N(O(),C`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
        `)],good:[N(O(),C`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
          volumeBindingMode: WaitForFirstConsumer
        `),N(O(),C`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: efs
          provisioner: efs.csi.aws.com
          volumeBindingMode: Immediate
        `)]}}const Fm=D({id:`volume-key`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[66],on:{Manifests(e,t){for(let n of L(e))Lm(n,t)}},docs:{summary:`A node class encrypts volumes with a KMS key that the controller may not use.`,why:"EC2 encrypts a volume with the permissions of whoever launches the instance. If the controller may not use a customer managed key, the instance terminates within seconds with `Client.InternalError`. Karpenter launches another one, which fails in the same way. Reported only when Terraform creates the key without a key policy or grant, and the controller’s policy has no permission for it.",help:"Allow the controller `kms:CreateGrant`, `kms:Decrypt`, `kms:DescribeKey`, `kms:GenerateDataKeyWithoutPlaintext` and `kms:ReEncrypt*` on the key, in its IAM policy or in the policy of the key.",url:`https://karpenter.sh/docs/troubleshooting/#node-terminates-before-ready-on-failed-encrypted-ebs-volume`},examples:Rm}),Im=[`spec`,`blockDeviceMappings`];function Lm(e,{all:t,clusterOf:n,report:r}){let i=n(e);if(i.ofKind(`aws_kms_grant`,`aws_kms_key_policy`).length>0)return;let a=kc({all:t,clusterOf:n}).filter(([e])=>e&&n(e.policy)===i);if(a.length===1&&Nc(a[0])&&!Mc(a[0],`kms:CreateGrant`))for(let t of f(e.get(Im)).keys()){let n=[...Im,t,`ebs`,`kmsKeyID`],a=/^aws_kms_key\.([\w-]+)\.(?:arn|id|key_id)$/.exec(Tt(e,n)??``)?.[1],o=i.ofKind(`aws_kms_key`).find(e=>e.name===a);o&&o.get([`spec`,`policy`])===void 0&&r({manifest:e,at:e.span(n),message:`Nothing allows the controller to use the key \`${o.name}\`, so instances terminate right after their launch`,help:"Allow the controller `kms:CreateGrant`, `kms:Decrypt`, `kms:DescribeKey`, `kms:GenerateDataKeyWithoutPlaintext` and `kms:ReEncrypt*` on the key, in its IAM policy or in the policy of the key.",labels:[{span:o.span([`metadata`,`name`]),message:`the key`}]})}}function Rm(){return{bad:[S(w`
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

        ${M(`default`,k(C`
            role: KarpenterNodeRole-demo
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  encrypted: true
                  kmsKeyID: \${aws_kms_key.nodes.arn}
          `))}
      `,{'data "aws_iam_policy_document" "karpenter" {':w`
            data "aws_iam_policy_document" "karpenter" {
              statement {
                actions   = ["kms:CreateGrant", "kms:Decrypt", "kms:DescribeKey", "kms:GenerateDataKeyWithoutPlaintext", "kms:ReEncrypt*"]
                resources = [aws_kms_key.nodes.arn]
              }
          `},{'description = "volumes of nodes"':`description = "volumes of nodes"
policy      = data.aws_iam_policy_document.key.json`})],good:[w`
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

        ${M(`default`,k(C`
            role: KarpenterNodeRole-demo
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  encrypted: true
                  kmsKeyID: \${aws_kms_key.nodes.arn}
          `))}
      `,w`
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

        ${M(`default`,k(C`
            role: KarpenterNodeRole-demo
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  encrypted: true
                  kmsKeyID: \${aws_kms_key.nodes.arn}
          `))}
      `]}}const zm=D({id:`volume-size`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[],explains:[`schema/type`,`schema/pattern`],on:{NodeClass(e,{report:t}){for(let n of f(e.get([`spec`,`blockDeviceMappings`])).keys()){let r=[`spec`,`blockDeviceMappings`,n,`ebs`,`volumeSize`],i=String(e.get(r));!/^[1-9]\d{0,4}$/.test(i)||Number(i)>65536||t({at:e.span(r),message:`\`volumeSize: ${i}\` has no unit. The API server refuses it, or takes a number as bytes before Karpenter 0.37`,help:`Write the unit: \`volumeSize: ${i}Gi\`.`,fix:{description:`Replace with \`${i}Gi\``,edits:y(e,r,`${i}Gi`)},explains:{paths:[r]}})}}},docs:{summary:`The size of a volume has no unit.`,why:`The CRD requires a unit, so the API server refuses the EC2NodeClass. Before Karpenter 0.37, the API server accepts a number as bytes: a root volume of 1 GiB is smaller than every image, so EC2 launches no instances.`,help:"Write the unit, such as `50Gi`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:Vm}),Bm=e=>k(C`
    role: KarpenterNodeRole-demo
    blockDeviceMappings:
      - deviceName: /dev/xvda
        ebs:
          volumeSize: ${e}
          volumeType: gp3
          encrypted: true
  `);function Vm(){return{bad:[Bm(`50`)],good:[Bm(`50Gi`),Bm(`53687091200`)]}}const Hm=D({id:`zones-without-subnets`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[25],on:{NodePool:Um},docs:{summary:`A NodePool allows a zone in which its node class selects no subnet.`,why:`Karpenter launches nodes only in the zones of the selected subnets. It still counts every zone of the requirements as a topology domain, so a zonal topology spread constraint can keep pods pending. A NodePool with no other zone launches nothing. Reported only when the repository creates the subnets of the cluster and their zones are known.`,help:`Remove the zone from the requirements, or create a subnet in it that the node class selects.`,url:`https://karpenter.sh/docs/concepts/nodepools/#availability-zones`},examples:Gm});function Um(e,{all:t,clusterOf:n,relation:r,report:i}){let a=e.isPartial?void 0:rn(t,e);if(!a||a.isPartial||r(e,a)===void 0)return;let o=au(a,`subnet`,yl(n(a),`subnet`)),s=o&&Wm(o);if(s)for(let{key:t,operator:n,values:r}of I(e)){if(b(t)!==x.zone||n!==`In`)continue;let c=r.filter(({isKnown:e,text:t})=>e&&!s.has(t)),l=c.length===r.length;for(let{path:t,text:n}of c)i({at:e.span(t),...l&&{severity:`error`},message:`\`${a.name}\` selects no subnet in zone \`${n}\`, so Karpenter never launches nodes there`,help:`Use zones in which it selects subnets: ${R([...s].sort(),` and `)}.`,labels:o.slice(0,1).map(({manifest:e,tagsAt:t})=>({span:e.keySpan(t),message:`the subnets that it selects`}))})}}function Wm(e){let t=e.map(e=>e.zones);return t.length===0||t.includes(void 0)?void 0:new Set(t.flatMap(e=>e??[]))}function Gm(){let e=e=>w`
    module "vpc" {
      source          = "terraform-aws-modules/vpc/aws"
      azs             = ["us-east-1a", "us-east-1b"]
      private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]

      private_subnet_tags = {
        "karpenter.sh/discovery" = "orders"
      }
    }

    ${M(`default`,k(C`
        role: KarpenterNodeRole-orders
        subnetSelectorTerms:
          - tags:
              karpenter.sh/discovery: orders
      `))}

    ${M(`pool`,O({limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`topology.kubernetes.io/zone In [${e}]`]}))}
  `;return{bad:[S(e(`us-east-1a, us-east-1c`),{"us-east-1a, us-east-1c":`us-east-1a, us-east-1b`})],good:[e(`us-east-1a, us-east-1b`)]}}const Km=[an,Cn,On,Fn,Vn,Yn,tr,qs,tc,sc,fc,vc,wc,Ic,Wc,el,al,ou,_u,Du,Wu,$u,id,sd,hd,vd,Ed,Md,Xd,cf,_f,xf,Af,Bf,Ip,Vp,Gp,Qp,em,rm,am,pm,vm,Nm,Fm,zm,Hm];function qm(e,t){if(e===void 0)return!1;for(let[n,r]of Object.entries(e.matchLabels??{}))if(Jm(t,n)!==r)return!1;return(e.matchExpressions??[]).every(({key:e,operator:n,values:r=[]})=>{let i=Jm(t,e);switch(n){case`In`:return i!==void 0&&r.includes(i);case`NotIn`:return i===void 0||!r.includes(i);case`Exists`:return i!==void 0;case`DoesNotExist`:return i===void 0;default:return!1}})}const Jm=(e,t)=>Object.hasOwn(e,t)?e[t]:void 0;function Ym(e){if(e===void 0)return``;let t=Object.entries(e.matchLabels??{}).map(e=>JSON.stringify(e)),n=(e.matchExpressions??[]).map(({key:e,operator:t,values:n=[]})=>JSON.stringify([e,t,[...n].sort()]));return JSON.stringify([t.sort(),[...new Set(n)].sort()])}const Xm=({kind:e,apiVersion:t})=>e===`PodDisruptionBudget`&&v(t)===`policy`;function Zm(e){let t=new Map;for(let n of Em(e)){let e=Om(n);if(e===void 0||u(n.namespace))continue;let r=Qm(n.manifest);for(let i of[``,...Object.entries(e).map(e=>e.join(`=`))]){let a=JSON.stringify([r,i]),o=t.get(a)??[];t.set(a,o),o.length<200&&o.push({workload:n,labels:e})}}let n=new Map,r=new Map;for(let i of e.manifests.filter(Xm)){let e=Am(i,[`spec`,`selector`]),[a]=Object.entries(e?.matchLabels??{}),o=(t.get(JSON.stringify([Qm(i),a?.join(`=`)??``]))??[]).filter(({labels:t})=>qm(e,t)).map(({workload:e})=>e);n.set(i,o);for(let e of o)r.set(e,[...r.get(e)??[],i].slice(0,2))}return{byBudget:n,byWorkload:r}}const Qm=e=>`${Tm(e)} ${e.source.file.slice(0,Math.max(0,e.source.file.lastIndexOf(`/`)))}`,$m=D({id:`blocking-pdb`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[41,43,44],on:{Manifests(e,t){if(!Dm(e))return;let{byBudget:n,byWorkload:r}=Zm(e),i=ah(e);for(let[e,r]of n)th(e,t)||nh({budget:e,workloads:r,replicas:i},t);for(let[e,n]of r)rh(e,n,t)}},docs:{summary:`A PodDisruptionBudget allows no evictions, or two of them select the same pods.`,why:"Karpenter drains nodes with the eviction API. It never consolidates a node with a pod that it cannot evict. If such a node has no `terminationGracePeriod`, Karpenter does not replace it when it drifts, and it stays half-drained when it expires. With one, Karpenter deletes the pod at the end of the period. If two budgets select one pod, the API refuses every eviction. `maxUnavailable: 0` and `minAvailable: 100%` are only notes, because they may be intended.",help:"Allow at least one pod to be unavailable, run more replicas than `minAvailable`, and select each pod with only one budget.",url:`https://karpenter.sh/docs/concepts/disruption/#pod-disruption-budgets`},examples:oh}),eh={maxUnavailable:/^0%?$/,minAvailable:/^100%$/};function th(e,{report:t}){let n=Object.keys(eh).find(t=>eh[t].test(h(e.get([`spec`,t]))??``));return n!==void 0&&(t({manifest:e,at:e.span([`spec`,n]),severity:`note`,message:`\`${n}: ${e.get([`spec`,n])}\` allows no evictions. Karpenter never consolidates a node with one of these pods, and replaces a drifted one only if it has a \`terminationGracePeriod\``,help:"Replace it with `maxUnavailable: 1`."}),!0)}function nh({budget:e,workloads:t,replicas:n},{report:r}){let i=[`spec`,`minAvailable`],a=e.get(i),[o]=t;if(typeof a!=`number`||a<1||!o||t.length>1)return;let{manifest:s}=o,c=(s.kind===`Deployment`||s.kind===`StatefulSet`)&&!s.isPartial?n.get(ih(s)):void 0;c!==void 0&&(c===0||c>a||r({manifest:e,at:e.span(i),message:`\`minAvailable: ${a}\` of ${m(c,`pod`)} allows no evictions. Karpenter never consolidates a node with one of these pods, and replaces a drifted one only if it has a \`terminationGracePeriod\``,labels:[{span:s.span([`spec`,`replicas`]),message:`the number of pods`}],help:`Set \`replicas\` to at least ${a+1}, or replace \`minAvailable\` with \`maxUnavailable: 1\`.`}))}function rh(e,t,{report:n}){let[r,i]=t;r&&i&&r.name!==i.name&&n({manifest:i,at:i.span([`spec`,`selector`]),message:`Two PodDisruptionBudgets, \`${r.name}\` and \`${i.name}\`, select the pods of ${e.manifest.kind} \`${e.manifest.name}\`. The API refuses every eviction`,labels:[{span:r.span([`spec`,`selector`]),message:`also selects these pods`}],help:`Delete one of the two budgets, or change its selector.`})}const ih=({kind:e,name:t})=>`${e}/${t}`;function ah(e){let t=new Map;for(let n of e.manifests){let e=n.get([`spec`,`replicas`]),r=ih(n);if(e===void 0)continue;let i=!t.has(r)||t.get(r)===e;t.set(r,i&&typeof e==`number`?e:void 0)}for(let n of e.manifests){if(n.kind!==`HorizontalPodAutoscaler`&&n.kind!==`ScaledObject`)continue;let e=[`spec`,`scaleTargetRef`],r=h(n.get([...e,`kind`]))??`Deployment`;t.delete(ih({kind:r,name:h(n.get([...e,`name`]))??``}))}return t}function oh(){return{bad:[S(N(O(),sh,ch(`minAvailable: 1`)),{"replicas: 1":`replicas: 2`},{"minAvailable: 1":`maxUnavailable: 1`}),S(N(O(),ch(`maxUnavailable: 0`)),{"maxUnavailable: 0":`maxUnavailable: 1`})],good:[N(O(),sh,C`
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
        `,ch(`minAvailable: 1`)),ch(`maxUnavailable: 0`,`no-karpenter-here`)]}}const sh=C`
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
`,ch=(e,t=`web`)=>C`
  apiVersion: policy/v1
  kind: PodDisruptionBudget
  metadata:
    name: ${t}
  spec:
    ${e}
    selector:
      matchLabels:
        app: web
`,lh=D({id:`bound-comment`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[16],on:{NodePool:dh,Provisioner:dh},docs:{summary:"A comment says that a bound is included, but `Gt` or `Lt` excludes it.",why:"`Gt` means greater than, not at least: `instance-generation Gt 5` starts at generation 6. If a comment on the line says “at least 5” or “5 and newer”, one of the two is wrong. Karpenter never launches instance types with exactly this value.",help:"Use the next lower number with `Gt` or the next higher one with `Lt`. Since Karpenter 1.9 you can also use `Gte` and `Lte`.",url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:ph}),uh={Gt:/(?:>=|≥|=>|\bat least|\bminimum(?: of)?|\bno less than|\bstarting (?:at|with))\s*(?:gen(?:eration)?\s*)?(\d+)\b|\b(\d+)(?:\+|\s*(?:and|or)\s+(?:newer|later|up|above|more|higher|greater)\b)/i,Lt:/(?:<=|≤|=<|\bat most|\bmaximum(?: of)?|\bno more than|\bup to)\s*(?:gen(?:eration)?\s*)?(\d+)\b|\b(\d+)\s*(?:and|or)\s+(?:older|earlier|below|less|lower|fewer|smaller)\b/i};function dh(e,{report:t,karpenter:n,isKarpenterAssumed:r}){if(!e.source.origin)for(let i of I(e)){let{operator:a,values:o}=i,[s]=o,c=Object.hasOwn(uh,a)?uh[a]:void 0;if(!c||!s?.isKnown||o.length!==1||!/^\d{1,9}$/.test(s.text))continue;let l=c.exec(fh(e,i));if(!l||(l[1]??l[2])!==s.text)continue;let u=String(Number(s.text)+(a===`Gt`?-1:1)),d=n.gteLteOperators&&!r?` or \`${a}e ${s.text}\``:``;t({at:e.span(s.path),message:`The comment says “${l[0].trim()}”, but \`${a} ${s.text}\` excludes ${s.text}`,help:`Write \`${a} ${u}\`${d}.`,fix:{description:`Replace with \`${u}\``,edits:y(e,s.path,`"${u}"`)}})}}function fh(e,{path:t}){let n=new c(e.source.text),{start:r,end:i}=e.span(t),[a,o]=[n.position(r).line,n.position(i).line],s=Array.from({length:Math.min(20,o-a+1)},(e,t)=>/(?:^|\s)#(.*)$/.exec(n.line(a+t))?.[1]??``);return[a>1?/^\s*#(.*)$/.exec(n.line(a-1))?.[1]??``:``,...s].join(` 
 `)}function ph(){return{bad:[N(O({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:C`
            - key: karpenter.sh/capacity-type
              operator: In
              values: [on-demand]
            # generation 5 and newer
            - key: karpenter.k8s.aws/instance-generation
              operator: Gt
              values: ["5"]
          `}),A)],good:[N(O({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:C`
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
          `}),A)]}}const mh=[`jan`,`feb`,`mar`,`apr`,`may`,`jun`,`jul`,`aug`,`sep`,`oct`,`nov`,`dec`],hh=[`sun`,`mon`,`tue`,`wed`,`thu`,`fri`,`sat`],gh=[{name:`minute`,min:0,max:59,names:[]},{name:`hour`,min:0,max:23,names:[]},{name:`day of month`,min:1,max:31,names:[]},{name:`month`,min:1,max:12,names:mh},{name:`day of week`,min:0,max:6,names:hh}],_h={"@yearly":`0 0 1 1 *`,"@annually":`0 0 1 1 *`,"@monthly":`0 0 1 * *`,"@weekly":`0 0 * * 0`,"@daily":`0 0 * * *`,"@midnight":`0 0 * * *`,"@hourly":`0 * * * *`},vh=e=>`reason`in e;function yh(e){let t=e.startsWith(`@`)?_h[e]:e;if(t===void 0)return bh(e,0,void 0,`is not one of ${Object.keys(_h).join(`, `)}`);let n=/^\s*(?:CRON_)?TZ=\S*/.exec(t);if(n)return bh(n[0].trim(),t.indexOf(n[0].trim()),void 0,`is not allowed, because schedules are in UTC`);let r=[...t.matchAll(/\S+/g)];if(r.length!==gh.length)return bh(t,0,void 0,`has ${r.length} fields instead of 5`);let i=[];for(let[e,t]of gh.entries()){let n=xh(r[e][0],t);if(`reason`in n)return{...n,start:n.start+r[e].index};i.push([...n].sort((e,t)=>e-t))}let a=e=>/(^|,)[*?](-[^,/]*)?(\/0*1)?(,|$)/.test(r[e][0]);return{minutes:i[0],hours:i[1],daysOfMonth:i[2],months:i[3],daysOfWeek:i[4],isAnyDayOfMonth:a(2),isAnyDayOfWeek:a(4)}}const bh=(e,t,n,r)=>({part:e,start:t,field:n,reason:r});function xh(e,t){let n=new Set;for(let r of e.matchAll(/[^,]+/g)){let e=Sh(r[0],t);if(typeof e==`string`)return bh(r[0],r.index,t.name,e);for(let t=e.from;t<=e.to;t+=e.step)n.add(t)}return n}function Sh(e,t){let[n=``,r,...i]=e.split(`/`),[a=``,o,...s]=n.split(`-`);if(i.length>0)return"has more than one `/`";let c=a===`*`||a===`?`;if(s.length>0&&!c)return"has more than one `-`";let l=c?t.min:Ch(a,t),u=r===void 0?1:wh(r),d=c?t.max:o===void 0?r===void 0?l:t.max:Ch(o,t);return l===void 0||d===void 0||u===void 0?`is not a number or a name`:l<t.min?`starts below ${t.min}`:d>t.max?`goes beyond ${t.max}`:l>d?`ends before it starts`:u===0?`has a step of 0`:{from:l,to:d,step:u}}function Ch(e,t){let n=t.names.indexOf(e.toLowerCase());return n===-1?wh(e):n+t.min}const wh=e=>/^\+?\d{1,9}$/.test(e)?Number(e):void 0,Th=6e4;function Eh(e,t){let n=(Math.floor(t/Th)+1)*Th,r=new Date(n),i=r.getUTCFullYear()+5;for(let t=0;t<2196;t++){let a=new Date(Date.UTC(r.getUTCFullYear(),r.getUTCMonth(),r.getUTCDate()+t));if(a.getUTCFullYear()>i)break;let o=Dh(e,a)?Oh(e,a.getTime(),n):void 0;if(o!==void 0)return o}}function Dh(e,t){if(!e.months.includes(t.getUTCMonth()+1))return!1;let n=e.daysOfMonth.includes(t.getUTCDate()),r=e.daysOfWeek.includes(t.getUTCDay());return e.isAnyDayOfMonth||e.isAnyDayOfWeek?n&&r:n||r}function Oh({hours:e,minutes:t},n,r){for(let i of e)for(let e of t){let t=n+(i*60+e)*Th;if(t>=r)return t}}function kh(e,{start:t,end:n}){let r=[];for(let{cron:i,durationMs:a}of e){let e=Eh(i,t-a);for(let t=0;e!==void 0&&e<n;t++){if(t>2e4)return;r.push({start:e,end:e+a}),e=Eh(i,e)}}r.sort((e,t)=>e.start-t.start||e.end-t.end);let i=[];for(let e of r){let t=i.at(-1);t&&e.start<=t.end?i[i.length-1]={start:t.start,end:Math.max(t.end,e.end)}:i.push(e)}return i}function Ah(e,{start:t,end:n}){let r=[],i=t;for(let t of e)t.start>i&&r.push({start:i,end:Math.min(t.start,n)}),i=Math.max(i,t.end);return i<n?[...r,{start:i,end:n}]:r}function jh(e,t){let n=`${Mh(e,`UTC`)} UTC`;return t===void 0||t===`UTC`?n:`${n} (${Mh(e,t)} ${t})`}function Mh({start:e,end:t},n){let[r,i]=[Nh(e,n),Nh(t,n)];return`${r.day} ${r.time} to ${r.day===i.day?``:`${i.day} `}${i.time}`}function Nh(e,t){let n=new Intl.DateTimeFormat(`en-US`,{timeZone:t,hourCycle:`h23`,weekday:`short`,month:`short`,day:`numeric`,hour:`2-digit`,minute:`2-digit`}),r=new Map(n.formatToParts(e).map(({type:e,value:t})=>[e,t])),i=e=>r.get(e)??``;return{day:`${i(`weekday`)} ${i(`day`)} ${i(`month`)}`,time:`${i(`hour`)}:${i(`minute`)}`}}const Ph=[`spec`,`disruption`,`budgets`],Fh=D({id:`budget-gaps`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[37],on:{NodePool(e,{report:t,settings:n}){let r=f(e.get(Ph)),i=r.map(Ih);r.length!==0&&!e.isPartial&&i.every(e=>e!==void 0)&&zh(i)&&t({at:e.keySpan(Ph),message:`Karpenter may disrupt any number of nodes of \`${e.name}\` at the same time outside of the ${r.length===1?`window of its budget`:`windows of its budgets`}`,help:`Add a budget without a schedule, such as \`nodes: 10%\`.${Bh(i,n)}`})}},docs:{summary:`All disruption budgets of a NodePool have schedules, so nothing limits disruption outside of their windows.`,why:`A budget applies only while its window is open. When no budget applies, disruption is unlimited. Explicit budgets replace the default of 10%. If they freeze a NodePool during the day, Karpenter may replace all its nodes at the same time at night.`,help:"Add a budget without a schedule, such as `nodes: 10%`. The smallest of the budgets that apply is used.",url:`https://karpenter.sh/docs/concepts/disruption/#schedule`},examples:Vh});function Ih(e){let{schedule:t,duration:n}=o(e)??{};if(typeof t!=`string`||typeof n!=`string`||u(t)||u(n))return;let r=yh(t),i=/^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:0s)?$/.exec(n);if(!vh(r)&&i)return{cron:r,durationMs:(60*Number(i[1]??0)+Number(i[2]??0))*6e4}}const Lh=864e5,Rh=Date.UTC(2024,0,1);function zh(e){let t=e.every(({cron:e})=>e.isAnyDayOfMonth&&e.months.length===12),n={start:Rh,end:Rh+(t?7:366)*Lh},r=kh(e,n);return r!==void 0&&Ah(r,n).length>0}function Bh(e,{today:t,timeZone:n}){if(t===Ge.today)return``;let r=Date.parse(`${t}T00:00:00Z`),i={start:r,end:r+35*Lh},a=kh(e,i),[o]=a?Ah(a,i):[],s=(a?.filter(({start:e})=>e>=r).slice(0,2)??[]).map(e=>jh(e,n));return[...s.length>0?[` The next ${s.length===1?`window is`:`windows are`} ${s.join(`, then `)}.`]:[],...o?[` The next time without a limit is ${jh(o,n)}.`]:[]].join(``)}function Vh(){return{bad:[S(O({disruption:C`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
        `}),{"budgets:":`budgets:
  - nodes: 10%`})],good:[O({disruption:C`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
        `}),O({disruption:C`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
              schedule: 0 8 * * *
              duration: 12h
            - nodes: 20%
              schedule: 0 20 * * *
              duration: 12h
        `})]}}const Hh=D({id:`budget-rounding`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[38],on:{NodePool(e,{report:t}){let n=Uh(e),r=[`spec`,`disruption`,`budgets`];if(!(n===void 0||n<2))for(let[i,a]of f(e.get(r)).entries()){let s=o(a)?.nodes,c=typeof s==`string`?Number(/^(\d{1,3})%$/.exec(s)?.[1]??0):0;c===0||c*n>=100||100/n<2*c||t({at:e.span([...r,i,`nodes`]),message:`\`${s}\` of at most ${n} nodes is rounded up to one node, which is ${Math.round(100/n)}% of \`${e.name}\``,help:'Set `nodes: "1"` to disrupt one node at a time.'})}}},docs:{summary:`Karpenter rounds a small percentage of a small NodePool up to one node.`,why:"Karpenter rounds the percentages of a budget up: 10% of three nodes is one node, a third of them. If `replicas` or `limits.nodes` limits the number of nodes, a small percentage never has the effect that it suggests.",help:"Set `nodes` to the number of nodes that may be disrupted at the same time.",url:`https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets`},examples:Wh});function Uh(e){let[t,n]=[e.get([`spec`,`replicas`]),e.get([`spec`,`limits`,`nodes`])],r=t??n;return typeof r==`number`||typeof r==`string`&&/^\d{1,6}$/.test(r)?Number(r):void 0}function Wh(){return{bad:[S(N(O({disruption:C`
            consolidateAfter: 1m
            budgets:
              - nodes: 10%
          `,limits:C`
            cpu: 100
            nodes: 4
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),A),{"nodes: 10%":`nodes: "1"`})],good:[N(O({disruption:C`
            consolidateAfter: 1m
            budgets:
              - nodes: 10%
          `,limits:C`
            cpu: 100
            nodes: 40
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),A),N(O({disruption:C`
            consolidateAfter: 1m
            budgets:
              - nodes: "1"
          `,limits:C`
            cpu: 100
            nodes: 4
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),A)]}}const Gh=D({id:`budget-schedule`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[35,36],on:{NodePool(e,{report:t}){let n=[`spec`,`disruption`,`budgets`];for(let[r,i]of f(e.get(n)).entries()){let a=o(i)?.schedule;if(typeof a!=`string`||u(a)||!qh(a))continue;let s=yh(a);if(!vh(s)){Eh(s,Kh)===void 0&&t({at:e.span([...n,r,`schedule`]),severity:`warning`,message:`\`${a}\` never occurs, so Karpenter applies the budget at all times`,help:`Use a day that exists in the months of the schedule.`});continue}let c=s.field===`day of week`?Jh(a,s):void 0;t({at:e.span([...n,r,`schedule`]),message:`Karpenter cannot parse this schedule, so no budget of \`${e.name}\` allows any disruption: ${s.field?`${s.field} `:``}\`${s.part}\` ${s.reason}`,help:c?`Write \`${c}\`. Days are 0 (Sunday) to 6, and ranges do not wrap around.`:`Write five fields in UTC: minute, hour, day of month, month and day of week.`,...c&&{fix:{description:`Replace with \`${c}\``,edits:y(e,[...n,r,`schedule`],`"${c}"`)}}})}}},docs:{summary:`Karpenter cannot parse the schedule of a disruption budget.`,why:"The API server only checks that a schedule has five parts. Karpenter parses it when it evaluates budgets. On an error, every budget of the NodePool allows 0 nodes: Karpenter consolidates nothing and rolls out no drift, and only an event says so. Days of the week are 0 to 6 and ranges do not wrap around, so `7`, `1-7` and `sat-sun` are errors. Schedules are always in UTC.",help:`Write five valid fields, list days instead of wrapping around, and convert times to UTC.`,url:`https://karpenter.sh/docs/concepts/disruption/#schedule`},examples:Xh}),Kh=Date.UTC(2024,0,1),qh=e=>/^@(annually|yearly|monthly|weekly|daily|midnight|hourly)/.test(e)||e.trim().split(/\s+/).length>=5;function Jh(e,{part:t,start:n}){let r=t.split(`-`).map(Yh),[i,a=i]=r;if(r.length>2||i===void 0||a===void 0)return;let o=[],s=/[a-z]/i.test(t);for(let e=i;o.push(s?hh[e%7]:String(e%7)),e%7!=a%7&&o.length!==7;e=(e+1)%7);let c=o.length===7?`*`:o.join(`,`),l=e.slice(0,n)+c+e.slice(n+t.length);return vh(yh(l))?void 0:l}const Yh=e=>{let t=hh.indexOf(e.toLowerCase());return t===-1?/^[0-7]$/.test(e)?Number(e):void 0:t};function Xh(){return{bad:[O({disruption:C`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * sat-sun
              duration: 8h
        `}),S(O({disruption:C`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: TZ=Europe/Berlin 0 9 * * 1-5
              duration: 8h
        `}),{"TZ=Europe/Berlin 0 9 * * 1-5":`0 8 * * 1-5`}),S(O({disruption:C`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 30 2 *
              duration: 8h
        `}),{"0 9 30 2 *":`0 9 28 2 *`})],good:[O({disruption:C`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
            - nodes: "1"
              schedule: "@daily"
              duration: 1h
        `})]}}const Zh=D({id:`chart-crds`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Karpenter installation`,mistakes:[85],on:{Manifests(e,t){let n=ie(yt(e),({manifest:e})=>t.clusterOf(e));for(let e of n.values())$h(e,t)}},docs:{summary:`Karpenter and its CRDs have different versions.`,why:"The API server drops fields that the CRDs do not have. If the CRDs are older than the controller, the API server silently drops new fields of NodePools and EC2NodeClasses. If they are newer, the controller gets fields that it does not know. Reported only when the charts `karpenter` and `karpenter-crd` belong to the same cluster, also in different folders.",help:`Use the same version for both charts, and upgrade the CRDs first.`,url:`https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades`},examples:eg}),Qh=({manifest:e,version:t})=>{let n=t&&E(e,t)?.replace(/^v/,``);return n!==void 0&&/^\d+\.\d+\.\d+$/.test(n)?n:void 0};function $h(e,t){let n=t=>e.filter(e=>e.chart===t&&e.version),[r,...i]=n(`karpenter-crd`),[a,...o]=n(`karpenter`);if(!r||!a||i.length>0||o.length>0)return;let[s,c]=[Qh(r),Qh(a)];s!==void 0&&c!==void 0&&s!==c&&t.report({manifest:r.manifest,at:r.manifest.span(r.version),message:`The CRDs have version ${s}, but the controller has version ${c}`,help:`Set the version of \`karpenter-crd\` to ${c}, or that of \`karpenter\` to ${s}.`,labels:[{span:a.manifest.span(a.version),message:`version of the controller${Q(r.manifest,a.manifest,t)}`}]})}function eg(){return{bad:[S(w`
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
      `,{"1.6.2":`1.11.1`},{"1.11.1":`1.6.2`}),S(N(j(`karpenter-crd`,{version:`1.6.2`}),j(`karpenter`,{version:`1.7.1`})),{"1.6.2":`1.7.1`},{"1.7.1":`1.6.2`})],good:[w`
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
      `]}}const tg=D({id:`consolidate-after-load`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[46,47],on:{Manifests:ng},docs:{summary:"`consolidateAfter` of a NodePool does not suit the CronJobs that run on it.",why:"`consolidateAfter` counts from the last time a pod was added to a node or removed from it. With `0s`, Karpenter may remove a node as soon as a job ends. The next run of the job then waits for a new node. With a duration above the interval of the job, its nodes never stay unchanged for long enough, so Karpenter never consolidates them. Reported only when a CronJob selects the NodePool by name.",help:"Set `consolidateAfter` to a duration above `0s` and below the interval of the CronJobs.",url:`https://karpenter.sh/docs/concepts/disruption/#consolidation`},examples:og});function ng(e,t){let n=Em(e).filter(({manifest:e})=>e.kind===`CronJob`);if(n.length!==0)for(let r of P(e)){let e=[`spec`,`disruption`,`consolidateAfter`],i=dt(h(r.get(e))??``),a=Number(i??0)/1e6;if(i===void 0||r.get([`spec`,`disruption`,`consolidationPolicy`])===`WhenEmpty`)continue;let[o]=n.filter(e=>ig(r,e)).flatMap(e=>({job:e.manifest,every:ag(e.manifest)??NaN})).filter(({every:e})=>a===0?e<=9e5:e<a).sort((e,t)=>e.every-t.every||_(e.job.name,t.job.name));if(!o)continue;let{name:s}=o.job,c=rg(o.every);t.report({manifest:r,at:r.span(e),message:a===0?`Karpenter may remove nodes of \`${r.name}\` as soon as CronJob \`${s}\` ends, and \`${s}\` runs again every ${c}`:`\`consolidateAfter\` of \`${r.name}\` is longer than ${c}, the interval of CronJob \`${s}\`, so Karpenter never consolidates the nodes that run it`,help:`Set \`consolidateAfter\` to a duration above \`0s\` and below ${c}, the interval of CronJob \`${s}\`.`,labels:[{span:o.job.span([`spec`,`schedule`]),message:`schedule of the CronJob`}]})}}const rg=e=>{let t=e/6e4;return t%60==0?`${t/60}h`:`${t}m`};function ig(e,{manifest:t,template:n}){let r=o(t.get([...n,`spec`,`nodeSelector`]));return h(r?.[`karpenter.sh/nodepool`])===e.name}function ag(e){let t=yh(h(e.get([`spec`,`schedule`]))??``);if(vh(t)||e.get([`spec`,`suspend`])===!0)return;let n=Eh(t,0),r=n===void 0?void 0:Eh(t,n);return n===void 0||r===void 0?void 0:r-n}function og(){return{bad:[S(N(O({name:`batch`,disruption:C`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 0s
          `,limits:`cpu: 1000`,nodeClassRef:`default`,taints:C`
            - key: example.com/batch
              effect: NoSchedule
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),C`
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
        `,A),{"consolidateAfter: 0s":`consolidateAfter: 2m`}),S(N(O({name:`batch`,disruption:C`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 30m
          `,limits:`cpu: 1000`,nodeClassRef:`default`,taints:C`
            - key: example.com/batch
              effect: NoSchedule
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),C`
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
        `,A),{"consolidateAfter: 30m":`consolidateAfter: 5m`})],good:[N(O({name:`batch`,disruption:C`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 5m
          `,limits:`cpu: 1000`,nodeClassRef:`default`,taints:C`
            - key: example.com/batch
              effect: NoSchedule
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),C`
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
        `,A),N(O({name:`batch`,disruption:C`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 0s
          `,limits:`cpu: 1000`,nodeClassRef:`default`,taints:C`
            - key: example.com/batch
              effect: NoSchedule
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),C`
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
        `,A)]}}const $=[`spec`,`disruption`],sg=[...$,`consolidateAfter`],cg=D({id:`consolidate-after-policy`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[2,3],explains:[`schema/cel`,`schema/required`],on:{NodePool(e,t){let n=F(e,[...$,`consolidationPolicy`]),r=F(e,sg);if(!o(e.get($))||!n.isKnown||!r.isKnown)return;let i=(r.value??null)===null;re(e.apiVersion)===`v1beta1`?lg(e,t,n.value??null,i):i&&ug(e,t)}},docs:{summary:"`consolidateAfter` is missing, or not allowed with this `consolidationPolicy`.",why:"In v1beta1, `consolidateAfter` belongs only to `WhenEmpty`. The API server refuses a duration with `WhenUnderutilized`, the default policy, and refuses `WhenEmpty` without a duration. In v1 up to Karpenter 1.14, every `disruption` block must have `consolidateAfter`. Since 1.15 the default is `0s`, so Karpenter consolidates nodes as soon as a pod leaves.",help:"In v1beta1, set `consolidateAfter` only with `WhenEmpty`. In v1, set it in every `disruption` block.",url:`https://karpenter.sh/docs/concepts/disruption/#consolidation`},examples:dg});function lg(e,{report:t},n,r){if(n===`WhenEmpty`&&r&&t({at:e.keySpan([...$,`consolidationPolicy`]),message:"`consolidationPolicy: WhenEmpty` requires `consolidateAfter` in v1beta1. Without it, the API server refuses the NodePool",help:"Set `consolidateAfter` to the time for which a node must be empty before Karpenter deletes it, such as `30s`.",fix:{description:"Add `consolidateAfter: 30s`",edits:oe(e,$,`consolidateAfter`,`30s`)},explains:{paths:[$]}}),n!==null&&n!==`WhenUnderutilized`||r||e.get(sg)===`Never`)return;let i=n===null?"`WhenUnderutilized`, the default policy,":"`consolidationPolicy: WhenUnderutilized`";t({at:e.keySpan(sg),message:`\`consolidateAfter\` is not allowed with ${i} in v1beta1. The API server refuses the NodePool`,help:"Remove `consolidateAfter`, or set `consolidationPolicy: WhenEmpty` to delete only empty nodes. v1 allows it with `WhenEmptyOrUnderutilized`.",...n!==null&&{labels:[{span:e.span([...$,`consolidationPolicy`]),message:"this policy does not allow `consolidateAfter`"}]},fix:{description:"Remove `consolidateAfter`",edits:le(e,sg)},explains:{paths:[$]}})}function ug(e,{report:t,karpenter:n}){let r={description:"Add `consolidateAfter: 0s`",edits:oe(e,$,`consolidateAfter`,`0s`)};n.consolidateAfterDefaulted?t({at:e.keySpan($),severity:`note`,message:"`disruption` has no `consolidateAfter`. The default is `0s`, so Karpenter consolidates nodes as soon as a pod leaves",help:"Set `consolidateAfter` explicitly: `0s`, or a longer time to avoid churn.",fix:r}):t({at:e.keySpan($),message:"`disruption` requires `consolidateAfter` up to Karpenter 1.14. Without it, the API server refuses the NodePool",help:"Set `consolidateAfter`. With `0s` Karpenter acts immediately, which is also the default if there is no `disruption` block.",fix:r,explains:{paths:[sg,$]}})}function dg(){return{bad:[T({karpenter:`0.37`},O({apiVersion:`karpenter.sh/v1beta1`,disruption:C`
            consolidationPolicy: WhenUnderutilized
            consolidateAfter: 60s
          `})),O({disruption:`consolidationPolicy: WhenEmpty`}),T({karpenter:`0.37`},O({apiVersion:`karpenter.sh/v1beta1`,disruption:`consolidationPolicy: WhenEmpty`}))],good:[O({disruption:C`
          consolidationPolicy: WhenEmptyOrUnderutilized
          consolidateAfter: 60s
        `}),T({karpenter:`0.37`},O({apiVersion:`karpenter.sh/v1beta1`,disruption:C`
            consolidationPolicy: WhenUnderutilized
            consolidateAfter: Never
          `}))]}}const fg=D({id:`controller-placement`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Karpenter installation`,mistakes:[86],on:{Manifests(e,{report:t}){for(let{manifest:n,chart:r,values:i}of yt(e)){if(r!==`karpenter`)continue;let e=[...i,`nodeSelector`],a=Object.keys(o(n.get(e))??{}),s=a.find(e=>pg.has(e));if(s!==void 0){let r=`Only nodes that Karpenter launches have the label \`${s}\`. If there are none, the controller stays pending`;t({manifest:n,at:n.keySpan([...e,s]),message:r,help:`Select nodes that Karpenter does not launch, such as those of a managed node group.`})}let c=[...i,`affinity`];a.length>0||n.get(c)!==null||t({manifest:n,at:n.keySpan(c),message:`Without the chart’s default affinity, the controller can run on nodes that Karpenter launches`,help:"Remove `affinity`, so that the chart’s default applies."})}}},docs:{summary:`The values of the chart let Karpenter run on nodes that it launches itself.`,why:`By default, the chart keeps the controller off nodes that Karpenter launches. If values place it there, a cluster without such a node never gets one, because the controller itself is pending. Consolidation may also delete the node that the controller runs on.`,help:`Run the controller on a managed node group, a kOps InstanceGroup or Fargate.`,url:`https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/`},examples:mg}),pg=new Set([`karpenter.sh/capacity-type`,`karpenter.sh/initialized`,`karpenter.sh/nodepool`,`karpenter.sh/registered`]);function mg(){return{bad:[S(j(`karpenter`,{values:C`
          nodeSelector:
            karpenter.sh/nodepool: system
        `}),{"karpenter.sh/nodepool: system":`eks.amazonaws.com/nodegroup: system`}),S(j(`karpenter`,{values:`affinity: null`}),{"affinity: null":``})],good:[j(`karpenter`,{values:C`
          nodeSelector:
            karpenter.sh/controller: "true"
        `}),j(`karpenter`,{values:C`
          nodeSelector:
            eks.amazonaws.com/nodegroup: system
          affinity: null
        `})]}}const hg=new Set([x.windowsBuild,x.capacityReservationId,x.capacityReservationType,x.capacityReservationInterruptible,x.placementGroupId,x.placementGroupPartition]);function gg(e,t){let n=t.slice(0,_g).filter(t=>Pg(e,t)),r=[],i=yg(e),a=new Map,o;for(let t of n){let n=i.length;i=i.filter(n=>Eg(e,n,t)),i.length===0&&n>0&&(o=Og(e,t,r)),r.push({requirement:t,instanceTypes:i.length})}return{steps:r,names:i.map(({info:e})=>e.name).sort(),isExact:t.length<=_g&&t.every(t=>Fg(e,t)),emptied:o,count:t=>{let n=a.get(t)??Ag(e,i,t);return a.set(t,n),n}}}const _g=100,vg=new WeakMap;function yg(e){let t=vg.get(e)??e.types.flatMap((t,n)=>e.zonesOf(t.name).length>0?[{info:t,index:n}]:[]);return vg.set(e,t),t.map(({info:e,index:t})=>({info:e,index:t,left:void 0}))}const bg=[`linux`,`windows`],xg=[`linux`],Sg=[`on-demand`,`spot`],Cg=[`on-demand`];function wg(e,t,n){let r=b(n);if(r===x.zoneId){let n=wg(e,t,x.zone);return e.zones.flatMap(({zone:e,zoneId:t})=>t!==void 0&&n.includes(e)?[t]:[])}return t.left?.get(r)??Tg(e,t,r)}function Tg(e,{info:t,index:n},r){return r===x.zone?e.zonesOf(t.name):r===x.capacityType?t.hasSpot?Sg:Cg:r===x.os?t.architecture===`amd64`?bg:xg:e.labels.get(r)?.[n]??[]}function Eg(e,t,n){let r=b(n.key),i=wg(e,t,r);if(i.length===0)return n.operator===`NotIn`||n.operator===`DoesNotExist`;let a=i.filter(e=>Lg(n,e));return a.length===i.length||(t.left??=new Map,r===x.zoneId?t.left.set(x.zone,Dg(e,t,a)):t.left.set(r,a),a.length>0)}function Dg(e,t,n){let r=new Map(e.zones.map(({zone:e,zoneId:t})=>[e,t]));return wg(e,t,x.zone).filter(e=>n.includes(r.get(e)??``))}function Og(e,t,n){let r=n.map(e=>e.requirement),i=t=>yg(e).filter(n=>t.every(t=>Eg(e,n,t))),a=i(r),o=i([t]).length===0;return{requirement:t,before:a.length,values:kg(a.flatMap(n=>wg(e,n,t.key))),isUnknownValue:o,conflicts:o?[]:r.filter(e=>i([e,t]).length===0)}}const kg=e=>[...new Set(e)].sort((e,t)=>Ig(e)&&Ig(t)?Number(e)-Number(t):_(e,t));function Ag(e,t,n){let r=t.filter(t=>wg(e,t,x.capacityType).includes(n)),i=r.flatMap(t=>wg(e,t,x.zone));return{instanceTypes:r.length,zones:kg(i)}}const jg={Gt:(e,t)=>e>t,Gte:(e,t)=>e>=t,Lt:(e,t)=>e<t,Lte:(e,t)=>e<=t},Mg=new Set([x.zone,x.zoneId,x.capacityType,x.os]),Ng=(e,{key:t,isKnown:n})=>{let r=b(t);return n&&!Mg.has(r)&&!e.labels.has(r)&&!hg.has(r)};function Pg(e,t){let{operator:n,values:r,isKnown:i}=t,a=b(t.key);return!i||hg.has(a)||Ng(e,t)||a===x.capacityType&&r.some(e=>e.text===`reserved`)?!1:n===`In`?r.length>0:Object.hasOwn(jg,n)?r.length===1&&Ig(r[0].text):n===`NotIn`||n===`Exists`||n===`DoesNotExist`}function Fg(e,t){if(!Pg(e,t))return Ng(e,t);let n=b(t.key);if(t.operator!==`In`||n!==x.instanceType&&n!==x.instanceFamily)return!0;let r=new Set(e.types.map(e=>n===x.instanceType?e.name:e.family));return t.values.every(({text:e})=>r.has(e))}const Ig=e=>/^-?\d+$/.test(e);function Lg({operator:e,values:t},n){return e===`In`?t.some(e=>e.text===n):e===`NotIn`?!t.some(e=>e.text===n):e===`Exists`||e!==`DoesNotExist`&&Ig(n)&&jg[e](Number(n),Number(t[0].text))}const Rg=D({id:`dead-values`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[93],on:{NodePool:Bg,Provisioner:Bg},docs:{summary:`A requirement names instance types or families that another requirement of the NodePool excludes.`,why:"Karpenter applies all requirements together. The family `r5` with `instance-generation Gt 5` is never launched, so the NodePool has fewer instance types to choose from than it seems. If only such values are left, nothing is launched at all.",help:`Remove the values, or relax the requirement that excludes them.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:Ug}),zg=new Map([[x.instanceType,({name:e})=>e],[x.instanceFamily,({family:e})=>e]]);function Bg(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i||i.names.length===0)return;let a=Ht(e);for(let r of a){let i=zg.get(b(r.key));if(!i||r.operator!==`In`||!r.isKnown)continue;let o=Vg(n,{requirement:r,all:a,valueIn:i});o.length!==0&&t({at:e.span(r.path),message:`\`${e.name}\` never launches ${Hg(o)}: its other requirements exclude ${o.length===1?`this value`:`these values`}`,help:`Remove ${Hg(o)}, or relax the other requirements.`})}}function Vg(e,{requirement:t,all:n,valueIn:r}){let i=gg(e,n.filter(e=>e!==t)),a=new Set(i.names),o=e.types.filter(({name:t})=>e.zonesOf(t).length>0),s=new Set(o.map(r)),c=new Set(o.filter(({name:e})=>a.has(e)).map(r));return[...new Set(t.values.map(({text:e})=>e))].filter(e=>s.has(e)&&!c.has(e)).sort()}function Hg(e){let t=e.slice(0,4).map(e=>`\`${e}\``);return`${t.join(`, `)}${e.length>t.length?` and ${e.length-t.length} more`:``}`}function Ug(){return{bad:[S(O({requirements:[`karpenter.k8s.aws/instance-family In [c6i, m6i, r5]`,`karpenter.k8s.aws/instance-generation Gt ["5"]`,`karpenter.sh/capacity-type In [on-demand]`]}),{"[c6i, m6i, r5]":`[c6i, m6i]`},{'["5"]':`["4"]`})],good:[O({requirements:[`karpenter.k8s.aws/instance-family In [c6i, m6i, r6i]`,`karpenter.k8s.aws/instance-generation Gt ["5"]`,`karpenter.sh/capacity-type In [on-demand]`]})]}}const Wg=e=>JSON.stringify([v(e.apiVersion),e.kind,e.namespace??``,e.name]),Gg=D({id:`duplicate-object`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],on:{Manifests:Kg},docs:{summary:`One place defines an object twice, with different content.`,why:`All manifests of a file, of a rendered root or of a configured environment are applied together, so the two definitions overwrite each other. The last one wins, and the other one has no effect. Two files of one folder may be alternatives, so they are only a note. Objects of the same name in different folders, environments or roots are different objects, and are not reported. Folders with examples are not reported either.`,help:`Remove one of the definitions, or rename it.`,url:`https://kubernetes.io/docs/concepts/overview/working-with-objects/names/`},examples:Xg});function Kg(e,{report:t,settings:n}){let r=new Map;for(let i of e.manifests){if(i.isPartial||i.name===``||u(i.name))continue;let e=p(i)?.role;if(e===void 0||e===`node claim`)continue;let a=at(i.source,n.environments),o=JSON.stringify([a.key,Wg(i)]),s=e=>a.kind===`folder`&&e.source.file!==i.source.file,c=r.get(o);c===void 0&&r.set(o,i),c===void 0||qg(c,i)||Jg(a)||t({manifest:i,...s(c)&&{severity:`note`},at:i.span([`metadata`,`name`]),message:`${i.kind} \`${i.name}\` is defined twice in ${Yg(a)}, with different content. The definition that is applied last overwrites the other`,labels:[{span:c.span([`metadata`,`name`]),message:`the other definition`}],help:`Remove one of the two definitions, or rename one of them.`})}}const qg=(e,t)=>JSON.stringify(e.object)===JSON.stringify(t.object),Jg=({kind:e,name:t})=>e===`folder`&&/(?:^|\/)(?:docs?|examples?|samples?|tests?|testdata|demos?|fixtures)(?:\/|$)/i.test(t);function Yg({kind:e,name:t}){return e===`environment`?`environment \`${t}\``:e===`root`?`\`${t}\``:t===``?`one folder`:`folder \`${t}\``}function Xg(){return{bad:[S(N(O({requirements:[`kubernetes.io/arch In ["amd64"]`]}),O({requirements:[`kubernetes.io/arch In ["arm64"]`]})),{"---\napiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: default":`---
apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: arm`})],good:[N(O(),k(`role: nodes`))]}}const Zg=[`spec`,`template`,`spec`],Qg=D({id:`expiry-blocked`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[41],on:{Manifests(e,{report:t}){let n=P(e),r=n.map(e=>{let t=F(e,[...Zg,`expireAfter`]),n=F(e,[...Zg,`terminationGracePeriod`]);return t.isKnown&&n.isKnown&&re(e.apiVersion)===`v1`&&t.value!==`Never`&&n.value===void 0});if(!(n.length===0||r.includes(!1)))for(let{manifest:r,template:i}of Em(e)){let e=[...i,`metadata`,`annotations`,de];r.kind!==`Deployment`&&r.kind!==`StatefulSet`||h(r.get(e))!==`true`||t({manifest:r,at:r.keySpan(e),message:`Expired nodes with pods of ${r.kind} \`${r.name}\` stay half-drained, because no NodePool has a \`terminationGracePeriod\``,labels:[{span:n[0].keySpan(Zg),message:`for example, this NodePool`}],help:"Set `terminationGracePeriod` in the NodePool that these pods run on."})}}},docs:{summary:"Pods that must not be disrupted run on nodes that expire, and no `terminationGracePeriod` ends the wait.",why:"Karpenter taints and drains an expired node whatever the budgets say, after 30 days unless `expireAfter` differs. It does not evict a pod with `karpenter.sh/do-not-disrupt`. The node stays half-drained and costs money as long as the pod exists. For a Deployment or a StatefulSet, that is until somebody deletes the pod.",help:"Set `terminationGracePeriod` in the NodePool, after which Karpenter also deletes such a pod. Or set `expireAfter: Never`, and replace nodes in another way.",url:`https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod`},examples:$g});function $g(){return{bad:[S(N(O(),C`
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
terminationGracePeriod: 24h`})],good:[N(O({requirements:[],terminationGracePeriod:`24h`}),C`
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
        `),N(O(),C`
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
        `)]}}const e_=D({id:`exported-object`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],on:{NodePool:r_,Provisioner:r_,NodeOverlay:r_,NodeClass:r_,NodeTemplate:r_},docs:{summary:`An object has fields that only the API server sets, because it was exported from a cluster.`,why:"The API server refuses an update whose `metadata.resourceVersion` is not the current one, and one whose `metadata.uid` belongs to a deleted object. The file can then no longer be applied, and never to another cluster.",help:"Remove `uid`, `resourceVersion`, `generation`, `creationTimestamp`, `managedFields` and `status`.",url:`https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions`},examples:i_}),t_=[`uid`,`resourceVersion`],n_=[`generation`,`creationTimestamp`,`managedFields`,`selfLink`];function r_(e,{report:t}){let n=t=>t.map(e=>[`metadata`,e]).filter(t=>e.get(t)!==void 0),[r]=n(t_);if(r===void 0||typeof e.get(r)!=`string`||e.source.origin)return;let i=e.get([`status`])===void 0?[]:[[`status`]],a=[...n([...t_,...n_]),...i];t({at:e.keySpan(r),message:`\`${e.name}\` was exported from a cluster: with \`${r.join(`.`)}\`, the API server refuses it once the object has changed or was created again`,help:`Remove ${a.map(e=>`\`${e.join(`.`)}\``).join(`, `)}.`,fix:{description:`Remove them`,edits:a.flatMap(t=>le(e,t))}})}function i_(){return{bad:[C`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
          uid: 5b6bd8a1-5d2c-4b8e-9f0a-0d7c7b1f4c11
          resourceVersion: "81234"
          creationTimestamp: "2026-01-02T03:04:05Z"
        spec:
          role: KarpenterNodeRole-demo
      `],good:[C`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
          creationTimestamp: null
        spec:
          role: KarpenterNodeRole-demo
      `]}}const a_=D({id:`fixed-by-label`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[],on:{NodePool:o_,Provisioner:o_},docs:{summary:`A label of the template fixes the value of a requirement that allows several.`,why:"Karpenter treats the labels of the template as requirements with a single value. With the label `karpenter.sh/capacity-type: spot`, a requirement that allows spot and on-demand allows only spot: when spot capacity runs out, there is no fallback, and pods stay pending.",help:`Remove the label, because Karpenter sets it on every node anyway. If only one value is meant, remove the others from the requirement.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatemetadatalabels`},examples:c_});function o_(e,{report:t}){let n=I(e);for(let{key:r,path:i,values:a,isKnown:o}of Lt(e)){let[s]=a;if(!o||!s)continue;let c=n.find(e=>e.isKnown&&e.operator===`In`&&b(e.key)===b(r));if(!c?.values.some(({text:e})=>e===s.text))continue;let l=[...new Set(c.values.map(({text:e})=>e))].filter(e=>e!==s.text);l.length!==0&&t({at:e.span(i),message:`The label \`${r}: ${s.text}\` of the template fixes the value, so \`${e.name}\` never launches nodes with ${s_(l)}`,labels:[{span:e.span(c.path),message:`allows several values`}],help:`Remove the label, or remove ${s_(l)} from the requirement.`})}}function s_(e){let t=e.slice(0,3).map(e=>`\`${e}\``),n=e.length-t.length;return n>0?`${t.join(`, `)} or ${n} more`:t.length===1?t[0]:`${t.slice(0,-1).join(`, `)} or ${t.at(-1)}`}function c_(){return{bad:[S(O({labels:`karpenter.sh/capacity-type: spot`,requirements:[`karpenter.sh/capacity-type In [spot, on-demand]`]}),{"[spot, on-demand]":`[spot]`})],good:[O({labels:`karpenter.sh/capacity-type: spot`,requirements:[`karpenter.sh/capacity-type In [spot]`]}),O({labels:`team: web`,requirements:[`karpenter.sh/capacity-type In [spot, on-demand]`]})]}}const l_=[`spec`,`disruption`,`budgets`],u_=D({id:`frozen-nodes`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[39],on:{NodePool(e,{report:t}){if(e.isPartial)return;let n=f(e.get(l_)).map(e=>o(e)??{}).findIndex(({nodes:e,schedule:t,reasons:n})=>/^0%?$/.test(h(e)??``)&&t===void 0&&f(n).length===0);if(n===-1)return;let r=F(e,[`spec`,`template`,`spec`,`expireAfter`]).value===`Never`||re(e.apiVersion)===`v1beta1`;t({at:e.span([...l_,n,`nodes`]),...r&&{severity:`warning`},message:`This budget blocks all voluntary disruption of \`${e.name}\` at all times, so ${r?`its nodes are never patched`:`only expiry replaces its nodes`}`,help:"Set `reasons` to the disruption reasons that you want to block. Or set `schedule` and `duration`, and add a budget for the rest of the time."})}},docs:{summary:`A disruption budget of 0 applies at all times and to all reasons.`,why:"Karpenter never consolidates such a NodePool and never rolls out its drift. New AMIs and changed node classes do not reach running nodes. Only expiry, which ignores budgets, replaces them. With `expireAfter: Never`, nothing does: the nodes are never patched, and the finding is a warning.",help:"Set `reasons` to the disruption reasons that you want to block. Or limit the budget with `schedule` and `duration`, and add a budget for the rest of the time.",url:`https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets`},examples:d_});function d_(){return{bad:[S(O({requirements:[],expireAfter:`Never`,disruption:C`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
        `}),{'nodes: "0"':`nodes: "0"
reasons: [Underutilized]`},{"budgets:":`budgets:
  - nodes: 10%`,'nodes: "0"':`nodes: "0"
schedule: 0 9 * * mon-fri
duration: 8h`})],good:[O({disruption:C`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              reasons: [Underutilized]
        `}),O({name:`business-hours`,disruption:C`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
        `})]}}const f_=({source:{file:e,origin:t}})=>t?`${t.tool} ${t.root}`:e;function p_({all:e,clusterOf:t}){let n=new Map;return[...ie(P(e),e=>{let r=t(e),i=n.get(r)??m_(r);return n.set(r,i),i&&!h_(e)?r:f_(e)}).values()].filter(e=>e.length>1&&new Set(e.map(({name:e})=>e)).size===e.length)}const m_=({isExample:e,manifests:t})=>!e&&t.some(({kind:e})=>ae(e)),h_=({source:{file:e,origin:t}})=>!t&&/[^/]*$/.exec(e)[0].split(/[-_.]/).some(et),g_=/(?:^|\.)(?:kubernetes\.io|k8s\.io|karpenter\.sh|karpenter\.k8s\.aws)\//;function __(e){let t=[...I(e),...Lt(e)];return f(e.get([`spec`,`template`,`spec`,`taints`])).length===0&&t.every(({key:e,isKnown:t})=>t&&g_.test(e))}const v_=D({id:`full-reservations`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Capacity reservations`,mistakes:[],on:{Manifests(e,t){let{karpenter:n,report:r}=t;if(n.offersFullReservations)for(let e of p_(t)){let t=e.filter(e=>y_(e)&&__(e));for(let e of t){let n=gc(e),i=n&&t.find(t=>gc(t)===void 0&&b_(e,t));i&&r({manifest:e,at:e.span(n.path),message:`While its reservations are full, \`${e.name}\` keeps pods pending that \`${i.name}\` could run`,help:"Also allow `on-demand` here. Karpenter uses reserved capacity first.",labels:[{span:i.span([`metadata`,`name`]),message:`Karpenter does not try this NodePool`}]})}}}},docs:{summary:`While its reservations are full, a NodePool that allows only reserved capacity keeps pods pending that another NodePool could run.`,why:`Up to Karpenter 1.14, a full reservation was not available, so pods went to the NodePool with the next lower weight. Since 1.15, Karpenter waits for full reservations. If a NodePool has only full reservations for a pod, the pod stays pending until one has room. Meanwhile, Karpenter does not try the NodePools after it. If the NodePool also allows another capacity type, Karpenter launches that.`,help:"Also allow `on-demand` in the same NodePool. Karpenter uses reserved capacity first.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:x_}),y_=e=>!e.isPartial&&F(e,[`spec`,`weight`]).isKnown&&e.get([`spec`,`replicas`])===void 0,b_=(e,t)=>Kt(e)>Kt(t)||Kt(e)===Kt(t)&&_(e.name,t.name)>0;function x_(){return{bad:[S(T({karpenter:`1.15`},N(O({name:`reserved`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved]`]}),O({name:`fallback`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),k(C`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `))),{"[reserved]":`[reserved, on-demand]`})],good:[T({karpenter:`1.15`},N(O({name:`reserved`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved, on-demand]`]}),O({name:`fallback`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [spot]`]}),k(C`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `))),T({karpenter:`1.15`},N(O({name:`training`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,taints:C`
              - key: example.com/training
                effect: NoSchedule
            `,requirements:[`karpenter.sh/capacity-type In [reserved]`]}),O({name:`general`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),k(C`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `))),T({karpenter:`1.15`},N(O({name:`reserved`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved]`]}),O({name:`general`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),k(C`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `)))]}}const S_=D({id:`gpu-taint`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[90],on:{NodePool:C_,Provisioner:C_},docs:{summary:`A NodePool in which all instance types have GPUs or other accelerators has no taint.`,why:`Karpenter may launch a node of this NodePool for any pod that fits nowhere else. An ordinary web server then runs on an instance that costs many times what it needs. Consolidation cannot remove the node while the pod runs there.`,help:"Add a taint to the NodePool, such as `nvidia.com/gpu:NoSchedule`, and a toleration to the pods that need its nodes.",url:`https://karpenter.sh/docs/concepts/scheduling/#acceleratorsgpu-resources`},examples:w_});function C_(e,{report:t,catalog:n,compatible:r}){let i=r(e),a=e.kind===`NodePool`?[`spec`,`template`,`spec`]:[`spec`],o=F(e,[...a,`taints`]);n&&i?.isExact&&i.names.length!==0&&(!o.isKnown||f(o.value).length>0||i.names.every(e=>{let{gpus:t,accelerator:r}=n.type(e);return t.length>0||r!==void 0})&&t({at:e.keySpan(a),message:`Every instance type of \`${e.name}\` has GPUs or other accelerators, but no taint keeps ordinary pods away`,help:"Add a taint such as `nvidia.com/gpu:NoSchedule`, and a toleration to the pods that need these nodes."}))}function w_(){return{bad:[S(O({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6, g6e]`]}),{"requirements:":`taints:
  - key: nvidia.com/gpu
    effect: NoSchedule
requirements:`})],good:[O({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6, g6e]`],taints:C`
          - key: nvidia.com/gpu
            effect: NoSchedule
        `}),O({name:`mixed`,requirements:[`karpenter.k8s.aws/instance-family In [g6, m7i]`]})]}}const T_=D({id:`limit-fit`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[28],on:{NodePool:O_,Provisioner:O_},docs:{summary:`A limit is not a multiple of the NodePool’s node size, so a part of it is never used.`,why:"Karpenter launches a node only if the whole node stays within `limits`. If the sizes of all instance types are multiples of a large step, a remainder below that step is never used. The NodePool then stays smaller than its limit, by up to one node.",help:`Set the limit to a multiple of the step, or allow smaller instance types.`,url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:j_}),E_={cpu:{unit:`vCPU`,of:({vcpus:e})=>e},"nvidia.com/gpu":{unit:`GPUs`,of:({gpus:e})=>e.reduce((e,t)=>e+(t.manufacturer===`nvidia`?t.count:0),0)}},D_={cpu:16,"nvidia.com/gpu":4};function O_(e,{report:t,catalog:n,compatible:r}){let i=Rt(e),a=r(e);if(n&&a?.isExact&&a.names.length!==0)for(let[r,s]of Object.entries(o(i.value)??{})){let o=Object.hasOwn(E_,r)?E_[r]:void 0,c=typeof s==`string`||typeof s==`number`?Te(s):void 0;if(!o||!c)continue;let l=k_(a,n)[r],u=l.reduce(A_,0),d=Math.floor(c%u);if(u<D_[r]||c<Math.min(...l)||d===0)continue;let f=Math.floor(c/u),p=l.length===1?`allows ${m(f,`node`)} of ${u} ${o.unit}`:`is not a multiple of ${u} ${o.unit}, the common step of its instance types`;t({at:e.span([...i.path,r]),message:`\`${r}: ${s}\` of \`${e.name}\` ${p}. The remaining ${d} ${o.unit} are never used`,help:`Set the limit to ${f*u} or ${(f+1)*u}, or allow smaller instance types.`})}}const k_=Td(({names:e},t)=>Object.fromEntries(Object.entries(E_).map(([n,{of:r}])=>[n,[...new Set(e.map(e=>r(t.type(e))))]]))),A_=(e,t)=>t===0?e:A_(t,e%t);function j_(){return{bad:[S(N(O({limits:`cpu: 2063`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["32"]`]}),A),{"cpu: 2063":`cpu: 2048`},{"cpu: 2063":`cpu: 2080`},{'["32"]':`["4", "32"]`})],good:[N(O({limits:`cpu: 2048`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["32"]`]}),O({name:`small`,weight:10,limits:`cpu: 2063`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["4", "8"]`,`karpenter.sh/capacity-type In [on-demand]`]}),A)]}}const M_={cpu:({vcpus:e})=>e,memory:({memoryMib:e})=>e*2**20*.85,"nvidia.com/gpu":({gpus:e})=>e.reduce((e,{count:t,manufacturer:n})=>e+(n===`nvidia`?t:0),0)},N_=D({id:`limits-below-one-node`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[28],on:{NodePool:P_,Provisioner:P_},docs:{summary:`The limits of a NodePool are below the size of its smallest instance type.`,why:"Karpenter launches a node only if the whole node stays within `limits`. If a limit is below the smallest allowed instance type, Karpenter launches nothing for the NodePool, and only an event says so. Amounts of memory without a unit are bytes. A limit of 0 is not reported, because it turns a NodePool off.",help:`Raise the limit to the size of several nodes, with its unit, or allow smaller instance types.`,url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:I_});function P_(e,{report:t,catalog:n,compatible:r}){let i=Rt(e),a=r(e);if(n&&a?.isExact&&a.names.length!==0)for(let[r,s]of Object.entries(o(i.value)??{})){let o=typeof s==`string`||typeof s==`number`?Te(s):void 0;if(!Object.hasOwn(M_,r)||!o)continue;let c=F_(a,n)[r];if(c.amount<=o)continue;let l=r===`memory`&&/^\d+$/.test(String(s));t({at:e.span([...i.path,r]),message:`The limit \`${r}: ${s}\`${l?` (bytes)`:``} of \`${e.name}\` is below the size of its smallest instance type, ${c.name}. Karpenter launches nothing for this NodePool`,help:l?`Add a unit, such as \`${s}Gi\`.`:"Raise the limit to the size of several nodes, or allow smaller instance types. If nothing should be launched, set it to `0`."})}}const F_=Td(({names:e},t)=>Object.fromEntries(Object.entries(M_).map(([n,r])=>{let[i]=e.map(e=>({name:e,amount:r(t.type(e))})).sort((e,t)=>e.amount-t.amount||_(e.name,t.name));return[n,i]})));function I_(){return{bad:[S(O({requirements:[`node.kubernetes.io/instance-type In [m7i.8xlarge, m7i.16xlarge]`,`karpenter.sh/capacity-type In [on-demand]`],limits:`cpu: 16`}),{"cpu: 16":`cpu: 320`},{"cpu: 16":`cpu: 0`},{"[m7i.8xlarge, m7i.16xlarge]":`[m7i.xlarge, m7i.2xlarge]`}),S(O({limits:C`
          cpu: 100
          memory: 1000
        `}),{"memory: 1000":`memory: 1000Gi`})],good:[O({requirements:[`node.kubernetes.io/instance-type In [m7i.8xlarge]`,`karpenter.sh/capacity-type In [on-demand]`],limits:C`
          cpu: 32
          memory: 128Gi
        `}),O({name:`switched-off`,limits:`cpu: 0`})]}}const L_=D({id:`min-values`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[23],explains:[`provisioning/nodepool-empty`],on:{NodePool(e,{report:t,catalog:n,compatible:r,settings:i,isRegionAssumed:a}){let o=r(e);if(n&&o?.isExact&&o.names.length!==0&&i.karpenter.minValuesPolicy!==`BestEffort`)for(let{path:r,key:i}of I(e)){let s=e.get([...r,`minValues`]),c=R_(n,o.names,b(i));typeof s!=`number`||c===void 0||c>=s||t({at:e.span([...r,`minValues`]),...a&&{severity:`note`},message:`\`${e.name}\` requires ${s} different values of \`${i}\`, but its instance types in ${n.region} have only ${c}. Karpenter launches nothing for this NodePool`,help:`Lower \`minValues\` to ${c} or less, or allow more instance types.`,explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}})}}},docs:{summary:"`minValues` is higher than the number of values that the allowed instance types have.",why:"Karpenter launches a node only if the instance types to choose from have at least `minValues` different values of the label. If the requirements of the NodePool already leave fewer, Karpenter skips the NodePool and its pods stay pending. With `minValuesPolicy: BestEffort`, Karpenter launches nodes anyway.",help:"Lower `minValues`, or allow more instance types.",url:`https://karpenter.sh/docs/concepts/nodepools/#min-values`},examples:z_});function R_(e,t,n){if(n===x.instanceType)return t.length;let r=e.labels.get(n);if(r===void 0)return;let i=new Set(t);return new Set(e.types.flatMap(({name:e},t)=>i.has(e)?r[t]:[])).size}function z_(){return{bad:[S(O({requirements:C`
          - key: karpenter.k8s.aws/instance-category
            operator: In
            values: [m]
          - key: karpenter.k8s.aws/instance-generation
            operator: In
            values: ["5"]
          - key: karpenter.k8s.aws/instance-family
            operator: Exists
            minValues: 20
        `}),{"minValues: 20":`minValues: 5`},{"[m]":`[c, m, r]`,'["5"]':`["5", "6", "7"]`})],good:[O({requirements:C`
          - key: karpenter.k8s.aws/instance-category
            operator: In
            values: [c, m, r]
          - key: karpenter.k8s.aws/instance-family
            operator: Exists
            minValues: 5
          - key: node.kubernetes.io/instance-type
            operator: Exists
            minValues: 20
        `}),O({name:`own-label`,requirements:C`
          - key: karpenter.k8s.aws/instance-category
            operator: In
            values: [c, m, r]
          - key: example.com/team
            operator: Exists
            minValues: 2
        `})]}}function B_(e,t){let{origin:n,text:r}=e.source;if(!n)return!1;let{start:i,end:a}=e.keySpan(t),o=Math.max(a,e.span(t).end),[s]=/^:?(?:\s|#[^\n]*)*/.exec(r.slice(o)),c=o+s.length+1,{span:l,isExact:u}=n.trace(i,c);return!u||l.end-l.start!==c-i}const V_=D({id:`no-empty-fields`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],yieldsTo:[`schema/required`],on:{NodePool:H_,Provisioner:H_,NodeClass:H_,NodeTemplate:H_,NodeOverlay:H_},docs:{summary:`A field has no value.`,why:`A key without a value is null. The API server drops it, so the default applies, not what the key suggests. Often the value is missing, or the lines below the key are not indented.`,help:`Add a value, or remove the field.`,url:`https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting-and-nullable`},examples:G_});function H_(e,{report:t,karpenter:n}){if(!e.isPartial)for(let r of W_(e.get([`spec`]),[`spec`])){if(n.opensKubelet&&U_(r)||B_(e,r))continue;let i=String(r.at(-1));t({at:e.keySpan(r),message:`\`${r.join(`.`)}\` has no value, so the API server drops it`,help:`Add a value, or remove the field.`,fix:{description:`Remove \`${i}\``,edits:le(e,r)},explains:{paths:[r],mentioning:i}})}}const U_=([,e,...t])=>e===`kubelet`&&t.length>1;function W_(e,t){return Array.isArray(e)?e.flatMap((e,n)=>W_(e,[...t,n])):Object.entries(o(e)??{}).flatMap(([e,n])=>n===null?e===`tags`&&/SelectorTerms$/.test(String(t.at(-2)))?[]:[[...t,e]]:W_(n,[...t,e]))}function G_(){return{bad:[C`
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
      `],good:[w`
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
      `,O({weight:10}),T({karpenter:`1.15`},k(C`
          role: karpenter-nodes
          amiSelectorTerms:
            - alias: al2023@v20260701
          kubelet:
            reservedMemory:
              - numaNode: 0
                limits:
        `))]}}const K_=({apiVersion:e,kind:t},n)=>t===n.kind&&v(e)===n.group,q_=({group:e=``,kind:t=``})=>`${e}/${t.toLowerCase()}`,J_=[`NodePool`,`Provisioner`,`NodeOverlay`],Y_=(e,t)=>e.manifests.flatMap(e=>X_(e,t)??[]);function X_(e,t){if(v(e.apiVersion)===`karpenter.sh`){let n=J_.find(t=>t===e.kind);return n===void 0?void 0:{manifest:e,handler:n,provider:n===`NodeOverlay`?void 0:Q_(e,t)}}for(let{name:n,nodeClasses:r,nodeTemplate:i}of t){if(r.some(t=>K_(e,t)))return{manifest:e,handler:`NodeClass`,provider:n};if(i&&K_(e,i))return{manifest:e,handler:`NodeTemplate`,provider:n}}}const Z_=({nodeClasses:e,nodeTemplate:t})=>t?[...e,t]:e;function Q_(e,t){let{group:n,kind:r}=zt(e)??{};return n===void 0&&r===void 0?t[0]?.name??null:t.find(e=>Z_(e).some(e=>e.group===n||e.kind===r))?.name??null}const $_=({providers:e},t)=>e===`every`||t===void 0||t!==null&&e.includes(t);function ev({providers:e},t){if(e===`every`)return!0;let n=t.flatMap(({provider:e})=>e===void 0?[]:[e]);return n.length===0||n.some(t=>t!==null&&e.includes(t))}const tv=D({id:`node-class-exists`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],explains:[`provisioning/nodepool-not-ready`],on:{Manifests(e,t){let{report:n,nearest:r,providers:i}=t;for(let a of i.flatMap(Z_)){let{kind:o}=a,s=sv(e,a,i),c=dv(e,a),l=s[0];if(c===void 0||l===void 0)continue;if(c.length===0){n({manifest:l.pool,at:l.pool.span([...l.path,`name`]),severity:`note`,message:`No ${o} is among these manifests, so ${m(s.length,`reference`)} cannot be checked`,help:`Review the manifests of the ${o} together with the NodePools that use it.`});continue}let u=new Set(c),d=s.filter(({name:e})=>!u.has(e)).map(e=>({...e,wanted:r(e.name,c)})),f=rv(a,t),p=e=>e.wanted!==void 0||f(e);nv(d.filter(e=>!p(e)),o,t);for(let{pool:e,path:t,name:r,wanted:i}of d.filter(p))n({manifest:e,at:e.span([...t,`name`]),message:`${e.kind} \`${e.name}\` refers to ${o} \`${r}\`, which is not among these manifests`,help:i?`Did you mean \`${i}\`?`:`Add this ${o}, or refer to an existing one: ${c.join(`, `)}.`,explains:{paths:[[...t,`name`]]},...i&&{fix:{description:`Replace with \`${i}\``,edits:y(e,[...t,`name`],i)}}})}}},docs:{summary:`A NodePool refers to a node class that is not among the manifests.`,why:"A NodePool whose EC2NodeClass does not exist is not ready (`NodeClassNotFound`) and launches nothing. If the class comes from elsewhere, such as Terraform, a note says that the reference cannot be checked.",help:`Correct the name, or add the EC2NodeClass.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecnodeclassref`},examples:fv});function nv(e,t,{report:n}){let[r]=e;r&&n({manifest:r.pool,at:r.pool.span([...r.path,`name`]),severity:`note`,message:`${t} \`${r.name}\` is not among these manifests, so ${m(e.length,`reference`)} cannot be checked`,help:`Review the manifests of the ${t} together with the NodePools that use it.`})}function rv(e,{all:t,base:n,providers:r}){let i=new Set(n?uv(n,e).map(({name:e})=>e):[]),a=new Set(t.manifests.filter(ov).map(av)),o=new Set(uv(t,e).map(av)),s=new Set([...o].filter(e=>!a.has(e)).map(te)),c=new Map;for(let{name:n,pool:i}of sv(t,e,r))c.set(n,(c.get(n)??new Set).add(av(i)));return({pool:e,name:t})=>{if(i.has(t))return!0;if((c.get(t)?.size??0)>1)return!1;let n=av(e);return o.has(n)||iv(n).some(e=>s.has(e))}}function iv(e){let t=e===``?[]:e.split(`/`);return[``,...t.map((e,n)=>t.slice(0,n+1).join(`/`))]}const av=({source:e})=>te(e.file),ov=({kind:e,apiVersion:t})=>(e===`NodePool`||e===`Provisioner`)&&v(t)===`karpenter.sh`,sv=(e,t,n)=>e.manifests.filter(ov).flatMap(e=>{let r=Vt(e);return r!==void 0&&lv(r,t,cv(e,n))?[{pool:e,path:r.path,name:r.name}]:[]}),cv=(e,[t])=>e.kind===`Provisioner`?t?.nodeTemplate:t?.nodeClasses[0],lv=({group:e,kind:t},n,r)=>(t??r?.kind)===n.kind&&(e??n.group)===n.group,uv=(e,t)=>e.manifests.filter(e=>K_(e,t));function dv(e,t){if(e.files.some(e=>e.isBroken))return;let n=uv(e,t).map(e=>e.name);return n.some(e=>e===``||u(e))?void 0:[...new Set(n)].sort()}function fv(){return{bad:[N(O({requirements:[],nodeClassRef:`defualt`}),C`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `),S(O({requirements:[],nodeClassRef:`default`}),{"apiVersion: karpenter.sh/v1":`${pv.text}---\napiVersion: karpenter.sh/v1`})],good:[N(O({requirements:[],nodeClassRef:`default`}),C`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `)]}}const pv=k(C`
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
`),mv=D({id:`overlapping-pools`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[32],on:{Manifests(e,t){for(let e of hv(t))gv(e,t)}},docs:{summary:`Several NodePools can run the same pods, and only their names decide which comes first.`,why:"Karpenter tries NodePools by weight. With the same weight, it sorts them by name in reverse order: `spot` before `general`, `on-demand` before `gpu`. If NodePools do not differ in weight, taints or labels, their names decide which nodes Karpenter launches, and renaming one changes the cost. Only NodePools that certainly belong to one cluster are compared: those of one file or rendered root, or of files next to their node classes.",help:"Give the NodePool that should come first a higher `weight`, or separate their pods with taints.",url:`https://karpenter.sh/docs/concepts/nodepools/#specweight`},examples:xv});function hv(e){return p_(e).flatMap(e=>{let t=new Map;for(let n of e){let e=F(n,[`spec`,`weight`]);if(n.isPartial||!e.isKnown||n.get([`spec`,`replicas`])!==void 0||!__(n))continue;let r=JSON.stringify(e.value??0);l(t,r,n)}return[...t.values()].filter(e=>e.length>1)})}function gv(e,t){let n=e.slice(0,60).flatMap(e=>_v(e,t)??[]),r=n.filter(e=>n.some(t=>t!==e&&vv(e,t))).sort((e,t)=>_(t.pool.name,e.pool.name)),[i,...a]=r;if(!i||a.length===0)return;let o=e=>R(e.map(({pool:e})=>e.name),e.length===2?` and `:`, `);t.report({manifest:i.pool,at:i.pool.span([`metadata`,`name`]),message:`${o(r)} can run the same pods and have the same weight. Karpenter sorts them by name and tries \`${i.pool.name}\` first, then ${o(a)}`,help:`Give the one that should come first a higher \`weight\`, or separate their pods with taints. ${yv(r)}`,labels:a.slice(0,5).map(({pool:e})=>({span:e.span([`metadata`,`name`]),message:`can run the same pods`}))})}function _v(e,{compatible:t,catalog:n}){let r=t(e);if(!r?.isExact||!n||r.names.length===0||r.names.filter(e=>(n.type(e)?.gpus.length??0)>0).length===r.names.length)return;let i=[`on-demand`,`spot`].map(e=>({type:e,...r.count(e)}));return{pool:e,names:new Set(r.names),architectures:new Set(r.names.flatMap(e=>n.type(e)?.architecture??[])),zones:new Set(i.flatMap(({zones:e})=>e)),capacityTypes:i.filter(({instanceTypes:e})=>e>0).map(({type:e})=>e)}}const vv=(e,t)=>[...e.architectures].some(e=>t.architectures.has(e))&&[...e.zones].some(e=>t.zones.has(e));function yv(e){let t=e.flatMap((t,n)=>e.slice(n+1).filter(e=>vv(t,e)).map(e=>[t,e])),n=t.length>6?`; and ${m(t.length-6,`more pair`)}`:``;return`${t.slice(0,6).map(([e,t])=>bv(e,t)).join(`; `)}${n}.`}function bv(e,t){let n=[...e.names].filter(e=>t.names.has(e)).length,r=[...e.zones].filter(e=>t.zones.has(e)).length,i=e.capacityTypes.filter(e=>t.capacityTypes.includes(e)),a=i.length>0?`as ${i.join(` and `)}`:`with different capacity types`;return`\`${e.pool.name}\` and \`${t.pool.name}\` share ${m(n,`instance type`)} in ${m(r,`zone`)}, ${a}`}function xv(){return{bad:[S(N(O({name:`on-demand`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [on-demand]`,`karpenter.k8s.aws/instance-category In [c, m, r]`],nodeClassRef:`default`}),O({name:`spot`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [spot]`,`karpenter.k8s.aws/instance-category In [c, m, r]`],nodeClassRef:`default`}),A),{"metadata:\n  name: spot\nspec:":`metadata:
  name: spot
spec:
  weight: 10`})],good:[N(O({name:`on-demand`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),O({name:`spot`,weight:10,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [spot]`],nodeClassRef:`default`}),O({name:`team-search`,limits:`cpu: 100`,labels:`team: search`,requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),A)]}}const Sv=D({id:`pod-grace-period`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[42],on:{Manifests(e,{report:t}){let n=[`spec`,`template`,`spec`,`terminationGracePeriod`],r=P(e).map(e=>({pool:e,seconds:Cv(F(e,n))})),i=r.flatMap(({pool:e,seconds:t})=>t===void 0?[]:[{pool:e,seconds:t}]),a=i.toSorted((e,t)=>t.seconds-e.seconds)[0];if(!(!a||i.length<r.length))for(let{manifest:r,template:i}of Em(e)){let e=[...i,`spec`,`terminationGracePeriodSeconds`],o=r.get(e),s=[`nodeSelector`,`affinity`].some(e=>r.get([...i,`spec`,e])!==void 0);typeof o!=`number`||o<=a.seconds||s||t({manifest:r,at:r.span(e),message:`Pods of ${r.kind} \`${r.name}\` may take ${o}s to terminate, but no NodePool gives its nodes more than ${a.seconds}s. Karpenter kills the pods early`,labels:[{span:a.pool.span(n),message:"the longest `terminationGracePeriod`"}],help:`Set \`terminationGracePeriod\` of the NodePool that runs these pods to at least \`${o}s\`.`})}}},docs:{summary:`Pods may take more time to terminate than any NodePool gives its nodes.`,why:"The `terminationGracePeriod` of a NodePool limits how long a node may drain, whatever PodDisruptionBudgets say. When a node drains, Karpenter immediately deletes pods with a longer `terminationGracePeriodSeconds`. They are killed when the node’s time is up, before their own period ends.",help:"Set `terminationGracePeriod` of the NodePool to at least the longest `terminationGracePeriodSeconds` of its pods.",url:`https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod`},examples:wv});function Cv({value:e}){let t=typeof e==`string`?dt(e):void 0;return t===void 0?void 0:Number(t/1000000000n)}function wv(){return{bad:[S(N(O({requirements:[],terminationGracePeriod:`30m`}),C`
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
        `),{"terminationGracePeriod: 30m":`terminationGracePeriod: 7200s`})],good:[N(O({requirements:[],terminationGracePeriod:`30m`}),O({name:`patient`,weight:10,requirements:[],terminationGracePeriod:`4h`}),C`
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
        `),N(O({requirements:[],terminationGracePeriod:`30m`}),C`
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
        `)]}}const Tv=D({id:`pod-requests`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[92],on:{Manifests(e,{report:t}){if(Dm(e))for(let{manifest:n,template:r}of Em(e)){if(o(n.get([`metadata`,`annotations`]))?.[`helm.sh/hook`]!==void 0)continue;let e=[...r,`spec`],i=[...e,`containers`],a=f(n.get(i));if(a.some(e=>o(e)?.image===void 0))continue;let s=a.flatMap((e,t)=>Ev(n,[...i,t])?[]:[h(o(e)?.name)??String(t)]);s.length===0||n.isPartial||Ev(n,e)||t({manifest:n,at:n.keySpan(i),message:`${s.length===1?`Container`:`Containers`} ${R(s)} of ${n.kind} \`${n.name}\` ${s.length===1?`requests`:`request`} neither CPU nor memory, so Karpenter reserves no room for ${s.length===1?`it`:`them`}`,help:"Set `resources.requests` for `cpu` and `memory`."})}}},docs:{summary:`Containers of a workload request neither CPU nor memory.`,why:`Karpenter sizes nodes only by the requests of pods. A pod without requests fits anywhere. Nodes are then too small, run out of memory, and pods are killed. A LimitRange or a VerticalPodAutoscaler may add requests, which manifests do not show.`,help:"Set `resources.requests` for `cpu` and `memory`.",url:`https://karpenter.sh/docs/troubleshooting/`},examples:Dv});function Ev(e,t){let n=e.get([...t,`resources`]);return u(n)?!0:[`requests`,`limits`].some(e=>{let t=o(n)?.[e],r=Object.keys(o(t)??{});return u(t)||r.some(e=>e!==`ephemeral-storage`)})}function Dv(){return{bad:[S(N(O(),C`
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
    memory: 100Mi`})],good:[N(O(),C`
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
        `),N(O(),C`
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
        `),N(O({name:`with-a-chart-test`}),C`
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
        `),C`
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
      `]}}const Ov=D({id:`price-gap`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[],on:{NodePool:kv,Provisioner:kv},docs:{summary:`A NodePool has cheap and very expensive instance types, and none in between.`,why:"Karpenter launches the cheapest available instance type. When AWS has no capacity for it, Karpenter uses the next one of the NodePool, whatever it costs. A NodePool with only `large` and `24xlarge` then pays for a machine 48 times as large, to run one small pod.",help:`Allow the sizes in between, or move the large ones to another NodePool.`,url:`https://karpenter.sh/docs/concepts/nodepools/#instance-types`},examples:Mv});function kv(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i?.isExact||i.names.length<2)return;let a=Av(i,n);if(!a)return;let{cheap:o,expensive:s}=a,c=Math.floor(s.hourlyUsd/o.hourlyUsd);t({at:e.span(Gt(e)),message:`\`${e.name}\` has no instance type between ${o.name} (${jv(o.hourlyUsd)}/hour) and ${s.name} (${jv(s.hourlyUsd)}/hour). When AWS runs out of the first, its pods cost ${c} times as much`,help:`Allow the sizes in between, or move the large ones to another NodePool.`})}const Av=Td(({names:e},t)=>{let n=[];for(let r of e){let e=wd(t,r);if(e===void 0)return;n.push({name:r,hourlyUsd:e})}n.sort((e,t)=>e.hourlyUsd-t.hourlyUsd||_(e.name,t.name));let r=n.findIndex(({hourlyUsd:e},t)=>t>0&&e>=8*n[t-1].hourlyUsd),[i,a]=[n[r-1],n[r]];return i&&a&&{cheap:i,expensive:a}}),jv=e=>`$${e.toFixed(e<.1?4:2)}`;function Mv(){return{bad:[S(N(O({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`node.kubernetes.io/instance-type In [m7i.large, m7i.24xlarge]`,`karpenter.sh/capacity-type In [on-demand]`]}),A),{"[m7i.large, m7i.24xlarge]":`[m7i.large, m7i.2xlarge, m7i.8xlarge, m7i.24xlarge]`})],good:[N(O({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m7i]`,`karpenter.sh/capacity-type In [on-demand]`]}),A),N(O({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`node.kubernetes.io/instance-type In [m7i.large, m7i.2xlarge]`,`karpenter.sh/capacity-type In [on-demand]`]}),A)]}}const Nv=D({id:`removed-pod-keys`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[10,11,12],on:{Manifests(e,t){if(!t.karpenter.v1)return;let n=P(e).map(({name:e})=>e);for(let{manifest:r,template:i}of Em(e)){let e=(...e)=>[...i,...e];for(let n of Pv(r,e(`metadata`,`annotations`)))zv(r,n,he,t);for(let i of Pv(r,e(`spec`,`nodeSelector`)))Vv({manifest:r,path:i,pools:n},t);for(let n of Fv(r,e(`spec`)))for(let e of Iv(r,n))Bv(r,e,ge,t);for(let[n]of f(r.get(e(`spec`,`tolerations`))).entries())Bv(r,e(`spec`,`tolerations`,n,`key`),fe,t)}}},docs:{summary:`A pod uses an annotation, label or taint that Karpenter no longer supports.`,why:"Karpenter renamed them on the way to v1 and ignores the old names. `do-not-evict` protects no pods. A pod that selects `karpenter.sh/provisioner-name` finds no node, and one that uses this label to avoid Karpenter’s nodes no longer avoids them. A toleration of `karpenter.sh/disruption` no longer matches the taint of a node that Karpenter removes.",help:`Use the new name.`,url:`https://karpenter.sh/docs/upgrading/v1-migration/`},examples:Hv}),Pv=(e,t)=>Object.keys(o(e.get(t))??{}).map(e=>[...t,e]);function Fv(e,t){let n=[...t,`affinity`,`nodeAffinity`,`requiredDuringSchedulingIgnoredDuringExecution`,`nodeSelectorTerms`];return f(e.get(n)).map((e,t)=>[...n,t,`matchExpressions`])}function Iv(e,t){let n=f(e.get(t)).map((e,n)=>[...t,n,`key`]);return n.some(t=>e.get(t)===x.nodePool)?[]:n}const Lv=(e,t)=>t!==void 0&&Object.hasOwn(e,t)?e[t]:void 0,Rv=(e,t)=>({message:`Karpenter no longer supports \`${e}\`, so it has no effect`,help:`Use \`${t}\` instead.`});function zv(e,t,n,{report:r}){let i=String(t.at(-1)),a=Lv(n,i);a!==void 0&&e.get([...t.slice(0,-1),a])===void 0&&r({manifest:e,at:e.keySpan(t),...Rv(i,a),fix:{description:`Rename to \`${a}\``,edits:me(e,t,a)}})}function Bv(e,t,n,{report:r}){let i=h(e.get(t)),a=Lv(n,i);i!==void 0&&a!==void 0&&(f(e.get(t.slice(0,-2))).some(e=>o(e)?.key===a)||r({manifest:e,at:e.span(t),...Rv(i,a),...e.get([...t.slice(0,-1),`value`])===void 0&&{fix:{description:`Replace with \`${a}\``,edits:y(e,t,a)}}}))}function Vv({manifest:e,path:t,pools:n},{report:r}){let i=String(t.at(-1)),a=Lv(ge,i);if(a===void 0)return;let o=h(e.get(t));r({manifest:e,at:e.keySpan(t),message:`Nodes no longer have the label \`${i}\`, so these pods stay pending`,help:`Use \`${a}\` with the name of the NodePool instead.`,...o!==void 0&&n.includes(o)&&{fix:{description:`Rename to \`${a}\``,edits:me(e,t,a)}}})}function Hv(){return{bad:[C`
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
      `,C`
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
      `],good:[C`
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
      `,C`
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
      `,T({karpenter:`0.32`},C`
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
        `)]}}const Uv=[`cpu`,`memory`,`nodes`,`pods`,`ephemeral-storage`],Wv={mem:`memory`,ram:`memory`,gpu:`nvidia.com/gpu`},Gv=D({id:`require-limits`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[29,30],on:{NodePool:Kv,Provisioner:Kv},docs:{summary:`A NodePool has no limits, or its limits have no effect.`,why:"Karpenter launches nodes for every pending pod. Without `limits`, a runaway Deployment, a HorizontalPodAutoscaler with a wrong target or a crash loop gets more and more nodes, up to the AWS quota. The keys of `limits` are free-form, so the API server accepts a misspelled resource, which limits nothing.",help:"Set `limits.cpu` and `limits.memory` to the most that this NodePool may use.",url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:Yv});function Kv(e,t){let{report:n}=t,r=Rt(e);if(!r.isKnown||Jv(e)||e.get([`spec`,`replicas`])!==void 0)return;let i=Object.keys(o(r.value)??{});if(i.length===0){n({at:e.keySpan(e.get(r.path)===void 0?[`spec`]:r.path),message:`${e.kind} \`${e.name}\` has no limits, so Karpenter may launch any number of nodes for it`,help:"Set `limits.cpu` and `limits.memory` to the most that this NodePool may use."});return}let a=i.filter(e=>!Uv.includes(e)&&!/[/{$]|^hugepages-/.test(e));for(let n of a)qv(e,n,t);if(a.length===0&&!i.some(e=>e===`cpu`||e===`memory`||e.includes(`/`))){let t=i.includes(`nodes`);n({at:e.keySpan(r.path),message:`The limits of ${e.kind} \`${e.name}\` include neither \`cpu\` nor \`memory\`, so the size of its nodes is unlimited${t?`. Their number is only roughly limited, because nodes launched at the same time do not count each other`:``}`,help:"Add `cpu` and `memory` to the limits.",...t&&{severity:`note`}})}}function qv(e,t,{report:n,nearest:r}){let i=Rt(e),a=Wv[t.toLowerCase()]??r(t,Uv),o=a!==void 0&&e.get([...i.path,a])===void 0;n({at:e.keySpan([...i.path,t]),message:`\`${t}\` is not a resource of nodes, so this entry limits nothing`,help:a?`Did you mean \`${a}\`?`:"Use `cpu`, `memory` or an extended resource such as `nvidia.com/gpu`.",...o&&{fix:{description:`Rename to \`${a}\``,edits:me(e,[...i.path,t],a)}}})}function Jv(e){let t=o(e.get([`spec`]))??{};if(Object.keys(t).some(e=>e!==`limits`&&i(e,[`limits`])!==void 0))return!0;let n=Object.keys(o(t.limits)??{});return e.kind===`Provisioner`&&n.length>0&&!n.includes(`resources`)}function Yv(){return{bad:[S(O({limits:null}),{"spec:\n  template:":`spec:
  limits:
    cpu: 100
    memory: 400Gi
  template:`}),O({limits:C`
          cpu: 100
          mem: 400Gi
        `}),S(C`
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
memory: 400Gi`})],good:[O({limits:C`
          cpu: 100
          memory: 400Gi
        `}),O({name:`gpu`,limits:`nvidia.com/gpu: 8`})]}}const Xv=new Set([x.zone,x.zoneId,x.capacityType,x.instanceType,x.instanceFamily]),Zv=D({id:`satisfiable-requirements`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[93],explains:[`provisioning/nodepool-empty`],on:{NodePool:Qv,Provisioner:Qv},docs:{summary:`No instance type of the region satisfies all requirements of a NodePool.`,why:`Each requirement is valid on its own, so the API server accepts the NodePool and Karpenter reports it as ready. But Karpenter never launches a node for it, and its pods stay pending.`,help:`Relax the requirement that excludes the last instance types, or the earlier ones that conflict with it.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:ny});function Qv(e,{report:t,catalog:n,compatible:r,isRegionAssumed:i}){let a=r(e),o=a?.emptied;if(!n||!a||!o)return;let{requirement:s,before:c,values:l,isUnknownValue:u}=o,d=b(s.key);if(u&&Xv.has(d))return;let f=s.path.length===1;t({at:f?e.keySpan(s.path):e.span(s.path),...i&&{severity:I(e).some(e=>ce(e.key))?`note`:`warning`},message:`No instance type in ${n.region} satisfies the requirements of \`${e.name}\`: ${$v(s)}${f?`, which v1alpha5 adds by default,`:``} excludes the remaining ${m(c,`instance type`)}`,labels:o.conflicts.map(t=>({span:e.span(t.path),message:`no instance type satisfies both this and \`${s.key}\``})),help:ey(d,l,u),explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}})}const $v=({key:e,operator:t,values:n})=>`\`${[e,t,n.map(e=>e.text).join(`, `)].filter(Boolean).join(` `)}\``;function ey(e,t,n){return t.length===0?`The remaining instance types have no \`${e}\`. Relax this requirement or an earlier one.`:n?`Use a value of \`${e}\` that exists: ${ty(t)}.`:`Allow a value of \`${e}\` that the remaining instance types have (${ty(t)}), or relax an earlier requirement.`}function ty(e){let t=e.slice(0,6).join(`, `);return e.length>6?`${t} and ${e.length-6} more`:t}function ny(){return{bad:[S(O({requirements:[`karpenter.k8s.aws/instance-family In [m7g, c7g]`,`kubernetes.io/arch In [amd64]`]}),{"[amd64]":`[arm64]`},{"[m7g, c7g]":`[m7i, c7i]`}),S(O({requirements:[`karpenter.k8s.aws/instance-cpu In ["5"]`]}),{'["5"]':`["4"]`})],good:[O({requirements:[`karpenter.k8s.aws/instance-family In [m7g, c7g]`,`kubernetes.io/arch In [arm64]`]})]}}const ry=D({id:`spot-flexibility`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[21],on:{NodePool:iy,Provisioner:iy},docs:{summary:`A NodePool allows spot but has few instance types or a single zone to choose from.`,why:`Spot capacity varies by instance type and zone. With few of them, AWS interrupts nodes at the same time and replacements find no capacity. Karpenter moves a spot node to a cheaper spot node only if at least 15 cheaper instance types remain.`,help:`Allow at least 15 instance types in several families, sizes and zones. If you cannot, also allow on-demand.`,url:`https://karpenter.sh/docs/concepts/disruption/#spot-consolidation`},examples:oy});function iy(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i?.isExact||i.names.length===0)return;let{instanceTypes:a,zones:o}=i.count(`spot`);if(a===0||a>=15&&o.length>1)return;let s=i.count(`on-demand`).instanceTypes===0;t({at:e.span(ay(e)),severity:a<15&&(s||a<5)?`warning`:`note`,message:`\`${e.name}\` allows spot, but has only ${m(a,`instance type`)} in ${m(o.length,`zone`)} of ${n.region} to choose from`,help:a<15?`Allow at least 15 instance types in several families, sizes and zones. With fewer, nodes are interrupted together, and Karpenter does not move them to cheaper spot nodes.`:`Allow more zones. Spot capacity runs out in one zone at a time.`})}const ay=e=>Ht(e).find(({key:e})=>b(e)===x.capacityType)?.path??(e.kind===`NodePool`?[`spec`,`template`,`spec`,`requirements`]:[`spec`,`requirements`]);function oy(){return{bad:[S(O({requirements:[`karpenter.k8s.aws/instance-family In [t4g]`,`karpenter.sh/capacity-type In [spot, on-demand]`,`topology.kubernetes.io/zone In [us-east-1a]`]}),{"karpenter.k8s.aws/instance-family":`karpenter.k8s.aws/instance-category`,"[t4g]":`[c, m, r]`,"[us-east-1a]":`[us-east-1a, us-east-1b]`}),S(T({region:`eu-central-1`},O({requirements:[`node.kubernetes.io/instance-type In [m6i.large, m6i.xlarge]`,`karpenter.sh/capacity-type In [spot]`]})),{"node.kubernetes.io/instance-type":`karpenter.k8s.aws/instance-category`,"[m6i.large, m6i.xlarge]":`[c, m, r]`})],good:[O({requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [spot, on-demand]`]}),O({requirements:[`karpenter.k8s.aws/instance-family In [t4g]`,`karpenter.sh/capacity-type In [on-demand]`]})]}}const sy=D({id:`startup-taints`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[87,88],on:{Manifests(e,t){for(let n of P(e))dy(n,t);for(let n of xt(e,`cilium`))fy(n,t)}},docs:{summary:"Cilium’s taint is missing from `startupTaints`, or a startup taint is misspelled.",why:"Karpenter waits until startup taints are removed, and meanwhile expects pods to run on the node. Cilium’s operator taints nodes on which its agent does not run yet. If `startupTaints` does not include this taint, Karpenter assumes that its pods cannot use the node, and launches another. No agent removes a misspelled startup taint. The node then never becomes initialized, so Karpenter never consolidates or replaces it.",help:"Add the taint to `startupTaints`, with the key that the agent uses.",url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecstartuptaints`},examples:py}),cy=[`spec`,`template`,`spec`,`startupTaints`],ly=[`node.cilium.io/agent-not-ready`,`ebs.csi.aws.com/agent-not-ready`,`efs.csi.aws.com/agent-not-ready`,`fsx.csi.aws.com/agent-not-ready`,`s3.csi.aws.com/agent-not-ready`],uy=e=>e.split(`.`)[0];function dy(e,{report:t,nearest:n}){for(let r of f(e.get(cy)).keys()){let i=[...cy,r,`key`],a=h(e.get(i))??``,o=ly.includes(a)?void 0:n(a,ly);o!==void 0&&uy(o)===uy(a)&&t({manifest:e,at:e.span(i),message:`Nothing removes the startup taint \`${a}\`, so the nodes of \`${e.name}\` never become initialized`,help:`Did you mean \`${o}\`?`,fix:{description:`Replace with \`${o}\``,edits:y(e,i,o)}})}}function fy({manifest:e,values:t},n){let{all:r,report:i,clusterOf:a}=n,o=(...n)=>e.get([...t,...n]),s=h(o(`agentNotReadyTaintKey`))??ly[0];if(!(e.isPartial||typeof o()==`string`||s.includes(`$`)||o(`operator`,`setNodeTaints`)===!1||o(`operator`,`enabled`)===!1))for(let t of P(r))a(t)!==a(e)||t.isPartial||f(t.get(cy)).map((e,n)=>h(t.get([...cy,n,`key`]))).some(e=>e===void 0||e===s)||i({manifest:t,at:t.span(cy),message:`Cilium adds the taint \`${s}\` to new nodes, but it is not in \`startupTaints\` of \`${t.name}\`. Karpenter launches a second node for the same pods`,help:`Add \`{key: ${s}, effect: NoExecute}\` to \`startupTaints\`.`,labels:[{span:e.span([`metadata`,`name`]),message:`Cilium${Q(t,e,n)}`}]})}function py(){return{bad:[S(N(O({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),j(`cilium`),A),{"requirements:":`startupTaints:
  - key: node.cilium.io/agent-not-ready
    effect: NoExecute
requirements:`}),N(O({limits:`cpu: 1000`,nodeClassRef:`default`,startupTaints:C`
            - key: ebs.csi.aws.com/agent-notready
              effect: NoExecute
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),A)],good:[N(O({limits:`cpu: 1000`,nodeClassRef:`default`,startupTaints:C`
            - key: node.cilium.io/agent-not-ready
              effect: NoExecute
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),j(`cilium`),A),N(O({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),j(`cilium`,{values:C`
            operator:
              setNodeTaints: false
          `}),A)]}}const my=[`spec`,`template`,`spec`],hy=D({id:`taint-pairs`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[89],explains:[`provisioning/nodepool-not-ready`],on:{NodePool(e,{report:t}){let n=new Map;for(let r of[`taints`,`startupTaints`].flatMap(t=>gy(e.get([...my,t]),t))){let{key:i,effect:a}=o(e.get(r))??{},s=`${h(i)}:${h(a)}`;if(h(i)===void 0||u(s))continue;let c=n.get(s);if(c===void 0){n.set(s,r);continue}let l=c.at(-2)===r.at(-2)&&e.get([...c,`value`])===e.get([...r,`value`]);t({at:e.span([...r,`key`]),message:`\`${e.name}\` has the taint \`${s}\` twice. Karpenter rejects the NodePool and launches nothing for it`,labels:[{span:e.span([...c,`key`]),message:`first used here`}],help:`Remove one of the two taints.`,...l&&{fix:{description:`Remove the duplicate`,edits:le(e,r)}},explains:{paths:[my],mentioning:``}})}}},docs:{summary:`Two taints of a NodePool have the same key and effect.`,why:"The API server accepts this. Karpenter allows each pair of key and effect only once in `taints` and `startupTaints` together. The NodePool fails Karpenter’s validation and launches nothing.",help:`Remove one of them. Keep the startup taint if something on the node removes it, otherwise keep the taint.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespectaints`},examples:_y}),gy=(e,t)=>f(e).map((e,n)=>[...my,t,n]);function _y(){return{bad:[S(O({requirements:[],taints:C`
          - key: node.cilium.io/agent-not-ready
            effect: NoExecute
        `,startupTaints:C`
          - key: node.cilium.io/agent-not-ready
            value: "true"
            effect: NoExecute
        `}),{"      taints:\n        - key: node.cilium.io/agent-not-ready\n          effect: NoExecute\n":``})],good:[O({requirements:[],taints:C`
          - key: example.com/team
            value: a
            effect: NoSchedule
          - key: example.com/team
            value: a
            effect: NoExecute
        `,startupTaints:C`
          - key: node.cilium.io/agent-not-ready
            value: "true"
            effect: NoExecute
        `}),O({name:`another-key`,requirements:[],taints:C`
          - key: example.com/team
            effect: NoSchedule
        `,startupTaints:C`
          - key: example.com/agent-not-ready
            effect: NoSchedule
        `})]}}const vy=D({id:`taint-tolerations`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[],on:{Manifests:by},docs:{summary:`A toleration nearly matches the taint of a NodePool, or no pod tolerates the taint.`,why:"A toleration must match the key, the value and the effect of a taint. One that nearly matches has no effect, and nothing reports it. The pods stay pending or run on another NodePool, and the NodePool with the taint stays empty. The default operator is `Equal`, for which a missing value is the empty string.",help:"Set the value and the effect of the taint in the toleration, or use `operator: Exists`.",url:`https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/`},examples:Oy}),yy=2e3;function by(e,t){let n=P(e).slice(0,yy).flatMap(Sy);if(n.length===0)return;let r=Em(e).slice(0,yy),i=r.map(e=>Cy(e));for(let e of i)Ey(e,n,t);let a=i.flat(),o=new Set(r.filter(({manifest:e})=>e.kind!==`DaemonSet`).map(({manifest:e})=>f_(e))),s=new Set(e.manifests.filter(xy).map(f_));for(let e of n)s.has(f_(e.pool))||o.has(f_(e.pool))&&!a.some(t=>!t.isKnown||t.key===``||t.key===e.key)&&t.report({manifest:e.pool,at:e.pool.span(e.path),severity:`note`,message:`No pod in these manifests tolerates the taint \`${e.key}\` of \`${e.pool.name}\`, so this NodePool stays empty until one does`,help:`Add a toleration to the pods that should run there, or remove the taint.`})}const xy=({apiVersion:e,kind:t})=>t===`HelmRelease`&&v(e)===`helm.toolkit.fluxcd.io`||/^Application(?:Set)?$/.test(t)&&v(e)===`argoproj.io`;function Sy(e){let t=[`spec`,`template`,`spec`,`taints`];return f(e.get(t)).flatMap((n,r)=>{let i=[...t,r],[a,o,s]=[`key`,`value`,`effect`].map(t=>h(e.get([...i,t]))??``);return u(`${a}${o}${s}`)||a===``||/(?:^|\.)(?:kubernetes|k8s)\.io\//.test(a)?[]:[{pool:e,path:i,key:a,value:o,effect:s}]})}function Cy(e){let{manifest:t,template:n}=e,r=[...n,`spec`,`tolerations`],i=t.get(r);return i!==void 0&&!Array.isArray(i)?[{...wy,workload:e,path:r,isKnown:!1}]:f(i).map((n,i)=>{let{key:a,operator:s,value:c,effect:l}=o(n)??{},d=[a,s,c,l].map(e=>h(e)??``);return{workload:e,path:[...r,i],key:d[0],value:d[2],effect:d[3],isExists:s===`Exists`,isKnown:o(n)!==void 0&&!t.isPartial&&!d.some(e=>u(e))}})}const wy={key:``,isExists:!0,value:``,effect:``},Ty=(e,t)=>(e.key===``||e.key===t.key)&&(e.effect===``||e.effect===t.effect)&&(e.isExists||e.value===t.value);function Ey(e,t,{report:n,nearest:r}){if(!e.some(({isKnown:e})=>!e))for(let i of e){let a=t.filter(({key:e})=>e===i.key);if(a.length===0||a.some(t=>e.some(e=>Ty(e,t))))continue;let[o]=a.flatMap(e=>Dy(i,e,r)??[]);if(!o)continue;let{taint:s,reason:c,help:l}=o,{manifest:u}=i.workload;n({manifest:u,at:u.span(i.path),message:`${u.kind} \`${u.name}\` does not tolerate the taint \`${s.key}=${s.value}:${s.effect}\` of \`${s.pool.name}\`, because its toleration ${c}`,help:l,labels:[{span:s.pool.span(s.path),message:`the taint`}]})}}function Dy(e,t,n){let r=e.isExists||e.value===t.value,i=e.effect===``||e.effect===t.effect;if(r&&!i)return{taint:t,reason:`has the effect \`${e.effect}\``,help:`Set \`effect: ${t.effect}\`.`};if(!i||r)return;let a=`\`value: ${t.value||`""`}\``;return e.value===``?{taint:t,reason:`has no value`,help:`Set ${a}, or \`operator: Exists\`.`}:n(e.value,[t.value])===void 0?void 0:{taint:t,reason:`has the value \`${e.value}\``,help:`Set ${a}.`}}function Oy(){return{bad:[S(jy(C`
        - key: example.com/dedicated
          value: batch
          effect: NoExecute
      `),{"effect: NoExecute":`effect: NoSchedule`}),S(jy(C`
        - key: example.com/dedicated
          value: batches
          effect: NoSchedule
      `),{"value: batches":`value: batch`}),S(jy(C`
        - key: example.com/dedicated
          effect: NoSchedule
      `),{"tolerations:\n        - key":`tolerations:
  - value: batch
    key`},{"tolerations:\n        - key":`tolerations:
  - operator: Exists
    key`}),S(jy(),{"containers:":`tolerations:
  - key: example.com/dedicated
    operator: Exists
containers:`},{"      taints:\n        - key: example.com/dedicated\n          value: batch\n          effect: NoSchedule\n":``})],good:[jy(C`
        - key: example.com/dedicated
          operator: Exists
      `),C`
        ${ky}
        ---
        ${Ay(`train`,C`
            - key: example.com/dedicated
              value: batch
          `)}
        ---
        ${Ay(`proxy`,C`
            - key: example.com/dedicated
              value: system
              effect: NoSchedule
          `)}
        ---
        ${A}
      `,C`
        ${ky}
        ---
        ${Ay(`proxy`)}
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
        ${A}
      `]}}const ky=O({name:`batch`,limits:`cpu: 1000`,nodeClassRef:`default`,taints:C`
    - key: example.com/dedicated
      value: batch
      effect: NoSchedule
  `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]});function Ay(e,t){return C`
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
          ${t?C`
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
  `}const jy=e=>C`
  ${ky}
  ---
  ${Ay(`train`,e)}
  ---
  ${A}
`,My=[..._e.get(x.capacityType)].sort(),Ny=D({id:`unknown-capacity-type`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[18],on:{NodePool:Py,Provisioner:Py},docs:{summary:`A requirement names a capacity type that does not exist.`,why:"The API server accepts any text. Karpenter ignores the unknown value and only logs it, so `[spot, ondemand]` means only spot. If all values are unknown, the NodePool is not ready and launches nothing.",help:"Use `on-demand`, `spot` or `reserved`.",url:`https://karpenter.sh/docs/concepts/nodepools/#capacity-type`},examples:Iy});function Py(e,{report:t,nearest:n}){for(let{key:r,operator:i,values:a}of I(e)){if(b(r)!==x.capacityType||i!==`In`&&i!==`NotIn`)continue;let o=a.filter(e=>e.isKnown&&!My.includes(e.text)),s=a.filter(e=>!o.includes(e)).map(e=>`\`${e.text}\``);for(let r of o){let a=n(r.text,My);t({at:e.span(r.path),message:`\`${r.text}\` is not a capacity type. ${Fy(i,s)}`,help:a?`Did you mean \`${a}\`?`:"Use `on-demand`, `spot` or `reserved`.",...a&&{fix:{description:`Replace with \`${a}\``,edits:y(e,r.path,a)}}})}}}function Fy(e,t){return e===`NotIn`?`It excludes nothing`:t.length===0?`The NodePool never becomes ready`:`Karpenter ignores it and uses only ${t.join(` and `)}`}function Iy(){return{bad:[O({requirements:[`karpenter.sh/capacity-type In [spot, ondemand]`]})],good:[O({requirements:[`karpenter.sh/capacity-type In [spot, on-demand]`]})]}}const Ly=D({id:`unknown-label`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[],on:{NodePool:Vy,Provisioner:Vy},docs:{summary:`A requirement names a label that resembles one of Karpenter’s labels but does not exist.`,why:`Karpenter treats a label that it does not know as a custom label. It puts any of the values on the nodes, and chooses instance types as if the requirement did not exist. Running nodes do not have the label, so all of them drift.`,help:`Correct the name of the label.`,url:`https://karpenter.sh/docs/concepts/scheduling/#well-known-labels`},examples:Xy}),Ry=/^(?:(?!node-restriction\.)[\w-]+\.)*kubernetes\.io$|^eks\.amazonaws\.com$/,zy=e=>e.slice(e.indexOf(`/`)+1),By=new Map([...ue].map(e=>[zy(e),e]));function Vy(e,{report:t,nearest:n}){let r=new Set(Lt(e).map(({key:e})=>e));for(let{key:i,path:a,isKnown:o}of I(e)){if(!o||r.has(i))continue;let s=Gy(e,i)??(qy(e,i)?void 0:Hy(i,n));if(s===void 0)continue;let c=[...a,`key`];t({at:e.span(c),message:`\`${i}\` is not a label that Karpenter knows. It does not filter instance types, and new nodes get any of its values`,help:`Did you mean \`${s}\`?`,fix:{description:`Replace with \`${s}\``,edits:y(e,c,s)}})}}function Hy(e,t){let n=t(zy(e),[...By.keys()]);return n!==void 0&&Ky(zy(e),n)?By.get(n):void 0}const Uy=new Set([`eks.amazon.com`,`eks.aws.com`,`eks.aws`,`eks.amazonaws`,`eks.k8s.aws`,`amazonaws.com`,`karpenter.aws`,`karpenter.k8s.io`,`karpenter.io`,`karpenter.amazonaws.com`,`karpenter.aws.com`]),Wy=`eks.amazonaws.com`;function Gy(e,t){let[r,i]=[se(t),zy(t)],a=By.get(i);if(a===void 0||r===``||r.length>40||Ry.test(r))return;let o=se(a)===`karpenter.k8s.aws`&&i.startsWith(`instance-`),s=o&&Jy(e)===Wy?`${Wy}/${i}`:a,c=o?[Wy,se(a)]:[se(a)];if(!c.includes(r))return Uy.has(r)||c.some(e=>n(r,e)<=2)?s:void 0}const Ky=(e,t)=>n(e,t)<=(e.length<8?1:2);function qy(e,t){return ue.has(b(t))||!Ry.test(se(t))?!0:t.startsWith(`eks.`)?!pe.test(t)||Jy(e)!==`karpenter.k8s.aws`:!1}const Jy=e=>o(e.get([`spec`,`template`,`spec`,`nodeClassRef`]))?.group,Yy=e=>C`
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
`;function Xy(){return{bad:[O({requirements:[`node.kubernetes.io/instance-category In [c, m, r]`]}),O({requirements:[`karpenter.aws/instance-category In [c, m, r]`]}),Yy(`eks.amazonaw.com/instance-category`),N(O({nodeClassRef:`default`,requirements:[`topology.kubernetes.io/zones In [us-east-1a, us-east-1b]`]}),C`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `)],good:[O({labels:`node.kubernetes.io/instance-sizes: web`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.k8s.gcp/instance-size In [large]`,`beta.kubernetes.io/arch In [amd64]`,`example.com/instance-type In [large]`,`node.kubernetes.io/instance-sizes Exists`,`node.kubernetes.io/role In [web]`,`node-restriction.kubernetes.io/zone In [a]`]}),Yy(`eks.amazonaws.com/instance-category`)]}}const Zy=/^([a-z]{2,3}(?:-[a-z]+){1,3}-\d)[a-z]$/,Qy=/^[a-z]{2,3}(?:-[a-z]+){1,3}-\d-[a-z]/,$y=D({id:`unknown-zone`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[25],explains:[`provisioning/nodepool-empty`],on:{NodePool:eb,Provisioner:eb},docs:{summary:`A requirement or label names a zone that the region does not have.`,why:`The API server accepts any text. Karpenter counts the zone as a topology domain, although nothing can ever run there. Every zonal topology spread constraint in the cluster then counts a zone that stays empty, which can keep pods pending. A NodePool with no other zone launches nothing.`,help:`Use zones of the region, and only those in which the node class has subnets.`,url:`https://karpenter.sh/docs/concepts/nodepools/#availability-zones`},examples:nb});function eb(e,t){let{catalog:n}=t;if(!n)return;let r=n.zones.map(e=>e.zone);for(let{key:i,operator:a,values:o}of[...I(e),...Lt(e)]){if(b(i)!==x.zone)continue;let s=e=>!r.includes(e)&&!n.otherZones.includes(e)&&!Qy.test(e),c=a===`In`&&o.every(e=>e.isKnown&&s(e.text));for(let{path:n,text:i,isKnown:l}of o)l&&s(i)&&tb({pool:e,path:n,text:i,zones:r,isExcluded:a===`NotIn`,leavesNone:c},t)}}function tb({pool:e,path:t,text:n,zones:r,isExcluded:i,leavesNone:a},{report:o,catalog:s,nearest:c,isRegionAssumed:l}){let{region:u}=s,d=i?`excluding it has no effect`:`Karpenter never launches nodes for this value`,f=Zy.exec(n)?.[1];if(f!==void 0&&f!==u){if(l)return;o({at:e.span(t),severity:`warning`,message:`Zone \`${n}\` is not in ${u}, so ${d}`,help:`Use a zone of ${u} (${r.join(`, `)}), or set the region if this NodePool belongs to ${f}.`});return}let p=f===void 0&&n!==u?c(n,r):void 0,ee=n===u?`\`${n}\` is a region, not a zone`:`Region ${u} has no zone \`${n}\``;o({at:e.span(t),...i&&{severity:`warning`},message:`${ee}, so ${d}`,help:p?`Did you mean \`${p}\`?`:`Use a zone of ${u}: ${r.join(`, `)}.`,...p&&{fix:{description:`Replace with \`${p}\``,edits:y(e,t,p)}},...a&&{explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}}})}function nb(){return{bad:[S(O({requirements:[`topology.kubernetes.io/zone In [us-east-1a, us-east-1b, us-east-1z]`]}),{"[us-east-1a, us-east-1b, us-east-1z]":`[us-east-1a, us-east-1b]`}),S(O({requirements:[`topology.kubernetes.io/zone In [us-east-1]`]}),{"[us-east-1]":`[us-east-1a, us-east-1b]`})],good:[O({requirements:[`topology.kubernetes.io/zone In [us-east-1a, us-east-1b]`]}),T({region:`us-west-1`},O({requirements:[`topology.kubernetes.io/zone In [us-west-1c]`]}))]}}const rb=D({id:`unreachable-pool`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[32],on:{Manifests(e,t){for(let e of p_(t))ib(e,t)}},docs:{summary:`A NodePool is never used, because another one comes first, has no limits, and can launch everything that it can.`,why:`Karpenter uses a NodePool with a lower weight only if those before it cannot run a pod: their limits are reached, or AWS has no capacity. Suppose that the first one has no limits and allows every instance type, zone and capacity type that the other allows. Then it runs out of capacity only when the other does too, so the fallback never happens.`,help:`Set limits for the first NodePool, or allow something else in the fallback: another capacity type, other families, or other zones.`,url:`https://karpenter.sh/docs/concepts/nodepools/#specweight`},examples:lb});function ib(e,t){let n=e.slice(0,60).filter(e=>ab(e)&&__(e));for(let e of n){let r=n.find(n=>Kt(n)>Kt(e)&&ob(n)&&sb(n,e,t));r&&t.report({manifest:e,at:e.span([`metadata`,`name`]),message:`\`${e.name}\` is never used, because \`${r.name}\` comes first, has no limits, and can launch everything that \`${e.name}\` can`,help:`Set limits for \`${r.name}\`, or allow instance types, zones or capacity types in \`${e.name}\` that \`${r.name}\` does not allow.`,labels:[{span:r.span([`metadata`,`name`]),message:`comes first`}]})}}const ab=e=>!e.isPartial&&F(e,[`spec`,`weight`]).isKnown&&e.get([`spec`,`replicas`])===void 0&&I(e).every(({path:t})=>e.get([...t,`minValues`])===void 0);function ob(e){let{value:t,isKnown:n}=Rt(e),r=Object.keys(o(t)??{});return n&&typeof(t??{})==`object`&&r.every(e=>e.includes(`/`))}function sb(e,t,{compatible:n,catalog:r}){let[i,a]=[n(e),n(t)];if(!r||!i?.isExact||!a?.isExact||a.names.length===0||a.names.some(e=>(r.type(e)?.gpus.length??0)>0)||Vt(e)===void 0||Vt(e)?.name!==Vt(t)?.name||cb(e)!==cb(t))return!1;let o=new Set(i.names);return a.names.every(e=>o.has(e))&&[`on-demand`,`spot`].every(e=>{let[t,n]=[i.count(e),a.count(e)];return(n.instanceTypes===0||t.instanceTypes>=n.instanceTypes)&&n.zones.every(e=>t.zones.includes(e))})}const cb=e=>JSON.stringify(I(e).filter(({key:e})=>b(e)===x.os).map(({operator:e,values:t})=>[e,t.map(({text:e})=>e).sort()]));function lb(){return{bad:[S(N(O({name:`general`,weight:50,limits:`nvidia.com/gpu: 8`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [on-demand]`]}),O({name:`fallback`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m]`,`karpenter.sh/capacity-type In [on-demand]`]}),A),{"nvidia.com/gpu: 8":`nvidia.com/gpu: 8
cpu: 1000`},{"[c, m]":`[c, m, i]`})],good:[N(O({name:`spot`,weight:50,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [spot]`]}),O({name:`on-demand`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [on-demand]`]}),A),N(O({name:`reserved-by-limits`,weight:50,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [on-demand]`]}),O({name:`fallback`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m]`,`karpenter.sh/capacity-type In [on-demand]`]}),A)]}}const ub=[$m,lh,Fh,Hh,Gh,Zh,tg,cg,fg,Rg,Gg,Qg,e_,a_,u_,v_,S_,T_,N_,L_,V_,tv,mv,Sv,Tv,Ov,Nv,Gv,Zv,ry,sy,hy,vy,Ny,Ly,$y,rb,...Km].sort((e,t)=>_(e.id,t.id)),db=new Map([...mt,...ub.map(fb)].map(e=>[e.code,e]));function fb(e){let{summary:t,why:n,help:r,url:i}=e.docs;return{code:`lint/${e.id}`,summary:t,why:n,help:r,url:i,rule:e}}const pb=[...db.keys()].sort(),mb=e=>db.has(e),hb=e=>db.get(e)??db.get(`lint/${e}`);function gb(e){if(e.includes(`/`))return i(e,pb);let t=new Map(pb.map(e=>[e.slice(e.indexOf(`/`)+1),e])),n=i(e,t.keys());return n&&t.get(n)}function _b(e){return[...e].filter(e=>!hb(e)).map(e=>({name:e,nearest:gb(e)}))}const vb=e=>`# plumbline-ignore ${e.replace(/^lint\//,``)} until=2027-03-31: why this is acceptable here`,yb=e=>{let[,t]=/^#?([1-9]\d{0,8})$/.exec(e)??[];return t===void 0?void 0:Number(t)};async function bb(e,n){let{stdout:i}=n,[o]=e.positionals;if(o===void 0)throw new a(`usage`,"`explain` needs a code or a pull request",{help:"Run for example `plumbline explain schema/unknown-field`."});let s=yb(o);if(s!==void 0)return(await import(`./explain-pull-D2noiyFf.js`)).runExplainPull(s,e,n);let c=hb(o);if(!c){let e=gb(o);throw new a(`usage`,`\`${o}\` is not the code of a finding`,{help:e?r(e):"Run `plumbline rules` to list the lint rules."})}return i.write(xb(c)),t.ok}function xb({code:e,summary:t,why:n,help:r,url:i,rule:a}){let o=a?[...a.examples().bad.slice(0,1).flatMap(({text:e})=>[``,`Bad:`,Sb(e)]),...a.examples().good.slice(0,1).flatMap(({text:e})=>[``,`Good:`,Sb(e)]),``,`To suppress it in one place, add this comment to the line above:`,`  ${vb(e)}`]:[],s=a?` (${a.severity})`:``,c=i?[``,`More: ${i}`]:[];return`${[`${e}${s}`,``,t,``,n,``,`What to do: ${r}`,...o,...c].join(`
`)}\n`}const Sb=e=>e.trimEnd().replace(/^(?=.)/gm,`  `),Cb=[`Instance types and zones`,`Limits`,`Taints and overlapping NodePools`,`Disruption`,`Workloads`,`Images and user data`,`Volumes`,`Network`,`Capacity reservations`,`IAM and cluster access`,`Karpenter installation`,`All objects`];async function wb(e,{stdout:n}){let r=Math.max(...ub.map(({id:e})=>e.length));for(let e of Cb){n.write(`${e}\n`);for(let{id:t,severity:i,docs:a}of ub.filter(t=>t.theme===e))n.write(`  ${t.padEnd(r)}  ${i.padEnd(7)}  ${a.summary}\n`);n.write(`
`)}return n.write("Run `plumbline explain RULE` to see why a rule matters and what to do.\n"),t.ok}export{Ra as $,Ue as $t,Ud as A,bn as At,co as B,yt as Bt,Ym as C,fr as Ct,up as D,Qn as Dt,pp as E,er as Et,zo as F,yn as Ft,ro as G,rt as Gt,_o as H,pt as Ht,Io as I,vn as It,ao as J,Qe as Jt,eo as K,it as Kt,yo as L,Yt as Lt,jc as M,_n as Mt,$s as N,xn as Nt,Yd as O,gn as Ot,ec as P,hn as Pt,Ga as Q,We as Qt,vo as R,Vt as Rt,qm as S,sr as St,gp as T,R as Tt,oo as U,dt as Ut,uo as V,E as Vt,to as W,at as Wt,$a as X,Ke as Xt,Qa as Y,Ye as Yt,Ja as Z,Je as Zt,gg as _,V as _t,mb as a,De as an,Pa as at,Eh as b,cr as bt,ub as c,Ee as cn,Ma as ct,Y_ as d,Cr as dt,Ge as en,za as et,Q_ as f,_r as ft,Wg as g,or as gt,B_ as h,H as ht,pb as i,Oe as in,Ha as it,Mc as j,pn as jt,Jd as k,mn as kt,$_ as l,na as lt,q_ as m,W as mt,bb as n,He as nn,Va as nt,gb as o,ke as on,La as ot,K_ as p,Dr as pt,no as q,et as qt,hb as r,Ve as rn,Wa as rt,_b as s,Te as sn,J as st,wb as t,Be as tn,Ba as tt,ev as u,ki as ut,kh as v,ar as vt,Em as w,z as wt,yh as x,B as xt,vh as y,U as yt,so as z,Ht as zt};
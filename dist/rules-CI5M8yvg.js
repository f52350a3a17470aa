import{o as e}from"./rolldown-runtime-B09viugM.js";import{S as t,_ as n,g as r,v as i,x as a}from"./command-BSrbRn8L.js";import{$t as o,At as s,Bt as c,Et as l,Ht as u,Jt as d,Kt as f,Mt as p,Nt as ee,Qt as te,Ut as ne,Xt as m,Yt as h,en as g,nn as re,qt as _}from"./read-bLTXXjrs.js";import{A as v,E as ie,F as y,L as ae,N as b,O as oe,P as se,R as ce,S as le,b as ue,j as de,k as fe,v as pe,y as me}from"./manifests-DWU4h08o.js";var he=e(re(),1);const x=1000000000n,ge=1000000n,_e=(2n**63n-1n)*x,ve=[`n`,`u`,`m`,``,`k`,`M`,`G`,`T`,`P`,`E`],ye=[``,`Ki`,`Mi`,`Gi`,`Ti`,`Pi`,`Ei`],be=/^([+-]?)(\d+(?:\.\d*)?|\.\d+)(n|u|m|k|M|G|T|P|E|[KMGTPE]i|[eE][+-]?\d+)?$/;function S(e){let t=De(e);return t&&je(t.nanos)}function xe(e,t){let n=De(t);if(n===void 0)return;let{nanos:r}=n;return e===`cpu`?Number(Ae(r,ge)):r%x==0n?Number(r/x):Number(Ae(r,ge))/1e3}function Se(e,t){let n=De(e),r=De(t);return n!==void 0&&r!==void 0&&n.nanos===r.nanos}function Ce(e){let t=De(e);return t&&Me(t)}function we(e,t,n){if(!Number.isFinite(t))return`unknown`;let r=Te(e)?`BinarySI`:`DecimalSI`,i=(n===void 0?void 0:De(n)?.format)??r;return Me({nanos:Ee(t,e===`cpu`?ge:x),format:i})}const Te=e=>e===`memory`||e===`ephemeral-storage`||e===`storage`||e.startsWith(`hugepages-`),Ee=(e,t)=>Number.isInteger(e)?BigInt(e)*t:BigInt(Math.round(e*1e3))*t/1000n;function De(e){let t=typeof e==`number`?String(e):e;if(t.length>128)return;let n=be.exec(t);if(!n)return;let[,r=``,i=``,a=``]=n,{base:o,exponent:s,format:c}=Oe(a),l=ke(i,o,s);return{nanos:r===`-`?-l:l,format:c}}function Oe(e){let t=ye.indexOf(e);if(t>0)return{base:1024n,exponent:t,format:`BinarySI`};let n=ve.indexOf(e);return n>=0?{base:10n,exponent:(n-3)*3,format:`DecimalSI`}:{base:10n,exponent:Number(e.slice(1)),format:`DecimalExponent`}}function ke(e,t,n){let[r=``,i=``]=e.split(`.`),a=BigInt(r+i);if(a===0n)return 0n;if(t===1024n){let e=Ae(a*1024n**BigInt(n)*x,10n**BigInt(i.length));return e>_e?_e:e}let o=Math.min(n,300)-i.length+9;return o>=0?a*10n**BigInt(o):o<-129?1n:Ae(a,10n**BigInt(-o))}function Ae(e,t){return e<0n?-Ae(-e,t):(e+t-1n)/t}function je(e){let t=e/x;return e%x==0n?Number(t):Number(e)/1e9}function Me({nanos:e,format:t}){let n=e<0n?`-`:``,r=e<0n?-e:e;return t===`BinarySI`&&r>=1024n*x&&r%x==0n?n+Ne(r/x):n+Pe(r,t===`DecimalExponent`)}function Ne(e){let t=0,n=e;for(;n%1024n==0n&&t<ye.length-1;)n/=1024n,t++;return`${n}${ye[t]}`}function Pe(e,t){if(e===0n)return`0`;let n=0,r=e;for(;r%1000n==0n&&(t||n<ve.length-1);)r/=1000n,n++;return t?n===3?`${r}`:`${r}e${(n-3)*3}`:`${r}${ve[n]}`}const Fe={ns:1n,us:1000n,µs:1000n,ms:1000000n,s:1000000000n,m:60000000000n,h:3600000000000n},Ie=/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/y,Le=2n**63n-1n;function C(e){let[,t,n]=/^([+-]?)(.*)$/s.exec(e);if(n===`0`)return 0n;if(!n||n.length>128)return;let r=0n,i=0;for(;i<n.length;){Ie.lastIndex=i;let e=Ie.exec(n);if(!e)return;r+=Re(e[1],Fe[e[2]]),i=Ie.lastIndex}if(!(r>Le))return t===`-`?-r:r}function Re(e,t){let[n=``,r=``]=e.split(`.`);return BigInt(n||`0`)*t+BigInt(r||`0`)*t/10n**BigInt(r.length)}function ze(e,t){let n=C(e);return n!==void 0&&n===C(t)}const Be=[{code:`disruption/expiry-stampede`,summary:`Many nodes of a NodePool expire at the same time.`,why:"Karpenter deletes a node that reaches `expireAfter`, whatever the disruption budgets say, and launches no replacement first. Nodes that one change or one burst created have the same age, so they all expire within minutes of each other.",help:"Set a longer `expireAfter`, or `Never` and replace nodes by drift, which respects the budgets. PodDisruptionBudgets also apply to expiry, up to `terminationGracePeriod`."},{code:`io/encoding`,summary:`A file is not UTF-8 text.`,why:`plumbline cannot review a file that it cannot read as text. A manifest in it would reach the cluster without a review.`,help:`Save the file as UTF-8, or exclude it from the reviewed paths.`},{code:`io/kustomization`,summary:`A kustomization does not show which files it loads.`,why:`A kustomization may load files of any name. One that plumbline cannot read may load manifests that nobody reviews.`,help:`Write the kustomization as plain YAML of less than 1 MB, without escapes and tags.`},{code:`io/lfs-pointer`,summary:`A file with manifests is now stored in Git LFS.`,why:`Git contains only a pointer to the file. A review cannot see its content, and neither can most tools that deploy from git.`,help:`Keep manifests out of Git LFS: remove the path from .gitattributes, and add the file again.`},{code:`io/not-a-file`,summary:`A path is neither a file nor a folder.`,why:`plumbline does not read devices, sockets and pipes, because reading them may block or never end.`,help:`Pass a file or a folder.`},{code:`io/symlink`,summary:`A symbolic link was not followed.`,why:`plumbline does not trust the content of a pull request, and a link may point outside of the repository.`,help:`Replace the link with the file itself, or pass the target of the link as a path.`},{code:`io/too-large`,summary:`The input is larger than plumbline reads.`,why:`Time and memory of a review are limited, whatever a pull request contains. plumbline does not review what is beyond the limit.`,help:`Split the file, or pass only the folders that contain manifests.`},{code:`io/unreadable`,summary:`A file could not be read.`,why:`plumbline cannot review a file that it cannot read.`,help:`Check that the file exists and that its permissions allow reading.`},{code:`lint/bad-suppression`,summary:"A `plumbline-ignore` comment does not have the required form.",why:`A suppression names its rule and gives a reason, so that later readers know why it exists. A comment without them silences nothing.`,help:"Write `# plumbline-ignore RULE[,RULE] [until=YYYY-MM-DD]: reason` above the line that it applies to."},{code:`lint/expired-suppression`,summary:`A suppression has expired.`,why:"Its `until` date has passed, so the finding that it silenced is reported again.",help:`Fix the finding and remove the suppression, or set a later date.`},{code:`lint/forbidden-suppression`,summary:`A comment tries to silence a finding that must not be silenced.`,why:"The configuration lists the code under `neverSuppress`, so comments cannot silence it. Only the configuration can change that.",help:`Fix the finding and remove the comment.`},{code:`lint/unknown-rule`,summary:`A suppression names a rule that does not exist.`,why:`It silences nothing, although its author expects it to.`,help:"Correct the name. `plumbline rules` lists all rules."},{code:`lint/unused-suppression`,summary:`A suppression silences nothing.`,why:`The finding that it was written for is fixed or has moved. If the comment stays, it silences the next finding of that rule, which nobody has accepted.`,help:`Remove the comment.`},{code:`migration/changed`,summary:`The migration cannot express a setting exactly as it was.`,why:`The new API has no exact equivalent, so the migration writes the closest one.`,help:`Check the line, and correct the migrated manifest if it is not what you want.`},{code:`migration/dropped`,summary:`The migration removes a field.`,why:`The new API does not have the field, or the old API silently ignored it and the new one would act on it.`,help:`Check whether you rely on the field. If not, there is nothing to do.`},{code:`migration/impossible`,summary:`An object cannot be migrated automatically.`,why:`The manifest does not contain what the new API needs, such as the content of a launch template, a placeholder’s value, or a class in another repository. plumbline leaves the whole file unchanged rather than migrate half of it.`,help:"Make the decision that the message asks for, then run `plumbline migrate` again."},{code:`migration/kept`,summary:`The migration writes down an old default so that nothing changes.`,why:`Defaults differ between API versions, and Karpenter’s own conversion changes behavior in some places. The migration writes the old default explicitly.`,help:`Remove the line if you want the new default. Otherwise, there is nothing to do.`},{code:`migration/renamed`,summary:`A label, annotation or taint has a new name.`,why:`Karpenter renamed it on the way to v1 and ignores the old name.`,help:`Update other tools that read the old name.`},{code:`provisioning/bad-replicas`,summary:`The number of pods of a workload is not a whole number.`,why:`The API server refuses it. Without it, the number of nodes for the workload is unknown, and so are the figures that depend on it.`,help:"Write a whole number of at least 0, or give the placeholder a value with `--set NAME=VALUE`."},{code:`provisioning/bad-request`,summary:`A container requests an amount that Kubernetes cannot parse.`,why:`The API server refuses the pod. Without the amount, the size of the pod is unknown, and so are the figures that depend on it.`,help:"Write an amount such as `500m` or `1Gi`."},{code:`provisioning/launch-failed`,summary:`A NodePool would create a node that cannot be launched.`,why:"Karpenter assigns the pods to a new node, but its last filters exclude every instance type. For example, `minValues` may require more variety than the cheapest types have. The pods stay pending.",help:"Fix the reason that the finding names: lower `minValues`, or allow more instance types, zones or capacity types."},{code:`provisioning/limit-reached`,summary:`The limits of a NodePool are too low for its pods.`,why:"Karpenter launches no node that would exceed `spec.limits`. The remaining pods stay pending or go to another NodePool. Until a node is launched, Karpenter counts the largest instance type that it might become. A limit near the size of one node may therefore allow none.",help:"Raise `spec.limits`, or lower the requests of the pods."},{code:`provisioning/nodepool-empty`,summary:`No instance type meets all requirements of a NodePool.`,why:`Karpenter skips the NodePool and launches no nodes for it.`,help:"Relax the requirement that excludes the remaining types. The lint rule `satisfiable-requirements` names it."},{code:`provisioning/nodepool-not-ready`,summary:`A NodePool is not ready, so Karpenter does not use it.`,why:`Karpenter validates more than the API server does. A NodePool that fails its validation, or whose node class is missing or not ready, gets a condition. The provisioner then silently skips it.`,help:`Fix the reason that the finding names.`},{code:`provisioning/pod-ignored`,summary:`Karpenter ignores these pods.`,why:`Karpenter ignores pods that are bound to a node, use another scheduler, or have an unsupported volume or an unknown topology key. They stay pending, and Karpenter launches no node for them.`,help:`Fix the reason that the finding gives for each workload.`},{code:`provisioning/pod-unschedulable`,summary:`No node that Karpenter could launch can run a pod.`,why:`The pod stays pending. Karpenter tried every NodePool in its order, and the finding names the constraint that excluded each.`,help:`Change the named constraint in the workload or in the NodePool.`},{code:`provisioning/status-ignored`,summary:"The `status` in a manifest was not used.",why:`A status comes from the cluster, not from a repository. The API server drops it when the manifest is applied, and an outdated one would distort the figures.`,help:"Pass the object from the cluster with `--cluster`, or set `zones` and `capacityReservations` in the configuration."},{code:`provisioning/too-many-pods`,summary:`A workload has more pods than plumbline simulates.`,why:`Time and memory of a review are limited. Such a number is nearly always a typing error. The figures that depend on it are unknown.`,help:`Check the number of replicas.`},{code:`render/conflict`,summary:`Two roots render the same object with different content.`,why:`The last one that is applied wins, and the files do not say which that is. The object flips between two states.`,help:`Remove the object from one of the roots, or give the two different names or clusters.`},{code:`render/cycle`,summary:`A kustomization includes itself, directly or through others.`,why:`Kustomize refuses to build it, so none of it is applied.`,help:`Remove one of the entries.`},{code:`render/failed`,summary:`A kustomization or a chart fails to render.`,why:`A kustomization or chart that does not render is not applied, or fails during the rollout. Its objects are unknown, so plumbline does not review them.`,help:"Fix the error of kustomize or helm. `kustomize build` and `helm template` show it in full."},{code:`render/limit`,summary:`Rendering takes too long or produces too much.`,why:`Time and memory of a review are limited, whatever a pull request contains. plumbline does not review what is beyond the limit.`,help:`Split it, or review the rendered manifests.`},{code:`render/missing-file`,summary:`A referenced file or folder does not exist.`,why:`Kustomize and helm refuse to render, so nothing is applied.`,help:`Add the file, or remove the reference.`},{code:`render/not-here`,summary:`Roots were not rendered in this mode.`,why:`A job with the rights of the base repository does not run programs on the content of a pull request.`,help:"See the review of the `pull_request` job, which renders."},{code:`render/refused`,summary:`Something was not rendered, because that would run code, leave the repository or use the network.`,why:`plumbline does not trust the content of a pull request. Plugins, functions, post-renderers and remote bases run or download whatever it names.`,help:`Copy it into the repository, or review the rendered manifests.`},{code:`render/tool-missing`,summary:`Kustomize or helm is not installed.`,why:`plumbline renders with the real programs, so that it reviews what is applied. Without them, it reviews the files as they are, including patches and templates.`,help:`Install them and add them to PATH. GitHub’s runners have both.`},{code:`render/unknown`,summary:`plumbline does not support a generator of manifests, so their content is not reviewed.`,why:`Generators that query a cluster, a Git host or a plugin produce content that the repository does not contain.`,help:"Review the rendered manifests, or set the values in `sources` of plumbline.yaml."},{code:`schema/cel`,summary:`An object violates a validation rule of its CustomResourceDefinition.`,why:`The API server evaluates the rules when it receives the object, and refuses it.`,help:`Do what the message says. It is the rule’s own message.`},{code:`schema/duplicate`,summary:`A list that must not contain duplicates contains an item twice.`,why:`The API server refuses the object.`,help:`Remove one of the two.`},{code:`schema/enum`,summary:`A field has a value that is not one of the allowed values.`,why:`The API server refuses the object.`,help:`Use one of the values that the message lists.`},{code:`schema/format`,summary:`A value does not have the format that its field requires.`,why:`The API server refuses the object.`,help:`Write the value in that format.`},{code:`schema/future-version`,summary:`The target Karpenter does not serve this API version yet.`,why:"The API server does not know this version of the kind, so applying the object fails. Karpenter 1.0 introduced `v1`, and late patches of 0.33 to 0.37 also serve it, for rollbacks from 1.0. For these minors the finding is a note, because the patch is unknown.",help:"Upgrade Karpenter first, or set `karpenter.version` to the version that you run."},{code:`schema/length`,summary:`A string, list or mapping is too short or too long.`,why:`The API server refuses the object.`,help:`Keep within the bounds that the message gives.`},{code:`schema/metadata`,summary:`The metadata of an object is not valid.`,why:`Names, labels and annotations follow the same rules for all Kubernetes objects. The API server refuses an object that breaks them.`,help:`Correct the name, label or annotation that the message names.`},{code:`schema/missing-spec`,summary:"An object has no `spec`.",why:"Without a `spec`, Karpenter cannot do anything with a NodePool or EC2NodeClass.",help:"Add the `spec`, or remove the object."},{code:`schema/pattern`,summary:`A string does not match the pattern of its field.`,why:`The API server refuses the object.`,help:"Write the value as the message shows, such as `720h` for 30 days."},{code:`schema/range`,summary:`A number is out of bounds.`,why:`The API server refuses the object.`,help:`Keep within the bounds that the message gives.`},{code:`schema/refused`,summary:`The API server refuses the object.`,why:`The object cannot be decoded, or it fails a check of Kubernetes itself. Examples are a selector that does not match, a request above its limit, or a changed immutable field.`,help:`Fix what the finding says. It contains the server’s own message.`},{code:`schema/removed-version`,summary:`The target Karpenter or Kubernetes no longer serves this API version.`,why:`Applying the object fails. Karpenter also ignores its old objects that are still in the cluster.`,help:"Write the object in a version that is served. For Karpenter’s objects, `plumbline migrate` does it and keeps comments and order."},{code:`schema/required`,summary:`A required field is missing.`,why:`The API server refuses the object.`,help:`Add the field.`},{code:`schema/type`,summary:`A value does not have the type of its field.`,why:'The API server refuses the object. In YAML the notation decides the type: `10` is a number and `"10"` a string.',help:`Add or remove quotes, or write a list or mapping if the field requires one.`},{code:`schema/unjudged`,summary:`The API server’s own code could not validate the object.`,why:`The definition of its kind does not compile, or the object makes the code fail. The verdict of a cluster is unknown, so plumbline reports it.`,help:`Fix the definition, or make the object smaller and less nested.`},{code:`schema/unknown-field`,summary:`An object has a field that its kind does not have.`,why:"The API server accepts the object and drops the field, with a warning at most, so the field has no effect. With a misspelled `limits`, a NodePool has no limits.",help:`Correct the name, or move the field to the right place.`},{code:`schema/unknown-kind`,summary:`Karpenter does not have this kind in this API version.`,why:`The API server does not know the kind, so applying the object fails.`,help:"Correct `apiVersion` or `kind`."},{code:`schema/warning`,summary:`The API server accepts the object with a warning.`,why:`The message is the API server’s own. kubectl prints it, but most pipelines lose it. It reports a deprecated field, a value that is read differently from how it is written, or a name that may collide with another.`,help:`Do what the warning says.`},{code:`terraform/limit`,summary:`The Terraform code is larger than plumbline evaluates.`,why:`Time and memory of a review are limited. plumbline did not evaluate the last part, so its objects are unknown, not removed.`,help:`Review fewer folders at once.`},{code:`terraform/syntax`,summary:`A Terraform file that concerns Karpenter cannot be parsed.`,why:`plumbline cannot evaluate its module. It does not review the NodePools in it, and whether existing ones still exist is unknown.`,help:"Run `terraform validate` and fix what it reports. The message shows where parsing stopped."},{code:`upgrade/compatibility`,summary:`Karpenter is too old for the cluster’s Kubernetes version.`,why:`Each Karpenter release supports a range of Kubernetes versions and reports newer ones as incompatible. It still selects images for the newer version, but with the labels, defaults and kubelet settings of an older one. Reported only when the repository names both versions.`,help:`Upgrade Karpenter to at least the release that the message names, and then upgrade the control plane.`},{code:`upgrade/karpenter`,summary:`The change upgrades or downgrades Karpenter to another minor version.`,why:`Another minor may refuse or drop what the current one accepts: APIs, fields and defaults change. plumbline validates and simulates the base with its Karpenter and the head with the new one. Findings that only the new one has count as new. If the hash of EC2NodeClasses changes, Karpenter rewrites the hashes of running nodes instead of comparing them.`,help:`Read the upgrade guide of each minor in between, upgrade the CRDs, and change node classes in a separate change.`},{code:`upgrade/kubernetes`,summary:`The change upgrades or downgrades Kubernetes to another minor version.`,why:"An alias such as `al2023@v20260715`, pinned or not, selects images for the Kubernetes version of the cluster. After the control plane upgrade, Karpenter selects images of the new minor. Every node of that node class then drifts and is replaced within the budgets of its NodePool. Images by id, name, tags or SSM parameter stay the same, and so does their kubelet. Reported only when Terraform, eksctl, kOps, ACK, Crossplane or Cluster API names the version on both sides of the change.",help:`Check the waves in the review, and merge at a suitable time. Update other images in a separate change.`},{code:`upgrade/settings`,summary:`The change modifies a setting of Karpenter that affects the figures.`,why:"The settings of Karpenter’s chart affect the usable memory and the number of pods of an instance type. They also affect how Karpenter treats preferences, `minValues` and reservations. plumbline simulates the base with the settings of its Helm values and the head with its own. The difference in nodes and cost comes from these settings.",help:"Check the figures. Settings under `karpenter` in plumbline.yaml override the Helm values."},{code:`yaml/alias-bomb`,summary:`Aliases expand the document beyond the limit.`,why:`A few lines of nested aliases can expand to gigabytes. The API server also refuses such documents.`,help:`Replace the aliases with their values.`},{code:`yaml/duplicate-key`,summary:`A mapping contains a key twice.`,why:`Only one of the two values is used, and tools disagree about which.`,help:`Remove one of them, or merge their values.`},{code:`yaml/syntax`,summary:`A document is not valid YAML.`,why:`plumbline cannot read anything in the document, so the effect of its changes is unknown. There is no plan until it is fixed.`,help:`Fix the place that the message names. The cause is often the indentation of the line before.`},{code:`yaml/template`,summary:`A document is a template that must be rendered before it is YAML or a Karpenter object.`,why:`The manifest depends on the values of the template, so its content is unknown.`,help:"Review the rendered manifests, or give values with `--set NAME=VALUE`."},{code:`yaml/too-deep`,summary:`A document is nested too deeply.`,why:`Time and memory of a review are limited. Kubernetes’ own decoder has a similar limit.`,help:`Check whether the document is correct.`},{code:`yaml/too-large`,summary:`A file is too large or contains too many objects.`,why:`Time and memory of a review are limited. plumbline does not review what is beyond the limit.`,help:`Split the file.`}],w=(e,...t)=>({...e,corrections:t});function T(e,...t){return{text:Ue(He(e.raw,t)),region:`us-east-1`,karpenter:`1.14`}}const E=(e,...t)=>({...T(e,...t),language:`terraform`}),Ve=e=>({...T(e),language:`json`}),D=(e,t)=>({...t,...e});function He(e,t){return t.reduce((t,n,r)=>{let i=(typeof n==`string`?n:n.text).trimEnd(),a=t.slice(t.lastIndexOf(`
`)+1),o=e[r+1],s=a.trim()===``&&/^\s*(?:\n|$)/.test(o);if(i===``&&s)return t.slice(0,t.length-a.length)+o.replace(/^\s*?\n/,``);let c=/^ *(?:- )*/.exec(a)[0].length;return t+i.replaceAll(/\n(?=.)/g,`\n${` `.repeat(c)}`)+o},e[0])}function Ue(e){let t=e.replaceAll(`\\$`,`$`).replaceAll("\\`","`").replace(/^\n/,``).trimEnd().split(`
`),n=t.filter(e=>e.trim()!==``).map(e=>e.search(/\S/)),r=Math.min(...n);return`${t.map(e=>e.slice(r)).join(`
`)}\n`}const We=e=>e.chart===`karpenter`||e.chart===`karpenter-crd`,O=e=>e.manifests.flatMap(qe).filter(We),Ge=(e,t)=>e.manifests.flatMap(qe).filter(e=>e.chart===t),Ke=e=>typeof e==`string`?/(?:^|\/)([\w.-]+)$/.exec(e)?.[1]:void 0;function qe(e){if(e.kind===`HelmRelease`){let t=[`spec`,`chart`,`spec`],n=Ke(e.get([...t,`chart`]));return n?[{manifest:e,chart:n,version:[...t,`version`],values:[`spec`,`values`]}]:[]}return e.kind===`HelmValues`?[{manifest:e,chart:`karpenter`,version:void 0,values:e.get([`settings`])===void 0?[`karpenter`]:[]}]:e.kind===`Application`?Je(e):[]}function Je(e){return[[`spec`,`source`],...f(e.get([`spec`,`sources`])).map((e,t)=>[`spec`,`sources`,t])].flatMap(t=>{let n=Ke(e.get([...t,`chart`])),r=[...t,`helm`,`valuesObject`];return n?[{manifest:e,chart:n,version:[...t,`targetRevision`],values:r}]:[]})}const k=({source:{file:e,origin:t}})=>t?`${t.tool} ${t.root}`:e.slice(0,Math.max(0,e.lastIndexOf(`/`)));function A(e,t){let n=d(e.get(t));return n===void 0||l(n)?void 0:n}const j=(e,t)=>e.source.origin?.tool===`terraform`?/^\$\{([a-z_][\w-]*(?:\.[\w-]+)+)\}$/i.exec(d(e.get(t))??``)?.[1]:void 0,M=e=>e,Ye=new Set([`nodeClassRef`,`requirements`,`labels`,`taints`,`startupTaints`,`expireAfter`,`terminationGracePeriod`]);function N({apiVersion:e,name:t=`default`,...n}={}){let r=Object.entries({...Xe(n)?{}:{requirements:[]},...n}),i=Ze(r.filter(([e])=>Ye.has(e))),a=`limits`in n?``:`
limits:
  cpu: 100`,o=r.find(([e])=>Ye.has(e))?.[0],s=r.flatMap(([e,t])=>e===o?[i+a]:Ye.has(e)||t===null?[]:[Qe(e,t)]);return T`
    apiVersion: ${e??`karpenter.sh/v1`}
    kind: NodePool
    metadata:
      name: ${t}
    spec:
      ${s.join(`
`)}
  `}const Xe=e=>Object.keys(e).some(e=>Ye.has(e));function Ze(e){let t=e.filter(([e])=>e===`labels`).map(([e,t])=>Qe(e,t)),n=e.filter(([e])=>e!==`labels`).map(([e,t])=>Qe(e,t));return[`template:`,...t.length>0?[`  metadata:`,et(t.join(`
`),4)]:[],`  spec:`,et(n.join(`
`),4)].join(`
`)}function Qe(e,t){if(e===`nodeClassRef`)return`nodeClassRef:\n  group: karpenter.k8s.aws\n  kind: EC2NodeClass\n  name: ${String(t)}`;if(Array.isArray(t))return t.length===0?`${e}: []`:`${e}:\n${et(t.map($e).join(`
`),2)}`;let n=typeof t==`object`?t.text.trimEnd():String(t);return/^\S+:|\n/.test(n)?`${e}:\n${et(n,2)}`:`${e}: ${n}`}function $e(e){let[t,n,...r]=e.split(` `);return`- key: ${t}\n  operator: ${n}${r.length===0?``:`\n  values: ${r.join(` `)}`}`}const et=(e,t)=>e.replaceAll(/^(?=.)/gm,` `.repeat(t)),P=(e,t=`default`)=>T`
  apiVersion: karpenter.k8s.aws/v1
  kind: EC2NodeClass
  metadata:
    name: ${t}
  spec:
    ${e}
`,F=P(`role: KarpenterNodeRole-demo`),I=(e,{version:t=``,values:n=``}={})=>T`
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
`,L=(e,t)=>T`
  resource "kubectl_manifest" "${e}" {
    yaml_body = <<-YAML
      ${t}
    YAML
  }
`,R=(...e)=>({...e[0],text:e.map(({text:e})=>e).join(`---
`)}),tt=new WeakMap;function z(e){let t=tt.get(e);if(t)return t;let n=e.manifests.filter(nt);return tt.set(e,n),n}const nt=({kind:e,apiVersion:t})=>e===`NodePool`&&h(t)===`karpenter.sh`,rt=e=>{let t=d(e);return t!==void 0&&!l(t)};function B(e,t){let n=t.every((n,r)=>{let i=e.get(t.slice(0,r+1));return typeof i!=`string`||!l(i)}),r=e.get(t);return{path:t,value:r,isKnown:n&&!(r===void 0&&e.isPartial)}}const it=e=>e.kind===`NodePool`?[`spec`,`template`,`spec`]:[`spec`];function V(e){let t=[...it(e),`requirements`];return f(e.get(t)).map((n,r)=>at(e,[...t,r]))}function at(e,t){let[n,r,i]=[`key`,`operator`,`values`].map(n=>e.get([...t,n])),a=f(i).map((e,n)=>({path:[...t,`values`,n],text:d(e)??``,isKnown:rt(e)})),o=rt(n)&&rt(r)&&a.every(e=>e.isKnown)&&(i==null||Array.isArray(i));return{path:t,key:d(n)??``,operator:d(r)??``,values:a,isKnown:o}}function ot(e){let t=e.kind===`NodePool`?[`spec`,`template`,`metadata`,`labels`]:[`spec`,`labels`];return Object.entries(_(e.get(t))??{}).map(([e,n])=>{let r=[...t,e],i=rt(n)&&!l(e);return{path:r,key:e,operator:`In`,values:[{path:r,text:d(n)??``,isKnown:i}],isKnown:i}})}const st=e=>B(e,e.kind===`Provisioner`?[`spec`,`limits`,`resources`]:[`spec`,`limits`]);function ct(e){let t=_(e.get(lt(e))),n=d(t?.group)??d(t?.apiVersion)?.split(`/`)[0],r=d(t?.kind);return l(`${n} ${r}`)?void 0:{group:n,kind:r}}const lt=e=>e.kind===`Provisioner`?[`spec`,`providerRef`]:[`spec`,`template`,`spec`,`nodeClassRef`];function H(e){let t=lt(e),n=e.get([...t,`name`]),r=ct(e);return r&&typeof n==`string`&&!l(n)?{path:t,...r,name:n}:void 0}function U(e){let t=[...V(e),...ot(e)];return e.kind===`Provisioner`?[...t,...ut(t)]:t}function ut(e){let t=new Set(e.map(e=>y(e.key))),n=[b.instanceType,b.instanceFamily,b.instanceCategory,b.instanceGeneration],r=[],i=(e,t,n)=>{let i=[`spec`];r.push({path:i,key:e,operator:t,values:n.map(e=>({path:i,text:e,isKnown:!0})),isKnown:!0})};return t.has(b.os)||i(b.os,`In`,[`linux`]),t.has(b.arch)||i(b.arch,`In`,[`amd64`]),t.has(b.capacityType)||i(b.capacityType,`In`,[`on-demand`]),n.some(e=>t.has(e))||(i(b.instanceCategory,`In`,[`c`,`m`,`r`]),i(b.instanceGeneration,`Gt`,[`2`])),r}const dt=new Set([b.instanceType,b.instanceFamily,b.instanceSize]),ft=e=>U(e).find(({key:e})=>dt.has(y(e)))?.path??[`spec`],W=e=>Number(e.get([`spec`,`weight`])??0),G=e=>{let t=[`spec`,`amiSelectorTerms`];return f(e.get(t)).flatMap((e,n)=>{let r=_(e);return r?[{path:[...t,n],term:r}]:[]})},pt=[`AL2`,`AL2023`,`Bottlerocket`,`Windows2019`,`Windows2022`,`Windows2025`,`Custom`,`Ubuntu`];function K(e){let t=d(e.get([`spec`,`amiFamily`]));if(t!==void 0)return pt.includes(t)?t:void 0;let[n]=G(e).flatMap(({term:e})=>d(e.alias)??[]),r=n?.split(`@`)[0];return pt.find(e=>e.toLowerCase()===r)}function mt(e){let t=e.get([`spec`,`userData`]);return typeof t==`string`&&!e.isPartial&&!l(t)?t:void 0}const ht=({kind:e,apiVersion:t})=>e===`EC2NodeClass`&&h(t)===`karpenter.k8s.aws`,gt=new WeakMap;function _t(e){let t=gt.get(e);if(t)return t;let n=e.manifests.filter(ht),r={classes:n,poolsByClass:yt(z(e),vt),classesByName:yt(n,({name:e})=>e)};return gt.set(e,r),r}function vt(e){let{group:t=`karpenter.k8s.aws`,name:n}=H(e)??{};return t===`karpenter.k8s.aws`?n:void 0}function yt(e,t){let n=new Map;for(let r of e){let e=t(r);if(e===void 0)continue;let i=n.get(e);i?i.push(r):n.set(e,[r])}return n}const q=e=>_t(e).classes,bt=(e,t)=>_t(e).poolsByClass.get(t.name)??[];function xt(e,t){let n=_t(e).classesByName.get(vt(t)??``)??[];return n.length===1?n[0]:void 0}const St=M({id:`access-entry-type`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[70],on:{Manifests(e,t){let n=Et(e);for(let r of e.manifests){if(r.kind===`aws_eks_access_entry`&&Dt(r,[`spec`],`principal_arn`,{roles:n,context:t}),r.kind===`module`&&Ot(r,t),r.kind!==`ClusterConfig`)continue;let e=[`accessConfig`,`accessEntries`];f(r.get(e)).forEach((i,a)=>{Dt(r,[...e,a],`principalARN`,{roles:n,context:t})})}}},docs:{summary:"The access entry of Karpenter’s node role has the type `STANDARD`, so nodes cannot join the cluster.",why:"An access entry of type `EC2_LINUX` or `EC2_WINDOWS` gives nodes the groups and the user name that they need. `STANDARD`, the default of EKS, is meant for people. With it, instances start, but the API server rejects their kubelets. Karpenter terminates them after 15 minutes and launches others, which fail in the same way.",help:"Set the type of the access entry to `EC2_LINUX`, or to `EC2_WINDOWS` for Windows nodes.",url:`https://docs.aws.amazon.com/eks/latest/userguide/creating-access-entries.html`},examples:kt}),Ct=/^(module\.[\w-]{0,200}karpenter[\w-]{0,200})\.node_iam_role_(?:name|arn)$/i,wt=/^(aws_iam_role\.[\w-]+)\.(?:name|arn|id)$/,Tt=e=>(Ct.exec(e??``)??wt.exec(e??``))?.[1];function Et(e){let t=[`spec`,`role`],n=q(e).flatMap(e=>A(e,t)??Tt(j(e,t))??[]);return new Set(n)}function Dt(e,t,n,{roles:r,context:i}){let a=[...t,n],o=/:role\/(?:.{0,600}\/)?([^/]{1,200})$/.exec(A(e,a)??``)?.[1],s=Tt(j(e,a));if(!(o!==void 0&&r.has(o)||s!==void 0&&r.has(s))&&!s?.startsWith(`module.`))return;let c=d(e.get([...t,`type`]));(c===void 0||c===`STANDARD`)&&i.report({manifest:e,at:e.span(c===void 0?a:[...t,`type`]),message:c===void 0?"The access entry of the node role has no type, so EKS makes it `STANDARD` and nodes cannot join the cluster":"The access entry of the node role has the type `STANDARD`, so nodes cannot join the cluster",help:"Set the type to `EC2_LINUX`, or to `EC2_WINDOWS` for Windows nodes."})}function Ot(e,{report:t}){let n=[`spec`,`access_entry_type`];e.get(n)===`STANDARD`&&t({manifest:e,at:e.span(n),message:"The access entry of the node role has the type `STANDARD`, so nodes cannot join the cluster",help:"Remove `access_entry_type`, so that the module uses `EC2_LINUX`."})}function kt(){return{bad:[w(E`
          resource "aws_eks_access_entry" "nodes" {
            cluster_name  = "demo"
            principal_arn = aws_iam_role.karpenter_node.arn
          }

          ${L(`default`,P("role: ${aws_iam_role.karpenter_node.name}"))}
        `,{"principal_arn = aws_iam_role.karpenter_node.arn":`principal_arn = aws_iam_role.karpenter_node.arn
type          = "EC2_LINUX"`}),w(E`
          module "karpenter" {
            source = "terraform-aws-modules/eks/aws//modules/karpenter"

            cluster_name      = module.eks.cluster_name
            access_entry_type = "STANDARD"
          }
        `,{'access_entry_type = "STANDARD"':``}),w(R(T`
          apiVersion: eksctl.io/v1alpha5
          kind: ClusterConfig
          metadata:
            name: demo
            region: us-east-1
          accessConfig:
            accessEntries:
              - principalARN: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo
                type: STANDARD
        `,F),{"type: STANDARD":`type: EC2_LINUX`})],good:[E`
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
      `]}}const At=[`0.32`,`0.33`,`0.34`,`0.35`,`0.36`,`0.37`,`1.0`,`1.1`,`1.2`,`1.3`,`1.4`,`1.5`,`1.6`,`1.7`,`1.8`,`1.9`,`1.10`,`1.11`,`1.12`,`1.13`,`1.14`,`1.15`],jt=`1.14`;function Mt(e){let t=/^\s*v?(\d{1,4})\.(\d{1,4})(\.(\d+|x|\*)([-+].*)?)?\s*$/i.exec(e);return t===null?void 0:`${Number(t[1])}.${Number(t[2])}`}function J(e,t){let[n=0,r=0]=e.split(`.`).map(Number),[i=0,a=0]=t.split(`.`).map(Number);return n-i||r-a}function Nt(e){return At.findLast(t=>J(t,e)<=0)??At[0]}const Pt=c.flatMap(({kind:e,group:t,versions:n})=>n.map(({version:n,first:r,last:i,...a})=>({apiVersion:`${t}/${n}`,kind:e,first:r,last:i,...a}))).sort((e,t)=>g(e.apiVersion,t.apiVersion)||g(e.kind,t.kind)),Ft=(e,t)=>Pt.find(n=>n.apiVersion===e&&n.kind===t);function It(e,t){return e.first!==void 0&&J(t,e.first)<0?!1:e.last===void 0||J(t,e.last)<=0}const Lt=e=>At.find(t=>J(t,e)>0),Rt=`1.33`,zt=M({id:`al2-end-of-life`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[51],on:{NodeClass(e,{report:t,settings:n}){let{kubernetesVersion:r}=n,i=r!==void 0&&J(r,Rt)>=0;if(r===void 0||i)for(let{path:n,term:a}of G(e)){let o=d(a.alias);o!==void 0&&/^al2@/.test(o)&&t({at:e.span([...n,`alias`]),...i&&{severity:`error`},message:i?`Amazon Linux 2 has no image for Kubernetes ${r}, so \`${e.name}\` never becomes ready`:`\`${o}\` has no image for Kubernetes ${Rt} and newer`,help:"Use an alias of `al2023` or `bottlerocket` instead, such as `al2023@v20260715`."})}}},docs:{summary:`An EC2NodeClass selects Amazon Linux 2, which has no images for Kubernetes 1.33 and newer.`,why:"AWS built the last EKS images of Amazon Linux 2 in November 2025, for Kubernetes 1.32. On newer clusters the alias selects no image, so the node class is not ready. After an upgrade of the control plane, no new node starts. The severity is error when the repository or `--kubernetes-version` says that the cluster is that new.",help:"Switch to an alias of `al2023` or `bottlerocket` before you upgrade the cluster to 1.33.",url:`https://docs.aws.amazon.com/eks/latest/userguide/eks-ami-deprecation-faqs.html`},examples:Bt});function Bt(){return{bad:[w(P(T`
          amiSelectorTerms:
            - alias: al2@v20251112
        `),{"al2@v20251112":`al2023@v20260715`},{"al2@v20251112":`bottlerocket@v1.44.0`})],good:[P(T`
        amiSelectorTerms:
          - alias: al2023@v20260715
      `),P(T`
          amiFamily: AL2
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
        `,`own`)]}}const Vt=M({id:`ami-alias-release`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t}){for(let{path:n,term:r}of G(e)){let i=d(r.alias)??``,[a=``,o=``]=i.split(`@`),s=Ut.get(a);s===void 0||o===``||o===`latest`||l(i)||s.pattern.test(o)||t({at:e.span([...n,`alias`]),message:`\`${o}\` is not a release of ${s.name}, so \`${e.name}\` finds no image and Karpenter launches no nodes with it`,help:`Use a release, such as \`${a}@${s.example}\`.`})}}},docs:{summary:`A pinned alias does not name a release of its AMI family.`,why:"The API server accepts any text after the `@`. Karpenter looks for the image of the release with that name: a date for Amazon Linux, a version number for Bottlerocket. The Kubernetes version is not part of an alias. If no release has the name, the node class does not become ready, and its NodePools launch no nodes.",help:"Use a release such as `al2023@v20260715` or `bottlerocket@v1.44.0`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:Wt}),Ht={name:`Amazon Linux`,pattern:/^v20\d{6}$/},Ut=new Map([[`al2`,{...Ht,example:`v20251112`}],[`al2023`,{...Ht,example:`v20260715`}],[`bottlerocket`,{name:`Bottlerocket`,pattern:/^v?\d+\.\d+\.\d+(?:-\w+)?$/,example:`v1.44.0`}]]);function Wt(){return{bad:[w(Gt(`al2023@v1.33`),{"al2023@v1.33":`al2023@v20260715`}),w(Gt(`al2023@20260715`),{"al2023@20260715":`al2023@v20260715`}),w(Gt(`bottlerocket@v20260715`),{"bottlerocket@v20260715":`bottlerocket@v1.44.0`})],good:[Gt(`al2023@v20260715`),Gt(`bottlerocket@v1.44.0`),Gt(`bottlerocket@1.44.0`)]}}const Gt=e=>P(T`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${e}
  `),Kt=[{name:/ubuntu-eks/i,what:`an EKS image of Ubuntu`,families:[`AL2`,`Ubuntu`]},{name:/ubuntu/i,what:`a plain Ubuntu image`,families:[`Ubuntu`]},{name:/amazon-eks-(?:[a-z0-9]+-)?node-al2023/i,what:`an AL2023 image`,families:[`AL2023`]},{name:/amazon-eks-(?:gpu-|arm64-)?node-\d/i,what:`an AL2 image`,families:[`AL2`]},{name:/bottlerocket/i,what:`a Bottlerocket image`,families:[`Bottlerocket`]},{name:/Windows_Server-2019/i,what:`a Windows Server 2019 image`,families:[`Windows2019`]},{name:/Windows_Server-2022/i,what:`a Windows Server 2022 image`,families:[`Windows2022`]},{name:/Windows_Server-2025/i,what:`a Windows Server 2025 image`,families:[`Windows2025`]}],qt={al2:`AL2`,al2023:`AL2023`,bottlerocket:`Bottlerocket`,windows2019:`Windows2019`,windows2022:`Windows2022`,windows2025:`Windows2025`},Jt=M({id:`ami-family-mismatch`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[52],explains:[`schema/cel`],on:{NodeClass(e,t){let n=d(e.get([`spec`,`amiFamily`]));if(n===void 0||n===`Custom`||l(n))return;let r=f(e.get([`spec`,`amiSelectorTerms`]));for(let[i,a]of r.entries()){let r=[`spec`,`amiSelectorTerms`,i],{name:o,alias:s}=_(a)??{};Xt(e,{path:[...r,`name`],name:d(o),family:n},t),Zt(e,{path:[...r,`alias`],name:d(s),family:n},t)}},NodeTemplate(e,t){let n=d(e.get([`spec`,`amiFamily`]));if(n===void 0||n===`Custom`||l(n))return;let r=[`spec`,`amiSelector`,`aws::name`];Xt(e,{path:r,name:d(e.get(r)),family:n},t)}},docs:{summary:"`amiFamily` does not match the family of the selected AMI.",why:`The AMI family decides which bootstrap user data Karpenter writes, and which block device it treats as the root volume. An AMI of another family does not understand that user data. Its instances run and cost money, but never join the cluster. Karpenter replaces them after 15 minutes, again and again.`,help:"Set `amiFamily` to the family of the image. Or set it to `Custom`, and write user data that joins the node to the cluster.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamifamily`},examples:$t}),Yt=[`spec`,`amiFamily`];function Xt(e,{path:t,name:n,family:r},{report:i}){if(n===void 0||l(n))return;let a=Kt.find(e=>e.name.test(n));if(!a||a.families.includes(r))return;let o=a.families[0],s=a.families.includes(`Ubuntu`);i({at:e.span(t),message:`\`${n}\` is ${a.what}, which does not understand the user data of \`amiFamily: ${r}\``,labels:[{span:e.span(Yt),message:`Karpenter writes user data for this family`}],help:s?"Set `amiFamily: Custom`, and write user data that joins the node to the cluster.":`Set \`amiFamily: ${o}\`, or set \`Custom\` and write user data that joins the node to the cluster.`,...!s&&{fix:{description:`Set \`amiFamily: ${o}\``,edits:v(e,Yt,o)}}})}function Zt(e,{path:t,name:n,family:r},{report:i}){if(n===void 0||l(n))return;let a=qt[n.split(`@`)[0]];a!==void 0&&a!==r&&i({at:e.span(t),severity:`error`,message:`\`${n}\` selects ${a} images, but \`amiFamily\` is \`${r}\`, so the API server rejects the node class`,labels:[{span:e.span(Yt),message:`this family does not match`}],help:"Remove `amiFamily`, because the alias implies it, or use an alias of that family.",fix:{description:"Remove `amiFamily`",edits:oe(e,Yt)},explains:{paths:[[`spec`]],mentioning:`amiFamily must be`}})}const Qt=T`
  amiFamily: Custom
  userData: |
    #!/bin/bash
    /opt/company/join-cluster
`;function $t(){return{bad:[w(P(T`
          amiFamily: AL2
          amiSelectorTerms:
            - name: ubuntu/images/hvm-ssd/ubuntu-jammy-22.04-amd64-server-20241211
        `),{"amiFamily: AL2":Qt}),w(P(T`
          amiFamily: AL2
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-*
        `),{"amiFamily: AL2":Qt}),w(P(T`
          amiFamily: Bottlerocket
          amiSelectorTerms:
            - alias: al2023@v20260715
        `),{"al2023@v20260715":`bottlerocket@v1.44.0`})],good:[P(T`
        amiFamily: Custom
        amiSelectorTerms:
          - name: ubuntu/images/hvm-ssd/ubuntu-jammy-22.04-amd64-server-20241211
      `),P(T`
        amiFamily: AL2023
        amiSelectorTerms:
          - alias: al2023@v20260715
      `)]}}const en=M({id:`ami-for-instance-types`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[54,91],on:{Manifests(e,t){for(let n of z(e)){let r=xt(e,n),i=r&&tn(r);i&&nn({pool:n,nodeClass:r,images:i},t)}}},docs:{summary:`The AMIs of a node class do not fit the instance types of a NodePool that uses it.`,why:"An AMI is built for one architecture. If all instance types of a NodePool have the other architecture, Karpenter finds no image for them and launches nothing for the NodePool. The standard image of Amazon Linux 2023 has no GPU driver, so nodes start but never offer `nvidia.com/gpu`.",help:"Add a selector term for the image of the other architecture, or select the `nvidia` image for GPUs. An alias selects the right image for each instance type.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:on});function tn(e){let t=G(e).map(e=>({...e,name:d(e.term.name)??``}));return t.every(({name:e,term:t})=>e!==``&&!l(e)&&t.id===void 0)&&t.length>0&&!e.isPartial?t:void 0}function nn({pool:e,nodeClass:t,images:n},{catalog:r,compatible:i,report:a}){let o=i(e),s=o?.isExact?o.names.map(e=>r.type(e)):[],c=H(e)?.path;if(s.length===0||c===void 0)return;let l=[{span:t.span([...n[0].path,`name`]),message:`this selects the image`}],u=e.span([...c,`name`]),d=n.map(({name:e})=>rn(e));!d.includes(void 0)&&!s.some(({architecture:e})=>d.includes(e))?a({manifest:e,at:u,labels:l,message:`The instance types of \`${e.name}\` are ${s[0].architecture}, but the images of \`${t.name}\` are ${d[0]}, so Karpenter cannot launch nodes for \`${e.name}\``,help:`Add an AMI selector term for the ${s[0].architecture} image, or use an alias, which selects the right image for each instance type.`}):s.every(({gpus:e})=>e.some(({manufacturer:e})=>e===`nvidia`))&&n.every(({name:e})=>/^amazon-eks-node-al2023-.*-standard-/.test(e))&&a({manifest:e,at:u,labels:l,message:`Every instance type of \`${e.name}\` has NVIDIA GPUs, but \`${t.name}\` selects the standard image, which has no driver for them`,help:"Select the `nvidia` image of Amazon Linux 2023, or use an alias, which selects it for these instance types."})}function rn(e){let t=/arm64|aarch64/i.test(e);return t===/x86_64|amd64/i.test(e)?void 0:t?`arm64`:`amd64`}const an=`- name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715`;function on(){return{bad:[w(R(N({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),P(T`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
        `)),{[an]:`${an}\n- name: amazon-eks-node-al2023-arm64-standard-1.33-v20260715`},{[an]:`- alias: al2023@v20260715`}),w(R(N({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6]`,`karpenter.sh/capacity-type In [on-demand]`],taints:T`
            - key: nvidia.com/gpu
              effect: NoSchedule
          `,nodeClassRef:`default`}),P(T`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
        `)),{[an]:`- name: amazon-eks-node-al2023-x86_64-nvidia-1.33-v20260715`},{[an]:`- alias: al2023@v20260715`})],good:[R(N({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),P(T`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
            - name: amazon-eks-node-al2023-arm64-standard-1.33-v20260715
        `)),R(N({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),P(T`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: golden-al2023-*
        `))]}}const sn=e=>e?.provider===`aws`?e:null;function cn(e,t){let n=t?.eks.versions[e]?.standardUntil;if(n===void 0)return;let r=new Date(n);return r.setUTCMonth(r.getUTCMonth()-14),r.toISOString().slice(0,10)}function ln(e,t,n){let[,r,i,a]=/^al2(?:023)?@v(\d{4})(\d\d)(\d\d)$/.exec(e)??[];return Date.parse(`${r}-${i}-${a}`)<Date.parse(cn(t,n)??``)-5184e6}const un=M({id:`ami-older-than-kubernetes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t,settings:n,catalog:r}){let{kubernetesVersion:i=``}=n,a=sn(r)?.fees,o=cn(i,a);for(let{path:n,term:r}of G(e)){let s=d(r.alias);s!==void 0&&ln(s,i,a)&&t({at:e.span([...n,`alias`]),message:`\`${s}\` has no image for Kubernetes ${i}, which EKS has offered since ${o}, so \`${e.name}\` does not become ready and Karpenter launches no nodes with it`,help:`Pin a release from ${o} or later.`})}}},docs:{summary:`A pinned alias is too old to have an image for the cluster’s Kubernetes version.`,why:"AWS builds the images of a release for the Kubernetes versions that EKS offers at that time. After an upgrade of the control plane, the alias of an older release selects no image. The node class is not ready, its NodePools launch no nodes, and Karpenter does not replace running nodes. Reported only when the repository or `--kubernetes-version` names the Kubernetes version.",help:`Pin a release from the day when EKS began to offer this version, or later, and upgrade the control plane in a later change.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions.html`},examples:dn});function dn(){return{bad:[w(fn(`1.34`,`al2023@v20250403`),{"al2023@v20250403":`al2023@v20260715`})],good:[fn(`1.34`,`al2023@v20260715`),fn(`1.32`,`al2023@v20250403`)]}}const fn=(e,t)=>E`
  module "eks" {
    source             = "terraform-aws-modules/eks/aws"
    version            = "~> 21.0"
    name               = "demo"
    kubernetes_version = "${e}"
  }

  ${L(`class`,pn(t))}
`,pn=e=>P(T`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${e}
  `),Y=(e,t=`, `)=>e.map(e=>`\`${e}\``).join(t),mn=M({id:`aws-auth-groups`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[71],on:{Manifests(e,t){for(let n of e.manifests)n.kind===`ConfigMap`&&n.name===`aws-auth`&&hn(n,t),n.kind===`ClusterConfig`&&f(n.get([`iamIdentityMappings`])).forEach((e,r)=>{vn(e,{manifest:n,path:[`iamIdentityMappings`,r]},t)})}},docs:{summary:`The mapping of a node role lacks a group that nodes need to join the cluster.`,why:"A kubelet can register its node only as a member of `system:bootstrappers` and `system:nodes`. If the mapping of its role lacks one of them, instances start but never become nodes. Karpenter terminates them after 15 minutes and launches others. This rule checks the ConfigMap `aws-auth` and the `iamIdentityMappings` of eksctl.",help:"Add both groups to the mapping, or use an access entry of type `EC2_LINUX` instead, which includes them.",url:`https://docs.aws.amazon.com/eks/latest/userguide/auth-configmap.html`},examples:yn});function hn(e,t){let n=[`data`,`mapRoles`],r=d(e.get(n));if(!(r===void 0||/\{\{(?!\s*(?:EC2PrivateDNSName|SessionName|AccountID))|\$\{/.test(r)))for(let i of f(gn(r)))vn(i,{manifest:e,path:n},t)}function gn(e){if(!(e.length>1048576))try{return(0,he.parse)(e,{maxAliasCount:10})}catch{return}}const _n=[`system:bootstrappers`,`system:nodes`];function vn(e,{manifest:t,path:n},{report:r}){let i=_(e),a=d(i?.username)??``;if(!i||!/^system:node:\{\{\s*EC2PrivateDNSName\s*\}\}$/.test(a))return;let o=f(i.groups).map(d),s=_n.filter(e=>!o.includes(e));if(s.length===0)return;let c=d(i.rolearn??i.arn)??``;r({manifest:t,at:t.span(n),message:`Nodes with the role \`${c.split(`/`).at(-1)}\` cannot join the cluster, because its mapping lacks ${Y(s,` and `)}`,help:`Add ${Y(s,` and `)} to the groups of the mapping.`})}function yn(){return{bad:[w(T`
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
      `]}}const bn=`1.22`,xn=M({id:`bottlerocket-raid`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[96],on:{NodeClass(e,{report:t,karpenter:n}){let r=e.get([`spec`,`instanceStorePolicy`]);if(n.bottlerocketRaid&&r===`RAID0`&&K(e)===`Bottlerocket`)for(let{path:n,term:r}of G(e)){let i=/^bottlerocket@v?(\d+\.\d+)\.\d+$/.exec(d(r.alias)??``)?.[1];i===void 0||J(i,bn)>=0||t({at:e.span([...n,`alias`]),message:`Bottlerocket ${i} does not understand the user data for \`instanceStorePolicy: RAID0\`, so its nodes never join the cluster`,labels:[{span:e.span([`spec`,`instanceStorePolicy`]),message:`Karpenter writes user data for this policy`}],help:`Pin Bottlerocket ${bn}.0 or newer, or remove \`instanceStorePolicy\`.`})}}},docs:{summary:`A node class asks for a RAID of instance stores on a Bottlerocket release that does not support it.`,why:"For `instanceStorePolicy: RAID0` Karpenter writes a bootstrap command into the user data. Bottlerocket understands that command from 1.22.0 on. Older images reject their settings, and the nodes never join the cluster.",help:"Pin Bottlerocket 1.22.0 or newer, or remove `instanceStorePolicy`.",url:`https://karpenter.sh/docs/upgrading/upgrade-guide/`},examples:Sn});function Sn(){return{bad:[w(P(T`
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.21.1
        `),{"bottlerocket@v1.21.1":`bottlerocket@v1.22.0`},{"instanceStorePolicy: RAID0":``})],good:[P(T`
        instanceStorePolicy: RAID0
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
      `),D({karpenter:`1.0`},P(T`
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.21.1
        `))]}}const Cn=`/dev/xvda`,wn=`/dev/xvdb`,Tn=8*2**30,En=M({id:`bottlerocket-volumes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[62],on:{NodeClass(e,{report:t}){let n=[`spec`,`blockDeviceMappings`],r=f(e.get(n)).map(e=>d(_(e)?.deviceName)??``),i=r.indexOf(Cn);K(e)!==`Bottlerocket`||i===-1||e.isPartial||e.get([`spec`,`instanceStorePolicy`])===void 0&&(r.includes(wn)||r.some(e=>l(e))||Dn(e,[...n,i,`ebs`,`volumeSize`])&&t({at:e.span([...n,i,`deviceName`]),message:`\`${Cn}\` of Bottlerocket holds only the operating system, so containers and images still have only the 20 GiB of \`${wn}\``,help:`Map \`${wn}\` with this size, and set \`volumeSize\` of \`${Cn}\` to \`4Gi\`.`}))}},docs:{summary:`A Bottlerocket node class enlarges the volume of the operating system, not the volume of the containers.`,why:"Bottlerocket has two volumes: `/dev/xvda` for the operating system, and `/dev/xvdb` for images, containers and logs. If a node class maps only `/dev/xvda`, the second volume keeps the 20 GiB of the AMI, and Karpenter works out ephemeral storage from it. Nodes evict pods because the disk is full, or pods fit on no node at all.",help:"Map `/dev/xvdb` with the size that containers need, and set `/dev/xvda` to about 4 GiB.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:On});function Dn(e,t){let n=e.get(t);return typeof n==`string`&&(S(n)??0)>Tn}function On(){return{bad:[w(P(T`
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
          `})],good:[P(T`
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        blockDeviceMappings:
          - deviceName: /dev/xvda
            ebs:
              volumeSize: 4Gi
          - deviceName: /dev/xvdb
            ebs:
              volumeSize: 100Gi
      `),P(T`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          instanceStorePolicy: RAID0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 20Gi
        `,`nvme`),P(T`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 4Gi
                encrypted: true
        `,`encrypted`)]}}const kn=e=>U(e).filter(({key:e})=>y(e)===b.capacityType),An=e=>kn(e).find(({operator:e,values:t,isKnown:n})=>n&&e===`In`&&t.length>0&&t.every(({text:e})=>e===`reserved`)),jn=[`spec`,`capacityReservationSelectorTerms`],Mn=M({id:`capacity-reservations`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Capacity reservations`,mistakes:[19],on:{Manifests(e,t){if(t.karpenter.capacityReservations){for(let n of q(e))Nn(n,e,t);for(let n of z(e))Pn(n,e,t)}}},docs:{summary:`A node class selects capacity reservations that its NodePools cannot use, or a NodePool needs reservations that its node class does not select.`,why:"Reserved capacity has its own capacity type, `reserved`. If every NodePool of a node class allows only `on-demand` or `spot`, the reservations that the node class selects cost money and stay idle. A NodePool that allows only `reserved` launches nothing while its node class selects no reservations.",help:"Add `reserved` to the capacity types of the NodePool, or `capacityReservationSelectorTerms` to its node class.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:In});function Nn(e,t,{report:n}){if(f(e.get(jn)).length===0)return;let r=bt(t,e),i=r.map(Fn),[a]=i;!a||r.some(({isPartial:e})=>e)||i.includes(void 0)||n({manifest:e,at:e.keySpan(jn),message:`No NodePool of \`${e.name}\` allows the capacity type \`reserved\`, so the reservations selected here stay idle`,labels:[{span:r[0].span(a.path),message:"these capacity types exclude `reserved`"}],help:"Add `reserved` to the capacity types of the NodePool that should use them."})}function Pn(e,t,{report:n}){let r=An(e),i=r&&xt(t,e);i&&!i.isPartial&&i.get(jn)===void 0&&n({manifest:e,at:e.span(r.path),message:`\`${e.name}\` allows only reserved capacity, but its node class \`${i.name}\` selects no reservations, so Karpenter launches nothing for it`,help:"Add `capacityReservationSelectorTerms` to the node class, or another capacity type to the NodePool."})}const Fn=e=>kn(e).find(({operator:e,values:t,isKnown:n})=>{let r=t.some(({text:e})=>e===`reserved`);return n&&(e===`In`&&!r||e===`NotIn`&&r)});function In(){return{bad:[w(R(N({requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),P(T`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `)),{"[on-demand]":`[reserved, on-demand]`}),w(R(N({requirements:[`karpenter.sh/capacity-type In [reserved]`],nodeClassRef:`default`}),P(`role: KarpenterNodeRole`)),{"role: KarpenterNodeRole":T`
            role: KarpenterNodeRole
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `},{"[reserved]":`[reserved, on-demand]`})],good:[R(N({requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),N({name:`reserved`,requirements:[`karpenter.sh/capacity-type In [reserved, on-demand]`],nodeClassRef:`default`}),P(T`
          capacityReservationSelectorTerms:
            - id: cr-0123456789abcdef0
        `)),R(N({requirements:[`karpenter.sh/capacity-type In [reserved, on-demand, spot]`],nodeClassRef:`default`}),P(`role: KarpenterNodeRole`))]}}const Ln=M({id:`cluster-name`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[83],on:{Manifests(e,{report:t}){for(let{manifest:n,chart:r,values:i}of O(e)){let a=[...i,`settings`,`clusterName`],o=A(n,a);if(r!==`karpenter`||o===void 0)continue;let s=k(n),c=e.manifests.filter(e=>Rn(e.kind,String(e.get([`spec`,`source`])))&&k(e)===s),[l]=c,u=[`cluster_name`,`name`].map(e=>[`spec`,e]).find(e=>l?.get(e)!==void 0),d=l&&u&&A(l,u);c.length===1&&l&&u&&d!==void 0&&d!==o&&t({manifest:n,at:n.span(a),message:`\`clusterName\` is \`${o}\`, but the cluster of this Terraform root is named \`${d}\``,help:`Refer to the cluster’s name: \`module.${l.name}.cluster_name\`.`,labels:[{span:l.span(u),message:`the name of the cluster`}]})}}},docs:{summary:"Karpenter’s `clusterName` does not match the cluster’s name.",why:`Karpenter tags the instances that it launches with the name of the cluster, asks EKS for the cluster of that name, and writes the name into the user data of nodes. With a wrong name, IAM denies the launch because its conditions name the real cluster, or nodes try to join a cluster that does not exist. Reported only when one Terraform root creates exactly one cluster and the release of the chart.`,help:"Set `clusterName` to a reference to the cluster’s name, such as `module.eks.cluster_name`.",url:`https://karpenter.sh/docs/reference/settings/`},examples:zn}),Rn=(e,t)=>e===`module`&&/\beks\b/.test(t)&&!t.includes(`//modules/`);function zn(){return{bad:[w(E`
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
        `,{'"orders"':`module.eks.cluster_name`},{'"orders"':`"orders-prod"`})],good:[E`
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
      `]}}const Bn=[`Sid`,`Effect`,`Principal`,`NotPrincipal`,`Action`,`NotAction`,`Resource`,`NotResource`,`Condition`],Vn=e=>(Array.isArray(e)?e:e===void 0?[]:[e]).map(e=>String(e));function Hn(e){if(e.length>65536)return{fault:`is too long to be an IAM policy`};let t;try{t=JSON.parse(e)}catch{return{fault:`is not JSON`}}let n=m(t)&&m(t.Role)?t.Role.AssumeRolePolicyDocument:t;if(!m(n)||n.Statement===void 0)return{fault:"has no `Statement`"};let r=Array.isArray(n.Statement)?n.Statement:[n.Statement];return r.every(m)?{statements:r.map(Un)}:{fault:`has a statement that is not an object`}}const Un=(e,t)=>({name:typeof e.Sid==`string`&&e.Sid!==``?`\`${e.Sid}\``:`statement ${t+1}`,effect:e.Effect===`Allow`?`Allow`:`Deny`,principals:Wn(e.Principal??e.NotPrincipal),actions:Vn(e.Action??e.NotAction),isNegated:e.NotAction!==void 0||e.NotResource!==void 0||e.NotPrincipal!==void 0,resources:Vn(e.Resource??e.NotResource),conditions:Gn(e.Condition),unknown:Object.keys(e).filter(e=>!Bn.includes(e))});function Wn(e){return m(e)?new Map(Object.entries(e).map(([e,t])=>[e,Vn(t)])):new Map(e===void 0?[]:[[`AWS`,Vn(e)]])}function Gn(e){return m(e)?Object.entries(e).flatMap(([e,t])=>m(t)?Object.entries(t).map(([t,n])=>({operator:e,key:t,values:Vn(n)})):[]):[]}function Kn(e,t){let[n,r,i,a]=[0,0,-1,0];for(;r<t.length;)if(e[n]===`*`)[i,a,n]=[n,r,n+1];else if(n<e.length&&(e[n]===`?`||e[n]===t[r]))[n,r]=[n+1,r+1];else if(i>=0)[a,n,r]=[a+1,i+1,a+1];else return!1;for(;e[n]===`*`;)n++;return n===e.length}const qn=({actions:e,isNegated:t},n)=>e.some(e=>Kn(e.toLowerCase(),n.toLowerCase()))!==t,Jn=new WeakMap;function Yn(e){let t=Jn.get(e);if(t)return t;let n=new Map;for(let t of e.manifests){if(t.kind!==`IamPolicy`)continue;let e=k(t);n.set(e,[...n.get(e)??[],...Xn(t)])}let r=[...n.values()].filter(e=>X(e,`ec2:CreateFleet`));return Jn.set(e,r),r}function Xn(e){let t=e.get([`Statement`])===void 0?[`spec`,`Statement`]:[`Statement`],n=Hn(JSON.stringify({Statement:f(e.get(t))}));return`fault`in n?[]:n.statements.map((n,r)=>({policy:e,path:[...t,r],statement:n}))}const X=(e,t)=>e.some(({statement:e})=>e.effect===`Allow`&&qn(e,t)),Zn=e=>e.every(({policy:e,statement:t})=>!e.isPartial&&!t.actions.some(l));function Qn({resources:e},t){return e.some(e=>e===`*`||$n(e,t))?!0:e.some(e=>/^\$\{[^}]*\}$/.test(e))?void 0:!1}const $n=(e,t)=>Kn(e.replace(/\$\{[^}]{0,200}\}/g,`*`).split(`:`).slice(5).join(`:`).split(`/`)[0]??``,t),er=M({id:`controller-conditions`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[73],on:{Manifests(e,t){for(let n of Yn(e))for(let r of n)ir(r,{statements:n,all:e,context:t})}},docs:{summary:`The IAM policy of Karpenter’s controller requires a tag that Karpenter does not set.`,why:"A condition on a tag holds only if Karpenter sets that tag. Since v1beta1, instances have the tag `karpenter.sh/nodepool` and no longer `karpenter.sh/provisioner-name`. If a policy still requires the old tag, Karpenter can launch nodes but never terminate them, or cannot even launch them. Karpenter sets your own tags only if `spec.tags` of the EC2NodeClass lists them.",help:"Require `karpenter.sh/nodepool` instead, and list your own tags in `spec.tags` of every EC2NodeClass.",url:`https://karpenter.sh/docs/reference/cloudformation/`},examples:sr}),tr=/^(?:aws|ec2):(RequestTag|ResourceTag)\/(.+)$/i,nr=/IfExists$|^Null$|^ForAllValues:|Not/,rr=[`ec2:RunInstances`,`ec2:CreateFleet`,`ec2:CreateLaunchTemplate`,`ec2:TerminateInstances`];function ir(e,t){let{statement:n,policy:r,path:i}=e,a=rr.filter(t=>X([e],t));for(let{operator:o,key:s}of n.conditions){let[,n,c]=tr.exec(s)??[];if(c===void 0||n===void 0||nr.test(o)||!ar(n,c,t))continue;let l=a.filter(n=>!t.statements.some(t=>t!==e&&X([t],n)));l.length!==0&&t.context.report({manifest:r,at:r.keySpan([...i,`Condition`,o,s]),message:`${Y(l)} ${l.length>1?`are`:`is`} allowed only with the tag \`${c}\`, which Karpenter does not set`,help:c.startsWith(`karpenter.sh/`)?"Require `karpenter.sh/nodepool` instead.":"Add the tag to `spec.tags` of every EC2NodeClass."})}}function ar(e,t,{all:n,context:r}){if(t===`karpenter.sh/provisioner-name`)return r.karpenter.v1;if(e.toLowerCase()!==`requesttag`||l(t)||/^(?:kubernetes\.io\/cluster\/|karpenter\.|eks:|topology\.kubernetes\.io\/|Name$)/.test(t))return!1;let i=q(n);return i.length>0&&i.every(e=>!e.isPartial&&!or(e.get([`spec`,`tags`]),t))}function or(e,t){let n=_(e);return n?Object.keys(n).some(e=>e===t||l(e)):e!==void 0}function sr(){return{bad:[w(E`
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

          ${L(`default`,F)}
        `,{"role: KarpenterNodeRole-demo":T`
            role: KarpenterNodeRole-demo
            tags:
              team: search
          `})],good:[Ve`
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
      `]}}const cr=M({id:`controller-permissions`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[74,75],on:{Manifests(e,t){if(!(lr(e)||t.isKarpenterAssumed&&!ur(e)))for(let n of Yn(e))Zn(n)&&(mr(n,e,t),hr(n,t))}},docs:{summary:`The IAM policy of Karpenter’s controller lacks a permission that this version of Karpenter needs.`,why:"New versions of Karpenter may need more permissions, which is easy to forget in an upgrade. The controller then logs errors and cannot act. Without `ec2:CreateTags` on spot requests, it launches no spot instances. Without permissions for instance profiles, no node class with a `role` becomes ready. This rule combines all policies of a folder or Terraform root. It assumes that they are complete if they allow `ec2:DescribeInstanceTypes`.",help:`Update the policy to the one that Karpenter publishes for this version.`,url:`https://karpenter.sh/docs/reference/cloudformation/`},examples:gr}),lr=({manifests:e})=>e.some(({kind:e})=>e===`Provisioner`||e===`AWSNodeTemplate`);function ur({manifests:e}){let t=e.filter(({apiVersion:e})=>h(e).startsWith(`karpenter.`));return t.length>0&&t.every(({apiVersion:e})=>te(e)===`v1`)}const dr=[`ec2:CreateLaunchTemplate`,`ec2:CreateTags`,`ec2:DeleteLaunchTemplate`,`ec2:DescribeImages`,`ec2:DescribeInstances`,`ec2:DescribeInstanceTypeOfferings`,`ec2:DescribeLaunchTemplates`,`ec2:DescribeSecurityGroups`,`ec2:DescribeSubnets`,`ec2:RunInstances`,`ec2:TerminateInstances`],fr=[`iam:AddRoleToInstanceProfile`,`iam:CreateInstanceProfile`,`iam:DeleteInstanceProfile`,`iam:GetInstanceProfile`,`iam:RemoveRoleFromInstanceProfile`,`iam:TagInstanceProfile`];function pr({karpenter:e,isKarpenterAssumed:t},n){let r=[...dr,...n&&e.v1?fr:[]];return t?r:[...r,...n&&e.listInstanceProfiles?[`iam:ListInstanceProfiles`]:[],...e.placementGroupSelector?[`ec2:DescribePlacementGroups`]:[],...e.describeInstanceStatus?[`ec2:DescribeInstanceStatus`]:[]]}function mr(e,t,n){let r=e.find(e=>X([e],`ec2:DescribeInstanceTypes`));if(!r)return;let i=pr(n,q(t).some(e=>e.get([`spec`,`role`])!==void 0&&e.get([`spec`,`instanceProfile`])===void 0)).filter(t=>!X(e,t));if(i.length===0)return;let{policy:a,path:o}=r;n.report({manifest:a,at:a.span([...o,`Action`]),message:`Karpenter${n.isKarpenterAssumed?``:` ${n.karpenter.version}`} needs permissions that this policy does not grant: ${Y(i)}`,help:`Allow these actions, as in the policy that Karpenter publishes for this version.`})}function hr(e,{report:t,karpenter:n}){if(!n.v1)return;let r=e.filter(e=>X([e],`ec2:CreateTags`)),[i]=r,a=`spot-instances-request`,o=r.some(({statement:e})=>Qn(e,`fleet`)===!0);if(!i||!o||r.some(({statement:e})=>Qn(e,a)!==!1))return;let{policy:s,path:c}=i;t({manifest:s,at:s.span([...c,`Resource`]),message:`\`ec2:CreateTags\` is not allowed on \`${a}\`, so AWS denies every launch of a spot instance`,help:`Add \`arn:aws:ec2:*:*:${a}/*\` to the resources of this statement.`})}function gr(){return{bad:[w(Ve`
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
      `,{'"ec2:DescribeInstances",':Ve`
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
      `,Ve`
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
      `]}}const _r=M({id:`custom-registration`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[55],on:{NodeClass(e,{report:t,karpenter:n}){let r=mt(e);n.v1&&K(e)===`Custom`&&r!==void 0&&vr.test(r)&&!r.includes(`karpenter.sh/unregistered`)&&t({at:e.keySpan([`spec`,`userData`]),message:"This user data joins the cluster without the taint `karpenter.sh/unregistered:NoExecute`, so Karpenter does not register its nodes and terminates them after 15 minutes",help:"Register the kubelet with the taint, for example with `--register-with-taints=karpenter.sh/unregistered:NoExecute`."})}},docs:{summary:"The user data of a `Custom` node class joins the cluster without the taint that Karpenter requires.",why:"Since Karpenter 1.0 a node must register with the taint `karpenter.sh/unregistered:NoExecute`. Karpenter removes the taint once the labels of the node are in place. For other AMI families, Karpenter writes the taint into the user data. For `Custom`, you have to do it. Karpenter does not register a node without the taint. It terminates the node after 15 minutes while the next one starts.",help:"Register nodes with the taint: pass `--register-with-taints=karpenter.sh/unregistered:NoExecute` to the kubelet, or set it in the kubelet’s configuration.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#custom`},examples:yr}),vr=/\/etc\/eks\/bootstrap\.sh|kind: NodeConfig|\bnodeadm init\b|Start-EKSBootstrap|EKS\\Start-/;function yr(){return{bad:[w(P(T`
            amiFamily: Custom
            amiSelectorTerms:
              - id: ami-0123456789abcdef0
            userData: |
              #!/bin/bash
              /etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'
          `,`ubuntu`),{"--node-labels=team=a":`--node-labels=team=a --register-with-taints=karpenter.sh/unregistered:NoExecute`})],good:[P(T`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          userData: |
            #!/bin/bash
            /etc/eks/bootstrap.sh demo --kubelet-extra-args '--register-with-taints=karpenter.sh/unregistered:NoExecute'
        `,`ubuntu`),P(T`
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
        `)]}}function br(e,t){if(e.kind===`EC2NodeClass`){let n=[`spec`,`${t}SelectorTerms`];return f(e.get(n)).map((e,t)=>xr(e,[...n,t]))}let n=[...e.kind===`Provisioner`?[`spec`,`provider`]:[`spec`],`${t}Selector`],r=_(e.get(n));if(!r)return[];let i=([e])=>!/^aws(::|-)ids$/.test(e),a=Object.entries(r);return[{path:n,tags:Sr(a.filter(i),n),hasOther:!a.every(i)}]}function xr(e,t){let{tags:n,...r}=_(e)??{};return{path:t,tags:Sr(Object.entries(_(n)??{}),[...t,`tags`]),hasOther:Object.keys(r).some(e=>e===`id`||e===`name`)}}const Sr=(e,t)=>e.map(([e,n])=>{let r=d(n)??``,i=r!==``&&!r.includes(`*`)&&!l(r)&&!l(e);return{path:[...t,e],key:e,value:r,isKnown:i}}),Cr=[`karpenter.sh/discovery`,`KubernetesCluster`,`aws:eks:cluster-name`,`eks:cluster-name`],wr=`kubernetes.io/cluster/`,Tr=e=>e.tags.flatMap(e=>Cr.includes(e.key)?[{scheme:e.key,cluster:e.value,tag:e}]:e.key.startsWith(wr)?[{scheme:`${wr}…`,cluster:e.key.slice(22),tag:e}]:[]),Er=[`subnet`,`securityGroup`],Dr={subnet:`subnets`,securityGroup:`security groups`},Or=M({id:`discovery-selectors`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[76,77],on:{NodeClass:kr,NodeTemplate:kr,Provisioner:kr},docs:{summary:`A node class selects its subnets and security groups by tags that do not fit together.`,why:`Karpenter uses every subnet and security group that the selector terms find. Terms that name different clusters find subnets of one VPC and security groups of another, so every launch fails. Terms that name no cluster may find subnets or security groups that belong to somebody else.`,help:"Select both by the same cluster tag, such as `karpenter.sh/discovery`, as the other node classes in the repository do.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:Lr});function kr(e,t){if(!(e.isPartial||jr(e,t)))for(let n of Er)Mr(e,n,t)}const Ar=(e,t)=>br(e,t).flatMap(Tr);function jr(e,{report:t}){let[n,r]=Er.map(t=>Ar(e,t));for(let i of r){let a=n.filter(e=>e.scheme===i.scheme),o=[...a,...r.filter(({scheme:e})=>e===i.scheme)];if(a.length===0||!o.every(({tag:e})=>e.isKnown))continue;let s=new Set(a.flatMap(({cluster:t})=>[t,`${t}-${e.name}`]));if(r.some(e=>e.scheme===i.scheme&&s.has(e.cluster)))continue;let c=a[0];return t({at:e.span(i.tag.path),message:`\`${e.name}\` selects security groups of cluster \`${i.cluster}\` but subnets of cluster \`${c.cluster}\``,labels:[{span:e.span(c.tag.path),message:`this value selects the subnets`}],help:`Select both by the same \`${i.tag.key.startsWith(`kubernetes.io/`)?i.scheme:i.tag.key}\` tag.`}),!0}return!1}function Mr(e,t,{report:n,all:r}){let i=br(e,t).filter(e=>e.tags.length>0&&!e.hasOther&&Tr(e).length===0);if(i.length===0||i.some(({tags:e})=>e.some(e=>!e.isKnown&&!e.value.includes(`*`))))return;let{classes:a,naming:o}=Ir(r),s=a.length-+!!a.includes(e),c=o[t].length-+!!o[t].includes(e);if(s>0&&c===0)return;let l=o[t].find(t=>t!==e),u=Er.flatMap(t=>Ar(e,t))[0],d=u?.scheme??(l&&Ar(l,t)[0].scheme)??`karpenter.sh/discovery`,f=u!==void 0||s>0&&c===s;n({at:e.keySpan(i[0].tags[0].path),...!f&&{severity:`note`},message:`\`${e.name}\` selects ${Dr[t]} by tags that name no cluster${Nr(u,l)}`,help:`Add the tag \`${d}\` to these terms, so that they do not select resources of other clusters in the account.`})}function Nr(e,t){return e?`, although its other terms use \`${e.scheme}\``:t?`, although node class \`${t.name}\` names one`:``}const Pr=({kind:e,apiVersion:t})=>(e===`EC2NodeClass`||e===`AWSNodeTemplate`)&&h(t)===`karpenter.k8s.aws`,Fr=new WeakMap;function Ir(e){let t=Fr.get(e);if(t)return t;let n=e.manifests.filter(e=>Pr(e)&&Er.some(t=>br(e,t).length>0)),r=e=>n.filter(t=>Ar(t,e).length>0),i={classes:n,naming:{subnet:r(`subnet`),securityGroup:r(`securityGroup`)}};return Fr.set(e,i),i}function Lr(){return{bad:[w(P(T`
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: staging
        `),{staging:`production`}),w(P(T`
          subnetSelectorTerms:
            - tags:
                Name: "*private*"
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
        `),{'Name: "*private*"':`Name: "*private*"
karpenter.sh/discovery: production`})],good:[P(T`
        subnetSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
        securityGroupSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
      `),P(T`
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: production-gpu
        `,`gpu`),P(T`
          subnetSelectorTerms:
            - tags:
                KubernetesCluster: demo1.k8s.local
          securityGroupSelectorTerms:
            - tags:
                Name: nodes.demo1.k8s.local
                KubernetesCluster: demo1.k8s.local
        `,`kops`)]}}const Rr=M({id:`discovery-tags`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[76],on:{Manifests(e,t){for(let n of q(e))if(n.source.origin?.tool===`terraform`)for(let r of[`subnet`,`securityGroup`])zr(n,r,{all:e,context:t})}},docs:{summary:`A node class selects resources by one value of a tag, but Terraform sets the tag to another value.`,why:`Karpenter finds subnets and security groups by their tags. If none has the tag with exactly this value, the node class is not ready, and no NodePool that uses it launches anything. Reported only when one Terraform root creates the node class and the tagged resources, and the tag has only other values there.`,help:`Use the same value for the tag and the selector, for example from one local value.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:Wr});function zr(e,t,{all:n,context:r}){let i=br(e,t),a=k(e);for(let{tags:o}of i)for(let i of o){if(!i.isKnown||i.key===`Name`)continue;let o=n.manifests.filter(e=>k(e)===a).flatMap(e=>Br(e,t,i.key)),[s]=o;if(!s||o.some(({value:e})=>e===i.value||l(e)))continue;let c=t===`subnet`?`subnets`:`security groups`;r.report({manifest:e,at:e.span(i.path),message:`\`${e.name}\` selects ${c} by \`${i.key}: ${i.value}\`, but this Terraform root sets the tag to \`${s.value}\``,help:`Use the same value in both places, for example from one local value.`,labels:[{span:s.manifest.span(s.path),message:`Terraform sets the tag here`}]})}}function Br(e,t,n){if(e.kind!==`aws_ec2_tag`)return Ur(e,t).flatMap(t=>Vr(e,t,n));let r=[`spec`,`value`],[i,a]=[d(e.get([`spec`,`key`]))??``,d(e.get(r))??`{{ … }}`];return i===n||l(i)?[{manifest:e,path:r,value:i===n?a:s}]:[]}function Vr(e,t,n){let r=_(e.get(t)),i=d(r?.[n]);return e.isPartial||r===void 0&&e.get(t)!==void 0?[Hr(e,t)]:i===void 0?[]:[{manifest:e,path:[...t,n],value:i}]}const Hr=(e,t)=>({manifest:e,path:t,value:s});function Ur(e,t){let{kind:n}=e;if(n===(t===`subnet`?`aws_subnet`:`aws_security_group`))return[[`spec`,`tags`]];if(n!==`module`)return[];let r=Object.keys(_(e.get([`spec`]))??{}),i=t===`subnet`?/subnet_tags$|^tags$/:/security_group_tags$|^tags$/;return r.filter(e=>i.test(e)).map(e=>[`spec`,e])}function Wr(){return{bad:[w(E`
          module "vpc" {
            source = "terraform-aws-modules/vpc/aws"

            private_subnet_tags = {
              "karpenter.sh/discovery" = "orders-prod"
            }
          }

          ${L(`default`,P(T`
              role: KarpenterNodeRole-orders
              subnetSelectorTerms:
                - tags:
                    karpenter.sh/discovery: orders
            `))}
        `,{'"orders-prod"':`local.cluster`,'module "vpc" {':`locals {
  cluster = "orders-prod"
}

module "vpc" {`,"karpenter.sh/discovery: orders":"karpenter.sh/discovery: ${local.cluster}"},{"karpenter.sh/discovery: orders":`karpenter.sh/discovery: orders-prod`})],good:[E`
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

        ${L(`default`,P(T`
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

        ${L(`default`,P(T`
            role: KarpenterNodeRole-orders
            securityGroupSelectorTerms:
              - tags:
                  Name: orders-node
                  karpenter.sh/discovery: orders
          `))}
      `]}}const Gr=M({id:`helm-settings`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[81,82,98,99],on:{Manifests(e,t){for(let{manifest:n,chart:r,values:i}of O(e)){let e=[...i,`settings`];r===`karpenter`&&_(n.get(e))&&(Jr(n,e,t),Xr(n,e,t),Zr(n,e,t),Qr(n,e,t),$r(n,e,t))}}},docs:{summary:`A value for Karpenter’s Helm chart has no effect, or not the intended one.`,why:"The chart passes values on without checking them. Karpenter does not find a queue by its ARN or URL, so it misses interruption warnings. The chart silently drops keys that it does not read. An overhead of 7.5 means 750%, which leaves no instance type any memory. This rule checks HelmReleases, Argo CD Applications, Terraform’s `helm_release` and values files of the chart `karpenter`.",help:`Use the keys that the chart reads, the name of the queue, and a fraction such as 0.075 for the overhead.`,url:`https://karpenter.sh/docs/reference/settings/`},examples:ei}),Kr={interruptionQueue:/^(?:aws_sqs_queue\.[\w-]+\.(arn|url|id)|module\.[\w-]+\.(queue_arn|queue_url))$/,clusterName:/^(?:aws_eks_cluster\.[\w-]+\.(arn|endpoint)|module\.[\w-]+\.(cluster_arn|cluster_endpoint))$/},qr={queue_arn:`queue_name`,queue_url:`queue_name`,cluster_arn:`cluster_name`,cluster_endpoint:`cluster_name`};function Jr(e,t,{report:n}){for(let[r,i]of Object.entries(Kr)){let a=[...t,r],o=j(e,a)??``,s=i.exec(o);if(!s)continue;let c=s[1]??s[2],l=`${o.slice(0,-c.length)}${qr[c]??`name`}`;n({manifest:e,at:e.span(a),message:`\`${r}\` must be a name, but \`${o}\` is not one`,help:`Use \`${l}\`.`})}}const Yr=/^(?:arn:[\w-]+:sqs:|https?:\/\/)/;function Xr(e,t,{report:n}){let r=[...t,`interruptionQueue`],i=d(e.get(r));if(i===void 0||!Yr.test(i))return;let a=i.split(/[:/]/).at(-1),o=a!==``&&!l(a);n({manifest:e,at:e.span(r),message:`\`interruptionQueue\` is ${i.startsWith(`arn:`)?`an ARN`:`a URL`}, but Karpenter finds a queue only by its name`,help:o?`Use \`${a}\`.`:`Use only the name, which is the last part of the ARN or URL.`,...o&&{fix:{description:`Replace with \`${a}\``,edits:v(e,r,a)}}})}function Zr(e,t,{report:n,karpenter:r}){let i=[...t,`interruptionQueueName`],a=e.get([...t,`interruptionQueue`])!==void 0;e.get(i)!==void 0&&!a&&r.v1&&n({manifest:e,at:e.keySpan(i),message:"The chart does not read `interruptionQueueName`, so Karpenter misses interruption warnings",help:"Rename it to `interruptionQueue`.",fix:{description:"Rename to `interruptionQueue`",edits:fe(e,i,`interruptionQueue`)}})}function Qr(e,t,{report:n}){let r=[...t,`vmMemoryOverheadPercent`],i=e.get(r),a=Number(i);if(!(i===null||typeof i!=`number`&&typeof i!=`string`)){if(a>=1&&a<=100){let t=String(Number((a/100).toFixed(4)));n({manifest:e,at:e.span(r),message:`\`vmMemoryOverheadPercent\` is a fraction, so ${i} leaves no instance type any memory`,help:`Use \`${t}\` for ${i}%.`,fix:{description:`Replace with \`${t}\``,edits:v(e,r,t)}})}i===0&&n({manifest:e,at:e.span(r),message:"The chart ignores the number `0` for `vmMemoryOverheadPercent`, so the default of 0.075 applies",help:'Put the value in quotes: `"0"`. Or remove it to keep the default.',fix:{description:`Put the value in quotes`,edits:v(e,r,`"0"`)}})}}function $r(e,t,{report:n}){let r=[...t,`ignoreDRARequests`];e.get(r)===!1&&n({manifest:e,at:e.span(r),message:"The chart ignores `ignoreDRARequests: false`, so the default applies",help:'Remove it, and set `IGNORE_DRA_REQUESTS` to `"false"` in `controller.env` instead.'})}function ei(){return{bad:[I(`karpenter`,{values:T`
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
      `,w(I(`karpenter`,{values:T`
            settings:
              clusterName: demo
              vmMemoryOverheadPercent: 0
          `}),{"vmMemoryOverheadPercent: 0":``}),w(I(`karpenter`,{values:T`
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
      `,I(`karpenter`,{values:T`
          settings:
            clusterName: demo
            interruptionQueue: karpenter-demo
            vmMemoryOverheadPercent: 0.075
        `}),I(`something-else`,{values:T`
          settings:
            vmMemoryOverheadPercent: 7.5
        `})]}}const ti=M({id:`idle-reservations`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Capacity reservations`,mistakes:[20],on:{Manifests(e,t){for(let n of e.manifests)n.kind===`aws_ec2_capacity_reservation`&&ni(n,t)}},docs:{summary:`Terraform creates a capacity reservation that no node class selects.`,why:`A capacity reservation costs money whether instances run in it or not. Since Karpenter supports reservations, its launches use only those that a node class selects, and no other open reservations. Reported only when one Terraform root creates both the reservation and node classes. The rule does not know what else may run in the reservation.`,help:"Select it with `capacityReservationSelectorTerms`, and allow the capacity type `reserved` in the NodePool.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:ri});function ni(e,{all:t,report:n,karpenter:r}){let i=e.get([`spec`,`instance_match_criteria`])??`open`;if(!r.reservedCapacityByDefault||i!==`open`||e.isPartial)return;let a=q(t).filter(t=>k(t)===k(e));if(a.length===0||a.some(e=>e.isPartial||e.get([`spec`,`capacityReservationSelectorTerms`])!==void 0))return;let[o]=a;n({manifest:e,at:e.span([`metadata`,`name`]),message:`No node class of this Terraform root selects the capacity reservation \`${e.name}\`, so Karpenter does not launch instances into it`,help:"Select it with `capacityReservationSelectorTerms`, and allow the capacity type `reserved` in the NodePool.",labels:[{span:o.span([`metadata`,`name`]),message:`selects no reservations`}]})}function ri(){return{bad:[w(E`
          resource "aws_ec2_capacity_reservation" "nodes" {
            instance_type     = "m7i.large"
            instance_platform = "Linux/UNIX"
            availability_zone = "us-east-1a"
            instance_count    = 4
          }

          ${L(`default`,F)}
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

        ${L(`default`,P(T`
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

        ${L(`default`,F)}
      `]}}const ii=M({id:`interruption-queue`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[81],on:{Manifests(e,{report:t}){for(let{manifest:n,chart:r,values:i}of O(e)){let a=[...i,`settings`,`interruptionQueue`],o=A(n,a);if(r!==`karpenter`||o===void 0||/[:/]/.test(o))continue;let s=e.manifests.filter(e=>k(e)===k(n)).flatMap(oi),[c]=s;c&&!s.some(({name:e})=>e===void 0||e===o)&&t({manifest:n,at:n.span(a),message:`\`interruptionQueue\` is \`${o}\`, but the queue of this Terraform root is named \`${c.name}\``,help:`Refer to the queue’s name: \`${ai(c.manifest)}\`.`,labels:[{span:c.manifest.span(c.path),message:`the queue`}]})}}},docs:{summary:"Karpenter’s `interruptionQueue` is not the queue that Terraform creates for it.",why:`AWS sends spot interruptions, health events and rebalance recommendations through an SQS queue. If Karpenter has the name of another queue, or of a queue that does not exist, it receives nothing. When AWS then reclaims a spot node, Karpenter does not move its pods in the two minutes before. Older versions of Karpenter do not even start. Reported only when one Terraform root creates both the queue and the release of the chart.`,help:"Set `interruptionQueue` to a reference to the queue’s name, such as `module.karpenter.queue_name` or `aws_sqs_queue.karpenter.name`.",url:`https://karpenter.sh/docs/concepts/disruption/#interruption`},examples:si}),ai=({kind:e,name:t})=>e===`module`?`module.${t}.queue_name`:`${e}.${t}.name`;function oi(e){let t=(...t)=>({manifest:e,path:t,name:A(e,t)});if(e.kind===`aws_sqs_queue`){let n=t(`spec`,`name`);return/karpenter/i.test(`${e.name} ${n.name??``}`)?[n]:[]}if(!(e.kind===`module`&&/\/\/modules\/karpenter/.test(String(e.get([`spec`,`source`]))))||e.get([`spec`,`enable_spot_termination`])===!1)return[];if(e.get([`spec`,`queue_name`])!==void 0)return[t(`spec`,`queue_name`)];let n=t(`spec`,`cluster_name`);return[{...n,name:n.name&&`Karpenter-${n.name}`}]}function si(){return{bad:[w(E`
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
      `]}}const ci=M({id:`isolated-vpc`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[97],on:{Manifests(e,{report:t}){for(let{manifest:n,chart:r,values:i}of O(e)){if(r!==`karpenter`||n.source.origin?.tool!==`terraform`||n.isPartial)continue;let a=[...i,`settings`,`isolatedVPC`];if(n.get(a)!==void 0)continue;let o=e.manifests.filter(e=>e.kind===`module`&&/\bvpc(?:\/aws|\.git|$)/.test(String(e.get([`spec`,`source`])))&&k(e)===k(n)),[s]=o;o.length===1&&s&&!s.isPartial&&f(s.get([`spec`,`private_subnets`])).length!==0&&(li.some(e=>![void 0,!1].includes(s.get([`spec`,e])))||t({manifest:n,at:n.span(a),message:"The VPC of this Terraform root has only private subnets and no NAT gateway, but `isolatedVPC` is not set, so Karpenter waits for prices that it cannot fetch",help:"Set `settings.isolatedVPC` to `true`, unless traffic leaves the VPC in another way.",labels:[{span:s.span([`spec`,`private_subnets`]),message:`the private subnets`}]}))}}},docs:{summary:"Karpenter runs in a VPC without internet access, but `isolatedVPC` is not set.",why:"Karpenter asks the AWS Pricing API for on-demand prices, and there is no VPC endpoint for that API. If nodes cannot reach the internet, each attempt waits until it times out, and errors fill the log. With `isolatedVPC` Karpenter uses the prices that it was built with. Reported only when one Terraform root creates the release and a VPC with only private subnets and no NAT gateway.",help:"Set `settings.isolatedVPC` to `true`, unless traffic leaves the VPC in another way, such as through a transit gateway.",url:`https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/#private-clusters`},examples:ui}),li=[`public_subnets`,`enable_nat_gateway`,`enable_vpn_gateway`,`enable_ipv6`,`create_egress_only_igw`,`propagate_private_route_tables_vgw`];function ui(){return{bad:[w(E`
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
      `]}}const di=M({id:`kops-karpenter`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[],on:{Manifests:pi},docs:{summary:`A kOps specification uses Karpenter in a way that kOps or Karpenter does not support.`,why:"For each InstanceGroup with `manager: Karpenter`, kOps creates a NodePool. It installs Karpenter if the cluster enables it. Karpenter needs permissions for its service account there, and it cannot manage control plane nodes. Without a mixed instances policy, it can launch only the one `machineType`.",help:"Enable Karpenter and `iam.useServiceAccountExternalPermissions` in the Cluster. Remove `manager: Karpenter` from groups of the control plane, and list instance types under `mixedInstancesPolicy`.",url:`https://kops.sigs.k8s.io/operations/karpenter/`},examples:_i}),fi=({apiVersion:e})=>h(e)===`kops.k8s.io`;function pi(e,t){let n=e.manifests.filter(e=>e.kind===`Cluster`&&fi(e)&&!e.isPartial),r=e.manifests.filter(e=>e.kind===`InstanceGroup`&&fi(e)&&e.get([`spec`,`manager`])===`Karpenter`);for(let e of n)mi(e,r,t);for(let e of r)gi(e,t)}function mi(e,t,{report:n}){let r=e.get([`spec`,`karpenter`,`enabled`])===!0,i=t.find(t=>k(t)===k(e)&&hi(t)===e.name);i&&!r&&n({manifest:e,at:e.span([`spec`,`karpenter`,`enabled`]),message:`InstanceGroup \`${i.name}\` has \`manager: Karpenter\`, but \`${e.name}\` does not enable Karpenter, so nothing launches nodes for this group`,help:"Set `spec.karpenter.enabled: true`.",labels:[{span:i.span([`spec`,`manager`]),message:`this group expects Karpenter`}]});let a=[`spec`,`iam`,`useServiceAccountExternalPermissions`],o=e.get(a);r&&(o===void 0||o===!1)&&n({manifest:e,at:e.span(a),message:`Karpenter needs external permissions for service accounts, which this cluster does not enable, so kOps rejects it`,help:"Set `spec.iam.useServiceAccountExternalPermissions: true`, and set a discovery store in `spec.serviceAccountIssuerDiscovery`."})}const hi=e=>d(_(e.get([`metadata`,`labels`]))?.[`kops.k8s.io/cluster`]);function gi(e,{report:t}){let n=d(e.get([`spec`,`role`]))??``;/^(?:control-?plane|master|apiserver)$/i.test(n)&&t({manifest:e,at:e.span([`spec`,`manager`]),message:`InstanceGroup \`${e.name}\` belongs to the control plane, whose nodes Karpenter cannot manage`,help:"Remove `manager`, so that an auto scaling group manages these nodes."});let r=d(e.get([`spec`,`machineType`]))??``,i=/^[a-z][\w-]*\.[\w-]+$/.test(r);n===`Node`&&i&&e.get([`spec`,`mixedInstancesPolicy`])===void 0&&!e.isPartial&&t({manifest:e,at:e.span([`spec`,`machineType`]),severity:`note`,message:`Karpenter can launch only ${r} for InstanceGroup \`${e.name}\`, so it has no choice when AWS runs out of this type`,help:"List several instance types under `mixedInstancesPolicy.instances`."})}function _i(){return{bad:[w(T`
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
      `]}}const vi=[{field:`maxPods`,spelt:/--max-pods[= ]\d|^[ \t]*maxPods:|^[ \t]*"?max-pods"?\s*=/m},{field:`kubeReserved`,spelt:/--kube-reserved[= ]|^[ \t]*kubeReserved:|^[ \t]*\[settings\.kubernetes\.kube-reserved\]/m},{field:`systemReserved`,spelt:/--system-reserved[= ]|^[ \t]*systemReserved:|^[ \t]*\[settings\.kubernetes\.system-reserved\]/m},{field:`evictionHard`,spelt:/--eviction-hard[= ]|^[ \t]*evictionHard:|^[ \t]*\[settings\.kubernetes\.eviction-hard\]/m}],yi=M({id:`kubelet-in-user-data`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[56],on:{NodeClass(e,{report:t}){let n=mt(e);if(n===void 0||K(e)===void 0)return;let r=n.replaceAll(/^[ \t]*#.*$/gm,``);if(e.apiVersion!==`karpenter.k8s.aws/v1`)return;let i=_(e.get([`spec`,`kubelet`]))??{},a=vi.filter(({field:e,spelt:t})=>!Object.hasOwn(i,e)&&t.test(r));if(a.length===0)return;let o=a.map(({field:e})=>`\`${e}\``).join(`, `);t({at:e.keySpan([`spec`,`userData`]),message:`User data sets ${o}, which Karpenter does not read there, so it sizes nodes incorrectly`,help:`Move ${o} to \`spec.kubelet\`.`})}},docs:{summary:`User data sets kubelet settings that Karpenter does not read there, so it sizes nodes incorrectly.`,why:"Karpenter works out what fits on a node from `spec.kubelet` of the EC2NodeClass, and never from user data. With another `maxPods` or another reservation there, nodes are smaller or larger than Karpenter assumes. If they are smaller, pods stay pending and Karpenter launches more nodes. If they are larger, they stay half empty. For Amazon Linux 2023 Karpenter’s own settings win anyway, so those in the user data have no effect.",help:"Move the setting to `spec.kubelet`. Karpenter then writes it into the user data itself.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:bi});function bi(){return{bad:[w(P(T`
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
userData: |`}),w(P(T`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            [settings.kubernetes]
            kube-api-qps = 30
            max-pods = 42
        `),{"max-pods = 42":``,"userData: |":`kubelet:
  maxPods: 42
userData: |`})],good:[P(T`
        amiSelectorTerms:
          - alias: al2023@v20260715
        kubelet:
          maxPods: 42
      `),P(T`
        amiSelectorTerms:
          - alias: al2023@v20260715
        userData: |
          apiVersion: node.eks.aws/v1alpha1
          kind: NodeConfig
          spec:
            kubelet:
              config:
                shutdownGracePeriod: 30s
      `),P(T`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          kubelet:
            maxPods: 42
          userData: |
            #!/bin/bash
            /opt/company/join-cluster --max-pods=42
        `,`ubuntu`)]}}const xi=[b.instanceType,b.instanceFamily,b.instanceCategory,b.instanceGeneration],Si=M({id:`lost-defaults`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[9],on:{Manifests(e,{report:t,base:n}){let r=new Map([...n?Ci(n):[],...Ci(e)].map(e=>[e.name,e]));for(let n of z(e)){let e=r.get(n.name);if(!e||n.isPartial||e.isPartial)continue;let i=U(n).map(({key:e})=>y(e)),a=wi(e).filter(({key:e})=>!i.some(t=>Ti(t,e)));a.length!==0&&t({manifest:n,at:n.keySpan([`spec`,`template`,`spec`,`requirements`]),message:`Provisioner \`${n.name}\` had the defaults ${a.map(Ei).join(`, `)}, which NodePool \`${n.name}\` does not have`,help:`Add a requirement for each of these keys, with the old value or the one that you want.`})}}},docs:{summary:`A NodePool replaces a Provisioner, but does not have the requirements that v1alpha5 added by default.`,why:`A Provisioner had defaults: amd64, on-demand and the newer generations of the categories c, m and r. A NodePool has none of them. Once it replaces the Provisioner, Karpenter may launch arm64 nodes for images that are built for amd64, and spot nodes for workloads that cannot handle interruptions. It may also launch burstable, GPU or old instance types if they are cheap.`,help:`Add the old defaults as requirements of the NodePool, or the requirements that should replace them.`,url:`https://karpenter.sh/v0.32/upgrading/v1beta1-migration/`},examples:Di}),Ci=e=>e.manifests.filter(({kind:e,apiVersion:t})=>e===`Provisioner`&&h(t)===`karpenter.sh`),wi=e=>U(e).filter(({path:e,key:t})=>e.length===1&&t!==b.os),Ti=(e,t)=>e===t||xi.includes(t)&&xi.includes(e),Ei=({key:e,operator:t,values:n})=>`\`${e} ${t} ${n.map(({text:e})=>e).join(`, `)}\``;function Di(){return{bad:[w(D({karpenter:`0.32`},R(T`
              apiVersion: karpenter.sh/v1alpha5
              kind: Provisioner
              metadata:
                name: default
              spec:
                limits:
                  resources:
                    cpu: 100
            `,N({apiVersion:`karpenter.sh/v1beta1`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`]}))),{"requirements:":T`
            requirements:
              - key: kubernetes.io/arch
                operator: In
                values: [amd64]
              - key: karpenter.sh/capacity-type
                operator: In
                values: [on-demand]
          `})],good:[D({karpenter:`0.32`},R(T`
            apiVersion: karpenter.sh/v1alpha5
            kind: Provisioner
            metadata:
              name: default
            spec:
              limits:
                resources:
                  cpu: 100
          `,N({apiVersion:`karpenter.sh/v1beta1`,requirements:[`kubernetes.io/arch In [amd64]`,`karpenter.sh/capacity-type In [on-demand]`,`karpenter.k8s.aws/instance-family In [m5, c5]`]}))),D({karpenter:`0.37`},N({apiVersion:`karpenter.sh/v1beta1`,name:`never-was-a-provisioner`}))]}}const Oi=(e,t)=>e.price(t,`on-demand`,e.zonesOf(t)[0]??``)?.hourlyUsd;function ki(e){let t=new WeakMap;return(n,r)=>{let i=t.get(n)??{value:e(n,r)};return t.set(n,i),i.value}}const Ai=M({id:`min-values-exotic`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[24],on:{NodePool:ji},docs:{summary:"A NodePool with `minValues` allows bare metal and accelerators, which Karpenter otherwise avoids.",why:"If ordinary instance types are enough, Karpenter removes bare metal types and types with accelerators from the candidates of a launch. It also removes spot types that cost more than on-demand. With `minValues` it removes neither, to keep enough variety. A small pod may then get a machine with 96 cores that takes minutes to start.",help:"List only the instance categories that you want, and exclude bare metal with `karpenter.k8s.aws/instance-hypervisor In [nitro]`.",url:`https://karpenter.sh/docs/concepts/nodepools/#min-values`},examples:Fi});function ji(e,{report:t,catalog:n,compatible:r,settings:i}){let a=sn(n),o=V(e).find(({path:t})=>e.get([...t,`minValues`])!==void 0),s=o&&r(e);if(!a||!s?.isExact||i.karpenter.minValuesPolicy===`BestEffort`)return;let c=Mi(s,a);c!==void 0&&t({at:e.span([...o.path,`minValues`]),message:`With \`minValues\`, Karpenter may also launch the ${c.count} of ${s.names.length} instance types of \`${e.name}\` that are bare metal or have accelerators${c.gap}`,help:"If you do not want them, list only the categories that you want, and exclude bare metal with `karpenter.k8s.aws/instance-hypervisor In [nitro]`."})}const Mi=ki(({names:e},t)=>{let n=e.map(e=>t.type(e)),r=new Set(n.filter(Pi).map(({name:e})=>e));if(!n.some(Ni)||r.size===n.length)return;let i=e.map(e=>({name:e,usd:Oi(t,e)??0})).filter(({usd:e})=>e>0).sort((e,t)=>e.usd-t.usd||g(e.name,t.name)),[a]=i,o=i.findLast(({name:e})=>r.has(e)),s=a&&o?`, up to ${o.name} at $${o.usd.toFixed(2)}/hour, while ${a.name} costs $${a.usd.toFixed(4)}/hour`:``;return{count:r.size,gap:s}}),Ni=({gpus:e,accelerator:t,neuron:n})=>e.length>0||t!==void 0||n!==void 0,Pi=e=>e.isBareMetal||Ni(e);function Fi(){return{bad:[w(R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:T`
              - key: karpenter.sh/capacity-type
                operator: In
                values: [on-demand, spot]
              - key: karpenter.k8s.aws/instance-category
                operator: In
                values: [c, m, g]
              - key: karpenter.k8s.aws/instance-family
                operator: Exists
                minValues: 5
            `}),F),{"[c, m, g]":`[c, m]`,"requirements:":T`
            requirements:
              - key: karpenter.k8s.aws/instance-hypervisor
                operator: In
                values: [nitro]
          `})],good:[R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:T`
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
          `}),F),R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand, spot]`,`karpenter.k8s.aws/instance-category In [c, m, g]`]}),F)]}}const Ii=M({id:`older-generation`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[],on:{NodePool:Li,Provisioner:Li},docs:{summary:`Every instance type of a NodePool is of an old generation, and a newer one costs less.`,why:`Newer generations cost less than those from a decade ago, are faster, and are less often short in supply. A NodePool that names only old families pays more for less, and nothing in the cluster shows it. This rule compares the prices of the region for instance types of similar size and memory with CPUs of the same manufacturer.`,help:"Allow the newer families, by name or with `karpenter.k8s.aws/instance-generation`.",url:`https://karpenter.sh/docs/concepts/nodepools/#instance-types`},examples:Wi});function Li(e,{report:t,catalog:n,compatible:r}){let i=sn(n),a=r(e);if(!i||!a?.isExact||a.names.length===0||a.names.length>60)return;let o=Ri(a,i);o&&t({at:e.span(ft(e)),message:`All instance types of \`${e.name}\` are of old generations: ${o.newer} is newer than ${o.name} and costs ${o.percent}% less per vCPU`,help:`Allow newer families, such as \`${o.newer.split(`.`)[0]}\`.`})}const Ri=ki(({names:e},t)=>{let[n,...r]=e.map(e=>zi(t.type(e),t));return r.every(e=>e!==void 0)?n:void 0});function zi(e,t){let n=Vi(e),r=Ui(e,t);if(!n||r===void 0||e.gpus.length>0)return;let[i]=t.types.filter(t=>Bi(e,t)&&Hi(n,Vi(t))).flatMap(e=>{let n=Ui(e,t);return n===void 0||n>r*.97?[]:[{name:e.name,cost:n}]}).sort((e,t)=>e.cost-t.cost||g(e.name,t.name));return i&&{name:e.name,newer:i.name,percent:Math.round((1-i.cost/r)*100)}}const Bi=(e,t)=>t.vcpus>=e.vcpus*.75&&t.vcpus<=e.vcpus*1.25&&t.memoryMib/t.vcpus>=e.memoryMib/e.vcpus*.97&&t.architecture===e.architecture&&t.cpuManufacturer===e.cpuManufacturer&&t.isBareMetal===e.isBareMetal&&t.gpus.length===0&&(t.instanceStoreGb??0)>=(e.instanceStoreGb??0);function Vi({family:e}){let t=/^([a-z]+)(\d+)([a-z-]*)$/.exec(e);return t?{category:t[1],generation:Number(t[2]),suffix:t[3]}:void 0}function Hi(e,t){let n=[...e.suffix].filter(e=>!`aig`.includes(e));return t!==void 0&&t.category===e.category&&t.generation>e.generation&&!t.suffix.includes(`flex`)&&n.every(e=>t.suffix.includes(e))}function Ui({name:e,vcpus:t},n){let r=Oi(n,e);return r===void 0?void 0:r/t}function Wi(){return{bad:[w(R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m4, c4]`,`karpenter.sh/capacity-type In [on-demand]`]}),F),{"[m4, c4]":`[m4, c4, c5]`})],good:[R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m4, m5]`,`karpenter.sh/capacity-type In [on-demand]`]}),F),R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m5, c5]`,`karpenter.sh/capacity-type In [on-demand]`]}),F)]}}const Gi=M({id:`owned-security-groups`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[78],on:{Manifests(e,t){for(let n of q(e))qi(n,t)}},docs:{summary:"A node class selects several security groups with the tag `kubernetes.io/cluster/NAME`.",why:"The AWS load balancer controller and the in-tree controller expect exactly one security group with the tag `kubernetes.io/cluster/NAME` on a node. If a node has two, they stop with “multiple tagged security groups” and no longer register targets. Reported only when one Terraform root creates the security groups and the node class.",help:`Remove the tag from all of them but one.`,url:`https://karpenter.sh/docs/troubleshooting/`},examples:Ji}),Ki=`kubernetes.io/cluster/`;function qi(e,{all:t,report:n}){if(e.source.origin?.tool!==`terraform`||e.isPartial)return;let r=br(e,`securityGroup`).filter(({tags:e,hasOther:t})=>!t&&e.length>0&&e.every(({isKnown:e})=>e)),[i,a]=t.manifests.filter(t=>{if(t.kind!==`aws_security_group`||k(t)!==k(e))return!1;let n=_(t.get([`spec`,`tags`]))??{};return r.some(e=>e.tags.every(({key:e,value:t})=>d(n[e])===t))&&Object.keys(n).some(e=>e.startsWith(Ki)&&!l(e))});i&&a&&n({manifest:e,at:e.keySpan([`spec`,`securityGroupSelectorTerms`]),message:`\`${e.name}\` selects the security groups \`${i.name}\` and \`${a.name}\`, which both have a tag \`${Ki}…\`, but the load balancer controller accepts only one`,help:`Remove the tag \`${Ki}…\` from one of them.`,labels:[i,a].map(e=>({span:e.span([`spec`,`tags`]),message:`has the tag`}))})}function Ji(){return{bad:[w(E`
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

          ${L(`default`,P(T`
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

        ${L(`default`,P(T`
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

        ${L(`default`,P(T`
            role: KarpenterNodeRole-demo
            securityGroupSelectorTerms:
              - tags:
                  karpenter.sh/discovery: demo
          `))}
      `]}}const Yi=M({id:`pass-role`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[72],on:{Manifests(e,t){for(let n of Yn(e))Xi(n,e,t)}},docs:{summary:"The controller’s `iam:PassRole` permission does not include the role that node classes name.",why:"To launch an instance with a role, the controller needs `iam:PassRole` on exactly that role. If the policy names another role, such as the controller’s own, AWS denies every launch with the role of the nodes. Reported only when one Terraform root contains both the policy and the node class.",help:"Set the resource of `iam:PassRole` to the role of the nodes.",url:`https://karpenter.sh/docs/reference/cloudformation/#allowpassinginstancerole`},examples:ta});function Xi(e,t,{report:n}){let r=e.filter(e=>X([e],`iam:PassRole`)),[i]=r;if(i?.policy.source.origin?.tool!==`terraform`)return;let a=k(i.policy),o=q(t).filter(e=>k(e)===a&&e.get([`spec`,`role`])!==void 0),s=o.map(Qi),c=r.flatMap($i);if(s.length===0||s.includes(void 0)||c.includes(void 0)||s.some(e=>c.some(t=>ea(t,e))))return;let{policy:l,path:u}=i,[d]=o;n({manifest:l,at:l.span([...u,`Resource`]),message:`\`iam:PassRole\` is not allowed on the role of \`${d.name}\`, so AWS denies every launch with this role`,help:`Set the resource of this statement to the role of the nodes.`,labels:[{span:d.span([`spec`,`role`]),message:`the role of the nodes`}]})}const Zi=/^(aws_iam_role\.[\w-]+)\.(?:name|arn|id)$/;function Qi(e){let t=[`spec`,`role`],n=Zi.exec(j(e,t)??``)?.[1];if(n!==void 0)return{resource:n};let r=d(e.get(t));return r===void 0||r.includes(`$`)?void 0:{name:r}}function $i({policy:e,path:t}){let n=[...t,`Resource`],r=e.get(n);return(Array.isArray(r)?f(r).map((e,t)=>[...n,t]):[n]).map(t=>{let n=Zi.exec(j(e,t)??``)?.[1];if(n!==void 0)return{resource:n};let r=d(e.get(t))??``,i=r===`*`?`*`:/:role\/(?:.{0,600}\/)?([^/$]{1,200})$/.exec(r)?.[1];return i===void 0?void 0:{name:i}})}const ea=(e,t)=>`name`in e&&`name`in t?Kn(e.name,t.name):`resource`in e&&`resource`in t?e.resource===t.resource:!0;function ta(){return{bad:[w(E`
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

        ${L(`default`,P("role: ${aws_iam_role.karpenter_node.name}"))}
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

        ${L(`default`,P(`role: KarpenterNodes`))}
      `]}}const na=M({id:`pin-ami-alias`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[49],on:{NodeClass(e,{report:t}){let n=f(e.get([`spec`,`amiSelectorTerms`]));for(let[r,i]of n.entries()){let n=d(_(i)?.alias);if(n===void 0||l(n)||!n.endsWith(`@latest`))continue;let a=n.slice(0,n.indexOf(`@`));a.startsWith(`windows`)||t({at:e.span([`spec`,`amiSelectorTerms`,r,`alias`]),message:`\`${n}\` follows every AMI release, and each new release makes Karpenter replace all nodes of \`${e.name}\``,help:`Pin a release, such as \`${a}@${ra[a]??ra.al2023}\`, and update it by pull request.`})}}},docs:{summary:`An EC2NodeClass follows the latest AMI instead of a pinned release.`,why:"With `@latest`, every AMI release makes all nodes of the node class drift. Karpenter replaces them within the disruption budgets, in every environment at the same time. There is no change to review and nothing to revert.",help:"Pin a release, such as `al2023@v20260715`, and update it by pull request, one environment after the other.",url:`https://karpenter.sh/docs/tasks/managing-amis/`},examples:ia}),ra={al2:`v20251112`,al2023:`v20260715`,bottlerocket:`v1.44.0`};function ia(){return{bad:[w(P(T`
          amiSelectorTerms:
            - alias: al2023@latest
        `),{"al2023@latest":`al2023@v20260715`})],good:[P(T`
        amiSelectorTerms:
          - alias: al2023@v20260715
      `),P(T`
          amiSelectorTerms:
            - alias: windows2022@latest
        `,`windows`)]}}function aa(e){return[...Ge(e,`aws-vpc-cni`).map(({manifest:e,values:t})=>({manifest:e,path:[...t,`env`]})).flatMap(({manifest:e,path:t})=>oa(e,t,_(e.get(t)))),...e.manifests.flatMap(e=>sa(e))]}function oa(e,t,n){let r=Object.entries(n??{}).map(([e,t])=>[e,d(t)]);return!e.isPartial&&r.every(([,e])=>e!==void 0&&!l(e))?[{manifest:e,path:t,env:Object.fromEntries(r)}]:[]}function sa(e){return e.kind===`aws_eks_addon`&&e.get([`spec`,`addon_name`])===`vpc-cni`?ca(e,[`spec`],`configuration_values`):e.kind===`module`?[`addons`,`cluster_addons`].map(e=>[`spec`,e,`vpc-cni`]).filter(t=>_(e.get(t))).flatMap(t=>ca(e,t,`configuration_values`)):e.kind===`ClusterConfig`?f(e.get([`addons`])).flatMap((t,n)=>_(t)?.name===`vpc-cni`?ca(e,[`addons`,n],`configurationValues`):[]):e.kind===`DaemonSet`&&e.name===`aws-node`?ua(e):[]}function ca(e,t,n){let r=[...t,n],i=e.get(r);if(i===void 0)return oa(e,t,{});let a=typeof i==`string`?la(i):i,o=_(a)?.env;return!_(a)||o!==void 0&&!_(o)?[]:oa(e,r,_(o)??{})}function la(e){try{return JSON.parse(e)}catch{return}}function ua(e){let t=[`spec`,`template`,`spec`,`containers`];return f(e.get(t)).flatMap((n,r)=>{if(_(n)?.name!==`aws-node`)return[];let i=[...t,r,`env`],a=f(e.get(i)).map(e=>_(e)??{});return oa(e,i,Object.fromEntries(a.flatMap(({name:e,value:t})=>typeof e==`string`&&t!==void 0?[[e,t]]:[])))})}const da=E`
  kubelet:
    maxPods: 110
`,fa=M({id:`pods-and-addresses`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[59,60,61],on:{Manifests(e,t){for(let n of aa(e))ma(n,t)}},docs:{summary:`The number of pods per node that Karpenter assumes does not match the addresses of the VPC CNI.`,why:"Karpenter works out how many pods fit on a node from its network interfaces, or from `maxPods` if the node class sets it. If there are more pods than addresses, pods hang in `ContainerCreating`. With prefix delegation and no `maxPods`, nodes have room that Karpenter does not use. With custom networking, the first interface carries no pods, which Karpenter knows only from `reservedENIs`. Reported only when the CNI is configured in the same Terraform root or folder as the node class.",help:"Set `maxPods` together with prefix delegation, and `settings.reservedENIs` together with custom networking.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:Sa}),pa=(e,t)=>e.env[t]===`true`;function ma(e,t){let n=k(e.manifest),r=q(t.all).filter(e=>k(e)===n&&!e.isPartial),i=pa(e,`ENABLE_PREFIX_DELEGATION`);pa(e,`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`)&&xa(e,r,t);for(let n of r){let r=n.get([`spec`,`kubelet`,`maxPods`])??void 0;typeof r==`number`&&!i&&ya(n,{cni:e,maxPods:r},t),r===void 0&&i&&ha(n)&&ba(n,e,t)}}const ha=e=>!/^(?:Custom|Windows)/.test(d(e.get([`spec`,`amiFamily`]))??``),ga=({enis:e,ipv4PerEni:t})=>e*(t-1)+2;function _a(e,{all:t,catalog:n,compatible:r}){let i=bt(t,e).flatMap(e=>va(e,{catalog:sn(n),compatible:r}));if(!i.includes(void 0))return i.sort((e,t)=>ga(e)-ga(t)||g(e.name,t.name))[0]}function va(e,{catalog:t,compatible:n}){let r=n(e);return!t||!r?.isExact?[void 0]:r.names.map(e=>t.type(e))}function ya(e,{cni:t,maxPods:n},r){let i=_a(e,r);!i||ga(i)>=n||r.report({manifest:e,at:e.span([`spec`,`kubelet`,`maxPods`]),message:`\`maxPods: ${n}\` is more than the ${ga(i)} pods that ${i.name} has addresses for without prefix delegation`,help:"Remove `maxPods`, allow only larger instance types that have enough addresses, or turn on prefix delegation in the VPC CNI.",labels:[{span:t.manifest.span(t.path),message:`the VPC CNI has no prefix delegation`}]})}function ba(e,t,n){let r=_a(e,n);!r||ga(r)>=110||n.report({manifest:e,at:e.span([`spec`,`kubelet`]),severity:`note`,message:`The VPC CNI uses prefix delegation, but \`${e.name}\` has no \`maxPods\`, so Karpenter places at most ${ga(r)} pods on ${r.name}`,help:"Set `maxPods: 110` under `spec.kubelet` if more pods should fit.",labels:[{span:t.manifest.span(t.path),message:`prefix delegation is on`}]})}function xa(e,t,{all:n,report:r}){if(t.length===0||t.every(e=>e.get([`spec`,`kubelet`,`maxPods`])!==void 0))return;let i=k(e.manifest);for(let{manifest:t,chart:a,values:o}of O(n)){let n=[...o,`settings`,`reservedENIs`],s=d(t.get(n))??`0`;a!==`karpenter`||k(t)!==i||t.isPartial||s!==`0`||l(s)||r({manifest:t,at:t.span(n),message:`The VPC CNI uses custom networking, but Karpenter reserves no network interface for it, so it places more pods on nodes than they have addresses for`,help:'Set `settings.reservedENIs` to `"1"`.',labels:[{span:e.manifest.span(e.path),message:`custom networking is on`}]})}}function Sa(){return{bad:[w(ka({addon:Ta,kubelet:da}),{"kubelet:\n        maxPods: 110":``},{[Ca]:`${wa.text}${Ca}`},{"most_recent = true":Ea(`ENABLE_PREFIX_DELEGATION`)}),w(ka({addon:Ea(`ENABLE_PREFIX_DELEGATION`)}),{"role: KarpenterNodeRole-demo":`role: KarpenterNodeRole-demo\n${da.text}`}),w(ka({addon:Ea(`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`),release:Oa(Da)}),{[Da]:`${Da}\n{ name = "settings.reservedENIs", value = "1" },`})],good:[ka({addon:Ea(`ENABLE_PREFIX_DELEGATION`),kubelet:da}),ka({addon:Ta}),ka({addon:Ea(`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`),release:Oa(E`
          ${Da}
          { name = "settings.reservedENIs", value = "1" },
        `)})]}}const Ca=`- key: karpenter.k8s.aws/instance-family`,wa=E`
  - key: karpenter.k8s.aws/instance-cpu
    operator: Gt
    values: ["15"]
`,Ta=`most_recent = true`,Ea=e=>E`
  configuration_values = jsonencode({
    env = {
      ${e} = "true"
    }
  })
`,Da=`{ name = "settings.clusterName", value = "demo" },`,Oa=e=>E`
  resource "helm_release" "karpenter" {
    repository = "oci://public.ecr.aws/karpenter"
    chart      = "karpenter"

    set = [
      ${e}
    ]
  }
`,ka=({addon:e,kubelet:t,release:n})=>E`
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
`,Aa=1024**3,ja=(e,t)=>({name:e,limitsPodsByEnis:!0,reservesMemoryByEnis:e!==`Bottlerocket`,hasPodsPerCore:e!==`Bottlerocket`,takesAnyKubeletSetting:e===`AL2023`||e===`Custom`,ephemeralDevice:t,defaultVolumeBytes:20*Aa,windowsBuild:void 0}),Ma=(e,t)=>({name:e,limitsPodsByEnis:!1,reservesMemoryByEnis:!1,hasPodsPerCore:!0,takesAnyKubeletSetting:!1,ephemeralDevice:`/dev/sda1`,defaultVolumeBytes:50*Aa,windowsBuild:t}),Na=ja(`AL2`,`/dev/xvda`),Pa=ja(`Custom`,void 0),Fa=[Na,ja(`AL2023`,`/dev/xvda`),ja(`Bottlerocket`,`/dev/xvdb`),Ma(`Windows2019`,`10.0.17763`),Ma(`Windows2022`,`10.0.20348`),Ma(`Windows2025`,`10.0.26100`),Pa];function Ia(e){let{amiFamily:t,amiSelectorTerms:n}=e.spec;if(t!==void 0)return Fa.find(e=>e.name===t)??Na;let r=n?.find(e=>e.alias)?.alias?.split(`@`)[0];return Fa.find(e=>e!==Pa&&e.name.toLowerCase()===r)??Pa}function La(e){let{maxPods:t}=e,n=typeof t==`string`&&!l(t)?[[`maxPods`]]:[],r=[`kubeReserved`,`systemReserved`].flatMap(t=>{let n=e[t];return m(n)?Object.entries(n).filter(([e,t])=>typeof t==`string`&&![e,t].some(e=>l(e))&&S(t)===void 0).map(([e])=>[t,e]):[]});return[...n,...r]}const Ra=new Map(Object.entries({boolean:`
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
  `}).flatMap(([e,t])=>t.trim().split(/\s+/).map(t=>[t,e]))),za=new Set([`clusterDNS`,`cpuCFSQuota`,`maxPods`,`podsPerCore`,`kubeReserved`,`systemReserved`,`evictionHard`,`evictionSoft`,`evictionSoftGracePeriod`,`evictionMaxPodGracePeriod`,`imageGCHighThresholdPercent`,`imageGCLowThresholdPercent`]),Ba={boolean:`true or false`,whole:`a whole number below 2³¹`,large:`a whole number`,number:`a number`,text:`a string`,duration:"a duration such as `90s`",texts:`a list of strings`,textMap:`a mapping of names to strings`,flags:`a mapping of names to true or false`,list:`a list`,mapping:`a mapping`};function Va(e,t){let n=e=>typeof e==`string`||e===null;switch(t){case`whole`:return typeof e==`number`&&(e|0)===e;case`large`:return Number.isInteger(e);case`text`:return n(e);case`duration`:return typeof e==`string`&&C(e)!==void 0;case`texts`:return Array.isArray(e)&&e.every(n);case`list`:return Array.isArray(e);case`textMap`:return m(e)&&Object.values(e).every(n);case`flags`:return m(e)&&Object.values(e).every(e=>typeof e==`boolean`||e===null||l(e));case`mapping`:return m(e);default:return typeof e===t}}function Ha(e,t){let n=Object.keys(e).filter(e=>!l(e));return[...n.flatMap(n=>Ua(n,e,t)??[]),...qa.flatMap(t=>Za(e,t,Ya)),...to(e),...Ja.flatMap(t=>Za(e,t,Xa)),...ro(e),...n.flatMap(t=>oo(t,e[t]))]}function Ua(e,t,n){let r=[e];if(!Ra.has(e))return{path:r,why:`is not a kubelet setting`,names:Ka(Ra.keys(),t)};if(e===`registerWithTaints`)return{path:r,why:`is a setting that Karpenter sets itself`,help:"Remove it, and set the taints in `taints` or `startupTaints` under `spec.template.spec` of the NodePool."};if(n.takesAnyKubeletSetting)return;if(e===`podsPerCore`?Ga(t[e])&&!n.hasPodsPerCore:!Wa(e))return{path:r,why:`does not reach nodes of the AMI family \`${n.name}\``,help:`Remove it, or use AL2023, whose nodes accept any setting.`};let i=t[e];if(!(e!==`clusterDNS`||!Array.isArray(i)||i.length<2))return{path:r,why:`may have only one address with the AMI family \`${n.name}\``,help:`Keep only one address.`}}const Wa=e=>za.has(e),Ga=e=>e!=null,Ka=(e,t)=>[...e].filter(e=>!Object.hasOwn(t,e)),qa=[`evictionHard`,`evictionSoft`,`evictionSoftGracePeriod`,`evictionMinimumReclaim`],Ja=[`kubeReserved`,`systemReserved`],Ya={names:[`memory.available`,`nodefs.available`,`nodefs.inodesFree`,`imagefs.available`,`imagefs.inodesFree`,`pid.available`],wrongName:`is not an eviction signal`,wrongValue:(e,t)=>e===`evictionSoftGracePeriod`?eo(t):$a(t)},Xa={names:[`cpu`,`memory`,`ephemeral-storage`,`pid`],wrongName:`is not a resource that a kubelet can reserve`,wrongValue:(e,t)=>t.startsWith(`-`)?`is negative`:void 0};function Za(e,t,{names:n,wrongName:r,wrongValue:i}){let a=e[t]??{};return m(a)?Object.entries(a).flatMap(([e,o])=>{let s=[t,e];if(l(e))return[];if(!n.includes(e))return[{path:s,why:r,names:Ka(n,a)}];let c=o??``;if(typeof c!=`string`){let e={path:s,why:`has a value that is not a string`};return[typeof c==`number`?{...e,number:c,help:`Put the number in quotes.`}:e]}let u=l(c)?void 0:i(t,c);return u===void 0?[]:[{path:s,why:u}]}):l(a)?[]:[{path:[t],why:`is not a mapping of names to values`}]}const Qa=/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;function $a(e){if(!e.endsWith(`%`)){let t=S(e);return t===void 0?`is neither a percentage nor a quantity`:t<0?`is negative`:void 0}let t=e.slice(0,-1).replaceAll(/(?<=\d)_(?=\d)/g,``),n=Qa.test(t)?Number(t):NaN;return n>=0&&n<=100?void 0:`is not a percentage from 0% to 100%`}function eo(e){let t=C(e);return t===void 0?"is not a duration such as `90s`":t<0n?`is negative`:void 0}function to({evictionSoft:e,evictionSoftGracePeriod:t}){let[n,r]=[e??{},t??{}];return!m(n)||!m(r)||[...Object.keys(n),...Object.keys(r)].some(e=>l(e))?[]:[...Ka(Object.keys(n),r).map(e=>({path:[`evictionSoft`,e],why:`has no grace period`,help:`Add a grace period under \`evictionSoftGracePeriod\`, such as \`${e}: 90s\`.`})),...Ka(Object.keys(r),n).map(e=>({path:[`evictionSoftGracePeriod`,e],why:"has no threshold under `evictionSoft`",help:`Add the threshold, or remove the grace period.`}))]}const no={maxPods:2**31-1,podsPerCore:2**31-1,evictionMaxPodGracePeriod:2**31-1,imageGCHighThresholdPercent:100,imageGCLowThresholdPercent:100};function ro(e){let t=Object.entries(no).flatMap(([t,n])=>{let r=e[t],i=t===`maxPods`&&typeof r==`string`;return!Ga(r)||i||l(r)||io(r,n)?[]:[{path:[t],why:n===100?`is not a whole number from 0 to 100`:`is not a whole number of at least 0`}]}),{imageGCHighThresholdPercent:n,imageGCLowThresholdPercent:r}=e;return t.length>0||typeof n!=`number`||typeof r!=`number`||n>r?t:[{path:[`imageGCHighThresholdPercent`],why:`is not above \`imageGCLowThresholdPercent\`, which is ${r}`}]}const io=(e,t)=>typeof e==`number`&&Number.isInteger(e)&&e>=0&&e<=t,ao=new Set([`registerWithTaints`,...qa,...Ja,...Object.keys(no)]);function oo(e,t){let n=Ra.get(e);if(n===void 0||ao.has(e)||!Ga(t)||l(t)||Va(t,n))return[];let r={path:[e],why:`is not ${Ba[n]}`};return[n===`text`&&typeof t==`number`?{...r,number:t,help:`Put the number in quotes.`}:r]}const so=[`spec`,`kubelet`],co=M({id:`refused-kubelet-settings`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t,karpenter:n,settings:r,nearest:i}){let a=_(e.get(so));if(!n.opensKubelet||!a||e.isPartial)return;let o=Ia({metadata:{name:``},spec:{amiFamily:K(e)??`Custom`}});for(let n of Ha(a,o)){let r=[...so,...n.path],a=n.names&&i(String(r.at(-1)),n.names);t({at:e.keySpan(r),message:`\`${n.path.join(`.`)}\` ${n.why}, so Karpenter rejects this node class and launches nothing with it`,help:uo(n,a),...lo(e,r,{wanted:a,number:n.number})})}let{featureGates:s}=r.karpenter;if(!s?.nodeClassCEL)for(let n of La(a))t({...s===void 0&&{severity:`warning`},at:e.span([...so,...n]),message:`\`${n.join(`.`)}\` is an expression, but the feature gate \`NodeClassCEL\` is ${s===void 0?`off by default`:`off`}, so Karpenter rejects this node class and launches nothing with it`,help:"Use a fixed value, or turn the gate on with `settings.awsFeatureGates.nodeClassCEL` in Karpenter’s Helm values. If it is already on, set `karpenter.settings.featureGates.nodeClassCEL` in plumbline.yaml."})}},docs:{summary:"Karpenter rejects an EC2NodeClass because of a setting under `kubelet`.",why:"From Karpenter 1.15 on, `spec.kubelet` accepts any kubelet setting, and the API server checks none of them. Karpenter’s controller does. It rejects names that the kubelet does not know, and settings that Karpenter sets itself or that the AMI family does not pass on. It also rejects invalid values, and expressions while the feature gate `NodeClassCEL` is off. The node class then gets the condition `ValidationSucceeded=False`. The API server gives no warning, and the NodePools of the class launch nothing.",help:`Use the names and values of a KubeletConfiguration, without the settings that Karpenter sets itself.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:fo});function lo(e,t,{wanted:n,number:r}){return n===void 0?r===void 0?{}:{fix:{description:`Put the number in quotes`,edits:v(e,t,`"${r}"`)}}:{fix:{description:`Rename to \`${n}\``,edits:fe(e,t,n)}}}function uo({names:e=[],help:t},n){return n===void 0?t===void 0?e.length===0?`Use a value that the kubelet accepts.`:e.length>6?`Remove it.`:`Use one of: ${Y(e)}.`:t:`Did you mean \`${n}\`?`}function fo(){return{bad:[w(D({karpenter:`1.15`},P(T`
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
          `,"cpu: 1":`cpu: "1"`,"imageGCHighThresholdPercent: 70":`imageGCHighThresholdPercent: 85`}),w(D({karpenter:`1.15`},P(T`
            amiSelectorTerms:
              - alias: bottlerocket@v1.44.0
            kubelet:
              podsPerCore: 10
              shutdownGracePeriod: 30s
              clusterDNS: [10.0.0.10, 10.0.0.11]
          `)),{"podsPerCore: 10":``,"shutdownGracePeriod: 30s":``,"[10.0.0.10, 10.0.0.11]":`[10.0.0.10]`},{"bottlerocket@v1.44.0":`al2023@v20260715`}),w(D({karpenter:`1.15`},P(T`
            amiSelectorTerms:
              - alias: al2023@v20260715
            kubelet:
              maxPods: min(max_pods, 110)
              kubeReserved:
                memory: 11 * max_pods + 255
          `)),{"min(max_pods, 110)":`110`,"11 * max_pods + 255":`1465Mi`})],good:[D({karpenter:`1.15`},P(T`
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
        `)),D({karpenter:`1.15`},P(T`
            amiFamily: Custom
            amiSelectorTerms:
              - id: ami-0123456789abcdef0
            kubelet:
              podsPerCore: 10
              shutdownGracePeriod: 30s
          `,`ubuntu`)),P(T`
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        kubelet:
          podsPerCore: 10
      `)]}}const po={[b.instanceMemory]:{unit:`MiB`,meant:`GiB`,factor:1024},[b.instanceGpuMemory]:{unit:`MiB`,meant:`GiB`,factor:1024},[b.instanceNetworkBandwidth]:{unit:`Mbit/s`,meant:`Gbit/s`,factor:1e3},[b.instanceEbsBandwidth]:{unit:`Mbit/s`,meant:`Gbit/s`,factor:1e3}},mo=M({id:`requirement-units`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[93],on:{NodePool:ho,Provisioner:ho},docs:{summary:`A bound for memory or bandwidth is so low that it excludes nothing, probably because it is in the wrong unit.`,why:"The label `instance-memory` is in MiB, and the bandwidth labels are in Mbit/s. `Gt 8` for memory, meant as more than 8 GiB, is true for every instance type, so Karpenter also launches the smallest ones.",help:'Write the bound in MiB or Mbit/s, such as `"8192"` for 8 GiB.',url:`https://karpenter.sh/docs/reference/instance-types/`},examples:_o});function ho(e,{report:t,catalog:n}){if(n)for(let{key:r,operator:i,values:a,isKnown:o}of V(e)){let s=Object.hasOwn(po,r)?po[r]:void 0,[c]=a;if(!s||!o||!c||i!==`Gt`&&i!==`Gte`)continue;let l=/^\d+$/.test(c.text)?Number(c.text):0,u=go(n.labels.get(r)??[]);if(l<2||l>=u)continue;let d=String(l*s.factor);t({at:e.span(c.path),message:`\`${r}\` is in ${s.unit}, and every instance type has more than ${l} ${s.unit}, so this requirement excludes nothing`,help:`Use \`"${d}"\` if you mean ${l} ${s.meant}.`,fix:{description:`Replace with \`"${d}"\``,edits:v(e,c.path,`"${d}"`)}})}}const go=e=>e.reduce((e,t)=>t.reduce((e,t)=>Math.min(e,Number(t)),e),1/0);function _o(){return{bad:[N({requirements:[`karpenter.k8s.aws/instance-memory Gt ["8"]`]})],good:[N({requirements:[`karpenter.k8s.aws/instance-memory Gt ["8191"]`,`karpenter.k8s.aws/instance-cpu Gt ["1"]`]}),N({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-gpu-memory Gt ["0"]`],taints:T`
          - key: nvidia.com/gpu
            effect: NoSchedule
        `})]}}const vo=M({id:`role-name`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`IAM and cluster access`,mistakes:[68],on:{NodeClass:bo,NodeTemplate:bo},docs:{summary:`A node class has an ARN where Karpenter expects the name of a role or an instance profile.`,why:`The API server accepts any text. Karpenter adds the role to an instance profile by its name, and IAM rejects an ARN there. The node class is not ready, and no NodePool that uses it launches anything.`,help:`Use only the name: the part of the ARN after the last slash.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specrole`},examples:So}),yo=/^arn:[\w-]+:iam::.{0,200}:(?:role|instance-profile)\/(?:.{0,600}\/)?([^/]{1,200})$/;function bo(e,{report:t}){for(let n of[`role`,`instanceProfile`]){let r=[`spec`,n];xo(e,n,t);let i=e.get(r),a=typeof i==`string`?yo.exec(i)?.[1]:void 0;if(a===void 0)continue;let o=!l(a);t({at:e.span(r),message:`\`${n}\` is an ARN instead of a name, so IAM rejects it and \`${e.name}\` never becomes ready`,help:o?`Use \`${a}\`.`:`Use only the part after the last slash.`,...o&&{fix:{description:`Replace with \`${a}\``,edits:v(e,r,a)}}})}}function xo(e,t,n){let r=[`spec`,t],i=j(e,r);if(i===void 0)return;let a=e.span(r);/^module\.[\w-]+\.iam_role_(?:name|arn)$/.test(i)&&/karpenter/i.test(i)?n({at:a,message:`\`${i}\` is the role of the controller. Nodes with this role cannot join the cluster`,help:`Use \`${i.replace(/iam_role_\w{1,100}$/,`node_iam_role_name`)}\`.`}):/(?:\.|_)arn$/.test(i)&&n({at:a,message:`\`${t}\` must be a name, but \`${i}\` is an ARN, so IAM rejects it and \`${e.name}\` never becomes ready`,help:`Use \`${i.replace(/arn$/,`name`)}\`.`})}function So(){return{bad:[P(`role: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo`),P(`instanceProfile: arn:aws:iam::111122223333:instance-profile/KarpenterNode`),w(E`
          ${L(`default`,P("role: ${aws_iam_role.karpenter_node.arn}"))}
        `,{"aws_iam_role.karpenter_node.arn":`aws_iam_role.karpenter_node.name`}),w(E`
          ${L(`default`,P("role: ${module.karpenter.iam_role_name}"))}
        `,{"module.karpenter.iam_role_name":`module.karpenter.node_iam_role_name`})],good:[E`
        ${L(`default`,P("role: ${module.karpenter.node_iam_role_name}"))}
      `,F,P("role: ${NODE_ROLE}")]}}const Co={AL2:`/dev/xvda`,AL2023:`/dev/xvda`,Bottlerocket:`/dev/xvda`,Windows2019:`/dev/sda1`,Windows2022:`/dev/sda1`,Windows2025:`/dev/sda1`},wo=[`/dev/sda`,`/dev/sda1`,`/dev/xvda`,`/dev/xvda1`,`/dev/nvme0n1`],To=M({id:`root-device`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[64],on:{NodeClass(e,{report:t}){let n=K(e)??``,r=Object.hasOwn(Co,n)?Co[n]:void 0,i=[`spec`,`blockDeviceMappings`],a=f(e.get(i)).map(e=>_(e)),o=a.map(e=>d(e?.deviceName)??``);if(r===void 0||e.isPartial||o.includes(r)||a.some(e=>e?.rootVolume===!0))return;let s=o.findIndex(e=>wo.includes(e));if(s===-1)return;let c=[...i,s,`deviceName`],l=G(e).every(({term:e})=>e.alias!==void 0);t({at:e.span(c),...!l&&{severity:`note`},message:`The root device of ${n} is \`${r}\`, so \`${o[s]}\` adds an empty volume and the root volume keeps the size of the AMI`,help:`Set \`deviceName\` to \`${r}\`.`,fix:{description:`Replace with \`${r}\``,edits:v(e,c,r)}})}},docs:{summary:`A block device mapping names the root device of another AMI family.`,why:`EC2 attaches a device with an unknown name as an additional, empty volume. The root volume keeps the size, type and encryption of the AMI, and Karpenter works out ephemeral storage from its default of 20 GiB. The additional volume costs money, and nothing uses it.`,help:"Use `/dev/xvda` for Amazon Linux and Bottlerocket, and `/dev/sda1` for Windows.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:Eo});function Eo(){return{bad:[P(T`
        amiSelectorTerms:
          - alias: al2023@v20260715
        blockDeviceMappings:
          - deviceName: /dev/sda1
            ebs:
              volumeSize: 100Gi
              volumeType: gp3
      `)],good:[P(T`
        amiSelectorTerms:
          - alias: al2023@v20260715
        blockDeviceMappings:
          - deviceName: /dev/xvda
            ebs:
              volumeSize: 100Gi
          - deviceName: /dev/sdb
            ebs:
              volumeSize: 10Gi
      `),P(T`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          blockDeviceMappings:
            - deviceName: /dev/sda1
              ebs:
                volumeSize: 100Gi
        `,`ubuntu`)]}}const Do=M({id:`root-encryption`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[63],on:{NodeClass(e,{report:t}){let n=[`spec`,`blockDeviceMappings`],r=f(e.get(n)).map(e=>_(e)),i=r.map(e=>d(e?.deviceName)??``),a=i.indexOf(`/dev/xvdb`);K(e)!==`Bottlerocket`||a===-1||e.isPartial||i.includes(`/dev/xvda`)||i.some(e=>l(e))||_(r[a]?.ebs)?.encrypted===!0&&t({at:e.span([...n,a,`ebs`,`encrypted`]),message:`\`${e.name}\` encrypts \`/dev/xvdb\` but does not map \`/dev/xvda\`, so the root volume is encrypted only if the account encrypts volumes by default`,help:"Map `/dev/xvda` too, with `encrypted: true` and `volumeSize: 4Gi`."})}},docs:{summary:`A Bottlerocket node class encrypts the volume of the containers, but does not configure the root volume.`,why:"Volumes that a node class does not map stay as the AMI defines them, because Karpenter does not add its defaults to existing mappings. If a node class encrypts `/dev/xvdb` of Bottlerocket and does not map `/dev/xvda`, the root volume is not encrypted, unless the account encrypts every volume by default.",help:"Map `/dev/xvda` too, with `encrypted: true` and about 4 GiB.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:Oo});function Oo(){return{bad:[w(P(T`
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
          `})],good:[P(T`
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
      `),P(T`
        role: KarpenterNodeRole-demo
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        blockDeviceMappings:
          - deviceName: /dev/xvdb
            ebs:
              volumeSize: 100Gi
      `)]}}const ko=[`subnetSelectorTerms`,`securityGroupSelectorTerms`,`amiSelectorTerms`],Ao=M({id:`selector-term-id`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[80],on:{NodeClass(e,{report:t}){for(let n of ko.map(e=>[`spec`,e])){let r=f(e.get(n)).map(e=>Object.keys(_(e)??{})),i=e=>e.includes(`id`)&&e.length>1;if(!r.every(i))for(let[a,o]of r.entries()){if(!i(o))continue;let r=o.filter(e=>e!==`id`);t({at:e.keySpan([...n,a,r[0]]),message:`Karpenter ignores ${Y(r,` and `)} in a term with an \`id\`, because the id alone selects`,labels:[{span:e.span([...n,a,`id`]),message:`the id alone selects`}],help:`Remove ${Y(r,` and `)}, or move ${r.length===1?`it`:`them`} to a separate term.`})}}}},docs:{summary:"A selector term has an `id` and other fields, which Karpenter ignores.",why:`An id alone selects one object. The API server should reject other fields in the same term. But its rule looks at all terms together and accepts the list as soon as one of them is valid. Karpenter then uses the id, and tags or a name in the same term narrow nothing.`,help:`Remove the other fields, or move them to a separate term.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:jo});function jo(){return{bad:[w(P(T`
          subnetSelectorTerms:
            - id: subnet-0123456789abcdef0
              tags:
                karpenter.sh/discovery: demo
            - id: subnet-0123456789abcdef1
        `),{"  tags:\n        karpenter.sh/discovery: demo":``},{"  tags:\n        karpenter.sh/discovery: demo":`- tags:
    karpenter.sh/discovery: demo`})],good:[P(T`
        subnetSelectorTerms:
          - id: subnet-0123456789abcdef0
          - tags:
              karpenter.sh/discovery: demo
      `),P(T`
        amiFamily: AL2023
        amiSelectorTerms:
          - name: golden-*
            owner: self
      `)]}}const Mo=M({id:`termination-handler`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter installation`,mistakes:[84],on:{Manifests(e,{report:t}){for(let n of Ge(e,`aws-node-termination-handler`)){let{manifest:r,values:i}=n,a=(...e)=>r.get([...i,...e]),o=r.isPartial||typeof a()==`string`||a(`enableSqsTerminationDraining`)===!0,s=[`nodeSelector`,`linuxNodeSelector`,`daemonsetNodeSelector`,`affinity`,`linuxAffinity`,`daemonsetAffinity`].some(e=>Object.keys(_(a(e))??{}).length>0);if(o||s)continue;let c=O(e).find(e=>e.chart===`karpenter`&&k(e.manifest)===k(r)&&No(e));c&&t({manifest:r,at:r.span([`metadata`,`name`]),message:`The node termination handler runs on all nodes, so both it and Karpenter drain Karpenter’s nodes when AWS interrupts them`,help:"Set `affinity` so that the handler does not run on nodes with the label `karpenter.sh/nodepool`, or remove the handler.",labels:[{span:c.manifest.span([...c.values,`settings`,`interruptionQueue`]),message:`Karpenter handles interruptions itself`}]})}}},docs:{summary:`The node termination handler runs on Karpenter’s nodes, although Karpenter handles interruptions itself.`,why:"With `interruptionQueue`, Karpenter launches another node and drains the old one when AWS announces an interruption. The AWS node termination handler also drains every node that it runs on, so pods are evicted twice. The handler also cordons nodes on a rebalance recommendation, which Karpenter ignores. Reported only when the charts of both are in the same Terraform root or folder, and the handler has no node selector or affinity.",help:"Keep the handler off Karpenter’s nodes with an affinity for `karpenter.sh/nodepool`, or remove the handler.",url:`https://karpenter.sh/docs/faq/#should-i-use-karpenter-interruption-handling-alongside-node-termination-handler`},examples:Lo}),No=({manifest:e,values:t})=>(d(e.get([...t,`settings`,`interruptionQueue`]))??``)!==``,Po=I(`aws-node-termination-handler`),Fo=`      chart: aws-node-termination-handler
`,Io=T`
  values:
    affinity:
      nodeAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          nodeSelectorTerms:
            - matchExpressions:
                - key: karpenter.sh/nodepool
                  operator: DoesNotExist
`;function Lo(){return{bad:[w(R(I(`karpenter`,{values:T`
              settings:
                clusterName: demo
                interruptionQueue: demo
            `}),Po),{[Fo]:`${Fo}  ${Io.text.replaceAll(/\n(?=.)/g,`
  `)}`},{[`---\n${Po.text}`]:``})],good:[R(I(`karpenter`,{values:T`
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
        `),R(I(`karpenter`,{values:T`
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
        `),R(I(`karpenter`,{values:T`
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
        `)]}}const Ro=/^(?:mac|[a-z]\d+g[a-z]*-flex|i3\.metal$)/,zo=/^(?:cc1|cc2|cg1|cg2|cr1|g1|g2|hi1|hs1)$/,Bo=M({id:`unknown-instance-type`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Instance types and zones`,mistakes:[],on:{NodePool:Vo,Provisioner:Vo,NodeOverlay:Vo},docs:{summary:`A requirement names an instance type or family that does not exist, or that the region does not offer.`,why:`The API server accepts any text. Karpenter never chooses a value that no instance type has, and does not warn about it. The NodePool then allows less than it seems to, or launches nothing at all.`,help:`Correct the name, or use one that the region offers.`,url:`https://karpenter.sh/docs/reference/instance-types/`},examples:Wo});function Vo(e,t){let{catalog:n}=t;if(n)for(let r of V(e)){let i=y(r.key);if(i===b.instanceType)Ho({pool:e,requirement:r,what:`instance type`,known:n.names,isOffered:e=>n.zonesOf(e).length>0},t,n);else if(i===b.instanceFamily){let i=[...new Set(n.types.map(e=>e.family))],a=new Set(n.types.filter(e=>n.zonesOf(e.name).length>0).map(e=>e.family));Ho({pool:e,requirement:r,what:`instance family`,known:i,isOffered:e=>a.has(e)},t,n)}}}function Ho({pool:e,requirement:t,what:n,known:r,isOffered:i},{report:a,nearest:o,isRegionAssumed:s},c){let{operator:l,values:u}=t;if(l!==`In`&&l!==`NotIn`)return;let d=new Set(r);for(let{path:t,text:f,isKnown:p}of u)if(!(!p||Ro.test(f)||l===`NotIn`&&zo.test(f))){if(d.has(f))l===`In`&&!i(f)&&!s&&a({at:e.span(t),message:`Region ${c.region} does not offer the ${n} \`${f}\`, so Karpenter never launches it`,help:`Replace it with one that ${c.region} offers, or remove it.`});else{let i=Uo(o(f,r),f,r);a({at:e.span(t),message:`\`${f}\` is not a known EC2 ${n}`,help:i?`Did you mean \`${i}\`?`:`Correct the name. If it is newer than plumbline’s catalog, silence this finding.`,...i&&{fix:{description:`Replace with \`${i}\``,edits:v(e,t,i)}}})}}}function Uo(e,t,r){if(e===void 0)return;let i=n(t,e);return r.some(r=>r!==e&&n(t,r)===i)?void 0:e}function Wo(){return{bad:[N({requirements:[`node.kubernetes.io/instance-type In [m5.large, m5.xlrage]`,`karpenter.sh/capacity-type In [on-demand]`]}),N({requirements:[`karpenter.k8s.aws/instance-family NotIn [t2, t3, tg4]`]}),w(D({region:`ap-northeast-2`},N({requirements:[`karpenter.k8s.aws/instance-family In [c7i, c7a]`,`karpenter.sh/capacity-type In [on-demand]`]})),{"[c7i, c7a]":`[c7i, c6i]`},{"[c7i, c7a]":`[c7i]`})],good:[N({requirements:[`karpenter.k8s.aws/instance-family In [m5, m6i]`]}),N({requirements:[`karpenter.k8s.aws/instance-family NotIn [c1, cc1, cc2, g2, t1]`]})]}}const Go=M({id:`user-data-format`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[57,58],on:{NodeClass(e,{report:t}){let n=mt(e),r=n===void 0?void 0:Ko(e,n);r&&t({at:e.keySpan([`spec`,`userData`]),...r})}},docs:{summary:`User data has a format that the AMI family does not understand.`,why:"Karpenter merges `userData` into the user data that it writes for the AMI family. Bottlerocket reads TOML, and a node class with another format never launches a node. On Amazon Linux 2023, `/etc/eks/bootstrap.sh` only fails, so its flags never reach the kubelet. If the parts of a MIME text do not start with the boundary that it declares, none of them runs.",help:"For Bottlerocket, write TOML. For Amazon Linux 2023, write a `NodeConfig` or a script without `bootstrap.sh`. Start each part of a MIME text with two dashes and the declared boundary.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specuserdata`},examples:Xo});function Ko(e,t){let n=K(e);return n===`Bottlerocket`?qo(t):n===`AL2023`&&Jo(t)?{message:"`/etc/eks/bootstrap.sh` only fails on Amazon Linux 2023, so its arguments have no effect",help:"Remove the call, because Karpenter joins the node to the cluster itself. Set kubelet settings under `spec.kubelet`, and labels in the NodePool."}:n===`AL2`||n===`AL2023`?Yo(t):void 0}function qo(e){let[t=``]=e.trimStart().split(`
`);if(/^(?:#!|MIME-Version:|Content-Type:|#cloud-config)/i.test(t))return{message:`Bottlerocket expects user data in TOML, but this starts with \`${t.trim().slice(0,60)}\``,help:"Write TOML settings, such as `[settings.kubernetes]`. Bottlerocket runs no scripts."}}const Jo=e=>!/-[efx] \/etc\/eks\/bootstrap\.sh/.test(e)&&/^[ \t]*(?:sudo\s+|bash\s+)?\/etc\/eks\/bootstrap\.sh\b/m.test(e);function Yo(e){if(!/^\s*(?:MIME-Version|Content-Type): /i.test(e))return;let t=/boundary="?([^"\s;]{1,200})"?/i.exec(e)?.[1],n=e.split(`
`).map(e=>e.trimEnd());if(!(t===void 0||n.includes(`--${t}`)))return{message:`This MIME text declares the boundary \`${t}\`, but no line is \`--${t}\`, so none of its parts runs`,help:`Start every part with \`--${t}\`, and end the last one with \`--${t}--\`.`}}function Xo(){return{bad:[w(P(T`
          amiSelectorTerms:
            - alias: al2023@v20260715
          userData: |
            #!/bin/bash
            /etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'
            echo hello
        `),{"/etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'":``}),w(P(T`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            #!/bin/bash
            sysctl -w vm.max_map_count=262144
        `),{"#!/bin/bash":`[settings.kernel.sysctl]`,"sysctl -w vm.max_map_count=262144":`"vm.max_map_count" = "262144"`}),w(P(T`
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
        `),{"--==BOUNDARY==--":`--BOUNDARY--`,"--==BOUNDARY==":`--BOUNDARY`})],good:[P(T`
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
      `),P(T`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            # A comment
            [settings.kubernetes]
            kube-api-qps = 30
        `,`bottlerocket`)]}}const Zo={CronJob:{group:`batch`,path:[`spec`,`jobTemplate`,`spec`,`template`]},DaemonSet:{group:`apps`,path:[`spec`,`template`]},Deployment:{group:`apps`,path:[`spec`,`template`]},Job:{group:`batch`,path:[`spec`,`template`]},Pod:{group:``,path:[]},ReplicaSet:{group:`apps`,path:[`spec`,`template`]},Rollout:{group:`argoproj.io`,path:[`spec`,`template`]},StatefulSet:{group:`apps`,path:[`spec`,`template`]}},Qo=({namespace:e})=>e??`default`;function Z(e){return e.manifests.flatMap(e=>{let t=Object.hasOwn(Zo,e.kind)?Zo[e.kind]:void 0;return!t||t.group!==h(e.apiVersion)||!_(e.get([...t.path,`spec`]))||e.kind===`Pod`&&e.get([`spec`,`nodeName`])!==void 0?[]:[{manifest:e,template:t.path,namespace:Qo(e)}]})}const $o=e=>e.manifests.some(({kind:e,apiVersion:t})=>(e===`NodePool`||e===`Provisioner`)&&h(t)===`karpenter.sh`);function es({manifest:e,template:t}){return ts(e.get([...t,`metadata`,`labels`]))}function ts(e){let t=Object.entries(_(e)??{}).map(([e,t])=>[e,d(t)??``]);return t.some(([e,t])=>l(e)||l(t))?void 0:Object.fromEntries(t)}function ns(e,t){let n=_(e.get(t)),r=ts(n?.matchLabels);if(!n||!r||e.isPartial)return;let i=f(n.matchExpressions).map(e=>{let{key:t,operator:n,values:r}=_(e)??{};return{key:d(t)??``,operator:d(n)??``,values:f(r).map(e=>d(e)??``)}});return i.flatMap(({key:e,operator:t,values:n})=>[e,t,...n]).some(e=>l(e))?void 0:{matchLabels:r,matchExpressions:i}}const rs=[`ebs.csi.aws.com`,`ebs.csi.eks.amazonaws.com`,`kubernetes.io/aws-ebs`],is=`WaitForFirstConsumer`,as=M({id:`volume-binding-mode`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Workloads`,mistakes:[104],on:{Manifests(e,{report:t}){if($o(e))for(let n of e.manifests){if(n.kind!==`StorageClass`||h(n.apiVersion)!==`storage.k8s.io`)continue;let e=[`volumeBindingMode`],r=n.get(e),i=r===`Immediate`||r===void 0&&!n.isPartial;rs.includes(d(n.get([`provisioner`]))??``)&&i&&(n.get([`allowedTopologies`])!==void 0||l(n.name)||t({manifest:n,at:r===void 0?n.keySpan([`provisioner`]):n.span(e),message:`StorageClass \`${n.name}\` creates a volume in any zone before the scheduler knows where its pod can run`,help:`Set \`volumeBindingMode: ${is}\`. If the StorageClass already exists in a cluster, delete it there first, because the field cannot be changed.`,fix:{description:`Set \`volumeBindingMode: ${is}\``,edits:r===void 0?ie(n,[],`volumeBindingMode`,is):v(n,e,is)}}))}}},docs:{summary:`A StorageClass creates EBS volumes before the scheduler knows where their pod runs.`,why:"With `Immediate`, the default, a volume is created in any zone as soon as its claim exists. While a claim is unbound, Karpenter ignores its pod. Afterwards the pod can run only in the zone of the volume, whether or not a NodePool allows that zone.",help:"Set `volumeBindingMode: WaitForFirstConsumer`. The field cannot be changed on an existing StorageClass, so delete the StorageClass and create it again. Its volumes are not affected.",url:`https://kubernetes.io/docs/concepts/storage/storage-classes/#volume-binding-mode`},examples:os});function os(){return{bad:[R(N(),T`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
          volumeBindingMode: Immediate
        `),R(N(),T`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
        `)],good:[R(N(),T`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
          volumeBindingMode: WaitForFirstConsumer
        `),R(N(),T`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: efs
          provisioner: efs.csi.aws.com
          volumeBindingMode: Immediate
        `)]}}const ss=M({id:`volume-key`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[66],on:{Manifests(e,t){for(let n of q(e))ls(n,t)}},docs:{summary:`A node class encrypts volumes with a KMS key that the controller may not use.`,why:"EC2 encrypts a volume with the permissions of whoever launches the instance. If the controller may not use a customer managed key, the instance terminates within seconds with `Client.InternalError`. Karpenter launches another one, which fails in the same way. Reported only when Terraform creates the key without a key policy or grant, and the controller’s policy has no permission for it.",help:"Allow the controller `kms:CreateGrant`, `kms:Decrypt`, `kms:DescribeKey`, `kms:GenerateDataKeyWithoutPlaintext` and `kms:ReEncrypt*` on the key, in its IAM policy or in the policy of the key.",url:`https://karpenter.sh/docs/troubleshooting/#node-terminates-before-ready-on-failed-encrypted-ebs-volume`},examples:us}),cs=[`spec`,`blockDeviceMappings`];function ls(e,{all:t,report:n}){let r=k(e),i=t.manifests.filter(e=>k(e)===r);if(i.some(({kind:e})=>e===`aws_kms_grant`||e===`aws_kms_key_policy`))return;let a=Yn(t).filter(([e])=>e&&k(e.policy)===r);if(a.length===1&&Zn(a[0])&&!X(a[0],`kms:CreateGrant`))for(let t of f(e.get(cs)).keys()){let r=[...cs,t,`ebs`,`kmsKeyID`],a=/^aws_kms_key\.([\w-]+)\.(?:arn|id|key_id)$/.exec(j(e,r)??``)?.[1],o=i.find(e=>e.kind===`aws_kms_key`&&e.name===a);o&&o.get([`spec`,`policy`])===void 0&&n({manifest:e,at:e.span(r),message:`Nothing allows the controller to use the key \`${o.name}\`, so instances terminate right after their launch`,help:"Allow the controller `kms:CreateGrant`, `kms:Decrypt`, `kms:DescribeKey`, `kms:GenerateDataKeyWithoutPlaintext` and `kms:ReEncrypt*` on the key, in its IAM policy or in the policy of the key.",labels:[{span:o.span([`metadata`,`name`]),message:`the key`}]})}}function us(){return{bad:[w(E`
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

        ${L(`default`,P(T`
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

        ${L(`default`,P(T`
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

        ${L(`default`,P(T`
            role: KarpenterNodeRole-demo
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  encrypted: true
                  kmsKeyID: \${aws_kms_key.nodes.arn}
          `))}
      `]}}const ds=[St,zt,Vt,Jt,en,un,mn,xn,En,Mn,Ln,er,cr,_r,Or,Rr,Gr,ti,ii,ci,di,yi,Si,Ai,Ii,Gi,Yi,na,fa,co,mo,vo,To,Do,Ao,Mo,Bo,Go,as,ss];function fs(e,t){if(e===void 0)return!1;for(let[n,r]of Object.entries(e.matchLabels??{}))if(ps(t,n)!==r)return!1;return(e.matchExpressions??[]).every(({key:e,operator:n,values:r=[]})=>{let i=ps(t,e);switch(n){case`In`:return i!==void 0&&r.includes(i);case`NotIn`:return i===void 0||!r.includes(i);case`Exists`:return i!==void 0;case`DoesNotExist`:return i===void 0;default:return!1}})}const ps=(e,t)=>Object.hasOwn(e,t)?e[t]:void 0;function ms(e){if(e===void 0)return``;let t=Object.entries(e.matchLabels??{}).map(e=>JSON.stringify(e)),n=(e.matchExpressions??[]).map(({key:e,operator:t,values:n=[]})=>JSON.stringify([e,t,[...n].sort()]));return JSON.stringify([t.sort(),[...new Set(n)].sort()])}const hs=({kind:e,apiVersion:t})=>e===`PodDisruptionBudget`&&h(t)===`policy`;function gs(e){let t=new Map;for(let n of Z(e)){let e=es(n);if(e===void 0||l(n.namespace))continue;let r=_s(n.manifest);for(let i of[``,...Object.entries(e).map(e=>e.join(`=`))]){let a=JSON.stringify([r,i]),o=t.get(a)??[];t.set(a,o),o.length<200&&o.push({workload:n,labels:e})}}let n=new Map,r=new Map;for(let i of e.manifests.filter(hs)){let e=ns(i,[`spec`,`selector`]),[a]=Object.entries(e?.matchLabels??{}),o=(t.get(JSON.stringify([_s(i),a?.join(`=`)??``]))??[]).filter(({labels:t})=>fs(e,t)).map(({workload:e})=>e);n.set(i,o);for(let e of o)r.set(e,[...r.get(e)??[],i].slice(0,2))}return{byBudget:n,byWorkload:r}}const _s=e=>`${Qo(e)} ${e.source.file.slice(0,Math.max(0,e.source.file.lastIndexOf(`/`)))}`,vs=M({id:`blocking-pdb`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[41,43,44],on:{Manifests(e,t){if(!$o(e))return;let{byBudget:n,byWorkload:r}=gs(e),i=ws(e);for(let[e,r]of n)bs(e,t)||xs({budget:e,workloads:r,replicas:i},t);for(let[e,n]of r)Ss(e,n,t)}},docs:{summary:`A PodDisruptionBudget allows no evictions, or two of them select the same pods.`,why:"Karpenter drains nodes with the eviction API. It never consolidates a node with a pod that it cannot evict. If such a node has no `terminationGracePeriod`, Karpenter does not replace it when it drifts, and it stays half-drained when it expires. With one, Karpenter deletes the pod at the end of the period. If two budgets select one pod, the API refuses every eviction. `maxUnavailable: 0` and `minAvailable: 100%` are only notes, because they may be intended.",help:"Allow at least one pod to be unavailable, run more replicas than `minAvailable`, and select each pod with only one budget.",url:`https://karpenter.sh/docs/concepts/disruption/#pod-disruption-budgets`},examples:Ts}),ys={maxUnavailable:/^0%?$/,minAvailable:/^100%$/};function bs(e,{report:t}){let n=Object.keys(ys).find(t=>ys[t].test(d(e.get([`spec`,t]))??``));return n!==void 0&&(t({manifest:e,at:e.span([`spec`,n]),severity:`note`,message:`\`${n}: ${e.get([`spec`,n])}\` allows no evictions. Karpenter never consolidates a node with one of these pods, and replaces a drifted one only if it has a \`terminationGracePeriod\``,help:"Replace it with `maxUnavailable: 1`."}),!0)}function xs({budget:e,workloads:t,replicas:n},{report:r}){let i=[`spec`,`minAvailable`],a=e.get(i),[s]=t;if(typeof a!=`number`||a<1||!s||t.length>1)return;let{manifest:c}=s,l=(c.kind===`Deployment`||c.kind===`StatefulSet`)&&!c.isPartial?n.get(Cs(c)):void 0;l!==void 0&&(l===0||l>a||r({manifest:e,at:e.span(i),message:`\`minAvailable: ${a}\` of ${o(l,`pod`)} allows no evictions. Karpenter never consolidates a node with one of these pods, and replaces a drifted one only if it has a \`terminationGracePeriod\``,labels:[{span:c.span([`spec`,`replicas`]),message:`the number of pods`}],help:`Set \`replicas\` to at least ${a+1}, or replace \`minAvailable\` with \`maxUnavailable: 1\`.`}))}function Ss(e,t,{report:n}){let[r,i]=t;r&&i&&r.name!==i.name&&n({manifest:i,at:i.span([`spec`,`selector`]),message:`Two PodDisruptionBudgets, \`${r.name}\` and \`${i.name}\`, select the pods of ${e.manifest.kind} \`${e.manifest.name}\`. The API refuses every eviction`,labels:[{span:r.span([`spec`,`selector`]),message:`also selects these pods`}],help:`Delete one of the two budgets, or change its selector.`})}const Cs=({kind:e,name:t})=>`${e}/${t}`;function ws(e){let t=new Map;for(let n of e.manifests){let e=n.get([`spec`,`replicas`]),r=Cs(n);if(e===void 0)continue;let i=!t.has(r)||t.get(r)===e;t.set(r,i&&typeof e==`number`?e:void 0)}for(let n of e.manifests){if(n.kind!==`HorizontalPodAutoscaler`&&n.kind!==`ScaledObject`)continue;let e=[`spec`,`scaleTargetRef`],r=d(n.get([...e,`kind`]))??`Deployment`;t.delete(Cs({kind:r,name:d(n.get([...e,`name`]))??``}))}return t}function Ts(){return{bad:[w(R(N(),Es,Ds(`minAvailable: 1`)),{"replicas: 1":`replicas: 2`},{"minAvailable: 1":`maxUnavailable: 1`}),w(R(N(),Ds(`maxUnavailable: 0`)),{"maxUnavailable: 0":`maxUnavailable: 1`})],good:[R(N(),Es,T`
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
        `,Ds(`minAvailable: 1`)),Ds(`maxUnavailable: 0`,`no-karpenter-here`)]}}const Es=T`
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
`,Ds=(e,t=`web`)=>T`
  apiVersion: policy/v1
  kind: PodDisruptionBudget
  metadata:
    name: ${t}
  spec:
    ${e}
    selector:
      matchLabels:
        app: web
`,Os=M({id:`bound-comment`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[16],on:{NodePool:As,Provisioner:As},docs:{summary:"A comment says that a bound is included, but `Gt` or `Lt` excludes it.",why:"`Gt` means greater than, not at least: `instance-generation Gt 5` starts at generation 6. If a comment on the line says “at least 5” or “5 and newer”, one of the two is wrong. Karpenter never launches instance types with exactly this value.",help:"Use the next lower number with `Gt` or the next higher one with `Lt`. Since Karpenter 1.9 you can also use `Gte` and `Lte`.",url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:Ms}),ks={Gt:/(?:>=|≥|=>|\bat least|\bminimum(?: of)?|\bno less than|\bstarting (?:at|with))\s*(?:gen(?:eration)?\s*)?(\d+)\b|\b(\d+)(?:\+|\s*(?:and|or)\s+(?:newer|later|up|above|more|higher|greater)\b)/i,Lt:/(?:<=|≤|=<|\bat most|\bmaximum(?: of)?|\bno more than|\bup to)\s*(?:gen(?:eration)?\s*)?(\d+)\b|\b(\d+)\s*(?:and|or)\s+(?:older|earlier|below|less|lower|fewer|smaller)\b/i};function As(e,{report:t,karpenter:n,isKarpenterAssumed:r}){if(!e.source.origin)for(let i of V(e)){let{operator:a,values:o}=i,[s]=o,c=Object.hasOwn(ks,a)?ks[a]:void 0;if(!c||!s?.isKnown||o.length!==1||!/^\d{1,9}$/.test(s.text))continue;let l=c.exec(js(e,i));if(!l||(l[1]??l[2])!==s.text)continue;let u=String(Number(s.text)+(a===`Gt`?-1:1)),d=n.gteLteOperators&&!r?` or \`${a}e ${s.text}\``:``;t({at:e.span(s.path),message:`The comment says “${l[0].trim()}”, but \`${a} ${s.text}\` excludes ${s.text}`,help:`Write \`${a} ${u}\`${d}.`,fix:{description:`Replace with \`${u}\``,edits:v(e,s.path,`"${u}"`)}})}}function js(e,{path:t}){let n=new u(e.source.text),{start:r,end:i}=e.span(t),[a,o]=[n.position(r).line,n.position(i).line],s=Array.from({length:Math.min(20,o-a+1)},(e,t)=>/(?:^|\s)#(.*)$/.exec(n.line(a+t))?.[1]??``);return[a>1?/^\s*#(.*)$/.exec(n.line(a-1))?.[1]??``:``,...s].join(` 
 `)}function Ms(){return{bad:[R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:T`
            - key: karpenter.sh/capacity-type
              operator: In
              values: [on-demand]
            # generation 5 and newer
            - key: karpenter.k8s.aws/instance-generation
              operator: Gt
              values: ["5"]
          `}),F)],good:[R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:T`
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
          `}),F)]}}const Ns=[`jan`,`feb`,`mar`,`apr`,`may`,`jun`,`jul`,`aug`,`sep`,`oct`,`nov`,`dec`],Ps=[`sun`,`mon`,`tue`,`wed`,`thu`,`fri`,`sat`],Fs=[{name:`minute`,min:0,max:59,names:[]},{name:`hour`,min:0,max:23,names:[]},{name:`day of month`,min:1,max:31,names:[]},{name:`month`,min:1,max:12,names:Ns},{name:`day of week`,min:0,max:6,names:Ps}],Is={"@yearly":`0 0 1 1 *`,"@annually":`0 0 1 1 *`,"@monthly":`0 0 1 * *`,"@weekly":`0 0 * * 0`,"@daily":`0 0 * * *`,"@midnight":`0 0 * * *`,"@hourly":`0 * * * *`},Ls=e=>`reason`in e;function Rs(e){let t=e.startsWith(`@`)?Is[e]:e;if(t===void 0)return zs(e,0,void 0,`is not one of ${Object.keys(Is).join(`, `)}`);let n=/^\s*(?:CRON_)?TZ=\S*/.exec(t);if(n)return zs(n[0].trim(),t.indexOf(n[0].trim()),void 0,`is not allowed, because schedules are in UTC`);let r=[...t.matchAll(/\S+/g)];if(r.length!==Fs.length)return zs(t,0,void 0,`has ${r.length} fields instead of 5`);let i=[];for(let[e,t]of Fs.entries()){let n=Bs(r[e][0],t);if(`reason`in n)return{...n,start:n.start+r[e].index};i.push([...n].sort((e,t)=>e-t))}let a=e=>/(^|,)[*?](-[^,/]*)?(\/0*1)?(,|$)/.test(r[e][0]);return{minutes:i[0],hours:i[1],daysOfMonth:i[2],months:i[3],daysOfWeek:i[4],isAnyDayOfMonth:a(2),isAnyDayOfWeek:a(4)}}const zs=(e,t,n,r)=>({part:e,start:t,field:n,reason:r});function Bs(e,t){let n=new Set;for(let r of e.matchAll(/[^,]+/g)){let e=Vs(r[0],t);if(typeof e==`string`)return zs(r[0],r.index,t.name,e);for(let t=e.from;t<=e.to;t+=e.step)n.add(t)}return n}function Vs(e,t){let[n=``,r,...i]=e.split(`/`),[a=``,o,...s]=n.split(`-`);if(i.length>0)return"has more than one `/`";let c=a===`*`||a===`?`;if(s.length>0&&!c)return"has more than one `-`";let l=c?t.min:Hs(a,t),u=r===void 0?1:Us(r),d=c?t.max:o===void 0?r===void 0?l:t.max:Hs(o,t);return l===void 0||d===void 0||u===void 0?`is not a number or a name`:l<t.min?`starts below ${t.min}`:d>t.max?`goes beyond ${t.max}`:l>d?`ends before it starts`:u===0?`has a step of 0`:{from:l,to:d,step:u}}function Hs(e,t){let n=t.names.indexOf(e.toLowerCase());return n===-1?Us(e):n+t.min}const Us=e=>/^\+?\d{1,9}$/.test(e)?Number(e):void 0,Ws=6e4;function Q(e,t){let n=(Math.floor(t/Ws)+1)*Ws,r=new Date(n),i=r.getUTCFullYear()+5;for(let t=0;t<2196;t++){let a=new Date(Date.UTC(r.getUTCFullYear(),r.getUTCMonth(),r.getUTCDate()+t));if(a.getUTCFullYear()>i)break;let o=Gs(e,a)?Ks(e,a.getTime(),n):void 0;if(o!==void 0)return o}}function Gs(e,t){if(!e.months.includes(t.getUTCMonth()+1))return!1;let n=e.daysOfMonth.includes(t.getUTCDate()),r=e.daysOfWeek.includes(t.getUTCDay());return e.isAnyDayOfMonth||e.isAnyDayOfWeek?n&&r:n||r}function Ks({hours:e,minutes:t},n,r){for(let i of e)for(let e of t){let t=n+(i*60+e)*Ws;if(t>=r)return t}}function qs(e,{start:t,end:n}){let r=[];for(let{cron:i,durationMs:a}of e){let e=Q(i,t-a);for(let t=0;e!==void 0&&e<n;t++){if(t>2e4)return;r.push({start:e,end:e+a}),e=Q(i,e)}}r.sort((e,t)=>e.start-t.start||e.end-t.end);let i=[];for(let e of r){let t=i.at(-1);t&&e.start<=t.end?i[i.length-1]={start:t.start,end:Math.max(t.end,e.end)}:i.push(e)}return i}function Js(e,{start:t,end:n}){let r=[],i=t;for(let t of e)t.start>i&&r.push({start:i,end:Math.min(t.start,n)}),i=Math.max(i,t.end);return i<n?[...r,{start:i,end:n}]:r}const Ys={discounts:[],savingsPlans:[],teamLabel:`team`},Xs=({regions:e,families:t},n,r)=>(e.length===0||e.includes(n))&&(t.length===0||t.includes(r)),Zs=e=>e.slice(0,e.indexOf(`.`)),Qs={preferencePolicy:`Respect`,minValuesPolicy:`Strict`,vmMemoryOverheadPercent:.075,reservedENIs:0,clusterCABundle:void 0,featureGates:{reservedCapacity:!0}},$s={approvals:1,monthlyIncreaseUsd:void 0,nodesReplaced:void 0,unschedulablePods:void 0,freeze:[]},ec={region:void 0,zones:void 0,nodeClassZones:{},karpenterVersion:void 0,kubernetesVersion:void 0,karpenter:{},existingNodes:void 0,capacityReservations:{},snapshot:void 0,spotPricing:`advisor`,pricing:Ys,rules:{},ignore:[],overrides:[],neverSuppress:[],changedLines:!1,firstRound:!1,set:{},failOn:`error`,environments:{},gate:$s,sources:{render:!0,roots:[],ignore:[],chartRepositories:[]},timeZone:void 0,today:`1970-01-01`};function tc(e,t){let n=`${nc(e,`UTC`)} UTC`;return t===void 0||t===`UTC`?n:`${n} (${nc(e,t)} ${t})`}function nc({start:e,end:t},n){let[r,i]=[rc(e,n),rc(t,n)];return`${r.day} ${r.time} to ${r.day===i.day?``:`${i.day} `}${i.time}`}function rc(e,t){let n=new Intl.DateTimeFormat(`en-US`,{timeZone:t,hourCycle:`h23`,weekday:`short`,month:`short`,day:`numeric`,hour:`2-digit`,minute:`2-digit`}),r=new Map(n.formatToParts(e).map(({type:e,value:t})=>[e,t])),i=e=>r.get(e)??``;return{day:`${i(`weekday`)} ${i(`day`)} ${i(`month`)}`,time:`${i(`hour`)}:${i(`minute`)}`}}const ic=[`spec`,`disruption`,`budgets`],ac=M({id:`budget-gaps`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[37],on:{NodePool(e,{report:t,settings:n}){let r=f(e.get(ic)),i=r.map(oc);r.length!==0&&!e.isPartial&&i.every(e=>e!==void 0)&&lc(i)&&t({at:e.keySpan(ic),message:`Karpenter may disrupt any number of nodes of \`${e.name}\` at the same time outside of the ${r.length===1?`window of its budget`:`windows of its budgets`}`,help:`Add a budget without a schedule, such as \`nodes: 10%\`.${uc(i,n)}`})}},docs:{summary:`All disruption budgets of a NodePool have schedules, so nothing limits disruption outside of their windows.`,why:`A budget applies only while its window is open. When no budget applies, disruption is unlimited. Explicit budgets replace the default of 10%. If they freeze a NodePool during the day, Karpenter may replace all its nodes at the same time at night.`,help:"Add a budget without a schedule, such as `nodes: 10%`. The smallest of the budgets that apply is used.",url:`https://karpenter.sh/docs/concepts/disruption/#schedule`},examples:dc});function oc(e){let{schedule:t,duration:n}=_(e)??{};if(typeof t!=`string`||typeof n!=`string`||l(t)||l(n))return;let r=Rs(t),i=/^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:0s)?$/.exec(n);if(!Ls(r)&&i)return{cron:r,durationMs:(60*Number(i[1]??0)+Number(i[2]??0))*6e4}}const sc=864e5,cc=Date.UTC(2024,0,1);function lc(e){let t=e.every(({cron:e})=>e.isAnyDayOfMonth&&e.months.length===12),n={start:cc,end:cc+(t?7:366)*sc},r=qs(e,n);return r!==void 0&&Js(r,n).length>0}function uc(e,{today:t,timeZone:n}){if(t===ec.today)return``;let r=Date.parse(`${t}T00:00:00Z`),i={start:r,end:r+35*sc},a=qs(e,i),[o]=a?Js(a,i):[],s=(a?.filter(({start:e})=>e>=r).slice(0,2)??[]).map(e=>tc(e,n));return[...s.length>0?[` The next ${s.length===1?`window is`:`windows are`} ${s.join(`, then `)}.`]:[],...o?[` The next time without a limit is ${tc(o,n)}.`]:[]].join(``)}function dc(){return{bad:[w(N({disruption:T`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
        `}),{"budgets:":`budgets:
  - nodes: 10%`})],good:[N({disruption:T`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
        `}),N({disruption:T`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
              schedule: 0 8 * * *
              duration: 12h
            - nodes: 20%
              schedule: 0 20 * * *
              duration: 12h
        `})]}}const fc=M({id:`budget-rounding`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[38],on:{NodePool(e,{report:t}){let n=pc(e),r=[`spec`,`disruption`,`budgets`];if(!(n===void 0||n<2))for(let[i,a]of f(e.get(r)).entries()){let o=_(a)?.nodes,s=typeof o==`string`?Number(/^(\d{1,3})%$/.exec(o)?.[1]??0):0;s===0||s*n>=100||100/n<2*s||t({at:e.span([...r,i,`nodes`]),message:`\`${o}\` of at most ${n} nodes is rounded up to one node, which is ${Math.round(100/n)}% of \`${e.name}\``,help:'Set `nodes: "1"` to disrupt one node at a time.'})}}},docs:{summary:`Karpenter rounds a small percentage of a small NodePool up to one node.`,why:"Karpenter rounds the percentages of a budget up: 10% of three nodes is one node, a third of them. If `replicas` or `limits.nodes` limits the number of nodes, a small percentage never has the effect that it suggests.",help:"Set `nodes` to the number of nodes that may be disrupted at the same time.",url:`https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets`},examples:mc});function pc(e){let[t,n]=[e.get([`spec`,`replicas`]),e.get([`spec`,`limits`,`nodes`])],r=t??n;return typeof r==`number`||typeof r==`string`&&/^\d{1,6}$/.test(r)?Number(r):void 0}function mc(){return{bad:[w(R(N({disruption:T`
            consolidateAfter: 1m
            budgets:
              - nodes: 10%
          `,limits:T`
            cpu: 100
            nodes: 4
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),F),{"nodes: 10%":`nodes: "1"`})],good:[R(N({disruption:T`
            consolidateAfter: 1m
            budgets:
              - nodes: 10%
          `,limits:T`
            cpu: 100
            nodes: 40
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),F),R(N({disruption:T`
            consolidateAfter: 1m
            budgets:
              - nodes: "1"
          `,limits:T`
            cpu: 100
            nodes: 4
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),F)]}}const hc=M({id:`budget-schedule`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[35,36],on:{NodePool(e,{report:t}){let n=[`spec`,`disruption`,`budgets`];for(let[r,i]of f(e.get(n)).entries()){let a=_(i)?.schedule;if(typeof a!=`string`||l(a)||!_c(a))continue;let o=Rs(a);if(!Ls(o)){Q(o,gc)===void 0&&t({at:e.span([...n,r,`schedule`]),severity:`warning`,message:`\`${a}\` never occurs, so Karpenter applies the budget at all times`,help:`Use a day that exists in the months of the schedule.`});continue}let s=o.field===`day of week`?vc(a,o):void 0;t({at:e.span([...n,r,`schedule`]),message:`Karpenter cannot parse this schedule, so no budget of \`${e.name}\` allows any disruption: ${o.field?`${o.field} `:``}\`${o.part}\` ${o.reason}`,help:s?`Write \`${s}\`. Days are 0 (Sunday) to 6, and ranges do not wrap around.`:`Write five fields in UTC: minute, hour, day of month, month and day of week.`,...s&&{fix:{description:`Replace with \`${s}\``,edits:v(e,[...n,r,`schedule`],`"${s}"`)}}})}}},docs:{summary:`Karpenter cannot parse the schedule of a disruption budget.`,why:"The API server only checks that a schedule has five parts. Karpenter parses it when it evaluates budgets. On an error, every budget of the NodePool allows 0 nodes: Karpenter consolidates nothing and rolls out no drift, and only an event says so. Days of the week are 0 to 6 and ranges do not wrap around, so `7`, `1-7` and `sat-sun` are errors. Schedules are always in UTC.",help:`Write five valid fields, list days instead of wrapping around, and convert times to UTC.`,url:`https://karpenter.sh/docs/concepts/disruption/#schedule`},examples:bc}),gc=Date.UTC(2024,0,1),_c=e=>/^@(annually|yearly|monthly|weekly|daily|midnight|hourly)/.test(e)||e.trim().split(/\s+/).length>=5;function vc(e,{part:t,start:n}){let r=t.split(`-`).map(yc),[i,a=i]=r;if(r.length>2||i===void 0||a===void 0)return;let o=[],s=/[a-z]/i.test(t);for(let e=i;o.push(s?Ps[e%7]:String(e%7)),e%7!=a%7&&o.length!==7;e=(e+1)%7);let c=o.length===7?`*`:o.join(`,`),l=e.slice(0,n)+c+e.slice(n+t.length);return Ls(Rs(l))?void 0:l}const yc=e=>{let t=Ps.indexOf(e.toLowerCase());return t===-1?/^[0-7]$/.test(e)?Number(e):void 0:t};function bc(){return{bad:[N({disruption:T`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * sat-sun
              duration: 8h
        `}),w(N({disruption:T`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: TZ=Europe/Berlin 0 9 * * 1-5
              duration: 8h
        `}),{"TZ=Europe/Berlin 0 9 * * 1-5":`0 8 * * 1-5`}),w(N({disruption:T`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 30 2 *
              duration: 8h
        `}),{"0 9 30 2 *":`0 9 28 2 *`})],good:[N({disruption:T`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
            - nodes: "1"
              schedule: "@daily"
              duration: 1h
        `})]}}const xc=M({id:`chart-crds`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Karpenter installation`,mistakes:[85],on:{Manifests(e,t){let n=ee(O(e),({manifest:e})=>k(e));for(let e of n.values())Cc(e,t)}},docs:{summary:`Karpenter and its CRDs have different versions.`,why:"The API server drops fields that the CRDs do not have. If the CRDs are older than the controller, the API server silently drops new fields of NodePools and EC2NodeClasses. If they are newer, the controller gets fields that it does not know. Reported only when the charts `karpenter` and `karpenter-crd` are in one Terraform root or one folder.",help:`Use the same version for both charts, and upgrade the CRDs first.`,url:`https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades`},examples:wc}),Sc=({manifest:e,version:t})=>{let n=t&&A(e,t)?.replace(/^v/,``);return n!==void 0&&/^\d+\.\d+\.\d+$/.test(n)?n:void 0};function Cc(e,{report:t}){let n=t=>e.filter(e=>e.chart===t&&e.version),[r,...i]=n(`karpenter-crd`),[a,...o]=n(`karpenter`);if(!r||!a||i.length>0||o.length>0)return;let[s,c]=[Sc(r),Sc(a)];s!==void 0&&c!==void 0&&s!==c&&t({manifest:r.manifest,at:r.manifest.span(r.version),message:`The CRDs have version ${s}, but the controller has version ${c}`,help:`Set the version of \`karpenter-crd\` to ${c}, or that of \`karpenter\` to ${s}.`,labels:[{span:a.manifest.span(a.version),message:`version of the controller`}]})}function wc(){return{bad:[w(E`
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
      `,{"1.6.2":`1.11.1`},{"1.11.1":`1.6.2`}),w(R(I(`karpenter-crd`,{version:`1.6.2`}),I(`karpenter`,{version:`1.7.1`})),{"1.6.2":`1.7.1`},{"1.7.1":`1.6.2`})],good:[E`
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
      `]}}const Tc=M({id:`consolidate-after-load`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[46,47],on:{Manifests:Ec},docs:{summary:"`consolidateAfter` of a NodePool does not suit the CronJobs that run on it.",why:"`consolidateAfter` counts from the last time a pod was added to a node or removed from it. With `0s`, Karpenter may remove a node as soon as a job ends. The next run of the job then waits for a new node. With a duration above the interval of the job, its nodes never stay unchanged for long enough, so Karpenter never consolidates them. Reported only when a CronJob selects the NodePool by name.",help:"Set `consolidateAfter` to a duration above `0s` and below the interval of the CronJobs.",url:`https://karpenter.sh/docs/concepts/disruption/#consolidation`},examples:Ac});function Ec(e,t){let n=Z(e).filter(({manifest:e})=>e.kind===`CronJob`);if(n.length!==0)for(let r of z(e)){let e=[`spec`,`disruption`,`consolidateAfter`],i=C(d(r.get(e))??``),a=Number(i??0)/1e6;if(i===void 0||r.get([`spec`,`disruption`,`consolidationPolicy`])===`WhenEmpty`)continue;let[o]=n.filter(e=>Oc(r,e)).flatMap(e=>({job:e.manifest,every:kc(e.manifest)??NaN})).filter(({every:e})=>a===0?e<=9e5:e<a).sort((e,t)=>e.every-t.every||g(e.job.name,t.job.name));if(!o)continue;let{name:s}=o.job,c=Dc(o.every);t.report({manifest:r,at:r.span(e),message:a===0?`Karpenter may remove nodes of \`${r.name}\` as soon as CronJob \`${s}\` ends, and \`${s}\` runs again every ${c}`:`\`consolidateAfter\` of \`${r.name}\` is longer than ${c}, the interval of CronJob \`${s}\`, so Karpenter never consolidates the nodes that run it`,help:`Set \`consolidateAfter\` to a duration above \`0s\` and below ${c}, the interval of CronJob \`${s}\`.`,labels:[{span:o.job.span([`spec`,`schedule`]),message:`schedule of the CronJob`}]})}}const Dc=e=>{let t=e/6e4;return t%60==0?`${t/60}h`:`${t}m`};function Oc(e,{manifest:t,template:n}){let r=_(t.get([...n,`spec`,`nodeSelector`]));return d(r?.[`karpenter.sh/nodepool`])===e.name}function kc(e){let t=Rs(d(e.get([`spec`,`schedule`]))??``);if(Ls(t)||e.get([`spec`,`suspend`])===!0)return;let n=Q(t,0),r=n===void 0?void 0:Q(t,n);return n===void 0||r===void 0?void 0:r-n}function Ac(){return{bad:[w(R(N({name:`batch`,disruption:T`
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
        `,F),{"consolidateAfter: 0s":`consolidateAfter: 2m`}),w(R(N({name:`batch`,disruption:T`
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
        `,F),{"consolidateAfter: 30m":`consolidateAfter: 5m`})],good:[R(N({name:`batch`,disruption:T`
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
        `,F),R(N({name:`batch`,disruption:T`
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
        `,F)]}}const $=[`spec`,`disruption`],jc=[...$,`consolidateAfter`],Mc=M({id:`consolidate-after-policy`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[2,3],explains:[`schema/cel`,`schema/required`],on:{NodePool(e,t){let n=B(e,[...$,`consolidationPolicy`]),r=B(e,jc);if(!_(e.get($))||!n.isKnown||!r.isKnown)return;let i=(r.value??null)===null;te(e.apiVersion)===`v1beta1`?Nc(e,t,n.value??null,i):i&&Pc(e,t)}},docs:{summary:"`consolidateAfter` is missing, or not allowed with this `consolidationPolicy`.",why:"In v1beta1, `consolidateAfter` belongs only to `WhenEmpty`. The API server refuses a duration with `WhenUnderutilized`, the default policy, and refuses `WhenEmpty` without a duration. In v1 up to Karpenter 1.14, every `disruption` block must have `consolidateAfter`. Since 1.15 the default is `0s`, so Karpenter consolidates nodes as soon as a pod leaves.",help:"In v1beta1, set `consolidateAfter` only with `WhenEmpty`. In v1, set it in every `disruption` block.",url:`https://karpenter.sh/docs/concepts/disruption/#consolidation`},examples:Fc});function Nc(e,{report:t},n,r){if(n===`WhenEmpty`&&r&&t({at:e.keySpan([...$,`consolidationPolicy`]),message:"`consolidationPolicy: WhenEmpty` requires `consolidateAfter` in v1beta1. Without it, the API server refuses the NodePool",help:"Set `consolidateAfter` to the time for which a node must be empty before Karpenter deletes it, such as `30s`.",fix:{description:"Add `consolidateAfter: 30s`",edits:ie(e,$,`consolidateAfter`,`30s`)},explains:{paths:[$]}}),n!==null&&n!==`WhenUnderutilized`||r||e.get(jc)===`Never`)return;let i=n===null?"`WhenUnderutilized`, the default policy,":"`consolidationPolicy: WhenUnderutilized`";t({at:e.keySpan(jc),message:`\`consolidateAfter\` is not allowed with ${i} in v1beta1. The API server refuses the NodePool`,help:"Remove `consolidateAfter`, or set `consolidationPolicy: WhenEmpty` to delete only empty nodes. v1 allows it with `WhenEmptyOrUnderutilized`.",...n!==null&&{labels:[{span:e.span([...$,`consolidationPolicy`]),message:"this policy does not allow `consolidateAfter`"}]},fix:{description:"Remove `consolidateAfter`",edits:oe(e,jc)},explains:{paths:[$]}})}function Pc(e,{report:t,karpenter:n}){let r={description:"Add `consolidateAfter: 0s`",edits:ie(e,$,`consolidateAfter`,`0s`)};n.consolidateAfterDefaulted?t({at:e.keySpan($),severity:`note`,message:"`disruption` has no `consolidateAfter`. The default is `0s`, so Karpenter consolidates nodes as soon as a pod leaves",help:"Set `consolidateAfter` explicitly: `0s`, or a longer time to avoid churn.",fix:r}):t({at:e.keySpan($),message:"`disruption` requires `consolidateAfter` up to Karpenter 1.14. Without it, the API server refuses the NodePool",help:"Set `consolidateAfter`. With `0s` Karpenter acts immediately, which is also the default if there is no `disruption` block.",fix:r,explains:{paths:[jc,$]}})}function Fc(){return{bad:[D({karpenter:`0.37`},N({apiVersion:`karpenter.sh/v1beta1`,disruption:T`
            consolidationPolicy: WhenUnderutilized
            consolidateAfter: 60s
          `})),N({disruption:`consolidationPolicy: WhenEmpty`}),D({karpenter:`0.37`},N({apiVersion:`karpenter.sh/v1beta1`,disruption:`consolidationPolicy: WhenEmpty`}))],good:[N({disruption:T`
          consolidationPolicy: WhenEmptyOrUnderutilized
          consolidateAfter: 60s
        `}),D({karpenter:`0.37`},N({apiVersion:`karpenter.sh/v1beta1`,disruption:T`
            consolidationPolicy: WhenUnderutilized
            consolidateAfter: Never
          `}))]}}const Ic=M({id:`controller-placement`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Karpenter installation`,mistakes:[86],on:{Manifests(e,{report:t}){for(let{manifest:n,chart:r,values:i}of O(e)){if(r!==`karpenter`)continue;let e=[...i,`nodeSelector`],a=Object.keys(_(n.get(e))??{}),o=a.find(e=>Lc.has(e));if(o!==void 0){let r=`Only nodes that Karpenter launches have the label \`${o}\`. If there are none, the controller stays pending`;t({manifest:n,at:n.keySpan([...e,o]),message:r,help:`Select nodes that Karpenter does not launch, such as those of a managed node group.`})}let s=[...i,`affinity`];a.length>0||n.get(s)!==null||t({manifest:n,at:n.keySpan(s),message:`Without the chart’s default affinity, the controller can run on nodes that Karpenter launches`,help:"Remove `affinity`, so that the chart’s default applies."})}}},docs:{summary:`The values of the chart let Karpenter run on nodes that it launches itself.`,why:`By default, the chart keeps the controller off nodes that Karpenter launches. If values place it there, a cluster without such a node never gets one, because the controller itself is pending. Consolidation may also delete the node that the controller runs on.`,help:`Run the controller on a managed node group, a kOps InstanceGroup or Fargate.`,url:`https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/`},examples:Rc}),Lc=new Set([`karpenter.sh/capacity-type`,`karpenter.sh/initialized`,`karpenter.sh/nodepool`,`karpenter.sh/registered`]);function Rc(){return{bad:[w(I(`karpenter`,{values:T`
          nodeSelector:
            karpenter.sh/nodepool: system
        `}),{"karpenter.sh/nodepool: system":`eks.amazonaws.com/nodegroup: system`}),w(I(`karpenter`,{values:`affinity: null`}),{"affinity: null":``})],good:[I(`karpenter`,{values:T`
          nodeSelector:
            karpenter.sh/controller: "true"
        `}),I(`karpenter`,{values:T`
          nodeSelector:
            eks.amazonaws.com/nodegroup: system
          affinity: null
        `})]}}const zc=[`spec`,`template`,`spec`],Bc=M({id:`expiry-blocked`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[41],on:{Manifests(e,{report:t}){let n=z(e),r=n.map(e=>{let t=B(e,[...zc,`expireAfter`]),n=B(e,[...zc,`terminationGracePeriod`]);return t.isKnown&&n.isKnown&&te(e.apiVersion)===`v1`&&t.value!==`Never`&&n.value===void 0});if(!(n.length===0||r.includes(!1)))for(let{manifest:r,template:i}of Z(e)){let e=[...i,`metadata`,`annotations`,le];r.kind!==`Deployment`&&r.kind!==`StatefulSet`||d(r.get(e))!==`true`||t({manifest:r,at:r.keySpan(e),message:`Expired nodes with pods of ${r.kind} \`${r.name}\` stay half-drained, because no NodePool has a \`terminationGracePeriod\``,labels:[{span:n[0].keySpan(zc),message:`for example, this NodePool`}],help:"Set `terminationGracePeriod` in the NodePool that these pods run on."})}}},docs:{summary:"Pods that must not be disrupted run on nodes that expire, and no `terminationGracePeriod` ends the wait.",why:"Karpenter taints and drains an expired node whatever the budgets say, after 30 days unless `expireAfter` differs. It does not evict a pod with `karpenter.sh/do-not-disrupt`. The node stays half-drained and costs money as long as the pod exists. For a Deployment or a StatefulSet, that is until somebody deletes the pod.",help:"Set `terminationGracePeriod` in the NodePool, after which Karpenter also deletes such a pod. Or set `expireAfter: Never`, and replace nodes in another way.",url:`https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod`},examples:Vc});function Vc(){return{bad:[w(R(N(),T`
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
terminationGracePeriod: 24h`})],good:[R(N({requirements:[],terminationGracePeriod:`24h`}),T`
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
        `),R(N(),T`
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
        `)]}}const Hc=[`spec`,`disruption`,`budgets`],Uc=M({id:`frozen-nodes`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[39],on:{NodePool(e,{report:t}){if(e.isPartial)return;let n=f(e.get(Hc)).map(e=>_(e)??{}).findIndex(({nodes:e,schedule:t,reasons:n})=>/^0%?$/.test(d(e)??``)&&t===void 0&&f(n).length===0);if(n===-1)return;let r=B(e,[`spec`,`template`,`spec`,`expireAfter`]).value===`Never`||te(e.apiVersion)===`v1beta1`;t({at:e.span([...Hc,n,`nodes`]),...r&&{severity:`warning`},message:`This budget blocks all voluntary disruption of \`${e.name}\` at all times, so ${r?`its nodes are never patched`:`only expiry replaces its nodes`}`,help:"Set `reasons` to the disruption reasons that you want to block. Or set `schedule` and `duration`, and add a budget for the rest of the time."})}},docs:{summary:`A disruption budget of 0 applies at all times and to all reasons.`,why:"Karpenter never consolidates such a NodePool and never rolls out its drift. New AMIs and changed node classes do not reach running nodes. Only expiry, which ignores budgets, replaces them. With `expireAfter: Never`, nothing does: the nodes are never patched, and the finding is a warning.",help:"Set `reasons` to the disruption reasons that you want to block. Or limit the budget with `schedule` and `duration`, and add a budget for the rest of the time.",url:`https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets`},examples:Wc});function Wc(){return{bad:[w(N({requirements:[],expireAfter:`Never`,disruption:T`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
        `}),{'nodes: "0"':`nodes: "0"
reasons: [Underutilized]`},{"budgets:":`budgets:
  - nodes: 10%`,'nodes: "0"':`nodes: "0"
schedule: 0 9 * * mon-fri
duration: 8h`})],good:[N({disruption:T`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              reasons: [Underutilized]
        `}),N({name:`business-hours`,disruption:T`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
        `})]}}const Gc=({source:{file:e,origin:t}})=>t?`${t.tool} ${t.root}`:e;function Kc(e){let t=new Map;for(let n of z(e)){let e=Gc(n),r=t.get(e);r?r.push(n):t.set(e,[n])}return[...t.values()].filter(e=>e.length>1&&new Set(e.map(({name:e})=>e)).size===e.length)}const qc=/(?:^|\.)(?:kubernetes\.io|k8s\.io|karpenter\.sh|karpenter\.k8s\.aws)\//;function Jc(e){let t=[...V(e),...ot(e)];return f(e.get([`spec`,`template`,`spec`,`taints`])).length===0&&t.every(({key:e,isKnown:t})=>t&&qc.test(e))}const Yc=M({id:`full-reservations`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Capacity reservations`,mistakes:[],on:{Manifests(e,{karpenter:t,report:n}){if(t.offersFullReservations)for(let t of Kc(e)){let e=t.filter(e=>Xc(e)&&Jc(e));for(let t of e){let r=An(t),i=r&&e.find(e=>An(e)===void 0&&Zc(t,e));i&&n({manifest:t,at:t.span(r.path),message:`While its reservations are full, \`${t.name}\` keeps pods pending that \`${i.name}\` could run`,help:"Also allow `on-demand` here. Karpenter uses reserved capacity first.",labels:[{span:i.span([`metadata`,`name`]),message:`Karpenter does not try this NodePool`}]})}}}},docs:{summary:`While its reservations are full, a NodePool that allows only reserved capacity keeps pods pending that another NodePool could run.`,why:`Up to Karpenter 1.14, a full reservation was not available, so pods went to the NodePool with the next lower weight. Since 1.15, Karpenter waits for full reservations. If a NodePool has only full reservations for a pod, the pod stays pending until one has room. Meanwhile, Karpenter does not try the NodePools after it. If the NodePool also allows another capacity type, Karpenter launches that.`,help:"Also allow `on-demand` in the same NodePool. Karpenter uses reserved capacity first.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:Qc}),Xc=e=>!e.isPartial&&B(e,[`spec`,`weight`]).isKnown&&e.get([`spec`,`replicas`])===void 0,Zc=(e,t)=>W(e)>W(t)||W(e)===W(t)&&g(e.name,t.name)>0;function Qc(){return{bad:[w(D({karpenter:`1.15`},R(N({name:`reserved`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved]`]}),N({name:`fallback`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),P(T`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `))),{"[reserved]":`[reserved, on-demand]`})],good:[D({karpenter:`1.15`},R(N({name:`reserved`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved, on-demand]`]}),N({name:`fallback`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [spot]`]}),P(T`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `))),D({karpenter:`1.15`},R(N({name:`training`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,taints:T`
              - key: example.com/training
                effect: NoSchedule
            `,requirements:[`karpenter.sh/capacity-type In [reserved]`]}),N({name:`general`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),P(T`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `))),D({karpenter:`1.15`},R(N({name:`reserved`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved]`]}),N({name:`general`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),P(T`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `)))]}}const $c=M({id:`gpu-taint`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[90],on:{NodePool:el,Provisioner:el},docs:{summary:`A NodePool in which all instance types have GPUs or other accelerators has no taint.`,why:`Karpenter may launch a node of this NodePool for any pod that fits nowhere else. An ordinary web server then runs on an instance that costs many times what it needs. Consolidation cannot remove the node while the pod runs there.`,help:"Add a taint to the NodePool, such as `nvidia.com/gpu:NoSchedule`, and a toleration to the pods that need its nodes.",url:`https://karpenter.sh/docs/concepts/scheduling/#acceleratorsgpu-resources`},examples:tl});function el(e,{report:t,catalog:n,compatible:r}){let i=r(e),a=e.kind===`NodePool`?[`spec`,`template`,`spec`]:[`spec`],o=B(e,[...a,`taints`]);n&&i?.isExact&&i.names.length!==0&&(!o.isKnown||f(o.value).length>0||i.names.every(e=>{let{gpus:t,accelerator:r}=n.type(e);return t.length>0||r!==void 0})&&t({at:e.keySpan(a),message:`Every instance type of \`${e.name}\` has GPUs or other accelerators, but no taint keeps ordinary pods away`,help:"Add a taint such as `nvidia.com/gpu:NoSchedule`, and a toleration to the pods that need these nodes."}))}function tl(){return{bad:[w(N({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6, g6e]`]}),{"requirements:":`taints:
  - key: nvidia.com/gpu
    effect: NoSchedule
requirements:`})],good:[N({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6, g6e]`],taints:T`
          - key: nvidia.com/gpu
            effect: NoSchedule
        `}),N({name:`mixed`,requirements:[`karpenter.k8s.aws/instance-family In [g6, m7i]`]})]}}const nl=M({id:`limit-fit`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[28],on:{NodePool:al,Provisioner:al},docs:{summary:`A limit is not a multiple of the NodePool’s node size, so a part of it is never used.`,why:"Karpenter launches a node only if the whole node stays within `limits`. If the sizes of all instance types are multiples of a large step, a remainder below that step is never used. The NodePool then stays smaller than its limit, by up to one node.",help:`Set the limit to a multiple of the step, or allow smaller instance types.`,url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:cl}),rl={cpu:{unit:`vCPU`,of:({vcpus:e})=>e},"nvidia.com/gpu":{unit:`GPUs`,of:({gpus:e})=>e.reduce((e,t)=>e+(t.manufacturer===`nvidia`?t.count:0),0)}},il={cpu:16,"nvidia.com/gpu":4};function al(e,{report:t,catalog:n,compatible:r}){let i=st(e),a=r(e);if(n&&a?.isExact&&a.names.length!==0)for(let[r,s]of Object.entries(_(i.value)??{})){let c=Object.hasOwn(rl,r)?rl[r]:void 0,l=typeof s==`string`||typeof s==`number`?S(s):void 0;if(!c||!l)continue;let u=ol(a,n)[r],d=u.reduce(sl,0),f=Math.floor(l%d);if(d<il[r]||l<Math.min(...u)||f===0)continue;let p=Math.floor(l/d),ee=u.length===1?`allows ${o(p,`node`)} of ${d} ${c.unit}`:`is not a multiple of ${d} ${c.unit}, the common step of its instance types`;t({at:e.span([...i.path,r]),message:`\`${r}: ${s}\` of \`${e.name}\` ${ee}. The remaining ${f} ${c.unit} are never used`,help:`Set the limit to ${p*d} or ${(p+1)*d}, or allow smaller instance types.`})}}const ol=ki(({names:e},t)=>Object.fromEntries(Object.entries(rl).map(([n,{of:r}])=>[n,[...new Set(e.map(e=>r(t.type(e))))]]))),sl=(e,t)=>t===0?e:sl(t,e%t);function cl(){return{bad:[w(R(N({limits:`cpu: 2063`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["32"]`]}),F),{"cpu: 2063":`cpu: 2048`},{"cpu: 2063":`cpu: 2080`},{'["32"]':`["4", "32"]`})],good:[R(N({limits:`cpu: 2048`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["32"]`]}),N({name:`small`,weight:10,limits:`cpu: 2063`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["4", "8"]`,`karpenter.sh/capacity-type In [on-demand]`]}),F)]}}const ll={cpu:({vcpus:e})=>e,memory:({memoryMib:e})=>e*2**20*.85,"nvidia.com/gpu":({gpus:e})=>e.reduce((e,{count:t,manufacturer:n})=>e+(n===`nvidia`?t:0),0)},ul=M({id:`limits-below-one-node`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[28],on:{NodePool:dl,Provisioner:dl},docs:{summary:`The limits of a NodePool are below the size of its smallest instance type.`,why:"Karpenter launches a node only if the whole node stays within `limits`. If a limit is below the smallest allowed instance type, Karpenter launches nothing for the NodePool, and only an event says so. Amounts of memory without a unit are bytes. A limit of 0 is not reported, because it turns a NodePool off.",help:`Raise the limit to the size of several nodes, with its unit, or allow smaller instance types.`,url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:pl});function dl(e,{report:t,catalog:n,compatible:r}){let i=st(e),a=r(e);if(n&&a?.isExact&&a.names.length!==0)for(let[r,o]of Object.entries(_(i.value)??{})){let s=typeof o==`string`||typeof o==`number`?S(o):void 0;if(!Object.hasOwn(ll,r)||!s)continue;let c=fl(a,n)[r];if(c.amount<=s)continue;let l=r===`memory`&&/^\d+$/.test(String(o));t({at:e.span([...i.path,r]),message:`The limit \`${r}: ${o}\`${l?` (bytes)`:``} of \`${e.name}\` is below the size of its smallest instance type, ${c.name}. Karpenter launches nothing for this NodePool`,help:l?`Add a unit, such as \`${o}Gi\`.`:"Raise the limit to the size of several nodes, or allow smaller instance types. If nothing should be launched, set it to `0`."})}}const fl=ki(({names:e},t)=>Object.fromEntries(Object.entries(ll).map(([n,r])=>{let[i]=e.map(e=>({name:e,amount:r(t.type(e))})).sort((e,t)=>e.amount-t.amount||g(e.name,t.name));return[n,i]})));function pl(){return{bad:[w(N({requirements:[`node.kubernetes.io/instance-type In [m7i.8xlarge, m7i.16xlarge]`,`karpenter.sh/capacity-type In [on-demand]`],limits:`cpu: 16`}),{"cpu: 16":`cpu: 320`},{"cpu: 16":`cpu: 0`},{"[m7i.8xlarge, m7i.16xlarge]":`[m7i.xlarge, m7i.2xlarge]`}),w(N({limits:T`
          cpu: 100
          memory: 1000
        `}),{"memory: 1000":`memory: 1000Gi`})],good:[N({requirements:[`node.kubernetes.io/instance-type In [m7i.8xlarge]`,`karpenter.sh/capacity-type In [on-demand]`],limits:T`
          cpu: 32
          memory: 128Gi
        `}),N({name:`switched-off`,limits:`cpu: 0`})]}}const ml=M({id:`min-values`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[23],explains:[`provisioning/nodepool-empty`],on:{NodePool(e,{report:t,catalog:n,compatible:r,settings:i,isRegionAssumed:a}){let o=r(e);if(n&&o?.isExact&&o.names.length!==0&&i.karpenter.minValuesPolicy!==`BestEffort`)for(let{path:r,key:i}of V(e)){let s=e.get([...r,`minValues`]),c=hl(n,o.names,y(i));typeof s!=`number`||c===void 0||c>=s||t({at:e.span([...r,`minValues`]),...a&&{severity:`warning`},message:`\`${e.name}\` requires ${s} different values of \`${i}\`, but its instance types in ${n.region} have only ${c}. Karpenter launches nothing for this NodePool`,help:`Lower \`minValues\` to ${c} or less, or allow more instance types.`,explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}})}}},docs:{summary:"`minValues` is higher than the number of values that the allowed instance types have.",why:"Karpenter launches a node only if the instance types to choose from have at least `minValues` different values of the label. If the requirements of the NodePool already leave fewer, Karpenter skips the NodePool and its pods stay pending. With `minValuesPolicy: BestEffort`, Karpenter launches nodes anyway.",help:"Lower `minValues`, or allow more instance types.",url:`https://karpenter.sh/docs/concepts/nodepools/#min-values`},examples:gl});function hl(e,t,n){if(n===b.instanceType)return t.length;let r=e.labels.get(n);if(r===void 0)return;let i=new Set(t);return new Set(e.types.flatMap(({name:e},t)=>i.has(e)?r[t]:[])).size}function gl(){return{bad:[w(N({requirements:T`
          - key: karpenter.k8s.aws/instance-category
            operator: In
            values: [m]
          - key: karpenter.k8s.aws/instance-generation
            operator: In
            values: ["5"]
          - key: karpenter.k8s.aws/instance-family
            operator: Exists
            minValues: 20
        `}),{"minValues: 20":`minValues: 5`},{"[m]":`[c, m, r]`,'["5"]':`["5", "6", "7"]`})],good:[N({requirements:T`
          - key: karpenter.k8s.aws/instance-category
            operator: In
            values: [c, m, r]
          - key: karpenter.k8s.aws/instance-family
            operator: Exists
            minValues: 5
          - key: node.kubernetes.io/instance-type
            operator: Exists
            minValues: 20
        `}),N({name:`own-label`,requirements:T`
          - key: karpenter.k8s.aws/instance-category
            operator: In
            values: [c, m, r]
          - key: example.com/team
            operator: Exists
            minValues: 2
        `})]}}function _l(e,t){let{origin:n,text:r}=e.source;if(!n)return!1;let{start:i,end:a}=e.keySpan(t),o=Math.max(a,e.span(t).end),[s]=/^:?(?:\s|#[^\n]*)*/.exec(r.slice(o)),c=o+s.length+1,{span:l,isExact:u}=n.trace(i,c);return!u||l.end-l.start!==c-i}const vl=M({id:`no-empty-fields`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],yieldsTo:[`schema/required`],on:{NodePool:yl,Provisioner:yl,NodeClass:yl,NodeTemplate:yl,NodeOverlay:yl},docs:{summary:`A field has no value.`,why:`A key without a value is null. The API server drops it, so the default applies, not what the key suggests. Often the value is missing, or the lines below the key are not indented.`,help:`Add a value, or remove the field.`,url:`https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting-and-nullable`},examples:Sl});function yl(e,{report:t,karpenter:n}){if(!e.isPartial)for(let r of xl(e.get([`spec`]),[`spec`])){if(n.opensKubelet&&bl(r)||_l(e,r))continue;let i=String(r.at(-1));t({at:e.keySpan(r),message:`\`${r.join(`.`)}\` has no value, so the API server drops it`,help:`Add a value, or remove the field.`,fix:{description:`Remove \`${i}\``,edits:oe(e,r)},explains:{paths:[r],mentioning:i}})}}const bl=([,e,...t])=>e===`kubelet`&&t.length>1;function xl(e,t){return Array.isArray(e)?e.flatMap((e,n)=>xl(e,[...t,n])):Object.entries(_(e)??{}).flatMap(([e,n])=>n===null?e===`tags`&&/SelectorTerms$/.test(String(t.at(-2)))?[]:[[...t,e]]:xl(n,[...t,e]))}function Sl(){return{bad:[T`
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
      `,N({weight:10}),D({karpenter:`1.15`},P(T`
          role: karpenter-nodes
          amiSelectorTerms:
            - alias: al2023@v20260701
          kubelet:
            reservedMemory:
              - numaNode: 0
                limits:
        `))]}}const Cl=({apiVersion:e,kind:t},n)=>t===n.kind&&h(e)===n.group,wl=({group:e=``,kind:t=``})=>`${e}/${t.toLowerCase()}`,Tl=[`NodePool`,`Provisioner`,`NodeOverlay`],El=(e,t)=>e.manifests.flatMap(e=>Dl(e,t)??[]);function Dl(e,t){if(h(e.apiVersion)===`karpenter.sh`){let n=Tl.find(t=>t===e.kind);return n===void 0?void 0:{manifest:e,handler:n,provider:n===`NodeOverlay`?void 0:kl(e,t)}}for(let{name:n,nodeClasses:r,nodeTemplate:i}of t){if(r.some(t=>Cl(e,t)))return{manifest:e,handler:`NodeClass`,provider:n};if(i&&Cl(e,i))return{manifest:e,handler:`NodeTemplate`,provider:n}}}const Ol=({nodeClasses:e,nodeTemplate:t})=>t?[...e,t]:e;function kl(e,t){let{group:n,kind:r}=ct(e)??{};return n===void 0&&r===void 0?t[0]?.name??null:t.find(e=>Ol(e).some(e=>e.group===n||e.kind===r))?.name??null}const Al=({providers:e},t)=>e===`every`||t===void 0||t!==null&&e.includes(t);function jl({providers:e},t){if(e===`every`)return!0;let n=t.flatMap(({provider:e})=>e===void 0?[]:[e]);return n.length===0||n.some(t=>t!==null&&e.includes(t))}const Ml=M({id:`node-class-exists`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`All objects`,mistakes:[],explains:[`provisioning/nodepool-not-ready`],on:{Manifests(e,t){let{report:n,nearest:r,providers:i}=t;for(let a of i.flatMap(Ol)){let{kind:s}=a,c=Rl(e,a,i),l=Hl(e,a),u=c[0];if(l===void 0||u===void 0)continue;if(l.length===0){n({manifest:u.pool,at:u.pool.span([...u.path,`name`]),severity:`note`,message:`No ${s} is among these manifests, so ${o(c.length,`reference`)} cannot be checked`,help:`Review the manifests of the ${s} together with the NodePools that use it.`});continue}let d=new Set(l),f=c.filter(({name:e})=>!d.has(e)).map(e=>({...e,wanted:r(e.name,l)})),p=Pl(a,t),ee=e=>e.wanted!==void 0||p(e);Nl(f.filter(e=>!ee(e)),s,t);for(let{pool:e,path:t,name:r,wanted:i}of f.filter(ee))n({manifest:e,at:e.span([...t,`name`]),message:`${e.kind} \`${e.name}\` refers to ${s} \`${r}\`, which is not among these manifests`,help:i?`Did you mean \`${i}\`?`:`Add this ${s}, or refer to an existing one: ${l.join(`, `)}.`,explains:{paths:[[...t,`name`]]},...i&&{fix:{description:`Replace with \`${i}\``,edits:v(e,[...t,`name`],i)}}})}}},docs:{summary:`A NodePool refers to a node class that is not among the manifests.`,why:"A NodePool whose EC2NodeClass does not exist is not ready (`NodeClassNotFound`) and launches nothing. If the class comes from elsewhere, such as Terraform, a note says that the reference cannot be checked.",help:`Correct the name, or add the EC2NodeClass.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecnodeclassref`},examples:Ul});function Nl(e,t,{report:n}){let[r]=e;r&&n({manifest:r.pool,at:r.pool.span([...r.path,`name`]),severity:`note`,message:`${t} \`${r.name}\` is not among these manifests, so ${o(e.length,`reference`)} cannot be checked`,help:`Review the manifests of the ${t} together with the NodePools that use it.`})}function Pl(e,{all:t,base:n,providers:r}){let i=new Set(n?Vl(n,e).map(({name:e})=>e):[]),a=new Set(t.manifests.filter(Ll).map(Il)),o=new Set(Vl(t,e).map(Il)),s=new Set([...o].filter(e=>!a.has(e)).map(ne)),c=new Map;for(let{name:n,pool:i}of Rl(t,e,r))c.set(n,(c.get(n)??new Set).add(Il(i)));return({pool:e,name:t})=>{if(i.has(t))return!0;if((c.get(t)?.size??0)>1)return!1;let n=Il(e);return o.has(n)||Fl(n).some(e=>s.has(e))}}function Fl(e){let t=e===``?[]:e.split(`/`);return[``,...t.map((e,n)=>t.slice(0,n+1).join(`/`))]}const Il=({source:e})=>ne(e.file),Ll=({kind:e,apiVersion:t})=>(e===`NodePool`||e===`Provisioner`)&&h(t)===`karpenter.sh`,Rl=(e,t,n)=>e.manifests.filter(Ll).flatMap(e=>{let r=H(e);return r!==void 0&&Bl(r,t,zl(e,n))?[{pool:e,path:r.path,name:r.name}]:[]}),zl=(e,[t])=>e.kind===`Provisioner`?t?.nodeTemplate:t?.nodeClasses[0],Bl=({group:e,kind:t},n,r)=>(t??r?.kind)===n.kind&&(e??n.group)===n.group,Vl=(e,t)=>e.manifests.filter(e=>Cl(e,t));function Hl(e,t){if(e.files.some(e=>e.isBroken))return;let n=Vl(e,t).map(e=>e.name);return n.some(e=>e===``||l(e))?void 0:[...new Set(n)].sort()}function Ul(){return{bad:[R(N({requirements:[],nodeClassRef:`defualt`}),T`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `),w(N({requirements:[],nodeClassRef:`default`}),{"apiVersion: karpenter.sh/v1":`${Wl.text}---\napiVersion: karpenter.sh/v1`})],good:[R(N({requirements:[],nodeClassRef:`default`}),T`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `)]}}const Wl=P(T`
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
`),Gl=M({id:`overlapping-pools`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[32],on:{Manifests(e,t){for(let n of Kl(e))ql(n,t)}},docs:{summary:`Several NodePools can run the same pods, and only their names decide which comes first.`,why:"Karpenter tries NodePools by weight. With the same weight, it sorts them by name in reverse order: `spot` before `general`, `on-demand` before `gpu`. If NodePools do not differ in weight, taints or labels, their names decide which nodes Karpenter launches, and renaming one changes the cost. Only NodePools of one file or one rendered root are compared, because others may belong to another cluster.",help:"Give the NodePool that should come first a higher `weight`, or separate their pods with taints.",url:`https://karpenter.sh/docs/concepts/nodepools/#specweight`},examples:Ql});function Kl(e){return Kc(e).flatMap(e=>{let t=new Map;for(let n of e){let e=B(n,[`spec`,`weight`]);if(n.isPartial||!e.isKnown||n.get([`spec`,`replicas`])!==void 0||!Jc(n))continue;let r=JSON.stringify(e.value??0);p(t,r,n)}return[...t.values()].filter(e=>e.length>1)})}function ql(e,t){let n=e.slice(0,60).flatMap(e=>Jl(e,t)??[]),r=n.filter(e=>n.some(t=>t!==e&&Yl(e,t))).sort((e,t)=>g(t.pool.name,e.pool.name)),[i,...a]=r;if(!i||a.length===0)return;let o=e=>Y(e.map(({pool:e})=>e.name),e.length===2?` and `:`, `);t.report({manifest:i.pool,at:i.pool.span([`metadata`,`name`]),message:`${o(r)} can run the same pods and have the same weight. Karpenter sorts them by name and tries \`${i.pool.name}\` first, then ${o(a)}`,help:`Give the one that should come first a higher \`weight\`, or separate their pods with taints. ${Xl(r)}`,labels:a.slice(0,5).map(({pool:e})=>({span:e.span([`metadata`,`name`]),message:`can run the same pods`}))})}function Jl(e,{compatible:t,catalog:n}){let r=t(e);if(!r?.isExact||!n||r.names.length===0||r.names.filter(e=>(n.type(e)?.gpus.length??0)>0).length===r.names.length)return;let i=[`on-demand`,`spot`].map(e=>({type:e,...r.count(e)}));return{pool:e,names:new Set(r.names),architectures:new Set(r.names.flatMap(e=>n.type(e)?.architecture??[])),zones:new Set(i.flatMap(({zones:e})=>e)),capacityTypes:i.filter(({instanceTypes:e})=>e>0).map(({type:e})=>e)}}const Yl=(e,t)=>[...e.architectures].some(e=>t.architectures.has(e))&&[...e.zones].some(e=>t.zones.has(e));function Xl(e){let t=e.flatMap((t,n)=>e.slice(n+1).filter(e=>Yl(t,e)).map(e=>[t,e])),n=t.length>6?`; and ${o(t.length-6,`more pair`)}`:``;return`${t.slice(0,6).map(([e,t])=>Zl(e,t)).join(`; `)}${n}.`}function Zl(e,t){let n=[...e.names].filter(e=>t.names.has(e)).length,r=[...e.zones].filter(e=>t.zones.has(e)).length,i=e.capacityTypes.filter(e=>t.capacityTypes.includes(e)),a=i.length>0?`as ${i.join(` and `)}`:`with different capacity types`;return`\`${e.pool.name}\` and \`${t.pool.name}\` share ${o(n,`instance type`)} in ${o(r,`zone`)}, ${a}`}function Ql(){return{bad:[w(R(N({name:`on-demand`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [on-demand]`,`karpenter.k8s.aws/instance-category In [c, m, r]`],nodeClassRef:`default`}),N({name:`spot`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [spot]`,`karpenter.k8s.aws/instance-category In [c, m, r]`],nodeClassRef:`default`}),F),{"metadata:\n  name: spot\nspec:":`metadata:
  name: spot
spec:
  weight: 10`})],good:[R(N({name:`on-demand`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),N({name:`spot`,weight:10,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [spot]`],nodeClassRef:`default`}),N({name:`team-search`,limits:`cpu: 100`,labels:`team: search`,requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),F)]}}const $l=M({id:`pod-grace-period`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[42],on:{Manifests(e,{report:t}){let n=[`spec`,`template`,`spec`,`terminationGracePeriod`],r=z(e).map(e=>({pool:e,seconds:eu(B(e,n))})),i=r.flatMap(({pool:e,seconds:t})=>t===void 0?[]:[{pool:e,seconds:t}]),a=i.toSorted((e,t)=>t.seconds-e.seconds)[0];if(!(!a||i.length<r.length))for(let{manifest:r,template:i}of Z(e)){let e=[...i,`spec`,`terminationGracePeriodSeconds`],o=r.get(e),s=[`nodeSelector`,`affinity`].some(e=>r.get([...i,`spec`,e])!==void 0);typeof o!=`number`||o<=a.seconds||s||t({manifest:r,at:r.span(e),message:`Pods of ${r.kind} \`${r.name}\` may take ${o}s to terminate, but no NodePool gives its nodes more than ${a.seconds}s. Karpenter kills the pods early`,labels:[{span:a.pool.span(n),message:"the longest `terminationGracePeriod`"}],help:`Set \`terminationGracePeriod\` of the NodePool that runs these pods to at least \`${o}s\`.`})}}},docs:{summary:`Pods may take more time to terminate than any NodePool gives its nodes.`,why:"The `terminationGracePeriod` of a NodePool limits how long a node may drain, whatever PodDisruptionBudgets say. When a node drains, Karpenter immediately deletes pods with a longer `terminationGracePeriodSeconds`. They are killed when the node’s time is up, before their own period ends.",help:"Set `terminationGracePeriod` of the NodePool to at least the longest `terminationGracePeriodSeconds` of its pods.",url:`https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod`},examples:tu});function eu({value:e}){let t=typeof e==`string`?C(e):void 0;return t===void 0?void 0:Number(t/1000000000n)}function tu(){return{bad:[w(R(N({requirements:[],terminationGracePeriod:`30m`}),T`
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
        `),{"terminationGracePeriod: 30m":`terminationGracePeriod: 7200s`})],good:[R(N({requirements:[],terminationGracePeriod:`30m`}),N({name:`patient`,weight:10,requirements:[],terminationGracePeriod:`4h`}),T`
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
        `),R(N({requirements:[],terminationGracePeriod:`30m`}),T`
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
        `)]}}const nu=M({id:`pod-requests`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[92],on:{Manifests(e,{report:t}){if($o(e))for(let{manifest:n,template:r}of Z(e)){if(_(n.get([`metadata`,`annotations`]))?.[`helm.sh/hook`]!==void 0)continue;let e=[...r,`spec`],i=[...e,`containers`],a=f(n.get(i));if(a.some(e=>_(e)?.image===void 0))continue;let o=a.flatMap((e,t)=>ru(n,[...i,t])?[]:[d(_(e)?.name)??String(t)]);o.length===0||n.isPartial||ru(n,e)||t({manifest:n,at:n.keySpan(i),message:`${o.length===1?`Container`:`Containers`} ${Y(o)} of ${n.kind} \`${n.name}\` ${o.length===1?`requests`:`request`} neither CPU nor memory, so Karpenter reserves no room for ${o.length===1?`it`:`them`}`,help:"Set `resources.requests` for `cpu` and `memory`."})}}},docs:{summary:`Containers of a workload request neither CPU nor memory.`,why:`Karpenter sizes nodes only by the requests of pods. A pod without requests fits anywhere. Nodes are then too small, run out of memory, and pods are killed. A LimitRange or a VerticalPodAutoscaler may add requests, which manifests do not show.`,help:"Set `resources.requests` for `cpu` and `memory`.",url:`https://karpenter.sh/docs/troubleshooting/`},examples:iu});function ru(e,t){let n=e.get([...t,`resources`]);return l(n)?!0:[`requests`,`limits`].some(e=>{let t=_(n)?.[e],r=Object.keys(_(t)??{});return l(t)||r.some(e=>e!==`ephemeral-storage`)})}function iu(){return{bad:[w(R(N(),T`
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
    memory: 100Mi`})],good:[R(N(),T`
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
        `),R(N(),T`
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
        `),R(N({name:`with-a-chart-test`}),T`
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
      `]}}const au=M({id:`price-gap`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[],on:{NodePool:ou,Provisioner:ou},docs:{summary:`A NodePool has cheap and very expensive instance types, and none in between.`,why:"Karpenter launches the cheapest available instance type. When AWS has no capacity for it, Karpenter uses the next one of the NodePool, whatever it costs. A NodePool with only `large` and `24xlarge` then pays for a machine 48 times as large, to run one small pod.",help:`Allow the sizes in between, or move the large ones to another NodePool.`,url:`https://karpenter.sh/docs/concepts/nodepools/#instance-types`},examples:lu});function ou(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i?.isExact||i.names.length<2)return;let a=su(i,n);if(!a)return;let{cheap:o,expensive:s}=a,c=Math.floor(s.hourlyUsd/o.hourlyUsd);t({at:e.span(ft(e)),message:`\`${e.name}\` has no instance type between ${o.name} (${cu(o.hourlyUsd)}/hour) and ${s.name} (${cu(s.hourlyUsd)}/hour). When AWS runs out of the first, its pods cost ${c} times as much`,help:`Allow the sizes in between, or move the large ones to another NodePool.`})}const su=ki(({names:e},t)=>{let n=[];for(let r of e){let e=Oi(t,r);if(e===void 0)return;n.push({name:r,hourlyUsd:e})}n.sort((e,t)=>e.hourlyUsd-t.hourlyUsd||g(e.name,t.name));let r=n.findIndex(({hourlyUsd:e},t)=>t>0&&e>=8*n[t-1].hourlyUsd),[i,a]=[n[r-1],n[r]];return i&&a&&{cheap:i,expensive:a}}),cu=e=>`$${e.toFixed(e<.1?4:2)}`;function lu(){return{bad:[w(R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`node.kubernetes.io/instance-type In [m7i.large, m7i.24xlarge]`,`karpenter.sh/capacity-type In [on-demand]`]}),F),{"[m7i.large, m7i.24xlarge]":`[m7i.large, m7i.2xlarge, m7i.8xlarge, m7i.24xlarge]`})],good:[R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m7i]`,`karpenter.sh/capacity-type In [on-demand]`]}),F),R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`node.kubernetes.io/instance-type In [m7i.large, m7i.2xlarge]`,`karpenter.sh/capacity-type In [on-demand]`]}),F)]}}const uu=M({id:`removed-pod-keys`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[10,11,12],on:{Manifests(e,t){if(!t.karpenter.v1)return;let n=z(e).map(({name:e})=>e);for(let{manifest:r,template:i}of Z(e)){let e=(...e)=>[...i,...e];for(let n of du(r,e(`metadata`,`annotations`)))gu(r,n,pe,t);for(let i of du(r,e(`spec`,`nodeSelector`)))vu({manifest:r,path:i,pools:n},t);for(let n of fu(r,e(`spec`)))for(let e of pu(r,n))_u(r,e,me,t);for(let[n]of f(r.get(e(`spec`,`tolerations`))).entries())_u(r,e(`spec`,`tolerations`,n,`key`),ue,t)}}},docs:{summary:`A pod uses an annotation, label or taint that Karpenter no longer supports.`,why:"Karpenter renamed them on the way to v1 and ignores the old names. `do-not-evict` protects no pods. A pod that selects `karpenter.sh/provisioner-name` finds no node, and one that uses this label to avoid Karpenter’s nodes no longer avoids them. A toleration of `karpenter.sh/disruption` no longer matches the taint of a node that Karpenter removes.",help:`Use the new name.`,url:`https://karpenter.sh/docs/upgrading/v1-migration/`},examples:yu}),du=(e,t)=>Object.keys(_(e.get(t))??{}).map(e=>[...t,e]);function fu(e,t){let n=[...t,`affinity`,`nodeAffinity`,`requiredDuringSchedulingIgnoredDuringExecution`,`nodeSelectorTerms`];return f(e.get(n)).map((e,t)=>[...n,t,`matchExpressions`])}function pu(e,t){let n=f(e.get(t)).map((e,n)=>[...t,n,`key`]);return n.some(t=>e.get(t)===b.nodePool)?[]:n}const mu=(e,t)=>t!==void 0&&Object.hasOwn(e,t)?e[t]:void 0,hu=(e,t)=>({message:`Karpenter no longer supports \`${e}\`, so it has no effect`,help:`Use \`${t}\` instead.`});function gu(e,t,n,{report:r}){let i=String(t.at(-1)),a=mu(n,i);a!==void 0&&e.get([...t.slice(0,-1),a])===void 0&&r({manifest:e,at:e.keySpan(t),...hu(i,a),fix:{description:`Rename to \`${a}\``,edits:fe(e,t,a)}})}function _u(e,t,n,{report:r}){let i=d(e.get(t)),a=mu(n,i);i!==void 0&&a!==void 0&&(f(e.get(t.slice(0,-2))).some(e=>_(e)?.key===a)||r({manifest:e,at:e.span(t),...hu(i,a),...e.get([...t.slice(0,-1),`value`])===void 0&&{fix:{description:`Replace with \`${a}\``,edits:v(e,t,a)}}}))}function vu({manifest:e,path:t,pools:n},{report:r}){let i=String(t.at(-1)),a=mu(me,i);if(a===void 0)return;let o=d(e.get(t));r({manifest:e,at:e.keySpan(t),message:`Nodes no longer have the label \`${i}\`, so these pods stay pending`,help:`Use \`${a}\` with the name of the NodePool instead.`,...o!==void 0&&n.includes(o)&&{fix:{description:`Rename to \`${a}\``,edits:fe(e,t,a)}}})}function yu(){return{bad:[T`
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
        `)]}}const bu=[`cpu`,`memory`,`nodes`,`pods`,`ephemeral-storage`],xu={mem:`memory`,ram:`memory`,gpu:`nvidia.com/gpu`},Su=M({id:`require-limits`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Limits`,mistakes:[29,30],on:{NodePool:Cu,Provisioner:Cu},docs:{summary:`A NodePool has no limits, or its limits have no effect.`,why:"Karpenter launches nodes for every pending pod. Without `limits`, a runaway Deployment, a HorizontalPodAutoscaler with a wrong target or a crash loop gets more and more nodes, up to the AWS quota. The keys of `limits` are free-form, so the API server accepts a misspelled resource, which limits nothing.",help:"Set `limits.cpu` and `limits.memory` to the most that this NodePool may use.",url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:Eu});function Cu(e,t){let{report:n}=t,r=st(e);if(!r.isKnown||Tu(e)||e.get([`spec`,`replicas`])!==void 0)return;let i=Object.keys(_(r.value)??{});if(i.length===0){n({at:e.keySpan(e.get(r.path)===void 0?[`spec`]:r.path),message:`${e.kind} \`${e.name}\` has no limits, so Karpenter may launch any number of nodes for it`,help:"Set `limits.cpu` and `limits.memory` to the most that this NodePool may use."});return}let a=i.filter(e=>!bu.includes(e)&&!/[/{$]|^hugepages-/.test(e));for(let n of a)wu(e,n,t);if(a.length===0&&!i.some(e=>e===`cpu`||e===`memory`||e.includes(`/`))){let t=i.includes(`nodes`);n({at:e.keySpan(r.path),message:`The limits of ${e.kind} \`${e.name}\` include neither \`cpu\` nor \`memory\`, so the size of its nodes is unlimited${t?`. Their number is only roughly limited, because nodes launched at the same time do not count each other`:``}`,help:"Add `cpu` and `memory` to the limits.",...t&&{severity:`note`}})}}function wu(e,t,{report:n,nearest:r}){let i=st(e),a=xu[t.toLowerCase()]??r(t,bu),o=a!==void 0&&e.get([...i.path,a])===void 0;n({at:e.keySpan([...i.path,t]),message:`\`${t}\` is not a resource of nodes, so this entry limits nothing`,help:a?`Did you mean \`${a}\`?`:"Use `cpu`, `memory` or an extended resource such as `nvidia.com/gpu`.",...o&&{fix:{description:`Rename to \`${a}\``,edits:fe(e,[...i.path,t],a)}}})}function Tu(e){let t=_(e.get([`spec`]))??{};if(Object.keys(t).some(e=>e!==`limits`&&i(e,[`limits`])!==void 0))return!0;let n=Object.keys(_(t.limits)??{});return e.kind===`Provisioner`&&n.length>0&&!n.includes(`resources`)}function Eu(){return{bad:[w(N({limits:null}),{"spec:\n  template:":`spec:
  limits:
    cpu: 100
    memory: 400Gi
  template:`}),N({limits:T`
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
memory: 400Gi`})],good:[N({limits:T`
          cpu: 100
          memory: 400Gi
        `}),N({name:`gpu`,limits:`nvidia.com/gpu: 8`})]}}const Du=new Set([b.zone,b.zoneId,b.capacityType,b.instanceType,b.instanceFamily]),Ou=M({id:`satisfiable-requirements`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[93],explains:[`provisioning/nodepool-empty`],on:{NodePool:ku,Provisioner:ku},docs:{summary:`No instance type of the region satisfies all requirements of a NodePool.`,why:`Each requirement is valid on its own, so the API server accepts the NodePool and Karpenter reports it as ready. But Karpenter never launches a node for it, and its pods stay pending.`,help:`Relax the requirement that excludes the last instance types, or the earlier ones that conflict with it.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:Nu});function ku(e,{report:t,catalog:n,compatible:r,isRegionAssumed:i}){let a=r(e),s=a?.emptied;if(!n||!a||!s)return;let{requirement:c,before:l,values:u,isUnknownValue:d}=s,f=y(c.key);if(d&&Du.has(f))return;let p=c.path.length===1;t({at:p?e.keySpan(c.path):e.span(c.path),...i&&{severity:`warning`},message:`No instance type in ${n.region} satisfies the requirements of \`${e.name}\`: ${Au(c)}${p?`, which v1alpha5 adds by default,`:``} excludes the remaining ${o(l,`instance type`)}`,labels:s.conflicts.map(t=>({span:e.span(t.path),message:`no instance type satisfies both this and \`${c.key}\``})),help:ju(f,u,d),explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}})}const Au=({key:e,operator:t,values:n})=>`\`${[e,t,n.map(e=>e.text).join(`, `)].filter(Boolean).join(` `)}\``;function ju(e,t,n){return t.length===0?`The remaining instance types have no \`${e}\`. Relax this requirement or an earlier one.`:n?`Use a value of \`${e}\` that exists: ${Mu(t)}.`:`Allow a value of \`${e}\` that the remaining instance types have (${Mu(t)}), or relax an earlier requirement.`}function Mu(e){let t=e.slice(0,6).join(`, `);return e.length>6?`${t} and ${e.length-6} more`:t}function Nu(){return{bad:[w(N({requirements:[`karpenter.k8s.aws/instance-family In [m7g, c7g]`,`kubernetes.io/arch In [amd64]`]}),{"[amd64]":`[arm64]`},{"[m7g, c7g]":`[m7i, c7i]`}),w(N({requirements:[`karpenter.k8s.aws/instance-cpu In ["5"]`]}),{'["5"]':`["4"]`})],good:[N({requirements:[`karpenter.k8s.aws/instance-family In [m7g, c7g]`,`kubernetes.io/arch In [arm64]`]})]}}const Pu=M({id:`spot-flexibility`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[21],on:{NodePool:Fu,Provisioner:Fu},docs:{summary:`A NodePool allows spot but has few instance types or a single zone to choose from.`,why:`Spot capacity varies by instance type and zone. With few of them, AWS interrupts nodes at the same time and replacements find no capacity. Karpenter moves a spot node to a cheaper spot node only if at least 15 cheaper instance types remain.`,help:`Allow at least 15 instance types in several families, sizes and zones. If you cannot, also allow on-demand.`,url:`https://karpenter.sh/docs/concepts/disruption/#spot-consolidation`},examples:Lu});function Fu(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i?.isExact||i.names.length===0)return;let{instanceTypes:a,zones:s}=i.count(`spot`);if(a===0||a>=15&&s.length>1)return;let c=i.count(`on-demand`).instanceTypes===0;t({at:e.span(Iu(e)),severity:c||a<5?`warning`:`note`,message:`\`${e.name}\` allows spot, but has only ${o(a,`instance type`)} in ${o(s.length,`zone`)} of ${n.region} to choose from`,help:a<15?`Allow at least 15 instance types in several families, sizes and zones. With fewer, nodes are interrupted together, and Karpenter does not move them to cheaper spot nodes.`:`Allow more zones. Spot capacity runs out in one zone at a time.`})}const Iu=e=>U(e).find(({key:e})=>y(e)===b.capacityType)?.path??(e.kind===`NodePool`?[`spec`,`template`,`spec`,`requirements`]:[`spec`,`requirements`]);function Lu(){return{bad:[w(N({requirements:[`karpenter.k8s.aws/instance-family In [t4g]`,`karpenter.sh/capacity-type In [spot, on-demand]`,`topology.kubernetes.io/zone In [us-east-1a]`]}),{"karpenter.k8s.aws/instance-family":`karpenter.k8s.aws/instance-category`,"[t4g]":`[c, m, r]`,"[us-east-1a]":`[us-east-1a, us-east-1b]`}),w(D({region:`eu-central-1`},N({requirements:[`node.kubernetes.io/instance-type In [m6i.large, m6i.xlarge]`,`karpenter.sh/capacity-type In [spot]`]})),{"node.kubernetes.io/instance-type":`karpenter.k8s.aws/instance-category`,"[m6i.large, m6i.xlarge]":`[c, m, r]`})],good:[N({requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [spot, on-demand]`]}),N({requirements:[`karpenter.k8s.aws/instance-family In [t4g]`,`karpenter.sh/capacity-type In [on-demand]`]})]}}const Ru=M({id:`startup-taints`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[87,88],on:{Manifests(e,t){for(let n of z(e))Hu(n,t);for(let n of Ge(e,`cilium`))Uu(n,t)}},docs:{summary:"Cilium’s taint is missing from `startupTaints`, or a startup taint is misspelled.",why:"Karpenter waits until startup taints are removed, and meanwhile expects pods to run on the node. Cilium’s operator taints nodes on which its agent does not run yet. If `startupTaints` does not include this taint, Karpenter assumes that its pods cannot use the node, and launches another. No agent removes a misspelled startup taint. The node then never becomes initialized, so Karpenter never consolidates or replaces it.",help:"Add the taint to `startupTaints`, with the key that the agent uses.",url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecstartuptaints`},examples:Wu}),zu=[`spec`,`template`,`spec`,`startupTaints`],Bu=[`node.cilium.io/agent-not-ready`,`ebs.csi.aws.com/agent-not-ready`,`efs.csi.aws.com/agent-not-ready`,`fsx.csi.aws.com/agent-not-ready`,`s3.csi.aws.com/agent-not-ready`],Vu=e=>e.split(`.`)[0];function Hu(e,{report:t,nearest:n}){for(let r of f(e.get(zu)).keys()){let i=[...zu,r,`key`],a=d(e.get(i))??``,o=Bu.includes(a)?void 0:n(a,Bu);o!==void 0&&Vu(o)===Vu(a)&&t({manifest:e,at:e.span(i),message:`Nothing removes the startup taint \`${a}\`, so the nodes of \`${e.name}\` never become initialized`,help:`Did you mean \`${o}\`?`,fix:{description:`Replace with \`${o}\``,edits:v(e,i,o)}})}}function Uu({manifest:e,values:t},{all:n,report:r}){let i=(...n)=>e.get([...t,...n]),a=d(i(`agentNotReadyTaintKey`))??Bu[0];if(!(e.isPartial||typeof i()==`string`||a.includes(`$`)||i(`operator`,`setNodeTaints`)===!1||i(`operator`,`enabled`)===!1))for(let t of z(n))k(t)!==k(e)||t.isPartial||f(t.get(zu)).map((e,n)=>d(t.get([...zu,n,`key`]))).some(e=>e===void 0||e===a)||r({manifest:t,at:t.span(zu),message:`Cilium adds the taint \`${a}\` to new nodes, but it is not in \`startupTaints\` of \`${t.name}\`. Karpenter launches a second node for the same pods`,help:`Add \`{key: ${a}, effect: NoExecute}\` to \`startupTaints\`.`,labels:[{span:e.span([`metadata`,`name`]),message:`Cilium`}]})}function Wu(){return{bad:[w(R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),I(`cilium`),F),{"requirements:":`startupTaints:
  - key: node.cilium.io/agent-not-ready
    effect: NoExecute
requirements:`}),R(N({limits:`cpu: 1000`,nodeClassRef:`default`,startupTaints:T`
            - key: ebs.csi.aws.com/agent-notready
              effect: NoExecute
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),F)],good:[R(N({limits:`cpu: 1000`,nodeClassRef:`default`,startupTaints:T`
            - key: node.cilium.io/agent-not-ready
              effect: NoExecute
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),I(`cilium`),F),R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),I(`cilium`,{values:T`
            operator:
              setNodeTaints: false
          `}),F)]}}const Gu=[`spec`,`template`,`spec`],Ku=M({id:`taint-pairs`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[89],explains:[`provisioning/nodepool-not-ready`],on:{NodePool(e,{report:t}){let n=new Map;for(let r of[`taints`,`startupTaints`].flatMap(t=>qu(e.get([...Gu,t]),t))){let{key:i,effect:a}=_(e.get(r))??{},o=`${d(i)}:${d(a)}`;if(d(i)===void 0||l(o))continue;let s=n.get(o);if(s===void 0){n.set(o,r);continue}let c=s.at(-2)===r.at(-2)&&e.get([...s,`value`])===e.get([...r,`value`]);t({at:e.span([...r,`key`]),message:`\`${e.name}\` has the taint \`${o}\` twice. Karpenter rejects the NodePool and launches nothing for it`,labels:[{span:e.span([...s,`key`]),message:`first used here`}],help:`Remove one of the two taints.`,...c&&{fix:{description:`Remove the duplicate`,edits:oe(e,r)}},explains:{paths:[Gu],mentioning:``}})}}},docs:{summary:`Two taints of a NodePool have the same key and effect.`,why:"The API server accepts this. Karpenter allows each pair of key and effect only once in `taints` and `startupTaints` together. The NodePool fails Karpenter’s validation and launches nothing.",help:`Remove one of them. Keep the startup taint if something on the node removes it, otherwise keep the taint.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespectaints`},examples:Ju}),qu=(e,t)=>f(e).map((e,n)=>[...Gu,t,n]);function Ju(){return{bad:[w(N({requirements:[],taints:T`
          - key: node.cilium.io/agent-not-ready
            effect: NoExecute
        `,startupTaints:T`
          - key: node.cilium.io/agent-not-ready
            value: "true"
            effect: NoExecute
        `}),{"      taints:\n        - key: node.cilium.io/agent-not-ready\n          effect: NoExecute\n":``})],good:[N({requirements:[],taints:T`
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
        `}),N({name:`another-key`,requirements:[],taints:T`
          - key: example.com/team
            effect: NoSchedule
        `,startupTaints:T`
          - key: example.com/agent-not-ready
            effect: NoSchedule
        `})]}}const Yu=M({id:`taint-tolerations`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[],on:{Manifests:Zu},docs:{summary:`A toleration nearly matches the taint of a NodePool, or no pod tolerates the taint.`,why:"A toleration must match the key, the value and the effect of a taint. One that nearly matches has no effect, and nothing reports it. The pods stay pending or run on another NodePool, and the NodePool with the taint stays empty. The default operator is `Equal`, for which a missing value is the empty string.",help:"Set the value and the effect of the taint in the toleration, or use `operator: Exists`.",url:`https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/`},examples:ad}),Xu=2e3;function Zu(e,t){let n=z(e).slice(0,Xu).flatMap($u);if(n.length===0)return;let r=Z(e).slice(0,Xu),i=r.map(e=>ed(e));for(let e of i)rd(e,n,t);let a=i.flat(),o=new Set(r.filter(({manifest:e})=>e.kind!==`DaemonSet`).map(({manifest:e})=>Gc(e))),s=new Set(e.manifests.filter(Qu).map(Gc));for(let e of n)s.has(Gc(e.pool))||o.has(Gc(e.pool))&&!a.some(t=>!t.isKnown||t.key===``||t.key===e.key)&&t.report({manifest:e.pool,at:e.pool.span(e.path),severity:`note`,message:`No pod in these manifests tolerates the taint \`${e.key}\` of \`${e.pool.name}\`, so this NodePool stays empty until one does`,help:`Add a toleration to the pods that should run there, or remove the taint.`})}const Qu=({apiVersion:e,kind:t})=>t===`HelmRelease`&&h(e)===`helm.toolkit.fluxcd.io`||/^Application(?:Set)?$/.test(t)&&h(e)===`argoproj.io`;function $u(e){let t=[`spec`,`template`,`spec`,`taints`];return f(e.get(t)).flatMap((n,r)=>{let i=[...t,r],[a,o,s]=[`key`,`value`,`effect`].map(t=>d(e.get([...i,t]))??``);return l(`${a}${o}${s}`)||a===``||/(?:^|\.)(?:kubernetes|k8s)\.io\//.test(a)?[]:[{pool:e,path:i,key:a,value:o,effect:s}]})}function ed(e){let{manifest:t,template:n}=e,r=[...n,`spec`,`tolerations`],i=t.get(r);return i!==void 0&&!Array.isArray(i)?[{...td,workload:e,path:r,isKnown:!1}]:f(i).map((n,i)=>{let{key:a,operator:o,value:s,effect:c}=_(n)??{},u=[a,o,s,c].map(e=>d(e)??``);return{workload:e,path:[...r,i],key:u[0],value:u[2],effect:u[3],isExists:o===`Exists`,isKnown:_(n)!==void 0&&!t.isPartial&&!u.some(e=>l(e))}})}const td={key:``,isExists:!0,value:``,effect:``},nd=(e,t)=>(e.key===``||e.key===t.key)&&(e.effect===``||e.effect===t.effect)&&(e.isExists||e.value===t.value);function rd(e,t,{report:n,nearest:r}){if(!e.some(({isKnown:e})=>!e))for(let i of e){let a=t.filter(({key:e})=>e===i.key);if(a.length===0||a.some(t=>e.some(e=>nd(e,t))))continue;let[o]=a.flatMap(e=>id(i,e,r)??[]);if(!o)continue;let{taint:s,reason:c,help:l}=o,{manifest:u}=i.workload;n({manifest:u,at:u.span(i.path),message:`${u.kind} \`${u.name}\` does not tolerate the taint \`${s.key}=${s.value}:${s.effect}\` of \`${s.pool.name}\`, because its toleration ${c}`,help:l,labels:[{span:s.pool.span(s.path),message:`the taint`}]})}}function id(e,t,n){let r=e.isExists||e.value===t.value,i=e.effect===``||e.effect===t.effect;if(r&&!i)return{taint:t,reason:`has the effect \`${e.effect}\``,help:`Set \`effect: ${t.effect}\`.`};if(!i||r)return;let a=`\`value: ${t.value||`""`}\``;return e.value===``?{taint:t,reason:`has no value`,help:`Set ${a}, or \`operator: Exists\`.`}:n(e.value,[t.value])===void 0?void 0:{taint:t,reason:`has the value \`${e.value}\``,help:`Set ${a}.`}}function ad(){return{bad:[w(cd(T`
        - key: example.com/dedicated
          value: batch
          effect: NoExecute
      `),{"effect: NoExecute":`effect: NoSchedule`}),w(cd(T`
        - key: example.com/dedicated
          value: batches
          effect: NoSchedule
      `),{"value: batches":`value: batch`}),w(cd(T`
        - key: example.com/dedicated
          effect: NoSchedule
      `),{"tolerations:\n        - key":`tolerations:
  - value: batch
    key`},{"tolerations:\n        - key":`tolerations:
  - operator: Exists
    key`}),w(cd(),{"containers:":`tolerations:
  - key: example.com/dedicated
    operator: Exists
containers:`},{"      taints:\n        - key: example.com/dedicated\n          value: batch\n          effect: NoSchedule\n":``})],good:[cd(T`
        - key: example.com/dedicated
          operator: Exists
      `),T`
        ${od}
        ---
        ${sd(`train`,T`
            - key: example.com/dedicated
              value: batch
          `)}
        ---
        ${sd(`proxy`,T`
            - key: example.com/dedicated
              value: system
              effect: NoSchedule
          `)}
        ---
        ${F}
      `,T`
        ${od}
        ---
        ${sd(`proxy`)}
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
      `]}}const od=N({name:`batch`,limits:`cpu: 1000`,nodeClassRef:`default`,taints:T`
    - key: example.com/dedicated
      value: batch
      effect: NoSchedule
  `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]});function sd(e,t){return T`
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
  `}const cd=e=>T`
  ${od}
  ---
  ${sd(`train`,e)}
  ---
  ${F}
`,ld=[...ce.get(b.capacityType)].sort(),ud=M({id:`unknown-capacity-type`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[18],on:{NodePool:dd,Provisioner:dd},docs:{summary:`A requirement names a capacity type that does not exist.`,why:"The API server accepts any text. Karpenter ignores the unknown value and only logs it, so `[spot, ondemand]` means only spot. If all values are unknown, the NodePool is not ready and launches nothing.",help:"Use `on-demand`, `spot` or `reserved`.",url:`https://karpenter.sh/docs/concepts/nodepools/#capacity-type`},examples:pd});function dd(e,{report:t,nearest:n}){for(let{key:r,operator:i,values:a}of V(e)){if(y(r)!==b.capacityType||i!==`In`&&i!==`NotIn`)continue;let o=a.filter(e=>e.isKnown&&!ld.includes(e.text)),s=a.filter(e=>!o.includes(e)).map(e=>`\`${e.text}\``);for(let r of o){let a=n(r.text,ld);t({at:e.span(r.path),message:`\`${r.text}\` is not a capacity type. ${fd(i,s)}`,help:a?`Did you mean \`${a}\`?`:"Use `on-demand`, `spot` or `reserved`.",...a&&{fix:{description:`Replace with \`${a}\``,edits:v(e,r.path,a)}}})}}}function fd(e,t){return e===`NotIn`?`It excludes nothing`:t.length===0?`The NodePool never becomes ready`:`Karpenter ignores it and uses only ${t.join(` and `)}`}function pd(){return{bad:[N({requirements:[`karpenter.sh/capacity-type In [spot, ondemand]`]})],good:[N({requirements:[`karpenter.sh/capacity-type In [spot, on-demand]`]})]}}const md=M({id:`unknown-label`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[],on:{NodePool:vd,Provisioner:vd},docs:{summary:`A requirement names a label that resembles one of Karpenter’s labels but does not exist.`,why:`Karpenter treats a label that it does not know as a custom label. It puts any of the values on the nodes, and chooses instance types as if the requirement did not exist. Running nodes do not have the label, so all of them drift.`,help:`Correct the name of the label.`,url:`https://karpenter.sh/docs/concepts/scheduling/#well-known-labels`},examples:xd}),hd=/^(?:(?!node-restriction\.)[\w-]+\.)*kubernetes\.io$|^eks\.amazonaws\.com$/,gd=e=>e.slice(e.indexOf(`/`)+1),_d=new Map([...ae].map(e=>[gd(e),e]));function vd(e,{report:t,nearest:n}){let r=new Set(ot(e).map(({key:e})=>e));for(let{key:i,path:a,isKnown:o}of V(e)){if(!o||r.has(i)||bd(e,i))continue;let s=n(gd(i),[..._d.keys()]),c=s!==void 0&&yd(gd(i),s)?_d.get(s):void 0;if(c===void 0)continue;let l=[...a,`key`];t({at:e.span(l),message:`\`${i}\` is not a label that Karpenter knows. It does not filter instance types, and new nodes get any of its values`,help:`Did you mean \`${c}\`?`,fix:{description:`Replace with \`${c}\``,edits:v(e,l,c)}})}}const yd=(e,t)=>n(e,t)<=(e.length<8?1:2);function bd(e,t){if(ae.has(y(t))||!hd.test(se(t)))return!0;if(!t.startsWith(`eks.`))return!1;let{group:n}=_(e.get([`spec`,`template`,`spec`,`nodeClassRef`]))??{};return!de.test(t)||n!==`karpenter.k8s.aws`}function xd(){return{bad:[N({requirements:[`node.kubernetes.io/instance-category In [c, m, r]`]}),R(N({nodeClassRef:`default`,requirements:[`topology.kubernetes.io/zones In [us-east-1a, us-east-1b]`]}),T`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `)],good:[N({labels:`node.kubernetes.io/instance-sizes: web`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`beta.kubernetes.io/arch In [amd64]`,`example.com/instance-type In [large]`,`node.kubernetes.io/instance-sizes Exists`,`node.kubernetes.io/role In [web]`,`node-restriction.kubernetes.io/zone In [a]`]}),T`
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
                - key: eks.amazonaws.com/instance-category
                  operator: In
                  values: [c, m, r]
          limits:
            cpu: 100
      `]}}const Sd=/^([a-z]{2,3}(?:-[a-z]+){1,3}-\d)[a-z]$/,Cd=/^[a-z]{2,3}(?:-[a-z]+){1,3}-\d-[a-z]/,wd=M({id:`unknown-zone`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Instance types and zones`,mistakes:[25],explains:[`provisioning/nodepool-empty`],on:{NodePool:Td,Provisioner:Td},docs:{summary:`A requirement or label names a zone that the region does not have.`,why:`The API server accepts any text. Karpenter counts the zone as a topology domain, although nothing can ever run there. Every zonal topology spread constraint in the cluster then counts a zone that stays empty, which can keep pods pending. A NodePool with no other zone launches nothing.`,help:`Use zones of the region, and only those in which the node class has subnets.`,url:`https://karpenter.sh/docs/concepts/nodepools/#availability-zones`},examples:Dd});function Td(e,t){let{catalog:n}=t;if(!n)return;let r=n.zones.map(e=>e.zone);for(let{key:n,operator:i,values:a}of[...V(e),...ot(e)]){if(y(n)!==b.zone)continue;let o=e=>!r.includes(e)&&!Cd.test(e),s=i===`In`&&a.every(e=>e.isKnown&&o(e.text));for(let{path:n,text:c,isKnown:l}of a)l&&o(c)&&Ed({pool:e,path:n,text:c,zones:r,isExcluded:i===`NotIn`,leavesNone:s},t)}}function Ed({pool:e,path:t,text:n,zones:r,isExcluded:i,leavesNone:a},{report:o,catalog:s,nearest:c,isRegionAssumed:l}){let{region:u}=s,d=i?`excluding it has no effect`:`Karpenter never launches nodes for this value`,f=Sd.exec(n)?.[1];if(f!==void 0&&f!==u){if(l)return;o({at:e.span(t),severity:`warning`,message:`Zone \`${n}\` is not in ${u}, so ${d}`,help:`Use a zone of ${u} (${r.join(`, `)}), or set the region if this NodePool belongs to ${f}.`});return}let p=f===void 0&&n!==u?c(n,r):void 0,ee=n===u?`\`${n}\` is a region, not a zone`:`Region ${u} has no zone \`${n}\``;o({at:e.span(t),...i&&{severity:`warning`},message:`${ee}, so ${d}`,help:p?`Did you mean \`${p}\`?`:`Use a zone of ${u}: ${r.join(`, `)}.`,...p&&{fix:{description:`Replace with \`${p}\``,edits:v(e,t,p)}},...a&&{explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}}})}function Dd(){return{bad:[w(N({requirements:[`topology.kubernetes.io/zone In [us-east-1a, us-east-1b, us-east-1z]`]}),{"[us-east-1a, us-east-1b, us-east-1z]":`[us-east-1a, us-east-1b]`}),w(N({requirements:[`topology.kubernetes.io/zone In [us-east-1]`]}),{"[us-east-1]":`[us-east-1a, us-east-1b]`})],good:[N({requirements:[`topology.kubernetes.io/zone In [us-east-1a, us-east-1b]`]})]}}const Od=M({id:`unreachable-pool`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Taints and overlapping NodePools`,mistakes:[32],on:{Manifests(e,t){for(let n of Kc(e))kd(n,t)}},docs:{summary:`A NodePool is never used, because another one comes first, has no limits, and can launch everything that it can.`,why:`Karpenter uses a NodePool with a lower weight only if those before it cannot run a pod: their limits are reached, or AWS has no capacity. Suppose that the first one has no limits and allows every instance type, zone and capacity type that the other allows. Then it runs out of capacity only when the other does too, so the fallback never happens.`,help:`Set limits for the first NodePool, or allow something else in the fallback: another capacity type, other families, or other zones.`,url:`https://karpenter.sh/docs/concepts/nodepools/#specweight`},examples:Pd});function kd(e,t){let n=e.slice(0,60).filter(e=>Ad(e)&&Jc(e));for(let e of n){let r=n.find(n=>W(n)>W(e)&&jd(n)&&Md(n,e,t));r&&t.report({manifest:e,at:e.span([`metadata`,`name`]),message:`\`${e.name}\` is never used, because \`${r.name}\` comes first, has no limits, and can launch everything that \`${e.name}\` can`,help:`Set limits for \`${r.name}\`, or allow instance types, zones or capacity types in \`${e.name}\` that \`${r.name}\` does not allow.`,labels:[{span:r.span([`metadata`,`name`]),message:`comes first`}]})}}const Ad=e=>!e.isPartial&&B(e,[`spec`,`weight`]).isKnown&&e.get([`spec`,`replicas`])===void 0&&V(e).every(({path:t})=>e.get([...t,`minValues`])===void 0);function jd(e){let{value:t,isKnown:n}=st(e),r=Object.keys(_(t)??{});return n&&typeof(t??{})==`object`&&r.every(e=>e.includes(`/`))}function Md(e,t,{compatible:n,catalog:r}){let[i,a]=[n(e),n(t)];if(!r||!i?.isExact||!a?.isExact||a.names.length===0||a.names.some(e=>(r.type(e)?.gpus.length??0)>0)||H(e)===void 0||H(e)?.name!==H(t)?.name||Nd(e)!==Nd(t))return!1;let o=new Set(i.names);return a.names.every(e=>o.has(e))&&[`on-demand`,`spot`].every(e=>{let[t,n]=[i.count(e),a.count(e)];return(n.instanceTypes===0||t.instanceTypes>=n.instanceTypes)&&n.zones.every(e=>t.zones.includes(e))})}const Nd=e=>JSON.stringify(V(e).filter(({key:e})=>y(e)===b.os).map(({operator:e,values:t})=>[e,t.map(({text:e})=>e).sort()]));function Pd(){return{bad:[w(R(N({name:`general`,weight:50,limits:`nvidia.com/gpu: 8`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [on-demand]`]}),N({name:`fallback`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m]`,`karpenter.sh/capacity-type In [on-demand]`]}),F),{"nvidia.com/gpu: 8":`nvidia.com/gpu: 8
cpu: 1000`},{"[c, m]":`[c, m, i]`})],good:[R(N({name:`spot`,weight:50,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [spot]`]}),N({name:`on-demand`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [on-demand]`]}),F),R(N({name:`reserved-by-limits`,weight:50,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [on-demand]`]}),N({name:`fallback`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m]`,`karpenter.sh/capacity-type In [on-demand]`]}),F)]}}const Fd=[vs,Os,ac,fc,hc,xc,Tc,Mc,Ic,Bc,Uc,Yc,$c,nl,ul,ml,vl,Ml,Gl,$l,nu,au,uu,Su,Ou,Pu,Ru,Ku,Yu,ud,md,wd,Od,...ds].sort((e,t)=>g(e.id,t.id)),Id=new Map([...Be,...Fd.map(Ld)].map(e=>[e.code,e]));function Ld(e){let{summary:t,why:n,help:r,url:i}=e.docs;return{code:`lint/${e.id}`,summary:t,why:n,help:r,url:i,rule:e}}const Rd=[...Id.keys()].sort(),zd=e=>Id.has(e),Bd=e=>Id.get(e)??Id.get(`lint/${e}`);function Vd(e){if(e.includes(`/`))return i(e,Rd);let t=new Map(Rd.map(e=>[e.slice(e.indexOf(`/`)+1),e])),n=i(e,t.keys());return n&&t.get(n)}function Hd(e){return[...e].filter(e=>!Bd(e)).map(e=>({name:e,nearest:Vd(e)}))}const Ud=e=>`# plumbline-ignore ${e.replace(/^lint\//,``)} until=2027-03-31: why this is acceptable here`,Wd=e=>{let[,t]=/^#?([1-9]\d{0,8})$/.exec(e)??[];return t===void 0?void 0:Number(t)};async function Gd(e,n){let{stdout:i}=n,[o]=e.positionals;if(o===void 0)throw new a(`usage`,"`explain` needs a code or a pull request",{help:"Run for example `plumbline explain schema/unknown-field`."});let s=Wd(o);if(s!==void 0)return(await import(`./explain-pull-CP4K4D3R.js`)).runExplainPull(s,e,n);let c=Bd(o);if(!c){let e=Vd(o);throw new a(`usage`,`\`${o}\` is not the code of a finding`,{help:e?r(e):"Run `plumbline rules` to list the lint rules."})}return i.write(Kd(c)),t.ok}function Kd({code:e,summary:t,why:n,help:r,url:i,rule:a}){let o=a?[...a.examples().bad.slice(0,1).flatMap(({text:e})=>[``,`Bad:`,qd(e)]),...a.examples().good.slice(0,1).flatMap(({text:e})=>[``,`Good:`,qd(e)]),``,`To suppress it in one place, add this comment to the line above:`,`  ${Ud(e)}`]:[],s=a?` (${a.severity})`:``,c=i?[``,`More: ${i}`]:[];return`${[`${e}${s}`,``,t,``,n,``,`What to do: ${r}`,...o,...c].join(`
`)}\n`}const qd=e=>e.trimEnd().replace(/^(?=.)/gm,`  `),Jd=[`Instance types and zones`,`Limits`,`Taints and overlapping NodePools`,`Disruption`,`Workloads`,`Images and user data`,`Volumes`,`Network`,`Capacity reservations`,`IAM and cluster access`,`Karpenter installation`,`All objects`];async function Yd(e,{stdout:n}){let r=Math.max(...Fd.map(({id:e})=>e.length));for(let e of Jd){n.write(`${e}\n`);for(let{id:t,severity:i,docs:a}of Fd.filter(t=>t.theme===e))n.write(`  ${t.padEnd(r)}  ${i.padEnd(7)}  ${a.summary}\n`);n.write(`
`)}return n.write("Run `plumbline explain RULE` to see why a rule matters and what to do.\n"),t.ok}export{Se as $,za as A,It as B,Ls as C,ms as D,fs as E,Y as F,Pt as G,Lt as H,ln as I,U as J,K,sn as L,Kn as M,qn as N,Z as O,Hn as P,Ce as Q,J as R,qs as S,Rs as T,Mt as U,Nt as V,Ft as W,ze as X,O as Y,C as Z,Qs as _,zd as a,Zs as b,Fd as c,El as d,we as et,kl as f,$s as g,_l as h,Rd as i,Ia as j,Ha as k,Al as l,wl as m,Gd as n,xe as nt,Vd as o,Cl as p,H as q,Bd as r,Hd as s,Yd as t,S as tt,jl as u,ec as v,Q as w,Xs as x,Ys as y,jt as z};
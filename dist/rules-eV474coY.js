import{o as e}from"./rolldown-runtime-B09viugM.js";import{_ as t,d as n,f as r,g as i,p as a}from"./command-CQ6-caaD.js";import{$t as o,At as s,Bt as c,Et as l,Gt as u,Ht as d,Jt as f,Kt as p,Mt as ee,Nt as te,Ut as m,Wt as h,Xt as ne,Yt as re,en as g,nn as ie}from"./read-CzTWHt4F.js";import{A as _,E as ae,F as v,L as oe,N as y,O as se,P as ce,R as le,S as ue,b as de,j as fe,k as pe,v as me,y as he}from"./manifests-DlSVi3tR.js";var ge=e(ie(),1);const b=1000000000n,_e=1000000n,ve=(2n**63n-1n)*b,ye=[`n`,`u`,`m`,``,`k`,`M`,`G`,`T`,`P`,`E`],be=[``,`Ki`,`Mi`,`Gi`,`Ti`,`Pi`,`Ei`],xe=/^([+-]?)(\d+(?:\.\d*)?|\.\d+)(n|u|m|k|M|G|T|P|E|[KMGTPE]i|[eE][+-]?\d+)?$/;function x(e){let t=S(e);return t&&je(t.nanos)}function Se(e,t){let n=S(t);if(n===void 0)return;let{nanos:r}=n;return e===`cpu`?Number(Ae(r,_e)):r%b==0n?Number(r/b):Number(Ae(r,_e))/1e3}function Ce(e,t){let n=S(e),r=S(t);return n!==void 0&&r!==void 0&&n.nanos===r.nanos}function we(e){let t=S(e);return t&&Me(t)}function Te(e,t,n){if(!Number.isFinite(t))return`unknown`;let r=Ee(e)?`BinarySI`:`DecimalSI`,i=(n===void 0?void 0:S(n)?.format)??r;return Me({nanos:De(t,e===`cpu`?_e:b),format:i})}const Ee=e=>e===`memory`||e===`ephemeral-storage`||e===`storage`||e.startsWith(`hugepages-`),De=(e,t)=>Number.isInteger(e)?BigInt(e)*t:BigInt(Math.round(e*1e3))*t/1000n;function S(e){let t=typeof e==`number`?String(e):e;if(t.length>128)return;let n=xe.exec(t);if(!n)return;let[,r=``,i=``,a=``]=n,{base:o,exponent:s,format:c}=Oe(a),l=ke(i,o,s);return{nanos:r===`-`?-l:l,format:c}}function Oe(e){let t=be.indexOf(e);if(t>0)return{base:1024n,exponent:t,format:`BinarySI`};let n=ye.indexOf(e);return n>=0?{base:10n,exponent:(n-3)*3,format:`DecimalSI`}:{base:10n,exponent:Number(e.slice(1)),format:`DecimalExponent`}}function ke(e,t,n){let[r=``,i=``]=e.split(`.`),a=BigInt(r+i);if(a===0n)return 0n;if(t===1024n){let e=Ae(a*1024n**BigInt(n)*b,10n**BigInt(i.length));return e>ve?ve:e}let o=Math.min(n,300)-i.length+9;return o>=0?a*10n**BigInt(o):o<-129?1n:Ae(a,10n**BigInt(-o))}function Ae(e,t){return e<0n?-Ae(-e,t):(e+t-1n)/t}function je(e){let t=e/b;return e%b==0n?Number(t):Number(e)/1e9}function Me({nanos:e,format:t}){let n=e<0n?`-`:``,r=e<0n?-e:e;return t===`BinarySI`&&r>=1024n*b&&r%b==0n?n+Ne(r/b):n+Pe(r,t===`DecimalExponent`)}function Ne(e){let t=0,n=e;for(;n%1024n==0n&&t<be.length-1;)n/=1024n,t++;return`${n}${be[t]}`}function Pe(e,t){if(e===0n)return`0`;let n=0,r=e;for(;r%1000n==0n&&(t||n<ye.length-1);)r/=1000n,n++;return t?n===3?`${r}`:`${r}e${(n-3)*3}`:`${r}${ye[n]}`}const Fe={ns:1n,us:1000n,µs:1000n,ms:1000000n,s:1000000000n,m:60000000000n,h:3600000000000n},Ie=/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/y,Le=2n**63n-1n;function C(e){let[,t,n]=/^([+-]?)(.*)$/s.exec(e);if(n===`0`)return 0n;if(!n||n.length>128)return;let r=0n,i=0;for(;i<n.length;){Ie.lastIndex=i;let e=Ie.exec(n);if(!e)return;r+=Re(e[1],Fe[e[2]]),i=Ie.lastIndex}if(!(r>Le))return t===`-`?-r:r}function Re(e,t){let[n=``,r=``]=e.split(`.`);return BigInt(n||`0`)*t+BigInt(r||`0`)*t/10n**BigInt(r.length)}function ze(e,t){let n=C(e);return n!==void 0&&n===C(t)}const Be=[{code:`disruption/expiry-stampede`,summary:`Many nodes of a NodePool expire at the same time.`,why:"Karpenter deletes a node that reaches `expireAfter`, whatever the disruption budgets say, and launches no replacement first. Nodes that one change or one burst created have the same age, so they all expire within minutes of each other.",help:"Set a longer `expireAfter`, or `Never` and replace nodes by drift, which respects the budgets. PodDisruptionBudgets also apply to expiry, up to `terminationGracePeriod`."},{code:`io/encoding`,summary:`A file is not UTF-8 text.`,why:`plumbline cannot review a file that it cannot read as text. A manifest in it would reach the cluster without a review.`,help:`Save the file as UTF-8, or exclude it from the reviewed paths.`},{code:`io/kustomization`,summary:`A kustomization does not show which files it loads.`,why:`A kustomization may load a file of any name. If plumbline cannot read it, it may load manifests that nobody reviews.`,help:`Write the kustomization as plain YAML of less than 1 MB, without escapes and tags.`},{code:`io/lfs-pointer`,summary:`A file with manifests is now stored in Git LFS.`,why:`Git contains only a pointer to the file. A review cannot see its content, and neither can most tools that deploy from git.`,help:`Keep manifests out of Git LFS: remove the path from .gitattributes, and add the file again.`},{code:`io/not-a-file`,summary:`A path is neither a file nor a folder.`,why:`plumbline does not read devices, sockets and pipes, because reading them may block or never end.`,help:`Pass a file or a folder.`},{code:`io/symlink`,summary:`A symbolic link was not followed.`,why:`plumbline does not trust the content of a pull request, and a link may point outside of the repository.`,help:`Replace the link with the file itself, or pass the target of the link as a path.`},{code:`io/too-large`,summary:`The input is larger than plumbline reads.`,why:`Time and memory of a review are limited, whatever a pull request contains. plumbline does not review what is beyond the limit.`,help:`Split the file, or pass only the folders that contain manifests.`},{code:`io/unreadable`,summary:`A file could not be read.`,why:`plumbline cannot review a file that it cannot read.`,help:`Check that the file exists and that its permissions allow reading.`},{code:`lint/bad-suppression`,summary:"A `plumbline-ignore` comment does not have the required form.",why:`A suppression names its rule and gives a reason, so that later readers know why it exists. A comment without them silences nothing.`,help:"Write `# plumbline-ignore RULE[,RULE] [until=YYYY-MM-DD]: reason` above the line that it applies to."},{code:`lint/expired-suppression`,summary:`A suppression has expired.`,why:"Its `until` date has passed, so the finding that it silenced is reported again.",help:`Fix the finding and remove the suppression, or set a later date.`},{code:`lint/forbidden-suppression`,summary:`A comment tries to silence a finding that must not be silenced.`,why:"The configuration lists the code under `neverSuppress`, so comments cannot silence it. Only the configuration can change that.",help:`Fix the finding and remove the comment.`},{code:`lint/unknown-rule`,summary:`A suppression names a rule that does not exist.`,why:`It silences nothing, although its author expects it to.`,help:"Correct the name. `plumbline rules` lists all rules."},{code:`lint/unused-suppression`,summary:`A suppression silences nothing.`,why:`The finding that it was written for is fixed or has moved. If the comment stays, it silences the next finding of that rule, which nobody has accepted.`,help:`Remove the comment.`},{code:`migration/changed`,summary:`The migration cannot express a setting exactly as it was.`,why:`The new API has no exact equivalent, so the migration writes the closest one.`,help:`Check the line, and correct the migrated manifest if it is not what you want.`},{code:`migration/dropped`,summary:`The migration removes a field.`,why:`The new API does not have the field, or the old API silently ignored it and the new one would act on it.`,help:`Check whether you rely on the field. If not, there is nothing to do.`},{code:`migration/impossible`,summary:`An object cannot be migrated automatically.`,why:`The manifest does not contain what the new API needs, such as the content of a launch template, a placeholder’s value, or a class in another repository. plumbline leaves the whole file unchanged rather than migrate half of it.`,help:"Make the decision that the message asks for, then run `plumbline migrate` again."},{code:`migration/kept`,summary:`The migration writes down an old default so that nothing changes.`,why:`Defaults differ between API versions, and Karpenter’s own conversion changes behavior in some places. The migration writes the old default explicitly.`,help:`Remove the line if you want the new default. Otherwise, there is nothing to do.`},{code:`migration/renamed`,summary:`A label, annotation or taint has a new name.`,why:`Karpenter renamed it on the way to v1 and ignores the old name.`,help:`Update other tools that read the old name.`},{code:`provisioning/bad-replicas`,summary:`The number of pods of a workload is not a whole number.`,why:`The API server refuses it. Without it, the number of nodes for the workload is unknown, and so are the figures that depend on it.`,help:"Write a whole number of at least 0, or give the placeholder a value with `--set NAME=VALUE`."},{code:`provisioning/bad-request`,summary:`A container requests an amount that Kubernetes cannot parse.`,why:`The API server refuses the pod. Without the amount, the size of the pod is unknown, so the figures do not include the workload.`,help:"Write an amount such as `500m` or `1Gi`."},{code:`provisioning/launch-failed`,summary:`A NodePool would create a node that cannot be launched.`,why:"Karpenter assigns the pods to a new node, but its last filters exclude every instance type. For example, `minValues` may require more variety than the cheapest types have. The pods stay pending.",help:"Fix the reason that the finding names: lower `minValues`, or allow more instance types, zones or capacity types."},{code:`provisioning/limit-reached`,summary:`The limits of a NodePool are too low for its pods.`,why:"Karpenter launches no node that would exceed `spec.limits`. The remaining pods stay pending or go to another NodePool. The largest instance type that is still possible counts first, so a limit near the size of one node may allow none.",help:"Raise `spec.limits`, or lower the requests of the pods."},{code:`provisioning/nodepool-empty`,summary:`No instance type meets all requirements of a NodePool.`,why:`Karpenter skips the NodePool and launches no nodes for it.`,help:"Relax the requirement that excludes the remaining types. The lint rule `satisfiable-requirements` names it."},{code:`provisioning/nodepool-not-ready`,summary:`A NodePool is not ready, so Karpenter does not use it.`,why:`Karpenter validates more than the API server does. A NodePool that fails its validation, or whose node class is missing or not ready, gets a condition. The provisioner then silently skips it.`,help:`Fix the reason that the finding names.`},{code:`provisioning/pod-ignored`,summary:`Karpenter ignores these pods.`,why:`Karpenter ignores pods that are bound to a node, use another scheduler, or have an unsupported volume or an unknown topology key. They stay pending, and Karpenter launches no node for them.`,help:`Fix the reason that the finding gives for each workload.`},{code:`provisioning/pod-unschedulable`,summary:`No node that Karpenter could launch can run a pod.`,why:`The pod stays pending. Karpenter tried every NodePool in its order, and the finding names the constraint that excluded each.`,help:`Change the named constraint in the workload or in the NodePool.`},{code:`provisioning/status-ignored`,summary:"The `status` in a manifest was not used.",why:`A status comes from the cluster, not from a repository. The API server drops it when the manifest is applied, and an outdated one would distort the figures.`,help:"Pass the object from the cluster with `--cluster`, or set `zones` and `capacityReservations` in the configuration."},{code:`provisioning/too-many-pods`,summary:`A workload has more pods than plumbline simulates.`,why:`Time and memory of a review are limited. Such a number is nearly always a typing error. The figures that depend on it are unknown.`,help:`Check the number of replicas.`},{code:`render/conflict`,summary:`Two roots render the same object with different content.`,why:`The last one that is applied wins, and the files do not say which that is. The object flips between two states.`,help:`Remove the object from one of the roots, or give the two different names or clusters.`},{code:`render/cycle`,summary:`A kustomization includes itself, directly or through others.`,why:`Kustomize refuses to build it, so none of it is applied.`,help:`Remove one of the entries.`},{code:`render/failed`,summary:`A kustomization or a chart fails to render.`,why:`What does not render is not applied, or fails during the rollout. Its objects are unknown, so plumbline does not review them.`,help:"Fix the error of kustomize or helm. `kustomize build` and `helm template` show it in full."},{code:`render/limit`,summary:`Rendering takes too long or produces too much.`,why:`Time and memory of a review are limited, whatever a pull request contains. plumbline does not review what is beyond the limit.`,help:`Split it, or review the rendered manifests.`},{code:`render/missing-file`,summary:`A referenced file or folder does not exist.`,why:`Kustomize and helm refuse to render, so nothing is applied.`,help:`Add the file, or remove the reference.`},{code:`render/not-here`,summary:`Roots were not rendered in this mode.`,why:`A job with the rights of the base repository does not run programs on the content of a pull request.`,help:"See the review of the `pull_request` job, which renders."},{code:`render/refused`,summary:`Something was not rendered, because that would run code, leave the repository or use the network.`,why:`plumbline does not trust the content of a pull request. Plugins, functions, post-renderers and remote bases run or download whatever it names.`,help:`Copy it into the repository, or review the rendered manifests.`},{code:`render/tool-missing`,summary:`Kustomize or helm is not installed.`,why:`plumbline renders with the real programs, so that it reviews what is applied. Without them, it reviews the files as they are, including patches and templates.`,help:`Install them and add them to PATH. GitHub’s runners have both.`},{code:`render/unknown`,summary:`plumbline does not support a generator of manifests, so their content is not reviewed.`,why:`Generators that query a cluster, a Git host or a plugin produce content that the repository does not contain.`,help:"Review the rendered manifests, or set the values in `sources` of plumbline.yaml."},{code:`schema/cel`,summary:`An object violates a validation rule of its CustomResourceDefinition.`,why:`The API server evaluates the rules when it receives the object, and refuses it.`,help:`Do what the message says. It is the rule’s own message.`},{code:`schema/duplicate`,summary:`A list that must not contain duplicates contains an item twice.`,why:`The API server refuses the object.`,help:`Remove one of the two.`},{code:`schema/enum`,summary:`A field has a value that is not one of the allowed values.`,why:`The API server refuses the object.`,help:`Use one of the values that the message lists.`},{code:`schema/format`,summary:`A value does not have the format that its field requires.`,why:`The API server refuses the object.`,help:`Write the value in that format.`},{code:`schema/future-version`,summary:`The target Karpenter does not serve this API version yet.`,why:"The API server does not know this version of the kind, so applying the object fails. Karpenter 1.0 introduced `v1`, and late patches of 0.33 to 0.37 also serve it, for rollbacks from 1.0. For these minors the finding is a note, because the patch is unknown.",help:"Upgrade Karpenter first, or set `karpenter.version` to the version that you run."},{code:`schema/length`,summary:`A string, list or mapping is too short or too long.`,why:`The API server refuses the object.`,help:`Keep within the bounds that the message gives.`},{code:`schema/metadata`,summary:`The metadata of an object is not valid.`,why:`Names, labels and annotations follow the same rules for all Kubernetes objects. The API server refuses an object that breaks them.`,help:`Correct the name, label or annotation that the message names.`},{code:`schema/missing-spec`,summary:"An object has no `spec`.",why:"Without a `spec`, Karpenter cannot do anything with a NodePool or EC2NodeClass.",help:"Add the `spec`, or remove the object."},{code:`schema/pattern`,summary:`A string does not match the pattern of its field.`,why:`The API server refuses the object.`,help:"Write the value as the message shows, such as `720h` for 30 days."},{code:`schema/range`,summary:`A number is out of bounds.`,why:`The API server refuses the object.`,help:`Keep within the bounds that the message gives.`},{code:`schema/refused`,summary:`The API server refuses the object.`,why:`The object cannot be decoded, or it fails a check of Kubernetes itself. Examples are a selector that does not match, a request above its limit, or a changed immutable field.`,help:`Fix what the finding says. It contains the server’s own message.`},{code:`schema/removed-version`,summary:`The target Karpenter or Kubernetes no longer serves this API version.`,why:`Applying the object fails. Karpenter also ignores old objects that are still in the cluster.`,help:"Write the object in a version that is served. For Karpenter’s objects, `plumbline migrate` does it and keeps comments and order."},{code:`schema/required`,summary:`A required field is missing.`,why:`The API server refuses the object.`,help:`Add the field.`},{code:`schema/type`,summary:`A value does not have the type of its field.`,why:'The API server refuses the object. In YAML the notation decides the type: `10` is a number and `"10"` a string.',help:`Add or remove quotes, or write a list or mapping if the field requires one.`},{code:`schema/unjudged`,summary:`The API server’s own code could not validate the object.`,why:`The definition of its kind does not compile, or the object makes the code fail. The verdict of a cluster is unknown, so plumbline reports it.`,help:`Fix the definition, or make the object smaller and less nested.`},{code:`schema/unknown-field`,summary:`An object has a field that its kind does not have.`,why:"The API server accepts the object and drops the field, with a warning at most, so the field has no effect. With a misspelled `limits`, a NodePool has no limits.",help:`Correct the name, or move the field to the right place.`},{code:`schema/unknown-kind`,summary:`Karpenter does not have this kind in this API version.`,why:`The API server does not know the kind, so applying the object fails.`,help:"Correct `apiVersion` or `kind`."},{code:`schema/warning`,summary:`The API server accepts the object with a warning.`,why:`The message is the API server’s own. kubectl prints it, but most pipelines lose it. It reports a deprecated field, a value that is read differently from how it is written, or a name that may collide with another.`,help:`Do what the warning says.`},{code:`terraform/limit`,summary:`The Terraform code is larger than plumbline evaluates.`,why:`Time and memory of a review are limited. plumbline did not evaluate the last part, so its objects are unknown, not removed.`,help:`Review fewer folders at once.`},{code:`terraform/syntax`,summary:`A Terraform file that concerns Karpenter cannot be parsed.`,why:`plumbline cannot evaluate its module. It does not review the NodePools in it, and whether existing ones still exist is unknown.`,help:"Run `terraform validate` and fix what it reports. The message shows where parsing stopped."},{code:`upgrade/compatibility`,summary:`Karpenter is too old for the cluster’s Kubernetes version.`,why:`Each Karpenter release supports a range of Kubernetes versions and reports newer ones as incompatible. It still selects images for the newer version, but with the labels, defaults and kubelet settings of an older one. Reported only when the repository names both versions.`,help:`Upgrade Karpenter to at least the release that the message names, and then upgrade the control plane.`},{code:`upgrade/karpenter`,summary:`The change upgrades or downgrades Karpenter to another minor version.`,why:`Another minor may refuse or drop what the current one accepts: APIs, fields and defaults change. plumbline validates and simulates the base with its Karpenter and the head with the new one. Findings that only the new one has count as new. If the hash of EC2NodeClasses changes, Karpenter rewrites the hashes of running nodes instead of comparing them.`,help:`Read the upgrade guide of each minor in between, upgrade the CRDs, and change node classes in a separate change.`},{code:`upgrade/kubernetes`,summary:`The change upgrades or downgrades Kubernetes to another minor version.`,why:"An alias such as `al2023@v20260715`, pinned or not, selects images for the Kubernetes version of the cluster. After the control plane upgrade, Karpenter selects images of the new minor. Every node of that node class then drifts and is replaced within the budgets of its NodePool. Images by id, name, tags or SSM parameter stay the same, and so does their kubelet. Reported only when Terraform, eksctl, kOps, ACK, Crossplane or Cluster API names the version on both sides of the change.",help:`Check the waves in the review, and merge at a suitable time. Update other images in a separate change.`},{code:`upgrade/settings`,summary:`The change modifies a setting of Karpenter that affects the figures.`,why:"The settings of Karpenter’s chart affect the usable memory and the number of pods of an instance type. They also affect how Karpenter treats preferences, `minValues` and reservations. plumbline simulates the base with the settings of its Helm values and the head with its own. The difference in nodes and cost comes from these settings.",help:"Check the figures. Settings under `karpenter` in plumbline.yaml override the Helm values."},{code:`yaml/alias-bomb`,summary:`Aliases expand the document beyond the limit.`,why:`A few lines of nested aliases can expand to gigabytes. The API server also refuses such documents.`,help:`Replace the aliases with their values.`},{code:`yaml/duplicate-key`,summary:`A mapping contains a key twice.`,why:`Only one of the two values is used, and tools disagree about which.`,help:`Remove one of them, or merge their values.`},{code:`yaml/syntax`,summary:`A document is not valid YAML.`,why:`plumbline cannot read anything in the document, so the effect of its changes is unknown. There is no plan until it is fixed.`,help:`Fix the place that the message names. The cause is often the indentation of the line before.`},{code:`yaml/template`,summary:`A document is a template that must be rendered before it is YAML or a Karpenter object.`,why:`The manifest depends on the values of the template, so its content is unknown.`,help:"Review the rendered manifests, or give values with `--set NAME=VALUE`."},{code:`yaml/too-deep`,summary:`A document is nested too deeply.`,why:`Time and memory of a review are limited. Kubernetes’ own decoder has a similar limit.`,help:`Check whether the document is correct.`},{code:`yaml/too-large`,summary:`A file is too large or contains too many objects.`,why:`Time and memory of a review are limited. plumbline does not review what is beyond the limit.`,help:`Split the file.`}],w=(e,...t)=>({...e,corrections:t});function T(e,...t){return{text:Ue(He(e.raw,t)),region:`us-east-1`,karpenter:`1.14`}}const E=(e,...t)=>({...T(e,...t),language:`terraform`}),Ve=e=>({...T(e),language:`json`}),D=(e,t)=>({...t,...e});function He(e,t){return t.reduce((t,n,r)=>{let i=(typeof n==`string`?n:n.text).trimEnd(),a=t.slice(t.lastIndexOf(`
`)+1),o=e[r+1],s=a.trim()===``&&/^\s*(?:\n|$)/.test(o);if(i===``&&s)return t.slice(0,t.length-a.length)+o.replace(/^\s*?\n/,``);let c=/^ *(?:- )*/.exec(a)[0].length;return t+i.replaceAll(/\n(?=.)/g,`\n${` `.repeat(c)}`)+o},e[0])}function Ue(e){let t=e.replaceAll(`\\$`,`$`).replaceAll("\\`","`").replace(/^\n/,``).trimEnd().split(`
`),n=t.filter(e=>e.trim()!==``).map(e=>e.search(/\S/)),r=Math.min(...n);return`${t.map(e=>e.slice(r)).join(`
`)}\n`}const We=e=>e.chart===`karpenter`||e.chart===`karpenter-crd`,O=e=>e.manifests.flatMap(qe).filter(We),Ge=(e,t)=>e.manifests.flatMap(qe).filter(e=>e.chart===t),Ke=e=>typeof e==`string`?/(?:^|\/)([\w.-]+)$/.exec(e)?.[1]:void 0;function qe(e){if(e.kind===`HelmRelease`){let t=[`spec`,`chart`,`spec`],n=Ke(e.get([...t,`chart`]));return n?[{manifest:e,chart:n,version:[...t,`version`],values:[`spec`,`values`]}]:[]}return e.kind===`HelmValues`?[{manifest:e,chart:`karpenter`,version:void 0,values:e.get([`settings`])===void 0?[`karpenter`]:[]}]:e.kind===`Application`?Je(e):[]}function Je(e){return[[`spec`,`source`],...d(e.get([`spec`,`sources`])).map((e,t)=>[`spec`,`sources`,t])].flatMap(t=>{let n=Ke(e.get([...t,`chart`])),r=[...t,`helm`,`valuesObject`];return n?[{manifest:e,chart:n,version:[...t,`targetRevision`],values:r}]:[]})}const k=({source:{file:e,origin:t}})=>t?`${t.tool} ${t.root}`:e.slice(0,Math.max(0,e.lastIndexOf(`/`)));function A(e,t){let n=h(e.get(t));return n===void 0||l(n)?void 0:n}const j=(e,t)=>e.source.origin?.tool===`terraform`?/^\$\{([a-z_][\w-]*(?:\.[\w-]+)+)\}$/i.exec(h(e.get(t))??``)?.[1]:void 0,M=e=>e,Ye=new Set([`nodeClassRef`,`requirements`,`labels`,`taints`,`startupTaints`,`expireAfter`,`terminationGracePeriod`]);function N({apiVersion:e,name:t=`default`,...n}={}){let r=Object.entries({...Xe(n)?{}:{requirements:[]},...n}),i=Ze(r.filter(([e])=>Ye.has(e))),a=`limits`in n?``:`
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
`)}),tt=new WeakMap;function z(e){let t=tt.get(e);if(t)return t;let n=e.manifests.filter(nt);return tt.set(e,n),n}const nt=({kind:e,apiVersion:t})=>e===`NodePool`&&u(t)===`karpenter.sh`,rt=e=>{let t=h(e);return t!==void 0&&!l(t)};function B(e,t){let n=t.every((n,r)=>{let i=e.get(t.slice(0,r+1));return typeof i!=`string`||!l(i)}),r=e.get(t);return{path:t,value:r,isKnown:n&&!(r===void 0&&e.isPartial)}}const it=e=>e.kind===`NodePool`?[`spec`,`template`,`spec`]:[`spec`];function V(e){let t=[...it(e),`requirements`];return d(e.get(t)).map((n,r)=>at(e,[...t,r]))}function at(e,t){let[n,r,i]=[`key`,`operator`,`values`].map(n=>e.get([...t,n])),a=d(i).map((e,n)=>({path:[...t,`values`,n],text:h(e)??``,isKnown:rt(e)})),o=rt(n)&&rt(r)&&a.every(e=>e.isKnown)&&(i==null||Array.isArray(i));return{path:t,key:h(n)??``,operator:h(r)??``,values:a,isKnown:o}}function ot(e){let t=e.kind===`NodePool`?[`spec`,`template`,`metadata`,`labels`]:[`spec`,`labels`];return Object.entries(m(e.get(t))??{}).map(([e,n])=>{let r=[...t,e],i=rt(n)&&!l(e);return{path:r,key:e,operator:`In`,values:[{path:r,text:h(n)??``,isKnown:i}],isKnown:i}})}const st=e=>B(e,e.kind===`Provisioner`?[`spec`,`limits`,`resources`]:[`spec`,`limits`]);function ct(e){let t=m(e.get(lt(e))),n=h(t?.group)??h(t?.apiVersion)?.split(`/`)[0],r=h(t?.kind);return l(`${n} ${r}`)?void 0:{group:n,kind:r}}const lt=e=>e.kind===`Provisioner`?[`spec`,`providerRef`]:[`spec`,`template`,`spec`,`nodeClassRef`];function H(e){let t=lt(e),n=e.get([...t,`name`]),r=ct(e);return r&&typeof n==`string`&&!l(n)?{path:t,...r,name:n}:void 0}function U(e){let t=[...V(e),...ot(e)];return e.kind===`Provisioner`?[...t,...ut(t)]:t}function ut(e){let t=new Set(e.map(e=>v(e.key))),n=[y.instanceType,y.instanceFamily,y.instanceCategory,y.instanceGeneration],r=[],i=(e,t,n)=>{let i=[`spec`];r.push({path:i,key:e,operator:t,values:n.map(e=>({path:i,text:e,isKnown:!0})),isKnown:!0})};return t.has(y.os)||i(y.os,`In`,[`linux`]),t.has(y.arch)||i(y.arch,`In`,[`amd64`]),t.has(y.capacityType)||i(y.capacityType,`In`,[`on-demand`]),n.some(e=>t.has(e))||(i(y.instanceCategory,`In`,[`c`,`m`,`r`]),i(y.instanceGeneration,`Gt`,[`2`])),r}const dt=new Set([y.instanceType,y.instanceFamily,y.instanceSize]),ft=e=>U(e).find(({key:e})=>dt.has(v(e)))?.path??[`spec`],W=e=>Number(e.get([`spec`,`weight`])??0),G=e=>{let t=[`spec`,`amiSelectorTerms`];return d(e.get(t)).flatMap((e,n)=>{let r=m(e);return r?[{path:[...t,n],term:r}]:[]})},pt=[`AL2`,`AL2023`,`Bottlerocket`,`Windows2019`,`Windows2022`,`Windows2025`,`Custom`,`Ubuntu`];function K(e){let t=h(e.get([`spec`,`amiFamily`]));if(t!==void 0)return pt.includes(t)?t:void 0;let[n]=G(e).flatMap(({term:e})=>h(e.alias)??[]),r=n?.split(`@`)[0];return pt.find(e=>e.toLowerCase()===r)}function mt(e){let t=e.get([`spec`,`userData`]);return typeof t==`string`&&!e.isPartial&&!l(t)?t:void 0}const ht=({kind:e,apiVersion:t})=>e===`EC2NodeClass`&&u(t)===`karpenter.k8s.aws`,gt=new WeakMap;function _t(e){let t=gt.get(e);if(t)return t;let n=e.manifests.filter(ht),r={classes:n,poolsByClass:yt(z(e),vt),classesByName:yt(n,({name:e})=>e)};return gt.set(e,r),r}function vt(e){let{group:t=`karpenter.k8s.aws`,name:n}=H(e)??{};return t===`karpenter.k8s.aws`?n:void 0}function yt(e,t){let n=new Map;for(let r of e){let e=t(r);if(e===void 0)continue;let i=n.get(e);i?i.push(r):n.set(e,[r])}return n}const q=e=>_t(e).classes,bt=(e,t)=>_t(e).poolsByClass.get(t.name)??[];function xt(e,t){let n=_t(e).classesByName.get(vt(t)??``)??[];return n.length===1?n[0]:void 0}const St=M({id:`access-entry-type`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Identity`,mistakes:[70],on:{Manifests(e,t){let n=Et(e);for(let r of e.manifests){if(r.kind===`aws_eks_access_entry`&&Dt(r,[`spec`],`principal_arn`,{roles:n,context:t}),r.kind===`module`&&Ot(r,t),r.kind!==`ClusterConfig`)continue;let e=[`accessConfig`,`accessEntries`];d(r.get(e)).forEach((i,a)=>{Dt(r,[...e,a],`principalARN`,{roles:n,context:t})})}}},docs:{summary:"The access entry of Karpenter’s node role has the type `STANDARD`, so nodes cannot join the cluster.",why:"An access entry of type `EC2_LINUX` or `EC2_WINDOWS` gives nodes the groups and the user name that they need. `STANDARD`, the default of EKS, is meant for people. With it, instances start, but the API server rejects their kubelets. Karpenter terminates them after 15 minutes and launches others, which fail in the same way.",help:"Set the type of the access entry to `EC2_LINUX`, or to `EC2_WINDOWS` for Windows nodes.",url:`https://docs.aws.amazon.com/eks/latest/userguide/creating-access-entries.html`},examples:kt}),Ct=/^(module\.[\w-]{0,200}karpenter[\w-]{0,200})\.node_iam_role_(?:name|arn)$/i,wt=/^(aws_iam_role\.[\w-]+)\.(?:name|arn|id)$/,Tt=e=>(Ct.exec(e??``)??wt.exec(e??``))?.[1];function Et(e){let t=[`spec`,`role`],n=q(e).flatMap(e=>A(e,t)??Tt(j(e,t))??[]);return new Set(n)}function Dt(e,t,n,{roles:r,context:i}){let a=[...t,n],o=/:role\/(?:.{0,600}\/)?([^/]{1,200})$/.exec(A(e,a)??``)?.[1],s=Tt(j(e,a));if(!(o!==void 0&&r.has(o)||s!==void 0&&r.has(s))&&!s?.startsWith(`module.`))return;let c=h(e.get([...t,`type`]));(c===void 0||c===`STANDARD`)&&i.report({manifest:e,at:e.span(c===void 0?a:[...t,`type`]),message:c===void 0?"The access entry of the node role has no type, so EKS makes it `STANDARD` and nodes cannot join the cluster":"The access entry of the node role has the type `STANDARD`, so nodes cannot join the cluster",help:"Set the type to `EC2_LINUX`, or to `EC2_WINDOWS` for Windows nodes."})}function Ot(e,{report:t}){let n=[`spec`,`access_entry_type`];e.get(n)===`STANDARD`&&t({manifest:e,at:e.span(n),message:"The access entry of the node role has the type `STANDARD`, so nodes cannot join the cluster",help:"Remove `access_entry_type`, so that the module uses `EC2_LINUX`."})}function kt(){return{bad:[w(E`
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
      `]}}const At=[`0.32`,`0.33`,`0.34`,`0.35`,`0.36`,`0.37`,`1.0`,`1.1`,`1.2`,`1.3`,`1.4`,`1.5`,`1.6`,`1.7`,`1.8`,`1.9`,`1.10`,`1.11`,`1.12`,`1.13`,`1.14`,`1.15`],jt=`1.14`;function Mt(e){let t=/^\s*v?(\d{1,4})\.(\d{1,4})(\.(\d+|x|\*)([-+].*)?)?\s*$/i.exec(e);return t===null?void 0:`${Number(t[1])}.${Number(t[2])}`}function J(e,t){let[n=0,r=0]=e.split(`.`).map(Number),[i=0,a=0]=t.split(`.`).map(Number);return n-i||r-a}function Nt(e){return At.findLast(t=>J(t,e)<=0)??At[0]}const Pt=c.flatMap(({kind:e,group:t,versions:n})=>n.map(({version:n,first:r,last:i,...a})=>({apiVersion:`${t}/${n}`,kind:e,first:r,last:i,...a}))).sort((e,t)=>g(e.apiVersion,t.apiVersion)||g(e.kind,t.kind)),Ft=(e,t)=>Pt.find(n=>n.apiVersion===e&&n.kind===t);function It(e,t){return e.first!==void 0&&J(t,e.first)<0?!1:e.last===void 0||J(t,e.last)<=0}const Lt=e=>At.find(t=>J(t,e)>0),Rt=`1.33`,zt=M({id:`al2-end-of-life`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[51],on:{NodeClass(e,{report:t,settings:n}){let{kubernetesVersion:r}=n,i=r!==void 0&&J(r,Rt)>=0;if(r===void 0||i)for(let{path:n,term:a}of G(e)){let o=h(a.alias);o!==void 0&&/^al2@/.test(o)&&t({at:e.span([...n,`alias`]),...i&&{severity:`error`},message:i?`Amazon Linux 2 has no image for Kubernetes ${r}, so \`${e.name}\` never becomes ready`:`\`${o}\` has no image for Kubernetes ${Rt} and newer`,help:"Use an alias of `al2023` or `bottlerocket` instead, such as `al2023@v20260715`."})}}},docs:{summary:`An EC2NodeClass selects Amazon Linux 2, which has no images for Kubernetes 1.33 and newer.`,why:"AWS built the last EKS images of Amazon Linux 2 in November 2025, for Kubernetes 1.32. On newer clusters the alias selects no image, so the node class is not ready. After an upgrade of the control plane, no new node starts. The severity is error when the repository or `--kubernetes-version` says that the cluster is that new.",help:"Switch to an alias of `al2023` or `bottlerocket` before you upgrade the cluster to 1.33.",url:`https://docs.aws.amazon.com/eks/latest/userguide/eks-ami-deprecation-faqs.html`},examples:Bt});function Bt(){return{bad:[w(P(T`
          amiSelectorTerms:
            - alias: al2@v20251112
        `),{"al2@v20251112":`al2023@v20260715`},{"al2@v20251112":`bottlerocket@v1.44.0`})],good:[P(T`
        amiSelectorTerms:
          - alias: al2023@v20260715
      `),P(T`
          amiFamily: AL2
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
        `,`own`)]}}const Vt=M({id:`ami-alias-release`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t}){for(let{path:n,term:r}of G(e)){let i=h(r.alias)??``,[a=``,o=``]=i.split(`@`),s=Ut.get(a);s===void 0||o===``||o===`latest`||l(i)||s.pattern.test(o)||t({at:e.span([...n,`alias`]),message:`\`${o}\` is not a release of ${s.name}, so \`${e.name}\` finds no image and Karpenter launches no nodes with it`,help:`Use a release, such as \`${a}@${s.example}\`.`})}}},docs:{summary:`A pinned alias does not name a release of its AMI family.`,why:"The API server accepts any text after the `@`. Karpenter looks for the image of the release with that name: a date for Amazon Linux, a version number for Bottlerocket. The Kubernetes version is not part of an alias. If no release has the name, the node class does not become ready, and its NodePools launch no nodes.",help:"Use a release such as `al2023@v20260715` or `bottlerocket@v1.44.0`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:Wt}),Ht={name:`Amazon Linux`,pattern:/^v20\d{6}$/},Ut=new Map([[`al2`,{...Ht,example:`v20251112`}],[`al2023`,{...Ht,example:`v20260715`}],[`bottlerocket`,{name:`Bottlerocket`,pattern:/^v?\d+\.\d+\.\d+(?:-\w+)?$/,example:`v1.44.0`}]]);function Wt(){return{bad:[w(Y(`al2023@v1.33`),{"al2023@v1.33":`al2023@v20260715`}),w(Y(`al2023@20260715`),{"al2023@20260715":`al2023@v20260715`}),w(Y(`bottlerocket@v20260715`),{"bottlerocket@v20260715":`bottlerocket@v1.44.0`})],good:[Y(`al2023@v20260715`),Y(`bottlerocket@v1.44.0`),Y(`bottlerocket@1.44.0`)]}}const Y=e=>P(T`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${e}
  `),Gt=[{name:/ubuntu-eks/i,what:`an EKS image of Ubuntu`,families:[`AL2`,`Ubuntu`]},{name:/ubuntu/i,what:`a plain Ubuntu image`,families:[`Ubuntu`]},{name:/amazon-eks-(?:[a-z0-9]+-)?node-al2023/i,what:`an AL2023 image`,families:[`AL2023`]},{name:/amazon-eks-(?:gpu-|arm64-)?node-\d/i,what:`an AL2 image`,families:[`AL2`]},{name:/bottlerocket/i,what:`a Bottlerocket image`,families:[`Bottlerocket`]},{name:/Windows_Server-2019/i,what:`a Windows Server 2019 image`,families:[`Windows2019`]},{name:/Windows_Server-2022/i,what:`a Windows Server 2022 image`,families:[`Windows2022`]},{name:/Windows_Server-2025/i,what:`a Windows Server 2025 image`,families:[`Windows2025`]}],Kt={al2:`AL2`,al2023:`AL2023`,bottlerocket:`Bottlerocket`,windows2019:`Windows2019`,windows2022:`Windows2022`,windows2025:`Windows2025`},qt=M({id:`ami-family-mismatch`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[52],explains:[`schema/cel`],on:{NodeClass(e,t){let n=h(e.get([`spec`,`amiFamily`]));if(n===void 0||n===`Custom`||l(n))return;let r=d(e.get([`spec`,`amiSelectorTerms`]));for(let[i,a]of r.entries()){let r=[`spec`,`amiSelectorTerms`,i],{name:o,alias:s}=m(a)??{};Yt(e,{path:[...r,`name`],name:h(o),family:n},t),Xt(e,{path:[...r,`alias`],name:h(s),family:n},t)}},NodeTemplate(e,t){let n=h(e.get([`spec`,`amiFamily`]));if(n===void 0||n===`Custom`||l(n))return;let r=[`spec`,`amiSelector`,`aws::name`];Yt(e,{path:r,name:h(e.get(r)),family:n},t)}},docs:{summary:"`amiFamily` does not match the family of the selected AMI.",why:`The AMI family decides which bootstrap user data Karpenter writes, and which block device it treats as the root volume. An AMI of another family does not understand that user data. Its instances run and cost money, but never join the cluster. Karpenter replaces them after 15 minutes, again and again.`,help:"Set `amiFamily` to the family of the image. Or set it to `Custom`, and write user data that joins the node to the cluster.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamifamily`},examples:Qt}),Jt=[`spec`,`amiFamily`];function Yt(e,{path:t,name:n,family:r},{report:i}){if(n===void 0||l(n))return;let a=Gt.find(e=>e.name.test(n));if(!a||a.families.includes(r))return;let o=a.families[0],s=a.families.includes(`Ubuntu`);i({at:e.span(t),message:`\`${n}\` is ${a.what}, which does not understand the user data of \`amiFamily: ${r}\``,labels:[{span:e.span(Jt),message:`Karpenter writes user data for this family`}],help:s?"Set `amiFamily: Custom`, and write user data that joins the node to the cluster.":`Set \`amiFamily: ${o}\`, or set \`Custom\` and write user data that joins the node to the cluster.`,...!s&&{fix:{description:`Set \`amiFamily: ${o}\``,edits:_(e,Jt,o)}}})}function Xt(e,{path:t,name:n,family:r},{report:i}){if(n===void 0||l(n))return;let a=Kt[n.split(`@`)[0]];a!==void 0&&a!==r&&i({at:e.span(t),severity:`error`,message:`\`${n}\` selects ${a} images, but \`amiFamily\` is \`${r}\`, so the API server rejects the node class`,labels:[{span:e.span(Jt),message:`this family does not match`}],help:"Remove `amiFamily`, because the alias implies it, or use an alias of that family.",fix:{description:"Remove `amiFamily`",edits:se(e,Jt)},explains:{paths:[[`spec`]],mentioning:`amiFamily must be`}})}const Zt=T`
  amiFamily: Custom
  userData: |
    #!/bin/bash
    /opt/company/join-cluster
`;function Qt(){return{bad:[w(P(T`
          amiFamily: AL2
          amiSelectorTerms:
            - name: ubuntu/images/hvm-ssd/ubuntu-jammy-22.04-amd64-server-20241211
        `),{"amiFamily: AL2":Zt}),w(P(T`
          amiFamily: AL2
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-*
        `),{"amiFamily: AL2":Zt}),w(P(T`
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
      `)]}}const $t=M({id:`ami-for-instance-types`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[54,91],on:{Manifests(e,t){for(let n of z(e)){let r=xt(e,n),i=r&&en(r);i&&tn({pool:n,nodeClass:r,images:i},t)}}},docs:{summary:`The AMIs of a node class do not fit the instance types of a NodePool that uses it.`,why:"An AMI is built for one architecture. If all instance types of a NodePool have the other architecture, Karpenter finds no image for them and launches nothing. The standard image of Amazon Linux 2023 has no GPU driver, so nodes start but never offer `nvidia.com/gpu`.",help:"Add a selector term for the image of the other architecture, or select the `nvidia` image for GPUs. An alias selects the right image for each instance type.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:an});function en(e){let t=G(e).map(e=>({...e,name:h(e.term.name)??``}));return t.every(({name:e,term:t})=>e!==``&&!l(e)&&t.id===void 0)&&t.length>0&&!e.isPartial?t:void 0}function tn({pool:e,nodeClass:t,images:n},{catalog:r,compatible:i,report:a}){let o=i(e),s=o?.isExact?o.names.map(e=>r.type(e)):[],c=H(e)?.path;if(s.length===0||c===void 0)return;let l=[{span:t.span([...n[0].path,`name`]),message:`this selects the image`}],u=e.span([...c,`name`]),d=n.map(({name:e})=>nn(e));!d.includes(void 0)&&!s.some(({architecture:e})=>d.includes(e))?a({manifest:e,at:u,labels:l,message:`The instance types of \`${e.name}\` are ${s[0].architecture}, but the images of \`${t.name}\` are ${d[0]}, so Karpenter cannot launch any node`,help:`Add an AMI selector term for the ${s[0].architecture} image, or use an alias, which selects the right image for each instance type.`}):s.every(({gpus:e})=>e.some(({manufacturer:e})=>e===`nvidia`))&&n.every(({name:e})=>/^amazon-eks-node-al2023-.*-standard-/.test(e))&&a({manifest:e,at:u,labels:l,message:`Every instance type of \`${e.name}\` has NVIDIA GPUs, but \`${t.name}\` selects the standard image, which has no driver for them`,help:"Select the `nvidia` image of Amazon Linux 2023, or use an alias, which selects it for these instance types."})}function nn(e){let t=/arm64|aarch64/i.test(e);return t===/x86_64|amd64/i.test(e)?void 0:t?`arm64`:`amd64`}const rn=`- name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715`;function an(){return{bad:[w(R(N({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),P(T`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
        `)),{[rn]:`${rn}\n- name: amazon-eks-node-al2023-arm64-standard-1.33-v20260715`},{[rn]:`- alias: al2023@v20260715`}),w(R(N({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6]`,`karpenter.sh/capacity-type In [on-demand]`],taints:T`
            - key: nvidia.com/gpu
              effect: NoSchedule
          `,nodeClassRef:`default`}),P(T`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
        `)),{[rn]:`- name: amazon-eks-node-al2023-x86_64-nvidia-1.33-v20260715`},{[rn]:`- alias: al2023@v20260715`})],good:[R(N({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),P(T`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
            - name: amazon-eks-node-al2023-arm64-standard-1.33-v20260715
        `)),R(N({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),P(T`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: golden-al2023-*
        `))]}}const on=e=>e?.provider===`aws`?e:null;function sn(e,t){let n=t?.eks.versions[e]?.standardUntil;if(n===void 0)return;let r=new Date(n);return r.setUTCMonth(r.getUTCMonth()-14),r.toISOString().slice(0,10)}function cn(e,t,n){let[,r,i,a]=/^al2(?:023)?@v(\d{4})(\d\d)(\d\d)$/.exec(e)??[];return Date.parse(`${r}-${i}-${a}`)<Date.parse(sn(t,n)??``)-5184e6}const ln=M({id:`ami-older-than-kubernetes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t,settings:n,catalog:r}){let{kubernetesVersion:i=``}=n,a=on(r)?.fees,o=sn(i,a);for(let{path:n,term:r}of G(e)){let s=h(r.alias);s!==void 0&&cn(s,i,a)&&t({at:e.span([...n,`alias`]),message:`\`${s}\` has no image for Kubernetes ${i}, which EKS has offered since ${o}, so \`${e.name}\` does not become ready and Karpenter launches no nodes with it`,help:`Pin a release from ${o} or later.`})}}},docs:{summary:`A pinned alias is too old to have an image for the cluster’s Kubernetes version.`,why:"AWS builds the images of a release for the Kubernetes versions that EKS offers at that time. After an upgrade of the control plane, the alias of an older release selects no image. The node class is not ready, its NodePools launch no nodes, and Karpenter does not replace running nodes. Reported only when the repository or `--kubernetes-version` names the Kubernetes version.",help:`Pin a release from after the day when EKS began to offer this version, and upgrade the control plane in a later change.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions.html`},examples:un});function un(){return{bad:[w(dn(`1.34`,`al2023@v20250403`),{"al2023@v20250403":`al2023@v20260715`})],good:[dn(`1.34`,`al2023@v20260715`),dn(`1.32`,`al2023@v20250403`)]}}const dn=(e,t)=>E`
  module "eks" {
    source             = "terraform-aws-modules/eks/aws"
    version            = "~> 21.0"
    name               = "demo"
    kubernetes_version = "${e}"
  }

  ${L(`class`,fn(t))}
`,fn=e=>P(T`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${e}
  `),X=(e,t=`, `)=>e.map(e=>`\`${e}\``).join(t),pn=M({id:`aws-auth-groups`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Identity`,mistakes:[71],on:{Manifests(e,t){for(let n of e.manifests)n.kind===`ConfigMap`&&n.name===`aws-auth`&&mn(n,t),n.kind===`ClusterConfig`&&d(n.get([`iamIdentityMappings`])).forEach((e,r)=>{_n(e,{manifest:n,path:[`iamIdentityMappings`,r]},t)})}},docs:{summary:`The mapping of a node role lacks a group that nodes need to join the cluster.`,why:"A kubelet can register its node only as a member of `system:bootstrappers` and `system:nodes`. If the mapping of its role lacks one of them, instances start but never become nodes. Karpenter terminates them after 15 minutes and launches others. This rule checks the ConfigMap `aws-auth` and the `iamIdentityMappings` of eksctl.",help:"Add both groups to the mapping, or use an access entry of type `EC2_LINUX` instead, which includes them.",url:`https://docs.aws.amazon.com/eks/latest/userguide/auth-configmap.html`},examples:vn});function mn(e,t){let n=[`data`,`mapRoles`],r=h(e.get(n));if(!(r===void 0||/\{\{(?!\s*(?:EC2PrivateDNSName|SessionName|AccountID))|\$\{/.test(r)))for(let i of d(hn(r)))_n(i,{manifest:e,path:n},t)}function hn(e){if(!(e.length>1048576))try{return(0,ge.parse)(e,{maxAliasCount:10})}catch{return}}const gn=[`system:bootstrappers`,`system:nodes`];function _n(e,{manifest:t,path:n},{report:r}){let i=m(e),a=h(i?.username)??``;if(!i||!/^system:node:\{\{\s*EC2PrivateDNSName\s*\}\}$/.test(a))return;let o=d(i.groups).map(h),s=gn.filter(e=>!o.includes(e));if(s.length===0)return;let c=h(i.rolearn??i.arn)??``;r({manifest:t,at:t.span(n),message:`Nodes with the role \`${c.split(`/`).at(-1)}\` cannot join the cluster, because its mapping lacks ${X(s,` and `)}`,help:`Add ${X(s,` and `)} to the groups of the mapping.`})}function vn(){return{bad:[w(T`
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
      `]}}const yn=`1.22`,bn=M({id:`bottlerocket-raid`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[96],on:{NodeClass(e,{report:t,karpenter:n}){let r=e.get([`spec`,`instanceStorePolicy`]);if(n.bottlerocketRaid&&r===`RAID0`&&K(e)===`Bottlerocket`)for(let{path:n,term:r}of G(e)){let i=/^bottlerocket@v?(\d+\.\d+)\.\d+$/.exec(h(r.alias)??``)?.[1];i===void 0||J(i,yn)>=0||t({at:e.span([...n,`alias`]),message:`Bottlerocket ${i} does not understand the user data for \`instanceStorePolicy: RAID0\`, so its nodes never join the cluster`,labels:[{span:e.span([`spec`,`instanceStorePolicy`]),message:`Karpenter writes user data for this policy`}],help:`Pin Bottlerocket ${yn}.0 or newer, or remove \`instanceStorePolicy\`.`})}}},docs:{summary:`A node class asks for a RAID of instance stores on a Bottlerocket release that does not support it.`,why:"For `instanceStorePolicy: RAID0` Karpenter writes a bootstrap command into the user data. Bottlerocket understands that command from 1.22.0 on. Older images reject their settings, and the nodes never join the cluster.",help:"Pin Bottlerocket 1.22.0 or newer, or remove `instanceStorePolicy`.",url:`https://karpenter.sh/docs/upgrading/upgrade-guide/`},examples:xn});function xn(){return{bad:[w(P(T`
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
        `))]}}const Sn=`/dev/xvda`,Cn=`/dev/xvdb`,wn=8*2**30,Tn=M({id:`bottlerocket-volumes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[62],on:{NodeClass(e,{report:t}){let n=[`spec`,`blockDeviceMappings`],r=d(e.get(n)).map(e=>h(m(e)?.deviceName)??``),i=r.indexOf(Sn);K(e)!==`Bottlerocket`||i===-1||e.isPartial||e.get([`spec`,`instanceStorePolicy`])===void 0&&(r.includes(Cn)||r.some(e=>l(e))||En(e,[...n,i,`ebs`,`volumeSize`])&&t({at:e.span([...n,i,`deviceName`]),message:`\`${Sn}\` of Bottlerocket holds only the operating system, so containers and images still have only the 20 GiB of \`${Cn}\``,help:`Map \`${Cn}\` with this size, and set \`volumeSize\` of \`${Sn}\` to \`4Gi\`.`}))}},docs:{summary:`A Bottlerocket node class enlarges the volume of the operating system, not the volume of the containers.`,why:"Bottlerocket has two volumes: `/dev/xvda` for the operating system, and `/dev/xvdb` for images, containers and logs. If a node class maps only `/dev/xvda`, the second volume keeps the 20 GiB of the AMI, and Karpenter works out ephemeral storage from it. Nodes evict pods because the disk is full, or pods fit on no node at all.",help:"Map `/dev/xvdb` with the size that containers need, and set `/dev/xvda` to about 4 GiB.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:Dn});function En(e,t){let n=e.get(t);return typeof n==`string`&&(x(n)??0)>wn}function Dn(){return{bad:[w(P(T`
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
        `,`encrypted`)]}}const On=e=>U(e).filter(({key:e})=>v(e)===y.capacityType),kn=e=>On(e).find(({operator:e,values:t,isKnown:n})=>n&&e===`In`&&t.length>0&&t.every(({text:e})=>e===`reserved`)),An=[`spec`,`capacityReservationSelectorTerms`],jn=M({id:`capacity-reservations`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Capacity reservations`,mistakes:[19],on:{Manifests(e,t){if(t.karpenter.capacityReservations){for(let n of q(e))Mn(n,e,t);for(let n of z(e))Nn(n,e,t)}}},docs:{summary:`A node class selects capacity reservations that its NodePools cannot use, or a NodePool needs reservations that its node class does not select.`,why:"Reserved capacity has its own capacity type, `reserved`. If every NodePool of a node class allows only `on-demand` or `spot`, the reservations that the node class selects cost money and stay idle. A NodePool that allows only `reserved` launches nothing while its node class selects no reservations.",help:"Add `reserved` to the capacity types of the NodePool, or `capacityReservationSelectorTerms` to its node class.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:Fn});function Mn(e,t,{report:n}){if(d(e.get(An)).length===0)return;let r=bt(t,e),i=r.map(Pn),[a]=i;!a||r.some(({isPartial:e})=>e)||i.includes(void 0)||n({manifest:e,at:e.keySpan(An),message:`No NodePool of \`${e.name}\` allows the capacity type \`reserved\`, so the reservations selected here stay idle`,labels:[{span:r[0].span(a.path),message:"these capacity types exclude `reserved`"}],help:"Add `reserved` to the capacity types of the NodePool that should use them."})}function Nn(e,t,{report:n}){let r=kn(e),i=r&&xt(t,e);i&&!i.isPartial&&i.get(An)===void 0&&n({manifest:e,at:e.span(r.path),message:`\`${e.name}\` allows only reserved capacity, but its node class \`${i.name}\` selects no reservations, so Karpenter launches nothing for it`,help:"Add `capacityReservationSelectorTerms` to the node class, or another capacity type to the NodePool."})}const Pn=e=>On(e).find(({operator:e,values:t,isKnown:n})=>{let r=t.some(({text:e})=>e===`reserved`);return n&&(e===`In`&&!r||e===`NotIn`&&r)});function Fn(){return{bad:[w(R(N({requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),P(T`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `)),{"[on-demand]":`[reserved, on-demand]`}),w(R(N({requirements:[`karpenter.sh/capacity-type In [reserved]`],nodeClassRef:`default`}),P(`role: KarpenterNodeRole`)),{"role: KarpenterNodeRole":T`
            role: KarpenterNodeRole
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `},{"[reserved]":`[reserved, on-demand]`})],good:[R(N({requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),N({name:`reserved`,requirements:[`karpenter.sh/capacity-type In [reserved, on-demand]`],nodeClassRef:`default`}),P(T`
          capacityReservationSelectorTerms:
            - id: cr-0123456789abcdef0
        `)),R(N({requirements:[`karpenter.sh/capacity-type In [reserved, on-demand, spot]`],nodeClassRef:`default`}),P(`role: KarpenterNodeRole`))]}}const In=M({id:`cluster-name`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter itself`,mistakes:[83],on:{Manifests(e,{report:t}){for(let{manifest:n,chart:r,values:i}of O(e)){let a=[...i,`settings`,`clusterName`],o=A(n,a);if(r!==`karpenter`||o===void 0)continue;let s=k(n),c=e.manifests.filter(e=>Rn(e.kind,e.get([`spec`,`source`]))&&k(e)===s),[l]=c,u=[`cluster_name`,`name`].map(e=>[`spec`,e]).find(e=>l?.get(e)!==void 0),d=l&&u&&A(l,u);c.length===1&&l&&u&&d!==void 0&&d!==o&&t({manifest:n,at:n.span(a),message:`\`clusterName\` is \`${o}\`, but the cluster of this Terraform root is named \`${d}\``,help:`Use the cluster’s name, such as by the reference \`${Ln(l)}\`.`,labels:[{span:l.span(u),message:`the name of the cluster`}]})}}},docs:{summary:"Karpenter’s `clusterName` does not match the cluster’s name.",why:`Karpenter tags the instances that it launches with the name of the cluster, asks EKS for the cluster of that name, and writes the name into the user data of nodes. With a wrong name, IAM denies the launch because its conditions name the real cluster, or nodes try to join a cluster that does not exist. Reported only when one Terraform root creates exactly one cluster and the release of the chart.`,help:"Set `clusterName` to a reference to the cluster’s name, such as `module.eks.cluster_name` or `aws_eks_cluster.demo.name`.",url:`https://karpenter.sh/docs/reference/settings/`},examples:zn}),Ln=({kind:e,name:t})=>e===`module`?`module.${t}.cluster_name`:`${e}.${t}.name`,Rn=(e,t)=>e===`module`&&typeof t==`string`&&!t.includes(`//modules/`);function zn(){return{bad:[w(E`
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
      `]}}const Bn=[`Sid`,`Effect`,`Principal`,`NotPrincipal`,`Action`,`NotAction`,`Resource`,`NotResource`,`Condition`],Vn=e=>(Array.isArray(e)?e:e===void 0?[]:[e]).map(e=>String(e));function Hn(e){if(e.length>65536)return{fault:`is too long to be an IAM policy`};let t;try{t=JSON.parse(e)}catch{return{fault:`is not JSON`}}let n=p(t)&&p(t.Role)?t.Role.AssumeRolePolicyDocument:t;if(!p(n)||n.Statement===void 0)return{fault:"has no `Statement`"};let r=Array.isArray(n.Statement)?n.Statement:[n.Statement];return r.every(p)?{statements:r.map(Un)}:{fault:`has a statement that is no object`}}const Un=(e,t)=>({name:typeof e.Sid==`string`&&e.Sid!==``?`\`${e.Sid}\``:`statement ${t+1}`,effect:e.Effect===`Allow`?`Allow`:`Deny`,principals:Wn(e.Principal??e.NotPrincipal),actions:Vn(e.Action??e.NotAction),isNegated:e.NotAction!==void 0||e.NotResource!==void 0||e.NotPrincipal!==void 0,resources:Vn(e.Resource??e.NotResource),conditions:Gn(e.Condition),unknown:Object.keys(e).filter(e=>!Bn.includes(e))});function Wn(e){return p(e)?new Map(Object.entries(e).map(([e,t])=>[e,Vn(t)])):new Map(e===void 0?[]:[[`AWS`,Vn(e)]])}function Gn(e){return p(e)?Object.entries(e).flatMap(([e,t])=>p(t)?Object.entries(t).map(([t,n])=>({operator:e,key:t,values:Vn(n)})):[]):[]}function Kn(e,t){let[n,r,i,a]=[0,0,-1,0];for(;r<t.length;)if(e[n]===`*`)[i,a,n]=[n,r,n+1];else if(n<e.length&&(e[n]===`?`||e[n]===t[r]))[n,r]=[n+1,r+1];else if(i>=0)[a,n,r]=[a+1,i+1,a+1];else return!1;for(;e[n]===`*`;)n++;return n===e.length}const qn=({actions:e,isNegated:t},n)=>e.some(e=>Kn(e.toLowerCase(),n.toLowerCase()))!==t,Jn=new WeakMap;function Yn(e){let t=Jn.get(e);if(t)return t;let n=new Map;for(let t of e.manifests){if(t.kind!==`IamPolicy`)continue;let e=k(t);n.set(e,[...n.get(e)??[],...Xn(t)])}let r=[...n.values()].filter(e=>Z(e,`ec2:CreateFleet`));return Jn.set(e,r),r}function Xn(e){let t=e.get([`Statement`])===void 0?[`spec`,`Statement`]:[`Statement`],n=Hn(JSON.stringify({Statement:d(e.get(t))}));return`fault`in n?[]:n.statements.map((n,r)=>({policy:e,path:[...t,r],statement:n}))}const Z=(e,t)=>e.some(({statement:e})=>e.effect===`Allow`&&qn(e,t)),Zn=e=>e.every(({policy:e,statement:t})=>!e.isPartial&&!t.actions.some(l));function Qn({resources:e},t){return e.some(e=>e===`*`||$n(e,t))?!0:e.some(e=>/^\$\{[^}]*\}$/.test(e))?void 0:!1}const $n=(e,t)=>Kn(e.replace(/\$\{[^}]{0,200}\}/g,`*`).split(`:`).slice(5).join(`:`).split(`/`)[0]??``,t),er=M({id:`controller-conditions`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Identity`,mistakes:[73],on:{Manifests(e,t){for(let n of Yn(e))for(let r of n)ir(r,{statements:n,all:e,context:t})}},docs:{summary:`The IAM policy of Karpenter’s controller requires a tag that Karpenter does not set.`,why:"A condition on a tag holds only if Karpenter sets that tag. Since v1beta1, instances have the tag `karpenter.sh/nodepool` and no longer `karpenter.sh/provisioner-name`. If a policy still requires the old tag, Karpenter can launch nodes but never terminate them, or cannot even launch them. Karpenter sets your own tags only if `spec.tags` of the EC2NodeClass lists them.",help:"Require `karpenter.sh/nodepool` instead, and list your own tags in `spec.tags` of every EC2NodeClass.",url:`https://karpenter.sh/docs/reference/cloudformation/`},examples:sr}),tr=/^(?:aws|ec2):(RequestTag|ResourceTag)\/(.+)$/i,nr=/IfExists$|^Null$|^ForAllValues:|Not/,rr=[`ec2:RunInstances`,`ec2:CreateFleet`,`ec2:CreateLaunchTemplate`,`ec2:TerminateInstances`];function ir(e,t){let{statement:n,policy:r,path:i}=e,a=rr.filter(t=>Z([e],t));for(let{operator:o,key:s}of n.conditions){let[,n,c]=tr.exec(s)??[];if(c===void 0||n===void 0||nr.test(o)||!ar(n,c,t))continue;let l=a.filter(n=>!t.statements.some(t=>t!==e&&Z([t],n)));l.length!==0&&t.context.report({manifest:r,at:r.keySpan([...i,`Condition`,o,s]),message:`${X(l)} ${l.length>1?`are`:`is`} allowed only with the tag \`${c}\`, which Karpenter does not set`,help:c.startsWith(`karpenter.sh/`)?"Require `karpenter.sh/nodepool` instead.":"Add the tag to `spec.tags` of every EC2NodeClass."})}}function ar(e,t,{all:n,context:r}){if(t===`karpenter.sh/provisioner-name`)return r.karpenter.v1;if(e.toLowerCase()!==`requesttag`||l(t)||/^(?:kubernetes\.io\/cluster\/|karpenter\.|eks:|topology\.kubernetes\.io\/|Name$)/.test(t))return!1;let i=q(n);return i.length>0&&i.every(e=>!e.isPartial&&!or(e.get([`spec`,`tags`]),t))}function or(e,t){let n=m(e);return n?Object.keys(n).some(e=>e===t||l(e)):e!==void 0}function sr(){return{bad:[w(E`
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
      `]}}const cr=M({id:`controller-permissions`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Identity`,mistakes:[74,75],on:{Manifests(e,t){if(!(lr(e)||t.isKarpenterAssumed&&!ur(e)))for(let n of Yn(e))Zn(n)&&(mr(n,e,t),hr(n,t))}},docs:{summary:`The policy of Karpenter’s controller lacks a right that this Karpenter needs.`,why:"What a release needs beyond the one before is easily forgotten in an upgrade. The controller then logs refusals and does nothing: without `ec2:CreateTags` on spot requests no spot instance is launched, without rights on instance profiles no node class with a `role` gets ready. All policies of a folder, or of a root of Terraform, are taken together; one that reads instance types is taken for complete.",help:`Bring the policy up to the one that Karpenter publishes with this version.`,url:`https://karpenter.sh/docs/reference/cloudformation/`},examples:gr}),lr=({manifests:e})=>e.some(({kind:e})=>e===`Provisioner`||e===`AWSNodeTemplate`);function ur({manifests:e}){let t=e.filter(({apiVersion:e})=>u(e).startsWith(`karpenter.`));return t.length>0&&t.every(({apiVersion:e})=>f(e)===`v1`)}const dr=[`ec2:CreateLaunchTemplate`,`ec2:CreateTags`,`ec2:DeleteLaunchTemplate`,`ec2:DescribeImages`,`ec2:DescribeInstances`,`ec2:DescribeInstanceTypeOfferings`,`ec2:DescribeLaunchTemplates`,`ec2:DescribeSecurityGroups`,`ec2:DescribeSubnets`,`ec2:RunInstances`,`ec2:TerminateInstances`],fr=[`iam:AddRoleToInstanceProfile`,`iam:CreateInstanceProfile`,`iam:DeleteInstanceProfile`,`iam:GetInstanceProfile`,`iam:RemoveRoleFromInstanceProfile`,`iam:TagInstanceProfile`];function pr({karpenter:e,isKarpenterAssumed:t},n){let r=[...dr,...n&&e.v1?fr:[]];return t?r:[...r,...n&&e.listInstanceProfiles?[`iam:ListInstanceProfiles`]:[],...e.placementGroupSelector?[`ec2:DescribePlacementGroups`]:[],...e.describeInstanceStatus?[`ec2:DescribeInstanceStatus`]:[]]}function mr(e,t,n){let r=e.find(e=>Z([e],`ec2:DescribeInstanceTypes`));if(!r)return;let i=pr(n,q(t).some(e=>e.get([`spec`,`role`])!==void 0&&e.get([`spec`,`instanceProfile`])===void 0)).filter(t=>!Z(e,t));if(i.length===0)return;let{policy:a,path:o}=r;n.report({manifest:a,at:a.span([...o,`Action`]),message:`Karpenter${n.isKarpenterAssumed?``:` ${n.karpenter.version}`} needs rights that this policy does not give: ${X(i)}`,help:`Allow them as the policy that Karpenter publishes does.`})}function hr(e,{report:t,karpenter:n}){if(!n.v1)return;let r=e.filter(e=>Z([e],`ec2:CreateTags`)),[i]=r,a=`spot-instances-request`,o=r.some(({statement:e})=>Qn(e,`fleet`)===!0);if(!i||!o||r.some(({statement:e})=>Qn(e,a)!==!1))return;let{policy:s,path:c}=i;t({manifest:s,at:s.span([...c,`Resource`]),message:`\`ec2:CreateTags\` is not allowed on \`${a}\`: every launch of a spot instance is denied`,help:`Add \`arn:aws:ec2:*:*:${a}/*\` to the resources.`})}function gr(){return{bad:[Ve`
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
      `,E`
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
      `],good:[E`
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
        `)]}}function br(e,t){if(e.kind===`EC2NodeClass`){let n=[`spec`,`${t}SelectorTerms`];return d(e.get(n)).map((e,t)=>xr(e,[...n,t]))}let n=[...e.kind===`Provisioner`?[`spec`,`provider`]:[`spec`],`${t}Selector`],r=m(e.get(n));if(!r)return[];let i=([e])=>!/^aws(::|-)ids$/.test(e),a=Object.entries(r);return[{path:n,tags:Sr(a.filter(i),n),hasOther:!a.every(i)}]}function xr(e,t){let{tags:n,...r}=m(e)??{};return{path:t,tags:Sr(Object.entries(m(n)??{}),[...t,`tags`]),hasOther:Object.keys(r).some(e=>e===`id`||e===`name`)}}const Sr=(e,t)=>e.map(([e,n])=>{let r=h(n)??``,i=r!==``&&!r.includes(`*`)&&!l(r)&&!l(e);return{path:[...t,e],key:e,value:r,isKnown:i}}),Cr=[`karpenter.sh/discovery`,`KubernetesCluster`,`aws:eks:cluster-name`,`eks:cluster-name`],wr=`kubernetes.io/cluster/`,Tr=e=>e.tags.flatMap(e=>Cr.includes(e.key)?[{scheme:e.key,cluster:e.value,tag:e}]:e.key.startsWith(wr)?[{scheme:`${wr}…`,cluster:e.key.slice(22),tag:e}]:[]),Er=[`subnet`,`securityGroup`],Dr={subnet:`subnets`,securityGroup:`security groups`},Or=M({id:`discovery-selectors`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[76,77],on:{NodeClass:kr,NodeTemplate:kr,Provisioner:kr},docs:{summary:`A node class selects subnets and security groups by tags that do not fit together.`,why:`Karpenter launches into whatever the selector terms find. Terms that name different clusters find subnets of one VPC and security groups of another, and every launch fails; terms that name no cluster may find what belongs to somebody else.`,help:"Select both by the same cluster tag, such as `karpenter.sh/discovery`, as the other classes of the repository do.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:Lr});function kr(e,t){if(!(e.isPartial||jr(e,t)))for(let n of Er)Mr(e,n,t)}const Ar=(e,t)=>br(e,t).flatMap(Tr);function jr(e,{report:t}){let[n,r]=Er.map(t=>Ar(e,t));for(let i of r){let a=n.filter(e=>e.scheme===i.scheme),o=[...a,...r.filter(({scheme:e})=>e===i.scheme)];if(a.length===0||!o.every(({tag:e})=>e.isKnown))continue;let s=new Set(a.flatMap(({cluster:t})=>[t,`${t}-${e.name}`]));if(r.some(e=>e.scheme===i.scheme&&s.has(e.cluster)))continue;let c=a[0];return t({at:e.span(i.tag.path),message:`\`${e.name}\` selects security groups of cluster \`${i.cluster}\` and subnets of cluster \`${c.cluster}\``,labels:[{span:e.span(c.tag.path),message:`subnets are selected by this value`}],help:`Select both by the same \`${i.tag.key.startsWith(`kubernetes.io/`)?i.scheme:i.tag.key}\`.`}),!0}return!1}function Mr(e,t,{report:n,all:r}){let i=br(e,t).filter(e=>e.tags.length>0&&!e.hasOther&&Tr(e).length===0);if(i.length===0||i.some(({tags:e})=>e.some(e=>!e.isKnown&&!e.value.includes(`*`))))return;let{classes:a,naming:o}=Ir(r),s=a.length-+!!a.includes(e),c=o[t].length-+!!o[t].includes(e);if(s>0&&c===0)return;let l=o[t].find(t=>t!==e),u=Er.flatMap(t=>Ar(e,t))[0],d=u?.scheme??(l&&Ar(l,t)[0].scheme)??`karpenter.sh/discovery`,f=u!==void 0||s>0&&c===s;n({at:e.keySpan(i[0].tags[0].path),...!f&&{severity:`note`},message:`\`${e.name}\` selects ${Dr[t]} by tags that name no cluster${Nr(u,l,t)}`,help:`Add \`${d}\`, so that nothing of another cluster in the account is found.`})}function Nr(e,t,n){return e?`, unlike its \`${e.scheme}\` beside it`:t?`, unlike ${Dr[n]} of \`${t.name}\``:``}const Pr=({kind:e,apiVersion:t})=>(e===`EC2NodeClass`||e===`AWSNodeTemplate`)&&u(t)===`karpenter.k8s.aws`,Fr=new WeakMap;function Ir(e){let t=Fr.get(e);if(t)return t;let n=e.manifests.filter(e=>Pr(e)&&Er.some(t=>br(e,t).length>0)),r=e=>n.filter(t=>Ar(t,e).length>0),i={classes:n,naming:{subnet:r(`subnet`),securityGroup:r(`securityGroup`)}};return Fr.set(e,i),i}function Lr(){return{bad:[P(T`
        subnetSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
        securityGroupSelectorTerms:
          - tags:
              karpenter.sh/discovery: staging
      `),P(T`
        subnetSelectorTerms:
          - tags:
              Name: "*private*"
        securityGroupSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
      `)],good:[P(T`
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
        `,`kops`)]}}const Rr=M({id:`discovery-tags`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[76],on:{Manifests(e,t){for(let n of q(e))if(n.source.origin?.tool===`terraform`)for(let r of[`subnet`,`securityGroup`])zr(n,r,{all:e,context:t})}},docs:{summary:`A node class looks for a tag that Terraform gives another value.`,why:`Karpenter finds subnets and security groups by their tags. Where none carries the tag with that very value, the node class is not ready, and no pool that uses it launches anything. It is told where Terraform makes both in one root, and the tag of that name is there with other values alone.`,help:`Take tag and selector from one local.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:Wr});function zr(e,t,{all:n,context:r}){let i=br(e,t),a=k(e);for(let{tags:o}of i)for(let i of o){if(!i.isKnown||i.key===`Name`)continue;let o=n.manifests.filter(e=>k(e)===a).flatMap(e=>Br(e,t,i.key)),[s]=o;if(!s||o.some(({value:e})=>e===i.value||l(e)))continue;let c=t===`subnet`?`subnet`:`security group`;r.report({manifest:e,at:e.span(i.path),message:`No ${c} of this root has the tag \`${i.key}\` with the value \`${i.value}\`: there it is \`${s.value}\``,help:`Take tag and selector from one local.`,labels:[{span:s.manifest.span(s.path),message:`the tag that is given`}]})}}function Br(e,t,n){if(e.kind!==`aws_ec2_tag`)return Ur(e,t).flatMap(t=>Vr(e,t,n));let r=[`spec`,`value`],[i,a]=[h(e.get([`spec`,`key`]))??``,h(e.get(r))??`{{ … }}`];return i===n||l(i)?[{manifest:e,path:r,value:i===n?a:s}]:[]}function Vr(e,t,n){let r=m(e.get(t)),i=h(r?.[n]);return e.isPartial||r===void 0&&e.get(t)!==void 0?[Hr(e,t)]:i===void 0?[]:[{manifest:e,path:[...t,n],value:i}]}const Hr=(e,t)=>({manifest:e,path:t,value:s});function Ur(e,t){let{kind:n}=e;if(n===(t===`subnet`?`aws_subnet`:`aws_security_group`))return[[`spec`,`tags`]];if(n!==`module`)return[];let r=Object.keys(m(e.get([`spec`]))??{}),i=t===`subnet`?/subnet_tags$|^tags$/:/security_group_tags$|^tags$/;return r.filter(e=>i.test(e)).map(e=>[`spec`,e])}function Wr(){return{bad:[E`
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
      `],good:[E`
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
      `]}}const Gr=M({id:`helm-settings`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter itself`,mistakes:[81,82,98,99],on:{Manifests(e,t){for(let{manifest:n,chart:r,values:i}of O(e)){let e=[...i,`settings`];r===`karpenter`&&m(n.get(e))&&(Jr(n,e,t),Xr(n,e,t),Zr(n,e,t),Qr(n,e,t),$r(n,e,t))}}},docs:{summary:`A value for Karpenter’s Helm chart does not do what it says.`,why:"The chart passes values on without checking them. A queue given by ARN or URL is not found, so that interruption warnings are not heard; keys that the chart does not read are dropped without a word; and an overhead of 7.5 is 750 %, with which no instance type has memory left. HelmReleases, Argo CD Applications, `helm_release` of Terraform and values files of the chart `karpenter` are looked at.",help:`Use the chart’s own keys, the name of the queue, and fractions such as 0.075.`,url:`https://karpenter.sh/docs/reference/settings/`},examples:ei}),Kr={interruptionQueue:/^(?:aws_sqs_queue\.[\w-]+\.(arn|url|id)|module\.[\w-]+\.(queue_arn|queue_url))$/,clusterName:/^(?:aws_eks_cluster\.[\w-]+\.(arn|endpoint)|module\.[\w-]+\.(cluster_arn|cluster_endpoint))$/},qr={queue_arn:`queue_name`,queue_url:`queue_name`,cluster_arn:`cluster_name`,cluster_endpoint:`cluster_name`};function Jr(e,t,{report:n}){for(let[r,i]of Object.entries(Kr)){let a=[...t,r],o=j(e,a)??``,s=i.exec(o);if(!s)continue;let c=s[1]??s[2],l=`${o.slice(0,-c.length)}${qr[c]??`name`}`;n({manifest:e,at:e.span(a),message:`\`${r}\` takes a name, and \`${o}\` is none`,help:`Refer to \`${l}\`.`})}}const Yr=/^(?:arn:[\w-]+:sqs:|https?:\/\/)/;function Xr(e,t,{report:n}){let r=[...t,`interruptionQueue`],i=h(e.get(r));if(i===void 0||!Yr.test(i))return;let a=i.split(/[:/]/).at(-1),o=a!==``&&!l(a);n({manifest:e,at:e.span(r),message:"`interruptionQueue` takes the name of the queue: by its ARN or URL Karpenter does not find it",help:o?`Write \`${a}\`.`:`Write the name alone.`,...o&&{fix:{description:`Replace by \`${a}\``,edits:_(e,r,a)}}})}function Zr(e,t,{report:n,karpenter:r}){let i=[...t,`interruptionQueueName`],a=e.get([...t,`interruptionQueue`])!==void 0;e.get(i)!==void 0&&!a&&r.v1&&n({manifest:e,at:e.keySpan(i),message:"The chart does not read `interruptionQueueName`: interruption warnings are not heard",help:"Call it `interruptionQueue`.",fix:{description:"Rename to `interruptionQueue`",edits:pe(e,i,`interruptionQueue`)}})}function Qr(e,t,{report:n}){let r=[...t,`vmMemoryOverheadPercent`],i=e.get(r),a=Number(i);if(!(i===null||typeof i!=`number`&&typeof i!=`string`)){if(a>=1&&a<=100){let t=String(Number((a/100).toFixed(4)));n({manifest:e,at:e.span(r),message:`\`vmMemoryOverheadPercent\` is a fraction: ${i} leaves no instance type any memory`,help:`Write \`${t}\` for ${i} %.`,fix:{description:`Replace by \`${t}\``,edits:_(e,r,t)}})}i===0&&n({manifest:e,at:e.span(r),message:"The chart takes `vmMemoryOverheadPercent: 0` for not set: the default of 0.075 holds",help:'Write `"0"` in quotes if nothing is to be taken off.',fix:{description:`Put it in quotes`,edits:_(e,r,`"0"`)}})}}function $r(e,t,{report:n}){let r=[...t,`ignoreDRARequests`];e.get(r)===!1&&n({manifest:e,at:e.span(r),message:"The chart takes `ignoreDRARequests: false` for not set: the default holds",help:"Set `IGNORE_DRA_REQUESTS` under `controller.env` instead."})}function ei(){return{bad:[I(`karpenter`,{values:T`
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
      `,E`
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
      `],good:[E`
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
        `})]}}const ti=M({id:`idle-reservations`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Capacity reservations`,mistakes:[20],on:{Manifests(e,t){for(let n of e.manifests)n.kind===`aws_ec2_capacity_reservation`&&ni(n,t)}},docs:{summary:`Terraform reserves capacity, and no node class beside it selects any.`,why:`A capacity reservation is paid for whether instances run in it or not. Since Karpenter knows reservations, its launches use none but those that a node class selects, open ones included. It is told where Terraform makes both in one root; what else may run in the reservation, it does not know.`,help:"Select it by `capacityReservationSelectorTerms`, and allow `reserved` in the pool.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:ri});function ni(e,{all:t,report:n,karpenter:r}){let i=e.get([`spec`,`instance_match_criteria`])??`open`;if(!r.reservedCapacityByDefault||i!==`open`||e.isPartial)return;let a=q(t).filter(t=>k(t)===k(e));if(a.length===0||a.some(e=>e.isPartial||e.get([`spec`,`capacityReservationSelectorTerms`])!==void 0))return;let[o]=a;n({manifest:e,at:e.span([`metadata`,`name`]),message:`No node class of this root selects the capacity reservation \`${e.name}\`: Karpenter does not launch into it`,help:"Select it by `capacityReservationSelectorTerms`, and allow `reserved` in the pool.",labels:[{span:o.span([`metadata`,`name`]),message:`selects none`}]})}function ri(){return{bad:[E`
        resource "aws_ec2_capacity_reservation" "nodes" {
          instance_type     = "m7i.large"
          instance_platform = "Linux/UNIX"
          availability_zone = "us-east-1a"
          instance_count    = 4
        }

        ${L(`default`,F)}
      `],good:[E`
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
      `]}}const ii=M({id:`interruption-queue`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter itself`,mistakes:[81],on:{Manifests(e,{report:t}){for(let{manifest:n,chart:r,values:i}of O(e)){let a=[...i,`settings`,`interruptionQueue`],o=A(n,a);if(r!==`karpenter`||o===void 0||/[:/]/.test(o))continue;let s=e.manifests.filter(e=>k(e)===k(n)).flatMap(ai),[c]=s;c&&!s.some(({name:e})=>e===void 0||e===o)&&t({manifest:n,at:n.span(a),message:`\`interruptionQueue\` is \`${o}\`, and the queue of this root is \`${c.name}\``,help:`Refer to the name of the queue.`,labels:[{span:c.manifest.span(c.path),message:`the queue`}]})}}},docs:{summary:`Karpenter listens to a queue that is not the one that Terraform makes for it.`,why:`Spot interruptions, health events and rebalance recommendations come by an SQS queue. Karpenter that is told the name of another one, or of none, hears nothing: spot nodes are reclaimed without their pods being moved in the two minutes before, and older versions do not even start. It is told where Terraform makes both the queue of a root and the release of the chart.`,help:"Refer to the queue: `module.karpenter.queue_name`, or the `name` of the resource.",url:`https://karpenter.sh/docs/concepts/disruption/#interruption`},examples:oi});function ai(e){let t=(...t)=>({manifest:e,path:t,name:A(e,t)});if(e.kind===`aws_sqs_queue`){let n=t(`spec`,`name`);return/karpenter/i.test(`${e.name} ${n.name??``}`)?[n]:[]}if(!(e.kind===`module`&&/\/\/modules\/karpenter/.test(String(e.get([`spec`,`source`]))))||e.get([`spec`,`enable_spot_termination`])===!1)return[];if(e.get([`spec`,`queue_name`])!==void 0)return[t(`spec`,`queue_name`)];let n=t(`spec`,`cluster_name`);return[{...n,name:n.name&&`Karpenter-${n.name}`}]}function oi(){return{bad:[E`
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
      `],good:[E`
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
      `]}}const si=M({id:`isolated-vpc`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[97],on:{Manifests(e,{report:t}){for(let{manifest:n,chart:r,values:i}of O(e)){if(r!==`karpenter`||n.source.origin?.tool!==`terraform`||n.isPartial)continue;let a=[...i,`settings`,`isolatedVPC`];if(n.get(a)!==void 0)continue;let o=e.manifests.filter(e=>e.kind===`module`&&/\bvpc(?:\/aws|\.git|$)/.test(String(e.get([`spec`,`source`])))&&k(e)===k(n)),[s]=o;o.length===1&&s&&!s.isPartial&&d(s.get([`spec`,`private_subnets`])).length!==0&&(ci.some(e=>![void 0,!1].includes(s.get([`spec`,e])))||t({manifest:n,at:n.span(a),message:"The VPC of this root has private subnets alone and no NAT gateway, and `isolatedVPC` is not set: Karpenter waits for prices that it cannot ask for",help:"Set `settings.isolatedVPC` to `true`, unless the traffic leaves by another way.",labels:[{span:s.span([`spec`,`private_subnets`]),message:`the private subnets`}]}))}}},docs:{summary:`Karpenter runs in a VPC without a way out, and is not told so.`,why:"Karpenter asks the Pricing API for on-demand prices, and there is no VPC endpoint for that API. Where nodes have no way to the internet, each attempt waits until it times out, and errors fill the log; with `isolatedVPC` Karpenter takes the prices it was built with. It is told where Terraform makes the release and a VPC of private subnets alone, without a NAT gateway.",help:"Set `settings.isolatedVPC` to `true`, unless the traffic leaves by another way, such as a transit gateway.",url:`https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/#private-clusters`},examples:li}),ci=[`public_subnets`,`enable_nat_gateway`,`enable_vpn_gateway`,`enable_ipv6`,`create_egress_only_igw`,`propagate_private_route_tables_vgw`];function li(){return{bad:[E`
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
      `],good:[E`
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
      `]}}const ui=M({id:`kops-karpenter`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter itself`,mistakes:[],on:{Manifests:fi},docs:{summary:`A kOps specification asks for Karpenter in a way that kOps or Karpenter does not support.`,why:"Of each InstanceGroup with `manager: Karpenter` kOps makes a pool, and it installs Karpenter where the cluster enables it. Karpenter needs permissions of its service account there, control plane nodes cannot be its own, and without a mixed instances policy the one `machineType` is all that it may launch.",help:"Enable Karpenter and `iam.useServiceAccountExternalPermissions` in the Cluster, leave the control plane to auto scaling groups, and list instance types under `mixedInstancesPolicy`.",url:`https://kops.sigs.k8s.io/operations/karpenter/`},examples:gi}),di=({apiVersion:e})=>u(e)===`kops.k8s.io`;function fi(e,t){let n=e.manifests.filter(e=>e.kind===`Cluster`&&di(e)&&!e.isPartial),r=e.manifests.filter(e=>e.kind===`InstanceGroup`&&di(e)&&e.get([`spec`,`manager`])===`Karpenter`);for(let e of n)pi(e,r,t);for(let e of r)hi(e,t)}function pi(e,t,{report:n}){let r=e.get([`spec`,`karpenter`,`enabled`])===!0,i=t.find(t=>k(t)===k(e)&&mi(t)===e.name);i&&!r&&n({manifest:e,at:e.span([`spec`,`karpenter`,`enabled`]),message:`The InstanceGroup \`${i.name}\` is managed by Karpenter, and \`${e.name}\` does not enable it: nothing launches its nodes`,help:"Set `spec.karpenter.enabled: true`.",labels:[{span:i.span([`spec`,`manager`]),message:`managed by Karpenter`}]});let a=[`spec`,`iam`,`useServiceAccountExternalPermissions`],o=e.get(a);r&&(o===void 0||o===!1)&&n({manifest:e,at:e.span(a),message:`Karpenter needs external permissions for service accounts, which this cluster does not have: kOps refuses it`,help:"Set `spec.iam.useServiceAccountExternalPermissions: true`, with a discovery store."})}const mi=e=>h(m(e.get([`metadata`,`labels`]))?.[`kops.k8s.io/cluster`]);function hi(e,{report:t}){let n=h(e.get([`spec`,`role`]))??``;/^(?:control-?plane|master|apiserver)$/i.test(n)&&t({manifest:e,at:e.span([`spec`,`manager`]),message:`\`${e.name}\` is a group of the control plane, which Karpenter cannot manage`,help:"Leave `manager` out: an auto scaling group keeps such nodes."});let r=h(e.get([`spec`,`machineType`]))??``,i=/^[a-z][\w-]*\.[\w-]+$/.test(r);n===`Node`&&i&&e.get([`spec`,`mixedInstancesPolicy`])===void 0&&!e.isPartial&&t({manifest:e,at:e.span([`spec`,`machineType`]),severity:`note`,message:`Karpenter may launch nothing but ${r} for \`${e.name}\``,help:"List several instance types under `mixedInstancesPolicy.instances`."})}function gi(){return{bad:[T`
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
      `,T`
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
      `,T`
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
      `,T`
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
      `],good:[T`
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
      `]}}const _i=[{field:`maxPods`,spelt:/--max-pods[= ]\d|^[ \t]*maxPods:|^[ \t]*"?max-pods"?\s*=/m},{field:`kubeReserved`,spelt:/--kube-reserved[= ]|^[ \t]*kubeReserved:|^[ \t]*\[settings\.kubernetes\.kube-reserved\]/m},{field:`systemReserved`,spelt:/--system-reserved[= ]|^[ \t]*systemReserved:|^[ \t]*\[settings\.kubernetes\.system-reserved\]/m},{field:`evictionHard`,spelt:/--eviction-hard[= ]|^[ \t]*evictionHard:|^[ \t]*\[settings\.kubernetes\.eviction-hard\]/m}],vi=M({id:`kubelet-in-user-data`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[56],on:{NodeClass(e,{report:t}){let n=mt(e);if(n===void 0||K(e)===void 0)return;let r=n.replaceAll(/^[ \t]*#.*$/gm,``),i=m(e.get([`spec`,`kubelet`]))??{};if(e.apiVersion!==`karpenter.k8s.aws/v1`)return;let a=_i.filter(({field:e,spelt:t})=>!Object.hasOwn(i,e)&&t.test(r));if(a.length===0)return;let o=a.map(({field:e})=>`\`${e}\``).join(`, `);t({at:e.keySpan([`spec`,`userData`]),message:`User data sets ${o}, which Karpenter does not read there: it reckons with other nodes than it gets`,help:`Set ${o} under \`spec.kubelet\` instead.`})}},docs:{summary:`User data sets what Karpenter reckons with, and Karpenter is not told.`,why:"Karpenter works out what fits on a node from `spec.kubelet` of the EC2NodeClass, and never from user data. A different `maxPods` or reservation there makes nodes that are smaller than Karpenter believes: pods stay pending on them and more nodes come, or they are larger and stay half empty. For Amazon Linux 2023 Karpenter’s own settings win anyway, so that the ones in the user data do nothing.",help:"Move the setting to `spec.kubelet`; Karpenter then writes it into the user data by itself.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:yi});function yi(){return{bad:[P(T`
        amiSelectorTerms:
          - alias: al2023@v20260715
        userData: |
          apiVersion: node.eks.aws/v1alpha1
          kind: NodeConfig
          spec:
            kubelet:
              config:
                maxPods: 42
      `),P(T`
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        userData: |
          [settings.kubernetes]
          max-pods = 42
      `)],good:[P(T`
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
        `,`ubuntu`)]}}const bi=[y.instanceType,y.instanceFamily,y.instanceCategory,y.instanceGeneration],xi=M({id:`lost-defaults`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Which nodes a pool may launch`,mistakes:[9],on:{Manifests(e,{report:t,base:n}){let r=new Map([...n?Si(n):[],...Si(e)].map(e=>[e.name,e]));for(let n of z(e)){let e=r.get(n.name);if(!e||n.isPartial||e.isPartial)continue;let i=U(n).map(({key:e})=>v(e)),a=Ci(e).filter(({key:e})=>!i.some(t=>wi(t,e)));a.length!==0&&t({manifest:n,at:n.keySpan([`spec`,`template`,`spec`,`requirements`]),message:`Provisioner \`${n.name}\` meant ${a.map(Ti).join(`, `)} without saying so, and NodePool \`${n.name}\` does not`,help:`Write it out as a requirement, or what is to hold instead.`})}}},docs:{summary:`A NodePool takes the place of a Provisioner without the requirements that v1alpha5 filled in.`,why:`A Provisioner that did not say otherwise meant amd64, on-demand and the newer generations of the categories c, m and r. A NodePool means everything: once it has taken over, Karpenter launches arm64 for images that are built for amd64, spot for what is not made for it, and burstable, GPU or old instance types where they are cheap.`,help:`Write the old defaults out as requirements of the NodePool, or what is to hold instead.`,url:`https://karpenter.sh/v0.32/upgrading/v1beta1-migration/`},examples:Ei}),Si=e=>e.manifests.filter(({kind:e,apiVersion:t})=>e===`Provisioner`&&u(t)===`karpenter.sh`),Ci=e=>U(e).filter(({path:e,key:t})=>e.length===1&&t!==y.os),wi=(e,t)=>e===t||bi.includes(t)&&bi.includes(e),Ti=({key:e,operator:t,values:n})=>`\`${e} ${t} ${n.map(({text:e})=>e).join(`, `)}\``;function Ei(){return{bad:[D({karpenter:`0.32`},R(T`
            apiVersion: karpenter.sh/v1alpha5
            kind: Provisioner
            metadata:
              name: default
            spec:
              limits:
                resources:
                  cpu: 100
          `,N({apiVersion:`karpenter.sh/v1beta1`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`]})))],good:[D({karpenter:`0.32`},R(T`
            apiVersion: karpenter.sh/v1alpha5
            kind: Provisioner
            metadata:
              name: default
            spec:
              limits:
                resources:
                  cpu: 100
          `,N({apiVersion:`karpenter.sh/v1beta1`,requirements:[`kubernetes.io/arch In [amd64]`,`karpenter.sh/capacity-type In [on-demand]`,`karpenter.k8s.aws/instance-family In [m5, c5]`]}))),D({karpenter:`0.37`},N({apiVersion:`karpenter.sh/v1beta1`,name:`never-was-a-provisioner`}))]}}const Di=(e,t)=>e.price(t,`on-demand`,e.zonesOf(t)[0]??``)?.hourlyUsd;function Oi(e){let t=new WeakMap;return(n,r)=>{let i=t.get(n)??{value:e(n,r)};return t.set(n,i),i.value}}const ki=M({id:`min-values-exotic`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Which nodes a pool may launch`,mistakes:[24],on:{NodePool:Ai},docs:{summary:"A pool with `minValues` lets bare metal and GPUs in, which Karpenter leaves aside otherwise.",why:"Where ordinary instance types suffice, Karpenter takes bare metal and types with accelerators off the list before it launches, and spot types that cost more than on-demand. With `minValues` it does neither, so that the variety is not lost: a small pod may get a machine of 96 cores that takes minutes to start.",help:`Name the categories that are meant, and exclude bare metal by its hypervisor.`,url:`https://karpenter.sh/docs/concepts/nodepools/#min-values`},examples:Pi});function Ai(e,{report:t,catalog:n,compatible:r,settings:i}){let a=on(n),o=V(e).find(({path:t})=>e.get([...t,`minValues`])!==void 0),s=o&&r(e);if(!a||!s?.isExact||i.karpenter.minValuesPolicy===`BestEffort`)return;let c=ji(s,a);c!==void 0&&t({at:e.span([...o.path,`minValues`]),message:`With \`minValues\` Karpenter does not leave aside the ${c.count} of ${s.names.length} instance types of \`${e.name}\` that are bare metal or have accelerators${c.gap}`,help:"If they are not meant, name the categories that are, and exclude bare metal by `karpenter.k8s.aws/instance-hypervisor In [nitro]`."})}const ji=Oi(({names:e},t)=>{let n=e.map(e=>t.type(e)),r=new Set(n.filter(Ni).map(({name:e})=>e));if(!n.some(Mi)||r.size===n.length)return;let i=e.map(e=>({name:e,usd:Di(t,e)??0})).filter(({usd:e})=>e>0).sort((e,t)=>e.usd-t.usd||g(e.name,t.name)),[a]=i,o=i.findLast(({name:e})=>r.has(e)),s=a&&o?`, up to ${o.name} at $${o.usd.toFixed(2)} an hour beside ${a.name} at $${a.usd.toFixed(4)}`:``;return{count:r.size,gap:s}}),Mi=({gpus:e,accelerator:t,neuron:n})=>e.length>0||t!==void 0||n!==void 0,Ni=e=>e.isBareMetal||Mi(e);function Pi(){return{bad:[R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:T`
            - key: karpenter.sh/capacity-type
              operator: In
              values: [on-demand, spot]
            - key: karpenter.k8s.aws/instance-category
              operator: In
              values: [c, m, g]
            - key: karpenter.k8s.aws/instance-family
              operator: Exists
              minValues: 5
          `}),F)],good:[R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:T`
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
          `}),F),R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand, spot]`,`karpenter.k8s.aws/instance-category In [c, m, g]`]}),F)]}}const Fi=M({id:`older-generation`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Which nodes a pool may launch`,mistakes:[],on:{NodePool:Ii,Provisioner:Ii},docs:{summary:`Every instance type of a pool is of a generation that a newer one undercuts.`,why:`AWS prices newer generations lower than those from a decade ago, and they are faster and less often short in supply. A pool that names old families alone pays more for less, and nothing in the cluster says so. It is told by the prices of the region, for types of like size and memory, with CPUs of the same maker.`,help:"Allow the newer families, by name or by `karpenter.k8s.aws/instance-generation`.",url:`https://karpenter.sh/docs/concepts/nodepools/#instance-types`},examples:Ui});function Ii(e,{report:t,catalog:n,compatible:r}){let i=on(n),a=r(e);if(!i||!a?.isExact||a.names.length===0||a.names.length>60)return;let o=Li(a,i);o&&t({at:e.span(ft(e)),message:`All instance types of \`${e.name}\` are of old generations: ${o.newer} costs ${o.percent} % less for each vCPU than ${o.name}, and is newer`,help:`Allow newer families, such as \`${o.newer.split(`.`)[0]}\`.`})}const Li=Oi(({names:e},t)=>{let[n,...r]=e.map(e=>Ri(t.type(e),t));return r.every(e=>e!==void 0)?n:void 0});function Ri(e,t){let n=Bi(e),r=Hi(e,t);if(!n||r===void 0||e.gpus.length>0)return;let[i]=t.types.filter(t=>zi(e,t)&&Vi(n,Bi(t))).flatMap(e=>{let n=Hi(e,t);return n===void 0||n>r*.97?[]:[{name:e.name,cost:n}]}).sort((e,t)=>e.cost-t.cost||g(e.name,t.name));return i&&{name:e.name,newer:i.name,percent:Math.round((1-i.cost/r)*100)}}const zi=(e,t)=>t.vcpus>=e.vcpus*.75&&t.vcpus<=e.vcpus*1.25&&t.memoryMib/t.vcpus>=e.memoryMib/e.vcpus*.97&&t.architecture===e.architecture&&t.cpuManufacturer===e.cpuManufacturer&&t.isBareMetal===e.isBareMetal&&t.gpus.length===0&&(t.instanceStoreGb??0)>=(e.instanceStoreGb??0);function Bi({family:e}){let t=/^([a-z]+)(\d+)([a-z-]*)$/.exec(e);return t?{category:t[1],generation:Number(t[2]),suffix:t[3]}:void 0}function Vi(e,t){let n=[...e.suffix].filter(e=>!`aig`.includes(e));return t!==void 0&&t.category===e.category&&t.generation>e.generation&&!t.suffix.includes(`flex`)&&n.every(e=>t.suffix.includes(e))}function Hi({name:e,vcpus:t},n){let r=Di(n,e);return r===void 0?void 0:r/t}function Ui(){return{bad:[R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m4, c4]`,`karpenter.sh/capacity-type In [on-demand]`]}),F)],good:[R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m4, m5]`,`karpenter.sh/capacity-type In [on-demand]`]}),F),R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m5, c5]`,`karpenter.sh/capacity-type In [on-demand]`]}),F)]}}const Wi=M({id:`owned-security-groups`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[78],on:{Manifests(e,t){for(let n of q(e))Ki(n,t)}},docs:{summary:`A node class selects several security groups that are tagged as the cluster’s own.`,why:"The AWS load balancer controller, and the in-tree one, expect exactly one security group of a node with the tag `kubernetes.io/cluster/NAME`. Where a node has two, they stop with “multiple tagged security groups” and targets are no longer registered. It is told where Terraform makes the groups and the node class in one root.",help:`Leave the tag on one of them.`,url:`https://karpenter.sh/docs/troubleshooting/`},examples:qi}),Gi=`kubernetes.io/cluster/`;function Ki(e,{all:t,report:n}){if(e.source.origin?.tool!==`terraform`||e.isPartial)return;let r=br(e,`securityGroup`).filter(({tags:e,hasOther:t})=>!t&&e.length>0&&e.every(({isKnown:e})=>e)),[i,a]=t.manifests.filter(t=>{if(t.kind!==`aws_security_group`||k(t)!==k(e))return!1;let n=m(t.get([`spec`,`tags`]))??{};return r.some(e=>e.tags.every(({key:e,value:t})=>h(n[e])===t))&&Object.keys(n).some(e=>e.startsWith(Gi)&&!l(e))});i&&a&&n({manifest:e,at:e.keySpan([`spec`,`securityGroupSelectorTerms`]),message:`\`${e.name}\` selects the security groups \`${i.name}\` and \`${a.name}\`, and both are tagged as the cluster’s own: the load balancer controller takes one alone`,help:`Leave the tag \`${Gi}…\` on one of them.`,labels:[i,a].map(e=>({span:e.span([`spec`,`tags`]),message:`tagged`}))})}function qi(){return{bad:[E`
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
            "kubernetes.io/cluster/demo" = "owned"
          }
        }

        ${L(`default`,P(T`
            role: KarpenterNodeRole-demo
            securityGroupSelectorTerms:
              - tags:
                  karpenter.sh/discovery: demo
          `))}
      `],good:[E`
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
      `]}}const Ji=M({id:`pass-role`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Identity`,mistakes:[72],on:{Manifests(e,t){for(let n of Yn(e))Yi(n,e,t)}},docs:{summary:`The controller may pass another role to instances than the one that node classes name.`,why:"To launch an instance with a role, the controller needs `iam:PassRole` on that very role. Where the policy names another one, such as the controller’s own, every launch is denied. It is told where policy and node class stand together in one root of Terraform.",help:"Name the role of the nodes as the resource of `iam:PassRole`.",url:`https://karpenter.sh/docs/reference/cloudformation/#allowpassinginstancerole`},examples:ea});function Yi(e,t,{report:n}){let r=e.filter(e=>Z([e],`iam:PassRole`)),[i]=r;if(i?.policy.source.origin?.tool!==`terraform`)return;let a=k(i.policy),o=q(t).filter(e=>k(e)===a&&e.get([`spec`,`role`])!==void 0),s=o.map(Zi),c=r.flatMap(Qi);if(s.length===0||s.includes(void 0)||c.includes(void 0)||s.some(e=>c.some(t=>$i(t,e))))return;let{policy:l,path:u}=i,[d]=o;n({manifest:l,at:l.span([...u,`Resource`]),message:`The role of \`${d.name}\` is not among those that \`iam:PassRole\` is allowed on: launches are denied`,help:`Name the role of the nodes here.`,labels:[{span:d.span([`spec`,`role`]),message:`the role of the nodes`}]})}const Xi=/^(aws_iam_role\.[\w-]+)\.(?:name|arn|id)$/;function Zi(e){let t=[`spec`,`role`],n=Xi.exec(j(e,t)??``)?.[1];if(n!==void 0)return{resource:n};let r=h(e.get(t));return r===void 0||r.includes(`$`)?void 0:{name:r}}function Qi({policy:e,path:t}){let n=[...t,`Resource`],r=e.get(n);return(Array.isArray(r)?d(r).map((e,t)=>[...n,t]):[n]).map(t=>{let n=Xi.exec(j(e,t)??``)?.[1];if(n!==void 0)return{resource:n};let r=h(e.get(t))??``,i=r===`*`?`*`:/:role\/(?:.{0,600}\/)?([^/$]{1,200})$/.exec(r)?.[1];return i===void 0?void 0:{name:i}})}const $i=(e,t)=>`name`in e&&`name`in t?Kn(e.name,t.name):`resource`in e&&`resource`in t?e.resource===t.resource:!0;function ea(){return{bad:[E`
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
      `],good:[E`
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
      `]}}const ta=M({id:`pin-ami-alias`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[49],on:{NodeClass(e,{report:t}){let n=d(e.get([`spec`,`amiSelectorTerms`]));for(let[r,i]of n.entries()){let n=h(m(i)?.alias);if(n===void 0||l(n)||!n.endsWith(`@latest`))continue;let a=n.slice(0,n.indexOf(`@`));if(a.startsWith(`windows`))continue;let o=a===`bottlerocket`?`bottlerocket@v1.44.0`:`${a}@v20260715`;t({at:e.span([`spec`,`amiSelectorTerms`,r,`alias`]),message:`\`${n}\` follows every AMI release: each one drifts and replaces all nodes of \`${e.name}\``,help:`Pin a version, such as \`${o}\`, and move it by pull request.`})}}},docs:{summary:`An EC2NodeClass follows the latest AMI.`,why:"With `@latest` every AMI release makes all nodes of the class drift: Karpenter replaces them within the disruption budgets, in every environment at the same time, with no change to review and nothing to revert.",help:"Pin the version, such as `al2023@v20260715`, and move it by pull request through the environments.",url:`https://karpenter.sh/docs/tasks/managing-amis/`},examples:na});function na(){return{bad:[P(T`
        amiSelectorTerms:
          - alias: al2023@latest
      `)],good:[P(T`
        amiSelectorTerms:
          - alias: al2023@v20260715
      `),P(T`
          amiSelectorTerms:
            - alias: windows2022@latest
        `,`windows`)]}}function ra(e){return[...Ge(e,`aws-vpc-cni`).map(({manifest:e,values:t})=>({manifest:e,path:[...t,`env`]})).flatMap(({manifest:e,path:t})=>ia(e,t,m(e.get(t)))),...e.manifests.flatMap(e=>aa(e))]}function ia(e,t,n){let r=Object.entries(n??{}).map(([e,t])=>[e,h(t)]);return!e.isPartial&&r.every(([,e])=>e!==void 0&&!l(e))?[{manifest:e,path:t,env:Object.fromEntries(r)}]:[]}function aa(e){return e.kind===`aws_eks_addon`&&e.get([`spec`,`addon_name`])===`vpc-cni`?oa(e,[`spec`],`configuration_values`):e.kind===`module`?[`addons`,`cluster_addons`].map(e=>[`spec`,e,`vpc-cni`]).filter(t=>m(e.get(t))).flatMap(t=>oa(e,t,`configuration_values`)):e.kind===`ClusterConfig`?d(e.get([`addons`])).flatMap((t,n)=>m(t)?.name===`vpc-cni`?oa(e,[`addons`,n],`configurationValues`):[]):e.kind===`DaemonSet`&&e.name===`aws-node`?ca(e):[]}function oa(e,t,n){let r=[...t,n],i=e.get(r);if(i===void 0)return ia(e,t,{});let a=typeof i==`string`?sa(i):i,o=m(a)?.env;return!m(a)||o!==void 0&&!m(o)?[]:ia(e,r,m(o)??{})}function sa(e){try{return JSON.parse(e)}catch{return}}function ca(e){let t=[`spec`,`template`,`spec`,`containers`];return d(e.get(t)).flatMap((n,r)=>{if(m(n)?.name!==`aws-node`)return[];let i=[...t,r,`env`],a=d(e.get(i)).map(e=>m(e)??{});return ia(e,i,Object.fromEntries(a.flatMap(({name:e,value:t})=>typeof e==`string`&&t!==void 0?[[e,t]]:[])))})}const la=E`
  kubelet:
    maxPods: 110
`,ua=M({id:`pods-and-addresses`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[59,60,61],on:{Manifests(e,t){for(let n of ra(e))fa(n,t)}},docs:{summary:`The number of pods that Karpenter reckons with is not the number that the VPC CNI has addresses for.`,why:"Karpenter counts the pods of a node by its network interfaces, or by `maxPods` where a class has it. With more pods than addresses they hang in `ContainerCreating`; with prefix delegation and no `maxPods` nodes have room that Karpenter does not use; and with custom networking the first interface carries no pods, which Karpenter knows only from `reservedENIs`. It is told where the set-up of the CNI stands beside the node class.",help:"Set `maxPods` together with prefix delegation, and `settings.reservedENIs` together with custom networking.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:ba}),da=(e,t)=>e.env[t]===`true`;function fa(e,t){let n=k(e.manifest),r=q(t.all).filter(e=>k(e)===n&&!e.isPartial),i=da(e,`ENABLE_PREFIX_DELEGATION`);da(e,`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`)&&ya(e,r,t);for(let n of r){let r=n.get([`spec`,`kubelet`,`maxPods`])??void 0;typeof r==`number`&&!i&&_a(n,{cni:e,maxPods:r},t),r===void 0&&i&&pa(n)&&va(n,e,t)}}const pa=e=>!/^(?:Custom|Windows)/.test(h(e.get([`spec`,`amiFamily`]))??``),ma=({enis:e,ipv4PerEni:t})=>e*(t-1)+2;function ha(e,{all:t,catalog:n,compatible:r}){let i=bt(t,e).flatMap(e=>ga(e,{catalog:on(n),compatible:r}));if(!i.includes(void 0))return i.sort((e,t)=>ma(e)-ma(t)||g(e.name,t.name))[0]}function ga(e,{catalog:t,compatible:n}){let r=n(e);return!t||!r?.isExact?[void 0]:r.names.map(e=>t.type(e))}function _a(e,{cni:t,maxPods:n},r){let i=ha(e,r);!i||ma(i)>=n||r.report({manifest:e,at:e.span([`spec`,`kubelet`,`maxPods`]),message:`\`maxPods: ${n}\` is more than ${i.name} has addresses for: ${ma(i)}, as the VPC CNI is set up here`,help:`Leave it out, allow larger instance types alone, or turn prefix delegation on.`,labels:[{span:t.manifest.span(t.path),message:`no prefix delegation`}]})}function va(e,t,n){let r=ha(e,n);!r||ma(r)>=110||n.report({manifest:e,at:e.span([`spec`,`kubelet`]),severity:`note`,message:`The CNI delegates prefixes, and \`${e.name}\` has no \`maxPods\`: Karpenter puts no more than ${ma(r)} pods on ${r.name}`,help:"Write `maxPods: 110` under `kubelet` if more should fit.",labels:[{span:t.manifest.span(t.path),message:`prefix delegation`}]})}function ya(e,t,{all:n,report:r}){if(t.length===0||t.every(e=>e.get([`spec`,`kubelet`,`maxPods`])!==void 0))return;let i=k(e.manifest);for(let{manifest:t,chart:a,values:o}of O(n)){let n=[...o,`settings`,`reservedENIs`],s=h(t.get(n))??`0`;a!==`karpenter`||k(t)!==i||t.isPartial||s!==`0`||l(s)||r({manifest:t,at:t.span(n),message:`The CNI uses custom networking, and Karpenter reserves no network interface: it puts more pods on nodes than they have addresses for`,help:'Set `settings.reservedENIs` to `"1"`.',labels:[{span:e.manifest.span(e.path),message:`custom networking`}]})}}function ba(){return{bad:[Ta({addon:xa,kubelet:la}),Ta({addon:Sa(`ENABLE_PREFIX_DELEGATION`)}),Ta({addon:Sa(`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`),release:wa(Ca)})],good:[Ta({addon:Sa(`ENABLE_PREFIX_DELEGATION`),kubelet:la}),Ta({addon:xa}),Ta({addon:Sa(`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`),release:wa(E`
          ${Ca}
          { name = "settings.reservedENIs", value = "1" },
        `)})]}}const xa=`most_recent = true`,Sa=e=>E`
  configuration_values = jsonencode({
    env = {
      ${e} = "true"
    }
  })
`,Ca=`{ name = "settings.clusterName", value = "demo" },`,wa=e=>E`
  resource "helm_release" "karpenter" {
    repository = "oci://public.ecr.aws/karpenter"
    chart      = "karpenter"

    set = [
      ${e}
    ]
  }
`,Ta=({addon:e,kubelet:t,release:n})=>E`
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
          cpu: 1000
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
`,Ea=1024**3,Da=(e,t)=>({name:e,limitsPodsByEnis:!0,reservesMemoryByEnis:e!==`Bottlerocket`,hasPodsPerCore:e!==`Bottlerocket`,takesAnyKubeletSetting:e===`AL2023`||e===`Custom`,ephemeralDevice:t,defaultVolumeBytes:20*Ea,windowsBuild:void 0}),Oa=(e,t)=>({name:e,limitsPodsByEnis:!1,reservesMemoryByEnis:!1,hasPodsPerCore:!0,takesAnyKubeletSetting:!1,ephemeralDevice:`/dev/sda1`,defaultVolumeBytes:50*Ea,windowsBuild:t}),ka=Da(`AL2`,`/dev/xvda`),Aa=Da(`Custom`,void 0),ja=[ka,Da(`AL2023`,`/dev/xvda`),Da(`Bottlerocket`,`/dev/xvdb`),Oa(`Windows2019`,`10.0.17763`),Oa(`Windows2022`,`10.0.20348`),Oa(`Windows2025`,`10.0.26100`),Aa];function Ma(e){let{amiFamily:t,amiSelectorTerms:n}=e.spec;if(t!==void 0)return ja.find(e=>e.name===t)??ka;let r=n?.find(e=>e.alias)?.alias?.split(`@`)[0];return ja.find(e=>e!==Aa&&e.name.toLowerCase()===r)??Aa}function Na(e){let{maxPods:t}=e,n=typeof t==`string`&&!l(t)?[[`maxPods`]]:[],r=[`kubeReserved`,`systemReserved`].flatMap(t=>{let n=e[t];return p(n)?Object.entries(n).filter(([e,t])=>typeof t==`string`&&![e,t].some(e=>l(e))&&x(t)===void 0).map(([e])=>[t,e]):[]});return[...n,...r]}const Pa=new Map(Object.entries({boolean:`
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
  `}).flatMap(([e,t])=>t.trim().split(/\s+/).map(t=>[t,e]))),Fa=new Set([`clusterDNS`,`cpuCFSQuota`,`maxPods`,`podsPerCore`,`kubeReserved`,`systemReserved`,`evictionHard`,`evictionSoft`,`evictionSoftGracePeriod`,`evictionMaxPodGracePeriod`,`imageGCHighThresholdPercent`,`imageGCLowThresholdPercent`]),Ia={boolean:`true or false`,whole:`a whole number below 2³¹`,large:`a whole number`,number:`a number`,text:`a text`,duration:"a duration, such as `90s`",texts:`a list of texts`,textMap:`texts by name`,flags:`true or false by name`,list:`a list`,mapping:`a mapping`};function La(e,t){let n=e=>typeof e==`string`||e===null;switch(t){case`whole`:return typeof e==`number`&&(e|0)===e;case`large`:return Number.isInteger(e);case`text`:return n(e);case`duration`:return typeof e==`string`&&C(e)!==void 0;case`texts`:return Array.isArray(e)&&e.every(n);case`list`:return Array.isArray(e);case`textMap`:return p(e)&&Object.values(e).every(n);case`flags`:return p(e)&&Object.values(e).every(e=>typeof e==`boolean`||e===null||l(e));case`mapping`:return p(e);default:return typeof e===t}}function Ra(e,t){let n=Object.keys(e).filter(e=>!l(e));return[...n.flatMap(n=>za(n,e,t)??[]),...Ua.flatMap(t=>qa(e,t,Ga)),...Za(e),...Wa.flatMap(t=>qa(e,t,Ka)),...$a(e),...n.flatMap(t=>no(t,e[t]))]}function za(e,t,n){let r=[e];if(!Pa.has(e))return{path:r,why:`is no setting of the kubelet`,names:Ha(Pa.keys(),t)};if(e===`registerWithTaints`)return{path:r,why:`is set by Karpenter itself`,help:"Write the taints under `spec.template.spec.taints` or `startupTaints` of the NodePool."};if(n.takesAnyKubeletSetting)return;if(e===`podsPerCore`?Va(t[e])&&!n.hasPodsPerCore:!Ba(e))return{path:r,why:`does not reach nodes of the AMI family \`${n.name}\``,help:`Remove it, or use AL2023, whose nodes take any setting.`};let i=t[e];if(!(e!==`clusterDNS`||!Array.isArray(i)||i.length<2))return{path:r,why:`takes one address with the AMI family \`${n.name}\``,help:`Leave one address.`}}const Ba=e=>Fa.has(e),Va=e=>e!=null,Ha=(e,t)=>[...e].filter(e=>!Object.hasOwn(t,e)),Ua=[`evictionHard`,`evictionSoft`,`evictionSoftGracePeriod`,`evictionMinimumReclaim`],Wa=[`kubeReserved`,`systemReserved`],Ga={names:[`memory.available`,`nodefs.available`,`nodefs.inodesFree`,`imagefs.available`,`imagefs.inodesFree`,`pid.available`],wrongName:`is no eviction signal`,wrongValue:(e,t)=>e===`evictionSoftGracePeriod`?Xa(t):Ya(t)},Ka={names:[`cpu`,`memory`,`ephemeral-storage`,`pid`],wrongName:`is nothing that a kubelet reserves`,wrongValue:(e,t)=>t.startsWith(`-`)?`is negative`:void 0};function qa(e,t,{names:n,wrongName:r,wrongValue:i}){let a=e[t]??{};return p(a)?Object.entries(a).flatMap(([e,o])=>{let s=[t,e];if(l(e))return[];if(!n.includes(e))return[{path:s,why:r,names:Ha(n,a)}];let c=o??``;if(typeof c!=`string`){let e={path:s,why:`has a value that is no text`};return[typeof c==`number`?{...e,number:c,help:`Put the number in quotes.`}:e]}let u=l(c)?void 0:i(t,c);return u===void 0?[]:[{path:s,why:u}]}):l(a)?[]:[{path:[t],why:`is no mapping of names to values`}]}const Ja=/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;function Ya(e){if(!e.endsWith(`%`)){let t=x(e);return t===void 0?`has neither a percentage nor a quantity`:t<0?`is negative`:void 0}let t=e.slice(0,-1).replaceAll(/(?<=\d)_(?=\d)/g,``),n=Ja.test(t)?Number(t):NaN;return n>=0&&n<=100?void 0:`has no percentage from 0 to 100`}function Xa(e){let t=C(e);return t===void 0?"has no duration, such as `90s`":t<0n?`is negative`:void 0}function Za({evictionSoft:e,evictionSoftGracePeriod:t}){let[n,r]=[e??{},t??{}];return!p(n)||!p(r)||[...Object.keys(n),...Object.keys(r)].some(e=>l(e))?[]:[...Ha(Object.keys(n),r).map(e=>({path:[`evictionSoft`,e],why:`has no grace period`,help:`Say under \`evictionSoftGracePeriod\` how long pods have, such as \`${e}: 90s\`.`})),...Ha(Object.keys(r),n).map(e=>({path:[`evictionSoftGracePeriod`,e],why:"has no threshold under `evictionSoft`",help:`Add the threshold, or remove the grace period.`}))]}const Qa={maxPods:2**31-1,podsPerCore:2**31-1,evictionMaxPodGracePeriod:2**31-1,imageGCHighThresholdPercent:100,imageGCLowThresholdPercent:100};function $a(e){let t=Object.entries(Qa).flatMap(([t,n])=>{let r=e[t],i=t===`maxPods`&&typeof r==`string`;return!Va(r)||i||l(r)||eo(r,n)?[]:[{path:[t],why:n===100?`is no whole number from 0 to 100`:`is no whole number from 0 on`}]}),{imageGCHighThresholdPercent:n,imageGCLowThresholdPercent:r}=e;return t.length>0||typeof n!=`number`||typeof r!=`number`||n>r?t:[{path:[`imageGCHighThresholdPercent`],why:`is not above \`imageGCLowThresholdPercent\`, which is ${r}`}]}const eo=(e,t)=>typeof e==`number`&&Number.isInteger(e)&&e>=0&&e<=t,to=new Set([`registerWithTaints`,...Ua,...Wa,...Object.keys(Qa)]);function no(e,t){let n=Pa.get(e);if(n===void 0||to.has(e)||!Va(t)||l(t)||La(t,n))return[];let r={path:[e],why:`takes ${Ia[n]}`};return[n===`text`&&typeof t==`number`?{...r,number:t,help:`Put the number in quotes.`}:r]}const ro=[`spec`,`kubelet`],io=M({id:`refused-kubelet-settings`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t,karpenter:n,settings:r,nearest:i}){let a=m(e.get(ro));if(!n.opensKubelet||!a||e.isPartial)return;let o=Ma({metadata:{name:``},spec:{amiFamily:K(e)??`Custom`}});for(let n of Ra(a,o)){let r=[...ro,...n.path],a=n.names&&i(String(r.at(-1)),n.names);t({at:e.keySpan(r),message:`\`${n.path.join(`.`)}\` ${n.why}: Karpenter does not use this class, and launches nothing with it`,help:oo(n,a),...ao(e,r,{wanted:a,number:n.number})})}let{featureGates:s}=r.karpenter;if(!s?.nodeClassCEL)for(let n of Na(a))t({...s===void 0&&{severity:`warning`},at:e.span([...ro,...n]),message:`\`${n.join(`.`)}\` is an expression, and the feature gate \`NodeClassCEL\` is ${s===void 0?`off by default`:`off`}: Karpenter does not use this class, and launches nothing with it`,help:"Set `settings.awsFeatureGates.nodeClassCEL` in the Helm values, or `karpenter.settings.featureGates.nodeClassCEL` in plumbline.yaml where it is on."})}},docs:{summary:"Karpenter does not use an EC2NodeClass with this setting under `kubelet`.",why:"From Karpenter 1.15 on `spec.kubelet` takes any setting of the kubelet, and the API server looks at none of them. The controller does: a name that the kubelet does not know, a setting that Karpenter makes itself, one that the AMI family does not hand on, a value that cannot be, or an expression while the feature gate `NodeClassCEL` is off, gives the class the condition `ValidationSucceeded=False`. The class is accepted without a word, and its NodePools launch nothing.",help:`Write the settings as a KubeletConfiguration has them.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:so});function ao(e,t,{wanted:n,number:r}){return n===void 0?r===void 0?{}:{fix:{description:`Put the number in quotes`,edits:_(e,t,`"${r}"`)}}:{fix:{description:`Rename to \`${n}\``,edits:pe(e,t,n)}}}function oo({names:e=[],help:t},n){return n===void 0?t===void 0?e.length===0?`Write a value that the kubelet takes.`:e.length>6?`Remove it.`:`Use one of: ${X(e)}.`:t:`Did you mean \`${n}\`?`}function so(){return{bad:[D({karpenter:`1.15`},P(T`
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
        `)),D({karpenter:`1.15`},P(T`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          kubelet:
            podsPerCore: 10
            shutdownGracePeriod: 30s
            clusterDNS: [10.0.0.10, 10.0.0.11]
        `)),D({karpenter:`1.15`},P(T`
          amiSelectorTerms:
            - alias: al2023@v20260715
          kubelet:
            maxPods: min(max_pods, 110)
            kubeReserved:
              memory: 11 * max_pods + 255
        `))],good:[D({karpenter:`1.15`},P(T`
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
      `)]}}const co={[y.instanceMemory]:{unit:`MiB`,meant:`GiB`,factor:1024},[y.instanceGpuMemory]:{unit:`MiB`,meant:`GiB`,factor:1024},[y.instanceNetworkBandwidth]:{unit:`Mbit/s`,meant:`Gbit/s`,factor:1e3},[y.instanceEbsBandwidth]:{unit:`Mbit/s`,meant:`Gbit/s`,factor:1e3}},lo=M({id:`requirement-units`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Which nodes a pool may launch`,mistakes:[93],on:{NodePool:uo,Provisioner:uo},docs:{summary:`A bound for memory or bandwidth is so low that it excludes nothing: it is probably in another unit.`,why:"The label `instance-memory` counts MiB and the bandwidth labels Mbit/s. `Gt 8` on memory, meant as more than 8 GiB, is true of every instance type there is, so that the smallest ones are launched.",help:'Write the bound in MiB or Mbit/s, such as `"8192"` for 8 GiB.',url:`https://karpenter.sh/docs/reference/instance-types/`},examples:po});function uo(e,{report:t,catalog:n}){if(n)for(let{key:r,operator:i,values:a,isKnown:o}of V(e)){let s=Object.hasOwn(co,r)?co[r]:void 0,[c]=a;if(!s||!o||!c||i!==`Gt`&&i!==`Gte`)continue;let l=/^\d+$/.test(c.text)?Number(c.text):0,u=fo(n.labels.get(r)??[]);if(l<2||l>=u)continue;let d=String(l*s.factor);t({at:e.span(c.path),message:`\`${r}\` is in ${s.unit}, and every instance type has more than ${l}: this excludes nothing`,help:`Write \`"${d}"\` if ${l} ${s.meant} are meant.`,fix:{description:`Replace by \`"${d}"\``,edits:_(e,c.path,`"${d}"`)}})}}const fo=e=>e.reduce((e,t)=>t.reduce((e,t)=>Math.min(e,Number(t)),e),1/0);function po(){return{bad:[N({requirements:[`karpenter.k8s.aws/instance-memory Gt ["8"]`]})],good:[N({requirements:[`karpenter.k8s.aws/instance-memory Gt ["8191"]`,`karpenter.k8s.aws/instance-cpu Gt ["1"]`]}),N({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-gpu-memory Gt ["0"]`],taints:T`
          - key: nvidia.com/gpu
            effect: NoSchedule
        `})]}}const mo=M({id:`role-name`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Identity`,mistakes:[68],on:{NodeClass:go,NodeTemplate:go},docs:{summary:`A node class gives an ARN where the name of a role or an instance profile belongs.`,why:`The API server accepts any text. Karpenter puts the role into an instance profile by its name, and IAM refuses an ARN there: the node class is not ready, and no pool that uses it launches anything.`,help:`Write the name alone: what follows the last slash of the ARN.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specrole`},examples:vo}),ho=/^arn:[\w-]+:iam::.{0,200}:(?:role|instance-profile)\/(?:.{0,600}\/)?([^/]{1,200})$/;function go(e,{report:t}){for(let n of[`role`,`instanceProfile`]){let r=[`spec`,n];_o(e,n,t);let i=e.get(r),a=typeof i==`string`?ho.exec(i)?.[1]:void 0;if(a===void 0)continue;let o=!l(a);t({at:e.span(r),message:`\`${n}\` takes a name, and this is an ARN: IAM refuses it, and \`${e.name}\` never gets ready`,help:o?`Write \`${a}\`.`:`Write what follows the last slash alone.`,...o&&{fix:{description:`Replace by \`${a}\``,edits:_(e,r,a)}}})}}function _o(e,t,n){let r=[`spec`,t],i=j(e,r);if(i===void 0)return;let a=e.span(r);/^module\.[\w-]+\.iam_role_(?:name|arn)$/.test(i)&&/karpenter/i.test(i)?n({at:a,message:`\`${i}\` is the role of the controller, with which nodes may not join`,help:`Refer to \`${i.replace(/iam_role_\w{1,100}$/,`node_iam_role_name`)}\`.`}):/(?:\.|_)arn$/.test(i)&&n({at:a,message:`\`${t}\` takes a name, and \`${i}\` is an ARN: IAM refuses it, and \`${e.name}\` never gets ready`,help:`Refer to \`${i.replace(/arn$/,`name`)}\`.`})}function vo(){return{bad:[P(`role: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo`),P(`instanceProfile: arn:aws:iam::111122223333:instance-profile/KarpenterNode`),E`
        ${L(`default`,P("role: ${aws_iam_role.karpenter_node.arn}"))}
      `,E`
        ${L(`default`,P("role: ${module.karpenter.iam_role_name}"))}
      `],good:[E`
        ${L(`default`,P("role: ${module.karpenter.node_iam_role_name}"))}
      `,F,P("role: ${NODE_ROLE}")]}}const yo={AL2:`/dev/xvda`,AL2023:`/dev/xvda`,Bottlerocket:`/dev/xvda`,Windows2019:`/dev/sda1`,Windows2022:`/dev/sda1`,Windows2025:`/dev/sda1`},bo=[`/dev/sda`,`/dev/sda1`,`/dev/xvda`,`/dev/xvda1`,`/dev/nvme0n1`],xo=M({id:`root-device`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[64],on:{NodeClass(e,{report:t}){let n=K(e)??``,r=Object.hasOwn(yo,n)?yo[n]:void 0,i=[`spec`,`blockDeviceMappings`],a=d(e.get(i)).map(e=>m(e)),o=a.map(e=>h(e?.deviceName)??``);if(r===void 0||e.isPartial||o.includes(r)||a.some(e=>e?.rootVolume===!0))return;let s=o.findIndex(e=>bo.includes(e));if(s===-1)return;let c=[...i,s,`deviceName`],l=G(e).every(({term:e})=>e.alias!==void 0);t({at:e.span(c),...!l&&{severity:`note`},message:`The root device of ${n} is \`${r}\`: \`${o[s]}\` adds an empty volume, and the root keeps the AMI’s own size`,help:`Write \`${r}\`.`,fix:{description:`Replace by \`${r}\``,edits:_(e,c,r)}})}},docs:{summary:`A block device mapping names the root device of another AMI family.`,why:`EC2 attaches a device of an unknown name as one more, empty volume. The root volume keeps the size, type and encryption that the AMI gives it, and Karpenter works out ephemeral storage from its own default of 20 GiB: the volume that was meant to be larger is paid for and not used.`,help:"Use `/dev/xvda` for Amazon Linux and Bottlerocket, and `/dev/sda1` for Windows.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:So});function So(){return{bad:[P(T`
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
        `,`ubuntu`)]}}const Co=M({id:`root-encryption`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[63],on:{NodeClass(e,{report:t}){let n=[`spec`,`blockDeviceMappings`],r=d(e.get(n)).map(e=>m(e)),i=r.map(e=>h(e?.deviceName)??``),a=i.indexOf(`/dev/xvdb`);K(e)!==`Bottlerocket`||a===-1||e.isPartial||i.includes(`/dev/xvda`)||i.some(e=>l(e))||m(r[a]?.ebs)?.encrypted===!0&&t({at:e.span([...n,a,`ebs`,`encrypted`]),message:`\`${e.name}\` encrypts \`/dev/xvdb\` and does not name \`/dev/xvda\`: the root volume is encrypted only where the account does so by default`,help:"Map `/dev/xvda` as well, with `encrypted: true` and about 4Gi."})}},docs:{summary:`A Bottlerocket class encrypts the volume of the containers and leaves the root volume as the AMI has it.`,why:"Volumes that a class does not map stay as the AMI brings them: Karpenter does not add its defaults to what is written. Whoever encrypts `/dev/xvdb` of Bottlerocket and does not name `/dev/xvda` has a root volume that is not encrypted, unless the account encrypts every volume by default.",help:"Map `/dev/xvda` as well, with `encrypted: true` and about 4 GiB.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:wo});function wo(){return{bad:[P(T`
        role: KarpenterNodeRole-demo
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        blockDeviceMappings:
          - deviceName: /dev/xvdb
            ebs:
              volumeSize: 100Gi
              encrypted: true
      `)],good:[P(T`
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
      `)]}}const To=[`subnetSelectorTerms`,`securityGroupSelectorTerms`,`amiSelectorTerms`],Eo=M({id:`selector-term-id`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[80],on:{NodeClass(e,{report:t}){for(let n of To.map(e=>[`spec`,e])){let r=d(e.get(n)).map(e=>Object.keys(m(e)??{})),i=e=>e.includes(`id`)&&e.length>1;if(!r.every(i))for(let[a,o]of r.entries()){if(!i(o))continue;let r=o.filter(e=>e!==`id`);t({at:e.keySpan([...n,a,r[0]]),message:`${X(r,` and `)} beside an \`id\` ${r.length===1?`is`:`are`} ignored: the id alone selects`,labels:[{span:e.span([...n,a,`id`]),message:`this selects by itself`}],help:`Remove it, or make it a term of its own.`})}}}},docs:{summary:`A selector term holds an id and something else beside it, which is ignored.`,why:`An id selects by itself. The API server means to refuse anything beside it, but its rule looks at all terms together and lets the list pass as soon as one of them is right: Karpenter then takes the id, and tags or a name beside it narrow nothing.`,help:`Remove what stands beside the id, or make it a term of its own.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:Do});function Do(){return{bad:[P(T`
        subnetSelectorTerms:
          - id: subnet-0123456789abcdef0
            tags:
              karpenter.sh/discovery: demo
          - id: subnet-0123456789abcdef1
      `)],good:[P(T`
        subnetSelectorTerms:
          - id: subnet-0123456789abcdef0
          - tags:
              karpenter.sh/discovery: demo
      `),P(T`
        amiFamily: AL2023
        amiSelectorTerms:
          - name: golden-*
            owner: self
      `)]}}const Oo=M({id:`termination-handler`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter itself`,mistakes:[84],on:{Manifests(e,{report:t}){for(let n of Ge(e,`aws-node-termination-handler`)){let{manifest:r,values:i}=n,a=(...e)=>r.get([...i,...e]),o=r.isPartial||typeof a()==`string`||a(`enableSqsTerminationDraining`)===!0,s=[`nodeSelector`,`linuxNodeSelector`,`daemonsetNodeSelector`,`affinity`,`linuxAffinity`,`daemonsetAffinity`].some(e=>Object.keys(m(a(e))??{}).length>0);if(o||s)continue;let c=O(e).find(e=>e.chart===`karpenter`&&k(e.manifest)===k(r)&&ko(e));c&&t({manifest:r,at:r.span([`metadata`,`name`]),message:`The node termination handler runs on all nodes, and Karpenter drains its own when they are interrupted: both do`,help:"Keep it off nodes with the label `karpenter.sh/nodepool`, or remove it.",labels:[{span:c.manifest.span([...c.values,`settings`,`interruptionQueue`]),message:`Karpenter hears of interruptions`}]})}}},docs:{summary:`The node termination handler runs on Karpenter’s nodes, and Karpenter hears of interruptions itself.`,why:"With `interruptionQueue` Karpenter drains a node when AWS announces that it is taken away, and launches another one first. The AWS node termination handler does the same on every node it runs on: pods are evicted twice, and the handler cordons nodes on a rebalance recommendation, which Karpenter leaves alone. It is told where the charts of both stand together and the handler is kept off no nodes.",help:"Keep the handler off Karpenter’s nodes by an affinity for `karpenter.sh/nodepool`, or remove it.",url:`https://karpenter.sh/docs/faq/#should-i-use-karpenter-interruption-handling-alongside-node-termination-handler`},examples:Ao}),ko=({manifest:e,values:t})=>(h(e.get([...t,`settings`,`interruptionQueue`]))??``)!==``;function Ao(){return{bad:[R(I(`karpenter`,{values:T`
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
        `)],good:[R(I(`karpenter`,{values:T`
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
        `)]}}const jo=/^(?:mac|[a-z]\d+g[a-z]*-flex|i3\.metal$)/,Mo=/^(?:cc1|cc2|cg1|cg2|cr1|g1|g2|hi1|hs1)$/,No=M({id:`unknown-instance-type`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Which nodes a pool may launch`,mistakes:[],on:{NodePool:Po,Provisioner:Po,NodeOverlay:Po},docs:{summary:`A requirement names an instance type or family that does not exist, or not in this region.`,why:`The API server accepts any text. A value that no instance type has is silently never chosen, so that a pool is narrower than it reads, or launches nothing at all.`,help:`Correct the name, or choose one that the region offers.`,url:`https://karpenter.sh/docs/reference/instance-types/`},examples:Lo});function Po(e,t){let{catalog:n}=t;if(n)for(let r of V(e)){let i=v(r.key);if(i===y.instanceType)Fo({pool:e,requirement:r,what:`instance type`,known:n.names,isOffered:e=>n.zonesOf(e).length>0},t,n);else if(i===y.instanceFamily){let i=[...new Set(n.types.map(e=>e.family))],a=new Set(n.types.filter(e=>n.zonesOf(e.name).length>0).map(e=>e.family));Fo({pool:e,requirement:r,what:`instance family`,known:i,isOffered:e=>a.has(e)},t,n)}}}function Fo({pool:e,requirement:t,what:n,known:r,isOffered:i},{report:a,nearest:o,isRegionAssumed:s},c){let{operator:l,values:u}=t;if(l!==`In`&&l!==`NotIn`)return;let d=new Set(r);for(let{path:t,text:f,isKnown:p}of u)if(!(!p||jo.test(f)||l===`NotIn`&&Mo.test(f))){if(d.has(f))l===`In`&&!i(f)&&!s&&a({at:e.span(t),message:`Region ${c.region} does not offer ${n} \`${f}\`, so it is never launched`,help:`Choose one that ${c.region} offers.`});else{let i=Io(o(f,r),f,r);a({at:e.span(t),message:`\`${f}\` is no ${n} that EC2 is known to have`,help:i?`Did you mean \`${i}\`?`:`Correct the name; if it is newer than the catalog, silence this rule.`,...i&&{fix:{description:`Replace by \`${i}\``,edits:_(e,t,i)}}})}}}function Io(e,t,n){if(e===void 0)return;let i=r(t,e);return n.some(n=>n!==e&&r(t,n)===i)?void 0:e}function Lo(){return{bad:[N({requirements:[`node.kubernetes.io/instance-type In [m5.large, m5.xlrage]`,`karpenter.sh/capacity-type In [on-demand]`]}),N({requirements:[`karpenter.k8s.aws/instance-family NotIn [t2, t3, tg4]`]}),D({region:`ap-northeast-2`},N({requirements:[`karpenter.k8s.aws/instance-family In [c7i, c7a]`,`karpenter.sh/capacity-type In [on-demand]`]}))],good:[N({requirements:[`karpenter.k8s.aws/instance-family In [m5, m6i]`]}),N({requirements:[`karpenter.k8s.aws/instance-family NotIn [c1, cc1, cc2, g2, t1]`]})]}}const Ro=M({id:`user-data-format`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[57,58],on:{NodeClass(e,{report:t}){let n=mt(e),r=n===void 0?void 0:zo(e,n);r&&t({at:e.keySpan([`spec`,`userData`]),...r})}},docs:{summary:`User data is of a kind that the AMI family does not understand.`,why:"Karpenter merges `userData` into what it writes for the family. Bottlerocket reads TOML, and a class with anything else never launches; on Amazon Linux 2023 `/etc/eks/bootstrap.sh` does nothing but fail, so that the flags it is called with never reach the kubelet; and of a MIME text whose boundary is not the one it declares, no part is run.",help:"Write TOML for Bottlerocket, a script without `bootstrap.sh` or a `NodeConfig` for Amazon Linux 2023, and start each part of a MIME text with two dashes and the declared boundary.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specuserdata`},examples:Uo});function zo(e,t){let n=K(e);return n===`Bottlerocket`?Bo(t):n===`AL2023`&&Vo(t)?{message:"`/etc/eks/bootstrap.sh` does nothing but fail on Amazon Linux 2023: what it is called with has no effect",help:"Remove the call, since Karpenter joins the node by itself; give what the kubelet needs as `spec.kubelet`."}:n===`AL2`||n===`AL2023`?Ho(t):void 0}function Bo(e){let[t=``]=e.trimStart().split(`
`);if(/^(?:#!|MIME-Version:|Content-Type:|#cloud-config)/i.test(t))return{message:`Bottlerocket reads its user data as TOML, and \`${t.trim().slice(0,60)}\` is none`,help:"Write settings such as `[settings.kubernetes]`; Bottlerocket runs no scripts."}}const Vo=e=>!/-[efx] \/etc\/eks\/bootstrap\.sh/.test(e)&&/^[ \t]*(?:sudo\s+|bash\s+)?\/etc\/eks\/bootstrap\.sh\b/m.test(e);function Ho(e){if(!/^\s*(?:MIME-Version|Content-Type): /i.test(e))return;let t=/boundary="?([^"\s;]{1,200})"?/i.exec(e)?.[1],n=e.split(`
`).map(e=>e.trimEnd());if(!(t===void 0||n.includes(`--${t}`)))return{message:`No line of this MIME text is \`--${t}\`, which its boundary promises: none of its parts is run`,help:`Start every part with \`--${t}\`, and end the last one with \`--${t}--\`.`}}function Uo(){return{bad:[P(T`
        amiSelectorTerms:
          - alias: al2023@v20260715
        userData: |
          #!/bin/bash
          /etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'
      `),P(T`
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        userData: |
          #!/bin/bash
          echo hello
      `),P(T`
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
      `)],good:[P(T`
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
        `,`bottlerocket`)]}}const Wo={CronJob:{group:`batch`,path:[`spec`,`jobTemplate`,`spec`,`template`]},DaemonSet:{group:`apps`,path:[`spec`,`template`]},Deployment:{group:`apps`,path:[`spec`,`template`]},Job:{group:`batch`,path:[`spec`,`template`]},Pod:{group:``,path:[]},ReplicaSet:{group:`apps`,path:[`spec`,`template`]},Rollout:{group:`argoproj.io`,path:[`spec`,`template`]},StatefulSet:{group:`apps`,path:[`spec`,`template`]}},Go=({namespace:e})=>e??`default`;function Q(e){return e.manifests.flatMap(e=>{let t=Object.hasOwn(Wo,e.kind)?Wo[e.kind]:void 0;return!t||t.group!==u(e.apiVersion)||!m(e.get([...t.path,`spec`]))||e.kind===`Pod`&&e.get([`spec`,`nodeName`])!==void 0?[]:[{manifest:e,template:t.path,namespace:Go(e)}]})}const Ko=e=>e.manifests.some(({kind:e,apiVersion:t})=>(e===`NodePool`||e===`Provisioner`)&&u(t)===`karpenter.sh`);function qo({manifest:e,template:t}){return Jo(e.get([...t,`metadata`,`labels`]))}function Jo(e){let t=Object.entries(m(e)??{}).map(([e,t])=>[e,h(t)??``]);return t.some(([e,t])=>l(e)||l(t))?void 0:Object.fromEntries(t)}function Yo(e,t){let n=m(e.get(t)),r=Jo(n?.matchLabels);if(!n||!r||e.isPartial)return;let i=d(n.matchExpressions).map(e=>{let{key:t,operator:n,values:r}=m(e)??{};return{key:h(t)??``,operator:h(n)??``,values:d(r).map(e=>h(e)??``)}});return i.flatMap(({key:e,operator:t,values:n})=>[e,t,...n]).some(e=>l(e))?void 0:{matchLabels:r,matchExpressions:i}}const Xo=[`ebs.csi.aws.com`,`ebs.csi.eks.amazonaws.com`,`kubernetes.io/aws-ebs`],Zo=`WaitForFirstConsumer`,Qo=M({id:`volume-binding-mode`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Workloads`,mistakes:[104],on:{Manifests(e,{report:t}){if(Ko(e))for(let n of e.manifests){if(n.kind!==`StorageClass`||u(n.apiVersion)!==`storage.k8s.io`)continue;let e=[`volumeBindingMode`],r=n.get(e),i=r===`Immediate`||r===void 0&&!n.isPartial;Xo.includes(h(n.get([`provisioner`]))??``)&&i&&(n.get([`allowedTopologies`])!==void 0||l(n.name)||t({manifest:n,at:r===void 0?n.keySpan([`provisioner`]):n.span(e),message:`\`${n.name}\` makes volumes in any zone, before it is known where their pod can run`,help:`Write \`volumeBindingMode: ${Zo}\`.`,fix:{description:`Write \`volumeBindingMode: ${Zo}\``,edits:r===void 0?ae(n,[],`volumeBindingMode`,Zo):_(n,e,Zo)}}))}}},docs:{summary:`A StorageClass makes EBS volumes before it is known where their pod runs.`,why:"With `Immediate`, which is the default, a volume is made in any zone as soon as its claim is there. While a claim is unbound Karpenter leaves its pod aside, and afterwards the pod may run in the zone of the volume alone, whether a NodePool allows that zone or not.",help:"Write `volumeBindingMode: WaitForFirstConsumer`. The field cannot be changed on an existing StorageClass: that one has to be made anew, which its volumes do not notice.",url:`https://kubernetes.io/docs/concepts/storage/storage-classes/#volume-binding-mode`},examples:$o});function $o(){return{bad:[R(N(),T`
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
        `)]}}const es=M({id:`volume-key`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[66],on:{Manifests(e,t){for(let n of q(e))ns(n,t)}},docs:{summary:`Volumes are encrypted with a key that the controller may not use.`,why:"EC2 encrypts a volume with the rights of who launches the instance. With a key of one’s own that nobody is allowed to use, the instance ends within seconds with `Client.InternalError`, Karpenter launches another, and so on. It is told where Terraform makes the key without a policy or grant of its own, and the controller’s policy has no right to it.",help:"Allow the controller `kms:CreateGrant`, `kms:Decrypt`, `kms:DescribeKey` and `kms:GenerateDataKeyWithoutPlaintext` on the key, or grant them in the key’s policy.",url:`https://karpenter.sh/docs/troubleshooting/#node-terminates-before-ready-on-failed-encrypted-ebs-volume`},examples:rs}),ts=[`spec`,`blockDeviceMappings`];function ns(e,{all:t,report:n}){let r=k(e),i=t.manifests.filter(e=>k(e)===r);if(i.some(({kind:e})=>e===`aws_kms_grant`||e===`aws_kms_key_policy`))return;let a=Yn(t).filter(([e])=>e&&k(e.policy)===r);if(a.length===1&&Zn(a[0])&&!Z(a[0],`kms:CreateGrant`))for(let t of d(e.get(ts)).keys()){let r=[...ts,t,`ebs`,`kmsKeyID`],a=/^aws_kms_key\.([\w-]+)\.(?:arn|id|key_id)$/.exec(j(e,r)??``)?.[1],o=i.find(e=>e.kind===`aws_kms_key`&&e.name===a);o&&o.get([`spec`,`policy`])===void 0&&n({manifest:e,at:e.span(r),message:`Nothing allows the controller to use the key \`${o.name}\`: instances end as soon as they are launched`,help:"Allow it `kms:CreateGrant` and the rest in its policy, or in that of the key.",labels:[{span:o.span([`metadata`,`name`]),message:`the key`}]})}}function rs(){return{bad:[E`
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
      `],good:[E`
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
      `]}}const is=[St,zt,Vt,qt,$t,ln,pn,bn,Tn,jn,In,er,cr,_r,Or,Rr,Gr,ti,ii,si,ui,vi,xi,ki,Fi,Wi,Ji,ta,ua,io,lo,mo,xo,Co,Eo,Oo,No,Ro,Qo,es];function as(e,t){if(e===void 0)return!1;for(let[n,r]of Object.entries(e.matchLabels??{}))if(os(t,n)!==r)return!1;return(e.matchExpressions??[]).every(({key:e,operator:n,values:r=[]})=>{let i=os(t,e);switch(n){case`In`:return i!==void 0&&r.includes(i);case`NotIn`:return i===void 0||!r.includes(i);case`Exists`:return i!==void 0;case`DoesNotExist`:return i===void 0;default:return!1}})}const os=(e,t)=>Object.hasOwn(e,t)?e[t]:void 0;function ss(e){if(e===void 0)return``;let t=Object.entries(e.matchLabels??{}).map(e=>JSON.stringify(e)),n=(e.matchExpressions??[]).map(({key:e,operator:t,values:n=[]})=>JSON.stringify([e,t,[...n].sort()]));return JSON.stringify([t.sort(),[...new Set(n)].sort()])}const cs=({kind:e,apiVersion:t})=>e===`PodDisruptionBudget`&&u(t)===`policy`;function ls(e){let t=new Map;for(let n of Q(e)){let e=qo(n);if(e===void 0||l(n.namespace))continue;let r=us(n.manifest);for(let i of[``,...Object.entries(e).map(e=>e.join(`=`))]){let a=JSON.stringify([r,i]),o=t.get(a)??[];t.set(a,o),o.length<200&&o.push({workload:n,labels:e})}}let n=new Map,r=new Map;for(let i of e.manifests.filter(cs)){let e=Yo(i,[`spec`,`selector`]),[a]=Object.entries(e?.matchLabels??{}),o=(t.get(JSON.stringify([us(i),a?.join(`=`)??``]))??[]).filter(({labels:t})=>as(e,t)).map(({workload:e})=>e);n.set(i,o);for(let e of o)r.set(e,[...r.get(e)??[],i].slice(0,2))}return{byBudget:n,byWorkload:r}}const us=e=>`${Go(e)} ${e.source.file.slice(0,Math.max(0,e.source.file.lastIndexOf(`/`)))}`,ds=M({id:`blocking-pdb`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[41,43,44],on:{Manifests(e,t){if(!Ko(e))return;let{byBudget:n,byWorkload:r}=ls(e),i=_s(e);for(let[e,r]of n)ps(e,t)||ms({budget:e,workloads:r,replicas:i},t);for(let[e,n]of r)hs(e,n,t)}},docs:{summary:`A PodDisruptionBudget never lets a pod go, or two of them speak of the same pods.`,why:"Karpenter drains a node by the eviction API and leaves nodes alone whose pods it may not evict: such a node is never consolidated, and its drift is never rolled out. An expired node with such a pod stays half drained until its `terminationGracePeriod` ends. Where two budgets select one pod, the API refuses every eviction. A budget that says 0 or 100 % in so many words is a note, for that may be meant.",help:`Allow one pod to be away, run more replicas than must be available, and let one budget speak for each pod.`,url:`https://karpenter.sh/docs/concepts/disruption/#pod-disruption-budgets`},examples:vs}),fs={maxUnavailable:/^0%?$/,minAvailable:/^100%$/};function ps(e,{report:t}){let n=Object.keys(fs).find(t=>fs[t].test(h(e.get([`spec`,t]))??``));return n!==void 0&&(t({manifest:e,at:e.span([`spec`,n]),severity:`note`,message:`\`${n}: ${e.get([`spec`,n])}\` lets no pod go: Karpenter never consolidates or updates a node that one of them is on`,help:`Allow at least one pod to be away.`}),!0)}function ms({budget:e,workloads:t,replicas:n},{report:r}){let i=[`spec`,`minAvailable`],a=e.get(i),[s]=t;if(typeof a!=`number`||a<1||!s||t.length>1)return;let{manifest:c}=s,l=(c.kind===`Deployment`||c.kind===`StatefulSet`)&&!c.isPartial?n.get(gs(c)):void 0;l!==void 0&&(l===0||l>a||r({manifest:e,at:e.span(i),message:`\`minAvailable: ${a}\` of ${o(l,`pod`)} lets none go: Karpenter never consolidates or updates a node that one of them is on`,labels:[{span:c.span([`spec`,`replicas`]),message:`no more pods than that`}],help:"Run one pod more than must be available, or write `maxUnavailable: 1`."}))}function hs(e,t,{report:n}){let[r,i]=t;r&&i&&r.name!==i.name&&n({manifest:i,at:i.span([`spec`,`selector`]),message:`Pods of ${e.manifest.kind} \`${e.manifest.name}\` are under two PodDisruptionBudgets, \`${r.name}\` and \`${i.name}\`: the API refuses every eviction`,labels:[{span:r.span([`spec`,`selector`]),message:`this one selects them too`}],help:`Leave one budget for each pod.`})}const gs=({kind:e,name:t})=>`${e}/${t}`;function _s(e){let t=new Map;for(let n of e.manifests){let e=n.get([`spec`,`replicas`]),r=gs(n);if(e===void 0)continue;let i=!t.has(r)||t.get(r)===e;t.set(r,i&&typeof e==`number`?e:void 0)}for(let n of e.manifests){if(n.kind!==`HorizontalPodAutoscaler`&&n.kind!==`ScaledObject`)continue;let e=[`spec`,`scaleTargetRef`],r=h(n.get([...e,`kind`]))??`Deployment`;t.delete(gs({kind:r,name:h(n.get([...e,`name`]))??``}))}return t}function vs(){return{bad:[R(N(),ys,bs(`minAvailable: 1`)),R(N(),bs(`maxUnavailable: 0`))],good:[R(N(),ys,T`
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
        `,bs(`minAvailable: 1`)),bs(`maxUnavailable: 0`,`no-karpenter-here`)]}}const ys=T`
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
`,bs=(e,t=`web`)=>T`
  apiVersion: policy/v1
  kind: PodDisruptionBudget
  metadata:
    name: ${t}
  spec:
    ${e}
    selector:
      matchLabels:
        app: web
`,xs=M({id:`bound-comment`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Which nodes a pool may launch`,mistakes:[16],on:{NodePool:Cs,Provisioner:Cs},docs:{summary:"A comment says that a bound is included, and `Gt` or `Lt` leaves it out.",why:"`Gt` is greater than, not at least: `instance-generation Gt 5` starts at generation 6. Where a comment beside it says “at least 5” or “5 and newer”, one of the two is wrong, and the instance types in between are never launched.",help:"Use the number before it, or `Gte` and `Lte`, which Karpenter knows since 1.9.",url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:Ts}),Ss={Gt:/(?:>=|≥|=>|\bat least|\bminimum(?: of)?|\bno less than|\bstarting (?:at|with))\s*(?:gen(?:eration)?\s*)?(\d+)\b|\b(\d+)(?:\+|\s*(?:and|or)\s+(?:newer|later|up|above|more|higher|greater)\b)/i,Lt:/(?:<=|≤|=<|\bat most|\bmaximum(?: of)?|\bno more than|\bup to)\s*(?:gen(?:eration)?\s*)?(\d+)\b|\b(\d+)\s*(?:and|or)\s+(?:older|earlier|below|less|lower|fewer|smaller)\b/i};function Cs(e,{report:t,karpenter:n,isKarpenterAssumed:r}){if(!e.source.origin)for(let i of V(e)){let{operator:a,values:o}=i,[s]=o,c=Object.hasOwn(Ss,a)?Ss[a]:void 0;if(!c||!s?.isKnown||o.length!==1||!/^\d{1,9}$/.test(s.text))continue;let l=c.exec(ws(e,i));if(!l||(l[1]??l[2])!==s.text)continue;let u=String(Number(s.text)+(a===`Gt`?-1:1)),d=n.gteLteOperators&&!r?`, or \`${a}e\``:``;t({at:e.span(s.path),message:`The comment says “${l[0].trim()}”, and \`${a} ${s.text}\` leaves ${s.text} out`,help:`Write \`${a} ${u}\`${d}.`,fix:{description:`Replace by \`${u}\``,edits:_(e,s.path,`"${u}"`)}})}}function ws(e,{path:t}){let n=new re(e.source.text),{start:r,end:i}=e.span(t),[a,o]=[n.position(r).line,n.position(i).line],s=Array.from({length:Math.min(20,o-a+1)},(e,t)=>/(?:^|\s)#(.*)$/.exec(n.line(a+t))?.[1]??``);return[a>1?/^\s*#(.*)$/.exec(n.line(a-1))?.[1]??``:``,...s].join(` 
 `)}function Ts(){return{bad:[R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:T`
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
          `}),F)]}}const Es=[`jan`,`feb`,`mar`,`apr`,`may`,`jun`,`jul`,`aug`,`sep`,`oct`,`nov`,`dec`],Ds=[`sun`,`mon`,`tue`,`wed`,`thu`,`fri`,`sat`],Os=[{name:`minute`,min:0,max:59,names:[]},{name:`hour`,min:0,max:23,names:[]},{name:`day of month`,min:1,max:31,names:[]},{name:`month`,min:1,max:12,names:Es},{name:`day of week`,min:0,max:6,names:Ds}],ks={"@yearly":`0 0 1 1 *`,"@annually":`0 0 1 1 *`,"@monthly":`0 0 1 * *`,"@weekly":`0 0 * * 0`,"@daily":`0 0 * * *`,"@midnight":`0 0 * * *`,"@hourly":`0 * * * *`},As=e=>`reason`in e;function js(e){let t=e.startsWith(`@`)?ks[e]:e;if(t===void 0)return Ms(e,0,void 0,`is none of ${Object.keys(ks).join(`, `)}`);let n=/^\s*(?:CRON_)?TZ=\S*/.exec(t);if(n)return Ms(n[0].trim(),t.indexOf(n[0].trim()),void 0,`is not possible: schedules are in UTC`);let r=[...t.matchAll(/\S+/g)];if(r.length!==Os.length)return Ms(t,0,void 0,`has ${r.length} fields, 5 are needed`);let i=[];for(let[e,t]of Os.entries()){let n=Ns(r[e][0],t);if(`reason`in n)return{...n,start:n.start+r[e].index};i.push([...n].sort((e,t)=>e-t))}let a=e=>/(^|,)[*?](-[^,/]*)?(\/0*1)?(,|$)/.test(r[e][0]);return{minutes:i[0],hours:i[1],daysOfMonth:i[2],months:i[3],daysOfWeek:i[4],isAnyDayOfMonth:a(2),isAnyDayOfWeek:a(4)}}const Ms=(e,t,n,r)=>({part:e,start:t,field:n,reason:r});function Ns(e,t){let n=new Set;for(let r of e.matchAll(/[^,]+/g)){let e=Ps(r[0],t);if(typeof e==`string`)return Ms(r[0],r.index,t.name,e);for(let t=e.from;t<=e.to;t+=e.step)n.add(t)}return n}function Ps(e,t){let[n=``,r,...i]=e.split(`/`),[a=``,o,...s]=n.split(`-`);if(i.length>0)return"has more than one `/`";let c=a===`*`||a===`?`;if(s.length>0&&!c)return"has more than one `-`";let l=c?t.min:Fs(a,t),u=r===void 0?1:Is(r),d=c?t.max:o===void 0?r===void 0?l:t.max:Fs(o,t);return l===void 0||d===void 0||u===void 0?`is not a number or a name`:l<t.min?`starts below ${t.min}`:d>t.max?`goes beyond ${t.max}`:l>d?`ends before it starts`:u===0?`has a step of 0`:{from:l,to:d,step:u}}function Fs(e,t){let n=t.names.indexOf(e.toLowerCase());return n===-1?Is(e):n+t.min}const Is=e=>/^\+?\d{1,9}$/.test(e)?Number(e):void 0,Ls=6e4;function Rs(e,t){let n=(Math.floor(t/Ls)+1)*Ls,r=new Date(n),i=r.getUTCFullYear()+5;for(let t=0;t<2196;t++){let a=new Date(Date.UTC(r.getUTCFullYear(),r.getUTCMonth(),r.getUTCDate()+t));if(a.getUTCFullYear()>i)break;let o=zs(e,a)?Bs(e,a.getTime(),n):void 0;if(o!==void 0)return o}}function zs(e,t){if(!e.months.includes(t.getUTCMonth()+1))return!1;let n=e.daysOfMonth.includes(t.getUTCDate()),r=e.daysOfWeek.includes(t.getUTCDay());return e.isAnyDayOfMonth||e.isAnyDayOfWeek?n&&r:n||r}function Bs({hours:e,minutes:t},n,r){for(let i of e)for(let e of t){let t=n+(i*60+e)*Ls;if(t>=r)return t}}function Vs(e,{start:t,end:n}){let r=[];for(let{cron:i,durationMs:a}of e){let e=Rs(i,t-a);for(let t=0;e!==void 0&&e<n;t++){if(t>2e4)return;r.push({start:e,end:e+a}),e=Rs(i,e)}}r.sort((e,t)=>e.start-t.start||e.end-t.end);let i=[];for(let e of r){let t=i.at(-1);t&&e.start<=t.end?i[i.length-1]={start:t.start,end:Math.max(t.end,e.end)}:i.push(e)}return i}function Hs(e,{start:t,end:n}){let r=[],i=t;for(let t of e)t.start>i&&r.push({start:i,end:Math.min(t.start,n)}),i=Math.max(i,t.end);return i<n?[...r,{start:i,end:n}]:r}const Us={discounts:[],savingsPlans:[],teamLabel:`team`},Ws=({regions:e,families:t},n,r)=>(e.length===0||e.includes(n))&&(t.length===0||t.includes(r)),Gs=e=>e.slice(0,e.indexOf(`.`)),Ks={preferencePolicy:`Respect`,minValuesPolicy:`Strict`,vmMemoryOverheadPercent:.075,reservedENIs:0,clusterCABundle:void 0,featureGates:{reservedCapacity:!0}},qs={approvals:1,monthlyIncreaseUsd:void 0,nodesReplaced:void 0,unschedulablePods:void 0,freeze:[]},Js={region:void 0,zones:void 0,nodeClassZones:{},karpenterVersion:void 0,kubernetesVersion:void 0,karpenter:{},existingNodes:void 0,capacityReservations:{},snapshot:void 0,spotPricing:`advisor`,pricing:Us,rules:{},ignore:[],overrides:[],neverSuppress:[],changedLines:!1,firstRound:!1,set:{},failOn:`error`,environments:{},gate:qs,sources:{render:!0,roots:[],ignore:[],chartRepositories:[]},timeZone:void 0,today:`1970-01-01`};function Ys(e,t){let n=`${Xs(e,`UTC`)} UTC`;return t===void 0||t===`UTC`?n:`${n} (${Xs(e,t)} ${t})`}function Xs({start:e,end:t},n){let[r,i]=[Zs(e,n),Zs(t,n)];return`${r.day} ${r.time} to ${r.day===i.day?``:`${i.day} `}${i.time}`}function Zs(e,t){let n=new Intl.DateTimeFormat(`en-US`,{timeZone:t,hourCycle:`h23`,weekday:`short`,month:`short`,day:`numeric`,hour:`2-digit`,minute:`2-digit`}),r=new Map(n.formatToParts(e).map(({type:e,value:t})=>[e,t])),i=e=>r.get(e)??``;return{day:`${i(`weekday`)} ${i(`day`)} ${i(`month`)}`,time:`${i(`hour`)}:${i(`minute`)}`}}const Qs=[`spec`,`disruption`,`budgets`],$s=M({id:`budget-gaps`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[37],on:{NodePool(e,{report:t,settings:n}){let r=d(e.get(Qs)),i=r.map(ec);r.length!==0&&!e.isPartial&&i.every(e=>e!==void 0)&&rc(i)&&t({at:e.keySpan(Qs),message:`Outside the windows of its ${r.length===1?`budget`:`budgets`}, \`${e.name}\` may disrupt any number of nodes at once`,help:`Add a budget without a schedule, such as \`nodes: 10%\`.${ic(i,n)}`})}},docs:{summary:`All disruption budgets of a pool are scheduled, so that nothing limits disruption outside their windows.`,why:`A budget counts only while its window is open, and where no budget counts, disruption is not limited at all. Budgets that are written replace the default of 10 %: a pool that is frozen during the day may have all its nodes replaced at once at night.`,help:"Add a budget without a schedule, such as `nodes: 10%`: the smallest of those that count holds.",url:`https://karpenter.sh/docs/concepts/disruption/#schedule`},examples:ac});function ec(e){let{schedule:t,duration:n}=m(e)??{};if(typeof t!=`string`||typeof n!=`string`||l(t)||l(n))return;let r=js(t),i=/^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:0s)?$/.exec(n);if(!As(r)&&i)return{cron:r,durationMs:(60*Number(i[1]??0)+Number(i[2]??0))*6e4}}const tc=864e5,nc=Date.UTC(2024,0,1);function rc(e){let t=e.every(({cron:e})=>e.isAnyDayOfMonth&&e.months.length===12),n={start:nc,end:nc+(t?7:366)*tc},r=Vs(e,n);return r!==void 0&&Hs(r,n).length>0}function ic(e,{today:t,timeZone:n}){if(t===Js.today)return``;let r=Date.parse(`${t}T00:00:00Z`),i={start:r,end:r+35*tc},a=Vs(e,i),[o]=a?Hs(a,i):[],s=(a?.filter(({start:e})=>e>=r).slice(0,2)??[]).map(e=>Ys(e,n));return[...s.length>0?[` The next ${s.length===1?`window is`:`windows are`} ${s.join(`, then `)}.`]:[],...o?[` Without bound it is ${Ys(o,n)}.`]:[]].join(``)}function ac(){return{bad:[N({disruption:T`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
        `})],good:[N({disruption:T`
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
        `})]}}const oc=M({id:`budget-rounding`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[38],on:{NodePool(e,{report:t}){let n=sc(e),r=[`spec`,`disruption`,`budgets`];if(!(n===void 0||n<2))for(let[i,a]of d(e.get(r)).entries()){let o=m(a)?.nodes,s=typeof o==`string`?Number(/^(\d{1,3})%$/.exec(o)?.[1]??0):0;s===0||s*n>=100||100/n<2*s||t({at:e.span([...r,i,`nodes`]),message:`\`${o}\` of at most ${n} nodes is rounded up to one: ${Math.round(100/n)} % of \`${e.name}\``,help:'Write `"1"` if one node at a time is meant.'})}}},docs:{summary:`A percentage of a pool that never has many nodes is one node, however small it is.`,why:"Karpenter rounds percentages of a budget up: 10 % of three nodes is one, a third of them. Where the number of nodes is bounded by `replicas` or `limits.nodes`, it is known beforehand that a small percentage never means what it says.",help:`Write the number of nodes that may go at once.`,url:`https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets`},examples:cc});function sc(e){let[t,n]=[e.get([`spec`,`replicas`]),e.get([`spec`,`limits`,`nodes`])],r=t??n;return typeof r==`number`||typeof r==`string`&&/^\d{1,6}$/.test(r)?Number(r):void 0}function cc(){return{bad:[R(N({disruption:T`
            consolidateAfter: 1m
            budgets:
              - nodes: 10%
          `,limits:T`
            cpu: 100
            nodes: 4
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),F)],good:[R(N({disruption:T`
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
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),F)]}}const lc=M({id:`budget-schedule`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[35,36],on:{NodePool(e,{report:t}){let n=[`spec`,`disruption`,`budgets`];for(let[r,i]of d(e.get(n)).entries()){let a=m(i)?.schedule;if(typeof a!=`string`||l(a)||!dc(a))continue;let o=js(a);if(!As(o)){Rs(o,uc)===void 0&&t({at:e.span([...n,r,`schedule`]),severity:`warning`,message:`\`${a}\` never comes, and Karpenter takes the budget to hold at all times`,help:"Name a day that its months have, or leave `schedule` and `duration` out."});continue}let s=o.field===`day of week`?fc(a,o):void 0;t({at:e.span([...n,r,`schedule`]),message:`Karpenter cannot read this schedule, so that every budget of \`${e.name}\` allows no disruption at all: ${o.field?`${o.field} `:``}\`${o.part}\` ${o.reason}`,help:s?`Days are 0 (Sunday) to 6 and ranges do not wrap around: write \`${s}\`.`:`Write minute, hour, day of month, month and day of week, in UTC.`,...s&&{fix:{description:`Replace by \`${s}\``,edits:_(e,[...n,r,`schedule`],`"${s}"`)}}})}}},docs:{summary:`Karpenter cannot read the schedule of a disruption budget.`,why:"The API server checks no more than that a schedule has five parts. Karpenter parses it when it looks at budgets, and an error there makes every budget of the pool allow 0 nodes: nothing is consolidated, no drift is rolled out, and only an event says so. Days of the week are 0 to 6 and ranges do not wrap around, so that `7`, `1-7` and `sat-sun` are errors; schedules are always in UTC.",help:`Write five fields within their bounds, list days instead of wrapping around, and convert times to UTC.`,url:`https://karpenter.sh/docs/concepts/disruption/#schedule`},examples:mc}),uc=Date.UTC(2024,0,1),dc=e=>/^@(annually|yearly|monthly|weekly|daily|midnight|hourly)/.test(e)||e.trim().split(/\s+/).length>=5;function fc(e,{part:t,start:n}){let r=t.split(`-`).map(pc),[i,a=i]=r;if(r.length>2||i===void 0||a===void 0)return;let o=[],s=/[a-z]/i.test(t);for(let e=i;o.push(s?Ds[e%7]:String(e%7)),e%7!=a%7&&o.length!==7;e=(e+1)%7);let c=o.length===7?`*`:o.join(`,`),l=e.slice(0,n)+c+e.slice(n+t.length);return As(js(l))?void 0:l}const pc=e=>{let t=Ds.indexOf(e.toLowerCase());return t===-1?/^[0-7]$/.test(e)?Number(e):void 0:t};function mc(){return{bad:[N({disruption:T`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
              schedule: 0 9 * * sat-sun
              duration: 8h
        `}),N({disruption:T`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
              schedule: TZ=Europe/Berlin 0 9 * * 1-5
              duration: 8h
        `}),N({disruption:T`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 30 2 *
              duration: 8h
        `})],good:[N({disruption:T`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
            - nodes: "1"
              schedule: "@daily"
              duration: 1h
        `})]}}const hc=M({id:`chart-crds`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Karpenter itself`,mistakes:[85],on:{Manifests(e,t){let n=te(O(e),({manifest:e})=>k(e));for(let e of n.values())_c(e,t)}},docs:{summary:`Karpenter and its CRDs are installed in different versions.`,why:"The API server drops fields that its CRDs do not know. With CRDs older than the controller, new fields of NodePools and EC2NodeClasses are gone without a word; with newer ones the controller meets fields that it does not know. The charts `karpenter` and `karpenter-crd` are looked at where they stand in one root of Terraform or one folder.",help:`Keep both charts at one version, and raise that of the CRDs first.`,url:`https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades`},examples:vc}),gc=({manifest:e,version:t})=>{let n=t&&A(e,t)?.replace(/^v/,``);return n!==void 0&&/^\d+\.\d+\.\d+$/.test(n)?n:void 0};function _c(e,{report:t}){let n=t=>e.filter(e=>e.chart===t&&e.version),[r,...i]=n(`karpenter-crd`),[a,...o]=n(`karpenter`);if(!r||!a||i.length>0||o.length>0)return;let[s,c]=[gc(r),gc(a)];s!==void 0&&c!==void 0&&s!==c&&t({manifest:r.manifest,at:r.manifest.span(r.version),message:`The CRDs are those of ${s}, the controller is ${c}`,help:`Install \`karpenter-crd\` in version ${c} too.`,labels:[{span:a.manifest.span(a.version),message:`the controller`}]})}function vc(){return{bad:[E`
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
      `,R(I(`karpenter-crd`,{version:`1.6.2`}),I(`karpenter`,{version:`1.7.1`}))],good:[E`
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
      `]}}const yc=M({id:`consolidate-after-load`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[46,47],on:{Manifests:xc},docs:{summary:"`consolidateAfter` of a pool does not go with the CronJobs that run there.",why:"`consolidateAfter` counts from the last time a pod came to a node or left it. With `0s` a node goes as soon as a job ends, and the next run of the job waits for a new one. With more time than passes between two runs, nodes that the job visits are never left alone for long enough, and are never consolidated. It is told where a CronJob chooses the pool by name.",help:`Choose a time that is longer than a pause in which nodes are worth keeping, and shorter than the interval of the jobs.`,url:`https://karpenter.sh/docs/concepts/disruption/#consolidation`},examples:wc}),bc=6e4;function xc(e,t){let n=Q(e).filter(({manifest:e})=>e.kind===`CronJob`);if(n.length!==0)for(let r of z(e)){let e=[`spec`,`disruption`,`consolidateAfter`],i=C(h(r.get(e))??``),a=Number(i??0)/1e6;if(i===void 0||r.get([`spec`,`disruption`,`consolidationPolicy`])===`WhenEmpty`)continue;let[o]=n.filter(e=>Sc(r,e)).flatMap(e=>({job:e.manifest,every:Cc(e.manifest)??NaN})).filter(({every:e})=>a===0?e<=9e5:e<a).sort((e,t)=>e.every-t.every||g(e.job.name,t.job.name));if(!o)continue;let s=`${o.every/bc} ${o.every===bc?`minute`:`minutes`}`;t.report({manifest:r,at:r.span(e),message:a===0?`\`${r.name}\` gives its nodes up as soon as \`${o.job.name}\` ends, and \`${o.job.name}\` comes back every ${s}`:`Nodes of \`${r.name}\` wait longer for quiet than passes between two runs of \`${o.job.name}\`, which comes every ${s}: they are never consolidated`,help:a===0?`Write a time that is longer than that.`:`Write a shorter time.`,labels:[{span:o.job.span([`spec`,`schedule`]),message:`how often it runs`}]})}}function Sc(e,{manifest:t,template:n}){let r=m(t.get([...n,`spec`,`nodeSelector`]));return h(r?.[`karpenter.sh/nodepool`])===e.name}function Cc(e){let t=js(h(e.get([`spec`,`schedule`]))??``);if(As(t)||e.get([`spec`,`suspend`])===!0)return;let n=Rs(t,0),r=n===void 0?void 0:Rs(t,n);return n===void 0||r===void 0?void 0:r-n}function wc(){return{bad:[R(N({name:`batch`,disruption:T`
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
        `,F),R(N({name:`batch`,disruption:T`
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
        `,F)],good:[R(N({name:`batch`,disruption:T`
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
        `,F)]}}const $=[`spec`,`disruption`],Tc=[...$,`consolidateAfter`],Ec=M({id:`consolidate-after-policy`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[2,3],explains:[`schema/cel`,`schema/required`],on:{NodePool(e,t){let n=B(e,[...$,`consolidationPolicy`]),r=B(e,Tc);if(!m(e.get($))||!n.isKnown||!r.isKnown)return;let i=(r.value??null)===null;f(e.apiVersion)===`v1beta1`?Dc(e,t,n.value??null,i):i&&Oc(e,t)}},docs:{summary:"`consolidateAfter` and `consolidationPolicy` do not go together in this API version.",why:"In v1beta1 `consolidateAfter` belongs to `WhenEmpty` alone: beside `WhenUnderutilized`, which is also the default, a duration is refused, and `WhenEmpty` is refused without one. In v1 every `disruption` block needs it up to Karpenter 1.14; from 1.15 on it is `0s` when left out, so that nodes are consolidated as soon as a pod leaves.",help:"In v1beta1 write `consolidateAfter` beside `WhenEmpty` and nowhere else; in v1 write it in every `disruption` block.",url:`https://karpenter.sh/docs/concepts/disruption/#consolidation`},examples:kc});function Dc(e,{report:t},n,r){if(n===`WhenEmpty`&&r&&t({at:e.keySpan([...$,`consolidationPolicy`]),message:"`consolidationPolicy: WhenEmpty` needs `consolidateAfter` in v1beta1: the API server refuses it without",help:"Say for how long a node must be empty before it goes, such as `consolidateAfter: 30s`.",fix:{description:"Add `consolidateAfter: 30s`",edits:ae(e,$,`consolidateAfter`,`30s`)},explains:{paths:[$]}}),n!==null&&n!==`WhenUnderutilized`||r||e.get(Tc)===`Never`)return;let i=n===null?"`WhenUnderutilized`, the default policy,":"`consolidationPolicy: WhenUnderutilized`";t({at:e.keySpan(Tc),message:`\`consolidateAfter\` may not stand beside ${i} in v1beta1: the API server refuses it`,help:"Remove it; v1 allows it beside `WhenEmptyOrUnderutilized`, or use `WhenEmpty` to remove empty nodes only.",...n!==null&&{labels:[{span:e.span([...$,`consolidationPolicy`]),message:`this policy decides by itself when to act`}]},fix:{description:"Remove `consolidateAfter`",edits:se(e,Tc)},explains:{paths:[$]}})}function Oc(e,{report:t,karpenter:n}){let r={description:"Add `consolidateAfter: 0s`",edits:ae(e,$,`consolidateAfter`,`0s`)};n.consolidateAfterDefaulted?t({at:e.keySpan($),severity:`note`,message:"`disruption` has no `consolidateAfter`, which is then `0s`: nodes are consolidated as soon as a pod leaves",help:"Write `consolidateAfter: 0s` to say so, or a longer time to avoid churn.",fix:r}):t({at:e.keySpan($),message:"`disruption` needs `consolidateAfter`: the API server refuses the block without it up to Karpenter 1.14",help:"Add it: `0s` acts at once, which is what Karpenter does when the whole block is absent.",fix:r,explains:{paths:[Tc,$]}})}function kc(){return{bad:[D({karpenter:`0.37`},N({apiVersion:`karpenter.sh/v1beta1`,disruption:T`
            consolidationPolicy: WhenUnderutilized
            consolidateAfter: 60s
          `})),N({disruption:`consolidationPolicy: WhenEmpty`}),D({karpenter:`0.37`},N({apiVersion:`karpenter.sh/v1beta1`,disruption:`consolidationPolicy: WhenEmpty`}))],good:[N({disruption:T`
          consolidationPolicy: WhenEmptyOrUnderutilized
          consolidateAfter: 60s
        `}),D({karpenter:`0.37`},N({apiVersion:`karpenter.sh/v1beta1`,disruption:T`
            consolidationPolicy: WhenUnderutilized
            consolidateAfter: Never
          `}))]}}const Ac=M({id:`controller-placement`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Karpenter itself`,mistakes:[86],on:{Manifests(e,{report:t}){for(let{manifest:n,chart:r,values:i}of O(e)){if(r!==`karpenter`)continue;let e=[...i,`nodeSelector`],a=Object.keys(m(n.get(e))??{}),o=a.find(e=>jc.has(e));if(o!==void 0){let r=`\`${o}\` is a label of Karpenter’s own nodes alone: where there is none, the controller stays pending`;t({manifest:n,at:n.keySpan([...e,o]),message:r,help:`Choose nodes that something else makes.`})}let s=[...i,`affinity`];a.length>0||n.get(s)!==null||t({manifest:n,at:n.keySpan(s),message:`Without the chart’s affinity nothing keeps the controller off Karpenter’s own nodes`,help:`Leave the value out.`})}}},docs:{summary:`Karpenter is sent to nodes that it launches itself.`,why:`The chart keeps the controller off Karpenter’s own nodes. Where values send it there all the same, a cluster without such a node never gets one, because what would launch it is pending; and consolidation may end the node that the controller runs on.`,help:`Run the controller on a managed node group, an InstanceGroup or Fargate.`,url:`https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/`},examples:Mc}),jc=new Set([`karpenter.sh/capacity-type`,`karpenter.sh/initialized`,`karpenter.sh/nodepool`,`karpenter.sh/registered`]);function Mc(){return{bad:[I(`karpenter`,{values:T`
          nodeSelector:
            karpenter.sh/nodepool: system
        `}),I(`karpenter`,{values:`affinity: null`})],good:[I(`karpenter`,{values:T`
          nodeSelector:
            karpenter.sh/controller: "true"
        `}),I(`karpenter`,{values:T`
          nodeSelector:
            eks.amazonaws.com/nodegroup: system
          affinity: null
        `})]}}const Nc=[`spec`,`template`,`spec`],Pc=M({id:`expiry-blocked`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[41],on:{Manifests(e,{report:t}){let n=z(e),r=n.map(e=>{let t=B(e,[...Nc,`expireAfter`]),n=B(e,[...Nc,`terminationGracePeriod`]);return t.isKnown&&n.isKnown&&f(e.apiVersion)===`v1`&&t.value!==`Never`&&n.value===void 0});if(!(n.length===0||r.includes(!1)))for(let{manifest:r,template:i}of Q(e)){let e=[...i,`metadata`,`annotations`,ue];r.kind!==`Deployment`&&r.kind!==`StatefulSet`||h(r.get(e))!==`true`||t({manifest:r,at:r.keySpan(e),message:`Nodes with pods of ${r.kind} \`${r.name}\` stay half drained once they expire: no NodePool has a \`terminationGracePeriod\``,labels:[{span:n[0].keySpan(Nc),message:`such as this one`}],help:"Set `terminationGracePeriod` in the pool that they run on."})}}},docs:{summary:`Pods that may not be disrupted run for ever on nodes that expire, and nothing ends the wait.`,why:"An expired node is tainted and drained whatever budgets say, after 30 days unless `expireAfter` says otherwise. A pod with `karpenter.sh/do-not-disrupt` is not evicted, so that the node stays half drained and paid for as long as the pod is there: for a Deployment or a StatefulSet, until somebody deletes it.",help:"Set `terminationGracePeriod` in the NodePool, after which such a pod goes as well, or `expireAfter: Never` and another way of renewing nodes.",url:`https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod`},examples:Fc});function Fc(){return{bad:[R(N(),T`
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
        `)],good:[R(N({requirements:[],terminationGracePeriod:`24h`}),T`
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
        `)]}}const Ic=[`spec`,`disruption`,`budgets`],Lc=M({id:`frozen-nodes`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[39],on:{NodePool(e,{report:t}){if(e.isPartial)return;let n=d(e.get(Ic)).map(e=>m(e)??{}).findIndex(({nodes:e,schedule:t,reasons:n})=>/^0%?$/.test(h(e)??``)&&t===void 0&&d(n).length===0);if(n===-1)return;let r=B(e,[`spec`,`template`,`spec`,`expireAfter`]).value===`Never`||f(e.apiVersion)===`v1beta1`;t({at:e.span([...Ic,n,`nodes`]),...r&&{severity:`warning`},message:`This budget blocks all voluntary disruption of \`${e.name}\` at all times: ${r?`its nodes are never patched`:`its nodes change by expiry alone`}`,help:"Name the `reasons` to block, or give it a window by `schedule` and `duration`."})}},docs:{summary:`A disruption budget of 0 holds at all times and for all reasons.`,why:"Such a pool is never consolidated and its drift is never rolled out: new AMIs and changed node classes reach no running node. Nodes are then replaced by expiry alone, which asks no budget, and where `expireAfter` is `Never` not at all: they are never patched, and the finding is a warning.",help:"Name the `reasons` that are to be blocked, or give the budget a window by `schedule` and `duration`.",url:`https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets`},examples:Rc});function Rc(){return{bad:[N({requirements:[],expireAfter:`Never`,disruption:T`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
        `})],good:[N({disruption:T`
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
        `})]}}const zc=({source:{file:e,origin:t}})=>t?`${t.tool} ${t.root}`:e;function Bc(e){let t=new Map;for(let n of z(e)){let e=zc(n),r=t.get(e);r?r.push(n):t.set(e,[n])}return[...t.values()].filter(e=>e.length>1&&new Set(e.map(({name:e})=>e)).size===e.length)}const Vc=/(?:^|\.)(?:kubernetes\.io|k8s\.io|karpenter\.sh|karpenter\.k8s\.aws)\//;function Hc(e){let t=[...V(e),...ot(e)];return d(e.get([`spec`,`template`,`spec`,`taints`])).length===0&&t.every(({key:e,isKnown:t})=>t&&Vc.test(e))}const Uc=M({id:`full-reservations`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Capacity reservations`,mistakes:[],on:{Manifests(e,{karpenter:t,report:n}){if(t.offersFullReservations)for(let t of Bc(e)){let e=t.filter(e=>Wc(e)&&Hc(e));for(let t of e){let r=kn(t),i=r&&e.find(e=>kn(e)===void 0&&Gc(t,e));i&&n({manifest:t,at:t.span(r.path),message:`While its reservations are full, \`${t.name}\` holds back pods that \`${i.name}\` could take`,help:"Allow `on-demand` here, too: Karpenter takes reserved capacity first.",labels:[{span:i.span([`metadata`,`name`]),message:`is not tried meanwhile`}]})}}}},docs:{summary:`While its reservations are full, a NodePool of reserved capacity alone holds back pods that another NodePool could take.`,why:`Up to Karpenter 1.14 a full reservation was no offering, so pods went to the NodePool of the next lower weight. From 1.15 on it is one that is waited for: a pod for which a NodePool has nothing but full reservations stays pending until one has room, and NodePools after it are not tried. Where the same NodePool allows another capacity type, too, it launches that.`,help:"Allow `on-demand` beside `reserved` in the same NodePool: Karpenter takes reserved capacity first.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:Kc}),Wc=e=>!e.isPartial&&B(e,[`spec`,`weight`]).isKnown&&e.get([`spec`,`replicas`])===void 0,Gc=(e,t)=>W(e)>W(t)||W(e)===W(t)&&g(e.name,t.name)>0;function Kc(){return{bad:[D({karpenter:`1.15`},R(N({name:`reserved`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved]`]}),N({name:`fallback`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),P(T`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `)))],good:[D({karpenter:`1.15`},R(N({name:`reserved`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved, on-demand]`]}),N({name:`fallback`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [spot]`]}),P(T`
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
          `)))]}}const qc=M({id:`gpu-taint`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Pools beside each other`,mistakes:[90],on:{NodePool:Jc,Provisioner:Jc},docs:{summary:`A pool of instance types with GPUs or other accelerators has no taint.`,why:`Any pod that has no place elsewhere may be given a node of this pool: an ordinary web server on an instance that costs many times what it needs, and a node that consolidation cannot remove while the pod is there.`,help:"Taint the pool, such as with `nvidia.com/gpu:NoSchedule`, and let the pods that need it tolerate that.",url:`https://karpenter.sh/docs/concepts/scheduling/#acceleratorsgpu-resources`},examples:Yc});function Jc(e,{report:t,catalog:n,compatible:r}){let i=r(e),a=e.kind===`NodePool`?[`spec`,`template`,`spec`]:[`spec`],o=B(e,[...a,`taints`]);n&&i?.isExact&&i.names.length!==0&&(!o.isKnown||d(o.value).length>0||i.names.every(e=>{let{gpus:t,accelerator:r}=n.type(e);return t.length>0||r!==void 0})&&t({at:e.keySpan(a),message:`Every instance type of \`${e.name}\` has GPUs or other accelerators, and no taint keeps ordinary pods away`,help:"Add a taint such as `nvidia.com/gpu:NoSchedule`, which the pods that need it tolerate."}))}function Yc(){return{bad:[N({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6, g6e]`]})],good:[N({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6, g6e]`],taints:T`
          - key: nvidia.com/gpu
            effect: NoSchedule
        `}),N({name:`mixed`,requirements:[`karpenter.k8s.aws/instance-family In [g6, m7i]`]})]}}const Xc=M({id:`limit-fit`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`How much a pool may launch`,mistakes:[28],on:{NodePool:$c,Provisioner:$c},docs:{summary:`A limit is no multiple of what every node of the pool brings, so that the rest of it is never used.`,why:"Karpenter launches a node only while the whole of it stays within `limits`. Where all instance types of a pool come in the same large step, what is left below that step is never launched: the pool is smaller than its limit says, by up to a node.",help:`Write a multiple of the step, or allow smaller instance types.`,url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:nl}),Zc={cpu:{unit:`vCPU`,of:({vcpus:e})=>e},"nvidia.com/gpu":{unit:`GPUs`,of:({gpus:e})=>e.reduce((e,t)=>e+(t.manufacturer===`nvidia`?t.count:0),0)}},Qc={cpu:16,"nvidia.com/gpu":4};function $c(e,{report:t,catalog:n,compatible:r}){let i=st(e),a=r(e);if(n&&a?.isExact&&a.names.length!==0)for(let[r,s]of Object.entries(m(i.value)??{})){let c=Object.hasOwn(Zc,r)?Zc[r]:void 0,l=typeof s==`string`||typeof s==`number`?x(s):void 0;if(!c||!l)continue;let u=el(a,n)[r],d=u.reduce(tl,0),f=Math.floor(l%d);if(d<Qc[r]||l<Math.min(...u)||f===0)continue;let p=Math.floor(l/d),ee=u.length===1?`holds ${o(p,`node`)} of ${d} ${c.unit}`:`is no multiple of ${d} ${c.unit}, in steps of which all its nodes come`;t({at:e.span([...i.path,r]),message:`\`${r}: ${s}\` of \`${e.name}\` ${ee}: ${f} cannot be reached`,help:`Write ${p*d} or ${(p+1)*d}, or allow smaller instance types.`})}}const el=Oi(({names:e},t)=>Object.fromEntries(Object.entries(Zc).map(([n,{of:r}])=>[n,[...new Set(e.map(e=>r(t.type(e))))]]))),tl=(e,t)=>t===0?e:tl(t,e%t);function nl(){return{bad:[R(N({limits:`cpu: 2063`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["32"]`]}),F)],good:[R(N({limits:`cpu: 2048`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["32"]`]}),N({name:`small`,weight:10,limits:`cpu: 2063`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["4", "8"]`,`karpenter.sh/capacity-type In [on-demand]`]}),F)]}}const rl={cpu:({vcpus:e})=>e,memory:({memoryMib:e})=>e*2**20*.85,"nvidia.com/gpu":({gpus:e})=>e.reduce((e,{count:t,manufacturer:n})=>e+(n===`nvidia`?t:0),0)},il=M({id:`limits-below-one-node`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`How much a pool may launch`,mistakes:[28],on:{NodePool:al,Provisioner:al},docs:{summary:`The limits of a pool are smaller than its smallest instance type.`,why:"Karpenter launches a node only while the whole of it stays within `limits`. A limit below the smallest instance type that the requirements leave admits none: the pool launches nothing, and only an event says so. Amounts of memory without a unit are bytes. A limit of 0 is taken for a pool that is switched off.",help:`Raise the limit to several nodes, with its unit, or allow smaller instance types.`,url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:sl});function al(e,{report:t,catalog:n,compatible:r}){let i=st(e),a=r(e);if(n&&a?.isExact&&a.names.length!==0)for(let[r,o]of Object.entries(m(i.value)??{})){let s=typeof o==`string`||typeof o==`number`?x(o):void 0;if(!Object.hasOwn(rl,r)||!s)continue;let c=ol(a,n)[r];if(c.amount<=s)continue;let l=r===`memory`&&/^\d+$/.test(String(o));t({at:e.span([...i.path,r]),message:`\`${e.name}\` may have ${o}${l?` bytes`:``} of \`${r}\` in all, and its smallest instance type, ${c.name}, has more: it launches nothing`,help:l?`Write the unit, such as \`${o}Gi\`.`:"Raise the limit to several nodes, or allow smaller instance types; `0` says that nothing is to be launched."})}}const ol=Oi(({names:e},t)=>Object.fromEntries(Object.entries(rl).map(([n,r])=>{let[i]=e.map(e=>({name:e,amount:r(t.type(e))})).sort((e,t)=>e.amount-t.amount||g(e.name,t.name));return[n,i]})));function sl(){return{bad:[N({requirements:[`node.kubernetes.io/instance-type In [m7i.8xlarge, m7i.16xlarge]`,`karpenter.sh/capacity-type In [on-demand]`],limits:`cpu: 16`}),N({limits:T`
          cpu: 100
          memory: 1000
        `})],good:[N({requirements:[`node.kubernetes.io/instance-type In [m7i.8xlarge]`,`karpenter.sh/capacity-type In [on-demand]`],limits:T`
          cpu: 32
          memory: 128Gi
        `}),N({name:`switched-off`,limits:`cpu: 0`})]}}const cl=M({id:`min-values`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Which nodes a pool may launch`,mistakes:[23],explains:[`provisioning/nodepool-empty`],on:{NodePool(e,{report:t,catalog:n,compatible:r,settings:i,isRegionAssumed:a}){let o=r(e);if(n&&o?.isExact&&o.names.length!==0&&i.karpenter.minValuesPolicy!==`BestEffort`)for(let{path:r,key:i}of V(e)){let s=e.get([...r,`minValues`]),c=ll(n,o.names,v(i));typeof s!=`number`||c===void 0||c>=s||t({at:e.span([...r,`minValues`]),...a&&{severity:`warning`},message:`\`${e.name}\` asks for ${s} values of \`${i}\`, and the instance types of ${n.region} that it allows have ${c}: it launches nothing`,help:`Lower it to ${c} or less, or allow more instance types.`,explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}})}}},docs:{summary:"A requirement asks for more variety by `minValues` than the instance types that are left have.",why:"Karpenter launches a node only while the instance types it may choose from have at least `minValues` different values of the label. Where the requirements of the pool themselves leave fewer, that is never so: the pool is passed over, and its pods stay pending. With `minValuesPolicy: BestEffort` Karpenter launches all the same.",help:"Lower `minValues`, or allow more instance types.",url:`https://karpenter.sh/docs/concepts/nodepools/#min-values`},examples:ul});function ll(e,t,n){if(n===y.instanceType)return t.length;let r=e.labels.get(n);if(r===void 0)return;let i=new Set(t);return new Set(e.types.flatMap(({name:e},t)=>i.has(e)?r[t]:[])).size}function ul(){return{bad:[N({requirements:T`
          - key: karpenter.k8s.aws/instance-category
            operator: In
            values: [m]
          - key: karpenter.k8s.aws/instance-generation
            operator: In
            values: ["5"]
          - key: karpenter.k8s.aws/instance-family
            operator: Exists
            minValues: 20
        `})],good:[N({requirements:T`
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
        `})]}}function dl(e,t){let{origin:n,text:r}=e.source;if(!n)return!1;let{start:i,end:a}=e.keySpan(t),o=Math.max(a,e.span(t).end),[s]=/^:?(?:\s|#[^\n]*)*/.exec(r.slice(o)),c=o+s.length+1,{span:l,isExact:u}=n.trace(i,c);return!u||l.end-l.start!==c-i}const fl=M({id:`no-empty-fields`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Every object`,mistakes:[],yieldsTo:[`schema/required`],on:{NodePool:pl,Provisioner:pl,NodeClass:pl,NodeTemplate:pl,NodeOverlay:pl},docs:{summary:`A field stands there without a value.`,why:`A key without a value is null, and the API server drops it as if it were not written: the default holds, not what the key seems to promise. Often the value was meant to follow, or what was meant to stand under the key is not indented.`,help:`Give it a value, or remove it.`,url:`https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting-and-nullable`},examples:gl});function pl(e,{report:t,karpenter:n}){if(!e.isPartial)for(let r of hl(e.get([`spec`]),[`spec`])){if(n.opensKubelet&&ml(r)||dl(e,r))continue;let i=String(r.at(-1));t({at:e.keySpan(r),message:`\`${r.join(`.`)}\` has no value: the API server drops it as if it were not there`,help:`Give it a value, or remove it.`,fix:{description:`Remove \`${i}\``,edits:se(e,r)},explains:{paths:[r],mentioning:i}})}}const ml=([,e,...t])=>e===`kubelet`&&t.length>1;function hl(e,t){return Array.isArray(e)?e.flatMap((e,n)=>hl(e,[...t,n])):Object.entries(m(e)??{}).flatMap(([e,n])=>n===null?e===`tags`&&/SelectorTerms$/.test(String(t.at(-2)))?[]:[[...t,e]]:hl(n,[...t,e]))}function gl(){return{bad:[T`
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
        `))]}}const _l=({apiVersion:e,kind:t},n)=>t===n.kind&&u(e)===n.group,vl=({group:e=``,kind:t=``})=>`${e}/${t.toLowerCase()}`,yl=[`NodePool`,`Provisioner`,`NodeOverlay`],bl=(e,t)=>e.manifests.flatMap(e=>xl(e,t)??[]);function xl(e,t){if(u(e.apiVersion)===`karpenter.sh`){let n=yl.find(t=>t===e.kind);return n===void 0?void 0:{manifest:e,handler:n,provider:n===`NodeOverlay`?void 0:Cl(e,t)}}for(let{name:n,nodeClasses:r,nodeTemplate:i}of t){if(r.some(t=>_l(e,t)))return{manifest:e,handler:`NodeClass`,provider:n};if(i&&_l(e,i))return{manifest:e,handler:`NodeTemplate`,provider:n}}}const Sl=({nodeClasses:e,nodeTemplate:t})=>t?[...e,t]:e;function Cl(e,t){let{group:n,kind:r}=ct(e)??{};return n===void 0&&r===void 0?t[0]?.name??null:t.find(e=>Sl(e).some(e=>e.group===n||e.kind===r))?.name??null}const wl=({providers:e},t)=>e===`every`||t===void 0||t!==null&&e.includes(t);function Tl({providers:e},t){if(e===`every`)return!0;let n=t.flatMap(({provider:e})=>e===void 0?[]:[e]);return n.length===0||n.some(t=>t!==null&&e.includes(t))}const El=M({id:`node-class-exists`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Every object`,mistakes:[],explains:[`provisioning/nodepool-not-ready`],on:{Manifests(e,t){let{report:n,nearest:r,providers:i}=t;for(let a of i.flatMap(Sl)){let{kind:o}=a,s=Nl(e,a,i),c=Ll(e,a),l=s[0];if(c===void 0||l===void 0)continue;if(c.length===0){n({manifest:l.pool,at:l.pool.span([...l.path,`name`]),severity:`note`,message:`No ${o} is among these manifests, so that ${jl(s.length)} cannot be checked`,help:`Review the manifests of the ${o} together with the pools that use it.`});continue}let u=new Set(c),d=s.filter(({name:e})=>!u.has(e)).map(e=>({...e,wanted:r(e.name,c)})),f=Ol(a,t),p=e=>e.wanted!==void 0||f(e);Dl(d.filter(e=>!p(e)),o,t);for(let{pool:e,path:t,name:r,wanted:i}of d.filter(p))n({manifest:e,at:e.span([...t,`name`]),message:`${e.kind} \`${e.name}\` refers to ${o} \`${r}\`, which is not among these manifests`,help:i?`Did you mean \`${i}\`?`:`Add it, or refer to one of: ${c.join(`, `)}.`,explains:{paths:[[...t,`name`]]},...i&&{fix:{description:`Replace by \`${i}\``,edits:_(e,[...t,`name`],i)}}})}}},docs:{summary:`A NodePool refers to a node class that the manifests do not have.`,why:"A NodePool whose EC2NodeClass does not exist is not ready (`NodeClassNotFound`) and launches nothing. Where the class comes from elsewhere, such as Terraform, a note says that the reference cannot be checked.",help:`Correct the name, or add the EC2NodeClass.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecnodeclassref`},examples:Rl});function Dl(e,t,{report:n}){let[r]=e;r&&n({manifest:r.pool,at:r.pool.span([...r.path,`name`]),severity:`note`,message:`${t} \`${r.name}\` is not among these manifests, so that ${jl(e.length)} cannot be checked`,help:`Review the manifests of the ${t} together with the pools that use it.`})}function Ol(e,{all:t,base:n,providers:r}){let i=new Set(n?Il(n,e).map(({name:e})=>e):[]),a=new Set(t.manifests.filter(Ml).map(Al)),o=new Set(Il(t,e).map(Al)),s=new Set([...o].filter(e=>!a.has(e)).map(ne)),c=new Map;for(let{name:n,pool:i}of Nl(t,e,r))c.set(n,(c.get(n)??new Set).add(Al(i)));return({pool:e,name:t})=>{if(i.has(t))return!0;if((c.get(t)?.size??0)>1)return!1;let n=Al(e);return o.has(n)||kl(n).some(e=>s.has(e))}}function kl(e){let t=e===``?[]:e.split(`/`);return[``,...t.map((e,n)=>t.slice(0,n+1).join(`/`))]}const Al=({source:e})=>ne(e.file),jl=e=>e===1?`the reference to one`:`${e} references to one`,Ml=({kind:e,apiVersion:t})=>(e===`NodePool`||e===`Provisioner`)&&u(t)===`karpenter.sh`,Nl=(e,t,n)=>e.manifests.filter(Ml).flatMap(e=>{let r=H(e);return r!==void 0&&Fl(r,t,Pl(e,n))?[{pool:e,path:r.path,name:r.name}]:[]}),Pl=(e,[t])=>e.kind===`Provisioner`?t?.nodeTemplate:t?.nodeClasses[0],Fl=({group:e,kind:t},n,r)=>(t??r?.kind)===n.kind&&(e??n.group)===n.group,Il=(e,t)=>e.manifests.filter(e=>_l(e,t));function Ll(e,t){if(e.files.some(e=>e.isBroken))return;let n=Il(e,t).map(e=>e.name);return n.some(e=>e===``||l(e))?void 0:[...new Set(n)].sort()}function Rl(){return{bad:[R(N({requirements:[],nodeClassRef:`defualt`}),T`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `),N({requirements:[],nodeClassRef:`default`})],good:[R(N({requirements:[],nodeClassRef:`default`}),T`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `)]}}const zl=M({id:`overlapping-pools`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Pools beside each other`,mistakes:[32],on:{Manifests(e,t){for(let n of Bl(e))Vl(n,t)}},docs:{summary:`Several NodePools take the same pods, and nothing says which of them comes first.`,why:"Karpenter tries NodePools by weight, and those of one weight by name, backwards: `spot` before `general`, `on-demand` before `gpu`. Where neither weights nor taints nor labels tell pools apart, their names decide which nodes are launched, and a renamed pool changes the bill. Pools of one file, or of one root that is rendered, are compared: others may be those of another cluster.",help:"Give the pool that should come first a higher `weight`, or keep pods apart by taints.",url:`https://karpenter.sh/docs/concepts/nodepools/#specweight`},examples:Kl});function Bl(e){return Bc(e).flatMap(e=>{let t=new Map;for(let n of e){let e=B(n,[`spec`,`weight`]);if(n.isPartial||!e.isKnown||n.get([`spec`,`replicas`])!==void 0||!Hc(n))continue;let r=JSON.stringify(e.value??0);ee(t,r,n)}return[...t.values()].filter(e=>e.length>1)})}function Vl(e,t){let n=e.slice(0,60).flatMap(e=>Hl(e,t)??[]),r=n.filter(e=>n.some(t=>t!==e&&Ul(e,t))).sort((e,t)=>g(t.pool.name,e.pool.name)),[i,...a]=r;if(!i||a.length===0)return;let o=e=>e.map(({pool:e})=>`\`${e.name}\``).join(`, `);t.report({manifest:i.pool,at:i.pool.span([`metadata`,`name`]),message:`${o(r)} take the same pods with the same weight: by their names \`${i.pool.name}\` is tried first, then ${o(a)}`,help:`Give the one that should come first a higher \`weight\`, or keep pods apart by taints. ${Wl(r)}`,labels:a.slice(0,5).map(({pool:e})=>({span:e.span([`metadata`,`name`]),message:`takes the same pods`}))})}function Hl(e,{compatible:t,catalog:n}){let r=t(e);if(!r?.isExact||!n||r.names.length===0||r.names.filter(e=>(n.type(e)?.gpus.length??0)>0).length===r.names.length)return;let i=[`on-demand`,`spot`].map(e=>({type:e,...r.count(e)}));return{pool:e,names:new Set(r.names),architectures:new Set(r.names.flatMap(e=>n.type(e)?.architecture??[])),zones:new Set(i.flatMap(({zones:e})=>e)),capacityTypes:i.filter(({instanceTypes:e})=>e>0).map(({type:e})=>e)}}const Ul=(e,t)=>[...e.architectures].some(e=>t.architectures.has(e))&&[...e.zones].some(e=>t.zones.has(e));function Wl(e){let t=e.flatMap((t,n)=>e.slice(n+1).filter(e=>Ul(t,e)).map(e=>[t,e])),n=t.length>6?`; and ${o(t.length-6,`more pair`)}`:``;return`They share: ${t.slice(0,6).map(([e,t])=>Gl(e,t)).join(`; `)}${n}.`}function Gl(e,t){let n=[...e.names].filter(e=>t.names.has(e)).length,r=[...e.zones].filter(e=>t.zones.has(e)).length,i=e.capacityTypes.filter(e=>t.capacityTypes.includes(e)),a=i.length>0?`as ${i.join(` and `)}`:`bought in different ways`;return`\`${e.pool.name}\` and \`${t.pool.name}\` ${o(n,`instance type`)} in ${o(r,`zone`)}, ${a}`}function Kl(){return{bad:[R(N({name:`on-demand`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [on-demand]`,`karpenter.k8s.aws/instance-category In [c, m, r]`],nodeClassRef:`default`}),N({name:`spot`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [spot]`,`karpenter.k8s.aws/instance-category In [c, m, r]`],nodeClassRef:`default`}),F)],good:[R(N({name:`on-demand`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),N({name:`spot`,weight:10,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [spot]`],nodeClassRef:`default`}),N({name:`team-search`,limits:`cpu: 100`,labels:`team: search`,requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),F)]}}const ql=M({id:`pod-grace-period`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[42],on:{Manifests(e,{report:t}){let n=[`spec`,`template`,`spec`,`terminationGracePeriod`],r=z(e).map(e=>({pool:e,seconds:Jl(B(e,n))})),i=r.flatMap(({pool:e,seconds:t})=>t===void 0?[]:[{pool:e,seconds:t}]),a=i.toSorted((e,t)=>t.seconds-e.seconds)[0];if(!(!a||i.length<r.length))for(let{manifest:r,template:i}of Q(e)){let e=[...i,`spec`,`terminationGracePeriodSeconds`],o=r.get(e),s=[`nodeSelector`,`affinity`].some(e=>r.get([...i,`spec`,e])!==void 0);typeof o!=`number`||o<=a.seconds||s||t({manifest:r,at:r.span(e),message:`These pods ask for ${o} s to end, and no NodePool gives its nodes more than ${a.seconds} s: they are killed before`,labels:[{span:a.pool.span(n),message:`the longest there is`}],help:"Give the pool a longer `terminationGracePeriod`."})}}},docs:{summary:`Pods ask for more time to end than any pool gives its nodes.`,why:"The `terminationGracePeriod` of a NodePool bounds how long a node may drain, whatever PodDisruptionBudgets say. Pods that ask for more by `terminationGracePeriodSeconds` are deleted at once and killed when the node’s time is up, before theirs is.",help:"Give the pool a longer `terminationGracePeriod` than the longest of its pods.",url:`https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod`},examples:Yl});function Jl({value:e}){let t=typeof e==`string`?C(e):void 0;return t===void 0?void 0:Number(t/1000000000n)}function Yl(){return{bad:[R(N({requirements:[],terminationGracePeriod:`30m`}),T`
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
        `)],good:[R(N({requirements:[],terminationGracePeriod:`30m`}),N({name:`patient`,weight:10,requirements:[],terminationGracePeriod:`4h`}),T`
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
        `)]}}const Xl=M({id:`pod-requests`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[92],on:{Manifests(e,{report:t}){if(Ko(e))for(let{manifest:n,template:r}of Q(e)){if(m(n.get([`metadata`,`annotations`]))?.[`helm.sh/hook`]!==void 0)continue;let e=[...r,`spec`],i=[...e,`containers`],a=d(n.get(i));if(a.some(e=>m(e)?.image===void 0))continue;let o=a.flatMap((e,t)=>Zl(n,[...i,t])?[]:[h(m(e)?.name)??String(t)]);o.length===0||n.isPartial||Zl(n,e)||t({manifest:n,at:n.keySpan(i),message:`${X(o)} of ${n.kind} \`${n.name}\` ${o.length===1?`requests`:`request`} neither CPU nor memory: Karpenter gives ${o.length===1?`it`:`them`} no room`,help:"Set `resources.requests`."})}}},docs:{summary:`Containers of a workload request neither CPU nor memory.`,why:`Karpenter chooses nodes by what pods request, and by nothing else. A pod that requests nothing fits anywhere: nodes come out too small, their memory runs out and pods are killed. A LimitRange or a VerticalPodAutoscaler may fill the requests in; manifests do not show it.`,help:"Set `resources.requests` for CPU and memory.",url:`https://karpenter.sh/docs/troubleshooting/`},examples:Ql});function Zl(e,t){let n=e.get([...t,`resources`]);return l(n)?!0:[`requests`,`limits`].some(e=>{let t=m(n)?.[e],r=Object.keys(m(t)??{});return l(t)||r.some(e=>e!==`ephemeral-storage`)})}function Ql(){return{bad:[R(N(),T`
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
        `)],good:[R(N(),T`
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
        `),R(N({name:`beside-a-test-of-a-chart`}),T`
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
      `]}}const $l=M({id:`price-gap`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Which nodes a pool may launch`,mistakes:[],on:{NodePool:eu,Provisioner:eu},docs:{summary:`Between the instance types of a pool there is a gap in price: when the cheap ones run out, the next costs many times as much.`,why:"Karpenter launches the cheapest instance type that there is. When AWS has none of it for a while, the next one of the pool takes its place, whatever it costs: a pool of `large` and `24xlarge` alone pays for 48 times the machine so that one small pod runs.",help:`Allow the sizes in between, or give the large ones a pool of their own.`,url:`https://karpenter.sh/docs/concepts/nodepools/#instance-types`},examples:ru});function eu(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i?.isExact||i.names.length<2)return;let a=tu(i,n);if(!a)return;let{cheap:o,dear:s}=a,c=Math.floor(s.hourlyUsd/o.hourlyUsd);t({at:e.span(ft(e)),message:`\`${e.name}\` goes from ${o.name} at ${nu(o.hourlyUsd)} straight to ${s.name} at ${nu(s.hourlyUsd)} an hour: when the first runs out, its pods cost ${c} times as much`,help:`Allow the sizes in between, or give the large ones a pool of their own.`})}const tu=Oi(({names:e},t)=>{let n=[];for(let r of e){let e=Di(t,r);if(e===void 0)return;n.push({name:r,hourlyUsd:e})}n.sort((e,t)=>e.hourlyUsd-t.hourlyUsd||g(e.name,t.name));let r=n.findIndex(({hourlyUsd:e},t)=>t>0&&e>=8*n[t-1].hourlyUsd),[i,a]=[n[r-1],n[r]];return i&&a&&{cheap:i,dear:a}}),nu=e=>`$${e.toFixed(e<.1?4:2)}`;function ru(){return{bad:[R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`node.kubernetes.io/instance-type In [m7i.large, m7i.24xlarge]`,`karpenter.sh/capacity-type In [on-demand]`]}),F)],good:[R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m7i]`,`karpenter.sh/capacity-type In [on-demand]`]}),F),R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`node.kubernetes.io/instance-type In [m7i.large, m7i.2xlarge]`,`karpenter.sh/capacity-type In [on-demand]`]}),F)]}}const iu=M({id:`removed-pod-keys`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[10,11,12],on:{Manifests(e,t){if(!t.karpenter.v1)return;let n=z(e).map(({name:e})=>e);for(let{manifest:r,template:i}of Q(e)){let e=(...e)=>[...i,...e];for(let n of au(r,e(`metadata`,`annotations`)))uu(r,n,me,t);for(let i of au(r,e(`spec`,`nodeSelector`)))fu({manifest:r,path:i,pools:n},t);for(let n of ou(r,e(`spec`)))for(let e of su(r,n))du(r,e,he,t);for(let[n]of d(r.get(e(`spec`,`tolerations`))).entries())du(r,e(`spec`,`tolerations`,n,`key`),de,t)}}},docs:{summary:`A pod uses an annotation, label or taint of Karpenter that is no longer known.`,why:"Karpenter renamed them on the way to v1 and looks at the old ones no more. `do-not-evict` protects no pod; a pod that selects `karpenter.sh/provisioner-name` finds no node, and one that is to keep away from Karpenter’s nodes by it does not; and the toleration of `karpenter.sh/disruption` no longer matches the taint of a node that is going.",help:`Use the new name.`,url:`https://karpenter.sh/docs/upgrading/v1-migration/`},examples:pu}),au=(e,t)=>Object.keys(m(e.get(t))??{}).map(e=>[...t,e]);function ou(e,t){let n=[...t,`affinity`,`nodeAffinity`,`requiredDuringSchedulingIgnoredDuringExecution`,`nodeSelectorTerms`];return d(e.get(n)).map((e,t)=>[...n,t,`matchExpressions`])}function su(e,t){let n=d(e.get(t)).map((e,n)=>[...t,n,`key`]);return n.some(t=>e.get(t)===y.nodePool)?[]:n}const cu=(e,t)=>t!==void 0&&Object.hasOwn(e,t)?e[t]:void 0,lu=(e,t)=>({message:`Karpenter no longer knows \`${e}\`: it has no effect`,help:`Use \`${t}\`.`});function uu(e,t,n,{report:r}){let i=String(t.at(-1)),a=cu(n,i);a!==void 0&&e.get([...t.slice(0,-1),a])===void 0&&r({manifest:e,at:e.keySpan(t),...lu(i,a),fix:{description:`Rename to \`${a}\``,edits:pe(e,t,a)}})}function du(e,t,n,{report:r}){let i=h(e.get(t)),a=cu(n,i);i!==void 0&&a!==void 0&&(d(e.get(t.slice(0,-2))).some(e=>m(e)?.key===a)||r({manifest:e,at:e.span(t),...lu(i,a),...e.get([...t.slice(0,-1),`value`])===void 0&&{fix:{description:`Replace by \`${a}\``,edits:_(e,t,a)}}}))}function fu({manifest:e,path:t,pools:n},{report:r}){let i=String(t.at(-1)),a=cu(he,i);if(a===void 0)return;let o=h(e.get(t));r({manifest:e,at:e.keySpan(t),message:`No node has the label \`${i}\` any more: these pods stay pending`,help:`Use \`${a}\` with the name of the NodePool.`,...o!==void 0&&n.includes(o)&&{fix:{description:`Rename to \`${a}\``,edits:pe(e,t,a)}}})}function pu(){return{bad:[T`
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
        `)]}}const mu=[`cpu`,`memory`,`nodes`,`pods`,`ephemeral-storage`],hu={mem:`memory`,ram:`memory`,gpu:`nvidia.com/gpu`},gu=M({id:`require-limits`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`How much a pool may launch`,mistakes:[29,30],on:{NodePool:_u,Provisioner:_u},docs:{summary:`A NodePool has no limits, or limits that bound nothing.`,why:"Karpenter launches nodes for every pod that is pending. Without `limits` a runaway Deployment, a HorizontalPodAutoscaler with a wrong target or a crash loop is answered with more nodes until the AWS quota ends it. The keys of `limits` are free-form, so that a misspelt resource is accepted and limits nothing.",help:"Set `limits.cpu` and `limits.memory` to what the workloads of this pool may cost at most.",url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:bu});function _u(e,t){let{report:n}=t,r=st(e);if(!r.isKnown||yu(e)||e.get([`spec`,`replicas`])!==void 0)return;let i=Object.keys(m(r.value)??{});if(i.length===0){n({at:e.keySpan(e.get(r.path)===void 0?[`spec`]:r.path),message:`${e.kind} \`${e.name}\` has no limits: nothing bounds the nodes it may launch`,help:"Set `limits.cpu` and `limits.memory` to the most this pool may grow to."});return}let a=i.filter(e=>!mu.includes(e)&&!/[/{$]|^hugepages-/.test(e));for(let n of a)vu(e,n,t);if(a.length===0&&!i.some(e=>e===`cpu`||e===`memory`||e.includes(`/`))){let t=i.includes(`nodes`);n({at:e.keySpan(r.path),message:`The limits of ${e.kind} \`${e.name}\` name neither \`cpu\` nor \`memory\`: the size of its nodes is not bounded${t?`, and their number only roughly, for nodes that are launched at once do not see each other`:``}`,help:"Add `cpu` and `memory`.",...t&&{severity:`note`}})}}function vu(e,t,{report:n,nearest:r}){let i=st(e),a=hu[t.toLowerCase()]??r(t,mu),o=a!==void 0&&e.get([...i.path,a])===void 0;n({at:e.keySpan([...i.path,t]),message:`\`${t}\` is not a resource that nodes have: this entry limits nothing`,help:a?`Did you mean \`${a}\`?`:"Use `cpu`, `memory` or an extended resource such as `nvidia.com/gpu`.",...o&&{fix:{description:`Rename to \`${a}\``,edits:pe(e,[...i.path,t],a)}}})}function yu(e){let t=m(e.get([`spec`]))??{};if(Object.keys(t).some(e=>e!==`limits`&&a(e,[`limits`])!==void 0))return!0;let n=Object.keys(m(t.limits)??{});return e.kind===`Provisioner`&&n.length>0&&!n.includes(`resources`)}function bu(){return{bad:[N({limits:null}),N({limits:T`
          cpu: 100
          mem: 400Gi
        `}),T`
        apiVersion: karpenter.sh/v1alpha5
        kind: Provisioner
        metadata:
          name: default
        spec:
          limits:
            resources:
              pods: 500
      `],good:[N({limits:T`
          cpu: 100
          memory: 400Gi
        `}),N({name:`gpu`,limits:`nvidia.com/gpu: 8`})]}}const xu=new Set([y.zone,y.zoneId,y.capacityType,y.instanceType,y.instanceFamily]),Su=M({id:`satisfiable-requirements`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Which nodes a pool may launch`,mistakes:[93],explains:[`provisioning/nodepool-empty`],on:{NodePool:Cu,Provisioner:Cu},docs:{summary:`No instance type of the region satisfies all requirements of a pool.`,why:`Each requirement is valid by itself, so the API server accepts the pool and Karpenter reports it ready; but it never launches a node, and the pods meant for it stay pending.`,help:`Widen the requirement that leaves nothing, or the ones before it that exclude what it asks for.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:Eu});function Cu(e,{report:t,catalog:n,compatible:r,isRegionAssumed:i}){let a=r(e),o=a?.emptied;if(!n||!a||!o)return;let{requirement:s,before:c,values:l,isUnknownValue:u}=o,d=v(s.key);if(u&&xu.has(d))return;let f=s.path.length===1;t({at:f?e.keySpan(s.path):e.span(s.path),...i&&{severity:`warning`},message:`No instance type of ${n.region} satisfies the requirements of \`${e.name}\`: ${wu(s)}${f?`, which v1alpha5 adds by itself,`:``} leaves none of ${c}`,labels:o.conflicts.map(t=>({span:e.span(t.path),message:`no instance type satisfies this and \`${s.key}\` together`})),help:u?`No instance type has such a value: \`${d}\` is ${Tu(l)}.`:`The instance types left before it have \`${d}\` ${Tu(l)}: widen one or the other.`,explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}})}const wu=({key:e,operator:t,values:n})=>`\`${[e,t,n.map(e=>e.text).join(`, `)].filter(Boolean).join(` `)}\``;function Tu(e){if(e.length===0)return`nothing`;let t=e.slice(0,6).join(`, `);return e.length>6?`${t} and ${e.length-6} more`:t}function Eu(){return{bad:[N({requirements:[`karpenter.k8s.aws/instance-family In [m7g, c7g]`,`kubernetes.io/arch In [amd64]`]}),N({requirements:[`karpenter.k8s.aws/instance-cpu In ["5"]`]})],good:[N({requirements:[`karpenter.k8s.aws/instance-family In [m7g, c7g]`,`kubernetes.io/arch In [arm64]`]})]}}const Du=M({id:`spot-flexibility`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Which nodes a pool may launch`,mistakes:[21],on:{NodePool:Ou,Provisioner:Ou},docs:{summary:`A pool allows spot and leaves few instance types or a single zone to choose from.`,why:`Spot capacity comes and goes per instance type and zone. With few of them, interruptions come together and replacements find nothing; and Karpenter moves a spot node to a cheaper spot node only while at least 15 cheaper instance types remain.`,help:`Allow at least 15 instance types in several families, sizes and zones, or on-demand beside spot.`,url:`https://karpenter.sh/docs/concepts/disruption/#spot-consolidation`},examples:Au});function Ou(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i?.isExact||i.names.length===0)return;let{instanceTypes:a,zones:s}=i.count(`spot`);if(a===0||a>=15&&s.length>1)return;let c=i.count(`on-demand`).instanceTypes===0;t({at:e.span(ku(e)),severity:c||a<5?`warning`:`note`,message:`\`${e.name}\` allows spot and leaves ${o(a,`instance type`)} in ${o(s.length,`zone`)} of ${n.region} to choose from`,help:a<15?`Allow at least 15 instance types, over several families, sizes and zones: fewer are interrupted together, and Karpenter does not move spot nodes to cheaper spot nodes.`:`Allow more zones: spot capacity runs out zone by zone.`})}const ku=e=>U(e).find(({key:e})=>v(e)===y.capacityType)?.path??(e.kind===`NodePool`?[`spec`,`template`,`spec`,`requirements`]:[`spec`,`requirements`]);function Au(){return{bad:[N({requirements:[`karpenter.k8s.aws/instance-family In [t4g]`,`karpenter.sh/capacity-type In [spot, on-demand]`,`topology.kubernetes.io/zone In [us-east-1a]`]}),D({region:`eu-central-1`},N({requirements:[`node.kubernetes.io/instance-type In [m6i.large, m6i.xlarge]`,`karpenter.sh/capacity-type In [spot]`]}))],good:[N({requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [spot, on-demand]`]}),N({requirements:[`karpenter.k8s.aws/instance-family In [t4g]`,`karpenter.sh/capacity-type In [on-demand]`]})]}}const ju=M({id:`startup-taints`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Pools beside each other`,mistakes:[87,88],on:{Manifests(e,t){for(let n of z(e))Fu(n,t);for(let n of Ge(e,`cilium`))Iu(n,t)}},docs:{summary:`A startup taint is missing that Cilium puts on new nodes, or one is misspelt that something is to take off.`,why:"Karpenter waits for startup taints to go, and counts on the node meanwhile. Cilium’s operator taints nodes on which its agent does not run yet: where a pool does not name that taint among its `startupTaints`, Karpenter takes the node for one that its pods cannot use, and launches another. A startup taint that nobody takes off, because its name is not quite the one that an agent knows, keeps the node from ever being initialized, and so from being consolidated or replaced.",help:"Name the taint under `startupTaints`, as the agent spells it.",url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecstartuptaints`},examples:Lu}),Mu=[`spec`,`template`,`spec`,`startupTaints`],Nu=[`node.cilium.io/agent-not-ready`,`ebs.csi.aws.com/agent-not-ready`,`efs.csi.aws.com/agent-not-ready`,`fsx.csi.aws.com/agent-not-ready`,`s3.csi.aws.com/agent-not-ready`],Pu=e=>e.split(`.`)[0];function Fu(e,{report:t,nearest:n}){for(let r of d(e.get(Mu)).keys()){let i=[...Mu,r,`key`],a=h(e.get(i))??``,o=Nu.includes(a)?void 0:n(a,Nu);o!==void 0&&Pu(o)===Pu(a)&&t({manifest:e,at:e.span(i),message:`Nothing takes \`${a}\` off: the nodes of \`${e.name}\` are never initialized`,help:`Did you mean \`${o}\`?`,fix:{description:`Replace by \`${o}\``,edits:_(e,i,o)}})}}function Iu({manifest:e,values:t},{all:n,report:r}){let i=(...n)=>e.get([...t,...n]),a=h(i(`agentNotReadyTaintKey`))??Nu[0];if(!(e.isPartial||typeof i()==`string`||a.includes(`$`)||i(`operator`,`setNodeTaints`)===!1||i(`operator`,`enabled`)===!1))for(let t of z(n))k(t)!==k(e)||t.isPartial||d(t.get(Mu)).map((e,n)=>h(t.get([...Mu,n,`key`]))).some(e=>e===void 0||e===a)||r({manifest:t,at:t.span(Mu),message:`Cilium puts \`${a}\` on new nodes, and \`${t.name}\` does not name it among its startup taints: pods get a node twice`,help:`Add \`{key: ${a}, effect: NoExecute}\` to \`startupTaints\`.`,labels:[{span:e.span([`metadata`,`name`]),message:`Cilium`}]})}function Lu(){return{bad:[R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),I(`cilium`),F),R(N({limits:`cpu: 1000`,nodeClassRef:`default`,startupTaints:T`
            - key: ebs.csi.aws.com/agent-notready
              effect: NoExecute
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),F)],good:[R(N({limits:`cpu: 1000`,nodeClassRef:`default`,startupTaints:T`
            - key: node.cilium.io/agent-not-ready
              effect: NoExecute
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),I(`cilium`),F),R(N({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),I(`cilium`,{values:T`
            operator:
              setNodeTaints: false
          `}),F)]}}const Ru=[`spec`,`template`,`spec`],zu=M({id:`taint-pairs`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Pools beside each other`,mistakes:[89],explains:[`provisioning/nodepool-not-ready`],on:{NodePool(e,{report:t}){let n=new Map;for(let r of[`taints`,`startupTaints`].flatMap(t=>Bu(e.get([...Ru,t]),t))){let{key:i,effect:a}=m(e.get(r))??{},o=`${h(i)}:${h(a)}`;if(h(i)===void 0||l(o))continue;let s=n.get(o);if(s===void 0){n.set(o,r);continue}let c=s.at(-2)===r.at(-2)&&e.get([...s,`value`])===e.get([...r,`value`]);t({at:e.span([...r,`key`]),message:`\`${o}\` stands twice among the taints of \`${e.name}\`: Karpenter refuses the pool, which launches nothing`,labels:[{span:e.span([...s,`key`]),message:`first here`}],help:`Remove one of the two.`,...c&&{fix:{description:`Remove the repetition`,edits:se(e,r)}},explains:{paths:[Ru],mentioning:``}})}}},docs:{summary:`Two taints of a NodePool have the same key and effect.`,why:"The API server accepts it. Karpenter allows a pair of key and effect once among `taints` and `startupTaints` together: the NodePool fails its validation and launches nothing.",help:`Remove one of them: a startup taint is one that something on the node removes, any other is a taint.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespectaints`},examples:Vu}),Bu=(e,t)=>d(e).map((e,n)=>[...Ru,t,n]);function Vu(){return{bad:[N({requirements:[],taints:T`
          - key: node.cilium.io/agent-not-ready
            effect: NoExecute
        `,startupTaints:T`
          - key: node.cilium.io/agent-not-ready
            value: "true"
            effect: NoExecute
        `})],good:[N({requirements:[],taints:T`
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
        `})]}}const Hu=M({id:`taint-tolerations`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Pools beside each other`,mistakes:[],on:{Manifests:Wu},docs:{summary:`Pods mean to tolerate the taint of a pool and do not, or nobody tolerates it.`,why:"A toleration matches a taint by key, value and effect; one that comes near does nothing, and nothing says so: the pods stay pending, or land in another pool, and the pool with the taint stays empty. An operator that is not written is `Equal`, and with it a missing value is the empty one.",help:"Write the value and the effect of the taint, or `operator: Exists`.",url:`https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/`},examples:Qu}),Uu=2e3;function Wu(e,t){let n=z(e).slice(0,Uu).flatMap(Ku);if(n.length===0)return;let r=Q(e).slice(0,Uu),i=r.map(e=>qu(e));for(let e of i)Xu(e,n,t);let a=i.flat(),o=new Set(r.filter(({manifest:e})=>e.kind!==`DaemonSet`).map(({manifest:e})=>zc(e))),s=new Set(e.manifests.filter(Gu).map(zc));for(let e of n)s.has(zc(e.pool))||o.has(zc(e.pool))&&!a.some(t=>!t.isKnown||t.key===``||t.key===e.key)&&t.report({manifest:e.pool,at:e.pool.span(e.path),severity:`note`,message:`No pod among the manifests tolerates \`${e.key}\`: \`${e.pool.name}\` stays empty until one does`,help:`Give the pods that belong there a toleration, or drop the taint.`})}const Gu=({apiVersion:e,kind:t})=>t===`HelmRelease`&&u(e)===`helm.toolkit.fluxcd.io`||/^Application(?:Set)?$/.test(t)&&u(e)===`argoproj.io`;function Ku(e){let t=[`spec`,`template`,`spec`,`taints`];return d(e.get(t)).flatMap((n,r)=>{let i=[...t,r],[a,o,s]=[`key`,`value`,`effect`].map(t=>h(e.get([...i,t]))??``);return l(`${a}${o}${s}`)||a===``||/(?:^|\.)(?:kubernetes|k8s)\.io\//.test(a)?[]:[{pool:e,path:i,key:a,value:o,effect:s}]})}function qu(e){let{manifest:t,template:n}=e,r=[...n,`spec`,`tolerations`],i=t.get(r);return i!==void 0&&!Array.isArray(i)?[{...Ju,workload:e,path:r,isKnown:!1}]:d(i).map((n,i)=>{let{key:a,operator:o,value:s,effect:c}=m(n)??{},u=[a,o,s,c].map(e=>h(e)??``);return{workload:e,path:[...r,i],key:u[0],value:u[2],effect:u[3],isExists:o===`Exists`,isKnown:m(n)!==void 0&&!t.isPartial&&!u.some(e=>l(e))}})}const Ju={key:``,isExists:!0,value:``,effect:``},Yu=(e,t)=>(e.key===``||e.key===t.key)&&(e.effect===``||e.effect===t.effect)&&(e.isExists||e.value===t.value);function Xu(e,t,{report:n,nearest:r}){if(!e.some(({isKnown:e})=>!e))for(let i of e){let a=t.filter(({key:e})=>e===i.key);if(a.length===0||a.some(t=>e.some(e=>Yu(e,t))))continue;let o=a.find(e=>Zu(i,e,r)!==void 0);if(!o)continue;let{manifest:s}=i.workload;n({manifest:s,at:s.span(i.path),message:`\`${s.name}\` does not tolerate the taint \`${o.key}=${o.value}:${o.effect}\` of \`${o.pool.name}\`: its toleration ${Zu(i,o,r)}`,help:`Write \`value: ${o.value||`""`}\` and \`effect: ${o.effect}\`.`,labels:[{span:o.pool.span(o.path),message:`the taint`}]})}}function Zu(e,t,n){let r=e.isExists||e.value===t.value,i=e.effect===``||e.effect===t.effect;if(r&&!i)return`is for \`${e.effect}\``;if(i&&!r)return e.value===``?"has no value, and without `operator: Exists` that is the empty one":n(e.value,[t.value])===void 0?void 0:`has the value \`${e.value}\``}function Qu(){return{bad:[td(T`
        - key: example.com/dedicated
          value: batch
          effect: NoExecute
      `),td(T`
        - key: example.com/dedicated
          value: batches
          effect: NoSchedule
      `),td(T`
        - key: example.com/dedicated
          effect: NoSchedule
      `),td()],good:[td(T`
        - key: example.com/dedicated
          operator: Exists
      `),T`
        ${$u}
        ---
        ${ed(`train`,T`
            - key: example.com/dedicated
              value: batch
          `)}
        ---
        ${ed(`proxy`,T`
            - key: example.com/dedicated
              value: system
              effect: NoSchedule
          `)}
        ---
        ${F}
      `,T`
        ${$u}
        ---
        ${ed(`proxy`)}
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
      `]}}const $u=N({name:`batch`,limits:`cpu: 1000`,nodeClassRef:`default`,taints:T`
    - key: example.com/dedicated
      value: batch
      effect: NoSchedule
  `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]});function ed(e,t){return T`
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
  `}const td=e=>T`
  ${$u}
  ---
  ${ed(`train`,e)}
  ---
  ${F}
`,nd=[...le.get(y.capacityType)].sort(),rd=M({id:`unknown-capacity-type`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Which nodes a pool may launch`,mistakes:[18],on:{NodePool:id,Provisioner:id},docs:{summary:`A requirement names a capacity type that does not exist.`,why:"The API server accepts any text. Karpenter ignores the unknown value with no more than a line in its log, so that `[spot, ondemand]` means spot alone; when all values are unknown, the NodePool is not ready and launches nothing.",help:"Use `on-demand`, `spot` or `reserved`.",url:`https://karpenter.sh/docs/concepts/nodepools/#capacity-type`},examples:od});function id(e,{report:t,nearest:n}){for(let{key:r,operator:i,values:a}of V(e)){if(v(r)!==y.capacityType||i!==`In`&&i!==`NotIn`)continue;let o=a.filter(e=>e.isKnown&&!nd.includes(e.text)),s=a.filter(e=>!o.includes(e)).map(e=>`\`${e.text}\``);for(let r of o){let a=n(r.text,nd);t({at:e.span(r.path),message:`\`${r.text}\` is not a capacity type: ${ad(i,s)}`,help:a?`Did you mean \`${a}\`?`:"Use `on-demand`, `spot` or `reserved`.",...a&&{fix:{description:`Replace by \`${a}\``,edits:_(e,r.path,a)}}})}}}function ad(e,t){return e===`NotIn`?`it excludes nothing`:t.length===0?`the NodePool never gets ready`:`Karpenter ignores it and takes ${t.join(` and `)} alone`}function od(){return{bad:[N({requirements:[`karpenter.sh/capacity-type In [spot, ondemand]`]})],good:[N({requirements:[`karpenter.sh/capacity-type In [spot, on-demand]`]})]}}const sd=M({id:`unknown-label`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Which nodes a pool may launch`,mistakes:[],on:{NodePool:dd,Provisioner:dd},docs:{summary:`A requirement names a label that looks like one of Karpenter’s and is none.`,why:`Karpenter takes a label that it does not know for one of the NodePool’s own: it puts any of the values on the nodes, and chooses instance types as if the requirement were not there. Nodes that run already do not carry the label, so that all of them drift.`,help:`Use the label that Karpenter knows.`,url:`https://karpenter.sh/docs/concepts/scheduling/#well-known-labels`},examples:md}),cd=/^(?:(?!node-restriction\.)[\w-]+\.)*kubernetes\.io$|^eks\.amazonaws\.com$/,ld=e=>e.slice(e.indexOf(`/`)+1),ud=new Map([...oe].map(e=>[ld(e),e]));function dd(e,{report:t,nearest:n}){let r=new Set(ot(e).map(({key:e})=>e));for(let{key:i,path:a,isKnown:o}of V(e)){if(!o||r.has(i)||pd(e,i))continue;let s=n(ld(i),[...ud.keys()]),c=s!==void 0&&fd(ld(i),s)?ud.get(s):void 0;if(c===void 0)continue;let l=[...a,`key`];t({at:e.span(l),message:`\`${i}\` is no label that Karpenter knows: it narrows no instance types, and new nodes carry any of the values`,help:`Did you mean \`${c}\`?`,fix:{description:`Replace by \`${c}\``,edits:_(e,l,c)}})}}const fd=(e,t)=>r(e,t)<=(e.length<8?1:2);function pd(e,t){if(oe.has(v(t))||!cd.test(ce(t)))return!0;if(!t.startsWith(`eks.`))return!1;let{group:n}=m(e.get([`spec`,`template`,`spec`,`nodeClassRef`]))??{};return!fe.test(t)||n!==`karpenter.k8s.aws`}function md(){return{bad:[N({requirements:[`node.kubernetes.io/instance-category In [c, m, r]`]}),R(N({nodeClassRef:`default`,requirements:[`topology.kubernetes.io/zones In [us-east-1a]`]}),T`
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
      `]}}const hd=/^([a-z]{2,3}(?:-[a-z]+){1,3}-\d)[a-z]$/,gd=/^[a-z]{2,3}(?:-[a-z]+){1,3}-\d-[a-z]/,_d=M({id:`unknown-zone`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Which nodes a pool may launch`,mistakes:[25],explains:[`provisioning/nodepool-empty`],on:{NodePool:vd,Provisioner:vd},docs:{summary:`A zone is named that the region does not have.`,why:`The API server accepts any text. Karpenter counts the zone as a topology domain although nothing can ever run there, so that zonal topology spread constraints of every workload in the cluster wait for pods in it; a pool with no other zone launches nothing.`,help:`Name zones of the region, and only those in which the node class has subnets.`,url:`https://karpenter.sh/docs/concepts/nodepools/#availability-zones`},examples:bd});function vd(e,t){let{catalog:n}=t;if(!n)return;let r=n.zones.map(e=>e.zone);for(let{key:n,operator:i,values:a}of[...V(e),...ot(e)]){if(v(n)!==y.zone)continue;let o=e=>!r.includes(e)&&!gd.test(e),s=i===`In`&&a.every(e=>e.isKnown&&o(e.text));for(let{path:n,text:c,isKnown:l}of a)l&&o(c)&&yd({pool:e,path:n,text:c,zones:r,isExcluded:i===`NotIn`,leavesNone:s},t)}}function yd({pool:e,path:t,text:n,zones:r,isExcluded:i,leavesNone:a},{report:o,catalog:s,nearest:c,isRegionAssumed:l}){let{region:u}=s,d=i?`there is nothing to exclude`:`nothing can be launched there`,f=hd.exec(n)?.[1];if(f!==void 0&&f!==u){if(l)return;o({at:e.span(t),severity:`warning`,message:`Zone \`${n}\` is not in ${u}: ${d}`,help:`Name a zone of ${u} (${r.join(`, `)}), or set the region if this pool belongs to ${f}.`});return}let p=f===void 0&&n!==u?c(n,r):void 0,ee=n===u?`\`${n}\` is a region, not a zone`:`Region ${u} has no zone \`${n}\``;o({at:e.span(t),...i&&{severity:`warning`},message:`${ee}: ${d}`,help:p?`Did you mean \`${p}\`?`:`Name a zone of ${u}: ${r.join(`, `)}.`,...p&&{fix:{description:`Replace by \`${p}\``,edits:_(e,t,p)}},...a&&{explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}}})}function bd(){return{bad:[N({requirements:[`topology.kubernetes.io/zone In [us-east-1a, us-east-1b, us-east-1z]`]}),N({requirements:[`topology.kubernetes.io/zone In [us-east-1]`]})],good:[N({requirements:[`topology.kubernetes.io/zone In [us-east-1a, us-east-1b]`]})]}}const xd=M({id:`unreachable-pool`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Pools beside each other`,mistakes:[32],on:{Manifests(e,t){for(let n of Bc(e))Sd(n,t)}},docs:{summary:`A NodePool is never used, because one of a higher weight can launch all that it can and has no limits.`,why:`Karpenter goes to a pool of lower weight only when those before it cannot take a pod: their limits are reached, or AWS has nothing of what they allow. A pool without limits that allows every instance type, zone and capacity type of the other is short of capacity only where the other is too: the fallback never happens.`,help:`Give the first pool limits, or let the fallback allow something else: another capacity type, other families, other zones.`,url:`https://karpenter.sh/docs/concepts/nodepools/#specweight`},examples:Dd});function Sd(e,t){let n=e.slice(0,60).filter(e=>Cd(e)&&Hc(e));for(let e of n){let r=n.find(n=>W(n)>W(e)&&wd(n)&&Td(n,e,t));r&&t.report({manifest:e,at:e.span([`metadata`,`name`]),message:`\`${e.name}\` is never used: \`${r.name}\` comes first, has no limits, and can launch all that \`${e.name}\` can`,help:`Give \`${r.name}\` limits, or let \`${e.name}\` allow what it does not.`,labels:[{span:r.span([`metadata`,`name`]),message:`comes first`}]})}}const Cd=e=>!e.isPartial&&B(e,[`spec`,`weight`]).isKnown&&e.get([`spec`,`replicas`])===void 0&&V(e).every(({path:t})=>e.get([...t,`minValues`])===void 0);function wd(e){let{value:t,isKnown:n}=st(e),r=Object.keys(m(t)??{});return n&&typeof(t??{})==`object`&&r.every(e=>e.includes(`/`))}function Td(e,t,{compatible:n,catalog:r}){let[i,a]=[n(e),n(t)];if(!r||!i?.isExact||!a?.isExact||a.names.length===0||a.names.some(e=>(r.type(e)?.gpus.length??0)>0)||H(e)===void 0||H(e)?.name!==H(t)?.name||Ed(e)!==Ed(t))return!1;let o=new Set(i.names);return a.names.every(e=>o.has(e))&&[`on-demand`,`spot`].every(e=>{let[t,n]=[i.count(e),a.count(e)];return(n.instanceTypes===0||t.instanceTypes>=n.instanceTypes)&&n.zones.every(e=>t.zones.includes(e))})}const Ed=e=>JSON.stringify(V(e).filter(({key:e})=>v(e)===y.os).map(({operator:e,values:t})=>[e,t.map(({text:e})=>e).sort()]));function Dd(){return{bad:[R(N({name:`general`,weight:50,limits:`nvidia.com/gpu: 8`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [on-demand]`]}),N({name:`fallback`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m]`,`karpenter.sh/capacity-type In [on-demand]`]}),F)],good:[R(N({name:`spot`,weight:50,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [spot]`]}),N({name:`on-demand`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [on-demand]`]}),F),R(N({name:`reserved-by-limits`,weight:50,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [on-demand]`]}),N({name:`fallback`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m]`,`karpenter.sh/capacity-type In [on-demand]`]}),F)]}}const Od=[ds,xs,$s,oc,lc,hc,yc,Ec,Ac,Pc,Lc,Uc,qc,Xc,il,cl,fl,El,zl,ql,Xl,$l,iu,gu,Su,Du,ju,zu,Hu,rd,sd,_d,xd,...is].sort((e,t)=>g(e.id,t.id)),kd=new Map([...Be,...Od.map(Ad)].map(e=>[e.code,e]));function Ad(e){let{summary:t,why:n,help:r,url:i}=e.docs;return{code:`lint/${e.id}`,summary:t,why:n,help:r,url:i,rule:e}}const jd=[...kd.keys()].sort(),Md=e=>kd.has(e),Nd=e=>kd.get(e)??kd.get(`lint/${e}`);function Pd(e){if(e.includes(`/`))return a(e,jd);let t=new Map(jd.map(e=>[e.slice(e.indexOf(`/`)+1),e])),n=a(e,t.keys());return n&&t.get(n)}function Fd(e){return[...e].filter(e=>!Nd(e)).map(e=>({name:e,nearest:Pd(e)}))}const Id=e=>`# plumbline-ignore ${e.replace(/^lint\//,``)} until=2027-03-31: why this is acceptable here`,Ld=e=>{let[,t]=/^#?([1-9]\d{0,8})$/.exec(e)??[];return t===void 0?void 0:Number(t)};async function Rd(e,r){let{stdout:a}=r,[o]=e.positionals;if(o===void 0)throw new i(`usage`,"`explain` needs a code",{help:"For example `plumbline explain schema/unknown-field`."});let s=Ld(o);if(s!==void 0)return(await import(`./explain-pull-q8J_do2R.js`)).runExplainPull(s,e,r);let c=Nd(o);if(!c){let e=Pd(o);throw new i(`usage`,`\`${o}\` is not a code`,{help:e?n(e):"`plumbline rules` lists the lint rules."})}return a.write(zd(c)),t.ok}function zd({code:e,summary:t,why:n,help:r,url:i,rule:a}){let o=a?[...a.examples().bad.slice(0,1).flatMap(({text:e})=>[``,`Bad:`,Bd(e)]),...a.examples().good.slice(0,1).flatMap(({text:e})=>[``,`Good:`,Bd(e)]),``,`To silence it in one place, with a reason, on the line above:`,`  ${Id(e)}`]:[],s=a?` (${a.severity})`:``,c=i?[``,`More: ${i}`]:[];return`${[`${e}${s}`,``,t,``,n,``,`What to do: ${r}`,...o,...c].join(`
`)}\n`}const Bd=e=>e.trimEnd().replace(/^(?=.)/gm,`  `),Vd=[`Which nodes a pool may launch`,`How much a pool may launch`,`Pools beside each other`,`Disruption`,`Workloads`,`Images and user data`,`Volumes`,`Network`,`Capacity reservations`,`Identity`,`Karpenter itself`,`Every object`];async function Hd(e,{stdout:n}){let r=Math.max(...Od.map(({id:e})=>e.length));for(let e of Vd){n.write(`${e}\n`);for(let{id:t,severity:i,docs:a}of Od.filter(t=>t.theme===e))n.write(`  ${t.padEnd(r)}  ${i.padEnd(7)}  ${a.summary}\n`);n.write(`
`)}return n.write("`plumbline explain RULE` says why each of them matters.\n"),t.ok}export{Te as $,Ma as A,Nt as B,Rs as C,Q as D,ss as E,cn as F,K as G,Mt as H,on as I,O as J,H as K,J as L,qn as M,Hn as N,Ra as O,X as P,Ce as Q,jt as R,As as S,as as T,Ft as U,Lt as V,Pt as W,C as X,ze as Y,we as Z,Js as _,Pd as a,Ws as b,wl as c,Cl as d,x as et,_l as f,Ks as g,qs as h,Md as i,Kn as j,Fa as k,Tl as l,dl as m,Rd as n,Fd as o,vl as p,U as q,Nd as r,Od as s,Hd as t,Se as tt,bl as u,Us as v,js as w,Vs as x,Gs as y,It as z};
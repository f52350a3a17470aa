import{o as e}from"./rolldown-runtime-B09viugM.js";import{_ as t,d as n,f as r,g as i,p as a}from"./command-CFzmnJIr.js";import{$t as o,At as s,Bt as c,Et as l,Gt as u,Ht as d,Jt as f,Kt as p,Mt as ee,Nt as te,Ut as m,Wt as h,Xt as ne,Yt as re,en as g,nn as ie}from"./read-BgEeGSoQ.js";import{A as _,E as ae,F as v,L as oe,N as y,O as se,P as ce,R as le,S as ue,b as de,j as fe,k as pe,v as me,y as he}from"./manifests-CrrsQ7Cd.js";var ge=e(ie(),1);const b=1000000000n,_e=1000000n,ve=(2n**63n-1n)*b,ye=[`n`,`u`,`m`,``,`k`,`M`,`G`,`T`,`P`,`E`],be=[``,`Ki`,`Mi`,`Gi`,`Ti`,`Pi`,`Ei`],xe=/^([+-]?)(\d+(?:\.\d*)?|\.\d+)(n|u|m|k|M|G|T|P|E|[KMGTPE]i|[eE][+-]?\d+)?$/;function x(e){let t=S(e);return t&&je(t.nanos)}function Se(e,t){let n=S(t);if(n===void 0)return;let{nanos:r}=n;return e===`cpu`?Number(Ae(r,_e)):r%b==0n?Number(r/b):Number(Ae(r,_e))/1e3}function Ce(e,t){let n=S(e),r=S(t);return n!==void 0&&r!==void 0&&n.nanos===r.nanos}function we(e){let t=S(e);return t&&Me(t)}function Te(e,t,n){if(!Number.isFinite(t))return`unknown`;let r=Ee(e)?`BinarySI`:`DecimalSI`,i=(n===void 0?void 0:S(n)?.format)??r;return Me({nanos:De(t,e===`cpu`?_e:b),format:i})}const Ee=e=>e===`memory`||e===`ephemeral-storage`||e===`storage`||e.startsWith(`hugepages-`),De=(e,t)=>Number.isInteger(e)?BigInt(e)*t:BigInt(Math.round(e*1e3))*t/1000n;function S(e){let t=typeof e==`number`?String(e):e;if(t.length>128)return;let n=xe.exec(t);if(!n)return;let[,r=``,i=``,a=``]=n,{base:o,exponent:s,format:c}=Oe(a),l=ke(i,o,s);return{nanos:r===`-`?-l:l,format:c}}function Oe(e){let t=be.indexOf(e);if(t>0)return{base:1024n,exponent:t,format:`BinarySI`};let n=ye.indexOf(e);return n>=0?{base:10n,exponent:(n-3)*3,format:`DecimalSI`}:{base:10n,exponent:Number(e.slice(1)),format:`DecimalExponent`}}function ke(e,t,n){let[r=``,i=``]=e.split(`.`),a=BigInt(r+i);if(a===0n)return 0n;if(t===1024n){let e=Ae(a*1024n**BigInt(n)*b,10n**BigInt(i.length));return e>ve?ve:e}let o=Math.min(n,300)-i.length+9;return o>=0?a*10n**BigInt(o):o<-129?1n:Ae(a,10n**BigInt(-o))}function Ae(e,t){return e<0n?-Ae(-e,t):(e+t-1n)/t}function je(e){let t=e/b;return e%b==0n?Number(t):Number(e)/1e9}function Me({nanos:e,format:t}){let n=e<0n?`-`:``,r=e<0n?-e:e;return t===`BinarySI`&&r>=1024n*b&&r%b==0n?n+Ne(r/b):n+Pe(r,t===`DecimalExponent`)}function Ne(e){let t=0,n=e;for(;n%1024n==0n&&t<be.length-1;)n/=1024n,t++;return`${n}${be[t]}`}function Pe(e,t){if(e===0n)return`0`;let n=0,r=e;for(;r%1000n==0n&&(t||n<ye.length-1);)r/=1000n,n++;return t?n===3?`${r}`:`${r}e${(n-3)*3}`:`${r}${ye[n]}`}const Fe={ns:1n,us:1000n,µs:1000n,ms:1000000n,s:1000000000n,m:60000000000n,h:3600000000000n},Ie=/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/y,Le=2n**63n-1n;function C(e){let[,t,n]=/^([+-]?)(.*)$/s.exec(e);if(n===`0`)return 0n;if(!n||n.length>128)return;let r=0n,i=0;for(;i<n.length;){Ie.lastIndex=i;let e=Ie.exec(n);if(!e)return;r+=Re(e[1],Fe[e[2]]),i=Ie.lastIndex}if(!(r>Le))return t===`-`?-r:r}function Re(e,t){let[n=``,r=``]=e.split(`.`);return BigInt(n||`0`)*t+BigInt(r||`0`)*t/10n**BigInt(r.length)}function ze(e,t){let n=C(e);return n!==void 0&&n===C(t)}const Be=[{code:`disruption/expiry-stampede`,summary:`Many nodes of a NodePool expire at the same time.`,why:"A node that is as old as `expireAfter` is deleted whatever disruption budgets say, and Karpenter launches no replacement before. Nodes that one change or one burst brought to life were born together, so that they all go within minutes of each other: 30 days later unless `expireAfter` says otherwise.",help:"PodDisruptionBudgets hold for expiry, and `terminationGracePeriod` bounds how long they do. A longer `expireAfter`, or `Never` with nodes renewed by drift, leaves the pace to the budgets."},{code:`io/encoding`,summary:`A file is not UTF-8 text.`,why:`What cannot be read as text cannot be reviewed: a manifest in it would go to the cluster unseen.`,help:`Save it as UTF-8, or leave it out of the paths that are reviewed.`},{code:`io/kustomization`,summary:`A kustomization does not show which files it loads.`,why:`A file of any name may be loaded. A kustomization that plumbline cannot read may load manifests that nobody reviews.`,help:`Write the kustomization as plain YAML of less than 1 MB, without escapes and tags.`},{code:`io/lfs-pointer`,summary:`A file that held manifests is kept by Git LFS now.`,why:`Git has nothing but a pointer to it. What the file says is unknown to a review, and to most tools that deploy from git.`,help:`Keep manifests out of Git LFS: take the path out of .gitattributes, and add the file again.`},{code:`io/not-a-file`,summary:`A path names something that is neither a file nor a folder.`,why:`Devices, sockets and pipes may block for ever or never end, so they are not read.`,help:`Name a file or a folder.`},{code:`io/symlink`,summary:`A symbolic link was not followed.`,why:`The content of a pull request is not trusted, and a link may lead out of the repository.`,help:`Put the file itself there, or name the link’s target as a path.`},{code:`io/too-large`,summary:`There is more to read than plumbline reads.`,why:`Reviews run in bounded time and memory, whatever a pull request holds. What is beyond the bounds is not reviewed.`,help:`Split the file, or name the folders that hold manifests.`},{code:`io/unreadable`,summary:`A file could not be read.`,why:`What cannot be read cannot be reviewed.`,help:`Check that it exists and that its permissions allow reading.`},{code:`lint/bad-suppression`,summary:"A `plumbline-ignore` comment is not of the form that silences a rule.",why:`A suppression names its rule and gives its reason, so that whoever reads the manifest later knows why it is there. One that does not silences nothing.`,help:"Write `# plumbline-ignore RULE[,RULE] [until=YYYY-MM-DD]: reason` above the line it speaks of."},{code:`lint/expired-suppression`,summary:`A suppression has passed its date.`,why:`The date was the promise to mend it by then; the finding it silenced counts again.`,help:`Mend what it silences and remove it, or agree on a new date.`},{code:`lint/forbidden-suppression`,summary:`A comment means to silence what may not be silenced.`,why:"The configuration names codes under `neverSuppress`: what they find is for all to see, and only whoever keeps the configuration decides otherwise.",help:`Mend what is found and remove the comment.`},{code:`lint/unknown-rule`,summary:`A suppression names a rule that does not exist.`,why:`It silences nothing, and somebody believes it does.`,help:"Correct the name; `plumbline rules` lists all of them."},{code:`lint/unused-suppression`,summary:`A suppression silences nothing.`,why:`What it was written for is mended or has moved. Left standing, it would silence the next finding of that rule without anybody having agreed to it.`,help:`Remove the comment.`},{code:`migration/changed`,summary:`A migration cannot keep something quite as it was.`,why:`The old API said something that the new one has no words for, so what is written comes nearest to it.`,help:`Read the line, and correct the migrated manifest where it is not what you mean.`},{code:`migration/dropped`,summary:`A migration leaves a field out.`,why:`The new API has no such field, or the old one dropped it in silence and the new one would suddenly act on it.`,help:`Nothing, unless you relied on it.`},{code:`migration/impossible`,summary:`An object cannot be migrated without you.`,why:`What the new API needs to know is not in the manifest: a launch template, a placeholder, a class in another repository. Its file is left as it is, for half a migration is worse than none.`,help:"Decide what the message asks for, then run `plumbline migrate` again."},{code:`migration/kept`,summary:`A migration writes something out so that nothing changes.`,why:`Defaults differ between API versions, and Karpenter’s own conversion changes behaviour in some places. What used to be implied is written down.`,help:`Nothing; remove the line if you want the new default.`},{code:`migration/renamed`,summary:`A label, annotation or taint has a new name.`,why:`Karpenter renamed them on the way to v1 and looks at the old ones no more.`,help:`Nothing; other tools that read the old name need the new one too.`},{code:`provisioning/bad-replicas`,summary:`The number of pods of a workload is not a whole number.`,why:`The API server refuses it, and without it nobody knows how many nodes the workload needs: the figures that depend on it are unknown, not 0.`,help:"Write a whole number from 0 on, or give the placeholder a value with `--set NAME=VALUE`."},{code:`provisioning/bad-request`,summary:`A container requests an amount that Kubernetes cannot read.`,why:`The API server refuses the pod, and without the amount nobody knows what node it needs: the workload is left out of the figures, and the finding says so.`,help:"Write an amount such as `500m` or `1Gi`."},{code:`provisioning/launch-failed`,summary:`A NodePool would open a node that cannot be launched.`,why:"Karpenter finds a place for the pods, and then no instance type is left to launch after its last filters, for example because `minValues` asks for more variety than the cheapest types have. The pods stay pending.",help:"Do what the reason in the finding names: lower `minValues`, or allow more instance types, zones or capacity types."},{code:`provisioning/limit-reached`,summary:`The limits of a NodePool end before its pods have a place.`,why:"Karpenter launches nothing that would exceed `spec.limits`; what is left over stays pending or goes to another pool. The largest instance type that is still possible counts against the limit first, so that a limit near one node’s size may admit none.",help:"Raise `spec.limits`, or lower what the pods request."},{code:`provisioning/nodepool-empty`,summary:`No instance type meets all requirements of a NodePool.`,why:`Karpenter leaves the pool aside, and it launches nothing.`,help:"Widen the requirement that excludes the rest; the lint rule `satisfiable-requirements` names it."},{code:`provisioning/nodepool-not-ready`,summary:`A NodePool is not ready, so Karpenter does not use it.`,why:`The API server accepts more than Karpenter does: what fails its own validation, or refers to a node class that is missing or not ready, sets a condition on the NodePool, and the provisioner passes it by without another word.`,help:`Mend what the reason in the finding names.`},{code:`provisioning/pod-ignored`,summary:`Karpenter does not look at these pods.`,why:`Karpenter provisions only for pods that it can reason about. Pods bound to a node, of another scheduler, with an unsupported volume or an unknown topology key are left aside: they stay pending, and no node comes for them.`,help:`See the reason given for each workload.`},{code:`provisioning/pod-unschedulable`,summary:`A pod finds no place on any node that Karpenter could launch.`,why:`The pod stays pending. Every NodePool was tried in Karpenter’s order; the finding names for each the constraint that excluded it.`,help:`Change the one constraint that is named, in the workload or in the NodePool.`},{code:`provisioning/status-ignored`,summary:`The status that stands in a manifest was not used.`,why:`A status is what the cluster reports, not what a repository decides: the API server drops it when the manifest is applied, and a stale one would falsify the figures.`,help:"Hand in the object as the cluster has it with `--cluster`, or set `zones` and `capacityReservations` in the configuration."},{code:`provisioning/too-many-pods`,summary:`A workload asks for more pods than are simulated.`,why:`Reviews run in bounded time and memory. Such a number is nearly always a slip, and the figures that depend on it are unknown.`,help:`Check the number of replicas.`},{code:`render/conflict`,summary:`Two roots give the same object with different content.`,why:`Whichever is applied last wins, and which that is nobody can tell from the files: the object flaps between two states.`,help:`Let one of them own the object, or give the two different names or clusters.`},{code:`render/cycle`,summary:`A kustomization includes itself, perhaps by way of others.`,why:`Kustomize refuses to build it, so nothing of it is applied.`,help:`Take one of the entries out.`},{code:`render/failed`,summary:`A kustomization or a chart does not render.`,why:`What does not render is not applied, or fails when it is rolled out. What it holds is unknown, so it is not reviewed.`,help:"Mend what kustomize or helm says; `kustomize build` and `helm template` show the whole error."},{code:`render/limit`,summary:`Something takes too long, or too much, to render.`,why:`Reviews run in bounded time and memory, whatever a pull request holds. What is beyond the bounds is not reviewed.`,help:`Split it, or review the rendered manifests.`},{code:`render/missing-file`,summary:`Something refers to a file or folder that is not there.`,why:`Kustomize and helm refuse to render it, so nothing of it is applied.`,help:`Add the file, or take the reference out.`},{code:`render/not-here`,summary:`Roots were not rendered in this mode.`,why:`A job with the rights of the base repository runs no program on what a pull request holds.`,help:"Look at the review of the `pull_request` job, which renders."},{code:`render/refused`,summary:`Something was not rendered, because that would run code, leave the repository or use the network.`,why:`The content of a pull request is not trusted. Plugins, functions, post-renderers and remote bases run or fetch whatever it names.`,help:`Keep a copy in the repository, or review the rendered manifests.`},{code:`render/tool-missing`,summary:`Kustomize or helm is not installed.`,why:`The real programs render, so that what is reviewed is what is applied. Without them files are reviewed as they stand, patches and templates included.`,help:`Install them and put them on PATH; runners of GitHub have both.`},{code:`render/unknown`,summary:`Something that makes manifests is not known, so what it makes is not reviewed.`,why:`Generators that ask a cluster, a forge or a plugin give what no repository tells.`,help:"Review the rendered manifests, or name the values in `sources` of plumbline.yaml."},{code:`schema/cel`,summary:`A validation rule of the CustomResourceDefinition is broken.`,why:`The API server evaluates the rules when the object is written, and refuses it.`,help:`Do what the message says; it holds the rule’s own words.`},{code:`schema/duplicate`,summary:`A list that is a set holds an item twice.`,why:`The API server refuses it.`,help:`Remove one of the two.`},{code:`schema/enum`,summary:`A field takes one of a few values, and this is none of them.`,why:`The API server refuses the object.`,help:`Use one of the values that the message lists.`},{code:`schema/format`,summary:`A value does not have the format that its field asks for.`,why:`The API server refuses the object.`,help:`Write the value in that format.`},{code:`schema/future-version`,summary:`The target Karpenter does not serve this API version yet.`,why:"The API server does not know the kind at that version, so that applying it fails. `v1` came with Karpenter 1.0; late patches of 0.33 to 0.37 serve it as well, so that 1.0 can be rolled back to them. There it is a note, for which patch runs is not known.",help:"Upgrade Karpenter first, or say which version you run with `karpenter.version`."},{code:`schema/length`,summary:`A text, list or mapping is too short or too long.`,why:`The API server refuses the object.`,help:`Keep within the bounds that the message names.`},{code:`schema/metadata`,summary:`The metadata of an object is not valid.`,why:`Names, labels and annotations follow the same rules for all Kubernetes objects; the API server refuses what breaks them.`,help:`Correct the name, label or annotation that the message points at.`},{code:`schema/missing-spec`,summary:"An object has no `spec`.",why:`Without it a NodePool or EC2NodeClass says nothing, and Karpenter can do nothing with it.`,help:"Write the `spec`, or remove the object."},{code:`schema/pattern`,summary:`A text does not match the pattern of its field.`,why:`The API server refuses the object.`,help:"Write the value as the message shows, such as `720h` for 30 days."},{code:`schema/range`,summary:`A number is out of bounds.`,why:`The API server refuses the object.`,help:`Keep within the bounds that the message names.`},{code:`schema/refused`,summary:`The API server refuses the object.`,why:`It cannot be decoded, or code of Kubernetes itself says no: a selector that does not match, a request above its limit, a field that never changes.`,help:`The finding says what the server says; mend that.`},{code:`schema/removed-version`,summary:`The target Karpenter or Kubernetes no longer serves this API version.`,why:`Applying it fails, and what still stands in the cluster is no longer looked at.`,help:"Write the object in a version that is served: `plumbline migrate` does it for Karpenter’s, comments and order kept."},{code:`schema/required`,summary:`A field that must be there is not.`,why:`The API server refuses the object.`,help:`Add the field.`},{code:`schema/type`,summary:`A value is of another type than its field.`,why:'The API server refuses the object. YAML decides the type by how a value is written: `10` is a number and `"10"` a string.',help:`Add or remove quotes, or write a list or mapping where one belongs.`},{code:`schema/unjudged`,summary:`The API server’s own code could not judge the object.`,why:`The definition of its kind does not compile, or the object is made so that the code gives up. What a cluster would say is unknown, and that is no reason to let it pass.`,help:`Mend the definition, or make the object smaller and flatter.`},{code:`schema/unknown-field`,summary:`A field is written that its kind does not have.`,why:"The API server drops it, with a warning at most: the object is accepted, and what the field was to say does not hold. A misspelt `limits` is a pool without limits.",help:`Correct the name, or move the field to where it belongs.`},{code:`schema/unknown-kind`,summary:`Karpenter has no such kind at this API version.`,why:`The API server does not know it, so that applying it fails.`,help:"Correct `apiVersion` or `kind`."},{code:`schema/warning`,summary:`The API server accepts the object, and warns.`,why:`The words are the API server’s own, which kubectl prints and most pipelines lose: a field that is going away, a value that will be read otherwise than it is written, a name that may collide with another.`,help:`Do as the warning says.`},{code:`terraform/limit`,summary:`Terraform asks for more than is worked out.`,why:`Reviews run in bounded time and memory. What came last was not evaluated: it is unknown, not removed.`,help:`Review fewer folders at once.`},{code:`terraform/syntax`,summary:`A file of Terraform that has to do with Karpenter cannot be read.`,why:`Nothing of its module is known, so that NodePools in it are not reviewed, and what becomes of those that were there is unknown.`,help:"Run `terraform validate` and mend what it names; the message points to where reading ended."},{code:`upgrade/compatibility`,summary:`Karpenter is too old for the Kubernetes of its cluster.`,why:`Each release of Karpenter is made for a range of Kubernetes versions, and says on a newer one that it is not compatible. It picks images for that version all the same, with labels, defaults and kubelet settings of the time before. It is told where the repository names both.`,help:`Upgrade Karpenter to the release that the message names or a later one, and then the control plane.`},{code:`upgrade/karpenter`,summary:`The change brings another minor of Karpenter.`,why:`What the old one accepts the new one may refuse or drop: APIs go, fields come and go, defaults change. So base is judged by the Karpenter that it names and head by its own, and what only the new one finds is new. Each side’s figures are those of its own Karpenter. A new way of hashing EC2NodeClasses makes Karpenter write the hashes of running nodes anew instead of comparing them.`,help:`Read the upgrade guide of each minor in between, upgrade the CRDs, and bring changes to node classes in another change.`},{code:`upgrade/kubernetes`,summary:`The change brings another minor of Kubernetes.`,why:"An alias such as `al2023@v20260715`, pinned or not, stands for the images of the cluster’s own Kubernetes. Once the control plane is upgraded, Karpenter takes those of the new minor, and every node of such a class drifts and is replaced within the budgets of its NodePool. Images by id, name, tags or SSM parameter stay what they are, and with them the kubelet. It is told where Terraform, eksctl, kOps, ACK, Crossplane or Cluster API names the version on both sides of the change.",help:`Look at the waves under what the cluster will do, and merge when that suits. Renew images that do not follow in a change of their own.`},{code:`upgrade/settings`,summary:`The change gives Karpenter another setting, which moves figures.`,why:"How much memory and how many pods an instance type is taken to hold, and what Karpenter does with preferences, `minValues` and reservations, is not up to NodePools alone but to the settings of its chart. So base is simulated with the settings of its own Helm values and head with those of head, and the difference in nodes and cost is theirs.",help:"Look at the figures. `karpenter` in plumbline.yaml names settings that hold whatever the Helm values say."},{code:`yaml/alias-bomb`,summary:`Aliases multiply the document beyond what is read.`,why:`A few lines of nested aliases can stand for gigabytes. The API server refuses such documents as well.`,help:`Write the values out.`},{code:`yaml/duplicate-key`,summary:`A mapping holds a key twice.`,why:`Only one of the two holds, and tools disagree about which.`,help:`Remove one of them, or merge what they hold.`},{code:`yaml/syntax`,summary:`A document is not YAML.`,why:`Nothing in the document can be read, so that what it changes is unknown; a plan is not made while that is so.`,help:`Mend it where the message points; the cause is often the indentation of the line before.`},{code:`yaml/template`,summary:`A document is a template that only reads as YAML, or as a Karpenter object, once it is rendered.`,why:`Its parts together make the manifest, so that what it will say is unknown here.`,help:"Review the rendered manifests, or give values with `--set NAME=VALUE`."},{code:`yaml/too-deep`,summary:`A document is nested deeper than anything is meant to be.`,why:`Reviews run in bounded time and memory; Kubernetes’ own decoder has such a bound too.`,help:`Check whether the document is what it should be.`},{code:`yaml/too-large`,summary:`A file is larger, or holds more objects, than is read.`,why:`Reviews run in bounded time and memory. What is beyond is not reviewed.`,help:`Split the file.`}];function w(e,...t){return{text:Ue(He(e.raw,t)),region:`us-east-1`,karpenter:`1.14`}}const T=(e,...t)=>({...w(e,...t),language:`terraform`}),Ve=e=>({...w(e),language:`json`}),E=(e,t)=>({...t,...e});function He(e,t){return t.reduce((t,n,r)=>{let i=(typeof n==`string`?n:n.text).trimEnd(),a=t.slice(t.lastIndexOf(`
`)+1),o=e[r+1],s=a.trim()===``&&/^\s*(?:\n|$)/.test(o);if(i===``&&s)return t.slice(0,t.length-a.length)+o.replace(/^\s*?\n/,``);let c=/^ *(?:- )*/.exec(a)[0].length;return t+i.replaceAll(/\n(?=.)/g,`\n${` `.repeat(c)}`)+o},e[0])}function Ue(e){let t=e.replaceAll(`\\$`,`$`).replaceAll("\\`","`").replace(/^\n/,``).trimEnd().split(`
`),n=t.filter(e=>e.trim()!==``).map(e=>e.search(/\S/)),r=Math.min(...n);return`${t.map(e=>e.slice(r)).join(`
`)}\n`}const We=e=>e.chart===`karpenter`||e.chart===`karpenter-crd`,D=e=>e.manifests.flatMap(qe).filter(We),Ge=(e,t)=>e.manifests.flatMap(qe).filter(e=>e.chart===t),Ke=e=>typeof e==`string`?/(?:^|\/)([\w.-]+)$/.exec(e)?.[1]:void 0;function qe(e){if(e.kind===`HelmRelease`){let t=[`spec`,`chart`,`spec`],n=Ke(e.get([...t,`chart`]));return n?[{manifest:e,chart:n,version:[...t,`version`],values:[`spec`,`values`]}]:[]}return e.kind===`HelmValues`?[{manifest:e,chart:`karpenter`,version:void 0,values:e.get([`settings`])===void 0?[`karpenter`]:[]}]:e.kind===`Application`?Je(e):[]}function Je(e){return[[`spec`,`source`],...d(e.get([`spec`,`sources`])).map((e,t)=>[`spec`,`sources`,t])].flatMap(t=>{let n=Ke(e.get([...t,`chart`])),r=[...t,`helm`,`valuesObject`];return n?[{manifest:e,chart:n,version:[...t,`targetRevision`],values:r}]:[]})}const O=({source:{file:e,origin:t}})=>t?`${t.tool} ${t.root}`:e.slice(0,Math.max(0,e.lastIndexOf(`/`)));function k(e,t){let n=h(e.get(t));return n===void 0||l(n)?void 0:n}const A=(e,t)=>e.source.origin?.tool===`terraform`?/^\$\{([a-z_][\w-]*(?:\.[\w-]+)+)\}$/i.exec(h(e.get(t))??``)?.[1]:void 0,j=e=>e,Ye=new Set([`nodeClassRef`,`requirements`,`labels`,`taints`,`startupTaints`,`expireAfter`,`terminationGracePeriod`]);function M({apiVersion:e,name:t=`default`,...n}={}){let r=Object.entries({...Xe(n)?{}:{requirements:[]},...n}),i=Ze(r.filter(([e])=>Ye.has(e))),a=`limits`in n?``:`
limits:
  cpu: 100`,o=r.find(([e])=>Ye.has(e))?.[0],s=r.flatMap(([e,t])=>e===o?[i+a]:Ye.has(e)||t===null?[]:[Qe(e,t)]);return w`
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
`),2)}`;let n=typeof t==`object`?t.text.trimEnd():String(t);return/^\S+:|\n/.test(n)?`${e}:\n${et(n,2)}`:`${e}: ${n}`}function $e(e){let[t,n,...r]=e.split(` `);return`- key: ${t}\n  operator: ${n}${r.length===0?``:`\n  values: ${r.join(` `)}`}`}const et=(e,t)=>e.replaceAll(/^(?=.)/gm,` `.repeat(t)),N=(e,t=`default`)=>w`
  apiVersion: karpenter.k8s.aws/v1
  kind: EC2NodeClass
  metadata:
    name: ${t}
  spec:
    ${e}
`,P=N(`role: KarpenterNodeRole-demo`),F=(e,{version:t=``,values:n=``}={})=>w`
  apiVersion: helm.toolkit.fluxcd.io/v2
  kind: HelmRelease
  metadata:
    name: ${e}
  spec:
    chart:
      spec:
        chart: ${e}
        ${t&&`version: ${t}`}
    ${n&&w`
      values:
        ${n}
    `}
`,I=(e,t)=>w`
  resource "kubectl_manifest" "${e}" {
    yaml_body = <<-YAML
      ${t}
    YAML
  }
`,L=(...e)=>({...e[0],text:e.map(({text:e})=>e).join(`---
`)}),tt=new WeakMap;function R(e){let t=tt.get(e);if(t)return t;let n=e.manifests.filter(nt);return tt.set(e,n),n}const nt=({kind:e,apiVersion:t})=>e===`NodePool`&&u(t)===`karpenter.sh`,rt=e=>{let t=h(e);return t!==void 0&&!l(t)};function z(e,t){let n=t.every((n,r)=>{let i=e.get(t.slice(0,r+1));return typeof i!=`string`||!l(i)}),r=e.get(t);return{path:t,value:r,isKnown:n&&!(r===void 0&&e.isPartial)}}const it=e=>e.kind===`NodePool`?[`spec`,`template`,`spec`]:[`spec`];function B(e){let t=[...it(e),`requirements`];return d(e.get(t)).map((n,r)=>at(e,[...t,r]))}function at(e,t){let[n,r,i]=[`key`,`operator`,`values`].map(n=>e.get([...t,n])),a=d(i).map((e,n)=>({path:[...t,`values`,n],text:h(e)??``,isKnown:rt(e)})),o=rt(n)&&rt(r)&&a.every(e=>e.isKnown)&&(i==null||Array.isArray(i));return{path:t,key:h(n)??``,operator:h(r)??``,values:a,isKnown:o}}function ot(e){let t=e.kind===`NodePool`?[`spec`,`template`,`metadata`,`labels`]:[`spec`,`labels`];return Object.entries(m(e.get(t))??{}).map(([e,n])=>{let r=[...t,e],i=rt(n)&&!l(e);return{path:r,key:e,operator:`In`,values:[{path:r,text:h(n)??``,isKnown:i}],isKnown:i}})}const st=e=>z(e,e.kind===`Provisioner`?[`spec`,`limits`,`resources`]:[`spec`,`limits`]);function ct(e){let t=m(e.get(lt(e))),n=h(t?.group)??h(t?.apiVersion)?.split(`/`)[0],r=h(t?.kind);return l(`${n} ${r}`)?void 0:{group:n,kind:r}}const lt=e=>e.kind===`Provisioner`?[`spec`,`providerRef`]:[`spec`,`template`,`spec`,`nodeClassRef`];function V(e){let t=lt(e),n=e.get([...t,`name`]),r=ct(e);return r&&typeof n==`string`&&!l(n)?{path:t,...r,name:n}:void 0}function H(e){let t=[...B(e),...ot(e)];return e.kind===`Provisioner`?[...t,...ut(t)]:t}function ut(e){let t=new Set(e.map(e=>v(e.key))),n=[y.instanceType,y.instanceFamily,y.instanceCategory,y.instanceGeneration],r=[],i=(e,t,n)=>{let i=[`spec`];r.push({path:i,key:e,operator:t,values:n.map(e=>({path:i,text:e,isKnown:!0})),isKnown:!0})};return t.has(y.os)||i(y.os,`In`,[`linux`]),t.has(y.arch)||i(y.arch,`In`,[`amd64`]),t.has(y.capacityType)||i(y.capacityType,`In`,[`on-demand`]),n.some(e=>t.has(e))||(i(y.instanceCategory,`In`,[`c`,`m`,`r`]),i(y.instanceGeneration,`Gt`,[`2`])),r}const dt=new Set([y.instanceType,y.instanceFamily,y.instanceSize]),ft=e=>H(e).find(({key:e})=>dt.has(v(e)))?.path??[`spec`],U=e=>Number(e.get([`spec`,`weight`])??0),W=e=>{let t=[`spec`,`amiSelectorTerms`];return d(e.get(t)).flatMap((e,n)=>{let r=m(e);return r?[{path:[...t,n],term:r}]:[]})},pt=[`AL2`,`AL2023`,`Bottlerocket`,`Windows2019`,`Windows2022`,`Windows2025`,`Custom`,`Ubuntu`];function G(e){let t=h(e.get([`spec`,`amiFamily`]));if(t!==void 0)return pt.includes(t)?t:void 0;let[n]=W(e).flatMap(({term:e})=>h(e.alias)??[]),r=n?.split(`@`)[0];return pt.find(e=>e.toLowerCase()===r)}function mt(e){let t=e.get([`spec`,`userData`]);return typeof t==`string`&&!e.isPartial&&!l(t)?t:void 0}const ht=({kind:e,apiVersion:t})=>e===`EC2NodeClass`&&u(t)===`karpenter.k8s.aws`,gt=new WeakMap;function _t(e){let t=gt.get(e);if(t)return t;let n=e.manifests.filter(ht),r={classes:n,poolsByClass:yt(R(e),vt),classesByName:yt(n,({name:e})=>e)};return gt.set(e,r),r}function vt(e){let{group:t=`karpenter.k8s.aws`,name:n}=V(e)??{};return t===`karpenter.k8s.aws`?n:void 0}function yt(e,t){let n=new Map;for(let r of e){let e=t(r);if(e===void 0)continue;let i=n.get(e);i?i.push(r):n.set(e,[r])}return n}const K=e=>_t(e).classes,bt=(e,t)=>_t(e).poolsByClass.get(t.name)??[];function xt(e,t){let n=_t(e).classesByName.get(vt(t)??``)??[];return n.length===1?n[0]:void 0}const St=j({id:`access-entry-type`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Identity`,mistakes:[70],on:{Manifests(e,t){let n=Et(e);for(let r of e.manifests){if(r.kind===`aws_eks_access_entry`&&Dt(r,[`spec`],`principal_arn`,{roles:n,context:t}),r.kind===`module`&&Ot(r,t),r.kind!==`ClusterConfig`)continue;let e=[`accessConfig`,`accessEntries`];d(r.get(e)).forEach((i,a)=>{Dt(r,[...e,a],`principalARN`,{roles:n,context:t})})}}},docs:{summary:"The access entry of Karpenter’s node role is of type `STANDARD`, with which nodes cannot join.",why:"Nodes need the groups and the user name that an entry of type `EC2_LINUX` or `EC2_WINDOWS` brings. `STANDARD`, which is what EKS takes where nothing is said, is for people: instances start, the API server turns their kubelets away, and Karpenter ends them after 15 minutes, again and again.",help:"Give the entry the type `EC2_LINUX`, or `EC2_WINDOWS` for Windows nodes.",url:`https://docs.aws.amazon.com/eks/latest/userguide/creating-access-entries.html`},examples:kt}),Ct=/^(module\.[\w-]{0,200}karpenter[\w-]{0,200})\.node_iam_role_(?:name|arn)$/i,wt=/^(aws_iam_role\.[\w-]+)\.(?:name|arn|id)$/,Tt=e=>(Ct.exec(e??``)??wt.exec(e??``))?.[1];function Et(e){let t=[`spec`,`role`],n=K(e).flatMap(e=>k(e,t)??Tt(A(e,t))??[]);return new Set(n)}function Dt(e,t,n,{roles:r,context:i}){let a=[...t,n],o=/:role\/(?:.{0,600}\/)?([^/]{1,200})$/.exec(k(e,a)??``)?.[1],s=Tt(A(e,a));if(!(o!==void 0&&r.has(o)||s!==void 0&&r.has(s))&&!s?.startsWith(`module.`))return;let c=h(e.get([...t,`type`]));(c===void 0||c===`STANDARD`)&&i.report({manifest:e,at:e.span(c===void 0?a:[...t,`type`]),message:c===void 0?"The access entry of the node role has no type, which makes it `STANDARD`: nodes cannot join":"The access entry of the node role is of type `STANDARD`: nodes cannot join",help:"Write `EC2_LINUX`, or `EC2_WINDOWS` for Windows nodes."})}function Ot(e,{report:t}){let n=[`spec`,`access_entry_type`];e.get(n)===`STANDARD`&&t({manifest:e,at:e.span(n),message:"The access entry of the node role is of type `STANDARD`: nodes cannot join",help:"Leave it out: the module takes `EC2_LINUX`."})}function kt(){return{bad:[T`
        resource "aws_eks_access_entry" "nodes" {
          cluster_name  = "demo"
          principal_arn = aws_iam_role.karpenter_node.arn
        }

        ${I(`default`,N("role: ${aws_iam_role.karpenter_node.name}"))}
      `,T`
        module "karpenter" {
          source = "terraform-aws-modules/eks/aws//modules/karpenter"

          cluster_name      = module.eks.cluster_name
          access_entry_type = "STANDARD"
        }
      `,L(w`
          apiVersion: eksctl.io/v1alpha5
          kind: ClusterConfig
          metadata:
            name: demo
            region: us-east-1
          accessConfig:
            accessEntries:
              - principalARN: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo
                type: STANDARD
        `,P)],good:[T`
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
      `]}}const At=[`0.32`,`0.33`,`0.34`,`0.35`,`0.36`,`0.37`,`1.0`,`1.1`,`1.2`,`1.3`,`1.4`,`1.5`,`1.6`,`1.7`,`1.8`,`1.9`,`1.10`,`1.11`,`1.12`,`1.13`,`1.14`,`1.15`],jt=`1.14`;function Mt(e){let t=/^\s*v?(\d{1,4})\.(\d{1,4})(\.(\d+|x|\*)([-+].*)?)?\s*$/i.exec(e);return t===null?void 0:`${Number(t[1])}.${Number(t[2])}`}function q(e,t){let[n=0,r=0]=e.split(`.`).map(Number),[i=0,a=0]=t.split(`.`).map(Number);return n-i||r-a}function Nt(e){return At.findLast(t=>q(t,e)<=0)??At[0]}const Pt=c.flatMap(({kind:e,group:t,versions:n})=>n.map(({version:n,first:r,last:i,...a})=>({apiVersion:`${t}/${n}`,kind:e,first:r,last:i,...a}))).sort((e,t)=>g(e.apiVersion,t.apiVersion)||g(e.kind,t.kind)),Ft=(e,t)=>Pt.find(n=>n.apiVersion===e&&n.kind===t);function It(e,t){return e.first!==void 0&&q(t,e.first)<0?!1:e.last===void 0||q(t,e.last)<=0}const Lt=e=>At.find(t=>q(t,e)>0),Rt=`1.33`,zt=j({id:`al2-end-of-life`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[51],on:{NodeClass(e,{report:t,settings:n}){let{kubernetesVersion:r}=n,i=r!==void 0&&q(r,Rt)>=0;if(r===void 0||i)for(let{path:n,term:a}of W(e)){let o=h(a.alias);o!==void 0&&/^al2@/.test(o)&&t({at:e.span([...n,`alias`]),...i&&{severity:`error`},message:i?`There is no image of Amazon Linux 2 for Kubernetes ${r}: \`${e.name}\` never gets ready`:`\`${o}\` has no image for Kubernetes ${Rt} and newer`,help:"Move to `al2023` or `bottlerocket`."})}}},docs:{summary:`An EC2NodeClass selects Amazon Linux 2, of which there are no images for Kubernetes 1.33 and newer.`,why:"AWS built the last EKS images of Amazon Linux 2 in November 2025, for Kubernetes 1.32. The alias resolves to nothing on newer clusters: the class is not ready, and after an upgrade of the control plane no new node starts. It is an error where `--kubernetes-version` says that the cluster is that new.",help:"Move to `al2023` or `bottlerocket` before the cluster is upgraded to 1.33.",url:`https://docs.aws.amazon.com/eks/latest/userguide/eks-ami-deprecation-faqs.html`},examples:Bt});function Bt(){return{bad:[N(w`
        amiSelectorTerms:
          - alias: al2@v20251112
      `)],good:[N(w`
        amiSelectorTerms:
          - alias: al2023@v20260715
      `),N(w`
          amiFamily: AL2
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
        `,`own`)]}}const Vt=j({id:`ami-alias-release`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t}){for(let{path:n,term:r}of W(e)){let i=h(r.alias)??``,[a=``,o=``]=i.split(`@`),s=Ut.get(a);s===void 0||o===``||o===`latest`||l(i)||s.pattern.test(o)||t({at:e.span([...n,`alias`]),message:`\`${o}\` is no release of ${s.name}: \`${e.name}\` finds no image, and nothing is launched with it`,help:`Releases are called like \`${s.example}\`.`})}}},docs:{summary:`What a pinned alias names is no release of its AMI family.`,why:"The API server takes any text behind the `@`. Karpenter looks for the image of a release by that name: dates for Amazon Linux, version numbers for Bottlerocket. The version of Kubernetes is not part of an alias. Where nothing has the name, the class does not get ready, and its NodePools launch no node.",help:"Write a release such as `al2023@v20260715` or `bottlerocket@v1.44.0`.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:Wt}),Ht={name:`Amazon Linux`,pattern:/^v20\d{6}$/,example:`v20260715`},Ut=new Map([[`al2`,Ht],[`al2023`,Ht],[`bottlerocket`,{name:`Bottlerocket`,pattern:/^v?\d+\.\d+\.\d+(?:-\w+)?$/,example:`v1.44.0`}]]);function Wt(){return{bad:[J(`al2023@v1.33`),J(`al2023@20260715`),J(`bottlerocket@v20260715`)],good:[J(`al2023@v20260715`),J(`bottlerocket@v1.44.0`),J(`bottlerocket@1.44.0`)]}}const J=e=>N(w`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${e}
  `),Gt=[{name:/ubuntu-eks/i,what:`an EKS image of Ubuntu`,families:[`AL2`,`Ubuntu`]},{name:/ubuntu/i,what:`a plain Ubuntu image`,families:[`Ubuntu`]},{name:/amazon-eks-(?:[a-z0-9]+-)?node-al2023/i,what:`an AL2023 image`,families:[`AL2023`]},{name:/amazon-eks-(?:gpu-|arm64-)?node-\d/i,what:`an AL2 image`,families:[`AL2`]},{name:/bottlerocket/i,what:`a Bottlerocket image`,families:[`Bottlerocket`]},{name:/Windows_Server-2019/i,what:`a Windows Server 2019 image`,families:[`Windows2019`]},{name:/Windows_Server-2022/i,what:`a Windows Server 2022 image`,families:[`Windows2022`]},{name:/Windows_Server-2025/i,what:`a Windows Server 2025 image`,families:[`Windows2025`]}],Kt={al2:`AL2`,al2023:`AL2023`,bottlerocket:`Bottlerocket`,windows2019:`Windows2019`,windows2022:`Windows2022`,windows2025:`Windows2025`},qt=j({id:`ami-family-mismatch`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[52],explains:[`schema/cel`],on:{NodeClass(e,t){let n=h(e.get([`spec`,`amiFamily`]));if(n===void 0||n===`Custom`||l(n))return;let r=d(e.get([`spec`,`amiSelectorTerms`]));for(let[i,a]of r.entries()){let r=[`spec`,`amiSelectorTerms`,i],{name:o,alias:s}=m(a)??{};Yt(e,{path:[...r,`name`],name:h(o),family:n},t),Xt(e,{path:[...r,`alias`],name:h(s),family:n},t)}},NodeTemplate(e,t){let n=h(e.get([`spec`,`amiFamily`]));if(n===void 0||n===`Custom`||l(n))return;let r=[`spec`,`amiSelector`,`aws::name`];Yt(e,{path:r,name:h(e.get(r)),family:n},t)}},docs:{summary:"`amiFamily` is not the family of the AMI that is selected.",why:`The family decides which bootstrap user data Karpenter writes and which block device it counts as the root. An AMI of another family does not understand that user data: the instances run, cost money, never join the cluster and are replaced after 15 minutes, again and again.`,help:"Set the family of the image, or `Custom` with user data of your own that joins the cluster.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamifamily`},examples:Zt}),Jt=[`spec`,`amiFamily`];function Yt(e,{path:t,name:n,family:r},{report:i}){if(n===void 0||l(n))return;let a=Gt.find(e=>e.name.test(n));if(!a||a.families.includes(r))return;let o=a.families[0],s=a.families.includes(`Ubuntu`);i({at:e.span(t),message:`\`${n}\` is ${a.what}, which does not understand the user data of \`amiFamily: ${r}\``,labels:[{span:e.span(Jt),message:`this family writes the user data`}],help:s?"Use `amiFamily: Custom` and user data that joins the node to the cluster.":`Set \`amiFamily: ${o}\`, or \`Custom\` with user data of your own.`,...!s&&{fix:{description:`Set \`amiFamily: ${o}\``,edits:_(e,Jt,o)}}})}function Xt(e,{path:t,name:n,family:r},{report:i}){if(n===void 0||l(n))return;let a=Kt[n.split(`@`)[0]];a!==void 0&&a!==r&&i({at:e.span(t),severity:`error`,message:`\`${n}\` selects ${a} images beside \`amiFamily: ${r}\`: the API server refuses the two together`,labels:[{span:e.span(Jt),message:`another family`}],help:"Remove `amiFamily`, which an alias implies, or choose the alias of that family.",fix:{description:"Remove `amiFamily`",edits:se(e,Jt)},explains:{paths:[[`spec`]],mentioning:`amiFamily must be`}})}function Zt(){return{bad:[N(w`
        amiFamily: AL2
        amiSelectorTerms:
          - name: ubuntu/images/hvm-ssd/ubuntu-jammy-22.04-amd64-server-20241211
      `),N(w`
        amiFamily: AL2
        amiSelectorTerms:
          - name: amazon-eks-node-al2023-x86_64-standard-1.33-*
      `),N(w`
        amiFamily: AL2
        amiSelectorTerms:
          - alias: al2023@v20260715
      `)],good:[N(w`
        amiFamily: Custom
        amiSelectorTerms:
          - name: ubuntu/images/hvm-ssd/ubuntu-jammy-22.04-amd64-server-20241211
      `),N(w`
        amiFamily: AL2023
        amiSelectorTerms:
          - alias: al2023@v20260715
      `)]}}const Qt=j({id:`ami-for-instance-types`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[54,91],on:{Manifests(e,t){for(let n of R(e)){let r=xt(e,n),i=r&&$t(r);i&&en({pool:n,nodeClass:r,images:i},t)}}},docs:{summary:`The AMIs of a node class do not fit the instance types of a pool that uses it.`,why:"An AMI is built for one architecture. A pool whose instance types all have the other one finds no image and launches nothing. The standard image of Amazon Linux 2023 has no GPU driver: nodes start, and never offer `nvidia.com/gpu`.",help:"Add a term for the other architecture or the `nvidia` image, or use an alias, which picks the right image for each instance type.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms`},examples:nn});function $t(e){let t=W(e).map(e=>({...e,name:h(e.term.name)??``}));return t.every(({name:e,term:t})=>e!==``&&!l(e)&&t.id===void 0)&&t.length>0&&!e.isPartial?t:void 0}function en({pool:e,nodeClass:t,images:n},{catalog:r,compatible:i,report:a}){let o=i(e),s=o?.isExact?o.names.map(e=>r.type(e)):[],c=V(e)?.path;if(s.length===0||c===void 0)return;let l=[{span:t.span([...n[0].path,`name`]),message:`the image is selected here`}],u=e.span([...c,`name`]),d=n.map(({name:e})=>tn(e));!d.includes(void 0)&&!s.some(({architecture:e})=>d.includes(e))?a({manifest:e,at:u,labels:l,message:`The instance types of \`${e.name}\` are ${s[0].architecture}, and the images of \`${t.name}\` are ${d[0]}: no node can be launched`,help:`Add a term for the ${s[0].architecture} image, or use an alias.`}):s.every(({gpus:e})=>e.some(({manufacturer:e})=>e===`nvidia`))&&n.every(({name:e})=>/^amazon-eks-node-al2023-.*-standard-/.test(e))&&a({manifest:e,at:u,labels:l,message:`Every instance type of \`${e.name}\` has NVIDIA GPUs, and the image of \`${t.name}\` is the standard one, which has no driver for them`,help:"Select the `nvidia` image of Amazon Linux 2023, or use an alias, which picks it for such instance types."})}function tn(e){let t=/arm64|aarch64/i.test(e);return t===/x86_64|amd64/i.test(e)?void 0:t?`arm64`:`amd64`}function nn(){return{bad:[L(M({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),N(w`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
        `)),L(M({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6]`,`karpenter.sh/capacity-type In [on-demand]`],taints:w`
            - key: nvidia.com/gpu
              effect: NoSchedule
          `,nodeClassRef:`default`}),N(w`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
        `))],good:[L(M({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),N(w`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
            - name: amazon-eks-node-al2023-arm64-standard-1.33-v20260715
        `)),L(M({name:`graviton`,requirements:[`kubernetes.io/arch In [arm64]`],nodeClassRef:`default`}),N(w`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: golden-al2023-*
        `))]}}const rn=e=>e?.provider===`aws`?e:null;function an(e,t){let n=t?.eks.versions[e]?.standardUntil;if(n===void 0)return;let r=new Date(n);return r.setUTCMonth(r.getUTCMonth()-14),r.toISOString().slice(0,10)}function on(e,t,n){let[,r,i,a]=/^al2(?:023)?@v(\d{4})(\d\d)(\d\d)$/.exec(e)??[];return Date.parse(`${r}-${i}-${a}`)<Date.parse(an(t,n)??``)-5184e6}const sn=j({id:`ami-older-than-kubernetes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t,settings:n,catalog:r}){let{kubernetesVersion:i=``}=n,a=rn(r)?.fees,o=an(i,a);for(let{path:n,term:r}of W(e)){let s=h(r.alias);s!==void 0&&on(s,i,a)&&t({at:e.span([...n,`alias`]),message:`There is no image \`${s}\` for Kubernetes ${i}, which EKS offers since ${o}: \`${e.name}\` does not get ready, and nothing is launched with it`,help:`Pin a release of ${o} or later.`})}}},docs:{summary:`A pinned alias is older than the cluster’s Kubernetes, for which it has no image.`,why:"Images of a release are built for the versions of Kubernetes that EKS offers by then. The alias of an older release stands for nothing once the control plane is upgraded: the class is not ready, its NodePools launch no node, and nodes that run are not replaced. It is told where the repository or `--kubernetes-version` names the version.",help:`Pin a release that came after EKS offered this version, and upgrade the control plane in a later change.`,url:`https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions.html`},examples:cn});function cn(){return{bad:[ln(`1.34`,`al2023@v20250403`)],good:[ln(`1.34`,`al2023@v20260715`),ln(`1.32`,`al2023@v20250403`)]}}const ln=(e,t)=>T`
  module "eks" {
    source             = "terraform-aws-modules/eks/aws"
    version            = "~> 21.0"
    name               = "demo"
    kubernetes_version = "${e}"
  }

  ${I(`class`,un(t))}
`,un=e=>N(w`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${e}
  `),Y=(e,t=`, `)=>e.map(e=>`\`${e}\``).join(t),dn=j({id:`aws-auth-groups`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Identity`,mistakes:[71],on:{Manifests(e,t){for(let n of e.manifests)n.kind===`ConfigMap`&&n.name===`aws-auth`&&fn(n,t),n.kind===`ClusterConfig`&&d(n.get([`iamIdentityMappings`])).forEach((e,r)=>{hn(e,{manifest:n,path:[`iamIdentityMappings`,r]},t)})}},docs:{summary:`The mapping of a node role lacks a group without which nodes cannot join.`,why:"A kubelet may register its node only as member of `system:bootstrappers` and `system:nodes`. Where the mapping of its role lacks one of them, instances start and never become nodes; Karpenter ends them after 15 minutes and launches others. The ConfigMap `aws-auth` and eksctl’s `iamIdentityMappings` are looked at.",help:"Give the mapping both groups, or use an access entry of type `EC2_LINUX`, which brings them.",url:`https://docs.aws.amazon.com/eks/latest/userguide/auth-configmap.html`},examples:gn});function fn(e,t){let n=[`data`,`mapRoles`],r=h(e.get(n));if(!(r===void 0||/\{\{(?!\s*(?:EC2PrivateDNSName|SessionName|AccountID))|\$\{/.test(r)))for(let i of d(pn(r)))hn(i,{manifest:e,path:n},t)}function pn(e){if(!(e.length>1048576))try{return(0,ge.parse)(e,{maxAliasCount:10})}catch{return}}const mn=[`system:bootstrappers`,`system:nodes`];function hn(e,{manifest:t,path:n},{report:r}){let i=m(e),a=h(i?.username)??``;if(!i||!/^system:node:\{\{\s*EC2PrivateDNSName\s*\}\}$/.test(a))return;let o=d(i.groups).map(h),s=mn.filter(e=>!o.includes(e));if(s.length===0)return;let c=h(i.rolearn??i.arn)??``;r({manifest:t,at:t.span(n),message:`Nodes of the role \`${c.split(`/`).at(-1)}\` cannot join: its mapping lacks ${Y(s,` and `)}`,help:`Give the mapping both groups.`})}function gn(){return{bad:[w`
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
      `,w`
        apiVersion: eksctl.io/v1alpha5
        kind: ClusterConfig
        metadata:
          name: demo
          region: us-east-1
        iamIdentityMappings:
          - arn: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo
            username: system:node:{{EC2PrivateDNSName}}
      `],good:[w`
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
      `]}}const _n=`1.22`,vn=j({id:`bottlerocket-raid`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[96],on:{NodeClass(e,{report:t,karpenter:n}){let r=e.get([`spec`,`instanceStorePolicy`]);if(n.bottlerocketRaid&&r===`RAID0`&&G(e)===`Bottlerocket`)for(let{path:n,term:r}of W(e)){let i=/^bottlerocket@v?(\d+\.\d+)\.\d+$/.exec(h(r.alias)??``)?.[1];i===void 0||q(i,_n)>=0||t({at:e.span([...n,`alias`]),message:`Bottlerocket ${i} does not understand the user data for \`instanceStorePolicy: RAID0\`: its nodes never join`,labels:[{span:e.span([`spec`,`instanceStorePolicy`]),message:`this writes the user data`}],help:`Pin ${_n}.0 or newer.`})}}},docs:{summary:`A class makes a RAID of instance stores on a Bottlerocket that cannot.`,why:"For `instanceStorePolicy: RAID0` Karpenter writes a bootstrap command into the user data, which Bottlerocket understands from 1.22.0 on. Older images refuse their settings, and the nodes never join.",help:`Pin Bottlerocket 1.22.0 or newer, or leave the policy out.`,url:`https://karpenter.sh/docs/upgrading/upgrade-guide/`},examples:yn});function yn(){return{bad:[N(w`
        instanceStorePolicy: RAID0
        amiSelectorTerms:
          - alias: bottlerocket@v1.21.1
      `)],good:[N(w`
        instanceStorePolicy: RAID0
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
      `),E({karpenter:`1.0`},N(w`
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.21.1
        `))]}}const bn=`/dev/xvda`,xn=`/dev/xvdb`,Sn=8*2**30,Cn=j({id:`bottlerocket-volumes`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[62],on:{NodeClass(e,{report:t}){let n=[`spec`,`blockDeviceMappings`],r=d(e.get(n)).map(e=>h(m(e)?.deviceName)??``),i=r.indexOf(bn);G(e)!==`Bottlerocket`||i===-1||e.isPartial||e.get([`spec`,`instanceStorePolicy`])===void 0&&(r.includes(xn)||r.some(e=>l(e))||wn(e,[...n,i,`ebs`,`volumeSize`])&&t({at:e.span([...n,i,`deviceName`]),message:`\`${bn}\` of Bottlerocket holds the operating system alone: containers and images stay on the 20 GiB of \`${xn}\``,help:`Give the size to \`${xn}\`, and \`${bn}\` about 4Gi.`}))}},docs:{summary:`A Bottlerocket class enlarges the volume of the operating system and not that of the containers.`,why:"Bottlerocket has two volumes: `/dev/xvda` holds the operating system and `/dev/xvdb` images, containers and logs. A class that maps `/dev/xvda` alone leaves the second one at the 20 GiB of the AMI, and Karpenter counts ephemeral storage from it: pods are evicted for want of disk, or find no node at all.",help:"Map `/dev/xvdb` with the size that containers need, and leave `/dev/xvda` at about 4 GiB.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:Tn});function wn(e,t){let n=e.get(t);return typeof n==`string`&&(x(n)??0)>Sn}function Tn(){return{bad:[N(w`
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        blockDeviceMappings:
          - deviceName: /dev/xvda
            ebs:
              volumeSize: 100Gi
      `)],good:[N(w`
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        blockDeviceMappings:
          - deviceName: /dev/xvda
            ebs:
              volumeSize: 4Gi
          - deviceName: /dev/xvdb
            ebs:
              volumeSize: 100Gi
      `),N(w`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          instanceStorePolicy: RAID0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 20Gi
        `,`nvme`),N(w`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 4Gi
                encrypted: true
        `,`encrypted`)]}}const En=e=>H(e).filter(({key:e})=>v(e)===y.capacityType),Dn=e=>En(e).find(({operator:e,values:t,isKnown:n})=>n&&e===`In`&&t.length>0&&t.every(({text:e})=>e===`reserved`)),On=[`spec`,`capacityReservationSelectorTerms`],kn=j({id:`capacity-reservations`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Capacity reservations`,mistakes:[19],on:{Manifests(e,t){if(t.karpenter.capacityReservations){for(let n of K(e))An(n,e,t);for(let n of R(e))jn(n,e,t)}}},docs:{summary:`A node class selects capacity reservations and its pools do not use them, or a pool wants nothing else and there are none.`,why:"Reserved capacity is a capacity type of its own. Where every pool of a class asks for `on-demand` or `spot` alone, the reservations that the class selects are paid for and stay idle; and a pool that allows `reserved` alone launches nothing as long as its class selects none.",help:"Add `reserved` to the capacity types of the pool, or `capacityReservationSelectorTerms` to its class.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:Nn});function An(e,t,{report:n}){if(d(e.get(On)).length===0)return;let r=bt(t,e),i=r.map(Mn),[a]=i;!a||r.some(({isPartial:e})=>e)||i.includes(void 0)||n({manifest:e,at:e.keySpan(On),message:`No pool of \`${e.name}\` allows the capacity type \`reserved\`: the reservations selected here stay idle`,labels:[{span:r[0].span(a.path),message:"these capacity types leave `reserved` out"}],help:"Add `reserved` to the capacity types of the pool that is to use them."})}function jn(e,t,{report:n}){let r=Dn(e),i=r&&xt(t,e);i&&!i.isPartial&&i.get(On)===void 0&&n({manifest:e,at:e.span(r.path),message:`\`${e.name}\` allows reserved capacity alone, and its class \`${i.name}\` selects no reservations: it launches nothing`,help:"Add `capacityReservationSelectorTerms` to the class, or another capacity type to the pool."})}const Mn=e=>En(e).find(({operator:e,values:t,isKnown:n})=>{let r=t.some(({text:e})=>e===`reserved`);return n&&(e===`In`&&!r||e===`NotIn`&&r)});function Nn(){return{bad:[L(M({requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),N(w`
          capacityReservationSelectorTerms:
            - id: cr-0123456789abcdef0
        `)),L(M({requirements:[`karpenter.sh/capacity-type In [reserved]`],nodeClassRef:`default`}),N(`role: KarpenterNodeRole`))],good:[L(M({requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),M({name:`reserved`,requirements:[`karpenter.sh/capacity-type In [reserved, on-demand]`],nodeClassRef:`default`}),N(w`
          capacityReservationSelectorTerms:
            - id: cr-0123456789abcdef0
        `)),L(M({requirements:[`karpenter.sh/capacity-type In [reserved, on-demand, spot]`],nodeClassRef:`default`}),N(`role: KarpenterNodeRole`))]}}const Pn=j({id:`cluster-name`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter itself`,mistakes:[83],on:{Manifests(e,{report:t}){for(let{manifest:n,chart:r,values:i}of D(e)){let a=[...i,`settings`,`clusterName`],o=k(n,a);if(r!==`karpenter`||o===void 0)continue;let s=O(n),c=e.manifests.filter(e=>Fn(e.kind,e.get([`spec`,`source`]))&&O(e)===s),[l]=c,u=[`cluster_name`,`name`].map(e=>[`spec`,e]).find(e=>l?.get(e)!==void 0),d=l&&u&&k(l,u);c.length===1&&l&&u&&d!==void 0&&d!==o&&t({manifest:n,at:n.span(a),message:`\`clusterName\` is \`${o}\`, and the cluster of this root is \`${d}\``,help:`Refer to the name of the cluster.`,labels:[{span:l.span(u),message:`the cluster`}]})}}},docs:{summary:`Karpenter is told another name of the cluster than the cluster has.`,why:`Karpenter tags what it launches with the name of the cluster, asks EKS for it, and writes it into the user data of nodes. With another name IAM denies the launch, for its conditions name the cluster, or nodes try to join a cluster that is not there. It is told where Terraform makes both the one cluster of a root and the release of the chart.`,help:"Refer to the cluster: `module.eks.cluster_name`, or the `name` of the resource.",url:`https://karpenter.sh/docs/reference/settings/`},examples:In}),Fn=(e,t)=>e===`module`&&typeof t==`string`&&!t.includes(`//modules/`);function In(){return{bad:[T`
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
      `],good:[T`
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
      `]}}const Ln=[`Sid`,`Effect`,`Principal`,`NotPrincipal`,`Action`,`NotAction`,`Resource`,`NotResource`,`Condition`],Rn=e=>(Array.isArray(e)?e:e===void 0?[]:[e]).map(e=>String(e));function zn(e){if(e.length>65536)return{fault:`is too long to be an IAM policy`};let t;try{t=JSON.parse(e)}catch{return{fault:`is not JSON`}}let n=p(t)&&p(t.Role)?t.Role.AssumeRolePolicyDocument:t;if(!p(n)||n.Statement===void 0)return{fault:"has no `Statement`"};let r=Array.isArray(n.Statement)?n.Statement:[n.Statement];return r.every(p)?{statements:r.map(Bn)}:{fault:`has a statement that is no object`}}const Bn=(e,t)=>({name:typeof e.Sid==`string`&&e.Sid!==``?`\`${e.Sid}\``:`statement ${t+1}`,effect:e.Effect===`Allow`?`Allow`:`Deny`,principals:Vn(e.Principal??e.NotPrincipal),actions:Rn(e.Action??e.NotAction),isNegated:e.NotAction!==void 0||e.NotResource!==void 0||e.NotPrincipal!==void 0,resources:Rn(e.Resource??e.NotResource),conditions:Hn(e.Condition),unknown:Object.keys(e).filter(e=>!Ln.includes(e))});function Vn(e){return p(e)?new Map(Object.entries(e).map(([e,t])=>[e,Rn(t)])):new Map(e===void 0?[]:[[`AWS`,Rn(e)]])}function Hn(e){return p(e)?Object.entries(e).flatMap(([e,t])=>p(t)?Object.entries(t).map(([t,n])=>({operator:e,key:t,values:Rn(n)})):[]):[]}function Un(e,t){let[n,r,i,a]=[0,0,-1,0];for(;r<t.length;)if(e[n]===`*`)[i,a,n]=[n,r,n+1];else if(n<e.length&&(e[n]===`?`||e[n]===t[r]))[n,r]=[n+1,r+1];else if(i>=0)[a,n,r]=[a+1,i+1,a+1];else return!1;for(;e[n]===`*`;)n++;return n===e.length}const Wn=({actions:e,isNegated:t},n)=>e.some(e=>Un(e.toLowerCase(),n.toLowerCase()))!==t,Gn=new WeakMap;function Kn(e){let t=Gn.get(e);if(t)return t;let n=new Map;for(let t of e.manifests){if(t.kind!==`IamPolicy`)continue;let e=O(t);n.set(e,[...n.get(e)??[],...qn(t)])}let r=[...n.values()].filter(e=>X(e,`ec2:CreateFleet`));return Gn.set(e,r),r}function qn(e){let t=e.get([`Statement`])===void 0?[`spec`,`Statement`]:[`Statement`],n=zn(JSON.stringify({Statement:d(e.get(t))}));return`fault`in n?[]:n.statements.map((n,r)=>({policy:e,path:[...t,r],statement:n}))}const X=(e,t)=>e.some(({statement:e})=>e.effect===`Allow`&&Wn(e,t)),Jn=e=>e.every(({policy:e,statement:t})=>!e.isPartial&&!t.actions.some(l));function Yn({resources:e},t){return e.some(e=>e===`*`||Xn(e,t))?!0:e.some(e=>/^\$\{[^}]*\}$/.test(e))?void 0:!1}const Xn=(e,t)=>Un(e.replace(/\$\{[^}]{0,200}\}/g,`*`).split(`:`).slice(5).join(`:`).split(`/`)[0]??``,t),Zn=j({id:`controller-conditions`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Identity`,mistakes:[73],on:{Manifests(e,t){for(let n of Kn(e))for(let r of n)tr(r,{statements:n,all:e,context:t})}},docs:{summary:`The policy of Karpenter’s controller demands a tag that nothing gets.`,why:"A condition on a tag holds only where Karpenter sets that tag. Since v1beta1 instances carry `karpenter.sh/nodepool` and no longer `karpenter.sh/provisioner-name`: a policy that still asks for the latter lets nodes be launched and never ended, or not even launched. A tag of one’s own is there where `spec.tags` of the EC2NodeClass has it.",help:"Ask for `karpenter.sh/nodepool`, and set tags of your own in `spec.tags` of every EC2NodeClass.",url:`https://karpenter.sh/docs/reference/cloudformation/`},examples:ir}),Qn=/^(?:aws|ec2):(RequestTag|ResourceTag)\/(.+)$/i,$n=/IfExists$|^Null$|^ForAllValues:|Not/,er=[`ec2:RunInstances`,`ec2:CreateFleet`,`ec2:CreateLaunchTemplate`,`ec2:TerminateInstances`];function tr(e,t){let{statement:n,policy:r,path:i}=e,a=er.filter(t=>X([e],t));for(let{operator:o,key:s}of n.conditions){let[,n,c]=Qn.exec(s)??[];if(c===void 0||n===void 0||$n.test(o)||!nr(n,c,t))continue;let l=a.filter(n=>!t.statements.some(t=>t!==e&&X([t],n)));l.length!==0&&t.context.report({manifest:r,at:r.keySpan([...i,`Condition`,o,s]),message:`${Y(l)} ${l.length>1?`are`:`is`} allowed with the tag \`${c}\` alone, which nothing gets`,help:c.startsWith(`karpenter.sh/`)?"Ask for `karpenter.sh/nodepool`.":"Set the tag in `spec.tags` of every EC2NodeClass."})}}function nr(e,t,{all:n,context:r}){if(t===`karpenter.sh/provisioner-name`)return r.karpenter.v1;if(e.toLowerCase()!==`requesttag`||l(t)||/^(?:kubernetes\.io\/cluster\/|karpenter\.|eks:|topology\.kubernetes\.io\/|Name$)/.test(t))return!1;let i=K(n);return i.length>0&&i.every(e=>!e.isPartial&&!rr(e.get([`spec`,`tags`]),t))}function rr(e,t){let n=m(e);return n?Object.keys(n).some(e=>e===t||l(e)):e!==void 0}function ir(){return{bad:[T`
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
      `],good:[Ve`
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
      `]}}const ar=j({id:`controller-permissions`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Identity`,mistakes:[74,75],on:{Manifests(e,t){if(!(or(e)||t.isKarpenterAssumed&&!sr(e)))for(let n of Kn(e))Jn(n)&&(dr(n,e,t),fr(n,t))}},docs:{summary:`The policy of Karpenter’s controller lacks a right that this Karpenter needs.`,why:"What a release needs beyond the one before is easily forgotten in an upgrade. The controller then logs refusals and does nothing: without `ec2:CreateTags` on spot requests no spot instance is launched, without rights on instance profiles no node class with a `role` gets ready. All policies of a folder, or of a root of Terraform, are taken together; one that reads instance types is taken for complete.",help:`Bring the policy up to the one that Karpenter publishes with this version.`,url:`https://karpenter.sh/docs/reference/cloudformation/`},examples:pr}),or=({manifests:e})=>e.some(({kind:e})=>e===`Provisioner`||e===`AWSNodeTemplate`);function sr({manifests:e}){let t=e.filter(({apiVersion:e})=>u(e).startsWith(`karpenter.`));return t.length>0&&t.every(({apiVersion:e})=>f(e)===`v1`)}const cr=[`ec2:CreateLaunchTemplate`,`ec2:CreateTags`,`ec2:DeleteLaunchTemplate`,`ec2:DescribeImages`,`ec2:DescribeInstances`,`ec2:DescribeInstanceTypeOfferings`,`ec2:DescribeLaunchTemplates`,`ec2:DescribeSecurityGroups`,`ec2:DescribeSubnets`,`ec2:RunInstances`,`ec2:TerminateInstances`],lr=[`iam:AddRoleToInstanceProfile`,`iam:CreateInstanceProfile`,`iam:DeleteInstanceProfile`,`iam:GetInstanceProfile`,`iam:RemoveRoleFromInstanceProfile`,`iam:TagInstanceProfile`];function ur({karpenter:e,isKarpenterAssumed:t},n){let r=[...cr,...n&&e.v1?lr:[]];return t?r:[...r,...n&&e.listInstanceProfiles?[`iam:ListInstanceProfiles`]:[],...e.placementGroupSelector?[`ec2:DescribePlacementGroups`]:[],...e.describeInstanceStatus?[`ec2:DescribeInstanceStatus`]:[]]}function dr(e,t,n){let r=e.find(e=>X([e],`ec2:DescribeInstanceTypes`));if(!r)return;let i=ur(n,K(t).some(e=>e.get([`spec`,`role`])!==void 0&&e.get([`spec`,`instanceProfile`])===void 0)).filter(t=>!X(e,t));if(i.length===0)return;let{policy:a,path:o}=r;n.report({manifest:a,at:a.span([...o,`Action`]),message:`Karpenter${n.isKarpenterAssumed?``:` ${n.karpenter.version}`} needs rights that this policy does not give: ${Y(i)}`,help:`Allow them as the policy that Karpenter publishes does.`})}function fr(e,{report:t,karpenter:n}){if(!n.v1)return;let r=e.filter(e=>X([e],`ec2:CreateTags`)),[i]=r,a=`spot-instances-request`,o=r.some(({statement:e})=>Yn(e,`fleet`)===!0);if(!i||!o||r.some(({statement:e})=>Yn(e,a)!==!1))return;let{policy:s,path:c}=i;t({manifest:s,at:s.span([...c,`Resource`]),message:`\`ec2:CreateTags\` is not allowed on \`${a}\`: every launch of a spot instance is denied`,help:`Add \`arn:aws:ec2:*:*:${a}/*\` to the resources.`})}function pr(){return{bad:[Ve`
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
      `,T`
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
      `],good:[T`
        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions = [
              "ec2:CreateFleet", "ec2:RunInstances", "ec2:CreateLaunchTemplate", "ec2:CreateTags",
              "ec2:TerminateInstances", "ec2:DeleteLaunchTemplate", "ec2:Describe*",
            ]
            resources = ["*"]
          }
        }
      `,T`
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
      `]}}const mr=j({id:`custom-registration`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[55],on:{NodeClass(e,{report:t,karpenter:n}){let r=mt(e);n.v1&&G(e)===`Custom`&&r!==void 0&&hr.test(r)&&!r.includes(`karpenter.sh/unregistered`)&&t({at:e.keySpan([`spec`,`userData`]),message:"This user data joins the cluster without the taint `karpenter.sh/unregistered:NoExecute`: Karpenter takes none of its nodes over and ends them after 15 minutes",help:"Let the kubelet register with the taint, such as by `--register-with-taints=karpenter.sh/unregistered:NoExecute`."})}},docs:{summary:"User data of a `Custom` class joins the cluster without the taint that Karpenter waits for.",why:"Since Karpenter 1.0 a node has to register with the taint `karpenter.sh/unregistered:NoExecute`, which Karpenter removes when its labels are in place. For the other families Karpenter writes it into the user data; for `Custom` nobody does. A node without it is not taken over, and it is terminated after 15 minutes while the next one starts.",help:"Register with the taint: `--register-with-taints=karpenter.sh/unregistered:NoExecute` as a flag of the kubelet, or the like in its configuration.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#custom`},examples:gr}),hr=/\/etc\/eks\/bootstrap\.sh|kind: NodeConfig|\bnodeadm init\b|Start-EKSBootstrap|EKS\\Start-/;function gr(){return{bad:[N(w`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          userData: |
            #!/bin/bash
            /etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'
        `,`ubuntu`)],good:[N(w`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          userData: |
            #!/bin/bash
            /etc/eks/bootstrap.sh demo --kubelet-extra-args '--register-with-taints=karpenter.sh/unregistered:NoExecute'
        `,`ubuntu`),N(w`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          userData: |
            #!/bin/bash
            /opt/company/join-cluster
        `,`prepared`),E({karpenter:`0.37`},w`
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
        `)]}}function _r(e,t){if(e.kind===`EC2NodeClass`){let n=[`spec`,`${t}SelectorTerms`];return d(e.get(n)).map((e,t)=>vr(e,[...n,t]))}let n=[...e.kind===`Provisioner`?[`spec`,`provider`]:[`spec`],`${t}Selector`],r=m(e.get(n));if(!r)return[];let i=([e])=>!/^aws(::|-)ids$/.test(e),a=Object.entries(r);return[{path:n,tags:yr(a.filter(i),n),hasOther:!a.every(i)}]}function vr(e,t){let{tags:n,...r}=m(e)??{};return{path:t,tags:yr(Object.entries(m(n)??{}),[...t,`tags`]),hasOther:Object.keys(r).some(e=>e===`id`||e===`name`)}}const yr=(e,t)=>e.map(([e,n])=>{let r=h(n)??``,i=r!==``&&!r.includes(`*`)&&!l(r)&&!l(e);return{path:[...t,e],key:e,value:r,isKnown:i}}),br=[`karpenter.sh/discovery`,`KubernetesCluster`,`aws:eks:cluster-name`,`eks:cluster-name`],xr=`kubernetes.io/cluster/`,Sr=e=>e.tags.flatMap(e=>br.includes(e.key)?[{scheme:e.key,cluster:e.value,tag:e}]:e.key.startsWith(xr)?[{scheme:`${xr}…`,cluster:e.key.slice(22),tag:e}]:[]),Cr=[`subnet`,`securityGroup`],wr={subnet:`subnets`,securityGroup:`security groups`},Tr=j({id:`discovery-selectors`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[76,77],on:{NodeClass:Er,NodeTemplate:Er,Provisioner:Er},docs:{summary:`A node class selects subnets and security groups by tags that do not fit together.`,why:`Karpenter launches into whatever the selector terms find. Terms that name different clusters find subnets of one VPC and security groups of another, and every launch fails; terms that name no cluster may find what belongs to somebody else.`,help:"Select both by the same cluster tag, such as `karpenter.sh/discovery`, as the other classes of the repository do.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:Pr});function Er(e,t){if(!(e.isPartial||Or(e,t)))for(let n of Cr)kr(e,n,t)}const Dr=(e,t)=>_r(e,t).flatMap(Sr);function Or(e,{report:t}){let[n,r]=Cr.map(t=>Dr(e,t));for(let i of r){let a=n.filter(e=>e.scheme===i.scheme),o=[...a,...r.filter(({scheme:e})=>e===i.scheme)];if(a.length===0||!o.every(({tag:e})=>e.isKnown))continue;let s=new Set(a.flatMap(({cluster:t})=>[t,`${t}-${e.name}`]));if(r.some(e=>e.scheme===i.scheme&&s.has(e.cluster)))continue;let c=a[0];return t({at:e.span(i.tag.path),message:`\`${e.name}\` selects security groups of cluster \`${i.cluster}\` and subnets of cluster \`${c.cluster}\``,labels:[{span:e.span(c.tag.path),message:`subnets are selected by this value`}],help:`Select both by the same \`${i.tag.key.startsWith(`kubernetes.io/`)?i.scheme:i.tag.key}\`.`}),!0}return!1}function kr(e,t,{report:n,all:r}){let i=_r(e,t).filter(e=>e.tags.length>0&&!e.hasOther&&Sr(e).length===0);if(i.length===0||i.some(({tags:e})=>e.some(e=>!e.isKnown&&!e.value.includes(`*`))))return;let{classes:a,naming:o}=Nr(r),s=a.length-+!!a.includes(e),c=o[t].length-+!!o[t].includes(e);if(s>0&&c===0)return;let l=o[t].find(t=>t!==e),u=Cr.flatMap(t=>Dr(e,t))[0],d=u?.scheme??(l&&Dr(l,t)[0].scheme)??`karpenter.sh/discovery`,f=u!==void 0||s>0&&c===s;n({at:e.keySpan(i[0].tags[0].path),...!f&&{severity:`note`},message:`\`${e.name}\` selects ${wr[t]} by tags that name no cluster${Ar(u,l,t)}`,help:`Add \`${d}\`, so that nothing of another cluster in the account is found.`})}function Ar(e,t,n){return e?`, unlike its \`${e.scheme}\` beside it`:t?`, unlike ${wr[n]} of \`${t.name}\``:``}const jr=({kind:e,apiVersion:t})=>(e===`EC2NodeClass`||e===`AWSNodeTemplate`)&&u(t)===`karpenter.k8s.aws`,Mr=new WeakMap;function Nr(e){let t=Mr.get(e);if(t)return t;let n=e.manifests.filter(e=>jr(e)&&Cr.some(t=>_r(e,t).length>0)),r=e=>n.filter(t=>Dr(t,e).length>0),i={classes:n,naming:{subnet:r(`subnet`),securityGroup:r(`securityGroup`)}};return Mr.set(e,i),i}function Pr(){return{bad:[N(w`
        subnetSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
        securityGroupSelectorTerms:
          - tags:
              karpenter.sh/discovery: staging
      `),N(w`
        subnetSelectorTerms:
          - tags:
              Name: "*private*"
        securityGroupSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
      `)],good:[N(w`
        subnetSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
        securityGroupSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
      `),N(w`
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: production-gpu
        `,`gpu`),N(w`
          subnetSelectorTerms:
            - tags:
                KubernetesCluster: demo1.k8s.local
          securityGroupSelectorTerms:
            - tags:
                Name: nodes.demo1.k8s.local
                KubernetesCluster: demo1.k8s.local
        `,`kops`)]}}const Fr=j({id:`discovery-tags`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[76],on:{Manifests(e,t){for(let n of K(e))if(n.source.origin?.tool===`terraform`)for(let r of[`subnet`,`securityGroup`])Ir(n,r,{all:e,context:t})}},docs:{summary:`A node class looks for a tag that Terraform gives another value.`,why:`Karpenter finds subnets and security groups by their tags. Where none carries the tag with that very value, the node class is not ready, and no pool that uses it launches anything. It is told where Terraform makes both in one root, and the tag of that name is there with other values alone.`,help:`Take tag and selector from one local.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:Vr});function Ir(e,t,{all:n,context:r}){let i=_r(e,t),a=O(e);for(let{tags:o}of i)for(let i of o){if(!i.isKnown||i.key===`Name`)continue;let o=n.manifests.filter(e=>O(e)===a).flatMap(e=>Lr(e,t,i.key)),[s]=o;if(!s||o.some(({value:e})=>e===i.value||l(e)))continue;let c=t===`subnet`?`subnet`:`security group`;r.report({manifest:e,at:e.span(i.path),message:`No ${c} of this root has the tag \`${i.key}\` with the value \`${i.value}\`: there it is \`${s.value}\``,help:`Take tag and selector from one local.`,labels:[{span:s.manifest.span(s.path),message:`the tag that is given`}]})}}function Lr(e,t,n){if(e.kind!==`aws_ec2_tag`)return Br(e,t).flatMap(t=>Rr(e,t,n));let r=[`spec`,`value`],[i,a]=[h(e.get([`spec`,`key`]))??``,h(e.get(r))??`{{ … }}`];return i===n||l(i)?[{manifest:e,path:r,value:i===n?a:s}]:[]}function Rr(e,t,n){let r=m(e.get(t)),i=h(r?.[n]);return e.isPartial||r===void 0&&e.get(t)!==void 0?[zr(e,t)]:i===void 0?[]:[{manifest:e,path:[...t,n],value:i}]}const zr=(e,t)=>({manifest:e,path:t,value:s});function Br(e,t){let{kind:n}=e;if(n===(t===`subnet`?`aws_subnet`:`aws_security_group`))return[[`spec`,`tags`]];if(n!==`module`)return[];let r=Object.keys(m(e.get([`spec`]))??{}),i=t===`subnet`?/subnet_tags$|^tags$/:/security_group_tags$|^tags$/;return r.filter(e=>i.test(e)).map(e=>[`spec`,e])}function Vr(){return{bad:[T`
        module "vpc" {
          source = "terraform-aws-modules/vpc/aws"

          private_subnet_tags = {
            "karpenter.sh/discovery" = "orders-prod"
          }
        }

        ${I(`default`,N(w`
            role: KarpenterNodeRole-orders
            subnetSelectorTerms:
              - tags:
                  karpenter.sh/discovery: orders
          `))}
      `],good:[T`
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

        ${I(`default`,N(w`
            role: KarpenterNodeRole-orders
            subnetSelectorTerms:
              - tags:
                  karpenter.sh/discovery: \${local.name}
            securityGroupSelectorTerms:
              - tags:
                  karpenter.sh/discovery: \${local.name}
          `))}
      `,T`
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

        ${I(`default`,N(w`
            role: KarpenterNodeRole-orders
            securityGroupSelectorTerms:
              - tags:
                  Name: orders-node
                  karpenter.sh/discovery: orders
          `))}
      `]}}const Hr=j({id:`helm-settings`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter itself`,mistakes:[81,82,98,99],on:{Manifests(e,t){for(let{manifest:n,chart:r,values:i}of D(e)){let e=[...i,`settings`];r===`karpenter`&&m(n.get(e))&&(Gr(n,e,t),qr(n,e,t),Jr(n,e,t),Yr(n,e,t),Xr(n,e,t))}}},docs:{summary:`A value for Karpenter’s Helm chart does not do what it says.`,why:"The chart passes values on without checking them. A queue given by ARN or URL is not found, so that interruption warnings are not heard; keys that the chart does not read are dropped without a word; and an overhead of 7.5 is 750 %, with which no instance type has memory left. HelmReleases, Argo CD Applications, `helm_release` of Terraform and values files of the chart `karpenter` are looked at.",help:`Use the chart’s own keys, the name of the queue, and fractions such as 0.075.`,url:`https://karpenter.sh/docs/reference/settings/`},examples:Zr}),Ur={interruptionQueue:/^(?:aws_sqs_queue\.[\w-]+\.(arn|url|id)|module\.[\w-]+\.(queue_arn|queue_url))$/,clusterName:/^(?:aws_eks_cluster\.[\w-]+\.(arn|endpoint)|module\.[\w-]+\.(cluster_arn|cluster_endpoint))$/},Wr={queue_arn:`queue_name`,queue_url:`queue_name`,cluster_arn:`cluster_name`,cluster_endpoint:`cluster_name`};function Gr(e,t,{report:n}){for(let[r,i]of Object.entries(Ur)){let a=[...t,r],o=A(e,a)??``,s=i.exec(o);if(!s)continue;let c=s[1]??s[2],l=`${o.slice(0,-c.length)}${Wr[c]??`name`}`;n({manifest:e,at:e.span(a),message:`\`${r}\` takes a name, and \`${o}\` is none`,help:`Refer to \`${l}\`.`})}}const Kr=/^(?:arn:[\w-]+:sqs:|https?:\/\/)/;function qr(e,t,{report:n}){let r=[...t,`interruptionQueue`],i=h(e.get(r));if(i===void 0||!Kr.test(i))return;let a=i.split(/[:/]/).at(-1),o=a!==``&&!l(a);n({manifest:e,at:e.span(r),message:"`interruptionQueue` takes the name of the queue: by its ARN or URL Karpenter does not find it",help:o?`Write \`${a}\`.`:`Write the name alone.`,...o&&{fix:{description:`Replace by \`${a}\``,edits:_(e,r,a)}}})}function Jr(e,t,{report:n,karpenter:r}){let i=[...t,`interruptionQueueName`],a=e.get([...t,`interruptionQueue`])!==void 0;e.get(i)!==void 0&&!a&&r.v1&&n({manifest:e,at:e.keySpan(i),message:"The chart does not read `interruptionQueueName`: interruption warnings are not heard",help:"Call it `interruptionQueue`.",fix:{description:"Rename to `interruptionQueue`",edits:pe(e,i,`interruptionQueue`)}})}function Yr(e,t,{report:n}){let r=[...t,`vmMemoryOverheadPercent`],i=e.get(r),a=Number(i);if(!(i===null||typeof i!=`number`&&typeof i!=`string`)){if(a>=1&&a<=100){let t=String(Number((a/100).toFixed(4)));n({manifest:e,at:e.span(r),message:`\`vmMemoryOverheadPercent\` is a fraction: ${i} leaves no instance type any memory`,help:`Write \`${t}\` for ${i} %.`,fix:{description:`Replace by \`${t}\``,edits:_(e,r,t)}})}i===0&&n({manifest:e,at:e.span(r),message:"The chart takes `vmMemoryOverheadPercent: 0` for not set: the default of 0.075 holds",help:'Write `"0"` in quotes if nothing is to be taken off.',fix:{description:`Put it in quotes`,edits:_(e,r,`"0"`)}})}}function Xr(e,t,{report:n}){let r=[...t,`ignoreDRARequests`];e.get(r)===!1&&n({manifest:e,at:e.span(r),message:"The chart takes `ignoreDRARequests: false` for not set: the default holds",help:"Set `IGNORE_DRA_REQUESTS` under `controller.env` instead."})}function Zr(){return{bad:[F(`karpenter`,{values:w`
          settings:
            clusterName: demo
            interruptionQueue: arn:aws:sqs:us-east-1:111122223333:karpenter-demo
            vmMemoryOverheadPercent: 7.5
        `}),w`
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
      `,T`
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
      `],good:[T`
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
      `,F(`karpenter`,{values:w`
          settings:
            clusterName: demo
            interruptionQueue: karpenter-demo
            vmMemoryOverheadPercent: 0.075
        `}),F(`something-else`,{values:w`
          settings:
            vmMemoryOverheadPercent: 7.5
        `})]}}const Qr=j({id:`idle-reservations`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Capacity reservations`,mistakes:[20],on:{Manifests(e,t){for(let n of e.manifests)n.kind===`aws_ec2_capacity_reservation`&&$r(n,t)}},docs:{summary:`Terraform reserves capacity, and no node class beside it selects any.`,why:`A capacity reservation is paid for whether instances run in it or not. Since Karpenter knows reservations, its launches use none but those that a node class selects, open ones included. It is told where Terraform makes both in one root; what else may run in the reservation, it does not know.`,help:"Select it by `capacityReservationSelectorTerms`, and allow `reserved` in the pool.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:ei});function $r(e,{all:t,report:n,karpenter:r}){let i=e.get([`spec`,`instance_match_criteria`])??`open`;if(!r.reservedCapacityByDefault||i!==`open`||e.isPartial)return;let a=K(t).filter(t=>O(t)===O(e));if(a.length===0||a.some(e=>e.isPartial||e.get([`spec`,`capacityReservationSelectorTerms`])!==void 0))return;let[o]=a;n({manifest:e,at:e.span([`metadata`,`name`]),message:`No node class of this root selects the capacity reservation \`${e.name}\`: Karpenter does not launch into it`,help:"Select it by `capacityReservationSelectorTerms`, and allow `reserved` in the pool.",labels:[{span:o.span([`metadata`,`name`]),message:`selects none`}]})}function ei(){return{bad:[T`
        resource "aws_ec2_capacity_reservation" "nodes" {
          instance_type     = "m7i.large"
          instance_platform = "Linux/UNIX"
          availability_zone = "us-east-1a"
          instance_count    = 4
        }

        ${I(`default`,P)}
      `],good:[T`
        resource "aws_ec2_capacity_reservation" "nodes" {
          instance_type     = "m7i.large"
          instance_platform = "Linux/UNIX"
          availability_zone = "us-east-1a"
          instance_count    = 4
        }

        ${I(`default`,N(w`
            role: KarpenterNodeRole-demo
            capacityReservationSelectorTerms:
              - tags:
                  team: search
          `))}
      `,T`
        resource "aws_ec2_capacity_reservation" "nodes" {
          instance_type     = "m7i.large"
          instance_platform = "Linux/UNIX"
          availability_zone = "us-east-1a"
          instance_count    = 4
          instance_match_criteria = "targeted"
        }

        ${I(`default`,P)}
      `]}}const ti=j({id:`interruption-queue`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter itself`,mistakes:[81],on:{Manifests(e,{report:t}){for(let{manifest:n,chart:r,values:i}of D(e)){let a=[...i,`settings`,`interruptionQueue`],o=k(n,a);if(r!==`karpenter`||o===void 0||/[:/]/.test(o))continue;let s=e.manifests.filter(e=>O(e)===O(n)).flatMap(ni),[c]=s;c&&!s.some(({name:e})=>e===void 0||e===o)&&t({manifest:n,at:n.span(a),message:`\`interruptionQueue\` is \`${o}\`, and the queue of this root is \`${c.name}\``,help:`Refer to the name of the queue.`,labels:[{span:c.manifest.span(c.path),message:`the queue`}]})}}},docs:{summary:`Karpenter listens to a queue that is not the one that Terraform makes for it.`,why:`Spot interruptions, health events and rebalance recommendations come by an SQS queue. Karpenter that is told the name of another one, or of none, hears nothing: spot nodes are reclaimed without their pods being moved in the two minutes before, and older versions do not even start. It is told where Terraform makes both the queue of a root and the release of the chart.`,help:"Refer to the queue: `module.karpenter.queue_name`, or the `name` of the resource.",url:`https://karpenter.sh/docs/concepts/disruption/#interruption`},examples:ri});function ni(e){let t=(...t)=>({manifest:e,path:t,name:k(e,t)});if(e.kind===`aws_sqs_queue`){let n=t(`spec`,`name`);return/karpenter/i.test(`${e.name} ${n.name??``}`)?[n]:[]}if(!(e.kind===`module`&&/\/\/modules\/karpenter/.test(String(e.get([`spec`,`source`]))))||e.get([`spec`,`enable_spot_termination`])===!1)return[];if(e.get([`spec`,`queue_name`])!==void 0)return[t(`spec`,`queue_name`)];let n=t(`spec`,`cluster_name`);return[{...n,name:n.name&&`Karpenter-${n.name}`}]}function ri(){return{bad:[T`
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
      `],good:[T`
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
      `,T`
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
      `]}}const ii=j({id:`isolated-vpc`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[97],on:{Manifests(e,{report:t}){for(let{manifest:n,chart:r,values:i}of D(e)){if(r!==`karpenter`||n.source.origin?.tool!==`terraform`||n.isPartial)continue;let a=[...i,`settings`,`isolatedVPC`];if(n.get(a)!==void 0)continue;let o=e.manifests.filter(e=>e.kind===`module`&&/\bvpc(?:\/aws|\.git|$)/.test(String(e.get([`spec`,`source`])))&&O(e)===O(n)),[s]=o;o.length===1&&s&&!s.isPartial&&d(s.get([`spec`,`private_subnets`])).length!==0&&(ai.some(e=>![void 0,!1].includes(s.get([`spec`,e])))||t({manifest:n,at:n.span(a),message:"The VPC of this root has private subnets alone and no NAT gateway, and `isolatedVPC` is not set: Karpenter waits for prices that it cannot ask for",help:"Set `settings.isolatedVPC` to `true`, unless the traffic leaves by another way.",labels:[{span:s.span([`spec`,`private_subnets`]),message:`the private subnets`}]}))}}},docs:{summary:`Karpenter runs in a VPC without a way out, and is not told so.`,why:"Karpenter asks the Pricing API for on-demand prices, and there is no VPC endpoint for that API. Where nodes have no way to the internet, each attempt waits until it times out, and errors fill the log; with `isolatedVPC` Karpenter takes the prices it was built with. It is told where Terraform makes the release and a VPC of private subnets alone, without a NAT gateway.",help:"Set `settings.isolatedVPC` to `true`, unless the traffic leaves by another way, such as a transit gateway.",url:`https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/#private-clusters`},examples:oi}),ai=[`public_subnets`,`enable_nat_gateway`,`enable_vpn_gateway`,`enable_ipv6`,`create_egress_only_igw`,`propagate_private_route_tables_vgw`];function oi(){return{bad:[T`
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
      `],good:[T`
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
      `,T`
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
      `]}}const si=j({id:`kops-karpenter`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter itself`,mistakes:[],on:{Manifests:li},docs:{summary:`A kOps specification asks for Karpenter in a way that kOps or Karpenter does not support.`,why:"Of each InstanceGroup with `manager: Karpenter` kOps makes a pool, and it installs Karpenter where the cluster enables it. Karpenter needs permissions of its service account there, control plane nodes cannot be its own, and without a mixed instances policy the one `machineType` is all that it may launch.",help:"Enable Karpenter and `iam.useServiceAccountExternalPermissions` in the Cluster, leave the control plane to auto scaling groups, and list instance types under `mixedInstancesPolicy`.",url:`https://kops.sigs.k8s.io/operations/karpenter/`},examples:pi}),ci=({apiVersion:e})=>u(e)===`kops.k8s.io`;function li(e,t){let n=e.manifests.filter(e=>e.kind===`Cluster`&&ci(e)&&!e.isPartial),r=e.manifests.filter(e=>e.kind===`InstanceGroup`&&ci(e)&&e.get([`spec`,`manager`])===`Karpenter`);for(let e of n)ui(e,r,t);for(let e of r)fi(e,t)}function ui(e,t,{report:n}){let r=e.get([`spec`,`karpenter`,`enabled`])===!0,i=t.find(t=>O(t)===O(e)&&di(t)===e.name);i&&!r&&n({manifest:e,at:e.span([`spec`,`karpenter`,`enabled`]),message:`The InstanceGroup \`${i.name}\` is managed by Karpenter, and \`${e.name}\` does not enable it: nothing launches its nodes`,help:"Set `spec.karpenter.enabled: true`.",labels:[{span:i.span([`spec`,`manager`]),message:`managed by Karpenter`}]});let a=[`spec`,`iam`,`useServiceAccountExternalPermissions`],o=e.get(a);r&&(o===void 0||o===!1)&&n({manifest:e,at:e.span(a),message:`Karpenter needs external permissions for service accounts, which this cluster does not have: kOps refuses it`,help:"Set `spec.iam.useServiceAccountExternalPermissions: true`, with a discovery store."})}const di=e=>h(m(e.get([`metadata`,`labels`]))?.[`kops.k8s.io/cluster`]);function fi(e,{report:t}){let n=h(e.get([`spec`,`role`]))??``;/^(?:control-?plane|master|apiserver)$/i.test(n)&&t({manifest:e,at:e.span([`spec`,`manager`]),message:`\`${e.name}\` is a group of the control plane, which Karpenter cannot manage`,help:"Leave `manager` out: an auto scaling group keeps such nodes."});let r=h(e.get([`spec`,`machineType`]))??``,i=/^[a-z][\w-]*\.[\w-]+$/.test(r);n===`Node`&&i&&e.get([`spec`,`mixedInstancesPolicy`])===void 0&&!e.isPartial&&t({manifest:e,at:e.span([`spec`,`machineType`]),severity:`note`,message:`Karpenter may launch nothing but ${r} for \`${e.name}\``,help:"List several instance types under `mixedInstancesPolicy.instances`."})}function pi(){return{bad:[w`
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
      `,w`
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
      `,w`
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
      `,w`
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
      `],good:[w`
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
      `,w`
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
      `]}}const mi=[{field:`maxPods`,spelt:/--max-pods[= ]\d|^[ \t]*maxPods:|^[ \t]*"?max-pods"?\s*=/m},{field:`kubeReserved`,spelt:/--kube-reserved[= ]|^[ \t]*kubeReserved:|^[ \t]*\[settings\.kubernetes\.kube-reserved\]/m},{field:`systemReserved`,spelt:/--system-reserved[= ]|^[ \t]*systemReserved:|^[ \t]*\[settings\.kubernetes\.system-reserved\]/m},{field:`evictionHard`,spelt:/--eviction-hard[= ]|^[ \t]*evictionHard:|^[ \t]*\[settings\.kubernetes\.eviction-hard\]/m}],hi=j({id:`kubelet-in-user-data`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[56],on:{NodeClass(e,{report:t}){let n=mt(e);if(n===void 0||G(e)===void 0)return;let r=n.replaceAll(/^[ \t]*#.*$/gm,``),i=m(e.get([`spec`,`kubelet`]))??{};if(e.apiVersion!==`karpenter.k8s.aws/v1`)return;let a=mi.filter(({field:e,spelt:t})=>!Object.hasOwn(i,e)&&t.test(r));if(a.length===0)return;let o=a.map(({field:e})=>`\`${e}\``).join(`, `);t({at:e.keySpan([`spec`,`userData`]),message:`User data sets ${o}, which Karpenter does not read there: it reckons with other nodes than it gets`,help:`Set ${o} under \`spec.kubelet\` instead.`})}},docs:{summary:`User data sets what Karpenter reckons with, and Karpenter is not told.`,why:"Karpenter works out what fits on a node from `spec.kubelet` of the EC2NodeClass, and never from user data. A different `maxPods` or reservation there makes nodes that are smaller than Karpenter believes: pods stay pending on them and more nodes come, or they are larger and stay half empty. For Amazon Linux 2023 Karpenter’s own settings win anyway, so that the ones in the user data do nothing.",help:"Move the setting to `spec.kubelet`; Karpenter then writes it into the user data by itself.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:gi});function gi(){return{bad:[N(w`
        amiSelectorTerms:
          - alias: al2023@v20260715
        userData: |
          apiVersion: node.eks.aws/v1alpha1
          kind: NodeConfig
          spec:
            kubelet:
              config:
                maxPods: 42
      `),N(w`
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        userData: |
          [settings.kubernetes]
          max-pods = 42
      `)],good:[N(w`
        amiSelectorTerms:
          - alias: al2023@v20260715
        kubelet:
          maxPods: 42
      `),N(w`
        amiSelectorTerms:
          - alias: al2023@v20260715
        userData: |
          apiVersion: node.eks.aws/v1alpha1
          kind: NodeConfig
          spec:
            kubelet:
              config:
                shutdownGracePeriod: 30s
      `),N(w`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          kubelet:
            maxPods: 42
          userData: |
            #!/bin/bash
            /opt/company/join-cluster --max-pods=42
        `,`ubuntu`)]}}const _i=[y.instanceType,y.instanceFamily,y.instanceCategory,y.instanceGeneration],vi=j({id:`lost-defaults`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Which nodes a pool may launch`,mistakes:[9],on:{Manifests(e,{report:t,base:n}){let r=new Map([...n?yi(n):[],...yi(e)].map(e=>[e.name,e]));for(let n of R(e)){let e=r.get(n.name);if(!e||n.isPartial||e.isPartial)continue;let i=H(n).map(({key:e})=>v(e)),a=bi(e).filter(({key:e})=>!i.some(t=>xi(t,e)));a.length!==0&&t({manifest:n,at:n.keySpan([`spec`,`template`,`spec`,`requirements`]),message:`Provisioner \`${n.name}\` meant ${a.map(Si).join(`, `)} without saying so, and NodePool \`${n.name}\` does not`,help:`Write it out as a requirement, or what is to hold instead.`})}}},docs:{summary:`A NodePool takes the place of a Provisioner without the requirements that v1alpha5 filled in.`,why:`A Provisioner that did not say otherwise meant amd64, on-demand and the newer generations of the categories c, m and r. A NodePool means everything: once it has taken over, Karpenter launches arm64 for images that are built for amd64, spot for what is not made for it, and burstable, GPU or old instance types where they are cheap.`,help:`Write the old defaults out as requirements of the NodePool, or what is to hold instead.`,url:`https://karpenter.sh/v0.32/upgrading/v1beta1-migration/`},examples:Ci}),yi=e=>e.manifests.filter(({kind:e,apiVersion:t})=>e===`Provisioner`&&u(t)===`karpenter.sh`),bi=e=>H(e).filter(({path:e,key:t})=>e.length===1&&t!==y.os),xi=(e,t)=>e===t||_i.includes(t)&&_i.includes(e),Si=({key:e,operator:t,values:n})=>`\`${e} ${t} ${n.map(({text:e})=>e).join(`, `)}\``;function Ci(){return{bad:[E({karpenter:`0.32`},L(w`
            apiVersion: karpenter.sh/v1alpha5
            kind: Provisioner
            metadata:
              name: default
            spec:
              limits:
                resources:
                  cpu: 100
          `,M({apiVersion:`karpenter.sh/v1beta1`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`]})))],good:[E({karpenter:`0.32`},L(w`
            apiVersion: karpenter.sh/v1alpha5
            kind: Provisioner
            metadata:
              name: default
            spec:
              limits:
                resources:
                  cpu: 100
          `,M({apiVersion:`karpenter.sh/v1beta1`,requirements:[`kubernetes.io/arch In [amd64]`,`karpenter.sh/capacity-type In [on-demand]`,`karpenter.k8s.aws/instance-family In [m5, c5]`]}))),E({karpenter:`0.37`},M({apiVersion:`karpenter.sh/v1beta1`,name:`never-was-a-provisioner`}))]}}const wi=(e,t)=>e.price(t,`on-demand`,e.zonesOf(t)[0]??``)?.hourlyUsd;function Ti(e){let t=new WeakMap;return(n,r)=>{let i=t.get(n)??{value:e(n,r)};return t.set(n,i),i.value}}const Ei=j({id:`min-values-exotic`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Which nodes a pool may launch`,mistakes:[24],on:{NodePool:Di},docs:{summary:"A pool with `minValues` lets bare metal and GPUs in, which Karpenter leaves aside otherwise.",why:"Where ordinary instance types suffice, Karpenter takes bare metal and types with accelerators off the list before it launches, and spot types that cost more than on-demand. With `minValues` it does neither, so that the variety is not lost: a small pod may get a machine of 96 cores that takes minutes to start.",help:`Name the categories that are meant, and exclude bare metal by its hypervisor.`,url:`https://karpenter.sh/docs/concepts/nodepools/#min-values`},examples:ji});function Di(e,{report:t,catalog:n,compatible:r,settings:i}){let a=rn(n),o=B(e).find(({path:t})=>e.get([...t,`minValues`])!==void 0),s=o&&r(e);if(!a||!s?.isExact||i.karpenter.minValuesPolicy===`BestEffort`)return;let c=Oi(s,a);c!==void 0&&t({at:e.span([...o.path,`minValues`]),message:`With \`minValues\` Karpenter does not leave aside the ${c.count} of ${s.names.length} instance types of \`${e.name}\` that are bare metal or have accelerators${c.gap}`,help:"If they are not meant, name the categories that are, and exclude bare metal by `karpenter.k8s.aws/instance-hypervisor In [nitro]`."})}const Oi=Ti(({names:e},t)=>{let n=e.map(e=>t.type(e)),r=new Set(n.filter(Ai).map(({name:e})=>e));if(!n.some(ki)||r.size===n.length)return;let i=e.map(e=>({name:e,usd:wi(t,e)??0})).filter(({usd:e})=>e>0).sort((e,t)=>e.usd-t.usd||g(e.name,t.name)),[a]=i,o=i.findLast(({name:e})=>r.has(e)),s=a&&o?`, up to ${o.name} at $${o.usd.toFixed(2)} an hour beside ${a.name} at $${a.usd.toFixed(4)}`:``;return{count:r.size,gap:s}}),ki=({gpus:e,accelerator:t,neuron:n})=>e.length>0||t!==void 0||n!==void 0,Ai=e=>e.isBareMetal||ki(e);function ji(){return{bad:[L(M({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:w`
            - key: karpenter.sh/capacity-type
              operator: In
              values: [on-demand, spot]
            - key: karpenter.k8s.aws/instance-category
              operator: In
              values: [c, m, g]
            - key: karpenter.k8s.aws/instance-family
              operator: Exists
              minValues: 5
          `}),P)],good:[L(M({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:w`
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
          `}),P),L(M({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand, spot]`,`karpenter.k8s.aws/instance-category In [c, m, g]`]}),P)]}}const Mi=j({id:`older-generation`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Which nodes a pool may launch`,mistakes:[],on:{NodePool:Ni,Provisioner:Ni},docs:{summary:`Every instance type of a pool is of a generation that a newer one undercuts.`,why:`AWS prices newer generations lower than those from a decade ago, and they are faster and less often short in supply. A pool that names old families alone pays more for less, and nothing in the cluster says so. It is told by the prices of the region, for types of like size and memory, with CPUs of the same maker.`,help:"Allow the newer families, by name or by `karpenter.k8s.aws/instance-generation`.",url:`https://karpenter.sh/docs/concepts/nodepools/#instance-types`},examples:Bi});function Ni(e,{report:t,catalog:n,compatible:r}){let i=rn(n),a=r(e);if(!i||!a?.isExact||a.names.length===0||a.names.length>60)return;let o=Pi(a,i);o&&t({at:e.span(ft(e)),message:`All instance types of \`${e.name}\` are of old generations: ${o.newer} costs ${o.percent} % less for each vCPU than ${o.name}, and is newer`,help:`Allow newer families, such as \`${o.newer.split(`.`)[0]}\`.`})}const Pi=Ti(({names:e},t)=>{let[n,...r]=e.map(e=>Fi(t.type(e),t));return r.every(e=>e!==void 0)?n:void 0});function Fi(e,t){let n=Li(e),r=zi(e,t);if(!n||r===void 0||e.gpus.length>0)return;let[i]=t.types.filter(t=>Ii(e,t)&&Ri(n,Li(t))).flatMap(e=>{let n=zi(e,t);return n===void 0||n>r*.97?[]:[{name:e.name,cost:n}]}).sort((e,t)=>e.cost-t.cost||g(e.name,t.name));return i&&{name:e.name,newer:i.name,percent:Math.round((1-i.cost/r)*100)}}const Ii=(e,t)=>t.vcpus>=e.vcpus*.75&&t.vcpus<=e.vcpus*1.25&&t.memoryMib/t.vcpus>=e.memoryMib/e.vcpus*.97&&t.architecture===e.architecture&&t.cpuManufacturer===e.cpuManufacturer&&t.isBareMetal===e.isBareMetal&&t.gpus.length===0&&(t.instanceStoreGb??0)>=(e.instanceStoreGb??0);function Li({family:e}){let t=/^([a-z]+)(\d+)([a-z-]*)$/.exec(e);return t?{category:t[1],generation:Number(t[2]),suffix:t[3]}:void 0}function Ri(e,t){let n=[...e.suffix].filter(e=>!`aig`.includes(e));return t!==void 0&&t.category===e.category&&t.generation>e.generation&&!t.suffix.includes(`flex`)&&n.every(e=>t.suffix.includes(e))}function zi({name:e,vcpus:t},n){let r=wi(n,e);return r===void 0?void 0:r/t}function Bi(){return{bad:[L(M({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m4, c4]`,`karpenter.sh/capacity-type In [on-demand]`]}),P)],good:[L(M({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m4, m5]`,`karpenter.sh/capacity-type In [on-demand]`]}),P),L(M({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m5, c5]`,`karpenter.sh/capacity-type In [on-demand]`]}),P)]}}const Vi=j({id:`owned-security-groups`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[78],on:{Manifests(e,t){for(let n of K(e))Ui(n,t)}},docs:{summary:`A node class selects several security groups that are tagged as the cluster’s own.`,why:"The AWS load balancer controller, and the in-tree one, expect exactly one security group of a node with the tag `kubernetes.io/cluster/NAME`. Where a node has two, they stop with “multiple tagged security groups” and targets are no longer registered. It is told where Terraform makes the groups and the node class in one root.",help:`Leave the tag on one of them.`,url:`https://karpenter.sh/docs/troubleshooting/`},examples:Wi}),Hi=`kubernetes.io/cluster/`;function Ui(e,{all:t,report:n}){if(e.source.origin?.tool!==`terraform`||e.isPartial)return;let r=_r(e,`securityGroup`).filter(({tags:e,hasOther:t})=>!t&&e.length>0&&e.every(({isKnown:e})=>e)),[i,a]=t.manifests.filter(t=>{if(t.kind!==`aws_security_group`||O(t)!==O(e))return!1;let n=m(t.get([`spec`,`tags`]))??{};return r.some(e=>e.tags.every(({key:e,value:t})=>h(n[e])===t))&&Object.keys(n).some(e=>e.startsWith(Hi)&&!l(e))});i&&a&&n({manifest:e,at:e.keySpan([`spec`,`securityGroupSelectorTerms`]),message:`\`${e.name}\` selects the security groups \`${i.name}\` and \`${a.name}\`, and both are tagged as the cluster’s own: the load balancer controller takes one alone`,help:`Leave the tag \`${Hi}…\` on one of them.`,labels:[i,a].map(e=>({span:e.span([`spec`,`tags`]),message:`tagged`}))})}function Wi(){return{bad:[T`
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

        ${I(`default`,N(w`
            role: KarpenterNodeRole-demo
            securityGroupSelectorTerms:
              - tags:
                  karpenter.sh/discovery: demo
          `))}
      `],good:[T`
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

        ${I(`default`,N(w`
            role: KarpenterNodeRole-demo
            securityGroupSelectorTerms:
              - tags:
                  karpenter.sh/discovery: demo
          `))}
      `,T`
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

        ${I(`default`,N(w`
            role: KarpenterNodeRole-demo
            securityGroupSelectorTerms:
              - tags:
                  karpenter.sh/discovery: demo
          `))}
      `]}}const Gi=j({id:`pass-role`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Identity`,mistakes:[72],on:{Manifests(e,t){for(let n of Kn(e))Ki(n,e,t)}},docs:{summary:`The controller may pass another role to instances than the one that node classes name.`,why:"To launch an instance with a role, the controller needs `iam:PassRole` on that very role. Where the policy names another one, such as the controller’s own, every launch is denied. It is told where policy and node class stand together in one root of Terraform.",help:"Name the role of the nodes as the resource of `iam:PassRole`.",url:`https://karpenter.sh/docs/reference/cloudformation/#allowpassinginstancerole`},examples:Zi});function Ki(e,t,{report:n}){let r=e.filter(e=>X([e],`iam:PassRole`)),[i]=r;if(i?.policy.source.origin?.tool!==`terraform`)return;let a=O(i.policy),o=K(t).filter(e=>O(e)===a&&e.get([`spec`,`role`])!==void 0),s=o.map(Ji),c=r.flatMap(Yi);if(s.length===0||s.includes(void 0)||c.includes(void 0)||s.some(e=>c.some(t=>Xi(t,e))))return;let{policy:l,path:u}=i,[d]=o;n({manifest:l,at:l.span([...u,`Resource`]),message:`The role of \`${d.name}\` is not among those that \`iam:PassRole\` is allowed on: launches are denied`,help:`Name the role of the nodes here.`,labels:[{span:d.span([`spec`,`role`]),message:`the role of the nodes`}]})}const qi=/^(aws_iam_role\.[\w-]+)\.(?:name|arn|id)$/;function Ji(e){let t=[`spec`,`role`],n=qi.exec(A(e,t)??``)?.[1];if(n!==void 0)return{resource:n};let r=h(e.get(t));return r===void 0||r.includes(`$`)?void 0:{name:r}}function Yi({policy:e,path:t}){let n=[...t,`Resource`],r=e.get(n);return(Array.isArray(r)?d(r).map((e,t)=>[...n,t]):[n]).map(t=>{let n=qi.exec(A(e,t)??``)?.[1];if(n!==void 0)return{resource:n};let r=h(e.get(t))??``,i=r===`*`?`*`:/:role\/(?:.{0,600}\/)?([^/$]{1,200})$/.exec(r)?.[1];return i===void 0?void 0:{name:i}})}const Xi=(e,t)=>`name`in e&&`name`in t?Un(e.name,t.name):`resource`in e&&`resource`in t?e.resource===t.resource:!0;function Zi(){return{bad:[T`
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
      `],good:[T`
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
      `,T`
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
      `]}}const Qi=j({id:`pin-ami-alias`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[49],on:{NodeClass(e,{report:t}){let n=d(e.get([`spec`,`amiSelectorTerms`]));for(let[r,i]of n.entries()){let n=h(m(i)?.alias);if(n===void 0||l(n)||!n.endsWith(`@latest`))continue;let a=n.slice(0,n.indexOf(`@`));if(a.startsWith(`windows`))continue;let o=a===`bottlerocket`?`bottlerocket@v1.44.0`:`${a}@v20260715`;t({at:e.span([`spec`,`amiSelectorTerms`,r,`alias`]),message:`\`${n}\` follows every AMI release: each one drifts and replaces all nodes of \`${e.name}\``,help:`Pin a version, such as \`${o}\`, and move it by pull request.`})}}},docs:{summary:`An EC2NodeClass follows the latest AMI.`,why:"With `@latest` every AMI release makes all nodes of the class drift: Karpenter replaces them within the disruption budgets, in every environment at the same time, with no change to review and nothing to revert.",help:"Pin the version, such as `al2023@v20260715`, and move it by pull request through the environments.",url:`https://karpenter.sh/docs/tasks/managing-amis/`},examples:$i});function $i(){return{bad:[N(w`
        amiSelectorTerms:
          - alias: al2023@latest
      `)],good:[N(w`
        amiSelectorTerms:
          - alias: al2023@v20260715
      `),N(w`
          amiSelectorTerms:
            - alias: windows2022@latest
        `,`windows`)]}}function ea(e){return[...Ge(e,`aws-vpc-cni`).map(({manifest:e,values:t})=>({manifest:e,path:[...t,`env`]})).flatMap(({manifest:e,path:t})=>ta(e,t,m(e.get(t)))),...e.manifests.flatMap(e=>na(e))]}function ta(e,t,n){let r=Object.entries(n??{}).map(([e,t])=>[e,h(t)]);return!e.isPartial&&r.every(([,e])=>e!==void 0&&!l(e))?[{manifest:e,path:t,env:Object.fromEntries(r)}]:[]}function na(e){return e.kind===`aws_eks_addon`&&e.get([`spec`,`addon_name`])===`vpc-cni`?ra(e,[`spec`],`configuration_values`):e.kind===`module`?[`addons`,`cluster_addons`].map(e=>[`spec`,e,`vpc-cni`]).filter(t=>m(e.get(t))).flatMap(t=>ra(e,t,`configuration_values`)):e.kind===`ClusterConfig`?d(e.get([`addons`])).flatMap((t,n)=>m(t)?.name===`vpc-cni`?ra(e,[`addons`,n],`configurationValues`):[]):e.kind===`DaemonSet`&&e.name===`aws-node`?aa(e):[]}function ra(e,t,n){let r=[...t,n],i=e.get(r);if(i===void 0)return ta(e,t,{});let a=typeof i==`string`?ia(i):i,o=m(a)?.env;return!m(a)||o!==void 0&&!m(o)?[]:ta(e,r,m(o)??{})}function ia(e){try{return JSON.parse(e)}catch{return}}function aa(e){let t=[`spec`,`template`,`spec`,`containers`];return d(e.get(t)).flatMap((n,r)=>{if(m(n)?.name!==`aws-node`)return[];let i=[...t,r,`env`],a=d(e.get(i)).map(e=>m(e)??{});return ta(e,i,Object.fromEntries(a.flatMap(({name:e,value:t})=>typeof e==`string`&&t!==void 0?[[e,t]]:[])))})}const oa=T`
  kubelet:
    maxPods: 110
`,sa=j({id:`pods-and-addresses`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[59,60,61],on:{Manifests(e,t){for(let n of ea(e))la(n,t)}},docs:{summary:`The number of pods that Karpenter reckons with is not the number that the VPC CNI has addresses for.`,why:"Karpenter counts the pods of a node by its network interfaces, or by `maxPods` where a class has it. With more pods than addresses they hang in `ContainerCreating`; with prefix delegation and no `maxPods` nodes have room that Karpenter does not use; and with custom networking the first interface carries no pods, which Karpenter knows only from `reservedENIs`. It is told where the set-up of the CNI stands beside the node class.",help:"Set `maxPods` together with prefix delegation, and `settings.reservedENIs` together with custom networking.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:ga}),ca=(e,t)=>e.env[t]===`true`;function la(e,t){let n=O(e.manifest),r=K(t.all).filter(e=>O(e)===n&&!e.isPartial),i=ca(e,`ENABLE_PREFIX_DELEGATION`);ca(e,`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`)&&ha(e,r,t);for(let n of r){let r=n.get([`spec`,`kubelet`,`maxPods`])??void 0;typeof r==`number`&&!i&&pa(n,{cni:e,maxPods:r},t),r===void 0&&i&&ua(n)&&ma(n,e,t)}}const ua=e=>!/^(?:Custom|Windows)/.test(h(e.get([`spec`,`amiFamily`]))??``),Z=({enis:e,ipv4PerEni:t})=>e*(t-1)+2;function da(e,{all:t,catalog:n,compatible:r}){let i=bt(t,e).flatMap(e=>fa(e,{catalog:rn(n),compatible:r}));if(!i.includes(void 0))return i.sort((e,t)=>Z(e)-Z(t)||g(e.name,t.name))[0]}function fa(e,{catalog:t,compatible:n}){let r=n(e);return!t||!r?.isExact?[void 0]:r.names.map(e=>t.type(e))}function pa(e,{cni:t,maxPods:n},r){let i=da(e,r);!i||Z(i)>=n||r.report({manifest:e,at:e.span([`spec`,`kubelet`,`maxPods`]),message:`\`maxPods: ${n}\` is more than ${i.name} has addresses for: ${Z(i)}, as the VPC CNI is set up here`,help:`Leave it out, allow larger instance types alone, or turn prefix delegation on.`,labels:[{span:t.manifest.span(t.path),message:`no prefix delegation`}]})}function ma(e,t,n){let r=da(e,n);!r||Z(r)>=110||n.report({manifest:e,at:e.span([`spec`,`kubelet`]),severity:`note`,message:`The CNI delegates prefixes, and \`${e.name}\` has no \`maxPods\`: Karpenter puts no more than ${Z(r)} pods on ${r.name}`,help:"Write `maxPods: 110` under `kubelet` if more should fit.",labels:[{span:t.manifest.span(t.path),message:`prefix delegation`}]})}function ha(e,t,{all:n,report:r}){if(t.length===0||t.every(e=>e.get([`spec`,`kubelet`,`maxPods`])!==void 0))return;let i=O(e.manifest);for(let{manifest:t,chart:a,values:o}of D(n)){let n=[...o,`settings`,`reservedENIs`],s=h(t.get(n))??`0`;a!==`karpenter`||O(t)!==i||t.isPartial||s!==`0`||l(s)||r({manifest:t,at:t.span(n),message:`The CNI uses custom networking, and Karpenter reserves no network interface: it puts more pods on nodes than they have addresses for`,help:'Set `settings.reservedENIs` to `"1"`.',labels:[{span:e.manifest.span(e.path),message:`custom networking`}]})}}function ga(){return{bad:[xa({addon:_a,kubelet:oa}),xa({addon:va(`ENABLE_PREFIX_DELEGATION`)}),xa({addon:va(`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`),release:ba(ya)})],good:[xa({addon:va(`ENABLE_PREFIX_DELEGATION`),kubelet:oa}),xa({addon:_a}),xa({addon:va(`AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG`),release:ba(T`
          ${ya}
          { name = "settings.reservedENIs", value = "1" },
        `)})]}}const _a=`most_recent = true`,va=e=>T`
  configuration_values = jsonencode({
    env = {
      ${e} = "true"
    }
  })
`,ya=`{ name = "settings.clusterName", value = "demo" },`,ba=e=>T`
  resource "helm_release" "karpenter" {
    repository = "oci://public.ecr.aws/karpenter"
    chart      = "karpenter"

    set = [
      ${e}
    ]
  }
`,xa=({addon:e,kubelet:t,release:n})=>T`
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
`,Sa=1024**3,Ca=(e,t)=>({name:e,limitsPodsByEnis:!0,reservesMemoryByEnis:e!==`Bottlerocket`,hasPodsPerCore:e!==`Bottlerocket`,takesAnyKubeletSetting:e===`AL2023`||e===`Custom`,ephemeralDevice:t,defaultVolumeBytes:20*Sa,windowsBuild:void 0}),wa=(e,t)=>({name:e,limitsPodsByEnis:!1,reservesMemoryByEnis:!1,hasPodsPerCore:!0,takesAnyKubeletSetting:!1,ephemeralDevice:`/dev/sda1`,defaultVolumeBytes:50*Sa,windowsBuild:t}),Ta=Ca(`AL2`,`/dev/xvda`),Ea=Ca(`Custom`,void 0),Da=[Ta,Ca(`AL2023`,`/dev/xvda`),Ca(`Bottlerocket`,`/dev/xvdb`),wa(`Windows2019`,`10.0.17763`),wa(`Windows2022`,`10.0.20348`),wa(`Windows2025`,`10.0.26100`),Ea];function Oa(e){let{amiFamily:t,amiSelectorTerms:n}=e.spec;if(t!==void 0)return Da.find(e=>e.name===t)??Ta;let r=n?.find(e=>e.alias)?.alias?.split(`@`)[0];return Da.find(e=>e!==Ea&&e.name.toLowerCase()===r)??Ea}function ka(e){let{maxPods:t}=e,n=typeof t==`string`&&!l(t)?[[`maxPods`]]:[],r=[`kubeReserved`,`systemReserved`].flatMap(t=>{let n=e[t];return p(n)?Object.entries(n).filter(([e,t])=>typeof t==`string`&&![e,t].some(e=>l(e))&&x(t)===void 0).map(([e])=>[t,e]):[]});return[...n,...r]}const Aa=new Map(Object.entries({boolean:`
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
  `}).flatMap(([e,t])=>t.trim().split(/\s+/).map(t=>[t,e]))),ja=new Set([`clusterDNS`,`cpuCFSQuota`,`maxPods`,`podsPerCore`,`kubeReserved`,`systemReserved`,`evictionHard`,`evictionSoft`,`evictionSoftGracePeriod`,`evictionMaxPodGracePeriod`,`imageGCHighThresholdPercent`,`imageGCLowThresholdPercent`]),Ma={boolean:`true or false`,whole:`a whole number below 2³¹`,large:`a whole number`,number:`a number`,text:`a text`,duration:"a duration, such as `90s`",texts:`a list of texts`,textMap:`texts by name`,flags:`true or false by name`,list:`a list`,mapping:`a mapping`};function Na(e,t){let n=e=>typeof e==`string`||e===null;switch(t){case`whole`:return typeof e==`number`&&(e|0)===e;case`large`:return Number.isInteger(e);case`text`:return n(e);case`duration`:return typeof e==`string`&&C(e)!==void 0;case`texts`:return Array.isArray(e)&&e.every(n);case`list`:return Array.isArray(e);case`textMap`:return p(e)&&Object.values(e).every(n);case`flags`:return p(e)&&Object.values(e).every(e=>typeof e==`boolean`||e===null||l(e));case`mapping`:return p(e);default:return typeof e===t}}function Pa(e,t){let n=Object.keys(e).filter(e=>!l(e));return[...n.flatMap(n=>Fa(n,e,t)??[]),...za.flatMap(t=>Ua(e,t,Va)),...qa(e),...Ba.flatMap(t=>Ua(e,t,Ha)),...Ya(e),...n.flatMap(t=>Qa(t,e[t]))]}function Fa(e,t,n){let r=[e];if(!Aa.has(e))return{path:r,why:`is no setting of the kubelet`,names:Ra(Aa.keys(),t)};if(e===`registerWithTaints`)return{path:r,why:`is set by Karpenter itself`,help:"Write the taints under `spec.template.spec.taints` or `startupTaints` of the NodePool."};if(n.takesAnyKubeletSetting)return;if(e===`podsPerCore`?La(t[e])&&!n.hasPodsPerCore:!Ia(e))return{path:r,why:`does not reach nodes of the AMI family \`${n.name}\``,help:`Remove it, or use AL2023, whose nodes take any setting.`};let i=t[e];if(!(e!==`clusterDNS`||!Array.isArray(i)||i.length<2))return{path:r,why:`takes one address with the AMI family \`${n.name}\``,help:`Leave one address.`}}const Ia=e=>ja.has(e),La=e=>e!=null,Ra=(e,t)=>[...e].filter(e=>!Object.hasOwn(t,e)),za=[`evictionHard`,`evictionSoft`,`evictionSoftGracePeriod`,`evictionMinimumReclaim`],Ba=[`kubeReserved`,`systemReserved`],Va={names:[`memory.available`,`nodefs.available`,`nodefs.inodesFree`,`imagefs.available`,`imagefs.inodesFree`,`pid.available`],wrongName:`is no eviction signal`,wrongValue:(e,t)=>e===`evictionSoftGracePeriod`?Ka(t):Ga(t)},Ha={names:[`cpu`,`memory`,`ephemeral-storage`,`pid`],wrongName:`is nothing that a kubelet reserves`,wrongValue:(e,t)=>t.startsWith(`-`)?`is negative`:void 0};function Ua(e,t,{names:n,wrongName:r,wrongValue:i}){let a=e[t]??{};return p(a)?Object.entries(a).flatMap(([e,o])=>{let s=[t,e];if(l(e))return[];if(!n.includes(e))return[{path:s,why:r,names:Ra(n,a)}];let c=o??``;if(typeof c!=`string`){let e={path:s,why:`has a value that is no text`};return[typeof c==`number`?{...e,number:c,help:`Put the number in quotes.`}:e]}let u=l(c)?void 0:i(t,c);return u===void 0?[]:[{path:s,why:u}]}):l(a)?[]:[{path:[t],why:`is no mapping of names to values`}]}const Wa=/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;function Ga(e){if(!e.endsWith(`%`)){let t=x(e);return t===void 0?`has neither a percentage nor a quantity`:t<0?`is negative`:void 0}let t=e.slice(0,-1).replaceAll(/(?<=\d)_(?=\d)/g,``),n=Wa.test(t)?Number(t):NaN;return n>=0&&n<=100?void 0:`has no percentage from 0 to 100`}function Ka(e){let t=C(e);return t===void 0?"has no duration, such as `90s`":t<0n?`is negative`:void 0}function qa({evictionSoft:e,evictionSoftGracePeriod:t}){let[n,r]=[e??{},t??{}];return!p(n)||!p(r)||[...Object.keys(n),...Object.keys(r)].some(e=>l(e))?[]:[...Ra(Object.keys(n),r).map(e=>({path:[`evictionSoft`,e],why:`has no grace period`,help:`Say under \`evictionSoftGracePeriod\` how long pods have, such as \`${e}: 90s\`.`})),...Ra(Object.keys(r),n).map(e=>({path:[`evictionSoftGracePeriod`,e],why:"has no threshold under `evictionSoft`",help:`Add the threshold, or remove the grace period.`}))]}const Ja={maxPods:2**31-1,podsPerCore:2**31-1,evictionMaxPodGracePeriod:2**31-1,imageGCHighThresholdPercent:100,imageGCLowThresholdPercent:100};function Ya(e){let t=Object.entries(Ja).flatMap(([t,n])=>{let r=e[t],i=t===`maxPods`&&typeof r==`string`;return!La(r)||i||l(r)||Xa(r,n)?[]:[{path:[t],why:n===100?`is no whole number from 0 to 100`:`is no whole number from 0 on`}]}),{imageGCHighThresholdPercent:n,imageGCLowThresholdPercent:r}=e;return t.length>0||typeof n!=`number`||typeof r!=`number`||n>r?t:[{path:[`imageGCHighThresholdPercent`],why:`is not above \`imageGCLowThresholdPercent\`, which is ${r}`}]}const Xa=(e,t)=>typeof e==`number`&&Number.isInteger(e)&&e>=0&&e<=t,Za=new Set([`registerWithTaints`,...za,...Ba,...Object.keys(Ja)]);function Qa(e,t){let n=Aa.get(e);if(n===void 0||Za.has(e)||!La(t)||l(t)||Na(t,n))return[];let r={path:[e],why:`takes ${Ma[n]}`};return[n===`text`&&typeof t==`number`?{...r,number:t,help:`Put the number in quotes.`}:r]}const $a=[`spec`,`kubelet`],eo=j({id:`refused-kubelet-settings`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[],on:{NodeClass(e,{report:t,karpenter:n,settings:r,nearest:i}){let a=m(e.get($a));if(!n.opensKubelet||!a||e.isPartial)return;let o=Oa({metadata:{name:``},spec:{amiFamily:G(e)??`Custom`}});for(let n of Pa(a,o)){let r=[...$a,...n.path],a=n.names&&i(String(r.at(-1)),n.names);t({at:e.keySpan(r),message:`\`${n.path.join(`.`)}\` ${n.why}: Karpenter does not use this class, and launches nothing with it`,help:no(n,a),...to(e,r,{wanted:a,number:n.number})})}let{featureGates:s}=r.karpenter;if(!s?.nodeClassCEL)for(let n of ka(a))t({...s===void 0&&{severity:`warning`},at:e.span([...$a,...n]),message:`\`${n.join(`.`)}\` is an expression, and the feature gate \`NodeClassCEL\` is ${s===void 0?`off by default`:`off`}: Karpenter does not use this class, and launches nothing with it`,help:"Set `settings.awsFeatureGates.nodeClassCEL` in the Helm values, or `karpenter.settings.featureGates.nodeClassCEL` in plumbline.yaml where it is on."})}},docs:{summary:"Karpenter does not use an EC2NodeClass with this setting under `kubelet`.",why:"From Karpenter 1.15 on `spec.kubelet` takes any setting of the kubelet, and the API server looks at none of them. The controller does: a name that the kubelet does not know, a setting that Karpenter makes itself, one that the AMI family does not hand on, a value that cannot be, or an expression while the feature gate `NodeClassCEL` is off, gives the class the condition `ValidationSucceeded=False`. The class is accepted without a word, and its NodePools launch nothing.",help:`Write the settings as a KubeletConfiguration has them.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet`},examples:ro});function to(e,t,{wanted:n,number:r}){return n===void 0?r===void 0?{}:{fix:{description:`Put the number in quotes`,edits:_(e,t,`"${r}"`)}}:{fix:{description:`Rename to \`${n}\``,edits:pe(e,t,n)}}}function no({names:e=[],help:t},n){return n===void 0?t===void 0?e.length===0?`Write a value that the kubelet takes.`:e.length>6?`Remove it.`:`Use one of: ${Y(e)}.`:t:`Did you mean \`${n}\`?`}function ro(){return{bad:[E({karpenter:`1.15`},N(w`
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
        `)),E({karpenter:`1.15`},N(w`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          kubelet:
            podsPerCore: 10
            shutdownGracePeriod: 30s
            clusterDNS: [10.0.0.10, 10.0.0.11]
        `)),E({karpenter:`1.15`},N(w`
          amiSelectorTerms:
            - alias: al2023@v20260715
          kubelet:
            maxPods: min(max_pods, 110)
            kubeReserved:
              memory: 11 * max_pods + 255
        `))],good:[E({karpenter:`1.15`},N(w`
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
        `)),E({karpenter:`1.15`},N(w`
            amiFamily: Custom
            amiSelectorTerms:
              - id: ami-0123456789abcdef0
            kubelet:
              podsPerCore: 10
              shutdownGracePeriod: 30s
          `,`ubuntu`)),N(w`
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        kubelet:
          podsPerCore: 10
      `)]}}const io={[y.instanceMemory]:{unit:`MiB`,meant:`GiB`,factor:1024},[y.instanceGpuMemory]:{unit:`MiB`,meant:`GiB`,factor:1024},[y.instanceNetworkBandwidth]:{unit:`Mbit/s`,meant:`Gbit/s`,factor:1e3},[y.instanceEbsBandwidth]:{unit:`Mbit/s`,meant:`Gbit/s`,factor:1e3}},ao=j({id:`requirement-units`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Which nodes a pool may launch`,mistakes:[93],on:{NodePool:oo,Provisioner:oo},docs:{summary:`A bound for memory or bandwidth is so low that it excludes nothing: it is probably in another unit.`,why:"The label `instance-memory` counts MiB and the bandwidth labels Mbit/s. `Gt 8` on memory, meant as more than 8 GiB, is true of every instance type there is, so that the smallest ones are launched.",help:'Write the bound in MiB or Mbit/s, such as `"8192"` for 8 GiB.',url:`https://karpenter.sh/docs/reference/instance-types/`},examples:co});function oo(e,{report:t,catalog:n}){if(n)for(let{key:r,operator:i,values:a,isKnown:o}of B(e)){let s=Object.hasOwn(io,r)?io[r]:void 0,[c]=a;if(!s||!o||!c||i!==`Gt`&&i!==`Gte`)continue;let l=/^\d+$/.test(c.text)?Number(c.text):0,u=so(n.labels.get(r)??[]);if(l<2||l>=u)continue;let d=String(l*s.factor);t({at:e.span(c.path),message:`\`${r}\` is in ${s.unit}, and every instance type has more than ${l}: this excludes nothing`,help:`Write \`"${d}"\` if ${l} ${s.meant} are meant.`,fix:{description:`Replace by \`"${d}"\``,edits:_(e,c.path,`"${d}"`)}})}}const so=e=>e.reduce((e,t)=>t.reduce((e,t)=>Math.min(e,Number(t)),e),1/0);function co(){return{bad:[M({requirements:[`karpenter.k8s.aws/instance-memory Gt ["8"]`]})],good:[M({requirements:[`karpenter.k8s.aws/instance-memory Gt ["8191"]`,`karpenter.k8s.aws/instance-cpu Gt ["1"]`]}),M({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-gpu-memory Gt ["0"]`],taints:w`
          - key: nvidia.com/gpu
            effect: NoSchedule
        `})]}}const lo=j({id:`role-name`,severity:`error`,since:`0.1.0`,providers:[`aws`],theme:`Identity`,mistakes:[68],on:{NodeClass:fo,NodeTemplate:fo},docs:{summary:`A node class gives an ARN where the name of a role or an instance profile belongs.`,why:`The API server accepts any text. Karpenter puts the role into an instance profile by its name, and IAM refuses an ARN there: the node class is not ready, and no pool that uses it launches anything.`,help:`Write the name alone: what follows the last slash of the ARN.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specrole`},examples:mo}),uo=/^arn:[\w-]+:iam::.{0,200}:(?:role|instance-profile)\/(?:.{0,600}\/)?([^/]{1,200})$/;function fo(e,{report:t}){for(let n of[`role`,`instanceProfile`]){let r=[`spec`,n];po(e,n,t);let i=e.get(r),a=typeof i==`string`?uo.exec(i)?.[1]:void 0;if(a===void 0)continue;let o=!l(a);t({at:e.span(r),message:`\`${n}\` takes a name, and this is an ARN: IAM refuses it, and \`${e.name}\` never gets ready`,help:o?`Write \`${a}\`.`:`Write what follows the last slash alone.`,...o&&{fix:{description:`Replace by \`${a}\``,edits:_(e,r,a)}}})}}function po(e,t,n){let r=[`spec`,t],i=A(e,r);if(i===void 0)return;let a=e.span(r);/^module\.[\w-]+\.iam_role_(?:name|arn)$/.test(i)&&/karpenter/i.test(i)?n({at:a,message:`\`${i}\` is the role of the controller, with which nodes may not join`,help:`Refer to \`${i.replace(/iam_role_\w{1,100}$/,`node_iam_role_name`)}\`.`}):/(?:\.|_)arn$/.test(i)&&n({at:a,message:`\`${t}\` takes a name, and \`${i}\` is an ARN: IAM refuses it, and \`${e.name}\` never gets ready`,help:`Refer to \`${i.replace(/arn$/,`name`)}\`.`})}function mo(){return{bad:[N(`role: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo`),N(`instanceProfile: arn:aws:iam::111122223333:instance-profile/KarpenterNode`),T`
        ${I(`default`,N("role: ${aws_iam_role.karpenter_node.arn}"))}
      `,T`
        ${I(`default`,N("role: ${module.karpenter.iam_role_name}"))}
      `],good:[T`
        ${I(`default`,N("role: ${module.karpenter.node_iam_role_name}"))}
      `,P,N("role: ${NODE_ROLE}")]}}const ho={AL2:`/dev/xvda`,AL2023:`/dev/xvda`,Bottlerocket:`/dev/xvda`,Windows2019:`/dev/sda1`,Windows2022:`/dev/sda1`,Windows2025:`/dev/sda1`},go=[`/dev/sda`,`/dev/sda1`,`/dev/xvda`,`/dev/xvda1`,`/dev/nvme0n1`],_o=j({id:`root-device`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[64],on:{NodeClass(e,{report:t}){let n=G(e)??``,r=Object.hasOwn(ho,n)?ho[n]:void 0,i=[`spec`,`blockDeviceMappings`],a=d(e.get(i)).map(e=>m(e)),o=a.map(e=>h(e?.deviceName)??``);if(r===void 0||e.isPartial||o.includes(r)||a.some(e=>e?.rootVolume===!0))return;let s=o.findIndex(e=>go.includes(e));if(s===-1)return;let c=[...i,s,`deviceName`],l=W(e).every(({term:e})=>e.alias!==void 0);t({at:e.span(c),...!l&&{severity:`note`},message:`The root device of ${n} is \`${r}\`: \`${o[s]}\` adds an empty volume, and the root keeps the AMI’s own size`,help:`Write \`${r}\`.`,fix:{description:`Replace by \`${r}\``,edits:_(e,c,r)}})}},docs:{summary:`A block device mapping names the root device of another AMI family.`,why:`EC2 attaches a device of an unknown name as one more, empty volume. The root volume keeps the size, type and encryption that the AMI gives it, and Karpenter works out ephemeral storage from its own default of 20 GiB: the volume that was meant to be larger is paid for and not used.`,help:"Use `/dev/xvda` for Amazon Linux and Bottlerocket, and `/dev/sda1` for Windows.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:vo});function vo(){return{bad:[N(w`
        amiSelectorTerms:
          - alias: al2023@v20260715
        blockDeviceMappings:
          - deviceName: /dev/sda1
            ebs:
              volumeSize: 100Gi
              volumeType: gp3
      `)],good:[N(w`
        amiSelectorTerms:
          - alias: al2023@v20260715
        blockDeviceMappings:
          - deviceName: /dev/xvda
            ebs:
              volumeSize: 100Gi
          - deviceName: /dev/sdb
            ebs:
              volumeSize: 10Gi
      `),N(w`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          blockDeviceMappings:
            - deviceName: /dev/sda1
              ebs:
                volumeSize: 100Gi
        `,`ubuntu`)]}}const yo=j({id:`root-encryption`,severity:`note`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[63],on:{NodeClass(e,{report:t}){let n=[`spec`,`blockDeviceMappings`],r=d(e.get(n)).map(e=>m(e)),i=r.map(e=>h(e?.deviceName)??``),a=i.indexOf(`/dev/xvdb`);G(e)!==`Bottlerocket`||a===-1||e.isPartial||i.includes(`/dev/xvda`)||i.some(e=>l(e))||m(r[a]?.ebs)?.encrypted===!0&&t({at:e.span([...n,a,`ebs`,`encrypted`]),message:`\`${e.name}\` encrypts \`/dev/xvdb\` and does not name \`/dev/xvda\`: the root volume is encrypted only where the account does so by default`,help:"Map `/dev/xvda` as well, with `encrypted: true` and about 4Gi."})}},docs:{summary:`A Bottlerocket class encrypts the volume of the containers and leaves the root volume as the AMI has it.`,why:"Volumes that a class does not map stay as the AMI brings them: Karpenter does not add its defaults to what is written. Whoever encrypts `/dev/xvdb` of Bottlerocket and does not name `/dev/xvda` has a root volume that is not encrypted, unless the account encrypts every volume by default.",help:"Map `/dev/xvda` as well, with `encrypted: true` and about 4 GiB.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings`},examples:bo});function bo(){return{bad:[N(w`
        role: KarpenterNodeRole-demo
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        blockDeviceMappings:
          - deviceName: /dev/xvdb
            ebs:
              volumeSize: 100Gi
              encrypted: true
      `)],good:[N(w`
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
      `),N(w`
        role: KarpenterNodeRole-demo
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        blockDeviceMappings:
          - deviceName: /dev/xvdb
            ebs:
              volumeSize: 100Gi
      `)]}}const xo=[`subnetSelectorTerms`,`securityGroupSelectorTerms`,`amiSelectorTerms`],So=j({id:`selector-term-id`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Network`,mistakes:[80],on:{NodeClass(e,{report:t}){for(let n of xo.map(e=>[`spec`,e])){let r=d(e.get(n)).map(e=>Object.keys(m(e)??{})),i=e=>e.includes(`id`)&&e.length>1;if(!r.every(i))for(let[a,o]of r.entries()){if(!i(o))continue;let r=o.filter(e=>e!==`id`);t({at:e.keySpan([...n,a,r[0]]),message:`${Y(r,` and `)} beside an \`id\` ${r.length===1?`is`:`are`} ignored: the id alone selects`,labels:[{span:e.span([...n,a,`id`]),message:`this selects by itself`}],help:`Remove it, or make it a term of its own.`})}}}},docs:{summary:`A selector term holds an id and something else beside it, which is ignored.`,why:`An id selects by itself. The API server means to refuse anything beside it, but its rule looks at all terms together and lets the list pass as soon as one of them is right: Karpenter then takes the id, and tags or a name beside it narrow nothing.`,help:`Remove what stands beside the id, or make it a term of its own.`,url:`https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms`},examples:Co});function Co(){return{bad:[N(w`
        subnetSelectorTerms:
          - id: subnet-0123456789abcdef0
            tags:
              karpenter.sh/discovery: demo
          - id: subnet-0123456789abcdef1
      `)],good:[N(w`
        subnetSelectorTerms:
          - id: subnet-0123456789abcdef0
          - tags:
              karpenter.sh/discovery: demo
      `),N(w`
        amiFamily: AL2023
        amiSelectorTerms:
          - name: golden-*
            owner: self
      `)]}}const wo=j({id:`termination-handler`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Karpenter itself`,mistakes:[84],on:{Manifests(e,{report:t}){for(let n of Ge(e,`aws-node-termination-handler`)){let{manifest:r,values:i}=n,a=(...e)=>r.get([...i,...e]),o=r.isPartial||typeof a()==`string`||a(`enableSqsTerminationDraining`)===!0,s=[`nodeSelector`,`linuxNodeSelector`,`daemonsetNodeSelector`,`affinity`,`linuxAffinity`,`daemonsetAffinity`].some(e=>Object.keys(m(a(e))??{}).length>0);if(o||s)continue;let c=D(e).find(e=>e.chart===`karpenter`&&O(e.manifest)===O(r)&&To(e));c&&t({manifest:r,at:r.span([`metadata`,`name`]),message:`The node termination handler runs on all nodes, and Karpenter drains its own when they are interrupted: both do`,help:"Keep it off nodes with the label `karpenter.sh/nodepool`, or remove it.",labels:[{span:c.manifest.span([...c.values,`settings`,`interruptionQueue`]),message:`Karpenter hears of interruptions`}]})}}},docs:{summary:`The node termination handler runs on Karpenter’s nodes, and Karpenter hears of interruptions itself.`,why:"With `interruptionQueue` Karpenter drains a node when AWS announces that it is taken away, and launches another one first. The AWS node termination handler does the same on every node it runs on: pods are evicted twice, and the handler cordons nodes on a rebalance recommendation, which Karpenter leaves alone. It is told where the charts of both stand together and the handler is kept off no nodes.",help:"Keep the handler off Karpenter’s nodes by an affinity for `karpenter.sh/nodepool`, or remove it.",url:`https://karpenter.sh/docs/faq/#should-i-use-karpenter-interruption-handling-alongside-node-termination-handler`},examples:Eo}),To=({manifest:e,values:t})=>(h(e.get([...t,`settings`,`interruptionQueue`]))??``)!==``;function Eo(){return{bad:[L(F(`karpenter`,{values:w`
            settings:
              clusterName: demo
              interruptionQueue: demo
          `}),w`
          apiVersion: helm.toolkit.fluxcd.io/v2
          kind: HelmRelease
          metadata:
            name: node-termination-handler
          spec:
            chart:
              spec:
                chart: aws-node-termination-handler
        `)],good:[L(F(`karpenter`,{values:w`
            settings:
              clusterName: demo
              interruptionQueue: demo
          `}),w`
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
        `),L(F(`karpenter`,{values:w`
            settings:
              clusterName: demo
          `}),w`
          apiVersion: helm.toolkit.fluxcd.io/v2
          kind: HelmRelease
          metadata:
            name: node-termination-handler
          spec:
            chart:
              spec:
                chart: aws-node-termination-handler
        `),L(F(`karpenter`,{values:w`
            settings:
              clusterName: demo
              interruptionQueue: demo
          `}),w`
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
        `)]}}const Do=/^(?:mac|[a-z]\d+g[a-z]*-flex|i3\.metal$)/,Oo=/^(?:cc1|cc2|cg1|cg2|cr1|g1|g2|hi1|hs1)$/,ko=j({id:`unknown-instance-type`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Which nodes a pool may launch`,mistakes:[],on:{NodePool:Ao,Provisioner:Ao,NodeOverlay:Ao},docs:{summary:`A requirement names an instance type or family that does not exist, or not in this region.`,why:`The API server accepts any text. A value that no instance type has is silently never chosen, so that a pool is narrower than it reads, or launches nothing at all.`,help:`Correct the name, or choose one that the region offers.`,url:`https://karpenter.sh/docs/reference/instance-types/`},examples:No});function Ao(e,t){let{catalog:n}=t;if(n)for(let r of B(e)){let i=v(r.key);if(i===y.instanceType)jo({pool:e,requirement:r,what:`instance type`,known:n.names,isOffered:e=>n.zonesOf(e).length>0},t,n);else if(i===y.instanceFamily){let i=[...new Set(n.types.map(e=>e.family))],a=new Set(n.types.filter(e=>n.zonesOf(e.name).length>0).map(e=>e.family));jo({pool:e,requirement:r,what:`instance family`,known:i,isOffered:e=>a.has(e)},t,n)}}}function jo({pool:e,requirement:t,what:n,known:r,isOffered:i},{report:a,nearest:o,isRegionAssumed:s},c){let{operator:l,values:u}=t;if(l!==`In`&&l!==`NotIn`)return;let d=new Set(r);for(let{path:t,text:f,isKnown:p}of u)if(!(!p||Do.test(f)||l===`NotIn`&&Oo.test(f))){if(d.has(f))l===`In`&&!i(f)&&!s&&a({at:e.span(t),message:`Region ${c.region} does not offer ${n} \`${f}\`, so it is never launched`,help:`Choose one that ${c.region} offers.`});else{let i=Mo(o(f,r),f,r);a({at:e.span(t),message:`\`${f}\` is no ${n} that EC2 is known to have`,help:i?`Did you mean \`${i}\`?`:`Correct the name; if it is newer than the catalog, silence this rule.`,...i&&{fix:{description:`Replace by \`${i}\``,edits:_(e,t,i)}}})}}}function Mo(e,t,n){if(e===void 0)return;let i=r(t,e);return n.some(n=>n!==e&&r(t,n)===i)?void 0:e}function No(){return{bad:[M({requirements:[`node.kubernetes.io/instance-type In [m5.large, m5.xlrage]`,`karpenter.sh/capacity-type In [on-demand]`]}),M({requirements:[`karpenter.k8s.aws/instance-family NotIn [t2, t3, tg4]`]}),E({region:`ap-northeast-2`},M({requirements:[`karpenter.k8s.aws/instance-family In [c7i, c7a]`,`karpenter.sh/capacity-type In [on-demand]`]}))],good:[M({requirements:[`karpenter.k8s.aws/instance-family In [m5, m6i]`]}),M({requirements:[`karpenter.k8s.aws/instance-family NotIn [c1, cc1, cc2, g2, t1]`]})]}}const Po=j({id:`user-data-format`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Images and user data`,mistakes:[57,58],on:{NodeClass(e,{report:t}){let n=mt(e),r=n===void 0?void 0:Fo(e,n);r&&t({at:e.keySpan([`spec`,`userData`]),...r})}},docs:{summary:`User data is of a kind that the AMI family does not understand.`,why:"Karpenter merges `userData` into what it writes for the family. Bottlerocket reads TOML, and a class with anything else never launches; on Amazon Linux 2023 `/etc/eks/bootstrap.sh` does nothing but fail, so that the flags it is called with never reach the kubelet; and of a MIME text whose boundary is not the one it declares, no part is run.",help:"Write TOML for Bottlerocket, a script without `bootstrap.sh` or a `NodeConfig` for Amazon Linux 2023, and start each part of a MIME text with two dashes and the declared boundary.",url:`https://karpenter.sh/docs/concepts/nodeclasses/#specuserdata`},examples:zo});function Fo(e,t){let n=G(e);return n===`Bottlerocket`?Io(t):n===`AL2023`&&Lo(t)?{message:"`/etc/eks/bootstrap.sh` does nothing but fail on Amazon Linux 2023: what it is called with has no effect",help:"Remove the call, since Karpenter joins the node by itself; give what the kubelet needs as `spec.kubelet`."}:n===`AL2`||n===`AL2023`?Ro(t):void 0}function Io(e){let[t=``]=e.trimStart().split(`
`);if(/^(?:#!|MIME-Version:|Content-Type:|#cloud-config)/i.test(t))return{message:`Bottlerocket reads its user data as TOML, and \`${t.trim().slice(0,60)}\` is none`,help:"Write settings such as `[settings.kubernetes]`; Bottlerocket runs no scripts."}}const Lo=e=>!/-[efx] \/etc\/eks\/bootstrap\.sh/.test(e)&&/^[ \t]*(?:sudo\s+|bash\s+)?\/etc\/eks\/bootstrap\.sh\b/m.test(e);function Ro(e){if(!/^\s*(?:MIME-Version|Content-Type): /i.test(e))return;let t=/boundary="?([^"\s;]{1,200})"?/i.exec(e)?.[1],n=e.split(`
`).map(e=>e.trimEnd());if(!(t===void 0||n.includes(`--${t}`)))return{message:`No line of this MIME text is \`--${t}\`, which its boundary promises: none of its parts is run`,help:`Start every part with \`--${t}\`, and end the last one with \`--${t}--\`.`}}function zo(){return{bad:[N(w`
        amiSelectorTerms:
          - alias: al2023@v20260715
        userData: |
          #!/bin/bash
          /etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'
      `),N(w`
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        userData: |
          #!/bin/bash
          echo hello
      `),N(w`
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
      `)],good:[N(w`
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
      `),N(w`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            # A comment
            [settings.kubernetes]
            kube-api-qps = 30
        `,`bottlerocket`)]}}const Bo={CronJob:{group:`batch`,path:[`spec`,`jobTemplate`,`spec`,`template`]},DaemonSet:{group:`apps`,path:[`spec`,`template`]},Deployment:{group:`apps`,path:[`spec`,`template`]},Job:{group:`batch`,path:[`spec`,`template`]},Pod:{group:``,path:[]},ReplicaSet:{group:`apps`,path:[`spec`,`template`]},Rollout:{group:`argoproj.io`,path:[`spec`,`template`]},StatefulSet:{group:`apps`,path:[`spec`,`template`]}},Vo=({namespace:e})=>e??`default`;function Q(e){return e.manifests.flatMap(e=>{let t=Object.hasOwn(Bo,e.kind)?Bo[e.kind]:void 0;return!t||t.group!==u(e.apiVersion)||!m(e.get([...t.path,`spec`]))||e.kind===`Pod`&&e.get([`spec`,`nodeName`])!==void 0?[]:[{manifest:e,template:t.path,namespace:Vo(e)}]})}const Ho=e=>e.manifests.some(({kind:e,apiVersion:t})=>(e===`NodePool`||e===`Provisioner`)&&u(t)===`karpenter.sh`);function Uo({manifest:e,template:t}){return Wo(e.get([...t,`metadata`,`labels`]))}function Wo(e){let t=Object.entries(m(e)??{}).map(([e,t])=>[e,h(t)??``]);return t.some(([e,t])=>l(e)||l(t))?void 0:Object.fromEntries(t)}function Go(e,t){let n=m(e.get(t)),r=Wo(n?.matchLabels);if(!n||!r||e.isPartial)return;let i=d(n.matchExpressions).map(e=>{let{key:t,operator:n,values:r}=m(e)??{};return{key:h(t)??``,operator:h(n)??``,values:d(r).map(e=>h(e)??``)}});return i.flatMap(({key:e,operator:t,values:n})=>[e,t,...n]).some(e=>l(e))?void 0:{matchLabels:r,matchExpressions:i}}const Ko=[`ebs.csi.aws.com`,`ebs.csi.eks.amazonaws.com`,`kubernetes.io/aws-ebs`],qo=`WaitForFirstConsumer`,Jo=j({id:`volume-binding-mode`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Workloads`,mistakes:[104],on:{Manifests(e,{report:t}){if(Ho(e))for(let n of e.manifests){if(n.kind!==`StorageClass`||u(n.apiVersion)!==`storage.k8s.io`)continue;let e=[`volumeBindingMode`],r=n.get(e),i=r===`Immediate`||r===void 0&&!n.isPartial;Ko.includes(h(n.get([`provisioner`]))??``)&&i&&(n.get([`allowedTopologies`])!==void 0||l(n.name)||t({manifest:n,at:r===void 0?n.keySpan([`provisioner`]):n.span(e),message:`\`${n.name}\` makes volumes in any zone, before it is known where their pod can run`,help:`Write \`volumeBindingMode: ${qo}\`.`,fix:{description:`Write \`volumeBindingMode: ${qo}\``,edits:r===void 0?ae(n,[],`volumeBindingMode`,qo):_(n,e,qo)}}))}}},docs:{summary:`A StorageClass makes EBS volumes before it is known where their pod runs.`,why:"With `Immediate`, which is the default, a volume is made in any zone as soon as its claim is there. While a claim is unbound Karpenter leaves its pod aside, and afterwards the pod may run in the zone of the volume alone, whether a NodePool allows that zone or not.",help:"Write `volumeBindingMode: WaitForFirstConsumer`. The field cannot be changed on an existing StorageClass: that one has to be made anew, which its volumes do not notice.",url:`https://kubernetes.io/docs/concepts/storage/storage-classes/#volume-binding-mode`},examples:Yo});function Yo(){return{bad:[L(M(),w`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
          volumeBindingMode: Immediate
        `),L(M(),w`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
        `)],good:[L(M(),w`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
          volumeBindingMode: WaitForFirstConsumer
        `),L(M(),w`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: efs
          provisioner: efs.csi.aws.com
          volumeBindingMode: Immediate
        `)]}}const Xo=j({id:`volume-key`,severity:`warning`,since:`0.1.0`,providers:[`aws`],theme:`Volumes`,mistakes:[66],on:{Manifests(e,t){for(let n of K(e))Qo(n,t)}},docs:{summary:`Volumes are encrypted with a key that the controller may not use.`,why:"EC2 encrypts a volume with the rights of who launches the instance. With a key of one’s own that nobody is allowed to use, the instance ends within seconds with `Client.InternalError`, Karpenter launches another, and so on. It is told where Terraform makes the key without a policy or grant of its own, and the controller’s policy has no right to it.",help:"Allow the controller `kms:CreateGrant`, `kms:Decrypt`, `kms:DescribeKey` and `kms:GenerateDataKeyWithoutPlaintext` on the key, or grant them in the key’s policy.",url:`https://karpenter.sh/docs/troubleshooting/#node-terminates-before-ready-on-failed-encrypted-ebs-volume`},examples:$o}),Zo=[`spec`,`blockDeviceMappings`];function Qo(e,{all:t,report:n}){let r=O(e),i=t.manifests.filter(e=>O(e)===r);if(i.some(({kind:e})=>e===`aws_kms_grant`||e===`aws_kms_key_policy`))return;let a=Kn(t).filter(([e])=>e&&O(e.policy)===r);if(a.length===1&&Jn(a[0])&&!X(a[0],`kms:CreateGrant`))for(let t of d(e.get(Zo)).keys()){let r=[...Zo,t,`ebs`,`kmsKeyID`],a=/^aws_kms_key\.([\w-]+)\.(?:arn|id|key_id)$/.exec(A(e,r)??``)?.[1],o=i.find(e=>e.kind===`aws_kms_key`&&e.name===a);o&&o.get([`spec`,`policy`])===void 0&&n({manifest:e,at:e.span(r),message:`Nothing allows the controller to use the key \`${o.name}\`: instances end as soon as they are launched`,help:"Allow it `kms:CreateGrant` and the rest in its policy, or in that of the key.",labels:[{span:o.span([`metadata`,`name`]),message:`the key`}]})}}function $o(){return{bad:[T`
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

        ${I(`default`,N(w`
            role: KarpenterNodeRole-demo
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  encrypted: true
                  kmsKeyID: \${aws_kms_key.nodes.arn}
          `))}
      `],good:[T`
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

        ${I(`default`,N(w`
            role: KarpenterNodeRole-demo
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  encrypted: true
                  kmsKeyID: \${aws_kms_key.nodes.arn}
          `))}
      `,T`
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

        ${I(`default`,N(w`
            role: KarpenterNodeRole-demo
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  encrypted: true
                  kmsKeyID: \${aws_kms_key.nodes.arn}
          `))}
      `]}}const es=[St,zt,Vt,qt,Qt,sn,dn,vn,Cn,kn,Pn,Zn,ar,mr,Tr,Fr,Hr,Qr,ti,ii,si,hi,vi,Ei,Mi,Vi,Gi,Qi,sa,eo,ao,lo,_o,yo,So,wo,ko,Po,Jo,Xo];function ts(e,t){if(e===void 0)return!1;for(let[n,r]of Object.entries(e.matchLabels??{}))if(ns(t,n)!==r)return!1;return(e.matchExpressions??[]).every(({key:e,operator:n,values:r=[]})=>{let i=ns(t,e);switch(n){case`In`:return i!==void 0&&r.includes(i);case`NotIn`:return i===void 0||!r.includes(i);case`Exists`:return i!==void 0;case`DoesNotExist`:return i===void 0;default:return!1}})}const ns=(e,t)=>Object.hasOwn(e,t)?e[t]:void 0;function rs(e){if(e===void 0)return``;let t=Object.entries(e.matchLabels??{}).map(e=>JSON.stringify(e)),n=(e.matchExpressions??[]).map(({key:e,operator:t,values:n=[]})=>JSON.stringify([e,t,[...n].sort()]));return JSON.stringify([t.sort(),[...new Set(n)].sort()])}const is=({kind:e,apiVersion:t})=>e===`PodDisruptionBudget`&&u(t)===`policy`;function as(e){let t=new Map;for(let n of Q(e)){let e=Uo(n);if(e===void 0||l(n.namespace))continue;let r=os(n.manifest);for(let i of[``,...Object.entries(e).map(e=>e.join(`=`))]){let a=JSON.stringify([r,i]),o=t.get(a)??[];t.set(a,o),o.length<200&&o.push({workload:n,labels:e})}}let n=new Map,r=new Map;for(let i of e.manifests.filter(is)){let e=Go(i,[`spec`,`selector`]),[a]=Object.entries(e?.matchLabels??{}),o=(t.get(JSON.stringify([os(i),a?.join(`=`)??``]))??[]).filter(({labels:t})=>ts(e,t)).map(({workload:e})=>e);n.set(i,o);for(let e of o)r.set(e,[...r.get(e)??[],i].slice(0,2))}return{byBudget:n,byWorkload:r}}const os=e=>`${Vo(e)} ${e.source.file.slice(0,Math.max(0,e.source.file.lastIndexOf(`/`)))}`,ss=j({id:`blocking-pdb`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[41,43,44],on:{Manifests(e,t){if(!Ho(e))return;let{byBudget:n,byWorkload:r}=as(e),i=ps(e);for(let[e,r]of n)ls(e,t)||us({budget:e,workloads:r,replicas:i},t);for(let[e,n]of r)ds(e,n,t)}},docs:{summary:`A PodDisruptionBudget never lets a pod go, or two of them speak of the same pods.`,why:"Karpenter drains a node by the eviction API and leaves nodes alone whose pods it may not evict: such a node is never consolidated, and its drift is never rolled out. An expired node with such a pod stays half drained until its `terminationGracePeriod` ends. Where two budgets select one pod, the API refuses every eviction. A budget that says 0 or 100 % in so many words is a note, for that may be meant.",help:`Allow one pod to be away, run more replicas than must be available, and let one budget speak for each pod.`,url:`https://karpenter.sh/docs/concepts/disruption/#pod-disruption-budgets`},examples:ms}),cs={maxUnavailable:/^0%?$/,minAvailable:/^100%$/};function ls(e,{report:t}){let n=Object.keys(cs).find(t=>cs[t].test(h(e.get([`spec`,t]))??``));return n!==void 0&&(t({manifest:e,at:e.span([`spec`,n]),severity:`note`,message:`\`${n}: ${e.get([`spec`,n])}\` lets no pod go: Karpenter never consolidates or updates a node that one of them is on`,help:`Allow at least one pod to be away.`}),!0)}function us({budget:e,workloads:t,replicas:n},{report:r}){let i=[`spec`,`minAvailable`],a=e.get(i),[s]=t;if(typeof a!=`number`||a<1||!s||t.length>1)return;let{manifest:c}=s,l=(c.kind===`Deployment`||c.kind===`StatefulSet`)&&!c.isPartial?n.get(fs(c)):void 0;l!==void 0&&(l===0||l>a||r({manifest:e,at:e.span(i),message:`\`minAvailable: ${a}\` of ${o(l,`pod`)} lets none go: Karpenter never consolidates or updates a node that one of them is on`,labels:[{span:c.span([`spec`,`replicas`]),message:`no more pods than that`}],help:"Run one pod more than must be available, or write `maxUnavailable: 1`."}))}function ds(e,t,{report:n}){let[r,i]=t;r&&i&&r.name!==i.name&&n({manifest:i,at:i.span([`spec`,`selector`]),message:`Pods of ${e.manifest.kind} \`${e.manifest.name}\` are under two PodDisruptionBudgets, \`${r.name}\` and \`${i.name}\`: the API refuses every eviction`,labels:[{span:r.span([`spec`,`selector`]),message:`this one selects them too`}],help:`Leave one budget for each pod.`})}const fs=({kind:e,name:t})=>`${e}/${t}`;function ps(e){let t=new Map;for(let n of e.manifests){let e=n.get([`spec`,`replicas`]),r=fs(n);if(e===void 0)continue;let i=!t.has(r)||t.get(r)===e;t.set(r,i&&typeof e==`number`?e:void 0)}for(let n of e.manifests){if(n.kind!==`HorizontalPodAutoscaler`&&n.kind!==`ScaledObject`)continue;let e=[`spec`,`scaleTargetRef`],r=h(n.get([...e,`kind`]))??`Deployment`;t.delete(fs({kind:r,name:h(n.get([...e,`name`]))??``}))}return t}function ms(){return{bad:[L(M(),hs,gs(`minAvailable: 1`)),L(M(),gs(`maxUnavailable: 0`))],good:[L(M(),hs,w`
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
        `,gs(`minAvailable: 1`)),gs(`maxUnavailable: 0`,`no-karpenter-here`)]}}const hs=w`
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
`,gs=(e,t=`web`)=>w`
  apiVersion: policy/v1
  kind: PodDisruptionBudget
  metadata:
    name: ${t}
  spec:
    ${e}
    selector:
      matchLabels:
        app: web
`,_s=j({id:`bound-comment`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Which nodes a pool may launch`,mistakes:[16],on:{NodePool:ys,Provisioner:ys},docs:{summary:"A comment says that a bound is included, and `Gt` or `Lt` leaves it out.",why:"`Gt` is greater than, not at least: `instance-generation Gt 5` starts at generation 6. Where a comment beside it says “at least 5” or “5 and newer”, one of the two is wrong, and the instance types in between are never launched.",help:"Use the number before it, or `Gte` and `Lte`, which Karpenter knows since 1.9.",url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:xs}),vs={Gt:/(?:>=|≥|=>|\bat least|\bminimum(?: of)?|\bno less than|\bstarting (?:at|with))\s*(?:gen(?:eration)?\s*)?(\d+)\b|\b(\d+)(?:\+|\s*(?:and|or)\s+(?:newer|later|up|above|more|higher|greater)\b)/i,Lt:/(?:<=|≤|=<|\bat most|\bmaximum(?: of)?|\bno more than|\bup to)\s*(?:gen(?:eration)?\s*)?(\d+)\b|\b(\d+)\s*(?:and|or)\s+(?:older|earlier|below|less|lower|fewer|smaller)\b/i};function ys(e,{report:t,karpenter:n,isKarpenterAssumed:r}){if(!e.source.origin)for(let i of B(e)){let{operator:a,values:o}=i,[s]=o,c=Object.hasOwn(vs,a)?vs[a]:void 0;if(!c||!s?.isKnown||o.length!==1||!/^\d{1,9}$/.test(s.text))continue;let l=c.exec(bs(e,i));if(!l||(l[1]??l[2])!==s.text)continue;let u=String(Number(s.text)+(a===`Gt`?-1:1)),d=n.gteLteOperators&&!r?`, or \`${a}e\``:``;t({at:e.span(s.path),message:`The comment says “${l[0].trim()}”, and \`${a} ${s.text}\` leaves ${s.text} out`,help:`Write \`${a} ${u}\`${d}.`,fix:{description:`Replace by \`${u}\``,edits:_(e,s.path,`"${u}"`)}})}}function bs(e,{path:t}){let n=new re(e.source.text),{start:r,end:i}=e.span(t),[a,o]=[n.position(r).line,n.position(i).line],s=Array.from({length:Math.min(20,o-a+1)},(e,t)=>/(?:^|\s)#(.*)$/.exec(n.line(a+t))?.[1]??``);return[a>1?/^\s*#(.*)$/.exec(n.line(a-1))?.[1]??``:``,...s].join(` 
 `)}function xs(){return{bad:[L(M({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:w`
            - key: karpenter.sh/capacity-type
              operator: In
              values: [on-demand]
            # generation 5 and newer
            - key: karpenter.k8s.aws/instance-generation
              operator: Gt
              values: ["5"]
          `}),P)],good:[L(M({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:w`
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
          `}),P)]}}const Ss=[`jan`,`feb`,`mar`,`apr`,`may`,`jun`,`jul`,`aug`,`sep`,`oct`,`nov`,`dec`],Cs=[`sun`,`mon`,`tue`,`wed`,`thu`,`fri`,`sat`],ws=[{name:`minute`,min:0,max:59,names:[]},{name:`hour`,min:0,max:23,names:[]},{name:`day of month`,min:1,max:31,names:[]},{name:`month`,min:1,max:12,names:Ss},{name:`day of week`,min:0,max:6,names:Cs}],Ts={"@yearly":`0 0 1 1 *`,"@annually":`0 0 1 1 *`,"@monthly":`0 0 1 * *`,"@weekly":`0 0 * * 0`,"@daily":`0 0 * * *`,"@midnight":`0 0 * * *`,"@hourly":`0 * * * *`},Es=e=>`reason`in e;function Ds(e){let t=e.startsWith(`@`)?Ts[e]:e;if(t===void 0)return Os(e,0,void 0,`is none of ${Object.keys(Ts).join(`, `)}`);let n=/^\s*(?:CRON_)?TZ=\S*/.exec(t);if(n)return Os(n[0].trim(),t.indexOf(n[0].trim()),void 0,`is not possible: schedules are in UTC`);let r=[...t.matchAll(/\S+/g)];if(r.length!==ws.length)return Os(t,0,void 0,`has ${r.length} fields, 5 are needed`);let i=[];for(let[e,t]of ws.entries()){let n=ks(r[e][0],t);if(`reason`in n)return{...n,start:n.start+r[e].index};i.push([...n].sort((e,t)=>e-t))}let a=e=>/(^|,)[*?](-[^,/]*)?(\/0*1)?(,|$)/.test(r[e][0]);return{minutes:i[0],hours:i[1],daysOfMonth:i[2],months:i[3],daysOfWeek:i[4],isAnyDayOfMonth:a(2),isAnyDayOfWeek:a(4)}}const Os=(e,t,n,r)=>({part:e,start:t,field:n,reason:r});function ks(e,t){let n=new Set;for(let r of e.matchAll(/[^,]+/g)){let e=As(r[0],t);if(typeof e==`string`)return Os(r[0],r.index,t.name,e);for(let t=e.from;t<=e.to;t+=e.step)n.add(t)}return n}function As(e,t){let[n=``,r,...i]=e.split(`/`),[a=``,o,...s]=n.split(`-`);if(i.length>0)return"has more than one `/`";let c=a===`*`||a===`?`;if(s.length>0&&!c)return"has more than one `-`";let l=c?t.min:js(a,t),u=r===void 0?1:Ms(r),d=c?t.max:o===void 0?r===void 0?l:t.max:js(o,t);return l===void 0||d===void 0||u===void 0?`is not a number or a name`:l<t.min?`starts below ${t.min}`:d>t.max?`goes beyond ${t.max}`:l>d?`ends before it starts`:u===0?`has a step of 0`:{from:l,to:d,step:u}}function js(e,t){let n=t.names.indexOf(e.toLowerCase());return n===-1?Ms(e):n+t.min}const Ms=e=>/^\+?\d{1,9}$/.test(e)?Number(e):void 0,Ns=6e4;function Ps(e,t){let n=(Math.floor(t/Ns)+1)*Ns,r=new Date(n),i=r.getUTCFullYear()+5;for(let t=0;t<2196;t++){let a=new Date(Date.UTC(r.getUTCFullYear(),r.getUTCMonth(),r.getUTCDate()+t));if(a.getUTCFullYear()>i)break;let o=Fs(e,a)?Is(e,a.getTime(),n):void 0;if(o!==void 0)return o}}function Fs(e,t){if(!e.months.includes(t.getUTCMonth()+1))return!1;let n=e.daysOfMonth.includes(t.getUTCDate()),r=e.daysOfWeek.includes(t.getUTCDay());return e.isAnyDayOfMonth||e.isAnyDayOfWeek?n&&r:n||r}function Is({hours:e,minutes:t},n,r){for(let i of e)for(let e of t){let t=n+(i*60+e)*Ns;if(t>=r)return t}}function Ls(e,{start:t,end:n}){let r=[];for(let{cron:i,durationMs:a}of e){let e=Ps(i,t-a);for(let t=0;e!==void 0&&e<n;t++){if(t>2e4)return;r.push({start:e,end:e+a}),e=Ps(i,e)}}r.sort((e,t)=>e.start-t.start||e.end-t.end);let i=[];for(let e of r){let t=i.at(-1);t&&e.start<=t.end?i[i.length-1]={start:t.start,end:Math.max(t.end,e.end)}:i.push(e)}return i}function Rs(e,{start:t,end:n}){let r=[],i=t;for(let t of e)t.start>i&&r.push({start:i,end:Math.min(t.start,n)}),i=Math.max(i,t.end);return i<n?[...r,{start:i,end:n}]:r}const zs={discounts:[],savingsPlans:[],teamLabel:`team`},Bs=({regions:e,families:t},n,r)=>(e.length===0||e.includes(n))&&(t.length===0||t.includes(r)),Vs=e=>e.slice(0,e.indexOf(`.`)),Hs={preferencePolicy:`Respect`,minValuesPolicy:`Strict`,vmMemoryOverheadPercent:.075,reservedENIs:0,clusterCABundle:void 0,featureGates:{reservedCapacity:!0}},Us={approvals:1,monthlyIncreaseUsd:void 0,nodesReplaced:void 0,unschedulablePods:void 0,freeze:[]},Ws={region:void 0,zones:void 0,nodeClassZones:{},karpenterVersion:void 0,kubernetesVersion:void 0,karpenter:{},existingNodes:void 0,capacityReservations:{},snapshot:void 0,spotPricing:`advisor`,pricing:zs,rules:{},ignore:[],overrides:[],neverSuppress:[],changedLines:!1,firstRound:!1,set:{},failOn:`error`,environments:{},gate:Us,sources:{render:!0,roots:[],ignore:[],chartRepositories:[]},timeZone:void 0,today:`1970-01-01`};function Gs(e,t){let n=`${Ks(e,`UTC`)} UTC`;return t===void 0||t===`UTC`?n:`${n} (${Ks(e,t)} ${t})`}function Ks({start:e,end:t},n){let[r,i]=[qs(e,n),qs(t,n)];return`${r.day} ${r.time} to ${r.day===i.day?``:`${i.day} `}${i.time}`}function qs(e,t){let n=new Intl.DateTimeFormat(`en-US`,{timeZone:t,hourCycle:`h23`,weekday:`short`,month:`short`,day:`numeric`,hour:`2-digit`,minute:`2-digit`}),r=new Map(n.formatToParts(e).map(({type:e,value:t})=>[e,t])),i=e=>r.get(e)??``;return{day:`${i(`weekday`)} ${i(`day`)} ${i(`month`)}`,time:`${i(`hour`)}:${i(`minute`)}`}}const Js=[`spec`,`disruption`,`budgets`],Ys=j({id:`budget-gaps`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[37],on:{NodePool(e,{report:t,settings:n}){let r=d(e.get(Js)),i=r.map(Xs);r.length!==0&&!e.isPartial&&i.every(e=>e!==void 0)&&$s(i)&&t({at:e.keySpan(Js),message:`Outside the windows of its ${r.length===1?`budget`:`budgets`}, \`${e.name}\` may disrupt any number of nodes at once`,help:`Add a budget without a schedule, such as \`nodes: 10%\`.${ec(i,n)}`})}},docs:{summary:`All disruption budgets of a pool are scheduled, so that nothing limits disruption outside their windows.`,why:`A budget counts only while its window is open, and where no budget counts, disruption is not limited at all. Budgets that are written replace the default of 10 %: a pool that is frozen during the day may have all its nodes replaced at once at night.`,help:"Add a budget without a schedule, such as `nodes: 10%`: the smallest of those that count holds.",url:`https://karpenter.sh/docs/concepts/disruption/#schedule`},examples:tc});function Xs(e){let{schedule:t,duration:n}=m(e)??{};if(typeof t!=`string`||typeof n!=`string`||l(t)||l(n))return;let r=Ds(t),i=/^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:0s)?$/.exec(n);if(!Es(r)&&i)return{cron:r,durationMs:(60*Number(i[1]??0)+Number(i[2]??0))*6e4}}const Zs=864e5,Qs=Date.UTC(2024,0,1);function $s(e){let t=e.every(({cron:e})=>e.isAnyDayOfMonth&&e.months.length===12),n={start:Qs,end:Qs+(t?7:366)*Zs},r=Ls(e,n);return r!==void 0&&Rs(r,n).length>0}function ec(e,{today:t,timeZone:n}){if(t===Ws.today)return``;let r=Date.parse(`${t}T00:00:00Z`),i={start:r,end:r+35*Zs},a=Ls(e,i),[o]=a?Rs(a,i):[],s=(a?.filter(({start:e})=>e>=r).slice(0,2)??[]).map(e=>Gs(e,n));return[...s.length>0?[` The next ${s.length===1?`window is`:`windows are`} ${s.join(`, then `)}.`]:[],...o?[` Without bound it is ${Gs(o,n)}.`]:[]].join(``)}function tc(){return{bad:[M({disruption:w`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
        `})],good:[M({disruption:w`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
        `}),M({disruption:w`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
              schedule: 0 8 * * *
              duration: 12h
            - nodes: 20%
              schedule: 0 20 * * *
              duration: 12h
        `})]}}const nc=j({id:`budget-rounding`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[38],on:{NodePool(e,{report:t}){let n=rc(e),r=[`spec`,`disruption`,`budgets`];if(!(n===void 0||n<2))for(let[i,a]of d(e.get(r)).entries()){let o=m(a)?.nodes,s=typeof o==`string`?Number(/^(\d{1,3})%$/.exec(o)?.[1]??0):0;s===0||s*n>=100||100/n<2*s||t({at:e.span([...r,i,`nodes`]),message:`\`${o}\` of at most ${n} nodes is rounded up to one: ${Math.round(100/n)} % of \`${e.name}\``,help:'Write `"1"` if one node at a time is meant.'})}}},docs:{summary:`A percentage of a pool that never has many nodes is one node, however small it is.`,why:"Karpenter rounds percentages of a budget up: 10 % of three nodes is one, a third of them. Where the number of nodes is bounded by `replicas` or `limits.nodes`, it is known beforehand that a small percentage never means what it says.",help:`Write the number of nodes that may go at once.`,url:`https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets`},examples:ic});function rc(e){let[t,n]=[e.get([`spec`,`replicas`]),e.get([`spec`,`limits`,`nodes`])],r=t??n;return typeof r==`number`||typeof r==`string`&&/^\d{1,6}$/.test(r)?Number(r):void 0}function ic(){return{bad:[L(M({disruption:w`
            consolidateAfter: 1m
            budgets:
              - nodes: 10%
          `,limits:w`
            cpu: 100
            nodes: 4
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),P)],good:[L(M({disruption:w`
            consolidateAfter: 1m
            budgets:
              - nodes: 10%
          `,limits:w`
            cpu: 100
            nodes: 40
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),P),L(M({disruption:w`
            consolidateAfter: 1m
            budgets:
              - nodes: "1"
          `,limits:w`
            cpu: 100
            nodes: 4
          `,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),P)]}}const ac=j({id:`budget-schedule`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[35,36],on:{NodePool(e,{report:t}){let n=[`spec`,`disruption`,`budgets`];for(let[r,i]of d(e.get(n)).entries()){let a=m(i)?.schedule;if(typeof a!=`string`||l(a)||!sc(a))continue;let o=Ds(a);if(!Es(o)){Ps(o,oc)===void 0&&t({at:e.span([...n,r,`schedule`]),severity:`warning`,message:`\`${a}\` never comes, and Karpenter takes the budget to hold at all times`,help:"Name a day that its months have, or leave `schedule` and `duration` out."});continue}let s=o.field===`day of week`?cc(a,o):void 0;t({at:e.span([...n,r,`schedule`]),message:`Karpenter cannot read this schedule, so that every budget of \`${e.name}\` allows no disruption at all: ${o.field?`${o.field} `:``}\`${o.part}\` ${o.reason}`,help:s?`Days are 0 (Sunday) to 6 and ranges do not wrap around: write \`${s}\`.`:`Write minute, hour, day of month, month and day of week, in UTC.`,...s&&{fix:{description:`Replace by \`${s}\``,edits:_(e,[...n,r,`schedule`],`"${s}"`)}}})}}},docs:{summary:`Karpenter cannot read the schedule of a disruption budget.`,why:"The API server checks no more than that a schedule has five parts. Karpenter parses it when it looks at budgets, and an error there makes every budget of the pool allow 0 nodes: nothing is consolidated, no drift is rolled out, and only an event says so. Days of the week are 0 to 6 and ranges do not wrap around, so that `7`, `1-7` and `sat-sun` are errors; schedules are always in UTC.",help:`Write five fields within their bounds, list days instead of wrapping around, and convert times to UTC.`,url:`https://karpenter.sh/docs/concepts/disruption/#schedule`},examples:uc}),oc=Date.UTC(2024,0,1),sc=e=>/^@(annually|yearly|monthly|weekly|daily|midnight|hourly)/.test(e)||e.trim().split(/\s+/).length>=5;function cc(e,{part:t,start:n}){let r=t.split(`-`).map(lc),[i,a=i]=r;if(r.length>2||i===void 0||a===void 0)return;let o=[],s=/[a-z]/i.test(t);for(let e=i;o.push(s?Cs[e%7]:String(e%7)),e%7!=a%7&&o.length!==7;e=(e+1)%7);let c=o.length===7?`*`:o.join(`,`),l=e.slice(0,n)+c+e.slice(n+t.length);return Es(Ds(l))?void 0:l}const lc=e=>{let t=Cs.indexOf(e.toLowerCase());return t===-1?/^[0-7]$/.test(e)?Number(e):void 0:t};function uc(){return{bad:[M({disruption:w`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
              schedule: 0 9 * * sat-sun
              duration: 8h
        `}),M({disruption:w`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
              schedule: TZ=Europe/Berlin 0 9 * * 1-5
              duration: 8h
        `}),M({disruption:w`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 30 2 *
              duration: 8h
        `})],good:[M({disruption:w`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
            - nodes: "1"
              schedule: "@daily"
              duration: 1h
        `})]}}const dc=j({id:`chart-crds`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Karpenter itself`,mistakes:[85],on:{Manifests(e,t){let n=te(D(e),({manifest:e})=>O(e));for(let e of n.values())pc(e,t)}},docs:{summary:`Karpenter and its CRDs are installed in different versions.`,why:"The API server drops fields that its CRDs do not know. With CRDs older than the controller, new fields of NodePools and EC2NodeClasses are gone without a word; with newer ones the controller meets fields that it does not know. The charts `karpenter` and `karpenter-crd` are looked at where they stand in one root of Terraform or one folder.",help:`Keep both charts at one version, and raise that of the CRDs first.`,url:`https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades`},examples:mc}),fc=({manifest:e,version:t})=>{let n=t&&k(e,t)?.replace(/^v/,``);return n!==void 0&&/^\d+\.\d+\.\d+$/.test(n)?n:void 0};function pc(e,{report:t}){let n=t=>e.filter(e=>e.chart===t&&e.version),[r,...i]=n(`karpenter-crd`),[a,...o]=n(`karpenter`);if(!r||!a||i.length>0||o.length>0)return;let[s,c]=[fc(r),fc(a)];s!==void 0&&c!==void 0&&s!==c&&t({manifest:r.manifest,at:r.manifest.span(r.version),message:`The CRDs are those of ${s}, the controller is ${c}`,help:`Install \`karpenter-crd\` in version ${c} too.`,labels:[{span:a.manifest.span(a.version),message:`the controller`}]})}function mc(){return{bad:[T`
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
      `,L(F(`karpenter-crd`,{version:`1.6.2`}),F(`karpenter`,{version:`1.7.1`}))],good:[T`
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
      `]}}const hc=j({id:`consolidate-after-load`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[46,47],on:{Manifests:_c},docs:{summary:"`consolidateAfter` of a pool does not go with the CronJobs that run there.",why:"`consolidateAfter` counts from the last time a pod came to a node or left it. With `0s` a node goes as soon as a job ends, and the next run of the job waits for a new one. With more time than passes between two runs, nodes that the job visits are never left alone for long enough, and are never consolidated. It is told where a CronJob chooses the pool by name.",help:`Choose a time that is longer than a pause in which nodes are worth keeping, and shorter than the interval of the jobs.`,url:`https://karpenter.sh/docs/concepts/disruption/#consolidation`},examples:bc}),gc=6e4;function _c(e,t){let n=Q(e).filter(({manifest:e})=>e.kind===`CronJob`);if(n.length!==0)for(let r of R(e)){let e=[`spec`,`disruption`,`consolidateAfter`],i=C(h(r.get(e))??``),a=Number(i??0)/1e6;if(i===void 0||r.get([`spec`,`disruption`,`consolidationPolicy`])===`WhenEmpty`)continue;let[o]=n.filter(e=>vc(r,e)).flatMap(e=>({job:e.manifest,every:yc(e.manifest)??NaN})).filter(({every:e})=>a===0?e<=9e5:e<a).sort((e,t)=>e.every-t.every||g(e.job.name,t.job.name));if(!o)continue;let s=`${o.every/gc} ${o.every===gc?`minute`:`minutes`}`;t.report({manifest:r,at:r.span(e),message:a===0?`\`${r.name}\` gives its nodes up as soon as \`${o.job.name}\` ends, and \`${o.job.name}\` comes back every ${s}`:`Nodes of \`${r.name}\` wait longer for quiet than passes between two runs of \`${o.job.name}\`, which comes every ${s}: they are never consolidated`,help:a===0?`Write a time that is longer than that.`:`Write a shorter time.`,labels:[{span:o.job.span([`spec`,`schedule`]),message:`how often it runs`}]})}}function vc(e,{manifest:t,template:n}){let r=m(t.get([...n,`spec`,`nodeSelector`]));return h(r?.[`karpenter.sh/nodepool`])===e.name}function yc(e){let t=Ds(h(e.get([`spec`,`schedule`]))??``);if(Es(t)||e.get([`spec`,`suspend`])===!0)return;let n=Ps(t,0),r=n===void 0?void 0:Ps(t,n);return n===void 0||r===void 0?void 0:r-n}function bc(){return{bad:[L(M({name:`batch`,disruption:w`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 0s
          `,limits:`cpu: 1000`,nodeClassRef:`default`,taints:w`
            - key: example.com/batch
              effect: NoSchedule
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),w`
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
        `,P),L(M({name:`batch`,disruption:w`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 30m
          `,limits:`cpu: 1000`,nodeClassRef:`default`,taints:w`
            - key: example.com/batch
              effect: NoSchedule
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),w`
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
        `,P)],good:[L(M({name:`batch`,disruption:w`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 5m
          `,limits:`cpu: 1000`,nodeClassRef:`default`,taints:w`
            - key: example.com/batch
              effect: NoSchedule
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),w`
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
        `,P),L(M({name:`batch`,disruption:w`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 0s
          `,limits:`cpu: 1000`,nodeClassRef:`default`,taints:w`
            - key: example.com/batch
              effect: NoSchedule
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),w`
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
        `,P)]}}const $=[`spec`,`disruption`],xc=[...$,`consolidateAfter`],Sc=j({id:`consolidate-after-policy`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[2,3],explains:[`schema/cel`,`schema/required`],on:{NodePool(e,t){let n=z(e,[...$,`consolidationPolicy`]),r=z(e,xc);if(!m(e.get($))||!n.isKnown||!r.isKnown)return;let i=(r.value??null)===null;f(e.apiVersion)===`v1beta1`?Cc(e,t,n.value??null,i):i&&wc(e,t)}},docs:{summary:"`consolidateAfter` and `consolidationPolicy` do not go together in this API version.",why:"In v1beta1 `consolidateAfter` belongs to `WhenEmpty` alone: beside `WhenUnderutilized`, which is also the default, a duration is refused, and `WhenEmpty` is refused without one. In v1 every `disruption` block needs it up to Karpenter 1.14; from 1.15 on it is `0s` when left out, so that nodes are consolidated as soon as a pod leaves.",help:"In v1beta1 write `consolidateAfter` beside `WhenEmpty` and nowhere else; in v1 write it in every `disruption` block.",url:`https://karpenter.sh/docs/concepts/disruption/#consolidation`},examples:Tc});function Cc(e,{report:t},n,r){if(n===`WhenEmpty`&&r&&t({at:e.keySpan([...$,`consolidationPolicy`]),message:"`consolidationPolicy: WhenEmpty` needs `consolidateAfter` in v1beta1: the API server refuses it without",help:"Say for how long a node must be empty before it goes, such as `consolidateAfter: 30s`.",fix:{description:"Add `consolidateAfter: 30s`",edits:ae(e,$,`consolidateAfter`,`30s`)},explains:{paths:[$]}}),n!==null&&n!==`WhenUnderutilized`||r||e.get(xc)===`Never`)return;let i=n===null?"`WhenUnderutilized`, the default policy,":"`consolidationPolicy: WhenUnderutilized`";t({at:e.keySpan(xc),message:`\`consolidateAfter\` may not stand beside ${i} in v1beta1: the API server refuses it`,help:"Remove it; v1 allows it beside `WhenEmptyOrUnderutilized`, or use `WhenEmpty` to remove empty nodes only.",...n!==null&&{labels:[{span:e.span([...$,`consolidationPolicy`]),message:`this policy decides by itself when to act`}]},fix:{description:"Remove `consolidateAfter`",edits:se(e,xc)},explains:{paths:[$]}})}function wc(e,{report:t,karpenter:n}){let r={description:"Add `consolidateAfter: 0s`",edits:ae(e,$,`consolidateAfter`,`0s`)};n.consolidateAfterDefaulted?t({at:e.keySpan($),severity:`note`,message:"`disruption` has no `consolidateAfter`, which is then `0s`: nodes are consolidated as soon as a pod leaves",help:"Write `consolidateAfter: 0s` to say so, or a longer time to avoid churn.",fix:r}):t({at:e.keySpan($),message:"`disruption` needs `consolidateAfter`: the API server refuses the block without it up to Karpenter 1.14",help:"Add it: `0s` acts at once, which is what Karpenter does when the whole block is absent.",fix:r,explains:{paths:[xc,$]}})}function Tc(){return{bad:[E({karpenter:`0.37`},M({apiVersion:`karpenter.sh/v1beta1`,disruption:w`
            consolidationPolicy: WhenUnderutilized
            consolidateAfter: 60s
          `})),M({disruption:`consolidationPolicy: WhenEmpty`}),E({karpenter:`0.37`},M({apiVersion:`karpenter.sh/v1beta1`,disruption:`consolidationPolicy: WhenEmpty`}))],good:[M({disruption:w`
          consolidationPolicy: WhenEmptyOrUnderutilized
          consolidateAfter: 60s
        `}),E({karpenter:`0.37`},M({apiVersion:`karpenter.sh/v1beta1`,disruption:w`
            consolidationPolicy: WhenUnderutilized
            consolidateAfter: Never
          `}))]}}const Ec=j({id:`controller-placement`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Karpenter itself`,mistakes:[86],on:{Manifests(e,{report:t}){for(let{manifest:n,chart:r,values:i}of D(e)){if(r!==`karpenter`)continue;let e=[...i,`nodeSelector`],a=Object.keys(m(n.get(e))??{}),o=a.find(e=>Dc.has(e));if(o!==void 0){let r=`\`${o}\` is a label of Karpenter’s own nodes alone: where there is none, the controller stays pending`;t({manifest:n,at:n.keySpan([...e,o]),message:r,help:`Choose nodes that something else makes.`})}let s=[...i,`affinity`];a.length>0||n.get(s)!==null||t({manifest:n,at:n.keySpan(s),message:`Without the chart’s affinity nothing keeps the controller off Karpenter’s own nodes`,help:`Leave the value out.`})}}},docs:{summary:`Karpenter is sent to nodes that it launches itself.`,why:`The chart keeps the controller off Karpenter’s own nodes. Where values send it there all the same, a cluster without such a node never gets one, because what would launch it is pending; and consolidation may end the node that the controller runs on.`,help:`Run the controller on a managed node group, an InstanceGroup or Fargate.`,url:`https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/`},examples:Oc}),Dc=new Set([`karpenter.sh/capacity-type`,`karpenter.sh/initialized`,`karpenter.sh/nodepool`,`karpenter.sh/registered`]);function Oc(){return{bad:[F(`karpenter`,{values:w`
          nodeSelector:
            karpenter.sh/nodepool: system
        `}),F(`karpenter`,{values:`affinity: null`})],good:[F(`karpenter`,{values:w`
          nodeSelector:
            karpenter.sh/controller: "true"
        `}),F(`karpenter`,{values:w`
          nodeSelector:
            eks.amazonaws.com/nodegroup: system
          affinity: null
        `})]}}const kc=[`spec`,`template`,`spec`],Ac=j({id:`expiry-blocked`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[41],on:{Manifests(e,{report:t}){let n=R(e),r=n.map(e=>{let t=z(e,[...kc,`expireAfter`]),n=z(e,[...kc,`terminationGracePeriod`]);return t.isKnown&&n.isKnown&&f(e.apiVersion)===`v1`&&t.value!==`Never`&&n.value===void 0});if(!(n.length===0||r.includes(!1)))for(let{manifest:r,template:i}of Q(e)){let e=[...i,`metadata`,`annotations`,ue];r.kind!==`Deployment`&&r.kind!==`StatefulSet`||h(r.get(e))!==`true`||t({manifest:r,at:r.keySpan(e),message:`Nodes with pods of ${r.kind} \`${r.name}\` stay half drained once they expire: no NodePool has a \`terminationGracePeriod\``,labels:[{span:n[0].keySpan(kc),message:`such as this one`}],help:"Set `terminationGracePeriod` in the pool that they run on."})}}},docs:{summary:`Pods that may not be disrupted run for ever on nodes that expire, and nothing ends the wait.`,why:"An expired node is tainted and drained whatever budgets say, after 30 days unless `expireAfter` says otherwise. A pod with `karpenter.sh/do-not-disrupt` is not evicted, so that the node stays half drained and paid for as long as the pod is there: for a Deployment or a StatefulSet, until somebody deletes it.",help:"Set `terminationGracePeriod` in the NodePool, after which such a pod goes as well, or `expireAfter: Never` and another way of renewing nodes.",url:`https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod`},examples:jc});function jc(){return{bad:[L(M(),w`
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
        `)],good:[L(M({requirements:[],terminationGracePeriod:`24h`}),w`
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
        `),L(M(),w`
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
        `)]}}const Mc=[`spec`,`disruption`,`budgets`],Nc=j({id:`frozen-nodes`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[39],on:{NodePool(e,{report:t}){if(e.isPartial)return;let n=d(e.get(Mc)).map(e=>m(e)??{}).findIndex(({nodes:e,schedule:t,reasons:n})=>/^0%?$/.test(h(e)??``)&&t===void 0&&d(n).length===0);if(n===-1)return;let r=z(e,[`spec`,`template`,`spec`,`expireAfter`]).value===`Never`||f(e.apiVersion)===`v1beta1`;t({at:e.span([...Mc,n,`nodes`]),...r&&{severity:`warning`},message:`This budget blocks all voluntary disruption of \`${e.name}\` at all times: ${r?`its nodes are never patched`:`its nodes change by expiry alone`}`,help:"Name the `reasons` to block, or give it a window by `schedule` and `duration`."})}},docs:{summary:`A disruption budget of 0 holds at all times and for all reasons.`,why:"Such a pool is never consolidated and its drift is never rolled out: new AMIs and changed node classes reach no running node. Nodes are then replaced by expiry alone, which asks no budget, and where `expireAfter` is `Never` not at all: they are never patched, and the finding is a warning.",help:"Name the `reasons` that are to be blocked, or give the budget a window by `schedule` and `duration`.",url:`https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets`},examples:Pc});function Pc(){return{bad:[M({requirements:[],expireAfter:`Never`,disruption:w`
          consolidateAfter: 1m
          budgets:
            - nodes: "0"
        `})],good:[M({disruption:w`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              reasons: [Underutilized]
        `}),M({name:`business-hours`,disruption:w`
          consolidateAfter: 1m
          budgets:
            - nodes: 10%
            - nodes: "0"
              schedule: 0 9 * * mon-fri
              duration: 8h
        `})]}}const Fc=({source:{file:e,origin:t}})=>t?`${t.tool} ${t.root}`:e;function Ic(e){let t=new Map;for(let n of R(e)){let e=Fc(n),r=t.get(e);r?r.push(n):t.set(e,[n])}return[...t.values()].filter(e=>e.length>1&&new Set(e.map(({name:e})=>e)).size===e.length)}const Lc=/(?:^|\.)(?:kubernetes\.io|k8s\.io|karpenter\.sh|karpenter\.k8s\.aws)\//;function Rc(e){let t=[...B(e),...ot(e)];return d(e.get([`spec`,`template`,`spec`,`taints`])).length===0&&t.every(({key:e,isKnown:t})=>t&&Lc.test(e))}const zc=j({id:`full-reservations`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Capacity reservations`,mistakes:[],on:{Manifests(e,{karpenter:t,report:n}){if(t.offersFullReservations)for(let t of Ic(e)){let e=t.filter(e=>Bc(e)&&Rc(e));for(let t of e){let r=Dn(t),i=r&&e.find(e=>Dn(e)===void 0&&Vc(t,e));i&&n({manifest:t,at:t.span(r.path),message:`While its reservations are full, \`${t.name}\` holds back pods that \`${i.name}\` could take`,help:"Allow `on-demand` here, too: Karpenter takes reserved capacity first.",labels:[{span:i.span([`metadata`,`name`]),message:`is not tried meanwhile`}]})}}}},docs:{summary:`While its reservations are full, a NodePool of reserved capacity alone holds back pods that another NodePool could take.`,why:`Up to Karpenter 1.14 a full reservation was no offering, so pods went to the NodePool of the next lower weight. From 1.15 on it is one that is waited for: a pod for which a NodePool has nothing but full reservations stays pending until one has room, and NodePools after it are not tried. Where the same NodePool allows another capacity type, too, it launches that.`,help:"Allow `on-demand` beside `reserved` in the same NodePool: Karpenter takes reserved capacity first.",url:`https://karpenter.sh/docs/tasks/odcrs/`},examples:Hc}),Bc=e=>!e.isPartial&&z(e,[`spec`,`weight`]).isKnown&&e.get([`spec`,`replicas`])===void 0,Vc=(e,t)=>U(e)>U(t)||U(e)===U(t)&&g(e.name,t.name)>0;function Hc(){return{bad:[E({karpenter:`1.15`},L(M({name:`reserved`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved]`]}),M({name:`fallback`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),N(w`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `)))],good:[E({karpenter:`1.15`},L(M({name:`reserved`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved, on-demand]`]}),M({name:`fallback`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [spot]`]}),N(w`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `))),E({karpenter:`1.15`},L(M({name:`training`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,taints:w`
              - key: example.com/training
                effect: NoSchedule
            `,requirements:[`karpenter.sh/capacity-type In [reserved]`]}),M({name:`general`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),N(w`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `))),E({karpenter:`1.15`},L(M({name:`reserved`,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [reserved]`]}),M({name:`general`,weight:50,limits:`cpu: 100`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),N(w`
            capacityReservationSelectorTerms:
              - id: cr-0123456789abcdef0
          `)))]}}const Uc=j({id:`gpu-taint`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Pools beside each other`,mistakes:[90],on:{NodePool:Wc,Provisioner:Wc},docs:{summary:`A pool of instance types with GPUs or other accelerators has no taint.`,why:`Any pod that has no place elsewhere may be given a node of this pool: an ordinary web server on an instance that costs many times what it needs, and a node that consolidation cannot remove while the pod is there.`,help:"Taint the pool, such as with `nvidia.com/gpu:NoSchedule`, and let the pods that need it tolerate that.",url:`https://karpenter.sh/docs/concepts/scheduling/#acceleratorsgpu-resources`},examples:Gc});function Wc(e,{report:t,catalog:n,compatible:r}){let i=r(e),a=e.kind===`NodePool`?[`spec`,`template`,`spec`]:[`spec`],o=z(e,[...a,`taints`]);n&&i?.isExact&&i.names.length!==0&&(!o.isKnown||d(o.value).length>0||i.names.every(e=>{let{gpus:t,accelerator:r}=n.type(e);return t.length>0||r!==void 0})&&t({at:e.keySpan(a),message:`Every instance type of \`${e.name}\` has GPUs or other accelerators, and no taint keeps ordinary pods away`,help:"Add a taint such as `nvidia.com/gpu:NoSchedule`, which the pods that need it tolerate."}))}function Gc(){return{bad:[M({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6, g6e]`]})],good:[M({name:`gpu`,requirements:[`karpenter.k8s.aws/instance-family In [g6, g6e]`],taints:w`
          - key: nvidia.com/gpu
            effect: NoSchedule
        `}),M({name:`mixed`,requirements:[`karpenter.k8s.aws/instance-family In [g6, m7i]`]})]}}const Kc=j({id:`limit-fit`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`How much a pool may launch`,mistakes:[28],on:{NodePool:Yc,Provisioner:Yc},docs:{summary:`A limit is no multiple of what every node of the pool brings, so that the rest of it is never used.`,why:"Karpenter launches a node only while the whole of it stays within `limits`. Where all instance types of a pool come in the same large step, what is left below that step is never launched: the pool is smaller than its limit says, by up to a node.",help:`Write a multiple of the step, or allow smaller instance types.`,url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:Qc}),qc={cpu:{unit:`vCPU`,of:({vcpus:e})=>e},"nvidia.com/gpu":{unit:`GPUs`,of:({gpus:e})=>e.reduce((e,t)=>e+(t.manufacturer===`nvidia`?t.count:0),0)}},Jc={cpu:16,"nvidia.com/gpu":4};function Yc(e,{report:t,catalog:n,compatible:r}){let i=st(e),a=r(e);if(n&&a?.isExact&&a.names.length!==0)for(let[r,s]of Object.entries(m(i.value)??{})){let c=Object.hasOwn(qc,r)?qc[r]:void 0,l=typeof s==`string`||typeof s==`number`?x(s):void 0;if(!c||!l)continue;let u=Xc(a,n)[r],d=u.reduce(Zc,0),f=Math.floor(l%d);if(d<Jc[r]||l<Math.min(...u)||f===0)continue;let p=Math.floor(l/d),ee=u.length===1?`holds ${o(p,`node`)} of ${d} ${c.unit}`:`is no multiple of ${d} ${c.unit}, in steps of which all its nodes come`;t({at:e.span([...i.path,r]),message:`\`${r}: ${s}\` of \`${e.name}\` ${ee}: ${f} cannot be reached`,help:`Write ${p*d} or ${(p+1)*d}, or allow smaller instance types.`})}}const Xc=Ti(({names:e},t)=>Object.fromEntries(Object.entries(qc).map(([n,{of:r}])=>[n,[...new Set(e.map(e=>r(t.type(e))))]]))),Zc=(e,t)=>t===0?e:Zc(t,e%t);function Qc(){return{bad:[L(M({limits:`cpu: 2063`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["32"]`]}),P)],good:[L(M({limits:`cpu: 2048`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["32"]`]}),M({name:`small`,weight:10,limits:`cpu: 2063`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-cpu In ["4", "8"]`,`karpenter.sh/capacity-type In [on-demand]`]}),P)]}}const $c={cpu:({vcpus:e})=>e,memory:({memoryMib:e})=>e*2**20*.85,"nvidia.com/gpu":({gpus:e})=>e.reduce((e,{count:t,manufacturer:n})=>e+(n===`nvidia`?t:0),0)},el=j({id:`limits-below-one-node`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`How much a pool may launch`,mistakes:[28],on:{NodePool:tl,Provisioner:tl},docs:{summary:`The limits of a pool are smaller than its smallest instance type.`,why:"Karpenter launches a node only while the whole of it stays within `limits`. A limit below the smallest instance type that the requirements leave admits none: the pool launches nothing, and only an event says so. Amounts of memory without a unit are bytes. A limit of 0 is taken for a pool that is switched off.",help:`Raise the limit to several nodes, with its unit, or allow smaller instance types.`,url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:rl});function tl(e,{report:t,catalog:n,compatible:r}){let i=st(e),a=r(e);if(n&&a?.isExact&&a.names.length!==0)for(let[r,o]of Object.entries(m(i.value)??{})){let s=typeof o==`string`||typeof o==`number`?x(o):void 0;if(!Object.hasOwn($c,r)||!s)continue;let c=nl(a,n)[r];if(c.amount<=s)continue;let l=r===`memory`&&/^\d+$/.test(String(o));t({at:e.span([...i.path,r]),message:`\`${e.name}\` may have ${o}${l?` bytes`:``} of \`${r}\` in all, and its smallest instance type, ${c.name}, has more: it launches nothing`,help:l?`Write the unit, such as \`${o}Gi\`.`:"Raise the limit to several nodes, or allow smaller instance types; `0` says that nothing is to be launched."})}}const nl=Ti(({names:e},t)=>Object.fromEntries(Object.entries($c).map(([n,r])=>{let[i]=e.map(e=>({name:e,amount:r(t.type(e))})).sort((e,t)=>e.amount-t.amount||g(e.name,t.name));return[n,i]})));function rl(){return{bad:[M({requirements:[`node.kubernetes.io/instance-type In [m7i.8xlarge, m7i.16xlarge]`,`karpenter.sh/capacity-type In [on-demand]`],limits:`cpu: 16`}),M({limits:w`
          cpu: 100
          memory: 1000
        `})],good:[M({requirements:[`node.kubernetes.io/instance-type In [m7i.8xlarge]`,`karpenter.sh/capacity-type In [on-demand]`],limits:w`
          cpu: 32
          memory: 128Gi
        `}),M({name:`switched-off`,limits:`cpu: 0`})]}}const il=j({id:`min-values`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Which nodes a pool may launch`,mistakes:[23],explains:[`provisioning/nodepool-empty`],on:{NodePool(e,{report:t,catalog:n,compatible:r,settings:i,isRegionAssumed:a}){let o=r(e);if(n&&o?.isExact&&o.names.length!==0&&i.karpenter.minValuesPolicy!==`BestEffort`)for(let{path:r,key:i}of B(e)){let s=e.get([...r,`minValues`]),c=al(n,o.names,v(i));typeof s!=`number`||c===void 0||c>=s||t({at:e.span([...r,`minValues`]),...a&&{severity:`warning`},message:`\`${e.name}\` asks for ${s} values of \`${i}\`, and the instance types of ${n.region} that it allows have ${c}: it launches nothing`,help:`Lower it to ${c} or less, or allow more instance types.`,explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}})}}},docs:{summary:"A requirement asks for more variety by `minValues` than the instance types that are left have.",why:"Karpenter launches a node only while the instance types it may choose from have at least `minValues` different values of the label. Where the requirements of the pool themselves leave fewer, that is never so: the pool is passed over, and its pods stay pending. With `minValuesPolicy: BestEffort` Karpenter launches all the same.",help:"Lower `minValues`, or allow more instance types.",url:`https://karpenter.sh/docs/concepts/nodepools/#min-values`},examples:ol});function al(e,t,n){if(n===y.instanceType)return t.length;let r=e.labels.get(n);if(r===void 0)return;let i=new Set(t);return new Set(e.types.flatMap(({name:e},t)=>i.has(e)?r[t]:[])).size}function ol(){return{bad:[M({requirements:w`
          - key: karpenter.k8s.aws/instance-category
            operator: In
            values: [m]
          - key: karpenter.k8s.aws/instance-generation
            operator: In
            values: ["5"]
          - key: karpenter.k8s.aws/instance-family
            operator: Exists
            minValues: 20
        `})],good:[M({requirements:w`
          - key: karpenter.k8s.aws/instance-category
            operator: In
            values: [c, m, r]
          - key: karpenter.k8s.aws/instance-family
            operator: Exists
            minValues: 5
          - key: node.kubernetes.io/instance-type
            operator: Exists
            minValues: 20
        `}),M({name:`own-label`,requirements:w`
          - key: karpenter.k8s.aws/instance-category
            operator: In
            values: [c, m, r]
          - key: example.com/team
            operator: Exists
            minValues: 2
        `})]}}function sl(e,t){let{origin:n,text:r}=e.source;if(!n)return!1;let{start:i,end:a}=e.keySpan(t),o=Math.max(a,e.span(t).end),[s]=/^:?(?:\s|#[^\n]*)*/.exec(r.slice(o)),c=o+s.length+1,{span:l,isExact:u}=n.trace(i,c);return!u||l.end-l.start!==c-i}const cl=j({id:`no-empty-fields`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Every object`,mistakes:[],yieldsTo:[`schema/required`],on:{NodePool:ll,Provisioner:ll,NodeClass:ll,NodeTemplate:ll,NodeOverlay:ll},docs:{summary:`A field stands there without a value.`,why:`A key without a value is null, and the API server drops it as if it were not written: the default holds, not what the key seems to promise. Often the value was meant to follow, or what was meant to stand under the key is not indented.`,help:`Give it a value, or remove it.`,url:`https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting-and-nullable`},examples:fl});function ll(e,{report:t,karpenter:n}){if(!e.isPartial)for(let r of dl(e.get([`spec`]),[`spec`])){if(n.opensKubelet&&ul(r)||sl(e,r))continue;let i=String(r.at(-1));t({at:e.keySpan(r),message:`\`${r.join(`.`)}\` has no value: the API server drops it as if it were not there`,help:`Give it a value, or remove it.`,fix:{description:`Remove \`${i}\``,edits:se(e,r)},explains:{paths:[r],mentioning:i}})}}const ul=([,e,...t])=>e===`kubelet`&&t.length>1;function dl(e,t){return Array.isArray(e)?e.flatMap((e,n)=>dl(e,[...t,n])):Object.entries(m(e)??{}).flatMap(([e,n])=>n===null?e===`tags`&&/SelectorTerms$/.test(String(t.at(-2)))?[]:[[...t,e]]:dl(n,[...t,e]))}function fl(){return{bad:[w`
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
      `],good:[T`
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
      `,M({weight:10}),E({karpenter:`1.15`},N(w`
          role: karpenter-nodes
          amiSelectorTerms:
            - alias: al2023@v20260701
          kubelet:
            reservedMemory:
              - numaNode: 0
                limits:
        `))]}}const pl=({apiVersion:e,kind:t},n)=>t===n.kind&&u(e)===n.group,ml=({group:e=``,kind:t=``})=>`${e}/${t.toLowerCase()}`,hl=[`NodePool`,`Provisioner`,`NodeOverlay`],gl=(e,t)=>e.manifests.flatMap(e=>_l(e,t)??[]);function _l(e,t){if(u(e.apiVersion)===`karpenter.sh`){let n=hl.find(t=>t===e.kind);return n===void 0?void 0:{manifest:e,handler:n,provider:n===`NodeOverlay`?void 0:yl(e,t)}}for(let{name:n,nodeClasses:r,nodeTemplate:i}of t){if(r.some(t=>pl(e,t)))return{manifest:e,handler:`NodeClass`,provider:n};if(i&&pl(e,i))return{manifest:e,handler:`NodeTemplate`,provider:n}}}const vl=({nodeClasses:e,nodeTemplate:t})=>t?[...e,t]:e;function yl(e,t){let{group:n,kind:r}=ct(e)??{};return n===void 0&&r===void 0?t[0]?.name??null:t.find(e=>vl(e).some(e=>e.group===n||e.kind===r))?.name??null}const bl=({providers:e},t)=>e===`every`||t===void 0||t!==null&&e.includes(t);function xl({providers:e},t){if(e===`every`)return!0;let n=t.flatMap(({provider:e})=>e===void 0?[]:[e]);return n.length===0||n.some(t=>t!==null&&e.includes(t))}const Sl=j({id:`node-class-exists`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Every object`,mistakes:[],explains:[`provisioning/nodepool-not-ready`],on:{Manifests(e,t){let{report:n,nearest:r,providers:i}=t;for(let a of i.flatMap(vl)){let{kind:o}=a,s=kl(e,a,i),c=Nl(e,a),l=s[0];if(c===void 0||l===void 0)continue;if(c.length===0){n({manifest:l.pool,at:l.pool.span([...l.path,`name`]),severity:`note`,message:`No ${o} is among these manifests, so that ${Dl(s.length)} cannot be checked`,help:`Review the manifests of the ${o} together with the pools that use it.`});continue}let u=new Set(c),d=s.filter(({name:e})=>!u.has(e)).map(e=>({...e,wanted:r(e.name,c)})),f=wl(a,t),p=e=>e.wanted!==void 0||f(e);Cl(d.filter(e=>!p(e)),o,t);for(let{pool:e,path:t,name:r,wanted:i}of d.filter(p))n({manifest:e,at:e.span([...t,`name`]),message:`${e.kind} \`${e.name}\` refers to ${o} \`${r}\`, which is not among these manifests`,help:i?`Did you mean \`${i}\`?`:`Add it, or refer to one of: ${c.join(`, `)}.`,explains:{paths:[[...t,`name`]]},...i&&{fix:{description:`Replace by \`${i}\``,edits:_(e,[...t,`name`],i)}}})}}},docs:{summary:`A NodePool refers to a node class that the manifests do not have.`,why:"A NodePool whose EC2NodeClass does not exist is not ready (`NodeClassNotFound`) and launches nothing. Where the class comes from elsewhere, such as Terraform, a note says that the reference cannot be checked.",help:`Correct the name, or add the EC2NodeClass.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecnodeclassref`},examples:Pl});function Cl(e,t,{report:n}){let[r]=e;r&&n({manifest:r.pool,at:r.pool.span([...r.path,`name`]),severity:`note`,message:`${t} \`${r.name}\` is not among these manifests, so that ${Dl(e.length)} cannot be checked`,help:`Review the manifests of the ${t} together with the pools that use it.`})}function wl(e,{all:t,base:n,providers:r}){let i=new Set(n?Ml(n,e).map(({name:e})=>e):[]),a=new Set(t.manifests.filter(Ol).map(El)),o=new Set(Ml(t,e).map(El)),s=new Set([...o].filter(e=>!a.has(e)).map(ne)),c=new Map;for(let{name:n,pool:i}of kl(t,e,r))c.set(n,(c.get(n)??new Set).add(El(i)));return({pool:e,name:t})=>{if(i.has(t))return!0;if((c.get(t)?.size??0)>1)return!1;let n=El(e);return o.has(n)||Tl(n).some(e=>s.has(e))}}function Tl(e){let t=e===``?[]:e.split(`/`);return[``,...t.map((e,n)=>t.slice(0,n+1).join(`/`))]}const El=({source:e})=>ne(e.file),Dl=e=>e===1?`the reference to one`:`${e} references to one`,Ol=({kind:e,apiVersion:t})=>(e===`NodePool`||e===`Provisioner`)&&u(t)===`karpenter.sh`,kl=(e,t,n)=>e.manifests.filter(Ol).flatMap(e=>{let r=V(e);return r!==void 0&&jl(r,t,Al(e,n))?[{pool:e,path:r.path,name:r.name}]:[]}),Al=(e,[t])=>e.kind===`Provisioner`?t?.nodeTemplate:t?.nodeClasses[0],jl=({group:e,kind:t},n,r)=>(t??r?.kind)===n.kind&&(e??n.group)===n.group,Ml=(e,t)=>e.manifests.filter(e=>pl(e,t));function Nl(e,t){if(e.files.some(e=>e.isBroken))return;let n=Ml(e,t).map(e=>e.name);return n.some(e=>e===``||l(e))?void 0:[...new Set(n)].sort()}function Pl(){return{bad:[L(M({requirements:[],nodeClassRef:`defualt`}),w`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `),M({requirements:[],nodeClassRef:`default`})],good:[L(M({requirements:[],nodeClassRef:`default`}),w`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `)]}}const Fl=j({id:`overlapping-pools`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Pools beside each other`,mistakes:[32],on:{Manifests(e,t){for(let n of Il(e))Ll(n,t)}},docs:{summary:`Several NodePools take the same pods, and nothing says which of them comes first.`,why:"Karpenter tries NodePools by weight, and those of one weight by name, backwards: `spot` before `general`, `on-demand` before `gpu`. Where neither weights nor taints nor labels tell pools apart, their names decide which nodes are launched, and a renamed pool changes the bill. Pools of one file, or of one root that is rendered, are compared: others may be those of another cluster.",help:"Give the pool that should come first a higher `weight`, or keep pods apart by taints.",url:`https://karpenter.sh/docs/concepts/nodepools/#specweight`},examples:Hl});function Il(e){return Ic(e).flatMap(e=>{let t=new Map;for(let n of e){let e=z(n,[`spec`,`weight`]);if(n.isPartial||!e.isKnown||n.get([`spec`,`replicas`])!==void 0||!Rc(n))continue;let r=JSON.stringify(e.value??0);ee(t,r,n)}return[...t.values()].filter(e=>e.length>1)})}function Ll(e,t){let n=e.slice(0,60).flatMap(e=>Rl(e,t)??[]),r=n.filter(e=>n.some(t=>t!==e&&zl(e,t))).sort((e,t)=>g(t.pool.name,e.pool.name)),[i,...a]=r;if(!i||a.length===0)return;let o=e=>e.map(({pool:e})=>`\`${e.name}\``).join(`, `);t.report({manifest:i.pool,at:i.pool.span([`metadata`,`name`]),message:`${o(r)} take the same pods with the same weight: by their names \`${i.pool.name}\` is tried first, then ${o(a)}`,help:`Give the one that should come first a higher \`weight\`, or keep pods apart by taints. ${Bl(r)}`,labels:a.slice(0,5).map(({pool:e})=>({span:e.span([`metadata`,`name`]),message:`takes the same pods`}))})}function Rl(e,{compatible:t,catalog:n}){let r=t(e);if(!r?.isExact||!n||r.names.length===0||r.names.filter(e=>(n.type(e)?.gpus.length??0)>0).length===r.names.length)return;let i=[`on-demand`,`spot`].map(e=>({type:e,...r.count(e)}));return{pool:e,names:new Set(r.names),architectures:new Set(r.names.flatMap(e=>n.type(e)?.architecture??[])),zones:new Set(i.flatMap(({zones:e})=>e)),capacityTypes:i.filter(({instanceTypes:e})=>e>0).map(({type:e})=>e)}}const zl=(e,t)=>[...e.architectures].some(e=>t.architectures.has(e))&&[...e.zones].some(e=>t.zones.has(e));function Bl(e){let t=e.flatMap((t,n)=>e.slice(n+1).filter(e=>zl(t,e)).map(e=>[t,e])),n=t.length>6?`; and ${o(t.length-6,`more pair`)}`:``;return`They share: ${t.slice(0,6).map(([e,t])=>Vl(e,t)).join(`; `)}${n}.`}function Vl(e,t){let n=[...e.names].filter(e=>t.names.has(e)).length,r=[...e.zones].filter(e=>t.zones.has(e)).length,i=e.capacityTypes.filter(e=>t.capacityTypes.includes(e)),a=i.length>0?`as ${i.join(` and `)}`:`bought in different ways`;return`\`${e.pool.name}\` and \`${t.pool.name}\` ${o(n,`instance type`)} in ${o(r,`zone`)}, ${a}`}function Hl(){return{bad:[L(M({name:`on-demand`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [on-demand]`,`karpenter.k8s.aws/instance-category In [c, m, r]`],nodeClassRef:`default`}),M({name:`spot`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [spot]`,`karpenter.k8s.aws/instance-category In [c, m, r]`],nodeClassRef:`default`}),P)],good:[L(M({name:`on-demand`,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),M({name:`spot`,weight:10,limits:`cpu: 100`,requirements:[`karpenter.sh/capacity-type In [spot]`],nodeClassRef:`default`}),M({name:`team-search`,limits:`cpu: 100`,labels:`team: search`,requirements:[`karpenter.sh/capacity-type In [on-demand]`],nodeClassRef:`default`}),P)]}}const Ul=j({id:`pod-grace-period`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Disruption`,mistakes:[42],on:{Manifests(e,{report:t}){let n=[`spec`,`template`,`spec`,`terminationGracePeriod`],r=R(e).map(e=>({pool:e,seconds:Wl(z(e,n))})),i=r.flatMap(({pool:e,seconds:t})=>t===void 0?[]:[{pool:e,seconds:t}]),a=i.toSorted((e,t)=>t.seconds-e.seconds)[0];if(!(!a||i.length<r.length))for(let{manifest:r,template:i}of Q(e)){let e=[...i,`spec`,`terminationGracePeriodSeconds`],o=r.get(e),s=[`nodeSelector`,`affinity`].some(e=>r.get([...i,`spec`,e])!==void 0);typeof o!=`number`||o<=a.seconds||s||t({manifest:r,at:r.span(e),message:`These pods ask for ${o} s to end, and no NodePool gives its nodes more than ${a.seconds} s: they are killed before`,labels:[{span:a.pool.span(n),message:`the longest there is`}],help:"Give the pool a longer `terminationGracePeriod`."})}}},docs:{summary:`Pods ask for more time to end than any pool gives its nodes.`,why:"The `terminationGracePeriod` of a NodePool bounds how long a node may drain, whatever PodDisruptionBudgets say. Pods that ask for more by `terminationGracePeriodSeconds` are deleted at once and killed when the node’s time is up, before theirs is.",help:"Give the pool a longer `terminationGracePeriod` than the longest of its pods.",url:`https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod`},examples:Gl});function Wl({value:e}){let t=typeof e==`string`?C(e):void 0;return t===void 0?void 0:Number(t/1000000000n)}function Gl(){return{bad:[L(M({requirements:[],terminationGracePeriod:`30m`}),w`
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
        `)],good:[L(M({requirements:[],terminationGracePeriod:`30m`}),M({name:`patient`,weight:10,requirements:[],terminationGracePeriod:`4h`}),w`
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
        `),L(M({requirements:[],terminationGracePeriod:`30m`}),w`
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
        `)]}}const Kl=j({id:`pod-requests`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[92],on:{Manifests(e,{report:t}){if(Ho(e))for(let{manifest:n,template:r}of Q(e)){if(m(n.get([`metadata`,`annotations`]))?.[`helm.sh/hook`]!==void 0)continue;let e=[...r,`spec`],i=[...e,`containers`],a=d(n.get(i));if(a.some(e=>m(e)?.image===void 0))continue;let o=a.flatMap((e,t)=>ql(n,[...i,t])?[]:[h(m(e)?.name)??String(t)]);o.length===0||n.isPartial||ql(n,e)||t({manifest:n,at:n.keySpan(i),message:`${Y(o)} of ${n.kind} \`${n.name}\` ${o.length===1?`requests`:`request`} neither CPU nor memory: Karpenter gives ${o.length===1?`it`:`them`} no room`,help:"Set `resources.requests`."})}}},docs:{summary:`Containers of a workload request neither CPU nor memory.`,why:`Karpenter chooses nodes by what pods request, and by nothing else. A pod that requests nothing fits anywhere: nodes come out too small, their memory runs out and pods are killed. A LimitRange or a VerticalPodAutoscaler may fill the requests in; manifests do not show it.`,help:"Set `resources.requests` for CPU and memory.",url:`https://karpenter.sh/docs/troubleshooting/`},examples:Jl});function ql(e,t){let n=e.get([...t,`resources`]);return l(n)?!0:[`requests`,`limits`].some(e=>{let t=m(n)?.[e],r=Object.keys(m(t)??{});return l(t)||r.some(e=>e!==`ephemeral-storage`)})}function Jl(){return{bad:[L(M(),w`
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
        `)],good:[L(M(),w`
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
        `),L(M(),w`
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
        `),L(M({name:`beside-a-test-of-a-chart`}),w`
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
        `),w`
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
      `]}}const Yl=j({id:`price-gap`,severity:`note`,since:`0.1.0`,providers:`every`,theme:`Which nodes a pool may launch`,mistakes:[],on:{NodePool:Xl,Provisioner:Xl},docs:{summary:`Between the instance types of a pool there is a gap in price: when the cheap ones run out, the next costs many times as much.`,why:"Karpenter launches the cheapest instance type that there is. When AWS has none of it for a while, the next one of the pool takes its place, whatever it costs: a pool of `large` and `24xlarge` alone pays for 48 times the machine so that one small pod runs.",help:`Allow the sizes in between, or give the large ones a pool of their own.`,url:`https://karpenter.sh/docs/concepts/nodepools/#instance-types`},examples:$l});function Xl(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i?.isExact||i.names.length<2)return;let a=Zl(i,n);if(!a)return;let{cheap:o,dear:s}=a,c=Math.floor(s.hourlyUsd/o.hourlyUsd);t({at:e.span(ft(e)),message:`\`${e.name}\` goes from ${o.name} at ${Ql(o.hourlyUsd)} straight to ${s.name} at ${Ql(s.hourlyUsd)} an hour: when the first runs out, its pods cost ${c} times as much`,help:`Allow the sizes in between, or give the large ones a pool of their own.`})}const Zl=Ti(({names:e},t)=>{let n=[];for(let r of e){let e=wi(t,r);if(e===void 0)return;n.push({name:r,hourlyUsd:e})}n.sort((e,t)=>e.hourlyUsd-t.hourlyUsd||g(e.name,t.name));let r=n.findIndex(({hourlyUsd:e},t)=>t>0&&e>=8*n[t-1].hourlyUsd),[i,a]=[n[r-1],n[r]];return i&&a&&{cheap:i,dear:a}}),Ql=e=>`$${e.toFixed(e<.1?4:2)}`;function $l(){return{bad:[L(M({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`node.kubernetes.io/instance-type In [m7i.large, m7i.24xlarge]`,`karpenter.sh/capacity-type In [on-demand]`]}),P)],good:[L(M({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-family In [m7i]`,`karpenter.sh/capacity-type In [on-demand]`]}),P),L(M({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`node.kubernetes.io/instance-type In [m7i.large, m7i.2xlarge]`,`karpenter.sh/capacity-type In [on-demand]`]}),P)]}}const eu=j({id:`removed-pod-keys`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Workloads`,mistakes:[10,11,12],on:{Manifests(e,t){if(!t.karpenter.v1)return;let n=R(e).map(({name:e})=>e);for(let{manifest:r,template:i}of Q(e)){let e=(...e)=>[...i,...e];for(let n of tu(r,e(`metadata`,`annotations`)))ou(r,n,me,t);for(let i of tu(r,e(`spec`,`nodeSelector`)))cu({manifest:r,path:i,pools:n},t);for(let n of nu(r,e(`spec`)))for(let e of ru(r,n))su(r,e,he,t);for(let[n]of d(r.get(e(`spec`,`tolerations`))).entries())su(r,e(`spec`,`tolerations`,n,`key`),de,t)}}},docs:{summary:`A pod uses an annotation, label or taint of Karpenter that is no longer known.`,why:"Karpenter renamed them on the way to v1 and looks at the old ones no more. `do-not-evict` protects no pod; a pod that selects `karpenter.sh/provisioner-name` finds no node, and one that is to keep away from Karpenter’s nodes by it does not; and the toleration of `karpenter.sh/disruption` no longer matches the taint of a node that is going.",help:`Use the new name.`,url:`https://karpenter.sh/docs/upgrading/v1-migration/`},examples:lu}),tu=(e,t)=>Object.keys(m(e.get(t))??{}).map(e=>[...t,e]);function nu(e,t){let n=[...t,`affinity`,`nodeAffinity`,`requiredDuringSchedulingIgnoredDuringExecution`,`nodeSelectorTerms`];return d(e.get(n)).map((e,t)=>[...n,t,`matchExpressions`])}function ru(e,t){let n=d(e.get(t)).map((e,n)=>[...t,n,`key`]);return n.some(t=>e.get(t)===y.nodePool)?[]:n}const iu=(e,t)=>t!==void 0&&Object.hasOwn(e,t)?e[t]:void 0,au=(e,t)=>({message:`Karpenter no longer knows \`${e}\`: it has no effect`,help:`Use \`${t}\`.`});function ou(e,t,n,{report:r}){let i=String(t.at(-1)),a=iu(n,i);a!==void 0&&e.get([...t.slice(0,-1),a])===void 0&&r({manifest:e,at:e.keySpan(t),...au(i,a),fix:{description:`Rename to \`${a}\``,edits:pe(e,t,a)}})}function su(e,t,n,{report:r}){let i=h(e.get(t)),a=iu(n,i);i!==void 0&&a!==void 0&&(d(e.get(t.slice(0,-2))).some(e=>m(e)?.key===a)||r({manifest:e,at:e.span(t),...au(i,a),...e.get([...t.slice(0,-1),`value`])===void 0&&{fix:{description:`Replace by \`${a}\``,edits:_(e,t,a)}}}))}function cu({manifest:e,path:t,pools:n},{report:r}){let i=String(t.at(-1)),a=iu(he,i);if(a===void 0)return;let o=h(e.get(t));r({manifest:e,at:e.keySpan(t),message:`No node has the label \`${i}\` any more: these pods stay pending`,help:`Use \`${a}\` with the name of the NodePool.`,...o!==void 0&&n.includes(o)&&{fix:{description:`Rename to \`${a}\``,edits:pe(e,t,a)}}})}function lu(){return{bad:[w`
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
      `,w`
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
      `],good:[w`
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
      `,w`
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
      `,E({karpenter:`0.32`},w`
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
        `)]}}const uu=[`cpu`,`memory`,`nodes`,`pods`,`ephemeral-storage`],du={mem:`memory`,ram:`memory`,gpu:`nvidia.com/gpu`},fu=j({id:`require-limits`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`How much a pool may launch`,mistakes:[29,30],on:{NodePool:pu,Provisioner:pu},docs:{summary:`A NodePool has no limits, or limits that bound nothing.`,why:"Karpenter launches nodes for every pod that is pending. Without `limits` a runaway Deployment, a HorizontalPodAutoscaler with a wrong target or a crash loop is answered with more nodes until the AWS quota ends it. The keys of `limits` are free-form, so that a misspelt resource is accepted and limits nothing.",help:"Set `limits.cpu` and `limits.memory` to what the workloads of this pool may cost at most.",url:`https://karpenter.sh/docs/concepts/nodepools/#speclimits`},examples:gu});function pu(e,t){let{report:n}=t,r=st(e);if(!r.isKnown||hu(e)||e.get([`spec`,`replicas`])!==void 0)return;let i=Object.keys(m(r.value)??{});if(i.length===0){n({at:e.keySpan(e.get(r.path)===void 0?[`spec`]:r.path),message:`${e.kind} \`${e.name}\` has no limits: nothing bounds the nodes it may launch`,help:"Set `limits.cpu` and `limits.memory` to the most this pool may grow to."});return}let a=i.filter(e=>!uu.includes(e)&&!/[/{$]|^hugepages-/.test(e));for(let n of a)mu(e,n,t);if(a.length===0&&!i.some(e=>e===`cpu`||e===`memory`||e.includes(`/`))){let t=i.includes(`nodes`);n({at:e.keySpan(r.path),message:`The limits of ${e.kind} \`${e.name}\` name neither \`cpu\` nor \`memory\`: the size of its nodes is not bounded${t?`, and their number only roughly, for nodes that are launched at once do not see each other`:``}`,help:"Add `cpu` and `memory`.",...t&&{severity:`note`}})}}function mu(e,t,{report:n,nearest:r}){let i=st(e),a=du[t.toLowerCase()]??r(t,uu),o=a!==void 0&&e.get([...i.path,a])===void 0;n({at:e.keySpan([...i.path,t]),message:`\`${t}\` is not a resource that nodes have: this entry limits nothing`,help:a?`Did you mean \`${a}\`?`:"Use `cpu`, `memory` or an extended resource such as `nvidia.com/gpu`.",...o&&{fix:{description:`Rename to \`${a}\``,edits:pe(e,[...i.path,t],a)}}})}function hu(e){let t=m(e.get([`spec`]))??{};if(Object.keys(t).some(e=>e!==`limits`&&a(e,[`limits`])!==void 0))return!0;let n=Object.keys(m(t.limits)??{});return e.kind===`Provisioner`&&n.length>0&&!n.includes(`resources`)}function gu(){return{bad:[M({limits:null}),M({limits:w`
          cpu: 100
          mem: 400Gi
        `}),w`
        apiVersion: karpenter.sh/v1alpha5
        kind: Provisioner
        metadata:
          name: default
        spec:
          limits:
            resources:
              pods: 500
      `],good:[M({limits:w`
          cpu: 100
          memory: 400Gi
        `}),M({name:`gpu`,limits:`nvidia.com/gpu: 8`})]}}const _u=new Set([y.zone,y.zoneId,y.capacityType,y.instanceType,y.instanceFamily]),vu=j({id:`satisfiable-requirements`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Which nodes a pool may launch`,mistakes:[93],explains:[`provisioning/nodepool-empty`],on:{NodePool:yu,Provisioner:yu},docs:{summary:`No instance type of the region satisfies all requirements of a pool.`,why:`Each requirement is valid by itself, so the API server accepts the pool and Karpenter reports it ready; but it never launches a node, and the pods meant for it stay pending.`,help:`Widen the requirement that leaves nothing, or the ones before it that exclude what it asks for.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements`},examples:Su});function yu(e,{report:t,catalog:n,compatible:r,isRegionAssumed:i}){let a=r(e),o=a?.emptied;if(!n||!a||!o)return;let{requirement:s,before:c,values:l,isUnknownValue:u}=o,d=v(s.key);if(u&&_u.has(d))return;let f=s.path.length===1;t({at:f?e.keySpan(s.path):e.span(s.path),...i&&{severity:`warning`},message:`No instance type of ${n.region} satisfies the requirements of \`${e.name}\`: ${bu(s)}${f?`, which v1alpha5 adds by itself,`:``} leaves none of ${c}`,labels:o.conflicts.map(t=>({span:e.span(t.path),message:`no instance type satisfies this and \`${s.key}\` together`})),help:u?`No instance type has such a value: \`${d}\` is ${xu(l)}.`:`The instance types left before it have \`${d}\` ${xu(l)}: widen one or the other.`,explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}})}const bu=({key:e,operator:t,values:n})=>`\`${[e,t,n.map(e=>e.text).join(`, `)].filter(Boolean).join(` `)}\``;function xu(e){if(e.length===0)return`nothing`;let t=e.slice(0,6).join(`, `);return e.length>6?`${t} and ${e.length-6} more`:t}function Su(){return{bad:[M({requirements:[`karpenter.k8s.aws/instance-family In [m7g, c7g]`,`kubernetes.io/arch In [amd64]`]}),M({requirements:[`karpenter.k8s.aws/instance-cpu In ["5"]`]})],good:[M({requirements:[`karpenter.k8s.aws/instance-family In [m7g, c7g]`,`kubernetes.io/arch In [arm64]`]})]}}const Cu=j({id:`spot-flexibility`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Which nodes a pool may launch`,mistakes:[21],on:{NodePool:wu,Provisioner:wu},docs:{summary:`A pool allows spot and leaves few instance types or a single zone to choose from.`,why:`Spot capacity comes and goes per instance type and zone. With few of them, interruptions come together and replacements find nothing; and Karpenter moves a spot node to a cheaper spot node only while at least 15 cheaper instance types remain.`,help:`Allow at least 15 instance types in several families, sizes and zones, or on-demand beside spot.`,url:`https://karpenter.sh/docs/concepts/disruption/#spot-consolidation`},examples:Eu});function wu(e,{report:t,catalog:n,compatible:r}){let i=r(e);if(!n||!i?.isExact||i.names.length===0)return;let{instanceTypes:a,zones:s}=i.count(`spot`);if(a===0||a>=15&&s.length>1)return;let c=i.count(`on-demand`).instanceTypes===0;t({at:e.span(Tu(e)),severity:c||a<5?`warning`:`note`,message:`\`${e.name}\` allows spot and leaves ${o(a,`instance type`)} in ${o(s.length,`zone`)} of ${n.region} to choose from`,help:a<15?`Allow at least 15 instance types, over several families, sizes and zones: fewer are interrupted together, and Karpenter does not move spot nodes to cheaper spot nodes.`:`Allow more zones: spot capacity runs out zone by zone.`})}const Tu=e=>H(e).find(({key:e})=>v(e)===y.capacityType)?.path??(e.kind===`NodePool`?[`spec`,`template`,`spec`,`requirements`]:[`spec`,`requirements`]);function Eu(){return{bad:[M({requirements:[`karpenter.k8s.aws/instance-family In [t4g]`,`karpenter.sh/capacity-type In [spot, on-demand]`,`topology.kubernetes.io/zone In [us-east-1a]`]}),E({region:`eu-central-1`},M({requirements:[`node.kubernetes.io/instance-type In [m6i.large, m6i.xlarge]`,`karpenter.sh/capacity-type In [spot]`]}))],good:[M({requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [spot, on-demand]`]}),M({requirements:[`karpenter.k8s.aws/instance-family In [t4g]`,`karpenter.sh/capacity-type In [on-demand]`]})]}}const Du=j({id:`startup-taints`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Pools beside each other`,mistakes:[87,88],on:{Manifests(e,t){for(let n of R(e))ju(n,t);for(let n of Ge(e,`cilium`))Mu(n,t)}},docs:{summary:`A startup taint is missing that Cilium puts on new nodes, or one is misspelt that something is to take off.`,why:"Karpenter waits for startup taints to go, and counts on the node meanwhile. Cilium’s operator taints nodes on which its agent does not run yet: where a pool does not name that taint among its `startupTaints`, Karpenter takes the node for one that its pods cannot use, and launches another. A startup taint that nobody takes off, because its name is not quite the one that an agent knows, keeps the node from ever being initialized, and so from being consolidated or replaced.",help:"Name the taint under `startupTaints`, as the agent spells it.",url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecstartuptaints`},examples:Nu}),Ou=[`spec`,`template`,`spec`,`startupTaints`],ku=[`node.cilium.io/agent-not-ready`,`ebs.csi.aws.com/agent-not-ready`,`efs.csi.aws.com/agent-not-ready`,`fsx.csi.aws.com/agent-not-ready`,`s3.csi.aws.com/agent-not-ready`],Au=e=>e.split(`.`)[0];function ju(e,{report:t,nearest:n}){for(let r of d(e.get(Ou)).keys()){let i=[...Ou,r,`key`],a=h(e.get(i))??``,o=ku.includes(a)?void 0:n(a,ku);o!==void 0&&Au(o)===Au(a)&&t({manifest:e,at:e.span(i),message:`Nothing takes \`${a}\` off: the nodes of \`${e.name}\` are never initialized`,help:`Did you mean \`${o}\`?`,fix:{description:`Replace by \`${o}\``,edits:_(e,i,o)}})}}function Mu({manifest:e,values:t},{all:n,report:r}){let i=(...n)=>e.get([...t,...n]),a=h(i(`agentNotReadyTaintKey`))??ku[0];if(!(e.isPartial||typeof i()==`string`||a.includes(`$`)||i(`operator`,`setNodeTaints`)===!1||i(`operator`,`enabled`)===!1))for(let t of R(n))O(t)!==O(e)||t.isPartial||d(t.get(Ou)).map((e,n)=>h(t.get([...Ou,n,`key`]))).some(e=>e===void 0||e===a)||r({manifest:t,at:t.span(Ou),message:`Cilium puts \`${a}\` on new nodes, and \`${t.name}\` does not name it among its startup taints: pods get a node twice`,help:`Add \`{key: ${a}, effect: NoExecute}\` to \`startupTaints\`.`,labels:[{span:e.span([`metadata`,`name`]),message:`Cilium`}]})}function Nu(){return{bad:[L(M({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),F(`cilium`),P),L(M({limits:`cpu: 1000`,nodeClassRef:`default`,startupTaints:w`
            - key: ebs.csi.aws.com/agent-notready
              effect: NoExecute
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),P)],good:[L(M({limits:`cpu: 1000`,nodeClassRef:`default`,startupTaints:w`
            - key: node.cilium.io/agent-not-ready
              effect: NoExecute
          `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),F(`cilium`),P),L(M({limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.sh/capacity-type In [on-demand]`]}),F(`cilium`,{values:w`
            operator:
              setNodeTaints: false
          `}),P)]}}const Pu=[`spec`,`template`,`spec`],Fu=j({id:`taint-pairs`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Pools beside each other`,mistakes:[89],explains:[`provisioning/nodepool-not-ready`],on:{NodePool(e,{report:t}){let n=new Map;for(let r of[`taints`,`startupTaints`].flatMap(t=>Iu(e.get([...Pu,t]),t))){let{key:i,effect:a}=m(e.get(r))??{},o=`${h(i)}:${h(a)}`;if(h(i)===void 0||l(o))continue;let s=n.get(o);if(s===void 0){n.set(o,r);continue}let c=s.at(-2)===r.at(-2)&&e.get([...s,`value`])===e.get([...r,`value`]);t({at:e.span([...r,`key`]),message:`\`${o}\` stands twice among the taints of \`${e.name}\`: Karpenter refuses the pool, which launches nothing`,labels:[{span:e.span([...s,`key`]),message:`first here`}],help:`Remove one of the two.`,...c&&{fix:{description:`Remove the repetition`,edits:se(e,r)}},explains:{paths:[Pu],mentioning:``}})}}},docs:{summary:`Two taints of a NodePool have the same key and effect.`,why:"The API server accepts it. Karpenter allows a pair of key and effect once among `taints` and `startupTaints` together: the NodePool fails its validation and launches nothing.",help:`Remove one of them: a startup taint is one that something on the node removes, any other is a taint.`,url:`https://karpenter.sh/docs/concepts/nodepools/#spectemplatespectaints`},examples:Lu}),Iu=(e,t)=>d(e).map((e,n)=>[...Pu,t,n]);function Lu(){return{bad:[M({requirements:[],taints:w`
          - key: node.cilium.io/agent-not-ready
            effect: NoExecute
        `,startupTaints:w`
          - key: node.cilium.io/agent-not-ready
            value: "true"
            effect: NoExecute
        `})],good:[M({requirements:[],taints:w`
          - key: example.com/team
            value: a
            effect: NoSchedule
          - key: example.com/team
            value: a
            effect: NoExecute
        `,startupTaints:w`
          - key: node.cilium.io/agent-not-ready
            value: "true"
            effect: NoExecute
        `}),M({name:`another-key`,requirements:[],taints:w`
          - key: example.com/team
            effect: NoSchedule
        `,startupTaints:w`
          - key: example.com/agent-not-ready
            effect: NoSchedule
        `})]}}const Ru=j({id:`taint-tolerations`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Pools beside each other`,mistakes:[],on:{Manifests:Bu},docs:{summary:`Pods mean to tolerate the taint of a pool and do not, or nobody tolerates it.`,why:"A toleration matches a taint by key, value and effect; one that comes near does nothing, and nothing says so: the pods stay pending, or land in another pool, and the pool with the taint stays empty. An operator that is not written is `Equal`, and with it a missing value is the empty one.",help:"Write the value and the effect of the taint, or `operator: Exists`.",url:`https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/`},examples:Ju}),zu=2e3;function Bu(e,t){let n=R(e).slice(0,zu).flatMap(Hu);if(n.length===0)return;let r=Q(e).slice(0,zu),i=r.map(e=>Uu(e));for(let e of i)Ku(e,n,t);let a=i.flat(),o=new Set(r.filter(({manifest:e})=>e.kind!==`DaemonSet`).map(({manifest:e})=>Fc(e))),s=new Set(e.manifests.filter(Vu).map(Fc));for(let e of n)s.has(Fc(e.pool))||o.has(Fc(e.pool))&&!a.some(t=>!t.isKnown||t.key===``||t.key===e.key)&&t.report({manifest:e.pool,at:e.pool.span(e.path),severity:`note`,message:`No pod among the manifests tolerates \`${e.key}\`: \`${e.pool.name}\` stays empty until one does`,help:`Give the pods that belong there a toleration, or drop the taint.`})}const Vu=({apiVersion:e,kind:t})=>t===`HelmRelease`&&u(e)===`helm.toolkit.fluxcd.io`||/^Application(?:Set)?$/.test(t)&&u(e)===`argoproj.io`;function Hu(e){let t=[`spec`,`template`,`spec`,`taints`];return d(e.get(t)).flatMap((n,r)=>{let i=[...t,r],[a,o,s]=[`key`,`value`,`effect`].map(t=>h(e.get([...i,t]))??``);return l(`${a}${o}${s}`)||a===``||/(?:^|\.)(?:kubernetes|k8s)\.io\//.test(a)?[]:[{pool:e,path:i,key:a,value:o,effect:s}]})}function Uu(e){let{manifest:t,template:n}=e,r=[...n,`spec`,`tolerations`],i=t.get(r);return i!==void 0&&!Array.isArray(i)?[{...Wu,workload:e,path:r,isKnown:!1}]:d(i).map((n,i)=>{let{key:a,operator:o,value:s,effect:c}=m(n)??{},u=[a,o,s,c].map(e=>h(e)??``);return{workload:e,path:[...r,i],key:u[0],value:u[2],effect:u[3],isExists:o===`Exists`,isKnown:m(n)!==void 0&&!t.isPartial&&!u.some(e=>l(e))}})}const Wu={key:``,isExists:!0,value:``,effect:``},Gu=(e,t)=>(e.key===``||e.key===t.key)&&(e.effect===``||e.effect===t.effect)&&(e.isExists||e.value===t.value);function Ku(e,t,{report:n,nearest:r}){if(!e.some(({isKnown:e})=>!e))for(let i of e){let a=t.filter(({key:e})=>e===i.key);if(a.length===0||a.some(t=>e.some(e=>Gu(e,t))))continue;let o=a.find(e=>qu(i,e,r)!==void 0);if(!o)continue;let{manifest:s}=i.workload;n({manifest:s,at:s.span(i.path),message:`\`${s.name}\` does not tolerate the taint \`${o.key}=${o.value}:${o.effect}\` of \`${o.pool.name}\`: its toleration ${qu(i,o,r)}`,help:`Write \`value: ${o.value||`""`}\` and \`effect: ${o.effect}\`.`,labels:[{span:o.pool.span(o.path),message:`the taint`}]})}}function qu(e,t,n){let r=e.isExists||e.value===t.value,i=e.effect===``||e.effect===t.effect;if(r&&!i)return`is for \`${e.effect}\``;if(i&&!r)return e.value===``?"has no value, and without `operator: Exists` that is the empty one":n(e.value,[t.value])===void 0?void 0:`has the value \`${e.value}\``}function Ju(){return{bad:[Zu(w`
        - key: example.com/dedicated
          value: batch
          effect: NoExecute
      `),Zu(w`
        - key: example.com/dedicated
          value: batches
          effect: NoSchedule
      `),Zu(w`
        - key: example.com/dedicated
          effect: NoSchedule
      `),Zu()],good:[Zu(w`
        - key: example.com/dedicated
          operator: Exists
      `),w`
        ${Yu}
        ---
        ${Xu(`train`,w`
            - key: example.com/dedicated
              value: batch
          `)}
        ---
        ${Xu(`proxy`,w`
            - key: example.com/dedicated
              value: system
              effect: NoSchedule
          `)}
        ---
        ${P}
      `,w`
        ${Yu}
        ---
        ${Xu(`proxy`)}
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
      `]}}const Yu=M({name:`batch`,limits:`cpu: 1000`,nodeClassRef:`default`,taints:w`
    - key: example.com/dedicated
      value: batch
      effect: NoSchedule
  `,requirements:[`karpenter.sh/capacity-type In [on-demand]`]});function Xu(e,t){return w`
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
          ${t?w`
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
  `}const Zu=e=>w`
  ${Yu}
  ---
  ${Xu(`train`,e)}
  ---
  ${P}
`,Qu=[...le.get(y.capacityType)].sort(),$u=j({id:`unknown-capacity-type`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Which nodes a pool may launch`,mistakes:[18],on:{NodePool:ed,Provisioner:ed},docs:{summary:`A requirement names a capacity type that does not exist.`,why:"The API server accepts any text. Karpenter ignores the unknown value with no more than a line in its log, so that `[spot, ondemand]` means spot alone; when all values are unknown, the NodePool is not ready and launches nothing.",help:"Use `on-demand`, `spot` or `reserved`.",url:`https://karpenter.sh/docs/concepts/nodepools/#capacity-type`},examples:nd});function ed(e,{report:t,nearest:n}){for(let{key:r,operator:i,values:a}of B(e)){if(v(r)!==y.capacityType||i!==`In`&&i!==`NotIn`)continue;let o=a.filter(e=>e.isKnown&&!Qu.includes(e.text)),s=a.filter(e=>!o.includes(e)).map(e=>`\`${e.text}\``);for(let r of o){let a=n(r.text,Qu);t({at:e.span(r.path),message:`\`${r.text}\` is not a capacity type: ${td(i,s)}`,help:a?`Did you mean \`${a}\`?`:"Use `on-demand`, `spot` or `reserved`.",...a&&{fix:{description:`Replace by \`${a}\``,edits:_(e,r.path,a)}}})}}}function td(e,t){return e===`NotIn`?`it excludes nothing`:t.length===0?`the NodePool never gets ready`:`Karpenter ignores it and takes ${t.join(` and `)} alone`}function nd(){return{bad:[M({requirements:[`karpenter.sh/capacity-type In [spot, ondemand]`]})],good:[M({requirements:[`karpenter.sh/capacity-type In [spot, on-demand]`]})]}}const rd=j({id:`unknown-label`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Which nodes a pool may launch`,mistakes:[],on:{NodePool:sd,Provisioner:sd},docs:{summary:`A requirement names a label that looks like one of Karpenter’s and is none.`,why:`Karpenter takes a label that it does not know for one of the NodePool’s own: it puts any of the values on the nodes, and chooses instance types as if the requirement were not there. Nodes that run already do not carry the label, so that all of them drift.`,help:`Use the label that Karpenter knows.`,url:`https://karpenter.sh/docs/concepts/scheduling/#well-known-labels`},examples:ud}),id=/^(?:(?!node-restriction\.)[\w-]+\.)*kubernetes\.io$|^eks\.amazonaws\.com$/,ad=e=>e.slice(e.indexOf(`/`)+1),od=new Map([...oe].map(e=>[ad(e),e]));function sd(e,{report:t,nearest:n}){let r=new Set(ot(e).map(({key:e})=>e));for(let{key:i,path:a,isKnown:o}of B(e)){if(!o||r.has(i)||ld(e,i))continue;let s=n(ad(i),[...od.keys()]),c=s!==void 0&&cd(ad(i),s)?od.get(s):void 0;if(c===void 0)continue;let l=[...a,`key`];t({at:e.span(l),message:`\`${i}\` is no label that Karpenter knows: it narrows no instance types, and new nodes carry any of the values`,help:`Did you mean \`${c}\`?`,fix:{description:`Replace by \`${c}\``,edits:_(e,l,c)}})}}const cd=(e,t)=>r(e,t)<=(e.length<8?1:2);function ld(e,t){if(oe.has(v(t))||!id.test(ce(t)))return!0;if(!t.startsWith(`eks.`))return!1;let{group:n}=m(e.get([`spec`,`template`,`spec`,`nodeClassRef`]))??{};return!fe.test(t)||n!==`karpenter.k8s.aws`}function ud(){return{bad:[M({requirements:[`node.kubernetes.io/instance-category In [c, m, r]`]}),L(M({nodeClassRef:`default`,requirements:[`topology.kubernetes.io/zones In [us-east-1a]`]}),w`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `)],good:[M({labels:`node.kubernetes.io/instance-sizes: web`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`beta.kubernetes.io/arch In [amd64]`,`example.com/instance-type In [large]`,`node.kubernetes.io/instance-sizes Exists`,`node.kubernetes.io/role In [web]`,`node-restriction.kubernetes.io/zone In [a]`]}),w`
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
      `]}}const dd=/^([a-z]{2,3}(?:-[a-z]+){1,3}-\d)[a-z]$/,fd=/^[a-z]{2,3}(?:-[a-z]+){1,3}-\d-[a-z]/,pd=j({id:`unknown-zone`,severity:`error`,since:`0.1.0`,providers:`every`,theme:`Which nodes a pool may launch`,mistakes:[25],explains:[`provisioning/nodepool-empty`],on:{NodePool:md,Provisioner:md},docs:{summary:`A zone is named that the region does not have.`,why:`The API server accepts any text. Karpenter counts the zone as a topology domain although nothing can ever run there, so that zonal topology spread constraints of every workload in the cluster wait for pods in it; a pool with no other zone launches nothing.`,help:`Name zones of the region, and only those in which the node class has subnets.`,url:`https://karpenter.sh/docs/concepts/nodepools/#availability-zones`},examples:gd});function md(e,t){let{catalog:n}=t;if(!n)return;let r=n.zones.map(e=>e.zone);for(let{key:n,operator:i,values:a}of[...B(e),...ot(e)]){if(v(n)!==y.zone)continue;let o=e=>!r.includes(e)&&!fd.test(e),s=i===`In`&&a.every(e=>e.isKnown&&o(e.text));for(let{path:n,text:c,isKnown:l}of a)l&&o(c)&&hd({pool:e,path:n,text:c,zones:r,isExcluded:i===`NotIn`,leavesNone:s},t)}}function hd({pool:e,path:t,text:n,zones:r,isExcluded:i,leavesNone:a},{report:o,catalog:s,nearest:c,isRegionAssumed:l}){let{region:u}=s,d=i?`there is nothing to exclude`:`nothing can be launched there`,f=dd.exec(n)?.[1];if(f!==void 0&&f!==u){if(l)return;o({at:e.span(t),severity:`warning`,message:`Zone \`${n}\` is not in ${u}: ${d}`,help:`Name a zone of ${u} (${r.join(`, `)}), or set the region if this pool belongs to ${f}.`});return}let p=f===void 0&&n!==u?c(n,r):void 0,ee=n===u?`\`${n}\` is a region, not a zone`:`Region ${u} has no zone \`${n}\``;o({at:e.span(t),...i&&{severity:`warning`},message:`${ee}: ${d}`,help:p?`Did you mean \`${p}\`?`:`Name a zone of ${u}: ${r.join(`, `)}.`,...p&&{fix:{description:`Replace by \`${p}\``,edits:_(e,t,p)}},...a&&{explains:{paths:[[`spec`,`template`,`spec`,`requirements`]]}}})}function gd(){return{bad:[M({requirements:[`topology.kubernetes.io/zone In [us-east-1a, us-east-1b, us-east-1z]`]}),M({requirements:[`topology.kubernetes.io/zone In [us-east-1]`]})],good:[M({requirements:[`topology.kubernetes.io/zone In [us-east-1a, us-east-1b]`]})]}}const _d=j({id:`unreachable-pool`,severity:`warning`,since:`0.1.0`,providers:`every`,theme:`Pools beside each other`,mistakes:[32],on:{Manifests(e,t){for(let n of Ic(e))vd(n,t)}},docs:{summary:`A NodePool is never used, because one of a higher weight can launch all that it can and has no limits.`,why:`Karpenter goes to a pool of lower weight only when those before it cannot take a pod: their limits are reached, or AWS has nothing of what they allow. A pool without limits that allows every instance type, zone and capacity type of the other is short of capacity only where the other is too: the fallback never happens.`,help:`Give the first pool limits, or let the fallback allow something else: another capacity type, other families, other zones.`,url:`https://karpenter.sh/docs/concepts/nodepools/#specweight`},examples:Cd});function vd(e,t){let n=e.slice(0,60).filter(e=>yd(e)&&Rc(e));for(let e of n){let r=n.find(n=>U(n)>U(e)&&bd(n)&&xd(n,e,t));r&&t.report({manifest:e,at:e.span([`metadata`,`name`]),message:`\`${e.name}\` is never used: \`${r.name}\` comes first, has no limits, and can launch all that \`${e.name}\` can`,help:`Give \`${r.name}\` limits, or let \`${e.name}\` allow what it does not.`,labels:[{span:r.span([`metadata`,`name`]),message:`comes first`}]})}}const yd=e=>!e.isPartial&&z(e,[`spec`,`weight`]).isKnown&&e.get([`spec`,`replicas`])===void 0&&B(e).every(({path:t})=>e.get([...t,`minValues`])===void 0);function bd(e){let{value:t,isKnown:n}=st(e),r=Object.keys(m(t)??{});return n&&typeof(t??{})==`object`&&r.every(e=>e.includes(`/`))}function xd(e,t,{compatible:n,catalog:r}){let[i,a]=[n(e),n(t)];if(!r||!i?.isExact||!a?.isExact||a.names.length===0||a.names.some(e=>(r.type(e)?.gpus.length??0)>0)||V(e)===void 0||V(e)?.name!==V(t)?.name||Sd(e)!==Sd(t))return!1;let o=new Set(i.names);return a.names.every(e=>o.has(e))&&[`on-demand`,`spot`].every(e=>{let[t,n]=[i.count(e),a.count(e)];return(n.instanceTypes===0||t.instanceTypes>=n.instanceTypes)&&n.zones.every(e=>t.zones.includes(e))})}const Sd=e=>JSON.stringify(B(e).filter(({key:e})=>v(e)===y.os).map(({operator:e,values:t})=>[e,t.map(({text:e})=>e).sort()]));function Cd(){return{bad:[L(M({name:`general`,weight:50,limits:`nvidia.com/gpu: 8`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [on-demand]`]}),M({name:`fallback`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m]`,`karpenter.sh/capacity-type In [on-demand]`]}),P)],good:[L(M({name:`spot`,weight:50,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [spot]`]}),M({name:`on-demand`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [on-demand]`]}),P),L(M({name:`reserved-by-limits`,weight:50,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m, r]`,`karpenter.sh/capacity-type In [on-demand]`]}),M({name:`fallback`,limits:`cpu: 1000`,nodeClassRef:`default`,requirements:[`karpenter.k8s.aws/instance-category In [c, m]`,`karpenter.sh/capacity-type In [on-demand]`]}),P)]}}const wd=[ss,_s,Ys,nc,ac,dc,hc,Sc,Ec,Ac,Nc,zc,Uc,Kc,el,il,cl,Sl,Fl,Ul,Kl,Yl,eu,fu,vu,Cu,Du,Fu,Ru,$u,rd,pd,_d,...es].sort((e,t)=>g(e.id,t.id)),Td=new Map([...Be,...wd.map(Ed)].map(e=>[e.code,e]));function Ed(e){let{summary:t,why:n,help:r,url:i}=e.docs;return{code:`lint/${e.id}`,summary:t,why:n,help:r,url:i,rule:e}}const Dd=[...Td.keys()].sort(),Od=e=>Td.has(e),kd=e=>Td.get(e)??Td.get(`lint/${e}`);function Ad(e){if(e.includes(`/`))return a(e,Dd);let t=new Map(Dd.map(e=>[e.slice(e.indexOf(`/`)+1),e])),n=a(e,t.keys());return n&&t.get(n)}function jd(e){return[...e].filter(e=>!kd(e)).map(e=>({name:e,nearest:Ad(e)}))}const Md=e=>`# plumbline-ignore ${e.replace(/^lint\//,``)} until=2027-03-31: why this is right here`,Nd=e=>{let[,t]=/^#?([1-9]\d{0,8})$/.exec(e)??[];return t===void 0?void 0:Number(t)};async function Pd(e,r){let{stdout:a}=r,[o]=e.positionals;if(o===void 0)throw new i(`usage`,"`explain` needs a code",{help:"For example `plumbline explain schema/unknown-field`."});let s=Nd(o);if(s!==void 0)return(await import(`./explain-pull-D87YaIbg.js`)).runExplainPull(s,e,r);let c=kd(o);if(!c){let e=Ad(o);throw new i(`usage`,`\`${o}\` is not a code`,{help:e?n(e):"`plumbline rules` lists the lint rules."})}return a.write(Fd(c)),t.ok}function Fd({code:e,summary:t,why:n,help:r,url:i,rule:a}){let o=a?[...a.examples().bad.slice(0,1).flatMap(({text:e})=>[``,`Bad:`,Id(e)]),...a.examples().good.slice(0,1).flatMap(({text:e})=>[``,`Good:`,Id(e)]),``,`To silence it in one place, with a reason, on the line above:`,`  ${Md(e)}`]:[],s=a?` (${a.severity})`:``,c=i?[``,`More: ${i}`]:[];return`${[`${e}${s}`,``,t,``,n,``,`What to do: ${r}`,...o,...c].join(`
`)}\n`}const Id=e=>e.trimEnd().replace(/^(?=.)/gm,`  `),Ld=[`Which nodes a pool may launch`,`How much a pool may launch`,`Pools beside each other`,`Disruption`,`Workloads`,`Images and user data`,`Volumes`,`Network`,`Capacity reservations`,`Identity`,`Karpenter itself`,`Every object`];async function Rd(e,{stdout:n}){let r=Math.max(...wd.map(({id:e})=>e.length));for(let e of Ld){n.write(`${e}\n`);for(let{id:t,severity:i,docs:a}of wd.filter(t=>t.theme===e))n.write(`  ${t.padEnd(r)}  ${i.padEnd(7)}  ${a.summary}\n`);n.write(`
`)}return n.write("`plumbline explain RULE` says why each of them matters.\n"),t.ok}export{Te as $,Oa as A,Nt as B,Ps as C,Q as D,rs as E,on as F,G,Mt as H,rn as I,D as J,V as K,q as L,Wn as M,zn as N,Pa as O,Y as P,Ce as Q,jt as R,Es as S,ts as T,Ft as U,Lt as V,Pt as W,C as X,ze as Y,we as Z,Ws as _,Ad as a,Bs as b,bl as c,yl as d,x as et,pl as f,Hs as g,Us as h,Od as i,Un as j,ja as k,xl as l,sl as m,Pd as n,jd as o,ml as p,H as q,kd as r,wd as s,Rd as t,Se as tt,gl as u,zs as v,Ds as w,Ls as x,Vs as y,It as z};
import { createRequire as plumblineRequire } from 'node:module';const require = plumblineRequire(import.meta.url);
import{a as pt,b as he,c as ct}from"./chunk-H54C623I.js";import{f as Q,g as N,h as j,i as oe}from"./chunk-DLAHW4NI.js";import{a as as}from"./chunk-L7L2TQYG.js";import{a as Ee,b as J,c as X,d as re,e as _e,f as Ie}from"./chunk-PFU3LV24.js";import{a as ye}from"./chunk-5G7EUBFM.js";import{f as rt}from"./chunk-2ZL3G7AI.js";import{a as H}from"./chunk-7FBZ6O5X.js";import{a as me}from"./chunk-5MMAXXG6.js";import{c as fe}from"./chunk-HT52K57K.js";import{a as Z}from"./chunk-3NH7GCGN.js";import{a as ut,b as Oe,c as ft}from"./chunk-URSXIRMX.js";import{a as w,c as P,e as lt}from"./chunk-IPRVFKS2.js";import{a as mt}from"./chunk-T3TN7LRG.js";import{a as dt}from"./chunk-4DI47K6U.js";import{c as ue,e as k}from"./chunk-4ZS2WKAM.js";import{b as f,c as y,d as u,f as x,g as G}from"./chunk-KVQWBDOS.js";import{c as Ve,d as it}from"./chunk-JDVKHBS3.js";import{a as ot}from"./chunk-E5MGTDQ7.js";import{e as ts}from"./chunk-B5J7JMF4.js";var ns=e=>e.chart==="karpenter"||e.chart==="karpenter-crd",V=e=>e.manifests.flatMap(yt).filter(ns),ee=(e,t)=>e.manifests.flatMap(yt).filter(a=>a.chart===t),ht=e=>typeof e=="string"?/(?:^|\/)([\w.-]+)$/.exec(e)?.[1]:void 0;function yt(e){if(e.kind==="HelmRelease"){let t=["spec","chart","spec"],a=ht(e.get([...t,"chart"]));return a?[{manifest:e,chart:a,version:[...t,"version"],values:["spec","values"]}]:[]}if(e.kind==="HelmValues"){let t=e.get(["settings"])===void 0?["karpenter"]:[];return[{manifest:e,chart:"karpenter",version:void 0,values:t}]}return e.kind==="Application"?ss(e):[]}function ss(e){return[["spec","source"],...y(e.get(["spec","sources"])).map((a,n)=>["spec","sources",n])].flatMap(a=>{let n=ht(e.get([...a,"chart"])),s=[...a,"helm","valuesObject"];return n?[{manifest:e,chart:n,version:[...a,"targetRevision"],values:s}]:[]})}var b=({source:{file:e,origin:t}})=>t?`${t.tool} ${t.root}`:e.slice(0,Math.max(0,e.lastIndexOf("/")));function L(e,t){let a=u(e.get(t));return a===void 0||k(a)?void 0:a}var O=(e,t)=>e.source.origin?.tool==="terraform"?/^\$\{([a-z_][\w-]*(?:\.[\w-]+)+)\}$/i.exec(u(e.get(t))??"")?.[1]:void 0;var ke=e=>{let t=u(e);return t!==void 0&&!k(t)};function $(e,t){let a=t.every((s,o)=>{let r=e.get(t.slice(0,o+1));return typeof r!="string"||!k(r)}),n=e.get(t);return{path:t,value:n,isKnown:a&&!(n===void 0&&e.isPartial)}}var os=e=>e.kind==="NodePool"?["spec","template","spec"]:["spec"];function M(e){let t=[...os(e),"requirements"];return y(e.get(t)).map((a,n)=>rs(e,[...t,n]))}function rs(e,t){let[a,n,s]=["key","operator","values"].map(i=>e.get([...t,i])),o=y(s).map((i,d)=>({path:[...t,"values",d],text:u(i)??"",isKnown:ke(i)})),r=ke(a)&&ke(n)&&o.every(i=>i.isKnown)&&(s==null||Array.isArray(s));return{path:t,key:u(a)??"",operator:u(n)??"",values:o,isKnown:r}}function ie(e){let t=e.kind==="NodePool"?["spec","template","metadata","labels"]:["spec","labels"];return Object.entries(f(e.get(t))??{}).map(([a,n])=>{let s=[...t,a],o=ke(n)&&!k(a);return{path:s,key:a,operator:"In",values:[{path:s,text:u(n)??"",isKnown:o}],isKnown:o}})}var W=e=>$(e,e.kind==="Provisioner"?["spec","limits","resources"]:["spec","limits"]);function D(e){let t=e.kind==="Provisioner"?["spec","providerRef"]:["spec","template","spec","nodeClassRef"],a=f(e.get(t)),n=a?.name;if(!a||typeof n!="string"||k(n))return;let s=u(a.kind)??(e.kind==="Provisioner"?"AWSNodeTemplate":"EC2NodeClass");return(u(a.group)??u(a.apiVersion)?.split("/")[0]??"karpenter.k8s.aws")==="karpenter.k8s.aws"&&!k(s)?{path:t,kind:s,name:n}:void 0}function z(e){let t=[...M(e),...ie(e)];return e.kind==="Provisioner"?[...t,...is(t)]:t}function is(e){let t=new Set(e.map(o=>P(o.key))),a=[w.instanceType,w.instanceFamily,w.instanceCategory,w.instanceGeneration],n=[],s=(o,r,i)=>{let d=["spec"];n.push({path:d,key:o,operator:r,values:i.map(p=>({path:d,text:p,isKnown:!0})),isKnown:!0})};return t.has(w.os)||s(w.os,"In",["linux"]),t.has(w.arch)||s(w.arch,"In",["amd64"]),t.has(w.capacityType)||s(w.capacityType,"In",["on-demand"]),a.some(o=>t.has(o))||(s(w.instanceCategory,"In",["c","m","r"]),s(w.instanceGeneration,"Gt",["2"])),n}var ls=new Set([w.instanceType,w.instanceFamily,w.instanceSize]),ge=e=>z(e).find(({key:t})=>ls.has(P(t)))?.path??["spec"];var F=e=>{let t=["spec","amiSelectorTerms"];return y(e.get(t)).flatMap((a,n)=>{let s=f(a);return s?[{path:[...t,n],term:s}]:[]})},kt=["AL2","AL2023","Bottlerocket","Windows2019","Windows2022","Windows2025","Custom","Ubuntu"];function _(e){let t=u(e.get(["spec","amiFamily"]));if(t!==void 0)return kt.includes(t)?t:void 0;let[a]=F(e).flatMap(({term:s})=>u(s.alias)??[]),n=a?.split("@")[0];return kt.find(s=>s.toLowerCase()===n)}function te(e){let t=e.get(["spec","userData"]);return typeof t=="string"&&!e.isPartial&&!k(t)?t:void 0}var ds=({kind:e,apiVersion:t})=>e==="EC2NodeClass"&&x(t)==="karpenter.k8s.aws",ps=({kind:e,apiVersion:t})=>e==="NodePool"&&x(t)==="karpenter.sh",gt=new WeakMap;function ve(e){let t=gt.get(e);if(t)return t;let a=e.manifests.filter(ps),n=e.manifests.filter(ds),s={pools:a,classes:n,poolsByClass:vt(a,o=>D(o)?.name),classesByName:vt(n,({name:o})=>o)};return gt.set(e,s),s}function vt(e,t){let a=new Map;for(let n of e){let s=t(n);if(s===void 0)continue;let o=a.get(s);o?o.push(n):a.set(s,[n])}return a}var R=e=>ve(e).pools,S=e=>ve(e).classes,we=(e,t)=>ve(e).poolsByClass.get(t.name)??[];function be(e,t){let a=ve(e).classesByName.get(D(t)?.name??"")??[];return a.length===1?a[0]:void 0}var c=e=>e;function l(e){return{text:cs(e.raw.join("")),region:"us-east-1",karpenter:"1.14"}}var v=e=>({...l(e),language:"terraform"}),le=e=>({...l(e),language:"json"}),T=e=>t=>({...l(t),...e});function cs(e){let t=e.replaceAll("\\$","$").replaceAll("\\`","`").replace(/^\n/,"").trimEnd().split(`
`),a=t.filter(s=>s.trim()!=="").map(s=>s.search(/\S/)),n=Math.min(...a);return`${t.map(s=>s.slice(n)).join(`
`)}
`}var bt=c({id:"access-entry-type",severity:"error",since:"0.2.0",docs:{summary:"The access entry of Karpenter\u2019s node role is of type `STANDARD`, with which nodes can not join.",why:"Nodes need the groups and the user name that an entry of type `EC2_LINUX` or `EC2_WINDOWS` brings. `STANDARD`, which is what EKS takes where nothing is said, is for people: instances start, the API server turns their kubelets away, and Karpenter ends them after 15 minutes, again and again.",help:"Give the entry the type `EC2_LINUX`, or `EC2_WINDOWS` for Windows nodes.",url:"https://docs.aws.amazon.com/eks/latest/userguide/creating-access-entries.html",bad:[v`
        resource "aws_eks_access_entry" "nodes" {
          cluster_name  = "demo"
          principal_arn = aws_iam_role.karpenter_node.arn
        }

        resource "kubectl_manifest" "default" {
          yaml_body = <<-YAML
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata:
              name: default
            spec:
              role: \${aws_iam_role.karpenter_node.name}
          YAML
        }
      `,v`
        module "karpenter" {
          source = "terraform-aws-modules/eks/aws//modules/karpenter"

          cluster_name      = module.eks.cluster_name
          access_entry_type = "STANDARD"
        }
      `,l`
        apiVersion: eksctl.io/v1alpha5
        kind: ClusterConfig
        metadata:
          name: demo
          region: us-east-1
        accessConfig:
          accessEntries:
            - principalARN: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo
              type: STANDARD
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `],good:[v`
        resource "aws_eks_access_entry" "nodes" {
          cluster_name  = "demo"
          principal_arn = aws_iam_role.karpenter_node.arn
          type          = "EC2_LINUX"
        }

        resource "aws_eks_access_entry" "people" {
          cluster_name  = "demo"
          principal_arn = aws_iam_role.admin.arn
        }

        resource "kubectl_manifest" "default" {
          yaml_body = <<-YAML
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata:
              name: default
            spec:
              role: \${aws_iam_role.karpenter_node.name}
          YAML
        }
      `]},on:{Manifests(e,t){let a=fs(e);for(let n of e.manifests){if(n.kind==="aws_eks_access_entry"&&wt(n,["spec"],"principal_arn",{roles:a,context:t}),n.kind==="module"&&hs(n,t),n.kind!=="ClusterConfig")continue;let s=["accessConfig","accessEntries"];y(n.get(s)).forEach((o,r)=>{wt(n,[...s,r],"principalARN",{roles:a,context:t})})}}}}),ms=/^(module\.[\w-]*karpenter[\w-]*)\.node_iam_role_(?:name|arn)$/i,us=/^(aws_iam_role\.[\w-]+)\.(?:name|arn|id)$/,Ct=e=>(ms.exec(e??"")??us.exec(e??""))?.[1];function fs(e){let t=["spec","role"],a=S(e).flatMap(n=>L(n,t)??Ct(O(n,t))??[]);return new Set(a)}function wt(e,t,a,{roles:n,context:s}){let o=[...t,a],r=/:role\/(?:.*\/)?([^/]+)$/.exec(L(e,o)??"")?.[1],i=Ct(O(e,o));if(!(r!==void 0&&n.has(r)||i!==void 0&&n.has(i))&&!i?.startsWith("module."))return;let p=u(e.get([...t,"type"]));p!==void 0&&p!=="STANDARD"||s.report({manifest:e,at:e.span(p===void 0?o:[...t,"type"]),message:p===void 0?"The access entry of the node role has no type, which makes it `STANDARD`: nodes can not join":"The access entry of the node role is of type `STANDARD`: nodes can not join",help:"Write `EC2_LINUX`, or `EC2_WINDOWS` for Windows nodes."})}function hs(e,{report:t}){let a=["spec","access_entry_type"];e.get(a)==="STANDARD"&&t({manifest:e,at:e.span(a),message:"The access entry of the node role is of type `STANDARD`: nodes can not join",help:"Leave it out: the module takes `EC2_LINUX`."})}var Nt="1.33",xt=c({id:"al2-end-of-life",severity:"note",since:"0.1.0",docs:{summary:"An EC2NodeClass selects Amazon Linux 2, of which there are no images for Kubernetes 1.33 and newer.",why:"AWS built the last EKS images of Amazon Linux 2 in November 2025, for Kubernetes 1.32. The alias resolves to nothing on newer clusters: the class is not ready, and after an upgrade of the control plane no new node starts. It is an error where `--kubernetes-version` says that the cluster is that new.",help:"Move to `al2023` or `bottlerocket` before the cluster is upgraded to 1.33.",url:"https://docs.aws.amazon.com/eks/latest/userguide/eks-ami-deprecation-faqs.html",bad:[l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiSelectorTerms:
            - alias: al2@v20251112
      `],good:[l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiSelectorTerms:
            - alias: al2023@v20260715
      `,l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: own
        spec:
          amiFamily: AL2
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
      `]},on:{EC2NodeClass(e,{report:t,settings:a}){let{kubernetesVersion:n}=a,s=n!==void 0&&fe(n,Nt)>=0;if(!(n!==void 0&&!s))for(let{path:o,term:r}of F(e)){let i=u(r.alias);i===void 0||!/^al2@/.test(i)||t({at:e.span([...o,"alias"]),...s&&{severity:"error"},message:s?`There is no image of Amazon Linux 2 for Kubernetes ${n}: \`${e.name}\` never gets ready`:`\`${i}\` has no image for Kubernetes ${Nt} and newer`,help:"Move to `al2023` or `bottlerocket`."})}}}});var ys=[{name:/ubuntu-eks/i,what:"an EKS image of Ubuntu",families:["AL2","Ubuntu"]},{name:/ubuntu/i,what:"a plain Ubuntu image",families:["Ubuntu"]},{name:/amazon-eks-(?:[a-z0-9]+-)?node-al2023/i,what:"an AL2023 image",families:["AL2023"]},{name:/amazon-eks-(?:gpu-|arm64-)?node-\d/i,what:"an AL2 image",families:["AL2"]},{name:/bottlerocket/i,what:"a Bottlerocket image",families:["Bottlerocket"]},{name:/Windows_Server-2019/i,what:"a Windows Server 2019 image",families:["Windows2019"]},{name:/Windows_Server-2022/i,what:"a Windows Server 2022 image",families:["Windows2022"]},{name:/Windows_Server-2025/i,what:"a Windows Server 2025 image",families:["Windows2025"]}],ks={al2:"AL2",al2023:"AL2023",bottlerocket:"Bottlerocket",windows2019:"Windows2019",windows2022:"Windows2022",windows2025:"Windows2025"},Rt=c({id:"ami-family-mismatch",severity:"warning",since:"0.1.0",docs:{summary:"`amiFamily` is not the family of the AMI that is selected.",why:"The family decides which bootstrap user data Karpenter writes and which block device it counts as the root. An AMI of another family does not understand that user data: the instances run, cost money, never join the cluster and are replaced after 15 minutes, again and again.",help:"Set the family of the image, or `Custom` with user data of your own that joins the cluster.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#specamifamily",bad:[l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiFamily: AL2
          amiSelectorTerms:
            - name: ubuntu/images/hvm-ssd/ubuntu-jammy-22.04-amd64-server-20241211
      `,l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiFamily: AL2
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-*
      `,l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiFamily: AL2
          amiSelectorTerms:
            - alias: al2023@v20260715
      `],good:[l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiFamily: Custom
          amiSelectorTerms:
            - name: ubuntu/images/hvm-ssd/ubuntu-jammy-22.04-amd64-server-20241211
      `,l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiFamily: AL2023
          amiSelectorTerms:
            - alias: al2023@v20260715
      `]},explains:["schema/cel"],on:{EC2NodeClass(e,t){let a=u(e.get(["spec","amiFamily"]));if(a===void 0||a==="Custom"||k(a))return;let n=y(e.get(["spec","amiSelectorTerms"]));for(let[s,o]of n.entries()){let r=["spec","amiSelectorTerms",s],{name:i,alias:d}=f(o)??{};Pt(e,{path:[...r,"name"],name:u(i),family:a},t),gs(e,{path:[...r,"alias"],name:u(d),family:a},t)}},AWSNodeTemplate(e,t){let a=u(e.get(["spec","amiFamily"]));if(a===void 0||a==="Custom"||k(a))return;let n=["spec","amiSelector","aws::name"];Pt(e,{path:n,name:u(e.get(n)),family:a},t)}}}),Ce=["spec","amiFamily"];function Pt(e,{path:t,name:a,family:n},{report:s}){if(a===void 0||k(a))return;let o=ys.find(d=>d.name.test(a));if(!o||o.families.includes(n))return;let r=o.families[0],i=o.families.includes("Ubuntu");s({at:e.span(t),message:`\`${a}\` is ${o.what}, which does not understand the user data of \`amiFamily: ${n}\``,labels:[{span:e.span(Ce),message:"this family writes the user data"}],help:i?"Use `amiFamily: Custom` and user data that joins the node to the cluster.":`Set \`amiFamily: ${r}\`, or \`Custom\` with user data of your own.`,...!i&&{fix:{description:`Set \`amiFamily: ${r}\``,edits:N(e,Ce,r)}}})}function gs(e,{path:t,name:a,family:n},{report:s}){if(a===void 0||k(a))return;let o=ks[a.split("@")[0]];o===void 0||o===n||s({at:e.span(t),severity:"error",message:`\`${a}\` selects ${o} images beside \`amiFamily: ${n}\`: the API server refuses the two together`,labels:[{span:e.span(Ce),message:"another family"}],help:"Remove `amiFamily`, which an alias implies, or choose the alias of that family.",fix:{description:"Remove `amiFamily`",edits:j(e,Ce)},explains:{paths:[["spec"]],mentioning:"amiFamily must be"}})}var Mt=c({id:"ami-for-instance-types",severity:"warning",since:"0.1.0",docs:{summary:"The AMIs of a node class do not fit the instance types of a pool that uses it.",why:"An AMI is built for one architecture. A pool whose instance types all have the other one finds no image and launches nothing. The standard image of Amazon Linux 2023 has no GPU driver: nodes start, and never offer `nvidia.com/gpu`.",help:"Add a term for the other architecture or the `nvidia` image, or use an alias, which picks the right image for each instance type.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms",bad:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: graviton
        spec:
          template:
            spec:
              requirements:
                - key: kubernetes.io/arch
                  operator: In
                  values: [arm64]
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
          limits:
            cpu: 100
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
      `,l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: gpu
        spec:
          template:
            spec:
              requirements:
                - key: karpenter.k8s.aws/instance-family
                  operator: In
                  values: [g6]
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
              taints:
                - key: nvidia.com/gpu
                  effect: NoSchedule
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
          limits:
            cpu: 100
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
      `],good:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: graviton
        spec:
          template:
            spec:
              requirements:
                - key: kubernetes.io/arch
                  operator: In
                  values: [arm64]
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
          limits:
            cpu: 100
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
            - name: amazon-eks-node-al2023-arm64-standard-1.33-v20260715
      `,l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: graviton
        spec:
          template:
            spec:
              requirements:
                - key: kubernetes.io/arch
                  operator: In
                  values: [arm64]
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
          limits:
            cpu: 100
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiFamily: AL2023
          amiSelectorTerms:
            - name: golden-al2023-*
      `]},on:{Manifests(e,t){for(let a of R(e)){let n=be(e,a),s=n&&vs(n);s&&ws({pool:a,nodeClass:n,images:s},t)}}}});function vs(e){let t=F(e).map(n=>({...n,name:u(n.term.name)??""}));return t.every(({name:n,term:s})=>n!==""&&!k(n)&&s.id===void 0)&&t.length>0&&!e.isPartial?t:void 0}function ws({pool:e,nodeClass:t,images:a},{catalog:n,compatible:s,report:o}){let r=s(e),i=r?.isExact?r.names.map(C=>n.type(C)):[],d=D(e)?.path;if(i.length===0||d===void 0)return;let p=[{span:t.span([...a[0].path,"name"]),message:"the image is selected here"}],m=e.span([...d,"name"]),h=a.map(({name:C})=>bs(C));if(!h.includes(void 0)&&!i.some(({architecture:C})=>h.includes(C))){o({manifest:e,at:m,labels:p,message:`The instance types of \`${e.name}\` are ${i[0].architecture}, and the images of \`${t.name}\` are ${h[0]}: no node can be launched`,help:`Add a term for the ${i[0].architecture} image, or use an alias.`});return}!i.every(({gpus:C})=>C.some(({manufacturer:A})=>A==="nvidia"))||!a.every(({name:C})=>/^amazon-eks-node-al2023-.*-standard-/.test(C))||o({manifest:e,at:m,labels:p,message:`Every instance type of \`${e.name}\` has NVIDIA GPUs, and the image of \`${t.name}\` is the standard one, which has no driver for them`,help:"Select the `nvidia` image of Amazon Linux 2023, or use an alias, which picks it for such instance types."})}function bs(e){let t=/arm64|aarch64/i.test(e),a=/x86_64|amd64/i.test(e);return t===a?void 0:t?"arm64":"amd64"}var St=ts(as(),1);var Tt=c({id:"aws-auth-groups",severity:"error",since:"0.2.0",docs:{summary:"The mapping of a node role lacks a group without which nodes can not join.",why:"A kubelet may register its node only as member of `system:bootstrappers` and `system:nodes`. Where the mapping of its role lacks one of them, instances start and never become nodes; Karpenter ends them after 15 minutes and launches others. The ConfigMap `aws-auth` and eksctl\u2019s `iamIdentityMappings` are looked at.",help:"Give the mapping both groups, or use an access entry of type `EC2_LINUX`, which brings them.",url:"https://docs.aws.amazon.com/eks/latest/userguide/auth-configmap.html",bad:[l`
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
      `,l`
        apiVersion: eksctl.io/v1alpha5
        kind: ClusterConfig
        metadata:
          name: demo
          region: us-east-1
        iamIdentityMappings:
          - arn: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo
            username: system:node:{{EC2PrivateDNSName}}
      `],good:[l`
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
      `]},on:{Manifests(e,t){for(let a of e.manifests)a.kind==="ConfigMap"&&a.name==="aws-auth"&&Cs(a,t),a.kind==="ClusterConfig"&&y(a.get(["iamIdentityMappings"])).forEach((n,s)=>{At(n,{manifest:a,path:["iamIdentityMappings",s]},t)})}}});function Cs(e,t){let a=["data","mapRoles"],n=u(e.get(a));if(!(n===void 0||/\{\{(?!\s*(?:EC2PrivateDNSName|SessionName|AccountID))|\$\{/.test(n)))for(let s of y(xs(n)))At(s,{manifest:e,path:a},t)}var Ns=1024*1024;function xs(e){if(!(e.length>Ns))try{return(0,St.parse)(e,{maxAliasCount:10})}catch{return}}var Ps=["system:bootstrappers","system:nodes"];function At(e,{manifest:t,path:a},{report:n}){let s=f(e),o=u(s?.username)??"";if(!s||!/^system:node:\{\{\s*EC2PrivateDNSName\s*\}\}$/.test(o))return;let r=y(s.groups).map(u),i=Ps.filter(p=>!r.includes(p));if(i.length===0)return;let d=u(s.rolearn??s.arn)??"";n({manifest:t,at:t.span(a),message:`Nodes of the role \`${d.split("/").at(-1)}\` can not join: its mapping lacks ${i.map(p=>`\`${p}\``).join(" and ")}`,help:"Give the mapping both groups."})}var $t={CronJob:{group:"batch",path:["spec","jobTemplate","spec","template"]},DaemonSet:{group:"apps",path:["spec","template"]},Deployment:{group:"apps",path:["spec","template"]},Job:{group:"batch",path:["spec","template"]},Pod:{group:"",path:[]},ReplicaSet:{group:"apps",path:["spec","template"]},Rollout:{group:"argoproj.io",path:["spec","template"]},StatefulSet:{group:"apps",path:["spec","template"]}},qe=({namespace:e})=>e??"default";function I(e){return e.manifests.flatMap(t=>{let a=Object.hasOwn($t,t.kind)?$t[t.kind]:void 0;return!a||a.group!==x(t.apiVersion)?[]:f(t.get([...a.path,"spec"]))?t.kind==="Pod"&&t.get(["spec","nodeName"])!==void 0?[]:[{manifest:t,template:a.path,namespace:qe(t)}]:[]})}var ae=e=>e.manifests.some(({kind:t,apiVersion:a})=>(t==="NodePool"||t==="Provisioner")&&x(a)==="karpenter.sh");function Vt({manifest:e,template:t}){return Et(e.get([...t,"metadata","labels"]))}function Et(e){let t=Object.entries(f(e)??{}).map(([a,n])=>[a,u(n)??""]);return t.some(([a,n])=>k(a)||k(n))?void 0:Object.fromEntries(t)}function _t(e,t){let a=f(e.get(t)),n=Et(a?.matchLabels);if(!a||!n||e.isPartial)return;let s=y(a.matchExpressions).map(r=>{let{key:i,operator:d,values:p}=f(r)??{};return{key:u(i)??"",operator:u(d)??"",values:y(p).map(m=>u(m)??"")}});return s.flatMap(({key:r,operator:i,values:d})=>[r,i,...d]).some(r=>k(r))?void 0:{matchLabels:n,matchExpressions:s}}var Rs=({kind:e,apiVersion:t})=>e==="PodDisruptionBudget"&&x(t)==="policy",Ms=200;function Ot(e){let t=new Map;for(let s of I(e)){let o=Vt(s);if(o===void 0||k(s.namespace))continue;let r=It(s.manifest);for(let i of["",...Object.entries(o).map(d=>d.join("="))]){let d=JSON.stringify([r,i]),p=t.get(d)??[];t.set(d,p),p.length<Ms&&p.push({workload:s,labels:o})}}let a=new Map,n=new Map;for(let s of e.manifests.filter(Rs)){let o=_t(s,["spec","selector"]),[r]=Object.entries(o?.matchLabels??{}),d=(t.get(JSON.stringify([It(s),r?.join("=")??""]))??[]).filter(({labels:p})=>dt(o,p)).map(({workload:p})=>p);a.set(s,d);for(let p of d)n.set(p,[...n.get(p)??[],s].slice(0,2))}return{byBudget:a,byWorkload:n}}var It=e=>`${qe(e)} ${e.source.file.slice(0,Math.max(0,e.source.file.lastIndexOf("/")))}`;var Kt=c({id:"blocking-pdb",severity:"warning",since:"0.1.0",docs:{summary:"A PodDisruptionBudget never lets a pod go, or two of them speak of the same pods.",why:"Karpenter drains a node by the eviction API and leaves nodes alone whose pods it may not evict: such a node is never consolidated, and its drift is never rolled out. An expired node with such a pod stays half drained until its `terminationGracePeriod` ends. Where two budgets select one pod, the API refuses every eviction. A budget that says 0 or 100 % in so many words is a note, for that may be meant.",help:"Allow one pod to be away, run more replicas than must be available, and let one budget speak for each pod.",url:"https://karpenter.sh/docs/concepts/disruption/#pod-disruption-budgets",bad:[l`
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
        ---
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
        ---
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata:
          name: web
        spec:
          minAvailable: 1
          selector:
            matchLabels:
              app: web
      `,l`
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
        ---
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata:
          name: web
        spec:
          maxUnavailable: 0
          selector:
            matchLabels:
              app: web
      `],good:[l`
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
        ---
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
        ---
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
        ---
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata:
          name: web
        spec:
          minAvailable: 1
          selector:
            matchLabels:
              app: web
      `,l`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata:
          name: no-karpenter-here
        spec:
          maxUnavailable: 0
          selector:
            matchLabels:
              app: web
      `]},on:{Manifests(e,t){if(!ae(e))return;let{byBudget:a,byWorkload:n}=Ot(e),s=$s(e);for(let[o,r]of a)Ss(o,t)||Ts({budget:o,workloads:r,replicas:s},t);for(let[o,r]of n)As(o,r,t)}}}),qt={maxUnavailable:/^0%?$/,minAvailable:/^100%$/};function Ss(e,{report:t}){let a=Object.keys(qt).find(n=>qt[n].test(u(e.get(["spec",n]))??""));return a===void 0?!1:(t({manifest:e,at:e.span(["spec",a]),severity:"note",message:`\`${a}: ${e.get(["spec",a])}\` lets no pod go: Karpenter never consolidates or updates a node that one of them is on`,help:"Allow at least one pod to be away."}),!0)}function Ts({budget:e,workloads:t,replicas:a},{report:n}){let s=["spec","minAvailable"],o=e.get(s),[r]=t;if(typeof o!="number"||o<1||!r||t.length>1)return;let{manifest:i}=r,p=(i.kind==="Deployment"||i.kind==="StatefulSet")&&!i.isPartial?a.get(Ke(i)):void 0;p!==void 0&&(p===0||p>o||n({manifest:e,at:e.span(s),message:`\`minAvailable: ${o}\` of ${p} ${p===1?"pod":"pods"} lets none go: Karpenter never consolidates or updates a node that one of them is on`,labels:[{span:i.span(["spec","replicas"]),message:"no more pods than that"}],help:"Run one pod more than must be available, or write `maxUnavailable: 1`."}))}function As(e,t,{report:a}){let[n,s]=t;!n||!s||n.name===s.name||a({manifest:s,at:s.span(["spec","selector"]),message:`Pods of ${e.manifest.kind} \`${e.manifest.name}\` are under two PodDisruptionBudgets, \`${n.name}\` and \`${s.name}\`: the API refuses every eviction`,labels:[{span:n.span(["spec","selector"]),message:"this one selects them too"}],help:"Leave one budget for each pod."})}var Ke=({kind:e,name:t})=>`${e}/${t}`;function $s(e){let t=new Map;for(let a of e.manifests){let n=a.get(["spec","replicas"]),s=Ke(a);if(n===void 0)continue;let o=!t.has(s)||t.get(s)===n;t.set(s,o&&typeof n=="number"?n:void 0)}for(let a of e.manifests){if(a.kind!=="HorizontalPodAutoscaler"&&a.kind!=="ScaledObject")continue;let n=["spec","scaleTargetRef"],s=u(a.get([...n,"kind"]))??"Deployment";t.delete(Ke({kind:s,name:u(a.get([...n,"name"]))??""}))}return t}var Lt="1.22",Dt=c({id:"bottlerocket-raid",severity:"error",since:"0.1.0",docs:{summary:"A class makes a RAID of instance stores on a Bottlerocket that can not.",why:"For `instanceStorePolicy: RAID0` Karpenter writes a bootstrap command into the user data, which Bottlerocket understands from 1.22.0 on. Older images refuse their settings, and the nodes never join.",help:"Pin Bottlerocket 1.22.0 or newer, or leave the policy out.",url:"https://karpenter.sh/docs/upgrading/upgrade-guide/",bad:[l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.21.1
      `],good:[l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
      `,T({karpenter:"1.0"})`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.21.1
      `]},on:{EC2NodeClass(e,{report:t,karpenter:a}){let n=e.get(["spec","instanceStorePolicy"]);if(!(!a.bottlerocketRaid||n!=="RAID0"||_(e)!=="Bottlerocket"))for(let{path:s,term:o}of F(e)){let r=/^bottlerocket@v?(\d+\.\d+)\.\d+$/.exec(u(o.alias)??"")?.[1];r===void 0||fe(r,Lt)>=0||t({at:e.span([...s,"alias"]),message:`Bottlerocket ${r} does not understand the user data for \`instanceStorePolicy: RAID0\`: its nodes never join`,labels:[{span:e.span(["spec","instanceStorePolicy"]),message:"this writes the user data"}],help:`Pin ${Lt}.0 or newer.`})}}}});var Le="/dev/xvda",De="/dev/xvdb",Vs=8*2**30,Wt=c({id:"bottlerocket-volumes",severity:"warning",since:"0.1.0",docs:{summary:"A Bottlerocket class enlarges the volume of the operating system and not that of the containers.",why:"Bottlerocket has two volumes: `/dev/xvda` holds the operating system and `/dev/xvdb` images, containers and logs. A class that maps `/dev/xvda` alone leaves the second one at the 20 GiB of the AMI, and Karpenter counts ephemeral storage from it: pods are evicted for want of disk, or find no node at all.",help:"Map `/dev/xvdb` with the size that containers need, and leave `/dev/xvda` at about 4 GiB.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings",bad:[l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 100Gi
      `],good:[l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 4Gi
            - deviceName: /dev/xvdb
              ebs:
                volumeSize: 100Gi
      `,l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: nvme
        spec:
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          instanceStorePolicy: RAID0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 20Gi
      `,l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: encrypted
        spec:
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 4Gi
                encrypted: true
      `]},on:{EC2NodeClass(e,{report:t}){let a=["spec","blockDeviceMappings"],n=y(e.get(a)).map(o=>u(f(o)?.deviceName)??""),s=n.indexOf(Le);_(e)!=="Bottlerocket"||s===-1||e.isPartial||e.get(["spec","instanceStorePolicy"])===void 0&&(n.includes(De)||n.some(o=>k(o))||Es(e,[...a,s,"ebs","volumeSize"])&&t({at:e.span([...a,s,"deviceName"]),message:`\`${Le}\` of Bottlerocket holds the operating system alone: containers and images stay on the 20 GiB of \`${De}\``,help:`Give the size to \`${De}\`, and \`${Le}\` about 4Gi.`}))}}});function Es(e,t){let a=e.get(t);return typeof a=="string"&&(Z(a)??0)>Vs}var jt=c({id:"bound-comment",severity:"warning",since:"0.2.0",docs:{summary:"A comment says that a bound is included, and `Gt` or `Lt` leaves it out.",why:"`Gt` is greater than, not at least: `instance-generation Gt 5` starts at generation 6. Where a comment beside it says \u201Cat least 5\u201D or \u201C5 and newer\u201D, one of the two is wrong, and the instance types in between are never launched.",help:"Use the number before it, or `Gte` and `Lte`, which Karpenter knows since 1.9.",url:"https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements",bad:[l`
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
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
                # generation 5 and newer
                - key: karpenter.k8s.aws/instance-generation
                  operator: Gt
                  values: ["5"]
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `],good:[l`
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
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `]},on:{NodePool:Gt,Provisioner:Gt}}),Ft={Gt:/(?:>=|≥|=>|\bat least|\bminimum(?: of)?|\bno less than|\bstarting (?:at|with))\s*(?:gen(?:eration)?\s*)?(\d+)\b|\b(\d+)(?:\+|\s*(?:and|or)\s+(?:newer|later|up|above|more|higher|greater)\b)/i,Lt:/(?:<=|≤|=<|\bat most|\bmaximum(?: of)?|\bno more than|\bup to)\s*(?:gen(?:eration)?\s*)?(\d+)\b|\b(\d+)\s*(?:and|or)\s+(?:older|earlier|below|less|lower|fewer|smaller)\b/i};function Gt(e,{report:t,karpenter:a,isKarpenterAssumed:n}){if(!e.source.origin)for(let s of M(e)){let{operator:o,values:r}=s,[i]=r,d=Object.hasOwn(Ft,o)?Ft[o]:void 0;if(!d||!i?.isKnown||r.length!==1||!/^\d{1,9}$/.test(i.text))continue;let p=d.exec(_s(e,s));if(!p||(p[1]??p[2])!==i.text)continue;let m=String(Number(i.text)+(o==="Gt"?-1:1)),h=a.gteLteOperators&&!n?`, or \`${o}e\``:"";t({at:e.span(i.path),message:`The comment says \u201C${p[0].trim()}\u201D, and \`${o} ${i.text}\` leaves ${i.text} out`,help:`Write \`${o} ${m}\`${h}.`,fix:{description:`Replace by \`${m}\``,edits:N(e,i.path,`"${m}"`)}})}}function _s(e,{path:t}){let a=new it(e.source.text),{start:n,end:s}=e.span(t),[o,r]=[a.position(n).line,a.position(s).line],i=Array.from({length:Math.min(20,r-o+1)},(p,m)=>/(?:^|\s)#(.*)$/.exec(a.line(o+m))?.[1]??"");return[o>1?/^\s*#(.*)$/.exec(a.line(o-1))?.[1]??"":"",...i].join(` 
 `)}function We(e,t){let a=`${zt(e,"UTC")} UTC`;return t===void 0||t==="UTC"?a:`${a} (${zt(e,t)} ${t})`}function zt({start:e,end:t},a){let[n,s]=[Bt(e,a),Bt(t,a)];return`${n.day} ${n.time} to ${n.day===s.day?"":`${s.day} `}${s.time}`}function Bt(e,t){let a=new Intl.DateTimeFormat("en-US",{timeZone:t,hourCycle:"h23",weekday:"short",month:"short",day:"numeric",hour:"2-digit",minute:"2-digit"}),n=new Map(a.formatToParts(e).map(({type:o,value:r})=>[o,r])),s=o=>n.get(o)??"";return{day:`${s("weekday")} ${s("day")} ${s("month")}`,time:`${s("hour")}:${s("minute")}`}}var Ut=["spec","disruption","budgets"],Ht=c({id:"budget-gaps",severity:"warning",since:"0.1.0",docs:{summary:"All disruption budgets of a pool are scheduled, so that nothing limits disruption outside their windows.",why:"A budget counts only while its window is open, and where no budget counts, disruption is not limited at all. Budgets that are written replace the default of 10 %: a pool that is frozen during the day may have all its nodes replaced at once at night.",help:"Add a budget without a schedule, such as `nodes: 10%`: the smallest of those that count holds.",url:"https://karpenter.sh/docs/concepts/disruption/#schedule",bad:[l`
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
          disruption:
            consolidateAfter: 1m
            budgets:
              - nodes: "0"
                schedule: 0 9 * * mon-fri
                duration: 8h
      `],good:[l`
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
          disruption:
            consolidateAfter: 1m
            budgets:
              - nodes: 10%
              - nodes: "0"
                schedule: 0 9 * * mon-fri
                duration: 8h
      `,l`
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
          disruption:
            consolidateAfter: 1m
            budgets:
              - nodes: "0"
                schedule: 0 8 * * *
                duration: 12h
              - nodes: 20%
                schedule: 0 20 * * *
                duration: 12h
      `]},on:{NodePool(e,{report:t,settings:a}){let n=y(e.get(Ut)),s=n.map(Is);n.length===0||e.isPartial||!s.every(o=>o!==void 0)||Os(s)&&t({at:e.keySpan(Ut),message:`Outside the windows of its ${n.length===1?"budget":"budgets"}, \`${e.name}\` may disrupt any number of nodes at once`,help:`Add a budget without a schedule, such as \`nodes: 10%\`.${qs(s,a)}`})}}});function Is(e){let{schedule:t,duration:a}=f(e)??{};if(typeof t!="string"||typeof a!="string"||k(t)||k(a))return;let n=X(t),s=/^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:0s)?$/.exec(a);if(!(J(n)||!s))return{cron:n,durationMs:(60*Number(s[1]??0)+Number(s[2]??0))*6e4}}var Qt=24*36e5,Yt=Date.UTC(2024,0,1);function Os(e){let t=e.every(({cron:s})=>s.isAnyDayOfMonth&&s.months.length===12),a={start:Yt,end:Yt+(t?7:366)*Qt},n=_e(e,a);return n!==void 0&&Ie(n,a).length>0}function qs(e,{today:t,timeZone:a}){if(t===rt.today)return"";let n=Date.parse(`${t}T00:00:00Z`),s={start:n,end:n+35*Qt},o=_e(e,s),[r]=o?Ie(o,s):[],d=(o?.filter(({start:p})=>p>=n).slice(0,2)??[]).map(p=>We(p,a));return[...d.length>0?[` The next ${d.length===1?"window is":"windows are"} ${d.join(", then ")}.`]:[],...r?[` Without bound it is ${We(r,a)}.`]:[]].join("")}var Jt=c({id:"budget-rounding",severity:"note",since:"0.2.0",docs:{summary:"A percentage of a pool that never has many nodes is one node, however small it is.",why:"Karpenter rounds percentages of a budget up: 10 % of three nodes is one, a third of them. Where the number of nodes is bounded by `replicas` or `limits.nodes`, it is known beforehand that a small percentage never means what it says.",help:"Write the number of nodes that may go at once.",url:"https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets",bad:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          disruption:
            consolidateAfter: 1m
            budgets:
              - nodes: 10%
          limits:
            cpu: 100
            nodes: 4
          template:
            spec:
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
              requirements:
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `],good:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          disruption:
            consolidateAfter: 1m
            budgets:
              - nodes: 10%
          limits:
            cpu: 100
            nodes: 40
          template:
            spec:
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
              requirements:
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `,l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          disruption:
            consolidateAfter: 1m
            budgets:
              - nodes: "1"
          limits:
            cpu: 100
            nodes: 4
          template:
            spec:
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
              requirements:
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `]},on:{NodePool(e,{report:t}){let a=Ks(e),n=["spec","disruption","budgets"];if(!(a===void 0||a<2))for(let[s,o]of y(e.get(n)).entries()){let r=f(o)?.nodes,i=typeof r=="string"?Number(/^(\d{1,3})%$/.exec(r)?.[1]??0):0;i===0||i*a>=100||100/a<2*i||t({at:e.span([...n,s,"nodes"]),message:`\`${r}\` of at most ${a} nodes is rounded up to one: ${Math.round(100/a)} % of \`${e.name}\``,help:'Write `"1"` if one node at a time is meant.'})}}}});function Ks(e){let[t,a]=[e.get(["spec","replicas"]),e.get(["spec","limits","nodes"])],n=t??a;return typeof n=="number"||typeof n=="string"&&/^\d{1,6}$/.test(n)?Number(n):void 0}var Xt=c({id:"budget-schedule",severity:"error",since:"0.1.0",docs:{summary:"Karpenter can not read the schedule of a disruption budget.",why:"The API server checks no more than that a schedule has five parts. Karpenter parses it when it looks at budgets, and an error there makes every budget of the pool allow 0 nodes: nothing is consolidated, no drift is rolled out, and only an event says so. Days of the week are 0 to 6 and ranges do not wrap around, so that `7`, `1-7` and `sat-sun` are errors; schedules are always in UTC.",help:"Write five fields within their bounds, list days instead of wrapping around, and convert times to UTC.",url:"https://karpenter.sh/docs/concepts/disruption/#schedule",bad:[l`
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
          disruption:
            consolidateAfter: 1m
            budgets:
              - nodes: "0"
                schedule: 0 9 * * sat-sun
                duration: 8h
      `,l`
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
          disruption:
            consolidateAfter: 1m
            budgets:
              - nodes: "0"
                schedule: TZ=Europe/Berlin 0 9 * * 1-5
                duration: 8h
      `,l`
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
          disruption:
            consolidateAfter: 1m
            budgets:
              - nodes: 10%
              - nodes: "0"
                schedule: 0 9 30 2 *
                duration: 8h
      `],good:[l`
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
          disruption:
            consolidateAfter: 1m
            budgets:
              - nodes: 10%
              - nodes: "0"
                schedule: 0 9 * * mon-fri
                duration: 8h
              - nodes: "1"
                schedule: "@daily"
                duration: 1h
      `]},on:{NodePool(e,{report:t}){let a=["spec","disruption","budgets"];for(let[n,s]of y(e.get(a)).entries()){let o=f(s)?.schedule;if(typeof o!="string"||k(o)||!Ds(o))continue;let r=X(o);if(!J(r)){re(r,Ls)===void 0&&t({at:e.span([...a,n,"schedule"]),severity:"warning",message:`\`${o}\` never comes, and Karpenter takes the budget to hold at all times`,help:"Name a day that its months have, or leave `schedule` and `duration` out."});continue}let i=r.field==="day of week"?Ws(o,r):void 0;t({at:e.span([...a,n,"schedule"]),message:`Karpenter can not read this schedule, so that every budget of \`${e.name}\` allows no disruption at all: ${r.field?`${r.field} `:""}\`${r.part}\` ${r.reason}`,help:i?`Days are 0 (Sunday) to 6 and ranges do not wrap around: write \`${i}\`.`:"Write minute, hour, day of month, month and day of week, in UTC.",...i&&{fix:{description:`Replace by \`${i}\``,edits:N(e,[...a,n,"schedule"],`"${i}"`)}}})}}}}),Ls=Date.UTC(2024,0,1),Ds=e=>/^@(annually|yearly|monthly|weekly|daily|midnight|hourly)/.test(e)||e.trim().split(/\s+/).length>=5;function Ws(e,{part:t,start:a}){let n=t.split("-").map(Fs),[s,o=s]=n;if(n.length>2||s===void 0||o===void 0)return;let r=[],i=/[a-z]/i.test(t);for(let m=s;r.push(i?Ee[m%7]:String(m%7)),!(m%7===o%7||r.length===7);m=(m+1)%7);let d=r.length===7?"*":r.join(","),p=e.slice(0,a)+d+e.slice(a+t.length);return J(X(p))?void 0:p}var Fs=e=>{let t=Ee.indexOf(e.toLowerCase());return t!==-1?t:/^[0-7]$/.test(e)?Number(e):void 0};var Fe=["spec","capacityReservationSelectorTerms"],Zt=c({id:"capacity-reservations",severity:"warning",since:"0.1.0",docs:{summary:"A node class selects capacity reservations and its pools do not use them, or a pool wants nothing else and there are none.",why:"Reserved capacity is a capacity type of its own. Where every pool of a class asks for `on-demand` or `spot` alone, the reservations that the class selects are paid for and stay idle; and a pool that allows `reserved` alone launches nothing as long as its class selects none.",help:"Add `reserved` to the capacity types of the pool, or `capacityReservationSelectorTerms` to its class.",url:"https://karpenter.sh/docs/tasks/odcrs/",bad:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements:
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
          limits:
            cpu: 100
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          capacityReservationSelectorTerms:
            - id: cr-0123456789abcdef0
      `,l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements:
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [reserved]
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
          limits:
            cpu: 100
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole
      `],good:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements:
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
          limits:
            cpu: 100
        ---
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: reserved
        spec:
          template:
            spec:
              requirements:
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [reserved, on-demand]
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
          limits:
            cpu: 100
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          capacityReservationSelectorTerms:
            - id: cr-0123456789abcdef0
      `,l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements:
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [reserved, on-demand, spot]
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
          limits:
            cpu: 100
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole
      `]},on:{Manifests(e,t){if(t.karpenter.capacityReservations){for(let a of S(e))Gs(a,e,t);for(let a of R(e))js(a,e,t)}}}});function Gs(e,t,{report:a}){if(y(e.get(Fe)).length===0)return;let n=we(t,e),s=n.map(zs),[o]=s;!o||n.some(({isPartial:r})=>r)||s.includes(void 0)||a({manifest:e,at:e.keySpan(Fe),message:`No pool of \`${e.name}\` allows the capacity type \`reserved\`: the reservations selected here stay idle`,labels:[{span:n[0].span(o.path),message:"these capacity types leave `reserved` out"}],help:"Add `reserved` to the capacity types of the pool that is to use them."})}function js(e,t,{report:a}){let n=ea(e).find(({operator:o,values:r,isKnown:i})=>i&&o==="In"&&r.length>0&&r.every(({text:d})=>d==="reserved")),s=n&&be(t,e);!s||s.isPartial||s.get(Fe)!==void 0||a({manifest:e,at:e.span(n.path),message:`\`${e.name}\` allows reserved capacity alone, and its class \`${s.name}\` selects no reservations: it launches nothing`,help:"Add `capacityReservationSelectorTerms` to the class, or another capacity type to the pool."})}var ea=e=>z(e).filter(({key:t})=>P(t)===w.capacityType),zs=e=>ea(e).find(({operator:t,values:a,isKnown:n})=>{let s=a.some(({text:o})=>o==="reserved");return n&&(t==="In"&&!s||t==="NotIn"&&s)});var aa=c({id:"chart-crds",severity:"warning",since:"0.2.0",docs:{summary:"Karpenter and its CRDs are installed in different versions.",why:"The API server drops fields that its CRDs do not know. With CRDs older than the controller, new fields of NodePools and EC2NodeClasses are gone without a word; with newer ones the controller meets fields that it does not know. The charts `karpenter` and `karpenter-crd` are looked at where they stand in one root of Terraform or one folder.",help:"Keep both charts at one version, and raise that of the CRDs first.",url:"https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades",bad:[v`
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
      `,l`
        apiVersion: helm.toolkit.fluxcd.io/v2
        kind: HelmRelease
        metadata:
          name: karpenter-crd
        spec:
          chart:
            spec:
              chart: karpenter-crd
              version: 1.6.2
        ---
        apiVersion: helm.toolkit.fluxcd.io/v2
        kind: HelmRelease
        metadata:
          name: karpenter
        spec:
          chart:
            spec:
              chart: karpenter
              version: 1.7.1
      `],good:[v`
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
      `]},on:{Manifests(e,t){let a=new Map;for(let n of V(e)){let s=b(n.manifest);a.set(s,[...a.get(s)??[],n])}for(let n of a.values())Bs(n,t)}}}),ta=({manifest:e,version:t})=>{let a=t&&L(e,t)?.replace(/^v/,"");return a!==void 0&&/^\d+\.\d+\.\d+$/.test(a)?a:void 0};function Bs(e,{report:t}){let a=p=>e.filter(m=>m.chart===p&&m.version),[n,...s]=a("karpenter-crd"),[o,...r]=a("karpenter");if(!n||!o||s.length>0||r.length>0)return;let[i,d]=[ta(n),ta(o)];i===void 0||d===void 0||i===d||t({manifest:n.manifest,at:n.manifest.span(n.version),message:`The CRDs are those of ${i}, the controller is ${d}`,help:`Install \`karpenter-crd\` in version ${d} too.`,labels:[{span:o.manifest.span(o.version),message:"the controller"}]})}var na=c({id:"cluster-name",severity:"error",since:"0.2.0",docs:{summary:"Karpenter is told another name of the cluster than the cluster has.",why:"Karpenter tags what it launches with the name of the cluster, asks EKS for it, and writes it into the user data of nodes. With another name IAM denies the launch, for its conditions name the cluster, or nodes try to join a cluster that is not there. It is told where Terraform makes both the one cluster of a root and the release of the chart.",help:"Refer to the cluster: `module.eks.cluster_name`, or the `name` of the resource.",url:"https://karpenter.sh/docs/reference/settings/",bad:[v`
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
      `],good:[v`
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
      `]},on:{Manifests(e,{report:t}){for(let{manifest:a,chart:n,values:s}of V(e)){let o=[...s,"settings","clusterName"],r=L(a,o);if(n!=="karpenter"||r===void 0)continue;let i=b(a),d=e.manifests.filter(g=>Us(g.kind,g.get(["spec","source"]))&&b(g)===i),[p]=d,m=["cluster_name","name"].map(g=>["spec",g]).find(g=>p?.get(g)!==void 0),h=p&&m&&L(p,m);d.length!==1||!p||!m||h===void 0||h===r||t({manifest:a,at:a.span(o),message:`\`clusterName\` is \`${r}\`, and the cluster of this root is \`${h}\``,help:"Refer to the name of the cluster.",labels:[{span:p.span(m),message:"the cluster"}]})}}}}),Us=(e,t)=>e==="module"&&typeof t=="string"&&!t.includes("//modules/");var sa=c({id:"consolidate-after-load",severity:"note",since:"0.2.0",docs:{summary:"`consolidateAfter` of a pool does not go with the CronJobs that run there.",why:"`consolidateAfter` counts from the last time a pod came to a node or left it. With `0s` a node goes as soon as a job ends, and the next run of the job waits for a new one. With more time than passes between two runs, nodes that the job visits are never left alone for long enough, and are never consolidated. It is told where a CronJob chooses the pool by name.",help:"Choose a time that is longer than a pause in which nodes are worth keeping, and shorter than the interval of the jobs.",url:"https://karpenter.sh/docs/concepts/disruption/#consolidation",bad:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: batch
        spec:
          disruption:
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 0s
          limits:
            cpu: 1000
          template:
            spec:
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
              taints:
                - key: example.com/batch
                  effect: NoSchedule
              requirements:
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
        ---
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
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `,l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: batch
        spec:
          disruption:
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 30m
          limits:
            cpu: 1000
          template:
            spec:
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
              taints:
                - key: example.com/batch
                  effect: NoSchedule
              requirements:
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
        ---
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
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `],good:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: batch
        spec:
          disruption:
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 5m
          limits:
            cpu: 1000
          template:
            spec:
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
              taints:
                - key: example.com/batch
                  effect: NoSchedule
              requirements:
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
        ---
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
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `,l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: batch
        spec:
          disruption:
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 0s
          limits:
            cpu: 1000
          template:
            spec:
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
              taints:
                - key: example.com/batch
                  effect: NoSchedule
              requirements:
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
        ---
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
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `]},on:{Manifests:Hs}}),Ge=6e4,Ys=15*Ge;function Hs(e,t){let a=I(e).filter(({manifest:n})=>n.kind==="CronJob");if(a.length!==0)for(let n of R(e)){let s=["spec","disruption","consolidateAfter"],o=me(u(n.get(s))??""),r=Number(o??0)/1e6;if(o===void 0||n.get(["spec","disruption","consolidationPolicy"])==="WhenEmpty")continue;let[i]=a.filter(p=>Qs(n,p)).flatMap(p=>({job:p.manifest,every:Js(p.manifest)??Number.NaN})).filter(({every:p})=>r===0?p<=Ys:p<r).sort((p,m)=>p.every-m.every||(p.job.name<m.job.name?-1:1));if(!i)continue;let d=`${i.every/Ge} ${i.every===Ge?"minute":"minutes"}`;t.report({manifest:n,at:n.span(s),message:r===0?`\`${n.name}\` gives its nodes up as soon as \`${i.job.name}\` ends, and \`${i.job.name}\` comes back every ${d}`:`Nodes of \`${n.name}\` wait longer for quiet than passes between two runs of \`${i.job.name}\`, which comes every ${d}: they are never consolidated`,help:r===0?"Write a time that is longer than that.":"Write a shorter time.",labels:[{span:i.job.span(["spec","schedule"]),message:"how often it runs"}]})}}function Qs(e,{manifest:t,template:a}){let n=f(t.get([...a,"spec","nodeSelector"]));return u(n?.["karpenter.sh/nodepool"])===e.name}function Js(e){let t=X(u(e.get(["spec","schedule"]))??"");if(J(t)||e.get(["spec","suspend"])===!0)return;let a=re(t,0),n=a===void 0?void 0:re(t,a);return a===void 0||n===void 0?void 0:n-a}var q=["spec","disruption"],de=[...q,"consolidateAfter"],oa=c({id:"consolidate-after-policy",severity:"error",since:"0.1.0",docs:{summary:"`consolidateAfter` and `consolidationPolicy` do not go together in this API version.",why:"In v1beta1 `consolidateAfter` belongs to `WhenEmpty` alone: beside `WhenUnderutilized`, which is also the default, a duration is refused, and `WhenEmpty` is refused without one. In v1 every `disruption` block needs it up to Karpenter 1.14; from 1.15 on it is `0s` when left out, so that nodes are consolidated as soon as a pod leaves.",help:"In v1beta1 write `consolidateAfter` beside `WhenEmpty` and nowhere else; in v1 write it in every `disruption` block.",url:"https://karpenter.sh/docs/concepts/disruption/#consolidation",bad:[T({karpenter:"0.37"})`
        apiVersion: karpenter.sh/v1beta1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements: []
          limits:
            cpu: 100
          disruption:
            consolidationPolicy: WhenUnderutilized
            consolidateAfter: 60s
      `,l`
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
          disruption:
            consolidationPolicy: WhenEmpty
      `,T({karpenter:"0.37"})`
        apiVersion: karpenter.sh/v1beta1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements: []
          limits:
            cpu: 100
          disruption:
            consolidationPolicy: WhenEmpty
      `],good:[l`
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
          disruption:
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 60s
      `,T({karpenter:"0.37"})`
        apiVersion: karpenter.sh/v1beta1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements: []
          limits:
            cpu: 100
          disruption:
            consolidationPolicy: WhenUnderutilized
            consolidateAfter: Never
      `]},explains:["schema/cel","schema/required"],on:{NodePool(e,t){let a=$(e,[...q,"consolidationPolicy"]),n=$(e,de);if(!f(e.get(q))||!a.isKnown||!n.isKnown)return;let s=(n.value??null)===null;G(e.apiVersion)==="v1beta1"?Xs(e,t,a.value??null,s):s&&Zs(e,t)}}});function Xs(e,{report:t},a,n){if(a==="WhenEmpty"&&n&&t({at:e.keySpan([...q,"consolidationPolicy"]),message:"`consolidationPolicy: WhenEmpty` needs `consolidateAfter` in v1beta1: the API server refuses it without",help:"Say for how long a node must be empty before it goes, such as `consolidateAfter: 30s`.",fix:{description:"Add `consolidateAfter: 30s`",edits:oe(e,q,"consolidateAfter","30s")},explains:{paths:[q]}}),!(a===null||a==="WhenUnderutilized")||n||e.get(de)==="Never")return;let o=a===null?"`WhenUnderutilized`, the default policy,":"`consolidationPolicy: WhenUnderutilized`";t({at:e.keySpan(de),message:`\`consolidateAfter\` may not stand beside ${o} in v1beta1: the API server refuses it`,help:"Remove it; v1 allows it beside `WhenEmptyOrUnderutilized`, or use `WhenEmpty` to remove empty nodes only.",...a!==null&&{labels:[{span:e.span([...q,"consolidationPolicy"]),message:"this policy decides by itself when to act"}]},fix:{description:"Remove `consolidateAfter`",edits:j(e,de)},explains:{paths:[q]}})}function Zs(e,{report:t,karpenter:a}){let n={description:"Add `consolidateAfter: 0s`",edits:oe(e,q,"consolidateAfter","0s")};if(a.consolidateAfterDefaulted){t({at:e.keySpan(q),severity:"note",message:"`disruption` has no `consolidateAfter`, which is then `0s`: nodes are consolidated as soon as a pod leaves",help:"Write `consolidateAfter: 0s` to say so, or a longer time to avoid churn.",fix:n});return}t({at:e.keySpan(q),message:"`disruption` needs `consolidateAfter`: the API server refuses the block without it up to Karpenter 1.14",help:"Add it: `0s` acts at once, which is what Karpenter does when the whole block is absent.",fix:n,explains:{paths:[de,q]}})}var ra=new WeakMap;function B(e){let t=ra.get(e);if(t)return t;let a=new Map;for(let s of e.manifests){if(s.kind!=="IamPolicy")continue;let o=b(s);a.set(o,[...a.get(o)??[],...eo(s)])}let n=[...a.values()].filter(s=>K(s,"ec2:CreateFleet"));return ra.set(e,n),n}function eo(e){let t=e.get(["Statement"])===void 0?["spec","Statement"]:["Statement"],a=pt(JSON.stringify({Statement:y(e.get(t))}));return"fault"in a?[]:a.statements.map((n,s)=>({policy:e,path:[...t,s],statement:n}))}var K=(e,t)=>e.some(({statement:a})=>a.effect==="Allow"&&ct(a,t)),Ne=e=>e.every(({policy:t,statement:a})=>!t.isPartial&&!a.actions.some(k));function je({resources:e},t){return e.some(a=>a==="*"||to(a,t))?!0:e.some(a=>/^\$\{[^}]*\}$/.test(a))?void 0:!1}var to=(e,t)=>he(e.replace(/\$\{[^}]*\}/g,"*").split(":").slice(5).join(":").split("/")[0]??"",t);var ia=c({id:"controller-conditions",severity:"error",since:"0.2.0",docs:{summary:"The policy of Karpenter\u2019s controller demands a tag that nothing gets.",why:"A condition on a tag holds only where Karpenter sets that tag. Since v1beta1 instances carry `karpenter.sh/nodepool` and no longer `karpenter.sh/provisioner-name`: a policy that still asks for the latter lets nodes be launched and never ended, or not even launched. A tag of one\u2019s own is there where `spec.tags` of the EC2NodeClass has it.",help:"Ask for `karpenter.sh/nodepool`, and set tags of your own in `spec.tags` of every EC2NodeClass.",url:"https://karpenter.sh/docs/reference/cloudformation/",bad:[v`
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
      `],good:[le`
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
      `]},on:{Manifests(e,t){for(let a of B(e))for(let n of a)oo(n,{statements:a,all:e,context:t})}}}),ao=/^(?:aws|ec2):(RequestTag|ResourceTag)\/(.+)$/i,no=/IfExists$|^Null$|^ForAllValues:|Not/,so=["ec2:RunInstances","ec2:CreateFleet","ec2:CreateLaunchTemplate","ec2:TerminateInstances"];function oo(e,t){let{statement:a,policy:n,path:s}=e,o=so.filter(r=>K([e],r));for(let{operator:r,key:i}of a.conditions){let[,d,p]=ao.exec(i)??[];if(p===void 0||d===void 0||no.test(r)||!ro(d,p,t))continue;let m=o.filter(h=>!t.statements.some(g=>g!==e&&K([g],h)));m.length!==0&&t.context.report({manifest:n,at:n.keySpan([...s,"Condition",r,i]),message:`${m.map(h=>`\`${h}\``).join(", ")} ${m.length>1?"are":"is"} allowed with the tag \`${p}\` alone, which nothing gets`,help:p.startsWith("karpenter.sh/")?"Ask for `karpenter.sh/nodepool`.":"Set the tag in `spec.tags` of every EC2NodeClass."})}}function ro(e,t,{all:a,context:n}){if(t==="karpenter.sh/provisioner-name")return n.karpenter.v1;if(e.toLowerCase()!=="requesttag"||k(t)||/^(?:kubernetes\.io\/cluster\/|karpenter\.|eks:|topology\.kubernetes\.io\/|Name$)/.test(t))return!1;let s=S(a);return s.length>0&&s.every(o=>!o.isPartial&&!io(o.get(["spec","tags"]),t))}function io(e,t){let a=f(e);return a?Object.keys(a).some(n=>n===t||k(n)):e!==void 0}var la=c({id:"controller-permissions",severity:"error",since:"0.2.0",docs:{summary:"The policy of Karpenter\u2019s controller lacks a right that this Karpenter needs.",why:"What a release needs beyond the one before is easily forgotten in an upgrade. The controller then logs refusals and does nothing: without `ec2:CreateTags` on spot requests no spot instance is launched, without rights on instance profiles no node class with a `role` gets ready. All policies of a folder, or of a root of Terraform, are taken together; one that reads instance types is taken for complete.",help:"Bring the policy up to the one that Karpenter publishes with this version.",url:"https://karpenter.sh/docs/reference/cloudformation/",bad:[le`
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
      `,v`
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
      `],good:[v`
        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions = [
              "ec2:CreateFleet", "ec2:RunInstances", "ec2:CreateLaunchTemplate", "ec2:CreateTags",
              "ec2:TerminateInstances", "ec2:DeleteLaunchTemplate", "ec2:Describe*",
            ]
            resources = ["*"]
          }
        }
      `,le`
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
      `]},on:{Manifests(e,t){if(!(t.isKarpenterAssumed&&!lo(e)))for(let a of B(e))Ne(a)&&(uo(a,e,t),fo(a,t))}}});function lo({manifests:e}){let t=e.filter(({apiVersion:a})=>x(a).startsWith("karpenter."));return t.length>0&&t.every(({apiVersion:a})=>G(a)==="v1")}var po=["ec2:CreateLaunchTemplate","ec2:CreateTags","ec2:DeleteLaunchTemplate","ec2:DescribeImages","ec2:DescribeInstances","ec2:DescribeInstanceTypeOfferings","ec2:DescribeLaunchTemplates","ec2:DescribeSecurityGroups","ec2:DescribeSubnets","ec2:RunInstances","ec2:TerminateInstances"],co=["iam:AddRoleToInstanceProfile","iam:CreateInstanceProfile","iam:DeleteInstanceProfile","iam:GetInstanceProfile","iam:RemoveRoleFromInstanceProfile","iam:TagInstanceProfile"];function mo({karpenter:e,isKarpenterAssumed:t},a){let n=[...po,...a&&e.v1?co:[]];return t?n:[...n,...a&&e.listInstanceProfiles?["iam:ListInstanceProfiles"]:[],...e.placementGroupSelector?["ec2:DescribePlacementGroups"]:[],...e.describeInstanceStatus?["ec2:DescribeInstanceStatus"]:[]]}function uo(e,t,a){let n=e.find(d=>K([d],"ec2:DescribeInstanceTypes"));if(!n)return;let s=S(t).some(d=>d.get(["spec","role"])!==void 0),o=mo(a,s).filter(d=>!K(e,d));if(o.length===0)return;let{policy:r,path:i}=n;a.report({manifest:r,at:r.span([...i,"Action"]),message:`Karpenter${a.isKarpenterAssumed?"":` ${a.karpenter.version}`} needs rights that this policy does not give: ${o.map(d=>`\`${d}\``).join(", ")}`,help:"Allow them as the policy that Karpenter publishes does."})}function fo(e,{report:t,karpenter:a}){if(!a.v1)return;let n=e.filter(p=>K([p],"ec2:CreateTags")),[s]=n,o="spot-instances-request",r=n.some(({statement:p})=>je(p,"fleet")===!0);if(!s||!r||n.some(({statement:p})=>je(p,o)!==!1))return;let{policy:i,path:d}=s;t({manifest:i,at:i.span([...d,"Resource"]),message:`\`ec2:CreateTags\` is not allowed on \`${o}\`: every launch of a spot instance is denied`,help:`Add \`arn:aws:ec2:*:*:${o}/*\` to the resources.`})}var da=c({id:"controller-placement",severity:"warning",since:"0.2.0",docs:{summary:"Karpenter is sent to nodes that it launches itself.",why:"The chart keeps the controller off Karpenter\u2019s own nodes. Where values send it there all the same, a cluster without such a node never gets one, because what would launch it is pending; and consolidation may end the node that the controller runs on.",help:"Run the controller on a managed node group, an InstanceGroup or Fargate.",url:"https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/",bad:[l`
        apiVersion: helm.toolkit.fluxcd.io/v2
        kind: HelmRelease
        metadata:
          name: karpenter
        spec:
          chart:
            spec:
              chart: karpenter
          values:
            nodeSelector:
              karpenter.sh/nodepool: system
      `,l`
        apiVersion: helm.toolkit.fluxcd.io/v2
        kind: HelmRelease
        metadata:
          name: karpenter
        spec:
          chart:
            spec:
              chart: karpenter
          values:
            affinity: null
      `],good:[l`
        apiVersion: helm.toolkit.fluxcd.io/v2
        kind: HelmRelease
        metadata:
          name: karpenter
        spec:
          chart:
            spec:
              chart: karpenter
          values:
            nodeSelector:
              karpenter.sh/controller: "true"
      `,l`
        apiVersion: helm.toolkit.fluxcd.io/v2
        kind: HelmRelease
        metadata:
          name: karpenter
        spec:
          chart:
            spec:
              chart: karpenter
          values:
            nodeSelector:
              eks.amazonaws.com/nodegroup: system
            affinity: null
      `]},on:{Manifests(e,{report:t}){for(let{manifest:a,chart:n,values:s}of V(e)){if(n!=="karpenter")continue;let o=[...s,"nodeSelector"],r=Object.keys(f(a.get(o))??{}),i=r.find(h=>ho.has(h)),d="Choose nodes that something else makes.";if(i!==void 0){let h=`\`${i}\` is a label of Karpenter\u2019s own nodes alone: where there is none, the controller stays pending`;t({manifest:a,at:a.keySpan([...o,i]),message:h,help:d})}let p=[...s,"affinity"];if(r.length>0||a.get(p)!==null)continue;t({manifest:a,at:a.keySpan(p),message:"Without the chart\u2019s affinity nothing keeps the controller off Karpenter\u2019s own nodes",help:"Leave the value out."})}}}}),ho=new Set(["karpenter.sh/capacity-type","karpenter.sh/initialized","karpenter.sh/nodepool","karpenter.sh/registered"]);var pa=c({id:"custom-registration",severity:"warning",since:"0.1.0",docs:{summary:"User data of a `Custom` class joins the cluster without the taint that Karpenter waits for.",why:"Since Karpenter 1.0 a node has to register with the taint `karpenter.sh/unregistered:NoExecute`, which Karpenter removes when its labels are in place. For the other families Karpenter writes it into the user data; for `Custom` nobody does. A node without it is not taken over, and it is terminated after 15 minutes while the next one starts.",help:"Register with the taint: `--register-with-taints=karpenter.sh/unregistered:NoExecute` as a flag of the kubelet, or the like in its configuration.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#custom",bad:[l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: ubuntu
        spec:
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          userData: |
            #!/bin/bash
            /etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'
      `],good:[l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: ubuntu
        spec:
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          userData: |
            #!/bin/bash
            /etc/eks/bootstrap.sh demo --kubelet-extra-args '--register-with-taints=karpenter.sh/unregistered:NoExecute'
      `,l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: prepared
        spec:
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          userData: |
            #!/bin/bash
            /opt/company/join-cluster
      `,T({karpenter:"0.37"})`
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
      `]},on:{EC2NodeClass(e,{report:t,karpenter:a}){let n=te(e);!a.v1||_(e)!=="Custom"||n===void 0||!yo.test(n)||n.includes("karpenter.sh/unregistered")||t({at:e.keySpan(["spec","userData"]),message:"This user data joins the cluster without the taint `karpenter.sh/unregistered:NoExecute`: Karpenter takes none of its nodes over and ends them after 15 minutes",help:"Let the kubelet register with the taint, such as by `--register-with-taints=karpenter.sh/unregistered:NoExecute`."})}}}),yo=/\/etc\/eks\/bootstrap\.sh|kind: NodeConfig|\bnodeadm init\b|Start-EKSBootstrap|EKS\\Start-/;function U(e,t){if(e.kind==="EC2NodeClass"){let r=["spec",`${t}SelectorTerms`];return y(e.get(r)).map((i,d)=>ko(i,[...r,d]))}let a=[...e.kind==="Provisioner"?["spec","provider"]:["spec"],`${t}Selector`],n=f(e.get(a));if(!n)return[];let s=([r])=>!/^aws(::|-)ids$/.test(r),o=Object.entries(n);return[{path:a,tags:ca(o.filter(s),a),hasOther:!o.every(s)}]}function ko(e,t){let{tags:a,...n}=f(e)??{};return{path:t,tags:ca(Object.entries(f(a)??{}),[...t,"tags"]),hasOther:Object.keys(n).some(s=>s==="id"||s==="name")}}var ca=(e,t)=>e.map(([a,n])=>{let s=u(n)??"",o=s!==""&&!s.includes("*")&&!k(s)&&!k(a);return{path:[...t,a],key:a,value:s,isKnown:o}}),go=["karpenter.sh/discovery","KubernetesCluster","aws:eks:cluster-name","eks:cluster-name"],ze="kubernetes.io/cluster/",Be=e=>e.tags.flatMap(t=>go.includes(t.key)?[{scheme:t.key,cluster:t.value,tag:t}]:t.key.startsWith(ze)?[{scheme:`${ze}\u2026`,cluster:t.key.slice(ze.length),tag:t}]:[]);var vo="karpenter.sh/discovery",Pe=["subnet","securityGroup"],ua={subnet:"subnets",securityGroup:"security groups"},fa=c({id:"discovery-selectors",severity:"warning",since:"0.1.0",docs:{summary:"A node class selects subnets and security groups by tags that do not fit together.",why:"Karpenter launches into whatever the selector terms find. Terms that name different clusters find subnets of one VPC and security groups of another, and every launch fails; terms that name no cluster may find what belongs to somebody else.",help:"Select both by the same cluster tag, such as `karpenter.sh/discovery`, as the other classes of the repository do.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms",bad:[l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: staging
      `,l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          subnetSelectorTerms:
            - tags:
                Name: "*private*"
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
      `],good:[l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
      `,l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: kops
        spec:
          subnetSelectorTerms:
            - tags:
                KubernetesCluster: demo1.k8s.local
          securityGroupSelectorTerms:
            - tags:
                Name: nodes.demo1.k8s.local
                KubernetesCluster: demo1.k8s.local
      `]},on:{EC2NodeClass:Ue,AWSNodeTemplate:Ue,Provisioner:Ue}});function Ue(e,t){if(!(e.isPartial||wo(e,t)))for(let a of Pe)bo(e,a,t)}var xe=(e,t)=>U(e,t).flatMap(Be);function wo(e,{report:t}){let[a,n]=Pe.map(s=>xe(e,s));for(let s of n){let o=a.filter(p=>p.scheme===s.scheme),r=[...o,...n.filter(({scheme:p})=>p===s.scheme)];if(o.length===0||!r.every(({tag:p})=>p.isKnown))continue;let i=new Set(o.map(({cluster:p})=>p));if(n.some(p=>p.scheme===s.scheme&&i.has(p.cluster)))continue;let d=o[0];return t({at:e.span(s.tag.path),message:`\`${e.name}\` selects security groups of cluster \`${s.cluster}\` and subnets of cluster \`${d.cluster}\``,labels:[{span:e.span(d.tag.path),message:"subnets are selected by this value"}],help:`Select both by the same \`${s.tag.key.startsWith("kubernetes.io/")?s.scheme:s.tag.key}\`.`}),!0}return!1}function bo(e,t,{report:a,all:n}){let o=U(e,t).filter(A=>A.tags.length>0&&!A.hasOther&&Be(A).length===0);if(o.length===0||o.some(({tags:A})=>A.some(E=>!E.isKnown&&!E.value.includes("*"))))return;let{classes:r,naming:i}=xo(n),d=r.length-(r.includes(e)?1:0),p=i[t].length-(i[t].includes(e)?1:0);if(d>0&&p===0)return;let m=i[t].find(A=>A!==e),h=Pe.flatMap(A=>xe(e,A))[0],g=h?.scheme??(m&&xe(m,t)[0].scheme)??vo,C=h!==void 0||d>0&&p===d;a({at:e.keySpan(o[0].tags[0].path),...!C&&{severity:"note"},message:`\`${e.name}\` selects ${ua[t]} by tags that name no cluster${Co(h,m,t)}`,help:`Add \`${g}\`, so that nothing of another cluster in the account is found.`})}function Co(e,t,a){return e?`, unlike its \`${e.scheme}\` beside it`:t?`, unlike ${ua[a]} of \`${t.name}\``:""}var No=({kind:e,apiVersion:t})=>(e==="EC2NodeClass"||e==="AWSNodeTemplate")&&x(t)==="karpenter.k8s.aws",ma=new WeakMap;function xo(e){let t=ma.get(e);if(t)return t;let a=e.manifests.filter(o=>No(o)&&Pe.some(r=>U(o,r).length>0)),n=o=>a.filter(r=>xe(r,o).length>0),s={classes:a,naming:{subnet:n("subnet"),securityGroup:n("securityGroup")}};return ma.set(e,s),s}var ha=c({id:"discovery-tags",severity:"error",since:"0.2.0",docs:{summary:"A node class looks for a tag that Terraform gives another value.",why:"Karpenter finds subnets and security groups by their tags. Where none carries the tag with that very value, the node class is not ready, and no pool that uses it launches anything. It is told where Terraform makes both in one root, and the tag of that name is there with other values alone.",help:"Take tag and selector from one local.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms",bad:[v`
        module "vpc" {
          source = "terraform-aws-modules/vpc/aws"

          private_subnet_tags = {
            "karpenter.sh/discovery" = "orders-prod"
          }
        }

        resource "kubectl_manifest" "default" {
          yaml_body = <<-YAML
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata:
              name: default
            spec:
              role: KarpenterNodeRole-orders
              subnetSelectorTerms:
                - tags:
                    karpenter.sh/discovery: orders
          YAML
        }
      `],good:[v`
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

        resource "kubectl_manifest" "default" {
          yaml_body = <<-YAML
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata:
              name: default
            spec:
              role: KarpenterNodeRole-orders
              subnetSelectorTerms:
                - tags:
                    karpenter.sh/discovery: \${local.name}
              securityGroupSelectorTerms:
                - tags:
                    karpenter.sh/discovery: \${local.name}
          YAML
        }
      `,v`
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

        resource "kubectl_manifest" "default" {
          yaml_body = <<-YAML
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata:
              name: default
            spec:
              role: KarpenterNodeRole-orders
              securityGroupSelectorTerms:
                - tags:
                    Name: orders-node
                    karpenter.sh/discovery: orders
          YAML
        }
      `]},on:{Manifests(e,t){for(let a of S(e))if(a.source.origin?.tool==="terraform")for(let n of["subnet","securityGroup"])Po(a,n,{all:e,context:t})}}});function Po(e,t,{all:a,context:n}){let s=U(e,t),o=b(e);for(let{tags:r}of s)for(let i of r){if(!i.isKnown||i.key==="Name")continue;let d=a.manifests.filter(h=>b(h)===o).flatMap(h=>Ro(h,t,i.key)),[p]=d;if(!p||d.some(({value:h})=>h===i.value||k(h)))continue;let m=t==="subnet"?"subnet":"security group";n.report({manifest:e,at:e.span(i.path),message:`No ${m} of this root has the tag \`${i.key}\` with the value \`${i.value}\`: there it is \`${p.value}\``,help:"Take tag and selector from one local.",labels:[{span:p.manifest.span(p.path),message:"the tag that is given"}]})}}function Ro(e,t,a){if(e.kind!=="aws_ec2_tag")return To(e,t).flatMap(r=>Mo(e,r,a));let n=["spec","value"],[s,o]=[u(e.get(["spec","key"]))??"",u(e.get(n))??ue];return s===a||k(s)?[{manifest:e,path:n,value:s===a?o:ue}]:[]}function Mo(e,t,a){let n=f(e.get(t)),s=u(n?.[a]);return e.isPartial||n===void 0&&e.get(t)!==void 0?[So(e,t)]:s===void 0?[]:[{manifest:e,path:[...t,a],value:s}]}var So=(e,t)=>({manifest:e,path:t,value:ue});function To(e,t){let{kind:a}=e;if(a===(t==="subnet"?"aws_subnet":"aws_security_group"))return[["spec","tags"]];if(a!=="module")return[];let n=Object.keys(f(e.get(["spec"]))??{}),s=t==="subnet"?/subnet_tags$|^tags$/:/security_group_tags$|^tags$/;return n.filter(o=>s.test(o)).map(o=>["spec",o])}var Ye=["spec","template","spec"],ya=c({id:"expiry-blocked",severity:"note",since:"0.1.0",docs:{summary:"Pods that may not be disrupted run for ever on nodes that expire, and nothing ends the wait.",why:"An expired node is tainted and drained whatever budgets say, after 30 days unless `expireAfter` says otherwise. A pod with `karpenter.sh/do-not-disrupt` is not evicted, so that the node stays half drained and paid for as long as the pod is there: for a Deployment or a StatefulSet, until somebody deletes it.",help:"Set `terminationGracePeriod` in the NodePool, after which such a pod goes as well, or `expireAfter: Never` and another way of renewing nodes.",url:"https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod",bad:[l`
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
        ---
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
      `],good:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements: []
              terminationGracePeriod: 24h
          limits:
            cpu: 100
        ---
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
      `,l`
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
        ---
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
      `]},on:{Manifests(e,{report:t}){let a=R(e),n=a.map(s=>{let o=$(s,[...Ye,"expireAfter"]),r=$(s,[...Ye,"terminationGracePeriod"]);return o.isKnown&&r.isKnown&&G(s.apiVersion)==="v1"&&o.value!=="Never"&&r.value===void 0});if(!(a.length===0||n.includes(!1)))for(let{manifest:s,template:o}of I(e)){let r=[...o,"metadata","annotations",mt];!(s.kind==="Deployment"||s.kind==="StatefulSet")||u(s.get(r))!=="true"||t({manifest:s,at:s.keySpan(r),message:`Nodes with pods of ${s.kind} \`${s.name}\` stay half drained once they expire: no NodePool has a \`terminationGracePeriod\``,labels:[{span:a[0].keySpan(Ye),message:"such as this one"}],help:"Set `terminationGracePeriod` in the pool that they run on."})}}}});var ka=["spec","disruption","budgets"],ga=c({id:"frozen-nodes",severity:"note",since:"0.1.0",docs:{summary:"A disruption budget of 0 holds at all times and for all reasons.",why:"Such a pool is never consolidated and its drift is never rolled out: new AMIs and changed node classes reach no running node. Nodes are then replaced by expiry alone, which asks no budget, and where `expireAfter` is `Never` not at all: they are never patched, and the finding is a warning.",help:"Name the `reasons` that are to be blocked, or give the budget a window by `schedule` and `duration`.",url:"https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets",bad:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements: []
              expireAfter: Never
          limits:
            cpu: 100
          disruption:
            consolidateAfter: 1m
            budgets:
              - nodes: "0"
      `],good:[l`
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
          disruption:
            consolidateAfter: 1m
            budgets:
              - nodes: 10%
              - nodes: "0"
                reasons: [Underutilized]
      `,l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: business-hours
        spec:
          template:
            spec:
              requirements: []
          limits:
            cpu: 100
          disruption:
            consolidateAfter: 1m
            budgets:
              - nodes: 10%
              - nodes: "0"
                schedule: 0 9 * * mon-fri
                duration: 8h
      `]},on:{NodePool(e,{report:t}){if(e.isPartial)return;let n=y(e.get(ka)).map(r=>f(r)??{}).findIndex(({nodes:r,schedule:i,reasons:d})=>/^0%?$/.test(u(r)??"")&&i===void 0&&y(d).length===0);if(n===-1)return;let o=$(e,["spec","template","spec","expireAfter"]).value==="Never"||G(e.apiVersion)==="v1beta1";t({at:e.span([...ka,n,"nodes"]),...o&&{severity:"warning"},message:`This budget blocks all voluntary disruption of \`${e.name}\` at all times: ${o?"its nodes are never patched":"its nodes change by expiry alone"}`,help:"Name the `reasons` to block, or give it a window by `schedule` and `duration`."})}}});var wa=c({id:"gpu-taint",severity:"warning",since:"0.1.0",docs:{summary:"A pool of instance types with GPUs or other accelerators has no taint.",why:"Any pod that has no place elsewhere may be given a node of this pool: an ordinary web server on an instance that costs many times what it needs, and a node that consolidation can not remove while the pod is there.",help:"Taint the pool, such as with `nvidia.com/gpu:NoSchedule`, and let the pods that need it tolerate that.",url:"https://karpenter.sh/docs/concepts/scheduling/#acceleratorsgpu-resources",bad:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: gpu
        spec:
          template:
            spec:
              requirements:
                - key: karpenter.k8s.aws/instance-family
                  operator: In
                  values: [g6, g6e]
          limits:
            cpu: 100
      `],good:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: gpu
        spec:
          template:
            spec:
              requirements:
                - key: karpenter.k8s.aws/instance-family
                  operator: In
                  values: [g6, g6e]
              taints:
                - key: nvidia.com/gpu
                  effect: NoSchedule
          limits:
            cpu: 100
      `,l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: mixed
        spec:
          template:
            spec:
              requirements:
                - key: karpenter.k8s.aws/instance-family
                  operator: In
                  values: [g6, m7i]
          limits:
            cpu: 100
      `]},on:{NodePool:va,Provisioner:va}});function va(e,{report:t,catalog:a,compatible:n}){let s=n(e),o=e.kind==="NodePool"?["spec","template","spec"]:["spec"],r=$(e,[...o,"taints"]);!a||!s?.isExact||s.names.length===0||!r.isKnown||y(r.value).length>0||!s.names.every(d=>{let{gpus:p,accelerator:m,neuron:h}=a.type(d);return p.length>0||m!==void 0||h!==void 0})||t({at:e.keySpan(o),message:`Every instance type of \`${e.name}\` has GPUs or other accelerators, and no taint keeps ordinary pods away`,help:"Add a taint such as `nvidia.com/gpu:NoSchedule`, which the pods that need it tolerate."})}var ba=c({id:"helm-settings",severity:"warning",since:"0.1.0",docs:{summary:"A value for Karpenter\u2019s Helm chart does not do what it says.",why:"The chart passes values on without checking them. A queue given by ARN or URL is not found, so that interruption warnings are not heard; keys that the chart does not read are dropped without a word; and an overhead of 7.5 is 750 %, with which no instance type has memory left. HelmReleases, Argo CD Applications, `helm_release` of Terraform and values files of the chart `karpenter` are looked at.",help:"Use the chart\u2019s own keys, the name of the queue, and fractions such as 0.075.",url:"https://karpenter.sh/docs/reference/settings/",bad:[l`
        apiVersion: helm.toolkit.fluxcd.io/v2
        kind: HelmRelease
        metadata:
          name: karpenter
        spec:
          chart:
            spec:
              chart: karpenter
          values:
            settings:
              clusterName: demo
              interruptionQueue: arn:aws:sqs:us-east-1:111122223333:karpenter-demo
              vmMemoryOverheadPercent: 7.5
      `,l`
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
      `,v`
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
      `],good:[v`
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
      `,l`
        apiVersion: helm.toolkit.fluxcd.io/v2
        kind: HelmRelease
        metadata:
          name: karpenter
        spec:
          chart:
            spec:
              chart: karpenter
          values:
            settings:
              clusterName: demo
              interruptionQueue: karpenter-demo
              vmMemoryOverheadPercent: 0.075
      `,l`
        apiVersion: helm.toolkit.fluxcd.io/v2
        kind: HelmRelease
        metadata:
          name: something-else
        spec:
          chart:
            spec:
              chart: something-else
          values:
            settings:
              vmMemoryOverheadPercent: 7.5
      `]},on:{Manifests(e,t){for(let{manifest:a,chart:n,values:s}of V(e)){let o=[...s,"settings"];n!=="karpenter"||!f(a.get(o))||(Vo(a,o,t),_o(a,o,t),Io(a,o,t),Oo(a,o,t),qo(a,o,t))}}}}),Ao={interruptionQueue:/^(?:aws_sqs_queue\.[\w-]+\.(arn|url|id)|module\.[\w-]+\.(queue_arn|queue_url))$/,clusterName:/^(?:aws_eks_cluster\.[\w-]+\.(arn|endpoint)|module\.[\w-]+\.(cluster_arn|cluster_endpoint))$/},$o={queue_arn:"queue_name",queue_url:"queue_name",cluster_arn:"cluster_name",cluster_endpoint:"cluster_name"};function Vo(e,t,{report:a}){for(let[n,s]of Object.entries(Ao)){let o=[...t,n],r=O(e,o)??"",i=s.exec(r);if(!i)continue;let d=i[1]??i[2],p=`${r.slice(0,-d.length)}${$o[d]??"name"}`;a({manifest:e,at:e.span(o),message:`\`${n}\` takes a name, and \`${r}\` is none`,help:`Refer to \`${p}\`.`})}}var Eo=/^(?:arn:[\w-]+:sqs:|https?:\/\/)/;function _o(e,t,{report:a}){let n=[...t,"interruptionQueue"],s=u(e.get(n));if(s===void 0||!Eo.test(s))return;let o=s.split(/[:/]/).at(-1),r=o!==""&&!k(o);a({manifest:e,at:e.span(n),message:"`interruptionQueue` takes the name of the queue: by its ARN or URL Karpenter does not find it",help:r?`Write \`${o}\`.`:"Write the name alone.",...r&&{fix:{description:`Replace by \`${o}\``,edits:N(e,n,o)}}})}function Io(e,t,{report:a,karpenter:n}){let s=[...t,"interruptionQueueName"],o=e.get([...t,"interruptionQueue"])!==void 0;e.get(s)===void 0||o||!n.v1||a({manifest:e,at:e.keySpan(s),message:"The chart does not read `interruptionQueueName`: interruption warnings are not heard",help:"Call it `interruptionQueue`.",fix:{description:"Rename to `interruptionQueue`",edits:Q(e,s,"interruptionQueue")}})}function Oo(e,t,{report:a}){let n=[...t,"vmMemoryOverheadPercent"],s=e.get(n),o=Number(s);if(!(s===null||typeof s!="number"&&typeof s!="string")){if(o>=1&&o<=100){let r=String(Number((o/100).toFixed(4)));a({manifest:e,at:e.span(n),message:`\`vmMemoryOverheadPercent\` is a fraction: ${s} leaves no instance type any memory`,help:`Write \`${r}\` for ${s} %.`,fix:{description:`Replace by \`${r}\``,edits:N(e,n,r)}})}s===0&&a({manifest:e,at:e.span(n),message:"The chart takes `vmMemoryOverheadPercent: 0` for not set: the default of 0.075 holds",help:'Write `"0"` in quotes if nothing is to be taken off.',fix:{description:"Put it in quotes",edits:N(e,n,'"0"')}})}}function qo(e,t,{report:a}){let n=[...t,"ignoreDRARequests"];e.get(n)===!1&&a({manifest:e,at:e.span(n),message:"The chart takes `ignoreDRARequests: false` for not set: the default holds",help:"Set `IGNORE_DRA_REQUESTS` under `controller.env` instead."})}var Ca=c({id:"idle-reservations",severity:"note",since:"0.2.0",docs:{summary:"Terraform reserves capacity, and no node class beside it selects any.",why:"A capacity reservation is paid for whether instances run in it or not. Since Karpenter knows reservations, its launches use none but those that a node class selects, open ones included. It is told where Terraform makes both in one root; what else may run in the reservation, it does not know.",help:"Select it by `capacityReservationSelectorTerms`, and allow `reserved` in the pool.",url:"https://karpenter.sh/docs/tasks/odcrs/",bad:[v`
        resource "aws_ec2_capacity_reservation" "nodes" {
          instance_type     = "m7i.large"
          instance_platform = "Linux/UNIX"
          availability_zone = "us-east-1a"
          instance_count    = 4
        }

        resource "kubectl_manifest" "default" {
          yaml_body = <<-YAML
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata:
              name: default
            spec:
              role: KarpenterNodeRole-demo
          YAML
        }
      `],good:[v`
        resource "aws_ec2_capacity_reservation" "nodes" {
          instance_type     = "m7i.large"
          instance_platform = "Linux/UNIX"
          availability_zone = "us-east-1a"
          instance_count    = 4
        }

        resource "kubectl_manifest" "default" {
          yaml_body = <<-YAML
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata:
              name: default
            spec:
              role: KarpenterNodeRole-demo
              capacityReservationSelectorTerms:
                - tags:
                    team: search
          YAML
        }
      `,v`
        resource "aws_ec2_capacity_reservation" "nodes" {
          instance_type     = "m7i.large"
          instance_platform = "Linux/UNIX"
          availability_zone = "us-east-1a"
          instance_count    = 4
          instance_match_criteria = "targeted"
        }

        resource "kubectl_manifest" "default" {
          yaml_body = <<-YAML
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata:
              name: default
            spec:
              role: KarpenterNodeRole-demo
          YAML
        }
      `]},on:{Manifests(e,t){for(let a of e.manifests)a.kind==="aws_ec2_capacity_reservation"&&Ko(a,t)}}});function Ko(e,{all:t,report:a,karpenter:n}){let s=e.get(["spec","instance_match_criteria"])??"open";if(!n.reservedCapacityByDefault||s!=="open"||e.isPartial)return;let o=S(t).filter(d=>b(d)===b(e)),r=d=>d.isPartial||d.get(["spec","capacityReservationSelectorTerms"])!==void 0;if(o.length===0||o.some(r))return;let[i]=o;a({manifest:e,at:e.span(["metadata","name"]),message:`No node class of this root selects the capacity reservation \`${e.name}\`: Karpenter does not launch into it`,help:"Select it by `capacityReservationSelectorTerms`, and allow `reserved` in the pool.",labels:[{span:i.span(["metadata","name"]),message:"selects none"}]})}var Na=c({id:"interruption-queue",severity:"error",since:"0.2.0",docs:{summary:"Karpenter listens to a queue that is not the one that Terraform makes for it.",why:"Spot interruptions, health events and rebalance recommendations come by an SQS queue. Karpenter that is told the name of another one, or of none, hears nothing: spot nodes are reclaimed without their pods being moved in the two minutes before, and older versions do not even start. It is told where Terraform makes both the queue of a root and the release of the chart.",help:"Refer to the queue: `module.karpenter.queue_name`, or the `name` of the resource.",url:"https://karpenter.sh/docs/concepts/disruption/#interruption",bad:[v`
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
      `],good:[v`
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
      `,v`
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
      `]},on:{Manifests(e,{report:t}){for(let{manifest:a,chart:n,values:s}of V(e)){let o=[...s,"settings","interruptionQueue"],r=L(a,o);if(n!=="karpenter"||r===void 0||/[:/]/.test(r))continue;let i=e.manifests.filter(p=>b(p)===b(a)).flatMap(Lo),[d]=i;!d||i.some(({name:p})=>p===void 0||p===r)||t({manifest:a,at:a.span(o),message:`\`interruptionQueue\` is \`${r}\`, and the queue of this root is \`${d.name}\``,help:"Refer to the name of the queue.",labels:[{span:d.manifest.span(d.path),message:"the queue"}]})}}}});function Lo(e){let t=(...s)=>({manifest:e,path:s,name:L(e,s)});if(e.kind==="aws_sqs_queue"){let s=t("spec","name");return/karpenter/i.test(`${e.name} ${s.name??""}`)?[s]:[]}if(!(e.kind==="module"&&/\/\/modules\/karpenter/.test(String(e.get(["spec","source"]))))||e.get(["spec","enable_spot_termination"])===!1)return[];if(e.get(["spec","queue_name"])!==void 0)return[t("spec","queue_name")];let n=t("spec","cluster_name");return[{...n,name:n.name&&`Karpenter-${n.name}`}]}var xa=c({id:"isolated-vpc",severity:"note",since:"0.2.0",docs:{summary:"Karpenter runs in a VPC without a way out, and is not told so.",why:"Karpenter asks the Pricing API for on-demand prices, and there is no VPC endpoint for that API. Where nodes have no way to the internet, each attempt waits until it times out, and errors fill the log; with `isolatedVPC` Karpenter takes the prices it was built with. It is told where Terraform makes the release and a VPC of private subnets alone, without a NAT gateway.",help:"Set `settings.isolatedVPC` to `true`, unless the traffic leaves by another way, such as a transit gateway.",url:"https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/#private-clusters",bad:[v`
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
      `],good:[v`
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
      `,v`
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
      `]},on:{Manifests(e,{report:t}){for(let{manifest:a,chart:n,values:s}of V(e)){if(n!=="karpenter"||a.source.origin?.tool!=="terraform"||a.isPartial)continue;let o=[...s,"settings","isolatedVPC"];if(a.get(o)!==void 0)continue;let r=e.manifests.filter(d=>d.kind==="module"&&/\bvpc(?:\/aws|\.git|$)/.test(String(d.get(["spec","source"])))&&b(d)===b(a)),[i]=r;r.length!==1||!i||i.isPartial||y(i.get(["spec","private_subnets"])).length===0||Do.some(d=>![void 0,!1].includes(i.get(["spec",d])))||t({manifest:a,at:a.span(o),message:"The VPC of this root has private subnets alone and no NAT gateway, and `isolatedVPC` is not set: Karpenter waits for prices that it can not ask for",help:"Set `settings.isolatedVPC` to `true`, unless the traffic leaves by another way.",labels:[{span:i.span(["spec","private_subnets"]),message:"the private subnets"}]})}}}}),Do=["public_subnets","enable_nat_gateway","enable_vpn_gateway","enable_ipv6","create_egress_only_igw","propagate_private_route_tables_vgw"];var Ra=c({id:"kops-karpenter",severity:"error",since:"0.2.0",docs:{summary:"A kOps specification asks for Karpenter in a way that kOps or Karpenter does not support.",why:"Of each InstanceGroup with `manager: Karpenter` kOps makes a pool, and it installs Karpenter where the cluster enables it. Karpenter needs permissions of its service account there, control plane nodes can not be its own, and without a mixed instances policy the one `machineType` is all that it may launch.",help:"Enable Karpenter and `iam.useServiceAccountExternalPermissions` in the Cluster, leave the control plane to auto scaling groups, and list instance types under `mixedInstancesPolicy`.",url:"https://kops.sigs.k8s.io/operations/karpenter/",bad:[l`
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
      `,l`
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
      `,l`
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
      `,l`
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
      `],good:[l`
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
      `,l`
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
      `]},on:{Manifests:Wo}}),Pa=({apiVersion:e})=>x(e)==="kops.k8s.io";function Wo(e,t){let a=e.manifests.filter(s=>s.kind==="Cluster"&&Pa(s)&&!s.isPartial),n=e.manifests.filter(s=>s.kind==="InstanceGroup"&&Pa(s)&&s.get(["spec","manager"])==="Karpenter");for(let s of a)Fo(s,n,t);for(let s of n)jo(s,t)}function Fo(e,t,{report:a}){let n=e.get(["spec","karpenter","enabled"])===!0,s=t.find(i=>b(i)===b(e)&&Go(i)===e.name);s&&!n&&a({manifest:e,at:e.span(["spec","karpenter","enabled"]),message:`The InstanceGroup \`${s.name}\` is managed by Karpenter, and \`${e.name}\` does not enable it: nothing launches its nodes`,help:"Set `spec.karpenter.enabled: true`.",labels:[{span:s.span(["spec","manager"]),message:"managed by Karpenter"}]});let o=["spec","iam","useServiceAccountExternalPermissions"],r=e.get(o);n&&(r===void 0||r===!1)&&a({manifest:e,at:e.span(o),message:"Karpenter needs external permissions for service accounts, which this cluster does not have: kOps refuses it",help:"Set `spec.iam.useServiceAccountExternalPermissions: true`, with a discovery store."})}var Go=e=>u(f(e.get(["metadata","labels"]))?.["kops.k8s.io/cluster"]);function jo(e,{report:t}){let a=u(e.get(["spec","role"]))??"";/^(?:control-?plane|master|apiserver)$/i.test(a)&&t({manifest:e,at:e.span(["spec","manager"]),message:`\`${e.name}\` is a group of the control plane, which Karpenter can not manage`,help:"Leave `manager` out: an auto scaling group keeps such nodes."});let n=u(e.get(["spec","machineType"]))??"",s=/^[a-z][\w-]*\.[\w-]+$/.test(n);a==="Node"&&s&&e.get(["spec","mixedInstancesPolicy"])===void 0&&!e.isPartial&&t({manifest:e,at:e.span(["spec","machineType"]),severity:"note",message:`Karpenter may launch nothing but ${n} for \`${e.name}\``,help:"List several instance types under `mixedInstancesPolicy.instances`."})}var zo=[{field:"maxPods",spelt:/--max-pods[= ]\d|^\s*maxPods:|^\s*"?max-pods"?\s*=/m},{field:"kubeReserved",spelt:/--kube-reserved[= ]|^\s*kubeReserved:|^\s*\[settings\.kubernetes\.kube-reserved\]/m},{field:"systemReserved",spelt:/--system-reserved[= ]|^\s*systemReserved:|^\s*\[settings\.kubernetes\.system-reserved\]/m},{field:"evictionHard",spelt:/--eviction-hard[= ]|^\s*evictionHard:|^\s*\[settings\.kubernetes\.eviction-hard\]/m}],Ma=c({id:"kubelet-in-user-data",severity:"warning",since:"0.1.0",docs:{summary:"User data sets what Karpenter reckons with, and Karpenter is not told.",why:"Karpenter works out what fits on a node from `spec.kubelet` of the EC2NodeClass, and never from user data. A different `maxPods` or reservation there makes nodes that are smaller than Karpenter believes: pods stay pending on them and more nodes come, or they are larger and stay half empty. For Amazon Linux 2023 Karpenter\u2019s own settings win anyway, so that the ones in the user data do nothing.",help:"Move the setting to `spec.kubelet`; Karpenter then writes it into the user data by itself.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet",bad:[l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiSelectorTerms:
            - alias: al2023@v20260715
          userData: |
            apiVersion: node.eks.aws/v1alpha1
            kind: NodeConfig
            spec:
              kubelet:
                config:
                  maxPods: 42
      `,l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            [settings.kubernetes]
            max-pods = 42
      `],good:[l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiSelectorTerms:
            - alias: al2023@v20260715
          kubelet:
            maxPods: 42
      `,l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiSelectorTerms:
            - alias: al2023@v20260715
          userData: |
            apiVersion: node.eks.aws/v1alpha1
            kind: NodeConfig
            spec:
              kubelet:
                config:
                  shutdownGracePeriod: 30s
      `,l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: ubuntu
        spec:
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          kubelet:
            maxPods: 42
          userData: |
            #!/bin/bash
            /opt/company/join-cluster --max-pods=42
      `]},on:{EC2NodeClass(e,{report:t}){let a=te(e);if(a===void 0||_(e)===void 0)return;let n=a.replaceAll(/^\s*#.*$/gm,""),s=f(e.get(["spec","kubelet"]))??{};if(e.apiVersion!=="karpenter.k8s.aws/v1")return;let o=zo.filter(({field:i,spelt:d})=>!Object.hasOwn(s,i)&&d.test(n));if(o.length===0)return;let r=o.map(({field:i})=>`\`${i}\``).join(", ");t({at:e.keySpan(["spec","userData"]),message:`User data sets ${r}, which Karpenter does not read there: it reckons with other nodes than it gets`,help:`Set ${r} under \`spec.kubelet\` instead.`})}}});function Y(e){let t=new WeakMap;return(a,n)=>{let s=t.get(a)??{value:e(a,n)};return t.set(a,s),s.value}}var Ta=c({id:"limit-fit",severity:"note",since:"0.2.0",docs:{summary:"A limit is no multiple of what every node of the pool brings, so that the rest of it is never used.",why:"Karpenter launches a node only while the whole of it stays within `limits`. Where all instance types of a pool come in the same large step, what is left below that step is never launched: the pool is smaller than its limit says, by up to a node.",help:"Write a multiple of the step, or allow smaller instance types.",url:"https://karpenter.sh/docs/concepts/nodepools/#speclimits",bad:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          limits:
            cpu: 2063
          template:
            spec:
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
              requirements:
                - key: karpenter.k8s.aws/instance-cpu
                  operator: In
                  values: ["32"]
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `],good:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          limits:
            cpu: 2048
          template:
            spec:
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
              requirements:
                - key: karpenter.k8s.aws/instance-cpu
                  operator: In
                  values: ["32"]
        ---
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: small
        spec:
          weight: 10
          limits:
            cpu: 2063
          template:
            spec:
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
              requirements:
                - key: karpenter.k8s.aws/instance-cpu
                  operator: In
                  values: ["4", "8"]
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `]},on:{NodePool:Sa,Provisioner:Sa}}),He={cpu:{unit:"vCPU",of:({vcpus:e})=>e},"nvidia.com/gpu":{unit:"GPUs",of:({gpus:e})=>e.reduce((t,a)=>t+(a.manufacturer==="nvidia"?a.count:0),0)}},Bo={cpu:16,"nvidia.com/gpu":4};function Sa(e,{report:t,catalog:a,compatible:n}){let s=W(e),o=n(e);if(!(!a||!o?.isExact||o.names.length===0))for(let[r,i]of Object.entries(f(s.value)??{})){let d=Object.hasOwn(He,r)?He[r]:void 0,p=typeof i=="string"||typeof i=="number"?Z(i):void 0;if(!d||!p)continue;let m=Uo(o,a)[r],h=m.reduce(Aa,0),g=Math.floor(p%h);if(h<Bo[r]||p<Math.min(...m)||g===0)continue;let C=Math.floor(p/h),A=m.length===1?`holds ${C} ${C===1?"node":"nodes"} of ${h} ${d.unit}`:`is no multiple of ${h} ${d.unit}, in steps of which all its nodes come`;t({at:e.span([...s.path,r]),message:`\`${r}: ${i}\` of \`${e.name}\` ${A}: ${g} can not be reached`,help:`Write ${C*h} or ${(C+1)*h}, or allow smaller instance types.`})}}var Uo=Y(({names:e},t)=>Object.fromEntries(Object.entries(He).map(([a,{of:n}])=>[a,[...new Set(e.map(s=>n(t.type(s))))]]))),Aa=(e,t)=>t===0?e:Aa(t,e%t);var $a={cpu:({vcpus:e})=>e,memory:({memoryMib:e})=>e*2**20*.85,"nvidia.com/gpu":({gpus:e})=>e.reduce((t,{count:a,manufacturer:n})=>t+(n==="nvidia"?a:0),0)},Ea=c({id:"limits-below-one-node",severity:"warning",since:"0.1.0",docs:{summary:"The limits of a pool are smaller than its smallest instance type.",why:"Karpenter launches a node only while the whole of it stays within `limits`. A limit below the smallest instance type that the requirements leave admits none: the pool launches nothing, and only an event says so. Amounts of memory without a unit are bytes. A limit of 0 is taken for a pool that is switched off.",help:"Raise the limit to several nodes, with its unit, or allow smaller instance types.",url:"https://karpenter.sh/docs/concepts/nodepools/#speclimits",bad:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements:
                - key: node.kubernetes.io/instance-type
                  operator: In
                  values: [m7i.8xlarge, m7i.16xlarge]
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
          limits:
            cpu: 16
      `,l`
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
            memory: 1000
      `],good:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements:
                - key: node.kubernetes.io/instance-type
                  operator: In
                  values: [m7i.8xlarge]
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
          limits:
            cpu: 32
            memory: 128Gi
      `,l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: switched-off
        spec:
          template:
            spec:
              requirements: []
          limits:
            cpu: 0
      `]},on:{NodePool:Va,Provisioner:Va}});function Va(e,{report:t,catalog:a,compatible:n}){let s=W(e),o=n(e);if(!(!a||!o?.isExact||o.names.length===0))for(let[r,i]of Object.entries(f(s.value)??{})){let d=Object.hasOwn($a,r)?$a[r]:void 0,p=typeof i=="string"||typeof i=="number"?Z(i):void 0;if(!d||!p)continue;let[m]=o.names.map(g=>({name:g,amount:d(a.type(g))})).sort((g,C)=>g.amount-C.amount||(g.name<C.name?-1:1));if(m.amount<=p)continue;let h=r==="memory"&&/^\d+$/.test(String(i));t({at:e.span([...s.path,r]),message:`\`${e.name}\` may have ${i}${h?" bytes":""} of \`${r}\` in all, and its smallest instance type, ${m.name}, has more: it launches nothing`,help:h?`Write the unit, such as \`${i}Gi\`.`:"Raise the limit to several nodes, or allow smaller instance types; `0` says that nothing is to be launched."})}}var _a=[w.instanceType,w.instanceFamily,w.instanceCategory,w.instanceGeneration],Oa=c({id:"lost-defaults",severity:"warning",since:"0.1.0",docs:{summary:"A NodePool takes the place of a Provisioner without the requirements that v1alpha5 filled in.",why:"A Provisioner that did not say otherwise meant amd64, on-demand and the newer generations of the categories c, m and r. A NodePool means everything: once it has taken over, Karpenter launches arm64 for images that are built for amd64, spot for what is not made for it, and burstable, GPU or old instance types where they are cheap.",help:"Write the old defaults out as requirements of the NodePool, or what is to hold instead.",url:"https://karpenter.sh/v0.32/upgrading/v1beta1-migration/",bad:[T({karpenter:"0.32"})`
        apiVersion: karpenter.sh/v1alpha5
        kind: Provisioner
        metadata:
          name: default
        spec:
          limits:
            resources:
              cpu: 100
        ---
        apiVersion: karpenter.sh/v1beta1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements:
                - key: karpenter.k8s.aws/instance-category
                  operator: In
                  values: [c, m, r]
          limits:
            cpu: 100
      `],good:[T({karpenter:"0.32"})`
        apiVersion: karpenter.sh/v1alpha5
        kind: Provisioner
        metadata:
          name: default
        spec:
          limits:
            resources:
              cpu: 100
        ---
        apiVersion: karpenter.sh/v1beta1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements:
                - key: kubernetes.io/arch
                  operator: In
                  values: [amd64]
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
                - key: karpenter.k8s.aws/instance-family
                  operator: In
                  values: [m5, c5]
          limits:
            cpu: 100
      `,T({karpenter:"0.37"})`
        apiVersion: karpenter.sh/v1beta1
        kind: NodePool
        metadata:
          name: never-was-a-provisioner
        spec:
          template:
            spec:
              requirements: []
          limits:
            cpu: 100
      `]},on:{Manifests(e,{report:t,base:a}){let n=new Map([...a?Ia(a):[],...Ia(e)].map(s=>[s.name,s]));for(let s of R(e)){let o=n.get(s.name);if(!o||s.isPartial||o.isPartial)continue;let r=z(s).map(({key:d})=>P(d)),i=Yo(o).filter(({key:d})=>!r.some(p=>Ho(p,d)));i.length!==0&&t({manifest:s,at:s.keySpan(["spec","template","spec","requirements"]),message:`Provisioner \`${s.name}\` meant ${i.map(Qo).join(", ")} without saying so, and NodePool \`${s.name}\` does not`,help:"Write it out as a requirement, or what is to hold instead."})}}}}),Ia=e=>e.manifests.filter(({kind:t,apiVersion:a})=>t==="Provisioner"&&x(a)==="karpenter.sh"),Yo=e=>z(e).filter(({path:t,key:a})=>t.length===1&&a!==w.os),Ho=(e,t)=>e===t||_a.includes(t)&&_a.includes(e),Qo=({key:e,operator:t,values:a})=>`\`${e} ${t} ${a.map(({text:n})=>n).join(", ")}\``;var qa=c({id:"min-values",severity:"error",since:"0.1.0",docs:{summary:"A requirement asks for more variety by `minValues` than the instance types that are left have.",why:"Karpenter launches a node only while the instance types it may choose from have at least `minValues` different values of the label. Where the requirements of the pool themselves leave fewer, that is never so: the pool is passed over, and its pods stay pending. With `minValuesPolicy: BestEffort` Karpenter launches all the same.",help:"Lower `minValues`, or allow more instance types.",url:"https://karpenter.sh/docs/concepts/nodepools/#min-values",bad:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements:
                - key: karpenter.k8s.aws/instance-category
                  operator: In
                  values: [m]
                - key: karpenter.k8s.aws/instance-generation
                  operator: In
                  values: ["5"]
                - key: karpenter.k8s.aws/instance-family
                  operator: Exists
                  minValues: 20
          limits:
            cpu: 100
      `],good:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements:
                - key: karpenter.k8s.aws/instance-category
                  operator: In
                  values: [c, m, r]
                - key: karpenter.k8s.aws/instance-family
                  operator: Exists
                  minValues: 5
                - key: node.kubernetes.io/instance-type
                  operator: Exists
                  minValues: 20
          limits:
            cpu: 100
      `,l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: own-label
        spec:
          template:
            spec:
              requirements:
                - key: karpenter.k8s.aws/instance-category
                  operator: In
                  values: [c, m, r]
                - key: example.com/team
                  operator: Exists
                  minValues: 2
          limits:
            cpu: 100
      `]},explains:["provisioning/nodepool-empty"],on:{NodePool(e,{report:t,catalog:a,compatible:n,settings:s,isRegionAssumed:o}){let r=n(e);if(!(!a||!r?.isExact||r.names.length===0)&&s.karpenter.minValuesPolicy!=="BestEffort")for(let{path:i,key:d}of M(e)){let p=e.get([...i,"minValues"]),m=Jo(a,r.names,P(d));typeof p!="number"||m===void 0||m>=p||t({at:e.span([...i,"minValues"]),...o&&{severity:"warning"},message:`\`${e.name}\` asks for ${p} values of \`${d}\`, and the instance types of ${a.region} that it allows have ${m}: it launches nothing`,help:`Lower it to ${m} or less, or allow more instance types.`,explains:{paths:[["spec","template","spec","requirements"]]}})}}}});function Jo(e,t,a){if(a===w.instanceType)return t.length;let n=ye(e).get(a);if(n===void 0)return;let s=new Set(t);return new Set(e.types.flatMap(({name:o},r)=>s.has(o)?n[r]:[])).size}var ne=(e,t)=>e.price(t,"on-demand",e.zonesOf(t)[0]??"")?.hourlyUsd;var Ka=c({id:"min-values-exotic",severity:"note",since:"0.2.0",docs:{summary:"A pool with `minValues` lets bare metal and GPUs in, which Karpenter leaves aside otherwise.",why:"Where ordinary instance types suffice, Karpenter takes bare metal and types with accelerators off the list before it launches, and spot types that cost more than on-demand. With `minValues` it does neither, so that the variety is not lost: a small pod may get a machine of 96 cores that takes minutes to start.",help:"Name the categories that are meant, and exclude bare metal by its hypervisor.",url:"https://karpenter.sh/docs/concepts/nodepools/#min-values",bad:[l`
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
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand, spot]
                - key: karpenter.k8s.aws/instance-category
                  operator: In
                  values: [c, m, g]
                - key: karpenter.k8s.aws/instance-family
                  operator: Exists
                  minValues: 5
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `],good:[l`
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
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `,l`
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
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand, spot]
                - key: karpenter.k8s.aws/instance-category
                  operator: In
                  values: [c, m, g]
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `]},on:{NodePool:Xo}});function Xo(e,{report:t,catalog:a,compatible:n,settings:s}){let o=M(e).find(({path:d})=>e.get([...d,"minValues"])!==void 0),r=o&&n(e);if(!a||!r?.isExact||s.karpenter.minValuesPolicy==="BestEffort")return;let i=Zo(r,a);i!==void 0&&t({at:e.span([...o.path,"minValues"]),message:`With \`minValues\` Karpenter does not leave aside the ${i.count} of ${r.names.length} instance types of \`${e.name}\` that are bare metal or have accelerators${i.gap}`,help:"If they are not meant, name the categories that are, and exclude bare metal by `karpenter.k8s.aws/instance-hypervisor In [nitro]`."})}var Zo=Y(({names:e},t)=>{let a=e.map(d=>t.type(d)),n=new Set(a.filter(er).map(({name:d})=>d));if(!a.some(La)||n.size===a.length)return;let s=e.map(d=>({name:d,usd:ne(t,d)??0})).filter(({usd:d})=>d>0).sort((d,p)=>d.usd-p.usd||(d.name<p.name?-1:1)),[o]=s,r=s.findLast(({name:d})=>n.has(d)),i=o&&r?`, up to ${r.name} at $${r.usd.toFixed(2)} an hour beside ${o.name} at $${o.usd.toFixed(4)}`:"";return{count:n.size,gap:i}}),La=({gpus:e,accelerator:t,neuron:a})=>e.length>0||t!==void 0||a!==void 0,er=e=>e.isBareMetal||La(e);var Da=c({id:"no-empty-fields",severity:"warning",since:"0.1.0",docs:{summary:"A field stands there without a value.",why:"A key without a value is null, and the API server drops it as if it were not written: the default holds, not what the key seems to promise. Often the value was meant to follow, or what was meant to stand under the key is not indented.",help:"Give it a value, or remove it.",url:"https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting-and-nullable",bad:[l`
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
      `],good:[v`
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
      `,l`
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
          weight: 10
      `,T({karpenter:"1.15"})`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: karpenter-nodes
          amiSelectorTerms:
            - alias: al2023@v20260701
          kubelet:
            reservedMemory:
              - numaNode: 0
                limits:
      `]},on:{NodePool:pe,Provisioner:pe,EC2NodeClass:pe,AWSNodeTemplate:pe,NodeOverlay:pe}});function pe(e,{report:t,karpenter:a}){if(!e.isPartial)for(let n of Qe(e.get(["spec"]),["spec"])){if(a.opensKubelet&&tr(n)||ar(e,n))continue;let s=String(n.at(-1));t({at:e.keySpan(n),message:`\`${n.join(".")}\` has no value: the API server drops it as if it were not there`,help:"Give it a value, or remove it.",fix:{description:`Remove \`${s}\``,edits:j(e,n)}})}}var tr=([,e,...t])=>e==="kubelet"&&t.length>1;function ar(e,t){let{origin:a,text:n}=e.source;if(!a)return!1;let{start:s,end:o}=e.keySpan(t),[r]=/^:(?:\s|#[^\n]*)*/.exec(n.slice(o))??[""],i=o+r.length+1,{span:d,isExact:p}=a.trace(s,i);return!p||d.end-d.start!==i-s}function Qe(e,t){return Array.isArray(e)?e.flatMap((a,n)=>Qe(a,[...t,n])):Object.entries(f(e)??{}).flatMap(([a,n])=>n!==null?Qe(n,[...t,a]):a==="tags"&&/SelectorTerms$/.test(String(t.at(-2)))?[]:[[...t,a]])}var Wa=c({id:"node-class-exists",severity:"warning",since:"0.1.0",docs:{summary:"A NodePool refers to a node class that the manifests do not have.",why:"A NodePool whose EC2NodeClass does not exist is not ready (`NodeClassNotFound`) and launches nothing. Where the class comes from elsewhere, such as Terraform, a note says that the reference can not be checked.",help:"Correct the name, or add the EC2NodeClass.",url:"https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecnodeclassref",bad:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements: []
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: defualt
          limits:
            cpu: 100
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
      `,l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements: []
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
          limits:
            cpu: 100
      `],good:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements: []
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
          limits:
            cpu: 100
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
      `]},explains:["provisioning/nodepool-not-ready"],on:{Manifests(e,t){let{report:a,nearest:n}=t;for(let s of["EC2NodeClass","AWSNodeTemplate"]){let o=ja(e,s),r=rr(e,s),i=o[0];if(r===void 0||i===void 0)continue;if(r.length===0){a({manifest:i.pool,at:i.pool.span([...i.path,"name"]),severity:"note",message:`No ${s} is among these manifests, so that ${Fa(o.length)} can not be checked`,help:`Review the manifests of the ${s} together with the pools that use it.`});continue}let d=new Set(r),p=o.filter(({name:g})=>!d.has(g)).map(g=>({...g,wanted:n(g.name,r)})),m=sr(s,t),h=g=>g.wanted!==void 0||m(g);nr(p.filter(g=>!h(g)),s,t);for(let{pool:g,path:C,name:A,wanted:E}of p.filter(h))a({manifest:g,at:g.span([...C,"name"]),message:`${g.kind} \`${g.name}\` refers to ${s} \`${A}\`, which is not among these manifests`,help:E?`Did you mean \`${E}\`?`:`Add it, or refer to one of: ${r.join(", ")}.`,explains:{paths:[[...C,"name"]]},...E&&{fix:{description:`Replace by \`${E}\``,edits:N(g,[...C,"name"],E)}}})}}}});function nr(e,t,{report:a}){let[n]=e;n&&a({manifest:n.pool,at:n.pool.span([...n.path,"name"]),severity:"note",message:`${t} \`${n.name}\` is not among these manifests, so that ${Fa(e.length)} can not be checked`,help:`Review the manifests of the ${t} together with the pools that use it.`})}function sr(e,{all:t,base:a}){let n=new Set(a?Je(a,e).map(({name:d})=>d):[]),s=new Set(t.manifests.filter(Ga).map(Re)),o=new Set(Je(t,e).map(Re)),r=new Set([...o].filter(d=>!s.has(d)).map(Ve)),i=new Map;for(let{name:d,pool:p}of ja(t,e))i.set(d,(i.get(d)??new Set).add(Re(p)));return({pool:d,name:p})=>{if(n.has(p))return!0;if((i.get(p)?.size??0)>1)return!1;let m=Re(d);return o.has(m)||or(m).some(h=>r.has(h))}}function or(e){let t=e===""?[]:e.split("/");return["",...t.map((a,n)=>t.slice(0,n+1).join("/"))]}var Re=({source:e})=>Ve(e.file),Fa=e=>e===1?"the reference to one":`${e} references to one`,Ga=({kind:e,apiVersion:t})=>(e==="NodePool"||e==="Provisioner")&&x(t)==="karpenter.sh",ja=(e,t)=>e.manifests.filter(Ga).flatMap(a=>{let n=D(a);return n?.kind===t?[{pool:a,path:n.path,name:n.name}]:[]}),Je=(e,t)=>e.manifests.filter(a=>a.kind===t&&x(a.apiVersion)==="karpenter.k8s.aws");function rr(e,t){if(e.files.some(n=>n.isBroken))return;let a=Je(e,t).map(n=>n.name);return a.some(n=>n===""||k(n))?void 0:[...new Set(a)].sort()}var Ya=c({id:"older-generation",severity:"note",since:"0.2.0",docs:{summary:"Every instance type of a pool is of a generation that a newer one undercuts.",why:"AWS prices newer generations lower than those from a decade ago, and they are faster and less often short in supply. A pool that names old families alone pays more for less, and nothing in the cluster says so. It is told by the prices of the region, for types of like size and memory, with CPUs of the same maker.",help:"Allow the newer families, by name or by `karpenter.k8s.aws/instance-generation`.",url:"https://karpenter.sh/docs/concepts/nodepools/#instance-types",bad:[l`
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
                  values: [m4, c4]
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `],good:[l`
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
                  values: [m4, m5]
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `,l`
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
                  values: [m5, c5]
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `]},on:{NodePool:za,Provisioner:za}}),ir=60,lr=.03;function za(e,{report:t,catalog:a,compatible:n}){let s=n(e);if(!a||!s?.isExact||s.names.length===0||s.names.length>ir)return;let o=dr(s,a);o&&t({at:e.span(ge(e)),message:`All instance types of \`${e.name}\` are of old generations: ${o.newer} costs ${o.percent} % less for each vCPU than ${o.name}, and is newer`,help:`Allow newer families, such as \`${o.newer.split(".")[0]}\`.`})}var dr=Y(({names:e},t)=>{let[a,...n]=e.map(s=>pr(t.type(s),t));return n.every(s=>s!==void 0)?a:void 0});function pr(e,t){let a=Ba(e),n=Ua(e,t);if(!a||n===void 0||e.gpus.length>0)return;let[s]=t.types.filter(o=>cr(e,o)&&mr(a,Ba(o))).flatMap(o=>{let r=Ua(o,t);return r===void 0||r>n*(1-lr)?[]:[{name:o.name,cost:r}]}).sort((o,r)=>o.cost-r.cost||(o.name<r.name?-1:1));return s&&{name:e.name,newer:s.name,percent:Math.round((1-s.cost/n)*100)}}var cr=(e,t)=>t.vcpus>=e.vcpus*.75&&t.vcpus<=e.vcpus*1.25&&t.memoryMib/t.vcpus>=e.memoryMib/e.vcpus*.97&&t.architecture===e.architecture&&t.cpuManufacturer===e.cpuManufacturer&&t.isBareMetal===e.isBareMetal&&t.gpus.length===0&&(t.instanceStoreGb??0)>=(e.instanceStoreGb??0);function Ba({family:e}){let t=/^([a-z]+)(\d+)([a-z-]*)$/.exec(e);return t?{category:t[1],generation:Number(t[2]),suffix:t[3]}:void 0}function mr(e,t){let a=[...e.suffix].filter(n=>!"aig".includes(n));return t!==void 0&&t.category===e.category&&t.generation>e.generation&&!t.suffix.includes("flex")&&a.every(n=>t.suffix.includes(n))}function Ua({name:e,vcpus:t},a){let n=ne(a,e);return n===void 0?void 0:n/t}var Me=({source:{file:e,origin:t}})=>t?`${t.tool} ${t.root}`:e;function Se(e){let t=new Map;for(let a of R(e)){let n=Me(a),s=t.get(n);s?s.push(a):t.set(n,[a])}return[...t.values()].filter(a=>a.length>1&&new Set(a.map(({name:n})=>n)).size===a.length)}var ur=/(?:^|\.)(?:kubernetes\.io|k8s\.io|karpenter\.sh|karpenter\.k8s\.aws)\//;function Te(e){let t=[...M(e),...ie(e)];return y(e.get(["spec","template","spec","taints"])).length===0&&t.every(({key:a,isKnown:n})=>n&&ur.test(a))}var Ha=c({id:"overlapping-pools",severity:"note",since:"0.2.0",docs:{summary:"Several NodePools take the same pods, and nothing says which of them comes first.",why:"Karpenter tries NodePools by weight, and those of one weight by name, backwards: `spot` before `general`, `on-demand` before `gpu`. Where neither weights nor taints nor labels tell pools apart, their names decide which nodes are launched, and a renamed pool changes the bill. Pools of one file, or of one root that is rendered, are compared: others may be those of another cluster.",help:"Give the pool that should come first a higher `weight`, or keep pods apart by taints.",url:"https://karpenter.sh/docs/concepts/nodepools/#specweight",bad:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: on-demand
        spec:
          limits:
            cpu: 100
          template:
            spec:
              requirements:
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
                - key: karpenter.k8s.aws/instance-category
                  operator: In
                  values: [c, m, r]
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
        ---
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: spot
        spec:
          limits:
            cpu: 100
          template:
            spec:
              requirements:
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [spot]
                - key: karpenter.k8s.aws/instance-category
                  operator: In
                  values: [c, m, r]
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `],good:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: on-demand
        spec:
          limits:
            cpu: 100
          template:
            spec:
              requirements:
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
        ---
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: spot
        spec:
          weight: 10
          limits:
            cpu: 100
          template:
            spec:
              requirements:
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [spot]
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
        ---
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: team-search
        spec:
          limits:
            cpu: 100
          template:
            metadata:
              labels:
                team: search
            spec:
              requirements:
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `]},on:{Manifests(e,t){for(let a of fr(e))yr(a,t)}}});function fr(e){return Se(e).flatMap(t=>{let a=new Map;for(let n of t){let s=$(n,["spec","weight"]);if(n.isPartial||!s.isKnown||n.get(["spec","replicas"])!==void 0||!Te(n))continue;let o=JSON.stringify(s.value??0);a.set(o,[...a.get(o)??[],n])}return[...a.values()].filter(n=>n.length>1)})}var hr=60;function yr(e,t){let a=e.slice(0,hr).flatMap(i=>kr(i,t)??[]),n=a.filter(i=>a.some(d=>d!==i&&Qa(i,d))).sort((i,d)=>i.pool.name<d.pool.name?1:-1),[s,...o]=n;if(!s||o.length===0)return;let r=i=>i.map(({pool:d})=>`\`${d.name}\``).join(", ");t.report({manifest:s.pool,at:s.pool.span(["metadata","name"]),message:`${r(n)} take the same pods with the same weight: by their names \`${s.pool.name}\` is tried first, then ${r(o)}`,help:`Give the one that should come first a higher \`weight\`, or keep pods apart by taints. ${gr(n)}`,labels:o.slice(0,5).map(({pool:i})=>({span:i.span(["metadata","name"]),message:"takes the same pods"}))})}function kr(e,{compatible:t,catalog:a}){let n=t(e);if(!n?.isExact||!a||n.names.length===0||n.names.filter(r=>(a.type(r)?.gpus.length??0)>0).length===n.names.length)return;let o=["on-demand","spot"].map(r=>({type:r,...n.count(r)}));return{pool:e,names:new Set(n.names),architectures:new Set(n.names.flatMap(r=>a.type(r)?.architecture??[])),zones:new Set(o.flatMap(({zones:r})=>r)),capacityTypes:o.filter(({instanceTypes:r})=>r>0).map(({type:r})=>r)}}var Qa=(e,t)=>[...e.architectures].some(a=>t.architectures.has(a))&&[...e.zones].some(a=>t.zones.has(a)),Xe=6;function gr(e){let t=e.flatMap((s,o)=>e.slice(o+1).filter(r=>Qa(s,r)).map(r=>[s,r])),a=t.length>Xe?`; and ${H(t.length-Xe,"more pair")}`:"";return`They share: ${t.slice(0,Xe).map(([s,o])=>vr(s,o)).join("; ")}${a}.`}function vr(e,t){let a=[...e.names].filter(r=>t.names.has(r)).length,n=[...e.zones].filter(r=>t.zones.has(r)).length,s=e.capacityTypes.filter(r=>t.capacityTypes.includes(r)),o=s.length>0?`as ${s.join(" and ")}`:"bought in different ways";return`\`${e.pool.name}\` and \`${t.pool.name}\` ${H(a,"instance type")} in ${H(n,"zone")}, ${o}`}var Xa=c({id:"owned-security-groups",severity:"warning",since:"0.2.0",docs:{summary:"A node class selects several security groups that are tagged as the cluster\u2019s own.",why:"The AWS load balancer controller, and the in-tree one, expect exactly one security group of a node with the tag `kubernetes.io/cluster/NAME`. Where a node has two, they stop with \u201Cmultiple tagged security groups\u201D and targets are no longer registered. It is told where Terraform makes the groups and the node class in one root.",help:"Leave the tag on one of them.",url:"https://karpenter.sh/docs/troubleshooting/",bad:[v`
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

        resource "kubectl_manifest" "default" {
          yaml_body = <<-YAML
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata:
              name: default
            spec:
              role: KarpenterNodeRole-demo
              securityGroupSelectorTerms:
                - tags:
                    karpenter.sh/discovery: demo
          YAML
        }
      `],good:[v`
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

        resource "kubectl_manifest" "default" {
          yaml_body = <<-YAML
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata:
              name: default
            spec:
              role: KarpenterNodeRole-demo
              securityGroupSelectorTerms:
                - tags:
                    karpenter.sh/discovery: demo
          YAML
        }
      `,v`
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

        resource "kubectl_manifest" "default" {
          yaml_body = <<-YAML
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata:
              name: default
            spec:
              role: KarpenterNodeRole-demo
              securityGroupSelectorTerms:
                - tags:
                    karpenter.sh/discovery: demo
          YAML
        }
      `]},on:{Manifests(e,t){for(let a of S(e))wr(a,t)}}}),Ja="kubernetes.io/cluster/";function wr(e,{all:t,report:a}){if(e.source.origin?.tool!=="terraform"||e.isPartial)return;let n=U(e,"securityGroup").filter(({tags:i,hasOther:d})=>!d&&i.length>0&&i.every(({isKnown:p})=>p)),[s,o]=t.manifests.filter(i=>{if(i.kind!=="aws_security_group"||b(i)!==b(e))return!1;let d=f(i.get(["spec","tags"]))??{};return n.some(m=>m.tags.every(({key:h,value:g})=>u(d[h])===g))&&Object.keys(d).some(m=>m.startsWith(Ja)&&!k(m))});if(!s||!o)return;let r=["spec","securityGroupSelectorTerms"];a({manifest:e,at:e.keySpan(r),message:`\`${e.name}\` selects the security groups \`${s.name}\` and \`${o.name}\`, and both are tagged as the cluster\u2019s own: the load balancer controller takes one alone`,help:`Leave the tag \`${Ja}\u2026\` on one of them.`,labels:[s,o].map(i=>({span:i.span(["spec","tags"]),message:"tagged"}))})}var Za=c({id:"pass-role",severity:"error",since:"0.2.0",docs:{summary:"The controller may pass another role to instances than the one that node classes name.",why:"To launch an instance with a role, the controller needs `iam:PassRole` on that very role. Where the policy names another one, such as the controller\u2019s own, every launch is denied. It is told where policy and node class stand together in one root of Terraform.",help:"Name the role of the nodes as the resource of `iam:PassRole`.",url:"https://karpenter.sh/docs/reference/cloudformation/#allowpassinginstancerole",bad:[v`
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

        resource "kubectl_manifest" "default" {
          yaml_body = <<-YAML
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata:
              name: default
            spec:
              role: \${aws_iam_role.karpenter_node.name}
          YAML
        }
      `],good:[v`
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

        resource "kubectl_manifest" "default" {
          yaml_body = <<-YAML
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata:
              name: default
            spec:
              role: \${aws_iam_role.karpenter_node.name}
          YAML
        }
      `,v`
        resource "aws_iam_policy" "controller" {
          policy = jsonencode({
            Version = "2012-10-17"
            Statement = [
              { Effect = "Allow", Action = ["ec2:CreateFleet", "ec2:RunInstances"], Resource = "*" },
              { Effect = "Allow", Action = "iam:PassRole", Resource = "arn:aws:iam::111122223333:role/Karpenter*" },
            ]
          })
        }

        resource "kubectl_manifest" "default" {
          yaml_body = <<-YAML
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata:
              name: default
            spec:
              role: KarpenterNodes
          YAML
        }
      `]},on:{Manifests(e,t){for(let a of B(e))br(a,e,t)}}});function br(e,t,{report:a}){let n=e.filter(g=>K([g],"iam:PassRole")),[s]=n;if(s?.policy.source.origin?.tool!=="terraform")return;let o=b(s.policy),r=S(t).filter(g=>b(g)===o&&g.get(["spec","role"])!==void 0),i=r.map(Cr),d=n.flatMap(Nr);if(i.length===0||i.includes(void 0)||d.includes(void 0)||i.some(g=>d.some(C=>xr(C,g))))return;let{policy:p,path:m}=s,[h]=r;a({manifest:p,at:p.span([...m,"Resource"]),message:`The role of \`${h.name}\` is not among those that \`iam:PassRole\` is allowed on: launches are denied`,help:"Name the role of the nodes here.",labels:[{span:h.span(["spec","role"]),message:"the role of the nodes"}]})}var en=/^(aws_iam_role\.[\w-]+)\.(?:name|arn|id)$/;function Cr(e){let t=["spec","role"],a=en.exec(O(e,t)??"")?.[1];if(a!==void 0)return{resource:a};let n=u(e.get(t));return n===void 0||n.includes("$")?void 0:{name:n}}function Nr({policy:e,path:t}){let a=[...t,"Resource"],n=e.get(a);return(Array.isArray(n)?y(n).map((o,r)=>[...a,r]):[a]).map(o=>{let r=en.exec(O(e,o)??"")?.[1];if(r!==void 0)return{resource:r};let i=u(e.get(o))??"",d=i==="*"?"*":/:role\/(?:.*\/)?([^/$]+)$/.exec(i)?.[1];return d===void 0?void 0:{name:d}})}var xr=(e,t)=>"name"in e&&"name"in t?he(e.name,t.name):"resource"in e&&"resource"in t?e.resource===t.resource:!0;var tn=c({id:"pin-ami-alias",severity:"warning",since:"0.1.0",docs:{summary:"An EC2NodeClass follows the latest AMI.",why:"With `@latest` every AMI release makes all nodes of the class drift: Karpenter replaces them within the disruption budgets, in every environment at the same time, with no change to review and nothing to revert.",help:"Pin the version, such as `al2023@v20260715`, and move it by pull request through the environments.",url:"https://karpenter.sh/docs/tasks/managing-amis/",bad:[l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiSelectorTerms:
            - alias: al2023@latest
      `],good:[l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiSelectorTerms:
            - alias: al2023@v20260715
      `,l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: windows
        spec:
          amiSelectorTerms:
            - alias: windows2022@latest
      `]},on:{EC2NodeClass(e,{report:t}){let a=y(e.get(["spec","amiSelectorTerms"]));for(let[n,s]of a.entries()){let o=u(f(s)?.alias);if(o===void 0||k(o)||!o.endsWith("@latest"))continue;let r=o.slice(0,o.indexOf("@"));if(r.startsWith("windows"))continue;let i=r==="bottlerocket"?"bottlerocket@v1.44.0":`${r}@v20260715`;t({at:e.span(["spec","amiSelectorTerms",n,"alias"]),message:`\`${o}\` follows every AMI release: each one drifts and replaces all nodes of \`${e.name}\``,help:`Pin a version, such as \`${i}\`, and move it by pull request.`})}}}});var an=c({id:"pod-grace-period",severity:"warning",since:"0.1.0",docs:{summary:"Pods ask for more time to end than any pool gives its nodes.",why:"The `terminationGracePeriod` of a NodePool bounds how long a node may drain, whatever PodDisruptionBudgets say. Pods that ask for more by `terminationGracePeriodSeconds` are deleted at once and killed when the node\u2019s time is up, before theirs is.",help:"Give the pool a longer `terminationGracePeriod` than the longest of its pods.",url:"https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod",bad:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements: []
              terminationGracePeriod: 30m
          limits:
            cpu: 100
        ---
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
      `],good:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements: []
              terminationGracePeriod: 30m
          limits:
            cpu: 100
        ---
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: patient
        spec:
          weight: 10
          template:
            spec:
              requirements: []
              terminationGracePeriod: 4h
          limits:
            cpu: 100
        ---
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
      `,l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements: []
              terminationGracePeriod: 30m
          limits:
            cpu: 100
        ---
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
      `]},on:{Manifests(e,{report:t}){let a=["spec","template","spec","terminationGracePeriod"],n=R(e).map(r=>({pool:r,seconds:Pr($(r,a))})),s=n.flatMap(({pool:r,seconds:i})=>i===void 0?[]:[{pool:r,seconds:i}]),o=s.toSorted((r,i)=>i.seconds-r.seconds)[0];if(!(!o||s.length<n.length))for(let{manifest:r,template:i}of I(e)){let d=[...i,"spec","terminationGracePeriodSeconds"],p=r.get(d),m=["nodeSelector","affinity"].some(h=>r.get([...i,"spec",h])!==void 0);typeof p!="number"||p<=o.seconds||m||t({manifest:r,at:r.span(d),message:`These pods ask for ${p} s to end, and no NodePool gives its nodes more than ${o.seconds} s: they are killed before`,labels:[{span:o.pool.span(a),message:"the longest there is"}],help:"Give the pool a longer `terminationGracePeriod`."})}}}});function Pr({value:e}){let t=typeof e=="string"?me(e):void 0;return t===void 0?void 0:Number(t/1000000000n)}var sn=c({id:"pod-requests",severity:"note",since:"0.1.0",docs:{summary:"Containers of a workload request neither CPU nor memory.",why:"Karpenter chooses nodes by what pods request, and by nothing else. A pod that requests nothing fits anywhere: nodes come out too small, their memory runs out and pods are killed. A LimitRange or a VerticalPodAutoscaler may fill the requests in; manifests do not show it.",help:"Set `resources.requests` for CPU and memory.",url:"https://karpenter.sh/docs/troubleshooting/",bad:[l`
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
        ---
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
      `],good:[l`
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
        ---
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
      `,l`
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
        ---
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
      `,l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: beside-a-test-of-a-chart
        spec:
          template:
            spec:
              requirements: []
          limits:
            cpu: 100
        ---
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
      `,l`
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
      `]},on:{Manifests(e,{report:t}){if(ae(e))for(let{manifest:a,template:n}of I(e)){if(f(a.get(["metadata","annotations"]))?.["helm.sh/hook"]!==void 0)continue;let s=[...n,"spec"],o=[...s,"containers"],r=y(a.get(o));if(r.some(d=>f(d)?.image===void 0))continue;let i=r.flatMap((d,p)=>nn(a,[...o,p])?[]:[u(f(d)?.name)??String(p)]);i.length===0||a.isPartial||nn(a,s)||t({manifest:a,at:a.keySpan(o),message:`${i.map(d=>`\`${d}\``).join(", ")} of ${a.kind} \`${a.name}\` ${i.length===1?"requests":"request"} neither CPU nor memory: Karpenter gives ${i.length===1?"it":"them"} no room`,help:"Set `resources.requests`."})}}}});function nn(e,t){let a=e.get([...t,"resources"]);return k(a)?!0:["requests","limits"].some(n=>{let s=f(a)?.[n],o=Object.keys(f(s)??{});return k(s)||o.some(r=>r!=="ephemeral-storage")})}function on(e){return[...ee(e,"aws-vpc-cni").map(({manifest:a,values:n})=>({manifest:a,path:[...n,"env"]})).flatMap(({manifest:a,path:n})=>Ae(a,n,f(a.get(n)))),...e.manifests.flatMap(a=>Rr(a))]}function Ae(e,t,a){let n=Object.entries(a??{}).map(([o,r])=>[o,u(r)]);return!e.isPartial&&n.every(([,o])=>o!==void 0&&!k(o))?[{manifest:e,path:t,env:Object.fromEntries(n)}]:[]}function Rr(e){return e.kind==="aws_eks_addon"&&e.get(["spec","addon_name"])==="vpc-cni"?Ze(e,["spec"],"configuration_values"):e.kind==="module"?["addons","cluster_addons"].map(t=>["spec",t,"vpc-cni"]).filter(t=>f(e.get(t))).flatMap(t=>Ze(e,t,"configuration_values")):e.kind==="ClusterConfig"?y(e.get(["addons"])).flatMap((t,a)=>f(t)?.name==="vpc-cni"?Ze(e,["addons",a],"configurationValues"):[]):e.kind==="DaemonSet"&&e.name==="aws-node"?Sr(e):[]}function Ze(e,t,a){let n=[...t,a],s=e.get(n);if(s===void 0)return Ae(e,t,{});let o=typeof s=="string"?Mr(s):s,r=f(o)?.env;return!f(o)||r!==void 0&&!f(r)?[]:Ae(e,n,f(r)??{})}function Mr(e){try{return JSON.parse(e)}catch{return}}function Sr(e){let t=["spec","template","spec","containers"];return y(e.get(t)).flatMap((a,n)=>{if(f(a)?.name!=="aws-node")return[];let s=[...t,n,"env"],o=y(e.get(s)).map(r=>f(r)??{});return Ae(e,s,Object.fromEntries(o.flatMap(({name:r,value:i})=>typeof r=="string"&&i!==void 0?[[r,i]]:[])))})}var ln=c({id:"pods-and-addresses",severity:"warning",since:"0.2.0",docs:{summary:"The number of pods that Karpenter reckons with is not the number that the VPC CNI has addresses for.",why:"Karpenter counts the pods of a node by its network interfaces, or by `maxPods` where a class has it. With more pods than addresses they hang in `ContainerCreating`; with prefix delegation and no `maxPods` nodes have room that Karpenter does not use; and with custom networking the first interface carries no pods, which Karpenter knows only from `reservedENIs`. It is told where the set-up of the CNI stands beside the node class.",help:"Set `maxPods` together with prefix delegation, and `settings.reservedENIs` together with custom networking.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet",bad:[v`
        module "eks" {
          source  = "terraform-aws-modules/eks/aws"
          version = "~> 21.0"
          name    = "demo"

          addons = {
            vpc-cni = {
              most_recent = true
            }
          }
        }

        resource "kubectl_manifest" "class" {
          yaml_body = <<-YAML
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata:
              name: default
            spec:
              role: KarpenterNodeRole-demo
              kubelet:
                maxPods: 110
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
      `,v`
        module "eks" {
          source  = "terraform-aws-modules/eks/aws"
          version = "~> 21.0"
          name    = "demo"

          addons = {
            vpc-cni = {
              configuration_values = jsonencode({
                env = {
                  ENABLE_PREFIX_DELEGATION = "true"
                }
              })
            }
          }
        }

        resource "kubectl_manifest" "class" {
          yaml_body = <<-YAML
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata:
              name: default
            spec:
              role: KarpenterNodeRole-demo
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
      `,v`
        module "eks" {
          source  = "terraform-aws-modules/eks/aws"
          version = "~> 21.0"
          name    = "demo"

          addons = {
            vpc-cni = {
              configuration_values = jsonencode({
                env = {
                  AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG = "true"
                }
              })
            }
          }
        }

        resource "helm_release" "karpenter" {
          repository = "oci://public.ecr.aws/karpenter"
          chart      = "karpenter"

          set = [
            { name = "settings.clusterName", value = "demo" },
          ]
        }

        resource "kubectl_manifest" "class" {
          yaml_body = <<-YAML
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata:
              name: default
            spec:
              role: KarpenterNodeRole-demo
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
      `],good:[v`
        module "eks" {
          source  = "terraform-aws-modules/eks/aws"
          version = "~> 21.0"
          name    = "demo"

          addons = {
            vpc-cni = {
              configuration_values = jsonencode({
                env = {
                  ENABLE_PREFIX_DELEGATION = "true"
                }
              })
            }
          }
        }

        resource "kubectl_manifest" "class" {
          yaml_body = <<-YAML
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata:
              name: default
            spec:
              role: KarpenterNodeRole-demo
              kubelet:
                maxPods: 110
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
      `,v`
        module "eks" {
          source  = "terraform-aws-modules/eks/aws"
          version = "~> 21.0"
          name    = "demo"

          addons = {
            vpc-cni = {
              most_recent = true
            }
          }
        }

        resource "kubectl_manifest" "class" {
          yaml_body = <<-YAML
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata:
              name: default
            spec:
              role: KarpenterNodeRole-demo
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
      `,v`
        module "eks" {
          source  = "terraform-aws-modules/eks/aws"
          version = "~> 21.0"
          name    = "demo"

          addons = {
            vpc-cni = {
              configuration_values = jsonencode({
                env = {
                  AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG = "true"
                }
              })
            }
          }
        }

        resource "helm_release" "karpenter" {
          repository = "oci://public.ecr.aws/karpenter"
          chart      = "karpenter"

          set = [
            { name = "settings.clusterName", value = "demo" },
            { name = "settings.reservedENIs", value = "1" },
          ]
        }

        resource "kubectl_manifest" "class" {
          yaml_body = <<-YAML
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata:
              name: default
            spec:
              role: KarpenterNodeRole-demo
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
      `]},on:{Manifests(e,t){for(let a of on(e))Tr(a,t)}}}),rn=(e,t)=>e.env[t]==="true";function Tr(e,t){let a=b(e.manifest),n=S(t.all).filter(o=>b(o)===a&&!o.isPartial),s=rn(e,"ENABLE_PREFIX_DELEGATION");rn(e,"AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG")&&_r(e,n,t);for(let o of n){let r=o.get(["spec","kubelet","maxPods"])??void 0;typeof r=="number"&&!s&&Vr(o,{cni:e,maxPods:r},t),r===void 0&&s&&Ar(o)&&Er(o,e,t)}}var Ar=e=>!/^(?:Custom|Windows)/.test(u(e.get(["spec","amiFamily"]))??""),se=({enis:e,ipv4PerEni:t})=>e*(t-1)+2;function dn(e,{all:t,catalog:a,compatible:n}){let s=we(t,e).flatMap(o=>$r(o,{catalog:a,compatible:n}));if(!s.includes(void 0))return s.sort((o,r)=>se(o)-se(r)||(o.name<r.name?-1:1))[0]}function $r(e,{catalog:t,compatible:a}){let n=a(e);return!t||!n?.isExact?[void 0]:n.names.map(s=>t.type(s))}function Vr(e,{cni:t,maxPods:a},n){let s=dn(e,n);!s||se(s)>=a||n.report({manifest:e,at:e.span(["spec","kubelet","maxPods"]),message:`\`maxPods: ${a}\` is more than ${s.name} has addresses for: ${se(s)}, as the VPC CNI is set up here`,help:"Leave it out, allow larger instance types alone, or turn prefix delegation on.",labels:[{span:t.manifest.span(t.path),message:"no prefix delegation"}]})}function Er(e,t,a){let n=dn(e,a);!n||se(n)>=110||a.report({manifest:e,at:e.span(["spec","kubelet"]),severity:"note",message:`The CNI delegates prefixes, and \`${e.name}\` has no \`maxPods\`: Karpenter puts no more than ${se(n)} pods on ${n.name}`,help:"Write `maxPods: 110` under `kubelet` if more should fit.",labels:[{span:t.manifest.span(t.path),message:"prefix delegation"}]})}function _r(e,t,{all:a,report:n}){if(t.length===0||t.every(o=>o.get(["spec","kubelet","maxPods"])!==void 0))return;let s=b(e.manifest);for(let{manifest:o,chart:r,values:i}of V(a)){let d=[...i,"settings","reservedENIs"],p=u(o.get(d))??"0";r!=="karpenter"||b(o)!==s||o.isPartial||p!=="0"||k(p)||n({manifest:o,at:o.span(d),message:"The CNI uses custom networking, and Karpenter reserves no network interface: it puts more pods on nodes than they have addresses for",help:'Set `settings.reservedENIs` to `"1"`.',labels:[{span:e.manifest.span(e.path),message:"custom networking"}]})}}var mn=c({id:"price-gap",severity:"note",since:"0.2.0",docs:{summary:"Between the instance types of a pool there is a gap in price: when the cheap ones run out, the next costs many times as much.",why:"Karpenter launches the cheapest instance type that there is. When AWS has none of it for a while, the next one of the pool takes its place, whatever it costs: a pool of `large` and `24xlarge` alone pays for 48 times the machine so that one small pod runs.",help:"Allow the sizes in between, or give the large ones a pool of their own.",url:"https://karpenter.sh/docs/concepts/nodepools/#instance-types",bad:[l`
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
                - key: node.kubernetes.io/instance-type
                  operator: In
                  values: [m7i.large, m7i.24xlarge]
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `],good:[l`
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
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `,l`
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
                - key: node.kubernetes.io/instance-type
                  operator: In
                  values: [m7i.large, m7i.2xlarge]
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `]},on:{NodePool:pn,Provisioner:pn}}),Ir=8;function pn(e,{report:t,catalog:a,compatible:n}){let s=n(e);if(!a||!s?.isExact||s.names.length<2)return;let o=Or(s,a);if(!o)return;let{cheap:r,dear:i}=o,d=Math.floor(i.hourlyUsd/r.hourlyUsd);t({at:e.span(ge(e)),message:`\`${e.name}\` goes from ${r.name} at ${cn(r.hourlyUsd)} straight to ${i.name} at ${cn(i.hourlyUsd)} an hour: when the first runs out, its pods cost ${d} times as much`,help:"Allow the sizes in between, or give the large ones a pool of their own."})}var Or=Y(({names:e},t)=>{let a=[];for(let r of e){let i=ne(t,r);if(i===void 0)return;a.push({name:r,hourlyUsd:i})}a.sort((r,i)=>r.hourlyUsd-i.hourlyUsd||(r.name<i.name?-1:1));let n=a.findIndex(({hourlyUsd:r},i)=>i>0&&r>=Ir*a[i-1].hourlyUsd),[s,o]=[a[n-1],a[n]];return s&&o&&{cheap:s,dear:o}}),cn=e=>`$${e.toFixed(e<.1?4:2)}`;var hn=c({id:"removed-pod-keys",severity:"warning",since:"0.1.0",docs:{summary:"A pod uses an annotation, label or taint of Karpenter that is no longer known.",why:"Karpenter renamed them on the way to v1 and looks at the old ones no more. `do-not-evict` protects no pod; a pod that selects `karpenter.sh/provisioner-name` finds no node, and one that is to keep away from Karpenter\u2019s nodes by it does not; and the toleration of `karpenter.sh/disruption` no longer matches the taint of a node that is going.",help:"Use the new name.",url:"https://karpenter.sh/docs/upgrading/v1-migration/",bad:[l`
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
      `,l`
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
      `],good:[l`
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
      `,l`
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
      `,T({karpenter:"0.32"})`
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
      `]},on:{Manifests(e,t){if(!t.karpenter.v1)return;let a=R(e).map(({name:n})=>n);for(let{manifest:n,template:s}of I(e)){let o=(...r)=>[...s,...r];for(let r of un(n,o("metadata","annotations")))Lr(n,r,ut,t);for(let r of un(n,o("spec","nodeSelector")))Dr({manifest:n,path:r,pools:a},t);for(let r of qr(n,o("spec")))for(let i of Kr(n,r))fn(n,i,Oe,t);for(let[r]of y(n.get(o("spec","tolerations"))).entries())fn(n,o("spec","tolerations",r,"key"),ft,t)}}}}),un=(e,t)=>Object.keys(f(e.get(t))??{}).map(a=>[...t,a]);function qr(e,t){let a=[...t,"affinity","nodeAffinity","requiredDuringSchedulingIgnoredDuringExecution","nodeSelectorTerms"];return y(e.get(a)).map((n,s)=>[...a,s,"matchExpressions"])}function Kr(e,t){let a=y(e.get(t)).map((n,s)=>[...t,s,"key"]);return a.some(n=>e.get(n)===w.nodePool)?[]:a}var et=(e,t)=>t!==void 0&&Object.hasOwn(e,t)?e[t]:void 0,yn=(e,t)=>({message:`Karpenter no longer knows \`${e}\`: it has no effect`,help:`Use \`${t}\`.`});function Lr(e,t,a,{report:n}){let s=String(t.at(-1)),o=et(a,s);o===void 0||e.get([...t.slice(0,-1),o])!==void 0||n({manifest:e,at:e.keySpan(t),...yn(s,o),fix:{description:`Rename to \`${o}\``,edits:Q(e,t,o)}})}function fn(e,t,a,{report:n}){let s=u(e.get(t)),o=et(a,s);s===void 0||o===void 0||y(e.get(t.slice(0,-2))).some(i=>f(i)?.key===o)||n({manifest:e,at:e.span(t),...yn(s,o),...e.get([...t.slice(0,-1),"value"])===void 0&&{fix:{description:`Replace by \`${o}\``,edits:N(e,t,o)}}})}function Dr({manifest:e,path:t,pools:a},{report:n}){let s=String(t.at(-1)),o=et(Oe,s);if(o===void 0)return;let r=u(e.get(t));n({manifest:e,at:e.keySpan(t),message:`No node has the label \`${s}\` any more: these pods stay pending`,help:`Use \`${o}\` with the name of the NodePool.`,...r!==void 0&&a.includes(r)&&{fix:{description:`Rename to \`${o}\``,edits:Q(e,t,o)}}})}var gn=["cpu","memory","nodes","pods","ephemeral-storage"],Wr={mem:"memory",ram:"memory",gpu:"nvidia.com/gpu"},vn=c({id:"require-limits",severity:"warning",since:"0.1.0",docs:{summary:"A NodePool has no limits, or limits that bound nothing.",why:"Karpenter launches nodes for every pod that is pending. Without `limits` a runaway Deployment, a HorizontalPodAutoscaler with a wrong target or a crash loop is answered with more nodes until the AWS quota ends it. The keys of `limits` are free-form, so that a misspelt resource is accepted and limits nothing.",help:"Set `limits.cpu` and `limits.memory` to what the workloads of this pool may cost at most.",url:"https://karpenter.sh/docs/concepts/nodepools/#speclimits",bad:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements: []
      `,l`
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
            mem: 400Gi
      `,l`
        apiVersion: karpenter.sh/v1alpha5
        kind: Provisioner
        metadata:
          name: default
        spec:
          limits:
            resources:
              pods: 500
      `],good:[l`
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
            memory: 400Gi
      `,l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: gpu
        spec:
          template:
            spec:
              requirements: []
          limits:
            nvidia.com/gpu: 8
      `]},on:{NodePool:kn,Provisioner:kn}});function kn(e,t){let{report:a}=t,n=W(e);if(!n.isKnown||Gr(e)||e.get(["spec","replicas"])!==void 0)return;let s=Object.keys(f(n.value)??{});if(s.length===0){a({at:e.keySpan(e.get(n.path)===void 0?["spec"]:n.path),message:`${e.kind} \`${e.name}\` has no limits: nothing bounds the nodes it may launch`,help:"Set `limits.cpu` and `limits.memory` to the most this pool may grow to."});return}let o=s.filter(r=>!gn.includes(r)&&!/[/{$]|^hugepages-/.test(r));for(let r of o)Fr(e,r,t);if(o.length===0&&!s.some(r=>r==="cpu"||r==="memory"||r.includes("/"))){let r=s.includes("nodes");a({at:e.keySpan(n.path),message:`The limits of ${e.kind} \`${e.name}\` name neither \`cpu\` nor \`memory\`: the size of its nodes is not bounded${r?", and their number only roughly, for nodes that are launched at once do not see each other":""}`,help:"Add `cpu` and `memory`.",...r&&{severity:"note"}})}}function Fr(e,t,{report:a,nearest:n}){let s=W(e),o=Wr[t.toLowerCase()]??n(t,gn),r=o!==void 0&&e.get([...s.path,o])===void 0;a({at:e.keySpan([...s.path,t]),message:`\`${t}\` is not a resource that nodes have: this entry limits nothing`,help:o?`Did you mean \`${o}\`?`:"Use `cpu`, `memory` or an extended resource such as `nvidia.com/gpu`.",...r&&{fix:{description:`Rename to \`${o}\``,edits:Q(e,[...s.path,t],o)}}})}function Gr(e){let t=f(e.get(["spec"]))??{};if(Object.keys(t).some(n=>n!=="limits"&&ot(n,["limits"])!==void 0))return!0;let a=Object.keys(f(t.limits)??{});return e.kind==="Provisioner"&&a.length>0&&!a.includes("resources")}var wn={[w.instanceMemory]:{unit:"MiB",meant:"GiB",factor:1024},[w.instanceGpuMemory]:{unit:"MiB",meant:"GiB",factor:1024},[w.instanceNetworkBandwidth]:{unit:"Mbit/s",meant:"Gbit/s",factor:1e3},[w.instanceEbsBandwidth]:{unit:"Mbit/s",meant:"Gbit/s",factor:1e3}},Cn=c({id:"requirement-units",severity:"warning",since:"0.1.0",docs:{summary:"A bound for memory or bandwidth is so low that it excludes nothing: it is probably in another unit.",why:"The label `instance-memory` counts MiB and the bandwidth labels Mbit/s. `Gt 8` on memory, meant as more than 8 GiB, is true of every instance type there is, so that the smallest ones are launched.",help:'Write the bound in MiB or Mbit/s, such as `"8192"` for 8 GiB.',url:"https://karpenter.sh/docs/reference/instance-types/",bad:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements:
                - key: karpenter.k8s.aws/instance-memory
                  operator: Gt
                  values: ["8"]
          limits:
            cpu: 100
      `],good:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements:
                - key: karpenter.k8s.aws/instance-memory
                  operator: Gt
                  values: ["8191"]
                - key: karpenter.k8s.aws/instance-cpu
                  operator: Gt
                  values: ["1"]
          limits:
            cpu: 100
      `,l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: gpu
        spec:
          template:
            spec:
              requirements:
                - key: karpenter.k8s.aws/instance-gpu-memory
                  operator: Gt
                  values: ["0"]
              taints:
                - key: nvidia.com/gpu
                  effect: NoSchedule
          limits:
            cpu: 100
      `]},on:{NodePool:bn,Provisioner:bn}});function bn(e,{report:t,catalog:a}){if(a)for(let{key:n,operator:s,values:o,isKnown:r}of M(e)){let i=Object.hasOwn(wn,n)?wn[n]:void 0,[d]=o;if(!i||!r||!d||s!=="Gt"&&s!=="Gte")continue;let p=/^\d+$/.test(d.text)?Number(d.text):0,m=jr(ye(a).get(n)??[]);if(p<2||p>=m)continue;let h=String(p*i.factor);t({at:e.span(d.path),message:`\`${n}\` is in ${i.unit}, and every instance type has more than ${p}: this excludes nothing`,help:`Write \`"${h}"\` if ${p} ${i.meant} are meant.`,fix:{description:`Replace by \`"${h}"\``,edits:N(e,d.path,`"${h}"`)}})}}var jr=e=>e.reduce((t,a)=>a.reduce((n,s)=>Math.min(n,Number(s)),t),1/0);var xn=c({id:"role-name",severity:"error",since:"0.1.0",docs:{summary:"A node class gives an ARN where the name of a role or an instance profile belongs.",why:"The API server accepts any text. Karpenter puts the role into an instance profile by its name, and IAM refuses an ARN there: the node class is not ready, and no pool that uses it launches anything.",help:"Write the name alone: what follows the last slash of the ARN.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#specrole",bad:[l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo
      `,l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          instanceProfile: arn:aws:iam::111122223333:instance-profile/KarpenterNode
      `,v`
        resource "kubectl_manifest" "default" {
          yaml_body = <<-YAML
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata:
              name: default
            spec:
              role: \${aws_iam_role.karpenter_node.arn}
          YAML
        }
      `,v`
        resource "kubectl_manifest" "default" {
          yaml_body = <<-YAML
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata:
              name: default
            spec:
              role: \${module.karpenter.iam_role_name}
          YAML
        }
      `],good:[v`
        resource "kubectl_manifest" "default" {
          yaml_body = <<-YAML
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata:
              name: default
            spec:
              role: \${module.karpenter.node_iam_role_name}
          YAML
        }
      `,l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `,l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: \${NODE_ROLE}
      `]},on:{EC2NodeClass:Nn,AWSNodeTemplate:Nn}}),zr=/^arn:[\w-]+:iam::.*:(?:role|instance-profile)\/(?:.*\/)?([^/]+)$/;function Nn(e,{report:t}){for(let a of["role","instanceProfile"]){let n=["spec",a];Br(e,a,t);let s=e.get(n),o=typeof s=="string"?zr.exec(s)?.[1]:void 0;if(o===void 0)continue;let r=!k(o);t({at:e.span(n),message:`\`${a}\` takes a name, and this is an ARN: IAM refuses it, and \`${e.name}\` never gets ready`,help:r?`Write \`${o}\`.`:"Write what follows the last slash alone.",...r&&{fix:{description:`Replace by \`${o}\``,edits:N(e,n,o)}}})}}function Br(e,t,a){let n=["spec",t],s=O(e,n);if(s===void 0)return;let o=e.span(n);/^module\.[\w-]+\.iam_role_(?:name|arn)$/.test(s)&&/karpenter/i.test(s)?a({at:o,message:`\`${s}\` is the role of the controller, with which nodes may not join`,help:`Refer to \`${s.replace(/iam_role_\w+$/,"node_iam_role_name")}\`.`}):/(?:\.|_)arn$/.test(s)&&a({at:o,message:`\`${t}\` takes a name, and \`${s}\` is an ARN: IAM refuses it, and \`${e.name}\` never gets ready`,help:`Refer to \`${s.replace(/arn$/,"name")}\`.`})}var Pn={AL2:"/dev/xvda",AL2023:"/dev/xvda",Bottlerocket:"/dev/xvda",Windows2019:"/dev/sda1",Windows2022:"/dev/sda1",Windows2025:"/dev/sda1"},Ur=["/dev/sda","/dev/sda1","/dev/xvda","/dev/xvda1","/dev/nvme0n1"],Rn=c({id:"root-device",severity:"warning",since:"0.1.0",docs:{summary:"A block device mapping names the root device of another AMI family.",why:"EC2 attaches a device of an unknown name as one more, empty volume. The root volume keeps the size, type and encryption that the AMI gives it, and Karpenter works out ephemeral storage from its own default of 20 GiB: the volume that was meant to be larger is paid for and not used.",help:"Use `/dev/xvda` for Amazon Linux and Bottlerocket, and `/dev/sda1` for Windows.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings",bad:[l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiSelectorTerms:
            - alias: al2023@v20260715
          blockDeviceMappings:
            - deviceName: /dev/sda1
              ebs:
                volumeSize: 100Gi
                volumeType: gp3
      `],good:[l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiSelectorTerms:
            - alias: al2023@v20260715
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 100Gi
            - deviceName: /dev/sdb
              ebs:
                volumeSize: 10Gi
      `,l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: ubuntu
        spec:
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          blockDeviceMappings:
            - deviceName: /dev/sda1
              ebs:
                volumeSize: 100Gi
      `]},on:{EC2NodeClass(e,{report:t}){let a=_(e)??"",n=Object.hasOwn(Pn,a)?Pn[a]:void 0,s=["spec","blockDeviceMappings"],o=y(e.get(s)).map(m=>f(m)),r=o.map(m=>u(m?.deviceName)??"");if(n===void 0||e.isPartial||r.includes(n)||o.some(m=>m?.rootVolume===!0))return;let i=r.findIndex(m=>Ur.includes(m));if(i===-1)return;let d=[...s,i,"deviceName"],p=F(e).every(({term:m})=>m.alias!==void 0);t({at:e.span(d),...!p&&{severity:"note"},message:`The root device of ${a} is \`${n}\`: \`${r[i]}\` adds an empty volume, and the root keeps the AMI\u2019s own size`,help:`Write \`${n}\`.`,fix:{description:`Replace by \`${n}\``,edits:N(e,d,n)}})}}});var Mn=c({id:"root-encryption",severity:"note",since:"0.2.0",docs:{summary:"A Bottlerocket class encrypts the volume of the containers and leaves the root volume as the AMI has it.",why:"Volumes that a class does not map stay as the AMI brings them: Karpenter does not add its defaults to what is written. Whoever encrypts `/dev/xvdb` of Bottlerocket and does not name `/dev/xvda` has a root volume that is not encrypted, unless the account encrypts every volume by default.",help:"Map `/dev/xvda` as well, with `encrypted: true` and about 4 GiB.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings",bad:[l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          blockDeviceMappings:
            - deviceName: /dev/xvdb
              ebs:
                volumeSize: 100Gi
                encrypted: true
      `],good:[l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
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
      `,l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          blockDeviceMappings:
            - deviceName: /dev/xvdb
              ebs:
                volumeSize: 100Gi
      `]},on:{EC2NodeClass(e,{report:t}){let a=["spec","blockDeviceMappings"],n=y(e.get(a)).map(r=>f(r)),s=n.map(r=>u(r?.deviceName)??""),o=s.indexOf("/dev/xvdb");_(e)!=="Bottlerocket"||o===-1||e.isPartial||s.includes("/dev/xvda")||s.some(r=>k(r))||f(n[o]?.ebs)?.encrypted===!0&&t({at:e.span([...a,o,"ebs","encrypted"]),message:`\`${e.name}\` encrypts \`/dev/xvdb\` and does not name \`/dev/xvda\`: the root volume is encrypted only where the account does so by default`,help:"Map `/dev/xvda` as well, with `encrypted: true` and about 4Gi."})}}});var Yr=new Set([w.zone,w.zoneId,w.capacityType,w.instanceType,w.instanceFamily]),An=c({id:"satisfiable-requirements",severity:"error",since:"0.1.0",docs:{summary:"No instance type of the region satisfies all requirements of a pool.",why:"Each requirement is valid by itself, so the API server accepts the pool and Karpenter reports it ready; but it never launches a node, and the pods meant for it stay pending.",help:"Widen the requirement that leaves nothing, or the ones before it that exclude what it asks for.",url:"https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements",bad:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements:
                - key: karpenter.k8s.aws/instance-family
                  operator: In
                  values: [m7g, c7g]
                - key: kubernetes.io/arch
                  operator: In
                  values: [amd64]
          limits:
            cpu: 100
      `,l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements:
                - key: karpenter.k8s.aws/instance-cpu
                  operator: In
                  values: ["5"]
          limits:
            cpu: 100
      `],good:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements:
                - key: karpenter.k8s.aws/instance-family
                  operator: In
                  values: [m7g, c7g]
                - key: kubernetes.io/arch
                  operator: In
                  values: [arm64]
          limits:
            cpu: 100
      `]},explains:["provisioning/nodepool-empty"],on:{NodePool:Sn,Provisioner:Sn}});function Sn(e,{report:t,catalog:a,compatible:n,isRegionAssumed:s}){let o=n(e),r=o?.emptied;if(!a||!o||!r)return;let{requirement:i,before:d,values:p,isUnknownValue:m}=r,h=P(i.key);if(m&&Yr.has(h))return;let g=i.path.length===1;t({at:g?e.keySpan(i.path):e.span(i.path),...s&&{severity:"warning"},message:`No instance type of ${a.region} satisfies the requirements of \`${e.name}\`: ${Hr(i)}${g?", which v1alpha5 adds by itself,":""} leaves none of ${d}`,labels:r.conflicts.map(C=>({span:e.span(C.path),message:`no instance type satisfies this and \`${i.key}\` together`})),help:m?`No instance type has such a value: \`${h}\` is ${Tn(p)}.`:`The instance types left before it have \`${h}\` ${Tn(p)}: widen one or the other.`,explains:{paths:[["spec","template","spec","requirements"]]}})}var Hr=({key:e,operator:t,values:a})=>`\`${[e,t,a.map(n=>n.text).join(", ")].filter(Boolean).join(" ")}\``;function Tn(e){if(e.length===0)return"nothing";let t=e.slice(0,6).join(", ");return e.length>6?`${t} and ${e.length-6} more`:t}var Qr=["subnetSelectorTerms","securityGroupSelectorTerms","amiSelectorTerms"],$n=c({id:"selector-term-id",severity:"warning",since:"0.1.0",docs:{summary:"A selector term holds an id and something else beside it, which is ignored.",why:"An id selects by itself. The API server means to refuse anything beside it, but its rule looks at all terms together and lets the list pass as soon as one of them is right: Karpenter then takes the id, and tags or a name beside it narrow nothing.",help:"Remove what stands beside the id, or make it a term of its own.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms",bad:[l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          subnetSelectorTerms:
            - id: subnet-0123456789abcdef0
              tags:
                karpenter.sh/discovery: demo
            - id: subnet-0123456789abcdef1
      `],good:[l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          subnetSelectorTerms:
            - id: subnet-0123456789abcdef0
            - tags:
                karpenter.sh/discovery: demo
      `,l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiFamily: AL2023
          amiSelectorTerms:
            - name: golden-*
              owner: self
      `]},on:{EC2NodeClass(e,{report:t}){for(let a of Qr.map(n=>["spec",n])){let n=y(e.get(a)).map(o=>Object.keys(f(o)??{})),s=o=>o.includes("id")&&o.length>1;if(!n.every(s))for(let[o,r]of n.entries()){if(!s(r))continue;let i=r.filter(d=>d!=="id");t({at:e.keySpan([...a,o,i[0]]),message:`${i.map(d=>`\`${d}\``).join(" and ")} beside an \`id\` ${i.length===1?"is":"are"} ignored: the id alone selects`,labels:[{span:e.span([...a,o,"id"]),message:"this selects by itself"}],help:"Remove it, or make it a term of its own."})}}}}});var tt=15,Jr=5,En=c({id:"spot-flexibility",severity:"warning",since:"0.1.0",docs:{summary:"A pool allows spot and leaves few instance types or a single zone to choose from.",why:"Spot capacity comes and goes per instance type and zone. With few of them, interruptions come together and replacements find nothing; and Karpenter moves a spot node to a cheaper spot node only while at least 15 cheaper instance types remain.",help:"Allow at least 15 instance types in several families, sizes and zones, or on-demand beside spot.",url:"https://karpenter.sh/docs/concepts/disruption/#spot-consolidation",bad:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements:
                - key: karpenter.k8s.aws/instance-family
                  operator: In
                  values: [t4g]
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [spot, on-demand]
                - key: topology.kubernetes.io/zone
                  operator: In
                  values: [us-east-1a]
          limits:
            cpu: 100
      `,T({region:"eu-central-1"})`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements:
                - key: node.kubernetes.io/instance-type
                  operator: In
                  values: [m6i.large, m6i.xlarge]
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [spot]
          limits:
            cpu: 100
      `],good:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements:
                - key: karpenter.k8s.aws/instance-category
                  operator: In
                  values: [c, m, r]
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [spot, on-demand]
          limits:
            cpu: 100
      `,l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements:
                - key: karpenter.k8s.aws/instance-family
                  operator: In
                  values: [t4g]
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
          limits:
            cpu: 100
      `]},on:{NodePool:Vn,Provisioner:Vn}});function Vn(e,{report:t,catalog:a,compatible:n}){let s=n(e);if(!a||!s?.isExact||s.names.length===0)return;let{instanceTypes:o,zones:r}=s.count("spot");if(o===0||o>=tt&&r.length>1)return;let i=s.count("on-demand").instanceTypes===0;t({at:e.span(Xr(e)),severity:i||o<Jr?"warning":"note",message:`\`${e.name}\` allows spot and leaves ${H(o,"instance type")} in ${H(r.length,"zone")} of ${a.region} to choose from`,help:o<tt?`Allow at least ${tt} instance types, over several families, sizes and zones: fewer are interrupted together, and Karpenter does not move spot nodes to cheaper spot nodes.`:"Allow more zones: spot capacity runs out zone by zone."})}var Xr=e=>z(e).find(({key:t})=>P(t)===w.capacityType)?.path??(e.kind==="NodePool"?["spec","template","spec","requirements"]:["spec","requirements"]);var In=c({id:"startup-taints",severity:"warning",since:"0.2.0",docs:{summary:"A startup taint is missing that Cilium puts on new nodes, or one is misspelt that something is to take off.",why:"Karpenter waits for startup taints to go, and counts on the node meanwhile. Cilium\u2019s operator taints nodes on which its agent does not run yet: where a pool does not name that taint among its `startupTaints`, Karpenter takes the node for one that its pods can not use, and launches another. A startup taint that nobody takes off, because its name is not quite the one that an agent knows, keeps the node from ever being initialized, and so from being consolidated or replaced.",help:"Name the taint under `startupTaints`, as the agent spells it.",url:"https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecstartuptaints",bad:[l`
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
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
        ---
        apiVersion: helm.toolkit.fluxcd.io/v2
        kind: HelmRelease
        metadata:
          name: cilium
        spec:
          chart:
            spec:
              chart: cilium
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `,l`
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
              startupTaints:
                - key: ebs.csi.aws.com/agent-notready
                  effect: NoExecute
              requirements:
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `],good:[l`
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
              startupTaints:
                - key: node.cilium.io/agent-not-ready
                  effect: NoExecute
              requirements:
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
        ---
        apiVersion: helm.toolkit.fluxcd.io/v2
        kind: HelmRelease
        metadata:
          name: cilium
        spec:
          chart:
            spec:
              chart: cilium
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `,l`
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
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
        ---
        apiVersion: helm.toolkit.fluxcd.io/v2
        kind: HelmRelease
        metadata:
          name: cilium
        spec:
          chart:
            spec:
              chart: cilium
          values:
            operator:
              setNodeTaints: false
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `]},on:{Manifests(e,t){for(let a of R(e))Zr(a,t);for(let a of ee(e,"cilium"))ei(a,t)}}}),ce=["spec","template","spec","startupTaints"],at=["node.cilium.io/agent-not-ready","ebs.csi.aws.com/agent-not-ready","efs.csi.aws.com/agent-not-ready","fsx.csi.aws.com/agent-not-ready","s3.csi.aws.com/agent-not-ready"],_n=e=>e.split(".")[0];function Zr(e,{report:t,nearest:a}){for(let n of y(e.get(ce)).keys()){let s=[...ce,n,"key"],o=u(e.get(s))??"",r=at.includes(o)?void 0:a(o,at);r===void 0||_n(r)!==_n(o)||t({manifest:e,at:e.span(s),message:`Nothing takes \`${o}\` off: the nodes of \`${e.name}\` are never initialized`,help:`Did you mean \`${r}\`?`,fix:{description:`Replace by \`${r}\``,edits:N(e,s,r)}})}}function ei({manifest:e,values:t},{all:a,report:n}){let s=(...i)=>e.get([...t,...i]),o=u(s("agentNotReadyTaintKey"))??at[0];if(!(e.isPartial||typeof s()=="string"||o.includes("$")||s("operator","setNodeTaints")===!1||s("operator","enabled")===!1))for(let i of R(a))b(i)!==b(e)||i.isPartial||y(i.get(ce)).map((p,m)=>u(i.get([...ce,m,"key"]))).some(p=>p===void 0||p===o)||n({manifest:i,at:i.span(ce),message:`Cilium puts \`${o}\` on new nodes, and \`${i.name}\` does not name it among its startup taints: pods get a node twice`,help:`Add \`{key: ${o}, effect: NoExecute}\` to \`startupTaints\`.`,labels:[{span:e.span(["metadata","name"]),message:"Cilium"}]})}var nt=["spec","template","spec"],On=c({id:"taint-pairs",severity:"error",since:"0.1.0",docs:{summary:"Two taints of a NodePool have the same key and effect.",why:"The API server accepts it. Karpenter allows a pair of key and effect once among `taints` and `startupTaints` together: the NodePool fails its validation and launches nothing.",help:"Remove one of them: a startup taint is one that something on the node removes, any other is a taint.",url:"https://karpenter.sh/docs/concepts/nodepools/#spectemplatespectaints",bad:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements: []
              taints:
                - key: node.cilium.io/agent-not-ready
                  effect: NoExecute
              startupTaints:
                - key: node.cilium.io/agent-not-ready
                  value: "true"
                  effect: NoExecute
          limits:
            cpu: 100
      `],good:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements: []
              taints:
                - key: example.com/team
                  value: a
                  effect: NoSchedule
                - key: example.com/team
                  value: a
                  effect: NoExecute
              startupTaints:
                - key: node.cilium.io/agent-not-ready
                  value: "true"
                  effect: NoExecute
          limits:
            cpu: 100
      `,l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: another-key
        spec:
          template:
            spec:
              requirements: []
              taints:
                - key: example.com/team
                  effect: NoSchedule
              startupTaints:
                - key: example.com/agent-not-ready
                  effect: NoSchedule
          limits:
            cpu: 100
      `]},explains:["provisioning/nodepool-not-ready"],on:{NodePool(e,{report:t}){let a=new Map;for(let n of["taints","startupTaints"].flatMap(s=>ti(e.get([...nt,s]),s))){let{key:s,effect:o}=f(e.get(n))??{},r=`${u(s)}:${u(o)}`;if(u(s)===void 0||k(r))continue;let i=a.get(r);if(i===void 0){a.set(r,n);continue}let d=i.at(-2)===n.at(-2)&&e.get([...i,"value"])===e.get([...n,"value"]);t({at:e.span([...n,"key"]),message:`\`${r}\` stands twice among the taints of \`${e.name}\`: Karpenter refuses the pool, which launches nothing`,labels:[{span:e.span([...i,"key"]),message:"first here"}],help:"Remove one of the two.",...d&&{fix:{description:"Remove the repetition",edits:j(e,n)}},explains:{paths:[nt],mentioning:""}})}}}}),ti=(e,t)=>y(e).map((a,n)=>[...nt,t,n]);var Ln=c({id:"taint-tolerations",severity:"warning",since:"0.2.0",docs:{summary:"Pods mean to tolerate the taint of a pool and do not, or nobody tolerates it.",why:"A toleration matches a taint by key, value and effect; one that comes near does nothing, and nothing says so: the pods stay pending, or land in another pool, and the pool with the taint stays empty. An operator that is not written is `Equal`, and with it a missing value is the empty one.",help:"Write the value and the effect of the taint, or `operator: Exists`.",url:"https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/",bad:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: batch
        spec:
          limits:
            cpu: 1000
          template:
            spec:
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
              taints:
                - key: example.com/dedicated
                  value: batch
                  effect: NoSchedule
              requirements:
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: train
        spec:
          replicas: 2
          selector:
            matchLabels:
              app: train
          template:
            metadata:
              labels:
                app: train
            spec:
              tolerations:
                - key: example.com/dedicated
                  value: batch
                  effect: NoExecute
              containers:
                - name: main
                  image: example.com/train
                  resources:
                    requests:
                      cpu: 100m
                      memory: 128Mi
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `,l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: batch
        spec:
          limits:
            cpu: 1000
          template:
            spec:
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
              taints:
                - key: example.com/dedicated
                  value: batch
                  effect: NoSchedule
              requirements:
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: train
        spec:
          replicas: 2
          selector:
            matchLabels:
              app: train
          template:
            metadata:
              labels:
                app: train
            spec:
              tolerations:
                - key: example.com/dedicated
                  value: batches
                  effect: NoSchedule
              containers:
                - name: main
                  image: example.com/train
                  resources:
                    requests:
                      cpu: 100m
                      memory: 128Mi
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `,l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: batch
        spec:
          limits:
            cpu: 1000
          template:
            spec:
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
              taints:
                - key: example.com/dedicated
                  value: batch
                  effect: NoSchedule
              requirements:
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: train
        spec:
          replicas: 2
          selector:
            matchLabels:
              app: train
          template:
            metadata:
              labels:
                app: train
            spec:
              tolerations:
                - key: example.com/dedicated
                  effect: NoSchedule
              containers:
                - name: main
                  image: example.com/train
                  resources:
                    requests:
                      cpu: 100m
                      memory: 128Mi
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `,l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: batch
        spec:
          limits:
            cpu: 1000
          template:
            spec:
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
              taints:
                - key: example.com/dedicated
                  value: batch
                  effect: NoSchedule
              requirements:
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: train
        spec:
          replicas: 2
          selector:
            matchLabels:
              app: train
          template:
            metadata:
              labels:
                app: train
            spec:
              containers:
                - name: main
                  image: example.com/train
                  resources:
                    requests:
                      cpu: 100m
                      memory: 128Mi
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `],good:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: batch
        spec:
          limits:
            cpu: 1000
          template:
            spec:
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
              taints:
                - key: example.com/dedicated
                  value: batch
                  effect: NoSchedule
              requirements:
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: train
        spec:
          replicas: 2
          selector:
            matchLabels:
              app: train
          template:
            metadata:
              labels:
                app: train
            spec:
              tolerations:
                - key: example.com/dedicated
                  operator: Exists
              containers:
                - name: main
                  image: example.com/train
                  resources:
                    requests:
                      cpu: 100m
                      memory: 128Mi
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `,l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: batch
        spec:
          limits:
            cpu: 1000
          template:
            spec:
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
              taints:
                - key: example.com/dedicated
                  value: batch
                  effect: NoSchedule
              requirements:
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: train
        spec:
          replicas: 2
          selector:
            matchLabels:
              app: train
          template:
            metadata:
              labels:
                app: train
            spec:
              tolerations:
                - key: example.com/dedicated
                  value: batch
              containers:
                - name: main
                  image: example.com/train
                  resources:
                    requests:
                      cpu: 100m
                      memory: 128Mi
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: proxy
        spec:
          replicas: 2
          selector:
            matchLabels:
              app: proxy
          template:
            metadata:
              labels:
                app: proxy
            spec:
              tolerations:
                - key: example.com/dedicated
                  value: system
                  effect: NoSchedule
              containers:
                - name: main
                  image: example.com/proxy
                  resources:
                    requests:
                      cpu: 100m
                      memory: 128Mi
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `]},on:{Manifests:ai}}),qn=2e3;function ai(e,t){let a=R(e).slice(0,qn).flatMap(ni);if(a.length===0)return;let n=I(e).slice(0,qn),s=n.map(i=>si(i));for(let i of s)ii(i,a,t);let o=s.flat(),r=new Set(n.filter(({manifest:i})=>i.kind!=="DaemonSet").map(({manifest:i})=>Me(i)));for(let i of a)!r.has(Me(i.pool))||o.some(d=>!d.isKnown||d.key===""||d.key===i.key)||t.report({manifest:i.pool,at:i.pool.span(i.path),severity:"note",message:`No pod among the manifests tolerates \`${i.key}\`: \`${i.pool.name}\` stays empty until one does`,help:"Give the pods that belong there a toleration, or drop the taint."})}function ni(e){let t=["spec","template","spec","taints"];return y(e.get(t)).flatMap((a,n)=>{let s=[...t,n],[o,r,i]=["key","value","effect"].map(d=>u(e.get([...s,d]))??"");return k(`${o}${r}${i}`)||o===""||/(?:^|\.)(?:kubernetes|k8s)\.io\//.test(o)?[]:[{pool:e,path:s,key:o,value:r,effect:i}]})}function si(e){let{manifest:t,template:a}=e,n=[...a,"spec","tolerations"],s=t.get(n);return s!==void 0&&!Array.isArray(s)?[{...oi,workload:e,path:n,isKnown:!1}]:y(s).map((o,r)=>{let{key:i,operator:d,value:p,effect:m}=f(o)??{},h=[i,d,p,m].map(g=>u(g)??"");return{workload:e,path:[...n,r],key:h[0],value:h[2],effect:h[3],isExists:d==="Exists",isKnown:f(o)!==void 0&&!t.isPartial&&!h.some(g=>k(g))}})}var oi={key:"",isExists:!0,value:"",effect:""},ri=(e,t)=>(e.key===""||e.key===t.key)&&(e.effect===""||e.effect===t.effect)&&(e.isExists||e.value===t.value);function ii(e,t,{report:a,nearest:n}){if(!e.some(({isKnown:s})=>!s))for(let s of e){let o=t.filter(({key:d})=>d===s.key);if(o.length===0||o.some(d=>e.some(p=>ri(p,d))))continue;let r=o.find(d=>Kn(s,d,n)!==void 0);if(!r)continue;let{manifest:i}=s.workload;a({manifest:i,at:i.span(s.path),message:`\`${i.name}\` does not tolerate the taint \`${r.key}=${r.value}:${r.effect}\` of \`${r.pool.name}\`: its toleration ${Kn(s,r,n)}`,help:`Write \`value: ${r.value||'""'}\` and \`effect: ${r.effect}\`.`,labels:[{span:r.pool.span(r.path),message:"the taint"}]})}}function Kn(e,t,a){let n=e.isExists||e.value===t.value,s=e.effect===""||e.effect===t.effect;if(n&&!s)return`is for \`${e.effect}\``;if(!(!s||n))return e.value===""?"has no value, and without `operator: Exists` that is the empty one":a(e.value,[t.value])===void 0?void 0:`has the value \`${e.value}\``}var Dn=c({id:"termination-handler",severity:"warning",since:"0.2.0",docs:{summary:"The node termination handler runs on Karpenter\u2019s nodes, and Karpenter hears of interruptions itself.",why:"With `interruptionQueue` Karpenter drains a node when AWS announces that it is taken away, and launches another one first. The AWS node termination handler does the same on every node it runs on: pods are evicted twice, and the handler cordons nodes on a rebalance recommendation, which Karpenter leaves alone. It is told where the charts of both stand together and the handler is kept off no nodes.",help:"Keep the handler off Karpenter\u2019s nodes by an affinity for `karpenter.sh/nodepool`, or remove it.",url:"https://karpenter.sh/docs/faq/#should-i-use-karpenter-interruption-handling-alongside-node-termination-handler",bad:[l`
        apiVersion: helm.toolkit.fluxcd.io/v2
        kind: HelmRelease
        metadata:
          name: karpenter
        spec:
          chart:
            spec:
              chart: karpenter
          values:
            settings:
              clusterName: demo
              interruptionQueue: demo
        ---
        apiVersion: helm.toolkit.fluxcd.io/v2
        kind: HelmRelease
        metadata:
          name: node-termination-handler
        spec:
          chart:
            spec:
              chart: aws-node-termination-handler
      `],good:[l`
        apiVersion: helm.toolkit.fluxcd.io/v2
        kind: HelmRelease
        metadata:
          name: karpenter
        spec:
          chart:
            spec:
              chart: karpenter
          values:
            settings:
              clusterName: demo
              interruptionQueue: demo
        ---
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
      `,l`
        apiVersion: helm.toolkit.fluxcd.io/v2
        kind: HelmRelease
        metadata:
          name: karpenter
        spec:
          chart:
            spec:
              chart: karpenter
          values:
            settings:
              clusterName: demo
        ---
        apiVersion: helm.toolkit.fluxcd.io/v2
        kind: HelmRelease
        metadata:
          name: node-termination-handler
        spec:
          chart:
            spec:
              chart: aws-node-termination-handler
      `,l`
        apiVersion: helm.toolkit.fluxcd.io/v2
        kind: HelmRelease
        metadata:
          name: karpenter
        spec:
          chart:
            spec:
              chart: karpenter
          values:
            settings:
              clusterName: demo
              interruptionQueue: demo
        ---
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
      `]},on:{Manifests(e,{report:t}){for(let a of ee(e,"aws-node-termination-handler")){let{manifest:n,values:s}=a,o=(...p)=>n.get([...s,...p]),r=n.isPartial||typeof o()=="string"||o("enableSqsTerminationDraining")===!0,i=["nodeSelector","linuxNodeSelector","daemonsetNodeSelector","affinity","linuxAffinity","daemonsetAffinity"].some(p=>Object.keys(f(o(p))??{}).length>0);if(r||i)continue;let d=V(e).find(p=>p.chart==="karpenter"&&b(p.manifest)===b(n)&&li(p));d&&t({manifest:n,at:n.span(["metadata","name"]),message:"The node termination handler runs on all nodes, and Karpenter drains its own when they are interrupted: both do",help:"Keep it off nodes with the label `karpenter.sh/nodepool`, or remove it.",labels:[{span:d.manifest.span([...d.values,"settings","interruptionQueue"]),message:"Karpenter hears of interruptions"}]})}}}}),li=({manifest:e,values:t})=>(u(e.get([...t,"settings","interruptionQueue"]))??"")!=="";var Wn=[...lt.get(w.capacityType)].sort(),Gn=c({id:"unknown-capacity-type",severity:"error",since:"0.1.0",docs:{summary:"A requirement names a capacity type that does not exist.",why:"The API server accepts any text. Karpenter ignores the unknown value with no more than a line in its log, so that `[spot, ondemand]` means spot alone; when all values are unknown, the NodePool is not ready and launches nothing.",help:"Use `on-demand`, `spot` or `reserved`.",url:"https://karpenter.sh/docs/concepts/nodepools/#capacity-type",bad:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements:
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [spot, ondemand]
          limits:
            cpu: 100
      `],good:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements:
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [spot, on-demand]
          limits:
            cpu: 100
      `]},on:{NodePool:Fn,Provisioner:Fn}});function Fn(e,{report:t,nearest:a}){for(let{key:n,operator:s,values:o}of M(e)){if(P(n)!==w.capacityType||s!=="In"&&s!=="NotIn")continue;let r=o.filter(d=>d.isKnown&&!Wn.includes(d.text)),i=o.filter(d=>!r.includes(d)).map(d=>`\`${d.text}\``);for(let d of r){let p=a(d.text,Wn);t({at:e.span(d.path),message:`\`${d.text}\` is not a capacity type: ${di(s,i)}`,help:p?`Did you mean \`${p}\`?`:"Use `on-demand`, `spot` or `reserved`.",...p&&{fix:{description:`Replace by \`${p}\``,edits:N(e,d.path,p)}}})}}}function di(e,t){return e==="NotIn"?"it excludes nothing":t.length===0?"the NodePool never gets ready":`Karpenter ignores it and takes ${t.join(" and ")} alone`}var pi=/^(?:mac|[a-z]\d+g[a-z]*-flex|i3\.metal$)/,zn=c({id:"unknown-instance-type",severity:"warning",since:"0.1.0",docs:{summary:"A requirement names an instance type or family that does not exist, or not in this region.",why:"The API server accepts any text. A value that no instance type has is silently never chosen, so that a pool is narrower than it reads, or launches nothing at all.",help:"Correct the name, or choose one that the region offers.",url:"https://karpenter.sh/docs/reference/instance-types/",bad:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements:
                - key: node.kubernetes.io/instance-type
                  operator: In
                  values: [m5.large, m5.xlrage]
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
          limits:
            cpu: 100
      `,l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements:
                - key: karpenter.k8s.aws/instance-family
                  operator: NotIn
                  values: [t2, t3, tg4]
          limits:
            cpu: 100
      `,T({region:"ap-northeast-2"})`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements:
                - key: karpenter.k8s.aws/instance-family
                  operator: In
                  values: [c7i, c7a]
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
          limits:
            cpu: 100
      `],good:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements:
                - key: karpenter.k8s.aws/instance-family
                  operator: In
                  values: [m5, m6i]
          limits:
            cpu: 100
      `]},on:{NodePool:st,Provisioner:st,NodeOverlay:st}});function st(e,t){let{catalog:a}=t;if(a)for(let n of M(e)){let s=P(n.key);if(s===w.instanceType){let o=r=>a.zonesOf(r).length>0;jn({pool:e,requirement:n,what:"instance type",known:a.names,isOffered:o},t,a)}else if(s===w.instanceFamily){let o=[...new Set(a.types.map(i=>i.family))],r=new Set(a.types.filter(i=>a.zonesOf(i.name).length>0).map(i=>i.family));jn({pool:e,requirement:n,what:"instance family",known:o,isOffered:i=>r.has(i)},t,a)}}}function jn({pool:e,requirement:t,what:a,known:n,isOffered:s},{report:o,nearest:r,isRegionAssumed:i},d){let{operator:p,values:m}=t;if(p!=="In"&&p!=="NotIn")return;let h=new Set(n);for(let{path:g,text:C,isKnown:A}of m)if(!(!A||pi.test(C)))if(h.has(C))p==="In"&&!s(C)&&!i&&o({at:e.span(g),message:`Region ${d.region} does not offer ${a} \`${C}\`, so it is never launched`,help:`Choose one that ${d.region} offers.`});else{let E=r(C,n);o({at:e.span(g),message:`\`${C}\` is no ${a} that EC2 is known to have`,help:E?`Did you mean \`${E}\`?`:"Correct the name; if it is newer than the catalog, silence this rule.",...E&&{fix:{description:`Replace by \`${E}\``,edits:N(e,g,E)}}})}}var ci=/^([a-z]{2,3}(?:-[a-z]+){1,3}-\d)[a-z]$/,mi=/^[a-z]{2,3}(?:-[a-z]+){1,3}-\d-[a-z]/,Un=c({id:"unknown-zone",severity:"error",since:"0.1.0",docs:{summary:"A zone is named that the region does not have.",why:"The API server accepts any text. Karpenter counts the zone as a topology domain although nothing can ever run there, so that zonal topology spread constraints of every workload in the cluster wait for pods in it; a pool with no other zone launches nothing.",help:"Name zones of the region, and only those in which the node class has subnets.",url:"https://karpenter.sh/docs/concepts/nodepools/#availability-zones",bad:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements:
                - key: topology.kubernetes.io/zone
                  operator: In
                  values: [us-east-1a, us-east-1b, us-east-1z]
          limits:
            cpu: 100
      `,l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements:
                - key: topology.kubernetes.io/zone
                  operator: In
                  values: [us-east-1]
          limits:
            cpu: 100
      `],good:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements:
                - key: topology.kubernetes.io/zone
                  operator: In
                  values: [us-east-1a, us-east-1b]
          limits:
            cpu: 100
      `]},explains:["provisioning/nodepool-empty"],on:{NodePool:Bn,Provisioner:Bn}});function Bn(e,t){let{catalog:a}=t;if(!a)return;let n=a.zones.map(s=>s.zone);for(let{key:s,operator:o,values:r}of[...M(e),...ie(e)]){if(P(s)!==w.zone)continue;let i=p=>!n.includes(p)&&!mi.test(p),d=o==="In"&&r.every(p=>p.isKnown&&i(p.text));for(let{path:p,text:m,isKnown:h}of r)!h||!i(m)||ui({pool:e,path:p,text:m,zones:n,isExcluded:o==="NotIn",leavesNone:d},t)}}function ui({pool:e,path:t,text:a,zones:n,isExcluded:s,leavesNone:o},{report:r,catalog:i,nearest:d,isRegionAssumed:p}){let{region:m}=i,h=s?"there is nothing to exclude":"nothing can be launched there",g=ci.exec(a)?.[1];if(g!==void 0&&g!==m){if(p)return;r({at:e.span(t),severity:"warning",message:`Zone \`${a}\` is not in ${m}: ${h}`,help:`Name a zone of ${m} (${n.join(", ")}), or set the region if this pool belongs to ${g}.`});return}let C=g===void 0&&a!==m?d(a,n):void 0,A=a===m?`\`${a}\` is a region, not a zone`:`Region ${m} has no zone \`${a}\``;r({at:e.span(t),...s&&{severity:"warning"},message:`${A}: ${h}`,help:C?`Did you mean \`${C}\`?`:`Name a zone of ${m}: ${n.join(", ")}.`,...C&&{fix:{description:`Replace by \`${C}\``,edits:N(e,t,C)}},...o&&{explains:{paths:[["spec","template","spec","requirements"]]}}})}var Qn=c({id:"unreachable-pool",severity:"warning",since:"0.2.0",docs:{summary:"A NodePool is never used, because one of a higher weight can launch all that it can and has no limits.",why:"Karpenter goes to a pool of lower weight only when those before it can not take a pod: their limits are reached, or AWS has nothing of what they allow. A pool without limits that allows every instance type, zone and capacity type of the other is short of capacity only where the other is too: the fallback never happens.",help:"Give the first pool limits, or let the fallback allow something else: another capacity type, other families, other zones.",url:"https://karpenter.sh/docs/concepts/nodepools/#specweight",bad:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: general
        spec:
          weight: 50
          limits:
            nvidia.com/gpu: 8
          template:
            spec:
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
              requirements:
                - key: karpenter.k8s.aws/instance-category
                  operator: In
                  values: [c, m, r]
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
        ---
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: fallback
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
                - key: karpenter.k8s.aws/instance-category
                  operator: In
                  values: [c, m]
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `],good:[l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: spot
        spec:
          weight: 50
          limits:
            cpu: 1000
          template:
            spec:
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
              requirements:
                - key: karpenter.k8s.aws/instance-category
                  operator: In
                  values: [c, m, r]
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [spot]
        ---
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: on-demand
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
                - key: karpenter.k8s.aws/instance-category
                  operator: In
                  values: [c, m, r]
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `,l`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: reserved-by-limits
        spec:
          weight: 50
          limits:
            cpu: 1000
          template:
            spec:
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
              requirements:
                - key: karpenter.k8s.aws/instance-category
                  operator: In
                  values: [c, m, r]
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
        ---
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: fallback
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
                - key: karpenter.k8s.aws/instance-category
                  operator: In
                  values: [c, m]
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `]},on:{Manifests(e,t){for(let a of Se(e))hi(a,t)}}}),fi=60;function hi(e,t){let a=e.slice(0,fi).filter(n=>yi(n)&&Te(n));for(let n of a){let s=a.find(o=>Yn(o)>Yn(n)&&ki(o)&&gi(o,n,t));s&&t.report({manifest:n,at:n.span(["metadata","name"]),message:`\`${n.name}\` is never used: \`${s.name}\` comes first, has no limits, and can launch all that \`${n.name}\` can`,help:`Give \`${s.name}\` limits, or let \`${n.name}\` allow what it does not.`,labels:[{span:s.span(["metadata","name"]),message:"comes first"}]})}}var yi=e=>!e.isPartial&&$(e,["spec","weight"]).isKnown&&e.get(["spec","replicas"])===void 0&&M(e).every(({path:t})=>e.get([...t,"minValues"])===void 0),Yn=e=>Number(e.get(["spec","weight"])??0);function ki(e){let{value:t,isKnown:a}=W(e),n=Object.keys(f(t)??{});return a&&typeof(t??{})=="object"&&n.every(s=>s.includes("/"))}function gi(e,t,{compatible:a,catalog:n}){let[s,o]=[a(e),a(t)];if(!n||!s?.isExact||!o?.isExact||o.names.length===0||o.names.some(i=>(n.type(i)?.gpus.length??0)>0)||D(e)===void 0||D(e)?.name!==D(t)?.name||Hn(e)!==Hn(t))return!1;let r=new Set(s.names);return o.names.every(i=>r.has(i))&&["on-demand","spot"].every(i=>{let[d,p]=[s.count(i),o.count(i)];return(p.instanceTypes===0||d.instanceTypes>=p.instanceTypes)&&p.zones.every(h=>d.zones.includes(h))})}var Hn=e=>JSON.stringify(M(e).filter(({key:t})=>P(t)===w.os).map(({operator:t,values:a})=>[t,a.map(({text:n})=>n).sort()]));var Jn=c({id:"user-data-format",severity:"warning",since:"0.1.0",docs:{summary:"User data is of a kind that the AMI family does not understand.",why:"Karpenter merges `userData` into what it writes for the family. Bottlerocket reads TOML, and a class with anything else never launches; on Amazon Linux 2023 `/etc/eks/bootstrap.sh` does nothing but fail, so that the flags it is called with never reach the kubelet; and of a MIME text whose boundary is not the one it declares, no part is run.",help:"Write TOML for Bottlerocket, a script without `bootstrap.sh` or a `NodeConfig` for Amazon Linux 2023, and start each part of a MIME text with two dashes and the declared boundary.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#specuserdata",bad:[l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiSelectorTerms:
            - alias: al2023@v20260715
          userData: |
            #!/bin/bash
            /etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'
      `,l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            #!/bin/bash
            echo hello
      `,l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
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
      `],good:[l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
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
      `,l`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: bottlerocket
        spec:
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            # A comment
            [settings.kubernetes]
            kube-api-qps = 30
      `]},on:{EC2NodeClass(e,{report:t}){let a=te(e),n=a===void 0?void 0:vi(e,a);n&&t({at:e.keySpan(["spec","userData"]),...n})}}});function vi(e,t){let a=_(e);return a==="Bottlerocket"?wi(t):a==="AL2023"&&bi(t)?{message:"`/etc/eks/bootstrap.sh` does nothing but fail on Amazon Linux 2023: what it is called with has no effect",help:"Remove the call, since Karpenter joins the node by itself; give what the kubelet needs as `spec.kubelet`."}:a==="AL2"||a==="AL2023"?Ci(t):void 0}function wi(e){let[t=""]=e.trimStart().split(`
`);if(/^(?:#!|MIME-Version:|Content-Type:|#cloud-config)/i.test(t))return{message:`Bottlerocket reads its user data as TOML, and \`${t.trim().slice(0,60)}\` is none`,help:"Write settings such as `[settings.kubernetes]`; Bottlerocket runs no scripts."}}var bi=e=>!/-[efx] \/etc\/eks\/bootstrap\.sh/.test(e)&&/^\s*(?:sudo\s+|bash\s+)?\/etc\/eks\/bootstrap\.sh\b/m.test(e);function Ci(e){if(!/^\s*(?:MIME-Version|Content-Type): /i.test(e))return;let t=/boundary="?([^"\s;]{1,200})"?/i.exec(e)?.[1],a=e.split(`
`).map(n=>n.trimEnd());if(!(t===void 0||a.includes(`--${t}`)))return{message:`No line of this MIME text is \`--${t}\`, which its boundary promises: none of its parts is run`,help:`Start every part with \`--${t}\`, and end the last one with \`--${t}--\`.`}}var Ni=["ebs.csi.aws.com","ebs.csi.eks.amazonaws.com","kubernetes.io/aws-ebs"],$e="WaitForFirstConsumer",Xn=c({id:"volume-binding-mode",severity:"warning",since:"0.1.0",docs:{summary:"A StorageClass makes EBS volumes before it is known where their pod runs.",why:"With `Immediate`, which is the default, a volume is made in any zone as soon as its claim is there. While a claim is unbound Karpenter leaves its pod aside, and afterwards the pod may run in the zone of the volume alone, whether a NodePool allows that zone or not.",help:"Write `volumeBindingMode: WaitForFirstConsumer`. The field can not be changed on an existing StorageClass: that one has to be made anew, which its volumes do not notice.",url:"https://kubernetes.io/docs/concepts/storage/storage-classes/#volume-binding-mode",bad:[l`
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
        ---
        apiVersion: storage.k8s.io/v1
        kind: StorageClass
        metadata:
          name: gp3
        provisioner: ebs.csi.aws.com
        volumeBindingMode: Immediate
      `,l`
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
        ---
        apiVersion: storage.k8s.io/v1
        kind: StorageClass
        metadata:
          name: gp3
        provisioner: ebs.csi.aws.com
      `],good:[l`
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
        ---
        apiVersion: storage.k8s.io/v1
        kind: StorageClass
        metadata:
          name: gp3
        provisioner: ebs.csi.aws.com
        volumeBindingMode: WaitForFirstConsumer
      `,l`
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
        ---
        apiVersion: storage.k8s.io/v1
        kind: StorageClass
        metadata:
          name: efs
        provisioner: efs.csi.aws.com
        volumeBindingMode: Immediate
      `]},on:{Manifests(e,{report:t}){if(ae(e))for(let a of e.manifests){if(a.kind!=="StorageClass"||x(a.apiVersion)!=="storage.k8s.io")continue;let n=["volumeBindingMode"],s=a.get(n),o=s==="Immediate"||s===void 0&&!a.isPartial;!Ni.includes(u(a.get(["provisioner"]))??"")||!o||a.get(["allowedTopologies"])!==void 0||k(a.name)||t({manifest:a,at:s===void 0?a.keySpan(["provisioner"]):a.span(n),message:`\`${a.name}\` makes volumes in any zone, before it is known where their pod can run`,help:`Write \`volumeBindingMode: ${$e}\`.`,fix:{description:`Write \`volumeBindingMode: ${$e}\``,edits:s===void 0?oe(a,[],"volumeBindingMode",$e):N(a,n,$e)}})}}}});var es=c({id:"volume-key",severity:"warning",since:"0.2.0",docs:{summary:"Volumes are encrypted with a key that the controller may not use.",why:"EC2 encrypts a volume with the rights of who launches the instance. With a key of one\u2019s own that nobody is allowed to use, the instance ends within seconds with `Client.InternalError`, Karpenter launches another, and so on. It is told where Terraform makes the key without a policy or grant of its own, and the controller\u2019s policy has no right to it.",help:"Allow the controller `kms:CreateGrant`, `kms:Decrypt`, `kms:DescribeKey` and `kms:GenerateDataKeyWithoutPlaintext` on the key, or grant them in the key\u2019s policy.",url:"https://karpenter.sh/docs/troubleshooting/#node-terminates-before-ready-on-failed-encrypted-ebs-volume",bad:[v`
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

        resource "kubectl_manifest" "default" {
          yaml_body = <<-YAML
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata:
              name: default
            spec:
              role: KarpenterNodeRole-demo
              blockDeviceMappings:
                - deviceName: /dev/xvda
                  ebs:
                    encrypted: true
                    kmsKeyID: \${aws_kms_key.nodes.arn}
          YAML
        }
      `],good:[v`
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

        resource "kubectl_manifest" "default" {
          yaml_body = <<-YAML
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata:
              name: default
            spec:
              role: KarpenterNodeRole-demo
              blockDeviceMappings:
                - deviceName: /dev/xvda
                  ebs:
                    encrypted: true
                    kmsKeyID: \${aws_kms_key.nodes.arn}
          YAML
        }
      `,v`
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

        resource "kubectl_manifest" "default" {
          yaml_body = <<-YAML
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata:
              name: default
            spec:
              role: KarpenterNodeRole-demo
              blockDeviceMappings:
                - deviceName: /dev/xvda
                  ebs:
                    encrypted: true
                    kmsKeyID: \${aws_kms_key.nodes.arn}
          YAML
        }
      `]},on:{Manifests(e,t){for(let a of S(e))xi(a,t)}}}),Zn=["spec","blockDeviceMappings"];function xi(e,{all:t,report:a}){let n=b(e),s=t.manifests.filter(r=>b(r)===n);if(s.some(({kind:r})=>r==="aws_kms_grant"||r==="aws_kms_key_policy"))return;let o=B(t).filter(([r])=>r&&b(r.policy)===n);if(!(o.length!==1||!Ne(o[0])||K(o[0],"kms:CreateGrant")))for(let r of y(e.get(Zn)).keys()){let i=[...Zn,r,"ebs","kmsKeyID"],d=/^aws_kms_key\.([\w-]+)\.(?:arn|id|key_id)$/.exec(O(e,i)??"")?.[1],p=s.find(m=>m.kind==="aws_kms_key"&&m.name===d);!p||p.get(["spec","policy"])!==void 0||a({manifest:e,at:e.span(i),message:`Nothing allows the controller to use the key \`${p.name}\`: instances end as soon as they are launched`,help:"Allow it `kms:CreateGrant` and the rest in its policy, or in that of the key.",labels:[{span:p.span(["metadata","name"]),message:"the key"}]})}}var Hh=[bt,xt,Rt,Mt,Tt,Kt,Dt,Wt,jt,Ht,Jt,Xt,Zt,aa,na,sa,oa,ia,la,da,pa,fa,ha,ya,ga,wa,ba,Ca,Na,xa,Ra,Ma,Ta,Ea,Oa,qa,Ka,Da,Wa,Ya,Ha,Xa,Za,tn,an,sn,ln,mn,hn,vn,Cn,xn,Rn,Mn,An,$n,En,In,On,Ln,Dn,Gn,zn,Un,Qn,Jn,Xn,es];export{z as a,Hh as b};

import { createRequire as plumblineRequire } from 'node:module';const require = plumblineRequire(import.meta.url);
import{a as Le,b as ie,c as De}from"./chunk-C6GUDNHN.js";import{c as re}from"./chunk-OK6KVZCJ.js";import{f as W,g as x,h as K,i as Q}from"./chunk-54EZXMTQ.js";import{a as _e,c as ge,d as J,e as Z}from"./chunk-DLI6I3EA.js";import{a as v,c as C,e as Oe,g as le}from"./chunk-GJ6Y6N4W.js";import{a as qe}from"./chunk-5MMAXXG6.js";import{a as se}from"./chunk-3NH7GCGN.js";import{a as Ie}from"./chunk-E5MGTDQ7.js";import{c as P,d as D,g as oe,i as y}from"./chunk-B2FIZ34G.js";import{a as Fn}from"./chunk-L7L2TQYG.js";import{e as Kn}from"./chunk-B5J7JMF4.js";var f=e=>typeof e=="object"&&e!==null&&!Array.isArray(e)?e:void 0,k=e=>Array.isArray(e)?e:[],u=e=>typeof e=="string"?e:typeof e=="number"||typeof e=="boolean"?String(e):void 0,de=e=>{let t=u(e);return t!==void 0&&!y(t)};function M(e,t){let n=t.every((s,o)=>{let r=e.get(t.slice(0,o+1));return typeof r!="string"||!y(r)}),a=e.get(t);return{path:t,value:a,isKnown:n&&!(a===void 0&&e.isPartial)}}var zn=e=>e.kind==="NodePool"?["spec","template","spec"]:["spec"];function $(e){let t=[...zn(e),"requirements"];return k(e.get(t)).map((n,a)=>Wn(e,[...t,a]))}function Wn(e,t){let[n,a,s]=["key","operator","values"].map(i=>e.get([...t,i])),o=k(s).map((i,d)=>({path:[...t,"values",d],text:u(i)??"",isKnown:de(i)})),r=de(n)&&de(a)&&o.every(i=>i.isKnown)&&(s==null||Array.isArray(s));return{path:t,key:u(n)??"",operator:u(a)??"",values:o,isKnown:r}}function X(e){let t=e.kind==="NodePool"?["spec","template","metadata","labels"]:["spec","labels"];return Object.entries(f(e.get(t))??{}).map(([n,a])=>{let s=[...t,n],o=de(a)&&!y(n);return{path:s,key:n,operator:"In",values:[{path:s,text:u(a)??"",isKnown:o}],isKnown:o}})}var ee=e=>M(e,e.kind==="Provisioner"?["spec","limits","resources"]:["spec","limits"]);function j(e){let t=e.kind==="Provisioner"?["spec","providerRef"]:["spec","template","spec","nodeClassRef"],n=f(e.get(t)),a=n?.name;if(!n||typeof a!="string"||y(a))return;let s=u(n.kind)??(e.kind==="Provisioner"?"AWSNodeTemplate":"EC2NodeClass");return(u(n.group)??u(n.apiVersion)?.split("/")[0]??"karpenter.k8s.aws")==="karpenter.k8s.aws"&&!y(s)?{path:t,kind:s,name:a}:void 0}function G(e){let t=[...$(e),...X(e)];return e.kind==="Provisioner"?[...t,...jn(t)]:t}function jn(e){let t=new Set(e.map(o=>C(o.key))),n=[v.instanceType,v.instanceFamily,v.instanceCategory,v.instanceGeneration],a=[],s=(o,r,i)=>{let d=["spec"];a.push({path:d,key:o,operator:r,values:i.map(c=>({path:d,text:c,isKnown:!0})),isKnown:!0})};return t.has(v.os)||s(v.os,"In",["linux"]),t.has(v.arch)||s(v.arch,"In",["amd64"]),t.has(v.capacityType)||s(v.capacityType,"In",["on-demand"]),n.some(o=>t.has(o))||(s(v.instanceCategory,"In",["c","m","r"]),s(v.instanceGeneration,"Gt",["2"])),a}var Ke=e=>typeof e=="string"?/(?:^|\/)(karpenter(?:-crd)?)$/.exec(e)?.[1]:void 0,F=e=>e.manifests.flatMap(Gn);function Gn(e){if(e.kind==="HelmRelease"){let t=["spec","chart","spec"],n=Ke(e.get([...t,"chart"]));return n?[{manifest:e,chart:n,version:[...t,"version"],values:["spec","values"]}]:[]}if(e.kind==="HelmValues"){let t=e.get(["settings"])===void 0?["karpenter"]:[];return[{manifest:e,chart:"karpenter",version:void 0,values:t}]}return e.kind==="Application"?Bn(e):[]}function Bn(e){return[["spec","source"],...k(e.get(["spec","sources"])).map((n,a)=>["spec","sources",a])].flatMap(n=>{let a=Ke(e.get([...n,"chart"])),s=[...n,"helm","valuesObject"];return a?[{manifest:e,chart:a,version:[...n,"targetRevision"],values:s}]:[]})}var T=({source:{file:e,origin:t}})=>t?`${t.tool} ${t.root}`:e.slice(0,Math.max(0,e.lastIndexOf("/")));function z(e,t){let n=u(e.get(t));return n===void 0||y(n)?void 0:n}var q=(e,t)=>e.source.origin?.tool==="terraform"?/^\$\{([a-z_][\w-]*(?:\.[\w-]+)+)\}$/i.exec(u(e.get(t))??"")?.[1]:void 0;var L=e=>{let t=["spec","amiSelectorTerms"];return k(e.get(t)).flatMap((n,a)=>{let s=f(n);return s?[{path:[...t,a],term:s}]:[]})},Fe=["AL2","AL2023","Bottlerocket","Windows2019","Windows2022","Windows2025","Custom","Ubuntu"];function V(e){let t=u(e.get(["spec","amiFamily"]));if(t!==void 0)return Fe.includes(t)?t:void 0;let[n]=L(e).flatMap(({term:s})=>u(s.alias)??[]),a=n?.split("@")[0];return Fe.find(s=>s.toLowerCase()===a)}function B(e){let t=e.get(["spec","userData"]);return typeof t=="string"&&!e.isPartial&&!y(t)?t:void 0}var Un=({kind:e,apiVersion:t})=>e==="EC2NodeClass"&&P(t)==="karpenter.k8s.aws",Hn=({kind:e,apiVersion:t})=>e==="NodePool"&&P(t)==="karpenter.sh",ze=new WeakMap;function ce(e){let t=ze.get(e);if(t)return t;let n=e.manifests.filter(Hn),a=e.manifests.filter(Un),s={pools:n,classes:a,poolsByClass:We(n,o=>j(o)?.name),classesByName:We(a,({name:o})=>o)};return ze.set(e,s),s}function We(e,t){let n=new Map;for(let a of e){let s=t(a);if(s===void 0)continue;let o=n.get(s);o?o.push(a):n.set(s,[a])}return n}var A=e=>ce(e).pools,E=e=>ce(e).classes,je=(e,t)=>ce(e).poolsByClass.get(t.name)??[];function pe(e,t){let n=ce(e).classesByName.get(j(t)?.name??"")??[];return n.length===1?n[0]:void 0}var p=e=>e;function l(e){return{text:Yn(e.raw.join("")),region:"us-east-1",karpenter:"1.14"}}var b=e=>({...l(e),language:"terraform"}),te=e=>({...l(e),language:"json"}),R=e=>t=>({...l(t),...e});function Yn(e){let t=e.replaceAll("\\$","$").replaceAll("\\`","`").replace(/^\n/,"").trimEnd().split(`
`),n=t.filter(s=>s.trim()!=="").map(s=>s.search(/\S/)),a=Math.min(...n);return`${t.map(s=>s.slice(a)).join(`
`)}
`}var Be=p({id:"access-entry-type",severity:"error",since:"0.2.0",docs:{summary:"The access entry of Karpenter\u2019s node role is of type `STANDARD`, with which nodes can not join.",why:"Nodes need the groups and the user name that an entry of type `EC2_LINUX` or `EC2_WINDOWS` brings. `STANDARD`, which is what EKS takes where nothing is said, is for people: instances start, the API server turns their kubelets away, and Karpenter ends them after 15 minutes, again and again.",help:"Give the entry the type `EC2_LINUX`, or `EC2_WINDOWS` for Windows nodes.",url:"https://docs.aws.amazon.com/eks/latest/userguide/creating-access-entries.html",bad:[b`
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
      `,b`
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
      `],good:[b`
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
      `]},on:{Manifests(e,t){let n=Zn(e);for(let a of e.manifests){if(a.kind==="aws_eks_access_entry"&&Ge(a,["spec"],"principal_arn",{roles:n,context:t}),a.kind==="module"&&Xn(a,t),a.kind!=="ClusterConfig")continue;let s=["accessConfig","accessEntries"];k(a.get(s)).forEach((o,r)=>{Ge(a,[...s,r],"principalARN",{roles:n,context:t})})}}}}),Qn=/^(module\.[\w-]*karpenter[\w-]*)\.node_iam_role_(?:name|arn)$/i,Jn=/^(aws_iam_role\.[\w-]+)\.(?:name|arn|id)$/,Ue=e=>(Qn.exec(e??"")??Jn.exec(e??""))?.[1];function Zn(e){let t=["spec","role"],n=E(e).flatMap(a=>z(a,t)??Ue(q(a,t))??[]);return new Set(n)}function Ge(e,t,n,{roles:a,context:s}){let o=[...t,n],r=/:role\/(?:.*\/)?([^/]+)$/.exec(z(e,o)??"")?.[1],i=Ue(q(e,o));if(!(r!==void 0&&a.has(r)||i!==void 0&&a.has(i))&&!i?.startsWith("module."))return;let c=u(e.get([...t,"type"]));c!==void 0&&c!=="STANDARD"||s.report({manifest:e,at:e.span(c===void 0?o:[...t,"type"]),message:c===void 0?"The access entry of the node role has no type, which makes it `STANDARD`: nodes can not join":"The access entry of the node role is of type `STANDARD`: nodes can not join",help:"Write `EC2_LINUX`, or `EC2_WINDOWS` for Windows nodes."})}function Xn(e,{report:t}){let n=["spec","access_entry_type"];e.get(n)==="STANDARD"&&t({manifest:e,at:e.span(n),message:"The access entry of the node role is of type `STANDARD`: nodes can not join",help:"Leave it out: the module takes `EC2_LINUX`."})}var He="1.33",Ye=p({id:"al2-end-of-life",severity:"note",since:"0.1.0",docs:{summary:"An EC2NodeClass selects Amazon Linux 2, of which there are no images for Kubernetes 1.33 and newer.",why:"AWS built the last EKS images of Amazon Linux 2 in November 2025, for Kubernetes 1.32. The alias resolves to nothing on newer clusters: the class is not ready, and after an upgrade of the control plane no new node starts. It is an error where `--kubernetes-version` says that the cluster is that new.",help:"Move to `al2023` or `bottlerocket` before the cluster is upgraded to 1.33.",url:"https://docs.aws.amazon.com/eks/latest/userguide/eks-ami-deprecation-faqs.html",bad:[l`
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
      `]},on:{EC2NodeClass(e,{report:t,settings:n}){let{kubernetesVersion:a}=n,s=a!==void 0&&re(a,He)>=0;if(!(a!==void 0&&!s))for(let{path:o,term:r}of L(e)){let i=u(r.alias);i===void 0||!/^al2@/.test(i)||t({at:e.span([...o,"alias"]),...s&&{severity:"error"},message:s?`There is no image of Amazon Linux 2 for Kubernetes ${a}: \`${e.name}\` never gets ready`:`\`${i}\` has no image for Kubernetes ${He} and newer`,help:"Move to `al2023` or `bottlerocket`."})}}}});var ea=[{name:/ubuntu-eks/i,what:"an EKS image of Ubuntu",families:["AL2","Ubuntu"]},{name:/ubuntu/i,what:"a plain Ubuntu image",families:["Ubuntu"]},{name:/amazon-eks-(?:[a-z0-9]+-)?node-al2023/i,what:"an AL2023 image",families:["AL2023"]},{name:/amazon-eks-(?:gpu-|arm64-)?node-\d/i,what:"an AL2 image",families:["AL2"]},{name:/bottlerocket/i,what:"a Bottlerocket image",families:["Bottlerocket"]},{name:/Windows_Server-2019/i,what:"a Windows Server 2019 image",families:["Windows2019"]},{name:/Windows_Server-2022/i,what:"a Windows Server 2022 image",families:["Windows2022"]},{name:/Windows_Server-2025/i,what:"a Windows Server 2025 image",families:["Windows2025"]}],ta={al2:"AL2",al2023:"AL2023",bottlerocket:"Bottlerocket",windows2019:"Windows2019",windows2022:"Windows2022",windows2025:"Windows2025"},Je=p({id:"ami-family-mismatch",severity:"warning",since:"0.1.0",docs:{summary:"`amiFamily` is not the family of the AMI that is selected.",why:"The family decides which bootstrap user data Karpenter writes and which block device it counts as the root. An AMI of another family does not understand that user data: the instances run, cost money, never join the cluster and are replaced after 15 minutes, again and again.",help:"Set the family of the image, or `Custom` with user data of your own that joins the cluster.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#specamifamily",bad:[l`
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
      `]},explains:["schema/cel"],on:{EC2NodeClass(e,t){let n=u(e.get(["spec","amiFamily"]));if(n===void 0||n==="Custom"||y(n))return;let a=k(e.get(["spec","amiSelectorTerms"]));for(let[s,o]of a.entries()){let r=["spec","amiSelectorTerms",s],{name:i,alias:d}=f(o)??{};Qe(e,{path:[...r,"name"],name:u(i),family:n},t),na(e,{path:[...r,"alias"],name:u(d),family:n},t)}},AWSNodeTemplate(e,t){let n=u(e.get(["spec","amiFamily"]));if(n===void 0||n==="Custom"||y(n))return;let a=["spec","amiSelector","aws::name"];Qe(e,{path:a,name:u(e.get(a)),family:n},t)}}}),me=["spec","amiFamily"];function Qe(e,{path:t,name:n,family:a},{report:s}){if(n===void 0||y(n))return;let o=ea.find(d=>d.name.test(n));if(!o||o.families.includes(a))return;let r=o.families[0],i=o.families.includes("Ubuntu");s({at:e.span(t),message:`\`${n}\` is ${o.what}, which does not understand the user data of \`amiFamily: ${a}\``,labels:[{span:e.span(me),message:"this family writes the user data"}],help:i?"Use `amiFamily: Custom` and user data that joins the node to the cluster.":`Set \`amiFamily: ${r}\`, or \`Custom\` with user data of your own.`,...!i&&{fix:{description:`Set \`amiFamily: ${r}\``,edits:x(e,me,r)}}})}function na(e,{path:t,name:n,family:a},{report:s}){if(n===void 0||y(n))return;let o=ta[n.split("@")[0]];o===void 0||o===a||s({at:e.span(t),severity:"error",message:`\`${n}\` selects ${o} images beside \`amiFamily: ${a}\`: the API server refuses the two together`,labels:[{span:e.span(me),message:"another family"}],help:"Remove `amiFamily`, which an alias implies, or choose the alias of that family.",fix:{description:"Remove `amiFamily`",edits:K(e,me)},explains:{paths:[["spec"]],mentioning:"amiFamily must be"}})}var Ze=p({id:"ami-for-instance-types",severity:"warning",since:"0.1.0",docs:{summary:"The AMIs of a node class do not fit the instance types of a pool that uses it.",why:"An AMI is built for one architecture. A pool whose instance types all have the other one finds no image and launches nothing. The standard image of Amazon Linux 2023 has no GPU driver: nodes start, and never offer `nvidia.com/gpu`.",help:"Add a term for the other architecture or the `nvidia` image, or use an alias, which picks the right image for each instance type.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms",bad:[l`
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
      `]},on:{Manifests(e,t){for(let n of A(e)){let a=pe(e,n),s=a&&aa(a);s&&sa({pool:n,nodeClass:a,images:s},t)}}}});function aa(e){let t=L(e).map(a=>({...a,name:u(a.term.name)??""}));return t.every(({name:a,term:s})=>a!==""&&!y(a)&&s.id===void 0)&&t.length>0&&!e.isPartial?t:void 0}function sa({pool:e,nodeClass:t,images:n},{catalog:a,compatible:s,report:o}){let r=s(e),i=r?.isExact?r.names.map(w=>a.type(w)):[],d=j(e)?.path;if(i.length===0||d===void 0)return;let c=[{span:t.span([...n[0].path,"name"]),message:"the image is selected here"}],m=e.span([...d,"name"]),h=n.map(({name:w})=>oa(w));if(!h.includes(void 0)&&!i.some(({architecture:w})=>h.includes(w))){o({manifest:e,at:m,labels:c,message:`The instance types of \`${e.name}\` are ${i[0].architecture}, and the images of \`${t.name}\` are ${h[0]}: no node can be launched`,help:`Add a term for the ${i[0].architecture} image, or use an alias.`});return}!i.every(({gpus:w})=>w.some(({manufacturer:N})=>N==="nvidia"))||!n.every(({name:w})=>/^amazon-eks-node-al2023-.*-standard-/.test(w))||o({manifest:e,at:m,labels:c,message:`Every instance type of \`${e.name}\` has NVIDIA GPUs, and the image of \`${t.name}\` is the standard one, which has no driver for them`,help:"Select the `nvidia` image of Amazon Linux 2023, or use an alias, which picks it for such instance types."})}function oa(e){let t=/arm64|aarch64/i.test(e),n=/x86_64|amd64/i.test(e);return t===n?void 0:t?"arm64":"amd64"}var Xe=Kn(Fn(),1);var et=p({id:"aws-auth-groups",severity:"error",since:"0.2.0",docs:{summary:"The mapping of a node role lacks a group without which nodes can not join.",why:"A kubelet may register its node only as member of `system:bootstrappers` and `system:nodes`. Where the mapping of its role lacks one of them, instances start and never become nodes; Karpenter ends them after 15 minutes and launches others. The ConfigMap `aws-auth` and eksctl\u2019s `iamIdentityMappings` are looked at.",help:"Give the mapping both groups, or use an access entry of type `EC2_LINUX`, which brings them.",url:"https://docs.aws.amazon.com/eks/latest/userguide/auth-configmap.html",bad:[l`
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
      `]},on:{Manifests(e,t){for(let n of e.manifests)n.kind==="ConfigMap"&&n.name==="aws-auth"&&ra(n,t),n.kind==="ClusterConfig"&&k(n.get(["iamIdentityMappings"])).forEach((a,s)=>{tt(a,{manifest:n,path:["iamIdentityMappings",s]},t)})}}});function ra(e,t){let n=["data","mapRoles"],a=u(e.get(n));if(!(a===void 0||/\{\{(?!\s*(?:EC2PrivateDNSName|SessionName|AccountID))|\$\{/.test(a)))for(let s of k(la(a)))tt(s,{manifest:e,path:n},t)}var ia=1024*1024;function la(e){if(!(e.length>ia))try{return(0,Xe.parse)(e,{maxAliasCount:10})}catch{return}}var da=["system:bootstrappers","system:nodes"];function tt(e,{manifest:t,path:n},{report:a}){let s=f(e),o=u(s?.username)??"";if(!s||!/^system:node:\{\{\s*EC2PrivateDNSName\s*\}\}$/.test(o))return;let r=k(s.groups).map(u),i=da.filter(c=>!r.includes(c));if(i.length===0)return;let d=u(s.rolearn??s.arn)??"";a({manifest:t,at:t.span(n),message:`Nodes of the role \`${d.split("/").at(-1)}\` can not join: its mapping lacks ${i.map(c=>`\`${c}\``).join(" and ")}`,help:"Give the mapping both groups."})}var nt={CronJob:{group:"batch",path:["spec","jobTemplate","spec","template"]},DaemonSet:{group:"apps",path:["spec","template"]},Deployment:{group:"apps",path:["spec","template"]},Job:{group:"batch",path:["spec","template"]},Pod:{group:"",path:[]},ReplicaSet:{group:"apps",path:["spec","template"]},Rollout:{group:"argoproj.io",path:["spec","template"]},StatefulSet:{group:"apps",path:["spec","template"]}},ke=({namespace:e})=>e??"default";function O(e){return e.manifests.flatMap(t=>{let n=Object.hasOwn(nt,t.kind)?nt[t.kind]:void 0;return!n||n.group!==P(t.apiVersion)?[]:f(t.get([...n.path,"spec"]))?t.kind==="Pod"&&t.get(["spec","nodeName"])!==void 0?[]:[{manifest:t,template:n.path,namespace:ke(t)}]:[]})}var U=e=>e.manifests.some(({kind:t,apiVersion:n})=>(t==="NodePool"||t==="Provisioner")&&P(n)==="karpenter.sh");function at({manifest:e,template:t}){return st(e.get([...t,"metadata","labels"]))}function st(e){let t=Object.entries(f(e)??{}).map(([n,a])=>[n,u(a)??""]);return t.some(([n,a])=>y(n)||y(a))?void 0:Object.fromEntries(t)}function ot(e,t){let n=f(e.get(t)),a=st(n?.matchLabels);if(!n||!a||e.isPartial)return;let s=k(n.matchExpressions).map(r=>{let{key:i,operator:d,values:c}=f(r)??{};return{key:u(i)??"",operator:u(d)??"",values:k(c).map(m=>u(m)??"")}});return s.flatMap(({key:r,operator:i,values:d})=>[r,i,...d]).some(r=>y(r))?void 0:{matchLabels:a,matchExpressions:s}}var ca=({kind:e,apiVersion:t})=>e==="PodDisruptionBudget"&&P(t)==="policy",pa=200;function it(e){let t=new Map;for(let s of O(e)){let o=at(s);if(o===void 0||y(s.namespace))continue;let r=rt(s.manifest);for(let i of["",...Object.entries(o).map(d=>d.join("="))]){let d=JSON.stringify([r,i]),c=t.get(d)??[];t.set(d,c),c.length<pa&&c.push({workload:s,labels:o})}}let n=new Map,a=new Map;for(let s of e.manifests.filter(ca)){let o=ot(s,["spec","selector"]),[r]=Object.entries(o?.matchLabels??{}),d=(t.get(JSON.stringify([rt(s),r?.join("=")??""]))??[]).filter(({labels:c})=>_e(o,c)).map(({workload:c})=>c);n.set(s,d);for(let c of d)a.set(c,[...a.get(c)??[],s].slice(0,2))}return{byBudget:n,byWorkload:a}}var rt=e=>`${ke(e)} ${e.source.file.slice(0,Math.max(0,e.source.file.lastIndexOf("/")))}`;var dt=p({id:"blocking-pdb",severity:"warning",since:"0.1.0",docs:{summary:"A PodDisruptionBudget never lets a pod go, or two of them speak of the same pods.",why:"Karpenter drains a node by the eviction API and leaves nodes alone whose pods it may not evict: such a node is never consolidated, and its drift is never rolled out. An expired node with such a pod stays half drained until its `terminationGracePeriod` ends. Where two budgets select one pod, the API refuses every eviction. A budget that says 0 or 100 % in so many words is a note, for that may be meant.",help:"Allow one pod to be away, run more replicas than must be available, and let one budget speak for each pod.",url:"https://karpenter.sh/docs/concepts/disruption/#pod-disruption-budgets",bad:[l`
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
      `]},on:{Manifests(e,t){if(!U(e))return;let{byBudget:n,byWorkload:a}=it(e),s=ha(e);for(let[o,r]of n)ma(o,t)||ua({budget:o,workloads:r,replicas:s},t);for(let[o,r]of a)fa(o,r,t)}}}),lt={maxUnavailable:/^0%?$/,minAvailable:/^100%$/};function ma(e,{report:t}){let n=Object.keys(lt).find(a=>lt[a].test(u(e.get(["spec",a]))??""));return n===void 0?!1:(t({manifest:e,at:e.span(["spec",n]),severity:"note",message:`\`${n}: ${e.get(["spec",n])}\` lets no pod go: Karpenter never consolidates or updates a node that one of them is on`,help:"Allow at least one pod to be away."}),!0)}function ua({budget:e,workloads:t,replicas:n},{report:a}){let s=["spec","minAvailable"],o=e.get(s),[r]=t;if(typeof o!="number"||o<1||!r||t.length>1)return;let{manifest:i}=r,c=(i.kind==="Deployment"||i.kind==="StatefulSet")&&!i.isPartial?n.get(ve(i)):void 0;c!==void 0&&(c===0||c>o||a({manifest:e,at:e.span(s),message:`\`minAvailable: ${o}\` of ${c} ${c===1?"pod":"pods"} lets none go: Karpenter never consolidates or updates a node that one of them is on`,labels:[{span:i.span(["spec","replicas"]),message:"no more pods than that"}],help:"Run one pod more than must be available, or write `maxUnavailable: 1`."}))}function fa(e,t,{report:n}){let[a,s]=t;!a||!s||a.name===s.name||n({manifest:s,at:s.span(["spec","selector"]),message:`Pods of ${e.manifest.kind} \`${e.manifest.name}\` are under two PodDisruptionBudgets, \`${a.name}\` and \`${s.name}\`: the API refuses every eviction`,labels:[{span:a.span(["spec","selector"]),message:"this one selects them too"}],help:"Leave one budget for each pod."})}var ve=({kind:e,name:t})=>`${e}/${t}`;function ha(e){let t=new Map;for(let n of e.manifests){let a=n.get(["spec","replicas"]),s=ve(n);if(a===void 0)continue;let o=!t.has(s)||t.get(s)===a;t.set(s,o&&typeof a=="number"?a:void 0)}for(let n of e.manifests){if(n.kind!=="HorizontalPodAutoscaler"&&n.kind!=="ScaledObject")continue;let a=["spec","scaleTargetRef"],s=u(n.get([...a,"kind"]))??"Deployment";t.delete(ve({kind:s,name:u(n.get([...a,"name"]))??""}))}return t}var ct="1.22",pt=p({id:"bottlerocket-raid",severity:"error",since:"0.1.0",docs:{summary:"A class makes a RAID of instance stores on a Bottlerocket that can not.",why:"For `instanceStorePolicy: RAID0` Karpenter writes a bootstrap command into the user data, which Bottlerocket understands from 1.22.0 on. Older images refuse their settings, and the nodes never join.",help:"Pin Bottlerocket 1.22.0 or newer, or leave the policy out.",url:"https://karpenter.sh/docs/upgrading/upgrade-guide/",bad:[l`
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
      `,R({karpenter:"1.0"})`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.21.1
      `]},on:{EC2NodeClass(e,{report:t,karpenter:n}){let a=e.get(["spec","instanceStorePolicy"]);if(!(!n.bottlerocketRaid||a!=="RAID0"||V(e)!=="Bottlerocket"))for(let{path:s,term:o}of L(e)){let r=/^bottlerocket@v?(\d+\.\d+)\.\d+$/.exec(u(o.alias)??"")?.[1];r===void 0||re(r,ct)>=0||t({at:e.span([...s,"alias"]),message:`Bottlerocket ${r} does not understand the user data for \`instanceStorePolicy: RAID0\`: its nodes never join`,labels:[{span:e.span(["spec","instanceStorePolicy"]),message:"this writes the user data"}],help:`Pin ${ct}.0 or newer.`})}}}});var we="/dev/xvda",be="/dev/xvdb",ya=8*2**30,mt=p({id:"bottlerocket-volumes",severity:"warning",since:"0.1.0",docs:{summary:"A Bottlerocket class enlarges the volume of the operating system and not that of the containers.",why:"Bottlerocket has two volumes: `/dev/xvda` holds the operating system and `/dev/xvdb` images, containers and logs. A class that maps `/dev/xvda` alone leaves the second one at the 20 GiB of the AMI, and Karpenter counts ephemeral storage from it: pods are evicted for want of disk, or find no node at all.",help:"Map `/dev/xvdb` with the size that containers need, and leave `/dev/xvda` at about 4 GiB.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings",bad:[l`
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
      `]},on:{EC2NodeClass(e,{report:t}){let n=["spec","blockDeviceMappings"],a=k(e.get(n)).map(o=>u(f(o)?.deviceName)??""),s=a.indexOf(we);V(e)!=="Bottlerocket"||s===-1||e.isPartial||e.get(["spec","instanceStorePolicy"])===void 0&&(a.includes(be)||a.some(o=>y(o))||ga(e,[...n,s,"ebs","volumeSize"])&&t({at:e.span([...n,s,"deviceName"]),message:`\`${we}\` of Bottlerocket holds the operating system alone: containers and images stay on the 20 GiB of \`${be}\``,help:`Give the size to \`${be}\`, and \`${we}\` about 4Gi.`}))}}});function ga(e,t){let n=e.get(t);return typeof n=="string"&&(se(n)??0)>ya}var ut=["spec","disruption","budgets"],ka=10080,ft=p({id:"budget-gaps",severity:"warning",since:"0.1.0",docs:{summary:"All disruption budgets of a pool are scheduled, so that nothing limits disruption outside their windows.",why:"A budget counts only while its window is open, and where no budget counts, disruption is not limited at all. Budgets that are written replace the default of 10 %: a pool that is frozen during the day may have all its nodes replaced at once at night.",help:"Add a budget without a schedule, such as `nodes: 10%`: the smallest of those that count holds.",url:"https://karpenter.sh/docs/concepts/disruption/#schedule",bad:[l`
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
      `]},on:{NodePool(e,{report:t}){let n=k(e.get(ut)),a=n.map(va);n.length===0||e.isPartial||a.some(s=>s===void 0)||a.reduce((s,o)=>s+o,0)>=ka||t({at:e.keySpan(ut),message:`Outside the windows of its ${n.length===1?"budget":"budgets"}, \`${e.name}\` may disrupt any number of nodes at once`,help:"Add a budget without a schedule, such as `nodes: 10%`."})}}});function va(e){let{schedule:t,duration:n}=f(e)??{};if(typeof t!="string"||typeof n!="string"||y(t)||y(n))return;let a=Z(t),s=/^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:0s)?$/.exec(n);if(!(J(a)||!s))return wa(a)*(60*Number(s[1]??0)+Number(s[2]??0))}function wa({minutes:e,hours:t,daysOfMonth:n,daysOfWeek:a,isAnyDayOfMonth:s,isAnyDayOfWeek:o}){let r=o?0:a.length,i=s?0:Math.min(7,n.length),d=o&&s?7:Math.min(7,r+i);return e.length*t.length*d}var ht=p({id:"budget-schedule",severity:"error",since:"0.1.0",docs:{summary:"Karpenter can not read the schedule of a disruption budget.",why:"The API server checks no more than that a schedule has five parts. Karpenter parses it when it looks at budgets, and an error there makes every budget of the pool allow 0 nodes: nothing is consolidated, no drift is rolled out, and only an event says so. Days of the week are 0 to 6 and ranges do not wrap around, so that `7`, `1-7` and `sat-sun` are errors; schedules are always in UTC.",help:"Write five fields within their bounds, list days instead of wrapping around, and convert times to UTC.",url:"https://karpenter.sh/docs/concepts/disruption/#schedule",bad:[l`
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
      `]},on:{NodePool(e,{report:t}){let n=["spec","disruption","budgets"];for(let[a,s]of k(e.get(n)).entries()){let o=f(s)?.schedule;if(typeof o!="string"||y(o)||!ba(o))continue;let r=Z(o);if(!J(r))continue;let i=r.field==="day of week"?xa(o,r):void 0;t({at:e.span([...n,a,"schedule"]),message:`Karpenter can not read this schedule, so that every budget of \`${e.name}\` allows no disruption at all: ${r.field?`${r.field} `:""}\`${r.part}\` ${r.reason}`,help:i?`Days are 0 (Sunday) to 6 and ranges do not wrap around: write \`${i}\`.`:"Write minute, hour, day of month, month and day of week, in UTC.",...i&&{fix:{description:`Replace by \`${i}\``,edits:x(e,[...n,a,"schedule"],`"${i}"`)}}})}}}}),ba=e=>/^@(annually|yearly|monthly|weekly|daily|midnight|hourly)/.test(e)||e.trim().split(/\s+/).length>=5;function xa(e,{part:t,start:n}){let a=t.split("-").map(Pa),[s,o=s]=a;if(a.length>2||s===void 0||o===void 0)return;let r=[],i=/[a-z]/i.test(t);for(let m=s;r.push(i?ge[m%7]:String(m%7)),!(m%7===o%7||r.length===7);m=(m+1)%7);let d=r.length===7?"*":r.join(","),c=e.slice(0,n)+d+e.slice(n+t.length);return J(Z(c))?void 0:c}var Pa=e=>{let t=ge.indexOf(e.toLowerCase());return t!==-1?t:/^[0-7]$/.test(e)?Number(e):void 0};var xe=["spec","capacityReservationSelectorTerms"],yt=p({id:"capacity-reservations",severity:"warning",since:"0.1.0",docs:{summary:"A node class selects capacity reservations and its pools do not use them, or a pool wants nothing else and there are none.",why:"Reserved capacity is a capacity type of its own. Where every pool of a class asks for `on-demand` or `spot` alone, the reservations that the class selects are paid for and stay idle; and a pool that allows `reserved` alone launches nothing as long as its class selects none.",help:"Add `reserved` to the capacity types of the pool, or `capacityReservationSelectorTerms` to its class.",url:"https://karpenter.sh/docs/tasks/odcrs/",bad:[l`
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
      `]},on:{Manifests(e,t){if(t.karpenter.capacityReservations){for(let n of E(e))Ca(n,e,t);for(let n of A(e))Ra(n,e,t)}}}});function Ca(e,t,{report:n}){if(k(e.get(xe)).length===0)return;let a=je(t,e),s=a.map(Na),[o]=s;!o||a.some(({isPartial:r})=>r)||s.includes(void 0)||n({manifest:e,at:e.keySpan(xe),message:`No pool of \`${e.name}\` allows the capacity type \`reserved\`: the reservations selected here stay idle`,labels:[{span:a[0].span(o.path),message:"these capacity types leave `reserved` out"}],help:"Add `reserved` to the capacity types of the pool that is to use them."})}function Ra(e,t,{report:n}){let a=gt(e).find(({operator:o,values:r,isKnown:i})=>i&&o==="In"&&r.length>0&&r.every(({text:d})=>d==="reserved")),s=a&&pe(t,e);!s||s.isPartial||s.get(xe)!==void 0||n({manifest:e,at:e.span(a.path),message:`\`${e.name}\` allows reserved capacity alone, and its class \`${s.name}\` selects no reservations: it launches nothing`,help:"Add `capacityReservationSelectorTerms` to the class, or another capacity type to the pool."})}var gt=e=>G(e).filter(({key:t})=>C(t)===v.capacityType),Na=e=>gt(e).find(({operator:t,values:n,isKnown:a})=>{let s=n.some(({text:o})=>o==="reserved");return a&&(t==="In"&&!s||t==="NotIn"&&s)});var vt=p({id:"chart-crds",severity:"warning",since:"0.2.0",docs:{summary:"Karpenter and its CRDs are installed in different versions.",why:"The API server drops fields that its CRDs do not know. With CRDs older than the controller, new fields of NodePools and EC2NodeClasses are gone without a word; with newer ones the controller meets fields that it does not know. The charts `karpenter` and `karpenter-crd` are looked at where they stand in one root of Terraform or one folder.",help:"Keep both charts at one version, and raise that of the CRDs first.",url:"https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades",bad:[b`
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
      `],good:[b`
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
      `]},on:{Manifests(e,t){let n=new Map;for(let a of F(e)){let s=T(a.manifest);n.set(s,[...n.get(s)??[],a])}for(let a of n.values())Ma(a,t)}}}),kt=({manifest:e,version:t})=>{let n=t&&z(e,t)?.replace(/^v/,"");return n!==void 0&&/^\d+\.\d+\.\d+$/.test(n)?n:void 0};function Ma(e,{report:t}){let n=c=>e.filter(m=>m.chart===c&&m.version),[a,...s]=n("karpenter-crd"),[o,...r]=n("karpenter");if(!a||!o||s.length>0||r.length>0)return;let[i,d]=[kt(a),kt(o)];i===void 0||d===void 0||i===d||t({manifest:a.manifest,at:a.manifest.span(a.version),message:`The CRDs are those of ${i}, the controller is ${d}`,help:`Install \`karpenter-crd\` in version ${d} too.`,labels:[{span:o.manifest.span(o.version),message:"the controller"}]})}var wt=p({id:"cluster-name",severity:"error",since:"0.2.0",docs:{summary:"Karpenter is told another name of the cluster than the cluster has.",why:"Karpenter tags what it launches with the name of the cluster, asks EKS for it, and writes it into the user data of nodes. With another name IAM denies the launch, for its conditions name the cluster, or nodes try to join a cluster that is not there. It is told where Terraform makes both the one cluster of a root and the release of the chart.",help:"Refer to the cluster: `module.eks.cluster_name`, or the `name` of the resource.",url:"https://karpenter.sh/docs/reference/settings/",bad:[b`
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
      `],good:[b`
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
      `]},on:{Manifests(e,{report:t}){for(let{manifest:n,chart:a,values:s}of F(e)){let o=[...s,"settings","clusterName"],r=z(n,o);if(a!=="karpenter"||r===void 0)continue;let i=T(n),d=e.manifests.filter(g=>Sa(g.kind,g.get(["spec","source"]))&&T(g)===i),[c]=d,m=["cluster_name","name"].map(g=>["spec",g]).find(g=>c?.get(g)!==void 0),h=c&&m&&z(c,m);d.length!==1||!c||!m||h===void 0||h===r||t({manifest:n,at:n.span(o),message:`\`clusterName\` is \`${r}\`, and the cluster of this root is \`${h}\``,help:"Refer to the name of the cluster.",labels:[{span:c.span(m),message:"the cluster"}]})}}}}),Sa=(e,t)=>e==="module"&&typeof t=="string"&&!t.includes("//modules/");var I=["spec","disruption"],ne=[...I,"consolidateAfter"],bt=p({id:"consolidate-after-policy",severity:"error",since:"0.1.0",docs:{summary:"`consolidateAfter` and `consolidationPolicy` do not go together in this API version.",why:"In v1beta1 `consolidateAfter` belongs to `WhenEmpty` alone: beside `WhenUnderutilized`, which is also the default, a duration is refused, and `WhenEmpty` is refused without one. In v1 every `disruption` block needs it up to Karpenter 1.14; from 1.15 on it is `0s` when left out, so that nodes are consolidated as soon as a pod leaves.",help:"In v1beta1 write `consolidateAfter` beside `WhenEmpty` and nowhere else; in v1 write it in every `disruption` block.",url:"https://karpenter.sh/docs/concepts/disruption/#consolidation",bad:[R({karpenter:"0.37"})`
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
      `,R({karpenter:"0.37"})`
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
      `,R({karpenter:"0.37"})`
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
      `]},explains:["schema/cel","schema/required"],on:{NodePool(e,t){let n=M(e,[...I,"consolidationPolicy"]),a=M(e,ne);if(!f(e.get(I))||!n.isKnown||!a.isKnown)return;let s=(a.value??null)===null;D(e.apiVersion)==="v1beta1"?Aa(e,t,n.value??null,s):s&&$a(e,t)}}});function Aa(e,{report:t},n,a){if(n==="WhenEmpty"&&a&&t({at:e.keySpan([...I,"consolidationPolicy"]),message:"`consolidationPolicy: WhenEmpty` needs `consolidateAfter` in v1beta1: the API server refuses it without",help:"Say for how long a node must be empty before it goes, such as `consolidateAfter: 30s`.",fix:{description:"Add `consolidateAfter: 30s`",edits:Q(e,I,"consolidateAfter","30s")},explains:{paths:[I]}}),!(n===null||n==="WhenUnderutilized")||a||e.get(ne)==="Never")return;let o=n===null?"`WhenUnderutilized`, the default policy,":"`consolidationPolicy: WhenUnderutilized`";t({at:e.keySpan(ne),message:`\`consolidateAfter\` may not stand beside ${o} in v1beta1: the API server refuses it`,help:"Remove it; v1 allows it beside `WhenEmptyOrUnderutilized`, or use `WhenEmpty` to remove empty nodes only.",...n!==null&&{labels:[{span:e.span([...I,"consolidationPolicy"]),message:"this policy decides by itself when to act"}]},fix:{description:"Remove `consolidateAfter`",edits:K(e,ne)},explains:{paths:[I]}})}function $a(e,{report:t,karpenter:n}){let a={description:"Add `consolidateAfter: 0s`",edits:Q(e,I,"consolidateAfter","0s")};if(n.consolidateAfterDefaulted){t({at:e.keySpan(I),severity:"note",message:"`disruption` has no `consolidateAfter`, which is then `0s`: nodes are consolidated as soon as a pod leaves",help:"Write `consolidateAfter: 0s` to say so, or a longer time to avoid churn.",fix:a});return}t({at:e.keySpan(I),message:"`disruption` needs `consolidateAfter`: the API server refuses the block without it up to Karpenter 1.14",help:"Add it: `0s` acts at once, which is what Karpenter does when the whole block is absent.",fix:a,explains:{paths:[ne,I]}})}var xt=new WeakMap;function H(e){let t=xt.get(e);if(t)return t;let n=new Map;for(let s of e.manifests){if(s.kind!=="IamPolicy")continue;let o=T(s);n.set(o,[...n.get(o)??[],...Ta(s)])}let a=[...n.values()].filter(s=>_(s,"ec2:CreateFleet"));return xt.set(e,a),a}function Ta(e){let t=e.get(["Statement"])===void 0?["spec","Statement"]:["Statement"],n=Le(JSON.stringify({Statement:k(e.get(t))}));return"fault"in n?[]:n.statements.map((a,s)=>({policy:e,path:[...t,s],statement:a}))}var _=(e,t)=>e.some(({statement:n})=>n.effect==="Allow"&&De(n,t)),Pt=e=>e.every(({policy:t,statement:n})=>!t.isPartial&&!n.actions.some(y));function Pe({resources:e},t){return e.some(n=>n==="*"||Va(n,t))?!0:e.some(n=>/^\$\{[^}]*\}$/.test(n))?void 0:!1}var Va=(e,t)=>ie(e.replace(/\$\{[^}]*\}/g,"*").split(":").slice(5).join(":").split("/")[0]??"",t);var Ct=p({id:"controller-conditions",severity:"error",since:"0.2.0",docs:{summary:"The policy of Karpenter\u2019s controller demands a tag that nothing gets.",why:"A condition on a tag holds only where Karpenter sets that tag. Since v1beta1 instances carry `karpenter.sh/nodepool` and no longer `karpenter.sh/provisioner-name`: a policy that still asks for the latter lets nodes be launched and never ended, or not even launched. A tag of one\u2019s own is there where `spec.tags` of the EC2NodeClass has it.",help:"Ask for `karpenter.sh/nodepool`, and set tags of your own in `spec.tags` of every EC2NodeClass.",url:"https://karpenter.sh/docs/reference/cloudformation/",bad:[b`
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
      `],good:[te`
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
      `]},on:{Manifests(e,t){for(let n of H(e))for(let a of n)Oa(a,{statements:n,all:e,context:t})}}}),Ea=/^(?:aws|ec2):(RequestTag|ResourceTag)\/(.+)$/i,Ia=/IfExists$|^Null$|^ForAllValues:|Not/,qa=["ec2:RunInstances","ec2:CreateFleet","ec2:CreateLaunchTemplate","ec2:TerminateInstances"];function Oa(e,t){let{statement:n,policy:a,path:s}=e,o=qa.filter(r=>_([e],r));for(let{operator:r,key:i}of n.conditions){let[,d,c]=Ea.exec(i)??[];if(c===void 0||d===void 0||Ia.test(r)||!_a(d,c,t))continue;let m=o.filter(h=>!t.statements.some(g=>g!==e&&_([g],h)));m.length!==0&&t.context.report({manifest:a,at:a.keySpan([...s,"Condition",r,i]),message:`${m.map(h=>`\`${h}\``).join(", ")} ${m.length>1?"are":"is"} allowed with the tag \`${c}\` alone, which nothing gets`,help:c.startsWith("karpenter.sh/")?"Ask for `karpenter.sh/nodepool`.":"Set the tag in `spec.tags` of every EC2NodeClass."})}}function _a(e,t,{all:n,context:a}){if(t==="karpenter.sh/provisioner-name")return a.karpenter.v1;if(e.toLowerCase()!=="requesttag"||y(t)||/^(?:kubernetes\.io\/cluster\/|karpenter\.|eks:|topology\.kubernetes\.io\/|Name$)/.test(t))return!1;let s=E(n);return s.length>0&&s.every(o=>!o.isPartial&&!La(o.get(["spec","tags"]),t))}function La(e,t){let n=f(e);return n?Object.keys(n).some(a=>a===t||y(a)):e!==void 0}var Rt=p({id:"controller-permissions",severity:"error",since:"0.2.0",docs:{summary:"The policy of Karpenter\u2019s controller lacks a right that this Karpenter needs.",why:"What a release needs beyond the one before is easily forgotten in an upgrade. The controller then logs refusals and does nothing: without `ec2:CreateTags` on spot requests no spot instance is launched, without rights on instance profiles no node class with a `role` gets ready. All policies of a folder, or of a root of Terraform, are taken together; one that reads instance types is taken for complete.",help:"Bring the policy up to the one that Karpenter publishes with this version.",url:"https://karpenter.sh/docs/reference/cloudformation/",bad:[te`
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
      `,b`
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
      `],good:[b`
        data "aws_iam_policy_document" "karpenter" {
          statement {
            actions = [
              "ec2:CreateFleet", "ec2:RunInstances", "ec2:CreateLaunchTemplate", "ec2:CreateTags",
              "ec2:TerminateInstances", "ec2:DeleteLaunchTemplate", "ec2:Describe*",
            ]
            resources = ["*"]
          }
        }
      `,te`
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
      `]},on:{Manifests(e,t){if(!(t.isKarpenterAssumed&&!Da(e)))for(let n of H(e))Pt(n)&&(Wa(n,e,t),ja(n,t))}}});function Da({manifests:e}){let t=e.filter(({apiVersion:n})=>P(n).startsWith("karpenter."));return t.length>0&&t.every(({apiVersion:n})=>D(n)==="v1")}var Ka=["ec2:CreateLaunchTemplate","ec2:CreateTags","ec2:DeleteLaunchTemplate","ec2:DescribeImages","ec2:DescribeInstances","ec2:DescribeInstanceTypeOfferings","ec2:DescribeLaunchTemplates","ec2:DescribeSecurityGroups","ec2:DescribeSubnets","ec2:RunInstances","ec2:TerminateInstances"],Fa=["iam:AddRoleToInstanceProfile","iam:CreateInstanceProfile","iam:DeleteInstanceProfile","iam:GetInstanceProfile","iam:RemoveRoleFromInstanceProfile","iam:TagInstanceProfile"];function za({karpenter:e,isKarpenterAssumed:t},n){let a=[...Ka,...n&&e.v1?Fa:[]];return t?a:[...a,...n&&e.listInstanceProfiles?["iam:ListInstanceProfiles"]:[],...e.placementGroupSelector?["ec2:DescribePlacementGroups"]:[],...e.describeInstanceStatus?["ec2:DescribeInstanceStatus"]:[]]}function Wa(e,t,n){let a=e.find(d=>_([d],"ec2:DescribeInstanceTypes"));if(!a)return;let s=E(t).some(d=>d.get(["spec","role"])!==void 0),o=za(n,s).filter(d=>!_(e,d));if(o.length===0)return;let{policy:r,path:i}=a;n.report({manifest:r,at:r.span([...i,"Action"]),message:`Karpenter${n.isKarpenterAssumed?"":` ${n.karpenter.version}`} needs rights that this policy does not give: ${o.map(d=>`\`${d}\``).join(", ")}`,help:"Allow them as the policy that Karpenter publishes does."})}function ja(e,{report:t,karpenter:n}){if(!n.v1)return;let a=e.filter(c=>_([c],"ec2:CreateTags")),[s]=a,o="spot-instances-request",r=a.some(({statement:c})=>Pe(c,"fleet")===!0);if(!s||!r||a.some(({statement:c})=>Pe(c,o)!==!1))return;let{policy:i,path:d}=s;t({manifest:i,at:i.span([...d,"Resource"]),message:`\`ec2:CreateTags\` is not allowed on \`${o}\`: every launch of a spot instance is denied`,help:`Add \`arn:aws:ec2:*:*:${o}/*\` to the resources.`})}var Nt=p({id:"controller-placement",severity:"warning",since:"0.2.0",docs:{summary:"Karpenter is sent to nodes that it launches itself.",why:"The chart keeps the controller off Karpenter\u2019s own nodes. Where values send it there all the same, a cluster without such a node never gets one, because what would launch it is pending; and consolidation may end the node that the controller runs on.",help:"Run the controller on a managed node group, an InstanceGroup or Fargate.",url:"https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/",bad:[l`
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
      `]},on:{Manifests(e,{report:t}){for(let{manifest:n,chart:a,values:s}of F(e)){if(a!=="karpenter")continue;let o=[...s,"nodeSelector"],r=Object.keys(f(n.get(o))??{}),i=r.find(h=>Ga.has(h)),d="Choose nodes that something else makes.";if(i!==void 0){let h=`\`${i}\` is a label of Karpenter\u2019s own nodes alone: where there is none, the controller stays pending`;t({manifest:n,at:n.keySpan([...o,i]),message:h,help:d})}let c=[...s,"affinity"];if(r.length>0||n.get(c)!==null)continue;t({manifest:n,at:n.keySpan(c),message:"Without the chart\u2019s affinity nothing keeps the controller off Karpenter\u2019s own nodes",help:"Leave the value out."})}}}}),Ga=new Set(["karpenter.sh/capacity-type","karpenter.sh/initialized","karpenter.sh/nodepool","karpenter.sh/registered"]);var Mt=p({id:"custom-registration",severity:"warning",since:"0.1.0",docs:{summary:"User data of a `Custom` class joins the cluster without the taint that Karpenter waits for.",why:"Since Karpenter 1.0 a node has to register with the taint `karpenter.sh/unregistered:NoExecute`, which Karpenter removes when its labels are in place. For the other families Karpenter writes it into the user data; for `Custom` nobody does. A node without it is not taken over, and it is terminated after 15 minutes while the next one starts.",help:"Register with the taint: `--register-with-taints=karpenter.sh/unregistered:NoExecute` as a flag of the kubelet, or the like in its configuration.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#custom",bad:[l`
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
      `,R({karpenter:"0.37"})`
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
      `]},on:{EC2NodeClass(e,{report:t,karpenter:n}){let a=B(e);!n.v1||V(e)!=="Custom"||a===void 0||!Ba.test(a)||a.includes("karpenter.sh/unregistered")||t({at:e.keySpan(["spec","userData"]),message:"This user data joins the cluster without the taint `karpenter.sh/unregistered:NoExecute`: Karpenter takes none of its nodes over and ends them after 15 minutes",help:"Let the kubelet register with the taint, such as by `--register-with-taints=karpenter.sh/unregistered:NoExecute`."})}}}),Ba=/\/etc\/eks\/bootstrap\.sh|kind: NodeConfig|\bnodeadm init\b|Start-EKSBootstrap|EKS\\Start-/;function Y(e,t){if(e.kind==="EC2NodeClass"){let r=["spec",`${t}SelectorTerms`];return k(e.get(r)).map((i,d)=>Ua(i,[...r,d]))}let n=[...e.kind==="Provisioner"?["spec","provider"]:["spec"],`${t}Selector`],a=f(e.get(n));if(!a)return[];let s=([r])=>!/^aws(::|-)ids$/.test(r),o=Object.entries(a);return[{path:n,tags:St(o.filter(s),n),hasOther:!o.every(s)}]}function Ua(e,t){let{tags:n,...a}=f(e)??{};return{path:t,tags:St(Object.entries(f(n)??{}),[...t,"tags"]),hasOther:Object.keys(a).some(s=>s==="id"||s==="name")}}var St=(e,t)=>e.map(([n,a])=>{let s=u(a)??"",o=s!==""&&!s.includes("*")&&!y(s)&&!y(n);return{path:[...t,n],key:n,value:s,isKnown:o}}),Ha=["karpenter.sh/discovery","KubernetesCluster","aws:eks:cluster-name","eks:cluster-name"],Ce="kubernetes.io/cluster/",Re=e=>e.tags.flatMap(t=>Ha.includes(t.key)?[{scheme:t.key,cluster:t.value,tag:t}]:t.key.startsWith(Ce)?[{scheme:`${Ce}\u2026`,cluster:t.key.slice(Ce.length),tag:t}]:[]);var Ya="karpenter.sh/discovery",fe=["subnet","securityGroup"],$t={subnet:"subnets",securityGroup:"security groups"},Tt=p({id:"discovery-selectors",severity:"warning",since:"0.1.0",docs:{summary:"A node class selects subnets and security groups by tags that do not fit together.",why:"Karpenter launches into whatever the selector terms find. Terms that name different clusters find subnets of one VPC and security groups of another, and every launch fails; terms that name no cluster may find what belongs to somebody else.",help:"Select both by the same cluster tag, such as `karpenter.sh/discovery`, as the other classes of the repository do.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms",bad:[l`
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
      `]},on:{EC2NodeClass:Ne,AWSNodeTemplate:Ne,Provisioner:Ne}});function Ne(e,t){if(!(e.isPartial||Qa(e,t)))for(let n of fe)Ja(e,n,t)}var ue=(e,t)=>Y(e,t).flatMap(Re);function Qa(e,{report:t}){let[n,a]=fe.map(s=>ue(e,s));for(let s of a){let o=n.filter(c=>c.scheme===s.scheme),r=[...o,...a.filter(({scheme:c})=>c===s.scheme)];if(o.length===0||!r.every(({tag:c})=>c.isKnown))continue;let i=new Set(o.map(({cluster:c})=>c));if(a.some(c=>c.scheme===s.scheme&&i.has(c.cluster)))continue;let d=o[0];return t({at:e.span(s.tag.path),message:`\`${e.name}\` selects security groups of cluster \`${s.cluster}\` and subnets of cluster \`${d.cluster}\``,labels:[{span:e.span(d.tag.path),message:"subnets are selected by this value"}],help:`Select both by the same \`${s.tag.key.startsWith("kubernetes.io/")?s.scheme:s.tag.key}\`.`}),!0}return!1}function Ja(e,t,{report:n,all:a}){let o=Y(e,t).filter(N=>N.tags.length>0&&!N.hasOther&&Re(N).length===0);if(o.length===0||o.some(({tags:N})=>N.some(S=>!S.isKnown&&!S.value.includes("*"))))return;let{classes:r,naming:i}=es(a),d=r.length-(r.includes(e)?1:0),c=i[t].length-(i[t].includes(e)?1:0);if(d>0&&c===0)return;let m=i[t].find(N=>N!==e),h=fe.flatMap(N=>ue(e,N))[0],g=h?.scheme??(m&&ue(m,t)[0].scheme)??Ya,w=h!==void 0||d>0&&c===d;n({at:e.keySpan(o[0].tags[0].path),...!w&&{severity:"note"},message:`\`${e.name}\` selects ${$t[t]} by tags that name no cluster${Za(h,m,t)}`,help:`Add \`${g}\`, so that nothing of another cluster in the account is found.`})}function Za(e,t,n){return e?`, unlike its \`${e.scheme}\` beside it`:t?`, unlike ${$t[n]} of \`${t.name}\``:""}var Xa=({kind:e,apiVersion:t})=>(e==="EC2NodeClass"||e==="AWSNodeTemplate")&&P(t)==="karpenter.k8s.aws",At=new WeakMap;function es(e){let t=At.get(e);if(t)return t;let n=e.manifests.filter(o=>Xa(o)&&fe.some(r=>Y(o,r).length>0)),a=o=>n.filter(r=>ue(r,o).length>0),s={classes:n,naming:{subnet:a("subnet"),securityGroup:a("securityGroup")}};return At.set(e,s),s}var Vt=p({id:"discovery-tags",severity:"error",since:"0.2.0",docs:{summary:"A node class looks for a tag that Terraform gives another value.",why:"Karpenter finds subnets and security groups by their tags. Where none carries the tag with that very value, the node class is not ready, and no pool that uses it launches anything. It is told where Terraform makes both in one root, and the tag of that name is there with other values alone.",help:"Take tag and selector from one local.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms",bad:[b`
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
      `],good:[b`
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
      `]},on:{Manifests(e,t){for(let n of E(e))if(n.source.origin?.tool==="terraform")for(let a of["subnet","securityGroup"])ts(n,a,{all:e,context:t})}}});function ts(e,t,{all:n,context:a}){let s=Y(e,t),o=T(e);for(let{tags:r}of s)for(let i of r){if(!i.isKnown)continue;let d=n.manifests.filter(h=>T(h)===o).flatMap(h=>ns(h,t,i.key)),[c]=d;if(!c||d.some(({value:h})=>h===i.value||y(h)))continue;let m=t==="subnet"?"subnet":"security group";a.report({manifest:e,at:e.span(i.path),message:`No ${m} of this root has the tag \`${i.key}\` with the value \`${i.value}\`: there it is \`${c.value}\``,help:"Take tag and selector from one local.",labels:[{span:c.manifest.span(c.path),message:"the tag that is given"}]})}}function ns(e,t,n){if(e.kind!=="aws_ec2_tag")return os(e,t).flatMap(r=>as(e,r,n));let a=["spec","value"],[s,o]=[u(e.get(["spec","key"]))??"",u(e.get(a))??oe];return s===n||y(s)?[{manifest:e,path:a,value:s===n?o:oe}]:[]}function as(e,t,n){let a=f(e.get(t)),s=u(a?.[n]);return e.isPartial||a===void 0&&e.get(t)!==void 0?[ss(e,t)]:s===void 0?[]:[{manifest:e,path:[...t,n],value:s}]}var ss=(e,t)=>({manifest:e,path:t,value:oe});function os(e,t){let{kind:n}=e;if(n===(t==="subnet"?"aws_subnet":"aws_security_group"))return[["spec","tags"]];if(n!=="module")return[];let a=Object.keys(f(e.get(["spec"]))??{}),s=t==="subnet"?/subnet_tags$|^tags$/:/security_group_tags$|^tags$/;return a.filter(o=>s.test(o)).map(o=>["spec",o])}var rs="karpenter.sh/do-not-disrupt",Me=["spec","template","spec"],Et=p({id:"expiry-blocked",severity:"note",since:"0.1.0",docs:{summary:"Pods that may not be disrupted run for ever on nodes that expire, and nothing ends the wait.",why:"An expired node is tainted and drained whatever budgets say, after 30 days unless `expireAfter` says otherwise. A pod with `karpenter.sh/do-not-disrupt` is not evicted, so that the node stays half drained and paid for as long as the pod is there: for a Deployment or a StatefulSet, until somebody deletes it.",help:"Set `terminationGracePeriod` in the NodePool, after which such a pod goes as well, or `expireAfter: Never` and another way of renewing nodes.",url:"https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod",bad:[l`
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
      `]},on:{Manifests(e,{report:t}){let n=A(e),a=n.map(s=>{let o=M(s,[...Me,"expireAfter"]),r=M(s,[...Me,"terminationGracePeriod"]);return o.isKnown&&r.isKnown&&D(s.apiVersion)==="v1"&&o.value!=="Never"&&r.value===void 0});if(!(n.length===0||a.includes(!1)))for(let{manifest:s,template:o}of O(e)){let r=[...o,"metadata","annotations",rs];!(s.kind==="Deployment"||s.kind==="StatefulSet")||u(s.get(r))!=="true"||t({manifest:s,at:s.keySpan(r),message:`Nodes with pods of ${s.kind} \`${s.name}\` stay half drained once they expire: no NodePool has a \`terminationGracePeriod\``,labels:[{span:n[0].keySpan(Me),message:"such as this one"}],help:"Set `terminationGracePeriod` in the pool that they run on."})}}}});var It=["spec","disruption","budgets"],qt=p({id:"frozen-nodes",severity:"note",since:"0.1.0",docs:{summary:"A disruption budget of 0 holds at all times and for all reasons.",why:"Such a pool is never consolidated and its drift is never rolled out: new AMIs and changed node classes reach no running node. Nodes are then replaced by expiry alone, which asks no budget, and where `expireAfter` is `Never` not at all: they are never patched, and the finding is a warning.",help:"Name the `reasons` that are to be blocked, or give the budget a window by `schedule` and `duration`.",url:"https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets",bad:[l`
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
      `]},on:{NodePool(e,{report:t}){if(e.isPartial)return;let a=k(e.get(It)).map(r=>f(r)??{}).findIndex(({nodes:r,schedule:i,reasons:d})=>/^0%?$/.test(u(r)??"")&&i===void 0&&k(d).length===0);if(a===-1)return;let o=M(e,["spec","template","spec","expireAfter"]).value==="Never"||D(e.apiVersion)==="v1beta1";t({at:e.span([...It,a,"nodes"]),...o&&{severity:"warning"},message:`This budget blocks all voluntary disruption of \`${e.name}\` at all times: ${o?"its nodes are never patched":"its nodes change by expiry alone"}`,help:"Name the `reasons` to block, or give it a window by `schedule` and `duration`."})}}});var _t=p({id:"gpu-taint",severity:"warning",since:"0.1.0",docs:{summary:"A pool of instance types with GPUs or other accelerators has no taint.",why:"Any pod that has no place elsewhere may be given a node of this pool: an ordinary web server on an instance that costs many times what it needs, and a node that consolidation can not remove while the pod is there.",help:"Taint the pool, such as with `nvidia.com/gpu:NoSchedule`, and let the pods that need it tolerate that.",url:"https://karpenter.sh/docs/concepts/scheduling/#acceleratorsgpu-resources",bad:[l`
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
      `]},on:{NodePool:Ot,Provisioner:Ot}});function Ot(e,{report:t,catalog:n,compatible:a}){let s=a(e),o=e.kind==="NodePool"?["spec","template","spec"]:["spec"],r=M(e,[...o,"taints"]);!n||!s?.isExact||s.names.length===0||!r.isKnown||k(r.value).length>0||!s.names.every(d=>{let{gpus:c,accelerator:m,neuron:h}=n.type(d);return c.length>0||m!==void 0||h!==void 0})||t({at:e.keySpan(o),message:`Every instance type of \`${e.name}\` has GPUs or other accelerators, and no taint keeps ordinary pods away`,help:"Add a taint such as `nvidia.com/gpu:NoSchedule`, which the pods that need it tolerate."})}var Lt=p({id:"helm-settings",severity:"warning",since:"0.1.0",docs:{summary:"A value for Karpenter\u2019s Helm chart does not do what it says.",why:"The chart passes values on without checking them. A queue given by ARN or URL is not found, so that interruption warnings are not heard; keys that the chart does not read are dropped without a word; and an overhead of 7.5 is 750 %, with which no instance type has memory left. HelmReleases, Argo CD Applications, `helm_release` of Terraform and values files of the chart `karpenter` are looked at.",help:"Use the chart\u2019s own keys, the name of the queue, and fractions such as 0.075.",url:"https://karpenter.sh/docs/reference/settings/",bad:[l`
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
      `,b`
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
      `],good:[b`
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
      `]},on:{Manifests(e,t){for(let{manifest:n,chart:a,values:s}of F(e)){let o=[...s,"settings"];a!=="karpenter"||!f(n.get(o))||(ds(n,o,t),ps(n,o,t),ms(n,o,t),us(n,o,t),fs(n,o,t))}}}}),is={interruptionQueue:/^(?:aws_sqs_queue\.[\w-]+\.(arn|url|id)|module\.[\w-]+\.(queue_arn|queue_url))$/,clusterName:/^(?:aws_eks_cluster\.[\w-]+\.(arn|endpoint)|module\.[\w-]+\.(cluster_arn|cluster_endpoint))$/},ls={queue_arn:"queue_name",queue_url:"queue_name",cluster_arn:"cluster_name",cluster_endpoint:"cluster_name"};function ds(e,t,{report:n}){for(let[a,s]of Object.entries(is)){let o=[...t,a],r=q(e,o)??"",i=s.exec(r);if(!i)continue;let d=i[1]??i[2],c=`${r.slice(0,-d.length)}${ls[d]??"name"}`;n({manifest:e,at:e.span(o),message:`\`${a}\` takes a name, and \`${r}\` is none`,help:`Refer to \`${c}\`.`})}}var cs=/^(?:arn:[\w-]+:sqs:|https?:\/\/)/;function ps(e,t,{report:n}){let a=[...t,"interruptionQueue"],s=u(e.get(a));if(s===void 0||!cs.test(s))return;let o=s.split(/[:/]/).at(-1),r=o!==""&&!y(o);n({manifest:e,at:e.span(a),message:"`interruptionQueue` takes the name of the queue: by its ARN or URL Karpenter does not find it",help:r?`Write \`${o}\`.`:"Write the name alone.",...r&&{fix:{description:`Replace by \`${o}\``,edits:x(e,a,o)}}})}function ms(e,t,{report:n,karpenter:a}){let s=[...t,"interruptionQueueName"],o=e.get([...t,"interruptionQueue"])!==void 0;e.get(s)===void 0||o||!a.v1||n({manifest:e,at:e.keySpan(s),message:"The chart does not read `interruptionQueueName`: interruption warnings are not heard",help:"Call it `interruptionQueue`.",fix:{description:"Rename to `interruptionQueue`",edits:W(e,s,"interruptionQueue")}})}function us(e,t,{report:n}){let a=[...t,"vmMemoryOverheadPercent"],s=e.get(a),o=Number(s);if(!(s===null||typeof s!="number"&&typeof s!="string")){if(o>=1&&o<=100){let r=String(Number((o/100).toFixed(4)));n({manifest:e,at:e.span(a),message:`\`vmMemoryOverheadPercent\` is a fraction: ${s} leaves no instance type any memory`,help:`Write \`${r}\` for ${s} %.`,fix:{description:`Replace by \`${r}\``,edits:x(e,a,r)}})}s===0&&n({manifest:e,at:e.span(a),message:"The chart takes `vmMemoryOverheadPercent: 0` for not set: the default of 0.075 holds",help:'Write `"0"` in quotes if nothing is to be taken off.',fix:{description:"Put it in quotes",edits:x(e,a,'"0"')}})}}function fs(e,t,{report:n}){let a=[...t,"ignoreDRARequests"];e.get(a)===!1&&n({manifest:e,at:e.span(a),message:"The chart takes `ignoreDRARequests: false` for not set: the default holds",help:"Set `IGNORE_DRA_REQUESTS` under `controller.env` instead."})}var hs=[{field:"maxPods",spelt:/--max-pods[= ]\d|^\s*maxPods:|^\s*"?max-pods"?\s*=/m},{field:"kubeReserved",spelt:/--kube-reserved[= ]|^\s*kubeReserved:|^\s*\[settings\.kubernetes\.kube-reserved\]/m},{field:"systemReserved",spelt:/--system-reserved[= ]|^\s*systemReserved:|^\s*\[settings\.kubernetes\.system-reserved\]/m},{field:"evictionHard",spelt:/--eviction-hard[= ]|^\s*evictionHard:|^\s*\[settings\.kubernetes\.eviction-hard\]/m}],Dt=p({id:"kubelet-in-user-data",severity:"warning",since:"0.1.0",docs:{summary:"User data sets what Karpenter reckons with, and Karpenter is not told.",why:"Karpenter works out what fits on a node from `spec.kubelet` of the EC2NodeClass, and never from user data. A different `maxPods` or reservation there makes nodes that are smaller than Karpenter believes: pods stay pending on them and more nodes come, or they are larger and stay half empty. For Amazon Linux 2023 Karpenter\u2019s own settings win anyway, so that the ones in the user data do nothing.",help:"Move the setting to `spec.kubelet`; Karpenter then writes it into the user data by itself.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet",bad:[l`
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
      `]},on:{EC2NodeClass(e,{report:t}){let n=B(e);if(n===void 0||V(e)===void 0)return;let a=n.replaceAll(/^\s*#.*$/gm,""),s=f(e.get(["spec","kubelet"]))??{};if(e.apiVersion!=="karpenter.k8s.aws/v1")return;let o=hs.filter(({field:i,spelt:d})=>!Object.hasOwn(s,i)&&d.test(a));if(o.length===0)return;let r=o.map(({field:i})=>`\`${i}\``).join(", ");t({at:e.keySpan(["spec","userData"]),message:`User data sets ${r}, which Karpenter does not read there: it reckons with other nodes than it gets`,help:`Set ${r} under \`spec.kubelet\` instead.`})}}});var Kt={cpu:({vcpus:e})=>e,memory:({memoryMib:e})=>e*2**20*.85,"nvidia.com/gpu":({gpus:e})=>e.reduce((t,{count:n,manufacturer:a})=>t+(a==="nvidia"?n:0),0)},zt=p({id:"limits-below-one-node",severity:"warning",since:"0.1.0",docs:{summary:"The limits of a pool are smaller than its smallest instance type.",why:"Karpenter launches a node only while the whole of it stays within `limits`. A limit below the smallest instance type that the requirements leave admits none: the pool launches nothing, and only an event says so. Amounts of memory without a unit are bytes. A limit of 0 is taken for a pool that is switched off.",help:"Raise the limit to several nodes, with its unit, or allow smaller instance types.",url:"https://karpenter.sh/docs/concepts/nodepools/#speclimits",bad:[l`
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
      `]},on:{NodePool:Ft,Provisioner:Ft}});function Ft(e,{report:t,catalog:n,compatible:a}){let s=ee(e),o=a(e);if(!(!n||!o?.isExact||o.names.length===0))for(let[r,i]of Object.entries(f(s.value)??{})){let d=Object.hasOwn(Kt,r)?Kt[r]:void 0,c=typeof i=="string"||typeof i=="number"?se(i):void 0;if(!d||!c)continue;let[m]=o.names.map(g=>({name:g,amount:d(n.type(g))})).sort((g,w)=>g.amount-w.amount||(g.name<w.name?-1:1));if(m.amount<=c)continue;let h=r==="memory"&&/^\d+$/.test(String(i));t({at:e.span([...s.path,r]),message:`\`${e.name}\` may have ${i}${h?" bytes":""} of \`${r}\` in all, and its smallest instance type, ${m.name}, has more: it launches nothing`,help:h?`Write the unit, such as \`${i}Gi\`.`:"Raise the limit to several nodes, or allow smaller instance types; `0` says that nothing is to be launched."})}}var Wt=[v.instanceType,v.instanceFamily,v.instanceCategory,v.instanceGeneration],Gt=p({id:"lost-defaults",severity:"warning",since:"0.1.0",docs:{summary:"A NodePool takes the place of a Provisioner without the requirements that v1alpha5 filled in.",why:"A Provisioner that did not say otherwise meant amd64, on-demand and the newer generations of the categories c, m and r. A NodePool means everything: once it has taken over, Karpenter launches arm64 for images that are built for amd64, spot for what is not made for it, and burstable, GPU or old instance types where they are cheap.",help:"Write the old defaults out as requirements of the NodePool, or what is to hold instead.",url:"https://karpenter.sh/v0.32/upgrading/v1beta1-migration/",bad:[R({karpenter:"0.32"})`
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
      `],good:[R({karpenter:"0.32"})`
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
      `,R({karpenter:"0.37"})`
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
      `]},on:{Manifests(e,{report:t,base:n}){let a=new Map([...n?jt(n):[],...jt(e)].map(s=>[s.name,s]));for(let s of A(e)){let o=a.get(s.name);if(!o||s.isPartial||o.isPartial)continue;let r=G(s).map(({key:d})=>C(d)),i=ys(o).filter(({key:d})=>!r.some(c=>gs(c,d)));i.length!==0&&t({manifest:s,at:s.keySpan(["spec","template","spec","requirements"]),message:`Provisioner \`${s.name}\` meant ${i.map(ks).join(", ")} without saying so, and NodePool \`${s.name}\` does not`,help:"Write it out as a requirement, or what is to hold instead."})}}}}),jt=e=>e.manifests.filter(({kind:t,apiVersion:n})=>t==="Provisioner"&&P(n)==="karpenter.sh"),ys=e=>G(e).filter(({path:t,key:n})=>t.length===1&&n!==v.os),gs=(e,t)=>e===t||Wt.includes(t)&&Wt.includes(e),ks=({key:e,operator:t,values:n})=>`\`${e} ${t} ${n.map(({text:a})=>a).join(", ")}\``;var Bt=p({id:"min-values",severity:"error",since:"0.1.0",docs:{summary:"A requirement asks for more variety by `minValues` than the instance types that are left have.",why:"Karpenter launches a node only while the instance types it may choose from have at least `minValues` different values of the label. Where the requirements of the pool themselves leave fewer, that is never so: the pool is passed over, and its pods stay pending. With `minValuesPolicy: BestEffort` Karpenter launches all the same.",help:"Lower `minValues`, or allow more instance types.",url:"https://karpenter.sh/docs/concepts/nodepools/#min-values",bad:[l`
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
                - key: example.com/team
                  operator: Exists
                  minValues: 2
          limits:
            cpu: 100
      `]},explains:["provisioning/nodepool-empty"],on:{NodePool(e,{report:t,catalog:n,compatible:a,settings:s,isRegionAssumed:o}){let r=a(e);if(!(!n||!r?.isExact||r.names.length===0)&&s.karpenter.minValuesPolicy!=="BestEffort")for(let{path:i,key:d}of $(e)){let c=e.get([...i,"minValues"]),m=vs(n,r.names,C(d));typeof c!="number"||m===void 0||m>=c||t({at:e.span([...i,"minValues"]),...o&&{severity:"warning"},message:`\`${e.name}\` asks for ${c} values of \`${d}\`, and the instance types of ${n.region} that it allows have ${m}: it launches nothing`,help:`Lower it to ${m} or less, or allow more instance types.`,explains:{paths:[["spec","template","spec","requirements"]]}})}}}});function vs(e,t,n){if(n===v.instanceType)return t.length;let a=le(e).get(n);if(a===void 0)return;let s=new Set(t);return new Set(e.types.flatMap(({name:o},r)=>s.has(o)?a[r]:[])).size}var Ut=p({id:"no-empty-fields",severity:"warning",since:"0.1.0",docs:{summary:"A field stands there without a value.",why:"A key without a value is null, and the API server drops it as if it were not written: the default holds, not what the key seems to promise. Often the value was meant to follow, or what was meant to stand under the key is not indented.",help:"Give it a value, or remove it.",url:"https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting-and-nullable",bad:[l`
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
      `],good:[b`
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
      `]},on:{NodePool:ae,Provisioner:ae,EC2NodeClass:ae,AWSNodeTemplate:ae,NodeOverlay:ae}});function ae(e,{report:t}){if(!e.isPartial)for(let n of Se(e.get(["spec"]),["spec"])){if(ws(e,n))continue;let a=String(n.at(-1));t({at:e.keySpan(n),message:`\`${n.join(".")}\` has no value: the API server drops it as if it were not there`,help:"Give it a value, or remove it.",fix:{description:`Remove \`${a}\``,edits:K(e,n)}})}}function ws(e,t){let{origin:n,text:a}=e.source;if(!n)return!1;let{start:s,end:o}=e.keySpan(t),[r]=/^:(?:\s|#[^\n]*)*/.exec(a.slice(o))??[""],i=o+r.length+1,{span:d,isExact:c}=n.trace(s,i);return!c||d.end-d.start!==i-s}function Se(e,t){return Array.isArray(e)?e.flatMap((n,a)=>Se(n,[...t,a])):Object.entries(f(e)??{}).flatMap(([n,a])=>a!==null?Se(a,[...t,n]):n==="tags"&&/SelectorTerms$/.test(String(t.at(-2)))?[]:[[...t,n]])}var Ht=p({id:"node-class-exists",severity:"warning",since:"0.1.0",docs:{summary:"A NodePool refers to a node class that the manifests do not have.",why:"A NodePool whose EC2NodeClass does not exist is not ready (`NodeClassNotFound`) and launches nothing. Where the class comes from elsewhere, such as Terraform, a note says that the reference can not be checked.",help:"Correct the name, or add the EC2NodeClass.",url:"https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecnodeclassref",bad:[l`
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
      `]},explains:["provisioning/nodepool-not-ready"],on:{Manifests(e,t){let{report:n,nearest:a}=t;for(let s of["EC2NodeClass","AWSNodeTemplate"]){let o=Zt(e,s),r=Cs(e,s),i=o[0];if(r===void 0||i===void 0)continue;if(r.length===0){n({manifest:i.pool,at:i.pool.span([...i.path,"name"]),severity:"note",message:`No ${s} is among these manifests, so that ${Qt(o.length)} can not be checked`,help:`Review the manifests of the ${s} together with the pools that use it.`});continue}let d=new Set(r),c=o.filter(({name:g})=>!d.has(g)).map(g=>({...g,wanted:a(g.name,r)})),m=xs(s,t),h=g=>g.wanted!==void 0||m(g);bs(c.filter(g=>!h(g)),s,t);for(let{pool:g,path:w,name:N,wanted:S}of c.filter(h))n({manifest:g,at:g.span([...w,"name"]),message:`${g.kind} \`${g.name}\` refers to ${s} \`${N}\`, which is not among these manifests`,help:S?`Did you mean \`${S}\`?`:`Add it, or refer to one of: ${r.join(", ")}.`,explains:{paths:[[...w,"name"]]},...S&&{fix:{description:`Replace by \`${S}\``,edits:x(g,[...w,"name"],S)}}})}}}});function bs(e,t,{report:n}){let[a]=e;a&&n({manifest:a.pool,at:a.pool.span([...a.path,"name"]),severity:"note",message:`${t} \`${a.name}\` is not among these manifests, so that ${Qt(e.length)} can not be checked`,help:`Review the manifests of the ${t} together with the pools that use it.`})}function xs(e,{all:t,base:n}){let a=new Set(n?Ae(n,e).map(({name:d})=>d):[]),s=new Set(t.manifests.filter(Jt).map(he)),o=new Set(Ae(t,e).map(he)),r=new Set([...o].filter(d=>!s.has(d)).map(Yt)),i=new Map;for(let{name:d,pool:c}of Zt(t,e))i.set(d,(i.get(d)??new Set).add(he(c)));return({pool:d,name:c})=>{if(a.has(c))return!0;if((i.get(c)?.size??0)>1)return!1;let m=he(d);return o.has(m)||Ps(m).some(h=>r.has(h))}}function Ps(e){let t=e===""?[]:e.split("/");return["",...t.map((n,a)=>t.slice(0,a+1).join("/"))]}var Yt=e=>e.slice(0,Math.max(0,e.lastIndexOf("/"))),he=({source:e})=>Yt(e.file),Qt=e=>e===1?"the reference to one":`${e} references to one`,Jt=({kind:e,apiVersion:t})=>(e==="NodePool"||e==="Provisioner")&&P(t)==="karpenter.sh",Zt=(e,t)=>e.manifests.filter(Jt).flatMap(n=>{let a=j(n);return a?.kind===t?[{pool:n,path:a.path,name:a.name}]:[]}),Ae=(e,t)=>e.manifests.filter(n=>n.kind===t&&P(n.apiVersion)==="karpenter.k8s.aws");function Cs(e,t){if(e.files.some(a=>a.isBroken))return;let n=Ae(e,t).map(a=>a.name);return n.some(a=>a===""||y(a))?void 0:[...new Set(n)].sort()}var Xt=p({id:"overlapping-pools",severity:"note",since:"0.2.0",docs:{summary:"Several NodePools take the same pods, and nothing says which of them comes first.",why:"Karpenter tries NodePools by weight, and those of one weight by name, backwards: `spot` before `general`, `on-demand` before `gpu`. Where neither weights nor taints nor labels tell pools apart, their names decide which nodes are launched, and a renamed pool changes the bill. Pools of one file, or of one root that is rendered, are compared: others may be those of another cluster.",help:"Give the pool that should come first a higher `weight`, or keep pods apart by taints.",url:"https://karpenter.sh/docs/concepts/nodepools/#specweight",bad:[l`
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
      `]},on:{Manifests(e,t){for(let n of Rs(e))As(n,t)}}});function Rs(e){let t=new Map;for(let n of A(e)){let a=M(n,["spec","weight"]);if(n.isPartial||!a.isKnown||n.get(["spec","replicas"])!==void 0||!Ms(n))continue;let{file:s,origin:o}=n.source,r=JSON.stringify([o?[o.tool,o.root]:s,a.value??0]);t.set(r,[...t.get(r)??[],n])}return[...t.values()].filter(n=>n.length>1&&new Set(n.map(({name:a})=>a)).size===n.length)}var Ns=/(?:^|\.)(?:kubernetes\.io|k8s\.io|karpenter\.sh|karpenter\.k8s\.aws)\//;function Ms(e){let t=["spec","template","spec"],n=[...$(e),...X(e)];return k(e.get([...t,"taints"])).length===0&&n.every(({key:a,isKnown:s})=>s&&Ns.test(a))}var Ss=60;function As(e,t){let n=e.slice(0,Ss).map(d=>({pool:d,left:$s(d,t)})),a=n.filter(({pool:d,left:c})=>n.some(m=>m.pool!==d&&c&&m.left&&Ts(c,m.left)));if(a.length<2)return;let s=a.map(({pool:d})=>d).sort((d,c)=>d.name<c.name?1:-1),[o,...r]=s,i=d=>d.map(({name:c})=>`\`${c}\``).join(", ");t.report({manifest:o,at:o.span(["metadata","name"]),message:`${i(s)} take the same pods with the same weight: by their names \`${o.name}\` is tried first, then ${i(r)}`,help:"Give the one that should come first a higher `weight`, or keep pods apart by taints.",labels:r.slice(0,5).map(d=>({span:d.span(["metadata","name"]),message:"takes the same pods"}))})}function $s(e,{compatible:t,catalog:n}){let a=t(e);if(!a?.isExact||!n||a.names.length===0||a.names.filter(r=>(n.type(r)?.gpus.length??0)>0).length===a.names.length)return;let o=[...a.count("on-demand").zones,...a.count("spot").zones];return{architectures:new Set(a.names.flatMap(r=>n.type(r)?.architecture??[])),zones:new Set(o)}}var Ts=(e,t)=>[...e.architectures].some(n=>t.architectures.has(n))&&[...e.zones].some(n=>t.zones.has(n));var en=p({id:"pass-role",severity:"error",since:"0.2.0",docs:{summary:"The controller may pass another role to instances than the one that node classes name.",why:"To launch an instance with a role, the controller needs `iam:PassRole` on that very role. Where the policy names another one, such as the controller\u2019s own, every launch is denied. It is told where policy and node class stand together in one root of Terraform.",help:"Name the role of the nodes as the resource of `iam:PassRole`.",url:"https://karpenter.sh/docs/reference/cloudformation/#allowpassinginstancerole",bad:[b`
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
      `],good:[b`
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
      `,b`
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
      `]},on:{Manifests(e,t){for(let n of H(e))Vs(n,e,t)}}});function Vs(e,t,{report:n}){let a=e.filter(g=>_([g],"iam:PassRole")),[s]=a;if(s?.policy.source.origin?.tool!=="terraform")return;let o=T(s.policy),r=E(t).filter(g=>T(g)===o&&g.get(["spec","role"])!==void 0),i=r.map(Es),d=a.flatMap(Is);if(i.length===0||i.includes(void 0)||d.includes(void 0)||i.some(g=>d.some(w=>qs(w,g))))return;let{policy:c,path:m}=s,[h]=r;n({manifest:c,at:c.span([...m,"Resource"]),message:`The role of \`${h.name}\` is not among those that \`iam:PassRole\` is allowed on: launches are denied`,help:"Name the role of the nodes here.",labels:[{span:h.span(["spec","role"]),message:"the role of the nodes"}]})}var tn=/^(aws_iam_role\.[\w-]+)\.(?:name|arn|id)$/;function Es(e){let t=["spec","role"],n=tn.exec(q(e,t)??"")?.[1];if(n!==void 0)return{resource:n};let a=u(e.get(t));return a===void 0||a.includes("$")?void 0:{name:a}}function Is({policy:e,path:t}){let n=[...t,"Resource"],a=e.get(n);return(Array.isArray(a)?k(a).map((o,r)=>[...n,r]):[n]).map(o=>{let r=tn.exec(q(e,o)??"")?.[1];if(r!==void 0)return{resource:r};let i=u(e.get(o))??"",d=i==="*"?"*":/:role\/(?:.*\/)?([^/$]+)$/.exec(i)?.[1];return d===void 0?void 0:{name:d}})}var qs=(e,t)=>"name"in e&&"name"in t?ie(e.name,t.name):"resource"in e&&"resource"in t?e.resource===t.resource:!0;var nn=p({id:"pin-ami-alias",severity:"warning",since:"0.1.0",docs:{summary:"An EC2NodeClass follows the latest AMI.",why:"With `@latest` every AMI release makes all nodes of the class drift: Karpenter replaces them within the disruption budgets, in every environment at the same time, with no change to review and nothing to revert.",help:"Pin the version, such as `al2023@v20260715`, and move it by pull request through the environments.",url:"https://karpenter.sh/docs/tasks/managing-amis/",bad:[l`
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
      `]},on:{EC2NodeClass(e,{report:t}){let n=k(e.get(["spec","amiSelectorTerms"]));for(let[a,s]of n.entries()){let o=u(f(s)?.alias);if(o===void 0||y(o)||!o.endsWith("@latest"))continue;let r=o.slice(0,o.indexOf("@"));if(r.startsWith("windows"))continue;let i=r==="bottlerocket"?"bottlerocket@v1.44.0":`${r}@v20260715`;t({at:e.span(["spec","amiSelectorTerms",a,"alias"]),message:`\`${o}\` follows every AMI release: each one drifts and replaces all nodes of \`${e.name}\``,help:`Pin a version, such as \`${i}\`, and move it by pull request.`})}}}});var an=p({id:"pod-grace-period",severity:"warning",since:"0.1.0",docs:{summary:"Pods ask for more time to end than any pool gives its nodes.",why:"The `terminationGracePeriod` of a NodePool bounds how long a node may drain, whatever PodDisruptionBudgets say. Pods that ask for more by `terminationGracePeriodSeconds` are deleted at once and killed when the node\u2019s time is up, before theirs is.",help:"Give the pool a longer `terminationGracePeriod` than the longest of its pods.",url:"https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod",bad:[l`
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
      `]},on:{Manifests(e,{report:t}){let n=["spec","template","spec","terminationGracePeriod"],a=A(e).map(r=>({pool:r,seconds:Os(M(r,n))})),s=a.flatMap(({pool:r,seconds:i})=>i===void 0?[]:[{pool:r,seconds:i}]),o=s.toSorted((r,i)=>i.seconds-r.seconds)[0];if(!(!o||s.length<a.length))for(let{manifest:r,template:i}of O(e)){let d=[...i,"spec","terminationGracePeriodSeconds"],c=r.get(d),m=["nodeSelector","affinity"].some(h=>r.get([...i,"spec",h])!==void 0);typeof c!="number"||c<=o.seconds||m||t({manifest:r,at:r.span(d),message:`These pods ask for ${c} s to end, and no NodePool gives its nodes more than ${o.seconds} s: they are killed before`,labels:[{span:o.pool.span(n),message:"the longest there is"}],help:"Give the pool a longer `terminationGracePeriod`."})}}}});function Os({value:e}){let t=typeof e=="string"?qe(e):void 0;return t===void 0?void 0:Number(t/1000000000n)}var on=p({id:"pod-requests",severity:"note",since:"0.1.0",docs:{summary:"Containers of a workload request neither CPU nor memory.",why:"Karpenter chooses nodes by what pods request, and by nothing else. A pod that requests nothing fits anywhere: nodes come out too small, their memory runs out and pods are killed. A LimitRange or a VerticalPodAutoscaler may fill the requests in; manifests do not show it.",help:"Set `resources.requests` for CPU and memory.",url:"https://karpenter.sh/docs/troubleshooting/",bad:[l`
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
      `]},on:{Manifests(e,{report:t}){if(U(e))for(let{manifest:n,template:a}of O(e)){let s=[...a,"spec"],o=[...s,"containers"],r=k(n.get(o));if(r.some(d=>f(d)?.image===void 0))continue;let i=r.flatMap((d,c)=>sn(n,[...o,c])?[]:[u(f(d)?.name)??String(c)]);i.length===0||n.isPartial||sn(n,s)||t({manifest:n,at:n.keySpan(o),message:`${i.map(d=>`\`${d}\``).join(", ")} of ${n.kind} \`${n.name}\` ${i.length===1?"requests":"request"} neither CPU nor memory: Karpenter gives ${i.length===1?"it":"them"} no room`,help:"Set `resources.requests`."})}}}});function sn(e,t){let n=e.get([...t,"resources"]);return y(n)?!0:["requests","limits"].some(a=>{let s=f(n)?.[a],o=Object.keys(f(s)??{});return y(s)||o.some(r=>r!=="ephemeral-storage")})}var dn="karpenter.sh/nodepool",_s={"karpenter.sh/do-not-evict":"karpenter.sh/do-not-disrupt"},cn={"karpenter.sh/provisioner-name":dn},Ls={"karpenter.sh/disruption":"karpenter.sh/disrupted"},pn=p({id:"removed-pod-keys",severity:"warning",since:"0.1.0",docs:{summary:"A pod uses an annotation, label or taint of Karpenter that is no longer known.",why:"Karpenter renamed them on the way to v1 and looks at the old ones no more. `do-not-evict` protects no pod; a pod that selects `karpenter.sh/provisioner-name` finds no node, and one that is to keep away from Karpenter\u2019s nodes by it does not; and the toleration of `karpenter.sh/disruption` no longer matches the taint of a node that is going.",help:"Use the new name.",url:"https://karpenter.sh/docs/upgrading/v1-migration/",bad:[l`
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
      `,R({karpenter:"0.32"})`
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
      `]},on:{Manifests(e,t){if(!t.karpenter.v1)return;let n=A(e).map(({name:a})=>a);for(let{manifest:a,template:s}of O(e)){let o=(...r)=>[...s,...r];for(let r of rn(a,o("metadata","annotations")))Fs(a,r,_s,t);for(let r of rn(a,o("spec","nodeSelector")))zs({manifest:a,path:r,pools:n},t);for(let r of Ds(a,o("spec")))for(let i of Ks(a,r))ln(a,i,cn,t);for(let[r]of k(a.get(o("spec","tolerations"))).entries())ln(a,o("spec","tolerations",r,"key"),Ls,t)}}}}),rn=(e,t)=>Object.keys(f(e.get(t))??{}).map(n=>[...t,n]);function Ds(e,t){let n=[...t,"affinity","nodeAffinity","requiredDuringSchedulingIgnoredDuringExecution","nodeSelectorTerms"];return k(e.get(n)).map((a,s)=>[...n,s,"matchExpressions"])}function Ks(e,t){let n=k(e.get(t)).map((a,s)=>[...t,s,"key"]);return n.some(a=>e.get(a)===dn)?[]:n}var $e=(e,t)=>t!==void 0&&Object.hasOwn(e,t)?e[t]:void 0,mn=(e,t)=>({message:`Karpenter no longer knows \`${e}\`: it has no effect`,help:`Use \`${t}\`.`});function Fs(e,t,n,{report:a}){let s=String(t.at(-1)),o=$e(n,s);o===void 0||e.get([...t.slice(0,-1),o])!==void 0||a({manifest:e,at:e.keySpan(t),...mn(s,o),fix:{description:`Rename to \`${o}\``,edits:W(e,t,o)}})}function ln(e,t,n,{report:a}){let s=u(e.get(t)),o=$e(n,s);s===void 0||o===void 0||k(e.get(t.slice(0,-2))).some(i=>f(i)?.key===o)||a({manifest:e,at:e.span(t),...mn(s,o),...e.get([...t.slice(0,-1),"value"])===void 0&&{fix:{description:`Replace by \`${o}\``,edits:x(e,t,o)}}})}function zs({manifest:e,path:t,pools:n},{report:a}){let s=String(t.at(-1)),o=$e(cn,s);if(o===void 0)return;let r=u(e.get(t));a({manifest:e,at:e.keySpan(t),message:`No node has the label \`${s}\` any more: these pods stay pending`,help:`Use \`${o}\` with the name of the NodePool.`,...r!==void 0&&n.includes(r)&&{fix:{description:`Rename to \`${o}\``,edits:W(e,t,o)}}})}var fn=["cpu","memory","nodes","pods","ephemeral-storage"],Ws={mem:"memory",ram:"memory",gpu:"nvidia.com/gpu"},hn=p({id:"require-limits",severity:"warning",since:"0.1.0",docs:{summary:"A NodePool has no limits, or limits that bound nothing.",why:"Karpenter launches nodes for every pod that is pending. Without `limits` a runaway Deployment, a HorizontalPodAutoscaler with a wrong target or a crash loop is answered with more nodes until the AWS quota ends it. The keys of `limits` are free-form, so that a misspelt resource is accepted and limits nothing.",help:"Set `limits.cpu` and `limits.memory` to what the workloads of this pool may cost at most.",url:"https://karpenter.sh/docs/concepts/nodepools/#speclimits",bad:[l`
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
      `]},on:{NodePool:un,Provisioner:un}});function un(e,t){let{report:n}=t,a=ee(e);if(!a.isKnown||Gs(e)||e.get(["spec","replicas"])!==void 0)return;let s=Object.keys(f(a.value)??{});if(s.length===0){n({at:e.keySpan(e.get(a.path)===void 0?["spec"]:a.path),message:`${e.kind} \`${e.name}\` has no limits: nothing bounds the nodes it may launch`,help:"Set `limits.cpu` and `limits.memory` to the most this pool may grow to."});return}let o=s.filter(r=>!fn.includes(r)&&!/[/{$]|^hugepages-/.test(r));for(let r of o)js(e,r,t);o.length===0&&!s.some(r=>r==="cpu"||r==="memory"||r.includes("/"))&&n({at:e.keySpan(a.path),message:`The limits of ${e.kind} \`${e.name}\` name neither \`cpu\` nor \`memory\`: the size of its nodes is not bounded`,help:"Add `cpu` and `memory`.",...s.includes("nodes")&&{severity:"note"}})}function js(e,t,{report:n,nearest:a}){let s=ee(e),o=Ws[t.toLowerCase()]??a(t,fn),r=o!==void 0&&e.get([...s.path,o])===void 0;n({at:e.keySpan([...s.path,t]),message:`\`${t}\` is not a resource that nodes have: this entry limits nothing`,help:o?`Did you mean \`${o}\`?`:"Use `cpu`, `memory` or an extended resource such as `nvidia.com/gpu`.",...r&&{fix:{description:`Rename to \`${o}\``,edits:W(e,[...s.path,t],o)}}})}function Gs(e){let t=f(e.get(["spec"]))??{};if(Object.keys(t).some(a=>a!=="limits"&&Ie(a,["limits"])!==void 0))return!0;let n=Object.keys(f(t.limits)??{});return e.kind==="Provisioner"&&n.length>0&&!n.includes("resources")}var yn={[v.instanceMemory]:{unit:"MiB",meant:"GiB",factor:1024},[v.instanceGpuMemory]:{unit:"MiB",meant:"GiB",factor:1024},[v.instanceNetworkBandwidth]:{unit:"Mbit/s",meant:"Gbit/s",factor:1e3},[v.instanceEbsBandwidth]:{unit:"Mbit/s",meant:"Gbit/s",factor:1e3}},kn=p({id:"requirement-units",severity:"warning",since:"0.1.0",docs:{summary:"A bound for memory or bandwidth is so low that it excludes nothing: it is probably in another unit.",why:"The label `instance-memory` counts MiB and the bandwidth labels Mbit/s. `Gt 8` on memory, meant as more than 8 GiB, is true of every instance type there is, so that the smallest ones are launched.",help:'Write the bound in MiB or Mbit/s, such as `"8192"` for 8 GiB.',url:"https://karpenter.sh/docs/reference/instance-types/",bad:[l`
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
      `]},on:{NodePool:gn,Provisioner:gn}});function gn(e,{report:t,catalog:n}){if(n)for(let{key:a,operator:s,values:o,isKnown:r}of $(e)){let i=Object.hasOwn(yn,a)?yn[a]:void 0,[d]=o;if(!i||!r||!d||s!=="Gt"&&s!=="Gte")continue;let c=/^\d+$/.test(d.text)?Number(d.text):0,m=Bs(le(n).get(a)??[]);if(c<2||c>=m)continue;let h=String(c*i.factor);t({at:e.span(d.path),message:`\`${a}\` is in ${i.unit}, and every instance type has more than ${c}: this excludes nothing`,help:`Write \`"${h}"\` if ${c} ${i.meant} are meant.`,fix:{description:`Replace by \`"${h}"\``,edits:x(e,d.path,`"${h}"`)}})}}var Bs=e=>e.reduce((t,n)=>n.reduce((a,s)=>Math.min(a,Number(s)),t),1/0);var wn=p({id:"role-name",severity:"error",since:"0.1.0",docs:{summary:"A node class gives an ARN where the name of a role or an instance profile belongs.",why:"The API server accepts any text. Karpenter puts the role into an instance profile by its name, and IAM refuses an ARN there: the node class is not ready, and no pool that uses it launches anything.",help:"Write the name alone: what follows the last slash of the ARN.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#specrole",bad:[l`
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
      `,b`
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
      `,b`
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
      `],good:[b`
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
      `]},on:{EC2NodeClass:vn,AWSNodeTemplate:vn}}),Us=/^arn:[\w-]+:iam::.*:(?:role|instance-profile)\/(?:.*\/)?([^/]+)$/;function vn(e,{report:t}){for(let n of["role","instanceProfile"]){let a=["spec",n];Hs(e,n,t);let s=e.get(a),o=typeof s=="string"?Us.exec(s)?.[1]:void 0;if(o===void 0)continue;let r=!y(o);t({at:e.span(a),message:`\`${n}\` takes a name, and this is an ARN: IAM refuses it, and \`${e.name}\` never gets ready`,help:r?`Write \`${o}\`.`:"Write what follows the last slash alone.",...r&&{fix:{description:`Replace by \`${o}\``,edits:x(e,a,o)}}})}}function Hs(e,t,n){let a=["spec",t],s=q(e,a);if(s===void 0)return;let o=e.span(a);/^module\.[\w-]+\.iam_role_(?:name|arn)$/.test(s)&&/karpenter/i.test(s)?n({at:o,message:`\`${s}\` is the role of the controller, with which nodes may not join`,help:`Refer to \`${s.replace(/iam_role_\w+$/,"node_iam_role_name")}\`.`}):/(?:\.|_)arn$/.test(s)&&n({at:o,message:`\`${t}\` takes a name, and \`${s}\` is an ARN: IAM refuses it, and \`${e.name}\` never gets ready`,help:`Refer to \`${s.replace(/arn$/,"name")}\`.`})}var bn={AL2:"/dev/xvda",AL2023:"/dev/xvda",Bottlerocket:"/dev/xvda",Windows2019:"/dev/sda1",Windows2022:"/dev/sda1",Windows2025:"/dev/sda1"},Ys=["/dev/sda","/dev/sda1","/dev/xvda","/dev/xvda1","/dev/nvme0n1"],xn=p({id:"root-device",severity:"warning",since:"0.1.0",docs:{summary:"A block device mapping names the root device of another AMI family.",why:"EC2 attaches a device of an unknown name as one more, empty volume. The root volume keeps the size, type and encryption that the AMI gives it, and Karpenter works out ephemeral storage from its own default of 20 GiB: the volume that was meant to be larger is paid for and not used.",help:"Use `/dev/xvda` for Amazon Linux and Bottlerocket, and `/dev/sda1` for Windows.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings",bad:[l`
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
      `]},on:{EC2NodeClass(e,{report:t}){let n=V(e)??"",a=Object.hasOwn(bn,n)?bn[n]:void 0,s=["spec","blockDeviceMappings"],o=k(e.get(s)).map(m=>f(m)),r=o.map(m=>u(m?.deviceName)??"");if(a===void 0||e.isPartial||r.includes(a)||o.some(m=>m?.rootVolume===!0))return;let i=r.findIndex(m=>Ys.includes(m));if(i===-1)return;let d=[...s,i,"deviceName"],c=L(e).every(({term:m})=>m.alias!==void 0);t({at:e.span(d),...!c&&{severity:"note"},message:`The root device of ${n} is \`${a}\`: \`${r[i]}\` adds an empty volume, and the root keeps the AMI\u2019s own size`,help:`Write \`${a}\`.`,fix:{description:`Replace by \`${a}\``,edits:x(e,d,a)}})}}});var Qs=new Set([v.zone,v.zoneId,v.capacityType,v.instanceType,v.instanceFamily]),Rn=p({id:"satisfiable-requirements",severity:"error",since:"0.1.0",docs:{summary:"No instance type of the region satisfies all requirements of a pool.",why:"Each requirement is valid by itself, so the API server accepts the pool and Karpenter reports it ready; but it never launches a node, and the pods meant for it stay pending.",help:"Widen the requirement that leaves nothing, or the ones before it that exclude what it asks for.",url:"https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements",bad:[l`
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
      `]},explains:["provisioning/nodepool-empty"],on:{NodePool:Pn,Provisioner:Pn}});function Pn(e,{report:t,catalog:n,compatible:a,isRegionAssumed:s}){let o=a(e),r=o?.emptied;if(!n||!o||!r)return;let{requirement:i,before:d,values:c,isUnknownValue:m}=r,h=C(i.key);if(m&&Qs.has(h))return;let g=i.path.length===1;t({at:g?e.keySpan(i.path):e.span(i.path),...s&&{severity:"warning"},message:`No instance type of ${n.region} satisfies the requirements of \`${e.name}\`: ${Js(i)}${g?", which v1alpha5 adds by itself,":""} leaves none of ${d}`,labels:r.conflicts.map(w=>({span:e.span(w.path),message:`no instance type satisfies this and \`${i.key}\` together`})),help:m?`No instance type has such a value: \`${h}\` is ${Cn(c)}.`:`The instance types left before it have \`${h}\` ${Cn(c)}: widen one or the other.`,explains:{paths:[["spec","template","spec","requirements"]]}})}var Js=({key:e,operator:t,values:n})=>`\`${[e,t,n.map(a=>a.text).join(", ")].filter(Boolean).join(" ")}\``;function Cn(e){if(e.length===0)return"nothing";let t=e.slice(0,6).join(", ");return e.length>6?`${t} and ${e.length-6} more`:t}var Zs=["subnetSelectorTerms","securityGroupSelectorTerms","amiSelectorTerms"],Nn=p({id:"selector-term-id",severity:"warning",since:"0.1.0",docs:{summary:"A selector term holds an id and something else beside it, which is ignored.",why:"An id selects by itself. The API server means to refuse anything beside it, but its rule looks at all terms together and lets the list pass as soon as one of them is right: Karpenter then takes the id, and tags or a name beside it narrow nothing.",help:"Remove what stands beside the id, or make it a term of its own.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms",bad:[l`
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
      `]},on:{EC2NodeClass(e,{report:t}){for(let n of Zs.map(a=>["spec",a])){let a=k(e.get(n)).map(o=>Object.keys(f(o)??{})),s=o=>o.includes("id")&&o.length>1;if(!a.every(s))for(let[o,r]of a.entries()){if(!s(r))continue;let i=r.filter(d=>d!=="id");t({at:e.keySpan([...n,o,i[0]]),message:`${i.map(d=>`\`${d}\``).join(" and ")} beside an \`id\` ${i.length===1?"is":"are"} ignored: the id alone selects`,labels:[{span:e.span([...n,o,"id"]),message:"this selects by itself"}],help:"Remove it, or make it a term of its own."})}}}}});var Te=15,Xs=5,An=p({id:"spot-flexibility",severity:"warning",since:"0.1.0",docs:{summary:"A pool allows spot and leaves few instance types or a single zone to choose from.",why:"Spot capacity comes and goes per instance type and zone. With few of them, interruptions come together and replacements find nothing; and Karpenter moves a spot node to a cheaper spot node only while at least 15 cheaper instance types remain.",help:"Allow at least 15 instance types in several families, sizes and zones, or on-demand beside spot.",url:"https://karpenter.sh/docs/concepts/disruption/#spot-consolidation",bad:[l`
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
      `,R({region:"eu-central-1"})`
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
      `]},on:{NodePool:Mn,Provisioner:Mn}});function Mn(e,{report:t,catalog:n,compatible:a}){let s=a(e);if(!n||!s?.isExact||s.names.length===0)return;let{instanceTypes:o,zones:r}=s.count("spot");if(o===0||o>=Te&&r.length>1)return;let i=s.count("on-demand").instanceTypes===0;t({at:e.span(eo(e)),severity:i||o<Xs?"warning":"note",message:`\`${e.name}\` allows spot and leaves ${Sn(o,"instance type")} in ${Sn(r.length,"zone")} of ${n.region} to choose from`,help:o<Te?`Allow at least ${Te} instance types, over several families, sizes and zones: fewer are interrupted together, and Karpenter does not move spot nodes to cheaper spot nodes.`:"Allow more zones: spot capacity runs out zone by zone."})}var Sn=(e,t)=>`${e} ${t}${e===1?"":"s"}`,eo=e=>G(e).find(({key:t})=>C(t)===v.capacityType)?.path??(e.kind==="NodePool"?["spec","template","spec","requirements"]:["spec","requirements"]);var Ve=["spec","template","spec"],$n=p({id:"taint-pairs",severity:"error",since:"0.1.0",docs:{summary:"Two taints of a NodePool have the same key and effect.",why:"The API server accepts it. Karpenter allows a pair of key and effect once among `taints` and `startupTaints` together: the NodePool fails its validation and launches nothing.",help:"Remove one of them: a startup taint is one that something on the node removes, any other is a taint.",url:"https://karpenter.sh/docs/concepts/nodepools/#spectemplatespectaints",bad:[l`
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
      `]},explains:["provisioning/nodepool-not-ready"],on:{NodePool(e,{report:t}){let n=new Map;for(let a of["taints","startupTaints"].flatMap(s=>to(e.get([...Ve,s]),s))){let{key:s,effect:o}=f(e.get(a))??{},r=`${u(s)}:${u(o)}`;if(u(s)===void 0||y(r))continue;let i=n.get(r);if(i===void 0){n.set(r,a);continue}let d=i.at(-2)===a.at(-2)&&e.get([...i,"value"])===e.get([...a,"value"]);t({at:e.span([...a,"key"]),message:`\`${r}\` stands twice among the taints of \`${e.name}\`: Karpenter refuses the pool, which launches nothing`,labels:[{span:e.span([...i,"key"]),message:"first here"}],help:"Remove one of the two.",...d&&{fix:{description:"Remove the repetition",edits:K(e,a)}},explains:{paths:[Ve],mentioning:""}})}}}}),to=(e,t)=>k(e).map((n,a)=>[...Ve,t,a]);var Tn=[...Oe.get(v.capacityType)].sort(),En=p({id:"unknown-capacity-type",severity:"error",since:"0.1.0",docs:{summary:"A requirement names a capacity type that does not exist.",why:"The API server accepts any text. Karpenter ignores the unknown value with no more than a line in its log, so that `[spot, ondemand]` means spot alone; when all values are unknown, the NodePool is not ready and launches nothing.",help:"Use `on-demand`, `spot` or `reserved`.",url:"https://karpenter.sh/docs/concepts/nodepools/#capacity-type",bad:[l`
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
      `]},on:{NodePool:Vn,Provisioner:Vn}});function Vn(e,{report:t,nearest:n}){for(let{key:a,operator:s,values:o}of $(e)){if(C(a)!==v.capacityType||s!=="In"&&s!=="NotIn")continue;let r=o.filter(d=>d.isKnown&&!Tn.includes(d.text)),i=o.filter(d=>!r.includes(d)).map(d=>`\`${d.text}\``);for(let d of r){let c=n(d.text,Tn);t({at:e.span(d.path),message:`\`${d.text}\` is not a capacity type: ${no(s,i)}`,help:c?`Did you mean \`${c}\`?`:"Use `on-demand`, `spot` or `reserved`.",...c&&{fix:{description:`Replace by \`${c}\``,edits:x(e,d.path,c)}}})}}}function no(e,t){return e==="NotIn"?"it excludes nothing":t.length===0?"the NodePool never gets ready":`Karpenter ignores it and takes ${t.join(" and ")} alone`}var ao=/^(?:mac|[a-z]\d+g[a-z]*-flex|i3\.metal$)/,qn=p({id:"unknown-instance-type",severity:"warning",since:"0.1.0",docs:{summary:"A requirement names an instance type or family that does not exist, or not in this region.",why:"The API server accepts any text. A value that no instance type has is silently never chosen, so that a pool is narrower than it reads, or launches nothing at all.",help:"Correct the name, or choose one that the region offers.",url:"https://karpenter.sh/docs/reference/instance-types/",bad:[l`
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
      `,R({region:"ap-northeast-2"})`
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
      `]},on:{NodePool:Ee,Provisioner:Ee,NodeOverlay:Ee}});function Ee(e,t){let{catalog:n}=t;if(n)for(let a of $(e)){let s=C(a.key);if(s===v.instanceType){let o=r=>n.zonesOf(r).length>0;In({pool:e,requirement:a,what:"instance type",known:n.names,isOffered:o},t,n)}else if(s===v.instanceFamily){let o=[...new Set(n.types.map(i=>i.family))],r=new Set(n.types.filter(i=>n.zonesOf(i.name).length>0).map(i=>i.family));In({pool:e,requirement:a,what:"instance family",known:o,isOffered:i=>r.has(i)},t,n)}}}function In({pool:e,requirement:t,what:n,known:a,isOffered:s},{report:o,nearest:r,isRegionAssumed:i},d){let{operator:c,values:m}=t;if(c!=="In"&&c!=="NotIn")return;let h=new Set(a);for(let{path:g,text:w,isKnown:N}of m)if(!(!N||ao.test(w)))if(h.has(w))c==="In"&&!s(w)&&!i&&o({at:e.span(g),message:`Region ${d.region} does not offer ${n} \`${w}\`, so it is never launched`,help:`Choose one that ${d.region} offers.`});else{let S=r(w,a);o({at:e.span(g),message:`\`${w}\` is no ${n} that EC2 is known to have`,help:S?`Did you mean \`${S}\`?`:"Correct the name; if it is newer than the catalog, silence this rule.",...S&&{fix:{description:`Replace by \`${S}\``,edits:x(e,g,S)}}})}}var so=/^([a-z]{2,3}(?:-[a-z]+){1,3}-\d)[a-z]$/,oo=/^[a-z]{2,3}(?:-[a-z]+){1,3}-\d-[a-z]/,_n=p({id:"unknown-zone",severity:"error",since:"0.1.0",docs:{summary:"A zone is named that the region does not have.",why:"The API server accepts any text. Karpenter counts the zone as a topology domain although nothing can ever run there, so that zonal topology spread constraints of every workload in the cluster wait for pods in it; a pool with no other zone launches nothing.",help:"Name zones of the region, and only those in which the node class has subnets.",url:"https://karpenter.sh/docs/concepts/nodepools/#availability-zones",bad:[l`
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
      `]},explains:["provisioning/nodepool-empty"],on:{NodePool:On,Provisioner:On}});function On(e,t){let{catalog:n}=t;if(!n)return;let a=n.zones.map(s=>s.zone);for(let{key:s,operator:o,values:r}of[...$(e),...X(e)]){if(C(s)!==v.zone)continue;let i=c=>!a.includes(c)&&!oo.test(c),d=o==="In"&&r.every(c=>c.isKnown&&i(c.text));for(let{path:c,text:m,isKnown:h}of r)!h||!i(m)||ro({pool:e,path:c,text:m,zones:a,isExcluded:o==="NotIn",leavesNone:d},t)}}function ro({pool:e,path:t,text:n,zones:a,isExcluded:s,leavesNone:o},{report:r,catalog:i,nearest:d}){let{region:c}=i,m=s?"there is nothing to exclude":"nothing can be launched there",h=so.exec(n)?.[1];if(h!==void 0&&h!==c){r({at:e.span(t),severity:"warning",message:`Zone \`${n}\` is not in ${c}: ${m}`,help:`Name a zone of ${c} (${a.join(", ")}), or set the region if this pool belongs to ${h}.`});return}let g=h===void 0&&n!==c?d(n,a):void 0,w=n===c?`\`${n}\` is a region, not a zone`:`Region ${c} has no zone \`${n}\``;r({at:e.span(t),...s&&{severity:"warning"},message:`${w}: ${m}`,help:g?`Did you mean \`${g}\`?`:`Name a zone of ${c}: ${a.join(", ")}.`,...g&&{fix:{description:`Replace by \`${g}\``,edits:x(e,t,g)}},...o&&{explains:{paths:[["spec","template","spec","requirements"]]}}})}var Ln=p({id:"user-data-format",severity:"warning",since:"0.1.0",docs:{summary:"User data is of a kind that the AMI family does not understand.",why:"Karpenter merges `userData` into what it writes for the family. Bottlerocket reads TOML, and a class with anything else never launches; on Amazon Linux 2023 `/etc/eks/bootstrap.sh` does nothing but fail, so that the flags it is called with never reach the kubelet; and of a MIME text whose boundary is not the one it declares, no part is run.",help:"Write TOML for Bottlerocket, a script without `bootstrap.sh` or a `NodeConfig` for Amazon Linux 2023, and start each part of a MIME text with two dashes and the declared boundary.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#specuserdata",bad:[l`
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
      `]},on:{EC2NodeClass(e,{report:t}){let n=B(e),a=n===void 0?void 0:io(e,n);a&&t({at:e.keySpan(["spec","userData"]),...a})}}});function io(e,t){let n=V(e);return n==="Bottlerocket"?lo(t):n==="AL2023"&&co(t)?{message:"`/etc/eks/bootstrap.sh` does nothing but fail on Amazon Linux 2023: what it is called with has no effect",help:"Remove the call, since Karpenter joins the node by itself; give what the kubelet needs as `spec.kubelet`."}:n==="AL2"||n==="AL2023"?po(t):void 0}function lo(e){let[t=""]=e.trimStart().split(`
`);if(/^(?:#!|MIME-Version:|Content-Type:|#cloud-config)/i.test(t))return{message:`Bottlerocket reads its user data as TOML, and \`${t.trim().slice(0,60)}\` is none`,help:"Write settings such as `[settings.kubernetes]`; Bottlerocket runs no scripts."}}var co=e=>!/-[efx] \/etc\/eks\/bootstrap\.sh/.test(e)&&/^\s*(?:sudo\s+|bash\s+)?\/etc\/eks\/bootstrap\.sh\b/m.test(e);function po(e){if(!/^\s*(?:MIME-Version|Content-Type): /i.test(e))return;let t=/boundary="?([^"\s;]{1,200})"?/i.exec(e)?.[1],n=e.split(`
`).map(a=>a.trimEnd());if(!(t===void 0||n.includes(`--${t}`)))return{message:`No line of this MIME text is \`--${t}\`, which its boundary promises: none of its parts is run`,help:`Start every part with \`--${t}\`, and end the last one with \`--${t}--\`.`}}var mo=["ebs.csi.aws.com","ebs.csi.eks.amazonaws.com","kubernetes.io/aws-ebs"],ye="WaitForFirstConsumer",Dn=p({id:"volume-binding-mode",severity:"warning",since:"0.1.0",docs:{summary:"A StorageClass makes EBS volumes before it is known where their pod runs.",why:"With `Immediate`, which is the default, a volume is made in any zone as soon as its claim is there. While a claim is unbound Karpenter leaves its pod aside, and afterwards the pod may run in the zone of the volume alone, whether a NodePool allows that zone or not.",help:"Write `volumeBindingMode: WaitForFirstConsumer`. The field can not be changed on an existing StorageClass: that one has to be made anew, which its volumes do not notice.",url:"https://kubernetes.io/docs/concepts/storage/storage-classes/#volume-binding-mode",bad:[l`
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
      `]},on:{Manifests(e,{report:t}){if(U(e))for(let n of e.manifests){if(n.kind!=="StorageClass"||P(n.apiVersion)!=="storage.k8s.io")continue;let a=["volumeBindingMode"],s=n.get(a),o=s==="Immediate"||s===void 0&&!n.isPartial;!mo.includes(u(n.get(["provisioner"]))??"")||!o||n.get(["allowedTopologies"])!==void 0||y(n.name)||t({manifest:n,at:s===void 0?n.keySpan(["provisioner"]):n.span(a),message:`\`${n.name}\` makes volumes in any zone, before it is known where their pod can run`,help:`Write \`volumeBindingMode: ${ye}\`.`,fix:{description:`Write \`volumeBindingMode: ${ye}\``,edits:s===void 0?Q(n,[],"volumeBindingMode",ye):x(n,a,ye)}})}}}});var np=[Be,Ye,Je,Ze,et,dt,pt,mt,ft,ht,yt,vt,wt,bt,Ct,Rt,Nt,Mt,Tt,Vt,Et,qt,_t,Lt,Dt,zt,Gt,Bt,Ut,Ht,Xt,en,nn,an,on,pn,hn,kn,wn,xn,Rn,Nn,An,$n,En,qn,_n,Ln,Dn];export{G as a,np as b};

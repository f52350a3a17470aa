import { createRequire as plumblineRequire } from 'node:module';const require = plumblineRequire(import.meta.url);
import{a as k,c as N,e as je,g as ae}from"./chunk-GJ6Y6N4W.js";import{a as Be}from"./chunk-E5MGTDQ7.js";import{d as S,e as G,g,j as Ge,o as F}from"./chunk-THKFGEDH.js";import{a as ne,h as se}from"./chunk-W334VNNQ.js";import{e as ze}from"./chunk-B5J7JMF4.js";var h=e=>typeof e=="object"&&e!==null&&!Array.isArray(e)?e:void 0,v=e=>Array.isArray(e)?e:[],f=e=>typeof e=="string"?e:typeof e=="number"||typeof e=="boolean"?String(e):void 0,oe=e=>{let t=f(e);return t!==void 0&&!g(t)};function R(e,t){let n=t.every((a,o)=>{let r=e.get(t.slice(0,o+1));return typeof r!="string"||!g(r)}),s=e.get(t);return{path:t,value:s,isKnown:n&&!(s===void 0&&e.isPartial)}}var Dn=e=>e.kind==="NodePool"?["spec","template","spec"]:["spec"];function T(e){let t=[...Dn(e),"requirements"];return v(e.get(t)).map((n,s)=>Ln(e,[...t,s]))}function Ln(e,t){let[n,s,a]=["key","operator","values"].map(i=>e.get([...t,i])),o=v(a).map((i,l)=>({path:[...t,"values",l],text:f(i)??"",isKnown:oe(i)})),r=oe(n)&&oe(s)&&o.every(i=>i.isKnown)&&(a==null||Array.isArray(a));return{path:t,key:f(n)??"",operator:f(s)??"",values:o,isKnown:r}}function be(e){let t=e.kind==="NodePool"?["spec","template","metadata","labels"]:["spec","labels"];return Object.entries(h(e.get(t))??{}).map(([n,s])=>{let a=[...t,n],o=oe(s)&&!g(n);return{path:a,key:n,operator:"In",values:[{path:a,text:f(s)??"",isKnown:o}],isKnown:o}})}var Q=e=>R(e,e.kind==="Provisioner"?["spec","limits","resources"]:["spec","limits"]);function L(e){let t=e.kind==="Provisioner"?["spec","providerRef"]:["spec","template","spec","nodeClassRef"],n=h(e.get(t)),s=n?.name;if(!n||typeof s!="string"||g(s))return;let a=f(n.kind)??(e.kind==="Provisioner"?"AWSNodeTemplate":"EC2NodeClass");return(f(n.group)??f(n.apiVersion)?.split("/")[0]??"karpenter.k8s.aws")==="karpenter.k8s.aws"&&!g(a)?{path:t,kind:a,name:s}:void 0}function K(e){let t=[...T(e),...be(e)];return e.kind==="Provisioner"?[...t,...Kn(t)]:t}function Kn(e){let t=new Set(e.map(o=>N(o.key))),n=[k.instanceType,k.instanceFamily,k.instanceCategory,k.instanceGeneration],s=[],a=(o,r,i)=>{let l=["spec"];s.push({path:l,key:o,operator:r,values:i.map(p=>({path:l,text:p,isKnown:!0})),isKnown:!0})};return t.has(k.os)||a(k.os,"In",["linux"]),t.has(k.arch)||a(k.arch,"In",["amd64"]),t.has(k.capacityType)||a(k.capacityType,"In",["on-demand"]),n.some(o=>t.has(o))||(a(k.instanceCategory,"In",["c","m","r"]),a(k.instanceGeneration,"Gt",["2"])),s}var q=e=>{let t=["spec","amiSelectorTerms"];return v(e.get(t)).flatMap((n,s)=>{let a=h(n);return a?[{path:[...t,s],term:a}]:[]})},Ue=["AL2","AL2023","Bottlerocket","Windows2019","Windows2022","Windows2025","Custom","Ubuntu"];function A(e){let t=f(e.get(["spec","amiFamily"]));if(t!==void 0)return Ue.includes(t)?t:void 0;let[n]=q(e).flatMap(({term:a})=>f(a.alias)??[]),s=n?.split("@")[0];return Ue.find(a=>a.toLowerCase()===s)}function U(e){let t=e.get(["spec","userData"]);return typeof t=="string"&&!e.isPartial&&!g(t)?t:void 0}var Wn=({kind:e,apiVersion:t})=>e==="EC2NodeClass"&&S(t)==="karpenter.k8s.aws",zn=({kind:e,apiVersion:t})=>e==="NodePool"&&S(t)==="karpenter.sh",_e=new WeakMap;function re(e){let t=_e.get(e);if(t)return t;let n=e.manifests.filter(zn),s=e.manifests.filter(Wn),a={pools:n,classes:s,poolsByClass:He(n,o=>L(o)?.name),classesByName:He(s,({name:o})=>o)};return _e.set(e,a),a}function He(e,t){let n=new Map;for(let s of e){let a=t(s);if(a===void 0)continue;let o=n.get(a);o?o.push(s):n.set(a,[s])}return n}var $=e=>re(e).pools,Qe=e=>re(e).classes,Je=(e,t)=>re(e).poolsByClass.get(t.name)??[];function ie(e,t){let n=re(e).classesByName.get(L(t)?.name??"")??[];return n.length===1?n[0]:void 0}var c=e=>e;function d(e){return{text:Bn(e.raw.join("")),region:"us-east-1",karpenter:"1.14"}}var M=e=>t=>({...d(t),...e});function Bn(e){let t=e.replaceAll("\\$","$").replaceAll("\\`","`").replace(/^\n/,"").trimEnd().split(`
`),n=t.filter(a=>a.trim()!=="").map(a=>a.search(/\S/)),s=Math.min(...n);return`${t.map(a=>a.slice(s)).join(`
`)}
`}var Ye="1.33",Ze=c({id:"al2-end-of-life",severity:"note",since:"0.1.0",docs:{summary:"An EC2NodeClass selects Amazon Linux 2, of which there are no images for Kubernetes 1.33 and newer.",why:"AWS built the last EKS images of Amazon Linux 2 in November 2025, for Kubernetes 1.32. The alias resolves to nothing on newer clusters: the class is not ready, and after an upgrade of the control plane no new node starts. It is an error where `--kubernetes-version` says that the cluster is that new.",help:"Move to `al2023` or `bottlerocket` before the cluster is upgraded to 1.33.",url:"https://docs.aws.amazon.com/eks/latest/userguide/eks-ami-deprecation-faqs.html",bad:[d`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiSelectorTerms:
            - alias: al2@v20251112
      `],good:[d`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiSelectorTerms:
            - alias: al2023@v20260715
      `,d`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: own
        spec:
          amiFamily: AL2
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
      `]},on:{EC2NodeClass(e,{report:t,settings:n}){let{kubernetesVersion:s}=n,a=s!==void 0&&se(s,Ye)>=0;if(!(s!==void 0&&!a))for(let{path:o,term:r}of q(e)){let i=f(r.alias);i===void 0||!/^al2@/.test(i)||t({at:e.span([...o,"alias"]),...a&&{severity:"error"},message:a?`There is no image of Amazon Linux 2 for Kubernetes ${s}: \`${e.name}\` never gets ready`:`\`${i}\` has no image for Kubernetes ${Ye} and newer`,help:"Move to `al2023` or `bottlerocket`."})}}}});var D=ze(Ge(),1);var E=ze(Ge(),1);var W=e=>e.flow===!0;function jn(e,t,n){let[s,a]=e.range,o=t.slice(n+s,n+a),r=/^[|>][1-9]?\+/.test(o);return n+s+(r?o.replace(/\r?\n$/,""):o.trimEnd()).length}function Xe(e,t,n){if((0,E.isScalar)(e)&&(e.type===E.Scalar.BLOCK_LITERAL||e.type===E.Scalar.BLOCK_FOLDED))return jn(e,t,n);if(((0,E.isMap)(e)||(0,E.isSeq)(e))&&e.flow!==!0){let s=e.items.at(-1);if(s!==void 0)return"key"in s?we(s,t,n):Xe(s,t,n)}return n+e.range[1]}function we({key:e,value:t},n,s){let a=s+e.range[1],o=n.indexOf(":",a);if(!(t===null||t.range[0]===t.range[1]&&!(0,E.isAlias)(t)))return Xe(t,n,s);let i=/^[^\n#]*/.exec(n.slice(o+1))[0],l=/^[ \t]*[&!]\S*/.exec(i)?.[0]??"";return o+1+l.length}function z(e,t){let n=F(e,t);if(!n?.isExact||!n.pair||!(0,E.isMap)(n.parent))return;let s=n.parent,{pair:a,offset:o}=n;if(a.key.tag!==void 0||"anchor"in a.key&&a.key.anchor!==void 0)return;let[r,i]=a.key.range;return{map:s,index:s.items.indexOf(a),keyStart:o+r,keyEnd:o+i,end:we(a,e.source.text,o)}}function _(e,t,n){let s=F(e,[])?.offset,a=t.items[n];if(s===void 0||a===void 0)return;let[o,r]=a.key.range,{text:i}=e.source;return{map:t,index:n,keyStart:s+o,keyEnd:s+r,end:we(a,i,s)}}var J=(e,t)=>e.lastIndexOf(`
`,t-1)+1;function de(e,t){let n=e.indexOf(`
`,t);return n===-1?e.length:n>t&&e[n-1]==="\r"?n-1:n}function xe(e,t){let n=e.indexOf(`
`,t);return n===-1?e.length:n+1}function Y(e,{keyStart:t}){let n=e.slice(J(e,t),t);return/^ *(?:- +)*$/.test(n)?n.length:void 0}var P=[],Pe="  ",le=e=>e.includes(`\r
`)?`\r
`:`
`;function et(e,t){let n=(0,D.isScalar)(e)&&!/^["'[{|>&*!]/.test(t);return n&&e.type===D.Scalar.QUOTE_DOUBLE?JSON.stringify(t):n&&e.type===D.Scalar.QUOTE_SINGLE?`'${t.replaceAll("'","''")}'`:t}function B(e,t,n){let s=F(e,t);return!s?.isExact||!s.pair?P:[{...e.keySpan(t),newText:et(s.pair.key,n)}]}function w(e,t,n){let s=F(e,t);if(!s?.isExact)return P;let{node:a,pair:o,offset:r}=s,{file:i,text:l}=e.source,p=o&&z(e,t);if(a===null||a.range[0]===a.range[1])return p?[{file:i,start:p.end,end:p.end,newText:` ${n}`}]:P;let m=r+a.range[0],u=p?.end??r+a.range[1],y=/\n/.test(l.slice(m,u));return[{file:i,start:m,end:u,newText:y?n:et(a,n)}]}function Gn(e,t,n){let s=t;for(;s>0;){let a=J(e,s-1),o=/^( *)#/.exec(e.slice(a,s));if(!o||o[1].length!==n)break;s=a}return s}var Un=e=>/(?:^|[\s[{,:])&[^\s,[\]{}]/.test(e);function I(e,t){let n=z(e,t),{file:s,text:a}=e.source;if(!n||e.isPartial||Un(a.slice(n.keyStart,n.end)))return P;let{map:o,index:r,keyStart:i,end:l}=n,p=_(e,o,r+1);if(o.items.length===1)return[{file:s,start:i,end:l,newText:W(o)?"":"{}"}];if(W(o)){let y=_(e,o,r-1);return[{file:s,start:p?i:y.end,end:p?p.keyStart:l,newText:""}]}let m=Y(a,n);if(m===void 0)return P;let u=J(a,i);return i-u!==a.slice(u).search(/[^ ]/)?p?[{file:s,start:i,end:p.keyStart,newText:""}]:P:[{file:s,start:Gn(a,u,m),end:xe(a,l),newText:""}]}function Ne(e,t,n,s){let a=" ".repeat(n),o=t.replace(/^\r?\n/,"").split(/\r?\n/);if(o.length===1&&!/^\r?\n/.test(t))return`${a}${e}: ${t}`;let r=o.map(i=>i===""?"":a+Pe+i);return[`${a}${e}:`,...r].join(s)}var _n=/^[A-Za-z_][\w./-]*$/,Hn=e=>_n.test(e)?e:JSON.stringify(e);function Qn(e,t,n){let{file:s,text:a}=e.source,o=_(e,t,t.items.length-1);if(o)return[{file:s,start:o.end,end:o.end,newText:`, ${n}`}];let i=F(e,[]).offset+t.range[0]+1;return a[i-1]==="{"?[{file:s,start:i,end:i,newText:n}]:P}function tt(e,t,n){let{file:s,text:a}=e.source,o=de(a,t);return[{file:s,start:o,end:o,newText:le(a)+n}]}function Jn(e,t,n){let{file:s,text:a}=e.source,o=Y(a,t);if(W(t.map))return n.value.includes(`
`)?P:[{file:s,start:t.end,end:t.end,newText:` {${n.key}: ${n.value}}`}];if(o===void 0)return P;let r=Ne(n.key,n.value,o+Pe.length,le(a));return tt(e,t.end,r)}function j(e,t,n,s){if(e.isPartial)return P;let a=F(e,t);if(!a)return P;let{text:o}=e.source,r={key:Hn(n),value:s},{node:i}=a;if(!a.isExact)return Yn(e,t,r);if((0,D.isMap)(i)){let m=i;if(W(m))return s.includes(`
`)?P:Qn(e,m,`${r.key}: ${s}`);let u=_(e,m,0),y=_(e,m,m.items.length-1),b=u&&Y(o,u);return b===void 0?P:tt(e,y.end,Ne(r.key,s,b,le(o)))}let p=i===null||(0,D.isScalar)(i)&&i.range[0]===i.range[1]?z(e,t):void 0;return p?Jn(e,p,r):P}function Yn(e,t,{key:n,value:s}){let a=t.at(-1),o=t.slice(0,-1);return typeof a!="string"||e.get(t)!==void 0?P:j(e,o,a,`
${Ne(n,s,0,`
`)}`)}function Zn(e,t,n){let s=e.slice(t.keyStart,de(e,t.end)).split(/\r?\n/),a=" ".repeat(n);return s.map((o,r)=>r>0&&o.startsWith(a)?o.slice(n):o).join(`
`)}function Ya(e,t,n){let s=z(e,t),{text:a}=e.source,o=s&&!W(s.map)?Y(a,s):void 0;if(o===void 0||t.every((x,ve)=>n[ve]===x))return P;let r=I(e,t),i=Zn(a,s,o),l=j(e,n,String(t.at(-1)),"x");if(r.length===0||l.length===0)return P;let[{start:p,newText:m}]=l,u=/^\r?\n( *)[^\n]*: x$/.exec(m)?.[1];if(u===void 0||r.some(x=>p>x.start&&p<x.end))return P;let y=le(a),b=i.split(`
`).map(x=>x===""?"":u+x),C={...l[0],newText:y+b.join(y)};return[...r,C].sort((x,ve)=>x.start-ve.start)}function Za(e,t,n){let[s]=t;if(s===void 0||e.isPartial)return P;let a=z(e,[...s.slice(0,-1),n]),{file:o,text:r}=e.source;if(!a||W(a.map))return P;let i=t.map(p=>z(e,p)).sort((p,m)=>(p?.index??0)-(m?.index??0)),l=[];for(let[p,m]of i.entries()){if(m?.map!==a.map||m.index!==a.index+1+p)return P;for(let u=J(r,m.keyStart);u<=m.end;){let y=xe(r,u);if(de(r,u)>u&&l.push({file:o,start:u,end:u,newText:Pe}),y<=u||y>=r.length)break;u=y}}return l}function Xa(e,t){let n=[...t].sort((o,r)=>o.start-r.start||o.end-r.end),s=[],a=0;for(let{start:o,end:r,newText:i}of n){if(o<a)throw new RangeError(`edits overlap at ${o}`);s.push(e.slice(a,o),i),a=r}return s.join("")+e.slice(a)}var Xn=[{name:/ubuntu-eks/i,what:"an EKS image of Ubuntu",families:["AL2","Ubuntu"]},{name:/ubuntu/i,what:"a plain Ubuntu image",families:["Ubuntu"]},{name:/amazon-eks-(?:[a-z0-9]+-)?node-al2023/i,what:"an AL2023 image",families:["AL2023"]},{name:/amazon-eks-(?:gpu-|arm64-)?node-\d/i,what:"an AL2 image",families:["AL2"]},{name:/bottlerocket/i,what:"a Bottlerocket image",families:["Bottlerocket"]},{name:/Windows_Server-2019/i,what:"a Windows Server 2019 image",families:["Windows2019"]},{name:/Windows_Server-2022/i,what:"a Windows Server 2022 image",families:["Windows2022"]},{name:/Windows_Server-2025/i,what:"a Windows Server 2025 image",families:["Windows2025"]}],es={al2:"AL2",al2023:"AL2023",bottlerocket:"Bottlerocket",windows2019:"Windows2019",windows2022:"Windows2022",windows2025:"Windows2025"},st=c({id:"ami-family-mismatch",severity:"warning",since:"0.1.0",docs:{summary:"`amiFamily` is not the family of the AMI that is selected.",why:"The family decides which bootstrap user data Karpenter writes and which block device it counts as the root. An AMI of another family does not understand that user data: the instances run, cost money, never join the cluster and are replaced after 15 minutes, again and again.",help:"Set the family of the image, or `Custom` with user data of your own that joins the cluster.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#specamifamily",bad:[d`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiFamily: AL2
          amiSelectorTerms:
            - name: ubuntu/images/hvm-ssd/ubuntu-jammy-22.04-amd64-server-20241211
      `,d`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiFamily: AL2
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-*
      `,d`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiFamily: AL2
          amiSelectorTerms:
            - alias: al2023@v20260715
      `],good:[d`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiFamily: Custom
          amiSelectorTerms:
            - name: ubuntu/images/hvm-ssd/ubuntu-jammy-22.04-amd64-server-20241211
      `,d`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiFamily: AL2023
          amiSelectorTerms:
            - alias: al2023@v20260715
      `]},explains:["schema/cel"],on:{EC2NodeClass(e,t){let n=f(e.get(["spec","amiFamily"]));if(n===void 0||n==="Custom"||g(n))return;let s=v(e.get(["spec","amiSelectorTerms"]));for(let[a,o]of s.entries()){let r=["spec","amiSelectorTerms",a],{name:i,alias:l}=h(o)??{};nt(e,{path:[...r,"name"],name:f(i),family:n},t),ts(e,{path:[...r,"alias"],name:f(l),family:n},t)}},AWSNodeTemplate(e,t){let n=f(e.get(["spec","amiFamily"]));if(n===void 0||n==="Custom"||g(n))return;let s=["spec","amiSelector","aws::name"];nt(e,{path:s,name:f(e.get(s)),family:n},t)}}}),pe=["spec","amiFamily"];function nt(e,{path:t,name:n,family:s},{report:a}){if(n===void 0||g(n))return;let o=Xn.find(l=>l.name.test(n));if(!o||o.families.includes(s))return;let r=o.families[0],i=o.families.includes("Ubuntu");a({at:e.span(t),message:`\`${n}\` is ${o.what}, which does not understand the user data of \`amiFamily: ${s}\``,labels:[{span:e.span(pe),message:"this family writes the user data"}],help:i?"Use `amiFamily: Custom` and user data that joins the node to the cluster.":`Set \`amiFamily: ${r}\`, or \`Custom\` with user data of your own.`,...!i&&{fix:{description:`Set \`amiFamily: ${r}\``,edits:w(e,pe,r)}}})}function ts(e,{path:t,name:n,family:s},{report:a}){if(n===void 0||g(n))return;let o=es[n.split("@")[0]];o===void 0||o===s||a({at:e.span(t),severity:"error",message:`\`${n}\` selects ${o} images beside \`amiFamily: ${s}\`: the API server refuses the two together`,labels:[{span:e.span(pe),message:"another family"}],help:"Remove `amiFamily`, which an alias implies, or choose the alias of that family.",fix:{description:"Remove `amiFamily`",edits:I(e,pe)},explains:{paths:[["spec"]],mentioning:"amiFamily must be"}})}var at=c({id:"ami-for-instance-types",severity:"warning",since:"0.1.0",docs:{summary:"The AMIs of a node class do not fit the instance types of a pool that uses it.",why:"An AMI is built for one architecture. A pool whose instance types all have the other one finds no image and launches nothing. The standard image of Amazon Linux 2023 has no GPU driver: nodes start, and never offer `nvidia.com/gpu`.",help:"Add a term for the other architecture or the `nvidia` image, or use an alias, which picks the right image for each instance type.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms",bad:[d`
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
      `,d`
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
      `],good:[d`
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
      `,d`
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
      `]},on:{Manifests(e,t){for(let n of $(e)){let s=ie(e,n),a=s&&ns(s);a&&ss({pool:n,nodeClass:s,images:a},t)}}}});function ns(e){let t=q(e).map(s=>({...s,name:f(s.term.name)??""}));return t.every(({name:s,term:a})=>s!==""&&!g(s)&&a.id===void 0)&&t.length>0&&!e.isPartial?t:void 0}function ss({pool:e,nodeClass:t,images:n},{catalog:s,compatible:a,report:o}){let r=a(e),i=r?.isExact?r.names.map(b=>s.type(b)):[],l=L(e)?.path;if(i.length===0||l===void 0)return;let p=[{span:t.span([...n[0].path,"name"]),message:"the image is selected here"}],m=e.span([...l,"name"]),u=n.map(({name:b})=>as(b));if(!u.includes(void 0)&&!i.some(({architecture:b})=>u.includes(b))){o({manifest:e,at:m,labels:p,message:`The instance types of \`${e.name}\` are ${i[0].architecture}, and the images of \`${t.name}\` are ${u[0]}: no node can be launched`,help:`Add a term for the ${i[0].architecture} image, or use an alias.`});return}!i.every(({gpus:b})=>b.some(({manufacturer:C})=>C==="nvidia"))||!n.every(({name:b})=>/^amazon-eks-node-al2023-.*-standard-/.test(b))||o({manifest:e,at:m,labels:p,message:`Every instance type of \`${e.name}\` has NVIDIA GPUs, and the image of \`${t.name}\` is the standard one, which has no driver for them`,help:"Select the `nvidia` image of Amazon Linux 2023, or use an alias, which picks it for such instance types."})}function as(e){let t=/arm64|aarch64/i.test(e),n=/x86_64|amd64/i.test(e);return t===n?void 0:t?"arm64":"amd64"}function rt(e,t){if(e===void 0)return!1;for(let[n,s]of Object.entries(e.matchLabels??{}))if(ot(t,n)!==s)return!1;return(e.matchExpressions??[]).every(({key:n,operator:s,values:a=[]})=>{let o=ot(t,n);switch(s){case"In":return o!==void 0&&a.includes(o);case"NotIn":return o===void 0||!a.includes(o);case"Exists":return o!==void 0;case"DoesNotExist":return o===void 0;default:return!1}})}var ot=(e,t)=>Object.hasOwn(e,t)?e[t]:void 0;function co(e){if(e===void 0)return"";let t=Object.entries(e.matchLabels??{}).map(s=>JSON.stringify(s)),n=(e.matchExpressions??[]).map(({key:s,operator:a,values:o=[]})=>JSON.stringify([s,a,[...o].sort()]));return JSON.stringify([t.sort(),[...new Set(n)].sort()])}var it={CronJob:{group:"batch",path:["spec","jobTemplate","spec","template"]},DaemonSet:{group:"apps",path:["spec","template"]},Deployment:{group:"apps",path:["spec","template"]},Job:{group:"batch",path:["spec","template"]},Pod:{group:"",path:[]},ReplicaSet:{group:"apps",path:["spec","template"]},Rollout:{group:"argoproj.io",path:["spec","template"]},StatefulSet:{group:"apps",path:["spec","template"]}},Me=({namespace:e})=>e??"default";function O(e){return e.manifests.flatMap(t=>{let n=Object.hasOwn(it,t.kind)?it[t.kind]:void 0;return!n||n.group!==S(t.apiVersion)?[]:h(t.get([...n.path,"spec"]))?t.kind==="Pod"&&t.get(["spec","nodeName"])!==void 0?[]:[{manifest:t,template:n.path,namespace:Me(t)}]:[]})}var H=e=>e.manifests.some(({kind:t,apiVersion:n})=>(t==="NodePool"||t==="Provisioner")&&S(n)==="karpenter.sh");function dt({manifest:e,template:t}){return lt(e.get([...t,"metadata","labels"]))}function lt(e){let t=Object.entries(h(e)??{}).map(([n,s])=>[n,f(s)??""]);return t.some(([n,s])=>g(n)||g(s))?void 0:Object.fromEntries(t)}function pt(e,t){let n=h(e.get(t)),s=lt(n?.matchLabels);if(!n||!s||e.isPartial)return;let a=v(n.matchExpressions).map(r=>{let{key:i,operator:l,values:p}=h(r)??{};return{key:f(i)??"",operator:f(l)??"",values:v(p).map(m=>f(m)??"")}});return a.flatMap(({key:r,operator:i,values:l})=>[r,i,...l]).some(r=>g(r))?void 0:{matchLabels:s,matchExpressions:a}}var os=({kind:e,apiVersion:t})=>e==="PodDisruptionBudget"&&S(t)==="policy",rs=200;function ct(e){let t=new Map;for(let a of O(e)){let o=dt(a);if(o===void 0||g(a.namespace))continue;let r=mt(a.manifest);for(let i of["",...Object.entries(o).map(l=>l.join("="))]){let l=JSON.stringify([r,i]),p=t.get(l)??[];t.set(l,p),p.length<rs&&p.push({workload:a,labels:o})}}let n=new Map,s=new Map;for(let a of e.manifests.filter(os)){let o=pt(a,["spec","selector"]),[r]=Object.entries(o?.matchLabels??{}),l=(t.get(JSON.stringify([mt(a),r?.join("=")??""]))??[]).filter(({labels:p})=>rt(o,p)).map(({workload:p})=>p);n.set(a,l);for(let p of l)s.set(p,[...s.get(p)??[],a].slice(0,2))}return{byBudget:n,byWorkload:s}}var mt=e=>`${Me(e)} ${e.source.file.slice(0,Math.max(0,e.source.file.lastIndexOf("/")))}`;var ft=c({id:"blocking-pdb",severity:"warning",since:"0.1.0",docs:{summary:"A PodDisruptionBudget never lets a pod go, or two of them speak of the same pods.",why:"Karpenter drains a node by the eviction API and leaves nodes alone whose pods it may not evict: such a node is never consolidated, and its drift is never rolled out. An expired node with such a pod stays half drained until its `terminationGracePeriod` ends. Where two budgets select one pod, the API refuses every eviction. A budget that says 0 or 100 % in so many words is a note, for that may be meant.",help:"Allow one pod to be away, run more replicas than must be available, and let one budget speak for each pod.",url:"https://karpenter.sh/docs/concepts/disruption/#pod-disruption-budgets",bad:[d`
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
      `,d`
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
      `],good:[d`
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
      `,d`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata:
          name: no-karpenter-here
        spec:
          maxUnavailable: 0
          selector:
            matchLabels:
              app: web
      `]},on:{Manifests(e,t){if(!H(e))return;let{byBudget:n,byWorkload:s}=ct(e),a=ps(e);for(let[o,r]of n)is(o,t)||ds({budget:o,workloads:r,replicas:a},t);for(let[o,r]of s)ls(o,r,t)}}}),ut={maxUnavailable:/^0%?$/,minAvailable:/^100%$/};function is(e,{report:t}){let n=Object.keys(ut).find(s=>ut[s].test(f(e.get(["spec",s]))??""));return n===void 0?!1:(t({manifest:e,at:e.span(["spec",n]),severity:"note",message:`\`${n}: ${e.get(["spec",n])}\` lets no pod go: Karpenter never consolidates or updates a node that one of them is on`,help:"Allow at least one pod to be away."}),!0)}function ds({budget:e,workloads:t,replicas:n},{report:s}){let a=["spec","minAvailable"],o=e.get(a),[r]=t;if(typeof o!="number"||o<1||!r||t.length>1)return;let{manifest:i}=r,p=(i.kind==="Deployment"||i.kind==="StatefulSet")&&!i.isPartial?n.get(Ce(i)):void 0;p!==void 0&&(p===0||p>o||s({manifest:e,at:e.span(a),message:`\`minAvailable: ${o}\` of ${p} ${p===1?"pod":"pods"} lets none go: Karpenter never consolidates or updates a node that one of them is on`,labels:[{span:i.span(["spec","replicas"]),message:"no more pods than that"}],help:"Run one pod more than must be available, or write `maxUnavailable: 1`."}))}function ls(e,t,{report:n}){let[s,a]=t;!s||!a||s.name===a.name||n({manifest:a,at:a.span(["spec","selector"]),message:`Pods of ${e.manifest.kind} \`${e.manifest.name}\` are under two PodDisruptionBudgets, \`${s.name}\` and \`${a.name}\`: the API refuses every eviction`,labels:[{span:s.span(["spec","selector"]),message:"this one selects them too"}],help:"Leave one budget for each pod."})}var Ce=({kind:e,name:t})=>`${e}/${t}`;function ps(e){let t=new Map;for(let n of e.manifests){let s=n.get(["spec","replicas"]),a=Ce(n);if(s===void 0)continue;let o=!t.has(a)||t.get(a)===s;t.set(a,o&&typeof s=="number"?s:void 0)}for(let n of e.manifests){if(n.kind!=="HorizontalPodAutoscaler"&&n.kind!=="ScaledObject")continue;let s=["spec","scaleTargetRef"],a=f(n.get([...s,"kind"]))??"Deployment";t.delete(Ce({kind:a,name:f(n.get([...s,"name"]))??""}))}return t}var ht="1.22",yt=c({id:"bottlerocket-raid",severity:"error",since:"0.1.0",docs:{summary:"A class makes a RAID of instance stores on a Bottlerocket that can not.",why:"For `instanceStorePolicy: RAID0` Karpenter writes a bootstrap command into the user data, which Bottlerocket understands from 1.22.0 on. Older images refuse their settings, and the nodes never join.",help:"Pin Bottlerocket 1.22.0 or newer, or leave the policy out.",url:"https://karpenter.sh/docs/upgrading/upgrade-guide/",bad:[d`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.21.1
      `],good:[d`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
      `,M({karpenter:"1.0"})`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.21.1
      `]},on:{EC2NodeClass(e,{report:t,karpenter:n}){let s=e.get(["spec","instanceStorePolicy"]);if(!(!n.bottlerocketRaid||s!=="RAID0"||A(e)!=="Bottlerocket"))for(let{path:a,term:o}of q(e)){let r=/^bottlerocket@v?(\d+\.\d+)\.\d+$/.exec(f(o.alias)??"")?.[1];r===void 0||se(r,ht)>=0||t({at:e.span([...a,"alias"]),message:`Bottlerocket ${r} does not understand the user data for \`instanceStorePolicy: RAID0\`: its nodes never join`,labels:[{span:e.span(["spec","instanceStorePolicy"]),message:"this writes the user data"}],help:`Pin ${ht}.0 or newer.`})}}}});var Se="/dev/xvda",Re="/dev/xvdb",ms=8*2**30,gt=c({id:"bottlerocket-volumes",severity:"warning",since:"0.1.0",docs:{summary:"A Bottlerocket class enlarges the volume of the operating system and not that of the containers.",why:"Bottlerocket has two volumes: `/dev/xvda` holds the operating system and `/dev/xvdb` images, containers and logs. A class that maps `/dev/xvda` alone leaves the second one at the 20 GiB of the AMI, and Karpenter counts ephemeral storage from it: pods are evicted for want of disk, or find no node at all.",help:"Map `/dev/xvdb` with the size that containers need, and leave `/dev/xvda` at about 4 GiB.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings",bad:[d`
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
      `],good:[d`
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
      `,d`
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
      `,d`
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
      `]},on:{EC2NodeClass(e,{report:t}){let n=["spec","blockDeviceMappings"],s=v(e.get(n)).map(o=>f(h(o)?.deviceName)??""),a=s.indexOf(Se);A(e)!=="Bottlerocket"||a===-1||e.isPartial||e.get(["spec","instanceStorePolicy"])===void 0&&(s.includes(Re)||s.some(o=>g(o))||cs(e,[...n,a,"ebs","volumeSize"])&&t({at:e.span([...n,a,"deviceName"]),message:`\`${Se}\` of Bottlerocket holds the operating system alone: containers and images stay on the 20 GiB of \`${Re}\``,help:`Give the size to \`${Re}\`, and \`${Se}\` about 4Gi.`}))}}});function cs(e,t){let n=e.get(t);return typeof n=="string"&&(ne(n)??0)>ms}var us=["jan","feb","mar","apr","may","jun","jul","aug","sep","oct","nov","dec"],ce=["sun","mon","tue","wed","thu","fri","sat"],kt=[{name:"minute",min:0,max:59,names:[]},{name:"hour",min:0,max:23,names:[]},{name:"day of month",min:1,max:31,names:[]},{name:"month",min:1,max:12,names:us},{name:"day of week",min:0,max:6,names:ce}],vt={"@yearly":"0 0 1 1 *","@annually":"0 0 1 1 *","@monthly":"0 0 1 * *","@weekly":"0 0 * * 0","@daily":"0 0 * * *","@midnight":"0 0 * * *","@hourly":"0 * * * *"},Z=e=>"reason"in e;function X(e){let t=e.startsWith("@")?vt[e]:e;if(t===void 0)return me(e,0,void 0,`is none of ${Object.keys(vt).join(", ")}`);let n=/^\s*(?:CRON_)?TZ=\S*/.exec(t);if(n)return me(n[0].trim(),t.indexOf(n[0].trim()),void 0,"is not possible: schedules are in UTC");let s=[...t.matchAll(/\S+/g)];if(s.length!==kt.length)return me(t,0,void 0,`has ${s.length} fields, 5 are needed`);let a=[];for(let[r,i]of kt.entries()){let l=fs(s[r][0],i);if("reason"in l)return{...l,start:l.start+s[r].index};a.push([...l].sort((p,m)=>p-m))}let o=r=>/(^|,)[*?](-[^,/]*)?(\/0*1)?(,|$)/.test(s[r][0]);return{minutes:a[0],hours:a[1],daysOfMonth:a[2],months:a[3],daysOfWeek:a[4],isAnyDayOfMonth:o(2),isAnyDayOfWeek:o(4)}}var me=(e,t,n,s)=>({part:e,start:t,field:n,reason:s});function fs(e,t){let n=new Set;for(let s of e.matchAll(/[^,]+/g)){let a=hs(s[0],t);if(typeof a=="string")return me(s[0],s.index,t.name,a);for(let o=a.from;o<=a.to;o+=a.step)n.add(o)}return n}function hs(e,t){let[n="",s,...a]=e.split("/"),[o="",r,...i]=n.split("-");if(a.length>0)return"has more than one `/`";let l=o==="*"||o==="?";if(i.length>0&&!l)return"has more than one `-`";let p=l?t.min:bt(o,t),m=s===void 0?1:wt(s),u=l?t.max:r!==void 0?bt(r,t):s!==void 0?t.max:p;return p===void 0||u===void 0||m===void 0?"is not a number or a name":p<t.min?`starts below ${t.min}`:u>t.max?`goes beyond ${t.max}`:p>u?"ends before it starts":m===0?"has a step of 0":{from:p,to:u,step:m}}function bt(e,t){let n=t.names.indexOf(e.toLowerCase());return n===-1?wt(e):n+t.min}var wt=e=>/^\+?\d{1,9}$/.test(e)?Number(e):void 0,Ae=6e4,ys=6*366;function Lo(e,t){let n=(Math.floor(t/Ae)+1)*Ae,s=new Date(n),a=s.getUTCFullYear()+5;for(let o=0;o<ys;o++){let r=new Date(Date.UTC(s.getUTCFullYear(),s.getUTCMonth(),s.getUTCDate()+o));if(r.getUTCFullYear()>a)break;let i=gs(e,r)?ks(e,r.getTime(),n):void 0;if(i!==void 0)return i}}function gs(e,t){if(!e.months.includes(t.getUTCMonth()+1))return!1;let n=e.daysOfMonth.includes(t.getUTCDate()),s=e.daysOfWeek.includes(t.getUTCDay());return e.isAnyDayOfMonth||e.isAnyDayOfWeek?n&&s:n||s}function ks({hours:e,minutes:t},n,s){for(let a of e)for(let o of t){let r=n+(a*60+o)*Ae;if(r>=s)return r}}var xt=["spec","disruption","budgets"],vs=10080,Pt=c({id:"budget-gaps",severity:"warning",since:"0.1.0",docs:{summary:"All disruption budgets of a pool are scheduled, so that nothing limits disruption outside their windows.",why:"A budget counts only while its window is open, and where no budget counts, disruption is not limited at all. Budgets that are written replace the default of 10 %: a pool that is frozen during the day may have all its nodes replaced at once at night.",help:"Add a budget without a schedule, such as `nodes: 10%`: the smallest of those that count holds.",url:"https://karpenter.sh/docs/concepts/disruption/#schedule",bad:[d`
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
      `],good:[d`
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
      `,d`
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
      `]},on:{NodePool(e,{report:t}){let n=v(e.get(xt)),s=n.map(bs);n.length===0||e.isPartial||s.some(a=>a===void 0)||s.reduce((a,o)=>a+o,0)>=vs||t({at:e.keySpan(xt),message:`Outside the windows of its ${n.length===1?"budget":"budgets"}, \`${e.name}\` may disrupt any number of nodes at once`,help:"Add a budget without a schedule, such as `nodes: 10%`."})}}});function bs(e){let{schedule:t,duration:n}=h(e)??{};if(typeof t!="string"||typeof n!="string"||g(t)||g(n))return;let s=X(t),a=/^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:0s)?$/.exec(n);if(!(Z(s)||!a))return ws(s)*(60*Number(a[1]??0)+Number(a[2]??0))}function ws({minutes:e,hours:t,daysOfMonth:n,daysOfWeek:s,isAnyDayOfMonth:a,isAnyDayOfWeek:o}){let r=o?0:s.length,i=a?0:Math.min(7,n.length),l=o&&a?7:Math.min(7,r+i);return e.length*t.length*l}var Nt=c({id:"budget-schedule",severity:"error",since:"0.1.0",docs:{summary:"Karpenter can not read the schedule of a disruption budget.",why:"The API server checks no more than that a schedule has five parts. Karpenter parses it when it looks at budgets, and an error there makes every budget of the pool allow 0 nodes: nothing is consolidated, no drift is rolled out, and only an event says so. Days of the week are 0 to 6 and ranges do not wrap around, so that `7`, `1-7` and `sat-sun` are errors; schedules are always in UTC.",help:"Write five fields within their bounds, list days instead of wrapping around, and convert times to UTC.",url:"https://karpenter.sh/docs/concepts/disruption/#schedule",bad:[d`
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
      `,d`
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
      `],good:[d`
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
      `]},on:{NodePool(e,{report:t}){let n=["spec","disruption","budgets"];for(let[s,a]of v(e.get(n)).entries()){let o=h(a)?.schedule;if(typeof o!="string"||g(o)||!xs(o))continue;let r=X(o);if(!Z(r))continue;let i=r.field==="day of week"?Ps(o,r):void 0;t({at:e.span([...n,s,"schedule"]),message:`Karpenter can not read this schedule, so that every budget of \`${e.name}\` allows no disruption at all: ${r.field?`${r.field} `:""}\`${r.part}\` ${r.reason}`,help:i?`Days are 0 (Sunday) to 6 and ranges do not wrap around: write \`${i}\`.`:"Write minute, hour, day of month, month and day of week, in UTC.",...i&&{fix:{description:`Replace by \`${i}\``,edits:w(e,[...n,s,"schedule"],`"${i}"`)}}})}}}}),xs=e=>/^@(annually|yearly|monthly|weekly|daily|midnight|hourly)/.test(e)||e.trim().split(/\s+/).length>=5;function Ps(e,{part:t,start:n}){let s=t.split("-").map(Ns),[a,o=a]=s;if(s.length>2||a===void 0||o===void 0)return;let r=[],i=/[a-z]/i.test(t);for(let m=a;r.push(i?ce[m%7]:String(m%7)),!(m%7===o%7||r.length===7);m=(m+1)%7);let l=r.length===7?"*":r.join(","),p=e.slice(0,n)+l+e.slice(n+t.length);return Z(X(p))?void 0:p}var Ns=e=>{let t=ce.indexOf(e.toLowerCase());return t!==-1?t:/^[0-7]$/.test(e)?Number(e):void 0};var $e=["spec","capacityReservationSelectorTerms"],Mt=c({id:"capacity-reservations",severity:"warning",since:"0.1.0",docs:{summary:"A node class selects capacity reservations and its pools do not use them, or a pool wants nothing else and there are none.",why:"Reserved capacity is a capacity type of its own. Where every pool of a class asks for `on-demand` or `spot` alone, the reservations that the class selects are paid for and stay idle; and a pool that allows `reserved` alone launches nothing as long as its class selects none.",help:"Add `reserved` to the capacity types of the pool, or `capacityReservationSelectorTerms` to its class.",url:"https://karpenter.sh/docs/tasks/odcrs/",bad:[d`
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
      `,d`
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
      `],good:[d`
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
      `,d`
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
      `]},on:{Manifests(e,t){if(t.karpenter.capacityReservations){for(let n of Qe(e))Ms(n,e,t);for(let n of $(e))Cs(n,e,t)}}}});function Ms(e,t,{report:n}){if(v(e.get($e)).length===0)return;let s=Je(t,e),a=s.map(Ss),[o]=a;!o||s.some(({isPartial:r})=>r)||a.includes(void 0)||n({manifest:e,at:e.keySpan($e),message:`No pool of \`${e.name}\` allows the capacity type \`reserved\`: the reservations selected here stay idle`,labels:[{span:s[0].span(o.path),message:"these capacity types leave `reserved` out"}],help:"Add `reserved` to the capacity types of the pool that is to use them."})}function Cs(e,t,{report:n}){let s=Ct(e).find(({operator:o,values:r,isKnown:i})=>i&&o==="In"&&r.length>0&&r.every(({text:l})=>l==="reserved")),a=s&&ie(t,e);!a||a.isPartial||a.get($e)!==void 0||n({manifest:e,at:e.span(s.path),message:`\`${e.name}\` allows reserved capacity alone, and its class \`${a.name}\` selects no reservations: it launches nothing`,help:"Add `capacityReservationSelectorTerms` to the class, or another capacity type to the pool."})}var Ct=e=>K(e).filter(({key:t})=>N(t)===k.capacityType),Ss=e=>Ct(e).find(({operator:t,values:n,isKnown:s})=>{let a=n.some(({text:o})=>o==="reserved");return s&&(t==="In"&&!a||t==="NotIn"&&a)});var V=["spec","disruption"],ee=[...V,"consolidateAfter"],St=c({id:"consolidate-after-policy",severity:"error",since:"0.1.0",docs:{summary:"`consolidateAfter` and `consolidationPolicy` do not go together in this API version.",why:"In v1beta1 `consolidateAfter` belongs to `WhenEmpty` alone: beside `WhenUnderutilized`, which is also the default, a duration is refused, and `WhenEmpty` is refused without one. In v1 every `disruption` block needs it up to Karpenter 1.14; from 1.15 on it is `0s` when left out, so that nodes are consolidated as soon as a pod leaves.",help:"In v1beta1 write `consolidateAfter` beside `WhenEmpty` and nowhere else; in v1 write it in every `disruption` block.",url:"https://karpenter.sh/docs/concepts/disruption/#consolidation",bad:[M({karpenter:"0.37"})`
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
      `,d`
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
      `,M({karpenter:"0.37"})`
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
      `],good:[d`
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
      `,M({karpenter:"0.37"})`
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
      `]},explains:["schema/cel","schema/required"],on:{NodePool(e,t){let n=R(e,[...V,"consolidationPolicy"]),s=R(e,ee);if(!h(e.get(V))||!n.isKnown||!s.isKnown)return;let a=(s.value??null)===null;G(e.apiVersion)==="v1beta1"?Rs(e,t,n.value??null,a):a&&As(e,t)}}});function Rs(e,{report:t},n,s){if(n==="WhenEmpty"&&s&&t({at:e.keySpan([...V,"consolidationPolicy"]),message:"`consolidationPolicy: WhenEmpty` needs `consolidateAfter` in v1beta1: the API server refuses it without",help:"Say for how long a node must be empty before it goes, such as `consolidateAfter: 30s`.",fix:{description:"Add `consolidateAfter: 30s`",edits:j(e,V,"consolidateAfter","30s")},explains:{paths:[V]}}),!(n===null||n==="WhenUnderutilized")||s||e.get(ee)==="Never")return;let o=n===null?"`WhenUnderutilized`, the default policy,":"`consolidationPolicy: WhenUnderutilized`";t({at:e.keySpan(ee),message:`\`consolidateAfter\` may not stand beside ${o} in v1beta1: the API server refuses it`,help:"Remove it; v1 allows it beside `WhenEmptyOrUnderutilized`, or use `WhenEmpty` to remove empty nodes only.",...n!==null&&{labels:[{span:e.span([...V,"consolidationPolicy"]),message:"this policy decides by itself when to act"}]},fix:{description:"Remove `consolidateAfter`",edits:I(e,ee)},explains:{paths:[V]}})}function As(e,{report:t,karpenter:n}){let s={description:"Add `consolidateAfter: 0s`",edits:j(e,V,"consolidateAfter","0s")};if(n.consolidateAfterDefaulted){t({at:e.keySpan(V),severity:"note",message:"`disruption` has no `consolidateAfter`, which is then `0s`: nodes are consolidated as soon as a pod leaves",help:"Write `consolidateAfter: 0s` to say so, or a longer time to avoid churn.",fix:s});return}t({at:e.keySpan(V),message:"`disruption` needs `consolidateAfter`: the API server refuses the block without it up to Karpenter 1.14",help:"Add it: `0s` acts at once, which is what Karpenter does when the whole block is absent.",fix:s,explains:{paths:[ee,V]}})}var Rt=c({id:"custom-registration",severity:"warning",since:"0.1.0",docs:{summary:"User data of a `Custom` class joins the cluster without the taint that Karpenter waits for.",why:"Since Karpenter 1.0 a node has to register with the taint `karpenter.sh/unregistered:NoExecute`, which Karpenter removes when its labels are in place. For the other families Karpenter writes it into the user data; for `Custom` nobody does. A node without it is not taken over, and it is terminated after 15 minutes while the next one starts.",help:"Register with the taint: `--register-with-taints=karpenter.sh/unregistered:NoExecute` as a flag of the kubelet, or the like in its configuration.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#custom",bad:[d`
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
      `],good:[d`
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
      `,d`
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
      `,M({karpenter:"0.37"})`
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
      `]},on:{EC2NodeClass(e,{report:t,karpenter:n}){let s=U(e);!n.v1||A(e)!=="Custom"||s===void 0||!$s.test(s)||s.includes("karpenter.sh/unregistered")||t({at:e.keySpan(["spec","userData"]),message:"This user data joins the cluster without the taint `karpenter.sh/unregistered:NoExecute`: Karpenter takes none of its nodes over and ends them after 15 minutes",help:"Let the kubelet register with the taint, such as by `--register-with-taints=karpenter.sh/unregistered:NoExecute`."})}}}),$s=/\/etc\/eks\/bootstrap\.sh|kind: NodeConfig|\bnodeadm init\b|Start-EKSBootstrap|EKS\\Start-/;function ue(e,t){if(e.kind==="EC2NodeClass"){let r=["spec",`${t}SelectorTerms`];return v(e.get(r)).map((i,l)=>Es(i,[...r,l]))}let n=[...e.kind==="Provisioner"?["spec","provider"]:["spec"],`${t}Selector`],s=h(e.get(n));if(!s)return[];let a=([r])=>!/^aws(::|-)ids$/.test(r),o=Object.entries(s);return[{path:n,tags:At(o.filter(a),n),hasOther:!o.every(a)}]}function Es(e,t){let{tags:n,...s}=h(e)??{};return{path:t,tags:At(Object.entries(h(n)??{}),[...t,"tags"]),hasOther:Object.keys(s).some(a=>a==="id"||a==="name")}}var At=(e,t)=>e.map(([n,s])=>{let a=f(s)??"",o=a!==""&&!a.includes("*")&&!g(a)&&!g(n);return{path:[...t,n],key:n,value:a,isKnown:o}}),Vs=["karpenter.sh/discovery","KubernetesCluster","aws:eks:cluster-name","eks:cluster-name"],Ee="kubernetes.io/cluster/",Ve=e=>e.tags.flatMap(t=>Vs.includes(t.key)?[{scheme:t.key,cluster:t.value,tag:t}]:t.key.startsWith(Ee)?[{scheme:`${Ee}\u2026`,cluster:t.key.slice(Ee.length),tag:t}]:[]);var Ts="karpenter.sh/discovery",he=["subnet","securityGroup"],Et={subnet:"subnets",securityGroup:"security groups"},Vt=c({id:"discovery-selectors",severity:"warning",since:"0.1.0",docs:{summary:"A node class selects subnets and security groups by tags that do not fit together.",why:"Karpenter launches into whatever the selector terms find. Terms that name different clusters find subnets of one VPC and security groups of another, and every launch fails; terms that name no cluster may find what belongs to somebody else.",help:"Select both by the same cluster tag, such as `karpenter.sh/discovery`, as the other classes of the repository do.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms",bad:[d`
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
      `,d`
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
      `],good:[d`
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
      `,d`
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
      `]},on:{EC2NodeClass:Te,AWSNodeTemplate:Te,Provisioner:Te}});function Te(e,t){if(!(e.isPartial||Os(e,t)))for(let n of he)qs(e,n,t)}var fe=(e,t)=>ue(e,t).flatMap(Ve);function Os(e,{report:t}){let[n,s]=he.map(a=>fe(e,a));for(let a of s){let o=n.filter(p=>p.scheme===a.scheme),r=[...o,...s.filter(({scheme:p})=>p===a.scheme)];if(o.length===0||!r.every(({tag:p})=>p.isKnown))continue;let i=new Set(o.map(({cluster:p})=>p));if(s.some(p=>p.scheme===a.scheme&&i.has(p.cluster)))continue;let l=o[0];return t({at:e.span(a.tag.path),message:`\`${e.name}\` selects security groups of cluster \`${a.cluster}\` and subnets of cluster \`${l.cluster}\``,labels:[{span:e.span(l.tag.path),message:"subnets are selected by this value"}],help:`Select both by the same \`${a.tag.key.startsWith("kubernetes.io/")?a.scheme:a.tag.key}\`.`}),!0}return!1}function qs(e,t,{report:n,all:s}){let o=ue(e,t).filter(C=>C.tags.length>0&&!C.hasOther&&Ve(C).length===0);if(o.length===0||o.some(({tags:C})=>C.some(x=>!x.isKnown&&!x.value.includes("*"))))return;let{classes:r,naming:i}=Ds(s),l=r.length-(r.includes(e)?1:0),p=i[t].length-(i[t].includes(e)?1:0);if(l>0&&p===0)return;let m=i[t].find(C=>C!==e),u=he.flatMap(C=>fe(e,C))[0],y=u?.scheme??(m&&fe(m,t)[0].scheme)??Ts,b=u!==void 0||l>0&&p===l;n({at:e.keySpan(o[0].tags[0].path),...!b&&{severity:"note"},message:`\`${e.name}\` selects ${Et[t]} by tags that name no cluster${Is(u,m,t)}`,help:`Add \`${y}\`, so that nothing of another cluster in the account is found.`})}function Is(e,t,n){return e?`, unlike its \`${e.scheme}\` beside it`:t?`, unlike ${Et[n]} of \`${t.name}\``:""}var Fs=({kind:e,apiVersion:t})=>(e==="EC2NodeClass"||e==="AWSNodeTemplate")&&S(t)==="karpenter.k8s.aws",$t=new WeakMap;function Ds(e){let t=$t.get(e);if(t)return t;let n=e.manifests.filter(o=>Fs(o)&&he.some(r=>ue(o,r).length>0)),s=o=>n.filter(r=>fe(r,o).length>0),a={classes:n,naming:{subnet:s("subnet"),securityGroup:s("securityGroup")}};return $t.set(e,a),a}var Ls="karpenter.sh/do-not-disrupt",Oe=["spec","template","spec"],Tt=c({id:"expiry-blocked",severity:"note",since:"0.1.0",docs:{summary:"Pods that may not be disrupted run for ever on nodes that expire, and nothing ends the wait.",why:"An expired node is tainted and drained whatever budgets say, after 30 days unless `expireAfter` says otherwise. A pod with `karpenter.sh/do-not-disrupt` is not evicted, so that the node stays half drained and paid for as long as the pod is there: for a Deployment or a StatefulSet, until somebody deletes it.",help:"Set `terminationGracePeriod` in the NodePool, after which such a pod goes as well, or `expireAfter: Never` and another way of renewing nodes.",url:"https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod",bad:[d`
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
      `],good:[d`
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
      `,d`
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
      `]},on:{Manifests(e,{report:t}){let n=$(e),s=n.map(a=>{let o=R(a,[...Oe,"expireAfter"]),r=R(a,[...Oe,"terminationGracePeriod"]);return o.isKnown&&r.isKnown&&G(a.apiVersion)==="v1"&&o.value!=="Never"&&r.value===void 0});if(!(n.length===0||s.includes(!1)))for(let{manifest:a,template:o}of O(e)){let r=[...o,"metadata","annotations",Ls];!(a.kind==="Deployment"||a.kind==="StatefulSet")||f(a.get(r))!=="true"||t({manifest:a,at:a.keySpan(r),message:`Nodes with pods of ${a.kind} \`${a.name}\` stay half drained once they expire: no NodePool has a \`terminationGracePeriod\``,labels:[{span:n[0].keySpan(Oe),message:"such as this one"}],help:"Set `terminationGracePeriod` in the pool that they run on."})}}}});var Ot=["spec","disruption","budgets"],qt=c({id:"frozen-nodes",severity:"note",since:"0.1.0",docs:{summary:"A disruption budget of 0 holds at all times and for all reasons.",why:"Such a pool is never consolidated and its drift is never rolled out: new AMIs and changed node classes reach no running node. Nodes are then replaced by expiry alone, which asks no budget, and where `expireAfter` is `Never` not at all: they are never patched, and the finding is a warning.",help:"Name the `reasons` that are to be blocked, or give the budget a window by `schedule` and `duration`.",url:"https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets",bad:[d`
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
      `],good:[d`
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
      `,d`
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
      `]},on:{NodePool(e,{report:t}){if(e.isPartial)return;let s=v(e.get(Ot)).map(r=>h(r)??{}).findIndex(({nodes:r,schedule:i,reasons:l})=>/^0%?$/.test(f(r)??"")&&i===void 0&&v(l).length===0);if(s===-1)return;let o=R(e,["spec","template","spec","expireAfter"]).value==="Never"||G(e.apiVersion)==="v1beta1";t({at:e.span([...Ot,s,"nodes"]),...o&&{severity:"warning"},message:`This budget blocks all voluntary disruption of \`${e.name}\` at all times: ${o?"its nodes are never patched":"its nodes change by expiry alone"}`,help:"Name the `reasons` to block, or give it a window by `schedule` and `duration`."})}}});var Ft=c({id:"gpu-taint",severity:"warning",since:"0.1.0",docs:{summary:"A pool of instance types with GPUs or other accelerators has no taint.",why:"Any pod that has no place elsewhere may be given a node of this pool: an ordinary web server on an instance that costs many times what it needs, and a node that consolidation can not remove while the pod is there.",help:"Taint the pool, such as with `nvidia.com/gpu:NoSchedule`, and let the pods that need it tolerate that.",url:"https://karpenter.sh/docs/concepts/scheduling/#acceleratorsgpu-resources",bad:[d`
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
      `],good:[d`
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
      `,d`
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
      `]},on:{NodePool:It,Provisioner:It}});function It(e,{report:t,catalog:n,compatible:s}){let a=s(e),o=e.kind==="NodePool"?["spec","template","spec"]:["spec"],r=R(e,[...o,"taints"]);!n||!a?.isExact||a.names.length===0||!r.isKnown||v(r.value).length>0||!a.names.every(l=>{let{gpus:p,accelerator:m,neuron:u}=n.type(l);return p.length>0||m!==void 0||u!==void 0})||t({at:e.keySpan(o),message:`Every instance type of \`${e.name}\` has GPUs or other accelerators, and no taint keeps ordinary pods away`,help:"Add a taint such as `nvidia.com/gpu:NoSchedule`, which the pods that need it tolerate."})}var Lt=c({id:"helm-settings",severity:"warning",since:"0.1.0",docs:{summary:"A value for Karpenter\u2019s Helm chart does not do what it says.",why:"The chart passes values on without checking them. A queue given by ARN or URL is not found, so that interruption warnings are not heard; keys that the chart does not read are dropped without a word; and an overhead of 7.5 is 750 %, with which no instance type has memory left. HelmReleases and Argo CD Applications of the chart `karpenter` are looked at.",help:"Use the chart\u2019s own keys, the name of the queue, and fractions such as 0.075.",url:"https://karpenter.sh/docs/reference/settings/",bad:[d`
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
      `,d`
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
      `],good:[d`
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
      `,d`
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
      `]},on:{Manifests(e,t){for(let{manifest:n,path:s}of Ks(e))Bs(n,s,t),js(n,s,t),Gs(n,s,t),Us(n,s,t)}}}),Dt=e=>typeof e=="string"&&/(?:^|\/)karpenter$/.test(e);function Ks(e){return e.manifests.flatMap(t=>Ws(t).filter(s=>h(t.get(s))).map(s=>({manifest:t,path:s})))}function Ws(e){let t=["spec","chart","spec","chart"];return e.kind==="HelmRelease"&&Dt(e.get(t))?[["spec","values","settings"]]:e.kind!=="Application"?[]:[["spec","source"],...v(e.get(["spec","sources"])).map((s,a)=>["spec","sources",a])].filter(s=>Dt(e.get([...s,"chart"]))).map(s=>[...s,"helm","valuesObject","settings"])}var zs=/^(?:arn:[\w-]+:sqs:|https?:\/\/)/;function Bs(e,t,{report:n}){let s=[...t,"interruptionQueue"],a=f(e.get(s));if(a===void 0||!zs.test(a))return;let o=a.split(/[:/]/).at(-1),r=o!==""&&!g(o);n({manifest:e,at:e.span(s),message:"`interruptionQueue` takes the name of the queue: by its ARN or URL Karpenter does not find it",help:r?`Write \`${o}\`.`:"Write the name alone.",...r&&{fix:{description:`Replace by \`${o}\``,edits:w(e,s,o)}}})}function js(e,t,{report:n,karpenter:s}){let a=[...t,"interruptionQueueName"],o=e.get([...t,"interruptionQueue"])!==void 0;e.get(a)===void 0||o||!s.v1||n({manifest:e,at:e.keySpan(a),message:"The chart does not read `interruptionQueueName`: interruption warnings are not heard",help:"Call it `interruptionQueue`.",fix:{description:"Rename to `interruptionQueue`",edits:B(e,a,"interruptionQueue")}})}function Gs(e,t,{report:n}){let s=[...t,"vmMemoryOverheadPercent"],a=e.get(s),o=Number(a);if(!(a===null||typeof a!="number"&&typeof a!="string")){if(o>=1&&o<=100){let r=String(Number((o/100).toFixed(4)));n({manifest:e,at:e.span(s),message:`\`vmMemoryOverheadPercent\` is a fraction: ${a} leaves no instance type any memory`,help:`Write \`${r}\` for ${a} %.`,fix:{description:`Replace by \`${r}\``,edits:w(e,s,r)}})}a===0&&n({manifest:e,at:e.span(s),message:"The chart takes `vmMemoryOverheadPercent: 0` for not set: the default of 0.075 holds",help:'Write `"0"` in quotes if nothing is to be taken off.',fix:{description:"Put it in quotes",edits:w(e,s,'"0"')}})}}function Us(e,t,{report:n}){let s=[...t,"ignoreDRARequests"];e.get(s)===!1&&n({manifest:e,at:e.span(s),message:"The chart takes `ignoreDRARequests: false` for not set: the default holds",help:"Set `IGNORE_DRA_REQUESTS` under `controller.env` instead."})}var _s=[{field:"maxPods",spelt:/--max-pods[= ]\d|^\s*maxPods:|^\s*"?max-pods"?\s*=/m},{field:"kubeReserved",spelt:/--kube-reserved[= ]|^\s*kubeReserved:|^\s*\[settings\.kubernetes\.kube-reserved\]/m},{field:"systemReserved",spelt:/--system-reserved[= ]|^\s*systemReserved:|^\s*\[settings\.kubernetes\.system-reserved\]/m},{field:"evictionHard",spelt:/--eviction-hard[= ]|^\s*evictionHard:|^\s*\[settings\.kubernetes\.eviction-hard\]/m}],Kt=c({id:"kubelet-in-user-data",severity:"warning",since:"0.1.0",docs:{summary:"User data sets what Karpenter reckons with, and Karpenter is not told.",why:"Karpenter works out what fits on a node from `spec.kubelet` of the EC2NodeClass, and never from user data. A different `maxPods` or reservation there makes nodes that are smaller than Karpenter believes: pods stay pending on them and more nodes come, or they are larger and stay half empty. For Amazon Linux 2023 Karpenter\u2019s own settings win anyway, so that the ones in the user data do nothing.",help:"Move the setting to `spec.kubelet`; Karpenter then writes it into the user data by itself.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet",bad:[d`
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
      `,d`
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
      `],good:[d`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiSelectorTerms:
            - alias: al2023@v20260715
          kubelet:
            maxPods: 42
      `,d`
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
      `,d`
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
      `]},on:{EC2NodeClass(e,{report:t}){let n=U(e);if(n===void 0||A(e)===void 0)return;let s=n.replaceAll(/^\s*#.*$/gm,""),a=h(e.get(["spec","kubelet"]))??{};if(e.apiVersion!=="karpenter.k8s.aws/v1")return;let o=_s.filter(({field:i,spelt:l})=>!Object.hasOwn(a,i)&&l.test(s));if(o.length===0)return;let r=o.map(({field:i})=>`\`${i}\``).join(", ");t({at:e.keySpan(["spec","userData"]),message:`User data sets ${r}, which Karpenter does not read there: it reckons with other nodes than it gets`,help:`Set ${r} under \`spec.kubelet\` instead.`})}}});var Wt={cpu:({vcpus:e})=>e,memory:({memoryMib:e})=>e*2**20*.85,"nvidia.com/gpu":({gpus:e})=>e.reduce((t,{count:n,manufacturer:s})=>t+(s==="nvidia"?n:0),0)},Bt=c({id:"limits-below-one-node",severity:"warning",since:"0.1.0",docs:{summary:"The limits of a pool are smaller than its smallest instance type.",why:"Karpenter launches a node only while the whole of it stays within `limits`. A limit below the smallest instance type that the requirements leave admits none: the pool launches nothing, and only an event says so. Amounts of memory without a unit are bytes. A limit of 0 is taken for a pool that is switched off.",help:"Raise the limit to several nodes, with its unit, or allow smaller instance types.",url:"https://karpenter.sh/docs/concepts/nodepools/#speclimits",bad:[d`
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
      `,d`
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
      `],good:[d`
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
      `,d`
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
      `]},on:{NodePool:zt,Provisioner:zt}});function zt(e,{report:t,catalog:n,compatible:s}){let a=Q(e),o=s(e);if(!(!n||!o?.isExact||o.names.length===0))for(let[r,i]of Object.entries(h(a.value)??{})){let l=Object.hasOwn(Wt,r)?Wt[r]:void 0,p=typeof i=="string"||typeof i=="number"?ne(i):void 0;if(!l||!p)continue;let[m]=o.names.map(y=>({name:y,amount:l(n.type(y))})).sort((y,b)=>y.amount-b.amount||(y.name<b.name?-1:1));if(m.amount<=p)continue;let u=r==="memory"&&/^\d+$/.test(String(i));t({at:e.span([...a.path,r]),message:`\`${e.name}\` may have ${i}${u?" bytes":""} of \`${r}\` in all, and its smallest instance type, ${m.name}, has more: it launches nothing`,help:u?`Write the unit, such as \`${i}Gi\`.`:"Raise the limit to several nodes, or allow smaller instance types; `0` says that nothing is to be launched."})}}var jt=[k.instanceType,k.instanceFamily,k.instanceCategory,k.instanceGeneration],Ut=c({id:"lost-defaults",severity:"warning",since:"0.1.0",docs:{summary:"A NodePool takes the place of a Provisioner without the requirements that v1alpha5 filled in.",why:"A Provisioner that did not say otherwise meant amd64, on-demand and the newer generations of the categories c, m and r. A NodePool means everything: once it has taken over, Karpenter launches arm64 for images that are built for amd64, spot for what is not made for it, and burstable, GPU or old instance types where they are cheap.",help:"Write the old defaults out as requirements of the NodePool, or what is to hold instead.",url:"https://karpenter.sh/v0.32/upgrading/v1beta1-migration/",bad:[M({karpenter:"0.32"})`
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
      `],good:[M({karpenter:"0.32"})`
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
      `,M({karpenter:"0.37"})`
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
      `]},on:{Manifests(e,{report:t,base:n}){let s=new Map([...n?Gt(n):[],...Gt(e)].map(a=>[a.name,a]));for(let a of $(e)){let o=s.get(a.name);if(!o||a.isPartial||o.isPartial)continue;let r=K(a).map(({key:l})=>N(l)),i=Hs(o).filter(({key:l})=>!r.some(p=>Qs(p,l)));i.length!==0&&t({manifest:a,at:a.keySpan(["spec","template","spec","requirements"]),message:`Provisioner \`${a.name}\` meant ${i.map(Js).join(", ")} without saying so, and NodePool \`${a.name}\` does not`,help:"Write it out as a requirement, or what is to hold instead."})}}}}),Gt=e=>e.manifests.filter(({kind:t,apiVersion:n})=>t==="Provisioner"&&S(n)==="karpenter.sh"),Hs=e=>K(e).filter(({path:t,key:n})=>t.length===1&&n!==k.os),Qs=(e,t)=>e===t||jt.includes(t)&&jt.includes(e),Js=({key:e,operator:t,values:n})=>`\`${e} ${t} ${n.map(({text:s})=>s).join(", ")}\``;var _t=c({id:"min-values",severity:"error",since:"0.1.0",docs:{summary:"A requirement asks for more variety by `minValues` than the instance types that are left have.",why:"Karpenter launches a node only while the instance types it may choose from have at least `minValues` different values of the label. Where the requirements of the pool themselves leave fewer, that is never so: the pool is passed over, and its pods stay pending. With `minValuesPolicy: BestEffort` Karpenter launches all the same.",help:"Lower `minValues`, or allow more instance types.",url:"https://karpenter.sh/docs/concepts/nodepools/#min-values",bad:[d`
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
      `],good:[d`
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
      `,d`
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
      `]},explains:["provisioning/nodepool-empty"],on:{NodePool(e,{report:t,catalog:n,compatible:s,settings:a,isRegionAssumed:o}){let r=s(e);if(!(!n||!r?.isExact||r.names.length===0)&&a.karpenter.minValuesPolicy!=="BestEffort")for(let{path:i,key:l}of T(e)){let p=e.get([...i,"minValues"]),m=Ys(n,r.names,N(l));typeof p!="number"||m===void 0||m>=p||t({at:e.span([...i,"minValues"]),...o&&{severity:"warning"},message:`\`${e.name}\` asks for ${p} values of \`${l}\`, and the instance types of ${n.region} that it allows have ${m}: it launches nothing`,help:`Lower it to ${m} or less, or allow more instance types.`,explains:{paths:[["spec","template","spec","requirements"]]}})}}}});function Ys(e,t,n){if(n===k.instanceType)return t.length;let s=ae(e).get(n);if(s===void 0)return;let a=new Set(t);return new Set(e.types.flatMap(({name:o},r)=>a.has(o)?s[r]:[])).size}var Ht=c({id:"no-empty-fields",severity:"warning",since:"0.1.0",docs:{summary:"A field stands there without a value.",why:"A key without a value is null, and the API server drops it as if it were not written: the default holds, not what the key seems to promise. Often the value was meant to follow, or what was meant to stand under the key is not indented.",help:"Give it a value, or remove it.",url:"https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting-and-nullable",bad:[d`
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
      `],good:[d`
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
      `]},on:{NodePool:te,Provisioner:te,EC2NodeClass:te,AWSNodeTemplate:te,NodeOverlay:te}});function te(e,{report:t}){if(!e.isPartial)for(let n of qe(e.get(["spec"]),["spec"])){let s=String(n.at(-1));t({at:e.keySpan(n),message:`\`${n.join(".")}\` has no value: the API server drops it as if it were not there`,help:"Give it a value, or remove it.",fix:{description:`Remove \`${s}\``,edits:I(e,n)}})}}function qe(e,t){return Array.isArray(e)?e.flatMap((n,s)=>qe(n,[...t,s])):Object.entries(h(e)??{}).flatMap(([n,s])=>s!==null?qe(s,[...t,n]):n==="tags"&&/SelectorTerms$/.test(String(t.at(-2)))?[]:[[...t,n]])}var Qt=c({id:"node-class-exists",severity:"warning",since:"0.1.0",docs:{summary:"A NodePool refers to a node class that the manifests do not have.",why:"A NodePool whose EC2NodeClass does not exist is not ready (`NodeClassNotFound`) and launches nothing. Where the class comes from elsewhere, such as Terraform, a note says that the reference can not be checked.",help:"Correct the name, or add the EC2NodeClass.",url:"https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecnodeclassref",bad:[d`
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
      `,d`
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
      `],good:[d`
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
      `]},explains:["provisioning/nodepool-not-ready"],on:{Manifests(e,t){let{report:n,nearest:s}=t;for(let a of["EC2NodeClass","AWSNodeTemplate"]){let o=Xt(e,a),r=ta(e,a),i=o[0];if(r===void 0||i===void 0)continue;if(r.length===0){n({manifest:i.pool,at:i.pool.span([...i.path,"name"]),severity:"note",message:`No ${a} is among these manifests, so that ${Yt(o.length)} can not be checked`,help:`Review the manifests of the ${a} together with the pools that use it.`});continue}let l=new Set(r),p=o.filter(({name:y})=>!l.has(y)).map(y=>({...y,wanted:s(y.name,r)})),m=Xs(a,t),u=y=>y.wanted!==void 0||m(y);Zs(p.filter(y=>!u(y)),a,t);for(let{pool:y,path:b,name:C,wanted:x}of p.filter(u))n({manifest:y,at:y.span([...b,"name"]),message:`${y.kind} \`${y.name}\` refers to ${a} \`${C}\`, which is not among these manifests`,help:x?`Did you mean \`${x}\`?`:`Add it, or refer to one of: ${r.join(", ")}.`,explains:{paths:[[...b,"name"]]},...x&&{fix:{description:`Replace by \`${x}\``,edits:w(y,[...b,"name"],x)}}})}}}});function Zs(e,t,{report:n}){let[s]=e;s&&n({manifest:s.pool,at:s.pool.span([...s.path,"name"]),severity:"note",message:`${t} \`${s.name}\` is not among these manifests, so that ${Yt(e.length)} can not be checked`,help:`Review the manifests of the ${t} together with the pools that use it.`})}function Xs(e,{all:t,base:n}){let s=new Set(n?Ie(n,e).map(({name:l})=>l):[]),a=new Set(t.manifests.filter(Zt).map(ye)),o=new Set(Ie(t,e).map(ye)),r=new Set([...o].filter(l=>!a.has(l)).map(Jt)),i=new Map;for(let{name:l,pool:p}of Xt(t,e))i.set(l,(i.get(l)??new Set).add(ye(p)));return({pool:l,name:p})=>{if(s.has(p))return!0;if((i.get(p)?.size??0)>1)return!1;let m=ye(l);return o.has(m)||ea(m).some(u=>r.has(u))}}function ea(e){let t=e===""?[]:e.split("/");return["",...t.map((n,s)=>t.slice(0,s+1).join("/"))]}var Jt=e=>e.slice(0,Math.max(0,e.lastIndexOf("/"))),ye=({source:e})=>Jt(e.file),Yt=e=>e===1?"the reference to one":`${e} references to one`,Zt=({kind:e,apiVersion:t})=>(e==="NodePool"||e==="Provisioner")&&S(t)==="karpenter.sh",Xt=(e,t)=>e.manifests.filter(Zt).flatMap(n=>{let s=L(n);return s?.kind===t?[{pool:n,path:s.path,name:s.name}]:[]}),Ie=(e,t)=>e.manifests.filter(n=>n.kind===t&&S(n.apiVersion)==="karpenter.k8s.aws");function ta(e,t){if(e.files.some(s=>s.isBroken))return;let n=Ie(e,t).map(s=>s.name);return n.some(s=>s===""||g(s))?void 0:[...new Set(n)].sort()}var en=c({id:"pin-ami-alias",severity:"warning",since:"0.1.0",docs:{summary:"An EC2NodeClass follows the latest AMI.",why:"With `@latest` every AMI release makes all nodes of the class drift: Karpenter replaces them within the disruption budgets, in every environment at the same time, with no change to review and nothing to revert.",help:"Pin the version, such as `al2023@v20260715`, and move it by pull request through the environments.",url:"https://karpenter.sh/docs/tasks/managing-amis/",bad:[d`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiSelectorTerms:
            - alias: al2023@latest
      `],good:[d`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiSelectorTerms:
            - alias: al2023@v20260715
      `,d`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: windows
        spec:
          amiSelectorTerms:
            - alias: windows2022@latest
      `]},on:{EC2NodeClass(e,{report:t}){let n=v(e.get(["spec","amiSelectorTerms"]));for(let[s,a]of n.entries()){let o=f(h(a)?.alias);if(o===void 0||g(o)||!o.endsWith("@latest"))continue;let r=o.slice(0,o.indexOf("@"));if(r.startsWith("windows"))continue;let i=r==="bottlerocket"?"bottlerocket@v1.44.0":`${r}@v20260715`;t({at:e.span(["spec","amiSelectorTerms",s,"alias"]),message:`\`${o}\` follows every AMI release: each one drifts and replaces all nodes of \`${e.name}\``,help:`Pin a version, such as \`${i}\`, and move it by pull request.`})}}}});var na={ns:1n,us:1000n,\u00B5s:1000n,ms:1000000n,s:1000000000n,m:60000000000n,h:3600000000000n},Fe=/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/y,sa=2n**63n-1n;function ge(e){let[,t,n]=/^([+-]?)(.*)$/s.exec(e);if(n==="0")return 0n;if(!n||n.length>128)return;let s=0n,a=0;for(;a<n.length;){Fe.lastIndex=a;let o=Fe.exec(n);if(!o)return;s+=aa(o[1],na[o[2]]),a=Fe.lastIndex}if(!(s>sa))return t==="-"?-s:s}function aa(e,t){let[n="",s=""]=e.split(".");return BigInt(n||"0")*t+BigInt(s||"0")*t/10n**BigInt(s.length)}function hi(e,t){let n=ge(e);return n!==void 0&&n===ge(t)}var tn=c({id:"pod-grace-period",severity:"warning",since:"0.1.0",docs:{summary:"Pods ask for more time to end than any pool gives its nodes.",why:"The `terminationGracePeriod` of a NodePool bounds how long a node may drain, whatever PodDisruptionBudgets say. Pods that ask for more by `terminationGracePeriodSeconds` are deleted at once and killed when the node\u2019s time is up, before theirs is.",help:"Give the pool a longer `terminationGracePeriod` than the longest of its pods.",url:"https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod",bad:[d`
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
      `],good:[d`
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
      `,d`
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
      `]},on:{Manifests(e,{report:t}){let n=["spec","template","spec","terminationGracePeriod"],s=$(e).map(r=>({pool:r,seconds:oa(R(r,n))})),a=s.flatMap(({pool:r,seconds:i})=>i===void 0?[]:[{pool:r,seconds:i}]),o=a.toSorted((r,i)=>i.seconds-r.seconds)[0];if(!(!o||a.length<s.length))for(let{manifest:r,template:i}of O(e)){let l=[...i,"spec","terminationGracePeriodSeconds"],p=r.get(l),m=["nodeSelector","affinity"].some(u=>r.get([...i,"spec",u])!==void 0);typeof p!="number"||p<=o.seconds||m||t({manifest:r,at:r.span(l),message:`These pods ask for ${p} s to end, and no NodePool gives its nodes more than ${o.seconds} s: they are killed before`,labels:[{span:o.pool.span(n),message:"the longest there is"}],help:"Give the pool a longer `terminationGracePeriod`."})}}}});function oa({value:e}){let t=typeof e=="string"?ge(e):void 0;return t===void 0?void 0:Number(t/1000000000n)}var sn=c({id:"pod-requests",severity:"note",since:"0.1.0",docs:{summary:"Containers of a workload request neither CPU nor memory.",why:"Karpenter chooses nodes by what pods request, and by nothing else. A pod that requests nothing fits anywhere: nodes come out too small, their memory runs out and pods are killed. A LimitRange or a VerticalPodAutoscaler may fill the requests in; manifests do not show it.",help:"Set `resources.requests` for CPU and memory.",url:"https://karpenter.sh/docs/troubleshooting/",bad:[d`
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
      `],good:[d`
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
      `,d`
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
      `,d`
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
      `]},on:{Manifests(e,{report:t}){if(H(e))for(let{manifest:n,template:s}of O(e)){let a=[...s,"spec"],o=[...a,"containers"],r=v(n.get(o));if(r.some(l=>h(l)?.image===void 0))continue;let i=r.flatMap((l,p)=>nn(n,[...o,p])?[]:[f(h(l)?.name)??String(p)]);i.length===0||n.isPartial||nn(n,a)||t({manifest:n,at:n.keySpan(o),message:`${i.map(l=>`\`${l}\``).join(", ")} of ${n.kind} \`${n.name}\` ${i.length===1?"requests":"request"} neither CPU nor memory: Karpenter gives ${i.length===1?"it":"them"} no room`,help:"Set `resources.requests`."})}}}});function nn(e,t){let n=e.get([...t,"resources"]);return g(n)?!0:["requests","limits"].some(s=>{let a=h(n)?.[s],o=Object.keys(h(a)??{});return g(a)||o.some(r=>r!=="ephemeral-storage")})}var rn="karpenter.sh/nodepool",ra={"karpenter.sh/do-not-evict":"karpenter.sh/do-not-disrupt"},dn={"karpenter.sh/provisioner-name":rn},ia={"karpenter.sh/disruption":"karpenter.sh/disrupted"},ln=c({id:"removed-pod-keys",severity:"warning",since:"0.1.0",docs:{summary:"A pod uses an annotation, label or taint of Karpenter that is no longer known.",why:"Karpenter renamed them on the way to v1 and looks at the old ones no more. `do-not-evict` protects no pod; a pod that selects `karpenter.sh/provisioner-name` finds no node, and one that is to keep away from Karpenter\u2019s nodes by it does not; and the toleration of `karpenter.sh/disruption` no longer matches the taint of a node that is going.",help:"Use the new name.",url:"https://karpenter.sh/docs/upgrading/v1-migration/",bad:[d`
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
      `,d`
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
      `],good:[d`
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
      `,d`
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
      `,M({karpenter:"0.32"})`
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
      `]},on:{Manifests(e,t){if(!t.karpenter.v1)return;let n=$(e).map(({name:s})=>s);for(let{manifest:s,template:a}of O(e)){let o=(...r)=>[...a,...r];for(let r of an(s,o("metadata","annotations")))pa(s,r,ra,t);for(let r of an(s,o("spec","nodeSelector")))ma({manifest:s,path:r,pools:n},t);for(let r of da(s,o("spec")))for(let i of la(s,r))on(s,i,dn,t);for(let[r]of v(s.get(o("spec","tolerations"))).entries())on(s,o("spec","tolerations",r,"key"),ia,t)}}}}),an=(e,t)=>Object.keys(h(e.get(t))??{}).map(n=>[...t,n]);function da(e,t){let n=[...t,"affinity","nodeAffinity","requiredDuringSchedulingIgnoredDuringExecution","nodeSelectorTerms"];return v(e.get(n)).map((s,a)=>[...n,a,"matchExpressions"])}function la(e,t){let n=v(e.get(t)).map((s,a)=>[...t,a,"key"]);return n.some(s=>e.get(s)===rn)?[]:n}var De=(e,t)=>t!==void 0&&Object.hasOwn(e,t)?e[t]:void 0,pn=(e,t)=>({message:`Karpenter no longer knows \`${e}\`: it has no effect`,help:`Use \`${t}\`.`});function pa(e,t,n,{report:s}){let a=String(t.at(-1)),o=De(n,a);o===void 0||e.get([...t.slice(0,-1),o])!==void 0||s({manifest:e,at:e.keySpan(t),...pn(a,o),fix:{description:`Rename to \`${o}\``,edits:B(e,t,o)}})}function on(e,t,n,{report:s}){let a=f(e.get(t)),o=De(n,a);a===void 0||o===void 0||v(e.get(t.slice(0,-2))).some(i=>h(i)?.key===o)||s({manifest:e,at:e.span(t),...pn(a,o),...e.get([...t.slice(0,-1),"value"])===void 0&&{fix:{description:`Replace by \`${o}\``,edits:w(e,t,o)}}})}function ma({manifest:e,path:t,pools:n},{report:s}){let a=String(t.at(-1)),o=De(dn,a);if(o===void 0)return;let r=f(e.get(t));s({manifest:e,at:e.keySpan(t),message:`No node has the label \`${a}\` any more: these pods stay pending`,help:`Use \`${o}\` with the name of the NodePool.`,...r!==void 0&&n.includes(r)&&{fix:{description:`Rename to \`${o}\``,edits:B(e,t,o)}}})}var cn=["cpu","memory","nodes","pods","ephemeral-storage"],ca={mem:"memory",ram:"memory",gpu:"nvidia.com/gpu"},un=c({id:"require-limits",severity:"warning",since:"0.1.0",docs:{summary:"A NodePool has no limits, or limits that bound nothing.",why:"Karpenter launches nodes for every pod that is pending. Without `limits` a runaway Deployment, a HorizontalPodAutoscaler with a wrong target or a crash loop is answered with more nodes until the AWS quota ends it. The keys of `limits` are free-form, so that a misspelt resource is accepted and limits nothing.",help:"Set `limits.cpu` and `limits.memory` to what the workloads of this pool may cost at most.",url:"https://karpenter.sh/docs/concepts/nodepools/#speclimits",bad:[d`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements: []
      `,d`
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
      `,d`
        apiVersion: karpenter.sh/v1alpha5
        kind: Provisioner
        metadata:
          name: default
        spec:
          limits:
            resources:
              pods: 500
      `],good:[d`
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
      `,d`
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
      `]},on:{NodePool:mn,Provisioner:mn}});function mn(e,t){let{report:n}=t,s=Q(e);if(!s.isKnown||fa(e)||e.get(["spec","replicas"])!==void 0)return;let a=Object.keys(h(s.value)??{});if(a.length===0){n({at:e.keySpan(e.get(s.path)===void 0?["spec"]:s.path),message:`${e.kind} \`${e.name}\` has no limits: nothing bounds the nodes it may launch`,help:"Set `limits.cpu` and `limits.memory` to the most this pool may grow to."});return}let o=a.filter(r=>!cn.includes(r)&&!/[/{$]|^hugepages-/.test(r));for(let r of o)ua(e,r,t);o.length===0&&!a.some(r=>r==="cpu"||r==="memory"||r.includes("/"))&&n({at:e.keySpan(s.path),message:`The limits of ${e.kind} \`${e.name}\` name neither \`cpu\` nor \`memory\`: the size of its nodes is not bounded`,help:"Add `cpu` and `memory`.",...a.includes("nodes")&&{severity:"note"}})}function ua(e,t,{report:n,nearest:s}){let a=Q(e),o=ca[t.toLowerCase()]??s(t,cn),r=o!==void 0&&e.get([...a.path,o])===void 0;n({at:e.keySpan([...a.path,t]),message:`\`${t}\` is not a resource that nodes have: this entry limits nothing`,help:o?`Did you mean \`${o}\`?`:"Use `cpu`, `memory` or an extended resource such as `nvidia.com/gpu`.",...r&&{fix:{description:`Rename to \`${o}\``,edits:B(e,[...a.path,t],o)}}})}function fa(e){let t=h(e.get(["spec"]))??{};if(Object.keys(t).some(s=>s!=="limits"&&Be(s,["limits"])!==void 0))return!0;let n=Object.keys(h(t.limits)??{});return e.kind==="Provisioner"&&n.length>0&&!n.includes("resources")}var fn={[k.instanceMemory]:{unit:"MiB",meant:"GiB",factor:1024},[k.instanceGpuMemory]:{unit:"MiB",meant:"GiB",factor:1024},[k.instanceNetworkBandwidth]:{unit:"Mbit/s",meant:"Gbit/s",factor:1e3},[k.instanceEbsBandwidth]:{unit:"Mbit/s",meant:"Gbit/s",factor:1e3}},yn=c({id:"requirement-units",severity:"warning",since:"0.1.0",docs:{summary:"A bound for memory or bandwidth is so low that it excludes nothing: it is probably in another unit.",why:"The label `instance-memory` counts MiB and the bandwidth labels Mbit/s. `Gt 8` on memory, meant as more than 8 GiB, is true of every instance type there is, so that the smallest ones are launched.",help:'Write the bound in MiB or Mbit/s, such as `"8192"` for 8 GiB.',url:"https://karpenter.sh/docs/reference/instance-types/",bad:[d`
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
      `],good:[d`
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
      `,d`
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
      `]},on:{NodePool:hn,Provisioner:hn}});function hn(e,{report:t,catalog:n}){if(n)for(let{key:s,operator:a,values:o,isKnown:r}of T(e)){let i=Object.hasOwn(fn,s)?fn[s]:void 0,[l]=o;if(!i||!r||!l||a!=="Gt"&&a!=="Gte")continue;let p=/^\d+$/.test(l.text)?Number(l.text):0,m=ha(ae(n).get(s)??[]);if(p<2||p>=m)continue;let u=String(p*i.factor);t({at:e.span(l.path),message:`\`${s}\` is in ${i.unit}, and every instance type has more than ${p}: this excludes nothing`,help:`Write \`"${u}"\` if ${p} ${i.meant} are meant.`,fix:{description:`Replace by \`"${u}"\``,edits:w(e,l.path,`"${u}"`)}})}}var ha=e=>e.reduce((t,n)=>n.reduce((s,a)=>Math.min(s,Number(a)),t),1/0);var kn=c({id:"role-name",severity:"error",since:"0.1.0",docs:{summary:"A node class gives an ARN where the name of a role or an instance profile belongs.",why:"The API server accepts any text. Karpenter puts the role into an instance profile by its name, and IAM refuses an ARN there: the node class is not ready, and no pool that uses it launches anything.",help:"Write the name alone: what follows the last slash of the ARN.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#specrole",bad:[d`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo
      `,d`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          instanceProfile: arn:aws:iam::111122223333:instance-profile/KarpenterNode
      `],good:[d`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `,d`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: \${NODE_ROLE}
      `]},on:{EC2NodeClass:gn,AWSNodeTemplate:gn}}),ya=/^arn:[\w-]+:iam::.*:(?:role|instance-profile)\/(?:.*\/)?([^/]+)$/;function gn(e,{report:t}){for(let n of["role","instanceProfile"]){let s=["spec",n],a=e.get(s),o=typeof a=="string"?ya.exec(a)?.[1]:void 0;if(o===void 0)continue;let r=!g(o);t({at:e.span(s),message:`\`${n}\` takes a name, and this is an ARN: IAM refuses it, and \`${e.name}\` never gets ready`,help:r?`Write \`${o}\`.`:"Write what follows the last slash alone.",...r&&{fix:{description:`Replace by \`${o}\``,edits:w(e,s,o)}}})}}var vn={AL2:"/dev/xvda",AL2023:"/dev/xvda",Bottlerocket:"/dev/xvda",Windows2019:"/dev/sda1",Windows2022:"/dev/sda1",Windows2025:"/dev/sda1"},ga=["/dev/sda","/dev/sda1","/dev/xvda","/dev/xvda1","/dev/nvme0n1"],bn=c({id:"root-device",severity:"warning",since:"0.1.0",docs:{summary:"A block device mapping names the root device of another AMI family.",why:"EC2 attaches a device of an unknown name as one more, empty volume. The root volume keeps the size, type and encryption that the AMI gives it, and Karpenter works out ephemeral storage from its own default of 20 GiB: the volume that was meant to be larger is paid for and not used.",help:"Use `/dev/xvda` for Amazon Linux and Bottlerocket, and `/dev/sda1` for Windows.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings",bad:[d`
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
      `],good:[d`
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
      `,d`
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
      `]},on:{EC2NodeClass(e,{report:t}){let n=A(e)??"",s=Object.hasOwn(vn,n)?vn[n]:void 0,a=["spec","blockDeviceMappings"],o=v(e.get(a)).map(m=>h(m)),r=o.map(m=>f(m?.deviceName)??"");if(s===void 0||e.isPartial||r.includes(s)||o.some(m=>m?.rootVolume===!0))return;let i=r.findIndex(m=>ga.includes(m));if(i===-1)return;let l=[...a,i,"deviceName"],p=q(e).every(({term:m})=>m.alias!==void 0);t({at:e.span(l),...!p&&{severity:"note"},message:`The root device of ${n} is \`${s}\`: \`${r[i]}\` adds an empty volume, and the root keeps the AMI\u2019s own size`,help:`Write \`${s}\`.`,fix:{description:`Replace by \`${s}\``,edits:w(e,l,s)}})}}});var ka=new Set([k.zone,k.zoneId,k.capacityType,k.instanceType,k.instanceFamily]),Pn=c({id:"satisfiable-requirements",severity:"error",since:"0.1.0",docs:{summary:"No instance type of the region satisfies all requirements of a pool.",why:"Each requirement is valid by itself, so the API server accepts the pool and Karpenter reports it ready; but it never launches a node, and the pods meant for it stay pending.",help:"Widen the requirement that leaves nothing, or the ones before it that exclude what it asks for.",url:"https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements",bad:[d`
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
      `,d`
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
      `],good:[d`
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
      `]},explains:["provisioning/nodepool-empty"],on:{NodePool:wn,Provisioner:wn}});function wn(e,{report:t,catalog:n,compatible:s,isRegionAssumed:a}){let o=s(e),r=o?.emptied;if(!n||!o||!r)return;let{requirement:i,before:l,values:p,isUnknownValue:m}=r,u=N(i.key);if(m&&ka.has(u))return;let y=i.path.length===1;t({at:y?e.keySpan(i.path):e.span(i.path),...a&&{severity:"warning"},message:`No instance type of ${n.region} satisfies the requirements of \`${e.name}\`: ${va(i)}${y?", which v1alpha5 adds by itself,":""} leaves none of ${l}`,labels:r.conflicts.map(b=>({span:e.span(b.path),message:`no instance type satisfies this and \`${i.key}\` together`})),help:m?`No instance type has such a value: \`${u}\` is ${xn(p)}.`:`The instance types left before it have \`${u}\` ${xn(p)}: widen one or the other.`,explains:{paths:[["spec","template","spec","requirements"]]}})}var va=({key:e,operator:t,values:n})=>`\`${[e,t,n.map(s=>s.text).join(", ")].filter(Boolean).join(" ")}\``;function xn(e){if(e.length===0)return"nothing";let t=e.slice(0,6).join(", ");return e.length>6?`${t} and ${e.length-6} more`:t}var ba=["subnetSelectorTerms","securityGroupSelectorTerms","amiSelectorTerms"],Nn=c({id:"selector-term-id",severity:"warning",since:"0.1.0",docs:{summary:"A selector term holds an id and something else beside it, which is ignored.",why:"An id selects by itself. The API server means to refuse anything beside it, but its rule looks at all terms together and lets the list pass as soon as one of them is right: Karpenter then takes the id, and tags or a name beside it narrow nothing.",help:"Remove what stands beside the id, or make it a term of its own.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms",bad:[d`
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
      `],good:[d`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          subnetSelectorTerms:
            - id: subnet-0123456789abcdef0
            - tags:
                karpenter.sh/discovery: demo
      `,d`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          amiFamily: AL2023
          amiSelectorTerms:
            - name: golden-*
              owner: self
      `]},on:{EC2NodeClass(e,{report:t}){for(let n of ba.map(s=>["spec",s])){let s=v(e.get(n)).map(o=>Object.keys(h(o)??{})),a=o=>o.includes("id")&&o.length>1;if(!s.every(a))for(let[o,r]of s.entries()){if(!a(r))continue;let i=r.filter(l=>l!=="id");t({at:e.keySpan([...n,o,i[0]]),message:`${i.map(l=>`\`${l}\``).join(" and ")} beside an \`id\` ${i.length===1?"is":"are"} ignored: the id alone selects`,labels:[{span:e.span([...n,o,"id"]),message:"this selects by itself"}],help:"Remove it, or make it a term of its own."})}}}}});var Le=15,wa=5,Sn=c({id:"spot-flexibility",severity:"warning",since:"0.1.0",docs:{summary:"A pool allows spot and leaves few instance types or a single zone to choose from.",why:"Spot capacity comes and goes per instance type and zone. With few of them, interruptions come together and replacements find nothing; and Karpenter moves a spot node to a cheaper spot node only while at least 15 cheaper instance types remain.",help:"Allow at least 15 instance types in several families, sizes and zones, or on-demand beside spot.",url:"https://karpenter.sh/docs/concepts/disruption/#spot-consolidation",bad:[d`
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
      `,M({region:"eu-central-1"})`
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
      `],good:[d`
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
      `,d`
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
      `]},on:{NodePool:Mn,Provisioner:Mn}});function Mn(e,{report:t,catalog:n,compatible:s}){let a=s(e);if(!n||!a?.isExact||a.names.length===0)return;let{instanceTypes:o,zones:r}=a.count("spot");if(o===0||o>=Le&&r.length>1)return;let i=a.count("on-demand").instanceTypes===0;t({at:e.span(xa(e)),severity:i||o<wa?"warning":"note",message:`\`${e.name}\` allows spot and leaves ${Cn(o,"instance type")} in ${Cn(r.length,"zone")} of ${n.region} to choose from`,help:o<Le?`Allow at least ${Le} instance types, over several families, sizes and zones: fewer are interrupted together, and Karpenter does not move spot nodes to cheaper spot nodes.`:"Allow more zones: spot capacity runs out zone by zone."})}var Cn=(e,t)=>`${e} ${t}${e===1?"":"s"}`,xa=e=>K(e).find(({key:t})=>N(t)===k.capacityType)?.path??(e.kind==="NodePool"?["spec","template","spec","requirements"]:["spec","requirements"]);var Ke=["spec","template","spec"],Rn=c({id:"taint-pairs",severity:"error",since:"0.1.0",docs:{summary:"Two taints of a NodePool have the same key and effect.",why:"The API server accepts it. Karpenter allows a pair of key and effect once among `taints` and `startupTaints` together: the NodePool fails its validation and launches nothing.",help:"Remove one of them: a startup taint is one that something on the node removes, any other is a taint.",url:"https://karpenter.sh/docs/concepts/nodepools/#spectemplatespectaints",bad:[d`
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
      `],good:[d`
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
      `,d`
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
      `]},explains:["provisioning/nodepool-not-ready"],on:{NodePool(e,{report:t}){let n=new Map;for(let s of["taints","startupTaints"].flatMap(a=>Pa(e.get([...Ke,a]),a))){let{key:a,effect:o}=h(e.get(s))??{},r=`${f(a)}:${f(o)}`;if(f(a)===void 0||g(r))continue;let i=n.get(r);if(i===void 0){n.set(r,s);continue}let l=i.at(-2)===s.at(-2)&&e.get([...i,"value"])===e.get([...s,"value"]);t({at:e.span([...s,"key"]),message:`\`${r}\` stands twice among the taints of \`${e.name}\`: Karpenter refuses the pool, which launches nothing`,labels:[{span:e.span([...i,"key"]),message:"first here"}],help:"Remove one of the two.",...l&&{fix:{description:"Remove the repetition",edits:I(e,s)}},explains:{paths:[Ke],mentioning:""}})}}}}),Pa=(e,t)=>v(e).map((n,s)=>[...Ke,t,s]);var An=[...je.get(k.capacityType)].sort(),En=c({id:"unknown-capacity-type",severity:"error",since:"0.1.0",docs:{summary:"A requirement names a capacity type that does not exist.",why:"The API server accepts any text. Karpenter ignores the unknown value with no more than a line in its log, so that `[spot, ondemand]` means spot alone; when all values are unknown, the NodePool is not ready and launches nothing.",help:"Use `on-demand`, `spot` or `reserved`.",url:"https://karpenter.sh/docs/concepts/nodepools/#capacity-type",bad:[d`
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
      `],good:[d`
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
      `]},on:{NodePool:$n,Provisioner:$n}});function $n(e,{report:t,nearest:n}){for(let{key:s,operator:a,values:o}of T(e)){if(N(s)!==k.capacityType||a!=="In"&&a!=="NotIn")continue;let r=o.filter(l=>l.isKnown&&!An.includes(l.text)),i=o.filter(l=>!r.includes(l)).map(l=>`\`${l.text}\``);for(let l of r){let p=n(l.text,An);t({at:e.span(l.path),message:`\`${l.text}\` is not a capacity type: ${Na(a,i)}`,help:p?`Did you mean \`${p}\`?`:"Use `on-demand`, `spot` or `reserved`.",...p&&{fix:{description:`Replace by \`${p}\``,edits:w(e,l.path,p)}}})}}}function Na(e,t){return e==="NotIn"?"it excludes nothing":t.length===0?"the NodePool never gets ready":`Karpenter ignores it and takes ${t.join(" and ")} alone`}var Ma=/^(?:mac|[a-z]\d+g[a-z]*-flex|i3\.metal$)/,Tn=c({id:"unknown-instance-type",severity:"warning",since:"0.1.0",docs:{summary:"A requirement names an instance type or family that does not exist, or not in this region.",why:"The API server accepts any text. A value that no instance type has is silently never chosen, so that a pool is narrower than it reads, or launches nothing at all.",help:"Correct the name, or choose one that the region offers.",url:"https://karpenter.sh/docs/reference/instance-types/",bad:[d`
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
      `,d`
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
      `,M({region:"ap-northeast-2"})`
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
      `],good:[d`
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
      `]},on:{NodePool:We,Provisioner:We,NodeOverlay:We}});function We(e,t){let{catalog:n}=t;if(n)for(let s of T(e)){let a=N(s.key);if(a===k.instanceType){let o=r=>n.zonesOf(r).length>0;Vn({pool:e,requirement:s,what:"instance type",known:n.names,isOffered:o},t,n)}else if(a===k.instanceFamily){let o=[...new Set(n.types.map(i=>i.family))],r=new Set(n.types.filter(i=>n.zonesOf(i.name).length>0).map(i=>i.family));Vn({pool:e,requirement:s,what:"instance family",known:o,isOffered:i=>r.has(i)},t,n)}}}function Vn({pool:e,requirement:t,what:n,known:s,isOffered:a},{report:o,nearest:r,isRegionAssumed:i},l){let{operator:p,values:m}=t;if(p!=="In"&&p!=="NotIn")return;let u=new Set(s);for(let{path:y,text:b,isKnown:C}of m)if(!(!C||Ma.test(b)))if(u.has(b))p==="In"&&!a(b)&&!i&&o({at:e.span(y),message:`Region ${l.region} does not offer ${n} \`${b}\`, so it is never launched`,help:`Choose one that ${l.region} offers.`});else{let x=r(b,s);o({at:e.span(y),message:`\`${b}\` is no ${n} that EC2 is known to have`,help:x?`Did you mean \`${x}\`?`:"Correct the name; if it is newer than the catalog, silence this rule.",...x&&{fix:{description:`Replace by \`${x}\``,edits:w(e,y,x)}}})}}var Ca=/^([a-z]{2,3}(?:-[a-z]+){1,3}-\d)[a-z]$/,Sa=/^[a-z]{2,3}(?:-[a-z]+){1,3}-\d-[a-z]/,qn=c({id:"unknown-zone",severity:"error",since:"0.1.0",docs:{summary:"A zone is named that the region does not have.",why:"The API server accepts any text. Karpenter counts the zone as a topology domain although nothing can ever run there, so that zonal topology spread constraints of every workload in the cluster wait for pods in it; a pool with no other zone launches nothing.",help:"Name zones of the region, and only those in which the node class has subnets.",url:"https://karpenter.sh/docs/concepts/nodepools/#availability-zones",bad:[d`
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
      `,d`
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
      `],good:[d`
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
      `]},explains:["provisioning/nodepool-empty"],on:{NodePool:On,Provisioner:On}});function On(e,t){let{catalog:n}=t;if(!n)return;let s=n.zones.map(a=>a.zone);for(let{key:a,operator:o,values:r}of[...T(e),...be(e)]){if(N(a)!==k.zone)continue;let i=p=>!s.includes(p)&&!Sa.test(p),l=o==="In"&&r.every(p=>p.isKnown&&i(p.text));for(let{path:p,text:m,isKnown:u}of r)!u||!i(m)||Ra({pool:e,path:p,text:m,zones:s,isExcluded:o==="NotIn",leavesNone:l},t)}}function Ra({pool:e,path:t,text:n,zones:s,isExcluded:a,leavesNone:o},{report:r,catalog:i,nearest:l}){let{region:p}=i,m=a?"there is nothing to exclude":"nothing can be launched there",u=Ca.exec(n)?.[1];if(u!==void 0&&u!==p){r({at:e.span(t),severity:"warning",message:`Zone \`${n}\` is not in ${p}: ${m}`,help:`Name a zone of ${p} (${s.join(", ")}), or set the region if this pool belongs to ${u}.`});return}let y=u===void 0&&n!==p?l(n,s):void 0,b=n===p?`\`${n}\` is a region, not a zone`:`Region ${p} has no zone \`${n}\``;r({at:e.span(t),...a&&{severity:"warning"},message:`${b}: ${m}`,help:y?`Did you mean \`${y}\`?`:`Name a zone of ${p}: ${s.join(", ")}.`,...y&&{fix:{description:`Replace by \`${y}\``,edits:w(e,t,y)}},...o&&{explains:{paths:[["spec","template","spec","requirements"]]}}})}var In=c({id:"user-data-format",severity:"warning",since:"0.1.0",docs:{summary:"User data is of a kind that the AMI family does not understand.",why:"Karpenter merges `userData` into what it writes for the family. Bottlerocket reads TOML, and a class with anything else never launches; on Amazon Linux 2023 `/etc/eks/bootstrap.sh` does nothing but fail, so that the flags it is called with never reach the kubelet; and of a MIME text whose boundary is not the one it declares, no part is run.",help:"Write TOML for Bottlerocket, a script without `bootstrap.sh` or a `NodeConfig` for Amazon Linux 2023, and start each part of a MIME text with two dashes and the declared boundary.",url:"https://karpenter.sh/docs/concepts/nodeclasses/#specuserdata",bad:[d`
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
      `,d`
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
      `,d`
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
      `],good:[d`
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
      `,d`
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
      `]},on:{EC2NodeClass(e,{report:t}){let n=U(e),s=n===void 0?void 0:Aa(e,n);s&&t({at:e.keySpan(["spec","userData"]),...s})}}});function Aa(e,t){let n=A(e);return n==="Bottlerocket"?$a(t):n==="AL2023"&&Ea(t)?{message:"`/etc/eks/bootstrap.sh` does nothing but fail on Amazon Linux 2023: what it is called with has no effect",help:"Remove the call, since Karpenter joins the node by itself; give what the kubelet needs as `spec.kubelet`."}:n==="AL2"||n==="AL2023"?Va(t):void 0}function $a(e){let[t=""]=e.trimStart().split(`
`);if(/^(?:#!|MIME-Version:|Content-Type:|#cloud-config)/i.test(t))return{message:`Bottlerocket reads its user data as TOML, and \`${t.trim().slice(0,60)}\` is none`,help:"Write settings such as `[settings.kubernetes]`; Bottlerocket runs no scripts."}}var Ea=e=>!/-[efx] \/etc\/eks\/bootstrap\.sh/.test(e)&&/^\s*(?:sudo\s+|bash\s+)?\/etc\/eks\/bootstrap\.sh\b/m.test(e);function Va(e){if(!/^\s*(?:MIME-Version|Content-Type): /i.test(e))return;let t=/boundary="?([^"\s;]{1,200})"?/i.exec(e)?.[1],n=e.split(`
`).map(s=>s.trimEnd());if(!(t===void 0||n.includes(`--${t}`)))return{message:`No line of this MIME text is \`--${t}\`, which its boundary promises: none of its parts is run`,help:`Start every part with \`--${t}\`, and end the last one with \`--${t}--\`.`}}var Ta=["ebs.csi.aws.com","ebs.csi.eks.amazonaws.com","kubernetes.io/aws-ebs"],ke="WaitForFirstConsumer",Fn=c({id:"volume-binding-mode",severity:"warning",since:"0.1.0",docs:{summary:"A StorageClass makes EBS volumes before it is known where their pod runs.",why:"With `Immediate`, which is the default, a volume is made in any zone as soon as its claim is there. While a claim is unbound Karpenter leaves its pod aside, and afterwards the pod may run in the zone of the volume alone, whether a NodePool allows that zone or not.",help:"Write `volumeBindingMode: WaitForFirstConsumer`. The field can not be changed on an existing StorageClass: that one has to be made anew, which its volumes do not notice.",url:"https://kubernetes.io/docs/concepts/storage/storage-classes/#volume-binding-mode",bad:[d`
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
      `,d`
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
      `],good:[d`
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
      `,d`
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
      `]},on:{Manifests(e,{report:t}){if(H(e))for(let n of e.manifests){if(n.kind!=="StorageClass"||S(n.apiVersion)!=="storage.k8s.io")continue;let s=["volumeBindingMode"],a=n.get(s),o=a==="Immediate"||a===void 0&&!n.isPartial;!Ta.includes(f(n.get(["provisioner"]))??"")||!o||n.get(["allowedTopologies"])!==void 0||g(n.name)||t({manifest:n,at:a===void 0?n.keySpan(["provisioner"]):n.span(s),message:`\`${n.name}\` makes volumes in any zone, before it is known where their pod can run`,help:`Write \`volumeBindingMode: ${ke}\`.`,fix:{description:`Write \`volumeBindingMode: ${ke}\``,edits:a===void 0?j(n,[],"volumeBindingMode",ke):w(n,s,ke)}})}}}});var Ml=[Ze,st,at,ft,yt,gt,Pt,Nt,Mt,St,Rt,Vt,Tt,qt,Ft,Lt,Kt,Bt,Ut,_t,Ht,Qt,en,tn,sn,ln,un,yn,kn,bn,Pn,Nn,Sn,Rn,En,Tn,qn,In,Fn];export{rt as a,co as b,Z as c,X as d,Lo as e,ge as f,hi as g,K as h,B as i,w as j,I as k,j as l,Ya as m,Za as n,Xa as o,Ml as p};

import{Mt as e,N as t,O as n,T as r,c as i,u as a}from"./judge-_Zaroi8O.js";import{N as o,S as s,x as c}from"./command-eigiZK1w.js";import{A as l,E as u,Kt as d,M as f,c as p,d as ee,l as te,ln as ne,p as re,un as m,vt as h}from"./read-Dqd0gO2k.js";import{i as ie,n as ae,o as oe,r as se}from"./repository-facts-DYq9T-T0.js";import{i as ce,n as le,t as ue}from"./arn-HxwtpMmX.js";import{Dt as g,Et as _,Ot as de,Wn as fe,an as pe,kt as v,p as me}from"./rules-CU-4vL1C.js";import{n as y}from"./lease-ClSj9ZfE.js";import{i as b,o as he,r as ge,t as _e}from"./rbac-BXXotcPm.js";import{r as ve}from"./file-tree-DWakXUbU.js";import{i as ye,u as be}from"./catalog-BU22zzAK.js";import{existsSync as xe,mkdirSync as Se,readFileSync as x,writeFileSync as Ce}from"node:fs";import{fileURLToPath as we}from"node:url";import{dirname as Te,join as S,resolve as C}from"node:path";const Ee=we(new URL(import.meta.url.endsWith(`.ts`)?`../../../`:`../`,import.meta.url));async function De(e=Ee){return Oe(e)??await ke(e).catch(()=>void 0)}function Oe(e){try{let{version:t,gitHead:n}=JSON.parse(x(S(e,`package.json`),`utf8`));return/^[0-9a-f]{40}$/.test(n)?{name:`plumbline/plumbline`,commit:n,label:`v${t}`}:void 0}catch{return}}async function ke(e){let t=C(e);if(f(t)!==t)return;let n=async(...e)=>(await l(t,e)).trim(),r=await n(`remote`,`get-url`,`origin`),i=/^(?:https:\/\/|ssh:\/\/git@|git@)github\.com[:/]/.test(r)?oe(r):void 0;if(i===void 0)return;let a=await n(`rev-parse`,`HEAD`),o=await u(t,a,[`action.yml`,`dist`]),{files:s}=await p({root:t,found:[],ids:new Map},o,()=>!0),c=(await n(`for-each-ref`,`--contains`,`HEAD`,`--format=%(refname:lstrip=3)`,`refs/remotes/origin/`)).split(`
`).find(e=>e!==``&&e!==`HEAD`);if(s.size>0||c===void 0)return;let d=await n(`tag`,`--points-at`,`HEAD`,`--list`,`v*.*.*`);return{name:`${i.owner}/${i.name}`,commit:a,label:d.split(`
`)[0]||c}}const w=({uses:e})=>/@[0-9a-f]{40}$/.test(e);function T({environment:e,cluster:t}){let n=t?.roleArn.split(`/`).at(-1)??`plumbline-${e}`;return[{environment:e,roleName:n,group:`plumbline-${e}`,purpose:`apply`},{environment:Ae(e),roleName:`${n}-drift`,group:`plumbline-${e}-drift`,purpose:`drift`}]}const Ae=e=>`${e}-drift`,E=(e,{roleName:t})=>e.roleArn.replace(/[^/]+$/,t),D=(e,t)=>({path:`.github/workflows/${e}.yaml`,text:t}),O=e=>[D(`plumbline`,Me(e)),...e.hasForks?[D(`plumbline-comment`,Ne(e))]:[]],je=e=>[D(`plumbline-apply-${k(e.environment)}`,Pe(e)),D(`plumbline-drift-${k(e.environment)}`,Fe(e))],k=e=>e.toLowerCase().replace(/[^a-z0-9-]+/g,`-`),A=`      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
        with:
          fetch-depth: 0
          persist-credentials: false`;function Me({action:e,hasForks:t}){return`# Reviews every pull request. ${t?`Its token can only read; plumbline-comment.yaml writes the comment.`:`Its token can read files, and write only to pull requests and checks.`}
name: plumbline
on:
  pull_request:
    # \`edited\` covers a changed base branch. Do not skip this job for other reasons: a required check that is skipped counts as passed.
    types: [opened, synchronize, reopened, edited]
  merge_group:
permissions: {}
concurrency:
  group: plumbline-\${{ github.event.pull_request.number || github.ref }}
  cancel-in-progress: true
jobs:
  review:
    runs-on: ubuntu-latest
    timeout-minutes: 10
    permissions:
      contents: read
${t?`      pull-requests: read
`:`      pull-requests: write
      checks: write
`}    steps:
${A}
${F(e,t?[`comment: false`]:[])}
`}function Ne({action:e}){return`# Comments on pull requests, including those from forks. It runs with the permissions of this repository, so it checks out
# nothing: it reads the pull request through the API as data, and reviews it again.
name: plumbline comment
on:
  workflow_run: # zizmor: ignore[dangerous-triggers] runs no code of the pull request and checks out nothing
    workflows: [plumbline]
    types: [completed]
permissions: {}
concurrency:
  group: plumbline-comment-\${{ github.event.workflow_run.head_repository.full_name }}-\${{ github.event.workflow_run.head_branch }}
  cancel-in-progress: true
jobs:
  comment:
    if: github.event.workflow_run.event == 'pull_request'
    runs-on: ubuntu-latest
    timeout-minutes: 10
    permissions:
      contents: read
      pull-requests: write
      checks: write # the verdict becomes a check that you can require
    steps:
${F(e,[`mode: comment`])}
`}const j=(e,t,n=[])=>`  render:
    if: github.ref == ${L(`refs/heads/${e}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    permissions: # nothing else: kustomize and helm run here
      contents: read
    steps:
${A}
      - run: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 # lets the sandbox isolate kustomize and helm
${F(t,[`mode: render`,...n],`render`)}
      - uses: actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1
        with:
          name: plumbline-rendered
          path: \${{ steps.render.outputs.rendered }}
          if-no-files-found: error
          retention-days: 1
`,M=`      - uses: actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1
        with:
          name: plumbline-rendered
          path: \${{ runner.temp }}/plumbline-rendered`,N="rendered: ${{ runner.temp }}/plumbline-rendered/plumbline-rendered.json";function Pe(e){let{environment:t,branch:n,action:r,cluster:i}=e;return`# Applies only what was reviewed and merged to the environment ${t}.
name: plumbline apply ${t}
on:
  push:
    branches: [${I(n)}]
permissions: {}
concurrency: # one run at a time; a newer run never cancels a running apply
  group: plumbline-apply-${k(t)}
  cancel-in-progress: false
jobs:
${j(n,r)}  apply:
    needs: render
    if: github.ref == ${L(`refs/heads/${n}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 45
    environment: ${I(t)} # protected branches only, reviewers other than the author, no bypass
    permissions:
      contents: read
      pull-requests: read # approvals
      deployments: write
${i?`      id-token: write # the identity that AWS trusts
`:``}    steps:
${A}
${M}
${F(r,[`mode: apply`,`environment: ${I(t)}`,N,...P(e)])}
`}function Fe(e){let{environment:t,branch:n,action:r,cluster:i}=e,[,a]=T(e);return`# Compares the cluster with the branch, and keeps an issue open while they differ. It cannot change the cluster.
name: plumbline drift ${t}
on:
  schedule:
    - cron: '17 */6 * * *'
  workflow_dispatch:
permissions: {}
concurrency:
  group: plumbline-drift-${k(t)}
  cancel-in-progress: false
jobs:
${j(n,r,["base: ${{ github.sha }}"])}  drift:
    needs: render
    if: github.ref == ${L(`refs/heads/${n}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    environment: ${I(a.environment)} # protected branches only; no reviewers, because scheduled runs must not wait
    permissions:
      contents: read
      issues: write
${i?`      id-token: write # the identity that AWS trusts
`:``}    steps:
${A}
${M}
${F(r,[`mode: drift`,`environment: ${I(t)}`,N,...i?[`role-arn: ${E(i,a)}`]:[],...P(e)])}
`}const P=({cluster:e})=>e?[]:["kubeconfig: ${{ secrets.PLUMBLINE_KUBECONFIG }}"];function F(e,t,n){let[r,i=``]=e.uses.split(`@`),a=e.label===void 0?``:` # ${e.label}`,o=w(e)?``:`      # A tag can be moved. To pin the Action, replace the tag with the commit: gh api repos/${r}/commits/${i} --jq .sha\n`,s=t.map(e=>`          ${e}`);return`${o}${n===void 0?`      - `:`      - id: ${n}\n        `}uses: ${e.uses}${a}${s.length>0?`\n        with:\n${s.join(`
`)}`:``}`}const I=e=>/^[A-Za-z][\w./-]*$/.test(e)&&!/^(?:true|false|null)$/i.test(e)?e:`'${e.replaceAll(`'`,`''`)}'`,L=e=>`'${e.replaceAll(`'`,`''`)}'`,Ie=({found:e})=>R([...z,...B(e),...V(e),...Re(e)]);function Le({environment:e,cluster:t,found:n}){let{[e]:r=[],...i}=n.environments;return R([...z,...t?[]:B(n),...V(n),`environments:`,`  ${I(e)}:`,`    paths: ${U(r)}${r.length===0?` # all folders`:``}`,...t?[`    clusterArn: ${t.arn}`,`    roleArn: ${t.roleArn}`,`    allowedAccountIds: [${t.allowedAccountIds.map(e=>`'${e}'`).join(`, `)}]`]:[`    # The secret PLUMBLINE_KUBECONFIG of the GitHub environment contains the kubeconfig of the cluster.`],...H(i),`gate:`,`  approvals: 1 # of exactly this plan, by somebody other than the author and the person who pushed last`])}const R=e=>({path:`plumbline.yaml`,text:`${e.join(`
`)}\n`}),z=[`# plumbline reads this file from the base branch, so a pull request cannot relax it for itself.`,`# docs/options.md in plumbline's repository lists every key.`,`failOn: error`];function B({target:e,environments:t}){let{region:n,regionSource:r,isRegionAssumed:i}=e;if(Object.keys(t).length>0)return[];if(!i)return[`region: ${n} # ${o(r)}`];let a=r===`assumed: no file names one`?`No file names one`:r.replace(`assumed: `,``);return[`# region: ${n} # ${o(a)}. Set yours: prices and instance types depend on it.`]}function V({target:e}){let{karpenterVersion:t,karpenterVersionSource:n,isKarpenterAssumed:r}=e;return r?[`# karpenter: { version: '${t}' } # No single version found. Set yours: fields and rules depend on it.`]:[`# Karpenter ${t}: ${o(n)}`]}function Re({environments:e}){return Object.keys(e).length===0?[]:[`# Detected from folder names. Each environment has its own region, versions and estimate.`,`environments:`,...H(e)]}const H=e=>Object.entries(e).map(([e,t])=>`  ${I(e)}: { paths: ${U(t)} }`),U=e=>`[${e.map(I).join(`, `)}]`,ze=e=>T(e).map(({environment:e,purpose:t})=>({path:`plumbline/${e}/github-environment.json`,text:`${JSON.stringify(Be(t),null,2)}\n`})),Be=e=>({wait_timer:0,...e===`apply`&&{prevent_self_review:!0},...e===`apply`&&{reviewers:[]},deployment_branch_policy:{protected_branches:!0,custom_branch_policies:!1},can_admins_bypass:!1}),W=e=>`${JSON.stringify(e,null,2)}\n`;function Ve(e){let{cluster:t}=e;return t?T(e).flatMap(n=>{let r=`plumbline/${n.environment}`;return[{path:`${r}/trust-policy.json`,text:W(He(t,G(e,n)))},{path:`${r}/policy.json`,text:W(Ue(t))},{path:`${r}/access-entry.json`,text:W(We(t,n))}]}):[]}function G({repository:e,hasIds:t},{environment:n}){let{byName:r,byId:i}=de(e,n);return i===void 0?[r]:t===!0?[i]:[r,i]}function He(e,t){return{Version:`2012-10-17`,Statement:[{Sid:`JobsOfOneEnvironment`,Effect:`Allow`,Principal:{Federated:`arn:${e.partition}:iam::${K(e)}:oidc-provider/${v}`},Action:_,Condition:{StringEquals:{[`${v}:aud`]:g,[`${v}:sub`]:t}}}]}}const K=({roleArn:e})=>e.split(`:`)[4],Ue=({arn:e})=>({Version:`2012-10-17`,Statement:[{Sid:`LookTheClusterUp`,Effect:`Allow`,Action:[`eks:DescribeCluster`],Resource:[e]}]}),We=(e,t)=>({clusterName:e.name,principalArn:E(e,t),kubernetesGroups:[t.group],type:`STANDARD`});function Ge(e){let{target:t,objects:n,folders:r,environments:i}=e.found,a=Object.keys(i),s=r.length>0?` in ${r.map(e=>o(e)).join(`, `)}`:``;return`
Found ${n===0?`no Karpenter objects`:ne(n,`Karpenter object`)}${s}.
${a.length>0?`  environments ${a.join(`, `)} (by the names of folders)\n`:``}  region ${t.region} (${o(t.regionSource)})
  Karpenter ${t.karpenterVersion} (${o(t.karpenterVersionSource)})

Next: check plumbline.yaml and commit the files. The next pull request that changes a NodePool gets a comment.
Run \`plumbline doctor --offline\` to check the files. \`plumbline init --apply\` adds applying on merge and drift detection.
${q(e)}`}function q({action:e}){if(w(e))return``;let[t,n]=e.uses.split(`@`);return`
The Action is not pinned to a commit, and a tag can be moved. To pin it, get the commit with
\`gh api repos/${t}/commits/${n} --jq .sha\` and run init again with \`--action ${t}@COMMIT\`.
`}function Ke(e){let{environment:t,repository:n,isTerraform:r}=e,i=`${n.owner}/${n.name}`,a=r?qe(e):[...Je(e),...Ye(e),...Xe(e)],o=e.cluster?[]:T(e).map(e=>`gh secret set PLUMBLINE_KUBECONFIG --repo ${i} --env ${e.environment} < KUBECONFIG`);return`
Next, run these commands as an administrator:

${[...a,...o].map(e=>`  ${e}`).join(`
`)}

Then add reviewers to the GitHub environment ${t}, protect the branch ${e.branch}, and commit the files.
Check the setup with
  plumbline doctor --environment ${t}${Ze(e)}
${q(e)}`}const qe=({environment:e})=>[`terraform -chdir=plumbline/${e} init`,`terraform -chdir=plumbline/${e} apply`];function Je(e){let{cluster:t}=e;if(!t)return[];let n=T(e).flatMap(e=>{let n=`file://plumbline/${e.environment}`,r=`--role-name ${e.roleName}`;return[`aws iam create-role ${r} --assume-role-policy-document ${n}/trust-policy.json`,`aws iam put-role-policy ${r} --policy-name plumbline --policy-document ${n}/policy.json`,`aws eks create-access-entry --region ${t.region} --cli-input-json ${n}/access-entry.json`]});return[`# once for the account ${K(t)}:`,`aws iam create-open-id-connect-provider --url https://token.actions.githubusercontent.com --client-id-list sts.amazonaws.com`,...n]}const Ye=({environment:e})=>[`kubectl apply -f plumbline/${e}/rbac.yaml`],Xe=e=>{let{owner:t,name:n}=e.repository;return T(e).map(({environment:e})=>`gh api --method PUT repos/${t}/${n}/environments/${encodeURIComponent(e)} --input plumbline/${e}/github-environment.json`)};function Ze(e){let{cluster:t,repository:n,hasIds:r,environment:i}=e;if(!t)return``;let{byName:a,byId:o}=de(n,i);if(o===void 0)return`

The trust policies accept only ${a}. A repository that was created or renamed since July 15, 2026 has IDs in its
subject. In that case, run init again with --repository-ids "$(gh api repos/${n.owner}/${n.name} --jq '"\\(.owner.id)/\\(.id)"')".`;let s=r===!0?[o]:[a,o],c=r===!0?`\nTokens of this repository contain IDs, so the trust policies do not accept ${a}.`:``;return`

The trust policies accept ${s.join(` and `)}.${c}`}const J=`kube-system`,Qe=({purpose:t},n)=>ge(e,t===`apply`?_e(n):he);function $e(e){let[t,n]=T(e),r=[tt(t,e.canDelete),rt(t),tt(n,!1),rt(n),...it(t)],i=[`# What plumbline may do in the cluster: access Karpenter's kinds and one Lease. Apply this once, as an administrator:`,`#   kubectl apply -f plumbline/${e.environment}/rbac.yaml`,...e.canDelete?[]:["# It cannot delete anything. `plumbline init --apply --deletions` adds that permission."]];return{path:`plumbline/${e.environment}/rbac.yaml`,text:`${i.join(`
`)}\n${r.join(`---
`)}`}}const Y=e=>`[${e.map(e=>e===``?`""`:e).join(`, `)}]`,et=e=>e.map(({apiGroups:e,resources:t,resourceNames:n,verbs:r})=>`  - apiGroups: ${Y(e)}\n    resources: ${Y(t)}\n${n?`    resourceNames: ${Y(n)}\n`:``}    verbs: ${Y(r)}\n`).join(``),tt=(e,t)=>`apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: ${e.group}
rules:
${et(Qe(e,t))}`,nt=e=>`subjects:
  - apiGroup: rbac.authorization.k8s.io
    kind: Group
    name: ${e}
`,rt=({group:e})=>`apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: ${e}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: ${e}
${nt(e)}`,it=({group:e,environment:t})=>[`apiVersion: coordination.k8s.io/v1
kind: Lease
metadata:
  name: ${y(t)}
  namespace: ${J}
`,`apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: ${e}
  namespace: ${J}
rules:
${et([{apiGroups:[`coordination.k8s.io`],resources:[`leases`],resourceNames:[y(t)],verbs:b}])}`,`apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: ${e}
  namespace: ${J}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: ${e}
${nt(e)}`];async function at(e,{flags:t},o){let s=me({today:fe()}),c={...s,sources:{...s.sources,render:!1}},{head:l}=await i({flags:t,positionals:[]},{terminal:{...o,cwd:e},repository:new te(e),settings:c,log:a}),{manifests:u}=r(l.sources.map(e=>re(e,{set:{}}))),f=u.filter(d),p=e=>e.map(({source:{file:e,origin:t}})=>t?.root??e).filter(ot);return{target:n({settings:c,facts:ye(be),head:l}),objects:f.length,folders:st(p(f).map(h)),environments:ct(p(f),p(u))}}const ot=e=>/^[\x20-\x7e]+$/.test(e);function st(e){let t=[...new Set(e)].sort(m);return t.includes(``)?[]:t.filter(e=>!t.some(t=>t!==e&&ve(e,t)))}function ct(e,t){let n=e=>{let t=new Map;for(let n of e){let e=h(n).split(`/`),r=e.findIndex(pe);if(r===-1)continue;let i=e[r];t.set(i,(t.get(i)??new Set).add(e.slice(0,r+1).join(`/`)))}return t},r=[...n(e).keys()].sort(m);if(r.length<2)return{};let i=n(t);return Object.fromEntries(r.map(e=>[e,[...i.get(e)].sort(m)]))}function lt(e){let{cluster:t,environment:n}=e,r=T(e),i=[ut(e),...t?[dt(),...r.map(n=>ft(e,t,n))]:[],...r.map(t=>pt(e,t)),mt(r[0]),...r.map(t=>ht(e,t))];return{path:`plumbline/${n}/main.tf`,text:`${i.join(`
`)}`}}const X=e=>JSON.stringify(e).replaceAll("${","$${").replaceAll(`%{`,`%%{`),Z=e=>`[${e.map(X).join(`, `)}]`,Q=({purpose:e})=>`plumbline_${e}`,ut=({environment:e})=>`# What plumbline needs for the environment ${e}: IAM roles, RBAC in the cluster, and protection on GitHub.
terraform {
  required_providers {
    aws        = { source = "hashicorp/aws", version = ">= 5.33" }
    kubernetes = { source = "hashicorp/kubernetes", version = ">= 2.20" }
    github     = { source = "integrations/github", version = ">= 6.0" }
  }
}
`,dt=()=>`# An account has only one of these. If it exists already, \`terraform import\` it.
resource "aws_iam_openid_connect_provider" "github" {
  url            = "https://${v}"
  client_id_list = [${X(g)}]
}
`;function ft(e,t,n){let r=Q(n);return`data "aws_iam_policy_document" "${r}_trust" {
  statement {
    sid     = "JobsOfOneEnvironment"
    actions = [${X(_)}]
    principals {
      type        = "Federated"
      identifiers = [aws_iam_openid_connect_provider.github.arn]
    }
    condition {
      test     = "StringEquals"
      variable = "${v}:aud"
      values   = [${X(g)}]
    }
    condition {
      test     = "StringEquals"
      variable = "${v}:sub"
      values   = ${Z(G(e,n))}
    }
  }
}

data "aws_iam_policy_document" "${r}" {
  statement {
    sid       = "LookTheClusterUp"
    actions   = ["eks:DescribeCluster"]
    resources = [${X(t.arn)}]
  }
}

resource "aws_iam_role" "${r}" {
  name                 = ${X(n.roleName)}
  assume_role_policy   = data.aws_iam_policy_document.${r}_trust.json
  max_session_duration = 3600
}

resource "aws_iam_role_policy" "${r}" {
  name   = "plumbline"
  role   = aws_iam_role.${r}.id
  policy = data.aws_iam_policy_document.${r}.json
}

resource "aws_eks_access_entry" "${r}" {
  cluster_name      = ${X(t.name)}
  principal_arn     = aws_iam_role.${r}.arn
  kubernetes_groups = [${X(n.group)}]
}
`}function pt({canDelete:e},t){let n=Qe(t,e).map(({apiGroups:e,resources:t,verbs:n})=>`  rule {
    api_groups = ${Z(e)}
    resources  = ${Z(t)}
    verbs      = ${Z(n)}
  }
`),r=Q(t);return`resource "kubernetes_cluster_role_v1" "${r}" {
  metadata {
    name = ${X(t.group)}
  }
${n.join(``)}}

resource "kubernetes_cluster_role_binding_v1" "${r}" {
  metadata {
    name = ${X(t.group)}
  }
  role_ref {
    api_group = "rbac.authorization.k8s.io"
    kind      = "ClusterRole"
    name      = kubernetes_cluster_role_v1.${r}.metadata[0].name
  }
  subject {
    api_group = "rbac.authorization.k8s.io"
    kind      = "Group"
    name      = ${X(t.group)}
  }
}
`}const mt=({group:e,environment:t})=>`# The Lease that ensures only one apply runs at a time. It is created here because the role cannot create Leases.
resource "kubernetes_manifest" "plumbline_lease" {
  manifest = {
    apiVersion = "coordination.k8s.io/v1"
    kind       = "Lease"
    metadata   = { name = ${X(y(t))}, namespace = "kube-system" }
  }
  # plumbline writes these fields while it applies.
  computed_fields = ["spec", "metadata.annotations", "metadata.labels"]
}

resource "kubernetes_role_v1" "plumbline_lease" {
  metadata {
    name      = ${X(e)}
    namespace = "kube-system"
  }
  rule {
    api_groups     = ["coordination.k8s.io"]
    resources      = ["leases"]
    resource_names = [${X(y(t))}]
    verbs          = ${Z(b)}
  }
}

resource "kubernetes_role_binding_v1" "plumbline_lease" {
  metadata {
    name      = ${X(e)}
    namespace = "kube-system"
  }
  role_ref {
    api_group = "rbac.authorization.k8s.io"
    kind      = "Role"
    name      = kubernetes_role_v1.plumbline_lease.metadata[0].name
  }
  subject {
    api_group = "rbac.authorization.k8s.io"
    kind      = "Group"
    name      = ${X(e)}
  }
}
`,ht=({repository:e},t)=>`resource "github_repository_environment" "${Q(t)}" {
  repository          = ${X(e.name)}
  environment         = ${X(t.environment)}
  can_admins_bypass   = false
${t.purpose===`apply`?`  prevent_self_review = true
  # reviewers { teams = [TEAM_ID] } # up to six teams or users who approve the deployment
`:``}  deployment_branch_policy {
    protected_branches     = true
    custom_branch_policies = false
  }
}
`;async function gt(e,t){let{flags:n,positionals:r}=e;if(r.length>0)throw new c(`usage`,`\`init\` takes no path, but got \`${r[0]}\``,{help:"Pass `--output FOLDER` to write the files elsewhere."});let i=n.isOn(`apply`)===!0;i||vt(n);let a=await ee(t.cwd),o={action:await wt(n,t),hasForks:n.isOn(`forks`)??!0,found:await at(a,e,t)},l=i?await bt(o,n,t):void 0,u=l?yt(l):$(o);if(n.isOn(`print`))return t.stdout.write(u.map(({path:e,text:t})=>`# ── ${e}\n${t}`).join(`
`),`document`),s.ok;let d=C(t.cwd,n.text(`output`)??a),f=[...$(o),...$({...o,action:Ct})];Et(d,u,{isForced:n.isOn(`force`)===!0,replaceable:f});let p=l?Ke(l):Ge(o);return t.stdout.write(`${u.map(({path:e})=>`wrote ${e}`).join(`
`)}\n${p}`),s.ok}const _t=[`environment`,`cluster-arn`,`role-arn`,`allowed-account-ids`,`repository`,`repository-ids`,`branch`,`deletions`,`terraform`];function vt(e){let t=_t.find(t=>e.text(t)!==void 0);if(t!==void 0)throw new c(`usage`,`\`--${t}\` works only with \`init --apply\``,{help:"Add `--apply` to also write workflows, roles and RBAC for one environment. Without it, init writes only the review."})}const $=e=>[...O(e),Ie(e)];function yt(e){let t=e.isTerraform?[lt(e)]:[...Ve(e),$e(e),...ze(e)];return[...O(e),...je(e),Le(e),...t]}async function bt(e,t,n){let r=t.text(`environment`)??xt(e.found);if(!/^[A-Za-z0-9][\w.-]{0,99}$/.test(r))throw new c(`usage`,`\`--environment ${r}\` cannot be part of file and role names`,{help:"Use only letters, digits, `.`, `_` and `-`."});let i=se(t,n.cwd);if(!i)throw new c(`usage`,"The GitHub repository is unknown: there is no remote `origin` on GitHub",{help:"Pass it, such as `--repository acme/infra`."});let{repository:a,hasIds:o}=await ie(i,t,ae(n));return{...e,environment:r,repository:a,hasIds:o,branch:St(t),cluster:Tt(t,r),canDelete:t.isOn(`deletions`)===!0,isTerraform:t.isOn(`terraform`)===!0}}const xt=({environments:e})=>Object.keys(e).find(e=>t.test(e))??`production`;function St(e){let t=e.text(`branch`)??`main`;if(/^[\w][\w./-]*$/.test(t))return t;throw new c(`usage`,`\`--branch ${t}\` is not a branch name`,{help:"Write it as in `main`."})}const Ct={uses:`plumbline/plumbline@v0`};async function wt(e,t){let n=e.text(`action`);if(n===void 0){let e=await(t.ownAction??De)();return e?{uses:`${e.name}@${e.commit}`,label:e.label}:Ct}if(/^[\w.-]+\/[\w.-]+@[\w./-]+$/.test(n))return{uses:n};throw new c(`usage`,`\`--action ${n}\` is not an action`,{help:"Write it as `plumbline/plumbline@v0`, or with a commit instead of the tag."})}function Tt(e,t){let n=e.text(`cluster-arn`);if(n===void 0)return;let{name:r,partition:i,region:a,account:o}=le(n),s=ce(e.text(`role-arn`)??`arn:${i}:iam::${o}:role/plumbline-${t}`),c=ue(e.texts(`allowed-account-ids`)),l=c.length>0?c:[...new Set([o,s.account])].sort();return{arn:n,name:r,partition:i,region:a,account:o,roleArn:s.text,allowedAccountIds:l}}function Et(e,t,{isForced:n,replaceable:r}){let i=t.filter(({path:t,text:n})=>{let i=S(e,t);if(!xe(i))return!1;let a=x(i,`utf8`);return a!==n&&!r.some(e=>e.path===t&&e.text===a)});if(i.length>0&&!n)throw new c(`usage`,`${i.map(({path:e})=>`\`${e}\``).join(`, `)} already ${i.length===1?`exists`:`exist`} with other content, so nothing was written`,{help:"Run with `--print` to see the new content, or with `--force` to overwrite."});for(let{path:n,text:r}of t)Se(Te(S(e,n)),{recursive:!0}),Ce(S(e,n),r)}export{gt as runInit};
import{E as e,Nt as t,P as n,c as r,k as i,u as a}from"./judge-DO3_KtxZ.js";import{N as o,S as s,x as c}from"./command-CA-g9YxS.js";import{A as l,E as u,M as d,c as f,d as p,dn as m,l as ee,p as te,qt as ne,un as re,vt as h}from"./read-Dv86WnDK.js";import{i as ie,n as ae,o as oe,r as se}from"./repository-facts-C0YTb9JT.js";import{i as ce,n as le,t as ue}from"./arn-s-irxvrG.js";import{Dt as g,Et as de,Ot as fe,an as pe,ir as me,kt as _,p as he}from"./rules-PfTLkh5m.js";import{n as v}from"./lease-lEw3J0PS.js";import{i as y,o as ge,r as _e,t as ve}from"./rbac-ByKQl50S.js";import{r as ye}from"./file-tree-DWakXUbU.js";import{_ as be,a as xe}from"./catalog-DzHJyBfE.js";import{existsSync as Se,mkdirSync as Ce,readFileSync as b,writeFileSync as we}from"node:fs";import{fileURLToPath as Te}from"node:url";import{dirname as Ee,join as x,resolve as S}from"node:path";const De=Te(new URL(import.meta.url.endsWith(`.ts`)?`../../../`:`../`,import.meta.url));async function Oe(e=De){return ke(e)??await Ae(e).catch(()=>void 0)}function ke(e){try{let{version:t,gitHead:n}=JSON.parse(b(x(e,`package.json`),`utf8`));return/^[0-9a-f]{40}$/.test(n)?{name:`plumbline/plumbline`,commit:n,label:`v${t}`}:void 0}catch{return}}async function Ae(e){let t=S(e);if(d(t)!==t)return;let n=async(...e)=>(await l(t,e)).trim(),r=await n(`remote`,`get-url`,`origin`),i=/^(?:https:\/\/|ssh:\/\/git@|git@)github\.com[:/]/.test(r)?oe(r):void 0;if(i===void 0)return;let a=await n(`rev-parse`,`HEAD`),o=await u(t,a,[`action.yml`,`dist`]),{files:s}=await f({root:t,found:[],ids:new Map},o,()=>!0),c=(await n(`for-each-ref`,`--contains`,`HEAD`,`--format=%(refname:lstrip=3)`,`refs/remotes/origin/`)).split(`
`).find(e=>e!==``&&e!==`HEAD`);if(s.size>0||c===void 0)return;let p=await n(`tag`,`--points-at`,`HEAD`,`--list`,`v*.*.*`);return{name:`${i.owner}/${i.name}`,commit:a,label:p.split(`
`)[0]||c}}const C=({uses:e})=>/@[0-9a-f]{40}$/.test(e);function w({environment:e,cluster:t}){let n=t?.roleArn.split(`/`).at(-1)??`plumbline-${e}`;return[{environment:e,roleName:n,group:`plumbline-${e}`,purpose:`apply`},{environment:je(e),roleName:`${n}-drift`,group:`plumbline-${e}-drift`,purpose:`drift`}]}const je=e=>`${e}-drift`,T=(e,{roleName:t})=>e.roleArn.replace(/[^/]+$/,t),E=(e,t)=>({path:`.github/workflows/${e}.yaml`,text:t}),D=e=>[E(`plumbline`,Ne(e)),...e.hasForks?[E(`plumbline-comment`,Pe(e))]:[]],Me=e=>[E(`plumbline-apply-${O(e.environment)}`,Fe(e)),E(`plumbline-drift-${O(e.environment)}`,Ie(e))],O=e=>e.toLowerCase().replace(/[^a-z0-9-]+/g,`-`),k=`      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
        with:
          fetch-depth: 0
          persist-credentials: false`;function Ne({action:e,hasForks:t}){return`# Reviews every pull request. ${t?`Its token can only read; plumbline-comment.yaml writes the comment.`:`Its token can read files, and write only to pull requests and checks.`}
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
${k}
${P(e,t?[`comment: false`]:[])}
`}function Pe({action:e}){return`# Comments on pull requests, including those from forks. It runs with the permissions of this repository, so it checks out
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
${P(e,[`mode: comment`])}
`}const A=(e,t,n=[])=>`  render:
    if: github.ref == ${I(`refs/heads/${e}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    permissions: # nothing else: kustomize and helm run here
      contents: read
    steps:
${k}
      - run: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 # lets the sandbox isolate kustomize and helm
${P(t,[`mode: render`,...n],`render`)}
      - uses: actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1
        with:
          name: plumbline-rendered
          path: \${{ steps.render.outputs.rendered }}
          if-no-files-found: error
          retention-days: 1
`,j=`      - uses: actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1
        with:
          name: plumbline-rendered
          path: \${{ runner.temp }}/plumbline-rendered`,M="rendered: ${{ runner.temp }}/plumbline-rendered/plumbline-rendered.json";function Fe(e){let{environment:t,branch:n,action:r,cluster:i}=e;return`# Applies only what was reviewed and merged to the environment ${t}.
name: plumbline apply ${t}
on:
  push:
    branches: [${F(n)}]
permissions: {}
concurrency: # one run at a time; a newer run never cancels a running apply
  group: plumbline-apply-${O(t)}
  cancel-in-progress: false
jobs:
${A(n,r)}  apply:
    needs: render
    if: github.ref == ${I(`refs/heads/${n}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 45
    environment: ${F(t)} # protected branches only, reviewers other than the author, no bypass
    permissions:
      contents: read
      pull-requests: read # approvals
      deployments: write
${i?`      id-token: write # the identity that AWS trusts
`:``}    steps:
${k}
${j}
${P(r,[`mode: apply`,`environment: ${F(t)}`,M,...N(e)])}
`}function Ie(e){let{environment:t,branch:n,action:r,cluster:i}=e,[,a]=w(e);return`# Compares the cluster with the branch, and keeps an issue open while they differ. It cannot change the cluster.
name: plumbline drift ${t}
on:
  schedule:
    - cron: '17 */6 * * *'
  workflow_dispatch:
permissions: {}
concurrency:
  group: plumbline-drift-${O(t)}
  cancel-in-progress: false
jobs:
${A(n,r,["base: ${{ github.sha }}"])}  drift:
    needs: render
    if: github.ref == ${I(`refs/heads/${n}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    environment: ${F(a.environment)} # protected branches only; no reviewers, because scheduled runs must not wait
    permissions:
      contents: read
      issues: write
${i?`      id-token: write # the identity that AWS trusts
`:``}    steps:
${k}
${j}
${P(r,[`mode: drift`,`environment: ${F(t)}`,M,...i?[`role-arn: ${T(i,a)}`]:[],...N(e)])}
`}const N=({cluster:e})=>e?[]:["kubeconfig: ${{ secrets.PLUMBLINE_KUBECONFIG }}"];function P(e,t,n){let[r,i=``]=e.uses.split(`@`),a=e.label===void 0?``:` # ${e.label}`,o=C(e)?``:`      # A tag can be moved. To pin the Action, replace the tag with the commit: gh api repos/${r}/commits/${i} --jq .sha\n`,s=t.map(e=>`          ${e}`);return`${o}${n===void 0?`      - `:`      - id: ${n}\n        `}uses: ${e.uses}${a}${s.length>0?`\n        with:\n${s.join(`
`)}`:``}`}const F=e=>/^[A-Za-z][\w./-]*$/.test(e)&&!/^(?:true|false|null)$/i.test(e)?e:`'${e.replaceAll(`'`,`''`)}'`,I=e=>`'${e.replaceAll(`'`,`''`)}'`,Le=({found:e})=>L([...R,...z(e),...B(e),...ze(e)]);function Re({environment:e,cluster:t,found:n}){let{[e]:r=[],...i}=n.environments;return L([...R,...t?[]:z(n),...B(n),`environments:`,`  ${F(e)}:`,`    paths: ${H(r)}${r.length===0?` # all folders`:``}`,...t?[`    clusterArn: ${t.arn}`,`    roleArn: ${t.roleArn}`,`    allowedAccountIds: [${t.allowedAccountIds.map(e=>`'${e}'`).join(`, `)}]`]:[`    # The secret PLUMBLINE_KUBECONFIG of the GitHub environment contains the kubeconfig of the cluster.`],...V(i),`gate:`,`  approvals: 1 # of exactly this plan, by somebody other than the author and the person who pushed last`])}const L=e=>({path:`plumbline.yaml`,text:`${e.join(`
`)}\n`}),R=[`# plumbline reads this file from the base branch, so a pull request cannot relax it for itself.`,`# docs/options.md in plumbline's repository lists every key.`,`failOn: error`];function z({target:e,environments:t}){let{region:n,regionSource:r,isRegionAssumed:i}=e;if(Object.keys(t).length>0)return[];if(!i)return[`region: ${n} # ${o(r)}`];let a=r===`assumed: no file names one`?`No file names one`:r.replace(`assumed: `,``);return[`# region: ${n} # ${o(a)}. Set yours: prices and instance types depend on it.`]}function B({target:e}){let{karpenterVersion:t,karpenterVersionSource:n,isKarpenterAssumed:r}=e;return r?[`# karpenter: { version: '${t}' } # No single version found. Set yours: fields and rules depend on it.`]:[`# Karpenter ${t}: ${o(n)}`]}function ze({environments:e}){return Object.keys(e).length===0?[]:[`# Detected from folder names. Each environment has its own region, versions and estimate.`,`environments:`,...V(e)]}const V=e=>Object.entries(e).map(([e,t])=>`  ${F(e)}: { paths: ${H(t)} }`),H=e=>`[${e.map(F).join(`, `)}]`,Be=e=>w(e).map(({environment:e,purpose:t})=>({path:`plumbline/${e}/github-environment.json`,text:`${JSON.stringify(Ve(t),null,2)}\n`})),Ve=e=>({wait_timer:0,...e===`apply`&&{prevent_self_review:!0},...e===`apply`&&{reviewers:[]},deployment_branch_policy:{protected_branches:!0,custom_branch_policies:!1},can_admins_bypass:!1}),U=e=>`${JSON.stringify(e,null,2)}\n`;function He(e){let{cluster:t}=e;return t?w(e).flatMap(n=>{let r=`plumbline/${n.environment}`;return[{path:`${r}/trust-policy.json`,text:U(Ue(t,W(e,n)))},{path:`${r}/policy.json`,text:U(We(t))},{path:`${r}/access-entry.json`,text:U(Ge(t,n))}]}):[]}function W({repository:e,hasIds:t},{environment:n}){let{byName:r,byId:i}=fe(e,n);return i===void 0?[r]:t===!0?[i]:[r,i]}function Ue(e,t){return{Version:`2012-10-17`,Statement:[{Sid:`JobsOfOneEnvironment`,Effect:`Allow`,Principal:{Federated:`arn:${e.partition}:iam::${G(e)}:oidc-provider/${_}`},Action:de,Condition:{StringEquals:{[`${_}:aud`]:g,[`${_}:sub`]:t}}}]}}const G=({roleArn:e})=>e.split(`:`)[4],We=({arn:e})=>({Version:`2012-10-17`,Statement:[{Sid:`LookTheClusterUp`,Effect:`Allow`,Action:[`eks:DescribeCluster`],Resource:[e]}]}),Ge=(e,t)=>({clusterName:e.name,principalArn:T(e,t),kubernetesGroups:[t.group],type:`STANDARD`});function Ke(e){let{target:t,objects:n,folders:r,environments:i}=e.found,a=Object.keys(i),s=r.length>0?` in ${r.map(e=>o(e)).join(`, `)}`:``;return`
Found ${n===0?`no Karpenter objects`:re(n,`Karpenter object`)}${s}.
${a.length>0?`  environments ${a.join(`, `)} (by the names of folders)\n`:``}  region ${t.region} (${o(t.regionSource)})
  Karpenter ${t.karpenterVersion} (${o(t.karpenterVersionSource)})

Next: check plumbline.yaml and commit the files. The next pull request that changes a NodePool gets a comment.
Run \`plumbline doctor --offline\` to check the files. \`plumbline init --apply\` adds applying on merge and drift detection.
${K(e)}`}function K({action:e}){if(C(e))return``;let[t,n]=e.uses.split(`@`);return`
The Action is not pinned to a commit, and a tag can be moved. To pin it, get the commit with
\`gh api repos/${t}/commits/${n} --jq .sha\` and run init again with \`--action ${t}@COMMIT\`.
`}function qe(e){let{environment:t,repository:n,isTerraform:r}=e,i=`${n.owner}/${n.name}`,a=r?Je(e):[...Ye(e),...Xe(e),...Ze(e)],o=e.cluster?[]:w(e).map(e=>`gh secret set PLUMBLINE_KUBECONFIG --repo ${i} --env ${e.environment} < KUBECONFIG`);return`
Next, run these commands as an administrator:

${[...a,...o].map(e=>`  ${e}`).join(`
`)}

Then add reviewers to the GitHub environment ${t}, protect the branch ${e.branch}, and commit the files.
Check the setup with
  plumbline doctor --environment ${t}${Qe(e)}
${K(e)}`}const Je=({environment:e})=>[`terraform -chdir=plumbline/${e} init`,`terraform -chdir=plumbline/${e} apply`];function Ye(e){let{cluster:t}=e;if(!t)return[];let n=w(e).flatMap(e=>{let n=`file://plumbline/${e.environment}`,r=`--role-name ${e.roleName}`;return[`aws iam create-role ${r} --assume-role-policy-document ${n}/trust-policy.json`,`aws iam put-role-policy ${r} --policy-name plumbline --policy-document ${n}/policy.json`,`aws eks create-access-entry --region ${t.region} --cli-input-json ${n}/access-entry.json`]});return[`# once for the account ${G(t)}:`,`aws iam create-open-id-connect-provider --url https://token.actions.githubusercontent.com --client-id-list sts.amazonaws.com`,...n]}const Xe=({environment:e})=>[`kubectl apply -f plumbline/${e}/rbac.yaml`],Ze=e=>{let{owner:t,name:n}=e.repository;return w(e).map(({environment:e})=>`gh api --method PUT repos/${t}/${n}/environments/${encodeURIComponent(e)} --input plumbline/${e}/github-environment.json`)};function Qe(e){let{cluster:t,repository:n,hasIds:r,environment:i}=e;if(!t)return``;let{byName:a,byId:o}=fe(n,i);if(o===void 0)return`

The trust policies accept only ${a}. A repository that was created or renamed since July 15, 2026 has IDs in its
subject. In that case, run init again with --repository-ids "$(gh api repos/${n.owner}/${n.name} --jq '"\\(.owner.id)/\\(.id)"')".`;let s=r===!0?[o]:[a,o],c=r===!0?`\nTokens of this repository contain IDs, so the trust policies do not accept ${a}.`:``;return`

The trust policies accept ${s.join(` and `)}.${c}`}const q=`kube-system`,$e=({purpose:e},n)=>_e(t,e===`apply`?ve(n):ge);function et(e){let[t,n]=w(e),r=[nt(t,e.canDelete),it(t),nt(n,!1),it(n),...at(t)],i=[`# What plumbline may do in the cluster: access Karpenter's kinds and one Lease. Apply this once, as an administrator:`,`#   kubectl apply -f plumbline/${e.environment}/rbac.yaml`,...e.canDelete?[]:["# It cannot delete anything. `plumbline init --apply --deletions` adds that permission."]];return{path:`plumbline/${e.environment}/rbac.yaml`,text:`${i.join(`
`)}\n${r.join(`---
`)}`}}const J=e=>`[${e.map(e=>e===``?`""`:e).join(`, `)}]`,tt=e=>e.map(({apiGroups:e,resources:t,resourceNames:n,verbs:r})=>`  - apiGroups: ${J(e)}\n    resources: ${J(t)}\n${n?`    resourceNames: ${J(n)}\n`:``}    verbs: ${J(r)}\n`).join(``),nt=(e,t)=>`apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: ${e.group}
rules:
${tt($e(e,t))}`,rt=e=>`subjects:
  - apiGroup: rbac.authorization.k8s.io
    kind: Group
    name: ${e}
`,it=({group:e})=>`apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: ${e}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: ${e}
${rt(e)}`,at=({group:e,environment:t})=>[`apiVersion: coordination.k8s.io/v1
kind: Lease
metadata:
  name: ${v(t)}
  namespace: ${q}
`,`apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: ${e}
  namespace: ${q}
rules:
${tt([{apiGroups:[`coordination.k8s.io`],resources:[`leases`],resourceNames:[v(t)],verbs:y}])}`,`apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: ${e}
  namespace: ${q}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: ${e}
${rt(e)}`];async function ot(t,{flags:n},o){let s=he({today:me()}),c={...s,sources:{...s.sources,render:!1}},{head:l}=await r({flags:n,positionals:[]},{terminal:{...o,cwd:t},repository:new ee(t),settings:c,log:a}),{manifests:u}=e(l.sources.map(e=>te(e,{set:{}}))),d=u.filter(ne),f=e=>e.map(({source:{file:e,origin:t}})=>t?.root??e).filter(st);return{target:i({settings:c,facts:xe(be),head:l}),objects:d.length,folders:ct(f(d).map(h)),environments:lt(f(d),f(u))}}const st=e=>/^[\x20-\x7e]+$/.test(e);function ct(e){let t=[...new Set(e)].sort(m);return t.includes(``)?[]:t.filter(e=>!t.some(t=>t!==e&&ye(e,t)))}function lt(e,t){let n=e=>{let t=new Map;for(let n of e){let e=h(n).split(`/`),r=e.findIndex(pe);if(r===-1)continue;let i=e[r];t.set(i,(t.get(i)??new Set).add(e.slice(0,r+1).join(`/`)))}return t},r=[...n(e).keys()].sort(m);if(r.length<2)return{};let i=n(t);return Object.fromEntries(r.map(e=>[e,[...i.get(e)].sort(m)]))}function ut(e){let{cluster:t,environment:n}=e,r=w(e),i=[dt(e),...t?[ft(),...r.map(n=>pt(e,t,n))]:[],...r.map(t=>mt(e,t)),ht(r[0]),...r.map(t=>gt(e,t))];return{path:`plumbline/${n}/main.tf`,text:`${i.join(`
`)}`}}const Y=e=>JSON.stringify(e).replaceAll("${","$${").replaceAll(`%{`,`%%{`),X=e=>`[${e.map(Y).join(`, `)}]`,Z=({purpose:e})=>`plumbline_${e}`,dt=({environment:e})=>`# What plumbline needs for the environment ${e}: IAM roles, RBAC in the cluster, and protection on GitHub.
terraform {
  required_providers {
    aws        = { source = "hashicorp/aws", version = ">= 5.33" }
    kubernetes = { source = "hashicorp/kubernetes", version = ">= 2.20" }
    github     = { source = "integrations/github", version = ">= 6.0" }
  }
}
`,ft=()=>`# An account has only one of these. If it exists already, \`terraform import\` it.
resource "aws_iam_openid_connect_provider" "github" {
  url            = "https://${_}"
  client_id_list = [${Y(g)}]
}
`;function pt(e,t,n){let r=Z(n);return`data "aws_iam_policy_document" "${r}_trust" {
  statement {
    sid     = "JobsOfOneEnvironment"
    actions = [${Y(de)}]
    principals {
      type        = "Federated"
      identifiers = [aws_iam_openid_connect_provider.github.arn]
    }
    condition {
      test     = "StringEquals"
      variable = "${_}:aud"
      values   = [${Y(g)}]
    }
    condition {
      test     = "StringEquals"
      variable = "${_}:sub"
      values   = ${X(W(e,n))}
    }
  }
}

data "aws_iam_policy_document" "${r}" {
  statement {
    sid       = "LookTheClusterUp"
    actions   = ["eks:DescribeCluster"]
    resources = [${Y(t.arn)}]
  }
}

resource "aws_iam_role" "${r}" {
  name                 = ${Y(n.roleName)}
  assume_role_policy   = data.aws_iam_policy_document.${r}_trust.json
  max_session_duration = 3600
}

resource "aws_iam_role_policy" "${r}" {
  name   = "plumbline"
  role   = aws_iam_role.${r}.id
  policy = data.aws_iam_policy_document.${r}.json
}

resource "aws_eks_access_entry" "${r}" {
  cluster_name      = ${Y(t.name)}
  principal_arn     = aws_iam_role.${r}.arn
  kubernetes_groups = [${Y(n.group)}]
}
`}function mt({canDelete:e},t){let n=$e(t,e).map(({apiGroups:e,resources:t,verbs:n})=>`  rule {
    api_groups = ${X(e)}
    resources  = ${X(t)}
    verbs      = ${X(n)}
  }
`),r=Z(t);return`resource "kubernetes_cluster_role_v1" "${r}" {
  metadata {
    name = ${Y(t.group)}
  }
${n.join(``)}}

resource "kubernetes_cluster_role_binding_v1" "${r}" {
  metadata {
    name = ${Y(t.group)}
  }
  role_ref {
    api_group = "rbac.authorization.k8s.io"
    kind      = "ClusterRole"
    name      = kubernetes_cluster_role_v1.${r}.metadata[0].name
  }
  subject {
    api_group = "rbac.authorization.k8s.io"
    kind      = "Group"
    name      = ${Y(t.group)}
  }
}
`}const ht=({group:e,environment:t})=>`# The Lease that ensures only one apply runs at a time. It is created here because the role cannot create Leases.
resource "kubernetes_manifest" "plumbline_lease" {
  manifest = {
    apiVersion = "coordination.k8s.io/v1"
    kind       = "Lease"
    metadata   = { name = ${Y(v(t))}, namespace = "kube-system" }
  }
  # plumbline writes these fields while it applies.
  computed_fields = ["spec", "metadata.annotations", "metadata.labels"]
}

resource "kubernetes_role_v1" "plumbline_lease" {
  metadata {
    name      = ${Y(e)}
    namespace = "kube-system"
  }
  rule {
    api_groups     = ["coordination.k8s.io"]
    resources      = ["leases"]
    resource_names = [${Y(v(t))}]
    verbs          = ${X(y)}
  }
}

resource "kubernetes_role_binding_v1" "plumbline_lease" {
  metadata {
    name      = ${Y(e)}
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
    name      = ${Y(e)}
  }
}
`,gt=({repository:e},t)=>`resource "github_repository_environment" "${Z(t)}" {
  repository          = ${Y(e.name)}
  environment         = ${Y(t.environment)}
  can_admins_bypass   = false
${t.purpose===`apply`?`  prevent_self_review = true
  # reviewers { teams = [TEAM_ID] } # up to six teams or users who approve the deployment
`:``}  deployment_branch_policy {
    protected_branches     = true
    custom_branch_policies = false
  }
}
`;async function _t(e,t){let{flags:n,positionals:r}=e;if(r.length>0)throw new c(`usage`,`\`init\` takes no path, but got \`${r[0]}\``,{help:"Pass `--output FOLDER` to write the files elsewhere."});let i=n.isOn(`apply`)===!0;i||yt(n);let a=await p(t.cwd),o={action:await wt(n,t),hasForks:n.isOn(`forks`)??!0,found:await ot(a,e,t)},l=i?await xt(o,n,t):void 0,u=l?bt(l):Q(o);if(n.isOn(`print`))return t.stdout.write(u.map(({path:e,text:t})=>`# ── ${e}\n${t}`).join(`
`),`document`),s.ok;let d=S(t.cwd,n.text(`output`)??a),f=[...Q(o),...Q({...o,action:$})];Et(d,u,{isForced:n.isOn(`force`)===!0,replaceable:f});let m=l?qe(l):Ke(o);return t.stdout.write(`${u.map(({path:e})=>`wrote ${e}`).join(`
`)}\n${m}`),s.ok}const vt=[`environment`,`cluster-arn`,`role-arn`,`allowed-account-ids`,`repository`,`repository-ids`,`branch`,`deletions`,`terraform`];function yt(e){let t=vt.find(t=>e.text(t)!==void 0);if(t!==void 0)throw new c(`usage`,`\`--${t}\` works only with \`init --apply\``,{help:"Add `--apply` to also write workflows, roles and RBAC for one environment. Without it, init writes only the review."})}const Q=e=>[...D(e),Le(e)];function bt(e){let t=e.isTerraform?[ut(e)]:[...He(e),et(e),...Be(e)];return[...D(e),...Me(e),Re(e),...t]}async function xt(e,t,n){let r=t.text(`environment`)??St(e.found);if(!/^[A-Za-z0-9][\w.-]{0,99}$/.test(r))throw new c(`usage`,`\`--environment ${r}\` cannot be part of file and role names`,{help:"Use only letters, digits, `.`, `_` and `-`."});let i=se(t,n.cwd);if(!i)throw new c(`usage`,"The GitHub repository is unknown: there is no remote `origin` on GitHub",{help:"Pass it, such as `--repository acme/infra`."});let{repository:a,hasIds:o}=await ie(i,t,ae(n));return{...e,environment:r,repository:a,hasIds:o,branch:Ct(t),cluster:Tt(t,r),canDelete:t.isOn(`deletions`)===!0,isTerraform:t.isOn(`terraform`)===!0}}const St=({environments:e})=>Object.keys(e).find(e=>n.test(e))??`production`;function Ct(e){let t=e.text(`branch`)??`main`;if(/^[\w][\w./-]*$/.test(t))return t;throw new c(`usage`,`\`--branch ${t}\` is not a branch name`,{help:"Write it as in `main`."})}const $={uses:`plumbline/plumbline@v0`};async function wt(e,t){let n=e.text(`action`);if(n===void 0){let e=await(t.ownAction??Oe)();return e?{uses:`${e.name}@${e.commit}`,label:e.label}:$}if(/^[\w.-]+\/[\w.-]+@[\w./-]+$/.test(n))return{uses:n};throw new c(`usage`,`\`--action ${n}\` is not an action`,{help:"Write it as `plumbline/plumbline@v0`, or with a commit instead of the tag."})}function Tt(e,t){let n=e.text(`cluster-arn`);if(n===void 0)return;let{name:r,partition:i,region:a,account:o}=le(n),s=ce(e.text(`role-arn`)??`arn:${i}:iam::${o}:role/plumbline-${t}`),c=ue(e.texts(`allowed-account-ids`)),l=c.length>0?c:[...new Set([o,s.account])].sort();return{arn:n,name:r,partition:i,region:a,account:o,roleArn:s.text,allowedAccountIds:l}}function Et(e,t,{isForced:n,replaceable:r}){let i=t.filter(({path:t,text:n})=>{let i=x(e,t);if(!Se(i))return!1;let a=b(i,`utf8`);return a!==n&&!r.some(e=>e.path===t&&e.text===a)});if(i.length>0&&!n)throw new c(`usage`,`${i.map(({path:e})=>`\`${e}\``).join(`, `)} already ${i.length===1?`exists`:`exist`} with other content, so nothing was written`,{help:"Run with `--print` to see the new content, or with `--force` to overwrite."});for(let{path:n,text:r}of t)Ce(Ee(x(e,n)),{recursive:!0}),we(x(e,n),r)}export{_t as runInit};
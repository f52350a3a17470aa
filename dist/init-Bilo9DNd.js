import{B as e,I as t,L as n,Mt as r,N as i,W as a,c as o,ln as s,u as c}from"./judge-km57mGmn.js";import{h as l,m as u}from"./command-Ciyu_-4-.js";import{A as d,Q as f,X as p,Y as m,d as h,g as ee,s as te}from"./read-etXKDLnf.js";import{a as ne,c as g,d as re,f as ie,m as ae,o as _,s as v}from"./web-identity-D99OHiDL.js";import{i as oe,n as se,o as ce,r as le}from"./repository-facts-DM6vEWZo.js";import{t as ue}from"./environment-name-BHP7lBCg.js";import{r as de}from"./file-tree-DWakXUbU.js";import{r as fe,s as pe}from"./catalog-BqySxVAm.js";import{n as y}from"./lease-BNLV2CuX.js";import{i as b,o as me,r as he,t as ge}from"./rbac-bB2xysjb.js";import{existsSync as _e,mkdirSync as ve,readFileSync as x,writeFileSync as ye}from"node:fs";import{fileURLToPath as be}from"node:url";import{dirname as xe,join as S,resolve as Se}from"node:path";const Ce=be(new URL(import.meta.url.endsWith(`.ts`)?`../../`:`../`,import.meta.url));async function we(e=Ce){return Te(e)??await Ee(e).catch(()=>void 0)}function Te(e){try{let{version:t,gitHead:n}=JSON.parse(x(S(e,`package.json`),`utf8`));return/^[0-9a-f]{40}$/.test(n)?{name:`plumbline/plumbline`,commit:n,label:`v${t}`}:void 0}catch{return}}async function Ee(e){let t=async(...t)=>(await d(e,t)).trim();if(await t(`rev-parse`,`--show-prefix`)!==``)return;let n=await t(`remote`,`get-url`,`origin`),r=/^(?:https:\/\/|ssh:\/\/git@|git@)github\.com[:/]/.test(n)?ce(n):void 0;if(r===void 0)return;let i=await t(`status`,`--porcelain`,`--`,`action.yml`,`dist`)!==``,a=(await t(`for-each-ref`,`--contains`,`HEAD`,`--format=%(refname:lstrip=3)`,`refs/remotes/origin/`)).split(`
`).find(e=>e!==``&&e!==`HEAD`);if(i||a===void 0)return;let o=await t(`tag`,`--points-at`,`HEAD`,`--list`,`v*.*.*`);return{name:`${r.owner}/${r.name}`,commit:await t(`rev-parse`,`HEAD`),label:o.split(`
`)[0]||a}}const C=({uses:e})=>/@[0-9a-f]{40}$/.test(e);function w({environment:e,cluster:t}){let n=t?.roleArn.split(`/`).at(-1)??`plumbline-${e}`;return[{environment:e,roleName:n,group:`plumbline-${e}`,purpose:`apply`},{environment:De(e),roleName:`${n}-drift`,group:`plumbline-${e}-drift`,purpose:`drift`}]}const De=e=>`${e}-drift`,T=(e,{roleName:t})=>e.roleArn.replace(/[^/]+$/,t),E=(e,t)=>({path:`.github/workflows/${e}.yaml`,text:t}),D=e=>[E(`plumbline`,ke(e)),...e.hasForks?[E(`plumbline-comment`,Ae(e))]:[]],Oe=e=>[E(`plumbline-apply-${O(e.environment)}`,je(e)),E(`plumbline-drift-${O(e.environment)}`,Me(e))],O=e=>e.toLowerCase().replace(/[^a-z0-9-]+/g,`-`),k=`      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
        with:
          fetch-depth: 0
          persist-credentials: false`;function ke({action:e,hasForks:t}){return`# Reviews every pull request. Its token can only read${t?`: plumbline-comment.yaml writes the comment`:`, but for the comment`}.
name: plumbline
on:
  pull_request:
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
${t?``:`      pull-requests: write
      checks: write
`}    steps:
${k}
${j(e,t?[`comment: false`]:[])}
`}function Ae({action:e}){return`# Comments on pull requests, those of forks too. It runs with the rights of this repository, and therefore checks nothing
# out: it reads the pull request through the API as data, and works the review out anew.
name: plumbline comment
on:
  workflow_run: # zizmor: ignore[dangerous-triggers] nothing of the pull request is run, nothing is checked out
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
      checks: write # so that the verdict is a check that can be required
    steps:
${j(e,[`mode: comment`])}
`}function je(e){let{environment:t,branch:n,action:r,cluster:i}=e;return`# Applies what was reviewed and merged, and nothing else, to the environment ${t}.
name: plumbline apply ${t}
on:
  push:
    branches: [${M(n)}]
permissions: {}
concurrency: # one at a time; a run that has begun is never cut off
  group: plumbline-apply-${O(t)}
  cancel-in-progress: false
jobs:
  apply:
    if: github.ref == ${N(`refs/heads/${n}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 45
    environment: ${M(t)} # protected branches only, reviewers other than the author, no bypass
    permissions:
      contents: read
      pull-requests: read # approvals
      deployments: write
${i?`      id-token: write # the identity that AWS trusts
`:``}    steps:
${k}
${j(r,[`mode: apply`,`environment: ${M(t)}`,...A(e)])}
`}function Me(e){let{environment:t,branch:n,action:r,cluster:i}=e,[,a]=w(e);return`# Compares the cluster with the branch, and keeps one issue open while they differ. It can only read.
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
  drift:
    if: github.ref == ${N(`refs/heads/${n}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    environment: ${M(a.environment)} # protected branches only; no reviewers, for nobody waits for a schedule
    permissions:
      contents: read
      issues: write
${i?`      id-token: write # the identity that AWS trusts
`:``}    steps:
${k}
${j(r,[`mode: drift`,`environment: ${M(t)}`,...i?[`role-arn: ${T(i,a)}`]:[],...A(e)])}
`}const A=({cluster:e})=>e?[]:["kubeconfig: ${{ secrets.PLUMBLINE_KUBECONFIG }}"];function j(e,t){let[n,r=``]=e.uses.split(`@`),i=e.label===void 0?``:` # ${e.label}`,a=C(e)?``:`      # A tag can be moved. To pin it, put the commit here: gh api repos/${n}/commits/${r} --jq .sha\n`,o=t.map(e=>`          ${e}`);return`${a}      - uses: ${e.uses}${i}${o.length>0?`\n        with:\n${o.join(`
`)}`:``}`}const M=e=>/^[A-Za-z][\w./-]*$/.test(e)&&!/^(?:true|false|null)$/i.test(e)?e:`'${e.replaceAll(`'`,`''`)}'`,N=e=>`'${e.replaceAll(`'`,`''`)}'`,Ne=({found:e})=>P([...F,...I(e),...L(e),...Fe(e)]);function Pe({environment:e,cluster:t,found:n}){let{[e]:r=[],...i}=n.environments;return P([...F,...t?[]:I(n),...L(n),`environments:`,`  ${M(e)}:`,`    paths: ${z(r)}${r.length===0?` # every folder`:``}`,...t?[`    clusterArn: ${t.arn}`,`    roleArn: ${t.roleArn}`,`    allowedAccountIds: [${t.allowedAccountIds.map(e=>`'${e}'`).join(`, `)}]`]:[`    # The secret PLUMBLINE_KUBECONFIG of the environment leads to the cluster.`],...R(i),`gate:`,`  approvals: 1 # of exactly this plan, by a person who is neither the author nor the last to push`])}const P=e=>({path:`plumbline.yaml`,text:`${e.join(`
`)}\n`}),F=[`# plumbline reads this file from the base branch: a pull request cannot relax it for itself.`,`# docs/options.md of plumbline lists every key.`,`failOn: error`];function I({target:e,environments:t}){let{region:n,regionSource:r,isRegionAssumed:i}=e;if(Object.keys(t).length>0)return[];if(!i)return[`region: ${n} # ${s(r)}`];let a=r===`assumed: nothing names one`?`No file names one`:r.replace(`assumed: `,``);return[`# region: ${n} # ${s(a)}. Set yours: prices and instance types depend on it.`]}function L({target:e}){let{karpenterVersion:t,karpenterVersionSource:n,isKarpenterAssumed:r}=e;return r?[`# karpenter: { version: '${t}' } # No single version found. Set yours: fields and rules depend on it.`]:[`# Karpenter ${t}: ${s(n)}`]}function Fe({environments:e}){return Object.keys(e).length===0?[]:[`# Found by the names of folders. Each environment has its own region, versions and figures.`,`environments:`,...R(e)]}const R=e=>Object.entries(e).map(([e,t])=>`  ${M(e)}: { paths: ${z(t)} }`),z=e=>`[${e.map(M).join(`, `)}]`,Ie=e=>w(e).map(({environment:e,purpose:t})=>({path:`plumbline/${e}/github-environment.json`,text:`${JSON.stringify(Le(t),null,2)}\n`})),Le=e=>({wait_timer:0,...e===`apply`&&{prevent_self_review:!0},...e===`apply`&&{reviewers:[]},deployment_branch_policy:{protected_branches:!0,custom_branch_policies:!1},can_admins_bypass:!1});async function Re(r,{flags:a},s){let l=i({today:new Date().toISOString().slice(0,10)}),u={...l,sources:{...l.sources,render:!1}},{head:d}=await o({flags:a,positionals:[]},{terminal:{...s,cwd:r},repository:new te(r),settings:u,log:c}),{manifests:p}=t(d.sources.map(e=>ee(e,{set:{}}))),m=p.filter(e),h=e=>e.map(({source:{file:e,origin:t}})=>t?.root??e).filter(ze);return{target:n({settings:u,facts:fe(pe),head:d}),objects:m.length,folders:Be(h(m).map(f)),environments:Ve(h(m),h(p))}}const ze=e=>/^[\x20-\x7e]+$/.test(e);function Be(e){let t=[...new Set(e)].sort(p);return t.includes(``)?[]:t.filter(e=>!t.some(t=>t!==e&&de(e,t)))}function Ve(e,t){let n=e=>{let t=new Map;for(let n of e){let e=f(n).split(`/`),r=e.findIndex(ue);if(r===-1)continue;let i=e[r];t.set(i,(t.get(i)??new Set).add(e.slice(0,r+1).join(`/`)))}return t},r=[...n(e).keys()].sort(p);if(r.length<2)return{};let i=n(t);return Object.fromEntries(r.map(e=>[e,[...i.get(e)].sort(p)]))}const B=e=>`${JSON.stringify(e,null,2)}\n`;function He(e){let{cluster:t}=e;return t?w(e).flatMap(n=>{let r=`plumbline/${n.environment}`;return[{path:`${r}/trust-policy.json`,text:B(Ue(t,V(e,n)))},{path:`${r}/policy.json`,text:B(We(t))},{path:`${r}/access-entry.json`,text:B(Ge(t,n))}]}):[]}function V({repository:e,hasIds:t},{environment:n}){let{byName:r,byId:i}=v(e,n);return i===void 0?[r]:t===!0?[i]:[r,i]}function Ue(e,t){return{Version:`2012-10-17`,Statement:[{Sid:`JobsOfOneEnvironment`,Effect:`Allow`,Principal:{Federated:`arn:${e.partition}:iam::${H(e)}:oidc-provider/${g}`},Action:ne,Condition:{StringEquals:{[`${g}:aud`]:_,[`${g}:sub`]:t}}}]}}const H=({roleArn:e})=>e.split(`:`)[4],We=({arn:e})=>({Version:`2012-10-17`,Statement:[{Sid:`LookTheClusterUp`,Effect:`Allow`,Action:[`eks:DescribeCluster`],Resource:[e]}]}),Ge=(e,t)=>({clusterName:e.name,principalArn:T(e,t),kubernetesGroups:[t.group],type:`STANDARD`});function Ke(e){let{target:t,objects:n,folders:r,environments:i}=e.found,a=Object.keys(i),o=r.length>0?` in ${r.map(e=>s(e)).join(`, `)}`:``;return`
Found ${n===0?`no Karpenter objects`:m(n,`Karpenter object`)}${o}.
${a.length>0?`  environments ${a.join(`, `)} (by the names of folders)\n`:``}  region ${t.region} (${s(t.regionSource)})
  Karpenter ${t.karpenterVersion} (${s(t.karpenterVersionSource)})

Check plumbline.yaml and commit the files. The next pull request that changes a NodePool gets a comment.
\`plumbline doctor --offline\` checks the files; \`plumbline init --apply\` adds apply on merge and drift.
${U(e)}`}function U({action:e}){if(C(e))return``;let[t,n]=e.uses.split(`@`);return`
The Action is not pinned to a commit: a tag can be moved. \`gh api repos/${t}/commits/${n} --jq .sha\` prints the commit;
run init again with \`--action ${t}@COMMIT\`.
`}function qe(e){let{environment:t,repository:n,isTerraform:r}=e,i=`${n.owner}/${n.name}`,a=r?Je(e):[...Ye(e),...Xe(e),...Ze(e)],o=e.cluster?[]:w(e).map(e=>`gh secret set PLUMBLINE_KUBECONFIG --repo ${i} --env ${e.environment} < KUBECONFIG`);return`
What is left to do, as an administrator:

${[...a,...o].map(e=>`  ${e}`).join(`
`)}

Add reviewers to the environment ${t}, protect ${e.branch}, and commit the files. Then
  plumbline doctor --environment ${t}
says whether everything holds.${Qe(e)}
${U(e)}`}const Je=({environment:e})=>[`terraform -chdir=plumbline/${e} init`,`terraform -chdir=plumbline/${e} apply`];function Ye(e){let{cluster:t}=e;if(!t)return[];let n=w(e).flatMap(e=>{let n=`file://plumbline/${e.environment}`,r=`--role-name ${e.roleName}`;return[`aws iam create-role ${r} --assume-role-policy-document ${n}/trust-policy.json`,`aws iam put-role-policy ${r} --policy-name plumbline --policy-document ${n}/policy.json`,`aws eks create-access-entry --region ${t.region} --cli-input-json ${n}/access-entry.json`]});return[`# once for the account ${H(t)}:`,`aws iam create-open-id-connect-provider --url https://token.actions.githubusercontent.com --client-id-list sts.amazonaws.com`,...n]}const Xe=({environment:e})=>[`kubectl apply -f plumbline/${e}/rbac.yaml`],Ze=e=>{let{owner:t,name:n}=e.repository;return w(e).map(({environment:e})=>`gh api --method PUT repos/${t}/${n}/environments/${encodeURIComponent(e)} --input plumbline/${e}/github-environment.json`)};function Qe(e){let{cluster:t,repository:n,hasIds:r,environment:i}=e;if(!t)return``;let{byName:a,byId:o}=v(n,i);if(o===void 0)return`

The trust policies admit ${a} alone. A repository that was created or renamed since 15 July 2026 has ids in its
subject: then write them with --repository-ids "$(gh api repos/${n.owner}/${n.name} --jq '"\\(.owner.id)/\\(.id)"')".`;let s=r===!0?[o]:[a,o],c=r===!0?`\nGitHub says that tokens of this repository carry ids, so ${a} is not admitted.`:``;return`

The trust policies admit ${s.join(` and `)}.${c}`}const W=`kube-system`,G=({purpose:e},t)=>he(r,e===`apply`?ge(t):me);function $e(e){let[t,n]=w(e),r=[J(t,e.canDelete),tt(t),J(n,!1),tt(n),...nt(t)],i=[`# What plumbline may do in the cluster: Karpenter's own kinds and one Lease. Apply it once, as an administrator:`,`#   kubectl apply -f plumbline/${e.environment}/rbac.yaml`,...e.canDelete?[]:["# It may delete nothing. `plumbline init --apply --deletions` adds that."]];return{path:`plumbline/${e.environment}/rbac.yaml`,text:`${i.join(`
`)}\n${r.join(`---
`)}`}}const K=e=>`[${e.map(e=>e===``?`""`:e).join(`, `)}]`,q=e=>e.map(({apiGroups:e,resources:t,resourceNames:n,verbs:r})=>`  - apiGroups: ${K(e)}\n    resources: ${K(t)}\n${n?`    resourceNames: ${K(n)}\n`:``}    verbs: ${K(r)}\n`).join(``),J=(e,t)=>`apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: ${e.group}
rules:
${q(G(e,t))}`,et=e=>`subjects:
  - apiGroup: rbac.authorization.k8s.io
    kind: Group
    name: ${e}
`,tt=({group:e})=>`apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: ${e}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: ${e}
${et(e)}`,nt=({group:e,environment:t})=>[`apiVersion: coordination.k8s.io/v1
kind: Lease
metadata:
  name: ${y(t)}
  namespace: ${W}
`,`apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: ${e}
  namespace: ${W}
rules:
${q([{apiGroups:[`coordination.k8s.io`],resources:[`leases`],resourceNames:[y(t)],verbs:b}])}`,`apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: ${e}
  namespace: ${W}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: ${e}
${et(e)}`];function rt(e){let{cluster:t,environment:n}=e,r=w(e),i=[it(e),...t?[at(),...r.map(n=>ot(e,t,n))]:[],...r.map(t=>st(e,t)),ct(r[0]),...r.map(t=>lt(e,t))];return{path:`plumbline/${n}/main.tf`,text:`${i.join(`
`)}`}}const Y=e=>JSON.stringify(e).replaceAll("${","$${").replaceAll(`%{`,`%%{`),X=e=>`[${e.map(Y).join(`, `)}]`,Z=({purpose:e})=>`plumbline_${e}`,it=({environment:e})=>`# What plumbline needs for the environment ${e}: roles bound to it, rights in the cluster, protection on GitHub.
terraform {
  required_providers {
    aws        = { source = "hashicorp/aws", version = ">= 5.33" }
    kubernetes = { source = "hashicorp/kubernetes", version = ">= 2.20" }
    github     = { source = "integrations/github", version = ">= 6.0" }
  }
}
`,at=()=>`# An account has this once: with one that is there already, \`terraform import\` it.
resource "aws_iam_openid_connect_provider" "github" {
  url            = "https://${g}"
  client_id_list = [${Y(_)}]
}
`;function ot(e,t,n){let r=Z(n);return`data "aws_iam_policy_document" "${r}_trust" {
  statement {
    sid     = "JobsOfOneEnvironment"
    actions = [${Y(ne)}]
    principals {
      type        = "Federated"
      identifiers = [aws_iam_openid_connect_provider.github.arn]
    }
    condition {
      test     = "StringEquals"
      variable = "${g}:aud"
      values   = [${Y(_)}]
    }
    condition {
      test     = "StringEquals"
      variable = "${g}:sub"
      values   = ${X(V(e,n))}
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
`}function st({canDelete:e},t){let n=G(t,e).map(({apiGroups:e,resources:t,verbs:n})=>`  rule {
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
`}const ct=({group:e,environment:t})=>`# The Lease that lets one apply run at a time. It is made here: the role may touch this one and create none.
resource "kubernetes_manifest" "plumbline_lease" {
  manifest = {
    apiVersion = "coordination.k8s.io/v1"
    kind       = "Lease"
    metadata   = { name = ${Y(y(t))}, namespace = "kube-system" }
  }
  # What a run writes there is its own.
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
    resource_names = [${Y(y(t))}]
    verbs          = ${X(b)}
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
`,lt=({repository:e},t)=>`resource "github_repository_environment" "${Z(t)}" {
  repository          = ${Y(e.name)}
  environment         = ${Y(t.environment)}
  can_admins_bypass   = false
${t.purpose===`apply`?`  prevent_self_review = true
  # reviewers { teams = [TEAM_ID] } # up to six; who approves the deployment
`:``}  deployment_branch_policy {
    protected_branches     = true
    custom_branch_policies = false
  }
}
`;async function ut(e,t){let{flags:n,positionals:r}=e;if(r.length>0)throw new u(`usage`,`\`init\` takes no path, and \`${r[0]}\` is one`,{help:"`--output FOLDER` says where the files go."});let i=n.isOn(`apply`)===!0;i||ft(n);let a=await h(t.cwd),o={action:await _t(n,t),hasForks:n.isOn(`forks`)??!0,found:await Re(a,e,t)},s=i?await mt(o,n,t):void 0,c=s?pt(s):Q(o);if(n.isOn(`print`))return t.stdout.write(c.map(({path:e,text:t})=>`# ── ${e}\n${t}`).join(`
`)),l.ok;let d=Se(t.cwd,n.text(`output`)??a),f=[...Q(o),...Q({...o,action:$})];yt(d,c,{isForced:n.isOn(`force`)===!0,replaceable:f});let p=s?qe(s):Ke(o);return t.stdout.write(`${c.map(({path:e})=>`wrote ${e}`).join(`
`)}\n${p}`),l.ok}const dt=[`environment`,`cluster-arn`,`role-arn`,`allowed-account-ids`,`repository`,`repository-ids`,`branch`,`deletions`,`terraform`];function ft(e){let t=dt.find(t=>e.text(t)!==void 0);if(t!==void 0)throw new u(`usage`,`\`--${t}\` is only for \`init --apply\``,{help:"Add `--apply`: it also writes apply and drift with their roles and rights. Without it, init writes the review alone."})}const Q=e=>[...D(e),Ne(e)];function pt(e){let t=e.isTerraform?[rt(e)]:[...He(e),$e(e),...Ie(e)];return[...D(e),...Oe(e),Pe(e),...t]}async function mt(e,t,n){let r=t.text(`environment`)??ht(e.found);if(!/^[A-Za-z0-9][\w.-]{0,99}$/.test(r))throw new u(`usage`,`\`--environment ${r}\` is no name for files and roles`,{help:"Use letters, digits, `.`, `_` and `-`."});let i=le(t,n.cwd);if(!i)throw new u(`usage`,`The repository on GitHub is not known`,{help:"Name it: `--repository acme/infra`."});let{repository:a,hasIds:o}=await oe(i,t,se(n));return{...e,environment:r,repository:a,hasIds:o,branch:gt(t),cluster:vt(t,r),canDelete:t.isOn(`deletions`)===!0,isTerraform:t.isOn(`terraform`)===!0}}const ht=({environments:e})=>Object.keys(e).find(e=>a.test(e))??`production`;function gt(e){let t=e.text(`branch`)??`main`;if(/^[\w][\w./-]*$/.test(t))return t;throw new u(`usage`,`\`--branch ${t}\` is no branch`,{help:"Write it as `main`."})}const $={uses:`plumbline/plumbline@v0`};async function _t(e,t){let n=e.text(`action`);if(n===void 0){let e=await(t.ownAction??we)();return e?{uses:`${e.name}@${e.commit}`,label:e.label}:$}if(/^[\w.-]+\/[\w.-]+@[\w./-]+$/.test(n))return{uses:n};throw new u(`usage`,`\`--action ${n}\` is no action`,{help:"Write it as `plumbline/plumbline@v0`, or with a commit in place of the tag."})}function vt(e,t){let n=e.text(`cluster-arn`);if(n===void 0)return;let{name:r,partition:i,region:a,account:o}=ie(n),s=ae(e.text(`role-arn`)??`arn:${i}:iam::${o}:role/plumbline-${t}`),c=re(e.texts(`allowed-account-ids`)),l=c.length>0?c:[...new Set([o,s.account])].sort();return{arn:n,name:r,partition:i,region:a,account:o,roleArn:s.text,allowedAccountIds:l}}function yt(e,t,{isForced:n,replaceable:r}){let i=t.filter(({path:t,text:n})=>{let i=S(e,t);if(!_e(i))return!1;let a=x(i,`utf8`);return a!==n&&!r.some(e=>e.path===t&&e.text===a)});if(i.length>0&&!n)throw new u(`usage`,`${i.map(({path:e})=>`\`${e}\``).join(`, `)} ${i.length===1?`is`:`are`} there already, so nothing was written`,{help:"`--print` shows what would be written, `--force` overwrites."});for(let{path:n,text:r}of t)ve(xe(S(e,n)),{recursive:!0}),ye(S(e,n),r)}export{ut as runInit};
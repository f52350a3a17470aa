import{Ar as e,Ct as t,D as n,Er as r,Mr as i,Nr as a,Un as o,Vt as s,_ as c,c as l,d as u,dr as d,hr as f,jr as p,k as m,kr as h,l as ee,mr as g,pr as _,ur as v,v as te,wt as ne}from"./read.js";import{i as re,n as ie,o as ae,r as oe}from"./repository-facts.js";import{i as y,n as se,t as ce}from"./arn.js";import{I as b,V as x,b as S,x as le}from"./command.js";import{_ as ue,ar as C,cr as w,ir as de,nr as fe,qo as pe,rr as T}from"./rules.js";import{n as E}from"./lease.js";import{M as me,Y as he,j as ge,k as _e,l as ve,nn as ye,s as be}from"./judge.js";import{a as xe,i as Se,r as Ce,s as we,t as Te}from"./rbac.js";import{t as Ee}from"./snapshot-kinds.js";import{n as De}from"./refresh-actions.js";import{a as Oe,p as ke}from"./catalog.js";import{existsSync as Ae,lstatSync as je,mkdirSync as Me,readFileSync as D,writeFileSync as Ne}from"node:fs";import{fileURLToPath as Pe}from"node:url";import{dirname as Fe,join as O,resolve as k}from"node:path";const Ie=Pe(new URL(import.meta.url.endsWith(`.ts`)?`../../../`:`../`,import.meta.url));async function Le(e=Ie){return Re(e)??await ze(e).catch(()=>void 0)}function Re(e){try{let{version:t,gitHead:n}=JSON.parse(D(O(e,`package.json`),`utf8`));return/^[0-9a-f]{40}$/.test(n)?{name:`plumbline/plumbline`,commit:n,label:`v${t}`}:void 0}catch{return}}async function ze(e){let t=k(e);if(m(t)!==t)return;let r=async(...e)=>(await n(t,e)).trim(),i=await r(`remote`,`get-url`,`origin`);if(!/^(?:https:\/\/|ssh:\/\/git@|git@)github\.com[:/]/.test(i))return;let a=ae(i);if(a===void 0)return;let o=await r(`rev-parse`,`HEAD`),s=await c(t,o,[`action.yml`,`dist`]),{files:u}=await l({root:t,found:[],ids:new Map},s,()=>!0),d=(await r(`for-each-ref`,`--contains`,`HEAD`,`--format=%(refname:lstrip=3)`,`refs/remotes/origin/`)).split(`
`).find(e=>e!==``&&e!==`HEAD`);if(u.size>0||d===void 0)return;let f=await r(`tag`,`--points-at`,`HEAD`,`--list`,`v*.*.*`);return{name:`${a.owner}/${a.name}`,commit:o,label:f.split(`
`)[0]||d}}const A=({uses:e})=>/@[0-9a-f]{40}$/.test(e),j=e=>e.purposes.map(t=>M(t,e));function M(e,{environment:t,cluster:n}){let r=e===`apply`?``:`-${e}`,i=n?.roleArn.split(`/`).at(-1)??`plumbline-${t}`;return{environment:`${t}${r}`,roleName:`${i}${r}`,group:`plumbline-${t}${r}`,purpose:e}}const N=(e,{roleName:t})=>e.roleArn.replace(/(?<![^/])[^/]+$/,t),P=`actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1`,F=(e,t)=>({path:`.github/workflows/${e}.yaml`,text:t}),Be=e=>[F(`plumbline`,He(e)),...r(e.hasForks,F(`plumbline-comment`,Ue(e)))],Ve=e=>[F(`plumbline-apply-${I(e.environment)}`,Je(e)),F(`plumbline-drift-${I(e.environment)}`,Ye(e))],I=e=>e.toLowerCase().replace(/[^a-z0-9-]+/g,`-`),L=`      - uses: ${P}
        with:
          fetch-depth: 0
          persist-credentials: false`;function He({action:e,hasForks:t}){let n=()=>t?`Its token can only read; plumbline-comment.yaml writes the comment.`:`Its token can read files, and write only to pull requests and checks.`,r=t?[`comment: false`]:[];return`# Reviews every pull request. ${n()}
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
${L}
${R(e,r)}
`}function Ue({action:e,scan:t}){return`# Comments on pull requests, including those from forks. It runs with the permissions of this repository, so it checks out
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
${x(t.isRendered,`${We}\n`)}${R(e,[`mode: comment`])}
`}const We=`      - run: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 # lets the sandbox isolate kustomize and helm`,Ge=(e,t,n=[])=>`  render:
    if: github.ref == ${B(`refs/heads/${e}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    permissions: # nothing else: kustomize and helm run here
      contents: read
    steps:
${L}
${We}
${R(t,[`mode: render`,...n],`render`)}
      - uses: actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1
        with:
          name: plumbline-rendered
          path: \${{ steps.render.outputs.rendered }}
          if-no-files-found: error
          retention-days: 1
`,Ke=`      - uses: actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1
        with:
          name: plumbline-rendered
          path: \${{ runner.temp }}/plumbline-rendered`,qe="rendered: ${{ runner.temp }}/plumbline-rendered/plumbline-rendered.json";function Je(e){let{environment:t,branch:n,action:r,cluster:i}=e;return`# Applies only what was reviewed and merged to the environment ${t}.
name: plumbline apply ${t}
on:
  push:
    branches: [${z(n)}]
permissions: {}
concurrency: # one run at a time; a newer run never cancels a running apply
  group: plumbline-apply-${I(t)}
  cancel-in-progress: false
jobs:
${Ge(n,r)}  apply:
    needs: render
    if: github.ref == ${B(`refs/heads/${n}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 45
    environment: ${z(t)} # protected branches only, reviewers other than the author, no bypass
    permissions:
      contents: read
      pull-requests: read # approvals
      deployments: write
${x(i,`      id-token: write # the identity that AWS trusts
`)}    steps:
${L}
${Ke}
${R(r,[`mode: apply`,`environment: ${z(t)}`,qe,...Xe(e)])}
`}function Ye(e){let{environment:t,branch:n,action:r,cluster:i}=e,a=M(`drift`,e),o=i?[`role-arn: ${N(i,a)}`]:[];return`# Compares the cluster with the branch, and keeps an issue open while they differ. It cannot change the cluster.
name: plumbline drift ${t}
on:
  schedule:
    - cron: '17 */6 * * *'
  workflow_dispatch:
permissions: {}
concurrency:
  group: plumbline-drift-${I(t)}
  cancel-in-progress: false
jobs:
${Ge(n,r,["base: ${{ github.sha }}"])}  drift:
    needs: render
    if: github.ref == ${B(`refs/heads/${n}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    environment: ${z(a.environment)} # protected branches only; no reviewers, because scheduled runs must not wait
    permissions:
      contents: read
      issues: write
${x(i,`      id-token: write # the identity that AWS trusts
`)}    steps:
${L}
${Ke}
${R(r,[`mode: drift`,`environment: ${z(t)}`,qe,...o,...Xe(e)])}
`}const Xe=({cluster:e})=>e?[]:["kubeconfig: ${{ secrets.PLUMBLINE_KUBECONFIG }}"];function R(e,t,n){let r=x(e.label!==void 0,` # ${e.label}`),i=t.map(e=>`          ${e}`),a=n===void 0?`      - `:`      - id: ${n}\n        `;return`${Ze(e)}${a}uses: ${e.uses}${r}${x(i.length>0,`\n        with:\n${i.join(`
`)}`)}`}function Ze(e){if(A(e))return``;let[t,n]=e.uses.split(`@`);return`      # A tag can be moved. To pin the Action, replace the tag with the commit: gh api repos/${t}/commits/${n} --jq .sha\n`}const z=e=>/^[A-Za-z][\w./-]*$/.test(e)&&!/^(?:true|false|null)$/i.test(e)?e:`'${e.replaceAll(`'`,`''`)}'`,B=e=>`'${e.replaceAll(`'`,`''`)}'`,Qe=({scan:e})=>V([...tt,...nt(e),...rt(e),...it(e)]);function $e(e){return e?[`    clusterArn: ${e.arn}`,`    roleArn: ${e.roleArn}`,`    allowedAccountIds: [${e.allowedAccountIds.map(e=>`'${e}'`).join(`, `)}]`]:[`    # The secret PLUMBLINE_KUBECONFIG of the GitHub environment contains the kubeconfig of the cluster.`]}function et({environment:e,cluster:t,scan:n}){let{[e]:r=[],...i}=n.environments;return V([...tt,...t?[]:nt(n),...rt(n),`environments:`,`  ${z(e)}:`,`    paths: ${ot(r)}${x(r.length===0,` # all folders`)}`,...$e(t),...at(i),`gate:`,`  approvals: 1 # of exactly this plan, by somebody other than the author and the person who pushed last`])}const V=e=>({path:`plumbline.yaml`,text:`${e.join(`
`)}\n`}),tt=[`# plumbline reads this file from the base branch, so a pull request cannot relax it for itself.`,`# docs/options.md in plumbline's repository lists every key.`,`failOn: error`];function nt({target:e,environments:t}){let{region:n,regionSource:r,isRegionAssumed:i,isRegionDisputed:a=!1}=e;return(!i||a)&&Object.keys(t).length>0?[]:i?[`# region: ${n} # ${b(r===`assumed: no file names one`?`No file names one`:r.replace(`assumed: `,``))}. Set yours: prices and instance types depend on it.`]:[`region: ${n} # ${b(r)}`]}function rt({target:e}){let{karpenterVersion:t,karpenterVersionSource:n,isKarpenterAssumed:r}=e;return r?[`# karpenter: { version: '${t}' } # No single version found. Set yours: fields and rules depend on it.`]:[`# Karpenter ${t}: ${b(n)}`]}function it({environments:e}){return Object.keys(e).length===0?[]:[`# Detected from the names of folders and files. Each environment has its own region, versions and estimate.`,`environments:`,...at(e)]}const at=e=>Object.entries(e).map(([e,t])=>`  ${z(e)}: { paths: ${ot(t)} }`),ot=e=>`[${e.map(z).join(`, `)}]`,st=e=>j(e).map(({environment:e,purpose:t})=>ct(e,t)),ct=(e,t)=>({path:`plumbline/${e}/github-environment.json`,text:`${JSON.stringify(lt(t),null,2)}\n`}),lt=e=>({wait_timer:0,...e===`apply`&&{prevent_self_review:!0},...e===`apply`&&{reviewers:[]},deployment_branch_policy:{protected_branches:!0,custom_branch_policies:!1},can_admins_bypass:!1}),H=e=>`${JSON.stringify(e,null,2)}\n`;function ut(e){let{cluster:t}=e;return t?j(e).flatMap(n=>{let r=`plumbline/${n.environment}`;return[{path:`${r}/trust-policy.json`,text:H(dt(y(t.roleArn),U(e,n.environment)))},{path:`${r}/policy.json`,text:H(pt(t))},{path:`${r}/access-entry.json`,text:H(mt(t,n))}]}):[]}function U({repository:e,hasIds:t},n){let{byName:r,byId:i}=de(e,n);return i===void 0?[r]:t===!0?[i]:[r,i]}function dt({partition:e,account:t},n){return{Version:`2012-10-17`,Statement:[{Sid:`JobsOfOneEnvironment`,Effect:`Allow`,Principal:{Federated:`arn:${e}:iam::${t}:oidc-provider/${C}`},Action:fe,Condition:{StringEquals:{[`${C}:aud`]:T,[`${C}:sub`]:n}}}]}}const ft=({roleArn:e})=>e.split(`:`)[4],pt=({arn:e})=>({Version:`2012-10-17`,Statement:[{Sid:`LookTheClusterUp`,Effect:`Allow`,Action:[`eks:DescribeCluster`],Resource:[e]}]}),mt=(e,t)=>({clusterName:e.name,principalArn:N(e,t),kubernetesGroups:[t.group],type:`STANDARD`}),W=`kube-system`;function ht({purpose:e},t){return e===`snapshot`?xe(Ee):Ce(ye,e===`apply`?Te(t):we)}function gt(e){let t=j(e),n=t.filter(({purpose:e})=>e!==`snapshot`),r=t.filter(({purpose:e})=>e===`snapshot`).map(vt);return n.length===0?r:[_t(e,n),...r]}function _t(e,t){let n=`plumbline/${e.environment}/rbac.yaml`,i=[`# What plumbline may do in the cluster: access Karpenter's kinds and one Lease. Apply this once, as an administrator:`,`#   kubectl apply -f ${n}`,...r(!e.canDelete,"# It cannot delete anything. `plumbline init --apply --deletions` adds that permission.")],a=[...t.flatMap(t=>[bt(t,e.canDelete),St(t)]),...t.filter(({purpose:e})=>e===`apply`).flatMap(Ct)];return{path:n,text:`${i.join(`
`)}\n${a.join(`---
`)}`}}function vt(e){let t=`plumbline/${e.environment}/rbac.yaml`;return{path:t,text:`${[`# What a snapshot of the cluster lists: what scheduling depends on, and no Secrets or ConfigMaps. Apply this once, as an administrator:`,`#   kubectl apply -f ${t}`].join(`
`)}\n${[bt(e,!1),St(e)].join(`---
`)}`}}const G=e=>`[${e.map(e=>e===``?`""`:e).join(`, `)}]`,yt=e=>e.map(({apiGroups:e,resources:t,resourceNames:n,verbs:r})=>{let i=n?`    resourceNames: ${G(n)}\n`:``;return`  - apiGroups: ${G(e)}\n    resources: ${G(t)}\n${i}    verbs: ${G(r)}\n`}).join(``),bt=(e,t)=>`apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: ${e.group}
rules:
${yt(ht(e,t))}`,xt=e=>`subjects:
  - apiGroup: rbac.authorization.k8s.io
    kind: Group
    name: ${e}
`,St=({group:e})=>`apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: ${e}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: ${e}
${xt(e)}`,Ct=({group:e,environment:t})=>[`apiVersion: coordination.k8s.io/v1
kind: Lease
metadata:
  name: ${E(t)}
  namespace: ${W}
`,`apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: ${e}
  namespace: ${W}
rules:
${yt([{apiGroups:[`coordination.k8s.io`],resources:[`leases`],resourceNames:[E(t)],verbs:Se}])}`,`apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: ${e}
  namespace: ${W}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: ${e}
${xt(e)}`];function wt(e){let[t,n]=e.uses.split(`@`);return`      - uses: ${P}
        with:
          persist-credentials: false
${Ze(e)}      - uses: ${P}
        with:
          repository: ${t}
          ref: ${n}${x(e.label!==void 0,` # ${e.label}`)}
          path: .plumbline
          persist-credentials: false`}const Tt=({path:e,branch:t,title:n,bodyFile:r})=>`      - name: Open a pull request, or update the open one
        env:
          GH_TOKEN: \${{ github.token }}
        run: |
          git add ${e}
          if git diff --cached --quiet; then exit 0; fi
          git switch --create ${t}
          git -c user.name=plumbline -c user.email=plumbline@users.noreply.github.com commit --message "${n}"
          gh auth setup-git
          git push --force origin ${t}
          gh pr create --title "${n}" --body-file ${r} ||
            gh pr edit ${t} --body-file ${r}`,Et=e=>F(Dt(e),kt(e,M(`snapshot`,e))),K=({environment:e})=>`plumbline/${e}-snapshot/cluster.json`,Dt=({environment:e})=>`plumbline-snapshot-${I(e)}`;function Ot({environment:e,purposes:t,scan:n}){return t.includes(`apply`)||Object.hasOwn(n.environments,e)?`environments.${e}.snapshot`:`snapshot`}function kt(e,t){let{environment:n,branch:r,action:i,cluster:a}=e,o=Dt(e);return`# Takes a snapshot of the cluster of the environment ${n} each week, and opens a pull request with it. Its identity can only list what
# scheduling depends on. A snapshot has no Secrets, ConfigMaps, environment variables or annotations.
name: plumbline snapshot ${n}
on:
  schedule:
    - cron: '29 5 * * 1'
  workflow_dispatch:
permissions: {}
concurrency:
  group: ${o}
  cancel-in-progress: false
jobs:
  snapshot:
    if: github.ref == ${B(`refs/heads/${r}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    environment: ${z(t.environment)} # protected branches only; no reviewers, because scheduled runs must not wait
    permissions:
      contents: write # only for the branch of the pull request
      pull-requests: write
${x(a,`      id-token: write # the identity that AWS trusts
`)}    steps:
${wt(i)}
${At(e,t)}
      - name: Write the text of the pull request
        run: |
          echo "Reviews use this snapshot once plumbline.yaml has ${Ot(e)}: ${K(e)}" > "$RUNNER_TEMP/body.md"
${Tt({path:K(e),branch:o,title:`Update the snapshot of ${n}`,bodyFile:`"$RUNNER_TEMP/body.md"`})}
`}function At(e,t){let{cluster:n}=e,r=`node .plumbline/dist/cli.js snapshot`,i=`--output ${K(e)}`;return n?`      - name: Take the snapshot
        run: |
          ${r} --cluster-arn ${n.arn} \\
            --role-arn ${N(n,t)} ${jt(n)}${i}`:`      - name: Take the snapshot
        env:
          CLUSTER_ACCESS: \${{ secrets.PLUMBLINE_KUBECONFIG }}
        run: |
          umask 077
          printf '%s' "$CLUSTER_ACCESS" > "$RUNNER_TEMP/kubeconfig"
          ${r} --kubeconfig "$RUNNER_TEMP/kubeconfig" ${i}
          rm "$RUNNER_TEMP/kubeconfig"`}const jt=({account:e,allowedAccountIds:t})=>t.every(t=>t===e)?``:`${t.map(e=>`--allowed-account-ids ${e}`).join(` `)} `;function Mt(e){let{cluster:t}=e,n=j(e),r=n.filter(({purpose:e})=>e===`apply`),i=[Nt(e),...t?[Pt(),...n.map(n=>Ft(e,t,n))]:[],...n.map(t=>It(e,t)),...r.map(Lt),...n.map(t=>Rt(e,t))];return{path:`${q(e)}/main.tf`,text:`${i.join(`
`)}`}}const q=e=>`plumbline/${j(e)[0].environment}`,J=e=>JSON.stringify(e).replaceAll("${","$${").replaceAll(`%{`,`%%{`),Y=e=>`[${e.map(J).join(`, `)}]`,X=({purpose:e})=>`plumbline_${e}`,Nt=({environment:e})=>`# What plumbline needs for the environment ${e}: IAM roles, RBAC in the cluster, and protection on GitHub.
terraform {
  required_providers {
    aws        = { source = "hashicorp/aws", version = ">= 5.33" }
    kubernetes = { source = "hashicorp/kubernetes", version = ">= 2.20" }
    github     = { source = "integrations/github", version = ">= 6.0" }
  }
}
`,Pt=()=>`# An account has only one of these. If it exists already, \`terraform import\` it.
resource "aws_iam_openid_connect_provider" "github" {
  url            = "https://${C}"
  client_id_list = [${J(T)}]
}
`;function Ft(e,t,n){let r=X(n);return`data "aws_iam_policy_document" "${r}_trust" {
  statement {
    sid     = "JobsOfOneEnvironment"
    actions = [${J(fe)}]
    principals {
      type        = "Federated"
      identifiers = [aws_iam_openid_connect_provider.github.arn]
    }
    condition {
      test     = "StringEquals"
      variable = "${C}:aud"
      values   = [${J(T)}]
    }
    condition {
      test     = "StringEquals"
      variable = "${C}:sub"
      values   = ${Y(U(e,n.environment))}
    }
  }
}

data "aws_iam_policy_document" "${r}" {
  statement {
    sid       = "LookTheClusterUp"
    actions   = ["eks:DescribeCluster"]
    resources = [${J(t.arn)}]
  }
}

resource "aws_iam_role" "${r}" {
  name                 = ${J(n.roleName)}
  assume_role_policy   = data.aws_iam_policy_document.${r}_trust.json
  max_session_duration = 3600
}

resource "aws_iam_role_policy" "${r}" {
  name   = "plumbline"
  role   = aws_iam_role.${r}.id
  policy = data.aws_iam_policy_document.${r}.json
}

resource "aws_eks_access_entry" "${r}" {
  cluster_name      = ${J(t.name)}
  principal_arn     = aws_iam_role.${r}.arn
  kubernetes_groups = [${J(n.group)}]
}
`}function It({canDelete:e},t){let n=ht(t,e).map(({apiGroups:e,resources:t,verbs:n})=>`  rule {
    api_groups = ${Y(e)}
    resources  = ${Y(t)}
    verbs      = ${Y(n)}
  }
`),r=X(t);return`resource "kubernetes_cluster_role_v1" "${r}" {
  metadata {
    name = ${J(t.group)}
  }
${n.join(``)}}

resource "kubernetes_cluster_role_binding_v1" "${r}" {
  metadata {
    name = ${J(t.group)}
  }
  role_ref {
    api_group = "rbac.authorization.k8s.io"
    kind      = "ClusterRole"
    name      = kubernetes_cluster_role_v1.${r}.metadata[0].name
  }
  subject {
    api_group = "rbac.authorization.k8s.io"
    kind      = "Group"
    name      = ${J(t.group)}
  }
}
`}const Lt=({group:e,environment:t})=>`# The Lease that ensures only one apply runs at a time. It is created here because the role cannot create Leases.
resource "kubernetes_manifest" "plumbline_lease" {
  manifest = {
    apiVersion = "coordination.k8s.io/v1"
    kind       = "Lease"
    metadata   = { name = ${J(E(t))}, namespace = "kube-system" }
  }
  # plumbline writes these fields while it applies.
  computed_fields = ["spec", "metadata.annotations", "metadata.labels"]
}

resource "kubernetes_role_v1" "plumbline_lease" {
  metadata {
    name      = ${J(e)}
    namespace = "kube-system"
  }
  rule {
    api_groups     = ["coordination.k8s.io"]
    resources      = ["leases"]
    resource_names = [${J(E(t))}]
    verbs          = ${Y(Se)}
  }
}

resource "kubernetes_role_binding_v1" "plumbline_lease" {
  metadata {
    name      = ${J(e)}
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
    name      = ${J(e)}
  }
}
`,Rt=({repository:e},t)=>`resource "github_repository_environment" "${X(t)}" {
  repository          = ${J(e.name)}
  environment         = ${J(t.environment)}
  can_admins_bypass   = false
${x(t.purpose===`apply`,`  prevent_self_review = true
  # reviewers { teams = [TEAM_ID] } # up to six teams or users who approve the deployment
`)}  deployment_branch_policy {
    protected_branches     = true
    custom_branch_policies = false
  }
}
`;function zt(e){let{target:t,objects:n,folders:r,environments:a}=e.scan,o=Object.keys(a),s=x(r.length>0,` in ${r.map(e=>b(e)).join(`, `)}`);return`
Found ${n===0?`no Karpenter objects`:i(n,`Karpenter object`)}${s}.
${x(o.length>0,`  environments ${o.join(`, `)} (by the names of folders and files)\n`)}  region ${t.region} (${b(t.regionSource)})
  Karpenter ${t.karpenterVersion} (${b(t.karpenterVersionSource)})

Next: check plumbline.yaml and commit the files. The next pull request that changes a NodePool gets a comment.
Run \`plumbline doctor --offline\` to check the files. \`plumbline init --apply\` adds applying on merge and drift detection,
and \`plumbline init --snapshot\` a weekly snapshot of the cluster, which makes nodes and cost more accurate.
${Bt(e)}`}function Bt({action:e}){if(A(e))return``;let[t,n]=e.uses.split(`@`);return`
The Action is not pinned to a commit, and a tag can be moved. To pin it, get the commit with
\`gh api repos/${t}/commits/${n} --jq .sha\` and run init again with \`--action ${t}@COMMIT\`.
`}function Vt(e){let{environment:t,repository:n,isTerraform:r,purposes:i}=e,a=`${n.owner}/${n.name}`,o=()=>r?Ut(e):[...Wt(e),...Gt(e),...Kt(e)],s=()=>e.cluster?[]:j(e).map(e=>`gh secret set PLUMBLINE_KUBECONFIG --repo ${a} --env ${e.environment} < KUBECONFIG`),c=i.includes(`apply`)?`--environment ${t}`:`--offline`;return`
Next, run these commands as an administrator:

${[...o(),...s()].map(e=>`  ${e}`).join(`
`)}

${Ht(e)}
Check the setup with
  plumbline doctor ${c}${qt(e)}
${Bt(e)}`}function Ht(e){let{environment:t,purposes:n,branch:r}=e;return`Then ${x(n.includes(`apply`),`add reviewers to the GitHub environment ${t}, `)}protect the branch ${r}, and commit the files.${x(n.includes(`snapshot`),`
Allow GitHub Actions to create pull requests in the settings of the repository. Run the workflow "plumbline snapshot ${t}", and merge its
pull request. Then set \`${Ot(e)}: ${K(e)}\` in plumbline.yaml.`)}`}const Ut=e=>[`terraform -chdir=${q(e)} init`,`terraform -chdir=${q(e)} apply`];function Wt(e){let{cluster:t}=e;if(!t)return[];let n=j(e).flatMap(e=>{let n=`file://plumbline/${e.environment}`,r=`--role-name ${e.roleName}`;return[`aws iam create-role ${r} --assume-role-policy-document ${n}/trust-policy.json`,`aws iam put-role-policy ${r} --policy-name plumbline --policy-document ${n}/policy.json`,`aws eks create-access-entry --region ${t.region} --cli-input-json ${n}/access-entry.json`]});return[`# once for the account ${ft(t)}:`,`aws iam create-open-id-connect-provider --url https://token.actions.githubusercontent.com --client-id-list sts.amazonaws.com`,...n]}const Gt=e=>gt(e).map(({path:e})=>`kubectl apply -f ${e}`),Kt=e=>{let{owner:t,name:n}=e.repository;return j(e).map(({environment:e})=>`gh api --method PUT repos/${t}/${n}/environments/${encodeURIComponent(e)} --input plumbline/${e}/github-environment.json`)};function qt(e){let{cluster:t,repository:n,hasIds:r}=e,[i]=j(e);if(!t||!i)return``;let{byName:a,byId:o}=de(n,i.environment);if(o===void 0)return`

The trust policies accept only ${a}. A repository that was created or renamed since July 15, 2026 has IDs in its
subject. In that case, run init again with --repository-ids "$(gh api repos/${n.owner}/${n.name} --jq '"\\(.owner.id)/\\(.id)"')".`;let s=r===!0?[o]:[a,o],c=x(r===!0,`\nTokens of this repository contain IDs, so the trust policies do not accept ${a}.`);return`

The trust policies accept ${s.join(` and `)}.${c}`}const Jt=e=>[F(`plumbline-prices`,Yt(e)),{path:`plumbline/${w}/trust-policy.json`,text:H(dt(e.role,U(e,w)))},{path:`plumbline/${w}/policy.json`,text:H(De)},ct(w,`drift`)];function Yt({action:e,branch:t,region:n,role:r}){return`# Reads instance types and prices from AWS each month, and opens a pull request with what changed. The role can only read.
name: plumbline prices
on:
  schedule:
    - cron: '41 4 1 * *'
  workflow_dispatch:
permissions: {}
concurrency:
  group: plumbline-prices
  cancel-in-progress: false
jobs:
  prices:
    if: github.ref == ${B(`refs/heads/${t}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    environment: ${w} # protected branches only; no reviewers, because scheduled runs must not wait
    permissions:
      contents: write # only for the branch of the pull request
      pull-requests: write
      id-token: write # the identity that AWS trusts
    steps:
${wt(e)}
      - name: Read instance types and prices # repeat the command for each of your regions
        run: |
          node .plumbline/dist/cli.js catalog refresh --region ${n} --output catalog \\
            --role-arn ${r.text} >> "$RUNNER_TEMP/summary.md"
      - run: cat "$RUNNER_TEMP/summary.md" >> "$GITHUB_STEP_SUMMARY"
${Tt({path:`catalog`,branch:`plumbline-prices`,title:`Update instance types and prices`,bodyFile:`"$RUNNER_TEMP/summary.md"`})}
`}function Xt({repository:{owner:e,name:t},role:n,branch:r}){let i=`plumbline/${w}`;return`
For current prices, run these commands as an administrator:

  # once for the account ${n.account}:
  aws iam create-open-id-connect-provider --url https://token.actions.githubusercontent.com --client-id-list sts.amazonaws.com
  aws iam create-role --role-name ${n.name} --assume-role-policy-document file://${i}/trust-policy.json
  aws iam put-role-policy --role-name ${n.name} --policy-name plumbline --policy-document file://${i}/policy.json
  gh api --method PUT repos/${e}/${t}/environments/${w} --input ${i}/github-environment.json

Then allow GitHub Actions to create pull requests in the settings of the repository, protect the branch ${r}, and commit the files. Run the workflow
"plumbline prices", merge its pull request, and set \`catalog: catalog\` in plumbline.yaml.
`}function Zt({roots:e,appliers:t,others:n}){let r=Z(t.flatMap(en));for(let[,i]of Z(e.map($t))){let e=new Set(i.map(({name:e})=>e)),o=[...r.values()].map(t=>Qt(t,e)).filter(({length:e})=>e>1).flat(),s=new Set([...e].filter(e=>o.includes(e)));if(s.size<2)continue;let c=[i,...Z([...t,...n].flatMap(en)).values()].filter(e=>Qt(e,s).length>1).flat(),l=new Map;for(let{name:e,path:t}of c)s.has(e)&&h(l,e,t);return Object.fromEntries([...l].toSorted(([e],[t])=>a(e,t)).map(([e,t])=>[e,[...new Set(t)].sort(a)]))}return{}}const Qt=(e,t)=>[...new Set(e.map(({name:e})=>e).filter(e=>t.has(e)))];function Z(t){let n=e(t,({parent:e})=>e);return new Map([...n].filter(([,e])=>new Set(e.map(({name:e})=>e)).size>1))}const $t=e=>({path:e,parent:_(e),name:d(e)}),en=e=>g(_(e)).filter(e=>e!==``).map($t),tn=/^[ \t]*(?:-[ \t]+)?["']?(?:aws_?)?region["']?:[ \t]*["']?((?:[a-z]{2}|us-gov)-[a-z]+-\d)["']?[ \t]*(?:#.*)?$/i;function nn(e,t){if(!e.isRegionAssumed||e.isRegionDisputed)return e;let n=t.filter(({file:e})=>/\.ya?ml$/.test(e)&&!/(?:^|\/)\./.test(e)).toSorted((e,t)=>a(e.file,t.file)).flatMap(({file:e,text:t})=>t.split(/\r?\n/).flatMap((t,n)=>{let r=tn.exec(t)?.[1];return r===void 0?[]:[{region:r,place:`${e}:${n+1}`}]})),r=[...new Set(n.map(({region:e})=>e))].sort(),[i]=n;return i===void 0?e:r.length>1?{...e,regionSource:`assumed: the repository names ${r.join(`, `)}`,isRegionDisputed:!0}:{...e,region:i.region,regionSource:`from ${i.place}`,isRegionAssumed:!1}}function rn(e,t){if(!e.isRegionAssumed||e.isRegionDisputed)return e;let n=t.filter(({text:e})=>e.includes(`topology.kubernetes.io/zone`)).toSorted((e,t)=>a(e.file,t.file)).flatMap(e=>{let t=me(e).find(e=>!ge(e));if(t===void 0)return[];let{line:n}=new v(e.text).position(t.span.start);return[{region:t.value.slice(0,-1),place:`${e.file}:${n}`}]}),r=[...new Set(n.map(({region:e})=>e))].sort(),[i]=n;return i===void 0?e:r.length>1?{...e,regionSource:`assumed: the repository names ${r.join(`, `)}`,isRegionDisputed:!0}:{...e,region:i.region,regionSource:`from ${i.place}`,isRegionAssumed:!1}}async function an(e,{flags:t},n){let r=ue({today:pe()}),i={...r,sources:{...r.sources,render:!1}},{head:a}=await be({flags:t,positionals:[]},{terminal:{...n,cwd:e},repository:new ee(e),settings:i,log:ve}),{manifests:c}=he(a.sources.map(e=>s(e,{set:{}}))),l=c.filter(o),u=await te(e)??[],d=u.filter(e=>Q(e)&&mn.test(e)),f=fn(e,u.filter(Q)),p=f.filter(({file:e,text:t})=>/\.ya?ml$/.test(e)&&pn.test(t)).map(({file:e})=>e),m=e=>e.map(({source:{file:e,origin:t}})=>t?.root??e).filter(Q),h=_n(l.length===0?[]:[...m(l),...d],[...m(c),...d,...p]),g=rn(_e({settings:i,facts:Oe(ke),head:a}),f),v=[h,sn(a.sources.filter(e=>on(e,{ofKarpenter:l,texts:f}))),un(f,p)].find(e=>Object.keys(e).length>0);return{target:v===void 0?nn(g,f):g,objects:l.filter(({isPartial:e})=>!e).length,folders:gn(m(l).map(_)),isRendered:d.length>0||u.some(e=>hn.test(e)),environments:v??{}}}function on({origin:e},{ofKarpenter:t,texts:n}){if(e?.tool!==`terraform`)return!1;if(t.some(({source:t})=>t.origin?.root===e.root))return!0;let r=e.root.replace(/ with .*/,``).replace(/^\.$/,``);return n.some(({file:e,text:t})=>e.endsWith(`.tf`)&&_(e)===r&&/karpenter/i.test(t))}function sn(n){let r=n.flatMap(({origin:e})=>e?.place??[]).filter(ln),i=[...new Set(r)].sort(a).flatMap(e=>{let n=e.replace(cn,``).split(`/`).findLast(e=>t(e));return n===void 0||!Q(e)?[]:[[n,e]]}),o=e(i,([e])=>e);return o.size<2?{}:Object.fromEntries([...o].map(([e,t])=>[e,t.map(([,e])=>e)]))}const cn=/\.tfvars(?:\.json)?$/,ln=e=>cn.test(e);function un(e,t){let n=e.filter(({file:e})=>e.endsWith(`.tf`));if(!n.some(({text:e})=>/karpenter/i.test(e)))return{};let r=n.filter(({text:e})=>dn.test(e)).map(({file:e})=>_(e));return Zt({roots:[...new Set(r)],appliers:t,others:e.map(({file:e})=>e)})}const dn=/^[ \t]*(?:provider|backend)[ \t]+"/m;function fn(e,t){return t.filter(e=>/\.(?:ya?ml|tf)$/.test(e)).slice(0,5e3).flatMap(t=>{let n=O(e,t),r=je(n,{throwIfNoEntry:!1});return r?.isFile()!==!0||r.size>262144?[]:[{file:t,text:D(n,`utf8`)}]})}const pn=/^apiVersion:\s*["']?(?:argoproj\.io|[a-z.]+\.fluxcd\.io)\//m,mn=/(?:^|\/)(?:kustomization\.ya?ml|Kustomization)$/,hn=/(?:^|\/)Chart\.yaml$/,Q=e=>/^[\x20-\x7e]+$/.test(e);function gn(e){let t=[...new Set(e)].sort(a);return t.includes(``)?[]:t.filter(e=>!t.some(t=>t!==e&&f(e,t)))}function _n(e,n){let r=e=>{let n=new Map;for(let r of e){let e=_(r).split(`/`),i=e.findIndex(t);if(i===-1)continue;let a=e[i];n.set(a,(n.get(a)??new Set).add(e.slice(0,i+1).join(`/`)))}return n},i=[...r(e).keys()].sort(a);if(i.length<2)return{};let o=r(n);return Object.fromEntries(i.map(e=>[e,[...o.get(e)].sort(a)]))}async function vn(e,t){let{flags:n,positionals:r}=e;if(r.length>0)throw new S(`usage`,`\`init\` takes no path, but got \`${r[0]}\``,{help:"Pass `--output FOLDER` to write the files elsewhere."});let i=yn(n),a=i.includes(`apply`);wn(n,i);let o=u(t.cwd),s={action:await Mn(n,t),hasForks:n.isOn(`forks`)??!0,scan:await an(o,e,t)},c=i.length>0?await En(s,i,{flags:n,terminal:t}):void 0,l=await Dn(s,c,n,t),d=a?[]:$(s),f=[...c?Tn(c):[],...l?Jt(l):[]],p=[...d,...f];if(n.isOn(`print`))return t.stdout.write(p.map(({path:e,text:t})=>`# ── ${e}\n${t}`).join(`
`),`document`),le.ok;let m=k(t.cwd,n.text(`output`)??o),h=[...$(s),...$({...s,action:jn})],ee=Pn(m,p,{isForced:n.isOn(`force`)===!0,replaceable:h,kept:f.length>0?d:[]}),g=c?Vt(c):zt(s),_=l?Xt(l):``,v=p.map(({path:e})=>`${ee.has(e)?`left as it is:`:`wrote`} ${e}`);return t.stdout.write(`${v.join(`
`)}\n${g}${_}`),le.ok}const yn=e=>[...r(e.isOn(`apply`),`apply`,`drift`),...r(e.isOn(`snapshot`),`snapshot`)],bn=[`environment`,`cluster-arn`,`role-arn`,`allowed-account-ids`,`repository`,`repository-ids`,`branch`,`deletions`,`terraform`],xn=[`deletions`],Sn=[`repository`,`repository-ids`,`branch`],Cn=`prices-role-arn`;function wn(e,t){if(t.includes(`apply`))return;let n=n=>t.length>0?!xn.includes(n):e.text(Cn)!==void 0&&Sn.includes(n),r=bn.find(t=>e.text(t)!==void 0&&!n(t));if(r===void 0)return;let i=xn.includes(r)?"`init --apply`":"`init --apply` or `init --snapshot`";throw new S(`usage`,`\`--${r}\` works only with ${i}`,{help:"Add `--apply` to also write workflows, roles and RBAC for one environment, or `--snapshot` for snapshots of its cluster. Without them, init writes only the review."})}const $=e=>[...Be(e),Qe(e)];function Tn(e){let{purposes:t,isTerraform:n}=e,i=()=>t.includes(`apply`)?[...Be(e),...Ve(e),et(e)]:[],a=()=>n?[Mt(e)]:[...ut(e),...gt(e),...st(e)];return[...i(),...r(t.includes(`snapshot`),Et(e)),...a()]}async function En(e,t,{flags:n,terminal:r}){let i=n.text(`environment`)??kn(e.scan);if(!/^[A-Za-z0-9][\w.-]{0,99}$/.test(i))throw new S(`usage`,`\`--environment ${i}\` cannot be part of file and role names`,{help:"Use only letters, digits, `.`, `_` and `-`."});return{...e,environment:i,...await On(n,r),cluster:Nn(n,i),canDelete:n.isOn(`deletions`)===!0,isTerraform:n.isOn(`terraform`)===!0,purposes:t}}async function Dn(e,t,n,r){let i=n.text(Cn);if(i===void 0)return;let a=y(i),o=t?.cluster?.region??e.scan.target.region,{repository:s,hasIds:c,branch:l}=t??await On(n,r);return{...e,repository:s,hasIds:c,branch:l,role:a,region:o}}async function On(e,t){let n=oe(e,t.cwd);if(!n)throw new S(`usage`,"The GitHub repository is unknown: there is no remote `origin` on GitHub",{help:"Pass it, such as `--repository acme/infra`."});let{repository:r,hasIds:i}=await re(n,e,ie(t));return{repository:r,hasIds:i,branch:An(e)}}const kn=({environments:e})=>Object.keys(e).find(ne)??`production`;function An(e){let t=e.text(`branch`)??`main`;if(/^[\w][\w./-]*$/.test(t))return t;throw new S(`usage`,`\`--branch ${t}\` is not a branch name`,{help:"Write it as in `main`."})}const jn={uses:`plumbline/plumbline@v0`};async function Mn(e,t){let n=e.text(`action`);if(n===void 0){let e=await(t.ownAction??Le)();return e?{uses:`${e.name}@${e.commit}`,label:e.label}:jn}if(/^[\w.-]+\/[\w.-]+@[\w./-]+$/.test(n))return{uses:n};throw new S(`usage`,`\`--action ${n}\` is not an action`,{help:"Write it as `plumbline/plumbline@v0`, or with a commit instead of the tag."})}function Nn(e,t){let n=e.text(`cluster-arn`);if(n===void 0)return;let{name:r,partition:i,region:a,account:o}=se(n),s=y(e.text(`role-arn`)??`arn:${i}:iam::${o}:role/plumbline-${t}`),c=ce(e.texts(`allowed-account-ids`)),l=c.length>0?c:[...new Set([o,s.account])].sort();return{arn:n,name:r,partition:i,region:a,account:o,roleArn:s.text,allowedAccountIds:l}}function Pn(e,t,{isForced:n,replaceable:r,kept:i}){let a=({path:t})=>{let n=O(e,t);if(Ae(n))return D(n,`utf8`)},o=t.filter(e=>{let t=a(e),n=r.some(({path:n,text:r})=>n===e.path&&r===t);return t!==void 0&&t!==e.text&&!n}),s=o.filter(e=>!i.includes(e));if(s.length>0&&!n)throw new S(`usage`,`${s.map(({path:e})=>`\`${e}\``).join(`, `)} already ${p(s.length,`exists`,`exist`)} with other content, so nothing was written`,{help:"Run with `--print` to see the new content, or with `--force` to overwrite."});let c=t.filter(e=>a(e)===e.text||o.includes(e)&&i.includes(e));for(let{path:n,text:r}of t.filter(e=>!c.includes(e))){let t=O(e,n);Me(Fe(t),{recursive:!0}),Ne(t,r)}return new Set(c.map(({path:e})=>e))}export{vn as runInit};
import{B as e,F as t,G as n,c as r,fn as i,u as a}from"./judge-B8aCoS_P.js";import{F as o,S as s,x as c}from"./command-wnnT6h3f.js";import{E as l,Jn as u,O as d,S as f,Tn as p,Yn as m,c as ee,d as te,l as ne,nn as re,p as ie,rn as ae}from"./read-BMGYgU0X.js";import{i as oe,n as se,o as ce,r as le}from"./repository-facts-CqnvJ34i.js";import{i as h,n as ue,t as de}from"./arn-1Qhi4UeW.js";import{An as fe,_r as pe,cn as g,g as me,ln as he,pn as _,sn as ge,un as v}from"./rules-C4ft0bGO.js";import{n as _e}from"./refresh-actions-CXCW75U8.js";import{n as y}from"./lease-BjyIa6R1.js";import{i as b,o as ve,r as ye,t as be}from"./rbac-C0dT4cvm.js";import{a as xe,d as Se}from"./catalog-By5oLKds.js";import{existsSync as Ce,mkdirSync as we,readFileSync as x,writeFileSync as Te}from"node:fs";import{fileURLToPath as Ee}from"node:url";import{dirname as De,join as S,resolve as C}from"node:path";const Oe=Ee(new URL(import.meta.url.endsWith(`.ts`)?`../../../`:`../`,import.meta.url));async function ke(e=Oe){return Ae(e)??await je(e).catch(()=>void 0)}function Ae(e){try{let{version:t,gitHead:n}=JSON.parse(x(S(e,`package.json`),`utf8`));return/^[0-9a-f]{40}$/.test(n)?{name:`plumbline/plumbline`,commit:n,label:`v${t}`}:void 0}catch{return}}async function je(e){let t=C(e);if(d(t)!==t)return;let n=async(...e)=>(await l(t,e)).trim(),r=await n(`remote`,`get-url`,`origin`),i=/^(?:https:\/\/|ssh:\/\/git@|git@)github\.com[:/]/.test(r)?ce(r):void 0;if(i===void 0)return;let a=await n(`rev-parse`,`HEAD`),o=await f(t,a,[`action.yml`,`dist`]),{files:s}=await ee({root:t,found:[],ids:new Map},o,()=>!0),c=(await n(`for-each-ref`,`--contains`,`HEAD`,`--format=%(refname:lstrip=3)`,`refs/remotes/origin/`)).split(`
`).find(e=>e!==``&&e!==`HEAD`);if(s.size>0||c===void 0)return;let u=await n(`tag`,`--points-at`,`HEAD`,`--list`,`v*.*.*`);return{name:`${i.owner}/${i.name}`,commit:a,label:u.split(`
`)[0]||c}}const w=({uses:e})=>/@[0-9a-f]{40}$/.test(e);function T({environment:e,cluster:t}){let n=t?.roleArn.split(`/`).at(-1)??`plumbline-${e}`;return[{environment:e,roleName:n,group:`plumbline-${e}`,purpose:`apply`},{environment:Me(e),roleName:`${n}-drift`,group:`plumbline-${e}-drift`,purpose:`drift`}]}const Me=e=>`${e}-drift`,E=(e,{roleName:t})=>e.roleArn.replace(/[^/]+$/,t),D=`actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1`,O=(e,t)=>({path:`.github/workflows/${e}.yaml`,text:t}),k=e=>[O(`plumbline`,Pe(e)),...e.hasForks?[O(`plumbline-comment`,Fe(e))]:[]],Ne=e=>[O(`plumbline-apply-${A(e.environment)}`,Ie(e)),O(`plumbline-drift-${A(e.environment)}`,Le(e))],A=e=>e.toLowerCase().replace(/[^a-z0-9-]+/g,`-`),j=`      - uses: ${D}
        with:
          fetch-depth: 0
          persist-credentials: false`;function Pe({action:e,hasForks:t}){return`# Reviews every pull request. ${t?`Its token can only read; plumbline-comment.yaml writes the comment.`:`Its token can read files, and write only to pull requests and checks.`}
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
${j}
${I(e,t?[`comment: false`]:[])}
`}function Fe({action:e}){return`# Comments on pull requests, including those from forks. It runs with the permissions of this repository, so it checks out
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
${I(e,[`mode: comment`])}
`}const M=(e,t,n=[])=>`  render:
    if: github.ref == ${z(`refs/heads/${e}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    permissions: # nothing else: kustomize and helm run here
      contents: read
    steps:
${j}
      - run: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 # lets the sandbox isolate kustomize and helm
${I(t,[`mode: render`,...n],`render`)}
      - uses: actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1
        with:
          name: plumbline-rendered
          path: \${{ steps.render.outputs.rendered }}
          if-no-files-found: error
          retention-days: 1
`,N=`      - uses: actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1
        with:
          name: plumbline-rendered
          path: \${{ runner.temp }}/plumbline-rendered`,P="rendered: ${{ runner.temp }}/plumbline-rendered/plumbline-rendered.json";function Ie(e){let{environment:t,branch:n,action:r,cluster:i}=e;return`# Applies only what was reviewed and merged to the environment ${t}.
name: plumbline apply ${t}
on:
  push:
    branches: [${R(n)}]
permissions: {}
concurrency: # one run at a time; a newer run never cancels a running apply
  group: plumbline-apply-${A(t)}
  cancel-in-progress: false
jobs:
${M(n,r)}  apply:
    needs: render
    if: github.ref == ${z(`refs/heads/${n}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 45
    environment: ${R(t)} # protected branches only, reviewers other than the author, no bypass
    permissions:
      contents: read
      pull-requests: read # approvals
      deployments: write
${i?`      id-token: write # the identity that AWS trusts
`:``}    steps:
${j}
${N}
${I(r,[`mode: apply`,`environment: ${R(t)}`,P,...F(e)])}
`}function Le(e){let{environment:t,branch:n,action:r,cluster:i}=e,[,a]=T(e);return`# Compares the cluster with the branch, and keeps an issue open while they differ. It cannot change the cluster.
name: plumbline drift ${t}
on:
  schedule:
    - cron: '17 */6 * * *'
  workflow_dispatch:
permissions: {}
concurrency:
  group: plumbline-drift-${A(t)}
  cancel-in-progress: false
jobs:
${M(n,r,["base: ${{ github.sha }}"])}  drift:
    needs: render
    if: github.ref == ${z(`refs/heads/${n}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    environment: ${R(a.environment)} # protected branches only; no reviewers, because scheduled runs must not wait
    permissions:
      contents: read
      issues: write
${i?`      id-token: write # the identity that AWS trusts
`:``}    steps:
${j}
${N}
${I(r,[`mode: drift`,`environment: ${R(t)}`,P,...i?[`role-arn: ${E(i,a)}`]:[],...F(e)])}
`}const F=({cluster:e})=>e?[]:["kubeconfig: ${{ secrets.PLUMBLINE_KUBECONFIG }}"];function I(e,t,n){let r=e.label===void 0?``:` # ${e.label}`,i=t.map(e=>`          ${e}`),a=n===void 0?`      - `:`      - id: ${n}\n        `;return`${L(e)}${a}uses: ${e.uses}${r}${i.length>0?`\n        with:\n${i.join(`
`)}`:``}`}function L(e){if(w(e))return``;let[t,n]=e.uses.split(`@`);return`      # A tag can be moved. To pin the Action, replace the tag with the commit: gh api repos/${t}/commits/${n} --jq .sha\n`}const R=e=>/^[A-Za-z][\w./-]*$/.test(e)&&!/^(?:true|false|null)$/i.test(e)?e:`'${e.replaceAll(`'`,`''`)}'`,z=e=>`'${e.replaceAll(`'`,`''`)}'`,Re=({found:e})=>B([...V,...H(e),...U(e),...Be(e)]);function ze({environment:e,cluster:t,found:n}){let{[e]:r=[],...i}=n.environments;return B([...V,...t?[]:H(n),...U(n),`environments:`,`  ${R(e)}:`,`    paths: ${G(r)}${r.length===0?` # all folders`:``}`,...t?[`    clusterArn: ${t.arn}`,`    roleArn: ${t.roleArn}`,`    allowedAccountIds: [${t.allowedAccountIds.map(e=>`'${e}'`).join(`, `)}]`]:[`    # The secret PLUMBLINE_KUBECONFIG of the GitHub environment contains the kubeconfig of the cluster.`],...W(i),`gate:`,`  approvals: 1 # of exactly this plan, by somebody other than the author and the person who pushed last`])}const B=e=>({path:`plumbline.yaml`,text:`${e.join(`
`)}\n`}),V=[`# plumbline reads this file from the base branch, so a pull request cannot relax it for itself.`,`# docs/options.md in plumbline's repository lists every key.`,`failOn: error`];function H({target:e,environments:t}){let{region:n,regionSource:r,isRegionAssumed:i}=e;if(Object.keys(t).length>0)return[];if(!i)return[`region: ${n} # ${o(r)}`];let a=r===`assumed: no file names one`?`No file names one`:r.replace(`assumed: `,``);return[`# region: ${n} # ${o(a)}. Set yours: prices and instance types depend on it.`]}function U({target:e}){let{karpenterVersion:t,karpenterVersionSource:n,isKarpenterAssumed:r}=e;return r?[`# karpenter: { version: '${t}' } # No single version found. Set yours: fields and rules depend on it.`]:[`# Karpenter ${t}: ${o(n)}`]}function Be({environments:e}){return Object.keys(e).length===0?[]:[`# Detected from folder names. Each environment has its own region, versions and estimate.`,`environments:`,...W(e)]}const W=e=>Object.entries(e).map(([e,t])=>`  ${R(e)}: { paths: ${G(t)} }`),G=e=>`[${e.map(R).join(`, `)}]`,Ve=e=>T(e).map(({environment:e,purpose:t})=>He(e,t)),He=(e,t)=>({path:`plumbline/${e}/github-environment.json`,text:`${JSON.stringify(Ue(t),null,2)}\n`}),Ue=e=>({wait_timer:0,...e===`apply`&&{prevent_self_review:!0},...e===`apply`&&{reviewers:[]},deployment_branch_policy:{protected_branches:!0,custom_branch_policies:!1},can_admins_bypass:!1}),K=e=>`${JSON.stringify(e,null,2)}\n`;function We(e){let{cluster:t}=e;return t?T(e).flatMap(n=>{let r=`plumbline/${n.environment}`;return[{path:`${r}/trust-policy.json`,text:K(Ge(h(t.roleArn),q(e,n.environment)))},{path:`${r}/policy.json`,text:K(qe(t))},{path:`${r}/access-entry.json`,text:K(Je(t,n))}]}):[]}function q({repository:e,hasIds:t},n){let{byName:r,byId:i}=he(e,n);return i===void 0?[r]:t===!0?[i]:[r,i]}function Ge({partition:e,account:t},n){return{Version:`2012-10-17`,Statement:[{Sid:`JobsOfOneEnvironment`,Effect:`Allow`,Principal:{Federated:`arn:${e}:iam::${t}:oidc-provider/${v}`},Action:ge,Condition:{StringEquals:{[`${v}:aud`]:g,[`${v}:sub`]:n}}}]}}const Ke=({roleArn:e})=>e.split(`:`)[4],qe=({arn:e})=>({Version:`2012-10-17`,Statement:[{Sid:`LookTheClusterUp`,Effect:`Allow`,Action:[`eks:DescribeCluster`],Resource:[e]}]}),Je=(e,t)=>({clusterName:e.name,principalArn:E(e,t),kubernetesGroups:[t.group],type:`STANDARD`});function Ye(e){let{target:t,objects:n,folders:r,environments:i}=e.found,a=Object.keys(i),s=r.length>0?` in ${r.map(e=>o(e)).join(`, `)}`:``;return`
Found ${n===0?`no Karpenter objects`:u(n,`Karpenter object`)}${s}.
${a.length>0?`  environments ${a.join(`, `)} (by the names of folders)\n`:``}  region ${t.region} (${o(t.regionSource)})
  Karpenter ${t.karpenterVersion} (${o(t.karpenterVersionSource)})

Next: check plumbline.yaml and commit the files. The next pull request that changes a NodePool gets a comment.
Run \`plumbline doctor --offline\` to check the files. \`plumbline init --apply\` adds applying on merge and drift detection.
${Xe(e)}`}function Xe({action:e}){if(w(e))return``;let[t,n]=e.uses.split(`@`);return`
The Action is not pinned to a commit, and a tag can be moved. To pin it, get the commit with
\`gh api repos/${t}/commits/${n} --jq .sha\` and run init again with \`--action ${t}@COMMIT\`.
`}function Ze(e){let{environment:t,repository:n,isTerraform:r}=e,i=`${n.owner}/${n.name}`,a=r?Qe(e):[...$e(e),...et(e),...tt(e)],o=e.cluster?[]:T(e).map(e=>`gh secret set PLUMBLINE_KUBECONFIG --repo ${i} --env ${e.environment} < KUBECONFIG`);return`
Next, run these commands as an administrator:

${[...a,...o].map(e=>`  ${e}`).join(`
`)}

Then add reviewers to the GitHub environment ${t}, protect the branch ${e.branch}, and commit the files.
Check the setup with
  plumbline doctor --environment ${t}${nt(e)}
${Xe(e)}`}const Qe=({environment:e})=>[`terraform -chdir=plumbline/${e} init`,`terraform -chdir=plumbline/${e} apply`];function $e(e){let{cluster:t}=e;if(!t)return[];let n=T(e).flatMap(e=>{let n=`file://plumbline/${e.environment}`,r=`--role-name ${e.roleName}`;return[`aws iam create-role ${r} --assume-role-policy-document ${n}/trust-policy.json`,`aws iam put-role-policy ${r} --policy-name plumbline --policy-document ${n}/policy.json`,`aws eks create-access-entry --region ${t.region} --cli-input-json ${n}/access-entry.json`]});return[`# once for the account ${Ke(t)}:`,`aws iam create-open-id-connect-provider --url https://token.actions.githubusercontent.com --client-id-list sts.amazonaws.com`,...n]}const et=({environment:e})=>[`kubectl apply -f plumbline/${e}/rbac.yaml`],tt=e=>{let{owner:t,name:n}=e.repository;return T(e).map(({environment:e})=>`gh api --method PUT repos/${t}/${n}/environments/${encodeURIComponent(e)} --input plumbline/${e}/github-environment.json`)};function nt(e){let{cluster:t,repository:n,hasIds:r,environment:i}=e;if(!t)return``;let{byName:a,byId:o}=he(n,i);if(o===void 0)return`

The trust policies accept only ${a}. A repository that was created or renamed since July 15, 2026 has IDs in its
subject. In that case, run init again with --repository-ids "$(gh api repos/${n.owner}/${n.name} --jq '"\\(.owner.id)/\\(.id)"')".`;let s=r===!0?[o]:[a,o],c=r===!0?`\nTokens of this repository contain IDs, so the trust policies do not accept ${a}.`:``;return`

The trust policies accept ${s.join(` and `)}.${c}`}const rt=e=>[O(`plumbline-prices`,it(e)),{path:`plumbline/${_}/trust-policy.json`,text:K(Ge(e.role,q(e,_)))},{path:`plumbline/${_}/policy.json`,text:K(_e)},He(_,`drift`)];function it({action:e,branch:t,region:n,role:r}){let[i,a]=e.uses.split(`@`);return`# Reads instance types and prices from AWS each month, and opens a pull request with what changed. The role can only read.
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
    if: github.ref == ${z(`refs/heads/${t}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    environment: ${_} # protected branches only; no reviewers, because scheduled runs must not wait
    permissions:
      contents: write # only for the branch of the pull request
      pull-requests: write
      id-token: write # the identity that AWS trusts
    steps:
      - uses: ${D}
        with:
          persist-credentials: false
${L(e)}      - uses: ${D}
        with:
          repository: ${i}
          ref: ${a}${at(e)}
          path: .plumbline
          persist-credentials: false
      - name: Read instance types and prices # repeat the command for each of your regions
        run: |
          node .plumbline/dist/cli.js catalog refresh --region ${n} --output catalog \\
            --role-arn ${r.text} >> "$RUNNER_TEMP/summary.md"
      - run: cat "$RUNNER_TEMP/summary.md" >> "$GITHUB_STEP_SUMMARY"
      - name: Open a pull request, or update the open one
        env:
          GH_TOKEN: \${{ github.token }}
        run: |
          git add catalog
          if git diff --cached --quiet; then exit 0; fi
          git switch --create plumbline-prices
          git -c user.name=plumbline -c user.email=plumbline@users.noreply.github.com commit --message "Update instance types and prices"
          gh auth setup-git
          git push --force origin plumbline-prices
          gh pr create --title "Update instance types and prices" --body-file "$RUNNER_TEMP/summary.md" ||
            gh pr edit plumbline-prices --body-file "$RUNNER_TEMP/summary.md"
`}const at=({label:e})=>e===void 0?``:` # ${e}`;function ot({repository:{owner:e,name:t},role:n,branch:r}){let i=`plumbline/${_}`;return`
For current prices, run these commands as an administrator:

  # once for the account ${n.account}:
  aws iam create-open-id-connect-provider --url https://token.actions.githubusercontent.com --client-id-list sts.amazonaws.com
  aws iam create-role --role-name ${n.name} --assume-role-policy-document file://${i}/trust-policy.json
  aws iam put-role-policy --role-name ${n.name} --policy-name plumbline --policy-document file://${i}/policy.json
  gh api --method PUT repos/${e}/${t}/environments/${_} --input ${i}/github-environment.json

Then allow GitHub Actions to create pull requests in the settings of the repository, protect the branch ${r}, and commit the files. Run the workflow
"plumbline prices", merge its pull request, and set \`catalog: catalog\` in plumbline.yaml.
`}const J=`kube-system`,st=({purpose:e},t)=>ye(i,e===`apply`?be(t):ve);function ct(e){let[t,n]=T(e),r=[ut(t,e.canDelete),ft(t),ut(n,!1),ft(n),...pt(t)],i=[`# What plumbline may do in the cluster: access Karpenter's kinds and one Lease. Apply this once, as an administrator:`,`#   kubectl apply -f plumbline/${e.environment}/rbac.yaml`,...e.canDelete?[]:["# It cannot delete anything. `plumbline init --apply --deletions` adds that permission."]];return{path:`plumbline/${e.environment}/rbac.yaml`,text:`${i.join(`
`)}\n${r.join(`---
`)}`}}const Y=e=>`[${e.map(e=>e===``?`""`:e).join(`, `)}]`,lt=e=>e.map(({apiGroups:e,resources:t,resourceNames:n,verbs:r})=>`  - apiGroups: ${Y(e)}\n    resources: ${Y(t)}\n${n?`    resourceNames: ${Y(n)}\n`:``}    verbs: ${Y(r)}\n`).join(``),ut=(e,t)=>`apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: ${e.group}
rules:
${lt(st(e,t))}`,dt=e=>`subjects:
  - apiGroup: rbac.authorization.k8s.io
    kind: Group
    name: ${e}
`,ft=({group:e})=>`apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: ${e}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: ${e}
${dt(e)}`,pt=({group:e,environment:t})=>[`apiVersion: coordination.k8s.io/v1
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
${lt([{apiGroups:[`coordination.k8s.io`],resources:[`leases`],resourceNames:[y(t)],verbs:b}])}`,`apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: ${e}
  namespace: ${J}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: ${e}
${dt(e)}`];async function mt(n,{flags:i},o){let s=me({today:pe()}),c={...s,sources:{...s.sources,render:!1}},{head:l}=await r({flags:i,positionals:[]},{terminal:{...o,cwd:n},repository:new ne(n),settings:c,log:a}),{manifests:u}=t(l.sources.map(e=>ie(e,{set:{}}))),d=u.filter(p),f=e=>e.map(({source:{file:e,origin:t}})=>t?.root??e).filter(ht);return{target:e({settings:c,facts:xe(Se),head:l}),objects:d.length,folders:gt(f(d).map(re)),environments:_t(f(d),f(u))}}const ht=e=>/^[\x20-\x7e]+$/.test(e);function gt(e){let t=[...new Set(e)].sort(m);return t.includes(``)?[]:t.filter(e=>!t.some(t=>t!==e&&ae(e,t)))}function _t(e,t){let n=e=>{let t=new Map;for(let n of e){let e=re(n).split(`/`),r=e.findIndex(fe);if(r===-1)continue;let i=e[r];t.set(i,(t.get(i)??new Set).add(e.slice(0,r+1).join(`/`)))}return t},r=[...n(e).keys()].sort(m);if(r.length<2)return{};let i=n(t);return Object.fromEntries(r.map(e=>[e,[...i.get(e)].sort(m)]))}function vt(e){let{cluster:t,environment:n}=e,r=T(e),i=[yt(e),...t?[bt(),...r.map(n=>xt(e,t,n))]:[],...r.map(t=>St(e,t)),Ct(r[0]),...r.map(t=>wt(e,t))];return{path:`plumbline/${n}/main.tf`,text:`${i.join(`
`)}`}}const X=e=>JSON.stringify(e).replaceAll("${","$${").replaceAll(`%{`,`%%{`),Z=e=>`[${e.map(X).join(`, `)}]`,Q=({purpose:e})=>`plumbline_${e}`,yt=({environment:e})=>`# What plumbline needs for the environment ${e}: IAM roles, RBAC in the cluster, and protection on GitHub.
terraform {
  required_providers {
    aws        = { source = "hashicorp/aws", version = ">= 5.33" }
    kubernetes = { source = "hashicorp/kubernetes", version = ">= 2.20" }
    github     = { source = "integrations/github", version = ">= 6.0" }
  }
}
`,bt=()=>`# An account has only one of these. If it exists already, \`terraform import\` it.
resource "aws_iam_openid_connect_provider" "github" {
  url            = "https://${v}"
  client_id_list = [${X(g)}]
}
`;function xt(e,t,n){let r=Q(n);return`data "aws_iam_policy_document" "${r}_trust" {
  statement {
    sid     = "JobsOfOneEnvironment"
    actions = [${X(ge)}]
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
      values   = ${Z(q(e,n.environment))}
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
`}function St({canDelete:e},t){let n=st(t,e).map(({apiGroups:e,resources:t,verbs:n})=>`  rule {
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
`}const Ct=({group:e,environment:t})=>`# The Lease that ensures only one apply runs at a time. It is created here because the role cannot create Leases.
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
`,wt=({repository:e},t)=>`resource "github_repository_environment" "${Q(t)}" {
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
`;async function Tt(e,t){let{flags:n,positionals:r}=e;if(r.length>0)throw new c(`usage`,`\`init\` takes no path, but got \`${r[0]}\``,{help:"Pass `--output FOLDER` to write the files elsewhere."});let i=n.isOn(`apply`)===!0;i||kt(n);let a=te(t.cwd),o={action:await Lt(n,t),hasForks:n.isOn(`forks`)??!0,found:await mt(a,e,t)},l=i?await jt(o,n,t):void 0,u=await Mt(o,l,n,t),d=[...l?At(l):$(o),...u?rt(u):[]];if(n.isOn(`print`))return t.stdout.write(d.map(({path:e,text:t})=>`# ── ${e}\n${t}`).join(`
`),`document`),s.ok;let f=C(t.cwd,n.text(`output`)??a),p=[...$(o),...$({...o,action:It})];zt(f,d,{isForced:n.isOn(`force`)===!0,replaceable:p});let m=l?Ze(l):Ye(o),ee=u?ot(u):``;return t.stdout.write(`${d.map(({path:e})=>`wrote ${e}`).join(`
`)}\n${m}${ee}`),s.ok}const Et=[`environment`,`cluster-arn`,`role-arn`,`allowed-account-ids`,`repository`,`repository-ids`,`branch`,`deletions`,`terraform`],Dt=[`repository`,`repository-ids`,`branch`],Ot=`prices-role-arn`;function kt(e){let t=e.text(Ot)!==void 0,n=Et.find(n=>e.text(n)!==void 0&&!(t&&Dt.includes(n)));if(n!==void 0)throw new c(`usage`,`\`--${n}\` works only with \`init --apply\``,{help:"Add `--apply` to also write workflows, roles and RBAC for one environment. Without it, init writes only the review."})}const $=e=>[...k(e),Re(e)];function At(e){let t=e.isTerraform?[vt(e)]:[...We(e),ct(e),...Ve(e)];return[...k(e),...Ne(e),ze(e),...t]}async function jt(e,t,n){let r=t.text(`environment`)??Pt(e.found);if(!/^[A-Za-z0-9][\w.-]{0,99}$/.test(r))throw new c(`usage`,`\`--environment ${r}\` cannot be part of file and role names`,{help:"Use only letters, digits, `.`, `_` and `-`."});return{...e,environment:r,...await Nt(t,n),cluster:Rt(t,r),canDelete:t.isOn(`deletions`)===!0,isTerraform:t.isOn(`terraform`)===!0}}async function Mt(e,t,n,r){let i=n.text(Ot);if(i===void 0)return;let a=h(i),o=t?.cluster?.region??e.found.target.region,{repository:s,hasIds:c,branch:l}=t??await Nt(n,r);return{...e,repository:s,hasIds:c,branch:l,role:a,region:o}}async function Nt(e,t){let n=le(e,t.cwd);if(!n)throw new c(`usage`,"The GitHub repository is unknown: there is no remote `origin` on GitHub",{help:"Pass it, such as `--repository acme/infra`."});let{repository:r,hasIds:i}=await oe(n,e,se(t));return{repository:r,hasIds:i,branch:Ft(e)}}const Pt=({environments:e})=>Object.keys(e).find(e=>n.test(e))??`production`;function Ft(e){let t=e.text(`branch`)??`main`;if(/^[\w][\w./-]*$/.test(t))return t;throw new c(`usage`,`\`--branch ${t}\` is not a branch name`,{help:"Write it as in `main`."})}const It={uses:`plumbline/plumbline@v0`};async function Lt(e,t){let n=e.text(`action`);if(n===void 0){let e=await(t.ownAction??ke)();return e?{uses:`${e.name}@${e.commit}`,label:e.label}:It}if(/^[\w.-]+\/[\w.-]+@[\w./-]+$/.test(n))return{uses:n};throw new c(`usage`,`\`--action ${n}\` is not an action`,{help:"Write it as `plumbline/plumbline@v0`, or with a commit instead of the tag."})}function Rt(e,t){let n=e.text(`cluster-arn`);if(n===void 0)return;let{name:r,partition:i,region:a,account:o}=ue(n),s=h(e.text(`role-arn`)??`arn:${i}:iam::${o}:role/plumbline-${t}`),c=de(e.texts(`allowed-account-ids`)),l=c.length>0?c:[...new Set([o,s.account])].sort();return{arn:n,name:r,partition:i,region:a,account:o,roleArn:s.text,allowedAccountIds:l}}function zt(e,t,{isForced:n,replaceable:r}){let i=t.filter(({path:t,text:n})=>{let i=S(e,t);if(!Ce(i))return!1;let a=x(i,`utf8`);return a!==n&&!r.some(e=>e.path===t&&e.text===a)});if(i.length>0&&!n)throw new c(`usage`,`${i.map(({path:e})=>`\`${e}\``).join(`, `)} already ${i.length===1?`exists`:`exist`} with other content, so nothing was written`,{help:"Run with `--print` to see the new content, or with `--force` to overwrite."});for(let{path:n,text:r}of t)we(De(S(e,n)),{recursive:!0}),Te(S(e,n),r)}export{Tt as runInit};
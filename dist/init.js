import{B as e,F as t,G as n,c as r,pn as i,u as a}from"./judge.js";import{F as o,S as s,x as c}from"./command.js";import{E as l,En as u,O as d,S as f,Xn as p,Yn as m,c as ee,d as te,l as ne,nn as re,p as ie,rn as ae}from"./read.js";import{i as oe,n as se,o as ce,r as le}from"./repository-facts.js";import{i as h,n as ue,t as de}from"./arn.js";import{cn as g,dn as _,g as fe,jn as pe,ln as v,mn as y,un as me,vr as he}from"./rules.js";import{n as ge}from"./refresh-actions.js";import{n as b}from"./lease.js";import{i as x,o as _e,r as ve,t as ye}from"./rbac.js";import{a as be,d as xe}from"./catalog.js";import{existsSync as Se,mkdirSync as Ce,readFileSync as S,writeFileSync as we}from"node:fs";import{fileURLToPath as Te}from"node:url";import{dirname as Ee,join as C,resolve as w}from"node:path";const De=Te(new URL(import.meta.url.endsWith(`.ts`)?`../../../`:`../`,import.meta.url));async function Oe(e=De){return ke(e)??await Ae(e).catch(()=>void 0)}function ke(e){try{let{version:t,gitHead:n}=JSON.parse(S(C(e,`package.json`),`utf8`));return/^[0-9a-f]{40}$/.test(n)?{name:`plumbline/plumbline`,commit:n,label:`v${t}`}:void 0}catch{return}}async function Ae(e){let t=w(e);if(d(t)!==t)return;let n=async(...e)=>(await l(t,e)).trim(),r=await n(`remote`,`get-url`,`origin`),i=/^(?:https:\/\/|ssh:\/\/git@|git@)github\.com[:/]/.test(r)?ce(r):void 0;if(i===void 0)return;let a=await n(`rev-parse`,`HEAD`),o=await f(t,a,[`action.yml`,`dist`]),{files:s}=await ee({root:t,found:[],ids:new Map},o,()=>!0),c=(await n(`for-each-ref`,`--contains`,`HEAD`,`--format=%(refname:lstrip=3)`,`refs/remotes/origin/`)).split(`
`).find(e=>e!==``&&e!==`HEAD`);if(s.size>0||c===void 0)return;let u=await n(`tag`,`--points-at`,`HEAD`,`--list`,`v*.*.*`);return{name:`${i.owner}/${i.name}`,commit:a,label:u.split(`
`)[0]||c}}const T=({uses:e})=>/@[0-9a-f]{40}$/.test(e);function E({environment:e,cluster:t}){let n=t?.roleArn.split(`/`).at(-1)??`plumbline-${e}`;return[{environment:e,roleName:n,group:`plumbline-${e}`,purpose:`apply`},{environment:je(e),roleName:`${n}-drift`,group:`plumbline-${e}-drift`,purpose:`drift`}]}const je=e=>`${e}-drift`,D=(e,{roleName:t})=>e.roleArn.replace(/[^/]+$/,t),O=`actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1`,k=(e,t)=>({path:`.github/workflows/${e}.yaml`,text:t}),A=e=>[k(`plumbline`,Ne(e)),...e.hasForks?[k(`plumbline-comment`,Pe(e))]:[]],Me=e=>[k(`plumbline-apply-${j(e.environment)}`,Fe(e)),k(`plumbline-drift-${j(e.environment)}`,Ie(e))],j=e=>e.toLowerCase().replace(/[^a-z0-9-]+/g,`-`),M=`      - uses: ${O}
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
${M}
${L(e,t?[`comment: false`]:[])}
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
${L(e,[`mode: comment`])}
`}const N=(e,t,n=[])=>`  render:
    if: github.ref == ${B(`refs/heads/${e}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    permissions: # nothing else: kustomize and helm run here
      contents: read
    steps:
${M}
      - run: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 # lets the sandbox isolate kustomize and helm
${L(t,[`mode: render`,...n],`render`)}
      - uses: actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1
        with:
          name: plumbline-rendered
          path: \${{ steps.render.outputs.rendered }}
          if-no-files-found: error
          retention-days: 1
`,P=`      - uses: actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1
        with:
          name: plumbline-rendered
          path: \${{ runner.temp }}/plumbline-rendered`,F="rendered: ${{ runner.temp }}/plumbline-rendered/plumbline-rendered.json";function Fe(e){let{environment:t,branch:n,action:r,cluster:i}=e;return`# Applies only what was reviewed and merged to the environment ${t}.
name: plumbline apply ${t}
on:
  push:
    branches: [${z(n)}]
permissions: {}
concurrency: # one run at a time; a newer run never cancels a running apply
  group: plumbline-apply-${j(t)}
  cancel-in-progress: false
jobs:
${N(n,r)}  apply:
    needs: render
    if: github.ref == ${B(`refs/heads/${n}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 45
    environment: ${z(t)} # protected branches only, reviewers other than the author, no bypass
    permissions:
      contents: read
      pull-requests: read # approvals
      deployments: write
${i?`      id-token: write # the identity that AWS trusts
`:``}    steps:
${M}
${P}
${L(r,[`mode: apply`,`environment: ${z(t)}`,F,...I(e)])}
`}function Ie(e){let{environment:t,branch:n,action:r,cluster:i}=e,[,a]=E(e);return`# Compares the cluster with the branch, and keeps an issue open while they differ. It cannot change the cluster.
name: plumbline drift ${t}
on:
  schedule:
    - cron: '17 */6 * * *'
  workflow_dispatch:
permissions: {}
concurrency:
  group: plumbline-drift-${j(t)}
  cancel-in-progress: false
jobs:
${N(n,r,["base: ${{ github.sha }}"])}  drift:
    needs: render
    if: github.ref == ${B(`refs/heads/${n}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    environment: ${z(a.environment)} # protected branches only; no reviewers, because scheduled runs must not wait
    permissions:
      contents: read
      issues: write
${i?`      id-token: write # the identity that AWS trusts
`:``}    steps:
${M}
${P}
${L(r,[`mode: drift`,`environment: ${z(t)}`,F,...i?[`role-arn: ${D(i,a)}`]:[],...I(e)])}
`}const I=({cluster:e})=>e?[]:["kubeconfig: ${{ secrets.PLUMBLINE_KUBECONFIG }}"];function L(e,t,n){let r=e.label===void 0?``:` # ${e.label}`,i=t.map(e=>`          ${e}`),a=n===void 0?`      - `:`      - id: ${n}\n        `;return`${R(e)}${a}uses: ${e.uses}${r}${i.length>0?`\n        with:\n${i.join(`
`)}`:``}`}function R(e){if(T(e))return``;let[t,n]=e.uses.split(`@`);return`      # A tag can be moved. To pin the Action, replace the tag with the commit: gh api repos/${t}/commits/${n} --jq .sha\n`}const z=e=>/^[A-Za-z][\w./-]*$/.test(e)&&!/^(?:true|false|null)$/i.test(e)?e:`'${e.replaceAll(`'`,`''`)}'`,B=e=>`'${e.replaceAll(`'`,`''`)}'`,Le=({found:e})=>V([...H,...U(e),...W(e),...ze(e)]);function Re({environment:e,cluster:t,found:n}){let{[e]:r=[],...i}=n.environments;return V([...H,...t?[]:U(n),...W(n),`environments:`,`  ${z(e)}:`,`    paths: ${Be(r)}${r.length===0?` # all folders`:``}`,...t?[`    clusterArn: ${t.arn}`,`    roleArn: ${t.roleArn}`,`    allowedAccountIds: [${t.allowedAccountIds.map(e=>`'${e}'`).join(`, `)}]`]:[`    # The secret PLUMBLINE_KUBECONFIG of the GitHub environment contains the kubeconfig of the cluster.`],...G(i),`gate:`,`  approvals: 1 # of exactly this plan, by somebody other than the author and the person who pushed last`])}const V=e=>({path:`plumbline.yaml`,text:`${e.join(`
`)}\n`}),H=[`# plumbline reads this file from the base branch, so a pull request cannot relax it for itself.`,`# docs/options.md in plumbline's repository lists every key.`,`failOn: error`];function U({target:e,environments:t}){let{region:n,regionSource:r,isRegionAssumed:i}=e;if(Object.keys(t).length>0)return[];if(!i)return[`region: ${n} # ${o(r)}`];let a=r===`assumed: no file names one`?`No file names one`:r.replace(`assumed: `,``);return[`# region: ${n} # ${o(a)}. Set yours: prices and instance types depend on it.`]}function W({target:e}){let{karpenterVersion:t,karpenterVersionSource:n,isKarpenterAssumed:r}=e;return r?[`# karpenter: { version: '${t}' } # No single version found. Set yours: fields and rules depend on it.`]:[`# Karpenter ${t}: ${o(n)}`]}function ze({environments:e}){return Object.keys(e).length===0?[]:[`# Detected from folder names. Each environment has its own region, versions and estimate.`,`environments:`,...G(e)]}const G=e=>Object.entries(e).map(([e,t])=>`  ${z(e)}: { paths: ${Be(t)} }`),Be=e=>`[${e.map(z).join(`, `)}]`,Ve=e=>E(e).map(({environment:e,purpose:t})=>He(e,t)),He=(e,t)=>({path:`plumbline/${e}/github-environment.json`,text:`${JSON.stringify(Ue(t),null,2)}\n`}),Ue=e=>({wait_timer:0,...e===`apply`&&{prevent_self_review:!0},...e===`apply`&&{reviewers:[]},deployment_branch_policy:{protected_branches:!0,custom_branch_policies:!1},can_admins_bypass:!1}),K=e=>`${JSON.stringify(e,null,2)}\n`;function We(e){let{cluster:t}=e;return t?E(e).flatMap(n=>{let r=`plumbline/${n.environment}`;return[{path:`${r}/trust-policy.json`,text:K(Ge(h(t.roleArn),q(e,n.environment)))},{path:`${r}/policy.json`,text:K(qe(t))},{path:`${r}/access-entry.json`,text:K(Je(t,n))}]}):[]}function q({repository:e,hasIds:t},n){let{byName:r,byId:i}=me(e,n);return i===void 0?[r]:t===!0?[i]:[r,i]}function Ge({partition:e,account:t},n){return{Version:`2012-10-17`,Statement:[{Sid:`JobsOfOneEnvironment`,Effect:`Allow`,Principal:{Federated:`arn:${e}:iam::${t}:oidc-provider/${_}`},Action:g,Condition:{StringEquals:{[`${_}:aud`]:v,[`${_}:sub`]:n}}}]}}const Ke=({roleArn:e})=>e.split(`:`)[4],qe=({arn:e})=>({Version:`2012-10-17`,Statement:[{Sid:`LookTheClusterUp`,Effect:`Allow`,Action:[`eks:DescribeCluster`],Resource:[e]}]}),Je=(e,t)=>({clusterName:e.name,principalArn:D(e,t),kubernetesGroups:[t.group],type:`STANDARD`});function Ye(e){let{target:t,objects:n,folders:r,environments:i}=e.found,a=Object.keys(i),s=r.length>0?` in ${r.map(e=>o(e)).join(`, `)}`:``;return`
Found ${n===0?`no Karpenter objects`:m(n,`Karpenter object`)}${s}.
${a.length>0?`  environments ${a.join(`, `)} (by the names of folders)\n`:``}  region ${t.region} (${o(t.regionSource)})
  Karpenter ${t.karpenterVersion} (${o(t.karpenterVersionSource)})

Next: check plumbline.yaml and commit the files. The next pull request that changes a NodePool gets a comment.
Run \`plumbline doctor --offline\` to check the files. \`plumbline init --apply\` adds applying on merge and drift detection.
${Xe(e)}`}function Xe({action:e}){if(T(e))return``;let[t,n]=e.uses.split(`@`);return`
The Action is not pinned to a commit, and a tag can be moved. To pin it, get the commit with
\`gh api repos/${t}/commits/${n} --jq .sha\` and run init again with \`--action ${t}@COMMIT\`.
`}function Ze(e){let{environment:t,repository:n,isTerraform:r}=e,i=`${n.owner}/${n.name}`,a=r?Qe(e):[...$e(e),...et(e),...tt(e)],o=e.cluster?[]:E(e).map(e=>`gh secret set PLUMBLINE_KUBECONFIG --repo ${i} --env ${e.environment} < KUBECONFIG`);return`
Next, run these commands as an administrator:

${[...a,...o].map(e=>`  ${e}`).join(`
`)}

Then add reviewers to the GitHub environment ${t}, protect the branch ${e.branch}, and commit the files.
Check the setup with
  plumbline doctor --environment ${t}${nt(e)}
${Xe(e)}`}const Qe=({environment:e})=>[`terraform -chdir=plumbline/${e} init`,`terraform -chdir=plumbline/${e} apply`];function $e(e){let{cluster:t}=e;if(!t)return[];let n=E(e).flatMap(e=>{let n=`file://plumbline/${e.environment}`,r=`--role-name ${e.roleName}`;return[`aws iam create-role ${r} --assume-role-policy-document ${n}/trust-policy.json`,`aws iam put-role-policy ${r} --policy-name plumbline --policy-document ${n}/policy.json`,`aws eks create-access-entry --region ${t.region} --cli-input-json ${n}/access-entry.json`]});return[`# once for the account ${Ke(t)}:`,`aws iam create-open-id-connect-provider --url https://token.actions.githubusercontent.com --client-id-list sts.amazonaws.com`,...n]}const et=({environment:e})=>[`kubectl apply -f plumbline/${e}/rbac.yaml`],tt=e=>{let{owner:t,name:n}=e.repository;return E(e).map(({environment:e})=>`gh api --method PUT repos/${t}/${n}/environments/${encodeURIComponent(e)} --input plumbline/${e}/github-environment.json`)};function nt(e){let{cluster:t,repository:n,hasIds:r,environment:i}=e;if(!t)return``;let{byName:a,byId:o}=me(n,i);if(o===void 0)return`

The trust policies accept only ${a}. A repository that was created or renamed since July 15, 2026 has IDs in its
subject. In that case, run init again with --repository-ids "$(gh api repos/${n.owner}/${n.name} --jq '"\\(.owner.id)/\\(.id)"')".`;let s=r===!0?[o]:[a,o],c=r===!0?`\nTokens of this repository contain IDs, so the trust policies do not accept ${a}.`:``;return`

The trust policies accept ${s.join(` and `)}.${c}`}const rt=e=>[k(`plumbline-prices`,it(e)),{path:`plumbline/${y}/trust-policy.json`,text:K(Ge(e.role,q(e,y)))},{path:`plumbline/${y}/policy.json`,text:K(ge)},He(y,`drift`)];function it({action:e,branch:t,region:n,role:r}){let[i,a]=e.uses.split(`@`);return`# Reads instance types and prices from AWS each month, and opens a pull request with what changed. The role can only read.
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
    environment: ${y} # protected branches only; no reviewers, because scheduled runs must not wait
    permissions:
      contents: write # only for the branch of the pull request
      pull-requests: write
      id-token: write # the identity that AWS trusts
    steps:
      - uses: ${O}
        with:
          persist-credentials: false
${R(e)}      - uses: ${O}
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
`}const at=({label:e})=>e===void 0?``:` # ${e}`;function ot({repository:{owner:e,name:t},role:n,branch:r}){let i=`plumbline/${y}`;return`
For current prices, run these commands as an administrator:

  # once for the account ${n.account}:
  aws iam create-open-id-connect-provider --url https://token.actions.githubusercontent.com --client-id-list sts.amazonaws.com
  aws iam create-role --role-name ${n.name} --assume-role-policy-document file://${i}/trust-policy.json
  aws iam put-role-policy --role-name ${n.name} --policy-name plumbline --policy-document file://${i}/policy.json
  gh api --method PUT repos/${e}/${t}/environments/${y} --input ${i}/github-environment.json

Then allow GitHub Actions to create pull requests in the settings of the repository, protect the branch ${r}, and commit the files. Run the workflow
"plumbline prices", merge its pull request, and set \`catalog: catalog\` in plumbline.yaml.
`}const J=`kube-system`,st=({purpose:e},t)=>ve(i,e===`apply`?ye(t):_e);function ct(e){let[t,n]=E(e),r=[ut(t,e.canDelete),ft(t),ut(n,!1),ft(n),...pt(t)],i=[`# What plumbline may do in the cluster: access Karpenter's kinds and one Lease. Apply this once, as an administrator:`,`#   kubectl apply -f plumbline/${e.environment}/rbac.yaml`,...e.canDelete?[]:["# It cannot delete anything. `plumbline init --apply --deletions` adds that permission."]];return{path:`plumbline/${e.environment}/rbac.yaml`,text:`${i.join(`
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
  name: ${b(t)}
  namespace: ${J}
`,`apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: ${e}
  namespace: ${J}
rules:
${lt([{apiGroups:[`coordination.k8s.io`],resources:[`leases`],resourceNames:[b(t)],verbs:x}])}`,`apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: ${e}
  namespace: ${J}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: ${e}
${dt(e)}`];async function mt(n,{flags:i},o){let s=fe({today:he()}),c={...s,sources:{...s.sources,render:!1}},{head:l}=await r({flags:i,positionals:[]},{terminal:{...o,cwd:n},repository:new ne(n),settings:c,log:a}),{manifests:d}=t(l.sources.map(e=>ie(e,{set:{}}))),f=d.filter(u),p=e=>e.map(({source:{file:e,origin:t}})=>t?.root??e).filter(ht);return{target:e({settings:c,facts:be(xe),head:l}),objects:f.length,folders:gt(p(f).map(re)),environments:_t(p(f),p(d))}}const ht=e=>/^[\x20-\x7e]+$/.test(e);function gt(e){let t=[...new Set(e)].sort(p);return t.includes(``)?[]:t.filter(e=>!t.some(t=>t!==e&&ae(e,t)))}function _t(e,t){let n=e=>{let t=new Map;for(let n of e){let e=re(n).split(`/`),r=e.findIndex(pe);if(r===-1)continue;let i=e[r];t.set(i,(t.get(i)??new Set).add(e.slice(0,r+1).join(`/`)))}return t},r=[...n(e).keys()].sort(p);if(r.length<2)return{};let i=n(t);return Object.fromEntries(r.map(e=>[e,[...i.get(e)].sort(p)]))}function vt(e){let{cluster:t,environment:n}=e,r=E(e),i=[yt(e),...t?[bt(),...r.map(n=>xt(e,t,n))]:[],...r.map(t=>St(e,t)),Ct(r[0]),...r.map(t=>wt(e,t))];return{path:`plumbline/${n}/main.tf`,text:`${i.join(`
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
  url            = "https://${_}"
  client_id_list = [${X(v)}]
}
`;function xt(e,t,n){let r=Q(n);return`data "aws_iam_policy_document" "${r}_trust" {
  statement {
    sid     = "JobsOfOneEnvironment"
    actions = [${X(g)}]
    principals {
      type        = "Federated"
      identifiers = [aws_iam_openid_connect_provider.github.arn]
    }
    condition {
      test     = "StringEquals"
      variable = "${_}:aud"
      values   = [${X(v)}]
    }
    condition {
      test     = "StringEquals"
      variable = "${_}:sub"
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
    metadata   = { name = ${X(b(t))}, namespace = "kube-system" }
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
    resource_names = [${X(b(t))}]
    verbs          = ${Z(x)}
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
`),`document`),s.ok;let f=w(t.cwd,n.text(`output`)??a),p=[...$(o),...$({...o,action:It})];zt(f,d,{isForced:n.isOn(`force`)===!0,replaceable:p});let m=l?Ze(l):Ye(o),ee=u?ot(u):``;return t.stdout.write(`${d.map(({path:e})=>`wrote ${e}`).join(`
`)}\n${m}${ee}`),s.ok}const Et=[`environment`,`cluster-arn`,`role-arn`,`allowed-account-ids`,`repository`,`repository-ids`,`branch`,`deletions`,`terraform`],Dt=[`repository`,`repository-ids`,`branch`],Ot=`prices-role-arn`;function kt(e){let t=e.text(Ot)!==void 0,n=Et.find(n=>e.text(n)!==void 0&&!(t&&Dt.includes(n)));if(n!==void 0)throw new c(`usage`,`\`--${n}\` works only with \`init --apply\``,{help:"Add `--apply` to also write workflows, roles and RBAC for one environment. Without it, init writes only the review."})}const $=e=>[...A(e),Le(e)];function At(e){let t=e.isTerraform?[vt(e)]:[...We(e),ct(e),...Ve(e)];return[...A(e),...Me(e),Re(e),...t]}async function jt(e,t,n){let r=t.text(`environment`)??Pt(e.found);if(!/^[A-Za-z0-9][\w.-]{0,99}$/.test(r))throw new c(`usage`,`\`--environment ${r}\` cannot be part of file and role names`,{help:"Use only letters, digits, `.`, `_` and `-`."});return{...e,environment:r,...await Nt(t,n),cluster:Rt(t,r),canDelete:t.isOn(`deletions`)===!0,isTerraform:t.isOn(`terraform`)===!0}}async function Mt(e,t,n,r){let i=n.text(Ot);if(i===void 0)return;let a=h(i),o=t?.cluster?.region??e.found.target.region,{repository:s,hasIds:c,branch:l}=t??await Nt(n,r);return{...e,repository:s,hasIds:c,branch:l,role:a,region:o}}async function Nt(e,t){let n=le(e,t.cwd);if(!n)throw new c(`usage`,"The GitHub repository is unknown: there is no remote `origin` on GitHub",{help:"Pass it, such as `--repository acme/infra`."});let{repository:r,hasIds:i}=await oe(n,e,se(t));return{repository:r,hasIds:i,branch:Ft(e)}}const Pt=({environments:e})=>Object.keys(e).find(e=>n.test(e))??`production`;function Ft(e){let t=e.text(`branch`)??`main`;if(/^[\w][\w./-]*$/.test(t))return t;throw new c(`usage`,`\`--branch ${t}\` is not a branch name`,{help:"Write it as in `main`."})}const It={uses:`plumbline/plumbline@v0`};async function Lt(e,t){let n=e.text(`action`);if(n===void 0){let e=await(t.ownAction??Oe)();return e?{uses:`${e.name}@${e.commit}`,label:e.label}:It}if(/^[\w.-]+\/[\w.-]+@[\w./-]+$/.test(n))return{uses:n};throw new c(`usage`,`\`--action ${n}\` is not an action`,{help:"Write it as `plumbline/plumbline@v0`, or with a commit instead of the tag."})}function Rt(e,t){let n=e.text(`cluster-arn`);if(n===void 0)return;let{name:r,partition:i,region:a,account:o}=ue(n),s=h(e.text(`role-arn`)??`arn:${i}:iam::${o}:role/plumbline-${t}`),c=de(e.texts(`allowed-account-ids`)),l=c.length>0?c:[...new Set([o,s.account])].sort();return{arn:n,name:r,partition:i,region:a,account:o,roleArn:s.text,allowedAccountIds:l}}function zt(e,t,{isForced:n,replaceable:r}){let i=t.filter(({path:t,text:n})=>{let i=C(e,t);if(!Se(i))return!1;let a=S(i,`utf8`);return a!==n&&!r.some(e=>e.path===t&&e.text===a)});if(i.length>0&&!n)throw new c(`usage`,`${i.map(({path:e})=>`\`${e}\``).join(`, `)} already ${i.length===1?`exists`:`exist`} with other content, so nothing was written`,{help:"Run with `--print` to see the new content, or with `--force` to overwrite."});for(let{path:n,text:r}of t)Ce(Ee(C(e,n)),{recursive:!0}),we(C(e,n),r)}export{Tt as runInit};
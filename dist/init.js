import{Dn as e,En as t,Hn as n,In as r,Ln as i,Rn as a,g as o,pi as s,zn as c}from"./rules.js";import{F as l,S as u,x as d}from"./command.js";import{C as f,Hn as p,T as ee,_ as te,c as m,d as ne,g as h,l as re,mr as g,nn as _,pr as ie,rn as ae,x as oe}from"./read.js";import{i as se,n as ce,o as le,r as ue}from"./repository-facts.js";import{i as v,n as de,t as fe}from"./arn.js";import{n as pe}from"./refresh-actions.js";import{n as y}from"./lease.js";import{C as me,O as he,c as ge,nn as _e,u as ve}from"./judge.js";import{i as b,o as ye,r as be,t as xe}from"./rbac.js";import{a as Se,d as Ce}from"./catalog.js";import{existsSync as x,mkdirSync as we,readFileSync as S,writeFileSync as Te}from"node:fs";import{fileURLToPath as Ee}from"node:url";import{dirname as De,join as C,resolve as w}from"node:path";const Oe=Ee(new URL(import.meta.url.endsWith(`.ts`)?`../../../`:`../`,import.meta.url));async function ke(e=Oe){return Ae(e)??await je(e).catch(()=>void 0)}function Ae(e){try{let{version:t,gitHead:n}=JSON.parse(S(C(e,`package.json`),`utf8`));return/^[0-9a-f]{40}$/.test(n)?{name:`plumbline/plumbline`,commit:n,label:`v${t}`}:void 0}catch{return}}async function je(e){let t=w(e);if(f(t)!==t)return;let n=async(...e)=>(await oe(t,e)).trim(),r=await n(`remote`,`get-url`,`origin`),i=/^(?:https:\/\/|ssh:\/\/git@|git@)github\.com[:/]/.test(r)?le(r):void 0;if(i===void 0)return;let a=await n(`rev-parse`,`HEAD`),o=await h(t,a,[`action.yml`,`dist`]),{files:s}=await m({root:t,found:[],ids:new Map},o,()=>!0),c=(await n(`for-each-ref`,`--contains`,`HEAD`,`--format=%(refname:lstrip=3)`,`refs/remotes/origin/`)).split(`
`).find(e=>e!==``&&e!==`HEAD`);if(s.size>0||c===void 0)return;let l=await n(`tag`,`--points-at`,`HEAD`,`--list`,`v*.*.*`);return{name:`${i.owner}/${i.name}`,commit:a,label:l.split(`
`)[0]||c}}const T=({uses:e})=>/@[0-9a-f]{40}$/.test(e);function E({environment:e,cluster:t}){let n=t?.roleArn.split(`/`).at(-1)??`plumbline-${e}`;return[{environment:e,roleName:n,group:`plumbline-${e}`,purpose:`apply`},{environment:Me(e),roleName:`${n}-drift`,group:`plumbline-${e}-drift`,purpose:`drift`}]}const Me=e=>`${e}-drift`,D=(e,{roleName:t})=>e.roleArn.replace(/(?<![^/])[^/]+$/,t),O=`actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1`,k=(e,t)=>({path:`.github/workflows/${e}.yaml`,text:t}),A=e=>[k(`plumbline`,Pe(e)),...e.hasForks?[k(`plumbline-comment`,Fe(e))]:[]],Ne=e=>[k(`plumbline-apply-${j(e.environment)}`,Ie(e)),k(`plumbline-drift-${j(e.environment)}`,Le(e))],j=e=>e.toLowerCase().replace(/[^a-z0-9-]+/g,`-`),M=`      - uses: ${O}
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
${M}
${R(e,t?[`comment: false`]:[])}
`}function Fe({action:e,found:t}){return`# Comments on pull requests, including those from forks. It runs with the permissions of this repository, so it checks out
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
${t.isRendered?`${N}\n`:``}${R(e,[`mode: comment`])}
`}const N=`      - run: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 # lets the sandbox isolate kustomize and helm`,P=(e,t,n=[])=>`  render:
    if: github.ref == ${B(`refs/heads/${e}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    permissions: # nothing else: kustomize and helm run here
      contents: read
    steps:
${M}
${N}
${R(t,[`mode: render`,...n],`render`)}
      - uses: actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1
        with:
          name: plumbline-rendered
          path: \${{ steps.render.outputs.rendered }}
          if-no-files-found: error
          retention-days: 1
`,F=`      - uses: actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1
        with:
          name: plumbline-rendered
          path: \${{ runner.temp }}/plumbline-rendered`,I="rendered: ${{ runner.temp }}/plumbline-rendered/plumbline-rendered.json";function Ie(e){let{environment:t,branch:n,action:r,cluster:i}=e;return`# Applies only what was reviewed and merged to the environment ${t}.
name: plumbline apply ${t}
on:
  push:
    branches: [${z(n)}]
permissions: {}
concurrency: # one run at a time; a newer run never cancels a running apply
  group: plumbline-apply-${j(t)}
  cancel-in-progress: false
jobs:
${P(n,r)}  apply:
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
${F}
${R(r,[`mode: apply`,`environment: ${z(t)}`,I,...L(e)])}
`}function Le(e){let{environment:t,branch:n,action:r,cluster:i}=e,[,a]=E(e);return`# Compares the cluster with the branch, and keeps an issue open while they differ. It cannot change the cluster.
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
${P(n,r,["base: ${{ github.sha }}"])}  drift:
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
${F}
${R(r,[`mode: drift`,`environment: ${z(t)}`,I,...i?[`role-arn: ${D(i,a)}`]:[],...L(e)])}
`}const L=({cluster:e})=>e?[]:["kubeconfig: ${{ secrets.PLUMBLINE_KUBECONFIG }}"];function R(e,t,n){let r=e.label===void 0?``:` # ${e.label}`,i=t.map(e=>`          ${e}`),a=n===void 0?`      - `:`      - id: ${n}\n        `;return`${Re(e)}${a}uses: ${e.uses}${r}${i.length>0?`\n        with:\n${i.join(`
`)}`:``}`}function Re(e){if(T(e))return``;let[t,n]=e.uses.split(`@`);return`      # A tag can be moved. To pin the Action, replace the tag with the commit: gh api repos/${t}/commits/${n} --jq .sha\n`}const z=e=>/^[A-Za-z][\w./-]*$/.test(e)&&!/^(?:true|false|null)$/i.test(e)?e:`'${e.replaceAll(`'`,`''`)}'`,B=e=>`'${e.replaceAll(`'`,`''`)}'`,ze=({found:e})=>V([...H,...U(e),...Ve(e),...He(e)]);function Be({environment:e,cluster:t,found:n}){let{[e]:r=[],...i}=n.environments;return V([...H,...t?[]:U(n),...Ve(n),`environments:`,`  ${z(e)}:`,`    paths: ${We(r)}${r.length===0?` # all folders`:``}`,...t?[`    clusterArn: ${t.arn}`,`    roleArn: ${t.roleArn}`,`    allowedAccountIds: [${t.allowedAccountIds.map(e=>`'${e}'`).join(`, `)}]`]:[`    # The secret PLUMBLINE_KUBECONFIG of the GitHub environment contains the kubeconfig of the cluster.`],...Ue(i),`gate:`,`  approvals: 1 # of exactly this plan, by somebody other than the author and the person who pushed last`])}const V=e=>({path:`plumbline.yaml`,text:`${e.join(`
`)}\n`}),H=[`# plumbline reads this file from the base branch, so a pull request cannot relax it for itself.`,`# docs/options.md in plumbline's repository lists every key.`,`failOn: error`];function U({target:e,environments:t}){let{region:n,regionSource:r,isRegionAssumed:i}=e;if(!i&&Object.keys(t).length>0)return[];if(!i)return[`region: ${n} # ${l(r)}`];let a=r===`assumed: no file names one`?`No file names one`:r.replace(`assumed: `,``);return[`# region: ${n} # ${l(a)}. Set yours: prices and instance types depend on it.`]}function Ve({target:e}){let{karpenterVersion:t,karpenterVersionSource:n,isKarpenterAssumed:r}=e;return r?[`# karpenter: { version: '${t}' } # No single version found. Set yours: fields and rules depend on it.`]:[`# Karpenter ${t}: ${l(n)}`]}function He({environments:e}){return Object.keys(e).length===0?[]:[`# Detected from the names of folders. Each environment has its own region, versions and estimate.`,`environments:`,...Ue(e)]}const Ue=e=>Object.entries(e).map(([e,t])=>`  ${z(e)}: { paths: ${We(t)} }`),We=e=>`[${e.map(z).join(`, `)}]`,Ge=e=>E(e).map(({environment:e,purpose:t})=>W(e,t)),W=(e,t)=>({path:`plumbline/${e}/github-environment.json`,text:`${JSON.stringify(Ke(t),null,2)}\n`}),Ke=e=>({wait_timer:0,...e===`apply`&&{prevent_self_review:!0},...e===`apply`&&{reviewers:[]},deployment_branch_policy:{protected_branches:!0,custom_branch_policies:!1},can_admins_bypass:!1}),G=e=>`${JSON.stringify(e,null,2)}\n`;function qe(e){let{cluster:t}=e;return t?E(e).flatMap(n=>{let r=`plumbline/${n.environment}`;return[{path:`${r}/trust-policy.json`,text:G(Je(v(t.roleArn),K(e,n.environment)))},{path:`${r}/policy.json`,text:G(Xe(t))},{path:`${r}/access-entry.json`,text:G(Ze(t,n))}]}):[]}function K({repository:e,hasIds:t},n){let{byName:r,byId:i}=a(e,n);return i===void 0?[r]:t===!0?[i]:[r,i]}function Je({partition:e,account:t},n){return{Version:`2012-10-17`,Statement:[{Sid:`JobsOfOneEnvironment`,Effect:`Allow`,Principal:{Federated:`arn:${e}:iam::${t}:oidc-provider/${c}`},Action:r,Condition:{StringEquals:{[`${c}:aud`]:i,[`${c}:sub`]:n}}}]}}const Ye=({roleArn:e})=>e.split(`:`)[4],Xe=({arn:e})=>({Version:`2012-10-17`,Statement:[{Sid:`LookTheClusterUp`,Effect:`Allow`,Action:[`eks:DescribeCluster`],Resource:[e]}]}),Ze=(e,t)=>({clusterName:e.name,principalArn:D(e,t),kubernetesGroups:[t.group],type:`STANDARD`});function Qe(e){let{target:t,objects:n,folders:r,environments:i}=e.found,a=Object.keys(i),o=r.length>0?` in ${r.map(e=>l(e)).join(`, `)}`:``;return`
Found ${n===0?`no Karpenter objects`:ie(n,`Karpenter object`)}${o}.
${a.length>0?`  environments ${a.join(`, `)} (by the names of folders)\n`:``}  region ${t.region} (${l(t.regionSource)})
  Karpenter ${t.karpenterVersion} (${l(t.karpenterVersionSource)})

Next: check plumbline.yaml and commit the files. The next pull request that changes a NodePool gets a comment.
Run \`plumbline doctor --offline\` to check the files. \`plumbline init --apply\` adds applying on merge and drift detection.
${$e(e)}`}function $e({action:e}){if(T(e))return``;let[t,n]=e.uses.split(`@`);return`
The Action is not pinned to a commit, and a tag can be moved. To pin it, get the commit with
\`gh api repos/${t}/commits/${n} --jq .sha\` and run init again with \`--action ${t}@COMMIT\`.
`}function et(e){let{environment:t,repository:n,isTerraform:r}=e,i=`${n.owner}/${n.name}`,a=r?tt(e):[...nt(e),...rt(e),...it(e)],o=e.cluster?[]:E(e).map(e=>`gh secret set PLUMBLINE_KUBECONFIG --repo ${i} --env ${e.environment} < KUBECONFIG`);return`
Next, run these commands as an administrator:

${[...a,...o].map(e=>`  ${e}`).join(`
`)}

Then add reviewers to the GitHub environment ${t}, protect the branch ${e.branch}, and commit the files.
Check the setup with
  plumbline doctor --environment ${t}${at(e)}
${$e(e)}`}const tt=({environment:e})=>[`terraform -chdir=plumbline/${e} init`,`terraform -chdir=plumbline/${e} apply`];function nt(e){let{cluster:t}=e;if(!t)return[];let n=E(e).flatMap(e=>{let n=`file://plumbline/${e.environment}`,r=`--role-name ${e.roleName}`;return[`aws iam create-role ${r} --assume-role-policy-document ${n}/trust-policy.json`,`aws iam put-role-policy ${r} --policy-name plumbline --policy-document ${n}/policy.json`,`aws eks create-access-entry --region ${t.region} --cli-input-json ${n}/access-entry.json`]});return[`# once for the account ${Ye(t)}:`,`aws iam create-open-id-connect-provider --url https://token.actions.githubusercontent.com --client-id-list sts.amazonaws.com`,...n]}const rt=({environment:e})=>[`kubectl apply -f plumbline/${e}/rbac.yaml`],it=e=>{let{owner:t,name:n}=e.repository;return E(e).map(({environment:e})=>`gh api --method PUT repos/${t}/${n}/environments/${encodeURIComponent(e)} --input plumbline/${e}/github-environment.json`)};function at(e){let{cluster:t,repository:n,hasIds:r,environment:i}=e;if(!t)return``;let{byName:o,byId:s}=a(n,i);if(s===void 0)return`

The trust policies accept only ${o}. A repository that was created or renamed since July 15, 2026 has IDs in its
subject. In that case, run init again with --repository-ids "$(gh api repos/${n.owner}/${n.name} --jq '"\\(.owner.id)/\\(.id)"')".`;let c=r===!0?[s]:[o,s],l=r===!0?`\nTokens of this repository contain IDs, so the trust policies do not accept ${o}.`:``;return`

The trust policies accept ${c.join(` and `)}.${l}`}const ot=e=>[k(`plumbline-prices`,st(e)),{path:`plumbline/${n}/trust-policy.json`,text:G(Je(e.role,K(e,n)))},{path:`plumbline/${n}/policy.json`,text:G(pe)},W(n,`drift`)];function st({action:e,branch:t,region:r,role:i}){let[a,o]=e.uses.split(`@`);return`# Reads instance types and prices from AWS each month, and opens a pull request with what changed. The role can only read.
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
    environment: ${n} # protected branches only; no reviewers, because scheduled runs must not wait
    permissions:
      contents: write # only for the branch of the pull request
      pull-requests: write
      id-token: write # the identity that AWS trusts
    steps:
      - uses: ${O}
        with:
          persist-credentials: false
${Re(e)}      - uses: ${O}
        with:
          repository: ${a}
          ref: ${o}${ct(e)}
          path: .plumbline
          persist-credentials: false
      - name: Read instance types and prices # repeat the command for each of your regions
        run: |
          node .plumbline/dist/cli.js catalog refresh --region ${r} --output catalog \\
            --role-arn ${i.text} >> "$RUNNER_TEMP/summary.md"
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
`}const ct=({label:e})=>e===void 0?``:` # ${e}`;function lt({repository:{owner:e,name:t},role:r,branch:i}){let a=`plumbline/${n}`;return`
For current prices, run these commands as an administrator:

  # once for the account ${r.account}:
  aws iam create-open-id-connect-provider --url https://token.actions.githubusercontent.com --client-id-list sts.amazonaws.com
  aws iam create-role --role-name ${r.name} --assume-role-policy-document file://${a}/trust-policy.json
  aws iam put-role-policy --role-name ${r.name} --policy-name plumbline --policy-document file://${a}/policy.json
  gh api --method PUT repos/${e}/${t}/environments/${n} --input ${a}/github-environment.json

Then allow GitHub Actions to create pull requests in the settings of the repository, protect the branch ${i}, and commit the files. Run the workflow
"plumbline prices", merge its pull request, and set \`catalog: catalog\` in plumbline.yaml.
`}const q=`kube-system`,ut=({purpose:e},t)=>be(_e,e===`apply`?xe(t):ye);function dt(e){let[t,n]=E(e),r=[pt(t,e.canDelete),ht(t),pt(n,!1),ht(n),...gt(t)],i=[`# What plumbline may do in the cluster: access Karpenter's kinds and one Lease. Apply this once, as an administrator:`,`#   kubectl apply -f plumbline/${e.environment}/rbac.yaml`,...e.canDelete?[]:["# It cannot delete anything. `plumbline init --apply --deletions` adds that permission."]];return{path:`plumbline/${e.environment}/rbac.yaml`,text:`${i.join(`
`)}\n${r.join(`---
`)}`}}const J=e=>`[${e.map(e=>e===``?`""`:e).join(`, `)}]`,ft=e=>e.map(({apiGroups:e,resources:t,resourceNames:n,verbs:r})=>`  - apiGroups: ${J(e)}\n    resources: ${J(t)}\n${n?`    resourceNames: ${J(n)}\n`:``}    verbs: ${J(r)}\n`).join(``),pt=(e,t)=>`apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: ${e.group}
rules:
${ft(ut(e,t))}`,mt=e=>`subjects:
  - apiGroup: rbac.authorization.k8s.io
    kind: Group
    name: ${e}
`,ht=({group:e})=>`apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: ${e}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: ${e}
${mt(e)}`,gt=({group:e,environment:t})=>[`apiVersion: coordination.k8s.io/v1
kind: Lease
metadata:
  name: ${y(t)}
  namespace: ${q}
`,`apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: ${e}
  namespace: ${q}
rules:
${ft([{apiGroups:[`coordination.k8s.io`],resources:[`leases`],resourceNames:[y(t)],verbs:b}])}`,`apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: ${e}
  namespace: ${q}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: ${e}
${mt(e)}`];async function _t(e,{flags:t},n){let r=o({today:s()}),i={...r,sources:{...r.sources,render:!1}},{head:a}=await ge({flags:t,positionals:[]},{terminal:{...n,cwd:e},repository:new re(e),settings:i,log:ve}),{manifests:c}=me(a.sources.map(e=>ee(e,{set:{}}))),l=c.filter(p),u=await te(e)??[],d=u.filter(e=>bt(e)&&vt.test(e)),f=e=>e.map(({source:{file:e,origin:t}})=>t?.root??e).filter(bt);return{target:he({settings:i,facts:Se(Ce),head:a}),objects:l.length,folders:xt(f(l).map(_)),isRendered:d.length>0||u.some(e=>yt.test(e)),environments:St(l.length===0?[]:[...f(l),...d],[...f(c),...d])}}const vt=/(?:^|\/)(?:kustomization\.ya?ml|Kustomization)$/,yt=/(?:^|\/)Chart\.yaml$/,bt=e=>/^[\x20-\x7e]+$/.test(e);function xt(e){let t=[...new Set(e)].sort(g);return t.includes(``)?[]:t.filter(e=>!t.some(t=>t!==e&&ae(e,t)))}function St(e,n){let r=e=>{let n=new Map;for(let r of e){let e=_(r).split(`/`),i=e.findIndex(t);if(i===-1)continue;let a=e[i];n.set(a,(n.get(a)??new Set).add(e.slice(0,i+1).join(`/`)))}return n},i=[...r(e).keys()].sort(g);if(i.length<2)return{};let a=r(n);return Object.fromEntries(i.map(e=>[e,[...a.get(e)].sort(g)]))}function Ct(e){let{cluster:t,environment:n}=e,r=E(e),i=[wt(e),...t?[Tt(),...r.map(n=>Et(e,t,n))]:[],...r.map(t=>Dt(e,t)),Ot(r[0]),...r.map(t=>kt(e,t))];return{path:`plumbline/${n}/main.tf`,text:`${i.join(`
`)}`}}const Y=e=>JSON.stringify(e).replaceAll("${","$${").replaceAll(`%{`,`%%{`),X=e=>`[${e.map(Y).join(`, `)}]`,Z=({purpose:e})=>`plumbline_${e}`,wt=({environment:e})=>`# What plumbline needs for the environment ${e}: IAM roles, RBAC in the cluster, and protection on GitHub.
terraform {
  required_providers {
    aws        = { source = "hashicorp/aws", version = ">= 5.33" }
    kubernetes = { source = "hashicorp/kubernetes", version = ">= 2.20" }
    github     = { source = "integrations/github", version = ">= 6.0" }
  }
}
`,Tt=()=>`# An account has only one of these. If it exists already, \`terraform import\` it.
resource "aws_iam_openid_connect_provider" "github" {
  url            = "https://${c}"
  client_id_list = [${Y(i)}]
}
`;function Et(e,t,n){let a=Z(n);return`data "aws_iam_policy_document" "${a}_trust" {
  statement {
    sid     = "JobsOfOneEnvironment"
    actions = [${Y(r)}]
    principals {
      type        = "Federated"
      identifiers = [aws_iam_openid_connect_provider.github.arn]
    }
    condition {
      test     = "StringEquals"
      variable = "${c}:aud"
      values   = [${Y(i)}]
    }
    condition {
      test     = "StringEquals"
      variable = "${c}:sub"
      values   = ${X(K(e,n.environment))}
    }
  }
}

data "aws_iam_policy_document" "${a}" {
  statement {
    sid       = "LookTheClusterUp"
    actions   = ["eks:DescribeCluster"]
    resources = [${Y(t.arn)}]
  }
}

resource "aws_iam_role" "${a}" {
  name                 = ${Y(n.roleName)}
  assume_role_policy   = data.aws_iam_policy_document.${a}_trust.json
  max_session_duration = 3600
}

resource "aws_iam_role_policy" "${a}" {
  name   = "plumbline"
  role   = aws_iam_role.${a}.id
  policy = data.aws_iam_policy_document.${a}.json
}

resource "aws_eks_access_entry" "${a}" {
  cluster_name      = ${Y(t.name)}
  principal_arn     = aws_iam_role.${a}.arn
  kubernetes_groups = [${Y(n.group)}]
}
`}function Dt({canDelete:e},t){let n=ut(t,e).map(({apiGroups:e,resources:t,verbs:n})=>`  rule {
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
`}const Ot=({group:e,environment:t})=>`# The Lease that ensures only one apply runs at a time. It is created here because the role cannot create Leases.
resource "kubernetes_manifest" "plumbline_lease" {
  manifest = {
    apiVersion = "coordination.k8s.io/v1"
    kind       = "Lease"
    metadata   = { name = ${Y(y(t))}, namespace = "kube-system" }
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
`,kt=({repository:e},t)=>`resource "github_repository_environment" "${Z(t)}" {
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
`;async function At(e,t){let{flags:n,positionals:r}=e;if(r.length>0)throw new d(`usage`,`\`init\` takes no path, but got \`${r[0]}\``,{help:"Pass `--output FOLDER` to write the files elsewhere."});let i=n.isOn(`apply`)===!0;i||Pt(n);let a=ne(t.cwd),o={action:await Vt(n,t),hasForks:n.isOn(`forks`)??!0,found:await _t(a,e,t)},s=i?await It(o,n,t):void 0,c=await Lt(o,s,n,t),l=[...s?Ft(s):Q(o),...c?ot(c):[]];if(n.isOn(`print`))return t.stdout.write(l.map(({path:e,text:t})=>`# ── ${e}\n${t}`).join(`
`),`document`),u.ok;let f=w(t.cwd,n.text(`output`)??a),p=[...Q(o),...Q({...o,action:$})],ee=Ut(f,l,{isForced:n.isOn(`force`)===!0,replaceable:p}),te=s?et(s):Qe(o),m=c?lt(c):``,h=l.map(({path:e})=>`${ee.has(e)?`left as it is:`:`wrote`} ${e}`);return t.stdout.write(`${h.join(`
`)}\n${te}${m}`),u.ok}const jt=[`environment`,`cluster-arn`,`role-arn`,`allowed-account-ids`,`repository`,`repository-ids`,`branch`,`deletions`,`terraform`],Mt=[`repository`,`repository-ids`,`branch`],Nt=`prices-role-arn`;function Pt(e){let t=e.text(Nt)!==void 0,n=jt.find(n=>e.text(n)!==void 0&&!(t&&Mt.includes(n)));if(n!==void 0)throw new d(`usage`,`\`--${n}\` works only with \`init --apply\``,{help:"Add `--apply` to also write workflows, roles and RBAC for one environment. Without it, init writes only the review."})}const Q=e=>[...A(e),ze(e)];function Ft(e){let t=e.isTerraform?[Ct(e)]:[...qe(e),dt(e),...Ge(e)];return[...A(e),...Ne(e),Be(e),...t]}async function It(e,t,n){let r=t.text(`environment`)??zt(e.found);if(!/^[A-Za-z0-9][\w.-]{0,99}$/.test(r))throw new d(`usage`,`\`--environment ${r}\` cannot be part of file and role names`,{help:"Use only letters, digits, `.`, `_` and `-`."});return{...e,environment:r,...await Rt(t,n),cluster:Ht(t,r),canDelete:t.isOn(`deletions`)===!0,isTerraform:t.isOn(`terraform`)===!0}}async function Lt(e,t,n,r){let i=n.text(Nt);if(i===void 0)return;let a=v(i),o=t?.cluster?.region??e.found.target.region,{repository:s,hasIds:c,branch:l}=t??await Rt(n,r);return{...e,repository:s,hasIds:c,branch:l,role:a,region:o}}async function Rt(e,t){let n=ue(e,t.cwd);if(!n)throw new d(`usage`,"The GitHub repository is unknown: there is no remote `origin` on GitHub",{help:"Pass it, such as `--repository acme/infra`."});let{repository:r,hasIds:i}=await se(n,e,ce(t));return{repository:r,hasIds:i,branch:Bt(e)}}const zt=({environments:t})=>Object.keys(t).find(e)??`production`;function Bt(e){let t=e.text(`branch`)??`main`;if(/^[\w][\w./-]*$/.test(t))return t;throw new d(`usage`,`\`--branch ${t}\` is not a branch name`,{help:"Write it as in `main`."})}const $={uses:`plumbline/plumbline@v0`};async function Vt(e,t){let n=e.text(`action`);if(n===void 0){let e=await(t.ownAction??ke)();return e?{uses:`${e.name}@${e.commit}`,label:e.label}:$}if(/^[\w.-]+\/[\w.-]+@[\w./-]+$/.test(n))return{uses:n};throw new d(`usage`,`\`--action ${n}\` is not an action`,{help:"Write it as `plumbline/plumbline@v0`, or with a commit instead of the tag."})}function Ht(e,t){let n=e.text(`cluster-arn`);if(n===void 0)return;let{name:r,partition:i,region:a,account:o}=de(n),s=v(e.text(`role-arn`)??`arn:${i}:iam::${o}:role/plumbline-${t}`),c=fe(e.texts(`allowed-account-ids`)),l=c.length>0?c:[...new Set([o,s.account])].sort();return{arn:n,name:r,partition:i,region:a,account:o,roleArn:s.text,allowedAccountIds:l}}function Ut(e,t,{isForced:n,replaceable:r}){let i=t.filter(({path:t,text:n})=>{let i=C(e,t);if(!x(i))return!1;let a=S(i,`utf8`);return a!==n&&!r.some(e=>e.path===t&&e.text===a)});if(i.length>0&&!n)throw new d(`usage`,`${i.map(({path:e})=>`\`${e}\``).join(`, `)} already ${i.length===1?`exists`:`exist`} with other content, so nothing was written`,{help:"Run with `--print` to see the new content, or with `--force` to overwrite."});let a=new Set;for(let{path:n,text:r}of t){let t=C(e,n);x(t)&&S(t,`utf8`)===r?a.add(n):(we(De(t),{recursive:!0}),Te(t,r))}return a}export{At as runInit};
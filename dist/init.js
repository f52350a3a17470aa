import{Bn as e,Gn as t,Hn as n,Hr as r,Vn as i,dn as a,fn as o,g as s,zn as c}from"./rules.js";import{F as l,S as u,x as d}from"./command.js";import{$n as f,S as ee,b as te,c as p,d as ne,er as m,g as re,in as ie,kn as ae,l as oe,rn as h,w as se}from"./read.js";import{i as ce,n as le,o as ue,r as de}from"./repository-facts.js";import{i as g,n as fe,t as pe}from"./arn.js";import{n as me}from"./refresh-actions.js";import{n as _}from"./lease.js";import{C as he,O as ge,c as _e,dn as ve,u as ye}from"./judge.js";import{i as v,o as be,r as xe,t as Se}from"./rbac.js";import{a as Ce,d as we}from"./catalog.js";import{existsSync as Te,mkdirSync as Ee,readFileSync as y,writeFileSync as De}from"node:fs";import{fileURLToPath as Oe}from"node:url";import{dirname as ke,join as b,resolve as x}from"node:path";const Ae=Oe(new URL(import.meta.url.endsWith(`.ts`)?`../../../`:`../`,import.meta.url));async function je(e=Ae){return Me(e)??await Ne(e).catch(()=>void 0)}function Me(e){try{let{version:t,gitHead:n}=JSON.parse(y(b(e,`package.json`),`utf8`));return/^[0-9a-f]{40}$/.test(n)?{name:`plumbline/plumbline`,commit:n,label:`v${t}`}:void 0}catch{return}}async function Ne(e){let t=x(e);if(ee(t)!==t)return;let n=async(...e)=>(await te(t,e)).trim(),r=await n(`remote`,`get-url`,`origin`),i=/^(?:https:\/\/|ssh:\/\/git@|git@)github\.com[:/]/.test(r)?ue(r):void 0;if(i===void 0)return;let a=await n(`rev-parse`,`HEAD`),o=await re(t,a,[`action.yml`,`dist`]),{files:s}=await p({root:t,found:[],ids:new Map},o,()=>!0),c=(await n(`for-each-ref`,`--contains`,`HEAD`,`--format=%(refname:lstrip=3)`,`refs/remotes/origin/`)).split(`
`).find(e=>e!==``&&e!==`HEAD`);if(s.size>0||c===void 0)return;let l=await n(`tag`,`--points-at`,`HEAD`,`--list`,`v*.*.*`);return{name:`${i.owner}/${i.name}`,commit:a,label:l.split(`
`)[0]||c}}const S=({uses:e})=>/@[0-9a-f]{40}$/.test(e);function C({environment:e,cluster:t}){let n=t?.roleArn.split(`/`).at(-1)??`plumbline-${e}`;return[{environment:e,roleName:n,group:`plumbline-${e}`,purpose:`apply`},{environment:Pe(e),roleName:`${n}-drift`,group:`plumbline-${e}-drift`,purpose:`drift`}]}const Pe=e=>`${e}-drift`,w=(e,{roleName:t})=>e.roleArn.replace(/[^/]+$/,t),T=`actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1`,E=(e,t)=>({path:`.github/workflows/${e}.yaml`,text:t}),D=e=>[E(`plumbline`,Ie(e)),...e.hasForks?[E(`plumbline-comment`,Le(e))]:[]],Fe=e=>[E(`plumbline-apply-${O(e.environment)}`,Re(e)),E(`plumbline-drift-${O(e.environment)}`,ze(e))],O=e=>e.toLowerCase().replace(/[^a-z0-9-]+/g,`-`),k=`      - uses: ${T}
        with:
          fetch-depth: 0
          persist-credentials: false`;function Ie({action:e,hasForks:t}){return`# Reviews every pull request. ${t?`Its token can only read; plumbline-comment.yaml writes the comment.`:`Its token can read files, and write only to pull requests and checks.`}
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
`}function Le({action:e}){return`# Comments on pull requests, including those from forks. It runs with the permissions of this repository, so it checks out
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
    if: github.ref == ${L(`refs/heads/${e}`)}
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
          path: \${{ runner.temp }}/plumbline-rendered`,M="rendered: ${{ runner.temp }}/plumbline-rendered/plumbline-rendered.json";function Re(e){let{environment:t,branch:n,action:r,cluster:i}=e;return`# Applies only what was reviewed and merged to the environment ${t}.
name: plumbline apply ${t}
on:
  push:
    branches: [${I(n)}]
permissions: {}
concurrency: # one run at a time; a newer run never cancels a running apply
  group: plumbline-apply-${O(t)}
  cancel-in-progress: false
jobs:
${A(n,r)}  apply:
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
${k}
${j}
${P(r,[`mode: apply`,`environment: ${I(t)}`,M,...N(e)])}
`}function ze(e){let{environment:t,branch:n,action:r,cluster:i}=e,[,a]=C(e);return`# Compares the cluster with the branch, and keeps an issue open while they differ. It cannot change the cluster.
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
    if: github.ref == ${L(`refs/heads/${n}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    environment: ${I(a.environment)} # protected branches only; no reviewers, because scheduled runs must not wait
    permissions:
      contents: read
      issues: write
${i?`      id-token: write # the identity that AWS trusts
`:``}    steps:
${k}
${j}
${P(r,[`mode: drift`,`environment: ${I(t)}`,M,...i?[`role-arn: ${w(i,a)}`]:[],...N(e)])}
`}const N=({cluster:e})=>e?[]:["kubeconfig: ${{ secrets.PLUMBLINE_KUBECONFIG }}"];function P(e,t,n){let r=e.label===void 0?``:` # ${e.label}`,i=t.map(e=>`          ${e}`),a=n===void 0?`      - `:`      - id: ${n}\n        `;return`${F(e)}${a}uses: ${e.uses}${r}${i.length>0?`\n        with:\n${i.join(`
`)}`:``}`}function F(e){if(S(e))return``;let[t,n]=e.uses.split(`@`);return`      # A tag can be moved. To pin the Action, replace the tag with the commit: gh api repos/${t}/commits/${n} --jq .sha\n`}const I=e=>/^[A-Za-z][\w./-]*$/.test(e)&&!/^(?:true|false|null)$/i.test(e)?e:`'${e.replaceAll(`'`,`''`)}'`,L=e=>`'${e.replaceAll(`'`,`''`)}'`,Be=({found:e})=>R([...z,...B(e),...V(e),...He(e)]);function Ve({environment:e,cluster:t,found:n}){let{[e]:r=[],...i}=n.environments;return R([...z,...t?[]:B(n),...V(n),`environments:`,`  ${I(e)}:`,`    paths: ${U(r)}${r.length===0?` # all folders`:``}`,...t?[`    clusterArn: ${t.arn}`,`    roleArn: ${t.roleArn}`,`    allowedAccountIds: [${t.allowedAccountIds.map(e=>`'${e}'`).join(`, `)}]`]:[`    # The secret PLUMBLINE_KUBECONFIG of the GitHub environment contains the kubeconfig of the cluster.`],...H(i),`gate:`,`  approvals: 1 # of exactly this plan, by somebody other than the author and the person who pushed last`])}const R=e=>({path:`plumbline.yaml`,text:`${e.join(`
`)}\n`}),z=[`# plumbline reads this file from the base branch, so a pull request cannot relax it for itself.`,`# docs/options.md in plumbline's repository lists every key.`,`failOn: error`];function B({target:e,environments:t}){let{region:n,regionSource:r,isRegionAssumed:i}=e;if(Object.keys(t).length>0)return[];if(!i)return[`region: ${n} # ${l(r)}`];let a=r===`assumed: no file names one`?`No file names one`:r.replace(`assumed: `,``);return[`# region: ${n} # ${l(a)}. Set yours: prices and instance types depend on it.`]}function V({target:e}){let{karpenterVersion:t,karpenterVersionSource:n,isKarpenterAssumed:r}=e;return r?[`# karpenter: { version: '${t}' } # No single version found. Set yours: fields and rules depend on it.`]:[`# Karpenter ${t}: ${l(n)}`]}function He({environments:e}){return Object.keys(e).length===0?[]:[`# Detected from folder names. Each environment has its own region, versions and estimate.`,`environments:`,...H(e)]}const H=e=>Object.entries(e).map(([e,t])=>`  ${I(e)}: { paths: ${U(t)} }`),U=e=>`[${e.map(I).join(`, `)}]`,Ue=e=>C(e).map(({environment:e,purpose:t})=>W(e,t)),W=(e,t)=>({path:`plumbline/${e}/github-environment.json`,text:`${JSON.stringify(We(t),null,2)}\n`}),We=e=>({wait_timer:0,...e===`apply`&&{prevent_self_review:!0},...e===`apply`&&{reviewers:[]},deployment_branch_policy:{protected_branches:!0,custom_branch_policies:!1},can_admins_bypass:!1}),G=e=>`${JSON.stringify(e,null,2)}\n`;function Ge(e){let{cluster:t}=e;return t?C(e).flatMap(n=>{let r=`plumbline/${n.environment}`;return[{path:`${r}/trust-policy.json`,text:G(Ke(g(t.roleArn),K(e,n.environment)))},{path:`${r}/policy.json`,text:G(Je(t))},{path:`${r}/access-entry.json`,text:G(Ye(t,n))}]}):[]}function K({repository:e,hasIds:t},n){let{byName:r,byId:a}=i(e,n);return a===void 0?[r]:t===!0?[a]:[r,a]}function Ke({partition:t,account:r},i){return{Version:`2012-10-17`,Statement:[{Sid:`JobsOfOneEnvironment`,Effect:`Allow`,Principal:{Federated:`arn:${t}:iam::${r}:oidc-provider/${n}`},Action:c,Condition:{StringEquals:{[`${n}:aud`]:e,[`${n}:sub`]:i}}}]}}const qe=({roleArn:e})=>e.split(`:`)[4],Je=({arn:e})=>({Version:`2012-10-17`,Statement:[{Sid:`LookTheClusterUp`,Effect:`Allow`,Action:[`eks:DescribeCluster`],Resource:[e]}]}),Ye=(e,t)=>({clusterName:e.name,principalArn:w(e,t),kubernetesGroups:[t.group],type:`STANDARD`});function Xe(e){let{target:t,objects:n,folders:r,environments:i}=e.found,a=Object.keys(i),o=r.length>0?` in ${r.map(e=>l(e)).join(`, `)}`:``;return`
Found ${n===0?`no Karpenter objects`:f(n,`Karpenter object`)}${o}.
${a.length>0?`  environments ${a.join(`, `)} (by the names of folders)\n`:``}  region ${t.region} (${l(t.regionSource)})
  Karpenter ${t.karpenterVersion} (${l(t.karpenterVersionSource)})

Next: check plumbline.yaml and commit the files. The next pull request that changes a NodePool gets a comment.
Run \`plumbline doctor --offline\` to check the files. \`plumbline init --apply\` adds applying on merge and drift detection.
${Ze(e)}`}function Ze({action:e}){if(S(e))return``;let[t,n]=e.uses.split(`@`);return`
The Action is not pinned to a commit, and a tag can be moved. To pin it, get the commit with
\`gh api repos/${t}/commits/${n} --jq .sha\` and run init again with \`--action ${t}@COMMIT\`.
`}function Qe(e){let{environment:t,repository:n,isTerraform:r}=e,i=`${n.owner}/${n.name}`,a=r?$e(e):[...et(e),...tt(e),...nt(e)],o=e.cluster?[]:C(e).map(e=>`gh secret set PLUMBLINE_KUBECONFIG --repo ${i} --env ${e.environment} < KUBECONFIG`);return`
Next, run these commands as an administrator:

${[...a,...o].map(e=>`  ${e}`).join(`
`)}

Then add reviewers to the GitHub environment ${t}, protect the branch ${e.branch}, and commit the files.
Check the setup with
  plumbline doctor --environment ${t}${rt(e)}
${Ze(e)}`}const $e=({environment:e})=>[`terraform -chdir=plumbline/${e} init`,`terraform -chdir=plumbline/${e} apply`];function et(e){let{cluster:t}=e;if(!t)return[];let n=C(e).flatMap(e=>{let n=`file://plumbline/${e.environment}`,r=`--role-name ${e.roleName}`;return[`aws iam create-role ${r} --assume-role-policy-document ${n}/trust-policy.json`,`aws iam put-role-policy ${r} --policy-name plumbline --policy-document ${n}/policy.json`,`aws eks create-access-entry --region ${t.region} --cli-input-json ${n}/access-entry.json`]});return[`# once for the account ${qe(t)}:`,`aws iam create-open-id-connect-provider --url https://token.actions.githubusercontent.com --client-id-list sts.amazonaws.com`,...n]}const tt=({environment:e})=>[`kubectl apply -f plumbline/${e}/rbac.yaml`],nt=e=>{let{owner:t,name:n}=e.repository;return C(e).map(({environment:e})=>`gh api --method PUT repos/${t}/${n}/environments/${encodeURIComponent(e)} --input plumbline/${e}/github-environment.json`)};function rt(e){let{cluster:t,repository:n,hasIds:r,environment:a}=e;if(!t)return``;let{byName:o,byId:s}=i(n,a);if(s===void 0)return`

The trust policies accept only ${o}. A repository that was created or renamed since July 15, 2026 has IDs in its
subject. In that case, run init again with --repository-ids "$(gh api repos/${n.owner}/${n.name} --jq '"\\(.owner.id)/\\(.id)"')".`;let c=r===!0?[s]:[o,s],l=r===!0?`\nTokens of this repository contain IDs, so the trust policies do not accept ${o}.`:``;return`

The trust policies accept ${c.join(` and `)}.${l}`}const it=e=>[E(`plumbline-prices`,at(e)),{path:`plumbline/${t}/trust-policy.json`,text:G(Ke(e.role,K(e,t)))},{path:`plumbline/${t}/policy.json`,text:G(me)},W(t,`drift`)];function at({action:e,branch:n,region:r,role:i}){let[a,o]=e.uses.split(`@`);return`# Reads instance types and prices from AWS each month, and opens a pull request with what changed. The role can only read.
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
    if: github.ref == ${L(`refs/heads/${n}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    environment: ${t} # protected branches only; no reviewers, because scheduled runs must not wait
    permissions:
      contents: write # only for the branch of the pull request
      pull-requests: write
      id-token: write # the identity that AWS trusts
    steps:
      - uses: ${T}
        with:
          persist-credentials: false
${F(e)}      - uses: ${T}
        with:
          repository: ${a}
          ref: ${o}${ot(e)}
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
`}const ot=({label:e})=>e===void 0?``:` # ${e}`;function st({repository:{owner:e,name:n},role:r,branch:i}){let a=`plumbline/${t}`;return`
For current prices, run these commands as an administrator:

  # once for the account ${r.account}:
  aws iam create-open-id-connect-provider --url https://token.actions.githubusercontent.com --client-id-list sts.amazonaws.com
  aws iam create-role --role-name ${r.name} --assume-role-policy-document file://${a}/trust-policy.json
  aws iam put-role-policy --role-name ${r.name} --policy-name plumbline --policy-document file://${a}/policy.json
  gh api --method PUT repos/${e}/${n}/environments/${t} --input ${a}/github-environment.json

Then allow GitHub Actions to create pull requests in the settings of the repository, protect the branch ${i}, and commit the files. Run the workflow
"plumbline prices", merge its pull request, and set \`catalog: catalog\` in plumbline.yaml.
`}const q=`kube-system`,ct=({purpose:e},t)=>xe(ve,e===`apply`?Se(t):be);function lt(e){let[t,n]=C(e),r=[dt(t,e.canDelete),pt(t),dt(n,!1),pt(n),...mt(t)],i=[`# What plumbline may do in the cluster: access Karpenter's kinds and one Lease. Apply this once, as an administrator:`,`#   kubectl apply -f plumbline/${e.environment}/rbac.yaml`,...e.canDelete?[]:["# It cannot delete anything. `plumbline init --apply --deletions` adds that permission."]];return{path:`plumbline/${e.environment}/rbac.yaml`,text:`${i.join(`
`)}\n${r.join(`---
`)}`}}const J=e=>`[${e.map(e=>e===``?`""`:e).join(`, `)}]`,ut=e=>e.map(({apiGroups:e,resources:t,resourceNames:n,verbs:r})=>`  - apiGroups: ${J(e)}\n    resources: ${J(t)}\n${n?`    resourceNames: ${J(n)}\n`:``}    verbs: ${J(r)}\n`).join(``),dt=(e,t)=>`apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: ${e.group}
rules:
${ut(ct(e,t))}`,ft=e=>`subjects:
  - apiGroup: rbac.authorization.k8s.io
    kind: Group
    name: ${e}
`,pt=({group:e})=>`apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: ${e}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: ${e}
${ft(e)}`,mt=({group:e,environment:t})=>[`apiVersion: coordination.k8s.io/v1
kind: Lease
metadata:
  name: ${_(t)}
  namespace: ${q}
`,`apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: ${e}
  namespace: ${q}
rules:
${ut([{apiGroups:[`coordination.k8s.io`],resources:[`leases`],resourceNames:[_(t)],verbs:v}])}`,`apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: ${e}
  namespace: ${q}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: ${e}
${ft(e)}`];async function ht(e,{flags:t},n){let i=s({today:r()}),a={...i,sources:{...i.sources,render:!1}},{head:o}=await _e({flags:t,positionals:[]},{terminal:{...n,cwd:e},repository:new oe(e),settings:a,log:ye}),{manifests:c}=he(o.sources.map(e=>se(e,{set:{}}))),l=c.filter(ae),u=e=>e.map(({source:{file:e,origin:t}})=>t?.root??e).filter(gt);return{target:ge({settings:a,facts:Ce(we),head:o}),objects:l.length,folders:_t(u(l).map(h)),environments:vt(u(l),u(c))}}const gt=e=>/^[\x20-\x7e]+$/.test(e);function _t(e){let t=[...new Set(e)].sort(m);return t.includes(``)?[]:t.filter(e=>!t.some(t=>t!==e&&ie(e,t)))}function vt(e,t){let n=e=>{let t=new Map;for(let n of e){let e=h(n).split(`/`),r=e.findIndex(a);if(r===-1)continue;let i=e[r];t.set(i,(t.get(i)??new Set).add(e.slice(0,r+1).join(`/`)))}return t},r=[...n(e).keys()].sort(m);if(r.length<2)return{};let i=n(t);return Object.fromEntries(r.map(e=>[e,[...i.get(e)].sort(m)]))}function yt(e){let{cluster:t,environment:n}=e,r=C(e),i=[bt(e),...t?[xt(),...r.map(n=>St(e,t,n))]:[],...r.map(t=>Ct(e,t)),wt(r[0]),...r.map(t=>Tt(e,t))];return{path:`plumbline/${n}/main.tf`,text:`${i.join(`
`)}`}}const Y=e=>JSON.stringify(e).replaceAll("${","$${").replaceAll(`%{`,`%%{`),X=e=>`[${e.map(Y).join(`, `)}]`,Z=({purpose:e})=>`plumbline_${e}`,bt=({environment:e})=>`# What plumbline needs for the environment ${e}: IAM roles, RBAC in the cluster, and protection on GitHub.
terraform {
  required_providers {
    aws        = { source = "hashicorp/aws", version = ">= 5.33" }
    kubernetes = { source = "hashicorp/kubernetes", version = ">= 2.20" }
    github     = { source = "integrations/github", version = ">= 6.0" }
  }
}
`,xt=()=>`# An account has only one of these. If it exists already, \`terraform import\` it.
resource "aws_iam_openid_connect_provider" "github" {
  url            = "https://${n}"
  client_id_list = [${Y(e)}]
}
`;function St(t,r,i){let a=Z(i);return`data "aws_iam_policy_document" "${a}_trust" {
  statement {
    sid     = "JobsOfOneEnvironment"
    actions = [${Y(c)}]
    principals {
      type        = "Federated"
      identifiers = [aws_iam_openid_connect_provider.github.arn]
    }
    condition {
      test     = "StringEquals"
      variable = "${n}:aud"
      values   = [${Y(e)}]
    }
    condition {
      test     = "StringEquals"
      variable = "${n}:sub"
      values   = ${X(K(t,i.environment))}
    }
  }
}

data "aws_iam_policy_document" "${a}" {
  statement {
    sid       = "LookTheClusterUp"
    actions   = ["eks:DescribeCluster"]
    resources = [${Y(r.arn)}]
  }
}

resource "aws_iam_role" "${a}" {
  name                 = ${Y(i.roleName)}
  assume_role_policy   = data.aws_iam_policy_document.${a}_trust.json
  max_session_duration = 3600
}

resource "aws_iam_role_policy" "${a}" {
  name   = "plumbline"
  role   = aws_iam_role.${a}.id
  policy = data.aws_iam_policy_document.${a}.json
}

resource "aws_eks_access_entry" "${a}" {
  cluster_name      = ${Y(r.name)}
  principal_arn     = aws_iam_role.${a}.arn
  kubernetes_groups = [${Y(i.group)}]
}
`}function Ct({canDelete:e},t){let n=ct(t,e).map(({apiGroups:e,resources:t,verbs:n})=>`  rule {
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
`}const wt=({group:e,environment:t})=>`# The Lease that ensures only one apply runs at a time. It is created here because the role cannot create Leases.
resource "kubernetes_manifest" "plumbline_lease" {
  manifest = {
    apiVersion = "coordination.k8s.io/v1"
    kind       = "Lease"
    metadata   = { name = ${Y(_(t))}, namespace = "kube-system" }
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
    resource_names = [${Y(_(t))}]
    verbs          = ${X(v)}
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
`,Tt=({repository:e},t)=>`resource "github_repository_environment" "${Z(t)}" {
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
`;async function Et(e,t){let{flags:n,positionals:r}=e;if(r.length>0)throw new d(`usage`,`\`init\` takes no path, but got \`${r[0]}\``,{help:"Pass `--output FOLDER` to write the files elsewhere."});let i=n.isOn(`apply`)===!0;i||At(n);let a=ne(t.cwd),o={action:await Lt(n,t),hasForks:n.isOn(`forks`)??!0,found:await ht(a,e,t)},s=i?await Mt(o,n,t):void 0,c=await Nt(o,s,n,t),l=[...s?jt(s):Q(o),...c?it(c):[]];if(n.isOn(`print`))return t.stdout.write(l.map(({path:e,text:t})=>`# ── ${e}\n${t}`).join(`
`),`document`),u.ok;let f=x(t.cwd,n.text(`output`)??a),ee=[...Q(o),...Q({...o,action:$})];zt(f,l,{isForced:n.isOn(`force`)===!0,replaceable:ee});let te=s?Qe(s):Xe(o),p=c?st(c):``;return t.stdout.write(`${l.map(({path:e})=>`wrote ${e}`).join(`
`)}\n${te}${p}`),u.ok}const Dt=[`environment`,`cluster-arn`,`role-arn`,`allowed-account-ids`,`repository`,`repository-ids`,`branch`,`deletions`,`terraform`],Ot=[`repository`,`repository-ids`,`branch`],kt=`prices-role-arn`;function At(e){let t=e.text(kt)!==void 0,n=Dt.find(n=>e.text(n)!==void 0&&!(t&&Ot.includes(n)));if(n!==void 0)throw new d(`usage`,`\`--${n}\` works only with \`init --apply\``,{help:"Add `--apply` to also write workflows, roles and RBAC for one environment. Without it, init writes only the review."})}const Q=e=>[...D(e),Be(e)];function jt(e){let t=e.isTerraform?[yt(e)]:[...Ge(e),lt(e),...Ue(e)];return[...D(e),...Fe(e),Ve(e),...t]}async function Mt(e,t,n){let r=t.text(`environment`)??Ft(e.found);if(!/^[A-Za-z0-9][\w.-]{0,99}$/.test(r))throw new d(`usage`,`\`--environment ${r}\` cannot be part of file and role names`,{help:"Use only letters, digits, `.`, `_` and `-`."});return{...e,environment:r,...await Pt(t,n),cluster:Rt(t,r),canDelete:t.isOn(`deletions`)===!0,isTerraform:t.isOn(`terraform`)===!0}}async function Nt(e,t,n,r){let i=n.text(kt);if(i===void 0)return;let a=g(i),o=t?.cluster?.region??e.found.target.region,{repository:s,hasIds:c,branch:l}=t??await Pt(n,r);return{...e,repository:s,hasIds:c,branch:l,role:a,region:o}}async function Pt(e,t){let n=de(e,t.cwd);if(!n)throw new d(`usage`,"The GitHub repository is unknown: there is no remote `origin` on GitHub",{help:"Pass it, such as `--repository acme/infra`."});let{repository:r,hasIds:i}=await ce(n,e,le(t));return{repository:r,hasIds:i,branch:It(e)}}const Ft=({environments:e})=>Object.keys(e).find(o)??`production`;function It(e){let t=e.text(`branch`)??`main`;if(/^[\w][\w./-]*$/.test(t))return t;throw new d(`usage`,`\`--branch ${t}\` is not a branch name`,{help:"Write it as in `main`."})}const $={uses:`plumbline/plumbline@v0`};async function Lt(e,t){let n=e.text(`action`);if(n===void 0){let e=await(t.ownAction??je)();return e?{uses:`${e.name}@${e.commit}`,label:e.label}:$}if(/^[\w.-]+\/[\w.-]+@[\w./-]+$/.test(n))return{uses:n};throw new d(`usage`,`\`--action ${n}\` is not an action`,{help:"Write it as `plumbline/plumbline@v0`, or with a commit instead of the tag."})}function Rt(e,t){let n=e.text(`cluster-arn`);if(n===void 0)return;let{name:r,partition:i,region:a,account:o}=fe(n),s=g(e.text(`role-arn`)??`arn:${i}:iam::${o}:role/plumbline-${t}`),c=pe(e.texts(`allowed-account-ids`)),l=c.length>0?c:[...new Set([o,s.account])].sort();return{arn:n,name:r,partition:i,region:a,account:o,roleArn:s.text,allowedAccountIds:l}}function zt(e,t,{isForced:n,replaceable:r}){let i=t.filter(({path:t,text:n})=>{let i=b(e,t);if(!Te(i))return!1;let a=y(i,`utf8`);return a!==n&&!r.some(e=>e.path===t&&e.text===a)});if(i.length>0&&!n)throw new d(`usage`,`${i.map(({path:e})=>`\`${e}\``).join(`, `)} already ${i.length===1?`exists`:`exist`} with other content, so nothing was written`,{help:"Run with `--print` to see the new content, or with `--force` to overwrite."});for(let{path:n,text:r}of t)Ee(ke(b(e,n)),{recursive:!0}),De(b(e,n),r)}export{Et as runInit};
import{cr as e,fn as t,hn as n,lr as r,m as i,mn as a,pn as o,vn as s,wi as c}from"./rules.js";import{Bn as l,D as u,Qn as d,Rn as f,Zn as p,_ as m,_n as h,c as g,d as ee,g as te,k as ne,l as re,vt as ie}from"./read.js";import{i as ae,n as oe,o as se,r as ce}from"./repository-facts.js";import{i as _,n as le,t as ue}from"./arn.js";import{F as v,b as de,y}from"./command.js";import{n as fe}from"./refresh-actions.js";import{n as b}from"./lease.js";import{D as pe,S as me,l as he,s as ge,tn as _e}from"./judge.js";import{i as ve,o as ye,r as be,t as xe}from"./rbac.js";import{a as Se,d as Ce}from"./catalog.js";import{existsSync as x,lstatSync as we,mkdirSync as Te,readFileSync as S,writeFileSync as Ee}from"node:fs";import{fileURLToPath as De}from"node:url";import{dirname as Oe,join as C,resolve as w}from"node:path";const ke=De(new URL(import.meta.url.endsWith(`.ts`)?`../../../`:`../`,import.meta.url));async function Ae(e=ke){return je(e)??await Me(e).catch(()=>void 0)}function je(e){try{let{version:t,gitHead:n}=JSON.parse(S(C(e,`package.json`),`utf8`));return/^[0-9a-f]{40}$/.test(n)?{name:`plumbline/plumbline`,commit:n,label:`v${t}`}:void 0}catch{return}}async function Me(e){let t=w(e);if(ne(t)!==t)return;let n=async(...e)=>(await u(t,e)).trim(),r=await n(`remote`,`get-url`,`origin`),i=/^(?:https:\/\/|ssh:\/\/git@|git@)github\.com[:/]/.test(r)?se(r):void 0;if(i===void 0)return;let a=await n(`rev-parse`,`HEAD`),o=await te(t,a,[`action.yml`,`dist`]),{files:s}=await g({root:t,found:[],ids:new Map},o,()=>!0),c=(await n(`for-each-ref`,`--contains`,`HEAD`,`--format=%(refname:lstrip=3)`,`refs/remotes/origin/`)).split(`
`).find(e=>e!==``&&e!==`HEAD`);if(s.size>0||c===void 0)return;let l=await n(`tag`,`--points-at`,`HEAD`,`--list`,`v*.*.*`);return{name:`${i.owner}/${i.name}`,commit:a,label:l.split(`
`)[0]||c}}const T=({uses:e})=>/@[0-9a-f]{40}$/.test(e);function E({environment:e,cluster:t}){let n=t?.roleArn.split(`/`).at(-1)??`plumbline-${e}`;return[{environment:e,roleName:n,group:`plumbline-${e}`,purpose:`apply`},{environment:Ne(e),roleName:`${n}-drift`,group:`plumbline-${e}-drift`,purpose:`drift`}]}const Ne=e=>`${e}-drift`,D=(e,{roleName:t})=>e.roleArn.replace(/(?<![^/])[^/]+$/,t),O=`actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1`,k=(e,t)=>({path:`.github/workflows/${e}.yaml`,text:t}),A=e=>[k(`plumbline`,Fe(e)),...e.hasForks?[k(`plumbline-comment`,Ie(e))]:[]],Pe=e=>[k(`plumbline-apply-${j(e.environment)}`,Le(e)),k(`plumbline-drift-${j(e.environment)}`,Re(e))],j=e=>e.toLowerCase().replace(/[^a-z0-9-]+/g,`-`),M=`      - uses: ${O}
        with:
          fetch-depth: 0
          persist-credentials: false`;function Fe({action:e,hasForks:t}){return`# Reviews every pull request. ${t?`Its token can only read; plumbline-comment.yaml writes the comment.`:`Its token can read files, and write only to pull requests and checks.`}
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
`}function Ie({action:e,found:t}){return`# Comments on pull requests, including those from forks. It runs with the permissions of this repository, so it checks out
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
    if: github.ref == ${V(`refs/heads/${e}`)}
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
          path: \${{ runner.temp }}/plumbline-rendered`,I="rendered: ${{ runner.temp }}/plumbline-rendered/plumbline-rendered.json";function Le(e){let{environment:t,branch:n,action:r,cluster:i}=e;return`# Applies only what was reviewed and merged to the environment ${t}.
name: plumbline apply ${t}
on:
  push:
    branches: [${B(n)}]
permissions: {}
concurrency: # one run at a time; a newer run never cancels a running apply
  group: plumbline-apply-${j(t)}
  cancel-in-progress: false
jobs:
${P(n,r)}  apply:
    needs: render
    if: github.ref == ${V(`refs/heads/${n}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 45
    environment: ${B(t)} # protected branches only, reviewers other than the author, no bypass
    permissions:
      contents: read
      pull-requests: read # approvals
      deployments: write
${i?`      id-token: write # the identity that AWS trusts
`:``}    steps:
${M}
${F}
${R(r,[`mode: apply`,`environment: ${B(t)}`,I,...L(e)])}
`}function Re(e){let{environment:t,branch:n,action:r,cluster:i}=e,[,a]=E(e);return`# Compares the cluster with the branch, and keeps an issue open while they differ. It cannot change the cluster.
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
    if: github.ref == ${V(`refs/heads/${n}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    environment: ${B(a.environment)} # protected branches only; no reviewers, because scheduled runs must not wait
    permissions:
      contents: read
      issues: write
${i?`      id-token: write # the identity that AWS trusts
`:``}    steps:
${M}
${F}
${R(r,[`mode: drift`,`environment: ${B(t)}`,I,...i?[`role-arn: ${D(i,a)}`]:[],...L(e)])}
`}const L=({cluster:e})=>e?[]:["kubeconfig: ${{ secrets.PLUMBLINE_KUBECONFIG }}"];function R(e,t,n){let r=e.label===void 0?``:` # ${e.label}`,i=t.map(e=>`          ${e}`),a=n===void 0?`      - `:`      - id: ${n}\n        `;return`${z(e)}${a}uses: ${e.uses}${r}${i.length>0?`\n        with:\n${i.join(`
`)}`:``}`}function z(e){if(T(e))return``;let[t,n]=e.uses.split(`@`);return`      # A tag can be moved. To pin the Action, replace the tag with the commit: gh api repos/${t}/commits/${n} --jq .sha\n`}const B=e=>/^[A-Za-z][\w./-]*$/.test(e)&&!/^(?:true|false|null)$/i.test(e)?e:`'${e.replaceAll(`'`,`''`)}'`,V=e=>`'${e.replaceAll(`'`,`''`)}'`,ze=({found:e})=>H([...U,...Ve(e),...He(e),...Ue(e)]);function Be({environment:e,cluster:t,found:n}){let{[e]:r=[],...i}=n.environments;return H([...U,...t?[]:Ve(n),...He(n),`environments:`,`  ${B(e)}:`,`    paths: ${Ge(r)}${r.length===0?` # all folders`:``}`,...t?[`    clusterArn: ${t.arn}`,`    roleArn: ${t.roleArn}`,`    allowedAccountIds: [${t.allowedAccountIds.map(e=>`'${e}'`).join(`, `)}]`]:[`    # The secret PLUMBLINE_KUBECONFIG of the GitHub environment contains the kubeconfig of the cluster.`],...We(i),`gate:`,`  approvals: 1 # of exactly this plan, by somebody other than the author and the person who pushed last`])}const H=e=>({path:`plumbline.yaml`,text:`${e.join(`
`)}\n`}),U=[`# plumbline reads this file from the base branch, so a pull request cannot relax it for itself.`,`# docs/options.md in plumbline's repository lists every key.`,`failOn: error`];function Ve({target:e,environments:t}){let{region:n,regionSource:r,isRegionAssumed:i}=e;if(!i&&Object.keys(t).length>0)return[];if(!i)return[`region: ${n} # ${v(r)}`];let a=r===`assumed: no file names one`?`No file names one`:r.replace(`assumed: `,``);return[`# region: ${n} # ${v(a)}. Set yours: prices and instance types depend on it.`]}function He({target:e}){let{karpenterVersion:t,karpenterVersionSource:n,isKarpenterAssumed:r}=e;return r?[`# karpenter: { version: '${t}' } # No single version found. Set yours: fields and rules depend on it.`]:[`# Karpenter ${t}: ${v(n)}`]}function Ue({environments:e}){return Object.keys(e).length===0?[]:[`# Detected from the names of folders. Each environment has its own region, versions and estimate.`,`environments:`,...We(e)]}const We=e=>Object.entries(e).map(([e,t])=>`  ${B(e)}: { paths: ${Ge(t)} }`),Ge=e=>`[${e.map(B).join(`, `)}]`,Ke=e=>E(e).map(({environment:e,purpose:t})=>qe(e,t)),qe=(e,t)=>({path:`plumbline/${e}/github-environment.json`,text:`${JSON.stringify(Je(t),null,2)}\n`}),Je=e=>({wait_timer:0,...e===`apply`&&{prevent_self_review:!0},...e===`apply`&&{reviewers:[]},deployment_branch_policy:{protected_branches:!0,custom_branch_policies:!1},can_admins_bypass:!1}),W=e=>`${JSON.stringify(e,null,2)}\n`;function Ye(e){let{cluster:t}=e;return t?E(e).flatMap(n=>{let r=`plumbline/${n.environment}`;return[{path:`${r}/trust-policy.json`,text:W(Xe(_(t.roleArn),G(e,n.environment)))},{path:`${r}/policy.json`,text:W(Qe(t))},{path:`${r}/access-entry.json`,text:W($e(t,n))}]}):[]}function G({repository:e,hasIds:t},n){let{byName:r,byId:i}=a(e,n);return i===void 0?[r]:t===!0?[i]:[r,i]}function Xe({partition:e,account:r},i){return{Version:`2012-10-17`,Statement:[{Sid:`JobsOfOneEnvironment`,Effect:`Allow`,Principal:{Federated:`arn:${e}:iam::${r}:oidc-provider/${n}`},Action:t,Condition:{StringEquals:{[`${n}:aud`]:o,[`${n}:sub`]:i}}}]}}const Ze=({roleArn:e})=>e.split(`:`)[4],Qe=({arn:e})=>({Version:`2012-10-17`,Statement:[{Sid:`LookTheClusterUp`,Effect:`Allow`,Action:[`eks:DescribeCluster`],Resource:[e]}]}),$e=(e,t)=>({clusterName:e.name,principalArn:D(e,t),kubernetesGroups:[t.group],type:`STANDARD`});function et(e){let{target:t,objects:n,folders:r,environments:i}=e.found,a=Object.keys(i),o=r.length>0?` in ${r.map(e=>v(e)).join(`, `)}`:``;return`
Found ${n===0?`no Karpenter objects`:p(n,`Karpenter object`)}${o}.
${a.length>0?`  environments ${a.join(`, `)} (by the names of folders)\n`:``}  region ${t.region} (${v(t.regionSource)})
  Karpenter ${t.karpenterVersion} (${v(t.karpenterVersionSource)})

Next: check plumbline.yaml and commit the files. The next pull request that changes a NodePool gets a comment.
Run \`plumbline doctor --offline\` to check the files. \`plumbline init --apply\` adds applying on merge and drift detection.
${tt(e)}`}function tt({action:e}){if(T(e))return``;let[t,n]=e.uses.split(`@`);return`
The Action is not pinned to a commit, and a tag can be moved. To pin it, get the commit with
\`gh api repos/${t}/commits/${n} --jq .sha\` and run init again with \`--action ${t}@COMMIT\`.
`}function nt(e){let{environment:t,repository:n,isTerraform:r}=e,i=`${n.owner}/${n.name}`,a=r?rt(e):[...it(e),...at(e),...ot(e)],o=e.cluster?[]:E(e).map(e=>`gh secret set PLUMBLINE_KUBECONFIG --repo ${i} --env ${e.environment} < KUBECONFIG`);return`
Next, run these commands as an administrator:

${[...a,...o].map(e=>`  ${e}`).join(`
`)}

Then add reviewers to the GitHub environment ${t}, protect the branch ${e.branch}, and commit the files.
Check the setup with
  plumbline doctor --environment ${t}${st(e)}
${tt(e)}`}const rt=({environment:e})=>[`terraform -chdir=plumbline/${e} init`,`terraform -chdir=plumbline/${e} apply`];function it(e){let{cluster:t}=e;if(!t)return[];let n=E(e).flatMap(e=>{let n=`file://plumbline/${e.environment}`,r=`--role-name ${e.roleName}`;return[`aws iam create-role ${r} --assume-role-policy-document ${n}/trust-policy.json`,`aws iam put-role-policy ${r} --policy-name plumbline --policy-document ${n}/policy.json`,`aws eks create-access-entry --region ${t.region} --cli-input-json ${n}/access-entry.json`]});return[`# once for the account ${Ze(t)}:`,`aws iam create-open-id-connect-provider --url https://token.actions.githubusercontent.com --client-id-list sts.amazonaws.com`,...n]}const at=({environment:e})=>[`kubectl apply -f plumbline/${e}/rbac.yaml`],ot=e=>{let{owner:t,name:n}=e.repository;return E(e).map(({environment:e})=>`gh api --method PUT repos/${t}/${n}/environments/${encodeURIComponent(e)} --input plumbline/${e}/github-environment.json`)};function st(e){let{cluster:t,repository:n,hasIds:r,environment:i}=e;if(!t)return``;let{byName:o,byId:s}=a(n,i);if(s===void 0)return`

The trust policies accept only ${o}. A repository that was created or renamed since July 15, 2026 has IDs in its
subject. In that case, run init again with --repository-ids "$(gh api repos/${n.owner}/${n.name} --jq '"\\(.owner.id)/\\(.id)"')".`;let c=r===!0?[s]:[o,s],l=r===!0?`\nTokens of this repository contain IDs, so the trust policies do not accept ${o}.`:``;return`

The trust policies accept ${c.join(` and `)}.${l}`}const ct=e=>[k(`plumbline-prices`,lt(e)),{path:`plumbline/${s}/trust-policy.json`,text:W(Xe(e.role,G(e,s)))},{path:`plumbline/${s}/policy.json`,text:W(fe)},qe(s,`drift`)];function lt({action:e,branch:t,region:n,role:r}){let[i,a]=e.uses.split(`@`);return`# Reads instance types and prices from AWS each month, and opens a pull request with what changed. The role can only read.
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
    if: github.ref == ${V(`refs/heads/${t}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    environment: ${s} # protected branches only; no reviewers, because scheduled runs must not wait
    permissions:
      contents: write # only for the branch of the pull request
      pull-requests: write
      id-token: write # the identity that AWS trusts
    steps:
      - uses: ${O}
        with:
          persist-credentials: false
${z(e)}      - uses: ${O}
        with:
          repository: ${i}
          ref: ${a}${ut(e)}
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
`}const ut=({label:e})=>e===void 0?``:` # ${e}`;function dt({repository:{owner:e,name:t},role:n,branch:r}){let i=`plumbline/${s}`;return`
For current prices, run these commands as an administrator:

  # once for the account ${n.account}:
  aws iam create-open-id-connect-provider --url https://token.actions.githubusercontent.com --client-id-list sts.amazonaws.com
  aws iam create-role --role-name ${n.name} --assume-role-policy-document file://${i}/trust-policy.json
  aws iam put-role-policy --role-name ${n.name} --policy-name plumbline --policy-document file://${i}/policy.json
  gh api --method PUT repos/${e}/${t}/environments/${s} --input ${i}/github-environment.json

Then allow GitHub Actions to create pull requests in the settings of the repository, protect the branch ${r}, and commit the files. Run the workflow
"plumbline prices", merge its pull request, and set \`catalog: catalog\` in plumbline.yaml.
`}const K=`kube-system`,ft=({purpose:e},t)=>be(_e,e===`apply`?xe(t):ye);function pt(e){let[t,n]=E(e),r=[ht(t,e.canDelete),_t(t),ht(n,!1),_t(n),...vt(t)],i=[`# What plumbline may do in the cluster: access Karpenter's kinds and one Lease. Apply this once, as an administrator:`,`#   kubectl apply -f plumbline/${e.environment}/rbac.yaml`,...e.canDelete?[]:["# It cannot delete anything. `plumbline init --apply --deletions` adds that permission."]];return{path:`plumbline/${e.environment}/rbac.yaml`,text:`${i.join(`
`)}\n${r.join(`---
`)}`}}const q=e=>`[${e.map(e=>e===``?`""`:e).join(`, `)}]`,mt=e=>e.map(({apiGroups:e,resources:t,resourceNames:n,verbs:r})=>`  - apiGroups: ${q(e)}\n    resources: ${q(t)}\n${n?`    resourceNames: ${q(n)}\n`:``}    verbs: ${q(r)}\n`).join(``),ht=(e,t)=>`apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: ${e.group}
rules:
${mt(ft(e,t))}`,gt=e=>`subjects:
  - apiGroup: rbac.authorization.k8s.io
    kind: Group
    name: ${e}
`,_t=({group:e})=>`apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: ${e}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: ${e}
${gt(e)}`,vt=({group:e,environment:t})=>[`apiVersion: coordination.k8s.io/v1
kind: Lease
metadata:
  name: ${b(t)}
  namespace: ${K}
`,`apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: ${e}
  namespace: ${K}
rules:
${mt([{apiGroups:[`coordination.k8s.io`],resources:[`leases`],resourceNames:[b(t)],verbs:ve}])}`,`apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: ${e}
  namespace: ${K}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: ${e}
${gt(e)}`];async function yt(e,{flags:t},n){let r=i({today:c()}),a={...r,sources:{...r.sources,render:!1}},{head:o}=await ge({flags:t,positionals:[]},{terminal:{...n,cwd:e},repository:new re(e),settings:a,log:he}),{manifests:s}=me(o.sources.map(e=>ie(e,{set:{}}))),l=s.filter(h),u=await m(e)??[],d=u.filter(e=>J(e)&&Ct.test(e)),p=u.filter(t=>J(t)&&bt(t)&&xt(C(e,t))),g=e=>e.map(({source:{file:e,origin:t}})=>t?.root??e).filter(J);return{target:pe({settings:a,facts:Se(Ce),head:o}),objects:l.length,folders:Tt(g(l).map(f)),isRendered:d.length>0||u.some(e=>wt.test(e)),environments:Et(l.length===0?[]:[...g(l),...d],[...g(s),...d,...p])}}const bt=t=>f(t).split(`/`).some(e);function xt(e){if(!/\.ya?ml$/.test(e))return!1;let t=we(e,{throwIfNoEntry:!1});return t?.isFile()===!0&&t.size<=262144&&St.test(S(e,`utf8`))}const St=/^apiVersion:\s*["']?(?:argoproj\.io|[a-z.]+\.fluxcd\.io)\//m,Ct=/(?:^|\/)(?:kustomization\.ya?ml|Kustomization)$/,wt=/(?:^|\/)Chart\.yaml$/,J=e=>/^[\x20-\x7e]+$/.test(e);function Tt(e){let t=[...new Set(e)].sort(d);return t.includes(``)?[]:t.filter(e=>!t.some(t=>t!==e&&l(e,t)))}function Et(t,n){let r=t=>{let n=new Map;for(let r of t){let t=f(r).split(`/`),i=t.findIndex(e);if(i===-1)continue;let a=t[i];n.set(a,(n.get(a)??new Set).add(t.slice(0,i+1).join(`/`)))}return n},i=[...r(t).keys()].sort(d);if(i.length<2)return{};let a=r(n);return Object.fromEntries(i.map(e=>[e,[...a.get(e)].sort(d)]))}function Dt(e){let{cluster:t,environment:n}=e,r=E(e),i=[Ot(e),...t?[kt(),...r.map(n=>At(e,t,n))]:[],...r.map(t=>jt(e,t)),Mt(r[0]),...r.map(t=>Nt(e,t))];return{path:`plumbline/${n}/main.tf`,text:`${i.join(`
`)}`}}const Y=e=>JSON.stringify(e).replaceAll("${","$${").replaceAll(`%{`,`%%{`),X=e=>`[${e.map(Y).join(`, `)}]`,Z=({purpose:e})=>`plumbline_${e}`,Ot=({environment:e})=>`# What plumbline needs for the environment ${e}: IAM roles, RBAC in the cluster, and protection on GitHub.
terraform {
  required_providers {
    aws        = { source = "hashicorp/aws", version = ">= 5.33" }
    kubernetes = { source = "hashicorp/kubernetes", version = ">= 2.20" }
    github     = { source = "integrations/github", version = ">= 6.0" }
  }
}
`,kt=()=>`# An account has only one of these. If it exists already, \`terraform import\` it.
resource "aws_iam_openid_connect_provider" "github" {
  url            = "https://${n}"
  client_id_list = [${Y(o)}]
}
`;function At(e,r,i){let a=Z(i);return`data "aws_iam_policy_document" "${a}_trust" {
  statement {
    sid     = "JobsOfOneEnvironment"
    actions = [${Y(t)}]
    principals {
      type        = "Federated"
      identifiers = [aws_iam_openid_connect_provider.github.arn]
    }
    condition {
      test     = "StringEquals"
      variable = "${n}:aud"
      values   = [${Y(o)}]
    }
    condition {
      test     = "StringEquals"
      variable = "${n}:sub"
      values   = ${X(G(e,i.environment))}
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
`}function jt({canDelete:e},t){let n=ft(t,e).map(({apiGroups:e,resources:t,verbs:n})=>`  rule {
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
`}const Mt=({group:e,environment:t})=>`# The Lease that ensures only one apply runs at a time. It is created here because the role cannot create Leases.
resource "kubernetes_manifest" "plumbline_lease" {
  manifest = {
    apiVersion = "coordination.k8s.io/v1"
    kind       = "Lease"
    metadata   = { name = ${Y(b(t))}, namespace = "kube-system" }
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
    resource_names = [${Y(b(t))}]
    verbs          = ${X(ve)}
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
`,Nt=({repository:e},t)=>`resource "github_repository_environment" "${Z(t)}" {
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
`;async function Pt(e,t){let{flags:n,positionals:r}=e;if(r.length>0)throw new y(`usage`,`\`init\` takes no path, but got \`${r[0]}\``,{help:"Pass `--output FOLDER` to write the files elsewhere."});let i=n.isOn(`apply`)===!0;i||Rt(n);let a=ee(t.cwd),o={action:await Gt(n,t),hasForks:n.isOn(`forks`)??!0,found:await yt(a,e,t)},s=i?await Bt(o,n,t):void 0,c=await Vt(o,s,n,t),l=[...s?zt(s):Q(o),...c?ct(c):[]];if(n.isOn(`print`))return t.stdout.write(l.map(({path:e,text:t})=>`# ── ${e}\n${t}`).join(`
`),`document`),de.ok;let u=w(t.cwd,n.text(`output`)??a),d=[...Q(o),...Q({...o,action:$})],f=qt(u,l,{isForced:n.isOn(`force`)===!0,replaceable:d}),p=s?nt(s):et(o),m=c?dt(c):``,h=l.map(({path:e})=>`${f.has(e)?`left as it is:`:`wrote`} ${e}`);return t.stdout.write(`${h.join(`
`)}\n${p}${m}`),de.ok}const Ft=[`environment`,`cluster-arn`,`role-arn`,`allowed-account-ids`,`repository`,`repository-ids`,`branch`,`deletions`,`terraform`],It=[`repository`,`repository-ids`,`branch`],Lt=`prices-role-arn`;function Rt(e){let t=e.text(Lt)!==void 0,n=Ft.find(n=>e.text(n)!==void 0&&!(t&&It.includes(n)));if(n!==void 0)throw new y(`usage`,`\`--${n}\` works only with \`init --apply\``,{help:"Add `--apply` to also write workflows, roles and RBAC for one environment. Without it, init writes only the review."})}const Q=e=>[...A(e),ze(e)];function zt(e){let t=e.isTerraform?[Dt(e)]:[...Ye(e),pt(e),...Ke(e)];return[...A(e),...Pe(e),Be(e),...t]}async function Bt(e,t,n){let r=t.text(`environment`)??Ut(e.found);if(!/^[A-Za-z0-9][\w.-]{0,99}$/.test(r))throw new y(`usage`,`\`--environment ${r}\` cannot be part of file and role names`,{help:"Use only letters, digits, `.`, `_` and `-`."});return{...e,environment:r,...await Ht(t,n),cluster:Kt(t,r),canDelete:t.isOn(`deletions`)===!0,isTerraform:t.isOn(`terraform`)===!0}}async function Vt(e,t,n,r){let i=n.text(Lt);if(i===void 0)return;let a=_(i),o=t?.cluster?.region??e.found.target.region,{repository:s,hasIds:c,branch:l}=t??await Ht(n,r);return{...e,repository:s,hasIds:c,branch:l,role:a,region:o}}async function Ht(e,t){let n=ce(e,t.cwd);if(!n)throw new y(`usage`,"The GitHub repository is unknown: there is no remote `origin` on GitHub",{help:"Pass it, such as `--repository acme/infra`."});let{repository:r,hasIds:i}=await ae(n,e,oe(t));return{repository:r,hasIds:i,branch:Wt(e)}}const Ut=({environments:e})=>Object.keys(e).find(r)??`production`;function Wt(e){let t=e.text(`branch`)??`main`;if(/^[\w][\w./-]*$/.test(t))return t;throw new y(`usage`,`\`--branch ${t}\` is not a branch name`,{help:"Write it as in `main`."})}const $={uses:`plumbline/plumbline@v0`};async function Gt(e,t){let n=e.text(`action`);if(n===void 0){let e=await(t.ownAction??Ae)();return e?{uses:`${e.name}@${e.commit}`,label:e.label}:$}if(/^[\w.-]+\/[\w.-]+@[\w./-]+$/.test(n))return{uses:n};throw new y(`usage`,`\`--action ${n}\` is not an action`,{help:"Write it as `plumbline/plumbline@v0`, or with a commit instead of the tag."})}function Kt(e,t){let n=e.text(`cluster-arn`);if(n===void 0)return;let{name:r,partition:i,region:a,account:o}=le(n),s=_(e.text(`role-arn`)??`arn:${i}:iam::${o}:role/plumbline-${t}`),c=ue(e.texts(`allowed-account-ids`)),l=c.length>0?c:[...new Set([o,s.account])].sort();return{arn:n,name:r,partition:i,region:a,account:o,roleArn:s.text,allowedAccountIds:l}}function qt(e,t,{isForced:n,replaceable:r}){let i=t.filter(({path:t,text:n})=>{let i=C(e,t);if(!x(i))return!1;let a=S(i,`utf8`);return a!==n&&!r.some(e=>e.path===t&&e.text===a)});if(i.length>0&&!n)throw new y(`usage`,`${i.map(({path:e})=>`\`${e}\``).join(`, `)} already ${i.length===1?`exists`:`exist`} with other content, so nothing was written`,{help:"Run with `--print` to see the new content, or with `--force` to overwrite."});let a=new Set;for(let{path:n,text:r}of t){let t=C(e,n);x(t)&&S(t,`utf8`)===r?a.add(n):(Te(Oe(t),{recursive:!0}),Ee(t,r))}return a}export{Pt as runInit};
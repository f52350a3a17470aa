import{Dr as e,Ln as t,Mn as n,Nn as r,Or as i,Pn as a,ea as o,jn as s,m as c}from"./rules.js";import{Bn as l,D as u,Hn as d,Jn as f,Un as p,Vn as m,_ as h,c as g,d as _,er as ee,g as te,k as ne,l as re,nr as v,qn as ie,tr as ae,vn as oe,vt as se,zn as ce}from"./read.js";import{i as le,n as ue,o as de,r as fe}from"./repository-facts.js";import{i as y,n as pe,t as me}from"./arn.js";import{I as b,b as x,x as he}from"./command.js";import{n as ge}from"./refresh-actions.js";import{n as S}from"./lease.js";import{E as _e,O as ve,S as ye,k as be,l as xe,rn as Se,s as Ce}from"./judge.js";import{i as C,o as we,r as Te,t as Ee}from"./rbac.js";import{a as De,f as Oe}from"./catalog.js";import{existsSync as w,lstatSync as ke,mkdirSync as Ae,readFileSync as T,writeFileSync as je}from"node:fs";import{fileURLToPath as Me}from"node:url";import{dirname as Ne,join as E,resolve as D}from"node:path";const Pe=Me(new URL(import.meta.url.endsWith(`.ts`)?`../../../`:`../`,import.meta.url));async function Fe(e=Pe){return Ie(e)??await Le(e).catch(()=>void 0)}function Ie(e){try{let{version:t,gitHead:n}=JSON.parse(T(E(e,`package.json`),`utf8`));return/^[0-9a-f]{40}$/.test(n)?{name:`plumbline/plumbline`,commit:n,label:`v${t}`}:void 0}catch{return}}async function Le(e){let t=D(e);if(ne(t)!==t)return;let n=async(...e)=>(await u(t,e)).trim(),r=await n(`remote`,`get-url`,`origin`),i=/^(?:https:\/\/|ssh:\/\/git@|git@)github\.com[:/]/.test(r)?de(r):void 0;if(i===void 0)return;let a=await n(`rev-parse`,`HEAD`),o=await te(t,a,[`action.yml`,`dist`]),{files:s}=await g({root:t,found:[],ids:new Map},o,()=>!0),c=(await n(`for-each-ref`,`--contains`,`HEAD`,`--format=%(refname:lstrip=3)`,`refs/remotes/origin/`)).split(`
`).find(e=>e!==``&&e!==`HEAD`);if(s.size>0||c===void 0)return;let l=await n(`tag`,`--points-at`,`HEAD`,`--list`,`v*.*.*`);return{name:`${i.owner}/${i.name}`,commit:a,label:l.split(`
`)[0]||c}}const O=({uses:e})=>/@[0-9a-f]{40}$/.test(e);function k({environment:e,cluster:t}){let n=t?.roleArn.split(`/`).at(-1)??`plumbline-${e}`;return[{environment:e,roleName:n,group:`plumbline-${e}`,purpose:`apply`},{environment:Re(e),roleName:`${n}-drift`,group:`plumbline-${e}-drift`,purpose:`drift`}]}const Re=e=>`${e}-drift`,A=(e,{roleName:t})=>e.roleArn.replace(/(?<![^/])[^/]+$/,t),j=`actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1`,M=(e,t)=>({path:`.github/workflows/${e}.yaml`,text:t}),N=e=>[M(`plumbline`,Be(e)),...e.hasForks?[M(`plumbline-comment`,Ve(e))]:[]],ze=e=>[M(`plumbline-apply-${P(e.environment)}`,He(e)),M(`plumbline-drift-${P(e.environment)}`,Ue(e))],P=e=>e.toLowerCase().replace(/[^a-z0-9-]+/g,`-`),F=`      - uses: ${j}
        with:
          fetch-depth: 0
          persist-credentials: false`;function Be({action:e,hasForks:t}){return`# Reviews every pull request. ${t?`Its token can only read; plumbline-comment.yaml writes the comment.`:`Its token can read files, and write only to pull requests and checks.`}
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
${F}
${V(e,t?[`comment: false`]:[])}
`}function Ve({action:e,found:t}){return`# Comments on pull requests, including those from forks. It runs with the permissions of this repository, so it checks out
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
${t.isRendered?`${I}\n`:``}${V(e,[`mode: comment`])}
`}const I=`      - run: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 # lets the sandbox isolate kustomize and helm`,L=(e,t,n=[])=>`  render:
    if: github.ref == ${U(`refs/heads/${e}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    permissions: # nothing else: kustomize and helm run here
      contents: read
    steps:
${F}
${I}
${V(t,[`mode: render`,...n],`render`)}
      - uses: actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1
        with:
          name: plumbline-rendered
          path: \${{ steps.render.outputs.rendered }}
          if-no-files-found: error
          retention-days: 1
`,R=`      - uses: actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1
        with:
          name: plumbline-rendered
          path: \${{ runner.temp }}/plumbline-rendered`,z="rendered: ${{ runner.temp }}/plumbline-rendered/plumbline-rendered.json";function He(e){let{environment:t,branch:n,action:r,cluster:i}=e;return`# Applies only what was reviewed and merged to the environment ${t}.
name: plumbline apply ${t}
on:
  push:
    branches: [${H(n)}]
permissions: {}
concurrency: # one run at a time; a newer run never cancels a running apply
  group: plumbline-apply-${P(t)}
  cancel-in-progress: false
jobs:
${L(n,r)}  apply:
    needs: render
    if: github.ref == ${U(`refs/heads/${n}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 45
    environment: ${H(t)} # protected branches only, reviewers other than the author, no bypass
    permissions:
      contents: read
      pull-requests: read # approvals
      deployments: write
${i?`      id-token: write # the identity that AWS trusts
`:``}    steps:
${F}
${R}
${V(r,[`mode: apply`,`environment: ${H(t)}`,z,...B(e)])}
`}function Ue(e){let{environment:t,branch:n,action:r,cluster:i}=e,[,a]=k(e);return`# Compares the cluster with the branch, and keeps an issue open while they differ. It cannot change the cluster.
name: plumbline drift ${t}
on:
  schedule:
    - cron: '17 */6 * * *'
  workflow_dispatch:
permissions: {}
concurrency:
  group: plumbline-drift-${P(t)}
  cancel-in-progress: false
jobs:
${L(n,r,["base: ${{ github.sha }}"])}  drift:
    needs: render
    if: github.ref == ${U(`refs/heads/${n}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    environment: ${H(a.environment)} # protected branches only; no reviewers, because scheduled runs must not wait
    permissions:
      contents: read
      issues: write
${i?`      id-token: write # the identity that AWS trusts
`:``}    steps:
${F}
${R}
${V(r,[`mode: drift`,`environment: ${H(t)}`,z,...i?[`role-arn: ${A(i,a)}`]:[],...B(e)])}
`}const B=({cluster:e})=>e?[]:["kubeconfig: ${{ secrets.PLUMBLINE_KUBECONFIG }}"];function V(e,t,n){let r=e.label===void 0?``:` # ${e.label}`,i=t.map(e=>`          ${e}`),a=n===void 0?`      - `:`      - id: ${n}\n        `;return`${We(e)}${a}uses: ${e.uses}${r}${i.length>0?`\n        with:\n${i.join(`
`)}`:``}`}function We(e){if(O(e))return``;let[t,n]=e.uses.split(`@`);return`      # A tag can be moved. To pin the Action, replace the tag with the commit: gh api repos/${t}/commits/${n} --jq .sha\n`}const H=e=>/^[A-Za-z][\w./-]*$/.test(e)&&!/^(?:true|false|null)$/i.test(e)?e:`'${e.replaceAll(`'`,`''`)}'`,U=e=>`'${e.replaceAll(`'`,`''`)}'`,Ge=({found:e})=>qe([...Je,...Ye(e),...Xe(e),...Ze(e)]);function Ke({environment:e,cluster:t,found:n}){let{[e]:r=[],...i}=n.environments;return qe([...Je,...t?[]:Ye(n),...Xe(n),`environments:`,`  ${H(e)}:`,`    paths: ${$e(r)}${r.length===0?` # all folders`:``}`,...t?[`    clusterArn: ${t.arn}`,`    roleArn: ${t.roleArn}`,`    allowedAccountIds: [${t.allowedAccountIds.map(e=>`'${e}'`).join(`, `)}]`]:[`    # The secret PLUMBLINE_KUBECONFIG of the GitHub environment contains the kubeconfig of the cluster.`],...Qe(i),`gate:`,`  approvals: 1 # of exactly this plan, by somebody other than the author and the person who pushed last`])}const qe=e=>({path:`plumbline.yaml`,text:`${e.join(`
`)}\n`}),Je=[`# plumbline reads this file from the base branch, so a pull request cannot relax it for itself.`,`# docs/options.md in plumbline's repository lists every key.`,`failOn: error`];function Ye({target:e,environments:t}){let{region:n,regionSource:r,isRegionAssumed:i,isRegionDisputed:a=!1}=e;if((!i||a)&&Object.keys(t).length>0)return[];if(!i)return[`region: ${n} # ${b(r)}`];let o=r===`assumed: no file names one`?`No file names one`:r.replace(`assumed: `,``);return[`# region: ${n} # ${b(o)}. Set yours: prices and instance types depend on it.`]}function Xe({target:e}){let{karpenterVersion:t,karpenterVersionSource:n,isKarpenterAssumed:r}=e;return r?[`# karpenter: { version: '${t}' } # No single version found. Set yours: fields and rules depend on it.`]:[`# Karpenter ${t}: ${b(n)}`]}function Ze({environments:e}){return Object.keys(e).length===0?[]:[`# Detected from the names of folders. Each environment has its own region, versions and estimate.`,`environments:`,...Qe(e)]}const Qe=e=>Object.entries(e).map(([e,t])=>`  ${H(e)}: { paths: ${$e(t)} }`),$e=e=>`[${e.map(H).join(`, `)}]`,et=e=>k(e).map(({environment:e,purpose:t})=>tt(e,t)),tt=(e,t)=>({path:`plumbline/${e}/github-environment.json`,text:`${JSON.stringify(nt(t),null,2)}\n`}),nt=e=>({wait_timer:0,...e===`apply`&&{prevent_self_review:!0},...e===`apply`&&{reviewers:[]},deployment_branch_policy:{protected_branches:!0,custom_branch_policies:!1},can_admins_bypass:!1}),W=e=>`${JSON.stringify(e,null,2)}\n`;function rt(e){let{cluster:t}=e;return t?k(e).flatMap(n=>{let r=`plumbline/${n.environment}`;return[{path:`${r}/trust-policy.json`,text:W(it(y(t.roleArn),G(e,n.environment)))},{path:`${r}/policy.json`,text:W(ot(t))},{path:`${r}/access-entry.json`,text:W(st(t,n))}]}):[]}function G({repository:e,hasIds:t},n){let{byName:i,byId:a}=r(e,n);return a===void 0?[i]:t===!0?[a]:[i,a]}function it({partition:e,account:t},r){return{Version:`2012-10-17`,Statement:[{Sid:`JobsOfOneEnvironment`,Effect:`Allow`,Principal:{Federated:`arn:${e}:iam::${t}:oidc-provider/${a}`},Action:s,Condition:{StringEquals:{[`${a}:aud`]:n,[`${a}:sub`]:r}}}]}}const at=({roleArn:e})=>e.split(`:`)[4],ot=({arn:e})=>({Version:`2012-10-17`,Statement:[{Sid:`LookTheClusterUp`,Effect:`Allow`,Action:[`eks:DescribeCluster`],Resource:[e]}]}),st=(e,t)=>({clusterName:e.name,principalArn:A(e,t),kubernetesGroups:[t.group],type:`STANDARD`});function ct(e){let{target:t,objects:n,folders:r,environments:i}=e.found,a=Object.keys(i),o=r.length>0?` in ${r.map(e=>b(e)).join(`, `)}`:``;return`
Found ${n===0?`no Karpenter objects`:ae(n,`Karpenter object`)}${o}.
${a.length>0?`  environments ${a.join(`, `)} (by the names of folders)\n`:``}  region ${t.region} (${b(t.regionSource)})
  Karpenter ${t.karpenterVersion} (${b(t.karpenterVersionSource)})

Next: check plumbline.yaml and commit the files. The next pull request that changes a NodePool gets a comment.
Run \`plumbline doctor --offline\` to check the files. \`plumbline init --apply\` adds applying on merge and drift detection.
${lt(e)}`}function lt({action:e}){if(O(e))return``;let[t,n]=e.uses.split(`@`);return`
The Action is not pinned to a commit, and a tag can be moved. To pin it, get the commit with
\`gh api repos/${t}/commits/${n} --jq .sha\` and run init again with \`--action ${t}@COMMIT\`.
`}function ut(e){let{environment:t,repository:n,isTerraform:r}=e,i=`${n.owner}/${n.name}`,a=r?dt(e):[...ft(e),...pt(e),...mt(e)],o=e.cluster?[]:k(e).map(e=>`gh secret set PLUMBLINE_KUBECONFIG --repo ${i} --env ${e.environment} < KUBECONFIG`);return`
Next, run these commands as an administrator:

${[...a,...o].map(e=>`  ${e}`).join(`
`)}

Then add reviewers to the GitHub environment ${t}, protect the branch ${e.branch}, and commit the files.
Check the setup with
  plumbline doctor --environment ${t}${ht(e)}
${lt(e)}`}const dt=({environment:e})=>[`terraform -chdir=plumbline/${e} init`,`terraform -chdir=plumbline/${e} apply`];function ft(e){let{cluster:t}=e;if(!t)return[];let n=k(e).flatMap(e=>{let n=`file://plumbline/${e.environment}`,r=`--role-name ${e.roleName}`;return[`aws iam create-role ${r} --assume-role-policy-document ${n}/trust-policy.json`,`aws iam put-role-policy ${r} --policy-name plumbline --policy-document ${n}/policy.json`,`aws eks create-access-entry --region ${t.region} --cli-input-json ${n}/access-entry.json`]});return[`# once for the account ${at(t)}:`,`aws iam create-open-id-connect-provider --url https://token.actions.githubusercontent.com --client-id-list sts.amazonaws.com`,...n]}const pt=({environment:e})=>[`kubectl apply -f plumbline/${e}/rbac.yaml`],mt=e=>{let{owner:t,name:n}=e.repository;return k(e).map(({environment:e})=>`gh api --method PUT repos/${t}/${n}/environments/${encodeURIComponent(e)} --input plumbline/${e}/github-environment.json`)};function ht(e){let{cluster:t,repository:n,hasIds:i,environment:a}=e;if(!t)return``;let{byName:o,byId:s}=r(n,a);if(s===void 0)return`

The trust policies accept only ${o}. A repository that was created or renamed since July 15, 2026 has IDs in its
subject. In that case, run init again with --repository-ids "$(gh api repos/${n.owner}/${n.name} --jq '"\\(.owner.id)/\\(.id)"')".`;let c=i===!0?[s]:[o,s],l=i===!0?`\nTokens of this repository contain IDs, so the trust policies do not accept ${o}.`:``;return`

The trust policies accept ${c.join(` and `)}.${l}`}const gt=e=>[M(`plumbline-prices`,_t(e)),{path:`plumbline/${t}/trust-policy.json`,text:W(it(e.role,G(e,t)))},{path:`plumbline/${t}/policy.json`,text:W(ge)},tt(t,`drift`)];function _t({action:e,branch:n,region:r,role:i}){let[a,o]=e.uses.split(`@`);return`# Reads instance types and prices from AWS each month, and opens a pull request with what changed. The role can only read.
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
    if: github.ref == ${U(`refs/heads/${n}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    environment: ${t} # protected branches only; no reviewers, because scheduled runs must not wait
    permissions:
      contents: write # only for the branch of the pull request
      pull-requests: write
      id-token: write # the identity that AWS trusts
    steps:
      - uses: ${j}
        with:
          persist-credentials: false
${We(e)}      - uses: ${j}
        with:
          repository: ${a}
          ref: ${o}${vt(e)}
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
`}const vt=({label:e})=>e===void 0?``:` # ${e}`;function yt({repository:{owner:e,name:n},role:r,branch:i}){let a=`plumbline/${t}`;return`
For current prices, run these commands as an administrator:

  # once for the account ${r.account}:
  aws iam create-open-id-connect-provider --url https://token.actions.githubusercontent.com --client-id-list sts.amazonaws.com
  aws iam create-role --role-name ${r.name} --assume-role-policy-document file://${a}/trust-policy.json
  aws iam put-role-policy --role-name ${r.name} --policy-name plumbline --policy-document file://${a}/policy.json
  gh api --method PUT repos/${e}/${n}/environments/${t} --input ${a}/github-environment.json

Then allow GitHub Actions to create pull requests in the settings of the repository, protect the branch ${i}, and commit the files. Run the workflow
"plumbline prices", merge its pull request, and set \`catalog: catalog\` in plumbline.yaml.
`}const K=`kube-system`,bt=({purpose:e},t)=>Te(Se,e===`apply`?Ee(t):we);function xt(e){let[t,n]=k(e),r=[Ct(t,e.canDelete),Tt(t),Ct(n,!1),Tt(n),...Et(t)],i=[`# What plumbline may do in the cluster: access Karpenter's kinds and one Lease. Apply this once, as an administrator:`,`#   kubectl apply -f plumbline/${e.environment}/rbac.yaml`,...e.canDelete?[]:["# It cannot delete anything. `plumbline init --apply --deletions` adds that permission."]];return{path:`plumbline/${e.environment}/rbac.yaml`,text:`${i.join(`
`)}\n${r.join(`---
`)}`}}const q=e=>`[${e.map(e=>e===``?`""`:e).join(`, `)}]`,St=e=>e.map(({apiGroups:e,resources:t,resourceNames:n,verbs:r})=>`  - apiGroups: ${q(e)}\n    resources: ${q(t)}\n${n?`    resourceNames: ${q(n)}\n`:``}    verbs: ${q(r)}\n`).join(``),Ct=(e,t)=>`apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: ${e.group}
rules:
${St(bt(e,t))}`,wt=e=>`subjects:
  - apiGroup: rbac.authorization.k8s.io
    kind: Group
    name: ${e}
`,Tt=({group:e})=>`apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: ${e}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: ${e}
${wt(e)}`,Et=({group:e,environment:t})=>[`apiVersion: coordination.k8s.io/v1
kind: Lease
metadata:
  name: ${S(t)}
  namespace: ${K}
`,`apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: ${e}
  namespace: ${K}
rules:
${St([{apiGroups:[`coordination.k8s.io`],resources:[`leases`],resourceNames:[S(t)],verbs:C}])}`,`apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: ${e}
  namespace: ${K}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: ${e}
${wt(e)}`];function Dt({roots:e,appliers:t,others:n}){let r=J(t.flatMap(At));for(let[,i]of J(e.map(kt))){let e=new Set(i.map(({name:e})=>e)),a=[...r.values()].map(t=>Ot(t,e)).filter(({length:e})=>e>1).flat(),o=new Set([...e].filter(e=>a.includes(e)));if(o.size<2)continue;let s=[i,...J([...t,...n].flatMap(At)).values()].filter(e=>Ot(e,o).length>1).flat(),c=new Map;for(let{name:e,path:t}of s)o.has(e)&&ie(c,e,t);return Object.fromEntries([...c].toSorted(([e],[t])=>v(e,t)).map(([e,t])=>[e,[...new Set(t)].sort(v)]))}return{}}const Ot=(e,t)=>[...new Set(e.flatMap(({name:e})=>t.has(e)?[e]:[]))];function J(e){let t=f(e,({parent:e})=>e);return new Map([...t].filter(([,e])=>new Set(e.map(({name:e})=>e)).size>1))}const kt=e=>({path:e,parent:m(e),name:l(e)}),At=e=>d(m(e)).filter(e=>e!==``).map(kt);function jt(e,t){if(!e.isRegionAssumed||e.isRegionDisputed)return e;let n=t.filter(({text:e})=>e.includes(`topology.kubernetes.io/zone`)).toSorted((e,t)=>v(e.file,t.file)).flatMap(e=>{let t=be(e).find(e=>!ve(e));if(t===void 0)return[];let{line:n}=new ce(e.text).position(t.span.start);return[{region:t.value.slice(0,-1),place:`${e.file}:${n}`}]}),r=[...new Set(n.map(({region:e})=>e))].sort(),[i]=n;return i===void 0?e:r.length>1?{...e,regionSource:`assumed: the repository names ${r.join(`, `)}`,isRegionDisputed:!0}:{...e,region:i.region,regionSource:`from ${i.place}`,isRegionAssumed:!1}}async function Mt(e,{flags:t},n){let r=c({today:o()}),i={...r,sources:{...r.sources,render:!1}},{head:a}=await Ce({flags:t,positionals:[]},{terminal:{...n,cwd:e},repository:new re(e),settings:i,log:xe}),{manifests:s}=ye(a.sources.map(e=>se(e,{set:{}}))),l=s.filter(oe),u=await h(e)??[],d=u.filter(e=>Y(e)&&Lt.test(e)),f=Ft(e,u.filter(Y)),p=f.filter(({file:e,text:t})=>/\.ya?ml$/.test(e)&&It.test(t)).map(({file:e})=>e),g=e=>e.map(({source:{file:e,origin:t}})=>t?.root??e).filter(Y),_=Bt(l.length===0?[]:[...g(l),...d],[...g(s),...d,...p]);return{target:jt(_e({settings:i,facts:De(Oe),head:a}),f),objects:l.length,folders:zt(g(l).map(m)),isRendered:d.length>0||u.some(e=>Rt.test(e)),environments:Object.keys(_).length>0?_:Nt(f,p)}}function Nt(e,t){let n=e.filter(({file:e})=>e.endsWith(`.tf`));if(!n.some(({text:e})=>/karpenter/i.test(e)))return{};let r=n.filter(({text:e})=>Pt.test(e)).map(({file:e})=>m(e));return Dt({roots:[...new Set(r)],appliers:t,others:e.map(({file:e})=>e)})}const Pt=/^[ \t]*(?:provider|backend)[ \t]+"/m;function Ft(e,t){return t.filter(e=>/\.(?:ya?ml|tf)$/.test(e)).slice(0,5e3).flatMap(t=>{let n=E(e,t),r=ke(n,{throwIfNoEntry:!1});return r?.isFile()!==!0||r.size>262144?[]:[{file:t,text:T(n,`utf8`)}]})}const It=/^apiVersion:\s*["']?(?:argoproj\.io|[a-z.]+\.fluxcd\.io)\//m,Lt=/(?:^|\/)(?:kustomization\.ya?ml|Kustomization)$/,Rt=/(?:^|\/)Chart\.yaml$/,Y=e=>/^[\x20-\x7e]+$/.test(e);function zt(e){let t=[...new Set(e)].sort(v);return t.includes(``)?[]:t.filter(e=>!t.some(t=>t!==e&&p(e,t)))}function Bt(t,n){let r=t=>{let n=new Map;for(let r of t){let t=m(r).split(`/`),i=t.findIndex(e);if(i===-1)continue;let a=t[i];n.set(a,(n.get(a)??new Set).add(t.slice(0,i+1).join(`/`)))}return n},i=[...r(t).keys()].sort(v);if(i.length<2)return{};let a=r(n);return Object.fromEntries(i.map(e=>[e,[...a.get(e)].sort(v)]))}function Vt(e){let{cluster:t,environment:n}=e,r=k(e),i=[Ht(e),...t?[Ut(),...r.map(n=>Wt(e,t,n))]:[],...r.map(t=>Gt(e,t)),Kt(r[0]),...r.map(t=>qt(e,t))];return{path:`plumbline/${n}/main.tf`,text:`${i.join(`
`)}`}}const X=e=>JSON.stringify(e).replaceAll("${","$${").replaceAll(`%{`,`%%{`),Z=e=>`[${e.map(X).join(`, `)}]`,Q=({purpose:e})=>`plumbline_${e}`,Ht=({environment:e})=>`# What plumbline needs for the environment ${e}: IAM roles, RBAC in the cluster, and protection on GitHub.
terraform {
  required_providers {
    aws        = { source = "hashicorp/aws", version = ">= 5.33" }
    kubernetes = { source = "hashicorp/kubernetes", version = ">= 2.20" }
    github     = { source = "integrations/github", version = ">= 6.0" }
  }
}
`,Ut=()=>`# An account has only one of these. If it exists already, \`terraform import\` it.
resource "aws_iam_openid_connect_provider" "github" {
  url            = "https://${a}"
  client_id_list = [${X(n)}]
}
`;function Wt(e,t,r){let i=Q(r);return`data "aws_iam_policy_document" "${i}_trust" {
  statement {
    sid     = "JobsOfOneEnvironment"
    actions = [${X(s)}]
    principals {
      type        = "Federated"
      identifiers = [aws_iam_openid_connect_provider.github.arn]
    }
    condition {
      test     = "StringEquals"
      variable = "${a}:aud"
      values   = [${X(n)}]
    }
    condition {
      test     = "StringEquals"
      variable = "${a}:sub"
      values   = ${Z(G(e,r.environment))}
    }
  }
}

data "aws_iam_policy_document" "${i}" {
  statement {
    sid       = "LookTheClusterUp"
    actions   = ["eks:DescribeCluster"]
    resources = [${X(t.arn)}]
  }
}

resource "aws_iam_role" "${i}" {
  name                 = ${X(r.roleName)}
  assume_role_policy   = data.aws_iam_policy_document.${i}_trust.json
  max_session_duration = 3600
}

resource "aws_iam_role_policy" "${i}" {
  name   = "plumbline"
  role   = aws_iam_role.${i}.id
  policy = data.aws_iam_policy_document.${i}.json
}

resource "aws_eks_access_entry" "${i}" {
  cluster_name      = ${X(t.name)}
  principal_arn     = aws_iam_role.${i}.arn
  kubernetes_groups = [${X(r.group)}]
}
`}function Gt({canDelete:e},t){let n=bt(t,e).map(({apiGroups:e,resources:t,verbs:n})=>`  rule {
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
`}const Kt=({group:e,environment:t})=>`# The Lease that ensures only one apply runs at a time. It is created here because the role cannot create Leases.
resource "kubernetes_manifest" "plumbline_lease" {
  manifest = {
    apiVersion = "coordination.k8s.io/v1"
    kind       = "Lease"
    metadata   = { name = ${X(S(t))}, namespace = "kube-system" }
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
    resource_names = [${X(S(t))}]
    verbs          = ${Z(C)}
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
`,qt=({repository:e},t)=>`resource "github_repository_environment" "${Q(t)}" {
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
`;async function Jt(e,t){let{flags:n,positionals:r}=e;if(r.length>0)throw new x(`usage`,`\`init\` takes no path, but got \`${r[0]}\``,{help:"Pass `--output FOLDER` to write the files elsewhere."});let i=n.isOn(`apply`)===!0;i||Qt(n);let a=_(t.cwd),o={action:await sn(n,t),hasForks:n.isOn(`forks`)??!0,found:await Mt(a,e,t)},s=i?await en(o,n,t):void 0,c=await tn(o,s,n,t),l=[...s?$t(s):$(o),...c?gt(c):[]];if(n.isOn(`print`))return t.stdout.write(l.map(({path:e,text:t})=>`# ── ${e}\n${t}`).join(`
`),`document`),he.ok;let u=D(t.cwd,n.text(`output`)??a),d=[...$(o),...$({...o,action:on})],f=ln(u,l,{isForced:n.isOn(`force`)===!0,replaceable:d}),p=s?ut(s):ct(o),m=c?yt(c):``,h=l.map(({path:e})=>`${f.has(e)?`left as it is:`:`wrote`} ${e}`);return t.stdout.write(`${h.join(`
`)}\n${p}${m}`),he.ok}const Yt=[`environment`,`cluster-arn`,`role-arn`,`allowed-account-ids`,`repository`,`repository-ids`,`branch`,`deletions`,`terraform`],Xt=[`repository`,`repository-ids`,`branch`],Zt=`prices-role-arn`;function Qt(e){let t=e.text(Zt)!==void 0,n=Yt.find(n=>e.text(n)!==void 0&&!(t&&Xt.includes(n)));if(n!==void 0)throw new x(`usage`,`\`--${n}\` works only with \`init --apply\``,{help:"Add `--apply` to also write workflows, roles and RBAC for one environment. Without it, init writes only the review."})}const $=e=>[...N(e),Ge(e)];function $t(e){let t=e.isTerraform?[Vt(e)]:[...rt(e),xt(e),...et(e)];return[...N(e),...ze(e),Ke(e),...t]}async function en(e,t,n){let r=t.text(`environment`)??rn(e.found);if(!/^[A-Za-z0-9][\w.-]{0,99}$/.test(r))throw new x(`usage`,`\`--environment ${r}\` cannot be part of file and role names`,{help:"Use only letters, digits, `.`, `_` and `-`."});return{...e,environment:r,...await nn(t,n),cluster:cn(t,r),canDelete:t.isOn(`deletions`)===!0,isTerraform:t.isOn(`terraform`)===!0}}async function tn(e,t,n,r){let i=n.text(Zt);if(i===void 0)return;let a=y(i),o=t?.cluster?.region??e.found.target.region,{repository:s,hasIds:c,branch:l}=t??await nn(n,r);return{...e,repository:s,hasIds:c,branch:l,role:a,region:o}}async function nn(e,t){let n=fe(e,t.cwd);if(!n)throw new x(`usage`,"The GitHub repository is unknown: there is no remote `origin` on GitHub",{help:"Pass it, such as `--repository acme/infra`."});let{repository:r,hasIds:i}=await le(n,e,ue(t));return{repository:r,hasIds:i,branch:an(e)}}const rn=({environments:e})=>Object.keys(e).find(i)??`production`;function an(e){let t=e.text(`branch`)??`main`;if(/^[\w][\w./-]*$/.test(t))return t;throw new x(`usage`,`\`--branch ${t}\` is not a branch name`,{help:"Write it as in `main`."})}const on={uses:`plumbline/plumbline@v0`};async function sn(e,t){let n=e.text(`action`);if(n===void 0){let e=await(t.ownAction??Fe)();return e?{uses:`${e.name}@${e.commit}`,label:e.label}:on}if(/^[\w.-]+\/[\w.-]+@[\w./-]+$/.test(n))return{uses:n};throw new x(`usage`,`\`--action ${n}\` is not an action`,{help:"Write it as `plumbline/plumbline@v0`, or with a commit instead of the tag."})}function cn(e,t){let n=e.text(`cluster-arn`);if(n===void 0)return;let{name:r,partition:i,region:a,account:o}=pe(n),s=y(e.text(`role-arn`)??`arn:${i}:iam::${o}:role/plumbline-${t}`),c=me(e.texts(`allowed-account-ids`)),l=c.length>0?c:[...new Set([o,s.account])].sort();return{arn:n,name:r,partition:i,region:a,account:o,roleArn:s.text,allowedAccountIds:l}}function ln(e,t,{isForced:n,replaceable:r}){let i=t.filter(({path:t,text:n})=>{let i=E(e,t);if(!w(i))return!1;let a=T(i,`utf8`);return a!==n&&!r.some(e=>e.path===t&&e.text===a)});if(i.length>0&&!n)throw new x(`usage`,`${i.map(({path:e})=>`\`${e}\``).join(`, `)} already ${ee(i.length,`exists`,`exist`)} with other content, so nothing was written`,{help:"Run with `--print` to see the new content, or with `--force` to overwrite."});let a=new Set;for(let{path:n,text:r}of t){let t=E(e,n);w(t)&&T(t,`utf8`)===r?a.add(n):(Ae(Ne(t),{recursive:!0}),je(t,r))}return a}export{Jt as runInit};
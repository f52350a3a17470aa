import{Dr as e,Ln as t,Mn as n,Nn as r,Or as i,Pn as a,ea as o,jn as s,m as c}from"./rules.js";import{$n as l,Bn as u,D as d,Hn as f,Kn as p,_ as m,c as h,d as g,er as _,g as ee,k as te,l as ne,qn as re,tr as v,vn as ie,vt as ae,zn as oe}from"./read.js";import{i as se,n as ce,o as le,r as ue}from"./repository-facts.js";import{i as y,n as de,t as fe}from"./arn.js";import{I as b,b as x,x as pe}from"./command.js";import{n as me}from"./refresh-actions.js";import{n as S}from"./lease.js";import{E as he,O as ge,S as _e,k as ve,l as ye,rn as be,s as xe}from"./judge.js";import{i as Se,o as Ce,r as we,t as Te}from"./rbac.js";import{a as Ee,f as De}from"./catalog.js";import{existsSync as C,lstatSync as Oe,mkdirSync as ke,readFileSync as w,writeFileSync as Ae}from"node:fs";import{fileURLToPath as je}from"node:url";import{dirname as Me,join as T,resolve as E}from"node:path";const Ne=je(new URL(import.meta.url.endsWith(`.ts`)?`../../../`:`../`,import.meta.url));async function Pe(e=Ne){return Fe(e)??await Ie(e).catch(()=>void 0)}function Fe(e){try{let{version:t,gitHead:n}=JSON.parse(w(T(e,`package.json`),`utf8`));return/^[0-9a-f]{40}$/.test(n)?{name:`plumbline/plumbline`,commit:n,label:`v${t}`}:void 0}catch{return}}async function Ie(e){let t=E(e);if(te(t)!==t)return;let n=async(...e)=>(await d(t,e)).trim(),r=await n(`remote`,`get-url`,`origin`),i=/^(?:https:\/\/|ssh:\/\/git@|git@)github\.com[:/]/.test(r)?le(r):void 0;if(i===void 0)return;let a=await n(`rev-parse`,`HEAD`),o=await ee(t,a,[`action.yml`,`dist`]),{files:s}=await h({root:t,found:[],ids:new Map},o,()=>!0),c=(await n(`for-each-ref`,`--contains`,`HEAD`,`--format=%(refname:lstrip=3)`,`refs/remotes/origin/`)).split(`
`).find(e=>e!==``&&e!==`HEAD`);if(s.size>0||c===void 0)return;let l=await n(`tag`,`--points-at`,`HEAD`,`--list`,`v*.*.*`);return{name:`${i.owner}/${i.name}`,commit:a,label:l.split(`
`)[0]||c}}const D=({uses:e})=>/@[0-9a-f]{40}$/.test(e);function O({environment:e,cluster:t}){let n=t?.roleArn.split(`/`).at(-1)??`plumbline-${e}`;return[{environment:e,roleName:n,group:`plumbline-${e}`,purpose:`apply`},{environment:Le(e),roleName:`${n}-drift`,group:`plumbline-${e}-drift`,purpose:`drift`}]}const Le=e=>`${e}-drift`,k=(e,{roleName:t})=>e.roleArn.replace(/(?<![^/])[^/]+$/,t),A=`actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1`,j=(e,t)=>({path:`.github/workflows/${e}.yaml`,text:t}),M=e=>[j(`plumbline`,ze(e)),...e.hasForks?[j(`plumbline-comment`,Be(e))]:[]],Re=e=>[j(`plumbline-apply-${N(e.environment)}`,Ue(e)),j(`plumbline-drift-${N(e.environment)}`,We(e))],N=e=>e.toLowerCase().replace(/[^a-z0-9-]+/g,`-`),P=`      - uses: ${A}
        with:
          fetch-depth: 0
          persist-credentials: false`;function ze({action:e,hasForks:t}){return`# Reviews every pull request. ${t?`Its token can only read; plumbline-comment.yaml writes the comment.`:`Its token can read files, and write only to pull requests and checks.`}
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
${P}
${L(e,t?[`comment: false`]:[])}
`}function Be({action:e,found:t}){return`# Comments on pull requests, including those from forks. It runs with the permissions of this repository, so it checks out
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
${t.isRendered?`${F}\n`:``}${L(e,[`mode: comment`])}
`}const F=`      - run: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 # lets the sandbox isolate kustomize and helm`,I=(e,t,n=[])=>`  render:
    if: github.ref == ${B(`refs/heads/${e}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    permissions: # nothing else: kustomize and helm run here
      contents: read
    steps:
${P}
${F}
${L(t,[`mode: render`,...n],`render`)}
      - uses: actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1
        with:
          name: plumbline-rendered
          path: \${{ steps.render.outputs.rendered }}
          if-no-files-found: error
          retention-days: 1
`,Ve=`      - uses: actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1
        with:
          name: plumbline-rendered
          path: \${{ runner.temp }}/plumbline-rendered`,He="rendered: ${{ runner.temp }}/plumbline-rendered/plumbline-rendered.json";function Ue(e){let{environment:t,branch:n,action:r,cluster:i}=e;return`# Applies only what was reviewed and merged to the environment ${t}.
name: plumbline apply ${t}
on:
  push:
    branches: [${z(n)}]
permissions: {}
concurrency: # one run at a time; a newer run never cancels a running apply
  group: plumbline-apply-${N(t)}
  cancel-in-progress: false
jobs:
${I(n,r)}  apply:
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
${P}
${Ve}
${L(r,[`mode: apply`,`environment: ${z(t)}`,He,...Ge(e)])}
`}function We(e){let{environment:t,branch:n,action:r,cluster:i}=e,[,a]=O(e);return`# Compares the cluster with the branch, and keeps an issue open while they differ. It cannot change the cluster.
name: plumbline drift ${t}
on:
  schedule:
    - cron: '17 */6 * * *'
  workflow_dispatch:
permissions: {}
concurrency:
  group: plumbline-drift-${N(t)}
  cancel-in-progress: false
jobs:
${I(n,r,["base: ${{ github.sha }}"])}  drift:
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
${P}
${Ve}
${L(r,[`mode: drift`,`environment: ${z(t)}`,He,...i?[`role-arn: ${k(i,a)}`]:[],...Ge(e)])}
`}const Ge=({cluster:e})=>e?[]:["kubeconfig: ${{ secrets.PLUMBLINE_KUBECONFIG }}"];function L(e,t,n){let r=e.label===void 0?``:` # ${e.label}`,i=t.map(e=>`          ${e}`),a=n===void 0?`      - `:`      - id: ${n}\n        `;return`${R(e)}${a}uses: ${e.uses}${r}${i.length>0?`\n        with:\n${i.join(`
`)}`:``}`}function R(e){if(D(e))return``;let[t,n]=e.uses.split(`@`);return`      # A tag can be moved. To pin the Action, replace the tag with the commit: gh api repos/${t}/commits/${n} --jq .sha\n`}const z=e=>/^[A-Za-z][\w./-]*$/.test(e)&&!/^(?:true|false|null)$/i.test(e)?e:`'${e.replaceAll(`'`,`''`)}'`,B=e=>`'${e.replaceAll(`'`,`''`)}'`,Ke=({found:e})=>Je([...Ye,...Xe(e),...Ze(e),...Qe(e)]);function qe({environment:e,cluster:t,found:n}){let{[e]:r=[],...i}=n.environments;return Je([...Ye,...t?[]:Xe(n),...Ze(n),`environments:`,`  ${z(e)}:`,`    paths: ${et(r)}${r.length===0?` # all folders`:``}`,...t?[`    clusterArn: ${t.arn}`,`    roleArn: ${t.roleArn}`,`    allowedAccountIds: [${t.allowedAccountIds.map(e=>`'${e}'`).join(`, `)}]`]:[`    # The secret PLUMBLINE_KUBECONFIG of the GitHub environment contains the kubeconfig of the cluster.`],...$e(i),`gate:`,`  approvals: 1 # of exactly this plan, by somebody other than the author and the person who pushed last`])}const Je=e=>({path:`plumbline.yaml`,text:`${e.join(`
`)}\n`}),Ye=[`# plumbline reads this file from the base branch, so a pull request cannot relax it for itself.`,`# docs/options.md in plumbline's repository lists every key.`,`failOn: error`];function Xe({target:e,environments:t}){let{region:n,regionSource:r,isRegionAssumed:i,isRegionDisputed:a=!1}=e;if((!i||a)&&Object.keys(t).length>0)return[];if(!i)return[`region: ${n} # ${b(r)}`];let o=r===`assumed: no file names one`?`No file names one`:r.replace(`assumed: `,``);return[`# region: ${n} # ${b(o)}. Set yours: prices and instance types depend on it.`]}function Ze({target:e}){let{karpenterVersion:t,karpenterVersionSource:n,isKarpenterAssumed:r}=e;return r?[`# karpenter: { version: '${t}' } # No single version found. Set yours: fields and rules depend on it.`]:[`# Karpenter ${t}: ${b(n)}`]}function Qe({environments:e}){return Object.keys(e).length===0?[]:[`# Detected from the names of folders. Each environment has its own region, versions and estimate.`,`environments:`,...$e(e)]}const $e=e=>Object.entries(e).map(([e,t])=>`  ${z(e)}: { paths: ${et(t)} }`),et=e=>`[${e.map(z).join(`, `)}]`,tt=e=>O(e).map(({environment:e,purpose:t})=>nt(e,t)),nt=(e,t)=>({path:`plumbline/${e}/github-environment.json`,text:`${JSON.stringify(rt(t),null,2)}\n`}),rt=e=>({wait_timer:0,...e===`apply`&&{prevent_self_review:!0},...e===`apply`&&{reviewers:[]},deployment_branch_policy:{protected_branches:!0,custom_branch_policies:!1},can_admins_bypass:!1}),V=e=>`${JSON.stringify(e,null,2)}\n`;function it(e){let{cluster:t}=e;return t?O(e).flatMap(n=>{let r=`plumbline/${n.environment}`;return[{path:`${r}/trust-policy.json`,text:V(at(y(t.roleArn),H(e,n.environment)))},{path:`${r}/policy.json`,text:V(st(t))},{path:`${r}/access-entry.json`,text:V(ct(t,n))}]}):[]}function H({repository:e,hasIds:t},n){let{byName:i,byId:a}=r(e,n);return a===void 0?[i]:t===!0?[a]:[i,a]}function at({partition:e,account:t},r){return{Version:`2012-10-17`,Statement:[{Sid:`JobsOfOneEnvironment`,Effect:`Allow`,Principal:{Federated:`arn:${e}:iam::${t}:oidc-provider/${a}`},Action:s,Condition:{StringEquals:{[`${a}:aud`]:n,[`${a}:sub`]:r}}}]}}const ot=({roleArn:e})=>e.split(`:`)[4],st=({arn:e})=>({Version:`2012-10-17`,Statement:[{Sid:`LookTheClusterUp`,Effect:`Allow`,Action:[`eks:DescribeCluster`],Resource:[e]}]}),ct=(e,t)=>({clusterName:e.name,principalArn:k(e,t),kubernetesGroups:[t.group],type:`STANDARD`});function lt(e){let{target:t,objects:n,folders:r,environments:i}=e.found,a=Object.keys(i),o=r.length>0?` in ${r.map(e=>b(e)).join(`, `)}`:``;return`
Found ${n===0?`no Karpenter objects`:_(n,`Karpenter object`)}${o}.
${a.length>0?`  environments ${a.join(`, `)} (by the names of folders)\n`:``}  region ${t.region} (${b(t.regionSource)})
  Karpenter ${t.karpenterVersion} (${b(t.karpenterVersionSource)})

Next: check plumbline.yaml and commit the files. The next pull request that changes a NodePool gets a comment.
Run \`plumbline doctor --offline\` to check the files. \`plumbline init --apply\` adds applying on merge and drift detection.
${ut(e)}`}function ut({action:e}){if(D(e))return``;let[t,n]=e.uses.split(`@`);return`
The Action is not pinned to a commit, and a tag can be moved. To pin it, get the commit with
\`gh api repos/${t}/commits/${n} --jq .sha\` and run init again with \`--action ${t}@COMMIT\`.
`}function dt(e){let{environment:t,repository:n,isTerraform:r}=e,i=`${n.owner}/${n.name}`,a=r?ft(e):[...pt(e),...mt(e),...ht(e)],o=e.cluster?[]:O(e).map(e=>`gh secret set PLUMBLINE_KUBECONFIG --repo ${i} --env ${e.environment} < KUBECONFIG`);return`
Next, run these commands as an administrator:

${[...a,...o].map(e=>`  ${e}`).join(`
`)}

Then add reviewers to the GitHub environment ${t}, protect the branch ${e.branch}, and commit the files.
Check the setup with
  plumbline doctor --environment ${t}${gt(e)}
${ut(e)}`}const ft=({environment:e})=>[`terraform -chdir=plumbline/${e} init`,`terraform -chdir=plumbline/${e} apply`];function pt(e){let{cluster:t}=e;if(!t)return[];let n=O(e).flatMap(e=>{let n=`file://plumbline/${e.environment}`,r=`--role-name ${e.roleName}`;return[`aws iam create-role ${r} --assume-role-policy-document ${n}/trust-policy.json`,`aws iam put-role-policy ${r} --policy-name plumbline --policy-document ${n}/policy.json`,`aws eks create-access-entry --region ${t.region} --cli-input-json ${n}/access-entry.json`]});return[`# once for the account ${ot(t)}:`,`aws iam create-open-id-connect-provider --url https://token.actions.githubusercontent.com --client-id-list sts.amazonaws.com`,...n]}const mt=({environment:e})=>[`kubectl apply -f plumbline/${e}/rbac.yaml`],ht=e=>{let{owner:t,name:n}=e.repository;return O(e).map(({environment:e})=>`gh api --method PUT repos/${t}/${n}/environments/${encodeURIComponent(e)} --input plumbline/${e}/github-environment.json`)};function gt(e){let{cluster:t,repository:n,hasIds:i,environment:a}=e;if(!t)return``;let{byName:o,byId:s}=r(n,a);if(s===void 0)return`

The trust policies accept only ${o}. A repository that was created or renamed since July 15, 2026 has IDs in its
subject. In that case, run init again with --repository-ids "$(gh api repos/${n.owner}/${n.name} --jq '"\\(.owner.id)/\\(.id)"')".`;let c=i===!0?[s]:[o,s],l=i===!0?`\nTokens of this repository contain IDs, so the trust policies do not accept ${o}.`:``;return`

The trust policies accept ${c.join(` and `)}.${l}`}const _t=e=>[j(`plumbline-prices`,vt(e)),{path:`plumbline/${t}/trust-policy.json`,text:V(at(e.role,H(e,t)))},{path:`plumbline/${t}/policy.json`,text:V(me)},nt(t,`drift`)];function vt({action:e,branch:n,region:r,role:i}){let[a,o]=e.uses.split(`@`);return`# Reads instance types and prices from AWS each month, and opens a pull request with what changed. The role can only read.
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
    if: github.ref == ${B(`refs/heads/${n}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    environment: ${t} # protected branches only; no reviewers, because scheduled runs must not wait
    permissions:
      contents: write # only for the branch of the pull request
      pull-requests: write
      id-token: write # the identity that AWS trusts
    steps:
      - uses: ${A}
        with:
          persist-credentials: false
${R(e)}      - uses: ${A}
        with:
          repository: ${a}
          ref: ${o}${yt(e)}
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
`}const yt=({label:e})=>e===void 0?``:` # ${e}`;function bt({repository:{owner:e,name:n},role:r,branch:i}){let a=`plumbline/${t}`;return`
For current prices, run these commands as an administrator:

  # once for the account ${r.account}:
  aws iam create-open-id-connect-provider --url https://token.actions.githubusercontent.com --client-id-list sts.amazonaws.com
  aws iam create-role --role-name ${r.name} --assume-role-policy-document file://${a}/trust-policy.json
  aws iam put-role-policy --role-name ${r.name} --policy-name plumbline --policy-document file://${a}/policy.json
  gh api --method PUT repos/${e}/${n}/environments/${t} --input ${a}/github-environment.json

Then allow GitHub Actions to create pull requests in the settings of the repository, protect the branch ${i}, and commit the files. Run the workflow
"plumbline prices", merge its pull request, and set \`catalog: catalog\` in plumbline.yaml.
`}const U=`kube-system`,xt=({purpose:e},t)=>we(be,e===`apply`?Te(t):Ce);function St(e){let[t,n]=O(e),r=[wt(t,e.canDelete),Et(t),wt(n,!1),Et(n),...Dt(t)],i=[`# What plumbline may do in the cluster: access Karpenter's kinds and one Lease. Apply this once, as an administrator:`,`#   kubectl apply -f plumbline/${e.environment}/rbac.yaml`,...e.canDelete?[]:["# It cannot delete anything. `plumbline init --apply --deletions` adds that permission."]];return{path:`plumbline/${e.environment}/rbac.yaml`,text:`${i.join(`
`)}\n${r.join(`---
`)}`}}const W=e=>`[${e.map(e=>e===``?`""`:e).join(`, `)}]`,Ct=e=>e.map(({apiGroups:e,resources:t,resourceNames:n,verbs:r})=>`  - apiGroups: ${W(e)}\n    resources: ${W(t)}\n${n?`    resourceNames: ${W(n)}\n`:``}    verbs: ${W(r)}\n`).join(``),wt=(e,t)=>`apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: ${e.group}
rules:
${Ct(xt(e,t))}`,Tt=e=>`subjects:
  - apiGroup: rbac.authorization.k8s.io
    kind: Group
    name: ${e}
`,Et=({group:e})=>`apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: ${e}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: ${e}
${Tt(e)}`,Dt=({group:e,environment:t})=>[`apiVersion: coordination.k8s.io/v1
kind: Lease
metadata:
  name: ${S(t)}
  namespace: ${U}
`,`apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: ${e}
  namespace: ${U}
rules:
${Ct([{apiGroups:[`coordination.k8s.io`],resources:[`leases`],resourceNames:[S(t)],verbs:Se}])}`,`apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: ${e}
  namespace: ${U}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: ${e}
${Tt(e)}`];function Ot({roots:e,appliers:t,others:n}){let r=K(t.flatMap(e=>q(u(e))));for(let[,i]of K(e.map(kt))){let e=new Set(i.map(({name:e})=>e)),a=t=>[...r.values()].some(n=>G(n,e).length>1&&G(n,e).includes(t)),o=new Set([...e].filter(a));if(o.size<2)continue;let s=[i,...K([...t,...n].flatMap(e=>q(u(e)))).values()].filter(e=>G(e,o).length>1).flat(),c=new Map;for(let{name:e,path:t}of s)o.has(e)&&p(c,e,t);return Object.fromEntries([...c].toSorted(([e],[t])=>v(e,t)).map(([e,t])=>[e,[...new Set(t)].sort(v)]))}return{}}const G=(e,t)=>[...new Set(e.flatMap(({name:e})=>t.has(e)?[e]:[]))];function K(e){let t=re(e,({parent:e})=>e);return new Map([...t].filter(([,e])=>new Set(e.map(({name:e})=>e)).size>1))}const kt=e=>({path:e,parent:u(e),name:e.slice(e.lastIndexOf(`/`)+1)});function q(e){return e===``?[]:[kt(e),...q(u(e))]}function At(e,t){if(!e.isRegionAssumed||e.isRegionDisputed)return e;let n=t.filter(({text:e})=>e.includes(`topology.kubernetes.io/zone`)).toSorted((e,t)=>v(e.file,t.file)).flatMap(e=>{let t=ve(e).find(e=>!ge(e));if(t===void 0)return[];let{line:n}=new oe(e.text).position(t.span.start);return[{region:t.value.slice(0,-1),place:`${e.file}:${n}`}]}),r=[...new Set(n.map(({region:e})=>e))].sort(),[i]=n;return i===void 0?e:r.length>1?{...e,regionSource:`assumed: the repository names ${r.join(`, `)}`,isRegionDisputed:!0}:{...e,region:i.region,regionSource:`from ${i.place}`,isRegionAssumed:!1}}async function jt(e,{flags:t},n){let r=c({today:o()}),i={...r,sources:{...r.sources,render:!1}},{head:a}=await xe({flags:t,positionals:[]},{terminal:{...n,cwd:e},repository:new ne(e),settings:i,log:ye}),{manifests:s}=_e(a.sources.map(e=>ae(e,{set:{}}))),l=s.filter(ie),d=await m(e)??[],f=d.filter(e=>J(e)&&It.test(e)),p=Pt(e,d.filter(J)),h=p.filter(({file:e,text:t})=>/\.ya?ml$/.test(e)&&Ft.test(t)).map(({file:e})=>e),g=e=>e.map(({source:{file:e,origin:t}})=>t?.root??e).filter(J),_=zt(l.length===0?[]:[...g(l),...f],[...g(s),...f,...h]);return{target:At(he({settings:i,facts:Ee(De),head:a}),p),objects:l.length,folders:Rt(g(l).map(u)),isRendered:f.length>0||d.some(e=>Lt.test(e)),environments:Object.keys(_).length>0?_:Mt(p,h)}}function Mt(e,t){let n=e.filter(({file:e})=>e.endsWith(`.tf`));if(!n.some(({text:e})=>/karpenter/i.test(e)))return{};let r=n.filter(({text:e})=>Nt.test(e)).map(({file:e})=>u(e));return Ot({roots:[...new Set(r)],appliers:t,others:e.map(({file:e})=>e)})}const Nt=/^[ \t]*(?:provider|backend)[ \t]+"/m;function Pt(e,t){return t.filter(e=>/\.(?:ya?ml|tf)$/.test(e)).slice(0,5e3).flatMap(t=>{let n=T(e,t),r=Oe(n,{throwIfNoEntry:!1});return r?.isFile()!==!0||r.size>262144?[]:[{file:t,text:w(n,`utf8`)}]})}const Ft=/^apiVersion:\s*["']?(?:argoproj\.io|[a-z.]+\.fluxcd\.io)\//m,It=/(?:^|\/)(?:kustomization\.ya?ml|Kustomization)$/,Lt=/(?:^|\/)Chart\.yaml$/,J=e=>/^[\x20-\x7e]+$/.test(e);function Rt(e){let t=[...new Set(e)].sort(v);return t.includes(``)?[]:t.filter(e=>!t.some(t=>t!==e&&f(e,t)))}function zt(t,n){let r=t=>{let n=new Map;for(let r of t){let t=u(r).split(`/`),i=t.findIndex(e);if(i===-1)continue;let a=t[i];n.set(a,(n.get(a)??new Set).add(t.slice(0,i+1).join(`/`)))}return n},i=[...r(t).keys()].sort(v);if(i.length<2)return{};let a=r(n);return Object.fromEntries(i.map(e=>[e,[...a.get(e)].sort(v)]))}function Bt(e){let{cluster:t,environment:n}=e,r=O(e),i=[Vt(e),...t?[Ht(),...r.map(n=>Ut(e,t,n))]:[],...r.map(t=>Wt(e,t)),Gt(r[0]),...r.map(t=>Kt(e,t))];return{path:`plumbline/${n}/main.tf`,text:`${i.join(`
`)}`}}const Y=e=>JSON.stringify(e).replaceAll("${","$${").replaceAll(`%{`,`%%{`),X=e=>`[${e.map(Y).join(`, `)}]`,Z=({purpose:e})=>`plumbline_${e}`,Vt=({environment:e})=>`# What plumbline needs for the environment ${e}: IAM roles, RBAC in the cluster, and protection on GitHub.
terraform {
  required_providers {
    aws        = { source = "hashicorp/aws", version = ">= 5.33" }
    kubernetes = { source = "hashicorp/kubernetes", version = ">= 2.20" }
    github     = { source = "integrations/github", version = ">= 6.0" }
  }
}
`,Ht=()=>`# An account has only one of these. If it exists already, \`terraform import\` it.
resource "aws_iam_openid_connect_provider" "github" {
  url            = "https://${a}"
  client_id_list = [${Y(n)}]
}
`;function Ut(e,t,r){let i=Z(r);return`data "aws_iam_policy_document" "${i}_trust" {
  statement {
    sid     = "JobsOfOneEnvironment"
    actions = [${Y(s)}]
    principals {
      type        = "Federated"
      identifiers = [aws_iam_openid_connect_provider.github.arn]
    }
    condition {
      test     = "StringEquals"
      variable = "${a}:aud"
      values   = [${Y(n)}]
    }
    condition {
      test     = "StringEquals"
      variable = "${a}:sub"
      values   = ${X(H(e,r.environment))}
    }
  }
}

data "aws_iam_policy_document" "${i}" {
  statement {
    sid       = "LookTheClusterUp"
    actions   = ["eks:DescribeCluster"]
    resources = [${Y(t.arn)}]
  }
}

resource "aws_iam_role" "${i}" {
  name                 = ${Y(r.roleName)}
  assume_role_policy   = data.aws_iam_policy_document.${i}_trust.json
  max_session_duration = 3600
}

resource "aws_iam_role_policy" "${i}" {
  name   = "plumbline"
  role   = aws_iam_role.${i}.id
  policy = data.aws_iam_policy_document.${i}.json
}

resource "aws_eks_access_entry" "${i}" {
  cluster_name      = ${Y(t.name)}
  principal_arn     = aws_iam_role.${i}.arn
  kubernetes_groups = [${Y(r.group)}]
}
`}function Wt({canDelete:e},t){let n=xt(t,e).map(({apiGroups:e,resources:t,verbs:n})=>`  rule {
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
`}const Gt=({group:e,environment:t})=>`# The Lease that ensures only one apply runs at a time. It is created here because the role cannot create Leases.
resource "kubernetes_manifest" "plumbline_lease" {
  manifest = {
    apiVersion = "coordination.k8s.io/v1"
    kind       = "Lease"
    metadata   = { name = ${Y(S(t))}, namespace = "kube-system" }
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
    resource_names = [${Y(S(t))}]
    verbs          = ${X(Se)}
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
`,Kt=({repository:e},t)=>`resource "github_repository_environment" "${Z(t)}" {
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
`;async function qt(e,t){let{flags:n,positionals:r}=e;if(r.length>0)throw new x(`usage`,`\`init\` takes no path, but got \`${r[0]}\``,{help:"Pass `--output FOLDER` to write the files elsewhere."});let i=n.isOn(`apply`)===!0;i||Zt(n);let a=g(t.cwd),o={action:await an(n,t),hasForks:n.isOn(`forks`)??!0,found:await jt(a,e,t)},s=i?await $t(o,n,t):void 0,c=await en(o,s,n,t),l=[...s?Qt(s):Q(o),...c?_t(c):[]];if(n.isOn(`print`))return t.stdout.write(l.map(({path:e,text:t})=>`# ── ${e}\n${t}`).join(`
`),`document`),pe.ok;let u=E(t.cwd,n.text(`output`)??a),d=[...Q(o),...Q({...o,action:$})],f=sn(u,l,{isForced:n.isOn(`force`)===!0,replaceable:d}),p=s?dt(s):lt(o),m=c?bt(c):``,h=l.map(({path:e})=>`${f.has(e)?`left as it is:`:`wrote`} ${e}`);return t.stdout.write(`${h.join(`
`)}\n${p}${m}`),pe.ok}const Jt=[`environment`,`cluster-arn`,`role-arn`,`allowed-account-ids`,`repository`,`repository-ids`,`branch`,`deletions`,`terraform`],Yt=[`repository`,`repository-ids`,`branch`],Xt=`prices-role-arn`;function Zt(e){let t=e.text(Xt)!==void 0,n=Jt.find(n=>e.text(n)!==void 0&&!(t&&Yt.includes(n)));if(n!==void 0)throw new x(`usage`,`\`--${n}\` works only with \`init --apply\``,{help:"Add `--apply` to also write workflows, roles and RBAC for one environment. Without it, init writes only the review."})}const Q=e=>[...M(e),Ke(e)];function Qt(e){let t=e.isTerraform?[Bt(e)]:[...it(e),St(e),...tt(e)];return[...M(e),...Re(e),qe(e),...t]}async function $t(e,t,n){let r=t.text(`environment`)??nn(e.found);if(!/^[A-Za-z0-9][\w.-]{0,99}$/.test(r))throw new x(`usage`,`\`--environment ${r}\` cannot be part of file and role names`,{help:"Use only letters, digits, `.`, `_` and `-`."});return{...e,environment:r,...await tn(t,n),cluster:on(t,r),canDelete:t.isOn(`deletions`)===!0,isTerraform:t.isOn(`terraform`)===!0}}async function en(e,t,n,r){let i=n.text(Xt);if(i===void 0)return;let a=y(i),o=t?.cluster?.region??e.found.target.region,{repository:s,hasIds:c,branch:l}=t??await tn(n,r);return{...e,repository:s,hasIds:c,branch:l,role:a,region:o}}async function tn(e,t){let n=ue(e,t.cwd);if(!n)throw new x(`usage`,"The GitHub repository is unknown: there is no remote `origin` on GitHub",{help:"Pass it, such as `--repository acme/infra`."});let{repository:r,hasIds:i}=await se(n,e,ce(t));return{repository:r,hasIds:i,branch:rn(e)}}const nn=({environments:e})=>Object.keys(e).find(i)??`production`;function rn(e){let t=e.text(`branch`)??`main`;if(/^[\w][\w./-]*$/.test(t))return t;throw new x(`usage`,`\`--branch ${t}\` is not a branch name`,{help:"Write it as in `main`."})}const $={uses:`plumbline/plumbline@v0`};async function an(e,t){let n=e.text(`action`);if(n===void 0){let e=await(t.ownAction??Pe)();return e?{uses:`${e.name}@${e.commit}`,label:e.label}:$}if(/^[\w.-]+\/[\w.-]+@[\w./-]+$/.test(n))return{uses:n};throw new x(`usage`,`\`--action ${n}\` is not an action`,{help:"Write it as `plumbline/plumbline@v0`, or with a commit instead of the tag."})}function on(e,t){let n=e.text(`cluster-arn`);if(n===void 0)return;let{name:r,partition:i,region:a,account:o}=de(n),s=y(e.text(`role-arn`)??`arn:${i}:iam::${o}:role/plumbline-${t}`),c=fe(e.texts(`allowed-account-ids`)),l=c.length>0?c:[...new Set([o,s.account])].sort();return{arn:n,name:r,partition:i,region:a,account:o,roleArn:s.text,allowedAccountIds:l}}function sn(e,t,{isForced:n,replaceable:r}){let i=t.filter(({path:t,text:n})=>{let i=T(e,t);if(!C(i))return!1;let a=w(i,`utf8`);return a!==n&&!r.some(e=>e.path===t&&e.text===a)});if(i.length>0&&!n)throw new x(`usage`,`${i.map(({path:e})=>`\`${e}\``).join(`, `)} already ${l(i.length,`exists`,`exist`)} with other content, so nothing was written`,{help:"Run with `--print` to see the new content, or with `--force` to overwrite."});let a=new Set;for(let{path:n,text:r}of t){let t=T(e,n);C(t)&&w(t,`utf8`)===r?a.add(n):(ke(Me(t),{recursive:!0}),Ae(t,r))}return a}export{qt as runInit};
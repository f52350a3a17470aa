import{Hi as e,Hn as t,In as n,Ln as r,Rn as i,Ui as a,_ as o,qa as s,zn as c}from"./rules.js";import{$n as l,D as u,Qn as d,_ as f,_r as p,c as m,cr as h,d as g,er as _,jn as ee,jt as te,k as v,l as ne,mr as re,nr as ie,sr as ae,tr as oe,v as se,vr as ce,yr as y}from"./read.js";import{i as le,n as ue,o as de,r as fe}from"./repository-facts.js";import{i as b,n as pe,t as me}from"./arn.js";import{I as x,V as S,b as C,x as he}from"./command.js";import{n as ge}from"./refresh-actions.js";import{n as w}from"./lease.js";import{A as _e,E as ve,M as ye,N as be,Zt as xe,l as Se,s as Ce}from"./judge.js";import{i as we,o as Te,r as Ee,t as De}from"./rbac.js";import{a as Oe,p as ke}from"./catalog.js";import{existsSync as T,lstatSync as Ae,mkdirSync as je,readFileSync as E,writeFileSync as Me}from"node:fs";import{fileURLToPath as Ne}from"node:url";import{dirname as Pe,join as D,resolve as Fe}from"node:path";const Ie=Ne(new URL(import.meta.url.endsWith(`.ts`)?`../../../`:`../`,import.meta.url));async function Le(e=Ie){return Re(e)??await ze(e).catch(()=>void 0)}function Re(e){try{let{version:t,gitHead:n}=JSON.parse(E(D(e,`package.json`),`utf8`));return/^[0-9a-f]{40}$/.test(n)?{name:`plumbline/plumbline`,commit:n,label:`v${t}`}:void 0}catch{return}}async function ze(e){let t=Fe(e);if(v(t)!==t)return;let n=async(...e)=>(await u(t,e)).trim(),r=await n(`remote`,`get-url`,`origin`);if(!/^(?:https:\/\/|ssh:\/\/git@|git@)github\.com[:/]/.test(r))return;let i=de(r);if(i===void 0)return;let a=await n(`rev-parse`,`HEAD`),o=await f(t,a,[`action.yml`,`dist`]),{files:s}=await m({root:t,found:[],ids:new Map},o,()=>!0),c=(await n(`for-each-ref`,`--contains`,`HEAD`,`--format=%(refname:lstrip=3)`,`refs/remotes/origin/`)).split(`
`).find(e=>e!==``&&e!==`HEAD`);if(s.size>0||c===void 0)return;let l=await n(`tag`,`--points-at`,`HEAD`,`--list`,`v*.*.*`);return{name:`${i.owner}/${i.name}`,commit:a,label:l.split(`
`)[0]||c}}const Be=({uses:e})=>/@[0-9a-f]{40}$/.test(e);function O({environment:e,cluster:t}){let n=t?.roleArn.split(`/`).at(-1)??`plumbline-${e}`;return[{environment:e,roleName:n,group:`plumbline-${e}`,purpose:`apply`},{environment:Ve(e),roleName:`${n}-drift`,group:`plumbline-${e}-drift`,purpose:`drift`}]}const Ve=e=>`${e}-drift`,He=(e,{roleName:t})=>e.roleArn.replace(/(?<![^/])[^/]+$/,t),k=`actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1`,A=(e,t)=>({path:`.github/workflows/${e}.yaml`,text:t}),Ue=e=>[A(`plumbline`,Ge(e)),...re(e.hasForks,A(`plumbline-comment`,Ke(e)))],We=e=>[A(`plumbline-apply-${j(e.environment)}`,qe(e)),A(`plumbline-drift-${j(e.environment)}`,Je(e))],j=e=>e.toLowerCase().replace(/[^a-z0-9-]+/g,`-`),M=`      - uses: ${k}
        with:
          fetch-depth: 0
          persist-credentials: false`;function Ge({action:e,hasForks:t}){let n=()=>t?`Its token can only read; plumbline-comment.yaml writes the comment.`:`Its token can read files, and write only to pull requests and checks.`,r=t?[`comment: false`]:[];return`# Reviews every pull request. ${n()}
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
${R(e,r)}
`}function Ke({action:e,found:t}){return`# Comments on pull requests, including those from forks. It runs with the permissions of this repository, so it checks out
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
${S(t.isRendered,`${N}\n`)}${R(e,[`mode: comment`])}
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
          path: \${{ runner.temp }}/plumbline-rendered`,I="rendered: ${{ runner.temp }}/plumbline-rendered/plumbline-rendered.json";function qe(e){let{environment:t,branch:n,action:r,cluster:i}=e;return`# Applies only what was reviewed and merged to the environment ${t}.
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
${S(i,`      id-token: write # the identity that AWS trusts
`)}    steps:
${M}
${F}
${R(r,[`mode: apply`,`environment: ${B(t)}`,I,...L(e)])}
`}function Je(e){let{environment:t,branch:n,action:r,cluster:i}=e,[,a]=O(e),o=i?[`role-arn: ${He(i,a)}`]:[];return`# Compares the cluster with the branch, and keeps an issue open while they differ. It cannot change the cluster.
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
${S(i,`      id-token: write # the identity that AWS trusts
`)}    steps:
${M}
${F}
${R(r,[`mode: drift`,`environment: ${B(t)}`,I,...o,...L(e)])}
`}const L=({cluster:e})=>e?[]:["kubeconfig: ${{ secrets.PLUMBLINE_KUBECONFIG }}"];function R(e,t,n){let r=S(e.label!==void 0,` # ${e.label}`),i=t.map(e=>`          ${e}`),a=n===void 0?`      - `:`      - id: ${n}\n        `;return`${z(e)}${a}uses: ${e.uses}${r}${S(i.length>0,`\n        with:\n${i.join(`
`)}`)}`}function z(e){if(Be(e))return``;let[t,n]=e.uses.split(`@`);return`      # A tag can be moved. To pin the Action, replace the tag with the commit: gh api repos/${t}/commits/${n} --jq .sha\n`}const B=e=>/^[A-Za-z][\w./-]*$/.test(e)&&!/^(?:true|false|null)$/i.test(e)?e:`'${e.replaceAll(`'`,`''`)}'`,V=e=>`'${e.replaceAll(`'`,`''`)}'`,Ye=({found:e})=>H([...Qe,...$e(e),...et(e),...tt(e)]);function Xe(e){return e?[`    clusterArn: ${e.arn}`,`    roleArn: ${e.roleArn}`,`    allowedAccountIds: [${e.allowedAccountIds.map(e=>`'${e}'`).join(`, `)}]`]:[`    # The secret PLUMBLINE_KUBECONFIG of the GitHub environment contains the kubeconfig of the cluster.`]}function Ze({environment:e,cluster:t,found:n}){let{[e]:r=[],...i}=n.environments;return H([...Qe,...t?[]:$e(n),...et(n),`environments:`,`  ${B(e)}:`,`    paths: ${rt(r)}${S(r.length===0,` # all folders`)}`,...Xe(t),...nt(i),`gate:`,`  approvals: 1 # of exactly this plan, by somebody other than the author and the person who pushed last`])}const H=e=>({path:`plumbline.yaml`,text:`${e.join(`
`)}\n`}),Qe=[`# plumbline reads this file from the base branch, so a pull request cannot relax it for itself.`,`# docs/options.md in plumbline's repository lists every key.`,`failOn: error`];function $e({target:e,environments:t}){let{region:n,regionSource:r,isRegionAssumed:i,isRegionDisputed:a=!1}=e;return(!i||a)&&Object.keys(t).length>0?[]:i?[`# region: ${n} # ${x(r===`assumed: no file names one`?`No file names one`:r.replace(`assumed: `,``))}. Set yours: prices and instance types depend on it.`]:[`region: ${n} # ${x(r)}`]}function et({target:e}){let{karpenterVersion:t,karpenterVersionSource:n,isKarpenterAssumed:r}=e;return r?[`# karpenter: { version: '${t}' } # No single version found. Set yours: fields and rules depend on it.`]:[`# Karpenter ${t}: ${x(n)}`]}function tt({environments:e}){return Object.keys(e).length===0?[]:[`# Detected from the names of folders and files. Each environment has its own region, versions and estimate.`,`environments:`,...nt(e)]}const nt=e=>Object.entries(e).map(([e,t])=>`  ${B(e)}: { paths: ${rt(t)} }`),rt=e=>`[${e.map(B).join(`, `)}]`,it=e=>O(e).map(({environment:e,purpose:t})=>at(e,t)),at=(e,t)=>({path:`plumbline/${e}/github-environment.json`,text:`${JSON.stringify(ot(t),null,2)}\n`}),ot=e=>({wait_timer:0,...e===`apply`&&{prevent_self_review:!0},...e===`apply`&&{reviewers:[]},deployment_branch_policy:{protected_branches:!0,custom_branch_policies:!1},can_admins_bypass:!1}),U=e=>`${JSON.stringify(e,null,2)}\n`;function st(e){let{cluster:t}=e;return t?O(e).flatMap(n=>{let r=`plumbline/${n.environment}`;return[{path:`${r}/trust-policy.json`,text:U(ct(b(t.roleArn),W(e,n.environment)))},{path:`${r}/policy.json`,text:U(ut(t))},{path:`${r}/access-entry.json`,text:U(dt(t,n))}]}):[]}function W({repository:e,hasIds:t},n){let{byName:r,byId:a}=i(e,n);return a===void 0?[r]:t===!0?[a]:[r,a]}function ct({partition:e,account:t},i){return{Version:`2012-10-17`,Statement:[{Sid:`JobsOfOneEnvironment`,Effect:`Allow`,Principal:{Federated:`arn:${e}:iam::${t}:oidc-provider/${c}`},Action:n,Condition:{StringEquals:{[`${c}:aud`]:r,[`${c}:sub`]:i}}}]}}const lt=({roleArn:e})=>e.split(`:`)[4],ut=({arn:e})=>({Version:`2012-10-17`,Statement:[{Sid:`LookTheClusterUp`,Effect:`Allow`,Action:[`eks:DescribeCluster`],Resource:[e]}]}),dt=(e,t)=>({clusterName:e.name,principalArn:He(e,t),kubernetesGroups:[t.group],type:`STANDARD`});function ft(e){let{target:t,objects:n,folders:r,environments:i}=e.found,a=Object.keys(i),o=S(r.length>0,` in ${r.map(e=>x(e)).join(`, `)}`);return`
Found ${n===0?`no Karpenter objects`:ce(n,`Karpenter object`)}${o}.
${S(a.length>0,`  environments ${a.join(`, `)} (by the names of folders and files)\n`)}  region ${t.region} (${x(t.regionSource)})
  Karpenter ${t.karpenterVersion} (${x(t.karpenterVersionSource)})

Next: check plumbline.yaml and commit the files. The next pull request that changes a NodePool gets a comment.
Run \`plumbline doctor --offline\` to check the files. \`plumbline init --apply\` adds applying on merge and drift detection.
${pt(e)}`}function pt({action:e}){if(Be(e))return``;let[t,n]=e.uses.split(`@`);return`
The Action is not pinned to a commit, and a tag can be moved. To pin it, get the commit with
\`gh api repos/${t}/commits/${n} --jq .sha\` and run init again with \`--action ${t}@COMMIT\`.
`}function mt(e){let{environment:t,repository:n,isTerraform:r}=e,i=`${n.owner}/${n.name}`,a=()=>r?ht(e):[...gt(e),..._t(e),...vt(e)],o=()=>e.cluster?[]:O(e).map(e=>`gh secret set PLUMBLINE_KUBECONFIG --repo ${i} --env ${e.environment} < KUBECONFIG`);return`
Next, run these commands as an administrator:

${[...a(),...o()].map(e=>`  ${e}`).join(`
`)}

Then add reviewers to the GitHub environment ${t}, protect the branch ${e.branch}, and commit the files.
Check the setup with
  plumbline doctor --environment ${t}${yt(e)}
${pt(e)}`}const ht=({environment:e})=>[`terraform -chdir=plumbline/${e} init`,`terraform -chdir=plumbline/${e} apply`];function gt(e){let{cluster:t}=e;if(!t)return[];let n=O(e).flatMap(e=>{let n=`file://plumbline/${e.environment}`,r=`--role-name ${e.roleName}`;return[`aws iam create-role ${r} --assume-role-policy-document ${n}/trust-policy.json`,`aws iam put-role-policy ${r} --policy-name plumbline --policy-document ${n}/policy.json`,`aws eks create-access-entry --region ${t.region} --cli-input-json ${n}/access-entry.json`]});return[`# once for the account ${lt(t)}:`,`aws iam create-open-id-connect-provider --url https://token.actions.githubusercontent.com --client-id-list sts.amazonaws.com`,...n]}const _t=({environment:e})=>[`kubectl apply -f plumbline/${e}/rbac.yaml`],vt=e=>{let{owner:t,name:n}=e.repository;return O(e).map(({environment:e})=>`gh api --method PUT repos/${t}/${n}/environments/${encodeURIComponent(e)} --input plumbline/${e}/github-environment.json`)};function yt(e){let{cluster:t,repository:n,hasIds:r,environment:a}=e;if(!t)return``;let{byName:o,byId:s}=i(n,a);if(s===void 0)return`

The trust policies accept only ${o}. A repository that was created or renamed since July 15, 2026 has IDs in its
subject. In that case, run init again with --repository-ids "$(gh api repos/${n.owner}/${n.name} --jq '"\\(.owner.id)/\\(.id)"')".`;let c=r===!0?[s]:[o,s],l=S(r===!0,`\nTokens of this repository contain IDs, so the trust policies do not accept ${o}.`);return`

The trust policies accept ${c.join(` and `)}.${l}`}const bt=e=>[A(`plumbline-prices`,xt(e)),{path:`plumbline/${t}/trust-policy.json`,text:U(ct(e.role,W(e,t)))},{path:`plumbline/${t}/policy.json`,text:U(ge)},at(t,`drift`)];function xt({action:e,branch:n,region:r,role:i}){let[a,o]=e.uses.split(`@`);return`# Reads instance types and prices from AWS each month, and opens a pull request with what changed. The role can only read.
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
    if: github.ref == ${V(`refs/heads/${n}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    environment: ${t} # protected branches only; no reviewers, because scheduled runs must not wait
    permissions:
      contents: write # only for the branch of the pull request
      pull-requests: write
      id-token: write # the identity that AWS trusts
    steps:
      - uses: ${k}
        with:
          persist-credentials: false
${z(e)}      - uses: ${k}
        with:
          repository: ${a}
          ref: ${o}${St(e)}
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
`}const St=({label:e})=>e===void 0?``:` # ${e}`;function Ct({repository:{owner:e,name:n},role:r,branch:i}){let a=`plumbline/${t}`;return`
For current prices, run these commands as an administrator:

  # once for the account ${r.account}:
  aws iam create-open-id-connect-provider --url https://token.actions.githubusercontent.com --client-id-list sts.amazonaws.com
  aws iam create-role --role-name ${r.name} --assume-role-policy-document file://${a}/trust-policy.json
  aws iam put-role-policy --role-name ${r.name} --policy-name plumbline --policy-document file://${a}/policy.json
  gh api --method PUT repos/${e}/${n}/environments/${t} --input ${a}/github-environment.json

Then allow GitHub Actions to create pull requests in the settings of the repository, protect the branch ${i}, and commit the files. Run the workflow
"plumbline prices", merge its pull request, and set \`catalog: catalog\` in plumbline.yaml.
`}const G=`kube-system`,wt=({purpose:e},t)=>Ee(xe,e===`apply`?De(t):Te);function Tt(e){let[t,n]=O(e),r=[Dt(t,e.canDelete),kt(t),Dt(n,!1),kt(n),...At(t)],i=[`# What plumbline may do in the cluster: access Karpenter's kinds and one Lease. Apply this once, as an administrator:`,`#   kubectl apply -f plumbline/${e.environment}/rbac.yaml`,...re(!e.canDelete,"# It cannot delete anything. `plumbline init --apply --deletions` adds that permission.")];return{path:`plumbline/${e.environment}/rbac.yaml`,text:`${i.join(`
`)}\n${r.join(`---
`)}`}}const K=e=>`[${e.map(e=>e===``?`""`:e).join(`, `)}]`,Et=e=>e.map(({apiGroups:e,resources:t,resourceNames:n,verbs:r})=>{let i=n?`    resourceNames: ${K(n)}\n`:``;return`  - apiGroups: ${K(e)}\n    resources: ${K(t)}\n${i}    verbs: ${K(r)}\n`}).join(``),Dt=(e,t)=>`apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: ${e.group}
rules:
${Et(wt(e,t))}`,Ot=e=>`subjects:
  - apiGroup: rbac.authorization.k8s.io
    kind: Group
    name: ${e}
`,kt=({group:e})=>`apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: ${e}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: ${e}
${Ot(e)}`,At=({group:e,environment:t})=>[`apiVersion: coordination.k8s.io/v1
kind: Lease
metadata:
  name: ${w(t)}
  namespace: ${G}
`,`apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: ${e}
  namespace: ${G}
rules:
${Et([{apiGroups:[`coordination.k8s.io`],resources:[`leases`],resourceNames:[w(t)],verbs:we}])}`,`apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: ${e}
  namespace: ${G}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: ${e}
${Ot(e)}`];function jt({roots:e,appliers:t,others:n}){let r=q(t.flatMap(Nt));for(let[,i]of q(e.map(J))){let e=new Set(i.map(({name:e})=>e)),a=[...r.values()].map(t=>Mt(t,e)).filter(({length:e})=>e>1).flat(),o=new Set([...e].filter(e=>a.includes(e)));if(o.size<2)continue;let s=[i,...q([...t,...n].flatMap(Nt)).values()].filter(e=>Mt(e,o).length>1).flat(),c=new Map;for(let{name:e,path:t}of s)o.has(e)&&ae(c,e,t);return Object.fromEntries([...c].toSorted(([e],[t])=>y(e,t)).map(([e,t])=>[e,[...new Set(t)].sort(y)]))}return{}}const Mt=(e,t)=>[...new Set(e.map(({name:e})=>e).filter(e=>t.has(e)))];function q(e){let t=h(e,({parent:e})=>e);return new Map([...t].filter(([,e])=>new Set(e.map(({name:e})=>e)).size>1))}const J=e=>({path:e,parent:_(e),name:l(e)}),Nt=e=>oe(_(e)).filter(e=>e!==``).map(J),Pt=/^[ \t]*(?:-[ \t]+)?["']?(?:aws_?)?region["']?:[ \t]*["']?((?:[a-z]{2}|us-gov)-[a-z]+-\d)["']?[ \t]*(?:#.*)?$/i;function Ft(e,t){if(!e.isRegionAssumed||e.isRegionDisputed)return e;let n=t.filter(({file:e})=>/\.ya?ml$/.test(e)&&!/(?:^|\/)\./.test(e)).toSorted((e,t)=>y(e.file,t.file)).flatMap(({file:e,text:t})=>t.split(/\r?\n/).flatMap((t,n)=>{let r=Pt.exec(t)?.[1];return r===void 0?[]:[{region:r,place:`${e}:${n+1}`}]})),r=[...new Set(n.map(({region:e})=>e))].sort(),[i]=n;return i===void 0?e:r.length>1?{...e,regionSource:`assumed: the repository names ${r.join(`, `)}`,isRegionDisputed:!0}:{...e,region:i.region,regionSource:`from ${i.place}`,isRegionAssumed:!1}}function It(e,t){if(!e.isRegionAssumed||e.isRegionDisputed)return e;let n=t.filter(({text:e})=>e.includes(`topology.kubernetes.io/zone`)).toSorted((e,t)=>y(e.file,t.file)).flatMap(e=>{let t=be(e).find(e=>!ye(e));if(t===void 0)return[];let{line:n}=new d(e.text).position(t.span.start);return[{region:t.value.slice(0,-1),place:`${e.file}:${n}`}]}),r=[...new Set(n.map(({region:e})=>e))].sort(),[i]=n;return i===void 0?e:r.length>1?{...e,regionSource:`assumed: the repository names ${r.join(`, `)}`,isRegionDisputed:!0}:{...e,region:i.region,regionSource:`from ${i.place}`,isRegionAssumed:!1}}async function Lt(e,{flags:t},n){let r=o({today:s()}),i={...r,sources:{...r.sources,render:!1}},{head:a}=await Ce({flags:t,positionals:[]},{terminal:{...n,cwd:e},repository:new ne(e),settings:i,log:Se}),{manifests:c}=ve(a.sources.map(e=>te(e,{set:{}}))),l=c.filter(ee),u=await se(e)??[],d=u.filter(e=>Y(e)&&Gt.test(e)),f=Ut(e,u.filter(Y)),p=f.filter(({file:e,text:t})=>/\.ya?ml$/.test(e)&&Wt.test(t)).map(({file:e})=>e),m=e=>e.map(({source:{file:e,origin:t}})=>t?.root??e).filter(Y),h=Jt(l.length===0?[]:[...m(l),...d],[...m(c),...d,...p]),g=It(_e({settings:i,facts:Oe(ke),head:a}),f),v=[h,Rt(l),Vt(f,p)].find(e=>Object.keys(e).length>0);return{target:v===void 0?Ft(g,f):g,objects:l.filter(({isPartial:e})=>!e).length,folders:qt(m(l).map(_)),isRendered:d.length>0||u.some(e=>Kt.test(e)),environments:v??{}}}function Rt(t){let n=t.flatMap(({source:{origin:e}})=>e?.place??[]).filter(Bt),r=[...new Set(n)].sort(y).flatMap(t=>{let n=t.replace(zt,``).split(`/`).findLast(t=>e(t));return n===void 0||!Y(t)?[]:[[n,t]]}),i=h(r,([e])=>e);return i.size<2?{}:Object.fromEntries([...i].map(([e,t])=>[e,t.map(([,e])=>e)]))}const zt=/\.tfvars(?:\.json)?$/,Bt=e=>zt.test(e);function Vt(e,t){let n=e.filter(({file:e})=>e.endsWith(`.tf`));if(!n.some(({text:e})=>/karpenter/i.test(e)))return{};let r=n.filter(({text:e})=>Ht.test(e)).map(({file:e})=>_(e));return jt({roots:[...new Set(r)],appliers:t,others:e.map(({file:e})=>e)})}const Ht=/^[ \t]*(?:provider|backend)[ \t]+"/m;function Ut(e,t){return t.filter(e=>/\.(?:ya?ml|tf)$/.test(e)).slice(0,5e3).flatMap(t=>{let n=D(e,t),r=Ae(n,{throwIfNoEntry:!1});return r?.isFile()!==!0||r.size>262144?[]:[{file:t,text:E(n,`utf8`)}]})}const Wt=/^apiVersion:\s*["']?(?:argoproj\.io|[a-z.]+\.fluxcd\.io)\//m,Gt=/(?:^|\/)(?:kustomization\.ya?ml|Kustomization)$/,Kt=/(?:^|\/)Chart\.yaml$/,Y=e=>/^[\x20-\x7e]+$/.test(e);function qt(e){let t=[...new Set(e)].sort(y);return t.includes(``)?[]:t.filter(e=>!t.some(t=>t!==e&&ie(e,t)))}function Jt(t,n){let r=t=>{let n=new Map;for(let r of t){let t=_(r).split(`/`),i=t.findIndex(e);if(i===-1)continue;let a=t[i];n.set(a,(n.get(a)??new Set).add(t.slice(0,i+1).join(`/`)))}return n},i=[...r(t).keys()].sort(y);if(i.length<2)return{};let a=r(n);return Object.fromEntries(i.map(e=>[e,[...a.get(e)].sort(y)]))}function Yt(e){let{cluster:t,environment:n}=e,r=O(e),i=[Xt(e),...t?[Zt(),...r.map(n=>Qt(e,t,n))]:[],...r.map(t=>$t(e,t)),en(r[0]),...r.map(t=>tn(e,t))];return{path:`plumbline/${n}/main.tf`,text:`${i.join(`
`)}`}}const X=e=>JSON.stringify(e).replaceAll("${","$${").replaceAll(`%{`,`%%{`),Z=e=>`[${e.map(X).join(`, `)}]`,Q=({purpose:e})=>`plumbline_${e}`,Xt=({environment:e})=>`# What plumbline needs for the environment ${e}: IAM roles, RBAC in the cluster, and protection on GitHub.
terraform {
  required_providers {
    aws        = { source = "hashicorp/aws", version = ">= 5.33" }
    kubernetes = { source = "hashicorp/kubernetes", version = ">= 2.20" }
    github     = { source = "integrations/github", version = ">= 6.0" }
  }
}
`,Zt=()=>`# An account has only one of these. If it exists already, \`terraform import\` it.
resource "aws_iam_openid_connect_provider" "github" {
  url            = "https://${c}"
  client_id_list = [${X(r)}]
}
`;function Qt(e,t,i){let a=Q(i);return`data "aws_iam_policy_document" "${a}_trust" {
  statement {
    sid     = "JobsOfOneEnvironment"
    actions = [${X(n)}]
    principals {
      type        = "Federated"
      identifiers = [aws_iam_openid_connect_provider.github.arn]
    }
    condition {
      test     = "StringEquals"
      variable = "${c}:aud"
      values   = [${X(r)}]
    }
    condition {
      test     = "StringEquals"
      variable = "${c}:sub"
      values   = ${Z(W(e,i.environment))}
    }
  }
}

data "aws_iam_policy_document" "${a}" {
  statement {
    sid       = "LookTheClusterUp"
    actions   = ["eks:DescribeCluster"]
    resources = [${X(t.arn)}]
  }
}

resource "aws_iam_role" "${a}" {
  name                 = ${X(i.roleName)}
  assume_role_policy   = data.aws_iam_policy_document.${a}_trust.json
  max_session_duration = 3600
}

resource "aws_iam_role_policy" "${a}" {
  name   = "plumbline"
  role   = aws_iam_role.${a}.id
  policy = data.aws_iam_policy_document.${a}.json
}

resource "aws_eks_access_entry" "${a}" {
  cluster_name      = ${X(t.name)}
  principal_arn     = aws_iam_role.${a}.arn
  kubernetes_groups = [${X(i.group)}]
}
`}function $t({canDelete:e},t){let n=wt(t,e).map(({apiGroups:e,resources:t,verbs:n})=>`  rule {
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
`}const en=({group:e,environment:t})=>`# The Lease that ensures only one apply runs at a time. It is created here because the role cannot create Leases.
resource "kubernetes_manifest" "plumbline_lease" {
  manifest = {
    apiVersion = "coordination.k8s.io/v1"
    kind       = "Lease"
    metadata   = { name = ${X(w(t))}, namespace = "kube-system" }
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
    resource_names = [${X(w(t))}]
    verbs          = ${Z(we)}
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
`,tn=({repository:e},t)=>`resource "github_repository_environment" "${Q(t)}" {
  repository          = ${X(e.name)}
  environment         = ${X(t.environment)}
  can_admins_bypass   = false
${S(t.purpose===`apply`,`  prevent_self_review = true
  # reviewers { teams = [TEAM_ID] } # up to six teams or users who approve the deployment
`)}  deployment_branch_policy {
    protected_branches     = true
    custom_branch_policies = false
  }
}
`;async function nn(e,t){let{flags:n,positionals:r}=e;if(r.length>0)throw new C(`usage`,`\`init\` takes no path, but got \`${r[0]}\``,{help:"Pass `--output FOLDER` to write the files elsewhere."});let i=n.isOn(`apply`)===!0;i||sn(n);let a=g(t.cwd),o={action:await hn(n,t),hasForks:n.isOn(`forks`)??!0,found:await Lt(a,e,t)},s=i?await ln(o,n,t):void 0,c=await un(o,s,n,t),l=[...s?cn(s):$(o),...c?bt(c):[]];if(n.isOn(`print`))return t.stdout.write(l.map(({path:e,text:t})=>`# ── ${e}\n${t}`).join(`
`),`document`),he.ok;let u=Fe(t.cwd,n.text(`output`)??a),d=[...$(o),...$({...o,action:mn})],f=_n(u,l,{isForced:n.isOn(`force`)===!0,replaceable:d}),p=s?mt(s):ft(o),m=c?Ct(c):``,h=l.map(({path:e})=>`${f.has(e)?`left as it is:`:`wrote`} ${e}`);return t.stdout.write(`${h.join(`
`)}\n${p}${m}`),he.ok}const rn=[`environment`,`cluster-arn`,`role-arn`,`allowed-account-ids`,`repository`,`repository-ids`,`branch`,`deletions`,`terraform`],an=[`repository`,`repository-ids`,`branch`],on=`prices-role-arn`;function sn(e){let t=e.text(on)!==void 0,n=rn.find(n=>e.text(n)!==void 0&&!(t&&an.includes(n)));if(n!==void 0)throw new C(`usage`,`\`--${n}\` works only with \`init --apply\``,{help:"Add `--apply` to also write workflows, roles and RBAC for one environment. Without it, init writes only the review."})}const $=e=>[...Ue(e),Ye(e)];function cn(e){let t=()=>e.isTerraform?[Yt(e)]:[...st(e),Tt(e),...it(e)];return[...Ue(e),...We(e),Ze(e),...t()]}async function ln(e,t,n){let r=t.text(`environment`)??fn(e.found);if(!/^[A-Za-z0-9][\w.-]{0,99}$/.test(r))throw new C(`usage`,`\`--environment ${r}\` cannot be part of file and role names`,{help:"Use only letters, digits, `.`, `_` and `-`."});return{...e,environment:r,...await dn(t,n),cluster:gn(t,r),canDelete:t.isOn(`deletions`)===!0,isTerraform:t.isOn(`terraform`)===!0}}async function un(e,t,n,r){let i=n.text(on);if(i===void 0)return;let a=b(i),o=t?.cluster?.region??e.found.target.region,{repository:s,hasIds:c,branch:l}=t??await dn(n,r);return{...e,repository:s,hasIds:c,branch:l,role:a,region:o}}async function dn(e,t){let n=fe(e,t.cwd);if(!n)throw new C(`usage`,"The GitHub repository is unknown: there is no remote `origin` on GitHub",{help:"Pass it, such as `--repository acme/infra`."});let{repository:r,hasIds:i}=await le(n,e,ue(t));return{repository:r,hasIds:i,branch:pn(e)}}const fn=({environments:e})=>Object.keys(e).find(a)??`production`;function pn(e){let t=e.text(`branch`)??`main`;if(/^[\w][\w./-]*$/.test(t))return t;throw new C(`usage`,`\`--branch ${t}\` is not a branch name`,{help:"Write it as in `main`."})}const mn={uses:`plumbline/plumbline@v0`};async function hn(e,t){let n=e.text(`action`);if(n===void 0){let e=await(t.ownAction??Le)();return e?{uses:`${e.name}@${e.commit}`,label:e.label}:mn}if(/^[\w.-]+\/[\w.-]+@[\w./-]+$/.test(n))return{uses:n};throw new C(`usage`,`\`--action ${n}\` is not an action`,{help:"Write it as `plumbline/plumbline@v0`, or with a commit instead of the tag."})}function gn(e,t){let n=e.text(`cluster-arn`);if(n===void 0)return;let{name:r,partition:i,region:a,account:o}=pe(n),s=b(e.text(`role-arn`)??`arn:${i}:iam::${o}:role/plumbline-${t}`),c=me(e.texts(`allowed-account-ids`)),l=c.length>0?c:[...new Set([o,s.account])].sort();return{arn:n,name:r,partition:i,region:a,account:o,roleArn:s.text,allowedAccountIds:l}}function _n(e,t,{isForced:n,replaceable:r}){let i=t.filter(({path:t,text:n})=>{let i=D(e,t);if(!T(i))return!1;let a=E(i,`utf8`);return a!==n&&!r.some(e=>e.path===t&&e.text===a)});if(i.length>0&&!n)throw new C(`usage`,`${i.map(({path:e})=>`\`${e}\``).join(`, `)} already ${p(i.length,`exists`,`exist`)} with other content, so nothing was written`,{help:"Run with `--print` to see the new content, or with `--force` to overwrite."});let a=new Set;for(let{path:n,text:r}of t){let t=D(e,n);T(t)&&E(t,`utf8`)===r?a.add(n):(je(Pe(t),{recursive:!0}),Me(t,r))}return a}export{nn as runInit};
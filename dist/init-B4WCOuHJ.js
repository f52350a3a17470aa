import{h as e,m as t}from"./command-B3ZtUn72.js";import{c as n}from"./read-Dd2XZSnk.js";import{a as r,c as i,d as a,f as o,m as s,o as c,s as l}from"./web-identity-CibETJDT.js";import{n as u}from"./lease-erqvyqcR.js";import{Ot as d}from"./judge-dM9XwJJS.js";import{i as f,o as p,r as ee,t as te}from"./rbac-bB2xysjb.js";import{i as ne,n as re,r as ie}from"./repository-facts-D4Lu_bF_.js";import{existsSync as m,mkdirSync as h,readFileSync as g,writeFileSync as _}from"node:fs";import{dirname as v,join as y,resolve as ae}from"node:path";function b({environment:e,cluster:t}){let n=t?.roleArn.split(`/`).at(-1)??`plumbline-${e}`;return[{environment:e,roleName:n,group:`plumbline-${e}`,purpose:`apply`},{environment:oe(e),roleName:`${n}-drift`,group:`plumbline-${e}-drift`,purpose:`drift`}]}const oe=e=>`${e}-drift`,x=(e,{roleName:t})=>e.roleArn.replace(/[^/]+$/,t);function se(e){let t=(e,t)=>({path:`.github/workflows/${e}.yaml`,text:t});return[t(`plumbline`,ce(e)),...e.hasForks?[t(`plumbline-comment`,le(e))]:[],t(`plumbline-apply-${S(e.environment)}`,ue(e)),t(`plumbline-drift-${S(e.environment)}`,de(e))]}const S=e=>e.toLowerCase().replace(/[^a-z0-9-]+/g,`-`),C=`      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
        with:
          fetch-depth: 0
          persist-credentials: false`;function ce({action:e,hasForks:t}){return`# Reviews every pull request. Its token can only read${t?`: plumbline-comment.yaml writes the comment`:`, but for the comment`}.
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
${C}
${T(e,t?[`comment: false`]:[])}
`}function le({action:e}){return`# Comments on pull requests, those of forks too. It runs with the rights of this repository, and therefore checks nothing
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
${T(e,[`mode: comment`])}
`}function ue(e){let{environment:t,branch:n,action:r,cluster:i}=e;return`# Applies what was reviewed and merged, and nothing else, to the environment ${t}.
name: plumbline apply ${t}
on:
  push:
    branches: [${E(n)}]
permissions: {}
concurrency: # one at a time; a run that has begun is never cut off
  group: plumbline-apply-${S(t)}
  cancel-in-progress: false
jobs:
  apply:
    if: github.ref == ${D(`refs/heads/${n}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 45
    environment: ${E(t)} # protected branches only, reviewers other than the author, no bypass
    permissions:
      contents: read
      pull-requests: read # approvals
      deployments: write
${i?`      id-token: write # the identity that AWS trusts
`:``}    steps:
${C}
${T(r,[`mode: apply`,`environment: ${E(t)}`,...w(e)])}
`}function de(e){let{environment:t,branch:n,action:r,cluster:i}=e,[,a]=b(e);return`# Compares the cluster with the branch, and keeps one issue open while they differ. It can only read.
name: plumbline drift ${t}
on:
  schedule:
    - cron: '17 */6 * * *'
  workflow_dispatch:
permissions: {}
concurrency:
  group: plumbline-drift-${S(t)}
  cancel-in-progress: false
jobs:
  drift:
    if: github.ref == ${D(`refs/heads/${n}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    environment: ${E(a.environment)} # protected branches only; no reviewers, for nobody waits for a schedule
    permissions:
      contents: read
      issues: write
${i?`      id-token: write # the identity that AWS trusts
`:``}    steps:
${C}
${T(r,[`mode: drift`,`environment: ${E(t)}`,...i?[`role-arn: ${x(i,a)}`]:[],...w(e)])}
`}const w=({cluster:e})=>e?[]:["kubeconfig: ${{ secrets.PLUMBLINE_KUBECONFIG }}"];function T(e,t){let[n,r=``]=e.split(`@`),i=/^[0-9a-f]{40}$/.test(r)?``:`      # A tag can be moved. To pin it, put the commit here: gh api repos/${n}/commits/${r} --jq .sha\n`,a=t.map(e=>`          ${e}`);return`${i}      - uses: ${e}${a.length>0?`\n        with:\n${a.join(`
`)}`:``}`}const E=e=>/^[A-Za-z][\w./-]*$/.test(e)?e:`'${e.replaceAll(`'`,`''`)}'`,D=e=>`'${e.replaceAll(`'`,`''`)}'`;function O({environment:e,cluster:t}){return{path:`plumbline.yaml`,text:[`# What plumbline holds changes against. It is read from the base branch: a pull request cannot relax it for itself.`,`# Everything that may stand here: docs/options.md of plumbline.`,`failOn: error`,`environments:`,`  ${E(e)}:`,...t?[`    clusterArn: ${t.arn}`,`    roleArn: ${t.roleArn}`,`    allowedAccountIds: [${t.allowedAccountIds.map(e=>`'${e}'`).join(`, `)}]`]:[`    # The cluster is the one that the secret PLUMBLINE_KUBECONFIG of the environment leads to.`,`    paths: []`],`gate:`,`  approvals: 1 # of the very plan, by somebody who is neither author nor last pusher`,``].join(`
`)}}const k=e=>b(e).map(({environment:e,purpose:t})=>({path:`plumbline/${e}/github-environment.json`,text:`${JSON.stringify(A(t),null,2)}\n`})),A=e=>({wait_timer:0,...e===`apply`&&{prevent_self_review:!0},...e===`apply`&&{reviewers:[]},deployment_branch_policy:{protected_branches:!0,custom_branch_policies:!1},can_admins_bypass:!1}),j=e=>`${JSON.stringify(e,null,2)}\n`;function M(e){let{cluster:t}=e;return t?b(e).flatMap(n=>{let r=`plumbline/${n.environment}`;return[{path:`${r}/trust-policy.json`,text:j(P(t,N(e,n)))},{path:`${r}/policy.json`,text:j(I(t))},{path:`${r}/access-entry.json`,text:j(L(t,n))}]}):[]}function N({repository:e,hasIds:t},{environment:n}){let{byName:r,byId:i}=l(e,n);return i===void 0?[r]:t===!0?[i]:[r,i]}function P(e,t){return{Version:`2012-10-17`,Statement:[{Sid:`JobsOfOneEnvironment`,Effect:`Allow`,Principal:{Federated:`arn:${e.partition}:iam::${F(e)}:oidc-provider/${i}`},Action:r,Condition:{StringEquals:{[`${i}:aud`]:c,[`${i}:sub`]:t}}}]}}const F=({roleArn:e})=>e.split(`:`)[4],I=({arn:e})=>({Version:`2012-10-17`,Statement:[{Sid:`LookTheClusterUp`,Effect:`Allow`,Action:[`eks:DescribeCluster`],Resource:[e]}]}),L=(e,t)=>({clusterName:e.name,principalArn:x(e,t),kubernetesGroups:[t.group],type:`STANDARD`});function R(e){let{environment:t,repository:n,isTerraform:r}=e,i=`${n.owner}/${n.name}`,a=r?z(e):[...B(e),...V(e),...H(e)],o=e.cluster?[]:b(e).map(e=>`gh secret set PLUMBLINE_KUBECONFIG --repo ${i} --env ${e.environment} < KUBECONFIG`);return`
What is left to do, as an administrator:

${[...a,...o].map(e=>`  ${e}`).join(`
`)}

Add reviewers to the environment ${t}, protect ${e.branch}, and commit the files. Then
  plumbline doctor --environment ${t}
says whether everything holds.${fe(e)}
`}const z=({environment:e})=>[`terraform -chdir=plumbline/${e} init`,`terraform -chdir=plumbline/${e} apply`];function B(e){let{cluster:t}=e;if(!t)return[];let n=b(e).flatMap(e=>{let n=`file://plumbline/${e.environment}`,r=`--role-name ${e.roleName}`;return[`aws iam create-role ${r} --assume-role-policy-document ${n}/trust-policy.json`,`aws iam put-role-policy ${r} --policy-name plumbline --policy-document ${n}/policy.json`,`aws eks create-access-entry --region ${t.region} --cli-input-json ${n}/access-entry.json`]});return[`# once for the account ${F(t)}:`,`aws iam create-open-id-connect-provider --url https://token.actions.githubusercontent.com --client-id-list sts.amazonaws.com`,...n]}const V=({environment:e})=>[`kubectl apply -f plumbline/${e}/rbac.yaml`],H=e=>{let{owner:t,name:n}=e.repository;return b(e).map(({environment:e})=>`gh api --method PUT repos/${t}/${n}/environments/${encodeURIComponent(e)} --input plumbline/${e}/github-environment.json`)};function fe(e){let{cluster:t,repository:n,hasIds:r,environment:i}=e;if(!t)return``;let{byName:a,byId:o}=l(n,i);if(o===void 0)return`

The trust policies admit ${a} alone. A repository that was created or renamed since 15 July 2026 has ids in its
subject: then write them with --repository-ids "$(gh api repos/${n.owner}/${n.name} --jq '"\\(.owner.id)/\\(.id)"')".`;let s=r===!0?[o]:[a,o],c=r===!0?`\nGitHub says that tokens of this repository carry ids, so ${a} is not admitted.`:``;return`

The trust policies admit ${s.join(` and `)}.${c}`}const U=`kube-system`,W=({purpose:e},t)=>ee(d,e===`apply`?te(t):p);function pe(e){let[t,n]=b(e),r=[q(t,e.canDelete),Y(t),q(n,!1),Y(n),...me(t)],i=[`# What plumbline may do in the cluster: Karpenter's own kinds and one Lease. Apply it once, as an administrator:`,`#   kubectl apply -f plumbline/${e.environment}/rbac.yaml`,...e.canDelete?[]:["# It may delete nothing. `plumbline init --deletions` adds that."]];return{path:`plumbline/${e.environment}/rbac.yaml`,text:`${i.join(`
`)}\n${r.join(`---
`)}`}}const G=e=>`[${e.map(e=>e===``?`""`:e).join(`, `)}]`,K=e=>e.map(({apiGroups:e,resources:t,resourceNames:n,verbs:r})=>`  - apiGroups: ${G(e)}\n    resources: ${G(t)}\n${n?`    resourceNames: ${G(n)}\n`:``}    verbs: ${G(r)}\n`).join(``),q=(e,t)=>`apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: ${e.group}
rules:
${K(W(e,t))}`,J=e=>`subjects:
  - apiGroup: rbac.authorization.k8s.io
    kind: Group
    name: ${e}
`,Y=({group:e})=>`apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: ${e}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: ${e}
${J(e)}`,me=({group:e,environment:t})=>[`apiVersion: coordination.k8s.io/v1
kind: Lease
metadata:
  name: ${u(t)}
  namespace: ${U}
`,`apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: ${e}
  namespace: ${U}
rules:
${K([{apiGroups:[`coordination.k8s.io`],resources:[`leases`],resourceNames:[u(t)],verbs:f}])}`,`apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: ${e}
  namespace: ${U}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: ${e}
${J(e)}`];function he(e){let{cluster:t,environment:n}=e,r=b(e),i=[ge(e),...t?[_e(),...r.map(n=>ve(e,t,n))]:[],...r.map(t=>ye(e,t)),be(r[0]),...r.map(t=>$(e,t))];return{path:`plumbline/${n}/main.tf`,text:`${i.join(`
`)}`}}const X=e=>JSON.stringify(e).replaceAll("${","$${").replaceAll(`%{`,`%%{`),Z=e=>`[${e.map(X).join(`, `)}]`,Q=({purpose:e})=>`plumbline_${e}`,ge=({environment:e})=>`# What plumbline needs for the environment ${e}: roles bound to it, rights in the cluster, protection on GitHub.
terraform {
  required_providers {
    aws        = { source = "hashicorp/aws", version = ">= 5.33" }
    kubernetes = { source = "hashicorp/kubernetes", version = ">= 2.20" }
    github     = { source = "integrations/github", version = ">= 6.0" }
  }
}
`,_e=()=>`# An account has this once: with one that is there already, \`terraform import\` it.
resource "aws_iam_openid_connect_provider" "github" {
  url            = "https://${i}"
  client_id_list = [${X(c)}]
}
`;function ve(e,t,n){let a=Q(n);return`data "aws_iam_policy_document" "${a}_trust" {
  statement {
    sid     = "JobsOfOneEnvironment"
    actions = [${X(r)}]
    principals {
      type        = "Federated"
      identifiers = [aws_iam_openid_connect_provider.github.arn]
    }
    condition {
      test     = "StringEquals"
      variable = "${i}:aud"
      values   = [${X(c)}]
    }
    condition {
      test     = "StringEquals"
      variable = "${i}:sub"
      values   = ${Z(N(e,n))}
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
  name                 = ${X(n.roleName)}
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
  kubernetes_groups = [${X(n.group)}]
}
`}function ye({canDelete:e},t){let n=W(t,e).map(({apiGroups:e,resources:t,verbs:n})=>`  rule {
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
`}const be=({group:e,environment:t})=>`# The Lease that lets one apply run at a time. It is made here: the role may touch this one and create none.
resource "kubernetes_manifest" "plumbline_lease" {
  manifest = {
    apiVersion = "coordination.k8s.io/v1"
    kind       = "Lease"
    metadata   = { name = ${X(u(t))}, namespace = "kube-system" }
  }
  # What a run writes there is its own.
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
    resource_names = [${X(u(t))}]
    verbs          = ${Z(f)}
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
`,$=({repository:e},t)=>`resource "github_repository_environment" "${Q(t)}" {
  repository          = ${X(e.name)}
  environment         = ${X(t.environment)}
  can_admins_bypass   = false
${t.purpose===`apply`?`  prevent_self_review = true
  # reviewers { teams = [TEAM_ID] } # up to six; who approves the deployment
`:``}  deployment_branch_policy {
    protected_branches     = true
    custom_branch_policies = false
  }
}
`;async function xe({flags:r,positionals:i},a){if(i.length>0)throw new t(`usage`,`\`init\` takes no path, and \`${i[0]}\` is one`,{help:"`--output FOLDER` says where the files go."});let o=await Ce(r,a),s=Se(o);return r.isOn(`print`)?(a.stdout.write(s.map(({path:e,text:t})=>`# ── ${e}\n${t}`).join(`
`)),e.ok):(De(ae(a.cwd,r.text(`output`)??await n(a.cwd)),s,r.isOn(`force`)===!0),a.stdout.write(`${s.map(({path:e})=>`wrote ${e}`).join(`
`)}\n${R(o)}`),e.ok)}function Se(e){let t=e.isTerraform?[he(e)]:[...M(e),pe(e),...k(e)];return[...se(e),O(e),...t]}async function Ce(e,n){let r=e.text(`environment`)??`production`;if(!/^[A-Za-z0-9][\w.-]{0,99}$/.test(r))throw new t(`usage`,`\`--environment ${r}\` is no name for files and roles`,{help:"Use letters, digits, `.`, `_` and `-`."});let i=ie(e,n.cwd);if(!i)throw new t(`usage`,`The repository on GitHub is not known`,{help:"Name it: `--repository acme/infra`."});let{repository:a,hasIds:o}=await ne(i,e,re(n));return{environment:r,repository:a,hasIds:o,branch:we(e),cluster:Ee(e,r),action:Te(e),hasForks:e.isOn(`forks`)??!0,canDelete:e.isOn(`deletions`)===!0,isTerraform:e.isOn(`terraform`)===!0}}function we(e){let n=e.text(`branch`)??`main`;if(/^[\w][\w./-]*$/.test(n))return n;throw new t(`usage`,`\`--branch ${n}\` is no branch`,{help:"Write it as `main`."})}function Te(e){let n=e.text(`action`)??`plumbline/plumbline@v0`;if(/^[\w.-]+\/[\w.-]+@[\w./-]+$/.test(n))return n;throw new t(`usage`,`\`--action ${n}\` is no action`,{help:"Write it as `plumbline/plumbline@v0`, or with a commit in place of the tag."})}function Ee(e,t){let n=e.text(`cluster-arn`);if(n===void 0)return;let{name:r,partition:i,region:c,account:l}=o(n),u=s(e.text(`role-arn`)??`arn:${i}:iam::${l}:role/plumbline-${t}`),d=a(e.texts(`allowed-account-ids`)),f=d.length>0?d:[...new Set([l,u.account])].sort();return{arn:n,name:r,partition:i,region:c,account:l,roleArn:u.text,allowedAccountIds:f}}function De(e,n,r){let i=n.filter(({path:t,text:n})=>{let r=y(e,t);return m(r)&&g(r,`utf8`)!==n});if(i.length>0&&!r)throw new t(`usage`,`${i.map(({path:e})=>`\`${e}\``).join(`, `)} ${i.length===1?`is`:`are`} there already, so nothing was written`,{help:"`--print` shows what would be written, `--force` overwrites."});for(let{path:t,text:r}of n)h(v(y(e,t)),{recursive:!0}),_(y(e,t),r)}export{xe as runInit};
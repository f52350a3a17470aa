import { createRequire as plumblineRequire } from 'node:module';const require = plumblineRequire(import.meta.url);
import{a as C,b as z,c as g,d as G,g as L,h as U,i as V}from"./chunk-DRDGWBXR.js";import{a as d}from"./chunk-WWCHCWEM.js";import{a as N,b as T,c as q,e as u,f as h,h as $,j as y}from"./chunk-CMB6HDXN.js";import{d as D}from"./chunk-K2GH6T63.js";import"./chunk-ZVR3WUM5.js";import"./chunk-75OM52EW.js";import"./chunk-URWQMYSE.js";import"./chunk-MFV5QEBT.js";import{b as S}from"./chunk-EDQA62N5.js";import"./chunk-6HO3MFX4.js";import"./chunk-HRVEELQH.js";import"./chunk-H6ZUTIOQ.js";import"./chunk-H54C623I.js";import"./chunk-5MMAXXG6.js";import"./chunk-3NH7GCGN.js";import"./chunk-4ZS2WKAM.js";import"./chunk-KVQWBDOS.js";import"./chunk-JDVKHBS3.js";import"./chunk-KZ7UIBYQ.js";import{a as p,b as A}from"./chunk-B36OFX2S.js";import"./chunk-B5J7JMF4.js";import{existsSync as xe,mkdirSync as Fe,readFileSync as Ee,writeFileSync as Ie}from"node:fs";import{dirname as Oe,join as R,resolve as Pe}from"node:path";function l({environment:e,cluster:t}){let r=t?.roleArn.split("/").at(-1)??`plumbline-${e}`;return[{environment:e,roleName:r,group:`plumbline-${e}`,purpose:"apply"},{environment:oe(e),roleName:`${r}-drift`,group:`plumbline-${e}-drift`,purpose:"drift"}]}var oe=e=>`${e}-drift`,w=(e,{roleName:t})=>e.roleArn.replace(/[^/]+$/,t);var se="actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1";function B(e){let t=(r,n)=>({path:`.github/workflows/${r}.yaml`,text:n});return[t("plumbline",ie(e)),...e.hasForks?[t("plumbline-comment",ae(e))]:[],t(`plumbline-apply-${_(e.environment)}`,le(e)),t(`plumbline-drift-${_(e.environment)}`,ce(e))]}var _=e=>e.toLowerCase().replace(/[^a-z0-9-]+/g,"-"),j=`      - uses: ${se}
        with:
          fetch-depth: 0
          persist-credentials: false`;function ie({action:e,hasForks:t}){return`# Reviews every pull request. Its token can only read${t?": plumbline-comment.yaml writes the comment":", but for the comment"}.
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
${t?"":`      pull-requests: write
      checks: write
`}    steps:
${j}
${k(e,t?["comment: false"]:[])}
`}function ae({action:e}){return`# Comments on pull requests, those of forks too. It runs with the rights of this repository, and therefore checks nothing
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
${k(e,["mode: comment"])}
`}function le(e){let{environment:t,branch:r,action:n,cluster:o}=e;return`# Applies what was reviewed and merged, and nothing else, to the environment ${t}.
name: plumbline apply ${t}
on:
  push:
    branches: [${m(r)}]
permissions: {}
concurrency: # one at a time; a run that has begun is never cut off
  group: plumbline-apply-${_(t)}
  cancel-in-progress: false
jobs:
  apply:
    if: github.ref == ${J(`refs/heads/${r}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 45
    environment: ${m(t)} # protected branches only, reviewers other than the author, no bypass
    permissions:
      contents: read
      pull-requests: read # approvals
      deployments: write
${o?`      id-token: write # the identity that AWS trusts
`:""}    steps:
${j}
${k(n,["mode: apply",`environment: ${m(t)}`,...W(e)])}
`}function ce(e){let{environment:t,branch:r,action:n,cluster:o}=e,[,s]=l(e);return`# Compares the cluster with the branch, and keeps one issue open while they differ. It can only read.
name: plumbline drift ${t}
on:
  schedule:
    - cron: '17 */6 * * *'
  workflow_dispatch:
permissions: {}
concurrency:
  group: plumbline-drift-${_(t)}
  cancel-in-progress: false
jobs:
  drift:
    if: github.ref == ${J(`refs/heads/${r}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    environment: ${m(s.environment)} # protected branches only; no reviewers, for nobody waits for a schedule
    permissions:
      contents: read
      issues: write
${o?`      id-token: write # the identity that AWS trusts
`:""}    steps:
${j}
${k(n,["mode: drift",`environment: ${m(t)}`,...o?[`role-arn: ${w(o,s)}`]:[],...W(e)])}
`}var W=({cluster:e})=>e?[]:["kubeconfig: ${{ secrets.PLUMBLINE_KUBECONFIG }}"];function k(e,t){let[r,n=""]=e.split("@"),s=/^[0-9a-f]{40}$/.test(n)?"":`      # A tag can be moved. To pin it, put the commit here: gh api repos/${r}/commits/${n} --jq .sha
`,i=t.map(c=>`          ${c}`);return`${s}      - uses: ${e}${i.length>0?`
        with:
${i.join(`
`)}`:""}`}var m=e=>/^[A-Za-z][\w./-]*$/.test(e)?e:`'${e.replaceAll("'","''")}'`,J=e=>`'${e.replaceAll("'","''")}'`;function K({environment:e,cluster:t}){return{path:"plumbline.yaml",text:["# What plumbline holds changes against. It is read from the base branch: a pull request can not relax it for itself.","# Everything that may stand here: docs/options.md of plumbline.","failOn: error","environments:",`  ${m(e)}:`,...t?[`    clusterArn: ${t.arn}`,`    roleArn: ${t.roleArn}`,`    allowedAccountIds: [${t.allowedAccountIds.map(n=>`'${n}'`).join(", ")}]`]:["    # The cluster is the one that the secret PLUMBLINE_KUBECONFIG of the environment leads to.","    paths: []"],"gate:","  approvals: 1 # of the very plan, by somebody who is neither author nor last pusher",""].join(`
`)}}var M=e=>l(e).map(({environment:t,purpose:r})=>({path:`plumbline/${t}/github-environment.json`,text:`${JSON.stringify(ue(r),null,2)}
`})),ue=e=>({wait_timer:0,...e==="apply"&&{prevent_self_review:!0},...e==="apply"&&{reviewers:[]},deployment_branch_policy:{protected_branches:!0,custom_branch_policies:!1},can_admins_bypass:!1});var x=e=>`${JSON.stringify(e,null,2)}
`;function H(e){let{cluster:t}=e;return t?l(e).flatMap(r=>{let n=`plumbline/${r.environment}`;return[{path:`${n}/trust-policy.json`,text:x(pe(t,F(e,r)))},{path:`${n}/policy.json`,text:x(me(t))},{path:`${n}/access-entry.json`,text:x(de(t,r))}]}):[]}function F({repository:e,hasIds:t},{environment:r}){let{byName:n,byId:o}=$(e,r);return o===void 0?[n]:t===!0?[o]:[n,o]}function pe(e,t){return{Version:"2012-10-17",Statement:[{Sid:"JobsOfOneEnvironment",Effect:"Allow",Principal:{Federated:`arn:${e.partition}:iam::${E(e)}:oidc-provider/${u}`},Action:y,Condition:{StringEquals:{[`${u}:aud`]:h,[`${u}:sub`]:t}}}]}}var E=({roleArn:e})=>e.split(":")[4],me=({arn:e})=>({Version:"2012-10-17",Statement:[{Sid:"LookTheClusterUp",Effect:"Allow",Action:["eks:DescribeCluster"],Resource:[e]}]}),de=(e,t)=>({clusterName:e.name,principalArn:w(e,t),kubernetesGroups:[t.group],type:"STANDARD"});function Z(e){let{environment:t,repository:r,isTerraform:n}=e,o=`${r.owner}/${r.name}`,s=n?he(e):[...fe(e),...be(e),...$e(e)],i=e.cluster?[]:l(e).map(c=>`gh secret set PLUMBLINE_KUBECONFIG --repo ${o} --env ${c.environment} < KUBECONFIG`);return`
What is left to do, as an administrator:

${[...s,...i].map(c=>`  ${c}`).join(`
`)}

Add reviewers to the environment ${t}, protect ${e.branch}, and commit the files. Then
  plumbline doctor --environment ${t}
says whether everything holds.${ye(e)}
`}var he=({environment:e})=>[`terraform -chdir=plumbline/${e} init`,`terraform -chdir=plumbline/${e} apply`];function fe(e){let{cluster:t}=e;if(!t)return[];let r=l(e).flatMap(n=>{let o=`file://plumbline/${n.environment}`,s=`--role-name ${n.roleName}`;return[`aws iam create-role ${s} --assume-role-policy-document ${o}/trust-policy.json`,`aws iam put-role-policy ${s} --policy-name plumbline --policy-document ${o}/policy.json`,`aws eks create-access-entry --region ${t.region} --cli-input-json ${o}/access-entry.json`]});return[`# once for the account ${E(t)}:`,"aws iam create-open-id-connect-provider --url https://token.actions.githubusercontent.com --client-id-list sts.amazonaws.com",...r]}var be=({environment:e})=>[`kubectl apply -f plumbline/${e}/rbac.yaml`],$e=e=>{let{owner:t,name:r}=e.repository;return l(e).map(({environment:n})=>`gh api --method PUT repos/${t}/${r}/environments/${encodeURIComponent(n)} --input plumbline/${n}/github-environment.json`)};function ye(e){let{cluster:t,repository:r,hasIds:n,environment:o}=e;if(!t)return"";let{byName:s,byId:i}=$(r,o);if(i===void 0)return`

The trust policies admit ${s} alone. A repository that was created or renamed since 15 July 2026 has ids in its
subject: then write them with --repository-ids "$(gh api repos/${r.owner}/${r.name} --jq '"\\(.owner.id)/\\(.id)"')".`;let c=n===!0?[i]:[s,i],b=n===!0?`
GitHub says that tokens of this repository carry ids, so ${s} is not admitted.`:"";return`

The trust policies admit ${c.join(" and ")}.${b}`}var I="kube-system",O=({purpose:e},t)=>G(S,e==="apply"?C(t):z);function Y(e){let[t,r]=l(e),n=[Q(t,e.canDelete),X(t),Q(r,!1),X(r),...ge(t)],o=["# What plumbline may do in the cluster: Karpenter's own kinds and one Lease. Apply it once, as an administrator:",`#   kubectl apply -f plumbline/${e.environment}/rbac.yaml`,...e.canDelete?[]:["# It may delete nothing. `plumbline init --deletions` adds that."]];return{path:`plumbline/${e.environment}/rbac.yaml`,text:`${o.join(`
`)}
${n.join(`---
`)}`}}var v=e=>`[${e.map(t=>t===""?'""':t).join(", ")}]`,ee=e=>e.map(({apiGroups:t,resources:r,resourceNames:n,verbs:o})=>`  - apiGroups: ${v(t)}
    resources: ${v(r)}
${n?`    resourceNames: ${v(n)}
`:""}    verbs: ${v(o)}
`).join(""),Q=(e,t)=>`apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: ${e.group}
rules:
${ee(O(e,t))}`,te=e=>`subjects:
  - apiGroup: rbac.authorization.k8s.io
    kind: Group
    name: ${e}
`,X=({group:e})=>`apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: ${e}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: ${e}
${te(e)}`,ge=({group:e,environment:t})=>[`apiVersion: coordination.k8s.io/v1
kind: Lease
metadata:
  name: ${d(t)}
  namespace: ${I}
`,`apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: ${e}
  namespace: ${I}
rules:
${ee([{apiGroups:["coordination.k8s.io"],resources:["leases"],resourceNames:[d(t)],verbs:g}])}`,`apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: ${e}
  namespace: ${I}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: ${e}
${te(e)}`];function ne(e){let{cluster:t,environment:r}=e,n=l(e),o=[we(e),...t?[_e(),...n.map(s=>ke(e,t,s))]:[],...n.map(s=>ve(e,s)),Ae(n[0]),...n.map(s=>je(e,s))];return{path:`plumbline/${r}/main.tf`,text:`${o.join(`
`)}`}}var a=e=>JSON.stringify(e).replaceAll("${","$${").replaceAll("%{","%%{"),f=e=>`[${e.map(a).join(", ")}]`,P=({purpose:e})=>`plumbline_${e}`,we=({environment:e})=>`# What plumbline needs for the environment ${e}: roles bound to it, rights in the cluster, protection on GitHub.
terraform {
  required_providers {
    aws        = { source = "hashicorp/aws", version = ">= 5.33" }
    kubernetes = { source = "hashicorp/kubernetes", version = ">= 2.20" }
    github     = { source = "integrations/github", version = ">= 6.0" }
  }
}
`,_e=()=>`# An account has this once: with one that is there already, \`terraform import\` it.
resource "aws_iam_openid_connect_provider" "github" {
  url            = "https://${u}"
  client_id_list = [${a(h)}]
}
`;function ke(e,t,r){let n=P(r);return`data "aws_iam_policy_document" "${n}_trust" {
  statement {
    sid     = "JobsOfOneEnvironment"
    actions = [${a(y)}]
    principals {
      type        = "Federated"
      identifiers = [aws_iam_openid_connect_provider.github.arn]
    }
    condition {
      test     = "StringEquals"
      variable = "${u}:aud"
      values   = [${a(h)}]
    }
    condition {
      test     = "StringEquals"
      variable = "${u}:sub"
      values   = ${f(F(e,r))}
    }
  }
}

data "aws_iam_policy_document" "${n}" {
  statement {
    sid       = "LookTheClusterUp"
    actions   = ["eks:DescribeCluster"]
    resources = [${a(t.arn)}]
  }
}

resource "aws_iam_role" "${n}" {
  name                 = ${a(r.roleName)}
  assume_role_policy   = data.aws_iam_policy_document.${n}_trust.json
  max_session_duration = 3600
}

resource "aws_iam_role_policy" "${n}" {
  name   = "plumbline"
  role   = aws_iam_role.${n}.id
  policy = data.aws_iam_policy_document.${n}.json
}

resource "aws_eks_access_entry" "${n}" {
  cluster_name      = ${a(t.name)}
  principal_arn     = aws_iam_role.${n}.arn
  kubernetes_groups = [${a(r.group)}]
}
`}function ve({canDelete:e},t){let r=O(t,e).map(({apiGroups:o,resources:s,verbs:i})=>`  rule {
    api_groups = ${f(o)}
    resources  = ${f(s)}
    verbs      = ${f(i)}
  }
`),n=P(t);return`resource "kubernetes_cluster_role_v1" "${n}" {
  metadata {
    name = ${a(t.group)}
  }
${r.join("")}}

resource "kubernetes_cluster_role_binding_v1" "${n}" {
  metadata {
    name = ${a(t.group)}
  }
  role_ref {
    api_group = "rbac.authorization.k8s.io"
    kind      = "ClusterRole"
    name      = kubernetes_cluster_role_v1.${n}.metadata[0].name
  }
  subject {
    api_group = "rbac.authorization.k8s.io"
    kind      = "Group"
    name      = ${a(t.group)}
  }
}
`}var Ae=({group:e,environment:t})=>`# The Lease that lets one apply run at a time. It is made here: the role may touch this one and create none.
resource "kubernetes_manifest" "plumbline_lease" {
  manifest = {
    apiVersion = "coordination.k8s.io/v1"
    kind       = "Lease"
    metadata   = { name = ${a(d(t))}, namespace = "kube-system" }
  }
  # What a run writes there is its own.
  computed_fields = ["spec", "metadata.annotations", "metadata.labels"]
}

resource "kubernetes_role_v1" "plumbline_lease" {
  metadata {
    name      = ${a(e)}
    namespace = "kube-system"
  }
  rule {
    api_groups     = ["coordination.k8s.io"]
    resources      = ["leases"]
    resource_names = [${a(d(t))}]
    verbs          = ${f(g)}
  }
}

resource "kubernetes_role_binding_v1" "plumbline_lease" {
  metadata {
    name      = ${a(e)}
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
    name      = ${a(e)}
  }
}
`,je=({repository:e},t)=>`resource "github_repository_environment" "${P(t)}" {
  repository          = ${a(e.name)}
  environment         = ${a(t.environment)}
  can_admins_bypass   = false
${t.purpose==="apply"?`  prevent_self_review = true
  # reviewers { teams = [TEAM_ID] } # up to six; who approves the deployment
`:""}  deployment_branch_policy {
    protected_branches     = true
    custom_branch_policies = false
  }
}
`;async function jt({flags:e,positionals:t},r){if(t.length>0)throw new p("usage",`init takes no path, and \`${t[0]}\` is one`,{help:"`--output FOLDER` says where the files go."});let n=await De(e,r),o=Re(n);if(e.isOn("print"))return r.stdout.write(o.map(({path:i,text:c})=>`# \u2500\u2500 ${i}
${c}`).join(`
`)),A.ok;let s=Pe(r.cwd,e.text("output")??await D(r.cwd));return qe(s,o,e.isOn("force")===!0),r.stdout.write(`${o.map(({path:i})=>`wrote ${i}`).join(`
`)}
${Z(n)}`),A.ok}function Re(e){let t=e.isTerraform?[ne(e)]:[...H(e),Y(e),...M(e)];return[...B(e),K(e),...t]}async function De(e,t){let r=e.text("environment")??"production";if(!/^[A-Za-z0-9][\w.-]{0,99}$/.test(r))throw new p("usage",`\`--environment ${r}\` is no name for files and roles`,{help:"Use letters, digits, `.`, `_` and `-`."});let n=L(e,t.cwd);if(!n)throw new p("usage","the repository on GitHub is not known",{help:"Name it: `--repository acme/infra`."});let{repository:o,hasIds:s}=await V(n,e,U(t));return{environment:r,repository:o,hasIds:s,branch:Se(e),cluster:Te(e,r),action:Ne(e),hasForks:e.isOn("forks")??!0,canDelete:e.isOn("deletions")===!0,isTerraform:e.isOn("terraform")===!0}}function Se(e){let t=e.text("branch")??"main";if(/^[\w][\w./-]*$/.test(t))return t;throw new p("usage",`\`--branch ${t}\` is no branch`,{help:"Write it as `main`."})}function Ne(e){let t=e.text("action")??"plumbline/plumbline@v0";if(/^[\w.-]+\/[\w.-]+@[\w./-]+$/.test(t))return t;throw new p("usage",`\`--action ${t}\` is no action`,{help:"Write it as `plumbline/plumbline@v0`, or with a commit in place of the tag."})}function Te(e,t){let r=e.text("cluster-arn");if(r===void 0)return;let{name:n,partition:o,region:s,account:i}=N(r),c=T(e.text("role-arn")??`arn:${o}:iam::${i}:role/plumbline-${t}`),b=q(e.texts("allowed-account-ids")),re=b.length>0?b:[...new Set([i,c.account])].sort();return{arn:r,name:n,partition:o,region:s,account:i,roleArn:c.text,allowedAccountIds:re}}function qe(e,t,r){let n=t.filter(({path:o,text:s})=>{let i=R(e,o);return xe(i)&&Ee(i,"utf8")!==s});if(n.length>0&&!r)throw new p("usage",`${n.map(({path:o})=>`\`${o}\``).join(", ")} ${n.length===1?"is":"are"} there already, so nothing was written`,{help:"`--print` shows what would be written, `--force` overwrites."});for(let{path:o,text:s}of t)Fe(Oe(R(e,o)),{recursive:!0}),Ie(R(e,o),s)}export{jt as runInit};

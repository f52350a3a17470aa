import { localSource } from '../../../manifest/terraform/syntax/excerpt.ts';
import { addToGroup } from '../../../text/group-by.ts';
import { folderOf, resolvePath, type Source } from '../../../text/source.ts';

/** Providers whose resources neither nodes nor Karpenter nor the API server use, and which apply no manifest. */
const otherProviders =
  /^(?:google|azurerm|azuread|azapi|cloudflare|datadog|github|gitlab|grafana|vault|random|tls|okta|pagerduty|opsgenie|newrelic|mongodbatlas|auth0|snowflake|postgresql|mysql|rabbitmq|kafka|confluent|sentry|betteruptime|statuscake|time|archive|digitalocean|hcloud|fastly|akamai|dnsimple|sops|keycloak|spotinst|tfe|oci|vsphere|proxmox\w*|linode|scaleway|launchdarkly|artifactory|elasticstack|ec|mailgun|sendgrid|aiven|tailscale|minio|authentik|zitadel|consul|nomad|docker|dns|http|template|cloudinit|boundary|hcp|ns1|netbox|unifi|powerdns|onepassword|bitwarden|doppler|infisical|cockroach|couchbase\w*|neon|supabase|planetscale|vercel|netlify|heroku|fly|honeycombio|checkly|uptimerobot|pingdom|sumologic|signalfx|splunk\w*|dynatrace|logdna|coralogix|lacework|wiz|snyk|sonarcloud|sonarqube|jenkins|buildkite|circleci|bitbucket|azuredevops|gitea|slack|pass|age|jks|gpg|acme|letsencrypt|godaddy|namecheap|ovh|ionoscloud|exoscale|upcloud|vultr|yandex|alicloud|tencentcloud|huaweicloud|openstack|ibm|nutanix|harbor|quay|jfrog|nexus|cloudamqp|rediscloud|redis|clickhouse|databricks|fivetran|airbyte|astronomer|prefect|dbt\w*|segment|stripe|twilio|newreliccloud|incident|rootly|squadcast|cloudsmith)_/;
const clusterElsewhere = /^(?:azurerm_kubernetes|google_container|digitalocean_kubernetes|oci_containerengine)/;
/** Resources that write a file into a repository, from which a tool may apply it. */
const repositoryFiles = /^(?:github|gitlab|bitbucket|gitea|azuredevops_git)_repository_file/;

/** Whether a resource is of a provider whose resources neither nodes nor Karpenter nor the API server use. */
export const isOfForeignProvider = (kind: string): boolean =>
  otherProviders.test(kind) && !clusterElsewhere.test(kind) && !repositoryFiles.test(kind);

/** Whether a provider has such resources only. */
export const isForeignProvider = (name: string): boolean => otherProviders.test(`${name}_`);

/** Resources of providers that are known, and that apply no manifest: of AWS, of other clouds and services, and plain objects of Kubernetes. */
export const appliesNothing = (kind: string): boolean =>
  /^(?:aws|awscc)_/.test(kind) ||
  isOfForeignProvider(kind) ||
  (/^kubernetes_/.test(kind) && !/^kubernetes_(?:manifest|job|cron_?job)/.test(kind));

/** Words with which a program runs, or something is applied, wherever they are in a text. */
const programs =
  /\b(?:provisioner|local-exec|remote-exec|run_cmd|(?:before|after|error)_hook|action_trigger|null_resource|terraform_data|helm_release|kubectl_\w+|kubernetes_manifest|argocd_\w+|flux_\w+)\b|argocd\.argoproj\.io\/secret-type|\\[uU][0-9a-fA-F]{4}|^[ \t]*action[ \t]+["\w]|\b(?:data|ephemeral)[ \t]+"?(?:external|shell_script|cmd|local_command)\b/m;

/** The beginning of a resource: blocks begin a line. */
const resource = /(?:^|\*\/)[ \t]*resource\b[ \t]*("?)([\w.\\-]{0,100})\1/gm;

/** Whether a text of Terraform may apply something that nobody sees. It is not parsed, so any spelling that is not plain may do so. */
export const mayApply = (text: string): boolean =>
  programs.test(text) || [...text.matchAll(resource)].some(([, , kind]) => !appliesNothing(kind ?? ''));

/** The folders of some Terraform that may apply something that nobody sees, and those whose modules, here or called by path, do so. */
export function applyingFolders(files: readonly Source[]): ReadonlySet<string> {
  const callers = new Map<string, string[]>();
  for (const { file, text } of files)
    for (const folder of calledFoldersIn(file, text)) addToGroup(callers, folder, folderOf(file));

  const applying = new Set<string>();
  const queue = files.filter(({ text }) => mayApply(text)).map(({ file }) => folderOf(file));

  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    if (applying.has(folder)) continue;
    applying.add(folder);
    queue.push(...(callers.get(folder) ?? []));
  }

  return applying;
}

/** The folders of the modules that a text calls by path. */
export const calledFoldersIn = (file: string, text: string): string[] =>
  [...text.matchAll(localSource)].flatMap(([, path]) => resolvePath(folderOf(file), path!) ?? []);

/** Whether some Terraform gives permissions to instances, to Karpenter, or to an endpoint of a VPC. */
export const mayServeNodes = (files: readonly Source[]): boolean =>
  files.some(({ text }) => /karpenter|\bec2\.|instance_profile|vpc_endpoint|node_?(?:group|role)/i.test(text));

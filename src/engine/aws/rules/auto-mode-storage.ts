import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { autoModeEbsDriver, driverOf, ebsDriver } from '../../karpenter/api/ebs.ts';
import { mayInstallChart } from '../../karpenter/installation/helm-releases.ts';
import { asText, groupOf } from '../../manifest/model/manifest.ts';
import { corrected, terraform } from '../../rules/lint/example.ts';
import { defineRule, type RuleExamples } from '../../rules/lint/rule.ts';
import { autoModePool, kubectlManifest } from '../../rules/lint/scenes.ts';
import { has } from '../../text/evidence.ts';
import { clusterAccount } from '../account/account.ts';
import { autoModeOf } from '../auto-mode/auto-mode-settings.ts';

const addon = 'aws-ebs-csi-driver';

export const autoModeStorageRule = defineRule({
  id: 'auto-mode-storage',
  severity: 'warning',
  since: '0.1.0',
  providers: ['eks-auto-mode'],
  theme: 'Workloads',
  mistakes: [],
  on: {
    Manifests({ manifests }, context) {
      for (const storageClass of manifests) {
        if (storageClass.kind !== 'StorageClass' || groupOf(storageClass.apiVersion) !== 'storage.k8s.io') continue;

        // Kubernetes passes volumes of its old plugin to the same driver.
        const isOfDriver = driverOf(asText(storageClass.get(['provisioner']))) === ebsDriver;
        if (!isOfDriver || !lacksDriver(context.clusterOf(storageClass))) continue;

        context.report({
          manifest: storageClass,
          at: storageClass.span(['provisioner']),
          message: `Nothing in these files installs the driver \`${ebsDriver}\` of StorageClass \`${storageClass.name}\`, and EKS Auto Mode has another one. Without it, claims of the class and their pods stay pending`,
          help: `Set \`provisioner: ${autoModeEbsDriver}\`. For pods on nodes that are not of Auto Mode, install the add-on \`${addon}\`. The field cannot be changed in a StorageClass that exists.`,
        });
      }
    },
  },
  docs: {
    summary: 'A StorageClass in a cluster with EKS Auto Mode names an EBS driver that nothing installs.',
    why: 'EKS Auto Mode has its own driver for EBS volumes, `ebs.csi.eks.amazonaws.com`. The driver `ebs.csi.aws.com` is the add-on `aws-ebs-csi-driver`, which a cluster with Auto Mode does not have unless somebody installs it. Then nobody creates the volumes, and pods with such claims stay pending. Reported if the files create the cluster and show all of its add-ons.',
    help: 'Use the driver of Auto Mode. For pods on other nodes, install the add-on.',
    url: 'https://docs.aws.amazon.com/eks/latest/userguide/create-storage-class.html',
  },
  examples,
});

/** Whether a cluster of these files has Auto Mode and certainly lacks the driver of the add-on. */
function lacksDriver(cluster: ObjectCluster): boolean {
  const { manifests, isExample, unreadFiles } = cluster;
  if (isExample || unreadFiles.length > 0 || autoModeOf(manifests) !== 'on') return false;

  const isInstalled = manifests.some(
    ({ kind, name }) =>
      (kind === 'CSIDriver' && name === ebsDriver) || (kind !== 'StorageClass' && name.includes('ebs-csi')),
  );
  if (isInstalled || mayInstallChart(cluster, addon)) return false;

  return has(clusterAccount(cluster).addons, ({ name }) => name === addon) === false;
}

function examples(): RuleExamples {
  const cluster = (driver: string, addons = '') => terraform`
    module "eks" {
      source             = "terraform-aws-modules/eks/aws"
      version            = "~> 21.0"
      name               = "demo"
      kubernetes_version = "1.34"

      compute_config = {
        enabled = true
      }

      ${addons}
    }

    resource "kubernetes_storage_class_v1" "fast" {
      metadata {
        name = "fast"
      }
      storage_provisioner = "${driver}"
      volume_binding_mode = "WaitForFirstConsumer"
    }

    ${kubectlManifest('web', autoModePool({ name: 'web' }))}
  `;

  return {
    bad: [
      corrected(
        cluster(ebsDriver),
        { [`"${ebsDriver}"`]: `"${autoModeEbsDriver}"` },
        { '    enabled = true\n  }': '    enabled = true\n  }\n\n  addons = { aws-ebs-csi-driver = {} }' },
      ),
    ],
    good: [cluster(autoModeEbsDriver), cluster(ebsDriver, 'addons = { aws-ebs-csi-driver = {} }')],
  };
}

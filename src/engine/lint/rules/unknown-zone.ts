import { label, normalizeLabel } from '../../api/labels.ts';
import { replaceValue } from '../../manifest/edit.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { nearest } from '../../nearest.ts';
import { requirementsOf, templateLabelsOf } from '../pool-fields.ts';
import { defineRule, type RuleContext, yaml } from '../rule.ts';

// A zone of the region itself: `us-east-1a`. Local and Wavelength Zones (`us-east-1-bos-1a`) are not in the catalog.
const zonePattern = /^([a-z]{2,3}(?:-[a-z]+)+-\d)([a-z])$/;
const outpostLike = /^[a-z]{2,3}(?:-[a-z]+)+-\d-[a-z]/;

export const unknownZone = defineRule({
  id: 'unknown-zone',
  severity: 'error',
  since: '0.1.0',
  docs: {
    summary: 'A zone is named that the region does not have.',
    why: 'The API server accepts any text. Karpenter counts the zone as a topology domain although nothing can ever run there, so that zonal topology spread constraints of every workload in the cluster wait for pods in it; a pool with no other zone launches nothing.',
    help: 'Name zones of the region, and only those in which the node class has subnets.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#availability-zones',
    bad: [
      yaml`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements:
                - key: topology.kubernetes.io/zone
                  operator: In
                  values: [us-east-1a, us-east-1b, us-east-1z]
          limits:
            cpu: 100
      `,
      yaml`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements:
                - key: topology.kubernetes.io/zone
                  operator: In
                  values: [us-east-1]
          limits:
            cpu: 100
      `,
    ],
    good: [
      yaml`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements:
                - key: topology.kubernetes.io/zone
                  operator: In
                  values: [us-east-1a, us-east-1b]
          limits:
            cpu: 100
      `,
    ],
  },
  on: { NodePool: check, Provisioner: check },
});

function check(pool: Manifest, { report, catalog }: RuleContext): void {
  if (!catalog) return;
  const { region } = catalog;
  const zones = catalog.zones.map((zone) => zone.zone);
  for (const { key, values } of [...requirementsOf(pool), ...templateLabelsOf(pool)]) {
    if (normalizeLabel(key) !== label.zone) continue;
    for (const { path, text, isKnown } of values) {
      if (!isKnown || zones.includes(text) || outpostLike.test(text)) continue;
      const otherRegion = zonePattern.exec(text)?.[1];
      if (otherRegion !== undefined && otherRegion !== region) {
        report({
          at: pool.span(path),
          // The manifest may well be right, and meant for another region than the one that is reviewed.
          severity: 'warning',
          message: `Zone \`${text}\` is not in ${region}: nothing can be launched there`,
          help: `Name a zone of ${region} (${zones.join(', ')}), or set the region if this pool belongs to ${otherRegion}.`,
        });
        continue;
      }
      const wanted = otherRegion === undefined && text !== region ? nearest(text, zones) : undefined;
      report({
        at: pool.span(path),
        message:
          text === region
            ? `\`${text}\` is a region, not a zone: nothing can be launched there`
            : `Region ${region} has no zone \`${text}\`: nothing can be launched there`,
        help: wanted ? `Did you mean \`${wanted}\`?` : `Name a zone of ${region}: ${zones.join(', ')}.`,
        ...(wanted && {
          fix: { description: `Replace by \`${wanted}\``, edits: replaceValue(pool, path, wanted) },
        }),
      });
    }
  }
}

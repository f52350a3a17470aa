import type { CustomResourceDefinition } from './crd-pack-writer.ts';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type Fields = { [key: string]: Json };

/** The JSON schema of the NodeClass, as tools publish it. */
interface PublishedSchema {
  readonly properties: { readonly spec: Fields; readonly status: Fields };
}

const text = (maxLength?: number): Fields => ({ type: 'string', ...(maxLength !== undefined && { maxLength }) });
const listOf = (items: Fields, maxItems?: number): Fields => ({
  type: 'array',
  items,
  ...(maxItems !== undefined && { maxItems }),
});
const object = (properties: Fields): Fields => ({ type: 'object', properties });
/** An object whose fields are documented only in part. */
const open = (properties: Fields): Fields => ({ ...object(properties), 'x-kubernetes-preserve-unknown-fields': true });
const tags: Fields = { type: 'object', additionalProperties: { type: 'string' } };

/**
 * Fields that EKS added after the published schema, as the user guide documents them (create-node-class, auto-advanced-security, auto-odcr).
 * Limits that the guide does not state are left out, so that nothing valid is refused.
 */
const added: Fields = {
  instanceProfile: text(),
  advancedNetworking: open({
    associatePublicIPAddress: { type: 'boolean' },
    httpsProxy: text(255),
    noProxy: listOf(text(255), 50),
    ipv4PrefixSize: text(),
    networkInterfaces: listOf(open({})),
  }),
  advancedSecurity: open({ fips: { type: 'boolean' } }),
  certificateBundles: listOf(object({ name: text(), data: text() })),
  podSubnetSelectorTerms: listOf(object({ id: text(), tags })),
  podSecurityGroupSelectorTerms: listOf(object({ id: text(), name: text(), tags })),
  capacityReservationSelectorTerms: listOf(open({ id: text(), owner: text(), tags })),
};

const rules: Json[] = [
  {
    message: "must specify one of ['role', 'instanceProfile']",
    rule: 'has(self.role) || has(self.instanceProfile)',
  },
  {
    message: "'podSubnetSelectorTerms' must be set with 'podSecurityGroupSelectorTerms'",
    rule: 'has(self.podSubnetSelectorTerms) == has(self.podSecurityGroupSelectorTerms)',
  },
];

/**
 * The definition of the NodeClass of EKS Auto Mode. EKS does not publish it, so it is put together from the schema of a
 * cluster and the user guide.
 */
export function autoModeDefinition({ properties }: PublishedSchema): CustomResourceDefinition {
  const spec = structural(properties.spec) as Fields;
  const fields = spec.properties as { [key: string]: Fields };
  const storage = fields.ephemeralStorage!;
  const schema: Fields = {
    type: 'object',
    required: ['spec'],
    properties: {
      spec: {
        ...spec,
        // `instanceProfile` replaces the role.
        required: (spec.required as string[]).filter((name) => name !== 'role'),
        properties: {
          ...fields,
          ephemeralStorage: { ...storage, properties: { ...(storage.properties as Fields), kmsKeyID: text() } },
          ...added,
        },
        'x-kubernetes-validations': rules,
      },
      status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    },
  };
  return {
    spec: {
      group: 'eks.amazonaws.com',
      names: { kind: 'NodeClass', plural: 'nodeclasses' },
      scope: 'Cluster',
      versions: [
        { name: 'v1', served: true, storage: true, subresources: { status: {} }, schema: { openAPIV3Schema: schema } },
      ],
    },
  };
}

/** A schema without `additionalProperties: false`, which the tools add. The API server drops unknown fields instead. */
function structural(value: Json): Json {
  if (Array.isArray(value)) return value.map(structural);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, child]) => !(key === 'additionalProperties' && child === false))
      .map(([key, child]) => [key, structural(child)]),
  );
}

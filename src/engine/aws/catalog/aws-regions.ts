/** AWS regions without offerings and prices in the data folder. Nodes and cost are unknown there. */
export const regionsWithoutCatalog: readonly string[] = [
  'ap-east-2',
  'ap-southeast-6',
  'ap-southeast-7',
  'cn-north-1',
  'cn-northwest-1',
  'eu-isoe-west-1',
  'eusc-de-east-1',
  'mx-central-1',
  'us-iso-east-1',
  'us-iso-west-1',
  'us-isob-east-1',
  'us-isob-west-1',
  'us-isof-east-1',
  'us-isof-south-1',
];

/** Names of a configuration file. The first one that exists is used. */
export const configNames = ['plumbline.yaml', 'plumbline.yml', '.plumbline.yaml'] as const;

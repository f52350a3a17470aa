import { stringify } from 'yaml';
import { presets } from '../src/io/config/presets.ts';

/** docs/presets.md: what each preset sets. */
export const presetsPage = (): string => `# Presets

<!-- Generated from src/io/config/presets.ts by \`npm run generate\`. -->

A preset sets severities and limits. Name it in \`plumbline.yaml\`, and override what does not fit:

\`\`\`yaml
extends: [production-eks]
rules:
  pin-ami-alias: warning
\`\`\`

Several presets can be combined. Later ones override earlier ones. [Your own rules](custom-rules.md#share-rules-between-repositories) says what else \`extends\` takes.

| Preset | |
| --- | --- |
${presets.map(({ name, summary }) => `| [\`${name}\`](#${name}) | ${summary} |`).join('\n')}

${presets.map(({ name, config }) => `## ${name}\n\n\`\`\`yaml\n${stringify(config, { lineWidth: 100 })}\`\`\``).join('\n\n')}
`;

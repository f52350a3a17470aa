/**
 * The module of another host's entry point, next to the bundle or in the sources. A host imports no other host, so it is loaded by its URL, and only
 * by the command that needs it.
 */
export const otherHost = async <Program>(name: 'bot' | 'lsp' | 'mcp'): Promise<Program> =>
  import(new URL(import.meta.url.endsWith('.ts') ? `../../${name}.ts` : `./${name}.js`, import.meta.url).href);

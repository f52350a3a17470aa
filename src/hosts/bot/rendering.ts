import { findTool } from '../../io/render/tool.ts';
import type { Journal } from './service/journal.ts';

/** Logs once whether this process renders kustomizations and charts, and what to add if it does not. */
export async function logRendering(path: string | undefined, journal: Journal): Promise<void> {
  const search = { path, mustIsolate: true };
  const tools = [await findTool('kustomize', search), await findTool('helm', search)];
  const versions = Object.fromEntries(
    tools.flatMap((tool) => {
      if ('version' in tool) return [[tool.name, tool.version]];
      return [];
    }),
  );
  const lacks = tools.flatMap((tool) => ('version' in tool ? [] : tool));

  if (lacks.length === 0) {
    journal.info(versions, 'renders kustomizations and charts, isolated from this process');
    return;
  }

  const reasons = [...new Set(lacks.map(({ clause, help }) => `${clause}. ${help}`))];

  journal.warn(
    { ...versions, reasons },
    'does not render all kustomizations and charts; reviews name those they left out',
  );
}

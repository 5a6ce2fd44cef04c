import type { Route } from '../api/call.js';
import type { SvcCommand } from './svc.js';

/** The commands of the client that call an operation. The table is loaded when something is copied, because little else needs it. */
export async function loadCommands(route: Route): Promise<readonly SvcCommand[]> {
  const { default: table } = await import('../gen/commands.json', { with: { type: 'json' } });
  return (table as unknown as Partial<Record<Route, readonly SvcCommand[]>>)[route] ?? [];
}

import type { Search } from '../url/codec.js';

/** A page about a project: its path under `/p/{project}/`, and its own parameters. */
export interface Target {
  readonly to: string;
  readonly search?: Search;
}

/** The path of an account in the interface, which has its type. */
const ACCOUNT = /\/groups\/([^/]+)\/([^/]+)$/;

/**
 * The page that shows something of this type; undefined where the console has none.
 *
 * @param path where the interface has it, which names more than the ID of some types does.
 */
export function toTarget(type: string, id: string, path = ''): Target | undefined {
  // Browsers resolve dots in paths, encoded or not.
  if (/^\.{0,2}$/.test(id)) return undefined;
  const encoded = encodeURIComponent(id);
  switch (type) {
    case 'trace':
      return { to: `traces/${encoded}` };
    case 'span': {
      const [trace = '', span = ''] = id.split('/');
      return span === '' ? undefined : { to: `traces/${encodeURIComponent(trace)}`, search: { span } };
    }
    case 'log':
      return { to: `logs`, search: { open: id } };
    case 'issue':
      return { to: `issues/${encoded}` };
    case 'release':
      return { to: `releases/${encoded}` };
    case 'service':
      return { to: `services/${encoded}` };
    case 'metric':
      return { to: 'metrics', search: { name: id } };
    case 'dashboard':
      return { to: `dashboards/${encoded}` };
    case 'person':
      return { to: `customers/persons/${encoded}` };
    case 'account': {
      const [, group, key] = ACCOUNT.exec(path) ?? [];
      return group === undefined || key === undefined ? undefined : { to: `customers/accounts/${group}/${key}` };
    }
    case 'alert':
      return { to: `respond/alerts/${encoded}` };
    case 'incident':
      return { to: `respond/incidents/${encoded}` };
    case 'flag':
      return { to: `flags/${encoded}` };
    case 'agent_run':
      return { to: `ai/runs/${encoded}` };
    case 'session':
      return { to: `replays/${encoded}` };
    default:
      return undefined;
  }
}

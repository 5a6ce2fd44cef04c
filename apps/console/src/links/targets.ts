import type { Search } from '../url/codec.js';

/** A page about a project: its path under `/p/{project}/`, and its own parameters. */
export interface Target {
  readonly to: string;
  readonly search?: Search;
}

/** The page that shows something of this type; undefined where the console has none. */
export function toTarget(type: string, id: string): Target | undefined {
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
    default:
      return undefined;
  }
}

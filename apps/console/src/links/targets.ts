import type { Search } from '../url/codec.js';

/** A page about a project: its path under `/p/{project}/`, and its own parameters. */
export interface Target {
  readonly to: string;
  readonly search?: Search;
}

/** The path of an account in the interface, which has its type. */
const ACCOUNT = /\/groups\/([^/]+)\/([^/]+)$/;

/** Folders of the pages that are about one thing, whose ID is the rest of the path. */
const FOLDERS: Readonly<Record<string, string>> = {
  agent_run: 'ai/runs',
  alert: 'respond/alerts',
  anomaly: 'respond/anomalies',
  dashboard: 'dashboards',
  flag: 'flags',
  incident: 'respond/incidents',
  issue: 'issues',
  person: 'customers/persons',
  release: 'releases',
  service: 'services',
  session: 'replays',
  ticket: 'tickets',
  trace: 'traces',
};

/**
 * The page that shows something of this type; undefined where the console has none.
 *
 * @param path where the interface has it, which names more than the ID of some types does.
 */
export function toTarget(type: string, id: string, path = ''): Target | undefined {
  // Browsers resolve dots in paths, encoded or not.
  if (/^\.{0,2}$/.test(id)) return undefined;
  if (type === 'log') return { to: 'logs', search: { open: id } };
  if (type === 'metric') return { to: 'metrics', search: { name: id } };
  if (type === 'span') {
    const [trace = '', span = ''] = id.split('/');
    return span === '' ? undefined : { to: `traces/${encodeURIComponent(trace)}`, search: { span } };
  }
  if (type === 'account') {
    const [, group, key] = ACCOUNT.exec(path) ?? [];
    return group === undefined || key === undefined ? undefined : { to: `customers/accounts/${group}/${key}` };
  }
  const folder = Object.hasOwn(FOLDERS, type) ? FOLDERS[type] : undefined;
  return folder === undefined ? undefined : { to: `${folder}/${encodeURIComponent(id)}` };
}

import type { IconName } from '../ui/controls/icon.js';

export interface NavPage {
  /** The path under `/p/{project}/`. */
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  /** The second key after `g`. */
  readonly key: string;
  /** Scope without which a user has no use for the page. */
  readonly scope?: string;
}

export interface NavSection {
  readonly label?: string;
  readonly pages: readonly NavPage[];
}

/** The navigation, in its order. */
export const SECTIONS: readonly NavSection[] = [
  { pages: [{ to: '', label: 'Home', icon: 'home', key: 'h' }] },
  {
    label: 'Explore',
    pages: [
      { to: 'logs', label: 'Logs', icon: 'logs', key: 'l', scope: 'logs:read' },
      { to: 'traces', label: 'Traces', icon: 'traces', key: 't', scope: 'traces:read' },
      { to: 'metrics', label: 'Metrics', icon: 'metrics', key: 'm', scope: 'metrics:read' },
      { to: 'services', label: 'Services', icon: 'services', key: 's', scope: 'services:read' },
    ],
  },
  {
    label: 'Understand',
    pages: [
      { to: 'issues', label: 'Issues', icon: 'issues', key: 'i', scope: 'issues:read' },
      { to: 'releases', label: 'Releases', icon: 'play', key: 'r', scope: 'releases:read' },
      { to: 'customers', label: 'Customers', icon: 'customers', key: 'c', scope: 'persons:read' },
      { to: 'replays', label: 'Replays', icon: 'replays', key: 'v', scope: 'replay:read' },
      { to: 'ai', label: 'AI', icon: 'ai', key: 'a', scope: 'agent_runs:read' },
    ],
  },
  {
    label: 'Act',
    pages: [
      { to: 'flags', label: 'Flags', icon: 'flags', key: 'f', scope: 'flags:read' },
      { to: 'respond', label: 'Respond', icon: 'bell', key: 'p' },
      { to: 'dashboards', label: 'Dashboards', icon: 'dashboards', key: 'd', scope: 'dashboards:read' },
      { to: 'exports', label: 'Exports', icon: 'export', key: 'e', scope: 'export:read' },
    ],
  },
  { pages: [{ to: 'settings', label: 'Settings', icon: 'settings', key: ',' }] },
];

export interface Section {
  /** The last part of its path. */
  readonly id: string;
  readonly label: string;
  /** The user, organization or project that the section belongs to. */
  readonly group: Group;
  /** Scope without which the section cannot be read. */
  readonly scope: string;
}

export const GROUPS = ['Organization', 'Project', 'You'] as const;
export type Group = (typeof GROUPS)[number];

/** The sections of the settings, in their order. */
export const SECTIONS = [
  { id: 'keys', group: 'Organization', label: 'API keys', scope: 'api_keys:read' },
  { id: 'members', group: 'Organization', label: 'Members', scope: 'members:read' },
  { id: 'security', group: 'Organization', label: 'Security', scope: 'account:read' },
  { id: 'usage', group: 'Organization', label: 'Usage', scope: 'usage:read' },
  { id: 'audit', group: 'Organization', label: 'Audit log', scope: 'audit:read' },
  { id: 'project', group: 'Project', label: 'General', scope: 'projects:read' },
  { id: 'channels', group: 'Project', label: 'Channels', scope: 'notifications:read' },
  { id: 'connections', group: 'Project', label: 'Connections', scope: 'connections:read' },
  { id: 'codehost', group: 'Project', label: 'Code host', scope: 'settings:read' },
  { id: 'configuration', group: 'Project', label: 'Configuration', scope: 'settings:read' },
  { id: 'profile', group: 'You', label: 'Profile', scope: 'account:read' },
  { id: 'contacts', group: 'You', label: 'Contact methods', scope: 'oncall:read' },
  { id: 'sessions', group: 'You', label: 'Your sign-in', scope: 'account:read' },
] as const satisfies readonly Section[];

export type SectionId = (typeof SECTIONS)[number]['id'];

/** The section of an address; the first that can be read for an address that names none. */
export function toSection(id: string, can: (scope: string) => boolean): SectionId {
  const named = SECTIONS.find((section) => section.id === id);
  return (named ?? SECTIONS.find(({ scope }) => can(scope)) ?? SECTIONS[0]).id;
}

export interface Section {
  /** The last part of its path. */
  readonly id: string;
  readonly label: string;
  /** Scope without which the section cannot be read. */
  readonly scope: string;
}

/** The sections of the settings, in their order. */
export const SECTIONS = [
  { id: 'keys', label: 'API keys', scope: 'api_keys:read' },
  { id: 'members', label: 'Members', scope: 'members:read' },
  { id: 'channels', label: 'Channels', scope: 'notifications:read' },
  { id: 'connections', label: 'Connections', scope: 'connections:read' },
  { id: 'usage', label: 'Usage', scope: 'usage:read' },
  { id: 'audit', label: 'Audit log', scope: 'audit:read' },
  { id: 'sessions', label: 'Your sign-in', scope: 'account:read' },
] as const satisfies readonly Section[];

export type SectionId = (typeof SECTIONS)[number]['id'];

/** The section of an address; the first that can be read for an address that names none. */
export function toSection(id: string, can: (scope: string) => boolean): SectionId {
  const named = SECTIONS.find((section) => section.id === id);
  return (named ?? SECTIONS.find(({ scope }) => can(scope)) ?? SECTIONS[0]).id;
}

export type Role = 'ROLE_OWNER' | 'ROLE_ADMIN' | 'ROLE_MEMBER' | 'ROLE_VIEWER';

export const ROLES: readonly { readonly value: Role; readonly label: string; readonly text: string }[] = [
  { value: 'ROLE_OWNER', label: 'Owner', text: 'Everything, and makes other owners.' },
  { value: 'ROLE_ADMIN', label: 'Admin', text: 'Everything except making or changing owners.' },
  {
    value: 'ROLE_MEMBER',
    label: 'Member',
    text: 'Reads and changes, but administers no members, keys, projects, connections or settings, neither deletes recorded data nor exports it, and does not read the audit log.',
  },
  {
    value: 'ROLE_VIEWER',
    label: 'Viewer',
    text: 'Reads all but keys, invitations and the audit log, and changes only its own account.',
  },
];

/** The name of a role, also of one that this version does not know. */
export function nameRole(role: string): string {
  return ROLES.find(({ value }) => value === role)?.label ?? role;
}

/** The roles that a user with this role can grant. */
export function grantableBy(role: string): readonly Role[] {
  return ROLES.map(({ value }) => value).filter((value) => role === 'ROLE_OWNER' || value !== 'ROLE_OWNER');
}

/** Why a user with this role cannot change or remove a member; undefined if the user can. */
export function refuseChange(own: string, member: string): string | undefined {
  return member === 'ROLE_OWNER' && own !== 'ROLE_OWNER' ? 'Only an owner can change an owner.' : undefined;
}

import { restCommand, type Family } from '../../command/command.js';
import { confirmation } from '../../print/confirmation.js';
import { toSecond } from '../../print/layout/units.js';

export const ROLES = ['ROLE_OWNER', 'ROLE_ADMIN', 'ROLE_MEMBER', 'ROLE_VIEWER'];

const list = restCommand({
  words: ['members', 'list'],
  summary: 'List the members of the organization',
  operation: 'members.list',
  view: {
    kind: 'table',
    rows: 'members',
    columns: [
      { title: 'NAME', field: 'name', paint: (_, colors) => colors.cyan },
      { title: 'E-MAIL', field: 'email', flexible: true },
      { title: 'ROLE', field: 'role' },
      { title: 'ID', field: 'user_id', whole: true },
      { title: 'JOINED', field: 'created_at', dropOrder: 1, format: toSecond },
    ],
    empty: 'No members.',
  },
});

const setRole = restCommand({
  words: ['members', 'set-role'],
  summary: 'Change the role of a member',
  description: 'The API keys of the member change too. The last owner cannot be demoted.',
  examples: ['svc members set-role <user-id> ROLE_ADMIN'],
  operation: 'members.set_role',
  arguments: [
    { name: 'user-id', sends: 'user_id', description: 'ID of the member' },
    { name: 'role', sends: 'role', choices: ROLES, description: ROLES.join(', ') },
  ],
  view: confirmation({ said: 'Changed the role of {name} to {role}', facts: ['user_id'] }),
});

const remove = restCommand({
  words: ['members', 'remove'],
  summary: 'Remove a member and end their sessions and API keys',
  operation: 'members.remove',
  arguments: [{ name: 'user-id', sends: 'user_id', description: 'ID of the member' }],
  destructive: true,
  done: { removed: true },
});

export const MEMBERS: Family = {
  groups: { members: 'Members of the organization' },
  commands: [list, setRole, remove],
};

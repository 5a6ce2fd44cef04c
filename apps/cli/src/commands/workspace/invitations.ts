import { restCommand, type Family } from '../../command/command.js';
import { confirmation } from '../../print/confirmation.js';
import { ID } from '../../print/layout/columns.js';
import { toSecond } from '../../print/layout/units.js';
import { ROLES } from './members.js';

const create = restCommand({
  words: ['invitations', 'create'],
  summary: 'Invite a user to the organization',
  description:
    'The invitation is sent by e-mail. If the service cannot send e-mail, the output contains the link, this time only.',
  examples: ['svc invitations create ada@example.com --role ROLE_ADMIN'],
  operation: 'invitations.create',
  arguments: [{ name: 'email', sends: 'email', description: 'e-mail address' }],
  flags: [{ name: 'role', kind: 'string', sends: 'role', description: `${ROLES.join(', ')}; default ROLE_MEMBER` }],
  view: confirmation({ said: 'Invited {email} as {role}', facts: ['id', 'expires_at'], shown: ['accept_url'] }),
});

const list = restCommand({
  words: ['invitations', 'list'],
  summary: 'List invitations',
  operation: 'invitations.list',
  flags: [
    {
      name: 'status',
      kind: 'string',
      sends: 'status',
      description: 'pending, accepted, revoked or expired; all by default',
    },
  ],
  view: {
    kind: 'table',
    rows: 'invitations',
    columns: [
      { title: 'E-MAIL', field: 'email', flexible: true, paint: (_, colors) => colors.cyan },
      { title: 'ROLE', field: 'role' },
      { title: 'STATUS', field: 'status' },
      ID,
      { title: 'INVITED BY', field: 'inviter_name', dropOrder: 1 },
      { title: 'EXPIRES', field: 'expires_at', dropOrder: 2, format: toSecond },
    ],
    empty: 'No invitations.',
  },
});

const revoke = restCommand({
  words: ['invitations', 'revoke'],
  summary: 'Revoke a pending invitation',
  operation: 'invitations.revoke',
  arguments: [{ name: 'invitation-id', sends: 'invitation_id', description: 'ID of the invitation' }],
  destructive: true,
  done: { revoked: true },
});

export const INVITATIONS: Family = {
  groups: { invitations: 'Invitations to the organization' },
  commands: [create, list, revoke],
};

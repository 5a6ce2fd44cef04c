import { restCommand } from '../../command/command.js';
import { confirmation } from '../../print/confirmation.js';
import { ID } from '../../print/layout/columns.js';
import { toSecond } from '../../print/layout/units.js';

const METHOD_ID = { name: 'method-id', sends: 'method_id', description: 'ID of the contact method' } as const;

const list = restCommand({
  words: ['oncall', 'contact-methods', 'list'],
  summary: 'List your contact methods',
  operation: 'contact_methods.list',
  view: {
    kind: 'table',
    rows: 'contact_methods',
    columns: [
      { title: 'TYPE', field: 'type', paint: (_, colors) => colors.cyan },
      { title: 'VALUE', field: 'value', flexible: true },
      { title: 'LABEL', field: 'label', dropOrder: 2 },
      { title: 'STATUS', field: 'status' },
      ID,
      { title: 'ADDED', field: 'created_at', dropOrder: 1, format: toSecond },
    ],
    empty: 'No contact methods.',
  },
});

const add = restCommand({
  words: ['oncall', 'contact-methods', 'add'],
  summary: 'Add a contact method',
  description: 'If the service can send e-mail, it sends a verification code to an e-mail address.',
  examples: ['svc oncall contact-methods add --type email --value ada@example.com --label work'],
  operation: 'contact_methods.add',
  flags: [
    { name: 'label', kind: 'string', sends: 'label', description: 'display name' },
    {
      name: 'type',
      kind: 'string',
      required: true,
      choices: ['email', 'chat_dm', 'sms', 'phone'],
      sends: 'type',
      description: 'email, chat_dm, sms or phone',
    },
    {
      name: 'value',
      kind: 'string',
      required: true,
      sends: 'value',
      description: 'e-mail address, chat user name, or telephone number with country code',
    },
  ],
  view: confirmation({ said: 'Added {value}', facts: ['id', 'status'] }),
});

const remove = restCommand({
  words: ['oncall', 'contact-methods', 'delete'],
  summary: 'Delete one of your contact methods',
  operation: 'contact_methods.delete',
  arguments: [METHOD_ID],
  destructive: true,
  done: { deleted: true },
});

/** The contact methods of the caller. */
export const CONTACT_METHODS = [list, add, remove];

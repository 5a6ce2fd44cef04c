import type { Connection, ConnectionsUpdateRequest } from '../../gen/api.js';

/** A connection as the form that changes it shows it. Secrets are empty unless they are replaced. */
export interface EditDraft {
  readonly name: string;
  readonly target: string;
  readonly issueType: string;
  readonly account: string;
  readonly url: string;
  readonly secret: string;
  readonly isEnabled: boolean;
  readonly resolvesIssues: boolean;
  readonly closesTickets: boolean;
  readonly acceptsWebhooks: boolean;
  readonly webhookSecret: string;
}

/** The values of a draft that may be shown in a comparison, which secrets may not. */
export const EDIT_LABELS = {
  name: 'Name',
  target: 'Tickets go to',
  issueType: 'Type of tickets',
  account: 'E-mail of the token’s user',
  url: 'Address',
  isEnabled: 'Used',
  resolvesIssues: 'Resolves issues',
  closesTickets: 'Closes tickets',
  acceptsWebhooks: 'Accepts webhooks',
} as const satisfies { readonly [K in keyof EditDraft]?: string };

export function toEditDraft(connection: Connection): EditDraft {
  return {
    name: connection.display_name,
    target: connection.target,
    issueType: connection.issue_type,
    account: connection.account,
    url: connection.base_url,
    secret: '',
    isEnabled: connection.state !== 'disabled',
    resolvesIssues: connection.resolve_issues,
    closesTickets: connection.close_tickets,
    acceptsWebhooks: connection.accepts_webhooks,
    webhookSecret: '',
  };
}

/** Why the form cannot be sent; undefined if it can. */
export function refuseEdit(draft: EditDraft, { provider, base_url: url }: Connection): string | undefined {
  if (draft.name.trim() === '') return 'Type a name first.';
  if (draft.target.trim() === '' && provider !== 'github') return 'Say where tickets go first.';
  if (draft.url.trim() !== url && draft.secret === '')
    return 'Type the token, too: the stored one is never sent to another address.';
  if (draft.acceptsWebhooks && draft.webhookSecret !== '' && !/^[!-~]{16,256}$/.test(draft.webhookSecret))
    return 'The secret of webhooks has 16 to 256 characters without spaces.';
  return undefined;
}

/** Why webhooks cannot be accepted yet. */
export function needsWebhookSecret(draft: EditDraft, { accepts_webhooks: accepts }: Connection): boolean {
  return draft.acceptsWebhooks && !accepts && draft.webhookSecret === '';
}

/** The fields that differ from what is stored. */
export function toUpdate(
  draft: EditDraft,
  connection: Connection,
  version: number | undefined,
): ConnectionsUpdateRequest {
  const before = toEditDraft(connection);
  const changed = <K extends string>(name: K, key: keyof EditDraft): Partial<Record<K, never>> => {
    const value = typeof draft[key] === 'string' ? draft[key].trim() : draft[key];
    return (value === before[key] ? {} : { [name]: value }) as Partial<Record<K, never>>;
  };
  return {
    ...changed('display_name', 'name'),
    ...changed('target', 'target'),
    ...changed('issue_type', 'issueType'),
    ...changed('account', 'account'),
    ...changed('base_url', 'url'),
    ...changed('secret', 'secret'),
    ...changed('enabled', 'isEnabled'),
    ...changed('resolve_issues', 'resolvesIssues'),
    ...changed('close_tickets', 'closesTickets'),
    ...(draft.acceptsWebhooks && draft.webhookSecret !== '' && { webhook_secret: draft.webhookSecret }),
    ...(!draft.acceptsWebhooks && before.acceptsWebhooks && { webhook_secret: '' }),
    ...(version !== undefined && { expected_version: version }),
  };
}

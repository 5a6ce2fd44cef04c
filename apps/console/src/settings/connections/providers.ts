import type { ConnectionsCreateRequest, ConnectionsOauthStartRequest } from '../../gen/api.js';

export type Provider = ConnectionsCreateRequest['provider'];
export type Way = 'oauth' | 'token';

export const PROVIDERS = [
  { value: 'github', label: 'GitHub' },
  { value: 'jira', label: 'Jira' },
  { value: 'linear', label: 'Linear' },
] as const satisfies readonly { readonly value: Provider; readonly label: string }[];

export const WAYS = [
  { value: 'oauth', label: 'Authorize in the browser' },
  { value: 'token', label: 'Token' },
] as const satisfies readonly { readonly value: Way; readonly label: string }[];

/** Explains the field that names the repositories or the project of new tickets. */
export const TARGETS: Readonly<Record<Provider, string>> = {
  github: 'Repositories as owner/name with commas between them, or * for all; the first is the default.',
  jira: 'Key of the project, such as SHOP.',
  linear: 'ID of the team.',
};

/** A connection as its form shows it. */
export interface ConnectionDraft {
  readonly provider: Provider;
  readonly way: Way;
  readonly name: string;
  readonly target: string;
  readonly secret: string;
  readonly account: string;
  /** Address of the provider's interface, or of the site of Jira. */
  readonly url: string;
  readonly resolvesIssues: boolean;
  readonly closesTickets: boolean;
}

/** The fields that a provider has. A token is sent to the address, so one that is not shown must not be sent. */
export function toShown({ provider, way }: Pick<ConnectionDraft, 'provider' | 'way'>): {
  readonly url: boolean;
  readonly account: boolean;
} {
  const isToken = way === 'token';
  return { url: provider === 'jira' || (isToken && provider === 'github'), account: isToken && provider === 'jira' };
}

/** The form for another provider, to which no address, account or token of the one before belongs. */
export function chooseProvider(draft: ConnectionDraft, provider: Provider): ConnectionDraft {
  return { ...draft, provider, url: '', account: '', secret: '' };
}

/** Why the form cannot be sent; undefined if it can. */
export function findMissing({ provider, way, name, target, secret, url }: ConnectionDraft): string | undefined {
  if (name.trim() === '') return 'Type a name first.';
  if (target.trim() === '' && provider !== 'github') return 'Say where tickets go first.';
  if (way === 'token' && secret === '') return 'Type the token first.';
  return way === 'token' && provider === 'jira' && url.trim() === '' ? 'Type the address of Jira first.' : undefined;
}

/** The request for a connection with a token. */
export function toCreate(draft: ConnectionDraft): ConnectionsCreateRequest {
  const { account, url, secret } = draft;
  const shown = toShown(draft);
  return {
    ...toCommon(draft),
    kind: 'token',
    secret,
    ...(shown.account && account.trim() !== '' && { account: account.trim() }),
    ...(shown.url && url.trim() !== '' && { base_url: url.trim() }),
  };
}

/** The request for a connection that is authorized in the browser. */
export function toStart(draft: ConnectionDraft): ConnectionsOauthStartRequest {
  const { provider, url } = draft;
  const shown = toShown({ provider, way: 'oauth' });
  return { ...toCommon(draft), ...(shown.url && url.trim() !== '' && { site_url: url.trim() }) };
}

function toCommon({ provider, name, target, resolvesIssues, closesTickets }: ConnectionDraft) {
  return {
    provider,
    display_name: name.trim(),
    ...(target.trim() !== '' && { target: target.trim() }),
    resolve_issues: resolvesIssues,
    close_tickets: closesTickets,
  };
}

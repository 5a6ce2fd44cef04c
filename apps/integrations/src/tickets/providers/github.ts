import type { JsonValue } from '@svc/contract';
import { listAt, memberAt, textAt, webAddress, type ProviderClient } from './provider-client.js';
import { ProviderError } from './provider-error.js';
import type { ExternalTicket, KnownTicket, NewTicket, Provider } from './provider.js';

const PAGE = 100;
/** Issues that changed since the attempt and that are looked through for the marker. */
const MAX_PAGES = 10;
/** Tolerance between the clocks of GitHub and this process. */
const SKEW_MS = 5 * 60_000;

/** GitHub and GitHub Enterprise: REST API 2022-11-28. A hidden comment in the description marks a ticket. */
export const GITHUB: Provider = {
  findableAfterMs: 0,

  headers: (_, token) => ({
    accept: 'application/vnd.github+json',
    authorization: `Bearer ${token}`,
    'user-agent': 'svc',
    'x-github-api-version': '2022-11-28',
  }),

  async find(client, _, ticket) {
    const since = new Date(ticket.attemptedAt.getTime() - SKEW_MS).toISOString();
    for (let page = 1; page <= MAX_PAGES; page++) {
      const query = new URLSearchParams({ state: 'all', sort: 'created', direction: 'asc', since });
      query.set('per_page', String(PAGE));
      query.set('page', String(page));
      const issues = await client.request({ path: `/repos/${ticket.repo}/issues?${query.toString()}` });
      const found = asList(issues).find((issue) => getText(issue, 'body').includes(marker(ticket)));
      if (found !== undefined) return toTicket(found);
      if (asList(issues).length < PAGE) return undefined;
    }
    return undefined;
  },

  async create(client, _, ticket) {
    const lines = [ticket.issueUrl, '', '```', ticket.summary.replaceAll('`', "'"), '```', '', marker(ticket)];
    const body = { title: ticket.title, body: lines.join('\n') };
    return toTicket(await client.request({ method: 'POST', path: `/repos/${ticket.repo}/issues`, body }));
  },

  async read(client, _, tickets) {
    const found = new Map<string, ExternalTicket>();
    for (const ticket of tickets) {
      const issue = await readOne(client, ticket);
      if (issue) found.set(ticket.externalId, issue);
    }
    return found;
  },

  async close(client, _, ticket) {
    const body = { state: 'closed', state_reason: 'completed' };
    return toTicket(await client.request({ method: 'PATCH', path: pathTo(ticket), body }));
  },
};

async function readOne(client: ProviderClient, ticket: KnownTicket): Promise<ExternalTicket | undefined> {
  try {
    return toTicket(await client.request({ path: pathTo(ticket) }));
  } catch (error) {
    if (error instanceof ProviderError && error.code === 'not_found') return undefined;
    throw error;
  }
}

const marker = ({ id }: NewTicket): string => `<!-- svc-ticket:${id} -->`;

const pathTo = ({ repo, externalId }: KnownTicket): string => `/repos/${repo}/issues/${encodeURIComponent(externalId)}`;

const asList = (value: JsonValue): readonly JsonValue[] => listAt({ value }, 'value');

/** Not shortened, since the marker is at the end. */
function getText(value: JsonValue, name: string): string {
  const found = memberAt(value, name);
  return typeof found === 'string' ? found : '';
}

function toTicket(issue: JsonValue): ExternalTicket {
  const number = memberAt(issue, 'number');
  if (typeof number !== 'number') throw new ProviderError('provider_unavailable');
  const status = textAt(issue, 'state');
  return {
    externalId: String(number),
    externalUrl: webAddress(textAt(issue, 'html_url')),
    status,
    isClosed: status === 'closed',
  };
}

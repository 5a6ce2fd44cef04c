import type { JsonObject, JsonValue } from '@svc/contract';
import { listAt, textAt, type ProviderClient } from './provider-client.js';
import { ProviderError } from './provider-error.js';
import type { ConnectionSettings, ExternalTicket, NewTicket, Provider } from './provider.js';

/**
 * Jira Cloud (REST API 3, an account with an API token, or OAuth) and Jira Data Center (REST API 2, a personal access token). A label marks
 * a ticket, because labels can be searched for.
 */
export const JIRA: Provider = {
  // The search of Jira Cloud shows a new issue some seconds later.
  findableAfterMs: 15_000,

  headers: ({ account }, token) => ({
    accept: 'application/json',
    authorization:
      account === '' ? `Bearer ${token}` : `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`,
  }),

  async find(client, connection, ticket) {
    const [found] = await search(client, connection, `labels = "${marker(ticket)}"`, 1);
    return found === undefined ? undefined : toTicket(connection, found);
  },

  async create(client, connection, ticket) {
    const { target, issueType } = connection;
    const fields = {
      project: { key: target },
      issuetype: { name: issueType },
      summary: ticket.title,
      labels: [marker(ticket)],
      description: isCloud(connection) ? toDocument(ticket) : toWikiText(ticket),
    };
    const path = `${api(connection)}/issue`;
    const created = await client.request({ method: 'POST', path, body: { fields } });
    const externalId = textAt(created, 'key');
    if (externalId === '') throw new ProviderError('provider_unavailable');
    return { externalId, externalUrl: browseUrl(connection, externalId), status: '', isClosed: false };
  },

  async read(client, connection, tickets) {
    const keys = tickets.map(({ externalId }) => externalId).filter((key) => /^[A-Z][A-Z0-9_]*-\d+$/.test(key));
    if (keys.length === 0) return new Map();
    const found = await readKeys(client, connection, keys);
    return new Map(found.map((issue) => [textAt(issue, 'key'), toTicket(connection, issue)]));
  },

  async close(client, connection, { externalId }) {
    const path = `${api(connection)}/issue/${encodeURIComponent(externalId)}`;
    const offered = await client.request({ path: `${path}/transitions` });
    const closing = listAt(offered, 'transitions').find((each) => isDone(each, 'to'));
    if (closing === undefined) throw new ProviderError('provider_rejected');
    const body = { transition: { id: textAt(closing, 'id') } };
    await client.request({ method: 'POST', path: `${path}/transitions`, body });
    const externalUrl = browseUrl(connection, externalId);
    return { externalId, externalUrl, status: textAt(closing, 'to', 'name'), isClosed: true };
  },
};

const isCloud = ({ account, kind }: ConnectionSettings): boolean => kind === 'oauth' || account !== '';

const api = (connection: ConnectionSettings): string => (isCloud(connection) ? '/rest/api/3' : '/rest/api/2');

const marker = ({ id }: NewTicket): string => `svc-${id}`;

const browseUrl = ({ baseUrl, siteUrl }: ConnectionSettings, key: string): string =>
  `${siteUrl ?? baseUrl}/browse/${encodeURIComponent(key)}`;

async function search(
  client: ProviderClient,
  connection: ConnectionSettings,
  jql: string,
  maxResults: number,
): Promise<readonly JsonValue[]> {
  const path = `${api(connection)}/search${isCloud(connection) ? '/jql' : ''}`;
  // Keys that no longer exist are no error.
  const body: JsonObject = {
    jql,
    maxResults,
    fields: ['status'],
    ...(!isCloud(connection) && { validateQuery: false }),
  };
  return listAt(await client.request({ method: 'POST', path, body }), 'issues');
}

/** Reads the keys of issues; issues that do not exist are absent. */
async function readKeys(
  client: ProviderClient,
  connection: ConnectionSettings,
  keys: readonly string[],
): Promise<readonly JsonValue[]> {
  if (!isCloud(connection)) return search(client, connection, `issuekey in (${keys.join(', ')})`, keys.length);
  const body = { issueIdsOrKeys: [...keys], fields: ['status'] };
  return listAt(await client.request({ method: 'POST', path: `${api(connection)}/issue/bulkfetch`, body }), 'issues');
}

function toTicket(connection: ConnectionSettings, issue: JsonValue): ExternalTicket {
  const externalId = textAt(issue, 'key');
  if (externalId === '') throw new ProviderError('provider_unavailable');
  return {
    externalId,
    externalUrl: browseUrl(connection, externalId),
    status: textAt(issue, 'fields', 'status', 'name'),
    isClosed: isDone(issue, 'fields', 'status'),
  };
}

/** Workflows name their states as they like; each belongs to one of three categories. */
const isDone = (value: JsonValue, ...path: readonly string[]): boolean =>
  textAt(value, ...path, 'statusCategory', 'key') === 'done';

/** Atlassian Document Format. */
function toDocument({ issueUrl, summary }: NewTicket): JsonObject {
  const link = { type: 'text', text: issueUrl, marks: [{ type: 'link', attrs: { href: issueUrl } }] };
  const code = { type: 'codeBlock', content: [{ type: 'text', text: summary }] };
  return { type: 'doc', version: 1, content: [{ type: 'paragraph', content: [link] }, code] };
}

function toWikiText({ issueUrl, summary }: NewTicket): string {
  return `${issueUrl}\n{noformat}\n${summary.replaceAll('{', '(').replaceAll('}', ')')}\n{noformat}`;
}

import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue } from '@svc/contract';
import { listAt, memberAt, textAt, webAddress, type ProviderClient } from './provider-client.js';
import { ProviderError } from './provider-error.js';
import type { ExternalTicket, NewTicket, Provider } from './provider.js';

const FIELDS = 'id identifier url state { name type } team { id }';
const READ = `query($ids: [ID!]!, $first: Int!) { issues(filter: { id: { in: $ids } }, first: $first, includeArchived: true) { nodes { ${FIELDS} } } }`;
const CREATE = `mutation($input: IssueCreateInput!) { issueCreate(input: $input) { success issue { ${FIELDS} } } }`;
const STATES =
  'query($team: ID!) { workflowStates(filter: { team: { id: { eq: $team } }, type: { eq: "completed" } }) { nodes { id position } } }';
const UPDATE = `mutation($id: String!, $input: IssueUpdateInput!) { issueUpdate(id: $id, input: $input) { success issue { ${FIELDS} } } }`;

/** Linear: GraphQL with a personal API key or an OAuth token. The ID of a ticket is chosen here, so it is its own marker. */
export const LINEAR: Provider = {
  findableAfterMs: 0,

  headers: ({ kind }, token) => ({
    accept: 'application/json',
    authorization: kind === 'oauth' ? `Bearer ${token}` : token,
  }),

  async find(client, _, ticket) {
    return (await readAll(client, [linearId(ticket)]))[0];
  },

  async create(client, { target }, ticket) {
    const description = `${ticket.issueUrl}\n\n\`\`\`\n${ticket.summary.replaceAll('`', "'")}\n\`\`\``;
    const input = { id: linearId(ticket), teamId: target, title: ticket.title, description };
    return toTicket(memberAt(await ask(client, CREATE, { input }), 'issueCreate', 'issue'));
  },

  async read(client, _, tickets) {
    const found = await readAll(
      client,
      tickets.map(({ externalId }) => externalId),
    );
    return new Map(found.map((ticket) => [ticket.externalId, ticket]));
  },

  async close(client, { target }, { externalId }) {
    const states = listAt(await ask(client, STATES, { team: target }), 'workflowStates', 'nodes');
    const [first] = states.toSorted((one, other) => position(one) - position(other));
    if (first === undefined) throw new ProviderError('provider_rejected');
    const data = await ask(client, UPDATE, { id: externalId, input: { stateId: textAt(first, 'id') } });
    return toTicket(memberAt(data, 'issueUpdate', 'issue'));
  },
};

/** Linear accepts only the form of a UUID of version 4. */
export function linearId({ id }: Pick<NewTicket, 'id'>): string {
  const bytes = createHash('sha256').update(`svc-ticket:${id}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

async function readAll(client: ProviderClient, ids: readonly string[]): Promise<ExternalTicket[]> {
  const data = await ask(client, READ, { ids: [...ids], first: ids.length });
  return listAt(data, 'issues', 'nodes').map(toTicket);
}

/** The data of an answer. Errors of GraphQL come with the status 200 too. */
async function ask(client: ProviderClient, query: string, variables: JsonObject): Promise<JsonValue | undefined> {
  const answer = await client.request({ method: 'POST', path: '/graphql', body: { query, variables } });
  const [error] = listAt(answer, 'errors');
  const code = textAt(error, 'extensions', 'code');
  if (code === 'AUTHENTICATION_ERROR' && (await client.renewCredential())) return ask(client, query, variables);
  if (error !== undefined) throw toError(code);
  return memberAt(answer, 'data');
}

function toError(code: string): ProviderError {
  if (code === 'AUTHENTICATION_ERROR') return new ProviderError('provider_unauthorized');
  if (code === 'RATELIMITED') return new ProviderError('provider_rate_limited', 60_000);
  if (code === 'INTERNAL_SERVER_ERROR') return new ProviderError('provider_unavailable');
  return new ProviderError('provider_rejected');
}

function toTicket(issue: JsonValue | undefined): ExternalTicket {
  const externalId = textAt(issue, 'id');
  if (!isJsonObject(issue) || externalId === '') throw new ProviderError('provider_unavailable');
  const type = textAt(issue, 'state', 'type');
  return {
    externalId,
    externalUrl: webAddress(textAt(issue, 'url')),
    status: textAt(issue, 'state', 'name'),
    isClosed: type === 'completed' || type === 'canceled',
  };
}

function position(state: JsonValue): number {
  const found = memberAt(state, 'position');
  return typeof found === 'number' ? found : 0;
}

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { create } from '@bufbuild/protobuf';
import { CallContextSchema, IssueTickets } from '@svc/contract';
import { createLogger } from '@svc/observability';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { createRpcClient, startRpcServer, type Client } from '@svc/rpc';
import { notFound } from '@svc/service-error';
import { PATIENCE_MS } from '@svc/test-servers';
import { integrationsUnderTest } from '../testing/integrations.js';

const NOW = new Date('2026-01-01T00:00:00Z');

describe('tickets of an issue', () => {
  let database: TemporaryDatabase;
  let client: Client<typeof IssueTickets>;
  const closing: (() => unknown)[] = [];
  beforeAll(async () => {
    database = await startTemporaryDatabase();
    const directory = await mkdtemp(path.join(tmpdir(), 'svc-tickets-'));
    const address = `unix:${directory}/rpc.sock`;
    const logger = createLogger({ level: 'silent', service: 'integrations' });
    const module = integrationsUnderTest({ relational: database.relational, logger });
    const server = await startRpcServer({ module, address });
    const connected = createRpcClient(IssueTickets, { address, timeoutMs: PATIENCE_MS });
    await connected.ready(PATIENCE_MS);
    client = connected;
    closing.push(
      () => connected.close(),
      () => server.stop(),
      () => database.stop(),
      () => rm(directory, { recursive: true }),
    );
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });

  const callerIn = (project: string) => ({
    context: create(CallContextSchema, {
      requestId: 'r1',
      organizationId: 'o1',
      principalType: 'api_key',
      principalId: randomUUID(),
      project: { id: project, number: 1, retentionDays: 30 },
    }),
  });
  const createIssue = async (projectId: string, mergedInto: string | null = null): Promise<string> => {
    const texts = {
      type: 'TypeError',
      title: 'TypeError: x',
      culprit: '',
      platform: 'node',
      level: 'error',
      reason: '',
    };
    const times = { firstSeen: NOW, lastSeen: NOW, changedAt: NOW, createdAt: NOW, updatedAt: NOW };
    const data = { projectId, projectNumber: 1, state: 'new', mergedInto, ...texts, ...times };
    return (await database.relational.client.issue.create({ data })).id;
  };
  const link = (projectId: string, issueId: string, title: string, more: object = {}) =>
    database.relational.client.ticket.create({
      data: {
        projectId,
        issueId,
        title,
        provider: 'github',
        issueUrl: 'https://svc.example/issues/1',
        syncState: 'pending',
        createdBy: 'key',
        createdAt: NOW,
        updatedAt: NOW,
        ...more,
      },
    });

  it('returns tickets oldest first with their synchronization state', async () => {
    const project = randomUUID();
    const issueId = await createIssue(project);
    assert.deepEqual((await client.tickets({ issueId }, callerIn(project))).tickets, []);
    const retry = { syncState: 'retrying', errorCode: 'provider_rate_limited', isRetryable: true, nextRetryAt: NOW };
    await link(project, issueId, 'second', { ...retry, createdAt: new Date(NOW.getTime() + 1) });
    await link(project, issueId, 'first', { syncState: 'synced', externalId: '7', lastSyncedAt: NOW });
    await link(project, await createIssue(project), 'of another issue');
    const { tickets } = await client.tickets({ issueId }, callerIn(project));
    assert.deepEqual(
      tickets.map(({ title, syncState, externalId, error }) => [title, syncState, externalId, error?.code]),
      [
        ['first', 'synced', '7', undefined],
        ['second', 'retrying', '', 'provider_rate_limited'],
      ],
    );
    assert.equal(tickets[1]?.error?.retryable, true);
  });

  it('answers the same 404 for an unknown issue, a merged one and one of another project', async () => {
    const project = randomUUID();
    const [foreign, merged] = [await createIssue(randomUUID()), await createIssue(project, randomUUID())];
    for (const issueId of [randomUUID(), 'x', '', '\u0000', foreign, merged]) {
      const refused = client.tickets({ issueId }, callerIn(project));
      await assert.rejects(refused, { code: 'not_found', message: notFound().message }, issueId);
    }
  });
});

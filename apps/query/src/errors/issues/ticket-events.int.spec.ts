import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createLogger } from '@svc/observability';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { eventually } from '@svc/test-servers';
import { Jobs, recordEvent, type NewDomainEvent } from '@svc/work';
import { IssueChanges } from './issue-changes.js';
import { IssuesRepository } from './issues.repository.js';
import { TicketEvents } from './ticket-events.js';

const LOGGER = createLogger({ level: 'silent', service: 'query' });

describe('issues and their tickets', () => {
  let database: TemporaryDatabase;
  const running: TicketEvents[] = [];
  beforeAll(async () => {
    database = await startTemporaryDatabase();
    const { relational } = database;
    // Two processes read the same events.
    for (let process = 0; process < 2; process++) {
      const jobs = new Jobs(relational, undefined, Date.now, LOGGER);
      const issues = new IssuesRepository(relational);
      running.push(new TicketEvents(issues, new IssueChanges(), jobs, relational, Date.now, LOGGER));
    }
    for (const events of running) events.onApplicationBootstrap();
  });
  afterAll(async () => {
    for (const events of running) await events.onModuleDestroy();
    await database.stop();
  });

  async function storeIssue(state: string, projectId: string = randomUUID()) {
    const at = new Date();
    const texts = {
      type: 'TypeError',
      title: 'TypeError: x',
      culprit: '',
      platform: 'node',
      level: 'error',
      reason: '',
    };
    const times = { firstSeen: at, lastSeen: at, changedAt: at, createdAt: at, updatedAt: at };
    const data = { projectId, projectNumber: 1, state, ...texts, ...times };
    return database.relational.client.issue.create({ data });
  }
  const record = (type: NewDomainEvent['type'], projectId: string, subject: string) =>
    database.relational.client.$transaction((tx) =>
      recordEvent(tx, { type, projectId, subject, occurredAt: new Date(), data: { id: 't1' } }),
    );
  const find = (id: string) => database.relational.client.issue.findUniqueOrThrow({ where: { id } });

  it('makes a new issue ongoing, once, and leaves others unchanged', async () => {
    const [issue, ignored] = [await storeIssue('new'), await storeIssue('ignored')];
    await record('ticket.linked', ignored.projectId, ignored.id);
    await record('ticket.linked', issue.projectId, issue.id);
    await record('ticket.linked', issue.projectId, issue.id);
    await eventually('an ongoing issue', async () => (await find(issue.id)).state === 'ongoing');
    const { reason, version } = await find(issue.id);
    assert.deepEqual([reason, version, (await find(ignored.id)).state], ['ticket_linked', 2n, 'ignored']);
  });

  it('resolves an issue whose ticket was closed, never one of another project', async () => {
    const [foreign, issue] = [await storeIssue('ongoing'), await storeIssue('ongoing')];
    await record('ticket.closed', issue.projectId, foreign.id);
    await record('ticket.closed', issue.projectId, issue.id);
    await eventually('a resolved issue', async () => (await find(issue.id)).state === 'resolved');
    assert.equal((await find(foreign.id)).state, 'ongoing');
    const { client } = database.relational;
    assert.equal(await client.domainEvent.count({ where: { type: 'issue-transition', subject: issue.id } }), 1);
  });
});

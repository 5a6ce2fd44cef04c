import assert from 'node:assert/strict';
import type { Logger } from '@svc/observability';
import type { Relational } from '@svc/relational';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { ServiceError } from '@svc/service-error';
import { AuditCounter, type CountedAct } from './audit-counter.js';

const NOW = Date.parse('2026-05-06T12:00:10Z');

describe('acts that are counted while the database does not respond', () => {
  let database: TemporaryDatabase;
  let organizationId: string;
  let now: number;
  let lost: number[];
  let waiting: number;
  beforeAll(async () => {
    database = await startTemporaryDatabase();
  });
  afterAll(() => database.stop());
  beforeEach(async () => {
    organizationId = (await client().organization.create({ data: { name: 'Shop' } })).id;
    [now, lost, waiting] = [NOW, [], 0];
  });

  const client = () => database.relational.client;
  const logger = {
    warn: () => (waiting += 1),
    error: ({ acts }: { acts?: number }) => acts === undefined || lost.push(acts),
  } as unknown as Logger;
  const act = (operation: string): CountedAct => ({
    organizationId,
    projectId: null,
    principalType: 'user',
    principalId: 'ada',
    principalName: 'Ada',
    operation,
    target: {},
    requestId: 'r',
    sourceAddress: '127.0.0.1',
    status: 403,
    error: null,
  });
  const found = async () => {
    const rows = await client().auditEntry.findMany({ where: { organizationId }, orderBy: { sequence: 'asc' } });
    return rows.map(({ operation, count, at }) => [operation, count, at.getTime() - NOW]);
  };
  /** A counter whose transactions fail as long as there are failures left: before they begin, or after their commit. */
  const counterWith = (failures: ('before' | 'after')[], error: () => Error) => {
    const $transaction = async (work: never): Promise<unknown> => {
      const failure = failures.shift();
      if (failure === 'before') throw error();
      const result = await client().$transaction(work);
      if (failure === 'after') throw error();
      return result;
    };
    const relational = { client: { $transaction } } as unknown as Relational;
    return new AuditCounter(relational, logger, () => now);
  };
  const unavailable = () => new ServiceError('unavailable');

  it('writes waiting acts once the database responds, with their times and once each', async () => {
    const counter = counterWith(['after'], unavailable);
    counter.count(act('members.list'));
    now += 1_000;
    counter.count(act('logs.list'));
    counter.count(act('logs.list'));
    await counter.onApplicationShutdown();
    assert.deepEqual(await found(), [
      ['members.list', 1, 0],
      ['logs.list', 1, 1_000],
      ['logs.list', 1, 1_000],
    ]);
    assert.deepEqual([waiting, lost], [1, []]);
  });

  it('logs the number of acts that can never be written', async () => {
    const counter = counterWith(['before'], () => new Error('refused'));
    counter.count(act('members.list'));
    await counter.onApplicationShutdown();
    assert.deepEqual([await found(), lost], [[], [1]]);
  });

  it('limits the number of waiting acts and logs how many exceed it', async () => {
    const counter = counterWith(['before'], unavailable);
    const operations = Array.from({ length: 1_000 }, (_, nth) => `operation.${nth}`);
    for (let minute = 0; minute < 6; minute++) {
      for (const operation of [...operations, ...operations]) counter.count(act(operation));
      now += 60_000;
    }
    await counter.onApplicationShutdown();
    assert.deepEqual([(await found()).length, lost], [10_000, [2_000]]);
  });
});

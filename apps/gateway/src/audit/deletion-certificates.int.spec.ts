import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { recordEvent } from '@svc/work';
import { GatewayUnderTest } from '../testing/gateway.js';

interface Entry {
  readonly operation: string;
  readonly status: number;
  readonly target: Readonly<Record<string, string>>;
  readonly details: Readonly<Record<string, string>>;
  readonly principal: { readonly type: string; readonly name: string };
}

describe('the audit log of deleted recordings', () => {
  let under: GatewayUnderTest;
  beforeAll(async () => {
    under = await GatewayUnderTest.start();
  });
  afterAll(() => under.stop());

  it('says once that nothing of a recording is left, in its hash chain', async () => {
    const { relational, ownerKey } = under.workspace;
    const { id: projectId } = await relational.client.project.findFirstOrThrow({
      where: { id: { not: under.foreign.projectId } },
    });
    const data = { key_destroyed_at: '2026-11-28T20:00:00.000Z', nothing_left_at: '2026-11-28T20:05:00.000Z' };
    const event = {
      projectId,
      type: 'recording.verified',
      subject: 'session-7',
      occurredAt: new Date(),
      data,
    } as const;
    await recordEvent(relational.client, event);
    const entries = async () => {
      const answer = await under.send('/api/v1/account/audit-log', { key: ownerKey });
      const found = (answer.json['entries'] ?? []) as unknown as Entry[];
      return found.filter(({ operation }) => operation === 'replay.delete.verified');
    };
    const [entry, ...others] = await eventually('the entry', async () => {
      const found = await entries();
      return found.length > 0 && found;
    });
    assert.deepEqual(
      [entry?.status, entry?.target, entry?.details, entry?.principal.type, others],
      [200, { session_id: 'session-7' }, data, 'service', []],
    );
    const verified = await under.send('/api/v1/account/audit-log/verify', { key: ownerKey });
    assert.equal((verified.json as { valid?: boolean }).valid, true);
  });
});

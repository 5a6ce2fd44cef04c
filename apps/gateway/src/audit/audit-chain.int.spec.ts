import assert from 'node:assert/strict';
import { createRelational, type Relational } from '@svc/relational';
import { GatewayUnderTest } from '../testing/gateway.js';

interface Verification {
  readonly valid?: boolean;
  readonly complete?: boolean;
  readonly verified_sequence?: number;
  readonly verified_hash?: string;
  readonly first_fault?: { readonly sequence: number; readonly reason: string; readonly entry_id?: string };
}

describe('the hash chain of the audit log', () => {
  let under: GatewayUnderTest;
  let superuser: Relational;
  beforeAll(async () => {
    under = await GatewayUnderTest.start();
    superuser = createRelational({ url: under.workspace.databaseOwnerUrl, poolSize: 1 });
    await superuser.rows('SET session_replication_role = replica', []);
  });
  afterAll(async () => {
    await superuser.close();
    await under.stop();
  });

  const owner = () => under.workspace.ownerKey;
  const verify = async (query = ''): Promise<Verification> => {
    const answer = await under.send(`/api/v1/account/audit-log/verify?${query}`, { key: owner() });
    assert.equal(answer.status, 200, answer.text);
    return answer.json as Verification;
  };
  const write = async (): Promise<void> => {
    const body = { name: 'Schlüssel', scopes: ['logs:read'] };
    const made = await under.send('/api/v1/account/api-keys', { method: 'POST', key: owner(), body });
    assert.equal(made.status, 201, made.text);
  };
  /** Changes stored rows as a superuser of the database would; returns the first link that does not fit. */
  const tamper = async (statement: string) => {
    await superuser.rows(statement, []);
    const { valid, complete, first_fault: fault } = await verify();
    assert.deepEqual([valid ?? false, complete], [false, true]);
    return fault;
  };

  it('verifies the chain after concurrent writes, as a whole and in parts', async () => {
    await Promise.all(Array.from({ length: 20 }, write));
    const { valid, complete, verified_sequence: sequence, verified_hash: hash, first_fault: fault } = await verify();
    assert.deepEqual([valid, complete, hash?.length, fault], [true, true, 64, undefined]);
    assert.ok(Number(sequence) >= 40);
    const rest = await verify(`after_sequence=${Number(sequence) - 1}`);
    assert.deepEqual([rest.valid, rest.verified_hash], [true, hash]);
  });

  it('shows the chain in the entries', async () => {
    const answer = await under.send('/api/v1/account/audit-log?limit=1', { key: owner() });
    const [entry] = answer.json['entries'] as { sequence: number; hash: string }[];
    const { verified_hash: hash } = await verify();
    assert.ok(entry && entry.sequence > 0 && entry.hash.length === 64 && entry.hash !== hash);
  });

  it('does not verify from a link that does not exist, nor for a key of one project', async () => {
    const unknown = await under.send('/api/v1/account/audit-log/verify?after_sequence=999999', { key: owner() });
    assert.deepEqual([unknown.status, unknown.json.details?.[0]?.path], [400, 'after_sequence']);
    const { secret } = await under.newKey({ projectId: under.workspace.projectId });
    const bound = await under.send('/api/v1/account/audit-log/verify', { key: secret });
    assert.equal(bound.status, 403);
  });

  // Each test changes an earlier link than the tests above it, so the first invalid link is its own.
  it('finds links that were removed from its end', async () => {
    const last = Number((await verify()).verified_sequence);
    assert.deepEqual(await tamper(`DELETE FROM audit_outcomes WHERE sequence = ${last}`), {
      sequence: last,
      reason: 'missing',
    });
  });

  it('finds a changed outcome', async () => {
    const [{ sequence = '', entry = '' } = {}] = await superuser.rows<{ sequence: string; entry: string }>(
      'SELECT sequence, entry_id AS entry FROM audit_outcomes WHERE sequence > 20 ORDER BY sequence LIMIT 1',
      [],
    );
    assert.deepEqual(await tamper(`UPDATE audit_outcomes SET status = 403 WHERE sequence = ${sequence}`), {
      sequence: Number(sequence),
      reason: 'changed',
      entry_id: entry,
    });
  });

  it('finds a link that was removed between others', async () => {
    const statement =
      'DELETE FROM audit_entries WHERE sequence = (SELECT max(sequence) FROM audit_entries WHERE sequence < 15)';
    assert.equal((await tamper(statement))?.reason, 'missing');
  });

  it('finds a changed entry whose own hash was computed again', async () => {
    const fault = await tamper(
      `UPDATE audit_entries SET principal_name = 'somebody else',
         hash = audit_hash('', audit_content(audit_entries)) WHERE sequence = 1`,
    );
    assert.deepEqual([fault?.sequence, fault?.reason], [1, 'changed']);
  });
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded/embedded-postgres.js';
import { migrateRelational, MIGRATIONS } from './migrate.js';

/** The first migration of the limits and recipients of channels. */
const FIRST = '20261127';

describe('the migration of channels and deliveries of an earlier release', () => {
  let directory: string;
  let postgres: EmbeddedPostgres;
  let client: pg.Client;
  beforeAll(async () => {
    directory = mkdtempSync(path.join(tmpdir(), 'svc-recipients-'));
    postgres = await startEmbeddedPostgres({ directory: path.join(directory, 'postgres'), isDurable: false });
    const earlier = path.join(directory, 'migrations');
    cpSync(MIGRATIONS, earlier, { recursive: true });
    for (const name of readdirSync(earlier))
      if (/^\d/.test(name) && name >= FIRST) rmSync(path.join(earlier, name), { recursive: true });
    await migrateRelational(postgres.url, { migrations: earlier });
    client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await postgres.stop();
    rmSync(directory, { recursive: true });
  });

  it('keeps their recipients, and the limits of deliveries to contact methods, and names silences', async () => {
    const [projectId, contactId] = [randomUUID(), randomUUID()];
    const addChannel = (name: string, type: string, config: object) =>
      client.query(
        `INSERT INTO channels (id, project_id, type, name, config, events, time_zone, is_enabled, created_by, created_at, updated_at)
         VALUES (gen_random_uuid(), $1, $2, $3, $4, '{}', 'UTC', true, 'k', now(), now())`,
        [projectId, type, name, config],
      );
    await addChannel('Mail', 'email', { to: ['Ops@Example.com', 'ada@example.com'] });
    await addChannel('More mail', 'email', { to: ['ops@example.com'] });
    await addChannel('Broken', 'email', {});
    await addChannel('Numbers', 'sms', { to: ['+4930901820'] });
    const addDelivery = (status: string, reason: string, contact: string | null, notification: object | null) =>
      client.query(
        `INSERT INTO deliveries (id, project_id, channel_id, channel_name, channel_type, event_id, event_type, subject, title, urgency,
           status, reason, contact_method_id, notification, started_at, created_at)
         VALUES (gen_random_uuid(), $1, $1, 'c', 'sms', gen_random_uuid(), 'page', 's', 't', 0, $2, $3, $4, $5, now(), now())`,
        [projectId, status, reason, contact, notification],
      );
    await addDelivery('pending', '', contactId, { data: {} });
    await addDelivery('pending', '', null, { data: {} });
    await addDelivery('suppressed', 'silenced', null, { data: { silence_ids: ['s1', 's2'] } });
    await addDelivery('suppressed', 'silenced', null, { data: {} });
    await addDelivery('sent', '', null, null);
    await migrateRelational(postgres.url);
    const proofs = await client.query(
      'SELECT address, proved_at IS NOT NULL AS proved FROM recipient_proofs ORDER BY address',
    );
    assert.deepEqual(proofs.rows, [
      { address: 'ada@example.com', proved: true },
      { address: 'ops@example.com', proved: true },
    ]);
    const deliveries = await client.query('SELECT receiver, silence_ids FROM deliveries ORDER BY position');
    assert.deepEqual(deliveries.rows, [
      { receiver: `contact/${contactId}`, silence_ids: [] },
      { receiver: null, silence_ids: [] },
      { receiver: null, silence_ids: ['s1', 's2'] },
      { receiver: null, silence_ids: [] },
      { receiver: null, silence_ids: [] },
    ]);
  });
});

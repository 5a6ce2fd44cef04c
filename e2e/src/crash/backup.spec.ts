import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFile, readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { descendants, eventually, findExposedFiles, pace, ROOT, startStandalone, type Topology } from '@svc/testing';
import { startReceiver } from '../integrations/receiver.js';
import { chooseSeed, seededRandom } from '../random.js';
import { noteSecret } from '../secrets.js';
import { topologyKind } from '../topology.js';
import { Delivery } from './delivery.js';
import { assertExactlyOnce, drained } from './ledger.js';
import { Sender, type SenderOptions } from './sender.js';

const run = promisify(execFile);
/** Data before the backup, during it and after it. */
const LOAD_MS = 1_500;

/**
 * Mean pause of a sender. Every insert creates files that are copied, verified and restored, and a slow machine takes longer for a backup.
 */
const PAUSE_MS = 400;
const SENDERS: readonly SenderOptions[] = [
  { name: 'logs-json', signal: 'logs', encoding: 'json' },
  { name: 'logs-large', signal: 'logs', encoding: 'protobuf', count: 1500, padding: 2000, pauseMs: 2000 },
  { name: 'traces-grpc', signal: 'traces', encoding: 'grpc' },
  { name: 'metrics-json', signal: 'metrics', encoding: 'json' },
  { name: 'events-json', signal: 'events', encoding: 'json' },
];

const describeStandalone = topologyKind() === 'standalone' ? describe : describe.skip;

describeStandalone('a backup of a running service', () => {
  let service: Topology;
  let state: string;
  let backup: string;
  beforeAll(async () => {
    service = await startStandalone();
    state = path.join(service.directory, 'state');
    backup = path.join(service.directory, 'backup');
  });
  afterAll(() => service.stop());

  /** Runs the commands of a section of the operator's page. */
  const follow = async (section: string, env: Record<string, string> = {}): Promise<string> => {
    const page = await readFile(path.join(ROOT, 'docs/operating/backup.md'), 'utf8');
    const [, commands] = new RegExp(`^### ${section}$[^]*?^\`\`\`sh\n([^]*?)^\`\`\`$`, 'm').exec(page) ?? [];
    assert.ok(commands, `the page has commands for: ${section}`);
    const { PATH = '' } = process.env;
    const variables = { PATH, BACKUP: backup, SVC_STATE_DIR: state, ...env };
    const { stdout } = await run('bash', ['-ec', commands], { cwd: ROOT, env: variables });
    return stdout;
  };
  const refusal = (section: string, env?: Record<string, string>): Promise<string> =>
    follow(section, env).then(
      () => assert.fail(`${section} was not refused`),
      (error: { stderr: string }) => error.stderr,
    );
  const start = async (): Promise<void> => {
    service.processes.get('standalone')?.start();
    await service.ready();
  };
  const killAll = async (): Promise<void> => {
    const child = service.processes.get('standalone');
    assert.ok(child);
    const others = descendants(child.pid);
    await child.kill();
    for (const pid of others) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It ended with its parent.
      }
    }
  };
  const load = (delivery: Delivery, suffix: string): Sender[] => {
    const seed = chooseSeed();
    const senders = SENDERS.map(
      (options, i) =>
        new Sender(
          { pauseMs: PAUSE_MS, ...options, name: `${options.name}${suffix}` },
          delivery,
          seededRandom(seed + i),
        ),
    );
    for (const sender of senders) sender.start();
    return senders;
  };
  const call = (method: string, to: string, headers: Record<string, string>, body?: object): Promise<Response> =>
    fetch(`${service.httpUrl}/api/v1${to}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const owner = (): Record<string, string> => ({ 'x-svc-api-key': service.apiKey });
  const newKey = async (): Promise<{ secret: string; api_key: { id: string } }> =>
    (await (
      await call('POST', '/account/api-keys', owner(), { name: 'backup', scopes: ['projects:read'] })
    ).json()) as { secret: string; api_key: { id: string } };

  /** @returns the secret of a channel that has sent a notification. */
  const sendNotification = async (): Promise<string> => {
    const receiver = await startReceiver();
    try {
      const secret = noteSecret(`whsec_${randomBytes(32).toString('base64')}`);
      const { projects } = (await (await call('GET', '/projects', owner())).json()) as { projects: { id: string }[] };
      const project = `project_id=${projects[0]?.id ?? ''}`;
      const channel = { type: 'webhook', name: 'Ops', config: { url: receiver.url, secret } };
      const created = await call('POST', `/notifications/channels?${project}`, owner(), channel);
      const { id } = (await created.json()) as { id: string };
      const tested = await call('POST', `/notifications/channels/${id}/test?${project}`, owner(), {});
      assert.equal(((await tested.json()) as { status: string }).status, 'sent');
      return secret;
    } finally {
      await receiver.stop();
    }
  };

  it('restores a killed installation with everything that was acknowledged, once', async () => {
    const [kept, revoked] = [await newKey(), await newKey()];
    assert.ok((await call('DELETE', `/account/api-keys/${revoked.api_key.id}`, owner())).ok);

    const channelSecret = await sendNotification();

    const delivery = new Delivery(service.ingests, service.apiKey);
    const senders = load(delivery, '');
    await pace(LOAD_MS);
    await eventually('every sender has something acknowledged', () =>
      senders.every(({ acknowledged }) => acknowledged.length > 0),
    );
    const before = senders.map(({ acknowledged }) => [...acknowledged]);
    const output = await follow('Back up');
    assert.match(output, /^\d+ files, \d+ bytes; the service stood still for [\d.]+ s$/m);
    console.info(output.trim());
    await pace(LOAD_MS);
    await killAll();
    await Promise.all(senders.map((sender) => sender.abandon()));
    assert.deepEqual(await findExposedFiles(backup), []);
    // grep exits with 1 where no file contains the text.
    await assert.rejects(run('grep', ['-rlF', channelSecret, backup]), { code: 1, stdout: '' });

    assert.match(await follow('Check'), /verified/);
    await follow('Restore');
    await rm(`${state}.old`, { recursive: true });
    assert.deepEqual(
      await readdir(service.directory).then((names) => names.filter((name) => name.startsWith('state'))),
      ['state'],
    );
    await start();

    assert.equal((await call('GET', '/projects', { 'x-svc-api-key': kept.secret })).status, 200);
    assert.equal((await call('GET', '/projects', { 'x-svc-api-key': revoked.secret })).status, 401);
    const again = load(delivery, '-again');
    await pace(LOAD_MS);
    await Promise.all(again.map((sender) => sender.stop()));
    delivery.close();
    assert.deepEqual(
      again.flatMap(({ failures }) => failures),
      [],
    );
    await drained(service);
    await assertExactlyOnce(service, [
      // Records acknowledged while the backup was made may be in it; later ones cannot be.
      ...senders.map(({ acknowledged, unacknowledged }, i) => ({
        signal: SENDERS[i]?.signal ?? 'logs',
        acknowledged: before[i] ?? [],
        unacknowledged: [...acknowledged.slice(before[i]?.length), ...unacknowledged],
      })),
      ...again.map(({ acknowledged, unacknowledged }, i) => ({
        signal: SENDERS[i]?.signal ?? 'logs',
        acknowledged,
        unacknowledged,
      })),
    ]);
  });

  it('refuses to restore a backup over existing data, and changes nothing', async () => {
    const before = await readdir(state);
    // `inspect` has stopped the service.
    const admin = ['apps/standalone/dist/services/svc-admin.js', 'restore', backup];
    const { stderr } = await run(process.execPath, admin, { cwd: ROOT, env: { SVC_STATE_DIR: state } }).then(
      () => assert.fail('it was not refused'),
      (error: { stderr: string }) => error,
    );
    assert.match(stderr, /is not empty/);
    assert.deepEqual(await readdir(state), before);
  });

  it('refuses to restore a damaged backup, and leaves nothing behind', async () => {
    const large = path.join(backup, 'state/event-log/data.mdb');
    const { size } = await stat(large);
    await appendFile(large, 'x');
    assert.match(await refusal('Check'), /damaged: event-log\/data\.mdb is not what was written/);
    const elsewhere = path.join(service.directory, 'elsewhere');
    const admin = ['apps/standalone/dist/services/svc-admin.js', 'restore', backup];
    await assert.rejects(run(process.execPath, admin, { cwd: ROOT, env: { SVC_STATE_DIR: elsewhere } }), /damaged/);
    await assert.rejects(stat(elsewhere), { code: 'ENOENT' });
    await truncate(large, size);
    assert.match(await follow('Check'), /verified/);
    await truncate(path.join(backup, 'manifest.json'), 1_000);
    assert.match(await refusal('Check'), /damaged: manifest\.json/);
  });
});

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually, ROOT, skipOrFail, standaloneEnvironment } from '@svc/testing';
import { topologyKind } from '../topology.js';

/** As OpenShift and `docker run --user` start containers: an ID without a name, in the group of root. */
const USER = { uid: 12_345, gid: 0 };
/** Runs on one process only, which has the embedded stores. */
const describeStandalone = topologyKind() === 'standalone' ? describe : describe.skip;

describeStandalone('a user without an entry in /etc/passwd and without HOME', () => {
  const reason = whyNot();
  if (reason !== undefined) {
    skipOrFail('starts the service', reason);
    return;
  }
  let directory: string;
  let key: string;
  beforeAll(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'svc-unnamed-'));
    chownSync(directory, USER.uid, USER.gid);
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  /** Starts a program of the checkout as that user, until the work is done. */
  async function during(script: string, work: (url: { http: string; ingest: string }, printed: string) => unknown) {
    const { SVC_CONFIG_DIR: _, ...settings } = await standaloneEnvironment(directory);
    const env = { PATH: process.env['PATH'], ...settings };
    const child = spawn(process.execPath, [path.join(ROOT, script)], { ...USER, env, cwd: ROOT });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += String(chunk)));
    const ended = once(child, 'close');
    try {
      await eventually('the welcome', () => printed.includes('svc traces search') || child.exitCode !== null);
      assert.equal(child.exitCode, null, printed);
      await work(
        { http: `http://127.0.0.1:${env.SVC_HTTP_PORT}`, ingest: `http://127.0.0.1:${env.SVC_INGEST_PORT}` },
        printed,
      );
    } finally {
      child.kill('SIGTERM');
      await ended;
    }
    assert.equal(child.exitCode, 0, printed);
  }

  async function findLog(http: string): Promise<boolean> {
    const headers = { 'x-svc-api-key': key };
    const projects = await fetch(`${http}/api/v1/projects`, { headers });
    const [project] = ((await projects.json()) as { projects: { id: string }[] }).projects;
    const found = await fetch(`${http}/api/v1/logs?project_id=${project?.id}`, { headers });
    return (await found.text()).includes('of an unnamed user');
  }

  it('starts the service, which stores telemetry and answers queries', async () => {
    await during('apps/standalone/dist/bundle/main.js', async ({ http, ingest }, printed) => {
      key = /API key {3}(svc_org_\S+)/.exec(printed)?.[1] ?? assert.fail(printed);
      assert.match(printed, /Profile {3}not saved: .*config\.json cannot be written/);
      assert.equal(statSync(path.join(directory, 'state/postgres/data')).uid, USER.uid);
      const timeUnixNano = String(BigInt(Date.now()) * 1_000_000n);
      const logRecords = [{ timeUnixNano, severityNumber: 9, body: { stringValue: 'of an unnamed user' } }];
      const { status } = await fetch(`${ingest}/v1/logs`, {
        method: 'POST',
        headers: { 'x-svc-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }),
      });
      assert.equal(status, 200);
      await eventually('the log is found', () => findLog(http));
    });
  });

  it('starts the service again from a checkout that is built and that it cannot write', async () => {
    await during('scripts/start.mjs', async ({ http }, printed) => {
      assert.doesNotMatch(printed, /building|Bringing|EACCES/);
      await eventually('the log is found', () => findLog(http));
    });
  });

  it('reads in one sentence that the state directory cannot be written', async () => {
    const closed = path.join(directory, 'closed');
    mkdirSync(closed);
    chmodSync(closed, 0o555);
    const env = { PATH: process.env['PATH'], SVC_STATE_DIR: path.join(closed, 'state') };
    const child = spawn(process.execPath, [path.join(ROOT, 'apps/standalone/dist/bundle/main.js')], { ...USER, env });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += String(chunk)));
    await once(child, 'close');
    assert.equal(child.exitCode, 1);
    assert.equal(
      printed.trim(),
      `The state directory ${env.SVC_STATE_DIR} cannot be written by this user. Name another directory with SVC_STATE_DIR.`,
    );
  });
});

/** Why the service cannot run here as another user; undefined if it can. */
function whyNot(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root can start programs as another user';
  if (readFileSync('/etc/passwd', 'utf8').includes(`:${USER.uid}:`)) return `the user ${USER.uid} has a name`;
  const closed = [ROOT, process.execPath].find((file) => !isReachable(file));
  return closed === undefined ? undefined : `other users cannot access ${closed}`;
}

/** Whether all users can access the directories that lead to a file. */
function isReachable(file: string): boolean {
  accessSync(file, constants.R_OK);
  for (let step = file; step !== path.dirname(step); step = path.dirname(step))
    if ((statSync(step).mode & 0o001) === 0) return false;
  return true;
}

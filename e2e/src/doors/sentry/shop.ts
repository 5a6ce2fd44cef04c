import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { eventually } from '@svc/testing';
import { makeKey, ok, type Json } from '../../api.js';
import { theService } from '../../topology.js';
import { makeProject } from '../../workspace/project.js';

const execute = promisify(execFile);
const RUN_MS = 60_000;

/** A program that fails once in `charge` within a transaction. It takes a DSN and a release, and prints the ID of its trace. */
export type ShopCommand = readonly [file: string, ...parameters: string[]];

/** A shop that an SDK of Sentry reports on, in a project of its own. */
export interface Shop {
  readonly project: string;
  readonly service: string;
  /** A publishable key. */
  readonly key: string;
  readonly dsn: string;
}

export async function openShop(): Promise<Shop> {
  const { id: project } = await makeProject();
  const made = await ok('POST', '/account/api-keys', {
    body: { name: 'shop', scopes: ['telemetry:write'], project_id: project, publishable: true },
  });
  const key = made['secret'] as string;
  return { project, service: `shop-${randomUUID().slice(0, 8)}`, key, dsn: toDsn(key) };
}

/** The line that users change. The number may be any. */
export function toDsn(key: string): string {
  return `${theService().ingestUrl.replace('://', `://${key}@`)}/1`;
}

/** Runs a program to its end. @returns the ID of its trace. */
export async function runShop({ service }: Shop, dsn: string, ...[file, ...parameters]: ShopCommand): Promise<string> {
  const run = [...parameters, dsn, `${service}@1.2.3`];
  const { stdout } = await execute(file, run, { timeout: RUN_MS, env: { PATH: process.env['PATH'] } });
  return stdout.trim();
}

/** Expects what the program has reported: an issue with its frames, the spans of a trace, and a log of the inner span. */
export async function isReported({ project, service }: Shop, traceId: string, type: RegExp): Promise<void> {
  const [root, query] = await eventually('the spans', () => readSpans(project, traceId));
  // The name of a span that an SDK streams is stored as it is.
  assert.match(query['name'], /^SELECT (?:\* FROM )?cart$/);
  assert.deepEqual([root['kind'], query['kind']], ['server', 'client']);
  assert.equal(query['attributes']?.['db.system.name'], 'postgresql');
  for (const span of [root, query]) {
    assert.equal(span['service_name'], service);
    assert.equal(span['resource']?.['service.version'], `${service}@1.2.3`);
    assert.equal(span['resource']?.['deployment.environment.name'], 'e2e');
  }

  const read = (search: string) =>
    eventually(search, async () => {
      const { logs } = await ok('GET', `/logs?project_id=${project}&service=${service}&q=${search}`);
      return [...(logs as Json[])][0];
    });
  const log = await read('empty');
  assert.deepEqual([log['body'], log['level'], log['attributes']?.['items']], ['cart is empty', 'warn', 0]);
  assert.deepEqual([log['trace_id'], log['span_id']], [traceId, query['span_id']]);
  const error = await read('declined');
  assert.deepEqual([error['trace_id'], error['span_id']], [traceId, query['span_id']]);
  assert.deepEqual([error['attributes']?.['area'], error['attributes']?.['user.id']], ['checkout', 'ada']);

  const { secret: key } = await makeKey(['issues:read', 'errors:read'], project);
  const issue = await eventually('the issue', async () => {
    const { issues } = await ok('GET', `/issues?service=${service}`, { key });
    return [...(issues as Json[])][0];
  });
  assert.match(issue['type'], type);
  assert.match(issue['culprit'], /charge/);
  const details = await ok('GET', `/issues/${issue['id'] as string}`, { key });
  const exception: Json = details['latest_event']?.['exceptions']?.[0];
  assert.equal(exception['message'], 'card of order 7 was declined');
  const frames = [...(exception['frames'] as Json[])];
  const frame = frames.find((each) => String(each['function']).endsWith('charge'));
  assert.ok(frame && Number(frame['line']) > 0 && frame['in_app'] === true, JSON.stringify(frames));
}

/** The span of the transaction and the one inside of it, as soon as both are stored. */
async function readSpans(project: string, traceId: string): Promise<[Json, Json] | undefined> {
  const found = await ok('GET', `/traces/${traceId}?project_id=${project}`).catch(() => undefined);
  const spans = [...((found?.['spans'] ?? []) as Json[])];
  const root = spans.find((span) => span['name'] === 'GET /cart');
  const [query, ...others] = spans.filter((span) => span['parent_span_id'] === root?.['span_id']);
  assert.equal(others.length, 0);
  return root && query && [root, query];
}

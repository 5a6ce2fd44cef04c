import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { api, ok, type ApiAnswer, type Json } from '../api.js';
import { theService } from '../topology.js';
import { makeProject } from '../workspace/project.js';

/** An error as a test sends it, in a log record. */
export interface SentError {
  readonly type?: string;
  readonly message?: string;
  readonly stacktrace?: string;
  readonly release?: string;
  readonly environment?: string;
  readonly service?: string;
  readonly distinctId?: string;
  readonly traceId?: string;
  /** Milliseconds before now. */
  readonly ago?: number;
}

/** A project of its own with issues. */
export interface IssueScene {
  readonly project: string;
  /** Sends errors; resolves when they are acknowledged. */
  send(...errors: readonly SentError[]): Promise<void>;
  /** Issues of the list with these parameters. */
  list(query?: string): Promise<readonly Json[]>;
  /** The issue of errors of this type, once it has the given number of events. */
  issue(type: string, events?: number): Promise<Json>;
  get(id: string): Promise<Json>;
  write(id: string, action: string, body: Readonly<Record<string, unknown>>): Promise<ApiAnswer>;
}

export async function openIssues(): Promise<IssueScene> {
  const { id: project } = await makeProject();
  const scene: IssueScene = {
    project,
    send: (...errors) => sendErrors(project, errors),
    list: async (query = '') => [...((await ok('GET', `/issues?project_id=${project}&${query}`))['issues'] as Json[])],
    get: (id) => ok('GET', `/issues/${id}?project_id=${project}`),
    write: (id, action, body) => api('POST', `/issues/${id}/${action}?project_id=${project}`, { body }),
    issue: async (type, events = 1) => {
      const found: Json[] = [];
      await eventually(`the issue ${type} has ${events} events`, async () => {
        const issue = (await scene.list()).find((one) => one['type'] === type);
        if (Number(issue?.['figures']?.['events'] ?? 0) < events) return false;
        if (issue) found.push(issue);
        return true;
      });
      return found[0] ?? assert.fail();
    },
  };
  return scene;
}

async function sendErrors(project: string, errors: readonly SentError[]): Promise<void> {
  const { ingestUrl, apiKey } = theService();
  const text = (key: string, value: string | undefined) =>
    value === undefined ? [] : [{ key, value: { stringValue: value } }];
  const resourceLogs = errors.map((error) => ({
    resource: {
      attributes: [
        ...text('service.name', error.service ?? 'shop'),
        ...text('service.version', error.release),
        ...text('deployment.environment.name', error.environment),
      ],
    },
    scopeLogs: [
      {
        logRecords: [
          {
            timeUnixNano: `${Date.now() - (error.ago ?? 0)}000000`,
            severityNumber: 17,
            ...(error.traceId !== undefined && { traceId: error.traceId, spanId: error.traceId.slice(0, 16) }),
            body: { stringValue: 'failed' },
            attributes: [
              ...text('exception.type', error.type ?? 'Error'),
              ...text('exception.message', error.message ?? 'no'),
              ...text('exception.stacktrace', error.stacktrace),
              ...text('user.id', error.distinctId),
            ],
          },
        ],
      },
    ],
  }));
  const answer = await fetch(`${ingestUrl}/v1/logs?project_id=${project}`, {
    method: 'POST',
    headers: { 'x-svc-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ resourceLogs }),
  });
  assert.equal(answer.status, 200, await answer.text());
}

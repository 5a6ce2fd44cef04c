import assert from 'node:assert/strict';
import { theService } from './topology.js';

export interface ApiOptions {
  readonly body?: unknown;
  /** The owner's key when absent; null sends none. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined if the response has none. */
  readonly json: Json;
}

// The suite reads responses like a client without types.
export type Json = { [key: string]: Json } & Json[] & string & number & boolean;

/** One request to the REST interface; the path is relative to /api/v1. */
export async function api(method: string, path: string, options: ApiOptions = {}): Promise<ApiAnswer> {
  const { httpUrl, apiKey } = theService();
  const key = options.key === undefined ? apiKey : options.key;
  const answer = await fetch(`${httpUrl}/api/v1${path}`, {
    method,
    headers: {
      ...(key === null ? {} : { 'x-svc-api-key': key }),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    json: (text === '' ? undefined : JSON.parse(text)) as Json,
  };
}

/** As api, for requests that must succeed. */
export async function ok(method: string, path: string, options: ApiOptions = {}): Promise<Json> {
  const answer = await api(method, path, options);
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.json;
}

/** The ID of the project that the first start created. */
export async function defaultProjectId(): Promise<string> {
  const { projects } = await ok('GET', '/projects');
  const found = [...(projects as Json[])].find(({ slug }) => slug === theService().projectSlug);
  assert.ok(found, 'the default project is listed');
  return found['id'];
}

/** A key bound to a project, or an organization-level one. */
export async function makeKey(scopes: readonly string[], projectId?: string): Promise<{ id: string; secret: string }> {
  const made = await ok('POST', '/account/api-keys', {
    body: { name: 'e2e', scopes, ...(projectId === undefined ? {} : { project_id: projectId }) },
  });
  return { id: made['api_key']?.['id'], secret: made['secret'] };
}

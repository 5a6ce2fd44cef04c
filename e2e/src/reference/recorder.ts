import assert from 'node:assert/strict';
import { operations, rawRoutes } from '@svc/contract';
import { eventually } from '@svc/testing';
import { api, type ApiAnswer, type Json } from '../api.js';
import { theService } from '../topology.js';

/** A request that was sent and the response to it, as the reference shows them. */
export interface Example {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly response?: unknown;
}

export interface Call extends Omit<Example, 'response'> {
  /** Sends the request; by default with the key of the owner, in the project of the recorder. */
  readonly send?: (method: string, path: string, body: unknown) => Promise<ApiAnswer>;
  /** Repeats the request until the response suits the example. */
  readonly until?: (answer: Json) => boolean;
}

/** The default address of a service, shown instead of the port of this run. */
const USUAL_URL = 'http://127.0.0.1:8080';

/** Longer lists of responses are cut, so that an example can be read. */
const MAX_ITEMS = 3;

/** Sends one request for each operation, and records the requests and the answers. */
export class Recorder {
  readonly examples = new Map<string, Example>();

  constructor(readonly projectId: string) {}

  /** @throws AssertionError if the response is an error. */
  async call(id: string, { path = {}, query, body, send = this.#asOwner, until }: Call = {}): Promise<Json> {
    const { method, path: template } =
      operations.find((operation) => operation.id === id) ?? assert.fail(`no operation ${id}`);
    const parameters = Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]);
    const target = `${fillPath(template, path).replace('/api/v1', '')}?${new URLSearchParams(parameters).toString()}`;
    const exchange = async (): Promise<ApiAnswer | undefined> => {
      const answer = await send(method, target, body);
      if (until !== undefined && (answer.status >= 300 || !until(answer.json))) return undefined;
      assert.ok(answer.status < 300, `${id}: ${answer.status} ${answer.text}`);
      this.#keep(id, { path, query, body, response: answer.json });
      return answer;
    };
    const answer = await (until === undefined ? exchange() : eventually(id, exchange));
    return answer?.json ?? ({} as Json);
  }

  /** Sends to a route of ingestion. */
  async ingest(id: string, body: unknown): Promise<void> {
    const { path } = rawRoutes.find((route) => route.id === id) ?? assert.fail(`no route ${id}`);
    const { ingestUrl, apiKey } = theService();
    const answer = await fetch(ingestUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-svc-api-key': apiKey, 'x-svc-project': this.projectId },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    assert.equal(answer.status, 200, `${id}: ${text}`);
    this.#keep(id, { body, response: JSON.parse(text) as unknown });
  }

  readonly #asOwner = (method: string, path: string, body: unknown): Promise<ApiAnswer> =>
    api(method, `${path}&project_id=${this.projectId}`, { body });

  #keep(id: string, { path = {}, query, body, response }: Example): void {
    this.examples.set(id, {
      ...(Object.keys(path).length > 0 && { path }),
      ...(query && { query }),
      ...(body !== undefined && { body: withoutSecrets(body) }),
      ...(response !== undefined && { response: shortened(withoutSecrets(response)) }),
    });
  }
}

/** A list in a response; empty if it is absent. */
export function items(answer: Json, name: string): Json[] {
  const list: unknown = answer[name];
  return Array.isArray(list) ? (list as Json[]) : [];
}

function fillPath(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? assert.fail(`${template} without ${name}`)),
  );
}

/** Placeholders for values that must not be published, although they were valid only briefly. */
const PLACEHOLDERS: readonly (readonly [name: RegExp, placeholder: string])[] = [
  [/^(password|current_password|new_password)$/, 'a passphrase of your own'],
  [/^code$/, '123456'],
  [/^recovery_codes$/, 'abcde-fghij'],
  [/^(secret|webhook_secret|token|otpauth_url|csrf_token)$/, '…'],
];

function withoutSecrets(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withoutSecrets(member, key)]));
  if (typeof value !== 'string') return value;
  // Codes of errors are words.
  const isWord = name === 'code' && /^[a-z_]+$/.test(value);
  const placeholder = isWord ? undefined : PLACEHOLDERS.find(([pattern]) => pattern.test(name))?.[1];
  return placeholder ?? value.replaceAll(/(svc_[a-z]+_)[\w-]{16,}/g, '$1…').replaceAll(theService().httpUrl, USUAL_URL);
}

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shortened(member)]));
}

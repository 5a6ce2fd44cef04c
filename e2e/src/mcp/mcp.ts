import assert from 'node:assert/strict';
import type { Json } from '../api.js';
import { theService } from '../topology.js';

/** The two revisions of the protocol that one address serves. */
export const REVISIONS = ['2026-07-28', '2025-11-25'] as const;
export type Revision = (typeof REVISIONS)[number];

export interface McpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON-RPC message, also of a stream of one event. */
  readonly json: Json;
}

export interface McpOptions {
  /** The owner's key when absent; null sends none. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly revision?: Revision;
  /** Replaces the body. */
  readonly body?: string;
}

/** Sends one message. */
export async function send(method: string, params: object = {}, options: McpOptions = {}): Promise<McpAnswer> {
  const { httpUrl, apiKey } = theService();
  const { key = apiKey, headers = {}, revision = '2026-07-28' } = options;
  const isModern = revision === '2026-07-28';
  const name = 'name' in params && typeof params.name === 'string' ? params.name : undefined;
  const answer = await fetch(`${httpUrl}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      ...(isModern && { 'mcp-method': method }),
      ...(isModern && name !== undefined && { 'mcp-name': name }),
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    },
    body:
      options.body ?? JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: isModern ? withMeta(params) : params }),
  });
  const text = await answer.text();
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    json: (data === '' ? undefined : JSON.parse(data)) as Json,
  };
}

/** In the newer revision each message says what a handshake said before. */
function withMeta(params: object): object {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'e2e', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return { ...params, _meta: meta };
}

/** Result of a tool; fails if the message is an error of the protocol. */
export async function callTool(name: string, given: object = {}, options: McpOptions = {}): Promise<Json> {
  const answer = await send('tools/call', { name, arguments: given }, options);
  assert.equal(answer.status, 200, answer.text);
  assert.ok(answer.json['result'], answer.text);
  return answer.json['result'];
}

/** As callTool, for a call that must succeed. */
export async function useTool(name: string, given: object = {}, options: McpOptions = {}): Promise<Json> {
  const result = await callTool(name, given, options);
  assert.notEqual(result['isError'], true, textOf(result));
  return result;
}

export function textOf(result: Json): string {
  return String(result['content']?.[0]?.['text']);
}

/** The rows of a section of a result. */
export function rowsOf(result: Json, section: string): Json[] {
  const found = result['structuredContent']?.['sections']?.[section];
  assert.ok(found, `no section ${section}: ${textOf(result)}`);
  return [...(found['rows'] as Json[])];
}

/** The elements of a list of an answer. */
export function listOf(json: unknown): Json[] {
  return [...((json ?? []) as Json[])];
}

export async function toolNames(key?: string): Promise<string[]> {
  const answer = await send('tools/list', {}, key === undefined ? {} : { key });
  return [...(answer.json['result']['tools'] as Json[])].map(({ name }) => String(name));
}

import assert from 'node:assert/strict';
import type { Logger } from '@svc/observability';
import Fastify from 'fastify';
import { leaveBodiesUnread } from '../../http/raw-body.js';
import { McpEndpoint, type ServeCaller } from './mcp-endpoint.js';
import type { McpGuard } from './mcp-guard.js';

/** The levels at which errors are logged while a message is answered, and the status of the answer. */
async function answer(message: object, serve: ServeCaller) {
  const levels: string[] = [];
  const logger = { error: () => levels.push('error'), debug: () => levels.push('debug') } as unknown as Logger;
  const guard = { admit: () => Promise.resolve({ id: 'key', principal: { scopes: [] } }) } as unknown as McpGuard;
  const endpoint = new McpEndpoint(guard, () => 'http://localhost', logger, serve);
  const server = Fastify();
  leaveBodiesUnread(server);
  server.post('/mcp', (request, reply) => endpoint.handle(request, reply));
  const { statusCode, body } = await server.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    payload: JSON.stringify(message),
  });
  await endpoint.close();
  await server.close();
  return { statusCode, levels, body };
}

const fail: ServeCaller = () => {
  throw new Error('the factory failed');
};

describe('McpEndpoint', () => {
  it('logs an error of its own at error level', async () => {
    const { statusCode, levels, body } = await answer({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, fail);
    assert.deepEqual([statusCode, levels], [500, ['error']], body);
  });

  it('logs the refusal of a message at debug level', async () => {
    const { statusCode, levels } = await answer({ jsonrpc: '2.0', id: {} }, fail);
    assert.ok(statusCode >= 400 && statusCode < 500, String(statusCode));
    assert.ok(!levels.includes('error'), levels.join());
  });
});

import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FormerTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { skipOrFail } from '@svc/testing';
import { defaultProjectId } from '../api.js';
import { theService } from '../topology.js';
import { PythonClient } from './python-client.js';

const INFORMATION = { name: 'e2e', version: '1' };

const address = (): URL => new URL(`${theService().httpUrl}/mcp`);
const options = () => ({ requestInit: { headers: { authorization: `Bearer ${theService().apiKey}` } } });

/** The work that all clients do: list the tools, call one, and get the failure of another as a result. */
interface Session {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<object>;
  close(): Promise<void>;
}

async function use(session: Session): Promise<void> {
  const { tools } = await session.listTools();
  assert.ok(tools.some(({ name }) => name === 'search_logs'));
  const project_id = await defaultProjectId();
  const found = (await session.callTool({ name: 'search_logs', arguments: { project_id } })) as {
    structuredContent?: object;
  };
  assert.ok(found.structuredContent && 'sections' in found.structuredContent);
  const failed = (await session.callTool({ name: 'search_logs', arguments: {} })) as { isError?: boolean };
  assert.equal(failed.isError, true);
  await session.close();
}

describe('official clients of MCP, unchanged', () => {
  it('works with the TypeScript client of the newer revision', async () => {
    const client = new Client(INFORMATION);
    await client.connect(new StreamableHTTPClientTransport(address(), options()));
    await use(client);
  });

  it('works with the TypeScript client of the former revision', async () => {
    const client = new FormerClient(INFORMATION);
    await client.connect(new FormerTransport(address(), options()));
    await use(client);
  });
});

const SUITE = 'the official Python client of MCP';
const python = await PythonClient.install();

// Skipped without Python itself; a missing package index fails when all languages are required.
if (python instanceof PythonClient) describe(SUITE, () => worksWith(python));
else if (python.isLanguageMissing) it.skip(`${SUITE} (${python.reason})`, () => undefined);
else skipOrFail(SUITE, python.reason);

function worksWith(client: PythonClient): void {
  it('lists tools, calls one, and gets a failure as a result', async () => {
    const { apiKey: KEY } = theService();
    const answer = await client.call({ URL: address().href, KEY, PROJECT: await defaultProjectId() });
    assert.ok(answer.tools.includes('search_logs'));
    assert.deepEqual([answer.found, answer.failed], [true, true]);
  });
}

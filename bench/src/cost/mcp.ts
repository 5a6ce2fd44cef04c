/**
 * Measures messages to the MCP endpoint over HTTP, one JSON line per figure: `node dist/cost/mcp.js [runs]`. The cost of a tool besides its
 * query is its time minus that of the operation over REST, which runs in turn with it.
 */
import { startStandalone } from '@svc/testing';
import { percentiles, printer } from '../figures/figure.js';
import { projectId } from '../reading/project.js';

const runs = Number(process.argv[2] ?? 500);
const WARM_UP = 50;
const REVISION = '2026-07-28';
const RECORDS = 200;

const print = printer({ runs, records: RECORDS });
const topology = await startStandalone();
try {
  const { httpUrl, ingestUrl, apiKey } = topology;
  const project = await projectId(topology);
  await sendLogs(ingestUrl, apiKey);
  const message = (method: string, params: object, name?: string) => () =>
    sendMessage(httpUrl, apiKey, method, params, name);
  const rest = () =>
    fetchText(`${httpUrl}/api/v1/logs?project_id=${project}&limit=30`, { headers: { 'x-svc-api-key': apiKey } });
  const search = { name: 'search_logs', arguments: { project_id: project } };

  const [list] = await measureInTurn(message('tools/list', {}));
  print({ figure: 'tools/list', goalMs: 10, ...toFigure(list) });
  const [tool, operation] = await measureInTurn(message('tools/call', search, search.name), rest);
  print({ figure: 'search_logs', ...toFigure(tool) });
  print({ figure: 'logs.query over REST', ...toFigure(operation) });
  const besides = tool?.map((ms, nth) => ms - (operation?.[nth] ?? 0));
  print({ figure: 'search_logs besides its query', goalMs: 20, ...toFigure(besides) });
} finally {
  await topology.stop();
}

/** Milliseconds of each run of each work. They take turns, so that what else the machine does meets all of them. */
async function measureInTurn(...works: readonly (() => Promise<unknown>)[]): Promise<number[][]> {
  const times: number[][] = works.map(() => []);
  for (let nth = 0; nth < WARM_UP + runs; nth++) {
    for (const [index, work] of works.entries()) {
      const started = performance.now();
      await work();
      if (nth >= WARM_UP) times[index]?.push(performance.now() - started);
    }
  }
  return times;
}

function toFigure(times: readonly number[] = []): { p50Ms: number; p99Ms: number } {
  const { p50, p99 } = percentiles(times.toSorted((a, b) => a - b));
  return { p50Ms: p50, p99Ms: p99 };
}

function sendMessage(httpUrl: string, key: string, method: string, params: object, name?: string): Promise<string> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return fetchText(`${httpUrl}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': REVISION,
      'mcp-method': method,
      ...(name !== undefined && { 'mcp-name': name }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
  });
}

async function sendLogs(ingestUrl: string, key: string): Promise<void> {
  const now = BigInt(Date.now()) * 1_000_000n;
  const logRecords = Array.from({ length: RECORDS }, (_, nth) => ({
    timeUnixNano: String(now - BigInt(nth)),
    severityNumber: 17,
    body: { stringValue: `payment ${nth} refused: the card processor did not respond within its time` },
    attributes: [{ key: 'order.id', value: { stringValue: `order-${nth}` } }],
  }));
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'bench' } }] };
  await fetchText(`${ingestUrl}/v1/logs`, {
    method: 'POST',
    headers: { 'x-svc-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] }),
  });
}

async function fetchText(url: string, init: RequestInit): Promise<string> {
  const answer = await fetch(url, init);
  const text = await answer.text();
  if (!answer.ok || text.includes('"isError":true')) throw new Error(`answered with ${answer.status}: ${text}`);
  return text;
}

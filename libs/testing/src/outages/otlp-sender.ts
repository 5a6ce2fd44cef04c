import type { TopologyAddress } from '../topology.js';

/** One record of OTLP/JSON with the service and the other attributes of its resource. */
export interface OfResource<Item> {
  readonly service: string;
  readonly resource: Readonly<Record<string, string>>;
  readonly item: Item;
}

export type Signal = 'traces' | 'logs' | 'metrics';

/** Items of one request; far below the limit of its bytes. */
const ITEMS_PER_REQUEST = 2_000;
const RETRY_MS = 200;

const NAMES = {
  traces: ['resourceSpans', 'scopeSpans', 'spans'],
  logs: ['resourceLogs', 'scopeLogs', 'logRecords'],
  metrics: ['resourceMetrics', 'scopeMetrics', 'metrics'],
} as const;

/** Sends items through the ingestion of a running service, and waits for its acknowledgement. */
export async function sendOtlp(
  topology: TopologyAddress,
  signal: Signal,
  items: readonly OfResource<object>[],
): Promise<void> {
  const requests: Promise<void>[] = [];
  for (let first = 0; first < items.length; first += ITEMS_PER_REQUEST) {
    const body = JSON.stringify(toRequest(signal, items.slice(first, first + ITEMS_PER_REQUEST)));
    requests.push(post(topology, signal, body));
  }
  await Promise.all(requests);
}

function toRequest(signal: Signal, items: readonly OfResource<object>[]): object {
  const [resources, scopes, records] = NAMES[signal];
  const byResource = Map.groupBy(items, ({ service, resource }) => JSON.stringify([service, resource]));
  return {
    [resources]: [...byResource.values()].flatMap((alike) => {
      const [first] = alike;
      if (!first) return [];
      const attributes = Object.entries({ 'service.name': first.service, ...first.resource }).map(([key, value]) =>
        textAttribute(key, value),
      );
      return [
        {
          resource: { attributes },
          [scopes]: [{ scope: { name: 'replay' }, [records]: alike.map(({ item }) => item) }],
        },
      ];
    }),
  };
}

async function post({ ingestUrl, apiKey, projectSlug }: TopologyAddress, signal: Signal, body: string): Promise<void> {
  for (;;) {
    const headers = { 'content-type': 'application/json', 'x-svc-api-key': apiKey, 'x-svc-project': projectSlug };
    const answer = await fetch(`${ingestUrl}/v1/${signal}`, { method: 'POST', headers, body });
    const text = await answer.text();
    if (answer.ok) {
      if (text.includes('rejected')) throw new Error(`ingestion refused a part of a request: ${text}`);
      return;
    }
    if (answer.status !== 429 && answer.status !== 503) throw new Error(`ingestion answered ${answer.status}: ${text}`);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

export function textAttribute(key: string, value: string): object {
  return { key, value: { stringValue: value } };
}

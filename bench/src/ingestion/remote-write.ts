import { encodeWrite, type SentSeries } from '@svc/remote-write/testing';
import { startStandalone, type Topology } from '@svc/testing';
import { printer } from '../figures/figure.js';
import { Consumption, stored } from './load.js';

/**
 * `node bench/dist/ingestion/remote-write.js [requests]`: remote writes of both versions with 2,000 samples each, as many as Prometheus
 * sends by default, of the same 2,000 series. The figure is the CPU time of a sample from its receipt until it can be queried.
 */
const REQUESTS = Number(process.argv[2] ?? 500);
const SAMPLES = 2000;
const CONNECTIONS = 4;
const WARM_UP_REQUESTS = 100;
const TYPES = {
  1: 'application/x-protobuf',
  2: 'application/x-protobuf;proto=io.prometheus.write.v2.Request',
} as const;

const topology = await startStandalone({ env: { SVC_RATE_LIMIT: '0', SVC_PROJECT_RATE_LIMIT: '0' } });
try {
  const print = printer({ requests: REQUESTS, samples: SAMPLES, topology: 'standalone' });
  for (const version of [1, 2] as const) {
    await sendAll(topology, version, WARM_UP_REQUESTS);
    const consumption = new Consumption(topology);
    await sendAll(topology, version, REQUESTS);
    print({ figure: 'remote_write', version, ...consumption.of(REQUESTS * SAMPLES) });
  }
} finally {
  await topology.stop();
}

/** Sends requests over a few connections, and resolves when their samples can be queried. */
async function sendAll({ ingestUrl, apiKey }: Topology, version: 1 | 2, requests: number): Promise<void> {
  let next = 0;
  const sendInTurn = async (): Promise<void> => {
    while (next++ < requests) {
      const answer = await fetch(`${ingestUrl}/api/v1/write`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-encoding': 'snappy',
          'content-type': TYPES[version],
        },
        body: new Uint8Array(encodeWrite(version, scrape(Date.now() + next))),
      });
      if (answer.status !== 204) throw new Error(`remote write: ${answer.status} ${await answer.text()}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sendInTurn));
  await stored(topology, 'metrics');
}

/** The samples of one scrape of 20 instances with 100 series each. */
function scrape(timestamp: number): SentSeries[] {
  return Array.from({ length: SAMPLES }, (_, at) => {
    const target = Math.floor(at / 100);
    const labels = {
      __name__: `http_requests_${Math.floor((at % 100) / 10)}_total`,
      code: '200',
      handler: `/api/resource/${at % 10}`,
      instance: `10.0.0.${target}:9090`,
      job: 'shop',
      method: 'GET',
      namespace: 'production',
      pod: `shop-7d9f8b6c5d-${target}`,
    };
    return { labels, samples: [{ value: timestamp % 1_000_000, timestamp }], type: 1, help: 'Requests.' };
  });
}

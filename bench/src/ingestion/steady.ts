/**
 * The cost of a span at the steady rates of most users: `node dist/ingestion/steady.js [seconds] [rates] [root]`. Starts a standalone on a
 * fresh directory, of this build or of the one in `root`, sends requests of 1,000 spans at each rate (2,500 and 25,000 a second), and
 * prints the CPU time of all its processes, and how long after its acknowledgement a span is found. At a steady rate blocks are small, so
 * that their fixed cost counts, which full load (`ingest`) does not show. The rows of both rates are in one store.
 */
import { startStandalone } from '@svc/testing';
import { printer } from '../figures/figure.js';
import { measureFreshness } from '../reading/freshness.js';
import { CONNECTIONS, Consumption, send, stored } from './load.js';

const [secondsText = '20', ratesText = '2500,25000', root] = process.argv.slice(2);
const seconds = Number(secondsText);
const WARM_UP_SECONDS = 10;
const signal = 'traces';
const print = printer({ seconds, itemsPerRequest: 1000, connections: CONNECTIONS, encoding: 'protobuf, gzip' });

const topology = await startStandalone({ ...(root !== undefined && { root }) });
try {
  for (const rate of ratesText.split(',')) {
    const itemsPerSecond = Number(rate);
    await send(topology, signal, { seconds: WARM_UP_SECONDS, itemsPerSecond });
    await stored(topology, signal);
    const consumption = new Consumption(topology);
    const sent = await send(topology, signal, { seconds, itemsPerSecond });
    await stored(topology, signal);
    const used = consumption.of(sent.items);
    const { latencyMs: acknowledgeMs, refused } = sent;
    print({
      figure: 'steady',
      signal,
      rate,
      ...used,
      acknowledgeMs,
      refused,
      acknowledgedToQueryableMs: await measureWaits(itemsPerSecond),
    });
  }
} finally {
  await topology.stop();
}

/** The milliseconds between acknowledgement and answer beside the load; measured alone, because asking costs CPU too. */
async function measureWaits(itemsPerSecond: number) {
  const sending = send(topology, signal, { seconds: seconds / 2, itemsPerSecond });
  const waits = await measureFreshness(topology, signal, (seconds * 1000) / 2);
  await sending;
  await stored(topology, signal);
  return waits;
}

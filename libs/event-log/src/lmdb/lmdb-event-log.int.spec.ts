import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventLogConformance } from '../conformance.js';
import { dataKeyConformance } from '../sealed/data-keys.conformance.js';
import { LmdbEventLog } from './lmdb-event-log.js';

const start = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'event-log-'));
  return {
    open: () => LmdbEventLog.open({ directory, leases: { claimMs: 50, renewMs: 1_000, staleMs: 20_000 } }),
    stop: () => rm(directory, { recursive: true }),
  };
};

eventLogConformance('lmdb', start);
dataKeyConformance('lmdb', start);

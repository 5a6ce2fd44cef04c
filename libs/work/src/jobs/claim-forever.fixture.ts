/** A process that claims a job, says so, and does not finish it: `node claim-forever.fixture.js <database URL> <queue>`. */
import { setInterval } from 'node:timers';
import { MemoryStore } from '@svc/cache';
import { createLogger } from '@svc/observability';
import { createRelational } from '@svc/relational';
import { Jobs, Queue } from '../index.js';

const [url = '', name = ''] = process.argv.slice(2);
const logger = createLogger({ service: 'jobs', level: 'silent' });
const jobs = new Jobs(createRelational({ url, poolSize: 2 }), new MemoryStore().pubSub, Date.now, logger);
jobs.register(new Queue({ name, leaseMs: 500 }), {
  handle: () => {
    process.stdout.write('claimed\n');
    return new Promise(() => {});
  },
});
jobs.start();
setInterval(() => {}, 60_000);

/**
 * The service as a process that a spec kills: `node integrations-process.fixture.js <database URL> <speed>`. Its clock runs faster than
 * the system's, so that leases of a process that was killed expire soon.
 */
import { createLogger } from '@svc/observability';
import { createRelational } from '@svc/relational';
import { startRpcServer } from '@svc/rpc';
import { integrationsUnderTest } from './integrations.js';

const [url = '', speed = '1'] = process.argv.slice(2);
const logger = createLogger({ service: 'integrations', level: 'silent' });
const clock = (): number => Date.UTC(2026, 0, 1) + (Date.now() - Date.UTC(2026, 0, 1)) * Number(speed);
const relational = createRelational({ url, poolSize: 5 });
const module = integrationsUnderTest({ relational, logger, clock });
await startRpcServer({ module, address: `unix:${process.argv[4]}` });
process.stdout.write('ready\n');

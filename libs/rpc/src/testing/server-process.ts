import { startRpcServer } from '../server/rpc-server.js';
import { EndingsModule } from './saved-searches.fixture.js';

// Runs a service in a separate process, for tests that kill it. Notifies its parent when it is serving.
const [, , address, token] = process.argv;
if (!address) throw new Error('usage: server-process <address> [token]');
await startRpcServer({ module: EndingsModule, address, token });
process.send?.('serving');

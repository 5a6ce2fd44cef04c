import { startRpcServer } from '../rpc-server.js';
import { EndingsModule } from './saved-searches.fixture.js';

// A service of its own process, for tests that kill it. Tells its parent when it serves.
const [, , address, token] = process.argv;
if (!address) throw new Error('usage: server-process <address> [token]');
await startRpcServer({ module: EndingsModule, address, token });
process.send?.('serving');

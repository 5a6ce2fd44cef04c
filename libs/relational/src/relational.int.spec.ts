import { relationalConformance } from './conformance.js';
import { startTemporaryDatabase } from './testing/temporary-database.js';

relationalConformance('the embedded Postgres', () => startTemporaryDatabase({ poolSize: 2 }));

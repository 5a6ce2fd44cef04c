import { clusterStatements, onThisNode, openClusterEngine } from './cluster-engine.js';

// Creates the schema with replicated tables, in a process of its own: with such tables the engine waits forever when it closes, so the
// parent kills it. Sends the engines of the tables, or the reason for a failure.
const DATABASE = 'replicated';

async function create(): Promise<string[]> {
  const { engine } = await openClusterEngine(1);
  // Tables stay read-only without a quorum of Keepers, so only what creates them can run.
  const creations = clusterStatements(DATABASE).filter((sql) => !sql.startsWith('ALTER TABLE'));
  for (const sql of creations) await engine.run(onThisNode(sql));
  const engines = await engine.run(`SELECT DISTINCT engine FROM system.tables WHERE database = '${DATABASE}'`);
  return engines.toString().trim().split('\n');
}

create().then(
  (engines) => process.send?.({ engines }),
  (error: unknown) => process.send?.({ failure: String(error) }),
);

import { clusterStatements, onThisNode, openClusterEngine } from './cluster-engine.js';

// Creates the schema with replicated tables, in a process of its own: with such tables the engine waits forever when it closes, so the
// parent kills it. Sends the engines of the tables, or the reason for a failure.
const DATABASE = 'replicated';

async function create(): Promise<string[]> {
  const { engine } = await openClusterEngine(1);
  for (const sql of withAddedColumns(clusterStatements(DATABASE))) await engine.run(onThisNode(sql));
  const engines = await engine.run(`SELECT DISTINCT engine FROM system.tables WHERE database = '${DATABASE}'`);
  return engines.toString().trim().split('\n');
}

/** Tables stay read-only without a quorum of Keepers, so they are created with the columns that later statements add. */
function withAddedColumns(statements: readonly string[]): string[] {
  const added = statements.flatMap((sql) => {
    const [, table, column] = /^ALTER TABLE (\S+)_local .*ADD COLUMN IF NOT EXISTS (.+)$/.exec(sql) ?? [];
    return table !== undefined && column !== undefined ? [{ table, column }] : [];
  });
  return statements
    .filter((sql) => !sql.startsWith('ALTER TABLE'))
    .map((sql) => {
      const columns = added.filter(({ table }) => sql.startsWith(`CREATE TABLE IF NOT EXISTS ${table}_local `));
      return sql.replace('\n(\n', `\n(\n${columns.map(({ column }) => `  ${column},\n`).join('')}`);
    });
}

create().then(
  (engines) => process.send?.({ engines }),
  (error: unknown) => process.send?.({ failure: String(error) }),
);

/**
 * Every table of the relational store has one owner, which the comments of the Prisma schema name:
 *
 *     // Owner: apps/alerting (rules).
 *
 * applies to the models that follow, and one of these, before a model, to another package that uses its table:
 *
 *     // Read by: apps/alerting (whether a channel exists).
 *     // Changed by: apps/admin (the command `project`).
 */
import { isTest } from './rules.mjs';

const OWNER = /^\/\/ Owner: ((?:apps|libs)\/[\w-]+)[ .]/;
const EXCEPTION = /^\/\/ (Read|Changed) by: ((?:apps|libs)\/[\w-]+) \((.+)\)\.$/;
const READS = 'findMany|findFirst|findUnique|findFirstOrThrow|findUniqueOrThrow|count|aggregate|groupBy';
const WRITES = 'create|createMany|createManyAndReturn|update|updateMany|updateManyAndReturn|upsert|delete|deleteMany';
const METHOD_CALL = new RegExp(`\\b(\\w+)\\s*\\.(${READS}|${WRITES})\\b(?=[(<])`, 'g');
const SQL_CLAUSE = /\b(DELETE\s+FROM|FROM|JOIN|INTO|UPDATE|TRUNCATE)\s+(\w+)/g;
const IS_READ = new RegExp(`^(${READS}|FROM|JOIN)$`);

/**
 * Reads the models of a Prisma schema with their owners.
 *
 * @param {string} schema text of one file.
 * @returns {{ table: string, client: string, owner: string | undefined, exceptions: Map<string, { isWriter: boolean, reason: string }> }[]}
 */
export function readTables(schema) {
  const tables = [];
  let owner;
  let exceptions = new Map();
  for (const line of schema.split('\n')) {
    owner = OWNER.exec(line)?.[1] ?? owner;
    const [, verb, user, reason] = EXCEPTION.exec(line) ?? [];
    if (user !== undefined) exceptions.set(user, { isWriter: verb === 'Changed', reason });
    const model = /^model (\w+)/.exec(line)?.[1];
    if (model !== undefined) {
      tables.push({ table: model, client: model[0].toLowerCase() + model.slice(1), owner, exceptions });
      exceptions = new Map();
    }
    const mapped = /^\s+@@map\("(\w+)"\)/.exec(line)?.[1];
    if (mapped !== undefined) tables.at(-1).table = mapped;
  }
  return tables;
}

/**
 * Lists packages that use tables of others without an exception, exceptions that nothing uses, and tables without an owner.
 *
 * @param packages `{ name, texts }` each, where `texts` maps a path below src to the text of the file.
 */
export function tableUses(packages, tables) {
  const unused = new Set(
    tables.flatMap(({ table, exceptions }) => [...exceptions.keys()].map((user) => `${user} ${table}`)),
  );
  const foreign = packages.flatMap(({ name, texts }) =>
    [...texts]
      .filter(([file]) => !isTest(file))
      .flatMap(([file, text]) => uses(text, tables).map((use) => ({ name, file, ...use })))
      .filter(({ table: { owner } }) => owner !== name),
  );
  const violations = foreign.filter(({ name, table, isWrite }) => {
    const exception = table.exceptions.get(name);
    if (exception) unused.delete(`${name} ${table.table}`);
    return !exception || (isWrite && !exception.isWriter);
  });
  return [
    ...tables
      .filter(({ owner }) => owner === undefined)
      .map(({ table }) => `owner: no comment names the owner of ${table}`),
    ...violations.map(
      ({ name, file, table: { table, owner }, isWrite }) =>
        `owner ${name}: ${file} ${isWrite ? 'changes' : 'reads'} ${table}, which ${owner} owns`,
    ),
    ...[...unused].map((use) => `owner: the schema has an exception that is not used: ${use}`),
  ];
}

/** The exceptions as a list for the documentation. */
export function listTableExceptions(tables) {
  return tables
    .flatMap(({ table, owner, exceptions }) =>
      [...exceptions].map(
        ([user, { isWriter, reason }]) =>
          `- \`${user}\` ${isWriter ? 'changes' : 'reads'} \`${table}\` of \`${owner}\`: ${reason}`,
      ),
    )
    .toSorted()
    .join('\n');
}

/** The tables that a source file uses through the methods of the Prisma client or in SQL. */
function uses(text, tables) {
  const found = new Map();
  const add = (table, isWrite) => {
    if (table) found.set(table, isWrite || found.get(table) === true);
  };
  for (const [, client, method] of text.matchAll(METHOD_CALL))
    add(
      tables.find((each) => each.client === client),
      !IS_READ.test(method),
    );
  for (const [, clause, name] of text.matchAll(SQL_CLAUSE))
    add(
      tables.find(({ table }) => table === name),
      !IS_READ.test(clause),
    );
  return Array.from(found, ([table, isWrite]) => ({ table, isWrite }));
}

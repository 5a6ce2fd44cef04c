/**
 * Prisma's schema engine as WebAssembly, instead of the binary that Prisma's command line would download. Used to write and
 * check migrations only; applying them needs none of this (src/migrate.ts).
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum, bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { schemaFiles } from './schema.mjs';

/** Calls `work` with an engine on the given database; the engine replays migrations in shadow databases of the same server. */
export async function withSchemaEngine(url, work) {
  const { SchemaEngine } = await (engine ??= instantiate());
  const datamodels = schemaFiles().map(({ path, content }) => [path, content]);
  const adapter = new ShadowingPg(connectionFields(url));
  try {
    return await work(await SchemaEngine.new({ datamodels }, () => {}, bindMigrationAwareSqlAdapterFactory(adapter)));
  } finally {
    await adapter.close();
  }
}

/** One per process, because the generated bindings support one instance. */
let engine;

/** The package's own entry imports the .wasm file as a module, for which Node requires a flag. */
async function instantiate() {
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const folder = path.dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm'));
  const wasm = await globalThis.WebAssembly.instantiate(readFileSync(path.join(folder, 'schema_engine_bg.wasm')), {
    './schema_engine_bg.js': glue,
  });
  glue.__wbg_set_wasm(wasm.instance.exports);
  wasm.instance.exports.__wbindgen_start();
  // Without a registry a panic of the engine is hidden behind the failure to report it.
  globalThis.PRISMA_WASM_PANIC_REGISTRY = {
    set_message: (message) => {
      throw new Error(`The schema engine panicked: ${message}`);
    },
  };
  return glue;
}

/** Separate fields: the database named in a connection string would take precedence over the shadow database and be emptied instead. */
function connectionFields(url) {
  const { username, password, pathname, searchParams, hostname, port } = new URL(url);
  return {
    host: searchParams.get('host') ?? hostname,
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1),
  };
}

/** The catalog type "char", which the adapter does not know, and the type that it reads in the same way. */
const CHAR_OID = 18;
const TEXT_OID = 25;

class ShadowingPg extends PrismaPg {
  #fields;
  #connections = [];

  constructor(fields) {
    super(fields);
    this.#fields = fields;
  }

  async connect() {
    const connection = describeCatalogue(await super.connect());
    this.#connections.push(connection);
    return connection;
  }

  /** The engine keeps its connections open, and one of them holds the lock of migrations. */
  async close() {
    for (const connection of this.#connections) await connection.dispose();
  }

  /** The original drops the database before it closes the connections to it, which fails and leaves the database behind. */
  async connectToShadowDb() {
    const database = `prisma_migrate_shadow_db_${randomUUID()}`;
    const admin = new pg.Client(this.#fields);
    await admin.connect();
    await admin.query(`CREATE DATABASE "${database}"`);
    const shadow = describeCatalogue(await new PrismaPg({ ...this.#fields, database }).connect());
    const close = shadow.dispose.bind(shadow);
    shadow.dispose = async () => {
      await close();
      await admin.query(`DROP DATABASE "${database}" WITH (FORCE)`);
      await admin.end();
    };
    return shadow;
  }
}

/** The engine reads columns of that type from the catalogue and panics when the adapter names them otherwise. */
function describeCatalogue(connection) {
  const performIO = connection.performIO.bind(connection);
  const queryRaw = connection.queryRaw.bind(connection);
  const charColumns = new WeakMap();
  connection.performIO = async (query) => {
    const result = await performIO(query);
    const chars = [...result.fields.keys()].filter((column) => result.fields[column].dataTypeID === CHAR_OID);
    for (const column of chars) result.fields[column].dataTypeID = TEXT_OID;
    charColumns.set(result.rows, chars);
    return result;
  };
  connection.queryRaw = async (query) => {
    const set = await queryRaw(query);
    for (const column of charColumns.get(set.rows)) set.columnTypes[column] = ColumnTypeEnum.Character;
    return set;
  };
  return connection;
}

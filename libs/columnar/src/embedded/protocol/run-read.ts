import type { Spool } from '../disk/spool.js';
import type { WriteGuard } from '../disk/write-guard.js';
import { refusals } from '../engine/engine-failure.js';
import type { Engine, StatementContext } from '../engine/engine.js';
import type { StatementRequest } from './request.js';
import type { StatementResponse } from './response.js';
import type { Statement } from './sql-statement.js';

/**
 * Formats whose chunks can be concatenated. In all others the stream of the engine returns one complete document per chunk, so their
 * result is written to a file first.
 */
const CHUNKED_FORMATS = new Set(
  [
    ...['JSONEachRow', 'JSONLines', 'NDJSON', 'JSONCompactEachRow', 'JSONStringsEachRow', 'JSONCompactStringsEachRow'],
    ...['CSV', 'TSV', 'TabSeparated', 'TSVRaw', 'TabSeparatedRaw', 'RowBinary', 'Native'],
  ].map((format) => format.toLowerCase()),
);

/** Rows and, after the last one, the bytes that the statement read; a stream of the engine has none. */
const WITH_PROGRESS = 'jsoneachrowwithprogress';

/** Largest result that is held in memory because its statement cannot be streamed. */
const MAX_WHOLE_BYTES = 256 * 1024 * 1024;
/** The part of a whole result that is passed to the client at once. */
const SLICE_BYTES = 1024 * 1024;
/** The part of a result that is buffered if the client requests errors before the first row. */
const HELD_BACK_BYTES = 8 * 1024 * 1024;

interface Parts {
  readonly engine: Engine;
  readonly spool: Spool;
  readonly guard: WriteGuard;
}

/** @param leave releases the place in the lane as soon as the engine has finished, while the client may still be reading. */
export async function runRead(
  { engine, spool, guard }: Parts,
  statement: Extract<Statement, { kind: 'read' }>,
  fields: StatementRequest,
  context: StatementContext,
  answer: StatementResponse,
  leave: () => void,
): Promise<void> {
  const format = statement.format ?? fields.defaultFormat ?? 'TabSeparated';
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(format)) throw refusals.badArguments('Unknown format');
  const isChunked = CHUNKED_FORMATS.has(format.toLowerCase());
  const writesFile = statement.isSelect && fields.wantsFile;
  if (statement.isSelect && isChunked && !statement.isNested && !writesFile) {
    await sendChunks(engine.stream(statement.sql, format, context), format, fields, answer, leave);
    return;
  }
  // The engine streams only SELECT. It plans a stream on the event loop and runs inner SELECTs while it plans, which would stop all other
  // statements, so a nested one is run as a whole on a thread. In the background lane, where results are large, it passes through a file.
  const isRows = isChunked || format.toLowerCase() === WITH_PROGRESS;
  if (!statement.isSelect || (isRows && fields.lane !== 'background' && !writesFile)) {
    await assertOneStatement(engine, statement.sql);
    if (!fields.settings.has('max_result_bytes')) fields.settings.set('max_result_bytes', String(MAX_WHOLE_BYTES));
    const rows = await engine.run(statement.sql, context, format);
    leave();
    answer.begin(fields.queryId, format);
    for (let at = 0; at < rows.length; at += SLICE_BYTES) await answer.write(rows.subarray(at, at + SLICE_BYTES));
    await answer.end();
    return;
  }
  await guard.admit();
  const file = spool.reserve();
  try {
    const sql = `${statement.sql} INTO OUTFILE '${file.path}' FORMAT ${format}`;
    await assertOneStatement(engine, sql);
    await engine.run(sql, context);
    leave();
    await guard.confirm();
    if (writesFile) await answer.lendFile(file.path, fields.queryId, format, context.signal);
    else await answer.sendFile(file.path, fields.queryId, format);
  } finally {
    await file.remove();
  }
}

/** Without streaming, the engine runs every statement of a text, so its own parser must confirm that there is only one. */
export async function assertOneStatement(engine: Engine, sql: string): Promise<void> {
  if ((await engine.countStatements(sql)) !== 1) throw refusals.syntax('One statement is expected');
}

async function sendChunks(
  chunks: AsyncGenerator<Buffer, void, void>,
  format: string,
  fields: StatementRequest,
  answer: StatementResponse,
  leave: () => void,
): Promise<void> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let hasBegun = false;
  const flush = async () => {
    if (!hasBegun) answer.begin(fields.queryId, format);
    hasBegun = true;
    for (const chunk of held) await answer.write(chunk);
    held = [];
  };
  for await (const chunk of chunks) {
    held.push(chunk);
    heldBytes += chunk.length;
    if (hasBegun || !fields.waitsForEnd || heldBytes > HELD_BACK_BYTES) await flush();
  }
  leave();
  await flush();
  await answer.end();
}

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DefinitionCopies } from '../disk/definition-copies.js';
import { lockDirectory } from '../disk/directory-lock.js';
import { forgetTokensWithoutParts, setBrokenPartsAside } from '../disk/lost-parts.js';
import { Spool } from '../disk/spool.js';
import { repairTruncatedFiles } from '../disk/truncated-files.js';
import { putAsideUnrecordedParts } from '../disk/unrecorded-parts.js';
import { WriteGuard } from '../disk/write-guard.js';
import { WriteRecord } from '../disk/write-record.js';
import { loadAddon } from '../engine/addon.js';
import { renderEngineConfig } from '../engine/engine-config.js';
import { toEngineFailure } from '../engine/engine-failure.js';
import { Engine } from '../engine/engine.js';
import { mergePriority } from '../engine/merge-priority.js';
import { StatementServer } from '../protocol/statement-server.js';
import { startHealthProbe } from './health-probe.js';
import type { EngineMessage, StartMessage } from './process-messages.js';

/*
 * The engine's process. It receives its options over the channel of `fork` and exits immediately when that channel closes:
 * an engine that outlives its parent would still hold the lock of the data directory.
 *
 * process.exit() and uncaught exceptions hang forever while a statement runs, so the only way out besides an orderly stop is
 * SIGKILL, which the data survives.
 */

/** Interval of checks for merges, whose writes no statement checks. */
const WRITE_CHECK_INTERVAL_MS = 10_000;
const MERGE_CHECK_INTERVAL_MS = 5_000;
/** Shorter than the timeout of the supervisor. */
const DRAIN_MS = 2_000;

process.on('uncaughtException', die);
process.on('unhandledRejection', die);
process.once('disconnect', killSelf);
process.on('SIGINT', () => undefined); // Ctrl-C reaches the whole group; the supervisor decides.
process.once('message', (message: StartMessage) => {
  start(message).catch((error: unknown) =>
    sendToParent({ kind: 'failed', reason: toEngineFailure(error).message }, killSelf),
  );
});

async function start(options: StartMessage): Promise<void> {
  const { directory } = options;
  const engineDirectory = join(directory, 'engine');
  const configFile = join(directory, 'engine.xml');
  await mkdir(engineDirectory, { recursive: true, mode: 0o700 });
  if (!lockDirectory(directory)) return sendToParent({ kind: 'locked' }, killSelf);
  await writeFile(configFile, renderEngineConfig(options.limits), { mode: 0o600 });

  const copies = new DefinitionCopies(engineDirectory, join(directory, 'definitions'));
  const record = new WriteRecord(directory);
  const goodUntilMs = await record.goodUntil();
  const definitions = await copies.restore(goodUntilMs !== undefined);
  await repairTruncatedFiles(engineDirectory);
  const sourcesKeptMs = options.limits.replacedPartsSeconds * 1_000;
  const unrecorded =
    goodUntilMs === undefined ? 0 : await putAsideUnrecordedParts(engineDirectory, goodUntilMs, sourcesKeptMs);
  const forgottenTokens = await forgetTokensWithoutParts(engineDirectory);

  let engine: Engine;
  try {
    engine = new Engine(loadAddon(), engineDirectory, configFile);
  } catch (error) {
    // The reason is only on standard error, because the addon does not return the text of the engine.
    sendToParent({ kind: 'failed', reason: toEngineFailure(error).message }, killSelf);
    return;
  }
  const broken = await setBrokenPartsAside(engine);
  const repair = { definitions, partsPutAside: unrecorded + broken, forgottenTokens };
  if (broken > 0) return sendToParent({ kind: 'repaired', repair }, killSelf);

  const guard = new WriteGuard(engine, directory, options.reserveBytes, (goodUntil) => {
    const restart = () => sendToParent({ kind: 'writes-failed' });
    record.markFailed(goodUntil).then(restart, restart);
  });
  // While the disk is full, the store serves reads and refuses writes.
  await guard.confirm().then(
    () => record.markWhole(),
    () => undefined,
  );
  const spool = await Spool.open(directory);
  const server = new StatementServer({ engine, spool, guard, copies }, options);
  await startHealthProbe(options.probePath);
  await rm(options.socketPath, { force: true });
  await server.listen(options.socketPath);
  setInterval(() => void guard.confirm().catch(() => undefined), WRITE_CHECK_INTERVAL_MS).unref();
  setInterval(mergePriority(), MERGE_CHECK_INTERVAL_MS).unref();
  process.once('SIGTERM', () => void stop(server, spool, engine));
  sendToParent({ kind: 'ready', repair });
}

async function stop(server: StatementServer, spool: Spool, engine: Engine): Promise<void> {
  await server.drain(DRAIN_MS);
  await spool.close();
  engine.close();
  process.exit(0);
}

function sendToParent(message: EngineMessage, then?: () => void): void {
  process.send?.(message, () => then?.());
}

function die(error: unknown): void {
  const { code, type } = toEngineFailure(error);
  const stack = error instanceof Error ? (error.stack ?? '').split('\n    at ').slice(1, 6).join(' < ') : '';
  // Written synchronously, because nothing after this line is certain to run. The error's text is left out because it may quote a
  // statement.
  process.stderr.write(`engine process: unexpected error ${code} ${type} at ${stack}\n`);
  killSelf();
}

function killSelf(): void {
  process.kill(process.pid, 'SIGKILL');
}

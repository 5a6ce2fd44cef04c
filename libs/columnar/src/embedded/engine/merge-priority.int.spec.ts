import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { eventually } from '@svc/test-servers';
import { temporaryStore } from '../../testing/temporary-store.js';

/** Only Linux exposes the priority of a thread. */
const itOnLinux = process.platform === 'linux' ? it : it.skip;

itOnLinux('gives merges the lowest priority in the engine', async () => {
  await using scene = await temporaryStore();
  await scene.store.command('CREATE TABLE merged (a UInt64) ENGINE = MergeTree ORDER BY a');
  for (let part = 0; part < 3; part++) await scene.store.command('INSERT INTO merged SELECT number FROM numbers(10)');
  await scene.store.command('OPTIMIZE TABLE merged FINAL');
  const tasks = `/proc/${scene.embedded.supervisor.pid}/task`;
  const threads = () =>
    readdirSync(tasks).filter((thread) => readFileSync(`${tasks}/${thread}/comm`, 'utf8') === 'MergeMutate\n');
  assert.ok(threads().length > 0);
  await eventually('their priority is lower', () =>
    threads().every((thread) => getPriority(Number(thread)) > getPriority(scene.embedded.supervisor.pid)),
  );
});

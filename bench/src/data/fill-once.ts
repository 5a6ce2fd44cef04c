import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createColumnStore, migrate, startEmbeddedColumnStore, type ColumnStore } from '@svc/columnar';
import { settled } from './read-data.js';

/**
 * Fills the embedded column store of a state directory, or returns what an earlier fill returned.
 *
 * @param name of the file beside the state that keeps the result.
 */
export async function fillOnce<Data>(
  directory: string,
  name: string,
  fill: (store: ColumnStore) => Promise<Data>,
): Promise<Data> {
  const file = path.join(directory, name);
  if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8')) as Data;
  const columnar = path.join(directory, 'state/columnar');
  await mkdir(columnar, { recursive: true });
  const engine = await startEmbeddedColumnStore({ directory: columnar });
  await migrate(engine.store);
  const store = createColumnStore(engine.store);
  const data = await fill(store);
  await settled(store);
  await store.close();
  await engine.stop();
  await writeFile(file, JSON.stringify(data));
  return data;
}

import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writeReadData, type ReadData } from '../data/read-data.js';
import { printer } from '../figures/figure.js';

/** Fills a state directory that has no data yet; one that has keeps its number of rows, and is continued where it ends. */
export async function fullStore(directory: string, wanted: Omit<ReadData, 'end'>): Promise<ReadData> {
  const file = path.join(directory, 'read-data.json');
  const columnar = path.join(directory, 'state/columnar');
  await mkdir(columnar, { recursive: true });
  if (!existsSync(file)) {
    const end = Math.floor(Date.now() / 3_600_000) * 3600;
    await writeFile(file, JSON.stringify({ ...wanted, end }));
  }
  const data = JSON.parse(await readFile(file, 'utf8')) as ReadData;
  const started = performance.now();
  await writeReadData(columnar, data);
  printer({ ...data })({ figure: 'read data', seconds: Math.round((performance.now() - started) / 1000) });
  return data;
}

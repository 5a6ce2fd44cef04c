import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { covers, parsePartName, type PartName } from '@svc/columnar';
import type { Snapshot } from './snapshot.js';

/** `columnar/engine/data/svc/<table>` is a link to the directory of the table. */
const TABLE = /^columnar\/engine\/data\/svc\/([^/]+)$/;

/** Rows of the tables of the column store: each part has the number of its rows in a file. */
export async function countRows(staging: string, { links, files }: Snapshot): Promise<Record<string, number>> {
  const counts = files.filter((file) => path.posix.basename(file) === 'count.txt');
  const rows: Record<string, number> = {};
  for (const [link, target] of Object.entries(links)) {
    const table = TABLE.exec(link)?.[1];
    if (table === undefined) continue;
    const directory = path.posix.join(path.posix.dirname(link), target);
    const parts = counts.flatMap((file) => {
      const part =
        path.posix.dirname(path.posix.dirname(file)) === directory &&
        parsePartName(path.posix.basename(path.posix.dirname(file)));
      return part ? [{ file, part }] : [];
    });
    // Sources of a merge stay on disk for some minutes.
    const current = parts.filter(({ part }) => !parts.some((one) => one.part !== part && isNewer(one.part, part)));
    let sum = 0;
    for (const { file } of current) sum += Number(await readFile(path.join(staging, file), 'utf8'));
    rows[table] = sum;
  }
  return rows;
}

function isNewer(one: PartName, other: PartName): boolean {
  return covers(one, other) && one.mutation >= other.mutation;
}

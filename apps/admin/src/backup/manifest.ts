import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isInside, staysInside } from './layout.js';

export const FORMAT = 1;
const NAME = 'manifest.json';

const inside = z.string().refine(isInside);

const MANIFEST = z.object({
  format: z.number().int(),
  /** Version of the program that created the backup. */
  version: z.string(),
  createdAt: z.string(),
  /** Milliseconds for which the service stood still; 0 if it was not running. */
  pausedMs: z.number(),
  /** Names of the migrations that the data may have. */
  migrations: z.object({ relational: z.array(z.string()), columns: z.array(z.string()) }),
  /** Rows of each table of the column store, those included that a deletion has only marked. */
  rows: z.record(z.string(), z.number()),
  totals: z.object({ files: z.number(), bytes: z.number() }),
  directories: z.array(inside),
  links: z.record(inside, z.string()),
  files: z.record(inside, z.object({ bytes: z.number(), sha256: z.string() })),
});

export type Manifest = z.infer<typeof MANIFEST>;

/** A backup cannot be used, for a reason that the operator can act on. Nothing has been changed. */
export class UnusableBackup extends Error {}

export async function writeManifest(backup: string, manifest: Manifest): Promise<void> {
  const text = JSON.stringify(manifest, undefined, 1);
  const signed = `${text}\n${sha256(text)}\n`;
  await writeFile(path.join(backup, NAME), signed, { mode: 0o600, flag: 'wx', flush: true });
}

/** @throws UnusableBackup if it is missing, damaged or of a later version. */
export async function readManifest(backup: string): Promise<Manifest> {
  const signed = await readFile(path.join(backup, NAME), 'utf8').catch(() => {
    throw new UnusableBackup(`${backup} is not a backup: it has no ${NAME}.`);
  });
  const [, text = '', hash] = /^([^]*)\n([0-9a-f]{64})\n$/.exec(signed) ?? [];
  if (hash !== sha256(text)) throw new UnusableBackup(`The backup is damaged: ${NAME} is not what was written.`);
  const found: unknown = JSON.parse(text);
  if ((found as Partial<Manifest>).format !== FORMAT)
    throw new UnusableBackup('A later version made the backup. Restore it with that version or a later one.');
  const manifest = MANIFEST.parse(found);
  for (const [name, target] of Object.entries(manifest.links))
    if (!staysInside(name, target)) throw new UnusableBackup(`The link ${name} leads out of the backup.`);
  return manifest;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

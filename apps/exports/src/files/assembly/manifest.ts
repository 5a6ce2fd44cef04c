import type { ObjectStore } from '@svc/objects';
import type { ExportColumn } from '../columns/export-column.js';
import type { ExportResult, WritableExport } from '../export-files.js';

export const manifestKey = (prefix: string): string => `${prefix}manifest.json`;

/**
 * Describes a file: the request that it was created from, and its checksum. A worker also recognizes by it that the
 * file is published.
 */
export function toManifest(job: WritableExport, columns: readonly ExportColumn[], result: ExportResult): Buffer {
  const { definition } = job;
  const manifest = {
    version: 1,
    job_id: job.id,
    project_id: job.projectId,
    signal: definition.signal,
    format: job.type,
    rows: String(result.rows),
    bytes: String(result.bytes),
    sha256: result.sha256,
    parts: result.parts,
    columns: columns.map(({ name, kind }) => ({ name, type: kind })),
    query: definition,
    cutoff: job.cutoff.toISOString(),
  };
  return Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** The result of a published file; undefined if there is none. */
export async function readManifest(store: ObjectStore, prefix: string): Promise<ExportResult | undefined> {
  const object = await store.get(manifestKey(prefix));
  if (!object) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of object.stream) chunks.push(chunk as Uint8Array);
  const { rows, bytes, sha256, parts } = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>;
  if (rows === undefined || bytes === undefined || sha256 === undefined) return undefined;
  return { rows: BigInt(rows), bytes: BigInt(bytes), sha256, parts: Number(parts) };
}

import { mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { EmbeddedPostgresError } from './failure.js';

/** A new cluster that the build creates once, so that a first start copies it instead of running initdb. */
export interface ClusterTemplate {
  /** All that the content depends on: the programs of Postgres and the options of initdb. */
  readonly identity: string;
  /** Password of the owner, to be replaced before the cluster is used: everybody who can read the installation knows it. */
  readonly password: string;
  /** Contents by path, parents first; null for a directory. */
  readonly files: ReadonlyMap<string, Uint8Array | null>;
}

const FILE = path.join(import.meta.dirname, 'cluster.template');

/** Returns undefined if there is no template, or another version wrote it. */
export function readTemplate(): ClusterTemplate | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(FILE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return deserialize(zstdDecompressSync(bytes)) as ClusterTemplate;
}

/** Writes the template atomically, so that an interrupted build leaves no partial file. */
export function writeTemplate(template: ClusterTemplate): void {
  writeFileSync(`${FILE}.next`, zstdCompressSync(serialize(template)));
  renameSync(`${FILE}.next`, FILE);
}

/** Reads the files of a cluster that no server uses. */
export function packCluster(data: string): ClusterTemplate['files'] {
  const entries = readdirSync(data, { recursive: true, withFileTypes: true }).map((entry) => ({
    isDirectory: entry.isDirectory(),
    name: path.relative(data, path.join(entry.parentPath, entry.name)),
  }));
  // Databases have files of the same name with similar contents, which compress well next to each other.
  const files = entries.filter(({ isDirectory }) => !isDirectory).toSorted((a, b) => compare(a.name, b.name));
  return new Map<string, Uint8Array | null>([
    ...entries.filter(({ isDirectory }) => isDirectory).map(({ name }) => [name, null] as const),
    ...files.map(({ name }) => [name, readFileSync(path.join(data, name))] as const),
  ]);
}

/**
 * Writes the files of the template into a new directory, which only this account can access, and returns the password of the owner.
 *
 * @throws EmbeddedPostgresError if the build has created no template.
 */
export function unpackTemplate(data: string): string {
  const template = readTemplate();
  if (!template)
    throw new EmbeddedPostgresError(
      `${FILE} is missing. Run \`node scripts/build.mjs\` in the checkout, then start again.`,
    );
  mkdirSync(data, { mode: 0o700 });
  for (const [name, content] of template.files) {
    const target = path.join(data, name);
    if (content === null) mkdirSync(target, { mode: 0o700 });
    else writeFileSync(target, content, { mode: 0o600 });
  }
  return template.password;
}

function compare(a: string, b: string): number {
  const key = (name: string): string => `${path.basename(name)}\0${name}`;
  return key(a) < key(b) ? -1 : 1;
}

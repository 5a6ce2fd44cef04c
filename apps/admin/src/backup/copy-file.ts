import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

const CHUNK_BYTES = 1024 * 1024;

export interface Content {
  readonly bytes: number;
  readonly sha256: string;
}

/** Copies a file, readable by this user only, and resolves when the copy is on disk. */
export async function copyFile(source: string, target: string): Promise<Content> {
  const to = await open(target, 'wx', 0o600);
  try {
    const content = await readContent(source, (chunk) => to.writeFile(chunk));
    await to.datasync();
    return content;
  } finally {
    await to.close();
  }
}

/** Size and hash of a file. `take` gets its bytes one chunk after the other. */
export async function readContent(
  source: string,
  take: (chunk: Buffer) => Promise<void> = () => Promise.resolve(),
): Promise<Content> {
  const from = await open(source, 'r');
  try {
    const hash = createHash('sha256');
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let bytes = 0; ;) {
      const { bytesRead } = await from.read(buffer, 0, CHUNK_BYTES);
      if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') };
      const chunk = buffer.subarray(0, bytesRead);
      hash.update(chunk);
      await take(chunk);
      bytes += bytesRead;
    }
  } finally {
    await from.close();
  }
}

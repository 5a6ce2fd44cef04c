import { statfs } from 'node:fs/promises';
import type { Metrics } from '@svc/observability';

/** Exposes the size of the file system that holds the data, and the space on it that this user can still write. */
export function exposeDiskSpace(metrics: Metrics, directory: string): void {
  metrics.gauge('svc_disk_free_bytes', 'Bytes that can be written to the disk of the data', [], async (gauge) => {
    const { bavail, bsize } = await statfs(directory);
    gauge.set(bavail * bsize);
  });
  metrics.gauge('svc_disk_size_bytes', 'Size of the disk of the data', [], async (gauge) => {
    const { blocks, bsize } = await statfs(directory);
    gauge.set(blocks * bsize);
  });
}

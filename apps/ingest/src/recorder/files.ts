import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { entityTag } from '@svc/http';
import { notFound } from '@svc/service-error';

/** Written by the build of the recorder. */
const LOADER = new URL('../../assets/recorder/recorder.js', import.meta.url);
const RECORDING = new URL('../../assets/recorder/record.js', import.meta.url);
const PACKAGE = new URL('../../assets/recorder/recorder.tgz', import.meta.url);
const VERSION = new URL('../../assets/recorder/version.json', import.meta.url);

/** A file as it is sent. */
export interface ServedFile {
  readonly type: string;
  readonly content: Buffer;
  /** Absent if the file is compressed by itself. */
  readonly compressed?: Buffer;
  /** Entity tag without quotes, the same for both forms. */
  readonly etag: string;
}

export interface RecorderFiles {
  /** The release of the recording and a hash of its bytes. */
  readonly version: string;
  readonly loader: ServedFile;
  readonly recording: ServedFile;
  /** For bundlers. */
  readonly package: ServedFile;
}

/** @throws ServiceError not_found in a service that was built without the recorder. */
export async function readRecorder(): Promise<RecorderFiles> {
  const [loader, recording, archive, manifest] = await Promise.all(
    [LOADER, RECORDING, PACKAGE, VERSION].map(readAsset),
  );
  if (!loader || !recording || !archive || !manifest) throw notFound();
  const { version } = JSON.parse(manifest.toString('utf8')) as { version: string };
  return {
    version,
    loader: await toScript(loader),
    recording: await toScript(recording),
    package: { type: 'application/gzip', content: archive, etag: entityTag(archive) },
  };
}

/** @returns undefined if there is no such file; every other failure is one of the service. */
export function readAsset(file: URL): Promise<Buffer | undefined> {
  return readFile(file).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });
}

async function toScript(content: Buffer): Promise<ServedFile> {
  const compressed = await promisify(gzip)(content, { level: 9 });
  return { type: 'text/javascript; charset=utf-8', content, compressed, etag: entityTag(content) };
}

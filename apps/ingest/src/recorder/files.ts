import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { notFound } from '@svc/service-error';

/** Written by the build of the recorder. */
const LOADER = new URL('../../assets/recorder/recorder.js', import.meta.url);
const RECORDING = new URL('../../assets/recorder/record.js', import.meta.url);
const VERSION = new URL('../../assets/recorder/version.json', import.meta.url);

/** A script as it is sent. */
export interface ServedScript {
  readonly content: Buffer;
  readonly compressed: Buffer;
  /** Entity tag without quotes, the same for both forms. */
  readonly etag: string;
}

export interface RecorderFiles {
  /** The release of the recording and a hash of its bytes. */
  readonly version: string;
  readonly loader: ServedScript;
  readonly recording: ServedScript;
}

/** @throws ServiceError not_found in a service that was built without the recorder. */
export async function readRecorder(): Promise<RecorderFiles> {
  const [loader, recording, manifest] = await Promise.all([LOADER, RECORDING, VERSION].map(readAsset));
  if (!loader || !recording || !manifest) throw notFound();
  const { version } = JSON.parse(manifest.toString('utf8')) as { version: string };
  return { version, loader: await toScript(loader), recording: await toScript(recording) };
}

function readAsset(file: URL): Promise<Buffer | undefined> {
  return readFile(file).catch(() => undefined);
}

async function toScript(content: Buffer): Promise<ServedScript> {
  const compressed = await promisify(gzip)(content, { level: 9 });
  return { content, compressed, etag: createHash('sha256').update(content).digest('base64url').slice(0, 22) };
}

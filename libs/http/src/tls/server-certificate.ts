import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { createSecureContext, type Server } from 'node:tls';
import { deadline } from '@svc/config';

/** Paths of PEM files. */
export interface CertificateFiles {
  readonly certificateFile: string;
  readonly keyFile: string;
}

interface Pair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** Longest TLS handshake, in milliseconds. */
const HANDSHAKE_MS = deadline(10_000);

export interface WatchOptions {
  /** Called when a changed pair is unusable; the servers keep the one they have. */
  readonly onFailure: (cause: unknown) => void;
  /** The interval at which the files are checked: 30 seconds by default. */
  readonly intervalMs?: number;
}

const INTERVAL_MS = 30_000;

/** The log message for `onFailure`. */
export const UNUSABLE_CERTIFICATE = 'could not load the changed TLS certificate; serving the previous one';

/** The certificate of the public ports. */
export class ServerCertificate {
  #pair: Pair;

  /** @throws Error if a file cannot be read, or they do not hold a certificate with its key. */
  constructor(
    private readonly files: CertificateFiles,
    private readonly options: WatchOptions,
  ) {
    this.#pair = readPair(files);
  }

  /** The options for `createServer` of node:https, node:http2 and node:tls. */
  get serverOptions(): Pair & { readonly handshakeTimeout: number } {
    return { ...this.#pair, handshakeTimeout: HANDSHAKE_MS };
  }

  /**
   * Gives new connections the changed certificate, until the server closes. The files are polled, because tools replace them by
   * renaming or through links, which other ways of watching miss.
   */
  keepCurrent(server: Pick<Server, 'once' | 'setSecureContext'>): void {
    const { onFailure, intervalMs } = this.options;
    const reload = (): void => {
      try {
        this.#pair = readPair(this.files);
        server.setSecureContext(this.#pair);
      } catch (cause) {
        // While one of the two files is written, they do not match; its own change follows.
        onFailure(cause);
      }
    };
    const paths = [this.files.certificateFile, this.files.keyFile];
    for (const file of paths) watchFile(file, { interval: intervalMs ?? INTERVAL_MS, persistent: false }, reload);
    server.once('close', () => {
      for (const file of paths) unwatchFile(file, reload);
    });
  }
}

function readPair({ certificateFile, keyFile }: CertificateFiles): Pair {
  const pair = { cert: readFileSync(certificateFile), key: readFileSync(keyFile) };
  createSecureContext(pair);
  return pair;
}

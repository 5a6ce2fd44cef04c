/** The system's store of secrets, where one is reachable: a server without a desktop has none. */
export interface Keychain {
  get(account: string): Promise<string | undefined>;
  /** Returns false when the system does not store the secret. */
  set(account: string, secret: string): Promise<boolean>;
  remove(account: string): Promise<void>;
}

/** An output stream of text. */
export interface Output {
  write(text: string): void;
  readonly isTerminal: boolean;
  /** Columns of the terminal. */
  readonly columns: number | undefined;
}

/** An input stream of bytes. */
export interface Input extends AsyncIterable<Uint8Array> {
  readonly isTerminal: boolean;
}

/** Everything outside the process, so that tests can replace it. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly fetch: typeof fetch;
  /** Milliseconds since 1970. */
  now(): number;
  sleep(ms: number): Promise<void>;
  /** Returns a random number from 0 to below 1. */
  random(): number;
  readonly homeDirectory: string;
  /** @throws Error if the directory has been deleted. */
  workingDirectory(): string;
  readonly keychain: Keychain;
  /** Opens an address in a browser; does nothing if that is not possible. */
  openBrowser(url: string): void;
  /** Version of the client. */
  readonly version: string;
}

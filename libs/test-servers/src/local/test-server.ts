import { rm } from 'node:fs/promises';
import type { ServerProcess } from './server-process.js';

/** A server of the tests with a directory of its own: it can die and come back. */
export abstract class TestServer {
  protected constructor(
    private readonly process: ServerProcess,
    private readonly directory: string,
  ) {}

  /** Ends the server as a crash would; what it keeps on disk stays for `restart`. */
  kill(): Promise<void> {
    return this.process.kill();
  }

  /** Starts the server again on the port it had. */
  restart(): Promise<void> {
    return this.process.start();
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.directory, { recursive: true, force: true });
  }

  /** The first start; leaves nothing behind when it fails. */
  protected async begin(): Promise<this> {
    try {
      await this.restart();
      return this;
    } catch (error) {
      await this.stop();
      throw error;
    }
  }
}

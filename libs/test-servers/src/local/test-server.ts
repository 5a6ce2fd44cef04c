import { rm } from 'node:fs/promises';
import type { ServerProcess } from './server-process.js';

/** A server for tests with its own directory, which can be killed and restarted. */
export abstract class TestServer {
  protected constructor(
    private readonly process: ServerProcess,
    private readonly directory: string,
  ) {}

  /** Kills the server; its data on disk is kept for `restart`. */
  kill(): Promise<void> {
    return this.process.kill();
  }

  /** Starts the server once and lets it end by itself. */
  protected async rehearse(): Promise<void> {
    try {
      await this.restart();
      await this.process.terminate();
    } finally {
      await this.stop();
    }
  }

  /** Restarts the server on the same port. */
  restart(): Promise<void> {
    return this.process.start();
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.directory, { recursive: true, force: true });
  }

  /** Starts the server for the first time; cleans up if it fails. */
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

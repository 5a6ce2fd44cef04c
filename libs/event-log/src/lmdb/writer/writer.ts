import { Worker } from 'node:worker_threads';
import { unavailable } from '@svc/service-error';
import type { AppendedRecord, Command, Result } from './commands.js';
import { newExitGate, shutGate } from './exit-gate.js';
import type { Group, Reply, WriterData, WriterSettings } from './writer-thread.js';

/** Maximum bytes of values in one transaction, which limits memory and how long other processes wait for the lock. */
const MAX_GROUP_BYTES = 16 * 1024 * 1024;

/**
 * Groups commands: while one transaction is being written and synced, all new commands form the next one, so many
 * producers share a sync, and a single producer waits only for its own.
 */
export class Writer {
  private readonly queue: Pending[] = [];
  private worker: Worker | undefined;
  private inFlight: Pending[] = [];
  private spare: ArrayBuffer | undefined;
  private closed = false;
  private onReply = (): void => undefined;

  constructor(
    private readonly settings: WriterSettings,
    private readonly onWritten: () => void,
  ) {}

  /** Resolves when the command is on disk; rejects with `unavailable` if it may not be. */
  run(command: Exclude<Command, { kind: 'append' }>): Promise<Result> {
    return this.#enqueue({ command, value: undefined });
  }

  /** The value must not change until this resolves. */
  append(topic: string, partition: number, record: NewRecord, value: Uint8Array): Promise<Result> {
    const placed = { ...record, start: 0, length: value.byteLength };
    return this.#enqueue({ command: { kind: 'append', topic, partition, record: placed }, value });
  }

  /** Accepts no more commands, writes the queued ones, then ends the thread. */
  async close(): Promise<void> {
    this.closed = true;
    while (this.inFlight.length > 0) await new Promise<void>((resolve) => (this.onReply = resolve));
    const worker = this.worker;
    if (!worker) return;
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('close');
    await exited;
  }

  #enqueue(entry: Pick<Pending, 'command' | 'value'>): Promise<Result> {
    if (this.closed) return Promise.reject(unavailable(new Error('the event log is closed')));
    return new Promise((resolve, reject) => {
      this.queue.push({ ...entry, resolve, reject });
      if (this.inFlight.length === 0) this.#send();
    });
  }

  #send(): void {
    let bytes = 0;
    let count = 0;
    while (count < this.queue.length && (count === 0 || bytes < MAX_GROUP_BYTES)) {
      bytes += this.queue[count++]?.value?.byteLength ?? 0;
    }
    if (count === 0) return;
    this.inFlight = this.queue.splice(0, count);
    const values = this.#buffer(bytes);
    const group: Group = { commands: place(this.inFlight, new Uint8Array(values)), values };
    this.#thread().postMessage(group, [values]);
  }

  /** Reuses the buffer of the last group if it is large enough, because new pages cost more than the copy into them. */
  #buffer(bytes: number): ArrayBuffer {
    const spare = this.spare;
    this.spare = undefined;
    return spare && spare.byteLength >= bytes ? spare : new ArrayBuffer(2 ** Math.ceil(Math.log2(bytes + 1)));
  }

  #thread(): Worker {
    if (this.worker) return this.worker;
    // Without execArgv the thread would inherit flags of the parent that it does not accept, such as --test.
    const gate = newExitGate();
    const workerData: WriterData = { ...this.settings, gate };
    const worker = new Worker(new URL('./writer-thread.js', import.meta.url), { workerData, execArgv: [] });
    const beforeExit = (): void => shutGate(gate);
    process.once('exit', beforeExit);
    worker.on('message', (reply: Reply) => this.#finish(reply));
    worker.on('error', (error) => this.#fail(error));
    worker.on('exit', () => {
      process.off('exit', beforeExit);
      this.worker = undefined;
      this.#fail(new Error('the writer thread of the event log has exited'));
    });
    this.worker = worker;
    return worker;
  }

  #finish(reply: Reply): void {
    const done = this.inFlight;
    this.inFlight = [];
    if (reply.values.byteLength <= MAX_GROUP_BYTES) this.spare = reply.values;
    if ('error' in reply) {
      for (const pending of done) pending.reject(unavailable(reply.error));
    } else {
      done.forEach((pending, i) => pending.resolve(reply.results[i] ?? 0));
      this.onWritten();
    }
    this.#send();
    this.onReply();
  }

  #fail(error: unknown): void {
    const lost = this.inFlight;
    this.inFlight = [];
    for (const pending of lost) pending.reject(unavailable(error));
    this.#send();
    this.onReply();
  }
}

type NewRecord = Omit<AppendedRecord, 'start' | 'length'>;

interface Pending {
  readonly command: Command;
  readonly value: Uint8Array | undefined;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Copies the values one after another, the only copy between the caller and the pages of the file. */
function place(entries: readonly Pending[], into: Uint8Array): Command[] {
  let start = 0;
  return entries.map(({ command, value }) => {
    if (command.kind !== 'append' || !value) return command;
    into.set(value, start);
    const placed: Command = { ...command, record: { ...command.record, start } };
    start += value.byteLength;
    return placed;
  });
}

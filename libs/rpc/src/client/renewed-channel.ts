import { Client as GrpcClient, type ChannelCredentials } from '@grpc/grpc-js';
import { CLIENT_OPTIONS } from '../channel-options.js';

/** A call that ends with an event `status`, as every call of grpc-js does. */
interface RunningCall {
  once(event: 'status', listener: () => void): unknown;
}

export interface RenewedChannelOptions {
  readonly target: string;
  readonly credentials: ChannelCredentials;
  /** Milliseconds for which a channel gets new calls. */
  readonly renewAfterMs: number;
  /** Time limit for connecting a new channel, in milliseconds. The old channel is used until then. */
  readonly connectMs: number;
}

/**
 * A channel that resolves the name of its service again from time to time, because grpc-js resolves it only when a connection ends. It
 * does so with a new channel, which shares the connections to the addresses that it already had. The server could end old connections
 * instead, but then the next ping, within ten seconds, breaks the calls that still run: Node refuses pings on a connection that is closing.
 */
export class RenewedChannel {
  #current: CountedChannel;
  #renewedAt = performance.now();
  #isRenewing = false;
  #isClosed = false;

  constructor(private readonly options: RenewedChannelOptions) {
    this.#current = this.#open();
  }

  /** Starts a call on the current channel. */
  start<Call extends RunningCall>(start: (client: GrpcClient) => Call): Call {
    if (performance.now() - this.#renewedAt > this.options.renewAfterMs) this.#renew();
    return this.#current.start(start);
  }

  waitForReady(deadlineMs: number, callback: (failure?: Error) => void): void {
    this.#current.client.waitForReady(deadlineMs, callback);
  }

  /** Rejects further calls; running calls may finish. */
  close(): void {
    this.#isClosed = true;
    this.#current.client.close();
  }

  /** Calls stay on the old channel if the new one does not connect, for example because names are not resolved at the moment. */
  #renew(): void {
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    const old = this.#current;
    const next = this.#open();
    next.client.waitForReady(Date.now() + this.options.connectMs, (failure) => {
      this.#isRenewing = false;
      this.#renewedAt = performance.now();
      if (failure || this.#isClosed) return next.client.close();
      this.#current = next;
      old.retire();
    });
  }

  #open(): CountedChannel {
    return new CountedChannel(new GrpcClient(this.options.target, this.options.credentials, CLIENT_OPTIONS));
  }
}

/** Closes after its last call, because a closing channel gives up the connections that only its calls use. */
class CountedChannel {
  #running = 0;
  #isRetired = false;

  constructor(readonly client: GrpcClient) {}

  start<Call extends RunningCall>(start: (client: GrpcClient) => Call): Call {
    const call = start(this.client);
    this.#running += 1;
    call.once('status', () => {
      this.#running -= 1;
      this.#closeWhenUnused();
    });
    return call;
  }

  retire(): void {
    this.#isRetired = true;
    this.#closeWhenUnused();
  }

  #closeWhenUnused(): void {
    if (this.#isRetired && this.#running === 0) this.client.close();
  }
}

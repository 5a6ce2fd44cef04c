import type { DescMessage, DescMethod, DescService, Message, MessageInitShape } from '@bufbuild/protobuf';
import { Server as GrpcServer, type UntypedServiceImplementation } from '@grpc/grpc-js';
import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import { checkAddress, removeStaleSocket } from '../address.js';
import type { Call } from '../call.js';
import { SERVER_OPTIONS } from '../channel-options.js';
import { serverCredentials, type RpcCredentials } from '../credentials/credentials.js';
import { requireToken } from '../credentials/require-token.js';
import { stderrLog, type RpcLog } from '../log.js';
import { isStreaming, rpcPath, serviceDefinition } from '../service-definition.js';
import { addHealthService } from './health.js';
import { serveUnary, type UnaryHandler } from './serve-call.js';
import { serveStream, type ServeStreamOptions, type StreamHandler } from './serve-stream.js';

export interface RpcTransportOptions extends RpcCredentials {
  /** `unix:<absolute path>` or `host:port`. */
  readonly address: string;
  /** The log of internal failures with their causes; standard error by default. */
  readonly log?: RpcLog;
  /** The status that the gRPC health service reports while serving; serving by default. */
  readonly isReady?: () => Promise<boolean>;
  /** The clock, in epoch milliseconds. */
  readonly now?: () => number;
}

type Answer = MessageInitShape<DescMessage> | AsyncIterable<MessageInitShape<DescMessage>>;

/** The time that running calls have to finish when the server stops, in milliseconds; the whole process has nine seconds. */
const GRACE_MS = 5_000;

/** The gRPC server of Nest controllers marked with RpcController. */
export class RpcTransport extends Server implements CustomTransportStrategy {
  private readonly server: GrpcServer;
  private readonly stopping = new AbortController();
  private closing: Promise<void> | undefined;

  constructor(private readonly options: RpcTransportOptions) {
    super();
    checkAddress(options.address, options.token);
    this.server = new GrpcServer({ ...SERVER_OPTIONS, interceptors: [requireToken(options.token)] });
  }

  listen(callback: (error?: unknown) => void): void {
    this.#start().then(
      () => callback(),
      (error: unknown) => callback(error),
    );
  }

  /** Ends streams, waits up to five seconds for other running calls, then aborts them. */
  close(): Promise<void> {
    this.stopping.abort();
    this.closing ??= new Promise((resolve) => {
      const force = setTimeout(() => this.server.forceShutdown(), GRACE_MS);
      this.server.tryShutdown(() => {
        clearTimeout(force);
        resolve();
      });
    });
    return this.closing;
  }

  on(): never {
    throw new Error('The rpc transport does not support events');
  }

  unwrap<T>(): T {
    return this.server as T;
  }

  async #start(): Promise<void> {
    const { address, certificates, log = stderrLog, now = Date.now } = this.options;
    const services = this.#services();
    const options: ServeStreamOptions = { log, now, stopping: this.stopping.signal };
    for (const service of services) {
      this.server.addService(serviceDefinition(service), this.#toImplementation(service, options));
    }
    addHealthService(this.server, services, async () => !this.closing && ((await this.options.isReady?.()) ?? true));
    await removeStaleSocket(address);
    await new Promise<void>((resolve, reject) => {
      this.server.bindAsync(address, serverCredentials(address, certificates), (error) =>
        error ? reject(error) : resolve(),
      );
    });
  }

  /** The services that the controllers of the module implement: `RpcController` attaches the service to each method. */
  #services(): DescService[] {
    const handlers = [...this.messageHandlers.values()] as { extras?: { service?: DescService } }[];
    return [...new Set(handlers.flatMap(({ extras }) => extras?.service ?? []))];
  }

  #toImplementation(service: DescService, options: ServeStreamOptions): UntypedServiceImplementation {
    return Object.fromEntries(
      service.methods.flatMap((rpc) => {
        const handler = this.#findHandler(rpc);
        // The method is implemented elsewhere; here gRPC responds with UNIMPLEMENTED.
        if (!handler) return [];
        const serve = isStreaming(rpc)
          ? serveStream(rpc, handler as StreamHandler, options)
          : serveUnary(rpc, handler as UnaryHandler, options);
        return [[rpc.localName, serve]];
      }),
    );
  }

  #findHandler(rpc: DescMethod): ((request: Message, call: Call) => Promise<Answer>) | undefined {
    const handler = this.messageHandlers.get(rpcPath(rpc)) as MessageHandler<Message, Call, Answer> | undefined;
    if (!handler) return undefined;
    return async (request, call) => {
      const answer: unknown = await handler(request, call);
      // Filters and interceptors of Nest convert the promise of the handler to an observable with one value.
      return (isObservable(answer) ? await lastValueFrom(answer) : answer) as Answer;
    };
  }
}

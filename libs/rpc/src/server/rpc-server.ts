import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { RpcTransport, type RpcTransportOptions } from './rpc-transport.js';

export interface RpcServerOptions extends RpcTransportOptions {
  /** The Nest module whose controllers implement the services. */
  readonly module: Type | DynamicModule;
}

export interface RpcServer {
  /** Stops accepting calls, waits up to five seconds for running ones, aborts the rest, and runs the shutdown hooks of the module. */
  stop(): Promise<void>;
}

/**
 * Serves the controllers of a module.
 *
 * @throws Error if the address is invalid or in use, a service has no controller, or the module does not start.
 */
export async function startRpcServer({ module, ...options }: RpcServerOptions): Promise<RpcServer> {
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(module, {
    strategy: new RpcTransport(options),
    logger: false,
    // Otherwise Nest would exit the process instead of letting the caller report the failure.
    abortOnError: false,
  });
  try {
    await app.listen();
  } catch (error) {
    await app.close();
    throw error;
  }
  return { stop: () => app.close() };
}

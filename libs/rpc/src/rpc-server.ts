import { NestFactory } from '@nestjs/core';
import type { DynamicModule, Type } from '@nestjs/common';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { RpcTransport, type RpcTransportOptions } from './rpc-transport.js';

export interface RpcServerOptions extends RpcTransportOptions {
  /** The Nest module whose controllers implement the services. */
  readonly module: Type | DynamicModule;
}

export interface RpcServer {
  /** Stops taking calls, lets running ones finish for two seconds, then breaks them off; runs the module's shutdown hooks. */
  stop(): Promise<void>;
}

/**
 * Serves the controllers of a module.
 *
 * @throws Error when the address is unusable or taken, a service has no controller, or the module does not start.
 */
export async function startRpcServer({ module, ...options }: RpcServerOptions): Promise<RpcServer> {
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(module, {
    strategy: new RpcTransport(options),
    logger: false,
    // Nest would end the process instead of letting the caller report the failure.
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

import 'reflect-metadata';
import type { DescService } from '@bufbuild/protobuf';
import { Catch, Controller, UseFilters, type ExceptionFilter } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { throwError, type Observable } from 'rxjs';
import type { Handlers } from '../call.js';
import { rpcPath } from '../service-definition.js';

/** Nest would log and replace the errors of handlers; the server maps them itself. */
@Catch()
class PassErrorsOn implements ExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

const SERVED = new WeakMap<object, DescService>();

/** The service that a controller class implements; undefined for other classes. */
export const servedService = (controller: object): DescService | undefined => SERVED.get(controller);

/**
 * Turns a class that implements a service into a Nest controller. A missing method does not compile, except for methods that are
 * implemented elsewhere; additionally declaring `implements Handlers<typeof SavedSearches>` reports the error at the class.
 */
export function RpcController<S extends DescService, Elsewhere extends keyof Handlers<S> = never>(
  service: S,
  elsewhere: readonly Elsewhere[] = [],
) {
  return (target: new (...dependencies: never[]) => Omit<Handlers<S>, Elsewhere>): void => {
    const prototype = target.prototype as object;
    for (const rpc of service.methods) {
      if ((elsewhere as readonly unknown[]).includes(rpc.localName)) continue;
      const descriptor = Object.getOwnPropertyDescriptor(prototype, rpc.localName);
      if (typeof descriptor?.value !== 'function') throw new Error(`${target.name}.${rpc.localName} is not a method`);
      MessagePattern(rpcPath(rpc), { service })(prototype, rpc.localName, descriptor);
      Payload()(prototype, rpc.localName, 0);
      Ctx()(prototype, rpc.localName, 1);
    }
    SERVED.set(target, service);
    UseFilters(new PassErrorsOn())(target);
    Controller()(target);
  };
}

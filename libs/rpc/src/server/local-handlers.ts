import type { DescMessage, DescMethod, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import { Injectable } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { Call } from '../call.js';
import { servedService } from './rpc-controller.js';

export type LocalHandler = (request: MessageShape<DescMessage>, call: Call) => Promise<MessageInitShape<DescMessage>>;

/** Calls methods of the controllers of this process without a connection, with the call that the caller made. */
@Injectable()
export class LocalHandlers {
  constructor(private readonly modules: ModulesContainer) {}

  /** @throws Error if no controller of this process implements the method, which is a mistake of the caller. */
  get(rpc: DescMethod): LocalHandler {
    for (const { controllers } of this.modules.values())
      for (const { metatype, instance } of controllers.values()) {
        if (typeof metatype !== 'function' || servedService(metatype) !== rpc.parent) continue;
        const handler: unknown = Reflect.get(instance, rpc.localName);
        if (typeof handler === 'function') return (handler as LocalHandler).bind(instance);
      }
    throw new Error(`No controller of this process implements ${rpc.parent.typeName}.${rpc.name}`);
  }
}

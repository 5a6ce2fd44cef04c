import { create, createFileRegistry } from '@bufbuild/protobuf';
import type { GenService } from '@bufbuild/protobuf/codegenv2';
import { FileDescriptorProtoSchema, file_google_protobuf_wrappers, Int32ValueSchema } from '@bufbuild/protobuf/wkt';
import { Module } from '@nestjs/common';
import { ServiceError } from '@svc/service-error';
import type { Call, Handlers } from '../call.js';
import { RpcController } from '../server/rpc-controller.js';

const NUMBER = '.google.protobuf.Int32Value';
const file = create(FileDescriptorProtoSchema, {
  name: 'numbers.proto',
  package: 'numbers.v1',
  syntax: 'proto3',
  dependency: ['google/protobuf/wrappers.proto'],
  service: [
    { name: 'Numbers', method: [{ name: 'Count', inputType: NUMBER, outputType: NUMBER, serverStreaming: true }] },
  ],
});
const found = createFileRegistry(file, () => file_google_protobuf_wrappers.proto).getService('numbers.v1.Numbers');
if (!found) throw new Error('the service of the test is not found');

/** A service with one method that streams. */
export const Numbers = found as GenService<{
  count: { methodKind: 'server_streaming'; input: typeof Int32ValueSchema; output: typeof Int32ValueSchema };
}>;

/** Observations of the handler below. */
export const counted = { made: 0, ended: 0, reasons: [] as unknown[] };

export const REFUSED = -1;
export const FAILS_AFTER_TWO = -2;
export const SILENT = -3;
export const DEAF = -4;
export const TICKING = -5;
/** More messages than the buffers between both ends can hold. */
export const ENDLESS = 1_000_000;

/** Counts from 0 to the value of the request; negative values select special behavior. */
@RpcController(Numbers)
class NumbersController implements Handlers<typeof Numbers> {
  count({ value }: { value: number }, call: Call): Promise<AsyncIterable<{ value: number }>> {
    if (value === REFUSED) throw new ServiceError('invalid_request', { message: 'No.' });
    return Promise.resolve(this.#numbers(value, call));
  }

  async *#numbers(value: number, { signal }: Call): AsyncGenerator<{ value: number }> {
    try {
      if (value === SILENT) await aborted(signal);
      if (value === DEAF) await new Promise(() => undefined);
      for (let n = 0; value < 0 || n < value; n++) {
        if (value === FAILS_AFTER_TWO && n === 2) throw new Error('row 17 of the customer table');
        if (value === TICKING) await new Promise((go) => setTimeout(go, 5));
        counted.made++;
        yield { value: n };
      }
    } finally {
      counted.ended++;
    }
  }
}

@Module({ controllers: [NumbersController] })
export class NumbersModule {}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      counted.reasons.push(signal.reason);
      reject(signal.reason as Error);
    });
  });
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MessageInitShape } from '@bufbuild/protobuf';
import { Measurements, type MeasurementResultSchema, type Measurement, type MeasureRequest } from '@svc/contract';
import { RpcController, startRpcServer, type Handlers } from '@svc/rpc';

export type Answer = MessageInitShape<typeof MeasurementResultSchema>;

/** A neighbor that measures: what it answers is set by hand, and what it was asked is kept. */
export interface Measuring {
  readonly address: string;
  answer: (measurement: Measurement) => Answer;
  readonly asked: Measurement[];
  stop(): Promise<void>;
}

/** The same figure in all windows, for one series. */
export const steady =
  (value: number, labels: Record<string, string> = {}) =>
  ({ count }: Measurement): Answer => ({
    series: [{ labels, values: new Array<number>(count).fill(value), samples: new Array<bigint>(count).fill(10n) }],
  });

export async function startMeasuring(): Promise<Measuring> {
  const directory = await mkdtemp(path.join(tmpdir(), 'svc-measuring-'));
  const address = `unix:${directory}/rpc.sock`;
  const measuring = { address, answer: steady(0), asked: [] as Measurement[] };

  @RpcController(Measurements)
  class MeasurementsController implements Handlers<typeof Measurements> {
    measure({ measurements }: MeasureRequest) {
      measuring.asked.push(...measurements);
      return Promise.resolve({ results: measurements.map((one) => measuring.answer(one)) });
    }
  }
  class MeasuringModule {}
  const module = { module: MeasuringModule, controllers: [MeasurementsController] };
  const server = await startRpcServer({ module, address });
  return Object.assign(measuring, {
    stop: async () => {
      await server.stop();
      await rm(directory, { recursive: true });
    },
  });
}

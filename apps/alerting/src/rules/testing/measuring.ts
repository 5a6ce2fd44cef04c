import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  Measurements,
  SavedSearches,
  type Measurement,
  type MeasurementResultSchema,
  type MeasureRequest,
  type SavedSearchesGetRequest,
  type SavedSearchSchema,
} from '@svc/contract';
import { RpcController, startRpcServer, type Handlers } from '@svc/rpc';
import { requireFound } from '@svc/service-error';

export type Answer = MessageInitShape<typeof MeasurementResultSchema>;

/** A query service that measures: what it answers is set by hand, and what it was asked is kept. */
export interface Measuring {
  readonly address: string;
  answer: (measurement: Measurement) => Answer;
  readonly asked: Measurement[];
  /** The saved searches that it has, by ID. */
  readonly saved: Map<string, MessageInitShape<typeof SavedSearchSchema>>;
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
  const measuring = { address, answer: steady(0), asked: [] as Measurement[], saved: new Map() as Measuring['saved'] };

  @RpcController(Measurements)
  class MeasurementsController implements Handlers<typeof Measurements> {
    measure({ measurements }: MeasureRequest) {
      measuring.asked.push(...measurements);
      return Promise.resolve({ results: measurements.map((one) => measuring.answer(one)) });
    }
  }
  @RpcController(SavedSearches, ['list', 'create', 'update', 'duplicate', 'delete'])
  class SavedSearchesController implements Pick<Handlers<typeof SavedSearches>, 'get'> {
    get({ searchId }: SavedSearchesGetRequest) {
      return Promise.resolve(requireFound(measuring.saved.get(searchId)));
    }
  }
  class MeasuringModule {}
  const module = { module: MeasuringModule, controllers: [MeasurementsController, SavedSearchesController] };
  const server = await startRpcServer({ module, address });
  return Object.assign(measuring, {
    stop: async () => {
      await server.stop();
      await rm(directory, { recursive: true });
    },
  });
}

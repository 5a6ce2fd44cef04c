import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { timestampMs } from '@bufbuild/protobuf/wkt';
import { Module } from '@nestjs/common';
import {
  ActiveProjects,
  Measurements,
  type ActiveProjectsListRequest,
  type Measurement,
  type MeasureRequest,
} from '@svc/contract';
import { RpcController, startRpcServer, type Call, type Handlers } from '@svc/rpc';
import { WINDOW_MS } from '../detection/index.js';

/** Records of a service in a window that ends at a given time. */
export interface Scripted {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
  /** The value by default. */
  readonly records?: number;
}

/** Telemetry as a function of time. */
export type Script = (measurement: Measurement, end: number) => readonly Scripted[];

export interface Stage {
  script: Script;
  /** The error of a measurement; '' for none. */
  fails: (measurement: Measurement) => string;
  active: readonly { number: number; signals: string[] }[];
  readonly asked: Measurement[];
}

/** Handlers are created by the container, so what they play is found here. */
const stage: Stage = { script: () => [], fails: () => '', active: [], asked: [] };

@RpcController(Measurements)
class ScriptedMeasurements implements Handlers<typeof Measurements> {
  measure({ measurements }: MeasureRequest, _: Call) {
    return Promise.resolve({ results: measurements.map(play) });
  }
}

@RpcController(ActiveProjects)
class ScriptedProjects implements Handlers<typeof ActiveProjects> {
  list(_request: ActiveProjectsListRequest, _call: Call) {
    return Promise.resolve({ projects: [...stage.active] });
  }
}

@Module({ controllers: [ScriptedMeasurements, ScriptedProjects] })
class ScriptedModule {}

/** Serves telemetry that no store could have: weeks of it at any time of the clock. */
export async function startScriptedQuery() {
  const directory = await mkdtemp(path.join(tmpdir(), 'svc-scripted-'));
  const address = `unix:${directory}/rpc.sock`;
  const server = await startRpcServer({ module: ScriptedModule, address });
  return {
    address,
    stage,
    stop: async () => {
      await server.stop();
      await rm(directory, { recursive: true });
    },
  };
}

function play(measurement: Measurement) {
  stage.asked.push(measurement);
  const error = stage.fails(measurement);
  if (error !== '') return { error };
  const { firstEnd, count, maxGroups } = measurement;
  const first = firstEnd ? timestampMs(firstEnd) : 0;
  const series = new Map<string, { labels: Scripted['labels']; values: number[]; samples: bigint[] }>();
  for (let nth = 0; nth < count; nth++)
    for (const { labels, value, records = value } of stage.script(measurement, first + nth * WINDOW_MS)) {
      const key = JSON.stringify(labels);
      const nothing = measurement.aggregate === 'count' ? 0 : Number.NaN;
      const one = series.get(key) ?? {
        labels,
        values: Array<number>(count).fill(nothing),
        samples: Array<bigint>(count).fill(0n),
      };
      one.values[nth] = value;
      one.samples[nth] = BigInt(Math.round(records));
      series.set(key, one);
    }
  const all = [...series.values()].map(({ labels, ...figures }) => ({ labels: { ...labels }, ...figures }));
  return { series: all.slice(0, maxGroups), truncated: all.length > maxGroups };
}

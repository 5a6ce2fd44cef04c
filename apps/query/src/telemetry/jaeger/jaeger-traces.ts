import type { MessageInitShape } from '@bufbuild/protobuf';
import { Injectable } from '@nestjs/common';
import type { JaegerForm, JaegerPartSchema } from '@svc/contract';
import { MAX_ANSWER_BYTES } from '@svc/reading/paging';
import type { ProjectReader } from '@svc/reading/project-reader';
import { ResourcesRepository } from '@svc/reading/resources';
import { collectRows } from '../traces/trace/collect-rows.js';
import { selectSpansOfTraces, type JaegerSpanRow } from './jaeger.query.js';
import { traceJson } from './json/trace.js';

/** A trace whose time is known, so that its spans are found by their key. */
export interface TimedTrace {
  readonly id: string;
  /** Nanoseconds since 1970, both inclusive. */
  readonly from: bigint;
  readonly to: bigint;
  readonly spans: number;
}

export type Part = MessageInitShape<typeof JaegerPartSchema>;

/** Spans of a trace that are read at most; those of several small traces are read by one statement up to as many. */
const MAX_SPANS = 10_000;
/** Traces of one statement. */
const MAX_BATCH = 50;
/** Characters of a message. */
const PART_LENGTH = 256 * 1024;

interface ReadTrace {
  readonly id: string;
  readonly spans: readonly JaegerSpanRow[];
  readonly isCut: boolean;
}

/** Reads whole traces and writes them as JSON in parts. */
@Injectable()
export class JaegerTraces {
  constructor(private readonly resources: ResourcesRepository) {}

  /** The traces in their order as members of a JSON array, with a notice for each that is missing or incomplete. */
  async *write(traces: readonly TimedTrace[], form: JaegerForm, reader: ProjectReader): AsyncGenerator<Part> {
    const texts = new Texts();
    let separator = '';
    let left = traces.length;
    for await (const { id, spans, isCut } of this.#readAll(traces, reader)) {
      if (texts.written > MAX_ANSWER_BYTES) {
        yield* texts.flush();
        return void (yield notice('', `The answer has no room for ${left} more traces. Ask for fewer traces.`));
      }
      left--;
      if (spans.length === 0) {
        yield notFoundNotice(id);
        continue;
      }
      texts.add(separator);
      separator = ',';
      for (const text of await traceJson(form, spans, await this.resources.read(spans, reader))) {
        texts.add(text);
        if (texts.waiting >= PART_LENGTH) yield* texts.flush();
      }
      if (isCut) yield notice(id, `The trace has more than the ${spans.length} spans that are returned.`);
    }
    yield* texts.flush();
  }

  async *#readAll(traces: readonly TimedTrace[], reader: ProjectReader): AsyncGenerator<ReadTrace> {
    for (const batch of batches(traces)) yield* this.#read(batch, reader);
  }

  async *#read(batch: readonly TimedTrace[], reader: ProjectReader): AsyncGenerator<ReadTrace> {
    const during = { from: least(batch.map(({ from }) => from)), to: greatest(batch.map(({ to }) => to)) + 1n };
    const ids = batch.map(({ id }) => id);
    const statement = selectSpansOfTraces(reader.scope, ids, during, MAX_SPANS + 1);
    const { rows, isTooLarge } = await collectRows(reader.stream(statement));
    const isCut = isTooLarge || rows.length > MAX_SPANS;
    if (isCut && batch.length > 1) {
      for (const trace of batch) yield* this.#read([trace], reader);
      return;
    }
    const found = Map.groupBy(rows.slice(0, MAX_SPANS), ({ id }) => id);
    for (const id of ids) yield { id, spans: found.get(id) ?? [], isCut };
  }
}

/** Groups of traces that one statement reads. */
function* batches(traces: readonly TimedTrace[]): Generator<TimedTrace[]> {
  let batch: TimedTrace[] = [];
  let spans = 0;
  for (const trace of traces) {
    if (batch.length > 0 && (batch.length === MAX_BATCH || spans + trace.spans > MAX_SPANS)) {
      yield batch;
      batch = [];
      spans = 0;
    }
    batch.push(trace);
    spans += trace.spans;
  }
  if (batch.length > 0) yield batch;
}

/** Collects texts until they are worth a message. */
class Texts {
  written = 0;
  waiting = 0;
  #texts: string[] = [];

  add(text: string): void {
    this.#texts.push(text);
    this.written += text.length;
    this.waiting += text.length;
  }

  *flush(): Generator<Part> {
    if (this.waiting === 0) return;
    const value = Buffer.from(this.#texts.join(''));
    this.#texts = [];
    this.waiting = 0;
    yield { part: { case: 'json', value } };
  }
}

export function notFoundNotice(traceId: string): Part {
  return { part: { case: 'notice', value: { traceId, message: 'trace not found', notFound: true } } };
}

function notice(traceId: string, message: string): Part {
  return { part: { case: 'notice', value: { traceId, message } } };
}

const least = (times: readonly bigint[]): bigint => times.reduce((one, other) => (other < one ? other : one));
const greatest = (times: readonly bigint[]): bigint => times.reduce((one, other) => (other > one ? other : one));

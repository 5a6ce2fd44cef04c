import { ROOT_CONTEXT, SeverityNumber, trace, type Tracer } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { exporters } from '../exporters.js';
import { theService } from '../topology.js';
import type { Install } from './programs.js';

class Declined extends Error {
  override readonly name = 'Declined';
}

function charge(order: number): void {
  throw new Declined(`card of order ${order} was declined`);
}

function ship(order: number): void {
  JSON.parse(`{"order": ${order}`);
}

/** The exception is recorded by the span that it happens in, logged there, and recorded again by the span around it. */
function run(
  tracer: Tracer,
  logger: ReturnType<LoggerProvider['getLogger']>,
  call: (order: number) => void,
  order: number,
): void {
  const outer = tracer.startSpan('request');
  const around = trace.setSpan(ROOT_CONTEXT, outer);
  const inner = tracer.startSpan('work', {}, around);
  try {
    call(order);
  } catch (error) {
    const failure = error as Error;
    inner.recordException(failure);
    const attributes = {
      'exception.type': failure.name,
      'exception.message': failure.message,
      'exception.stacktrace': failure.stack ?? '',
    };
    const body = 'failed';
    logger.emit({ body, severityNumber: SeverityNumber.ERROR, attributes, context: trace.setSpan(around, inner) });
    outer.recordException(failure);
  }
  inner.end();
  outer.end();
}

/** The official SDK, in this process. */
export const node: Install = () =>
  Promise.resolve({
    async run(service: string, key: string) {
      const resource = resourceFromAttributes({ 'service.name': service, 'telemetry.sdk.language': 'nodejs' });
      const { traces, logs } = exporters('proto', { ...theService(), apiKey: key });
      const tracing = new TracerProvider({ resource, spanProcessors: [new BatchSpanProcessor({ exporter: traces })] });
      const logging = new LoggerProvider({ resource, processors: [new SimpleLogRecordProcessor({ exporter: logs })] });
      const [tracer, logger] = [tracing.getTracer('shop'), logging.getLogger('shop')];
      run(tracer, logger, charge, 7);
      run(tracer, logger, charge, 4711);
      run(tracer, logger, ship, 7);
      await tracing.shutdown();
      await logging.shutdown();
    },
  });

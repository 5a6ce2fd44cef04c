import type { Outage } from '../outage.js';
import type { Agent } from './calls.js';
import { between, duration, hex } from './random.js';
import type { Origin, SpanRecord } from './records.js';
import type { Shopper } from './shopper.js';

interface Recorder {
  readonly outage: Outage;
  readonly shopper: Shopper;
  readonly random: () => number;
  span(record: Omit<SpanRecord, 'traceId' | 'events'>): void;
}

const [INTERNAL, CLIENT] = [1, 3];

/** A run of the agent: its calls of models follow each other. @returns the end of the run. */
export function performAgent(trace: Recorder, usual: Agent, start: number, origin: Origin, parent: string): number {
  const { random } = trace;
  const agent = trace.outage.agent?.(start, usual) ?? usual;
  const spanId = hex(16, random);
  let at = start + 1;
  const calls = Math.max(1, Math.round(agent.modelCalls * between(0.6, 1.4, random)));
  for (let nth = 0; nth < calls; nth += 1) {
    const input = Math.round(agent.tokens * between(0.7, 1.3, random));
    const end = at + duration(400, random);
    trace.span({
      origin,
      spanId: hex(16, random),
      parentSpanId: spanId,
      name: `chat ${agent.model}`,
      kind: CLIENT,
      start: at,
      end,
      hasFailed: false,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': agent.model,
        'gen_ai.usage.input_tokens': input,
        'gen_ai.usage.output_tokens': Math.round(between(80, 240, random)),
        'server.address': 'api.openai.example',
      },
    });
    at = end;
  }
  trace.span({
    origin,
    spanId,
    parentSpanId: parent,
    name: `invoke_agent ${agent.agent}`,
    kind: INTERNAL,
    start,
    end: at + 1,
    hasFailed: false,
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': agent.agent,
      'user.id': trace.shopper.user,
    },
  });
  return at + 1;
}

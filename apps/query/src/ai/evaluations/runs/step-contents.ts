import { Injectable } from '@nestjs/common';
import { stepKey, type EvaluatedStep, type StepContent, type StepKind } from '@svc/gen-ai';
import type { ProjectIdentity } from '@svc/reading/statement';
import { ContentReader } from '../../content/index.js';
import type { StepRow } from '../../runs/index.js';

/** Kinds of steps of which metrics and judges read the content. */
const READ_KINDS: ReadonlySet<string> = new Set(['inference', 'tool']);

/** Reads what steps of runs received and returned. */
@Injectable()
export class StepContents {
  constructor(private readonly reader: ContentReader) {}

  /** Calls of models and tools with their content, in their order. Other steps are left out. */
  async ofSteps(project: ProjectIdentity, rows: readonly StepRow[], signal: AbortSignal): Promise<EvaluatedStep[]> {
    const read = rows.filter(({ kind }) => READ_KINDS.has(kind));
    const places = read.map((row) => ({
      traceId: row.trace_id_hex,
      spanId: row.span_id_hex,
      startNs: BigInt(row.timestamp_ns),
    }));
    const contents = await this.reader.ofSteps(project, places, signal);
    return read.map((row) => {
      const content = contents.get(stepKey(row.trace_id_hex, row.span_id_hex));
      const { kind, label, name, tool_call_id: toolCallId } = row;
      return {
        kind: kind as StepKind,
        name: label || name,
        toolCallId,
        content: isRecorded(content) ? content : undefined,
      };
    });
  }
}

/** Instrumentations that record no content are not taken for models that returned nothing. */
const isRecorded = (content: StepContent | undefined): boolean =>
  content !== undefined && content.input.length + content.output.length > 0;

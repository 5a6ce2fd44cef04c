/** An answer of the interface: its status, and the texts that make up its JSON. */
export interface Answer {
  readonly status: number;
  readonly json: AsyncIterable<string> | Iterable<string>;
}

/** Notes on a result, which is still one. */
export interface AnswerNotes {
  readonly warnings: readonly string[];
  readonly infos: readonly string[];
}

const NO_NOTES: AnswerNotes = { warnings: [], infos: [] };

/** A successful answer with data that is small. */
export function success(data: unknown, notes?: AnswerNotes): Answer {
  return { status: 200, json: [envelopeStart(), JSON.stringify(data), envelopeEnd(notes)] };
}

/** A successful answer with data that is written in pieces. */
export function streamed(data: AsyncIterable<string>, notes?: AnswerNotes): Answer {
  return { status: 200, json: wrap(data, notes) };
}

async function* wrap(data: AsyncIterable<string>, notes?: AnswerNotes): AsyncGenerator<string> {
  yield envelopeStart();
  yield* data;
  yield envelopeEnd(notes);
}

const envelopeStart = (): string => '{"status":"success","data":';

/** Notes follow the data, as in answers of Prometheus; an answer without notes has no such members. */
function envelopeEnd({ warnings, infos }: AnswerNotes = NO_NOTES): string {
  const list = (name: string, notes: readonly string[]) =>
    notes.length === 0 ? '' : `,"${name}":${JSON.stringify(notes)}`;
  return `${list('warnings', warnings)}${list('infos', infos)}}`;
}

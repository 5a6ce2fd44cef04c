/** An error as ClickHouse reports it: number, name and text. The text may quote data and is not passed on by the port. */
export class EngineFailure extends Error {
  constructor(
    readonly code: number,
    readonly type: string,
    text: string,
  ) {
    super(text);
    this.name = 'EngineFailure';
  }

  /** The format of the HTTP interface, which `@clickhouse/client` parses. */
  toBody(): string {
    return `Code: ${this.code}. DB::Exception: ${this.message} (${this.type}) (version embedded)\n`;
  }
}

export const refusals = {
  syntax: (text: string) => new EngineFailure(62, 'SYNTAX_ERROR', text),
  badArguments: (text: string) => new EngineFailure(36, 'BAD_ARGUMENTS', text),
  forbiddenFunction: (name: string) =>
    new EngineFailure(446, 'FUNCTION_NOT_ALLOWED', `${name} reaches outside the store`),
  timeout: () => new EngineFailure(159, 'TIMEOUT_EXCEEDED', 'Timeout exceeded while waiting to run'),
  tooManyStatements: () => new EngineFailure(202, 'TOO_MANY_SIMULTANEOUS_QUERIES', 'Too many statements are waiting'),
  cancelled: () => new EngineFailure(394, 'QUERY_WAS_CANCELLED', 'The statement was cancelled'),
  noSpace: (text: string) => new EngineFailure(243, 'NOT_ENOUGH_SPACE', text),
  unauthenticated: () => new EngineFailure(516, 'AUTHENTICATION_FAILED', 'Authentication failed'),
  tooLarge: () => new EngineFailure(307, 'TOO_MANY_BYTES', 'The request is too large'),
} as const;

const ENGINE_TEXT = /Code: (\d+)\. DB::Exception: ([\s\S]*)\(([A-Z][A-Z0-9_]{2,})\)/;

export function toEngineFailure(error: unknown): EngineFailure {
  if (error instanceof EngineFailure) return error;
  const text = error instanceof Error ? error.message : String(error);
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return refusals.noSpace('The disk is full');
  const match = ENGINE_TEXT.exec(text);
  if (match) return new EngineFailure(Number(match[1]), match[3] ?? 'UNKNOWN_EXCEPTION', (match[2] ?? '').trim());
  return new EngineFailure(1002, 'UNKNOWN_EXCEPTION', text);
}

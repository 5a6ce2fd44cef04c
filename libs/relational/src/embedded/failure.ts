/** The embedded Postgres cannot be set up or started. The message is for the operator: it has the reason in the words of Postgres. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';

  /** @param output of the program, which never contains secrets: passwords are in files, and statements are not logged. */
  constructor(message: string, output = '') {
    super([message, ...lastLines(output)].join('\n'));
  }
}

const MAX_OUTPUT_LENGTH = 1_000;

function lastLines(output: string): string[] {
  const text = output.trim();
  if (text === '') return [];
  if (text.length <= MAX_OUTPUT_LENGTH) return [text];
  // The first line may be incomplete.
  return [text.slice(-MAX_OUTPUT_LENGTH).replace(/^[^\n]*\n/, '')];
}

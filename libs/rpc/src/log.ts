/** Receives internal failures, for example a pino logger. */
export interface RpcLog {
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}

/** The log of a process without a logger: one JSON line on standard error. */
export const stderrLog: RpcLog = {
  error: (fields, message) => {
    const error = fields.err instanceof Error ? fields.err.stack : undefined;
    process.stderr.write(`${JSON.stringify({ level: 'error', ...fields, err: error, message })}\n`);
  },
};

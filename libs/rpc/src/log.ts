/** Where failures of our own go; a pino logger is one. */
export interface RpcLog {
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}

/** For a process without a logger: one JSON line on standard error. */
export const stderrLog: RpcLog = {
  error: (fields, message) => {
    const error = fields.err instanceof Error ? fields.err.stack : undefined;
    process.stderr.write(`${JSON.stringify({ level: 'error', ...fields, err: error, message })}\n`);
  },
};

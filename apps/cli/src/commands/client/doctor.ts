import type { Context, LocalCommand } from '../../command/command.js';
import type { Check } from '../../doctor/check.js';
import { Failure } from '../../runtime/failure.js';
import type { JsonObject } from '../../runtime/values/json.js';

export const doctor: LocalCommand = {
  words: ['doctor'],
  summary: 'Check API, authentication, project, ingestion, MCP and clock',
  description:
    'Checks the connections in this order, says what arrived and what was rejected lately, and what to do about each problem. Makes no ' +
    'changes. Exits with the code of the first check that failed; a warning is not a failure.',
  examples: ['svc doctor', 'svc doctor --profile staging -o json'],
  run: diagnose,
};

async function diagnose(context: Context): Promise<void> {
  const { runChecks } = await import('../../doctor/checks.js');
  const checks = await runChecks(context.settings(), context.api(), context.io);
  const failed = checks.filter(({ status }) => status === 'failed');
  await context.print(
    { ok: failed.length === 0, checks: checks.map(toEntry) },
    {
      kind: 'text',
      print: async (answer, page) => (await import('../../print/views/checks.js')).printChecks(answer, page),
    },
  );
  const [first] = failed;
  if (!first) return;
  throw new Failure('doctor_failed', `Failed: ${failed.map(({ name }) => name).join(', ')}`, first.exitCode);
}

function toEntry({ name, status, message, next, details }: Check): JsonObject {
  return {
    check: name,
    status,
    message,
    ...(next !== undefined && { next }),
    ...(details !== undefined && { details }),
  };
}

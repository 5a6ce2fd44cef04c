import type { Context, LocalCommand } from '../../command/command.js';
import { runChecks } from '../../doctor/checks.js';
import type { View } from '../../print/view.js';
import { Failure } from '../../runtime/failure.js';

export const doctor: LocalCommand = {
  words: ['doctor'],
  summary: 'Check the connections: API, authentication, project, ingestion and MCP',
  description: 'Makes no changes. Exits with the code of the first failed check.',
  run: diagnose,
};

const VIEW: View = {
  kind: 'table',
  rows: 'checks',
  columns: [
    { title: 'CHECK', field: 'check' },
    {
      title: 'STATUS',
      field: 'status',
      paint: (status, colors) => (status === 'ok' ? colors.green : status === 'failed' ? colors.red : colors.dim),
    },
    { title: 'DETAIL', field: 'message', flexible: true, lines: 20 },
  ],
  empty: '',
};

async function diagnose(context: Context): Promise<void> {
  const checks = await runChecks(context.settings(), context.api(), context.io);
  const failed = checks.filter(({ status }) => status === 'failed');
  await context.print(
    { ok: failed.length === 0, checks: checks.map(({ name, status, message }) => ({ check: name, status, message })) },
    VIEW,
  );
  const [first] = failed;
  if (!first) return;
  throw new Failure('doctor_failed', `Failed: ${failed.map(({ name }) => name).join(', ')}`, first.exitCode);
}

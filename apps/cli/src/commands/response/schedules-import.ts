import { readText } from '../../command/body.js';
import { restCommand, type Context } from '../../command/command.js';
import { explain } from '../../command/explain.js';
import { buildRequest } from '../../command/request.js';
import { usageError } from '../../runtime/failure.js';
import type { JsonObject } from '../../runtime/values/json.js';

const IMPORT = restCommand({
  words: ['oncall', 'schedules', 'create'],
  summary: 'Create schedules of another product',
  operation: 'schedules.import',
  body: 'from, document',
});

/** Sends a file to the operation that translates it. */
export async function importSchedules(context: Context): Promise<void> {
  const { values } = context.flags;
  const file = values['file'];
  if (typeof file !== 'string' || values['json'] !== undefined)
    throw usageError('--from is used with --file <path>, or --file - for standard input');
  const body = {
    from: values['from'] as string,
    document: await readText(file, context.io.stdin),
    people: ((values['map-user'] ?? []) as readonly string[]).map(toMapping),
    leave_out_unmatched: values['leave-out-unmatched'] === true,
    dry_run: values['dry-run'] === true,
  };
  const flags = { values: {}, given: new Set<string>() };
  const { project } = context.settings();
  const request = buildRequest(IMPORT, { arguments: {}, flags, body, project });
  const answer = await context
    .api()
    .send(request)
    .catch((error: unknown) => {
      throw explain(error, IMPORT, context);
    });
  await context.print(answer ?? {}, {
    kind: 'text',
    print: async (shown, page) => (await import('../../print/views/oncall/imported.js')).printImport(shown, page),
  });
}

/** `Ann=ann@example.com`. A name may contain the sign, an address or ID does not. */
function toMapping(text: string): JsonObject {
  const at = text.lastIndexOf('=');
  if (at <= 0 || at === text.length - 1) throw usageError('--map-user must be <person>=<ID or e-mail address>');
  return { person: text.slice(0, at).trim(), user: text.slice(at + 1).trim() };
}

import { objectsAt, printJson, type Json } from '../runtime/values/json.js';
import type { Page } from './layout/table.js';
import type { OutputMode, View } from './view.js';

/**
 * Formats a response: unchanged JSON, the command's own view and the warnings of the response, or PATH, TYPE and VALUE.
 * Layout modules are loaded on demand, because their Unicode tables cost 17 ms, which `--help` and pipes should not pay.
 */
export async function printAnswer(answer: Json, mode: OutputMode, view: View | undefined, page: Page): Promise<string> {
  if (mode === 'json') return printJson(answer);
  if (!view) return (await import('./layout/tree.js')).printTree(answer, page);
  const { printNotices } = await import('./notices.js');
  return `${await printView(answer, view, page)}${printNotices(answer, page)}`;
}

async function printView(answer: Json, view: View, page: Page): Promise<string> {
  if (view.kind === 'text') return await view.print(answer, page);
  const rows = typeof view.rows === 'string' ? objectsAt(answer, view.rows) : view.rows(answer, page);
  if (rows.length === 0) return `${view.empty}\n`;
  return (await import('./layout/table.js')).printTable(view.columns, rows, page);
}

import { isObject, objectsAt, plainText, type Json } from '../../../runtime/values/json.js';
import { joinFacts, wrapLine } from '../../layout/lines.js';
import { oneLine } from '../../layout/sanitize.js';
import { printTable, type Column, type Page } from '../../layout/table.js';
import { toSecond } from '../../layout/units.js';
import { statusPaint } from './delivery-status.js';

const ATTEMPTS: readonly Column[] = [
  { title: 'AT', field: 'at', format: toSecond, paint: (_, colors) => colors.dim },
  { title: 'STATUS', field: 'status_code', align: 'right' },
  { title: 'MS', field: 'latency_ms', align: 'right' },
  { title: 'ERROR', field: 'error', paint: (_, colors) => colors.red },
  { title: 'RESPONSE', field: 'response_excerpt', flexible: true, lines: 3 },
];

const BLOCKED =
  'The address of the receiver is not public. An operator permits ranges of addresses with SVC_EGRESS_ALLOW, such as 10.0.0.0/8.';

/** Prints the receipt of a notification: its content, its result and the reason, its attempts, and the next step. */
export function printDelivery(answer: Json, page: Page): string {
  const delivery = isObject(answer) ? answer : {};
  const { colors } = page;
  const at = (field: string): string => oneLine(plainText(delivery[field] ?? ''));
  const reason = at('reason') === '' ? '' : ` (${at('reason')})`;
  const next = at('next_attempt_at') === '' ? '' : `next attempt ${toSecond(delivery['next_attempt_at'] ?? '')}`;
  const target = [`to ${at('channel_name')} (${at('channel_type')})`, next];
  const ids = [`delivery ${at('id')}`, `event ${at('event_type')}`, `subject ${at('subject')}`];
  const lines = [
    colors.bold(wrapLine(at('title'), page)),
    statusPaint(at('status'), colors)(wrapLine(`${at('status')}${reason}`, page)),
    colors.dim(joinFacts(target, '  ', page)),
    colors.dim(joinFacts(ids, '  ', page)),
  ];
  const silences = Array.isArray(delivery['silence_ids']) ? (delivery['silence_ids'] as readonly Json[]) : [];
  for (const id of silences) lines.push(`silenced by ${oneLine(plainText(id))}`);
  if (at('reason') === 'blocked_address') lines.push(wrapLine(BLOCKED, page));
  const attempts = objectsAt(answer, 'attempts');
  const table = attempts.length === 0 ? '' : `\n${printTable(ATTEMPTS, attempts, page)}`;
  return `${lines.join('\n')}\n${table}`;
}

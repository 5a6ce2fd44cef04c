import { restCommand } from '../../command/command.js';
import { DISTINCT_ID, ENVIRONMENT, SERVICE } from '../../command/common-flags.js';
import { levelPaint } from '../../print/layout/colors.js';
import { oneLine } from '../../print/layout/sanitize.js';
import { timeShortener, type ShortTime } from '../../print/layout/short-times.js';
import type { Page } from '../../print/layout/table.js';
import { toMillisecond, wholeNumber } from '../../print/layout/units.js';
import type { EventView } from '../../print/view.js';
import { isObject, plainText, type JsonObject } from '../../runtime/values/json.js';

const LEVEL_WIDTH = 5;

/** Formats events; a log record is always one line. */
const EVENTS: EventView = {
  record: 'log',
  start: (page) => {
    const shorten = page.width === undefined ? (time: string): ShortTime => ({ time }) : timeShortener();
    return ({ name, data }) => {
      if (!isObject(data)) return '';
      if (name === 'dropped') return `${page.colors.yellow(dropped(data))}\n`;
      if (name !== 'log') return '';
      const { heading, time } = shorten(toMillisecond(data['timestamp'] ?? ''));
      return (heading === undefined ? '' : `${page.colors.dim(heading)}\n`) + logLine(time, data, page);
    };
  },
};

export const tail = restCommand({
  words: ['logs', 'tail'],
  summary: 'Follow log records as they arrive',
  description:
    'Runs until it is interrupted. A connection that was lost for less than five minutes is resumed without gaps or repetitions. A terminal ' +
    'shows times in UTC, with a line when the day changes. Piped, it prints one JSON object per line.',
  examples: [`svc logs tail --level error`, `svc logs tail -q 'checkout AND timeout*' --env production`],
  operation: 'logs.stream',
  flags: [
    DISTINCT_ID,
    ENVIRONMENT,
    { name: 'level', kind: 'string', sends: 'level', description: 'trace, debug, info, warn, error or fatal' },
    {
      name: 'query',
      short: 'q',
      kind: 'string',
      sends: 'q',
      description: 'search query, e.g. `level:error AND "timeout"`',
    },
    SERVICE,
  ],
  events: EVENTS,
});

function logLine(time: string, record: JsonObject, { colors }: Page): string {
  const level = plainText(record['level']);
  const service = oneLine(plainText(record['service_name']));
  const parts = [
    colors.dim(time),
    levelPaint(level, colors)(level.padEnd(LEVEL_WIDTH)),
    service === '' ? '' : colors.cyan(service),
    oneLine(plainText(record['body'])),
  ];
  return `${parts.filter((part) => part !== '').join('  ')}\n`;
}

function dropped({ count, gap }: JsonObject): string {
  if (gap === true) return '... records are missing here: they had expired before the connection was back';
  return `... ${wholeNumber(count ?? 0)} records left out: they came faster than they could be shown`;
}

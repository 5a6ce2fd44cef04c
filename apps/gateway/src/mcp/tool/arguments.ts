import { z } from 'zod';
import { DURATION } from './time-window.js';

/** Window of a read. Explicit times win over the default; contradicting ones are refused. */
export const WINDOW = {
  since: z.string().regex(DURATION).optional().describe('Length of the window back from end_time, e.g. 30m, 6h, 7d.'),
  start_time: z.string().max(40).optional().describe('RFC 3339; instead of since.'),
  end_time: z.string().max(40).optional().describe('RFC 3339; now by default.'),
};

/** Page of a list. */
export function pageOf(defaultLimit: number, maxLimit = 200) {
  return {
    limit: z.int().min(1).max(maxLimit).default(defaultLimit),
    cursor: z.string().max(4_096).optional().describe('next_cursor of the previous result, with the same arguments.'),
  };
}

export const SERVICES = z.array(z.string().max(1_024)).max(20).optional().describe('Exact service names.');
export const ENVIRONMENTS = z.array(z.string().max(1_024)).max(20).optional();

export const TRACE_ID = z
  .string()
  .regex(/^[0-9a-fA-F]{32}$/)
  .describe('32 hexadecimal digits.');

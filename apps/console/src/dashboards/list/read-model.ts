import { parseExact } from '../../api/parse-exact.js';

/** The JSON model of a dashboard that a user has pasted or chosen; a sentence about the mistake if it is none. */
export function readModel(
  text: string,
): { readonly model: Readonly<Record<string, unknown>>; readonly fault?: undefined } | { readonly fault: string } {
  if (text.trim() === '') return { fault: 'Paste the JSON of a dashboard, or choose its file.' };
  let value: unknown;
  try {
    value = parseExact(text);
  } catch {
    return { fault: 'This is not JSON. Export the dashboard in Grafana as a file, and paste all of it.' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { fault: 'This is JSON, but not an object, as the model of a dashboard is.' };
  return { model: value as Readonly<Record<string, unknown>> };
}

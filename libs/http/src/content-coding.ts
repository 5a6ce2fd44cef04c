/** The codings in which files are kept besides their own form. */
export type ContentCoding = 'br' | 'gzip';

const ACCEPTED: Readonly<Record<ContentCoding, RegExp>> = { br: toPattern('br'), gzip: toPattern('gzip') };

/** Whether an Accept-Encoding header names a coding. Browsers name it without a weight; a client that gives it the weight 0 refuses it. */
export function acceptsCoding(accepted: string | string[] | undefined, coding: ContentCoding): boolean {
  return ACCEPTED[coding].test(String(accepted ?? ''));
}

function toPattern(coding: ContentCoding): RegExp {
  return new RegExp(String.raw`(?:^|,)\s*${coding}\s*(?:,|$|;\s*q=(?!0(?:\.0*)?\s*(?:,|$)))`, 'i');
}

import { makeKey } from '../api.js';
import { expectStatus } from './expect.js';
import type { HostileRequest } from './hostile-request.js';

let key: Promise<string> | undefined;
let writer: Promise<string> | undefined;

/** Previews with these expressions, over alerts that do not exist. */
const preview = (status: readonly number[], count: number, value: (nth: number) => string): HostileRequest['send'] => {
  const matchers = Array.from({ length: count }, (_, nth) => ({
    label_name: `label_${nth}`,
    operator: '=~',
    value: value(nth),
  }));
  return async ({ project }) => {
    key ??= makeKey(['alerts:read'], project).then(({ secret }) => secret);
    const body = JSON.stringify({ matchers });
    await expectStatus([...status], '/api/v1/alerts/silences/preview', { key: await key, body });
  };
};

/** Sets inhibition rules with expressions, which only count together; a request that is refused changes nothing. */
const inhibit = (status: readonly number[], rules: number, value: (nth: number) => string): HostileRequest['send'] => {
  const matchers = (from: number) =>
    Array.from({ length: 10 }, (_, nth) => ({ label_name: 'a', operator: '=~', value: value(from + nth) }));
  const body = JSON.stringify({
    rules: Array.from({ length: rules }, (_, nth) => ({
      source_matchers: matchers(nth * 20),
      target_matchers: matchers(nth * 20 + 10),
    })),
  });
  return async ({ project }) => {
    writer ??= makeKey(['alerts:write'], project).then(({ secret }) => secret);
    await expectStatus([...status], '/api/v1/alerts/inhibition', { key: await writer, method: 'PUT', body });
  };
};

export const SILENCES: readonly HostileRequest[] = [
  {
    name: 'a preview of a silence with huge expressions',
    send: preview([400], 10, (nth) => `${'(.?){1000}'.repeat(9)}Zn${nth}`),
  },
  {
    name: 'a preview of a silence with expressions, each of which is accepted alone',
    send: preview([200, 400], 10, (nth) => `(?i)[^\\p{L}${nth}]{1,9}`),
  },
  {
    name: 'inhibition rules with huge expressions',
    send: inhibit([400], 20, (nth) => `${'(.?){1000}'.repeat(9)}Zn${nth}`),
  },
  {
    name: 'inhibition rules with expressions, each of which is accepted alone',
    send: inhibit([400], 20, (nth) => `(?i)[^\\p{L}${nth}]{1,9}`),
  },
  { name: 'a preview of a silence with very many matchers', send: preview([413], 10_000, (nth) => `${nth}`) },
];

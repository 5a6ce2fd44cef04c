/** deploy/compose/compose.yaml as Docker Compose reads it, and the settings that our services declare. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../tools.mjs';

export const COMPOSE_FOLDER = path.join(ROOT, 'deploy/compose');
const FILE = path.join(COMPOSE_FOLDER, 'compose.yaml');

/** Our services in the file, and the app whose settings each has. */
export const APPS = {
  gateway: 'gateway',
  ingest: 'ingest',
  query: 'query',
  alerting: 'alerting',
  exports: 'exports',
  integrations: 'integrations',
  migrate: 'admin',
};

/** Reads the file and replaces its variables as Compose does. Throws an Error that names a required variable without a value. */
export function readCompose(variables) {
  return parse(interpolate(readFileSync(FILE, 'utf8'), variables), { merge: true });
}

/** Names of the variables that the file requires. */
export function requiredVariables() {
  return new Set([...readFileSync(FILE, 'utf8').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name));
}

/** Names of the variables that the file has a default for. */
export function optionalVariables() {
  return new Set([...readFileSync(FILE, 'utf8').matchAll(/\$\{(\w+):-/g)].map(([, name]) => name));
}

function interpolate(text, variables) {
  return text
    .replaceAll(/(?<!\$)\$\{(\w+):([?-])([^}]*)\}/g, (_, name, kind, rest) => {
      const value = variables[name] ?? '';
      if (value !== '') return value;
      if (kind === '?') throw new Error(`${name} is missing`);
      return rest;
    })
    .replaceAll('$$', '$');
}

/** The variables of a file of `NAME=value` lines. */
export function readVariables(text) {
  return Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
}

/** The settings that the app declares. Needs a build. */
export async function declaredSettings(app) {
  const settings = await import(path.join(ROOT, `apps/${app}/dist/${app}.settings.js`));
  return settings[`${app.toUpperCase()}_SETTINGS`];
}

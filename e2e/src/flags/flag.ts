import { randomUUID } from 'node:crypto';
import { defaultProjectId, makeKey, ok, type Json } from '../api.js';

export interface Scene {
  readonly project: string;
  /** A key of the project that may read, write and evaluate flags. */
  readonly key: string;
}

export async function openScene(): Promise<Scene> {
  const project = await defaultProjectId();
  const { secret } = await makeKey(['flags:read', 'flags:write', 'flags:evaluate'], project);
  return { project, key: secret };
}

/** A project of its own, with a key bound to it. */
export async function openProject(): Promise<Scene> {
  const slug = `flags-${randomUUID().slice(0, 8)}`;
  const { id } = await ok('POST', '/projects', { body: { name: slug, slug } });
  const { secret } = await makeKey(['flags:read', 'flags:write', 'flags:evaluate'], id);
  return { project: id, key: secret };
}

export const newKey = (): string => `flag-${randomUUID()}`;

/** A flag that is on for all persons, with changes. */
export function body(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { key: newKey(), name: 'Checkout', filters: { groups: [{ conditions: [] }] }, ...changes };
}

export function create({ key }: Scene, changes: Record<string, unknown> = {}): Promise<Json> {
  return ok('POST', '/flags', { key, body: body(changes) });
}

import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { aggregatedTypes, toLocalDefinition, type FlagDefinition } from '@svc/flags';
import { EventLoopYielder } from '@svc/runtime';
import { LRUCache } from 'lru-cache';
import type { FlagSet } from './flag-set.js';

/** Bytes of the bodies in memory, of all projects together. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Since this version SDKs compare `true` and `false` as texts, like other values. */
const PROPERTY_MATCHING_VERSION = 2;

interface LocalDefinitions {
  readonly set: FlagSet;
  readonly json: Buffer;
  readonly etag: string;
}

/** The bodies with which SDKs of PostHog evaluate flags in their own process, one of each project. */
@Injectable()
export class LocalDefinitionBodies {
  readonly #bodies = new LRUCache<string, LocalDefinitions>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ json }) => json.byteLength,
  });

  async get(projectId: string, set: FlagSet): Promise<LocalDefinitions> {
    const known = this.#bodies.get(projectId);
    if (known?.set === set) return known;
    const json = await toBody(set.all.map(({ definition }) => definition));
    const etag = `"${createHash('sha256').update(json).digest('base64url')}"`;
    const body = { set, json, etag };
    this.#bodies.set(projectId, body);
    return body;
  }
}

/** Lets other requests run between flags: all definitions of a project may have four megabytes. */
async function toBody(definitions: readonly FlagDefinition[]): Promise<Buffer> {
  const yielder = new EventLoopYielder(1);
  const types = aggregatedTypes(definitions);
  const flags: string[] = [];
  for (const definition of definitions) {
    flags.push(JSON.stringify(toLocalDefinition(definition, types)));
    if (yielder.isDue()) await yielder.yield();
  }
  const rest = JSON.stringify({
    group_type_mapping: Object.fromEntries(types.map((type, index) => [String(index), type])),
    cohorts: {},
    property_matching_version: PROPERTY_MATCHING_VERSION,
  });
  return Buffer.from(`{"flags":[${flags.join(',')}],${rest.slice(1)}`);
}

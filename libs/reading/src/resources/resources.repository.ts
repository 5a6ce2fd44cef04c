import { typedAttributes } from '../attributes/index.js';
import type { ProjectReader } from '../project-reader/index.js';
import { ResourceCache, type ResourceAttributes } from './resource-cache.js';
import { selectResources } from './resources.query.js';

export type { ResourceAttributes } from './resource-cache.js';

/** Reads the attributes of resources, which are stored once and joined when rows are returned. */
export class ResourcesRepository {
  readonly #cache = new ResourceCache();

  /** Attributes by hash. A hash whose attributes have not arrived is absent. */
  async read(
    rows: readonly { readonly resource_hash: string }[],
    reader: ProjectReader,
  ): Promise<ReadonlyMap<string, ResourceAttributes>> {
    const { projectNumber } = reader.scope;
    const known = new Map<string, ResourceAttributes>();
    const unknown: string[] = [];
    for (const hash of new Set(rows.map((row) => row.resource_hash))) {
      const attributes = this.#cache.get(projectNumber, hash);
      if (attributes) known.set(hash, attributes);
      else unknown.push(hash);
    }
    if (unknown.length === 0) return known;
    const found = await reader.rows(selectResources(reader.scope, unknown));
    for (const { resource_hash: hash, resource, types } of found) {
      const attributes = typedAttributes(resource, types);
      this.#cache.set(projectNumber, hash, attributes);
      known.set(hash, attributes);
    }
    return known;
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type { ObjectStore } from '@svc/objects';
import { readAgentContent } from '@svc/objects/agent-content';
import { OBJECT_STORE } from '@svc/runtime';
import type { ContentRow } from './content.query.js';

/** Bytes that are read of an object. */
const MAX_BYTES = 1024 * 1024;
/** Objects that are read for one call; the values of others are left out. */
const MAX_OBJECTS = 50;

/** Reads the values of prompts and answers that are objects. */
@Injectable()
export class LargeValues {
  constructor(@Inject(OBJECT_STORE) private readonly objects: ObjectStore) {}

  /**
   * The rows with the values of their objects; a row is left out if its object is gone.
   *
   * @throws ServiceError unavailable
   */
  async fill(rows: readonly ContentRow[]): Promise<ContentRow[]> {
    const filled: ContentRow[] = [];
    let read = 0;
    for (const row of rows) {
      if (row.object_key === '') filled.push(row);
      else if (read++ < MAX_OBJECTS) filled.push(...(await this.#read(row)));
    }
    return filled;
  }

  async #read(row: ContentRow): Promise<ContentRow[]> {
    const text = await readAgentContent(this.objects, row.object_key, MAX_BYTES);
    const [key] = Object.keys(row.own);
    return text === undefined || key === undefined ? [] : [{ ...row, own: { [key]: text } }];
  }
}

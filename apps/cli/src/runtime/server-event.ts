import type { Json } from './values/json.js';

/** A server-sent event. */
export interface ServerEvent {
  readonly name: string;
  readonly data: Json;
}

import { gunzipSync, inflateSync } from 'node:zlib';
import type { JsonValue } from '@svc/redaction';
import { invalidField, ServiceError } from '@svc/service-error';
import { isObject, type JsonObject } from '../events/event.js';

/** The version of `pack` of @rrweb/packer: an event is a text of one character for each byte of its compressed JSON. */
const PACKED_VERSION = 'v1';
/** The version in which SDKs of PostHog compress the data of large events, and members of others. */
const COMPRESSED_VERSION = '2024-10';
const COMPRESSED_MEMBERS = ['texts', 'attributes', 'removes', 'adds'];

/** Unpacks the events of a request to at most a number of bytes altogether. */
export class Unpacker {
  #left: number;

  constructor(private readonly maxBytes: number) {
    this.#left = maxBytes;
  }

  /**
   * An event as rrweb emits it. Values that are not packed are returned as they are.
   *
   * @throws ServiceError invalid_request that names the event; payload_too_large if all of them have too many bytes.
   */
  event(value: JsonValue, index: number): JsonValue {
    const path = `events[${index}]`;
    if (typeof value === 'string') return this.#packed(value, path);
    if (!isObject(value) || value['cv'] !== COMPRESSED_VERSION) return value;
    const { cv: _, ...event } = value;
    const { data } = event;
    if (typeof data === 'string') return { ...event, data: this.#json(data, gunzipSync, `${path}.data`) };
    return isObject(data) ? { ...event, data: this.#members(data, path) } : event;
  }

  #packed(text: string, path: string): JsonValue {
    const event = text.startsWith('{') ? this.#plain(text, path) : this.#json(text, inflateSync, path);
    if (isObject(event) && event['v'] !== undefined) {
      if (event['v'] !== PACKED_VERSION) throw invalidField(`${path}.v`, `must be ${PACKED_VERSION}`);
      delete event['v'];
    }
    return event;
  }

  #members(data: JsonObject, path: string): JsonObject {
    const members = COMPRESSED_MEMBERS.flatMap((name) => {
      const value = data[name];
      return typeof value === 'string' ? [[name, this.#json(value, gunzipSync, `${path}.data.${name}`)]] : [];
    });
    return { ...data, ...(Object.fromEntries(members) as JsonObject) };
  }

  /** `unpack` of @rrweb/packer also takes JSON as it is. */
  #plain(text: string, path: string): JsonValue {
    this.#left -= Buffer.byteLength(text);
    if (this.#left < 0) throw this.#tooLarge();
    return parse(text, path);
  }

  #json(text: string, expand: typeof gunzipSync, path: string): JsonValue {
    const bytes = this.#expand(Buffer.from(text, 'latin1'), expand, path);
    this.#left -= bytes.byteLength;
    return parse(bytes.toString('utf8'), path);
  }

  #expand(bytes: Buffer, expand: typeof gunzipSync, path: string): Buffer {
    try {
      return expand(bytes, { maxOutputLength: Math.max(1, this.#left) });
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw this.#tooLarge(cause);
      throw invalidField(path, 'is not in the form that it is marked with');
    }
  }

  #tooLarge(cause?: unknown): ServiceError {
    const message = `events: unpacked, they have more than ${this.maxBytes} bytes altogether`;
    return new ServiceError('payload_too_large', { message, cause });
  }
}

function parse(text: string, path: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    throw invalidField(path, 'must be JSON');
  }
}

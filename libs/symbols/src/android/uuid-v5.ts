import { createHash, type Hash } from 'node:crypto';

/** Computes the UUID of RFC 9562, version 5, of bytes that arrive in chunks. */
export class UuidV5 {
  readonly #hash: Hash;

  constructor(namespace: string) {
    this.#hash = createHash('sha1').update(Buffer.from(namespace.replaceAll('-', ''), 'hex'));
  }

  update(bytes: Uint8Array | string): this {
    this.#hash.update(bytes);
    return this;
  }

  /** Lower case with hyphens. */
  digest(): string {
    const bytes = this.#hash.digest().subarray(0, 16);
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }
}

/** The namespace of names of the domain name system (RFC 9562, 6.6). */
const DNS = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';

/** The namespace in which build plugins compute the UUIDs of mappings, so that both sides have the same. */
export const MAPPING_NAMESPACE = new UuidV5(DNS).update('guardsquare.com').digest();

import { ServiceError } from '@svc/service-error';

/**
 * The block format of Snappy (format_description.txt of its repository):
 *
 *   block   := varint of the size when decoded (32 bits), { element }
 *   element := tag byte, whose low two bits are its kind
 *     00 literal: length - 1 in the upper six bits; 60 to 63 there mean that it follows in 1 to 4 bytes; then its bytes
 *     01 copy:    length - 4 in bits 2 to 4, the offset in bits 5 to 7 and a byte
 *     10 copy:    length - 1 in the upper six bits, the offset in 2 bytes
 *     11 copy:    length - 1 in the upper six bits, the offset in 4 bytes
 *
 * Numbers are little-endian. A copy may overlap the bytes that it writes, which repeats them.
 */
const MAX_SIZE_BYTES = 5;
/** An element of three bytes writes at most 64, so a block that states more than this multiple of its own size is invalid. */
const MAX_RATIO = 64 / 3 + 1;
/** Shorter elements are copied byte by byte, which is faster than a call. */
const SHORT = 24;

/**
 * Returns the size in bytes that a block states for its decoded content.
 *
 * @throws ServiceError invalid_request if it states none, or one that its bytes cannot decode to.
 */
export function snappySize(block: Uint8Array): number {
  return readSize(block).size;
}

/**
 * Decodes a block. The stated size is checked before memory is allocated for it.
 *
 * @param maxBytes maximum size of the decoded content.
 * @throws ServiceError payload_too_large beyond that; invalid_request if the block is malformed.
 */
export function snappyDecode(block: Uint8Array, maxBytes: number): Buffer {
  const { size, start } = readSize(block);
  if (size > maxBytes) throw new ServiceError('payload_too_large');
  // Memory of its own, which a caller may release or move to another thread; every byte of it is written below.
  const out = Buffer.allocUnsafeSlow(size);
  let from = start;
  let to = 0;
  while (from < block.length) {
    const tag = block[from++];
    const kind = tag & 3;
    if (kind === 0) {
      let length = (tag >>> 2) + 1;
      if (length > 60) {
        const extra = length - 60;
        length = readNumber(block, from, extra) + 1;
        from += extra;
      }
      if (length > block.length - from || length > size - to) throw malformed();
      copyLiteral(block, from, out, to, length);
      from += length;
      to += length;
      continue;
    }
    const extra = kind === 3 ? 4 : kind;
    const isShort = kind === 1;
    const length = isShort ? ((tag >>> 2) & 7) + 4 : (tag >>> 2) + 1;
    const offset = readNumber(block, from, extra) + (isShort ? (tag >>> 5) << 8 : 0);
    from += extra;
    if (offset === 0 || offset > to || length > size - to) throw malformed();
    copyWithin(out, to, offset, length);
    to += length;
  }
  if (to !== size) throw malformed();
  return out;
}

function copyLiteral(block: Uint8Array, from: number, out: Buffer, to: number, length: number): void {
  if (length > SHORT) out.set(block.subarray(from, from + length), to);
  else for (let i = 0; i < length; i++) out[to + i] = block[from + i];
}

function copyWithin(out: Buffer, to: number, offset: number, length: number): void {
  if (length > SHORT && offset >= length) out.copyWithin(to, to - offset, to - offset + length);
  else for (let i = to; i < to + length; i++) out[i] = out[i - offset];
}

function readSize(block: Uint8Array): { readonly size: number; readonly start: number } {
  let size = 0;
  for (let at = 0; at < MAX_SIZE_BYTES && at < block.length; at++) {
    const byte = block[at];
    size += (byte & 0x7f) * 2 ** (7 * at);
    if (byte >= 0x80) continue;
    if (size > block.length * MAX_RATIO) throw malformed();
    return { size, start: at + 1 };
  }
  throw malformed();
}

function readNumber(block: Uint8Array, from: number, count: number): number {
  if (count > block.length - from) throw malformed();
  let value = 0;
  for (let i = 0; i < count; i++) value += block[from + i] * 2 ** (8 * i);
  return value;
}

function malformed(): ServiceError {
  return new ServiceError('invalid_request', { message: 'body: is not valid in the block format of Snappy' });
}

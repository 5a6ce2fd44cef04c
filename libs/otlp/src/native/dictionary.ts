import { randomInt } from 'node:crypto';
import { ByteBuffer } from './byte-buffer.js';
import { appendString } from './text.js';

/**
 * Maximum probes before a text is added a second time. Equal texts in one dictionary are allowed (the engine merges them), so
 * keys chosen to collide cost space in one block, not time.
 */
const MAX_PROBES = 64;
/** Initial capacity. */
const TEXTS = 256;
/** A table larger than this is released when a block used little of it, because clearing it would slow down every small block. */
const KEPT_SLOTS = 1 << 16;
/** Random for each process, so that a sender cannot prepare colliding keys. It does not affect the bytes of a block. */
const SEED = randomInt(0x7fff_ffff);

/**
 * The distinct texts of a LowCardinality column in order of appearance, the empty one first. A lookup hashes and compares
 * bytes of the request in place and allocates nothing.
 */
export class Dictionary {
  /** The texts as ClickHouse's Strings. */
  readonly data = new ByteBuffer(1024);
  count = 0;
  /** Content of the texts in `data`. */
  private starts = new Int32Array(TEXTS);
  private ends = new Int32Array(TEXTS);
  private hashes = new Int32Array(TEXTS);
  /** Open addressing, linear probing: index + 1, or 0 where free. Never more than half full. */
  private table = new Int32Array(TEXTS * 2);

  constructor() {
    this.reset();
  }

  /** The index of a text, which is added when it is new. */
  indexOf(bytes: Buffer, view: DataView, start: number, end: number): number {
    if (start === end) return 0;
    const hash = this.hash(bytes, view, start, end);
    const index = this.find(hash, bytes, view, start, end);
    return index >= 0 ? index : this.#add(hash, bytes, view, start, end);
  }

  /** Whether the text at `index` has exactly these bytes. */
  equals(index: number, bytes: Buffer, view: DataView, start: number, end: number): boolean {
    let at = this.starts[index];
    if (this.ends[index] - at !== end - start) return false;
    const own = this.data;
    let from = start;
    for (; from + 4 <= end; from += 4, at += 4) {
      if (view.getInt32(from, true) !== own.view.getInt32(at, true)) return false;
    }
    for (; from < end; from++, at++) if (bytes[from] !== own.bytes[at]) return false;
    return true;
  }

  start(index: number): number {
    return this.starts[index];
  }

  end(index: number): number {
    return this.ends[index];
  }

  reset(): void {
    this.data.clear();
    if (this.table.length > KEPT_SLOTS && this.count * 16 < this.table.length) this.#shrink();
    else this.table.fill(0);
    this.count = 1;
    this.data.uint8(0);
    this.starts[0] = this.ends[0] = 1;
  }

  protected hash(bytes: Buffer, view: DataView, start: number, end: number): number {
    return hashRange(bytes, view, start, end);
  }

  protected find(hash: number, bytes: Buffer, view: DataView, start: number, end: number): number {
    const mask = this.table.length - 1;
    let slot = hash & mask;
    for (let probes = 0; probes < MAX_PROBES; probes++) {
      const index = this.table[slot] - 1;
      if (index < 0) return -1;
      if (this.hashes[index] === hash && this.equals(index, bytes, view, start, end)) return index;
      slot = (slot + 1) & mask;
    }
    return -1;
  }

  #add(hash: number, bytes: Buffer, view: DataView, start: number, end: number): number {
    const length = this.data.length;
    const contentStart = appendString(this.data, bytes, view, start, end);
    const contentEnd = this.data.length;
    let ownHash = hash;
    if (!sameBytes(bytes, start, end, this.data.bytes, contentStart, contentEnd)) {
      // The text was not UTF-8. It is stored in repaired form only, so each occurrence takes this slow path.
      ownHash = this.hash(this.data.bytes, this.data.view, contentStart, contentEnd);
      const index = this.find(ownHash, this.data.bytes, this.data.view, contentStart, contentEnd);
      if (index >= 0) {
        this.data.length = length;
        return index;
      }
    }
    return this.#enter(ownHash, contentStart, contentEnd);
  }

  #enter(hash: number, start: number, end: number): number {
    const index = this.count++;
    if (index === this.starts.length) this.#growTexts();
    this.starts[index] = start;
    this.ends[index] = end;
    this.hashes[index] = hash;
    if (this.count * 2 > this.table.length) this.#growTable();
    else this.#place(index);
    return index;
  }

  #place(index: number): void {
    const mask = this.table.length - 1;
    let slot = this.hashes[index] & mask;
    for (let probes = 0; probes < MAX_PROBES; probes++) {
      if (this.table[slot] === 0) {
        this.table[slot] = index + 1;
        return;
      }
      slot = (slot + 1) & mask;
    }
  }

  #shrink(): void {
    this.starts = new Int32Array(TEXTS);
    this.ends = new Int32Array(TEXTS);
    this.hashes = new Int32Array(TEXTS);
    this.table = new Int32Array(TEXTS * 2);
  }

  #growTexts(): void {
    this.starts = doubled(this.starts);
    this.ends = doubled(this.ends);
    this.hashes = doubled(this.hashes);
  }

  #growTable(): void {
    this.table = new Int32Array(this.table.length * 4);
    for (let index = 1; index < this.count; index++) this.#place(index);
  }
}

function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}

function sameBytes(a: Buffer, start: number, end: number, b: Buffer, otherStart: number, otherEnd: number): boolean {
  return end - start === otherEnd - otherStart && a.compare(b, otherStart, otherEnd, start, end) === 0;
}

function hashRange(bytes: Buffer, view: DataView, start: number, end: number): number {
  let hash = SEED ^ (end - start);
  let at = start;
  for (; at + 4 <= end; at += 4) {
    hash = Math.imul(hash ^ view.getInt32(at, true), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  for (; at < end; at++) hash = Math.imul(hash ^ bytes[at], 0x85ebca6b);
  hash ^= hash >>> 16;
  return Math.imul(hash, 0xc2b2ae35) ^ (hash >>> 13);
}

const MASK = 0xffff_ffff_ffff_ffffn;

/** The primes of XXH64, whose specification is at https://github.com/Cyan4973/xxHash. */
const P1 = 0x9e37_79b1_85eb_ca87n;
const P2 = 0xc2b2_ae3d_27d4_eb4fn;
const P3 = 0x1656_67b1_9e37_79f9n;
const P4 = 0x85eb_ca77_c2b2_ae63n;
const P5 = 0x27d4_eb2f_1656_67c5n;

/** Computes XXH64 with the seed 0. */
export function xxHash64(bytes: Buffer): bigint {
  let at = 0;
  let hash = P5;
  if (bytes.length >= 32) {
    const lanes = [wrap(P1 + P2), P2, 0n, wrap(-P1)];
    for (; at + 32 <= bytes.length; at += 32) {
      for (let lane = 0; lane < 4; lane++) lanes[lane] = round(lanes[lane], bytes.readBigUInt64LE(at + lane * 8));
    }
    hash = wrap(rotate(lanes[0], 1n) + rotate(lanes[1], 7n) + rotate(lanes[2], 12n) + rotate(lanes[3], 18n));
    for (const lane of lanes) hash = wrap((hash ^ round(0n, lane)) * P1 + P4);
  }
  hash = wrap(hash + BigInt(bytes.length));
  for (; at + 8 <= bytes.length; at += 8)
    hash = wrap(rotate(hash ^ round(0n, bytes.readBigUInt64LE(at)), 27n) * P1 + P4);
  for (; at + 4 <= bytes.length; at += 4)
    hash = wrap(rotate(hash ^ wrap(BigInt(bytes.readUInt32LE(at)) * P1), 23n) * P2 + P3);
  for (; at < bytes.length; at++) hash = wrap(rotate(hash ^ wrap(BigInt(bytes[at]) * P5), 11n) * P1);
  hash = wrap((hash ^ (hash >> 33n)) * P2);
  hash = wrap((hash ^ (hash >> 29n)) * P3);
  return hash ^ (hash >> 32n);
}

function wrap(value: bigint): bigint {
  return value & MASK;
}

function rotate(value: bigint, bits: bigint): bigint {
  return wrap((value << bits) | (value >> (64n - bits)));
}

function round(lane: bigint, input: bigint): bigint {
  return wrap(rotate(wrap(lane + input * P2), 31n) * P1);
}

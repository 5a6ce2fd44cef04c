import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ByteBuffer } from './byte-buffer.js';
import { appendDouble, appendInt64 } from './number-text.js';

function toText(write: (out: ByteBuffer) => void): string {
  const out = new ByteBuffer(1);
  write(out);
  return out.bytes.toString('latin1', 0, out.length);
}

it('writes a double as JSON prints it, the shortest text that reads back equal', () => {
  const decimals = fc
    .tuple(fc.maxSafeInteger(), fc.integer({ min: 0, max: 12 }))
    .map(([n, places]) => n / 10 ** places);
  fc.assert(
    fc.property(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), decimals), (value) => {
      assert.equal(
        toText((out) => appendDouble(out, value)),
        JSON.stringify(value),
      );
    }),
    { numRuns: 20_000 },
  );
});

for (const value of [
  0,
  -0,
  1,
  -1,
  0.1,
  -0.1,
  0.3,
  1e-6,
  1.5e-6,
  1e-7,
  123456789.123456,
  999999999.999999,
  1e9 + 0.5,
  1e21,
  1e20,
  5e-324,
]) {
  it(`writes the double ${Object.is(value, -0) ? '-0' : value} as JSON prints it`, () => {
    assert.equal(
      toText((out) => appendDouble(out, value)),
      JSON.stringify(value),
    );
  });
}

it('writes all digits of a signed 64-bit integer', () => {
  const edges = [0n, 1n, -1n, 9n, 10n, 999_999_999n, 10n ** 9n, 2n ** 53n, -(2n ** 53n), 2n ** 63n - 1n, -(2n ** 63n)];
  const any = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
  const short = fc.maxSafeInteger().map(BigInt);
  fc.assert(
    fc.property(fc.oneof(any, short, fc.constantFrom(...edges)), (value) => {
      const bits = BigInt.asUintN(64, value);
      const [low, high] = [Number(bits & 0xffff_ffffn), Number(bits >> 32n)];
      assert.equal(
        toText((out) => appendInt64(out, low, high)),
        String(value),
      );
    }),
    { numRuns: 20_000 },
  );
});

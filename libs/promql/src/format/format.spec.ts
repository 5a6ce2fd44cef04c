import assert from 'node:assert/strict';
import { formatDuration, parseDuration } from './duration.js';
import { formatGeneral, formatOpenMetrics, formatPlain, formatValue, parseFloatText } from './float.js';
import { quote } from './quote.js';

const numbers: readonly [number, string, string, string][] = [
  [0, '0', '0', '0'],
  [-0, '-0', '-0', '-0'],
  [1, '1', '1', '1'],
  [-0.1, '-0.1', '-0.1', '-0.1'],
  [NaN, 'NaN', 'NaN', 'NaN'],
  [Infinity, '+Inf', '+Inf', '+Inf'],
  [-Infinity, '-Inf', '-Inf', '-Inf'],
  [1e6, '1000000', '1000000', '1e+06'],
  [123456789, '123456789', '123456789', '1.23456789e+08'],
  [1e21, '1e+21', '1000000000000000000000', '1e+21'],
  [1.5e-7, '1.5e-7', '0.00000015', '1.5e-07'],
  [0.00001, '0.00001', '0.00001', '1e-05'],
];
for (const [value, asValue, plain, general] of numbers) {
  it(`writes ${asValue}`, () => {
    assert.equal(formatValue(value), asValue);
    assert.equal(formatPlain(value), plain);
    assert.equal(formatGeneral(value), general);
  });
}

it('writes whole numbers with a fraction in labels of OpenMetrics', () => {
  assert.deepEqual([1, 0.5, 0, 1e9].map(formatOpenMetrics), ['1.0', '0.5', '0.0', '1e+09']);
});

const read: readonly [string, number | undefined][] = [
  ['+Inf', Infinity],
  ['-inf', -Infinity],
  ['1e3', 1_000],
  ['.5', 0.5],
  ['5.', 5],
  ['1_000', 1_000],
  ['', undefined],
  ['1e', undefined],
  ['0x10', undefined],
  ['abc', undefined],
];
for (const [text, value] of read) it(`reads ${text} as ${value}`, () => assert.equal(parseFloatText(text), value));

const durations: readonly [string, number, string][] = [
  ['0', 0, '0s'],
  ['1m30s', 90_000, '1m30s'],
  ['90s', 90_000, '1m30s'],
  ['1y', 31_536_000_000, '1y'],
  ['8d', 691_200_000, '8d'],
  ['2w', 1_209_600_000, '2w'],
  ['1h5ms', 3_600_005, '1h5ms'],
];
for (const [text, value, written] of durations) {
  it(`reads and writes ${text}`, () => {
    assert.equal(parseDuration(text), value);
    assert.equal(formatDuration(value), written);
  });
}

it('reads nothing else as a duration', () => {
  for (const text of ['', '5', 'm', '1s1m', '1.5h', '-1m', '1x']) assert.equal(parseDuration(text), undefined, text);
});

it('quotes as Go does', () => assert.equal(quote('a"\\\n\u0001\u200bü😀'), '"a\\"\\\\\\n\\x01\\u200bü😀"'));
